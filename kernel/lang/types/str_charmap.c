/* str_charmap.c: codecs of one byte a character: ASCII, Latin-1 and the sets of charmap.def, as far as all is valid. */
#include <string.h>

#include "types/str_codec.h"

enum { BLOCK = LANG_CODEC_BLOCK, MANY = 1024 };

/* ------------------------------------------------------------------ ASCII and Latin-1 */

/* Bytes above 127 as units that are replaced (keep: 0, add: 0xfffd) or moved among the surrogates (keep: 0xff). */
static void fill_replaced(uint16_t *restrict to, const uint8_t *restrict p, int64_t n, uint16_t keep, uint16_t add)
{
    int64_t i = 0;
    for (; i + BLOCK <= n; i += BLOCK)
        for (int k = 0; k < BLOCK; k++) {
            uint16_t high = (uint16_t) - (p[i + k] >> 7);
            to[i + k] = (uint16_t)((p[i + k] & (keep | ~high)) | (high & add));
        }
    for (; i < n; i++)
        to[i] = (uint16_t)(p[i] < 0x80 ? p[i] : (p[i] & keep) | add);
}

int lang_narrow_decode_run(struct lang_decoding *d)
{
    const uint8_t *p = d->p;
    int64_t n = d->stop - p;
    if (d->codec->number == 128 && (d->handler == LANG_REPLACE || d->handler == LANG_ESCAPE)) {
        if (lang_decoding_reserve(d, 2, d->end - p) < 0)
            return -1;
        fill_replaced((uint16_t *)(void *)d->s->data + d->s->length, p, n, d->handler == LANG_ESCAPE ? 0xff : 0,
                      d->handler == LANG_ESCAPE ? 0xdc00 : 0xfffd);
        d->s->length += n;
        d->bits = 0xffff;
        d->loose = true;
        d->p = d->stop;
        return 0;
    }
    if (d->codec->number == 128 && d->handler == LANG_IGNORE) {
        if (lang_decoding_reserve(d, 1, d->end - p) < 0)
            return -1;
        uint8_t *to = (uint8_t *)d->s->data + d->s->length;
        for (int64_t i = 0; i < n; i++) {
            *to = p[i];
            to += p[i] < 0x80;
        }
        d->s->length = to - (uint8_t *)d->s->data;
        d->p = d->stop;
        return 0;
    }
    int64_t plain = d->codec->number == 128 ? (int64_t)lang_ascii_prefix(p, (size_t)n) : n;
    if (lang_decoding_put(d, p, 1, plain, (uint32_t)d->codec->number - 1) < 0)
        return -1;
    d->loose = d->loose || d->codec->number == 256;
    d->p += plain;
    return 0;
}

int lang_narrow_invalid(const uint8_t *p, const uint8_t *end, const char **reason)
{
    (void)p, (void)end;
    *reason = "ordinal not in range(128)";
    return 1;
}

/* Units as bytes while they are below the limit, and perhaps unspecified bytes after them: how many. With `escaped`, a
 * surrogate that stands for a byte is that byte, which is what is lowest in it. replaced: with '?' for all others;
 * dropped: without the others, *at is where it ends. */
#define PUT_NARROW(TYPE)                                                                                               \
    static int64_t put_##TYPE(uint8_t *restrict to, const TYPE *restrict p, int64_t n, TYPE limit, bool escaped)       \
    {                                                                                                                  \
        const TYPE first = (TYPE)(escaped && sizeof(TYPE) > 1 ? 0xdc80 : 0);                                           \
        const TYPE count = (TYPE)(escaped && sizeof(TYPE) > 1 ? 0x80 : 0);                                             \
        int64_t i = 0;                                                                                                 \
        for (; i + 16 <= n; i += 16) {                                                                                 \
            TYPE bad = 0;                                                                                              \
            for (int k = 0; k < 16; k++) {                                                                             \
                TYPE c = p[i + k];                                                                                     \
                bad |= (TYPE)((c >= limit) & ((TYPE)(c - first) >= count));                                            \
                to[i + k] = (uint8_t)c;                                                                                \
            }                                                                                                          \
            if (bad)                                                                                                   \
                break;                                                                                                 \
        }                                                                                                              \
        for (; i < n && (p[i] < limit || (TYPE)(p[i] - first) < count); i++)                                           \
            to[i] = (uint8_t)p[i];                                                                                     \
        return i;                                                                                                      \
    }                                                                                                                  \
    static void replaced_##TYPE(uint8_t *restrict to, const TYPE *restrict p, int64_t n, TYPE limit)                   \
    {                                                                                                                  \
        int64_t i = 0;                                                                                                 \
        for (; i + 16 <= n; i += 16)                                                                                   \
            for (int k = 0; k < 16; k++)                                                                               \
                to[i + k] = (uint8_t)(p[i + k] < limit ? p[i + k] : '?');                                              \
        for (; i < n; i++)                                                                                             \
            to[i] = (uint8_t)(p[i] < limit ? p[i] : '?');                                                              \
    }                                                                                                                  \
    static uint8_t *dropped_##TYPE(uint8_t *restrict to, const TYPE *restrict p, int64_t n, TYPE limit)                \
    {                                                                                                                  \
        for (int64_t i = 0; i < n; i++) {                                                                              \
            *to = (uint8_t)p[i];                                                                                       \
            to += p[i] < limit;                                                                                        \
        }                                                                                                              \
        return to;                                                                                                     \
    }                                                                                                                  \
    static uint8_t *described_##TYPE(uint8_t *to, const TYPE *p, int64_t n, TYPE limit, enum lang_handler handler)     \
    {                                                                                                                  \
        for (int64_t i = 0; i < n; i++)                                                                                \
            if (p[i] < limit)                                                                                          \
                *to++ = (uint8_t)p[i];                                                                                 \
            else if (handler == LANG_BACKSLASH)                                                                        \
                to += lang_escape_put(to, p[i]);                                                                       \
            else                                                                                                       \
                to += lang_codec_describe(handler, to, p[i]);                                                          \
        return to;                                                                                                     \
    }                                                                                                                  \
    static int64_t encode_##TYPE(struct lang_encoding *e, uint8_t **at, const TYPE *p, int64_t n, TYPE limit)          \
    {                                                                                                                  \
        if (e->handler == LANG_BACKSLASH || e->handler == LANG_XML) {                                                  \
            *at = described_##TYPE(*at, p, n, limit, e->handler);                                                      \
            return n;                                                                                                  \
        }                                                                                                              \
        if (e->handler == LANG_REPLACE)                                                                                \
            replaced_##TYPE(*at, p, n, limit);                                                                         \
        else if (e->handler != LANG_IGNORE)                                                                            \
            n = put_##TYPE(*at, p, n, limit, e->handler == LANG_ESCAPE);                                               \
        *at = e->handler == LANG_IGNORE ? dropped_##TYPE(*at, p, n, limit) : *at + n;                                  \
        return n;                                                                                                      \
    }
PUT_NARROW(uint8_t)
PUT_NARROW(uint16_t)
PUT_NARROW(uint32_t)

int lang_narrow_encode_run(struct lang_encoding *e)
{
    const void *from = e->s->data + e->i * e->s->kind;
    int64_t n = e->stop - e->i;
    bool described = e->handler == LANG_BACKSLASH || e->handler == LANG_XML;
    if (lang_encoding_reserve(e, (size_t)n * (described ? LANG_DESCRIPTION : 1)) < 0)
        return -1;
    uint8_t *to = e->data + e->size;
    int limit = e->codec->number; /* of Latin-1 no text of single bytes comes here: all of it is valid */
    e->i += e->s->kind == 1   ? encode_uint8_t(e, &to, from, n, (uint8_t)limit)
            : e->s->kind == 2 ? encode_uint16_t(e, &to, from, n, (uint16_t)limit)
                              : encode_uint32_t(e, &to, from, n, (uint32_t)limit);
    e->size = (size_t)(to - e->data);
    return 0;
}

/* From i on: the first unit below the limit. */
#define NEXT_NARROW(TYPE)                                                                                              \
    static int64_t next_##TYPE(const TYPE *p, int64_t i, int64_t end, TYPE limit)                                      \
    {                                                                                                                  \
        for (; i + 16 <= end; i += 16) {                                                                               \
            TYPE any = 0;                                                                                              \
            for (int k = 0; k < 16; k++)                                                                               \
                any |= (TYPE)(p[i + k] < limit);                                                                       \
            if (any)                                                                                                   \
                break;                                                                                                 \
        }                                                                                                              \
        while (i < end && p[i] >= limit)                                                                               \
            i++;                                                                                                       \
        return i;                                                                                                      \
    }
NEXT_NARROW(uint8_t)
NEXT_NARROW(uint16_t)
NEXT_NARROW(uint32_t)

int64_t lang_narrow_next(const struct lang_str *s, int64_t i, int64_t end, uint32_t limit)
{
    const void *p = s->data;
    return s->kind == 1   ? next_uint8_t(p, i, end, (uint8_t)limit) /* 128: no unit is beyond Latin-1 */
           : s->kind == 2 ? next_uint16_t(p, i, end, (uint16_t)limit)
                          : next_uint32_t(p, i, end, limit);
}

/* ------------------------------------------------------------------ the sets of charmap.def */

#define X(name, aliases, ...) {__VA_ARGS__},
static const uint16_t highs[][128] = {
#include "types/charmap.def"
};
#undef X
enum { SETS = sizeof highs / sizeof *highs, PAGES = 12, NOTHING = 0xfffe };

/* Both directions of a set, made when it is used for the first time: what the bytes mean; for each 256 characters a
 * page with their bytes, page 0 for all that have none (0 there, as everywhere but for the character 0: none). */
static struct set {
    bool made;
    uint16_t meaning[256];
    uint8_t page_of[256];
    uint8_t pages[PAGES][256];
} sets[SETS];

static const struct set *set_of(int number)
{
    struct set *set = &sets[number];
    int used = 1;
    if (set->made)
        return set;
    for (int i = 0; i < 256; i++) {
        uint16_t c = i < 0x80 ? (uint16_t)i : highs[number][i - 0x80];
        set->meaning[i] = i && !c ? NOTHING : c;
        if (i && !c)
            continue;
        if (!set->page_of[c >> 8])
            set->page_of[c >> 8] = (uint8_t)used++;
        uint8_t *byte = &set->pages[set->page_of[c >> 8]][c & 0xff];
        if (!*byte) /* of several the first, as a search would find it */
            *byte = (uint8_t)i;
    }
    set->made = true;
    return set;
}

static inline int byte_for(const struct set *set, uint32_t c)
{
    uint8_t byte = c < 0x10000 ? set->pages[set->page_of[c >> 8]][c & 0xff] : 0;
    return byte || !c ? byte : -1;
}

/* All bits of n units; *none is set where one means nothing. */
static uint32_t or_bits(const uint16_t *p, int64_t n, bool *none)
{
    uint16_t any = 0, bad = 0;
    int64_t i = 0;
    for (; i + BLOCK <= n; i += BLOCK)
        for (int k = 0; k < BLOCK; k++) {
            any |= p[i + k];
            bad |= (uint16_t)(p[i + k] == NOTHING);
        }
    for (; i < n; i++) {
        any |= p[i];
        bad |= (uint16_t)(p[i] == NOTHING);
    }
    *none = bad;
    return any;
}

/* The n units that stand for the bytes at p, without those that mean nothing, up to one that the handler must see:
 * *used. How many there are then. */
static int64_t drop_unmapped(struct lang_decoding *d, uint16_t *units, int64_t n, int64_t *used, uint32_t *bits)
{
    int64_t length = 0, i = 0;
    uint32_t any = 0;
    for (; i < n; i++) {
        uint16_t c = units[i];
        if (c == NOTHING) {
            if (d->handler == LANG_IGNORE)
                continue;
            if (d->handler != LANG_REPLACE && d->handler != LANG_ESCAPE)
                break;
            c = (uint16_t)(d->handler == LANG_REPLACE ? 0xfffd : 0xdc00 + d->p[i]);
        }
        any |= c;
        units[length++] = c;
    }
    *used = i;
    *bits = any;
    return length;
}

int lang_single_decode_run(struct lang_decoding *d)
{
    const struct set *set = set_of(d->codec->number);
    uint16_t block[MANY];
    for (int64_t most = BLOCK, used; d->p < d->stop; most = MANY) { /* behind an error there is soon another one */
        int64_t n = d->stop - d->p < most ? d->stop - d->p : most, length = n;
        uint32_t bits = 0x7f;
        bool none = false;
        const void *units = d->p;
        int kind = 1;
        used = n;
        if (n < BLOCK || lang_ascii_prefix(d->p, (size_t)n) < (size_t)n) {
            for (int64_t i = 0; i < n; i++)
                block[i] = set->meaning[d->p[i]];
            bits = or_bits(block, n, &none);
            if (none)
                length = drop_unmapped(d, block, n, &used, &bits);
            units = block;
            kind = 2;
        }
        if (lang_decoding_put(d, units, kind, length, bits) < 0)
            return -1;
        d->p += used;
        if (used < n)
            break;
    }
    return 0;
}

int lang_single_invalid(const uint8_t *p, const uint8_t *end, const char **reason)
{
    (void)p, (void)end;
    *reason = "character maps to <undefined>";
    return 1;
}

#define PUT_SINGLE(TYPE)                                                                                               \
    static int64_t single_##TYPE(const struct set *set, uint8_t *to, const TYPE *p, int64_t n)                         \
    {                                                                                                                  \
        int64_t i = 0;                                                                                                 \
        for (int byte; i < n; i++) {                                                                                   \
            if ((byte = byte_for(set, p[i])) < 0)                                                                      \
                break;                                                                                                 \
            to[i] = (uint8_t)byte;                                                                                     \
        }                                                                                                              \
        return i;                                                                                                      \
    }
PUT_SINGLE(uint8_t)
PUT_SINGLE(uint16_t)
PUT_SINGLE(uint32_t)

int lang_single_encode_run(struct lang_encoding *e)
{
    const struct set *set = set_of(e->codec->number);
    const void *from = e->s->data + e->i * e->s->kind;
    int64_t n = e->stop - e->i;
    if (lang_encoding_reserve(e, (size_t)n) < 0)
        return -1;
    uint8_t *to = e->data + e->size;
    n = e->s->kind == 1   ? single_uint8_t(set, to, from, n)
        : e->s->kind == 2 ? single_uint16_t(set, to, from, n)
                          : single_uint32_t(set, to, from, n);
    e->size += (size_t)n;
    e->i += n;
    return 0;
}

int64_t lang_single_next(const struct lang_str *s, int64_t i, int64_t end, int number)
{
    const struct set *set = set_of(number);
    while (i < end && byte_for(set, lang_str_at(s, i)) < 0)
        i++;
    return i;
}
