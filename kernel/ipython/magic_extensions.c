/*
 * magic_extensions.c - %load_ext and its kin, %autoreload, %aimport, %matplotlib.
 *
 * Owns which extensions are loaded. What %autoreload does is written in the language: IPython.extensions.autoreload.
 */
#include <stdlib.h>
#include <string.h>
#include "magic.h"
#include "python/python.h"

#define AUTORELOAD "IPython.extensions.autoreload"

/* Calls a function of a module with a text (NULL: without an argument). */
static lang_value call_in(struct lang_thread *t, lang_value module, const char *name, const lang_value *argument)
{
    struct lang_str *attribute = lang_intern_c(t, name);
    lang_value function = attribute ? lang_getattr(t, module, attribute) : lang_error();
    lang_xdecref(t, attribute);
    if (lang_is_error(function))
        return function;
    lang_value result = lang_call(t, function, argument, argument ? 1 : 0, NULL);
    lang_unref(t, function);
    return result;
}

static lang_value call_autoreload(struct lang_thread *t, const char *name, const lang_value *argument)
{
    lang_value module = lang_import(t, AUTORELOAD);
    lang_value result = lang_is_error(module) ? module : call_in(t, module, name, argument);
    lang_unref(t, module);
    return result;
}

/* %autoreload and %aimport: the language's function gets the line; a text it returns is a UsageError's. */
lang_value kernel_magic_autoreload(struct magic_call *call)
{
    lang_value line = kernel_magic_string(call, call->line);
    lang_value answer = lang_is_error(line) ? line : call_autoreload(call->t, call->name, &line);
    lang_unref(call->t, line);
    if (!lang_is_str(answer))
        return answer;
    const char *text = lang_as_utf8(call->t, answer, "text", NULL);
    lang_value error = text ? lang_usage_error(call->t, "%s", text) : lang_error();
    lang_unref(call->t, answer);
    return error;
}

int kernel_magic_before_cell(struct kernel *kernel)
{
    if (!kernel->magic->autoreload)
        return 0;
    lang_value done = call_autoreload(kernel_thread_here(), "check", NULL);
    lang_unref(kernel_thread_here(), done);
    return lang_is_error(done) ? -1 : 0;
}

void kernel_magic_after_cell(struct kernel *kernel)
{
    if (!kernel->magic->autoreload)
        return;
    lang_value done = call_autoreload(kernel_thread_here(), "note", NULL);
    if (lang_is_error(done))
        lang_error_clear(kernel_thread_here());
    lang_unref(kernel_thread_here(), done);
}

/* ---- extensions ---- */

static bool is_loaded(struct magic_call *call, lang_value name)
{
    struct lang_dict *loaded =
        lang_is_obj(call->kernel->magic->extensions) ? lang_as_dict(call->kernel->magic->extensions) : NULL;
    int found = loaded ? lang_contains(call->t, lang_obj(loaded), name) : 0;
    if (found < 0)
        lang_error_clear(call->t);
    return found > 0;
}

static int keep_loaded(struct magic_call *call, lang_value name, bool loaded)
{
    lang_value *kept = &call->kernel->magic->extensions;
    if (!lang_is_obj(*kept)) {
        struct lang_dict *made = lang_dict_new(call->t);
        if (!made)
            return -1;
        *kept = lang_obj(made);
    }
    return loaded ? lang_dict_set(call->t, lang_as_dict(*kept), name, lang_none())
                  : lang_dict_del(call->t, lang_as_dict(*kept), name);
}

/* The module of an extension; "autoreload" is short for IPython's own. */
static lang_value extension_module(struct magic_call *call)
{
    return lang_import(call->t, strcmp(call->line, "autoreload") ? call->line : AUTORELOAD);
}

/* Calls load_ipython_extension or unload_ipython_extension. 1 done, 0 the module has none, -1 an exception. */
static int call_hook(struct magic_call *call, lang_value module, const char *hook)
{
    struct lang_thread *t = call->t;
    struct lang_str *name = lang_intern_c(t, hook);
    lang_value function = name ? lang_getattr_opt(t, module, name) : lang_error();
    lang_xdecref(t, name);
    if (!lang_is_obj(function))
        return lang_is_error(function) ? -1 : 0;
    lang_value get = lang_dict_get_c(t, lang_builtins_dict(t), "get_ipython");
    lang_value shell = lang_is_undef(get) ? lang_none() : lang_call(t, get, NULL, 0, NULL);
    lang_value done = lang_is_error(shell) ? shell : lang_call(t, function, &shell, 1, NULL);
    lang_unref(t, shell);
    lang_unref(t, function);
    lang_unref(t, done);
    return lang_is_error(done) ? -1 : 1;
}

static lang_value load(struct magic_call *call, lang_value name)
{
    lang_value module = extension_module(call);
    int hooked = lang_is_error(module) ? -1 : call_hook(call, module, "load_ipython_extension");
    lang_unref(call->t, module);
    if (hooked == 0 && strcmp(call->name, "reload_ext"))
        kernel_magic_print(call, "The %s module is not an IPython extension.\n", call->line);
    if (hooked > 0 && keep_loaded(call, name, true) < 0)
        hooked = -1;
    if (hooked > 0 && (!strcmp(call->line, "autoreload") || !strcmp(call->line, AUTORELOAD)))
        call->kernel->magic->autoreload = true;
    return hooked < 0 ? lang_error() : lang_none();
}

static lang_value unload(struct magic_call *call, lang_value name)
{
    lang_value module = extension_module(call);
    int hooked = lang_is_error(module) ? -1 : call_hook(call, module, "unload_ipython_extension");
    lang_unref(call->t, module);
    if (hooked == 0)
        kernel_magic_print(call, "The %s extension doesn't define how to unload it.\n", call->line);
    if (hooked > 0 && keep_loaded(call, name, false) < 0)
        hooked = -1;
    return hooked < 0 ? lang_error() : lang_none();
}

/* Unloads where the extension knows how, and loads; its module is read again. */
static lang_value reload(struct magic_call *call, lang_value name)
{
    struct lang_thread *t = call->t;
    if (!is_loaded(call, name) || strstr(call->line, "autoreload"))
        return load(call, name);
    lang_value module = extension_module(call);
    int hooked = lang_is_error(module) ? -1 : call_hook(call, module, "unload_ipython_extension");
    lang_value importlib = hooked < 0 ? lang_error() : lang_import(t, "importlib");
    lang_value again = lang_is_error(importlib) ? importlib : call_in(t, importlib, "reload", &module);
    lang_unref(t, importlib);
    lang_unref(t, module);
    lang_unref(t, again);
    return lang_is_error(again) ? again : load(call, name);
}

lang_value kernel_magic_extension(struct magic_call *call)
{
    if (!*call->line)
        return lang_usage_error(call->t, "Missing module name.");
    lang_value name = kernel_magic_string(call, call->line), result = lang_none();
    bool loaded = !lang_is_error(name) && is_loaded(call, name);
    if (lang_is_error(name))
        return name;
    if (!strcmp(call->name, "reload_ext"))
        result = reload(call, name);
    else if (!strcmp(call->name, "unload_ext") && loaded)
        result = unload(call, name);
    else if (!strcmp(call->name, "unload_ext"))
        kernel_magic_print(call, "The %s extension is not loaded.\n", call->line);
    else if (loaded)
        kernel_magic_print(call, "The %s extension is already loaded. To reload it, use:\n  %%reload_ext %s\n",
                           call->line, call->line);
    else
        result = load(call, name);
    lang_unref(call->t, name);
    return result;
}

/* Plots are matplotlib's, which is opened by the Python beside Jupyter (kernel/python). */
lang_value kernel_magic_matplotlib(struct magic_call *call)
{
    const char *line = call->line;
    char word[128], gui[128] = "";
    bool list = false;
    while (kernel_magic_word(&line, word, sizeof word)) {
        if (!strcmp(word, "-l") || !strcmp(word, "--list")) {
            list = true;
            continue;
        }
        if (word[0] == '-' || gui[0])
            return lang_usage_error(call->t, "unrecognized arguments: %s", word);
        memcpy(gui, word, sizeof gui);
    }
    lang_value session = kernel_python_session_open(call->t, "matplotlib");
    if (lang_is_error(session))
        return session;
    lang_value name = lang_obj_or_error(lang_str_from_c(call->t, gui)), value = name;
    if (!lang_is_error(name)) {
        value = lang_call_method_c(call->t, session, list ? "matplotlib_backends" : "matplotlib", &name, !list);
        lang_unref(call->t, name);
    }
    lang_unref(call->t, session);
    if (lang_is_error(value))
        return value;
    struct lang_str *text = list ? lang_repr(call->t, value) : lang_to_str(call->t, value);
    lang_unref(call->t, value);
    const char *shown = text ? lang_str_utf8(call->t, text, NULL) : NULL;
    if (shown && list)
        kernel_magic_print(call, "Available matplotlib backends: %s\n", shown);
    else if (shown && !gui[0])
        kernel_magic_print(call, "Using matplotlib backend: %s\n", shown);
    lang_xdecref(call->t, text);
    return shown ? lang_none() : lang_error();
}
