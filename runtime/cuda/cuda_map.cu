/* Pointwise kernels: fill, map, zip, zip3, select. Dense operands of one type are read and written 16 bytes at once;
   everything else walks strided views. Complex numbers have a file of their own. */
#include "cuda/cuda_complex.cuh"
#include "cuda/cuda_pointwise.cuh"

/* ---- operands --------------------------------------------------------------------------------------------------- */

/* An input: data of a dtype, or one number. */
template <class T> struct operand {
    const void *data;
    enum rt_dtype dtype;
    T number;
};

template <class T> static operand<T> operand_of(const struct rt_view *view)
{
    return {view->data, view->dtype, view->data ? T() : rt_number<T>(view->constant)};
}

template <class T> static __device__ inline T fetch(const operand<T> &from, int64_t at)
{
    return from.data ? rt_load<T>(from.data, from.dtype, at) : from.number;
}

template <class T> static rt_params<T> params_of(const struct rt_scalar *params, int n)
{
    rt_params<T> p;

    for (int i = 0; i < RT_MAX_PARAMS; i++)
        p.p[i] = i < n ? rt_number<T>(params[i]) : rt_number<T>(rt_scalar_int(0));
    return p;
}

/* Elements in 16 bytes. */
template <class M> static constexpr int packed = sizeof(M) >= 16 ? 1 : 16 / sizeof(M);

/* Dense data of one type, on places of whole packs. */
template <class M, int N>
static bool dense(const rt_walk<N> &w, const struct rt_view *const (&views)[N], enum rt_dtype as)
{
    for (int k = 0; k < N; k++)
        if (views[k]->data && (views[k]->dtype != as || !w.linear(k) || !rt_aligned(views[k]->data, 16)))
            return false;
    return views[0]->data != NULL;
}

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

/* ---- map -------------------------------------------------------------------------------------------------------- */

template <class T, class M>
static __global__ void map_dense(int64_t n, M *out, const M *in, int op, rt_params<T> params, int bits)
{
    const int each = packed<M>;
    const int64_t packs = n / each;

    for (RT_EACH(i, packs)) {
        rt_pack<M, each> x = ((const rt_pack<M, each> *)in)[i];
        for (int k = 0; k < each; k++)
            x.at[k] = rt_cast<M>(rt_map_one<T>(op, rt_cast<T>(x.at[k]), params, bits));
        ((rt_pack<M, each> *)out)[i] = x;
    }
    const int64_t rest = packs * each + blockIdx.x * blockDim.x + threadIdx.x;
    if (rest < n)
        out[rest] = rt_cast<M>(rt_map_one<T>(op, rt_cast<T>(in[rest]), params, bits));
}

template <class T>
static __global__ void map_any(rt_walk<2> w, void *out, enum rt_dtype to, operand<T> in, int op, rt_params<T> params,
                               int bits)
{
    for (RT_EACH(i, w.numel)) {
        int64_t at[2];
        w.at(i, at);
        rt_store(out, to, at[0], rt_map_one<T>(op, fetch(in, at[1]), params, bits));
    }
}

template <class T, class M>
static bool map_packs(struct cuda_device *device, const struct rt_map_call *call, const rt_walk<2> &w,
                      const rt_params<T> &params, enum rt_dtype as, int bits)
{
    const struct rt_view *const views[2] = {&call->out, &call->in};

    if (call->out.dtype != as || !call->in.data || !dense<M>(w, views, as))
        return false;
    M *out = (M *)call->out.data;
    const M *in = (const M *)call->in.data;
    const int op = call->op;
    RT_LAUNCH((map_dense<T, M>), rt_blocks(device, w.numel, packed<M>), RT_THREADS, rt_cuda_stream(device), w.numel,
              out, in, op, params, bits);
    return true;
}

template <class T> static void map_as(struct cuda_device *device, const struct rt_map_call *call)
{
    const struct rt_view *const views[2] = {&call->out, &call->in};
    const rt_params<T> params = params_of<T>(call->params, call->nparams);
    const int bits = (int)rt_dtype_size(call->compute) * 8, op = call->op;
    rt_walk<2> w;

    rt_walk_of(&w, views);
    if (w.numel == 0)
        return;
    if (sizeof(T) == 4 && rt_dtype_is_float(call->compute) &&
        (map_packs<float, float>(device, call, w, params_of<float>(call->params, call->nparams), RT_FLOAT32, bits) ||
         map_packs<float, half_bits>(device, call, w, params_of<float>(call->params, call->nparams), RT_FLOAT16,
                                     bits) ||
         map_packs<float, brain_bits>(device, call, w, params_of<float>(call->params, call->nparams), RT_BFLOAT16,
                                      bits)))
        return;
    if (sizeof(T) == 8 && rt_dtype_is_float(call->compute) &&
        map_packs<double, double>(device, call, w, params_of<double>(call->params, call->nparams), RT_FLOAT64, bits))
        return;
    const operand<T> in = operand_of<T>(&call->in);
    RT_LAUNCH((map_any<T>), rt_blocks(device, w.numel), RT_THREADS, rt_cuda_stream(device), w, call->out.data,
              call->out.dtype, in, op, params, bits);
}

/* The type in which a dtype is computed: half types as floats, small integers in 32 bits. */
#define RT_COMPUTE_SWITCH(compute, F)                                                                                  \
    switch (compute) {                                                                                                 \
    case RT_FLOAT64:                                                                                                   \
        F(double);                                                                                                     \
        break;                                                                                                         \
    case RT_INT64:                                                                                                     \
        F(int64_t);                                                                                                    \
        break;                                                                                                         \
    case RT_INT32:                                                                                                     \
    case RT_INT16:                                                                                                     \
    case RT_INT8:                                                                                                      \
    case RT_UINT8:                                                                                                     \
        F(int32_t);                                                                                                    \
        break;                                                                                                         \
    case RT_BOOL:                                                                                                      \
        F(uint8_t);                                                                                                    \
        break;                                                                                                         \
    default:                                                                                                           \
        F(float);                                                                                                      \
    }

extern "C" int rt_cuda_map(struct rt_device *device, const struct rt_map_call *call, struct rt_error *err)
{
    struct cuda_device *cuda = cuda_of(device);

    if (rt_dtype_is_complex(call->compute))
        return rt_cuda_complex_map(cuda, call, err);
#define RT_MAP_AS(T) map_as<T>(cuda, call)
    RT_COMPUTE_SWITCH(call->compute, RT_MAP_AS)
#undef RT_MAP_AS
    return rt_cuda_launched(cuda, err);
}

/* ---- zip -------------------------------------------------------------------------------------------------------- */

template <class T, class M>
static __global__ void zip_dense(int64_t n, M *out, const M *a, const M *b, T left, T right, int op,
                                 rt_params<T> params, int bits)
{
    const int each = packed<M>;
    const int64_t packs = n / each;

    for (RT_EACH(i, packs)) {
        rt_pack<M, each> x, y, r;
        if (a)
            x = ((const rt_pack<M, each> *)a)[i];
        if (b)
            y = ((const rt_pack<M, each> *)b)[i];
        for (int k = 0; k < each; k++)
            r.at[k] = rt_cast<M>(
                rt_zip_one<T>(op, a ? rt_cast<T>(x.at[k]) : left, b ? rt_cast<T>(y.at[k]) : right, params, bits));
        ((rt_pack<M, each> *)out)[i] = r;
    }
    const int64_t rest = packs * each + blockIdx.x * blockDim.x + threadIdx.x;
    if (rest < n)
        out[rest] = rt_cast<M>(
            rt_zip_one<T>(op, a ? rt_cast<T>(a[rest]) : left, b ? rt_cast<T>(b[rest]) : right, params, bits));
}

template <class T>
static __global__ void zip_any(rt_walk<3> w, void *out, enum rt_dtype to, operand<T> a, operand<T> b, int op,
                               rt_params<T> params, int bits)
{
    for (RT_EACH(i, w.numel)) {
        int64_t at[3];
        w.at(i, at);
        rt_store(out, to, at[0], rt_zip_one<T>(op, fetch(a, at[1]), fetch(b, at[2]), params, bits));
    }
}

template <class T, class M>
static bool zip_packs(struct cuda_device *device, const struct rt_zip_call *call, const rt_walk<3> &w, enum rt_dtype as,
                      int bits)
{
    const struct rt_view *const views[3] = {&call->out, &call->a, &call->b};
    const rt_params<T> params = params_of<T>(call->params, call->nparams);

    if (call->out.dtype != as || !dense<M>(w, views, as))
        return false;
    M *out = (M *)call->out.data;
    const M *a = (const M *)call->a.data, *b = (const M *)call->b.data;
    const T left = operand_of<T>(&call->a).number, right = operand_of<T>(&call->b).number;
    const int op = call->op;
    RT_LAUNCH((zip_dense<T, M>), rt_blocks(device, w.numel, packed<M>), RT_THREADS, rt_cuda_stream(device), w.numel,
              out, a, b, left, right, op, params, bits);
    return true;
}

template <class T> static void zip_as(struct cuda_device *device, const struct rt_zip_call *call)
{
    const struct rt_view *const views[3] = {&call->out, &call->a, &call->b};
    const rt_params<T> params = params_of<T>(call->params, call->nparams);
    const int bits = (int)rt_dtype_size(call->compute) * 8, op = call->op;
    rt_walk<3> w;

    rt_walk_of(&w, views);
    if (w.numel == 0)
        return;
    if (sizeof(T) == 4 && rt_dtype_is_float(call->compute) &&
        (zip_packs<float, float>(device, call, w, RT_FLOAT32, bits) ||
         zip_packs<float, half_bits>(device, call, w, RT_FLOAT16, bits) ||
         zip_packs<float, brain_bits>(device, call, w, RT_BFLOAT16, bits)))
        return;
    if (sizeof(T) == 8 &&
        (rt_dtype_is_float(call->compute) ? zip_packs<double, double>(device, call, w, RT_FLOAT64, bits)
                                          : zip_packs<int64_t, int64_t>(device, call, w, RT_INT64, bits)))
        return;
    const operand<T> a = operand_of<T>(&call->a), b = operand_of<T>(&call->b);
    RT_LAUNCH((zip_any<T>), rt_blocks(device, w.numel), RT_THREADS, rt_cuda_stream(device), w, call->out.data,
              call->out.dtype, a, b, op, params, bits);
}

extern "C" int rt_cuda_zip(struct rt_device *device, const struct rt_zip_call *call, struct rt_error *err)
{
    struct cuda_device *cuda = cuda_of(device);

    if (rt_dtype_is_complex(call->compute))
        return rt_cuda_complex_zip(cuda, call, err);
#define RT_ZIP_AS(T) zip_as<T>(cuda, call)
    RT_COMPUTE_SWITCH(call->compute, RT_ZIP_AS)
#undef RT_ZIP_AS
    return rt_cuda_launched(cuda, err);
}

/* ---- zip3 ------------------------------------------------------------------------------------------------------- */

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
static __global__ void zip3_any(rt_walk<4> w, void *out, enum rt_dtype to, operand<T> a, operand<T> b, operand<T> c,
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

template <class T> static void zip3_as(struct cuda_device *device, const struct rt_zip3_call *call)
{
    const struct rt_view *const views[4] = {&call->out, &call->a, &call->b, &call->c};
    const rt_params<T> params = params_of<T>(call->params, call->nparams);
    const int bits = (int)rt_dtype_size(call->compute) * 8, op = call->op, then = call->then;
    const operand<T> a = operand_of<T>(&call->a), b = operand_of<T>(&call->b), c = operand_of<T>(&call->c);
    const bool lerp = call->lerp;
    rt_walk<4> w;

    rt_walk_of(&w, views);
    if (w.numel)
        RT_LAUNCH((zip3_any<T>), rt_blocks(device, w.numel), RT_THREADS, rt_cuda_stream(device), w, call->out.data,
                  call->out.dtype, a, b, c, op, then, lerp, params, bits);
}

extern "C" int rt_cuda_zip3(struct rt_device *device, const struct rt_zip3_call *call, struct rt_error *err)
{
    struct cuda_device *cuda = cuda_of(device);

    if (rt_dtype_is_complex(call->compute))
        return rt_cuda_complex_zip3(cuda, call, err);
#define RT_ZIP3_AS(T) zip3_as<T>(cuda, call)
    RT_COMPUTE_SWITCH(call->compute, RT_ZIP3_AS)
#undef RT_ZIP3_AS
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
