/* Loops for float64. */
#include "isa.h"

typedef double T;
typedef int64_t P;
#define TYPE f64
#define PARAM f64
#include "isa_math64.h"
#define M(f) m64_##f
#define LIBRARY(name) name
#if defined(__AVX512F__)
#include "isa_wide64.h"
#define VECTORS __m512d
#define IN_VECTORS(f) CAT(wide_##f, 64)
#define IN_VECTOR_MATH 3
#else
#define IN_VECTOR_MATH 1
#endif
#define IN_VECTOR_MATH32 1
#define IN_TRIG_VECTOR 2
#define BIGGEST (ANGLE64_MAX / 4)
#include "isa_float.h"
#include "isa_pointwise.h"

#define IS_FLOAT 1
#include "isa_reduce.h"
