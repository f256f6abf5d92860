/* scatter_reduce: sums, products, means and extrema of the elements that an index tensor sends to one position, and the
   gradients. */
#include "ops.h"

#include <string.h>

#include <math.h>
#include <stdio.h>

/* The smallest or largest number of an integral type. */
static int64_t bound(enum rt_dtype dtype, bool largest)
{
    if (dtype == RT_BOOL || dtype == RT_UINT8)
        return !largest ? 0 : dtype == RT_BOOL ? 1 : 255;
    int64_t high = INT64_MAX >> (64 - 8 * (int)rt_dtype_size(dtype));
    return largest ? high : -high - 1;
}

/* The initial value of a fold where self does not count. */
static struct rt_scalar neutral(enum rt_scatter_mode mode, enum rt_dtype dtype)
{
    bool real = rt_dtype_is_inexact(dtype);

    if (mode == RT_SCATTER_PROD)
        return rt_scalar_int(1);
    if (mode == RT_SCATTER_MAX)
        return real ? rt_scalar_float(-(double)INFINITY) : rt_scalar_int(bound(dtype, false));
    if (mode == RT_SCATTER_MIN)
        return real ? rt_scalar_float((double)INFINITY) : rt_scalar_int(bound(dtype, true));
    return rt_scalar_int(0);
}

static const struct fold {
    const char *word;
    enum rt_scatter_mode mode;
} folds[] = {{"sum", RT_SCATTER_ADD},
             {"mean", RT_SCATTER_ADD},
             {"prod", RT_SCATTER_PROD},
             {"amax", RT_SCATTER_MAX},
             {"amin", RT_SCATTER_MIN}};

static const struct fold *fold_of(const struct rt_arg *arg)
{
    for (size_t i = 0; i < sizeof folds / sizeof *folds; i++)
        if (rt_arg_is(arg, folds[i].word))
            return &folds[i];
    return NULL;
}

/* How many elements each position has: from ones (self counts) or zeros; at least 1. */
static T counts(B b, T self, const struct rt_arg *dim, T index, bool include)
{
    T start = include ? rt_b_ones_like(b, self) : rt_b_zeros_like(b, self), one = rt_b_ones_like(b, index);
    enum rt_dtype dtype = self->dtype == RT_COMPLEX64    ? RT_FLOAT32
                          : self->dtype == RT_COMPLEX128 ? RT_FLOAT64
                                                         : (enum rt_dtype)self->dtype;

    if (dtype != self->dtype) /* counts of complex elements are real */
        start = rt_b_to(b, start, dtype);
    if (!start || !one || !(one = rt_b_to(b, one, dtype)))
        return NULL;
    start = rt_build_apply(b, &rt_op_scatter_add,
                           (struct rt_arg[]){rt_arg_tensor(start), *dim, rt_arg_tensor(index), rt_arg_tensor(one)}, 4);
    return start ? rt_build_apply(b, &rt_op_clamp_min,
                                  (struct rt_arg[]){rt_arg_tensor(start), rt_arg_scalar(rt_scalar_int(1))}, 2)
                 : NULL;
}

/* (self, dim, index, src, reduce, include_self) */
int rt_forward_scatter_reduce(struct rt_call *call, struct rt_error *err)
{
    T self = call->args[0].tensor, index = call->args[2].tensor, src = call->args[3].tensor, out;
    const struct fold *fold = fold_of(&call->args[4]);
    bool include = call->args[5].boolean, mean = fold == &folds[1];
    int dim = rt_shape_dim(call->args[1].integer, self->ndim, err);
    struct rt_build b;

    if (!fold)
        return rt_error_set(err, RT_RUNTIME, "reduce argument must be either sum, prod, mean, amax or amin, got %.*s",
                            (int)call->args[4].count, call->args[4].string);
    if (dim < 0 || rt_check_scatter(self, dim, index, src, err) < 0)
        return -1;
    if (index->numel &&
        ((mean && self->dtype == RT_BOOL) || (rt_dtype_is_complex((enum rt_dtype)self->dtype) &&
                                              (fold->mode == RT_SCATTER_MAX || fold->mode == RT_SCATTER_MIN)))) {
        char kernel[64];
        snprintf(kernel, sizeof kernel, "scatter_gather_tensor_cpu_reduce_%.*s", (int)call->args[4].count,
                 call->args[4].string);
        return rt_no_kernel(kernel, self, err);
    }
    if (mean && self->dtype == RT_BOOL)
        return rt_no_kernel("div_floor_cpu", self, err);
    if (include && !mean && call->out == self && index->storage != self->storage && src->storage != self->storage &&
        !rt_needs_grad(self) && !rt_needs_grad(src) && !call->dual)
        return rt_scatter_into(self, dim, index, src, fold->mode, true, err) < 0
                   ? -1
                   : rt_result_steal(call, rt_tensor_get(self));
    rt_build_init(&b, err);
    out = rt_build_apply(&b, &rt_op_clone, (struct rt_arg[]){call->args[0], rt_arg_string("contiguous", 10)}, 2);
    if (out && !include) {
        T start = rt_b_zeros(&b, NULL, 0, (enum rt_dtype)self->dtype, self->storage->device);
        if (!start || rt_fill_constant(start, neutral(fold->mode, (enum rt_dtype)self->dtype), err) < 0 ||
            rt_scatter_into(out, dim, index, start, RT_SCATTER_ASSIGN, false, err) < 0)
            out = NULL;
    }
    if (out && rt_scatter_into(out, dim, index, src, fold->mode, false, err) < 0)
        out = NULL;
    if (out && mean) {
        T n = counts(&b, self, &call->args[1], index, include);
        bool real = rt_dtype_is_inexact((enum rt_dtype)self->dtype);
        out = n ? rt_b_two(&b, real ? &rt_op_div_Tensor : &rt_op_floor_divide, out, n) : NULL;
    }
    return rt_build_return(&b, call, out);
}

static T gathered(B m, T x, const struct rt_arg *dim, T index)
{
    return x && index
               ? rt_build_apply(m, &rt_op_gather, (struct rt_arg[]){rt_arg_tensor(x), *dim, rt_arg_tensor(index)}, 3)
               : NULL;
}

static T sent(B m, T start, const struct rt_arg *dim, T index, T values)
{
    if (!start || !values)
        return NULL;
    return rt_build_apply(m, &rt_op_scatter_add,
                          (struct rt_arg[]){rt_arg_tensor(start), *dim, rt_arg_tensor(index), rt_arg_tensor(values)},
                          4);
}

static T is_zero(B m, T x)
{
    return x ? rt_build_apply(m, &rt_op_eq_Tensor, (struct rt_arg[]){rt_arg_tensor(x), rt_arg_scalar(rt_scalar_int(0))},
                              2)
             : NULL;
}

static T equals(B m, T x, double scalar)
{
    return x ? rt_build_apply(m, &rt_op_eq_Tensor,
                              (struct rt_arg[]){rt_arg_tensor(x), rt_arg_scalar(rt_scalar_float(scalar))}, 2)
             : NULL;
}

/* The product of the others at an element's position: of all that are not zero, divided by it; nothing where another is
   zero. */
static T others(B m, T element, T product, T zeros)
{
    T none = rt_b_zeros_like(m, element), zero = is_zero(m, element);
    T divisor = zero ? rt_b_where(m, zero, rt_b_ones_like(m, element), element) : NULL;
    T alone = rt_b_where(m, equals(m, zeros, 1), product, none),
      plain = rt_b_where(m, equals(m, zeros, 0), rt_b_div(m, product, divisor), none);

    return rt_b_where(m, zero, alone, plain);
}

BACKWARD(scatter_reduce)
{
    B m = BUILD;
    const struct rt_arg *dim = &b->node->args[1];
    const struct fold *fold = fold_of(&b->node->args[4]);
    bool include = b->node->args[5].boolean;
    T self = ARG(0), index = ARG(2), src = ARG(3), out = RESULT(0), g = G, to_self = NULL, to_src = NULL;

    if (!self || !index || !src || !out || !fold)
        return 0;
    if (fold->mode == RT_SCATTER_ADD) {
        if (fold == &folds[1])
            g = rt_b_div(m, g, counts(m, self, dim, index, include));
        to_self = g;
        to_src = gathered(m, g, dim, index);
    } else if (fold->mode == RT_SCATTER_PROD) {
        struct rt_shape both = {.ndim = src->ndim};
        memcpy(both.size, src->shape, (size_t)src->ndim * sizeof *src->shape);
        if (rt_shape_broadcast(&both, index->shape, index->ndim, err) < 0)
            return -1;
        T one = rt_b_ones_like(m, self), kept = include ? self : one, zero_src = is_zero(m, src),
          zero_self = is_zero(m, kept);
        T safe_src = rt_b_where(m, zero_src, rt_b_ones_like(m, src), src),
          safe_self = rt_b_where(m, zero_self, one, kept);
        T zeros = sent(m, zero_self ? rt_b_to(m, zero_self, (enum rt_dtype)g->dtype) : NULL, dim, index,
                       zero_src ? rt_b_to(m, zero_src, (enum rt_dtype)g->dtype) : NULL);
        T product = safe_self && safe_src
                        ? rt_build_apply(m, &rt_op_scatter_reduce,
                                         (struct rt_arg[]){rt_arg_tensor(safe_self), *dim, rt_arg_tensor(index),
                                                           rt_arg_tensor(safe_src), rt_arg_string("prod", 4),
                                                           rt_arg_bool(true)},
                                         6)
                        : NULL;
        to_self = rt_b_mul(m, g, others(m, kept, product, zeros));
        to_src = rt_b_mul(m, gathered(m, g, dim, index),
                          others(m, src, gathered(m, product, dim, index), gathered(m, zeros, dim, index)));
    } else { /* all that have the extremum share */
        T mine = rt_b_eq(m, self, out), theirs = rt_b_eq(m, src, gathered(m, out, dim, index)), n;
        mine = mine ? rt_b_to(m, mine, (enum rt_dtype)g->dtype) : NULL;
        theirs = theirs ? rt_b_to(m, theirs, (enum rt_dtype)g->dtype) : NULL;
        n = sent(m, include ? mine : rt_b_zeros_like(m, g), dim, index, theirs);
        n = n ? rt_build_apply(m, &rt_op_clamp_min,
                               (struct rt_arg[]){rt_arg_tensor(n), rt_arg_scalar(rt_scalar_int(1))}, 2)
              : NULL;
        g = rt_b_div(m, g, n);
        to_self = include ? rt_b_mul(m, mine, g) : g;
        to_src = rt_b_mul(m, theirs, gathered(m, g, dim, index));
    }
    if (!include && to_self) /* where something arrives self does not count; elsewhere it is the result */
        to_self =
            rt_build_apply(m, &rt_op_scatter_value,
                           (struct rt_arg[]){rt_arg_tensor(fold->mode == RT_SCATTER_ADD && fold != &folds[1] ? g : G),
                                             *dim, rt_arg_tensor(index), rt_arg_scalar(rt_scalar_int(0))},
                           4);
    SET(0, to_self);
    SET(2, to_src);
    return 0;
}
