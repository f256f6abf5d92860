/* The SPECIAL rows of ops/elementwise.def: series and fractions, mostly in double, for operands of any type and layout.
 */
#include "cuda/cuda_operand.cuh"

template <class T>
static __global__ void map_special(rt_iterator<2> w, void *out, enum rt_dtype to, operand<T> in, int op,
                                   rt_params<T> params)
{
    for (RT_EACH(i, w.numel)) {
        int64_t at[2];
        w.at(i, at);
        rt_store(out, to, at[0], rt_map_special<T>(op, fetch(in, at[1]), params));
    }
}

template <class T>
static __global__ void zip_special(rt_iterator<3> w, void *out, enum rt_dtype to, operand<T> a, operand<T> b, int op,
                                   rt_params<T> params)
{
    for (RT_EACH(i, w.numel)) {
        int64_t at[3];
        w.at(i, at);
        rt_store(out, to, at[0], rt_zip_special<T>(op, fetch(a, at[1]), fetch(b, at[2]), params));
    }
}

template <class T>
static void map_as(struct cuda_device *device, const struct rt_map_call *call, const rt_iterator<2> &w)
{
    const rt_params<T> params = params_of<T>(call->params, call->nparams);
    const operand<T> in = operand_of<T>(&call->in);
    const int op = call->op;

    RT_LAUNCH((map_special<T>), rt_blocks(device, w.numel), RT_THREADS, rt_cuda_stream(device), w, call->out.data,
              call->out.dtype, in, op, params);
}

template <class T>
static void zip_as(struct cuda_device *device, const struct rt_zip_call *call, const rt_iterator<3> &w)
{
    const rt_params<T> params = params_of<T>(call->params, call->nparams);
    const operand<T> a = operand_of<T>(&call->a), b = operand_of<T>(&call->b);
    const int op = call->op;

    RT_LAUNCH((zip_special<T>), rt_blocks(device, w.numel), RT_THREADS, rt_cuda_stream(device), w, call->out.data,
              call->out.dtype, a, b, op, params);
}

/* Is the domain of a row SPECIAL? */
#define RT_DOMAIN_SPECIAL 1
#define RT_DOMAIN_FLOATS 0
#define RT_DOMAIN_TRIG 0
#define RT_DOMAIN_TRIG_VECTOR 0
#define RT_DOMAIN_VECTOR_MATH 0
#define RT_DOMAIN_VECTOR_MATH32 0
#define RT_DOMAIN_NUMERIC 0
#define RT_DOMAIN_ANY 0
#define RT_DOMAIN_INTEGRAL 0
#define RT_DOMAIN_DIVISION 0
#define RT_DOMAIN_INTEGRAL_WIDENED 0
static const unsigned char special_maps[] = {
#define RT_MAP(name, domain, ...) RT_DOMAIN_##domain,
#define RT_ZIP(...)
#include "ops/elementwise.def"
#undef RT_MAP
#undef RT_ZIP
};
static const unsigned char special_zips[] = {
#define RT_MAP(...)
#define RT_ZIP(name, domain, ...) RT_DOMAIN_##domain,
#include "ops/elementwise.def"
#undef RT_MAP
#undef RT_ZIP
};

bool rt_cuda_special_map(struct cuda_device *device, const struct rt_map_call *call, const rt_iterator<2> &w)
{
    if (!special_maps[call->op])
        return false;
    if (call->compute == RT_FLOAT64)
        map_as<double>(device, call, w);
    else
        map_as<float>(device, call, w);
    return true;
}

bool rt_cuda_special_zip(struct cuda_device *device, const struct rt_zip_call *call, const rt_iterator<3> &w)
{
    if (!special_zips[call->op])
        return false;
    if (call->compute == RT_FLOAT64)
        zip_as<double>(device, call, w);
    else
        zip_as<float>(device, call, w);
    return true;
}
