/* What kernels that work along one dimension share: the positions of rows, and folds of anything made of 32-bit words
   over warps and blocks. */
#ifndef RT_CUDA_ROWS_CUH
#define RT_CUDA_ROWS_CUH

#include "cuda/cuda.cuh"

/* Shuffles of structs, which the warp functions do not take, and of numbers alike. */
template <class T> union rt_words {
    static_assert(sizeof(T) % sizeof(unsigned) == 0, "a value of whole words");
    T value;
    unsigned word[sizeof(T) / sizeof(unsigned)];
};
template <class T> static __device__ inline T rt_shuffle_xor(T value, int mask)
{
    rt_words<T> w;

    w.value = value;
    for (int i = 0; i < (int)(sizeof(T) / sizeof(unsigned)); i++)
        w.word[i] = __shfl_xor_sync(RT_ALL_THREADS, w.word[i], mask);
    return w.value;
}
template <class T> static __device__ inline T rt_shuffle_up(T value, int step)
{
    rt_words<T> w;

    w.value = value;
    for (int i = 0; i < (int)(sizeof(T) / sizeof(unsigned)); i++)
        w.word[i] = __shfl_up_sync(RT_ALL_THREADS, w.word[i], step);
    return w.value;
}

/* f over the threads of a warp, or over those of a block (a multiple of 32, all of them come here); every thread gets
   the result. The lanes are joined in a fixed order. */
template <class T, class F> static __device__ inline T rt_fold_warp(T value, F f)
{
    for (int step = RT_WARP / 2; step; step /= 2) {
        const T other = rt_shuffle_xor(value, step);
        value = threadIdx.x & step ? f(other, value) : f(value, other);
    }
    return value;
}
template <class T, class F> static __device__ inline T rt_fold_block(T value, T neutral, F f)
{
    __shared__ T parts[RT_WARP];
    const int warp = threadIdx.x / RT_WARP, lane = threadIdx.x % RT_WARP, warps = blockDim.x / RT_WARP;

    value = rt_fold_warp(value, f);
    if (warps == 1)
        return value;
    __syncthreads(); /* partial results may still be read from the call before */
    if (lane == 0)
        parts[warp] = value;
    __syncthreads();
    value = lane < warps ? parts[lane] : neutral;
    return rt_fold_warp(value, f);
}

/* N views as rows along a dimension: row k begins at walk.at(k), its elements are step[] apart. */
template <int N> struct rt_rows {
    rt_iterator<N> iterator;
    int64_t count, length;
    int64_t step[N];
};
/* The first view decides how long rows are; a view without data has steps of 0. */
template <int N> static inline void rt_rows_of(rt_rows<N> *rows, const struct rt_view *const (&views)[N], int dim)
{
    struct rt_view rest[N];
    const struct rt_view *at[N];

    for (int k = 0; k < N; k++) {
        const bool has = views[k]->data && views[k]->ndim;
        rest[k] = *views[0];
        rest[k].data = views[k]->data;
        for (int d = 0; d < rest[k].ndim; d++)
            rest[k].strides[d] = has ? views[k]->strides[d] : 0;
        rows->step[k] = has && views[0]->ndim ? views[k]->strides[dim] : 0;
        if (rest[k].ndim)
            rest[k].shape[dim] = 1;
        at[k] = &rest[k];
    }
    rows->length = views[0]->ndim ? views[0]->shape[dim] : 1;
    rt_iterator_of(&rows->iterator, *(const struct rt_view *const(*)[N]) & at);
    rows->count = rows->iterator.numel;
}

/* The work of a device is cut into about so many threads. */
static inline int64_t rt_threads_wanted(const struct cuda_device *device)
{
    return (int64_t)device->max_blocks * RT_THREADS * 2;
}
static inline unsigned rt_grid(const struct cuda_device *device, int64_t blocks)
{
    const int64_t most = (int64_t)device->max_blocks * 16;

    return (unsigned)(blocks < 1 ? 1 : blocks > most ? most : blocks);
}

#endif
