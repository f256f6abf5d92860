/* Sparse tensors as copies of others, without elements, and of other sizes. Knows the parts, not what their values are.
 */
#include "sparse.h"

#include <stdio.h>
#include <string.h>

#define TENSOR(x) rt_arg_tensor(x)
#define NEED(x)                                                                                                        \
    if (!(x))                                                                                                          \
    return (b->failed = true), NULL

static T empty_int64(B b, const int64_t *shape, int ndim, struct rt_device *device)
{
    return rt_build_keep_steal(b, rt_tensor_empty(shape, ndim, RT_INT64, device, b->err));
}

/* ---- copies ------------------------------------------------------------------------------------------------------ */

static T copied(B b, T x, enum rt_dtype dtype, struct rt_device *device)
{
    const struct rt_sparse *s = x->sparse;
    struct rt_tensor *made[3] = {NULL}, *from[3] = {s->indices, s->plain, s->values};

    for (int i = 0; i < 3; i++)
        if (from[i])
            NEED(made[i] = rt_build_keep_steal(
                     b, rt_tensor_to(from[i], i == 2 ? dtype : (enum rt_dtype)from[i]->dtype, device, true, b->err)));
    return rt_build_keep_steal(b, rt_tensor_new_sparse(s->layout, x->shape, x->ndim, s->sparse_dim, made[0], made[1],
                                                       made[2], s->coalesced, b->err));
}

int rt_sparse_clone(struct rt_call *call, struct rt_error *err)
{
    T x = call->args[0].tensor;
    struct rt_build b;

    if (call->args[1].kind == RT_STRING)
        return rt_error_set(err, RT_RUNTIME, "unsupported memory format option %s",
                            rt_arg_is(&call->args[1], "contiguous_format") ? "Contiguous"
                            : rt_arg_is(&call->args[1], "preserve_format") ? "Preserve"
                                                                           : "ChannelsLast");
    rt_build_init(&b, err);
    return rt_build_return(&b, call, copied(&b, x, (enum rt_dtype)x->dtype, x->storage->device));
}

int rt_sparse_alias(struct rt_call *call, struct rt_error *err)
{
    return rt_result_steal(call, rt_tensor_detach(call->args[0].tensor, err));
}

int rt_sparse_to_copy(struct rt_call *call, struct rt_error *err)
{
    T x = call->args[0].tensor;
    struct rt_build b;

    rt_build_init(&b, err);
    return rt_build_return(&b, call,
                           copied(&b, x,
                                  call->args[1].kind == RT_DTYPE_ARG ? call->args[1].dtype : (enum rt_dtype)x->dtype,
                                  call->args[2].kind == RT_DEVICE_ARG ? call->args[2].device : x->storage->device));
}

/* copy_(self, src) */
int rt_sparse_copy_(struct rt_call *call, struct rt_error *err)
{
    T self = call->args[0].tensor, from = call->args[1].tensor;
    char a[64], c[64];
    struct rt_build b;
    int rc;

    if (!self->sparse || !from->sparse)
        return rt_error_set(err, RT_RUNTIME,
                            "copy_() between dense and sparse Tensors is not implemented! Found self type = %s and src "
                            "type = %s",
                            rt_tensor_type_text(self, a, sizeof a), rt_tensor_type_text(from, c, sizeof c));
    if (self->sparse->layout != from->sparse->layout)
        return rt_layout_unsupported(from, err);
    rt_build_init(&b, err);
    from = copied(&b, from, (enum rt_dtype)self->dtype, self->storage->device);
    rc = from ? rt_tensor_take_sparse(self, from, err) : -1;
    rt_build_end(&b);
    return rc < 0 ? -1 : rt_result_steal(call, rt_tensor_get(self));
}

/* Without elements: of a layout, sizes, type and device. */
static T without_elements(B b, enum rt_layout layout, const int64_t *shape, int ndim, int sparse_dim,
                          enum rt_dtype dtype, struct rt_device *device)
{
    int64_t values[RT_MAX_DIMS + 1] = {0}, zero = 0;

    if (layout == RT_SPARSE_COO) {
        memcpy(values + 1, shape + sparse_dim, (size_t)(ndim - sparse_dim) * sizeof *shape);
        return rt_b_sparse_coo(b, shape, ndim, sparse_dim, empty_int64(b, (int64_t[]){sparse_dim, 0}, 2, device),
                               rt_b_zeros(b, values, 1 + ndim - sparse_dim, dtype, device), true);
    }
    if ((layout != RT_SPARSE_CSR && layout != RT_SPARSE_CSC) || ndim != 2) {
        rt_error_set(b->err, RT_NOT_IMPLEMENTED, "Tensors with layout torch.%s and %d dimensions are not supported",
                     rt_layout_name(layout), ndim);
        return (b->failed = true), NULL;
    }
    const int64_t n = shape[layout == RT_SPARSE_CSC] + 1;
    return rt_b_sparse_compressed(b, layout, shape, ndim, rt_b_zeros(b, &n, 1, RT_INT64, device),
                                  rt_b_zeros(b, &zero, 1, RT_INT64, device), rt_b_zeros(b, &zero, 1, dtype, device));
}

int rt_sparse_zero_(struct rt_call *call, struct rt_error *err)
{
    T self = call->args[0].tensor, empty;
    struct rt_build b;
    int rc;

    rt_build_init(&b, err);
    empty = without_elements(&b, self->sparse->layout, self->shape, self->ndim, self->sparse->sparse_dim,
                             (enum rt_dtype)self->dtype, self->storage->device);
    rc = empty ? rt_tensor_take_sparse(self, empty, err) : -1;
    rt_build_end(&b);
    return rc < 0 ? -1 : rt_result_steal(call, rt_tensor_get(self));
}

/* empty_like, zeros_like: (self, dtype, layout, device ...) */
int rt_sparse_like(struct rt_call *call, struct rt_error *err)
{
    T x = call->args[0].tensor;
    const struct rt_arg *args = call->args;
    const enum rt_layout layout = args[2].kind == RT_STRING ? rt_layout_of(&args[2]) : rt_tensor_layout(x);
    const enum rt_dtype dtype = args[1].kind == RT_DTYPE_ARG ? args[1].dtype : (enum rt_dtype)x->dtype;
    struct rt_device *device = args[3].kind == RT_DEVICE_ARG ? args[3].device : x->storage->device;
    struct rt_build b;

    rt_build_init(&b, err);
    return rt_build_return(&b, call,
                           layout == RT_STRIDED
                               ? rt_b_zeros(&b, x->shape, x->ndim, dtype, device)
                               : without_elements(&b, layout, x->shape, x->ndim,
                                                  rt_is_coo(x) ? x->sparse->sparse_dim : x->ndim, dtype, device));
}

/* empty, zeros: (size, dtype, layout, device ...) */
int rt_sparse_sized(struct rt_call *call, struct rt_error *err)
{
    const struct rt_arg *args = call->args;
    struct rt_build b;

    for (uint32_t i = 0; i < args[0].count; i++)
        if (args[0].ints[i] < 0)
            return rt_error_set(err, RT_RUNTIME, "size of sparse tensors must not be negative");
    if (args[0].count > RT_MAX_DIMS)
        return rt_error_set(err, RT_RUNTIME, "too many dimensions: at most %d are supported", RT_MAX_DIMS);
    rt_build_init(&b, err);
    return rt_build_return(&b, call,
                           without_elements(&b, rt_layout_of(&args[2]), args[0].ints, (int)args[0].count,
                                            (int)args[0].count,
                                            args[1].kind == RT_DTYPE_ARG ? args[1].dtype : rt_default_dtype(),
                                            args[3].kind == RT_DEVICE_ARG ? args[3].device : rt_default_device()));
}

/* new_empty, new_zeros: (self, size, dtype, layout, device ...) */
int rt_sparse_new_sized(struct rt_call *call, struct rt_error *err)
{
    const struct rt_arg *args = call->args;
    T x = args[0].tensor;
    const int ndim = (int)args[1].count;
    const enum rt_layout layout = args[3].kind == RT_STRING ? rt_layout_of(&args[3]) : rt_tensor_layout(x);
    const enum rt_dtype dtype = args[2].kind == RT_DTYPE_ARG ? args[2].dtype : (enum rt_dtype)x->dtype;
    struct rt_device *device = args[4].kind == RT_DEVICE_ARG ? args[4].device : x->storage->device;
    struct rt_build b;

    for (int i = 0; i < ndim; i++)
        if (args[1].ints[i] < 0 || ndim > RT_MAX_DIMS)
            return rt_error_set(err, RT_RUNTIME, "sizes of sparse tensors must not be negative");
    rt_build_init(&b, err);
    return rt_build_return(&b, call,
                           layout == RT_STRIDED
                               ? rt_b_zeros(&b, args[1].ints, ndim, dtype, device)
                               : without_elements(&b, layout, args[1].ints, ndim, ndim, dtype, device));
}

int rt_sparse_full(struct rt_call *call, struct rt_error *err)
{
    return call->args[0].kind == RT_TENSOR
               ? rt_sparse_refused(call, err)
               : rt_error_set(err, RT_RUNTIME, "full(...) is not implemented for sparse layout");
}

/* ---- in place ---------------------------------------------------------------------------------------------------- */

static int size_error(const char *what, struct rt_error *err)
{
    return rt_error_set(
        err, RT_RUNTIME,
        "%s on a non-empty sparse tensor is not supported.\nYou could try the following options:\n"
        "1. If you need an empty sparse tensor of this size, call `x = torch.sparse_coo_tensor(size)`.\n"
        "2. If you need to resize this tensor, you have the following options:\n"
        "    1. For both sparse and dense dimensions, keep the number of them constant and the size of "
        "them non-shrinking, and then try the same call again.\n"
        "    2. Or, create a new sparse tensor with the correct indices and values from this sparse "
        "tensor.",
        what);
}

static int check_resize(T self, const struct rt_arg *size, int64_t sparse_dim, int64_t dense_dim, struct rt_error *err)
{
    char text[2 * RT_SHAPE_TEXT + 128], a[RT_SHAPE_TEXT], c[RT_SHAPE_TEXT];
    const int old_sparse = self->sparse->sparse_dim, old_dense = self->ndim - old_sparse;

    if (sparse_dim != old_sparse || dense_dim != old_dense) {
        snprintf(text, sizeof text, "changing the number of %s dimensions (from %d to %lld)",
                 sparse_dim != old_sparse ? "sparse" : "dense", sparse_dim != old_sparse ? old_sparse : old_dense,
                 (long long)(sparse_dim != old_sparse ? sparse_dim : dense_dim));
        return size_error(text, err);
    }
    for (int part = 0; part < 2; part++) {
        const int first = part ? old_sparse : 0, n = part ? old_dense : old_sparse;
        for (int i = first; i < first + n; i++)
            if (size->ints[i] < self->shape[i]) {
                snprintf(text, sizeof text, "shrinking the size of %s dimensions (from %s to %s)",
                         part ? "dense" : "sparse", rt_shape_text(self->shape + first, n, a, sizeof a),
                         rt_shape_text(size->ints + first, n, c, sizeof c));
                return size_error(text, err);
            }
    }
    return 0;
}

/* The values with larger dense dimensions: what is new is 0. */
static T grown(B b, T values, const int64_t *dense)
{
    int64_t shape[RT_MAX_DIMS + 1] = {values->shape[0]};
    T out, window;

    memcpy(shape + 1, dense, (size_t)(values->ndim - 1) * sizeof *shape);
    if (rt_shape_equal(shape, values->ndim, values->shape, values->ndim))
        return values;
    NEED(window = out = rt_b_zeros(b, shape, values->ndim, (enum rt_dtype)values->dtype, values->storage->device));
    for (int i = 1; i < values->ndim; i++)
        NEED(window = rt_b_narrow(b, window, i, 0, values->shape[i]));
    return rt_b_copy_(b, window, values) < 0 ? NULL : out;
}

/* sparse_resize_, sparse_resize_and_clear_: (self, size, sparse_dim, dense_dim) */
int rt_sparse_resize_(struct rt_call *call, struct rt_error *err)
{
    T self = call->args[0].tensor, made;
    const struct rt_arg *size = &call->args[1];
    const int64_t sparse_dim = call->args[2].integer, dense_dim = call->args[3].integer;
    struct rt_build build, *b = &build;
    int rc;

    if (!rt_is_coo(self))
        return rt_sparse_refused(call, err);
    if (sparse_dim < 0 || dense_dim < 0 || sparse_dim + dense_dim != (int64_t)size->count)
        return rt_error_set(
            err, RT_RUNTIME,
            "'len(size) == sparse_dim + dense_dim' is not satisfied: len(size) = %u, sparse_dim = %lld, "
            "dense_dim = %lld",
            size->count, (long long)sparse_dim, (long long)dense_dim);
    for (uint32_t i = 0; i < size->count; i++)
        if (size->ints[i] < 0 || size->count > RT_MAX_DIMS)
            return rt_error_set(err, RT_RUNTIME, "sizes of sparse tensors must not be negative");
    if (!call->op->detail && rt_sparse_nnz(self) && check_resize(self, size, sparse_dim, dense_dim, err) < 0)
        return -1;
    rt_build_init(b, err);
    if (call->op->detail || !rt_sparse_nnz(self))
        made = without_elements(b, RT_SPARSE_COO, size->ints, (int)size->count, (int)sparse_dim,
                                (enum rt_dtype)self->dtype, self->storage->device);
    else
        made = rt_b_sparse_coo(b, size->ints, (int)size->count, (int)sparse_dim, self->sparse->indices,
                               grown(b, self->sparse->values, size->ints + sparse_dim), self->sparse->coalesced);
    rc = made ? rt_tensor_take_sparse(self, made, err) : -1;
    rt_build_end(b);
    return rc < 0 ? -1 : rt_result_steal(call, rt_tensor_get(self));
}

/* _coalesced_(self, coalesced): says whether it is, without looking */
int rt_sparse_set_coalesced(struct rt_call *call, struct rt_error *err)
{
    T self = call->args[0].tensor;

    if (!rt_is_coo(self))
        return rt_sparse_refused(call, err);
    self->sparse->coalesced = call->args[1].boolean;
    return rt_result_steal(call, rt_tensor_get(self));
}
