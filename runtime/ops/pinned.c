/* Tensors in page-locked memory of the host, which an accelerator copies from and to beside the host's work; and memory
   that several streams use. Must not know how an accelerator makes such memory. */
#include "ops/ops.h"
#include "runtime.h"
#include "tensor.h"

#include <stdio.h>

static _Thread_local bool non_blocking;

bool rt_set_non_blocking(bool on)
{
    const bool was = non_blocking;

    non_blocking = on;
    return was;
}

bool rt_non_blocking(void)
{
    return non_blocking;
}

/* Whose memory a block is. */
struct owner {
    struct rt_device *device;
    void *memory;
};

static void release(void *argument)
{
    struct owner *owner = argument;

    owner->device->ops->pin_free(owner->device, owner->memory);
    rt_free(owner);
}

bool rt_tensor_is_pinned(const struct rt_tensor *tensor)
{
    return tensor->storage->release == release;
}

struct rt_tensor *rt_tensor_new_pinned(struct rt_device *device, enum rt_dtype dtype, const int64_t *shape,
                                       const int64_t *strides, int ndim, struct rt_error *err)
{
    struct owner *owner = rt_alloc(sizeof *owner);
    struct rt_tensor *made;
    int64_t last = 0;
    size_t bytes;

    if (!owner) {
        rt_error_memory(err);
        return NULL;
    }
    for (int i = 0; i < ndim; i++)
        last += (shape[i] - 1) * strides[i];
    bytes = (size_t)(last + 1) * rt_dtype_size(dtype);
    if (!(owner->memory = device->ops->pin_alloc(device, bytes, err))) {
        rt_free(owner);
        return NULL;
    }
    owner->device = device;
    if (!(made = rt_tensor_from_memory(owner->memory, bytes, shape, strides, ndim, dtype, release, owner, err)))
        release(owner);
    return made;
}

/* "MetaFloatType": a type in the words of PyTorch's dispatcher. */
static const char *meta_type_text(const struct rt_tensor *tensor, char *text, size_t size)
{
    snprintf(text, size, "Meta%sType", rt_dtype_table[tensor->dtype].scalar);
    return text;
}

struct rt_tensor *rt_tensor_pin(struct rt_tensor *tensor, struct rt_error *err)
{
    char text[48];
    struct rt_device *device;
    struct rt_tensor *made;

    if (!tensor->storage->device->host_memory || tensor->sparse) {
        rt_error_set(err, RT_RUNTIME, "cannot pin '%s' only dense CPU tensors can be pinned",
                     rt_device_is_meta(tensor->storage->device) ? meta_type_text(tensor, text, sizeof text)
                                                                : rt_tensor_type_text(tensor, text, sizeof text));
        return NULL;
    }
    if (rt_tensor_is_pinned(tensor))
        return rt_tensor_get(tensor);
    if (rt_device_count(RT_CUDA) == 0) {
        rt_error_set(err, RT_RUNTIME, "Cannot access accelerator device when none is available.");
        return NULL;
    }
    if (!(device = rt_device_get(RT_CUDA, -1, err)))
        return NULL;
    if (!device->ops->pin_alloc || tensor->numel == 0) /* nothing to lock */
        return rt_tensor_detach(tensor, err);
    made =
        rt_tensor_new_pinned(device, (enum rt_dtype)tensor->dtype, tensor->shape, tensor->strides, tensor->ndim, err);
    if (made && rt_copy_into(made, tensor, err) < 0) {
        rt_tensor_unref(made);
        return NULL;
    }
    return made;
}

int rt_tensor_record_stream(struct rt_tensor *tensor, struct rt_stream *stream, struct rt_error *err)
{
    struct rt_device *device = tensor->storage->device;

    if (!device->ops->record_stream)
        return rt_error_set(err, RT_NOT_IMPLEMENTED,
                            "Could not run 'aten::record_stream' with arguments from the 'CPU' backend.");
    return tensor->storage->data ? device->ops->record_stream(device, tensor->storage->data, stream, err) : 0;
}
