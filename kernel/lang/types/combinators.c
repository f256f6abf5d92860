/* combinators.c: enumerate, zip, map and filter: iterators over other iterators. */
#include "containers.h"

/* A tuple may be reused when nobody else holds it: loops like `for i, x in enumerate(v)` then allocate nothing. */
static struct lang_tuple *reusable(struct lang_tuple *spare)
{
    return spare && spare->head.refs == 1 ? spare : NULL;
}

/* ------------------------------------------------------------------ enumerate */

static lang_value enumerate_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                                 struct lang_tuple *kwnames)
{
    struct lang_params *params = lang_params_get(t, "enumerate", "(iterable, start=0)");
    struct lang_enumerate *e;
    lang_value bound[2], start = lang_int(0);

    if (nargs == 0 && !kwnames)
        return lang_raise(t, LANG_EXC_TypeError, "enumerate() missing required argument 'iterable'");
    if (nargs == 0 && kwnames->length == 1 && !lang_str_equal_c(lang_as_str(kwnames->items[0]), "iterable"))
        return lang_raise(t, LANG_EXC_TypeError, "'%U' is an invalid keyword argument for enumerate()",
                          lang_as_str(kwnames->items[0]));
    if (nargs - 1 < 2 && !kwnames) {
        bound[0] = args[0];
        bound[1] = nargs == 2 ? args[1] : lang_undef();
    } else if (!params || lang_params_bind(t, params, args, nargs, kwnames, bound) < 0) {
        return lang_error();
    }
    if (!lang_is_undef(bound[1])) {
        struct lang_type *type = lang_type_of(bound[1]);

        if (lang_is_int(bound[1]))
            start = bound[1];
        else if (!type->to_index)
            return lang_raise(t, LANG_EXC_TypeError, "'%N' object cannot be interpreted as an integer", bound[1]);
        else
            start = type->to_index(t, bound[1]);
        if (lang_is_error(start))
            return start;
    }
    e = lang_object_new(t, cls);
    if (!e) {
        lang_unref(t, start);
        return lang_error();
    }
    e->count = start;
    e->iterator = lang_iter(t, bound[0]);
    if (lang_is_error(e->iterator)) {
        e->iterator = lang_undef();
        lang_decref(t, e);
        return lang_error();
    }
    return lang_obj(e);
}

static void enumerate_drop(struct lang_thread *t, struct lang_object *o)
{
    struct lang_enumerate *e = (struct lang_enumerate *)o;
    struct lang_tuple *spare = e->spare;

    e->spare = NULL;
    lang_xdecref(t, spare);
    lang_clear(t, &e->iterator);
    lang_clear(t, &e->count);
}

static void enumerate_traverse(struct lang_object *o, lang_visit_fn visit, void *arg)
{
    struct lang_enumerate *e = (struct lang_enumerate *)o;

    if (e->spare)
        visit(&e->spare->head, arg);
    if (lang_is_obj(e->iterator))
        visit(e->iterator.o, arg);
    if (lang_is_obj(e->count))
        visit(e->count.o, arg);
}

static lang_value enumerate_next(struct lang_thread *t, lang_value v)
{
    struct lang_enumerate *e = (struct lang_enumerate *)v.o;
    struct lang_tuple *pair;
    lang_value item, count, next;

    if (lang_is_undef(e->iterator))
        return lang_undef();
    item = lang_next(t, e->iterator);
    if (item.tag <= LANG_ERROR)
        return item;
    count = e->count;
    if (count.tag == LANG_INT && count.i < INT64_MAX)
        next = lang_int(count.i + 1);
    else
        next = lang_binary(t, LANG_OP_ADD, count, lang_int(1));
    if (lang_is_error(next)) {
        lang_unref(t, item);
        return next;
    }
    pair = reusable(e->spare);
    if (pair) {
        lang_value old = pair->items[1], old_count = pair->items[0];

        lang_incref(pair);
        pair->items[0] = count;
        pair->items[1] = item;
        e->count = next;
        lang_unref(t, old_count);
        lang_unref(t, old);
        return lang_obj(pair);
    }
    pair = lang_tuple_new(t, 2);
    if (!pair) {
        lang_unref(t, item);
        lang_unref(t, next);
        return lang_error();
    }
    pair->items[0] = count;
    pair->items[1] = item;
    e->count = next;
    if (!e->spare)
        e->spare = lang_incref(pair);
    return lang_obj(pair);
}

static lang_value enumerate_vectorcall(struct lang_thread *t, const lang_value *args, size_t nargs)
{
    return enumerate_make(t, &lang_type_enumerate, args, nargs, NULL);
}

static lang_value pair_of(struct lang_thread *t, lang_value type, lang_value args)
{
    lang_value both[2] = {type, args};
    if (lang_is_error(args))
        return args;
    lang_value r = lang_obj_or_error(lang_tuple_from(t, both, 2));
    lang_unref(t, args);
    return r;
}

static lang_value enumerate_reduce(struct lang_thread *t, const lang_value *a)
{
    struct lang_enumerate *e = (struct lang_enumerate *)a[0].o;
    lang_value parts[2] = {e->iterator, e->count};
    return pair_of(t, lang_obj(lang_type_of(a[0])), lang_obj_or_error(lang_tuple_from(t, parts, 2)));
}

#define REDUCE(function)                                                                                               \
    {                                                                                                                  \
        "__reduce__", "()", function, "Return state information for pickling.", LANG_M_NOSIG                           \
    }
static const struct lang_method enumerate_methods[] = {REDUCE(enumerate_reduce), {0}};

struct lang_type lang_type_enumerate = {
    .name = "enumerate",
    .doc = "Return an enumerate object.\n\n  iterable\n    an object supporting iteration\n\n"
           "The enumerate object yields pairs containing a count (from start, which\n"
           "defaults to zero) and a value yielded by the iterable argument.\n\n"
           "enumerate is useful for obtaining an indexed list:\n"
           "    (0, seq[0]), (1, seq[1]), (2, seq[2]), ...",
    .size = sizeof(struct lang_enumerate),
    .flags = LANG_TYPE_BASE,
    .methods = enumerate_methods,
    .make = enumerate_make,
    .vectorcall = enumerate_vectorcall,
    .destroy = enumerate_drop,
    .traverse = enumerate_traverse,
    .clear = enumerate_drop,
    .iter = lang_iter_self,
    .next = enumerate_next,
};

/* ------------------------------------------------------------------ shared by zip and map */

/* A tuple of the iterators of all arguments; `zip argument #2 must support iteration` is zip's own text. */
static struct lang_tuple *iterators_of(struct lang_thread *t, const lang_value *args, size_t n, bool zip)
{
    struct lang_tuple *iterators = lang_tuple_new(t, (int64_t)n);

    for (size_t i = 0; iterators && i < n; i++) {
        lang_value it = lang_iter(t, args[i]);

        if (lang_is_error(it)) {
            if (zip && lang_error_is(t, LANG_EXC_TypeError) && !lang_type_of(args[i])->iter &&
                !lang_type_of(args[i])->getitem) {
                lang_error_clear(t);
                lang_fail(t, LANG_EXC_TypeError, "'%N' object is not iterable", args[i]);
            }
            lang_decref(t, iterators);
            return NULL;
        }
        iterators->items[i] = it;
    }
    return iterators;
}

/* The value of the only keyword that zip knows: 0 false or absent, 1 true, -1 error. */
static int strict_argument(struct lang_thread *t, const lang_value *args, size_t nargs, struct lang_tuple *kwnames)
{
    int strict = 0;

    if (kwnames && kwnames->length > 1)
        return lang_fail(t, LANG_EXC_TypeError, "zip() takes at most 1 keyword argument (%lld given)",
                         (long long)kwnames->length);
    for (int64_t i = 0; kwnames && i < kwnames->length; i++) {
        if (!lang_str_equal_c(lang_as_str(kwnames->items[i]), "strict"))
            return lang_fail(t, LANG_EXC_TypeError, "'%U' is an invalid keyword argument for zip()",
                             lang_as_str(kwnames->items[i]));
        strict = lang_truth(t, args[nargs + (size_t)i]);
    }
    return strict;
}

/* ------------------------------------------------------------------ zip */

static lang_value zip_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                           struct lang_tuple *kwnames)
{
    struct lang_tuple *iterators;
    struct lang_zip *z;
    int strict = cls->init == lang_type_object.init ? strict_argument(t, args, nargs, kwnames) : 0;

    if (strict < 0)
        return lang_error();
    iterators = iterators_of(t, args, nargs, true);
    if (!iterators)
        return lang_error();
    z = lang_object_new(t, cls);
    if (!z) {
        lang_decref(t, iterators);
        return lang_error();
    }
    z->iterators = iterators;
    z->strict = strict;
    return lang_obj(z);
}

static void zip_drop(struct lang_thread *t, struct lang_object *o)
{
    struct lang_zip *z = (struct lang_zip *)o;
    struct lang_tuple *iterators = z->iterators, *spare = z->spare;

    z->iterators = z->spare = NULL;
    lang_xdecref(t, iterators);
    lang_xdecref(t, spare);
}

static void zip_traverse(struct lang_object *o, lang_visit_fn visit, void *arg)
{
    struct lang_zip *z = (struct lang_zip *)o;

    if (z->iterators)
        visit(&z->iterators->head, arg);
    if (z->spare)
        visit(&z->spare->head, arg);
}

/* strict: iterator `at` has ended first; all others must end now. */
static lang_value check_lengths(struct lang_thread *t, struct lang_zip *z, int64_t at)
{
    if (at > 0)
        return lang_raise(t, LANG_EXC_ValueError,
                          at == 1 ? "zip() argument %lld is shorter than argument 1"
                                  : "zip() argument %lld is shorter than arguments 1-%lld",
                          (long long)at + 1, (long long)at);
    for (int64_t i = 1; i < z->iterators->length; i++) {
        lang_value v = lang_next(t, z->iterators->items[i]);

        if (lang_is_error(v))
            return v;
        if (lang_is_undef(v))
            continue;
        lang_unref(t, v);
        return lang_raise(t, LANG_EXC_ValueError,
                          i == 1 ? "zip() argument %lld is longer than argument 1"
                                 : "zip() argument %lld is longer than arguments 1-%lld",
                          (long long)i + 1, (long long)i);
    }
    return lang_undef();
}

static lang_value zip_next(struct lang_thread *t, lang_value v)
{
    struct lang_zip *z = (struct lang_zip *)v.o;
    struct lang_tuple *row, *iterators = z->iterators;
    bool reused = false;
    int64_t n;

    if (!iterators || iterators->length == 0)
        return lang_undef();
    n = iterators->length;
    row = reusable(z->spare);
    if (row) {
        reused = true;
        lang_incref(row);
    } else {
        row = lang_tuple_new(t, n);
        if (!row)
            return lang_error();
    }
    for (int64_t i = 0; i < n; i++) {
        lang_value item = lang_next(t, iterators->items[i]);

        if (item.tag <= LANG_ERROR) {
            lang_decref(t, row);
            if (lang_is_undef(item) && z->strict)
                return check_lengths(t, z, i);
            return item;
        }
        lang_set_steal(t, &row->items[i], item);
    }
    if (!reused && !z->spare)
        z->spare = lang_incref(row);
    return lang_obj(row);
}

static lang_value zip_vectorcall(struct lang_thread *t, const lang_value *args, size_t nargs)
{
    return zip_make(t, &lang_type_zip, args, nargs, NULL);
}

static lang_value zip_reduce(struct lang_thread *t, const lang_value *a)
{
    struct lang_zip *z = (struct lang_zip *)a[0].o;
    lang_value parts[3] = {lang_obj(lang_type_of(a[0])), lang_undef(), lang_bool(true)};
    parts[1] = lang_obj_or_error(z->iterators ? lang_tuple_from(t, z->iterators->items, z->iterators->length)
                                              : lang_tuple_new(t, 0));
    if (lang_is_error(parts[1]))
        return parts[1];
    lang_value r = lang_obj_or_error(lang_tuple_from(t, parts, z->strict ? 3 : 2));
    lang_unref(t, parts[1]);
    return r;
}

static lang_value zip_setstate(struct lang_thread *t, const lang_value *a)
{
    int strict = lang_truth(t, a[1]);
    if (strict >= 0)
        ((struct lang_zip *)a[0].o)->strict = strict;
    return strict < 0 ? lang_error() : lang_none();
}

static const struct lang_method zip_methods[] = {
    REDUCE(zip_reduce),
    {"__setstate__", "(state, /)", zip_setstate, "Set state information for unpickling.", LANG_M_NOSIG},
    {0}};

struct lang_type lang_type_zip = {
    .name = "zip",
    .doc = "zip(*iterables, strict=False) --> Yield tuples until an input is exhausted.\n\n"
           "   >>> list(zip('abcdefg', range(3), range(4)))\n"
           "   [('a', 0, 0), ('b', 1, 1), ('c', 2, 2)]\n\n"
           "The zip object yields n-length tuples, where n is the number of iterables\n"
           "passed as positional arguments to zip().  The i-th element in every tuple\n"
           "comes from the i-th iterable argument to zip().  This continues until the\n"
           "shortest argument is exhausted.\n\n"
           "If strict is true and one of the arguments is exhausted before the others,\n"
           "raise a ValueError.",
    .size = sizeof(struct lang_zip),
    .flags = LANG_TYPE_BASE,
    .methods = zip_methods,
    .make = zip_make,
    .vectorcall = zip_vectorcall,
    .destroy = zip_drop,
    .traverse = zip_traverse,
    .clear = zip_drop,
    .iter = lang_iter_self,
    .next = zip_next,
};

/* ------------------------------------------------------------------ map */

struct map {
    struct lang_object head;
    lang_value function;
    struct lang_tuple *iterators;
};

static lang_value map_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                           struct lang_tuple *kwnames)
{
    struct lang_tuple *iterators;
    struct map *m;

    if (kwnames && kwnames->length && cls->init == lang_type_object.init)
        return lang_raise(t, LANG_EXC_TypeError, "map() takes no keyword arguments");
    if (nargs < 2)
        return lang_raise(t, LANG_EXC_TypeError, "map() must have at least two arguments.");
    iterators = iterators_of(t, args + 1, nargs - 1, false);
    if (!iterators)
        return lang_error();
    m = lang_object_new(t, cls);
    if (!m) {
        lang_decref(t, iterators);
        return lang_error();
    }
    m->iterators = iterators;
    m->function = lang_ref(args[0]);
    return lang_obj(m);
}

static void map_drop(struct lang_thread *t, struct lang_object *o)
{
    struct map *m = (struct map *)o;
    struct lang_tuple *iterators = m->iterators;

    m->iterators = NULL;
    lang_xdecref(t, iterators);
    lang_clear(t, &m->function);
}

static void map_traverse(struct lang_object *o, lang_visit_fn visit, void *arg)
{
    struct map *m = (struct map *)o;

    if (m->iterators)
        visit(&m->iterators->head, arg);
    if (lang_is_obj(m->function))
        visit(m->function.o, arg);
}

static lang_value map_next(struct lang_thread *t, lang_value v)
{
    struct map *m = (struct map *)v.o;
    lang_value small[4], *args = small, r;
    struct lang_tuple *iterators = m->iterators;
    int64_t n, got = 0;

    if (!iterators)
        return lang_undef();
    n = iterators->length;
    if (n == 1) {
        lang_value x = lang_next(t, iterators->items[0]);
        if (x.tag <= LANG_ERROR)
            return x;
        r = lang_call(t, m->function, &x, 1, NULL);
        lang_unref(t, x);
        return r;
    }
    if (n > 4) {
        args = lang_alloc(t, (size_t)n * sizeof *args);
        if (!args)
            return lang_error();
    }
    for (; got < n; got++) {
        args[got] = lang_next(t, iterators->items[got]);
        if (args[got].tag <= LANG_ERROR)
            break;
    }
    r = got == n ? lang_call(t, m->function, args, (size_t)n, NULL) : args[got];
    for (int64_t i = 0; i < got; i++)
        lang_unref(t, args[i]);
    if (args != small)
        lang_free(t, args, (size_t)n * sizeof *args);
    return r;
}

static lang_value map_vectorcall(struct lang_thread *t, const lang_value *args, size_t nargs)
{
    return map_make(t, &lang_type_map, args, nargs, NULL);
}

static lang_value map_reduce(struct lang_thread *t, const lang_value *a)
{
    struct map *m = (struct map *)a[0].o;
    int64_t n = m->iterators ? m->iterators->length : 0;
    struct lang_tuple *parts = lang_tuple_new(t, n + 1);
    if (!parts)
        return lang_error();
    parts->items[0] = lang_is_undef(m->function) ? lang_none() : lang_ref(m->function);
    for (int64_t i = 0; i < n; i++)
        parts->items[i + 1] = lang_ref(m->iterators->items[i]);
    return pair_of(t, lang_obj(lang_type_of(a[0])), lang_obj(parts));
}

static const struct lang_method map_methods[] = {REDUCE(map_reduce), {0}};

struct lang_type lang_type_map = {
    .name = "map",
    .doc = "map(func, *iterables) --> map object\n\n"
           "Make an iterator that computes the function using arguments from\n"
           "each of the iterables.  Stops when the shortest iterable is exhausted.",
    .size = sizeof(struct map),
    .flags = LANG_TYPE_BASE,
    .methods = map_methods,
    .make = map_make,
    .vectorcall = map_vectorcall,
    .destroy = map_drop,
    .traverse = map_traverse,
    .clear = map_drop,
    .iter = lang_iter_self,
    .next = map_next,
};

/* ------------------------------------------------------------------ filter */

struct filter {
    struct lang_object head;
    lang_value function, iterator;
};

static lang_value filter_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                              struct lang_tuple *kwnames)
{
    struct lang_params *params = lang_params_get(t, "filter", "(function, iterable, /)");
    lang_value bound[2], iterator;
    struct filter *f;

    if (!params || lang_params_bind(t, params, args, nargs, kwnames, bound) < 0)
        return lang_error();
    iterator = lang_iter(t, bound[1]);
    if (lang_is_error(iterator))
        return iterator;
    f = lang_object_new(t, cls);
    if (!f) {
        lang_unref(t, iterator);
        return lang_error();
    }
    f->function = lang_ref(bound[0]);
    f->iterator = iterator;
    return lang_obj(f);
}

static void filter_drop(struct lang_thread *t, struct lang_object *o)
{
    lang_clear(t, &((struct filter *)o)->function);
    lang_clear(t, &((struct filter *)o)->iterator);
}

static void filter_traverse(struct lang_object *o, lang_visit_fn visit, void *arg)
{
    struct filter *f = (struct filter *)o;

    if (lang_is_obj(f->function))
        visit(f->function.o, arg);
    if (lang_is_obj(f->iterator))
        visit(f->iterator.o, arg);
}

static lang_value filter_next(struct lang_thread *t, lang_value v)
{
    struct filter *f = (struct filter *)v.o;

    for (;;) {
        lang_value item = lang_next(t, f->iterator), r;
        int truth;

        if (item.tag <= LANG_ERROR)
            return item;
        if (lang_is_none(f->function)) {
            r = lang_ref(item);
        } else {
            r = lang_call(t, f->function, &item, 1, NULL);
        }
        truth = lang_is_error(r) ? -1 : lang_truth(t, r);
        if (!lang_is_error(r))
            lang_unref(t, r);
        if (truth > 0)
            return item;
        lang_unref(t, item);
        if (truth < 0 || lang_poll(t) < 0)
            return lang_error();
    }
}

static lang_value filter_vectorcall(struct lang_thread *t, const lang_value *args, size_t nargs)
{
    return filter_make(t, &lang_type_filter, args, nargs, NULL);
}

static lang_value filter_reduce(struct lang_thread *t, const lang_value *a)
{
    struct filter *f = (struct filter *)a[0].o;
    lang_value parts[2] = {f->function, f->iterator};
    return pair_of(t, lang_obj(lang_type_of(a[0])), lang_obj_or_error(lang_tuple_from(t, parts, 2)));
}

static const struct lang_method filter_methods[] = {REDUCE(filter_reduce), {0}};

struct lang_type lang_type_filter = {
    .name = "filter",
    .doc = "filter(function or None, iterable) --> filter object\n\n"
           "Return an iterator yielding those items of iterable for which function(item)\n"
           "is true. If function is None, return the items that are true.",
    .size = sizeof(struct filter),
    .flags = LANG_TYPE_BASE,
    .methods = filter_methods,
    .make = filter_make,
    .vectorcall = filter_vectorcall,
    .destroy = filter_drop,
    .traverse = filter_traverse,
    .clear = filter_drop,
    .iter = lang_iter_self,
    .next = filter_next,
};
