/* python.h: the Python beside Jupyter, for imports of what the program itself does not have. */
#ifndef PYTHON_H
#define PYTHON_H

#include "lang.h"

/* Answers imports of modules that the language does not have with those of a Python on the machine, which is opened at
 * the first such import. */
void kernel_python_provide(struct lang_thread *t);

/* The object whose methods (kernel/python/plugin/bootstrap.py) do for the kernel what only Python can; UNDEF: it has
 * not been opened. New reference. */
lang_value kernel_python_session(struct lang_thread *t);
/* The same, opened now; where there is no Python, ModuleNotFoundError for `module`, which needs it. */
lang_value kernel_python_session_open(struct lang_thread *t, const char *module);
/* Runs a coroutine of the language in the session's event loop: what it returns. */
lang_value kernel_python_run_coroutine(struct lang_thread *t, lang_value coroutine);
/* Lets tasks that cells have left behind go on until the descriptor can be read. False: there are none. */
bool kernel_python_idle(struct lang_thread *t, int descriptor);
/* What Python does at the end of a cell: figures are shown. Errors are printed by it. */
void kernel_python_after_cell(struct lang_thread *t);
/* What Python does before its process ends: it waits for its threads if so asked, and calls the functions of atexit. */
void kernel_python_at_end(struct lang_thread *t, bool wait);
enum { KERNEL_PYTHON_PATH = 4096 };
/* The path of the interpreter that serves imports, or would: nothing is opened or run. False: there is none. */
bool kernel_python_program(char out[KERNEL_PYTHON_PATH]);
/* Where that Python has no shared library, the process becomes one of that Python's, with this program inside: main()
 * is called again. Returns where that is not needed, or cannot be. */
void kernel_python_host(char **argv);
#define KERNEL_PYTHON_HOST "TENSOR_HOSTED_PYTHON" /* the environment says so meanwhile */
/* There: before main(). */
void kernel_python_hosted(void);
/* `tensor-kernel -m MODULE ...`: that interpreter takes the place of this process. Returns an exit status if it cannot.
 */
int kernel_python_run_module(int argc, char **argv);
/* `tensor-kernel python`: prints which Python would be opened, and why. The exit status: 0 if it can be. */
int kernel_python_describe(void);

#endif
