/* Free lists of blocks of memory (see blocks.h): how a thread's lists begin, and how they end with the thread. */
#include "blocks.h"

#include <pthread.h>

_Thread_local struct rt_block_list rt_blocks[RT_BLOCK_CLASSES];

static pthread_key_t at_exit;
static pthread_once_t at_exit_made = PTHREAD_ONCE_INIT;
_Thread_local bool rt_blocks_kept;

/* At the end of a thread: gives its lists back to the system. */
static void drop_lists(void *unused)
{
    (void)unused;
    for (unsigned k = 0; k < RT_BLOCK_CLASSES; k++) {
        for (void *block; (block = rt_blocks[k].first);) {
            rt_blocks[k].first = *(void **)block;
            rt_free(block);
        }
        rt_blocks[k].count = 0;
    }
    rt_blocks_kept = false;
}

static void make_key(void)
{
    if (pthread_key_create(&at_exit, drop_lists) != 0)
        at_exit = 0; /* then the lists of ended threads leak */
}

void rt_block_free_slow(void *block, unsigned k)
{
#ifdef __SANITIZE_ADDRESS__
    bool keep = false; /* so that the use of a freed block is found */
#else
    bool keep = k && !rt_blocks_kept;
#endif

    if (!keep) {
        rt_free(block);
        return;
    }
    pthread_once(&at_exit_made, make_key);
    pthread_setspecific(at_exit, &rt_blocks_kept);
    rt_blocks_kept = true;
    *(void **)block = rt_blocks[k].first;
    rt_blocks[k].first = block;
    rt_blocks[k].count++;
}
