/* str_escapes.c: the codecs unicode-escape and raw-unicode-escape: Latin-1 with escapes, as far as all is valid. */
#include <limits.h>
#include <string.h>

#include "types/str_codec.h"

static const uint32_t NO_CHARACTER = UINT32_MAX; /* an escaped newline */

/* ------------------------------------------------------------------ one escape */

/* These read the escape at p: how many bytes it has, or minus the length of the invalid part with its reason. */

static int digit_of(uint8_t c)
{
    return c >= '0' && c <= '9' ? c - '0' : (c | 32) >= 'a' && (c | 32) <= 'f' ? (c | 32) - 'a' + 10 : -1;
}

/* The hexadecimal digits behind a backslash and a letter. */
static int read_hex(const uint8_t *p, const uint8_t *end, int digits, uint32_t *c, const char **reason)
{
    uint32_t x = 0;
    for (int i = 0, digit; i < digits; i++) {
        if (p + 2 + i >= end || (digit = digit_of(p[2 + i])) < 0) {
            *reason = digits == 2   ? "truncated \\xXX escape"
                      : digits == 4 ? "truncated \\uXXXX escape"
                                    : "truncated \\UXXXXXXXX escape";
            return -(2 + i);
        }
        x = x << 4 | (uint32_t)digit;
    }
    *c = x;
    return 2 + digits;
}

/* \N{name} */
static int read_named(const uint8_t *p, const uint8_t *end, uint32_t *c, const char **reason)
{
    *reason = "malformed \\N character escape";
    if (end - p < 3 || p[2] != '{')
        return -2;
    const uint8_t *name = p + 3, *close = memchr(name, '}', (size_t)(end - name));
    if (!close)
        return -(int)(end - p < INT_MAX ? end - p : INT_MAX);
    if (close == name)
        return -3;
    *c = lang_unicode_lookup((const char *)name, (size_t)(close - name));
    *reason = "unknown Unicode character name";
    int64_t used = close + 1 - p;
    return used > INT_MAX ? -INT_MAX : *c == UINT32_MAX ? -(int)used : (int)used;
}

static int read_escape(const uint8_t *p, const uint8_t *end, uint32_t *c, const char **reason)
{
    static const char letters[] = "\\'\"abfnrtv", meanings[] = "\\'\"\a\b\f\n\r\t\v";
    *c = *p;
    *reason = "\\ at end of string";
    if (p + 1 == end)
        return -1;
    int digits = p[1] == 'x' ? 2 : p[1] == 'u' ? 4 : p[1] == 'U' ? 8 : 0;
    if (digits) {
        int used = read_hex(p, end, digits, c, reason);
        if (used != 10 || *c <= 0x10ffff)
            return used;
        *reason = "illegal Unicode character";
        return -10;
    }
    const char *at = p[1] ? strchr(letters, p[1]) : NULL;
    if (at || p[1] == '\n') {
        *c = at ? (uint8_t)meanings[at - letters] : NO_CHARACTER;
        return 2;
    }
    if (p[1] >= '0' && p[1] <= '7') {
        int n = 1;
        for (*c = 0; n < 4 && p + n < end && p[n] >= '0' && p[n] <= '7'; n++)
            *c = *c << 3 | (uint32_t)(p[n] - '0');
        return n;
    }
    return p[1] == 'N' ? read_named(p, end, c, reason) : 1; /* an unknown one stands for itself */
}

static int read_raw_escape(const uint8_t *p, const uint8_t *end, uint32_t *c, const char **reason)
{
    *c = *p;
    if (p + 1 == end || (p[1] != 'u' && p[1] != 'U'))
        return 1;
    int used = read_hex(p, end, p[1] == 'u' ? 4 : 8, c, reason);
    if (used == 10 && *c > 0x10ffff) {
        *reason = "\\Uxxxxxxxx out of range";
        return -10;
    }
    return used;
}

/* ------------------------------------------------------------------ decoding */

/* What stands before the next backslash. */
static int put_literal(struct lang_decoding *d)
{
    const uint8_t *p = d->p, *q = p;
    while (q < d->stop && q - p < 16 && *q != '\\')
        q++;
    if (q < d->stop && q - p == 16) {
        q = memchr(q, '\\', (size_t)(d->stop - q));
        q = q ? q : d->stop;
    }
    uint32_t bits = lang_units_class(p, 1, q - p);
    if (q > p && lang_decoding_put(d, p, 1, q - p, bits) < 0)
        return -1;
    d->p = q;
    return 0;
}

static int decode_run(struct lang_decoding *d,
                      int (*read)(const uint8_t *p, const uint8_t *end, uint32_t *c, const char **reason))
{
    const char *reason;
    uint32_t c;
    while (d->p < d->stop) {
        if (*d->p != '\\' && put_literal(d) < 0)
            return -1;
        while (d->p < d->stop && *d->p == '\\') {
            int used = read(d->p, d->end, &c, &reason);
            if (used < 0)
                return 0;
            if (c != NO_CHARACTER) {
                if ((!d->s || lang_kind_of(c) > d->s->kind || d->s->length == d->capacity) &&
                    lang_decoding_reserve(d, lang_kind_of(c), d->end - d->p) < 0)
                    return -1;
                lang_unit_set(d->s->data, d->s->kind, d->s->length++, c);
                d->bits |= c;
            }
            d->p += used;
            if (used == 1 && d->p < d->end) { /* no escape: neither is what is behind the backslash */
                if (lang_decoding_put(d, d->p, 1, 1, *d->p) < 0)
                    return -1;
                d->p++;
            }
        }
    }
    return 0;
}

int lang_escape_decode_run(struct lang_decoding *d)
{
    return decode_run(d, read_escape);
}
int lang_raw_escape_decode_run(struct lang_decoding *d)
{
    return decode_run(d, read_raw_escape);
}

int lang_escape_invalid(const uint8_t *p, const uint8_t *end, const char **reason)
{
    uint32_t c;
    return -read_escape(p, end, &c, reason);
}
int lang_raw_escape_invalid(const uint8_t *p, const uint8_t *end, const char **reason)
{
    uint32_t c;
    return -read_raw_escape(p, end, &c, reason);
}

/* ------------------------------------------------------------------ encoding */

enum { LONGEST = 10, MANY = 64 * 1024 };

/* n units with escapes, those of Latin-1 as they are if `raw` says so. */
#define PUT_ESCAPED(TYPE)                                                                                              \
    static uint8_t *put_##TYPE(uint8_t *to, const TYPE *p, int64_t n, bool raw)                                        \
    {                                                                                                                  \
        for (int64_t i = 0; i < n; i++) {                                                                              \
            uint32_t c = p[i];                                                                                         \
            if (raw ? c < 0x100 : c >= 32 && c < 127 && c != '\\') {                                                   \
                *to++ = (uint8_t)c;                                                                                    \
            } else if (c == '\\' || c == '\n' || c == '\r' || c == '\t') {                                             \
                *to++ = '\\';                                                                                          \
                *to++ = c == '\n' ? 'n' : c == '\r' ? 'r' : c == '\t' ? 't' : '\\';                                    \
            } else {                                                                                                   \
                to += lang_escape_put(to, c);                                                                          \
            }                                                                                                          \
        }                                                                                                              \
        return to;                                                                                                     \
    }
PUT_ESCAPED(uint8_t)
PUT_ESCAPED(uint16_t)
PUT_ESCAPED(uint32_t)

static int encode_run(struct lang_encoding *e, bool raw)
{
    for (int64_t n; e->i < e->stop; e->i += n) {
        int kind = e->s->kind;
        const void *from = e->s->data + e->i * kind;
        n = e->stop - e->i < MANY ? e->stop - e->i : MANY;
        if (lang_encoding_reserve(e, (size_t)n * (kind == 1 ? raw ? 1 : 4 : kind == 2 ? 6 : LONGEST)) < 0)
            return -1;
        uint8_t *to = e->data + e->size;
        if (kind == 1 && raw) {
            memcpy(to, from, (size_t)n);
            to += n;
        } else {
            to = kind == 1   ? put_uint8_t(to, from, n, raw)
                 : kind == 2 ? put_uint16_t(to, from, n, raw)
                             : put_uint32_t(to, from, n, raw);
        }
        e->size = (size_t)(to - e->data);
    }
    return 0;
}

int lang_escape_encode_run(struct lang_encoding *e)
{
    return encode_run(e, false);
}
int lang_raw_escape_encode_run(struct lang_encoding *e)
{
    return encode_run(e, true);
}
