/* Fast paths (see fast_path.c) of cartesian_prod, unique, quantile and triplet_margin_loss. */
#include "fast_path.h"

#include <math.h>
#include <string.h>

/* ---- products of sets -------------------------------------------------------------------------------------------- */

#define MAX_ROWS (1 << 16)

/* (first, second[, third]): the rows of all combinations, the last column changing first; detail: how many columns */
int rt_forward_cartesian_prod(struct rt_call *call, struct rt_error *err)
{
    const int columns = call->op->detail;
    const T first = call->args[0].tensor;
    const size_t size = rt_dtype_size((enum rt_dtype)first->dtype);
    int64_t shape[2] = {1, columns}, runs = 1, repeats;
    char *to;
    T out;

    if (rt_is_recorded(call))
        return rt_ask_library(err);
    for (int k = 0; k < columns; k++) {
        const T x = call->args[k].tensor;
        if (x->ndim != 1 || !rt_is_small(x) || x->dtype != first->dtype ||
            x->storage->device != first->storage->device || (shape[0] *= x->numel) > MAX_ROWS)
            return rt_ask_library(err);
    }
    if (!(out = rt_tensor_new(first->storage->device, (enum rt_dtype)first->dtype, shape, 2, err)))
        return -1;
    repeats = shape[0];
    for (int k = 0; shape[0] && k < columns; k++) { /* column by column: `runs` times all, each `repeats` times */
        const T x = call->args[k].tensor;
        const char *from = rt_tensor_pointer(x);
        to = (char *)rt_tensor_pointer(out) + (size_t)k * size;
        repeats /= x->numel;
        for (int64_t r = 0; r < runs; r++)
            for (int64_t i = 0; i < x->numel; i++)
                for (int64_t j = 0; j < repeats; j++, to += (size_t)columns * size)
                    memcpy(to, from + (size_t)i * size, size);
        runs *= x->numel;
    }
    return rt_result_steal(call, out);
}

#define MAX_SORTED 32

/* The different ones of a few integers, in order. */
static int unique_small(struct rt_call *call, T x, struct rt_error *err)
{
    const enum rt_dtype dtype = (enum rt_dtype)x->dtype;
    const size_t size = rt_dtype_size(dtype);
    int64_t sorted[MAX_SORTED], n = 0;
    T out;

    for (int64_t i = 0; i < x->numel; i++) {
        const int64_t v = rt_scalar_load(dtype, (const char *)rt_tensor_pointer(x) + (size_t)i * size).i;
        int64_t k = n;
        while (k > 0 && sorted[k - 1] > v)
            k--;
        if (k > 0 && sorted[k - 1] == v)
            continue;
        memmove(sorted + k + 1, sorted + k, (size_t)(n++ - k) * sizeof *sorted);
        sorted[k] = v;
    }
    if (!(out = rt_tensor_new(x->storage->device, dtype, &n, 1, err)))
        return -1;
    for (int64_t i = 0; i < n; i++)
        rt_scalar_store(dtype, (char *)rt_tensor_pointer(out) + (size_t)i * size, rt_scalar_int(sorted[i]));
    return rt_result_steal(call, out);
}

/* (self, sorted, return_inverse, return_counts): of all elements, them alone */
int rt_forward_unique_values(struct rt_call *call, struct rt_error *err)
{
    const T x = call->args[0].tensor;
    struct rt_results found;

    if (call->args[2].boolean || call->args[3].boolean)
        return rt_ask_library(err);
    if (rt_is_small(x) && x->numel <= MAX_SORTED && !rt_dtype_is_inexact((enum rt_dtype)x->dtype))
        return unique_small(call, x, err);
    if (rt_apply(&rt_op_unique, call->args, 2, &found, err) < 0)
        return -1;
    T values = rt_tensor_get(found.tensor[0]);
    rt_results_clear(&found);
    return rt_result_steal(call, values);
}

/* ---- quantiles --------------------------------------------------------------------------------------------------- */

static double element(T x, int64_t i)
{
    return x->dtype == RT_FLOAT32 ? (double)((const float *)rt_tensor_pointer(x))[i]
                                  : ((const double *)rt_tensor_pointer(x))[i];
}

static void put_element(T x, int64_t i, double v)
{
    if (x->dtype == RT_FLOAT32)
        ((float *)rt_tensor_pointer(x))[i] = (float)v;
    else
        ((double *)rt_tensor_pointer(x))[i] = v;
}

/* n values in order, of equal ones the first in front; false: there are nans. */
static bool sort_small(double *to, T x, int64_t start, int64_t n)
{
    for (int64_t i = 0; i < n; i++) {
        const double v = element(x, start + i);
        int64_t k = i;
        if (isnan(v))
            return false;
        for (; k > 0 && to[k - 1] > v; k--)
            to[k] = to[k - 1];
        to[k] = v;
    }
    return true;
}

/* (self, q, dim, keepdim, interpolation): of few elements, between neighbours, as the library puts it together */
int rt_forward_quantile(struct rt_call *call, struct rt_error *err)
{
    T x = call->args[0].tensor, below, above, weight;
    const bool flat = call->args[2].kind == RT_NONE, keep = call->args[3].boolean;
    int64_t dim = flat ? x->ndim - 1 : call->args[2].integer, shape[RT_MAX_DIMS], n, rows, at;
    double q = call->args[1].number, sorted[RT_SMALL], position;
    int ndim = 0;
    struct rt_build b;

    if (rt_is_recorded(call) || !rt_is_single(x) || !rt_is_small(x) || !x->numel || !(q >= 0 && q <= 1) ||
        !rt_arg_is(&call->args[4], "linear") || (!flat && (!x->ndim || (dim != -1 && dim != x->ndim - 1))))
        return rt_ask_library(err);
    n = flat ? x->numel : x->shape[x->ndim - 1];
    rows = x->numel / n;
    for (int i = 0; i < x->ndim; i++)
        if (!flat && i < x->ndim - 1)
            shape[ndim++] = x->shape[i];
        else if (keep)
            shape[ndim++] = 1;
    rt_build_init(&b, err);
    below = rt_build_keep_steal(&b, rt_tensor_new(x->storage->device, (enum rt_dtype)x->dtype, shape, ndim, err));
    above = rt_build_keep_steal(&b, rt_tensor_new(x->storage->device, (enum rt_dtype)x->dtype, shape, ndim, err));
    weight = rt_build_keep_steal(&b, rt_tensor_new(x->storage->device, (enum rt_dtype)x->dtype, shape, ndim, err));
    if (!below || !above || !weight)
        return rt_build_return(&b, call, NULL);
    position = x->dtype == RT_FLOAT32 ? (double)((float)q * (float)(n - 1)) : q * (double)(n - 1);
    at = (int64_t)position;
    for (int64_t i = 0; i < rows; i++) {
        if (!sort_small(sorted, x, i * n, n)) {
            rt_ask_library(err);
            return rt_build_return(&b, call, NULL);
        }
        put_element(below, i, sorted[at]);
        put_element(above, i, sorted[(int64_t)ceil(position)]);
        put_element(weight, i, position - (double)at);
    }
    struct rt_arg args[] = {rt_arg_tensor(below), rt_arg_tensor(above), rt_arg_tensor(weight)};
    return rt_build_return(&b, call, rt_build_apply(&b, &rt_op_lerp_Tensor, args, 3));
}

/* ---- triplets ---------------------------------------------------------------------------------------------------- */

/* The norms of the rows of x - y + eps. */
static T distances(B b, T x, T y, struct rt_arg p, struct rt_arg eps)
{
    const int64_t last = -1;
    T d = rt_b_sub(b, x, y);

    d = d ? rt_build_apply(b, &rt_op_add_scalar, (struct rt_arg[]){rt_arg_tensor(d), eps}, 2) : NULL;
    struct rt_arg args[] = {rt_arg_tensor(d), p, rt_arg_ints(&last, 1), rt_arg_bool(false)};
    d = d ? rt_build_apply(b, &rt_op_norm, args, 4) : NULL;
    d = rt_named(b, d, "NormBackward1");
    if (d)
        rt_tensor_leave_base(d);
    return d;
}

/* (self, positive, negative, margin, p, eps, swap, size_average, reduce, reduction) */
int rt_forward_nn_triplet_margin_loss(struct rt_call *call, struct rt_error *err)
{
    const struct rt_arg *a = call->args, margin = rt_arg_scalar(rt_scalar_float(a[3].number)),
                        eps = rt_arg_scalar(rt_scalar_float(a[5].number)), zero = rt_arg_scalar(rt_scalar_int(0));
    const bool mean = rt_arg_is(&a[9], "mean"), sum = rt_arg_is(&a[9], "sum");
    T x = a[0].tensor, near, far, loss;
    struct rt_build b;

    for (int i = 0; i < 3; i++)
        if (!rt_is_single(x) || a[i].tensor->dtype != x->dtype || !x->ndim || a[i].tensor->ndim != x->ndim ||
            a[i].tensor->storage->device != x->storage->device)
            return rt_ask_library(err);
    if (!(a[3].number > 0) || a[6].boolean || a[7].kind != RT_NONE || a[8].kind != RT_NONE ||
        (!mean && !sum && !rt_arg_is(&a[9], "none")))
        return rt_ask_library(err);
    rt_build_init(&b, err);
    near = distances(&b, x, a[1].tensor, a[4], eps);
    far = near ? distances(&b, x, a[2].tensor, a[4], eps) : NULL;
    loss = far ? rt_build_apply(&b, &rt_op_add_scalar, (struct rt_arg[]){rt_arg_tensor(near), margin}, 2) : NULL;
    loss = loss ? rt_b_sub(&b, loss, far) : NULL;
    loss = loss ? rt_build_apply(&b, &rt_op_clamp_min, (struct rt_arg[]){rt_arg_tensor(loss), zero}, 2) : NULL;
    if (loss && (mean || sum))
        loss = rt_b_map(&b, mean ? &rt_op_mean : &rt_op_sum, loss);
    return rt_build_return(&b, call, loss);
}
