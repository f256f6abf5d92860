/* float16 on the CPU, as far as cuda.cuh uses it. */
#ifndef EMULATED_CUDA_FP16_H
#define EMULATED_CUDA_FP16_H

extern "C" {
#include "dtype.h"
}

struct __half {
    uint16_t bits;
};
static inline __half __ushort_as_half(uint16_t bits)
{
    return {bits};
}
static inline uint16_t __half_as_ushort(__half x)
{
    return x.bits;
}
static inline float __half2float(__half x)
{
    return rt_half_to_float(x.bits);
}
static inline __half __float2half_rn(float x)
{
    return {rt_float_to_half(x)};
}

#endif
