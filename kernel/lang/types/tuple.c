/* tuple.c: the tuple type, and what list and tuple share: comparison, bounds of index(), repetition counts. */
#include <string.h>

#include "containers.h"
#include "vm/code.h"

static struct lang_tuple empty = {.head = {.type = &lang_type_tuple, .refs = 1, .flags = LANG_OBJ_STATIC}};

/* ------------------------------------------------------------------ shared with list */

int lang_index_bounds(struct lang_thread *t, lang_value start, lang_value stop, int64_t *from, int64_t *to)
{
    const lang_value ends[2] = {start, stop};
    int64_t *out[2] = {from, to};

    *from = 0;
    *to = INT64_MAX;
    for (int k = 0; k < 2; k++) {
        if (lang_is_undef(ends[k]))
            continue;
        if (ends[k].tag != LANG_INT && !lang_type_of(ends[k])->to_index)
            return lang_fail(t, LANG_EXC_TypeError, "slice indices must be integers or have an __index__ method");
        if (lang_slice_bound(t, ends[k], 0, out[k]) < 0)
            return -1;
    }
    return 0;
}

int lang_sequence_count(struct lang_thread *t, lang_value v, int64_t *n)
{
    int kind;

    if (v.tag == LANG_OBJECT && !v.o->type->to_index)
        return 0;
    kind = v.tag == LANG_OBJECT ? (lang_as_index(t, v, n) < 0 ? -1 : 1) : sequence_index(t, v, n);
    if (kind < 0 && lang_error_is(t, LANG_EXC_OverflowError)) {
        lang_error_clear(t);
        lang_fail(t, LANG_EXC_OverflowError, "cannot fit '%N' into an index-sized integer", v);
    }
    if (kind > 0 && *n < 0)
        *n = 0;
    return kind;
}

static inline int64_t run_of(lang_value v, const lang_value **items)
{
    if (v.o->type->flags & LANG_TYPE_LIST) {
        *items = lang_as_list(v)->items;
        return lang_as_list(v)->length;
    }
    *items = lang_as_tuple(v)->items;
    return lang_as_tuple(v)->length;
}

/* Past the items that are the same value, many at a time. */
static inline int64_t skip_same(const lang_value *x, const lang_value *y, int64_t i, int64_t n)
{
    enum { MANY = 16 };

    while (i + MANY <= n && memcmp(x + i, y + i, MANY * sizeof *x) == 0)
        i += MANY;
    while (i < n && fast_same(x[i], y[i]))
        i++;
    return i;
}

/* The order of two ints, floats or strs that needs no call; false: it does. A NaN is left to the call. */
static inline bool order_without_call(lang_value p, lang_value q, int *order)
{
    if (p.tag != q.tag)
        return false;
    if (p.tag == LANG_INT)
        *order = (p.i > q.i) - (p.i < q.i);
    else if (p.tag == LANG_FLOAT && (p.f < q.f || p.f >= q.f))
        *order = (p.f > q.f) - (p.f < q.f);
    else if (p.tag == LANG_OBJECT && p.o->type == &lang_type_str && q.o->type == &lang_type_str)
        *order = lang_str_compare(lang_as_str(p), lang_as_str(q));
    else
        return false;
    return true;
}

static inline lang_value order_answers(int order, enum lang_compare_op op)
{
    switch (op) {
    case LANG_LT:
    case LANG_LE:
        return lang_bool(order < 0);
    case LANG_GT:
    case LANG_GE:
        return lang_bool(order > 0);
    default:
        return lang_bool(op == LANG_NE);
    }
}

static int truth_steal(struct lang_thread *t, lang_value v)
{
    int truth = lang_truth(t, v);

    lang_unref(t, v);
    return truth;
}

int lang_sequence_less(struct lang_thread *t, lang_value a, lang_value b, int64_t from)
{
    const lang_value *x, *y;
    int64_t n = run_of(a, &x), m = run_of(b, &y), i;
    lang_value r;
    int order;

    for (i = from; i < n && i < m; i++) {
        if (fast_same(x[i], y[i]))
            continue;
        if (!order_without_call(x[i], y[i], &order)) {
            r = lang_sequence_compare(t, a, b, LANG_LT);
            return lang_is_error(r) ? -1 : r.tag == LANG_BOOL ? (int)r.i : truth_steal(t, r);
        }
        if (order)
            return order < 0;
    }
    return n < m;
}

lang_value lang_sequence_compare(struct lang_thread *t, lang_value a, lang_value b, enum lang_compare_op op)
{
    uint32_t family = a.o->type->flags & (LANG_TYPE_LIST | LANG_TYPE_TUPLE);
    const lang_value *x, *y;
    int64_t n, m, i;

    if (b.tag != LANG_OBJECT || !(b.o->type->flags & family))
        return lang_notimpl();
    n = run_of(a, &x);
    m = run_of(b, &y);
    if (n != m && (op == LANG_EQ || op == LANG_NE))
        return lang_bool(op == LANG_NE);
    for (i = 0; i < n && i < m; i++) {
        lang_value p, q;
        int equal, order;

        i = skip_same(x, y, i, n < m ? n : m);
        if (i == n || i == m)
            break;
        p = x[i];
        q = y[i];
        if (order_without_call(p, q, &order)) {
            if (order)
                return order_answers(order, op);
            continue;
        }
        lang_ref(p);
        lang_ref(q);
        equal = lang_poll_quiet(t) < 0 ? -1 : fast_equal(t, p, q); /* nested ones may be many, each short */
        if (equal == 1 && interrupted_at(t, i))
            equal = -1;
        n = run_of(a, &x); /* what ran may have changed a list */
        m = run_of(b, &y);
        if (equal == 0 && i < n && i < m) {
            lang_value r = op == LANG_EQ   ? lang_bool(false)
                           : op == LANG_NE ? lang_bool(true)
                                           : lang_compare(t, op, p, q);

            lang_unref(t, p);
            lang_unref(t, q);
            return r;
        }
        lang_unref(t, p);
        lang_unref(t, q);
        if (equal < 0)
            return lang_error();
    }
    switch (op) {
    case LANG_LT:
        return lang_bool(n < m);
    case LANG_LE:
        return lang_bool(n <= m);
    case LANG_EQ:
        return lang_bool(n == m);
    case LANG_NE:
        return lang_bool(n != m);
    case LANG_GT:
        return lang_bool(n > m);
    default:
        return lang_bool(n >= m);
    }
}

/* ------------------------------------------------------------------ making */

struct lang_tuple *lang_tuple_new(struct lang_thread *t, int64_t n)
{
    struct lang_tuple *tuple;

    if (n == 0)
        return lang_incref(&empty);
    if (n > SEQUENCE_MAX - 16) {
        lang_no_memory(t);
        return NULL;
    }
    tuple = lang_object_raw(t, &lang_type_tuple, sizeof *tuple + (size_t)n * sizeof(lang_value));
    if (tuple) {
        tuple->length = n;
        for (int64_t i = 0; i < n; i++)
            tuple->items[i] = lang_undef();
    }
    return tuple;
}

void lang_tuple_free(struct lang_thread *t, struct lang_object *o)
{
    struct lang_tuple *tuple = (struct lang_tuple *)o;
    int64_t n = tuple->length;

    refs_drop(t, tuple->items, n);
    lang_object_raw_free(t, o, sizeof *tuple + (size_t)n * sizeof(lang_value));
}

/* A tuple of n > 0 items, which are filled before anything else can run. */
static struct lang_tuple *tuple_raw(struct lang_thread *t, int64_t n)
{
    struct lang_tuple *tuple;

    if (n > SEQUENCE_MAX - 16) {
        lang_no_memory(t);
        return NULL;
    }
    tuple = lang_object_raw(t, &lang_type_tuple, sizeof *tuple + (size_t)n * sizeof(lang_value));
    if (tuple)
        tuple->length = n;
    return tuple;
}

/* Gives up a tuple of which only some items have been filled. */
static struct lang_tuple *raw_drop(struct lang_thread *t, struct lang_tuple *tuple, int64_t filled)
{
    lang_gc_untrack(&tuple->head); /* before any destructor: the collector must not meet what is not filled */
    refs_drop(t, tuple->items, filled);
    lang_object_raw_free(t, &tuple->head, sizeof *tuple + (size_t)tuple->length * sizeof(lang_value));
    return NULL;
}

struct lang_tuple *lang_tuple_from(struct lang_thread *t, const lang_value *items, int64_t n)
{
    struct lang_tuple *tuple;
    int64_t copied;

    if (n == 0)
        return lang_incref(&empty);
    tuple = tuple_raw(t, n);
    if (!tuple)
        return NULL;
    copied = lang_refs_copy(t, tuple->items, items, n);
    return copied < n ? raw_drop(t, tuple, copied) : tuple;
}

struct lang_tuple *lang_to_tuple(struct lang_thread *t, lang_value iterable)
{
    struct lang_tuple *tuple;
    struct lang_list *list;

    if (lang_is_exactly(iterable, &lang_type_tuple))
        return lang_incref(iterable.o);
    if (lang_is_exactly(iterable, &lang_type_list))
        return lang_tuple_from(t, lang_as_list(iterable)->items, lang_as_list(iterable)->length);
    list = lang_to_list(t, iterable);
    if (!list)
        return NULL;
    tuple = lang_tuple_new(t, list->length);
    if (tuple) {
        for (int64_t i = 0; i < list->length; i++)
            tuple->items[i] = list->items[i];
        list->length = 0; /* the references have moved */
    }
    lang_decref(t, list);
    return tuple;
}

static lang_value tuple_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                             struct lang_tuple *kwnames)
{
    struct lang_tuple *base, *out;
    lang_value bound[1];

    if ((kwnames || nargs > 1) && cls->init == lang_type_object.init) {
        struct lang_params *params = lang_params_get(t, "tuple", "(iterable=(), /)");

        if (!params || lang_params_bind(t, params, args, nargs, kwnames, bound) < 0)
            return lang_error();
    }
    base = nargs ? lang_to_tuple(t, args[0]) : lang_tuple_new(t, 0);
    if (!base || cls == &lang_type_tuple)
        return lang_obj_or_error(base);
    out = lang_object_new_extra(t, cls, (size_t)base->length * sizeof(lang_value));
    if (out) {
        out->length = base->length;
        for (int64_t i = 0; i < base->length; i++)
            out->items[i] = lang_ref(base->items[i]);
    }
    lang_decref(t, base);
    return lang_obj_or_error(out);
}

static void tuple_destroy(struct lang_thread *t, struct lang_object *o)
{
    struct lang_tuple *tuple = (struct lang_tuple *)o;
    int64_t n = tuple->length;

    for (int64_t i = n; i-- > 0;)
        lang_unref(t, tuple->items[i]);
}

static size_t tuple_extent(const struct lang_object *o)
{
    return sizeof(struct lang_tuple) + (size_t)((const struct lang_tuple *)o)->length * sizeof(lang_value);
}

static void tuple_traverse(struct lang_object *o, lang_visit_fn visit, void *arg)
{
    struct lang_tuple *tuple = (struct lang_tuple *)o;

    for (int64_t i = 0; i < tuple->length; i++)
        if (tuple->items[i].tag == LANG_OBJECT)
            visit(tuple->items[i].o, arg);
}

/* ------------------------------------------------------------------ text, hash, items */

static lang_value tuple_repr(struct lang_thread *t, lang_value v)
{
    struct lang_tuple *tuple = lang_as_tuple(v);
    struct lang_builder b;
    int shown;

    if (tuple->length == 0)
        return lang_obj_or_error(lang_str_from_c(t, "()"));
    shown = lang_repr_enter(t, v);
    if (shown)
        return shown < 0 ? lang_error() : lang_obj_or_error(lang_str_from_c(t, "(...)"));
    lang_builder_init(&b, t);
    lang_builder_char(&b, '(');
    for (int64_t i = 0; i < tuple->length; i++) {
        if ((i && lang_builder_c(&b, ", ") < 0) || lang_builder_repr(&b, tuple->items[i]) < 0 || interrupted_at(t, i)) {
            lang_builder_drop(&b);
            lang_repr_leave(t, v);
            return lang_error();
        }
    }
    lang_builder_c(&b, tuple->length == 1 ? ",)" : ")");
    lang_repr_leave(t, v);
    return lang_obj_or_error(lang_builder_finish(&b));
}

/* The mixing of xxHash (Yann Collet), as CPython has it, so that sets of tuples keep its order. */
int64_t *lang_tuple_hash_budget;

static int tuple_hash(struct lang_thread *t, lang_value v, int64_t *out)
{
    struct lang_tuple *tuple = lang_as_tuple(v);
    const uint64_t prime1 = 11400714785074694791u, prime2 = 14029467366897019727u, prime5 = 2870177450012600261u;
    uint64_t mixed = prime5;

    if ((char *)__builtin_frame_address(0) < t->c_limit) /* as deep as the stack; CPython would crash here */
        return lang_fail(t, LANG_EXC_RecursionError, "maximum recursion depth exceeded while calling a Python object");
    if (lang_poll_quiet(t) < 0) /* nested ones may be many, each short */
        return -1;
    if (lang_tuple_hash_budget && --*lang_tuple_hash_budget < 0)
        return lang_fail(t, LANG_EXC_ValueError, "the pickle has keys of too many nested tuples");
    for (int64_t i = 0; i < tuple->length; i++) {
        int64_t lane;

        if (lang_hash(t, tuple->items[i], &lane) < 0 || interrupted_at(t, i))
            return -1;
        mixed += (uint64_t)lane * prime2;
        mixed = (mixed << 31) | (mixed >> 33);
        mixed *= prime1;
    }
    mixed += (uint64_t)tuple->length ^ (prime5 ^ 3527539u);
    *out = mixed == UINT64_MAX ? 1546275796 : (int64_t)mixed;
    return 0;
}

static int64_t tuple_len(struct lang_thread *t, lang_value v)
{
    (void)t;
    return lang_as_tuple(v)->length;
}

static lang_value tuple_getitem(struct lang_thread *t, lang_value v, lang_value key)
{
    struct lang_tuple *tuple = lang_as_tuple(v), *out;
    int64_t i, start, stop, step, count;
    int kind;

    if (is_slice(key)) {
        if (lang_slice_resolve(t, key, tuple->length, &start, &stop, &step, &count) < 0)
            return lang_error();
        if (count == tuple->length && step == 1 && lang_is_exactly(v, &lang_type_tuple))
            return lang_ref(v);
        if (step == 1)
            return lang_obj_or_error(lang_tuple_from(t, tuple->items + start, count));
        out = count ? tuple_raw(t, count) : lang_incref(&empty);
        if (!out)
            return lang_error();
        for (i = 0; i < count; i++) {
            out->items[i] = lang_ref(tuple->items[start + i * step]);
            if ((i & 0xfffff) == 0xfffff && lang_poll_quiet(t) < 0)
                return lang_obj_or_error(raw_drop(t, out, i + 1));
        }
        return lang_obj(out);
    }
    kind = sequence_index(t, key, &i);
    if (kind < 0)
        return lang_error();
    if (kind == 0)
        return lang_raise(t, LANG_EXC_TypeError, "tuple indices must be integers or slices, not %N", key);
    if (i < 0)
        i += tuple->length;
    if (i < 0 || i >= tuple->length)
        return lang_raise(t, LANG_EXC_IndexError, "tuple index out of range");
    return lang_ref(tuple->items[i]);
}

static int tuple_contains(struct lang_thread *t, lang_value v, lang_value item)
{
    struct lang_tuple *tuple = lang_as_tuple(v);

    for (int64_t i = 0; i < tuple->length; i++) {
        int equal = fast_equal(t, tuple->items[i], item);

        if (equal)
            return equal;
        if (interrupted_at(t, i))
            return -1;
    }
    return 0;
}

static int tuple_items(struct lang_thread *t, lang_value v, const lang_value **items, size_t *n)
{
    (void)t;
    *items = lang_as_tuple(v)->items;
    *n = (size_t)lang_as_tuple(v)->length;
    return 0;
}

/* ------------------------------------------------------------------ operators */

static lang_value tuple_concat(struct lang_thread *t, lang_value a, lang_value b)
{
    struct lang_tuple *out, *x, *y;
    int64_t done;

    if (!lang_is_tuple(b))
        return lang_concat_error(t, a, b);
    x = lang_as_tuple(a);
    y = lang_as_tuple(b);
    if (x->length == 0 && lang_is_exactly(b, &lang_type_tuple))
        return lang_ref(b);
    if (y->length == 0 && lang_is_exactly(a, &lang_type_tuple))
        return lang_ref(a);
    if (x->length > SEQUENCE_MAX - y->length)
        return lang_no_memory(t);
    if (x->length + y->length == 0)
        return lang_obj(lang_incref(&empty));
    out = tuple_raw(t, x->length + y->length);
    if (!out)
        return lang_error();
    done = lang_refs_copy(t, out->items, x->items, x->length);
    if (done == x->length)
        done += lang_refs_copy(t, out->items + done, y->items, y->length);
    return lang_obj_or_error(done < out->length ? raw_drop(t, out, done) : out);
}

static lang_value tuple_repeat(struct lang_thread *t, lang_value v, int64_t n)
{
    struct lang_tuple *tuple = lang_as_tuple(v), *out;

    if (tuple->length && n > SEQUENCE_MAX / tuple->length)
        return lang_no_memory(t);
    if ((n == 1 || tuple->length == 0) && lang_is_exactly(v, &lang_type_tuple))
        return lang_ref(v);
    if (n == 0 || tuple->length == 0)
        return lang_obj(lang_incref(&empty));
    out = tuple_raw(t, tuple->length * n);
    if (!out)
        return lang_error();
    for (int64_t done = 0, part, copied; done < out->length; done += part) { /* the filled part is doubled */
        part = done == 0 ? tuple->length : done < out->length - done ? done : out->length - done;
        copied = lang_refs_copy(t, out->items + done, done ? out->items : tuple->items, part);
        if (copied < part)
            return lang_obj_or_error(raw_drop(t, out, done + copied));
    }
    return lang_obj(out);
}

/* ------------------------------------------------------------------ methods */

static lang_value m_count(struct lang_thread *t, const lang_value *a)
{
    struct lang_tuple *tuple = lang_as_tuple(a[0]);
    int64_t n = 0;

    for (int64_t i = 0; i < tuple->length; i++) {
        int equal = fast_equal(t, tuple->items[i], a[1]);

        if (equal < 0 || interrupted_at(t, i))
            return lang_error();
        n += equal;
    }
    return lang_int(n);
}

static lang_value m_index(struct lang_thread *t, const lang_value *a)
{
    struct lang_tuple *tuple = lang_as_tuple(a[0]);
    int64_t from, to;

    if (lang_index_bounds(t, a[2], a[3], &from, &to) < 0)
        return lang_error();
    lang_fit_bounds(tuple->length, &from, &to);
    for (int64_t i = from; i < to && i < tuple->length; i++) {
        int equal = fast_equal(t, tuple->items[i], a[1]);

        if (equal)
            return equal < 0 ? lang_error() : lang_int(i);
        if (interrupted_at(t, i))
            return lang_error();
    }
    return lang_raise(t, LANG_EXC_ValueError, "tuple.index(x): x not in tuple");
}

static lang_value m_getnewargs(struct lang_thread *t, const lang_value *a)
{
    struct lang_tuple *plain = lang_tuple_from(t, lang_as_tuple(a[0])->items, lang_as_tuple(a[0])->length), *out;
    lang_value v;

    if (!plain)
        return lang_error();
    v = lang_obj(plain);
    out = lang_tuple_from(t, &v, 1);
    lang_decref(t, plain);
    return lang_obj_or_error(out);
}

static const struct lang_method tuple_methods[] = {
    {"count", "(value, /)", m_count, "Return number of occurrences of value.", 0},
    {"index", "(value, start=0, stop=9223372036854775807, /)", m_index,
     "Return first index of value.\n\nRaises ValueError if the value is not present.", 0},
    {"__getnewargs__", "()", m_getnewargs, NULL, 0},
    {0},
};

static lang_value tuple_vectorcall(struct lang_thread *t, const lang_value *args, size_t nargs)
{
    return nargs == 1 ? lang_obj_or_error(lang_to_tuple(t, args[0]))
                      : tuple_make(t, &lang_type_tuple, args, nargs, NULL);
}

struct lang_type lang_type_tuple = {
    .name = "tuple",
    .doc = "Built-in immutable sequence.\n\nIf no argument is given, the constructor returns an empty tuple.\n"
           "If iterable is specified the tuple is initialized from iterable's items.\n\n"
           "If the argument is a tuple, the return value is the same object.",
    .size = sizeof(struct lang_tuple),
    .flags = LANG_TYPE_BASE | LANG_TYPE_TUPLE | LANG_TYPE_SEQUENCE,
    .methods = tuple_methods,
    .make = tuple_make,
    .vectorcall = tuple_vectorcall,
    .destroy = tuple_destroy,
    .extent = tuple_extent,
    .traverse = tuple_traverse,
    .repr = tuple_repr,
    .compare = lang_sequence_compare,
    .hash = tuple_hash,
    .iter = lang_tuple_iter_new,
    .len = tuple_len,
    .getitem = tuple_getitem,
    .contains = tuple_contains,
    .concat = tuple_concat,
    .repeat = tuple_repeat,
    .items = tuple_items,
};
