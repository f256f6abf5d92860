/* The loops of attention for both float types: softmax of blocks of scores whose columns are queries, and its gradient.
 */
#include "isa.h"

#include "isa_math32.h"

/* e^x of a difference from the largest, off by one in the last bit now and then; below e^-87 it is 0, because
   processors take over a hundred cycles for a product with a subnormal number. */
VECTOR float exp_weight(float x)
{
    float t = x < -87.0f ? 0.0f : x, z = fmaf(t, LOG2E, ROUNDER), n = z - ROUNDER, p = 1.9875691500e-4f;
    float r = fmaf(n, -LN2_LOW, fmaf(n, -LN2_HIGH, t));

    p = fmaf(p, r, 1.3981999507e-3f);
    p = fmaf(p, r, 8.3334519073e-3f);
    p = fmaf(p, r, 4.1665795894e-2f);
    p = fmaf(p, r, 1.6666665459e-1f);
    p = fmaf(p, r, 5.0000001201e-1f);
    p = (1.0f + fmaf(p, r * r, r)) * from_bits((int32_t)(((uint32_t)to_bits(z) << 23) + 0x3f800000u));
    return x < -87.0f ? 0.0f : p;
}

#define T float
#define EXP exp_weight
#define LOG m_log
#define FUNCTION(name) name##_f32
#include "isa_attention.h"
#undef T
#undef EXP
#undef LOG
#undef FUNCTION

#define T double
#define EXP m64_exp
#define LOG log
#define FUNCTION(name) name##_f64
#include "isa_attention.h"

#define LOOPS(type)                                                                                                    \
    {                                                                                                                  \
        scale_##type, mask_##type, softmax_##type, add_keys_##type, add_##type, finish_##type, back_##type,            \
            scale_rows_##type, dots_##type                                                                             \
    }
const struct rt_attention_loops NAME(attention)[2] = {[RT_LOOP_F32] = LOOPS(f32), [RT_LOOP_F64] = LOOPS(f64)};
