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
    if (line && (e->whole_line || e->from_scope)) {
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

struct lang_text *lang_compile_text_new(struct lang_thread *t, struct lang_source *source, const char *text,
                                        size_t size, bool hidden)
{
    struct lang_text *x = calloc(1, sizeof *x);
    char *copy = malloc(size + 1), *file = source->filename ? strdup(source->filename) : NULL;
    if (!x || !copy || (source->filename && !file)) {
        free(x);
        free(copy);
        free(file);
        lang_no_memory(t);
        return NULL;
    }
    memcpy(copy, text, size);
    copy[size] = 0;
    x->refs = 1;
    x->cell = source->cell;
    x->hidden = hidden;
    x->filename = file;
    x->text = copy;
    x->size = size;
    return x;
}

void lang_text_unref(struct lang_text *text)
{
    if (text && --text->refs == 0) {
        free(text->filename);
        free(text->text);
        free(text->line_start);
        free(text);
    }
}

bool lang_text_line(struct lang_text *text, uint32_t n, const char **line, size_t *size)
{
    if (!text->line_start) {
        uint32_t count = 1;
        for (size_t i = 0; i < text->size; i++)
            count += text->text[i] == '\n';
        text->line_start = malloc((count + 1) * sizeof *text->line_start);
        if (!text->line_start)
            return false;
        text->line_start[0] = 0;
        text->line_count = 1;
        for (size_t i = 0; i < text->size; i++)
            if (text->text[i] == '\n')
                text->line_start[text->line_count++] = (uint32_t)i + 1;
        text->line_start[text->line_count] = (uint32_t)text->size + 1;
    }
    if (n < 1 || n > text->line_count)
        return false;
    *line = text->text + text->line_start[n - 1];
    *size = text->line_start[n] - text->line_start[n - 1] - 1;
    if (*size && (*line)[*size - 1] == '\r')
        --*size;
    return n < text->line_count || *size; /* nothing after the final newline */
}
