/* Distances of one point to several others for one type T, and what they hand back to that point. A point is m dense
   numbers. Sums are kept in T, in lanes of two blocks of 64 bytes, each in vectors of the instruction set. */
#include "isa_lanes.h"

#define BLOCK 256 /* differences that are raised to a power at once */
#define WIDTH ((int64_t)(64 / sizeof(T)))
#define ACROSS (LANE_BYTES / (int)sizeof(T)) /* numbers of one vector */

/* the function's absolute value, sign and choice of vectors */
#define V_ABS(v) ((VL)((ML)(v)&MASK))
#define V_SIGN(v) ((VL)(((ML)ONE & (ML)((v) != 0)) | ((ML)(v)&SIGN)))
#define DIFFERENCE(at) (*(const VL *)(a + (at)) - *(const VL *)(b + (at)))
#define MASK ((P)~SIGN)

/* the lanes of a block in pairs: halves of it, halves of these, ... */
static T FUNCTION(total)(const VL *block)
{
    VL v[BLOCK_PARTS];
    T lane[WIDTH], sum = 0;

    EACH_PART(k, BLOCK_PARTS) v[k] = block[k];
    if (BLOCK_PARTS >= 4)
        EACH_PART(k, BLOCK_PARTS / 4 * 2) v[k] += v[k + BLOCK_PARTS / 2];
    if (BLOCK_PARTS >= 2)
        v[0] += v[1];
    memcpy(lane, v, LANE_BYTES);
    for (int n = LANE_BYTES / 2; n >= 16; n /= 2)
        for (int k = 0; k < n / (int)sizeof(T); k++)
            lane[k] += lane[k + n / (int)sizeof(T)];
    for (int k = 0; k < (int)(16 / sizeof(T)); k++)
        sum += lane[k];
    return sum;
}

/* Of a block that ends where numbers end, the last n lanes are those of numbers not yet seen. */
static const P FUNCTION(edge)[128 / sizeof(T)] = {[64 / sizeof(T)... 128 / sizeof(T) - 1] = (P)-1};

/* d = the differences of the first n < ACROSS numbers, 0 in the other lanes. */
static void FUNCTION(some)(VL *d, const T *a, const T *b, int64_t n)
{
    T lane[ACROSS] = {0};

    for (int64_t i = 0; i < n; i++)
        lane[i] = a[i] - b[i];
    memcpy(d, lane, sizeof lane);
}

/* total = sum of V over the differences d, of O over those of a short point */
#define SUM_DISTANCE(name, V, O)                                                                                       \
    static T FUNCTION(name)(int64_t m, const T *a, const T *b)                                                         \
    {                                                                                                                  \
        VL s[2 * BLOCK_PARTS], d;                                                                                      \
        const VL ONE = (VL){0} + 1;                                                                                    \
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
        EACH_PART(k, 2 * BLOCK_PARTS) s[k] = (VL){0};                                                                  \
        for (; i + 2 * WIDTH <= m; i += 2 * WIDTH)                                                                     \
            EACH_PART(k, 2 * BLOCK_PARTS)                                                                              \
            {                                                                                                          \
                d = DIFFERENCE(i + k * ACROSS);                                                                        \
                s[k] += V;                                                                                             \
            }                                                                                                          \
        for (; i + WIDTH <= m; i += WIDTH)                                                                             \
            EACH_PART(k, BLOCK_PARTS)                                                                                  \
            {                                                                                                          \
                d = DIFFERENCE(i + k * ACROSS);                                                                        \
                s[k] += V;                                                                                             \
            }                                                                                                          \
        if (i < m)                                                                                                     \
            EACH_PART(k, BLOCK_PARTS)                                                                                  \
            {                                                                                                          \
                ML mask;                                                                                               \
                memcpy(&mask, FUNCTION(edge) + (m - i) + k * ACROSS, sizeof mask);                                     \
                d = (VL)((ML)DIFFERENCE(m - WIDTH + k * ACROSS) & mask);                                               \
                s[BLOCK_PARTS + k] += V;                                                                               \
            }                                                                                                          \
        EACH_PART(k, BLOCK_PARTS) s[k] += s[BLOCK_PARTS + k];                                                          \
        return FUNCTION(total)(s);                                                                                     \
    }
SUM_DISTANCE(distance_0, (VL)(((ML)ONE & (ML)(d != 0) & (ML)(d == d)) | ((ML)d & (ML)(d != d))),
             e != e ? e : (T)(e != 0))
SUM_DISTANCE(distance_1, V_ABS(d), e < 0 ? -e : e)
SUM_DISTANCE(distance_2, d *d, e *e)
SUM_DISTANCE(distance_3, d *d *V_ABS(d), e *e *(e < 0 ? -e : e))
SUM_DISTANCE(distance_4, d *d *d *d, e *e *e *e)

/* The largest difference; one that is nan is left out, as PyTorch does. */
static T FUNCTION(distance_max)(int64_t m, const T *a, const T *b)
{
    T top = 0, lane[ACROSS];
    VL t[4];
    int64_t i = 0;

    EACH_PART(k, 4) t[k] = (VL){0};
    for (; i + 4 * ACROSS <= m; i += 4 * ACROSS)
        EACH_PART(k, 4)
        {
            const VL d = DIFFERENCE(i + k * ACROSS);
            PART_BETTER(t[k], V_ABS(d), >);
        }
    for (; i + ACROSS <= m; i += ACROSS) {
        const VL d = DIFFERENCE(i);
        PART_BETTER(t[0], V_ABS(d), >);
    }
    EACH_PART(k, 3) PART_BETTER(t[0], t[k + 1], >);
    memcpy(lane, &t[0], sizeof lane);
    for (int n = LANE_BYTES / 2; n >= 16; n /= 2)
        for (int k = 0; k < n / (int)sizeof(T); k++)
            lane[k] = lane[k + n / (int)sizeof(T)] > lane[k] ? lane[k + n / (int)sizeof(T)] : lane[k];
    for (int k = 0; k < (int)(16 / sizeof(T)); k++)
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
    const int full = p == 0 || p == 1 || p == 2 || p == 3 || p == 4 ? (int)p : -1;

    for (int i = 0; full < 0 && i < BLOCK; i++)
        powers[i] = (T)p;
    for (int64_t j = 0; j < count; j++, b += to_step, o += out_step) {
        if (full == 0)
            *o = FUNCTION(distance_0)(m, a, b);
        else if (full == 1)
            *o = FUNCTION(distance_1)(m, a, b);
        else if (full == 2)
            *o = (T)SQRT(FUNCTION(distance_2)(m, a, b));
        else if (full == 3)
            *o = (T)pow((double)FUNCTION(distance_3)(m, a, b), 1. / 3);
        else if (full == 4)
            *o = (T)sqrt(sqrt((double)FUNCTION(distance_4)(m, a, b)));
        else if (p == INFINITY)
            *o = FUNCTION(distance_max)(m, a, b);
        else
            *o = (T)pow((double)FUNCTION(distance_p)(m, a, b, powers), 1 / p);
    }
}

/* out += weight * V of the differences d */
#define ADD_GRADIENTS(name, V)                                                                                         \
    static void FUNCTION(name)(int64_t m, const T *a, const T *b, T weight, T dist, T *out)                            \
    {                                                                                                                  \
        const VL ONE = (VL){0} + 1;                                                                                    \
        int64_t i = 0;                                                                                                 \
        (void)ONE, (void)dist;                                                                                         \
        for (; i + ACROSS <= m; i += ACROSS) {                                                                         \
            const VL d = DIFFERENCE(i);                                                                                \
            *(VL *)(out + i) += weight * V;                                                                            \
        }                                                                                                              \
        if (i < m) {                                                                                                   \
            T lane[ACROSS];                                                                                            \
            VL d, v;                                                                                                   \
            FUNCTION(some)(&d, a + i, b + i, m - i);                                                                   \
            v = weight * V;                                                                                            \
            memcpy(lane, &v, sizeof lane);                                                                             \
            for (int64_t k = i; k < m; k++)                                                                            \
                out[k] += lane[k - i];                                                                                 \
        }                                                                                                              \
    }
ADD_GRADIENTS(gradients_1, V_SIGN(d))
ADD_GRADIENTS(gradients_2, d)
ADD_GRADIENTS(gradients_3, (d * V_ABS(d)))
ADD_GRADIENTS(gradients_max, (VL)((ML)V_SIGN(d) & (ML)(V_ABS(d) == dist)))

static void FUNCTION(gradients_p)(int64_t m, const T *a, const T *b, T weight, T *out, const T *powers)
{
    T part[BLOCK];

    for (int64_t at = 0; at < m; at += BLOCK) {
        const int64_t n = m - at < BLOCK ? m - at : BLOCK;
        for (int64_t i = 0; i < n; i++)
            part[i] = a[at + i] > b[at + i] ? a[at + i] - b[at + i] : b[at + i] - a[at + i];
        POWERS(n, part, part, powers, NO_PARAMS);
        for (int64_t i = 0; i < n; i++) {
            const T d = a[at + i] - b[at + i], derivative = weight * part[i];
            out[at + i] += d > 0 ? derivative : d < 0 ? -derivative : d == 0 ? 0 : d;
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
            FUNCTION(gradients_1)(m, a, b, *g, 0, out);
        else if (p == INFINITY)
            FUNCTION(gradients_max)(m, a, b, *g, *far, out);
        else if (*far == 0) /* no derivative where points are the same */
            continue;
        else if (p == 2)
            FUNCTION(gradients_2)(m, a, b, *g / *far, 0, out);
        else if (p == 3)
            FUNCTION(gradients_3)(m, a, b, *g / (*far * *far), 0, out);
        else
            FUNCTION(gradients_p)(m, a, b, (T)((double)*g / pow((double)*far, p - 1)), out, powers);
    }
}
#undef V_ABS
#undef V_SIGN
#undef MASK
#undef WIDTH
#undef ACROSS
#undef DIFFERENCE
#undef BLOCK
#undef SUM_DISTANCE
#undef ADD_GRADIENTS
