/* exception_group.h: groups of exceptions, for the loop of the vm and for reports. */
#ifndef LANG_EXCEPTION_GROUP_H
#define LANG_EXCEPTION_GROUP_H

#include "types.h"

struct lang_exception_group {
    struct lang_exception base;
    struct lang_str *message;
    struct lang_tuple *exceptions; /* never empty */
};
extern struct lang_type *lang_exception_group; /* the class ExceptionGroup; BaseExceptionGroup is a row of the table */
bool lang_is_exception_group(lang_value v);

/* One clause `except* cls`: takes what matches out of *rest (None: nothing is left) and returns it as a group, or None.
 */
lang_value lang_except_star_match(struct lang_thread *t, lang_value *rest, lang_value cls);
/* The exception to raise after the clauses: `whole` was caught, `left` holds what they raised and last the unmatched
 * rest (or None). None: nothing is raised. */
lang_value lang_except_star_join(struct lang_thread *t, lang_value whole, struct lang_list *left);

void lang_exception_group_setup(void); /* the slots of BaseExceptionGroup, before it is readied */
int lang_exception_group_ready(struct lang_thread *t);
void lang_exception_group_free(struct lang_thread *t);

#endif
