/* index.h: what the families of ops that read and write where index tensors say have in common (indexing.c,
   gathering.c, lookup.c). */
#ifndef RT_OPS_INDEX_H
#define RT_OPS_INDEX_H

#include "ops.h"

/* A reference to t, or to a copy of it where it shares the memory that is written: indices are checked before they are
   used, and must not change in between. NULL with an error. */
struct rt_tensor *rt_without_overlap(struct rt_tensor *t, struct rt_tensor *written, struct rt_error *err);

#endif
