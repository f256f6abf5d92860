/* Blocks of memory that a training loop makes and frees by the million: free lists of the thread, by size. Knows
   nothing of their contents. */
#ifndef RT_BLOCKS_H
#define RT_BLOCKS_H

#include "error.h"

#include <stdbool.h>
#include <stddef.h>

#define RT_BLOCK_STEP 64
/* Class k has blocks of k * RT_BLOCK_STEP bytes; class 0 is of larger ones, kept nowhere. */
#define RT_BLOCK_CLASSES 33
#define RT_BLOCKS_KEPT 256 /* of each class */

struct rt_block_list {
    void *first; /* a free block begins with a pointer to the next */
    int count;
};
extern _Thread_local struct rt_block_list rt_blocks[RT_BLOCK_CLASSES];
extern _Thread_local bool rt_blocks_kept; /* the thread keeps blocks, and its end is looked after */

static inline unsigned rt_block_class(size_t size)
{
    size_t k = (size + RT_BLOCK_STEP - 1) / RT_BLOCK_STEP;

    return k < RT_BLOCK_CLASSES ? (unsigned)k : 0;
}

/* Back to the system, or to the list when it is the thread's first. */
void rt_block_free_slow(void *block, unsigned k);

/* At least size bytes, NULL when there are none. k is rt_block_class(size). */
static inline void *rt_block_alloc(unsigned k, size_t size)
{
    void *block = rt_blocks[k].first;

    if (!block)
        return rt_alloc(k ? (size_t)k * RT_BLOCK_STEP : size);
    rt_blocks[k].first = *(void **)block;
    rt_blocks[k].count--;
    return block;
}

static inline void rt_block_free(void *block, unsigned k)
{
    if (k && rt_blocks_kept && rt_blocks[k].count < RT_BLOCKS_KEPT) {
        *(void **)block = rt_blocks[k].first;
        rt_blocks[k].first = block;
        rt_blocks[k].count++;
    } else
        rt_block_free_slow(block, k);
}

#endif
