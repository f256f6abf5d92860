/* lib_csv.h: what reading (lib_csv.c) and writing (lib_csv_write.c) of tables share. */
#ifndef LANG_LIB_CSV_H
#define LANG_LIB_CSV_H

#include "lib.h"

enum csv_quoting { CSV_MINIMAL, CSV_ALL, CSV_NON_NUMERIC, CSV_NONE };
enum { CSV_NO_CHAR = UINT32_MAX };

/* A dialect, as its object says. Characters that are not set are CSV_NO_CHAR. */
struct csv_rules {
    lang_value object;
    uint32_t delimiter, quote, escape;
    enum csv_quoting quoting;
    bool double_quote, skip_space, strict;
    struct lang_str *end; /* of a line that is written; the object keeps it */
};

extern struct lang_type lang_type_csv_writer;
/* Reads the attributes of a dialect object, which is kept. */
int lang_csv_rules(struct lang_thread *t, lang_value dialect, struct csv_rules *rules);
/* Raises csv.Error. */
lang_value lang_csv_fail(struct lang_thread *t, const char *text);
extern struct lang_type *lang_csv_error;
lang_value lang_csv_writer(struct lang_thread *t, const lang_value *a);

#endif
