/* Activations other than relu, sigmoid, tanh and the like: shrinking, threshold, selu, celu, prelu, glu. Owns PyTorch's
   checks of their arguments and the gradients. Must not know a backend. */
#include "ops.h"

#include <math.h>

static int not_for(const char *kernel, enum rt_dtype dtype, struct rt_error *err)
{
    return rt_error_set(err, RT_NOT_IMPLEMENTED, "\"%s\" not implemented for '%s'", kernel,
                        rt_dtype_table[dtype].scalar);
}

static int float_map(struct rt_call *call, enum rt_map_op op, const char *kernel, const struct rt_scalar *params, int n,
                     struct rt_error *err)
{
    struct rt_tensor *t = call->args[0].tensor;
    enum rt_dtype dtype = (enum rt_dtype)t->dtype;

    if (!rt_dtype_is_float(dtype))
        return not_for(kernel, dtype, err);
    return rt_result_steal(call, rt_map(call, op, t, dtype, dtype, params, n, err));
}

#define PLAIN(name)                                                                                                    \
    int rt_forward_##name(struct rt_call *call, struct rt_error *err)                                                  \
    {                                                                                                                  \
        return float_map(call, RT_MAP_##name, #name "_cpu", NULL, 0, err);                                             \
    }
PLAIN(mish)
PLAIN(hardswish)
PLAIN(hardsigmoid)

int rt_forward_hardshrink(struct rt_call *call, struct rt_error *err)
{
    enum rt_dtype dtype = (enum rt_dtype)call->args[0].tensor->dtype;

    struct rt_input bound = {.scalar = call->args[1].scalar};

    if (rt_dtype_is_float(dtype) && rt_check_scalar(bound.scalar, dtype, err) < 0)
        return -1;
    rt_round_scalars(&bound, 1, dtype);
    return float_map(call, RT_MAP_hardshrink, "hardshrink_cpu", &bound.scalar, 1, err);
}

int rt_forward_softshrink(struct rt_call *call, struct rt_error *err)
{
    enum rt_dtype dtype = (enum rt_dtype)call->args[0].tensor->dtype;
    double lambda = rt_scalar_to_double(call->args[1].scalar);
    const double most = rt_dtype_largest(dtype);

    if (rt_check_scalar(call->args[1].scalar, RT_FLOAT64, err) < 0)
        return -1;
    if (rt_dtype_is_float(dtype) && !(lambda >= 0 && lambda <= most))
        return rt_error_set(err, RT_RUNTIME, "lambda must be in range [0, %g] for input dtype %s, but found %g", most,
                            rt_dtype_table[dtype].scalar, lambda);
    return float_map(call, RT_MAP_softshrink, "softshrink_check", &call->args[1].scalar, 1, err);
}

int rt_forward_threshold(struct rt_call *call, struct rt_error *err)
{
    struct rt_tensor *t = call->args[0].tensor;
    enum rt_dtype dtype = (enum rt_dtype)t->dtype;
    struct rt_scalar params[2] = {call->args[1].scalar, call->args[2].scalar};

    if (dtype == RT_BOOL || rt_dtype_is_complex(dtype))
        return not_for("threshold_cpu", dtype, err);
    if (rt_check_params(params, 2, dtype, err) < 0)
        return -1;
    return rt_result_steal(call, rt_map(call, RT_MAP_threshold, t, dtype, dtype, params, 2, err));
}

#define SELU_ALPHA 1.6732632423543772848170429916717
#define SELU_SCALE 1.0507009873554804934193349852946

int rt_forward_selu(struct rt_call *call, struct rt_error *err)
{
    struct rt_scalar params[3] = {rt_scalar_float(SELU_ALPHA), rt_scalar_float(SELU_SCALE), rt_scalar_float(1)};

    return float_map(call, RT_MAP_elu, "elu_cpu", params, 3, err);
}

int rt_forward_celu(struct rt_call *call, struct rt_error *err)
{
    double alpha = rt_scalar_to_double(call->args[1].scalar);
    struct rt_scalar params[3] = {rt_scalar_float(alpha), rt_scalar_float(1), rt_scalar_float(1 / alpha)};

    if (rt_check_scalar(call->args[1].scalar, RT_FLOAT64, err) < 0)
        return -1;
    if (alpha == 0)
        return rt_error_set(err, RT_RUNTIME, "ZeroDivisionError: alpha cannot be 0 for CELU");
    return float_map(call, RT_MAP_elu, "elu_cpu", params, 3, err);
}

/* the kernel of prelu: a weight of the broadcast shape */
int rt_forward_prelu_kernel(struct rt_call *call, struct rt_error *err)
{
    struct rt_input in[2] = {rt_input_of(call, 0), rt_input_of(call, 1)};
    enum rt_dtype dtype = (enum rt_dtype)in[0].tensor->dtype;

    if (!rt_dtype_is_float(dtype))
        return not_for("prelu_cpu", dtype, err);
    return rt_result_steal(call, rt_zip(call, RT_ZIP_prelu, in[0], in[1], dtype, dtype, NULL, 0, err));
}

int rt_forward_prelu(struct rt_call *call, struct rt_error *err)
{
    T x = call->args[0].tensor, w = call->args[1].tensor;
    int64_t shape[RT_MAX_DIMS];
    struct rt_build b;

    if (x->dtype != w->dtype)
        return rt_error_set(err, RT_RUNTIME, "prelu: Type promoting not supported. Got %s and %s",
                            rt_dtype_table[x->dtype].scalar, rt_dtype_table[w->dtype].scalar);
    if (w->ndim > 1)
        return rt_error_set(err, RT_RUNTIME, "prelu: Expected `weight` to be a scalar or 1D tensor, but got: ndim = %d",
                            w->ndim);
    if (w->numel != 1) {
        int64_t channels = x->ndim > 1 ? x->shape[1] : 1;
        if (x->ndim == 0)
            return rt_error_set(err, RT_RUNTIME, "Not allow zero-dim input tensor.");
        if (channels != w->numel)
            return rt_error_set(
                err, RT_RUNTIME,
                "Mismatch of parameter numbers and input channel size. Found parameter numbers = %lld and channel size "
                "= %lld.",
                (long long)w->numel, (long long)channels);
    }
    rt_build_init(&b, err);
    if (x->ndim != w->ndim) { /* the channels' dimension */
        for (int i = 0; i < x->ndim; i++)
            shape[i] = i == 1 || x->ndim == 1 ? w->numel : 1;
        w = rt_b_reshape(&b, w, shape, x->ndim);
    }
    return rt_build_return(&b, call, rt_b_two(&b, &rt_op_prelu_kernel, x, w));
}

/* glu's halves */
static T half(B b, T x, int64_t dim, int which)
{
    int64_t size;

    if (!x)
        return NULL;
    size = x->shape[dim] / 2;
    return rt_b_narrow(b, x, dim, which ? size : 0, size);
}

/* The same below the tape. */
static T half_window(B b, T x, int dim, int which)
{
    int64_t shape[RT_MAX_DIMS];

    memcpy(shape, x->shape, x->ndim * sizeof *shape);
    shape[dim] /= 2;
    return rt_build_keep_steal(
        b, rt_tensor_window(x, shape, x->strides, x->ndim,
                            rt_step_add(x->offset, rt_step_mul(which * shape[dim], x->strides[dim])), false, b->err));
}

int rt_forward_glu(struct rt_call *call, struct rt_error *err)
{
    struct rt_build b;
    T x = call->args[0].tensor;
    int dim;

    if (x->ndim == 0)
        return rt_error_set(err, RT_RUNTIME, "glu does not support scalars because halving size must be even");
    if ((dim = rt_shape_dim(call->args[1].integer, x->ndim, err)) < 0)
        return -1;
    if (x->shape[dim] % 2)
        return rt_error_set(err, RT_RUNTIME, "Halving dimension must be even, but dimension %d is size %lld", dim,
                            (long long)x->shape[dim]);
    if (!rt_dtype_is_float((enum rt_dtype)x->dtype))
        return not_for("glu_cpu", (enum rt_dtype)x->dtype, err);
    rt_build_init(&b, err);
    T gate = half_window(&b, x, dim, 1), first = gate ? half_window(&b, x, dim, 0) : NULL;
    return rt_build_return(&b, call, first ? rt_b_mul(&b, first, rt_b_map(&b, &rt_op_sigmoid, gate)) : NULL);
}

/* ---- gradients --------------------------------------------------------------------------------------------------- */

static T compare(B m, struct rt_op *op, T x, double s)
{
    if (!x)
        return NULL;
    return rt_build_apply(m, op, (struct rt_arg[]){rt_arg_tensor(x), rt_arg_scalar(rt_scalar_float(s))}, 2);
}

/* the gradient between two bounds, else zero */
static T between(B m, T g, T x, double low, double high)
{
    T inside =
        rt_b_two(m, &rt_op_logical_and, compare(m, &rt_op_gt_Tensor, x, low), compare(m, &rt_op_lt_Tensor, x, high));

    return rt_b_layout_by(m, rt_b_where(m, inside, g, rt_b_zeros_like(m, g)), g, x);
}

BACKWARD(mish)
{
    B m = BUILD;
    T x = ARG(0), s = rt_b_map(m, &rt_op_sigmoid, x), t = rt_b_map(m, &rt_op_tanh, rt_b_map(m, &rt_op_softplus, x));

    (void)err;
    /* t + x s (1 - t^2) */
    SET(0, rt_b_mul(m, G, rt_b_add(m, t, rt_b_mul(m, rt_b_mul(m, x, s), rt_b_rsubs(m, 1, rt_b_mul(m, t, t))))));
    return 0;
}

BACKWARD(hardsigmoid)
{
    (void)err;
    SET(0, rt_b_muls(BUILD, between(BUILD, G, ARG(0), -3, 3), 1.0 / 6));
    return 0;
}

BACKWARD(hardswish)
{
    B m = BUILD;
    T x = ARG(0), derivative;

    (void)err;
    if (rt_fuses(G, x)) {
        SET(0, rt_b_zip(m, RT_ZIP_hardswish_backward, G, x, NULL, 0));
        return 0;
    }
    derivative = rt_b_adds(m, rt_b_divs(m, x, 3), 0.5);
    SET(0, rt_b_where(m, compare(m, &rt_op_le_Tensor, x, -3), rt_b_zeros_like(m, G),
                      rt_b_where(m, compare(m, &rt_op_lt_Tensor, x, 3), rt_b_mul(m, G, derivative), G)));
    return 0;
}

/* hardshrink and softshrink: nothing comes through the middle */
BACKWARD(shrink)
{
    B m = BUILD;
    T x = ARG(0);
    double lambda = rt_scalar_to_double(b->node->args[1].scalar);
    T inside = rt_b_two(m, &rt_op_logical_and, compare(m, &rt_op_ge_Tensor, x, -lambda),
                        compare(m, &rt_op_le_Tensor, x, lambda));

    (void)err;
    SET(0, rt_b_layout_by(m, rt_b_where(m, inside, rt_b_zeros_like(m, G), G), G, x));
    return 0;
}

BACKWARD(threshold)
{
    T x = ARG(0);

    (void)err;
    if (!x)
        return 0;
    SET(0, rt_b_layout_by(BUILD,
                          rt_build_apply(BUILD, &rt_op_threshold_backward,
                                         (struct rt_arg[]){rt_arg_tensor(G), rt_arg_tensor(x),
                                                           rt_arg_scalar(b->node->args[1].scalar)},
                                         3),
                          x, G));
    return 0;
}

static int exponential(struct rt_backward *b, double alpha, double scale, double input)
{
    B m = BUILD;
    T x = ARG(0), low = rt_b_muls(m, rt_b_map(m, &rt_op_exp, rt_b_muls(m, x, input)), alpha * scale * input);

    SET(0,
        rt_b_layout_by(
            m, rt_b_where(m, compare(m, &rt_op_le_Tensor, x, 0), rt_b_mul(m, G, low), rt_b_muls(m, G, scale)), G, x));
    return 0;
}
BACKWARD(selu)
{
    (void)err;
    return exponential(b, SELU_ALPHA, SELU_SCALE, 1);
}
BACKWARD(celu)
{
    double alpha = rt_scalar_to_double(b->node->args[1].scalar);

    (void)err;
    return exponential(b, alpha, 1, 1 / alpha);
}

BACKWARD(prelu)
{
    B m = BUILD;
    T x = ARG(0), above = compare(m, &rt_op_gt_Tensor, x, 0);

    (void)err;
    SET(0, rt_b_where(m, above, G, rt_b_mul(m, G, ARG(1))));
    SET(1, rt_b_where(m, above, rt_b_zeros_like(m, G), rt_b_mul(m, G, x)));
    return 0;
}

BACKWARD(glu)
{
    B m = BUILD;
    T x = ARG(0), parts[2], a, s;
    int dim = rt_shape_dim(b->node->args[1].integer, x ? x->ndim : 1, err);

    if (dim < 0)
        return -1;
    a = half(m, x, dim, 0);
    s = rt_b_map(m, &rt_op_sigmoid, half(m, x, dim, 1));
    parts[0] = rt_b_mul(m, G, s);
    if (x && rt_dtype_size((enum rt_dtype)x->dtype) == 2) { /* rounded once */
        T wide = rt_b_to(m, s, RT_FLOAT32);
        T derivative = rt_b_mul(m, rt_b_rsubs(m, 1, wide), wide);
        parts[1] = rt_b_mul(m, rt_b_mul(m, derivative, rt_b_to(m, G, RT_FLOAT32)), rt_b_to(m, a, RT_FLOAT32));
        parts[1] = rt_b_to(m, parts[1], (enum rt_dtype)x->dtype);
    } else
        parts[1] = rt_b_mul(m, rt_b_mul(m, parts[0], a), rt_b_rsubs(m, 1, s));
    if (m->failed)
        return 0;
    SET(0,
        rt_b_images_layout(
            m, rt_build_apply(m, &rt_op_cat, (struct rt_arg[]){rt_arg_tensors(parts, 2), rt_arg_int(dim)}, 2), false));
    return 0;
}
