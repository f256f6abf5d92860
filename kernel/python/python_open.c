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

static lang_value refuse(struct lang_thread *t, const char *dotted)
{
    (void)t, (void)dotted;
    return lang_undef();
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

static lang_value first_import(struct lang_thread *t, const char *dotted)
{
    static bool tried;
    if (tried)
        return lang_undef();
    tried = true;
    char reason[1024] = "";
    const struct lang_foreign *foreign = open_plugin(t, reason, sizeof reason);
    if (!foreign) {
        fprintf(stderr, "python: %s\n", reason);
        return refuse(t, dotted);
    }
    lang_set_foreign(lang_thread_vm(t), foreign);
    return foreign->import(t, dotted);
}

void python_provide(struct lang_thread *t)
{
    static const struct lang_foreign closed = {first_import, NULL, NULL, NULL};
    lang_set_foreign(lang_thread_vm(t), &closed);
}
