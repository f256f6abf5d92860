/* The bump arena: memory of one parse, given back at once.
 *
 * Owns raw memory only. Everything a parse makes (names, nodes, scopes, decoded strings) lies in one arena and dies
 * with it; nothing in an arena has a destructor. It must not know what it stores. One arena belongs to one thread at a
 * time. */
#ifndef LANG_FRONT_ARENA_H
#define LANG_FRONT_ARENA_H

#include <stdbool.h>
#include <stddef.h>

struct lang_arena_block;

struct lang_arena {
    struct lang_arena_block *blocks; /* newest first */
    char *next, *end;                /* free part of the newest block */
    size_t used;                     /* bytes asked of the system so far */
    size_t limit;                    /* never ask for more than this; 0: no limit */
    bool (*stop)(void *);            /* asked whenever a block is opened: a parse of a huge text ends by it; or NULL */
    void *stop_arg;
    bool stopped; /* it has returned true: every allocation fails from then on */
};

/* Makes an empty arena. `limit` is the most memory it may take, 0 for no limit. Cannot fail. */
void lang_arena_init(struct lang_arena *arena, size_t limit);

/* Gives everything back; the arena is empty and usable again. */
void lang_arena_free(struct lang_arena *arena);

/* The slow half of lang_arena_alloc: opens another block. */
void *lang_arena_grow(struct lang_arena *arena, size_t size);

/* `size` uninitialised bytes, aligned for any node (8); NULL when memory is short or the limit is reached. */
static inline void *lang_arena_alloc(struct lang_arena *arena, size_t size)
{
    if (size > (size_t)-1 / 2)
        return NULL;
    size = (size + 7) & ~(size_t)7;
    if (size <= (size_t)(arena->end - arena->next)) {
        void *memory = arena->next;
        arena->next += size;
        return memory;
    }
    return lang_arena_grow(arena, size);
}

/* As lang_arena_alloc, but the bytes are zero. */
void *lang_arena_zalloc(struct lang_arena *arena, size_t size);

/* Space for `count` things of `size` bytes, checked against overflow; NULL on failure. count 0 gives a valid pointer.
 */
void *lang_arena_array(struct lang_arena *arena, size_t count, size_t size);

/* A copy of `size` bytes followed by a NUL; NULL on failure. */
char *lang_arena_copy(struct lang_arena *arena, const char *bytes, size_t size);

#endif
