/* lib_math.h: between the two files of the module math. */
#ifndef LANG_LIB_MATH_H
#define LANG_LIB_MATH_H

#include "object.h"

extern const struct lang_method lang_math_integers[];

#endif
