/* Zips that programs spend their time in: a kernel for each op and float type of up to 32 bits. Operands may be
   broadcast along the innermost dimension (columns), along others (rows), or be scalars. The same values as
   cuda_zip.cu's. */
#include "cuda/cuda_operand.cuh"

/* clang-format off */
#define RT_COMMON_ZIPS(X) \
    X(add) X(add_scaled) X(sub) X(mul) X(div) X(mul_scaled) X(div_scaled) X(pow) X(maximum) X(minimum) X(eq) \
    X(ne) X(lt) X(le) X(gt) X(ge) X(sigmoid_backward) X(tanh_backward) X(threshold_backward) \
    X(leaky_relu_backward) X(silu_backward) X(gelu_backward) X(elu_backward) X(softplus_backward) \
    X(log_sigmoid_backward) X(hardswish_backward) X(squared_error) X(absolute_error) X(squared_error_backward) \
    X(bce_logits) X(bce_logits_backward)
/* of doubles: what takes little code */
#define RT_LIGHT_ZIPS(X) \
    X(add) X(add_scaled) X(sub) X(mul) X(maximum) X(minimum) X(eq) X(ne) X(lt) X(le) X(gt) X(ge)
/* What addcmul, addcdiv, clamp and lerp are made of: (op, then) */
#define RT_COMMON_ZIPS3(X) X(mul_scaled, add) X(div_scaled, add) X(maximum, minimum) X(sub, add_scaled)
/* clang-format on */

template <class ROW, class T, class M, class R>
static __global__ void __launch_bounds__(RT_THREADS)
    zip_packs(rt_packs<3> p, R *out, rt_side<T, M> a, rt_side<T, M> b, rt_params<T> params)
{
    enum { V = rt_packed<M> };

    for (RT_EACH(i, p.iterator.numel)) {
        rt_pack<M, V> x, y;
        rt_pack<R, V> r;
        int64_t at[3];
        p.at(i, at);
        rt_side_load(a, at[1], x);
        rt_side_load(b, at[2], y);
        RT_UNROLL
        for (int k = 0; k < V; k++)
            r.at[k] = rt_cast<R>(ROW::of(rt_side_at(a, x, k), rt_side_at(b, y, k), params));
        ((rt_pack<R, V> *)out)[at[0]] = r;
    }
    const int64_t rest = p.iterator.numel * V + threadIdx.x;
    if (blockIdx.x == 0 && rest < p.numel)
        out[rest] = rt_cast<R>(ROW::of(rt_side_rest(a, rest), rt_side_rest(b, rest), params));
}

template <class M, class ROW>
static bool zip_as(struct cuda_device *device, const struct rt_zip_call *call, const rt_iterator<3> &w,
                   enum rt_dtype dtype)
{
    typedef typename rt_computed<M>::type T;
    typedef typename std::conditional<ROW::is_bool, rt_boolean, M>::type R;
    const struct rt_view *const views[3] = {&call->out, &call->a, &call->b};
    const rt_params<T> params = params_of<T>(call->params, call->nparams);
    R *out = (R *)call->out.data;
    rt_packs<3> p;

    if (!rt_packs_of(&p, w, views, {ROW::is_bool ? RT_BOOL : dtype, dtype, dtype}, rt_packed<M>))
        return false;
    const rt_side<T, M> a = rt_side_of<T, M>(&call->a, p.broadcast[1]), b = rt_side_of<T, M>(&call->b, p.broadcast[2]);
    RT_LAUNCH((zip_packs<ROW, T, M, R>), rt_pack_blocks(p.iterator.numel), RT_THREADS, rt_cuda_stream(device), p, out,
              a, b, params);
    return true;
}

template <class M>
static bool zip_of(struct cuda_device *device, const struct rt_zip_call *call, const rt_iterator<3> &w,
                   enum rt_dtype dtype)
{
    switch (call->op) {
#define X(name)                                                                                                        \
    case RT_ZIP_##name:                                                                                                \
        return zip_as<M, rt_zip_row<RT_ZIP_##name>>(device, call, w, dtype);
        RT_COMMON_ZIPS(X)
    default:
        return false;
    }
}

static bool zip_doubles(struct cuda_device *device, const struct rt_zip_call *call, const rt_iterator<3> &w)
{
    typedef double M;
    const enum rt_dtype dtype = RT_FLOAT64;

    switch (call->op) {
        RT_LIGHT_ZIPS(X)
#undef X
    default:
        return false;
    }
}

/* Which type a call's operands have, or return false. */
#define RT_FLOAT_SWITCH(dtype, F)                                                                                      \
    switch (dtype) {                                                                                                   \
    case RT_FLOAT32:                                                                                                   \
        return F(float);                                                                                               \
    case RT_FLOAT16:                                                                                                   \
        return F(half_bits);                                                                                           \
    case RT_BFLOAT16:                                                                                                  \
        return F(bfloat_bits);                                                                                         \
    default:                                                                                                           \
        return false;                                                                                                  \
    }

bool rt_cuda_common_zip(struct cuda_device *device, const struct rt_zip_call *call, const rt_iterator<3> &w)
{
    const enum rt_dtype dtype = call->a.data ? call->a.dtype : call->b.dtype;

    if ((!call->a.data && !call->b.data) || !rt_dtype_is_float(call->compute))
        return false;
    if (call->compute == RT_FLOAT64)
        return zip_doubles(device, call, w);
#define ZIP_OF(M) zip_of<M>(device, call, w, dtype)
    RT_FLOAT_SWITCH(dtype, ZIP_OF)
#undef ZIP_OF
}

/* ---- three operands --------------------------------------------------------------------------------------------- */

/* then(c, op(a, b)) */
template <class OP, class THEN> struct joined {
    template <class T> static __device__ inline T of(T x, T y, T z, const rt_params<T> &params)
    {
        return THEN::of(z, OP::of(x, y, params), params);
    }
};
/* c + b (a - c): b is the weight */
struct weighted {
    template <class T> static __device__ inline T of(T x, T y, T z, const rt_params<T> &)
    {
        return rt_floats<T>::lerp(z, x, y);
    }
};

template <class ROW, class T, class M>
static __global__ void __launch_bounds__(RT_THREADS)
    zip3_packs(rt_packs<4> p, M *out, rt_side<T, M> a, rt_side<T, M> b, rt_side<T, M> c, rt_params<T> params)
{
    enum { V = rt_packed<M> };

    for (RT_EACH(i, p.iterator.numel)) {
        rt_pack<M, V> x, y, z, r;
        int64_t at[4];
        p.at(i, at);
        rt_side_load(a, at[1], x);
        rt_side_load(b, at[2], y);
        rt_side_load(c, at[3], z);
        RT_UNROLL
        for (int k = 0; k < V; k++)
            r.at[k] = rt_cast<M>(ROW::of(rt_side_at(a, x, k), rt_side_at(b, y, k), rt_side_at(c, z, k), params));
        ((rt_pack<M, V> *)out)[at[0]] = r;
    }
    const int64_t rest = p.iterator.numel * V + threadIdx.x;
    if (blockIdx.x == 0 && rest < p.numel)
        out[rest] = rt_cast<M>(ROW::of(rt_side_rest(a, rest), rt_side_rest(b, rest), rt_side_rest(c, rest), params));
}

template <class M, class ROW>
static bool zip3_as(struct cuda_device *device, const struct rt_zip3_call *call, const rt_iterator<4> &w,
                    enum rt_dtype dtype)
{
    typedef typename rt_computed<M>::type T;
    const struct rt_view *const views[4] = {&call->out, &call->a, &call->b, &call->c};
    const rt_params<T> params = params_of<T>(call->params, call->nparams);
    M *out = (M *)call->out.data;
    rt_packs<4> p;

    if (!rt_packs_of(&p, w, views, {dtype, dtype, dtype, dtype}, rt_packed<M>))
        return false;
    const rt_side<T, M> a = rt_side_of<T, M>(&call->a, p.broadcast[1]), b = rt_side_of<T, M>(&call->b, p.broadcast[2]),
                        c = rt_side_of<T, M>(&call->c, p.broadcast[3]);
    RT_LAUNCH((zip3_packs<ROW, T, M>), rt_pack_blocks(p.iterator.numel), RT_THREADS, rt_cuda_stream(device), p, out, a,
              b, c, params);
    return true;
}

template <class M>
static bool zip3_of(struct cuda_device *device, const struct rt_zip3_call *call, const rt_iterator<4> &w,
                    enum rt_dtype dtype)
{
    if (call->lerp)
        return zip3_as<M, weighted>(device, call, w, dtype);
#define X(first, second)                                                                                               \
    if (call->op == RT_ZIP_##first && call->then == RT_ZIP_##second)                                                   \
        return zip3_as<M, joined<rt_zip_row<RT_ZIP_##first>, rt_zip_row<RT_ZIP_##second>>>(device, call, w, dtype);
    RT_COMMON_ZIPS3(X)
#undef X
    return false;
}

bool rt_cuda_common_zip3(struct cuda_device *device, const struct rt_zip3_call *call, const rt_iterator<4> &w)
{
    const enum rt_dtype dtype = call->out.dtype;

    if (!rt_dtype_is_float(call->compute) || call->compute == RT_FLOAT64)
        return false;
#define ZIP3_OF(M) zip3_of<M>(device, call, w, dtype)
    RT_FLOAT_SWITCH(dtype, ZIP3_OF)
#undef ZIP3_OF
}
