/* int_text.c: int to text and text to int, with the limit on digits. */
#include <string.h>

#include "types/bigint.h"
#include "types/int_impl.h"
#include "types/str_impl.h"

int64_t lang_int_max_str_digits = 4300;

/* ------------------------------------------------------------------ to text */

int lang_int_digits_back(uint64_t u, char *end)
{
    static const char pairs[] =
        "00010203040506070809101112131415161718192021222324252627282930313233343536373839404142434445464748"
        "49505152535455565758596061626364656667686970717273747576777879808182838485868788899091929394959697"
        "9899";
    char *p = end;
    while (u >= 100) {
        memcpy(p -= 2, pairs + u % 100 * 2, 2);
        u /= 100;
    }
    if (u >= 10)
        memcpy(p -= 2, pairs + u * 2, 2);
    else
        *--p = (char)('0' + u);
    return (int)(end - p);
}

int lang_int_digits(int64_t i, char *buffer)
{
    char text[24], *end = text + sizeof text;
    int n = lang_int_digits_back(i < 0 ? -(uint64_t)i : (uint64_t)i, end);
    if (i < 0)
        end[-++n] = '-';
    memcpy(buffer, end - n, (size_t)n);
    return n;
}

int lang_int_check_digits(struct lang_thread *t, uint64_t bits)
{
    /* the number of digits is known only roughly beforehand: log10(2) from below, as CPython refuses before it computes
     */
    if (lang_int_max_str_digits && bits > 2000 && bits * 0.30102999566398114 > (double)lang_int_max_str_digits)
        return lang_fail(
            t, LANG_EXC_ValueError,
            "Exceeds the limit (%ld digits) for integer string conversion; use sys.set_int_max_str_digits() to "
            "increase the limit",
            (long)lang_int_max_str_digits);
    return 0;
}

/* Digits that end before `end`; returns where they begin. */
static char *put_digits(char *end, uint64_t u, int base)
{
    static const char digits[] = "0123456789abcdefghijklmnopqrstuvwxyz";
    int shift = base == 16 ? 4 : base == 8 ? 3 : base == 2 ? 1 : 0;
    do {
        *--end = digits[shift ? u & (uint64_t)(base - 1) : u % (unsigned)base];
        u = shift ? u >> shift : u / (unsigned)base;
    } while (u);
    return end;
}

struct lang_str *lang_int_to_str(struct lang_thread *t, lang_value v, int base)
{
    int64_t i;
    if (!lang_int_fits(v, &i)) {
        if ((base & (base - 1)) && lang_int_check_digits(t, lang_int_bit_length(v)) < 0)
            return NULL;
        return lang_bigint_to_str(t, v, base);
    }
    char text[72], *p = text + sizeof text;
    if (base == 10) {
        int n = lang_int_digits(i, text);
        if (n == 1)
            return lang_str_from_char(t, (uint8_t)text[0]);
        struct lang_str *s = lang_str_alloc(t, 1, true, n);
        if (s)
            memcpy(s->data, text, (size_t)n);
        return s;
    }
    p = put_digits(p, i < 0 ? -(uint64_t)i : (uint64_t)i, base);
    if (i < 0)
        *--p = '-';
    return lang_str_from_ascii(t, p, (size_t)(text + sizeof text - p));
}

struct lang_str *lang_int_to_literal(struct lang_thread *t, lang_value v, int base)
{
    char text[72], *p = text + sizeof text, letter = base == 2 ? 'b' : base == 8 ? 'o' : 'x';
    int64_t i;
    if (lang_int_fits(v, &i)) {
        p = put_digits(p, i < 0 ? -(uint64_t)i : (uint64_t)i, base);
        *--p = letter;
        *--p = '0';
        if (i < 0)
            *--p = '-';
        return lang_str_from_ascii(t, p, (size_t)(text + sizeof text - p));
    }
    struct lang_str *digits = lang_bigint_to_str(t, v, base), *s = NULL;
    bool negative = digits && digits->data[0] == '-';
    if (digits && (s = lang_str_alloc(t, 1, true, digits->length + 2))) {
        s->data[0] = '-';
        s->data[negative] = '0';
        s->data[negative + 1] = letter;
        memcpy(s->data + negative + 2, digits->data + negative, (size_t)digits->length - negative);
    }
    lang_xdecref(t, digits);
    return s;
}

/* ------------------------------------------------------------------ from text */

static int digit_value(unsigned char c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'z' ? c - 'a' + 10
           : c >= 'A' && c <= 'Z' ? c - 'A' + 10
                                  : 99;
}

/* Validated digits without sign and prefix. */
static lang_value from_digits(struct lang_thread *t, char *digits, size_t n, int base, bool negative)
{
    uint64_t u = 0;
    size_t i = 0;
    for (; i < n; i++) {
        uint64_t next;
        if (__builtin_mul_overflow(u, (uint64_t)base, &next) ||
            __builtin_add_overflow(next, (uint64_t)digit_value((unsigned char)digits[i]), &next) || next > INT64_MAX)
            break;
        u = next;
    }
    if (i == n)
        return lang_int(negative ? -(int64_t)u : (int64_t)u);
    if ((base & (base - 1)) && lang_int_max_str_digits && (int64_t)n > lang_int_max_str_digits)
        return lang_raise(t, LANG_EXC_ValueError,
                          "Exceeds the limit (%ld digits) for integer string conversion: value has %zu digits; use "
                          "sys.set_int_max_str_digits() to increase the limit",
                          (long)lang_int_max_str_digits, n);
    lang_value v = lang_bigint_from_digits(t, digits, base);
    if (negative && !lang_is_error(v)) {
        lang_value r = lang_int_unary(t, LANG_OP_NEG, v);
        lang_unref(t, v);
        v = r;
    }
    return v;
}

/* Reads sign, prefix, digits and underscores of an ASCII text without white space around; UNDEF when it is no integer.
 * The text is used as scratch. */
static lang_value scan(struct lang_thread *t, char *p, size_t n, int base)
{
    char *end = p + n, *digits, *out;
    bool negative = false, any_base = base == 0;
    if (p < end && (*p == '+' || *p == '-'))
        negative = *p++ == '-';
    if (end - p > 1 && p[0] == '0') {
        int c = p[1] | 32, prefix = c == 'x' ? 16 : c == 'o' ? 8 : c == 'b' ? 2 : 0;
        if (prefix && (base == 0 || base == prefix)) {
            base = prefix;
            any_base = false;
            p += 2;
            if (p < end && *p == '_')
                p++;
        }
    }
    if (base == 0)
        base = 10;
    if (p == end)
        return lang_undef();
    digits = out = p;
    bool after_digit = false;
    for (; p < end; p++) {
        if (*p == '_' && after_digit && p + 1 < end) {
            after_digit = false;
            continue;
        }
        if (digit_value((unsigned char)*p) >= base)
            return lang_undef();
        *out++ = *p;
        after_digit = true;
    }
    *out = 0;
    if (any_base && *digits == '0' && strspn(digits, "0") != (size_t)(out - digits)) /* 012 is no literal */
        return lang_undef();
    while (out - digits > 1 && *digits == '0' && !lang_int_max_str_digits)
        digits++;
    return from_digits(t, digits, (size_t)(out - digits), base, negative);
}

lang_value lang_int_from_text(struct lang_thread *t, const char *digits, size_t size, int base)
{
    char small[64], *text = size < sizeof small ? small : lang_alloc(t, size + 1);
    if (!text)
        return lang_error();
    memcpy(text, digits, size);
    text[size] = 0;
    lang_value v = scan(t, text, size, base);
    if (text != small)
        lang_free(t, text, size + 1);
    if (lang_is_undef(v))
        return lang_raise(t, LANG_EXC_ValueError, "invalid literal for int() with base %d", base);
    return v;
}

/* As CPython shows a bad literal: at most 200 characters of its repr. */
static lang_value invalid(struct lang_thread *t, lang_value text, int base)
{
    struct lang_str *r = lang_repr(t, text), *cut = r;
    if (!r && lang_error_is(t, LANG_EXC_Exception) && !lang_error_is(t, LANG_EXC_MemoryError)) {
        lang_error_clear(t); /* lang_raise's way with what cannot be shown */
        return lang_raise_value(t, LANG_EXC_ValueError, lang_undef());
    }
    if (!r)
        return lang_error();
    if (r->length > 200)
        cut = lang_str_slice(t, r, 0, 200);
    if (cut) {
        lang_raise(t, LANG_EXC_ValueError, "invalid literal for int() with base %d: %U", base, cut);
        if (cut != r)
            lang_decref(t, cut);
    }
    lang_decref(t, r);
    return lang_error();
}

lang_value lang_int_parse(struct lang_thread *t, struct lang_str *s, int base)
{
    char small[64];
    int64_t start = 0, end = s->length;
    lang_value plain;
    if (base == 10 && s->kind == 1 && end) { /* mostly digits alone; the limit on digits is not below the few limbs' */
        bool minus = *s->data == '-';
        if (lang_bigint_of_decimal(t, s->data + minus, (size_t)end - minus, minus, &plain))
            return plain;
    }
    while (start < end && lang_char_is_space(lang_str_at(s, start)))
        start++;
    while (end > start && lang_char_is_space(lang_str_at(s, end - 1)))
        end--;
    size_t n = (size_t)(end - start);
    char *text = n < sizeof small ? small : lang_alloc(t, n + 1);
    if (!text)
        return lang_error();
    bool good = true;
    for (size_t i = 0; i < n; i++) {
        uint32_t c = lang_str_at(s, start + (int64_t)i);
        int decimal = c < 128 ? -1 : lang_char(c)->decimal;
        good = good && (c < 128 || decimal >= 0) && c != 0;
        text[i] = (char)(c < 128 ? c : '0' + (uint32_t)decimal);
    }
    text[n] = 0;
    lang_value v = good ? scan(t, text, n, base) : lang_undef();
    if (text != small)
        lang_free(t, text, n + 1);
    return lang_is_undef(v) ? invalid(t, lang_obj(s), base) : v;
}

lang_value lang_int_parse_bytes(struct lang_thread *t, lang_value bytes, int base)
{
    const uint8_t *data;
    int64_t n;
    lang_bytes_view(bytes, &data, &n);
    const char *p = (const char *)data, *end = p + n;
    while (p < end && (*p == ' ' || (*p >= 9 && *p <= 13)))
        p++;
    while (end > p && (end[-1] == ' ' || (end[-1] >= 9 && end[-1] <= 13)))
        end--;
    size_t size = (size_t)(end - p);
    char *text = lang_alloc(t, size + 1);
    if (!text)
        return lang_error();
    memcpy(text, p, size);
    text[size] = 0;
    lang_value v = memchr(text, 0, size) ? lang_undef() : scan(t, text, size, base);
    lang_free(t, text, size + 1);
    if (!lang_is_undef(v))
        return v;
    struct lang_bytes *copy = lang_bytes_new(t, data, (size_t)n); /* a bytearray is shown as bytes */
    if (!copy)
        return lang_error();
    invalid(t, lang_obj(copy), base);
    lang_decref(t, copy);
    return lang_error();
}
