/*
 * python_host.c - the program in the process of a Python that has no shared library.
 *
 * Such a Python cannot be opened inside of this process, but it has the functions of a library itself. So the process
 * becomes one of that Python's file, into which the loader first puts this program as a shared object
 * (tensor-kernel.so); host/start.c there begins the program in place of Python, which is started as ever at the first
 * import that needs it. Decides by the files alone: nothing is run.
 */
#include "python/python.h"
#include "python/python_find.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lang.h"

#define PROGRAM_VARIABLE "TENSOR_HOSTED_PROGRAM"

/* ---- becoming its guest --------------------------------------------------------------------------------------------
 */

/* The name under which the loader opens the shared object: it splits names at blanks and colons, so one that has such
 * is named by a descriptor, which stays open. */
static bool object_name(char *out, size_t size)
{
    char object[2 * PYTHON_PATH];
    if (!kernel_python_beside("tensor-kernel.so", object))
        return false;
    if (!strpbrk(object, " :"))
        return snprintf(out, size, "%s", object) < (int)size;
    int file = open(object, O_RDONLY);
    return file >= 0 && snprintf(out, size, "/proc/self/fd/%d", file) < (int)size;
}

void kernel_python_host(char **argv)
{
    char program[PYTHON_PATH], file[PYTHON_PATH], own[PYTHON_PATH], object[2 * PYTHON_PATH];
    const char *others = getenv("LD_PRELOAD");
    ssize_t n = readlink("/proc/self/exe", own, sizeof own - 1);
    if (kernel_python_host_program() || n <= 0 || kernel_python_is_off() || !kernel_python_choose(program) ||
        !kernel_python_needs_host(program, file) || !object_name(object, sizeof object))
        return;
    own[n] = '\0';
    char *preload = NULL;
    if (asprintf(&preload, "%s%s%s", object, others ? ":" : "", others ? others : "") < 0)
        return;
    if (setenv(PROGRAM_VARIABLE, own, 1) == 0 && setenv(KERNEL_PYTHON_HOST, program, 1) == 0 &&
        setenv("LD_PRELOAD", preload, 1) == 0)
        execv(file, argv);
    free(preload);
    unsetenv(PROGRAM_VARIABLE); /* it begins without: imports say what is missing */
    unsetenv(KERNEL_PYTHON_HOST);
    if (others)
        setenv("LD_PRELOAD", others, 1);
    else
        unsetenv("LD_PRELOAD");
}

void kernel_python_hosted(void)
{
    const char *python = getenv(KERNEL_PYTHON_HOST), *program = getenv(PROGRAM_VARIABLE),
               *preload = getenv("LD_PRELOAD");
    kernel_python_set_host(python ? python : "");
    if (program) {
        const char *name = strrchr(program, '/');
        lang_set_program(program);
        prctl(PR_SET_NAME, name ? name + 1 : program);
    }
    const char *others = preload ? strchr(preload, ':') : NULL;
    char *rest = others ? strdup(others + 1) : NULL;
    if (rest)
        setenv("LD_PRELOAD", rest, 1);
    else
        unsetenv("LD_PRELOAD");
    free(rest);
    unsetenv(PROGRAM_VARIABLE);
    unsetenv(KERNEL_PYTHON_HOST);
}
