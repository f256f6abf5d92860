/* str_search.c: finding units in units. For bytes the C library's memchr and memmem, which are vectorised or two-way;
 * wider units search the bytes as well and skip places that are not aligned. Knows no errors and no methods. */
#include <stdlib.h>
#include <string.h>

#include "types/str_impl.h"

static int64_t find_unit(const void *hay, int64_t start, int64_t end, uint32_t c, int kind)
{
    if (kind == 1) {
        const uint8_t *p = hay, *q = memchr(p + start, (int)c, (size_t)(end - start));
        return q ? q - p : -1;
    }
    if (kind == 2) {
        const uint16_t *p = hay;
        for (int64_t i = start; i < end; i++)
            if (p[i] == c)
                return i;
        return -1;
    }
    const uint32_t *p = hay;
    for (int64_t i = start; i < end; i++)
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

int64_t lang_search(const void *hay, int64_t start, int64_t end, const void *needle, int64_t n, int kind)
{
    if (end - start < n)
        return -1;
    if (n == 1)
        return find_unit(hay, start, end, unit_at(needle, kind, 0), kind);
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

int64_t lang_search_last(const void *hay, int64_t start, int64_t end, const void *needle, int64_t n, int kind)
{
    const char *base = hay;
    if (end - start < n)
        return -1;
    if (kind == 1 && n == 1) {
        const char *q = memrchr(base + start, *(const char *)needle, (size_t)(end - start));
        return q ? q - base : -1;
    }
    uint32_t first = unit_at(needle, kind, 0);
    for (int64_t i = end - n; i >= start; i--)
        if (unit_at(hay, kind, i) == first && memcmp(base + i * kind, needle, (size_t)(n * kind)) == 0)
            return i;
    return -1;
}

/* The needle in units of the text searched; NULL when it cannot occur. Small ones live in the buffer. */
static const void *widened(struct lang_str *s, struct lang_str *needle, uint32_t *buffer, int64_t room, void **heap)
{
    *heap = NULL;
    if (needle->kind == s->kind)
        return needle->data;
    if (needle->kind > s->kind)
        return NULL;
    void *to = buffer;
    if (needle->length > room)
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

int64_t lang_str_count(struct lang_str *s, struct lang_str *needle, int64_t start, int64_t end, int64_t max)
{
    if (end - start < needle->length || start > s->length)
        return 0;
    if (needle->length == 0)
        return end - start + 1 < max ? end - start + 1 : max;
    int64_t n = 0;
    if (s->kind == 1 && needle->kind == 1 && needle->length == 1 && max >= end - start) {
        for (int64_t i = start; i < end; i++)
            n += s->data[i] == needle->data[0];
        return n;
    }
    for (int64_t at; n < max && (at = lang_str_find(s, needle, start, end)) >= 0; n++)
        start = at + needle->length;
    return n;
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
