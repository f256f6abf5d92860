/* lib_itertools_combine.c: the combinatoric iterators of itertools. Each holds its pool (v[0]: a tuple, of product a
 * tuple of tuples), the tuple it returned last (v[1]: used again when nobody else holds it), the indices of that
 * tuple's items in the pool (indices), whether it has begun (n[0]) and, but for product, how many items it chooses
 * (n[1]). */
#include <string.h>

#include "lib_itertools.h"

/* A walker over the pool (taken) with `capacity` indices, all 0. */
static lang_value combine_new(struct lang_thread *t, struct lang_type *cls, lang_value pool, int64_t capacity)
{
    if (lang_is_error(pool))
        return pool;
    if (capacity > INT64_MAX / 32) {
        lang_unref(t, pool);
        return lang_no_memory(t);
    }
    lang_value v = lang_walker_new(t, cls, &pool, 1);
    if (lang_is_error(v) || capacity == 0)
        return v;
    struct walker *w = as_walker(v);
    w->indices = lang_alloc(t, (size_t)capacity * sizeof *w->indices);
    if (!w->indices) {
        lang_decref(t, w);
        return lang_error();
    }
    w->capacity = capacity;
    memset(w->indices, 0, (size_t)capacity * sizeof *w->indices);
    return v;
}

/* The tuple to be returned next, whose items from `from` on are to be set: the last one when nobody else has it, else
 * one that begins as it did. NULL with MemoryError. The walker keeps a reference. */
static struct lang_tuple *fresh_row(struct lang_thread *t, struct walker *w, int64_t from, int64_t length)
{
    struct lang_tuple *last = lang_is_obj(w->v[1]) ? lang_as_tuple(w->v[1]) : NULL, *row;

    if (last && last->head.refs == 1)
        return lang_incref(last);
    row = lang_tuple_new(t, length);
    if (!row)
        return NULL;
    for (int64_t i = 0; last && i < from; i++)
        row->items[i] = lang_ref(last->items[i]);
    lang_set_steal(t, &w->v[1], lang_obj(lang_incref(row)));
    return row;
}

static lang_value result_row(struct lang_thread *t, struct walker *w, struct lang_tuple *pool, int64_t from,
                             int64_t length)
{
    struct lang_tuple *row = fresh_row(t, w, from, length);

    for (int64_t i = from; row && i < length; i++)
        lang_set_steal(t, &row->items[i], lang_ref(pool->items[w->indices[i]]));
    return lang_obj_or_error(row);
}

static lang_value ended(struct walker *w)
{
    w->n[0] = WALKER_ENDED;
    return lang_undef();
}

/* ------------------------------------------------------------------ product */

static lang_value product_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                               struct lang_tuple *kwnames)
{
    int64_t repeat = 1, n = (int64_t)nargs;

    for (int64_t i = 0; kwnames && cls->init == lang_type_object.init && i < kwnames->length; i++) {
        if (!lang_str_equal_c(lang_as_str(kwnames->items[i]), "repeat"))
            return lang_raise(t, LANG_EXC_TypeError, "'%U' is an invalid keyword argument for product()",
                              lang_as_str(kwnames->items[i]));
        if (lang_as_index(t, args[nargs + (size_t)i], &repeat) < 0)
            return lang_error();
        if (repeat < 0)
            return lang_raise(t, LANG_EXC_ValueError, "repeat argument cannot be negative");
    }
    if (repeat == 0)
        n = 0;
    if (n && repeat > INT64_MAX / 64 / n)
        return lang_raise(t, LANG_EXC_OverflowError, "repeat argument too large");
    struct lang_tuple *pools = lang_tuple_new(t, n * repeat);
    if (!pools)
        return lang_error();
    for (int64_t i = 0; i < n; i++) {
        struct lang_tuple *pool = lang_to_tuple(t, args[i]);
        if (!pool) {
            lang_decref(t, pools);
            return lang_error();
        }
        for (int64_t k = 0; k < repeat; k++)
            pools->items[k * n + i] = lang_obj(lang_incref(pool));
        lang_decref(t, pool);
    }
    return combine_new(t, cls, lang_obj(pools), n * repeat);
}

static lang_value product_next(struct lang_thread *t, lang_value v)
{
    struct walker *w = as_walker(v);
    int64_t n = w->capacity, i = 0;

    if (w->n[0] == WALKER_ENDED || !lang_is_obj(w->v[0]))
        return lang_undef();
    struct lang_tuple *pools = lang_as_tuple(w->v[0]);
    if (w->n[0] == WALKER_GOING) {
        for (i = n - 1; i >= 0 && ++w->indices[i] == lang_as_tuple(pools->items[i])->length; i--)
            w->indices[i] = 0;
        if (i < 0)
            return ended(w);
    }
    for (int64_t k = 0; w->n[0] == WALKER_NEW && k < n; k++)
        if (lang_as_tuple(pools->items[k])->length == 0)
            return ended(w);
    w->n[0] = WALKER_GOING;
    struct lang_tuple *row = fresh_row(t, w, i, n);
    for (; row && i < n; i++)
        lang_set_steal(t, &row->items[i], lang_ref(lang_as_tuple(pools->items[i])->items[w->indices[i]]));
    return lang_obj_or_error(row);
}

WALKER_TYPE(product_type, "product", LANG_TYPE_BASE,
            "product(*iterables, repeat=1) --> product object\n\n"
            "Cartesian product of input iterables.  Equivalent to nested for-loops.",
            product_make, product_next, NULL, lang_product_methods);

/* ------------------------------------------------------------------ permutations: indices of the whole pool, then r
 * cycles; n[1] r */

static lang_value permutations_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                                    struct lang_tuple *kwnames)
{
    lang_value a[2];
    int64_t r = -1;

    if (lang_walker_arguments(t, cls, "permutations", "(iterable, r=None)", args, nargs, kwnames, a) < 0)
        return lang_error();
    lang_value pool = lang_obj_or_error(lang_to_tuple(t, a[0]));
    if (lang_is_error(pool))
        return pool;
    int64_t n = lang_as_tuple(pool)->length;
    if (lang_is_undef(a[1]) || lang_is_none(a[1])) {
        r = n;
    } else if (!lang_is_integer(a[1])) {
        lang_unref(t, pool);
        return lang_raise(t, LANG_EXC_TypeError, "Expected int as r");
    } else if (lang_as_index(t, a[1], &r) < 0 || r < 0) {
        lang_unref(t, pool);
        return lang_error_occurred(t) ? lang_error() : lang_raise(t, LANG_EXC_ValueError, "r must be non-negative");
    }
    lang_value v = combine_new(t, cls, pool, r > n ? 0 : n + r);
    if (lang_is_error(v))
        return v;
    struct walker *w = as_walker(v);
    w->n[1] = r;
    if (r > n)
        w->n[0] = WALKER_ENDED;
    for (int64_t i = 0; r <= n && i < n; i++)
        w->indices[i] = i;
    for (int64_t i = 0; r <= n && i < r; i++)
        w->indices[n + i] = n - i;
    return v;
}

static lang_value permutations_next(struct lang_thread *t, lang_value v)
{
    struct walker *w = as_walker(v);
    int64_t r = w->n[1], i;

    if (w->n[0] == WALKER_ENDED || !lang_is_obj(w->v[0]))
        return lang_undef();
    struct lang_tuple *pool = lang_as_tuple(w->v[0]);
    int64_t n = pool->length, *indices = w->indices, *cycles = w->indices + n;
    if (w->n[0] == WALKER_NEW) {
        w->n[0] = WALKER_GOING;
        return result_row(t, w, pool, 0, r);
    }
    for (i = r - 1; i >= 0; i--) {
        if (--cycles[i] > 0) {
            int64_t j = n - cycles[i], swap = indices[i];
            indices[i] = indices[j];
            indices[j] = swap;
            return result_row(t, w, pool, i, r);
        }
        int64_t first = indices[i];
        memmove(indices + i, indices + i + 1, (size_t)(n - i - 1) * sizeof *indices);
        indices[n - 1] = first;
        cycles[i] = n - i;
    }
    return ended(w);
}

WALKER_TYPE(permutations_type, "permutations", LANG_TYPE_BASE,
            "Return successive r-length permutations of elements in the iterable.\n\n"
            "permutations(range(3), 2) --> (0,1), (0,2), (1,0), (1,2), (2,0), (2,1)",
            permutations_make, permutations_next, NULL, lang_permutations_methods);

/* ------------------------------------------------------------------ combinations */

static lang_value chosen_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                              struct lang_tuple *kwnames, bool again)
{
    lang_value a[2];
    int64_t r;

    if (lang_walker_arguments(t, cls, again ? "combinations_with_replacement" : "combinations", "(iterable, r)", args,
                              nargs, kwnames, a) < 0 ||
        lang_as_index(t, a[1], &r) < 0)
        return lang_error();
    lang_value pool = lang_obj_or_error(lang_to_tuple(t, a[0]));
    if (lang_is_error(pool))
        return pool;
    if (r < 0) {
        lang_unref(t, pool);
        return lang_raise(t, LANG_EXC_ValueError, "r must be non-negative");
    }
    int64_t n = lang_as_tuple(pool)->length;
    bool none = again ? n == 0 && r > 0 : r > n;
    lang_value v = combine_new(t, cls, pool, none ? 0 : r);
    if (lang_is_error(v))
        return v;
    as_walker(v)->n[0] = none ? WALKER_ENDED : WALKER_NEW;
    as_walker(v)->n[1] = r;
    for (int64_t i = 0; !again && !none && i < r; i++)
        as_walker(v)->indices[i] = i;
    return v;
}

static lang_value combinations_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                                    struct lang_tuple *kwnames)
{
    return chosen_make(t, cls, args, nargs, kwnames, false);
}

static lang_value replacement_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                                   struct lang_tuple *kwnames)
{
    return chosen_make(t, cls, args, nargs, kwnames, true);
}

static lang_value chosen_next(struct lang_thread *t, lang_value v, bool again)
{
    struct walker *w = as_walker(v);
    int64_t r = w->capacity, i;

    if (w->n[0] == WALKER_ENDED || !lang_is_obj(w->v[0]))
        return lang_undef();
    struct lang_tuple *pool = lang_as_tuple(w->v[0]);
    int64_t n = pool->length, *indices = w->indices;
    if (w->n[0] == WALKER_NEW) {
        w->n[0] = WALKER_GOING;
        return result_row(t, w, pool, 0, r);
    }
    for (i = r - 1; i >= 0 && indices[i] == (again ? n - 1 : i + n - r);)
        i--;
    if (i < 0)
        return ended(w);
    indices[i]++;
    for (int64_t k = i + 1; k < r; k++)
        indices[k] = indices[k - 1] + !again;
    return result_row(t, w, pool, i, r);
}

static lang_value combinations_next(struct lang_thread *t, lang_value v)
{
    return chosen_next(t, v, false);
}

static lang_value replacement_next(struct lang_thread *t, lang_value v)
{
    return chosen_next(t, v, true);
}

WALKER_TYPE(combinations_type, "combinations", LANG_TYPE_BASE,
            "Return successive r-length combinations of elements in the iterable.\n\n"
            "combinations(range(4), 3) --> (0,1,2), (0,1,3), (0,2,3), (1,2,3)",
            combinations_make, combinations_next, NULL, lang_combinations_methods);
WALKER_TYPE(replacement_type, "combinations_with_replacement", LANG_TYPE_BASE,
            "Return successive r-length combinations of elements in the iterable allowing individual elements to have "
            "successive repeats.\n\n"
            "combinations_with_replacement('ABC', 2) --> ('A','A'), ('A','B'), ('A','C'), ('B','B'), ('B','C'), "
            "('C','C')",
            replacement_make, replacement_next, NULL, lang_replacement_methods);

int lang_itertools_combine(struct lang_thread *t, struct lang_module *m)
{
    static struct lang_type *const types[] = {&product_type, &permutations_type, &combinations_type, &replacement_type};

    return lang_itertools_add(t, m, types, sizeof types / sizeof *types);
}
