/* softmax, log_softmax, logsumexp: one kernel class, forward and backward. */
#include "ops.h"

#include <string.h>

/* The kernel on x (the result, where there is a gradient) along dim; the result has x's shape, size 1 along dim for
   logsumexp. */
static T along(enum rt_softmax_op op, int dim, T x, T grad, struct rt_error *err)
{
    struct rt_softmax_call kernel;
    struct rt_device *device = x->storage->device;
    int64_t shape[RT_MAX_DIMS];
    T out;

    RT_CALL_BEGIN(kernel, out);
    kernel.op = op;
    kernel.dim = dim;
    rt_view_none(&kernel.grad);
    memcpy(shape, x->shape, x->ndim * sizeof *shape);
    if (op == RT_LOGSUMEXP)
        shape[dim] = 1;
    if (!(out = rt_tensor_new(device, (enum rt_dtype)x->dtype, shape, x->ndim, err)))
        return NULL;
    if (x->numel) {
        rt_tensor_view(x, &kernel.in);
        rt_tensor_view(out, &kernel.out);
        if (grad)
            rt_tensor_view(grad, &kernel.grad);
        if (device->kernels->softmax(device, &kernel, err) < 0) {
            rt_tensor_unref(out);
            return NULL;
        }
    }
    return out;
}

int rt_forward_softmax(struct rt_call *call, struct rt_error *err)
{
    T self = call->args[0].tensor, converted = NULL, out;
    bool log = call->op->detail == RT_LOG_SOFTMAX;
    int dim = rt_shape_dim(call->args[1].integer, self->ndim, err);

    if (dim < 0)
        return -1;
    if (call->args[2].kind == RT_DTYPE_ARG) {
        if (!(converted = rt_convert(self, call->args[2].dtype, err)))
            return -1;
        self = converted;
    }
    if (self->numel && !rt_dtype_is_inexact((enum rt_dtype)self->dtype)) {
        bool last = dim == self->ndim - 1 || self->ndim == 0;
        rt_error_set(err, RT_NOT_IMPLEMENTED, "\"%s%s\" not implemented for '%s'", log ? "log_softmax" : "softmax",
                     last ? "_lastdim_kernel_impl" : "_kernel_impl", rt_dtype_table[self->dtype].scalar);
        rt_tensor_unref(converted);
        return -1;
    }
    out = along((enum rt_softmax_op)call->op->detail, dim, self, NULL, err);
    rt_tensor_unref(converted);
    return rt_result_steal(call, out);
}

/* (grad_output, output, dim); the detail is the kernel's operation */
int rt_forward_softmax_backward(struct rt_call *call, struct rt_error *err)
{
    T grad = call->args[0].tensor, result = call->args[1].tensor, converted = NULL, out;

    if (grad->dtype != result->dtype && !(converted = rt_convert(grad, (enum rt_dtype)result->dtype, err)))
        return -1;
    out = along((enum rt_softmax_op)call->op->detail, (int)call->args[2].integer, result, converted ? converted : grad,
                err);
    rt_tensor_unref(converted);
    return rt_result_steal(call, out);
}

static T back(struct rt_backward *b, struct rt_op *op, T grad, T result, int64_t dim)
{
    if (!grad || !result)
        return NULL;
    return rt_build_apply(BUILD, op,
                          (struct rt_arg[]){rt_arg_tensor(grad), rt_arg_tensor(result),
                                            rt_arg_int(dim < 0 && result->ndim ? dim + result->ndim
                                                       : dim < 0               ? 0
                                                                               : dim)},
                          3);
}

BACKWARD(softmax)
{
    (void)err;
    SET(0, back(b, &rt_op_softmax_backward, G, RESULT(0), b->node->args[1].integer));
    return 0;
}

BACKWARD(log_softmax)
{
    (void)err;
    SET(0, back(b, &rt_op_log_softmax_backward, G, RESULT(0), b->node->args[1].integer));
    return 0;
}

/* of y (g - sum(g y)): to g the same of the gradient h, to y  h (g - sum(g y)) - g sum(h y) */
BACKWARD(softmax_twice)
{
    B m = BUILD;
    T g = ARG(0), y = ARG(1);
    int64_t dim = b->node->args[2].integer;

    (void)err;
    SET(0, back(b, &rt_op_softmax_backward, G, y, dim));
    if (WANTS(1)) {
        T gy = rt_b_sum(m, rt_b_mul(m, g, y), &dim, 1, true), hy = rt_b_sum(m, rt_b_mul(m, G, y), &dim, 1, true);
        SET(1, rt_b_sub(m, rt_b_mul(m, G, rt_b_sub(m, g, gy)), rt_b_mul(m, g, hy)));
    }
    return 0;
}

/* of g - exp(y) sum(g): to g  h - sum(h exp(y)), to y  -h exp(y) sum(g) */
BACKWARD(log_softmax_twice)
{
    B m = BUILD;
    T g = ARG(0), y = rt_b_map(m, &rt_op_exp, ARG(1)), hy = rt_b_mul(m, G, y);
    int64_t dim = b->node->args[2].integer;

    (void)err;
    SET(0, rt_b_sub(m, G, rt_b_sum(m, hy, &dim, 1, true)));
    SET(1, rt_b_neg(m, rt_b_mul(m, hy, rt_b_sum(m, g, &dim, 1, true))));
    return 0;
}

/* log(sum(exp(x - top))) + top, with infinite tops taken as 0 */
int rt_forward_logsumexp(struct rt_call *call, struct rt_error *err)
{
    T self = call->args[0].tensor, top, safe, out, sizes;
    int64_t dims[RT_MAX_DIMS];
    int n = 0;
    struct rt_build b;
    int64_t mask = rt_shape_dims(call->args[1].ints, (int)call->args[1].count, self->ndim, err);

    if (mask < 0)
        return -1;
    for (int i = 0; i < self->ndim; i++)
        if (mask >> i & 1)
            dims[n++] = i;
    rt_build_init(&b, err);
    if (rt_dtype_is_integral((enum rt_dtype)self->dtype))
        self = rt_b_to(&b, self, rt_default_dtype());
    /* half types take the steps, each of which is rounded */
    if (n == 1 && self && self->ndim && rt_dtype_is_float((enum rt_dtype)self->dtype) &&
        rt_dtype_size((enum rt_dtype)self->dtype) > 2 && self->shape[dims[0]]) {
        out = rt_build_keep_steal(&b, along(RT_LOGSUMEXP, (int)dims[0], self, NULL, err));
        if (out && !call->args[2].boolean)
            out = rt_b_squeeze(&b, out, dims[0]);
        return rt_build_return(&b, call, out);
    }
    if (self && self->numel == 0) /* the logarithm of an empty sum */
        return rt_build_return(&b, call, rt_b_map(&b, &rt_op_log, rt_b_sum(&b, self, dims, n, call->args[2].boolean)));
    sizes = self && rt_dtype_is_complex((enum rt_dtype)self->dtype) ? rt_b_map(&b, &rt_op_real, self) : self;
    top = rt_build_apply(&b, &rt_op_amax,
                         (struct rt_arg[]){rt_arg_tensor(sizes), rt_arg_ints(dims, (uint32_t)n), rt_arg_bool(true)}, 3);
    safe = rt_b_where(&b, rt_b_map(&b, &rt_op_isfinite, top), top, rt_b_zeros_like(&b, top));
    out = rt_b_map(&b, &rt_op_log, rt_b_sum(&b, rt_b_map(&b, &rt_op_exp, rt_b_sub(&b, self, safe)), dims, n, true));
    out = rt_b_add(&b, out, safe);
    if (out && !call->args[2].boolean && self->ndim)
        out = rt_build_apply(&b, &rt_op_squeeze_dims,
                             (struct rt_arg[]){rt_arg_tensor(out), rt_arg_ints(dims, (uint32_t)n)}, 2);
    return rt_build_return(&b, call, out);
}

BACKWARD(logsumexp)
{
    B m = BUILD;
    struct rt_error ignored;
    rt_error_clear(&ignored);
    int ndim = INPUT_SHAPE(0)->ndim;
    int64_t mask = rt_shape_dims(b->node->args[1].ints, (int)b->node->args[1].count, ndim, &ignored);
    T y = RESULT(0), g = G;

    (void)err;
    for (int i = 0; i < ndim && !b->node->args[2].boolean; i++)
        if (mask >> i & 1) {
            y = rt_b_unsqueeze(m, y, i);
            g = rt_b_unsqueeze(m, g, i);
        }
    SET(0, rt_b_mul(m, g, rt_b_conj(m, rt_b_map(m, &rt_op_exp, rt_b_sub(m, ARG(0), y)))));
    return 0;
}
