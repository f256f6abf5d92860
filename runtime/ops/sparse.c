/* Sparse layouts: construction, parts, conversions between layouts, copies. Owns how indices stand for positions; must
   not know what ops calculate with the values. */
#include "sparse.h"

#include <string.h>

#define APPLY(op, ...) SPARSE_APPLY(b, op, __VA_ARGS__)
#define TENSOR(x) rt_arg_tensor(x)
#define INT(i) rt_arg_scalar(rt_scalar_int(i))
#define NEED(x)                                                                                                        \
    if (!(x))                                                                                                          \
    return (b->failed = true), NULL

/* ---- steps ------------------------------------------------------------------------------------------------------- */

T rt_b_sparse_like(B b, T like, T values, bool coalesced)
{
    NEED(like && values);
    const struct rt_sparse *s = like->sparse;
    T indices = s->indices->contiguous ? s->indices : rt_build_keep_steal(b, rt_contiguous(s->indices, b->err));
    NEED(indices);
    return rt_build_keep_steal(b, rt_tensor_new_sparse(s->layout, like->shape, like->ndim, s->sparse_dim, indices,
                                                       s->plain, values, coalesced, b->err));
}
T rt_b_sparse_coo(B b, const int64_t *shape, int ndim, int sparse_dim, T indices, T values, bool coalesced)
{
    NEED(indices && values);
    return rt_build_keep_steal(
        b, rt_tensor_new_sparse(RT_SPARSE_COO, shape, ndim, sparse_dim, indices, NULL, values, coalesced, b->err));
}
T rt_b_sparse_compressed(B b, enum rt_layout layout, const int64_t *shape, int ndim, T compressed, T plain, T values)
{
    NEED(compressed && plain && values);
    return rt_build_keep_steal(b,
                               rt_tensor_new_sparse(layout, shape, ndim, 2, compressed, plain, values, false, b->err));
}

static T empty_int64(B b, const int64_t *shape, int ndim, struct rt_device *device)
{
    return rt_build_keep_steal(b, rt_tensor_empty(shape, ndim, RT_INT64, device, b->err));
}

static void add_coordinates(int64_t *out, const int64_t *row, int64_t count, int64_t step)
{
    for (int64_t k = 0; k < count; k++)
        out[k] = (int64_t)((uint64_t)out[k] + (uint64_t)row[k] * (uint64_t)step);
}

T rt_b_positions(B b, T indices, const int64_t *steps, int n)
{
    NEED(indices);
    const int64_t count = indices->shape[1];
    T out = rt_b_zeros(b, &count, 1, RT_INT64, indices->storage->device);
    struct rt_elements e;

    NEED(out);
    if (!indices->storage->device->host_memory) {
        for (int i = 0; i < n; i++)
            out = rt_b_add(b, out, APPLY(mul_Tensor, TENSOR(rt_b_select(b, indices, 0, i)), INT(steps[i])));
        return out;
    }
    if (rt_elements_of(&e, indices, RT_INT64, b->err) < 0)
        return (b->failed = true), NULL;
    for (int i = 0; i < n; i++)
        add_coordinates(rt_tensor_pointer(out), (const int64_t *)e.data + i * count, count, steps[i]);
    rt_elements_done(&e);
    return out;
}

T rt_b_flat_positions(B b, T indices, const int64_t *sizes, int n)
{
    int64_t steps[RT_MAX_DIMS];

    rt_shape_contiguous(sizes, n, steps);
    return rt_b_positions(b, indices, steps, n);
}

T rt_b_coordinates(B b, T positions, const int64_t *sizes, int n)
{
    NEED(positions);
    const int64_t count = positions->shape[0];
    T rows[RT_MAX_DIMS], out;

    if (positions->storage->device->host_memory && positions->contiguous) {
        NEED(out = empty_int64(b, (int64_t[]){n, count}, 2, positions->storage->device));
        const int64_t *from = rt_tensor_pointer(positions);
        int64_t *to = rt_tensor_pointer(out);
        for (int64_t k = 0; k < count; k++) {
            int64_t rest = from[k];
            for (int i = n - 1; i >= 0; i--) {
                to[i * count + k] = i && sizes[i] > 0 ? rest % sizes[i] : rest;
                rest = sizes[i] > 0 ? rest / sizes[i] : 0;
            }
        }
        return out;
    }
    if (!n)
        return empty_int64(b, (int64_t[]){0, count}, 2, positions->storage->device);
    for (int i = n - 1; i >= 0; i--) {
        rows[i] = i ? APPLY(remainder_Tensor, TENSOR(positions), INT(sizes[i] ? sizes[i] : 1)) : positions;
        NEED(rows[i]);
        if (i)
            NEED(positions = APPLY(floor_divide, TENSOR(positions), INT(sizes[i] ? sizes[i] : 1)));
    }
    return APPLY(stack, rt_arg_tensors(rows, (uint32_t)n), rt_arg_int(0));
}

T rt_b_select_rows(B b, T x, T index)
{
    NEED(x && index);
    return APPLY(index_select, TENSOR(x), rt_arg_int(0), TENSOR(index));
}

T rt_b_add_rows(B b, T index, T rows, int64_t count)
{
    NEED(index && rows);
    const bool flags = rows->dtype == RT_BOOL;
    int64_t shape[RT_MAX_DIMS + 1];

    memcpy(shape, rows->shape, rows->ndim * sizeof *shape);
    shape[0] = count;
    if (flags)
        NEED(rows = rt_b_to(b, rows, RT_INT32));
    T out = rt_b_zeros(b, shape, rows->ndim, (enum rt_dtype)rows->dtype, rows->storage->device);
    NEED(out);
    if (rows->shape[0])
        out = APPLY(index_add, TENSOR(out), rt_arg_int(0), TENSOR(index), TENSOR(rows));
    return flags ? rt_b_to(b, out, RT_BOOL) : out;
}

T rt_b_sparse_rows(B b, T index, T rows, const int64_t *shape, int64_t padding)
{
    T kept = NULL;

    NEED(index && rows && (index = rt_b_to(b, index, RT_INT64)));
    if (padding >= 0) {
        T other = APPLY(ne_Tensor, TENSOR(index), INT(padding));
        NEED(other);
        if (rt_build_apply_many(b, &rt_op_where, (struct rt_arg[]){TENSOR(other)}, 1, &kept, 1) < 0)
            return NULL;
        NEED(index = rt_b_select_rows(b, index, kept));
        NEED(rows = rt_b_select_rows(b, rows, kept));
    }
    return APPLY(_sparse_coo_unsafe, TENSOR(rt_b_clone(b, rt_b_unsqueeze(b, index, 0))), TENSOR(rows),
                 rt_arg_ints(shape, 2));
}

/* The different positions in order, and for each of those given which of them it is. */
static T different(B b, T positions, T *which)
{
    T found[3] = {NULL, NULL, NULL};

    *which = NULL;
    NEED(positions);
    if (rt_build_apply_many(
            b, &rt_op_unique,
            (struct rt_arg[]){TENSOR(positions), rt_arg_bool(true), rt_arg_bool(true), rt_arg_bool(false)}, 4, found,
            3) < 0)
        return NULL;
    *which = found[1];
    return found[0];
}

/* Indices in rows of that length, as PyTorch leaves them, whose gradients are kept or copied by it. */
static T with_gaps(B b, T indices, int64_t length)
{
    T out, window;

    NEED(indices);
    if (indices->shape[1] == length)
        return indices;
    NEED(out = empty_int64(b, (int64_t[]){indices->shape[0], length}, 2, indices->storage->device));
    NEED(window = rt_b_narrow(b, out, 1, 0, indices->shape[1]));
    return rt_b_copy_(b, window, indices) < 0 ? NULL : rt_b_detach(b, window);
}

T rt_b_coalesce(B b, T x)
{
    NEED(x);
    const struct rt_sparse *s = x->sparse;
    T positions, which;

    if (s->coalesced)
        return x;
    if (rt_sparse_nnz(x) < 2)
        return rt_b_sparse_coo(b, x->shape, x->ndim, s->sparse_dim, rt_b_clone(b, s->indices), rt_b_clone(b, s->values),
                               true);
    positions = different(b, rt_b_flat_positions(b, s->indices, x->shape, s->sparse_dim), &which);
    NEED(positions && which);
    return rt_b_sparse_coo(b, x->shape, x->ndim, s->sparse_dim,
                           with_gaps(b, rt_b_coordinates(b, positions, x->shape, s->sparse_dim), rt_sparse_nnz(x)),
                           rt_b_add_rows(b, which, s->values, positions->shape[0]), true);
}

/* The rows of a tensor compressed by rows, or the columns of one compressed by columns. */
static T expanded_rows(B b, T x)
{
    const struct rt_sparse *s = x->sparse;
    const int64_t n = s->indices->shape[0] - 1;
    T lengths = rt_b_sub(b, rt_b_narrow(b, s->indices, 0, 1, n), rt_b_narrow(b, s->indices, 0, 0, n));

    NEED(lengths);
    return rt_b_map(b, &rt_op_repeat_interleave_counts, rt_b_to(b, lengths, RT_INT64));
}

T rt_b_sparse_as_coo(B b, T x)
{
    NEED(x);
    const struct rt_sparse *s = x->sparse;

    if (s->layout == RT_SPARSE_COO)
        return x;
    const bool by_rows = s->layout == RT_SPARSE_CSR; /* those of the columns are not sorted by rows */
    T outer = expanded_rows(b, x), inner = rt_b_to(b, s->plain, RT_INT64);
    NEED(outer && inner);
    T indices = APPLY(stack, rt_arg_tensors((T[]){by_rows ? outer : inner, by_rows ? inner : outer}, 2), rt_arg_int(0));
    return rt_b_sparse_coo(b, x->shape, x->ndim, 2, indices, s->values, by_rows);
}

/* COO with the first two dimensions exchanged. */
static T exchanged(B b, T x)
{
    const struct rt_sparse *s = x->sparse;
    int64_t shape[RT_MAX_DIMS];
    T rows[2] = {rt_b_select(b, s->indices, 0, 1), rt_b_select(b, s->indices, 0, 0)};

    memcpy(shape, x->shape, x->ndim * sizeof *shape);
    shape[0] = x->shape[1];
    shape[1] = x->shape[0];
    NEED(rows[0] && rows[1]);
    return rt_b_sparse_coo(b, shape, x->ndim, 2, APPLY(stack, rt_arg_tensors(rows, 2), rt_arg_int(0)), s->values,
                           false);
}

T rt_b_sparse_as(B b, T x, enum rt_layout layout)
{
    NEED(x);
    if (x->sparse->layout == layout)
        return x;
    if (!rt_is_coo(x))
        NEED(x = rt_b_sparse_as_coo(b, x));
    if (layout == RT_SPARSE_COO)
        return x;
    if (x->sparse->sparse_dim != 2) {
        rt_error_set(b->err, RT_RUNTIME,
                     "coo_to_sparse_%s: conversion from Sparse to %s for input tensors with sparse_dim()!=2 is not "
                     "supported",
                     rt_layout_name(layout) + 7, rt_layout_word(layout));
        return (b->failed = true), NULL;
    }
    const bool by_rows = layout == RT_SPARSE_CSR;
    T ordered = rt_b_coalesce(b, by_rows ? x : exchanged(b, x));
    NEED(ordered);
    const int64_t n = x->shape[by_rows ? 0 : 1], one = 1;
    T counts = rt_b_select(b, ordered->sparse->indices, 0, 0);
    counts = counts ? APPLY(bincount, TENSOR(counts), rt_arg_none(), rt_arg_int(n)) : NULL;
    T ends = counts ? APPLY(cumsum, TENSOR(counts), rt_arg_int(0)) : NULL;
    T zero = rt_b_zeros(b, &one, 1, RT_INT64, x->storage->device);
    NEED(ends && zero);
    if (ends->shape[0] > n) {
        rt_error_set(b->err, RT_RUNTIME, "size is inconsistent with indices: an index is out of range");
        return (b->failed = true), NULL;
    }
    T inner = rt_b_select(b, ordered->sparse->indices, 0, 1);
    NEED(inner);
    return rt_b_sparse_compressed(b, layout, x->shape, x->ndim,
                                  APPLY(cat, rt_arg_tensors((T[]){zero, ends}, 2), rt_arg_int(0)), rt_b_clone(b, inner),
                                  ordered->sparse->values);
}

T rt_b_sparse_dense(B b, T x)
{
    NEED(x);
    if (!x->sparse)
        return x;
    if (!rt_is_coo(x))
        NEED(x = rt_b_sparse_as_coo(b, x));
    const struct rt_sparse *s = x->sparse;
    const int64_t positions = rt_shape_numel(x->shape, s->sparse_dim);
    T full;

    if (positions < 0) {
        rt_error_set(b->err, RT_RUNTIME, "numel: integer multiplication overflow");
        return (b->failed = true), NULL;
    }
    full = rt_b_add_rows(b, rt_b_flat_positions(b, s->indices, x->shape, s->sparse_dim), s->values, positions);
    return full ? rt_b_reshape(b, full, x->shape, x->ndim) : NULL;
}

/* x[place] of a coalesced COO tensor: 0 where there is no such element. */
static T looked_up(B b, T x, T positions)
{
    const struct rt_sparse *s = x->sparse;
    T known = rt_b_flat_positions(b, s->indices, x->shape, s->sparse_dim), at, there, values;
    int64_t shape[RT_MAX_DIMS + 1];

    NEED(known && positions);
    memcpy(shape, s->values->shape, s->values->ndim * sizeof *shape);
    shape[0] = positions->shape[0];
    if (!known->shape[0])
        return rt_b_zeros(b, shape, s->values->ndim, (enum rt_dtype)x->dtype, x->storage->device);
    NEED(at = rt_b_two(b, &rt_op_searchsorted, known, positions));
    NEED(at = APPLY(clamp_max, TENSOR(at), INT(known->shape[0] - 1)));
    NEED(there = rt_b_eq(b, rt_b_select_rows(b, known, at), positions));
    NEED(values = rt_b_select_rows(b, s->values, at));
    for (int i = 1; i < s->values->ndim; i++)
        NEED(there = rt_b_unsqueeze(b, there, -1));
    return APPLY(where_self, TENSOR(there), TENSOR(values), TENSOR(rt_b_zeros_like(b, values)));
}

T rt_b_sparse_masked(B b, T x, T mask)
{
    NEED(x && mask);
    T coo = rt_b_sparse_as_coo(b, mask), values;

    NEED(coo);
    const struct rt_sparse *s = coo->sparse;
    T positions = rt_b_flat_positions(b, s->indices, coo->shape, s->sparse_dim);
    NEED(positions);
    if (x->sparse) {
        NEED(x = rt_b_coalesce(b, rt_b_sparse_as_coo(b, x)));
        if (x->sparse->sparse_dim != s->sparse_dim) {
            rt_error_set(b->err, RT_RUNTIME,
                         "sparse_mask(): the number of sparse dimensions in `self` should match that of the `mask`. "
                         "Got `self.sparse_dim() == %d` != `mask.sparse_dim() == %d`.",
                         x->sparse->sparse_dim, s->sparse_dim);
            return (b->failed = true), NULL;
        }
        values = looked_up(b, x, positions);
    } else {
        int64_t shape[RT_MAX_DIMS + 1];
        shape[0] = rt_shape_numel(coo->shape, s->sparse_dim);
        memcpy(shape + 1, coo->shape + s->sparse_dim, (size_t)(coo->ndim - s->sparse_dim) * sizeof *shape);
        values = rt_b_select_rows(b, rt_b_reshape(b, x, shape, 1 + coo->ndim - s->sparse_dim), positions);
    }
    NEED(values);
    return rt_is_coo(mask) ? rt_b_sparse_coo(b, mask->shape, mask->ndim, s->sparse_dim, rt_b_clone(b, s->indices),
                                             values, mask->sparse->coalesced)
                           : rt_b_sparse_like(b, mask, values, false);
}

int rt_layout_unsupported(const struct rt_tensor *t, struct rt_error *err)
{
    return rt_error_set(err, RT_RUNTIME, "unsupported tensor layout: %s", rt_layout_word(rt_tensor_layout(t)));
}

/* ---- construction ------------------------------------------------------------------------------------------------ */

static int detached_result(struct rt_call *call, struct rt_tensor *t, struct rt_error *err)
{
    return rt_result_steal(call, rt_tensor_detach(t, err));
}

/* (indices, values, size, is_coalesced): checked by whoever calls */
int rt_forward_sparse_coo_unsafe(struct rt_call *call, struct rt_error *err)
{
    T indices = call->args[0].tensor, values = call->args[1].tensor, i, v, made = NULL;
    const struct rt_arg *size = &call->args[2], *coalesced = &call->args[3];

    if (indices->ndim != 2 || indices->dtype != RT_INT64 || values->ndim < 1 || values->sparse || indices->sparse ||
        values->shape[0] != indices->shape[1] || indices->shape[0] + values->ndim - 1 != (int64_t)size->count ||
        values->storage->device != indices->storage->device)
        return rt_error_set(err, RT_RUNTIME, "indices and values do not fit together");
    for (int d = 1; d < values->ndim; d++)
        if (values->shape[d] != size->ints[indices->shape[0] + d - 1])
            return rt_error_set(err, RT_RUNTIME, "values has an incorrect size");
    i = rt_tensor_detach(indices, err);
    v = i ? rt_tensor_detach(values, err) : NULL;
    if (v)
        made = rt_tensor_new_sparse(RT_SPARSE_COO, size->ints, (int)size->count, (int)indices->shape[0], i, NULL, v,
                                    coalesced->kind == RT_BOOLEAN ? coalesced->boolean : values->shape[0] < 2, err);
    rt_tensor_unref(i);
    rt_tensor_unref(v);
    return rt_result_steal(call, made);
}

BACKWARD(sparse_coo_unsafe)
{
    B m = BUILD;
    T made = rt_b_sparse_saved(b, RESULT(0)), values = made ? rt_b_sparse_masked(m, G, made) : NULL;

    (void)err;
    SET(1, values ? rt_b_detach(m, values->sparse->values) : NULL);
    return 0;
}

/* (compressed, plain, values, size, layout): checked by whoever calls */
int rt_forward_sparse_compressed_unsafe(struct rt_call *call, struct rt_error *err)
{
    T parts[3] = {NULL}, made = NULL;
    const struct rt_arg *size = &call->args[3];
    const enum rt_layout layout = rt_arg_is(&call->args[4], "sparse_csc") ? RT_SPARSE_CSC : RT_SPARSE_CSR;
    const T compressed = call->args[0].tensor, plain = call->args[1].tensor, values = call->args[2].tensor;

    if (size->count != 2 || compressed->ndim != 1 || plain->ndim != 1 || values->ndim != 1 || compressed->sparse ||
        plain->sparse || values->sparse || values->shape[0] != plain->shape[0] ||
        compressed->shape[0] != size->ints[layout == RT_SPARSE_CSC] + 1 || compressed->dtype != plain->dtype ||
        (plain->dtype != RT_INT64 && plain->dtype != RT_INT32) ||
        compressed->storage->device != values->storage->device || plain->storage->device != values->storage->device)
        return rt_error_set(err, RT_RUNTIME, "indices and values do not fit together");
    for (int i = 0; i < 3 && (!i || parts[i - 1]); i++)
        parts[i] = rt_tensor_detach(call->args[i].tensor, err);
    if (parts[2])
        made = rt_tensor_new_sparse(layout, size->ints, 2, 2, parts[0], parts[1], parts[2], false, err);
    for (int i = 0; i < 3; i++)
        rt_tensor_unref(parts[i]);
    return rt_result_steal(call, made);
}

BACKWARD(sparse_compressed_unsafe)
{
    B m = BUILD;
    T made = rt_b_sparse_saved(b, RESULT(0)), values = made ? rt_b_sparse_masked(m, G, made) : NULL;

    (void)err;
    SET(2, values ? rt_b_detach(m, values->sparse->values) : NULL);
    return 0;
}

/* ---- parts ------------------------------------------------------------------------------------------------------- */

enum part_kind {
    PART_INDICES,
    PART_VALUES,
    PART_CROW,
    PART_COL,
    PART_CCOL,
    PART_ROW,
    PART_COALESCE,
    PART_IS_COALESCED
};

/* Which layouts have a part of that name, as errors call them; 0: COO, 1: by rows, 2: by columns. */
static const struct {
    const char *name, *layouts;
    unsigned fits; /* bits of enum rt_layout */
} parts[] = {
    [PART_INDICES] = {"indices", "sparse coordinate", 1u << RT_SPARSE_COO},
    [PART_VALUES] = {"values", "sparse", ~1u},
    [PART_CROW] = {"crow_indices", "sparse row compressed", 1u << RT_SPARSE_CSR | 1u << RT_SPARSE_BSR},
    [PART_COL] = {"col_indices", "sparse row compressed", 1u << RT_SPARSE_CSR | 1u << RT_SPARSE_BSR},
    [PART_CCOL] = {"ccol_indices", "sparse column compressed", 1u << RT_SPARSE_CSC | 1u << RT_SPARSE_BSC},
    [PART_ROW] = {"row_indices", "sparse column compressed", 1u << RT_SPARSE_CSC | 1u << RT_SPARSE_BSC},
    [PART_COALESCE] = {"coalesce", "sparse coordinate", 1u << RT_SPARSE_COO},
    [PART_IS_COALESCED] = {"is_coalesced", "sparse coordinate", 1u << RT_SPARSE_COO},
};

static int check_part(const struct rt_call *call, enum part_kind part, struct rt_error *err)
{
    const enum rt_layout layout = rt_tensor_layout(call->args[0].tensor);

    if (parts[part].fits >> layout & 1)
        return 0;
    return rt_error_set(err, RT_RUNTIME, "%s expected %s tensor layout but got %s", parts[part].name,
                        parts[part].layouts, rt_layout_word(layout));
}

/* indices(), values(), crow_indices() ...: of strided tensors an error. */
int rt_forward_sparse_part(struct rt_call *call, struct rt_error *err)
{
    const enum part_kind part = (enum part_kind)call->op->detail;
    T x = call->args[0].tensor;

    if (check_part(call, part, err) < 0)
        return -1;
    if (rt_is_coo(x) && !x->sparse->coalesced)
        return rt_error_set(err, RT_RUNTIME, "Cannot get %s on an uncoalesced tensor, please call .coalesce() first",
                            parts[part].name);
    return detached_result(call,
                           part == PART_VALUES                    ? x->sparse->values
                           : part == PART_COL || part == PART_ROW ? x->sparse->plain
                                                                  : x->sparse->indices,
                           err);
}
int rt_sparse_part(struct rt_call *call, struct rt_error *err)
{
    return rt_forward_sparse_part(call, err);
}

T rt_b_sparse_saved(struct rt_backward *b, T saved)
{
    if (saved && !saved->sparse) {
        rt_error_set(b->build.err, RT_RUNTIME, "%s needs the sparse tensor that was saved", b->node->name);
        b->build.failed = true;
        return NULL;
    }
    return saved;
}

/* The indices themselves with other values. */
static struct rt_tensor *with_values(T like, T values, struct rt_error *err)
{
    const struct rt_sparse *s = like->sparse;
    struct rt_tensor *plain = rt_tensor_detach(values, err), *made;

    if (!plain)
        return NULL;
    made = rt_tensor_new_sparse(s->layout, like->shape, like->ndim, s->sparse_dim, s->indices, s->plain, plain,
                                s->coalesced, err);
    rt_tensor_unref(plain);
    return made;
}

BACKWARD(sparse_values)
{
    (void)err;
    T self = rt_b_sparse_saved(b, ARG(0));
    if (self && G)
        SET(0, rt_build_keep_steal(BUILD, with_values(self, G, BUILD->err)));
    return 0;
}

/* _indices(), _values(): whether coalesced or not, of COO only. */
int rt_forward_sparse_raw_part(struct rt_call *call, struct rt_error *err)
{
    T x = call->args[0].tensor;

    if (!x->sparse)
        return rt_error_set(err, RT_NOT_IMPLEMENTED,
                            "Could not run 'aten::%s' with arguments from the '%s' backend. This could be because the "
                            "operator doesn't exist for this backend, or was omitted during the selective/custom build "
                            "process (if using custom build).",
                            call->schema->name, x->storage->device->type == RT_CUDA ? "CUDA" : "CPU");
    if (!rt_is_coo(x))
        return rt_sparse_refused(call, err);
    return detached_result(call, call->op->detail ? x->sparse->values : x->sparse->indices, err);
}
int rt_sparse_raw_part(struct rt_call *call, struct rt_error *err)
{
    return rt_forward_sparse_raw_part(call, err);
}

int rt_forward_sparse_coalesce(struct rt_call *call, struct rt_error *err)
{
    T x = call->args[0].tensor;

    if (check_part(call, PART_COALESCE, err) < 0)
        return -1;
    if (x->sparse->coalesced)
        return rt_result_steal(call, rt_tensor_get(x));
    return rt_apply(&rt_op__coalesce, call->args, 1, call->results, err);
}
int rt_sparse_coalesce(struct rt_call *call, struct rt_error *err)
{
    return rt_forward_sparse_coalesce(call, err);
}

int rt_forward_sparse_only(struct rt_call *call, struct rt_error *err)
{
    return rt_error_set(err, RT_NOT_IMPLEMENTED,
                        "Could not run 'aten::%s' with arguments from the '%s' backend. This could be because the "
                        "operator doesn't exist for this backend, or was omitted during the selective/custom build "
                        "process (if using custom build).",
                        call->schema->name, call->device && call->device->type == RT_CUDA ? "CUDA" : "CPU");
}
int rt_sparse_coalesced(struct rt_call *call, struct rt_error *err)
{
    struct rt_build b;

    if (!rt_is_coo(call->args[0].tensor))
        return rt_sparse_refused(call, err);
    if (call->args[0].tensor->sparse->coalesced) { /* a result of its own: it is recorded */
        T alias = rt_sparse_detach(call->args[0].tensor, err);
        return alias ? rt_result_steal(call, alias) : -1;
    }
    rt_build_init(&b, err);
    return rt_build_return(&b, call, rt_b_coalesce(&b, call->args[0].tensor));
}

/* ---- conversions ------------------------------------------------------------------------------------------------- */

int rt_sparse_to_dense(struct rt_call *call, struct rt_error *err)
{
    struct rt_build b;

    if (call->args[1].kind == RT_DTYPE_ARG)
        return rt_error_set(err, RT_RUNTIME, "dtype argument is not supported by sparse_to_dense");
    rt_build_init(&b, err);
    return rt_build_return(&b, call, rt_b_sparse_dense(&b, call->args[0].tensor));
}

/* Only the gradients of the elements that are there, unless all are asked for. */
BACKWARD(sparse_to_dense)
{
    B m = BUILD;
    T self = rt_b_sparse_saved(b, ARG(0));
    const struct rt_arg *masked = &b->node->args[2];

    (void)err;
    if (!self)
        return 0;
    if (masked->kind == RT_BOOLEAN && !masked->boolean)
        SET(0, rt_is_coo(self) ? SPARSE_APPLY(m, _to_sparse, rt_arg_tensor(G), rt_arg_int(self->sparse->sparse_dim))
                               : SPARSE_APPLY(m, _to_sparse_layout, rt_arg_tensor(G),
                                              rt_arg_string(rt_layout_name(self->sparse->layout), 10)));
    else
        SET(0, SPARSE_APPLY(m, sparse_mask, rt_arg_tensor(G),
                            rt_arg_tensor(rt_is_coo(self) ? rt_b_coalesce(m, self) : self)));
    return 0;
}

/* (self, sparse_dim) of a dense tensor */
int rt_forward_to_sparse(struct rt_call *call, struct rt_error *err)
{
    T x = call->args[0].tensor;
    const int64_t dims = call->args[1].integer;
    struct rt_build build, *b = &build;

    if (dims < 0 || dims > x->ndim)
        return rt_error_set(err, RT_RUNTIME,
                            "dense_to_sparse: sparse_dim argument must be in [0,%d] range, but %lld is given", x->ndim,
                            (long long)dims);
    if (x->ndim && !dims)
        return rt_error_set(err, RT_RUNTIME, "dense_to_sparse: sparse_dim argument must be in >0 when self.dim()>0");
    rt_build_init(b, err);
    int64_t shape[RT_MAX_DIMS + 1] = {rt_shape_numel(x->shape, (int)dims), 1}, one = 1;
    T rows, there, positions[1] = {NULL};
    memcpy(shape + 1, x->shape + dims, (size_t)(x->ndim - dims) * sizeof *shape);
    rows = rt_b_reshape(b, x, shape, 1 + x->ndim - (int)dims);
    there = rows ? rt_b_reshape(b, rows, (int64_t[]){shape[0], rt_shape_numel(x->shape + dims, x->ndim - (int)dims)}, 2)
                 : NULL;
    there = there ? APPLY(ne_Tensor, TENSOR(there), INT(0)) : NULL;
    there = there ? APPLY(any_dim, TENSOR(there), rt_arg_int(one)) : NULL;
    if (!there || rt_build_apply_many(b, &rt_op_where, (struct rt_arg[]){TENSOR(there)}, 1, positions, 1) < 0)
        return rt_build_return(b, call, NULL);
    return rt_build_return(b, call,
                           rt_b_sparse_coo(b, x->shape, x->ndim, (int)dims,
                                           rt_b_coordinates(b, positions[0], x->shape, (int)dims),
                                           rt_b_select_rows(b, rows, positions[0]), true));
}
int rt_sparse_to_sparse(struct rt_call *call, struct rt_error *err)
{
    T x = call->args[0].tensor;
    struct rt_build b;

    if (call->args[1].integer != x->sparse->sparse_dim && rt_is_compressed(x))
        return rt_error_set(err, RT_RUNTIME,
                            "sparse_compressed_to_sparse: conversion from %s to Sparse with sparse_dim argument !=2 is "
                            "not supported",
                            rt_layout_word(x->sparse->layout));
    if (call->args[1].integer != x->sparse->sparse_dim)
        return rt_error_set(err, RT_RUNTIME,
                            "to_sparse: conversion from %s to Sparse with sparse_dim argument !=self.sparse_dim() is "
                            "not supported",
                            rt_layout_word(x->sparse->layout));
    rt_build_init(&b, err);
    return rt_build_return(&b, call, rt_b_sparse_as_coo(&b, x));
}

BACKWARD(to_sparse)
{
    (void)err;
    SET(0, G->sparse ? SPARSE_APPLY(BUILD, _to_dense, rt_arg_tensor(G)) : G);
    return 0;
}

enum rt_layout rt_layout_of(const struct rt_arg *arg)
{
    for (int i = 0; i < RT_LAYOUT_COUNT; i++)
        if (rt_arg_is(arg, rt_layout_name((enum rt_layout)i)))
            return (enum rt_layout)i;
    return RT_STRIDED;
}

static int to_layout(struct rt_call *call, enum rt_layout layout, struct rt_error *err)
{
    T x = call->args[0].tensor;
    struct rt_build build, *b = &build;

    if (layout != RT_SPARSE_COO && layout != RT_SPARSE_CSR && layout != RT_SPARSE_CSC)
        return rt_error_set(err, RT_NOT_IMPLEMENTED, "Tensors with layout torch.%s are not supported",
                            rt_layout_name(layout));
    if (layout != RT_SPARSE_COO && x->ndim != 2)
        return rt_error_set(err, RT_NOT_IMPLEMENTED,
                            "to_sparse: batches of matrices and tensors with %d dimensions are not supported by layout "
                            "torch.%s",
                            x->ndim, rt_layout_name(layout));
    rt_build_init(b, err);
    if (!x->sparse)
        x = APPLY(_to_sparse, TENSOR(x), rt_arg_int(x->ndim));
    return rt_build_return(b, call, rt_b_sparse_as(b, x, layout));
}

/* (self, layout): dense or sparse, to a sparse layout */
int rt_forward_to_sparse_layout(struct rt_call *call, struct rt_error *err)
{
    return to_layout(call, rt_layout_of(&call->args[1]), err);
}
int rt_forward_to_compressed(struct rt_call *call, struct rt_error *err)
{
    return to_layout(call, (enum rt_layout)call->op->detail, err);
}
int rt_sparse_to_compressed(struct rt_call *call, struct rt_error *err)
{
    return rt_forward_to_compressed(call, err);
}
int rt_sparse_to_sparse_layout(struct rt_call *call, struct rt_error *err)
{
    return rt_forward_to_sparse_layout(call, err);
}

BACKWARD(to_sparse_layout)
{
    B m = BUILD;
    T self = ARG(0);

    (void)err;
    if (!self)
        return 0;
    if (!self->sparse)
        SET(0, G->sparse ? SPARSE_APPLY(m, _to_dense, rt_arg_tensor(G)) : G);
    else
        SET(0, SPARSE_APPLY(m, sparse_mask, rt_arg_tensor(G),
                            rt_arg_tensor(rt_is_coo(self) ? rt_b_coalesce(m, self) : self)));
    return 0;
}

/* (self, mask) */
int rt_sparse_mask(struct rt_call *call, struct rt_error *err)
{
    T x = call->args[0].tensor, mask = call->args[1].tensor;
    char a[RT_SHAPE_TEXT], m[RT_SHAPE_TEXT];
    struct rt_build b;

    if (!mask->sparse)
        return rt_sparse_refused(call, err);
    if (!rt_shape_equal(x->shape, x->ndim, mask->shape, mask->ndim))
        return rt_error_set(
            err, RT_RUNTIME, "sparse_mask(): operands have incompatible sizes; self has size %s but mask has size %s",
            rt_shape_text(x->shape, x->ndim, a, sizeof a), rt_shape_text(mask->shape, mask->ndim, m, sizeof m));
    rt_build_init(&b, err);
    return rt_build_return(&b, call, rt_b_sparse_masked(&b, x, mask));
}

BACKWARD(sparse_mask)
{
    B m = BUILD;

    (void)err;
    if (!b->node->inputs[0].device)
        return 0;
    T mask = rt_b_sparse_saved(b, ARG(1));
    if (!mask)
        return 0;
    T g = rt_b_sparse_masked(m, G, mask);
    SET(0, g ? SPARSE_APPLY(m, _to_dense, rt_arg_tensor(g)) : NULL);
    return 0;
}
