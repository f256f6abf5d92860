/* The worker threads of the runtime: work is cut into tiles of at most about 20 ms, between which the interrupt flag is
   read. Threads are made on the first use that needs them and sleep when idle. Shared by the CPU and simulated devices.
   Knows no tensor. */
#ifndef RT_POOL_H
#define RT_POOL_H

#include "error.h"
#include <stdint.h>

/* Below this many simple element operations (or this many flops) work stays on the calling thread. */
#define RT_POOL_ELEMENTS 32768
#define RT_POOL_FLOPS 300000
/* The cost argument of work that is counted in flops. */
#define RT_POOL_COST_OF_FLOPS(flops) ((int64_t)((double)(flops) * ((double)RT_POOL_ELEMENTS / RT_POOL_FLOPS)))

/* One tile: items [begin, end). May be called from several threads at once; returns -1 and sets err (its own) to stop.
 */
typedef int (*rt_tile)(void *context, int64_t begin, int64_t end, struct rt_error *err);

/* Runs tile over [0, count) in pieces of `grain` items. cost = element operations of all items (RT_POOL_COST_OF_FLOPS
   for flops); small work, work of one piece and work of a nested call run on the calling thread (grain by grain, so
   interrupts still work). Which thread runs a piece is not fixed, pieces are: results must not depend on the thread.
   Fails with the first error of a tile or with RT_INTERRUPT; all tiles have ended when it returns. Thread-safe: a
   second caller while the pool is busy runs its tiles itself. */
int rt_parallel_for(int64_t count, int64_t grain, int64_t cost, rt_tile tile, void *context, struct rt_error *err);

/* For long tiles: RT_INTERRUPT when the interrupt flag, or the cancel flag of the call's owner, is up; otherwise 0. */
int rt_pool_check(struct rt_error *err);

/* True where rt_parallel_for with that cost would use more than the calling thread. */
bool rt_pool_worthwhile(int64_t cost);

/* A second interrupt flag for the calls made by this thread, beside the program's (a device's stream that is being
   cancelled); NULL takes it away. It must outlive the calls. */
void rt_pool_set_cancel_flag(const volatile int *flag);

/* Number of threads that compute (TENSOR_THREADS, else the processors this process may use); torch.get/set_num_threads.
   At least 1; fewer are used where a thread cannot be made. */
int rt_pool_threads(void);
void rt_pool_set_threads(int count);
/* Worker threads that exist now (tests: an idle kernel has none). */
int rt_pool_workers(void);

/* In a forked child the threads are gone: forget them. Called by pthread_atfork, public for tests. */
void rt_pool_after_fork(void);

#endif
