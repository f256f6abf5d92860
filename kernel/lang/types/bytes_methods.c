/* bytes_methods.c: the methods of bytes and bytearray. Most are the same for both and give back what they were called
 * on. */
#include <ctype.h>
#include <string.h>

#include "types/bytes_impl.h"
#include "types/str_impl.h"
#include "vm/object_reduce.h"

struct view {
    const uint8_t *p;
    int64_t n;
};

static struct view self_of(const lang_value *args)
{
    struct view v;
    if (lang_is_exactly(args[0], &lang_type_bytes)) {
        struct lang_bytes *b = (struct lang_bytes *)args[0].o;
        return (struct view){b->data, b->length};
    }
    lang_bytes_view(args[0], &v.p, &v.n);
    return v;
}

static int view_of(struct lang_thread *t, lang_value v, struct view *out)
{
    if (lang_bytes_view(v, &out->p, &out->n))
        return 0;
    return lang_fail(t, LANG_EXC_TypeError, "a bytes-like object is required, not '%N'", v);
}

static lang_value part(struct lang_thread *t, lang_value like, struct view v, int64_t start, int64_t end)
{
    if (start == 0 && end == v.n && lang_is_exactly(like, &lang_type_bytes))
        return lang_ref(like);
    return lang_bytes_like(t, like, v.p + start, (size_t)(end - start));
}

/* ------------------------------------------------------------------ search */

/* The needle of find and similar methods: bytes or one byte as an int. */
static int needle_of(struct lang_thread *t, lang_value v, uint8_t *one, struct view *out)
{
    if (lang_bytes_view(v, &out->p, &out->n))
        return 0;
    if (!lang_type_of(v)->to_index)
        return lang_fail(t, LANG_EXC_TypeError, "argument should be integer or bytes-like object, not '%N'", v);
    if (lang_bytes_byte(t, v, "byte must be in range(0, 256)", one) < 0)
        return -1;
    *out = (struct view){one, 1};
    return 0;
}

/* -1: it is not there; -2: an interrupt. */
static int64_t search(struct lang_thread *t, struct view s, struct view needle, int64_t from, int64_t to, bool last)
{
    if (to - from < needle.n || from > s.n)
        return -1;
    if (needle.n == 0)
        return last ? to : from;
    return last ? lang_search_last_far(t, s.p, from, to, needle.p, needle.n, 1)
                : lang_search_far(t, s.p, from, to, needle.p, needle.n, 1);
}

static lang_value find(struct lang_thread *t, const lang_value *args, bool last, bool must)
{
    struct view s, needle;
    uint8_t one;
    int64_t from, to;
    if (lang_search_bounds(t, args[2], args[3], &from, &to) < 0 || needle_of(t, args[1], &one, &needle) < 0)
        return lang_error();
    s = self_of(args);
    lang_search_fit(s.n, &from, &to);
    int64_t at = search(t, s, needle, from, to, last);
    if (at == -2)
        return lang_error();
    if (at < 0 && must)
        return lang_raise(t, LANG_EXC_ValueError, "subsection not found");
    return lang_int(at);
}
static lang_value m_find(struct lang_thread *t, const lang_value *args)
{
    return find(t, args, false, false);
}
static lang_value m_rfind(struct lang_thread *t, const lang_value *args)
{
    return find(t, args, true, false);
}
static lang_value m_index(struct lang_thread *t, const lang_value *args)
{
    return find(t, args, false, true);
}
static lang_value m_rindex(struct lang_thread *t, const lang_value *args)
{
    return find(t, args, true, true);
}

static lang_value m_count(struct lang_thread *t, const lang_value *args)
{
    struct view s, needle;
    uint8_t one;
    int64_t from, to, at, n = 0, some;
    if (lang_search_bounds(t, args[2], args[3], &from, &to) < 0 || needle_of(t, args[1], &one, &needle) < 0)
        return lang_error();
    s = self_of(args);
    lang_search_fit(s.n, &from, &to);
    if (needle.n == 0)
        return lang_int(from > s.n || to < from ? 0 : to - from + 1);
    for (; needle.n == 1 && from < to; from += some) {
        some = to - from > 1 << 24 ? 1 << 24 : to - from;
        n += lang_bytes_count(s.p + from, some, *needle.p);
        if (some < to - from && lang_poll_quiet(t) < 0)
            return lang_error();
    }
    if (needle.n == 1)
        return lang_int(n);
    while ((at = search(t, s, needle, from, to, false)) >= 0) {
        from = at + needle.n;
        if ((n++ & 0xffff) == 0xffff && lang_poll_quiet(t) < 0)
            return lang_error();
    }
    return at == -2 ? lang_error() : lang_int(n);
}

static bool has_end(struct view s, struct view end, int64_t from, int64_t to, bool tail)
{
    if (to - from < end.n || from > s.n)
        return false;
    return end.n == 0 || memcmp(s.p + (tail ? to - end.n : from), end.p, (size_t)end.n) == 0;
}

static lang_value ends(struct lang_thread *t, const lang_value *args, bool tail)
{
    struct view s, end;
    int64_t from, to;
    if (lang_search_bounds(t, args[2], args[3], &from, &to) < 0)
        return lang_error();
    s = self_of(args);
    lang_search_fit(s.n, &from, &to);
    if (lang_bytes_view(args[1], &end.p, &end.n))
        return lang_bool(has_end(s, end, from, to, tail));
    if (!lang_is_tuple(args[1]))
        return lang_raise(t, LANG_EXC_TypeError, "%s first arg must be bytes or a tuple of bytes, not %N",
                          tail ? "endswith" : "startswith", args[1]);
    struct lang_tuple *all = lang_as_tuple(args[1]);
    for (int64_t i = 0; i < all->length; i++) {
        if (view_of(t, all->items[i], &end) < 0)
            return lang_error();
        if (has_end(s, end, from, to, tail))
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

/* ------------------------------------------------------------------ split, join */

static bool is_space(uint8_t c)
{
    return c == ' ' || (c >= 9 && c <= 13);
}

static int add_part(struct lang_thread *t, struct lang_list *l, lang_value like, struct view s, int64_t start,
                    int64_t end)
{
    lang_value v = lang_bytes_like(t, like, s.p + start, (size_t)(end - start));
    if (lang_is_error(v) || ((l->length & 0xffff) == 0xffff && lang_poll_quiet(t) < 0)) {
        lang_unref(t, v);
        return -1;
    }
    return lang_list_append_steal(t, l, v);
}

static int split_space(struct lang_thread *t, struct lang_list *l, lang_value like, struct view s, int64_t max,
                       bool right)
{
    int64_t start = 0, end = s.n;
    while (max >= 0) { /* the last part keeps the white space on the side that was not looked at */
        for (; !right && start < end && is_space(s.p[start]); start++)
            if (lang_text_interrupted(t, start))
                return -1;
        for (; right && end > start && is_space(s.p[end - 1]); end--)
            if (lang_text_interrupted(t, end))
                return -1;
        if (start == end)
            return 0;
        int64_t cut = right ? end : start;
        if (max-- == 0)
            return add_part(t, l, like, s, start, end);
        if (right) {
            for (; cut > start && !is_space(s.p[cut - 1]); cut--)
                if (lang_text_interrupted(t, cut))
                    return -1;
            if (add_part(t, l, like, s, cut, end) < 0)
                return -1;
            end = cut;
        } else {
            for (; cut < end && !is_space(s.p[cut]); cut++)
                if (lang_text_interrupted(t, cut))
                    return -1;
            if (add_part(t, l, like, s, start, cut) < 0)
                return -1;
            start = cut;
        }
    }
    return 0;
}

static int split_at(struct lang_thread *t, struct lang_list *l, lang_value like, struct view s, struct view sep,
                    int64_t max, bool right)
{
    int64_t start = 0, end = s.n, at = 0;
    for (; !right && sep.n == 1 && max > 0; max--, start = at + 1) {
        int64_t near = s.n - start > 16 ? start + 16 : s.n;
        for (at = start; at < near && s.p[at] != *sep.p; at++)
            ;
        if (at == near && (near == s.n || (at = lang_search_far(t, s.p, near, s.n, sep.p, 1, 1)) < 0))
            return at == -2 ? -1 : add_part(t, l, like, s, start, s.n);
        if (add_part(t, l, like, s, start, at) < 0)
            return -1;
    }
    while (max-- > 0 && (at = search(t, s, sep, start, end, right)) >= 0) {
        if (add_part(t, l, like, s, right ? at + sep.n : start, right ? end : at) < 0)
            return -1;
        if (right)
            end = at;
        else
            start = at + sep.n;
    }
    return at == -2 ? -1 : add_part(t, l, like, s, start, end);
}

static lang_value split(struct lang_thread *t, const lang_value *args, bool right)
{
    struct view s, sep;
    int64_t max = -1;
    bool space = lang_is_undef(args[1]) || lang_is_none(args[1]);
    if ((!lang_is_undef(args[2]) && lang_as_index(t, args[2], &max) < 0) || (!space && view_of(t, args[1], &sep) < 0))
        return lang_error();
    s = self_of(args);
    if (!space && sep.n == 0)
        return lang_raise(t, LANG_EXC_ValueError, "empty separator");
    if (max < 0)
        max = INT64_MAX;
    struct lang_list *l = lang_list_new(t, 8);
    if (!l)
        return lang_error();
    if ((space ? split_space(t, l, args[0], s, max, right) : split_at(t, l, args[0], s, sep, max, right)) < 0) {
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
static lang_value m_split(struct lang_thread *t, const lang_value *args)
{
    return split(t, args, false);
}
static lang_value m_rsplit(struct lang_thread *t, const lang_value *args)
{
    return split(t, args, true);
}

static lang_value m_splitlines(struct lang_thread *t, const lang_value *args)
{
    int64_t keep = 0;
    bool bad = !lang_is_undef(args[1]) && lang_as_c_int(t, args[1], &keep) < 0;
    struct lang_list *l = bad ? NULL : lang_list_new(t, 8);
    if (!l)
        return lang_error();
    struct view s = self_of(args);
    for (int64_t i = 0; i < s.n;) {
        int64_t start = i, end;
        bool interrupted = false;
        for (; i < s.n && s.p[i] != '\n' && s.p[i] != '\r' && !interrupted; i++)
            interrupted = lang_text_interrupted(t, i);
        end = i;
        if (i < s.n)
            i += s.p[i] == '\r' && i + 1 < s.n && s.p[i + 1] == '\n' ? 2 : 1;
        if (interrupted || add_part(t, l, args[0], s, start, keep ? i : end) < 0) {
            lang_decref(t, l);
            return lang_error();
        }
    }
    return lang_obj(l);
}

static lang_value partition(struct lang_thread *t, const lang_value *args, bool right)
{
    struct view s = self_of(args), sep;
    if (view_of(t, args[1], &sep) < 0)
        return lang_error();
    if (sep.n == 0)
        return lang_raise(t, LANG_EXC_ValueError, "empty separator");
    int64_t at = search(t, s, sep, 0, s.n, right), cuts[4] = {0, at, at + sep.n, s.n};
    if (at == -2)
        return lang_error();
    if (at < 0)
        cuts[1] = cuts[2] = right ? 0 : s.n;
    struct lang_tuple *three = lang_tuple_new(t, 3);
    for (int i = 0; three && i < 3; i++) {
        bool separator = i == 1 && at >= 0 && lang_is_bytes(args[0]);
        three->items[i] =
            separator ? lang_ref(args[1]) : lang_bytes_like(t, args[0], s.p + cuts[i], (size_t)(cuts[i + 1] - cuts[i]));
        if (lang_is_error(three->items[i])) {
            three->items[i] = lang_undef();
            lang_decref(t, three);
            return lang_error();
        }
    }
    return lang_obj_or_error(three);
}
static lang_value m_partition(struct lang_thread *t, const lang_value *args)
{
    return partition(t, args, false);
}
static lang_value m_rpartition(struct lang_thread *t, const lang_value *args)
{
    return partition(t, args, true);
}

/* ------------------------------------------------------------------ strip, pad */

/* What is stripped: white space, or the bytes that are given. */
static int strip_set(struct lang_thread *t, lang_value bytes, bool set[256])
{
    struct view v;
    if (lang_is_undef(bytes) || lang_is_none(bytes)) {
        for (int c = 0; c < 256; c++)
            set[c] = is_space((uint8_t)c);
        return 0;
    }
    if (view_of(t, bytes, &v) < 0)
        return -1;
    memset(set, 0, 256);
    for (int64_t i = 0; i < v.n; i++) {
        set[v.p[i]] = true;
        if (lang_text_interrupted(t, i))
            return -1;
    }
    return 0;
}

static lang_value strip(struct lang_thread *t, const lang_value *args, bool left, bool right)
{
    bool set[256], stopped = false;
    if (strip_set(t, args[1], set) < 0)
        return lang_error();
    struct view s = self_of(args);
    int64_t start = 0, end = s.n;
    for (; left && start < end && set[s.p[start]] && !stopped; start++)
        stopped = lang_text_interrupted(t, start);
    for (; right && end > start && set[s.p[end - 1]] && !stopped; end--)
        stopped = lang_text_interrupted(t, end);
    return stopped ? lang_error() : part(t, args[0], s, start, end);
}
static lang_value m_strip(struct lang_thread *t, const lang_value *args)
{
    return strip(t, args, true, true);
}
static lang_value m_lstrip(struct lang_thread *t, const lang_value *args)
{
    return strip(t, args, true, false);
}
static lang_value m_rstrip(struct lang_thread *t, const lang_value *args)
{
    return strip(t, args, false, true);
}

static lang_value remove_end(struct lang_thread *t, const lang_value *args, bool tail)
{
    struct view s = self_of(args), end;
    if (view_of(t, args[1], &end) < 0)
        return lang_error();
    int64_t cut = has_end(s, end, 0, s.n, tail) ? end.n : 0;
    return part(t, args[0], s, tail ? 0 : cut, tail ? s.n - cut : s.n);
}
static lang_value m_removeprefix(struct lang_thread *t, const lang_value *args)
{
    return remove_end(t, args, false);
}
static lang_value m_removesuffix(struct lang_thread *t, const lang_value *args)
{
    return remove_end(t, args, true);
}

static uint8_t *data_of(lang_value v)
{
    return lang_is_bytes(v) ? ((struct lang_bytes *)v.o)->data : ((struct lang_bytearray *)v.o)->data;
}

static lang_value justify(struct lang_thread *t, const lang_value *args, const char *name, int side)
{
    struct view fill = {(const uint8_t *)" ", 1};
    int64_t width;
    if (lang_as_index(t, args[1], &width) < 0)
        return lang_error();
    if (!lang_is_undef(args[2]) && (!lang_bytes_view(args[2], &fill.p, &fill.n) || fill.n != 1))
        return lang_raise(t, LANG_EXC_TypeError, "%s() argument 2 must be a byte string of length 1, not %A", name,
                          args[2]);
    struct view s = self_of(args);
    int64_t pad = width > s.n ? width - s.n : 0, left = side < 0 ? 0 : side > 0 ? pad : pad / 2 + (pad & width & 1);
    if (!pad)
        return part(t, args[0], s, 0, s.n);
    lang_value r = lang_bytes_like_raw(t, args[0], (size_t)(s.n + pad));
    if (lang_is_error(r))
        return r;
    if (lang_fill_large(t, data_of(r), fill.p[0], (size_t)(s.n + pad)) < 0) {
        lang_unref(t, r);
        return lang_error();
    }
    memcpy(data_of(r) + left, s.p, (size_t)s.n);
    return r;
}
static lang_value m_ljust(struct lang_thread *t, const lang_value *args)
{
    return justify(t, args, "ljust", -1);
}
static lang_value m_center(struct lang_thread *t, const lang_value *args)
{
    return justify(t, args, "center", 0);
}
static lang_value m_rjust(struct lang_thread *t, const lang_value *args)
{
    return justify(t, args, "rjust", 1);
}

static lang_value m_zfill(struct lang_thread *t, const lang_value *args)
{
    int64_t width;
    if (lang_as_index(t, args[1], &width) < 0)
        return lang_error();
    struct view s = self_of(args);
    if (width <= s.n)
        return part(t, args[0], s, 0, s.n);
    lang_value r = lang_bytes_like_raw(t, args[0], (size_t)width);
    if (lang_is_error(r))
        return r;
    uint8_t *to = data_of(r);
    if (lang_fill_large(t, to, '0', (size_t)(width - s.n)) < 0) {
        lang_unref(t, r);
        return lang_error();
    }
    memcpy(to + width - s.n, s.p, (size_t)s.n);
    if (s.n && (s.p[0] == '+' || s.p[0] == '-')) {
        to[width - s.n] = '0';
        to[0] = s.p[0];
    }
    return r;
}

/* ------------------------------------------------------------------ questions */

static lang_value m_maketrans(struct lang_thread *t, const lang_value *args)
{
    struct view from, to;
    if (view_of(t, args[0], &from) < 0 || view_of(t, args[1], &to) < 0)
        return lang_error();
    if (from.n != to.n)
        return lang_raise(t, LANG_EXC_ValueError, "maketrans arguments must have same length");
    struct lang_bytes *b = lang_bytes_new(t, NULL, 256);
    for (int i = 0; b && i < 256; i++)
        b->data[i] = (uint8_t)i;
    for (int64_t i = 0; b && i < from.n; i++) {
        b->data[from.p[i]] = to.p[i];
        if (lang_text_interrupted(t, i)) {
            lang_decref(t, b);
            b = NULL;
        }
    }
    return lang_obj_or_error(b);
}

#define ALL_ARE(name, test)                                                                                            \
    static lang_value m_##name(struct lang_thread *t, const lang_value *args)                                          \
    {                                                                                                                  \
        struct view s = self_of(args);                                                                                 \
        for (int64_t i = 0; i < s.n; i++) {                                                                            \
            uint8_t c = s.p[i];                                                                                        \
            if (!(test))                                                                                               \
                return lang_bool(false);                                                                               \
            if (lang_text_interrupted(t, i))                                                                           \
                return lang_error();                                                                                   \
        }                                                                                                              \
        return lang_bool(s.n > 0);                                                                                     \
    }
ALL_ARE(isalpha, c < 128 && isalpha(c))
ALL_ARE(isalnum, c < 128 && isalnum(c))
ALL_ARE(isdigit, c >= '0' && c <= '9')
ALL_ARE(isspace, is_space(c))

static lang_value m_isascii(struct lang_thread *t, const lang_value *args)
{
    struct view s = self_of(args);
    for (int64_t i = 0; i < s.n; i++) {
        if (s.p[i] > 127)
            return lang_bool(false);
        if (lang_text_interrupted(t, i))
            return lang_error();
    }
    return lang_bool(true);
}

static lang_value cased(struct lang_thread *t, const lang_value *args, bool upper)
{
    struct view s = self_of(args);
    bool any = false;
    for (int64_t i = 0; i < s.n; i++) {
        bool is_lower = s.p[i] >= 'a' && s.p[i] <= 'z', is_upper = s.p[i] >= 'A' && s.p[i] <= 'Z';
        if (upper ? is_lower : is_upper)
            return lang_bool(false);
        any = any || is_lower || is_upper;
        if (lang_text_interrupted(t, i))
            return lang_error();
    }
    return lang_bool(any);
}
static lang_value m_isupper(struct lang_thread *t, const lang_value *args)
{
    return cased(t, args, true);
}
static lang_value m_islower(struct lang_thread *t, const lang_value *args)
{
    return cased(t, args, false);
}

static lang_value m_istitle(struct lang_thread *t, const lang_value *args)
{
    struct view s = self_of(args);
    bool any = false, inside = false;
    for (int64_t i = 0; i < s.n; i++) {
        bool lower = s.p[i] >= 'a' && s.p[i] <= 'z', upper = s.p[i] >= 'A' && s.p[i] <= 'Z';
        if (upper ? inside : lower && !inside)
            return lang_bool(false);
        inside = lower || upper;
        any = any || inside;
        if (lang_text_interrupted(t, i))
            return lang_error();
    }
    return lang_bool(any);
}

/* ------------------------------------------------------------------ text */

static lang_value m_decode(struct lang_thread *t, const lang_value *args)
{
    const char *encoding = "utf-8", *errors = "strict";
    struct view s = self_of(args);
    if (!lang_is_undef(args[1]) && !(encoding = lang_as_utf8(t, args[1], "decode() argument 'encoding'", NULL)))
        return lang_error();
    if (!lang_is_undef(args[2]) && !(errors = lang_as_utf8(t, args[2], "decode() argument 'errors'", NULL)))
        return lang_error();
    if (s.n == 0)
        return lang_obj_or_error(lang_str_empty(t));
    return lang_obj_or_error(lang_bytes_decode(t, s.p, (size_t)s.n, encoding, errors));
}

static lang_value m_copy(struct lang_thread *t, const lang_value *args)
{
    struct view s = self_of(args);
    return lang_bytes_like(t, args[0], s.p, (size_t)s.n);
}

static lang_value m_newargs(struct lang_thread *t, const lang_value *args)
{
    struct view s = self_of(args);
    lang_value v = lang_obj_or_error(lang_bytes_new(t, s.p, (size_t)s.n));
    if (lang_is_error(v))
        return v;
    struct lang_tuple *one = lang_tuple_from(t, &v, 1);
    lang_unref(t, v);
    return lang_obj_or_error(one);
}

/* ------------------------------------------------------------------ the tables */

#define SHARED                                                                                                         \
    {"find", "(sub, start=None, end=None, /)", m_find,                                                                 \
     "B.find(sub[, start[, end]]) -> int\n\nReturn the lowest index in B "                                             \
     "where subsection sub is found,\nsuch that sub is contained within B[start,end].  Optional\narguments start and " \
     "end are "                                                                                                        \
     "interpreted as in slice notation.\n\nReturn -1 on failure.",                                                     \
     LANG_M_NOSIG | LANG_M_ARGS},                                                                                      \
        {"rfind", "(sub, start=None, end=None, /)", m_rfind,                                                           \
         "B.rfind(sub[, start[, end]]) -> int\n\nReturn the highest index in "                                         \
         "B where subsection sub is found.",                                                                           \
         LANG_M_NOSIG | LANG_M_ARGS},                                                                                  \
        {"index", "(sub, start=None, end=None, /)", m_index,                                                           \
         "B.index(sub[, start[, end]]) -> int\n\nAs find, but raises "                                                 \
         "ValueError when the subsection is not found.",                                                               \
         LANG_M_NOSIG | LANG_M_ARGS},                                                                                  \
        {"rindex", "(sub, start=None, end=None, /)", m_rindex,                                                         \
         "B.rindex(sub[, start[, end]]) -> int\n\nAs rfind, but raises "                                               \
         "ValueError when the subsection is not found.",                                                               \
         LANG_M_NOSIG | LANG_M_ARGS},                                                                                  \
        {"count", "(sub, start=None, end=None, /)", m_count,                                                           \
         "B.count(sub[, start[, end]]) -> int\n\nReturn the number of "                                                \
         "non-overlapping occurrences of subsection sub.",                                                             \
         LANG_M_NOSIG | LANG_M_ARGS},                                                                                  \
        {"startswith", "(prefix, start=None, end=None, /)", m_startswith,                                              \
         "B.startswith(prefix[, start[, end]]) -> bool\n\n"                                                            \
         "Return True if B starts with the specified prefix, False otherwise.",                                        \
         LANG_M_NOSIG | LANG_M_ARGS},                                                                                  \
        {"endswith", "(suffix, start=None, end=None, /)", m_endswith,                                                  \
         "B.endswith(suffix[, start[, end]]) -> bool\n\n"                                                              \
         "Return True if B ends with the specified suffix, False otherwise.",                                          \
         LANG_M_NOSIG | LANG_M_ARGS},                                                                                  \
        {"split", "(sep=None, maxsplit=-1)", m_split,                                                                  \
         "Return a list of the sections in the bytes, using sep as the delimiter.", 0},                                \
        {"rsplit", "(sep=None, maxsplit=-1)", m_rsplit,                                                                \
         "Return a list of the sections in the bytes, using sep as the "                                               \
         "delimiter.\n\nSplitting is done starting at the end of the bytes and working to the front.",                 \
         0},                                                                                                           \
        {"splitlines", "(keepends=False)", m_splitlines,                                                               \
         "Return a list of the lines in the bytes, breaking at line boundaries.\n\n"                                   \
         "Line breaks are not included in the resulting list unless keepends is given and\ntrue.",                     \
         0},                                                                                                           \
        {"partition", "(sep, /)", m_partition, "Partition the bytes into three parts using the given separator.", 0},  \
        {"rpartition", "(sep, /)", m_rpartition, "Partition the bytes into three parts using the given separator.",    \
         0},                                                                                                           \
        {"join", "(iterable_of_bytes, /)", lang_bytes_m_join,                                                          \
         "Concatenate any number of bytes objects.\n\nThe bytes whose method is called "                               \
         "is inserted in between each pair.\n\nThe result is returned as a new bytes object.\n\nExample: "             \
         "b'.'.join([b'ab', "                                                                                          \
         "b'pq', b'rs']) -> b'ab.pq.rs'.",                                                                             \
         0},                                                                                                           \
        {"strip", "(bytes=None, /)", m_strip,                                                                          \
         "Strip leading and trailing bytes contained in the argument.\n\nIf the argument is "                          \
         "omitted or None, strip leading and trailing ASCII whitespace.",                                              \
         0},                                                                                                           \
        {"lstrip", "(bytes=None, /)", m_lstrip,                                                                        \
         "Strip leading bytes contained in the argument.\n\nIf the argument is omitted or "                            \
         "None, strip leading  ASCII whitespace.",                                                                     \
         0},                                                                                                           \
        {"rstrip", "(bytes=None, /)", m_rstrip,                                                                        \
         "Strip trailing bytes contained in the argument.\n\nIf the argument is omitted "                              \
         "or None, strip trailing ASCII whitespace.",                                                                  \
         0},                                                                                                           \
        {"removeprefix", "(prefix, /)", m_removeprefix,                                                                \
         "Return a bytes object with the given prefix string removed if present.", 0},                                 \
        {"removesuffix", "(suffix, /)", m_removesuffix,                                                                \
         "Return a bytes object with the given suffix string removed if present.", 0},                                 \
        {"ljust", "(width, fillchar=b' ', /)", m_ljust,                                                                \
         "Return a left-justified string of length width.\n\nPadding is done using "                                   \
         "the specified fill character.",                                                                              \
         0},                                                                                                           \
        {"center", "(width, fillchar=b' ', /)", m_center,                                                              \
         "Return a centered string of length width.\n\nPadding is done using the "                                     \
         "specified fill character.",                                                                                  \
         0},                                                                                                           \
        {"rjust", "(width, fillchar=b' ', /)", m_rjust,                                                                \
         "Return a right-justified string of length width.\n\nPadding is done "                                        \
         "using the specified fill character.",                                                                        \
         0},                                                                                                           \
        {"zfill", "(width, /)", m_zfill,                                                                               \
         "Pad a numeric string with zeros on the left, to fill a field of the given width.\n\n"                        \
         "The original string is never truncated.",                                                                    \
         0},                                                                                                           \
        {"replace", "(old, new, count=-1, /)", lang_bytes_m_replace,                                                   \
         "Return a copy with all occurrences of substring old replaced by new.", 0},                                   \
        {"expandtabs", "(tabsize=8)", lang_bytes_m_expandtabs,                                                         \
         "Return a copy where all tab characters are expanded using spaces.\n\nIf "                                    \
         "tabsize is not given, a tab size of 8 characters is assumed.",                                               \
         0},                                                                                                           \
        {"translate", "(table, /, delete=b'')", lang_bytes_m_translate,                                                \
         "Return a copy with each character mapped by the given translation "                                          \
         "table.",                                                                                                     \
         0},                                                                                                           \
        {"maketrans", "(frm, to, /)", m_maketrans,                                                                     \
         "Return a translation table useable for the bytes or bytearray translate "                                    \
         "method.",                                                                                                    \
         LANG_M_STATIC},                                                                                               \
        {"upper", "()", lang_bytes_m_upper,                                                                            \
         "B.upper() -> copy of B\n\nReturn a copy of B with all ASCII characters converted to "                        \
         "uppercase.",                                                                                                 \
         LANG_M_NOSIG},                                                                                                \
        {"lower", "()", lang_bytes_m_lower,                                                                            \
         "B.lower() -> copy of B\n\nReturn a copy of B with all ASCII characters converted to "                        \
         "lowercase.",                                                                                                 \
         LANG_M_NOSIG},                                                                                                \
        {"swapcase", "()", lang_bytes_m_swapcase,                                                                      \
         "B.swapcase() -> copy of B\n\nReturn a copy of B with uppercase ASCII characters converted\n"                 \
         "to lowercase ASCII and vice versa.",                                                                         \
         LANG_M_NOSIG},                                                                                                \
        {"capitalize", "()", lang_bytes_m_capitalize,                                                                  \
         "B.capitalize() -> copy of B\n\nReturn a copy of B with only its first character "                            \
         "capitalized (ASCII)\nand the rest lower-cased.",                                                             \
         LANG_M_NOSIG},                                                                                                \
        {"title", "()", lang_bytes_m_title,                                                                            \
         "B.title() -> copy of B\n\nReturn a titlecased version of B, i.e. ASCII words start with "                    \
         "uppercase\ncharacters, all remaining cased characters have lowercase.",                                      \
         LANG_M_NOSIG},                                                                                                \
        {"isalpha", "()", m_isalpha,                                                                                   \
         "Return True if all characters in B are alphabetic\nand there is at least one character in "                  \
         "B, False otherwise.",                                                                                        \
         LANG_M_NOSIG},                                                                                                \
        {"isalnum", "()", m_isalnum,                                                                                   \
         "Return True if all characters in B are alphanumeric\nand there is at least one character "                   \
         "in B, False otherwise.",                                                                                     \
         LANG_M_NOSIG},                                                                                                \
        {"isdigit", "()", m_isdigit,                                                                                   \
         "Return True if all characters in B are digits\nand there is at least one character in B, "                   \
         "False otherwise.",                                                                                           \
         LANG_M_NOSIG},                                                                                                \
        {"isspace", "()", m_isspace,                                                                                   \
         "Return True if all characters in B are whitespace\nand there is at least one character in "                  \
         "B, False otherwise.",                                                                                        \
         LANG_M_NOSIG},                                                                                                \
        {"isascii", "()", m_isascii, "Return True if B is empty or all characters in B are ASCII,\nFalse otherwise.",  \
         LANG_M_NOSIG},                                                                                                \
        {"isupper", "()", m_isupper,                                                                                   \
         "Return True if all cased characters in B are uppercase and there is\nat least one cased "                    \
         "character in B, False otherwise.",                                                                           \
         LANG_M_NOSIG},                                                                                                \
        {"islower", "()", m_islower,                                                                                   \
         "Return True if all cased characters in B are lowercase and there is\nat least one cased "                    \
         "character in B, False otherwise.",                                                                           \
         LANG_M_NOSIG},                                                                                                \
        {"istitle", "()", m_istitle,                                                                                   \
         "Return True if B is a titlecased string and there is at least one\ncharacter in B, i.e. "                    \
         "uppercase characters may only follow uncased\ncharacters and lowercase characters only cased ones. Return "  \
         "False\n"                                                                                                     \
         "otherwise.",                                                                                                 \
         LANG_M_NOSIG},                                                                                                \
        {"decode", "(encoding='utf-8', errors='strict')", m_decode,                                                    \
         "Decode the bytes using the codec registered for encoding.", 0},                                              \
        {"hex", "(sep=<unrepresentable>, bytes_per_sep=1)", lang_bytes_m_hex,                                          \
         "Create a string of hexadecimal numbers from a bytes object.", LANG_M_NOSIG},                                 \
    {                                                                                                                  \
        "fromhex", "(string, /)", lang_bytes_m_fromhex,                                                                \
            "Create a bytes object from a string of hexadecimal numbers.\n\nSpaces between two "                       \
            "numbers are accepted.",                                                                                   \
            LANG_M_CLASS                                                                                               \
    }

static lang_value m_bytes(struct lang_thread *t, const lang_value *args)
{
    struct view s = self_of(args);
    return lang_is_exactly(args[0], &lang_type_bytes) ? lang_ref(args[0])
                                                      : lang_obj_or_error(lang_bytes_new(t, s.p, (size_t)s.n));
}

const struct lang_method lang_bytes_methods[] = {
    SHARED,
    {"__getnewargs__", "()", m_newargs, NULL, 0},
    {"__bytes__", "()", m_bytes, "Convert this value to exact type bytes.", 0},
    {NULL, NULL, NULL, NULL, 0},
};

const struct lang_method lang_bytearray_methods[] = {
    SHARED,
    {"append", "(item, /)", lang_bytearray_append,
     "Append a single item to the end of the bytearray.\n\n  item\n    The item to be "
     "appended.",
     0},
    {"extend", "(iterable_of_ints, /)", lang_bytearray_extend,
     "Append all the items from the iterator or sequence to the bytearray.", 0},
    {"insert", "(index, item, /)", lang_bytearray_insert,
     "Insert a single item into the bytearray before the given index.", 0},
    {"pop", "(index=-1, /)", lang_bytearray_pop, "Remove and return a single item from B.", 0},
    {"remove", "(value, /)", lang_bytearray_remove, "Remove the first occurrence of a value in the bytearray.", 0},
    {"clear", "()", lang_bytearray_clear, "Remove all items from the bytearray.", 0},
    {"reverse", "()", lang_bytearray_reverse, "Reverse the order of the values in B in place.", 0},
    {"copy", "()", m_copy, "Return a copy of B.", 0},
    {"__sizeof__", "()", lang_bytearray_sizeof, "Returns the size of the bytearray object in memory, in bytes.", 0},
    {"__reduce__", "()", lang_reduce_bytearray, "Return state information for pickling.", 0},
    {"__reduce_ex__", "(proto=0, /)", lang_reduce_bytearray_ex, "Return state information for pickling.", 0},
    {NULL, NULL, NULL, NULL, 0},
};
