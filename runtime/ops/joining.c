/* Ops that concatenate, repeat, pad and reorder elements into new tensors, and their gradients. */
#include "ops.h"
#include "warn.h"

#define MAX_PAD (INT64_MAX / 4)
#include "pool.h"

#include <stdio.h>
#include <string.h>

static enum rt_dtype common_dtype(const struct rt_arg *list)
{
    enum rt_dtype dtype = (enum rt_dtype)list->tensors[0]->dtype;

    for (uint32_t i = 1; i < list->count; i++)
        dtype = rt_dtype_promote(dtype, (enum rt_dtype)list->tensors[i]->dtype);
    return dtype;
}

/* An old rule: 1-d tensors without elements may join anything. */
static bool skipped(T t)
{
    return t->ndim == 1 && t->shape[0] == 0;
}

#define SMALL_BYTES 4096

/* A small dense piece of the result, in memory that is at hand, row by row: `rows` of them, each in its row of the
   result behind `before` elements. false: not of this kind. */
static bool copy_small(T out, T t, int64_t rows, int64_t before)
{
    int64_t size = (int64_t)rt_dtype_size((enum rt_dtype)out->dtype), n, step;
    const char *from;
    char *to;

    if (!t->contiguous || t->dtype != out->dtype || !out->storage->device->host_memory ||
        out->numel * size > SMALL_BYTES)
        return false;
    if (t->numel == 0)
        return true;
    n = t->numel / rows * size;
    step = out->numel / rows * size;
    from = rt_tensor_pointer(t);
    to = (char *)rt_tensor_pointer(out) + before * size;
    for (int64_t i = 0; i < rows; i++)
        memcpy(to + i * step, from + i * n, (size_t)n);
    return true;
}

static int64_t rows_before(T t, int dim)
{
    int64_t rows = 1;

    for (int i = 0; i < dim; i++)
        rows = rt_step_mul(rows, t->shape[i]);
    return rows;
}

/* The result of cat: channels last where all inputs are. */
static T new_joined(struct rt_device *device, const struct rt_arg *list, const int64_t *shape, int ndim,
                    struct rt_error *err)
{
    int64_t strides[RT_MAX_DIMS];
    bool last = ndim == 4 || ndim == 5;

    for (uint32_t i = 0; last && i < list->count; i++) {
        T t = list->tensors[i];
        last = t->ndim == ndim && rt_shape_strides_are_channels_last(t->shape, t->strides, ndim);
    }
    if (!last)
        return rt_tensor_new(device, common_dtype(list), shape, ndim, err);
    rt_shape_channels_last_strides(shape, ndim, strides);
    return rt_tensor_new_strided(device, common_dtype(list), shape, strides, ndim, err);
}

/* The result of stack: that of cat along the same dimension, which is then divided. */
static T new_stacked(struct rt_device *device, const struct rt_arg *list, const int64_t *shape, int dim,
                     struct rt_error *err)
{
    T first = list->tensors[0], out;
    int64_t joined[RT_MAX_DIMS], strides[RT_MAX_DIMS];

    if (dim == first->ndim || first->contiguous || (first->ndim != 4 && first->ndim != 5))
        return rt_tensor_new(device, common_dtype(list), shape, first->ndim + 1, err);
    memcpy(joined, first->shape, (size_t)first->ndim * sizeof *joined);
    if (!rt_size_mul(joined[dim], list->count, &joined[dim]))
        return rt_error_set(err, RT_RUNTIME, "numel: integer multiplication overflow"), NULL;
    if (!(out = new_joined(device, list, joined, first->ndim, err)))
        return NULL;
    for (int i = 0; i <= first->ndim; i++)
        strides[i] = i == dim ? rt_step_mul(out->strides[dim], first->shape[dim]) : out->strides[i < dim ? i : i - 1];
    if (rt_tensor_reshape_self(out, shape, strides, first->ndim + 1, 0, err) == 0)
        return out;
    rt_tensor_unref(out);
    return NULL;
}

/* All pieces of a small dense result along dim, each dense itself and of its type. false: not of this kind. */
static bool join_small(const struct rt_arg *list, T out, int dim)
{
    const int64_t size = (int64_t)rt_dtype_size((enum rt_dtype)out->dtype), rows = rows_before(out, dim);
    char *to = rt_tensor_pointer(out);
    int64_t inner, step;

    if (!out->contiguous || !out->storage->device->host_memory || out->numel * size > SMALL_BYTES || !out->numel)
        return false;
    for (uint32_t i = 0; i < list->count; i++)
        if (!list->tensors[i]->contiguous || list->tensors[i]->dtype != out->dtype)
            return false;
    step = out->numel / rows * size;
    inner = step / out->shape[dim];
    for (uint32_t i = 0; i < list->count; i++) {
        T t = list->tensors[i];
        const char *from = rt_tensor_pointer(t);
        const int64_t n = skipped(t) ? 0 : rt_step_mul(t->shape[dim], inner);
        for (int64_t row = 0; n && row < rows; row++)
            memcpy(to + row * step, from + row * n, (size_t)n);
        to += n;
    }
    return true;
}

int rt_forward_cat(struct rt_call *call, struct rt_error *err)
{
    const struct rt_arg *list = &call->args[0];
    T first = NULL, out;
    int64_t shape[RT_MAX_DIMS], at = 0;
    int dim, rc = 0;

    if (list->count == 0)
        return rt_error_set(err, RT_VALUE, "torch.cat(): expected a non-empty list of Tensors");
    for (uint32_t i = 0; i < list->count; i++) {
        if (list->tensors[i]->ndim == 0)
            return rt_error_set(err, RT_RUNTIME, "zero-dimensional tensor (at position %u) cannot be concatenated", i);
        if (!first && !skipped(list->tensors[i]))
            first = list->tensors[i];
    }
    if (!first) /* nothing to join: dim is not even looked at */
        return rt_result_steal(call, rt_tensor_new(call->device, common_dtype(list), (int64_t[]){0}, 1, err));
    if ((dim = rt_shape_dim(call->args[1].integer, first->ndim, err)) < 0)
        return -1;
    memcpy(shape, first->shape, first->ndim * sizeof *shape);
    shape[dim] = 0;
    for (uint32_t i = 0; i < list->count; i++) {
        T t = list->tensors[i];
        if (skipped(t))
            continue;
        if (t->ndim != first->ndim)
            return rt_error_set(err, RT_RUNTIME, "Tensors must have same number of dimensions: got %d and %d",
                                first->ndim, t->ndim);
        for (int d = 0; d < t->ndim; d++)
            if (d != dim && t->shape[d] != first->shape[d])
                return rt_error_set(
                    err, RT_RUNTIME,
                    "Sizes of tensors must match except in dimension %d. Expected size %lld but got size %lld "
                    "for tensor number %u in the list.",
                    dim, (long long)first->shape[d], (long long)t->shape[d], i);
        if (!rt_size_add(shape[dim], t->shape[dim], &shape[dim]))
            return rt_error_set(err, RT_RUNTIME, "numel: integer multiplication overflow");
    }
    if (!(out = new_joined(call->device, list, shape, first->ndim, err)))
        return -1;
    if (join_small(list, out, dim))
        return finished(call, out, 0);
    for (uint32_t i = 0; rc == 0 && i < list->count; i++) {
        T t = list->tensors[i];
        if (skipped(t))
            continue;
        rc = rt_copy_window(out, t, t->shape, out->strides, out->ndim, rt_step_mul(at, out->strides[dim]), err);
        at += t->shape[dim];
    }
    return finished(call, out, rc);
}

BACKWARD(cat)
{
    int64_t dim = b->node->args[1].integer, at = 0;

    (void)err;
    if (dim < 0)
        dim += G->ndim;
    for (int e = 0; e < b->node->nedges; e++) {
        struct rt_shape *shape = INPUT_SHAPE(e);
        if (!b->node->inputs[e].device)
            continue;
        if (shape->ndim == 1 && shape->size[0] == 0 && G->ndim != 1) {
            SET(e, rt_b_zeros(BUILD, shape->size, 1, (enum rt_dtype)G->dtype, G->storage->device));
            continue;
        }
        SET(e, rt_b_narrow(BUILD, G, dim, at, shape->size[dim]));
        at += shape->size[dim];
    }
    return 0;
}

int rt_forward_stack(struct rt_call *call, struct rt_error *err)
{
    const struct rt_arg *list = &call->args[0];
    int64_t shape[RT_MAX_DIMS + 1], strides[RT_MAX_DIMS];
    char a[RT_SHAPE_TEXT], b[RT_SHAPE_TEXT];
    int dim, n = 0, rc = 0;
    T first, out;

    if (list->count == 0)
        return rt_error_set(err, RT_RUNTIME, "stack expects a non-empty TensorList");
    first = list->tensors[0];
    if ((dim = rt_shape_dim(call->args[1].integer, first->ndim + 1, err)) < 0)
        return -1;
    if (first->ndim + 1 > RT_MAX_DIMS)
        return rt_error_set(err, RT_RUNTIME, "too many dimensions: at most %d are supported", RT_MAX_DIMS);
    for (uint32_t i = 1; i < list->count; i++)
        if (!rt_shape_equal(first->shape, first->ndim, list->tensors[i]->shape, list->tensors[i]->ndim))
            return rt_error_set(err, RT_RUNTIME,
                                "stack expects each tensor to be equal size, but got %s at entry 0 and %s at entry %u",
                                rt_shape_text(first->shape, first->ndim, a, sizeof a),
                                rt_shape_text(list->tensors[i]->shape, list->tensors[i]->ndim, b, sizeof b), i);
    for (int i = 0; i <= first->ndim; i++)
        shape[i] = i == dim ? list->count : first->shape[i < dim ? i : i - 1];
    if (!(out = new_stacked(call->device, list, shape, dim, err)))
        return -1;
    for (int i = 0; i < out->ndim; i++)
        if (i != dim)
            strides[n++] = out->strides[i];
    for (uint32_t i = 0; rc == 0 && i < list->count; i++)
        if (!out->contiguous ||
            !copy_small(out, list->tensors[i], rows_before(out, dim), rt_step_mul(i, out->strides[dim])))
            rc =
                rt_copy_window(out, list->tensors[i], first->shape, strides, n, rt_step_mul(i, out->strides[dim]), err);
    return finished(call, out, rc);
}

BACKWARD(stack)
{
    int64_t dim = b->node->args[1].integer;

    (void)err;
    for (int e = 0; e < b->node->nedges; e++)
        SET(e, rt_b_select(BUILD, G, dim, e));
    return 0;
}

/* detail 0: side by side (the second dimension, or the only one); 1: below each other */
int rt_forward_hstack(struct rt_call *call, struct rt_error *err)
{
    const struct rt_arg *list = &call->args[0];
    struct rt_build b;
    T *wide, out = NULL;
    int64_t dim = 0;

    if (list->count == 0)
        return rt_error_set(err, RT_RUNTIME, "%s expects a non-empty TensorList",
                            call->op->detail ? "vstack" : "hstack");
    if (!(wide = rt_alloc((list->count + 1) * sizeof *wide)))
        return rt_error_memory(err);
    rt_build_init(&b, err);
    for (uint32_t i = 0; i < list->count; i++) {
        wide[i] = list->tensors[i];
        while (wide[i] && wide[i]->ndim < (call->op->detail ? 2 : 1))
            wide[i] = rt_b_unsqueeze(&b, wide[i], 0);
    }
    if (!call->op->detail && list->count && wide[0] && wide[0]->ndim > 1)
        dim = 1;
    if (!b.failed)
        out = rt_build_apply(&b, &rt_op_cat, (struct rt_arg[]){rt_arg_tensors(wide, list->count), rt_arg_int(dim)}, 2);
    rt_free(wide);
    return rt_build_return(&b, call, out);
}

/* ---- repetition -------------------------------------------------------------------------------------------------- */

int rt_forward_repeat(struct rt_call *call, struct rt_error *err)
{
    T self = call->args[0].tensor, out, window, wide;
    int n = (int)call->args[1].count, lead = n - self->ndim, rc = -1;
    int64_t shape[RT_MAX_DIMS] = {0}, split[RT_MAX_DIMS], strides[RT_MAX_DIMS], from[RT_MAX_DIMS];

    if (lead < 0)
        return rt_error_set(
            err, RT_RUNTIME,
            "Number of dimensions of repeat dims can not be smaller than number of dimensions of tensor");
    if (2 * n > RT_MAX_DIMS)
        return rt_error_set(err, RT_RUNTIME, "too many dimensions: at most %d are supported", RT_MAX_DIMS / 2);
    for (int i = 0; i < n; i++)
        if (__builtin_mul_overflow(call->args[1].ints[i], i < lead ? 1 : self->shape[i - lead], &shape[i]))
            return rt_error_set(err, RT_RUNTIME, "numel: integer multiplication overflow");
    for (int i = 0; i < n; i++)
        if (shape[i] < 0)
            return rt_error_set(err, RT_RUNTIME, "Trying to create tensor with negative dimension %lld: %s",
                                (long long)shape[i], rt_shape_text(shape, n, (char[RT_SHAPE_TEXT]){0}, RT_SHAPE_TEXT));
    if (!(out = rt_tensor_empty(shape, n, (enum rt_dtype)self->dtype, self->storage->device, err)))
        return -1;
    if (out->numel == 0)
        return rt_result_steal(call, out);
    for (int i = 0; i < n; i++) { /* the result as [repeats, size] pairs, the source repeated by stride 0 */
        int64_t size = i < lead ? 1 : self->shape[i - lead];
        split[2 * i] = call->args[1].ints[i];
        split[2 * i + 1] = size;
        strides[2 * i] = rt_step_mul(out->strides[i], size);
        strides[2 * i + 1] = out->strides[i];
        from[2 * i] = 0;
        from[2 * i + 1] = i < lead ? 0 : self->strides[i - lead];
    }
    window = rt_tensor_window(out, split, strides, 2 * n, 0, false, err);
    wide = rt_tensor_window(self, split, from, 2 * n, self->offset, false, err);
    if (window && wide)
        rc = rt_copy_into(window, wide, err);
    rt_tensor_unref(window);
    rt_tensor_unref(wide);
    return finished(call, out, rc);
}

BACKWARD(repeat)
{
    B m = BUILD;
    struct rt_shape *shape = INPUT_SHAPE(0);
    const struct rt_arg *repeats = &b->node->args[1];
    int64_t split[RT_MAX_DIMS], dims[RT_MAX_DIMS];
    int n = (int)repeats->count, lead = n - shape->ndim, k = 0, d = 0;
    bool negative = false; /* of nothing */

    for (int i = 0; i < n; i++) {
        dims[d++] = k;
        negative = negative || repeats->ints[i] < 0;
        split[k++] = repeats->ints[i];
        if (i >= lead)
            split[k++] = shape->size[i - lead];
    }
    if (negative) { /* PyTorch has added up the leading ones, and leaves out what is not repeated */
        struct rt_shape none;
        k = 0;
        for (int i = lead < 0 ? 0 : lead; i < n; i++) {
            if (repeats->ints[i] != 1)
                split[k++] = repeats->ints[i];
            split[k++] = shape->size[i - lead];
        }
        if (rt_shape_infer(split, k, 0, &none, err) < 0)
            return -1;
    }
    if (G->numel == 0)
        SET(0, rt_b_zeros(m, shape->size, shape->ndim, (enum rt_dtype)G->dtype, G->storage->device));
    else if (d == 0)
        SET(0, G);
    else
        SET(0, rt_b_sum(m, rt_b_reshape(m, G, split, k), dims, d, false));
    return 0;
}

int rt_forward_tile(struct rt_call *call, struct rt_error *err)
{
    T self = call->args[0].tensor;
    int64_t dims[RT_MAX_DIMS];
    int n = (int)call->args[1].count, lead = self->ndim > n ? self->ndim - n : 0;

    if (n + lead > RT_MAX_DIMS)
        return rt_error_set(err, RT_RUNTIME, "too many dimensions: at most %d are supported", RT_MAX_DIMS);
    for (int i = 0; i < n + lead; i++)
        dims[i] = i < lead ? 1 : call->args[1].ints[i - lead];
    return rt_apply(&rt_op_repeat, (struct rt_arg[]){call->args[0], rt_arg_ints(dims, (uint32_t)(n + lead))}, 2,
                    call->results, err);
}

int rt_forward_repeat_interleave(struct rt_call *call, struct rt_error *err)
{
    T self = call->args[0].tensor, x = self;
    int64_t repeats = call->args[1].integer, all = -1, shape[RT_MAX_DIMS + 1];
    struct rt_build b;
    int dim = 0;

    rt_build_init(&b, err);
    if (rt_arg_is_none(call, 2))
        x = rt_b_reshape(&b, self, &all, 1);
    else if ((dim = rt_shape_dim(call->args[2].integer, self->ndim, err)) < 0)
        return rt_build_return(&b, call, NULL);
    if (repeats < 0) {
        rt_error_set(err, RT_RUNTIME, "Repeats must be non-negative");
        return rt_build_return(&b, call, NULL);
    }
    if (x && x->ndim == RT_MAX_DIMS)
        rt_error_set(err, RT_RUNTIME, "too many dimensions: at most %d are supported", RT_MAX_DIMS - 1);
    if (!x || x->ndim == RT_MAX_DIMS)
        return rt_build_return(&b, call, NULL);
    for (int i = 0; i <= x->ndim; i++)
        shape[i] = i <= dim ? x->shape[i] : i == dim + 1 ? repeats : x->shape[i - 1];
    T out = rt_b_expand(&b, rt_b_unsqueeze(&b, x, dim + 1), shape, x->ndim + 1);
    if (out && !rt_size_mul(shape[dim], repeats, &shape[dim])) {
        rt_error_set(err, RT_RUNTIME, "numel: integer multiplication overflow");
        out = NULL;
    }
    if (!out)
        return rt_build_return(&b, call, NULL);
    for (int i = dim + 1; i < x->ndim; i++)
        shape[i] = x->shape[i];
    out = out->contiguous ? rt_b_clone(&b, out) : rt_b_map(&b, &rt_op_contiguous, out); /* rows, never a view of self */
    out = rt_b_reshape(&b, out, shape, x->ndim);
    return rt_build_return(&b, call, out);
}

/* Positions, each as often as its count says; from counts on any device. Meta counts need the sum of all, `given`. */
static T positions(T counts, const struct rt_arg *given, struct rt_error *err)
{
    int64_t n = counts->numel, total = 0, *list = NULL, *at;
    T out = NULL;

    if (rt_is_meta(counts) && given->kind == RT_INT)
        return rt_tensor_new(counts->storage->device, RT_INT64, &given->integer, 1, err);
    if (rt_is_meta(counts))
        return rt_error_set(err, RT_RUNTIME, "cannot repeat_interleave a meta tensor without output_size"), NULL;
    if (counts->ndim > 1)
        return rt_error_set(err, RT_RUNTIME, "repeat_interleave only accept 1D vector as repeat"), NULL;
    if (counts->dtype != RT_INT64 && counts->dtype != RT_INT32)
        return rt_no_kernel("repeat_interleave_cpu", counts, err), NULL;
    if (!(list = rt_alloc_items(n, 8, 8)))
        return rt_error_memory(err), NULL;
    if (rt_tensor_to_host(counts, list, RT_INT64, err) < 0)
        goto done;
    for (int64_t i = 0; i < n; i++) {
        if (list[i] < 0) {
            rt_error_set(err, RT_RUNTIME, "repeats can not be negative");
            goto done;
        }
        if (__builtin_add_overflow(total, list[i], &total) || total > INT64_MAX / 8 - 8) {
            rt_error_set(err, RT_RUNTIME, "Storage size calculation overflowed with sizes=[%lld]", (long long)total);
            goto done;
        }
    }
    if (!(at = rt_alloc_items(total, 8, 8))) {
        rt_error_memory(err);
        goto done;
    }
    for (int64_t i = 0, k = 0; i < n; i++)
        for (int64_t r = 0; r < list[i]; r++) {
            at[k++] = i;
            if ((k & 0xffffff) == 0 && rt_check_interrupt(err) < 0) {
                rt_free(at);
                goto done;
            }
        }
    out = rt_tensor_from_host(at, &total, 1, RT_INT64, counts->storage->device, err);
    rt_free(at);
done:
    rt_free(list);
    return out;
}

int rt_forward_repeat_positions(struct rt_call *call, struct rt_error *err)
{
    T counts = call->args[0].tensor;

    if (counts->ndim == 0)
        return rt_error_set(err, RT_RUNTIME, "repeat_interleave only accept 1D vector as repeat");
    return rt_result_steal(call, positions(counts, &call->args[1], err));
}

/* (self, repeats, dim, output_size) */
int rt_forward_repeat_by_counts(struct rt_call *call, struct rt_error *err)
{
    T x = call->args[0].tensor, counts = call->args[1].tensor, at;
    int64_t all = -1;
    struct rt_build b;
    int dim = 0;

    rt_build_init(&b, err);
    if (rt_arg_is_none(call, 2))
        x = rt_b_reshape(&b, x, &all, 1);
    else if ((dim = rt_shape_dim(call->args[2].integer, x->ndim, err)) < 0)
        return rt_build_return(&b, call, NULL);
    if (!x)
        return rt_build_return(&b, call, NULL);
    if (counts->ndim > 1) {
        rt_error_set(err, RT_RUNTIME, "repeats must be 0-dim or 1-dim tensor");
        return rt_build_return(&b, call, NULL);
    }
    int64_t size = x->ndim ? x->shape[dim] : 1;
    if (counts->numel == 1 && size != 1)
        counts = rt_b_expand(&b, counts->ndim ? counts : rt_b_unsqueeze(&b, counts, 0), &size, 1);
    else if (counts->ndim == 0)
        counts = rt_b_unsqueeze(&b, counts, 0);
    if (counts && counts->numel != size) {
        rt_error_set(err, RT_RUNTIME,
                     "repeats must have the same size as input along dim, but got repeats.size(0) = %lld and "
                     "input.size(%d) = %lld",
                     (long long)counts->numel, dim, (long long)size);
        return rt_build_return(&b, call, NULL);
    }
    at = counts ? rt_build_keep_steal(&b, positions(counts, &call->args[3], err)) : NULL;
    return rt_build_return(&b, call,
                           at ? rt_build_apply(&b, &rt_op_index_select,
                                               (struct rt_arg[]){rt_arg_tensor(x), rt_arg_int(dim), rt_arg_tensor(at)},
                                               3)
                              : NULL);
}

/* ---- order ------------------------------------------------------------------------------------------------------- */

/* (self, k, first, second): k in 0..3; a quarter turn reverses one of both dimensions and exchanges them */
int rt_forward_rot90(struct rt_call *call, struct rt_error *err)
{
    T self = call->args[0].tensor, out;
    int64_t k = call->args[1].integer, dims[2], shape[RT_MAX_DIMS], strides[RT_MAX_DIMS];
    int i = rt_shape_dim(call->args[2].integer, self->ndim, err), j;
    struct rt_build b;

    if (i < 0 || (j = rt_shape_dim(call->args[3].integer, self->ndim, err)) < 0)
        return -1;
    rt_build_init(&b, err);
    if (k == 0) {
        out = rt_build_keep_steal(
            &b, rt_tensor_new(self->storage->device, (enum rt_dtype)self->dtype, self->shape, self->ndim, err));
        return rt_build_return(&b, call, out && rt_b_copy_(&b, out, self) == 0 ? out : NULL);
    }
    dims[0] = k == 1 ? j : i;
    dims[1] = j;
    out = rt_build_apply(&b, &rt_op_flip, (struct rt_arg[]){rt_arg_tensor(self), rt_arg_ints(dims, k == 2 ? 2 : 1)}, 2);
    if (out && k != 2) {
        memcpy(shape, out->shape, (size_t)out->ndim * sizeof *shape);
        memcpy(strides, out->strides, (size_t)out->ndim * sizeof *strides);
        shape[i] = out->shape[j], shape[j] = out->shape[i];
        strides[i] = out->strides[j], strides[j] = out->strides[i];
        if (rt_tensor_reshape_self(out, shape, strides, out->ndim, out->offset, err) < 0)
            out = NULL;
    }
    return rt_build_return(&b, call, out);
}

BACKWARD(rot90)
{
    struct rt_arg args[] = {rt_arg_tensor(G), rt_arg_int((4 - b->node->args[1].integer) % 4), b->node->args[2],
                            b->node->args[3]};

    (void)err;
    SET(0, rt_build_apply(BUILD, &rt_op__rot90, args, 4));
    return 0;
}

int rt_forward_flip(struct rt_call *call, struct rt_error *err)
{
    T self = call->args[0].tensor, out;
    int64_t mask =
        call->args[1].count ? rt_shape_dims(call->args[1].ints, (int)call->args[1].count, self->ndim, err) : 0;

    if (mask < 0)
        return -1;
    if (self->ndim == 0)
        mask = 0;
    if (!mask) {
        if (!(out = rt_tensor_new_like(self, RT_DTYPE_NONE, err)))
            return -1;
        return finished(call, out, rt_copy_into(out, self, err));
    }
    if (!(out = rt_tensor_new_like(self, RT_DTYPE_NONE, err)))
        return -1;
    if (out->numel == 0)
        return rt_result_steal(call, out);
    /* the reversed dimensions are walked from their ends */
    struct rt_device *device = self->storage->device;
    struct rt_cast_copy_call kernel = {.out = {.data = NULL}};
    int64_t ends = 0;
    rt_tensor_view(out, &kernel.out);
    rt_tensor_view(self, &kernel.in);
    for (int i = 0; i < self->ndim; i++)
        if (mask >> i & 1) {
            ends += (self->shape[i] - 1) * kernel.in.strides[i];
            kernel.in.strides[i] = -kernel.in.strides[i];
        }
    kernel.in.data = (char *)kernel.in.data + ends * (int64_t)rt_dtype_size((enum rt_dtype)self->dtype);
    return finished(call, out, device->kernels->cast_copy(device, &kernel, err));
}

BACKWARD(flip)
{
    (void)err;
    SET(0, rt_build_apply(BUILD, &rt_op_flip, (struct rt_arg[]){rt_arg_tensor(G), b->node->args[1]}, 2));
    return 0;
}

/* Two windows for each rolled dimension. */
static T roll_one(T self, int dim, int64_t shift, struct rt_error *err)
{
    int64_t n = self->shape[dim], shape[RT_MAX_DIMS];
    struct rt_arg list = rt_arg_tensors(&self, 1); /* the two are joined, if there are two */
    T out;

    shift = n ? ((shift % n) + n) % n : 0;
    out = shift ? new_joined(self->storage->device, &list, self->shape, self->ndim, err)
                : rt_tensor_new(self->storage->device, (enum rt_dtype)self->dtype, self->shape, self->ndim, err);
    if (!out || n == 0 || out->numel == 0)
        return out;
    memcpy(shape, self->shape, self->ndim * sizeof *shape);
    for (int half = 0; half < 2; half++) {
        int64_t from = half ? n - shift : 0, to = half ? 0 : shift;
        shape[dim] = half ? shift : n - shift;
        T part = rt_tensor_window(self, shape, self->strides, self->ndim,
                                  rt_step_add(self->offset, rt_step_mul(from, self->strides[dim])), false, err);
        int rc = part ? rt_copy_window(out, part, shape, out->strides, out->ndim, to * out->strides[dim], err) : -1;
        rt_tensor_unref(part);
        if (rc < 0) {
            rt_tensor_unref(out);
            return NULL;
        }
    }
    return out;
}

int rt_forward_roll(struct rt_call *call, struct rt_error *err)
{
    T self = call->args[0].tensor, out, flat;
    uint32_t n = call->args[2].count;
    int64_t stride = 1;

    if (n == 0 && call->args[1].count == 1) {
        if (!(out = rt_contiguous(self, err)))
            return -1;
        flat = rt_tensor_window(out, &self->numel, &stride, 1, out->offset, false, err);
        rt_tensor_unref(out);
        out = flat ? roll_one(flat, 0, call->args[1].ints[0], err) : NULL;
        rt_tensor_unref(flat);
        return finished(call, out, out ? rt_tensor_reshape_self(out, self->shape, NULL, self->ndim, 0, err) : -1);
    }
    if (call->args[1].count == 0)
        return rt_error_set(err, RT_RUNTIME, "`shifts` required");
    if (n != call->args[1].count || n == 0)
        return rt_error_set(err, RT_RUNTIME, "shifts and dimensions must align. shifts: %u, dims:%u",
                            call->args[1].count, n);
    if (self->ndim == 0)
        return rt_error_set(err, RT_INDEX, "Dimension specified as %lld but tensor has no dimensions",
                            (long long)call->args[2].ints[0]);
    if (self->numel == 0)
        return rt_result_steal(
            call, rt_tensor_new(self->storage->device, (enum rt_dtype)self->dtype, self->shape, self->ndim, err));
    out = rt_tensor_get(self);
    for (uint32_t i = 0; i < n; i++) {
        int dim = rt_shape_dim(call->args[2].ints[i], self->ndim, err);
        T next = dim < 0 ? NULL : roll_one(out, dim, call->args[1].ints[i], err);
        rt_tensor_unref(out);
        if (!(out = next))
            return -1;
    }
    return rt_result_steal(call, out);
}

BACKWARD(roll)
{
    const struct rt_arg *shifts = &b->node->args[1];
    int64_t *back = rt_alloc_items(shifts->count, sizeof *back, 0); /* a dimension may be rolled several times */

    if (!back)
        return rt_error_memory(err);
    for (uint32_t i = 0; i < shifts->count; i++)
        back[i] = rt_step_mul(shifts->ints[i], -1);
    SET(0, rt_build_apply(BUILD, &rt_op_roll,
                          (struct rt_arg[]){rt_arg_tensor(G), rt_arg_ints(back, shifts->count), b->node->args[2]}, 3));
    rt_free(back);
    return 0;
}

/* ---- triangles and diagonals ------------------------------------------------------------------------------------- */

/* row >= column - diagonal as a mask [rows, columns]; detail 1: the upper triangle */
static T triangle_mask(B b, T self, int64_t diagonal, bool upper)
{
    struct rt_arg device = rt_arg_device(self->storage->device);
    int64_t rows = self->shape[self->ndim - 2], columns = self->shape[self->ndim - 1];
    T r =
        rt_build_apply(b, &rt_op_arange,
                       (struct rt_arg[]){rt_arg_scalar(rt_scalar_int(rows)), rt_arg_none(), rt_arg_none(), device}, 4);
    T c = rt_build_apply(b, &rt_op_arange,
                         (struct rt_arg[]){rt_arg_scalar(rt_scalar_int(columns)), rt_arg_none(), rt_arg_none(), device},
                         4);

    r = rt_b_unsqueeze(b, r, 1);
    if (r)
        r = rt_build_apply(b, &rt_op_add_Tensor,
                           (struct rt_arg[]){rt_arg_tensor(r), rt_arg_scalar(rt_scalar_int(diagonal))}, 2);
    return rt_b_two(b, upper ? &rt_op_le_Tensor : &rt_op_ge_Tensor, r, c);
}

/* Rows of dense matrices in memory that the host may touch: what is kept is copied, the rest is zero. */
struct triangle {
    const char *from;
    char *to;
    size_t size;
    int64_t rows, columns, diagonal;
    bool upper;
};

static int triangle_rows(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    const struct triangle *t = context;

    (void)err;
    for (int64_t i = begin; i < end; i++) {
        int64_t limit = i % t->rows, first, last; /* kept are [first, last) */
        size_t row = (size_t)i * (size_t)t->columns;
        limit = t->diagonal > t->columns - limit ? t->columns : t->diagonal + limit + !t->upper;
        limit = limit < 0 ? 0 : limit > t->columns ? t->columns : limit;
        first = t->upper ? limit : 0;
        last = t->upper ? t->columns : limit;
        memset(t->to + row * t->size, 0, (size_t)first * t->size);
        if (t->to != t->from)
            memcpy(t->to + (row + (size_t)first) * t->size, t->from + (row + (size_t)first) * t->size,
                   (size_t)(last - first) * t->size);
        memset(t->to + (row + (size_t)last) * t->size, 0, (size_t)(t->columns - last) * t->size);
    }
    return 0;
}

static int dense_triangle(struct rt_call *call, T self, struct rt_error *err)
{
    struct triangle t = {.size = rt_dtype_size((enum rt_dtype)self->dtype),
                         .rows = self->shape[self->ndim - 2],
                         .columns = self->shape[self->ndim - 1],
                         .diagonal = call->args[1].integer,
                         .upper = call->op->detail};
    T out = call->out == self
                ? rt_tensor_get(self)
                : rt_tensor_new(self->storage->device, (enum rt_dtype)self->dtype, self->shape, self->ndim, err);

    if (!out)
        return -1;
    t.from = rt_tensor_pointer(self);
    t.to = rt_tensor_pointer(out);
    if (rt_parallel_for(self->numel / t.columns, 32768 / t.columns + 1, self->numel, triangle_rows, &t, err) < 0) {
        rt_tensor_unref(out);
        return -1;
    }
    return rt_result_steal(call, out);
}

int rt_forward_tril(struct rt_call *call, struct rt_error *err)
{
    T self = call->args[0].tensor;
    struct rt_build b;

    if (self->ndim < 2)
        return rt_error_set(err, RT_RUNTIME, "%s: input tensor must have at least 2 dimensions", call->schema->name);
    if (self->numel && self->storage->device->host_memory && self->contiguous)
        return dense_triangle(call, self, err);
    rt_build_init(&b, err);
    if (!self->contiguous) /* the result is always row-major */
        self = rt_b_map(&b, &rt_op_contiguous, self);
    if (self && self->numel && self->storage->device->host_memory) {
        int rc = dense_triangle(call, self, err);
        rt_build_end(&b);
        return rc;
    }
    return rt_build_return(&b, call,
                           !self ? NULL
                                 : rt_b_where(&b, triangle_mask(&b, self, call->args[1].integer, call->op->detail),
                                              self, rt_b_zeros_like(&b, self)));
}

BACKWARD(tril)
{
    (void)err;
    SET(0, rt_build_apply(BUILD, b->node->op, (struct rt_arg[]){rt_arg_tensor(G), b->node->args[1]}, 2));
    return 0;
}

/* (self, offset, dim1, dim2): the last dimension along a diagonal of two new ones */
int rt_forward_diag_embed(struct rt_call *call, struct rt_error *err)
{
    T self = call->args[0].tensor, full;
    int64_t k = call->args[1].integer, side, shape[RT_MAX_DIMS + 1], strides[RT_MAX_DIMS], at;
    int n = self->ndim + 1, i, j, out = 0;

    if ((i = rt_shape_dim(call->args[2].integer, n, err)) < 0 || (j = rt_shape_dim(call->args[3].integer, n, err)) < 0)
        return -1;
    if (i == j)
        return rt_error_set(err, RT_RUNTIME, "diagonal dimensions cannot be identical %lld, %lld",
                            (long long)call->args[2].integer, (long long)call->args[3].integer);
    if (self->ndim == 0) /* two dimensions of one */
        return rt_error_set(err, RT_INDEX, "Dimension out of range (expected to be in range of [-1, 0], but got %lld)",
                            (long long)call->args[2].integer);
    if (n > RT_MAX_DIMS)
        return rt_error_set(err, RT_RUNTIME, "too many dimensions: at most %d are supported", RT_MAX_DIMS);
    if (k == INT64_MIN || __builtin_add_overflow(self->shape[self->ndim - 1], k < 0 ? -k : k, &side))
        return rt_error_set(err, RT_RUNTIME, "Storage size calculation overflowed with sizes=[%lld]", (long long)k);
    for (int d = 0; d < n; d++)
        shape[d] = d == i || d == j ? side : self->shape[out++];
    if (!(full = rt_tensor_new(self->storage->device, (enum rt_dtype)self->dtype, shape, n, err)))
        return -1;
    if (full->numel && rt_fill_constant(full, rt_scalar_int(0), err) < 0)
        return finished(call, full, -1);
    out = 0;
    for (int d = 0; d < n; d++)
        if (d != i && d != j)
            strides[out++] = full->strides[d];
    strides[out] = rt_step_add(full->strides[i], full->strides[j]);
    at = k < 0 ? rt_step_mul(-k, full->strides[i]) : rt_step_mul(k, full->strides[j]);
    return finished(call, full,
                    self->numel ? rt_copy_window(full, self, self->shape, strides, self->ndim, at, err) : 0);
}

BACKWARD(diag_embed)
{
    struct rt_arg args[4];

    (void)err;
    memcpy(args, b->node->args, sizeof args);
    args[0] = rt_arg_tensor(G);
    SET(0, rt_build_apply(BUILD, &rt_op_diagonal, args, 4));
    return 0;
}

int rt_forward_diag(struct rt_call *call, struct rt_error *err)
{
    T self = call->args[0].tensor, out;
    struct rt_build b;

    if (self->ndim != 1 && self->ndim != 2)
        return rt_error_set(err, RT_RUNTIME, "diag(): Supports 1D or 2D tensors. Got %dD", self->ndim);
    rt_build_init(&b, err);
    out = rt_build_apply(&b, self->ndim == 1 ? &rt_op_diag_embed : &rt_op_diagonal, call->args, 2);
    if (self->ndim == 2)
        out =
            rt_build_apply(&b, &rt_op_clone, (struct rt_arg[]){rt_arg_tensor(out), rt_arg_string("contiguous", 10)}, 2);
    if (out && self->ndim == 2 && rt_tensor_requires_grad(out) &&
        rt_tensor_name_node(out, "DiagonalBackward0_copy", err) < 0)
        out = NULL;
    return rt_build_return(&b, call, out);
}

int rt_forward_meshgrid(struct rt_call *call, struct rt_error *err)
{
    const struct rt_arg *list = &call->args[0];
    bool swap = rt_arg_is(&call->args[1], "xy") && list->count > 1;
    T out[RT_MAX_DIMS] = {NULL};
    int64_t shape[RT_MAX_DIMS];
    struct rt_build b;
    uint32_t n = list->count;
    int rc = -1;

    if (call->args[1].kind == RT_NONE)
        rt_warn_once("torch.meshgrid: in an upcoming release, it will be required to pass the indexing argument.");
    if (n == 0 || n > RT_MAX_DIMS)
        return rt_error_set(err, RT_RUNTIME, "meshgrid expects a non-empty TensorList");
    if (call->args[1].kind == RT_STRING && !rt_arg_is(&call->args[1], "xy") && !rt_arg_is(&call->args[1], "ij"))
        return rt_error_set(err, RT_RUNTIME,
                            "torch.meshgrid: indexing must be one of \"xy\" or \"ij\", but received: %.*s",
                            (int)call->args[1].count, call->args[1].string);
    for (uint32_t i = 1; i < n; i++)
        if (list->tensors[i]->dtype != list->tensors[0]->dtype)
            return rt_error_set(err, RT_RUNTIME, "meshgrid expects all tensors to have the same dtype");
    for (uint32_t i = 0; i < n; i++) {
        if (list->tensors[i]->ndim > 1)
            return rt_error_set(err, RT_RUNTIME,
                                "torch.meshgrid: Expected 0D or 1D tensor in the tensor list but got: %d",
                                list->tensors[i]->ndim);
        shape[swap && i < 2 ? 1 - i : i] = list->tensors[i]->numel;
    }
    rt_build_init(&b, err);
    for (uint32_t i = 0; i < n; i++) {
        int64_t one[RT_MAX_DIMS];
        for (uint32_t k = 0; k < n; k++)
            one[k] = 1;
        one[swap && i < 2 ? 1 - i : i] = list->tensors[i]->numel;
        out[i] = rt_b_expand(&b, rt_b_reshape(&b, list->tensors[i], one, (int)n), shape, (int)n);
    }
    if (!b.failed) {
        for (uint32_t i = 0; i < n; i++)
            rt_tensor_ref(out[i]);
        rc = rt_result_list_steal(call, out, (int)n, err);
    }
    rt_build_end(&b);
    return rc;
}

/* pad pairs start at the last dimension */
int rt_forward_pad(struct rt_call *call, struct rt_error *err)
{
    T self = call->args[0].tensor, out, part;
    const struct rt_arg *pad = &call->args[1];
    int64_t shape[RT_MAX_DIMS] = {0}, inner[RT_MAX_DIMS], steps[RT_MAX_DIMS], from = 0, to = 0;
    bool grows = false;
    int rc;

    if (pad->count % 2 || (int)pad->count / 2 > self->ndim)
        return rt_error_set(err, RT_RUNTIME,
                            "Length of pad should be no more than twice the number of dimensions of the "
                            "input. Pad length is %uwhile the input has %ddimensions.", /* so PyTorch */
                            pad->count, self->ndim);
    for (int i = 0; i < self->ndim; i++) {
        int k = 2 * (self->ndim - 1 - i);
        int64_t before = k < (int)pad->count ? pad->ints[k] : 0, after = k < (int)pad->count ? pad->ints[k + 1] : 0;
        if (before < -MAX_PAD || before > MAX_PAD || after < -MAX_PAD || after > MAX_PAD)
            return rt_error_set(err, RT_RUNTIME, "Storage size calculation overflowed with sizes=[%lld]",
                                (long long)(before > MAX_PAD || before < -MAX_PAD ? before : after));
        if (!rt_size_add(self->shape[i], before + after, &shape[i]))
            return rt_error_set(err, RT_RUNTIME, "Storage size calculation overflowed with sizes=[%lld]",
                                (long long)self->shape[i]);
        inner[i] = self->shape[i] + (before < 0 ? before : 0) + (after < 0 ? after : 0);
        if (inner[i] < 0)
            return rt_error_set(err, RT_RUNTIME, "narrow(): length must be non-negative.");
        from = before < 0 ? rt_step_add(from, rt_step_mul(-before, self->strides[i])) : from;
        grows = grows || before > 0 || after > 0;
    }
    const bool last = grows && (self->ndim == 4 || self->ndim == 5) &&
                      rt_shape_strides_are_channels_last(self->shape, self->strides, self->ndim);
    if (last)
        rt_shape_channels_last_strides(shape, self->ndim, steps);
    else
        rt_shape_dense_like(shape, self->strides, self->ndim, steps); /* what is only cropped keeps the order of self */
    out = grows && !last
              ? rt_tensor_empty(shape, self->ndim, (enum rt_dtype)self->dtype, self->storage->device, err)
              : rt_tensor_new_strided(self->storage->device, (enum rt_dtype)self->dtype, shape, steps, self->ndim, err);
    if (!out)
        return -1;
    for (int i = 0; i < self->ndim; i++) {
        int k = 2 * (self->ndim - 1 - i);
        to = k < (int)pad->count && pad->ints[k] > 0 ? rt_step_add(to, rt_step_mul(pad->ints[k], out->strides[i])) : to;
    }
    if (rt_fill_constant(out, call->args[2].scalar, err) < 0)
        return finished(call, out, -1);
    part = rt_tensor_window(self, inner, self->strides, self->ndim, rt_step_add(self->offset, from), false, err);
    rc = part ? rt_copy_window(out, part, inner, out->strides, out->ndim, to, err) : -1;
    rt_tensor_unref(part);
    return finished(call, out, rc);
}

BACKWARD(pad)
{
    const struct rt_arg *pad = &b->node->args[1];
    int64_t back[2 * RT_MAX_DIMS];

    (void)err;
    for (uint32_t i = 0; i < pad->count; i++)
        back[i] = -pad->ints[i];
    SET(0, rt_build_apply(BUILD, &rt_op_pad, (struct rt_arg[]){rt_arg_tensor(G), rt_arg_ints(back, pad->count)}, 2));
    return 0;
}
