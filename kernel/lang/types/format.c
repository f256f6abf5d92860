/* format.c: the mini-language of __format__ for int, float, complex and str: parsing a specification, padding,
 * separators.
 *
 * Texts of doubles come from the C library, whose decimal expansions are exact and rounded half-even. */
#include <ctype.h>
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "types/float_impl.h"
#include "types/format_impl.h"
#include "types/int_impl.h"
#include "types/str_impl.h"

/* ------------------------------------------------------------------ parsing */

static bool is_align(uint32_t c)
{
    return c == '<' || c == '>' || c == '=' || c == '^';
}

/* A run of decimal digits at *at; -1 if there is none, -2 with an error. */
static int64_t parse_digits(struct lang_thread *t, struct lang_str *s, int64_t *at)
{
    int64_t n = 0, start = *at;
    for (; *at < s->length; (*at)++) {
        uint32_t c = lang_str_at(s, *at);
        int digit = c >= '0' && c <= '9' ? (int)c - '0' : c < 128 ? -1 : lang_char(c)->decimal;
        if (digit < 0)
            break;
        if (n > (INT64_MAX - digit) / 10) {
            lang_raise(t, LANG_EXC_ValueError, "Too many decimal digits in format string");
            return -2;
        }
        n = n * 10 + digit;
    }
    return *at == start ? -1 : n;
}

static int bad_thousands(struct lang_thread *t, char sign, uint32_t type)
{
    if (type > 32 && type < 128)
        return lang_fail(t, LANG_EXC_ValueError, "Cannot specify '%c' with '%c'.", sign, (int)type);
    return lang_fail(t, LANG_EXC_ValueError, "Cannot specify '%c' with '\\x%x'.", sign, (unsigned)type);
}

static int parse_thousands(struct lang_thread *t, struct lang_str *s, int64_t *at, struct lang_spec *f)
{
    static const char both[] = "Cannot specify both ',' and '_'.";
    int64_t n = s->length;
    if (*at < n && lang_str_at(s, *at) == ',') {
        f->thousands = ',';
        (*at)++;
    }
    if (*at < n && lang_str_at(s, *at) == '_') {
        if (f->thousands)
            return lang_fail(t, LANG_EXC_ValueError, "%s", both);
        f->thousands = '_';
        (*at)++;
    }
    if (*at < n && lang_str_at(s, *at) == ',' && f->thousands == '_')
        return lang_fail(t, LANG_EXC_ValueError, "%s", both);
    return 0;
}

static int parse(struct lang_thread *t, struct lang_str *s, uint32_t type, uint32_t align, const char *type_name,
                 struct lang_spec *f)
{
    *f = (struct lang_spec){.fill = ' ', .align = align, .width = -1, .precision = -1, .type = type};
    int64_t at = 0, n = s->length;
    bool aligned = false, filled = false;
#define AT(i) ((i) < n ? lang_str_at(s, i) : 0)
    if (n >= 2 && is_align(AT(1))) {
        f->fill = AT(0);
        f->align = AT(1);
        filled = aligned = true;
        at = 2;
    } else if (n >= 1 && is_align(AT(0))) {
        f->align = AT(0);
        aligned = true;
        at = 1;
    }
    if (AT(at) == ' ' || AT(at) == '+' || AT(at) == '-') {
        f->sign = AT(at);
        at++;
    }
    if (AT(at) == 'z') {
        f->no_negative_zero = true;
        at++;
    }
    if (AT(at) == '#') {
        f->alternate = true;
        at++;
    }
    if (!filled && AT(at) == '0') {
        f->fill = '0';
        if (!aligned && align == '>')
            f->align = '=';
        at++;
    }
    if ((f->width = parse_digits(t, s, &at)) == -2 || parse_thousands(t, s, &at, f) < 0)
        return -1;
    if (AT(at) == '.') {
        at++;
        if ((f->precision = parse_digits(t, s, &at)) == -2)
            return -1;
        if (f->precision < 0)
            return lang_fail(t, LANG_EXC_ValueError, "Format specifier missing precision");
    }
    if (n - at > 1)
        return lang_fail(t, LANG_EXC_ValueError, "Invalid format specifier '%U' for object of type '%s'", s, type_name);
    if (n - at == 1)
        f->type = AT(at);
#undef AT
    if (f->thousands && !(f->type < 128 && strchr("defgEGF%", (int)f->type)) && /* finds 0 as well */
        !(f->thousands == '_' && f->type < 128 && strchr("boxX", (int)f->type)))
        return bad_thousands(t, f->thousands, f->type);
    return 0;
}

static void *unknown_type(struct lang_thread *t, uint32_t type, const char *type_name)
{
    if (type > 32 && type < 128)
        return lang_fail_null(t, LANG_EXC_ValueError, "Unknown format code '%c' for object of type '%s'", (int)type,
                              type_name);
    return lang_fail_null(t, LANG_EXC_ValueError, "Unknown format code '\\x%x' for object of type '%s'", (unsigned)type,
                          type_name);
}

/* ------------------------------------------------------------------ padding */

static void padding_of(const struct lang_spec *f, int64_t size, int64_t *left, int64_t *middle, int64_t *right)
{
    int64_t pad = f->width > size ? f->width - size : 0;
    *left = *middle = *right = 0;
    if (f->align == '<')
        *right = pad;
    else if (f->align == '^')
        *right = pad - (*left = pad / 2);
    else if (f->align == '=')
        *middle = pad;
    else
        *left = pad;
}

/* Length of digits grouped, filled up with zeros to min_width; with out, written backwards ending at out. */
static int64_t group_digits(const char *digits, int64_t n, int64_t min_width, char separator, int group, char *out)
{
    int64_t total = 0;
    for (bool first = true;; first = false) {
        int64_t most = n > min_width ? n : min_width, size = separator ? group : most;
        if (most < 1)
            most = 1;
        if (size > most || !separator)
            size = most;
        int64_t zeros = size > n ? size - n : 0, chars = n < size ? n : size;
        if (!first) {
            total++;
            if (out)
                *--out = separator;
        }
        total += size;
        if (out) {
            out -= chars;
            memcpy(out, digits + n - chars, (size_t)chars);
            out -= zeros;
            memset(out, '0', (size_t)zeros);
        }
        n -= chars;
        min_width -= size;
        if (n <= 0 && min_width <= 0)
            return total;
        min_width--;
    }
}

char lang_spec_sign(const struct lang_spec *f, bool negative)
{
    return negative ? '-' : f->sign == '+' ? '+' : f->sign == ' ' ? ' ' : 0;
}

int lang_spec_put_number(struct lang_builder *b, const struct lang_spec *f, const struct lang_number_text *n, int group)
{
    int64_t around = (n->sign != 0) + (int64_t)strlen(n->prefix) + (int64_t)n->n_rest, left, middle, right, grouped = 0;
    bool zeros = f->fill == '0' && f->align == '=';
    int64_t min_width = zeros && f->width > around ? f->width - around : 0;
    if (n->n_digits && min_width > INT64_C(1) << 30) {
        lang_no_memory(b->t);
        b->failed = true;
        return -1;
    }
    if (n->n_digits)
        grouped = group_digits(n->digits, (int64_t)n->n_digits, min_width, f->thousands, group, NULL);
    padding_of(f, around + grouped, &left, &middle, &right);
    lang_builder_repeat(b, f->fill, left);
    if (n->sign)
        lang_builder_char(b, (uint8_t)n->sign);
    if (*n->prefix)
        lang_builder_c(b, n->prefix);
    lang_builder_repeat(b, f->fill, middle);
    if (grouped == (int64_t)n->n_digits) {
        lang_builder_units(b, n->digits, 1, (int64_t)n->n_digits);
    } else if (grouped) {
        char *text = lang_alloc(b->t, (size_t)grouped);
        if (!text) {
            b->failed = true;
            return -1;
        }
        group_digits(n->digits, (int64_t)n->n_digits, min_width, f->thousands, group, text + grouped);
        lang_builder_units(b, text, 1, grouped);
        lang_free(b->t, text, (size_t)grouped);
    }
    lang_builder_units(b, n->rest, 1, (int64_t)n->n_rest);
    return lang_builder_repeat(b, f->fill, right);
}

/* ------------------------------------------------------------------ str */

struct lang_str *lang_str_format_spec(struct lang_thread *t, lang_value v, struct lang_str *spec)
{
    struct lang_str *s = lang_as_str(v);
    struct lang_spec f;
    if (spec->length == 0)
        return lang_to_str(t, v); /* a class may have a __str__ of its own */
    if (parse(t, spec, 's', '<', lang_type_name(v), &f) < 0)
        return NULL;
    if (f.type != 's')
        return unknown_type(t, f.type, lang_type_name(v));
    if (f.sign)
        return lang_fail_null(t, LANG_EXC_ValueError,
                              f.sign == ' ' ? "Space not allowed in string format specifier"
                                            : "Sign not allowed in string format specifier");
    if (f.no_negative_zero)
        return lang_fail_null(t, LANG_EXC_ValueError,
                              "Negative zero coercion (z) not allowed in string format specifier");
    if (f.alternate)
        return lang_fail_null(t, LANG_EXC_ValueError, "Alternate form (#) not allowed in string format specifier");
    if (f.align == '=')
        return lang_fail_null(t, LANG_EXC_ValueError, "'=' alignment not allowed in string format specifier");
    int64_t n = f.precision >= 0 && f.precision < s->length ? f.precision : s->length, left, middle, right;
    if (n == s->length && f.width <= n)
        return lang_incref(s); /* of a class, too */
    struct lang_builder b;
    padding_of(&f, n, &left, &middle, &right);
    lang_builder_init(&b, t);
    lang_builder_repeat(&b, f.fill, left);
    lang_builder_slice(&b, s, 0, n);
    lang_builder_repeat(&b, f.fill, right);
    return lang_builder_finish(&b);
}

/* ------------------------------------------------------------------ float */

/* g without losing ".0", exponents from one digit earlier on: the form of format(x, '.3'). */
static int general_text(char *out, size_t capacity, double d, int precision, bool alternate)
{
    char probe[64];
    if (precision == 0)
        precision = 1;
    char *digits = probe;
    int size = snprintf(probe, sizeof probe, "%.*e", precision - 1, d);
    if (size >= (int)sizeof probe) {
        digits = malloc((size_t)size + 1);
        if (!digits)
            return -1;
        snprintf(digits, (size_t)size + 1, "%.*e", precision - 1, d);
    }
    char *e = strchr(digits, 'e');
    int exponent = atoi(e + 1), n;
    if (exponent < -4 || exponent >= precision - 1) {
        char *end = e;
        if (!alternate && memchr(digits, '.', (size_t)(e - digits))) {
            while (end[-1] == '0')
                end--;
            if (end[-1] == '.')
                end--;
        }
        n = snprintf(out, capacity, "%.*s%s%s", (int)(end - digits), digits,
                     alternate && !memchr(digits, '.', (size_t)(e - digits)) ? "." : "", e);
    } else {
        n = snprintf(out, capacity, "%.*f", precision - 1 - exponent, d);
        if (!alternate && memchr(out, '.', (size_t)n)) {
            while (out[n - 1] == '0' && out[n - 2] != '.')
                n--;
            out[n] = 0;
        }
    }
    if (digits != probe)
        free(digits);
    return n;
}

/* d >= 0 with a few decimals, exactly rounded half-even: d = m * 2^e, so that d * 10^precision is a quotient of
 * integers. 0 when the integers would be too large. */
static int fixed_text(char *out, double d, int precision)
{
    uint64_t bits;
    memcpy(&bits, &d, 8);
    int e = (int)(bits >> 52) - 1075;
    uint64_t m = (bits & ((UINT64_C(1) << 52) - 1)) | UINT64_C(1) << 52, units;
    if (precision > 15 || d >= 1e15 || lang_power_of_ten(precision) * d >= 1e18)
        return 0;
    if (bits >> 52 == 0 || e < -120) { /* far below half of the last decimal */
        units = 0;
    } else if (e >= 0) {
        units = (m << e) * (uint64_t)lang_power_of_ten(precision);
    } else {
        unsigned __int128 n = (unsigned __int128)m * (uint64_t)lang_power_of_ten(precision),
                          half = (unsigned __int128)1 << (-e - 1);
        unsigned __int128 rest = n & ((half << 1) - 1);
        units = (uint64_t)(n >> -e);
        units += rest > half || (rest == half && (units & 1));
    }
    char digits[24];
    int n = lang_int_digits((int64_t)units, digits), zeros = n <= precision ? precision + 1 - n : 0,
        integral = n + zeros - precision;
    memset(out, '0', (size_t)zeros);
    memcpy(out + zeros, digits, (size_t)n);
    n += zeros;
    if (precision) {
        memmove(out + integral + 1, out + integral, (size_t)precision);
        out[integral] = '.';
        n++;
    }
    out[n] = 0;
    return n;
}

/* d rounded to a few significant digits, as e, g or 0 show it. The shortest digits that mean d are as good as all of
 * them: a decimal in the middle of two results would be shorter or nearer, unless it is the shortest one itself. 0:
 * there are too many digits. */
static int rounded_digits_text(char *out, double d, int type, int precision, bool alternate)
{
    char digits[24], *p = out;
    int point, wanted = (type | 32) == 'e' ? precision + 1 : precision > 0 ? precision : 1;
    if (wanted > 15 || d < DBL_MIN) /* every decimal of 15 digits is distinguished, but not there */
        return 0;
    int n = lang_float_shortest(d, digits, &point);
    if (n == wanted + 1 && digits[wanted] == '5') {
        char all[32]; /* d.ddde+xx, rounded by the C library from all there is */
        snprintf(all, sizeof all, "%.*e", wanted - 1, d);
        digits[0] = all[0];
        memcpy(digits + 1, all + 2, (size_t)wanted - 1);
        point = atoi(strchr(all, 'e') + 1) + 1;
        n = wanted;
    } else if (n > wanted) {
        bool up = digits[wanted] >= '5';
        for (n = wanted; up && n > 0 && digits[n - 1] == '9'; n--)
            ;
        if (n == 0) {
            digits[n++] = '1';
            point++;
        } else if (up) {
            digits[n - 1]++;
        }
    }
    while (n > 1 && digits[n - 1] == '0')
        n--;
    if (alternate) {
        memset(digits + n, '0', (size_t)(wanted - n));
        n = wanted;
    }
    int exponent = point - 1;
    if ((type | 32) == 'e' || exponent < -4 || exponent >= (type ? wanted : wanted - 1)) {
        int decimals = (type | 32) == 'e' ? precision : n - 1, e = abs(exponent);
        *p++ = digits[0];
        if (decimals || alternate) {
            *p++ = '.';
            memset(p, '0', (size_t)decimals);
            memcpy(p, digits + 1, (size_t)n - 1);
            p += decimals;
        }
        *p++ = type == 'E' || type == 'G' ? 'E' : 'e';
        *p++ = exponent < 0 ? '-' : '+';
        if (e >= 100)
            *p++ = (char)('0' + e / 100);
        *p++ = (char)('0' + e / 10 % 10);
        *p++ = (char)('0' + e % 10);
    } else if (exponent < 0) {
        memcpy(p, "0.0000", 6);
        p += 1 - exponent;
        memcpy(p, digits, (size_t)n);
        p += n;
    } else {
        int integral = n < point ? n : point;
        memcpy(p, digits, (size_t)integral);
        memset(p + integral, '0', (size_t)(point - integral));
        p += point;
        if (n > integral || !type || alternate)
            *p++ = '.';
        memcpy(p, digits + integral, (size_t)(n - integral));
        p += n - integral;
        if (n == integral && !type)
            *p++ = '0';
    }
    *p = 0;
    return (int)(p - out);
}

/* A double has at most 1074 decimals and 767 significant digits: what is wanted beyond are zeros, put in front of an
 * exponent. */
enum { MOST_DIGITS = 1100 };

static int widen(char *text, int n, int zeros)
{
    char *e = memchr(text, 'e', (size_t)n);
    if (!e)
        e = memchr(text, 'E', (size_t)n);
    if (!e)
        e = text + n;
    memmove(e + zeros, e, (size_t)(text + n - e) + 1);
    memset(e, '0', (size_t)zeros);
    return n + zeros;
}

int lang_float_text(struct lang_thread *t, struct lang_float_text *out, double d, int type, int precision,
                    bool alternate)
{
    int zeros = precision > MOST_DIGITS && ((type | 32) == 'f' || (type | 32) == 'e') ? precision - MOST_DIGITS : 0;
    if (precision > MOST_DIGITS && (zeros || !alternate))
        precision = MOST_DIGITS;
    out->text = out->small;
    out->capacity = 400 + (size_t)(precision > 0 ? precision : 0) + (size_t)zeros;
    if (out->capacity > sizeof out->small && !(out->text = lang_alloc(t, out->capacity)))
        return -1;
    char *text = out->text;
    int n = 0;
    d = fabs(d);
    if (!isfinite(d)) {
        n = sprintf(text, "%s", isnan(d) ? (isupper(type) ? "NAN" : "nan") : isupper(type) ? "INF" : "inf");
    } else if (type == 'r') {
        n = (int)lang_float_repr(d, text);
        char *e = memchr(text, 'e', (size_t)n);
        if (alternate && e && !memchr(text, '.', (size_t)n)) {
            memmove(e + 1, e, strlen(e) + 1);
            *e = '.';
            n++;
        }
    } else if (type == 0) {
        n = alternate ? 0 : rounded_digits_text(text, d, 0, precision, false);
        if (n == 0)
            n = general_text(text, out->capacity, d, precision, alternate);
    } else {
        if ((type | 32) != 'f')
            n = rounded_digits_text(text, d, type, precision, alternate);
        else if (!alternate)
            n = fixed_text(text, d, precision);
        char form[8] = {'%', '#', '.', '*', (char)type, 0}, plain[8] = {'%', '.', '*', (char)type, 0};
        if (n == 0)
            n = snprintf(text, out->capacity, alternate ? form : plain, precision, d);
        if (n > 0 && zeros)
            n = widen(text, n, zeros);
    }
    if (n < 0) {
        lang_float_text_drop(t, out);
        lang_no_memory(t);
        return -1;
    }
    out->size = (size_t)n;
    return 0;
}

void lang_float_text_drop(struct lang_thread *t, struct lang_float_text *out)
{
    if (out->text != out->small)
        lang_free(t, out->text, out->capacity);
}

/* Splits the text of a non-negative double at the point. */
static void split_at_point(struct lang_number_text *n, const char *text, size_t size)
{
    size_t digits = 0;
    while (digits < size && isdigit((unsigned char)text[digits]))
        digits++;
    n->digits = text;
    n->n_digits = digits;
    n->rest = text + digits;
    n->n_rest = size - digits;
}

/* Resolves the presentation type of a float; -1 with an error. */
static int float_style(struct lang_thread *t, const struct lang_spec *f, const char *type_name, int *style,
                       int *precision)
{
    if (f->precision > INT_MAX - 500)
        return lang_fail(t, LANG_EXC_ValueError, "precision too big");
    *precision = f->precision < 0 ? 6 : (int)f->precision;
    switch (f->type) {
    case 0:
        *style = f->precision < 0 ? 'r' : 0;
        return 0;
    case 'n':
        *style = 'g';
        return 0;
    case '%':
        *style = 'f';
        return 0;
    case 'e':
    case 'f':
    case 'g':
    case 'E':
    case 'F':
    case 'G':
        *style = (int)f->type;
        return 0;
    default:
        unknown_type(t, f->type, type_name);
        return -1;
    }
}

static bool shows_zero(const char *text, size_t size)
{
    for (size_t i = 0; i < size && text[i] != 'e' && text[i] != 'E'; i++)
        if (text[i] >= '1' && text[i] <= '9')
            return false;
    return size && isdigit((unsigned char)text[0]);
}

static int put_float(struct lang_builder *b, double d, const struct lang_spec *f, const char *type_name)
{
    int style = 0, precision = 0;
    struct lang_float_text text;
    if (float_style(b->t, f, type_name, &style, &precision) < 0) {
        b->failed = true;
        return -1;
    }
    if (f->type == '%')
        d *= 100;
    if (lang_float_text(b->t, &text, d, style, precision, f->alternate) < 0) {
        b->failed = true;
        return -1;
    }
    if (f->type == '%')
        text.text[text.size++] = '%';
    bool negative = signbit(d) && !isnan(d);
    if (negative && f->no_negative_zero && shows_zero(text.text, text.size))
        negative = false;
    struct lang_number_text n = {.sign = lang_spec_sign(f, negative), .prefix = ""};
    split_at_point(&n, text.text, text.size);
    int r = lang_spec_put_number(b, f, &n, 3);
    lang_float_text_drop(b->t, &text);
    return r;
}

/* What ".2f" and the like make of d, which no part of a specification changes further; 0: take the general path. */
static int plain_text(char *out, double d, const struct lang_str *spec)
{
    const char *p = spec->data;
    if (!spec->ascii || spec->length != 3 || p[0] != '.' || p[1] < '0' || p[1] > '9' || p[2] != 'f' || !isfinite(d))
        return 0;
    bool negative = signbit(d);
    *out = '-';
    int n = fixed_text(out + negative, fabs(d), p[1] - '0');
    return n ? n + negative : 0;
}

struct lang_str *lang_float_format(struct lang_thread *t, lang_value v, struct lang_str *spec)
{
    double d = lang_float_value(v);
    struct lang_spec f;
    char text[32];
    int n = plain_text(text, d, spec);
    if (n)
        return lang_str_from_ascii(t, text, (size_t)n);
    if (spec->length == 0)
        return lang_is_obj(v) ? lang_to_str(t, v) : lang_str_new(t, text, lang_float_repr(d, text));
    if (parse(t, spec, 0, '>', lang_type_name(v), &f) < 0)
        return NULL;
    struct lang_builder b;
    lang_builder_init(&b, t);
    put_float(&b, d, &f, lang_type_name(v));
    return lang_builder_finish(&b);
}

/* One part of a complex number: as put_float, but the shortest form has no ".0". */
static int put_component(struct lang_builder *b, double d, const struct lang_spec *f)
{
    char text[40];
    if (f->type || f->precision >= 0) {
        struct lang_spec component = *f;
        if (!component.type)
            component.type = 'g';
        return put_float(b, d, &component, "complex");
    }
    size_t size = lang_float_repr(isnan(d) ? d : fabs(d), text);
    char *exponent = memchr(text, 'e', size);
    if (size > 2 && memcmp(text + size - 2, ".0", 2) == 0) {
        size -= f->alternate ? 1 : 2;
    } else if (f->alternate && exponent && !memchr(text, '.', size)) { /* a point all the same */
        memmove(exponent + 1, exponent, (size_t)(text + size - exponent));
        *exponent = '.';
        size++;
    }
    struct lang_number_text n = {.sign = lang_spec_sign(f, signbit(d) && !isnan(d) && !(d == 0 && f->no_negative_zero)),
                                 .prefix = ""};
    split_at_point(&n, text, size);
    return lang_spec_put_number(b, f, &n, 3);
}

struct lang_str *lang_complex_format(struct lang_thread *t, double real, double imag, struct lang_str *spec)
{
    struct lang_spec f, component;
    if (parse(t, spec, 0, '>', "complex", &f) < 0)
        return NULL;
    if (f.type && !(f.type < 128 && strchr("eEfFgGn", (int)f.type))) {
        unknown_type(t, f.type, "complex");
        return NULL;
    }
    if (f.fill == '0')
        return lang_fail_null(t, LANG_EXC_ValueError, "Zero padding is not allowed in complex format specifier");
    if (f.align == '=')
        return lang_fail_null(t, LANG_EXC_ValueError, "'=' alignment flag is not allowed in complex format specifier");
    bool only_imag = f.type == 0 && real == 0 && !signbit(real), brackets = f.type == 0 && !only_imag;
    struct lang_builder b, all;
    int64_t left, middle, right;
    component = f;
    component.width = -1;
    lang_builder_init(&b, t);
    if (brackets)
        lang_builder_char(&b, '(');
    if (!only_imag) {
        put_component(&b, real, &component);
        component.sign = '+';
    }
    put_component(&b, imag, &component);
    lang_builder_char(&b, 'j');
    if (brackets)
        lang_builder_char(&b, ')');
    struct lang_str *s = lang_builder_finish(&b);
    if (!s || f.width <= s->length)
        return s;
    padding_of(&f, s->length, &left, &middle, &right);
    lang_builder_init(&all, t);
    lang_builder_repeat(&all, f.fill, left);
    lang_builder_str(&all, s);
    lang_builder_repeat(&all, f.fill, right);
    lang_decref(t, s);
    return lang_builder_finish(&all);
}

/* ------------------------------------------------------------------ int */

static struct lang_str *format_char(struct lang_thread *t, lang_value v, struct lang_spec *f)
{
    int64_t c;
    struct lang_builder b;
    if (f->sign)
        return lang_fail_null(t, LANG_EXC_ValueError, "Sign not allowed with integer format specifier 'c'");
    if (f->alternate)
        return lang_fail_null(t, LANG_EXC_ValueError,
                              "Alternate form (#) not allowed with integer format specifier 'c'");
    if (!lang_int_fits(v, &c))
        return lang_fail_null(t, LANG_EXC_OverflowError, "Python int too large to convert to C long");
    if (c < 0 || c > 0x10ffff)
        return lang_fail_null(t, LANG_EXC_OverflowError, "%%c arg not in range(0x110000)");
    int64_t left, middle, right;
    padding_of(f, 1, &left, &middle, &right);
    lang_builder_init(&b, t);
    lang_builder_repeat(&b, f->fill, left + middle);
    lang_builder_char(&b, (uint32_t)c);
    lang_builder_repeat(&b, f->fill, right);
    return lang_builder_finish(&b);
}

static struct lang_str *format_digits(struct lang_thread *t, lang_value v, const struct lang_spec *f, int base)
{
    struct lang_builder b;
    char small[24];
    int64_t i;
    struct lang_str *s = NULL;
    const char *text = small;
    size_t size;
    if (base == 10 && lang_int_fits(v, &i)) {
        size = (size_t)lang_int_digits(i, small);
    } else {
        s = lang_int_to_str(t, v, base);
        if (!s)
            return NULL;
        size = (size_t)s->length;
        text = s->data;
        if (f->type == 'X') /* not shared yet */
            for (size_t k = 0; k < size; k++)
                s->data[k] = (char)(size == 1 ? s->data[k] : toupper((unsigned char)s->data[k]));
    }
    char one;
    if (size == 1 && f->type == 'X') { /* texts of one character are shared */
        one = (char)toupper((unsigned char)*text);
        text = &one;
    }
    bool negative = text[0] == '-';
    const char *prefix = !f->alternate || base == 10 ? ""
                         : base == 2                 ? "0b"
                         : base == 8                 ? "0o"
                         : f->type == 'X'            ? "0X"
                                                     : "0x";
    struct lang_number_text n = {lang_spec_sign(f, negative), prefix, text + negative, size - negative, "", 0};
    lang_builder_init(&b, t);
    lang_spec_put_number(&b, f, &n, base == 10 ? 3 : 4);
    struct lang_str *r = lang_builder_finish(&b);
    lang_xdecref(t, s);
    return r;
}

struct lang_str *lang_int_format(struct lang_thread *t, lang_value v, struct lang_str *spec)
{
    struct lang_spec f;
    double d;
    if (spec->length == 0)
        return lang_to_str(t, v);
    if (parse(t, spec, 'd', '>', lang_type_name(v), &f) < 0)
        return NULL;
    int base = 10;
    switch (f.type) {
    case 'b':
        base = 2;
        break;
    case 'o':
        base = 8;
        break;
    case 'x':
    case 'X':
        base = 16;
        break;
    case 'c':
    case 'd':
    case 'n':
        break;
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
    case '%': {
        if (lang_int_to_double(t, v, &d) < 0)
            return NULL;
        struct lang_builder b;
        lang_builder_init(&b, t);
        put_float(&b, d, &f, lang_type_name(v));
        return lang_builder_finish(&b);
    }
    default:
        return unknown_type(t, f.type, lang_type_name(v));
    }
    if (f.precision >= 0)
        return lang_fail_null(t, LANG_EXC_ValueError, "Precision not allowed in integer format specifier");
    if (f.no_negative_zero)
        return lang_fail_null(t, LANG_EXC_ValueError,
                              "Negative zero coercion (z) not allowed in integer format specifier");
    return f.type == 'c' ? format_char(t, v, &f) : format_digits(t, v, &f, base);
}
