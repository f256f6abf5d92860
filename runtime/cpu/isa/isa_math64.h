/* Double-precision functions that the compiler can turn into vector code, like those of isa_math32.h: no branches, no
   tables, fused multiply-adds written out, integers made by adding powers of two (no instruction set before AVX-512
   converts doubles to 64-bit integers). Arguments are reduced by constants in several parts (Cody and Waite, Software
   Manual for the Elementary Functions, 1980). The polynomials are minimax fits (Remez) of our own. Within 2 units in
   the last place (tanh: 4); ANGLE64_MAX bounds the arguments of sin, cos and tan, as the caller knows. Also shorter
   kernels, from which single-precision functions are made whose intermediate results need more digits than a float has.
 */
#ifndef RT_ISA_MATH64_H
#define RT_ISA_MATH64_H

#include <math.h>
#include <stdint.h>

/* a call that is not inlined keeps its loop from becoming vectors */
#define VECTOR static inline __attribute__((always_inline))

VECTOR double from_bits64(uint64_t u)
{
    union {
        uint64_t u;
        double f;
    } v = {.u = u};
    return v.f;
}
VECTOR uint64_t to_bits64(double f)
{
    union {
        double f;
        uint64_t u;
    } v = {.f = f};
    return v.u;
}

/* A choice that stays one: written with ?: the compiler may make branches of several in a row. */
VECTOR double choose64(int yes, double a, double b)
{
    uint64_t mask = 0 - (uint64_t)yes;

    return from_bits64((to_bits64(a) & mask) | (to_bits64(b) & ~mask));
}

/* adding and taking off 1.5 * 2^52 rounds to the nearest integer; the low bits of the sum are that integer */
#define ROUNDER64 0x1.8p52
#define LOG2E64 0x1.71547652b82fep0
/* ln 2 in two parts, the first with 32 bits, so that its product with an exponent is exact */
#define LN2_HIGH64 0x1.62e42fee00000p-1
#define LN2_LOW64 0x1.a39ef35793c76p-33
/* ln 2 and what that number lacks */
#define LN2_64 0x1.62e42fefa39efp-1
#define LN2_REST64 0x1.abc9e3b39803fp-56
/* half of pi in three parts of 53 bits */
#define HALF_PI_1 0x1.921fb54442d18p0
#define HALF_PI_2 0x1.1a62633145c07p-54
#define HALF_PI_3 -0x1.f1976b7ed8fbcp-110
/* beyond it the parts of pi do not suffice */
#define ANGLE64_MAX 0x1p25

/* 2^n for -1022 <= n <= 1023, n an integer in ROUNDER64 + n */
VECTOR double power_of_two(double rounded)
{
    return from_bits64((to_bits64(rounded) + 1023) << 52);
}

/* (e^r - 1 - r) / r^2 for |r| up to ln(2)/2 */
VECTOR double exp_terms64(double r)
{
    double p = 0x1.1f9dd017474e2p-29;

    p = fma(p, r, 0x1.af6cf0933afb7p-26);
    p = fma(p, r, 0x1.27e4bf478d659p-22);
    p = fma(p, r, 0x1.71ddef7fa5941p-19);
    p = fma(p, r, 0x1.a01a01b44907dp-16);
    p = fma(p, r, 0x1.a01a01b3c30bcp-13);
    p = fma(p, r, 0x1.6c16c16c135bap-10);
    p = fma(p, r, 0x1.111111110eb9fp-7);
    p = fma(p, r, 0x1.555555555555ep-5);
    p = fma(p, r, 0x1.555555555555cp-3);
    return fma(p, r, 0.5);
}

VECTOR double expm1_kernel64(double r)
{
    return fma(exp_terms64(r), r * r, r);
}

VECTOR double m64_exp(double x)
{
    double t = x > 710.0 ? 710.0 : x, rounded, n, half, other, r;

    t = t < -746.0 ? 0.0 : t; /* no product that underflows: processors take over a hundred cycles for one */
    rounded = fma(t, LOG2E64, ROUNDER64);
    n = rounded - ROUNDER64;
    r = fma(n, -LN2_HIGH64, t);
    r = fma(n, -LN2_LOW64, r);
    half = fma(n, 0.5, ROUNDER64); /* in two steps, so that the ends of the range come out right */
    other = n - (half - ROUNDER64) + ROUNDER64;
    r = (expm1_kernel64(r) + 1.0) * power_of_two(half) * power_of_two(other);
    return x < -746.0 ? 0.0 : r;
}
VECTOR double m64_exp_inner(double x)
{
    return m64_exp(x);
}

VECTOR double m64_one_and_exp_of_negative(double x)
{
    return 1 + m64_exp_inner(-x);
}

VECTOR double m64_expm1(double x)
{
    double t = x > 710.0 ? 710.0 : x, rounded, n, r, p, s;

    t = t < -40.0 ? -40.0 : t;
    rounded = fma(t, LOG2E64, ROUNDER64);
    n = rounded - ROUNDER64;
    r = fma(n, -LN2_HIGH64, t);
    r = fma(n, -LN2_LOW64, r);
    p = expm1_kernel64(r);
    s = power_of_two(rounded - 1.0);
    return choose64(x == 0.0, x, 2.0 * fma(s, p, s - 0.5));
}

/* x = 2^e * (1 + f) with 1 + f between the roots of 1/2 and 2; normal numbers only */
VECTOR double log_parts(double x, double *e)
{
    const uint64_t root = 0x3fe6a09e667f3bcd, one = 0x3ff0000000000000;
    uint64_t u = to_bits64(x) + (one - root);

    *e = from_bits64((u >> 52) | 0x4330000000000000) - (0x1p52 + 1023.0);
    return from_bits64((u & 0x000fffffffffffff) + root) - 1.0;
}

/* what is missing from -f^2/2 + s*f^2/2 to log(1+f) - f (the form of the logarithm of fdlibm, Sun Microsystems, 1993),
   divided by s, for s = f / (2 + f): a polynomial of z = s^2 */
VECTOR double log_rest64(double z)
{
    double p = 0x1.0f63c0ee8e429p-3;

    p = fma(p, z, 0x1.0f5cbd0c663cfp-3);
    p = fma(p, z, 0x1.3b20abafdc56cp-3);
    p = fma(p, z, 0x1.745cde37f45a5p-3);
    p = fma(p, z, 0x1.c71c7258e8e43p-3);
    p = fma(p, z, 0x1.249249242b633p-2);
    p = fma(p, z, 0x1.9999999999dfcp-2);
    p = fma(p, z, 0x1.5555555555555p-1);
    return p * z;
}

/* log of a positive number, and of the tail that was lost from it (relative, small) */
VECTOR double log_with_tail64(double x, double tail)
{
    int small = x < 0x1p-1022;
    double e, f = log_parts(choose64(small, x * 0x1p54, x), &e), s = f / (2.0 + f), half = 0.5 * f * f, result;

    e = e - choose64(small, 54.0, 0.0);
    result = fma(s, half + log_rest64(s * s), fma(e, LN2_LOW64, tail)) - half;
    return fma(e, LN2_HIGH64, f + result);
}

VECTOR double log_ends64(double x, double result)
{
    result = choose64(x > 0x1.fffffffffffffp1023, x, result);
    result = choose64(x == 0.0, -(double)INFINITY, result);
    return choose64(x >= 0.0, result, (double)NAN); /* also for nan */
}

VECTOR double m64_log(double x)
{
    return log_ends64(x, log_with_tail64(x, 0.0));
}

/* The logarithm to another base, whose two parts of log e and of log 2 (exact times an exponent) are given. Sums and
   products keep what they lose, so that powers of the base come out as integers. */
VECTOR double log_of_base64(double x, double unit, double unit_rest, double two, double two_rest)
{
    int small = x < 0x1p-1022;
    double e, f = log_parts(choose64(small, x * 0x1p54, x), &e), s = f / (2.0 + f), half = 0.5 * f * f, lost_half;
    double high = f - half, low, product, rest, sum;

    lost_half = fma(0.5 * f, f, -half);
    low = (f - high) - half - lost_half + s * (half + log_rest64(s * s));
    e = e - choose64(small, 54.0, 0.0);
    product = high * unit;
    rest = fma(high, unit, -product) + fma(high, unit_rest, low * unit);
    sum = fma(e, two, product);
    rest = fma(e, two_rest, rest) + (fma(e, two, -sum) + product);
    return log_ends64(x, sum + rest);
}

VECTOR double m64_log2(double x)
{
    return log_of_base64(x, LOG2E64, 0x1.777d0ffda0d24p-56, 1.0, 0.0);
}

VECTOR double m64_log10(double x)
{
    return log_of_base64(x, 0x1.bcb7b1526e50ep-2, 0x1.95355baaafad3p-57, 0x1.34413509f6000p-2, 0x1.9fef311f12b36p-42);
}

/* log u with u = 1 + x rounded, and what the rounding lost */
VECTOR double m64_log1p(double x)
{
    double u = 1.0 + x, lost = x > 1.0 ? 1.0 - (u - x) : x - (u - 1.0), result = log_with_tail64(u, lost / u);

    return choose64(u == 1.0, x, log_ends64(u, result));
}

/* expm1 serves near zero, and it is accurate everywhere */
VECTOR double m64_tanh(double x)
{
    double a = fabs(x), t = m64_expm1(2.0 * (a > 20.0 ? 20.0 : a)), y = t / (t + 2.0);

    return choose64(x != x, x, copysign(y, x));
}

/* x = n * pi/2 + r, |r| up to pi/4; returns ROUNDER64 + n */
VECTOR double quadrant_parts64(double x, double *r, double *tail)
{
    double rounded = fma(x, 0x1.45f306dc9c883p-1, ROUNDER64), n = rounded - ROUNDER64, a, b, w;

    a = fma(n, -HALF_PI_1, x); /* exact: both are close together */
    b = n * -HALF_PI_2;
    w = fma(n, -HALF_PI_2, -b);
    *r = a + b;
    *tail = (b - (*r - a)) + fma(n, -HALF_PI_3, w);
    return rounded;
}

VECTOR double sin_kernel64(double r, double tail)
{
    double z = r * r, p = 0x1.5d942f44d2414p-33;

    p = fma(p, z, -0x1.ae5e6aba2c856p-26);
    p = fma(p, z, 0x1.71de357e30b5dp-19);
    p = fma(p, z, -0x1.a01a019c1a456p-13);
    p = fma(p, z, 0x1.111111110f8cfp-7);
    p = fma(p, z, -0x1.5555555555549p-3);
    return fma(p * z, r, fma(-0.5 * z, tail, tail)) + r;
}

VECTOR double cos_kernel64(double r, double tail)
{
    double z = r * r, p = -0x1.8fbda363978c0p-37, half = 0.5 * z, top = 1.0 - half;

    p = fma(p, z, 0x1.1eea0b76d73a6p-29);
    p = fma(p, z, -0x1.27e4f83d0e09ap-22);
    p = fma(p, z, 0x1.a01a019d00fb0p-16);
    p = fma(p, z, -0x1.6c16c16c15520p-10);
    p = fma(p, z, 0x1.555555555554ep-5);
    return top + ((1.0 - top - half) + fma(p * z, z, -r * tail));
}

/* `turns` quarter turns are added to the angle */
VECTOR double wave64(double x, uint64_t quadrants)
{
    double r, tail;
    uint64_t quarter = to_bits64(quadrant_parts64(x, &r, &tail)) + quadrants;
    double y = choose64((int)(quarter & 1), cos_kernel64(r, tail), sin_kernel64(r, tail));

    return from_bits64(to_bits64(y) ^ ((quarter & 2) << 62));
}

VECTOR double m64_sin(double x)
{
    return choose64(x == 0.0, x, wave64(x, 0));
}

VECTOR double m64_cos(double x)
{
    return wave64(x, 1);
}

VECTOR double m64_tan(double x)
{
    double r, tail;
    uint64_t odd = to_bits64(quadrant_parts64(x, &r, &tail)) & 1;
    double s = sin_kernel64(r, tail), c = cos_kernel64(r, tail);

    return choose64(x == 0.0, x, choose64((int)odd, -c, s) / choose64((int)odd, s, c));
}

/* The logarithm of a positive number and, in *low, what it lacks, to 68 bits together: 2 s + 2/3 s^3 + ... with
   s = f / (2 + f) as above, whose first terms keep what they lose (as Dekker, 1971, with fused multiply-adds). */
VECTOR double log_of_two64(double x, double *low)
{
    int small = x < 0x1p-1022;
    double e, f = log_parts(choose64(small, x * 0x1p54, x), &e), d = 2.0 + f, s = f / d;
    double s_low = (fma(-s, d, f) - s * (f - (d - 2.0))) / d, z = s * s, z_low = fma(s, s, -z) + 2.0 * s * s_low;
    double p = 0x1.e047dc948b342p-4, q, q_low, u, u_low, head, sum;

    p = fma(p, z, 0x1.df7a59e3800a4p-4);
    p = fma(p, z, 0x1.1118d3897ce82p-3);
    p = fma(p, z, 0x1.3b13959b3d042p-3);
    p = fma(p, z, 0x1.745d177b19965p-3);
    p = fma(p, z, 0x1.c71c71c6ea0c5p-3);
    p = fma(p, z, 0x1.2492492492523p-2);
    p = z * fma(p, z, 0x1.999999999999ap-2);
    u = 0x1.5555555555555p-1 + p;
    u_low = (0x1.5555555555555p-1 - u) + p + 0x1.5555555555555p-55;
    q = z * u;
    q_low = fma(z, u, -q) + fma(z, u_low, z_low * u);
    u = 2.0 + q;
    u_low = (2.0 - u) + q + q_low;
    head = s * u;
    q_low = fma(s, u, -head) + fma(s, u_low, s_low * u);
    e = e - choose64(small, 54.0, 0.0);
    sum = fma(e, LN2_HIGH64, head);
    *low = (fma(e, LN2_HIGH64, -sum) + head) + fma(e, LN2_LOW64, q_low);
    return sum;
}

/* |x|^y = e^(y log |x|), the exponent in two parts; the sign is that of x if y is odd; a finite negative x wants an
   integer. The square is exact. */
VECTOR double m64_pow(double x, double y)
{
    double a = fabs(x), low, log = log_of_two64(a, &low), t, t_low, rounded, n, r, rest, head, half, other, result;
    int full = rint(y) == y, odd = full & (rint(0.5 * y) != 0.5 * y), negative = (int)(to_bits64(x) >> 63);

    log = choose64(a == 0.0, -(double)INFINITY, log);
    log = choose64(a <= 0x1.fffffffffffffp1023, log, a); /* infinity and nan */
    t = y * log;
    t_low = choose64(fabs(t) < 750.0, fma(y, log, -t) + y * low, 0.0);
    t = t > 750.0 ? 750.0 : t; /* beyond, all is infinite or zero */
    t = t < -750.0 ? -750.0 : t;
    head = t + t_low;
    t_low = (t - head) + t_low;
    t = head;
    rounded = fma(t, LOG2E64, ROUNDER64);
    n = rounded - ROUNDER64;
    head = fma(n, -LN2_HIGH64, t);
    r = fma(n, -LN2_LOW64, head);
    rest = fma(n, -LN2_LOW64, head - r) + t_low;
    head = r + rest;
    rest = (r - head) + rest;
    t = 1.0 + head;
    rest = ((1.0 - t) + head) + rest;
    half = fma(n, 0.5, ROUNDER64);
    other = n - (half - ROUNDER64) + ROUNDER64;
    result = (t + fma(exp_terms64(head), head * head, rest)) * power_of_two(half) * power_of_two(other);
    result = choose64((x < 0.0) & (a < (double)INFINITY) & !full, (double)NAN, result);
    result = from_bits64(to_bits64(result) ^ (uint64_t)(negative & odd) << 63);
    result = choose64((x == 1.0) | (y == 0.0) | ((x == -1.0) & (fabs(y) == (double)INFINITY)), 1.0, result);
    return choose64(y == 2.0, x * x, result);
}

VECTOR double m64_logit(double x, double low, double high)
{
    double c = x < low ? low : x;

    c = c > high ? high : c;
    return m64_log(c / (1.0 - c));
}

#define LIBRARY64_1(f)                                                                                                 \
    VECTOR double m64_##f(double x)                                                                                    \
    {                                                                                                                  \
        return f(x);                                                                                                   \
    }
#define LIBRARY64_2(f)                                                                                                 \
    VECTOR double m64_##f(double x, double y)                                                                          \
    {                                                                                                                  \
        return f(x, y);                                                                                                \
    }
/* clang-format off */
LIBRARY64_1(fabs) LIBRARY64_1(sqrt)
LIBRARY64_1(asinh) LIBRARY64_1(acosh)
LIBRARY64_1(floor) LIBRARY64_1(ceil)
LIBRARY64_1(trunc) LIBRARY64_1(rint)
LIBRARY64_2(fmod) LIBRARY64_2(copysign)
    /* clang-format on */

    VECTOR double m64_fma(double a, double b, double c)
{
    return fma(a, b, c);
}

/* ---- hyperbolic functions, arcs, lengths ------------------------------------------------------------------------- */

VECTOR double m64_exp2(double x)
{
    double t = x > 1025.0 ? 1025.0 : x, rounded, n, half, other, r, head, e;

    t = t < -1076.0 ? -1076.0 : t;
    rounded = t + ROUNDER64;
    n = rounded - ROUNDER64;
    r = t - n;
    head = r * LN2_64;
    e = expm1_kernel64(head) + fma(r, LN2_REST64, fma(r, LN2_64, -head));
    half = fma(n, 0.5, ROUNDER64);
    other = n - (half - ROUNDER64) + ROUNDER64;
    return (e + 1.0) * power_of_two(half) * power_of_two(other);
}

/* from 709 on e^x is too big, half of its square root squared is not */
VECTOR double m64_sinh(double x)
{
    double a = fabs(x), e = m64_expm1(a), h = m64_exp(0.5 * a);

    return copysign(choose64(a > 709.0, 0.5 * h * h, 0.5 * (e + e / (1.0 + e))), x);
}

VECTOR double m64_cosh(double x)
{
    double a = fabs(x), t = m64_exp(a), h = m64_exp(0.5 * a);

    return choose64(a > 709.0, 0.5 * h * h, fma(0.5, t, 0.5 / t));
}

VECTOR double m64_atanh(double x)
{
    double a = fabs(x);

    return copysign(0.5 * m64_log1p(2.0 * a / (1.0 - a)), x);
}

/* numbers whose squares would be too big or too small are scaled by a power of two; the infinite hides a nan */
VECTOR double m64_hypot(double x, double y)
{
    double a = fabs(x), b = fabs(y), most = a > b ? a : b;
    double scale = choose64(most > 0x1p500, 0x1p-600, choose64(most < 0x1p-450, 0x1p600, 1.0)), back = 1.0 / scale;
    double length;

    a *= scale;
    b *= scale;
    length = sqrt(fma(a, a, b * b)) * back;
    return choose64((fabs(x) == (double)INFINITY) | (fabs(y) == (double)INFINITY), (double)INFINITY, length);
}

/* the arc in [0, pi/4] whose tangent is a / b, 0 <= a <= b; above pi/8 by its difference from pi/4 */
VECTOR double first_arc(double a, double b)
{
    int high = a > 0x1.a827999fcef32p-2 * b;
    double v = choose64(high, a - b, a) / choose64(high, a + b, b), z = v * v, p = -0x1.3a31b1c0fd3b7p-6, r;

    p = fma(p, z, 0x1.4162c02b1dda3p-5);
    p = fma(p, z, -0x1.a0999c632b6edp-5);
    p = fma(p, z, 0x1.dfe6497e96323p-5);
    p = fma(p, z, -0x1.10fa77b1a6d57p-4);
    p = fma(p, z, 0x1.3b1263064f6b9p-4);
    p = fma(p, z, -0x1.745d0b28a7e37p-4);
    p = fma(p, z, 0x1.c71c71853d7fap-4);
    p = fma(p, z, -0x1.2492492436201p-3);
    p = fma(p, z, 0x1.999999999934cp-3);
    p = fma(p, z, -0x1.5555555555555p-2);
    r = fma(v * z, p, v);
    return choose64(high, 0.5 * HALF_PI_1 + fma(0.5, HALF_PI_2, r), r);
}

VECTOR double m64_atan(double x)
{
    double a = fabs(x), r = first_arc(a > 1.0 ? 1.0 : a, a > 1.0 ? a : 1.0);

    return copysign(choose64(a > 1.0, HALF_PI_1 - (r - HALF_PI_2), r), x);
}

VECTOR double m64_atan2(double y, double x)
{
    double a = fabs(y), b = fabs(x), least, most, scale, r;
    int steep = a > b, both = (a == (double)INFINITY) & (b == (double)INFINITY);

    least = choose64(both, 1.0, steep ? b : a);
    most = choose64(both, 1.0, steep ? a : b);
    scale = most > 0x1p1000 ? 0.25 : 1.0; /* their sum would be infinite */
    r = first_arc(least * scale, choose64(most == 0.0, 1.0, most * scale));
    r = choose64(steep, HALF_PI_1 - (r - HALF_PI_2), r);
    r = choose64((int)(to_bits64(x) >> 63), 2 * HALF_PI_1 - (r - 2 * HALF_PI_2), r);
    return choose64((x != x) | (y != y), x + y, copysign(r, y));
}

VECTOR double m64_asin(double x)
{
    return m64_atan2(x, sqrt((1.0 - x) * (1.0 + x)));
}

VECTOR double m64_acos(double x)
{
    return m64_atan2(sqrt((1.0 - x) * (1.0 + x)), x);
}

/* ---- for results in single precision ---------------------------------------------------------------------------- */

/* log2 of a positive normal number, to 40 bits */
VECTOR double log2_short(double x)
{
    double e, f = log_parts(x, &e), s = f / (2.0 + f), z = s * s, p = 0x1.91166342c64eep-3;

    p = fma(p, z, 0x1.c62b0c4866ee9p-3);
    p = fma(p, z, 0x1.249411efe7a7fp-2);
    p = fma(p, z, 0x1.999996a991d1ep-2);
    p = fma(p, z, 0x1.555555561dfdcp-1);
    return fma(fma(p * z, s, 2.0 * s), LOG2E64, e);
}

/* 2^t for |t| below 1000, to 40 bits */
VECTOR double exp2_short(double t)
{
    double rounded = t + ROUNDER64, r = t - (rounded - ROUNDER64), p = 0x1.640e1a40fbff1p-20;

    p = fma(p, r, 0x1.00dc652faac0dp-16);
    p = fma(p, r, 0x1.43086fa4c5c6fp-13);
    p = fma(p, r, 0x1.5d87457e8bc2ap-10);
    p = fma(p, r, 0x1.3b2ab73e267e5p-7);
    p = fma(p, r, 0x1.c6b08dd71f6bdp-5);
    p = fma(p, r, 0x1.ebfbdff8055edp-3);
    p = fma(p, r, 0x1.62e42fef84c0dp-1);
    return fma(p, r, 1.0) * power_of_two(rounded);
}

/* sine and cosine of the rest of x after quarters of a turn, to 28 bits; returns the quarters in the low bits */
VECTOR uint64_t wave_short(double x, double *sine, double *cosine)
{
    double rounded = fma(x, 0x1.45f306dc9c883p-1, ROUNDER64), n = rounded - ROUNDER64, r, z, p, q;

    r = fma(n, -HALF_PI_2, fma(n, -HALF_PI_1, x));
    z = r * r;
    p = fma(-0x1.995011169fdb3p-13, z, 0x1.1107658157af5p-7);
    p = fma(p, z, -0x1.555545abac73ep-3);
    *sine = fma(p * z, r, r);
    q = fma(0x1.9a06a55cda5fdp-16, z, -0x1.6c0c9d2345112p-10);
    q = fma(q, z, 0x1.55554ad631a50p-5);
    q = fma(q, z, -0.5);
    *cosine = fma(q, z, 1.0);
    return to_bits64(rounded);
}

/* ---- special functions ------------------------------------------------------------------------------------------ */

#include "isa_special64.h"

VECTOR double m64_gelu(double x)
{
    return x * 0.5 * (1.0 + m64_erf(x * 0.70710678118654752440));
}

VECTOR double m64_gelu_slope(double x)
{
    return 0.5 * (1 + m64_erf(x * 0.70710678118654752440)) + x * m64_exp_inner(x * x * -0.5) * 0.39894228040143267794;
}

#endif
