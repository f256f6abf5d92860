/* What a mask selects, in order: counted by pieces of a thousand elements, the counts added up by CUB, then every
   element knows its position. compact (nonzero) needs the number on the host and waits for it. */
#include "cuda/cuda_cub.cuh"

#define EACH 4 /* neighbours of a thread */
#define PIECE (RT_THREADS * EACH)

/* How many elements of each piece are not zero. */
static __global__ void count_pieces(rt_iterator<1> w, const void *mask, enum rt_dtype dtype, int64_t *counts)
{
    int64_t found = 0;

    for (int k = 0; k < EACH; k++) {
        const int64_t i = (int64_t)blockIdx.x * PIECE + threadIdx.x * EACH + k;
        int64_t at[1];
        if (i < w.numel) {
            w.at(i, at);
            found += rt_load<rt_boolean>(mask, dtype, at[0]).value;
        }
    }
    found = rt_block_fold(found, (int64_t)0, [](int64_t a, int64_t b) { return a + b; });
    if (threadIdx.x == 0)
        counts[blockIdx.x] = found;
}

/* The position among the selected ones of each of a thread's EACH elements, for f(element, position). All threads come
   here. */
template <class F>
static __device__ inline void each_selected(const rt_iterator<1> &w, const void *mask, enum rt_dtype dtype,
                                            const int64_t *counts, F f)
{
    const int64_t first = (int64_t)blockIdx.x * PIECE + threadIdx.x * EACH;
    bool selected[EACH];
    int64_t found = 0, total;

    for (int k = 0; k < EACH; k++) {
        int64_t at[1];
        selected[k] = false;
        if (first + k < w.numel) {
            w.at(first + k, at);
            selected[k] = rt_load<rt_boolean>(mask, dtype, at[0]).value;
        }
        found += selected[k];
    }
    int64_t position = (blockIdx.x ? counts[blockIdx.x - 1] : 0) + rt_block_before(found, &total);
    for (int k = 0; k < EACH; k++)
        if (selected[k])
            f(first + k, position++);
}

/* Scratch with the positions where pieces end among what is selected; NULL on error. */
static int64_t *pieces_of(struct cuda_device *device, const rt_iterator<1> &w, const struct rt_view *mask,
                          struct rt_error *err)
{
    const int64_t pieces = (w.numel + PIECE - 1) / PIECE;
    int64_t *counts;
    const void *data = mask->data;
    const enum rt_dtype dtype = mask->dtype;

    if (pieces > INT32_MAX) {
        rt_error_set(err, RT_RUNTIME, "nonzero of more than %lld elements is not there on CUDA devices",
                     (long long)INT32_MAX * PIECE);
        return NULL;
    }
    if (!(counts = (int64_t *)rt_cuda_scratch(device, (size_t)pieces * sizeof *counts, err)))
        return NULL;
    RT_LAUNCH_TOGETHER(count_pieces, (unsigned)pieces, RT_THREADS, rt_cuda_stream(device), w, data, dtype, counts);
    if (pieces == 1 || rt_cuda_cub_scan(device, RT_SCAN_SUM, RT_INT64, counts, counts, pieces, err) == 0)
        return counts;
    rt_cuda_scratch_free(device, counts);
    return NULL;
}

/* ---- nonzero ---------------------------------------------------------------------------------------------------- */

static __global__ void write_coordinates(rt_iterator<1> w, const void *mask, enum rt_dtype dtype, const int64_t *counts,
                                         rt_iterator<1> shape, int64_t *out, int64_t row, int64_t column, int64_t most)
{
    each_selected(w, mask, dtype, counts, [=](int64_t element, int64_t position) {
        int64_t rest = element;
        if (position >= most)
            return;
        for (int d = shape.ndim - 1; d >= 0; d--) {
            out[position * row + d * column] = rest % shape.shape[d];
            rest /= shape.shape[d];
        }
    });
}

extern "C" int rt_cuda_compact(struct rt_device *device, const struct rt_compact_call *call, struct rt_error *err)
{
    struct cuda_device *cuda = cuda_of(device);
    const struct rt_view *const views[1] = {&call->in};
    rt_iterator<1> w, shape;
    int64_t *counts, pieces;
    cudaError_t code;
    int status = -1;

    rt_iterator_of(&w, views, true);
    if (w.numel == 0) {
        *call->count = 0;
        return 0;
    }
    if (!(counts = pieces_of(cuda, w, &call->in, err)))
        return -1;
    pieces = (w.numel + PIECE - 1) / PIECE;
    if (call->out.data) {
        const void *data = call->in.data;
        const enum rt_dtype dtype = call->in.dtype;
        int64_t *out = (int64_t *)call->out.data;
        const int64_t row = call->out.strides[0], column = call->out.strides[1], most = call->out.shape[0];
        shape.ndim = call->in.ndim; /* the dimensions as they are, not joined */
        for (int d = 0; d < call->in.ndim; d++)
            shape.shape[d] = call->in.shape[d];
        RT_LAUNCH_TOGETHER(write_coordinates, (unsigned)pieces, RT_THREADS, rt_cuda_stream(cuda), w, data, dtype,
                           counts, shape, out, row, column, most);
    }
    code =
        cudaMemcpyAsync(call->count, counts + pieces - 1, sizeof *counts, cudaMemcpyDeviceToHost, rt_cuda_stream(cuda));
    status = code == cudaSuccess ? rt_cuda_launched(cuda, err) : rt_cuda_fail(cuda, code, err);
    rt_cuda_scratch_free(cuda, counts);
    return status < 0 ? -1 : rt_cuda_wait(cuda, rt_cuda_stream(cuda), err);
}

/* ---- masks ------------------------------------------------------------------------------------------------------ */

template <class M>
static __global__ void pack_all(rt_iterator<1> w, const void *mask, const int64_t *counts, rt_iterator<1> wide,
                                M *packed, int64_t most, M *side, bool back)
{
    each_selected(w, mask, RT_BOOL, counts, [=](int64_t element, int64_t position) {
        int64_t at[1];
        if (position >= most)
            return;
        wide.at(element, at);
        if (back)
            side[at[0]] = packed[position];
        else
            packed[position] = side[at[0]];
    });
}

extern "C" int rt_cuda_pack(struct rt_device *device, const struct rt_pack_call *call, struct rt_error *err)
{
    struct cuda_device *cuda = cuda_of(device);
    const struct rt_view *const masks[1] = {&call->mask}, *const sides[1] = {call->back ? &call->out : &call->in};
    const struct rt_view *small = call->back ? &call->in : &call->out;
    const void *mask = call->mask.data;
    const bool back = call->back;
    const int64_t most = rt_view_numel(small);
    rt_iterator<1> w, wide;
    int64_t *counts;

    rt_iterator_of(&w, masks, true);
    rt_iterator_of(&wide, sides, true);
    if (w.numel == 0 || most == 0)
        return 0;
    if (!(counts = pieces_of(cuda, w, &call->mask, err)))
        return -1;
    RT_SIZE_SWITCH(rt_dtype_size(call->out.dtype), M, {
        M *packed = (M *)small->data;
        M *side = (M *)sides[0]->data;
        RT_LAUNCH_TOGETHER((pack_all<M>), (unsigned)((w.numel + PIECE - 1) / PIECE), RT_THREADS, rt_cuda_stream(cuda),
                           w, mask, counts, wide, packed, most, side, back);
    })
    rt_cuda_scratch_free(cuda, counts);
    return rt_cuda_launched(cuda, err);
}
