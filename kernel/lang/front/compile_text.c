/* compile_text.c: the text of a code object, its lines for tracebacks, and SyntaxErrors as exceptions. */
#include "front/compile.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static lang_value syntax_text(struct lang_thread *t, const struct lang_syntax_error *e, const char *filename)
{
    if (!e->text || (e->from_scope && (filename[0] == '<' || access(filename, R_OK) < 0)))
        return lang_none();
    struct lang_str *line = lang_str_new(t, e->text, e->text_len);
    if (line && (e->line_ends || e->from_scope)) {
        struct lang_str *s = lang_str_from_format(t, "%U\n", line);
        lang_decref(t, line);
        line = s;
    }
    return lang_obj_or_error(line);
}

lang_value lang_compile_raise_syntax(struct lang_thread *t, const struct lang_syntax_error *e, const char *filename)
{
    if (e->kind == LANG_SYNTAX_MEMORY)
        return e->message[0] ? lang_raise(t, LANG_EXC_MemoryError, "%s", e->message) : lang_no_memory(t);
    if (e->kind == LANG_SYNTAX_RECURSION)
        return lang_raise(t, LANG_EXC_RecursionError, "%s", e->message);
    if (e->kind == LANG_SYNTAX_VALUE)
        return lang_raise(t, LANG_EXC_ValueError, "%s", e->message);
    if (e->kind == LANG_SYNTAX_OVERFLOW)
        return lang_raise(t, LANG_EXC_OverflowError, "%s", e->message);
    enum lang_exc exc = e->kind == LANG_TAB_ERROR           ? LANG_EXC_TabError
                        : e->kind == LANG_INDENTATION_ERROR ? LANG_EXC_IndentationError
                                                            : LANG_EXC_SyntaxError;
    struct lang_tuple *where = lang_tuple_new(t, 6);
    lang_value args[2] = {lang_obj_or_error(lang_str_from_c(t, e->message)), lang_undef()};
    if (where) {
        where->items[0] =
            lang_obj_or_error(lang_str_from_c(t, e->from_tokenize && t->vm->options.cells ? "<tokenize>" : filename));
        where->items[1] = e->line ? lang_int(e->line) : lang_none();
        where->items[2] = e->line ? lang_int(e->col) : lang_none();
        where->items[3] = syntax_text(t, e, filename);
        where->items[4] = e->end_line ? lang_int(e->end_line) : lang_none();
        where->items[5] = e->line && e->end_col != INT32_MIN ? lang_int(e->end_col) : lang_none();
        args[1] = lang_obj(where);
        bool broken = lang_is_error(args[0]) || lang_is_error(where->items[0]) || lang_is_error(where->items[3]);
        lang_value x = broken ? lang_error() : lang_call(t, lang_obj(&lang_exc_types[exc]), args, 2, NULL);
        if (!lang_is_error(x)) {
            lang_error_set(t, x);
            lang_unref(t, x);
        }
        lang_decref(t, where);
    }
    lang_unref(t, args[0]);
    return lang_error();
}

/* ------------------------------------------------------------------ warnings */

static const char *line_of(const struct lang_parse_result *parsed, uint32_t line, size_t *size)
{
    const char *s = parsed->text, *end = s + parsed->len;
    for (uint32_t i = parsed->first_line; i < line && s < end; i++) {
        const char *newline = memchr(s, '\n', (size_t)(end - s));
        s = newline ? newline + 1 : end;
    }
    const char *newline = memchr(s, '\n', (size_t)(end - s));
    *size = (size_t)((newline ? newline : end) - s);
    return s;
}

/* Without the module `warnings` there are no filters but the first ones, which let only SyntaxWarnings out of here. */
static void warn_plainly(struct lang_thread *t, const struct lang_syntax_warning *w, const char *filename,
                         const char *line, size_t size)
{
    if (w->deprecation)
        return;
    while (size && strchr(" \t\f", *line))
        line++, size--;
    while (size && strchr(" \t\f\r", line[size - 1]))
        size--;
    char *text = NULL;
    int n = line && size
                ? asprintf(&text, "%s:%u: SyntaxWarning: %s\n  %.*s\n", filename, w->line, w->message, (int)size, line)
                : asprintf(&text, "%s:%u: SyntaxWarning: %s\n", filename, w->line, w->message);
    if (n >= 0)
        lang_complain(t, text, (size_t)n);
    free(n >= 0 ? text : NULL);
}

/* A filter has made an exception of it: CPython shows that as a SyntaxError at that position. */
static int warning_error(struct lang_thread *t, const struct lang_syntax_warning *w, const char *filename,
                         const char *line, size_t size)
{
    struct lang_type *type = &lang_exc_types[w->deprecation ? LANG_EXC_DeprecationWarning : LANG_EXC_SyntaxWarning];
    lang_value e = lang_error_take(t);
    bool ours = lang_is_subtype(lang_type_of(e), type);
    if (!ours) {
        lang_error_restore(t, e);
        return -1;
    }
    lang_unref(t, e);
    struct lang_syntax_error error = {.kind = LANG_SYNTAX_ERROR,
                                      .line = w->line,
                                      .end_line = w->end_line,
                                      .col = (int32_t)w->col + 1,
                                      .end_col = (int32_t)w->end_col + 1,
                                      .text = line,
                                      .text_len = (uint32_t)size,
                                      .from_scope = !w->deprecation,
                                      .line_ends = w->deprecation && w->end_line == w->line};
    if (w->line == w->end_line &&
        w->col == w->end_col) { /* of a numeric literal: positions are counted as the lexer does */
        error.from_scope = false;
        error.col--, error.end_col--;
    }
    snprintf(error.message, sizeof error.message, "%s", w->message);
    lang_compile_raise_syntax(t, &error, filename);
    return -1;
}

/* A cell lies in no file: the module keeps its line. */
static int keep_cell_line(struct lang_thread *t, lang_value module, lang_value file, lang_value number,
                          const char *line, size_t size)
{
    lang_value lines = lang_getattr_c(t, module, "_cell_lines"), pair[2] = {file, number}, text;
    struct lang_tuple *key = lang_is_error(lines) ? NULL : lang_tuple_from(t, pair, 2);
    text = key ? lang_obj_or_error(lang_str_new(t, line, size)) : lang_error();
    int status = lang_is_error(text) ? -1 : lang_setitem(t, lines, lang_obj(key), text);
    lang_unref(t, text);
    lang_xdecref(t, key);
    lang_unref(t, lines);
    return status;
}

static int warn_through(struct lang_thread *t, lang_value module, const struct lang_syntax_warning *w,
                        const char *filename, const char *line, size_t size)
{
    lang_value f = lang_getattr_c(t, module, "warn_explicit"), r = lang_error();
    lang_value args[4] = {
        lang_obj_or_error(lang_str_from_c(t, w->message)),
        lang_obj(&lang_exc_types[w->deprecation ? LANG_EXC_DeprecationWarning : LANG_EXC_SyntaxWarning]),
        lang_obj_or_error(lang_str_from_c(t, filename)), lang_int(w->line)};
    bool fine = !lang_is_error(f) && !lang_is_error(args[0]) && !lang_is_error(args[2]);
    if (fine && line && keep_cell_line(t, module, args[2], args[3], line, size) < 0)
        fine = false;
    if (fine)
        r = lang_call(t, f, args, 4, NULL);
    lang_unref(t, args[0]);
    lang_unref(t, args[2]);
    lang_unref(t, f);
    lang_unref(t, r);
    return lang_is_error(r) ? -1 : 0;
}

int lang_compile_warn(struct lang_thread *t, const struct lang_source *source, const struct lang_parse_result *parsed)
{
    char cell[64];
    const char *filename = source->filename;
    if (!parsed->warnings)
        return 0;
    if (!filename) {
        snprintf(cell, sizeof cell, "/tmp/ipykernel_%d/%u.py", (int)getpid(),
                 lang_cell_hash(source->text, source->size));
        filename = cell;
    }
    lang_value module = lang_dict_get_c(t, t->vm->modules, "warnings");
    bool has_lines = !source->filename || (filename[0] != '<' && access(filename, R_OK) == 0);
    for (const struct lang_syntax_warning *w = parsed->warnings; w; w = w->next) {
        size_t size;
        const char *line = line_of(parsed, w->line, &size);
        if (!lang_is_a(module, &lang_type_module))
            warn_plainly(t, w, filename, line, has_lines ? size : 0);
        else if (warn_through(t, module, w, filename, source->filename ? NULL : line, size) < 0)
            return warning_error(t, w, filename, line, size);
    }
    return 0;
}

/* ------------------------------------------------------------------ beginning and end */

static bool interrupted(void *thread)
{
    struct lang_thread *t = thread;
    return t == t->vm->main && lang_interrupted(t);
}

void lang_compiler_begin(struct compiler *c)
{
    lang_arena_init(&c->arena, c->t->vm->options.memory_limit);
    c->arena.stop = interrupted;
    c->arena.stop_arg = c->t;
}

struct lang_code *lang_compiler_end(struct compiler *c, struct lang_code *code)
{
    struct lang_thread *t = c->t;
    for (uint32_t i = 0; i < c->name_capacity; i++)
        lang_xdecref(t, c->names[i]);
    free(c->names);
    if (c->arena.stopped && !code) { /* not what it looked like */
        lang_error_clear(t);
        lang_poll_quiet(t);
    }
    lang_arena_free(&c->arena);
    if (!code && !lang_error_occurred(t))
        lang_no_memory(t);
    return code;
}
