/*
 * display.c - display() and the native half of IPython.display.
 *
 * Owns the way from a value to a display message that is asked for by name; the value of a cell takes execute.c's way.
 * The classes (HTML, Image, handles ...) are library code in kernel/prelude/IPython/display.py.
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
static int filter(struct lang_thread *t, struct kernel_bundle *bundle, lang_value include, lang_value exclude)
{
    size_t kept = 0;
    for (size_t i = 0; i < bundle->count; i++) {
        struct kernel_bundle_entry entry = bundle->entries[i];
        int in = listed(t, include, entry.mime, 1), out = in > 0 ? listed(t, exclude, entry.mime, 0) : 0;
        if (in < 0 || out < 0)
            return -1;
        if (in && !out) {
            bundle->entries[i] = bundle->entries[kept];
            bundle->entries[kept++] = entry;
        }
    }
    while (bundle->count > kept) {
        struct kernel_bundle_entry *last = &bundle->entries[--bundle->count];
        free(last->mime);
        free(last->data);
    }
    return 0;
}

void kernel_tell_error(struct kernel *kernel, struct lang_thread *t, bool only)
{
    struct lang_report report = {0};
    lang_report(t, kernel->plain_reports ? LANG_REPORT_CELL_PLAIN : LANG_REPORT_CELL, &report);
    if (only)
        kernel_shorten_report(&report);
    else if (!report.system_exit)
        kernel_restyle_report(kernel, &report);
    kernel_output_error(kernel, &report);
    lang_report_free(&report);
}

/* ---- metadata ---- */

static json_t *to_json(struct lang_thread *t, lang_value value);

static json_t *dict_to_json(struct lang_thread *t, struct lang_dict *dict)
{
    json_t *object = json_object();
    lang_value key, item;
    for (int64_t i = 0; object && lang_dict_next(dict, &i, &key, &item);) {
        const char *name = lang_as_utf8(t, key, "key", NULL);
        json_t *value = name ? to_json(t, item) : NULL;
        if (!value || json_object_set_new(object, name, value)) {
            json_decref(object);
            return NULL;
        }
    }
    return object;
}

static json_t *list_to_json(struct lang_thread *t, const lang_value *items, int64_t count)
{
    json_t *array = json_array();
    for (int64_t i = 0; array && i < count; i++) {
        json_t *value = to_json(t, items[i]);
        if (!value || json_array_append_new(array, value)) {
            json_decref(array);
            return NULL;
        }
    }
    return array;
}

/* A value as JSON; NULL with an exception (or, when memory is short, without one). */
static json_t *to_json(struct lang_thread *t, lang_value value)
{
    json_t *made = NULL;
    if (lang_enter(t, " while encoding JSON"))
        return NULL;
    if (lang_is_none(value))
        made = json_null();
    else if (value.tag == LANG_BOOL)
        made = json_boolean(value.i);
    else if (value.tag == LANG_INT)
        made = json_integer(value.i);
    else if (value.tag == LANG_FLOAT)
        made = json_real(value.f);
    else if (lang_is_str(value)) {
        size_t length;
        const char *text = lang_as_utf8(t, value, "value", &length);
        made = text ? json_stringn(text, length) : NULL;
    } else if (lang_is_dict(value))
        made = dict_to_json(t, lang_as_dict(value));
    else if (lang_is_list(value))
        made = list_to_json(t, lang_as_list(value)->items, lang_as_list(value)->length);
    else if (lang_is_tuple(value))
        made = list_to_json(t, lang_as_tuple(value)->items, lang_as_tuple(value)->length);
    else
        lang_fail(t, LANG_EXC_TypeError, "Object of type %N is not JSON serializable", value);
    lang_leave(t);
    return made;
}

/* Adds what display() was given to the metadata of the bundle. */
static int merge_metadata(struct lang_thread *t, struct kernel_bundle *bundle, lang_value metadata)
{
    if (!lang_is_dict(metadata))
        return 0;
    json_t *added = to_json(t, metadata);
    json_t *merged = bundle->metadata ? json_loads(bundle->metadata, 0, NULL) : json_object();
    char *text = NULL;
    if (added && merged && !json_object_update(merged, added))
        text = json_dumps(merged, JSON_COMPACT);
    json_decref(added);
    json_decref(merged);
    if (!text) {
        if (!lang_error_occurred(t))
            lang_no_memory(t);
        return -1;
    }
    free(bundle->metadata);
    bundle->metadata = text;
    return 0;
}

struct options {
    lang_value include, exclude, metadata;
    const char *display_id;
    bool update;
};

/* Without a front end everything is printed, as IPython does it. */
static int print(struct lang_thread *t, const char *text, size_t size)
{
    lang_value sys = lang_import(t, "sys"), file = lang_is_error(sys) ? sys : lang_getattr_c(t, sys, "stdout");
    lang_value s = lang_is_error(file) ? lang_error() : lang_obj_or_error(lang_str_new(t, text, size));
    lang_value r = lang_is_error(s) ? s : lang_is_none(file) ? file : lang_call_method_c(t, file, "write", &s, 1);
    lang_value owned[] = {sys, file, s, r};
    for (size_t i = 0; i < sizeof owned / sizeof *owned; i++)
        if (!lang_is_error(owned[i]))
            lang_unref(t, owned[i]);
    return lang_is_error(r) ? -1 : 0;
}

static int print_bundle(struct lang_thread *t, const struct kernel_bundle *bundle)
{
    int status = 0;
    for (size_t i = 0; !status && i < bundle->count; i++)
        if (!strcmp(bundle->entries[i].mime, "text/plain"))
            status = print(t, bundle->entries[i].data, bundle->entries[i].size) || print(t, "\n", 1) ? -1 : 0;
    return status;
}

static int show(struct lang_thread *t, lang_value value, const struct options *o)
{
    struct kernel *kernel = kernel_current();
    struct kernel_bundle bundle = {0};
    int status = kernel_format_value(t, value, &bundle);
    if (status && kernel->wire && !lang_error_is(t, LANG_EXC_KeyboardInterrupt))
        kernel_tell_error(kernel, t, false); /* it does not stop the cell */
    if (lang_error_occurred(t) || filter(t, &bundle, o->include, o->exclude) ||
        merge_metadata(t, &bundle, o->metadata)) {
        kernel_bundle_free(&bundle);
        return -1;
    }
    if (o->display_id && !(bundle.display_id = strdup(o->display_id))) {
        kernel_bundle_free(&bundle);
        lang_no_memory(t);
        return -1;
    }
    bool shown = status >= 0 && (bundle.count || o->display_id);
    int failed = shown && !kernel->display ? print_bundle(t, &bundle) : 0;
    if (shown && kernel->display)
        kernel->display(kernel, &bundle, o->update ? KERNEL_DISPLAY_UPDATE : KERNEL_DISPLAY);
    kernel_bundle_free(&bundle);
    return failed;
}

static lang_value native_show(struct lang_thread *t, const lang_value *args)
{
    struct options o = {.include = args[1], .exclude = args[2], .metadata = args[5]};
    int update = lang_is_undef(args[4]) ? 0 : lang_truth(t, args[4]);
    if (update < 0 || (args[3].tag > LANG_NONE && !(o.display_id = lang_as_utf8(t, args[3], "display_id", NULL))))
        return lang_error();
    o.update = update;
    return show(t, args[0], &o) ? lang_error() : lang_none();
}

/* Bytes as base64 text, which is how pictures travel. */
static lang_value native_base64(struct lang_thread *t, const lang_value *args)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    if (!lang_is_exactly(args[0], &lang_type_bytes))
        return lang_raise(t, LANG_EXC_TypeError, "a bytes-like object is required, not '%N'", args[0]);
    const struct lang_bytes *bytes = (const struct lang_bytes *)args[0].o;
    struct wire_text text = {0};
    for (int64_t i = 0; i < bytes->length; i += 3) {
        int64_t left = bytes->length - i;
        unsigned long group = (unsigned long)bytes->data[i] << 16 |
                              (left > 1 ? (unsigned long)bytes->data[i + 1] << 8 : 0) |
                              (left > 2 ? bytes->data[i + 2] : 0);
        char four[4] = {digits[group >> 18], digits[group >> 12 & 63], left > 1 ? digits[group >> 6 & 63] : '=',
                        left > 2 ? digits[group & 63] : '='};
        wire_text_add(&text, four, 4);
    }
    lang_value result =
        text.failed ? lang_no_memory(t) : lang_obj_or_error(lang_str_new(t, text.data ? text.data : "", text.length));
    wire_text_clear(&text);
    return result;
}

static lang_value native_ask(struct lang_thread *t, const lang_value *args)
{
    struct lang_str *prompt = lang_to_str(t, args[0]);
    lang_value answer = prompt ? lang_host_input(t, prompt, true) : lang_error();
    lang_xdecref(t, prompt);
    return answer;
}

#define EMPTY_LINE "\033[2K\r" /* of a terminal */

static lang_value native_clear_output(struct lang_thread *t, const lang_value *args)
{
    struct kernel *kernel = kernel_current();
    int wait = lang_is_undef(args[0]) ? 0 : lang_truth(t, args[0]);
    if (wait < 0)
        return lang_error();
    if (kernel->clear_output)
        kernel->clear_output(kernel, wait);
    else if (!kernel->display && print(t, EMPTY_LINE EMPTY_LINE, 2 * strlen(EMPTY_LINE)))
        return lang_error();
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
        if (show(t, args[i], &(struct options){0}))
            return lang_error();
    return lang_none();
}

static const struct lang_method functions[] = {
    {"show", "(obj, include=None, exclude=None, display_id=None, update=False, metadata=None)", native_show,
     "Display one object.", 0},
    {"base64", "(data, /)", native_base64, "Bytes as base64 text.", 0},
    {"ask_password", "(prompt, /)", native_ask, "Ask for a text that is not shown.", 0},
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
