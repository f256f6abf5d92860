/* Our own matrix products: the usual blocking (panels of B in the second cache, a tile of C in registers), compiled
   once per instruction set and, through isa_gemm.h, for float and double. Knows neither views nor threads.

   A tile of C has MR rows and two vectors of columns. A is read in place where its rows are consecutive and few enough,
   else it is packed like B. */
#include "cpu/cpu_gemm.h"

#include <string.h>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

#ifndef RT_ISA
#define RT_ISA baseline
#endif
#define JOIN2(a, b) a##_##b
#define JOIN(a, b) JOIN2(a, b)

#if defined(__AVX512F__)
#define MR 12
#define BYTES 64
#define V32 __m512
#define V64 __m512d
#define FMA32(a, b, c) _mm512_fmadd_ps(a, b, c)
#define FMA64(a, b, c) _mm512_fmadd_pd(a, b, c)
#define SET32(x) _mm512_set1_ps(x)
#define SET64(x) _mm512_set1_pd(x)
#elif defined(__AVX2__) && defined(__FMA__)
#define MR 6
#define BYTES 32
#define V32 __m256
#define V64 __m256d
#define FMA32(a, b, c) _mm256_fmadd_ps(a, b, c)
#define FMA64(a, b, c) _mm256_fmadd_pd(a, b, c)
#define SET32(x) _mm256_set1_ps(x)
#define SET64(x) _mm256_set1_pd(x)
#else
#define MR 6
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

#define KC 256  /* depth of a panel */
#define MC 240  /* rows of a packed block of A: a multiple of MR */
#define NC 1024 /* columns of a packed block of B */

#if defined(__FMA__) || defined(__AVX512F__)
#define FMA_F __builtin_fmaf
#define FMA_D __builtin_fma
#else
#define FMA_F(a, b, c) ((a) * (b) + (c))
#define FMA_D(a, b, c) ((a) * (b) + (c))
#endif

#define ALWAYS static inline __attribute__((always_inline))

#define T float
#define V V32
#define FMA FMA32
#define SET SET32
#define MULADD FMA_F
#define NAME(x) x##32
#include "cpu/isa/isa_gemm.h"
#undef T
#undef V
#undef FMA
#undef SET
#undef MULADD
#undef NAME

#define T double
#define V V64
#define FMA FMA64
#define SET SET64
#define MULADD FMA_D
#define NAME(x) x##64
#include "cpu/isa/isa_gemm.h"

/* Integers wrap around. C += A B, row by row, so that the inner loop runs along rows. */
#define INTEGER_ROWS(name, type, wrap)                                                                                 \
    static void name(const struct rt_gemm *g)                                                                          \
    {                                                                                                                  \
        for (int64_t i = 0; i < g->m; i++) {                                                                           \
            type *restrict c = (type *)g->c + i * g->c_row;                                                            \
            for (int64_t p = 0; p < g->k; p++) {                                                                       \
                wrap x = (wrap)((const type *)g->a)[i * g->a_row + p * g->a_col];                                      \
                const type *restrict b = (const type *)g->b + p * g->b_row;                                            \
                if (g->b_col == 1) {                                                                                   \
                    for (int64_t j = 0; j < g->n; j++)                                                                 \
                        c[j] = (type)((wrap)c[j] + x * (wrap)b[j]);                                                    \
                } else {                                                                                               \
                    for (int64_t j = 0; j < g->n; j++)                                                                 \
                        c[j] = (type)((wrap)c[j] + x * (wrap)b[j * g->b_col]);                                         \
                }                                                                                                      \
            }                                                                                                          \
        }                                                                                                              \
    }
INTEGER_ROWS(integers32, int32_t, uint32_t)
INTEGER_ROWS(integers64, int64_t, uint64_t)

static int gemm(const struct rt_gemm *g, void *scratch, struct rt_error *err)
{
    return g->wide ? gemm64(g, scratch, err) : gemm32(g, scratch, err);
}

const struct rt_gemm_loops JOIN(rt_gemm, RT_ISA) = {
    .gemm = gemm,
    .integers32 = integers32,
    .integers64 = integers64,
    .vector_times_rows32 = vector_times_rows32,
    .vector_times_rows64 = vector_times_rows64,
    .rows_times_vector32 = rows_times_vector32,
    .rows_times_vector64 = rows_times_vector64,
};
