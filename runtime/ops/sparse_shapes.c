/* Dimensions of sparse tensors: exchanged, inserted, selected, joined, summed over; softmax along them. */
#include "sparse.h"

#include <string.h>

#define APPLY(op, ...) SPARSE_APPLY(b, op, __VA_ARGS__)
#define TENSOR(x) rt_arg_tensor(x)
#define NEED(x)                                                                                                        \
    if (!(x))                                                                                                          \
    return (b->failed = true), NULL

/* ---- order of dimensions ----------------------------------------------------------------------------------------- */

/* Dimensions in another order: sparse ones among themselves, and dense ones. */
static T permuted(B b, T x, const int64_t *order)
{
    const struct rt_sparse *s = x->sparse;
    int64_t shape[RT_MAX_DIMS], dense[RT_MAX_DIMS + 1] = {0};
    T rows[RT_MAX_DIMS], indices = s->indices, values = s->values;
    bool moved = false, kept = true;

    for (int i = 0; i < x->ndim; i++) {
        shape[i] = x->shape[order[i]];
        kept = kept && order[i] == i;
        if (i < s->sparse_dim)
            moved = moved || order[i] != i;
        else
            dense[1 + i - s->sparse_dim] = order[i] - s->sparse_dim + 1;
    }
    if (moved) {
        for (int i = 0; i < s->sparse_dim; i++)
            NEED(rows[i] = rt_b_select(b, s->indices, 0, order[i]));
        NEED(indices = APPLY(stack, rt_arg_tensors(rows, (uint32_t)s->sparse_dim), rt_arg_int(0)));
    }
    if (x->ndim > s->sparse_dim)
        NEED(values = rt_b_permute(b, s->values, dense, values->ndim));
    return rt_b_sparse_coo(b, shape, x->ndim, s->sparse_dim, indices, values, !moved && s->coalesced && kept);
}

/* A matrix compressed by rows is its transpose compressed by columns. */
static T transposed(B b, T x)
{
    const struct rt_sparse *s = x->sparse;
    const int64_t shape[2] = {x->shape[1], x->shape[0]};

    return rt_b_sparse_compressed(b, s->layout == RT_SPARSE_CSR ? RT_SPARSE_CSC : RT_SPARSE_CSR, shape, 2, s->indices,
                                  s->plain, s->values);
}

static int permute(struct rt_call *call, const int64_t *order, const char *mixed, struct rt_error *err)
{
    T x = call->args[0].tensor;
    struct rt_build b;

    for (int i = 0; i < x->ndim; i++)
        if ((i < x->sparse->sparse_dim) != (order[i] < x->sparse->sparse_dim))
            return rt_error_set(err, RT_RUNTIME, "%s", mixed);
    rt_build_init(&b, err);
    if (rt_is_coo(x))
        return rt_build_return(&b, call, permuted(&b, x, order));
    return rt_build_return(&b, call,
                           order[0] == 0 ? rt_build_keep_steal(&b, rt_tensor_detach(x, err)) : transposed(&b, x));
}

int rt_sparse_t(struct rt_call *call, struct rt_error *err)
{
    T x = call->args[0].tensor;
    struct rt_build b;

    if (x->ndim > 2 || x->sparse->sparse_dim != x->ndim)
        return rt_error_set(
            err, RT_RUNTIME,
            "t() expects a tensor with <= 2 sparse and 0 dense dimensions, but got %d sparse and %d dense "
            "dimensions",
            x->sparse->sparse_dim, x->ndim - x->sparse->sparse_dim);
    if (x->ndim == 2)
        return permute(call, (const int64_t[]){1, 0}, "", err);
    rt_build_init(&b, err);
    return rt_build_return(&b, call, rt_build_keep_steal(&b, rt_tensor_detach(x, err)));
}

int rt_sparse_transpose(struct rt_call *call, struct rt_error *err)
{
    T x = call->args[0].tensor;
    int64_t order[RT_MAX_DIMS];
    const int i = rt_shape_dim(call->args[1].integer, x->ndim, err),
              k = i < 0 ? -1 : rt_shape_dim(call->args[2].integer, x->ndim, err);

    if (k < 0)
        return -1;
    for (int d = 0; d < x->ndim; d++)
        order[d] = d == i ? k : d == k ? i : d;
    return permute(call, order,
                   "transpose: transposition of sparse and dense dimensions with each other is not supported", err);
}

int rt_sparse_permute(struct rt_call *call, struct rt_error *err)
{
    T x = call->args[0].tensor;
    int64_t order[RT_MAX_DIMS];
    uint64_t seen = 0;

    if (!rt_is_coo(x))
        return rt_sparse_refused(call, err);
    if ((int)call->args[1].count != x->ndim)
        return rt_error_set(
            err, RT_RUNTIME,
            "permute(sparse_coo): number of dimensions in the tensor input does not match the length of "
            "the desired ordering of dimensions i.e. input.dim() = %d is not equal to len(dims) = %u",
            x->ndim, call->args[1].count);
    for (int d = 0; d < x->ndim; d++) {
        const int k = rt_shape_dim(call->args[1].ints[d], x->ndim, err);
        if (k < 0)
            return -1;
        if (seen >> k & 1)
            return rt_error_set(err, RT_RUNTIME, "permute(): duplicate dims are not allowed.");
        seen |= (uint64_t)1 << k;
        order[d] = k;
    }
    return permute(call, order,
                   "permute(sparse_coo): transpositions between sparse and dense dimensions are not allowed.Only "
                   "transpositions within sparse and dense dimensions are supported.",
                   err);
}

int rt_sparse_unsqueeze(struct rt_call *call, struct rt_error *err)
{
    T x = call->args[0].tensor, indices, values;
    struct rt_build build, *b = &build;
    int64_t shape[RT_MAX_DIMS + 1];

    if (!rt_is_coo(x))
        return rt_sparse_refused(call, err);
    const int dim = rt_shape_dim(call->args[1].integer, x->ndim + 1, err), n = x->sparse->sparse_dim;
    if (dim < 0)
        return -1;
    if (x->ndim == RT_MAX_DIMS)
        return rt_error_set(err, RT_RUNTIME, "too many dimensions: at most %d are supported", RT_MAX_DIMS);
    memcpy(shape, x->shape, (size_t)dim * sizeof *shape);
    shape[dim] = 1;
    memcpy(shape + dim + 1, x->shape + dim, (size_t)(x->ndim - dim) * sizeof *shape);
    rt_build_init(b, err);
    indices = x->sparse->indices;
    values = x->sparse->values;
    if (dim <= n) {
        T zero = rt_b_zeros(b, (int64_t[]){1, rt_sparse_nnz(x)}, 2, RT_INT64, x->storage->device);
        T before = rt_b_narrow(b, indices, 0, 0, dim), behind = rt_b_narrow(b, indices, 0, dim, n - dim);
        indices =
            zero && before && behind ? APPLY(cat, rt_arg_tensors((T[]){before, zero, behind}, 3), rt_arg_int(0)) : NULL;
    } else
        values = rt_b_unsqueeze(b, values, dim - n + 1);
    return rt_build_return(b, call, rt_b_sparse_coo(b, shape, x->ndim + 1, n + (dim <= n), indices, values, false));
}

/* Views of memory, which is not there. */
int rt_sparse_no_view(struct rt_call *call, struct rt_error *err)
{
    if (!call->args[0].tensor->sparse)
        return rt_sparse_refused(call, err);
    if (rt_is_compressed(call->args[0].tensor) && call->op != &rt_op_expand)
        return rt_error_set(err, RT_RUNTIME, "Sparse CSR tensors do not have is_contiguous");
    return rt_error_set(err, RT_RUNTIME, "%s",
                        call->op == &rt_op_contiguous ? "unsupported memory format option Contiguous"
                        : call->op == &rt_op_expand   ? "expand is unsupported for Sparse tensors"
                                                      : "reshape is not implemented for sparse tensors");
}

/* ---- selection --------------------------------------------------------------------------------------------------- */

static int64_t without(const T x, int dim, int64_t *shape)
{
    int n = 0;

    for (int i = 0; i < x->ndim; i++)
        if (i != dim)
            shape[n++] = x->shape[i];
    return n;
}

/* Which elements have one of those coordinates in a sparse dimension: their positions among the elements. */
static T elements_at(B b, T row, int64_t index)
{
    T found = NULL, same = APPLY(eq_Tensor, TENSOR(row), rt_arg_scalar(rt_scalar_int(index)));

    NEED(same);
    if (rt_build_apply_many(b, &rt_op_where, (struct rt_arg[]){TENSOR(same)}, 1, &found, 1) < 0)
        return NULL;
    return found;
}

static T taken(B b, T indices, T elements)
{
    NEED(indices && elements);
    return APPLY(index_select, TENSOR(indices), rt_arg_int(1), TENSOR(elements));
}

static T selected(B b, T x, int dim, int64_t index)
{
    const struct rt_sparse *s = x->sparse;
    const int n = s->sparse_dim;
    int64_t shape[RT_MAX_DIMS];

    without(x, dim, shape);
    if (dim >= n)
        return rt_b_sparse_coo(b, shape, x->ndim - 1, n, s->indices, rt_b_select(b, s->values, dim - n + 1, index),
                               s->coalesced);
    T found = elements_at(b, rt_b_select(b, s->indices, 0, dim), index);
    if (n == 1) { /* nothing sparse is left: what lies there is added up */
        const int64_t first = 0;
        return rt_b_sum(b, rt_b_select_rows(b, s->values, found), &first, 1, false);
    }
    T before = rt_b_narrow(b, s->indices, 0, 0, dim), behind = rt_b_narrow(b, s->indices, 0, dim + 1, n - dim - 1);
    NEED(before && behind);
    T rest = APPLY(cat, rt_arg_tensors((T[]){before, behind}, 2), rt_arg_int(0));
    return rt_b_sparse_coo(b, shape, x->ndim - 1, n - 1, taken(b, rest, found), rt_b_select_rows(b, s->values, found),
                           s->coalesced);
}

int rt_sparse_select(struct rt_call *call, struct rt_error *err)
{
    T x = call->args[0].tensor;
    int64_t index = call->args[2].integer;
    struct rt_build b;

    if (!x->ndim)
        return rt_error_set(err, RT_INDEX, "select() cannot be applied to a 0-dim tensor.");
    const int dim = rt_shape_dim(call->args[1].integer, x->ndim, err);
    if (dim < 0)
        return -1;
    if (index < -x->shape[dim] || index >= x->shape[dim]) {
        char text[RT_SHAPE_TEXT];
        return rt_error_set(err, RT_INDEX, "select(): index %lld out of range for tensor of size %s at dimension %d",
                            (long long)index, rt_shape_text(x->shape, x->ndim, text, sizeof text), dim);
    }
    rt_build_init(&b, err);
    if (index < 0)
        index += x->shape[dim];
    x = rt_b_sparse_as_coo(&b, x);
    return rt_build_return(&b, call, x ? selected(&b, x, dim, index) : NULL);
}

int rt_sparse_unbind(struct rt_call *call, struct rt_error *err)
{
    T x = call->args[0].tensor, *list;
    struct rt_build b;
    int64_t made = 0;

    const int dim = rt_shape_dim(call->args[1].integer, x->ndim, err);
    if (dim < 0)
        return -1;
    if (x->shape[dim] > INT32_MAX || !(list = rt_alloc_items(x->shape[dim] + 1, sizeof *list, 0)))
        return rt_error_memory(err);
    rt_build_init(&b, err);
    x = rt_b_sparse_as_coo(&b, x);
    for (T one; x && made < x->shape[dim] && (one = selected(&b, x, dim, made)); made++)
        list[made] = rt_tensor_get(one);
    rt_build_end(&b);
    int rc = -1;
    if (x && made == x->shape[dim])
        rc = rt_result_list_steal(call, list, (int)made, err);
    else
        while (made)
            rt_tensor_unref(list[--made]);
    rt_free(list);
    return rc;
}

/* index_select: each element as often as its coordinate is asked for, in the order of the coordinates. */
int rt_sparse_index_select(struct rt_call *call, struct rt_error *err)
{
    T x = call->args[0].tensor, index = call->args[2].tensor, flat, made = NULL;
    struct rt_build build, *b = &build;
    int64_t shape[RT_MAX_DIMS], all = -1;

    if (!rt_is_coo(x) || index->sparse)
        return rt_sparse_refused(call, err);
    const int dim = rt_shape_dim(call->args[1].integer, x->ndim, err), n = x->sparse->sparse_dim;
    if (dim < 0)
        return -1;
    if (index->ndim > 1 || (index->dtype != RT_INT64 && index->dtype != RT_INT32))
        return rt_error_set(err, RT_INDEX,
                            "index_select() argument index must be 1-D strided (non-sparse) long-tensor.");
    rt_build_init(b, err);
    flat = rt_b_to(b, rt_b_reshape(b, index, &all, 1), RT_INT64);
    if (!flat)
        return rt_build_return(b, call, NULL);
    memcpy(shape, x->shape, (size_t)x->ndim * sizeof *shape);
    shape[dim] = flat->shape[0];
    if (dim >= n) {
        T values = APPLY(index_select, TENSOR(x->sparse->values), rt_arg_int(dim - n + 1), TENSOR(flat));
        return rt_build_return(b, call, rt_b_sparse_coo(b, shape, x->ndim, n, x->sparse->indices, values, false));
    }
    /* pairs of a coordinate asked for and an element that has it, in the order of the former */
    T row = rt_b_select(b, x->sparse->indices, 0, dim), pieces[2] = {NULL}, rows[RT_MAX_DIMS];
    T asked = row ? rt_b_eq(b, rt_b_unsqueeze(b, flat, 1), rt_b_unsqueeze(b, row, 0)) : NULL;
    if (!asked || rt_build_apply_many(b, &rt_op_where, (struct rt_arg[]){TENSOR(asked)}, 1, pieces, 2) < 0)
        return rt_build_return(b, call, NULL);
    T indices = taken(b, x->sparse->indices, pieces[1]);
    for (int i = 0; indices && i < n; i++)
        rows[i] = i == dim ? pieces[0] : rt_b_select(b, indices, 0, i);
    if (indices && !b->failed)
        made = rt_b_sparse_coo(b, shape, x->ndim, n, APPLY(stack, rt_arg_tensors(rows, (uint32_t)n), rt_arg_int(0)),
                               rt_b_select_rows(b, x->sparse->values, pieces[1]), false);
    return rt_build_return(b, call, made);
}

/* ---- joining ----------------------------------------------------------------------------------------------------- */

static int check_joined(struct rt_call *call, int dim, struct rt_error *err)
{
    const struct rt_arg *list = &call->args[0];
    const T first = list->tensors[0];
    char a[RT_SHAPE_TEXT], c[RT_SHAPE_TEXT];

    if (!first->sparse)
        return rt_error_set(
            err, RT_NOT_IMPLEMENTED,
            "Could not run 'aten::_values' with arguments from the 'CPU' backend. This could be because "
            "the operator doesn't exist for this backend, or was omitted during the selective/custom "
            "build process (if using custom build).");
    for (uint32_t k = 0; k < list->count; k++) {
        const T t = list->tensors[k];
        if (!t->sparse)
            return rt_error_set(err, RT_RUNTIME,
                                "Concatenating sparse tensors, but a dense tensor was found at position %u.", k);
        if (!rt_is_coo(t))
            return rt_sparse_refused(call, err);
        if (t->ndim != first->ndim || t->sparse->sparse_dim != first->sparse->sparse_dim)
            return rt_error_set(err, RT_RUNTIME,
                                "All tensors must have the same shape: %s (except in the concatenating dimension), but "
                                "found shape: %s at position %u.",
                                rt_shape_text(first->shape, first->ndim, a, sizeof a),
                                rt_shape_text(t->shape, t->ndim, c, sizeof c), k);
        for (int d = 0; d < t->ndim; d++)
            if (d != dim && t->shape[d] != first->shape[d])
                return rt_error_set(err, RT_RUNTIME,
                                    "All tensors must have the same shape: %s (except in the concatenating dimension), "
                                    "but found shape: %s at position %u.",
                                    rt_shape_text(first->shape, first->ndim, a, sizeof a),
                                    rt_shape_text(t->shape, t->ndim, c, sizeof c), k);
        if (t->storage->device != first->storage->device)
            return rt_error_set(err, RT_RUNTIME, "Expected all tensors to be on the same device");
    }
    return 0;
}

/* The indices of a tensor that stands behind `offset` others along a sparse dimension. */
static T moved_indices(B b, T x, int dim, int64_t offset)
{
    T add = rt_b_zeros(b, (int64_t[]){x->sparse->sparse_dim, 1}, 2, RT_INT64, x->storage->device), row;

    NEED(add && (row = rt_b_select(b, add, 0, dim)));
    if (rt_fill_constant(row, rt_scalar_int(offset), b->err) < 0)
        return (b->failed = true), NULL;
    return rt_b_add(b, x->sparse->indices, add);
}

/* The values of a tensor between zeros along a dense dimension. */
static T padded_values(B b, T x, int dim, int64_t before, int64_t size)
{
    int64_t shape[RT_MAX_DIMS + 1];
    T values = x->sparse->values, out, window;

    memcpy(shape, values->shape, values->ndim * sizeof *shape);
    shape[dim] = size;
    NEED(out = rt_b_zeros(b, shape, values->ndim, (enum rt_dtype)values->dtype, values->storage->device));
    NEED(window = rt_b_narrow(b, out, dim, before, values->shape[dim]));
    return rt_b_copy_(b, window, values) < 0 ? NULL : out;
}

int rt_sparse_cat(struct rt_call *call, struct rt_error *err)
{
    const struct rt_arg *list = &call->args[0];
    const T first = list->tensors[0];
    const int dim = rt_shape_dim(call->args[1].integer, first->ndim, err), n = rt_tensor_sparse_dim(first);
    struct rt_build build, *b = &build;
    int64_t shape[RT_MAX_DIMS], at = 0;
    T *parts, made = NULL;

    if (dim < 0 || check_joined(call, dim, err) < 0)
        return -1;
    memcpy(shape, first->shape, (size_t)first->ndim * sizeof *shape);
    shape[dim] = 0;
    for (uint32_t k = 0; k < list->count; k++)
        if (!rt_size_add(shape[dim], list->tensors[k]->shape[dim], &shape[dim]))
            return rt_error_set(err, RT_RUNTIME, "numel: integer multiplication overflow");
    if (!(parts = rt_alloc_items(2 * (int64_t)list->count, sizeof *parts, 0)))
        return rt_error_memory(err);
    rt_build_init(b, err);
    for (uint32_t k = 0; k < list->count && !b->failed; k++) {
        const T t = list->tensors[k];
        parts[k] = dim < n ? moved_indices(b, t, dim, at) : t->sparse->indices;
        parts[list->count + k] = dim < n ? t->sparse->values : padded_values(b, t, dim - n + 1, at, shape[dim]);
        at += t->shape[dim];
    }
    if (!b->failed) {
        T indices = APPLY(cat, rt_arg_tensors(parts, list->count), rt_arg_int(1));
        T values = APPLY(cat, rt_arg_tensors(parts + list->count, list->count), rt_arg_int(0));
        made = rt_b_sparse_coo(b, shape, first->ndim, n, indices, values, false);
    }
    rt_free(parts);
    return rt_build_return(b, call, made);
}

int rt_sparse_stack(struct rt_call *call, struct rt_error *err)
{
    const struct rt_arg *list = &call->args[0];
    struct rt_build build, *b = &build;
    T *parts, made = NULL;

    for (uint32_t k = 0; k < list->count; k++)
        if (!rt_is_coo(list->tensors[k]))
            return rt_sparse_refused(call, err);
    const int dim = rt_shape_dim(call->args[1].integer, list->tensors[0]->ndim + 1, err);
    if (dim < 0)
        return -1;
    if (!(parts = rt_alloc_items((int64_t)list->count, sizeof *parts, 0)))
        return rt_error_memory(err);
    rt_build_init(b, err);
    for (uint32_t k = 0; k < list->count && !b->failed; k++)
        parts[k] = rt_b_unsqueeze(b, list->tensors[k], dim);
    if (!b->failed)
        made = APPLY(cat, rt_arg_tensors(parts, list->count), rt_arg_int(dim));
    rt_free(parts);
    return rt_build_return(b, call, made);
}

/* ---- sums -------------------------------------------------------------------------------------------------------- */

int rt_sparse_sum(struct rt_call *call, struct rt_error *err)
{
    T x = call->args[0].tensor;
    struct rt_build build, *b = &build;

    rt_build_init(b, err);
    return rt_build_return(b, call, APPLY(sum, TENSOR(x->sparse->values), call->args[1]));
}

/* Summed over the dimensions of the mask; dense where no sparse dimension is left. */
static T summed(B b, T x, uint64_t mask, bool keepdim)
{
    const struct rt_sparse *s = x->sparse;
    int64_t dense[RT_MAX_DIMS + 1], shape[RT_MAX_DIMS];
    T rows[RT_MAX_DIMS], values = s->values, sum;
    int ndim = 0, nrows = 0, over = 0, left = 0;

    for (int d = 0; d < x->ndim; d++) {
        const bool gone = mask >> d & 1, sparse = d < s->sparse_dim;
        if (sparse && (!gone || keepdim))
            NEED(rows[nrows++] = gone ? rt_b_zeros(b, &(int64_t){rt_sparse_nnz(x)}, 1, RT_INT64, x->storage->device)
                                      : rt_b_select(b, s->indices, 0, d));
        left += sparse && !gone;
        if (!sparse && gone)
            dense[over++] = d - s->sparse_dim + 1;
        if (!gone || keepdim)
            shape[ndim++] = gone ? 1 : x->shape[d];
    }
    if (over)
        NEED(values = rt_b_sum(b, values, dense, over, keepdim));
    if (!left) {
        const int64_t first = 0;
        NEED(sum = rt_b_sum(b, values, &first, 1, false));
        return keepdim ? rt_b_reshape(b, sum, shape, ndim) : sum;
    }
    if (left == s->sparse_dim)
        return rt_b_coalesce(b, rt_b_sparse_coo(b, shape, ndim, left, s->indices, values, s->coalesced));
    T indices = APPLY(stack, rt_arg_tensors(rows, (uint32_t)nrows), rt_arg_int(0));
    return rt_b_coalesce(b, rt_b_sparse_coo(b, shape, ndim, nrows, indices, values, false));
}

/* Which dimensions a list names; none: all. -1 with an error. */
static int mask_of(const struct rt_arg *dims, int ndim, uint64_t *mask, struct rt_error *err)
{
    *mask = 0;
    for (uint32_t i = 0; dims->kind == RT_INTS && i < dims->count; i++) {
        const int d = rt_shape_dim(dims->ints[i], ndim, err);
        if (d < 0)
            return -1;
        if (*mask >> d & 1)
            return rt_error_set(err, RT_RUNTIME, "dim %d appears multiple times in the list of dims", d);
        *mask |= (uint64_t)1 << d;
    }
    if (!*mask)
        *mask = ((uint64_t)1 << ndim) - 1;
    return 0;
}

/* sum.dim_IntList, _sparse_sum.dim: (self, dims, keepdim, dtype) */
int rt_sparse_sum_dims(struct rt_call *call, struct rt_error *err)
{
    T x = call->args[0].tensor, sum;
    const bool keepdim = call->args[2].boolean;
    struct rt_build build, *b = &build;
    uint64_t mask;

    if (mask_of(&call->args[1], x->ndim, &mask, err) < 0)
        return -1;
    if (rt_is_compressed(x) && !keepdim)
        return rt_error_set(err, RT_RUNTIME, "reduction operations on CSR tensors with keepdim=False is unsupported");
    rt_build_init(b, err);
    if (call->args[3].kind == RT_DTYPE_ARG)
        x = rt_b_to(b, x, call->args[3].dtype);
    else if (!rt_dtype_is_inexact((enum rt_dtype)x->dtype))
        x = rt_b_to(b, x, RT_INT64);
    if (!x)
        return rt_build_return(b, call, NULL);
    const enum rt_layout layout = rt_tensor_layout(x);
    sum = rt_b_sparse_as_coo(b, x);
    sum = sum ? summed(b, sum, mask, keepdim) : NULL;
    if (sum && !sum->sparse && layout != RT_SPARSE_COO)
        sum = APPLY(_to_sparse, TENSOR(sum), rt_arg_int(sum->ndim));
    return rt_build_return(b, call, sum && sum->sparse ? rt_b_sparse_as(b, sum, layout) : sum);
}

/* The gradient of a sum, spread over the elements of self. */
BACKWARD(sparse_sum)
{
    struct rt_build *m = BUILD;
    T self = rt_b_sparse_saved(b, ARG(0)), g = G, positions, values;
    uint64_t mask;

    if (!self || mask_of(&b->node->args[1], self->ndim, &mask, err) < 0)
        return self ? -1 : 0;
    const int n = self->sparse->sparse_dim;
    const bool keepdim = b->node->args[2].boolean;
    T coo = rt_b_coalesce(m, self);
    if (!coo)
        return 0;
    if (g->sparse && !(g = rt_b_sparse_dense(m, g)))
        return 0;
    for (int d = 0; d < self->ndim && !keepdim; d++)
        if (mask >> d & 1)
            g = rt_b_unsqueeze(m, g, d);
    if (!g)
        return 0;
    /* [positions, dense dimensions ...] of the gradient, taken at the indices without those summed over */
    int64_t steps[RT_MAX_DIMS] = {0}, shape[RT_MAX_DIMS + 1], step = 1;
    for (int d = n - 1; d >= 0; d--)
        if (!(mask >> d & 1)) {
            steps[d] = step;
            step *= self->shape[d];
        }
    shape[0] = step;
    memcpy(shape + 1, g->shape + n, (size_t)(self->ndim - n) * sizeof *shape);
    positions = rt_b_positions(m, coo->sparse->indices, steps, n);
    values = rt_b_select_rows(m, rt_b_reshape(m, g, shape, 1 + self->ndim - n), positions);
    values = values ? rt_b_expand(m, values, coo->sparse->values->shape, coo->sparse->values->ndim) : NULL;
    SET(0, SPARSE_APPLY(m, _sparse_coo_unsafe, TENSOR(rt_b_clone(m, coo->sparse->indices)),
                        TENSOR(values ? rt_b_clone(m, values) : NULL), rt_arg_ints(self->shape, (uint32_t)self->ndim),
                        rt_arg_bool(coo->sparse->coalesced)));
    return 0;
}

int rt_sparse_any(struct rt_call *call, struct rt_error *err)
{
    T x = call->args[0].tensor;
    struct rt_build build, *b = &build;

    if (!rt_is_coo(x))
        return rt_sparse_refused(call, err);
    rt_build_init(b, err);
    return rt_build_return(b, call, rt_b_map(b, &rt_op_any, x->sparse->values));
}

/* norm of all elements: (self, p, dim, keepdim, dtype) */
int rt_sparse_norm(struct rt_call *call, struct rt_error *err)
{
    T x = call->args[0].tensor;
    struct rt_build build, *b = &build;

    if (!rt_is_coo(x))
        return rt_sparse_refused(call, err);
    if (call->args[2].kind == RT_INTS && call->args[2].count)
        return rt_error_set(err, RT_RUNTIME,
                            "norm_sparse currently only supports full reductions, so 'dim' must either be "
                            "empty or contain all dimensions of the input");
    if (call->args[3].boolean)
        return rt_error_set(err, RT_RUNTIME, "norm_sparse currently does not support keepdim=True");
    if (call->args[4].kind == RT_DTYPE_ARG)
        return rt_error_set(err, RT_RUNTIME, "norm_sparse currently does not support 'dtype' argument");
    rt_build_init(b, err);
    x = rt_b_coalesce(b, x);
    return rt_build_return(b, call, x ? APPLY(norm, TENSOR(x->sparse->values), call->args[1]) : NULL);
}

/* ---- softmax ----------------------------------------------------------------------------------------------------- */

/* Which group each element belongs to: all with the same sparse coordinates but for `dim`. */
static T groups(B b, T coo, int dim, int64_t *count)
{
    const struct rt_sparse *s = coo->sparse;
    int64_t steps[RT_MAX_DIMS], step = 1;
    T found[3] = {NULL, NULL, NULL};

    for (int d = s->sparse_dim - 1; d >= 0; d--) {
        steps[d] = d == dim ? 0 : step;
        step *= d == dim || !coo->shape[d] ? 1 : coo->shape[d];
    }
    T positions = rt_b_positions(b, s->indices, steps, s->sparse_dim);
    NEED(positions);
    if (rt_build_apply_many(
            b, &rt_op_unique,
            (struct rt_arg[]){TENSOR(positions), rt_arg_bool(true), rt_arg_bool(true), rt_arg_bool(false)}, 4, found,
            3) < 0)
        return NULL;
    *count = found[0]->shape[0];
    return found[1];
}

/* The sum of the rows of each group, at each element. */
static T group_sums(B b, T group, T rows, int64_t count)
{
    return rt_b_select_rows(b, rt_b_add_rows(b, group, rows, count), group);
}

static T group_maxima(B b, T group, T rows, int64_t count)
{
    int64_t shape[RT_MAX_DIMS + 1];
    T most, index = group;

    memcpy(shape, rows->shape, rows->ndim * sizeof *shape);
    shape[0] = count;
    NEED(most = rt_b_zeros(b, shape, rows->ndim, (enum rt_dtype)rows->dtype, rows->storage->device));
    for (int d = 1; d < rows->ndim; d++)
        NEED(index = rt_b_unsqueeze(b, index, -1));
    NEED(index = rt_b_expand(b, index, rows->shape, rows->ndim));
    if (rt_fill_constant(most, rt_scalar_float(-__builtin_inf()), b->err) < 0 ||
        (rows->numel && rt_scatter_into(most, 0, index, rows, RT_SCATTER_MAX, false, b->err) < 0))
        return (b->failed = true), NULL;
    return rt_b_select_rows(b, most, group);
}

/* _sparse_softmax, _sparse_log_softmax: (self, dim, half_to_float) */
int rt_sparse_softmax(struct rt_call *call, struct rt_error *err)
{
    T x = call->args[0].tensor, values;
    const bool logarithm = call->op->detail;
    struct rt_build build, *b = &build;
    int64_t count = 0;

    if (!rt_is_coo(x))
        return rt_sparse_refused(call, err);
    const int dim = rt_shape_dim(call->args[1].integer, x->ndim, err), n = x->sparse->sparse_dim;
    if (dim < 0)
        return -1;
    if (x->dtype != RT_FLOAT32 && x->dtype != RT_FLOAT64)
        return rt_error_set(err, RT_NOT_IMPLEMENTED, "\"%s\" not implemented for '%s'",
                            logarithm ? "log_softmax" : "softmax", scalar_word(x));
    rt_build_init(b, err);
    if (!(x = rt_b_coalesce(b, x)))
        return rt_build_return(b, call, NULL);
    values = x->sparse->values;
    if (dim >= n) {
        values = logarithm ? APPLY(log_softmax, TENSOR(values), rt_arg_int(dim - n + 1))
                           : APPLY(softmax, TENSOR(values), rt_arg_int(dim - n + 1));
        return rt_build_return(b, call, rt_b_sparse_like(b, x, values, true));
    }
    if (values->numel) {
        T group = groups(b, x, dim, &count),
          shifted = group ? rt_b_sub(b, values, group_maxima(b, group, values, count)) : NULL;
        T powers = shifted ? rt_b_map(b, &rt_op_exp, shifted) : NULL;
        T sums = powers ? group_sums(b, group, powers, count) : NULL;
        values = !sums       ? NULL
                 : logarithm ? rt_b_sub(b, shifted, rt_b_map(b, &rt_op_log, sums))
                             : rt_b_div(b, powers, sums);
    }
    return rt_build_return(b, call, rt_b_sparse_like(b, x, values, true));
}

/* softmax: y (g - sum of g y); log_softmax: g - exp(y) sum of g */
BACKWARD(sparse_softmax)
{
    struct rt_build *m = BUILD;
    T y = rt_b_sparse_saved(b, RESULT(0)), g, values, sums;
    const bool logarithm = b->node->op->detail;
    int64_t count = 0;

    (void)err;
    if (!y || !(g = rt_b_sparse_masked(m, G, y)))
        return 0;
    const int n = y->sparse->sparse_dim;
    int dim = (int)b->node->args[1].integer;
    dim = dim < 0 ? dim + y->ndim : dim;
    T yv = y->sparse->values, gv = g->sparse->values, weighed = logarithm ? gv : rt_b_mul(m, gv, yv);
    if (dim >= n) {
        const int64_t along = dim - n + 1;
        sums = rt_b_sum(m, weighed, &along, 1, true);
    } else {
        T group = groups(m, y, dim, &count);
        sums = group ? group_sums(m, group, weighed, count) : NULL;
    }
    values = !sums       ? NULL
             : logarithm ? rt_b_sub(m, gv, rt_b_mul(m, rt_b_map(m, &rt_op_exp, yv), sums))
                         : rt_b_mul(m, yv, rt_b_sub(m, gv, sums));
    SET(0, rt_b_sparse_like(m, g, values, true));
    return 0;
}
