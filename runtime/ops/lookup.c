/* Ops that look elements up: take, masked_select, nonzero, embedding, one_hot; composed of other ops on indices. */
#include "index.h"

#include <string.h>

/* The first index out of range, in the words of take. */
static void range_error(T x, T index, struct rt_error *err)
{
    struct rt_error ignored;
    rt_error_clear(&ignored);
    int64_t *list = err->code == RT_INDEX ? rt_alloc_items(index->numel, 8, 8) : NULL;

    if (list && rt_tensor_to_host(index, list, RT_INT64, &ignored) == 0)
        for (int64_t i = 0; i < index->numel; i++)
            if (list[i] < -x->numel || list[i] >= x->numel) {
                rt_error_clear(err);
                rt_error_set(err, RT_INDEX, "out of range: tried to access index %lld on a tensor of %lld elements.",
                             (long long)list[i], (long long)x->numel);
                break;
            }
    rt_free(list);
}

/* A few elements; 0 and *out NULL where the general path is needed. */
static int take_small(T x, T index, T *out, struct rt_error *err)
{
    size_t size = rt_dtype_size((enum rt_dtype)x->dtype);
    const int64_t *at = rt_tensor_pointer(index);
    const char *from = rt_tensor_pointer(x);
    char *to;

    *out = NULL;
    if (!rt_is_small(index) || !x->contiguous || x->storage->device != index->storage->device)
        return 0;
    for (int64_t i = 0; i < index->numel; i++)
        if (at[i] < -x->numel || at[i] >= x->numel)
            return 0;
    if (!(*out = rt_tensor_new(x->storage->device, (enum rt_dtype)x->dtype, index->shape, index->ndim, err)))
        return -1;
    to = rt_tensor_pointer(*out);
    for (int64_t i = 0; i < index->numel; i++)
        memcpy(to + (size_t)i * size, from + (size_t)(at[i] < 0 ? at[i] + x->numel : at[i]) * size, size);
    return 0;
}

int rt_forward_take(struct rt_call *call, struct rt_error *err)
{
    T index = call->args[1].tensor, flat;
    int64_t all = -1;
    struct rt_build b;

    if (index->dtype != RT_INT64)
        return rt_error_set(err, RT_RUNTIME, "take(): Expected a long tensor for index, but got %s",
                            scalar_word(index));
    if (call->args[0].tensor->numel == 0 && index->numel)
        return rt_error_set(err, RT_INDEX, "take(): tried to take from an empty tensor");
    if (take_small(call->args[0].tensor, index, &flat, err) < 0)
        return -1;
    if (flat)
        return rt_result_steal(call, flat);
    rt_build_init(&b, err);
    if (!(index = rt_b_map(&b, &rt_op_contiguous, index))) /* the result is dense, whatever the layout of the index */
        return rt_build_return(&b, call, NULL);
    flat = rt_b_reshape(&b, call->args[0].tensor, &all, 1);
    if (flat)
        flat = rt_build_apply(&b, &rt_op_index_Tensor,
                              (struct rt_arg[]){rt_arg_tensor(flat), rt_arg_tensors(&index, 1)}, 2);
    if (b.failed)
        range_error(call->args[0].tensor, call->args[1].tensor, err);
    return rt_build_return(&b, call, flat);
}

/* Adds the gradient at the positions that were taken; the sum has the layout of self. */
BACKWARD(take)
{
    B m = BUILD;
    T x = ARG(0), index = ARG(1), full, out;

    (void)err;
    if (!x || !index || !(full = rt_b_zeros(m, &x->numel, 1, (enum rt_dtype)G->dtype, G->storage->device)))
        return 0;
    struct rt_arg args[] = {rt_arg_tensor(full), rt_arg_tensors(&index, 1), rt_arg_tensor(G), rt_arg_bool(true)};
    if (!rt_build_apply(m, &rt_op_index_put_, args, 4))
        return 0;
    out = rt_b_reshape(m, full, x->shape, x->ndim);
    SET(0, x->contiguous ? out : rt_b_add(m, rt_b_zeros_like(m, x), out));
    return 0;
}

/* Both operands broadcast but for one dimension. */
static bool widen_but(B b, T *x, T *index, int64_t *dim, struct rt_error *err)
{
    struct rt_shape shape;
    T x0 = *x, i0 = *index;
    int at;

    if (x0->ndim != i0->ndim) {
        rt_error_set(err, RT_RUNTIME,
                     "torch.take_along_dim(): input and indices should have the same number of dimensions, but got %d "
                     "dimensions for input, and %d dimensions for indices",
                     x0->ndim, i0->ndim);
        return false;
    }
    if ((at = rt_shape_dim(*dim, x0->ndim, err)) < 0)
        return false;
    if (x0->ndim == 0) {
        rt_error_set(err, RT_INDEX, "Dimension specified as 0 but tensor has no dimensions");
        return false;
    }
    shape.ndim = x0->ndim;
    memcpy(shape.size, x0->shape, x0->ndim * sizeof *x0->shape);
    shape.size[at] = i0->shape[at];
    if (rt_shape_broadcast(&shape, i0->shape, i0->ndim, err) < 0)
        return false;
    *index = rt_b_expand(b, i0, shape.size, shape.ndim);
    shape.size[at] = x0->shape[at];
    *x = rt_b_expand(b, x0, shape.size, shape.ndim);
    *dim = at;
    return *x && *index;
}

int rt_forward_take_along_dim(struct rt_call *call, struct rt_error *err)
{
    T x = call->args[0].tensor, index = call->args[1].tensor;
    int64_t all = -1, dim = 0;
    struct rt_build b;

    if (index->dtype != RT_INT64)
        return rt_error_set(err, RT_RUNTIME, "torch.take_along_dim(): dtype of indices should be Long but got %s",
                            scalar_word(index));
    rt_build_init(&b, err);
    if (rt_arg_is_none(call, 2)) {
        x = rt_b_reshape(&b, x, &all, 1);
        index = rt_b_reshape(&b, index, &all, 1);
    } else if (!(dim = call->args[2].integer, widen_but(&b, &x, &index, &dim, err)))
        x = NULL;
    else /* along a dimension indices go round */
        index = rt_build_apply(
            &b, &rt_op_remainder_Tensor,
            (struct rt_arg[]){rt_arg_tensor(index), rt_arg_scalar(rt_scalar_int(x->ndim ? x->shape[dim] : 1))}, 2);
    if (x && index)
        x = rt_build_apply(&b, &rt_op_gather,
                           (struct rt_arg[]){rt_arg_tensor(x), rt_arg_int(dim), rt_arg_tensor(index)}, 3);
    return rt_build_return(&b, call, x);
}

int rt_forward_masked_select(struct rt_call *call, struct rt_error *err)
{
    T x = call->args[0].tensor, mask = call->args[1].tensor;
    struct rt_shape shape = {.ndim = x->ndim};
    struct rt_build b;

    if (mask->dtype != RT_BOOL)
        return rt_error_set(err, RT_RUNTIME, "masked_select: expected BoolTensor for mask");
    shape.ndim = mask->ndim;
    memcpy(shape.size, mask->shape, mask->ndim * sizeof *mask->shape);
    if (rt_shape_broadcast(&shape, x->shape, x->ndim, err) < 0)
        return -1;
    if (rt_is_meta(x))
        return rt_needs_data("masked_select", "", err);
    rt_build_init(&b, err);
    x = rt_b_expand(&b, x, shape.size, shape.ndim);
    mask = rt_b_expand(&b, mask, shape.size, shape.ndim);
    if (x && mask && x->ndim == 0) {
        x = rt_b_unsqueeze(&b, x, 0);
        mask = rt_b_unsqueeze(&b, mask, 0);
    }
    if (x && mask)
        x = rt_build_apply(&b, &rt_op_index_Tensor, (struct rt_arg[]){rt_arg_tensor(x), rt_arg_tensors(&mask, 1)}, 2);
    return rt_build_return(&b, call, x);
}

/* Zeros in the layout of self, and the gradient where the mask holds. */
BACKWARD(masked_select)
{
    B m = BUILD;
    T x = ARG(0), mask = ARG(1), full;
    struct rt_shape shape;
    struct rt_results r;

    if (!x || !mask || !WANTS(0))
        return 0;
    shape.ndim = mask->ndim;
    memcpy(shape.size, mask->shape, mask->ndim * sizeof *mask->shape);
    if (rt_shape_broadcast(&shape, x->shape, x->ndim, err) < 0)
        return -1;
    full = rt_b_zeros_like(m, rt_b_detach(m, rt_b_expand(m, x, shape.size, shape.ndim)));
    mask = rt_b_expand(m, mask, shape.size, shape.ndim);
    if (!full || !mask)
        return 0;
    if (full->ndim == 0) {
        T one = G->numel ? rt_b_select(m, G, 0, 0) : full;
        SET(0, one);
        return 0;
    }
    if (rt_apply(&rt_op_index_put_, (struct rt_arg[]){rt_arg_tensor(full), rt_arg_tensors(&mask, 1), rt_arg_tensor(G)},
                 3, &r, m->err) < 0) {
        m->failed = true;
        return 0;
    }
    rt_results_clear(&r);
    SET(0, full);
    return 0;
}

int rt_forward_nonzero(struct rt_call *call, struct rt_error *err)
{
    T x = call->args[0].tensor, out;
    struct rt_device *device = x->storage->device;
    int64_t count = 0, shape[2], strides[2] = {1, 1};
    struct rt_compact_call kernel;

    RT_CALL_BEGIN(kernel, out);
    kernel.count = &count;
    rt_view_none(&kernel.out);
    rt_tensor_view(x, &kernel.in);
    if (x->numel && device->kernels->compact(device, &kernel, err) < 0)
        return -1;
    shape[0] = count;
    shape[1] = x->ndim;
    strides[1] = count; /* one column after the other */
    if (!(out = rt_tensor_new_strided(device, RT_INT64, shape, strides, 2, err)))
        return -1;
    rt_tensor_view(out, &kernel.out);
    return finished(call, out, out->numel ? device->kernels->compact(device, &kernel, err) : 0);
}

int rt_forward_where_nonzero(struct rt_call *call, struct rt_error *err)
{
    T x = call->args[0].tensor, table;
    struct rt_build b;
    int64_t one = 1;
    int rc;

    rt_build_init(&b, err);
    if (x->ndim == 0)
        x = rt_b_reshape(&b, x, &one, 1);
    table = x ? rt_apply1(&rt_op_nonzero, (struct rt_arg[]){rt_arg_tensor(x)}, 1, err) : NULL;
    rt_build_end(&b);
    if (!table)
        return -1;
    rc = rt_apply(&rt_op_unbind, (struct rt_arg[]){rt_arg_tensor(table), rt_arg_int(1)}, 2, call->results, err);
    rt_tensor_unref(table);
    return rc;
}

/* A few rows in the host's memory; 0 and *out NULL where it is not so. */
static int small_rows(T weight, T indices, T *out, struct rt_error *err)
{
    int64_t shape[RT_MAX_DIMS + 1], width = weight->shape[1];
    const int64_t *index = rt_tensor_pointer(indices);
    size_t size = rt_dtype_size((enum rt_dtype)weight->dtype);

    *out = NULL;
    if (indices->dtype != RT_INT64 || !indices->contiguous || !weight->storage->device->host_memory ||
        indices->storage->device != weight->storage->device || (weight->strides[1] != 1 && width > 1) ||
        indices->ndim >= RT_MAX_DIMS || rt_size_cost(indices->numel, width) > 16384)
        return 0;
    for (int64_t i = 0; i < indices->numel; i++)
        if (index[i] < 0 || index[i] >= weight->shape[0])
            return rt_error_set(err, RT_INDEX, "index out of range in self");
    memcpy(shape, indices->shape, indices->ndim * sizeof *shape);
    shape[indices->ndim] = width;
    *out = rt_tensor_new(weight->storage->device, (enum rt_dtype)weight->dtype, shape, indices->ndim + 1, err);
    for (int64_t i = 0; *out && i < indices->numel; i++)
        memcpy((char *)rt_tensor_pointer(*out) + (size_t)(i * width) * size,
               (const char *)rt_tensor_pointer(weight) + index[i] * weight->strides[0] * (int64_t)size,
               (size_t)width * size);
    return *out ? 0 : -1;
}

/* (weight, indices, padding_idx ...) */
int rt_forward_embedding(struct rt_call *call, struct rt_error *err)
{
    T weight = call->args[0].tensor, indices = call->args[1].tensor, flat, rows;
    int64_t all = -1, shape[RT_MAX_DIMS + 1];
    struct rt_build b;

    if (indices->storage->device != weight->storage->device)
        return rt_mixed_devices("_index_select", "index", indices->storage->device, weight->storage->device, err);
    if (weight->ndim != 2)
        return rt_error_set(err, RT_RUNTIME, "'weight' must be 2-D");
    if (indices->dtype != RT_INT64 && indices->dtype != RT_INT32) {
        const bool plain = indices->dtype != RT_BOOL && !rt_dtype_is_complex((enum rt_dtype)indices->dtype);
        return rt_error_set(err, RT_RUNTIME,
                            "Expected tensor for argument #1 'indices' to have one of the following scalar types: "
                            "Long, Int; but got %s%s%s instead (while checking arguments for embedding)",
                            plain ? "torch." : "CPU", scalar_word(indices), plain ? "Tensor" : "Type");
    }
    if (small_rows(weight, indices, &rows, err) < 0)
        return -1;
    if (rows)
        return rt_result_steal(call, rows);
    rt_build_init(&b, err);
    flat = rt_b_reshape(&b, indices, &all, 1);
    rows = flat ? rt_build_apply(&b, &rt_op_index_select,
                                 (struct rt_arg[]){rt_arg_tensor(weight), rt_arg_int(0), rt_arg_tensor(flat)}, 3)
                : NULL;
    memcpy(shape, indices->shape, indices->ndim * sizeof *shape);
    shape[indices->ndim] = weight->shape[1];
    if (rows && rt_tensor_reshape_self(rows, shape, NULL, indices->ndim + 1, 0, err) < 0)
        rows = NULL;
    return rt_build_return(&b, call, rows);
}

BACKWARD(embedding)
{
    B m = BUILD;
    T indices = ARG(1), flat, rows, full;
    int64_t all = -1, padding = b->node->args[2].integer, width = INPUT_SHAPE(0)->size[1], shape[2] = {-1, width};

    const bool sparse = b->node->args[4].boolean;
    if (sparse && b->node->args[3].boolean)
        return rt_error_set(err, RT_RUNTIME,
                            "embedding_backward: scale_grad_by_freq not supported with sparse gradients");
    flat = rt_b_reshape(m, indices, &all, 1);
    if (!flat)
        return 0;
    shape[0] = flat->numel;
    rows = rt_b_reshape(m, G, shape, 2);
    if (sparse) {
        SET(0, rt_b_sparse_rows(m, flat, rows, INPUT_SHAPE(0)->size, padding));
        return 0;
    }
    if (padding >= 0) { /* that row gets no gradient */
        T keep = rt_build_apply(m, &rt_op_ne_Tensor,
                                (struct rt_arg[]){rt_arg_tensor(flat), rt_arg_scalar(rt_scalar_int(padding))}, 2);
        rows = rt_b_mul(m, rows, rt_b_unsqueeze(m, keep, 1));
    }
    if (b->node->args[3].boolean &&
        flat->numel) { /* gradients are divided by the number of times that a row is asked for */
        T counts = rt_build_apply(m, &rt_op_bincount, (struct rt_arg[]){rt_arg_tensor(flat)}, 1);
        T each = counts
                     ? rt_build_apply(m, &rt_op_index_select,
                                      (struct rt_arg[]){rt_arg_tensor(counts), rt_arg_int(0), rt_arg_tensor(flat)}, 3)
                     : NULL;
        T whole = rows;
        rows = each ? rt_b_div(m, rows, rt_b_unsqueeze(m, rt_b_to(m, each, (enum rt_dtype)G->dtype), 1)) : NULL;
        if (rows && rt_is_followed(whole)) /* PyTorch's second gradient does not know of the division */
            rows = rt_b_add(m, rt_b_detach(m, rows), rt_b_sub(m, whole, rt_b_detach(m, whole)));
    }
    full = rt_b_zeros(m, INPUT_SHAPE(0)->size, 2, (enum rt_dtype)G->dtype, G->storage->device);
    if (full && rows)
        SET(0, rt_build_apply(
                   m, &rt_op_index_add,
                   (struct rt_arg[]){rt_arg_tensor(full), rt_arg_int(0), rt_arg_tensor(flat), rt_arg_tensor(rows)}, 4));
    return 0;
}

int rt_forward_one_hot(struct rt_call *call, struct rt_error *err)
{
    T x = call->args[0].tensor, zero, column, one;
    int64_t classes = call->args[1].integer, shape[RT_MAX_DIMS + 1];
    struct rt_scalar top = rt_scalar_int(0), low = rt_scalar_int(0);
    struct rt_build b;

    if (x->dtype != RT_INT64)
        return rt_error_set(err, RT_RUNTIME, "one_hot is only applicable to index tensor of type LongTensor.");
    if (x->numel == 0 && classes <= 0)
        return rt_error_set(err, RT_RUNTIME, "Can not infer total number of classes from empty tensor.");
    rt_build_init(&b, err);
    if (rt_is_small(x)) {
        for (int64_t i = 0; i < x->numel; i++) {
            int64_t at = ((const int64_t *)rt_tensor_pointer(x))[i];
            top.i = i && top.i > at ? top.i : at;
            low.i = i && low.i < at ? low.i : at;
        }
    } else if (x->numel && !(rt_is_meta(x) && classes > 0)) {
        T largest = rt_b_map(&b, &rt_op_max, x), least = rt_b_map(&b, &rt_op_min, x);
        if (!largest || !least || rt_tensor_item(largest, &top, err) < 0 || rt_tensor_item(least, &low, err) < 0)
            return rt_build_return(&b, call, NULL);
    }
    if (low.i < 0) {
        rt_error_set(err, RT_RUNTIME, "Class values must be non-negative.");
        return rt_build_return(&b, call, NULL);
    }
    if (classes == -1 || (classes <= 0 && x->numel == 0))
        classes = top.i < INT64_MAX ? top.i + 1 : top.i;
    else if (classes <= top.i && x->numel) {
        rt_error_set(err, RT_RUNTIME, "Class values must be smaller than num_classes.");
        return rt_build_return(&b, call, NULL);
    }
    memcpy(shape, x->shape, x->ndim * sizeof *shape);
    shape[x->ndim] = classes;
    zero = rt_b_zeros(&b, shape, x->ndim + 1, RT_INT64, x->storage->device);
    if (zero && rt_is_small(x) && zero->contiguous) {
        for (int64_t i = 0; i < x->numel; i++)
            ((int64_t *)rt_tensor_pointer(zero))[i * classes + ((const int64_t *)rt_tensor_pointer(x))[i]] = 1;
    } else if (zero && x->numel) {
        column = rt_b_unsqueeze(&b, x, -1);
        one = rt_tensor_empty(NULL, 0, RT_INT64, x->storage->device, err);
        if (!column || !one || rt_fill_constant(one, rt_scalar_int(1), err) < 0 ||
            rt_scatter_into(zero, x->ndim, column, one, RT_SCATTER_ASSIGN, false, err) < 0)
            zero = NULL;
        rt_tensor_unref(one);
    }
    return rt_build_return(&b, call, zero);
}
