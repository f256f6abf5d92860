/* Poisson and binomial numbers by transformed rejection where the mean is 10 or more (PTRS and BTRS: Hormann, The
   transformed rejection method for generating Poisson random variables and The generation of binomial random variates,
   1993), below by products of uniform numbers (Knuth, Seminumerical Algorithms, 3.4.1) and by the gaps between
   successes (Devroye, Non-Uniform Random Variate Generation, 1986); gamma numbers by cubes of normal ones (Marsaglia
   and Tsang 2000). The order in which numbers are taken is that of PyTorch, whose results are equal. */
#include "samplers.h"

#include <math.h>
#include <tgmath.h>

#define MANY 10 /* from this mean on numbers are rejected, not counted */

static double uniform(const struct rt_random_source *source)
{
    return source->uniform(source->context);
}

/* ---- Poisson ----------------------------------------------------------------------------------------------------- */

static double poisson_counted(const struct rt_random_source *source, double rate)
{
    double limit = exp(-rate), product = 1, k = 0;
    for (;;) {
        product *= uniform(source);
        if (product <= limit)
            return k;
        k++;
    }
}

/* What does not fit into 64 bits becomes the least of them, as machines convert it. */
static double counted(double k)
{
    return fabs(k) < 0x1p63 ? k : -0x1p63;
}

static double poisson_rejected(const struct rt_random_source *source, double rate)
{
    double b = 0.931 + 2.53 * sqrt(rate), a = -0.059 + 0.02483 * b, log_rate = log(rate);
    double inverse_alpha = 1.1239 + 1.1328 / (b - 3.4), sure = 0.9277 - 3.6224 / (b - 2);
    for (;;) {
        double u = uniform(source) - 0.5, v = uniform(source), us = 0.5 - fabs(u);
        double k = floor((2 * a / us + b) * u + rate + 0.43);
        if (us >= 0.07 && v <= sure)
            return k;
        if (k < 0 || (us < 0.013 && v > us))
            continue;
        if (log(v) + log(inverse_alpha) - log(a / (us * us) + b) <= -rate + k * log_rate - lgamma(k + 1))
            return k;
    }
}

double rt_sample_poisson(const struct rt_random_source *source, double rate)
{
    if (rate >= MANY)
        return counted(poisson_rejected(source, rate));
    return rate == 0 ? 0 : poisson_counted(source, rate);
}

/* ---- binomial ---------------------------------------------------------------------------------------------------- */

/* What Stirling's formula lacks of ln k!. */
static double stirling_rest(double k, double square)
{
    static const double small[] = {0.08106146679532726,  0.04134069595540929, 0.02767792568499834, 0.02079067210376509,
                                   0.01664469118982119,  0.01387612882307075, 0.01189670994589177, 0.01041126526197209,
                                   0.009255462182712733, 0.008330563433362871};
    return k <= 9 ? small[(int)k] : (1.0 / 12 - (1.0 / 360 - 1.0 / 1260 / square) / square) / (k + 1);
}

/* Both ways for a type T, in which PyTorch computes what has no constant in it: rounding decides between neighbours.
   counted jumps from success to success; k is within reach where it is taken at once. */
#define BINOMIAL_OF(T, suffix)                                                                                         \
    static T rest_##suffix(T k)                                                                                        \
    {                                                                                                                  \
        T square = (k + 1) * (k + 1);                                                                                  \
        return (T)stirling_rest((double)k, (double)square);                                                            \
    }                                                                                                                  \
    static T counted_##suffix(const struct rt_random_source *source, T count, T p)                                     \
    {                                                                                                                  \
        T sum = 0, log_failure = log1p(-p);                                                                            \
        for (T successes = 0;; successes++) {                                                                          \
            sum += ceil(log((T)uniform(source)) / log_failure);                                                        \
            if (!(sum <= count))                                                                                       \
                return successes;                                                                                      \
        }                                                                                                              \
    }                                                                                                                  \
    static T rejected_##suffix(const struct rt_random_source *source, T n, T p)                                        \
    {                                                                                                                  \
        T deviation = sqrt(n * p * (1 - p)), b = (T)(1.15 + 2.53 * (double)deviation);                                 \
        T a = (T)(-0.0873 + 0.0248 * (double)b + 0.01 * (double)p), middle = (T)((double)(n * p) + 0.5);               \
        T sure = (T)(0.92 - 4.2 / (double)b), alpha = (T)((2.83 + 5.1 / (double)b) * (double)deviation);               \
        T odds = p / (1 - p), m = floor((n + 1) * p);                                                                  \
        for (;;) {                                                                                                     \
            T u = (T)(uniform_as(T) - 0.5), v = uniform_as(T), us = (T)(0.5 - (double)fabs(u));                        \
            T k = floor((2 * a / us + b) * u + middle);                                                                \
            if (us >= 0.07 && v <= sure)                                                                               \
                return k;                                                                                              \
            if (k < 0 || k > n)                                                                                        \
                continue;                                                                                              \
            T bound = (T)(((double)m + 0.5) * (double)log((m + 1) / (odds * (n - m + 1))) +                            \
                          (double)((n + 1) * log((n - m + 1) / (n - k + 1))) +                                         \
                          ((double)k + 0.5) * (double)log(odds * (n - k + 1) / (k + 1)) + (double)rest_##suffix(m) +   \
                          (double)rest_##suffix(n - m) - (double)rest_##suffix(k) - (double)rest_##suffix(n - k));     \
            if (log(v * alpha / (a / (us * us) + b)) <= bound)                                                         \
                return k;                                                                                              \
        }                                                                                                              \
    }                                                                                                                  \
    static T small_##suffix(const struct rt_random_source *source, T count, T p)                                       \
    {                                                                                                                  \
        return (count * p >= MANY ? rejected_##suffix : counted_##suffix)(source, count, p);                           \
    }                                                                                                                  \
    static T binomial_##suffix(const struct rt_random_source *source, T count, T p)                                    \
    {                                                                                                                  \
        return p > (T)0.5 ? count - small_##suffix(source, count, 1 - p) : small_##suffix(source, count, p);           \
    }
#define uniform_as(T) ((T)uniform(source))
BINOMIAL_OF(double, double)
BINOMIAL_OF(float, float)

double rt_sample_binomial(const struct rt_random_source *source, double count, double p, bool single)
{
    if (count <= 0 || p <= 0)
        return 0;
    if (p >= 1 || isinf(count) || isnan(count))
        return count;
    if (isnan(p))
        return p;
    return single ? (double)binomial_float(source, (float)count, (float)p) : binomial_double(source, count, p);
}

/* ---- gamma ------------------------------------------------------------------------------------------------------- */

double rt_sample_gamma(const struct rt_random_source *source, double alpha)
{
    double scale = 1;
    if (!(alpha > 0))
        return isnan(alpha) ? alpha : 0;
    if (isinf(alpha))
        return alpha;
    if (alpha < 1) {
        scale = pow(1 - uniform(source), 1 / alpha);
        alpha++;
    }
    double d = alpha - 1.0 / 3, c = 1 / sqrt(9 * d);
    for (;;) {
        double x, y;
        do {
            x = source->normal(source->context);
            y = 1 + c * x;
        } while (y <= 0);
        double v = y * y * y, u = 1 - uniform(source), square = x * x;
        if (u < 1 - 0.0331 * square * square || log(u) < 0.5 * square + d * (1 - v + log(v)))
            return scale * d * v;
    }
}
