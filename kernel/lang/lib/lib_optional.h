/* lib_optional.h: libraries that are opened when a module that needs one is first imported. Owns how they are found;
 * the modules own which functions they call. */
#ifndef LANG_LIB_OPTIONAL_H
#define LANG_LIB_OPTIONAL_H

#include "lib.h"

/* `files` and `names` are words with blanks between them: file names of the library, the first that can be opened is
 * taken, and names of functions, which are put into `functions` in their order. -1 with a ModuleNotFoundError that
 * names `module`. */
int lang_optional_open(struct lang_thread *t, const char *module, const char *files, const char *names,
                       void **functions);
/* The ModuleNotFoundError of a module whose library was not there when the program was built; returns -1. */
int lang_optional_absent(struct lang_thread *t, const char *module, const char *library);

#define LANG_OPTIONAL_POINTER(name) __typeof__(name) *name;
#define LANG_OPTIONAL_NAME(name) #name " "

#endif
