/*
 * expand.c - {expr} and $name in the lines of magics and of the shell.
 *
 * Owns IPython's rules of expansion. Must not know who runs the line.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include "session.h"

struct expansion {
    struct lang_thread *t;
    struct lang_dict *globals, *locals;
    struct wire_text *out;
};

/* Adds str() (or with a conversion repr()) of an expression. -1 with the exception on the thread. */
static int add_value(struct expansion *e, const char *text, size_t length, char conversion)
{
    lang_value value = lang_eval(e->t, text, length, e->globals, e->locals);
    if (lang_is_error(value))
        return -1;
    struct lang_str *shown = conversion == 'r' || conversion == 'a' ? lang_repr(e->t, value) : lang_to_str(e->t, value);
    lang_unref(e->t, value);
    size_t size = 0;
    const char *bytes = shown ? lang_str_utf8(e->t, shown, &size) : NULL;
    if (bytes)
        wire_text_add(e->out, bytes, size);
    lang_xdecref(e->t, shown);
    return bytes ? 0 : -1;
}

/* A field as str.format() delimits it, evaluated as a whole: "a", "d['k']", "l[1:]", "x!r". */
static int add_field(struct expansion *e, const char *text, size_t length)
{
    int depth = 0;
    size_t at = 0;
    while (at < length && (depth || (text[at] != '!' && text[at] != ':'))) {
        depth += text[at] == '[' ? 1 : text[at] == ']' && depth ? -1 : 0;
        at++;
    }
    if (at == length || text[at] == ':')
        return length ? add_value(e, text, length, 0) : -1;
    if (at + 2 != length || !strchr("rsa", text[at + 1]))
        return -1;
    return add_value(e, text, at, text[at + 1]);
}

static bool name_byte(unsigned char c)
{
    return isalnum(c) || c == '_' || c == '.' || c >= 0x80;
}

/* Literal text with $name in it. A name inside single quotes is left alone: an odd number of quotes follows it. */
static int add_literal(struct expansion *e, const char *text, size_t length)
{
    size_t at = 0;
    while (at < length) {
        size_t start = at, name, quotes = 0;
        while (at < length && text[at] != '$')
            at++;
        wire_text_add(e->out, text + start, at - start);
        if (at == length)
            break;
        bool twice = at + 1 < length && text[at + 1] == '$';
        name = at + (twice ? 2 : 1);
        size_t end = name;
        while (end < length && name_byte((unsigned char)text[end]))
            end++;
        for (size_t i = end; i < length; i++)
            quotes += text[i] == '\'';
        if (end == name || quotes % 2) {
            wire_text_add(e->out, "$", 1);
            at++;
            continue;
        }
        if (twice)
            wire_text_add(e->out, text + name - 1, end - name + 1);
        else if (add_value(e, text + name, end - name, 0))
            return -1;
        at = end;
    }
    return 0;
}

/* The end of the field that begins after its brace: the brace that closes it, or length. */
static size_t field_end(const char *text, size_t at, size_t length)
{
    for (int depth = 1; at < length; at++) {
        depth += text[at] == '{' ? 1 : text[at] == '}' ? -1 : 0;
        if (!depth)
            break;
    }
    return at;
}

static int expand_all(struct expansion *e, const char *text, size_t length)
{
    size_t at = 0, start = 0;
    while (at < length) {
        if (text[at] != '{' && text[at] != '}') {
            at++;
            continue;
        }
        bool twice = at + 1 < length && text[at + 1] == text[at];
        if (twice) {
            if (add_literal(e, text + start, at + 1 - start))
                return -1;
            at += 2;
        } else {
            size_t end = text[at] == '{' ? field_end(text, at + 1, length) : length;
            if (end == length || add_literal(e, text + start, at - start) || add_field(e, text + at + 1, end - at - 1))
                return -1;
            at = end + 1;
        }
        start = at;
    }
    return add_literal(e, text + start, length - start);
}

int kernel_expand(struct lang_thread *t, const char *text, size_t length, struct wire_text *out)
{
    struct expansion e = {.t = t, .out = out};
    *out = (struct wire_text){0};
    if (memchr(text, '{', length) || memchr(text, '$', length) || memchr(text, '}', length)) {
        int status = lang_frame_namespaces(t, &e.globals, &e.locals);
        if (!status) {
            status = expand_all(&e, text, length);
            lang_xdecref(t, e.globals);
            lang_xdecref(t, e.locals);
        }
        if (!status && !out->failed) {
            wire_text_add(out, "", 0);
            return out->failed ? -1 : 0;
        }
        /* If any part fails, the line goes as it stands to the shell, which may know what it means. */
        if (lang_error_is(t, LANG_EXC_KeyboardInterrupt))
            return -1;
        lang_error_clear(t);
        wire_text_clear(out);
    }
    wire_text_add(out, text, length);
    if (out->failed) {
        wire_text_clear(out);
        lang_no_memory(t);
        return -1;
    }
    return 0;
}
