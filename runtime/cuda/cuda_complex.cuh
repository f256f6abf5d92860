/* Pointwise kernels of complex numbers: entries for cuda_map.cu. */
#ifndef RT_CUDA_COMPLEX_CUH
#define RT_CUDA_COMPLEX_CUH

#include "cuda/cuda.cuh"

int rt_cuda_complex_map(struct cuda_device *device, const struct rt_map_call *call, struct rt_error *err);
int rt_cuda_complex_zip(struct cuda_device *device, const struct rt_zip_call *call, struct rt_error *err);
int rt_cuda_complex_zip3(struct cuda_device *device, const struct rt_zip3_call *call, struct rt_error *err);

#endif
