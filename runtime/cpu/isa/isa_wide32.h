/* Single-precision functions of full AVX-512 vectors, with the bits of isa_math32.h: where that needs several steps on
   every instruction set, this one has an instruction that gives the same (exponent and significand, powers of two, the
   treatment of infinities and nan), and a root comes faster from an approximation whose rest is computed exactly.
   Included after isa_math32.h where __AVX512F__ is defined. */
#include "isa_wide64.h"

#define ALL32(x) _mm512_set1_ps(x)

/* n numbers, in the first lanes; the others are 0 */
VECTOR __m512 wide_load32(const float *from, int n)
{
    return _mm512_maskz_loadu_ps((__mmask16)((1u << n) - 1), from);
}
VECTOR void wide_store32(float *to, int n, __m512 v)
{
    _mm512_mask_storeu_ps(to, (__mmask16)((1u << n) - 1), v);
}

/* p times x and c, for each c in turn */
#define STEP32(p, x, c) p = _mm512_fmadd_ps(p, x, ALL32(c))

/* n, and what t - n ln 2 is: head and head - n * LN2_LOW */
VECTOR __m512 wide_quadrants32(__m512 t, __m512 *head, __m512 *r)
{
    const __m512 n = _mm512_sub_ps(_mm512_fmadd_ps(t, ALL32(LOG2E), ALL32(ROUNDER)), ALL32(ROUNDER));

    *head = _mm512_fnmadd_ps(n, ALL32(LN2_HIGH), t);
    *r = _mm512_fnmadd_ps(n, ALL32(LN2_LOW), *head);
    return n;
}
VECTOR __m512 wide_exp_terms32(__m512 r)
{
    __m512 p = ALL32(1.9875691500e-4f);

    STEP32(p, r, 1.3981999507e-3f);
    STEP32(p, r, 8.3334519073e-3f);
    STEP32(p, r, 4.1665795894e-2f);
    STEP32(p, r, 1.6666665459e-1f);
    STEP32(p, r, 5.0000001201e-1f);
    return p;
}
VECTOR __m512 wide_expm1_kernel32(__m512 r)
{
    return _mm512_fmadd_ps(wide_exp_terms32(r), _mm512_mul_ps(r, r), r);
}

/* Lanes below -104, where masks put -inf, are 0 without a product that underflows: processors take over a hundred
   cycles for one. */
VECTOR __m512 wide_exp32(__m512 x)
{
    const __mmask16 counts = _mm512_cmp_ps_mask(x, ALL32(-104.0f), _CMP_NLT_UQ);
    __m512 t = _mm512_max_ps(ALL32(-104.0f), _mm512_min_ps(ALL32(89.0f), x)), head, r, one, rest;
    const __m512 n = wide_quadrants32(t, &head, &r);

    rest = _mm512_fnmadd_ps(n, ALL32(LN2_LOW), _mm512_sub_ps(head, r));
    one = _mm512_add_ps(ALL32(1.0f), r);
    rest = _mm512_add_ps(rest, _mm512_add_ps(_mm512_sub_ps(ALL32(1.0f), one), r));
    rest = _mm512_fmadd_ps(wide_exp_terms32(r), _mm512_mul_ps(r, r), rest);
    return _mm512_maskz_scalef_ps(counts, _mm512_add_ps(one, rest), n);
}

/* The entries say what becomes of: quiet nan, signalling nan, zero, one, -infinity, infinity, other negative and
   positive numbers. 0: the result as it is, 1: the argument, 2: a quiet nan of it, 4: -infinity, 5: infinity, 3: nan */
#define ENDS_OF_LOG 0x03530422

VECTOR __m512 wide_log32(__m512 x)
{
    __m512 m = _mm512_getmant_ps(x, _MM_MANT_NORM_p5_1, _MM_MANT_SIGN_zero), e = _mm512_getexp_ps(x), z, y;
    const __mmask16 low = _mm512_cmp_ps_mask(m, ALL32(0.707106781f), _CMP_LT_OQ);
    const __m512 once = _mm512_sub_ps(m, ALL32(1.0f));

    e = _mm512_mask_add_ps(e, _mm512_knot(low), e, ALL32(1.0f));
    m = _mm512_mask_add_ps(once, low, once, m);
    z = _mm512_mul_ps(m, m);
    y = ALL32(7.0376836292e-2f);
    STEP32(y, m, -1.1514610310e-1f);
    STEP32(y, m, 1.1676998740e-1f);
    STEP32(y, m, -1.2420140846e-1f);
    STEP32(y, m, 1.4249322787e-1f);
    STEP32(y, m, -1.6668057665e-1f);
    STEP32(y, m, 2.0000714765e-1f);
    STEP32(y, m, -2.4999993993e-1f);
    STEP32(y, m, 3.3333331174e-1f);
    y = _mm512_mul_ps(y, m);
    y = _mm512_fmadd_ps(y, z, _mm512_mul_ps(e, ALL32(LN2_LOW)));
    y = _mm512_fnmadd_ps(z, ALL32(0.5f), y);
    y = _mm512_fmadd_ps(e, ALL32(LN2_HIGH), _mm512_add_ps(m, y));
    return _mm512_fixupimm_ps(y, x, _mm512_set1_epi32(ENDS_OF_LOG), 0);
}

/* The sign of the second, the rest of the first. */
VECTOR __m512 wide_copysign32(__m512 size, __m512 sign)
{
    return _mm512_castsi512_ps(_mm512_ternarylogic_epi32(_mm512_set1_epi32((int)0x80000000), _mm512_castps_si512(sign),
                                                         _mm512_castps_si512(size), 0xca));
}

/* half of e^2a - 1 by itself and one more; where both are so big that one counts nothing, 1. */
VECTOR __m512 wide_tanh32(__m512 x)
{
    const __m512 a = _mm512_abs_ps(x), half = _mm512_min_ps(ALL32(10.0f), a), z = _mm512_mul_ps(a, a);
    __m512 head, r, s, t, y, p;
    const __m512 n = wide_quadrants32(_mm512_add_ps(half, half), &head, &r);

    s = _mm512_scalef_ps(ALL32(0.5f), n);
    t = _mm512_fmadd_ps(s, wide_expm1_kernel32(r), _mm512_sub_ps(s, ALL32(0.5f)));
    y = _mm512_div_ps(t, _mm512_add_ps(t, ALL32(1.0f)));
    p = ALL32(1.996282760e-03f);
    STEP32(p, z, -8.011660890e-03f);
    STEP32(p, z, 2.163156631e-02f);
    STEP32(p, z, -5.393379831e-02f);
    STEP32(p, z, 1.333310124e-01f);
    STEP32(p, z, -3.333332810e-01f);
    y = _mm512_mask_blend_ps(_mm512_cmp_ps_mask(a, ALL32(0.65f), _CMP_LT_OQ), y,
                             _mm512_fmadd_ps(_mm512_mul_ps(p, z), a, a));
    return wide_copysign32(y, x);
}

VECTOR __m512 wide_erf32(__m512 x)
{
    const __m512 a = _mm512_abs_ps(x), z = _mm512_min_ps(ALL32(1.0f), _mm512_mul_ps(a, a));
    const __m512 t = _mm512_sub_ps(_mm512_min_ps(ALL32(4.0f), a), ALL32(2.0f));
    __m512 s = ALL32(-9.680108549e-06f), p = ALL32(2.179032136e-05f), n, head, r;

    STEP32(s, z, 1.127053476e-04f);
    STEP32(s, z, -8.484710114e-04f);
    STEP32(s, z, 5.221074787e-03f);
    STEP32(s, z, -2.686544579e-02f);
    STEP32(s, z, 1.128378275e-01f);
    STEP32(s, z, -3.761263848e-01f);
    STEP32(s, z, 1.283791671e-01f);
    s = _mm512_fmadd_ps(s, a, a);
    STEP32(p, t, -1.375431776e-04f);
    STEP32(p, t, 7.302092180e-04f);
    STEP32(p, t, -3.570655139e-03f);
    STEP32(p, t, 1.646575204e-02f);
    STEP32(p, t, 9.237509903e-01f);
    STEP32(p, t, 4.418160791e+00f);
    STEP32(p, t, 5.364941261e+00f);
    n = wide_quadrants32(_mm512_sub_ps(ALL32(-0.0f), p), &head, &r);
    p = _mm512_scalef_ps(_mm512_add_ps(wide_expm1_kernel32(r), ALL32(1.0f)), n);
    s = _mm512_mask_sub_ps(s, _mm512_cmp_ps_mask(a, ALL32(1.0f), _CMP_GT_OQ), ALL32(1.0f), p);
    return wide_copysign32(s, x);
}

VECTOR __m512 wide_gelu32(__m512 x)
{
    const __m512 z = _mm512_mul_ps(_mm512_abs_ps(x), ALL32(0.70710678118654752440f));
    const __m512 t = _mm512_div_ps(ALL32(1.0f), _mm512_fmadd_ps(z, ALL32(0.4f), ALL32(1.0f)));
    __m512 p = ALL32(-0.200259051055f), n, head, r;

    STEP32(p, t, 0.709146575729f);
    STEP32(p, t, -0.370906787207f);
    STEP32(p, t, 0.468273306315f);
    STEP32(p, t, 0.16182387952f);
    STEP32(p, t, 0.231922049046f);
    n = wide_quadrants32(_mm512_max_ps(ALL32(-87.0f), _mm512_sub_ps(ALL32(-0.0f), _mm512_mul_ps(z, z))), &head, &r);
    r = _mm512_scalef_ps(_mm512_add_ps(wide_expm1_kernel32(r), ALL32(1.0f)), n);
    p = _mm512_fnmadd_ps(_mm512_mul_ps(p, t), r, ALL32(1.0f));
    return _mm512_mul_ps(_mm512_mul_ps(x, ALL32(0.5f)), _mm512_add_ps(ALL32(1.0f), wide_copysign32(p, x)));
}

/* From an approximate 1 / sqrt(x) its double's last bit by one step, then the root's by its exact rest. Not of zero,
   infinity, negative numbers and those so small that remainders are lost. */
VECTOR __m512 wide_sqrt32(__m512 x)
{
    const __m512 y = _mm512_rsqrt14_ps(x);
    __m512 root = _mm512_mul_ps(x, y), half = _mm512_mul_ps(y, ALL32(0.5f)), rest;
    const __m512i positions = _mm512_sub_epi32(_mm512_castps_si512(x), _mm512_set1_epi32(0x10000000));

    if (_mm512_cmp_epu32_mask(positions, _mm512_set1_epi32(0x6f800000), _MM_CMPINT_NLT))
        return _mm512_sqrt_ps(x);
    rest = _mm512_fnmadd_ps(root, half, ALL32(0.5f));
    root = _mm512_fmadd_ps(root, rest, root);
    half = _mm512_fmadd_ps(half, rest, half);
    rest = _mm512_fnmadd_ps(root, root, x);
    return _mm512_fmadd_ps(rest, half, root);
}

/* ---- by way of doubles ------------------------------------------------------------------------------------------ */

/* The sine of the angle after so many quarters of a turn. */
VECTOR __m512d wide_wave64(__m512d x, int64_t turns)
{
    const __m512d rounded = _mm512_fmadd_pd(x, ALL64(0x1.45f306dc9c883p-1), ALL64(ROUNDER64));
    const __m512d n = _mm512_sub_pd(rounded, ALL64(ROUNDER64));
    const __m512d r = _mm512_fnmadd_pd(n, ALL64(HALF_PI_2), _mm512_fnmadd_pd(n, ALL64(HALF_PI_1), x));
    const __m512d z = _mm512_mul_pd(r, r);
    __m512i quarter = _mm512_castpd_si512(rounded);
    __m512d p = _mm512_fmadd_pd(ALL64(-0x1.995011169fdb3p-13), z, ALL64(0x1.1107658157af5p-7)), q, y;

    if (turns)
        quarter = _mm512_add_epi64(quarter, _mm512_set1_epi64(turns));
    STEP64(p, z, -0x1.555545abac73ep-3);
    p = _mm512_fmadd_pd(_mm512_mul_pd(p, z), r, r);
    q = _mm512_fmadd_pd(ALL64(0x1.9a06a55cda5fdp-16), z, ALL64(-0x1.6c0c9d2345112p-10));
    STEP64(q, z, 0x1.55554ad631a50p-5);
    STEP64(q, z, -0.5);
    y = _mm512_mask_mov_pd(p, _mm512_test_epi64_mask(quarter, _mm512_set1_epi64(1)), _mm512_fmadd_pd(q, z, ALL64(1.0)));
    return _mm512_castsi512_pd(_mm512_ternarylogic_epi64(_mm512_castpd_si512(y), _mm512_slli_epi64(quarter, 62),
                                                         _mm512_set1_epi64(INT64_MIN), 0x78));
}
VECTOR __m512 wide_wave32(__m512 x, int64_t turns)
{
    const __m256 low = _mm512_cvtpd_ps(wide_wave64(_mm512_cvtps_pd(_mm512_castps512_ps256(x)), turns));
    const __m256 high = _mm512_cvtpd_ps(wide_wave64(_mm512_cvtps_pd(_mm512_extractf32x8_ps(x, 1)), turns));

    return _mm512_insertf32x8(_mm512_castps256_ps512(low), high, 1);
}

VECTOR __m512 wide_sin32(__m512 x)
{
    return _mm512_mask_mov_ps(wide_wave32(x, 0), _mm512_cmp_ps_mask(x, ALL32(0.0f), _CMP_EQ_OQ), x);
}
VECTOR __m512 wide_cos32(__m512 x)
{
    return wide_wave32(x, 1);
}

/* Whether the size of any of n numbers is above a bound; nan is not: the larger of it and a number is the second. */
VECTOR int wide_any_beyond32(int64_t n, const float *a, float bound)
{
    __m512 most = ALL32(0.0f), other = most;
    int64_t i = 0;

    for (; i + 32 <= n; i += 32) {
        most = _mm512_max_ps(_mm512_abs_ps(_mm512_loadu_ps(a + i)), most);
        other = _mm512_max_ps(_mm512_abs_ps(_mm512_loadu_ps(a + i + 16)), other);
    }
    for (; i < n; i += 16)
        most = _mm512_max_ps(_mm512_abs_ps(wide_load32(a + i, n - i < 16 ? (int)(n - i) : 16)), most);
    return _mm512_cmp_ps_mask(_mm512_max_ps(most, other), ALL32(bound), _CMP_GT_OQ) != 0;
}
