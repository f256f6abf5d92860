/* Loops for int64. */
#include "isa.h"

typedef int64_t T;
typedef int64_t P;
typedef uint64_t U;
#define TYPE i64
#define PARAM i64
#include "isa_integer.h"
#include "isa_pointwise.h"

#define IS_FLOAT 0
#include "isa_reduce.h"
