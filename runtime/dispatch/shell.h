/* Calls with operands of shell types (dtype.h), which no loop of a kernel knows: what the rows of ops do with them. */
#ifndef RT_SHELL_H
#define RT_SHELL_H

#include "call.h"

/* The operands of a call that need rt_shell_forward have been seen as a mask of 1 << dtype; complex numbers are marked
   as RT_COMPLEX64. */
#define RT_SHELL_SEEN(seen)                                                                                            \
    ((seen) >> RT_UINT16 || ((seen) & (1u << RT_COMPLEX64 | 1u << RT_COMPLEX128) && (seen)&1u << RT_FLOAT16))

/* Runs the forward with its operands converted, or as they are, or says what PyTorch says. */
int rt_shell_forward(struct rt_call *call, struct rt_error *err);

#endif
