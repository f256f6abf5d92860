/* Elements at positions that index tensors name: gather and scatter. An index out of range is written down for the host
   and its element left alone. */
#include "cuda/cuda.cuh"

/* What both directions need to know of the indices. */
struct positions {
    int count;
    bool negative;
    const void *data[RT_MAX_INDEX];
    enum rt_dtype dtype[RT_MAX_INDEX];
    int64_t size[RT_MAX_INDEX], stride[RT_MAX_INDEX];
    int dim[RT_MAX_INDEX];
    struct rt_cuda_fault *fault;
};

template <class Call> static void positions_of(struct positions *p, const Call *call, struct cuda_device *device)
{
    p->count = call->nindex;
    p->negative = call->negative;
    p->fault = rt_cuda_fault_slot(device);
    for (int k = 0; k < call->nindex; k++) {
        p->data[k] = call->index[k].data;
        p->dtype[k] = call->index[k].dtype;
        p->size[k] = call->size[k];
        p->stride[k] = call->stride[k];
        p->dim[k] = call->dim[k];
    }
}

/* The walk over moved elements, the side that is indexed, and the indices. */
typedef rt_iterator<2 + RT_MAX_INDEX> index_iterator;

template <class Call> static void iterator_of(index_iterator *w, const Call *call, bool ordered)
{
    const struct rt_view *views[2 + RT_MAX_INDEX];

    views[0] = &call->out;
    views[1] = &call->in;
    for (int k = 0; k < RT_MAX_INDEX; k++)
        views[2 + k] = &call->index[k < call->nindex ? k : 0];
    const struct rt_view *const(&all)[2 + RT_MAX_INDEX] = views;
    rt_iterator_of(w, all, ordered);
}

/* How far the indices displace element i; false: one is out of range. */
static __device__ inline bool displaced(const struct positions &p, const int64_t *at, int64_t *by)
{
    *by = 0;
    for (int k = 0; k < p.count; k++) {
        int64_t index = rt_load<int64_t>(p.data[k], p.dtype[k], at[2 + k]);
        const int64_t given = index;
        if (p.negative && index < 0)
            index += p.size[k];
        if (index < 0 || index >= p.size[k]) {
            rt_fault_index(p.fault, p.dim[k], given, p.size[k]);
            return false;
        }
        *by += index * p.stride[k];
    }
    return true;
}

/* ---- gather ----------------------------------------------------------------------------------------------------- */

template <class M> static __global__ void gather_all(index_iterator w, positions p, M *out, const M *in)
{
    for (RT_EACH(i, w.numel)) {
        int64_t at[2 + RT_MAX_INDEX], by;
        w.at(i, at);
        if (displaced(p, at, &by))
            out[at[0]] = in[at[1] + by];
    }
}

extern "C" int rt_cuda_gather(struct rt_device *device, const struct rt_gather_call *call, struct rt_error *err)
{
    struct cuda_device *cuda = cuda_of(device);
    index_iterator w;
    positions p;

    positions_of(&p, call, cuda);
    iterator_of(&w, call, false);
    if (w.numel == 0)
        return 0;
    RT_SIZE_SWITCH(rt_dtype_size(call->out.dtype), M, {
        M *out = (M *)call->out.data;
        const M *in = (const M *)call->in.data;
        RT_LAUNCH((gather_all<M>), rt_blocks(cuda, w.numel), RT_THREADS, rt_cuda_stream(cuda), w, p, out, in);
    })
    return rt_cuda_launched(cuda, err);
}

/* ---- scatter ---------------------------------------------------------------------------------------------------- */

template <class T> static __device__ inline T combined(enum rt_scatter_mode mode, T old, T value)
{
    switch (mode) {
    case RT_SCATTER_ADD:
        return (T)(old + value);
    case RT_SCATTER_PROD:
        return (T)(old * value);
    case RT_SCATTER_MAX:
        return old != old ? old : value != value ? value : old < value ? value : old;
    case RT_SCATTER_MIN:
        return old != old ? old : value != value ? value : value < old ? value : old;
    default:
        return value;
    }
}

/* *at = combined(*at, value), whatever other threads do at the same position. T: the type it is computed in. */
template <class M, class T> static __device__ inline void combine(M *at, M value, enum rt_scatter_mode mode)
{
    const T x = rt_cast<T>(value);

    if (sizeof(M) == 8) {
        unsigned long long *word = (unsigned long long *)at, seen = *word, was;
        do {
            was = seen;
            M old, now;
            memcpy(&old, &was, sizeof old);
            now = rt_cast<M>(combined<T>(mode, rt_cast<T>(old), x));
            unsigned long long next = 0;
            memcpy(&next, &now, sizeof now);
            seen = atomicCAS(word, was, next);
        } while (seen != was);
        return;
    }
    /* the aligned word of four bytes around it */
    unsigned *word = (unsigned *)((uintptr_t)at & ~(uintptr_t)3), seen = *word, was;
    const unsigned shift = (unsigned)((uintptr_t)at & 3) * 8,
                   mask = (sizeof(M) == 4 ? 0xffffffffu : (1u << (sizeof(M) * 8 % 32)) - 1) << shift;
    do {
        was = seen;
        const unsigned part = (was & mask) >> shift;
        M old, now;
        memcpy(&old, &part, sizeof old);
        now = rt_cast<M>(combined<T>(mode, rt_cast<T>(old), x));
        unsigned next = 0;
        memcpy(&next, &now, sizeof now);
        seen = atomicCAS(word, was, (was & ~mask) | next << shift);
    } while (seen != was);
}

/* Sums that the hardware knows. */
template <class M> static __device__ inline void add_at(M *at, M value)
{
    combine<M, float>(at, value, RT_SCATTER_ADD);
}
template <> __device__ inline void add_at(float *at, float value)
{
    atomicAdd(at, value);
}
template <> __device__ inline void add_at(double *at, double value)
{
    atomicAdd(at, value);
}
template <> __device__ inline void add_at(int32_t *at, int32_t value)
{
    atomicAdd((int *)at, (int)value);
}
template <> __device__ inline void add_at(int64_t *at, int64_t value)
{
    atomicAdd((unsigned long long *)at, (unsigned long long)value);
}
template <class R> static __device__ inline void add_parts(rt_complex<R> *at, rt_complex<R> value)
{
    atomicAdd(&at->re, value.re);
    atomicAdd(&at->im, value.im);
}
template <> __device__ inline void add_at(c64 *at, c64 value)
{
    add_parts(at, value);
}
template <> __device__ inline void add_at(c128 *at, c128 value)
{
    add_parts(at, value);
}

/* The type in which an element in memory is combined. */
template <class M> struct combining {
    typedef int64_t type;
};
template <> struct combining<float> {
    typedef float type;
};
template <> struct combining<double> {
    typedef double type;
};
template <> struct combining<half_bits> {
    typedef float type;
};
template <> struct combining<bfloat_bits> {
    typedef float type;
};

template <class M> static __global__ void scatter_put(index_iterator w, positions p, M *out, const M *in)
{
    for (RT_EACH(i, w.numel)) {
        int64_t at[2 + RT_MAX_INDEX], by;
        w.at(i, at);
        if (displaced(p, at, &by))
            out[at[0] + by] = in[at[1]];
    }
}

template <class M>
static __global__ void scatter_combine(index_iterator w, positions p, M *out, const M *in, enum rt_scatter_mode mode)
{
    for (RT_EACH(i, w.numel)) {
        int64_t at[2 + RT_MAX_INDEX], by;
        w.at(i, at);
        if (!displaced(p, at, &by))
            continue;
        if (mode == RT_SCATTER_ADD && sizeof(M) >= 4)
            add_at(&out[at[0] + by], in[at[1]]);
        else
            combine<M, typename combining<M>::type>(&out[at[0] + by], in[at[1]], mode);
    }
}

template <class M> static __global__ void scatter_sums(index_iterator w, positions p, M *out, const M *in)
{
    for (RT_EACH(i, w.numel)) {
        int64_t at[2 + RT_MAX_INDEX], by;
        w.at(i, at);
        if (displaced(p, at, &by))
            add_at(&out[at[0] + by], in[at[1]]);
    }
}

/* One thread: there is no atomic operation on both components of every complex type, and such products are rare. */
template <class M> static __global__ void scatter_products(index_iterator w, positions p, M *out, const M *in)
{
    for (int64_t i = 0; i < w.numel; i++) {
        int64_t at[2 + RT_MAX_INDEX], by;
        w.at(i, at);
        if (displaced(p, at, &by))
            out[at[0] + by] = out[at[0] + by] * in[at[1]];
    }
}

template <class M>
static void scatter_complex(struct cuda_device *device, const struct rt_scatter_call *call, const index_iterator &w,
                            const positions &p)
{
    M *out = (M *)call->out.data;
    const M *in = (const M *)call->in.data;

    if (call->mode == RT_SCATTER_PROD)
        RT_LAUNCH((scatter_products<M>), 1, 1, rt_cuda_stream(device), w, p, out, in);
    else
        RT_LAUNCH((scatter_sums<M>), rt_blocks(device, w.numel), RT_THREADS, rt_cuda_stream(device), w, p, out, in);
}

extern "C" int rt_cuda_scatter(struct rt_device *device, const struct rt_scatter_call *call, struct rt_error *err)
{
    struct cuda_device *cuda = cuda_of(device);
    const enum rt_scatter_mode mode = call->mode;
    index_iterator w;
    positions p;

    positions_of(&p, call, cuda);
    iterator_of(&w, call, false);
    if (w.numel == 0)
        return 0;
    if (mode == RT_SCATTER_ASSIGN) {
        RT_SIZE_SWITCH(rt_dtype_size(call->out.dtype), M, {
            M *out = (M *)call->out.data;
            const M *in = (const M *)call->in.data;
            RT_LAUNCH((scatter_put<M>), rt_blocks(cuda, w.numel), RT_THREADS, rt_cuda_stream(cuda), w, p, out, in);
        })
        return rt_cuda_launched(cuda, err);
    }
    if (rt_dtype_is_complex(call->out.dtype)) {
        if (mode != RT_SCATTER_ADD && mode != RT_SCATTER_PROD)
            return rt_error_set(err, RT_NOT_IMPLEMENTED, "\"scatter_gather_tensor_cuda\" not implemented for '%s'",
                                rt_dtype_table[call->out.dtype].scalar);
        if (call->out.dtype == RT_COMPLEX64)
            scatter_complex<c64>(cuda, call, w, p);
        else
            scatter_complex<c128>(cuda, call, w, p);
        return rt_cuda_launched(cuda, err);
    }
    RT_REAL_SWITCH(call->out.dtype, M, {
        M *out = (M *)call->out.data;
        const M *in = (const M *)call->in.data;
        RT_LAUNCH((scatter_combine<M>), rt_blocks(cuda, w.numel), RT_THREADS, rt_cuda_stream(cuda), w, p, out, in,
                  mode);
    })
    return rt_cuda_launched(cuda, err);
}
