/*
 * magic.c - %line and %%cell magics: the table, the way to a row, and the magics that only set or show something.
 *
 * Owns the table (magic.h). The larger magics have files of their own. A new magic is a row and a function.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include "magic.h"
#include "python/python.h"

#define LIBRARY "IPython.core.magics."
static lang_value call_library(struct magic_call *call);

static const struct row {
    const char *name;
    magic_fn line, cell;
    bool literal;
    const char *module; /* where a magic written in the language is */
    const char *doc;    /* of one that is not */
} rows[] = {
#define ROW(name, line, cell, literal, doc) {name, line, cell, literal, NULL, doc},
    MAGIC_ROWS(ROW)
#undef ROW
#define ROW(name, module, line, cell, literal)                                                                         \
    {name, line ? call_library : NULL, cell ? call_library : NULL, literal, LIBRARY module, NULL},
        MAGIC_LIBRARY_ROWS(ROW)
#undef ROW
};
#define ROW_COUNT (sizeof rows / sizeof rows[0])

/* Magics of an extension are there once it has been loaded. */
static bool is_there(const struct row *row)
{
    const struct kernel_magic_state *state = kernel_current()->magic;
    return row->line != kernel_magic_autoreload || (state && state->autoreload);
}

static const struct row *find_row(const char *name)
{
    for (size_t i = 0; i < ROW_COUNT; i++)
        if (!strcmp(rows[i].name, name) && is_there(&rows[i]))
            return &rows[i];
    return NULL;
}

/* ---- magics of the user ---- */

lang_value kernel_magic_registered(bool cell)
{
    const struct kernel_magic_state *state = kernel_current()->magic;
    return !state ? lang_undef() : cell ? state->cell_magics : state->line_magics;
}

int kernel_magic_register(struct lang_thread *t, bool cell, lang_value name, lang_value function)
{
    struct kernel_magic_state *state = kernel_current()->magic;
    if (!state) {
        lang_raise(t, LANG_EXC_RuntimeError, "a program has no session");
        return -1;
    }
    lang_value *kept = cell ? &state->cell_magics : &state->line_magics;
    if (kept->tag <= LANG_NONE) {
        struct lang_dict *made = lang_dict_new(t);
        if (!made)
            return -1;
        *kept = lang_obj(made);
    }
    if (!lang_is_none(function))
        return lang_dict_set(t, lang_as_dict(*kept), name, function);
    return lang_dict_del(t, lang_as_dict(*kept), name) < 0 ? -1 : 0;
}

/* Borrowed; UNDEF: nobody has registered that. */
static lang_value find_registered(struct lang_thread *t, const char *name, bool cell)
{
    lang_value known = kernel_magic_registered(cell);
    return known.tag <= LANG_NONE ? lang_undef() : lang_dict_get_c(t, lang_as_dict(known), name);
}

/* The name at an index among those that are registered. */
static const char *registered_name(struct lang_thread *t, bool cell, size_t index)
{
    lang_value known = kernel_magic_registered(cell), key, value;
    for (int64_t i = 0; known.tag > LANG_NONE && lang_dict_next(lang_as_dict(known), &i, &key, &value);)
        if (lang_is_str(key) && !index--)
            return lang_as_utf8(t, key, "name", NULL);
    return NULL;
}

const char *kernel_magic_name(size_t index, bool *cell)
{
    for (size_t i = 0; i < ROW_COUNT; i++) {
        if (!is_there(&rows[i]))
            continue;
        if (rows[i].line && !index--) {
            *cell = false;
            return rows[i].name;
        }
        if (rows[i].cell && !index--) {
            *cell = true;
            return rows[i].name;
        }
    }
    for (int kind = 0; kind < 2; kind++) {
        lang_value known = kernel_magic_registered(kind);
        size_t count = known.tag > LANG_NONE ? (size_t)lang_as_dict(known)->count : 0;
        *cell = kind;
        if (index < count)
            return registered_name(kernel_current()->thread, kind, index);
        index -= count;
    }
    return NULL;
}

bool kernel_has_line_magic(const char *name)
{
    const struct row *row = find_row(name);
    return (row && row->line) || !lang_is_undef(find_registered(kernel_current()->thread, name, false));
}

char *kernel_about_magic(struct lang_thread *t, const char *name, bool source)
{
    const struct row *row = find_row(name);
    bool own = !lang_is_undef(find_registered(t, name, false)) || !lang_is_undef(find_registered(t, name, true));
    if (!row && !own)
        return NULL;
    lang_value module = lang_import(t, "IPython.core.magic"), value = lang_error();
    lang_value args[] = {lang_obj_or_error(lang_str_from_c(t, name)), lang_bool(source),
                         row && row->doc ? lang_obj_or_error(lang_str_from_c(t, row->doc)) : lang_none()};
    if (!lang_is_error(module) && !lang_is_error(args[0]) && !lang_is_error(args[2]))
        value = lang_call_method_c(t, module, "about", args, 3);
    const char *text = lang_is_error(value) ? NULL : lang_as_utf8(t, value, "text", NULL);
    char *copy = text ? strdup(text) : NULL;
    lang_error_clear(t);
    for (int i = 0; i < 3; i++)
        if (!lang_is_error(args[i]))
            lang_unref(t, args[i]);
    if (!lang_is_error(value))
        lang_unref(t, value);
    if (!lang_is_error(module))
        lang_unref(t, module);
    return copy;
}

/* ---- the way to a row ---- */

static lang_value not_found(struct lang_thread *t, const char *name, bool other, bool cell)
{
    if (cell && other)
        return lang_usage_error(
            t, "Cell magic `%%%%%s` not found (But line magic `%%%s` exists, did you mean that instead?).", name, name);
    if (cell)
        return lang_usage_error(t, "Cell magic `%%%%%s` not found.", name);
    if (other)
        return lang_usage_error(
            t, "Line magic function `%%%s` not found (But cell magic `%%%%%s` exists, did you mean that instead?).",
            name, name);
    return lang_usage_error(t, "Line magic function `%%%s` not found.", name);
}

/* A function of IPython.core.magics.MODULE gets the line and the text of the cell. */
static lang_value call_module(struct magic_call *call, const char *name)
{
    struct lang_thread *t = call->t;
    lang_value module = lang_import(t, name);
    lang_value args[2] = {lang_undef(), lang_undef()}, value = module;
    if (!lang_is_error(module)) {
        args[0] = kernel_magic_string(call, call->line);
        if (call->cell)
            args[1] = lang_obj_or_error(lang_str_new(t, call->cell, call->cell_length));
        value = lang_is_error(args[0]) || lang_is_error(args[1])
                    ? lang_error()
                    : lang_call_method_c(t, module, call->name, args, call->cell ? 2 : 1);
        for (int i = 0; i < 2; i++)
            if (!lang_is_error(args[i]))
                lang_unref(t, args[i]);
        lang_unref(t, module);
    }
    return value;
}

static lang_value call_library(struct magic_call *call)
{
    return call_module(call, find_row(call->name)->module);
}

/* An attribute of a function that is true. 1, 0, -1. */
static int has_mark(struct lang_thread *t, lang_value function, const char *mark)
{
    struct lang_str *name = lang_intern_c(t, mark);
    lang_value value = name ? lang_getattr_opt(t, function, name) : lang_error();
    lang_xdecref(t, name);
    if (lang_is_error(value))
        return -1;
    int is = lang_is_undef(value) ? 0 : lang_truth(t, value);
    lang_unref(t, value);
    return is;
}

/* local_ns=: the names of the function that calls, where the magic has asked for them, behind the n arguments. */
static lang_value call_with_names(struct lang_thread *t, lang_value function, lang_value args[3], size_t n)
{
    struct lang_dict *globals, *locals;
    lang_value name = lang_obj_or_error(lang_intern_c(t, "local_ns")), value = lang_error();
    struct lang_tuple *names = lang_is_error(name) ? NULL : lang_tuple_from(t, &name, 1);
    lang_unref(t, name);
    if (names && !lang_frame_namespaces(t, &globals, &locals)) {
        args[n] = lang_obj(locals);
        value = lang_call(t, function, args, n, names);
        args[n] = lang_undef(); /* the caller drops what it has put there */
        lang_xdecref(t, globals);
        lang_xdecref(t, locals);
    }
    lang_xdecref(t, names);
    return value;
}

/* Calls a function that the user has registered. */
static lang_value call_registered(struct lang_thread *t, lang_value function, const char *line, const char *cell,
                                  size_t cell_length)
{
    struct wire_text expanded = {0};
    int literal = has_mark(t, function, "_ipython_magic_no_var_expand");
    int scoped = literal < 0 ? -1 : has_mark(t, function, "needs_local_scope");
    if (scoped < 0 || (!literal && kernel_expand(t, line, strlen(line), &expanded)))
        return lang_error();
    lang_value args[3] = {lang_undef(), lang_undef(), lang_undef()}, value = lang_error();
    args[0] = lang_obj_or_error(lang_str_from_c(t, literal ? line : expanded.data ? expanded.data : ""));
    wire_text_clear(&expanded);
    if (cell)
        args[1] = lang_obj_or_error(lang_str_new(t, cell, cell_length));
    lang_ref(function);
    size_t n = cell ? 2 : 1;
    if (!lang_is_error(args[0]) && !lang_is_error(args[1]))
        value = scoped ? call_with_names(t, function, args, n) : lang_call(t, function, args, n, NULL);
    lang_unref(t, function);
    for (int i = 0; i < 2; i++)
        if (!lang_is_error(args[i]))
            lang_unref(t, args[i]);
    return value;
}

/* Calls with the line expanded and trimmed. */
static lang_value call_row(struct kernel *kernel, struct lang_thread *t, const struct row *row, const char *line,
                           const char *cell, size_t cell_length)
{
    struct wire_text expanded = {0};
    size_t length = strlen(line);
    if (row->literal)
        wire_text_add(&expanded, line, length);
    else if (kernel_expand(t, line, length, &expanded))
        return lang_error();
    if (expanded.failed) {
        wire_text_clear(&expanded);
        return lang_no_memory(t);
    }
    char *start = expanded.data + strspn(expanded.data, " \t");
    size_t end = strlen(start);
    while (end && strchr(" \t\r\n", start[end - 1]))
        start[--end] = '\0';
    struct magic_call call = {kernel, t, row->name, start, cell, cell_length};
    lang_value value = (cell ? row->cell : row->line)(&call);
    wire_text_clear(&expanded);
    return value;
}

lang_value kernel_line_magic(struct kernel *kernel, struct lang_thread *t, const char *name, const char *line)
{
    const struct row *row = find_row(name);
    lang_value registered = find_registered(t, name, false);
    if (!lang_is_undef(registered))
        return call_registered(t, registered, line, NULL, 0);
    if (!row || !row->line)
        return not_found(t, name, row || !lang_is_undef(find_registered(t, name, true)), false);
    return call_row(kernel, t, row, line, NULL, 0);
}

lang_value kernel_cell_magic(struct kernel *kernel, struct lang_thread *t, const char *name, const char *line,
                             const char *cell, size_t cell_length)
{
    const struct row *row = find_row(name);
    lang_value registered = find_registered(t, name, true);
    bool own = !lang_is_undef(registered);
    bool as_line = (row && row->line) || !lang_is_undef(find_registered(t, name, false));
    if (!own && (!row || !row->cell))
        return not_found(t, name, as_line, true);
    if (!cell_length) {
        if (as_line)
            return lang_usage_error(t,
                                    "%%%%%s is a cell magic, but the cell body is empty. Did you mean the line magic "
                                    "%%%s (single %%)?",
                                    name, name);
        return lang_usage_error(t, "%%%%%s is a cell magic, but the cell body is empty.", name);
    }
    return own ? call_registered(t, registered, line, cell, cell_length)
               : call_row(kernel, t, row, line, cell, cell_length);
}

int kernel_magic_start(struct kernel *kernel)
{
    struct lang_thread *t = kernel->thread;
    if (kernel_magic_time_start(t) || kernel_magic_display_start(t) || kernel_background_ready(t))
        return -1;
    kernel->magic = calloc(1, sizeof *kernel->magic);
    struct lang_dict *hidden = kernel->magic ? lang_dict_copy(t, lang_main_dict(t)) : NULL;
    if (!hidden)
        return -1;
    kernel->magic->hidden = lang_obj(hidden);
    return 0;
}

void kernel_magic_end(struct kernel *kernel)
{
    if (!kernel->magic)
        return;
    lang_clear(kernel->thread, &kernel->magic->hidden);
    lang_clear(kernel->thread, &kernel->magic->packages);
    lang_clear(kernel->thread, &kernel->magic->extensions);
    lang_clear(kernel->thread, &kernel->magic->line_magics);
    lang_clear(kernel->thread, &kernel->magic->cell_magics);
    free(kernel->magic->before);
    free(kernel->magic);
    kernel->magic = NULL;
}

/* ---- magics that only set or show something ---- */

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The names of one kind in the order of their letters, "%%" before each. */
static void put_names(struct wire_text *text, const char *const *names, const bool *cells, size_t count, bool cell)
{
    const char **sorted = calloc(count + 1, sizeof *sorted);
    size_t found = 0;
    for (size_t i = 0; sorted && i < count; i++)
        if (cells[i] == cell)
            sorted[found++] = names[i];
    if (found)
        qsort(sorted, found, sizeof *sorted, compare_names);
    for (size_t i = 0; i < found; i++)
        if (!i || strcmp(sorted[i], sorted[i - 1]))
            wire_text_printf(text, "%s%s%s", i ? "  " : "", cell ? "%%" : "%", sorted[i]);
    text->failed |= !sorted;
    free(sorted);
}

lang_value kernel_magic_lsmagic(struct magic_call *call)
{
    struct wire_text text = {0};
    size_t count = 0;
    bool cell;
    if (*call->line)
        return lang_usage_error(call->t, "unrecognized arguments: %s", call->line);
    while (kernel_magic_name(count, &cell))
        count++;
    const char **names = calloc(count + 1, sizeof *names);
    bool *cells = calloc(count + 1, sizeof *cells);
    for (size_t i = 0; names && cells && i < count; i++)
        names[i] = kernel_magic_name(i, &cells[i]);
    if (names && cells) {
        wire_text_put(&text, "Available line magics:\n");
        put_names(&text, names, cells, count, false);
        wire_text_put(&text, "\n\nAvailable cell magics:\n");
        put_names(&text, names, cells, count, true);
        wire_text_put(&text, call->kernel->no_automagic
                                 ? "\n\nAutomagic is OFF, % prefix IS needed for line magics."
                                 : "\n\nAutomagic is ON, % prefix IS NOT needed for line magics.");
    }
    bool complete = names && cells && !text.failed;
    lang_value value =
        complete ? lang_obj_or_error(lang_str_new(call->t, text.data, text.length)) : lang_no_memory(call->t);
    wire_text_clear(&text);
    free(names);
    free(cells);
    return value;
}

static bool is_text(const char *text, size_t length, const char *wanted)
{
    return strlen(wanted) == length && !strncmp(text, wanted, length);
}

/* InlineBackend.NAME or Import.NAME, or with = and a value, or InlineBackend alone, without `trait`: figures and
 * imports are the other Python's. */
static lang_value python_setting(struct magic_call *call, bool import, const char *trait, size_t length,
                                 const char *equals)
{
    struct lang_thread *t = call->t;
    const char *get = !trait   ? "config_shown"
                      : import ? "import_by"
                               : "config_value",
               *set = import ? "import_by" : "config";
    lang_value session = kernel_python_session_open(t, import ? "importlib.util" : "matplotlib_inline");
    if (lang_is_error(session))
        return session;
    lang_value args[2] = {lang_obj_or_error(lang_str_new(t, trait ? trait : "", length)), lang_undef()};
    lang_value value = lang_error();
    if (equals)
        args[1] = lang_eval(t, equals + 1, strlen(equals + 1), lang_main_dict(t), NULL);
    if (!lang_is_error(args[0]) && !lang_is_error(args[1]))
        value = lang_call_method_c(t, session, equals ? set : get, args, equals ? 2 : trait ? 1 : 0);
    for (int i = 0; i < 2; i++)
        if (!lang_is_error(args[i]))
            lang_unref(t, args[i]);
    lang_unref(t, session);
    return value;
}

lang_value kernel_magic_config(struct magic_call *call)
{
    const char *line = call->line, *equals = strchr(line, '=');
    size_t class = strcspn(line, ". ="), trait = line[class] == '.' ? strcspn(line + class + 1, " =") : 0;
    bool import = is_text(line, class, "Import");
    if (trait && (import || is_text(line, class, "InlineBackend")))
        return python_setting(call, import, line + class + 1, trait, equals);
    if (!line[class] && is_text(line, class, "InlineBackend"))
        return python_setting(call, false, NULL, 0, NULL);
    return call_module(call, LIBRARY "config");
}

lang_value kernel_magic_colors(struct magic_call *call)
{
    if (!*call->line)
        return lang_usage_error(call->t, "%%colors: you must specify a color theme. See '%%colors?'. Available "
                                         "themes: ['nocolor', 'neutral']");
    if (strcasecmp(call->line, "nocolor") && strcasecmp(call->line, "neutral"))
        return lang_usage_error(call->t, "color theme '%s' is not supported. Available themes: ['nocolor', 'neutral']",
                                call->line);
    call->kernel->plain_reports = !strcasecmp(call->line, "nocolor");
    return lang_none();
}

lang_value kernel_magic_xmode(struct magic_call *call)
{
    enum { CONTEXT = 1 };
    static const char *const modes[] = {"Plain", "Context", "Verbose", "Minimal", "Docs", "Doctest"};
    const char *now = call->kernel->report_mode ? call->kernel->report_mode : modes[CONTEXT];
    int count = (int)(sizeof modes / sizeof modes[0]), wanted = 0;
    if (!strcmp(call->line, "--show") || !strcmp(call->line, "--hide"))
        return lang_usage_error(call->t, "option %s is not supported", call->line);
    while (wanted < count && strcasecmp(modes[wanted], *call->line ? call->line : now))
        wanted++;
    if (!*call->line)
        wanted = (wanted + 1) % count;
    if (wanted == count) {
        struct wire_text warning = {0};
        wire_text_printf(&warning,
                         "UserWarning: Error changing user exception modes.\nUnrecognized mode in FormattedTB: <%c%s>\n"
                         "Valid modes: ['Plain', 'Context', 'Verbose', 'Minimal', 'Docs', 'Doctest']\n",
                         toupper((unsigned char)call->line[0]), call->line + 1);
        if (warning.data)
            call->kernel->host.write(call->kernel->host.ctx, 2, warning.data, warning.length);
        wire_text_clear(&warning);
        return lang_none();
    }
    call->kernel->report_mode = wanted == CONTEXT ? NULL : modes[wanted];
    kernel_magic_print(call, "Exception reporting mode: %s\n", modes[wanted]);
    return lang_none();
}

/* x? and x??: %name and %%name explain magics. */
lang_value kernel_magic_pinfo(struct magic_call *call)
{
    char *text = NULL;
    size_t length = strlen(call->line);
    int detail = !strcmp(call->name, "pinfo2");
    const char *bare = call->line + strspn(call->line, "%");
    char *about = bare != call->line ? kernel_about_magic(call->t, bare, detail) : NULL;
    if (about) {
        if (call->kernel->plain_reports)
            kernel_uncolour(about);
        kernel_page(call->kernel, about, strlen(about));
        free(about);
        return lang_none();
    }
    if (lang_inspect(call->t, call->line, length, (int64_t)length, detail, &text))
        return lang_error();
    if (!text) {
        kernel_magic_print(call, "Object `%s` not found.\n", call->line);
        return lang_none();
    }
    if (call->kernel->plain_reports)
        kernel_uncolour(text);
    kernel_page(call->kernel, text, strlen(text));
    free(text);
    return lang_none();
}
