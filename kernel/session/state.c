/* state.c - the lowest file of the session: its one struct, the clock, and what is read from the command line. Owns the
 * storage of struct kernel. Must not know queue, handlers or IPython. */
#include <stdlib.h>
#include <time.h>
#include "session.h"

static struct kernel the_kernel;

static _Thread_local struct kernel_shell *here;

struct kernel *kernel_current(void)
{
    return &the_kernel;
}

struct kernel_shell *kernel_shell_here(void)
{
    return here ? here : &the_kernel.main_shell;
}

void kernel_shell_enter(struct kernel_shell *shell)
{
    here = shell;
}

struct kernel_shell *kernel_subshells(struct kernel *kernel)
{
    return atomic_load(&kernel->subshells);
}

struct lang_thread *kernel_thread_here(void)
{
    return here && here->id[0] ? here->thread : the_kernel.thread;
}

struct kernel_output *kernel_output_here(struct kernel *kernel)
{
    struct kernel_shell *latest = here ? here : atomic_load(&kernel->latest);
    return &(latest ? latest : &kernel->main_shell)->output;
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
