/* The device on which a call runs, where its tensors are not plainly on one, and PyTorch's texts where there is none.
   Must not know a backend. */
#include "call.h"

int rt_mixed_pointwise(struct rt_device *a, struct rt_device *b, struct rt_error *err)
{
    char first[RT_DEVICE_TEXT], second[RT_DEVICE_TEXT];

    if (a->type == RT_CPU && b->type != RT_CPU) { /* the accelerator is named first */
        struct rt_device *t = a;
        a = b;
        b = t;
    }
    return rt_error_set(err, RT_RUNTIME,
                        "Expected all tensors to be on the same device, but found at least two devices, %s and %s!",
                        rt_device_text(a, first, sizeof first), rt_device_text(b, second, sizeof second));
}

/* One of both is meta. */
static int mixed_meta(struct rt_device *expected, struct rt_device *is, struct rt_error *err)
{
    char first[RT_DEVICE_TEXT], second[RT_DEVICE_TEXT];

    return rt_error_set(err, RT_RUNTIME, "Tensor on device %s is not on the expected device %s!",
                        rt_device_text(is, first, sizeof first), rt_device_text(expected, second, sizeof second));
}

int rt_mixed_devices(const char *function, const char *argument, struct rt_device *is, struct rt_device *others,
                     struct rt_error *err)
{
    char first[RT_DEVICE_TEXT], second[RT_DEVICE_TEXT];

    if (rt_device_is_meta(is) || rt_device_is_meta(others))
        return mixed_meta(is, others, err);
    return rt_error_set(
        err, RT_RUNTIME,
        "Expected all tensors to be on the same device, but got %s is on %s, different from other tensors "
        "on %s (when checking argument in method wrapper_CUDA_%s)",
        argument, rt_device_text(is, first, sizeof first), rt_device_text(others, second, sizeof second), function);
}

static int check_device(struct rt_call *call, int i, struct rt_tensor *t, bool *zero_dim, struct rt_error *err)
{
    struct rt_device *device = t->storage->device;

    if (!call->device) {
        call->device = device;
        *zero_dim = t->ndim == 0;
        return 0;
    }
    if (call->device == device) {
        *zero_dim = *zero_dim && t->ndim == 0;
        return 0;
    }
    if (call->op->flags & RT_OP_POINTWISE) {
        if (device->type == RT_CPU && t->ndim == 0)
            return 0;
        if (call->device->type == RT_CPU && *zero_dim) {
            call->device = device;
            *zero_dim = t->ndim == 0;
            return 0;
        }
        if (rt_device_is_meta(call->device) && call->inplace) /* of what is written there nothing is kept */
            return 0;
        if (rt_device_is_meta(call->device) || rt_device_is_meta(device))
            return mixed_meta(call->device, device, err);
        return rt_mixed_pointwise(call->device, device, err);
    }
    if (call->op->flags & RT_OP_COMPOSITE) /* the ops that it is made of check, and name themselves */
        return 0;
    if (rt_device_is_meta(call->device) || rt_device_is_meta(device))
        return mixed_meta(call->device, device, err);
    if (call->op->flags & RT_OP_DEVICES_ONLY)
        return rt_mixed_pointwise(call->device, device, err);
    return rt_mixed_devices(call->schema->name, call->schema->params[i].name, device, call->device, err);
}

/* Finds the common device. */
int rt_call_find_device(struct rt_call *call, struct rt_error *err)
{
    bool zero_dim = false;

    call->device = NULL;
    for (int i = 0; i < call->nargs; i++) {
        const struct rt_arg *arg = &call->args[i];
        if (arg->kind == RT_TENSOR) {
            if (call->device == arg->tensor->storage->device) {
                zero_dim = zero_dim && arg->tensor->ndim == 0;
                continue;
            }
            if (call->op->flags & RT_OP_ANY_DEVICE && call->device)
                continue;
            if (check_device(call, i, arg->tensor, &zero_dim, err) < 0)
                return -1;
        } else if (arg->kind == RT_TENSORS)
            for (uint32_t k = 0; k < arg->count; k++) {
                if (!arg->tensors[k])
                    continue;
                call->sparse = call->sparse || arg->tensors[k]->sparse;
                if (call->device == arg->tensors[k]->storage->device)
                    zero_dim = zero_dim && arg->tensors[k]->ndim == 0;
                else if (!(call->op->flags & RT_OP_ANY_DEVICE && call->device) &&
                         check_device(call, i, arg->tensors[k], &zero_dim, err) < 0)
                    return -1;
            }
    }
    return 0;
}
