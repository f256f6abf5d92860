/* float_text.c: texts of floats: the shortest repr, decimal and hexadecimal reading and writing. Knows no objects but the text
 * handed in. The process keeps the C locale for numbers. */
#include <ctype.h>
#include <math.h>
#include <string.h>

#include "types/float_impl.h"
#include "types/str_impl.h"

/* ------------------------------------------------------------------ repr */

/* Tries 15, 16 and 17 digits and takes the first that reads back. */
int lang_float_shortest(double d, char *digits, int *point)
{
    char text[40];
    d = fabs(d);
    int precision = 15;
    for (;; precision++) {
        snprintf(text, sizeof text, "%.*e", precision - 1, d);
        double back = strtod(text, NULL);
        if (back == d || precision == 17)
            break;
        if (precision == 16 && back < d) { /* at a power of two the interval is wider above: the next number may fit */
            char *last = strchr(text, 'e') - 1;
            if (*last != '9') {
                (*last)++;
                if (strtod(text, NULL) == d)
                    break;
            }
        }
    }
    char *e = strchr(text, 'e');
    *point = atoi(e + 1) + 1;
    int n = 0;
    for (char *p = text; p < e; p++)
        if (*p != '.')
            digits[n++] = *p;
    while (n > 1 && digits[n - 1] == '0')
        n--;
    return n;
}

size_t lang_float_repr(double d, char *buffer)
{
    char digits[20], *p = buffer;
    int point, n;
    if (isnan(d))
        return (size_t)(stpcpy(buffer, "nan") - buffer);
    if (signbit(d))
        *p++ = '-';
    if (isinf(d))
        return (size_t)(stpcpy(p, "inf") - buffer);
    if (d == 0)
        return (size_t)(stpcpy(p, "0.0") - buffer);
    n = lang_float_shortest(d, digits, &point);
    if (point > 16 || point < -3) {
        *p++ = digits[0];
        if (n > 1) {
            *p++ = '.';
            memcpy(p, digits + 1, (size_t)n - 1);
            p += n - 1;
        }
        return (size_t)(p - buffer) + (size_t)sprintf(p, "e%c%02d", point - 1 < 0 ? '-' : '+', abs(point - 1));
    }
    if (point <= 0) {
        *p++ = '0';
        *p++ = '.';
        memset(p, '0', (size_t)-point);
        p += -point;
        memcpy(p, digits, (size_t)n);
        p += n;
    } else {
        int whole = n < point ? n : point;
        memcpy(p, digits, (size_t)whole);
        p += whole;
        memset(p, '0', (size_t)(point - whole));
        p += point - whole;
        *p++ = '.';
        if (n > point) {
            memcpy(p, digits + point, (size_t)(n - point));
            p += n - point;
        } else {
            *p++ = '0';
        }
    }
    *p = 0;
    return (size_t)(p - buffer);
}

/* ------------------------------------------------------------------ reading */

bool lang_float_scan(const char *text, size_t size, double *out)
{
    char small[64], *clean = size < sizeof small ? small : malloc(size + 1), *q = clean;
    bool good = clean && size;
    for (size_t i = 0; i < size && good; i++) {
        char c = text[i];
        if (c == '_') { /* only between two digits */
            good = i && i + 1 < size && isdigit((unsigned char)text[i - 1]) && isdigit((unsigned char)text[i + 1]);
            continue;
        }
        good = isdigit((unsigned char)c) || strchr("+-.eEinfINFtyTYaA", c);
        good = good && c;
        *q++ = c;
    }
    if (good) {
        char *end;
        *q = 0;
        *out = strtod(clean, &end);
        good = end == q;
        if (good && isnan(*out)) /* no payload, but the sign */
            *out = copysign(NAN, clean[0] == '-' ? -1.0 : 1.0);
    }
    if (clean != small)
        free(clean);
    return good;
}

static lang_value bad_text(struct lang_thread *t, lang_value text)
{
    return lang_raise(t, LANG_EXC_ValueError, "could not convert string to float: %R", text);
}

lang_value lang_float_parse(struct lang_thread *t, lang_value v)
{
    const uint8_t *data;
    int64_t n;
    double d;
    if (lang_is_str(v)) {
        struct lang_str *s = lang_as_str(v);
        int64_t start = 0, end = s->length;
        while (start < end && lang_char_is_space(lang_str_at(s, start)))
            start++;
        while (end > start && lang_char_is_space(lang_str_at(s, end - 1)))
            end--;
        if (s->ascii)
            return lang_float_scan(s->data + start, (size_t)(end - start), &d) ? lang_float(d) : bad_text(t, v);
        char *text = lang_alloc(t, (size_t)(end - start) + 1);
        if (!text)
            return lang_error();
        bool good = true;
        for (int64_t i = start; i < end; i++) {
            uint32_t c = lang_str_at(s, i);
            int decimal = c < 128 ? -1 : lang_char(c)->decimal;
            good = good && (c < 128 || decimal >= 0);
            text[i - start] = (char)(c < 128 ? c : '0' + (uint32_t)decimal);
        }
        good = good && lang_float_scan(text, (size_t)(end - start), &d);
        lang_free(t, text, (size_t)(end - start) + 1);
        return good ? lang_float(d) : bad_text(t, v);
    }
    lang_bytes_view(v, &data, &n);
    const char *p = (const char *)data, *end = p + n;
    while (p < end && (*p == ' ' || (*p >= 9 && *p <= 13)))
        p++;
    while (end > p && (end[-1] == ' ' || (end[-1] >= 9 && end[-1] <= 13)))
        end--;
    return lang_float_scan(p, (size_t)(end - p), &d) ? lang_float(d) : bad_text(t, v);
}

/* ------------------------------------------------------------------ hexadecimal */

size_t lang_float_hex(double d, char *out)
{
    if (!isfinite(d))
        return lang_float_repr(d, out);
    char *p = out;
    if (signbit(d))
        *p++ = '-';
    if (d == 0)
        return (size_t)(stpcpy(p, "0x0.0p+0") - out);
    uint64_t bits;
    memcpy(&bits, &d, 8);
    int e = (int)(bits >> 52 & 0x7ff);
    uint64_t mantissa = bits & ((UINT64_C(1) << 52) - 1);
    return (size_t)(p - out) + (size_t)sprintf(p, "0x%d.%013llxp%+d", e != 0, (unsigned long long)mantissa, e ? e - 1023 : -1022);
}

lang_value lang_float_from_hex(struct lang_thread *t, const char *text, size_t size)
{
    const char *p = text, *end = text + size;
    while (p < end && isspace((unsigned char)*p))
        p++;
    while (end > p && isspace((unsigned char)end[-1]))
        end--;
    char clean[512], *q = clean, *stop;
    size_t n = (size_t)(end - p);
    if (n == 0 || n > sizeof clean - 8 || memchr(p, 0, n))
        return lang_raise(t, LANG_EXC_ValueError, "invalid hexadecimal floating-point string");
    bool negative = *p == '-';
    if (*p == '+' || *p == '-')
        p++;
    bool word = p < end && (*p | 32) >= 'i' && (isalpha((unsigned char)*p)); /* inf, infinity, nan */
    if (!word && !(end - p > 1 && p[0] == '0' && (p[1] | 32) == 'x'))
        q = stpcpy(q, "0x");
    if (p == end || isspace((unsigned char)*p) || *p == '+' || *p == '-')
        return lang_raise(t, LANG_EXC_ValueError, "invalid hexadecimal floating-point string");
    memcpy(q, p, (size_t)(end - p));
    q += end - p;
    *q = 0;
    double d = strtod(clean, &stop);
    if (stop != q || strchr(clean, '('))
        return lang_raise(t, LANG_EXC_ValueError, "invalid hexadecimal floating-point string");
    if (isinf(d) && !word)
        return lang_raise(t, LANG_EXC_OverflowError, "hexadecimal value too large to represent as a float");
    return lang_float(negative ? -d : d);
}
