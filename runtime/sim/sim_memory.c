/* A simulated device's memory: a memfd mapped twice, and PyTorch's caching allocator on top of it, with its roundings,
   counters and the text when memory runs out. Must not know queues. */
#include "sim/sim_state.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define KIB ((size_t)1 << 10)
#define MIB ((size_t)1 << 20)
#define GIB ((size_t)1 << 30)
#define SMALLEST ((size_t)512) /* sizes are multiples of it */
#define SMALL_REQUEST MIB      /* up to here from the small pool */
#define SMALL_SEGMENT (2 * MIB)
#define LARGE_SEGMENT (20 * MIB) /* for requests below LARGE_REQUEST; above they get their own */
#define LARGE_REQUEST (10 * MIB)
#define SEGMENT_STEP (2 * MIB)

/* A piece of a segment. Neighbours are linked by address. */
struct sim_block {
    struct sim_block *previous, *next; /* within the segment */
    struct sim_block *in_bucket;       /* allocated ones, by address */
    struct sim_segment *segment;
    char *address;
    size_t size, requested;
    bool allocated;
};

struct sim_segment {
    struct sim_segment *next;
    struct sim_block *first;
    uint64_t stream;
    size_t offset, size;
    enum rt_memory_pool pool;
};

/* ---- the two places -------------------------------------------------------------------------------------------------
 */

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
    pthread_mutex_init(&memory->lock, NULL);
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

/* ---- counters -------------------------------------------------------------------------------------------------------
 */

static void count_one(struct rt_memory_metric *metric, int64_t change)
{
    metric->current += change;
    if (metric->current > metric->peak)
        metric->peak = metric->current;
    if (change > 0)
        metric->allocated += change;
    else
        metric->freed -= change;
}

#define COUNT(memory, field, pool, change)                                                                             \
    do {                                                                                                               \
        count_one(&(memory)->stats.field[RT_POOL_ALL], (int64_t)(change));                                             \
        count_one(&(memory)->stats.field[pool], (int64_t)(change));                                                    \
    } while (0)

void rt_sim_memory_reset_peak(struct sim_memory *memory)
{
    pthread_mutex_lock(&memory->lock);
    for (int pool = 0; pool < RT_POOL_COUNT; pool++) {
#define X(field) memory->stats.field[pool].peak = memory->stats.field[pool].current;
        RT_MEMORY_METRICS(X)
#undef X
    }
    pthread_mutex_unlock(&memory->lock);
}

static bool is_split(const struct sim_block *block)
{
    return block->previous || block->next;
}

/* A free part of a split segment counts as inactive. */
static void count_inactive(struct sim_memory *memory, const struct sim_block *block, int sign)
{
    if (is_split(block) && !block->allocated) {
        COUNT(memory, inactive_split, block->segment->pool, sign);
        COUNT(memory, inactive_split_bytes, block->segment->pool, sign * (int64_t)block->size);
    }
}

/* ---- segments -------------------------------------------------------------------------------------------------------
 */

/* The first gap of the address space that is large enough. NULL: none, or no memory for the bookkeeping. */
static struct sim_segment *segment_new(struct sim_memory *memory, size_t size, enum rt_memory_pool pool,
                                       uint64_t stream)
{
    struct sim_segment **at = &memory->segments;
    size_t offset = 0;
    while (*at && (*at)->offset - offset < size) {
        offset = (*at)->offset + (*at)->size;
        at = &(*at)->next;
    }
    if (size > memory->budget - offset)
        return NULL;
    struct sim_segment *segment = rt_alloc(sizeof *segment);
    struct sim_block *block = rt_alloc(sizeof *block);
    if (!segment || !block) {
        rt_free(segment);
        rt_free(block);
        return NULL;
    }
    *block = (struct sim_block){.segment = segment, .address = memory->host + offset, .size = size};
    *segment = (struct sim_segment){
        .next = *at, .first = block, .stream = stream, .offset = offset, .size = size, .pool = pool};
    *at = segment;
    COUNT(memory, segment, pool, 1);
    COUNT(memory, reserved_bytes, pool, size);
    return segment;
}

static bool wholly_free(const struct sim_segment *segment)
{
    return !segment->first->allocated && !segment->first->next;
}

/* Gives the pages of free segments back to the system, so that idle simulated memory costs nothing. */
static void release_cached(struct sim_memory *memory)
{
    for (struct sim_segment **at = &memory->segments; *at;) {
        struct sim_segment *segment = *at;
        if (!wholly_free(segment)) {
            at = &segment->next;
            continue;
        }
        if (fallocate(memory->fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, (off_t)segment->offset,
                      (off_t)segment->size) != 0)
            madvise(memory->worker + segment->offset, segment->size, MADV_REMOVE);
        COUNT(memory, segment, segment->pool, -1);
        COUNT(memory, reserved_bytes, segment->pool, -(int64_t)segment->size);
        *at = segment->next;
        rt_free(segment->first);
        rt_free(segment);
    }
}

void rt_sim_memory_empty_cache(struct sim_memory *memory)
{
    pthread_mutex_lock(&memory->lock);
    release_cached(memory);
    pthread_mutex_unlock(&memory->lock);
}

void rt_sim_memory_forget_stream(struct sim_memory *memory, uint64_t stream)
{
    pthread_mutex_lock(&memory->lock);
    for (struct sim_segment *s = memory->segments; s; s = s->next)
        if (s->stream == stream)
            s->stream = 0;
    pthread_mutex_unlock(&memory->lock);
}

/* ---- blocks ---------------------------------------------------------------------------------------------------------
 */

static size_t rounded(size_t size)
{
    return size < SMALLEST ? SMALLEST : (size + SMALLEST - 1) / SMALLEST * SMALLEST;
}

static size_t segment_size(size_t size)
{
    if (size <= SMALL_REQUEST)
        return SMALL_SEGMENT;
    if (size < LARGE_REQUEST)
        return LARGE_SEGMENT;
    return (size + SEGMENT_STEP - 1) / SEGMENT_STEP * SEGMENT_STEP;
}

static struct sim_block **bucket_of(struct sim_memory *memory, const void *address)
{
    return &memory->buckets[((const char *)address - memory->host) / (ptrdiff_t)SMALLEST % SIM_BUCKETS];
}

/* The smallest free block that is large enough; the lowest of equal ones. */
static struct sim_block *best_fit(struct sim_memory *memory, size_t size, enum rt_memory_pool pool, uint64_t stream)
{
    struct sim_block *best = NULL;
    for (struct sim_segment *s = memory->segments; s; s = s->next) {
        if (s->pool != pool || s->stream != stream)
            continue;
        for (struct sim_block *b = s->first; b; b = b->next)
            if (!b->allocated && b->size >= size && (!best || b->size < best->size))
                best = b;
    }
    return best;
}

/* Takes `size` bytes of a free block; the rest stays free if it is worth keeping. -1: no memory for the bookkeeping. */
static int take(struct sim_memory *memory, struct sim_block *block, size_t size, size_t requested)
{
    enum rt_memory_pool pool = block->segment->pool;
    size_t rest = block->size - size;
    struct sim_block *remaining = NULL;
    if (pool == RT_POOL_SMALL ? rest >= SMALLEST : rest > SMALL_REQUEST) {
        if (!(remaining = rt_alloc(sizeof *remaining)))
            return -1;
    }
    count_inactive(memory, block, -1);
    block->allocated = true;
    block->requested = requested;
    if (remaining) {
        *remaining = (struct sim_block){.previous = block,
                                        .next = block->next,
                                        .segment = block->segment,
                                        .address = block->address + size,
                                        .size = rest};
        if (block->next)
            block->next->previous = remaining;
        block->next = remaining;
        block->size = size;
        count_inactive(memory, remaining, 1);
    }
    struct sim_block **bucket = bucket_of(memory, block->address);
    block->in_bucket = *bucket;
    *bucket = block;
    COUNT(memory, allocation, pool, 1);
    COUNT(memory, active, pool, 1);
    COUNT(memory, allocated_bytes, pool, block->size);
    COUNT(memory, active_bytes, pool, block->size);
    COUNT(memory, requested_bytes, pool, requested);
    return 0;
}

/* Joins a free block with a free neighbour behind it. */
static void join_next(struct sim_memory *memory, struct sim_block *block)
{
    struct sim_block *next = block->next;
    if (!next || next->allocated)
        return;
    count_inactive(memory, next, -1);
    block->size += next->size;
    block->next = next->next;
    if (block->next)
        block->next->previous = block;
    rt_free(next);
}

void rt_sim_memory_free(struct sim_memory *memory, void *address)
{
    pthread_mutex_lock(&memory->lock);
    struct sim_block **at = bucket_of(memory, address);
    while (*at && (*at)->address != address)
        at = &(*at)->in_bucket;
    struct sim_block *block = *at;
    if (block) {
        enum rt_memory_pool pool = block->segment->pool;
        *at = block->in_bucket;
        block->allocated = false;
        COUNT(memory, allocation, pool, -1);
        COUNT(memory, active, pool, -1);
        COUNT(memory, allocated_bytes, pool, -(int64_t)block->size);
        COUNT(memory, active_bytes, pool, -(int64_t)block->size);
        COUNT(memory, requested_bytes, pool, -(int64_t)block->requested);
        join_next(memory, block);
        if (block->previous && !block->previous->allocated) {
            count_inactive(memory, block->previous, -1);
            block = block->previous;
            /* the block behind has not been counted as inactive yet */
            struct sim_block *gone = block->next;
            block->size += gone->size;
            block->next = gone->next;
            if (block->next)
                block->next->previous = block;
            rt_free(gone);
        }
        count_inactive(memory, block, 1);
    }
    pthread_mutex_unlock(&memory->lock);
}

static const char *size_text(size_t size, char *text, size_t length)
{
    if (size <= KIB)
        snprintf(text, length, "%zu bytes", size);
    else if (size <= MIB)
        snprintf(text, length, "%.2f KiB", (double)size / (double)KIB);
    else if (size <= GIB)
        snprintf(text, length, "%.2f MiB", (double)size / (double)MIB);
    else
        snprintf(text, length, "%.2f GiB", (double)size / (double)GIB);
    return text;
}

static void out_of_memory(struct sim_memory *memory, size_t wanted, struct rt_error *err)
{
    char tried[32], total[32], available[32], used[32], allocated[32], cached[32];
    size_t reserved = (size_t)memory->stats.reserved_bytes[RT_POOL_ALL].current;
    size_t in_use = (size_t)memory->stats.allocated_bytes[RT_POOL_ALL].current;
    memory->stats.num_ooms++;
    rt_error_set(
        err, RT_OUT_OF_MEMORY,
        "CUDA out of memory. Tried to allocate %s. GPU %d has a total capacity of %s of which %s is free. "
        "Including non-PyTorch memory, this process has %s memory in use. Of the allocated memory %s is allocated "
        "by PyTorch, and %s is reserved by PyTorch but unallocated. If reserved but unallocated memory is large "
        "try setting PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True to avoid fragmentation.  See documentation "
        "for Memory Management  (https://docs.pytorch.org/docs/stable/notes/cuda.html#optimizing-memory-usage-"
        "with-pytorch-cuda-alloc-conf)",
        size_text(wanted, tried, sizeof tried), memory->device, size_text(memory->budget, total, sizeof total),
        size_text(memory->budget - reserved, available, sizeof available), size_text(reserved, used, sizeof used),
        size_text(in_use, allocated, sizeof allocated), size_text(reserved - in_use, cached, sizeof cached));
}

void *rt_sim_memory_alloc(struct sim_memory *memory, size_t size, uint64_t stream, int (*before_retry)(void *),
                          void *context, struct rt_error *err)
{
    if (size > (size_t)1 << 60)
        size = (size_t)1 << 60;
    size_t wanted = rounded(size), whole = segment_size(wanted);
    enum rt_memory_pool pool = wanted <= SMALL_REQUEST ? RT_POOL_SMALL : RT_POOL_LARGE;
    void *address = NULL;
    for (int attempt = 0; attempt < 2; attempt++) {
        pthread_mutex_lock(&memory->lock);
        if (attempt == 1) {
            release_cached(memory);
            memory->stats.num_alloc_retries++;
        }
        struct sim_block *block = best_fit(memory, wanted, pool, stream);
        if (!block) {
            struct sim_segment *segment = segment_new(memory, whole, pool, stream);
            block = segment ? segment->first : NULL;
        }
        if (block && take(memory, block, wanted, size) == 0)
            address = block->address;
        else if (attempt == 1)
            out_of_memory(memory, whole, err);
        pthread_mutex_unlock(&memory->lock);
        if (address || (attempt == 0 && before_retry && before_retry(context) < 0))
            return address;
    }
    return NULL;
}
