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
LIBRARY1(fabs) LIBRARY1(sqrt) LIBRARY1(asin) LIBRARY1(acos) LIBRARY1(atan) LIBRARY1(erfc) LIBRARY1(lgamma)
LIBRARY1(floor) LIBRARY1(ceil) LIBRARY1(trunc) LIBRARY1(rint)
LIBRARY2(fmod) LIBRARY2(atan2) LIBRARY2(hypot) LIBRARY2(copysign) LIBRARY2(nextafter)
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

/* 2^n for -127 < n < 128; anything for the rubbish that a nan makes */
VECTOR float two_to(int32_t n)
{
    return from_bits((int32_t)(((uint32_t)n + 127) << 23));
}

#define LOG2E 1.44269504088896341f
/* ln 2 in two parts, the first with few bits */
#define LN2_HIGH 0.693359375f
#define LN2_LOW -2.12194440e-4f
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

/* e^(t - n ln 2), where that difference is small: what 1 + r and r itself lose in rounding is carried along, so that
   the last bit is the right one in 99 of 100 cases (printed numbers then agree with PyTorch's). */
VECTOR float exp_kernel(float t, float n)
{
    float head = fmaf(n, -LN2_HIGH, t), r = fmaf(n, -LN2_LOW, head), one = 1.0f + r, p = 1.9875691500e-4f;
    float rest = fmaf(n, -LN2_LOW, head - r) + ((1.0f - one) + r);

    p = fmaf(p, r, 1.3981999507e-3f);
    p = fmaf(p, r, 8.3334519073e-3f);
    p = fmaf(p, r, 4.1665795894e-2f);
    p = fmaf(p, r, 1.6666665459e-1f);
    p = fmaf(p, r, 5.0000001201e-1f);
    return one + fmaf(p, r * r, rest);
}

/* 2^k times a number near 1, in two steps, so that the ends of the range come out right */
VECTOR float scaled_by(float x, int32_t k)
{
    int32_t half = k >> 1;

    return x * two_to(half) * two_to(k - half);
}

/* The shorter one, as PyTorch's loops have it inside of sigmoid and its kin: off by one in 10 of 100 cases, and the
   same ones. */
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
    float t = x > 89.0f ? 89.0f : x, n;

    t = t < -104.0f ? -104.0f : t;
    n = fmaf(t, LOG2E, ROUNDER) - ROUNDER;
    return scaled_by(exp_kernel(t, n), (int32_t)n);
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

VECTOR float m_exp2(float x)
{
    float t = x > 200.0f ? 200.0f : x;

    t = t < -200.0f ? -200.0f : t;
    return (float)exp2_short((double)t);
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
    int whole, odd, negative = (int)(to_bits64((double)x) >> 63);

    log = choose64(a == 0.0, -(double)INFINITY, log2_short(a));
    log = choose64(a > 0x1.fffffep127, a, log); /* infinity and nan */
    log = choose64(a != a, a, log);
    t = b * log;
    t = t > 300.0 ? 300.0 : t;
    t = t < -300.0 ? -300.0 : t;
    result = exp2_short(t);
    half = 0.5 * c;
    whole = (c + ROUNDER64) - ROUNDER64 == c;
    odd = whole & ((half + ROUNDER64) - ROUNDER64 != half);
    result = choose64((x < 0.0f) & (a < (double)INFINITY) & !whole, (double)NAN, result);
    result = from_bits64(to_bits64(result) ^ (uint64_t)(negative & odd) << 63);
    result = choose64((x == 1.0f) | (y == 0.0f) | ((x == -1.0f) & (fabs(b) == (double)INFINITY)), 1.0, result);
    return (float)result;
}

VECTOR float m_sinh(float x)
{
    float a = fabsf(x);
    double t = m64_expm1((double)(a > 200.0f ? 200.0f : a));

    return x == 0.0f ? x : copysignf((float)(0.5 * (t + t / (t + 1.0))), x);
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
