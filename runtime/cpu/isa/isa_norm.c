/* The loops of normalisations for both float types. */
#include "isa.h"

#define T float
#define P int32_t
#define V8 v8_float
#define V64 v64_float
#define M64 m64_float
#define FUNCTION(name) name##_f32
#include "isa_norm.h"
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
#include "isa_norm.h"

#define LOOPS(type)                                                                                                    \
    {                                                                                                                  \
        moments_##type, products_##type, row_##type, run_##type, back_##type, moments_columns_##type,                  \
            products_columns_##type, products_rows_##type, run_columns_##type, back_columns_##type                     \
    }
const struct rt_norm_loops NAME(norm)[2] = {[RT_LOOP_F32] = LOOPS(f32), [RT_LOOP_F64] = LOOPS(f64)};
