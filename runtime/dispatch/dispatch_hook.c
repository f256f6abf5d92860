/* dispatch_hook.c: calls the handlers that stand in the place of forwards: that of modes, for every op, and that of
 * classes of tensors, for ops with such a tensor. */
#include "dispatch_hook.h"

_Thread_local uint32_t rt_dispatch_bit;
_Thread_local bool rt_wrapper_touched;
bool rt_dispatched_alive;
static _Thread_local rt_dispatch_handler handler;
static _Thread_local int aside; /* of the handler of classes */
static rt_dispatch_handler class_handler;
static struct rt_tensor *(*class_detach)(struct rt_tensor *t, struct rt_error *err);

void rt_set_dispatch_handler(rt_dispatch_handler h)
{
    handler = h;
    rt_dispatch_bit = h ? RT_DISPATCH_BIT : 0;
}

void rt_set_class_handler(rt_dispatch_handler h, struct rt_tensor *(*detach)(struct rt_tensor *t, struct rt_error *err))
{
    class_handler = h;
    class_detach = detach;
}

void rt_tensor_mark_dispatched(struct rt_tensor *t, bool wrapper)
{
    rt_dispatched_alive = true;
    t->dispatched = wrapper ? RT_DISPATCHED_WRAPPER : RT_DISPATCHED;
}

bool rt_tensor_is_dispatched(const struct rt_tensor *t)
{
    return t->dispatched != RT_DISPATCHED_NOT;
}

bool rt_tensor_is_wrapper(const struct rt_tensor *t)
{
    return t->dispatched >= RT_DISPATCHED_WRAPPER;
}

void rt_class_handler_aside(int more)
{
    aside += more;
}

static enum rt_dispatched most_of(const struct rt_call *call)
{
    enum rt_dispatched most = RT_DISPATCHED_NOT;

    for (int i = 0; i < call->nargs; i++) {
        const struct rt_arg *arg = &call->args[i];
        struct rt_tensor *const *list = arg->kind == RT_TENSORS ? arg->tensors : &arg->tensor;
        const uint32_t n = arg->kind == RT_TENSORS ? arg->count : arg->kind == RT_TENSOR;
        for (uint32_t k = 0; k < n; k++)
            if (list[k] && list[k]->dispatched > most)
                most = list[k]->dispatched;
    }
    return most;
}

static int refuse(const char *name, struct rt_error *err)
{
    return rt_error_set(err, RT_NOT_IMPLEMENTED,
                        "%s: the elements of a tensor of a class with __torch_dispatch__ are known to the class only",
                        name);
}

int rt_wrapper_check(const char *name, struct rt_error *err)
{
    if (__builtin_expect(!rt_wrapper_touched, 1))
        return 0;
    rt_wrapper_touched = false;
    return refuse(name, err);
}

static int call_handler(rt_dispatch_handler h, struct rt_call *call, struct rt_error *err)
{
    const bool mode = rt_grad_mode;

    rt_grad_mode = false;
    int rc = h(call->op, call->inplace, call->args, call->nargs, call->results, err);
    rt_grad_mode = mode;
    return rc;
}

int rt_dispatch_hooked(struct rt_call *call, struct rt_error *err)
{
    const enum rt_dispatched kind = most_of(call);
    int rc = 1;

    if (!handler && !kind)
        return 1;
    if (call->op->flags & RT_OP_FAST_PATH)
        return kind ? rt_error_set(err, RT_NOT_IMPLEMENTED, "the library has the other cases of this function") : 1;
    if (call->op->flags & RT_OP_COMPOSITE)
        return 1;
    if (handler)
        rc = call_handler(handler, call, err);
    if (rc == 1 && kind && class_handler && !aside)
        rc = call_handler(class_handler, call, err);
    return rc == 1 && kind >= RT_DISPATCHED_WRAPPER ? refuse(call->schema->name, err) : rc;
}

struct rt_tensor *rt_dispatched_detach(struct rt_tensor *t, struct rt_error *err)
{
    if (class_detach && !aside) {
        const bool mode = rt_grad_mode;
        rt_grad_mode = false;
        struct rt_tensor *made = class_detach(t, err);
        rt_grad_mode = mode;
        return made;
    }
    if (t->dispatched >= RT_DISPATCHED_WRAPPER) {
        refuse("detach", err);
        return NULL;
    }
    return rt_tensor_window(t, t->shape, t->strides, t->ndim, t->offset, false, err);
}
