/* Maps that programs spend their time in: a kernel for each op and float type of up to 32 bits, 16 bytes for each
   thread. The same values as cuda_map.cu's. */
#include "cuda/cuda_operand.cuh"

/* clang-format off */
#define RT_COMMON_MAPS(X) \
    X(neg) X(abs) X(sign) X(square) X(cube) X(reciprocal) X(sqrt) X(rsqrt) X(exp) X(exp2) X(expm1) X(log) \
    X(log2) X(log10) X(log1p) X(sin) X(cos) X(tan) X(tanh) X(erf) X(sigmoid) X(silu) X(gelu) X(gelu_tanh) \
    X(relu) X(leaky_relu) X(elu) X(softplus) X(log_sigmoid) X(floor) X(ceil) X(trunc) X(round) X(frac) \
    X(clamp) X(clamp_min) X(clamp_max) X(isnan) X(isinf) X(isfinite) X(logical_not) X(nonzero) X(mish) \
    X(hardsigmoid) X(hardswish) X(threshold)
/* of doubles: what takes little code */
#define RT_LIGHT_MAPS(X) X(neg) X(abs) X(square) X(sqrt) X(relu) X(clamp) X(clamp_min) X(clamp_max) X(isnan)
/* clang-format on */

template <class ROW, class T, class M, class R>
static __global__ void __launch_bounds__(RT_THREADS) map_packs(rt_packs<2> p, R *out, const M *in, rt_params<T> params)
{
    enum { V = rt_packed<M> };

    for (RT_EACH(i, p.iterator.numel)) {
        rt_pack<R, V> r;
        int64_t at[2];
        p.at(i, at);
        const rt_pack<M, V> x = ((const rt_pack<M, V> *)in)[at[1]];
        RT_UNROLL
        for (int k = 0; k < V; k++)
            r.at[k] = rt_cast<R>(ROW::of(rt_cast<T>(x.at[k]), params));
        ((rt_pack<R, V> *)out)[at[0]] = r;
    }
    const int64_t rest = p.iterator.numel * V + threadIdx.x;
    if (blockIdx.x == 0 && rest < p.numel)
        out[rest] = rt_cast<R>(ROW::of(rt_cast<T>(in[rest]), params));
}

template <class M, class ROW>
static bool map_as(struct cuda_device *device, const struct rt_map_call *call, const rt_iterator<2> &w)
{
    typedef typename rt_computed<M>::type T;
    typedef typename std::conditional<ROW::is_bool, rt_boolean, M>::type R;
    const struct rt_view *const views[2] = {&call->out, &call->in};
    const rt_params<T> params = params_of<T>(call->params, call->nparams);
    R *out = (R *)call->out.data;
    const M *in = (const M *)call->in.data;
    rt_packs<2> p;

    if (!rt_packs_of(&p, w, views, {ROW::is_bool ? RT_BOOL : call->in.dtype, call->in.dtype}, rt_packed<M>) ||
        p.broadcast[1])
        return false;
    RT_LAUNCH((map_packs<ROW, T, M, R>), rt_pack_blocks(p.iterator.numel), RT_THREADS, rt_cuda_stream(device), p, out,
              in, params);
    return true;
}

template <class M>
static bool map_of(struct cuda_device *device, const struct rt_map_call *call, const rt_iterator<2> &w)
{
    switch (call->op) {
#define X(name)                                                                                                        \
    case RT_MAP_##name:                                                                                                \
        return map_as<M, rt_map_row<RT_MAP_##name>>(device, call, w);
        RT_COMMON_MAPS(X)
    default:
        return false;
    }
}

static bool map_doubles(struct cuda_device *device, const struct rt_map_call *call, const rt_iterator<2> &w)
{
    typedef double M;

    switch (call->op) {
        RT_LIGHT_MAPS(X)
#undef X
    default:
        return false;
    }
}

bool rt_cuda_common_map(struct cuda_device *device, const struct rt_map_call *call, const rt_iterator<2> &w)
{
    if (!call->in.data || !rt_dtype_is_float(call->compute))
        return false;
    if (call->compute == RT_FLOAT64)
        return map_doubles(device, call, w);
    switch (call->in.dtype) {
    case RT_FLOAT32:
        return map_of<float>(device, call, w);
    case RT_FLOAT16:
        return map_of<half_bits>(device, call, w);
    case RT_BFLOAT16:
        return map_of<bfloat_bits>(device, call, w);
    default:
        return false;
    }
}
