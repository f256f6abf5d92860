/* Memory that several processes see: of tensors that were moved there, and of what one process sends to another. Must
   not know who sends, nor what. */
#include "runtime.h"
#include "storage.h"
#include "tensor.h"

#include <errno.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>

struct rt_shared {
    atomic_int references; /* of storages, and of whoever has mapped it */
    void *start;
    size_t length;
};

void rt_shared_unref(struct rt_shared *shared)
{
    if (atomic_fetch_sub(&shared->references, 1) != 1)
        return;
    munmap(shared->start, shared->length);
    rt_free(shared);
}

static void release(void *owner)
{
    rt_shared_unref(owner);
}

struct rt_shared *rt_shared_map(int fd, size_t length, struct rt_error *err)
{
    struct rt_shared *shared = rt_alloc(sizeof *shared);
    if (!shared) {
        rt_error_memory(err);
        return NULL;
    }
    *shared = (struct rt_shared){.references = 1, .length = length};
    shared->start =
        mmap(NULL, length, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE | (fd < 0 ? MAP_ANONYMOUS : 0), fd, 0);
    if (shared->start == MAP_FAILED) {
        int fault = errno;
        rt_free(shared);
        rt_error_set(err, RT_RUNTIME, "unable to mmap %zu bytes of shared memory: %s (%d)", length, strerror(fault),
                     fault);
        return NULL;
    }
    return shared;
}

struct rt_tensor *rt_tensor_from_shared(struct rt_shared *shared, size_t offset, int64_t numel, enum rt_dtype dtype,
                                        struct rt_error *err)
{
    const int64_t one = 1;
    struct rt_tensor *made;
    if (numel < 0 || offset > shared->length || (size_t)numel > (shared->length - offset) / rt_dtype_size(dtype)) {
        rt_error_set(err, RT_RUNTIME, "shared memory is too small for the tensor");
        return NULL;
    }
    made = rt_tensor_from_memory((char *)shared->start + offset, (size_t)numel * rt_dtype_size(dtype), &numel, &one, 1,
                                 dtype, release, shared, err);
    if (made)
        atomic_fetch_add(&shared->references, 1);
    return made;
}

bool rt_tensor_is_shared(const struct rt_tensor *tensor)
{
    return tensor->storage->device->type == RT_CUDA || tensor->storage->release == release;
}

int rt_tensor_share(struct rt_tensor *tensor, struct rt_error *err)
{
    struct rt_storage *storage = tensor->storage;
    if (rt_tensor_is_shared(tensor) || !storage->bytes)
        return 0;
    if (!rt_tensor_data(tensor, err)) /* it is made now if it was not yet */
        return -1;
    struct rt_shared *shared = rt_shared_map(-1, storage->bytes, err);
    if (!shared)
        return -1;
    memcpy(shared->start, storage->data, storage->bytes);
    rt_storage_move(storage, shared->start, release, shared);
    return 0;
}
