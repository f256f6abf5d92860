/* Loops for bool (one byte, 0 or 1). */
#include "isa.h"

typedef uint8_t T;
typedef int8_t P;
#define POSITION int32_t
typedef uint8_t U;
#define TYPE b8
#define PARAM b
#define IN_FLOATS 0
#define IN_SPECIALS 0
#define IN_ANGLES 0
#define IN_WAVES 0
#define IN_CURVES 0
#define IN_CURVES32 0
#define IN_NUMBERS 0
#define IN_INTEGERS 1
#define IN_QUOTIENTS 0
#define IN_WHOLE 1
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
