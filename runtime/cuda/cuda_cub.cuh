/* What is asked of CUB (which comes with the CUDA Toolkit), behind functions without templates, so that only the two
   files that implement them take the time to compile it: few types, chosen here. The emulation has a small CUB of its
   own (tests/cuda/emulated/cub). */
#ifndef RT_CUDA_CUB_CUH
#define RT_CUDA_CUB_CUH

#include "cuda/cuda.cuh"

/* Keys to be sorted, and their positions; a second buffer of each of the same size for intermediate results. */
struct rt_cub_pairs {
    int size; /* of a key: 4 or 8 bytes, unsigned */
    void *keys, *other_keys;
    uint32_t *at, *other_at;
};
/* Sorts n pairs by the bits [low, high) of their keys, ascending and stable; afterwards keys and at point to the result
   (which may be the other ones). */
int rt_cuda_cub_sort(struct cuda_device *device, rt_cub_pairs *pairs, int64_t n, int low, int high,
                     struct rt_error *err);

/* Running sums, products or logarithms of sums of n dense numbers; half types are added up as floats. out has the type
   of in and may be it. Returns 1 and does nothing if there is no code for the type: the kernels of cuda_scan.cu do it
   then. */
int rt_cuda_cub_scan(struct cuda_device *device, enum rt_scan_op op, enum rt_dtype type, const void *in, void *out,
                     int64_t n, struct rt_error *err);

/* The same steps for every function of CUB: how much memory it wants, then its work, on the current stream. */
template <class F> static inline int rt_cub_run(struct cuda_device *device, F f, struct rt_error *err)
{
    const cudaStream_t stream = rt_cuda_stream(device);
    size_t size = 0;
    cudaError_t code = f((void *)NULL, size, stream);
    void *memory;

    if (code != cudaSuccess)
        return rt_cuda_fail(device, code, err);
    if (!(memory = rt_cuda_scratch(device, size, err)))
        return -1;
    code = f(memory, size, stream);
    rt_cuda_scratch_free(device, memory);
    return code == cudaSuccess ? rt_cuda_launched(device, err) : rt_cuda_fail(device, code, err);
}

#endif
