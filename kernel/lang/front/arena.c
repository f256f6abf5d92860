/* The bump arena: a chain of malloc'ed blocks, each at least twice as large as the one before, freed together.
 * Knows nothing of what lies in it. */
#include "front/arena.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_BLOCK = 4096, LARGEST_BLOCK = 1 << 20 };

struct lang_arena_block {
    struct lang_arena_block *older;
    size_t size; /* of the payload */
};

void lang_arena_init(struct lang_arena *arena, size_t limit)
{
    *arena = (struct lang_arena){.limit = limit};
}

void lang_arena_free(struct lang_arena *arena)
{
    struct lang_arena_block *block = arena->blocks;
    while (block != NULL) {
        struct lang_arena_block *older = block->older;
        free(block);
        block = older;
    }
    lang_arena_init(arena, arena->limit);
}

void *lang_arena_grow(struct lang_arena *arena, size_t size)
{
    size_t capacity = arena->blocks == NULL ? FIRST_BLOCK : arena->blocks->size * 2;
    if (capacity > LARGEST_BLOCK)
        capacity = LARGEST_BLOCK;
    if (capacity < size)
        capacity = size;
    if (capacity > SIZE_MAX / 2)
        return NULL;
    arena->stopped = arena->stopped || (arena->stop && arena->stop(arena->stop_arg));
    if (arena->stopped)
        return NULL;
    if (arena->limit != 0 && capacity > arena->limit - arena->used) {
        capacity = size;
        if (arena->used > arena->limit || capacity > arena->limit - arena->used)
            return NULL;
    }
    struct lang_arena_block *block = malloc(sizeof *block + capacity);
    if (block == NULL)
        return NULL;
    arena->used += capacity;
    block->size = capacity;
    block->older = arena->blocks;
    arena->blocks = block;
    char *memory = (char *)(block + 1);
    arena->next = memory + size;
    arena->end = memory + capacity;
    return memory;
}

void *lang_arena_zalloc(struct lang_arena *arena, size_t size)
{
    void *memory = lang_arena_alloc(arena, size);
    if (memory != NULL)
        memset(memory, 0, size);
    return memory;
}

void *lang_arena_array(struct lang_arena *arena, size_t count, size_t size)
{
    if (size != 0 && count > (SIZE_MAX - 16) / size)
        return NULL;
    return lang_arena_alloc(arena, count * size + (count == 0 ? 8 : 0));
}

char *lang_arena_copy(struct lang_arena *arena, const char *bytes, size_t size)
{
    if (size > SIZE_MAX - 16)
        return NULL;
    char *copy = lang_arena_alloc(arena, size + 1);
    if (copy != NULL) {
        if (size != 0)
            memcpy(copy, bytes, size);
        copy[size] = '\0';
    }
    return copy;
}
