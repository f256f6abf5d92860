/* python_open.c: opens CPython's library and the plugin at the first import that asks for them. Knows no CPython. */
#include "python/python.h"
#include "python/python_plugin.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LINE = 4096 };
static const char question[] =
    "import sys,sysconfig as s;v=s.get_config_var;"
    "print(sys.executable);print(v('LIBDIR'));print(v('INSTSONAME') or v('LDLIBRARY'));print(v('Py_ENABLE_SHARED'))";

/* What the interpreter says of itself: its path, and that of its library. */
static int ask(const char *python, char program[LINE], char library[2 * LINE])
{
    char command[2 * LINE], folder[LINE] = "", name[LINE] = "";
    snprintf(command, sizeof command, "'%s' -I -S -c \"%s\" 2>/dev/null", python, question);
    FILE *pipe = popen(command, "re");
    if (!pipe)
        return -1;
    int fine = fgets(program, LINE, pipe) && fgets(folder, LINE, pipe) && fgets(name, LINE, pipe);
    int status = pclose(pipe);
    if (!fine || status)
        return -1;
    program[strcspn(program, "\n")] = folder[strcspn(folder, "\n")] = name[strcspn(name, "\n")] = '\0';
    snprintf(library, 2 * LINE, "%s/%s", folder, name);
    if (access(library, R_OK))
        snprintf(library, 2 * LINE, "%s", name);
    return 0;
}

static const struct lang_foreign *open_plugin(struct lang_thread *t, char *reason, size_t size)
{
    const char *python = getenv("TENSOR_PYTHON");
    char program[LINE], library[2 * LINE], plugin[2 * LINE];
    if (ask(python ? python : "python3", program, library)) {
        snprintf(reason, size, "no Python");
        return NULL;
    }
    if (!dlopen(library, RTLD_NOW | RTLD_GLOBAL)) {
        snprintf(reason, size, "%s", dlerror());
        return NULL;
    }
    ssize_t n = readlink("/proc/self/exe", plugin, LINE);
    if (n < 0)
        return NULL;
    plugin[n] = '\0';
    snprintf(strrchr(plugin, '/'), LINE, "/tensor-python.so");
    void *handle = dlopen(plugin, RTLD_NOW | RTLD_LOCAL);
    if (!handle) {
        snprintf(reason, size, "%s", dlerror());
        return NULL;
    }
    python_plugin_fn start;
    *(void **)&start = dlsym(handle, PYTHON_PLUGIN_SYMBOL);
    return start ? start(t, program, reason, size) : NULL;
}

static char reason[1024]; /* why there is none, once that is known */

/* Opens it, at the first call. Whether it is open. */
static bool is_open(struct lang_thread *t)
{
    static bool tried;
    const struct lang_foreign *foreign = lang_foreign(lang_thread_vm(t));
    if (foreign->session || tried)
        return foreign->session;
    tried = true;
    foreign = open_plugin(t, reason, sizeof reason);
    if (foreign)
        lang_set_foreign(lang_thread_vm(t), foreign);
    return foreign;
}

static lang_value first_import(struct lang_thread *t, const char *dotted)
{
    return is_open(t) ? lang_foreign(lang_thread_vm(t))->import(t, dotted) : lang_undef();
}

void python_provide(struct lang_thread *t)
{
    static const struct lang_foreign closed = {first_import, NULL, NULL, NULL, NULL};
    lang_set_foreign(lang_thread_vm(t), &closed);
}

lang_value python_session(struct lang_thread *t)
{
    const struct lang_foreign *foreign = lang_foreign(lang_thread_vm(t));
    return foreign && foreign->session ? foreign->session(t) : lang_undef();
}

void python_after_cell(struct lang_thread *t)
{
    lang_value session = python_session(t);
    if (lang_is_undef(session))
        return;
    lang_value v = lang_is_error(session) ? session : lang_call_method_c(t, session, "after_cell", NULL, 0);
    if (lang_is_error(v))
        lang_error_clear(t);
    else
        lang_unref(t, v);
    lang_unref(t, session);
}

lang_value python_session_open(struct lang_thread *t, const char *module)
{
    return is_open(t) ? python_session(t)
                      : lang_raise(t, LANG_EXC_ModuleNotFoundError, "No module named '%s' (%s)", module, reason);
}
