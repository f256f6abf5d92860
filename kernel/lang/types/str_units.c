/* str_units.c: loops over the units of texts: the class of the greatest one, copies between widths and backwards,
 * comparison. They go by blocks of a fixed size, of which compilers make vector code. Knows no exceptions but an
 * interrupt. */
#include <string.h>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "types/str_impl.h"

#define HIGH_BITS UINT64_C(0x8080808080808080)

size_t lang_ascii_prefix(const void *units, size_t n)
{
    const uint8_t *p = units;
    size_t i = 0;
    uint64_t w[4];
#ifdef __SSE2__
    for (; i + 64 <= n; i += 64) {
        const __m128i *v = (const __m128i *)(const void *)(p + i);
        __m128i any = _mm_or_si128(_mm_or_si128(_mm_loadu_si128(v), _mm_loadu_si128(v + 1)),
                                   _mm_or_si128(_mm_loadu_si128(v + 2), _mm_loadu_si128(v + 3)));
        if (_mm_movemask_epi8(any))
            break;
    }
#endif
    for (; i + 32 <= n; i += 32) {
        memcpy(w, p + i, 32);
        if ((w[0] | w[1] | w[2] | w[3]) & HIGH_BITS)
            break;
    }
    for (; i + 8 <= n; i += 8) {
        memcpy(w, p + i, 8);
        if (w[0] & HIGH_BITS)
            return i + (size_t)(__builtin_ctzll(w[0] & HIGH_BITS) >> 3);
    }
    while (i < n && p[i] < 0x80)
        i++;
    return i;
}

/* All bits of the units together; it ends early where the highest class is reached. */
#define ALL_BITS(TYPE, enough)                                                                                         \
    static uint32_t bits_of_##TYPE(const TYPE *p, int64_t n)                                                           \
    {                                                                                                                  \
        int64_t i = 0;                                                                                                 \
        uint32_t most = 0;                                                                                             \
        for (; i + 32 <= n && most < (enough); i += 32) {                                                              \
            TYPE any = 0;                                                                                              \
            for (int k = 0; k < 32; k++)                                                                               \
                any |= p[i + k];                                                                                       \
            most |= any;                                                                                               \
        }                                                                                                              \
        for (; i < n && most < (enough); i++)                                                                          \
            most |= p[i];                                                                                              \
        return most;                                                                                                   \
    }
ALL_BITS(uint16_t, 0x100)
ALL_BITS(uint32_t, 0x10000)

uint32_t lang_units_class(const void *units, int kind, int64_t n)
{
    if (kind == 1)
        return lang_ascii_prefix(units, (size_t)n) == (size_t)n ? 0x7f : 0xff;
    return lang_class_of(kind == 2 ? bits_of_uint16_t(units, n) : bits_of_uint32_t(units, n));
}

#define COPY(TO, FROM)                                                                                                 \
    static void copy_##TO##_##FROM(TO *restrict to, const FROM *restrict from, int64_t n)                              \
    {                                                                                                                  \
        int64_t i = 0;                                                                                                 \
        for (; i + 16 <= n; i += 16)                                                                                   \
            for (int k = 0; k < 16; k++)                                                                               \
                to[i + k] = (TO)from[i + k];                                                                           \
        for (; i < n; i++)                                                                                             \
            to[i] = (TO)from[i];                                                                                       \
    }
COPY(uint8_t, uint16_t)
COPY(uint8_t, uint32_t)
COPY(uint16_t, uint8_t)
COPY(uint16_t, uint32_t)
COPY(uint32_t, uint8_t)
COPY(uint32_t, uint16_t)

void lang_units_copy(void *to, int to_kind, const void *from, int from_kind, int64_t n)
{
    if (to_kind == from_kind)
        lang_copy_short(to, from, (size_t)n * (size_t)to_kind);
    else if (to_kind == 1 && from_kind == 2)
        copy_uint8_t_uint16_t(to, from, n);
    else if (to_kind == 1)
        copy_uint8_t_uint32_t(to, from, n);
    else if (to_kind == 2 && from_kind == 1)
        copy_uint16_t_uint8_t(to, from, n);
    else if (to_kind == 2)
        copy_uint16_t_uint32_t(to, from, n);
    else if (from_kind == 1)
        copy_uint32_t_uint8_t(to, from, n);
    else
        copy_uint32_t_uint16_t(to, from, n);
}

enum { LARGE = 4 << 20 };

int lang_units_copy_large(struct lang_thread *t, void *to, int to_kind, const void *from, int from_kind, int64_t n)
{
    for (; n > LARGE; n -= LARGE) {
        lang_units_copy(to, to_kind, from, from_kind, LARGE);
        to = (char *)to + (size_t)LARGE * (size_t)to_kind;
        from = (const char *)from + (size_t)LARGE * (size_t)from_kind;
        if (lang_poll_quiet(t) < 0)
            return -1;
    }
    lang_units_copy(to, to_kind, from, from_kind, n);
    return 0;
}

/* ASCII letters from `low` on, and 25 more, exchanged with those of the other case. */
void lang_ascii_flip(uint8_t *restrict to, const uint8_t *restrict from, int64_t n, uint8_t low)
{
    int64_t i = 0;
    for (; i + 32 <= n; i += 32)
        for (int k = 0; k < 32; k++)
            to[i + k] = (uint8_t)(from[i + k] ^ ((uint8_t)(from[i + k] - low) < 26 ? 32 : 0));
    for (; i < n; i++)
        to[i] = (uint8_t)(from[i] ^ ((uint8_t)(from[i] - low) < 26 ? 32 : 0));
}

/* ------------------------------------------------------------------ every step-th unit */

static void reverse_bytes(uint8_t *to, const uint8_t *from, int64_t n)
{
    int64_t i = 0;
    uint64_t w;
    for (; i + 8 <= n; i += 8) {
        memcpy(&w, from + n - i - 8, 8);
        w = __builtin_bswap64(w);
        memcpy(to + i, &w, 8);
    }
    for (; i < n; i++)
        to[i] = from[n - 1 - i];
}

#define STEPPED(TYPE)                                                                                                  \
    static void step_##TYPE(TYPE *restrict to, const TYPE *restrict from, int64_t step, int64_t n)                     \
    {                                                                                                                  \
        for (int64_t i = 0; i < n; i++)                                                                                \
            to[i] = from[i * step]; /* never a pointer beyond: the step may be huge */                                 \
    }
STEPPED(uint8_t)
STEPPED(uint16_t)
STEPPED(uint32_t)

int lang_units_stepped(struct lang_thread *t, void *to, const void *units, int kind, int64_t start, int64_t step,
                       int64_t n)
{
    for (int64_t done = 0, some; done < n; done += some) {
        const char *from = (const char *)units + (start + done * step) * kind;
        char *at = (char *)to + done * kind;
        some = n - done < LARGE ? n - done : LARGE;
        if (kind == 1 && step == -1)
            reverse_bytes((uint8_t *)at, (const uint8_t *)from - (some - 1), some);
        else if (kind == 1)
            step_uint8_t((uint8_t *)at, (const uint8_t *)from, step, some);
        else if (kind == 2)
            step_uint16_t((uint16_t *)(void *)at, (const uint16_t *)(const void *)from, step, some);
        else
            step_uint32_t((uint32_t *)(void *)at, (const uint32_t *)(const void *)from, step, some);
        if (some < n - done && lang_poll_quiet(t) < 0)
            return -1;
    }
    return 0;
}

/* ------------------------------------------------------------------ comparison */

#define FIRST_DIFFERENCE(A, B)                                                                                         \
    static int64_t differ_##A##_##B(const A *a, const B *b, int64_t n)                                                 \
    {                                                                                                                  \
        int64_t i = 0;                                                                                                 \
        for (; i + 32 <= n; i += 32) {                                                                                 \
            B other = 0;                                                                                               \
            for (int k = 0; k < 32; k++)                                                                               \
                other |= (B)(a[i + k] ^ b[i + k]);                                                                     \
            if (other)                                                                                                 \
                break;                                                                                                 \
        }                                                                                                              \
        while (i < n && a[i] == b[i])                                                                                  \
            i++;                                                                                                       \
        return i;                                                                                                      \
    }
FIRST_DIFFERENCE(uint8_t, uint16_t)
FIRST_DIFFERENCE(uint8_t, uint32_t)
FIRST_DIFFERENCE(uint16_t, uint16_t)
FIRST_DIFFERENCE(uint16_t, uint32_t)
FIRST_DIFFERENCE(uint32_t, uint32_t)

/* The first position where two texts differ in their first n units; a's units are not wider than b's. */
static int64_t first_difference(const void *a, int a_kind, const void *b, int b_kind, int64_t n)
{
    if (a_kind == 1)
        return b_kind == 2 ? differ_uint8_t_uint16_t(a, b, n) : differ_uint8_t_uint32_t(a, b, n);
    if (a_kind == 2)
        return b_kind == 2 ? differ_uint16_t_uint16_t(a, b, n) : differ_uint16_t_uint32_t(a, b, n);
    return differ_uint32_t_uint32_t(a, b, n);
}

int lang_str_compare(const struct lang_str *a, const struct lang_str *b)
{
    int64_t n = a->length < b->length ? a->length : b->length;
    if (a->kind == 1 && b->kind == 1) {
        int c = memcmp(a->data, b->data, (size_t)n);
        if (c)
            return c < 0 ? -1 : 1;
    } else {
        int64_t i = a->kind <= b->kind ? first_difference(a->data, a->kind, b->data, b->kind, n)
                                       : first_difference(b->data, b->kind, a->data, a->kind, n);
        if (i < n)
            return lang_str_at(a, i) < lang_str_at(b, i) ? -1 : 1;
    }
    return (a->length > b->length) - (a->length < b->length);
}
