/* bind_prelude.h: the modules of the library written in the language: their texts, a table that kernel/prelude/embed
 * writes, and their code, a table that kernel/prelude/compile_library.c writes. */
#ifndef BIND_PRELUDE_H
#define BIND_PRELUDE_H

#include "lang.h"

extern const struct lang_source_module bind_prelude[]; /* ends with a row without a name; no row has its code */

/* For each row where its code lies in the bytes. */
struct bind_prelude_code {
    size_t start, size;
};
extern const struct bind_prelude_code bind_prelude_code[];
extern const uint8_t bind_prelude_bytes[];

#endif
