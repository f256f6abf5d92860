/* Vectors of the instruction set a file is compiled for: BYTES of one, their types V32 and V64, multiply-add and a
   scalar in all lanes. For loops that hold their sums in named vectors (products, convolutions). Knows no shapes. */
#ifndef RT_ISA_VECTORS_H
#define RT_ISA_VECTORS_H

#include <stdint.h>
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
#define STORE_FIRST32(to, n, v) _mm512_mask_storeu_ps(to, (__mmask16)((1u << (n)) - 1), v)
#define STORE_FIRST64(to, n, v) _mm512_mask_storeu_pd(to, (__mmask8)((1u << (n)) - 1), v)
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
/* all bits of the first lanes, read from the right position on */
static const int32_t first_lanes32[16] = {-1, -1, -1, -1, -1, -1, -1, -1};
static const int64_t first_lanes64[8] = {-1, -1, -1, -1};
#define FIRST32(n) _mm256_loadu_si256((const __m256i *)(const void *)(first_lanes32 + 8 - (n)))
#define FIRST64(n) _mm256_loadu_si256((const __m256i *)(const void *)(first_lanes64 + 4 - (n)))
#define LOAD_FIRST32(from, n) _mm256_maskload_ps(from, FIRST32(n))
#define LOAD_FIRST64(from, n) _mm256_maskload_pd(from, FIRST64(n))
#define STORE_FIRST32(to, n, v) _mm256_maskstore_ps(to, FIRST32(n), v)
#define STORE_FIRST64(to, n, v) _mm256_maskstore_pd(to, FIRST64(n), v)
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

/* LOAD_FIRST: n lanes, the others 0. STORE_FIRST: n lanes. STORE_LANES: the lanes of v that are named by bits of
   `lanes`, of which there are n, one behind the other. */
#ifndef LOAD_FIRST32
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
#define STORE_FIRST32(to, n, v) memcpy(to, &(v), (size_t)(n) * sizeof(float))
#define STORE_FIRST64(to, n, v) memcpy(to, &(v), (size_t)(n) * sizeof(double))
#endif
#ifndef STORE_LANES32
#define STORE_EACH(to, lanes, v)                                                                                       \
    for (unsigned left = (lanes), at = 0; left; left &= left - 1, at++)                                                \
    (to)[at] = (v)[__builtin_ctz(left)]
#define STORE_LANES32(to, lanes, n, v) STORE_EACH(to, lanes, v)
#define STORE_LANES64(to, lanes, n, v) STORE_EACH(to, lanes, v)
#endif

/* f of all positions of a vector, which clang wants as constants; pairs of positions are the components of complex
   numbers */
#define EACH_2(f) f(0), f(1)
#define EACH_4(f) EACH_2(f), f(2), f(3)
#define EACH_8(f) EACH_4(f), f(4), f(5), f(6), f(7)
#define EACH_16(f) EACH_8(f), f(8), f(9), f(10), f(11), f(12), f(13), f(14), f(15)
#if BYTES == 64
#define EACH_DOUBLE EACH_8
#define EACH_FLOAT EACH_16
#elif BYTES == 32
#define EACH_DOUBLE EACH_4
#define EACH_FLOAT EACH_8
#else
#define EACH_DOUBLE EACH_2
#define EACH_FLOAT EACH_4
#endif
#define SWAPPED(i) ((i) ^ 1)
#define MINUS_EVEN(i) ((i)&1 ? 1 : -1)

#define JOIN2(a, b) a##_##b
#define JOIN(a, b) JOIN2(a, b)
#define ALWAYS static inline __attribute__((always_inline))

/* The sums of the lanes of four vectors, each in an order of its own. */
#if BYTES > 16
ALWAYS void sum_lanes32(const V32 *v, float *sums)
{
    __m128 quarter[4];
#pragma GCC unroll 4
    for (int i = 0; i < 4; i++) {
#if BYTES == 64
        const __m256 half = _mm256_add_ps(_mm512_castps512_ps256(v[i]), _mm512_extractf32x8_ps(v[i], 1));
#else
        const __m256 half = v[i];
#endif
        quarter[i] = _mm_add_ps(_mm256_castps256_ps128(half), _mm256_extractf128_ps(half, 1));
    }
    _mm_storeu_ps(sums, _mm_hadd_ps(_mm_hadd_ps(quarter[0], quarter[1]), _mm_hadd_ps(quarter[2], quarter[3])));
}
ALWAYS void sum_lanes64(const V64 *v, double *sums)
{
    __m128d quarter[4];
#pragma GCC unroll 4
    for (int i = 0; i < 4; i++) {
#if BYTES == 64
        const __m256d half = _mm256_add_pd(_mm512_castpd512_pd256(v[i]), _mm512_extractf64x4_pd(v[i], 1));
#else
        const __m256d half = v[i];
#endif
        quarter[i] = _mm_add_pd(_mm256_castpd256_pd128(half), _mm256_extractf128_pd(half, 1));
    }
    _mm_storeu_pd(sums, _mm_hadd_pd(quarter[0], quarter[1]));
    _mm_storeu_pd(sums + 2, _mm_hadd_pd(quarter[2], quarter[3]));
}
#else
ALWAYS void sum_lanes32(const V32 *v, float *sums)
{
    for (int i = 0; i < 4; i++)
        sums[i] = (v[i][0] + v[i][2]) + (v[i][1] + v[i][3]);
}
ALWAYS void sum_lanes64(const V64 *v, double *sums)
{
    for (int i = 0; i < 4; i++)
        sums[i] = v[i][0] + v[i][1];
}
#endif

#endif
