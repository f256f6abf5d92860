/* dispatch_hook.c: calls the handler that stands in the place of forwards. */
#include "dispatch_hook.h"

_Thread_local uint32_t rt_dispatch_bit;
static _Thread_local rt_dispatch_handler handler;

void rt_set_dispatch_handler(rt_dispatch_handler h)
{
    handler = h;
    rt_dispatch_bit = h ? RT_DISPATCH_BIT : 0;
}

int rt_dispatch_hooked(struct rt_call *call, struct rt_error *err)
{
    const bool mode = rt_grad_mode;

    if (!handler || call->op->flags & (RT_OP_COMPOSITE | RT_OP_FAST_PATH))
        return 1;
    rt_grad_mode = false;
    int rc = handler(call->op, call->inplace, call->args, call->nargs, call->results, err);
    rt_grad_mode = mode;
    return rc;
}
