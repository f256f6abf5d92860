/* modules.c: the table of the library modules in C, made from modules.def. */
#include "lib.h"

#define X(name) extern const struct lang_module_def lang_module_##name;
#include "modules.def"
#undef X

const struct lang_module_def *const lang_module_defs[] = {
#define X(name) &lang_module_##name,
#include "modules.def"
#undef X
    NULL,
};
