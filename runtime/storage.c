/* Storage: counted device memory, shared by the tensors that are views of it. Knows devices and must not know tensors:
   an embedded storage is given back by a function that its maker has set. */
#include "storage.h"
#include "runtime.h" /* declares the functions of this file that outsiders call */

#include <stdatomic.h>
#include <string.h>

int rt_sharing = 1;

void rt_share(int change)
{
    rt_sharing += change;
}

static atomic_llong alive;
static bool (*pressure)(void *);
static void *pressure_context;

int64_t rt_storage_bytes_alive(void)
{
    return atomic_load_explicit(&alive, memory_order_relaxed);
}

void rt_set_memory_pressure_handler(bool (*handler)(void *), void *context)
{
    pressure = handler;
    pressure_context = context;
}

static _Thread_local bool pressed;

bool rt_memory_pressure(void)
{
    bool outer = pressed, freed;

    pressed = true; /* finalizers run in the middle of an operation */
    freed = pressure && pressure(pressure_context);
    pressed = outer;
    return freed;
}

bool rt_memory_is_pressed(void)
{
    return pressed;
}

void *rt_device_alloc(struct rt_device *device, size_t bytes, struct rt_error *err)
{
    struct rt_error first;
    rt_error_clear(&first);
    void *memory;

    if (bytes == 0)
        bytes = 1;
    memory = device->ops->alloc(device, bytes, &first);
    if (!memory && first.code && first.code != RT_INTERRUPT && rt_memory_pressure()) {
        rt_error_clear(&first);
        memory = device->ops->alloc(device, bytes, &first);
    }
    if (!memory)
        rt_error_set(err, first.code ? first.code : RT_OUT_OF_MEMORY, "%s", first.code ? first.text : "out of memory");
    return memory;
}

void rt_device_free(struct rt_device *device, void *memory, size_t bytes)
{
    if (memory)
        device->ops->free(device, memory, bytes ? bytes : 1);
}

struct rt_storage *rt_storage_new(struct rt_device *device, size_t bytes, struct rt_error *err)
{
    struct rt_storage *storage = rt_alloc(sizeof *storage);

    if (!storage) {
        rt_error_memory(err);
        return NULL;
    }
    memset(storage, 0, sizeof *storage);
    storage->references = 1;
    storage->device = device;
    storage->bytes = bytes;
    if ((bytes || device->host_memory) && !(storage->data = rt_device_alloc(device, bytes, err))) {
        rt_free(storage);
        return NULL;
    }
    atomic_fetch_add_explicit(&alive, (long long)bytes, memory_order_relaxed);
    return storage;
}

struct rt_storage *rt_storage_foreign(struct rt_device *device, void *data, size_t bytes, void (*release)(void *),
                                      void *owner, struct rt_error *err)
{
    struct rt_storage *storage = rt_alloc(sizeof *storage);

    if (!storage) {
        rt_error_memory(err);
        return NULL;
    }
    *storage = (struct rt_storage){
        .references = 1, .device = device, .data = data, .bytes = bytes, .release = release, .owner = owner};
    atomic_fetch_add_explicit(&alive, (long long)bytes, memory_order_relaxed);
    return storage;
}

void rt_storage_unref(struct rt_storage *storage)
{
    if (!rt_count_down(&storage->references))
        return;
    if (storage->leave_block) {
        if (storage->owner) { /* it has grown, or was moved, out of its block */
            atomic_fetch_sub_explicit(&alive, (long long)storage->bytes, memory_order_relaxed);
            if (storage->release)
                storage->release(storage->owner);
            else
                rt_device_free(storage->device, storage->data, storage->bytes);
        }
        storage->leave_block(storage);
        return;
    }
    atomic_fetch_sub_explicit(&alive, (long long)storage->bytes, memory_order_relaxed);
    if (storage->release)
        storage->release(storage->owner);
    else
        rt_device_free(storage->device, storage->data, storage->bytes);
    rt_free(storage);
}

int rt_storage_grow(struct rt_storage *storage, size_t bytes, struct rt_error *err)
{
    struct rt_device *device = storage->device;
    void *memory;

    if (bytes <= storage->bytes)
        return 0;
    if (storage->release)
        return rt_error_set(err, RT_RUNTIME, "Trying to resize storage that is not resizable");
    if (!(memory = rt_device_alloc(device, bytes, err)))
        return -1;
    if (storage->bytes) {
        int rc = device->host_memory
                     ? (memcpy(memory, storage->data, storage->bytes), 0)
                     : device->ops->copy_peer(device, memory, device, storage->data, storage->bytes, err);
        if (rc < 0) {
            rt_device_free(device, memory, bytes);
            return -1;
        }
    }
    if (storage->leave_block && !storage->owner)
        atomic_fetch_add_explicit(&alive, (long long)bytes, memory_order_relaxed);
    else {
        rt_device_free(device, storage->data, storage->bytes);
        atomic_fetch_add_explicit(&alive, (long long)(bytes - storage->bytes), memory_order_relaxed);
    }
    if (storage->leave_block)
        storage->owner = memory;
    storage->data = memory;
    storage->bytes = bytes;
    return 0;
}

void rt_storage_move(struct rt_storage *storage, void *memory, void (*release)(void *), void *owner)
{
    const bool in_block = storage->leave_block && !storage->owner;

    if (in_block)
        atomic_fetch_add_explicit(&alive, (long long)storage->bytes, memory_order_relaxed);
    else if (storage->release)
        storage->release(storage->owner);
    else
        rt_device_free(storage->device, storage->data, storage->bytes);
    storage->data = memory;
    storage->release = release;
    storage->owner = owner;
}
