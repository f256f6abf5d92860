/* source_coding.c: in which encoding a program's bytes are (PEP 263): a mark at their beginning, or a comment in the
 * first two lines that names it; UTF-8 where neither is.
 *
 * Must not know what the bytes are for, nor how codecs work. */
#include <stdio.h>
#include <string.h>

#include "types/str_impl.h"
#include "vm/code.h"

#define MARK "\xef\xbb\xbf"

struct coded_text {
    const char *bytes, *filename;
    size_t size;
    bool marked, program;
};

/* Where a line ends, and where the next one begins. */
static const char *line_end(const char *p, const char *end)
{
    while (p < end && *p != '\n' && *p != '\r')
        p++;
    return p;
}
static const char *next_line(const char *at, const char *end)
{
    if (end - at >= 2 && at[0] == '\r' && at[1] == '\n')
        return at + 2;
    return at < end ? at + 1 : end;
}

static const char *skip(const char *p, const char *end, const char *set)
{
    while (p < end && *p && strchr(set, *p))
        p++;
    return p;
}

static bool is_of_name(char c)
{
    return (c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'z') || (c && strchr("-_.", c));
}

/* The encoding that a comment names, `coding: NAME` or `coding=NAME`; its length, 0: none. */
static size_t named_in(const char *line, const char *end, const char **name)
{
    const char word[] = "coding", *p = skip(line, end, " \t\f");
    if (p == end || *p != '#')
        return 0;
    while ((p = memmem(p, (size_t)(end - p), word, sizeof word - 1))) {
        p += sizeof word - 1;
        if (p == end || (*p != ':' && *p != '='))
            continue;
        const char *first = skip(p + 1, end, " \t"), *last = first;
        while (last < end && is_of_name(*last))
            last++;
        *name = first;
        if (last > first)
            return (size_t)(last - first);
    }
    return 0;
}

/* The same of the first two lines: the second one counts where the first has no code. */
static size_t named_above(const char *text, size_t size, const char **name)
{
    const char *end = text + size, *at = line_end(text, end);
    size_t length = named_in(text, at, name);
    const char *code = skip(text, at, " \t\f");
    if (length || (code < at && *code != '#'))
        return length;
    const char *second = next_line(at, end);
    return named_in(second, line_end(second, end), name);
}

/* Names of UTF-8 and Latin-1 are written in many ways; *name is the one that CPython says. */
static struct lang_str *known_name(struct lang_thread *t, const char *name, size_t size)
{
    static const char *const rows[][2] = {
        {"utf-8", "utf-8"}, {"latin-1", "iso-8859-1"}, {"iso-8859-1", "iso-8859-1"}, {"iso-latin-1", "iso-8859-1"}};
    char low[13];
    size_t n = 0;
    for (; n < size && n < sizeof low - 1; n++)
        low[n] = name[n] == '_' ? '-' : name[n] >= 'A' && name[n] <= 'Z' ? (char)(name[n] | 32) : name[n];
    low[n] = 0;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const size_t length = strlen(rows[i][0]);
        if (strncmp(low, rows[i][0], length) == 0 && (low[length] == 0 || low[length] == '-'))
            return lang_str_from_c(t, rows[i][1]);
    }
    return lang_str_new(t, name, size);
}

/* A SyntaxError of the whole file; of the text of a program, CPython tells no place. */
static const char *refuse(struct lang_thread *t, const struct coded_text *text, struct lang_str *message_steal)
{
    lang_value place = lang_undef(), args[2] = {lang_obj_or_error(message_steal), lang_undef()};
    lang_value error = lang_is_error(args[0]) ? args[0] : lang_undef();
    if (!text->program && lang_is_undef(error)) {
        struct lang_tuple *where = lang_tuple_new(t, 4);
        struct lang_str *file = where ? lang_str_from_c(t, text->filename) : NULL;
        if (file) {
            const lang_value items[] = {lang_obj(file), lang_int(0), lang_int(-1), lang_none()};
            memcpy(where->items, items, sizeof items);
            args[1] = place = lang_obj(where);
        } else {
            lang_xdecref(t, where);
            error = lang_error();
        }
    }
    if (lang_is_undef(error))
        error = lang_call(t, lang_obj(&lang_exc_types[LANG_EXC_SyntaxError]), args, lang_is_undef(place) ? 1 : 2, NULL);
    if (!lang_is_error(error)) {
        lang_error_set(t, error);
        lang_unref(t, error);
    }
    lang_unref(t, place);
    if (!lang_is_error(args[0]))
        lang_unref(t, args[0]);
    return NULL;
}

/* What a codec has raised, as a SyntaxError that says the same. */
static const char *refuse_coded(struct lang_thread *t, const struct coded_text *text, struct lang_str *encoding)
{
    if (!lang_error_is(t, LANG_EXC_Exception) || lang_error_is(t, LANG_EXC_MemoryError))
        return NULL;
    if (text->program) {
        lang_error_clear(t);
        return refuse(t, text, lang_str_from_format(t, "encoding problem: %U", encoding));
    }
    lang_value e = lang_error_take(t);
    struct lang_str *message = lang_to_str(t, e);
    lang_unref(t, e);
    return refuse(t, text, message);
}

/* The first bytes that are no UTF-8; NULL: all are. */
static const char *first_invalid(const char *text, size_t size)
{
    const uint8_t *p = (const uint8_t *)text, *end = p + size;
    uint32_t c;
    for (uint64_t word; p < end;) {
        while (end - p >= 8 && (memcpy(&word, p, 8), (word & UINT64_C(0x8080808080808080)) == 0))
            p += 8;
        if (p == end)
            break;
        int n = lang_utf8_step(p, end, false, &c);
        if (n <= 0)
            return (const char *)p;
        p += n;
    }
    return NULL;
}

/* A program's text without a declaration has to be UTF-8. */
static const char *check_undeclared(struct lang_thread *t, const struct coded_text *text, const char *bytes)
{
    const char *bad = first_invalid(bytes, text->size);
    uint32_t line = 1;
    if (!bad)
        return bytes;
    for (const char *p = bytes; p < bad; p++)
        line += *p == '\n';
    char byte[3];
    snprintf(byte, sizeof byte, "%02x", (unsigned)(uint8_t)*bad);
    return refuse(t, text,
                  lang_str_from_format(t,
                                       "Non-UTF-8 code starting with '\\x%s' in file %s on line %u, but no encoding "
                                       "declared; see https://peps.python.org/pep-0263/ for details",
                                       byte, text->filename, line));
}

static const char *decode(struct lang_thread *t, struct coded_text *text, struct lang_str *encoding, size_t *size,
                          lang_value *keep)
{
    const char *name = lang_str_utf8(t, encoding, NULL), *utf8 = NULL;
    struct lang_str *s = name ? lang_bytes_decode(t, (const uint8_t *)text->bytes, text->size, name, "strict") : NULL;
    if (s && (utf8 = lang_str_utf8(t, s, size)))
        *keep = lang_obj(s);
    else {
        lang_xdecref(t, s);
        refuse_coded(t, text, encoding);
    }
    return utf8;
}

const char *lang_source_text(struct lang_thread *t, const char *bytes, size_t *size, const char *filename, bool program,
                             lang_value *keep)
{
    struct coded_text text = {.bytes = bytes, .filename = filename, .size = *size, .program = program};
    const char *name;
    *keep = lang_undef();
    text.marked = *size >= 3 && memcmp(bytes, MARK, 3) == 0;
    text.bytes += text.marked ? 3 : 0;
    *size = text.size -= text.marked ? 3 : 0;
    const size_t length = *size ? named_above(text.bytes, *size, &name) : 0;
    if (!length && !(program && *size))
        return text.bytes;
    if (!length)
        return check_undeclared(t, &text, text.bytes);
    struct lang_str *encoding = known_name(t, name, length);
    const char *known = encoding ? lang_str_utf8(t, encoding, NULL) : NULL, *decoded = NULL;
    if (known && strcmp(known, "utf-8") == 0)
        decoded = text.bytes;
    else if (known && text.marked)
        refuse(t, &text, lang_str_from_format(t, "encoding problem: %U with BOM", encoding));
    else if (known && memchr(text.bytes, 0, *size))
        decoded = text.bytes; /* that is refused before the encoding is asked for */
    else if (known)
        decoded = decode(t, &text, encoding, size, keep);
    lang_xdecref(t, encoding);
    return decoded;
}
