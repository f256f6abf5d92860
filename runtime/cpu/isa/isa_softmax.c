/* The loops of the softmax family for both float types. */
#include "isa.h"

#include "isa_math32.h"

/* e^x of a difference from the largest: nothing above 0 (or nan), so that the power of two, made 2^24 too large, may be
   brought down with one rounding, to subnormal numbers and 0 where these are due. Below -104, where masks put -inf, it
   is 0 without a product that underflows: processors take over a hundred cycles for one. */
VECTOR float exp_low(float x)
{
    float t = x < -104.0f ? 0.0f : x, z = fmaf(t, LOG2E, ROUNDER);
    float e = exp_kernel(t, z - ROUNDER) * from_bits((int32_t)(((uint32_t)to_bits(z) << 23) + 0x4b800000u)) * 0x1p-24f;

    return x < -104.0f ? 0.0f : e;
}

/* the same, off by one in the last bit more often */
VECTOR float exp_rough(float x)
{
    float t = x < -104.0f ? 0.0f : x, z = fmaf(t, LOG2E, ROUNDER), n = z - ROUNDER, p = 1.9875691500e-4f;
    float r = fmaf(n, -LN2_LOW, fmaf(n, -LN2_HIGH, t));

    p = fmaf(p, r, 1.3981999507e-3f);
    p = fmaf(p, r, 8.3334519073e-3f);
    p = fmaf(p, r, 4.1665795894e-2f);
    p = fmaf(p, r, 1.6666665459e-1f);
    p = fmaf(p, r, 5.0000001201e-1f);
    p = 1.0f + fmaf(p, r * r, r);
    p = p * from_bits((int32_t)(((uint32_t)to_bits(z) << 23) + 0x4b800000u)) * 0x1p-24f;
    return x < -104.0f ? 0.0f : p;
}

#define T float
#define P int32_t
#define V8 v8_float
#define V64 v64_float
#define M64 m64_float
#define EXP exp_low
#define EXP_FOR_SUM exp_rough
#define LOG(sum) m_log((float)(sum))
#define FUNCTION(name) name##_f32
#include "isa_softmax.h"
#undef T
#undef P
#undef V8
#undef V64
#undef M64
#undef EXP
#undef EXP_FOR_SUM
#undef LOG
#undef FUNCTION

#define T double
#define P int64_t
#define V8 v8_double
#define V64 v64_double
#define M64 m64_double
#define EXP m64_exp
#define EXP_FOR_SUM m64_exp
#define LOG(sum) log(sum)
#define FUNCTION(name) name##_f64
#include "isa_softmax.h"

const struct rt_softmax_loops NAME(softmax)[2] = {
    [RT_LOOP_F32] = {row_f32, row_back_f32, short_rows_f32, log_rows_f32, columns_f32, columns_back_f32},
    [RT_LOOP_F64] = {row_f64, row_back_f64, short_rows_f64, log_rows_f64, columns_f64, columns_back_f64},
};
