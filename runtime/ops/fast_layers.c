/* Fast paths (see fast_path.c) of the library's activations, losses and normalisations. */
#include "fast_path.h"

#include <float.h>
#include <string.h>

/* (self, numbers of the op..., inplace): detail says which op, by the table */
int rt_forward_nn_activation(struct rt_call *call, struct rt_error *err)
{
    static struct rt_op *const ops[] = {&rt_op_relu,        &rt_op_silu,      &rt_op_mish,       &rt_op_selu,
                                        &rt_op_hardsigmoid, &rt_op_hardswish, &rt_op_leaky_relu, &rt_op_elu,
                                        &rt_op_celu,        &rt_op_hardtanh};
    const int last = call->nargs - 1;

    if (last == 3 && !(rt_scalar_to_double(call->args[1].scalar) <= rt_scalar_to_double(call->args[2].scalar)))
        return rt_ask_library(err);
    /* in place: what it refuses it refuses before it writes */
    return (call->args[last].boolean ? rt_apply_inplace : rt_apply)(ops[call->op->detail], call->args, last,
                                                                    call->results, err);
}

/* (self, inplace) */
int rt_forward_nn_relu6(struct rt_call *call, struct rt_error *err)
{
    struct rt_arg args[] = {call->args[0], rt_arg_scalar(rt_scalar_int(0)), rt_arg_scalar(rt_scalar_int(6))};
    return (call->args[1].boolean ? rt_apply_inplace : rt_apply)(&rt_op_hardtanh, args, 3, call->results, err);
}

/* (self, dim, _stacklevel, dtype): detail 0 softmax, 1 its logarithm */
int rt_forward_nn_softmax(struct rt_call *call, struct rt_error *err)
{
    if (call->args[3].kind != RT_NONE)
        return rt_ask_library(err);
    return rt_apply(call->op->detail ? &rt_op_log_softmax : &rt_op_softmax, call->args, 2, call->results, err);
}

/* (self, target, weight, size_average, ignore_index, reduce, reduction, label_smoothing) */
int rt_forward_nn_cross_entropy(struct rt_call *call, struct rt_error *err)
{
    const struct rt_arg *a = call->args;
    const char *const reductions[] = {"none", "mean", "sum"}; /* by their numbers */
    int reduction = 0;

    while (reduction < 3 && !rt_arg_is(&a[6], reductions[reduction]))
        reduction++;
    if (reduction == 3 || a[3].kind != RT_NONE || a[5].kind != RT_NONE)
        return rt_ask_library(err);
    return rt_apply(&rt_op_cross_entropy, (struct rt_arg[]){a[0], a[1], a[2], rt_arg_int(reduction), a[4], a[7]}, 6,
                    call->results, err);
}

/* (self, p, training, inplace) */
int rt_forward_nn_dropout(struct rt_call *call, struct rt_error *err)
{
    if (call->args[3].boolean || !(call->args[1].number >= 0 && call->args[1].number <= 1))
        return rt_ask_library(err);
    return rt_apply(&rt_op_dropout, call->args, 3, call->results, err);
}

/* ---- norms ------------------------------------------------------------------------------------------------------- */

/* Elements of a channel, or of a group of channels in each image: the mean of one is itself. */
static bool several(T x, int64_t first)
{
    for (int i = 2; i < x->ndim; i++)
        first = rt_step_mul(first, x->shape[i]);
    return first != 1;
}

/* (self, running_mean, running_var, weight, bias, training, momentum, eps) */
int rt_forward_nn_batch_norm(struct rt_call *call, struct rt_error *err)
{
    const struct rt_arg *a = call->args;
    T x = a[0].tensor;

    if (x->ndim < 2 || (a[5].boolean && (!several(x, x->shape[0]) || !(a[7].number > 0))))
        return rt_ask_library(err);
    return rt_apply(&rt_op_batch_norm,
                    (struct rt_arg[]){a[0], a[3], a[4], a[1], a[2], a[5], a[6], a[7], rt_arg_bool(true)}, 9,
                    call->results, err);
}

/* (self, num_groups, weight, bias, eps) */
int rt_forward_nn_group_norm(struct rt_call *call, struct rt_error *err)
{
    T x = call->args[0].tensor;
    int64_t groups = call->args[1].integer;

    if (x->ndim < 2 || groups < 1 || !several(x, rt_step_mul(x->shape[0], x->shape[1]) / groups))
        return rt_ask_library(err);
    return rt_apply(&rt_op_group_norm, call->args, 5, call->results, err);
}

/* (self, normalized_shape, weight, bias, eps) */
int rt_forward_nn_layer_norm(struct rt_call *call, struct rt_error *err)
{
    return rt_apply(&rt_op_layer_norm, call->args, 5, call->results, err);
}

/* A vector of channels for each image of a batch; what is not there remains so. */
static struct rt_arg for_each(B b, const struct rt_arg *vector, int64_t n)
{
    T v;

    if (vector->kind != RT_TENSOR)
        return rt_arg_none();
    v = rt_build_apply(b, &rt_op_repeat, (struct rt_arg[]){*vector, rt_arg_ints(&n, 1)}, 2);
    return rt_arg_tensor(v);
}

/* (self, running_mean, running_var, weight, bias, use_input_stats, momentum, eps), with statistics of its own */
int rt_forward_nn_instance_norm(struct rt_call *call, struct rt_error *err)
{
    const struct rt_arg *a = call->args;
    T x = a[0].tensor, out;
    int64_t shape[RT_MAX_DIMS];
    struct rt_arg weight, bias;
    struct rt_build b;

    if (x->ndim < 3 || x->ndim > 5 || !rt_is_single(x) || !x->numel || !x->contiguous || !a[5].boolean ||
        a[1].kind != RT_NONE || a[2].kind != RT_NONE || !several(x, 1))
        return rt_ask_library(err);
    for (int i = 3; i < 5; i++)
        if (a[i].kind == RT_TENSOR && (a[i].tensor->ndim != 1 || a[i].tensor->numel != x->shape[1]))
            return rt_ask_library(err);
    memcpy(shape, x->shape, (size_t)x->ndim * sizeof *shape);
    shape[0] = 1;
    shape[1] = rt_step_mul(x->shape[0], x->shape[1]);
    rt_build_init(&b, err);
    weight = for_each(&b, &a[3], x->shape[0]);
    bias = for_each(&b, &a[4], x->shape[0]);
    out = b.failed ? NULL
                   : rt_build_apply(&b, &rt_op_view, (struct rt_arg[]){a[0], rt_arg_ints(shape, (uint32_t)x->ndim)}, 2);
    out = out ? rt_build_apply(&b, &rt_op_batch_norm,
                               (struct rt_arg[]){rt_arg_tensor(out), weight, bias, rt_arg_none(), rt_arg_none(), a[5],
                                                 a[6], a[7], rt_arg_bool(true)},
                               9)
              : NULL;
    out = out ? rt_build_apply(&b, &rt_op_view,
                               (struct rt_arg[]){rt_arg_tensor(out), rt_arg_ints(x->shape, (uint32_t)x->ndim)}, 2)
              : NULL;
    return rt_build_return(&b, call, out);
}

/* (self, normalized_shape, weight, eps) */
int rt_forward_nn_rms_norm(struct rt_call *call, struct rt_error *err)
{
    T x = call->args[0].tensor, weight = rt_arg_get_tensor(call, 2), out;
    const struct rt_arg *over = &call->args[1];
    const int n = (int)over->count;
    double eps = call->args[3].kind == RT_FLOAT ? call->args[3].number
                 : x->dtype == RT_FLOAT32       ? (double)FLT_EPSILON
                                                : DBL_EPSILON;
    int64_t dims[RT_MAX_DIMS];
    struct rt_build b;

    if (!rt_is_single(x) || !x->contiguous || !x->numel || n < 1 || n > x->ndim ||
        !rt_shape_equal(x->shape + x->ndim - n, n, over->ints, n) ||
        (weight && (weight->dtype != x->dtype || !rt_shape_equal(weight->shape, weight->ndim, over->ints, n))))
        return rt_ask_library(err);
    for (int i = 0; i < n; i++)
        dims[i] = i - n;
    rt_build_init(&b, err);
    out = rt_b_pows(&b, x, 2);
    out = out ? rt_build_apply(&b, &rt_op_mean_dim,
                               (struct rt_arg[]){rt_arg_tensor(out), rt_arg_ints(dims, (uint32_t)n), rt_arg_bool(true)},
                               3)
              : NULL;
    out = rt_b_mul(&b, x, rt_b_map(&b, &rt_op_rsqrt, out ? rt_b_adds(&b, out, eps) : NULL));
    return rt_build_return(&b, call, weight ? rt_b_mul(&b, out, weight) : out);
}
