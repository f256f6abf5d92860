/* bytearray.c: the type bytearray: what changes it in place. All else it shares with bytes. */
#include <string.h>

#include "types/bytes_impl.h"
#include "types/containers.h"
#include "types/str_impl.h"

#define AS_ARRAY(v) ((struct lang_bytearray *)(v).o)

int lang_bytearray_resize(struct lang_thread *t, struct lang_bytearray *a, int64_t n)
{
    if (a->exports && n != a->length)
        return lang_fail(t, LANG_EXC_BufferError, "Existing exports of data: object cannot be re-sized");
    if (n + 1 > a->capacity) {
        if (n > INT64_MAX / 4) {
            lang_no_memory(t);
            return -1;
        }
        int64_t capacity = a->length ? n + n / 8 + 16 : n + 1; /* what is made at once may stay as it is */
        uint8_t *data = lang_realloc(t, a->data, (size_t)a->capacity, (size_t)capacity);
        if (!data)
            return -1;
        a->data = data;
        a->capacity = capacity;
    }
    a->length = n;
    a->data[n] = 0;
    return 0;
}

struct lang_bytearray *lang_bytearray_new(struct lang_thread *t, const void *data, size_t size)
{
    struct lang_bytearray *a = lang_object_new(t, &lang_type_bytearray);
    if (!a)
        return NULL;
    if (size && lang_bytearray_resize(t, a, (int64_t)size) < 0) {
        lang_decref(t, a);
        return NULL;
    }
    if (size && data)
        memcpy(a->data, data, size);
    else if (size)
        memset(a->data, 0, size);
    return a;
}

static lang_value slot_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                            struct lang_tuple *kwnames)
{
    (void)args, (void)nargs, (void)kwnames;
    return lang_obj_or_error(lang_object_new(t, cls));
}

static int slot_init(struct lang_thread *t, lang_value self, const lang_value *args, size_t nargs,
                     struct lang_tuple *kwnames)
{
    lang_value bound[3] = {lang_undef(), lang_undef(), lang_undef()};
    struct lang_params *p = lang_params_get(t, "bytearray", "(source=b'', encoding='utf-8', errors='strict')");
    if (!p || lang_params_bind(t, p, args, nargs, kwnames, bound) < 0 ||
        lang_bytearray_resize(t, AS_ARRAY(self), 0) < 0)
        return -1;
    return lang_bytes_collect(t, AS_ARRAY(self), "bytearray", bound[0], bound[1], bound[2]);
}

static void slot_destroy(struct lang_thread *t, struct lang_object *o)
{
    struct lang_bytearray *a = (struct lang_bytearray *)o;
    lang_free(t, a->data, (size_t)a->capacity);
}

static lang_value slot_repr(struct lang_thread *t, lang_value v)
{
    const uint8_t *p;
    int64_t n;
    lang_bytes_view(v, &p, &n);
    struct lang_str *head = lang_str_from_format(t, "%N(", v);
    size_t size;
    const char *text = head ? lang_str_utf8(t, head, &size) : NULL;
    struct lang_str *r = text ? lang_bytes_repr(t, p, n, text, ")") : NULL;
    lang_xdecref(t, head);
    return lang_obj_or_error(r);
}

/* Replaces [start, stop) by n bytes at p, which do not lie in a. */
static int splice(struct lang_thread *t, struct lang_bytearray *a, int64_t start, int64_t stop, const uint8_t *p,
                  int64_t n)
{
    int64_t tail = a->length - stop, length = start + n + tail;
    if (a->exports && length != a->length)
        return lang_fail(t, LANG_EXC_BufferError, "Existing exports of data: object cannot be re-sized");
    if (length > a->length && lang_bytearray_resize(t, a, length) < 0)
        return -1;
    if (tail)
        memmove(a->data + start + n, a->data + stop, (size_t)tail);
    if (n)
        memcpy(a->data + start, p, (size_t)n);
    return lang_bytearray_resize(t, a, length);
}

/* The bytes of any source that a bytearray takes, as a bytearray of its own; NULL with an error, whose text for what
 * cannot be iterated is `error`, or that of a slice assignment. */
static struct lang_bytearray *gather(struct lang_thread *t, lang_value source, const char *error)
{
    struct lang_type *type = lang_type_of(source);
    const uint8_t *p;
    int64_t n;
    lang_value from = lang_undef();
    if (!error && (lang_is_str(source) || type->to_index || type->to_float))
        return lang_fail_null(t, LANG_EXC_TypeError,
                              "can assign only bytes, buffers, or iterables of ints in range(0, 256)");
    if (error && !lang_bytes_view(source, &p, &n)) { /* what is a count to bytearray() is none here */
        from = lang_iter_or(t, source, error);
        if (lang_is_error(from))
            return NULL;
        source = from;
    }
    struct lang_bytearray *a = lang_bytearray_new(t, NULL, 0);
    if (a && lang_bytes_collect(t, a, "bytearray", source, lang_undef(), lang_undef()) < 0) {
        lang_decref(t, a);
        a = NULL;
    }
    lang_unref(t, from);
    return a;
}

/* The values of a[start:stop:step] of count bytes, its other items moved together. */
static int delete_stepped(struct lang_thread *t, struct lang_bytearray *a, int64_t start, int64_t step, int64_t count)
{
    if (count && a->exports)
        return lang_fail(t, LANG_EXC_BufferError, "Existing exports of data: object cannot be re-sized");
    if (count == 0)
        return 0;
    if (step < 0) { /* the same positions from the left */
        start += (count - 1) * step;
        step = -step;
    }
    int64_t to = start;
    for (int64_t i = start; i < a->length; i++)
        if ((i - start) % step || (i - start) / step >= count)
            a->data[to++] = a->data[i];
    return lang_bytearray_resize(t, a, to);
}

/* a[slice] = the n bytes at p, which do not lie in a and stay where they are; p NULL: del a[slice]. */
static int put_slice(struct lang_thread *t, struct lang_bytearray *a, lang_value slice, const uint8_t *p, int64_t n)
{
    int64_t start, stop, step, count;
    if (lang_slice_unpack(t, slice, &start, &stop, &step) < 0)
        return -1;
    count = lang_slice_fit(a->length, &start, &stop, step);
    if (step == 1)
        return splice(t, a, start, start + count, p, n);
    if (n == 0)
        return delete_stepped(t, a, start, step, count);
    if (n != count)
        return lang_fail(t, LANG_EXC_ValueError, "attempt to assign bytes of size %ld to extended slice of size %ld",
                         (long)n, (long)count);
    for (int64_t i = 0; i < count; i++)
        a->data[start + i * step] = p[i];
    return 0;
}

static int set_slice(struct lang_thread *t, struct lang_bytearray *a, lang_value key, lang_value value)
{
    int64_t start, stop, step;
    struct lang_buffer from;
    if (lang_is_undef(value))
        return put_slice(t, a, key, NULL, 0);
    if (lang_is_bytearray(value) && value.o != &a->head && lang_buffer_get(t, value, &from)) {
        int r = put_slice(t, a, key, from.data, from.length);
        lang_buffer_release(t, &from);
        return r;
    }
    /* of other values a bytearray is made, which is then assigned: CPython asks the slice both times */
    struct lang_bytearray *made = NULL;
    if (lang_slice_unpack(t, key, &start, &stop, &step) < 0 || !(made = gather(t, value, NULL)))
        return -1;
    int r = put_slice(t, a, key, made->data, made->length);
    lang_decref(t, made);
    return r;
}

static int slot_setitem(struct lang_thread *t, lang_value v, lang_value key, lang_value value)
{
    struct lang_bytearray *a = AS_ARRAY(v);
    int64_t i;
    uint8_t byte = 0;
    if (lang_is_exactly(key, &lang_type_slice))
        return set_slice(t, a, key, value);
    if (lang_bytes_index(t, key, "bytearray", &i) < 0 ||
        (!lang_is_undef(value) && lang_bytes_byte(t, value, "byte must be in range(0, 256)", &byte) < 0) ||
        lang_bytes_fit_index(t, "bytearray", a->length, &i) < 0)
        return -1;
    if (lang_is_undef(value))
        return splice(t, a, i, i + 1, NULL, 0);
    a->data[i] = byte;
    return 0;
}

static lang_value concat_inplace(struct lang_thread *t, lang_value a, lang_value b)
{
    const uint8_t *p;
    int64_t n;
    if (!lang_bytes_view(b, &p, &n))
        return lang_raise(t, LANG_EXC_TypeError, "can't concat %N to %N", b, a);
    struct lang_bytearray *self = AS_ARRAY(a);
    int64_t at = self->length;
    if (b.o == a.o && n) /* it would have to grow while it is read */
        return lang_raise(t, LANG_EXC_BufferError, "Existing exports of data: object cannot be re-sized");
    if (lang_bytearray_resize(t, self, at + n) < 0)
        return lang_error();
    if (n)
        memcpy(self->data + at, p, (size_t)n);
    return lang_ref(a);
}

static lang_value repeat_inplace(struct lang_thread *t, lang_value a, int64_t n)
{
    lang_value r = lang_bytes_repeat(t, a, n);
    if (lang_is_error(r))
        return r;
    struct lang_bytearray *self = AS_ARRAY(a), *made = AS_ARRAY(r), swap = *self;
    if (self->exports && self->length != made->length) {
        lang_unref(t, r);
        return lang_raise(t, LANG_EXC_BufferError, "Existing exports of data: object cannot be re-sized");
    }
    if (self->exports) { /* its memory stays where it is */
        lang_unref(t, r);
        return lang_ref(a);
    }
    self->data = made->data;
    self->length = made->length;
    self->capacity = made->capacity;
    made->data = swap.data;
    made->length = swap.length;
    made->capacity = swap.capacity;
    lang_unref(t, r);
    return lang_ref(a);
}

/* ------------------------------------------------------------------ methods; bytes_methods.c has the shared ones */

lang_value lang_bytearray_sizeof(struct lang_thread *t, const lang_value *args)
{
    (void)t;
    return lang_int((int64_t)lang_type_of(args[0])->size + AS_ARRAY(args[0])->capacity);
}

lang_value lang_bytearray_append(struct lang_thread *t, const lang_value *args)
{
    uint8_t byte;
    struct lang_bytearray *a = AS_ARRAY(args[0]);
    if (lang_bytes_byte(t, args[1], "byte must be in range(0, 256)", &byte) < 0 ||
        lang_bytearray_resize(t, a, a->length + 1) < 0)
        return lang_error();
    a->data[a->length - 1] = byte;
    return lang_none();
}

lang_value lang_bytearray_extend(struct lang_thread *t, const lang_value *args)
{
    struct lang_bytearray *a = AS_ARRAY(args[0]), *from;
    const uint8_t *data;
    int64_t size;
    if (lang_is_str(args[1]))
        return lang_as_str(args[1])->length
                   ? lang_raise(t, LANG_EXC_TypeError, "'str' object cannot be interpreted as an integer")
                   : lang_none();
    /* what promises more than there is memory for fails before it begins */
    int64_t hint = lang_bytes_view(args[1], &data, &size) ? 0 : lang_length_hint(t, args[1]);
    void *promised = hint > 0 ? lang_alloc(t, (size_t)hint) : NULL;
    if (hint < 0 || (hint > 0 && !promised))
        return lang_error();
    lang_free(t, promised, (size_t)hint);
    if (!(from = gather(t, args[1], "can't extend bytearray with %N")))
        return lang_error();
    int r = splice(t, a, a->length, a->length, from->data, from->length);
    lang_decref(t, from);
    return r < 0 ? lang_error() : lang_none();
}

lang_value lang_bytearray_insert(struct lang_thread *t, const lang_value *args)
{
    struct lang_bytearray *a = AS_ARRAY(args[0]);
    int64_t i;
    uint8_t byte;
    if (lang_as_index(t, args[1], &i) < 0 || lang_bytes_byte(t, args[2], "byte must be in range(0, 256)", &byte) < 0)
        return lang_error();
    if (i < 0)
        i = i + a->length < 0 ? 0 : i + a->length;
    if (i > a->length)
        i = a->length;
    return splice(t, a, i, i, &byte, 1) < 0 ? lang_error() : lang_none();
}

lang_value lang_bytearray_pop(struct lang_thread *t, const lang_value *args)
{
    struct lang_bytearray *a = AS_ARRAY(args[0]);
    int64_t i = -1;
    if (!lang_is_undef(args[1]) && lang_as_index(t, args[1], &i) < 0)
        return lang_error();
    if (a->length == 0)
        return lang_raise(t, LANG_EXC_IndexError, "pop from empty bytearray");
    if (i < 0)
        i += a->length;
    if (i < 0 || i >= a->length)
        return lang_raise(t, LANG_EXC_IndexError, "pop index out of range");
    int byte = a->data[i];
    return splice(t, a, i, i + 1, NULL, 0) < 0 ? lang_error() : lang_int(byte);
}

lang_value lang_bytearray_remove(struct lang_thread *t, const lang_value *args)
{
    struct lang_bytearray *a = AS_ARRAY(args[0]);
    uint8_t byte;
    if (lang_bytes_byte(t, args[1], "byte must be in range(0, 256)", &byte) < 0)
        return lang_error();
    uint8_t *p = a->length ? memchr(a->data, byte, (size_t)a->length) : NULL;
    if (!p)
        return lang_raise(t, LANG_EXC_ValueError, "value not found in bytearray");
    return splice(t, a, p - a->data, p - a->data + 1, NULL, 0) < 0 ? lang_error() : lang_none();
}

lang_value lang_bytearray_clear(struct lang_thread *t, const lang_value *args)
{
    return lang_bytearray_resize(t, AS_ARRAY(args[0]), 0) < 0 ? lang_error() : lang_none();
}

lang_value lang_bytearray_reverse(struct lang_thread *t, const lang_value *args)
{
    (void)t;
    struct lang_bytearray *a = AS_ARRAY(args[0]);
    for (int64_t i = 0, k = a->length - 1; i < k; i++, k--) {
        uint8_t swap = a->data[i];
        a->data[i] = a->data[k];
        a->data[k] = swap;
    }
    return lang_none();
}

struct lang_type lang_type_bytearray = {
    .name = "bytearray",
    .doc = "bytearray(iterable_of_ints) -> bytearray\nbytearray(string, encoding[, errors]) -> bytearray\n"
           "bytearray(bytes_or_buffer) -> mutable copy of bytes_or_buffer\n"
           "bytearray(int) -> bytes array of size given by the parameter initialized with null bytes\n"
           "bytearray() -> empty bytes array\n\nConstruct a mutable bytearray object from:\n"
           "  - an iterable yielding integers in range(256)\n  - a text string encoded using the specified encoding\n"
           "  - a bytes or a buffer object\n  - any object implementing the buffer API.\n  - an integer",
    .size = sizeof(struct lang_bytearray),
    .flags = LANG_TYPE_BASE,
    .base = &lang_type_object,
    .methods = lang_bytearray_methods,
    .make = slot_make,
    .init = slot_init,
    .destroy = slot_destroy,
    .repr = slot_repr,
    .str = slot_repr,
    .compare = lang_bytes_compare,
    .hash = lang_hash_unhashable,
    .iter = lang_bytes_iter,
    .len = lang_bytes_len,
    .getitem = lang_bytes_getitem,
    .setitem = slot_setitem,
    .contains = lang_bytes_contains,
    .binary = {[LANG_OP_MOD] = lang_bytes_mod},
    .concat = lang_bytes_concat,
    .repeat = lang_bytes_repeat,
    .concat_inplace = concat_inplace,
    .repeat_inplace = repeat_inplace,
};
