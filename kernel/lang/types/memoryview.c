/* memoryview.c: the type memoryview: one dimension over the memory of bytes, bytearray or another view, items of any
 * native format. A view of a bytearray keeps it from changing its size (lang_bytearray_resize asks `exports`). */
#include <string.h>

#include "types/bytes_impl.h"
#include "types/memoryview.h"

struct view {
    struct lang_object head;
    lang_value base;          /* the bytes or bytearray; UNDEF once released */
    int64_t offset, length;   /* of the first item in bytes; number of items */
    int64_t stride, itemsize; /* in bytes; the stride may be negative */
    char format[3];
    bool readonly;
};

#define AS_VIEW(v) ((struct view *)(v).o)

static const struct format_row {
    char code;
    uint8_t size, kind; /* kind: signed, unsigned, float, char, bool */
} formats[] = {{'B', 1, 'u'}, {'b', 1, 'i'}, {'c', 1, 'c'}, {'?', 1, '?'}, {'h', 2, 'i'}, {'H', 2, 'u'},
               {'i', 4, 'i'}, {'I', 4, 'u'}, {'l', 8, 'i'}, {'L', 8, 'u'}, {'q', 8, 'i'}, {'Q', 8, 'u'},
               {'n', 8, 'i'}, {'N', 8, 'u'}, {'f', 4, 'f'}, {'d', 8, 'f'}};

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
    return lang_is_bytes(m->base) ? ((struct lang_bytes *)m->base.o)->data : ((struct lang_bytearray *)m->base.o)->data;
}

static uint8_t *item_at(const struct view *m, int64_t i)
{
    return data_of(m) + m->offset + i * m->stride;
}

bool lang_memoryview_bytes(lang_value v, const uint8_t **data, int64_t *length)
{
    struct view *m = AS_VIEW(v);
    if (lang_is_undef(m->base) || m->stride != m->itemsize)
        return false;
    *data = m->length ? item_at(m, 0) : (const uint8_t *)"";
    *length = m->length * m->itemsize;
    return true;
}

/* ------------------------------------------------------------------ life */

static struct view *make(struct lang_thread *t, lang_value base, bool readonly)
{
    struct view *m = lang_object_new(t, &lang_type_memoryview);
    if (!m)
        return NULL;
    m->base = lang_ref(base);
    m->readonly = readonly;
    m->itemsize = m->stride = 1;
    strcpy(m->format, "B");
    if (lang_is_bytearray(base))
        ((struct lang_bytearray *)base.o)->exports++;
    return m;
}

static struct view *same(struct lang_thread *t, const struct view *m)
{
    struct view *n = make(t, m->base, m->readonly);
    if (n) {
        n->offset = m->offset;
        n->length = m->length;
        n->stride = m->stride;
        n->itemsize = m->itemsize;
        memcpy(n->format, m->format, sizeof n->format);
    }
    return n;
}

static void release(struct lang_thread *t, struct view *m)
{
    if (lang_is_bytearray(m->base))
        ((struct lang_bytearray *)m->base.o)->exports--;
    lang_clear(t, &m->base);
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
    const uint8_t *data;
    int64_t n;
    if (!lang_bytes_view(object, &data, &n))
        return lang_raise(t, LANG_EXC_TypeError, "memoryview: a bytes-like object is required, not '%N'", object);
    struct view *m = make(t, object, lang_is_bytes(object));
    if (m)
        m->length = n;
    return lang_obj_or_error(m);
}

static void slot_destroy(struct lang_thread *t, struct lang_object *o)
{
    release(t, (struct view *)o);
}

static void slot_traverse(struct lang_object *o, lang_visit_fn visit, void *arg)
{
    struct view *m = (struct view *)o;
    if (lang_is_obj(m->base))
        visit(m->base.o, arg);
}

/* ------------------------------------------------------------------ items */

static lang_value unpack(struct lang_thread *t, const struct view *m, const uint8_t *p)
{
    const struct format_row *row = row_of(m->format);
    float f;
    double d;
    uint64_t u = 0;
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

static int pack(struct lang_thread *t, const struct view *m, lang_value v, uint8_t out[8])
{
    const struct format_row *row = row_of(m->format);
    double d;
    float f;
    int64_t i;
    int truth;
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
    if (!lang_type_of(v)->to_index)
        return invalid(t, m, true);
    int bits = row->size * 8;
    if (row->size == 8 && row->kind == 'u') {
        lang_value top = lang_is_integer(v) ? lang_binary(t, LANG_OP_RSHIFT, v, lang_int(64)) : lang_int(0);
        lang_value low = lang_is_error(top) ? top : lang_binary(t, LANG_OP_AND, v, lang_int(0xffffffff));
        lang_value high = lang_is_error(low) ? low : lang_binary(t, LANG_OP_RSHIFT, v, lang_int(32));
        bool good = lang_same(top, lang_int(0)) && low.tag == LANG_INT && high.tag == LANG_INT;
        uint64_t u = good ? (uint64_t)high.i << 32 | (uint64_t)low.i : 0;
        lang_unref(t, top);
        lang_unref(t, low);
        lang_unref(t, high);
        memcpy(out, &u, sizeof u);
        return lang_error_occurred(t) ? -1 : good ? 0 : invalid(t, m, false);
    }
    if (lang_as_index(t, v, &i) < 0) {
        if (!lang_error_is(t, LANG_EXC_OverflowError))
            return -1;
        lang_error_clear(t);
        return invalid(t, m, false);
    }
    int64_t low = row->kind == 'u' ? 0 : bits == 64 ? INT64_MIN : -((int64_t)1 << (bits - 1));
    int64_t high = bits == 64 ? INT64_MAX : ((int64_t)1 << (row->kind == 'u' ? bits : bits - 1)) - 1;
    if (i < low || i > high)
        return invalid(t, m, false);
    memcpy(out, &i, row->size);
    return 0;
}

/* The place of an index within 0..length-1, or -1. */
static int64_t place(struct lang_thread *t, const struct view *m, lang_value key)
{
    int64_t i;
    if (!lang_type_of(key)->to_index)
        return lang_fail(t, LANG_EXC_TypeError, "memoryview: invalid slice key");
    if (lang_as_index(t, key, &i) < 0) {
        if (!lang_error_is(t, LANG_EXC_OverflowError))
            return -1;
        lang_error_clear(t);
        return lang_fail(t, LANG_EXC_IndexError, "cannot fit '%N' into an index-sized integer", key);
    }
    if (i < 0)
        i += m->length;
    if (i < 0 || i >= m->length)
        return lang_fail(t, LANG_EXC_IndexError, "index out of bounds on dimension 1");
    return i;
}

static struct view *part(struct lang_thread *t, const struct view *m, lang_value key)
{
    int64_t start, stop, step, count;
    if (lang_slice_resolve(t, key, m->length, &start, &stop, &step, &count) < 0 || check(t, m) < 0)
        return NULL;
    struct view *n = same(t, m);
    if (n) {
        n->offset += count ? start * m->stride : 0;
        n->length = count;
        n->stride *= step;
    }
    return n;
}

static lang_value slot_getitem(struct lang_thread *t, lang_value v, lang_value key)
{
    struct view *m = AS_VIEW(v);
    if (check(t, m) < 0)
        return lang_error();
    if (lang_is_exactly(key, &lang_type_slice))
        return lang_obj_or_error(part(t, m, key));
    int64_t i = place(t, m, key);
    return i < 0 || check(t, m) < 0 ? lang_error() : unpack(t, m, item_at(m, i));
}

/* All items one after the other: new bytes. */
static struct lang_bytes *gathered(struct lang_thread *t, const struct view *m)
{
    struct lang_bytes *b = lang_bytes_new(t, NULL, (size_t)(m->length * m->itemsize));
    for (int64_t i = 0; b && i < m->length; i++)
        memcpy(b->data + i * m->itemsize, item_at(m, i), (size_t)m->itemsize);
    return b;
}

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
    int r = to && check(t, from) == 0 ? 0 : -1;
    if (r == 0 && (from->length != to->length || row_of(from->format) != row_of(to->format)))
        r = lang_fail(t, LANG_EXC_ValueError, "memoryview assignment: lvalue and rvalue have different structures");
    if (r == 0 && !(all = gathered(t, from)))
        r = -1;
    for (int64_t i = 0; r == 0 && i < to->length; i++)
        memcpy(item_at(to, i), all->data + i * to->itemsize, (size_t)to->itemsize);
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
    if (lang_is_exactly(key, &lang_type_slice))
        return set_part(t, m, key, value);
    int64_t i = place(t, m, key);
    if (i < 0 || pack(t, m, value, item) < 0 || check(t, m) < 0)
        return -1;
    memcpy(item_at(m, i), item, (size_t)m->itemsize);
    return 0;
}

static int64_t slot_len(struct lang_thread *t, lang_value v)
{
    return check(t, AS_VIEW(v)) < 0 ? -1 : AS_VIEW(v)->length;
}

/* ------------------------------------------------------------------ other slots */

static lang_value slot_repr(struct lang_thread *t, lang_value v)
{
    return lang_obj_or_error(lang_str_from_format(t, "<%s at 0x%llx>",
                                                  lang_is_undef(AS_VIEW(v)->base) ? "released memory" : "memory",
                                                  (unsigned long long)v.bits));
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
    int equal = m->length == o->length;
    for (int64_t i = 0; equal == 1 && i < m->length; i++) {
        lang_value x = unpack(t, m, item_at(m, i)), y = lang_is_error(x) ? x : unpack(t, o, item_at(o, i));
        equal = lang_is_error(y) ? -1 : lang_equal(t, x, y);
        lang_unref(t, x);
        lang_unref(t, y);
    }
    lang_unref(t, other);
    return equal < 0 ? lang_error() : lang_bool(equal == (op == LANG_EQ));
}

static int slot_hash(struct lang_thread *t, lang_value v, int64_t *out)
{
    struct view *m = AS_VIEW(v);
    if (check(t, m) < 0)
        return -1;
    if (!m->readonly)
        return lang_fail(t, LANG_EXC_ValueError, "cannot hash writable memoryview object");
    if (!is_byte_format(m))
        return lang_fail(t, LANG_EXC_ValueError, "memoryview: hashing is restricted to formats 'B', 'b' or 'c'");
    struct lang_bytes *b = gathered(t, m);
    int r = b ? lang_hash(t, lang_obj(b), out) : -1;
    lang_xdecref(t, b);
    return r;
}

/* ------------------------------------------------------------------ methods */

static lang_value m_tobytes(struct lang_thread *t, const lang_value *args)
{
    return check(t, AS_VIEW(args[0])) < 0 ? lang_error() : lang_obj_or_error(gathered(t, AS_VIEW(args[0])));
}

static lang_value m_tolist(struct lang_thread *t, const lang_value *args)
{
    struct view *m = AS_VIEW(args[0]);
    struct lang_list *l = check(t, m) < 0 ? NULL : lang_list_new(t, m->length);
    for (int64_t i = 0; l && i < m->length; i++) {
        lang_value v = unpack(t, m, item_at(m, i));
        if (lang_is_error(v) || lang_list_append_steal(t, l, v) < 0) {
            lang_decref(t, l);
            return lang_error();
        }
    }
    return lang_obj_or_error(l);
}

static lang_value m_hex(struct lang_thread *t, const lang_value *args)
{
    lang_value b = m_tobytes(t, args), r;
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
    release(t, AS_VIEW(args[0]));
    return lang_none();
}

static lang_value m_enter(struct lang_thread *t, const lang_value *args)
{
    return check(t, AS_VIEW(args[0])) < 0 ? lang_error() : lang_ref(args[0]);
}

static lang_value m_cast(struct lang_thread *t, const lang_value *args)
{
    struct view *m = AS_VIEW(args[0]);
    if (check(t, m) < 0)
        return lang_error();
    if (!lang_is_str(args[1]))
        return lang_raise(t, LANG_EXC_TypeError, "cast() argument 'format' must be str, not %A", args[1]);
    if (!lang_is_undef(args[2]))
        return lang_raise(t, LANG_EXC_NotImplementedError, "memoryview: views of several dimensions are not supported");
    if (m->stride != m->itemsize)
        return lang_raise(t, LANG_EXC_TypeError, "memoryview: casts are restricted to C-contiguous views");
    size_t size;
    const char *format = lang_str_utf8(t, lang_as_str(args[1]), &size);
    if (!format)
        return lang_error();
    const struct format_row *row = size <= 2 && strlen(format) == size ? row_of(format) : NULL;
    if (!row)
        return lang_raise(t, LANG_EXC_ValueError,
                          "memoryview: destination format must be a native single character format prefixed with an "
                          "optional '@'");
    bool bytes = row->size == 1 && row->code != '?';
    if (!is_byte_format(m) && !bytes)
        return lang_raise(t, LANG_EXC_TypeError, "memoryview: cannot cast between two non-byte formats");
    if (m->length * m->itemsize % row->size)
        return lang_raise(t, LANG_EXC_TypeError, "memoryview: length is not a multiple of itemsize");
    struct view *n = same(t, m);
    if (n) {
        n->length = m->length * m->itemsize / row->size;
        n->itemsize = n->stride = row->size;
        strcpy(n->format, format);
    }
    return lang_obj_or_error(n);
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

static lang_value one(struct lang_thread *t, int64_t n)
{
    lang_value v = lang_int(n);
    return lang_obj_or_error(lang_tuple_from(t, &v, 1));
}

GETTER(obj, lang_ref(m->base))
GETTER(nbytes, lang_int(m->length * m->itemsize))
GETTER(readonly, lang_bool(m->readonly))
GETTER(itemsize, lang_int(m->itemsize))
GETTER(format, lang_obj_or_error(lang_str_from_c(t, m->format)))
GETTER(ndim, lang_int(1))
GETTER(shape, one(t, m->length))
GETTER(strides, one(t, m->stride))
GETTER(suboffsets, lang_obj_or_error(lang_tuple_new(t, 0)))
GETTER(contiguous, lang_bool(m->stride == m->itemsize || m->length <= 1))

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
    {"c_contiguous", get_contiguous, NULL, "A bool indicating whether the memory is C contiguous."},
    {"f_contiguous", get_contiguous, NULL, "A bool indicating whether the memory is Fortran contiguous."},
    {"contiguous", get_contiguous, NULL, "A bool indicating whether the memory is contiguous."},
    {NULL, NULL, NULL, NULL},
};

struct lang_type lang_type_memoryview = {
    .name = "memoryview",
    .doc = "Create a new memoryview object which references the given object.",
    .size = sizeof(struct view),
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
    .getitem = slot_getitem,
    .setitem = slot_setitem,
};
