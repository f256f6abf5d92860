/* str_utf16.c: UTF-16 and UTF-32, as far as all is valid. Blocks are looked at as a whole and copied while they are in
 * the cache; blocks with surrogates are gone through one by one. */
#include <string.h>

#include "types/str_codec.h"

enum { BLOCK = LANG_CODEC_BLOCK, MANY = 512 };

static bool is_swapped(const struct lang_codec *codec)
{
    return codec->big != (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__);
}

static inline uint16_t swapped_16(uint16_t c)
{
    return (uint16_t)(c << 8 | c >> 8);
}

static inline uint32_t swapped_32(uint32_t c)
{
    return c << 24 | (c & 0xff00) << 8 | (c >> 8 & 0xff00) | c >> 24;
}

uint32_t lang_wide_get(const uint8_t *p, int width, bool big)
{
    uint32_t c = 0;
    for (int i = 0; i < width; i++)
        c |= (uint32_t)p[i] << (big ? width - 1 - i : i) * 8;
    return c;
}

void lang_wide_put(uint8_t *to, uint32_t c, int width, bool big)
{
    for (int i = 0; i < width; i++)
        to[i] = (uint8_t)(c >> (big ? width - 1 - i : i) * 8);
}

/* Loops over units of TYPE: the bits of all, *odd set where one is no character by itself. */
#define LOOPS(TYPE, is_odd)                                                                                            \
    static uint32_t look_at_##TYPE(const TYPE *p, int64_t n, bool *odd)                                                \
    {                                                                                                                  \
        TYPE any = 0, wrong = 0;                                                                                       \
        int64_t i = 0;                                                                                                 \
        for (; i + BLOCK <= n; i += BLOCK)                                                                             \
            for (int k = 0; k < BLOCK; k++) {                                                                          \
                TYPE c = p[i + k];                                                                                     \
                any |= c;                                                                                              \
                wrong |= (TYPE)(is_odd);                                                                               \
            }                                                                                                          \
        for (; i < n; i++) {                                                                                           \
            TYPE c = p[i];                                                                                             \
            any |= c;                                                                                                  \
            wrong |= (TYPE)(is_odd);                                                                                   \
        }                                                                                                              \
        *odd = wrong;                                                                                                  \
        return any;                                                                                                    \
    }
LOOPS(uint16_t, (c & 0xf800) == 0xd800)
LOOPS(uint32_t, ((c & 0xfffff800) == 0xd800) | (c > 0x10ffff))

static void swap_bytes_16(uint16_t *p, int64_t n)
{
    int64_t i = 0;
    for (; i + 16 <= n; i += 16)
        for (int k = 0; k < 16; k++)
            p[i + k] = swapped_16(p[i + k]);
    for (; i < n; i++)
        p[i] = swapped_16(p[i]);
}

/* Units of four bytes, two at a time. */
static void swap_bytes_32(void *to, const void *from, int64_t n)
{
    for (int64_t i = 0; i + 2 <= n; i += 2) {
        uint64_t w;
        memcpy(&w, (const char *)from + i * 4, 8);
        w = __builtin_bswap64(w);
        w = w << 32 | w >> 32;
        memcpy((char *)to + i * 4, &w, 8);
    }
    if (n % 2) {
        uint32_t last;
        memcpy(&last, (const char *)from + (n - 1) * 4, 4);
        last = __builtin_bswap32(last);
        memcpy((char *)to + (n - 1) * 4, &last, 4);
    }
}

/* ------------------------------------------------------------------ from UTF-16 */

/* n units with surrogates as characters: how many of them; *used is how many units up to what is invalid, or to a first
 * half at the end. */
static int64_t join_pairs(uint32_t *to, const uint16_t *p, int64_t n, int64_t *used, uint32_t *bits)
{
    int64_t length = 0, i = 0;
    uint32_t any = 0;
    while (i < n) {
        uint32_t c = p[i];
        if (lang_is_surrogate(c)) {
            if (i + 1 == n || c >= 0xdc00 || (p[i + 1] & 0xfc00) != 0xdc00)
                break;
            c = 0x10000 + ((c - 0xd800) << 10) + (p[i + 1] - 0xdc00u);
            i++;
        }
        any |= c;
        to[length++] = c;
        i++;
    }
    *used = i;
    *bits = any;
    return length;
}

/* Copies units unless there are surrogates. */
static bool copy_plain(uint16_t *restrict to, const uint16_t *restrict p, int64_t n)
{
    uint16_t wrong = 0;
    int64_t i = 0;
    for (; i + BLOCK <= n; i += BLOCK)
        for (int k = 0; k < BLOCK; k++) {
            wrong |= (uint16_t)((p[i + k] & 0xf800) == 0xd800);
            to[i + k] = p[i + k];
        }
    for (; i < n; i++) {
        wrong |= (uint16_t)((p[i] & 0xf800) == 0xd800);
        to[i] = p[i];
    }
    return !wrong;
}

int lang_utf16_decode_run(struct lang_decoding *d)
{
    uint16_t block[MANY];
    uint32_t joined[MANY], bits;
    bool swap = is_swapped(d->codec), direct = !swap && (uintptr_t)d->p % 2 == 0, odd;
    for (int64_t most = BLOCK; d->p < d->stop && d->end - d->p >= 2; most = MANY) { /* errors come in clusters */
        int64_t n = (d->end - d->p) / 2, used = 0;
        n = n < most ? n : most;
        const uint16_t *units = direct ? (const uint16_t *)(const void *)d->p : block;
        if (!direct)
            memcpy(block, d->p, (size_t)n * 2);
        if (swap)
            swap_bytes_16(block, n);
        if (direct && d->s && d->s->kind == 2 && n <= d->capacity - d->s->length &&
            copy_plain((uint16_t *)(void *)d->s->data + d->s->length, units, n)) {
            d->s->length += n;
            d->p += n * 2;
            continue;
        }
        bits = look_at_uint16_t(units, n, &odd);
        if (!odd) {
            if (lang_decoding_put(d, units, 2, n, bits) < 0)
                return -1;
            d->p += n * 2;
            continue;
        }
        if (d->s && d->s->kind == 4 && n <= d->capacity - d->s->length) {
            d->s->length += join_pairs((uint32_t *)(void *)d->s->data + d->s->length, units, n, &used, &bits);
        } else {
            int64_t length = join_pairs(joined, units, n, &used, &bits);
            if (lang_decoding_put(d, joined, 4, length, bits) < 0)
                return -1;
        }
        d->p += used * 2;
        if (used < n && (used == 0 || used < n - 1 || units[used] >= 0xdc00))
            break;
    }
    return 0;
}

static int invalid_utf16(const uint8_t *p, const uint8_t *end, const char **reason, bool big)
{
    *reason = "truncated data";
    if (end - p < 2)
        return (int)(end - p);
    uint32_t c = lang_wide_get(p, 2, big);
    *reason = c >= 0xdc00 ? "illegal encoding" : "unexpected end of data";
    if (c >= 0xdc00 || end - p < 4)
        return c >= 0xdc00 ? 2 : (int)(end - p);
    *reason = "illegal UTF-16 surrogate";
    return 2;
}

int lang_utf16_invalid_little(const uint8_t *p, const uint8_t *end, const char **reason)
{
    return invalid_utf16(p, end, reason, false);
}
int lang_utf16_invalid_big(const uint8_t *p, const uint8_t *end, const char **reason)
{
    return invalid_utf16(p, end, reason, true);
}

/* ------------------------------------------------------------------ from UTF-32 */

int lang_utf32_decode_run(struct lang_decoding *d)
{
    uint32_t block[MANY];
    bool swap = is_swapped(d->codec), direct = !swap && (uintptr_t)d->p % 4 == 0, odd;
    for (int64_t most = BLOCK; d->p < d->stop && d->end - d->p >= 4; most = MANY) {
        int64_t n = (d->end - d->p) / 4, good = 0;
        n = n < most ? n : most;
        const uint32_t *units = direct ? (const uint32_t *)(const void *)d->p : block;
        if (!direct)
            memcpy(block, d->p, (size_t)n * 4);
        if (swap)
            swap_bytes_32(block, block, n);
        uint32_t bits = look_at_uint32_t(units, n, &odd);
        if (odd) {
            for (bits = 0; !lang_is_surrogate(units[good]) && units[good] <= 0x10ffff; good++)
                bits |= units[good];
            n = good;
        }
        if (lang_decoding_put(d, units, 4, n, bits) < 0)
            return -1;
        d->p += n * 4;
        if (odd)
            break;
    }
    return 0;
}

static int invalid_utf32(const uint8_t *p, const uint8_t *end, const char **reason, bool big)
{
    *reason = "truncated data";
    if (end - p < 4)
        return (int)(end - p);
    *reason = lang_wide_get(p, 4, big) > 0x10ffff ? "code point not in range(0x110000)"
                                                  : "code point in surrogate code point range(0xd800, 0xe000)";
    return 4;
}

int lang_utf32_invalid_little(const uint8_t *p, const uint8_t *end, const char **reason)
{
    return invalid_utf32(p, end, reason, false);
}
int lang_utf32_invalid_big(const uint8_t *p, const uint8_t *end, const char **reason)
{
    return invalid_utf32(p, end, reason, true);
}

struct lang_str *lang_wide_decode_short(struct lang_thread *t, const uint8_t *p, int64_t size,
                                        const struct lang_codec *codec)
{
    uint32_t block[MANY / 2];
    const void *units = block;
    int width = codec->width;
    bool swap = is_swapped(codec), odd = false;
    int64_t n = size / width;
    if (size > (int64_t)sizeof block || size % width)
        return NULL;
    if (!swap && (uintptr_t)p % (size_t)width == 0)
        units = p;
    else
        memcpy(block, p, (size_t)size);
    if (swap && width == 2)
        swap_bytes_16((uint16_t *)block, n);
    else if (swap)
        swap_bytes_32(block, block, n);
    uint32_t bits = width == 2 ? look_at_uint16_t(units, n, &odd) : look_at_uint32_t(units, n, &odd);
    if (odd)
        return NULL;
    if (n <= 1)
        return n ? lang_str_from_char(t, bits) : lang_str_empty(t);
    struct lang_str *s = lang_str_alloc(t, lang_kind_of(bits), bits < 0x80, n);
    if (s)
        lang_units_copy(s->data, s->kind, units, width, n);
    return s;
}

/* ------------------------------------------------------------------ to UTF-16 and UTF-32 */

/* n units to wider ones, or as wide ones, with their bytes swapped. */
#define PUT_SWAPPED(TO, FROM, swapped)                                                                                 \
    static void swapped_##TO##_##FROM(TO *restrict to, const FROM *restrict from, int64_t n)                           \
    {                                                                                                                  \
        int64_t i = 0;                                                                                                 \
        for (; i + 16 <= n; i += 16)                                                                                   \
            for (int k = 0; k < 16; k++)                                                                               \
                to[i + k] = swapped((TO)from[i + k]);                                                                  \
        for (; i < n; i++)                                                                                             \
            to[i] = swapped((TO)from[i]);                                                                              \
    }
PUT_SWAPPED(uint16_t, uint8_t, swapped_16)
PUT_SWAPPED(uint16_t, uint16_t, swapped_16)
PUT_SWAPPED(uint32_t, uint8_t, swapped_32)
PUT_SWAPPED(uint32_t, uint16_t, swapped_32)

static void put_units(void *to, int width, const void *from, int kind, int64_t n, bool swap)
{
    if (!swap)
        lang_units_copy(to, width, from, kind, n);
    else if (width == 2)
        kind == 1 ? swapped_uint16_t_uint8_t(to, from, n) : swapped_uint16_t_uint16_t(to, from, n);
    else
        kind == 1   ? swapped_uint32_t_uint8_t(to, from, n)
        : kind == 2 ? swapped_uint32_t_uint16_t(to, from, n)
                    : swap_bytes_32(to, from, n);
}

struct lang_bytes *lang_wide_encode_short(struct lang_thread *t, const struct lang_str *s,
                                          const struct lang_codec *codec)
{
    int64_t n = s->length;
    int width = codec->width, head = codec->marked ? width : 0;
    bool odd = false;
    if (n > MANY || s->kind > width || n + head == 0)
        return NULL;
    if (s->kind == 2)
        look_at_uint16_t((const uint16_t *)(const void *)s->data, n, &odd);
    else if (s->kind == 4)
        look_at_uint32_t((const uint32_t *)(const void *)s->data, n, &odd);
    struct lang_bytes *b = odd ? NULL : lang_bytes_raw(t, (size_t)(head + n * width));
    if (!b)
        return NULL;
    if (head)
        memcpy(b->data, "\xff\xfe\0", (size_t)width); /* the little one, as the codec with a mark is */
    put_units(b->data + head, width, s->data, s->kind, n, is_swapped(codec));
    return b;
}

/* Units of one width as they are, up to a surrogate. */
static int64_t put_plain(struct lang_encoding *e, const void *from, int64_t n, int width)
{
    bool swap = is_swapped(e->codec), odd = false;
    int kind = e->s->kind;
    for (int64_t i = 0, some; i < n; i += some) {
        const char *units = (const char *)from + i * kind;
        some = n - i < MANY ? n - i : MANY;
        if (kind == 2)
            look_at_uint16_t((const uint16_t *)(const void *)units, some, &odd);
        else if (kind == 4)
            look_at_uint32_t((const uint32_t *)(const void *)units, some, &odd);
        for (int64_t k = 0; odd; k++)
            if (lang_is_surrogate(lang_str_at(e->s, e->i + i + k))) {
                n = i + (some = k);
                break;
            }
        put_units(e->data + e->size + i * width, width, units, kind, some, swap);
    }
    e->size += (size_t)(n * width);
    return n;
}

static inline void put_16(uint8_t *to, uint32_t c, bool swap)
{
    uint16_t unit = swap ? swapped_16((uint16_t)c) : (uint16_t)c;
    memcpy(to, &unit, 2);
}

/* Units of four bytes to units of two and to pairs, up to a surrogate. */
static int64_t put_pairs(struct lang_encoding *e, const uint32_t *p, int64_t n)
{
    bool swap = is_swapped(e->codec);
    uint8_t *to = e->data + e->size;
    int64_t i = 0;
    for (; i < n; i++) {
        uint32_t c = p[i];
        if (c > 0xffff) {
            put_16(to, 0xd7c0 + (c >> 10), swap);
            to += 2;
            c = 0xdc00 + (c & 0x3ff);
        } else if (lang_is_surrogate(c)) {
            break;
        }
        put_16(to, c, swap);
        to += 2;
    }
    e->size = (size_t)(to - e->data);
    return i;
}

int lang_utf16_encode_run(struct lang_encoding *e)
{
    const void *from = e->s->data + e->i * e->s->kind;
    int64_t n = e->stop - e->i;
    if (lang_encoding_reserve(e, (size_t)n * (e->s->kind == 4 ? 4 : 2)) < 0)
        return -1;
    e->i += e->s->kind == 4 ? put_pairs(e, from, n) : put_plain(e, from, n, 2);
    return 0;
}

int lang_utf32_encode_run(struct lang_encoding *e)
{
    const void *from = e->s->data + e->i * e->s->kind;
    int64_t n = e->stop - e->i;
    if (lang_encoding_reserve(e, (size_t)n * 4) < 0)
        return -1;
    e->i += put_plain(e, from, n, 4);
    return 0;
}
