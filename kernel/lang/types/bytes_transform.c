/* bytes_transform.c: methods of bytes and bytearray that make new bytes of all the old ones: join, replace, translate,
 * expandtabs, case, hex and fromhex. The length of the result is found first, then it is filled. */
#include <string.h>

#include "types/bytes_impl.h"
#include "types/str_impl.h"

enum { SLICE = 1 << 20 }; /* bytes between two questions for an interrupt */

struct view {
    const uint8_t *p;
    int64_t n;
};

static int view_of(struct lang_thread *t, lang_value v, struct view *out)
{
    if (lang_bytes_view(v, &out->p, &out->n))
        return 0;
    return lang_fail(t, LANG_EXC_TypeError, "a bytes-like object is required, not '%N'", v);
}

static uint8_t *data_of(lang_value v)
{
    return lang_is_bytes(v) ? ((struct lang_bytes *)v.o)->data : ((struct lang_bytearray *)v.o)->data;
}

/* What was half made when an interrupt came. */
static lang_value stopped(struct lang_thread *t, lang_value v)
{
    lang_unref(t, v);
    return lang_error();
}

/* ------------------------------------------------------------------ join */

/* The items one behind the other; -1 with an error. */
static int64_t joined_size(struct lang_thread *t, struct view sep, const lang_value *items, int64_t n)
{
    struct view item;
    int64_t size = 0;
    for (int64_t i = 0; i < n; i++) {
        if (!lang_bytes_view(items[i], &item.p, &item.n))
            return lang_fail(t, LANG_EXC_TypeError, "sequence item %ld: expected a bytes-like object, %N found",
                             (long)i, items[i]);
        size += item.n + (i ? sep.n : 0);
        if (size > INT64_MAX / 16) {
            lang_no_memory(t);
            return -1;
        }
        if (lang_text_interrupted(t, i))
            return -1;
    }
    return size;
}

static lang_value join(struct lang_thread *t, lang_value self, const lang_value *items, int64_t n)
{
    struct view sep, item;
    lang_bytes_view(self, &sep.p, &sep.n);
    int64_t size = joined_size(t, sep, items, n);
    if (size < 0)
        return lang_error();
    if (n == 1 && lang_is_exactly(items[0], &lang_type_bytes) && lang_is_bytes(self))
        return lang_ref(items[0]);
    lang_value r = lang_bytes_like_raw(t, self, (size_t)size);
    if (lang_is_error(r))
        return r;
    uint8_t *to = data_of(r);
    for (int64_t i = 0; i < n; i++) {
        if (i && sep.n) {
            lang_copy_short(to, sep.p, (size_t)sep.n);
            to += sep.n;
        }
        lang_bytes_view(items[i], &item.p, &item.n);
        if ((uint64_t)item.n <= 32)
            lang_copy_short(to, item.p, (size_t)item.n);
        else if (lang_copy_large(t, to, item.p, (size_t)item.n) < 0)
            return stopped(t, r);
        to += item.n;
        if ((i & 0xffff) == 0xffff && lang_poll_quiet(t) < 0)
            return stopped(t, r);
    }
    return r;
}

/* The same list, with the bytes of foreign objects in their place: a new one if there are such. NULL: an exception. */
static struct lang_list *with_foreign_bytes(struct lang_thread *t, struct lang_list *items)
{
    struct lang_list *copy = lang_list_from(t, items->items, items->length);
    for (int64_t i = 0; copy && i < copy->length; i++) {
        struct lang_buffer held;
        if (!(lang_type_of(copy->items[i])->flags & LANG_TYPE_FOREIGN) || !lang_buffer_get(t, copy->items[i], &held))
            continue;
        lang_value bytes = lang_obj_or_error(lang_bytes_new(t, held.data, (size_t)held.length));
        lang_buffer_release(t, &held);
        if (lang_is_error(bytes)) {
            lang_decref(t, copy);
            return NULL;
        }
        lang_set_steal(t, &copy->items[i], bytes);
    }
    return copy;
}

static bool has_foreign(const lang_value *items, int64_t n)
{
    for (int64_t i = 0; i < n; i++)
        if (items[i].tag == LANG_OBJECT && items[i].o->type->flags & LANG_TYPE_FOREIGN)
            return true;
    return false;
}

lang_value lang_bytes_m_join(struct lang_thread *t, const lang_value *args)
{
    if (lang_is_exactly(args[1], &lang_type_list) &&
        !has_foreign(lang_as_list(args[1])->items, lang_as_list(args[1])->length))
        return join(t, args[0], lang_as_list(args[1])->items, lang_as_list(args[1])->length);
    if (lang_is_exactly(args[1], &lang_type_tuple) &&
        !has_foreign(lang_as_tuple(args[1])->items, lang_as_tuple(args[1])->length))
        return join(t, args[0], lang_as_tuple(args[1])->items, lang_as_tuple(args[1])->length);
    lang_value iterator = lang_iter_or(t, args[1], "can only join an iterable");
    if (lang_is_error(iterator))
        return iterator;
    struct lang_list *l = lang_to_list(t, iterator);
    lang_unref(t, iterator);
    if (!l)
        return lang_error();
    if (has_foreign(l->items, l->length)) {
        struct lang_list *plain = with_foreign_bytes(t, l);
        lang_decref(t, l);
        if (!(l = plain))
            return lang_error();
    }
    lang_value r = join(t, args[0], l->items, l->length);
    lang_decref(t, l);
    return r;
}

/* ------------------------------------------------------------------ replace */

/* One byte by another: a copy in which they are exchanged. */
static lang_value replace_one(struct lang_thread *t, lang_value self, struct view s, uint8_t old, uint8_t new,
                              int64_t max)
{
    lang_value r = lang_bytes_like_raw(t, self, (size_t)s.n);
    if (lang_is_error(r))
        return r;
    uint8_t *to = data_of(r);
    for (int64_t i = 0, n; i < s.n; i += n) {
        n = s.n - i > SLICE ? SLICE : s.n - i;
        if (max >= s.n)
            lang_bytes_exchange(to + i, s.p + i, n, old, new);
        else
            for (int64_t k = i; k < i + n; k++)
                to[k] = s.p[k] == old && max-- > 0 ? new : s.p[k];
        if (i + n < s.n && lang_poll_quiet(t) < 0)
            return stopped(t, r);
    }
    return r;
}

/* `new` in front of each byte and at the end, at most max times. */
static lang_value interleave(struct lang_thread *t, lang_value self, struct view s, struct view new, int64_t max)
{
    int64_t count = max < s.n + 1 ? max : s.n + 1;
    if (new.n && count > (INT64_MAX / 16 - s.n) / new.n)
        return lang_raise(t, LANG_EXC_OverflowError, "replace bytes is too long");
    lang_value r = lang_bytes_like_raw(t, self, (size_t)(s.n + count * new.n));
    if (lang_is_error(r))
        return r;
    uint8_t *to = data_of(r);
    for (int64_t i = 0; i <= s.n; i++) {
        if (i < count) {
            lang_copy_short(to, new.p, (size_t) new.n);
            to += new.n;
        }
        if (i < s.n)
            *to++ = s.p[i];
        if (lang_text_interrupted(t, i))
            return stopped(t, r);
    }
    return r;
}

static lang_value replace_parts(struct lang_thread *t, lang_value self, struct view s, struct view old, struct view new,
                                int64_t max, int64_t first)
{
    int64_t positions[32], count = 0, start = 0;
    for (int64_t at = first; at >= 0 && count < max; count++) { /* the first positions are remembered */
        if (count < 32)
            positions[count] = at;
        at = lang_search_far(t, s.p, at + old.n, s.n, old.p, old.n, 1);
        if (at == -2 || ((count & 0xffff) == 0xffff && lang_poll_quiet(t) < 0))
            return lang_error();
    }
    if (new.n > old.n &&new.n - old.n > (INT64_MAX / 16 - s.n) / count)
        return lang_raise(t, LANG_EXC_OverflowError, "replace bytes is too long");
    lang_value r = lang_bytes_like_raw(t, self, (size_t)(s.n + count * (new.n - old.n)));
    if (lang_is_error(r))
        return r;
    uint8_t *to = data_of(r);
    for (int64_t i = 0; i < count; i++) {
        int64_t at = i < 32 ? positions[i] : lang_search(s.p, start, s.n, old.p, old.n, 1);
        lang_copy_short(to, s.p + start, (size_t)(at - start));
        to += at - start;
        lang_copy_short(to, new.p, (size_t) new.n);
        to += new.n;
        start = at + old.n;
        if ((i & 0xffff) == 0xffff && lang_poll_quiet(t) < 0)
            return stopped(t, r);
    }
    return lang_copy_large(t, to, s.p + start, (size_t)(s.n - start)) < 0 ? stopped(t, r) : r;
}

static lang_value replace(struct lang_thread *t, lang_value self, struct view old, struct view new, int64_t max)
{
    struct view s;
    lang_bytes_view(self, &s.p, &s.n);
    if (old.n == 0 && max)
        return interleave(t, self, s, new, max);
    int64_t first = max && s.n >= old.n ? lang_search_far(t, s.p, 0, s.n, old.p, old.n, 1) : -1;
    if (first == -2)
        return lang_error();
    if (first < 0)
        return lang_is_exactly(self, &lang_type_bytes) ? lang_ref(self) : lang_bytes_like(t, self, s.p, (size_t)s.n);
    if (old.n == 1 && new.n == 1)
        return replace_one(t, self, s, *old.p, *new.p, max);
    return replace_parts(t, self, s, old, new, max, first);
}

lang_value lang_bytes_m_replace(struct lang_thread *t, const lang_value *args)
{
    struct lang_buffer parts[2] = {{.owner = lang_undef()}, {.owner = lang_undef()}};
    int64_t max = -1;
    lang_value r = lang_error();
    for (int i = 0; i < 2; i++) /* they are held, as CPython holds them, while the count is converted */
        if (!lang_buffer_get(t, args[i + 1], &parts[i])) {
            lang_buffer_release(t, &parts[0]);
            return lang_raise(t, LANG_EXC_TypeError, "a bytes-like object is required, not '%N'", args[i + 1]);
        }
    if (lang_is_undef(args[3]) || lang_as_index(t, args[3], &max) == 0)
        r = replace(t, args[0], (struct view){parts[0].data, parts[0].length},
                    (struct view){parts[1].data, parts[1].length}, max < 0 ? INT64_MAX : max);
    for (int i = 0; i < 2; i++)
        lang_buffer_release(t, &parts[i]);
    return r;
}

/* ------------------------------------------------------------------ expandtabs, translate, case */

/* The length of the text with its tabs expanded; it is put to `to` if that is not NULL. -1: an interrupt, or too long.
 */
static int64_t expand(struct lang_thread *t, struct view s, int64_t size, uint8_t *to)
{
    int64_t length = 0, column = 0;
    for (int64_t i = 0; i < s.n; i++) {
        int64_t n = s.p[i] != '\t' ? 1 : size > 0 ? size - column % size : 0;
        if (to && s.p[i] != '\t')
            to[length] = s.p[i];
        else if (to && n && lang_fill_large(t, to + length, ' ', (size_t)n) < 0)
            return -1;
        if (n > INT64_MAX / 16 - length)
            return lang_fail(t, LANG_EXC_OverflowError, "result too long");
        length += n;
        column = s.p[i] == '\n' || s.p[i] == '\r' ? 0 : column + n;
        if (lang_text_interrupted(t, i))
            return -1;
    }
    return length;
}

lang_value lang_bytes_m_expandtabs(struct lang_thread *t, const lang_value *args)
{
    struct view s;
    int64_t size = 8, length;
    if (!lang_is_undef(args[1]) && lang_as_c_int(t, args[1], &size) < 0)
        return lang_error();
    lang_bytes_view(args[0], &s.p, &s.n);
    if ((length = expand(t, s, size, NULL)) < 0)
        return lang_error();
    lang_value r = lang_bytes_like_raw(t, args[0], (size_t)length);
    if (lang_is_error(r))
        return r;
    return length && expand(t, s, size, data_of(r)) < 0 ? stopped(t, r) : r;
}

lang_value lang_bytes_m_translate(struct lang_thread *t, const lang_value *args)
{
    struct view s, table = {NULL, 256}, drop = {NULL, 0};
    uint8_t keep[256], same[256];
    if (!lang_is_none(args[1]) && view_of(t, args[1], &table) < 0)
        return lang_error();
    if (table.n != 256)
        return lang_raise(t, LANG_EXC_ValueError, "translation table must be 256 characters long");
    if (!lang_is_undef(args[2]) && view_of(t, args[2], &drop) < 0)
        return lang_error();
    lang_bytes_view(args[0], &s.p, &s.n);
    if (!table.p) {
        for (int i = 0; i < 256; i++)
            same[i] = (uint8_t)i;
        table.p = same;
    }
    int64_t n = s.n, to = 0;
    if (drop.n) {
        memset(keep, 1, sizeof keep);
        for (int64_t i = 0; i < drop.n; i++)
            keep[drop.p[i]] = 0;
        n = 0;
        for (int64_t i = 0; i < s.n; i++) {
            n += keep[s.p[i]];
            if (lang_text_interrupted(t, i))
                return lang_error();
        }
    }
    lang_value r = lang_bytes_like_raw(t, args[0], (size_t)n);
    if (lang_is_error(r))
        return r;
    uint8_t *data = data_of(r);
    for (int64_t i = 0, end; i < s.n; i = end) {
        end = s.n - i > SLICE ? i + SLICE : s.n;
        if (drop.n)
            for (int64_t k = i; k < end && to < n; k++) {
                data[to] = table.p[s.p[k]];
                to += keep[s.p[k]];
            }
        else
            for (int64_t k = i; k < end; k++)
                data[k] = table.p[s.p[k]];
        if (end < s.n && lang_poll_quiet(t) < 0)
            return stopped(t, r);
    }
    return r;
}

enum mapping { UPPER, LOWER, SWAP, CAPITALIZE, TITLE };

static lang_value map_case(struct lang_thread *t, const lang_value *args, enum mapping how)
{
    struct view s;
    lang_bytes_view(args[0], &s.p, &s.n);
    lang_value r = lang_bytes_like_raw(t, args[0], (size_t)s.n);
    if (lang_is_error(r))
        return r;
    uint8_t *to = data_of(r);
    bool inside = false;
    for (int64_t i = 0, end; i < s.n; i = end) {
        end = s.n - i > SLICE ? i + SLICE : s.n;
        if (how <= LOWER)
            lang_ascii_flip(to + i, s.p + i, end - i, how == UPPER ? 'a' : 'A');
        for (int64_t k = i; how > LOWER && k < end; k++) {
            uint8_t c = s.p[k], letter = (uint8_t)((c | 32) - 'a') < 26 ? 32 : 0; /* its bit, set for the small one */
            uint8_t small = how == SWAP ? (uint8_t)(~c & letter) : inside ? letter : 0;
            to[k] = (uint8_t)((c & ~letter) | small);
            inside = how == CAPITALIZE || letter;
        }
        if (end < s.n && lang_poll_quiet(t) < 0)
            return stopped(t, r);
    }
    return r;
}

#define CASE(name, how)                                                                                                \
    lang_value lang_bytes_m_##name(struct lang_thread *t, const lang_value *args)                                      \
    {                                                                                                                  \
        return map_case(t, args, how);                                                                                 \
    }
CASE(upper, UPPER)
CASE(lower, LOWER)
CASE(swapcase, SWAP)
CASE(capitalize, CAPITALIZE)
CASE(title, TITLE)

/* ------------------------------------------------------------------ hexadecimal */

/* The separator that hex() was given: one ASCII character, or -1 with an error. */
static int separator_of(struct lang_thread *t, lang_value v)
{
    struct view sep;
    if (!lang_bytes_view(v, &sep.p, &sep.n)) {
        int64_t length = lang_len(t, v);
        if (length < 0)
            return -1;
        if (length != 1)
            return lang_fail(t, LANG_EXC_ValueError, "sep must be length 1.");
        if (!lang_is_str(v))
            return lang_fail(t, LANG_EXC_TypeError, "sep must be str or bytes.");
        uint32_t c = lang_str_at(lang_as_str(v), 0);
        return c < 128 ? (int)c : lang_fail(t, LANG_EXC_ValueError, "sep must be ASCII.");
    }
    if (sep.n != 1)
        return lang_fail(t, LANG_EXC_ValueError, "sep must be length 1.");
    if (!lang_is_bytes(v))
        return lang_fail(t, LANG_EXC_TypeError, "sep must be str or bytes.");
    return sep.p[0] < 128 ? sep.p[0] : lang_fail(t, LANG_EXC_ValueError, "sep must be ASCII.");
}

/* Two digits a byte. Four bytes at once: their nibbles are spread over eight, then 10 and more get what letters lie
 * further up. */
static char *put_hex(char *to, const uint8_t *p, int64_t n)
{
    static const char digits[] = "0123456789abcdef";
    const uint64_t ones = UINT64_C(0x0101010101010101);
    int64_t i = 0;
    for (; i + 4 <= n; i += 4, to += 8) {
        uint32_t four;
        memcpy(&four, p + i, 4);
        uint64_t w = four;
        w = (w | w << 16) & UINT64_C(0x0000ffff0000ffff);
        w = (w | w << 8) & UINT64_C(0x00ff00ff00ff00ff);
        w = (w >> 4 & ones * 15) | (w << 8 & UINT64_C(0x0f000f000f000f00));
        w = (w & (ones * 15)) + ones * '0' + ((w + ones * 118) >> 7 & ones) * ('a' - '0' - 10);
        memcpy(to, &w, 8);
    }
    for (; i < n; i++) {
        *to++ = digits[p[i] >> 4];
        *to++ = digits[p[i] & 15];
    }
    return to;
}

lang_value lang_bytes_m_hex(struct lang_thread *t, const lang_value *args)
{
    struct view s;
    int64_t group = 1;
    int sep = 0;
    if (!lang_is_undef(args[2]) && lang_as_c_int(t, args[2], &group) < 0)
        return lang_error();
    if (!lang_is_undef(args[1]) && (sep = separator_of(t, args[1])) < 0)
        return lang_error();
    lang_bytes_view(args[0], &s.p, &s.n);
    bool apart = !lang_is_undef(args[1]) && group && s.n;
    int64_t size = group < 0 ? -group : group; /* of a group; those from the right leave the rest in front */
    int64_t next = !apart ? SLICE : group > 0 && s.n % size ? s.n % size : size;
    struct lang_str *r = s.n ? lang_str_alloc(t, 1, true, s.n * 2 + (apart ? (s.n - 1) / size : 0)) : lang_str_empty(t);
    char *to = r ? r->data : NULL;
    for (int64_t i = 0, n; r && i < s.n; i += n) {
        n = s.n - i < next ? s.n - i : next;
        to = put_hex(to, s.p + i, n);
        if (apart && i + n < s.n)
            *to++ = (char)sep;
        next = apart ? size : SLICE;
        if ((n == SLICE || (i & 0xffff) == 0xffff) && lang_poll_quiet(t) < 0) {
            lang_decref(t, r);
            r = NULL;
        }
    }
    return lang_obj_or_error(r);
}

static int hex_digit(uint32_t c)
{
    return c >= '0' && c <= '9' ? (int)c - '0' : (c | 32) >= 'a' && (c | 32) <= 'f' ? (int)(c | 32) - 'a' + 10 : -1;
}

/* The values of hexadecimal digits and one more, by character; 0: it is none. */
static const uint8_t hex_values[256] = {
    ['0'] = 1,  ['1'] = 2,  ['2'] = 3,  ['3'] = 4,  ['4'] = 5,  ['5'] = 6,  ['6'] = 7,  ['7'] = 8,
    ['8'] = 9,  ['9'] = 10, ['a'] = 11, ['b'] = 12, ['c'] = 13, ['d'] = 14, ['e'] = 15, ['f'] = 16,
    ['A'] = 11, ['B'] = 12, ['C'] = 13, ['D'] = 14, ['E'] = 15, ['F'] = 16,
};

lang_value lang_bytes_m_fromhex(struct lang_thread *t, const lang_value *args)
{
    if (!lang_is_str(args[1]))
        return lang_raise(t, LANG_EXC_TypeError, "fromhex() argument must be str, not %A", args[1]);
    struct lang_str *s = lang_as_str(args[1]);
    uint8_t small[64], *data = s->length <= 128 ? small : lang_alloc(t, (size_t)s->length / 2);
    if (!data)
        return lang_error();
    int64_t n = 0, i = 0, bad = -1;
    bool stopped = false;
    for (int64_t k = 0; !s->ascii && bad < 0 && !stopped; k++) { /* what is not ASCII is found first */
        bad = lang_str_at(s, k) > 127 ? k : -1;
        stopped = lang_text_interrupted(t, k);
    }
    while (bad < 0 && i < s->length && !stopped) {
        const uint8_t *p = (const uint8_t *)s->data;
        int64_t stop = s->length - i > SLICE ? i + SLICE : s->length;
        for (uint8_t high, low; s->kind == 1 && i + 1 < stop; i += 2) { /* pairs without a space */
            high = hex_values[p[i]];
            low = hex_values[p[i + 1]];
            if (!high || !low)
                break;
            data[n++] = (uint8_t)((high - 1) << 4 | (low - 1));
        }
        if (i >= s->length)
            break;
        if (i + 1 >= stop && stop < s->length) {
            stopped = lang_poll_quiet(t) < 0;
            continue;
        }
        uint32_t c = lang_str_at(s, i);
        if (c == ' ' || (c >= 9 && c <= 13)) {
            i++;
            continue;
        }
        int high = hex_digit(c), low = i + 1 < s->length ? hex_digit(lang_str_at(s, i + 1)) : -1;
        if (high < 0 || low < 0) {
            bad = high < 0 ? i : i + 1;
            break;
        }
        data[n++] = (uint8_t)(high << 4 | low);
        i += 2;
    }
    lang_value r;
    struct lang_type *cls = (struct lang_type *)args[0].o;
    if (stopped)
        r = lang_error();
    else if (bad >= 0)
        r = lang_raise(t, LANG_EXC_ValueError, "non-hexadecimal number found in fromhex() arg at position %ld",
                       (long)bad);
    else if (lang_is_subtype(cls, &lang_type_bytearray))
        r = lang_obj_or_error(lang_bytearray_new(t, data, (size_t)n));
    else
        r = lang_obj_or_error(lang_bytes_new(t, data, (size_t)n));
    if (data != small)
        lang_free(t, data, (size_t)s->length / 2);
    if (!lang_is_error(r) && cls != &lang_type_bytes && cls != &lang_type_bytearray) {
        lang_value o = lang_call(t, args[0], &r, 1, NULL);
        lang_unref(t, r);
        r = o;
    }
    return r;
}
