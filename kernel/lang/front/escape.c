/* Cell escapes: translates IPython's notation to Python. `%magic args`, `!cmd`, `!!cmd`, `?x`, `x?`, `,f a`, `;f a b`,
 * `/f a b`, `x = %magic`, `x = !cmd`, and `%%magic` as the complete cell become calls of get_ipython(). The program,
 * its tracebacks and its history see the translated text, as in IPython. One-line automagic is the kernel's: it depends
 * on which variables exist. */
#include "front/cell.h"

#include <stdio.h>
#include <string.h>

/* ---- calls of get_ipython() ---- */

/* get_ipython().method('a', 'b') */
static void add_call(struct arena_text *out, const char *method, struct cell_line a, const struct cell_line *b)
{
    lang_arena_text_add_string(out, "get_ipython().");
    lang_arena_text_add_string(out, method);
    lang_arena_text_add_string(out, "(");
    lang_arena_text_add_repr(out, a.text, a.len);
    if (b != NULL) {
        lang_arena_text_add_string(out, ", ");
        lang_arena_text_add_repr(out, b->text, b->len);
    }
    lang_arena_text_add_string(out, ")");
}

/* ---- pieces of an escape ---- */

static bool is_space(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static struct cell_line right_stripped(struct cell_line line)
{
    while (line.len > 0 && is_space(line.text[line.len - 1]))
        line.len--;
    return line;
}

/* Parts a text at its first blank, which belongs to neither part. */
static void split_at_blank(struct cell_line text, struct cell_line *head, struct cell_line *rest)
{
    const char *blank = text.len == 0 ? NULL : memchr(text.text, ' ', text.len);
    *head = text;
    *rest = (struct cell_line){text.text + text.len, 0};
    if (blank != NULL) {
        head->len = (size_t)(blank - text.text);
        *rest = (struct cell_line){blank + 1, (size_t)(text.text + text.len - blank - 1)};
    }
}

/* From `start` to the end of its physical line, joined with the lines that a backslash at the end calls for. *end:
 * offset after the last of them. */
static struct cell_line joined_line(struct lang_arena *arena, const struct cell_scanner *scanner, size_t start,
                                    size_t *end, bool *failed)
{
    const char *text = scanner->text, *text_end = text + scanner->len, *p = text + start;
    size_t len = lang_cell_physical_line(p, text_end);
    struct arena_text out = {.arena = arena};
    bool is_first = true;
    while (len >= 2 && p[len - 2] == '\\' && p[len - 1] == '\n' && p + len < text_end) {
        struct cell_line line = right_stripped((struct cell_line){p, len});
        if (!is_first)
            lang_arena_text_add(&out, " ", 1);
        lang_arena_text_add(&out, line.text, line.len - 1);
        is_first = false;
        p += len;
        len = lang_cell_physical_line(p, text_end);
    }
    struct cell_line last = right_stripped((struct cell_line){p, len});
    *end = (size_t)(p + len - text);
    if (is_first)
        return last;
    lang_arena_text_add(&out, " ", 1);
    lang_arena_text_add(&out, last.text, last.len);
    *failed = *failed || out.failed;
    return (struct cell_line){out.bytes, out.len};
}

/* ---- help ---- */

static bool is_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '*' ||
           (unsigned char)c >= 128;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* A chain `a.b[0].c` that ends at `end`, as far back as it goes; returns its start, `end` for none. */
static const char *chain_start(const char *text, const char *end)
{
    const char *start = end, *p = end;
    for (;;) {
        const char *link = p;
        if (p > text && p[-1] == ']') {
            const char *q = p - 1;
            while (q > text && is_digit(q[-1]))
                q--;
            if (q == p - 1)
                return start;
            if (q > text && q[-1] == '-')
                q--;
            if (q == text || q[-1] != '[')
                return start;
            p = q - 1; /* what it subscripts must follow */
            continue;
        }
        while (link > text && is_word(link[-1]))
            link--;
        const char *word = link;
        while (word < p && is_digit(*word))
            word++;
        if (word == p)
            return start;
        start = word; /* a name does not begin with a digit */
        if (word != link || link == text || link[-1] != '.')
            return start;
        p = link - 1;
    }
}

/* The help that a line ending in `?` asks for: false where there is no name before the mark. */
static bool find_help(struct cell_line content, struct cell_line *target, bool *is_double)
{
    struct cell_line line = content;
    if (line.len > 0 && line.text[line.len - 1] == '\n')
        line.len--;
    if (line.len == 0 || line.text[line.len - 1] != '?')
        return false;
    const char *end = line.text + line.len - 1;
    *is_double = end > line.text && end[-1] == '?';
    end -= *is_double;
    const char *start = chain_start(line.text, end);
    if (start == end)
        return false;
    for (int i = 0; i < 2 && start > line.text && start[-1] == '%'; i++)
        start--;
    *target = (struct cell_line){start, (size_t)(end - start)};
    return true;
}

static void add_help(struct arena_text *out, struct cell_line target, bool is_double)
{
    bool is_search = target.len != 0 && memchr(target.text, '*', target.len) != NULL;
    const char *method = is_double ? "pinfo2" : is_search ? "psearch" : "pinfo";
    add_call(out, "run_line_magic", (struct cell_line){method, strlen(method)}, &target);
}

/* ---- the escapes ---- */

static void add_shown_help(struct arena_text *out, struct cell_line content, bool is_double)
{
    if (content.len == 0)
        lang_arena_text_add_string(out, "get_ipython().show_usage()");
    else
        add_help(out, content, is_double);
}

static void add_magic(struct arena_text *out, struct cell_line content)
{
    struct cell_line name, args;
    split_at_blank(content, &name, &args);
    add_call(out, "run_line_magic", name, &args);
}

/* f("a", "b") of `,`; f(a, b) of `/`. */
static void add_words(struct arena_text *out, struct cell_line content, const char *quote)
{
    struct cell_line name, args;
    split_at_blank(content, &name, &args);
    lang_arena_text_add(out, name.text, name.len);
    lang_arena_text_add_string(out, "(");
    lang_arena_text_add_string(out, quote);
    bool is_first = true;
    for (size_t i = 0; i < args.len;) {
        size_t start = i;
        while (i < args.len && !is_space(args.text[i]))
            i++;
        if (i > start) {
            if (!is_first) {
                lang_arena_text_add_string(out, quote);
                lang_arena_text_add_string(out, ", ");
                lang_arena_text_add_string(out, quote);
            }
            lang_arena_text_add(out, args.text + start, i - start);
            is_first = false;
        }
        i += i < args.len;
    }
    lang_arena_text_add_string(out, quote);
    lang_arena_text_add_string(out, ")");
}

static void add_quoted_rest(struct arena_text *out, struct cell_line content)
{
    struct cell_line name, args;
    split_at_blank(content, &name, &args);
    lang_arena_text_add(out, name.text, name.len);
    lang_arena_text_add_string(out, "(\"");
    lang_arena_text_add(out, args.text, args.len);
    lang_arena_text_add_string(out, "\")");
}

/* The Python of one escaped line. False: it is none (a `/` without a name). */
static bool add_escaped(struct arena_text *out, struct cell_line line)
{
    bool is_double = line.len > 1 && line.text[1] == line.text[0] && (line.text[0] == '!' || line.text[0] == '?');
    size_t skip = is_double ? 2 : 1;
    struct cell_line content = {line.text + skip, line.len - skip};
    switch (line.text[0]) {
    case '!':
        add_call(out, is_double ? "getoutput" : "system", content, NULL);
        return true;
    case '?':
        add_shown_help(out, content, is_double);
        return true;
    case '%':
        add_magic(out, content);
        return true;
    case ',':
        add_words(out, content, "\"");
        return true;
    case ';':
        add_quoted_rest(out, content);
        return true;
    default:
        if (content.len == 0 || content.text[0] == ' ')
            return false;
        add_words(out, content, "");
        return true;
    }
}

/* Does a logical line beginning here begin with an escape, and not with an operator? */
static bool is_escape(const char *p, const char *end)
{
    char next = p + 1 < end ? p[1] : '\0';
    switch (*p) {
    case '?':
    case ',':
    case ';':
        return true;
    case '%':
    case '!':
        return next != '=';
    case '/':
        return next != '=' && next != '/';
    default:
        return false;
    }
}

/* A walk over a cell whose escapes are translated one after another. */
struct translation {
    struct cell_scanner scanner;
    struct arena_text *out;
    size_t copied;       /* the text before this is in `out` */
    bool help_blocked;   /* a `?` that cannot be translated: later ones are not looked for */
    bool escape_blocked; /* the same for escapes at the start of a line */
    bool failed;
};

/* Replaces text[from, to) by what the caller adds next, and goes on after it. */
static void begin_replacement(struct translation *t, size_t from, size_t to)
{
    lang_arena_text_add(t->out, t->scanner.text + t->copied, from - t->copied);
    t->copied = to;
    t->scanner.pos = to;
}

static bool translate_help(struct translation *t, const struct cell_logical *line)
{
    struct cell_line target;
    bool is_double;
    if (t->help_blocked || line->is_comment_last || line->state != CELL_FINISHED ||
        t->scanner.text[line->last] != '?' || line->last == line->first)
        return false;
    if (!find_help((struct cell_line){t->scanner.text + line->first, line->end - line->first}, &target, &is_double)) {
        t->help_blocked = true;
        return false;
    }
    begin_replacement(t, line->first, line->end);
    add_help(t->out, target, is_double);
    lang_arena_text_add_string(t->out, "\n");
    return true;
}

static bool translate_escape(struct translation *t, const struct cell_logical *line)
{
    const char *text = t->scanner.text;
    size_t end;
    if (t->escape_blocked || !is_escape(text + line->first, text + t->scanner.len))
        return false;
    struct cell_line joined = joined_line(t->out->arena, &t->scanner, line->first, &end, &t->failed);
    if (t->failed)
        return true;
    if (joined.text[0] == '/' && (joined.len < 2 || joined.text[1] == ' ')) {
        t->escape_blocked = true;
        return false;
    }
    begin_replacement(t, line->first, end);
    add_escaped(t->out, joined);
    lang_arena_text_add_string(t->out, "\n");
    return true;
}

static void translate_assignment(struct translation *t, const struct cell_logical *line)
{
    size_t end;
    if (line->escape == 0)
        return;
    struct cell_line joined = joined_line(t->out->arena, &t->scanner, line->escape, &end, &t->failed);
    if (t->failed)
        return;
    begin_replacement(t, line->escape, end);
    struct cell_line content = {joined.text + 1, joined.len - 1};
    if (joined.text[0] == '%')
        add_magic(t->out, content);
    else
        add_call(t->out, "getoutput", content, NULL);
    lang_arena_text_add_string(t->out, "\n");
}

static int dedent_error(const struct cell_scanner *scanner, struct lang_syntax_error *error)
{
    const char *line = scanner->text + scanner->pos;
    size_t len = lang_cell_physical_line(line, scanner->text + scanner->len), indent = 0;
    while (indent < len && (line[indent] == ' ' || line[indent] == '\t' || line[indent] == '\f'))
        indent++;
    *error = (struct lang_syntax_error){.kind = LANG_INDENTATION_ERROR,
                                        .class_name = lang_syntax_class_name(LANG_INDENTATION_ERROR),
                                        .message = "unindent does not match any outer indentation level",
                                        .line = scanner->line,
                                        .col = (int32_t)indent,
                                        .end_col = -1,
                                        .text = line,
                                        .text_len = (uint32_t)(len > 0 && line[len - 1] == '\n' ? len - 1 : len),
                                        .from_tokenize = true};
    return -1;
}

/* ---- the cell ---- */

static bool split(struct lang_arena *arena, const char *text, size_t len, struct cell_lines *lines)
{
    const char *end = text + len;
    size_t count = 0;
    for (const char *p = text; p < end; p += lang_cell_physical_line(p, end))
        count++;
    lines->items = lang_arena_array(arena, count, sizeof *lines->items);
    lines->count = count;
    if (lines->items == NULL)
        return false;
    count = 0;
    for (const char *p = text; p < end; p += lines->items[count++].len)
        lines->items[count] = (struct cell_line){p, lang_cell_physical_line(p, end)};
    return true;
}

/* `\r\n` and `\r` made `\n`, a final newline added. */
static char *normalize(struct lang_arena *arena, const char *text, size_t *len)
{
    char *copy = lang_arena_array(arena, *len + 1, 1);
    size_t n = 0;
    if (copy == NULL)
        return NULL;
    for (size_t i = 0; i < *len; i++) {
        if (text[i] != '\r')
            copy[n++] = text[i];
        else if (i + 1 == *len || text[i + 1] != '\n')
            copy[n++] = '\n';
    }
    if (n == 0 || copy[n - 1] != '\n')
        copy[n++] = '\n';
    *len = n;
    return copy;
}

/* White space up to a form feed is a blank line of its own. */
static void drop_form_feeds(struct cell_line *line)
{
    for (size_t i = 0; i < line->len && is_space(line->text[i]); i++) {
        if (line->text[i] == '\f') {
            line->text += i + 1;
            line->len -= i + 1;
            i = (size_t)-1;
        }
    }
}

bool lang_cell_clean(struct lang_arena *arena, const char *text, size_t len, struct cell_lines *lines)
{
    if (len == 0 || text[len - 1] != '\n' || memchr(text, '\r', len) != NULL) {
        text = normalize(arena, text, &len);
        if (text == NULL)
            return false;
    }
    if (!split(arena, text, len, lines))
        return false;
    for (size_t i = 0; i < lines->count; i++) {
        if (!lang_cell_line_is_blank(&lines->items[i])) {
            lines->items += i;
            lines->count -= i;
            drop_form_feeds(&lines->items[0]);
            break;
        }
    }
    lang_cell_dedent(lines, 0, lines->count);
    return lang_cell_strip_prompts(arena, lines);
}

/* %%name args, and the rest as one string. */
static bool translate_cell_magic(const struct cell_lines *lines, struct arena_text *out)
{
    struct cell_line first = lines->count == 0 ? (struct cell_line){"", 0} : lines->items[0], name, args;
    if (first.len < 2 || first.text[0] != '%' || first.text[1] != '%')
        return false;
    size_t word = 2;
    while (word < first.len && is_word(first.text[word]) && first.text[word] != '*')
        word++;
    if (word > 2 && word < first.len && first.text[word] == '?')
        return false; /* help about the magic */
    split_at_blank(right_stripped((struct cell_line){first.text + 2, first.len - 2}), &name, &args);
    struct arena_text body = {.arena = out->arena};
    for (size_t i = 1; i < lines->count; i++)
        lang_arena_text_add(&body, lines->items[i].text, lines->items[i].len);
    add_call(out, "run_cell_magic", name, &args);
    out->len -= !out->failed;
    lang_arena_text_add_string(out, ", ");
    lang_arena_text_add_repr(out, body.bytes, body.len);
    lang_arena_text_add_string(out, ")\n");
    out->failed = out->failed || body.failed;
    return true;
}

/* The lines as one text again; where nothing was taken off them it is the text they came from. */
static struct cell_line join(struct lang_arena *arena, const struct cell_lines *lines, bool *failed)
{
    if (lines->count == 0)
        return (struct cell_line){"", 0};
    size_t len = lines->items[0].len;
    bool is_contiguous = true;
    for (size_t i = 1; i < lines->count; i++) {
        is_contiguous = is_contiguous && lines->items[i].text == lines->items[i - 1].text + lines->items[i - 1].len;
        len += lines->items[i].len;
    }
    if (is_contiguous)
        return (struct cell_line){lines->items[0].text, len};
    char *copy = lang_arena_array(arena, len, 1);
    *failed = copy == NULL;
    size_t at = 0;
    for (size_t i = 0; i < lines->count && copy != NULL; i++) {
        memcpy(copy + at, lines->items[i].text, lines->items[i].len);
        at += lines->items[i].len;
    }
    return (struct cell_line){copy, len};
}

int lang_cell_translate_lines(struct lang_arena *arena, const struct cell_lines *lines, struct arena_text *out,
                              struct lang_syntax_error *error)
{
    struct translation t = {.out = out};
    struct cell_logical line;
    if (translate_cell_magic(lines, out))
        goto done;
    struct cell_line joined = join(arena, lines, &t.failed);
    if (t.failed)
        goto done;
    lang_cell_scan_init(&t.scanner, joined.text, joined.len);
    while (!t.failed && lang_cell_scan_next(&t.scanner, &line)) {
        uint32_t next_line = t.scanner.line;
        if (line.is_blank)
            continue;
        if (!translate_help(&t, &line) && !translate_escape(&t, &line))
            translate_assignment(&t, &line);
        if (t.scanner.pos < line.end) { /* an escape took less than the quotes and brackets in it seemed to span */
            for (size_t i = t.scanner.pos; i < line.end; i++)
                next_line -= joined.text[i] == '\n';
            t.scanner.line = next_line;
        }
    }
    if (t.scanner.bad_dedent)
        return dedent_error(&t.scanner, error);
    if (t.copied == 0 && out->len == 0) { /* nothing to translate: the text itself */
        out->bytes = (char *)(uintptr_t)joined.text;
        out->len = joined.len;
    } else {
        lang_arena_text_add(out, joined.text + t.copied, joined.len - t.copied);
    }
done:
    if (t.failed || out->failed) {
        lang_lexer_no_memory(error);
        return -1;
    }
    return 0;
}

int lang_cell_translate(struct lang_arena *arena, const char *text, size_t len, const char **out, size_t *out_len,
                        struct lang_syntax_error *error)
{
    struct cell_lines lines;
    struct arena_text translated = {.arena = arena};
    *out = text;
    *out_len = len;
    if (!lang_lexer_accepts(text, len)) /* NUL, invalid UTF-8: the lexer will say so */
        return 0;
    if (!lang_cell_clean(arena, text, len, &lines)) {
        lang_lexer_no_memory(error);
        return -1;
    }
    if (lang_cell_translate_lines(arena, &lines, &translated, error) < 0)
        return -1;
    *out = translated.bytes == NULL ? "" : translated.bytes;
    *out_len = translated.len;
    return 0;
}
