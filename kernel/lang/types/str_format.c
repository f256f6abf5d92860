/* str_format.c: str.format and str.format_map: reading "{name.attr[key]!r:spec}" and putting the values in. */
#include <string.h>

#include "types/int_impl.h"
#include "types/str_format.h"
#include "types/str_impl.h"

enum numbering { UNKNOWN, AUTOMATIC, MANUAL };

struct formatting {
    struct lang_thread *t;
    struct lang_tuple *args; /* NULL in format_map */
    lang_value names;        /* dict or any mapping */
    enum numbering numbering;
    int64_t next;
};

struct field {
    int64_t name, name_end; /* positions in the text */
    int64_t spec, spec_end;
    uint32_t conversion;
    bool nested; /* the specification contains fields */
};

static int format_text(struct formatting *f, struct lang_builder *b, struct lang_str *s, int64_t start, int64_t end,
                       int depth);

static int fail(struct formatting *f, const char *text)
{
    return lang_fail(f->t, LANG_EXC_ValueError, "%s", text);
}

/* ------------------------------------------------------------------ reading */

/* *at stands behind the opening brace; moves it behind the closing one. */
static int parse_field(struct formatting *f, struct lang_str *s, int64_t *at, int64_t end, struct field *field)
{
    uint32_t c = 0;
    int64_t i = *at;
    *field = (struct field){.name = i};
    while (i < end) {
        c = lang_str_at(s, i++);
        if (c == '{')
            return fail(f, "unexpected '{' in field name");
        if (c == '[')
            while (i < end && lang_str_at(s, i) != ']')
                i++;
        else if (c == '}' || c == ':' || c == '!')
            break;
    }
    field->name_end = i - 1;
    if (c == '}') {
        *at = i;
        return 0;
    }
    if (c != '!' && c != ':')
        return fail(f, "expected '}' before end of string");
    if (c == '!') {
        if (i >= end)
            return fail(f, "end of string while looking for conversion specifier");
        field->conversion = lang_str_at(s, i++);
        if (i < end) {
            c = lang_str_at(s, i++);
            if (c == '}') {
                *at = i;
                return 0;
            }
            if (c != ':')
                return fail(f, "expected ':' after conversion specifier");
        }
    }
    field->spec = i;
    for (int open = 1; i < end;) {
        c = lang_str_at(s, i++);
        if (c == '{') {
            field->nested = true;
            open++;
        } else if (c == '}' && --open == 0) {
            field->spec_end = i - 1;
            *at = i;
            return 0;
        }
    }
    return fail(f, "unmatched '{' in format spec");
}

/* An index from s[start:end]: -1 if it is none, -2 error. */
static int64_t parse_index(struct formatting *f, struct lang_str *s, int64_t start, int64_t end)
{
    int64_t n = 0;
    if (start == end)
        return -1;
    for (int64_t i = start; i < end; i++) {
        uint32_t c = lang_str_at(s, i);
        int digit = c < 128 ? (c >= '0' && c <= '9' ? (int)c - '0' : -1) : lang_char(c)->decimal;
        if (digit < 0)
            return -1;
        if (n > (INT64_MAX - digit) / 10) {
            fail(f, "Too many decimal digits in format string");
            return -2;
        }
        n = n * 10 + digit;
    }
    return n;
}

/* ------------------------------------------------------------------ values */

/* The argument that the head of a field name stands for. */
static lang_value first_value(struct formatting *f, struct lang_str *s, int64_t start, int64_t end)
{
    int64_t i = parse_index(f, s, start, end);
    if (i == -2)
        return lang_error();
    bool automatic = start == end;
    if (i >= 0 || automatic) {
        enum numbering wanted = automatic ? AUTOMATIC : MANUAL;
        if (f->numbering != UNKNOWN && f->numbering != wanted) {
            fail(f, automatic ? "cannot switch from manual field specification to automatic field numbering"
                              : "cannot switch from automatic field numbering to manual field specification");
            return lang_error();
        }
        f->numbering = wanted;
        if (automatic)
            i = f->next++;
        if (!f->args) {
            fail(f, "Format string contains positional fields");
            return lang_error();
        }
        if (i >= f->args->length)
            return lang_raise(f->t, LANG_EXC_IndexError, "Replacement index %ld out of range for positional args tuple",
                              (long)i);
        return lang_ref(f->args->items[i]);
    }
    struct lang_str *name = lang_str_slice(f->t, s, start, end);
    if (!name)
        return lang_error();
    lang_value v;
    if (lang_is_undef(f->names))
        v = lang_raise_value(f->t, LANG_EXC_KeyError, lang_obj(name));
    else
        v = lang_getitem(f->t, f->names, lang_obj(name));
    lang_decref(f->t, name);
    return v;
}

/* One ".attr" or "[key]" at *at applied to v; takes v. */
static lang_value step_value(struct formatting *f, struct lang_str *s, int64_t *at, int64_t end, lang_value v)
{
    struct lang_thread *t = f->t;
    uint32_t c = lang_str_at(s, *at);
    int64_t start = ++*at;
    lang_value r = lang_error();
    struct lang_str *name;
    if (c == '.') {
        while (*at < end && lang_str_at(s, *at) != '.' && lang_str_at(s, *at) != '[')
            ++*at;
        if (*at == start) {
            fail(f, "Empty attribute in format string");
        } else if ((name = lang_str_slice(t, s, start, *at))) {
            struct lang_str *interned = lang_intern_str(t, name);
            r = interned ? lang_getattr(t, v, interned) : lang_error();
            lang_xdecref(t, interned);
            lang_decref(t, name);
        }
    } else if (c == '[') {
        while (*at < end && lang_str_at(s, *at) != ']')
            ++*at;
        if (*at >= end) {
            fail(f, "Missing ']' in format string");
        } else if (*at == start) {
            fail(f, "Empty attribute in format string");
        } else {
            int64_t i = parse_index(f, s, start, *at);
            if (i >= 0)
                r = lang_getitem(t, v, lang_int(i));
            else if (i == -1 && (name = lang_str_slice(t, s, start, *at))) {
                r = lang_getitem(t, v, lang_obj(name));
                lang_decref(t, name);
            }
            ++*at;
        }
    } else {
        fail(f, "Only '.' or '[' may follow ']' in format field specifier");
    }
    lang_unref(t, v);
    return r;
}

static lang_value field_value(struct formatting *f, struct lang_str *s, const struct field *field)
{
    int64_t at = field->name;
    while (at < field->name_end && lang_str_at(s, at) != '.' && lang_str_at(s, at) != '[')
        at++;
    lang_value v = first_value(f, s, field->name, at);
    while (!lang_is_error(v) && at < field->name_end)
        v = step_value(f, s, &at, field->name_end, v);
    return v;
}

struct lang_str *lang_ascii(struct lang_thread *t, lang_value v)
{
    struct lang_str *s = lang_repr(t, v);
    if (!s || s->ascii)
        return s;
    int64_t length = 0;
    for (int64_t i = 0; i < s->length; i++) {
        uint32_t c = lang_str_at(s, i);
        length += c < 128 ? 1 : c < 0x100 ? 4 : c < 0x10000 ? 6 : 10;
    }
    struct lang_str *r = lang_str_alloc(t, 1, true, length);
    char *to = r ? r->data : NULL;
    for (int64_t i = 0; r && i < s->length; i++) {
        uint32_t c = lang_str_at(s, i);
        if (c < 128)
            *to++ = (char)c;
        else
            to += lang_char_escape(to, c);
    }
    lang_decref(t, s);
    return r;
}

/* !r !s !a; takes v. */
static lang_value converted(struct formatting *f, lang_value v, uint32_t conversion)
{
    struct lang_thread *t = f->t;
    struct lang_str *s = NULL;
    if (conversion == 'r')
        s = lang_repr(t, v);
    else if (conversion == 's')
        s = lang_to_str(t, v);
    else if (conversion == 'a')
        s = lang_ascii(t, v);
    else if (conversion > 32 && conversion < 127)
        lang_raise(t, LANG_EXC_ValueError, "Unknown conversion specifier %c", (int)conversion);
    else
        lang_raise(t, LANG_EXC_ValueError, "Unknown conversion specifier \\x%x", (unsigned)conversion);
    lang_unref(t, v);
    return lang_obj_or_error(s);
}

static int put_field(struct formatting *f, struct lang_builder *b, struct lang_str *s, const struct field *field,
                     int depth)
{
    struct lang_thread *t = f->t;
    lang_value v = field_value(f, s, field);
    if (!lang_is_error(v) && field->conversion)
        v = converted(f, v, field->conversion);
    if (lang_is_error(v))
        return -1;
    struct lang_str *spec, *text = NULL;
    if (field->spec == field->spec_end && !field->nested && (v.tag == LANG_INT || lang_is_exactly(v, &lang_type_str))) {
        char digits[24];
        int r = v.tag == LANG_INT ? lang_builder_units(b, digits, 1, lang_int_digits(v.i, digits))
                                  : lang_builder_str(b, lang_as_str(v));
        lang_unref(t, v);
        return r;
    }
    if (field->nested) {
        struct lang_builder inner;
        lang_builder_init(&inner, t);
        if (format_text(f, &inner, s, field->spec, field->spec_end, depth - 1) < 0) {
            lang_builder_drop(&inner);
            spec = NULL;
        } else {
            spec = lang_builder_finish(&inner);
        }
    } else {
        spec = lang_str_slice(t, s, field->spec, field->spec_end);
    }
    if (spec)
        text = lang_format(t, v, spec);
    lang_xdecref(t, spec);
    lang_unref(t, v);
    if (!text)
        return -1;
    int r = lang_builder_str(b, text);
    lang_decref(t, text);
    return r;
}

/* ------------------------------------------------------------------ the whole text */

static int format_text(struct formatting *f, struct lang_builder *b, struct lang_str *s, int64_t start, int64_t end,
                       int depth)
{
    if (depth < 0)
        return fail(f, "Max string recursion exceeded");
    for (int64_t i = start; i < end;) {
        int64_t from = i;
        uint32_t c = 0;
        while (i < end) {
            c = lang_str_at(s, i++);
            if (c == '{' || c == '}')
                break;
        }
        bool markup = c == '{' || c == '}', last = i >= end;
        if (!markup)
            return lang_builder_slice(b, s, from, i);
        if (c == '}' && (last || lang_str_at(s, i) != c))
            return fail(f, "Single '}' encountered in format string");
        if (last)
            return fail(f, "Single '{' encountered in format string");
        if (lang_str_at(s, i) == c) { /* doubled: stands for itself */
            if (lang_builder_slice(b, s, from, i++) < 0)
                return -1;
            continue;
        }
        struct field field;
        if (lang_builder_slice(b, s, from, i - 1) < 0 || parse_field(f, s, &i, end, &field) < 0 ||
            put_field(f, b, s, &field, depth) < 0)
            return -1;
    }
    return 0;
}

struct lang_str *lang_str_format_fields(struct lang_thread *t, struct lang_str *s, struct lang_tuple *args,
                                        lang_value names)
{
    struct formatting f = {t, args, names, UNKNOWN, 0};
    struct lang_builder b;
    lang_builder_init(&b, t);
    if (format_text(&f, &b, s, 0, s->length, 1) < 0) {
        lang_builder_drop(&b);
        return NULL;
    }
    return lang_builder_finish(&b);
}
