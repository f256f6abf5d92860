/* containers.h: what list, tuple, dict, set and their iterators share with each other and with nobody else. */
#ifndef LANG_CONTAINERS_H
#define LANG_CONTAINERS_H

#include "types.h"
#include "vm/code.h"

/* Largest number of items that a sequence may be asked to hold: more could not be addressed. */
#define SEQUENCE_MAX (INT64_MAX / (int64_t)sizeof(lang_value))

/* Does the value stand for an integer index? Then *out is it, a big one clipped as IndexError.
 * 1 yes, 0 it is no integer at all, -1 exception. */
static inline int sequence_index(struct lang_thread *t, lang_value key, int64_t *out)
{
    if (key.tag == LANG_INT || key.tag == LANG_BOOL) {
        *out = key.i;
        return 1;
    }
    if (key.tag != LANG_OBJECT || !key.o->type->to_index)
        return 0;
    if (lang_as_index(t, key, out) == 0)
        return 1;
    if (lang_error_is(t, LANG_EXC_OverflowError)) {
        lang_error_clear(t);
        lang_fail(t, LANG_EXC_IndexError, "cannot fit '%N' into an index-sized integer", key);
    }
    return -1;
}

/* A value as 16 bytes to be moved at once. */
typedef int64_t value_bits __attribute__((vector_size(16), aligned(8), may_alias));

/* Copies n values and adds a reference to each object among them; four immediates at a time need one test. */
static inline void refs_copy(lang_value *to, const lang_value *from, int64_t n)
{
    int64_t i = 0;

    for (; i + 4 <= n; i += 4) {
        for (int k = 0; k < 4; k++)
            to[i + k] = from[i + k];
        if ((from[i].tag | from[i + 1].tag | from[i + 2].tag | from[i + 3].tag) & LANG_OBJECT)
            for (int k = 0; k < 4; k++)
                lang_ref(from[i + k]);
    }
    for (; i < n; i++)
        to[i] = lang_ref(from[i]);
}

/* The same with a look for an interrupt now and then: how many have been copied, fewer than n with
 * KeyboardInterrupt. Nothing else runs meanwhile. */
int64_t lang_refs_copy(struct lang_thread *t, lang_value *to, const lang_value *from, int64_t n);

static inline void refs_drop(struct lang_thread *t, lang_value *items, int64_t n)
{
    while (n >= 4) {
        n -= 4;
        if ((items[n].tag | items[n + 1].tag | items[n + 2].tag | items[n + 3].tag) & LANG_OBJECT)
            for (int k = 4; k-- > 0;)
                lang_unref(t, items[n + k]);
    }
    while (n-- > 0)
        lang_unref(t, items[n]);
}

static inline bool is_slice(lang_value v)
{
    return lang_is_exactly(v, &lang_type_slice);
}

static inline bool fast_same(lang_value a, lang_value b)
{
    return a.tag == b.tag && a.bits == b.bits;
}

/* Equality of two values of a built-in type that are numbers in an order, for which no code of a program runs. -1: it
 * is not known. */
static inline int rank_equal(lang_value a, lang_value b)
{
    uint64_t x, y;

    if (a.tag != LANG_OBJECT || b.tag != LANG_OBJECT || a.o->type != b.o->type || !a.o->type->rank ||
        a.o->type->flags & LANG_TYPE_HEAP)
        return -1;
    return a.o->type->rank(a, &x) && a.o->type->rank(b, &y) ? x == y : -1;
}

/* Equality as containers ask for it, with the answers that need no call. */
static inline int fast_equal(struct lang_thread *t, lang_value a, lang_value b)
{
    if (a.tag == LANG_INT && b.tag == LANG_INT)
        return a.i == b.i;
    if (fast_same(a, b))
        return 1;
    if (a.tag == LANG_OBJECT && b.tag == LANG_OBJECT && a.o->type == &lang_type_str && b.o->type == &lang_type_str)
        return lang_str_equal(lang_as_str(a), lang_as_str(b));
    return lang_equal(t, a, b);
}

/* In a loop of short steps: true when step i was one to ask for an interrupt, and there was one. */
static inline bool interrupted_at(struct lang_thread *t, int64_t i)
{
    return (i & 0xffff) == 0xffff && lang_poll(t) < 0;
}

/* The start and stop arguments of index() as integers, clipped to 64 bits; UNDEF: the whole. It runs user code;
 * lang_fit_bounds, which runs none, counts negative ones from the end of the length that holds then. */
int lang_index_bounds(struct lang_thread *t, lang_value start, lang_value stop, int64_t *from, int64_t *to);
static inline void lang_fit_bounds(int64_t length, int64_t *from, int64_t *to)
{
    if (*from < 0)
        *from = *from + length < 0 ? 0 : *from + length;
    if (*to < 0)
        *to = *to + length < 0 ? 0 : *to + length;
}
/* A count for repetition: 1 resolved (negative is 0), 0 no integer, -1 error. */
int lang_sequence_count(struct lang_thread *t, lang_value v, int64_t *n);
/* Compares two runs of items as list and tuple do. */
lang_value lang_sequence_compare(struct lang_thread *t, lang_value a, lang_value b, enum lang_compare_op op);
/* a < b of two lists or two tuples whose items before `from` are equal: 1, 0, -1. */
int lang_sequence_less(struct lang_thread *t, lang_value a, lang_value b, int64_t from);
/* len(), or what __length_hint__ says: 1 known, 0 unknown, -1 failed. */
int lang_length_or_unknown(struct lang_thread *t, lang_value v, int64_t *length);
/* The same as a number: 0 unknown, -1 failed. */
int64_t lang_length_hint(struct lang_thread *t, lang_value v);
/* An iterator type's __length_hint__ and __reduce__-free base: the object itself, with a reference. */
lang_value lang_iter_self(struct lang_thread *t, lang_value v);

lang_value lang_list_iter_new(struct lang_thread *t, lang_value v);
lang_value lang_tuple_iter_new(struct lang_thread *t, lang_value v);
lang_value lang_list_reversed_new(struct lang_thread *t, struct lang_list *l);
lang_value lang_dict_iter_new(struct lang_thread *t, struct lang_dict *d, enum lang_dict_view_kind kind, bool reversed);
/* ordered: the view of an OrderedDict. */
lang_value lang_dict_view_new(struct lang_thread *t, struct lang_dict *d, enum lang_dict_view_kind kind, bool ordered);
/* Entry index of a key: -1 absent, -2 exception. */
int64_t lang_dict_find(struct lang_thread *t, struct lang_dict *d, lang_value key, int64_t hash);
int lang_dict_set_hashed(struct lang_thread *t, struct lang_dict *d, lang_value key, int64_t hash, lang_value value);
/* Adds a key known to be absent, as lang_dict_find has just said: nothing may run in between. Takes new references. */
int lang_dict_insert(struct lang_thread *t, struct lang_dict *d, lang_value key, int64_t hash, lang_value value);
/* Removes the entry at an index and hands out its key and value (both owned by the caller). */
/* popitem also lowers `used`: the last used entry is always live after it. (After a del `used` stays: iterators detect
 * by it that keys have changed.) */
void lang_dict_trim(struct lang_dict *d);
void lang_dict_take_at(struct lang_thread *t, struct lang_dict *d, int64_t at, lang_value *key, lang_value *value);
/* Index of the first live entry of a dict that is not empty; closes the gap when much in front of it has been deleted.
 */
int64_t lang_dict_first(struct lang_thread *t, struct lang_dict *d);
int lang_set_add_hashed(struct lang_thread *t, struct lang_set *s, lang_value v, int64_t hash);
/* The set operators on any two iterables: used by set, frozenset and the views of dicts. */
lang_value lang_set_operation(struct lang_thread *t, enum lang_binary_op op, lang_value a, lang_value b);

int lang_list_types_ready(struct lang_thread *t);
int lang_iterators_ready(struct lang_thread *t);
int lang_dict_views_ready(struct lang_thread *t);
int lang_sets_ready(struct lang_thread *t);
int lang_files_ready(struct lang_thread *t);

#endif
