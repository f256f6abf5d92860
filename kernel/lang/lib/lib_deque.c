/* lib_deque.c: collections.deque: a ring of values that grows and gives at both ends. */
#include <string.h>

#include "vm/type.h"
#include "lib.h"
#include "lib_collections.h"
#include "types/containers.h"
#include "vm/object_reduce.h"

struct deque {
    struct lang_object head;
    lang_value *ring;
    int64_t capacity, first, length;
    int64_t maxlen;  /* -1: none */
    uint64_t change; /* modification count, checked by iterators */
};

struct deque_iter {
    struct lang_object head;
    struct deque *deque;
    uint64_t change;
    int64_t index, left;
    bool reversed;
};
static struct lang_type deque_iter_type, deque_reverse_iter_type;

static inline struct deque *deque_of(lang_value v)
{
    return (struct deque *)v.o;
}
static inline bool is_deque(lang_value v)
{
    return lang_is_a(v, &lang_type_deque);
}
static inline lang_value *at(const struct deque *d, int64_t i)
{
    int64_t k = d->first + i;

    return &d->ring[k >= d->capacity ? k - d->capacity : k];
}

/* ------------------------------------------------------------------ ends */

static int grow(struct lang_thread *t, struct deque *d)
{
    int64_t capacity = d->capacity ? d->capacity * 2 : 8;
    lang_value *ring;

    if (capacity > SEQUENCE_MAX) {
        lang_no_memory(t);
        return -1;
    }
    ring = lang_alloc(t, (size_t)capacity * sizeof *ring);
    if (!ring)
        return -1;
    for (int64_t i = 0; i < d->length; i++)
        ring[i] = *at(d, i);
    if (d->ring)
        lang_free(t, d->ring, (size_t)d->capacity * sizeof *ring);
    d->ring = ring;
    d->capacity = capacity;
    d->first = 0;
    return 0;
}

static lang_value take_first(struct deque *d)
{
    lang_value v = d->ring[d->first];

    d->first = d->first + 1 == d->capacity ? 0 : d->first + 1;
    d->length--;
    d->change++;
    return v;
}

static lang_value take_last(struct deque *d)
{
    lang_value v = *at(d, d->length - 1);

    d->length--;
    d->change++;
    return v;
}

static int append(struct lang_thread *t, struct deque *d, lang_value v)
{
    if (d->maxlen == 0)
        return 0;
    if (d->length == d->capacity && (d->maxlen < 0 || d->length < d->maxlen) && grow(t, d) < 0)
        return -1;
    lang_ref(v);
    if (d->length == d->maxlen) {
        lang_value old = take_first(d);

        *at(d, d->length) = v;
        d->length++;
        lang_unref(t, old);
        return 0;
    }
    *at(d, d->length) = v;
    d->length++;
    d->change++;
    return 0;
}

static int append_left(struct lang_thread *t, struct deque *d, lang_value v)
{
    lang_value old = lang_undef();

    if (d->maxlen == 0)
        return 0;
    if (d->length == d->capacity && (d->maxlen < 0 || d->length < d->maxlen) && grow(t, d) < 0)
        return -1;
    if (d->length == d->maxlen)
        old = take_last(d);
    d->first = d->first ? d->first - 1 : d->capacity - 1;
    d->ring[d->first] = lang_ref(v);
    d->length++;
    d->change++;
    lang_unref(t, old);
    return 0;
}

static void clear(struct lang_thread *t, struct deque *d)
{
    lang_value *ring = d->ring;
    int64_t first = d->first, length = d->length, capacity = d->capacity;

    d->ring = NULL;
    d->capacity = d->first = d->length = 0;
    d->change++;
    for (int64_t i = 0; i < length; i++)
        lang_unref(t, ring[first + i >= capacity ? first + i - capacity : first + i]);
    if (ring)
        lang_free(t, ring, (size_t)capacity * sizeof *ring);
}

static int append_each(struct lang_thread *t, lang_value item, void *d)
{
    return append(t, d, item);
}

static int append_left_each(struct lang_thread *t, lang_value item, void *d)
{
    return append_left(t, d, item);
}

/* Adds the items of any iterable; of the deque itself a copy is taken first. */
static int extend(struct lang_thread *t, struct deque *d, lang_value iterable,
                  int (*each)(struct lang_thread *, lang_value, void *))
{
    struct lang_list *copy;
    int status;

    if (lang_is_obj(iterable) && iterable.o == &d->head) {
        copy = lang_to_list(t, iterable);
        if (!copy)
            return -1;
        status = lang_for_each(t, lang_obj(copy), each, d);
        lang_decref(t, copy);
    } else {
        status = lang_for_each(t, iterable, each, d);
    }
    return status < 0 ? -1 : 0;
}

/* ------------------------------------------------------------------ life */

static lang_value deque_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                             struct lang_tuple *kwnames)
{
    struct deque *d = lang_object_new(t, cls);

    (void)args;
    (void)nargs;
    (void)kwnames;
    if (d)
        d->maxlen = -1;
    return lang_obj_or_error(d);
}

static int deque_init(struct lang_thread *t, lang_value self, const lang_value *args, size_t nargs,
                      struct lang_tuple *kwnames)
{
    struct lang_params *params = lang_params_get(t, "deque", "(iterable=(), maxlen=None)");
    struct deque *d = deque_of(self);
    lang_value bound[2];
    int64_t maxlen = -1;

    if (!params || lang_params_bind(t, params, args, nargs, kwnames, bound) < 0)
        return -1;
    if (!lang_is_undef(bound[1]) && !lang_is_none(bound[1])) {
        if (!lang_is_integer(bound[1]))
            return lang_fail(t, LANG_EXC_TypeError, "an integer is required");
        if (lang_as_index(t, bound[1], &maxlen) < 0)
            return -1;
        if (maxlen < 0)
            return lang_fail(t, LANG_EXC_ValueError, "maxlen must be non-negative");
    }
    d->maxlen = maxlen;
    if (d->length)
        clear(t, d);
    return lang_is_undef(bound[0]) ? 0 : extend(t, d, bound[0], append_each);
}

static void deque_drop(struct lang_thread *t, struct lang_object *o)
{
    clear(t, (struct deque *)o);
}

static void deque_traverse(struct lang_object *o, lang_visit_fn visit, void *arg)
{
    struct deque *d = (struct deque *)o;

    for (int64_t i = 0; i < d->length; i++)
        if (lang_is_obj(*at(d, i)))
            visit(at(d, i)->o, arg);
}

/* A deque of the same class and maxlen with the items of another value; a class may make something else. */
static lang_value like(struct lang_thread *t, lang_value self, lang_value items)
{
    struct deque *d = deque_of(self);
    struct lang_type *cls = lang_incref(lang_type_of(self));
    const lang_value args[2] = {items, d->maxlen < 0 ? lang_none() : lang_int(d->maxlen)};
    lang_value r = lang_call(t, lang_obj(cls), args, d->maxlen < 0 ? 1 : 2, NULL);

    if (!lang_is_error(r) && !is_deque(r)) {
        lang_raise(t, LANG_EXC_TypeError, "%s() must return a deque, not %N", cls->name, r);
        lang_unref(t, r);
        r = lang_error();
    }
    lang_decref(t, cls);
    return r;
}

/* ------------------------------------------------------------------ slots */

static lang_value deque_repr(struct lang_thread *t, lang_value v)
{
    struct deque *d = deque_of(v);
    struct lang_list *items;
    struct lang_str *inner, *out = NULL;
    int shown = lang_repr_enter(t, v);

    if (shown)
        return shown < 0 ? lang_error() : lang_obj_or_error(lang_str_from_c(t, "[...]"));
    items = lang_to_list(t, v);
    inner = items ? lang_repr(t, lang_obj(items)) : NULL;
    lang_xdecref(t, items);
    if (inner)
        out = d->maxlen < 0
                  ? lang_str_from_format(t, "%s(%U)", lang_type_name(v), inner)
                  : lang_str_from_format(t, "%s(%U, maxlen=%lld)", lang_type_name(v), inner, (long long)d->maxlen);
    lang_xdecref(t, inner);
    lang_repr_leave(t, v);
    return lang_obj_or_error(out);
}

static lang_value deque_compare(struct lang_thread *t, lang_value a, lang_value b, enum lang_compare_op op)
{
    struct lang_list *x, *y;
    lang_value r = lang_error();

    if (!is_deque(b))
        return lang_notimpl();
    x = lang_to_list(t, a);
    y = x ? lang_to_list(t, b) : NULL;
    if (y)
        r = lang_sequence_compare(t, lang_obj(x), lang_obj(y), op);
    lang_xdecref(t, x);
    lang_xdecref(t, y);
    return r;
}

static int64_t deque_len(struct lang_thread *t, lang_value v)
{
    (void)t;
    return deque_of(v)->length;
}

static int index_of(struct lang_thread *t, struct deque *d, lang_value key, int64_t *i)
{
    int kind = sequence_index(t, key, i);

    if (kind == 0)
        return lang_fail(t, LANG_EXC_TypeError,
                         lang_is_exactly(key, &lang_type_slice) ? "'%N' object cannot be interpreted as an integer"
                                                                : "sequence index must be integer, not '%N'",
                         key);
    if (kind < 0)
        return -1;
    if (*i < 0)
        *i += d->length;
    if (*i < 0 || *i >= d->length)
        return lang_fail(t, LANG_EXC_IndexError, "deque index out of range");
    return 0;
}

static lang_value deque_getitem(struct lang_thread *t, lang_value v, lang_value key)
{
    int64_t i;

    return index_of(t, deque_of(v), key, &i) < 0 ? lang_error() : lang_ref(*at(deque_of(v), i));
}

/* Takes item i out and closes the gap. */
static lang_value take(struct deque *d, int64_t i)
{
    lang_value v = *at(d, i);

    for (; i + 1 < d->length; i++)
        *at(d, i) = *at(d, i + 1);
    d->length--;
    d->change++;
    return v;
}

static int deque_setitem(struct lang_thread *t, lang_value v, lang_value key, lang_value value)
{
    struct deque *d = deque_of(v);
    int64_t i;

    if (index_of(t, d, key, &i) < 0)
        return -1;
    if (lang_is_undef(value))
        lang_unref(t, take(d, i));
    else
        lang_set_steal(t, at(d, i), lang_ref(value));
    return 0;
}

/* Position of the first equal item in [from, to): -1 absent, -2 exception. */
static int64_t find(struct lang_thread *t, struct deque *d, lang_value v, int64_t from, int64_t to)
{
    uint64_t change = d->change;

    for (int64_t i = from; i < to && i < d->length; i++) {
        lang_value item = lang_ref(*at(d, i));
        int equal = fast_equal(t, item, v);

        lang_unref(t, item);
        if (equal < 0)
            return -2;
        if (d->change != change) {
            lang_fail(t, LANG_EXC_RuntimeError, "deque mutated during iteration");
            return -2;
        }
        if (equal)
            return i;
    }
    return -1;
}

static int deque_contains(struct lang_thread *t, lang_value v, lang_value item)
{
    int64_t i = find(t, deque_of(v), item, 0, INT64_MAX);

    return i == -2 ? -1 : i >= 0;
}

static lang_value deque_concat(struct lang_thread *t, lang_value a, lang_value b)
{
    lang_value r;

    if (!is_deque(b))
        return lang_raise(t, LANG_EXC_TypeError, "can only concatenate deque (not \"%N\") to deque", b);
    r = like(t, a, a);
    if (!lang_is_error(r) && extend(t, deque_of(r), b, append_each) < 0) {
        lang_unref(t, r);
        return lang_error();
    }
    return r;
}

static lang_value deque_concat_inplace(struct lang_thread *t, lang_value a, lang_value b)
{
    return extend(t, deque_of(a), b, append_each) < 0 ? lang_error() : lang_ref(a);
}

static lang_value deque_repeat(struct lang_thread *t, lang_value self, int64_t n)
{
    struct deque *d = deque_of(self);
    lang_value r;
    struct lang_list *items;

    items = lang_to_list(t, self);
    if (items && items->length && d->maxlen >= 0 && n > d->maxlen / items->length)
        n = d->maxlen / items->length + 1; /* the last maxlen items are the same, however often they come */
    r = items ? lang_binary(t, LANG_OP_MUL, lang_obj(items), lang_int(n)) : lang_error();
    lang_xdecref(t, items);
    if (!lang_is_error(r)) {
        lang_value made = like(t, self, r);

        lang_unref(t, r);
        r = made;
    }
    return r;
}

static lang_value deque_repeat_inplace(struct lang_thread *t, lang_value a, int64_t n)
{
    lang_value r = deque_repeat(t, a, n);
    int status;

    if (lang_is_error(r))
        return r;
    clear(t, deque_of(a));
    status = extend(t, deque_of(a), r, append_each);
    lang_unref(t, r);
    return status < 0 ? lang_error() : lang_ref(a);
}

/* ------------------------------------------------------------------ methods */

static lang_value m_append(struct lang_thread *t, const lang_value *a)
{
    return append(t, deque_of(a[0]), a[1]) < 0 ? lang_error() : lang_none();
}

static lang_value m_appendleft(struct lang_thread *t, const lang_value *a)
{
    return append_left(t, deque_of(a[0]), a[1]) < 0 ? lang_error() : lang_none();
}

static lang_value m_extend(struct lang_thread *t, const lang_value *a)
{
    return extend(t, deque_of(a[0]), a[1], append_each) < 0 ? lang_error() : lang_none();
}

static lang_value m_extendleft(struct lang_thread *t, const lang_value *a)
{
    return extend(t, deque_of(a[0]), a[1], append_left_each) < 0 ? lang_error() : lang_none();
}

static lang_value m_pop(struct lang_thread *t, const lang_value *a)
{
    if (deque_of(a[0])->length == 0)
        return lang_raise(t, LANG_EXC_IndexError, "pop from an empty deque");
    return take_last(deque_of(a[0]));
}

static lang_value m_popleft(struct lang_thread *t, const lang_value *a)
{
    if (deque_of(a[0])->length == 0)
        return lang_raise(t, LANG_EXC_IndexError, "pop from an empty deque");
    return take_first(deque_of(a[0]));
}

static lang_value m_clear(struct lang_thread *t, const lang_value *a)
{
    clear(t, deque_of(a[0]));
    return lang_none();
}

static lang_value m_copy(struct lang_thread *t, const lang_value *a)
{
    return like(t, a[0], a[0]);
}

static lang_value m_count(struct lang_thread *t, const lang_value *a)
{
    int64_t n = 0, i = -1;

    while ((i = find(t, deque_of(a[0]), a[1], i + 1, INT64_MAX)) >= 0)
        n++;
    return i == -2 ? lang_error() : lang_int(n);
}

static lang_value m_index(struct lang_thread *t, const lang_value *a)
{
    struct deque *d = deque_of(a[0]);
    int64_t from, to, i;

    if (lang_index_bounds(t, a[2], a[3], &from, &to) < 0)
        return lang_error();
    lang_fit_bounds(d->length, &from, &to);
    i = find(t, d, a[1], from, to);
    if (i == -1)
        return lang_raise(t, LANG_EXC_ValueError, "%R is not in deque", a[1]);
    return i < 0 ? lang_error() : lang_int(i);
}

static lang_value m_insert(struct lang_thread *t, const lang_value *a)
{
    struct deque *d = deque_of(a[0]);
    int64_t i;

    if (lang_as_index(t, a[1], &i) < 0)
        return lang_error();
    if (d->length == d->maxlen)
        return lang_raise(t, LANG_EXC_IndexError, "deque already at its maximum size");
    if (i < 0)
        i += d->length;
    if (i < 0)
        i = 0;
    if (append(t, d, a[2]) < 0)
        return lang_error();
    for (int64_t k = d->length - 1; k > i; k--) {
        lang_value v = *at(d, k);

        *at(d, k) = *at(d, k - 1);
        *at(d, k - 1) = v;
    }
    return lang_none();
}

static lang_value m_remove(struct lang_thread *t, const lang_value *a)
{
    uint64_t change = deque_of(a[0])->change;
    int64_t i = find(t, deque_of(a[0]), a[1], 0, INT64_MAX);

    if (i == -1)
        return lang_raise(t, LANG_EXC_ValueError, "%R is not in deque", a[1]);
    if (i < 0 && lang_error_is(t, LANG_EXC_RuntimeError) && deque_of(a[0])->change != change) {
        lang_error_clear(t);
        return lang_raise(t, LANG_EXC_IndexError, "deque mutated during iteration");
    }
    if (i < 0)
        return lang_error();
    lang_unref(t, take(deque_of(a[0]), i));
    return lang_none();
}

static lang_value m_reverse(struct lang_thread *t, const lang_value *a)
{
    struct deque *d = deque_of(a[0]);

    (void)t;
    for (int64_t i = 0, j = d->length - 1; i < j; i++, j--) {
        lang_value v = *at(d, i);

        *at(d, i) = *at(d, j);
        *at(d, j) = v;
    }
    d->change++;
    return lang_none();
}

static lang_value m_rotate(struct lang_thread *t, const lang_value *a)
{
    struct deque *d = deque_of(a[0]);
    int64_t n = 1;

    if (!lang_is_undef(a[1]) && lang_as_index(t, a[1], &n) < 0)
        return lang_error();
    if (d->length < 2)
        return lang_none();
    n %= d->length;
    if (n < 0)
        n += d->length;
    if (n == 0)
        return lang_none();
    d->change++;
    if (d->length == d->capacity) { /* a full ring rotates by moving its start */
        d->first = (d->first + d->length - n) % d->capacity;
        return lang_none();
    }
    for (; n > 0; n--) {
        lang_value v = *at(d, d->length - 1);

        d->first = d->first ? d->first - 1 : d->capacity - 1;
        d->ring[d->first] = v;
    }
    return lang_none();
}

static lang_value get_maxlen(struct lang_thread *t, lang_value self)
{
    (void)t;
    return deque_of(self)->maxlen < 0 ? lang_none() : lang_int(deque_of(self)->maxlen);
}

/* ------------------------------------------------------------------ iteration */

static lang_value iterate(struct lang_thread *t, lang_value v, bool reversed)
{
    struct deque_iter *it = lang_object_new(t, reversed ? &deque_reverse_iter_type : &deque_iter_type);

    if (!it)
        return lang_error();
    it->deque = lang_incref(v.o);
    it->change = it->deque->change;
    it->left = it->deque->length;
    it->index = reversed ? it->left - 1 : 0;
    it->reversed = reversed;
    return lang_obj(it);
}

static lang_value deque_iter(struct lang_thread *t, lang_value v)
{
    return iterate(t, v, false);
}

static lang_value m_reversed(struct lang_thread *t, const lang_value *a)
{
    return iterate(t, a[0], true);
}

static void iter_drop(struct lang_thread *t, struct lang_object *o)
{
    struct deque *d = ((struct deque_iter *)o)->deque;

    ((struct deque_iter *)o)->deque = NULL;
    lang_xdecref(t, d);
}

static void iter_traverse(struct lang_object *o, lang_visit_fn visit, void *arg)
{
    if (((struct deque_iter *)o)->deque)
        visit(&((struct deque_iter *)o)->deque->head, arg);
}

static lang_value iter_next(struct lang_thread *t, lang_value v)
{
    struct deque_iter *it = (struct deque_iter *)v.o;
    lang_value item;

    if (!it->deque)
        return lang_undef();
    if (it->change != it->deque->change) {
        it->left = 0;
        return lang_raise(t, LANG_EXC_RuntimeError, "deque mutated during iteration");
    }
    if (it->left <= 0) {
        iter_drop(t, v.o);
        return lang_undef();
    }
    item = lang_ref(*at(it->deque, it->index));
    it->index += it->reversed ? -1 : 1;
    it->left--;
    return item;
}

static lang_value m_length_hint(struct lang_thread *t, const lang_value *a)
{
    (void)t;
    return lang_int(((struct deque_iter *)a[0].o)->left);
}

static const struct lang_method iter_methods[] = {
    {"__length_hint__", "()", m_length_hint, "Private method returning an estimate of len(list(it)).", LANG_M_NOSIG},
    {0},
};
#define ITERATOR(id, text)                                                                                             \
    static struct lang_type id = {                                                                                     \
        .name = text,                                                                                                  \
        .module = "_collections",                                                                                      \
        .flags = LANG_TYPE_QUALIFIED,                                                                                  \
        .size = sizeof(struct deque_iter),                                                                             \
        .methods = iter_methods,                                                                                       \
        .destroy = iter_drop,                                                                                          \
        .traverse = iter_traverse,                                                                                     \
        .clear = iter_drop,                                                                                            \
        .iter = lang_iter_self,                                                                                        \
        .next = iter_next,                                                                                             \
    }
ITERATOR(deque_iter_type, "_deque_iterator");
ITERATOR(deque_reverse_iter_type, "_deque_reverse_iterator");

static const struct lang_method deque_methods[] = {
    {"__class_getitem__", "(object, /)", lang_class_getitem, "See PEP 585", LANG_M_CLASS},
    {"append", "(item, /)", m_append, "Add an element to the right side of the deque.", LANG_M_NOSIG},
    {"appendleft", "(item, /)", m_appendleft, "Add an element to the left side of the deque.", LANG_M_NOSIG},
    {"clear", "()", m_clear, "Remove all elements from the deque.", LANG_M_NOSIG},
    {"copy", "()", m_copy, "Return a shallow copy of a deque.", LANG_M_NOSIG},
    {"__copy__", "()", m_copy, "Return a shallow copy of a deque.", LANG_M_NOSIG},
    {"__reduce__", "()", lang_reduce_deque, "Return state information for pickling.", LANG_M_NOSIG},
    {"count", "(value, /)", m_count, "D.count(value) -- return number of occurrences of value", LANG_M_NOSIG},
    {"extend", "(iterable, /)", m_extend, "Extend the right side of the deque with elements from the iterable",
     LANG_M_NOSIG},
    {"extendleft", "(iterable, /)", m_extendleft, "Extend the left side of the deque with elements from the iterable",
     LANG_M_NOSIG},
    {"index", "(value, start=0, stop=9223372036854775807, /)", m_index,
     "D.index(value, [start, [stop]]) -- return first index of value.\nRaises ValueError if the value is not present.",
     LANG_M_NOSIG},
    {"insert", "(index, object, /)", m_insert, "D.insert(index, object) -- insert object before index", LANG_M_NOSIG},
    {"pop", "()", m_pop, "Remove and return the rightmost element.", LANG_M_NOSIG},
    {"popleft", "()", m_popleft, "Remove and return the leftmost element.", LANG_M_NOSIG},
    {"remove", "(value, /)", m_remove, "D.remove(value) -- remove first occurrence of value.", LANG_M_NOSIG},
    {"reverse", "()", m_reverse, "D.reverse() -- reverse *IN PLACE*", LANG_M_NOSIG},
    {"rotate", "(n=1, /)", m_rotate,
     "Rotate the deque n steps to the right (default n=1).  If n is negative, rotates left.", LANG_M_NOSIG},
    {"__reversed__", "()", m_reversed, "D.__reversed__() -- return a reverse iterator over the deque", LANG_M_NOSIG},
    {0},
};
static const struct lang_getset deque_getset[] = {
    {"maxlen", get_maxlen, NULL, "maximum size of a deque or None if unbounded"},
    {0},
};

struct lang_type lang_type_deque = {
    .name = "deque",
    .module = "collections",
    .doc = "deque([iterable[, maxlen]]) --> deque object\n\n"
           "A list-like sequence optimized for data accesses near its endpoints.",
    .size = sizeof(struct deque),
    .flags = LANG_TYPE_BASE | LANG_TYPE_QUALIFIED | LANG_TYPE_SEQUENCE | LANG_TYPE_WEAKREF,
    .methods = deque_methods,
    .getset = deque_getset,
    .make = deque_make,
    .init = deque_init,
    .destroy = deque_drop,
    .traverse = deque_traverse,
    .clear = deque_drop,
    .repr = deque_repr,
    .compare = deque_compare,
    .hash = lang_hash_unhashable,
    .iter = deque_iter,
    .len = deque_len,
    .getitem = deque_getitem,
    .setitem = deque_setitem,
    .contains = deque_contains,
    .concat = deque_concat,
    .repeat = deque_repeat,
    .concat_inplace = deque_concat_inplace,
    .repeat_inplace = deque_repeat_inplace,
};

int lang_deque_ready(struct lang_thread *t)
{
    return lang_type_ready(t, &lang_type_deque) < 0 || lang_type_ready(t, &deque_iter_type) < 0 ||
                   lang_type_ready(t, &deque_reverse_iter_type) < 0
               ? -1
               : 0;
}
