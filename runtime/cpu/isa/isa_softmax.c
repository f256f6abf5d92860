/* softmax and log_softmax of one contiguous row: maximum (a nan makes every exponential's sum nan by itself),
 * exponentials, their sum (in double, fixed lanes), scaling. */
#include "isa.h"

#include "isa_math32.h"

#define LANES 16

#define SOFTMAX(name, T, EXP)                                                                                          \
    static void name(int64_t n, void *out, const void *in, bool log_wanted)                                            \
    {                                                                                                                  \
        T *o = out;                                                                                                    \
        const T *a = in;                                                                                               \
        double lane[LANES] = {0};                                                                                      \
        T tops[LANES], top = -INFINITY, scale;                                                                         \
        int64_t i;                                                                                                     \
        for (int k = 0; k < LANES; k++)                                                                                \
            tops[k] = -INFINITY;                                                                                       \
        for (i = 0; i + LANES <= n; i += LANES)                                                                        \
            for (int k = 0; k < LANES; k++)                                                                            \
                tops[k] = a[i + k] > tops[k] ? a[i + k] : tops[k];                                                     \
        for (int k = 0; i < n; i++, k++)                                                                               \
            tops[k] = a[i] > tops[k] ? a[i] : tops[k];                                                                 \
        for (int k = 0; k < LANES; k++)                                                                                \
            top = tops[k] > top ? tops[k] : top;                                                                       \
        if (!log_wanted) {                                                                                             \
            _Pragma("GCC ivdep") for (i = 0; i < n; i++) o[i] = EXP(a[i] - top);                                       \
            for (i = 0; i + LANES <= n; i += LANES)                                                                    \
                for (int k = 0; k < LANES; k++)                                                                        \
                    lane[k] += (double)o[i + k];                                                                       \
            for (int k = 0; i < n; i++, k++)                                                                           \
                lane[k] += (double)o[i];                                                                               \
        } else {                                                                                                       \
            T part[256];                                                                                               \
            for (int64_t at = 0; at < n; at += 256) {                                                                  \
                int64_t m = n - at < 256 ? n - at : 256;                                                               \
                for (i = 0; i < m; i++)                                                                                \
                    part[i] = EXP(a[at + i] - top);                                                                    \
                for (i = 0; i + LANES <= m; i += LANES)                                                                \
                    for (int k = 0; k < LANES; k++)                                                                    \
                        lane[k] += (double)part[i + k];                                                                \
                for (int k = 0; i < m; i++, k++)                                                                       \
                    lane[k] += (double)part[i];                                                                        \
            }                                                                                                          \
        }                                                                                                              \
        for (int step = LANES / 2; step; step /= 2)                                                                    \
            for (int k = 0; k < step; k++)                                                                             \
                lane[k] += lane[k + step];                                                                             \
        if (log_wanted) {                                                                                              \
            scale = (T)log(lane[0]);                                                                                   \
            _Pragma("GCC ivdep") for (i = 0; i < n; i++) o[i] = a[i] - top - scale;                                    \
        } else {                                                                                                       \
            scale = (T)lane[0];                                                                                        \
            _Pragma("GCC ivdep") for (i = 0; i < n; i++) o[i] = o[i] / scale;                                          \
        }                                                                                                              \
    }
SOFTMAX(softmax_f32, float, m_exp)
SOFTMAX(softmax_f64, double, m64_exp)

const rt_softmax_loop NAME(softmax)[2] = {[RT_LOOP_F32] = softmax_f32, [RT_LOOP_F64] = softmax_f64};
