/* The caching allocator of devices, see caching.h. Knows numbers only: no device, no stream's work. */
#include "caching.h"

#include <stdio.h>
#include <string.h>

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
struct rt_cache_block {
    struct rt_cache_block *previous, *next;  /* within the segment */
    struct rt_cache_block *in_bucket;        /* allocated: by address */
    struct rt_cache_block *lesser, *greater; /* free: in the tree of its pool */
    struct rt_cache_segment *segment;
    char *address;
    size_t size, requested;
    bool allocated;
};

struct rt_cache_segment {
    struct rt_cache_segment *next;
    struct rt_cache_block *first;
    uint64_t stream;
    size_t size;
    enum rt_memory_pool pool;
};

void rt_cache_init(struct rt_cache *cache, const struct rt_cache_source *source, void *context)
{
    memset(cache, 0, sizeof *cache);
    cache->source = source;
    cache->context = context;
    pthread_mutex_init(&cache->lock, NULL);
}

/* ---- counters --------------------------------------------------------------------------------------------------- */

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

#define COUNT(cache, field, pool, change)                                                                              \
    do {                                                                                                               \
        count_one(&(cache)->stats.field[RT_POOL_ALL], (int64_t)(change));                                              \
        count_one(&(cache)->stats.field[pool], (int64_t)(change));                                                     \
    } while (0)

void rt_cache_reset_peak(struct rt_cache *cache)
{
    pthread_mutex_lock(&cache->lock);
    for (int pool = 0; pool < RT_POOL_COUNT; pool++) {
#define X(field) cache->stats.field[pool].peak = cache->stats.field[pool].current;
        RT_MEMORY_METRICS(X)
#undef X
    }
    pthread_mutex_unlock(&cache->lock);
}

void rt_cache_stats(struct rt_cache *cache, struct rt_memory_stats *stats)
{
    pthread_mutex_lock(&cache->lock);
    *stats = cache->stats;
    pthread_mutex_unlock(&cache->lock);
}

/* A free part of a split segment counts as inactive. */
static void count_inactive(struct rt_cache *cache, const struct rt_cache_block *block, int sign)
{
    if ((block->previous || block->next) && !block->allocated) {
        COUNT(cache, inactive_split, block->segment->pool, sign);
        COUNT(cache, inactive_split_bytes, block->segment->pool, sign * (int64_t)block->size);
    }
}

/* ---- free blocks by size ---------------------------------------------------------------------------------------- */

/* A tree of each pool, in the order of stream, size and address, so that the best fit is found in a few steps however
   many blocks there are. It is balanced by weights made of the addresses (a treap): the heavier block is above. */
static bool precedes(const struct rt_cache_block *a, const struct rt_cache_block *b)
{
    if (a->segment->stream != b->segment->stream)
        return a->segment->stream < b->segment->stream;
    return a->size != b->size ? a->size < b->size : (uintptr_t)a->address < (uintptr_t)b->address;
}

static uint64_t weight(const struct rt_cache_block *block)
{
    uint64_t x = (uint64_t)(uintptr_t)block->address * 0x9e3779b97f4a7c15u;

    x ^= x >> 32;
    return x * 0xd6e8feb86659fd93u;
}

static struct rt_cache_block **root_of(struct rt_cache *cache, const struct rt_cache_block *block)
{
    return &cache->idle[block->segment->pool == RT_POOL_SMALL];
}

static void put_free(struct rt_cache *cache, struct rt_cache_block *block)
{
    struct rt_cache_block **at = root_of(cache, block), *tree;
    struct rt_cache_block **lesser = &block->lesser, **greater = &block->greater;

    while (*at && weight(*at) >= weight(block))
        at = precedes(block, *at) ? &(*at)->lesser : &(*at)->greater;
    tree = *at;
    *at = block;
    while (tree) { /* what stood here is divided into what comes before and what comes behind */
        if (precedes(tree, block)) {
            *lesser = tree;
            lesser = &tree->greater;
            tree = tree->greater;
        } else {
            *greater = tree;
            greater = &tree->lesser;
            tree = tree->lesser;
        }
    }
    *lesser = *greater = NULL;
}

static void take_free(struct rt_cache *cache, struct rt_cache_block *block)
{
    struct rt_cache_block **at = root_of(cache, block), *lesser = block->lesser, *greater = block->greater;

    while (*at != block)
        at = precedes(block, *at) ? &(*at)->lesser : &(*at)->greater;
    while (lesser && greater) {
        if (weight(lesser) >= weight(greater)) {
            *at = lesser;
            at = &lesser->greater;
            lesser = lesser->greater;
        } else {
            *at = greater;
            at = &greater->lesser;
            greater = greater->lesser;
        }
    }
    *at = lesser ? lesser : greater;
}

/* The smallest free block that is large enough; the lowest of equal ones. */
static struct rt_cache_block *best_fit(struct rt_cache *cache, size_t size, enum rt_memory_pool pool, uint64_t stream)
{
    struct rt_cache_block *best = NULL, *tree = cache->idle[pool == RT_POOL_SMALL];

    while (tree) {
        const uint64_t of = tree->segment->stream;
        if (of == stream ? tree->size >= size : of > stream) {
            best = tree;
            tree = tree->lesser;
        } else
            tree = tree->greater;
    }
    return best && best->segment->stream == stream ? best : NULL;
}

/* ---- segments --------------------------------------------------------------------------------------------------- */

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

/* A new segment as one free block; NULL: the source has none, or there is no memory for the bookkeeping. */
static struct rt_cache_block *segment_new(struct rt_cache *cache, size_t size, enum rt_memory_pool pool,
                                          uint64_t stream)
{
    struct rt_cache_segment *segment = rt_alloc(sizeof *segment);
    struct rt_cache_block *block = rt_alloc(sizeof *block);
    char *address = segment && block ? cache->source->take(cache->context, size) : NULL;

    if (!address) {
        rt_free(segment);
        rt_free(block);
        return NULL;
    }
    *block = (struct rt_cache_block){.segment = segment, .address = address, .size = size};
    *segment = (struct rt_cache_segment){
        .next = cache->segments, .first = block, .stream = stream, .size = size, .pool = pool};
    cache->segments = segment;
    put_free(cache, block);
    COUNT(cache, segment, pool, 1);
    COUNT(cache, reserved_bytes, pool, size);
    return block;
}

static void release_cached(struct rt_cache *cache)
{
    for (struct rt_cache_segment **at = &cache->segments; *at;) {
        struct rt_cache_segment *segment = *at;
        if (segment->first->allocated || segment->first->next) {
            at = &segment->next;
            continue;
        }
        cache->source->give(cache->context, segment->first->address, segment->size);
        take_free(cache, segment->first);
        COUNT(cache, segment, segment->pool, -1);
        COUNT(cache, reserved_bytes, segment->pool, -(int64_t)segment->size);
        *at = segment->next;
        rt_free(segment->first);
        rt_free(segment);
    }
}

void rt_cache_empty(struct rt_cache *cache)
{
    pthread_mutex_lock(&cache->lock);
    release_cached(cache);
    pthread_mutex_unlock(&cache->lock);
}

void rt_cache_forget_stream(struct rt_cache *cache, uint64_t stream)
{
    pthread_mutex_lock(&cache->lock);
    for (struct rt_cache_segment *s = cache->segments; s; s = s->next) {
        if (s->stream != stream)
            continue;
        for (struct rt_cache_block *b = s->first; b; b = b->next) /* their place in the tree follows from the stream */
            if (!b->allocated)
                take_free(cache, b);
        s->stream = 0;
        for (struct rt_cache_block *b = s->first; b; b = b->next)
            if (!b->allocated)
                put_free(cache, b);
    }
    pthread_mutex_unlock(&cache->lock);
}

/* ---- blocks ----------------------------------------------------------------------------------------------------- */

static struct rt_cache_block **bucket_of(struct rt_cache *cache, const void *address)
{
    return &cache->buckets[(uintptr_t)address / SMALLEST % RT_CACHE_BUCKETS];
}

/* Takes `size` bytes of a free block; the rest stays free if it is worth keeping. -1: no memory for the bookkeeping. */
static int take(struct rt_cache *cache, struct rt_cache_block *block, size_t size, size_t requested)
{
    enum rt_memory_pool pool = block->segment->pool;
    size_t rest = block->size - size;
    struct rt_cache_block *remaining = NULL;

    if (pool == RT_POOL_SMALL ? rest >= SMALLEST : rest > SMALL_REQUEST) {
        if (!(remaining = rt_alloc(sizeof *remaining)))
            return -1;
    }
    count_inactive(cache, block, -1);
    take_free(cache, block);
    block->allocated = true;
    block->requested = requested;
    if (remaining) {
        *remaining = (struct rt_cache_block){.previous = block,
                                             .next = block->next,
                                             .segment = block->segment,
                                             .address = block->address + size,
                                             .size = rest};
        if (block->next)
            block->next->previous = remaining;
        block->next = remaining;
        block->size = size;
        put_free(cache, remaining);
        count_inactive(cache, remaining, 1);
    }
    struct rt_cache_block **bucket = bucket_of(cache, block->address);
    block->in_bucket = *bucket;
    *bucket = block;
    COUNT(cache, allocation, pool, 1);
    COUNT(cache, active, pool, 1);
    COUNT(cache, allocated_bytes, pool, block->size);
    COUNT(cache, active_bytes, pool, block->size);
    COUNT(cache, requested_bytes, pool, requested);
    return 0;
}

void *rt_cache_alloc(struct rt_cache *cache, size_t size, uint64_t stream, bool retry)
{
    if (size > (size_t)1 << 60)
        size = (size_t)1 << 60;
    size_t wanted = rounded(size);
    enum rt_memory_pool pool = wanted <= SMALL_REQUEST ? RT_POOL_SMALL : RT_POOL_LARGE;
    void *address = NULL;

    pthread_mutex_lock(&cache->lock);
    if (retry) {
        release_cached(cache);
        cache->stats.num_alloc_retries++;
    }
    struct rt_cache_block *block = best_fit(cache, wanted, pool, stream);
    if (!block)
        block = segment_new(cache, segment_size(wanted), pool, stream);
    if (block && take(cache, block, wanted, size) == 0)
        address = block->address;
    pthread_mutex_unlock(&cache->lock);
    return address;
}

/* Joins a free block, which is in no tree, with a free neighbour behind it. */
static void join_next(struct rt_cache *cache, struct rt_cache_block *block)
{
    struct rt_cache_block *next = block->next;

    if (!next || next->allocated)
        return;
    take_free(cache, next);
    block->size += next->size;
    block->next = next->next;
    if (block->next)
        block->next->previous = block;
    rt_free(next);
}

void rt_cache_free(struct rt_cache *cache, void *address)
{
    pthread_mutex_lock(&cache->lock);
    struct rt_cache_block **at = bucket_of(cache, address);
    while (*at && (*at)->address != address)
        at = &(*at)->in_bucket;
    struct rt_cache_block *block = *at;
    if (block) {
        enum rt_memory_pool pool = block->segment->pool;
        struct rt_cache_block *before = block->previous;
        *at = block->in_bucket;
        block->allocated = false;
        COUNT(cache, allocation, pool, -1);
        COUNT(cache, active, pool, -1);
        COUNT(cache, allocated_bytes, pool, -(int64_t)block->size);
        COUNT(cache, active_bytes, pool, -(int64_t)block->size);
        COUNT(cache, requested_bytes, pool, -(int64_t)block->requested);
        if (block->next)
            count_inactive(cache, block->next, -1);
        join_next(cache, block);
        if (before && !before->allocated) {
            count_inactive(cache, before, -1);
            take_free(cache, before);
            before->size += block->size;
            before->next = block->next;
            if (before->next)
                before->next->previous = before;
            rt_free(block);
            block = before;
        }
        put_free(cache, block);
        count_inactive(cache, block, 1);
    }
    pthread_mutex_unlock(&cache->lock);
}

/* ---- when there is no memory ------------------------------------------------------------------------------------ */

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

void rt_cache_out_of_memory(struct rt_cache *cache, size_t size, int device, size_t whole, size_t left,
                            struct rt_error *err)
{
    char tried[32], total[32], available[32], used[32], allocated[32], cached[32];

    if (size > (size_t)1 << 60)
        size = (size_t)1 << 60;
    pthread_mutex_lock(&cache->lock);
    size_t reserved = (size_t)cache->stats.reserved_bytes[RT_POOL_ALL].current;
    size_t in_use = (size_t)cache->stats.allocated_bytes[RT_POOL_ALL].current;
    cache->stats.num_ooms++;
    pthread_mutex_unlock(&cache->lock);
    rt_error_set(
        err, RT_OUT_OF_MEMORY,
        "CUDA out of memory. Tried to allocate %s. GPU %d has a total capacity of %s of which %s is free. "
        "Including non-PyTorch memory, this process has %s memory in use. Of the allocated memory %s is allocated "
        "by PyTorch, and %s is reserved by PyTorch but unallocated. If reserved but unallocated memory is large "
        "try setting PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True to avoid fragmentation.  See documentation "
        "for Memory Management  (https://docs.pytorch.org/docs/stable/notes/cuda.html#optimizing-memory-usage-"
        "with-pytorch-cuda-alloc-conf)",
        size_text(segment_size(rounded(size)), tried, sizeof tried), device, size_text(whole, total, sizeof total),
        size_text(left, available, sizeof available), size_text(reserved, used, sizeof used),
        size_text(in_use, allocated, sizeof allocated), size_text(reserved - in_use, cached, sizeof cached));
}
