/* Pointwise loops for uint8, as it is: integers wrap, so that nothing need be wider. */
#include "isa.h"

typedef uint8_t T;
typedef int32_t P;
typedef uint32_t U;
#define TYPE u8
#define PARAM i32
#define NARROW
#pragma GCC diagnostic ignored "-Wtype-limits" /* x < 0 in expressions for all types */
#include "isa_integer.h"
#include "isa_pointwise.h"
