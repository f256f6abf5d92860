/* Distances of one point to several others for one type T, and what they hand back to that point. A point is m dense
   numbers. Sums are kept in T, in lanes of one vector. */
#include "isa_lanes.h"

#define BLOCK 256 /* differences that are raised to a power at once */
#define WIDTH ((int64_t)(64 / sizeof(T)))

/* the function's absolute value, sign and choice of vectors */
#define V_ABS(v) ((V64)((M64)(v)&MASK))
#define V_SIGN(v) ((V64)(((M64)ONE & (M64)((v) != 0)) | ((M64)(v)&SIGN)))
#define MASK ((P)~SIGN)

static T FUNCTION(total)(const V64 *v)
{
    typedef T half __attribute__((vector_size(32)));
    typedef T quarter __attribute__((vector_size(16)));
    half h[2];
    quarter q[2];
    T sum = 0;

    memcpy(h, v, sizeof h);
    h[0] += h[1];
    memcpy(q, h, sizeof q);
    q[0] += q[1];
    for (int k = 0; k < (int)(16 / sizeof(T)); k++)
        sum += q[0][k];
    return sum;
}

/* Of a vector that ends where numbers end, the last n lanes are those of numbers not yet seen. */
static const P FUNCTION(edge)[128 / sizeof(T)] = {[64 / sizeof(T)... 128 / sizeof(T) - 1] = (P)-1};

static void FUNCTION(last)(V64 *d, int64_t n)
{
    M64 mask;

    memcpy(&mask, FUNCTION(edge) + n, sizeof mask);
    *d = (V64)((M64)*d & mask);
}

/* d = the differences of the first n < WIDTH numbers, 0 in the other lanes. */
static void FUNCTION(some)(V64 *d, const T *a, const T *b, int64_t n)
{
    T lane[64 / sizeof(T)] = {0};

    for (int64_t i = 0; i < n; i++)
        lane[i] = a[i] - b[i];
    memcpy(d, lane, sizeof lane);
}

/* total = sum of V over the differences d, of O over the few of a short point */
#define SUM_DISTANCE(name, V, O)                                                                                       \
    static T FUNCTION(name)(int64_t m, const T *a, const T *b)                                                         \
    {                                                                                                                  \
        V64 s = {0}, s1 = {0}, d;                                                                                      \
        const V64 ONE = s + 1;                                                                                         \
        int64_t i = 0;                                                                                                 \
        (void)ONE;                                                                                                     \
        if (m < WIDTH) {                                                                                               \
            T sum = 0;                                                                                                 \
            for (; i < m; i++) {                                                                                       \
                const T e = a[i] - b[i];                                                                               \
                sum += O;                                                                                              \
            }                                                                                                          \
            return sum;                                                                                                \
        }                                                                                                              \
        for (; i + 2 * WIDTH <= m; i += 2 * WIDTH) {                                                                   \
            d = *(const V64 *)(a + i) - *(const V64 *)(b + i);                                                         \
            s += V;                                                                                                    \
            d = *(const V64 *)(a + i + WIDTH) - *(const V64 *)(b + i + WIDTH);                                         \
            s1 += V;                                                                                                   \
        }                                                                                                              \
        for (; i + WIDTH <= m; i += WIDTH) {                                                                           \
            d = *(const V64 *)(a + i) - *(const V64 *)(b + i);                                                         \
            s += V;                                                                                                    \
        }                                                                                                              \
        if (i < m) {                                                                                                   \
            d = *(const V64 *)(a + m - WIDTH) - *(const V64 *)(b + m - WIDTH);                                         \
            FUNCTION(last)(&d, m - i);                                                                                 \
            s1 += V;                                                                                                   \
        }                                                                                                              \
        s += s1;                                                                                                       \
        return FUNCTION(total)(&s);                                                                                    \
    }
SUM_DISTANCE(distance_0, (V64)(((M64)ONE & (M64)(d != 0) & (M64)(d == d)) | ((M64)d & (M64)(d != d))),
             e != e ? e : (T)(e != 0))
SUM_DISTANCE(distance_1, V_ABS(d), e < 0 ? -e : e)
SUM_DISTANCE(distance_2, d *d, e *e)
SUM_DISTANCE(distance_3, d *d *V_ABS(d), e *e *(e < 0 ? -e : e))
SUM_DISTANCE(distance_4, d *d *d *d, e *e *e *e)

/* The largest difference; one that is nan is left out, as PyTorch does. */
static T FUNCTION(distance_most)(int64_t m, const T *a, const T *b)
{
    T top = 0, lane[64 / sizeof(T)];
    V64 t = {0};
    int64_t i = 0;

    for (; i + WIDTH <= m; i += WIDTH) {
        const V64 d = *(const V64 *)(a + i) - *(const V64 *)(b + i), v = V_ABS(d);
        const M64 more = (M64)(v > t);
        t = (V64)(((M64)v & more) | ((M64)t & ~more));
    }
    memcpy(lane, &t, sizeof lane);
    for (int k = 0; k < (int)WIDTH; k++)
        top = lane[k] > top ? lane[k] : top;
    for (; i < m; i++) {
        const T v = a[i] > b[i] ? a[i] - b[i] : b[i] - a[i];
        top = v > top ? v : top;
    }
    return top;
}

static T FUNCTION(distance_p)(int64_t m, const T *a, const T *b, const T *powers)
{
    T part[BLOCK], sum = 0;

    for (int64_t at = 0; at < m; at += BLOCK) {
        const int64_t n = m - at < BLOCK ? m - at : BLOCK;
        for (int64_t i = 0; i < n; i++)
            part[i] = a[at + i] > b[at + i] ? a[at + i] - b[at + i] : b[at + i] - a[at + i];
        POWERS(n, part, part, powers, NO_PARAMS);
        for (int64_t i = 0; i < n; i++)
            sum += part[i];
    }
    return sum;
}

static void FUNCTION(distances)(int64_t count, int64_t m, const void *from, const void *to, int64_t to_step, double p,
                                void *out, int64_t out_step)
{
    const T *a = from, *b = to;
    T *o = out, powers[BLOCK];
    const int whole = p == 0 || p == 1 || p == 2 || p == 3 || p == 4 ? (int)p : -1;

    for (int i = 0; whole < 0 && i < BLOCK; i++)
        powers[i] = (T)p;
    for (int64_t j = 0; j < count; j++, b += to_step, o += out_step) {
        if (whole == 0)
            *o = FUNCTION(distance_0)(m, a, b);
        else if (whole == 1)
            *o = FUNCTION(distance_1)(m, a, b);
        else if (whole == 2)
            *o = (T)SQRT(FUNCTION(distance_2)(m, a, b));
        else if (whole == 3)
            *o = (T)pow((double)FUNCTION(distance_3)(m, a, b), 1. / 3);
        else if (whole == 4)
            *o = (T)sqrt(sqrt((double)FUNCTION(distance_4)(m, a, b)));
        else if (p == INFINITY)
            *o = FUNCTION(distance_most)(m, a, b);
        else
            *o = (T)pow((double)FUNCTION(distance_p)(m, a, b, powers), 1 / p);
    }
}

/* out += weight * V of the differences d */
#define ADD_SLOPES(name, V)                                                                                            \
    static void FUNCTION(name)(int64_t m, const T *a, const T *b, T weight, T dist, T *out)                            \
    {                                                                                                                  \
        V64 zero = {0};                                                                                                \
        const V64 ONE = zero + 1;                                                                                      \
        int64_t i = 0;                                                                                                 \
        (void)ONE, (void)dist;                                                                                         \
        for (; i + WIDTH <= m; i += WIDTH) {                                                                           \
            const V64 d = *(const V64 *)(a + i) - *(const V64 *)(b + i);                                               \
            *(V64 *)(out + i) += weight * V;                                                                           \
        }                                                                                                              \
        if (i < m) {                                                                                                   \
            T lane[64 / sizeof(T)];                                                                                    \
            V64 d, v;                                                                                                  \
            FUNCTION(some)(&d, a + i, b + i, m - i);                                                                   \
            v = weight * V;                                                                                            \
            memcpy(lane, &v, sizeof lane);                                                                             \
            for (int64_t k = i; k < m; k++)                                                                            \
                out[k] += lane[k - i];                                                                                 \
        }                                                                                                              \
    }
ADD_SLOPES(slopes_1, V_SIGN(d))
ADD_SLOPES(slopes_2, d)
ADD_SLOPES(slopes_3, (d * V_ABS(d)))
ADD_SLOPES(slopes_most, (V64)((M64)V_SIGN(d) & (M64)(V_ABS(d) == dist)))

static void FUNCTION(slopes_p)(int64_t m, const T *a, const T *b, T weight, T *out, const T *powers)
{
    T part[BLOCK];

    for (int64_t at = 0; at < m; at += BLOCK) {
        const int64_t n = m - at < BLOCK ? m - at : BLOCK;
        for (int64_t i = 0; i < n; i++)
            part[i] = a[at + i] > b[at + i] ? a[at + i] - b[at + i] : b[at + i] - a[at + i];
        POWERS(n, part, part, powers, NO_PARAMS);
        for (int64_t i = 0; i < n; i++) {
            const T d = a[at + i] - b[at + i], slope = weight * part[i];
            out[at + i] += d > 0 ? slope : d < 0 ? -slope : d == 0 ? 0 : d;
        }
    }
}

static void FUNCTION(distances_back)(int64_t count, int64_t m, const void *from, const void *to, int64_t to_step,
                                     double p, const void *grad, int64_t grad_step, const void *dist, int64_t dist_step,
                                     void *out)
{
    const T *a = from, *b = to, *g = grad, *far = dist;
    T powers[BLOCK];
    const bool general = p != 1 && p != 2 && p != 3 && p != INFINITY;

    for (int i = 0; general && i < BLOCK; i++)
        powers[i] = (T)(p - 1);
    for (int64_t j = 0; j < count && p != 0; j++, b += to_step, g += grad_step, far += dist_step) {
        if (p == 1)
            FUNCTION(slopes_1)(m, a, b, *g, 0, out);
        else if (p == INFINITY)
            FUNCTION(slopes_most)(m, a, b, *g, *far, out);
        else if (*far == 0) /* no slope where points are the same */
            continue;
        else if (p == 2)
            FUNCTION(slopes_2)(m, a, b, *g / *far, 0, out);
        else if (p == 3)
            FUNCTION(slopes_3)(m, a, b, *g / (*far * *far), 0, out);
        else
            FUNCTION(slopes_p)(m, a, b, (T)((double)*g / pow((double)*far, p - 1)), out, powers);
    }
}
#undef V_ABS
#undef V_SIGN
#undef MASK
#undef WIDTH
#undef BLOCK
#undef SUM_DISTANCE
#undef ADD_SLOPES
