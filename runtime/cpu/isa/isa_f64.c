/* Loops for float64. */
#include "isa.h"

typedef double T;
#define TYPE f64
#define PARAM f64
#define M(f) f
#include "isa_float.h"
#include "isa_pointwise.h"

#define IS_FLOAT 1
#include "isa_reduce.h"
