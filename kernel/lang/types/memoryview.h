/* memoryview.h: views of memory as the files of bytes know them. Private to types/. */
#ifndef LANG_MEMORYVIEW_H
#define LANG_MEMORYVIEW_H

#include "types.h"

/* The bytes of a view whose items lie one after the other; false for another one or a released one. */
bool lang_memoryview_bytes(lang_value v, const uint8_t **data, int64_t *length);
/* The bytes of any view, in C order; NULL: raised. */
struct lang_bytes *lang_memoryview_gathered(struct lang_thread *t, lang_value v);

/* One holder more or less (+1, -1): while there is one, the view cannot be released. */
void lang_memoryview_hold(lang_value v, int change);
bool lang_memoryview_readonly(lang_value v);

#endif
