/* str_percent.c: the operator % of str and bytes: printf-like conversions. */
#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "types/bytes_impl.h"
#include "types/format_impl.h"
#include "types/int_impl.h"
#include "types/str_format.h"
#include "types/str_impl.h"

struct percent {
    struct lang_thread *t;
    struct lang_builder b;
    struct lang_str *format;
    lang_value args;
    int64_t index, count; /* of arguments; a value that is no tuple counts as one */
    bool is_tuple, mapping, bytes;
    lang_value picked; /* the value of the last %(key), owned, or UNDEF: from then on the only argument */
    lang_value source; /* what keys are looked up in */
};

struct conversion {
    bool left, plus, blank, alternate, zero;
    int64_t width, precision; /* -1: none */
    uint32_t type;
};

/* Borrowed; UNDEF with an error when there is none. */
static lang_value next_arg(struct percent *p)
{
    if (p->index >= p->count) {
        lang_raise(p->t, LANG_EXC_TypeError, "not enough arguments for format string");
        return lang_undef();
    }
    return p->is_tuple ? lang_as_tuple(p->args)->items[p->index++] : (p->index++, p->args);
}

/* ------------------------------------------------------------------ reading */

/* An integer or * at *at. */
static int read_number(struct percent *p, int64_t *at, int64_t *out, bool width)
{
    struct lang_str *s = p->format;
    if (*at < s->length && lang_str_at(s, *at) == '*') {
        ++*at;
        lang_value v = next_arg(p);
        if (lang_is_undef(v))
            return -1;
        if (!lang_is_integer(v))
            return lang_fail(p->t, LANG_EXC_TypeError, "* wants int");
        if (!lang_int_fits(v, out) || *out > INT_MAX || *out < INT_MIN)
            return lang_fail(p->t, LANG_EXC_OverflowError, "%s",
                             width ? "Python int too large to convert to C ssize_t"
                                   : "Python int too large to convert to C int");
        return 0;
    }
    bool any = false;
    int64_t n = 0, most = width ? PTRDIFF_MAX : INT_MAX;
    while (*at < s->length && lang_str_at(s, *at) >= '0' && lang_str_at(s, *at) <= '9') {
        int digit = (int)lang_str_at(s, *at) - '0';
        any = true;
        if (n > (most - digit) / 10)
            return lang_fail(p->t, LANG_EXC_ValueError, "%s too big", width ? "width" : "precision");
        n = n * 10 + digit;
        ++*at;
    }
    if (any)
        *out = n;
    return 0;
}

/* %(key): looks the key up and keeps the value. */
static int read_key(struct percent *p, int64_t *at)
{
    struct lang_str *s = p->format;
    if (!p->mapping)
        return lang_fail(p->t, LANG_EXC_TypeError, "format requires a mapping");
    int64_t start = ++*at;
    int depth = 1;
    for (; *at < s->length && depth; ++*at) {
        uint32_t c = lang_str_at(s, *at);
        depth += (c == '(') - (c == ')');
    }
    if (depth)
        return lang_fail(p->t, LANG_EXC_ValueError, "incomplete format key");
    struct lang_str *key = lang_str_slice(p->t, s, start, *at - 1);
    lang_value k = lang_obj_or_error(key);
    if (key && p->bytes) {
        k = lang_str_encode(p->t, key, "latin-1", "strict");
        lang_decref(p->t, key);
    }
    if (lang_is_error(k))
        return -1;
    lang_unref(p->t, p->picked);
    p->picked = lang_getitem(p->t, p->source, k);
    lang_unref(p->t, k);
    if (lang_is_error(p->picked)) {
        p->picked = lang_undef();
        return -1;
    }
    p->args = p->picked;
    p->is_tuple = false;
    p->index = 0;
    p->count = 1;
    return 0;
}

/* *at stands behind the %. */
static int read_conversion(struct percent *p, int64_t *at, struct conversion *c)
{
    struct lang_str *s = p->format;
    *c = (struct conversion){.width = -1, .precision = -1};
    if (*at < s->length && lang_str_at(s, *at) == '(' && read_key(p, at) < 0)
        return -1;
    for (bool flags = true; flags && *at < s->length; *at += flags) {
        switch (lang_str_at(s, *at)) {
        case '-':
            c->left = true;
            break;
        case '+':
            c->plus = true;
            break;
        case ' ':
            c->blank = true;
            break;
        case '#':
            c->alternate = true;
            break;
        case '0':
            c->zero = true;
            break;
        default:
            flags = false;
        }
    }
    if (read_number(p, at, &c->width, true) < 0)
        return -1;
    if (c->width < -1) { /* from * */
        c->left = true;
        c->width = -c->width;
    }
    if (*at < s->length && lang_str_at(s, *at) == '.') {
        ++*at;
        c->precision = 0;
        if (read_number(p, at, &c->precision, false) < 0)
            return -1;
        if (c->precision < 0)
            c->precision = 0;
    }
    uint32_t next = *at < s->length ? lang_str_at(s, *at) : 0;
    if (next == 'h' || next == 'l' || next == 'L' || (next == 'z' && p->bytes))
        ++*at;
    if (*at >= s->length)
        return lang_fail(p->t, LANG_EXC_ValueError, "incomplete format");
    c->type = lang_str_at(s, (*at)++);
    return 0;
}

/* ------------------------------------------------------------------ writing */

static void put_padded(struct percent *p, const struct conversion *c, struct lang_str *text, int64_t n)
{
    int64_t pad = c->width > n ? c->width - n : 0;
    lang_builder_repeat(&p->b, ' ', c->left ? 0 : pad);
    lang_builder_slice(&p->b, text, 0, n);
    lang_builder_repeat(&p->b, ' ', c->left ? pad : 0);
}

/* sign, prefix and body with the padding between or around. */
static void put_number(struct percent *p, const struct conversion *c, char sign, const char *prefix, const char *body,
                       size_t size)
{
    if (c->width <= 0 && !*prefix) {
        if (sign)
            lang_builder_char(&p->b, (uint8_t)sign);
        lang_builder_units(&p->b, body, 1, (int64_t)size);
        return;
    }
    int64_t n = (sign != 0) + (int64_t)strlen(prefix) + (int64_t)size, pad = c->width > n ? c->width - n : 0;
    bool zeros = c->zero && !c->left;
    lang_builder_repeat(&p->b, ' ', c->left || zeros ? 0 : pad);
    if (sign)
        lang_builder_char(&p->b, (uint8_t)sign);
    lang_builder_c(&p->b, prefix);
    lang_builder_repeat(&p->b, '0', zeros ? pad : 0);
    lang_builder_units(&p->b, body, 1, (int64_t)size);
    lang_builder_repeat(&p->b, ' ', c->left ? pad : 0);
}

static char sign_of(const struct conversion *c, bool negative)
{
    return negative ? '-' : c->plus ? '+' : c->blank ? ' ' : 0;
}

/* The int that %d, %x ... show; new reference. */
static lang_value int_arg(struct percent *p, const struct conversion *c, lang_value v)
{
    struct lang_thread *t = p->t;
    struct lang_type *type = lang_type_of(v);
    bool index_only = c->type == 'x' || c->type == 'X' || c->type == 'o';
    if (lang_is_integer(v))
        return lang_int_exact(t, v);
    lang_value r = lang_undef();
    if (index_only && type->to_index)
        r = type->to_index(t, v);
    else if (!index_only && type->to_int)
        r = type->to_int(t, v);
    else if (!index_only && type->to_index)
        r = type->to_index(t, v);
    else if (!index_only && type->to_float) /* a number by that, and a text may still be read as one */
        r = lang_call(t, lang_obj(&lang_type_int), &v, 1, NULL);
    if (lang_is_undef(r) || (lang_is_error(r) && lang_error_is(t, LANG_EXC_TypeError))) {
        if (lang_is_error(r))
            lang_error_clear(t);
        return lang_raise(t, LANG_EXC_TypeError, "%%%c format: %s is required, not %N",
                          p->bytes && c->type == 'i' ? 'd' : (int)c->type, index_only ? "an integer" : "a real number",
                          v);
    }
    return r;
}

static int put_int(struct percent *p, const struct conversion *c, lang_value v)
{
    if (v.tag == LANG_INT && c->type == 'd' && c->precision < 0) {
        char digits[24];
        int n = lang_int_digits(v.i, digits);
        put_number(p, c, sign_of(c, v.i < 0), "", digits + (v.i < 0), (size_t)n - (v.i < 0));
        return 0;
    }
    if (v.tag == LANG_INT && v.i >= 0 && c->type == 'x' && c->precision < 0 && !c->alternate) {
        char digits[16], *at = digits + sizeof digits;
        uint64_t u = (uint64_t)v.i;
        do
            *--at = "0123456789abcdef"[u & 15];
        while (u >>= 4);
        put_number(p, c, sign_of(c, false), "", at, (size_t)(digits + sizeof digits - at));
        return 0;
    }
    int base = c->type == 'o' ? 8 : c->type == 'x' || c->type == 'X' ? 16 : 10;
    lang_value i = int_arg(p, c, v);
    if (lang_is_error(i))
        return -1;
    bool negative = lang_int_sign(i) < 0;
    struct lang_str *s = lang_int_to_str(p->t, i, base);
    lang_unref(p->t, i);
    if (!s)
        return -1;
    size_t digits = (size_t)s->length - negative,
           zeros = c->precision > (int64_t)digits ? (size_t)c->precision - digits : 0;
    char *text = lang_alloc(p->t, digits + zeros + 1);
    if (text) {
        memset(text, '0', zeros);
        memcpy(text + zeros, s->data + negative, digits);
        if (c->type == 'X')
            for (size_t k = zeros; k < zeros + digits; k++)
                text[k] = (char)toupper((unsigned char)text[k]);
        const char *prefix = !c->alternate || base == 10 ? "" : base == 8 ? "0o" : c->type == 'X' ? "0X" : "0x";
        put_number(p, c, sign_of(c, negative), prefix, text, digits + zeros);
        lang_free(p->t, text, digits + zeros + 1);
    }
    lang_decref(p->t, s);
    return text ? 0 : -1;
}

static int put_float(struct percent *p, const struct conversion *c, lang_value v)
{
    double d;
    struct lang_float_text text;
    if (p->bytes && !lang_is_float(v) && !lang_type_of(v)->to_index && !lang_type_of(v)->to_float)
        return lang_fail(p->t, LANG_EXC_TypeError, "float argument required, not %N", v);
    if (lang_as_double(p->t, v, &d) < 0)
        return -1;
    if (lang_float_text(p->t, &text, d, (int)c->type, c->precision < 0 ? 6 : (int)c->precision, c->alternate) < 0)
        return -1;
    put_number(p, c, sign_of(c, __builtin_signbit(d) && d == d), "", text.text, text.size);
    lang_float_text_drop(p->t, &text);
    return 0;
}

static int put_char(struct percent *p, const struct conversion *c, lang_value v)
{
    int64_t i = -1;
    const uint8_t *data;
    int64_t n;
    struct lang_str *one;
    if (p->bytes) {
        if (lang_bytes_view(v, &data, &n) && n == 1)
            i = data[0];
        else if (lang_type_of(v)->to_index && lang_as_index(p->t, v, &i) < 0) {
            if (!lang_error_is(p->t, LANG_EXC_OverflowError))
                return -1;
            lang_error_clear(p->t);
        } else if (!lang_type_of(v)->to_index)
            return lang_fail(p->t, LANG_EXC_TypeError, "%%c requires an integer in range(256) or a single byte");
        if (i < 0 || i > 255)
            return lang_fail(p->t, LANG_EXC_OverflowError, "%%c arg not in range(256)");
        one = lang_str_from_char(p->t, (uint32_t)i);
    } else if (lang_is_str(v)) {
        if (lang_as_str(v)->length != 1)
            return lang_fail(p->t, LANG_EXC_TypeError, "%%c requires int or char");
        one = lang_incref(v.o);
    } else {
        if (!lang_type_of(v)->to_index)
            return lang_fail(p->t, LANG_EXC_TypeError, "%%c requires int or char");
        if (lang_as_index(p->t, v, &i) < 0) {
            if (!lang_error_is(p->t, LANG_EXC_OverflowError))
                return -1;
            lang_error_clear(p->t);
        }
        if (i < 0 || i > 0x10ffff)
            return lang_fail(p->t, LANG_EXC_OverflowError, "%%c arg not in range(0x110000)");
        one = lang_str_from_char(p->t, (uint32_t)i);
    }
    if (!one)
        return -1;
    put_padded(p, c, one, 1);
    lang_decref(p->t, one);
    return 0;
}

/* The text of %s, %r, %a (and %b of bytes). */
static struct lang_str *text_arg(struct percent *p, const struct conversion *c, lang_value v)
{
    const uint8_t *data;
    int64_t n;
    if (c->type == 'a' || (p->bytes && c->type == 'r'))
        return lang_ascii(p->t, v);
    if (c->type == 'r')
        return lang_repr(p->t, v);
    if (!p->bytes)
        return lang_to_str(p->t, v);
    if (lang_bytes_view(v, &data, &n))
        return lang_str_from_units(p->t, data, 1, n);
    struct lang_str *name = lang_intern_c(p->t, "__bytes__");
    lang_value r = name ? lang_call_special(p->t, v, name, NULL, 0) : lang_error();
    lang_xdecref(p->t, name);
    if (lang_is_error(r))
        return NULL;
    if (lang_is_undef(r))
        return lang_fail_null(p->t, LANG_EXC_TypeError,
                              "%%b requires a bytes-like object, or an object that implements __bytes__, not '%N'", v);
    struct lang_str *s = lang_bytes_view(r, &data, &n) ? lang_str_from_units(p->t, data, 1, n) : NULL;
    if (!s && !lang_error_occurred(p->t))
        lang_fail(p->t, LANG_EXC_TypeError, "__bytes__ returned non-bytes (type %N)", r);
    lang_unref(p->t, r);
    return s;
}

static int put_conversion(struct percent *p, const struct conversion *c, int64_t position)
{
    lang_value v = next_arg(p);
    if (lang_is_undef(v))
        return -1;
    struct lang_str *s;
    switch (c->type) {
    case 'd':
    case 'i':
    case 'u':
    case 'x':
    case 'X':
    case 'o':
        return put_int(p, c, v);
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
        return put_float(p, c, v);
    case 'c':
        return put_char(p, c, v);
    case 'b':
        if (!p->bytes)
            break;
        /* fall through */
    case 's':
    case 'r':
    case 'a':
        if (!(s = text_arg(p, c, v)))
            return -1;
        if (c->width <= 0 && c->precision < 0) {
            lang_builder_str(&p->b, s);
            lang_decref(p->t, s);
            return 0;
        }
        put_padded(p, c, s, c->precision >= 0 && c->precision < s->length ? c->precision : s->length);
        lang_decref(p->t, s);
        return 0;
    default:
        break;
    }
    return lang_fail(p->t, LANG_EXC_ValueError, "unsupported format character '%c' (0x%x) at index %ld",
                     c->type > 31 && c->type < 127 ? (int)c->type : '?', (unsigned)c->type, (long)position);
}

struct lang_str *lang_percent(struct lang_thread *t, struct lang_str *format, lang_value args, bool bytes)
{
    struct percent p; /* filled by hand: the space in the builder need not be cleared */
    p.t = t;
    p.format = format;
    p.args = p.source = args;
    p.picked = lang_undef();
    p.bytes = bytes;
    p.index = 0;
    struct lang_type *type = lang_type_of(args);
    p.is_tuple = lang_is_tuple(args);
    p.count = p.is_tuple ? lang_as_tuple(args)->length : 1;
    p.mapping = type->getitem && !p.is_tuple && !lang_is_str(args) &&
                !(bytes && (lang_is_bytes(args) || lang_is_bytearray(args)));
    static const uint8_t one = '%';
    static const uint16_t two = '%';
    static const uint32_t four = '%';
    const void *const sign[] = {&one, &two, &four};
    lang_builder_init(&p.b, t);
    int failed = 0;
    for (int64_t i = 0; i < format->length && !failed;) {
        int64_t percent = lang_search(format->data, i, format->length, sign[format->kind / 2], 1, format->kind);
        if (percent < 0)
            percent = format->length;
        lang_builder_slice(&p.b, format, i, percent);
        i = percent + 1;
        if (percent == format->length)
            break;
        struct conversion c;
        if (i < format->length && lang_str_at(format, i) == '%') { /* doubled: stands for itself */
            lang_builder_char(&p.b, '%');
            i++;
            continue;
        }
        uint32_t type = i < format->length ? lang_str_at(format, i) : 0;
        if (type == 's' || type == 'd' || type == 'r' || type == 'f' || type == 'x') { /* nothing between */
            c = (struct conversion){.width = -1, .precision = -1, .type = type};
            failed = put_conversion(&p, &c, i++) < 0;
            continue;
        }
        failed = read_conversion(&p, &i, &c) < 0 || put_conversion(&p, &c, i - 1) < 0;
    }
    lang_unref(t, p.picked);
    if (!failed && p.index < p.count && !p.mapping)
        failed = lang_fail(t, LANG_EXC_TypeError,
                           bytes ? "not all arguments converted during bytes formatting"
                                 : "not all arguments converted during string formatting");
    if (failed) {
        lang_builder_drop(&p.b);
        return NULL;
    }
    return lang_builder_finish(&p.b);
}

lang_value lang_str_mod(struct lang_thread *t, struct lang_str *format, lang_value args)
{
    if (format->length == 2 && format->kind == 1 && format->data[0] == '%') { /* one conversion and nothing else */
        lang_value v = args;
        if (lang_is_exactly(args, &lang_type_tuple) && lang_as_tuple(args)->length == 1)
            v = lang_as_tuple(args)->items[0];
        if (v.tag == LANG_INT && (format->data[1] == 's' || format->data[1] == 'd' || format->data[1] == 'i'))
            return lang_obj_or_error(lang_int_to_str(t, v, 10));
        if (format->data[1] == 's' && (v.tag < LANG_OBJECT || lang_is_exactly(v, &lang_type_str)))
            return lang_obj_or_error(lang_to_str(t, v));
    }
    return lang_obj_or_error(lang_percent(t, format, args, false));
}

lang_value lang_bytes_mod(struct lang_thread *t, lang_value a, lang_value b)
{
    const uint8_t *p;
    int64_t n;
    if ((!lang_is_bytes(a) && !lang_is_bytearray(a)) || !lang_bytes_view(a, &p, &n))
        return lang_notimpl();
    struct lang_str *format = lang_str_from_units(t, p, 1, n), *s = format ? lang_percent(t, format, b, true) : NULL;
    lang_value r = lang_error();
    if (s) /* every character stands for a byte */
        r = lang_bytes_like(t, a, s->data, (size_t)s->length);
    lang_xdecref(t, format);
    lang_xdecref(t, s);
    return r;
}
