/* str_transcode.c: whole valid texts from UTF-8, UTF-16 and UTF-32 and to them. A first pass over blocks finds the
 * length and the class of the result, a second one fills it. What is not valid is left to str_codec.c, which knows the
 * error handlers: each function gives back NULL without an exception then. */
#include <string.h>

#include "types/bytes_impl.h"
#include "types/str_impl.h"

#define HIGH_BITS UINT64_C(0x8080808080808080)
enum { BLOCK = 64, SLICE = 1 << 20 }; /* units of a block; of what is done between two questions for an interrupt */

static bool is_big_machine(void)
{
    return __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__;
}

static inline bool is_surrogate(uint32_t c)
{
    return (c & 0xfffff800) == 0xd800;
}

/* s without what the interrupt has stopped. */
static void *stopped(struct lang_thread *t, void *object)
{
    lang_xdecref(t, object);
    return NULL;
}

/* ------------------------------------------------------------------ from UTF-8 */

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

/* One character of two bytes or more: the bytes used, or 0. */
static inline int long_utf8(const uint8_t *p, const uint8_t *end, uint32_t *c)
{
    if (end - p >= 4) { /* the first byte of the four is the lowest of w */
        uint32_t w, x;
        memcpy(&w, p, 4);
        if ((w & 0xc0e0) == 0x80c0 && (w & 0x1e)) {
            *c = (w & 0x1f) << 6 | (w >> 8 & 0x3f);
            return 2;
        }
        if ((w & 0xc0c0f0) == 0x8080e0) {
            *c = x = (w & 0xf) << 12 | (w >> 8 & 0x3f) << 6 | (w >> 16 & 0x3f);
            return x >= 0x800 && !is_surrogate(x) ? 3 : 0;
        }
        if ((w & 0xc0c0c0f8) == 0x808080f0) {
            *c = x = (w & 7) << 18 | (w >> 8 & 0x3f) << 12 | (w >> 16 & 0x3f) << 6 | (w >> 24 & 0x3f);
            return x >= 0x10000 && x < 0x110000 ? 4 : 0;
        }
    }
    int used = lang_utf8_step(p, end, false, c); /* near the end, or invalid */
    return used > 0 ? used : 0;
}

/* Eight ASCII characters as units. */
#define WIDEN(TYPE)                                                                                                    \
    static inline void widen_##TYPE(TYPE *restrict to, const uint8_t *restrict p)                                      \
    {                                                                                                                  \
        for (int k = 0; k < 8; k++)                                                                                    \
            to[k] = p[k];                                                                                              \
    }
WIDEN(uint8_t)
WIDEN(uint16_t)
WIDEN(uint32_t)

/* Units from p on until it comes to `stop` or a little further; there is room for as many as there are characters
 * before `end`. NULL: invalid. */
#define FILL_UTF8(TYPE)                                                                                                \
    static const uint8_t *fill_##TYPE(TYPE **at, TYPE *room, const uint8_t *p, const uint8_t *stop,                    \
                                      const uint8_t *end)                                                              \
    {                                                                                                                  \
        TYPE *to = *at;                                                                                                \
        uint32_t c = 0;                                                                                                \
        while (p < stop) {                                                                                             \
            if (end - p >= 8 && room - to >= 8) { /* all eight are put, as far as they are ASCII they count */         \
                uint64_t w;                                                                                            \
                memcpy(&w, p, 8);                                                                                      \
                widen_##TYPE(to, p);                                                                                   \
                w &= HIGH_BITS;                                                                                        \
                int plain = w ? __builtin_ctzll(w) >> 3 : 8;                                                           \
                p += plain;                                                                                            \
                to += plain;                                                                                           \
                if (!w)                                                                                                \
                    continue;                                                                                          \
            } else if (*p < 0x80) {                                                                                    \
                *to++ = *p++;                                                                                          \
                continue;                                                                                              \
            }                                                                                                          \
            do {                                                                                                       \
                int used = long_utf8(p, end, &c);                                                                      \
                if (!used)                                                                                             \
                    return NULL;                                                                                       \
                *to++ = (TYPE)c;                                                                                       \
                p += used;                                                                                             \
                if (p + 1 < stop && *p < 0x80 && p[1] >= 0x80) /* one between two, as blanks and points stand */       \
                    *to++ = *p++;                                                                                      \
            } while (p < stop && *p >= 0x80);                                                                          \
        }                                                                                                              \
        *at = to;                                                                                                      \
        return p;                                                                                                      \
    }
FILL_UTF8(uint8_t)
FILL_UTF8(uint16_t)
FILL_UTF8(uint32_t)

struct lang_str *lang_utf8_decode_valid(struct lang_thread *t, const uint8_t *p, size_t size)
{
    const uint8_t *end = p + size;
    int64_t n = 0;
    uint8_t most = 0;
    uint32_t c;
    if (lang_ascii_prefix(p, size) == size)
        return lang_str_from_ascii(t, (const char *)p, size);
    for (const uint8_t *q = p, *next; q < end; q = next) {
        next = end - q > SLICE ? q + SLICE : end;
        n += count_utf8(q, next - q, &most);
        if (next < end && lang_poll_quiet(t) < 0)
            return NULL;
    }
    if (n <= 1) {
        int used = long_utf8(p, end, &c);
        return used && p + used == end ? lang_str_from_char(t, c) : NULL;
    }
    int kind = most < 0xc4 ? 1 : most < 0xf0 ? 2 : 4;
    struct lang_str *s = lang_str_alloc(t, kind, false, n);
    if (!s)
        return NULL;
    void *to = s->data, *room = s->data + n * kind;
    while (p && p < end) {
        const uint8_t *stop = end - p > SLICE ? p + SLICE : end;
        p = kind == 1   ? fill_uint8_t((uint8_t **)&to, room, p, stop, end)
            : kind == 2 ? fill_uint16_t((uint16_t **)&to, room, p, stop, end)
                        : fill_uint32_t((uint32_t **)&to, room, p, stop, end);
        if (p && p < end && lang_poll_quiet(t) < 0)
            p = NULL;
    }
    return p ? s : stopped(t, s);
}

/* ------------------------------------------------------------------ to UTF-8 */

/* Bytes of n units beyond one for each; *bad is set where there is a surrogate. */
#define EXTRA_UTF8(TYPE, wide, is_bad)                                                                                 \
    static int64_t extra_##TYPE(const TYPE *p, int64_t n, bool *bad)                                                   \
    {                                                                                                                  \
        int64_t i = 0, extra = 0;                                                                                      \
        for (; i + BLOCK <= n; i += BLOCK) {                                                                           \
            TYPE some = 0, odd = 0;                                                                                    \
            for (int k = 0; k < BLOCK; k++) {                                                                          \
                TYPE c = p[i + k];                                                                                     \
                some = (TYPE)(some + (c > 0x7f) + (wide));                                                             \
                odd |= (TYPE)(is_bad);                                                                                 \
            }                                                                                                          \
            extra += some;                                                                                             \
            *bad |= odd;                                                                                               \
        }                                                                                                              \
        for (; i < n; i++) {                                                                                           \
            uint32_t c = p[i];                                                                                         \
            extra += (c > 0x7f) + (wide);                                                                              \
            *bad |= is_bad;                                                                                            \
        }                                                                                                              \
        return extra;                                                                                                  \
    }
EXTRA_UTF8(uint8_t, 0, 0)
EXTRA_UTF8(uint16_t, c > 0x7ff, (c & 0xf800) == 0xd800)
EXTRA_UTF8(uint32_t, (c > 0x7ff) + (c > 0xffff), (c & 0xfffff800) == 0xd800)

static char *put_latin(char *to, const uint8_t *p, int64_t n)
{
    int64_t i = 0;
    while (i + 8 <= n) { /* at least eight bytes are still to be written */
        uint64_t w;
        memcpy(&w, p + i, 8);
        memcpy(to, &w, 8);
        w &= HIGH_BITS;
        int plain = w ? __builtin_ctzll(w) >> 3 : 8;
        i += plain;
        to += plain;
        for (; i < n && p[i] >= 0x80; i++) {
            *to++ = (char)(0xc0 | p[i] >> 6);
            *to++ = (char)(0x80 | (p[i] & 0x3f));
        }
    }
    for (; i < n; i++)
        to += lang_utf8_put(to, p[i]);
    return to;
}

/* A character that is not ASCII. */
static inline char *put_long(char *to, uint32_t c)
{
    if (c < 0x800) {
        *to++ = (char)(0xc0 | c >> 6);
    } else {
        if (c < 0x10000) {
            *to++ = (char)(0xe0 | c >> 12);
        } else {
            *to++ = (char)(0xf0 | c >> 18);
            *to++ = (char)(0x80 | (c >> 12 & 0x3f));
        }
        *to++ = (char)(0x80 | (c >> 6 & 0x3f));
    }
    *to++ = (char)(0x80 | (c & 0x3f));
    return to;
}

static char *put_uint16_t(char *to, const uint16_t *p, int64_t n)
{
    int64_t i = 0;
    while (i + 4 <= n) { /* at least four bytes are still to be written; as many count as are ASCII */
        uint64_t w, high;
        memcpy(&w, p + i, 8);
        high = w & UINT64_C(0xff80ff80ff80ff80);
        w |= w >> 8;
        uint32_t four = (uint32_t)(w & 0xffff) | (uint32_t)(w >> 16 & 0xffff0000);
        memcpy(to, &four, 4);
        int plain = high ? __builtin_ctzll(high) >> 4 : 4;
        i += plain;
        to += plain;
        for (; i < n && p[i] >= 0x80; i++)
            to = put_long(to, p[i]);
    }
    for (; i < n; i++)
        if (p[i] < 0x80)
            *to++ = (char)p[i];
        else
            to = put_long(to, p[i]);
    return to;
}

static char *put_uint32_t(char *to, const uint32_t *p, int64_t n)
{
    for (int64_t i = 0; i < n; i++)
        if (p[i] < 0x80)
            *to++ = (char)p[i];
        else
            to = put_long(to, p[i]);
    return to;
}

struct lang_bytes *lang_utf8_encode_valid(struct lang_thread *t, const struct lang_str *s)
{
    int64_t extra = 0;
    bool bad = false;
    if (s->utf8 && !s->ascii && s->kind == 1)
        return lang_bytes_new(t, s->utf8, s->utf8_size);
    for (int64_t i = 0, n; i < s->length; i += n) {
        const void *from = s->data + i * s->kind;
        n = s->length - i < SLICE ? s->length - i : SLICE;
        extra += s->kind == 1   ? extra_uint8_t(from, n, &bad)
                 : s->kind == 2 ? extra_uint16_t(from, n, &bad)
                                : extra_uint32_t(from, n, &bad);
        if (bad || (i + n < s->length && lang_poll_quiet(t) < 0))
            return NULL;
    }
    struct lang_bytes *b = lang_bytes_raw(t, (size_t)(s->length + extra));
    char *to = b ? (char *)b->data : NULL;
    for (int64_t i = 0, n; b && i < s->length; i += n) {
        const void *from = s->data + i * s->kind;
        n = s->length - i < SLICE ? s->length - i : SLICE;
        to = s->kind == 1   ? put_latin(to, from, n)
             : s->kind == 2 ? put_uint16_t(to, from, n)
                            : put_uint32_t(to, from, n);
        if (i + n < s->length && lang_poll_quiet(t) < 0)
            return stopped(t, b);
    }
    return b;
}

/* ------------------------------------------------------------------ UTF-16 and UTF-32 */

/* Words of eight bytes with the bytes of each unit turned round. */
static inline uint64_t turned(uint64_t w, int width)
{
    const uint64_t low = UINT64_C(0x00ff00ff00ff00ff), half = UINT64_C(0x0000ffff0000ffff);
    w = (w & low) << 8 | (w >> 8 & low);
    return width == 2 ? w : (w & half) << 16 | (w >> 16 & half);
}

/* n units of that width, swapped if they are not as this machine has them. */
static void load_units(void *restrict to, const uint8_t *restrict from, int width, int64_t n, bool swap)
{
    size_t size = (size_t)(n * width), i = 0;
    uint64_t w;
    if (!swap) {
        memcpy(to, from, size);
        return;
    }
    for (; i + 8 <= size; i += 8) {
        memcpy(&w, from + i, 8);
        w = turned(w, width);
        memcpy((char *)to + i, &w, 8);
    }
    if (i < size) {
        w = 0;
        memcpy(&w, from + i, size - i);
        w = turned(w, width);
        memcpy((char *)to + i, &w, size - i);
    }
}

static inline uint32_t unit_16(const uint8_t *p, bool swap)
{
    uint16_t c;
    memcpy(&c, p, 2);
    return swap ? __builtin_bswap16(c) : c;
}

static inline void put_16(uint8_t *to, uint32_t c, bool swap)
{
    uint16_t unit = swap ? __builtin_bswap16((uint16_t)c) : (uint16_t)c;
    memcpy(to, &unit, 2);
}

/* All bits of a block, and whether there are surrogates or numbers of no character. */
static uint32_t look_at_16(const uint16_t *p, bool *odd)
{
    uint16_t any = 0, surrogates = 0;
    for (int k = 0; k < BLOCK; k++) {
        any |= p[k];
        surrogates |= (uint16_t)((p[k] & 0xf800) == 0xd800);
    }
    *odd |= surrogates != 0;
    return any;
}

static uint32_t look_at_32(const uint32_t *p, bool *odd)
{
    uint32_t any = 0, wrong = 0;
    for (int k = 0; k < BLOCK; k++) {
        any |= p[k];
        wrong |= (uint32_t)((p[k] & 0xfffff800) == 0xd800) | (uint32_t)(p[k] > 0x10ffff);
    }
    *odd |= wrong != 0;
    return any;
}

/* UTF-16 with surrogates in pairs only. */
static struct lang_str *decode_pairs(struct lang_thread *t, const uint8_t *p, int64_t n, bool swap)
{
    int64_t pairs = 0;
    uint32_t one[2] = {0}, c; /* where a single character goes */
    for (int64_t i = 0; i < n; i++) {
        pairs += (unit_16(p + i * 2, swap) & 0xfc00) == 0xd800;
        if (lang_text_interrupted(t, i))
            return NULL;
    }
    struct lang_str *s = n - pairs > 1 ? lang_str_alloc(t, 4, false, n - pairs) : NULL;
    if (!s && n - pairs > 1)
        return NULL;
    uint32_t *to = s ? (uint32_t *)(void *)s->data : one;
    /* There are never more characters than there is room for: a first half without a second one ends the loop. */
    for (int64_t i = 0, length = 0; i < n; to[length++] = c) {
        if (lang_text_interrupted(t, length))
            return stopped(t, s);
        c = unit_16(p + i++ * 2, swap);
        if (is_surrogate(c)) {
            uint32_t low = i < n ? unit_16(p + i++ * 2, swap) : 0;
            if (c >= 0xdc00 || low < 0xdc00 || low >= 0xe000)
                return stopped(t, s);
            c = 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00);
        }
    }
    return s ? s : lang_str_from_char(t, one[0]);
}

struct lang_str *lang_wide_decode_valid(struct lang_thread *t, const uint8_t *p, size_t size, int width, bool big)
{
    bool swap = big != is_big_machine(), odd = false, direct = !swap && (uintptr_t)p % (size_t)width == 0;
    int64_t n = (int64_t)size / width;
    uint32_t block[BLOCK], any = 0;
    if (size % (size_t)width)
        return NULL;
    for (int64_t i = 0, some; i < n; i += some) {
        const void *units = direct ? (const void *)(p + i * width) : block;
        some = n - i < BLOCK ? n - i : BLOCK;
        if (some < BLOCK) {
            memset(block, 0, sizeof block);
            units = block;
        }
        if (units == block)
            load_units(block, p + i * width, width, some, swap);
        any |= width == 2 ? look_at_16(units, &odd) : look_at_32(units, &odd);
        if (odd)
            return width == 2 ? decode_pairs(t, p, n, swap) : NULL;
        if ((i & (SLICE - 1)) == 0 && i && lang_poll_quiet(t) < 0)
            return NULL;
    }
    int kind = lang_kind_of(any);
    if (n <= 1)
        return n ? lang_str_from_char(t, any) : lang_str_empty(t);
    struct lang_str *s = lang_str_alloc(t, kind, any < 0x80, n);
    if (s && direct)
        return lang_units_copy_large(t, s->data, kind, p, width, n) < 0 ? stopped(t, s) : s;
    for (int64_t i = 0, some; s && i < n; i += some) {
        some = n - i < BLOCK ? n - i : BLOCK;
        load_units(block, p + i * width, width, some, swap);
        lang_units_copy(s->data + i * kind, kind, block, width, some);
        if ((i & (SLICE - 1)) == 0 && i && lang_poll_quiet(t) < 0)
            return stopped(t, s);
    }
    return s;
}

/* How many characters need two units of UTF-16; -1: there are surrogates. */
static int64_t count_pairs(struct lang_thread *t, const struct lang_str *s)
{
    int64_t pairs = 0, whole = s->length / BLOCK * BLOCK;
    bool odd = false;
    const uint16_t *p = (const uint16_t *)(const void *)s->data;
    for (int64_t i = 0; s->kind == 2 && i < whole && !odd; i += BLOCK) {
        look_at_16(p + i, &odd);
        odd = odd || ((i & (SLICE - 1)) == 0 && i && lang_poll_quiet(t) < 0);
    }
    for (int64_t i = whole; s->kind == 2 && i < s->length && !odd; i++)
        odd = is_surrogate(p[i]);
    const uint32_t *wide = (const uint32_t *)(const void *)s->data;
    for (int64_t i = 0; s->kind == 4 && i < whole && !odd; i += BLOCK) {
        uint32_t some = 0;
        for (int k = 0; k < BLOCK; k++)
            some += wide[i + k] > 0xffff;
        pairs += some;
        look_at_32(wide + i, &odd);
        odd = odd || ((i & (SLICE - 1)) == 0 && i && lang_poll_quiet(t) < 0);
    }
    for (int64_t i = whole; s->kind == 4 && i < s->length && !odd; i++) {
        pairs += wide[i] > 0xffff;
        odd = is_surrogate(wide[i]);
    }
    return odd ? -1 : pairs;
}

static int put_pairs(struct lang_thread *t, uint8_t *to, const struct lang_str *s, bool swap)
{
    const uint32_t *p = (const uint32_t *)(const void *)s->data;
    for (int64_t i = 0; i < s->length; i++) {
        uint32_t c = p[i];
        if (c > 0xffff) {
            put_16(to, 0xd7c0 + (c >> 10), swap);
            to += 2;
            c = 0xdc00 + (c & 0x3ff);
        }
        put_16(to, c, swap);
        to += 2;
        if (lang_text_interrupted(t, i))
            return -1;
    }
    return 0;
}

struct lang_bytes *lang_wide_encode_valid(struct lang_thread *t, const struct lang_str *s, int width, bool big,
                                          bool mark)
{
    bool swap = big != is_big_machine();
    int64_t pairs = count_pairs(t, s), n = s->length, head = mark ? width : 0;
    uint32_t block[BLOCK];
    uint16_t mark16 = 0xfeff;
    uint32_t mark32 = 0xfeff;
    if (pairs < 0)
        return NULL;
    if (width == 4)
        pairs = 0;
    struct lang_bytes *b = lang_bytes_raw(t, (size_t)(head + (n + pairs) * width));
    if (b && mark)
        load_units(b->data, width == 2 ? (const uint8_t *)&mark16 : (const uint8_t *)&mark32, width, 1, swap);
    if (b && width == 2 && s->kind == 4)
        return put_pairs(t, b->data + head, s, swap) < 0 ? stopped(t, b) : b;
    for (int64_t i = 0, some; b && i < n; i += some) {
        some = n - i < BLOCK ? n - i : BLOCK;
        lang_units_copy(block, width, s->data + i * s->kind, s->kind, some);
        load_units(b->data + head + i * width, (const uint8_t *)block, width, some, swap);
        if ((i & (SLICE - 1)) == 0 && i && lang_poll_quiet(t) < 0)
            return stopped(t, b);
    }
    return b;
}
