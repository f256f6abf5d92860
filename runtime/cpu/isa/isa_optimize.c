/* The loops of optimizer steps for both float types. */
#include "isa.h"

#define T float
#define FMA(x, y, z) __builtin_fmaf(x, y, z)
#define SQRT sqrtf
#define ABS fabsf
#define FUNCTION(name) name##_f32
#include "isa_optimize.h"
#undef T
#undef FMA
#undef SQRT
#undef ABS
#undef FUNCTION

#define T double
#define FMA(x, y, z) __builtin_fma(x, y, z)
#define SQRT sqrt
#define ABS fabs
#define FUNCTION(name) name##_f64
#include "isa_optimize.h"

const rt_optimize_loop NAME(optimize)[2][RT_OPTIMIZE_COUNT] = {
#define RT_OPTIMIZE(name, ...) [RT_OPTIMIZE_##name] = name##_f32,
    {
#include "ops/optimizers.def"
    },
#undef RT_OPTIMIZE
#define RT_OPTIMIZE(name, ...) [RT_OPTIMIZE_##name] = name##_f64,
    {
#include "ops/optimizers.def"
    },
#undef RT_OPTIMIZE
};
