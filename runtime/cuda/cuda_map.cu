/* Maps: functions of one operand, of any type and layout. Common ops on packs of 16 bytes have kernels of their own. */
#include "cuda/cuda_complex.cuh"
#include "cuda/cuda_operand.cuh"

template <class T>
static __global__ void map_any(rt_iterator<2> w, void *out, enum rt_dtype to, operand<T> in, int op,
                               rt_params<T> params, int bits)
{
    for (RT_EACH(i, w.numel)) {
        int64_t at[2];
        w.at(i, at);
        rt_store(out, to, at[0], rt_map_one<T>(op, fetch(in, at[1]), params, bits));
    }
}

template <class T>
static void map_as(struct cuda_device *device, const struct rt_map_call *call, const rt_iterator<2> &w)
{
    const rt_params<T> params = params_of<T>(call->params, call->nparams);
    const int bits = (int)rt_dtype_size(call->compute) * 8, op = call->op;
    const operand<T> in = operand_of<T>(&call->in);

    RT_LAUNCH((map_any<T>), rt_blocks(device, w.numel), RT_THREADS, rt_cuda_stream(device), w, call->out.data,
              call->out.dtype, in, op, params, bits);
}

extern "C" int rt_cuda_map(struct rt_device *device, const struct rt_map_call *call, struct rt_error *err)
{
    struct cuda_device *cuda = cuda_of(device);
    const struct rt_view *const views[2] = {&call->out, &call->in};
    rt_iterator<2> w;

    if (rt_dtype_is_complex(call->compute))
        return rt_cuda_complex_map(cuda, call, err);
    rt_iterator_of(&w, views);
    if (w.numel == 0)
        return 0;
    if (!rt_cuda_common_map(cuda, call, w) && !rt_cuda_special_map(cuda, call, w)) {
#define RT_MAP_AS(T) map_as<T>(cuda, call, w)
        RT_COMPUTE_SWITCH(call->compute, RT_MAP_AS)
#undef RT_MAP_AS
    }
    return rt_cuda_launched(cuda, err);
}
