/* alloc_trace.h: where the blocks of memory were taken that are in use, for the module tracemalloc.
 *
 * alloc.c calls the first three while tracing is on. Everything here needs the interpreter lock. */
#ifndef LANG_VM_ALLOC_TRACE_H
#define LANG_VM_ALLOC_TRACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct lang_text;
struct lang_thread;

/* The innermost frames of a program when it took memory, the innermost first. Lives until the traces are cleared. */
struct lang_alloc_frame {
    struct lang_text *text; /* counted; NULL: not known */
    uint32_t line;
};
struct lang_alloc_stack {
    struct lang_alloc_stack *next; /* of the same bucket */
    uint64_t hash;
    uint32_t count, total; /* frames that are kept, frames that there were */
    struct lang_alloc_frame frames[];
};
struct lang_alloc_trace {
    const void *block; /* NULL: an empty place of the table */
    size_t size;
    const struct lang_alloc_stack *stack;
};

enum { LANG_ALLOC_TRACE_FRAMES = 65535 };

/* A block is in use from now on; where there is no memory to note it, it is not traced. */
void lang_alloc_trace_add(struct lang_thread *t, const void *block, size_t size);
/* It no longer is. */
void lang_alloc_trace_remove(const void *block);

/* alloc.c: whether blocks are traced, and of how many frames; start with another number changes that of later ones. */
bool lang_alloc_tracing(void);
void lang_alloc_trace_start(uint32_t frames);
void lang_alloc_trace_stop(void);
/* Takes what was freed since the last allocation out of the traces. */
void lang_alloc_trace_settle(void);

/* What is known, after lang_alloc_trace_settle(). */
uint32_t lang_alloc_trace_limit(void);
void lang_alloc_trace_set_limit(uint32_t frames);
void lang_alloc_trace_sizes(size_t *now, size_t *peak);
void lang_alloc_trace_reset_peak(void);
size_t lang_alloc_trace_own_memory(void);
/* While it is paused no block is added: what is made meanwhile is the answer to a question about the others. */
void lang_alloc_trace_pause(bool pause);
const struct lang_alloc_trace *lang_alloc_trace_find(const void *block); /* NULL: not traced */
/* A copy of all, for the caller to free; NULL: no memory. */
struct lang_alloc_trace *lang_alloc_trace_copy(size_t *count);
void lang_alloc_trace_clear(void);

#endif
