/* lib_builtins_iter.c: builtins that run over iterables: all any iter max min next sorted sum. */
#include "lib.h"

static int stop_if_false(struct lang_thread *t, lang_value item, void *arg)
{
    int truth = lang_truth(t, item);

    (void)arg;
    return truth < 0 ? -1 : !truth;
}

static int stop_if_true(struct lang_thread *t, lang_value item, void *arg)
{
    (void)arg;
    return lang_truth(t, item);
}

static lang_value b_all(struct lang_thread *t, const lang_value *a)
{
    int r = lang_for_each(t, a[0], stop_if_false, NULL);

    return r < 0 ? lang_error() : lang_bool(!r);
}

static lang_value b_any(struct lang_thread *t, const lang_value *a)
{
    int r = lang_for_each(t, a[0], stop_if_true, NULL);

    return r < 0 ? lang_error() : lang_bool(r);
}

static lang_value b_iter(struct lang_thread *t, const lang_value *a)
{
    if (lang_is_undef(a[1]))
        return lang_iter(t, a[0]);
    if (!lang_callable(a[0]))
        return lang_raise(t, LANG_EXC_TypeError, "iter(v, w): v must be callable");
    return lang_callable_iter(t, a[0], a[1]);
}

static lang_value b_next(struct lang_thread *t, const lang_value *a)
{
    lang_value r;

    if (!lang_type_of(a[0])->next)
        return lang_raise(t, LANG_EXC_TypeError, "'%N' object is not an iterator", a[0]);
    if (lang_is_undef(a[1]))
        return lang_next_or_stop(t, a[0]);
    r = lang_next(t, a[0]);
    if (lang_is_error(r) && lang_error_is(t, LANG_EXC_StopIteration)) {
        lang_error_clear(t);
        return lang_ref(a[1]);
    }
    return lang_is_undef(r) ? lang_ref(a[1]) : r;
}

/* ------------------------------------------------------------------ max and min */

struct extreme {
    lang_value best, best_key, key;
    enum lang_compare_op op;
};

static int better(struct lang_thread *t, const struct extreme *e, lang_value key)
{
    lang_value r;
    int truth;

    if (key.tag == LANG_INT && e->best_key.tag == LANG_INT)
        return e->op == LANG_GT ? key.i > e->best_key.i : key.i < e->best_key.i;
    if (key.tag == LANG_FLOAT && e->best_key.tag == LANG_FLOAT)
        return e->op == LANG_GT ? key.f > e->best_key.f : key.f < e->best_key.f;
    r = lang_compare(t, e->op, key, e->best_key);
    if (lang_is_error(r))
        return -1;
    truth = lang_truth(t, r);
    lang_unref(t, r);
    return truth;
}

static int consider(struct lang_thread *t, lang_value item, void *arg)
{
    struct extreme *e = arg;
    bool keyed = !lang_is_undef(e->key) && !lang_is_none(e->key);
    lang_value key = keyed ? lang_call(t, e->key, &item, 1, NULL) : lang_ref(item);
    int take;

    if (lang_is_error(key))
        return -1;
    take = lang_is_undef(e->best) ? 1 : better(t, e, key);
    if (take <= 0) {
        lang_unref(t, key);
        return take;
    }
    lang_set_steal(t, &e->best, lang_ref(item));
    lang_set_steal(t, &e->best_key, key);
    return 0;
}

/* args: *args, key, default */
static lang_value extreme(struct lang_thread *t, const lang_value *a, enum lang_compare_op op)
{
    const char *name = op == LANG_GT ? "max" : "min";
    struct lang_tuple *args = lang_as_tuple(a[0]);
    struct extreme e = {lang_undef(), lang_undef(), a[1], op};
    int status = 0;

    if (args->length > 1) {
        if (!lang_is_undef(a[2]))
            return lang_raise(t, LANG_EXC_TypeError,
                              "Cannot specify a default for %s() with multiple positional arguments", name);
        for (int64_t i = 0; status == 0 && i < args->length; i++)
            status = consider(t, args->items[i], &e);
    } else {
        status = lang_for_each(t, args->items[0], consider, &e);
    }
    lang_unref(t, e.best_key);
    if (status < 0) {
        lang_unref(t, e.best);
        return lang_error();
    }
    if (!lang_is_undef(e.best))
        return e.best;
    if (!lang_is_undef(a[2]))
        return lang_ref(a[2]);
    return lang_raise(t, LANG_EXC_ValueError, "%s() arg is an empty sequence", name);
}

static lang_value b_max(struct lang_thread *t, const lang_value *a)
{
    return extreme(t, a, LANG_GT);
}

static lang_value b_min(struct lang_thread *t, const lang_value *a)
{
    return extreme(t, a, LANG_LT);
}

/* ------------------------------------------------------------------ sum and sorted */

static int add_item(struct lang_thread *t, lang_value item, void *arg)
{
    lang_value *sum = arg, r;
    int64_t i;

    if (sum->tag == LANG_INT && (item.tag == LANG_INT || item.tag == LANG_BOOL) &&
        !__builtin_add_overflow(sum->i, item.i, &i)) {
        sum->i = i;
        return 0;
    }
    if (sum->tag == LANG_FLOAT && (item.tag == LANG_FLOAT || item.tag == LANG_INT)) {
        sum->f += item.tag == LANG_FLOAT ? item.f : (double)item.i;
        return 0;
    }
    r = lang_binary(t, LANG_OP_ADD, *sum, item);
    if (lang_is_error(r))
        return -1;
    lang_set_steal(t, sum, r);
    return 0;
}

static lang_value b_sum(struct lang_thread *t, const lang_value *a)
{
    lang_value sum = lang_is_undef(a[1]) ? lang_int(0) : lang_ref(a[1]);

    if (lang_is_str(sum) || lang_is_bytes(sum) || lang_is_bytearray(sum)) {
        bool text = lang_is_str(sum), array = lang_is_bytearray(sum);
        lang_value it = lang_iter(t, a[0]); /* that comes first */

        lang_unref(t, sum);
        if (lang_is_error(it))
            return it;
        lang_unref(t, it);
        return lang_raise(t, LANG_EXC_TypeError,
                          text    ? "sum() can't sum strings [use ''.join(seq) instead]"
                          : array ? "sum() can't sum bytearray [use b''.join(seq) instead]"
                                  : "sum() can't sum bytes [use b''.join(seq) instead]");
    }
    if (lang_for_each(t, a[0], add_item, &sum) < 0) {
        lang_unref(t, sum);
        return lang_error();
    }
    return sum;
}

static lang_value b_sorted(struct lang_thread *t, const lang_value *a)
{
    struct lang_list *list = lang_to_list(t, a[0]);
    int reverse = 0;

    if (!list)
        return lang_error();
    if (!lang_is_undef(a[2])) {
        int64_t i = 0;

        reverse = lang_as_c_int(t, a[2], &i) < 0 ? -1 : i != 0;
    }
    if (reverse < 0 || lang_list_sort(t, list, a[1], reverse) < 0) {
        lang_decref(t, list);
        return lang_error();
    }
    return lang_obj(list);
}

const struct lang_method lang_builtins_iteration[] = {
    {"all", "(iterable, /)", b_all,
     "Return True if bool(x) is True for all values x in the iterable.\n\nIf the iterable is empty, return True.", 0},
    {"any", "(iterable, /)", b_any,
     "Return True if bool(x) is True for any x in the iterable.\n\nIf the iterable is empty, return False.", 0},
    {"iter", "(object, sentinel=<unrepresentable>, /)", b_iter,
     "iter(iterable) -> iterator\niter(callable, sentinel) -> iterator\n\n"
     "Get an iterator from an object.  In the first form, the argument must\n"
     "supply its own iterator, or be a sequence.\n"
     "In the second form, the callable is called until it returns the sentinel.",
     LANG_M_NOSIG},
    {"max", "(*args, key=None, default=<unrepresentable>)", b_max,
     "max(iterable, *[, default=obj, key=func]) -> value\nmax(arg1, arg2, *args, *[, key=func]) -> value\n\n"
     "With a single iterable argument, return its biggest item. The\n"
     "default keyword-only argument specifies an object to return if\nthe provided iterable is empty.\n"
     "With two or more arguments, return the largest argument.",
     LANG_M_NOSIG | LANG_M_COUNTED},
    {"min", "(*args, key=None, default=<unrepresentable>)", b_min,
     "min(iterable, *[, default=obj, key=func]) -> value\nmin(arg1, arg2, *args, *[, key=func]) -> value\n\n"
     "With a single iterable argument, return its smallest item. The\n"
     "default keyword-only argument specifies an object to return if\nthe provided iterable is empty.\n"
     "With two or more arguments, return the smallest argument.",
     LANG_M_NOSIG | LANG_M_COUNTED},
    {"next", "(iterator, default=<unrepresentable>, /)", b_next,
     "next(iterator[, default])\n\nReturn the next item from the iterator. If default is given and the iterator\n"
     "is exhausted, it is returned instead of raising StopIteration.",
     LANG_M_NOSIG},
    {"sorted", "(iterable, /, *, key=None, reverse=False)", b_sorted,
     "Return a new list containing all items from the iterable in ascending order.\n\n"
     "A custom key function can be supplied to customize the sort order, and the\n"
     "reverse flag can be set to request the result in descending order.",
     LANG_M_COUNTED},
    {"sum", "(iterable, /, start=0)", b_sum,
     "Return the sum of a 'start' value (default: 0) plus an iterable of numbers\n\n"
     "When the iterable is empty, return the start value.\n"
     "This function is intended specifically for use with numeric values and may\nreject non-numeric types.",
     0},
    {0},
};
