/* state.c - the lowest file of the session: its one struct, the clock, and what is read from the command line. Owns the
 * storage of struct kernel. Must not know queue, handlers or IPython. */
#include <stdlib.h>
#include <time.h>
#include "session.h"

static struct kernel the_kernel;

struct kernel *kernel_current(void)
{
    return &the_kernel;
}

uint64_t kernel_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

int kernel_device_count(const char *text)
{
    char *end;
    long count = strtol(text, &end, 10);
    return end == text || *end || count < 0 || count > 64 ? -1 : (int)count;
}
