/* python_open.c: opens CPython's library and the plugin at the first import that asks for them. Knows no CPython. */
#include "python/python.h"
#include "python/python_find.h"
#include "python/python_plugin.h"

#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char reason[4 * PYTHON_PATH]; /* why it cannot be opened, once that is known */

static bool find_plugin(char out[2 * PYTHON_PATH])
{
    const char *asked = getenv("TENSOR_PYTHON_PLUGIN");
    return asked && *asked ? snprintf(out, 2 * PYTHON_PATH, "%s", asked) < 2 * PYTHON_PATH
                           : kernel_python_beside("tensor-python.so", out);
}

/* NULL with a line that says what to do. Extension modules look for its functions in the process. */
static void *open_library(const struct python_found *found, char *out, size_t size)
{
    void *library = dlopen(found->library[0] ? found->library : NULL, RTLD_NOW | RTLD_GLOBAL);
    if (!library)
        snprintf(out, size, "%s (%s) has no library that can be opened; install libpython%s (%s)", found->program,
                 found->why, found->series, dlerror());
    return library;
}

/* NULL with a reason. Each part is opened once; what failed is tried again at the next import. */
static const struct lang_foreign *open_plugin(struct lang_thread *t, struct python_found *found)
{
    static python_plugin_fn start;
    static char program[PYTHON_PATH];
    char plugin[2 * PYTHON_PATH];
    reason[0] = '\0';
    if (start)
        return start(t, program, reason, sizeof reason);
    if (kernel_python_is_off())
        return NULL; /* asked for: imports say no more than that there is no such module */
    if (!find_plugin(plugin)) {
        snprintf(reason, sizeof reason, "this program was built without the plugin for Python");
        return NULL;
    }
    if (kernel_python_find(found) < 0) {
        snprintf(reason, sizeof reason, "%s", found->reason);
        return NULL;
    }
    if (!open_library(found, reason, sizeof reason))
        return NULL;
    void *handle = dlopen(plugin, RTLD_NOW | RTLD_LOCAL);
    if (!handle) {
        snprintf(reason, sizeof reason, "%s", dlerror());
        return NULL;
    }
    *(void **)&start = dlsym(handle, PYTHON_PLUGIN_SYMBOL);
    if (!start) {
        snprintf(reason, sizeof reason, "%s is no plugin of this program", plugin);
        return NULL;
    }
    strcpy(program, found->program);
    return start(t, program, reason, sizeof reason);
}

static void keep_closed(struct lang_thread *t);

/* Opens it, at the first call. Whether it is open. */
static bool is_open(struct lang_thread *t)
{
    const struct lang_foreign *foreign = lang_foreign(lang_thread_vm(t));
    if (foreign->session)
        return true;
    struct python_found *found = malloc(sizeof *found);
    foreign = found ? open_plugin(t, found) : NULL;
    free(found);
    if (foreign)
        lang_set_foreign(lang_thread_vm(t), foreign);
    else
        keep_closed(t);
    return foreign;
}

static lang_value first_import(struct lang_thread *t, const char *dotted)
{
    if (is_open(t))
        return lang_foreign(lang_thread_vm(t))->import(t, dotted);
    if (!reason[0])
        return lang_undef();
    return lang_raise(t, LANG_EXC_ModuleNotFoundError, "No module named '%s' (%s)", dotted, reason);
}

static lang_value first_folders(struct lang_thread *t, const char *name)
{
    return is_open(t) ? lang_foreign(lang_thread_vm(t))->folders(t, name) : lang_undef();
}

/* Which modules there are is worth opening it. */
static lang_value first_question(struct lang_thread *t, lang_value v, const char *question, const lang_value *details,
                                 size_t count)
{
    bool asked = strcmp(question, "modules") == 0 || strcmp(question, "importable") == 0;
    return asked && is_open(t) ? lang_foreign(lang_thread_vm(t))->ask(t, v, question, details, count) : lang_undef();
}

/* What could not be opened may have left objects here, which are still asked by the plugin. */
static void keep_closed(struct lang_thread *t)
{
    static struct lang_foreign closed;
    const struct lang_foreign *now = lang_foreign(lang_thread_vm(t));
    if (now && now != &closed)
        closed = *now;
    closed.import = first_import;
    closed.folders = first_folders;
    closed.session = NULL;
    closed.ask = first_question;
    lang_set_foreign(lang_thread_vm(t), &closed);
}

void kernel_python_provide(struct lang_thread *t)
{
    keep_closed(t);
}

lang_value kernel_python_session(struct lang_thread *t)
{
    const struct lang_foreign *foreign = lang_foreign(lang_thread_vm(t));
    return foreign && foreign->session ? foreign->session(t) : lang_undef();
}

lang_value kernel_python_session_open(struct lang_thread *t, const char *module)
{
    return is_open(t) ? kernel_python_session(t)
                      : lang_raise(t, LANG_EXC_ModuleNotFoundError,
                                   reason[0] ? "No module named '%s' (%s)" : "No module named '%s'", module, reason);
}

/* The module of the loop of a session where no Python is: borrowed if it has been imported, else UNDEF. */
static lang_value own_loop(struct lang_thread *t)
{
    return lang_dict_get_c(t, lang_modules_dict(t), "asyncio._cells");
}

static lang_value run_in_own_loop(struct lang_thread *t, lang_value coroutine)
{
    lang_value module = lang_import(t, "asyncio._cells");
    if (lang_is_error(module))
        return module;
    lang_value r = lang_call_method_c(t, module, "run", &coroutine, 1);
    lang_unref(t, module);
    return r;
}

lang_value kernel_python_run_coroutine(struct lang_thread *t, lang_value coroutine)
{
    lang_value session = kernel_python_session_open(t, "asyncio");
    if (lang_is_error(session) && lang_error_is(t, LANG_EXC_ImportError)) {
        lang_error_clear(t);
        return run_in_own_loop(t, coroutine);
    }
    if (lang_is_error(session))
        return session;
    lang_value r = lang_call_method_c(t, session, "run_coroutine", &coroutine, 1);
    if (lang_is_error(r))
        lang_traceback_skip_foreign(t);
    lang_unref(t, session);
    return r;
}

bool kernel_python_idle(struct lang_thread *t, int descriptor)
{
    lang_value session = kernel_python_session(t), argument = lang_int(descriptor);
    if (lang_is_undef(session)) {
        session = own_loop(t);
        if (lang_is_undef(session))
            return false;
        lang_ref(session);
    }
    lang_value v = lang_is_error(session) ? session : lang_call_method_c(t, session, "idle", &argument, 1);
    bool done = !lang_is_error(v) && lang_truth(t, v) > 0;
    if (lang_is_error(v)) { /* an interrupt, or what a task has raised that ends programs */
        lang_error_clear(t);
        done = true;
    } else {
        lang_unref(t, v);
    }
    if (!lang_is_error(session))
        lang_unref(t, session);
    return done;
}

/* Calls a method of the session, if there is one; what it raises is not shown. */
static void tell(struct lang_thread *t, const char *method, const lang_value *args, size_t count)
{
    lang_value session = kernel_python_session(t);
    if (lang_is_undef(session))
        return;
    lang_value v = lang_is_error(session) ? session : lang_call_method_c(t, session, method, args, count);
    if (lang_is_error(v))
        lang_error_clear(t);
    else
        lang_unref(t, v);
    if (!lang_is_error(session))
        lang_unref(t, session);
}

void kernel_python_after_cell(struct lang_thread *t)
{
    tell(t, "after_cell", NULL, 0);
}

void kernel_python_at_end(struct lang_thread *t, bool wait)
{
    lang_value waits = lang_bool(wait);
    tell(t, "at_end", &waits, 1);
}

bool kernel_python_program(char out[KERNEL_PYTHON_PATH])
{
    return !kernel_python_is_off() && kernel_python_choose(out);
}

int kernel_python_run_module(int argc, char **argv)
{
    char program[PYTHON_PATH];
    if (!kernel_python_program(program)) {
        fputs("tensor-kernel -m: there is no Python on this machine; TENSOR_PYTHON names one\n", stderr);
        return 1;
    }
    char **args = malloc((size_t)(argc + 2) * sizeof *args);
    if (!args)
        return 1;
    args[0] = program;
    memcpy(args + 1, argv, (size_t)argc * sizeof *args);
    args[argc + 1] = NULL;
    execv(program, args);
    fprintf(stderr, "tensor-kernel -m: %s: %s\n", program, strerror(errno));
    free(args);
    return 127;
}

int kernel_python_describe(void)
{
    char plugin[2 * PYTHON_PATH];
    struct python_found *found = malloc(sizeof *found);
    bool have = find_plugin(plugin), fine = false;
    if (!found)
        return 1;
    if (!have) {
        puts("no plugin: this program was built without Python's headers");
    } else if (kernel_python_find(found) < 0) {
        printf("no Python: %s\n", found->reason);
    } else {
        fine = open_library(found, reason, sizeof reason);
        printf("interpreter  %s (%s)\nversion      %s\nlibrary      %s\nplugin       %s\n", found->program, found->why,
               found->version, found->library, plugin);
        if (!fine)
            printf("cannot be opened: %s\n", reason);
    }
    free(found);
    return fine ? 0 : 1;
}
