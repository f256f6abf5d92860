/* str.c: the type str: making, joining, cutting, comparing and hashing texts, and the slots of the type.
 *
 * Invariants: kind is the narrowest that holds every character, `ascii` tells whether all are below 128, so that equal
 * texts have equal bytes. Texts of one character below U+0100 and the empty one are static objects. Methods are in
 * str_methods.c, str_case.c, str_codec.c and str_format.c. */
#include <string.h>

#include "types/str_impl.h"

/* ------------------------------------------------------------------ making */

struct lang_tiny_str lang_tiny_strs[257];

void lang_tiny_str_make(unsigned i)
{
    struct lang_str *s = &lang_tiny_strs[i].s;
    s->head = (struct lang_object){&lang_type_str, 1, LANG_OBJ_STATIC};
    s->length = i < 256;
    s->hash = -1;
    s->kind = 1;
    s->ascii = i < 128 || i == 256;
    s->data[0] = i < 256 ? (char)i : 0;
}

struct lang_str *lang_str_empty(struct lang_thread *t)
{
    (void)t;
    return lang_tiny_str(256);
}

struct lang_str *lang_str_alloc(struct lang_thread *t, int kind, bool ascii, int64_t length)
{
    if (length > INT64_MAX / 8)
        return lang_no_memory(t), NULL;
    struct lang_str *s = lang_alloc(t, lang_str_object_size((length + 1) * kind));
    if (!s)
        return NULL;
    s->head = (struct lang_object){&lang_type_str, 1, 0};
    lang_str_init(s, kind, ascii, length);
    return s;
}

struct lang_str *lang_str_from_char(struct lang_thread *t, uint32_t c)
{
    if (c < 256)
        return lang_tiny_str(c);
    struct lang_str *s = lang_str_alloc(t, lang_kind_of(c), false, 1);
    if (s)
        lang_unit_set(s->data, s->kind, 0, c);
    return s;
}

struct lang_str *lang_str_from_ascii(struct lang_thread *t, const char *p, size_t n)
{
    if (n == 0)
        return lang_tiny_str(256);
    if (n == 1)
        return lang_tiny_str((uint8_t)p[0]);
    struct lang_str *s = lang_str_alloc(t, 1, true, (int64_t)n);
    if (s && n <= 32) {
        lang_copy_short(s->data, p, n);
    } else if (s && lang_copy_large(t, s->data, p, n) < 0) {
        lang_decref(t, s);
        return NULL;
    }
    return s;
}

struct lang_str *lang_str_new(struct lang_thread *t, const char *utf8, size_t size)
{
    size_t plain = lang_ascii_prefix(utf8, size);
    if (plain == size)
        return lang_str_from_ascii(t, utf8, size);
    const uint8_t *p = (const uint8_t *)utf8, *end = p + size;
    int64_t n = 0;
    uint32_t most = 0, c;
    for (const uint8_t *q = p; q < end; n++) {
        int used = lang_utf8_step(q, end, true, &c);
        if (used < 0) {
            used = -used;
            c = 0xfffd;
        }
        q += used;
        most |= c;
    }
    if (n == 1)
        return lang_str_from_char(t, most);
    int kind = lang_kind_of(most);
    struct lang_str *s = lang_str_alloc(t, kind, false, n);
    if (!s)
        return NULL;
    for (int64_t i = 0; p < end; i++) {
        int used = lang_utf8_step(p, end, true, &c);
        if (used < 0) {
            used = -used;
            c = 0xfffd;
        }
        p += used;
        lang_unit_set(s->data, kind, i, c);
    }
    return s;
}

struct lang_str *lang_str_from_c(struct lang_thread *t, const char *utf8)
{
    return lang_str_new(t, utf8, strlen(utf8));
}

struct lang_str *lang_str_from_units(struct lang_thread *t, const void *units, int kind, int64_t length)
{
    if (length == 0)
        return lang_tiny_str(256);
    if (length == 1) {
        uint32_t c = kind == 1   ? *(const uint8_t *)units
                     : kind == 2 ? *(const uint16_t *)units
                                 : *(const uint32_t *)units;
        return lang_str_from_char(t, c);
    }
    uint32_t most = lang_units_class(units, kind, length);
    int to = lang_kind_of(most);
    struct lang_str *s = lang_str_alloc(t, to, most < 0x80, length);
    if (s && lang_units_copy_large(t, s->data, to, units, kind, length) < 0) {
        lang_decref(t, s);
        return NULL;
    }
    return s;
}

struct lang_str *lang_str_self(struct lang_thread *t, struct lang_str *s)
{
    if (s->head.type == &lang_type_str)
        return lang_incref(s);
    return lang_str_from_units(t, s->data, s->kind, s->length);
}

/* ------------------------------------------------------------------ joining and cutting */

struct lang_str *lang_str_slice(struct lang_thread *t, struct lang_str *s, int64_t start, int64_t end)
{
    if (start < 0)
        start = 0;
    if (end > s->length)
        end = s->length;
    if (start >= end)
        return lang_tiny_str(256);
    if (start == 0 && end == s->length)
        return lang_str_self(t, s);
    if (s->ascii)
        return lang_str_from_ascii(t, s->data + start, (size_t)(end - start));
    return lang_str_from_units(t, s->data + start * s->kind, s->kind, end - start);
}

struct lang_str *lang_str_concat(struct lang_thread *t, struct lang_str *a, struct lang_str *b)
{
    if (b->length == 0)
        return lang_str_self(t, a);
    if (a->length == 0)
        return lang_str_self(t, b);
    int kind = a->kind > b->kind ? a->kind : b->kind;
    struct lang_str *s = lang_str_alloc(t, kind, a->ascii && b->ascii, a->length + b->length);
    if (!s)
        return NULL;
    if (lang_units_copy_large(t, s->data, kind, a->data, a->kind, a->length) < 0 ||
        lang_units_copy_large(t, s->data + a->length * kind, kind, b->data, b->kind, b->length) < 0) {
        lang_decref(t, s);
        return NULL;
    }
    return s;
}

/* Bytes allocated for units behind the head. */
static size_t units_size(const struct lang_str *s)
{
    return lang_str_object_size((size_t)(s->length + 1) * s->kind + s->spare) - LANG_STR_HEAD;
}

static void drop_utf8(struct lang_thread *t, struct lang_str *s)
{
    if (s->utf8 && s->utf8 != s->data)
        lang_free(t, s->utf8, s->utf8_size + 1);
    s->utf8 = NULL;
    s->utf8_size = 0;
}

struct lang_str *lang_str_append_steal(struct lang_thread *t, struct lang_str *a, struct lang_str *b)
{
    if (a->head.refs != 1 || a->interned || a->kind < b->kind || a->head.type != &lang_type_str || a->head.flags ||
        a == b || b->length == 0) {
        struct lang_str *s = lang_str_concat(t, a, b);
        lang_decref(t, a);
        return s;
    }
    size_t need = (size_t)(a->length + b->length + 1) * a->kind, have = units_size(a);
    if (need > have) {
        size_t grown = need + need / 4 + 24;
        if (grown - need > UINT32_MAX)
            grown = need + UINT32_MAX - 8;
        struct lang_str *s = lang_realloc(t, a, LANG_STR_HEAD + have, lang_str_object_size(grown));
        if (!s) {
            lang_decref(t, a);
            return NULL;
        }
        a = s;
        have = lang_str_object_size(grown) - LANG_STR_HEAD;
    }
    drop_utf8(t, a);
    lang_units_copy(a->data + a->length * a->kind, a->kind, b->data, b->kind, b->length);
    a->length += b->length;
    a->ascii = a->ascii && b->ascii;
    a->hash = -1;
    a->spare = (uint32_t)(have - need);
    lang_unit_set(a->data, a->kind, a->length, 0);
    return a;
}

/* ------------------------------------------------------------------ UTF-8, comparison, hash */

const char *lang_str_utf8(struct lang_thread *t, struct lang_str *s, size_t *size)
{
    if (s->ascii) {
        if (size)
            *size = (size_t)s->length;
        return s->data;
    }
    if (!s->utf8) {
        size_t n = 0;
        for (int64_t i = 0; i < s->length; i++) {
            uint32_t c = lang_str_at(s, i);
            n += c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
        }
        char *p = lang_alloc(t, n + 1);
        if (!p)
            return NULL;
        s->utf8 = p;
        s->utf8_size = n;
        for (int64_t i = 0; i < s->length; i++)
            p += lang_utf8_put(p, lang_str_at(s, i));
        *p = 0;
    }
    if (size)
        *size = s->utf8_size;
    return s->utf8;
}

bool lang_str_equal(const struct lang_str *a, const struct lang_str *b)
{
    return a == b ||
           (a->length == b->length && a->kind == b->kind && memcmp(a->data, b->data, (size_t)a->length * a->kind) == 0);
}

bool lang_str_equal_c(const struct lang_str *a, const char *ascii)
{
    size_t n = strlen(ascii);
    return a->ascii && (size_t)a->length == n && memcmp(a->data, ascii, n) == 0;
}

int64_t lang_str_hash(struct lang_str *s)
{
    if (s->hash == -1)
        s->hash = lang_hash_bytes(s->data, (size_t)s->length * s->kind);
    return s->hash;
}

/* ------------------------------------------------------------------ repr */

/* How a character below U+0100 stands inside quotes: its width there (as it is; \n and the like; \xhh) and what it
 * tells about the text. */
enum { WIDTH = 7, SINGLE = 8, TWICE = 16, LATIN = 32 };
static const uint8_t latin_forms[256] = {
    [0 ... 8] = 4,       [9 ... 10] = 2,
    [11 ... 12] = 4,     [13] = 2,
    [14 ... 31] = 4,     [32 ... 33] = 1,
    ['"'] = 1 | TWICE,   [35 ... 38] = 1,
    ['\''] = 1 | SINGLE, [40 ... 91] = 1,
    ['\\'] = 2,          [93 ... 126] = 1,
    [127 ... 160] = 4,   [161 ... 172] = 1 | LATIN,
    [173] = 4,           [174 ... 255] = 1 | LATIN,
};

static int escaped_width(uint32_t c)
{
    return c < 0x100 ? latin_forms[c] & WIDTH : lang_char_is_printable(c) ? 1 : c < 0x10000 ? 6 : 10;
}

int lang_char_escape(char *out, uint32_t c)
{
    static const char hex[] = "0123456789abcdef";
    int digits = c < 0x100 ? 2 : c < 0x10000 ? 4 : 8, n = 0;
    out[n++] = '\\';
    out[n++] = digits == 2 ? 'x' : digits == 4 ? 'u' : 'U';
    while (digits--)
        out[n++] = hex[c >> digits * 4 & 15];
    return n;
}

static int put_escaped(char *out, uint32_t c)
{
    if (c != '\n' && c != '\r' && c != '\t')
        return lang_char_escape(out, c);
    out[0] = '\\';
    out[1] = c == '\n' ? 'n' : c == '\r' ? 'r' : 't';
    return 2;
}

struct quoting {
    int64_t length; /* of the text between quotes, the quotes themselves not escaped */
    uint32_t most;  /* bits of the characters that stand as they are */
    bool single, twice;
};

static int measure_quoted(struct lang_thread *t, const struct lang_str *s, struct quoting *q)
{
    uint32_t seen = 0, most = 0;
    int64_t length = 0;
    for (int64_t i = 0, end; i < s->length; i = end) {
        end = s->length - i > 1 << 20 ? i + (1 << 20) : s->length;
        if (s->kind == 1)
            for (int64_t k = i; k < end; k++) {
                uint32_t form = latin_forms[(uint8_t)s->data[k]];
                seen |= form;
                length += form & WIDTH;
            }
        else
            for (int64_t k = i; k < end; k++) {
                uint32_t c = lang_str_at(s, k);
                int width = escaped_width(c);
                seen |= c < 0x100 ? latin_forms[c] : 0;
                most |= width == 1 ? c : 0;
                length += width;
            }
        if (end < s->length && lang_poll_quiet(t) < 0)
            return -1;
    }
    *q = (struct quoting){length, most | (seen & LATIN ? 0xff : 0), seen & SINGLE, seen & TWICE};
    return 0;
}

#define PUT_QUOTED(TYPE)                                                                                               \
    static TYPE *put_quoted_##TYPE(TYPE *to, const struct lang_str *s, int64_t start, int64_t end, uint32_t quote)     \
    {                                                                                                                  \
        for (int64_t i = start; i < end; i++) {                                                                        \
            uint32_t c = lang_str_at(s, i);                                                                            \
            if (c == quote || c == '\\') {                                                                             \
                *to++ = '\\';                                                                                          \
                *to++ = (TYPE)c;                                                                                       \
            } else if (escaped_width(c) == 1) {                                                                        \
                *to++ = (TYPE)c;                                                                                       \
            } else {                                                                                                   \
                char text[12];                                                                                         \
                int n = put_escaped(text, c);                                                                          \
                for (int k = 0; k < n; k++)                                                                            \
                    *to++ = (uint8_t)text[k];                                                                          \
            }                                                                                                          \
        }                                                                                                              \
        return to;                                                                                                     \
    }
PUT_QUOTED(uint8_t)
PUT_QUOTED(uint16_t)
PUT_QUOTED(uint32_t)

static int put_quoted(struct lang_thread *t, struct lang_str *r, const struct lang_str *s, uint32_t quote)
{
    void *to = r->data + r->kind;
    for (int64_t i = 0, end; i < s->length; i = end) {
        end = s->length - i > 1 << 20 ? i + (1 << 20) : s->length;
        if (r->kind == 1)
            to = put_quoted_uint8_t(to, s, i, end, quote);
        else if (r->kind == 2)
            to = put_quoted_uint16_t(to, s, i, end, quote);
        else
            to = put_quoted_uint32_t(to, s, i, end, quote);
        if (end < s->length && lang_poll_quiet(t) < 0)
            return -1;
    }
    return 0;
}

struct lang_str *lang_str_repr(struct lang_thread *t, struct lang_str *s)
{
    struct quoting q;
    if (measure_quoted(t, s, &q) < 0)
        return NULL;
    uint32_t quote = q.single && !q.twice ? '"' : '\'';
    bool plain = q.length == s->length && !(q.single && q.twice);
    if (q.single && q.twice)
        for (int64_t i = 0; i < s->length; i++)
            q.length += lang_str_at(s, i) == '\'';
    struct lang_str *r = lang_str_alloc(t, lang_kind_of(q.most), q.most < 0x80, q.length + 2);
    if (!r)
        return NULL;
    lang_unit_set(r->data, r->kind, 0, quote);
    lang_unit_set(r->data, r->kind, r->length - 1, quote);
    if ((plain ? lang_units_copy_large(t, r->data + r->kind, r->kind, s->data, s->kind, s->length)
               : put_quoted(t, r, s, quote)) < 0) {
        lang_decref(t, r);
        return NULL;
    }
    return r;
}

/* ------------------------------------------------------------------ slots */

static lang_value slot_repr(struct lang_thread *t, lang_value v)
{
    return lang_obj_or_error(lang_str_repr(t, lang_as_str(v)));
}

static lang_value slot_str(struct lang_thread *t, lang_value v)
{
    return lang_obj_or_error(lang_str_self(t, lang_as_str(v)));
}

static lang_value slot_format(struct lang_thread *t, lang_value v, struct lang_str *spec)
{
    return lang_obj_or_error(lang_str_format_spec(t, v, spec));
}

enum { LARGE = 8 << 20 };

/* Of one length and width: 1, 0, or -1 with an interrupt. */
static int equal_large(struct lang_thread *t, const struct lang_str *a, const struct lang_str *b)
{
    size_t size = (size_t)a->length * a->kind;
    for (size_t i = 0, n; i < size && a != b; i += n) {
        n = size - i < LARGE ? size - i : LARGE;
        if (memcmp(a->data + i, b->data + i, n) != 0)
            return 0;
        if (lang_poll_quiet(t) < 0)
            return -1;
    }
    return 1;
}

static lang_value slot_compare(struct lang_thread *t, lang_value a, lang_value b, enum lang_compare_op op)
{
    if (!lang_is_str(b) || !lang_is_str(a))
        return lang_notimpl();
    struct lang_str *x = lang_as_str(a), *y = lang_as_str(b);
    if (op == LANG_EQ || op == LANG_NE) {
        int same = x->length > LARGE && x->length == y->length && x->kind == y->kind ? equal_large(t, x, y)
                                                                                     : lang_str_equal(x, y);
        return same < 0 ? lang_error() : lang_bool(same == (op == LANG_EQ));
    }
    int64_t n = x->length < y->length ? x->length : y->length, i = 0;
    for (; x->kind == 1 && y->kind == 1 && n - i > LARGE && memcmp(x->data + i, y->data + i, LARGE) == 0; i += LARGE)
        if (lang_poll_quiet(t) < 0)
            return lang_error();
    int c = i ? memcmp(x->data + i, y->data + i, (size_t)(n - i)) : lang_str_compare(x, y);
    if (i && !c)
        c = (x->length > y->length) - (x->length < y->length);
    return lang_bool(op == LANG_LT ? c < 0 : op == LANG_LE ? c <= 0 : op == LANG_GT ? c > 0 : c >= 0);
}

static int slot_hash(struct lang_thread *t, lang_value v, int64_t *out)
{
    struct lang_str *s = lang_as_str(v);
    if (s->hash == -1 && s->length > LARGE) {
        if (lang_hash_large(t, s->data, (size_t)s->length * s->kind, out) < 0)
            return -1;
        s->hash = *out;
    }
    *out = lang_str_hash(s);
    return 0;
}

static int64_t slot_len(struct lang_thread *t, lang_value v)
{
    (void)t;
    return lang_as_str(v)->length;
}

static struct lang_str *stepped(struct lang_thread *t, struct lang_str *s, int64_t start, int64_t step, int64_t n)
{
    if (n <= 1)
        return n ? lang_str_from_char(t, lang_str_at(s, start)) : lang_tiny_str(256);
    struct lang_str *r = lang_str_alloc(t, s->kind, s->ascii, n);
    if (!r)
        return NULL;
    if (lang_units_stepped(t, r->data, s->data, s->kind, start, step, n) < 0) {
        lang_decref(t, r);
        return NULL;
    }
    if (s->ascii || n == s->length) /* all characters are there: it is as wide as s */
        return r;
    struct lang_str *narrow = lang_str_from_units(t, r->data, r->kind, n);
    lang_decref(t, r);
    return narrow;
}

static lang_value slot_getitem(struct lang_thread *t, lang_value v, lang_value key)
{
    struct lang_str *s = lang_as_str(v);
    if (lang_is_exactly(key, &lang_type_slice)) {
        int64_t start, stop, step, n;
        if (lang_slice_resolve(t, key, s->length, &start, &stop, &step, &n) < 0)
            return lang_error();
        if (step == 1)
            return lang_obj_or_error(lang_str_slice(t, s, start, start + n));
        return lang_obj_or_error(stepped(t, s, start, step, n));
    }
    int64_t i;
    if (key.tag == LANG_INT) {
        i = key.i;
    } else {
        if (!lang_type_of(key)->to_index)
            return lang_raise(t, LANG_EXC_TypeError, "string indices must be integers, not '%N'", key);
        if (lang_as_index(t, key, &i) < 0) {
            if (!lang_error_is(t, LANG_EXC_OverflowError))
                return lang_error();
            lang_error_clear(t);
            return lang_raise(t, LANG_EXC_IndexError, "cannot fit '%N' into an index-sized integer", key);
        }
    }
    if (i < 0)
        i += s->length;
    if (i < 0 || i >= s->length)
        return lang_raise(t, LANG_EXC_IndexError, "string index out of range");
    return lang_obj_or_error(lang_str_from_char(t, lang_str_at(s, i)));
}

static int slot_contains(struct lang_thread *t, lang_value v, lang_value item)
{
    if (!lang_is_str(item))
        return lang_fail(t, LANG_EXC_TypeError, "'in <string>' requires string as left operand, not %N", item);
    struct lang_str *s = lang_as_str(v), *needle = lang_as_str(item);
    if (s->kind == 1 && needle->kind == 1 && needle->length && s->length <= LARGE) {
        if (needle->length > s->length)
            return 0;
        return needle->length == 1 ? memchr(s->data, needle->data[0], (size_t)s->length) != NULL
                                   : lang_search(s->data, 0, s->length, needle->data, needle->length, 1) >= 0;
    }
    int64_t at = lang_str_find_far(t, s, needle, 0, s->length);
    return at == -2 ? -1 : at >= 0;
}

static lang_value slot_concat(struct lang_thread *t, lang_value a, lang_value b)
{
    if (!lang_is_str(b))
        return lang_concat_error(t, a, b);
    return lang_obj_or_error(lang_str_concat(t, lang_as_str(a), lang_as_str(b)));
}

static struct lang_str *repeat(struct lang_thread *t, struct lang_str *s, int64_t n)
{
    if (n <= 0 || s->length == 0)
        return lang_tiny_str(256);
    if (n == 1)
        return lang_str_self(t, s);
    if (s->length > INT64_MAX / n)
        return lang_fail_null(t, LANG_EXC_OverflowError, "repeated string is too long");
    if (s->length > INT64_MAX / 8 / n)
        return lang_no_memory(t), NULL;
    struct lang_str *r = lang_str_alloc(t, s->kind, s->ascii, s->length * n);
    if (!r)
        return NULL;
    size_t unit = (size_t)s->length * s->kind, size = unit * (size_t)n, done = unit;
    if (unit == 1) {
        if (lang_fill_large(t, r->data, s->data[0], size) == 0)
            return r;
        lang_decref(t, r);
        return NULL;
    }
    memcpy(r->data, s->data, unit);
    while (done < size) {
        size_t more = done < size - done ? done : size - done;
        if (lang_copy_large(t, r->data + done, r->data, more) < 0) {
            lang_decref(t, r);
            return NULL;
        }
        done += more;
    }
    return r;
}

static lang_value slot_repeat(struct lang_thread *t, lang_value v, int64_t n)
{
    return lang_obj_or_error(repeat(t, lang_as_str(v), n));
}

static lang_value slot_mod(struct lang_thread *t, lang_value a, lang_value b)
{
    return lang_is_str(a) ? lang_str_mod(t, lang_as_str(a), b) : lang_notimpl();
}

static void slot_destroy(struct lang_thread *t, struct lang_object *o)
{
    drop_utf8(t, (struct lang_str *)o);
}

void lang_str_free(struct lang_thread *t, struct lang_str *s)
{
    drop_utf8(t, s);
    lang_free(t, s, lang_str_object_size((size_t)(s->length + 1) * s->kind + s->spare));
}

static size_t slot_extent(const struct lang_object *o)
{
    const struct lang_str *s = (const struct lang_str *)o;
    return LANG_STR_HEAD + (size_t)(s->length + 1) * s->kind + s->spare;
}

/* ------------------------------------------------------------------ str(...) */

static lang_value of_class(struct lang_thread *t, struct lang_type *cls, struct lang_str *s)
{
    struct lang_str *r = lang_object_new_extra(t, cls, (size_t)(s->length + 1) * s->kind);
    if (!r)
        return lang_error();
    lang_str_init(r, s->kind, s->ascii, s->length);
    memcpy(r->data, s->data, (size_t)s->length * s->kind);
    return lang_obj(r);
}

static struct lang_str *decoded(struct lang_thread *t, lang_value object, lang_value encoding, lang_value errors)
{
    const char *e = "utf-8", *h = "strict";
    const uint8_t *data;
    int64_t n;
    if (!lang_is_undef(encoding) && !(e = lang_as_utf8(t, encoding, "str() argument 'encoding'", NULL)))
        return NULL;
    if (!lang_is_undef(errors) && !(h = lang_as_utf8(t, errors, "str() argument 'errors'", NULL)))
        return NULL;
    if (lang_is_str(object))
        return lang_fail_null(t, LANG_EXC_TypeError, "decoding str is not supported");
    if (lang_is_undef(object))
        return lang_str_empty(t);
    if (!lang_bytes_view(object, &data, &n))
        return lang_fail_null(t, LANG_EXC_TypeError, "decoding to str: need a bytes-like object, %N found", object);
    return lang_bytes_decode(t, data, (size_t)n, e, h);
}

static lang_value slot_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                            struct lang_tuple *kwnames)
{
    lang_value bound[3] = {lang_undef(), lang_undef(), lang_undef()};
    struct lang_str *s;
    if (nargs <= 3 && !kwnames) {
        for (size_t i = 0; i < nargs; i++)
            bound[i] = args[i];
    } else {
        struct lang_params *p = lang_params_get(t, "str", "(object='', encoding='utf-8', errors='strict')");
        if (!p || lang_params_bind(t, p, args, nargs, kwnames, bound) < 0)
            return lang_error();
    }
    if (!lang_is_undef(bound[1]) || !lang_is_undef(bound[2]))
        s = decoded(t, bound[0], bound[1], bound[2]);
    else
        s = lang_is_undef(bound[0]) ? lang_str_empty(t) : lang_to_str(t, bound[0]);
    if (!s || cls == &lang_type_str)
        return lang_obj_or_error(s);
    lang_value r = of_class(t, cls, s);
    lang_decref(t, s);
    return r;
}

static lang_value vectorcall(struct lang_thread *t, const lang_value *args, size_t nargs)
{
    if (nargs == 1 && lang_is_exactly(args[0], &lang_type_str))
        return lang_ref(args[0]);
    return nargs == 1 ? lang_obj_or_error(lang_to_str(t, args[0])) : slot_make(t, &lang_type_str, args, nargs, NULL);
}

struct lang_type lang_type_str = {
    .name = "str",
    .doc = "str(object='') -> str\nstr(bytes_or_buffer[, encoding[, errors]]) -> str\n\n"
           "Create a new string object from the given object. If encoding or\n"
           "errors is specified, then the object must expose a data buffer\n"
           "that will be decoded using the given encoding and error handler.\n"
           "Otherwise, returns the result of object.__str__() (if defined)\n"
           "or repr(object).\n"
           "encoding defaults to sys.getdefaultencoding().\n"
           "errors defaults to 'strict'.",
    .size = LANG_STR_HEAD,
    .flags = LANG_TYPE_BASE | LANG_TYPE_STR,
    .base = &lang_type_object,
    .methods = lang_str_methods,
    .make = slot_make,
    .vectorcall = vectorcall,
    .destroy = slot_destroy,
    .extent = slot_extent,
    .repr = slot_repr,
    .str = slot_str,
    .format = slot_format,
    .compare = slot_compare,
    .hash = slot_hash,
    .iter = lang_str_iter,
    .len = slot_len,
    .getitem = slot_getitem,
    .contains = slot_contains,
    .binary = {[LANG_OP_MOD] = slot_mod},
    .concat = slot_concat,
    .repeat = slot_repeat,
};
