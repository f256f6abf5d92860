/* The second launch of reductions whose rows were folded in parts: a warp or a block joins those of a result. */
#include "cuda/cuda_fold.cuh"

template <class A, int K> static __global__ void fold_join(const rt_fold_job j)
{
    const rt_folder<A, K> f = {j};
    typedef typename rt_folder<A, K>::partial_result partial_result;
    const partial_result *partial = (const partial_result *)j.partial;

    for (int64_t k = blockIdx.x; k < j.outputs; k += gridDim.x) {
        partial_result acc = f.start();
        int64_t offset[3];
        for (int64_t p = threadIdx.x; p < j.chunks; p += blockDim.x)
            acc = f(acc, partial[k * j.output_step + p * j.chunk_step]);
        acc = rt_fold_block(acc, f.start(), f);
        j.kept.at(k, offset);
        if (threadIdx.x == 0)
            f.put(k, 0, 1, offset, acc);
    }
}

int rt_fold_join(struct cuda_device *device, const rt_fold_job &job, enum rt_dtype compute, struct rt_error *err)
{
    const unsigned blocks = rt_grid(device, job.outputs), threads = job.chunks > 64 ? RT_THREADS : RT_WARP;
    const cudaStream_t stream = rt_cuda_stream(device);

#define JOIN(A, M, K) RT_LAUNCH_TOGETHER((fold_join<A, K>), blocks, threads, stream, job)
    if (compute == RT_FLOAT32) {
        RT_FOLD_KINDS(JOIN, float, )
    } else if (compute == RT_FLOAT64) {
        RT_FOLD_KINDS(JOIN, double, )
    } else {
        RT_FOLD_KINDS(JOIN, int64_t, )
    }
#undef JOIN
    return rt_cuda_launched(device, err);
}
