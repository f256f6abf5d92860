/* The loops of sums in PyTorch's order for both float types. */
#include "isa.h"

#define T float
#define P int32_t
#define V8 v8_float
#define V64 v64_float
#define M64 m64_float
#define FUNCTION(name) name##_f32
#include "isa_lanes.h"
#include "isa_sum.h"
#undef T
#undef P
#undef V8
#undef V64
#undef M64
#undef FUNCTION

#define T double
#define P int64_t
#define V8 v8_double
#define V64 v64_double
#define M64 m64_double
#define FUNCTION(name) name##_f64
#include "isa_lanes.h"
#include "isa_sum.h"

const struct rt_sum_loops NAME(sum)[2] = {
    [RT_LOOP_F32] = {cascade_f32, columns_f32, rows_f32, transposed_f32, multiply_rows_f32, multiply_columns_f32},
    [RT_LOOP_F64] = {cascade_f64, columns_f64, rows_f64, transposed_f64, multiply_rows_f64, multiply_columns_f64},
};
