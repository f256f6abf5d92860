/* Pieces of normalisations for one type T: moments and products in double, in fixed lanes; the same over columns. */
#include "isa_lanes.h"

/* sums of x - shift and of its square */
static void FUNCTION(moments)(int64_t n, const void *in, double shift, double *sum, double *square)
{
    const T *a = in;

    DV from = {0};
    from += shift;
#define V(i) (WIDE(a, i) - from)
#define S(i) ((double)a[i] - shift)
#define V2(i) ((WIDE(a, i) - from) * (WIDE(a, i) - from))
#define S2(i) (((double)a[i] - shift) * ((double)a[i] - shift))
    LANE_SUMS(*sum, *square, n, V, S, V2, S2);
#undef V
#undef S
#undef V2
#undef S2
}

/* x - mean in T: the mean as the nearest T and how far that is off */
#define MEAN(name, mean) const T name = (T)(mean), name##_off = (T)((double)name - (mean))
#define FROM(x, name) (((x)-name) + name##_off)

/* sums of g w and of g w (x - mean), of blocks in lanes of T; w may be NULL */
static void FUNCTION(products)(int64_t n, const void *grad, const void *in, const void *weight, double mean,
                               double *plain, double *centred)
{
    const T *restrict g = grad, *restrict a = in, *restrict w = weight;
    double sums[2] = {0};
    MEAN(m, mean);

    for (int64_t block; n > 0; n -= block, g += block, a += block, w = w ? w + block : NULL) {
        T s[LANES] = {0}, t[LANES] = {0};
        block = n < 16 * LANES ? n : 16 * LANES;
        for (int64_t i = 0; w && i + LANES <= block; i += LANES)
            for (int k = 0; k < LANES; k++) {
                const T x = g[i + k] * w[i + k];
                s[k] += x;
                t[k] += x * FROM(a[i + k], m);
            }
        for (int64_t i = 0; !w && i + LANES <= block; i += LANES)
            for (int k = 0; k < LANES; k++) {
                s[k] += g[i + k];
                t[k] += g[i + k] * FROM(a[i + k], m);
            }
        for (int64_t i = block / LANES * LANES; i < block; i++) {
            const T x = w ? g[i] * w[i] : g[i];
            s[i % LANES] += x;
            t[i % LANES] += x * FROM(a[i], m);
        }
        for (int step = LANES / 2; step; step /= 2)
            for (int k = 0; k < step; k++) {
                s[k] += s[k + step];
                t[k] += t[k + step];
            }
        sums[0] += (double)s[0];
        sums[1] += (double)t[0];
    }
    *plain = sums[0];
    *centred = sums[1];
}

/* (x - mean) scale, then times w and plus b where they are there: each a vector */
static void FUNCTION(row)(int64_t n, void *out, const void *in, double mean, double scale, const void *weight,
                          const void *bias)
{
    T *restrict o = out;
    const T *restrict a = in, *restrict w = weight, *restrict b = bias;
    const T m = (T)mean, r = (T)scale;

    if (w && b)
        for (int64_t i = 0; i < n; i++)
            o[i] = (a[i] - m) * r * w[i] + b[i];
    else if (w)
        for (int64_t i = 0; i < n; i++)
            o[i] = (a[i] - m) * r * w[i];
    else if (b)
        for (int64_t i = 0; i < n; i++)
            o[i] = (a[i] - m) * r + b[i];
    else
        for (int64_t i = 0; i < n; i++)
            o[i] = (a[i] - m) * r;
}

/* (x - mean) scale + shift */
static void FUNCTION(run)(int64_t n, void *out, const void *in, double mean, double scale, double shift)
{
    T *restrict o = out;
    const T *restrict a = in;
    const T m = (T)mean, r = (T)scale, s = (T)shift;

    for (int64_t i = 0; i < n; i++)
        o[i] = (a[i] - m) * r + s;
}

/* g w k0 - k1 - (x - mean) k2; w may be NULL */
static void FUNCTION(back)(int64_t n, void *out, const void *grad, const void *in, const void *weight, double mean,
                           double k0, double k1, double k2)
{
    T *restrict o = out;
    const T *restrict g = grad, *restrict a = in, *restrict w = weight;
    const T m = (T)mean, c0 = (T)k0, c1 = (T)k1, c2 = (T)k2;

    if (w)
        for (int64_t i = 0; i < n; i++)
            o[i] = g[i] * w[i] * c0 - c1 - (a[i] - m) * c2;
    else
        for (int64_t i = 0; i < n; i++)
            o[i] = g[i] * c0 - c1 - (a[i] - m) * c2;
}

/* the same over rows, `step` apart, for each of n columns; four and two rows in each pass */
static void FUNCTION(moments_columns)(int64_t rows, int64_t n, const void *in, int64_t step,
                                      const double *restrict shift, double *restrict sum, double *restrict square)
{
    const T *restrict a = in;

    for (; rows >= 4; rows -= 4, a += 4 * step)
        for (int64_t j = 0; j < n; j++) {
            const double s = shift[j], d = (double)a[j] - s, e = (double)a[j + step] - s,
                         f = (double)a[j + 2 * step] - s, g = (double)a[j + 3 * step] - s;
            sum[j] += (d + e) + (f + g);
            square[j] += (d * d + e * e) + (f * f + g * g);
        }
    for (; rows > 0; rows--, a += step)
        for (int64_t j = 0; j < n; j++) {
            const double d = (double)a[j] - shift[j];
            sum[j] += d;
            square[j] += d * d;
        }
}

static void FUNCTION(products_columns)(int64_t rows, int64_t n, const void *grad, const void *in, int64_t step,
                                       const double *restrict mean, double *restrict plain, double *restrict centred)
{
    const T *restrict g = grad, *restrict a = in;

    for (; rows >= 2; rows -= 2, g += 2 * step, a += 2 * step)
        for (int64_t j = 0; j < n; j++) {
            const double m = mean[j], x = (double)g[j], y = (double)g[j + step];
            plain[j] += x + y;
            centred[j] += x * ((double)a[j] - m) + y * ((double)a[j + step] - m);
        }
    for (int64_t j = 0; rows && j < n; j++) {
        plain[j] += (double)g[j];
        centred[j] += (double)g[j] * ((double)a[j] - mean[j]);
    }
}

/* the products of rows, `step` apart, whose elements have one mean and scale each; four rows in each pass, added in T
 */
static void FUNCTION(products_rows)(int64_t rows, int64_t n, const void *grad, const void *in, int64_t step,
                                    const double *mean, const double *scale, int64_t each, double *restrict plain,
                                    double *restrict centred)
{
    const T *restrict g = grad, *restrict a = in;

    for (; rows >= 4; rows -= 4, g += 4 * step, a += 4 * step, mean += 4 * each, scale += 4 * each) {
        const T *restrict g1 = g + step, *restrict g2 = g1 + step, *restrict g3 = g2 + step;
        const T *restrict a1 = a + step, *restrict a2 = a1 + step, *restrict a3 = a2 + step;
        const T s0 = (T)scale[0], s1 = (T)scale[each], s2 = (T)scale[2 * each], s3 = (T)scale[3 * each];
        MEAN(m0, mean[0]);
        MEAN(m1, mean[each]);
        MEAN(m2, mean[2 * each]);
        MEAN(m3, mean[3 * each]);
        for (int64_t j = 0; j < n; j++) {
            plain[j] += (double)((g[j] + g1[j]) + (g2[j] + g3[j]));
            centred[j] += (double)((g[j] * (FROM(a[j], m0) * s0) + g1[j] * (FROM(a1[j], m1) * s1)) +
                                   (g2[j] * (FROM(a2[j], m2) * s2) + g3[j] * (FROM(a3[j], m3) * s3)));
        }
    }
    for (; rows > 0; rows--, g += step, a += step, mean += each, scale += each)
        for (int64_t j = 0; j < n; j++) {
            plain[j] += (double)g[j];
            centred[j] += (double)g[j] * (((double)a[j] - *mean) * *scale);
        }
}
#undef MEAN
#undef FROM

static void FUNCTION(run_columns)(int64_t n, void *out, const void *in, const void *mean, const void *scale,
                                  const void *shift)
{
    T *restrict o = out;
    const T *restrict a = in, *restrict m = mean, *restrict r = scale, *restrict s = shift;

    for (int64_t j = 0; j < n; j++)
        o[j] = (a[j] - m[j]) * r[j] + s[j];
}

static void FUNCTION(back_columns)(int64_t n, void *out, const void *grad, const void *in, const void *mean,
                                   const void *k0, const void *k1, const void *k2)
{
    T *restrict o = out;
    const T *restrict g = grad, *restrict a = in, *restrict m = mean, *restrict c0 = k0, *restrict c1 = k1,
                      *restrict c2 = k2;

    for (int64_t j = 0; j < n; j++)
        o[j] = g[j] * c0[j] - c1[j] - (a[j] - m[j]) * c2[j];
}
