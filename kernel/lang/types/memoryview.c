/* memoryview.c: the type memoryview: up to 64 dimensions over the memory of an object that has some (lang_memory_of) or
 * of another view. A view of a foreign object is a foreign one. A view of an object that may change its size keeps it
 * from that: it counts itself in the object's `exports`. */
#include <string.h>

#include "vm/code.h"
#include "types/bytes_impl.h"
#include "types/memoryview.h"

enum { MOST_DIMENSIONS = 64 };

struct view {
    struct lang_object head;
    lang_value base;          /* whose memory it is; UNDEF once released */
    int64_t offset, itemsize; /* of the first item in bytes; bytes of an item */
    int64_t *shape, *strides; /* ndim of each, one block; strides in bytes, may be negative */
    int64_t one[2];           /* that block for one dimension */
    int64_t hash;             /* while HASHED */
    int64_t exports;          /* who holds its bytes: it cannot be released meanwhile */
    int ndim;
    const char *format; /* that of the base, or of the table below */
    bool readonly;
};
enum { HASHED = LANG_OBJ_USER };

#define AS_VIEW(v) ((struct view *)(v).o)

static const struct format_row {
    char code;
    uint8_t size, kind; /* kind: signed, unsigned, float, char, bool */
    char text[3];
} formats[] = {{'B', 1, 'u', "@B"}, {'b', 1, 'i', "@b"}, {'c', 1, 'c', "@c"}, {'?', 1, '?', "@?"}, {'h', 2, 'i', "@h"},
               {'H', 2, 'u', "@H"}, {'i', 4, 'i', "@i"}, {'I', 4, 'u', "@I"}, {'l', 8, 'i', "@l"}, {'L', 8, 'u', "@L"},
               {'q', 8, 'i', "@q"}, {'Q', 8, 'u', "@Q"}, {'n', 8, 'i', "@n"}, {'N', 8, 'u', "@N"}, {'f', 4, 'f', "@f"},
               {'d', 8, 'f', "@d"}, {'P', 8, 'u', "@P"}};

static const struct format_row *row_of(const char *format)
{
    char code = format[0] == '@' ? format[1] : format[0];
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (formats[i].code == code && format[(format[0] == '@') + 1] == 0)
            return &formats[i];
    return NULL;
}

static bool is_byte_format(const struct view *m)
{
    char code = m->format[0] == '@' ? m->format[1] : m->format[0];
    return code == 'B' || code == 'b' || code == 'c';
}

static int check(struct lang_thread *t, const struct view *m)
{
    return lang_is_undef(m->base)
               ? lang_fail(t, LANG_EXC_ValueError, "operation forbidden on released memoryview object")
               : 0;
}

static uint8_t *data_of(const struct view *m)
{
    struct lang_memory memory = {.data = NULL};
    lang_memory_of(m->base, &memory); /* while the view is held it does not lose its memory */
    return memory.data;
}

/* How many items: the product of the shape. */
static int64_t count_of(const struct view *m)
{
    int64_t n = 1;
    for (int d = 0; d < m->ndim; d++)
        n *= m->shape[d];
    return n;
}

static uint8_t *first_item(const struct view *m)
{
    return data_of(m) + m->offset;
}

/* Whether the items lie one after the other, the last index (C order) or the first (Fortran order) varying fastest. */
static bool in_order(const struct view *m, bool fortran)
{
    if (m->ndim == 1)
        return m->shape[0] == 1 || m->strides[0] == m->itemsize;
    int64_t step = m->itemsize;
    if (count_of(m) == 0)
        return true;
    for (int i = 0; i < m->ndim; i++) {
        int d = fortran ? i : m->ndim - 1 - i;
        if (m->shape[d] > 1 && m->strides[d] != step)
            return false;
        step *= m->shape[d];
    }
    return true;
}

bool lang_memoryview_bytes(lang_value v, const uint8_t **data, int64_t *length)
{
    struct view *m = AS_VIEW(v);
    if (lang_is_undef(m->base) || (!in_order(m, false) && count_of(m)))
        return false;
    *length = count_of(m) * m->itemsize;
    *data = *length ? first_item(m) : (const uint8_t *)"";
    return true;
}

void lang_memoryview_hold(lang_value v, int change)
{
    AS_VIEW(v)->exports += change;
}

bool lang_memoryview_readonly(lang_value v)
{
    return AS_VIEW(v)->readonly;
}

/* ------------------------------------------------------------------ life */

static void drop_dimensions(struct lang_thread *t, struct view *m)
{
    if (m->shape && m->shape != m->one)
        lang_free(t, m->shape, 2 * (size_t)m->ndim * sizeof *m->shape);
    m->shape = m->strides = NULL;
    m->ndim = 0;
}

/* Space for so many dimensions; what was there is lost. */
static int set_ndim(struct lang_thread *t, struct view *m, int ndim)
{
    drop_dimensions(t, m);
    m->shape = ndim <= 1 ? m->one : lang_alloc(t, 2 * (size_t)ndim * sizeof *m->shape);
    if (!m->shape)
        return -1;
    m->ndim = ndim;
    m->strides = m->shape + (ndim ? ndim : 1);
    return 0;
}

/* Strides for items one after the other. */
static void set_strides(struct view *m)
{
    int64_t step = m->itemsize;
    for (int d = m->ndim - 1; d >= 0; d--) {
        m->strides[d] = step;
        step *= m->shape[d];
    }
}

static void count_export(lang_value base, int change)
{
    struct lang_memory memory;
    if (!lang_is_undef(base) && lang_memory_of(base, &memory) && memory.exports)
        *memory.exports += change;
}

static struct view *make(struct lang_thread *t, lang_value base, bool readonly, int64_t length)
{
    struct view *m = lang_object_new(t, &lang_type_memoryview);
    if (!m)
        return NULL;
    m->base = lang_ref(base);
    m->readonly = readonly;
    m->itemsize = 1;
    m->format = "B";
    set_ndim(t, m, 1);
    m->shape[0] = length;
    set_strides(m);
    count_export(base, 1);
    return m;
}

static struct view *same(struct lang_thread *t, const struct view *m)
{
    struct view *n = make(t, m->base, m->readonly, 0);
    if (n && set_ndim(t, n, m->ndim) < 0) {
        lang_decref(t, n);
        return NULL;
    }
    if (n) {
        n->offset = m->offset;
        n->itemsize = m->itemsize;
        n->format = m->format;
        for (int d = 0; d < m->ndim; d++) {
            n->shape[d] = m->shape[d];
            n->strides[d] = m->strides[d];
        }
    }
    return n;
}

static void release(struct lang_thread *t, struct view *m)
{
    count_export(m->base, -1);
    m->format = "B"; /* the base may have owned it */
    lang_clear(t, &m->base);
}

static int set_shape(struct lang_thread *t, struct view *m, const int64_t *shape, int ndim)
{
    if (set_ndim(t, m, ndim) < 0)
        return -1;
    if (ndim)
        memcpy(m->shape, shape, (size_t)ndim * sizeof *shape);
    return 0;
}

/* A view of all the memory that a value has; ERROR with TypeError where it has none. */
static lang_value view_of(struct lang_thread *t, lang_value object)
{
    struct lang_memory memory;
    if (!lang_memory_of(object, &memory))
        return lang_raise(t, LANG_EXC_TypeError, "memoryview: a bytes-like object is required, not '%N'", object);
    struct view *m = make(t, object, memory.readonly, memory.shape ? 0 : memory.length / memory.itemsize);
    if (m) {
        m->itemsize = memory.itemsize;
        m->format = memory.format;
        if (memory.shape && set_shape(t, m, memory.shape, memory.ndim) < 0) {
            lang_decref(t, m);
            return lang_error();
        }
        set_strides(m);
    }
    return lang_obj_or_error(m);
}

/* A view of what an object of the library's own holds a view of (PickleBuffer); UNDEF: it has memory of its own. */
static lang_value inner_view(struct lang_thread *t, lang_value object)
{
    if (object.tag != LANG_OBJECT || !object.o->type->memory || object.o->type->flags & LANG_TYPE_HEAP)
        return lang_undef();
    struct lang_str *name = lang_intern_c(t, "_memoryview");
    lang_value make = name ? lang_getattr_opt(t, object, name) : lang_error();
    lang_xdecref(t, name);
    if (lang_is_error(make) || lang_is_undef(make))
        return make;
    lang_value view = lang_call(t, make, NULL, 0, NULL);
    lang_unref(t, make);
    return view;
}

static lang_value slot_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                            struct lang_tuple *kwnames)
{
    lang_value object = lang_undef();
    struct lang_params *p = lang_params_get(t, "memoryview", "(object)");
    (void)cls;
    if (!p || lang_params_bind(t, p, args, nargs, kwnames, &object) < 0)
        return lang_error();
    if (lang_is_exactly(object, &lang_type_memoryview))
        return check(t, AS_VIEW(object)) < 0 ? lang_error() : lang_obj_or_error(same(t, AS_VIEW(object)));
    const struct lang_foreign *foreign = t->vm->foreign;
    if (object.tag == LANG_OBJECT && object.o->type->flags & LANG_TYPE_FOREIGN && foreign->memoryview)
        return foreign->memoryview(t, object);
    lang_value inner = inner_view(t, object);
    return lang_is_undef(inner) ? view_of(t, object) : inner;
}

static void slot_destroy(struct lang_thread *t, struct lang_object *o)
{
    release(t, (struct view *)o);
    drop_dimensions(t, (struct view *)o);
}

static void slot_traverse(struct lang_object *o, lang_visit_fn visit, void *arg)
{
    struct view *m = (struct view *)o;
    if (lang_is_obj(m->base))
        visit(m->base.o, arg);
}

/* ------------------------------------------------------------------ items */

static int unsupported(struct lang_thread *t, const struct view *m)
{
    return m->format[m->format[0] == '@'] && m->format[1 + (m->format[0] == '@')]
               ? lang_fail(t, LANG_EXC_NotImplementedError, "memoryview: unsupported format %s", m->format)
               : lang_fail(t, LANG_EXC_NotImplementedError, "memoryview: format %s not supported", m->format);
}

static lang_value unpack(struct lang_thread *t, const struct view *m, const uint8_t *p)
{
    const struct format_row *row = row_of(m->format);
    float f;
    double d;
    uint64_t u = 0;
    if (!row)
        return unsupported(t, m), lang_error();
    memcpy(&u, p, row->size); /* little-endian, as the machines are that this runs on */
    switch (row->kind) {
    case 'u':
        return lang_int_from_u64(t, u);
    case 'i':
        return lang_int((int64_t)(u << (64 - row->size * 8)) >> (64 - row->size * 8));
    case 'c':
        return lang_obj_or_error(lang_bytes_new(t, p, 1));
    case '?':
        return lang_bool(u != 0);
    default:
        memcpy(&f, p, sizeof f);
        memcpy(&d, p, row->size == 8 ? sizeof d : 0);
        return lang_float(row->size == 4 ? (double)f : d);
    }
}

static int invalid(struct lang_thread *t, const struct view *m, bool type)
{
    return lang_fail(t, type ? LANG_EXC_TypeError : LANG_EXC_ValueError, "memoryview: invalid %s for format '%s'",
                     type ? "type" : "value", m->format);
}

/* An int as 64 bits without a sign; false: it does not fit, or an exception. */
static bool as_unsigned(struct lang_thread *t, lang_value v, uint8_t out[8])
{
    lang_value top = lang_int_binary(t, LANG_OP_RSHIFT, v, lang_int(64));
    lang_value low = lang_is_error(top) ? top : lang_int_binary(t, LANG_OP_AND, v, lang_int(0xffffffff));
    lang_value high = lang_is_error(low) ? low : lang_int_binary(t, LANG_OP_RSHIFT, v, lang_int(32));
    bool good = lang_same(top, lang_int(0)) && low.tag == LANG_INT && high.tag == LANG_INT;
    uint64_t u = good ? (uint64_t)high.i << 32 | (uint64_t)low.i : 0;
    lang_unref(t, top);
    lang_unref(t, low);
    lang_unref(t, high);
    memcpy(out, &u, sizeof u);
    return good;
}

/* The value as an item of the view's format. It runs user code. */
static int pack(struct lang_thread *t, const struct view *m, lang_value v, uint8_t out[8])
{
    const struct format_row *row = row_of(m->format);
    double d;
    float f;
    int64_t i;
    int truth;
    if (!row)
        return unsupported(t, m);
    switch (row->kind) {
    case 'c':
        if (!lang_is_bytes(v))
            return invalid(t, m, true);
        if (((struct lang_bytes *)v.o)->length != 1)
            return invalid(t, m, false);
        out[0] = ((struct lang_bytes *)v.o)->data[0];
        return 0;
    case '?':
        truth = lang_truth(t, v);
        out[0] = (uint8_t)truth;
        return truth < 0 ? -1 : 0;
    case 'f':
        if (!lang_is_float(v) && !lang_type_of(v)->to_float && !lang_type_of(v)->to_index)
            return invalid(t, m, true);
        if (lang_as_double(t, v, &d) < 0)
            return -1;
        f = (float)d;
        memcpy(out, row->size == 4 ? (const void *)&f : (const void *)&d, row->size);
        return 0;
    default:
        break;
    }
    if (!lang_type_of(v)->to_index || (row->code == 'P' && !lang_is_integer(v)))
        return invalid(t, m, true);
    int bits = row->size * 8;
    lang_value number = lang_type_of(v)->to_index(t, v);
    if (lang_is_error(number))
        return -1;
    bool fits = row->size == 8 && row->kind == 'u' ? as_unsigned(t, number, out) : lang_int_fits(number, &i);
    lang_unref(t, number);
    if (lang_error_occurred(t))
        return -1;
    if (!fits)
        return invalid(t, m, false);
    if (row->size == 8 && row->kind == 'u')
        return 0;
    int64_t low = row->kind == 'u' ? 0 : bits == 64 ? INT64_MIN : -((int64_t)1 << (bits - 1));
    int64_t high = bits == 64 ? INT64_MAX : ((int64_t)1 << (row->kind == 'u' ? bits : bits - 1)) - 1;
    if (i < low || i > high)
        return invalid(t, m, false);
    memcpy(out, &i, row->size);
    return 0;
}

/* Where the item of an index of dimension d (from 0) lies from `at` on; NULL: raised. */
static uint8_t *step_to(struct lang_thread *t, const struct view *m, uint8_t *at, int d, lang_value key)
{
    int64_t i;
    if (lang_as_index(t, key, &i) < 0) {
        if (!lang_error_is(t, LANG_EXC_OverflowError))
            return NULL;
        lang_error_clear(t);
        return lang_fail_null(t, LANG_EXC_IndexError, "cannot fit '%N' into an index-sized integer", key);
    }
    if (check(t, m) < 0) /* __index__ may have released it */
        return NULL;
    if (i < 0)
        i += m->shape[d];
    if (i < 0 || i >= m->shape[d])
        return lang_fail_null(t, LANG_EXC_IndexError, "index out of bounds on dimension %d", d + 1);
    return at + i * m->strides[d];
}

static bool all_of(lang_value key, bool slices)
{
    struct lang_tuple *u = lang_as_tuple(key);
    for (int64_t i = 0; i < u->length; i++)
        if (slices ? !lang_is_exactly(u->items[i], &lang_type_slice) : !lang_type_of(u->items[i])->to_index)
            return false;
    return !slices || u->length > 0;
}

/* The item that a key names, one index or a tuple of them; NULL: raised. `several` says that a single index of a view
 * of several dimensions is wanted as a sub-view. */
static uint8_t *find_item(struct lang_thread *t, const struct view *m, lang_value key, const char *several)
{
    if (m->ndim == 0) {
        if (key.tag == LANG_ELLIPSIS || (lang_is_tuple(key) && lang_as_tuple(key)->length == 0))
            return first_item(m);
        return lang_fail_null(t, LANG_EXC_TypeError, "invalid indexing of 0-dim memory");
    }
    if (lang_type_of(key)->to_index)
        return m->ndim == 1 ? step_to(t, m, first_item(m), 0, key)
                            : lang_fail_null(t, LANG_EXC_NotImplementedError, "%s", several);
    if (!lang_is_tuple(key) || !all_of(key, false))
        return lang_fail_null(t, LANG_EXC_TypeError, "memoryview: invalid slice key");
    struct lang_tuple *u = lang_as_tuple(key);
    if (u->length < m->ndim)
        return lang_fail_null(t, LANG_EXC_NotImplementedError, "sub-views are not implemented");
    if (u->length > m->ndim)
        return lang_fail_null(t, LANG_EXC_TypeError, "cannot index %d-dimension view with %lld-element tuple", m->ndim,
                              (long long)u->length);
    uint8_t *at = first_item(m);
    for (int d = 0; at && d < m->ndim; d++)
        at = step_to(t, m, at, d, u->items[d]);
    return at;
}

static struct view *part(struct lang_thread *t, const struct view *m, lang_value key)
{
    int64_t start, stop, step, count;
    struct view *n = same(t, m); /* first: reading the slice may release m */
    if (n && lang_slice_unpack(t, key, &start, &stop, &step) < 0) {
        lang_decref(t, n);
        return NULL;
    }
    if (n) {
        count = lang_slice_fit(n->shape[0], &start, &stop, step);
        n->offset += count ? start * n->strides[0] : 0;
        n->shape[0] = count;
        n->strides[0] = (int64_t)((uint64_t)n->strides[0] * (uint64_t)step); /* may wrap where no step is made */
    }
    return n;
}

static lang_value slot_getitem(struct lang_thread *t, lang_value v, lang_value key)
{
    struct view *m = AS_VIEW(v);
    if (check(t, m) < 0)
        return lang_error();
    if (m->ndim == 0 && key.tag == LANG_ELLIPSIS)
        return lang_ref(v);
    if (m->ndim && lang_is_exactly(key, &lang_type_slice))
        return lang_obj_or_error(part(t, m, key));
    if (m->ndim && lang_is_tuple(key) && all_of(key, true))
        return lang_raise(t, LANG_EXC_NotImplementedError, "multi-dimensional slicing is not implemented");
    uint8_t *at = find_item(t, m, key, "multi-dimensional sub-views are not implemented");
    return at ? unpack(t, m, at) : lang_error();
}

/* Copies all items from `at` on to *to, contiguously, in C order or Fortran order. */
static void gather(const struct view *m, int d, const uint8_t *at, bool fortran, uint8_t **to)
{
    if (d == m->ndim) {
        memcpy(*to, at, (size_t)m->itemsize);
        *to += m->itemsize;
        return;
    }
    int along = fortran ? m->ndim - 1 - d : d;
    for (int64_t i = 0; i < m->shape[along]; i++)
        gather(m, d + 1, at + i * m->strides[along], fortran, to);
}

static struct lang_bytes *gathered(struct lang_thread *t, const struct view *m, bool fortran)
{
    struct lang_bytes *b = lang_bytes_new(t, NULL, (size_t)(count_of(m) * m->itemsize));
    uint8_t *to = b ? b->data : NULL;
    if (b && b->length && in_order(m, fortran))
        memcpy(to, first_item(m), (size_t)b->length);
    else if (b && b->length)
        gather(m, 0, first_item(m), fortran, &to);
    return b;
}

struct lang_bytes *lang_memoryview_gathered(struct lang_thread *t, lang_value v)
{
    return check(t, AS_VIEW(v)) < 0 ? NULL : gathered(t, AS_VIEW(v), false);
}

static bool same_shape(const struct view *a, const struct view *b)
{
    for (int d = 0; a->ndim == b->ndim && d < a->ndim; d++) {
        if (a->shape[d] != b->shape[d])
            return false;
        if (a->shape[d] == 0)
            return true;
    }
    return a->ndim == b->ndim;
}

/* Of one dimension. */
static int set_part(struct lang_thread *t, struct view *m, lang_value key, lang_value value)
{
    lang_value source = lang_is_exactly(value, &lang_type_memoryview)
                            ? lang_ref(value)
                            : lang_call(t, lang_obj(&lang_type_memoryview), &value, 1, NULL);
    if (lang_is_error(source)) {
        if (!lang_error_is(t, LANG_EXC_TypeError))
            return -1;
        lang_error_clear(t);
        return lang_fail(t, LANG_EXC_TypeError, "a bytes-like object is required, not '%N'", value);
    }
    struct view *from = AS_VIEW(source), *to = part(t, m, key);
    struct lang_bytes *all = NULL; /* a copy: both may lie in the same memory */
    int r = to && check(t, m) == 0 && check(t, from) == 0 ? 0 : -1;
    if (r == 0 && (!same_shape(from, to) || row_of(from->format) != row_of(to->format)))
        r = lang_fail(t, LANG_EXC_ValueError, "memoryview assignment: lvalue and rvalue have different structures");
    if (r == 0 && !(all = gathered(t, from, false)))
        r = -1;
    for (int64_t i = 0; r == 0 && i < to->shape[0]; i++)
        memcpy(first_item(to) + i * to->strides[0], all->data + i * to->itemsize, (size_t)to->itemsize);
    lang_xdecref(t, all);
    lang_xdecref(t, to);
    lang_unref(t, source);
    return r;
}

static int slot_setitem(struct lang_thread *t, lang_value v, lang_value key, lang_value value)
{
    struct view *m = AS_VIEW(v);
    uint8_t item[8];
    if (check(t, m) < 0)
        return -1;
    if (m->readonly)
        return lang_fail(t, LANG_EXC_TypeError, "cannot modify read-only memory");
    if (lang_is_undef(value))
        return lang_fail(t, LANG_EXC_TypeError, "cannot delete memory");
    bool slice = lang_is_exactly(key, &lang_type_slice);
    if (slice && m->ndim == 1)
        return set_part(t, m, key, value);
    if (m->ndim && (slice || (lang_is_tuple(key) && all_of(key, true))))
        return lang_fail(t, LANG_EXC_NotImplementedError,
                         "memoryview slice assignments are currently restricted to ndim = 1");
    uint8_t *at = find_item(t, m, key, "sub-views are not implemented");
    if (!at || pack(t, m, value, item) < 0 || check(t, m) < 0)
        return -1;
    memcpy(at, item, (size_t)m->itemsize);
    return 0;
}

static int64_t slot_len(struct lang_thread *t, lang_value v)
{
    struct view *m = AS_VIEW(v);
    return check(t, m) < 0 ? -1 : m->ndim ? m->shape[0] : 1;
}

struct memory_iter {
    struct lang_object head;
    lang_value view; /* UNDEF at the end */
    int64_t index, length;
};

static void iter_destroy(struct lang_thread *t, struct lang_object *o)
{
    lang_clear(t, &((struct memory_iter *)o)->view);
}

static void iter_traverse(struct lang_object *o, lang_visit_fn visit, void *arg)
{
    if (lang_is_obj(((struct memory_iter *)o)->view))
        visit(((struct memory_iter *)o)->view.o, arg);
}

static lang_value iter_next(struct lang_thread *t, lang_value v)
{
    struct memory_iter *it = (struct memory_iter *)v.o;
    if (lang_is_undef(it->view))
        return it->view;
    struct view *m = AS_VIEW(it->view);
    if (it->index < it->length) {
        if (check(t, m) < 0)
            return lang_error();
        return unpack(t, m, first_item(m) + it->index++ * m->strides[0]);
    }
    lang_clear(t, &it->view);
    return lang_undef();
}

static lang_value iter_self(struct lang_thread *t, lang_value v)
{
    (void)t;
    return lang_ref(v);
}

struct lang_type lang_type_memory_iterator = {
    .name = "memory_iterator",
    .size = sizeof(struct memory_iter),
    .base = &lang_type_object,
    .destroy = iter_destroy,
    .traverse = iter_traverse,
    .iter = iter_self,
    .next = iter_next,
};

static lang_value slot_iter(struct lang_thread *t, lang_value v)
{
    struct view *m = AS_VIEW(v);
    if (check(t, m) < 0)
        return lang_error();
    if (m->ndim == 0)
        return lang_raise(t, LANG_EXC_TypeError, "invalid indexing of 0-dim memory");
    if (m->ndim > 1)
        return lang_raise(t, LANG_EXC_NotImplementedError, "multi-dimensional sub-views are not implemented");
    struct memory_iter *it = lang_object_new(t, &lang_type_memory_iterator);
    if (!it)
        return lang_error();
    it->view = lang_ref(v);
    it->length = m->shape[0];
    return lang_obj(it);
}

/* ------------------------------------------------------------------ other slots */

static lang_value slot_repr(struct lang_thread *t, lang_value v)
{
    return lang_obj_or_error(lang_str_from_format(t, "<%s at 0x%llx>",
                                                  lang_is_undef(AS_VIEW(v)->base) ? "released memory" : "memory",
                                                  (unsigned long long)v.bits));
}

/* In a loop over a dimension: true when item i was one to ask for an interrupt, and there was one. */
static inline bool stopped_at(struct lang_thread *t, int64_t i)
{
    return (i & 0xfff) == 0xfff && lang_poll_quiet(t) < 0;
}

/* Of two views of one shape: value by value; 1 equal, 0 not, -1 raised. */
static int equal_items(struct lang_thread *t, const struct view *a, const struct view *b, int d, const uint8_t *at,
                       const uint8_t *bt)
{
    int equal = 1;
    if (d == a->ndim) {
        lang_value x = unpack(t, a, at), y = lang_is_error(x) ? x : unpack(t, b, bt);
        equal = lang_is_error(y) ? -1 : x.tag == LANG_FLOAT && y.tag == LANG_FLOAT ? x.f == y.f : lang_equal(t, x, y);
        lang_unref(t, x);
        lang_unref(t, y);
        return equal;
    }
    for (int64_t i = 0; equal == 1 && i < a->shape[d]; i++)
        equal = stopped_at(t, i) ? -1 : equal_items(t, a, b, d + 1, at + i * a->strides[d], bt + i * b->strides[d]);
    return equal;
}

static lang_value slot_compare(struct lang_thread *t, lang_value a, lang_value b, enum lang_compare_op op)
{
    if (op != LANG_EQ && op != LANG_NE)
        return lang_notimpl();
    struct view *m = AS_VIEW(a);
    if (lang_is_undef(m->base) || (lang_is_exactly(b, &lang_type_memoryview) && lang_is_undef(AS_VIEW(b)->base)))
        return lang_bool((a.o == b.o) == (op == LANG_EQ));
    const uint8_t *data;
    int64_t n;
    if (!lang_is_exactly(b, &lang_type_memoryview) && !lang_bytes_view(b, &data, &n))
        return lang_notimpl();
    lang_value other = lang_is_exactly(b, &lang_type_memoryview)
                           ? lang_ref(b)
                           : lang_call(t, lang_obj(&lang_type_memoryview), &b, 1, NULL);
    if (lang_is_error(other))
        return other;
    struct view *o = AS_VIEW(other);
    int equal = !same_shape(m, o) || !row_of(m->format) || !row_of(o->format) ? 0
                : count_of(m) ? equal_items(t, m, o, 0, first_item(m), first_item(o))
                              : 1;
    lang_unref(t, other);
    return equal < 0 ? lang_error() : lang_bool(equal == (op == LANG_EQ));
}

static int slot_hash(struct lang_thread *t, lang_value v, int64_t *out)
{
    struct view *m = AS_VIEW(v);
    if (v.o->flags & HASHED) { /* also once it is released */
        *out = m->hash;
        return 0;
    }
    if (check(t, m) < 0)
        return -1;
    if (!m->readonly)
        return lang_fail(t, LANG_EXC_ValueError, "cannot hash writable memoryview object");
    if (!is_byte_format(m))
        return lang_fail(t, LANG_EXC_ValueError, "memoryview: hashing is restricted to formats 'B', 'b' or 'c'");
    if (lang_hash(t, m->base, out) < 0) /* one that changes under a read-only view has none */
        return -1;
    if (check(t, m) < 0) /* its hash may have released the view */
        return -1;
    struct lang_bytes *b = gathered(t, m, false);
    int r = b ? lang_hash(t, lang_obj(b), out) : -1;
    lang_xdecref(t, b);
    if (r == 0) {
        m->hash = *out;
        v.o->flags |= HASHED;
    }
    return r;
}

/* ------------------------------------------------------------------ methods */

static lang_value m_tobytes(struct lang_thread *t, const lang_value *args)
{
    struct view *m = AS_VIEW(args[0]);
    const char *order = "C";
    if (!lang_is_undef(args[1]) && !lang_is_none(args[1])) {
        if (!lang_is_str(args[1]))
            return lang_raise(t, LANG_EXC_TypeError, "tobytes() argument 'order' must be str or None, not %A", args[1]);
        if (!(order = lang_str_utf8(t, lang_as_str(args[1]), NULL)))
            return lang_error();
    }
    if (check(t, m) < 0)
        return lang_error();
    if (strcmp(order, "C") != 0 && strcmp(order, "F") != 0 && strcmp(order, "A") != 0)
        return lang_raise(t, LANG_EXC_ValueError, "order must be 'C', 'F' or 'A'");
    bool fortran = order[0] == 'F' || (order[0] == 'A' && in_order(m, true) && !in_order(m, false));
    return lang_obj_or_error(gathered(t, m, fortran));
}

static lang_value listed(struct lang_thread *t, const struct view *m, int d, const uint8_t *at)
{
    if (d == m->ndim)
        return unpack(t, m, at);
    struct lang_list *l = lang_list_new(t, m->shape[d]);
    for (int64_t i = 0; l && i < m->shape[d]; i++) {
        lang_value v = listed(t, m, d + 1, at + i * m->strides[d]);
        if (lang_is_error(v) || lang_list_append_steal(t, l, v) < 0 || stopped_at(t, i)) {
            lang_decref(t, l);
            return lang_error();
        }
    }
    return lang_obj_or_error(l);
}

static lang_value m_tolist(struct lang_thread *t, const lang_value *args)
{
    struct view *m = AS_VIEW(args[0]);
    return check(t, m) < 0 ? lang_error() : listed(t, m, 0, first_item(m));
}

static lang_value m_hex(struct lang_thread *t, const lang_value *args)
{
    lang_value b = lang_obj_or_error(lang_memoryview_gathered(t, args[0])), r;
    if (lang_is_error(b))
        return b;
    r = lang_call_method_c(t, b, "hex", args + 1, lang_is_undef(args[1]) ? 0 : lang_is_undef(args[2]) ? 1 : 2);
    lang_unref(t, b);
    return r;
}

static lang_value m_toreadonly(struct lang_thread *t, const lang_value *args)
{
    struct view *n = check(t, AS_VIEW(args[0])) < 0 ? NULL : same(t, AS_VIEW(args[0]));
    if (n)
        n->readonly = true;
    return lang_obj_or_error(n);
}

static lang_value m_release(struct lang_thread *t, const lang_value *args)
{
    struct view *m = AS_VIEW(args[0]);
    if (m->exports)
        return lang_raise(t, LANG_EXC_BufferError, "memoryview has %lld exported buffer%s", (long long)m->exports,
                          m->exports == 1 ? "" : "s");
    release(t, m);
    return lang_none();
}

static lang_value m_enter(struct lang_thread *t, const lang_value *args)
{
    return check(t, AS_VIEW(args[0])) < 0 ? lang_error() : lang_ref(args[0]);
}

/* The shape that cast() was given, for n bytes. */
static int cast_shape(struct lang_thread *t, struct view *m, lang_value shape, int64_t n)
{
    const lang_value *items = lang_is_list(shape) ? lang_as_list(shape)->items : lang_as_tuple(shape)->items;
    int64_t count = lang_is_list(shape) ? lang_as_list(shape)->length : lang_as_tuple(shape)->length, product = 1;
    if (set_ndim(t, m, (int)count) < 0)
        return -1;
    for (int d = 0; d < m->ndim; d++) {
        if (!lang_is_integer(items[d]))
            return lang_fail(t, LANG_EXC_TypeError, "memoryview.cast(): elements of shape must be integers");
        if (lang_as_index(t, items[d], &m->shape[d]) < 0) {
            lang_error_clear(t);
            return lang_fail(t, LANG_EXC_OverflowError, "Python int too large to convert to C ssize_t");
        }
        if (m->shape[d] <= 0)
            return lang_fail(t, LANG_EXC_ValueError, "memoryview.cast(): elements of shape must be integers > 0");
        if (__builtin_mul_overflow(product, m->shape[d], &product))
            return lang_fail(t, LANG_EXC_ValueError, "memoryview.cast(): product(shape) > SSIZE_MAX");
    }
    if (__builtin_mul_overflow(product, m->itemsize, &product) || product != n)
        return lang_fail(t, LANG_EXC_TypeError, "memoryview: product(shape) * itemsize != buffer size");
    set_strides(m);
    return 0;
}

static lang_value m_cast(struct lang_thread *t, const lang_value *args)
{
    struct view *m = AS_VIEW(args[0]);
    lang_value shape = args[2];
    size_t size;
    if (!lang_is_str(args[1]))
        return lang_raise(t, LANG_EXC_TypeError, "cast() argument 'format' must be str, not %A", args[1]);
    if (check(t, m) < 0)
        return lang_error();
    if (!in_order(m, false))
        return lang_raise(t, LANG_EXC_TypeError, "memoryview: casts are restricted to C-contiguous views");
    if ((!lang_is_undef(shape) || m->ndim != 1) && count_of(m) == 0)
        return lang_raise(t, LANG_EXC_TypeError, "memoryview: cannot cast view with zeros in shape or strides");
    if (!lang_is_undef(shape)) {
        if (!lang_is_list(shape) && !lang_is_tuple(shape))
            return lang_raise(t, LANG_EXC_TypeError, "shape must be a list or a tuple");
        int64_t ndim = lang_is_list(shape) ? lang_as_list(shape)->length : lang_as_tuple(shape)->length;
        if (ndim > MOST_DIMENSIONS)
            return lang_raise(t, LANG_EXC_ValueError, "memoryview: number of dimensions must not exceed %d",
                              MOST_DIMENSIONS);
        if (m->ndim != 1 && ndim != 1)
            return lang_raise(t, LANG_EXC_TypeError, "memoryview: cast must be 1D -> ND or ND -> 1D");
    }
    const char *format = lang_str_utf8(t, lang_as_str(args[1]), &size);
    if (!format)
        return lang_error();
    const struct format_row *row = size <= 2 && strlen(format) == size ? row_of(format) : NULL;
    if (!row)
        return lang_raise(t, LANG_EXC_ValueError,
                          "memoryview: destination format must be a native single character format prefixed with an "
                          "optional '@'");
    bool bytes = row->size == 1 && row->code != '?';
    int64_t n = count_of(m) * m->itemsize;
    if (!is_byte_format(m) && !bytes)
        return lang_raise(t, LANG_EXC_TypeError, "memoryview: cannot cast between two non-byte formats");
    if (n % row->size)
        return lang_raise(t, LANG_EXC_TypeError, "memoryview: length is not a multiple of itemsize");
    struct view *to = make(t, m->base, m->readonly, n / row->size);
    if (!to)
        return lang_error();
    to->offset = m->offset;
    to->itemsize = row->size;
    to->format = row->text + (format[0] != '@');
    set_strides(to);
    if (!lang_is_undef(shape) && cast_shape(t, to, shape, n) < 0) {
        lang_decref(t, to);
        return lang_error();
    }
    return lang_obj(to);
}

static const struct lang_method methods[] = {
    {"tobytes", "(order='C')", m_tobytes, "Return the data in the buffer as a byte string.", 0},
    {"tolist", "()", m_tolist, "Return the data in the buffer as a list of elements.", 0},
    {"hex", "(sep=<unrepresentable>, bytes_per_sep=1)", m_hex,
     "Return the data in the buffer as a str of hexadecimal numbers.", LANG_M_NOSIG},
    {"cast", "(format, shape=<unrepresentable>)", m_cast, "Cast a memoryview to a new format or shape.", 0},
    {"toreadonly", "()", m_toreadonly, "Return a readonly version of the memoryview.", 0},
    {"release", "()", m_release, "Release the underlying buffer exposed by the memoryview object.", 0},
    {"__enter__", "()", m_enter, NULL, LANG_M_NOSIG},
    {"__exit__", "(*args)", m_release, NULL, LANG_M_NOSIG},
    {NULL, NULL, NULL, NULL, 0},
};

/* ------------------------------------------------------------------ attributes */

#define GETTER(name, value)                                                                                            \
    static lang_value get_##name(struct lang_thread *t, lang_value self)                                               \
    {                                                                                                                  \
        struct view *m = AS_VIEW(self);                                                                                \
        return check(t, m) < 0 ? lang_error() : (value);                                                               \
    }

static lang_value numbers(struct lang_thread *t, const int64_t *from, int n)
{
    struct lang_tuple *u = lang_tuple_new(t, n);
    for (int i = 0; u && i < n; i++)
        u->items[i] = lang_int(from[i]);
    return lang_obj_or_error(u);
}

GETTER(obj, lang_ref(m->base))
GETTER(nbytes, lang_int(count_of(m) * m->itemsize))
GETTER(readonly, lang_bool(m->readonly))
GETTER(itemsize, lang_int(m->itemsize))
GETTER(format, lang_obj_or_error(lang_str_from_c(t, m->format)))
GETTER(ndim, lang_int(m->ndim))
GETTER(shape, numbers(t, m->shape, m->ndim))
GETTER(strides, numbers(t, m->strides, m->ndim))
GETTER(suboffsets, lang_obj_or_error(lang_tuple_new(t, 0)))
GETTER(c_contiguous, lang_bool(in_order(m, false)))
GETTER(f_contiguous, lang_bool(in_order(m, true)))
GETTER(contiguous, lang_bool(in_order(m, false) || in_order(m, true)))

static const struct lang_getset getset[] = {
    {"obj", get_obj, NULL, "The underlying object of the memoryview."},
    {"nbytes", get_nbytes, NULL, "The amount of space in bytes that the array would use in a contiguous form."},
    {"readonly", get_readonly, NULL, "A bool indicating whether the memory is read only."},
    {"itemsize", get_itemsize, NULL, "The size in bytes of each element of the memoryview."},
    {"format", get_format, NULL, "A string with the format of each element, as struct writes it."},
    {"ndim", get_ndim, NULL, "How many dimensions the memory has."},
    {"shape", get_shape, NULL, "A tuple with the number of elements in each dimension."},
    {"strides", get_strides, NULL, "A tuple with the distance in bytes between elements."},
    {"suboffsets", get_suboffsets, NULL, "A tuple of integers used internally for PIL-style arrays."},
    {"c_contiguous", get_c_contiguous, NULL, "A bool indicating whether the memory is C contiguous."},
    {"f_contiguous", get_f_contiguous, NULL, "A bool indicating whether the memory is Fortran contiguous."},
    {"contiguous", get_contiguous, NULL, "A bool indicating whether the memory is contiguous."},
    {NULL, NULL, NULL, NULL},
};

struct lang_type lang_type_memoryview = {
    .name = "memoryview",
    .doc = "Create a new memoryview object which references the given object.",
    .size = sizeof(struct view),
    .flags = LANG_TYPE_WEAKREF,
    .base = &lang_type_object,
    .methods = methods,
    .getset = getset,
    .make = slot_make,
    .destroy = slot_destroy,
    .traverse = slot_traverse,
    .repr = slot_repr,
    .compare = slot_compare,
    .hash = slot_hash,
    .len = slot_len,
    .iter = slot_iter,
    .getitem = slot_getitem,
    .setitem = slot_setitem,
};
