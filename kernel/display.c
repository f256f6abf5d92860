/*
 * display.c - display() and the native half of IPython.display.
 *
 * Owns the way from a value to a display message that is asked for by name; the value of a cell takes execute.c's way.
 * The classes (HTML, Image, handles ...) are library code in kernel/prelude/IPython.display.py.
 */
#include <stdlib.h>
#include <string.h>
#include "session.h"

/* Whether a mime type is in an iterable of them; 1, 0, -1. UNDEF and None: fallback. */
static int listed(struct lang_thread *t, lang_value types, const char *mime, int fallback)
{
    if (types.tag <= LANG_NONE)
        return fallback;
    struct lang_str *name = lang_str_from_c(t, mime);
    int found = name ? lang_contains(t, types, lang_obj(name)) : -1;
    lang_xdecref(t, name);
    return found;
}

/* Leaves only the entries that include and exclude let through. */
static int filter(struct lang_thread *t, struct lang_bundle *bundle, lang_value include, lang_value exclude)
{
    size_t kept = 0;
    for (size_t i = 0; i < bundle->count; i++) {
        struct lang_bundle_entry entry = bundle->entries[i];
        int in = listed(t, include, entry.mime, 1), out = in > 0 ? listed(t, exclude, entry.mime, 0) : 0;
        if (in < 0 || out < 0)
            return -1;
        if (in && !out) {
            bundle->entries[i] = bundle->entries[kept];
            bundle->entries[kept++] = entry;
        }
    }
    while (bundle->count > kept) {
        struct lang_bundle_entry *last = &bundle->entries[--bundle->count];
        free(last->mime);
        free(last->data);
    }
    return 0;
}

/* An error of a display method is told at once and does not stop the cell. */
static void tell_error(struct kernel *kernel, struct lang_thread *t)
{
    struct lang_report report = {0};
    if (!kernel->wire || lang_error_is(t, LANG_EXC_KeyboardInterrupt))
        return;
    lang_report(t, kernel->plain_reports ? LANG_REPORT_CELL_PLAIN : LANG_REPORT_CELL, &report);
    kernel_output_error(kernel, &report);
    lang_report_free(&report);
}

static int show(struct lang_thread *t, lang_value value, lang_value include, lang_value exclude, const char *display_id,
                bool update)
{
    struct kernel *kernel = kernel_current();
    struct lang_bundle bundle = {0};
    int status = lang_show(t, value, &bundle);
    if (status)
        tell_error(kernel, t);
    if (lang_error_occurred(t) || filter(t, &bundle, include, exclude)) {
        lang_bundle_free(&bundle);
        return -1;
    }
    if (display_id && !(bundle.display_id = strdup(display_id))) {
        lang_bundle_free(&bundle);
        lang_no_memory(t);
        return -1;
    }
    if (status >= 0 && (bundle.count || display_id) && kernel->host.display)
        kernel->host.display(kernel->host.ctx, &bundle, update ? LANG_DISPLAY_UPDATE : LANG_DISPLAY);
    lang_bundle_free(&bundle);
    return 0;
}

/* show(obj, include=None, exclude=None, display_id=None, update=False) */
static lang_value native_show(struct lang_thread *t, const lang_value *args)
{
    const char *display_id = NULL;
    int update = lang_is_undef(args[4]) ? 0 : lang_truth(t, args[4]);
    if (update < 0 || (args[3].tag > LANG_NONE && !(display_id = lang_as_utf8(t, args[3], "display_id", NULL))))
        return lang_error();
    return show(t, args[0], args[1], args[2], display_id, update) ? lang_error() : lang_none();
}

static lang_value native_clear_output(struct lang_thread *t, const lang_value *args)
{
    struct kernel *kernel = kernel_current();
    int wait = lang_is_undef(args[0]) ? 0 : lang_truth(t, args[0]);
    if (wait < 0)
        return lang_error();
    if (kernel->host.clear_output)
        kernel->host.clear_output(kernel->host.ctx, wait);
    return lang_none();
}

/* display(*objects): without options it needs no library code. */
static lang_value display(struct lang_thread *t, lang_value callee, const lang_value *args, size_t nargs,
                          struct lang_tuple *kwnames)
{
    (void)callee;
    if (kwnames && kwnames->length) {
        lang_value module = lang_import(t, "IPython.display");
        lang_value function = lang_is_error(module) ? module : lang_getattr_c(t, module, "display");
        lang_unref(t, module);
        if (lang_is_error(function))
            return function;
        lang_value result = lang_call(t, function, args, nargs, kwnames);
        lang_unref(t, function);
        return result;
    }
    for (size_t i = 0; i < nargs; i++)
        if (show(t, args[i], lang_none(), lang_none(), NULL, false))
            return lang_error();
    return lang_none();
}

static const struct lang_method functions[] = {
    {"show", "(obj, include=None, exclude=None, display_id=None, update=False)", native_show, "Display one object.", 0},
    {"clear_output", "(wait=False)", native_clear_output, "Clear the output of the current cell receiving output.", 0},
    {0},
};

static struct lang_module *make_module(struct lang_thread *t)
{
    struct lang_module *module = lang_module_new(t, "_display", "What IPython.display is built on.");
    if (module && lang_module_add_functions(t, module, functions)) {
        lang_decref(t, module);
        return NULL;
    }
    return module;
}

int kernel_display_start(struct kernel *kernel)
{
    struct lang_thread *t = kernel->thread;
    struct lang_native *function =
        lang_native_raw(t, "display", "Display a Python object in all frontends.", display, NULL);
    int status = function ? lang_dict_set_c(t, lang_builtins_dict(t), "display", lang_obj(function)) : -1;
    lang_xdecref(t, function);
    return status ? status : lang_add_native_module(t, "_display", make_module);
}
