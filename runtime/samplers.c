/* Poisson and binomial numbers by transformed rejection (Hormann 1993) where the mean is 10 or more, by products and
   gaps below; gamma numbers by cubes of normal ones (Marsaglia and Tsang 2000). The order in which numbers are taken is
   that of PyTorch, whose results are equal. */
#include "samplers.h"

#include <math.h>

#define MANY 10 /* from this mean on numbers are rejected, not counted */

static double uniform(const struct rt_number_source *source)
{
    return source->uniform(source->context);
}

/* ---- Poisson ------------------------------------------------------------------------------------------------------
 */

static double poisson_counted(const struct rt_number_source *source, double rate)
{
    double limit = exp(-rate), product = 1, k = 0;
    for (;;) {
        product *= uniform(source);
        if (product <= limit)
            return k;
        k++;
    }
}

static double poisson_rejected(const struct rt_number_source *source, double rate)
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

double rt_sample_poisson(const struct rt_number_source *source, double rate)
{
    if (!(rate <= 0x1p62)) /* the sum of so many events is no number that could be counted to */
        return -0x1p63;
    if (rate >= MANY)
        return poisson_rejected(source, rate);
    return rate == 0 ? 0 : poisson_counted(source, rate);
}

/* ---- binomial -----------------------------------------------------------------------------------------------------
 */

/* Jumps from success to success. */
static double binomial_counted(const struct rt_number_source *source, double count, double p)
{
    double sum = 0, log_failure = log1p(-p);
    for (double successes = 0;; successes++) {
        sum += ceil(log(uniform(source)) / log_failure);
        if (sum > count)
            return successes;
    }
}

/* What Stirling's formula lacks of ln k!. */
static double stirling_rest(double k)
{
    static const double small[] = {0.08106146679532726,  0.04134069595540929, 0.02767792568499834, 0.02079067210376509,
                                   0.01664469118982119,  0.01387612882307075, 0.01189670994589177, 0.01041126526197209,
                                   0.009255462182712733, 0.008330563433362871};
    if (k <= 9)
        return small[(int)k];
    double square = (k + 1) * (k + 1);
    return (1.0 / 12 - (1.0 / 360 - 1.0 / 1260 / square) / square) / (k + 1);
}

static double binomial_rejected(const struct rt_number_source *source, double n, double p)
{
    double deviation = sqrt(n * p * (1 - p)), b = 1.15 + 2.53 * deviation, a = -0.0873 + 0.0248 * b + 0.01 * p;
    double middle = n * p + 0.5, sure = 0.92 - 4.2 / b, odds = p / (1 - p), alpha = (2.83 + 5.1 / b) * deviation;
    double m = floor((n + 1) * p);
    for (;;) {
        double u = uniform(source) - 0.5, v = uniform(source), us = 0.5 - fabs(u);
        double k = floor((2 * a / us + b) * u + middle);
        if (us >= 0.07 && v <= sure)
            return k;
        if (k < 0 || k > n)
            continue;
        double bound = (m + 0.5) * log((m + 1) / (odds * (n - m + 1))) + (n + 1) * log((n - m + 1) / (n - k + 1)) +
                       (k + 0.5) * log(odds * (n - k + 1) / (k + 1)) + stirling_rest(m) + stirling_rest(n - m) -
                       stirling_rest(k) - stirling_rest(n - k);
        if (log(v * alpha / (a / (us * us) + b)) <= bound)
            return k;
    }
}

double rt_sample_binomial(const struct rt_number_source *source, double count, double p)
{
    if (!(count > 0 && p > 0))
        return 0;
    if (p >= 1)
        return count;
    if (isinf(count))
        return count;
    if (p > 0.5)
        return count - (count * (1 - p) >= MANY ? binomial_rejected : binomial_counted)(source, count, 1 - p);
    return (count * p >= MANY ? binomial_rejected : binomial_counted)(source, count, p);
}

/* ---- gamma --------------------------------------------------------------------------------------------------------
 */

double rt_sample_gamma(const struct rt_number_source *source, double alpha)
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
