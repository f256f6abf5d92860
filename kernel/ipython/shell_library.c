/*
 * shell_library.c - when the session asks the part of get_ipython() that is written in the language: at the first
 * attribute that is one of it, and from then on around every cell.
 *
 * Must not know what it does, nor what it asks of the session (shell_natives.c).
 */
#include <stdlib.h>
#include <string.h>
#include "session.h"

#define LIBRARY "IPython.core.interactiveshell"

int kernel_library_load(struct kernel *kernel, struct lang_thread *t)
{
    kernel->library = true; /* before: the module asks for attributes itself */
    lang_value module = lang_import(t, LIBRARY);
    if (lang_is_error(module)) {
        kernel->library = false;
        return -1;
    }
    lang_unref(t, module);
    return 0;
}

lang_value kernel_library_call(struct lang_thread *t, const char *name, const lang_value *args, size_t nargs)
{
    lang_value module = lang_import(t, LIBRARY);
    lang_value value = lang_is_error(module) ? module : lang_call_method_c(t, module, name, args, nargs);
    if (!lang_is_error(module))
        lang_unref(t, module);
    return value;
}

int kernel_library_before(struct kernel *kernel, struct lang_source *source, lang_value *held)
{
    struct lang_thread *t = kernel_thread_here();
    if (!kernel->library)
        return 0;
    lang_value text = lang_obj_or_error(lang_str_new(t, source->text, source->size));
    lang_value answer = lang_is_error(text) ? text : kernel_library_call(t, "before_cell", &text, 1);
    if (!lang_is_error(text))
        lang_unref(t, text);
    if (lang_is_error(answer))
        return -1;
    /* (text, or None for the same; which values are shown) */
    struct lang_tuple *both = lang_is_tuple(answer) ? lang_as_tuple(answer) : NULL;
    if (both && both->length == 2 && both->items[1].tag == LANG_INT)
        source->show = (int)both->items[1].i;
    if (both && both->length == 2 && lang_is_str(both->items[0])) {
        size_t size;
        const char *changed = lang_as_utf8(t, both->items[0], "text", &size);
        if (!changed) {
            lang_unref(t, answer);
            return -1;
        }
        source->text = changed;
        source->size = size;
    }
    *held = answer;
    return 0;
}

bool kernel_library_handles(struct kernel *kernel, lang_value error)
{
    struct lang_thread *t = kernel_thread_here();
    if (!kernel->library || error.tag <= LANG_NONE)
        return false;
    lang_value pending = lang_error_take(t);
    lang_value answer = kernel_library_call(t, "handle_error", &error, 1);
    bool done = !lang_is_error(answer) && answer.tag == LANG_BOOL && answer.i;
    if (lang_is_error(answer))
        lang_error_clear(t);
    else
        lang_unref(t, answer);
    lang_error_restore(t, pending);
    return done;
}

static void take_lines(struct lang_thread *t, struct lang_report *report, struct lang_list *lines)
{
    char **texts = calloc((size_t)lines->length + 1, sizeof *texts);
    size_t count = 0;
    for (int64_t i = 0; texts && i < lines->length; i++) {
        const char *line = lang_is_str(lines->items[i]) ? lang_as_utf8(t, lines->items[i], "line", NULL) : NULL;
        if (line && (texts[count] = strdup(line)))
            count++;
    }
    lang_error_clear(t);
    if (!texts)
        return;
    for (size_t i = 0; i < report->traceback_count; i++)
        free(report->traceback[i]);
    free(report->traceback);
    report->traceback = texts;
    report->traceback_count = count;
}

void kernel_restyle_report(struct kernel *kernel, struct lang_report *report)
{
    struct lang_thread *t = kernel_thread_here();
    if (!kernel->report_mode || (!kernel->library && kernel_library_load(kernel, t))) {
        lang_error_clear(t);
        return;
    }
    struct lang_list *lines = lang_list_new(t, (int64_t)report->traceback_count);
    for (size_t i = 0; lines && i < report->traceback_count; i++) {
        lang_value line = lang_obj_or_error(lang_str_from_c(t, report->traceback[i]));
        if (lang_is_error(line) || lang_list_append_steal(t, lines, line)) {
            lang_decref(t, lines);
            lines = NULL;
        }
    }
    lang_value args[] = {lang_obj_or_error(lang_str_from_c(t, kernel->report_mode)), lang_last_error(t),
                         lang_obj_or_error(lines)};
    lang_value answer = lang_is_error(args[0]) || !lines ? lang_error() : kernel_library_call(t, "restyle", args, 3);
    if (lang_is_list(answer))
        take_lines(t, report, lang_as_list(answer));
    if (lang_is_error(answer))
        lang_error_clear(t);
    for (int i = 0; i < 3; i++)
        if (!lang_is_error(args[i]))
            lang_unref(t, args[i]);
    if (!lang_is_error(answer))
        lang_unref(t, answer);
    if (kernel->plain_reports)
        for (size_t i = 0; i < report->traceback_count; i++)
            kernel_uncolour(report->traceback[i]);
}

void kernel_library_after(struct kernel *kernel, lang_value error, lang_value value)
{
    struct lang_thread *t = kernel_thread_here();
    if (!kernel->library)
        return;
    lang_value args[] = {error.tag <= LANG_NONE ? lang_none() : error, value.tag <= LANG_NONE ? lang_none() : value};
    lang_value answer = kernel_library_call(t, "after_cell", args, 2);
    if (lang_is_error(answer))
        lang_error_clear(t);
    else
        lang_unref(t, answer);
}

void kernel_run_exit_functions(struct lang_thread *t)
{
    lang_value module = lang_dict_get_c(t, lang_modules_dict(t), "atexit");
    if (!lang_is_exactly(module, &lang_type_module))
        return;
    lang_ref(module);
    lang_value done = lang_call_method_c(t, module, "_run_exitfuncs", NULL, 0);
    if (lang_is_error(done))
        lang_error_clear(t);
    else
        lang_unref(t, done);
    lang_unref(t, module);
}
