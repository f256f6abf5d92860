/* range.c: range objects of ints of any size and their iterators.
 *
 * A range whose bounds, step and length fit 64 bits (nearly all) takes fast paths everywhere; the others compute with
 * ints of the language. */
#include "types.h"
#include "vm/object_reduce.h"

#define AS_RANGE(v) ((struct lang_range *)(v).o)

/* ------------------------------------------------------------------ making */

/* Number of items; an int. */
static lang_value length_of(struct lang_thread *t, lang_value start, lang_value stop, lang_value step)
{
    bool back = lang_int_sign(step) < 0;
    lang_value low = back ? stop : start, high = back ? start : stop;
    if (lang_int_compare(low, high) >= 0)
        return lang_int(0);
    int64_t a, b, c, span;
    if (lang_int_fits(low, &a) && lang_int_fits(high, &b) && lang_int_fits(step, &c) && c != INT64_MIN &&
        !__builtin_sub_overflow(b, a, &span))
        return lang_int((span - 1) / (c < 0 ? -c : c) + 1);
    lang_value span_big = lang_int_binary(t, LANG_OP_SUB, high, low), less = lang_error(), unit = lang_error(),
               q = lang_error(), n = lang_error();
    if (!lang_is_error(span_big))
        less = lang_int_binary(t, LANG_OP_SUB, span_big, lang_int(1));
    if (!lang_is_error(less))
        unit = lang_int_unary(t, LANG_OP_ABS, step);
    if (!lang_is_error(unit))
        q = lang_int_binary(t, LANG_OP_FLOORDIV, less, unit);
    if (!lang_is_error(q))
        n = lang_int_binary(t, LANG_OP_ADD, q, lang_int(1));
    lang_unref(t, span_big);
    lang_unref(t, less);
    lang_unref(t, unit);
    lang_unref(t, q);
    return n;
}

lang_value lang_range_new(struct lang_thread *t, lang_value start, lang_value stop, lang_value step)
{
    if (lang_int_sign(step) == 0)
        return lang_raise(t, LANG_EXC_ValueError, "range() arg 3 must not be zero");
    lang_value length = length_of(t, start, stop, step);
    struct lang_range *r = lang_is_error(length) ? NULL : lang_object_new(t, &lang_type_range);
    if (!r) {
        lang_unref(t, length);
        return lang_error();
    }
    r->start = lang_ref(start);
    r->stop = lang_ref(stop);
    r->step = lang_ref(step);
    r->length = length;
    return lang_obj(r);
}

/* The int of an index-like value, new reference. */
static lang_value index_of(struct lang_thread *t, lang_value v)
{
    if (v.tag == LANG_INT)
        return v;
    if (v.tag == LANG_BOOL)
        return lang_int(v.i);
    struct lang_type *type = lang_type_of(v);
    if (!type->to_index)
        return lang_raise(t, LANG_EXC_TypeError, "'%N' object cannot be interpreted as an integer", v);
    return type->to_index(t, v);
}

static lang_value slot_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                            struct lang_tuple *kwnames)
{
    (void)cls;
    if (kwnames && kwnames->length)
        return lang_raise(t, LANG_EXC_TypeError, "range() takes no keyword arguments");
    if (nargs == 0)
        return lang_raise(t, LANG_EXC_TypeError, "range expected at least 1 argument, got 0");
    if (nargs > 3)
        return lang_raise(t, LANG_EXC_TypeError, "range expected at most 3 arguments, got %zu", nargs);
    lang_value parts[3] = {lang_int(0), lang_int(0), lang_int(1)}, r = lang_error();
    size_t first = nargs == 1, done = 0;
    for (; done < nargs; done++) {
        parts[first + done] = index_of(t, args[done]);
        if (lang_is_error(parts[first + done]))
            break;
    }
    if (done == nargs)
        r = lang_range_new(t, parts[0], parts[1], parts[2]);
    for (size_t i = 0; i < 3; i++)
        lang_unref(t, parts[i]);
    return r;
}

static void slot_destroy(struct lang_thread *t, struct lang_object *o)
{
    struct lang_range *r = (struct lang_range *)o;
    lang_unref(t, r->start);
    lang_unref(t, r->stop);
    lang_unref(t, r->step);
    lang_unref(t, r->length);
}

/* ------------------------------------------------------------------ items */

/* start + i * step */
static lang_value item(struct lang_thread *t, lang_value start, lang_value step, lang_value i)
{
    int64_t a, b, c, x;
    if (lang_int_fits(start, &a) && lang_int_fits(step, &b) && lang_int_fits(i, &c) &&
        !__builtin_mul_overflow(b, c, &x) && !__builtin_add_overflow(a, x, &x))
        return lang_int(x);
    lang_value product = lang_int_binary(t, LANG_OP_MUL, step, i);
    if (lang_is_error(product))
        return product;
    lang_value r = lang_int_binary(t, LANG_OP_ADD, start, product);
    lang_unref(t, product);
    return r;
}

static lang_value get_slice(struct lang_thread *t, struct lang_range *r, lang_value slice)
{
    lang_value part[3];
    if (lang_slice_indices(t, slice, r->length, part) < 0)
        return lang_error();
    lang_value a = item(t, r->start, r->step, part[0]), b = lang_error(), s = lang_error(), made = lang_error();
    if (!lang_is_error(a))
        b = item(t, r->start, r->step, part[1]);
    if (!lang_is_error(b))
        s = lang_int_binary(t, LANG_OP_MUL, r->step, part[2]);
    if (!lang_is_error(s))
        made = lang_range_new(t, a, b, s);
    for (int i = 0; i < 3; i++)
        lang_unref(t, part[i]);
    lang_unref(t, a);
    lang_unref(t, b);
    lang_unref(t, s);
    return made;
}

static lang_value slot_getitem(struct lang_thread *t, lang_value v, lang_value key)
{
    struct lang_range *r = AS_RANGE(v);
    if (lang_is_exactly(key, &lang_type_slice))
        return get_slice(t, r, key);
    if (!lang_type_of(key)->to_index)
        return lang_raise(t, LANG_EXC_TypeError, "range indices must be integers or slices, not %N", key);
    lang_value i = index_of(t, key), index;
    if (lang_is_error(i))
        return i;
    index = lang_int_sign(i) < 0 ? lang_int_binary(t, LANG_OP_ADD, i, r->length) : lang_ref(i);
    lang_unref(t, i);
    if (lang_is_error(index))
        return index;
    lang_value x;
    if (lang_int_sign(index) < 0 || lang_int_compare(index, r->length) >= 0)
        x = lang_raise(t, LANG_EXC_IndexError, "range object index out of range");
    else
        x = item(t, r->start, r->step, index);
    lang_unref(t, index);
    return x;
}

static int64_t slot_len(struct lang_thread *t, lang_value v)
{
    int64_t n;
    if (!lang_int_fits(AS_RANGE(v)->length, &n))
        return lang_fail(t, LANG_EXC_OverflowError, "Python int too large to convert to C ssize_t");
    return n;
}

static int slot_truth(struct lang_thread *t, lang_value v)
{
    (void)t;
    return lang_int_sign(AS_RANGE(v)->length) != 0;
}

/* The index of an int in the range as an int, UNDEF when it is not in it. */
static lang_value index_of_int(struct lang_thread *t, struct lang_range *r, lang_value x)
{
    bool back = lang_int_sign(r->step) < 0;
    if (back ? lang_int_compare(x, r->start) > 0 || lang_int_compare(x, r->stop) <= 0
             : lang_int_compare(x, r->start) < 0 || lang_int_compare(x, r->stop) >= 0)
        return lang_undef();
    lang_value span = lang_int_binary(t, LANG_OP_SUB, x, r->start), rest = lang_error(), q = lang_error();
    if (!lang_is_error(span))
        rest = lang_int_binary(t, LANG_OP_MOD, span, r->step);
    if (!lang_is_error(rest))
        q = lang_int_sign(rest) ? lang_undef() : lang_int_binary(t, LANG_OP_FLOORDIV, span, r->step);
    lang_unref(t, span);
    lang_unref(t, rest);
    return q;
}

/* The index of any value: numbers by arithmetic, other types by == with each item. */
static lang_value find(struct lang_thread *t, lang_value range, lang_value x)
{
    struct lang_range *r = AS_RANGE(range);
    if (x.tag == LANG_INT || x.tag == LANG_BOOL || lang_is_exactly(x, &lang_type_int))
        return index_of_int(t, r, x);
    lang_value it = lang_iter(t, range);
    if (lang_is_error(it))
        return it;
    lang_value found = lang_undef();
    for (int64_t i = 0; lang_is_undef(found); i++) {
        lang_value y = lang_next(t, it);
        if (lang_is_undef(y))
            break;
        int same = lang_is_error(y) || lang_poll(t) < 0 ? -1 : lang_equal(t, y, x);
        if (!lang_is_error(y))
            lang_unref(t, y);
        found = same < 0 ? lang_error() : same ? lang_int(i) : lang_undef();
    }
    lang_unref(t, it);
    return found;
}

static int slot_contains(struct lang_thread *t, lang_value v, lang_value x)
{
    lang_value index = find(t, v, x);
    if (lang_is_error(index))
        return -1;
    bool found = !lang_is_undef(index);
    lang_unref(t, index);
    return found;
}

static lang_value m_index(struct lang_thread *t, const lang_value *args)
{
    lang_value index = find(t, args[0], args[1]);
    if (!lang_is_undef(index))
        return index;
    if (lang_is_integer(args[1]))
        return lang_raise(t, LANG_EXC_ValueError, "%R is not in range", args[1]);
    return lang_raise(t, LANG_EXC_ValueError, "sequence.index(x): x not in sequence");
}

struct matches {
    lang_value x;
    int64_t count;
};
static int count_match(struct lang_thread *t, lang_value item, void *arg)
{
    struct matches *m = arg;
    int same = lang_equal(t, item, m->x);
    if (same > 0)
        m->count++;
    return same < 0 ? -1 : 0;
}
static lang_value m_count(struct lang_thread *t, const lang_value *args)
{
    lang_value x = args[1];
    if (x.tag == LANG_INT || x.tag == LANG_BOOL || lang_is_exactly(x, &lang_type_int)) {
        int found = slot_contains(t, args[0], x);
        return found < 0 ? lang_error() : lang_int(found);
    }
    struct matches m = {x, 0}; /* another type may be equal to many */
    return lang_for_each(t, args[0], count_match, &m) < 0 ? lang_error() : lang_int(m.count);
}

/* ------------------------------------------------------------------ comparison, text */

/* Equal when the sequences are: same length, same first item, same step where it matters. */
static lang_value slot_compare(struct lang_thread *t, lang_value a, lang_value b, enum lang_compare_op op)
{
    (void)t;
    if ((op != LANG_EQ && op != LANG_NE) || !lang_is_exactly(a, &lang_type_range) ||
        !lang_is_exactly(b, &lang_type_range))
        return lang_notimpl();
    struct lang_range *x = AS_RANGE(a), *y = AS_RANGE(b);
    bool same = lang_int_compare(x->length, y->length) == 0;
    if (same && lang_int_sign(x->length))
        same = lang_int_compare(x->start, y->start) == 0 &&
               (lang_same(x->length, lang_int(1)) || lang_int_compare(x->step, y->step) == 0);
    return lang_bool(same == (op == LANG_EQ));
}

static int slot_hash(struct lang_thread *t, lang_value v, int64_t *out)
{
    struct lang_range *r = AS_RANGE(v);
    lang_value items[3] = {r->length, lang_none(), lang_none()};
    if (lang_int_sign(r->length))
        items[1] = r->start;
    if (lang_int_sign(r->length) && !lang_same(r->length, lang_int(1)))
        items[2] = r->step;
    struct lang_tuple *key = lang_tuple_from(t, items, 3);
    if (!key)
        return -1;
    int result = lang_hash(t, lang_obj(key), out);
    lang_decref(t, key);
    return result;
}

static lang_value slot_repr(struct lang_thread *t, lang_value v)
{
    struct lang_range *r = AS_RANGE(v);
    if (lang_same(r->step, lang_int(1)))
        return lang_obj_or_error(lang_str_from_format(t, "range(%R, %R)", r->start, r->stop));
    return lang_obj_or_error(lang_str_from_format(t, "range(%R, %R, %R)", r->start, r->stop, r->step));
}

/* ------------------------------------------------------------------ iteration */

static lang_value iter_self(struct lang_thread *t, lang_value v)
{
    (void)t;
    return lang_ref(v);
}

static lang_value iter_next(struct lang_thread *t, lang_value v)
{
    (void)t;
    struct lang_range_iter *it = (struct lang_range_iter *)v.o;
    if (it->remaining <= 0)
        return lang_undef();
    int64_t i = it->next;
    it->next = (int64_t)((uint64_t)i + (uint64_t)it->step); /* the value after the last may wrap; it is never used */
    it->remaining--;
    return lang_int(i);
}

static lang_value iter_hint(struct lang_thread *t, const lang_value *args)
{
    (void)t;
    return lang_int(((struct lang_range_iter *)args[0].o)->remaining);
}

/* As an iterator over what is left. */
static lang_value iter_reduce(struct lang_thread *t, const lang_value *args)
{
    struct lang_range_iter *it = (struct lang_range_iter *)args[0].o;
    lang_value length = lang_binary(t, LANG_OP_MUL, lang_int(it->remaining), lang_int(it->step)), stop;
    if (lang_is_error(length))
        return length;
    stop = lang_binary(t, LANG_OP_ADD, lang_int(it->next), length);
    lang_unref(t, length);
    if (lang_is_error(stop))
        return stop;
    lang_value left = lang_range_new(t, lang_int(it->next), stop, lang_int(it->step));
    lang_unref(t, stop);
    return lang_iter_reduced(t, "iter", left, 0);
}

static lang_value iter_setstate(struct lang_thread *t, const lang_value *args)
{
    struct lang_range_iter *it = (struct lang_range_iter *)args[0].o;
    bool ok;
    int64_t n = lang_iter_state(t, args[1], 0, it->remaining, &ok);
    if (!ok)
        return lang_error();
    it->next = (int64_t)((uint64_t)it->next + (uint64_t)n * (uint64_t)it->step);
    it->remaining -= n;
    return lang_none();
}

static const struct lang_method iter_methods[] = {
    {"__reduce__", "()", iter_reduce, "Return state information for pickling.", LANG_M_NOSIG},
    {"__setstate__", "(state, /)", iter_setstate, "Set state information for unpickling.", LANG_M_NOSIG},
    {"__length_hint__", "()", iter_hint, "Private method returning an estimate of len(list(it)).", 0},
    {NULL, NULL, NULL, NULL, 0},
};

struct lang_type lang_type_range_iterator = {
    .name = "range_iterator",
    .size = sizeof(struct lang_range_iter),
    .base = &lang_type_object,
    .methods = iter_methods,
    .iter = iter_self,
    .next = iter_next,
};

struct long_iter { /* of a range beyond 64 bits */
    struct lang_object head;
    lang_value start, step, length, i;
};

static lang_value long_next(struct lang_thread *t, lang_value v)
{
    struct long_iter *it = (struct long_iter *)v.o;
    if (lang_int_compare(it->i, it->length) >= 0)
        return lang_undef();
    lang_value x = item(t, it->start, it->step, it->i), next;
    if (lang_is_error(x))
        return x;
    next = lang_int_binary(t, LANG_OP_ADD, it->i, lang_int(1));
    if (lang_is_error(next)) {
        lang_unref(t, x);
        return next;
    }
    lang_set_steal(t, &it->i, next);
    return x;
}

static void long_destroy(struct lang_thread *t, struct lang_object *o)
{
    struct long_iter *it = (struct long_iter *)o;
    lang_unref(t, it->start);
    lang_unref(t, it->step);
    lang_unref(t, it->length);
    lang_unref(t, it->i);
}

struct lang_type lang_type_longrange_iterator = {
    .name = "longrange_iterator",
    .size = sizeof(struct long_iter),
    .base = &lang_type_object,
    .destroy = long_destroy,
    .iter = iter_self,
    .next = long_next,
};

static lang_value iterate(struct lang_thread *t, lang_value start, lang_value step, lang_value length)
{
    int64_t a, b, n, last;
    if (lang_int_fits(start, &a) && lang_int_fits(step, &b) && lang_int_fits(length, &n) &&
        (n == 0 || (!__builtin_mul_overflow(n - 1, b, &last) && !__builtin_add_overflow(last, a, &last)))) {
        struct lang_range_iter *it = lang_object_new(t, &lang_type_range_iterator);
        if (!it)
            return lang_error();
        it->next = a;
        it->step = b;
        it->remaining = n;
        return lang_obj(it);
    }
    struct long_iter *it = lang_object_new(t, &lang_type_longrange_iterator);
    if (!it)
        return lang_error();
    it->start = lang_ref(start);
    it->step = lang_ref(step);
    it->length = lang_ref(length);
    it->i = lang_int(0);
    return lang_obj(it);
}

static lang_value slot_iter(struct lang_thread *t, lang_value v)
{
    struct lang_range *r = AS_RANGE(v);
    return iterate(t, r->start, r->step, r->length);
}

static lang_value m_reversed(struct lang_thread *t, const lang_value *args)
{
    struct lang_range *r = AS_RANGE(args[0]);
    lang_value last = lang_int_binary(t, LANG_OP_SUB, r->length, lang_int(1)), start = lang_error(),
               step = lang_error(), it = lang_error();
    if (!lang_is_error(last))
        start = item(t, r->start, r->step, last);
    if (!lang_is_error(start))
        step = lang_int_unary(t, LANG_OP_NEG, r->step);
    if (!lang_is_error(step))
        it = iterate(t, start, step, r->length);
    lang_unref(t, last);
    lang_unref(t, start);
    lang_unref(t, step);
    return it;
}

/* ------------------------------------------------------------------ the type */

static const struct lang_method methods[] = {
    {"index", "(value, /)", m_index,
     "rangeobject.index(value) -> integer -- return index of value.\nRaise ValueError if the value is not present.",
     LANG_M_NOSIG},
    {"count", "(value, /)", m_count, "rangeobject.count(value) -> integer -- return number of occurrences of value",
     LANG_M_NOSIG},
    {"__reversed__", "()", m_reversed, "Return a reverse iterator.", LANG_M_NOSIG},
    {"__reduce__", "()", lang_reduce_bounds, NULL, LANG_M_NOSIG},
    {NULL, NULL, NULL, NULL, 0},
};

#define GETTER(part)                                                                                                   \
    static lang_value get_##part(struct lang_thread *t, lang_value self)                                               \
    {                                                                                                                  \
        (void)t;                                                                                                       \
        return lang_ref(AS_RANGE(self)->part);                                                                         \
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
    return slot_make(t, &lang_type_range, args, nargs, NULL);
}

struct lang_type lang_type_range = {
    .name = "range",
    .flags = LANG_TYPE_SEQUENCE,
    .doc = "range(stop) -> range object\nrange(start, stop[, step]) -> range object\n\n"
           "Return an object that produces a sequence of integers from start (inclusive)\n"
           "to stop (exclusive) by step.  range(i, j) produces i, i+1, i+2, ..., j-1.\n"
           "start defaults to 0, and stop is omitted!  range(4) produces 0, 1, 2, 3.\n"
           "These are exactly the valid indices for a list of 4 elements.\n"
           "When step is given, it specifies the increment (or decrement).",
    .size = sizeof(struct lang_range),
    .base = &lang_type_object,
    .methods = methods,
    .getset = getset,
    .make = slot_make,
    .vectorcall = vectorcall,
    .destroy = slot_destroy,
    .repr = slot_repr,
    .compare = slot_compare,
    .hash = slot_hash,
    .truth = slot_truth,
    .iter = slot_iter,
    .len = slot_len,
    .getitem = slot_getitem,
    .contains = slot_contains,
};
