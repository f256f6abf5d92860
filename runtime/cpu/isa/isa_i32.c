/* Loops for int32; smaller integers pass through block buffers of this type. */
#include "isa.h"

typedef int32_t T;
typedef int32_t P;
typedef uint32_t U;
#define TYPE i32
#define PARAM i32
#include "isa_integer.h"
#include "isa_pointwise.h"

#define IS_FLOAT 0
#include "isa_reduce.h"
