/* Reductions, scans and extrema for one type T. Sums of floats run in double, in sixteen fixed lanes, so that the bits
   are the same on every instruction set. IS_FLOAT is 1 or 0. */

#if IS_FLOAT
typedef double A;
#define ACC f
#else
typedef int64_t A;
#define ACC i
#endif
#include "isa_lanes.h"

#include <fenv.h>

/* rows of n elements, `step` apart, folded into n accumulators by EXPR of v (so far) and x, one after the other but
   four of them in each pass */
#define ROWS_LOOP(name, ...)                                                                                           \
    static void rows_##name(int64_t rows, int64_t n, const void *in, int64_t step, double param, void *accumulators)   \
    {                                                                                                                  \
        A *acc = accumulators;                                                                                         \
        int64_t r = 0;                                                                                                 \
        (void)param;                                                                                                   \
        for (; r + 4 <= rows; r += 4) {                                                                                \
            const T *a = (const T *)in + r * step, *b = a + step, *c = b + step, *d = c + step;                        \
            _Pragma("GCC ivdep") for (int64_t i = 0; i < n; i++)                                                       \
            {                                                                                                          \
                A v = acc[i], x = (A)a[i];                                                                             \
                v = (__VA_ARGS__), x = (A)b[i];                                                                        \
                v = (__VA_ARGS__), x = (A)c[i];                                                                        \
                v = (__VA_ARGS__), x = (A)d[i];                                                                        \
                acc[i] = (__VA_ARGS__);                                                                                \
            }                                                                                                          \
        }                                                                                                              \
        for (; r < rows; r++) {                                                                                        \
            const T *a = (const T *)in + r * step;                                                                     \
            _Pragma("GCC ivdep") for (int64_t i = 0; i < n; i++)                                                       \
            {                                                                                                          \
                const A x = (A)a[i], v = acc[i];                                                                       \
                acc[i] = (__VA_ARGS__);                                                                                \
            }                                                                                                          \
        }                                                                                                              \
    }
#if IS_FLOAT
/* the lanes in pairs, as lanes_total() */
static A lanes_sum(const A *lane)
{
    A half[8];

    for (int k = 0; k < 8; k++)
        half[k] = lane[k] + lane[k + 8];
    return ((half[0] + half[4]) + (half[2] + half[6])) + ((half[1] + half[5]) + (half[3] + half[7]));
}
#endif
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
        acc->ACC += lanes_sum(lane);                                                                                   \
    }                                                                                                                  \
    ROWS_LOOP(name, v + (__VA_ARGS__))
#if IS_FLOAT
/* sums of the elements themselves: four are added before they become a double, see PLAIN_SUM */
static void fold_sum(int64_t n, const void *in, double param, struct rt_accumulator *acc)
{
    double total;

    (void)param;
    PLAIN_SUM(total, n, (const T *)in);
    acc->f += total;
}
static void rows_sum(int64_t rows, int64_t n, const void *in, int64_t step, double param, void *accumulators)
{
    A *acc = accumulators;

    (void)param;
    for (; rows >= 4; rows -= 4, in = (const T *)in + 4 * step) {
        const T *a = in, *b = a + step, *c = b + step, *d = c + step;
        _Pragma("GCC ivdep") for (int64_t i = 0; i < n; i++) acc[i] += (A)((a[i] + b[i]) + (c[i] + d[i]));
    }
    if (rows == 3) {
        const T *a = in, *b = a + step, *c = b + step;
        _Pragma("GCC ivdep") for (int64_t i = 0; i < n; i++) acc[i] = ((acc[i] + (A)a[i]) + (A)b[i]) + (A)c[i];
        return;
    }
    for (; rows > 0; rows--, in = (const T *)in + step) {
        const T *a = in;
        _Pragma("GCC ivdep") for (int64_t i = 0; i < n; i++) acc[i] += (A)a[i];
    }
}
#else
/* integers as wide as the accumulator, in vectors that stay in registers */
static void fold_sum(int64_t n, const void *in, double param, struct rt_accumulator *acc)
{
    enum { MANY = LANE_BYTES / 8, ALL = 4 * MANY };
    typedef uint64_t sums __attribute__((vector_size(LANE_BYTES), aligned(8), may_alias));
    const T *a = in;
    uint64_t total = (uint64_t)acc->ACC, lane[MANY];
    int64_t i = 0;

    (void)param;
    if (sizeof(T) == sizeof(uint64_t) && n >= MANY) {
        sums s[4];
        EACH_PART(k, 4) s[k] = (sums){0};
        for (; i + ALL <= n; i += ALL)
            EACH_PART(k, 4) s[k] += *(const sums *)(const void *)(a + i + k * MANY);
        for (; i + MANY <= n; i += MANY)
            s[0] += *(const sums *)(const void *)(a + i);
        s[0] = (s[0] + s[1]) + (s[2] + s[3]);
        memcpy(lane, &s[0], sizeof lane);
        for (int k = 0; k < MANY; k++)
            total += lane[k];
    }
    for (; i < n; i++)
        total += (uint64_t)a[i];
    acc->ACC = (A)total;
}
ROWS_LOOP(sum, (A)((uint64_t)v + (uint64_t)x))
#endif
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
    ROWS_LOOP(name, __VA_ARGS__)

/* 1 where the first element may start a lane */
#define FOLDS_ITSELF_prod 1
#define FOLDS_ITSELF_norm_inf 0
#define FOLDS_ITSELF_norm_minus_inf 0

/* all, any: block by block, ended by the first that decides */
#define LOGICAL_LOOP(name, decides)                                                                                    \
    static void fold_##name(int64_t n, const void *in, double param, struct rt_accumulator *acc)                       \
    {                                                                                                                  \
        const T *a = in;                                                                                               \
        (void)param;                                                                                                   \
        for (int64_t at = 0; at < n && (acc->ACC != 0) != decides; at += 1024) {                                       \
            int64_t m = n - at < 1024 ? n - at : 1024;                                                                 \
            unsigned char found = 0;                                                                                   \
            for (int64_t i = 0; i < m; i++)                                                                            \
                found |= (a[at + i] != 0) == decides;                                                                  \
            if (found)                                                                                                 \
                acc->ACC = decides;                                                                                    \
        }                                                                                                              \
    }                                                                                                                  \
    ROWS_LOOP(name, (x != 0) == decides ? (A)decides : v)
LOGICAL_LOOP(any, 1)
LOGICAL_LOOP(all, 0)

#if IS_FLOAT
#define IF_FLOAT(...) __VA_ARGS__
#else
#define IF_FLOAT(...)
#endif
#define V64_NANS(bad, p) EACH_PART(n_, BLOCK_PARTS)(bad).part[n_] |= (ML)(PART_AT(p, n_) != PART_AT(p, n_))
/* x where it is better than v, or a nan */
#define BETTER(x, v, better) ((((x)better(v)) | ((x) != (x))) ? (x) : (v))
/* extrema in T itself; a nan anywhere is the result */
#define EXTREMUM_LOOP(name, better)                                                                                    \
    static void fold_##name(int64_t n, const void *in, double param, struct rt_accumulator *acc)                       \
    {                                                                                                                  \
        const T *a = in;                                                                                               \
        enum { WIDTH = 64 / sizeof(T), ALL = 4 * WIDTH };                                                              \
        int64_t i = 0;                                                                                                 \
        A v = acc->ACC;                                                                                                \
        (void)param;                                                                                                   \
        if (n >= WIDTH) { /* an element may count twice */                                                             \
            V64S b0, b1, b2, b3;                                                                                       \
            M64S bad;                                                                                                  \
            T top;                                                                                                     \
            V64_LOAD(b0, a);                                                                                           \
            (void)bad;                                                                                                 \
            IF_FLOAT(EACH_PART(p_, BLOCK_PARTS) bad.part[p_] = (ML){0};)                                               \
            b1 = b2 = b3 = b0;                                                                                         \
            for (; i + ALL <= n; i += ALL) {                                                                           \
                V64_PICK(b0, a + i, better);                                                                           \
                V64_PICK(b1, a + i + WIDTH, better);                                                                   \
                V64_PICK(b2, a + i + 2 * WIDTH, better);                                                               \
                V64_PICK(b3, a + i + 3 * WIDTH, better);                                                               \
                IF_FLOAT(V64_NANS(bad, a + i); V64_NANS(bad, a + i + WIDTH); V64_NANS(bad, a + i + 2 * WIDTH);         \
                         V64_NANS(bad, a + i + 3 * WIDTH);)                                                            \
            }                                                                                                          \
            for (int64_t at = i; at < n; at += WIDTH) {                                                                \
                const T *p = a + (at + WIDTH <= n ? at : n - WIDTH);                                                   \
                V64_PICK(b0, p, better);                                                                               \
                IF_FLOAT(V64_NANS(bad, p);)                                                                            \
            }                                                                                                          \
            i = n;                                                                                                     \
            V64_BETTER(b0, b2, better);                                                                                \
            V64_BETTER(b1, b3, better);                                                                                \
            V64_BETTER(b0, b1, better);                                                                                \
            V64_TOP(top, b0, better);                                                                                  \
            IF_FLOAT(EACH_PART(p_, BLOCK_PARTS) bad.part[0] |= bad.part[p_];)                                          \
            v = (A)top better v ? (A)top : v;                                                                          \
            IF_FLOAT(v = ANY_BIT(bad.part[0]) ? (A)NAN : v;)                                                           \
        }                                                                                                              \
        for (; i < n; i++) {                                                                                           \
            const A x = (A)a[i];                                                                                       \
            v = v == v && (x better v || x != x) ? x : v;                                                              \
        }                                                                                                              \
        acc->ACC = v;                                                                                                  \
    }                                                                                                                  \
    static void rows_##name(int64_t rows, int64_t n, const void *in, int64_t step, double param, void *accumulators)   \
    {                                                                                                                  \
        const T *a = in;                                                                                               \
        A *acc = accumulators;                                                                                         \
        (void)param;                                                                                                   \
        for (; rows > 0; a += 4 * step, rows -= 4) {                                                                   \
            const T *b = rows > 1 ? a + step : a, *c = rows > 2 ? b + step : a, *d = rows > 3 ? c + step : a;          \
            enum { WIDTH = LANE_BYTES / sizeof(T) };                                                                   \
            int64_t i = 0;                                                                                             \
            for (; i + WIDTH <= n; i += WIDTH) {                                                                       \
                VL v = *(const VL *)(a + i), w = *(const VL *)(c + i);                                                 \
                T best[WIDTH];                                                                                         \
                PART_TAKE(v, *(const VL *)(b + i), better);                                                            \
                PART_TAKE(w, *(const VL *)(d + i), better);                                                            \
                PART_TAKE(v, w, better);                                                                               \
                memcpy(best, &v, LANE_BYTES);                                                                          \
                for (int k = 0; k < (int)WIDTH; k++) {                                                                 \
                    const A x = (A)best[k], u = acc[i + k];                                                            \
                    acc[i + k] = BETTER(x, u, better);                                                                 \
                }                                                                                                      \
            }                                                                                                          \
            for (; i < n; i++) {                                                                                       \
                const T v = BETTER(b[i], a[i], better), w = BETTER(d[i], c[i], better);                                \
                const A x = (A)BETTER(w, v, better), u = acc[i];                                                       \
                acc[i] = BETTER(x, u, better);                                                                         \
            }                                                                                                          \
        }                                                                                                              \
    }
EXTREMUM_LOOP(max, >)
EXTREMUM_LOOP(min, <)

#if IS_FLOAT
ROWS_LOOP(prod, v *x)
#define LONG_PRODUCT 256
#define MULTIPLIED 4096 /* elements of a block */
#if defined(__x86_64__)
#define FORGET_LOSSES() _mm_setcsr(_mm_getcsr() & ~(unsigned)_MM_EXCEPT_MASK)
#define ANY_LOSS() ((_mm_getcsr() & (_MM_EXCEPT_OVERFLOW | _MM_EXCEPT_UNDERFLOW)) != 0)
#else
#define FORGET_LOSSES() feclearexcept(FE_OVERFLOW | FE_UNDERFLOW)
#define ANY_LOSS() (fetestexcept(FE_OVERFLOW | FE_UNDERFLOW) != 0)
#endif
/* The lanes of v multiplied by m floats, by fours before these become doubles. A call of its own, so that its work
   stays between the looks at the processor's flags. */
static __attribute__((noinline)) void multiply_fours(DV *v, int64_t m, const void *floats)
{
    enum { FLOATS = LANE_BYTES / 4 };
    typedef float FS __attribute__((vector_size(LANE_BYTES), aligned(4), may_alias));
    const float *a = floats;
    DV w[LANE_PARTS];

    EACH_PART(k, LANE_PARTS) w[k] = v[k];
    for (int64_t i = 0; i < m; i += 4 * LANES)
        EACH_PART(k, LANES / FLOATS)
        {
            const float *at = a + i + k * FLOATS;
            const FS x = *(const FS *)at, y = *(const FS *)(at + LANES), z = *(const FS *)(at + 2 * LANES),
                     u = *(const FS *)(at + 3 * LANES), four = (x * y) * (z * u);
            DV two[2];
            two_doubles(two, &four);
            w[2 * k] *= two[0];
            w[2 * k + 1] *= two[1];
        }
    EACH_PART(k, LANE_PARTS) v[k] = w[k];
}

/* The powers of two of the lanes are taken out and added to *power: many factors leave the range of doubles, and
   numbers at its lower end cost a hundred times as much to multiply. Zeros, infinities and nan stay. */
static inline void take_powers(DV *v, int64_t *power)
{
    typedef int64_t BITS __attribute__((vector_size(sizeof(DV)), may_alias));
    const int64_t exponent = INT64_C(0x7ff0000000000000), one = INT64_C(0x3ff0000000000000);
    BITS powers = {0};

    EACH_PART(k, LANE_PARTS)
    {
        BITS bits, high, normal;
        memcpy(&bits, &v[k], sizeof bits);
        high = bits & exponent;
        normal = (high != 0) & (high != exponent);
        powers += ((high - one) & normal) / (INT64_C(1) << 52);
        bits ^= (high ^ one) & normal;
        memcpy(&v[k], &bits, sizeof bits);
    }
    for (size_t k = 0; k < sizeof powers / sizeof *power; k++)
        *power += powers[k];
}

/* Many floats are multiplied by fours, block by block; a block whose products left the range of floats (or of doubles)
   is multiplied again as doubles. */
static void fold_prod(int64_t n, const void *in, double param, struct rt_accumulator *acc)
{
    const T *a = in;
    DV v[LANE_PARTS], w[LANE_PARTS];
    double total;
    int64_t power = 0;

    (void)param;
    EACH_PART(k, LANE_PARTS) v[k] = (DV){0} + 1;
    for (int64_t m; n >= LANES; a += m, n -= m) {
        const bool fast = sizeof(T) == sizeof(float) && n >= LONG_PRODUCT;
        m = n < MULTIPLIED ? n : MULTIPLIED;
        m = fast ? m / (4 * LANES) * (4 * LANES) : m / LANES * LANES;
        if (n > MULTIPLIED)
            take_powers(v, &power);
        EACH_PART(k, LANE_PARTS) w[k] = v[k];
        if (fast) {
            FORGET_LOSSES();
            multiply_fours(w, m, a);
            if (!ANY_LOSS()) {
                EACH_PART(k, LANE_PARTS) v[k] = w[k];
                continue;
            }
        }
        for (int64_t i = 0; i < m; i += LANES)
            EACH_PART(k, LANE_PARTS) v[k] *= WIDE(a, i + k * DOUBLE_LANES);
    }
    LANES_FOLD(total, v, *);
    if (power != 0) /* beyond 3,000 nothing but zero and infinity come out */
        total = ldexp(total, power < -3000 ? -3000 : power > 3000 ? 3000 : (int)power);
    acc->f *= total;
    for (int64_t i = 0; i < n; i++)
        acc->f *= (double)a[i];
}
static void fold_norm2(int64_t n, const void *in, double param, struct rt_accumulator *acc)
{
    const T *a = in;
    double total;

    (void)param;
#define SQUARE(x) ((x) * (x))
    SUM_OF(total, n, a, SQUARE);
#undef SQUARE
    acc->f += total;
}
ROWS_LOOP(norm2, v + x * x)
SUM_LOOP(norm1, fabs(x))
SUM_LOOP(norm0, x != 0)
SUM_LOOP(norm3, fabs(x) * (x * x))
SUM_LOOP(norm_p, pow(fabs(x), param))
FOLD_LOOP(norm_inf, v != v ? v : fabs(x) > v || x != x ? fabs(x) : v)
FOLD_LOOP(norm_minus_inf, v != v ? v : fabs(x) < v || x != x ? fabs(x) : v)
SUM_LOOP(var, (x - param) * (x - param)) /* param: the mean */

#define PICK_NORM(kind)                                                                                                \
    param == 2           ? kind##_norm2                                                                                \
    : param == 3         ? kind##_norm3                                                                                \
    : param == 1         ? kind##_norm1                                                                                \
    : param == 0         ? kind##_norm0                                                                                \
    : param == INFINITY  ? kind##_norm_inf                                                                             \
    : param == -INFINITY ? kind##_norm_minus_inf                                                                       \
                         : kind##_norm_p
static void fold_norm(int64_t n, const void *in, double param, struct rt_accumulator *acc)
{
    (PICK_NORM(fold))(n, in, param, acc);
}
static void rows_norm(int64_t rows, int64_t n, const void *in, int64_t step, double param, void *acc)
{
    (PICK_NORM(rows))(rows, n, in, step, param, acc);
}
#else
FOLD_LOOP(prod, (A)((uint64_t)v *(uint64_t)x))
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

#if IS_FLOAT
#define CARRIED real
#else
#define CARRIED full
#endif
static void scan_sum(int64_t n, void *out, int64_t *positions, const void *in, struct rt_scan_state *state)
{
    (void)positions;
    A v = state->begin ? (A)state->value.CARRIED : 0;

    for (int64_t i = 0; i < n; i++) {
#if IS_FLOAT
        v += (A)((const T *)in)[i];
#else
        v = (A)((uint64_t)v + (uint64_t)((const T *)in)[i]);
#endif
        ((T *)out)[i] = (T)v;
    }
    state->value.CARRIED = v;
    state->begin += n;
}
static void scan_prod(int64_t n, void *out, int64_t *positions, const void *in, struct rt_scan_state *state)
{
    (void)positions;
    A v = state->begin ? (A)state->value.CARRIED : 1;

    for (int64_t i = 0; i < n; i++) {
#if IS_FLOAT
        v *= (A)((const T *)in)[i];
#else
        v = (A)((uint64_t)v * (uint64_t)((const T *)in)[i]);
#endif
        ((T *)out)[i] = (T)v;
    }
    state->value.CARRIED = v;
    state->begin += n;
}
#if IS_FLOAT
/* the running log of the sum of exponentials: the larger of two plus log1p of the ratio */
static void scan_logsumexp(int64_t n, void *out, int64_t *positions, const void *in, struct rt_scan_state *state)
{
    (void)positions;
    double v = state->begin ? state->value.real : -INFINITY;

    for (int64_t i = 0; i < n; i++) {
        double x = (double)((const T *)in)[i], high = x > v ? x : v, low = x > v ? v : x;
        if (x != x || v != v)
            v = NAN;
        else
            v = low == -INFINITY || high == INFINITY ? high : high + log1p(exp(low - high));
        ((T *)out)[i] = (T)v;
    }
    state->value.CARRIED = v;
    state->begin += n;
}
#endif
/* A better one is rarely met: sixteen elements without one are passed together. */
#define SCAN_EXTREMUM(name, better)                                                                                    \
    static void name(int64_t n, void *out, int64_t *positions, const void *in, struct rt_scan_state *state)            \
    {                                                                                                                  \
        const T *restrict a = in;                                                                                      \
        T *restrict o = out;                                                                                           \
        const int64_t begin = state->begin;                                                                            \
        T top = begin ? (T)state->value.CARRIED : n ? a[0] : 0;                                                        \
        int64_t best = state->best;                                                                                    \
        for (int64_t at = 0; at < n; at += 16) {                                                                       \
            const int64_t m = n - at < 16 ? n - at : 16;                                                               \
            P found = m < 16;                                                                                          \
            if (m == 16)                                                                                               \
                for (int k = 0; k < 16; k++)                                                                           \
                    found |= (P)((a[at + k] better top) | (a[at + k] != a[at + k]));                                   \
            if (!found) {                                                                                              \
                for (int k = 0; k < 16; k++)                                                                           \
                    o[at + k] = top;                                                                                   \
                for (int k = 0; k < 16; k++)                                                                           \
                    positions[at + k] = best;                                                                          \
                continue;                                                                                              \
            }                                                                                                          \
            for (int64_t i = at; i < at + m; i++) {                                                                    \
                const bool take = (a[i] better top) | (a[i] != a[i]);                                                  \
                top = take ? a[i] : top;                                                                               \
                best = take ? begin + i : best;                                                                        \
                o[i] = top;                                                                                            \
                positions[i] = best;                                                                                   \
            }                                                                                                          \
        }                                                                                                              \
        state->value.CARRIED = top;                                                                                    \
        state->best = best;                                                                                            \
        state->begin += n;                                                                                             \
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
#undef CARRIED

/* by blocks: only one that has a better extremum is searched for its position */
#define ARG_EXTREMUM(name, fold, limit, better)                                                                        \
    static int64_t name(int64_t n, const void *in)                                                                     \
    {                                                                                                                  \
        const T *a = in;                                                                                               \
        int64_t best = 0;                                                                                              \
        for (int64_t at = 0; at < n && a[best] == a[best]; at += 512) {                                                \
            int64_t m = n - at < 512 ? n - at : 512;                                                                   \
            struct rt_accumulator acc = {.ACC = limit};                                                                \
            fold(m, a + at, 0, &acc);                                                                                  \
            const T top = (T)acc.ACC;                                                                                  \
            if (!(top better a[best] || top != top) && at)                                                             \
                continue;                                                                                              \
            for (best = at; a[best] != top && a[best] == a[best];)                                                     \
                best++;                                                                                                \
        }                                                                                                              \
        return best;                                                                                                   \
    }
#if IS_FLOAT
ARG_EXTREMUM(arg_max, fold_max, -INFINITY, >)
ARG_EXTREMUM(arg_min, fold_min, INFINITY, <)
#else
ARG_EXTREMUM(arg_max, fold_max, INT64_MIN, >)
ARG_EXTREMUM(arg_min, fold_min, INT64_MAX, <)
#endif
const rt_argmax_loop NAMED(TYPE, argmax)[2] = {[RT_ARG_MAX] = arg_max, [RT_ARG_MIN] = arg_min};

/* columns: a position has the width of T, so that both are compared and blended alike */
#ifndef POSITION
#define POSITION P
#endif
#define ARG_COLUMNS(name, better)                                                                                      \
    static void name(int64_t rows, int64_t width, const void *in, int64_t step, void *out, int64_t *position)          \
    {                                                                                                                  \
        const T *a = in;                                                                                               \
        T best[RT_STRIP];                                                                                              \
        POSITION at[RT_STRIP];                                                                                         \
        for (int64_t j = 0; j < width; j++) {                                                                          \
            best[j] = a[j];                                                                                            \
            at[j] = 0;                                                                                                 \
        }                                                                                                              \
        for (int64_t i = 1; i < rows; i++)                                                                             \
            for (int64_t j = 0; j < width; j++) {                                                                      \
                const T x = a[i * step + j], b = best[j];                                                              \
                const bool take = ((x better b) | (x != x)) & (b == b);                                                \
                best[j] = take ? x : b;                                                                                \
                at[j] = take ? (POSITION)i : at[j];                                                                    \
            }                                                                                                          \
        memcpy(out, best, (size_t)width * sizeof(T));                                                                  \
        for (int64_t j = 0; j < width; j++)                                                                            \
            position[j] = at[j];                                                                                       \
    }
ARG_COLUMNS(columns_max, >)
ARG_COLUMNS(columns_min, <)
const rt_arg_columns NAMED(TYPE, arg_columns)[2] = {[RT_ARG_MAX] = columns_max, [RT_ARG_MIN] = columns_min};

#define SCAN_COLUMNS(name, initial, ...)                                                                               \
    static void name(int64_t rows, int64_t width, void *out, int64_t out_step, const void *in, int64_t in_step)        \
    {                                                                                                                  \
        A acc[RT_STRIP];                                                                                               \
        for (int64_t j = 0; j < width; j++)                                                                            \
            acc[j] = initial;                                                                                          \
        for (int64_t i = 0; i < rows; i++) {                                                                           \
            const T *a = (const T *)in + i * in_step;                                                                  \
            T *o = (T *)out + i * out_step;                                                                            \
            _Pragma("GCC ivdep") for (int64_t j = 0; j < width; j++)                                                   \
            {                                                                                                          \
                const A x = (A)a[j], v = acc[j];                                                                       \
                acc[j] = (__VA_ARGS__);                                                                                \
                o[j] = (T)acc[j];                                                                                      \
            }                                                                                                          \
        }                                                                                                              \
    }
#if IS_FLOAT
SCAN_COLUMNS(columns_sum, 0, v + x)
SCAN_COLUMNS(columns_prod, 1, v *x)
#else
SCAN_COLUMNS(columns_sum, 0, (A)((uint64_t)v + (uint64_t)x))
SCAN_COLUMNS(columns_prod, 1, (A)((uint64_t)v *(uint64_t)x))
#endif
#if IS_FLOAT
/* as scan_logsumexp, but what is equal, and may be infinite, is not subtracted */
static inline double log_of_both(double v, double x)
{
    const double high = x > v ? x : v, low = x > v ? v : x;

    return high + m64_log1p(m64_exp(low == high ? 0 : low - high));
}
SCAN_COLUMNS(columns_logsumexp, -INFINITY, log_of_both(v, x))
#endif
const rt_scan_columns NAMED(TYPE, scan_columns)[RT_SCAN_COUNT] = {
    [RT_SCAN_SUM] = columns_sum,
    [RT_SCAN_PROD] = columns_prod,
#if IS_FLOAT
    [RT_SCAN_LOGSUMEXP] = columns_logsumexp,
#endif
};

#define SCAN_POSITIONS(name, better)                                                                                   \
    static void name(int64_t rows, int64_t width, void *out, int64_t out_step, int64_t *positions,                     \
                     int64_t positions_step, const void *in, int64_t in_step)                                          \
    {                                                                                                                  \
        T top[RT_STRIP];                                                                                               \
        POSITION at[RT_STRIP];                                                                                         \
        for (int64_t j = 0; rows && j < width; j++) {                                                                  \
            top[j] = ((const T *)in)[j];                                                                               \
            at[j] = 0;                                                                                                 \
        }                                                                                                              \
        for (int64_t i = 0; i < rows; i++) {                                                                           \
            const T *a = (const T *)in + i * in_step;                                                                  \
            T *o = (T *)out + i * out_step;                                                                            \
            int64_t *position = positions + i * positions_step;                                                        \
            _Pragma("GCC ivdep") for (int64_t j = 0; j < width; j++)                                                   \
            {                                                                                                          \
                const T x = a[j], t = top[j];                                                                          \
                const bool take = (x better t) | (x != x);                                                             \
                o[j] = top[j] = take ? x : t;                                                                          \
                at[j] = take ? (POSITION)i : at[j];                                                                    \
            }                                                                                                          \
            _Pragma("GCC ivdep") for (int64_t j = 0; j < width; j++) position[j] = at[j];                              \
        }                                                                                                              \
    }
SCAN_POSITIONS(positions_max, >=)
SCAN_POSITIONS(positions_min, <=)
const rt_scan_positions NAMED(TYPE, scan_positions)[2] = {positions_max, positions_min};
