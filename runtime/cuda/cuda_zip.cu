/* Zips: functions of two and three operands, of any type and layout. Common ops on packs of 16 bytes have kernels of
   their own. */
#include "cuda/cuda_complex.cuh"
#include "cuda/cuda_operand.cuh"

extern "C" {
#include "pointwise_names.h"
}

template <class T>
static __global__ void zip_any(rt_iterator<3> w, void *out, enum rt_dtype to, operand<T> a, operand<T> b, int op,
                               rt_params<T> params, int bits)
{
    for (RT_EACH(i, w.numel)) {
        int64_t at[3];
        w.at(i, at);
        rt_store(out, to, at[0], rt_zip_one<T>(op, fetch(a, at[1]), fetch(b, at[2]), params, bits));
    }
}

template <class T>
static void zip_as(struct cuda_device *device, const struct rt_zip_call *call, const rt_iterator<3> &w)
{
    const rt_params<T> params = params_of<T>(call->params, call->nparams);
    const int bits = (int)rt_dtype_size(call->compute) * 8, op = call->op;
    const operand<T> a = operand_of<T>(&call->a), b = operand_of<T>(&call->b);

    RT_LAUNCH((zip_any<T>), rt_blocks(device, w.numel), RT_THREADS, rt_cuda_stream(device), w, call->out.data,
              call->out.dtype, a, b, op, params, bits);
}

extern "C" int rt_cuda_zip(struct rt_device *device, const struct rt_zip_call *call, struct rt_error *err)
{
    struct cuda_device *cuda = cuda_of(device);
    const struct rt_view *const views[3] = {&call->out, &call->a, &call->b};
    rt_iterator<3> w;

    if (rt_dtype_is_complex(call->compute))
        return rt_cuda_complex_zip(cuda, call, err);
    if (call->compute == RT_BOOL && rt_zip_refuses_bool(call->op))
        return rt_pointwise_missing(rt_zip_name(call->op), call->compute, err);
    rt_iterator_of(&w, views);
    if (w.numel == 0)
        return 0;
    if (!rt_cuda_common_zip(cuda, call, w) && !rt_cuda_special_zip(cuda, call, w)) {
#define RT_ZIP_AS(T) zip_as<T>(cuda, call, w)
        RT_COMPUTE_SWITCH(call->compute, RT_ZIP_AS)
#undef RT_ZIP_AS
    }
    return rt_cuda_launched(cuda, err);
}

/* ---- three operands --------------------------------------------------------------------------------------------- */

template <class T> static __device__ inline T mean_of(T from, T to, T weight)
{
    return rt_floats<T>::lerp(from, to, weight);
}
template <> __device__ inline int64_t mean_of(int64_t from, int64_t, int64_t)
{
    return from;
}
template <> __device__ inline int32_t mean_of(int32_t from, int32_t, int32_t)
{
    return from;
}
template <> __device__ inline uint8_t mean_of(uint8_t from, uint8_t, uint8_t)
{
    return from;
}

template <class T>
static __global__ void zip3_any(rt_iterator<4> w, void *out, enum rt_dtype to, operand<T> a, operand<T> b, operand<T> c,
                                int op, int then, bool lerp, rt_params<T> params, int bits)
{
    for (RT_EACH(i, w.numel)) {
        int64_t at[4];
        w.at(i, at);
        const T x = fetch(a, at[1]), y = fetch(b, at[2]), z = fetch(c, at[3]);
        rt_store(out, to, at[0],
                 lerp ? mean_of(z, x, y) : rt_zip_one<T>(then, z, rt_zip_one<T>(op, x, y, params, bits), params, bits));
    }
}

template <class T>
static void zip3_as(struct cuda_device *device, const struct rt_zip3_call *call, const rt_iterator<4> &w)
{
    const rt_params<T> params = params_of<T>(call->params, call->nparams);
    const int bits = (int)rt_dtype_size(call->compute) * 8, op = call->op, then = call->then;
    const operand<T> a = operand_of<T>(&call->a), b = operand_of<T>(&call->b), c = operand_of<T>(&call->c);
    const bool lerp = call->lerp;

    RT_LAUNCH((zip3_any<T>), rt_blocks(device, w.numel), RT_THREADS, rt_cuda_stream(device), w, call->out.data,
              call->out.dtype, a, b, c, op, then, lerp, params, bits);
}

extern "C" int rt_cuda_zip3(struct rt_device *device, const struct rt_zip3_call *call, struct rt_error *err)
{
    struct cuda_device *cuda = cuda_of(device);
    const struct rt_view *const views[4] = {&call->out, &call->a, &call->b, &call->c};
    rt_iterator<4> w;

    if (rt_dtype_is_complex(call->compute))
        return rt_cuda_complex_zip3(cuda, call, err);
    rt_iterator_of(&w, views);
    if (w.numel == 0)
        return 0;
    if (!rt_cuda_common_zip3(cuda, call, w)) {
#define RT_ZIP3_AS(T) zip3_as<T>(cuda, call, w)
        RT_COMPUTE_SWITCH(call->compute, RT_ZIP3_AS)
#undef RT_ZIP3_AS
    }
    return rt_cuda_launched(cuda, err);
}
