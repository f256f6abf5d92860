/* dispatch_hook.h: a handler in the place of the forwards of ops that are not made of others. Must not know what a
 * handler does. */
#ifndef RT_DISPATCH_HOOK_H
#define RT_DISPATCH_HOOK_H

#include "call.h"

/* While a handler is on: this bit, which is no dtype's, else 0. It is among the types that a call has seen, so that a
   call without a handler pays for no question of its own. */
#define RT_DISPATCH_BIT (1u << 31)
extern _Thread_local uint32_t rt_dispatch_bit;

/* Calls the handler for what is no composite; 1: there is none for this call, which then runs as it is. */
int rt_dispatch_hooked(struct rt_call *call, struct rt_error *err);

#endif
