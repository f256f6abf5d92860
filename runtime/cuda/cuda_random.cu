/* Random numbers with the bits of PyTorch's CUDA generator: the plan and the formulas are in philox.h, here are the
   grids. Permutations, choices with replacement and numbers that need an unknown count of words are drawn on the host
   with the same words and copied. */
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include "cuda/cuda.cuh"

#define RT_ON_DEVICE __host__ __device__
#define RT_ROUNDED_HALF(x) rounded_half(x)
#define RT_ROUNDED_BFLOAT(x) rounded_bfloat(x)
#define RT_SINE_COSINE(x, s, c) sine_cosine(x, s, c)
static __host__ __device__ inline float rounded_half(float x)
{
    return __half2float(__float2half_rn(x));
}
static __host__ __device__ inline float rounded_bfloat(float x)
{
#ifdef RT_CUDA_EMULATED
    return rt_widen(rt_narrow_bfloat(x));
#else
    return __bfloat162float(__float2bfloat16_rn(x));
#endif
}
static __host__ __device__ inline void sine_cosine(float x, float *s, float *c)
{
#ifdef __CUDA_ARCH__
    __sincosf(x, s, c); /* the fast ones, as the reference */
#else
    *s = sinf(x);
    *c = cosf(x);
#endif
}
#include "random/philox.h"

/* The walk has out's elements in memory order. M: their type in memory; void: it is looked up. */
template <class M> struct putter {
    static __device__ inline void put(const rt_iterator<2> &w, void *out, const struct rt_draw &, int64_t element,
                                      int64_t, double value)
    {
        int64_t at[2];

        w.at(element, at);
        ((M *)out)[at[0]] = rt_cast<M>(value);
    }
};
template <> struct putter<void> {
    static __device__ inline void put(const rt_iterator<2> &w, void *out, const struct rt_draw &d, int64_t element,
                                      int64_t full, double value)
    {
        int64_t at[2];

        w.at(element, at);
        if (rt_draw_is_integer(&d))
            rt_store(out, d.dtype, at[0], full);
        else
            rt_store(out, d.dtype, at[0], value);
    }
};

/* In a graph seed and offset are those of its launch. */
static __device__ inline void at_launch(struct rt_draw *d, const uint64_t *cell)
{
    if (cell) {
        d->seed = cell[0];
        d->block += cell[1] / 4;
    }
}

#define ANY_KIND (-1)

/* Thread t: elements t, t + threads ... of each round's unroll x threads. KIND: what is drawn, as floats, so that the
   compiler keeps only that; or any. */
template <class M, int KIND>
static __global__ void __launch_bounds__(RT_DRAW_THREADS)
    fill_strided(rt_iterator<2> w, void *out, struct rt_draw given, const uint64_t *cell)
{
    const int64_t t = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    struct rt_draw d = given;
    at_launch(&d, cell);
    int64_t full[4] = {0, 0, 0, 0};
    double values[4] = {0, 0, 0, 0};

    if (KIND != ANY_KIND) {
        d.kind = (enum rt_random_kind)KIND;
        d.wide = false;
        d.unroll = 4;
    }
    for (int64_t k = 0; k < d.rounds; k++) {
        const int64_t first = t + d.threads * d.unroll * k;
        if (first >= d.numel)
            return;
        rt_draw_numbers(&d, (uint64_t)t, d.block + (uint64_t)k, full, values);
        RT_EACH_DRAWN(i, d.unroll)
        if (first + d.threads * i < d.numel)
            putter<M>::put(w, out, d, first + d.threads * i, full[i], values[i]);
    }
}

/* out = in * kept * scale; the three have one dense layout. */
template <class M> struct dropping {
    typedef std::conditional_t<std::is_same<M, double>::value, double, float> T;
    M *out;
    const M *in;
    bool *kept;
    T scale;

    __device__ inline void at(int64_t e, double value) const
    {
        const bool keeps = value != 0;

        out[e] = rt_cast<M>(rt_cast<T>(in[e]) * (T)keeps * scale);
        kept[e] = keeps;
    }
};

/* vector: so many neighbours come from one thread; 1: as fill_strided. */
template <class M>
static __global__ void __launch_bounds__(RT_DRAW_THREADS)
    drop(dropping<M> to, struct rt_draw d, int vector, const uint64_t *cell)
{
    const int64_t t = (int64_t)blockIdx.x * blockDim.x + threadIdx.x, chunks = d.numel / vector;
    int64_t full[4] = {0, 0, 0, 0};
    double values[4] = {0, 0, 0, 0};

    at_launch(&d, cell);
    d.kind = RT_RANDOM_DROPOUT; /* lets the compiler drop all other kinds */
    d.wide = false;
    d.unroll = 4;
    if (vector == 1) {
        for (int64_t k = 0; k < d.rounds; k++) {
            const int64_t first = t + d.threads * 4 * k;
            rt_draw_numbers(&d, (uint64_t)t, d.block + (uint64_t)k, full, values);
            RT_EACH_DRAWN(i, 4)
            if (first + d.threads * i < d.numel)
                to.at(first + d.threads * i, values[i]);
        }
        return;
    }
    for (int64_t c = t, m = 0; c < chunks; c += d.threads, m++) {
        const int first = vector == 4 ? 0 : (int)(m % 2) * 2;
        rt_draw_numbers(&d, (uint64_t)t, d.block + (uint64_t)(vector == 4 ? m : m / 2), full, values);
        RT_EACH_DRAWN(i, 4)
        if (i < vector)
            to.at(c * vector + i, first ? values[(2 + i) & 3] : values[i]);
    }
}

template <class M>
static void drop_of(const struct rt_random_call *call, const struct rt_draw &draw, unsigned blocks, cudaStream_t stream,
                    const uint64_t *cell)
{
    const int vector = (int)call->bounds[0];
    const struct rt_draw d = draw;
    dropping<M> to;

    to.out = (M *)call->out.data;
    to.in = (const M *)call->in.data;
    to.kept = (bool *)call->in2.data;
    to.scale = (typename dropping<M>::T)call->params[1];
    RT_LAUNCH((drop<M>), blocks, RT_DRAW_THREADS, stream, to, d, vector, cell);
}

static void drop_some(const struct rt_random_call *call, const struct rt_draw &d, unsigned blocks, cudaStream_t stream,
                      const uint64_t *cell)
{
    if (d.dtype == RT_FLOAT16)
        drop_of<half_bits>(call, d, blocks, stream, cell);
    else if (d.dtype == RT_BFLOAT16)
        drop_of<bfloat_bits>(call, d, blocks, stream, cell);
    else if (d.dtype == RT_FLOAT64)
        drop_of<double>(call, d, blocks, stream, cell);
    else
        drop_of<float>(call, d, blocks, stream, cell);
}

template <class M>
static bool fill_common_of(const rt_iterator<2> &iterator, const struct rt_draw &draw, void *out, unsigned blocks,
                           cudaStream_t stream, const uint64_t *cell)
{
    const rt_iterator<2> w = iterator;
    const struct rt_draw d = draw;

    if (d.kind == RT_RANDOM_UNIFORM)
        RT_LAUNCH((fill_strided<M, RT_RANDOM_UNIFORM>), blocks, RT_DRAW_THREADS, stream, w, out, d, cell);
    else if (d.kind == RT_RANDOM_NORMAL)
        RT_LAUNCH((fill_strided<M, RT_RANDOM_NORMAL>), blocks, RT_DRAW_THREADS, stream, w, out, d, cell);
    else if (d.kind == RT_RANDOM_BERNOULLI)
        RT_LAUNCH((fill_strided<M, RT_RANDOM_BERNOULLI>), blocks, RT_DRAW_THREADS, stream, w, out, d, cell);
    else
        return false;
    return true;
}

/* What is drawn most. */
static bool fill_common(const rt_iterator<2> &w, const struct rt_draw &d, void *out, unsigned blocks,
                        cudaStream_t stream, const uint64_t *cell)
{
    switch (d.dtype) {
    case RT_FLOAT16:
        return fill_common_of<half_bits>(w, d, out, blocks, stream, cell);
    case RT_BFLOAT16:
        return fill_common_of<bfloat_bits>(w, d, out, blocks, stream, cell);
    case RT_FLOAT32:
        return fill_common_of<float>(w, d, out, blocks, stream, cell);
    default:
        return false;
    }
}

/* A probability an element: four neighbours share a block; here 1 counts as below. */
static __global__ void fill_by_probability(rt_iterator<2> w, void *out, const void *in, enum rt_dtype in_dtype,
                                           struct rt_draw d, const uint64_t *cell, struct rt_cuda_fault *fault)
{
    at_launch(&d, cell);
    for (RT_EACH(t, (d.numel + 3) / 4)) {
        uint32_t words[4];
        rt_philox_words(d.seed, (uint64_t)t, d.block, words);
        for (int64_t e = 4 * t; e < 4 * t + 4 && e < d.numel; e++) {
            int64_t at[2];
            w.at(e, at);
            const double p = rt_load<double>(in, in_dtype, at[1]);
            if (!(p >= 0 && p <= 1))
                rt_fault_value(fault);
            rt_store(out, d.dtype, at[0], (double)(rt_draw_unit32(words[e % 4]) <= p));
        }
    }
}

/* ---- on the host ------------------------------------------------------------------------------------------------ */

/* A dense copy of a view in host memory as view `as`; NULL on error. */
static void *fetched(struct cuda_device *device, const struct rt_view *view, struct rt_view *as, bool read,
                     struct rt_error *err)
{
    const size_t size = (size_t)rt_view_numel(view) * rt_dtype_size(view->dtype);
    void *host = malloc(size ? size : 1), *dense = NULL;
    struct rt_cast_copy_call copy;
    int status = 0;

    if (!host) {
        rt_error_memory(err);
        return NULL;
    }
    *as = *view;
    as->data = host;
    rt_shape_contiguous(view->shape, view->ndim, as->strides);
    if (!read || !size)
        return host;
    if ((dense = rt_cuda_scratch(device, size, err))) {
        copy.in = *view;
        copy.out = *as;
        copy.out.data = dense;
        status = rt_cuda_cast_copy(&device->device, &copy, err);
        if (status == 0)
            status = device->device.ops->copy_to_host(&device->device, host, dense, size, true, err);
        rt_cuda_scratch_free(device, dense);
    }
    if (!dense || status < 0) {
        free(host);
        return NULL;
    }
    return host;
}

/* Copies a dense host view to its destination. */
static int brought(struct cuda_device *device, const struct rt_view *view, const struct rt_view *host,
                   struct rt_error *err)
{
    const size_t size = (size_t)rt_view_numel(view) * rt_dtype_size(view->dtype);
    void *dense = rt_cuda_scratch(device, size, err);
    struct rt_cast_copy_call copy;
    int status;

    if (!dense)
        return -1;
    status = device->device.ops->copy_from_host(&device->device, dense, host->data, size, true, err);
    copy.out = *view;
    copy.in = *host;
    copy.in.data = dense;
    if (status == 0)
        status = rt_cuda_cast_copy(&device->device, &copy, err);
    rt_cuda_scratch_free(device, dense);
    return status;
}

static int draw_on_host(struct cuda_device *device, const struct rt_random_call *call, uint64_t seed, uint64_t offset,
                        struct rt_error *err)
{
    struct rt_random_call host = *call;
    void *out, *in = NULL, *in2 = NULL;
    int status = -1;

    if (!(out = fetched(device, &call->out, &host.out, false, err)))
        return -1;
    if ((!call->in.data || (in = fetched(device, &call->in, &host.in, true, err))) &&
        (!call->in2.data || (in2 = fetched(device, &call->in2, &host.in2, true, err))) &&
        rt_cuda_host->draw(&host, seed, offset, device->max_blocks, err) == 0)
        status = brought(device, &call->out, &host.out, err);
    free(out);
    free(in);
    free(in2);
    return status;
}

static bool is_drawn_on_host(enum rt_random_kind kind)
{
    return kind == RT_RANDOM_PERMUTATION || kind >= RT_RANDOM_MULTINOMIAL;
}

extern "C" int rt_cuda_random(struct rt_device *device, const struct rt_random_call *call, struct rt_error *err)
{
    struct cuda_device *cuda = cuda_of(device);
    struct rt_generator *generator = call->generator ? call->generator : rt_cuda_host->generator(device);
    const bool probabilities = call->kind == RT_RANDOM_BERNOULLI && call->in.data;
    const struct rt_view *const views[2] = {&call->out, probabilities ? &call->in : &call->out};
    struct rt_draw d;
    rt_iterator<2> w;
    uint64_t offset;

    if (!generator)
        return rt_error_memory(err);
    if (rt_dtype_is_complex(call->out.dtype))
        return rt_error_set(err, RT_NOT_IMPLEMENTED, "\"random_kernel_cuda\" not implemented for '%s'",
                            rt_dtype_table[call->out.dtype].scalar);
    if (rt_view_numel(&call->out) == 0)
        return 0;
    rt_draw_plan(&d, call, cuda->max_blocks);
    const uint64_t words = rt_cuda_host->words(call, cuda->max_blocks);
    const uint64_t *cell = NULL;
    if (is_drawn_on_host(call->kind) && rt_cuda_records(cuda, rt_cuda_stream(cuda)))
        return rt_cuda_fail(cuda, cudaErrorStreamCaptureUnsupported, err);
    const int recorded = rt_cuda_recorded_words(cuda, generator, words, &cell, &offset, err);
    if (recorded < 0 || (recorded == 1 && rt_cuda_host->take(generator, words, &d.seed, &offset, err) < 0))
        return -1;
    if (is_drawn_on_host(call->kind))
        return draw_on_host(cuda, call, d.seed, offset, err);
    d.block = offset / 4;
    rt_iterator_of(&w, views);
    void *out = call->out.data;
    const unsigned blocks = (unsigned)(d.threads / RT_DRAW_THREADS);
    const cudaStream_t stream = rt_cuda_stream(cuda);
    if (probabilities) {
        const void *in = call->in.data;
        const enum rt_dtype in_dtype = call->in.dtype;
        RT_LAUNCH(fill_by_probability, rt_blocks(cuda, d.numel, 4), RT_THREADS, stream, w, out, in, in_dtype, d, cell,
                  rt_cuda_fault_slot(cuda));
    } else if (call->kind == RT_RANDOM_DROPOUT) {
        drop_some(call, d, blocks, stream, cell);
    } else if (!fill_common(w, d, out, blocks, stream, cell)) {
        RT_LAUNCH((fill_strided<void, ANY_KIND>), blocks, RT_DRAW_THREADS, stream, w, out, d, cell);
    }
    return rt_cuda_launched(cuda, err);
}
