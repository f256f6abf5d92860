/* lib_itertools.h: what the files of the module itertools share: one layout for all its iterators. */
#ifndef LANG_LIB_ITERTOOLS_H
#define LANG_LIB_ITERTOOLS_H

#include "lib.h"

/* What an iterator holds and counts; the meaning of each element is documented at its type. */
enum { WALKER_VALUES = 5, WALKER_NUMBERS = 3 };
struct walker {
    struct lang_object head;
    lang_value v[WALKER_VALUES];
    int64_t n[WALKER_NUMBERS];
    int64_t *indices; /* of the combinatoric ones */
    int64_t capacity;
};

void lang_walker_drop(struct lang_thread *t, struct lang_object *o);
void lang_walker_traverse(struct lang_object *o, lang_visit_fn visit, void *arg);
lang_value lang_walker_self(struct lang_thread *t, lang_value v);
/* An instance that holds the values, which are taken (also on failure; an error among them is one). */
lang_value lang_walker_new(struct lang_thread *t, struct lang_type *cls, lang_value *values, size_t n);
/* Binds the arguments of a constructor; keywords of a subclass with an __init__ of its own are left to it. */
int lang_walker_arguments(struct lang_thread *t, struct lang_type *cls, const char *name, const char *signature,
                          const lang_value *args, size_t nargs, struct lang_tuple *kwnames, lang_value *out);

static inline struct walker *as_walker(lang_value v)
{
    return (struct walker *)v.o;
}

/* The next item of an iterator that a walker holds: it stays alive meanwhile, whatever the item's making does. */
static inline lang_value walker_pull(struct lang_thread *t, lang_value iterator)
{
    if (lang_is_undef(iterator))
        return iterator;
    if (iterator.o->type == &lang_type_list_iterator) {
        struct lang_list_iter *it = (struct lang_list_iter *)iterator.o;
        if (it->list && it->index < it->list->length)
            return lang_ref(it->list->items[it->index++]);
    } else if (iterator.o->type == &lang_type_tuple_iterator) {
        struct lang_tuple_iter *it = (struct lang_tuple_iter *)iterator.o;
        if (it->tuple && it->index < it->tuple->length)
            return lang_ref(it->tuple->items[it->index++]);
    }
    lang_ref(iterator);
    lang_value item = lang_next(t, iterator);
    lang_unref(t, iterator);
    return item;
}

#define WALKER_TYPE(id, type_name, extra_flags, type_doc, make_slot, next_slot, repr_slot, method_rows)                \
    static struct lang_type id = {                                                                                     \
        .name = type_name,                                                                                             \
        .module = "itertools",                                                                                         \
        .doc = type_doc,                                                                                               \
        .size = sizeof(struct walker),                                                                                 \
        .flags = LANG_TYPE_QUALIFIED | (extra_flags),                                                                  \
        .methods = method_rows,                                                                                        \
        .make = make_slot,                                                                                             \
        .destroy = lang_walker_drop,                                                                                   \
        .traverse = lang_walker_traverse,                                                                              \
        .clear = lang_walker_drop,                                                                                     \
        .repr = repr_slot,                                                                                             \
        .iter = lang_walker_self,                                                                                      \
        .next = next_slot,                                                                                             \
    }

/* What has been returned of a combinatoric one (n[0]). */
enum { WALKER_NEW, WALKER_GOING, WALKER_ENDED };

/* lib_itertools_state.c: (the class, args[, state]), which are taken (an error among them is one; UNDEF: no state); a
 * tuple; the state that __setstate__ is given, NULL where it is no tuple of so many items. */
lang_value lang_walker_reduced(struct lang_thread *t, lang_value self, lang_value args, lang_value state);
lang_value lang_walker_row(struct lang_thread *t, const lang_value *items, int64_t n);
struct lang_tuple *lang_walker_state(struct lang_thread *t, lang_value state, int64_t least, int64_t most);
lang_value lang_repeat_reduce(struct lang_thread *t, const lang_value *a);
lang_value lang_chain_reduce(struct lang_thread *t, const lang_value *a);
lang_value lang_chain_setstate(struct lang_thread *t, const lang_value *a);
extern const struct lang_method lang_count_methods[], lang_cycle_methods[], lang_accumulate_methods[],
    lang_pair_methods[], lang_while_methods[], lang_islice_methods[], lang_zip_longest_methods[],
    lang_product_methods[], lang_combinations_methods[], lang_replacement_methods[], lang_permutations_methods[];

int lang_itertools_add(struct lang_thread *t, struct lang_module *m, struct lang_type *const *types, size_t n);
int lang_itertools_combine(struct lang_thread *t, struct lang_module *m); /* product to combinations */
int lang_itertools_group(struct lang_thread *t, struct lang_module *m);   /* groupby and tee */
lang_value lang_itertools_tee(struct lang_thread *t, const lang_value *a);

#endif
