/* Vectors of the instruction set a file is compiled for: BYTES of one, their types V32 and V64, multiply-add and a
   number in all lanes. For loops that hold their sums in named vectors (products, convolutions). Knows no shapes. */
#ifndef RT_ISA_VECTORS_H
#define RT_ISA_VECTORS_H

#include <string.h>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

#if defined(__AVX512F__)
#define BYTES 64
#define V32 __m512
#define V64 __m512d
#define FMA32(a, b, c) _mm512_fmadd_ps(a, b, c)
#define FMA64(a, b, c) _mm512_fmadd_pd(a, b, c)
#define SET32(x) _mm512_set1_ps(x)
#define SET64(x) _mm512_set1_pd(x)
#define LOAD_FIRST32(from, n) _mm512_maskz_loadu_ps((__mmask16)((1u << (n)) - 1), from)
#define LOAD_FIRST64(from, n) _mm512_maskz_loadu_pd((__mmask8)((1u << (n)) - 1), from)
#define STORE_LANES32(to, lanes, n, v)                                                                                 \
    _mm512_mask_storeu_ps(to, (__mmask16)((1u << (n)) - 1), _mm512_maskz_compress_ps((__mmask16)(lanes), v))
#define STORE_LANES64(to, lanes, n, v)                                                                                 \
    _mm512_mask_storeu_pd(to, (__mmask8)((1u << (n)) - 1), _mm512_maskz_compress_pd((__mmask8)(lanes), v))
#elif defined(__AVX2__) && defined(__FMA__)
#define BYTES 32
#define V32 __m256
#define V64 __m256d
#define FMA32(a, b, c) _mm256_fmadd_ps(a, b, c)
#define FMA64(a, b, c) _mm256_fmadd_pd(a, b, c)
#define SET32(x) _mm256_set1_ps(x)
#define SET64(x) _mm256_set1_pd(x)
#else
#define BYTES 16
typedef float vector32 __attribute__((vector_size(16)));
typedef double vector64 __attribute__((vector_size(16)));
#define V32 vector32
#define V64 vector64
#define FMA32(a, b, c) ((a) * (b) + (c))
#define FMA64(a, b, c) ((a) * (b) + (c))
#define SET32(x) ((vector32){(x), (x), (x), (x)})
#define SET64(x) ((vector64){(x), (x)})
#endif

/* LOAD_FIRST: n lanes, the others 0. STORE_LANES: the lanes of v that are named by bits of `lanes`, of which there are
   n, one behind the other */
#ifndef STORE_LANES32
static inline V32 load_first32(const float *from, int n)
{
    V32 v = SET32(0);
    memcpy(&v, from, (size_t)n * sizeof *from);
    return v;
}
static inline V64 load_first64(const double *from, int n)
{
    V64 v = SET64(0);
    memcpy(&v, from, (size_t)n * sizeof *from);
    return v;
}
#define LOAD_FIRST32(from, n) load_first32(from, n)
#define LOAD_FIRST64(from, n) load_first64(from, n)
#define STORE_EACH(to, lanes, v)                                                                                       \
    for (unsigned left = (lanes), at = 0; left; left &= left - 1, at++)                                                \
    (to)[at] = (v)[__builtin_ctz(left)]
#define STORE_LANES32(to, lanes, n, v) STORE_EACH(to, lanes, v)
#define STORE_LANES64(to, lanes, n, v) STORE_EACH(to, lanes, v)
#endif

#define JOIN2(a, b) a##_##b
#define JOIN(a, b) JOIN2(a, b)
#define ALWAYS static inline __attribute__((always_inline))

#endif
