/* Loops for float64. */
#include "isa.h"

typedef double T;
typedef int64_t P;
#define TYPE f64
#define PARAM f64
#include "isa_math64.h"
#define M(f) m64_##f
#define LIBRARY(name) name
#define BIGGEST (ANGLE64_MAX / 4)
#include "isa_float.h"
#include "isa_pointwise.h"

#define IS_FLOAT 1
#include "isa_reduce.h"
