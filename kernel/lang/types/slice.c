/* slice.c: slice objects and their resolution against a length. */
#include "types.h"
#include "vm/code.h"
#include "vm/object_reduce.h"

lang_value lang_slice_new(struct lang_thread *t, lang_value start, lang_value stop, lang_value step)
{
    struct lang_slice *s = lang_object_raw(t, &lang_type_slice, sizeof *s);
    if (!s)
        return lang_error();
    s->start = lang_ref(start);
    s->stop = lang_ref(stop);
    s->step = lang_ref(step);
    return lang_obj(s);
}

int lang_slice_bound(struct lang_thread *t, lang_value v, int64_t absent, int64_t *out)
{
    if (v.tag == LANG_INT || v.tag == LANG_BOOL) {
        *out = v.i;
        return 0;
    }
    *out = absent;
    if (lang_is_none(v) || lang_is_undef(v))
        return 0;
    struct lang_type *type = lang_type_of(v);
    if (!type->to_index)
        return lang_fail(t, LANG_EXC_TypeError, "slice indices must be integers or None or have an __index__ method");
    lang_value i = type->to_index(t, v);
    if (lang_is_error(i))
        return -1;
    if (!lang_int_fits(i, out))
        *out = lang_int_sign(i) < 0 ? INT64_MIN : INT64_MAX;
    lang_unref(t, i);
    return 0;
}

int lang_slice_unpack(struct lang_thread *t, lang_value slice, int64_t *start, int64_t *stop, int64_t *step)
{
    struct lang_slice *s = (struct lang_slice *)slice.o;
    if (lang_slice_bound(t, s->step, 1, step) < 0)
        return -1;
    if (*step == 0)
        return lang_fail(t, LANG_EXC_ValueError, "slice step cannot be zero");
    if (*step < -INT64_MAX)
        *step = -INT64_MAX;
    bool back = *step < 0;
    return lang_slice_bound(t, s->start, back ? INT64_MAX : 0, start) < 0 ||
                   lang_slice_bound(t, s->stop, back ? INT64_MIN : INT64_MAX, stop) < 0
               ? -1
               : 0;
}

/* One end counted from the back where negative, then kept within low and high. */
static int64_t fit_end(int64_t x, int64_t length, int64_t low, int64_t high)
{
    if (x < 0)
        x += length;
    return x < low ? low : x > high ? high : x;
}

int64_t lang_slice_fit(int64_t length, int64_t *start, int64_t *stop, int64_t step)
{
    bool back = step < 0;
    int64_t low = back ? -1 : 0, high = back ? length - 1 : length;
    *start = fit_end(*start, length, low, high);
    *stop = fit_end(*stop, length, low, high);
    if (back)
        return *stop < *start ? (*start - *stop - 1) / -step + 1 : 0;
    return *start < *stop ? (*stop - *start - 1) / step + 1 : 0;
}

int lang_slice_resolve(struct lang_thread *t, lang_value slice, int64_t length, int64_t *start, int64_t *stop,
                       int64_t *step, int64_t *count)
{
    struct lang_slice *s = (struct lang_slice *)slice.o;
    if (lang_is_none(s->step) && (s->start.tag == LANG_INT || lang_is_none(s->start)) &&
        (s->stop.tag == LANG_INT || lang_is_none(s->stop))) { /* v[i:j] with plain integers */
        int64_t from = lang_is_none(s->start) ? 0 : s->start.i, to = lang_is_none(s->stop) ? length : s->stop.i;
        if (from < 0)
            from = from < -length ? 0 : from + length;
        if (to < 0)
            to = to < -length ? 0 : to + length;
        *start = from > length ? length : from;
        *stop = to > length ? length : to;
        *step = 1;
        *count = *stop > *start ? *stop - *start : 0;
        return 0;
    }
    if (lang_slice_unpack(t, slice, start, stop, step) < 0)
        return -1;
    *count = lang_slice_fit(length, start, stop, *step);
    return 0;
}

/* start, stop or step of a slice as an int of any size; `absent` where it is None. New reference. */
static lang_value int_bound(struct lang_thread *t, lang_value v, lang_value absent)
{
    if (lang_is_none(v) || lang_is_undef(v))
        return lang_ref(absent);
    struct lang_type *type = lang_type_of(v);
    if (!type->to_index)
        return lang_raise(t, LANG_EXC_TypeError, "slice indices must be integers or None or have an __index__ method");
    return type->to_index(t, v);
}

/* start or stop: counted from the end where negative, then kept within low and high. */
static lang_value int_end(struct lang_thread *t, lang_value v, lang_value length, lang_value low, lang_value high,
                          lang_value absent)
{
    lang_value x = int_bound(t, v, absent);
    if (lang_is_error(x) || lang_is_none(v))
        return x;
    if (lang_int_sign(x) < 0) {
        lang_set_steal(t, &x, lang_int_binary(t, LANG_OP_ADD, x, length));
        if (!lang_is_error(x) && lang_int_compare(x, low) < 0)
            lang_set_steal(t, &x, lang_ref(low));
    } else if (lang_int_compare(x, high) > 0) {
        lang_set_steal(t, &x, lang_ref(high));
    }
    return x;
}

int lang_slice_indices(struct lang_thread *t, lang_value slice, lang_value length, lang_value part[3])
{
    struct lang_slice *s = (struct lang_slice *)slice.o;
    part[0] = part[1] = lang_undef();
    part[2] = int_bound(t, s->step, lang_int(1));
    if (lang_is_error(part[2]))
        return -1;
    int sign = lang_int_sign(part[2]);
    lang_value low = lang_int(sign < 0 ? -1 : 0);
    lang_value high = sign < 0 ? lang_int_binary(t, LANG_OP_ADD, length, low) : lang_ref(length);
    if (sign == 0)
        lang_fail(t, LANG_EXC_ValueError, "slice step cannot be zero");
    else if (!lang_is_error(high))
        part[0] = int_end(t, s->start, length, low, high, sign < 0 ? high : low);
    if (part[0].tag > LANG_ERROR)
        part[1] = int_end(t, s->stop, length, low, high, sign < 0 ? low : high);
    lang_unref(t, high);
    if (part[1].tag > LANG_ERROR)
        return 0;
    lang_unref(t, part[0]);
    lang_unref(t, part[2]);
    return -1;
}

/* ------------------------------------------------------------------ the type */

static lang_value slot_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                            struct lang_tuple *kwnames)
{
    (void)cls;
    if (kwnames && kwnames->length)
        return lang_raise(t, LANG_EXC_TypeError, "slice() takes no keyword arguments");
    if (nargs == 0)
        return lang_raise(t, LANG_EXC_TypeError, "slice expected at least 1 argument, got 0");
    if (nargs > 3)
        return lang_raise(t, LANG_EXC_TypeError, "slice expected at most 3 arguments, got %zu", nargs);
    lang_value none = lang_none();
    if (nargs == 1)
        return lang_slice_new(t, none, args[0], none);
    return lang_slice_new(t, args[0], args[1], nargs == 3 ? args[2] : none);
}

static void slot_destroy(struct lang_thread *t, struct lang_object *o)
{
    struct lang_slice *s = (struct lang_slice *)o;
    lang_unref(t, s->start);
    lang_unref(t, s->stop);
    lang_unref(t, s->step);
}

static void slot_traverse(struct lang_object *o, lang_visit_fn visit, void *arg)
{
    struct lang_slice *s = (struct lang_slice *)o;
    lang_value parts[3] = {s->start, s->stop, s->step};
    for (int i = 0; i < 3; i++)
        if (lang_is_obj(parts[i]))
            visit(parts[i].o, arg);
}

static void slot_clear(struct lang_thread *t, struct lang_object *o)
{
    struct lang_slice *s = (struct lang_slice *)o;
    lang_set_steal(t, &s->start, lang_none());
    lang_set_steal(t, &s->stop, lang_none());
    lang_set_steal(t, &s->step, lang_none());
}

static lang_value slot_repr(struct lang_thread *t, lang_value v)
{
    struct lang_slice *s = (struct lang_slice *)v.o;
    return lang_obj_or_error(lang_str_from_format(t, "slice(%R, %R, %R)", s->start, s->stop, s->step));
}

static struct lang_tuple *parts_of(struct lang_thread *t, lang_value v)
{
    struct lang_slice *s = (struct lang_slice *)v.o;
    lang_value items[3] = {s->start, s->stop, s->step};
    return lang_tuple_from(t, items, 3);
}

static lang_value slot_compare(struct lang_thread *t, lang_value a, lang_value b, enum lang_compare_op op)
{
    if (!lang_is_exactly(a, &lang_type_slice) || !lang_is_exactly(b, &lang_type_slice))
        return lang_notimpl();
    struct lang_tuple *x = parts_of(t, a), *y = x ? parts_of(t, b) : NULL;
    lang_value r = y ? lang_compare(t, op, lang_obj(x), lang_obj(y)) : lang_error();
    lang_xdecref(t, x);
    lang_xdecref(t, y);
    return r;
}

static lang_value m_indices(struct lang_thread *t, const lang_value *args)
{
    lang_value length, part[3], r = lang_error();
    struct lang_type *type = lang_type_of(args[1]);
    if (!type->to_index)
        return lang_raise(t, LANG_EXC_TypeError, "'%N' object cannot be interpreted as an integer", args[1]);
    length = type->to_index(t, args[1]);
    if (lang_is_error(length))
        return length;
    if (lang_int_sign(length) < 0) {
        lang_raise(t, LANG_EXC_ValueError, "length should not be negative");
    } else if (lang_slice_indices(t, args[0], length, part) == 0) {
        r = lang_obj_or_error(lang_tuple_from(t, part, 3));
        for (int i = 0; i < 3; i++)
            lang_unref(t, part[i]);
    }
    lang_unref(t, length);
    return r;
}

static const struct lang_method methods[] = {
    {"indices", "(len, /)", m_indices,
     "S.indices(len) -> (start, stop, stride)\n\nAssuming a sequence of length len, calculate the start and stop\n"
     "indices, and the stride length of the extended slice described by\nS. Out of bounds indices are clipped in a "
     "manner "
     "consistent with the\nhandling of normal slices.",
     LANG_M_NOSIG},
    {"__reduce__", "()", lang_reduce_bounds, "Return state information for pickling.", LANG_M_NOSIG},
    {NULL, NULL, NULL, NULL, 0},
};

#define GETTER(part)                                                                                                   \
    static lang_value get_##part(struct lang_thread *t, lang_value self)                                               \
    {                                                                                                                  \
        (void)t;                                                                                                       \
        return lang_ref(((struct lang_slice *)self.o)->part);                                                          \
    }
GETTER(start)
GETTER(stop)
GETTER(step)
static const struct lang_getset getset[] = {
    {"start", get_start, NULL, NULL},
    {"stop", get_stop, NULL, NULL},
    {"step", get_step, NULL, NULL},
    {NULL, NULL, NULL, NULL},
};

static lang_value vectorcall(struct lang_thread *t, const lang_value *args, size_t nargs)
{
    return slot_make(t, &lang_type_slice, args, nargs, NULL);
}

struct lang_type lang_type_slice = {
    .name = "slice",
    .doc = "slice(stop)\nslice(start, stop[, step])\n\nCreate a slice object.  This is used for extended slicing (e.g. "
           "a[0:10:2]).",
    .size = sizeof(struct lang_slice),
    .flags = LANG_TYPE_GC,
    .base = &lang_type_object,
    .methods = methods,
    .getset = getset,
    .make = slot_make,
    .vectorcall = vectorcall,
    .destroy = slot_destroy,
    .traverse = slot_traverse,
    .clear = slot_clear,
    .repr = slot_repr,
    .compare = slot_compare,
    .hash = lang_hash_unhashable,
};
