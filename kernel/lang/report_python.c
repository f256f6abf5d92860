/* report_python.c: an exception in CPython 3.11's layout, for the command line. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "front/parser.h"
#include "report_impl.h"
#include "vm/exception_fields.h"
#include "vm/exception_group.h"
#include "vm/native.h"

enum { SAME_SHOWN = 3, MOST_FRAMES = 1000 };
enum { GROUP_STEP = 2, GROUP_WIDTH = 15, GROUP_DEPTH = 10 }; /* of exception groups: so much is shown */

/* ------------------------------------------------------------------ the line of a frame and its marks */

/* Columns of a line of source, as characters. `left` and `right` are the ends of the operator in between, -1: none. */
struct marks {
    size_t from, to;
    int64_t left, right;
};

static size_t characters(const char *s, size_t bytes)
{
    size_t n = 0;
    for (size_t i = 0; i < bytes; i++)
        n += ((unsigned char)s[i] & 0xC0) != 0x80;
    return n;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\f';
}

static bool is_word(char c)
{
    return c == '_' || (c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'z') || (unsigned char)c >= 128;
}

/* Begins a line: writes the margin of an exception group. */
static void margin(struct report_text *x)
{
    for (int i = 0; i < x->indent; i++)
        lang_text_put_c(x, " ");
    if (x->indent)
        lang_text_put_c(x, "| ");
}

static void put_line(struct report_text *x, const char *s)
{
    margin(x);
    lang_text_put_c(x, s);
    lang_text_put_c(x, "\n");
}

/* The operator of a binary operation, the brackets of a subscript: bytes of the segment. false: neither. */
static bool anchor_of(const struct ast_node *n, const char *segment, uint32_t *left, uint32_t *right)
{
    if (n->kind == AST_BIN_OP) {
        const struct ast_bin_op *o = (const struct ast_bin_op *)(const void *)n;
        for (uint32_t i = o->left->end_col; i < o->right->col; i++)
            if (!is_blank(segment[i])) {
                *left = i;
                *right = i + 1 + (i + 1 < o->right->col && !is_blank(segment[i + 1]));
                return true;
            }
    } else if (n->kind == AST_SUBSCRIPT) {
        const struct ast_subscript *o = (const struct ast_subscript *)(const void *)n;
        *left = o->value->end_col;
        *right = o->slice->end_col + 1;
        return true;
    }
    return false;
}

static void find_anchors(struct lang_thread *t, const char *line, uint32_t from, uint32_t to, struct marks *m)
{
    struct lang_arena arena;
    struct lang_parse_result parsed;
    struct lang_syntax_error error;
    struct lang_parse_options options = {
        .mode = LANG_PARSE_EXEC, .unicode_name = lang_unicode_lookup, .normal_name = lang_unicode_identifier};
    lang_arena_init(&arena, t->vm->options.memory_limit);
    if (lang_parse(&arena, line + from, to - from, &options, &parsed, &error) == 0) {
        struct ast_list *body = &ast_as_module(parsed.root)->body;
        uint32_t left, right;
        if (body->count == 1 && body->items[0]->kind == AST_EXPR && body->items[0]->end_line == 1 &&
            anchor_of(ast_as_expr(body->items[0])->value, line + from, &left, &right)) {
            m->left = (int64_t)characters(line, from + left);
            m->right = (int64_t)characters(line, from + right);
        }
    }
    lang_arena_free(&arena);
}

/* The second line under a frame: ~~~^~~~ below the part that has failed, nothing when that is the whole line. */
static void put_marks(struct lang_thread *t, struct report_text *x, const struct lang_position *at, const char *line,
                      size_t size)
{
    if (at->col < 0 || at->end_col < 0 || (size_t)at->col > size)
        return;
    size_t blanks = 0, end = (size_t)at->end_col;
    while (blanks < size && is_blank(line[blanks]))
        blanks++;
    struct marks m = {.left = -1, .right = -1};
    if (at->line != at->end_line) {
        end = size;
        while (end && (is_blank(line[end - 1]) || line[end - 1] == '\r' || line[end - 1] == '\v'))
            end--;
    } else if (end > size) {
        return;
    } else if (end > (size_t)at->col) {
        find_anchors(t, line, (uint32_t)at->col, (uint32_t)end, &m);
    }
    m.from = characters(line, (size_t)at->col);
    m.to = characters(line, end);
    bool anchored = m.left >= 0;
    if (m.to - m.from == characters(line, size) - blanks && !anchored)
        return;
    margin(x);
    lang_text_put_c(x, "    ");
    for (size_t i = blanks; i < m.to; i++) {
        bool inside = (int64_t)i >= m.left && (int64_t)i < m.right;
        lang_text_put_c(x, i < m.from ? " " : !anchored || inside ? "^" : "~");
    }
    lang_text_put_c(x, "\n");
}

/* CPython reads the lines anew: texts that do not lie in a file have none to show. */
static bool has_lines(struct lang_thread *t, const struct lang_text *text)
{
    if (t->vm->finishing)
        return false;
    return text->filename ? text->filename[0] != '<' && access(text->filename, R_OK) == 0 : text->cell != 0;
}

/* A local may be an operand as it stands, so that the whole operation notices that it has no value; the position to
 * show is that of the name alone, the first of its spelling in the operation. */
static void narrow_to_name(struct lang_text *text, const char *name, size_t size, struct lang_position *at)
{
    const char *line;
    size_t n;
    for (uint32_t l = at->line; l <= at->end_line && lang_text_line(text, l, &line, &n); l++) {
        size_t i = l == at->line && at->col > 0 ? (size_t)at->col : 0,
               end = l == at->end_line ? (size_t)at->end_col : n;
        char quote = 0;
        for (; i < end && i < n; i++) {
            if (quote || line[i] == '"' || line[i] == '\'') {
                quote = !quote ? line[i] : quote == line[i] ? 0 : quote;
            } else if (is_word(line[i])) {
                size_t from = i;
                while (i < end && is_word(line[i]))
                    i++;
                bool keyword = i + 1 < n && line[i] == '=' && line[i + 1] != '=';
                if (i - from == size && memcmp(line + from, name, size) == 0 && !(from && line[from - 1] == '.') &&
                    !(keyword && from != (size_t)at->col)) {
                    *at = (struct lang_position){l, l, (int32_t)from, (int32_t)i};
                    return;
                }
                i--;
            }
        }
    }
}

/* Of a frame of another implementation, which may know more than the line. */
static struct lang_position foreign_position(struct lang_thread *t, const struct lang_traceback *tb)
{
    const uint32_t line = lang_traceback_line(tb);
    int64_t part[4] = {line, line, -1, -1};
    lang_value v =
        lang_is_undef(tb->frame->foreign) ? lang_undef() : lang_foreign_ask(t, tb->frame->foreign, "position", NULL, 0);
    bool known = lang_is_tuple(v) && lang_as_tuple(v)->length == 4;
    for (int i = 0; known && i < 4; i++)
        known = lang_int_fits(lang_as_tuple(v)->items[i], &part[i]) && part[i] >= 0 && part[i] <= INT32_MAX;
    if (!lang_is_undef(v))
        lang_unref(t, v);
    if (!known || part[0] != line)
        return (struct lang_position){line, line, -1, -1};
    return (struct lang_position){line, (uint32_t)part[1], (int32_t)part[2], (int32_t)part[3]};
}

static struct lang_position position_of(struct lang_thread *t, struct lang_traceback *tb, lang_value e)
{
    static const char before[] = "cannot access local variable '";
    struct lang_position at = lang_code_position(tb->frame->code, tb->instr);
    if (tb->made)
        return foreign_position(t, tb);
    if (tb->next || lang_type_of(e) != &lang_exc_types[LANG_EXC_UnboundLocalError] || at.col < 0)
        return at;
    struct lang_str *s = lang_exception_text(t, e);
    const char *text = s ? lang_str_utf8(t, s, NULL) : NULL, *end;
    if (text && strncmp(text, before, sizeof before - 1) == 0 && (end = strchr(text + sizeof before - 1, '\'')))
        narrow_to_name(tb->frame->code->text, text + sizeof before - 1, (size_t)(end - text) - sizeof before + 1, &at);
    lang_xdecref(t, s);
    return at;
}

static void put_frame(struct lang_thread *t, struct report_text *x, struct lang_traceback *tb, lang_value e)
{
    struct lang_code *code = tb->frame->code;
    struct lang_position at = position_of(t, tb, e);
    char line[64], cell[LANG_CELL_FILENAME];
    const char *source;
    size_t n;
    margin(x);
    lang_text_put_c(x, "  File \"");
    lang_text_put_c(x, lang_text_filename(code->text, cell));
    snprintf(line, sizeof line, "\", line %u, in ", at.line);
    lang_text_put_c(x, line);
    lang_text_put_str(t, x, code->name);
    lang_text_put_c(x, "\n");
    if (!has_lines(t, code->text) || !lang_text_line(code->text, at.line, &source, &n))
        return;
    size_t blanks = 0;
    while (blanks < n && is_blank(source[blanks]))
        blanks++;
    margin(x);
    lang_text_put_c(x, "    ");
    lang_text_put(x, source + blanks, n - blanks);
    lang_text_put_c(x, "\n");
    put_marks(t, x, &at, source, n);
}

static bool same_frame(const struct lang_traceback *a, const struct lang_traceback *b)
{
    const struct lang_code *c = a->frame->code, *d = b->frame->code;
    return c->text == d->text && lang_str_equal(c->name, d->name) && lang_traceback_line(a) == lang_traceback_line(b);
}

static void put_repeats(struct report_text *x, size_t count)
{
    char line[80];
    if (count <= SAME_SHOWN)
        return;
    count -= SAME_SHOWN;
    margin(x);
    snprintf(line, sizeof line, "  [Previous line repeated %zu more time%s]\n", count, count == 1 ? "" : "s");
    lang_text_put_c(x, line);
}

static struct lang_traceback *skip_hidden(struct lang_traceback *tb)
{
    while (tb && tb->frame->code->text->hidden)
        tb = tb->next;
    return tb;
}

/* sys.tracebacklimit: so many of the innermost. */
static size_t most_frames(struct lang_thread *t)
{
    const lang_value sys = lang_dict_get_c(t, lang_modules_dict(t), "sys");
    const bool there = lang_is_exactly(sys, &lang_type_module);
    struct lang_dict *names = there ? lang_module_dict((struct lang_module *)sys.o) : NULL;
    const lang_value limit = names ? lang_dict_get_c(t, names, "tracebacklimit") : lang_undef();
    double n = MOST_FRAMES;
    if (lang_is_integer(limit) && lang_as_double(t, limit, &n) < 0)
        lang_error_clear(t); /* beyond what a double holds */
    return n <= 0 ? 0 : n < MOST_FRAMES ? (size_t)n : MOST_FRAMES;
}

static void put_frames(struct lang_thread *t, struct report_text *x, lang_value e)
{
    struct lang_exception *exc = (struct lang_exception *)e.o;
    if (exc->traceback.tag != LANG_OBJECT)
        return;
    struct lang_traceback *first = skip_hidden((struct lang_traceback *)exc->traceback.o), *before = NULL;
    const size_t most = most_frames(t);
    size_t depth = 0, count = 0;
    for (struct lang_traceback *tb = first; tb && most; tb = skip_hidden(tb->next))
        depth++;
    bool group = lang_is_exception_group(e);
    if (depth && group && x->indent == GROUP_STEP)
        lang_text_put_c(x, "  + ");
    else if (depth)
        margin(x);
    if (depth)
        lang_text_put_c(x, group ? "Exception Group Traceback (most recent call last):\n"
                                 : "Traceback (most recent call last):\n");
    for (struct lang_traceback *tb = first; tb && most; tb = skip_hidden(tb->next)) {
        if (depth-- > most)
            continue;
        if (before && !same_frame(before, tb)) {
            put_repeats(x, count);
            count = 0;
        }
        before = tb;
        if (++count <= SAME_SHOWN)
            put_frame(t, x, tb, e);
    }
    put_repeats(x, count);
}

/* ------------------------------------------------------------------ the last lines */

/* The text of a SyntaxError with carets from its offset to its end; offsets count from 1. */
static void put_syntax_text(struct lang_thread *t, struct report_text *x, struct lang_str *text, int64_t offset,
                            int64_t end)
{
    int64_t first = 0, last = text->length;
    while (first < last && lang_str_at(text, first) < 128 && is_blank((char)lang_str_at(text, first)))
        first++;
    if (last > first && lang_str_at(text, last - 1) == '\n')
        last--;
    offset--, end--;
    for (int64_t i = first; i < last && i < offset; i++) /* of several lines the one with the mark */
        if (lang_str_at(text, i) == '\n')
            first = i + 1;
    struct lang_str *shown = lang_str_slice(t, text, first, last);
    size_t bytes = 0;
    lang_text_put_c(x, "    ");
    lang_text_put_str(t, x, shown);
    lang_text_put_c(x, "\n");
    if (!shown || !lang_str_utf8(t, shown, &bytes))
        lang_error_clear(t);
    lang_xdecref(t, shown);
    if (offset < first)
        return;
    if (offset > first + (int64_t)bytes) /* CPython counts bytes here */
        offset = first + (int64_t)bytes;
    if (end > first + (int64_t)bytes)
        end = first + (int64_t)bytes;
    lang_text_put_c(x, "    ");
    for (int64_t i = first; i < offset; i++)
        lang_text_put_c(x, " ");
    for (int64_t i = offset; i < end || i == offset; i++)
        lang_text_put_c(x, "^");
    lang_text_put_c(x, "\n");
}

/* File, line, text and carets of a SyntaxError; its message follows. */
static void put_syntax(struct lang_thread *t, struct report_text *x, lang_value e)
{
    lang_value file = lang_exception_field(e, LANG_FIELD_FILENAME), line = lang_exception_field(e, LANG_FIELD_LINENO);
    lang_value text = lang_exception_field(e, LANG_FIELD_TEXT), offset = lang_exception_field(e, LANG_FIELD_OFFSET);
    lang_value end = lang_exception_field(e, LANG_FIELD_END_OFFSET),
               end_line = lang_exception_field(e, LANG_FIELD_END_LINENO);
    if (line.tag != LANG_INT)
        return;
    margin(x);
    lang_text_put_c(x, "  File \"");
    if (lang_is_str(file))
        lang_text_put_str(t, x, lang_as_str(file));
    else
        lang_text_put_c(x, "<string>");
    char number[48];
    snprintf(number, sizeof number, "\", line %lld\n", (long long)line.i);
    lang_text_put_c(x, number);
    if (!lang_is_str(text))
        return;
    int64_t from = offset.tag == LANG_INT ? offset.i : 0, to = from + 1;
    bool exact = lang_type_of(e) == &lang_exc_types[LANG_EXC_SyntaxError]; /* the only one with an end */
    if (exact && end.tag == LANG_INT && end_line.tag == LANG_INT) {
        size_t bytes = 0;
        lang_str_utf8(t, lang_as_str(text), &bytes);
        lang_error_clear(t);
        to = end_line.i > line.i ? (int64_t)bytes : end.i;
    }
    put_syntax_text(t, x, lang_as_str(text), from, to);
}

static void put_class(struct lang_thread *t, struct report_text *x, struct lang_type *type)
{
    lang_value module = lang_getattr_opt(t, lang_obj(type), LANG_NAME(__module__));
    if (lang_is_error(module) || !lang_is_str(module)) {
        lang_error_clear(t);
        lang_text_put_c(x, "<unknown>.");
    } else if (!lang_str_equal_c(lang_as_str(module), "builtins") &&
               !lang_str_equal_c(lang_as_str(module), "__main__")) {
        lang_text_put_str(t, x, lang_as_str(module));
        lang_text_put_c(x, ".");
    }
    lang_unref(t, module);
    lang_text_put_str(t, x, type->qualname);
}

/* A note has the margin on each of its lines. */
static void put_note(struct lang_thread *t, struct report_text *x, struct lang_str *note)
{
    size_t n, from = 0;
    const char *s = lang_str_utf8(t, note, &n);
    for (size_t i = 0; s && i <= n; i++)
        if (i == n || s[i] == '\n') {
            margin(x);
            lang_text_put(x, s + from, i - from);
            if (i < n)
                lang_text_put_c(x, "\n");
            from = i + 1;
        }
}

static void put_notes(struct lang_thread *t, struct report_text *x, lang_value e)
{
    lang_value notes = lang_attrs_get(t, e.o, LANG_NAME(__notes__));
    if (lang_is_undef(notes) || lang_is_none(notes))
        return;
    bool list = lang_is_list(notes), tuple = lang_is_tuple(notes);
    lang_ref(notes);
    for (int64_t i = 0; i < (list ? lang_as_list(notes)->length : tuple ? lang_as_tuple(notes)->length : 1); i++) {
        lang_value note = /* its __str__ may change the list */
            lang_ref(list    ? lang_as_list(notes)->items[i]
                     : tuple ? lang_as_tuple(notes)->items[i]
                             : notes);
        struct lang_str *n = list || tuple ? lang_to_str(t, note) : lang_repr(t, note);
        if (!n)
            margin(x);
        if (n)
            put_note(t, x, n);
        else
            lang_text_put_c(x, list || tuple ? "<note str() failed>" : "<__notes__ repr() failed>");
        lang_error_clear(t);
        lang_xdecref(t, n);
        lang_unref(t, note);
        if (list || tuple)
            lang_text_put_c(x, "\n");
    }
    lang_unref(t, notes);
}

static void put_one(struct lang_thread *t, struct report_text *x, lang_value e)
{
    put_frames(t, x, e);
    bool syntax = lang_is_subtype(lang_type_of(e), &lang_exc_types[LANG_EXC_SyntaxError]);
    lang_value line = syntax ? lang_exception_field(e, LANG_FIELD_LINENO) : lang_undef();
    if (syntax)
        put_syntax(t, x, e);
    margin(x);
    put_class(t, x, lang_type_of(e));
    lang_value msg = line.tag == LANG_INT ? lang_exception_field(e, LANG_FIELD_MSG) : lang_undef();
    struct lang_str *s = lang_is_undef(msg)  ? lang_exception_text(t, e)
                         : lang_is_none(msg) ? lang_str_empty(t)
                                             : lang_to_str(t, msg);
    if (!s || s->length) {
        lang_text_put_c(x, ": ");
        lang_text_put_str(t, x, s);
    }
    lang_xdecref(t, s);
    struct lang_str *meant = lang_suggestion(t, e);
    if (meant) {
        lang_text_put_c(x, ". Did you mean: '");
        lang_text_put_str(t, x, meant);
        lang_text_put_c(x, "'?");
        lang_decref(t, meant);
    }
    lang_text_put_c(x, "\n");
    put_notes(t, x, e);
}

/* ------------------------------------------------------------------ chains */

struct seen {
    struct seen *outer;
    struct lang_object *o;
};

static bool known(const struct seen *s, lang_value e)
{
    while (s && s->o != e.o)
        s = s->outer;
    return s != NULL;
}

static bool put_chain(struct lang_thread *t, struct report_text *x, lang_value e, const struct seen *outer, int depth);

/* The exceptions of a group, each below a rule. Returns true when the rule that ends the last one stands already: it
 * does below a group that is last itself. */
static bool put_members(struct lang_thread *t, struct report_text *x, struct lang_tuple *all, const struct seen *outer,
                        int depth)
{
    bool ended = false;
    int64_t shown = all->length > GROUP_WIDTH ? GROUP_WIDTH + 1 : all->length;
    x->indent += GROUP_STEP;
    for (int64_t i = 0; i < shown; i++) {
        char line[80];
        snprintf(line, sizeof line, "%*s%s---------------- %lld ----------------\n", x->indent - (i ? 0 : GROUP_STEP),
                 "", i ? "+" : "+-+", (long long)i + 1);
        if (i == GROUP_WIDTH)
            snprintf(line, sizeof line, "%*s+---------------- ... ----------------\n", x->indent, "");
        lang_text_put_c(x, line);
        if (i < GROUP_WIDTH) {
            ended = put_chain(t, x, all->items[i], outer, depth + 1) && i == shown - 1;
            continue;
        }
        long long more = all->length - GROUP_WIDTH;
        snprintf(line, sizeof line, "and %lld more exception%s", more, more == 1 ? "" : "s");
        put_line(x, line);
    }
    if (!ended) {
        char line[80];
        snprintf(line, sizeof line, "%*s+------------------------------------\n", x->indent, "");
        lang_text_put_c(x, line);
    }
    x->indent -= GROUP_STEP;
    return true;
}

static bool put_group(struct lang_thread *t, struct report_text *x, lang_value e, const struct seen *outer, int depth)
{
    if (x->indent > GROUP_STEP * GROUP_DEPTH) {
        put_line(x, "... (max_group_depth is 10)");
        return false;
    }
    bool outermost = x->indent == 0;
    if (outermost)
        x->indent = GROUP_STEP;
    put_one(t, x, e);
    put_members(t, x, ((struct lang_exception_group *)e.o)->exceptions, outer, depth);
    if (outermost)
        x->indent = 0;
    return true;
}

static void put_sentence(struct report_text *x, const char *sentence)
{
    put_line(x, "");
    put_line(x, sentence);
    put_line(x, "");
}

/* What came before first; an exception that leads back to itself is shown once. True: the rule below a group has been
 * put. */
static bool put_chain(struct lang_thread *t, struct report_text *x, lang_value e, const struct seen *outer, int depth)
{
    struct lang_exception *exc = (struct lang_exception *)e.o;
    struct seen here = {(struct seen *)outer, e.o};
    bool ended = false;
    if (depth < 1000 && lang_is_obj(exc->cause)) {
        if (!known(&here, exc->cause)) {
            ended = put_chain(t, x, exc->cause, &here, depth + 1);
            put_sentence(x, "The above exception was the direct cause of the following exception:");
        }
    } else if (depth < 1000 && lang_is_obj(exc->context) && !exc->suppress_context && !known(&here, exc->context)) {
        ended = put_chain(t, x, exc->context, &here, depth + 1);
        put_sentence(x, "During handling of the above exception, another exception occurred:");
    }
    if (lang_is_exception_group(e))
        return put_group(t, x, e, &here, depth) || ended;
    put_one(t, x, e);
    return ended;
}

bool lang_report_has_group(lang_value e)
{
    for (int i = 0; i < 1000 && lang_is_obj(e); i++) {
        const struct lang_exception *exc = (struct lang_exception *)e.o;
        if (lang_is_exception_group(e))
            return true;
        e = lang_is_obj(exc->cause) ? exc->cause : exc->suppress_context ? lang_undef() : exc->context;
    }
    return false;
}

void lang_report_python_plain(struct lang_thread *t, struct report_text *x, lang_value e)
{
    put_frames(t, x, e);
    put_class(t, x, lang_type_of(e));
    struct lang_str *s = lang_to_str(t, e);
    if (!s || s->length) {
        lang_text_put_c(x, ": ");
        if (s)
            lang_text_put_str(t, x, s);
        else
            lang_text_put_c(x, "<exception str() failed>");
    }
    lang_error_clear(t);
    lang_xdecref(t, s);
    lang_text_put_c(x, "\n");
}

int lang_report_python(struct lang_thread *t, lang_value e, struct lang_report *out)
{
    struct report_text x = {0};
    put_chain(t, &x, e, NULL, 0);
    return lang_report_add(out, &x);
}
