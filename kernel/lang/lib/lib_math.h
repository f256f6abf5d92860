/* lib_math.h: between the two files of the module math. */
#ifndef LANG_LIB_MATH_H
#define LANG_LIB_MATH_H

#include "object.h"

int lang_math_integers_add(struct lang_thread *t, struct lang_module *m); /* lib_math_int.c */

#endif
