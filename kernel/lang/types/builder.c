/* builder.c: grows a text. Short texts are collected in the builder itself; longer ones behind space for the head of a
 * str, so that finish copies nothing. */
#include <string.h>

#include "types/str_impl.h"

void lang_builder_init(struct lang_builder *b, struct lang_thread *t)
{
    b->t = t;
    b->data = b->small;
    b->length = 0;
    b->capacity = sizeof b->small;
    b->kind = 1;
    b->failed = false;
}

static size_t block_size(const struct lang_builder *b)
{
    return lang_str_object_size((size_t)b->capacity * b->kind);
}

void lang_builder_drop(struct lang_builder *b)
{
    if (b->data != b->small)
        lang_free(b->t, b->data - LANG_STR_HEAD, block_size(b));
    b->data = b->small;
    b->length = 0;
    b->capacity = (int64_t)sizeof b->small / b->kind;
}

/* Reserves memory for n more units of this kind. */
static int reserve(struct lang_builder *b, int kind, int64_t n)
{
    if (b->failed)
        return -1;
    if (kind < b->kind)
        kind = b->kind;
    if (n > INT64_MAX / 16) { // before it is added to anything
        lang_no_memory(b->t);
        b->failed = true;
        return -1;
    }
    int64_t need = b->length + n + 1;
    if (kind == b->kind && need <= b->capacity)
        return 0;
    int64_t grown = b->capacity + b->capacity / 2, capacity = need <= b->capacity ? b->capacity
                                                              : grown > need      ? grown
                                                                                  : need + 8;
    capacity = (int64_t)(lang_str_object_size((size_t)capacity * kind) - LANG_STR_HEAD) / kind;
    size_t size = lang_str_object_size((size_t)capacity * kind);
    char *p;
    if (kind == b->kind && b->data != b->small) {
        p = lang_realloc(b->t, b->data - LANG_STR_HEAD, block_size(b), size);
    } else {
        p = lang_alloc(b->t, size);
        if (p && b->length)
            lang_units_copy(p + LANG_STR_HEAD, kind, b->data, b->kind, b->length);
        if (p && b->data != b->small)
            lang_free(b->t, b->data - LANG_STR_HEAD, block_size(b));
    }
    if (!p) {
        b->failed = true;
        return -1;
    }
    b->data = p + LANG_STR_HEAD;
    b->kind = (uint8_t)kind;
    b->capacity = capacity;
    return 0;
}

int lang_builder_char(struct lang_builder *b, uint32_t c)
{
    int kind = lang_kind_of(c);
    if ((kind > b->kind || b->length + 1 >= b->capacity || b->failed) && reserve(b, kind, 1) < 0)
        return -1;
    lang_unit_set(b->data, b->kind, b->length++, c);
    return 0;
}

int lang_builder_repeat(struct lang_builder *b, uint32_t c, int64_t n)
{
    if (n <= 0)
        return b->failed ? -1 : 0;
    if (reserve(b, lang_kind_of(c), n) < 0)
        return -1;
    if (lang_fill_units(b->t, b->data + b->length * b->kind, b->kind, c, n) < 0) {
        b->failed = true;
        return -1;
    }
    b->length += n;
    return 0;
}

int lang_builder_units(struct lang_builder *b, const void *units, int kind, int64_t n)
{
    if (n <= 0)
        return b->failed ? -1 : 0;
    if (kind == 1 && b->kind == 1 && b->length + n < b->capacity && !b->failed) { /* most of the time */
        lang_copy_short(b->data + b->length, units, (size_t)n);
        b->length += n;
        return 0;
    }
    int need = kind;
    if (kind > b->kind)
        need = lang_kind_of(lang_units_class(units, kind, n));
    if (reserve(b, need, n) < 0)
        return -1;
    if (lang_units_copy_large(b->t, b->data + b->length * b->kind, b->kind, units, kind, n) < 0) {
        b->failed = true;
        return -1;
    }
    b->length += n;
    return 0;
}

int lang_builder_str(struct lang_builder *b, struct lang_str *s)
{
    return lang_builder_units(b, s->data, s->kind, s->length);
}

int lang_builder_slice(struct lang_builder *b, struct lang_str *s, int64_t start, int64_t end)
{
    return lang_builder_units(b, s->data + start * s->kind, s->kind, end - start);
}

int lang_builder_utf8(struct lang_builder *b, const char *text, size_t size)
{
    const uint8_t *p = (const uint8_t *)text, *end = p + size;
    if (b->failed)
        return -1;
    while (p < end) {
        const uint8_t *q = p + lang_ascii_prefix(p, (size_t)(end - p));
        if (q > p && lang_builder_units(b, p, 1, q - p) < 0)
            return -1;
        if ((p = q) == end)
            break;
        uint32_t c;
        int used = lang_utf8_step(p, end, true, &c);
        if (lang_builder_char(b, used < 0 ? 0xfffd : c) < 0)
            return -1;
        p += used < 0 ? -used : used;
    }
    return 0;
}

int lang_builder_c(struct lang_builder *b, const char *s)
{
    return lang_builder_utf8(b, s, strlen(s));
}

int lang_builder_repr(struct lang_builder *b, lang_value v)
{
    if (b->failed)
        return -1;
    struct lang_str *s = lang_repr(b->t, v);
    if (!s) {
        b->failed = true;
        return -1;
    }
    int r = lang_builder_str(b, s);
    lang_decref(b->t, s);
    return r;
}

struct lang_str *lang_builder_finish(struct lang_builder *b)
{
    if (b->failed) {
        lang_builder_drop(b);
        return NULL;
    }
    if (b->length <= 1) {
        struct lang_str *s = b->length ? lang_str_from_units(b->t, b->data, b->kind, 1) : lang_str_empty(b->t);
        lang_builder_drop(b);
        return s;
    }
    if (b->data == b->small) {
        uint32_t class = b->kind == 1 ? lang_units_class(b->data, 1, b->length) : 0xffff;
        struct lang_str *r = lang_str_alloc(b->t, b->kind, class == 0x7f, b->length);
        if (r)
            lang_copy_short(r->data, b->data, (size_t)b->length * b->kind);
        return r;
    }
    size_t have = block_size(b), need = lang_str_object_size((size_t)(b->length + 1) * b->kind);
    struct lang_str *s = (struct lang_str *)(b->data - LANG_STR_HEAD);
    if (need + need / 8 + 64 < have) {
        struct lang_str *less = lang_realloc(b->t, s, have, need);
        if (less) {
            s = less;
            have = need;
        } else {
            lang_error_clear(b->t); /* only the unused tail is left */
        }
    }
    s->head = (struct lang_object){&lang_type_str, 1, 0};
    s->length = b->length;
    s->hash = -1;
    s->utf8 = NULL;
    s->utf8_size = 0;
    s->kind = b->kind;
    s->interned = 0;
    s->ascii = b->kind == 1 && lang_units_class(s->data, 1, b->length) == 0x7f;
    s->spare = (uint32_t)(have - LANG_STR_HEAD - (size_t)(b->length + 1) * b->kind);
    memset(s->data + b->length * b->kind, 0, b->kind);
    b->data = b->small;
    return s;
}
