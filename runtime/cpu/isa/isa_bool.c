/* Loops for bool (one byte, 0 or 1). */
#include "isa.h"

typedef uint8_t T;
typedef int8_t P;
#define POSITION int32_t
typedef uint8_t U;
#define TYPE b8
#define PARAM b
#define IN_FLOATS 0
#define IN_SPECIAL 0
#define IN_TRIG 0
#define IN_TRIG_VECTOR 0
#define IN_VECTOR_MATH 0
#define IN_VECTOR_MATH32 0
#define IN_NUMERIC 0
#define IN_INTEGRAL 1
#define IN_DIVISION 0
#define IN_INTEGRAL_WIDENED 1
#define SELECT(c, a, b) ((c) ? (a) : (b))
#define ISNAN(x) 0
#define BITNOT(x) ((x) ^ 1)
#define GCD(x, y) ((x) | (y))
#define LCM(x, y) ((x) & (y))
#define SHIFT_LEFT(x, y) ((x) << (y))
#define SHIFT_RIGHT(x, y) ((x) >> (y))
#include "isa_pointwise.h"

#define IS_FLOAT 0
#include "isa_reduce.h"
