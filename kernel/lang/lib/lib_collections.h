/* lib_collections.h: between the files of the module _collections. */
#ifndef LANG_LIB_COLLECTIONS_H
#define LANG_LIB_COLLECTIONS_H

#include "types.h"

extern struct lang_type lang_type_deque;
int lang_deque_ready(struct lang_thread *t);

#endif
