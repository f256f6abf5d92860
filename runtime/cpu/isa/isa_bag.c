/* The loops of bags of rows for both float types: sums stay in registers while the rows pass by. */
#include "isa.h"
#include "isa_vectors.h"

#define VECTORS 4 /* summed together */

#define BAGS(T, name)                                                                                                  \
    typedef T vector_##name __attribute__((vector_size(BYTES), aligned(sizeof(T)), may_alias));                        \
    static void sum_##name(int64_t n, int64_t width, const int64_t *index, const void *factors, const void *table,     \
                           int64_t row, int64_t count, void *out)                                                      \
    {                                                                                                                  \
        enum { WIDTH = BYTES / sizeof(T) };                                                                            \
        const T *rows = table, *f = factors;                                                                           \
        T *o = out;                                                                                                    \
        const T by = (T)count;                                                                                         \
        int64_t j = 0;                                                                                                 \
        for (; j + VECTORS * WIDTH <= width; j += VECTORS * WIDTH) {                                                   \
            vector_##name acc[VECTORS] = {{0}};                                                                        \
            for (int64_t i = 0; i < n; i++) {                                                                          \
                const vector_##name *r = (const vector_##name *)(rows + index[i] * row + j);                           \
                _Pragma("GCC unroll 4") for (int v = 0; v < VECTORS; v++) acc[v] += r[v] * (f ? f[i] : 1);             \
            }                                                                                                          \
            _Pragma("GCC unroll 4") for (int v = 0; v < VECTORS; v++)((vector_##name *)(o + j))[v] = acc[v] / by;      \
        }                                                                                                              \
        for (; j + WIDTH <= width; j += WIDTH) {                                                                       \
            vector_##name acc = {0};                                                                                   \
            for (int64_t i = 0; i < n; i++) {                                                                          \
                const vector_##name r = *(const vector_##name *)(rows + index[i] * row + j);                           \
                acc += r * (f ? f[i] : 1);                                                                             \
            }                                                                                                          \
            *(vector_##name *)(o + j) = acc / by;                                                                      \
        }                                                                                                              \
        for (int64_t k = j; k < width; k++)                                                                            \
            o[k] = 0;                                                                                                  \
        for (int64_t i = 0; j < width && i < n; i++)                                                                   \
            for (int64_t k = j; k < width; k++)                                                                        \
                o[k] += rows[index[i] * row + k] * (f ? f[i] : 1);                                                     \
        for (int64_t k = j; k < width; k++)                                                                            \
            o[k] /= by;                                                                                                \
    }                                                                                                                  \
    static void max_##name(int64_t n, int64_t width, const int64_t *index, const void *table, int64_t row, void *out,  \
                           int64_t *where)                                                                             \
    {                                                                                                                  \
        T *restrict o = out;                                                                                           \
        int64_t *restrict w = where;                                                                                   \
        for (int64_t i = 0; i < n; i++) {                                                                              \
            const T *restrict r = (const T *)table + index[i] * row;                                                   \
            const int64_t at = index[i];                                                                               \
            for (int64_t k = 0; i == 0 && k < width; k++) {                                                            \
                o[k] = r[k];                                                                                           \
                w[k] = at;                                                                                             \
            }                                                                                                          \
            for (int64_t k = 0; i && k < width; k++) {                                                                 \
                const bool more = r[k] > o[k];                                                                         \
                o[k] = more ? r[k] : o[k];                                                                             \
                w[k] = more ? at : w[k];                                                                               \
            }                                                                                                          \
        }                                                                                                              \
    }
BAGS(float, f32)
BAGS(double, f64)

const struct rt_bag_loops NAME(bag)[2] = {
    [RT_LOOP_F32] = {sum_f32, max_f32},
    [RT_LOOP_F64] = {sum_f64, max_f64},
};
