/* Ops that change what memory a tensor sees: view(dtype), resize_, set_. They move no elements. */
#include "ops.h"

#include <string.h>

/* The rules of a view with elements of another size: the last dimension takes up the difference. */
static int retyped(T self, enum rt_dtype dtype, int64_t *shape, int64_t *strides, int64_t *offset, struct rt_error *err)
{
    int64_t from = (int64_t)rt_dtype_size((enum rt_dtype)self->dtype), to = (int64_t)rt_dtype_size(dtype);
    const char *mine = rt_dtype_table[self->dtype].scalar, *other = rt_dtype_table[dtype].scalar;
    int last = self->ndim - 1;

    memcpy(shape, self->shape, (size_t)self->ndim * sizeof *shape);
    memcpy(strides, self->strides, (size_t)self->ndim * sizeof *strides);
    *offset = self->offset;
    if (from == to)
        return 0;
    if (self->ndim == 0)
        return rt_error_set(err, RT_RUNTIME, "self.dim() cannot be 0 to view %s as %s (different element sizes)", mine,
                            other);
    if (self->strides[last] != 1)
        return rt_error_set(err, RT_RUNTIME,
                            "self.stride(-1) must be 1 to view %s as %s (different element sizes), but got %lld", mine,
                            other, (long long)self->strides[last]);
    if (from > to) {
        int64_t ratio = from / to;
        for (int i = 0; i < last; i++)
            strides[i] = rt_step_mul(strides[i], ratio);
        if (!rt_size_mul(shape[last], ratio, &shape[last]))
            return rt_error_set(err, RT_RUNTIME, "numel: integer multiplication overflow");
        *offset = rt_step_mul(*offset, ratio);
        return 0;
    }
    int64_t ratio = to / from;
    if (self->shape[last] % ratio)
        return rt_error_set(
            err, RT_RUNTIME,
            "self.size(-1) must be divisible by %lld to view %s as %s (different element sizes), but got %lld",
            (long long)ratio, mine, other, (long long)self->shape[last]);
    if (self->offset % ratio)
        return rt_error_set(
            err, RT_RUNTIME,
            "self.storage_offset() must be divisible by %lld to view %s as %s (different element sizes), but got %lld",
            (long long)ratio, mine, other, (long long)self->offset);
    for (int i = 0; i < last; i++) {
        if (self->strides[i] % ratio)
            return rt_error_set(
                err, RT_RUNTIME,
                "self.stride(%d) must be divisible by %lld to view %s as %s (different element sizes), but got %lld", i,
                (long long)ratio, mine, other, (long long)self->strides[i]);
        strides[i] /= ratio;
    }
    shape[last] /= ratio;
    *offset /= ratio;
    return 0;
}

int rt_forward_view_dtype(struct rt_call *call, struct rt_error *err)
{
    T self = call->args[0].tensor, view;
    enum rt_dtype dtype = call->args[1].dtype;
    int64_t shape[RT_MAX_DIMS], strides[RT_MAX_DIMS], offset;

    if (retyped(self, dtype, shape, strides, &offset, err) < 0 ||
        !(view = rt_tensor_window_as(self, dtype, shape, strides, self->ndim, offset, false, err)))
        return -1;
    return rt_result_steal(call, view);
}

/* (self, size): more memory where it is needed, with undefined contents; elements keep their positions in memory. */
int rt_forward_resize(struct rt_call *call, struct rt_error *err)
{
    T self = call->args[0].tensor;

    for (uint32_t i = 0; i < call->args[1].count; i++)
        if (call->args[1].ints[i] < 0)
            return rt_error_set(err, RT_RUNTIME, "numel: integer multiplication overflow");
    if (call->args[1].count > RT_MAX_DIMS)
        return rt_error_set(err, RT_RUNTIME, "too many dimensions: at most %d are supported", RT_MAX_DIMS);
    if (call->dual)
        return rt_error_set(err, RT_RUNTIME, "cannot resize variables that has a forward grad");
    if (rt_shape_equal(call->args[1].ints, (int)call->args[1].count, self->shape, self->ndim)) /* its strides stay */
        return rt_result_steal(call, rt_tensor_get(self));
    if (rt_tensor_resize(self, call->args[1].ints, (int)call->args[1].count, err) < 0)
        return -1;
    return rt_result_steal(call, rt_tensor_get(self));
}

/* (self, source): self becomes a window on the storage of source, with source's sizes and strides. */
int rt_forward_set(struct rt_call *call, struct rt_error *err)
{
    T self = call->args[0].tensor, source = call->args[1].tensor;

    if (self->dtype != source->dtype)
        return rt_error_set(err, RT_RUNTIME, "Could not set tensor of type %s to a tensor of type %s",
                            rt_dtype_table[source->dtype].cxx, rt_dtype_table[self->dtype].cxx);
    if (self->storage->device != source->storage->device)
        return rt_error_set(
            err, RT_RUNTIME,
            "Attempted to set the storage of a tensor on device \"%s\" to a storage on different device "
            "\"%s\".  This is no longer allowed; the devices must match.",
            rt_device_text(self->storage->device, (char[RT_DEVICE_TEXT]){0}, RT_DEVICE_TEXT),
            rt_device_text(source->storage->device, (char[RT_DEVICE_TEXT]){0}, RT_DEVICE_TEXT));
    if (rt_tensor_set_data(self, source, err) < 0)
        return -1;
    return rt_result_steal(call, rt_tensor_get(self));
}
