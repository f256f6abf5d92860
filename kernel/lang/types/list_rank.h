/* list_rank.h: the kinds of keys that list_sort.c tells apart, and their ranks. */
#ifndef LANG_LIST_RANK_H
#define LANG_LIST_RANK_H

#include "types.h"

/* INT and FLOAT are compared as they stand. Of the others, keys[i].tag is the rank; a numeric value is then behind a
 * pointer (lang_rank_numeric), the others keep their object; RANKED ones of equal rank are equal (the type's own rank).
 * ANY: no key has been touched. */
enum key_kind { KEYS_ANY, KEYS_INT, KEYS_FLOAT, KEYS_STR, KEYS_NUMERIC, KEYS_SEQUENCE, KEYS_RANKED };

/* Finds the kind of n > 0 keys and ranks them. *numbers is for lang_rank_undo; *decides: sequences of equal rank have
 * equal first items. Never fails: without memory the kind is ANY. */
enum key_kind lang_rank_keys(struct lang_thread *t, lang_value *keys, int64_t n, lang_value **numbers, bool *decides);
/* The keys, in whatever order now, become values again. */
void lang_rank_undo(struct lang_thread *t, enum key_kind kind, lang_value *keys, int64_t n, lang_value *numbers);

static inline const lang_value *lang_rank_numeric(lang_value ranked)
{
    return (const lang_value *)(uintptr_t)ranked.bits;
}

#endif
