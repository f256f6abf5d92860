/* str_format.h: the two ways of putting values into a text. Private to types/. */
#ifndef LANG_STR_FORMAT_H
#define LANG_STR_FORMAT_H

#include "types.h"

/* str.format(*args, **names); args NULL: format_map. names: a mapping or UNDEF. */
struct lang_str *lang_str_format_fields(struct lang_thread *t, struct lang_str *s, struct lang_tuple *args,
                                        lang_value names);
/* format % args; bytes: %b and bytes under %s are allowed, characters stand for bytes. */
struct lang_str *lang_percent(struct lang_thread *t, struct lang_str *format, lang_value args, bool bytes);

#endif
