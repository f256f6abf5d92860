/* lib_itertools_state.c: what the iterators of itertools are made of again (__reduce__) and the state that such a copy
 * is given then (__setstate__), with which they are copied and pickled. The layouts are those that the files of the
 * types document. */
#include <string.h>

#include "lib_itertools.h"
#include "vm/code.h"

#define REDUCE(function)                                                                                               \
    {                                                                                                                  \
        "__reduce__", "()", function, "Return state information for pickling.", LANG_M_NOSIG                           \
    }
#define SETSTATE(function)                                                                                             \
    {                                                                                                                  \
        "__setstate__", "(state, /)", function, "Set state information for unpickling.", LANG_M_NOSIG                  \
    }

lang_value lang_walker_reduced(struct lang_thread *t, lang_value self, lang_value args, lang_value state)
{
    lang_value all[3] = {lang_obj(lang_type_of(self)), args, state}, r = lang_error();
    if (!lang_is_error(args) && !lang_is_error(state))
        r = lang_obj_or_error(lang_tuple_from(t, all, lang_is_undef(state) ? 2 : 3));
    if (!lang_is_error(args))
        lang_unref(t, args);
    if (!lang_is_error(state))
        lang_unref(t, state);
    return r;
}

lang_value lang_walker_row(struct lang_thread *t, const lang_value *items, int64_t n)
{
    return lang_obj_or_error(lang_tuple_from(t, items, n));
}

struct lang_tuple *lang_walker_state(struct lang_thread *t, lang_value state, int64_t least, int64_t most)
{
    if (!lang_is_obj(state) || !lang_is_a(state, &lang_type_tuple))
        return lang_fail_null(t, LANG_EXC_TypeError, "state is not a tuple");
    struct lang_tuple *all = lang_as_tuple(state);
    if (all->length >= least && all->length <= most)
        return all;
    const char *how = least == most ? "exactly" : all->length < least ? "at least" : "at most";
    int64_t n = all->length < least ? least : most;
    return lang_fail_null(t, LANG_EXC_TypeError, "function takes %s %lld argument%s (%lld given)", how, (long long)n,
                          n == 1 ? "" : "s", (long long)all->length);
}

/* An iterator of this module over these arguments, which are taken. */
static lang_value made_of(struct lang_thread *t, const char *name, lang_value *args, size_t n)
{
    lang_value module = lang_import(t, "itertools"), r = lang_error();
    bool bad = lang_is_error(module);
    for (size_t i = 0; i < n; i++)
        bad = bad || lang_is_error(args[i]);
    lang_value cls = bad ? lang_error() : lang_getattr_c(t, module, name);
    if (!lang_is_error(cls)) {
        r = lang_call(t, cls, args, n, NULL);
        lang_unref(t, cls);
    }
    if (!lang_is_error(module))
        lang_unref(t, module);
    for (size_t i = 0; i < n; i++)
        if (!lang_is_error(args[i]))
            lang_unref(t, args[i]);
    return r;
}

static lang_value or_none(lang_value v)
{
    return lang_is_undef(v) ? lang_none() : v;
}

/* ------------------------------------------------------------------ the endless ones */

static lang_value count_reduce(struct lang_thread *t, const lang_value *a)
{
    struct walker *w = as_walker(a[0]);
    bool plain = w->v[0].tag == LANG_INT && w->v[1].tag == LANG_INT && w->v[1].i == 1;
    lang_value parts[2] = {or_none(w->v[0]), or_none(w->v[1])};
    return lang_walker_reduced(t, a[0], lang_walker_row(t, parts, plain ? 1 : 2), lang_undef());
}
const struct lang_method lang_count_methods[] = {REDUCE(count_reduce), {0}};

static lang_value cycle_reduce(struct lang_thread *t, const lang_value *a)
{
    struct walker *w = as_walker(a[0]);
    const bool over = lang_is_undef(w->v[0]);
    lang_value saved = lang_is_obj(w->v[1]) ? lang_ref(w->v[1]) : lang_obj_or_error(lang_list_new(t, 0));
    if (lang_is_error(saved))
        return saved;
    lang_value iterator = over ? lang_iter(t, saved) : lang_ref(w->v[0]), args = lang_error(), state = lang_error();
    if (!lang_is_error(iterator)) {
        if (over)
            ((struct lang_list_iter *)iterator.o)->index = w->n[0];
        args = lang_walker_row(t, &iterator, 1);
        lang_unref(t, iterator);
    }
    lang_value parts[2] = {saved, lang_bool(over || w->n[1])};
    state = lang_walker_row(t, parts, 2);
    lang_unref(t, saved);
    return lang_walker_reduced(t, a[0], args, state);
}

static lang_value cycle_setstate(struct lang_thread *t, const lang_value *a)
{
    struct walker *w = as_walker(a[0]);
    struct lang_tuple *state = lang_walker_state(t, a[1], 2, 2);
    int64_t known;
    if (!state)
        return lang_error();
    if (!lang_is_obj(state->items[0]) || !lang_is_list(state->items[0]))
        return lang_raise(t, LANG_EXC_TypeError, "argument 1 must be list, not %s", lang_type_name(state->items[0]));
    lang_incref(state);
    int status = lang_as_index(t, state->items[1], &known);
    if (status == 0) {
        lang_set_steal(t, &w->v[1], lang_ref(state->items[0]));
        w->n[0] = 0;
        w->n[1] = known != 0;
    }
    lang_decref(t, state);
    return status < 0 ? lang_error() : lang_none();
}
const struct lang_method lang_cycle_methods[] = {REDUCE(cycle_reduce), SETSTATE(cycle_setstate), {0}};

lang_value lang_repeat_reduce(struct lang_thread *t, const lang_value *a)
{
    struct walker *w = as_walker(a[0]);
    lang_value parts[2] = {or_none(w->v[0]), lang_int(w->n[0])};
    return lang_walker_reduced(t, a[0], lang_walker_row(t, parts, w->n[0] < 0 ? 1 : 2), lang_undef());
}

/* ------------------------------------------------------------------ over others */

lang_value lang_chain_reduce(struct lang_thread *t, const lang_value *a)
{
    struct walker *w = as_walker(a[0]);
    lang_value state = lang_is_undef(w->v[0]) ? lang_undef() : lang_walker_row(t, w->v, lang_is_undef(w->v[1]) ? 1 : 2);
    return lang_walker_reduced(t, a[0], lang_walker_row(t, NULL, 0), state);
}

static bool is_iterator(struct lang_thread *t, lang_value v)
{
    struct lang_type *type = lang_type_of(v);
    if (!(type->flags & LANG_TYPE_HEAP))
        return type->next != NULL;
    lang_value next = lang_type_lookup(t, type, LANG_NAME(__next__));
    return !lang_is_undef(next) && !lang_is_error(next);
}

lang_value lang_chain_setstate(struct lang_thread *t, const lang_value *a)
{
    struct walker *w = as_walker(a[0]);
    struct lang_tuple *state = lang_walker_state(t, a[1], 1, 2);
    for (int64_t i = 0; state && i < state->length; i++)
        if (!is_iterator(t, state->items[i]))
            return lang_raise(t, LANG_EXC_TypeError, "Arguments must be iterators.");
    if (!state)
        return lang_error();
    lang_value source = lang_ref(state->items[0]),
               active = state->length > 1 ? lang_ref(state->items[1]) : lang_undef();
    lang_set_steal(t, &w->v[0], source);
    lang_set_steal(t, &w->v[1], active);
    return lang_none();
}

static lang_value accumulate_reduce(struct lang_thread *t, const lang_value *a)
{
    struct walker *w = as_walker(a[0]);
    lang_value function = or_none(w->v[1]), first = lang_is_undef(w->v[3]) ? w->v[2] : w->v[3];
    if (lang_is_undef(w->v[3]) && !lang_is_none(w->v[2])) {
        lang_value parts[2] = {or_none(w->v[0]), function};
        return lang_walker_reduced(t, a[0], lang_walker_row(t, parts, 2), lang_ref(or_none(w->v[2])));
    }
    /* what is yet to come first, or the total None that stands for none as a state: it is put in front */
    lang_value ahead[2] = {lang_walker_row(t, &first, 1), lang_ref(or_none(w->v[0]))};
    lang_value parts[2] = {made_of(t, "chain", ahead, 2), lang_ref(function)};
    if (!lang_is_undef(w->v[3])) {
        lang_value args = lang_is_error(parts[0]) ? lang_error() : lang_walker_row(t, parts, 2);
        if (!lang_is_error(parts[0]))
            lang_unref(t, parts[0]);
        lang_unref(t, parts[1]);
        return lang_walker_reduced(t, a[0], args, lang_none());
    }
    lang_value inner = made_of(t, "accumulate", parts, 2), islice = lang_error(), args = lang_error();
    if (!lang_is_error(inner)) {
        lang_value cut[3] = {inner, lang_int(1), lang_none()}, module = lang_import(t, "itertools");
        args = lang_walker_row(t, cut, 3);
        lang_unref(t, inner);
        if (!lang_is_error(module)) {
            islice = lang_getattr_c(t, module, "islice");
            lang_unref(t, module);
        }
    }
    lang_value pair[2] = {islice, args}, r = lang_error();
    if (!lang_is_error(islice) && !lang_is_error(args))
        r = lang_walker_row(t, pair, 2);
    for (int i = 0; i < 2; i++)
        if (!lang_is_error(pair[i]))
            lang_unref(t, pair[i]);
    return r;
}

static lang_value accumulate_setstate(struct lang_thread *t, const lang_value *a)
{
    lang_set_steal(t, &as_walker(a[0])->v[2], lang_ref(a[1]));
    return lang_none();
}
const struct lang_method lang_accumulate_methods[] = {REDUCE(accumulate_reduce), SETSTATE(accumulate_setstate), {0}};

static lang_value pair_reduce(struct lang_thread *t, const lang_value *a)
{
    struct walker *w = as_walker(a[0]);
    lang_value parts[2] = {or_none(w->v[0]), or_none(w->v[1])};
    return lang_walker_reduced(t, a[0], lang_walker_row(t, parts, 2), lang_undef());
}
/* of compress, filterfalse, starmap: two values from which they are made */
const struct lang_method lang_pair_methods[] = {REDUCE(pair_reduce), {0}};

static lang_value while_reduce(struct lang_thread *t, const lang_value *a)
{
    struct walker *w = as_walker(a[0]);
    lang_value parts[2] = {or_none(w->v[0]), or_none(w->v[1])};
    return lang_walker_reduced(t, a[0], lang_walker_row(t, parts, 2), lang_int(w->n[0]));
}

static lang_value while_setstate(struct lang_thread *t, const lang_value *a)
{
    int truth = lang_truth(t, a[1]);
    if (truth < 0)
        return lang_error();
    as_walker(a[0])->n[0] = truth;
    return lang_none();
}
/* of dropwhile and takewhile: the phase, too */
const struct lang_method lang_while_methods[] = {REDUCE(while_reduce), SETSTATE(while_setstate), {0}};

static lang_value islice_reduce(struct lang_thread *t, const lang_value *a)
{
    struct walker *w = as_walker(a[0]);
    if (!lang_is_undef(w->v[0])) {
        lang_value parts[4] = {w->v[0], lang_int(w->n[0]), w->n[1] < 0 ? lang_none() : lang_int(w->n[1]),
                               lang_int(w->n[2])};
        return lang_walker_reduced(t, a[0], lang_walker_row(t, parts, 4), lang_int(w->capacity));
    }
    struct lang_list *none = lang_list_new(t, 0);
    lang_value parts[2] = {none ? lang_iter(t, lang_obj(none)) : lang_error(), lang_int(0)}, args = lang_error();
    lang_xdecref(t, none);
    if (!lang_is_error(parts[0])) {
        args = lang_walker_row(t, parts, 2);
        lang_unref(t, parts[0]);
    }
    return lang_walker_reduced(t, a[0], args, lang_int(0));
}

static lang_value islice_setstate(struct lang_thread *t, const lang_value *a)
{
    int64_t taken;
    if (!lang_is_integer(a[1]))
        return lang_raise(t, LANG_EXC_TypeError, "an integer is required");
    if (lang_as_index(t, a[1], &taken) < 0)
        return lang_error();
    as_walker(a[0])->capacity = taken < 0 ? INT64_MAX : taken;
    return lang_none();
}
const struct lang_method lang_islice_methods[] = {REDUCE(islice_reduce), SETSTATE(islice_setstate), {0}};

static lang_value zip_longest_reduce(struct lang_thread *t, const lang_value *a)
{
    struct walker *w = as_walker(a[0]);
    struct lang_list *iterators = lang_is_obj(w->v[0]) ? lang_as_list(w->v[0]) : NULL;
    struct lang_tuple *args = lang_tuple_new(t, iterators ? iterators->length : 0);
    for (int64_t i = 0; args && iterators && i < iterators->length; i++)
        if (!lang_is_none(iterators->items[i]))
            args->items[i] = lang_ref(iterators->items[i]);
        else if (lang_is_error(args->items[i] = lang_walker_row(t, NULL, 0))) {
            args->items[i] = lang_none();
            lang_decref(t, args);
            args = NULL;
        }
    return lang_walker_reduced(t, a[0], lang_obj_or_error(args), lang_ref(or_none(w->v[1])));
}

static lang_value zip_longest_setstate(struct lang_thread *t, const lang_value *a)
{
    lang_set_steal(t, &as_walker(a[0])->v[1], lang_ref(a[1]));
    return lang_none();
}
const struct lang_method lang_zip_longest_methods[] = {REDUCE(zip_longest_reduce), SETSTATE(zip_longest_setstate), {0}};

/* ------------------------------------------------------------------ the combinatoric ones */

static lang_value indices_of(struct lang_thread *t, const int64_t *indices, int64_t n)
{
    struct lang_tuple *all = lang_tuple_new(t, n);
    for (int64_t i = 0; all && i < n; i++)
        all->items[i] = lang_int(indices[i]);
    return lang_obj_or_error(all);
}

/* The indices that a state has, each brought between 0 and its limit. 0 or -1. */
static int take_indices(struct lang_thread *t, struct lang_tuple *state, int64_t *out, int64_t n,
                        int64_t (*limit)(const struct walker *w, int64_t i), const struct walker *w)
{
    for (int64_t i = 0; i < n; i++) {
        int64_t index, most = limit(w, i);
        if (!lang_is_integer(state->items[i]))
            return lang_fail(t, LANG_EXC_TypeError, "an integer is required");
        if (lang_as_index(t, state->items[i], &index) < 0)
            return -1;
        index = index > most ? most : index;
        out[i] = index < 0 ? 0 : index;
    }
    return 0;
}

static int bad_state(struct lang_thread *t)
{
    return lang_fail(t, LANG_EXC_ValueError, "invalid arguments");
}

static struct lang_tuple *state_of_length(struct lang_thread *t, lang_value v, int64_t n)
{
    if (!lang_is_exactly(v, &lang_type_tuple) || lang_as_tuple(v)->length != n) {
        bad_state(t);
        return NULL;
    }
    return lang_as_tuple(v);
}

static const lang_value *product_pool(const struct walker *w, int64_t i)
{
    return lang_as_tuple(lang_as_tuple(w->v[0])->items[i])->items;
}

static int64_t product_limit(const struct walker *w, int64_t i)
{
    return lang_as_tuple(lang_as_tuple(w->v[0])->items[i])->length - 1;
}

static lang_value product_reduce(struct lang_thread *t, const lang_value *a)
{
    struct walker *w = as_walker(a[0]);
    if (w->n[0] == WALKER_ENDED || !lang_is_obj(w->v[0])) {
        lang_value none = lang_walker_row(t, NULL, 0);
        lang_value args = lang_is_error(none) ? none : lang_walker_row(t, &none, 1);
        if (!lang_is_error(none))
            lang_unref(t, none);
        return lang_walker_reduced(t, a[0], args, lang_undef());
    }
    return lang_walker_reduced(t, a[0], lang_ref(w->v[0]),
                               w->n[0] == WALKER_NEW ? lang_undef() : indices_of(t, w->indices, w->capacity));
}

static lang_value product_setstate(struct lang_thread *t, const lang_value *a)
{
    struct walker *w = as_walker(a[0]);
    int64_t n = w->capacity;
    struct lang_tuple *state = state_of_length(t, a[1], n);
    if (!state || !lang_is_obj(w->v[0]))
        return state ? lang_none() : lang_error();
    for (int64_t i = 0; i < n; i++)
        if (product_limit(w, i) < 0) {
            w->n[0] = WALKER_ENDED;
            return lang_none();
        }
    if (take_indices(t, state, w->indices, n, product_limit, w) < 0)
        return lang_error();
    struct lang_tuple *row = lang_tuple_new(t, n);
    for (int64_t i = 0; row && i < n; i++)
        row->items[i] = lang_ref(product_pool(w, i)[w->indices[i]]);
    if (!row)
        return lang_error();
    lang_set_steal(t, &w->v[1], lang_obj(row));
    w->n[0] = WALKER_GOING;
    return lang_none();
}
const struct lang_method lang_product_methods[] = {REDUCE(product_reduce), SETSTATE(product_setstate), {0}};

/* (pool, r), or ((), r) at the end */
static lang_value chosen_args(struct lang_thread *t, struct walker *w, bool over)
{
    lang_value parts[2] = {over ? lang_walker_row(t, NULL, 0) : lang_ref(w->v[0]), lang_int(w->n[1])};
    lang_value args = lang_is_error(parts[0]) ? parts[0] : lang_walker_row(t, parts, 2);
    if (!lang_is_error(parts[0]))
        lang_unref(t, parts[0]);
    return args;
}

/* combinations, with replacement or without, and permutations: the state of the last is a pair */
static lang_value reduce_choice(struct lang_thread *t, const lang_value *a, bool cycles)
{
    struct walker *w = as_walker(a[0]);
    const bool begun = lang_is_obj(w->v[1]), over = begun && w->n[0] == WALKER_ENDED;
    lang_value state = lang_undef();
    if (begun && !over) {
        int64_t size = lang_as_tuple(w->v[0])->length;
        if (!cycles)
            state = indices_of(t, w->indices, w->n[1]);
        else {
            lang_value parts[2] = {indices_of(t, w->indices, size), indices_of(t, w->indices + size, w->n[1])};
            state = lang_is_error(parts[0]) || lang_is_error(parts[1]) ? lang_error() : lang_walker_row(t, parts, 2);
            for (int i = 0; i < 2; i++)
                if (!lang_is_error(parts[i]))
                    lang_unref(t, parts[i]);
        }
    }
    return lang_walker_reduced(t, a[0], chosen_args(t, w, over), state);
}

static lang_value chosen_reduce(struct lang_thread *t, const lang_value *a)
{
    return reduce_choice(t, a, false);
}

static lang_value permutations_reduce(struct lang_thread *t, const lang_value *a)
{
    return reduce_choice(t, a, true);
}

/* The tuple that has been returned last, by its indices; going on from there. */
static lang_value go_on(struct lang_thread *t, struct walker *w)
{
    struct lang_tuple *row = lang_tuple_new(t, w->n[1]), *pool = lang_as_tuple(w->v[0]);
    for (int64_t i = 0; row && i < w->n[1]; i++)
        row->items[i] = lang_ref(pool->items[w->indices[i]]);
    if (!row)
        return lang_error();
    lang_set_steal(t, &w->v[1], lang_obj(row));
    w->n[0] = WALKER_GOING;
    return lang_none();
}

static int64_t combinations_limit(const struct walker *w, int64_t i)
{
    return i + lang_as_tuple(w->v[0])->length - w->n[1];
}

static int64_t pool_limit(const struct walker *w, int64_t i)
{
    (void)i;
    return lang_as_tuple(w->v[0])->length - 1;
}

static lang_value chosen_setstate(struct lang_thread *t, const lang_value *a,
                                  int64_t (*limit)(const struct walker *w, int64_t i))
{
    struct walker *w = as_walker(a[0]);
    struct lang_tuple *state = state_of_length(t, a[1], w->n[1]);
    if (!state)
        return lang_error();
    if (w->capacity != w->n[1] || !lang_is_obj(w->v[0])) /* there is nothing to choose */
        return lang_none();
    return take_indices(t, state, w->indices, w->n[1], limit, w) < 0 ? lang_error() : go_on(t, w);
}

static lang_value combinations_setstate(struct lang_thread *t, const lang_value *a)
{
    return chosen_setstate(t, a, combinations_limit);
}

static lang_value replacement_setstate(struct lang_thread *t, const lang_value *a)
{
    return chosen_setstate(t, a, pool_limit);
}
const struct lang_method lang_combinations_methods[] = {REDUCE(chosen_reduce), SETSTATE(combinations_setstate), {0}};
const struct lang_method lang_replacement_methods[] = {REDUCE(chosen_reduce), SETSTATE(replacement_setstate), {0}};

static int64_t cycles_limit(const struct walker *w, int64_t i)
{
    return lang_as_tuple(w->v[0])->length - i;
}

static lang_value permutations_setstate(struct lang_thread *t, const lang_value *a)
{
    struct walker *w = as_walker(a[0]);
    struct lang_tuple *state = lang_walker_state(t, a[1], 2, 2);
    for (int64_t i = 0; state && i < 2; i++)
        if (!lang_is_obj(state->items[i]) || !lang_is_a(state->items[i], &lang_type_tuple))
            return lang_raise(t, LANG_EXC_TypeError, "argument %d must be tuple, not %s", (int)i + 1,
                              lang_type_name(state->items[i]));
    if (!state || !lang_is_obj(w->v[0]))
        return state ? lang_none() : lang_error();
    struct lang_tuple *indices = lang_as_tuple(state->items[0]), *cycles = lang_as_tuple(state->items[1]);
    int64_t n = lang_as_tuple(w->v[0])->length, r = w->n[1];
    if (indices->length != n || cycles->length != r) {
        bad_state(t);
        return lang_error();
    }
    if (r > n)
        return lang_none();
    if (take_indices(t, indices, w->indices, n, pool_limit, w) < 0 ||
        take_indices(t, cycles, w->indices + n, r, cycles_limit, w) < 0)
        return lang_error();
    for (int64_t i = 0; i < r; i++)
        if (w->indices[n + i] < 1)
            w->indices[n + i] = 1;
    return go_on(t, w);
}
const struct lang_method lang_permutations_methods[] = {
    REDUCE(permutations_reduce), SETSTATE(permutations_setstate), {0}};
