/* Ops that order and compare: sort, topk, kthvalue, median, equal, isclose, isin; and their gradients. */
#include "ops.h"

#include <math.h>
#include <string.h>

/* values and indices of the positions [first, first + count) of the sorted order along a dimension; values may be NULL
 */
static int sort_partition(T x, int dim, bool descending, bool nan_first, enum rt_sort_ties ties, int64_t first,
                          int64_t count, T *values, T *indices, struct rt_error *err)
{
    struct rt_sort_call kernel;
    struct rt_device *device = x->storage->device;
    int64_t shape[RT_MAX_DIMS];

    RT_CALL_BEGIN(kernel, values);
    kernel.dim = dim;
    kernel.descending = descending;
    kernel.nan_first = nan_first;
    kernel.ties = ties;
    kernel.first = first;
    kernel.count = count;
    rt_view_none(&kernel.values);
    rt_view_none(&kernel.indices);
    memcpy(shape, x->shape, x->ndim * sizeof *shape);
    if (x->ndim)
        shape[dim] = count;
    /* what is sorted completely has the layout of x */
    bool full = ties == RT_TIES_STABLE && !nan_first && !x->contiguous && x->ndim && count == x->shape[dim];
    if (values && !(*values = full ? rt_tensor_new_like(x, RT_DTYPE_NONE, err)
                                   : rt_tensor_new(device, (enum rt_dtype)x->dtype, shape, x->ndim, err)))
        return -1;
    if (!(*indices =
              full ? rt_tensor_new_like(x, RT_INT64, err) : rt_tensor_new(device, RT_INT64, shape, x->ndim, err)))
        goto fail;
    rt_tensor_view(x, &kernel.in);
    rt_tensor_view(*indices, &kernel.indices);
    if (values)
        rt_tensor_view(*values, &kernel.values);
    if ((*indices)->numel == 0 || device->kernels->sort(device, &kernel, err) == 0)
        return 0;
    rt_tensor_unref(*indices);
fail:
    if (values)
        rt_tensor_unref(*values);
    return -1;
}

int rt_sort_along(T x, int dim, bool descending, T *values, T *indices, struct rt_error *err)
{
    return sort_partition(x, dim, descending, false, RT_TIES_STABLE, 0, x->ndim ? x->shape[dim] : 1, values, indices,
                          err);
}

/* detail 1: (self, stable, dim, descending) */
int rt_forward_sort(struct rt_call *call, struct rt_error *err)
{
    T x = call->args[0].tensor, values, indices;
    int first = 1 + call->op->detail, dim = rt_shape_dim(call->args[first].integer, x->ndim, err);

    if (dim >= 0 && rt_dtype_is_complex((enum rt_dtype)x->dtype))
        return rt_error_set(err, RT_RUNTIME, " Sort does not support complex dtypes on CPU");
    if (dim < 0 || rt_sort_along(x, dim, call->args[first + 1].boolean, &values, &indices, err) < 0)
        return -1;
    return rt_result_pair_steal(call, values, indices);
}

/* detail 1: (self, stable, dim, descending) */
int rt_forward_argsort(struct rt_call *call, struct rt_error *err)
{
    T x = call->args[0].tensor, indices;
    int first = 1 + call->op->detail, dim = rt_shape_dim(call->args[first].integer, x->ndim, err);

    if (dim >= 0 && rt_dtype_is_complex((enum rt_dtype)x->dtype))
        return rt_error_set(err, RT_RUNTIME, " Sort does not support complex dtypes on CPU");
    if (dim < 0 || rt_sort_along(x, dim, call->args[first + 1].boolean, NULL, &indices, err) < 0)
        return -1;
    return rt_result_steal(call, indices);
}

static int part_of_sorted(struct rt_call *call, T x, int dim, bool descending, bool nan_first, enum rt_sort_ties ties,
                          int64_t k, int64_t start, bool keep, struct rt_error *err)
{
    T values, indices;

    if (sort_partition(x, dim, descending, nan_first, ties, start, k, &values, &indices, err) < 0)
        return -1;
    return rt_reduced_pair_steal(call, values, indices, dim, keep, err);
}

int rt_forward_topk(struct rt_call *call, struct rt_error *err)
{
    T x = call->args[0].tensor;
    int64_t k = call->args[1].integer;
    int dim = rt_shape_dim(call->args[2].integer, x->ndim, err);

    if (dim < 0)
        return -1;
    if (k < 0 || k > (x->ndim ? x->shape[dim] : 1))
        return rt_error_set(err, RT_RUNTIME, "selected index k out of range");
    if (x->dtype == RT_BOOL || rt_dtype_is_complex((enum rt_dtype)x->dtype))
        return rt_error_set(err, RT_RUNTIME,
                            x->dtype == RT_BOOL ? "topk does not support bool dtypes on CPU"
                                                : " topk does not support complex dtypes on CPU");
    return part_of_sorted(call, x, dim, call->args[3].boolean, false, RT_TIES_TOP, x->ndim ? k : 1, 0, true, err);
}

/* Neither bools nor complex numbers have an order for kernels that select. */
static bool unordered(T x)
{
    return x->dtype == RT_BOOL || rt_dtype_is_complex((enum rt_dtype)x->dtype);
}

int rt_forward_kthvalue(struct rt_call *call, struct rt_error *err)
{
    T x = call->args[0].tensor;
    int64_t k = call->args[1].integer;
    int dim = rt_shape_dim(call->args[2].integer, x->ndim, err);

    if (dim < 0)
        return -1;
    if (x->ndim && x->shape[dim] == 0)
        return rt_error_set(err, RT_INDEX, "kthvalue(): Expected reduction dim %d to have non-zero size.", dim);
    if (k < 1 || k > (x->ndim ? x->shape[dim] : 1))
        return rt_error_set(err, RT_RUNTIME, "kthvalue(): selected number k out of range for dimension %d", dim);
    if (unordered(x) && x->ndim)
        return rt_no_kernel("kthvalue_cpu", x, err);
    if (rt_dtype_is_complex((enum rt_dtype)x->dtype)) { /* the only one */
        T value = rt_tensor_new(x->storage->device, (enum rt_dtype)x->dtype, NULL, 0, err);
        T index = value ? rt_tensor_new(x->storage->device, RT_INT64, NULL, 0, err) : NULL;
        if (!index || rt_copy_into(value, x, err) < 0 || rt_fill_constant(index, rt_scalar_int(0), err) < 0) {
            rt_tensor_unref(value);
            rt_tensor_unref(index);
            return -1;
        }
        return rt_result_pair_steal(call, value, index);
    }
    return part_of_sorted(call, x, dim, false, false, RT_TIES_KTH, 1, k - 1, call->args[3].boolean, err);
}

/* The lower middle, or the first nan. */
static int median_along(struct rt_call *call, T x, int dim, bool keep, struct rt_error *err)
{
    int64_t n = x->ndim ? x->shape[dim] : 1;

    if (n == 0)
        return rt_error_set(err, RT_INDEX, "median(): Expected reduction dim %d to have non-zero size.", dim);
    return part_of_sorted(call, x, dim, false, true, RT_TIES_STABLE, 1, (n - 1) / 2, keep, err);
}

int rt_forward_median_dim(struct rt_call *call, struct rt_error *err)
{
    T x = call->args[0].tensor;
    int dim = rt_shape_dim(call->args[1].integer, x->ndim, err);

    if (dim >= 0 && unordered(x) && (!x->ndim || x->shape[dim]))
        return rt_no_kernel("median_out", x, err);
    return dim < 0 ? -1 : median_along(call, x, dim, call->args[2].boolean, err);
}

int rt_forward_median(struct rt_call *call, struct rt_error *err)
{
    T x = call->args[0].tensor, dense, flat;
    int64_t stride = 1;
    int rc;

    if (x->numel && unordered(x))
        return rt_no_kernel("median_cpu", x, err);
    if (x->numel == 0) { /* no element to take: nan, or what it converts to */
        bool real = rt_dtype_is_inexact((enum rt_dtype)x->dtype);
        return rt_result_steal(call,
                               rt_tensor_scalar(real ? rt_scalar_float((double)NAN)
                                                     : rt_scalar_int(x->dtype == RT_INT32 ? INT32_MIN : INT64_MIN),
                                                (enum rt_dtype)x->dtype, x->storage->device, err));
    }
    if (!(dense = rt_contiguous(x, err)))
        return -1;
    flat = rt_tensor_window(dense, &x->numel, &stride, 1, dense->offset, false, err);
    rt_tensor_unref(dense);
    if (!flat)
        return -1;
    rc = median_along(call, flat, 0, false, err);
    rt_tensor_unref(flat);
    if (rc == 0) {
        rt_tensor_unref(call->results->tensor[1]);
        call->results->count = 1;
    }
    return rc;
}

/* ---- comparison -------------------------------------------------------------------------------------------------- */

int rt_forward_equal(struct rt_call *call, struct rt_error *err)
{
    T x = call->args[0].tensor, y = call->args[1].tensor, out;
    struct rt_build b;

    if (rt_is_meta(x))
        return rt_needs_data("equal", "", err);
    rt_build_init(&b, err);
    if (!rt_dtype_is_inexact((enum rt_dtype)x->dtype) && x->storage == y->storage && x->offset == y->offset &&
        x->dtype == y->dtype && rt_shape_equal(x->shape, x->ndim, y->shape, y->ndim) &&
        !memcmp(x->strides, y->strides, (size_t)x->ndim * sizeof *x->strides)) /* the same elements, none of them nan */
        out = rt_b_map(&b, &rt_op_logical_not, rt_b_zeros(&b, NULL, 0, RT_BOOL, x->storage->device));
    else if (!rt_shape_equal(x->shape, x->ndim, y->shape, y->ndim))
        out = rt_b_zeros(&b, NULL, 0, RT_BOOL, x->storage->device);
    else
        out = rt_b_map(&b, &rt_op_all, rt_b_eq(&b, x, y));
    return rt_build_return(&b, call, out);
}

/* |a - b| <= atol + rtol |b|, or equal */
int rt_forward_isclose(struct rt_call *call, struct rt_error *err)
{
    T x = call->args[0].tensor, y = call->args[1].tensor, close, near;
    double rtol = call->args[2].number, atol = call->args[3].number;
    struct rt_build b;

    if (!x || !y)
        return rt_error_set(err, RT_TYPE, "isclose(): argument 'other' (position 2) must be Tensor");
    if (x->dtype != y->dtype)
        return rt_error_set(err, RT_RUNTIME, "%s did not match %s", rt_dtype_table[x->dtype].scalar,
                            rt_dtype_table[y->dtype].scalar);
    if (!(rtol >= 0) || !(atol >= 0))
        return rt_error_set(err, RT_RUNTIME, "%s must be greater than or equal to zero, but got %g",
                            rtol >= 0 ? "atol" : "rtol", rtol >= 0 ? atol : rtol);
    rt_build_init(&b, err);
    close = rt_b_eq(&b, x, y);
    if (call->args[4].boolean && rt_dtype_is_inexact((enum rt_dtype)x->dtype))
        close =
            rt_b_two(&b, &rt_op_logical_or, close,
                     rt_b_two(&b, &rt_op_logical_and, rt_b_map(&b, &rt_op_isnan, x), rt_b_map(&b, &rt_op_isnan, y)));
    if (rtol != 0 || atol != 0) {
        if (rt_dtype_is_integral((enum rt_dtype)x->dtype)) {
            x = rt_b_to(&b, x, RT_FLOAT64);
            y = rt_b_to(&b, y, RT_FLOAT64);
        }
        T distance = rt_b_map(&b, &rt_op_abs, rt_b_sub(&b, x, y));
        near = rt_b_two(&b, &rt_op_le_Tensor, distance,
                        rt_b_adds(&b, rt_b_muls(&b, rt_b_map(&b, &rt_op_abs, y), rtol), atol));
        near = rt_b_two(&b, &rt_op_logical_and, near, rt_b_map(&b, &rt_op_isfinite, distance));
        close = rt_b_two(&b, &rt_op_logical_or, close, near);
    }
    return rt_build_return(&b, call, close);
}

#define SMALL_TESTS 8

/* Few elements are compared with each, as PyTorch does, which wants to view them as one row; many are sorted. */
int rt_forward_isin(struct rt_call *call, struct rt_error *err)
{
    struct rt_input in[2] = {rt_input_of(call, 0), rt_input_of(call, 1)};
    enum rt_dtype dtype = rt_result_type(in, 2);
    T both[2], found = NULL, row;
    int64_t all = -1;
    struct rt_build b;

    for (int i = 0; i < 2; i++)
        if (in[i].tensor && !(rt_dtype_is_float((enum rt_dtype)in[i].tensor->dtype) ||
                              rt_dtype_category((enum rt_dtype)in[i].tensor->dtype) == RT_CAT_INT))
            return rt_error_set(err, RT_RUNTIME, "Unsupported input type encountered for isin(): %s",
                                rt_dtype_table[in[i].tensor->dtype].scalar);
    rt_build_init(&b, err);
    for (int i = 0; i < 2; i++) {
        both[i] = in[i].tensor;
        if (!both[i]) {
            both[i] = rt_build_keep_steal(&b, rt_tensor_new(in[1 - i].tensor->storage->device, dtype, NULL, 0, err));
            if (both[i] && rt_fill_constant(both[i], in[i].scalar, err) < 0)
                b.failed = true;
        }
    }
    if (b.failed || !both[0] || !both[1])
        return rt_build_return(&b, call, NULL);
    if (!in[1].tensor)
        found = rt_b_eq(&b, both[0], both[1]);
    else if (both[0]->numel == 0)
        found = rt_b_eq(&b, both[0], both[0]);
    else if (both[1]->numel == 0)
        found = rt_b_zeros(&b, both[0]->shape, both[0]->ndim, RT_BOOL, both[0]->storage->device);
    else if ((double)both[1]->numel < floor(10 * pow((double)both[0]->numel, 0.145)) &&
             !((row = rt_b_to(&b, both[1], dtype)) && /* so few that PyTorch goes through them all, as a row */
               rt_build_apply(&b, &rt_op_view, (struct rt_arg[]){rt_arg_tensor(row), rt_arg_ints(&all, 1)}, 2)))
        return rt_build_return(&b, call, NULL);
    else if (both[1]->numel <= SMALL_TESTS) {
        T x = rt_b_to(&b, both[0], dtype);
        row = rt_b_reshape(&b, rt_b_to(&b, both[1], dtype), &all, 1);
        for (int64_t i = 0; row && x && i < both[1]->numel; i++) {
            T one = rt_b_eq(&b, x, rt_b_select(&b, row, 0, i));
            if (!(found = found ? rt_b_two(&b, &rt_op_logical_or, found, one) : one))
                break;
        }
    } else {
        T x = rt_b_map(&b, &rt_op_contiguous, rt_b_to(&b, both[0], dtype));
        row = rt_b_map(&b, &rt_op_sort, rt_b_reshape(&b, rt_b_to(&b, both[1], dtype), &all, 1));
        T at = rt_b_two(&b, &rt_op_searchsorted, row, x);
        if (at)
            at = rt_build_apply(&b, &rt_op_clamp_max,
                                (struct rt_arg[]){rt_arg_tensor(at), rt_arg_scalar(rt_scalar_int(both[1]->numel - 1))},
                                2);
        found = rt_b_eq(&b, rt_b_two(&b, &rt_op_take, row, at), x);
    }
    if (found && call->args[3].boolean)
        found = rt_b_map(&b, &rt_op_logical_not, found);
    return rt_build_return(&b, call, rt_b_map(&b, &rt_op_contiguous, found));
}
