/* Storage: counted device memory with the version counter that all its views share. Knows devices, no tensors. */
#ifndef RT_STORAGE_H
#define RT_STORAGE_H

#include "device.h"

/* A version counter of its own, for tensors made by `.data` or moved by `x.data = y`. */
struct rt_version {
    int references;
    uint32_t count;
};

struct rt_storage {
    int references;         /* atomic */
    uint32_t version_count; /* counts in-place changes through any view */
    struct rt_device *device;
    void *data;
    size_t bytes;
    void (*release)(void *owner); /* foreign memory; NULL: device memory */
    void *owner; /* of an embedded storage without release: the device memory to which it has grown, or NULL */
    /* of an embedded storage, which is part of a block of memory: told that it is no longer used; else NULL */
    void (*leave_block)(struct rt_storage *storage);
};

/* bytes of memory on a device; NULL on error. */
struct rt_storage *rt_storage_new(struct rt_device *device, size_t bytes, struct rt_error *err);
/* On foreign memory. */
struct rt_storage *rt_storage_foreign(struct rt_device *device, void *data, size_t bytes, void (*release)(void *),
                                      void *owner, struct rt_error *err);

/* More than 0: several threads may use tensors at the same time, and counts are changed by locked instructions. A host
   whose threads take turns says so with rt_share(-1); see runtime.h. */
extern int rt_sharing;

static inline void rt_count_up(int *references)
{
    if (rt_sharing)
        __atomic_fetch_add(references, 1, __ATOMIC_RELAXED);
    else
        ++*references;
}

static inline void rt_storage_ref(struct rt_storage *storage)
{
    rt_count_up(&storage->references);
}
void rt_storage_unref(struct rt_storage *storage);
/* Grows a storage (resize_); keeps the data. Fails for foreign memory. */
int rt_storage_grow(struct rt_storage *storage, size_t bytes, struct rt_error *err);
/* The elements, copied by the caller, are in foreign memory from now on. */
void rt_storage_move(struct rt_storage *storage, void *memory, void (*release)(void *owner), void *owner);

/* Drops one of a counter's references when it was the last: true. No locked instruction for the only owner. */
static inline bool rt_count_down(int *references)
{
    if (!rt_sharing)
        return --*references == 0;
    if (__atomic_load_n(references, __ATOMIC_ACQUIRE) == 1) {
        *references = 0;
        return true;
    }
    return __atomic_sub_fetch(references, 1, __ATOMIC_ACQ_REL) == 0;
}

/* Device memory, with the cycle collector's help before a failure is reported. */
void *rt_device_alloc(struct rt_device *device, size_t bytes, struct rt_error *err);
void rt_device_free(struct rt_device *device, void *memory, size_t bytes);

#endif
