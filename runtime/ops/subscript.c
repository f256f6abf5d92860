/* x[...] and x[...] = value: the entries of a subscript become views, and where tensors take part, the ops index and
   index_put_; and narrow. Must not know the language. */
#include "ops.h"
#include "warn.h"

#include <string.h>

/* The tensor so far and the index tensors found, one position for each dimension that is passed. */
struct cursor {
    struct rt_build build;
    T tensor;
    int dim; /* the next dimension */
    int nindices;
    T indices[RT_MAX_DIMS];
    bool tensors;
};

static T step(struct cursor *c, struct rt_op *op, const struct rt_arg *args, int n)
{
    c->tensor = rt_build_apply(&c->build, op, args, n);
    return c->tensor;
}

static int indexed_dims(const struct rt_index_item *item)
{
    if (item->kind == RT_ITEM_NONE || item->kind == RT_ITEM_BOOL || item->kind == RT_ITEM_ELLIPSIS)
        return 0;
    if (item->kind == RT_ITEM_TENSOR && (item->tensor->dtype == RT_BOOL || item->tensor->dtype == RT_UINT8))
        return item->tensor->ndim;
    return 1;
}

/* position: of the entry in the subscript, which is what the message calls a dimension */
static int take_int(struct cursor *c, int64_t index, int position)
{
    int64_t size = c->tensor->shape[c->dim];

    if (index < -size || index >= size)
        return rt_error_set(c->build.err, RT_INDEX, "index %lld is out of bounds for dimension %d with size %lld",
                            (long long)index, position, (long long)size);
    return step(c, &rt_op_select_int,
                (struct rt_arg[]){rt_arg_tensor(c->tensor), rt_arg_int(c->dim), rt_arg_int(index)}, 3)
               ? 0
               : -1;
}

/* A full slice does nothing, unless it is the only entry. */
static int take_slice(struct cursor *c, const struct rt_index_item *item, bool alone)
{
    int64_t size = c->tensor->shape[c->dim], increment = item->step == RT_SLICE_NONE ? 1 : item->step;
    bool full = !alone && (item->start == RT_SLICE_NONE || item->start == 0) &&
                (item->stop == RT_SLICE_NONE || item->stop >= size) && increment == 1;

    if (increment <= 0)
        return rt_error_set(c->build.err, RT_VALUE, "step must be greater than zero");
    if (!full && !step(c, &rt_op_slice_Tensor,
                       (struct rt_arg[]){rt_arg_tensor(c->tensor), rt_arg_int(c->dim),
                                         item->start == RT_SLICE_NONE ? rt_arg_none() : rt_arg_int(item->start),
                                         item->stop == RT_SLICE_NONE ? rt_arg_none() : rt_arg_int(item->stop),
                                         rt_arg_int(increment)},
                       5))
        return -1;
    c->dim++;
    return 0;
}

/* True and False: a new dimension taken by a mask of one element. */
static int take_bool(struct cursor *c, bool on)
{
    int64_t first = 0, length = on;
    T positions; /* the one there is, or none */

    if (!step(c, &rt_op_unsqueeze, (struct rt_arg[]){rt_arg_tensor(c->tensor), rt_arg_int(c->dim)}, 2))
        return -1;
    positions = rt_build_keep_steal(
        &c->build, rt_tensor_from_host(&first, &length, 1, RT_INT64, c->tensor->storage->device, c->build.err));
    if (!positions)
        return -1;
    while (c->nindices < c->dim)
        c->indices[c->nindices++] = NULL;
    c->indices[c->nindices++] = positions;
    c->tensors = true;
    c->dim++;
    return 0;
}

static int take_tensor(struct cursor *c, T index, int position)
{
    enum rt_dtype dtype = (enum rt_dtype)index->dtype;
    struct rt_scalar value;

    if (!rt_dtype_is_integral(dtype))
        return rt_error_set(c->build.err, RT_INDEX, "tensors used as indices must be long, int, byte or bool tensors");
    if (index->ndim == 0 && (dtype == RT_BOOL || dtype == RT_UINT8)) {
        if (rt_tensor_item(index, &value, c->build.err) < 0)
            return -1;
        return dtype == RT_BOOL ? take_bool(c, value.i != 0) : take_int(c, value.i, position);
    }
    if (index->ndim == 0) { /* a number: as an int */
        if (rt_tensor_item(index, &value, c->build.err) < 0)
            return -1;
        return take_int(c, value.i, position);
    }
    if (dtype == RT_INT8 || dtype == RT_INT16 || rt_dtype_is_shell(dtype))
        return rt_error_set(c->build.err, RT_INDEX, "tensors used as indices must be long, int, byte or bool tensors");
    while (c->nindices < c->dim)
        c->indices[c->nindices++] = NULL;
    c->indices[c->nindices++] = index;
    c->tensors = true;
    c->dim += dtype == RT_BOOL || dtype == RT_UINT8 ? index->ndim : 1;
    return 0;
}

/* A mask of several dimensions occupies one position of the list but passes several dimensions: index takes it so. */
static int iterator(struct cursor *c, T tensor, const struct rt_index_item *items, int count, bool alone,
                    struct rt_error *err)
{
    int named = 0;

    memset(c, 0, offsetof(struct cursor, indices));
    c->tensors = false;
    rt_build_init(&c->build, err);
    c->tensor = tensor;
    if (count > RT_MAX_DIMS)
        return rt_error_set(err, RT_INDEX, "too many indices for tensor of dimension %d", tensor->ndim);
    for (int i = 0; i < count; i++)
        named += indexed_dims(&items[i]);
    if (tensor->ndim == 0 && count == 1 && named) {
        if (items[0].kind == RT_ITEM_SLICE)
            return rt_error_set(err, RT_INDEX, "slice() cannot be applied to a 0-dim tensor.");
        if (items[0].kind == RT_ITEM_INT)
            return rt_error_set(
                err, RT_INDEX,
                "invalid index of a 0-dim tensor. Use `tensor.item()` in Python or `tensor.item<T>()` in C++ "
                "to convert a 0-dim tensor to a number");
    }
    if (named > tensor->ndim)
        return rt_error_set(err, RT_INDEX, "too many indices for tensor of dimension %d", tensor->ndim);
    for (int i = 0; i < count; i++) {
        const struct rt_index_item *item = &items[i];
        int rc = 0;
        switch (item->kind) {
        case RT_ITEM_INT:
            rc = take_int(c, item->start, i);
            break;
        case RT_ITEM_SLICE:
            rc = take_slice(c, item, alone && count == 1);
            break;
        case RT_ITEM_NONE:
            rc = step(c, &rt_op_unsqueeze, (struct rt_arg[]){rt_arg_tensor(c->tensor), rt_arg_int(c->dim)}, 2) ? 0 : -1;
            c->dim++;
            break;
        case RT_ITEM_ELLIPSIS:
            c->dim += tensor->ndim - named;
            break;
        case RT_ITEM_BOOL:
            rc = take_bool(c, item->start != 0);
            break;
        case RT_ITEM_TENSOR:
            rc = take_tensor(c, item->tensor, i);
            break;
        }
        if (rc < 0)
            return -1;
    }
    return 0;
}

/* After a mask of several dimensions, c->dim runs ahead of the positions in the list; the list must not be padded for
   them. */
static void compress(struct cursor *c)
{
    int out = 0, skip = 0;

    for (int i = 0; i < c->nindices; i++) {
        T t = c->indices[i];
        if (!t && skip > 0) {
            skip--;
            continue;
        }
        c->indices[out++] = t;
        skip = t && (t->dtype == RT_BOOL || t->dtype == RT_UINT8) ? t->ndim - 1 : 0;
    }
    c->nindices = out;
}

int rt_check_bytes(const struct rt_arg *indices, const struct rt_tensor *values, struct rt_error *err)
{
    int tensors = 0, bytes = 0;

    for (uint32_t i = 0; i < indices->count; i++) {
        tensors += indices->tensors[i] != NULL;
        bytes += indices->tensors[i] && indices->tensors[i]->dtype == RT_UINT8;
    }
    if (bytes == 1 && tensors == 1 && values && values->numel == 1)
        return rt_error_set(err, RT_RUNTIME,
                            "masked_fill_ only supports boolean masks, but got mask with dtype unsigned char");
    while (bytes--)
        rt_warn("indexing with dtype torch.uint8 is now deprecated, please use a dtype torch.bool instead.");
    return 0;
}

struct rt_tensor *rt_index(struct rt_tensor *tensor, const struct rt_index_item *items, int count, struct rt_error *err)
{
    struct cursor c;
    T result = NULL;

    if (iterator(&c, tensor, items, count, true, err) == 0) {
        if (c.tensors) {
            compress(&c);
            step(&c, &rt_op_index_Tensor,
                 (struct rt_arg[]){rt_arg_tensor(c.tensor), rt_arg_tensors(c.indices, (uint32_t)c.nindices)}, 2);
        } else if (c.tensor == tensor)
            step(&c, &rt_op_alias, (struct rt_arg[]){rt_arg_tensor(tensor)}, 1);
        result = c.tensor;
    }
    if (result && !c.build.failed)
        rt_tensor_ref(result);
    else
        result = NULL;
    rt_build_end(&c.build);
    return result;
}

/* Leading sizes of one are dropped from a value. */
static T trim(struct cursor *c, T value)
{
    while (value && value->ndim && value->shape[0] == 1)
        value = rt_b_squeeze(&c->build, value, 0);
    return value;
}

int rt_index_put(struct rt_tensor *tensor, const struct rt_index_item *items, int count, struct rt_tensor *value,
                 struct rt_error *err)
{
    struct cursor c;
    struct rt_results r;
    int rc = iterator(&c, tensor, items, count, false, err);

    if (rc == 0 && c.tensors) {
        compress(&c);
        value = trim(&c, value);
        if (value && value->storage->device != tensor->storage->device && value->ndim == 0)
            value =
                rt_build_keep_steal(&c.build, rt_tensor_to(value, RT_DTYPE_NONE, tensor->storage->device, false, err));
        rc = value ? rt_apply(&rt_op_index_put_,
                              (struct rt_arg[]){rt_arg_tensor(c.tensor),
                                                rt_arg_tensors(c.indices, (uint32_t)c.nindices), rt_arg_tensor(value)},
                              3, &r, err)
                   : -1;
        if (rc == 0)
            rt_results_clear(&r);
    } else if (rc == 0 && value->ndim == 0 && c.tensor->ndim && value->storage->device->type == RT_CPU) {
        rc =
            rt_apply(&rt_op_fill__Tensor, (struct rt_arg[]){rt_arg_tensor(c.tensor), rt_arg_tensor(value)}, 2, &r, err);
        if (rc == 0)
            rt_results_clear(&r);
    } else if (rc == 0) {
        if (!rt_shape_equal(value->shape, value->ndim, c.tensor->shape, c.tensor->ndim))
            value = trim(&c, value);
        if (value && !rt_shape_equal(value->shape, value->ndim, c.tensor->shape, c.tensor->ndim))
            value = rt_b_expand(&c.build, value, c.tensor->shape, c.tensor->ndim);
        rc = value
                 ? rt_apply(&rt_op_copy_, (struct rt_arg[]){rt_arg_tensor(c.tensor), rt_arg_tensor(value)}, 2, &r, err)
                 : -1;
        if (rc == 0)
            rt_results_clear(&r);
    }
    rt_build_end(&c.build);
    return rc;
}

int rt_index_put_scalar(struct rt_tensor *tensor, const struct rt_index_item *items, int count, struct rt_scalar value,
                        struct rt_error *err)
{
    struct cursor c;
    struct rt_results r;
    int rc;

    if (rt_check_single(&value, (enum rt_dtype)tensor->dtype, err) < 0) /* before the indices are looked at */
        return -1;
    rc = iterator(&c, tensor, items, count, false, err);
    if (rc == 0 && c.tensors) {
        T scalar = rt_build_keep_steal(
            &c.build, rt_tensor_new(tensor->storage->device, (enum rt_dtype)tensor->dtype, NULL, 0, err));
        compress(&c);
        rc = scalar && rt_fill_constant(scalar, value, err) == 0
                 ? rt_apply(&rt_op_index_put_,
                            (struct rt_arg[]){rt_arg_tensor(c.tensor), rt_arg_tensors(c.indices, (uint32_t)c.nindices),
                                              rt_arg_tensor(scalar)},
                            3, &r, err)
                 : -1;
    } else if (rc == 0 && (rc = rt_check_written(c.tensor, err)) == 0)
        rc =
            rt_apply(&rt_op_fill__Scalar, (struct rt_arg[]){rt_arg_tensor(c.tensor), rt_arg_scalar(value)}, 2, &r, err);
    if (rc == 0)
        rt_results_clear(&r);
    rt_build_end(&c.build);
    return rc;
}

/* ---- a range of one dimension ------------------------------------------------------------------------------------ */

/* (self, dim, start, length); detail 1: the start is a tensor. */
int rt_forward_narrow(struct rt_call *call, struct rt_error *err)
{
    T self = call->args[0].tensor;
    struct rt_scalar scalar;
    int64_t start = call->op->detail ? 0 : call->args[2].integer, length = call->args[3].integer, size;
    int dim;

    if (call->op->detail) { /* the start is a tensor, of the kinds that are no integer to the argument itself */
        T at = call->args[2].tensor;
        enum rt_dtype dtype = (enum rt_dtype)at->dtype;
        if (at->ndim || rt_dtype_category(dtype) != RT_CAT_INT)
            return rt_error_set(err, RT_RUNTIME, "start must be an 0-dim integral Tensor.");
        if (rt_tensor_item(at, &scalar, err) < 0)
            return -1;
        start = scalar.i;
    }
    if (self->ndim == 0)
        return rt_error_set(err, RT_RUNTIME, "narrow() cannot be applied to a 0-dim tensor.");
    if (length < 0)
        return rt_error_set(err, RT_RUNTIME, "narrow(): length must be non-negative.");
    if ((dim = rt_shape_dim(call->args[1].integer, self->ndim, err)) < 0)
        return -1;
    size = self->shape[dim];
    if (start < -size || start > size)
        return rt_error_set(err, RT_INDEX, "start out of range (expected to be in range of [%lld, %lld], but got %lld)",
                            (long long)-size, (long long)size, (long long)start);
    if (start < 0)
        start += size;
    if (start > size - length)
        return rt_error_set(err, RT_RUNTIME, "start (%lld) + length (%lld) exceeds dimension size (%lld).",
                            (long long)start, (long long)length, (long long)size);
    return rt_apply(&rt_op_slice_Tensor,
                    (struct rt_arg[]){call->args[0], rt_arg_int(dim), rt_arg_int(start), rt_arg_int(start + length)}, 4,
                    call->results, err);
}
