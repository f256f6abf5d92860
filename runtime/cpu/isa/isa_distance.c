/* The loops of distances between points for both float types. */
#include "isa.h"

static const struct rt_loop_param NO_PARAMS[RT_MAX_PARAMS];

#define T float
#define P int32_t
#define SIGN INT32_MIN
#define V8 v8_float
#define V64 v64_float
#define M64 m64_float
#define SQRT sqrtf
#define POWERS NAME(f32_zip)[RT_ZIP_pow]
#define FUNCTION(name) name##_f32
#include "isa_distance.h"
#undef T
#undef P
#undef SIGN
#undef V8
#undef V64
#undef M64
#undef SQRT
#undef POWERS
#undef FUNCTION

#define T double
#define P int64_t
#define SIGN INT64_MIN
#define V8 v8_double
#define V64 v64_double
#define M64 m64_double
#define SQRT sqrt
#define POWERS NAME(f64_zip)[RT_ZIP_pow]
#define FUNCTION(name) name##_f64
#include "isa_distance.h"

const struct rt_distance_loops NAME(distance)[2] = {
    [RT_LOOP_F32] = {distances_f32, distances_back_f32},
    [RT_LOOP_F64] = {distances_f64, distances_back_f64},
};
