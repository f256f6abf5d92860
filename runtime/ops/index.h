/* index.h: what the families of ops that read and write where index tensors say have in common (indexing.c,
   gathering.c, lookup.c). */
#ifndef RT_OPS_INDEX_H
#define RT_OPS_INDEX_H

#include "ops.h"

/* Ends a forward: hands out over as the result, or back where rc < 0. */
static inline int finished(struct rt_call *call, struct rt_tensor *out, int rc)
{
    if (rc < 0) {
        rt_tensor_unref(out);
        return -1;
    }
    return rt_result_steal(call, out);
}

/* The name of a tensor's type in errors: "Float". */
static inline const char *scalar_word(const struct rt_tensor *t)
{
    return rt_dtype_table[t->dtype].scalar;
}

/* A reference to t, or to a copy of it where it lies in the memory that is written: indices are checked before they are
   used, and must not change in between. NULL with an error. */
struct rt_tensor *rt_apart_from(struct rt_tensor *t, struct rt_tensor *written, struct rt_error *err);

#endif
