/* The kernel of reductions whose results lie closer together than what is folded into each: a thread for each result
   and part, neighbouring threads for neighbouring results. Parts take every parts-th element, so that few columns are
   read in lines, too. */
#include "cuda/cuda_fold.cuh"

template <class A, class M, int K> static __global__ void fold_columns(const rt_fold_job j)
{
    const rt_folder<A, K> f = {j};

    for (RT_EACH(t, j.outputs * j.parts)) {
        const int64_t p = j.parts > 1 ? t / j.outputs : 0, k = t - p * j.outputs;
        typename rt_folder<A, K>::part acc[4] = {f.start(), f.start(), f.start(), f.start()};
        int64_t offset[3], i = p;
        j.kept.at(k, offset);
        RT_ROLLED
        for (; i + 3 * j.parts < j.length; i += 4 * j.parts) {
            A x[4];
            for (int q = 0; q < 4; q++)
                x[q] = rt_fold_load<A, M>(j, offset[0] + rt_fold_at(j, i + q * j.parts));
            for (int q = 0; q < 4; q++)
                f.add(acc[q], x[q], i + q * j.parts);
        }
        RT_ROLLED
        for (; i < j.length; i += j.parts)
            f.add(acc[0], rt_fold_load<A, M>(j, offset[0] + rt_fold_at(j, i)), i);
        f.put(k, p, j.parts, offset, f(f(acc[0], acc[1]), f(acc[2], acc[3])));
    }
}

int rt_fold_columns(struct cuda_device *device, const rt_fold_job &job, enum rt_dtype compute, struct rt_error *err)
{
    const unsigned blocks = rt_blocks(device, job.outputs * job.parts);
    const cudaStream_t stream = rt_cuda_stream(device);

#define COLUMNS(A, M, K) RT_LAUNCH((fold_columns<A, M, K>), blocks, RT_THREADS, stream, job)
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
