/* The caching allocators, see caching.h. Must not know a device or what a stream does: memory comes from the source
   that the caller gives. */
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
    struct rt_cache_block *in_bucket;        /* allocated: by address; or the next one that waits */
    struct rt_cache_block *lesser, *greater; /* free: in the tree of its pool */
    struct rt_cache_segment *segment;
    char *address;
    size_t size, requested;
    bool allocated; /* or waiting */
    struct rt_uses uses;
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

/* ---- the work of other streams ---------------------------------------------------------------------------------- */

bool rt_uses_add(struct rt_uses *uses, void *device, void *stream, uint64_t name)
{
    for (int i = 0; i < uses->count; i++)
        if (uses->items[i].device == device && uses->items[i].name == name)
            return true;
    if (uses->count == uses->capacity) {
        const int capacity = uses->capacity ? 2 * uses->capacity : 2;
        struct rt_use *items = rt_realloc(uses->items, (size_t)capacity * sizeof *items);
        if (!items)
            return false;
        uses->items = items;
        uses->capacity = capacity;
    }
    uses->items[uses->count++] = (struct rt_use){.device = device, .stream = stream, .name = name};
    return true;
}

static void drop_use(struct rt_uses *uses, const struct rt_marks *marks, int i)
{
    if (uses->items[i].mark)
        marks->drop(uses->items[i].mark);
    uses->items[i] = uses->items[--uses->count];
}

void rt_uses_clear(struct rt_uses *uses, const struct rt_marks *marks)
{
    while (uses->count)
        drop_use(uses, marks, 0);
    rt_free(uses->items);
    *uses = (struct rt_uses){0};
}

bool rt_uses_ended(struct rt_uses *uses, const struct rt_marks *marks)
{
    for (int i = 0; i < uses->count && !uses->marked; i++)
        uses->items[i].mark = marks->set(uses->items[i].device, uses->items[i].stream);
    uses->marked = true;
    for (int i = uses->count; i-- > 0;)
        if (uses->items[i].mark && marks->reached(uses->items[i].mark))
            drop_use(uses, marks, i);
    if (uses->count)
        return false;
    rt_uses_clear(uses, marks);
    return true;
}

void rt_uses_forget(struct rt_uses *uses, const struct rt_marks *marks, const void *device, uint64_t name)
{
    for (int i = uses->count; i-- > 0;)
        if (uses->items[i].device == device && uses->items[i].name == name)
            drop_use(uses, marks, i);
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
   many blocks there are. It is balanced by weights made of the addresses (a treap: Seidel and Aragon, 1989): the
   heavier block is above. */
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
    while (tree) { /* the old subtree is split into what comes before the new block and what comes behind */
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
        if (segment->first->allocated || segment->first->next || segment->stream & RT_CACHE_PRIVATE) {
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

/* Nobody uses the block any more. */
static void put_back(struct rt_cache *cache, struct rt_cache_block *block)
{
    enum rt_memory_pool pool = block->segment->pool;
    struct rt_cache_block *before = block->previous;

    if (block->uses.items)
        rt_uses_clear(&block->uses, cache->marks);
    block->allocated = false;
    COUNT(cache, active, pool, -1);
    COUNT(cache, active_bytes, pool, -(int64_t)block->size);
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

/* Puts those that wait back where other streams have ended their work; idle: all have. */
static void settle(struct rt_cache *cache, bool idle)
{
    for (struct rt_cache_block **at = &cache->waiting; *at;) {
        struct rt_cache_block *block = *at;
        if (idle)
            rt_uses_clear(&block->uses, cache->marks);
        else if (cache->recording || !rt_uses_ended(&block->uses, cache->marks)) {
            at = &block->in_bucket;
            continue;
        }
        *at = block->in_bucket;
        put_back(cache, block);
    }
}

/* The tree's link to the block of that address; *at is NULL when there is none. */
static struct rt_cache_block **find(struct rt_cache *cache, const void *address)
{
    struct rt_cache_block **at = bucket_of(cache, address);

    while (*at && (*at)->address != address)
        at = &(*at)->in_bucket;
    return at;
}

void *rt_cache_alloc(struct rt_cache *cache, size_t size, uint64_t stream, bool retry)
{
    if (size > (size_t)1 << 60)
        size = (size_t)1 << 60;
    size_t wanted = rounded(size);
    enum rt_memory_pool pool = wanted <= SMALL_REQUEST ? RT_POOL_SMALL : RT_POOL_LARGE;
    void *address = NULL;

    pthread_mutex_lock(&cache->lock);
    if (cache->waiting)
        settle(cache, retry);
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

void rt_cache_free(struct rt_cache *cache, void *address)
{
    struct rt_cache_block **at, *block;

    pthread_mutex_lock(&cache->lock);
    at = find(cache, address);
    if ((block = *at)) {
        enum rt_memory_pool pool = block->segment->pool;
        *at = block->in_bucket;
        COUNT(cache, allocation, pool, -1);
        COUNT(cache, allocated_bytes, pool, -(int64_t)block->size);
        COUNT(cache, requested_bytes, pool, -(int64_t)block->requested);
        if (block->uses.count && (cache->recording || !rt_uses_ended(&block->uses, cache->marks))) {
            block->in_bucket = cache->waiting;
            cache->waiting = block;
        } else
            put_back(cache, block);
    }
    pthread_mutex_unlock(&cache->lock);
}

bool rt_cache_record(struct rt_cache *cache, void *address, void *device, void *stream, uint64_t name)
{
    struct rt_cache_block *block;
    bool known = true;

    pthread_mutex_lock(&cache->lock);
    block = *find(cache, address);
    if (block && cache->marks && block->segment->stream != name)
        known = rt_uses_add(&block->uses, device, stream, name);
    pthread_mutex_unlock(&cache->lock);
    return known;
}

void rt_cache_empty(struct rt_cache *cache)
{
    pthread_mutex_lock(&cache->lock);
    settle(cache, true);
    release_cached(cache);
    pthread_mutex_unlock(&cache->lock);
}

/* Segments change their stream: so does the place of their free blocks in the trees. */
static void move_segments(struct rt_cache *cache, uint64_t from, uint64_t to)
{
    for (struct rt_cache_segment *s = cache->segments; s; s = s->next) {
        if (s->stream != from)
            continue;
        for (struct rt_cache_block *b = s->first; b; b = b->next)
            if (!b->allocated)
                take_free(cache, b);
        s->stream = to;
        for (struct rt_cache_block *b = s->first; b; b = b->next)
            if (!b->allocated)
                put_free(cache, b);
    }
}

void rt_cache_forget_stream(struct rt_cache *cache, uint64_t stream)
{
    pthread_mutex_lock(&cache->lock);
    for (struct rt_cache_segment *s = cache->segments; s && cache->marks; s = s->next)
        for (struct rt_cache_block *b = s->first; b; b = b->next)
            for (int i = b->uses.count; i-- > 0;)
                if (b->uses.items[i].name == stream)
                    rt_uses_forget(&b->uses, cache->marks, b->uses.items[i].device, stream);
    move_segments(cache, stream, 0);
    pthread_mutex_unlock(&cache->lock);
}

/* ---- page-locked memory of the host ----------------------------------------------------------------------------- */

/* The block that contains the address; NULL: none does. */
static struct rt_pin *pin_at(struct rt_pins *pins, const void *address)
{
    int low = 0, high = pins->count;

    while (low < high) {
        const int middle = (low + high) / 2;
        if ((uintptr_t)pins->items[middle].address <= (uintptr_t)address)
            low = middle + 1;
        else
            high = middle;
    }
    return low && (uintptr_t)address - (uintptr_t)pins->items[low - 1].address < pins->items[low - 1].size
               ? &pins->items[low - 1]
               : NULL;
}

/* A free block of that size, new ones of those that waited included. */
static struct rt_pin *pin_idle(struct rt_pins *pins, size_t size)
{
    struct rt_pin *found = NULL;

    for (struct rt_pin *pin = pins->items; pin < pins->items + pins->count; pin++) {
        if (pin->state == RT_PIN_WAITING && !pins->recording && rt_uses_ended(&pin->uses, pins->marks))
            pin->state = RT_PIN_IDLE;
        if (pin->state == RT_PIN_IDLE && pin->size == size)
            found = pin;
    }
    return found;
}

static void release_idle(struct rt_pins *pins)
{
    int kept = 0;

    for (int i = 0; i < pins->count; i++)
        if (pins->items[i].state == RT_PIN_IDLE)
            pins->source->give(pins->context, pins->items[i].address, pins->items[i].size);
        else
            pins->items[kept++] = pins->items[i];
    pins->count = kept;
}

static struct rt_pin *pin_new(struct rt_pins *pins, size_t size)
{
    char *address;
    int at;

    if (pins->count == pins->capacity) {
        const int capacity = pins->capacity ? 2 * pins->capacity : 16;
        struct rt_pin *items = rt_realloc(pins->items, (size_t)capacity * sizeof *items);
        if (!items)
            return NULL;
        pins->items = items;
        pins->capacity = capacity;
    }
    if (!(address = pins->source->take(pins->context, size))) {
        release_idle(pins);
        if (!(address = pins->source->take(pins->context, size)))
            return NULL;
    }
    for (at = pins->count++; at && (uintptr_t)pins->items[at - 1].address > (uintptr_t)address; at--)
        pins->items[at] = pins->items[at - 1];
    pins->items[at] = (struct rt_pin){.address = address, .size = size};
    return &pins->items[at];
}

void *rt_pins_alloc(struct rt_pins *pins, size_t size)
{
    struct rt_pin *pin;
    size_t full = SMALLEST;
    void *address = NULL;

    while (full < size && full < (size_t)1 << 60)
        full *= 2;
    pthread_mutex_lock(&pins->lock);
    if ((pin = pin_idle(pins, full)) || (pin = pin_new(pins, full))) {
        pin->state = RT_PIN_USED;
        address = pin->address;
    }
    pthread_mutex_unlock(&pins->lock);
    return address;
}

void rt_pins_free(struct rt_pins *pins, void *address)
{
    struct rt_pin *pin;

    pthread_mutex_lock(&pins->lock);
    if ((pin = pin_at(pins, address))) {
        pin->state = RT_PIN_WAITING;
        if (!pin->uses.count || (!pins->recording && rt_uses_ended(&pin->uses, pins->marks)))
            pin->state = RT_PIN_IDLE;
    }
    pthread_mutex_unlock(&pins->lock);
}

bool rt_pins_hold(struct rt_pins *pins, const void *address)
{
    bool held;

    if (!__atomic_load_n(&pins->count, __ATOMIC_RELAXED))
        return false;
    pthread_mutex_lock(&pins->lock);
    held = pin_at(pins, address) != NULL;
    pthread_mutex_unlock(&pins->lock);
    return held;
}

bool rt_pins_record(struct rt_pins *pins, const void *address, void *device, void *stream, uint64_t name)
{
    struct rt_pin *pin;
    bool known = true;

    pthread_mutex_lock(&pins->lock);
    if ((pin = pin_at(pins, address)))
        known = rt_uses_add(&pin->uses, device, stream, name);
    pthread_mutex_unlock(&pins->lock);
    return known;
}

void rt_pins_forget_stream(struct rt_pins *pins, const void *device, uint64_t name)
{
    pthread_mutex_lock(&pins->lock);
    for (int i = 0; i < pins->count; i++)
        rt_uses_forget(&pins->items[i].uses, pins->marks, device, name);
    pthread_mutex_unlock(&pins->lock);
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

void rt_cache_out_of_memory(struct rt_cache *cache, size_t size, int device, size_t full, size_t left,
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
        size_text(segment_size(rounded(size)), tried, sizeof tried), device, size_text(full, total, sizeof total),
        size_text(left, available, sizeof available), size_text(reserved, used, sizeof used),
        size_text(in_use, allocated, sizeof allocated), size_text(reserved - in_use, cached, sizeof cached));
}
