/* Convolutions with steps of one, without patches: windows slide over padded planes, vectors of neighbouring results
   stay in registers (cpu_conv.h). Compiled once per instruction set; the body is in isa_slide.h. Each result is summed
   in the order of channels, rows and columns of the window. */
#include "cpu/cpu_conv.h"

#include <string.h>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

#define JOIN2(a, b) a##_##b
#define JOIN(a, b) JOIN2(a, b)
#define ALWAYS static inline __attribute__((always_inline))

#define PLACES 3
#if defined(__AVX512F__)
#define OUTPUTS 8
#define BYTES 64
#define V32 __m512
#define V64 __m512d
#define FMA32(a, b, c) _mm512_fmadd_ps(a, b, c)
#define FMA64(a, b, c) _mm512_fmadd_pd(a, b, c)
#define SET32(x) _mm512_set1_ps(x)
#define SET64(x) _mm512_set1_pd(x)
#elif defined(__AVX2__) && defined(__FMA__)
#define OUTPUTS 4
#define BYTES 32
#define V32 __m256
#define V64 __m256d
#define FMA32(a, b, c) _mm256_fmadd_ps(a, b, c)
#define FMA64(a, b, c) _mm256_fmadd_pd(a, b, c)
#define SET32(x) _mm256_set1_ps(x)
#define SET64(x) _mm256_set1_pd(x)
#else
#define OUTPUTS 4
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

#define T float
#define V V32
#define FMA FMA32
#define SET SET32
#define NAME(x) x##32
#include "cpu/isa/isa_slide.h"
#undef T
#undef V
#undef FMA
#undef SET
#undef NAME

#define T double
#define V V64
#define FMA FMA64
#define SET SET64
#define NAME(x) x##64
#include "cpu/isa/isa_slide.h"

const struct rt_slide_loops JOIN(rt_slide, RT_ISA)[2] = {
    {BYTES / sizeof(float), OUTPUTS, slide32},
    {BYTES / sizeof(double), OUTPUTS, slide64},
};
