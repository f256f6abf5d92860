/* warn.h: warnings that come once. Beside rt_warn() of runtime.h, which says a text each time. */
#ifndef RT_WARN_H
#define RT_WARN_H

#include <stdatomic.h>

#include "runtime.h"

/* Each call site of rt_warn_once() warns once in the life of the process; after
   rt_warn_always(true) each time counts (torch.set_warn_always). */
void rt_warn_always(bool always);
bool rt_warned_always(void);
/* True if the call site's flag has been seen before and once is enough; from any thread. */
bool rt_warned(atomic_bool *said);
#define rt_warn_once(...)                                                                                              \
    do {                                                                                                               \
        static atomic_bool said_;                                                                                      \
        if (!rt_warned(&said_))                                                                                        \
            rt_warn(__VA_ARGS__);                                                                                      \
    } while (0)

/* A warning for each mask of bytes among the index tensors of a read (values NULL: also of an assignment that adds) or
   of an assignment. One number is written by one mask as masked_fill_ does, which takes none of bytes: -1. */
int rt_check_bytes(const struct rt_arg *indices, const struct rt_tensor *values, struct rt_error *err);

#endif
