/* bytes.c: the type bytes, and the slots that bytearray shares with it. */
#include <string.h>

#include "vm/code.h"
#include "types/containers.h"
#include "types/bytes_impl.h"
#include "types/memoryview.h"
#include "types/str_impl.h"

#define BYTES_HEAD offsetof(struct lang_bytes, data)

struct lang_bytes *lang_bytes_raw(struct lang_thread *t, size_t n)
{
    if (n > INT64_MAX / 4) {
        lang_no_memory(t);
        return NULL;
    }
    struct lang_bytes *b = lang_alloc(t, lang_bytes_object_size(n));
    if (!b)
        return NULL;
    b->head = (struct lang_object){&lang_type_bytes, 1, 0};
    b->length = (int64_t)n;
    b->hash = -1;
    b->data[n] = 0;
    return b;
}

/* A single byte is a shared object, and so is the empty one, which is the last. */
struct tiny {
    struct lang_bytes b;
    uint8_t data[8];
};
static struct tiny tiny[257];

static struct lang_bytes *tiny_bytes(unsigned i)
{
    struct lang_bytes *b = &tiny[i].b;
    if (!b->head.type) {
        b->head = (struct lang_object){&lang_type_bytes, 1, LANG_OBJ_STATIC};
        b->length = i < 256;
        b->hash = -1;
        b->data[0] = i < 256 ? (uint8_t)i : 0;
    }
    return lang_incref(b);
}

struct lang_bytes *lang_bytes_new(struct lang_thread *t, const void *data, size_t size)
{
    if (data && size <= 1)
        return tiny_bytes(size ? *(const uint8_t *)data : 256);
    struct lang_bytes *b = lang_bytes_raw(t, size);
    if (!b)
        return NULL;
    if (data && size <= 32) {
        lang_copy_short(b->data, data, size);
    } else if ((data ? lang_copy_large(t, b->data, data, size) : lang_fill_large(t, b->data, 0, size)) < 0) {
        lang_decref(t, b);
        return NULL;
    }
    return b;
}

bool lang_memory_of(lang_value v, struct lang_memory *out)
{
    if (v.tag != LANG_OBJECT)
        return false;
    *out = (struct lang_memory){.format = "B", .itemsize = 1};
    if (lang_is_bytes(v)) {
        struct lang_bytes *b = (struct lang_bytes *)v.o;
        out->data = b->data;
        out->length = b->length;
        out->readonly = true;
        return true;
    }
    if (lang_is_bytearray(v)) {
        struct lang_bytearray *a = (struct lang_bytearray *)v.o;
        out->data = a->data ? a->data : (uint8_t *)"";
        out->length = a->length;
        out->exports = &a->exports;
        return true;
    }
    return v.o->type->memory && v.o->type->memory(v, out);
}

bool lang_bytes_view(lang_value v, const uint8_t **data, int64_t *length)
{
    if (v.tag != LANG_OBJECT)
        return false;
    if (lang_is_bytes(v)) {
        struct lang_bytes *b = (struct lang_bytes *)v.o;
        *data = b->data;
        *length = b->length;
        return true;
    }
    if (lang_is_bytearray(v)) {
        struct lang_bytearray *a = (struct lang_bytearray *)v.o;
        *data = a->data ? a->data : (const uint8_t *)"";
        *length = a->length;
        return true;
    }
    if (lang_is_exactly(v, &lang_type_memoryview))
        return lang_memoryview_bytes(v, data, length);
    struct lang_memory memory;
    if (!v.o->type->memory || !v.o->type->memory(v, &memory))
        return false;
    *data = memory.data;
    *length = memory.length;
    return true;
}

/* One holder of its memory more or less. */
static void hold(lang_value v, int change)
{
    struct lang_memory memory;
    if (lang_is_bytearray(v))
        ((struct lang_bytearray *)v.o)->exports += change;
    else if (lang_is_exactly(v, &lang_type_memoryview))
        lang_memoryview_hold(v, change);
    else if (!lang_is_bytes(v) && lang_memory_of(v, &memory) && memory.exports)
        *memory.exports += change;
}

static bool foreign_get(struct lang_thread *t, lang_value v, bool writable, struct lang_buffer *out)
{
    if (v.tag != LANG_OBJECT || !(v.o->type->flags & LANG_TYPE_FOREIGN))
        return false;
    const struct lang_foreign *foreign = t->vm->foreign;
    if (!foreign->buffer || !foreign->buffer(t, v, writable, out))
        return false;
    out->owner = lang_ref(v);
    return true;
}

/* memoryview(v) of a foreign object; UNDEF: it has none, or is none. */
static lang_value foreign_view(struct lang_thread *t, lang_value v)
{
    const struct lang_foreign *foreign = t->vm->foreign;
    if (v.tag != LANG_OBJECT || !(v.o->type->flags & LANG_TYPE_FOREIGN) || !foreign->memoryview)
        return lang_undef();
    lang_value view = foreign->memoryview(t, v);
    if (!lang_is_error(view))
        return view;
    lang_error_clear(t);
    return lang_undef();
}

bool lang_buffer_get(struct lang_thread *t, lang_value v, struct lang_buffer *out)
{
    out->owner = lang_undef();
    out->foreign = NULL;
    if (!lang_bytes_view(v, &out->data, &out->length))
        return foreign_get(t, v, false, out);
    out->owner = lang_ref(v);
    hold(v, 1);
    return true;
}

bool lang_buffer_get_writable(struct lang_thread *t, lang_value v, struct lang_buffer *out)
{
    struct lang_memory memory;
    out->owner = lang_undef();
    out->foreign = NULL;
    if (foreign_get(t, v, true, out))
        return true;
    if (lang_is_bytes(v) || v.tag != LANG_OBJECT || v.o->type->flags & LANG_TYPE_FOREIGN ||
        (lang_is_exactly(v, &lang_type_memoryview) && lang_memoryview_readonly(v)) ||
        (lang_memory_of(v, &memory) && memory.readonly))
        return false;
    return lang_buffer_get(t, v, out);
}

void lang_buffer_release(struct lang_thread *t, struct lang_buffer *b)
{
    lang_value owner = b->owner;
    b->owner = lang_undef();
    if (lang_is_undef(owner))
        return;
    if (b->foreign)
        t->vm->foreign->buffer_release(t, b->foreign);
    else
        hold(owner, -1);
    lang_unref(t, owner);
}

lang_value lang_bytes_like_raw(struct lang_thread *t, lang_value like, size_t size)
{
    if (lang_is_bytes(like))
        return lang_obj_or_error(lang_bytes_raw(t, size));
    struct lang_bytearray *a = lang_bytearray_new(t, NULL, 0);
    if (a && size && lang_bytearray_resize(t, a, (int64_t)size) < 0) {
        lang_decref(t, a);
        return lang_error();
    }
    return lang_obj_or_error(a);
}

lang_value lang_bytes_like(struct lang_thread *t, lang_value like, const void *data, size_t size)
{
    if (lang_is_bytes(like))
        return lang_obj_or_error(lang_bytes_new(t, data, size));
    return lang_obj_or_error(lang_bytearray_new(t, data, size));
}

/* ------------------------------------------------------------------ text */

/* How many characters a byte takes between quotes; quotes themselves count one. */
static const uint8_t widths[256] = {
    [0 ... 8] = 4,   [9 ... 10] = 2, [11 ... 12] = 4,  [13] = 2,          [14 ... 31] = 4,
    [32 ... 91] = 1, [92] = 2,       [93 ... 126] = 1, [127 ... 255] = 4,
};

struct quoting {
    int64_t length, singles; /* of the text between quotes; of single quotes in it */
    bool twice;
};

static int measure_quoted(struct lang_thread *t, const uint8_t *p, int64_t n, struct quoting *q)
{
    *q = (struct quoting){0, 0, false};
    for (int64_t i = 0, end; i < n; i = end) {
        end = n - i > 1 << 20 ? i + (1 << 20) : n;
        for (int64_t k = i; k < end; k++) {
            q->length += widths[p[k]];
            q->singles += p[k] == '\'';
            q->twice |= p[k] == '"';
        }
        if (end < n && lang_poll_quiet(t) < 0)
            return -1;
    }
    return 0;
}

static char *put_quoted(char *to, const uint8_t *p, int64_t n, bool escape_single)
{
    static const char hex[] = "0123456789abcdef";
    for (int64_t i = 0; i < n; i++) {
        uint8_t c = p[i];
        if (widths[c] == 1 && (c != '\'' || !escape_single)) {
            *to++ = (char)c;
            continue;
        }
        *to++ = '\\';
        if (widths[c] < 4) {
            *to++ = (char)(c == '\t' ? 't' : c == '\n' ? 'n' : c == '\r' ? 'r' : c);
        } else {
            *to++ = 'x';
            *to++ = hex[c >> 4];
            *to++ = hex[c & 15];
        }
    }
    return to;
}

/* b'...', where `always` single quotes are escaped. */
static struct lang_str *quoted(struct lang_thread *t, const uint8_t *p, int64_t n, bool always)
{
    struct quoting q;
    if (measure_quoted(t, p, n, &q) < 0)
        return NULL;
    char quote = q.singles && !q.twice ? '"' : '\'';
    bool escape = always || quote == '\'';
    struct lang_str *r = lang_str_alloc(t, 1, true, q.length + 3 + (escape ? q.singles : 0));
    if (!r)
        return NULL;
    char *to = r->data;
    *to++ = 'b';
    *to++ = quote;
    for (int64_t i = 0, end; i < n; i = end) {
        end = n - i > 1 << 20 ? i + (1 << 20) : n;
        to = put_quoted(to, p + i, end - i, escape);
        if (end < n && lang_poll_quiet(t) < 0) {
            lang_decref(t, r);
            return NULL;
        }
    }
    *to = quote;
    return r;
}

struct lang_str *lang_bytes_repr(struct lang_thread *t, const uint8_t *p, int64_t n, const char *head, const char *tail)
{
    struct lang_str *r = quoted(t, p, n, *head); /* a bytearray escapes every single quote */
    if (!r || !*head)
        return r;
    struct lang_builder b;
    lang_builder_init(&b, t);
    lang_builder_c(&b, head);
    lang_builder_str(&b, r);
    lang_builder_c(&b, tail);
    lang_decref(t, r);
    return lang_builder_finish(&b);
}

static lang_value slot_repr(struct lang_thread *t, lang_value v)
{
    struct lang_bytes *b = (struct lang_bytes *)v.o;
    return lang_obj_or_error(lang_bytes_repr(t, b->data, b->length, "", ""));
}

/* ------------------------------------------------------------------ shared slots */

lang_value lang_bytes_compare(struct lang_thread *t, lang_value a, lang_value b, enum lang_compare_op op)
{
    (void)t;
    const uint8_t *p, *q;
    int64_t n, m;
    if (!lang_bytes_view(a, &p, &n) || !lang_bytes_view(b, &q, &m))
        return lang_notimpl();
    if (op != LANG_EQ && op != LANG_NE &&
        ((lang_is_bytes(a) && lang_is_exactly(b, &lang_type_memoryview)) ||
         (lang_is_bytes(b) && lang_is_exactly(a, &lang_type_memoryview))))
        return lang_notimpl();
    if ((op == LANG_EQ || op == LANG_NE) && n != m)
        return lang_bool(op == LANG_NE);
    int c = memcmp(p, q, (size_t)(n < m ? n : m));
    if (!c)
        c = (n > m) - (n < m);
    return lang_bool(op == LANG_LT   ? c < 0
                     : op == LANG_LE ? c <= 0
                     : op == LANG_EQ ? c == 0
                     : op == LANG_NE ? c != 0
                     : op == LANG_GT ? c > 0
                                     : c >= 0);
}

lang_value lang_bytes_concat(struct lang_thread *t, lang_value a, lang_value b)
{
    const uint8_t *p, *q;
    int64_t n, m;
    lang_bytes_view(a, &p, &n);
    if (!lang_bytes_view(b, &q, &m))
        return lang_raise(t, LANG_EXC_TypeError, "can't concat %N to %N", b, a);
    if ((!n || !m) && lang_is_exactly(a, &lang_type_bytes) && lang_is_exactly(b, &lang_type_bytes))
        return lang_ref(n ? a : b);
    lang_value r = lang_bytes_like_raw(t, a, (size_t)(n + m));
    if (lang_is_error(r))
        return r;
    uint8_t *to = lang_is_bytes(r) ? ((struct lang_bytes *)r.o)->data : ((struct lang_bytearray *)r.o)->data;
    if ((n && lang_copy_large(t, to, p, (size_t)n) < 0) || (m && lang_copy_large(t, to + n, q, (size_t)m) < 0)) {
        lang_unref(t, r);
        return lang_error();
    }
    return r;
}

lang_value lang_bytes_repeat(struct lang_thread *t, lang_value a, int64_t times)
{
    const uint8_t *p;
    int64_t n;
    lang_bytes_view(a, &p, &n);
    if (n && times > INT64_MAX / 4 / n)
        return lang_is_bytes(a) && times > INT64_MAX / n
                   ? lang_raise(t, LANG_EXC_OverflowError, "repeated bytes are too long")
                   : lang_no_memory(t);
    lang_value r = lang_bytes_like_raw(t, a, (size_t)(n * times));
    if (lang_is_error(r))
        return r;
    uint8_t *to = lang_is_bytes(r) ? ((struct lang_bytes *)r.o)->data : ((struct lang_bytearray *)r.o)->data;
    int64_t size = n * times, done = n;
    int stopped = 0;
    if (n == 1 && times) {
        stopped = lang_fill_large(t, to, *p, (size_t)times);
    } else if (size) {
        lang_copy_short(to, p, (size_t)n);
        for (int64_t more; done < size && !stopped; done += more) { /* the filled part is doubled */
            more = done < size - done ? done : size - done;
            stopped = lang_copy_large(t, to + done, to, (size_t)more);
        }
    }
    if (stopped) {
        lang_unref(t, r);
        return lang_error();
    }
    return r;
}

int lang_bytes_index(struct lang_thread *t, lang_value key, const char *what, int64_t *out)
{
    if (key.tag == LANG_INT) {
        *out = key.i;
        return 0;
    }
    if (!lang_type_of(key)->to_index)
        return lang_fail(t, LANG_EXC_TypeError, "%s indices must be integers or slices, not %N", what, key);
    if (lang_as_index(t, key, out) == 0)
        return 0;
    if (!lang_error_is(t, LANG_EXC_OverflowError))
        return -1;
    lang_error_clear(t);
    return lang_fail(t, LANG_EXC_IndexError, "cannot fit '%N' into an index-sized integer", key);
}

int lang_bytes_fit_index(struct lang_thread *t, const char *what, int64_t length, int64_t *i)
{
    if (*i < 0)
        *i += length;
    if (*i >= 0 && *i < length)
        return 0;
    return lang_fail(t, LANG_EXC_IndexError,
                     strcmp(what, "byte") == 0 ? "index out of range" : "bytearray index out of range");
}

static lang_value get_slice(struct lang_thread *t, lang_value v, lang_value slice)
{
    const uint8_t *p;
    int64_t n, start, stop, step, count;
    if (lang_slice_unpack(t, slice, &start, &stop, &step) < 0)
        return lang_error();
    lang_bytes_view(v, &p, &n);
    count = lang_slice_fit(n, &start, &stop, step);
    if (step == 1 && count == n && lang_is_exactly(v, &lang_type_bytes))
        return lang_ref(v);
    if (step == 1)
        return lang_bytes_like(t, v, p + start, (size_t)count);
    lang_value r = lang_bytes_like_raw(t, v, (size_t)count);
    if (lang_is_error(r))
        return r;
    uint8_t *to = lang_is_bytes(r) ? ((struct lang_bytes *)r.o)->data : ((struct lang_bytearray *)r.o)->data;
    if (lang_units_stepped(t, to, p, 1, start, step, count) < 0) {
        lang_unref(t, r);
        return lang_error();
    }
    return r;
}

lang_value lang_bytes_getitem(struct lang_thread *t, lang_value v, lang_value key)
{
    const uint8_t *p;
    int64_t n, i;
    lang_bytes_view(v, &p, &n);
    if (key.tag == LANG_INT && (uint64_t)key.i < (uint64_t)n)
        return lang_int(p[key.i]);
    if (lang_is_exactly(key, &lang_type_slice))
        return get_slice(t, v, key);
    const char *what = lang_is_bytes(v) ? "byte" : "bytearray";
    if (lang_bytes_index(t, key, what, &i) < 0)
        return lang_error();
    lang_bytes_view(v, &p, &n);
    return lang_bytes_fit_index(t, what, n, &i) < 0 ? lang_error() : lang_int(p[i]);
}

int64_t lang_bytes_len(struct lang_thread *t, lang_value v)
{
    (void)t;
    const uint8_t *p;
    int64_t n = 0;
    lang_bytes_view(v, &p, &n);
    return n;
}

int lang_bytes_byte(struct lang_thread *t, lang_value v, const char *range_text, uint8_t *out)
{
    int64_t i;
    if (lang_as_index(t, v, &i) < 0) {
        if (!lang_error_is(t, LANG_EXC_OverflowError))
            return -1;
        lang_error_clear(t);
        i = -1;
    }
    if (i < 0 || i > 255)
        return lang_fail(t, LANG_EXC_ValueError, "%s", range_text);
    *out = (uint8_t)i;
    return 0;
}

int lang_bytes_contains(struct lang_thread *t, lang_value v, lang_value item)
{
    const uint8_t *p, *q;
    int64_t n, m;
    lang_bytes_view(v, &p, &n);
    if (item.tag == LANG_INT && item.i >= 0 && item.i < 256)
        return memchr(p, (int)item.i, (size_t)n) != NULL;
    if (lang_bytes_view(item, &q, &m))
        return m == 0 || lang_search(p, 0, n, q, m, 1) >= 0;
    if (!lang_type_of(item)->to_index)
        return lang_fail(t, LANG_EXC_TypeError, "a bytes-like object is required, not '%N'", item);
    uint8_t byte;
    if (lang_bytes_byte(t, item, "byte must be in range(0, 256)", &byte) < 0)
        return -1;
    lang_bytes_view(v, &p, &n);
    return memchr(p, byte, (size_t)n) != NULL;
}

/* ------------------------------------------------------------------ bytes(...) */

struct collecting {
    struct lang_bytearray *into;
    const char *range_text;
};

static int collect_item(struct lang_thread *t, lang_value item, void *arg)
{
    struct collecting *c = arg;
    uint8_t byte;
    if (lang_bytes_byte(t, item, c->range_text, &byte) < 0 ||
        lang_bytearray_resize(t, c->into, c->into->length + 1) < 0)
        return -1;
    c->into->data[c->into->length - 1] = byte;
    return 0;
}

static int collect_data(struct lang_thread *t, struct lang_bytearray *into, const uint8_t *p, int64_t n)
{
    int64_t at = into->length;
    if (lang_bytearray_resize(t, into, at + n) < 0)
        return -1;
    if (n)
        memcpy(into->data + at, p, (size_t)n);
    return 0;
}

/* Reserves as many bytes as the length hint of an iterable says, or raises at once. */
static int reserve(struct lang_thread *t, struct lang_bytearray *into, lang_value source)
{
    int64_t n = lang_length_hint(t, source), at = into->length;
    if (n == INT64_MAX)
        return lang_fail(t, LANG_EXC_OverflowError, "byte string is too large");
    return n < 0 || lang_bytearray_resize(t, into, at + n) < 0 ? -1 : lang_bytearray_resize(t, into, at);
}

/* The items of a list or a tuple: 1 done, 0 not all of them are ints below 256, -1 error. */
static int collect_small(struct lang_thread *t, struct lang_bytearray *into, lang_value v)
{
    bool list = v.o->type == &lang_type_list;
    const lang_value *items = list ? lang_as_list(v)->items : lang_as_tuple(v)->items;
    int64_t n = list ? lang_as_list(v)->length : lang_as_tuple(v)->length, at = into->length;
    if (lang_bytearray_resize(t, into, at + n) < 0)
        return -1;
    for (int64_t i = 0; i < n; i++) {
        if (items[i].tag != LANG_INT || (uint64_t)items[i].i > 255)
            return lang_bytearray_resize(t, into, at);
        into->data[at + i] = (uint8_t)items[i].i;
        if (lang_text_interrupted(t, i))
            return -1;
    }
    return 1;
}

/* The names that encoding and errors give, as the type of that name was called with them; NULL and "strict" without. */
static int names_of(struct lang_thread *t, bool plain, lang_value encoding, lang_value errors, const char **e,
                    const char **h)
{
    const char *first = plain ? "bytes() argument 'encoding'" : "bytearray() argument 'encoding'",
               *second = plain ? "bytes() argument 'errors'" : "bytearray() argument 'errors'";
    *e = NULL;
    *h = "strict";
    return (!lang_is_undef(encoding) && !(*e = lang_as_utf8(t, encoding, first, NULL))) ||
                   (!lang_is_undef(errors) && !(*h = lang_as_utf8(t, errors, second, NULL)))
               ? -1
               : 0;
}

int lang_bytes_collect(struct lang_thread *t, struct lang_bytearray *into, const char *name, lang_value source,
                       lang_value encoding, lang_value errors)
{
    const uint8_t *p;
    int64_t n;
    bool plain = strcmp(name, "bytes") == 0;
    const char *e, *h;
    if (names_of(t, plain, encoding, errors, &e, &h) < 0)
        return -1;
    if (lang_is_str(source)) {
        if (!e)
            return lang_fail(t, LANG_EXC_TypeError, "string argument without an encoding");
        lang_value b = lang_str_encode(t, lang_as_str(source), e, h);
        if (lang_is_error(b))
            return -1;
        lang_bytes_view(b, &p, &n);
        int r = collect_data(t, into, p, n);
        lang_unref(t, b);
        return r;
    }
    if (!lang_is_undef(encoding) || !lang_is_undef(errors))
        return lang_fail(t, LANG_EXC_TypeError,
                         !lang_is_undef(encoding) ? "encoding without a string argument"
                                                  : "errors without a string argument");
    if (lang_is_undef(source))
        return 0;
    if (lang_bytes_view(source, &p, &n))
        return collect_data(t, into, p, n);
    struct lang_buffer held;
    if (foreign_get(t, source, false, &held)) {
        int r = collect_data(t, into, held.data, held.length);
        lang_buffer_release(t, &held);
        return r;
    }
    lang_value view = foreign_view(t, source); /* of items that do not lie in one piece */
    if (!lang_is_undef(view)) {
        lang_value all = lang_call_method_c(t, view, "tobytes", NULL, 0);
        int r = !lang_is_error(all) && lang_bytes_view(all, &p, &n) ? collect_data(t, into, p, n) : -1;
        lang_unref(t, view);
        lang_unref(t, all);
        return r;
    }
    if (lang_is_exactly(source, &lang_type_memoryview)) { /* its items do not lie one after the other */
        struct lang_bytes *b = lang_memoryview_gathered(t, source);
        int r = b ? collect_data(t, into, b->data, b->length) : -1;
        lang_xdecref(t, b);
        return r;
    }
    struct lang_type *type = lang_type_of(source);
    bool count = type->to_index;
    if (count && lang_as_count(t, source, &n) < 0) {
        if (!lang_error_is(t, LANG_EXC_TypeError))
            return -1;
        lang_error_clear(t); /* its items, then */
        count = false;
    }
    if (count) {
        if (n < 0)
            return lang_fail(t, LANG_EXC_ValueError, "negative count");
        if (n > INT64_MAX - 33 && strcmp(name, "bytes") == 0) /* 33: CPython's own part of an object */
            return lang_fail(t, LANG_EXC_OverflowError, "byte string is too large");
        int64_t at = into->length;
        if (lang_bytearray_resize(t, into, at + n) < 0)
            return -1;
        return lang_fill_large(t, into->data + at, 0, (size_t)n);
    }
    if ((lang_is_exactly(source, &lang_type_list) || lang_is_exactly(source, &lang_type_tuple)) &&
        (n = collect_small(t, into, source)) != 0)
        return n < 0 ? -1 : 0;
    struct collecting c = {into, plain ? "bytes must be in range(0, 256)" : "byte must be in range(0, 256)"};
    bool walked = plain && (lang_is_exactly(source, &lang_type_list) || lang_is_exactly(source, &lang_type_tuple));
    lang_value it = walked ? lang_ref(source)
                           : lang_iter_or(t, source,
                                          plain ? "cannot convert '%N' object to bytes"
                                                : "cannot convert '%N' object to bytearray");
    if (lang_is_error(it))
        return -1;
    int r = !plain || reserve(t, into, source) >= 0 ? lang_for_each(t, it, collect_item, &c) : -1;
    lang_unref(t, it);
    return r;
}

/* What __bytes__ of a value says; UNDEF without one. */
static lang_value converted(struct lang_thread *t, lang_value v)
{
    struct lang_str *name = lang_intern_c(t, "__bytes__");
    lang_value r = name ? lang_call_special(t, v, name, NULL, 0) : lang_error();
    lang_xdecref(t, name);
    if (r.tag <= LANG_ERROR || lang_is_bytes(r))
        return r;
    lang_raise(t, LANG_EXC_TypeError, "__bytes__ returned non-bytes (type %N)", r);
    lang_unref(t, r);
    return lang_error();
}

/* bytes(v) of the most usual values; UNDEF: it is another one. */
static lang_value made_of_one(struct lang_thread *t, lang_value v)
{
    if (v.tag == LANG_INT && v.i >= 0 && v.i < INT64_MAX / 8)
        return lang_obj_or_error(lang_bytes_new(t, NULL, (size_t)v.i));
    if (lang_is_exactly(v, &lang_type_bytes))
        return lang_ref(v);
    if (lang_is_exactly(v, &lang_type_bytearray)) {
        struct lang_bytearray *a = (struct lang_bytearray *)v.o;
        return lang_obj_or_error(lang_bytes_new(t, a->data ? a->data : (const uint8_t *)"", (size_t)a->length));
    }
    if (!lang_is_exactly(v, &lang_type_list) && !lang_is_exactly(v, &lang_type_tuple))
        return lang_undef();
    bool list = v.o->type == &lang_type_list;
    const lang_value *items = list ? lang_as_list(v)->items : lang_as_tuple(v)->items;
    int64_t n = list ? lang_as_list(v)->length : lang_as_tuple(v)->length;
    for (int64_t i = 0; i < n; i++)
        if (items[i].tag != LANG_INT || (uint64_t)items[i].i > 255)
            return lang_undef();
    if (n == 1)
        return lang_obj(tiny_bytes((unsigned)items[0].i));
    struct lang_bytes *b = lang_bytes_raw(t, (size_t)n);
    for (int64_t i = 0; b && i < n; i++)
        b->data[i] = (uint8_t)items[i].i;
    return lang_obj_or_error(b);
}

static lang_value slot_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                            struct lang_tuple *kwnames)
{
    lang_value bound[3] = {lang_undef(), lang_undef(), lang_undef()};
    if (nargs == 1 && !kwnames && cls == &lang_type_bytes) {
        lang_value r = made_of_one(t, args[0]);
        if (!lang_is_undef(r))
            return r;
    }
    if (!kwnames && nargs <= 3) {
        for (size_t i = 0; i < nargs; i++)
            bound[i] = args[i];
    } else {
        struct lang_params *p = lang_params_get(t, "bytes", "(source=b'', encoding='utf-8', errors='strict')");
        if (!p || lang_params_bind(t, p, args, nargs, kwnames, bound) < 0)
            return lang_error();
    }
    if (cls == &lang_type_bytes && lang_is_str(bound[0]) && !lang_is_undef(bound[1])) {
        const char *e, *h;
        return names_of(t, true, bound[1], bound[2], &e, &h) < 0 ? lang_error()
                                                                 : lang_str_encode(t, lang_as_str(bound[0]), e, h);
    }
    lang_value own = lang_undef();
    if (!lang_is_undef(bound[0]) && !lang_is_exactly(bound[0], &lang_type_str) &&
        !lang_is_exactly(bound[0], &lang_type_bytes) && lang_is_undef(bound[1])) {
        own = converted(t, bound[0]);
        if (lang_is_error(own) || (!lang_is_undef(own) && cls == &lang_type_bytes))
            return own;
        if (!lang_is_undef(own))
            bound[0] = own;
    }
    if (cls == &lang_type_bytes && lang_is_exactly(bound[0], &lang_type_bytes) && lang_is_undef(bound[1]) &&
        lang_is_undef(bound[2]))
        return lang_ref(bound[0]);
    struct lang_bytearray *all = lang_bytearray_new(t, NULL, 0);
    lang_value r = lang_error();
    if (all && lang_bytes_collect(t, all, "bytes", bound[0], bound[1], bound[2]) == 0) {
        if (cls == &lang_type_bytes) {
            r = lang_obj_or_error(lang_bytes_new(t, all->data ? all->data : (const uint8_t *)"", (size_t)all->length));
        } else {
            struct lang_bytes *b = lang_object_new_extra(t, cls, (size_t)all->length + 1);
            if (b) {
                b->length = all->length;
                b->hash = -1;
                if (all->length)
                    memcpy(b->data, all->data, (size_t)all->length);
            }
            r = lang_obj_or_error(b);
        }
    }
    lang_xdecref(t, all);
    lang_unref(t, own);
    return r;
}

static int slot_hash(struct lang_thread *t, lang_value v, int64_t *out)
{
    (void)t;
    struct lang_bytes *b = (struct lang_bytes *)v.o;
    if (b->hash == -1)
        b->hash = lang_hash_bytes(b->data, (size_t)b->length);
    *out = b->hash;
    return 0;
}

static size_t slot_extent(const struct lang_object *o)
{
    return BYTES_HEAD + (size_t)((const struct lang_bytes *)o)->length + 1;
}

struct lang_type lang_type_bytes = {
    .name = "bytes",
    .doc = "bytes(iterable_of_ints) -> bytes\nbytes(string, encoding[, errors]) -> bytes\nbytes(bytes_or_buffer) -> "
           "immutable "
           "copy of bytes_or_buffer\nbytes(int) -> bytes object of size given by the parameter initialized with null "
           "bytes\n"
           "bytes() -> empty bytes object\n\nConstruct an immutable array of bytes from:\n"
           "  - an iterable yielding integers in range(256)\n  - a text string encoded using the specified encoding\n"
           "  - any object implementing the buffer API.\n  - an integer",
    .size = BYTES_HEAD,
    .flags = LANG_TYPE_BASE | LANG_TYPE_BYTES,
    .base = &lang_type_object,
    .methods = lang_bytes_methods,
    .make = slot_make,
    .extent = slot_extent,
    .repr = slot_repr,
    .str = slot_repr,
    .compare = lang_bytes_compare,
    .hash = slot_hash,
    .iter = lang_bytes_iter,
    .len = lang_bytes_len,
    .getitem = lang_bytes_getitem,
    .contains = lang_bytes_contains,
    .binary = {[LANG_OP_MOD] = lang_bytes_mod},
    .concat = lang_bytes_concat,
    .repeat = lang_bytes_repeat,
};
