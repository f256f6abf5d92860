/* str_narrow.c: codecs of one byte a character: ASCII, Latin-1 and the sets of charmap.def, as far as all is valid. */
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
        if (lang_decoding_room(d, 2, d->end - p) < 0)
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
        if (lang_decoding_room(d, 1, d->end - p) < 0)
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

/* How many units at p are below the limit; they are put as bytes, and perhaps some rubbish behind them. */
#define PUT_NARROW(TYPE)                                                                                               \
    static int64_t put_##TYPE(uint8_t *restrict to, const TYPE *restrict p, int64_t n, TYPE limit)                     \
    {                                                                                                                  \
        int64_t i = 0;                                                                                                 \
        for (; i + 16 <= n; i += 16) {                                                                                 \
            TYPE any = 0;                                                                                              \
            for (int k = 0; k < 16; k++) {                                                                             \
                any |= p[i + k];                                                                                       \
                to[i + k] = (uint8_t)p[i + k];                                                                         \
            }                                                                                                          \
            if (any >= limit)                                                                                          \
                break;                                                                                                 \
        }                                                                                                              \
        for (; i < n && p[i] < limit; i++)                                                                             \
            to[i] = (uint8_t)p[i];                                                                                     \
        return i;                                                                                                      \
    }
PUT_NARROW(uint16_t)
PUT_NARROW(uint32_t)

int lang_narrow_encode_run(struct lang_encoding *e)
{
    const void *from = e->s->data + e->i * e->s->kind;
    int64_t n = e->stop - e->i;
    if (lang_encoding_room(e, (size_t)n) < 0)
        return -1;
    uint8_t *to = e->data + e->size;
    if (e->s->kind == 1) {
        n = e->codec->number == 128 ? (int64_t)lang_ascii_prefix(from, (size_t)n) : n;
        memcpy(to, from, (size_t)n);
    } else {
        n = e->s->kind == 2 ? put_uint16_t(to, from, n, (uint16_t)e->codec->number)
                            : put_uint32_t(to, from, n, (uint32_t)e->codec->number);
    }
    e->size += (size_t)n;
    e->i += n;
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

/* All bits of n units up to a meaning that is none; *good is how many there are. */
static uint32_t look_at_meanings(const uint16_t *p, int64_t n, int64_t *good)
{
    uint16_t any = 0, none = 0;
    int64_t i = 0;
    for (; i + BLOCK <= n; i += BLOCK)
        for (int k = 0; k < BLOCK; k++) {
            any |= p[i + k];
            none |= (uint16_t)(p[i + k] == NOTHING);
        }
    for (; i < n; i++) {
        any |= p[i];
        none |= (uint16_t)(p[i] == NOTHING);
    }
    *good = n;
    for (i = 0, any = none ? 0 : any; none && i < n; any |= p[i++])
        if (p[i] == NOTHING) {
            *good = i;
            break;
        }
    return any;
}

int lang_single_decode_run(struct lang_decoding *d)
{
    const struct set *set = set_of(d->codec->number);
    uint16_t block[MANY];
    while (d->p < d->stop) {
        int64_t n = d->stop - d->p < MANY ? d->stop - d->p : MANY, good = n;
        uint32_t bits = 0x7f;
        if (n >= BLOCK && lang_ascii_prefix(d->p, (size_t)n) == (size_t)n) {
            if (lang_decoding_put(d, d->p, 1, n, bits) < 0)
                return -1;
        } else {
            for (int64_t i = 0; i < n; i++)
                block[i] = set->meaning[d->p[i]];
            bits = look_at_meanings(block, n, &good);
            if (lang_decoding_put(d, block, 2, good, bits) < 0)
                return -1;
        }
        d->p += good;
        if (good < n)
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
    if (lang_encoding_room(e, (size_t)n) < 0)
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
