/* Loops of the rows of ops/optimizers.def for one float type: T, FUNCTION, FMA, SQRT and ABS are the includer's. */

#define K(i) k[RT_STEP_OWN + (i)]
#define LERP(from, to, weight)                                                                                         \
    (ABS(weight) < (T)0.5 ? FMA(weight, (to) - (from), from) : FMA((weight)-1, (to) - (from), to))
#define MAXIMUM(x, y) ((x) > (y) || (x) != (x) ? (x) : (y))

#define RT_OPTIMIZE(name, count, ...)                                                                                  \
    static void FUNCTION(name)(int64_t n, void *param, const void *grad, void *const *states, const double *factors)   \
    {                                                                                                                  \
        T *ps = param, *as = states[0], *bs = states[1], *cs = states[2], k[RT_MAX_STEP_FACTORS];                      \
        const T *gs = grad;                                                                                            \
        for (int i = 0; i < RT_MAX_STEP_FACTORS; i++)                                                                  \
            k[i] = (T)factors[i];                                                                                      \
        const bool decays = factors[RT_STEP_DECAY] != 0;                                                               \
        _Pragma("GCC ivdep") for (int64_t i = 0; i < n; i++)                                                           \
        {                                                                                                              \
            T p = ps[i], g = gs[i] * k[RT_STEP_SIGN];                                                                  \
            T a = (count) > 0 ? as[i] : 0, b = (count) > 1 ? bs[i] : 0, c = (count) > 2 ? cs[i] : 0;                   \
            g = decays ? FMA(p, k[RT_STEP_DECAY], g) : g;                                                              \
            p *= k[RT_STEP_SHRINK];                                                                                    \
            __VA_ARGS__                                                                                                \
            ps[i] = p;                                                                                                 \
            if ((count) > 0)                                                                                           \
                as[i] = a;                                                                                             \
            if ((count) > 1)                                                                                           \
                bs[i] = b;                                                                                             \
            if ((count) > 2)                                                                                           \
                cs[i] = c;                                                                                             \
        }                                                                                                              \
    }
#include "ops/optimizers.def"
#undef RT_OPTIMIZE
#undef K
#undef LERP
#undef MAXIMUM
