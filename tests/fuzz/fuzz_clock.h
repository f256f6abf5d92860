/* The clock of the fuzz targets: raises the interrupt flag when one input takes longer than TICKS ticks, so that
 * endless programs end. */
#ifndef FUZZ_CLOCK_H
#define FUZZ_CLOCK_H

#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

enum { FUZZ_TICK_MS = 50, FUZZ_TICKS = 6 };

static atomic_int fuzz_interrupt;
static atomic_int fuzz_running; /* number of the input at work, 0: none */

static void *fuzz_clock_thread(void *unused)
{
    (void)unused;
    for (int seen = 0, ticks = 0;;) {
        struct timespec tick = {0, FUZZ_TICK_MS * 1000000L};
        nanosleep(&tick, NULL);
        int now = atomic_load(&fuzz_running);
        ticks = now && now == seen ? ticks + 1 : 0;
        seen = now;
        if (ticks > FUZZ_TICKS)
            atomic_store(&fuzz_interrupt, 1);
    }
    return NULL;
}

static void fuzz_clock_start(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, fuzz_clock_thread, NULL);
}

static void fuzz_clock_begin(void)
{
    static int inputs;
    atomic_store(&fuzz_interrupt, 0);
    atomic_store(&fuzz_running, ++inputs);
}

static void fuzz_clock_end(void)
{
    atomic_store(&fuzz_running, 0);
    atomic_store(&fuzz_interrupt, 0);
}

#endif
