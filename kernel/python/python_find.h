/* python_find.h: which Python is opened, and why. */
#ifndef PYTHON_FIND_H
#define PYTHON_FIND_H

#include <stdbool.h>

enum { PYTHON_PATH = 4096 };

struct python_found {
    char program[PYTHON_PATH];     /* the interpreter, of a virtual environment as well */
    const char *why;               /* what named it */
    char version[32], series[32];  /* "3.11.2", "3.11" */
    char library[3 * PYTHON_PATH]; /* empty: the process is one of that Python's */
    char reason[3 * PYTHON_PATH];  /* why there is none, one line */
};

/* TENSOR_PYTHON=off: there is to be none. */
bool kernel_python_is_off(void);
/* Where the interpreter is and what named it, without a look at it; NULL: there is none. */
const char *kernel_python_choose(char out[PYTHON_PATH]);
/* TENSOR_PYTHON (a path, a name on PATH, or "off"), the active virtual environment or conda's, the interpreter of the
 * jupyter on PATH, python3 on PATH. Runs it once to ask for its library. 0, or -1 with a reason. */
int kernel_python_find(struct python_found *found);

/* The shared library of a Python of a series ("3.11") that has its files in `folder`. False: it is in none of the usual
 * places. */
bool kernel_python_library(const char *folder, const char *series, char out[3 * PYTHON_PATH]);
/* A file beside the program or in ../lib/tensor-kernel. */
bool kernel_python_beside(const char *name, char out[2 * PYTHON_PATH]);

/* Whether this Python has no shared library and can run the program inside of its own process; `file` is what to start.
 */
bool kernel_python_needs_host(const char *program, char file[PYTHON_PATH]);
/* The Python whose process this is; NULL: it is the program's own. */
const char *kernel_python_host_program(void);
void kernel_python_set_host(const char *program);

#endif
