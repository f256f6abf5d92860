/*
 * start.c - how the program begins when a Python hosts it: tensor-kernel.so only.
 *
 * The loader has put the shared object into that Python's process before Python began. Every program begins by calling
 * __libc_start_main with its main function, and finds this one. Knows no CPython and calls nothing of it.
 */
#include <dlfcn.h>
#include <stdlib.h>

#include "python/python.h"

int main(int argc, char **argv);

typedef int (*main_fn)(int, char **, char **);
typedef int (*start_fn)(main_fn, int, char **, void (*)(void), void (*)(void), void (*)(void), void *);

static int hosted_main(int argc, char **argv, char **environment)
{
    (void)environment;
    kernel_python_hosted();
    return main(argc, argv);
}

int __libc_start_main(main_fn program, int argc, char **argv, void (*init)(void), void (*fini)(void),
                      void (*loader_fini)(void), void *stack_end);

int __libc_start_main(main_fn program, int argc, char **argv, void (*init)(void), void (*fini)(void),
                      void (*loader_fini)(void), void *stack_end)
{
    start_fn start;
    *(void **)&start = dlsym(RTLD_NEXT, "__libc_start_main");
    if (!start)
        abort();
    return start(getenv(KERNEL_PYTHON_HOST) ? hosted_main : program, argc, argv, init, fini, loader_fini, stack_end);
}
