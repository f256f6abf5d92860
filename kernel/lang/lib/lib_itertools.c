/* lib_itertools.c: the module itertools: the iterators over one or several others, and the endless ones. The
 * combinatoric ones are in lib_itertools_combine.c, groupby and tee in lib_itertools_group.c. An iterator may be asked
 * again by the very code it calls: state is brought in order before each call, and what is in use is kept alive. */
#include "lib_itertools.h"

/* Iterators that take exactly one positional argument have their own error messages. */
static int one_argument(struct lang_thread *t, struct lang_type *cls, const char *name, size_t nargs,
                        struct lang_tuple *kwnames)
{
    if (kwnames && kwnames->length && cls->init == lang_type_object.init)
        return lang_fail(t, LANG_EXC_TypeError, "%s() takes no keyword arguments", name);
    if (nargs != 1)
        return lang_fail(t, LANG_EXC_TypeError, "%s expected 1 argument, got %zu", name, nargs);
    return 0;
}

/* ------------------------------------------------------------------ count: v[0] the next number, v[1] the step */

static bool is_number(lang_value v)
{
    struct lang_type *type = lang_type_of(v);
    return type->to_index || type->to_float || type->to_int || lang_is_a(v, &lang_type_complex);
}

static lang_value count_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                             struct lang_tuple *kwnames)
{
    lang_value a[2];

    if (lang_walker_arguments(t, cls, "count", "(start=0, step=1)", args, nargs, kwnames, a) < 0)
        return lang_error();
    for (int i = 0; i < 2; i++) {
        if (lang_is_undef(a[i]))
            a[i] = lang_int(i);
        else if (!is_number(a[i]))
            return lang_raise(t, LANG_EXC_TypeError, "a number is required");
        a[i] = a[i].tag == LANG_BOOL ? lang_int(a[i].i) : lang_ref(a[i]);
    }
    return lang_walker_new(t, cls, a, 2);
}

static lang_value count_next(struct lang_thread *t, lang_value v)
{
    struct walker *w = as_walker(v);
    lang_value now = w->v[0], next;
    int64_t sum;

    if (lang_is_undef(now))
        return now;
    if (now.tag == LANG_INT && w->v[1].tag == LANG_INT && !__builtin_add_overflow(now.i, w->v[1].i, &sum)) {
        w->v[0].i = sum;
        return now;
    }
    lang_ref(now);
    next = lang_binary(t, LANG_OP_ADD, now, w->v[1]);
    if (lang_is_error(next)) {
        lang_unref(t, now);
        return next;
    }
    lang_set_steal(t, &w->v[0], next);
    return now;
}

static lang_value count_repr(struct lang_thread *t, lang_value v)
{
    struct walker *w = as_walker(v);

    if (w->v[1].tag == LANG_INT && w->v[1].i == 1)
        return lang_obj_or_error(lang_str_from_format(t, "%s(%R)", v.o->type->name, w->v[0]));
    return lang_obj_or_error(lang_str_from_format(t, "%s(%R, %R)", v.o->type->name, w->v[0], w->v[1]));
}

WALKER_TYPE(count_type, "count", LANG_TYPE_BASE,
            "Return a count object whose .__next__() method returns consecutive values.", count_make, count_next,
            count_repr, lang_count_methods);

/* ------------------------------------------------------------------ cycle: v[0] iterator, v[1] list of items, n[0]
 * position, n[1] whether the list has all items already */

static lang_value cycle_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                             struct lang_tuple *kwnames)
{
    if (one_argument(t, cls, "cycle", nargs, kwnames) < 0)
        return lang_error();
    lang_value values[2] = {lang_iter(t, args[0]), lang_undef()};
    if (!lang_is_error(values[0]))
        values[1] = lang_obj_or_error(lang_list_new(t, 0));
    return lang_walker_new(t, cls, values, 2);
}

static lang_value cycle_next(struct lang_thread *t, lang_value v)
{
    struct walker *w = as_walker(v);

    if (!lang_is_undef(w->v[0])) {
        lang_value item = walker_pull(t, w->v[0]);
        if (lang_is_error(item))
            return item;
        if (!lang_is_undef(item)) {
            if (lang_is_obj(w->v[1]) && !w->n[1] && lang_list_append(t, lang_as_list(w->v[1]), item) < 0) {
                lang_unref(t, item);
                return lang_error();
            }
            return item;
        }
        lang_clear(t, &w->v[0]);
    }
    if (!lang_is_obj(w->v[1]))
        return lang_undef();
    struct lang_list *saved = lang_as_list(w->v[1]);
    if (saved->length == 0)
        return lang_undef();
    if (w->n[0] >= saved->length)
        w->n[0] = 0;
    return lang_ref(saved->items[w->n[0]++]);
}

WALKER_TYPE(cycle_type, "cycle", LANG_TYPE_BASE,
            "Return elements from the iterable until it is exhausted. Then repeat the sequence indefinitely.",
            cycle_make, cycle_next, NULL, lang_cycle_methods);

/* ------------------------------------------------------------------ repeat: v[0] object, n[0] times left, -1 endless
 */

static lang_value repeat_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                              struct lang_tuple *kwnames)
{
    lang_value a[2];
    int64_t times = -1;

    if (lang_walker_arguments(t, cls, "repeat", "(object, times=None)", args, nargs, kwnames, a) < 0)
        return lang_error();
    if (!lang_is_undef(a[1])) {
        if (lang_as_index(t, a[1], &times) < 0)
            return lang_error();
        times = times < 0 ? 0 : times;
    }
    lang_ref(a[0]);
    lang_value v = lang_walker_new(t, cls, a, 1);
    if (!lang_is_error(v))
        as_walker(v)->n[0] = times;
    return v;
}

static lang_value repeat_next(struct lang_thread *t, lang_value v)
{
    struct walker *w = as_walker(v);

    (void)t;
    if (w->n[0] == 0)
        return lang_undef();
    if (w->n[0] > 0)
        w->n[0]--;
    return lang_ref(w->v[0]);
}

static lang_value repeat_repr(struct lang_thread *t, lang_value v)
{
    struct walker *w = as_walker(v);

    if (w->n[0] < 0)
        return lang_obj_or_error(lang_str_from_format(t, "%s(%R)", v.o->type->name, w->v[0]));
    return lang_obj_or_error(lang_str_from_format(t, "%s(%R, %lld)", v.o->type->name, w->v[0], (long long)w->n[0]));
}

static lang_value repeat_hint(struct lang_thread *t, const lang_value *a)
{
    int64_t left = as_walker(a[0])->n[0];

    return left < 0 ? lang_raise(t, LANG_EXC_TypeError, "len() of unsized object") : lang_int(left);
}

static const struct lang_method repeat_methods[] = {
    {"__length_hint__", "()", repeat_hint, "Private method returning an estimate of len(list(it)).", LANG_M_NOSIG},
    {"__reduce__", "()", lang_repeat_reduce, "Return state information for pickling.", LANG_M_NOSIG},
    {0},
};

WALKER_TYPE(repeat_type, "repeat", LANG_TYPE_BASE,
            "repeat(object [,times]) -> create an iterator which returns the object\n"
            "for the specified number of times.  If not specified, returns the object\nendlessly.",
            repeat_make, repeat_next, repeat_repr, repeat_methods);

/* ------------------------------------------------------------------ chain: v[0] iterator of iterables, v[1] the one in
 * use, n[0] how many are over */

static lang_value chain_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                             struct lang_tuple *kwnames)
{
    if (kwnames && kwnames->length && cls->init == lang_type_object.init)
        return lang_raise(t, LANG_EXC_TypeError, "chain() takes no keyword arguments");
    struct lang_tuple *all = lang_tuple_from(t, args, (int64_t)nargs);
    if (!all)
        return lang_error();
    lang_value iterator = lang_iter(t, lang_obj(all));
    lang_decref(t, all);
    return lang_walker_new(t, cls, &iterator, 1);
}

static lang_value chain_from_iterable(struct lang_thread *t, const lang_value *a)
{
    lang_value iterator = lang_iter(t, a[1]);
    return lang_walker_new(t, (struct lang_type *)a[0].o, &iterator, 1);
}

static lang_value chain_next(struct lang_thread *t, lang_value v)
{
    struct walker *w = as_walker(v);

    while (!lang_is_undef(w->v[0])) {
        if (lang_is_undef(w->v[1])) {
            lang_value iterable = walker_pull(t, w->v[0]);
            if (lang_is_undef(iterable))
                lang_clear(t, &w->v[0]);
            if (iterable.tag <= LANG_ERROR)
                return iterable;
            lang_value iterator = lang_iter(t, iterable);
            lang_unref(t, iterable);
            if (lang_is_error(iterator)) {
                lang_clear(t, &w->v[0]);
                return iterator;
            }
            lang_set_steal(t, &w->v[1], iterator);
        }
        lang_value item = walker_pull(t, w->v[1]);
        if (!lang_is_undef(item))
            return item;
        lang_clear(t, &w->v[1]);
        if ((++w->n[0] & 63) == 0 && lang_poll(t) < 0)
            return lang_error();
    }
    return lang_undef();
}

static const struct lang_method chain_methods[] = {
    {"from_iterable", "(iterable, /)", chain_from_iterable,
     "Alternative chain() constructor taking a single iterable argument that evaluates lazily.", LANG_M_CLASS},
    {"__reduce__", "()", lang_chain_reduce, "Return state information for pickling.", LANG_M_NOSIG},
    {"__setstate__", "(state, /)", lang_chain_setstate, "Set state information for unpickling.", LANG_M_NOSIG},
    {0},
};

WALKER_TYPE(chain_type, "chain", LANG_TYPE_BASE,
            "chain(*iterables) --> chain object\n\n"
            "Return a chain object whose .__next__() method returns elements from the\n"
            "first iterable until it is exhausted, then elements from the next\n"
            "iterable, until all of the iterables are exhausted.",
            chain_make, chain_next, NULL, chain_methods);

/* ------------------------------------------------------------------ accumulate: v[0] iterator, v[1] function, v[2]
 * total, v[3] initial */

static lang_value accumulate_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                                  struct lang_tuple *kwnames)
{
    lang_value a[3];

    if (lang_walker_arguments(t, cls, "accumulate", "(iterable, func=None, *, initial=None)", args, nargs, kwnames, a) <
        0)
        return lang_error();
    a[0] = lang_iter(t, a[0]);
    lang_value values[4] = {a[0], lang_is_none(a[1]) ? lang_undef() : lang_ref(a[1]), lang_undef(),
                            lang_is_none(a[2]) ? lang_undef() : lang_ref(a[2])};
    return lang_walker_new(t, cls, values, 4);
}

static lang_value accumulate_next(struct lang_thread *t, lang_value v)
{
    struct walker *w = as_walker(v);
    lang_value item, total;

    if (!lang_is_undef(w->v[3])) {
        total = w->v[3];
        w->v[3] = lang_undef();
        lang_set_steal(t, &w->v[2], lang_ref(total));
        return total;
    }
    item = walker_pull(t, w->v[0]);
    if (item.tag <= LANG_ERROR)
        return item;
    if (lang_is_undef(w->v[2])) {
        total = item;
    } else {
        lang_value pair[2] = {lang_ref(w->v[2]), item};
        int64_t sum;
        if (!lang_is_undef(w->v[1])) {
            lang_value function = lang_ref(w->v[1]);
            total = lang_call(t, function, pair, 2, NULL);
            lang_unref(t, function);
        } else if (item.tag == LANG_INT && pair[0].tag == LANG_INT &&
                   !__builtin_add_overflow(pair[0].i, item.i, &sum)) {
            total = lang_int(sum);
        } else {
            total = lang_binary(t, LANG_OP_ADD, pair[0], item);
        }
        lang_unref(t, pair[0]);
        lang_unref(t, item);
        if (lang_is_error(total))
            return total;
    }
    lang_set_steal(t, &w->v[2], lang_ref(total));
    return total;
}

WALKER_TYPE(accumulate_type, "accumulate", LANG_TYPE_BASE,
            "Return series of accumulated sums (or other binary function results).", accumulate_make, accumulate_next,
            NULL, lang_accumulate_methods);

/* ------------------------------------------------------------------ compress: v[0] data, v[1] selectors */

static lang_value compress_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                                struct lang_tuple *kwnames)
{
    lang_value a[2], values[2] = {lang_undef(), lang_undef()};

    if (lang_walker_arguments(t, cls, "compress", "(data, selectors)", args, nargs, kwnames, a) < 0)
        return lang_error();
    values[0] = lang_iter(t, a[0]);
    if (!lang_is_error(values[0]))
        values[1] = lang_iter(t, a[1]);
    return lang_walker_new(t, cls, values, 2);
}

static lang_value compress_next(struct lang_thread *t, lang_value v)
{
    struct walker *w = as_walker(v);

    for (;;) {
        lang_value item = walker_pull(t, w->v[0]), chosen;
        if (item.tag <= LANG_ERROR)
            return item;
        chosen = walker_pull(t, w->v[1]);
        if (chosen.tag <= LANG_ERROR) {
            lang_unref(t, item);
            return chosen;
        }
        int truth = lang_truth(t, chosen);
        lang_unref(t, chosen);
        if (truth > 0)
            return item;
        lang_unref(t, item);
        if (truth < 0 || ((++w->n[0] & 63) == 0 && lang_poll(t) < 0))
            return lang_error();
    }
}

WALKER_TYPE(compress_type, "compress", LANG_TYPE_BASE,
            "Return data elements corresponding to true selector elements.\n\n"
            "Forms a shorter iterator from selected data elements using the selectors to\nchoose the data elements.",
            compress_make, compress_next, NULL, lang_pair_methods);

/* ------------------------------------------------------------------ with a predicate: v[0] function, v[1] iterator,
 * n[0] phase */

static lang_value predicate_make(struct lang_thread *t, struct lang_type *cls, const char *name, const char *signature,
                                 const lang_value *args, size_t nargs, struct lang_tuple *kwnames)
{
    lang_value a[2], values[2];

    if (lang_walker_arguments(t, cls, name, signature, args, nargs, kwnames, a) < 0)
        return lang_error();
    values[1] = lang_iter(t, a[1]);
    values[0] = lang_ref(a[0]);
    return lang_walker_new(t, cls, values, 2);
}

/* Truth of function(item): 1, 0, -1. */
static int asked(struct lang_thread *t, struct walker *w, lang_value item)
{
    if (lang_is_undef(w->v[0]))
        return 0;
    lang_value function = lang_ref(w->v[0]), r = lang_call(t, function, &item, 1, NULL);
    lang_unref(t, function);
    if (lang_is_error(r))
        return -1;
    int truth = lang_truth(t, r);
    lang_unref(t, r);
    return truth;
}

#define PREDICATE_MAKE(name, signature)                                                                                \
    static lang_value name##_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,  \
                                  struct lang_tuple *kwnames)                                                          \
    {                                                                                                                  \
        return predicate_make(t, cls, #name, signature, args, nargs, kwnames);                                         \
    }
PREDICATE_MAKE(dropwhile, "(predicate, iterable, /)")
PREDICATE_MAKE(takewhile, "(predicate, iterable, /)")
PREDICATE_MAKE(filterfalse, "(function, iterable, /)")
PREDICATE_MAKE(starmap, "(function, iterable, /)")

static lang_value dropwhile_next(struct lang_thread *t, lang_value v)
{
    struct walker *w = as_walker(v);

    for (;;) {
        lang_value item = walker_pull(t, w->v[1]);
        if (item.tag <= LANG_ERROR || w->n[0])
            return item;
        int truth = asked(t, w, item);
        if (truth == 0) {
            w->n[0] = 1;
            return item;
        }
        lang_unref(t, item);
        if (truth < 0 || lang_poll(t) < 0)
            return lang_error();
    }
}

static lang_value takewhile_next(struct lang_thread *t, lang_value v)
{
    struct walker *w = as_walker(v);
    lang_value item;

    if (w->n[0])
        return lang_undef();
    item = walker_pull(t, w->v[1]);
    if (item.tag <= LANG_ERROR)
        return item;
    int truth = asked(t, w, item);
    if (truth > 0)
        return item;
    lang_unref(t, item);
    if (truth < 0)
        return lang_error();
    w->n[0] = 1;
    return lang_undef();
}

static lang_value filterfalse_next(struct lang_thread *t, lang_value v)
{
    struct walker *w = as_walker(v);
    bool plain = lang_is_none(w->v[0]) || lang_same(w->v[0], lang_obj(&lang_type_bool));

    for (;;) {
        lang_value item = walker_pull(t, w->v[1]);
        if (item.tag <= LANG_ERROR)
            return item;
        int truth = plain ? lang_truth(t, item) : asked(t, w, item);
        if (truth == 0)
            return item;
        lang_unref(t, item);
        if (truth < 0 || lang_poll(t) < 0)
            return lang_error();
    }
}

static lang_value starmap_next(struct lang_thread *t, lang_value v)
{
    struct walker *w = as_walker(v);
    lang_value args = walker_pull(t, w->v[1]), function, r;

    if (args.tag <= LANG_ERROR)
        return args;
    if (!lang_is_exactly(args, &lang_type_tuple)) {
        struct lang_tuple *row = lang_to_tuple(t, args);
        lang_unref(t, args);
        if (!row)
            return lang_error();
        args = lang_obj(row);
    }
    function = lang_ref(w->v[0]);
    r = lang_is_undef(function)
            ? function
            : lang_call(t, function, lang_as_tuple(args)->items, (size_t)lang_as_tuple(args)->length, NULL);
    lang_unref(t, function);
    lang_unref(t, args);
    return r;
}

WALKER_TYPE(dropwhile_type, "dropwhile", LANG_TYPE_BASE,
            "Drop items from the iterable while predicate(item) is true.\n\n"
            "Afterwards, return every element until the iterable is exhausted.",
            dropwhile_make, dropwhile_next, NULL, lang_while_methods);
WALKER_TYPE(takewhile_type, "takewhile", LANG_TYPE_BASE,
            "Return successive entries from an iterable as long as the predicate evaluates to true for each entry.",
            takewhile_make, takewhile_next, NULL, lang_while_methods);
WALKER_TYPE(filterfalse_type, "filterfalse", LANG_TYPE_BASE,
            "Return those items of iterable for which function(item) is false.\n\n"
            "If function is None, return the items that are false.",
            filterfalse_make, filterfalse_next, NULL, lang_pair_methods);
WALKER_TYPE(starmap_type, "starmap", LANG_TYPE_BASE,
            "Return an iterator whose values are returned from the function evaluated with an argument tuple taken "
            "from the given sequence.",
            starmap_make, starmap_next, NULL, lang_pair_methods);

/* ------------------------------------------------------------------ islice: v[0] iterator, n: next wanted, end or -1,
 * step; capacity: position */

/* An argument of islice; None and an absent one leave what is there, what is no valid index gives -1. */
static void slice_argument(struct lang_thread *t, lang_value v, int64_t *out)
{
    if (lang_is_undef(v) || lang_is_none(v))
        return;
    if (lang_as_index(t, v, out) < 0) {
        lang_error_clear(t);
        *out = -1;
    }
}

static lang_value islice_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                              struct lang_tuple *kwnames)
{
    int64_t start = 0, stop = -1, step = 1;

    if (kwnames && kwnames->length && cls->init == lang_type_object.init)
        return lang_raise(t, LANG_EXC_TypeError, "islice() takes no keyword arguments");
    if (nargs < 2 || nargs > 4)
        return lang_raise(t, LANG_EXC_TypeError, "islice expected at %s arguments, got %zu",
                          nargs < 2 ? "least 2" : "most 4", nargs);
    lang_value end = args[nargs == 2 ? 1 : 2];
    if (nargs > 2)
        slice_argument(t, args[1], &start);
    slice_argument(t, end, &stop);
    if (stop == -1 && !lang_is_none(end))
        return lang_raise(t, LANG_EXC_ValueError,
                          "Stop argument for islice() must be None or an integer: 0 <= x <= sys.maxsize.");
    if (start < 0 || stop < -1)
        return lang_raise(t, LANG_EXC_ValueError,
                          "Indices for islice() must be None or an integer: 0 <= x <= sys.maxsize.");
    if (nargs > 3)
        slice_argument(t, args[3], &step);
    if (step < 1)
        return lang_raise(t, LANG_EXC_ValueError, "Step for islice() must be a positive integer or None.");
    lang_value iterator = lang_iter(t, args[0]), v = lang_walker_new(t, cls, &iterator, 1);
    if (!lang_is_error(v)) {
        as_walker(v)->n[0] = start;
        as_walker(v)->n[1] = stop;
        as_walker(v)->n[2] = step;
    }
    return v;
}

static lang_value islice_next(struct lang_thread *t, lang_value v)
{
    struct walker *w = as_walker(v);
    int64_t stop = w->n[1];

    while (!lang_is_undef(w->v[0])) {
        bool wanted = w->capacity == w->n[0];
        if (wanted && stop >= 0 && w->capacity >= stop)
            break; /* what lies in front of the start is taken even where the end comes earlier */
        lang_value item = walker_pull(t, w->v[0]);
        if (item.tag <= LANG_ERROR) {
            lang_clear(t, &w->v[0]);
            return item;
        }
        w->capacity++;
        if (wanted) {
            if (__builtin_add_overflow(w->n[0], w->n[2], &w->n[0]))
                w->n[0] = INT64_MAX;
            if (stop >= 0 && w->n[0] > stop)
                w->n[0] = stop; /* what lies in front of the end is still skipped at the next call */
            return item;
        }
        lang_unref(t, item);
        if ((w->capacity & 63) == 0 && lang_poll(t) < 0)
            return lang_error();
    }
    lang_clear(t, &w->v[0]);
    return lang_undef();
}

/* As lang_walker_drop, but `capacity` counts positions here and indices are never there. */
static void islice_drop(struct lang_thread *t, struct lang_object *o)
{
    lang_clear(t, &((struct walker *)o)->v[0]);
}

static struct lang_type islice_type = {
    .name = "islice",
    .module = "itertools",
    .doc = "islice(iterable, stop) --> islice object\n"
           "islice(iterable, start, stop[, step]) --> islice object\n\n"
           "Return an iterator whose next() method returns selected values from an\niterable.",
    .size = sizeof(struct walker),
    .flags = LANG_TYPE_QUALIFIED | LANG_TYPE_BASE,
    .methods = lang_islice_methods,
    .make = islice_make,
    .destroy = islice_drop,
    .traverse = lang_walker_traverse,
    .clear = islice_drop,
    .iter = lang_walker_self,
    .next = islice_next,
};

/* ------------------------------------------------------------------ pairwise: v[0] iterator, v[1] the former item,
 * v[2] spare pair */

static lang_value pairwise_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                                struct lang_tuple *kwnames)
{
    if (one_argument(t, cls, "pairwise", nargs, kwnames) < 0)
        return lang_error();
    lang_value iterator = lang_iter(t, args[0]);
    return lang_walker_new(t, cls, &iterator, 1);
}

static lang_value pairwise_next(struct lang_thread *t, lang_value v)
{
    struct walker *w = as_walker(v);
    lang_value previous, item;
    struct lang_tuple *pair;

    if (lang_is_undef(w->v[1])) {
        item = walker_pull(t, w->v[0]);
        if (item.tag <= LANG_ERROR)
            return item;
        lang_set_steal(t, &w->v[1], item);
    }
    previous = lang_ref(w->v[1]);
    item = walker_pull(t, w->v[0]);
    if (item.tag <= LANG_ERROR) {
        lang_unref(t, previous);
        lang_clear(t, &w->v[1]);
        return item;
    }
    lang_set_steal(t, &w->v[1], lang_ref(item));
    pair = lang_tuple_new(t, 2);
    if (!pair) {
        lang_unref(t, previous);
        lang_unref(t, item);
        return lang_error();
    }
    pair->items[0] = previous;
    pair->items[1] = item;
    return lang_obj(pair);
}

WALKER_TYPE(pairwise_type, "pairwise", LANG_TYPE_BASE,
            "Return an iterator of overlapping pairs taken from the input iterator.\n\n"
            "    s -> (s0,s1), (s1,s2), (s2, s3), ...",
            pairwise_make, pairwise_next, NULL, NULL);

/* ------------------------------------------------------------------ zip_longest: v[0] list of iterators (None: at its
 * end), v[1] fill, n[0] left */

static lang_value zip_longest_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                                   struct lang_tuple *kwnames)
{
    lang_value fill = lang_none();

    if (kwnames && kwnames->length && cls->init == lang_type_object.init) {
        if (kwnames->length > 1 || !lang_str_equal_c(lang_as_str(kwnames->items[0]), "fillvalue"))
            return lang_raise(t, LANG_EXC_TypeError, "zip_longest() got an unexpected keyword argument");
        fill = args[nargs];
    }
    struct lang_list *iterators = lang_list_new(t, (int64_t)nargs);
    for (size_t i = 0; iterators && i < nargs; i++) {
        lang_value it = lang_iter(t, args[i]);
        if (lang_is_error(it) || lang_list_append_steal(t, iterators, it) < 0) {
            lang_decref(t, iterators);
            return lang_error();
        }
    }
    if (!iterators)
        return lang_error();
    lang_value values[2] = {lang_obj(iterators), lang_ref(fill)}, v = lang_walker_new(t, cls, values, 2);
    if (!lang_is_error(v))
        as_walker(v)->n[0] = (int64_t)nargs;
    return v;
}

static lang_value zip_longest_next(struct lang_thread *t, lang_value v)
{
    struct walker *w = as_walker(v);
    struct lang_tuple *row;

    if (w->n[0] <= 0 || !lang_is_obj(w->v[0]))
        return lang_undef();
    struct lang_list *iterators = lang_as_list(lang_ref(w->v[0]));
    row = lang_tuple_new(t, iterators->length);
    for (int64_t i = 0; row && i < iterators->length; i++) {
        lang_value item = lang_undef();
        if (!lang_is_none(iterators->items[i])) {
            item = walker_pull(t, iterators->items[i]);
            if (lang_is_undef(item)) {
                lang_set_steal(t, &iterators->items[i], lang_none());
                w->n[0]--;
            }
            if (lang_is_error(item))
                w->n[0] = 0;
            if (lang_is_error(item) || w->n[0] <= 0) {
                lang_decref(t, row);
                lang_decref(t, iterators);
                return item;
            }
        }
        row->items[i] = lang_is_undef(item) ? lang_ref(w->v[1]) : item;
    }
    lang_decref(t, iterators);
    return lang_obj_or_error(row);
}

WALKER_TYPE(zip_longest_type, "zip_longest", LANG_TYPE_BASE,
            "zip_longest(iter1 [,iter2 [...]], [fillvalue=None]) --> zip_longest object\n\n"
            "Return a zip_longest object whose .__next__() method returns a tuple where\n"
            "the i-th element comes from the i-th iterable argument.  The .__next__()\n"
            "method continues until the longest iterable in the argument sequence\n"
            "is exhausted and then it raises StopIteration.  When the shorter iterables\n"
            "are exhausted, the fillvalue is substituted in their place.  The fillvalue\n"
            "defaults to None or can be specified by a keyword argument.\n",
            zip_longest_make, zip_longest_next, NULL, lang_zip_longest_methods);

/* ------------------------------------------------------------------ the module */

static int init(struct lang_thread *t, struct lang_module *m)
{
    static struct lang_type *const types[] = {&count_type,       &cycle_type,    &repeat_type,    &chain_type,
                                              &accumulate_type,  &compress_type, &dropwhile_type, &takewhile_type,
                                              &filterfalse_type, &starmap_type,  &islice_type,    &pairwise_type,
                                              &zip_longest_type};

    return lang_itertools_add(t, m, types, sizeof types / sizeof *types) < 0 || lang_itertools_combine(t, m) < 0 ||
                   lang_itertools_group(t, m) < 0
               ? -1
               : 0;
}

static const struct lang_method functions[] = {
    {"tee", "(iterable, n=2, /)", lang_itertools_tee, "Returns a tuple of n independent iterators.", 0},
    {0},
};

const struct lang_module_def lang_module_itertools = {
    "itertools",
    "Functional tools for creating and using iterators.",
    functions,
    init,
};
