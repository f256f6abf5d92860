/* str_search.c: finding units in units. Blocks are looked at for the first and the last unit of what is searched; after
 * too many false candidates the C library's memmem goes on, which is two-way (Crochemore and Perrin, 1991) in the GNU C
 * library; wider units search the bytes as well and skip positions that are not aligned. Knows no errors and no
 * methods. */
#include <stdlib.h>
#include <string.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "types/str_impl.h"

/* Position of a unit in p[i..end): blocks are looked at as a whole, which compilers make vector code of. */
#define FIND_UNIT(TYPE)                                                                                                \
    static int64_t find_##TYPE(const TYPE *p, int64_t i, int64_t end, TYPE c)                                          \
    {                                                                                                                  \
        for (; i + 32 <= end; i += 32) {                                                                               \
            TYPE any = 0;                                                                                              \
            for (int k = 0; k < 32; k++)                                                                               \
                any |= (TYPE)(p[i + k] == c);                                                                          \
            if (any)                                                                                                   \
                break;                                                                                                 \
        }                                                                                                              \
        for (; i < end; i++)                                                                                           \
            if (p[i] == c)                                                                                             \
                return i;                                                                                              \
        return -1;                                                                                                     \
    }
FIND_UNIT(uint16_t)
FIND_UNIT(uint32_t)

/* Words of eight bytes: LOW has the lowest bit of each unit of TYPE, zero_units the highest bit where a unit is 0, and
 * perhaps where one above it is (so that every position found is looked at again). */
#define LOW(TYPE) (~UINT64_C(0) / (TYPE)~0u)
#define ZERO_UNITS(TYPE, w) (((w)-LOW(TYPE)) & ~(w) & (LOW(TYPE) << (sizeof(TYPE) * 8 - 1)))

static inline uint64_t word_at(const void *p)
{
    uint64_t w;
    memcpy(&w, p, 8);
    return w;
}

static int64_t find_byte(const uint8_t *p, int64_t i, int64_t end, uint8_t c)
{
    uint64_t all = LOW(uint8_t) * c;
    for (int near = 0; near < 4 && i + 8 <= end; near++, i += 8) {
        uint64_t w = word_at(p + i) ^ all, zero = ZERO_UNITS(uint8_t, w);
        if (zero)
            return i + (__builtin_ctzll(zero) >> 3);
    }
    if (end - i >= 8) {
        const uint8_t *q = memchr(p + i, c, (size_t)(end - i));
        return q ? q - p : -1;
    }
    for (; i < end; i++)
        if (p[i] == c)
            return i;
    return -1;
}

static uint32_t unit_at(const void *units, int kind, int64_t i)
{
    return kind == 1   ? ((const uint8_t *)units)[i]
           : kind == 2 ? ((const uint16_t *)units)[i]
                       : ((const uint32_t *)units)[i];
}

static int64_t find_unit(const void *hay, int64_t start, int64_t end, uint32_t c, int kind)
{
    return kind == 1   ? find_byte(hay, start, end, (uint8_t)c)
           : kind == 2 ? find_uint16_t(hay, start, end, (uint16_t)c)
                       : find_uint32_t(hay, start, end, c);
}

enum { NEAR = 256, MANY = 64 };

/* A needle of two units or more. Words are searched for positions where its first and its last unit are, for a while;
 * then a faster search for the first one takes over, until it finds one. After many failed comparisons memmem goes on,
 * which is linear whatever the texts are: -2. *at is where it has come to. */
#define FIND_PAIR(TYPE, find_first)                                                                                    \
    static int64_t pair_##TYPE(const TYPE *p, int64_t *at, int64_t end, const TYPE *needle, int64_t n)                 \
    {                                                                                                                  \
        enum { STEP = 8 / sizeof(TYPE) };                                                                              \
        uint64_t first = LOW(TYPE) * needle[0], last = LOW(TYPE) * needle[n - 1];                                      \
        int64_t i = *at, stop = end - n + 1, near = i + NEAR;                                                          \
        for (int vain = 0; vain < MANY;) {                                                                             \
            if (i + STEP > stop)                                                                                       \
                break;                                                                                                 \
            uint64_t w = (word_at(p + i) ^ first) | (word_at(p + i + n - 1) ^ last), zero = ZERO_UNITS(TYPE, w);       \
            for (; zero; zero &= zero - 1) {                                                                           \
                int64_t position = i + __builtin_ctzll(zero) / (int)(8 * sizeof(TYPE));                                \
                if (memcmp(p + position, needle, (size_t)n * sizeof(TYPE)) == 0)                                       \
                    return position;                                                                                   \
                vain++;                                                                                                \
            }                                                                                                          \
            i += STEP;                                                                                                 \
            if (i >= near) {                                                                                           \
                i = find_first(p, i, stop, needle[0]);                                                                 \
                if (i < 0)                                                                                             \
                    return -1;                                                                                         \
                near = i + NEAR;                                                                                       \
            }                                                                                                          \
        }                                                                                                              \
        for (; i < stop && i + STEP > stop; i++)                                                                       \
            if (p[i] == needle[0] && memcmp(p + i, needle, (size_t)n * sizeof(TYPE)) == 0)                             \
                return i;                                                                                              \
        *at = i;                                                                                                       \
        return i < stop ? -2 : -1;                                                                                     \
    }
FIND_PAIR(uint8_t, find_byte)

/* Where in sixteen bytes of units at p one is `a` and that n - 1 further is `b`: the lowest bit for each unit of as
 * many as it has bytes. */
#ifdef __SSE2__
#define PAIR_MASK(TYPE, SIGNED, set, compare, lowest)                                                                  \
    static inline uint32_t mask_##TYPE(const TYPE *p, int64_t n, TYPE a, TYPE b)                                       \
    {                                                                                                                  \
        __m128i first = _mm_loadu_si128((const __m128i *)(const void *)p);                                             \
        __m128i last = _mm_loadu_si128((const __m128i *)(const void *)(p + n - 1));                                    \
        first = _mm_and_si128(compare(first, set((SIGNED)a)), compare(last, set((SIGNED)b)));                          \
        return (uint32_t)_mm_movemask_epi8(first) & (lowest);                                                          \
    }
PAIR_MASK(uint8_t, char, _mm_set1_epi8, _mm_cmpeq_epi8, 0xffff)
PAIR_MASK(uint16_t, short, _mm_set1_epi16, _mm_cmpeq_epi16, 0x5555)
PAIR_MASK(uint32_t, int, _mm_set1_epi32, _mm_cmpeq_epi32, 0x1111)
#else
#define PAIR_MASK(TYPE)                                                                                                \
    static inline uint32_t mask_##TYPE(const TYPE *p, int64_t n, TYPE a, TYPE b)                                       \
    {                                                                                                                  \
        uint32_t mask = 0;                                                                                             \
        for (size_t k = 0; k < 16 / sizeof(TYPE); k++)                                                                 \
            mask |= (uint32_t)((p[k] == a) & (p[k + (size_t)n - 1] == b)) << k * sizeof(TYPE);                         \
        return mask;                                                                                                   \
    }
PAIR_MASK(uint8_t)
PAIR_MASK(uint16_t)
PAIR_MASK(uint32_t)
#endif

/* At most `most` positions from *at on, without overlap, and how many. *at is where it has come to: to the end if there
 * are less, unless *vain has become too much for going on like this. last_: the last position before *end; -2: after as
 * many failed ones *end is where to go on. */
#define FIND_MANY(TYPE, find_first)                                                                                    \
    static int many_##TYPE(const TYPE *p, int64_t *at, int64_t end, const TYPE *needle, int64_t n, int64_t *positions, \
                           int most, int *vain)                                                                        \
    {                                                                                                                  \
        enum { STEP = 16 / sizeof(TYPE) };                                                                             \
        int64_t i = *at, stop = end - n + 1, near = i + NEAR;                                                          \
        int count = 0;                                                                                                 \
        while (i < stop && count < most && *vain < MANY + count) {                                                     \
            int64_t base = i, next = stop - i >= STEP ? i + STEP : stop;                                               \
            uint32_t mask = 0;                                                                                         \
            if (next - i == STEP)                                                                                      \
                mask = mask_##TYPE(p + i, n, needle[0], needle[n - 1]);                                                \
            for (int64_t k = i; next - base < STEP && k < next; k++)                                                   \
                mask |= (uint32_t)(p[k] == needle[0] && p[k + n - 1] == needle[n - 1]) << (k - i) * sizeof(TYPE);      \
            for (; mask && count < most; mask &= mask - 1) {                                                           \
                int64_t position = base + (int64_t)(__builtin_ctz(mask) / sizeof(TYPE));                               \
                if (position < i) /* in the one before */                                                              \
                    continue;                                                                                          \
                int64_t same = 1;                                                                                      \
                while (same < n - 1 && p[position + same] == needle[same])                                             \
                    same++;                                                                                            \
                if (same < n - 1) {                                                                                    \
                    ++*vain;                                                                                           \
                    continue;                                                                                          \
                }                                                                                                      \
                positions[count++] = position;                                                                         \
                i = position + n;                                                                                      \
            }                                                                                                          \
            if (count < most && next > i)                                                                              \
                i = next;                                                                                              \
            if (base < i - STEP) /* something was found */                                                             \
                near = i + NEAR;                                                                                       \
            if (i < near || i >= stop)                                                                                 \
                continue;                                                                                              \
            i = find_first(p, i, stop, needle[0]);                                                                     \
            i = i < 0 ? stop : i;                                                                                      \
            near = i + NEAR;                                                                                           \
        }                                                                                                              \
        *at = i;                                                                                                       \
        return count;                                                                                                  \
    }                                                                                                                  \
    static int64_t last_##TYPE(const TYPE *p, int64_t start, int64_t *end, const TYPE *needle, int64_t n)              \
    {                                                                                                                  \
        enum { STEP = 16 / sizeof(TYPE) };                                                                             \
        int64_t i = *end - n + 1;                                                                                      \
        for (int vain = 0; i > start && vain < 32;) {                                                                  \
            int64_t base = i - start >= STEP ? i - STEP : start;                                                       \
            uint32_t mask = 0;                                                                                         \
            if (i - base == STEP)                                                                                      \
                mask = mask_##TYPE(p + base, n, needle[0], needle[n - 1]);                                             \
            for (int64_t k = base; i - base < STEP && k < i; k++)                                                      \
                mask |= (uint32_t)(p[k] == needle[0] && p[k + n - 1] == needle[n - 1]) << (k - base) * sizeof(TYPE);   \
            for (; mask; vain++) {                                                                                     \
                int bit = 31 - __builtin_clz(mask);                                                                    \
                int64_t position = base + (int64_t)((unsigned)bit / sizeof(TYPE));                                     \
                if (memcmp(p + position, needle, (size_t)n * sizeof(TYPE)) == 0)                                       \
                    return position;                                                                                   \
                mask ^= UINT32_C(1) << bit;                                                                            \
            }                                                                                                          \
            i = base;                                                                                                  \
        }                                                                                                              \
        *end = i + n - 1;                                                                                              \
        return i > start ? -2 : -1;                                                                                    \
    }
FIND_MANY(uint8_t, find_byte)
FIND_MANY(uint16_t, find_uint16_t)
FIND_MANY(uint32_t, find_uint32_t)

int64_t lang_search(const void *hay, int64_t start, int64_t end, const void *needle, int64_t n, int kind)
{
    if (end - start < n)
        return -1;
    if (n == 1)
        return find_unit(hay, start, end, unit_at(needle, kind, 0), kind);
    if (kind == 1) {
        int64_t r = pair_uint8_t(hay, &start, end, needle, n);
        if (r != -2)
            return r;
    } else {
        int64_t position;
        int vain = 0, found = kind == 2 ? many_uint16_t(hay, &start, end, needle, n, &position, 1, &vain)
                                        : many_uint32_t(hay, &start, end, needle, n, &position, 1, &vain);
        if (found || end - start < n)
            return found ? position : -1;
    }
    const char *base = hay, *p = base + start * kind, *stop = base + end * kind;
    while (stop - p >= n * kind) {
        const char *q = memmem(p, (size_t)(stop - p), needle, (size_t)(n * kind));
        if (!q)
            return -1;
        if ((q - base) % kind == 0)
            return (q - base) / kind;
        p = q + 1;
    }
    return -1;
}

/* From the end to the front in linear time, by the borders of the needle (Knuth, Morris and Pratt, 1977): the matched
 * suffix of the needle is never compared again. -2: no memory. */
static int64_t find_last_linear(const void *hay, int64_t start, int64_t end, const void *needle, int64_t n, int kind)
{
    int64_t *border = malloc((size_t)n * sizeof *border), k = 0, found = -1;
    if (!border)
        return -2;
    border[0] = 0;
    for (int64_t i = 1; i < n; i++) {
        while (k && unit_at(needle, kind, n - 1 - i) != unit_at(needle, kind, n - 1 - k))
            k = border[k - 1];
        k += unit_at(needle, kind, n - 1 - i) == unit_at(needle, kind, n - 1 - k);
        border[i] = k;
    }
    k = 0;
    for (int64_t i = end; i-- > start;) {
        while (k && unit_at(hay, kind, i) != unit_at(needle, kind, n - 1 - k))
            k = border[k - 1];
        k += unit_at(hay, kind, i) == unit_at(needle, kind, n - 1 - k);
        if (k == n) {
            found = i;
            break;
        }
    }
    free(border);
    return found;
}

int64_t lang_search_last(const void *hay, int64_t start, int64_t end, const void *needle, int64_t n, int kind)
{
    const char *base = hay;
    if (end - start < n)
        return -1;
    if (kind == 1 && n == 1) {
        const char *q = memrchr(base + start, *(const char *)needle, (size_t)(end - start));
        return q ? q - base : -1;
    }
    for (bool linear = n > 8;; linear = false) {
        int64_t r = -2;
        while (r == -2) {
            r = kind == 1   ? last_uint8_t(hay, start, &end, needle, n)
                : kind == 2 ? last_uint16_t(hay, start, &end, needle, n)
                            : last_uint32_t(hay, start, &end, needle, n);
            if (r == -2 && linear)
                break;
        }
        if (r == -2)
            r = find_last_linear(hay, start, end, needle, n, kind);
        if (r != -2) /* else there was no memory for going on in linear time */
            return r;
    }
}

/* Positions without overlap from *at on, at most `most`; *at is where the search has come to. Less: it has come to the
 * end. */
int lang_search_many(const void *hay, int64_t *at, int64_t end, const void *needle, int64_t n, int kind,
                     int64_t *positions, int most)
{
    int vain = 0, count = kind == 1   ? many_uint8_t(hay, at, end, needle, n, positions, most, &vain)
                          : kind == 2 ? many_uint16_t(hay, at, end, needle, n, positions, most, &vain)
                                      : many_uint32_t(hay, at, end, needle, n, positions, most, &vain);
    while (count < most && end - *at >= n) {
        int64_t position = lang_search(hay, *at, end, needle, n, kind);
        *at = position < 0 ? end : position + n;
        if (position < 0)
            break;
        positions[count++] = position;
    }
    return count;
}

/* The needle in units of the text searched; NULL when it cannot occur. Small ones live in the buffer. */
static const void *widened(struct lang_str *s, struct lang_str *needle, uint32_t *buffer, int64_t capacity, void **heap)
{
    *heap = NULL;
    if (needle->kind == s->kind)
        return needle->data;
    if (needle->kind > s->kind)
        return NULL;
    void *to = buffer;
    if (needle->length > capacity)
        to = *heap = malloc((size_t)needle->length * s->kind);
    if (to)
        lang_units_copy(to, s->kind, needle->data, needle->kind, needle->length);
    return to;
}

enum { SMALL_NEEDLE = 64 };

/* Without memory for a widened long needle: unit by unit. */
static int64_t find_slowly(struct lang_str *s, struct lang_str *needle, int64_t start, int64_t end, int step)
{
    for (int64_t i = step > 0 ? start : end - needle->length; i >= start && i + needle->length <= end; i += step)
        if (lang_str_matches(s, i, needle))
            return i;
    return -1;
}

int64_t lang_str_find(struct lang_str *s, struct lang_str *needle, int64_t start, int64_t end)
{
    uint32_t buffer[SMALL_NEEDLE];
    void *heap;
    if (end - start < needle->length || start > s->length)
        return -1;
    if (needle->length == 0)
        return start;
    const void *units = widened(s, needle, buffer, SMALL_NEEDLE, &heap);
    if (!units)
        return needle->kind > s->kind ? -1 : find_slowly(s, needle, start, end, 1);
    int64_t r = lang_search(s->data, start, end, units, needle->length, s->kind);
    free(heap);
    return r;
}

int64_t lang_str_find_last(struct lang_str *s, struct lang_str *needle, int64_t start, int64_t end)
{
    uint32_t buffer[SMALL_NEEDLE];
    void *heap;
    if (end - start < needle->length || start > s->length)
        return -1;
    if (needle->length == 0)
        return end;
    const void *units = widened(s, needle, buffer, SMALL_NEEDLE, &heap);
    if (!units)
        return needle->kind > s->kind ? -1 : find_slowly(s, needle, start, end, -1);
    int64_t r = lang_search_last(s->data, start, end, units, needle->length, s->kind);
    free(heap);
    return r;
}

enum { FAR = 8 << 20 };

int64_t lang_search_far(struct lang_thread *t, const void *hay, int64_t start, int64_t end, const void *needle,
                        int64_t n, int kind)
{
    for (; end - start > FAR; start += FAR) {
        int64_t stop = end - start - FAR < n ? end : start + FAR + n - 1;
        int64_t r = lang_search(hay, start, stop, needle, n, kind);
        if (r >= 0)
            return r;
        if (lang_poll_quiet(t) < 0)
            return -2;
    }
    return lang_search(hay, start, end, needle, n, kind);
}

int64_t lang_search_last_far(struct lang_thread *t, const void *hay, int64_t start, int64_t end, const void *needle,
                             int64_t n, int kind)
{
    for (; end - start > FAR; end -= FAR) {
        int64_t from = end - FAR - start < n ? start : end - FAR - n + 1;
        int64_t r = lang_search_last(hay, from, end, needle, n, kind);
        if (r >= 0)
            return r;
        if (lang_poll_quiet(t) < 0)
            return -2;
    }
    return lang_search_last(hay, start, end, needle, n, kind);
}

int64_t lang_str_find_far(struct lang_thread *t, struct lang_str *s, struct lang_str *needle, int64_t start,
                          int64_t end)
{
    for (; needle->length && end - start > FAR; start += FAR) {
        int64_t stop = end - start - FAR < needle->length ? end : start + FAR + needle->length - 1;
        int64_t r = lang_str_find(s, needle, start, stop);
        if (r >= 0)
            return r;
        if (lang_poll_quiet(t) < 0)
            return -2;
    }
    return lang_str_find(s, needle, start, end);
}

int64_t lang_str_find_last_far(struct lang_thread *t, struct lang_str *s, struct lang_str *needle, int64_t start,
                               int64_t end)
{
    for (; needle->length && end - start > FAR; end -= FAR) {
        int64_t from = end - FAR - start < needle->length ? start : end - FAR - needle->length + 1;
        int64_t r = lang_str_find_last(s, needle, from, end);
        if (r >= 0)
            return r;
        if (lang_poll_quiet(t) < 0)
            return -2;
    }
    return lang_str_find_last(s, needle, start, end);
}

/* How often a unit occurs; sums of blocks stay small enough for one byte each. */
#define COUNT_UNIT(TYPE)                                                                                               \
    static int64_t count_##TYPE(const TYPE *p, int64_t n, TYPE c)                                                      \
    {                                                                                                                  \
        int64_t total = 0, i = 0;                                                                                      \
        for (; i + 128 <= n; i += 128) {                                                                               \
            TYPE some = 0;                                                                                             \
            for (int k = 0; k < 128; k++)                                                                              \
                some = (TYPE)(some + (p[i + k] == c));                                                                 \
            total += some;                                                                                             \
        }                                                                                                              \
        for (; i < n; i++)                                                                                             \
            total += p[i] == c;                                                                                        \
        return total;                                                                                                  \
    }
COUNT_UNIT(uint8_t)
COUNT_UNIT(uint16_t)
COUNT_UNIT(uint32_t)

/* The same for a pair of two units, which are not equal: pairs do not overlap. */
#define COUNT_TWO(TYPE)                                                                                                \
    static int64_t count_two_##TYPE(const TYPE *p, int64_t n, const TYPE *pair)                                        \
    {                                                                                                                  \
        TYPE a = pair[0], b = pair[1];                                                                                 \
        int64_t total = 0, i = 0;                                                                                      \
        for (; i + 129 <= n; i += 128) {                                                                               \
            TYPE some = 0;                                                                                             \
            for (int k = 0; k < 128; k++)                                                                              \
                some = (TYPE)(some + ((p[i + k] == a) & (p[i + k + 1] == b)));                                         \
            total += some;                                                                                             \
        }                                                                                                              \
        for (; i + 1 < n; i++)                                                                                         \
            total += (p[i] == a) & (p[i + 1] == b);                                                                    \
        return total;                                                                                                  \
    }
COUNT_TWO(uint8_t)
COUNT_TWO(uint16_t)
COUNT_TWO(uint32_t)

int64_t lang_bytes_count(const uint8_t *p, int64_t n, uint8_t c)
{
    return count_uint8_t(p, n, c);
}

int64_t lang_str_count(struct lang_thread *t, struct lang_str *s, struct lang_str *needle, int64_t start, int64_t end,
                       int64_t max)
{
    if (end - start < needle->length || start > s->length || needle->kind > s->kind)
        return 0;
    if (needle->length == 0)
        return end - start + 1 < max ? end - start + 1 : max;
    int64_t n = 0, at;
    if (needle->length == 1 && max >= end - start) {
        uint32_t c = lang_str_at(needle, 0);
        for (int64_t some; start < end; start += some) {
            const void *p = s->data + start * s->kind;
            some = end - start < FAR ? end - start : FAR;
            n += s->kind == 1   ? count_uint8_t(p, some, (uint8_t)c)
                 : s->kind == 2 ? count_uint16_t(p, some, (uint16_t)c)
                                : count_uint32_t(p, some, c);
            if (some < end - start && lang_poll_quiet(t) < 0)
                return -1;
        }
        return n;
    }
    uint32_t buffer[SMALL_NEEDLE];
    if (max >= end - start && end - start < FAR && (s->kind == needle->kind || needle->length <= SMALL_NEEDLE)) {
        int64_t positions[SMALL_NEEDLE];
        const void *units = needle->data;
        if (s->kind != needle->kind)
            lang_units_copy(buffer, s->kind, units, needle->kind, needle->length);
        units = s->kind != needle->kind ? buffer : units;
        if (needle->length == 2 && unit_at(units, s->kind, 0) != unit_at(units, s->kind, 1)) {
            const void *p = s->data + start * s->kind;
            return s->kind == 1   ? count_two_uint8_t(p, end - start, units)
                   : s->kind == 2 ? count_two_uint16_t(p, end - start, units)
                                  : count_two_uint32_t(p, end - start, units);
        }
        for (int some = SMALL_NEEDLE; some == SMALL_NEEDLE; n += some)
            some = lang_search_many(s->data, &start, end, units, needle->length, s->kind, positions, SMALL_NEEDLE);
        return n;
    }
    for (; n < max; n++) {
        at = s->kind == needle->kind ? lang_search_far(t, s->data, start, end, needle->data, needle->length, s->kind)
                                     : lang_str_find_far(t, s, needle, start, end);
        if (at == -2)
            return -1;
        if (at < 0)
            break;
        start = at + needle->length;
        if ((n & 0xffff) == 0xffff && lang_poll_quiet(t) < 0)
            return -1;
    }
    return n;
}

enum { LARGE = 16 << 20 };

int lang_copy_large(struct lang_thread *t, void *to, const void *from, size_t n)
{
    for (; n > LARGE; n -= LARGE, to = (char *)to + LARGE, from = (const char *)from + LARGE) {
        memcpy(to, from, LARGE);
        if (lang_poll_quiet(t) < 0)
            return -1;
    }
    if (n)
        memcpy(to, from, n);
    return 0;
}

int lang_fill_large(struct lang_thread *t, void *to, int c, size_t n)
{
    for (; n > LARGE; n -= LARGE, to = (char *)to + LARGE) {
        memset(to, c, LARGE);
        if (lang_poll_quiet(t) < 0)
            return -1;
    }
    if (n)
        memset(to, c, n);
    return 0;
}

int lang_fill_units(struct lang_thread *t, void *to, int kind, uint32_t c, int64_t n)
{
    if (kind == 1)
        return lang_fill_large(t, to, (int)c, (size_t)n);
    for (int64_t i = 0; i < n; i++) {
        lang_unit_set(to, kind, i, c);
        if (lang_text_interrupted(t, i))
            return -1;
    }
    return 0;
}

bool lang_str_matches(struct lang_str *s, int64_t at, struct lang_str *part)
{
    if (part->kind == s->kind)
        return memcmp(s->data + at * s->kind, part->data, (size_t)part->length * s->kind) == 0;
    if (part->kind > s->kind)
        return part->length == 0;
    for (int64_t i = 0; i < part->length; i++)
        if (lang_str_at(s, at + i) != lang_str_at(part, i))
            return false;
    return true;
}
