/* Pointwise kernels of complex numbers. The functions are built from those of the components; what is missing raises an
   error that names the op. */
#include "cuda/cuda_complex.cuh"
#include "cuda/cuda_math.cuh"

extern "C" {
#include "pointwise_names.h"
}

template <class R> using C = rt_complex<R>;

/* ---- functions -------------------------------------------------------------------------------------------------- */

template <class R> static __device__ inline C<R> scaled(C<R> x, R f)
{
    return {x.re * f, x.im * f};
}
/* the quotient, scaled by the larger component of the divisor */
template <class R> static __device__ inline C<R> over(C<R> x, C<R> y)
{
    if (m_fabs(y.re) >= m_fabs(y.im)) {
        if (y.re == 0 && y.im == 0)
            return {x.re / m_fabs(y.re), x.im / m_fabs(y.im)};
        const R r = y.im / y.re, scale = 1 / (y.re + y.im * r);
        return {(x.re + x.im * r) * scale, (x.im - x.re * r) * scale};
    }
    const R r = y.re / y.im, scale = 1 / (y.im + y.re * r);
    return {(x.re * r + x.im) * scale, (x.im * r - x.re) * scale};
}
template <class R> static __device__ inline C<R> c_exp(C<R> x)
{
    const R size = m_exp(x.re);
    if (x.im == 0)
        return {size, x.im};
    return {size * m_cos(x.im), size * m_sin(x.im)};
}
template <class R> static __device__ inline C<R> c_log(C<R> x)
{
    return {m_log(m_hypot(x.re, x.im)), m_atan2(x.im, x.re)};
}
template <class R> static __device__ inline C<R> c_sqrt(C<R> x)
{
    if (x.re == 0 && x.im == 0)
        return {0, x.im};
    const R half = m_sqrt((m_fabs(x.re) + m_hypot(x.re, x.im)) / 2);
    if (x.re >= 0)
        return {half, x.im / (2 * half)};
    return {m_fabs(x.im) / (2 * half), m_copysign(half, x.im)};
}
template <class R> static __device__ inline C<R> c_sinh(C<R> x)
{
    return {m_sinh(x.re) * m_cos(x.im), m_cosh(x.re) * m_sin(x.im)};
}
template <class R> static __device__ inline C<R> c_cosh(C<R> x)
{
    return {m_cosh(x.re) * m_cos(x.im), m_sinh(x.re) * m_sin(x.im)};
}
template <class R> static __device__ inline C<R> c_tanh(C<R> x)
{
    if (m_fabs(x.re) > 22)
        return {m_copysign((R)1, x.re), 4 * m_sin(x.im) * m_cos(x.im) * m_exp(-2 * m_fabs(x.re))};
    const R t = m_tan(x.im), b = 1 + t * t, s = m_sinh(x.re), r = m_sqrt(1 + s * s), d = 1 + b * s * s;
    return {b * r * s / d, t / d};
}
/* i x and -i x: circular functions are hyperbolic ones of these */
template <class R> static __device__ inline C<R> times_i(C<R> x)
{
    return {-x.im, x.re};
}
template <class R> static __device__ inline C<R> times_minus_i(C<R> x)
{
    return {x.im, -x.re};
}
template <class R> static __device__ inline C<R> c_asinh(C<R> x)
{
    const C<R> one = {1, 0};
    if (x.re < 0 || (x.re == 0 && x.im < 0)) { /* odd: no cancellation */
        const C<R> y = c_asinh(C<R>{-x.re, -x.im});
        return {-y.re, -y.im};
    }
    return c_log(x + c_sqrt(x * x + one));
}
template <class R> static __device__ inline C<R> c_atanh(C<R> x)
{
    const C<R> one = {1, 0};
    return scaled(c_log(over(one + x, one - x)), (R)0.5);
}
template <class R> static __device__ inline C<R> c_pow(C<R> x, C<R> y)
{
    if (x.re == 0 && x.im == 0)
        return {y.re == 0 && y.im == 0 ? (R)1 : (R)0, 0};
    return c_exp(y * c_log(x));
}
template <class R> static __device__ inline C<R> over_one(C<R> x) /* 1 / (1 + e^-x) */
{
    const C<R> one = {1, 0};
    return over(one, one + c_exp(C<R>{-x.re, -x.im}));
}

/* ---- maps ------------------------------------------------------------------------------------------------------- */

/* X(op, expression of x and one) */
#define RT_COMPLEX_MAPS(X)                                                                                             \
    X(copy, x)                                                                                                         \
    X(conj, (C<R>{x.re, -x.im}))                                                                                       \
    X(neg, (C<R>{-x.re, -x.im}))                                                                                       \
    X(square, x *x)                                                                                                    \
    X(cube, x *x *x)                                                                                                   \
    X(reciprocal, over(one, x))                                                                                        \
    X(sqrt, c_sqrt(x))                                                                                                 \
    X(rsqrt, over(one, c_sqrt(x)))                                                                                     \
    X(exp, c_exp(x))                                                                                                   \
    X(exp2, c_exp(scaled(x, (R)0.69314718055994530942)))                                                               \
    X(expm1, c_exp(x) - one)                                                                                           \
    X(log, c_log(x))                                                                                                   \
    X(log2, scaled(c_log(x), (R)1.44269504088896340736))                                                               \
    X(log10, scaled(c_log(x), (R)0.43429448190325182765))                                                              \
    X(log1p, c_log(x + one))                                                                                           \
    X(sin, times_minus_i(c_sinh(times_i(x))))                                                                          \
    X(cos, c_cosh(times_i(x)))                                                                                         \
    X(tan, times_minus_i(c_tanh(times_i(x))))                                                                          \
    X(asin, times_minus_i(c_asinh(times_i(x))))                                                                        \
    X(acos, (C<R>{(R)1.57079632679489661923, 0}) - times_minus_i(c_asinh(times_i(x))))                                 \
    X(atan, times_minus_i(c_atanh(times_i(x))))                                                                        \
    X(sinh, c_sinh(x))                                                                                                 \
    X(cosh, c_cosh(x))                                                                                                 \
    X(tanh, c_tanh(x))                                                                                                 \
    X(asinh, c_asinh(x))                                                                                               \
    X(acosh, c_log(x + c_sqrt(x + one) * c_sqrt(x - one)))                                                             \
    X(atanh, c_atanh(x))                                                                                               \
    X(sigmoid, over_one(x))                                                                                            \
    X(silu, x *over_one(x))                                                                                            \
    X(sign, m_hypot(x.re, x.im) == 0 ? (C<R>{0, 0}) : scaled(x, 1 / m_hypot(x.re, x.im)))                              \
    X(sinc, x.re == 0 && x.im == 0 ? one                                                                               \
                                   : over(times_minus_i(c_sinh(times_i(scaled(x, (R)3.14159265358979323846)))),        \
                                          scaled(x, (R)3.14159265358979323846)))
/* X(op, real expression) */
#define RT_COMPLEX_SIZES(X)                                                                                            \
    X(abs, m_hypot(x.re, x.im))                                                                                        \
    X(angle, m_atan2(x.im, x.re))                                                                                      \
    X(isnan, (R)(x.re != x.re || x.im != x.im))                                                                        \
    X(isinf, (R)(m_fabs(x.re) == (R)INFINITY || m_fabs(x.im) == (R)INFINITY))                                          \
    X(isfinite, (R)(m_fabs(x.re) < (R)INFINITY && m_fabs(x.im) < (R)INFINITY))                                         \
    X(logical_not, (R)(x.re == 0 && x.im == 0))                                                                        \
    X(nonzero, (R)(x.re != 0 || x.im != 0))

template <class R> static __device__ C<R> map_one(int op, C<R> x)
{
    const C<R> one = {1, 0};

    switch (op) {
#define X(name, ...)                                                                                                   \
    case RT_MAP_##name:                                                                                                \
        return __VA_ARGS__;
        RT_COMPLEX_MAPS(X)
#undef X
#define X(name, ...)                                                                                                   \
    case RT_MAP_##name:                                                                                                \
        return {__VA_ARGS__, 0};
        RT_COMPLEX_SIZES(X)
#undef X
    default:
        return one;
    }
}

static bool has_map(int op)
{
    switch (op) {
#define X(name, ...) case RT_MAP_##name:
        RT_COMPLEX_MAPS(X)
        RT_COMPLEX_SIZES(X)
#undef X
        return true;
    default:
        return false;
    }
}

template <class R>
static __global__ void map_any(rt_iterator<2> w, void *out, enum rt_dtype to, const void *in, enum rt_dtype from,
                               C<R> scalar, int op)
{
    for (RT_EACH(i, w.numel)) {
        int64_t at[2];
        w.at(i, at);
        rt_store(out, to, at[0], map_one(op, in ? rt_load<C<R>>(in, from, at[1]) : scalar));
    }
}

template <class R> static void map_as(struct cuda_device *device, const struct rt_map_call *call)
{
    const struct rt_view *const views[2] = {&call->out, &call->in};
    const C<R> scalar = call->in.data ? C<R>{0, 0} : rt_scalar_as<C<R>>(call->in.constant);
    const int op = call->op;
    rt_iterator<2> w;

    rt_iterator_of(&w, views);
    if (w.numel)
        RT_LAUNCH((map_any<R>), rt_blocks(device, w.numel), RT_THREADS, rt_cuda_stream(device), w, call->out.data,
                  call->out.dtype, call->in.data, call->in.dtype, scalar, op);
}

int rt_cuda_complex_map(struct cuda_device *device, const struct rt_map_call *call, struct rt_error *err)
{
    if (!has_map(call->op))
        return rt_pointwise_missing(rt_map_name(call->op), call->compute, err);
    if (call->compute == RT_COMPLEX64)
        map_as<float>(device, call);
    else
        map_as<double>(device, call);
    return rt_cuda_launched(device, err);
}

/* ---- zips ------------------------------------------------------------------------------------------------------- */

#define RT_COMPLEX_ZIPS(X)                                                                                             \
    X(add, x + y)                                                                                                      \
    X(add_scaled, x + y * p)                                                                                           \
    X(sub, x - y)                                                                                                      \
    X(mul, x *y)                                                                                                       \
    X(mul_scaled, x *p *y)                                                                                             \
    X(div, over(x, y))                                                                                                 \
    X(div_scaled, over(x *p, y))                                                                                       \
    X(pow, c_pow(x, y))                                                                                                \
    X(sigmoid_backward, x *conjugate((one - y) * y))                                                                   \
    X(tanh_backward, x *conjugate(one - y * y))
#define RT_COMPLEX_LOGICAL(X)                                                                                          \
    X(eq, x.re == y.re && x.im == y.im)                                                                                \
    X(ne, x.re != y.re || x.im != y.im)                                                                                \
    X(logical_and, (x.re != 0 || x.im != 0) && (y.re != 0 || y.im != 0))                                               \
    X(logical_or, x.re != 0 || x.im != 0 || y.re != 0 || y.im != 0)                                                    \
    X(logical_xor, (x.re != 0 || x.im != 0) != (y.re != 0 || y.im != 0))

template <class R> static __device__ inline C<R> conjugate(C<R> x)
{
    return {x.re, -x.im};
}

template <class R> static __device__ C<R> zip_one(int op, C<R> x, C<R> y, C<R> p)
{
    const C<R> one = {1, 0};

    switch (op) {
#define X(name, ...)                                                                                                   \
    case RT_ZIP_##name:                                                                                                \
        return __VA_ARGS__;
        RT_COMPLEX_ZIPS(X)
#undef X
#define X(name, ...)                                                                                                   \
    case RT_ZIP_##name:                                                                                                \
        return {(R)(__VA_ARGS__), 0};
        RT_COMPLEX_LOGICAL(X)
#undef X
    default:
        return one;
    }
}

static bool has_zip(int op)
{
    switch (op) {
#define X(name, ...) case RT_ZIP_##name:
        RT_COMPLEX_ZIPS(X)
        RT_COMPLEX_LOGICAL(X)
#undef X
        return true;
    default:
        return false;
    }
}

template <class R> struct source {
    const void *data;
    enum rt_dtype dtype;
    C<R> scalar;
};
template <class R> static source<R> source_of(const struct rt_view *view)
{
    return {view->data, view->dtype, view->data ? C<R>{0, 0} : rt_scalar_as<C<R>>(view->constant)};
}
template <class R> static __device__ inline C<R> fetch(const source<R> &s, int64_t at)
{
    return s.data ? rt_load<C<R>>(s.data, s.dtype, at) : s.scalar;
}

/* then < 0: op(a, b) alone */
template <class R>
static __global__ void zip_any(rt_iterator<4> w, void *out, enum rt_dtype to, source<R> a, source<R> b, source<R> c,
                               int op, int then, C<R> p)
{
    for (RT_EACH(i, w.numel)) {
        int64_t at[4];
        w.at(i, at);
        C<R> value = zip_one(op, fetch(a, at[1]), fetch(b, at[2]), p);
        if (then >= 0)
            value = zip_one(then, fetch(c, at[3]), value, p);
        rt_store(out, to, at[0], value);
    }
}

template <class R>
static void zip_as(struct cuda_device *device, const struct rt_view *out, const struct rt_view *a,
                   const struct rt_view *b, const struct rt_view *c, int op, int then, const struct rt_scalar *params,
                   int nparams)
{
    const struct rt_view *const views[4] = {out, a, b, c};
    const C<R> p = nparams ? rt_scalar_as<C<R>>(params[0]) : C<R>{0, 0};
    const source<R> x = source_of<R>(a), y = source_of<R>(b), z = source_of<R>(c);
    rt_iterator<4> w;

    rt_iterator_of(&w, views);
    if (w.numel)
        RT_LAUNCH((zip_any<R>), rt_blocks(device, w.numel), RT_THREADS, rt_cuda_stream(device), w, out->data,
                  out->dtype, x, y, z, op, then, p);
}

int rt_cuda_complex_zip(struct cuda_device *device, const struct rt_zip_call *call, struct rt_error *err)
{
    if (!has_zip(call->op))
        return rt_pointwise_missing(rt_zip_name(call->op), call->compute, err);
    if (call->compute == RT_COMPLEX64)
        zip_as<float>(device, &call->out, &call->a, &call->b, &call->b, call->op, -1, call->params, call->nparams);
    else
        zip_as<double>(device, &call->out, &call->a, &call->b, &call->b, call->op, -1, call->params, call->nparams);
    return rt_cuda_launched(device, err);
}

int rt_cuda_complex_zip3(struct cuda_device *device, const struct rt_zip3_call *call, struct rt_error *err)
{
    if (call->lerp || !has_zip(call->op) || !has_zip(call->then))
        return rt_pointwise_missing(call->lerp ? "lerp" : rt_zip_name(has_zip(call->op) ? call->then : call->op),
                                    call->compute, err);
    if (call->compute == RT_COMPLEX64)
        zip_as<float>(device, &call->out, &call->a, &call->b, &call->c, call->op, call->then, call->params,
                      call->nparams);
    else
        zip_as<double>(device, &call->out, &call->a, &call->b, &call->c, call->op, call->then, call->params,
                       call->nparams);
    return rt_cuda_launched(device, err);
}
