/* A simulated device's memory: a memfd mapped twice, whose parts the caching allocator takes and gives back. Must not
   know queues. */
#include "sim/sim_state.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define MIB ((size_t)1 << 20)

/* A part that is in use; sorted by offset. */
struct sim_range {
    struct sim_range *next;
    size_t offset, size;
};

/* ---- the two mappings -------------------------------------------------------------------------------------------- */

/* The first gap of the address space that is large enough. */
static void *range_acquire(void *context, size_t size)
{
    struct sim_memory *memory = context;
    struct sim_range **at = &memory->ranges, *range;
    size_t offset = 0;

    while (*at && (*at)->offset - offset < size) {
        offset = (*at)->offset + (*at)->size;
        at = &(*at)->next;
    }
    if (size > memory->budget - offset || !(range = rt_alloc(sizeof *range)))
        return NULL;
    *range = (struct sim_range){.next = *at, .offset = offset, .size = size};
    *at = range;
    return memory->host + offset;
}

/* Gives the pages back to the system, so that idle simulated memory costs nothing. */
static void range_release(void *context, void *address, size_t size)
{
    struct sim_memory *memory = context;
    struct sim_range **at = &memory->ranges, *range;
    const size_t offset = (size_t)((char *)address - memory->host);

    if (fallocate(memory->fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, (off_t)offset, (off_t)size) != 0)
        madvise(memory->worker + offset, size, MADV_REMOVE);
    while (*at && (*at)->offset != offset)
        at = &(*at)->next;
    if ((range = *at)) {
        *at = range->next;
        rt_free(range);
    }
}

static const struct rt_cache_source source = {range_acquire, range_release};

int rt_sim_memory_open(struct sim_memory *memory, int device, size_t budget, struct rt_error *err)
{
    memset(memory, 0, sizeof *memory);
    memory->device = device;
    memory->budget = budget;
    memory->host = memory->worker = MAP_FAILED;
    memory->fd = memfd_create("simulated-gpu", MFD_CLOEXEC);
    if (memory->fd >= 0 && ftruncate(memory->fd, (off_t)budget) == 0) {
        memory->host = mmap(NULL, budget, PROT_NONE, MAP_SHARED | MAP_NORESERVE, memory->fd, 0);
        memory->worker = mmap(NULL, budget, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, memory->fd, 0);
    }
    if (memory->host == MAP_FAILED || memory->worker == MAP_FAILED) {
        rt_sim_memory_close(memory);
        return rt_error_set(err, RT_RUNTIME, "The memory of a simulated GPU (%zu MiB) cannot be mapped", budget / MIB);
    }
    madvise(memory->worker, budget, MADV_DONTDUMP);
    rt_cache_init(&memory->cache, &source, memory);
    return 0;
}

void rt_sim_memory_close(struct sim_memory *memory)
{
    if (memory->host != MAP_FAILED)
        munmap(memory->host, memory->budget);
    if (memory->worker != MAP_FAILED)
        munmap(memory->worker, memory->budget);
    if (memory->fd >= 0)
        close(memory->fd);
}

bool rt_sim_memory_holds(const struct sim_memory *memory, const void *address, size_t size)
{
    uintptr_t offset = (uintptr_t)address - (uintptr_t)memory->host;
    return offset <= memory->budget && size <= memory->budget - offset;
}

void *rt_sim_memory_alloc(struct sim_memory *memory, size_t size, uint64_t stream, int (*before_retry)(void *),
                          void *context, struct rt_error *err)
{
    void *address = rt_cache_alloc(&memory->cache, size, stream, false);
    struct rt_memory_stats stats;

    if (address || (before_retry && before_retry(context) < 0))
        return address;
    if ((address = rt_cache_alloc(&memory->cache, size, stream, true)))
        return address;
    rt_cache_stats(&memory->cache, &stats);
    rt_cache_out_of_memory(&memory->cache, size, memory->device, memory->budget,
                           memory->budget - (size_t)stats.reserved_bytes[RT_POOL_ALL].current, err);
    return NULL;
}
