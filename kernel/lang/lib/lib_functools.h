/* lib_functools.h: what the files of the module _functools share. */
#ifndef LANG_LIB_FUNCTOOLS_H
#define LANG_LIB_FUNCTOOLS_H

#include "lib.h"

/* lib_functools_cache.c: adds the class _lru_cache_wrapper. */
int lang_functools_cache(struct lang_thread *t, struct lang_module *m);

#endif
