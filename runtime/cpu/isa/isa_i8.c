/* Pointwise loops for int8, as it is: integers wrap, so that nothing need be wider. */
#include "isa.h"

typedef int8_t T;
typedef int32_t P;
typedef uint32_t U;
#define TYPE i8
#define PARAM i32
#define NARROW
#include "isa_integer.h"
#include "isa_pointwise.h"
