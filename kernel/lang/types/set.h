/* set.h: between set.c (the table) and set_type.c (the types). */
#ifndef LANG_SET_H
#define LANG_SET_H

#include "containers.h"

struct lang_set *lang_set_new_of(struct lang_thread *t, struct lang_type *type);
int lang_set_has_hashed(struct lang_thread *t, struct lang_set *s, lang_value v, int64_t hash);
int lang_set_discard_hashed(struct lang_thread *t, struct lang_set *s, lang_value v, int64_t hash);
/* Adds to `out` the items of `from` that are in `other` (common), or those that are not. */
int lang_set_select(struct lang_thread *t, struct lang_set *out, struct lang_set *from, struct lang_set *other,
                    bool common);
/* 1: an item of `from` is in `other` (common), or is not; 0, -1 error. */
int lang_set_any(struct lang_thread *t, struct lang_set *from, struct lang_set *other, bool common);
/* A new table when more than a quarter of it are deleted entries. */
int lang_set_trim(struct lang_thread *t, struct lang_set *s);
/* Removes the item that pop() would: owned by the caller, UNDEF when empty. */
lang_value lang_set_take_any(struct lang_set *s);
void lang_set_destroy(struct lang_thread *t, struct lang_object *o);
void lang_set_clear(struct lang_thread *t, struct lang_set *s);

struct lang_set_iter {
    struct lang_object head;
    struct lang_set *set;
    int64_t position, count, left;
};

#endif
