/* alloc_trace.c: the blocks of memory that are in use, and where each was taken.
 *
 * Owns a table of blocks by address and one of stacks, in which equal ones are the same. Both are in memory of the
 * system's: nothing here takes memory of the language, for it is called when that is taken. Knows nothing of how it is.
 */
#include "vm/alloc_trace.h"

#include <stdlib.h>
#include <string.h>

#include "vm/code.h"

enum { FIRST_CAPACITY = 1024, FIRST_BUCKETS = 256 };

static struct lang_alloc_trace *table; /* open addressing, at most half full */
static size_t capacity, used;
static struct lang_alloc_stack **buckets;
static size_t bucket_count, stack_count, stack_bytes;
static size_t size_now, size_peak;
static uint32_t limit = 1;
static bool paused;

/* ------------------------------------------------------------------ blocks */

static size_t home(const void *block)
{
    return (size_t)(((uintptr_t)block >> 4) * UINT64_C(0x9e3779b97f4a7c15) >> 20) & (capacity - 1);
}

static struct lang_alloc_trace *place_of(const void *block)
{
    size_t at = home(block);
    while (table[at].block && table[at].block != block)
        at = (at + 1) & (capacity - 1);
    return &table[at];
}

static bool grow_table(void)
{
    struct lang_alloc_trace *old = table;
    const size_t old_capacity = capacity, wanted = capacity ? capacity * 2 : FIRST_CAPACITY;
    struct lang_alloc_trace *fresh = calloc(wanted, sizeof *fresh);
    if (!fresh)
        return false;
    table = fresh;
    capacity = wanted;
    for (size_t i = 0; i < old_capacity; i++)
        if (old[i].block)
            *place_of(old[i].block) = old[i];
    free(old);
    return true;
}

/* Closes the gap that a removed entry leaves: entries behind it that have been moved past their home move back. */
static void close_gap(size_t gap)
{
    const size_t mask = capacity - 1;
    for (size_t at = (gap + 1) & mask; table[at].block; at = (at + 1) & mask)
        if (((at - home(table[at].block)) & mask) >= ((at - gap) & mask)) {
            table[gap] = table[at];
            gap = at;
        }
    table[gap] = (struct lang_alloc_trace){0};
}

void lang_alloc_trace_remove(const void *block)
{
    if (!used)
        return;
    struct lang_alloc_trace *trace = place_of(block);
    if (!trace->block)
        return;
    size_now -= trace->size;
    used--;
    close_gap((size_t)(trace - table));
}

/* ------------------------------------------------------------------ stacks */

static struct lang_text *text_of(const struct lang_frame *f)
{
    return f->code ? f->code->text : NULL; /* NULL: it is being made */
}

static uint32_t line_of(const struct lang_frame *f)
{
    return f->code ? lang_frame_line(f) : 0;
}

static uint64_t mixed(uint64_t hash, uint64_t value)
{
    return (hash ^ value) * UINT64_C(0x100000001b3);
}

static bool is_stack_of(const struct lang_alloc_stack *s, const struct lang_thread *t, uint64_t hash, uint32_t count,
                        uint32_t total)
{
    if (s->hash != hash || s->count != count || s->total != total)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        const struct lang_frame *f = t->frame - i;
        if (s->frames[i].text != text_of(f) || s->frames[i].line != line_of(f))
            return false;
    }
    return true;
}

static void grow_buckets(void)
{
    const size_t wanted = bucket_count ? bucket_count * 4 : FIRST_BUCKETS;
    struct lang_alloc_stack **fresh = calloc(wanted, sizeof *fresh);
    if (!fresh)
        return; /* the lists become longer */
    for (size_t i = 0; i < bucket_count; i++)
        for (struct lang_alloc_stack *s = buckets[i], *next; s; s = next) {
            next = s->next;
            s->next = fresh[s->hash & (wanted - 1)];
            fresh[s->hash & (wanted - 1)] = s;
        }
    free(buckets);
    buckets = fresh;
    bucket_count = wanted;
}

static const struct lang_alloc_stack *new_stack(const struct lang_thread *t, uint64_t hash, uint32_t count,
                                                uint32_t total)
{
    const size_t size = sizeof(struct lang_alloc_stack) + count * sizeof(struct lang_alloc_frame);
    struct lang_alloc_stack *s = malloc(size);
    if (!s)
        return NULL;
    *s = (struct lang_alloc_stack){.hash = hash, .count = count, .total = total};
    for (uint32_t i = 0; i < count; i++) {
        const struct lang_frame *f = t->frame - i;
        s->frames[i] = (struct lang_alloc_frame){text_of(f), line_of(f)};
        if (s->frames[i].text)
            s->frames[i].text->refs++;
    }
    struct lang_alloc_stack **bucket = &buckets[hash & (bucket_count - 1)];
    s->next = *bucket;
    *bucket = s;
    stack_count++;
    stack_bytes += size;
    return s;
}

/* The stack of the thread as it is now. */
static const struct lang_alloc_stack *stack_of(const struct lang_thread *t)
{
    const size_t depth = t->frame ? (size_t)(t->frame - t->frames) + 1 : 0;
    const uint32_t total = depth < LANG_ALLOC_TRACE_FRAMES ? (uint32_t)depth : LANG_ALLOC_TRACE_FRAMES;
    const uint32_t count = total < limit ? total : limit;
    uint64_t hash = mixed(UINT64_C(0xcbf29ce484222325), total);
    for (uint32_t i = 0; i < count; i++) {
        const struct lang_frame *f = t->frame - i;
        hash = mixed(mixed(hash, (uintptr_t)text_of(f) >> 4), line_of(f));
    }
    hash ^= hash >> 32;
    if (stack_count >= bucket_count)
        grow_buckets();
    if (!bucket_count)
        return NULL;
    for (const struct lang_alloc_stack *s = buckets[hash & (bucket_count - 1)]; s; s = s->next)
        if (is_stack_of(s, t, hash, count, total))
            return s;
    return new_stack(t, hash, count, total);
}

void lang_alloc_trace_add(struct lang_thread *t, const void *block, size_t size)
{
    if (paused || (used * 2 >= capacity && !grow_table()))
        return;
    const struct lang_alloc_stack *stack = stack_of(t);
    if (!stack)
        return;
    struct lang_alloc_trace *trace = place_of(block);
    used += !trace->block;
    size_now += size - trace->size;
    *trace = (struct lang_alloc_trace){block, size, stack};
    if (size_now > size_peak)
        size_peak = size_now;
}

/* ------------------------------------------------------------------ questions */

uint32_t lang_alloc_trace_limit(void)
{
    return limit;
}

void lang_alloc_trace_set_limit(uint32_t frames)
{
    limit = frames;
}

void lang_alloc_trace_sizes(size_t *now, size_t *peak)
{
    *now = size_now;
    *peak = size_peak;
}

void lang_alloc_trace_reset_peak(void)
{
    size_peak = size_now;
}

size_t lang_alloc_trace_own_memory(void)
{
    return capacity * sizeof *table + bucket_count * sizeof *buckets + stack_bytes;
}

void lang_alloc_trace_pause(bool pause)
{
    paused = pause;
}

const struct lang_alloc_trace *lang_alloc_trace_find(const void *block)
{
    const struct lang_alloc_trace *trace = used ? place_of(block) : NULL;
    return trace && trace->block ? trace : NULL;
}

struct lang_alloc_trace *lang_alloc_trace_copy(size_t *count)
{
    struct lang_alloc_trace *copy = malloc((used + 1) * sizeof *copy);
    *count = 0;
    for (size_t i = 0; copy && i < capacity; i++)
        if (table[i].block)
            copy[(*count)++] = table[i];
    return copy;
}

void lang_alloc_trace_clear(void)
{
    struct lang_alloc_stack **old = buckets;
    const size_t old_count = bucket_count;
    free(table);
    table = NULL;
    buckets = NULL;
    capacity = used = bucket_count = stack_count = stack_bytes = size_now = size_peak = 0;
    for (size_t i = 0; i < old_count; i++)
        for (struct lang_alloc_stack *s = old[i], *next; s; s = next) {
            next = s->next;
            for (uint32_t k = 0; k < s->count; k++)
                lang_text_unref(s->frames[k].text);
            free(s);
        }
    free(old);
}
