/* Double-precision functions of full AVX-512 vectors, with the bits of isa_math64.h; see isa_wide32.h. Included after
   isa_math64.h where __AVX512F__ is defined. */
#ifndef RT_ISA_WIDE64_H
#define RT_ISA_WIDE64_H

#include <immintrin.h>

#define ALL64(x) _mm512_set1_pd(x)

/* n numbers, in the first lanes; the others are 0 */
VECTOR __m512d wide_load64(const double *from, int n)
{
    return _mm512_maskz_loadu_pd((__mmask8)((1u << n) - 1), from);
}
VECTOR void wide_store64(double *to, int n, __m512d v)
{
    _mm512_mask_storeu_pd(to, (__mmask8)((1u << n) - 1), v);
}

#define STEP64(p, x, c) p = _mm512_fmadd_pd(p, x, ALL64(c))

VECTOR __m512d wide_expm1_kernel64(__m512d r)
{
    __m512d p = ALL64(0x1.1f9dd017474e2p-29);

    STEP64(p, r, 0x1.af6cf0933afb7p-26);
    STEP64(p, r, 0x1.27e4bf478d659p-22);
    STEP64(p, r, 0x1.71ddef7fa5941p-19);
    STEP64(p, r, 0x1.a01a01b44907dp-16);
    STEP64(p, r, 0x1.a01a01b3c30bcp-13);
    STEP64(p, r, 0x1.6c16c16c135bap-10);
    STEP64(p, r, 0x1.111111110eb9fp-7);
    STEP64(p, r, 0x1.555555555555ep-5);
    STEP64(p, r, 0x1.555555555555cp-3);
    STEP64(p, r, 0.5);
    return _mm512_fmadd_pd(p, _mm512_mul_pd(r, r), r);
}
VECTOR __m512d wide_quadrants64(__m512d t, __m512d *r)
{
    const __m512d n = _mm512_sub_pd(_mm512_fmadd_pd(t, ALL64(LOG2E64), ALL64(ROUNDER64)), ALL64(ROUNDER64));

    *r = _mm512_fnmadd_pd(n, ALL64(LN2_LOW64), _mm512_fnmadd_pd(n, ALL64(LN2_HIGH64), t));
    return n;
}

VECTOR __m512d wide_exp64(__m512d x)
{
    const __m512d t = _mm512_max_pd(ALL64(-746.0), _mm512_min_pd(ALL64(710.0), x));
    const __mmask8 counts = _mm512_cmp_pd_mask(x, ALL64(-746.0), _CMP_NLT_UQ); /* below, 0 without underflow */
    __m512d r;
    const __m512d n = wide_quadrants64(t, &r);

    return _mm512_maskz_scalef_pd(counts, _mm512_add_pd(wide_expm1_kernel64(r), ALL64(1.0)), n);
}

VECTOR __m512d wide_copysign64(__m512d size, __m512d sign)
{
    return _mm512_castsi512_pd(_mm512_ternarylogic_epi64(_mm512_set1_epi64(INT64_MIN), _mm512_castpd_si512(sign),
                                                         _mm512_castpd_si512(size), 0xca));
}

VECTOR __m512d wide_tanh64(__m512d x)
{
    const __m512d half = _mm512_min_pd(ALL64(20.0), _mm512_abs_pd(x));
    __m512d r, s, t;
    const __m512d n = wide_quadrants64(_mm512_add_pd(half, half), &r);

    s = _mm512_scalef_pd(ALL64(0.5), n);
    t = _mm512_fmadd_pd(s, wide_expm1_kernel64(r), _mm512_sub_pd(s, ALL64(0.5)));
    return wide_copysign64(_mm512_div_pd(t, _mm512_add_pd(t, ALL64(1.0))), x);
}

#endif
