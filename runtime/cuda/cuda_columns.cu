/* The kernel of reductions over columns (the kept dimension has the smaller stride): a thread for each result and part,
   neighbouring threads for neighbouring results. Parts take every parts-th element, so that reads of few columns are
   coalesced, too. */
#include "cuda/cuda_fold.cuh"

#define RT_COLUMN_CHUNKS 16

template <class A, class M, int K> static __global__ void fold_columns(const rt_fold_job j)
{
    const rt_folder<A, K> f = {j};

    for (RT_EACH(t, j.outputs * j.chunks)) {
        const int64_t p = j.chunks > 1 ? t / j.outputs : 0, k = t - p * j.outputs;
        typename rt_folder<A, K>::partial_result acc[4] = {f.start(), f.start(), f.start(), f.start()};
        int64_t offset[3], i = p;
        j.kept.at(k, offset);
        RT_ROLLED
        for (; i + 3 * j.chunks < j.length; i += 4 * j.chunks) {
            A x[4];
            for (int q = 0; q < 4; q++)
                x[q] = rt_fold_load<A, M>(j, offset[0] + rt_fold_at(j, i + q * j.chunks));
            for (int q = 0; q < 4; q++)
                f.add(acc[q], x[q], i + q * j.chunks);
        }
        RT_ROLLED
        for (; i < j.length; i += j.chunks)
            f.add(acc[0], rt_fold_load<A, M>(j, offset[0] + rt_fold_at(j, i)), i);
        f.put(k, p, j.chunks, offset, f(f(acc[0], acc[1]), f(acc[2], acc[3])));
    }
}

/* The same in one launch: a warp for each part of 32 neighbouring results, which the block joins. */
template <class A, class M, int K> static __global__ void fold_columns_full(const rt_fold_job j)
{
    const rt_folder<A, K> f = {j};
    __shared__ typename rt_folder<A, K>::partial_result shared[RT_COLUMN_CHUNKS][RT_WARP];
    const int64_t column = threadIdx.x % RT_WARP;
    const int p = (int)(threadIdx.x / RT_WARP);

    for (int64_t first = (int64_t)blockIdx.x * RT_WARP; first < j.outputs; first += (int64_t)gridDim.x * RT_WARP) {
        const int64_t k = first + column;
        typename rt_folder<A, K>::partial_result acc[4] = {f.start(), f.start(), f.start(), f.start()};
        int64_t offset[3] = {0, 0, 0};
        if (k < j.outputs) {
            j.kept.at(k, offset);
            RT_ROLLED
            for (int64_t i = p; i < j.length; i += 4 * RT_COLUMN_CHUNKS)
                for (int q = 0; q < 4; q++)
                    if (i + q * RT_COLUMN_CHUNKS < j.length)
                        f.add(acc[q], rt_fold_load<A, M>(j, offset[0] + rt_fold_at(j, i + q * RT_COLUMN_CHUNKS)),
                              i + q * RT_COLUMN_CHUNKS);
        }
        shared[p][column] = f(f(acc[0], acc[1]), f(acc[2], acc[3]));
        __syncthreads();
        for (int half = RT_COLUMN_CHUNKS / 2; half; half /= 2) {
            if (p < half)
                shared[p][column] = f(shared[p][column], shared[p + half][column]);
            __syncthreads();
        }
        if (p == 0 && k < j.outputs)
            f.put(k, 0, 1, offset, shared[0][column]);
        __syncthreads(); /* the next 32 use the same memory */
    }
}

int rt_fold_columns(struct cuda_device *device, const rt_fold_job &job, enum rt_dtype compute, struct rt_error *err)
{
    const unsigned blocks = rt_blocks(device, job.outputs * job.chunks),
                   full_blocks = rt_grid(device, (job.outputs + RT_WARP - 1) / RT_WARP);
    const cudaStream_t stream = rt_cuda_stream(device);

#define COLUMNS(A, M, K)                                                                                               \
    if (job.warps)                                                                                                     \
        RT_LAUNCH_TOGETHER((fold_columns_full<A, M, K>), full_blocks, RT_COLUMN_CHUNKS *RT_WARP, stream, job);         \
    else                                                                                                               \
        RT_LAUNCH((fold_columns<A, M, K>), blocks, RT_THREADS, stream, job)
    if (compute == RT_FLOAT32) {
        if (job.in_type == RT_FLOAT32) {
            RT_FOLD_KINDS(COLUMNS, float, float)
        } else {
            RT_FOLD_KINDS(COLUMNS, float, rt_fold_any)
        }
    } else if (compute == RT_FLOAT64) {
        RT_FOLD_KINDS(COLUMNS, double, rt_fold_any)
    } else {
        RT_FOLD_KINDS(COLUMNS, int64_t, rt_fold_any)
    }
#undef COLUMNS
    return rt_cuda_launched(device, err);
}
