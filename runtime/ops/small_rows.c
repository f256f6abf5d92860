/* A few rows of a dense tensor in host memory, read and written at an index without a kernel. */
#include "ops.h"

#include <string.h>

static size_t row_size(T x)
{
    return (size_t)(x->numel / x->shape[0]) * rt_dtype_size((enum rt_dtype)x->dtype);
}

/* Is it one index of a few positions in the first dimension of a dense tensor in the host's memory, all of them in
   range? */
bool rt_small_rows(T x, const struct rt_arg *indices)
{
    T index = indices->count == 1 ? indices->tensors[0] : NULL;
    const int64_t *at;

    if (!index || index->dtype != RT_INT64 || !rt_is_small(index) || !x->contiguous || !x->ndim || !x->numel ||
        index->storage->device != x->storage->device || index->ndim + x->ndim > RT_MAX_DIMS ||
        x->numel / x->shape[0] * index->numel > 4096)
        return false;
    at = rt_tensor_pointer(index);
    for (int64_t i = 0; i < index->numel; i++)
        if (at[i] < -x->shape[0] || at[i] >= x->shape[0])
            return false;
    return true;
}

static char *row_at(T x, T index, int64_t i, size_t size)
{
    int64_t at = ((const int64_t *)rt_tensor_pointer(index))[i];

    return (char *)rt_tensor_pointer(x) + (size_t)(at < 0 ? at + x->shape[0] : at) * size;
}

T rt_take_small_rows(T x, T index, struct rt_error *err)
{
    size_t size = row_size(x);
    int64_t shape[RT_MAX_DIMS];
    T out;

    memcpy(shape, index->shape, index->ndim * sizeof *shape);
    memcpy(shape + index->ndim, x->shape + 1, (x->ndim - 1u) * sizeof *shape);
    if ((out = rt_tensor_new(x->storage->device, (enum rt_dtype)x->dtype, shape, index->ndim + x->ndim - 1, err)))
        for (int64_t i = 0; i < index->numel; i++)
            memcpy((char *)rt_tensor_pointer(out) + (size_t)i * size, row_at(x, index, i, size), size);
    return out;
}

/* Values in the layout of the rows, or one row for all of them. */
bool rt_put_small_rows(T x, const struct rt_arg *indices, T values)
{
    T index;
    bool one;
    size_t size;

    if (x->dtype != values->dtype || !rt_small_rows(x, indices))
        return false;
    index = indices->tensors[0];
    size = row_size(x);
    one = values->numel == x->numel / x->shape[0] &&
          rt_shape_equal(values->shape, values->ndim, x->shape + 1, x->ndim - 1);
    if (!values->contiguous || values->storage == x->storage || index->storage == x->storage ||
        values->storage->device != x->storage->device || index->ndim != 1 ||
        (!one && (values->ndim != x->ndim || values->shape[0] != index->numel ||
                  !rt_shape_equal(values->shape + 1, values->ndim - 1, x->shape + 1, x->ndim - 1))))
        return false;
    for (int64_t i = 0; i < index->numel; i++)
        memcpy(row_at(x, index, i, size), (const char *)rt_tensor_pointer(values) + (one ? 0 : (size_t)i * size), size);
    return true;
}
