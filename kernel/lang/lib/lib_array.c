/* lib_array.c: array.array: items of one C type in one block of memory, which views may share. What an
 * item is, is in lib_array_items.c. */
#include <string.h>

#include "vm/type.h"
#include "lib.h"
#include "lib_array.h"
#include "types/containers.h"
#include "types/str_impl.h"

struct array_iter {
    struct lang_object head;
    struct lang_typed_array *array; /* NULL at the end */
    int64_t index;
};
static struct lang_type array_iter_type;
const char lang_array_nothing[8];

/* ------------------------------------------------------------------ memory */

static int resize(struct lang_thread *t, struct lang_typed_array *a, int64_t length)
{
    const int64_t size = a->kind->size;
    int64_t capacity;
    uint8_t *data;

    if (a->exports && length != a->length)
        return lang_fail(t, LANG_EXC_BufferError, "cannot resize an array that is exporting buffers");
    if (length > a->capacity) {
        if (length > INT64_MAX / 32)
            return lang_no_memory(t), -1;
        capacity = length + (a->length ? length / 16 + 6 : 0);
        data = lang_realloc(t, a->data, (size_t)(a->capacity * size), (size_t)(capacity * size));
        if (!data)
            return -1;
        a->data = data;
        a->capacity = capacity;
    }
    a->length = length;
    return 0;
}

/* A new array of the kind with so many items, which are not filled. */
struct lang_typed_array *lang_array_new(struct lang_thread *t, struct lang_type *cls,
                                        const struct lang_array_kind *kind, int64_t length)
{
    struct lang_typed_array *a = lang_object_new(t, cls);

    if (!a)
        return NULL;
    a->kind = kind;
    if (resize(t, a, length) < 0) {
        lang_decref(t, a);
        return NULL;
    }
    return a;
}

struct lang_typed_array *lang_array_copy(struct lang_thread *t, const struct lang_typed_array *a)
{
    struct lang_typed_array *b = lang_array_new(t, &lang_type_array, a->kind, a->length);

    if (b && a->length)
        memcpy(b->data, a->data, (size_t)(a->length * a->kind->size));
    return b;
}

static bool memory_of(lang_value v, struct lang_memory *out)
{
    struct lang_typed_array *a = lang_array_of(v);

    *out = (struct lang_memory){a->data ? a->data : (uint8_t *)lang_array_nothing,
                                a->length * a->kind->size,
                                a->kind->size,
                                a->kind->view,
                                false,
                                &a->exports,
                                NULL,
                                0};
    return true;
}

static void array_drop(struct lang_thread *t, struct lang_object *o)
{
    struct lang_typed_array *a = (struct lang_typed_array *)o;

    lang_free(t, a->data, a->kind ? (size_t)(a->capacity * a->kind->size) : 0);
}

/* Makes room for n items at i, or with n < 0 takes -n items out from there. */
int lang_array_gap(struct lang_thread *t, struct lang_typed_array *a, int64_t i, int64_t n)
{
    const int64_t old = a->length, size = a->kind->size, from = n < 0 ? i - n : i, tail = old - from;

    if (n > 0 && resize(t, a, old + n) < 0)
        return -1;
    if (n < 0 && a->exports)
        return resize(t, a, old + n);
    if (tail > 0)
        memmove(lang_array_at(a, from + n), lang_array_at(a, from), (size_t)(tail * size));
    return n < 0 ? resize(t, a, old + n) : 0;
}

int lang_array_append(struct lang_thread *t, struct lang_typed_array *a, lang_value v)
{
    uint8_t item[8];

    if (lang_array_store(t, a->kind, v, item) < 0 || resize(t, a, a->length + 1) < 0)
        return -1;
    memcpy(lang_array_at(a, a->length - 1), item, a->kind->size);
    return 0;
}

int lang_array_append_each(struct lang_thread *t, lang_value item, void *a)
{
    return lang_array_append(t, a, item);
}

int lang_array_add(struct lang_thread *t, struct lang_typed_array *a, const struct lang_typed_array *b)
{
    const int64_t old = a->length, n = b->length;

    if (n && resize(t, a, old + n) < 0)
        return -1;
    if (n)
        memcpy(lang_array_at(a, old), b->data, (size_t)(n * a->kind->size));
    return 0;
}

/* The bytes of an object behind what is there. */
int lang_array_add_bytes(struct lang_thread *t, struct lang_typed_array *a, const uint8_t *p, int64_t n)
{
    const int64_t old = a->length, size = a->kind->size;

    if (n % size)
        return lang_fail(t, LANG_EXC_ValueError, "bytes length not a multiple of item size");
    if (n && resize(t, a, old + n / size) < 0)
        return -1;
    if (n)
        memcpy(lang_array_at(a, old), p, (size_t)n);
    return 0;
}

int lang_array_add_text(struct lang_thread *t, struct lang_typed_array *a, const struct lang_str *s)
{
    const int64_t old = a->length;

    if (resize(t, a, old + s->length) < 0)
        return -1;
    for (int64_t i = 0; i < s->length; i++) {
        const uint32_t c = lang_str_at(s, i);

        memcpy(lang_array_at(a, old + i), &c, sizeof c);
    }
    return 0;
}

int lang_array_extend(struct lang_thread *t, struct lang_typed_array *a, lang_value from)
{
    if (!lang_is_array(from))
        return lang_for_each(t, from, lang_array_append_each, a);
    if (lang_array_of(from)->kind != a->kind)
        return lang_fail(t, LANG_EXC_TypeError, "can only extend with array of same kind");
    return lang_array_add(t, a, lang_array_of(from));
}

/* ------------------------------------------------------------------ making one */

static const struct lang_array_kind *read_code(struct lang_thread *t, lang_value v)
{
    const struct lang_array_kind *kind;

    if (!lang_is_str(v) || lang_as_str(v)->length != 1)
        return lang_fail_null(t, LANG_EXC_TypeError, "array() argument 1 must be a unicode character, not %N", v);
    kind = lang_array_kind(lang_str_at(lang_as_str(v), 0));
    return kind ? kind
                : lang_fail_null(t, LANG_EXC_ValueError,
                                 "bad typecode (must be b, B, u, h, H, i, I, l, L, q, Q, f or d)");
}

int lang_array_fill(struct lang_thread *t, struct lang_typed_array *a, lang_value from)
{
    const bool characters = a->kind->group == LANG_ARRAY_CHARACTER;
    struct lang_buffer bytes;
    int r;

    if (lang_is_str(from))
        return characters ? lang_array_add_text(t, a, lang_as_str(from))
                          : lang_fail(t, LANG_EXC_TypeError,
                                      "cannot use a str to initialize an array with typecode '%c'", a->kind->code);
    if (lang_is_array(from)) {
        if (lang_array_of(from)->kind == a->kind)
            return lang_array_add(t, a, lang_array_of(from));
        if (lang_array_of(from)->kind->group == LANG_ARRAY_CHARACTER)
            return lang_fail(t, LANG_EXC_TypeError,
                             "cannot use a unicode array to initialize an array with typecode '%c'", a->kind->code);
        return lang_for_each(t, from, lang_array_append_each, a);
    }
    if ((lang_is_bytes(from) || lang_is_bytearray(from)) && lang_buffer_get(t, from, &bytes)) {
        r = lang_array_add_bytes(t, a, bytes.data, bytes.length);
        lang_buffer_release(t, &bytes);
        return r;
    }
    return lang_for_each(t, from, lang_array_append_each, a);
}

static lang_value array_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                             struct lang_tuple *kwnames)
{
    const struct lang_array_kind *kind;
    struct lang_typed_array *a;

    if (kwnames && kwnames->length && (cls == &lang_type_array || cls->init == lang_type_array.init))
        return lang_raise(t, LANG_EXC_TypeError, "array.array() takes no keyword arguments");
    if (nargs < 1 || nargs > 2)
        return lang_raise(t, LANG_EXC_TypeError, "array() takes at %s %d argument%s (%zu given)",
                          nargs < 1 ? "least" : "most", nargs < 1 ? 1 : 2, nargs < 1 ? "" : "s", nargs);
    if (!(kind = read_code(t, args[0])) || !(a = lang_array_new(t, cls, kind, 0)))
        return lang_error();
    if (nargs == 2 && lang_array_fill(t, a, args[1]) < 0) {
        lang_decref(t, a);
        return lang_error();
    }
    return lang_obj(a);
}

/* ------------------------------------------------------------------ sequence */

static int64_t array_len(struct lang_thread *t, lang_value v)
{
    (void)t;
    return lang_array_of(v)->length;
}

static int read_index(struct lang_thread *t, lang_value key, int64_t *i)
{
    if (!lang_type_of(key)->to_index)
        return lang_fail(t, LANG_EXC_TypeError, "array indices must be integers");
    if (lang_as_index(t, key, i) == 0)
        return 0;
    if (lang_error_is(t, LANG_EXC_OverflowError)) {
        lang_error_clear(t);
        lang_fail(t, LANG_EXC_IndexError, "cannot fit '%N' into an index-sized integer", key);
    }
    return -1;
}

/* An index as one from 0 on; `doing` is "" or " assignment". */
static int fit_index(struct lang_thread *t, const struct lang_typed_array *a, int64_t *i, const char *doing)
{
    if (*i < 0)
        *i += a->length;
    return *i < 0 || *i >= a->length ? lang_fail(t, LANG_EXC_IndexError, "array%s index out of range", doing) : 0;
}

static lang_value array_getitem(struct lang_thread *t, lang_value v, lang_value key)
{
    struct lang_typed_array *a = lang_array_of(v), *b;
    int64_t i, stop, step, n;

    if (!lang_is_exactly(key, &lang_type_slice)) {
        if (read_index(t, key, &i) < 0 || fit_index(t, a, &i, "") < 0)
            return lang_error();
        return lang_array_load(t, a->kind, lang_array_at(a, i));
    }
    if (lang_slice_unpack(t, key, &i, &stop, &step) < 0)
        return lang_error();
    n = lang_slice_fit(a->length, &i, &stop, step);
    if (!(b = lang_array_new(t, &lang_type_array, a->kind, n)))
        return lang_error();
    if (n && step == 1)
        memcpy(b->data, lang_array_at(a, i), (size_t)(n * a->kind->size));
    for (int64_t k = 0; step != 1 && k < n; k++)
        memcpy(lang_array_at(b, k), lang_array_at(a, i + k * step), a->kind->size);
    return lang_obj(b);
}

/* Takes n items out, `step` from each other. */
static int delete_stepped(struct lang_thread *t, struct lang_typed_array *a, int64_t start, int64_t step, int64_t n)
{
    int64_t to;

    if (n == 0)
        return 0;
    if (a->exports)
        return resize(t, a, a->length - n);
    if (step < 0) { /* the same positions from the left */
        start += (n - 1) * step;
        step = -step;
    }
    to = start;
    for (int64_t i = start; i < a->length; i++)
        if ((i - start) % step || (i - start) / step >= n)
            memmove(lang_array_at(a, to++), lang_array_at(a, i), a->kind->size);
    return resize(t, a, to);
}

/* a[slice] = b; without b (NULL) the slice is taken out. */
static int put_slice(struct lang_thread *t, struct lang_typed_array *a, lang_value slice,
                     const struct lang_typed_array *b)
{
    const int64_t size = a->kind->size, count = b ? b->length : 0;
    int64_t start, stop, step, n;

    if (lang_slice_unpack(t, slice, &start, &stop, &step) < 0)
        return -1;
    n = lang_slice_fit(a->length, &start, &stop, step);
    if (step == 1) {
        const int64_t change = count - n;

        if (change && lang_array_gap(t, a, change > 0 ? start + n : start + count, change) < 0)
            return -1;
        if (count)
            memcpy(lang_array_at(a, start), b->data, (size_t)(count * size));
        return 0;
    }
    if (count == 0)
        return delete_stepped(t, a, start, step, n);
    if (count != n)
        return lang_fail(t, LANG_EXC_ValueError, "attempt to assign array of size %lld to extended slice of size %lld",
                         (long long)count, (long long)n);
    for (int64_t k = 0; k < n; k++)
        memcpy(lang_array_at(a, start + k * step), lang_array_at(b, k), (size_t)size);
    return 0;
}

static int set_slice(struct lang_thread *t, struct lang_typed_array *a, lang_value key, lang_value value)
{
    struct lang_typed_array *b = NULL;
    int r;

    if (lang_is_undef(value))
        return put_slice(t, a, key, NULL);
    if (!lang_is_array(value))
        return lang_fail(t, LANG_EXC_TypeError, "can only assign array (not \"%N\") to array slice", value);
    b = lang_array_of(value);
    if (b->kind != a->kind)
        return lang_fail(t, LANG_EXC_TypeError, "bad argument type for built-in operation");
    if (b != a)
        return put_slice(t, a, key, b);
    if (!(b = lang_array_copy(t, b))) /* it would move while it is read */
        return -1;
    r = put_slice(t, a, key, b);
    lang_decref(t, b);
    return r;
}

static int array_setitem(struct lang_thread *t, lang_value v, lang_value key, lang_value value)
{
    struct lang_typed_array *a = lang_array_of(v);
    uint8_t item[8];
    int64_t i;

    if (lang_is_exactly(key, &lang_type_slice))
        return set_slice(t, a, key, value);
    if (read_index(t, key, &i) < 0 || fit_index(t, a, &i, " assignment") < 0)
        return -1;
    if (lang_is_undef(value))
        return lang_array_gap(t, a, i, -1);
    if (lang_array_store(t, a->kind, value, item) < 0)
        return -1;
    if (i >= a->length) /* reading the value has changed the array */
        return lang_fail(t, LANG_EXC_IndexError, "array assignment index out of range");
    memcpy(lang_array_at(a, i), item, a->kind->size);
    return 0;
}

/* The first place of an equal item in [start, stop): -1 none, -2 an exception. */
int64_t lang_array_find(struct lang_thread *t, struct lang_typed_array *a, lang_value wanted, int64_t start,
                        int64_t stop)
{
    for (int64_t i = start; i < stop && i < a->length; i++) {
        lang_value item = lang_array_load(t, a->kind, lang_array_at(a, i));
        int equal;

        if (lang_is_error(item))
            return -2;
        equal = lang_equal(t, item, wanted);
        lang_unref(t, item);
        if (equal)
            return equal < 0 ? -2 : i;
        if ((i & 0xfff) == 0xfff && lang_poll(t) < 0)
            return -2;
    }
    return -1;
}

static int array_contains(struct lang_thread *t, lang_value v, lang_value item)
{
    const int64_t i = lang_array_find(t, lang_array_of(v), item, 0, INT64_MAX);

    return i == -2 ? -1 : i >= 0;
}

static lang_value array_concat(struct lang_thread *t, lang_value v, lang_value other)
{
    struct lang_typed_array *a = lang_array_of(v), *b;

    if (!lang_is_array(other))
        return lang_raise(t, LANG_EXC_TypeError, "can only append array (not \"%N\") to array", other);
    if (lang_array_of(other)->kind != a->kind)
        return lang_raise(t, LANG_EXC_TypeError, "bad argument type for built-in operation");
    if (!(b = lang_array_copy(t, a)))
        return lang_error();
    if (lang_array_add(t, b, lang_array_of(other)) < 0) {
        lang_decref(t, b);
        return lang_error();
    }
    return lang_obj(b);
}

static lang_value array_concat_inplace(struct lang_thread *t, lang_value v, lang_value other)
{
    if (!lang_is_array(other))
        return lang_raise(t, LANG_EXC_TypeError, "can only extend array with array (not \"%N\")", other);
    return lang_array_extend(t, lang_array_of(v), other) < 0 ? lang_error() : lang_ref(v);
}

/* The first `length` items n times, in an array that has room for them. */
static void repeat_items(struct lang_typed_array *a, int64_t length, int64_t n)
{
    const size_t size = (size_t)(length * a->kind->size);

    for (int64_t i = 1; size && i < n; i++)
        memcpy(a->data + (size_t)i * size, a->data, size);
}

static lang_value array_repeat_inplace(struct lang_thread *t, lang_value v, int64_t n)
{
    struct lang_typed_array *a = lang_array_of(v);
    const int64_t length = a->length;

    if (length && n > INT64_MAX / 32 / length)
        return lang_no_memory(t);
    if (resize(t, a, length * n) < 0)
        return lang_error();
    repeat_items(a, length, n);
    return lang_ref(v);
}

static lang_value array_repeat(struct lang_thread *t, lang_value v, int64_t n)
{
    struct lang_typed_array *a = lang_array_of(v), *b;

    if (a->length && n > INT64_MAX / 32 / a->length)
        return lang_no_memory(t);
    if (!(b = lang_array_new(t, &lang_type_array, a->kind, a->length * n)))
        return lang_error();
    if (b->length)
        memcpy(b->data, a->data, (size_t)(a->length * a->kind->size));
    repeat_items(b, a->length, n);
    return lang_obj(b);
}

struct lang_list *lang_array_listed(struct lang_thread *t, struct lang_typed_array *a)
{
    struct lang_list *l = lang_list_new(t, a->length);

    for (int64_t i = 0; l && i < a->length; i++) {
        lang_value v = lang_array_load(t, a->kind, lang_array_at(a, i));

        if (lang_is_error(v) || lang_list_append_steal(t, l, v) < 0 ||
            ((i & 0xfff) == 0xfff && lang_poll_quiet(t) < 0)) {
            lang_decref(t, l);
            return NULL;
        }
    }
    return l;
}

/* The first item of two arrays that differs, at *i; -1 with an exception. As numbers: NaN differs from itself. */
static int find_difference(struct lang_thread *t, struct lang_typed_array *a, struct lang_typed_array *b, int64_t *i)
{
    int equal = 1;

    for (*i = 0; equal == 1 && *i < a->length && *i < b->length;) {
        lang_value x = lang_array_load(t, a->kind, lang_array_at(a, *i));
        lang_value y = lang_is_error(x) ? x : lang_array_load(t, b->kind, lang_array_at(b, *i));

        equal = lang_is_error(y) ? -1 : x.tag == LANG_FLOAT && y.tag == LANG_FLOAT ? x.f == y.f : lang_equal(t, x, y);
        lang_unref(t, x);
        lang_unref(t, y);
        *i += equal == 1;
        if ((*i & 0xfff) == 0xfff && lang_poll_quiet(t) < 0)
            return -1;
    }
    return equal < 0 ? -1 : 0;
}

static lang_value array_compare(struct lang_thread *t, lang_value v, lang_value w, enum lang_compare_op op)
{
    struct lang_typed_array *a = lang_array_of(v), *b = lang_array_of(w);
    int64_t i;

    if (!lang_is_array(v) || !lang_is_array(w))
        return lang_notimpl();
    if ((op == LANG_EQ || op == LANG_NE) && a->length != b->length)
        return lang_bool(op == LANG_NE);
    if ((op == LANG_EQ || op == LANG_NE) && a->kind == b->kind && a->kind->group != LANG_ARRAY_REAL)
        return lang_bool((a->length == 0 || memcmp(a->data, b->data, (size_t)(a->length * a->kind->size)) == 0) ==
                         (op == LANG_EQ));
    if (find_difference(t, a, b, &i) < 0)
        return lang_error();
    if (i == a->length || i == b->length)
        return lang_compare(t, op, lang_int(a->length), lang_int(b->length));
    if (op == LANG_EQ || op == LANG_NE)
        return lang_bool(op == LANG_NE);
    lang_value x = lang_array_load(t, a->kind, lang_array_at(a, i)), y = lang_error(), r = y;

    if (!lang_is_error(x))
        y = lang_array_load(t, b->kind, lang_array_at(b, i));
    if (!lang_is_error(y))
        r = lang_compare(t, op, x, y);
    lang_unref(t, x);
    lang_unref(t, y);
    return r;
}

lang_value lang_array_text(struct lang_thread *t, const struct lang_typed_array *a)
{
    return lang_obj_or_error(
        lang_str_from_units(t, a->data ? (const void *)a->data : lang_array_nothing, 4, a->length));
}

int lang_array_check(struct lang_thread *t, const struct lang_typed_array *a)
{
    for (int64_t i = 0; i < a->length; i++) {
        uint32_t c;

        memcpy(&c, lang_array_at(a, i), sizeof c);
        if (c > 0x10ffff)
            return lang_fail(t, LANG_EXC_ValueError, "character U+%x is not in range [U+0000; U+10ffff]", c);
    }
    return 0;
}

static lang_value array_repr(struct lang_thread *t, lang_value v)
{
    struct lang_typed_array *a = lang_array_of(v);
    lang_value items;
    struct lang_str *s;

    if (a->length == 0)
        return lang_obj_or_error(lang_str_from_format(t, "%s('%c')", v.o->type->name, a->kind->code));
    if (a->kind->group == LANG_ARRAY_CHARACTER && lang_array_check(t, a) < 0)
        return lang_error();
    items = a->kind->group == LANG_ARRAY_CHARACTER ? lang_array_text(t, a) : lang_obj_or_error(lang_array_listed(t, a));
    if (lang_is_error(items))
        return items;
    s = lang_str_from_format(t, "%s('%c', %R)", v.o->type->name, a->kind->code, items);
    lang_unref(t, items);
    return lang_obj_or_error(s);
}

static lang_value get_typecode(struct lang_thread *t, lang_value self)
{
    return lang_obj_or_error(lang_str_from_char(t, (uint32_t)lang_array_of(self)->kind->code));
}

static lang_value get_itemsize(struct lang_thread *t, lang_value self)
{
    (void)t;
    return lang_int(lang_array_of(self)->kind->size);
}

static const struct lang_getset array_getset[] = {
    {"itemsize", get_itemsize, NULL, "the size, in bytes, of one array item"},
    {"typecode", get_typecode, NULL, "the typecode character used to create the array"},
    {0},
};

/* ------------------------------------------------------------------ iteration */

static lang_value array_iter(struct lang_thread *t, lang_value v)
{
    struct array_iter *it = lang_object_new(t, &array_iter_type);

    if (!it)
        return lang_error();
    it->array = lang_incref(v.o);
    return lang_obj(it);
}

static void iter_drop(struct lang_thread *t, struct lang_object *o)
{
    struct lang_typed_array *a = ((struct array_iter *)o)->array;

    ((struct array_iter *)o)->array = NULL;
    lang_xdecref(t, a);
}

static void iter_traverse(struct lang_object *o, lang_visit_fn visit, void *arg)
{
    if (((struct array_iter *)o)->array)
        visit(&((struct array_iter *)o)->array->head, arg);
}

static lang_value iter_next(struct lang_thread *t, lang_value v)
{
    struct array_iter *it = (struct array_iter *)v.o;

    if (!it->array)
        return lang_undef();
    if (it->index < it->array->length)
        return lang_array_load(t, it->array->kind, lang_array_at(it->array, it->index++));
    iter_drop(t, v.o);
    return lang_undef();
}

static lang_value m_iter_reduce(struct lang_thread *t, const lang_value *args)
{
    struct array_iter *it = (struct array_iter *)args[0].o;
    lang_value builtins = lang_import(t, "builtins"), function, r = lang_error();
    lang_value of = it->array ? lang_ref(lang_obj(it->array)) : lang_obj_or_error(lang_tuple_new(t, 0));
    lang_value call = lang_is_error(of) ? of : lang_obj_or_error(lang_tuple_from(t, &of, 1));

    lang_unref(t, of);
    function = lang_is_error(builtins) ? builtins : lang_getattr_c(t, builtins, "iter");
    if (!lang_is_error(call) && !lang_is_error(function)) {
        lang_value parts[] = {function, call, lang_int(it->index)};

        r = lang_obj_or_error(lang_tuple_from(t, parts, it->array ? 3 : 2));
    }
    lang_unref(t, builtins);
    lang_unref(t, function);
    lang_unref(t, call);
    return r;
}

static lang_value m_iter_setstate(struct lang_thread *t, const lang_value *args)
{
    struct array_iter *it = (struct array_iter *)args[0].o;
    int64_t i;

    if (lang_as_index(t, args[1], &i) < 0)
        return lang_error();
    if (it->array)
        it->index = i < 0 ? 0 : i > it->array->length ? it->array->length : i;
    return lang_none();
}

static const struct lang_method iter_methods[] = {
    {"__reduce__", "()", m_iter_reduce, "Return state information for pickling.", 0},
    {"__setstate__", "(state, /)", m_iter_setstate, "Set state information for unpickling.", 0},
    {0},
};

static struct lang_type array_iter_type = {
    .name = "arrayiterator",
    .module = "array",
    .flags = LANG_TYPE_QUALIFIED,
    .size = sizeof(struct array_iter),
    .methods = iter_methods,
    .destroy = iter_drop,
    .traverse = iter_traverse,
    .clear = iter_drop,
    .iter = lang_iter_self,
    .next = iter_next,
};

struct lang_type lang_type_array = {
    .name = "array",
    .module = "array",
    .doc =
        "array(typecode [, initializer]) -> array\n\nA sequence whose items are all of one C type, in one block of "
        "memory. The typecode names it: 'b' 'h' 'i' 'l' 'q' integers with a sign of 1, 2, 4, 8 and 8 bytes, 'B' 'H' "
        "'I' 'L' 'Q' those without, 'f' and 'd' floating-point numbers, 'u' characters. The initializer is a list or "
        "another iterable of items, bytes with their memory, or for 'u' a text.",
    .size = sizeof(struct lang_typed_array),
    .flags = LANG_TYPE_BASE | LANG_TYPE_QUALIFIED | LANG_TYPE_SEQUENCE | LANG_TYPE_WEAKREF,
    .getset = array_getset,
    .make = array_make,
    .destroy = array_drop,
    .repr = array_repr,
    .compare = array_compare,
    .hash = lang_hash_unhashable,
    .iter = array_iter,
    .len = array_len,
    .getitem = array_getitem,
    .setitem = array_setitem,
    .contains = array_contains,
    .concat = array_concat,
    .repeat = array_repeat,
    .concat_inplace = array_concat_inplace,
    .repeat_inplace = array_repeat_inplace,
    .memory = memory_of,
};

int lang_array_ready(struct lang_thread *t, const struct lang_method *methods)
{
    lang_type_array.methods = methods;
    return lang_type_ready(t, &lang_type_array) < 0 || lang_type_ready(t, &array_iter_type) < 0 ? -1 : 0;
}
