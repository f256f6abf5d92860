/* lib_json.h: what the two files of the module _json share. */
#ifndef LANG_LIB_JSON_H
#define LANG_LIB_JSON_H

#include "lib.h"

/* lib_json_read.c: a function of a decoder, of type Scanner. */
extern struct lang_type lang_type_json_scanner;
lang_value lang_json_scanner(struct lang_thread *t, const lang_value *a);
lang_value lang_json_scanstring(struct lang_thread *t, const lang_value *a);

#endif
