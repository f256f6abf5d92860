/* Special functions in double: power series near zero, asymptotic series far away, continued fractions and the
   trapezoidal rule between. Numbers like 9.6.10 are those of formulas in Abramowitz and Stegun, Handbook of
   Mathematical Functions. Knows numbers only. */
#include "cpu_special.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#define EPS 1.1102230246251565e-16
#define EULER 0.57721566490153286061

/* ---- Bessel functions -------------------------------------------------------------------------------------------- */

/* I_v(x) e^-|x| for v = 0, 1 and x >= 0: 9.6.10, far away 9.7.1 */
RT_SPECIAL static double bessel_i(int v, double x)
{
    double term = 1, sum = 1;

    if (x != x)
        return x;
    if (x <= 25) {
        double q = x * x / 4;
        for (int k = 1; term > sum * EPS / 4; k++)
            sum += term *= q / ((double)k * (k + v));
        return exp(-x) * sum * (v ? x / 2 : 1);
    }
    for (int k = 1; k < 40 && fabs(term) > EPS / 4; k++)
        sum += term *= ((2.0 * k - 1) * (2.0 * k - 1) - 4.0 * v * v) / (8.0 * k * x);
    return sum / sqrt(2 * M_PI * x);
}

/* e^x in two steps, so that e^x f does not overflow before f has made it small */
RT_SPECIAL static double times_exp(double f, double x)
{
    double half = exp(x / 2);

    return f * half * half;
}

RT_SPECIAL double rt_special_i0e(double x)
{
    return bessel_i(0, fabs(x));
}
RT_SPECIAL double rt_special_i0(double x)
{
    return isinf(x) ? NAN : times_exp(bessel_i(0, fabs(x)), fabs(x)); /* as PyTorch, whose sums end so */
}
RT_SPECIAL double rt_special_i1e(double x)
{
    return x < 0 ? -bessel_i(1, -x) : bessel_i(1, x);
}
RT_SPECIAL double rt_special_i1(double x)
{
    return isinf(x) ? NAN : times_exp(rt_special_i1e(x), fabs(x));
}

/* K_v(x) e^x: the integral of e^(x (1 - cosh t)) cosh(v t) over t >= 0 (9.6.24), whose trapezoidal sums converge
   geometrically; far away 9.7.2 */
RT_SPECIAL static double bessel_k(double v, double x)
{
    const double h = 0.125;
    double sum = 0.5;

    if (x == 0)
        return INFINITY;
    if (x < 0 || x != x)
        return NAN;
    if (x > 25) { /* the series for large x, whose terms fall until it is exact */
        double term = 1;
        sum = 1;
        for (int k = 1; k < 40 && fabs(term) > EPS / 8; k++)
            sum += term *= (4 * v * v - (2.0 * k - 1) * (2.0 * k - 1)) / (8 * x * k);
        return sqrt(M_PI_2 / x) * sum;
    }
    if (x < 1e-150) /* the leading terms */
        return v == 0 ? -log(x / 2) - EULER : 1 / x;
    for (int i = 1; i < 8000; i++) {
        double s = sinh(h * i / 2), exponent = -2 * x * s * s, term;
        if (exponent < -745)
            break;
        term = exp(exponent) * cosh(v * h * i);
        sum += term;
        if (term < sum * EPS / 64 && exponent < -40)
            break;
    }
    return sum * h;
}

RT_SPECIAL double rt_special_j0(double x)
{
    return isinf(x) ? NAN : j0(x);
}
RT_SPECIAL double rt_special_j1(double x)
{
    return isinf(x) ? NAN : j1(x);
}
RT_SPECIAL double rt_special_y0(double x)
{
    return x < 0 || isinf(x) ? NAN : x == 0 ? -INFINITY : y0(x);
}
RT_SPECIAL double rt_special_y1(double x)
{
    return x < 0 || isinf(x) ? NAN : x == 0 ? -INFINITY : y1(x);
}

RT_SPECIAL double rt_special_spherical_j0(double x)
{
    double q = x * x;

    if (isinf(x))
        return 0;
    if (fabs(x) < 0.5)
        return 1 - q / 6 * (1 - q / 20 * (1 - q / 42 * (1 - q / 72 * (1 - q / 110 * (1 - q / 156)))));
    return sin(x) / x;
}

/* the asymptotic series u_k / z^k of the Airy functions, even (part 0) or odd (part 1) terms with changing signs:
   10.4.60 */
RT_SPECIAL static double airy_sum(int part, double z)
{
    double term = 1, sum = part ? 0 : 1, before = 1;

    for (int k = 1; k < 30; k++) {
        term *= (6.0 * k - 5) * (6.0 * k - 3) * (6.0 * k - 1) / (216.0 * k * (2.0 * k - 1)) / z;
        if (fabs(term) > before || fabs(term) < EPS / 8)
            break;
        before = fabs(term);
        if (k % 2 == part)
            sum += k / 2 % 2 ? -term : term;
    }
    return sum;
}

/* Ai: 10.4.2 near zero, of K_1/3 above (10.4.14) */
RT_SPECIAL double rt_special_airy_ai(double x)
{
    double f = 1, g = x, tf = 1, tg = x, z;

    if (x != x || isinf(x))
        return isinf(x) ? NAN : x;
    if (x > 1) {
        z = 2 * x * sqrt(x) / 3;
        return sqrt(x / 3) / M_PI * bessel_k(1.0 / 3, z) * exp(-z);
    }
    if (x < -7) {
        double y = -x;
        z = 2 * y * sqrt(y) / 3;
        return (cos(z - M_PI_4) * airy_sum(0, z) + sin(z - M_PI_4) * airy_sum(1, z)) / (sqrt(M_PI) * sqrt(sqrt(y)));
    }
    for (int k = 1; k < 100; k++) {
        tf *= x * x * x / ((3.0 * k - 1) * (3.0 * k));
        tg *= x * x * x / ((3.0 * k) * (3.0 * k + 1));
        f += tf;
        g += tg;
        if (fabs(tf) + fabs(tg) < EPS / 8)
            break;
    }
    return 0.35502805388781723926 * f - 0.25881940379280679840 * g;
}

/* ---- the gamma family -------------------------------------------------------------------------------------------- */

/* by recurrence (6.3.5) to where the asymptotic series (6.3.18) suffices, negative numbers by reflection (6.3.7) */
RT_SPECIAL double rt_special_digamma(double x)
{
    double shift = 0, q;

    if (x == 0)
        return copysign(INFINITY, -x);
    if (x < 0) {
        if (x == floor(x))
            return NAN;
        return rt_special_digamma(1 - x) - M_PI / tan(M_PI * (x - floor(x)));
    }
    if (isinf(x))
        return x;
    for (; x < 12; x += 1)
        shift -= 1 / x;
    q = 1 / (x * x);
    return shift + log(x) - 0.5 / x -
           q * (1.0 / 12 -
                q * (1.0 / 120 -
                     q * (1.0 / 252 - q * (1.0 / 240 - q * (1.0 / 132 - q * (691.0 / 32760 - q * (1.0 / 12)))))));
}

/* the sum of (k + q)^-x: twelve terms, then the Euler-Maclaurin formula */
RT_SPECIAL double rt_special_zeta(double x, double q)
{
    /* (2j)! / B_2j */
    static const double factor[] = {12,
                                    -720,
                                    30240,
                                    -1209600,
                                    47900160,
                                    -1.8924375803183791606e9,
                                    7.47242496e10,
                                    -2.950130727918164224e12,
                                    1.1646782814350067249e14,
                                    -4.5979787224074726105e15,
                                    1.8152105401943546773e17,
                                    -7.1661652561756670113e18};
    double sum, a = q, power, rising = x;

    if (x == 1)
        return INFINITY;
    if (x < 1)
        return NAN;
    if (q <= 0) {
        if (q == floor(q))
            return INFINITY;
        if (x != floor(x))
            return NAN;
    }
    if (x != x || q != q)
        return NAN;
    sum = pow(q, -x);
    for (int i = 0; i < 12 || a <= 12; i++) {
        a += 1;
        power = pow(a, -x);
        sum += power;
        if (fabs(power) < fabs(sum) * EPS / 4 && a > 0)
            return sum;
    }
    power = pow(a, -x);
    sum += power * a / (x - 1) - 0.5 * power;
    for (int j = 0; j < 12; j++) {
        double term;
        power /= a;
        term = rising * power / factor[j];
        sum += term;
        if (fabs(term) < fabs(sum) * EPS / 4)
            break;
        rising *= (x + 2 * j + 1) * (x + 2 * j + 2);
        power /= a;
    }
    return sum;
}

RT_SPECIAL double rt_special_polygamma(double n, double x, int narrow)
{
    if (n == 0)
        return rt_special_digamma(x);
    if (n == 1) {
        double sum = 0, q, sine;
        if (x < 0.5) { /* reflection; near the poles the rounding of the angle is what is seen */
            sine = narrow ? (double)sinf((float)M_PI * (float)x) : sin(M_PI * x);
            return M_PI * M_PI / (sine * sine) - rt_special_polygamma(1, 1 - x, narrow);
        }
        for (; x < 12; x += 1)
            sum += 1 / (x * x);
        q = 1 / (x * x);
        return sum + 1 / x + q / 2 +
               q / x * (1.0 / 6 - q * (1.0 / 30 - q * (1.0 / 42 - q * (1.0 / 30 - q * (5.0 / 66)))));
    }
    return (fmod(n, 2.0) != 0 ? 1 : -1) * exp(lgamma(n + 1)) * rt_special_zeta(n + 1, x);
}

/* x^a e^-x / gamma(a) */
RT_SPECIAL static double gamma_weight(double a, double x)
{
    if (a > 50 && fabs(x - a) < 0.5 * a) { /* near the peak the logarithms would cancel */
        double d = (x - a) / a, correction = 1 / (12 * a) - 1 / (360 * a * a * a) + 1 / (1260 * pow(a, 5));
        return exp(a * (log1p(d) - d) - correction) * sqrt(a / (2 * M_PI));
    }
    return exp(a * log(x) - x - lgamma(a));
}

/* the series of the lower function: 6.5.29 */
RT_SPECIAL static double lower_series(double a, double x)
{
    double term = 1 / a, sum = term, n = a;

    for (int i = 0; i < 200000 && term > sum * EPS / 4; i++) {
        n += 1;
        term *= x / n;
        sum += term;
    }
    return sum * gamma_weight(a, x);
}

/* The continued fraction of the upper function (6.5.31, its even part) by Lentz's method, as Thompson and Barnett have
   modified it (1986). */
RT_SPECIAL static double upper_fraction(double a, double x)
{
    double b = x + 1 - a, c = 1e300, d = 1 / b, h = d;

    for (int i = 1; i < 200000; i++) {
        double an = -i * (i - a), step;
        b += 2;
        d = an * d + b;
        if (fabs(d) < 1e-300)
            d = 1e-300;
        c = b + an / c;
        if (fabs(c) < 1e-300)
            c = 1e-300;
        d = 1 / d;
        step = d * c;
        h *= step;
        if (fabs(step - 1) < EPS)
            break;
    }
    return h * gamma_weight(a, x);
}

/* The upper function of small a and x, where the lower one is nearly 1: with w = x^a / gamma(1 + a),
   1 - w - w a sum((-x)^n / (n! (a + n))). */
RT_SPECIAL static double upper_series(double a, double x)
{
    double power = a * log(x) - lgamma(1 + a), term = 1, sum = 0;

    for (int n = 1; n < 200; n++) {
        term *= -x / n;
        sum += term / (a + n);
        if (fabs(term) < EPS * fabs(sum))
            break;
    }
    return -expm1(power) - exp(power) * a * sum;
}

/* The lower or the upper function of large a, by Temme's uniform asymptotic expansion (1979): with half of eta^2 = m -
   log(1 + m), m = (x - a) / a, a normal distribution and the first term of what is left, of which the next is a-th of
   it. */
RT_SPECIAL static double of_large(double a, double x, bool lower)
{
    double m = (x - a) / a, half = m - log1p(m), eta, first;

    if (fabs(m) < 1e-2)
        half = m * m * (1.0 / 2 - m * (1.0 / 3 - m * (1.0 / 4 - m * (1.0 / 5 - m * (1.0 / 6 - m / 7)))));
    eta = copysign(sqrt(2 * half), m);
    if (fabs(eta) < 1e-2)
        first = -1.0 / 3 + eta * (1.0 / 12 - eta * (2.0 / 135 - eta / 864));
    else
        first = 1 / m - 1 / eta;
    first *= exp(-a * half) / sqrt(2 * M_PI * a);
    return lower ? 0.5 * erfc(-eta * sqrt(a / 2)) - first : 0.5 * erfc(eta * sqrt(a / 2)) + first;
}

RT_SPECIAL static double incomplete(double a, double x, bool lower)
{
    bool series;

    if (x < 0 || a < 0)
        return NAN;
    if (a == 0)
        return x > 0 ? lower : NAN;
    if (x == 0)
        return !lower;
    if (isinf(a))
        return isinf(x) ? NAN : !lower;
    if (isinf(x))
        return lower;
    if (isnan(a) || isnan(x))
        return NAN;
    if (a > 1e5)
        return of_large(a, x, lower);
    if (a < 1 && x < 1.1 && !lower)
        return upper_series(a, x);
    series = x < a + 1;
    if (series == lower)
        return series ? lower_series(a, x) : upper_fraction(a, x);
    return 1 - (series ? lower_series(a, x) : upper_fraction(a, x));
}

RT_SPECIAL double rt_special_igamma(double a, double x)
{
    if (a > 1e20 && isfinite(a) && isfinite(x)) /* a normal distribution */
        return 0.5 * erfc((a - x) / sqrt(2 * a));
    return incomplete(a, x, true);
}
RT_SPECIAL double rt_special_igammac(double a, double x)
{
    if (a > 1e20 && isfinite(a) && isfinite(x))
        return 0.5 * erfc((x - a) / sqrt(2 * a));
    return incomplete(a, x, false);
}

/* The integral of (ln(x + s) - digamma(a)) (1 + s / x)^(a - 1) e^-s over s > 0, by Simpson's rule: for x in the tail.
 */
RT_SPECIAL static double tail_derivative(double a, double x)
{
    enum { STEPS = 512 };
    double end = 45 / (a > 1 ? 1 - (a - 1) / x : 1), h = end / STEPS, psi = rt_special_digamma(a), sum = 0;

    for (int i = 0; i <= STEPS; i++) {
        double s = h * i, f = (log(x + s) - psi) * exp((a - 1) * log1p(s / x) - s);
        sum += f * (i == 0 || i == STEPS ? 1 : i % 2 ? 4 : 2);
    }
    return sum * h / 3;
}

RT_SPECIAL double rt_special_gamma_backward(double a, double x)
{
    double term = 1, sum = 1, harmonic = 0, weighted = 0;

    if (a == 0)
        return INFINITY;
    if (isnan(a) || isnan(x) || a < 0 || x < 0)
        return NAN;
    if (x == 0)
        return 0;
    if (x > a + 4 * sqrt(a) + 4)
        return tail_derivative(a, x);
    for (int n = 1; n < 100000 && term > 1e-17 * sum; n++) { /* the series of the lower incomplete gamma function */
        term *= x / (a + n);
        harmonic += 1 / (a + n);
        sum += term;
        weighted += term * harmonic;
    }
    return -x / a * ((log(x) - rt_special_digamma(a + 1)) * sum - weighted);
}

/* ---- the error function's family --------------------------------------------------------------------------------- */

RT_SPECIAL double rt_special_erfcx(double x)
{
    double sum = 1, term = 1;

    if (x < 20)
        return exp(x * x) * erfc(x);
    for (int k = 1; k < 30 && fabs(term) > EPS / 8; k++)
        sum += term *= -(2.0 * k - 1) / (2 * x * x);
    return sum / (x * sqrt(M_PI));
}

RT_SPECIAL double rt_special_log_ndtr(double x)
{
    double t = x * M_SQRT1_2;

    if (x < -1)
        return log(rt_special_erfcx(-t) / 2) - t * t;
    return log1p(-erfc(t) / 2);
}

/* ---- polynomials ------------------------------------------------------------------------------------------------- */

/* Orthogonal polynomials by their recurrences in the degree (22.7): p[k+1] = ((a k + b) x + c k + d) p[k] / (e k + 1) -
   (f k + g) p[k-1] / (e k + 1); p[0] = 1, p[1] = s x + t; in the order of enum rt_polynomial */
RT_SPECIAL_TABLE static const struct recurrence {
    double a, b, c, d, e, f, g, s, t;

} recurrences[] = {
    {0, 2, 0, 0, 0, 0, 1, 1, 0},   {0, 2, 0, 0, 0, 0, 1, 2, 0}, {0, 2, 0, 0, 0, 0, 1, 2, -1},
    {0, 2, 0, 0, 0, 0, 1, 2, 1},   {0, 2, 0, 0, 0, 2, 0, 2, 0}, {0, 1, 0, 0, 0, 1, 0, 1, 0},
    {0, -1, 2, 1, 1, 1, 0, -1, 1}, {2, 1, 0, 0, 1, 1, 0, 1, 0},
};

/* Values beyond the range of float are infinite where float is the compute type. */
RT_SPECIAL static double narrowed(double x, int narrow)
{
    return narrow && fabs(x) > FLT_MAX ? copysign(INFINITY, x) : x;
}

/* Chebyshev's polynomials of the four kinds by their definition at x = cos(a), |x| <= 1, of high degree (DLMF 18.5.1 to
   18.5.4). At the ends the quotients are taken to their limits. */
RT_SPECIAL static double chebyshev(enum rt_polynomial kind, double x, double n)
{
    const double a = acos(x), sign = x < 0 && fmod(n, 2.0) != 0 ? -1 : 1;
    const int end = fabs(x) == 1;

    switch (kind) {
    case RT_CHEBYSHEV_T:
        return end ? sign : cos(n * a);
    case RT_CHEBYSHEV_U:
        return end ? sign * (n + 1) : sin((n + 1) * a) / sin(a);
    case RT_CHEBYSHEV_V:
        return end ? (x < 0 ? sign * (2 * n + 1) : 1) : cos((n + 0.5) * a) / cos(a / 2);
    default:
        return end ? (x < 0 ? sign : 2 * n + 1) : sin((n + 0.5) * a) / sin(a / 2);
    }
}

RT_SPECIAL double rt_special_polynomial(enum rt_polynomial family, double x, double degree, int narrow)
{
    const struct recurrence *r = &recurrences[family];
    double before = 1, now = r->s * x + r->t;
    int64_t n;

    if (degree != degree || degree <= -1 || degree >= 0x1p63) /* no integer of 64 bits, as PyTorch has it */
        return 0;
    if (degree >= 7 && family <= RT_CHEBYSHEV_W && fabs(x) <= 1)
        return chebyshev(family, x, trunc(degree));
    n = degree > 1e7 ? 10000000 : (int64_t)degree;
    if (n == 0)
        return 1;
    for (int64_t k = 1; k < n && now == now; k++) {
        double factor = narrowed((r->a * (double)k + r->b) * x, narrow) + r->c * (double)k + r->d,
               next = (narrowed(factor * now, narrow) - narrowed((r->f * (double)k + r->g) * before, narrow)) /
                      (r->e * (double)k + 1);
        before = now;
        now = next;
    }
    return now;
}
