/* bind_prelude.h: the modules of the library written in the language, as text; the table is written by
 * kernel/prelude/embed. */
#ifndef BIND_PRELUDE_H
#define BIND_PRELUDE_H

#include <stdbool.h>
#include <stddef.h>

struct bind_prelude_module {
    const char *name; /* "torch.nn"; NULL ends the table */
    const char *text;
    size_t size;
    bool is_package;
};
extern const struct bind_prelude_module bind_prelude[];

#endif
