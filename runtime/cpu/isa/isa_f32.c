/* Loops for float32; half types pass through block buffers of this type. */
#include "isa.h"

/* nobody looks at the floating-point flags; so a condition may become a vector blend */
#pragma GCC optimize("no-trapping-math")

typedef float T;
#define TYPE f32
#define PARAM f32
#include "isa_math32.h"
#define M(f) m_##f
#include "isa_float.h"
#include "isa_pointwise.h"

#define IS_FLOAT 1
#include "isa_reduce.h"
