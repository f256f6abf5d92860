/* Fills, and elements chosen by a mask. */
#include "cuda/cuda_operand.cuh"

/* ---- fill ------------------------------------------------------------------------------------------------------- */

template <class M> static __global__ void fill_all(rt_iterator<1> w, M *out, M value)
{
    for (RT_EACH(i, w.numel)) {
        int64_t at[1];
        w.at(i, at);
        out[at[0]] = value;
    }
}

/* start + i step; linspace counts its second half from the end, as PyTorch does */
template <class T>
static __global__ void fill_steps(rt_iterator<1> w, void *out, enum rt_dtype dtype, T start, T step, T end,
                                  bool linspace)
{
    for (RT_EACH(i, w.numel)) {
        int64_t at[1];
        w.at(i, at);
        const T value = !linspace || i < w.numel / 2 ? start + step * (T)i : end - step * (T)(w.numel - 1 - i);
        rt_store(out, dtype, at[0], w.numel == 1 ? start : value);
    }
}

template <class T>
static void steps_from(struct cuda_device *device, const struct rt_fill_call *call, const rt_iterator<1> &w)
{
    const T start = rt_scalar_as<T>(call->start), step = rt_scalar_as<T>(call->step), end = rt_scalar_as<T>(call->end);

    RT_LAUNCH((fill_steps<T>), rt_blocks(device, w.numel), RT_THREADS, rt_cuda_stream(device), w, call->out.data,
              call->out.dtype, start, step, end, call->kind == RT_FILL_LINSPACE);
}

extern "C" int rt_cuda_fill(struct rt_device *device, const struct rt_fill_call *call, struct rt_error *err)
{
    struct cuda_device *cuda = cuda_of(device);
    const enum rt_dtype dtype = call->out.dtype;
    const struct rt_view *const views[1] = {&call->out};
    rt_iterator<1> w;

    rt_iterator_of(&w, views, call->kind != RT_FILL_CONSTANT);
    if (w.numel == 0)
        return 0;
    if (call->kind != RT_FILL_CONSTANT) {
        if (dtype == RT_FLOAT64)
            steps_from<double>(cuda, call, w);
        else if (rt_dtype_is_integral(dtype) && call->kind == RT_FILL_ARANGE)
            steps_from<int64_t>(cuda, call, w);
        else if (rt_dtype_is_integral(dtype))
            steps_from<double>(cuda, call, w);
        else
            steps_from<float>(cuda, call, w);
        return rt_cuda_launched(cuda, err);
    }
    RT_SIZE_SWITCH(rt_dtype_size(dtype), M, { /* by size, because an element is stored as it is */
                                              M value;
                                              M *out = (M *)call->out.data;
                                              rt_scalar_store(dtype, &value, call->start);
                                              RT_LAUNCH((fill_all<M>), rt_blocks(cuda, w.numel), RT_THREADS,
                                                        rt_cuda_stream(cuda), w, out, value);
    })
    return rt_cuda_launched(cuda, err);
}

/* ---- select ----------------------------------------------------------------------------------------------------- */

template <class T>
static __global__ void select_any(rt_iterator<4> w, void *out, enum rt_dtype to, operand<uint8_t> cond, operand<T> a,
                                  operand<T> b)
{
    for (RT_EACH(i, w.numel)) {
        int64_t at[4];
        w.at(i, at);
        rt_store(out, to, at[0],
                 (cond.data ? rt_load<rt_boolean>(cond.data, cond.dtype, at[1]).value : cond.scalar) ? fetch(a, at[2])
                                                                                                     : fetch(b, at[3]));
    }
}

/* Elements of one type, which are only copied: M has their size. The mask in packs, or one bool for a pack. */
template <class M>
static __global__ void __launch_bounds__(RT_THREADS)
    select_packs(rt_packs<4> p, M *out, const uint8_t *cond, rt_side<M, M> a, rt_side<M, M> b)
{
    enum { V = rt_packed<M> };

    for (RT_EACH(i, p.iterator.numel)) {
        rt_pack<uint8_t, V> c;
        rt_pack<M, V> x, y, r;
        int64_t at[4];
        p.at(i, at);
        if (p.broadcast[1])
            c.at[0] = cond[at[1]];
        else
            c = ((const rt_pack<uint8_t, V> *)cond)[at[1]];
        rt_side_load(a, at[2], x);
        rt_side_load(b, at[3], y);
        RT_UNROLL
        for (int k = 0; k < V; k++)
            r.at[k] = c.at[p.broadcast[1] ? 0 : k] ? rt_side_at(a, x, k) : rt_side_at(b, y, k);
        ((rt_pack<M, V> *)out)[at[0]] = r;
    }
    const int64_t rest = p.iterator.numel * V + threadIdx.x;
    if (blockIdx.x == 0 && rest < p.numel)
        out[rest] = cond[p.broadcast[1] ? 0 : rest] ? rt_side_rest(a, rest) : rt_side_rest(b, rest);
}

template <class M> static rt_side<M, M> select_side(const struct rt_view *view, enum rt_dtype dtype, bool broadcast)
{
    rt_side<M, M> side = {(const M *)view->data,
                          !view->data ? RT_SIDE_SCALAR
                          : broadcast ? RT_SIDE_BROADCAST
                                      : RT_SIDE_PACK,
                          0};

    if (!view->data)
        rt_scalar_store(dtype, &side.scalar, view->constant);
    return side;
}

template <class M>
static bool select_as(struct cuda_device *device, const struct rt_select_call *call, const rt_iterator<4> &w)
{
    const struct rt_view *const views[4] = {&call->out, &call->cond, &call->a, &call->b};
    const enum rt_dtype dtype = call->out.dtype;
    M *out = (M *)call->out.data;
    const uint8_t *cond = (const uint8_t *)call->cond.data;
    rt_packs<4> p;

    if (!cond || !rt_packs_of(&p, w, views, {dtype, RT_BOOL, dtype, dtype}, rt_packed<M>))
        return false;
    const rt_side<M, M> a = select_side<M>(&call->a, dtype, p.broadcast[2]),
                        b = select_side<M>(&call->b, dtype, p.broadcast[3]);
    RT_LAUNCH((select_packs<M>), rt_pack_blocks(p.iterator.numel), RT_THREADS, rt_cuda_stream(device), p, out, cond, a,
              b);
    return true;
}

static bool select_same(struct cuda_device *device, const struct rt_select_call *call, const rt_iterator<4> &w)
{
    switch (rt_dtype_size(call->out.dtype)) {
    case 2:
        return select_as<uint16_t>(device, call, w);
    case 4:
        return select_as<uint32_t>(device, call, w);
    case 8:
        return select_as<uint64_t>(device, call, w);
    default:
        return false;
    }
}

extern "C" int rt_cuda_select(struct rt_device *device, const struct rt_select_call *call, struct rt_error *err)
{
    struct cuda_device *cuda = cuda_of(device);
    const struct rt_view *const views[4] = {&call->out, &call->cond, &call->a, &call->b};
    rt_iterator<4> w;

    rt_iterator_of(&w, views);
    if (w.numel == 0)
        return 0;
    if (select_same(cuda, call, w))
        return rt_cuda_launched(cuda, err);
    const operand<uint8_t> cond = {call->cond.data, call->cond.dtype,
                                   (uint8_t)(call->cond.data ? 0 : !rt_scalar_is_zero(call->cond.constant))};
#define RT_SELECT_AS(T)                                                                                                \
    {                                                                                                                  \
        const operand<T> a = operand_of<T>(&call->a), b = operand_of<T>(&call->b);                                     \
        RT_LAUNCH((select_any<T>), rt_blocks(cuda, w.numel), RT_THREADS, rt_cuda_stream(cuda), w, call->out.data,      \
                  call->out.dtype, cond, a, b);                                                                        \
    }
    if (call->compute == RT_COMPLEX64)
        RT_SELECT_AS(c64)
    else if (call->compute == RT_COMPLEX128)
        RT_SELECT_AS(c128)
    else
        RT_COMPUTE_SWITCH(call->compute, RT_SELECT_AS)
#undef RT_SELECT_AS
    return rt_cuda_launched(cuda, err);
}
