/* str_split.c: split, rsplit, splitlines, partition and join of str. */
#include <string.h>

#include "types/str_impl.h"
#include "types/str_split.h"

/* ------------------------------------------------------------------ split */

/* Two to 32 characters of ASCII, as most words are. */
static inline struct lang_str *short_word(struct lang_thread *t, const char *p, int64_t n)
{
    struct lang_str *s = lang_alloc(t, lang_str_object_size((size_t)n + 1));
    if (!s)
        return NULL;
    s->head = (struct lang_object){&lang_type_str, 1, 0};
    lang_str_init(s, 1, true, n);
    lang_copy_short(s->data, p, (size_t)n);
    return s;
}

/* A short run of units of two bytes. */
static struct lang_str *wide_word(struct lang_thread *t, const uint16_t *p, int64_t n)
{
    uint32_t bits = 0;
    for (int64_t i = 0; i < n; i++)
        bits |= p[i];
    int kind = lang_kind_of(bits);
    struct lang_str *s = lang_alloc(t, lang_str_object_size((size_t)(n + 1) * (size_t)kind));
    if (!s)
        return NULL;
    s->head = (struct lang_object){&lang_type_str, 1, 0};
    lang_str_init(s, kind, bits < 0x80, n);
    if (kind == 2)
        lang_copy_short(s->data, p, (size_t)n * 2);
    else
        for (int64_t i = 0; i < n; i++)
            s->data[i] = (char)p[i];
    return s;
}

static inline struct lang_str *piece(struct lang_thread *t, struct lang_str *s, int64_t start, int64_t end)
{
    int64_t n = end - start;
    if (s->kind == 2 && n > 1 && n <= 16 && n < s->length)
        return wide_word(t, (const uint16_t *)(const void *)s->data + start, n);
    if (!s->ascii || n == s->length || n > 32)
        return lang_str_slice(t, s, start, end);
    return n > 1 ? short_word(t, s->data + start, n) : lang_tiny_str(n ? (uint8_t)s->data[start] : 256);
}

static inline int put_slice(struct lang_thread *t, struct lang_list *l, struct lang_str *s, int64_t start, int64_t end)
{
    struct lang_str *part = piece(t, s, start, end);
    if ((l->length & 0xffff) == 0xffff && lang_poll_quiet(t) < 0) {
        lang_xdecref(t, part);
        return -1;
    }
    if (!part)
        return -1;
    if (l->length == l->capacity)
        return lang_list_append_steal(t, l, lang_obj(part));
    l->items[l->length++] = lang_obj(part);
    return 0;
}

static int add_slice(struct lang_thread *t, struct lang_list *l, struct lang_str *s, int64_t start, int64_t end)
{
    return put_slice(t, l, s, start, end);
}

/* Which of the first 256 characters are white space, and which end a line. */
enum { SPACE = 1, BREAK = 2 };
static const uint8_t latin_kinds[256] = {
    [9] = SPACE,
    [10 ... 13] = SPACE | BREAK,
    [28 ... 30] = SPACE | BREAK,
    [31] = SPACE,
    [' '] = SPACE,
    [0x85] = SPACE | BREAK,
    [0xa0] = SPACE,
};

static inline bool is_space_at(const struct lang_str *s, int64_t i)
{
    return s->kind == 1 ? latin_kinds[(uint8_t)s->data[i]] & SPACE : lang_char_is_space(lang_str_at(s, i));
}

/* For words of unusual length: true when it is time to ask for an interrupt, and there was one. */
static inline bool word_interrupted(struct lang_thread *t, int64_t i)
{
    return (i & 0xfffff) == 0 && lang_poll_quiet(t) < 0;
}

/* The first position from i on with white space, or without; the length if there is none, -1 at an interrupt. */
static inline int64_t next_boundary(struct lang_thread *t, const struct lang_str *s, int64_t i, bool space)
{
    for (;;) {
        int64_t end = s->length - i > 1 << 20 ? i + (1 << 20) : s->length;
        if (s->kind == 1)
            while (i < end && (latin_kinds[(uint8_t)s->data[i]] & SPACE) != space)
                i++;
        else
            while (i < end && lang_char_is_space(lang_str_at(s, i)) != space)
                i++;
        if (i < end || end == s->length)
            return i;
        if (lang_poll_quiet(t) < 0)
            return -1;
    }
}

/* The first position from i on with white space in a text of bytes, or its length: eight at a time are passed that have
 * none up to the space and none beyond ASCII. */
static inline int64_t word_end(const uint8_t *p, int64_t i, int64_t n)
{
    const uint64_t low = UINT64_C(0x0101010101010101), high = low << 7;
    while (i + 8 <= n) {
        uint64_t w, found;
        memcpy(&w, p + i, 8);
        found = ((w - 0x21 * low) | w) & high; /* exact up to the first that is found */
        if (found) {
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
            i += __builtin_ctzll(found) >> 3;
#else
            i += __builtin_clzll(found) >> 3;
#endif
            if (latin_kinds[p[i]] & SPACE)
                return i;
            i++;
        } else {
            i += 8;
        }
    }
    while (i < n && !(latin_kinds[p[i]] & SPACE))
        i++;
    return i;
}

/* A text of bytes, short enough not to ask for an interrupt. */
static int split_bytes(struct lang_thread *t, struct lang_list *l, struct lang_str *s, int64_t max)
{
    const uint8_t *p = (const uint8_t *)s->data;
    int64_t n = s->length, start, end = 0;
    for (;;) {
        for (start = end; start < n && latin_kinds[p[start]] & SPACE; start++)
            ;
        if (start == n)
            return 0;
        if (max-- == 0)
            return add_slice(t, l, s, start, n);
        end = word_end(p, start + 1, n);
        if (put_slice(t, l, s, start, end) < 0)
            return -1;
        end += end < n; /* it is white space */
    }
}

static int split_space(struct lang_thread *t, struct lang_list *l, struct lang_str *s, int64_t max)
{
    if (s->kind == 1 && s->length < 1 << 20)
        return split_bytes(t, l, s, max);
    int64_t n = s->length, start, end = 0;
    for (;;) {
        start = next_boundary(t, s, end, false);
        if (start < 0 || start == n)
            return start < 0 ? -1 : 0;
        if (max-- == 0)
            return add_slice(t, l, s, start, n); /* the rest with the white space behind it */
        end = next_boundary(t, s, start + 1, true);
        if (end < 0 || add_slice(t, l, s, start, end) < 0)
            return -1;
    }
}

/* Adds from the right; the caller reverses. */
static int rsplit_space(struct lang_thread *t, struct lang_list *l, struct lang_str *s, int64_t max)
{
    int64_t n = s->length;
    for (;;) {
        for (; n > 0 && is_space_at(s, n - 1); n--)
            if (word_interrupted(t, n))
                return -1;
        if (n == 0)
            return 0;
        int64_t end = n, start = 0;
        if (max-- == 0) {
            return add_slice(t, l, s, start, end);
        }
        for (; n > 0 && !is_space_at(s, n - 1); n--)
            if (word_interrupted(t, n))
                return -1;
        if (add_slice(t, l, s, n, end) < 0)
            return -1;
    }
}

enum { MANY = 64 };

static int split_at(struct lang_thread *t, struct lang_list *l, struct lang_str *s, struct lang_str *sep, int64_t max)
{
    int64_t start = 0, at = 0;
    if (s->kind == 1 && sep->kind == 1 && sep->length == 1) {
        const char *p = s->data, c = sep->data[0];
        for (; max-- > 0; start = at + 1) {
            int64_t near = s->length - start > 16 ? start + 16 : s->length;
            for (at = start; at < near && p[at] != c; at++)
                ;
            if (at == near && (near == s->length || (at = lang_search_far(t, p, near, s->length, &c, 1, 1)) < 0))
                break;
            if (put_slice(t, l, s, start, at) < 0)
                return -1;
        }
        return at == -2 ? -1 : add_slice(t, l, s, start, s->length);
    }
    if (s->length < 1 << 22 && sep->length <= MANY && sep->kind <= s->kind) {
        int64_t positions[MANY];
        uint32_t units[MANY];
        int some = MANY;
        lang_units_copy(units, s->kind, sep->data, sep->kind, sep->length);
        while (some == MANY && max > 0) {
            some = lang_search_many(s->data, &at, s->length, units, sep->length, s->kind, positions, MANY);
            for (int i = 0; i < some && max > 0; i++, max--) {
                if (put_slice(t, l, s, start, positions[i]) < 0)
                    return -1;
                start = positions[i] + sep->length;
            }
        }
        return add_slice(t, l, s, start, s->length);
    }
    while (max-- > 0 && (at = lang_str_find_far(t, s, sep, start, s->length)) >= 0) {
        if (add_slice(t, l, s, start, at) < 0)
            return -1;
        start = at + sep->length;
    }
    return at == -2 ? -1 : add_slice(t, l, s, start, s->length);
}

static int rsplit_at(struct lang_thread *t, struct lang_list *l, struct lang_str *s, struct lang_str *sep, int64_t max)
{
    int64_t end = s->length, at = 0;
    if (s->kind == 1 && sep->kind == 1 && sep->length == 1 && end < 1 << 20) {
        for (at = end; at-- > 0 && max > 0;)
            if (s->data[at] == sep->data[0]) {
                if (put_slice(t, l, s, at + 1, end) < 0)
                    return -1;
                end = at;
                max--;
            }
        return add_slice(t, l, s, 0, end);
    }
    while (max-- > 0 && (at = lang_str_find_last_far(t, s, sep, 0, end)) >= 0) {
        if (add_slice(t, l, s, at + sep->length, end) < 0)
            return -1;
        end = at;
    }
    return at == -2 ? -1 : add_slice(t, l, s, 0, end);
}

static lang_value split(struct lang_thread *t, const lang_value *args, bool right)
{
    struct lang_str *s = lang_as_str(args[0]);
    int64_t max = -1;
    bool space = lang_is_undef(args[1]) || lang_is_none(args[1]);
    if (!lang_is_undef(args[2]) && lang_as_index(t, args[2], &max) < 0)
        return lang_error();
    if (max < 0)
        max = INT64_MAX;
    if (!space && !lang_is_str(args[1]))
        return lang_raise(t, LANG_EXC_TypeError, "must be str or None, not %N", args[1]);
    if (!space && lang_as_str(args[1])->length == 0)
        return lang_raise(t, LANG_EXC_ValueError, "empty separator");
    struct lang_list *l = lang_list_new(t, 8);
    if (!l)
        return lang_error();
    int r;
    if (space)
        r = right ? rsplit_space(t, l, s, max) : split_space(t, l, s, max);
    else
        r = right ? rsplit_at(t, l, s, lang_as_str(args[1]), max) : split_at(t, l, s, lang_as_str(args[1]), max);
    if (r < 0) {
        lang_decref(t, l);
        return lang_error();
    }
    for (int64_t i = 0, k = l->length - 1; right && i < k; i++, k--) {
        lang_value swap = l->items[i];
        l->items[i] = l->items[k];
        l->items[k] = swap;
    }
    return lang_obj(l);
}

lang_value lang_str_m_split(struct lang_thread *t, const lang_value *args)
{
    return split(t, args, false);
}
lang_value lang_str_m_rsplit(struct lang_thread *t, const lang_value *args)
{
    return split(t, args, true);
}

/* From i on: the first unit that may end a line, before end; blocks are passed in which none does. */
#define NEXT_BREAK(TYPE)                                                                                               \
    static int64_t break_##TYPE(const TYPE *p, int64_t i, int64_t end)                                                 \
    {                                                                                                                  \
        for (; i + 16 <= end; i += 16) {                                                                               \
            TYPE any = 0;                                                                                              \
            for (int k = 0; k < 16; k++) {                                                                             \
                TYPE c = p[i + k];                                                                                     \
                any |=                                                                                                 \
                    (TYPE)(((TYPE)(c - 10) < 4) | ((TYPE)(c - 28) < 3) | (c == 0x85) | ((TYPE)(c & ~1u) == 0x2028));   \
            }                                                                                                          \
            if (any)                                                                                                   \
                break;                                                                                                 \
        }                                                                                                              \
        while (i < end && !lang_char_is_linebreak(p[i]))                                                               \
            i++;                                                                                                       \
        return i;                                                                                                      \
    }
NEXT_BREAK(uint16_t)
NEXT_BREAK(uint32_t)

/* The same in any text; `interrupted` is set where one was asked for. */
static int64_t next_break(struct lang_thread *t, const struct lang_str *s, int64_t i, bool *interrupted)
{
    for (int64_t end; i < s->length && !*interrupted; *interrupted = lang_poll_quiet(t) < 0) {
        end = s->length - i > 1 << 20 ? i + (1 << 20) : s->length;
        if (s->kind == 1)
            while (i < end && !(latin_kinds[(uint8_t)s->data[i]] & BREAK))
                i++;
        else
            i = s->kind == 2 ? break_uint16_t((const uint16_t *)(const void *)s->data, i, end)
                             : break_uint32_t((const uint32_t *)(const void *)s->data, i, end);
        if (i < end || end == s->length)
            break;
    }
    return i;
}

lang_value lang_str_m_splitlines(struct lang_thread *t, const lang_value *args)
{
    struct lang_str *s = lang_as_str(args[0]);
    int64_t keep = 0;
    bool bad = !lang_is_undef(args[1]) && lang_as_c_int(t, args[1], &keep) < 0;
    struct lang_list *l = bad ? NULL : lang_list_new(t, 8);
    if (!l)
        return lang_error();
    for (int64_t i = 0, n = s->length; i < n;) {
        int64_t start = i, end;
        bool interrupted = false;
        i = next_break(t, s, i, &interrupted);
        end = i;
        if (i < n)
            i += lang_str_at(s, i) == '\r' && i + 1 < n && lang_str_at(s, i + 1) == '\n' ? 2 : 1;
        if (interrupted || add_slice(t, l, s, start, keep ? i : end) < 0) {
            lang_decref(t, l);
            return lang_error();
        }
    }
    return lang_obj(l);
}

/* What partition gives where there is no separator. */
static lang_value partition_missing(struct lang_thread *t, struct lang_str *s, bool right)
{
    struct lang_tuple *three = lang_tuple_new(t, 3);
    struct lang_str *self = three ? lang_str_self(t, s) : NULL;
    if (!self) {
        lang_xdecref(t, three);
        return lang_error();
    }
    for (int i = 0; i < 3; i++)
        three->items[i] = lang_obj(i == (right ? 2 : 0) ? self : lang_tiny_str(256));
    return lang_obj(three);
}

static lang_value partition(struct lang_thread *t, const lang_value *args, bool right)
{
    if (!lang_is_str(args[1]))
        return lang_raise(t, LANG_EXC_TypeError, "must be str, not %N", args[1]);
    struct lang_str *s = lang_as_str(args[0]), *sep = lang_as_str(args[1]);
    if (sep->length == 0)
        return lang_raise(t, LANG_EXC_ValueError, "empty separator");
    int64_t n = s->length, at = right ? lang_str_find_last_far(t, s, sep, 0, n) : lang_str_find_far(t, s, sep, 0, n);
    if (at == -2)
        return lang_error();
    int64_t cuts[4] = {0, at, at + sep->length, n};
    if (at < 0)
        return partition_missing(t, s, right);
    struct lang_tuple *three = lang_tuple_new(t, 3);
    for (int i = 0; three && i < 3; i++) {
        struct lang_str *part = i == 1 ? lang_str_self(t, sep) : piece(t, s, cuts[i], cuts[i + 1]);
        if (!part) {
            lang_decref(t, three);
            return lang_error();
        }
        three->items[i] = lang_obj(part);
    }
    return lang_obj_or_error(three);
}

lang_value lang_str_m_partition(struct lang_thread *t, const lang_value *args)
{
    return partition(t, args, false);
}
lang_value lang_str_m_rpartition(struct lang_thread *t, const lang_value *args)
{
    return partition(t, args, true);
}

/* ------------------------------------------------------------------ join */

/* A piece at *to, which moves behind it. */
static inline int put_piece(struct lang_thread *t, char **to, int kind, const struct lang_str *s)
{
    size_t size = (size_t)s->length * (size_t)kind;
    if (s->kind == kind && size <= 32)
        lang_copy_short(*to, s->data, size);
    else if (lang_units_copy_large(t, *to, kind, s->data, s->kind, s->length) < 0)
        return -1;
    *to += size;
    return 0;
}

/* Pieces that all have units of one byte. */
static int join_bytes(struct lang_thread *t, char *to, const struct lang_str *sep, const lang_value *items, int64_t n)
{
    size_t between = (size_t)sep->length;
    for (int64_t i = 0; i < n; i++) {
        const struct lang_str *s = lang_as_str(items[i]);
        size_t size = (size_t)s->length;
        if (between == 1 && i)
            *to++ = sep->data[0];
        else if (i && between && put_piece(t, &to, 1, sep) < 0)
            return -1;
        if (size <= 32)
            lang_copy_short(to, s->data, size);
        else if (lang_copy_large(t, to, s->data, size) < 0)
            return -1;
        to += size;
        if ((i & 0xffff) == 0xffff && lang_poll_quiet(t) < 0)
            return -1;
    }
    return 0;
}

static int join_wide(struct lang_thread *t, char *to, int kind, const struct lang_str *sep, const lang_value *items,
                     int64_t n)
{
    for (int64_t i = 0; i < n; i++)
        if ((i && sep->length && put_piece(t, &to, kind, sep) < 0) ||
            put_piece(t, &to, kind, lang_as_str(items[i])) < 0 || ((i & 0xffff) == 0xffff && lang_poll_quiet(t) < 0))
            return -1;
    return 0;
}

struct lang_str *lang_str_join(struct lang_thread *t, struct lang_str *sep, const lang_value *items, int64_t n)
{
    int64_t length = 0;
    int kinds = n > 1 ? sep->kind : 1;
    bool ascii = n > 1 ? sep->ascii : true;
    for (int64_t i = 0; i < n; i++) {
        if (!lang_is_str(items[i]))
            return lang_fail_null(t, LANG_EXC_TypeError, "sequence item %ld: expected str instance, %N found", (long)i,
                                  items[i]);
        struct lang_str *s = lang_as_str(items[i]);
        length += s->length + (i ? sep->length : 0);
        if (length > INT64_MAX / 16)
            return lang_fail_null(t, LANG_EXC_OverflowError, "join() result is too long for a Python string");
        kinds |= s->kind;
        ascii &= s->ascii;
    }
    int kind = kinds >= 4 ? 4 : kinds >= 2 ? 2 : 1;
    if (n == 1)
        return lang_str_self(t, lang_as_str(items[0]));
    if (length <= 1) { /* shared texts, but only one piece is not empty */
        for (int64_t i = 0; i < n; i++)
            if (lang_as_str(items[i])->length)
                return lang_str_self(t, lang_as_str(items[i]));
        return length ? lang_str_self(t, sep) : lang_str_empty(t);
    }
    struct lang_str *r = lang_str_alloc(t, kind, ascii, length);
    if (!r)
        return NULL;
    int failed = kind == 1 ? join_bytes(t, r->data, sep, items, n) : join_wide(t, r->data, kind, sep, items, n);
    if (!failed)
        return r;
    lang_decref(t, r);
    return NULL;
}

lang_value lang_str_m_join(struct lang_thread *t, const lang_value *args)
{
    struct lang_str *sep = lang_as_str(args[0]);
    if (lang_is_exactly(args[1], &lang_type_list))
        return lang_obj_or_error(lang_str_join(t, sep, lang_as_list(args[1])->items, lang_as_list(args[1])->length));
    if (lang_is_exactly(args[1], &lang_type_tuple))
        return lang_obj_or_error(lang_str_join(t, sep, lang_as_tuple(args[1])->items, lang_as_tuple(args[1])->length));
    lang_value iterator = lang_iter_or(t, args[1], "can only join an iterable");
    if (lang_is_error(iterator))
        return iterator;
    struct lang_list *l = lang_to_list(t, iterator);
    lang_unref(t, iterator);
    if (!l)
        return lang_error();
    struct lang_str *r = lang_str_join(t, sep, l->items, l->length);
    lang_decref(t, l);
    return lang_obj_or_error(r);
}
