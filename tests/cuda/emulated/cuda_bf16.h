/* bfloat16 on the CPU, as far as cuda.cuh uses it. */
#ifndef EMULATED_CUDA_BF16_H
#define EMULATED_CUDA_BF16_H

extern "C" {
#include "dtype.h"
}

struct __nv_bfloat16 {
    uint16_t bits;
};
static inline uint16_t __bfloat16_as_ushort(__nv_bfloat16 x)
{
    return x.bits;
}
static inline __nv_bfloat16 __float2bfloat16_rn(float x)
{
    return {rt_float_to_bfloat(x)};
}

#endif
