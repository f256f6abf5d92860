/* The pickle inside PyTorch's files: bytes <-> tree of values (save.h). Inside the runtime only. Nothing is ever
   executed: the reader is a machine of about 35 instructions and a list of about 30 names. */
#ifndef RT_PICKLE_H
#define RT_PICKLE_H

#include "save.h"

/* What the reader asks for: the one-dimensional tensor of the full storage (borrowed), of `numel` elements of that
   dtype. Asked again for a key, it must give the same tensor. */
struct rt_unpickle_host {
    void *context;
    struct rt_tensor *(*storage)(void *context, const char *key, const char *location, enum rt_dtype dtype,
                                 int64_t numel, struct rt_error *err);
};

/* A value of one reference, or NULL: RT_UNPICKLING, RT_EOF for a pickle that ends too early. */
struct rt_pickle_value *rt_unpickle(const unsigned char *bytes, size_t length, const struct rt_unpickle_host *host,
                                    struct rt_error *err);

/* The writer's result: the pickle, and one tensor for each storage in the order of their keys "0", "1", ... */
struct rt_pickled {
    unsigned char *bytes;
    size_t length, capacity;
    struct rt_tensor **storages; /* borrowed */
    size_t nstorages;
};
int rt_pickle_write(const struct rt_pickle_value *value, struct rt_pickled *out, struct rt_error *err);
void rt_pickled_drop(struct rt_pickled *pickled);

/* Containers have items; the others own bytes, a tensor or nothing. */
bool rt_pickle_is_container(const struct rt_pickle_value *value);
/* Drops the items of a container (to break a cycle). */
void rt_pickle_clear(struct rt_pickle_value *value);

#endif
