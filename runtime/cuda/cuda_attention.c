/* The kernel class `attention`: none yet. Attention on this device is made of ops (ops/attention.c), which ask for the
   kernel on the CPU only. */
#include "cuda/cuda_state.h"

int rt_cuda_attention(struct rt_device *device, const struct rt_attention_call *call, struct rt_error *err)
{
    (void)device, (void)call;
    return rt_error_set(err, RT_NOT_IMPLEMENTED, "\"flash_attention\" is not implemented on CUDA");
}
