/* Reductions, scans and extrema for one type T. Sums of floats run in double, in sixteen fixed lanes, so that the bits
   are the same on every instruction set. IS_FLOAT is 1 or 0. */

#if IS_FLOAT
typedef double A;
#define ACC f
#else
typedef int64_t A;
#define ACC i
#endif
#define LANES 16

/* sum of EXPR of x over the block, added to the accumulator */
#define SUM_LOOP(name, ...)                                                                                            \
    static void fold_##name(int64_t n, const void *in, double param, struct rt_accumulator *acc)                       \
    {                                                                                                                  \
        const T *a = in;                                                                                               \
        A lane[LANES] = {0};                                                                                           \
        int64_t i = 0;                                                                                                 \
        (void)param;                                                                                                   \
        for (; i + LANES <= n; i += LANES)                                                                             \
            for (int k = 0; k < LANES; k++) {                                                                          \
                const A x = (A)a[i + k];                                                                               \
                lane[k] += (__VA_ARGS__);                                                                              \
            }                                                                                                          \
        for (int k = 0; i < n; i++, k++) {                                                                             \
            const A x = (A)a[i];                                                                                       \
            lane[k] += (__VA_ARGS__);                                                                                  \
        }                                                                                                              \
        for (int step = LANES / 2; step; step /= 2)                                                                    \
            for (int k = 0; k < step; k++)                                                                             \
                lane[k] += lane[k + step];                                                                             \
        acc->ACC += lane[0];                                                                                           \
    }                                                                                                                  \
    static void rows_##name(int64_t n, const void *in, double param, void *accumulators)                               \
    {                                                                                                                  \
        const T *a = in;                                                                                               \
        A *acc = accumulators;                                                                                         \
        (void)param;                                                                                                   \
        _Pragma("GCC ivdep") for (int64_t i = 0; i < n; i++)                                                           \
        {                                                                                                              \
            const A x = (A)a[i];                                                                                       \
            acc[i] += (__VA_ARGS__);                                                                                   \
        }                                                                                                              \
    }
/* any other fold: EXPR of v (so far) and x */
#define FOLD_LOOP(name, ...) FOLD_LANES(name, 64, __VA_ARGS__)
/* the expression is joined with itself, so lanes may be folded apart from each other and then together */
#define FOLD_LANES(name, lanes, ...)                                                                                   \
    static void fold_##name(int64_t n, const void *in, double param, struct rt_accumulator *acc)                       \
    {                                                                                                                  \
        const T *a = in;                                                                                               \
        A lane[lanes], v = acc->ACC;                                                                                   \
        int64_t i = 0;                                                                                                 \
        (void)param;                                                                                                   \
        if (n >= 2 * lanes && FOLDS_ITSELF_##name) {                                                                   \
            for (int k = 0; k < lanes; k++)                                                                            \
                lane[k] = (A)a[k];                                                                                     \
            for (i = lanes; i + lanes <= n; i += lanes)                                                                \
                for (int k = 0; k < lanes; k++) {                                                                      \
                    const A x = (A)a[i + k], v = lane[k];                                                              \
                    lane[k] = (__VA_ARGS__);                                                                           \
                }                                                                                                      \
            for (int k = 0; k < lanes; k++) {                                                                          \
                const A x = lane[k];                                                                                   \
                v = (__VA_ARGS__);                                                                                     \
            }                                                                                                          \
        }                                                                                                              \
        for (; i < n; i++) {                                                                                           \
            const A x = (A)a[i];                                                                                       \
            v = (__VA_ARGS__);                                                                                         \
        }                                                                                                              \
        acc->ACC = v;                                                                                                  \
    }                                                                                                                  \
    static void rows_##name(int64_t n, const void *in, double param, void *accumulators)                               \
    {                                                                                                                  \
        const T *a = in;                                                                                               \
        A *acc = accumulators;                                                                                         \
        (void)param;                                                                                                   \
        _Pragma("GCC ivdep") for (int64_t i = 0; i < n; i++)                                                           \
        {                                                                                                              \
            const A x = (A)a[i], v = acc[i];                                                                           \
            acc[i] = (__VA_ARGS__);                                                                                    \
        }                                                                                                              \
    }

/* 1 where the first element may start a lane */
#define FOLDS_ITSELF_any 0
#define FOLDS_ITSELF_all 0
#define FOLDS_ITSELF_prod 1
#define FOLDS_ITSELF_max 1
#define FOLDS_ITSELF_min 1
#define FOLDS_ITSELF_norm_inf 0
#define FOLDS_ITSELF_norm_minus_inf 0

SUM_LOOP(sum, x)
FOLD_LOOP(any, v || x != 0)
FOLD_LOOP(all, v &&x != 0)
#if IS_FLOAT
FOLD_LOOP(prod, v *x)
SUM_LOOP(norm2, x *x)
SUM_LOOP(norm1, fabs(x))
SUM_LOOP(norm0, x != 0)
SUM_LOOP(norm_p, pow(fabs(x), param))
FOLD_LOOP(norm_inf, v != v ? v : fabs(x) > v || x != x ? fabs(x) : v)
FOLD_LOOP(norm_minus_inf, v != v ? v : fabs(x) < v || x != x ? fabs(x) : v)
/* nan stays */
FOLD_LOOP(max, (((x > v) | (x != x)) & (v == v)) ? x : v)
FOLD_LOOP(min, (((x < v) | (x != x)) & (v == v)) ? x : v)
SUM_LOOP(var, (x - param) * (x - param)) /* param: the mean */

#define PICK_NORM(kind)                                                                                                \
    param == 2           ? kind##_norm2(n, in, param, acc)                                                             \
    : param == 1         ? kind##_norm1(n, in, param, acc)                                                             \
    : param == 0         ? kind##_norm0(n, in, param, acc)                                                             \
    : param == INFINITY  ? kind##_norm_inf(n, in, param, acc)                                                          \
    : param == -INFINITY ? kind##_norm_minus_inf(n, in, param, acc)                                                    \
                         : kind##_norm_p(n, in, param, acc)
static void fold_norm(int64_t n, const void *in, double param, struct rt_accumulator *acc)
{
    PICK_NORM(fold);
}
static void rows_norm(int64_t n, const void *in, double param, void *acc)
{
    PICK_NORM(rows);
}
#else
FOLD_LOOP(prod, (A)((uint64_t)v *(uint64_t)x))
FOLD_LOOP(max, x > v ? x : v)
FOLD_LOOP(min, x < v ? x : v)
#endif

const rt_fold_loop NAMED(TYPE, fold)[RT_REDUCE_COUNT] = {
    [RT_REDUCE_SUM] = fold_sum,  [RT_REDUCE_PROD] = fold_prod, [RT_REDUCE_MAX] = fold_max,
    [RT_REDUCE_MIN] = fold_min,  [RT_REDUCE_ANY] = fold_any,   [RT_REDUCE_ALL] = fold_all,
#if IS_FLOAT
    [RT_REDUCE_MEAN] = fold_sum, [RT_REDUCE_NORM] = fold_norm, [RT_REDUCE_VAR] = fold_var,
#endif
};
const rt_rows_loop NAMED(TYPE, rows)[RT_REDUCE_COUNT] = {
    [RT_REDUCE_SUM] = rows_sum,  [RT_REDUCE_PROD] = rows_prod, [RT_REDUCE_MAX] = rows_max,
    [RT_REDUCE_MIN] = rows_min,  [RT_REDUCE_ANY] = rows_any,   [RT_REDUCE_ALL] = rows_all,
#if IS_FLOAT
    [RT_REDUCE_MEAN] = rows_sum, [RT_REDUCE_NORM] = rows_norm, [RT_REDUCE_VAR] = rows_var,
#endif
};

static void scan_sum(int64_t n, void *out, const void *in)
{
    A v = 0;

    for (int64_t i = 0; i < n; i++) {
#if IS_FLOAT
        v += (A)((const T *)in)[i];
#else
        v = (A)((uint64_t)v + (uint64_t)((const T *)in)[i]);
#endif
        ((T *)out)[i] = (T)v;
    }
}
static void scan_prod(int64_t n, void *out, const void *in)
{
    A v = 1;

    for (int64_t i = 0; i < n; i++) {
#if IS_FLOAT
        v *= (A)((const T *)in)[i];
#else
        v = (A)((uint64_t)v * (uint64_t)((const T *)in)[i]);
#endif
        ((T *)out)[i] = (T)v;
    }
}
#if IS_FLOAT
/* the running log of the sum of exponentials: the larger of two plus log1p of the ratio */
static void scan_logsumexp(int64_t n, void *out, const void *in)
{
    double v = -INFINITY;

    for (int64_t i = 0; i < n; i++) {
        double x = (double)((const T *)in)[i], high = x > v ? x : v, low = x > v ? v : x;
        if (x != x || v != v)
            v = NAN;
        else
            v = low == -INFINITY || high == INFINITY ? high : high + log1p(exp(low - high));
        ((T *)out)[i] = (T)v;
    }
}
#endif
/* values at out, positions behind them at out + n elements of 8 bytes: one pass gives both */
#define SCAN_EXTREMUM(name, better)                                                                                    \
    static void name(int64_t n, void *out, const void *in)                                                             \
    {                                                                                                                  \
        const T *a = in;                                                                                               \
        int64_t *positions = (int64_t *)((char *)out + n * 16), best = 0;                                              \
                                                                                                                       \
        for (int64_t i = 0; i < n; i++) {                                                                              \
            if (a[i] better a[best] || a[i] != a[i])                                                                   \
                best = i;                                                                                              \
            ((T *)out)[i] = a[best];                                                                                   \
            positions[i] = best;                                                                                       \
        }                                                                                                              \
    }
SCAN_EXTREMUM(scan_max, >=)
SCAN_EXTREMUM(scan_min, <=)
const rt_scan_loop NAMED(TYPE, scan)[RT_SCAN_COUNT] = {
    [RT_SCAN_SUM] = scan_sum,
    [RT_SCAN_PROD] = scan_prod,
    [RT_SCAN_MAX] = scan_max,
    [RT_SCAN_MIN] = scan_min,
#if IS_FLOAT
    [RT_SCAN_LOGSUMEXP] = scan_logsumexp,
#endif
};

static int64_t arg_max(int64_t n, const void *in)
{
    const T *a = in;
    int64_t best = 0;

    for (int64_t i = 0; i < n && !(a[best] != a[best]); i++)
        if (a[i] > a[best] || a[i] != a[i])
            best = i;
    return best;
}
static int64_t arg_min(int64_t n, const void *in)
{
    const T *a = in;
    int64_t best = 0;

    for (int64_t i = 0; i < n && !(a[best] != a[best]); i++)
        if (a[i] < a[best] || a[i] != a[i])
            best = i;
    return best;
}
const rt_argmax_loop NAMED(TYPE, argmax)[2] = {[RT_ARG_MAX] = arg_max, [RT_ARG_MIN] = arg_min};
