/* Loops for float32; half types pass through block buffers of this type. */
#include "isa.h"

typedef float T;
typedef int32_t P;
#define TYPE f32
#define PARAM f32
#include "isa_math32.h"
#define M(f) m_##f
#define LIBRARY(name) name##f
#if defined(__AVX512F__)
#include "isa_wide32.h"
#define VECTORS __m512
#define IN_VECTORS(f) CAT(wide_##f, 32)
#define IN_VECTOR_MATH 3
#define IN_TRIG_VECTOR 4
#define ANY_BEYOND wide_any_beyond32
#define IN_VECTOR_MATH32 3
#else
#define IN_VECTOR_MATH 1
#define IN_TRIG_VECTOR 2
#define IN_VECTOR_MATH32 1
#endif
#define BIGGEST (ANGLE_MAX / 4)
#include "isa_float.h"
#include "isa_pointwise.h"

#define IS_FLOAT 1
#include "isa_reduce.h"
