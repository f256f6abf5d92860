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

static const struct row {
    const char *name;
    magic_fn line, cell;
    bool literal;
} rows[] = {
#define ROW(name, line, cell, literal) {name, line, cell, literal},
    MAGIC_ROWS(ROW)
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
    return NULL;
}

bool kernel_has_line_magic(const char *name)
{
    const struct row *row = find_row(name);
    return row && row->line;
}

char *kernel_about_magic(const char *name)
{
    const struct row *row = find_row(name);
    char *text = NULL;
    if (!row)
        return NULL;
    int length = asprintf(&text, "%s%s%s%s%s is a magic of this kernel.", row->line ? "%" : "", row->line ? name : "",
                          row->line && row->cell ? ", " : "", row->cell ? "%%" : "", row->cell ? name : "");
    return length < 0 ? NULL : text;
}

/* ---- the way to a row ---- */

static lang_value not_found(struct lang_thread *t, const char *name, const struct row *row, bool cell)
{
    if (cell && row)
        return lang_usage_error(
            t, "Cell magic `%%%%%s` not found (But line magic `%%%s` exists, did you mean that instead?).", name, name);
    if (cell)
        return lang_usage_error(t, "Cell magic `%%%%%s` not found.", name);
    if (row)
        return lang_usage_error(
            t, "Line magic function `%%%s` not found (But cell magic `%%%%%s` exists, did you mean that instead?).",
            name, name);
    return lang_usage_error(t, "Line magic function `%%%s` not found.", name);
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
    if (!row || !row->line)
        return not_found(t, name, row, false);
    return call_row(kernel, t, row, line, NULL, 0);
}

lang_value kernel_cell_magic(struct kernel *kernel, struct lang_thread *t, const char *name, const char *line,
                             const char *cell, size_t cell_length)
{
    const struct row *row = find_row(name);
    if (!row || !row->cell)
        return not_found(t, name, row, true);
    if (!cell_length) {
        if (row->line)
            return lang_usage_error(t,
                                    "%%%%%s is a cell magic, but the cell body is empty. Did you mean the line magic "
                                    "%%%s (single %%)?",
                                    name, name);
        return lang_usage_error(t, "%%%%%s is a cell magic, but the cell body is empty.", name);
    }
    return call_row(kernel, t, row, line, cell, cell_length);
}

int kernel_magic_start(struct kernel *kernel)
{
    struct lang_thread *t = kernel->thread;
    if (kernel_magic_call_start(t) || kernel_magic_time_start(t) || kernel_magic_display_start(t) ||
        kernel_background_ready(t))
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
    free(kernel->magic->before);
    free(kernel->magic);
    kernel->magic = NULL;
}

/* ---- magics that only set or show something ---- */

lang_value kernel_magic_lsmagic(struct magic_call *call)
{
    struct wire_text text = {0};
    if (!strcmp(call->line, "-j") || !strcmp(call->line, "--json"))
        return lang_usage_error(call->t, "option %s is not supported", call->line);
    if (*call->line)
        return lang_usage_error(call->t, "unrecognized arguments: %s", call->line);
    wire_text_put(&text, "Available line magics:\n");
    for (size_t i = 0; i < ROW_COUNT; i++)
        if (rows[i].line && is_there(&rows[i]))
            wire_text_printf(&text, "%%%s  ", rows[i].name);
    text.length -= text.length >= 2 ? 2 : 0;
    wire_text_put(&text, "\n\nAvailable cell magics:\n");
    for (size_t i = 0; i < ROW_COUNT; i++)
        if (rows[i].cell)
            wire_text_printf(&text, "%%%%%s  ", rows[i].name);
    text.length -= text.length >= 2 ? 2 : 0;
    wire_text_put(&text, "\n\nAutomagic is ON, % prefix IS NOT needed for line magics.");
    lang_value value = text.failed ? lang_no_memory(call->t) : kernel_magic_text_value(call, text.data, text.length);
    wire_text_clear(&text);
    return value;
}

/* The settings there are, each with its one value. */
static const struct setting {
    const char *class, *trait, *value;
} settings[] = {
    {"IPCompleter", "greedy", "False"},
    {"IPCompleter", "use_jedi", "False"},
    {"InteractiveShell", "ast_node_interactivity", "'last_expr'"},
    {"InteractiveShell", "automagic", "True"},
};
#define SETTING_COUNT (sizeof settings / sizeof settings[0])

static bool is_text(const char *text, size_t length, const char *wanted)
{
    return strlen(wanted) == length && !strncmp(text, wanted, length);
}

static void list_settings(struct magic_call *call, const char *class, size_t length)
{
    for (size_t i = 0; i < SETTING_COUNT; i++)
        if (is_text(class, length, settings[i].class))
            kernel_magic_print(call, "%s.%s\n    Current: %s\n", settings[i].class, settings[i].trait,
                               settings[i].value);
}

/* Whether the text after `=` is the value that the setting has: anything else would be ignored. */
static bool is_value(const char *text, const struct setting *setting)
{
    size_t length = strlen(setting->value);
    text = kernel_magic_skip_blanks(text);
    if (setting->value[0] != '\'')
        return !strcmp(text, setting->value);
    return strlen(text) == length && (text[0] == '\'' || text[0] == '"') && text[length - 1] == text[0] &&
           !strncmp(text + 1, setting->value + 1, length - 2);
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
    bool known = false;
    if (!*line) {
        kernel_magic_print(
            call,
            "Available objects for config:\n    Import\n    InlineBackend\n    IPCompleter\n    InteractiveShell\n");
        return lang_none();
    }
    bool import = is_text(line, class, "Import");
    if (trait && (import || is_text(line, class, "InlineBackend")))
        return python_setting(call, import, line + class + 1, trait, equals);
    if (!line[class] && is_text(line, class, "InlineBackend"))
        return python_setting(call, false, NULL, 0, NULL);
    for (size_t i = 0; i < SETTING_COUNT; i++) {
        known |= is_text(line, class, settings[i].class);
        if (!trait || !is_text(line, class, settings[i].class) || !is_text(line + class + 1, trait, settings[i].trait))
            continue;
        if (!equals)
            return lang_eval(call->t, settings[i].value, strlen(settings[i].value), lang_main_dict(call->t), NULL);
        if (is_value(equals + 1, &settings[i]))
            return lang_none();
    }
    if (known && !line[class]) {
        list_settings(call, line, class);
        return lang_none();
    }
    if (trait)
        return lang_usage_error(call->t, "the setting %s is not supported", line);
    return lang_usage_error(call->t, "Invalid config statement: '%s', should be `Class.trait = value`.", line);
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
    enum { CONTEXT = 1, MINIMAL = 3 };
    static const char *const modes[] = {"Plain", "Context", "Verbose", "Minimal", "Docs", "Doctest"};
    int count = (int)(sizeof modes / sizeof modes[0]);
    int wanted = call->kernel->minimal_reports ? CONTEXT : MINIMAL;
    if (!strcmp(call->line, "--show") || !strcmp(call->line, "--hide"))
        return lang_usage_error(call->t, "option %s is not supported", call->line);
    if (*call->line)
        for (wanted = 0; wanted < count && strcasecmp(modes[wanted], call->line); wanted++)
            ;
    if (wanted == count) {
        struct wire_text warning = {0};
        wire_text_printf(&warning,
                         "UserWarning: Error changing user exception modes.\nUnrecognized mode in FormattedTB: <%s>\n"
                         "Valid modes: ['Plain', 'Context', 'Verbose', 'Minimal', 'Docs', 'Doctest']\n",
                         call->line);
        if (warning.data)
            call->kernel->host.write(call->kernel->host.ctx, 2, warning.data, warning.length);
        wire_text_clear(&warning);
        return lang_none();
    }
    if (wanted != CONTEXT && wanted != MINIMAL)
        return lang_usage_error(call->t, "exception mode %s is not supported. Supported modes: Context, Minimal",
                                modes[wanted]);
    call->kernel->minimal_reports = wanted == MINIMAL;
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
    char *about = bare != call->line ? kernel_about_magic(bare) : NULL;
    if (about) {
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
