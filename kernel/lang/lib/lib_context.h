/* lib_context.h: contexts as the tasks of event loops enter and leave them. */
#ifndef LANG_LIB_CONTEXT_H
#define LANG_LIB_CONTEXT_H

#include "lib.h"

/* A copy of what is current. */
lang_value lang_context_copy_current(struct lang_thread *t);
bool lang_is_context(lang_value v);
/* Makes a context the current one, until it is left; -1 with RuntimeError: it is entered already. */
int lang_context_enter(struct lang_thread *t, lang_value context);
void lang_context_leave(struct lang_thread *t, lang_value context);
/* Readies the types; also called by the module's init. */
int lang_context_ready(struct lang_thread *t);

#endif
