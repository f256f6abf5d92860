/*
 * shell_natives.c - what the parts of IPython that are written in the language (kernel/prelude/IPython) ask of the
 * session: the functions of the module _shell.
 *
 * Owns nothing: each function hands on to its part of the kernel. The way back is shell_library.c.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include "magic.h"

static lang_value to_str(struct lang_thread *t, const char *text)
{
    return lang_obj_or_error(lang_str_from_c(t, text ? text : ""));
}

static lang_value native_mode(struct lang_thread *t, const lang_value *args)
{
    const char *mode = kernel_current()->report_mode;
    (void)args;
    return lang_obj_or_error(lang_str_from_c(t, mode ? mode : "Context"));
}

static lang_value native_magics(struct lang_thread *t, const lang_value *args)
{
    struct lang_list *list = lang_list_new(t, 128);
    const char *name;
    bool cell;
    (void)args;
    for (size_t i = 0; list && (name = kernel_magic_name(i, &cell)); i++) {
        lang_value pair[] = {to_str(t, name), lang_bool(cell)};
        struct lang_tuple *both = lang_is_error(pair[0]) ? NULL : lang_tuple_from(t, pair, 2);
        if (!lang_is_error(pair[0]))
            lang_unref(t, pair[0]);
        if (!both || lang_list_append_steal(t, list, lang_obj(both))) {
            lang_decref(t, list);
            return lang_error();
        }
    }
    return lang_obj_or_error(list);
}

static lang_value native_register(struct lang_thread *t, const lang_value *args)
{
    const char *kind = lang_as_utf8(t, args[0], "kind", NULL);
    return !kind || kernel_magic_register(t, !strcmp(kind, "cell"), args[1], args[2]) ? lang_error() : lang_none();
}

static lang_value native_registered(struct lang_thread *t, const lang_value *args)
{
    const char *kind = lang_as_utf8(t, args[0], "kind", NULL);
    lang_value known = kind ? kernel_magic_registered(!strcmp(kind, "cell")) : lang_error();
    return known.tag == LANG_UNDEF || known.tag == LANG_NONE ? lang_obj_or_error(lang_dict_new(t)) : lang_ref(known);
}

/* (value, error) of a text that is run as a cell. */
static lang_value native_run_cell(struct lang_thread *t, const lang_value *args)
{
    struct kernel *kernel = kernel_current();
    size_t length;
    const char *text = lang_as_utf8(t, args[0], "raw_cell", &length);
    int store = text ? lang_truth(t, args[1]) : -1, silent = store < 0 ? -1 : lang_truth(t, args[2]);
    lang_value both[2] = {lang_undef(), lang_undef()};
    if (silent < 0)
        return lang_error();
    if (!kernel->run_inner || t != kernel_thread_here() || !kernel_shell_here()->cell)
        return lang_raise(t, LANG_EXC_RuntimeError, "only a cell runs another one");
    kernel->run_inner(kernel, text, length, store, silent, &both[0], &both[1]);
    for (int i = 0; i < 2; i++)
        if (lang_is_undef(both[i]))
            both[i] = lang_none();
    struct lang_tuple *tuple = lang_tuple_from(t, both, 2);
    lang_unref(t, both[0]);
    lang_unref(t, both[1]);
    return lang_obj_or_error(tuple);
}

static lang_value native_translate(struct lang_thread *t, const lang_value *args)
{
    size_t length, size;
    const char *text = lang_as_utf8(t, args[0], "raw_cell", &length);
    char *translated = text ? lang_translate_cell(t, text, length, &size) : NULL;
    if (!translated)
        return lang_error();
    lang_value value = lang_obj_or_error(lang_str_new(t, translated, size));
    free(translated);
    return value;
}

static lang_value native_expand(struct lang_thread *t, const lang_value *args)
{
    struct wire_text expanded = {0};
    size_t length;
    const char *text = lang_as_utf8(t, args[0], "cmd", &length);
    if (!text || kernel_expand(t, text, length, &expanded))
        return lang_error();
    lang_value value = to_str(t, expanded.data);
    wire_text_clear(&expanded);
    return value;
}

static lang_value native_page(struct lang_thread *t, const lang_value *args)
{
    size_t length;
    const char *text = lang_as_utf8(t, args[0], "text", &length);
    int64_t start = args[1].tag == LANG_INT ? args[1].i : 0;
    if (!text)
        return lang_error();
    kernel_page_from(kernel_current(), text, length, start);
    return lang_none();
}

/* What a report of an exception says: [name, text, [entries]]. */
static lang_value native_report(struct lang_thread *t, const lang_value *args)
{
    struct kernel *kernel = kernel_current();
    struct lang_report report = {0};
    lang_value pending = lang_error_take(t);
    lang_error_restore(t, lang_ref(args[0]));
    lang_report(t, kernel->plain_reports ? LANG_REPORT_CELL_PLAIN : LANG_REPORT_CELL, &report);
    lang_error_restore(t, pending);
    struct lang_list *whole = lang_list_new(t, 3), *lines = lang_list_new(t, (int64_t)report.traceback_count);
    int status = whole && lines ? 0 : -1;
    for (size_t i = 0; !status && i < report.traceback_count; i++) {
        lang_value line = to_str(t, report.traceback[i]);
        status = lang_is_error(line) ? -1 : lang_list_append_steal(t, lines, line);
    }
    const char *const texts[] = {report.ename, report.evalue};
    for (int i = 0; !status && i < 2; i++) {
        lang_value text = to_str(t, texts[i]);
        status = lang_is_error(text) ? -1 : lang_list_append_steal(t, whole, text);
    }
    if (!status)
        status = lang_list_append(t, whole, lang_obj(lines));
    lang_xdecref(t, lines);
    lang_report_free(&report);
    if (status) {
        lang_xdecref(t, whole);
        return lang_error();
    }
    return lang_obj(whole);
}

/* Tells of an exception as the error message of a cell. */
static lang_value native_tell(struct lang_thread *t, const lang_value *args)
{
    lang_value pending = lang_error_take(t);
    lang_error_restore(t, lang_ref(args[0]));
    kernel_tell_error(kernel_current(), t, false);
    lang_error_restore(t, pending);
    return lang_none();
}

static lang_value native_last_error(struct lang_thread *t, const lang_value *args)
{
    (void)args;
    lang_value error = lang_last_error(t);
    return lang_is_undef(error) ? lang_none() : error;
}

/* The settings that both sides read: a name, and a value to set. */
static lang_value native_setting(struct lang_thread *t, const lang_value *args)
{
    struct kernel *kernel = kernel_current();
    struct kernel_shell *shell = kernel_shell_here();
    const struct {
        const char *name;
        bool *flag;
    } flags[] = {{"plain_reports", &kernel->plain_reports}, {"exit_asked", &shell->exit_asked},
                 {"keep_kernel", &shell->keep_kernel},      {"no_automagic", &kernel->no_automagic},
                 {"no_await", &kernel->no_await},           {"allow_stdin", &shell->allow_stdin}};
    const char *name = lang_as_utf8(t, args[0], "name", NULL);
    int value = !name || lang_is_undef(args[1]) ? 0 : lang_truth(t, args[1]);
    for (size_t i = 0; name && value >= 0 && i < sizeof flags / sizeof *flags; i++)
        if (!strcmp(flags[i].name, name)) {
            if (!lang_is_undef(args[1]))
                *flags[i].flag = value;
            return lang_bool(*flags[i].flag);
        }
    return name && value >= 0 ? lang_raise(t, LANG_EXC_KeyError, "%s", name) : lang_error();
}

/* The text of an inspection, None: nothing has that name. */
static lang_value native_inspect(struct lang_thread *t, const lang_value *args)
{
    size_t length;
    char *text = NULL;
    const char *name = lang_as_utf8(t, args[0], "oname", &length);
    int detail = name ? lang_truth(t, args[1]) : -1;
    if (detail < 0 || lang_inspect(t, name, length, (int64_t)length, detail, &text))
        return lang_error();
    if (text && kernel_current()->plain_reports)
        kernel_uncolour(text);
    lang_value value = text ? to_str(t, text) : lang_none();
    free(text);
    return value;
}

/* Whether a name counts as one of the user's. */
static lang_value native_is_users(struct lang_thread *t, const lang_value *args)
{
    struct magic_call call = {kernel_current(), t, "", "", NULL, 0};
    const char *name = lang_as_utf8(t, args[0], "name", NULL);
    return name ? lang_bool(kernel_magic_is_users(&call, name, args[1])) : lang_error();
}

static lang_value native_hidden(struct lang_thread *t, const lang_value *args)
{
    const struct kernel_magic_state *state = kernel_current()->magic;
    (void)args;
    return state ? lang_ref(state->hidden) : lang_obj_or_error(lang_dict_new(t));
}

/* What displays ask of the library from now on: None, or functions (formatters.h). */
static lang_value native_display_hooks(struct lang_thread *t, const lang_value *args)
{
    lang_set_steal(t, &kernel_display_hooks.printer, lang_is_none(args[0]) ? lang_undef() : lang_ref(args[0]));
    lang_set_steal(t, &kernel_display_hooks.bundle, lang_is_none(args[1]) ? lang_undef() : lang_ref(args[1]));
    return lang_none();
}

static lang_value native_pretty(struct lang_thread *t, const lang_value *args)
{
    return lang_obj_or_error(kernel_pretty(t, args[0], 79));
}

/* (data, metadata) of a value as it would be displayed. */
static lang_value native_format(struct lang_thread *t, const lang_value *args)
{
    struct kernel_bundle bundle = {0};
    if (kernel_format_value(t, args[0], &bundle) < 0)
        return lang_error();
    lang_error_clear(t);
    struct lang_dict *data = lang_dict_new(t), *metadata = data ? lang_dict_new(t) : NULL;
    struct lang_tuple *both = NULL;
    int status = metadata ? 0 : -1;
    for (size_t i = 0; !status && i < bundle.count; i++) {
        struct lang_str *text = lang_str_new(t, bundle.entries[i].data, bundle.entries[i].size);
        status = text ? lang_dict_set_c(t, data, bundle.entries[i].mime, lang_obj(text)) : -1;
        lang_xdecref(t, text);
    }
    kernel_bundle_free(&bundle);
    if (!status) {
        lang_value items[] = {lang_obj(data), lang_obj(metadata)};
        both = lang_tuple_from(t, items, 2);
    }
    lang_xdecref(t, data);
    lang_xdecref(t, metadata);
    return lang_obj_or_error(both);
}

static lang_value native_capture_begin(struct lang_thread *t, const lang_value *args)
{
    int on[3];
    for (int i = 0; i < 3; i++)
        if ((on[i] = lang_truth(t, args[i])) < 0)
            return lang_error();
    return kernel_capture_begin(t, on[0], on[1], on[2]);
}

static lang_value native_capture_end(struct lang_thread *t, const lang_value *args)
{
    return kernel_capture_end(t, args[0]);
}

/* ("complete" or "incomplete" or "invalid", blanks to go on with). */
static lang_value native_check_complete(struct lang_thread *t, const lang_value *args)
{
    static const char *const names[] = {"complete", "incomplete", "invalid"};
    size_t length;
    int indent = 0;
    const char *text = lang_as_utf8(t, args[0], "code", &length);
    enum lang_cell_state state = text ? lang_cell_state(text, length, &indent) : LANG_CELL_INVALID;
    lang_value both[] = {text ? to_str(t, names[state]) : lang_error(), lang_int(indent)};
    struct lang_tuple *tuple = lang_is_error(both[0]) ? NULL : lang_tuple_from(t, both, 2);
    if (!lang_is_error(both[0]))
        lang_unref(t, both[0]);
    return lang_obj_or_error(tuple);
}

/* (names, where they begin) that complete a text at a position. */
static lang_value native_complete(struct lang_thread *t, const lang_value *args)
{
    struct lang_completions found = {0};
    size_t length;
    const char *text = lang_as_utf8(t, args[0], "text", &length);
    if (!text || args[1].tag != LANG_INT || lang_complete(t, text, length, args[1].i, &found))
        return lang_error();
    struct lang_list *list = lang_list_new(t, (int64_t)found.count);
    for (size_t i = 0; list && i < found.count; i++) {
        lang_value name = to_str(t, found.items[i].text);
        if (lang_is_error(name) || lang_list_append_steal(t, list, name)) {
            lang_decref(t, list);
            list = NULL;
        }
    }
    lang_value both[] = {lang_obj_or_error(list), lang_int(found.start)};
    struct lang_tuple *tuple = list ? lang_tuple_from(t, both, 2) : NULL;
    lang_xdecref(t, list);
    lang_completions_free(&found);
    return lang_obj_or_error(tuple);
}

/* The entries of the traceback of an exception that reports show. */
static lang_value native_traceback(struct lang_thread *t, const lang_value *args)
{
    lang_value traceback = lang_getattr_c(t, args[0], "__traceback__");
    lang_value list = lang_is_error(traceback) ? traceback : lang_traceback_list(t, traceback);
    if (!lang_is_error(traceback))
        lang_unref(t, traceback);
    return list;
}

static lang_value native_is_hidden(struct lang_thread *t, const lang_value *args)
{
    (void)t;
    return lang_bool(lang_traceback_is_hidden(args[0]));
}

static lang_value native_colour(struct lang_thread *t, const lang_value *args)
{
    size_t length;
    const char *text = lang_as_utf8(t, args[0], "line", &length);
    char *coloured = text ? lang_coloured_text(text, length) : NULL;
    if (!coloured)
        return text ? lang_no_memory(t) : lang_error();
    if (kernel_current()->plain_reports)
        kernel_uncolour(coloured);
    lang_value value = to_str(t, coloured);
    free(coloured);
    return value;
}

/* How an object is called, None: nobody knows. */
static lang_value native_signature(struct lang_thread *t, const lang_value *args)
{
    struct lang_str *text = lang_signature(t, args[0]);
    return text ? lang_obj(text) : lang_error_occurred(t) ? lang_error() : lang_none();
}

/* The names of the loaded extensions. */
static lang_value native_extensions(struct lang_thread *t, const lang_value *args)
{
    const struct kernel_magic_state *state = kernel_current()->magic;
    (void)args;
    if (!state || state->extensions.tag <= LANG_NONE)
        return lang_obj_or_error(lang_dict_new(t));
    return lang_ref(state->extensions);
}

/* Where the connection is described, None: there is none. */
static lang_value native_connection_file(struct lang_thread *t, const lang_value *args)
{
    const char *path = kernel_current()->connection_file;
    (void)args;
    return path ? to_str(t, path) : lang_none();
}

/* (seconds in user mode, in the system) of the process so far. */
static lang_value native_times(struct lang_thread *t, const lang_value *args)
{
    struct rusage usage;
    (void)args;
    getrusage(RUSAGE_SELF, &usage);
    lang_value both[] = {lang_float((double)usage.ru_utime.tv_sec + 1e-6 * (double)usage.ru_utime.tv_usec),
                         lang_float((double)usage.ru_stime.tv_sec + 1e-6 * (double)usage.ru_stime.tv_usec)};
    return lang_obj_or_error(lang_tuple_from(t, both, 2));
}

static lang_value native_cell_number(struct lang_thread *t, const lang_value *args)
{
    (void)t;
    return lang_int(lang_traceback_cell(args[0]));
}

/* (the id of this thread's subshell or None, [ids of all]). */
static lang_value native_subshells(struct lang_thread *t, const lang_value *args)
{
    struct lang_list *ids = lang_list_new(t, 0);
    const struct kernel_shell *here = kernel_shell_here();
    (void)args;
    for (struct kernel_shell *shell = kernel_subshells(kernel_current()); ids && shell; shell = shell->next) {
        lang_value id = kernel_subshell_is_there(shell) ? to_str(t, shell->id) : lang_undef();
        if (lang_is_error(id) || (!lang_is_undef(id) && lang_list_append_steal(t, ids, id))) {
            lang_decref(t, ids);
            ids = NULL;
        }
    }
    lang_value both[] = {here->id[0] ? to_str(t, here->id) : lang_none(), lang_obj_or_error(ids)};
    struct lang_tuple *made = lang_is_error(both[0]) || !ids ? NULL : lang_tuple_from(t, both, 2);
    for (int i = 0; i < 2; i++)
        if (!lang_is_error(both[i]))
            lang_unref(t, both[i]);
    return lang_obj_or_error(made);
}

static const struct lang_method natives[] = {
    {"subshells", "()", native_subshells, "The id of the subshell that runs the cell, or None, and those of all.", 0},
    {"times", "()", native_times, "The processor's time that the process has used.", 0},
    {"cell_number", "(traceback, /)", native_cell_number, "The cell of its first frame, 0: it is a file.", 0},
    {"report_mode", "()", native_mode, "The layout of reports.", 0},
    {"traceback", "(error, /)", native_traceback, "The frames of an exception's traceback.", 0},
    {"is_hidden", "(traceback, /)", native_is_hidden, "Whether its first frame is the library's.", 0},
    {"colour", "(line, /)", native_colour, "A line of source with the colours of reports.", 0},
    {"signature", "(value, /)", native_signature, "How an object is called, or None.", 0},
    {"extensions", "()", native_extensions, "The names of the loaded extensions.", 0},
    {"connection_file", "()", native_connection_file, "Where the connection is described.", 0},
    {"capture_begin", "(stdout, stderr, display, /)", native_capture_begin, "Keeps output from now on.", 0},
    {"capture_end", "(captured, /)", native_capture_end, "Ends it.", 0},
    {"check_complete", "(text, /)", native_check_complete, "Whether a cell could go on.", 0},
    {"complete", "(text, cursor, /)", native_complete, "What completes a text at a position.", 0},
    {"magics", "()", native_magics, "The names of all magics, and whether each is one of cells.", 0},
    {"register", "(kind, name, function, /)", native_register, "Makes a function the magic of a name.", 0},
    {"registered", "(kind, /)", native_registered, "The functions that were made magics, by name.", 0},
    {"run_cell", "(text, store, silent, /)", native_run_cell, "Runs a text as a cell: its value and its exception.", 0},
    {"translate", "(text, /)", native_translate, "The text of a cell with its escapes translated.", 0},
    {"expand", "(text, /)", native_expand, "The text with {expression} and $name replaced.", 0},
    {"page", "(text, start=0, /)", native_page, "Shows a text as a pager does.", 0},
    {"history", "(kind, session, start, stop, pattern, most, raw, unique, /)", kernel_native_history,
     "(session, number, input, result) of cells.", 0},
    {"history_file", "()", kernel_native_history_file, "The path of the file with all inputs, or None.", 0},
    {"history_outputs", "(value=None, /)", kernel_native_history_outputs,
     "Whether the file keeps results, too; with a value, sets it.", 0},
    {"history_session", "(session=0, /)", kernel_native_history_session,
     "(session, begun, ended, number of inputs), of a number or so many sessions before.", 0},
    {"report", "(error, /)", native_report, "The name, the text and the lines of the report of an exception.", 0},
    {"tell", "(error, /)", native_tell, "Shows an exception.", 0},
    {"last_error", "()", native_last_error, "The exception that was shown last.", 0},
    {"setting", "(name, value=None, /)", native_setting, "A setting of the session; with a value, sets it.", 0},
    {"inspect", "(name, detail, /)", native_inspect, "What there is to say of a name, or None.", 0},
    {"is_users", "(name, value, /)", native_is_users, "Whether a global name is the user's.", 0},
    {"hidden", "()", native_hidden, "The names that the session brought.", 0},
    {"display_hooks", "(printer, bundle, /)", native_display_hooks, "Functions that every display asks.", 0},
    {"pretty", "(value, /)", native_pretty, "The value as the pretty printer writes it.", 0},
    {"format", "(value, /)", native_format, "The mime types of a value, and their metadata.", 0},
};

/* A program without cells has made no use of them yet. */
static int make_ready(struct lang_thread *t, struct lang_type *type)
{
    return type->flags & LANG_TYPE_READY ? 0 : lang_type_ready(t, type);
}

int kernel_library_add(struct lang_thread *t, struct lang_module *module)
{
    struct lang_type *usage = lang_usage_error_class(t);
    if (make_ready(t, kernel_captured_type()) || make_ready(t, kernel_line_list_type()))
        return -1;
    if (!usage || lang_module_add(t, module, "UsageError", lang_obj(usage)) ||
        lang_module_add(t, module, "CapturedIO", lang_obj(kernel_captured_type())) ||
        lang_module_add(t, module, "SList", lang_obj(kernel_line_list_type())))
        return -1;
    for (size_t i = 0; i < sizeof natives / sizeof *natives; i++) {
        struct lang_native *native = lang_native_new(t, &natives[i], NULL, "_shell");
        int status = native ? lang_module_add(t, module, natives[i].name, lang_obj(native)) : -1;
        lang_xdecref(t, native);
        if (status)
            return -1;
    }
    return 0;
}
