/* op_profile.h: the range of an op in a profile. Must not know how ops are applied. */
#ifndef RT_OP_PROFILE_H
#define RT_OP_PROFILE_H

#include "op.h"
#include "profile.h"

/* Begins the range of an op, while rt_profiling; names of changes in place end in an underscore. Returns what
   rt_profile_end takes. */
int rt_op_profile_begin(struct rt_op *op, bool in_place, const struct rt_arg *args, int nargs);

#endif
