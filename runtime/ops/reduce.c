/* Reductions: sums, means, extrema, norms, variances, any and all; and their gradients. Scans are in scans.c. */
#include "ops.h"

#include <math.h>
#include <string.h>

int rt_no_kernel(const char *kernel, T x, struct rt_error *err)
{
    return rt_error_set(err, RT_NOT_IMPLEMENTED, "\"%s\" not implemented for '%s'", kernel,
                        rt_dtype_table[x->dtype].scalar);
}

/* ---- the common forward ------------------------------------------------------------------------------------------ */

/* Products of complex numbers: the folded dimensions last and as one, then in pairs. */
static T complex_product(T self, int64_t mask, const struct rt_shape *shape, enum rt_dtype result, struct rt_error *err)
{
    int64_t order[RT_MAX_DIMS], flat[2] = {1, 1};
    struct rt_build b;
    int n = 0;
    T x, out = NULL;

    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < self->ndim; i++)
            if ((mask >> i & 1) == pass) {
                order[n++] = i;
                flat[pass] = rt_step_mul(flat[pass], self->shape[i]);
            }
    rt_build_init(&b, err);
    x = rt_b_to(&b, self, result);
    if (flat[1] == 0)
        x = rt_b_adds(&b, rt_b_zeros(&b, shape->size, shape->ndim, result, self->storage->device), 1);
    else {
        x = rt_b_reshape(&b, n ? rt_b_permute(&b, x, order, n) : x, flat, 2);
        x = rt_b_reshape(&b, rt_b_product_last(&b, x), shape->size, shape->ndim);
        if (x && (!x->contiguous || x->storage == self->storage)) /* the product of one element each */
            x = rt_build_apply(&b, &rt_op_clone, (struct rt_arg[]){rt_arg_tensor(x), rt_arg_string("contiguous", 10)},
                               2);
    }
    if (x && !b.failed)
        out = rt_tensor_get(x);
    rt_build_end(&b);
    return out;
}

static T fold(T self, enum rt_reduce_op op, int64_t mask, bool keepdim, enum rt_dtype compute, enum rt_dtype result,
              double param, struct rt_error *err);

/* Norms of complex numbers are those of their sizes, variances the sums of those of their components. */
static T complex_size(T self, enum rt_reduce_op op, int64_t mask, bool keepdim, double param, struct rt_error *err)
{
    struct rt_build b;
    enum rt_dtype part = self->dtype == RT_COMPLEX128 ? RT_FLOAT64 : RT_FLOAT32;
    int64_t last = -1;
    T x, out = NULL;

    rt_build_init(&b, err);
    x = rt_b_map(&b, op == RT_REDUCE_VAR ? &rt_op_view_as_real : &rt_op_abs, self);
    if (x)
        x = rt_build_keep_steal(&b, fold(x, op, mask, keepdim, part, part, param, err));
    if (x && op == RT_REDUCE_VAR)
        x = rt_b_sum(&b, x, &last, 1, false);
    if (x && !b.failed)
        out = rt_tensor_get(x);
    rt_build_end(&b);
    return out;
}

/* Folds the dimensions of the mask. The result keeps them with size 1 if keepdim. */
static T fold_root(T self, enum rt_reduce_op op, int64_t mask, bool keepdim, enum rt_dtype compute,
                   enum rt_dtype result, double param, bool root, struct rt_error *err)
{
    struct rt_reduce_call kernel;
    struct rt_device *device = self->storage->device;
    struct rt_shape shape;
    int k = 0;
    T out;

    RT_CALL_BEGIN(kernel, out);
    kernel.op = op;
    kernel.compute = compute;
    kernel.param = param;
    kernel.root = root;
    shape.ndim = 0;
    if (self->ndim == 0)
        mask = 0;
    for (int i = 0; i < self->ndim; i++)
        if (!(mask >> i & 1))
            shape.size[shape.ndim++] = self->shape[i];
        else if (keepdim)
            shape.size[shape.ndim++] = 1;
    if (rt_dtype_is_complex(compute) && (op == RT_REDUCE_VAR || op == RT_REDUCE_NORM))
        return complex_size(self, op, mask, keepdim, param, err);
    if (rt_dtype_is_complex(compute) && op == RT_REDUCE_PROD)
        return complex_product(self, mask, &shape, result, err);
    if (rt_dtype_is_complex(compute) && (enum rt_dtype)self->dtype != result) {
        T converted = rt_convert(self, result, err);
        out = converted ? fold(converted, op, mask, keepdim, result, result, param, err) : NULL;
        if (converted)
            rt_tensor_unref(converted);
        return out;
    }
    if (!(out = rt_tensor_new(device, result, shape.size, shape.ndim, err)))
        return NULL;
    rt_tensor_view(self, &kernel.in);
    kernel.dims = (uint32_t)mask;
    kernel.out.data = rt_tensor_pointer(out);
    kernel.out.dtype = result;
    kernel.out.ndim = self->ndim;
    for (int i = 0; i < self->ndim; i++) {
        bool folded = mask >> i & 1;
        kernel.out.shape[i] = self->shape[i];
        kernel.out.strides[i] = folded ? 0 : out->strides[k];
        k += !folded || keepdim;
    }
    if (rt_dtype_is_complex(compute) && (op == RT_REDUCE_SUM || op == RT_REDUCE_MEAN)) { /* each component by itself */
        rt_view_pairs(&kernel.in);
        rt_view_pairs(&kernel.out);
        kernel.compute = kernel.in.dtype;
    }
    if (out->numel && device->kernels->reduce(device, &kernel, err) < 0) {
        rt_tensor_unref(out);
        return NULL;
    }
    return out;
}

static T fold(T self, enum rt_reduce_op op, int64_t mask, bool keepdim, enum rt_dtype compute, enum rt_dtype result,
              double param, struct rt_error *err)
{
    return fold_root(self, op, mask, keepdim, compute, result, param, false, err);
}

/* dtype of sums: integers give int64 */
enum rt_dtype rt_sum_dtype(T self, const struct rt_arg *dtype)
{
    if (dtype && dtype->kind == RT_DTYPE_ARG)
        return dtype->dtype;
    return rt_dtype_is_integral((enum rt_dtype)self->dtype) ? RT_INT64 : (enum rt_dtype)self->dtype;
}

static int check_mean(T self, const struct rt_arg *dtype, struct rt_error *err)
{
    bool given = dtype->kind == RT_DTYPE_ARG;
    enum rt_dtype type = given ? dtype->dtype : (enum rt_dtype)self->dtype;

    if (rt_dtype_is_inexact(type))
        return 0;
    return rt_error_set(err, RT_RUNTIME,
                        "mean(): could not infer output dtype. %s dtype must be either a floating point or complex "
                        "dtype. Got: %s",
                        given ? "Optional" : "Input", rt_dtype_table[type].scalar);
}

/* Elements become integers before they are added, and keep their precision among floats. */
enum rt_dtype rt_sum_compute(enum rt_dtype self, enum rt_dtype result)
{
    return rt_dtype_is_integral(result) || rt_dtype_is_integral(self) ? result : rt_dtype_promote(self, result);
}

/* Folds of a type asked for: elements are converted before they are added up, not after; means of half types are
   computed in float32. */
static T fold_as(T self, enum rt_reduce_op op, int64_t mask, bool keepdim, enum rt_dtype result, struct rt_error *err)
{
    const enum rt_dtype first = op == RT_REDUCE_MEAN && rt_dtype_size(result) == 2 ? RT_FLOAT32 : result;
    T half = NULL, out;

    if (rt_dtype_is_float(first) && (enum rt_dtype)self->dtype != first &&
        (rt_dtype_size(first) == 2 || self->dtype == RT_FLOAT64) && !(self = half = rt_convert(self, first, err)))
        return NULL;
    out = fold(self, op, mask, keepdim, rt_sum_compute((enum rt_dtype)self->dtype, first), result, 0, err);
    rt_tensor_unref(half);
    return out;
}

/* sum, mean, prod of everything: (self, dtype) */
int rt_forward_sum(struct rt_call *call, struct rt_error *err)
{
    T self = call->args[0].tensor;
    enum rt_reduce_op op = (enum rt_reduce_op)call->op->detail;
    enum rt_dtype result = rt_sum_dtype(self, &call->args[1]);

    if (op == RT_REDUCE_MEAN && check_mean(self, &call->args[1], err) < 0)
        return -1;
    return rt_result_steal(call, fold_as(self, op, (INT64_C(1) << self->ndim) - 1, false, result, err));
}

/* sum, mean over dimensions: (self, dim, keepdim, dtype) */
int rt_forward_sum_dim(struct rt_call *call, struct rt_error *err)
{
    T self = call->args[0].tensor;
    enum rt_reduce_op op = (enum rt_reduce_op)call->op->detail;
    enum rt_dtype result = rt_sum_dtype(self, &call->args[3]);
    int64_t mask;

    if (op == RT_REDUCE_MEAN && check_mean(self, &call->args[3], err) < 0)
        return -1;
    mask = rt_shape_dims(call->args[1].ints, call->args[1].kind == RT_INTS ? (int)call->args[1].count : 0, self->ndim,
                         err);
    if (mask < 0)
        return -1;
    return rt_result_steal(call, fold_as(self, op, mask, call->args[2].boolean, result, err));
}

int rt_forward_prod_dim(struct rt_call *call, struct rt_error *err)
{
    T self = call->args[0].tensor;
    enum rt_dtype result = rt_sum_dtype(self, &call->args[3]);
    int dim = rt_shape_dim(call->args[1].integer, self->ndim, err);

    if (dim < 0)
        return -1;
    return rt_result_steal(call, fold_as(self, RT_REDUCE_PROD, INT64_C(1) << dim, call->args[2].boolean, result, err));
}

/* max, min of everything */
int rt_forward_extremum(struct rt_call *call, struct rt_error *err)
{
    T self = call->args[0].tensor;

    if (self->numel == 0)
        return rt_error_set(
            err, RT_RUNTIME,
            "%s(): Expected reduction dim to be specified for input.numel() == 0. Specify the reduction "
            "dim with the 'dim' argument.",
            call->schema->name);
    if (rt_dtype_is_complex((enum rt_dtype)self->dtype))
        return rt_error_set(err, RT_NOT_IMPLEMENTED, "\"%s_all\" not implemented for '%s'", call->schema->name,
                            rt_dtype_table[self->dtype].scalar);
    return rt_result_steal(call, fold(self, (enum rt_reduce_op)call->op->detail, (INT64_C(1) << self->ndim) - 1, false,
                                      (enum rt_dtype)self->dtype, (enum rt_dtype)self->dtype, 0, err));
}

int rt_forward_amax(struct rt_call *call, struct rt_error *err)
{
    T self = call->args[0].tensor;
    int64_t mask = rt_shape_dims(call->args[1].ints, (int)call->args[1].count, self->ndim, err);

    if (mask < 0)
        return -1;
    if (self->numel == 0 && !call->args[1].count)
        return rt_error_set(
            err, RT_RUNTIME,
            "%s(): Expected reduction dim to be specified for input.numel() == 0. Specify the reduction "
            "dim with the 'dim' argument.",
            call->schema->name);
    for (uint32_t k = 0; self->numel == 0 && k < call->args[1].count; k++) {
        int64_t dim = call->args[1].ints[k];
        if (self->shape[dim < 0 ? dim + self->ndim : dim] == 0)
            return rt_error_set(err, RT_INDEX, "%s(): Expected reduction dim %lld to have non-zero size.",
                                call->schema->name, (long long)dim);
    }
    if (rt_dtype_is_complex((enum rt_dtype)self->dtype) && self->numel)
        return rt_no_kernel(call->op->detail == RT_REDUCE_MAX ? "max_values_cpu" : "min_values_cpu", self, err);
    return rt_result_steal(call, fold(self, (enum rt_reduce_op)call->op->detail, mask, call->args[2].boolean,
                                      (enum rt_dtype)self->dtype, (enum rt_dtype)self->dtype, 0, err));
}

/* all, any: (self) or (self, dim, keepdim) */
int rt_forward_any(struct rt_call *call, struct rt_error *err)
{
    T self = call->args[0].tensor;
    enum rt_dtype result = self->dtype == RT_UINT8 ? RT_UINT8 : RT_BOOL;
    int64_t mask = (INT64_C(1) << self->ndim) - 1;
    bool keepdim = false;

    if (call->nargs > 1) {
        int dim = rt_shape_dim(call->args[1].integer, self->ndim, err);
        if (dim < 0)
            return -1;
        mask = INT64_C(1) << dim;
        keepdim = call->args[2].boolean;
    }
    return rt_result_steal(call, fold(self, (enum rt_reduce_op)call->op->detail, mask, keepdim,
                                      (enum rt_dtype)self->dtype, result, 0, err));
}

int rt_forward_any_dims(struct rt_call *call, struct rt_error *err)
{
    T self = call->args[0].tensor;
    enum rt_dtype result = self->dtype == RT_UINT8 ? RT_UINT8 : RT_BOOL;
    int64_t mask = rt_arg_is_none(call, 1) ? (INT64_C(1) << self->ndim) - 1 : 0;

    for (uint32_t i = 0; !rt_arg_is_none(call, 1) && i < call->args[1].count; i++) {
        int dim = rt_shape_dim(call->args[1].ints[i], self->ndim, err);
        if (dim < 0)
            return -1;
        if (mask >> dim & 1)
            return rt_error_set(err, RT_RUNTIME, "dim %d appears multiple times in the list of dims", dim);
        mask |= INT64_C(1) << dim;
    }
    return rt_result_steal(call, fold(self, (enum rt_reduce_op)call->op->detail, mask, call->args[2].boolean,
                                      (enum rt_dtype)self->dtype, result, 0, err));
}

/* How many of a few elements of the host are not 0? A nan counts, and so does a complex number with one component that
   is not 0. */
static int64_t count_small(T x)
{
    const char *at = rt_tensor_pointer(x);
    const size_t size = rt_dtype_size((enum rt_dtype)x->dtype);
    int64_t count = 0;

    if (x->dtype == RT_FLOAT32)
        for (int64_t i = 0; i < x->numel; i++)
            count += ((const float *)(const void *)at)[i] != 0;
    else
        for (int64_t i = 0; i < x->numel; i++, at += size)
            count += !rt_scalar_is_zero(rt_scalar_load((enum rt_dtype)x->dtype, at));
    return count;
}

int rt_forward_count_nonzero(struct rt_call *call, struct rt_error *err)
{
    T self = call->args[0].tensor, nonzero, out;
    int64_t mask = (INT64_C(1) << self->ndim) - 1;

    if (rt_arg_is_none(call, 1) && rt_is_small(self)) {
        if ((out = rt_tensor_new(self->storage->device, RT_INT64, NULL, 0, err)))
            *(int64_t *)rt_tensor_pointer(out) = count_small(self);
        return rt_result_steal(call, out);
    }
    if (!rt_arg_is_none(call, 1)) {
        const int64_t *dims = call->op->detail ? call->args[1].ints : &call->args[1].integer;
        int n = call->op->detail ? (int)call->args[1].count : 1;
        if (n)
            mask = 0;
        for (int i = 0; i < n; i++) {
            int dim = rt_shape_dim(dims[i], self->ndim, err);
            if (dim < 0)
                return -1;
            if (mask >> dim & 1)
                return rt_error_set(err, RT_RUNTIME, "dim %d appears multiple times in the list of dims", dim);
            mask |= INT64_C(1) << dim;
        }
    }
    if (!(nonzero = rt_map(NULL, RT_MAP_nonzero, self, (enum rt_dtype)self->dtype, RT_BOOL, NULL, 0, err)))
        return -1;
    out = fold(nonzero, RT_REDUCE_SUM, mask, false, RT_INT64, RT_INT64, 0, err);
    rt_tensor_unref(nonzero);
    return rt_result_steal(call, out);
}

/* ---- variances and norms ----------------------------------------------------------------------------------------- */

static double correction_of(const struct rt_arg *arg)
{
    return arg->kind == RT_SCALAR ? rt_scalar_to_double(arg->scalar) : 1;
}

/* (self, dim, correction, keepdim); detail: square root */
int rt_forward_var(struct rt_call *call, struct rt_error *err)
{
    T self = call->args[0].tensor, out;
    double correction = correction_of(&call->args[2]);
    int64_t mask, count = 1;

    if (!rt_dtype_is_inexact((enum rt_dtype)self->dtype))
        return rt_error_set(err, RT_RUNTIME, "std and var only support floating point and complex dtypes");
    mask = rt_shape_dims(call->args[1].ints, call->args[1].kind == RT_INTS ? (int)call->args[1].count : 0, self->ndim,
                         err);
    if (mask < 0)
        return -1;
    for (int i = 0; i < self->ndim; i++)
        if (mask >> i & 1)
            count = rt_step_mul(count, self->shape[i]);
    if ((double)count - correction <= 0)
        rt_warn("%s(): degrees of freedom is <= 0. Correction should be strictly less than the reduction factor (input "
                "numel divided by output numel).",
                call->schema->name);
    bool parts = rt_dtype_is_complex((enum rt_dtype)self->dtype); /* a sum of two variances */
    out = fold_root(self, RT_REDUCE_VAR, mask, call->args[3].boolean, (enum rt_dtype)self->dtype,
                    (enum rt_dtype)self->dtype, correction, call->op->detail && !parts, err);
    if (out && call->op->detail && parts) {
        T root = rt_map(NULL, RT_MAP_sqrt, out, (enum rt_dtype)out->dtype, (enum rt_dtype)out->dtype, NULL, 0, err);
        rt_tensor_unref(out);
        out = root;
    }
    return rt_result_steal(call, out);
}

int rt_forward_var_all(struct rt_call *call, struct rt_error *err)
{
    struct rt_arg args[] = {call->args[0], rt_arg_none(), rt_arg_scalar(rt_scalar_int(call->args[1].boolean))};

    return rt_apply(call->op->detail ? &rt_op_std_correction : &rt_op_var_correction, args, 3, call->results, err);
}

int rt_forward_var_dim(struct rt_call *call, struct rt_error *err)
{
    struct rt_arg args[] = {call->args[0], call->args[1], rt_arg_scalar(rt_scalar_int(call->args[2].boolean)),
                            call->args[3]};

    return rt_apply(call->op->detail ? &rt_op_std_correction : &rt_op_var_correction, args, 4, call->results, err);
}

/* Norms that are extrema have no value for no elements. */
static int check_norm_identity(const struct rt_call *call, struct rt_error *err)
{
    T self = call->args[0].tensor;
    double order = rt_scalar_to_double(call->args[1].scalar);
    bool named = call->args[2].kind == RT_INTS && call->args[2].count;

    if (!(order < 0 || order == INFINITY))
        return 0;
    if (!named)
        return rt_error_set(
            err, RT_RUNTIME,
            "linalg.vector_norm cannot compute the %g norm on an empty tensor because the operation does "
            "not have an identity",
            order);
    for (uint32_t k = 0; k < call->args[2].count; k++) {
        int64_t dim = call->args[2].ints[k];
        if (self->ndim && self->shape[dim < 0 ? dim + self->ndim : dim] == 0)
            return rt_error_set(
                err, RT_RUNTIME,
                "linalg.vector_norm cannot compute the %g norm on the dimension %lldbecause this dimension "
                "is empty and the operation does not have an identity",
                order, (long long)dim);
    }
    return 0;
}

/* Is each norm over dimensions one of a single element? That is its size, whatever powers do on the way. A tensor
   without dimensions that is given one takes the general path. */
static bool folds_single(T x, int64_t mask, const struct rt_arg *dims)
{
    if (x->ndim == 0)
        return dims->kind != RT_INTS || !dims->count;
    for (int i = 0; i < x->ndim; i++)
        if (mask >> i & 1 && x->shape[i] != 1)
            return false;
    return true;
}

/* (self, ord, dim, keepdim, dtype) */
int rt_forward_vector_norm(struct rt_call *call, struct rt_error *err)
{
    T self = call->args[0].tensor;
    enum rt_dtype dtype = call->args[4].kind == RT_DTYPE_ARG ? call->args[4].dtype : (enum rt_dtype)self->dtype;
    int64_t mask;

    if (!rt_dtype_is_inexact((enum rt_dtype)self->dtype))
        return rt_error_set(err, RT_RUNTIME,
                            "linalg.vector_norm: Expected a floating point or complex tensor as input. Got %s",
                            rt_dtype_table[self->dtype].scalar);
    if (!rt_dtype_is_inexact(dtype))
        return rt_error_set(err, RT_RUNTIME,
                            "linalg.vector_norm: dtype should be floating point or complex, but got %s",
                            rt_dtype_table[dtype].scalar);
    if (rt_dtype_is_complex(dtype) != rt_dtype_is_complex((enum rt_dtype)self->dtype))
        return rt_error_set(err, RT_RUNTIME, "linalg.vector_norm: dtype should be %s for %s inputs, but got %s",
                            rt_dtype_is_complex(dtype) ? "real" : "complex",
                            rt_dtype_is_complex(dtype) ? "real" : "complex", rt_dtype_table[dtype].scalar);
    mask = rt_shape_dims(call->args[2].ints, call->args[2].kind == RT_INTS ? (int)call->args[2].count : 0, self->ndim,
                         err);
    if (mask < 0 || (self->numel == 0 && check_norm_identity(call, err) < 0))
        return -1;
    if (rt_scalar_to_double(call->args[1].scalar) != 0 && folds_single(self, mask, &call->args[2])) {
        enum rt_dtype real = dtype == RT_COMPLEX64 ? RT_FLOAT32 : dtype == RT_COMPLEX128 ? RT_FLOAT64 : dtype;
        struct rt_build b;
        int64_t shape[RT_MAX_DIMS];
        int n = 0;
        for (int i = 0; i < self->ndim; i++)
            if (call->args[3].boolean || !(mask >> i & 1))
                shape[n++] = self->shape[i];
        rt_build_init(&b, err);
        T size = rt_b_map(&b, &rt_op_abs, self);
        size = size ? rt_b_to(&b, size, real) : NULL;
        return rt_build_return(&b, call, size ? rt_b_clone(&b, rt_b_reshape(&b, size, shape, n)) : NULL);
    }
    if (self->ndim == 0 && call->args[2].kind == RT_INTS && call->args[2].count &&
        rt_scalar_to_double(call->args[1].scalar) == 2) { /* one element along its dimension: its square may overflow */
        enum rt_dtype real = dtype == RT_COMPLEX64 ? RT_FLOAT32 : dtype == RT_COMPLEX128 ? RT_FLOAT64 : dtype;
        struct rt_build b;
        rt_build_init(&b, err);
        T size = rt_b_to(&b, rt_b_map(&b, &rt_op_abs, self), rt_dtype_size(real) == 2 ? RT_FLOAT32 : real);
        T root = rt_b_map(&b, &rt_op_sqrt, rt_b_map(&b, &rt_op_square, size));
        return rt_build_return(&b, call, root ? rt_b_to(&b, root, real) : NULL);
    }
    return rt_result_steal(call, fold(self, RT_REDUCE_NORM, mask, call->args[3].boolean, dtype, dtype,
                                      rt_scalar_to_double(call->args[1].scalar), err));
}

int rt_forward_norm(struct rt_call *call, struct rt_error *err)
{
    struct rt_arg args[] = {call->args[0],
                            call->args[1].kind == RT_SCALAR ? call->args[1] : rt_arg_scalar(rt_scalar_int(2)),
                            call->args[2], call->args[3], call->args[4]};

    if (call->args[1].kind == RT_NONE && call->args[2].kind == RT_INTS && call->args[2].count > 2) /* 'fro' */
        return rt_not_two_dims(call->args[2].ints, (int)call->args[2].count, err);
    return rt_apply(&rt_op_linalg_vector_norm, args, 5, call->results, err);
}

int rt_forward_dist(struct rt_call *call, struct rt_error *err)
{
    struct rt_build b;
    T d;

    rt_build_init(&b, err);
    if ((d = rt_b_sub(&b, call->args[0].tensor, call->args[1].tensor)))
        d = rt_build_apply(&b, &rt_op_linalg_vector_norm, (struct rt_arg[]){rt_arg_tensor(d), call->args[2]}, 2);
    return rt_build_return(&b, call, d);
}

/* The count of differences has no gradient, of which PyTorch takes the negative for the second operand. */
BACKWARD(dist)
{
    B m = BUILD;
    const double p = rt_scalar_to_double(b->node->args[2].scalar);
    T x = ARG(0), y = ARG(1), derivative;

    if (p == 0 && WANTS(1))
        return rt_error_set(err, RT_RUNTIME,
                            "Expected a proper Tensor but got None (or an undefined Tensor in C++) for argument #0 "
                            "'self'");
    if (p == 0 || !(x = rt_b_sub(m, x, y)))
        return 0;
    derivative = rt_b_norm_backward(m, p, x, RESULT(0), G, x->ndim ? (INT64_C(1) << x->ndim) - 1 : 0);
    SET(0, derivative);
    SET(1, rt_b_neg(m, derivative));
    return 0;
}

/* ---- positions --------------------------------------------------------------------------------------------------- */

/* values and indices along a dimension; both keep the dimension with size 1 */
static int arg_kernel(T self, enum rt_argreduce_op op, int dim, T *values, T *indices, struct rt_error *err)
{
    struct rt_argreduce_call kernel;
    struct rt_device *device = self->storage->device;
    int64_t shape[RT_MAX_DIMS];

    RT_CALL_BEGIN(kernel, values);
    kernel.op = op;
    kernel.dim = dim;
    rt_view_none(&kernel.values);
    rt_view_none(&kernel.indices);
    memcpy(shape, self->shape, self->ndim * sizeof *shape);
    if (self->ndim)
        shape[dim] = 1;
    if (values && !(*values = rt_tensor_new(device, (enum rt_dtype)self->dtype, shape, self->ndim, err)))
        return -1;
    if (!(*indices = rt_tensor_new(device, RT_INT64, shape, self->ndim, err)))
        goto fail;
    rt_tensor_view(self, &kernel.in);
    rt_tensor_view(*indices, &kernel.indices);
    if (values)
        rt_tensor_view(*values, &kernel.values);
    if ((*indices)->numel == 0 || device->kernels->argreduce(device, &kernel, err) == 0)
        return 0;
    rt_tensor_unref(*indices);
fail:
    if (values)
        rt_tensor_unref(*values);
    return -1;
}

static int drop_dim(T t, int dim, struct rt_error *err)
{
    int64_t shape[RT_MAX_DIMS];
    int n = 0;

    for (int i = 0; i < t->ndim; i++)
        if (i != dim)
            shape[n++] = t->shape[i];
    return t->ndim ? rt_tensor_reshape_self(t, shape, NULL, n, t->offset, err) : 0;
}

int rt_reduced_pair_steal(struct rt_call *call, T values, T indices, int dim, bool keepdim, struct rt_error *err)
{
    if (!keepdim && (drop_dim(values, dim, err) < 0 || drop_dim(indices, dim, err) < 0)) {
        rt_tensor_unref(values);
        rt_tensor_unref(indices);
        return -1;
    }
    return rt_result_pair_steal(call, values, indices);
}

int rt_forward_arg_dim(struct rt_call *call, struct rt_error *err)
{
    T self = call->args[0].tensor, values, indices;
    int dim = rt_shape_dim(call->args[1].integer, self->ndim, err);

    if (dim < 0)
        return -1;
    if (self->ndim && self->shape[dim] == 0)
        return rt_error_set(err, RT_INDEX, "%s(): Expected reduction dim %d to have non-zero size.", call->schema->name,
                            dim);
    if (rt_dtype_is_complex((enum rt_dtype)self->dtype))
        return rt_error_set(err, RT_RUNTIME, "%s(): does not support complex input", call->schema->name);
    if (arg_kernel(self, (enum rt_argreduce_op)call->op->detail, dim, &values, &indices, err) < 0)
        return -1;
    return rt_reduced_pair_steal(call, values, indices, dim, call->args[2].boolean, err);
}

int rt_forward_argmax(struct rt_call *call, struct rt_error *err)
{
    T self = call->args[0].tensor, flat, dense, indices;
    bool keepdim = call->args[2].boolean;
    int rc, ndim = self->ndim;

    if (self->dtype == RT_BOOL || rt_dtype_is_complex((enum rt_dtype)self->dtype))
        return rt_error_set(err, RT_RUNTIME, "%s(): does not support %s input", call->schema->name,
                            self->dtype == RT_BOOL ? "bool" : "complex");

    if (!rt_arg_is_none(call, 1)) {
        int dim = rt_shape_dim(call->args[1].integer, self->ndim, err);
        if (dim < 0)
            return -1;
        if (self->ndim && self->shape[dim] == 0)
            return rt_error_set(err, RT_INDEX, "%s(): Expected reduction dim %d to have non-zero size.",
                                call->schema->name, dim);
        if (arg_kernel(self, (enum rt_argreduce_op)call->op->detail, dim, NULL, &indices, err) < 0)
            return -1;
        if (!keepdim && drop_dim(indices, dim, err) < 0) {
            rt_tensor_unref(indices);
            return -1;
        }
        return rt_result_steal(call, indices);
    }
    if (self->numel == 0)
        return rt_error_set(err, RT_INDEX, "%s(): Expected reduction dim to be specified for input.numel() == 0.",
                            call->schema->name);
    if (!(dense = rt_contiguous(self, err)))
        return -1;
    flat = rt_tensor_window(dense, &self->numel, (int64_t[]){1}, 1, dense->offset, false, err);
    rt_tensor_unref(dense);
    if (!flat)
        return -1;
    rc = arg_kernel(flat, (enum rt_argreduce_op)call->op->detail, 0, NULL, &indices, err);
    rt_tensor_unref(flat);
    if (rc < 0)
        return -1;
    int64_t ones[RT_MAX_DIMS];
    for (int i = 0; i < ndim; i++)
        ones[i] = 1;
    if (rt_tensor_reshape_self(indices, ones, NULL, keepdim ? ndim : 0, 0, err) < 0) {
        rt_tensor_unref(indices);
        return -1;
    }
    return rt_result_steal(call, indices);
}

/* ---- gradients --------------------------------------------------------------------------------------------------- */

/* Puts back the dimensions (size 1) that a reduction dropped. */
static T restore(struct rt_backward *b, T g, int64_t mask, bool keepdim)
{
    int ndim = INPUT_SHAPE(0)->ndim;

    if (keepdim || !g)
        return g;
    for (int i = 0; i < ndim; i++)
        if (mask >> i & 1)
            g = rt_b_unsqueeze(BUILD, g, i);
    return g;
}

static int64_t mask_of(const struct rt_arg *dims, int ndim)
{
    struct rt_error ignored;
    rt_error_clear(&ignored);

    if (dims->kind == RT_INT)
        return INT64_C(1) << rt_shape_dim(dims->integer, ndim, &ignored);
    return rt_shape_dims(dims->ints, dims->kind == RT_INTS ? (int)dims->count : 0, ndim, &ignored);
}

static T expand_gradient(struct rt_backward *b, T g)
{
    return rt_b_expand(BUILD, g, INPUT_SHAPE(0)->size, INPUT_SHAPE(0)->ndim);
}

static double numel_of(const struct rt_shape *shape)
{
    return (double)rt_shape_numel(shape->size, shape->ndim);
}

/* What was summed as complex numbers has complex gradients, which real elements do not take. */
int rt_real_edge(struct rt_backward *b, int e, struct rt_error *err)
{
    if (rt_dtype_is_complex((enum rt_dtype)G->dtype) && !rt_dtype_is_complex(b->node->inputs[e].dtype))
        return rt_error_set(
            err, RT_RUNTIME,
            "Expected isFloatingType(grad.scalar_type()) || (input_is_complex == grad_is_complex) to be "
            "true, but got false.  (Could this error message be improved?  If so, please report an "
            "enhancement request to PyTorch.)");
    return 0;
}

int rt_real_gradient(struct rt_backward *b, struct rt_error *err)
{
    return rt_real_edge(b, 0, err);
}

BACKWARD(sum)
{
    if (rt_real_gradient(b, err) < 0)
        return -1;
    SET(0, expand_gradient(b, G));
    return 0;
}
BACKWARD(sum_dim)
{
    if (rt_real_gradient(b, err) < 0)
        return -1;
    SET(0,
        expand_gradient(b, restore(b, G, mask_of(&b->node->args[1], INPUT_SHAPE(0)->ndim), b->node->args[2].boolean)));
    return 0;
}
BACKWARD(mean)
{
    if (rt_real_gradient(b, err) < 0)
        return -1;
    SET(0, rt_b_divs(BUILD, expand_gradient(b, G), numel_of(INPUT_SHAPE(0))));
    return 0;
}
BACKWARD(mean_dim)
{
    double n = numel_of(INPUT_SHAPE(0)) / (G->numel ? (double)G->numel : 1);

    if (rt_real_gradient(b, err) < 0)
        return -1;
    SET(0, rt_b_divs(BUILD,
                     expand_gradient(
                         b, restore(b, G, mask_of(&b->node->args[1], INPUT_SHAPE(0)->ndim), b->node->args[2].boolean)),
                     n));
    return 0;
}

/* Without zeros the product of the others is the full product divided by each element; elsewhere it is multiplied anew.
 */
BACKWARD(prod)
{
    B m = BUILD;
    T x = ARG(0), flat;
    int64_t all = -1;
    int zeros;

    if (rt_real_gradient(b, err) < 0)
        return -1;
    if (x && x->ndim == 0) {
        SET(0, G);
        return 0;
    }
    if (!x || (zeros = x->numel ? rt_b_max_zeros(m, x, -1, err) : 2) < 0)
        return -1;
    flat = zeros == 1 ? rt_b_reshape(m, x, &all, 1) : NULL;
    if (zeros == 0)
        SET(0, rt_b_mul(m, G, rt_b_conj(m, rt_b_div(m, RESULT(0), x))));
    else if (zeros > 1)
        SET(0, rt_b_zeros_like(m, x));
    else
        SET(0, rt_b_mul(
                   m, G,
                   rt_b_reshape(m, rt_b_conj(m, rt_b_others(m, flat, 0)), INPUT_SHAPE(0)->size, INPUT_SHAPE(0)->ndim)));
    return 0;
}

BACKWARD(prod_dim)
{
    B m = BUILD;
    T x = ARG(0);
    bool keepdim = b->node->args[2].boolean;
    int64_t mask = mask_of(&b->node->args[1], INPUT_SHAPE(0)->ndim);
    int dim = __builtin_ctzll((uint64_t)mask), zeros;

    if (rt_real_gradient(b, err) < 0)
        return -1;
    if (INPUT_SHAPE(0)->ndim == 0) {
        SET(0, G);
        return 0;
    }
    if (!x || (zeros = x->numel ? rt_b_max_zeros(m, x, dim, err) : 1) < 0)
        return -1;
    if (zeros && x->shape[dim] == 1) { /* there is no other element */
        SET(0, restore(b, G, mask, keepdim));
        return 0;
    }
    SET(0,
        rt_b_mul(m, restore(b, G, mask, keepdim),
                 rt_b_conj(m, zeros ? rt_b_others(m, x, dim) : rt_b_div(m, restore(b, RESULT(0), mask, keepdim), x))));
    return 0;
}

/* max(), min(), median(): all equals share the gradient, which is row-major */
BACKWARD(extremum_all)
{
    B m = BUILD;
    T y = RESULT(0), mask = rt_b_eq(m, ARG(0), y), share;
    struct rt_scalar value = rt_scalar_int(0);

    if (!mask || (!rt_is_meta(y) && rt_tensor_item(y, &value, err) < 0))
        return -1;
    if (value.kind == RT_CAT_FLOAT && value.f != value.f)
        mask = rt_b_map(m, &rt_op_isnan, ARG(0));
    mask = rt_b_map(m, &rt_op_contiguous, mask);
    share = mask ? rt_b_div(m, G, rt_b_sum_all(m, mask)) : NULL;
    SET(0, share ? rt_b_where(m, mask, share, rt_b_zeros_like(m, share)) : NULL);
    return 0;
}

BACKWARD(amax)
{
    B m = BUILD;
    int64_t mask = mask_of(&b->node->args[1], INPUT_SHAPE(0)->ndim), dims[RT_MAX_DIMS];
    bool keepdim = b->node->args[2].boolean;
    T equal = rt_b_eq(m, ARG(0), restore(b, RESULT(0), mask, keepdim));
    int n = 0;

    (void)err;
    for (int i = 0; i < INPUT_SHAPE(0)->ndim; i++)
        if (mask >> i & 1)
            dims[n++] = i;
    if (equal)
        equal = rt_b_to(m, equal, (enum rt_dtype)G->dtype);
    T share = n ? rt_b_div(m, restore(b, G, mask, keepdim), rt_b_sum(m, equal, dims, n, true)) : G;
    SET(0, rt_b_mul(m, share, equal));
    return 0;
}

/* x.max(dim) and the like: the gradient goes to the selected positions */
static int to_positions(struct rt_backward *b, int64_t dim, bool keepdim)
{
    B m = BUILD;
    T index = RESULT(1), g = G, zero;
    struct rt_shape *shape = INPUT_SHAPE(0);

    if (!g || !index)
        return 0;
    if (shape->ndim == 0) {
        SET(0, g);
        return 0;
    }
    if (dim < 0)
        dim += shape->ndim;
    if (!keepdim) {
        g = rt_b_unsqueeze(m, g, dim);
        index = rt_b_unsqueeze(m, index, dim);
    }
    zero = rt_b_zeros(m, shape->size, shape->ndim, (enum rt_dtype)G->dtype, G->storage->device);
    if (zero && g && index)
        SET(0, rt_build_apply(
                   m, &rt_op_scatter_add,
                   (struct rt_arg[]){rt_arg_tensor(zero), rt_arg_int(dim), rt_arg_tensor(index), rt_arg_tensor(g)}, 4));
    return 0;
}

static const struct rt_arg *named(const struct rt_node *node, const char *name)
{
    const struct rt_schema *s = node->op->schema;

    for (int i = 0; i < node->nargs; i++)
        if (!strcmp(s->params[i].name, name))
            return &node->args[i];
    return NULL;
}

BACKWARD(index_dim)
{
    (void)err;
    return to_positions(b, named(b->node, "dim")->integer, named(b->node, "keepdim")->boolean);
}
BACKWARD(index_dim_keep)
{
    (void)err;
    return to_positions(b, named(b->node, "dim")->integer, true);
}

static T mean_over(B m, T x, const int64_t *dims, int n)
{
    return x ? rt_build_apply(m, &rt_op_mean_dim,
                              (struct rt_arg[]){rt_arg_tensor(x), rt_arg_ints(dims, n), rt_arg_bool(true)}, 3)
             : NULL;
}

BACKWARD(var)
{
    B m = BUILD;
    int64_t mask = mask_of(&b->node->args[1], INPUT_SHAPE(0)->ndim), dims[RT_MAX_DIMS];
    double n = numel_of(INPUT_SHAPE(0)) / (G->numel ? (double)G->numel : 1), c = correction_of(&b->node->args[2]);
    int k = 0;
    T x = ARG(0), mean;

    (void)err;
    for (int i = 0; i < INPUT_SHAPE(0)->ndim; i++)
        if (mask >> i & 1)
            dims[k++] = i;
    mean = k ? mean_over(m, x, dims, k) : x;
    SET(0, rt_b_mul(m, rt_b_muls(m, restore(b, G, mask, b->node->args[3].boolean), 2 / (n - c)), rt_b_sub(m, x, mean)));
    return 0;
}

BACKWARD(std)
{
    B m = BUILD;
    int64_t mask = mask_of(&b->node->args[1], INPUT_SHAPE(0)->ndim), dims[RT_MAX_DIMS];
    double n = numel_of(INPUT_SHAPE(0)) / (G->numel ? (double)G->numel : 1), c = correction_of(&b->node->args[2]);
    int k = 0;
    T x = ARG(0), y = RESULT(0), mean, scaled;

    (void)err;
    for (int i = 0; i < INPUT_SHAPE(0)->ndim; i++)
        if (mask >> i & 1)
            dims[k++] = i;
    mean = k ? mean_over(m, x, dims, k) : x;
    /* g / (2 std), and 0 where the deviation is 0 */
    scaled = rt_b_div(m, G, rt_b_muls(m, y, 2));
    if (y)
        scaled = rt_b_where(m,
                            rt_build_apply(m, &rt_op_eq_Tensor,
                                           (struct rt_arg[]){rt_arg_tensor(y), rt_arg_scalar(rt_scalar_int(0))}, 2),
                            rt_b_zeros_like(m, G), scaled);
    SET(0, rt_b_mul(m, rt_b_muls(m, restore(b, scaled, mask, b->node->args[3].boolean), 2 / (n - c)),
                    rt_b_sub(m, x, mean)));
    return 0;
}

static T zero_where_zero(B m, T x, T test)
{
    T zero = test ? rt_build_apply(m, &rt_op_eq_Tensor,
                                   (struct rt_arg[]){rt_arg_tensor(test), rt_arg_scalar(rt_scalar_int(0))}, 2)
                  : NULL;

    return zero && x ? rt_b_layout_like(m, rt_b_where(m, zero, rt_b_zeros_like(m, x), x), x) : NULL;
}

/* Where several elements have the greatest size, each gets its share. */
static T back_largest(B m, T g, T x, T y, int64_t mask)
{
    T size = rt_b_map(m, &rt_op_abs, x);
    T equal = rt_b_two(m, &rt_op_logical_or, rt_b_eq(m, size, y), rt_b_map(m, &rt_op_isnan, size));
    int64_t dims[RT_MAX_DIMS];
    int n = 0;

    for (int i = 0; i < x->ndim; i++)
        if (mask >> i & 1)
            dims[n++] = i;
    equal = equal ? rt_b_to(m, equal, (enum rt_dtype)g->dtype) : NULL;
    return rt_b_mul(m, rt_b_map(m, &rt_op_sgn, x),
                    rt_b_mul(m, n ? rt_b_div(m, g, rt_b_sum(m, equal, dims, n, true)) : g, equal));
}

/* The powers are split so that zeros give no 0 / 0: below 1 they are left out, from 2 on the element itself is a
   factor. */
T rt_b_norm_backward(B m, double p, T x, T y, T g, int64_t mask)
{
    T power;

    if (p == 1)
        return rt_b_mul(m, rt_b_map(m, &rt_op_sgn, x), g);
    if (p == 2)
        return rt_b_mul(m, g, zero_where_zero(m, rt_b_div(m, x, y), y));
    if (isinf(p))
        return back_largest(m, g, x, y, mask);
    if (p < 1) {
        power = zero_where_zero(m, rt_b_pows(m, rt_b_map(m, &rt_op_abs, x), p - 1), x);
        return rt_b_mul(m, rt_b_mul(m, rt_b_mul(m, rt_b_map(m, &rt_op_sgn, x), power), g), rt_b_pows(m, y, 1 - p));
    }
    power = rt_b_pows(m, rt_b_map(m, &rt_op_abs, x), p < 2 ? p - 1 : p - 2);
    return rt_b_mul(m, rt_b_mul(m, p < 2 ? rt_b_map(m, &rt_op_sgn, x) : x, power),
                    zero_where_zero(m, rt_b_div(m, g, rt_b_pows(m, y, p - 1)), y));
}

BACKWARD(vector_norm)
{
    int64_t mask = mask_of(&b->node->args[2], INPUT_SHAPE(0)->ndim);
    bool keepdim = b->node->args[3].boolean;
    double p = rt_scalar_to_double(b->node->args[1].scalar);
    T x = ARG(0), y = restore(b, RESULT(0), mask, keepdim), g = restore(b, G, mask, keepdim);

    (void)err;
    if (!x || !y || !g || p == 0) /* a count has no gradient */
        return 0;
    SET(0, rt_b_norm_backward(BUILD, p, x, y, g, mask));
    return 0;
}
