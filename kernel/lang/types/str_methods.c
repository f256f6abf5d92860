/* str_methods.c: the table of str's methods, and those that search, strip, pad, replace, translate and encode. */
#include <string.h>

#include "types/str_case.h"
#include "types/str_format.h"
#include "types/str_impl.h"
#include "types/str_split.h"

/* ------------------------------------------------------------------ search */

int lang_search_bounds(struct lang_thread *t, lang_value start, lang_value end, int64_t *from, int64_t *to)
{
    return lang_slice_bound(t, start, 0, from) < 0 || lang_slice_bound(t, end, INT64_MAX, to) < 0 ? -1 : 0;
}

/* The same fitted to a text, whose length does not change. */
static int range_of(struct lang_thread *t, const lang_value *args, int64_t *from, int64_t *to)
{
    if (lang_search_bounds(t, args[2], args[3], from, to) < 0)
        return -1;
    lang_search_fit(lang_as_str(args[0])->length, from, to);
    return 0;
}

/* The position of args[1] in args[0][args[2]:args[3]]: -1 not there, -2 error. */
static int64_t find(struct lang_thread *t, const lang_value *args, bool last)
{
    struct lang_str *s = lang_as_str(args[0]);
    int64_t from, to;
    if (range_of(t, args, &from, &to) < 0)
        return -2;
    if (!lang_is_str(args[1])) {
        lang_raise(t, LANG_EXC_TypeError, "must be str, not %N", args[1]);
        return -2;
    }
    return last ? lang_str_find_last_far(t, s, lang_as_str(args[1]), from, to)
                : lang_str_find_far(t, s, lang_as_str(args[1]), from, to);
}

static lang_value find_or_fail(struct lang_thread *t, const lang_value *args, bool last, bool must)
{
    int64_t at = find(t, args, last);
    if (at == -2)
        return lang_error();
    if (at < 0 && must)
        return lang_raise(t, LANG_EXC_ValueError, "substring not found");
    return lang_int(at);
}
static lang_value m_find(struct lang_thread *t, const lang_value *args)
{
    return find_or_fail(t, args, false, false);
}
static lang_value m_rfind(struct lang_thread *t, const lang_value *args)
{
    return find_or_fail(t, args, true, false);
}
static lang_value m_index(struct lang_thread *t, const lang_value *args)
{
    return find_or_fail(t, args, false, true);
}
static lang_value m_rindex(struct lang_thread *t, const lang_value *args)
{
    return find_or_fail(t, args, true, true);
}

static lang_value m_count(struct lang_thread *t, const lang_value *args)
{
    struct lang_str *s = lang_as_str(args[0]);
    int64_t from, to;
    if (range_of(t, args, &from, &to) < 0)
        return lang_error();
    if (!lang_is_str(args[1]))
        return lang_raise(t, LANG_EXC_TypeError, "must be str, not %N", args[1]);
    int64_t n = lang_str_count(t, s, lang_as_str(args[1]), from, to, INT64_MAX);
    return n < 0 ? lang_error() : lang_int(n);
}

static bool has_end(struct lang_str *s, struct lang_str *part, int64_t from, int64_t to, bool tail)
{
    if (to - from < part->length || from > s->length)
        return false;
    return lang_str_matches(s, tail ? to - part->length : from, part);
}

static lang_value ends(struct lang_thread *t, const lang_value *args, bool tail)
{
    struct lang_str *s = lang_as_str(args[0]);
    const char *name = tail ? "endswith" : "startswith";
    int64_t from, to;
    if (range_of(t, args, &from, &to) < 0)
        return lang_error();
    if (lang_is_str(args[1]))
        return lang_bool(has_end(s, lang_as_str(args[1]), from, to, tail));
    if (!lang_is_tuple(args[1]))
        return lang_raise(t, LANG_EXC_TypeError, "%s first arg must be str or a tuple of str, not %N", name, args[1]);
    struct lang_tuple *parts = lang_as_tuple(args[1]);
    for (int64_t i = 0; i < parts->length; i++) {
        if (!lang_is_str(parts->items[i]))
            return lang_raise(t, LANG_EXC_TypeError, "tuple for %s must only contain str, not %N", name,
                              parts->items[i]);
        if (has_end(s, lang_as_str(parts->items[i]), from, to, tail))
            return lang_bool(true);
    }
    return lang_bool(false);
}
static lang_value m_startswith(struct lang_thread *t, const lang_value *args)
{
    return ends(t, args, false);
}
static lang_value m_endswith(struct lang_thread *t, const lang_value *args)
{
    return ends(t, args, true);
}

/* ------------------------------------------------------------------ strip, pad */

/* 1 it is in the set (NULL: white space), 0 it is not, -1: an interrupt. */
static int in_set(struct lang_thread *t, struct lang_str *set, uint32_t c)
{
    if (!set)
        return lang_char_is_space(c);
    for (int64_t i = 0; i < set->length; i++) {
        if (lang_str_at(set, i) == c)
            return 1;
        if ((i & 0xfff) == 0xfff && lang_poll_quiet(t) < 0)
            return -1;
    }
    return 0;
}

static lang_value strip(struct lang_thread *t, const lang_value *args, const char *name, bool left, bool right)
{
    struct lang_str *s = lang_as_str(args[0]), *set = NULL;
    if (!lang_is_undef(args[1]) && !lang_is_none(args[1])) {
        if (!lang_is_str(args[1]))
            return lang_raise(t, LANG_EXC_TypeError, "%s arg must be None or str", name);
        set = lang_as_str(args[1]);
    }
    int64_t start = 0, end = s->length;
    int in = 1;
    while (left && start < end &&
           (in = lang_text_interrupted(t, start) ? -1 : in_set(t, set, lang_str_at(s, start))) > 0)
        start++;
    while (in >= 0 && right && end > start &&
           (in = lang_text_interrupted(t, end) ? -1 : in_set(t, set, lang_str_at(s, end - 1))) > 0)
        end--;
    if (in < 0)
        return lang_error();
    return lang_obj_or_error(lang_str_slice(t, s, start, end));
}
static lang_value m_strip(struct lang_thread *t, const lang_value *args)
{
    return strip(t, args, "strip", true, true);
}
static lang_value m_lstrip(struct lang_thread *t, const lang_value *args)
{
    return strip(t, args, "lstrip", true, false);
}
static lang_value m_rstrip(struct lang_thread *t, const lang_value *args)
{
    return strip(t, args, "rstrip", false, true);
}

static lang_value m_removeprefix(struct lang_thread *t, const lang_value *args)
{
    struct lang_str *s = lang_as_str(args[0]);
    if (!lang_is_str(args[1]))
        return lang_raise(t, LANG_EXC_TypeError, "removeprefix() argument must be str, not %A", args[1]);
    bool there = has_end(s, lang_as_str(args[1]), 0, s->length, false);
    return lang_obj_or_error(lang_str_slice(t, s, there ? lang_as_str(args[1])->length : 0, s->length));
}
static lang_value m_removesuffix(struct lang_thread *t, const lang_value *args)
{
    struct lang_str *s = lang_as_str(args[0]);
    if (!lang_is_str(args[1]))
        return lang_raise(t, LANG_EXC_TypeError, "removesuffix() argument must be str, not %A", args[1]);
    bool there = has_end(s, lang_as_str(args[1]), 0, s->length, true);
    return lang_obj_or_error(lang_str_slice(t, s, 0, there ? s->length - lang_as_str(args[1])->length : s->length));
}

static void fill_units(void *to, int kind, int64_t n, uint32_t c)
{
    if (kind == 1)
        memset(to, (int)c, (size_t)n);
    else
        for (int64_t i = 0; i < n; i++)
            lang_unit_set(to, kind, i, c);
}

static struct lang_str *padded(struct lang_thread *t, struct lang_str *s, int64_t left, int64_t right, uint32_t fill)
{
    if (left <= 0 && right <= 0)
        return lang_str_self(t, s);
    int64_t n = s->length;
    if (n && left < 1 << 20 && right < 1 << 20 && lang_kind_of(fill) <= s->kind) {
        int kind = s->kind;
        struct lang_str *r = lang_str_alloc(t, kind, s->ascii && fill < 0x80, left + n + right);
        if (!r)
            return NULL;
        fill_units(r->data, kind, left, fill);
        lang_copy_short(r->data + left * kind, s->data, (size_t)n * (size_t)kind);
        fill_units(r->data + (left + n) * kind, kind, right, fill);
        return r;
    }
    struct lang_builder b;
    lang_builder_init(&b, t);
    lang_builder_repeat(&b, fill, left);
    lang_builder_str(&b, s);
    lang_builder_repeat(&b, fill, right);
    return lang_builder_finish(&b);
}

/* side: -1 text on the left, 0 centred, 1 on the right */
static lang_value justify(struct lang_thread *t, const lang_value *args, int side)
{
    struct lang_str *s = lang_as_str(args[0]);
    int64_t width;
    uint32_t fill = ' ';
    if (lang_as_index(t, args[1], &width) < 0)
        return lang_error();
    if (!lang_is_undef(args[2])) {
        if (!lang_is_str(args[2]))
            return lang_raise(t, LANG_EXC_TypeError, "The fill character must be a unicode character, not %N", args[2]);
        if (lang_as_str(args[2])->length != 1)
            return lang_raise(t, LANG_EXC_TypeError, "The fill character must be exactly one character long");
        fill = lang_str_at(lang_as_str(args[2]), 0);
    }
    int64_t pad = width > s->length ? width - s->length : 0, left = side < 0   ? 0
                                                                    : side > 0 ? pad
                                                                               : pad / 2 + (pad & width & 1);
    return lang_obj_or_error(padded(t, s, left, pad - left, fill));
}
static lang_value m_ljust(struct lang_thread *t, const lang_value *args)
{
    return justify(t, args, -1);
}
static lang_value m_center(struct lang_thread *t, const lang_value *args)
{
    return justify(t, args, 0);
}
static lang_value m_rjust(struct lang_thread *t, const lang_value *args)
{
    return justify(t, args, 1);
}

static lang_value m_zfill(struct lang_thread *t, const lang_value *args)
{
    struct lang_str *s = lang_as_str(args[0]);
    int64_t width;
    if (lang_as_index(t, args[1], &width) < 0)
        return lang_error();
    if (width <= s->length)
        return lang_obj_or_error(lang_str_self(t, s));
    bool sign = s->length && (lang_str_at(s, 0) == '+' || lang_str_at(s, 0) == '-');
    struct lang_builder b;
    lang_builder_init(&b, t);
    lang_builder_slice(&b, s, 0, sign);
    lang_builder_repeat(&b, '0', width - s->length);
    lang_builder_slice(&b, s, sign, s->length);
    return lang_obj_or_error(lang_builder_finish(&b));
}

static lang_value m_expandtabs(struct lang_thread *t, const lang_value *args)
{
    struct lang_str *s = lang_as_str(args[0]);
    int64_t size = 8, column = 0;
    if (!lang_is_undef(args[1]) && lang_as_c_int(t, args[1], &size) < 0)
        return lang_error();
    struct lang_builder b;
    int64_t first = lang_str_find_far(t, s, lang_tiny_str('\t'), 0, s->length);
    if (first < 0)
        return first == -1 ? lang_obj_or_error(lang_str_self(t, s)) : lang_error();
    lang_builder_init(&b, t);
    for (int64_t i = 0, from; i < s->length; i++) {
        for (from = i; i < s->length && lang_str_at(s, i) != '\t'; i++) {
            uint32_t c = lang_str_at(s, i);
            column = c == '\n' || c == '\r' ? 0 : column + 1;
            if (lang_text_interrupted(t, i)) {
                lang_builder_drop(&b);
                return lang_error();
            }
        }
        lang_builder_slice(&b, s, from, i);
        if (i < s->length) {
            int64_t n = size > 0 ? size - column % size : 0;
            lang_builder_repeat(&b, ' ', n);
            column += n;
        }
    }
    return lang_obj_or_error(lang_builder_finish(&b));
}

/* ------------------------------------------------------------------ replace, translate */

#define EXCHANGE(TYPE)                                                                                                 \
    static void exchange_##TYPE(TYPE *restrict to, const TYPE *restrict from, int64_t n, TYPE old, TYPE new)           \
    {                                                                                                                  \
        int64_t i = 0;                                                                                                 \
        for (; i + 32 <= n; i += 32)                                                                                   \
            for (int k = 0; k < 32; k++)                                                                               \
                to[i + k] = from[i + k] == old ? new : from[i + k];                                                    \
        for (; i < n; i++)                                                                                             \
            to[i] = from[i] == old ? new : from[i];                                                                    \
    }
EXCHANGE(uint8_t)
EXCHANGE(uint16_t)
EXCHANGE(uint32_t)

void lang_bytes_exchange(uint8_t *to, const uint8_t *from, int64_t n, uint8_t old, uint8_t new)
{
    exchange_uint8_t(to, from, n, old, new);
}

/* One character by another that is not wider: a copy in which they are exchanged, from the first position on. */
static struct lang_str *replace_one(struct lang_thread *t, struct lang_str *s, uint32_t old, uint32_t new, int64_t max,
                                    int64_t first)
{
    struct lang_str *r = s->length > 1 ? lang_str_alloc(t, s->kind, s->ascii, s->length) : NULL, *narrow;
    if (!r)
        return s->length > 1 ? NULL : lang_str_from_char(t, new);
    bool all = max >= s->length;
    int failed = lang_units_copy_large(t, r->data, s->kind, s->data, s->kind, all ? first : s->length);
    for (int64_t i = first, n; !failed && i < s->length && all; i += n) {
        void *to = r->data + i * s->kind;
        const void *from = s->data + i * s->kind;
        n = s->length - i > 1 << 20 ? 1 << 20 : s->length - i;
        if (s->kind == 1)
            exchange_uint8_t(to, from, n, (uint8_t)old, (uint8_t) new);
        else if (s->kind == 2)
            exchange_uint16_t(to, from, n, (uint16_t)old, (uint16_t) new);
        else
            exchange_uint32_t(to, from, n, old, new);
        failed = i + n < s->length ? lang_poll_quiet(t) : 0;
    }
    for (int64_t i = first; !failed && i < s->length && !all && max > 0; i++) {
        if (lang_str_at(s, i) == old) {
            lang_unit_set(r->data, r->kind, i, new);
            max--;
        }
        failed = lang_text_interrupted(t, i) ? -1 : 0;
    }
    if (failed) {
        lang_decref(t, r);
        return NULL;
    }
    if (s->ascii ? new < 0x80 : lang_class_of(new) == lang_class_of(old))
        return r;
    if (s->kind == 1) {
        r->ascii = lang_units_class(r->data, 1, r->length) == 0x7f;
        return r;
    }
    narrow = lang_str_from_units(t, r->data, r->kind, r->length);
    lang_decref(t, r);
    return narrow;
}

/* A replacement of the same length: a copy that is overwritten. */
static struct lang_str *replace_over(struct lang_thread *t, struct lang_str *s, struct lang_str *old,
                                     struct lang_str *new, int64_t max, int64_t at)
{
    struct lang_str *r = lang_str_alloc(t, 1, s->ascii && new->ascii, s->length);
    if (!r)
        return NULL;
    int failed = lang_copy_large(t, r->data, s->data, (size_t)s->length);
    for (int64_t n = 0; !failed && at >= 0 && n < max; n++) {
        lang_copy_short(r->data + at, new->data, (size_t) new->length);
        at = lang_search(s->data, at + old->length, s->length, old->data, old->length, 1);
        failed = (n & 0xffff) == 0xffff ? lang_poll_quiet(t) : 0;
    }
    if (failed) {
        lang_decref(t, r);
        return NULL;
    }
    r->ascii = r->ascii || lang_units_class(r->data, 1, r->length) == 0x7f;
    return r;
}

/* The positions of a substring that is not empty, some at a time. */
struct matches {
    int64_t at[64];
    int count, next; /* how many there are, and which is the next */
    int64_t from;    /* where the search continues */
};

static int64_t next_of(struct matches *p, struct lang_str *s, const void *units, int64_t n)
{
    if (p->next == p->count) {
        if (p->next && p->count < 64)
            return -1;
        p->count = lang_search_many(s->data, &p->from, s->length, units, n, s->kind, p->at, 64);
        p->next = 0;
    }
    return p->next < p->count ? p->at[p->next++] : -1;
}

/* A replacement of another length or width: counted first, then filled in one pass; a small number of positions is not
 * searched for twice. */
static struct lang_str *replace_parts(struct lang_thread *t, struct lang_str *s, const void *old, int64_t n,
                                      struct lang_str *new, int64_t max)
{
    struct matches p = {.count = 0}, again;
    int64_t count = 0, start = 0;
    for (int64_t at; count < max && (at = next_of(&p, s, old, n)) >= 0; count++)
        if ((count & 0xffff) == 0xffff && lang_poll_quiet(t) < 0)
            return NULL;
    if (count <= p.count) /* one search has found them all */
        again = p;
    else
        again = (struct matches){.count = 0};
    again.next = 0;
    if (new->length > n && (new->length - n) > (INT64_MAX / 16 - s->length) / count)
        return lang_fail_null(t, LANG_EXC_OverflowError, "replace string is too long");
    int64_t length = s->length + count * (new->length - n);
    int kind = s->kind > new->kind ? s->kind : new->kind;
    if (length == 0)
        return lang_str_empty(t);
    struct lang_str *r = lang_str_alloc(t, kind, false, length), *narrow;
    char *to = r ? r->data : NULL;
    for (int64_t i = 0, at; r && i < count; i++, start = at + n) {
        at = next_of(&again, s, old, n);
        lang_units_copy(to, kind, s->data + start * s->kind, s->kind, at - start);
        to += (at - start) * kind;
        lang_units_copy(to, kind, new->data, new->kind, new->length);
        to += new->length *kind;
        if ((i & 0xffff) == 0xffff && lang_poll_quiet(t) < 0) {
            lang_decref(t, r);
            return NULL;
        }
    }
    if (!r || lang_units_copy_large(t, to, kind, s->data + start * s->kind, s->kind, s->length - start) < 0) {
        lang_xdecref(t, r);
        return NULL;
    }
    r->ascii = kind == 1 && ((s->ascii && new->ascii) || lang_units_class(r->data, 1, length) == 0x7f);
    if (length > 1 && (new->kind == kind || lang_kind_of(lang_units_class(r->data, kind, length)) == kind))
        return r;
    narrow = lang_str_from_units(t, r->data, kind, length); /* texts of one character are shared */
    lang_decref(t, r);
    return narrow;
}

static struct lang_str *replace(struct lang_thread *t, struct lang_str *s, struct lang_str *old, struct lang_str *new,
                                int64_t max)
{
    struct lang_builder b;
    int64_t start = 0, at = max == 0 ? -1 : lang_str_find_far(t, s, old, 0, s->length);
    if (at == -2)
        return NULL;
    if (at < 0)
        return lang_str_self(t, s);
    if (new->kind <= s->kind && old->length == 1 && new->length == 1)
        return replace_one(t, s, lang_str_at(old, 0), lang_str_at(new, 0), max, at);
    if (s->kind == 1 && new->kind == 1 && old->length && old->length == new->length)
        return replace_over(t, s, old, new, max, at);
    bool brief = s->kind == 1 && new->kind == 1 && s->length < 200; /* concatenating is faster than counting first */
    if (old->length && old->length <= 64 && s->length < 8 << 20 && !brief) {
        uint32_t units[64];
        lang_units_copy(units, s->kind, old->data, old->kind, old->length);
        return replace_parts(t, s, units, old->length, new, max);
    }
    lang_builder_init(&b, t);
    if (old->length == 0) {
        for (int64_t i = 0; i <= s->length; i++) {
            if (max-- > 0)
                lang_builder_str(&b, new);
            if (i < s->length)
                lang_builder_char(&b, lang_str_at(s, i));
            if (lang_text_interrupted(t, i)) {
                lang_builder_drop(&b);
                return NULL;
            }
        }
        return lang_builder_finish(&b);
    }
    for (int64_t n = 0; n < max; n++) {
        if (n)
            at = lang_str_find(s, old, start, s->length);
        if (at < 0)
            break;
        lang_builder_slice(&b, s, start, at);
        if (lang_builder_str(&b, new) < 0)
            break;
        start = at + old->length;
        if ((n & 0xffff) == 0xffff && lang_poll_quiet(t) < 0) {
            lang_builder_drop(&b);
            return NULL;
        }
    }
    lang_builder_slice(&b, s, start, s->length);
    return lang_builder_finish(&b);
}

static lang_value m_replace(struct lang_thread *t, const lang_value *args)
{
    int64_t max = -1;
    for (int i = 1; i < 3; i++)
        if (!lang_is_str(args[i]))
            return lang_raise(t, LANG_EXC_TypeError, "replace() argument %d must be str, not %A", i, args[i]);
    if (!lang_is_undef(args[3]) && lang_as_index(t, args[3], &max) < 0)
        return lang_error();
    return lang_obj_or_error(
        replace(t, lang_as_str(args[0]), lang_as_str(args[1]), lang_as_str(args[2]), max < 0 ? INT64_MAX : max));
}

/* What the table says of the character is added to b; UNDEF: nothing. */
static int put_translated(struct lang_thread *t, struct lang_builder *b, lang_value v, uint32_t c)
{
    int64_t i;
    if (lang_is_undef(v))
        return lang_builder_char(b, c);
    if (lang_is_integer(v)) {
        if (!lang_int_fits(v, &i) || i < 0 || i > 0x10ffff)
            return lang_fail(t, LANG_EXC_ValueError, "character mapping must be in range(0x110000)");
        return lang_builder_char(b, (uint32_t)i);
    }
    if (lang_is_str(v))
        return lang_builder_str(b, lang_as_str(v));
    return lang_is_none(v) ? 0 : lang_fail(t, LANG_EXC_TypeError, "character mapping must return integer, None or str");
}

static int translate_char(struct lang_thread *t, struct lang_builder *b, lang_value table, uint32_t c)
{
    lang_value v = lang_getitem(t, table, lang_int(c));
    if (lang_is_error(v)) {
        if (!lang_error_is(t, LANG_EXC_LookupError))
            return -1;
        lang_error_clear(t);
        v = lang_undef();
    }
    int r = put_translated(t, b, v, c);
    lang_unref(t, v);
    return r;
}

/* By an exact dict: what it says of a character below U+0100 is asked for once. */
static int translate_by_dict(struct lang_thread *t, struct lang_builder *b, struct lang_str *s, struct lang_dict *table)
{
    lang_value values[256];
    uint64_t known[4] = {0};
    int r = 0;
    for (int64_t i = 0; i < s->length && r == 0; i++) {
        uint32_t c = lang_str_at(s, i);
        uint64_t bit = UINT64_C(1) << (c & 63);
        lang_value v;
        if (c < 256 && known[c >> 6] & bit) {
            r = put_translated(t, b, values[c], c);
        } else {
            v = lang_ref(lang_dict_get(t, table, lang_int(c)));
            r = lang_is_error(v) ? -1 : put_translated(t, b, v, c);
            if (c < 256 && !lang_is_error(v)) {
                values[c] = v;
                known[c >> 6] |= bit;
            } else {
                lang_unref(t, v);
            }
        }
        if (r == 0 && lang_text_interrupted(t, i))
            r = -1;
    }
    for (int w = 0; w < 4; w++)
        for (; known[w]; known[w] &= known[w] - 1)
            lang_unref(t, values[w * 64 + __builtin_ctzll(known[w])]);
    return r;
}

/* ASCII to ASCII by an exact dict, each character looked up once; NULL without an exception: it takes the general way.
 */
static struct lang_str *translate_ascii(struct lang_thread *t, struct lang_str *s, struct lang_dict *table)
{
    uint8_t known[128] = {0};
    struct lang_str *r = lang_str_alloc(t, 1, true, s->length);
    for (int64_t i = 0; r && i < s->length; i++) {
        uint8_t c = (uint8_t)s->data[i];
        if (!known[c]) {
            lang_value v = lang_dict_get(t, table, lang_int(c));
            bool fits = lang_is_undef(v) ? c > 0 : v.tag == LANG_INT && v.i > 0 && v.i < 128;
            if (!fits) {
                lang_decref(t, r);
                return NULL;
            }
            known[c] = lang_is_undef(v) ? c : (uint8_t)v.i;
        }
        r->data[i] = (char)known[c];
        if (lang_text_interrupted(t, i)) {
            lang_decref(t, r);
            return NULL;
        }
    }
    return r;
}

static lang_value m_translate(struct lang_thread *t, const lang_value *args)
{
    struct lang_str *s = lang_as_str(args[0]);
    struct lang_builder b;
    if (s->ascii && s->length > 1 && lang_is_exactly(args[1], &lang_type_dict)) {
        struct lang_str *r = translate_ascii(t, s, lang_as_dict(args[1]));
        if (r || lang_error_occurred(t))
            return lang_obj_or_error(r);
    }
    lang_builder_init(&b, t);
    if (lang_is_exactly(args[1], &lang_type_dict)) {
        if (translate_by_dict(t, &b, s, lang_as_dict(args[1])) < 0) {
            lang_builder_drop(&b);
            return lang_error();
        }
        return lang_obj_or_error(lang_builder_finish(&b));
    }
    for (int64_t i = 0; i < s->length; i++)
        if (translate_char(t, &b, args[1], lang_str_at(s, i)) < 0 || lang_text_interrupted(t, i)) {
            lang_builder_drop(&b);
            return lang_error();
        }
    return lang_obj_or_error(lang_builder_finish(&b));
}

/* One row of a translation table from a dict given to maketrans. */
static int table_row(struct lang_thread *t, struct lang_dict *table, lang_value key, lang_value value)
{
    if (lang_is_integer(key))
        return lang_dict_set(t, table, key, value);
    if (!lang_is_str(key))
        return lang_fail(t, LANG_EXC_TypeError, "keys in translate table must be strings or integers");
    if (lang_as_str(key)->length != 1)
        return lang_fail(t, LANG_EXC_ValueError, "string keys in translate table must be of length 1");
    return lang_dict_set(t, table, lang_int(lang_str_at(lang_as_str(key), 0)), value);
}

static int fill_table(struct lang_thread *t, struct lang_dict *table, const lang_value *args)
{
    if (lang_is_undef(args[1])) {
        lang_value key, value;
        if (!lang_is_dict(args[0]))
            return lang_fail(t, LANG_EXC_TypeError, "if you give only one argument to maketrans it must be a dict");
        for (int64_t i = 0; lang_dict_next(lang_as_dict(args[0]), &i, &key, &value);) {
            lang_ref(key); /* its __hash__ and __eq__ may remove it */
            lang_ref(value);
            int r = lang_text_interrupted(t, i) ? -1 : table_row(t, table, key, value);
            lang_unref(t, key);
            lang_unref(t, value);
            if (r < 0)
                return -1;
        }
        return 0;
    }
    for (int i = 1; i < 3; i++)
        if (!lang_is_undef(args[i]) && !lang_is_str(args[i]))
            return lang_fail(t, LANG_EXC_TypeError, "maketrans() argument %d must be str, not %A", i + 1, args[i]);
    if (!lang_is_str(args[0]))
        return lang_fail(t, LANG_EXC_TypeError,
                         "first maketrans argument must be a string if there is a second argument");
    struct lang_str *from = lang_as_str(args[0]), *to = lang_as_str(args[1]);
    if (from->length != to->length)
        return lang_fail(t, LANG_EXC_ValueError, "the first two maketrans arguments must have equal length");
    for (int64_t i = 0; i < from->length; i++)
        if (lang_dict_set(t, table, lang_int(lang_str_at(from, i)), lang_int(lang_str_at(to, i))) < 0)
            return -1;
    for (int64_t i = 0; !lang_is_undef(args[2]) && i < lang_as_str(args[2])->length; i++)
        if (lang_dict_set(t, table, lang_int(lang_str_at(lang_as_str(args[2]), i)), lang_none()) < 0)
            return -1;
    return 0;
}

static lang_value m_maketrans(struct lang_thread *t, const lang_value *args)
{
    struct lang_dict *table = lang_dict_new(t);
    if (!table)
        return lang_error();
    if (fill_table(t, table, args) < 0) {
        lang_decref(t, table);
        return lang_error();
    }
    return lang_obj(table);
}

/* ------------------------------------------------------------------ encode, format */

static lang_value m_encode(struct lang_thread *t, const lang_value *args)
{
    const char *encoding = "utf-8", *errors = "strict";
    if (!lang_is_undef(args[1]) && !(encoding = lang_as_utf8(t, args[1], "encode() argument 'encoding'", NULL)))
        return lang_error();
    if (!lang_is_undef(args[2]) && !(errors = lang_as_utf8(t, args[2], "encode() argument 'errors'", NULL)))
        return lang_error();
    return lang_str_encode(t, lang_as_str(args[0]), encoding, errors);
}

static lang_value m_format(struct lang_thread *t, const lang_value *args)
{
    return lang_obj_or_error(lang_str_format_fields(t, lang_as_str(args[0]), lang_as_tuple(args[1]), args[2]));
}

static lang_value m_format_map(struct lang_thread *t, const lang_value *args)
{
    return lang_obj_or_error(lang_str_format_fields(t, lang_as_str(args[0]), NULL, args[1]));
}

static lang_value m_newargs(struct lang_thread *t, const lang_value *args)
{
    lang_value v = lang_obj_or_error(lang_str_self(t, lang_as_str(args[0])));
    if (lang_is_error(v))
        return v;
    struct lang_tuple *one = lang_tuple_from(t, &v, 1);
    lang_unref(t, v);
    return lang_obj_or_error(one);
}

/* ------------------------------------------------------------------ the table */

const struct lang_method lang_str_methods[] = {
#define X(name, doc) {#name, "()", lang_str_##name, doc, 0},
    LANG_STR_CASE_METHODS(X)
#undef X
        {"split", "(sep=None, maxsplit=-1)", lang_str_m_split,
         "Return a list of the substrings in the string, using sep as the separator string.\n\n  sep\n"
         "    The separator used to split the string.\n\n    When set to None (the default value), will split on any "
         "whitespace\n"
         "    character (including \\n \\r \\t \\f and spaces) and will discard\n    empty strings from the result.\n  "
         "maxsplit\n"
         "    Maximum number of splits (starting from the left).\n    -1 (the default value) means no limit.\n\n"
         "Note, str.split() is mainly useful for data that has been intentionally\ndelimited.  With natural text that "
         "includes "
         "punctuation, consider using\nthe regular expression module.",
         0},
    {"rsplit", "(sep=None, maxsplit=-1)", lang_str_m_rsplit,
     "Return a list of the substrings in the string, using sep as the separator string.\n\n  sep\n"
     "    The separator used to split the string.\n\n    When set to None (the default value), will split on any "
     "whitespace\n"
     "    character (including \\n \\r \\t \\f and spaces) and will discard\n    empty strings from the result.\n  "
     "maxsplit\n"
     "    Maximum number of splits (starting from the left).\n    -1 (the default value) means no limit.\n\n"
     "Splitting starts at the end of the string and works to the front.",
     0},
    {"splitlines", "(keepends=False)", lang_str_m_splitlines,
     "Return a list of the lines in the string, breaking at line boundaries.\n\nLine breaks are not included in the "
     "resulting "
     "list unless keepends is given and\ntrue.",
     0},
    {"join", "(iterable, /)", lang_str_m_join,
     "Concatenate any number of strings.\n\nThe string whose method is called is inserted in between each given "
     "string.\n"
     "The result is returned as a new string.\n\nExample: '.'.join(['ab', 'pq', 'rs']) -> 'ab.pq.rs'",
     0},
    {"partition", "(sep, /)", lang_str_m_partition,
     "Partition the string into three parts using the given separator.\n\nThis will search for the separator in the "
     "string.  If "
     "the separator is found,\nreturns a 3-tuple containing the part before the separator, the separator\nitself, and "
     "the part "
     "after it.\n\nIf the separator is not found, returns a 3-tuple containing the original string\nand two empty "
     "strings.",
     0},
    {"rpartition", "(sep, /)", lang_str_m_rpartition,
     "Partition the string into three parts using the given separator.\n\nThis will search for the separator in the "
     "string, "
     "starting at the end. If\nthe separator is found, returns a 3-tuple containing the part before the\nseparator, "
     "the separator "
     "itself, and the part after it.\n\nIf the separator is not found, returns a 3-tuple containing two empty "
     "strings\nand the "
     "original string.",
     0},
    {"find", "(sub, start=None, end=None, /)", m_find,
     "S.find(sub[, start[, end]]) -> int\n\nReturn the lowest index in S where substring sub is found,\nsuch that sub "
     "is contained "
     "within S[start:end].  Optional\narguments start and end are interpreted as in slice notation.\n\nReturn -1 on "
     "failure.",
     LANG_M_NOSIG | LANG_M_ARGS},
    {"rfind", "(sub, start=None, end=None, /)", m_rfind,
     "S.rfind(sub[, start[, end]]) -> int\n\nReturn the highest index in S where substring sub is found,\nsuch that "
     "sub is "
     "contained within S[start:end].  Optional\narguments start and end are interpreted as in slice notation.\n\n"
     "Return -1 on failure.",
     LANG_M_NOSIG | LANG_M_ARGS},
    {"index", "(sub, start=None, end=None, /)", m_index,
     "S.index(sub[, start[, end]]) -> int\n\nReturn the lowest index in S where substring sub is found,\nsuch that sub "
     "is "
     "contained within S[start:end].  Optional\narguments start and end are interpreted as in slice notation.\n\n"
     "Raises ValueError when the substring is not found.",
     LANG_M_NOSIG | LANG_M_ARGS},
    {"rindex", "(sub, start=None, end=None, /)", m_rindex,
     "S.rindex(sub[, start[, end]]) -> int\n\nReturn the highest index in S where substring sub is found,\nsuch that "
     "sub is "
     "contained within S[start:end].  Optional\narguments start and end are interpreted as in slice notation.\n\n"
     "Raises ValueError when the substring is not found.",
     LANG_M_NOSIG | LANG_M_ARGS},
    {"count", "(sub, start=None, end=None, /)", m_count,
     "S.count(sub[, start[, end]]) -> int\n\nReturn the number of non-overlapping occurrences of substring sub "
     "in\nstring "
     "S[start:end].  Optional arguments start and end are\ninterpreted as in slice notation.",
     LANG_M_NOSIG | LANG_M_ARGS},
    {"startswith", "(prefix, start=None, end=None, /)", m_startswith,
     "S.startswith(prefix[, start[, end]]) -> bool\n\nReturn True if S starts with the specified prefix, False "
     "otherwise.\nWith "
     "optional start, test S beginning at that position.\nWith optional end, stop comparing S at that "
     "position.\nprefix can also be "
     "a tuple of strings to try.",
     LANG_M_NOSIG | LANG_M_ARGS},
    {"endswith", "(suffix, start=None, end=None, /)", m_endswith,
     "S.endswith(suffix[, start[, end]]) -> bool\n\nReturn True if S ends with the specified suffix, False "
     "otherwise.\nWith optional "
     "start, test S beginning at that position.\nWith optional end, stop comparing S at that position.\nsuffix can "
     "also be a tuple "
     "of strings to try.",
     LANG_M_NOSIG | LANG_M_ARGS},
    {"strip", "(chars=None, /)", m_strip,
     "Return a copy of the string with leading and trailing whitespace removed.\n\nIf chars is given and not None, "
     "remove "
     "characters in chars instead.",
     0},
    {"lstrip", "(chars=None, /)", m_lstrip,
     "Return a copy of the string with leading whitespace removed.\n\nIf chars is given and not None, remove "
     "characters in chars "
     "instead.",
     0},
    {"rstrip", "(chars=None, /)", m_rstrip,
     "Return a copy of the string with trailing whitespace removed.\n\nIf chars is given and not None, remove "
     "characters in chars "
     "instead.",
     0},
    {"removeprefix", "(prefix, /)", m_removeprefix,
     "Return a str with the given prefix string removed if present.\n\nIf the string starts with the prefix string, "
     "return "
     "string[len(prefix):].\nOtherwise, return a copy of the original string.",
     0},
    {"removesuffix", "(suffix, /)", m_removesuffix,
     "Return a str with the given suffix string removed if present.\n\nIf the string ends with the suffix string and "
     "that suffix "
     "is not empty,\nreturn string[:-len(suffix)]. Otherwise, return a copy of the original\nstring.",
     0},
    {"ljust", "(width, fillchar=' ', /)", m_ljust,
     "Return a left-justified string of length width.\n\nPadding is done using the specified fill character (default "
     "is a space).",
     0},
    {"center", "(width, fillchar=' ', /)", m_center,
     "Return a centered string of length width.\n\nPadding is done using the specified fill character (default is a "
     "space).",
     0},
    {"rjust", "(width, fillchar=' ', /)", m_rjust,
     "Return a right-justified string of length width.\n\nPadding is done using the specified fill character (default "
     "is a space).",
     0},
    {"zfill", "(width, /)", m_zfill,
     "Pad a numeric string with zeros on the left, to fill a field of the given width.\n\nThe string is never "
     "truncated.",
     0},
    {"expandtabs", "(tabsize=8)", m_expandtabs,
     "Return a copy where all tab characters are expanded using spaces.\n\nIf tabsize is not given, a tab size of 8 "
     "characters is "
     "assumed.",
     0},
    {"replace", "(old, new, count=-1, /)", m_replace,
     "Return a copy with all occurrences of substring old replaced by new.\n\n  count\n    Maximum number of "
     "occurrences to "
     "replace.\n    -1 (the default value) means replace all occurrences.\n\nIf the optional argument count is given, "
     "only the first "
     "count occurrences are\nreplaced.",
     0},
    {"translate", "(table, /)", m_translate,
     "Replace each character in the string using the given translation table.\n\n  table\n    Translation table, which "
     "must be a "
     "mapping of Unicode ordinals to\n    Unicode ordinals, strings, or None.\n\nThe table must implement "
     "lookup/indexing via "
     "__getitem__, for instance a\ndictionary or list.  If this operation raises LookupError, the character is\nleft "
     "untouched.  "
     "Characters mapped to None are deleted.",
     0},
    {"maketrans", "(x, y=None, z=None, /)", m_maketrans,
     "Return a translation table usable for str.translate().\n\nIf there is only one argument, it must be a dictionary "
     "mapping "
     "Unicode\nordinals (integers) or characters to Unicode ordinals, strings or None.\nCharacter keys will be then "
     "converted to "
     "ordinals.\nIf there are two arguments, they must be strings of equal length, and\nin the resulting dictionary, "
     "each character "
     "in x will be mapped to the\ncharacter at the same position in y. If there is a third argument, it\nmust be a "
     "string, whose "
     "characters will be mapped to None in the result.",
     LANG_M_STATIC | LANG_M_NOSIG},
    {"encode", "(encoding='utf-8', errors='strict')", m_encode,
     "Encode the string using the codec registered for encoding.\n\n  encoding\n    The encoding in which to encode "
     "the string.\n"
     "  errors\n    The error handling scheme to use for encoding errors.\n    The default is 'strict' meaning that "
     "encoding errors "
     "raise a\n    UnicodeEncodeError.  Other possible values are 'ignore', 'replace' and\n    'xmlcharrefreplace' as "
     "well as any "
     "other name registered with\n    codecs.register_error that can handle UnicodeEncodeErrors.",
     0},
    {"format", "(*args, **kwargs)", m_format,
     "S.format(*args, **kwargs) -> str\n\nReturn a formatted version of S, using substitutions from args and kwargs.\n"
     "The substitutions are identified by braces ('{' and '}').",
     LANG_M_NOSIG | LANG_M_BARE},
    {"format_map", "(mapping, /)", m_format_map,
     "S.format_map(mapping) -> str\n\nReturn a formatted version of S, using substitutions from mapping.\n"
     "The substitutions are identified by braces ('{' and '}').",
     LANG_M_NOSIG},
    {"__getnewargs__", "()", m_newargs, NULL, 0},
    {NULL, NULL, NULL, NULL, 0},
};
