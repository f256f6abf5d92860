/* str_utf8.c: UTF-8: single characters, and texts as far as all is valid.
 *
 * Decoding counts first, which tells the width and the length of the text, and fills then. Errors that need no
 * exception are handled here, because they come in clusters. */
#include <string.h>

#include "types/str_codec.h"

#define HIGH_BITS UINT64_C(0x8080808080808080)
enum { BLOCK = LANG_CODEC_BLOCK, SLICE = LANG_CODEC_SLICE, NEAR = 16, RUN = 10, SPAN = 256 };

/* ------------------------------------------------------------------ single characters */

int lang_utf8_step(const uint8_t *p, const uint8_t *end, bool surrogates, uint32_t *c)
{
    uint8_t b = *p;
    if (b < 0x80) {
        *c = b;
        return 1;
    }
    int n = b >= 0xc2 && b < 0xe0 ? 2 : b >= 0xe0 && b < 0xf0 ? 3 : b >= 0xf0 && b < 0xf5 ? 4 : 0;
    if (!n)
        return -1;
    uint32_t x = b & (0x7f >> n);
    for (int i = 1; i < n; i++) {
        if (p + i >= end || (p[i] & 0xc0) != 0x80)
            return -i;
        if (i == 1 && ((b == 0xe0 && p[1] < 0xa0) || (b == 0xf0 && p[1] < 0x90) || (b == 0xf4 && p[1] > 0x8f) ||
                       (b == 0xed && p[1] > 0x9f && !surrogates)))
            return -1;
        x = x << 6 | (p[i] & 0x3f);
    }
    *c = x;
    return n;
}

int lang_utf8_put(char *out, uint32_t c)
{
    if (c < 0x80) {
        out[0] = (char)c;
        return 1;
    }
    if (c < 0x800) {
        out[0] = (char)(0xc0 | c >> 6);
        out[1] = (char)(0x80 | (c & 0x3f));
        return 2;
    }
    if (c < 0x10000) {
        out[0] = (char)(0xe0 | c >> 12);
        out[1] = (char)(0x80 | (c >> 6 & 0x3f));
        out[2] = (char)(0x80 | (c & 0x3f));
        return 3;
    }
    out[0] = (char)(0xf0 | c >> 18);
    out[1] = (char)(0x80 | (c >> 12 & 0x3f));
    out[2] = (char)(0x80 | (c >> 6 & 0x3f));
    out[3] = (char)(0x80 | (c & 0x3f));
    return 4;
}

int lang_utf8_invalid(const uint8_t *p, const uint8_t *end, const char **reason)
{
    uint32_t c;
    int n = -lang_utf8_step(p, end, false, &c);
    bool start = *p >= 0xc2 && *p < 0xf5;
    *reason = !start ? "invalid start byte" : p + n >= end ? "unexpected end of data" : "invalid continuation byte";
    return n;
}

/* ------------------------------------------------------------------ decoding */

/* Characters (bytes that continue none) and the greatest byte. */
static int64_t count_utf8(const uint8_t *p, int64_t n, uint8_t *greatest)
{
    int64_t i = 0, count = 0;
    uint8_t most = 0;
    for (; i + BLOCK <= n; i += BLOCK) {
        uint8_t starts = 0, top = 0;
        for (int k = 0; k < BLOCK; k++) {
            starts = (uint8_t)(starts + ((int8_t)p[i + k] >= -64));
            top = p[i + k] > top ? p[i + k] : top;
        }
        count += starts;
        most = top > most ? top : most;
    }
    for (; i < n; i++) {
        count += (int8_t)p[i] >= -64;
        most = p[i] > most ? p[i] : most;
    }
    *greatest = most > *greatest ? most : *greatest;
    return count;
}

/* The whole is measured, and memory is reserved for it. */
static int measure(struct lang_decoding *d)
{
    int64_t n = 0;
    uint8_t most = 0;
    for (const uint8_t *q = d->p, *next; q < d->end; q = next) {
        next = d->end - q > SLICE ? q + SLICE : d->end;
        n += count_utf8(q, next - q, &most);
        if (next < d->end && lang_poll_quiet(d->t) < 0)
            return -1;
    }
    d->bits = most < 0x80 ? 0x7f : most < 0xc4 ? 0xff : most < 0xf0 ? 0xffff : 0x10ffff;
    return lang_decoding_reserve(d, lang_kind_of(d->bits), n);
}

static inline bool is_plain(const uint8_t *p)
{
    uint64_t w[2];
    memcpy(w, p, NEAR);
    return !((w[0] | w[1]) & HIGH_BITS);
}

/* Sixteen ASCII characters as units. */
#define WIDEN(TYPE)                                                                                                    \
    static inline void widen_##TYPE(TYPE *restrict to, const uint8_t *restrict p)                                      \
    {                                                                                                                  \
        for (int k = 0; k < NEAR; k++)                                                                                 \
            to[k] = p[k];                                                                                              \
    }
WIDEN(uint8_t)
WIDEN(uint16_t)
WIDEN(uint32_t)

/* Four or eight bytes at p, the first one lowest, and back. */
static inline uint32_t load_4(const uint8_t *p)
{
    uint32_t w;
    memcpy(&w, p, 4);
    return __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? __builtin_bswap32(w) : w;
}
static inline uint64_t load_8(const uint8_t *p)
{
    uint64_t w;
    memcpy(&w, p, 8);
    return __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? __builtin_bswap64(w) : w;
}
static inline void store_4(uint8_t *to, uint32_t w)
{
    w = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? __builtin_bswap32(w) : w;
    memcpy(to, &w, 4);
}

/* The character of three bytes that are the lowest of w. */
static inline uint32_t three_of(uint32_t w)
{
    return (w & 0xf) << 12 | (w >> 2 & 0xfc0) | (w >> 16 & 0x3f);
}

/* Pairs of characters of three bytes: how many. Eight bytes can be read five before `stop`. */
#define FILL_THREES(TYPE)                                                                                              \
    static inline int64_t fill_threes_##TYPE(TYPE *to, const uint8_t *p, const uint8_t *stop)                          \
    {                                                                                                                  \
        int64_t twos = 0;                                                                                              \
        for (; stop - p >= 5; p += 6, to += 2, twos++) {                                                               \
            uint64_t w = load_8(p);                                                                                    \
            uint32_t a = three_of((uint32_t)w), b = three_of((uint32_t)(w >> 24));                                     \
            if ((w & 0xc0c0f0c0c0f0) != 0x8080e08080e0 || a < 0x800 || b < 0x800 || lang_is_surrogate(a) ||            \
                lang_is_surrogate(b))                                                                                  \
                break;                                                                                                 \
            to[0] = (TYPE)a;                                                                                           \
            to[1] = (TYPE)b;                                                                                           \
        }                                                                                                              \
        return twos;                                                                                                   \
    }
FILL_THREES(uint8_t)
FILL_THREES(uint16_t)
FILL_THREES(uint32_t)

/* Units from p on until it comes to `stop`, a little further, or to what is invalid, unless a handler is given that may
 * pass it: there is space for a unit for each byte then, and the units are wide enough. Four bytes can be read at any
 * position before `stop`. Behind RUN bytes of ASCII whole blocks are tried; characters of three bytes are decoded in
 * pairs. */
#define FILL_UTF8(TYPE)                                                                                                \
    static const uint8_t *fill_##TYPE(TYPE **at, const uint8_t *p, const uint8_t *stop, enum lang_handler passing)     \
    {                                                                                                                  \
        TYPE *to = *at;                                                                                                \
        int run = 0;                                                                                                   \
        while (p < stop) {                                                                                             \
            uint32_t c = *p, w;                                                                                        \
            if (c < 0x80) {                                                                                            \
                *to++ = (TYPE)c;                                                                                       \
                p++;                                                                                                   \
                if (++run < RUN)                                                                                       \
                    continue;                                                                                          \
                for (run = 0; stop - p >= NEAR && is_plain(p); p += NEAR, to += NEAR)                                  \
                    widen_##TYPE(to, p);                                                                               \
                continue;                                                                                              \
            }                                                                                                          \
            run = 0;                                                                                                   \
            if (c < 0xe0) {                                                                                            \
                uint32_t x = p[1];                                                                                     \
                if (c < 0xc2 || (x & 0xc0) != 0x80)                                                                    \
                    goto odd;                                                                                          \
                *to++ = (TYPE)((c & 0x1f) << 6 | (x & 0x3f));                                                          \
                p += 2;                                                                                                \
            } else if (c < 0xf0) {                                                                                     \
                w = load_4(p);                                                                                         \
                c = three_of(w);                                                                                       \
                if ((w & 0xc0c000) != 0x808000 || c < 0x800 || lang_is_surrogate(c))                                   \
                    goto odd;                                                                                          \
                *to++ = (TYPE)c;                                                                                       \
                p += 3;                                                                                                \
                if (stop - p >= 5 && (*p & 0xf0) == 0xe0) { /* one more */                                             \
                    int64_t twos = fill_threes_##TYPE(to, p, stop);                                                    \
                    to += twos * 2;                                                                                    \
                    p += twos * 6;                                                                                     \
                }                                                                                                      \
            } else {                                                                                                   \
                w = load_4(p);                                                                                         \
                c = (w & 7) << 18 | (w << 4 & 0x3f000) | (w >> 10 & 0xfc0) | (w >> 24 & 0x3f);                         \
                if ((w & 0xc0c0c0f8) != 0x808080f0 || c - 0x10000 > 0xfffff)                                           \
                    goto odd;                                                                                          \
                *to++ = (TYPE)c;                                                                                       \
                p += 4;                                                                                                \
            }                                                                                                          \
            continue;                                                                                                  \
        odd:                                                                                                           \
            if (passing == LANG_STRICT)                                                                                \
                break;                                                                                                 \
            int bad = (p[1] & 0xc0) != 0x80 ? 1 : -lang_utf8_step(p, p + 4, false, &c);                                \
            if (passing == LANG_REPLACE)                                                                               \
                *to++ = (TYPE)0xfffd;                                                                                  \
            for (int i = 0; passing == LANG_ESCAPE && i < bad; i++)                                                    \
                *to++ = (TYPE)(0xdc00 + p[i]);                                                                         \
            p += bad;                                                                                                  \
        }                                                                                                              \
        *at = to;                                                                                                      \
        return p;                                                                                                      \
    }
FILL_UTF8(uint8_t)
FILL_UTF8(uint16_t)
FILL_UTF8(uint32_t)

/* What is valid from p on. */
static void fill(struct lang_decoding *d, enum lang_handler passing)
{
    struct lang_str *s = d->s;
    const uint8_t *stop = d->end - d->p > 3 ? d->end - 3 : d->p;
    void *start = s->data, *to = s->data + s->length * s->kind;
    stop = d->stop < stop ? d->stop : stop;
    d->p = s->kind == 1   ? fill_uint8_t((uint8_t **)&to, d->p, stop, passing)
           : s->kind == 2 ? fill_uint16_t((uint16_t **)&to, d->p, stop, passing)
                          : fill_uint32_t((uint32_t **)&to, d->p, stop, passing);
    s->length = ((char *)to - (char *)start) / s->kind;
}

static void put_unit(struct lang_decoding *d, uint32_t c)
{
    lang_unit_set(d->s->data, d->s->kind, d->s->length++, c);
}

int lang_utf8_decode_run(struct lang_decoding *d)
{
    bool vectorcall = d->handler == LANG_IGNORE || d->handler == LANG_REPLACE || d->handler == LANG_ESCAPE;
    enum lang_handler passing = LANG_STRICT; /* the handler as soon as all is ready for it */
    if (!d->s && measure(d) < 0)
        return -1;
    while (d->p < d->stop) {
        uint32_t c;
        fill(d, passing);
        if (d->p >= d->stop)
            break;
        int used = lang_utf8_step(d->p, d->end, false, &c); /* near the end, or invalid */
        if (used < 0 && !vectorcall)
            break;
        if (used < 0 && passing == LANG_STRICT) {
            if (lang_decoding_reserve(d, d->handler == LANG_IGNORE ? 1 : 2, d->end - d->p) < 0)
                return -1;
            passing = d->handler;
            d->loose = true;
        }
        if (used > 0)
            put_unit(d, c);
        for (int i = 0; passing == LANG_ESCAPE && i < -used; i++)
            put_unit(d, 0xdc00u + d->p[i]);
        if (passing == LANG_REPLACE && used < 0)
            put_unit(d, 0xfffd);
        d->p += used < 0 ? -used : used;
    }
    return 0;
}

/* ------------------------------------------------------------------ encoding */

/* A surrogate as the handlers have it that need no exception; NULL: they do not. */
static __attribute__((noinline)) uint8_t *put_surrogate(uint8_t *to, uint32_t c, enum lang_handler handler)
{
    if (handler == LANG_ESCAPE && c - 0xdc80 < 0x80) {
        *to = (uint8_t)c;
        return to + 1;
    }
    if (handler == LANG_REPLACE) {
        *to = '?';
        return to + 1;
    }
    if (handler == LANG_PASS)
        return to + lang_utf8_put((char *)to, c);
    if (handler == LANG_BACKSLASH || handler == LANG_XML)
        return to + lang_codec_describe(handler, to, c);
    return handler == LANG_IGNORE ? to : NULL;
}

/* Units as UTF-8, up to a surrogate that needs the handler; how many. There is space for the longest and one byte.
 * Whole blocks of ASCII are tried after spans of units, which grow as long as there are none. */
#define PUT_UTF8(TYPE)                                                                                                 \
    static inline bool put_plain_##TYPE(uint8_t *restrict to, const TYPE *restrict p)                                  \
    {                                                                                                                  \
        TYPE any = 0;                                                                                                  \
        for (int k = 0; k < NEAR; k++)                                                                                 \
            any |= p[k];                                                                                               \
        for (int k = 0; k < NEAR; k++)                                                                                 \
            to[k] = (uint8_t)p[k];                                                                                     \
        return any < 0x80;                                                                                             \
    }                                                                                                                  \
    static int64_t put_##TYPE(uint8_t **at, const TYPE *p, int64_t n, enum lang_handler handler)                       \
    {                                                                                                                  \
        uint8_t *to = *at, *odd;                                                                                       \
        const TYPE *start = p, *end = p + n;                                                                           \
        int64_t span = NEAR;                                                                                           \
        while (p < end) {                                                                                              \
            for (; end - p >= NEAR && put_plain_##TYPE(to, p); p += NEAR, span = NEAR)                                 \
                to += NEAR;                                                                                            \
            const TYPE *near = end - p > span ? p + span : end;                                                        \
            span = span < SPAN ? span * 2 : SPAN;                                                                      \
            while (p < near) {                                                                                         \
                uint32_t c = *p++;                                                                                     \
                if (c < 0x80) {                                                                                        \
                    *to++ = (uint8_t)c;                                                                                \
                } else if (sizeof(TYPE) == 1 || c < 0x800) {                                                           \
                    to[0] = (uint8_t)(0xc0 | c >> 6);                                                                  \
                    to[1] = (uint8_t)(0x80 | (c & 0x3f));                                                              \
                    to += 2;                                                                                           \
                } else if (__builtin_expect(lang_is_surrogate(c), 0)) {                                                \
                    bool many = end - p > 7 && lang_is_surrogate(p[7]);                                                \
                    if (many || !(odd = put_surrogate(to, c, handler))) {                                              \
                        p--;                                                                                           \
                        goto out;                                                                                      \
                    }                                                                                                  \
                    to = odd;                                                                                          \
                } else if (sizeof(TYPE) == 2 || c < 0x10000) {                                                         \
                    store_4(to, 0x8080e0 | c >> 12 | (c << 2 & 0x3f00) | (c & 0x3f) << 16);                            \
                    to += 3;                                                                                           \
                } else {                                                                                               \
                    store_4(to, 0x808080f0 | c >> 18 | (c >> 4 & 0x3f00) | (c << 10 & 0x3f0000) | (c & 0x3f) << 24);   \
                    to += 4;                                                                                           \
                }                                                                                                      \
            }                                                                                                          \
        }                                                                                                              \
    out:                                                                                                               \
        *at = to;                                                                                                      \
        return p - start;                                                                                              \
    }
PUT_UTF8(uint8_t)
PUT_UTF8(uint16_t)
PUT_UTF8(uint32_t)

int lang_utf8_encode_run(struct lang_encoding *e)
{
    int kind = e->s->kind;
    const void *from = e->s->data + e->i * kind;
    int64_t n = e->stop - e->i;
    size_t most = e->s->ascii ? 1 : (size_t)kind + (kind < 4);
    if (kind > 1 && (e->handler == LANG_BACKSLASH || e->handler == LANG_XML))
        most = LANG_DESCRIPTION;
    if (lang_encoding_reserve(e, (size_t)n * most + 1) < 0)
        return -1;
    uint8_t *to = e->data + e->size;
    if (e->s->ascii) { /* behind a byte order mark */
        memcpy(to, from, (size_t)n);
        to += n;
        e->i += n;
    } else {
        e->i += kind == 1   ? put_uint8_t(&to, from, n, e->handler)
                : kind == 2 ? put_uint16_t(&to, from, n, e->handler)
                            : put_uint32_t(&to, from, n, e->handler);
    }
    e->size = (size_t)(to - e->data);
    return 0;
}

/* From i on: the first unit that is no surrogate. */
#define SURROGATES_END(TYPE)                                                                                           \
    static int64_t after_##TYPE(const TYPE *p, int64_t i, int64_t end)                                                 \
    {                                                                                                                  \
        for (; i + NEAR <= end; i += NEAR) {                                                                           \
            TYPE any = 0;                                                                                              \
            for (int k = 0; k < NEAR; k++)                                                                             \
                any |= (TYPE)((TYPE)(p[i + k] & (TYPE)~0x7ff) != 0xd800);                                              \
            if (any)                                                                                                   \
                break;                                                                                                 \
        }                                                                                                              \
        while (i < end && lang_is_surrogate(p[i]))                                                                     \
            i++;                                                                                                       \
        return i;                                                                                                      \
    }
SURROGATES_END(uint16_t)
SURROGATES_END(uint32_t)

int64_t lang_surrogates_end(const struct lang_str *s, int64_t i, int64_t end)
{
    const void *p = s->data;
    return s->kind == 1 ? i : s->kind == 2 ? after_uint16_t(p, i, end) : after_uint32_t(p, i, end);
}
