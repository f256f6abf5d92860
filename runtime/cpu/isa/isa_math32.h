/* Single-precision functions that the compiler can turn into vector code: no branches, no tables, fused multiply-adds
   written out, so every instruction set gives the same bits. Within 2 units in the last place of the true value. The
   others are those of the C library. */

#include "isa_math64.h"

#define LIBRARY1(g)                                                                                                    \
    VECTOR float m_##g(float x)                                                                                        \
    {                                                                                                                  \
        return g##f(x);                                                                                                \
    }
#define LIBRARY2(g)                                                                                                    \
    VECTOR float m_##g(float x, float y)                                                                               \
    {                                                                                                                  \
        return g##f(x, y);                                                                                             \
    }
/* clang-format off */
LIBRARY1(fabs) LIBRARY1(sqrt)
LIBRARY1(floor) LIBRARY1(ceil) LIBRARY1(trunc) LIBRARY1(rint)
LIBRARY2(fmod) LIBRARY2(copysign)
    /* clang-format on */

    VECTOR float m_fma(float a, float b, float c)
{
    return fmaf(a, b, c);
}

VECTOR float from_bits(int32_t i)
{
    union {
        int32_t i;
        float f;
    } v = {i};
    return v.f;
}
VECTOR int32_t to_bits(float f)
{
    union {
        float f;
        int32_t i;
    } v = {f};
    return v.i;
}

/* 2^n for -127 < n < 128; anything where a nan made the exponent meaningless */
VECTOR float two_to(int32_t n)
{
    return from_bits((int32_t)(((uint32_t)n + 127) << 23));
}

#define LOG2E 1.44269504088896341f
/* ln 2 in two parts, the first with few bits */
#define LN2_HIGH 0.693359375f
#define LN2_LOW -2.12194440e-4f
/* ln 2 and what that number lacks */
#define LN2 0.693147182464599609375f
#define LN2_REST -1.904654299957768e-09f
/* adding and taking off 1.5 * 2^23 rounds to the nearest integer */
#define ROUNDER 12582912.0f

/* e^r - 1 for |r| up to ln(2)/2 */
VECTOR float expm1_kernel(float r)
{
    float p = 1.9875691500e-4f;

    p = fmaf(p, r, 1.3981999507e-3f);
    p = fmaf(p, r, 8.3334519073e-3f);
    p = fmaf(p, r, 4.1665795894e-2f);
    p = fmaf(p, r, 1.6666665459e-1f);
    p = fmaf(p, r, 5.0000001201e-1f);
    return fmaf(p, r * r, r);
}

/* e^(r + tail), where the sum is small and the tail much smaller */
VECTOR float exp_of_sum(float r, float tail)
{
    float one = 1.0f + r, rest = tail + ((1.0f - one) + r), p = 1.9875691500e-4f;

    p = fmaf(p, r, 1.3981999507e-3f);
    p = fmaf(p, r, 8.3334519073e-3f);
    p = fmaf(p, r, 4.1665795894e-2f);
    p = fmaf(p, r, 1.6666665459e-1f);
    p = fmaf(p, r, 5.0000001201e-1f);
    return one + fmaf(p, r * r, rest);
}

/* e^(t - n ln 2), where that difference is small: what 1 + r and r itself lose in rounding is carried along, so that
   the last bit is the right one in 99 of 100 cases (printed numbers then agree with PyTorch's). */
VECTOR float exp_kernel(float t, float n)
{
    float head = fmaf(n, -LN2_HIGH, t), r = fmaf(n, -LN2_LOW, head);

    return exp_of_sum(r, fmaf(n, -LN2_LOW, head - r));
}

/* 2^k times a number near 1, in two steps, so that the ends of the range come out right */
VECTOR float scaled_by(float x, int32_t k)
{
    int32_t half = k >> 1;

    return x * two_to(half) * two_to(k - half);
}

/* The shorter one, as PyTorch's loops have it inside of sigmoid and similar functions: off by one in 10 of 100 cases,
   the same ones. */
VECTOR float m_exp_inner(float x)
{
    float t = x > 89.0f ? 89.0f : x, n, r;

    t = t < -104.0f ? -104.0f : t;
    n = fmaf(t, LOG2E, ROUNDER) - ROUNDER;
    r = fmaf(n, -LN2_HIGH, t);
    r = fmaf(n, -LN2_LOW, r);
    return scaled_by(expm1_kernel(r) + 1.0f, (int32_t)n);
}

/* 1 + e^-x with the same bits as by m_exp_inner. Beside 1 small ones need no exact scaling; of big ones the last
   doubling is done together with the addition. */
VECTOR float m_one_and_exp_of_negative(float x)
{
    float t = x > 87.0f ? 87.0f : x, rounded, n, r;

    t = t < -89.0f ? -89.0f : t;
    rounded = fmaf(t, -LOG2E, ROUNDER);
    n = rounded - ROUNDER;
    r = fmaf(n, -LN2_HIGH, -t);
    r = fmaf(n, -LN2_LOW, r);
    r = (expm1_kernel(r) + 1.0f) * from_bits((int32_t)(((uint32_t)to_bits(rounded) << 23) + 0x3f000000u));
    return fmaf(r, 2.0f, 1.0f);
}

VECTOR float m_exp(float x)
{
    float t = x > 89.0f ? 89.0f : x, n, e;

    t = t < -104.0f ? 0.0f : t; /* no product that underflows: processors take over a hundred cycles for one */
    n = fmaf(t, LOG2E, ROUNDER) - ROUNDER;
    e = scaled_by(exp_kernel(t, n), (int32_t)n);
    return x < -104.0f ? 0.0f : e;
}

VECTOR float m_exp2(float x)
{
    float t = x > 129.0f ? 129.0f : x, n, r, head;

    t = t < -151.0f ? -151.0f : t;
    n = (t + ROUNDER) - ROUNDER;
    r = t - n;
    head = r * LN2;
    return scaled_by(exp_of_sum(head, fmaf(r, LN2_REST, fmaf(r, LN2, -head))), (int32_t)n);
}

/* e^x for x <= 0 that is only compared with 1: it does not go below e^-87 */
VECTOR float exp_of_negative(float x)
{
    float t = x < -87.0f ? -87.0f : x, n = fmaf(t, LOG2E, ROUNDER) - ROUNDER, r;

    r = fmaf(n, -LN2_HIGH, t);
    r = fmaf(n, -LN2_LOW, r);
    return (expm1_kernel(r) + 1.0f) * two_to((int32_t)n);
}

VECTOR float m_expm1(float x)
{
    float t = x > 89.0f ? 89.0f : x, n, r, p, s;

    t = t < -30.0f ? -30.0f : t;
    n = fmaf(t, LOG2E, ROUNDER) - ROUNDER;
    r = fmaf(n, -LN2_HIGH, t);
    r = fmaf(n, -LN2_LOW, r);
    p = expm1_kernel(r);
    s = two_to((int32_t)((uint32_t)(int32_t)n - 1)); /* 2^(n-1) */
    return x == 0.0f ? x : 2.0f * fmaf(s, p, s - 0.5f);
}

VECTOR float m_log(float x)
{
    float up = x * 0x1p24f, scaled = x < 0x1p-126f ? up : x, m, e, z, y, result, twice, once;
    int32_t bits = to_bits(scaled), k = (bits >> 23) - 126;

    m = from_bits((bits & 0x007fffff) | 0x3f000000); /* [0.5, 1) */
    e = (float)k - (x < 0x1p-126f ? 24.0f : 0.0f);
    e = e - (m < 0.707106781f ? 1.0f : 0.0f);
    twice = 2.0f * m - 1.0f; /* both ways are computed, so that there is no branch */
    once = m - 1.0f;
    m = m < 0.707106781f ? twice : once;
    z = m * m;
    y = 7.0376836292e-2f;
    y = fmaf(y, m, -1.1514610310e-1f);
    y = fmaf(y, m, 1.1676998740e-1f);
    y = fmaf(y, m, -1.2420140846e-1f);
    y = fmaf(y, m, 1.4249322787e-1f);
    y = fmaf(y, m, -1.6668057665e-1f);
    y = fmaf(y, m, 2.0000714765e-1f);
    y = fmaf(y, m, -2.4999993993e-1f);
    y = fmaf(y, m, 3.3333331174e-1f);
    y = y * m;
    y = fmaf(y, z, e * LN2_LOW);
    y = fmaf(-z, 0.5f, y);
    result = fmaf(e, LN2_HIGH, m + y);
    result = x > 0x1.fffffep127f ? x : result;
    result = x == 0.0f ? -INFINITY : result;
    return x >= 0.0f ? result : NAN; /* also for nan */
}

/* log u with u = 1 + x rounded, and what the rounding lost */
VECTOR float m_log1p(float x)
{
    float u = 1.0f + x, lost = x - (u - 1.0f), plain = m_log(u), result = plain + lost / u;

    result = u > 0x1.fffffep127f ? plain : result;
    result = u <= 0.0f ? plain : result;
    return u == 1.0f ? x : result;
}

/* near zero x + x^3 times a polynomial of x^2 (fitted by least squares), beyond by expm1 */
VECTOR float m_tanh(float x)
{
    float a = fabsf(x), t = m_expm1(2.0f * (a > 10.0f ? 10.0f : a)), y = t / (t + 2.0f), z = a * a, p;

    p = 1.996282760e-03f;
    p = fmaf(p, z, -8.011660890e-03f);
    p = fmaf(p, z, 2.163156631e-02f);
    p = fmaf(p, z, -5.393379831e-02f);
    p = fmaf(p, z, 1.333310124e-01f);
    p = fmaf(p, z, -3.333332810e-01f);
    y = a < 0.65f ? fmaf(p * z, a, a) : y;
    y = a > 9.1f ? 1.0f : y;
    return x != x ? x : copysignf(y, x);
}

/* |x| <= 1: x times a polynomial of x^2; above: 1 - exp of a polynomial around 2. Fitted by least squares. */
VECTOR float m_erf(float x)
{
    float a = fabsf(x), c = a > 4.0f ? 4.0f : a, z = a * a, s, t, p;

    z = a > 1.0f ? 1.0f : z;
    s = -9.680108549e-06f;
    s = fmaf(s, z, 1.127053476e-04f);
    s = fmaf(s, z, -8.484710114e-04f);
    s = fmaf(s, z, 5.221074787e-03f);
    s = fmaf(s, z, -2.686544579e-02f);
    s = fmaf(s, z, 1.128378275e-01f);
    s = fmaf(s, z, -3.761263848e-01f);
    s = fmaf(s, z, 1.283791671e-01f); /* the polynomial less 1, so that its rounding does not count */
    s = fmaf(s, a, a);
    t = c - 2.0f;
    p = 2.179032136e-05f;
    p = fmaf(p, t, -1.375431776e-04f);
    p = fmaf(p, t, 7.302092180e-04f);
    p = fmaf(p, t, -3.570655139e-03f);
    p = fmaf(p, t, 1.646575204e-02f);
    p = fmaf(p, t, 9.237509903e-01f);
    p = fmaf(p, t, 4.418160791e+00f);
    p = fmaf(p, t, 5.364941261e+00f);
    p = 1.0f - m_exp_inner(-p);
    s = a > 1.0f ? p : s;
    return x != x ? x : copysignf(s, x);
}

/* x times the normal distribution function, as (1 + erf) / 2, whose error of 6e-8 counts from 1: so erf need not be
   accurate near zero, and is 1 - exp(-z^2) times a polynomial of 1 / (1 + 0.4 z). */
VECTOR float m_gelu(float x)
{
    float z = fabsf(x) * 0.70710678118654752440f, t = 1.0f / fmaf(z, 0.4f, 1.0f), p;

    p = -0.200259051055f;
    p = fmaf(p, t, 0.709146575729f);
    p = fmaf(p, t, -0.370906787207f);
    p = fmaf(p, t, 0.468273306315f);
    p = fmaf(p, t, 0.16182387952f);
    p = fmaf(p, t, 0.231922049046f);
    p = fmaf(-p * t, exp_of_negative(-z * z), 1.0f);
    return x * 0.5f * (1.0f + copysignf(p, x));
}

/* Its derivative: the distribution function as above and x times the density share the exponential. */
VECTOR float m_gelu_slope(float x)
{
    float z = fabsf(x) * 0.70710678118654752440f, t = 1.0f / fmaf(z, 0.4f, 1.0f), p, e = exp_of_negative(-z * z);

    e = z > 9.3f ? 0.0f : e;
    p = -0.200259051055f;
    p = fmaf(p, t, 0.709146575729f);
    p = fmaf(p, t, -0.370906787207f);
    p = fmaf(p, t, 0.468273306315f);
    p = fmaf(p, t, 0.16182387952f);
    p = fmaf(p, t, 0.231922049046f);
    p = fmaf(-p * t, e, 1.0f);
    return fmaf(x * 0.39894228040143267794f, e, 0.5f * (1.0f + copysignf(p, x)));
}

/* ---- by way of doubles ------------------------------------------------------------------------------------------ */

/* beyond it the parts of pi do not suffice: the caller's loop goes to the C library */
#define ANGLE_MAX 0x1p20f

VECTOR float m_sin(float x)
{
    double s, c;
    uint64_t quarter = wave_short((double)x, &s, &c);
    double y = choose64((int)(quarter & 1), c, s);

    y = from_bits64(to_bits64(y) ^ ((quarter & 2) << 62));
    return x == 0.0f ? x : (float)y;
}

VECTOR float m_cos(float x)
{
    double s, c;
    uint64_t quarter = wave_short((double)x, &s, &c) + 1;
    double y = choose64((int)(quarter & 1), c, s);

    return (float)from_bits64(to_bits64(y) ^ ((quarter & 2) << 62));
}

VECTOR float m_tan(float x)
{
    double s, c;
    int odd = (int)(wave_short((double)x, &s, &c) & 1);
    double y = choose64(odd, -c, s) / choose64(odd, s, c);

    return x == 0.0f ? x : (float)y;
}

/* log2(x) / log2(base) */
VECTOR float log_of_base(float x, double factor)
{
    double result = log2_short((double)x) * factor;

    result = choose64(x > 0x1.fffffep127f, (double)x, result);
    result = choose64(x == 0.0f, -(double)INFINITY, result);
    return (float)choose64(x >= 0.0f, result, (double)NAN);
}

VECTOR float m_log2(float x)
{
    return log_of_base(x, 1.0);
}

VECTOR float m_log10(float x)
{
    return log_of_base(x, 0.30102999566398119521);
}

/* |x|^y = 2^(y log2 |x|); the sign is that of x if y is odd; a finite negative x wants an integer. */
VECTOR float m_pow(float x, float y)
{
    double a = fabs((double)x), b = (double)y, c = fabs(b) > 0x1p40 ? 0x1p40 : b, log, t, result, half;
    int full, odd, negative = (int)(to_bits64((double)x) >> 63);

    log = choose64(a == 0.0, -(double)INFINITY, log2_short(a));
    log = choose64(a > 0x1.fffffep127, a, log); /* infinity and nan */
    log = choose64(a != a, a, log);
    t = b * log;
    t = t > 300.0 ? 300.0 : t;
    t = t < -300.0 ? -300.0 : t;
    result = exp2_short(t);
    half = 0.5 * c;
    full = (c + ROUNDER64) - ROUNDER64 == c;
    odd = full & ((half + ROUNDER64) - ROUNDER64 != half);
    result = choose64((x < 0.0f) & (a < (double)INFINITY) & !full, (double)NAN, result);
    result = from_bits64(to_bits64(result) ^ (uint64_t)(negative & odd) << 63);
    result = choose64((x == 1.0f) | (y == 0.0f) | ((x == -1.0f) & (fabs(b) == (double)INFINITY)), 1.0, result);
    return (float)result;
}

/* beside zero, where the exponentials are nearly equal, the series */
VECTOR float m_sinh(float x)
{
    double a = (double)fabsf(x), t = m64_exp(a > 200.0 ? 200.0 : a), z = a * a, near;

    near = fma(fma(fma(1.0 / 5040, z, 1.0 / 120), z, 1.0 / 6) * z, a, a);
    t = choose64(a < 0.25, near, 0.5 * (t - 1.0 / t));
    return copysignf((float)t, x);
}

VECTOR float m_cosh(float x)
{
    double t = m64_exp((double)fabsf(x));

    return (float)(0.5 * t + 0.5 / t);
}

VECTOR float m_asinh(float x)
{
    double a = fabs((double)x), t = m64_log1p(a + a * a / (1.0 + sqrt(fma(a, a, 1.0))));

    return copysignf((float)choose64(a < (double)INFINITY, t, a), x);
}

VECTOR float m_acosh(float x)
{
    double t = (double)x - 1.0;

    return (float)choose64(t >= 0.0, m64_log1p(t + sqrt(t * (t + 2.0))), (double)NAN);
}

VECTOR float m_atanh(float x)
{
    double a = fabs((double)x);

    return copysignf((float)(0.5 * m64_log1p(2.0 * a / (1.0 - a))), x);
}

#define HALF_PI 0x1.921fb54442d18p+0

/* the arc whose tangent is u, 0 <= u <= 1, to 31 bits; this polynomial and those below are Chebyshev fits */
VECTOR double arc_short(double u)
{
    double z = u * u, p;

    p = -0x1.eae3fce3e9b57p-11;
    p = fma(p, z, 0x1.96cc733874da8p-8);
    p = fma(p, z, -0x1.3b92d4977ae50p-6);
    p = fma(p, z, 0x1.39fa7ae12ac35p-5);
    p = fma(p, z, -0x1.d7eaf8f924fc4p-5);
    p = fma(p, z, 0x1.2fd217ccc6a7ap-4);
    p = fma(p, z, -0x1.72251c83739b9p-4);
    p = fma(p, z, 0x1.c6d94a4e392f4p-4);
    p = fma(p, z, -0x1.249035356f79fp-3);
    p = fma(p, z, 0x1.99998c8c70e06p-3);
    p = fma(p, z, -0x1.5555554e74b35p-2);
    return fma(p * z, u, u);
}

/* the angle of the point (x, y), y >= 0 */
VECTOR double angle_short(double x, double y)
{
    double a = fabs(x), low = choose64(y > a, a, y), high = choose64(y > a, y, a), u = low / high, arc;

    u = choose64(low == high, choose64(low == 0.0, 0.0, 1.0), u); /* 0 / 0, inf / inf */
    arc = arc_short(u);
    arc = choose64(y > a, HALF_PI - arc, arc);
    return choose64((int)(to_bits64(x) >> 63), 2 * HALF_PI - arc, arc);
}

VECTOR float m_atan(float x)
{
    double a = (double)fabsf(x), arc = arc_short(choose64(a > 1.0, 1.0 / a, a));

    return copysignf((float)choose64(a > 1.0, HALF_PI - arc, arc), x);
}

VECTOR float m_atan2(float y, float x)
{
    double angle = angle_short((double)x, (double)fabsf(y));

    return copysignf((float)choose64((x != x) | (y != y), (double)NAN, angle), y);
}

VECTOR float m_asin(float x)
{
    double a = (double)fabsf(x), other = sqrt((1.0 - a) * (1.0 + a));

    return copysignf((float)choose64(other == other, angle_short(other, a), other), x);
}

VECTOR float m_acos(float x)
{
    double a = (double)x, other = sqrt((1.0 - a) * (1.0 + a));

    return (float)choose64(other == other, angle_short(a, other), other);
}

VECTOR float m_hypot(float x, float y)
{
    double a = (double)x, b = (double)y, length = sqrt(a * a + b * b); /* too large or small for no float */

    return (float)choose64((fabs(a) == (double)INFINITY) | (fabs(b) == (double)INFINITY), (double)INFINITY, length);
}

/* exp(-a^2) times a polynomial of t = 1 / (1 + 0.4 a) */
VECTOR float m_erfc(float x)
{
    double a = (double)fabsf(x), c = a > 11.0 ? 11.0 : a, t = 1.0 / fma(c, 0.4, 1.0), p;

    p = -0x1.0c70504cd67ccp-6;
    p = fma(p, t, 0x1.0ab86e1d81f3dp-3);
    p = fma(p, t, -0x1.c8e47097585c7p-2);
    p = fma(p, t, 0x1.b10adf7f7d28dp-1);
    p = fma(p, t, -0x1.e90bdbbec36c9p-1);
    p = fma(p, t, 0x1.5ff1faa8df55ap-1);
    p = fma(p, t, -0x1.9862afd62e855p-2);
    p = fma(p, t, 0x1.5ca5f8b3889fcp-3);
    p = fma(p, t, 0x1.73d86b279f3d7p-6);
    p = fma(p, t, 0x1.0c378fd20e52ep-3);
    p = fma(p, t, 0x1.5c6fd834b12bfp-3);
    p = fma(p, t, 0x1.a97d58ae09d52p-3);
    p = fma(p, t, 0x1.ce2add4ee2587p-3);
    p = fma(p, t, 0x1.ce2f3f047f0d4p-3);
    p = p * t * m64_exp(-c * c);
    return x != x ? x : (float)choose64(x < 0.0f, 2.0 - p, p);
}

/* x times a polynomial of w = -log(1 - x^2) or, near the ends, of its root */
VECTOR float m_erfinv(float x)
{
    double a = (double)x, rest = (1.0 - a) * (1.0 + a), w = log2_short(rest) * -0x1.62e42fefa39efp-1;
    double u = w - 2.75, v = sqrt(w < 1.0 ? 1.0 : w) - 3.0, p, q;

    p = 0x1.b142b15131309p-41;
    p = fma(p, u, -0x1.449ffcde71a77p-36);
    p = fma(p, u, 0x1.a2d154b2145d7p-35);
    p = fma(p, u, 0x1.1d5618bc2b135p-30);
    p = fma(p, u, -0x1.1f143fc309d72p-27);
    p = fma(p, u, -0x1.0cf2057f7f429p-27);
    p = fma(p, u, 0x1.03614cf9879e2p-21);
    p = fma(p, u, -0x1.58ec279aa0017p-19);
    p = fma(p, u, -0x1.3e4e7e13018f0p-17);
    p = fma(p, u, 0x1.b6724cc3f76c9p-13);
    p = fma(p, u, -0x1.10420bb148218p-10);
    p = fma(p, u, -0x1.4a09a9cdbd35ap-8);
    p = fma(p, u, 0x1.f4636c3eddcefp-3);
    p = fma(p, u, 0x1.9012fadefc23ap+0);
    q = -0x1.1a1b0b5a5242fp-22;
    q = fma(q, v, -0x1.375c3e9427815p-15);
    q = fma(q, v, 0x1.7248546b44043p-13);
    q = fma(q, v, -0x1.220022ef0959dp-12);
    q = fma(q, v, -0x1.1f137d64d8c53p-13);
    q = fma(q, v, 0x1.83b389b166fe3p-10);
    q = fma(q, v, -0x1.d2bc7481e5473p-9);
    q = fma(q, v, 0x1.74a58bb1bc5c5p-8);
    q = fma(q, v, -0x1.f4ef32cdc66fcp-8);
    q = fma(q, v, 0x1.358244fe4be39p-7);
    q = fma(q, v, 0x1.006dca6c597bep+0);
    q = fma(q, v, 0x1.6a9efbd7b954ep+1);
    p = a * choose64(w < 5.5, p, q);
    p = choose64(rest > 0.0, p, (double)NAN);
    return fabsf(x) == 1.0f ? x * INFINITY : (float)p;
}

/* bounds on both sides, infinite where there are none */
VECTOR float m_logit(float x, float low, float high)
{
    float c = x < low ? low : x;

    c = c > high ? high : c;
    return m_log(c / (1.0f - c));
}

/* ---- special functions, by way of doubles ----------------------------------------------------------------------- */

#define SHORT(name)                                                                                                    \
    VECTOR float m_##name(float x)                                                                                     \
    {                                                                                                                  \
        return (float)name##_short((double)x);                                                                         \
    }
/* clang-format off */
SHORT(lgamma) SHORT(i0) SHORT(i0e) SHORT(i1) SHORT(i1e)
#undef SHORT
#define SHORT(name, function, power)                                                                                   \
    VECTOR float m_##name(float x)                                                                                     \
    {                                                                                                                  \
        return (float)function##_short((double)x, power);                                                              \
    }
SHORT(k0, k0, -1.0) SHORT(k1, k1, -1.0) SHORT(k0e, k0, 0.0) SHORT(k1e, k1, 0.0)
#undef SHORT
    /* clang-format on */

    VECTOR float m_digamma(float x)
{
    return (float)m64_digamma((double)x);
}

/* erfinv(2 p - 1) times the root of 2, by w = -log(4 p (1 - p)), which keeps the digits of small p */
VECTOR float m_ndtri(float x)
{
    double p = (double)x, w = log2_short(4.0 * p * (1.0 - p)) * -LN2_64, t;

    t = choose64(w > 5.5, ndtri_tail_terms(1.0 / (1.0 + sqrt(w < 5.5 ? 5.5 : w)) - 0.1947),
                 ndtri_terms((w > 5.5 ? 5.5 : w) - 2.75));
    t *= (p + p - 1.0) * 0x1.6a09e667f3bcdp+0;
    t = choose64((p > 0.0) & (p < 1.0), t, (double)NAN);
    return (float)choose64((p == 0.0) | (p == 1.0), (p - 0.5) * (double)INFINITY, t);
}
