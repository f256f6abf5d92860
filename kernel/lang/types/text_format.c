/* text_format.c: texts made from a printf format, for error messages and simple reprs: lang_str_from_format. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "types.h"

/* One conversion of the C library, its flags and lengths in spec. */
static int put_c(struct lang_builder *b, const char *spec, char kind, int longs, int star, va_list *list)
{
    char text[400];
    int n;
#define PRINT(value)                                                                                                   \
    (star == -1 ? snprintf(text, sizeof text, spec, value) : snprintf(text, sizeof text, spec, star, value))
    switch (kind) {
    case 'd':
    case 'i':
        n = longs ? PRINT(va_arg(*list, long)) : PRINT(va_arg(*list, int));
        break;
    case 'u':
    case 'x':
    case 'X':
    case 'o':
        n = longs ? PRINT(va_arg(*list, unsigned long)) : PRINT(va_arg(*list, unsigned));
        break;
    case 'e':
    case 'f':
    case 'g':
    case 'E':
    case 'G':
        n = PRINT(va_arg(*list, double));
        break;
    case 'p':
        n = PRINT(va_arg(*list, void *));
        break;
    default:
        return -1;
    }
#undef PRINT
    return n < 0 || n >= (int)sizeof text ? -1 : lang_builder_utf8(b, text, (size_t)n);
}

static int put_value(struct lang_builder *b, char kind, lang_value v)
{
    struct lang_str *s;
    if (kind == 'A' && lang_is_none(v))
        return lang_builder_c(b, "None");
    if (kind == 'N' || kind == 'A') {
        const struct lang_type *type = lang_type_of(v);
        if (type->flags & LANG_TYPE_QUALIFIED && (lang_builder_c(b, type->module) < 0 || lang_builder_char(b, '.') < 0))
            return -1;
        return lang_builder_c(b, type->name);
    }
    if (kind == 'R')
        return lang_builder_repr(b, v);
    if (!(s = lang_to_str(b->t, v))) {
        b->failed = true;
        return -1;
    }
    int r = lang_builder_str(b, s);
    lang_decref(b->t, s);
    return r;
}

/* At most `limit` bytes of a C text, cut between characters. */
static int put_text(struct lang_builder *b, const char *text, int limit)
{
    if (!text)
        text = "(null)";
    size_t n = limit < 0 ? strlen(text) : strnlen(text, (size_t)limit);
    while (n && limit >= 0 && (text[n] & 0xc0) == 0x80)
        n--;
    return lang_builder_utf8(b, text, n);
}

struct lang_str *lang_str_from_vformat(struct lang_thread *t, const char *format, va_list original)
{
    struct lang_builder b;
    va_list list;
    va_copy(list, original);
    lang_builder_init(&b, t);
    for (const char *p = format; *p && !b.failed;) {
        const char *start = p;
        while (*p && *p != '%')
            p++;
        if (p > start) {
            lang_builder_utf8(&b, start, (size_t)(p - start));
            continue;
        }
        char spec[32];
        size_t n = 0;
        int longs = 0, star = -1, precision = -1;
        spec[n++] = *p++;
        while (*p && strchr("-+ #0123456789.*lzjth", *p) && n < sizeof spec - 2) {
            if (*p == '*')
                star = va_arg(list, int);
            if (*p == '.' && p[1] >= '0' && p[1] <= '9')
                precision = atoi(p + 1);
            longs += *p == 'l' || *p == 'z' || *p == 'j' || *p == 't';
            spec[n++] = *p++;
        }
        char kind = *p ? *p++ : '%';
        spec[n++] = kind;
        spec[n] = 0;
        if (kind == '%')
            lang_builder_char(&b, '%');
        else if (kind == 'c')
            lang_builder_char(&b, (uint32_t)va_arg(list, int));
        else if (kind == 's')
            put_text(&b, va_arg(list, const char *), star >= 0 ? star : precision);
        else if (kind == 'U')
            lang_builder_str(&b, va_arg(list, struct lang_str *));
        else if (kind == 'R' || kind == 'S' || kind == 'N' || kind == 'A')
            put_value(&b, kind, va_arg(list, lang_value));
        else
            put_c(&b, spec, kind, longs, star, &list);
    }
    va_end(list);
    return lang_builder_finish(&b);
}

struct lang_str *lang_str_from_format(struct lang_thread *t, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    struct lang_str *s = lang_str_from_vformat(t, format, list);
    va_end(list);
    return s;
}
