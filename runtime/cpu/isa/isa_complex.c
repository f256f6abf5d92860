/* Sums, products and quotients of complex numbers, pairs of floats, by vectors. What is not here has plain loops in
   cpu_complex.c. */
#include "isa.h"
#include "isa_vectors.h"

#define EVEN(i) ((i) & ~1)
#define ODD(i) ((i) | 1)
#define PARITY(i) ((i)&1)
#define MINUS_ODD(i) ((i)&1 ? -1 : 1)

typedef double doubles __attribute__((vector_size(BYTES)));

#define R float
#if BYTES == 64
#define DOUBLES(v) ((doubles)_mm512_cvtps_pd((__m256)(v)))
#else
#define DOUBLES(v) __builtin_convertvector(v, doubles)
#endif
#define P int32_t
#define WIDTH (BYTES / 4)
#define EACH EACH_FLOAT
#define REAL(x) NAME(f32_##x)
#define PART(x) NAME(c64_##x)
#include "isa_complex.h"

#define R double
#define DOUBLES(v) ((doubles)(v))
#define P int64_t
#define WIDTH (BYTES / 8)
#define EACH EACH_DOUBLE
#define REAL(x) NAME(f64_##x)
#define PART(x) NAME(c128_##x)
#include "isa_complex.h"
