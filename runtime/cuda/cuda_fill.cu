/* Fills, and elements chosen by a mask. */
#include "cuda/cuda_operand.cuh"

/* ---- fill ------------------------------------------------------------------------------------------------------- */

template <class M> static __global__ void fill_all(rt_walk<1> w, M *out, M value)
{
    for (RT_EACH(i, w.numel)) {
        int64_t at[1];
        w.at(i, at);
        out[at[0]] = value;
    }
}

/* start + i step; linspace counts its second half from the end (facts/pytorch.md section 3) */
template <class T>
static __global__ void fill_steps(rt_walk<1> w, void *out, enum rt_dtype dtype, T start, T step, T end, bool linspace)
{
    for (RT_EACH(i, w.numel)) {
        int64_t at[1];
        w.at(i, at);
        const T value = !linspace || i < w.numel / 2 ? start + step * (T)i : end - step * (T)(w.numel - 1 - i);
        rt_store(out, dtype, at[0], w.numel == 1 ? start : value);
    }
}

template <class T>
static void steps_from(struct cuda_device *device, const struct rt_fill_call *call, const rt_walk<1> &w)
{
    const T start = rt_number<T>(call->start), step = rt_number<T>(call->step), end = rt_number<T>(call->end);

    RT_LAUNCH((fill_steps<T>), rt_blocks(device, w.numel), RT_THREADS, rt_cuda_stream(device), w, call->out.data,
              call->out.dtype, start, step, end, call->kind == RT_FILL_LINSPACE);
}

extern "C" int rt_cuda_fill(struct rt_device *device, const struct rt_fill_call *call, struct rt_error *err)
{
    struct cuda_device *cuda = cuda_of(device);
    const enum rt_dtype dtype = call->out.dtype;
    const struct rt_view *const views[1] = {&call->out};
    rt_walk<1> w;

    rt_walk_of(&w, views, call->kind != RT_FILL_CONSTANT);
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
    RT_DTYPE_SWITCH(dtype, M, {
        M value;
        M *out = (M *)call->out.data;
        rt_scalar_store(dtype, &value, call->start);
        RT_LAUNCH((fill_all<M>), rt_blocks(cuda, w.numel), RT_THREADS, rt_cuda_stream(cuda), w, out, value);
    })
    return rt_cuda_launched(cuda, err);
}

/* ---- select ----------------------------------------------------------------------------------------------------- */

template <class T>
static __global__ void select_any(rt_walk<4> w, void *out, enum rt_dtype to, operand<uint8_t> cond, operand<T> a,
                                  operand<T> b)
{
    for (RT_EACH(i, w.numel)) {
        int64_t at[4];
        w.at(i, at);
        rt_store(out, to, at[0],
                 (cond.data ? rt_load<truth>(cond.data, cond.dtype, at[1]).value : cond.number) ? fetch(a, at[2])
                                                                                                : fetch(b, at[3]));
    }
}

extern "C" int rt_cuda_select(struct rt_device *device, const struct rt_select_call *call, struct rt_error *err)
{
    struct cuda_device *cuda = cuda_of(device);
    const struct rt_view *const views[4] = {&call->out, &call->cond, &call->a, &call->b};
    rt_walk<4> w;

    rt_walk_of(&w, views);
    if (w.numel == 0)
        return 0;
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
