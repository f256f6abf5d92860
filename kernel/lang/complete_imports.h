/* complete_imports.h: what the import statements of a text that has not run would bind. */
#ifndef LANG_COMPLETE_IMPORTS_H
#define LANG_COMPLETE_IMPORTS_H

#include "vm/code.h"

/* The module if having it runs no code of the user: one that is imported already, or one of the library. New reference
 * or UNDEF. */
lang_value lang_library_module(struct lang_thread *t, const char *name);
/* Puts what the imports in text[0, end) bind into names. What cannot be had stays out. */
void lang_imports_of_text(struct lang_thread *t, const char *text, size_t end, struct lang_dict *names);

#endif
