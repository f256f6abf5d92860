/* exception_fields.h: what some exceptions keep beside their arguments. */
#ifndef LANG_EXCEPTION_FIELDS_H
#define LANG_EXCEPTION_FIELDS_H

#include "types.h"

/* Positions in lang_exception.fields, by class. The name and the object or path of NameError, AttributeError and
 * ImportError are in the exception itself. */
enum lang_exception_field {
    LANG_FIELD_FIRST = 0, /* StopIteration.value, SystemExit.code */
    LANG_FIELD_MSG = 0,   /* SyntaxError and ImportError; then SyntaxError alone */
    LANG_FIELD_FILENAME = 1,
    LANG_FIELD_LINENO = 2,
    LANG_FIELD_OFFSET = 3,
    LANG_FIELD_TEXT = 4,
    LANG_FIELD_END_LINENO = 5,
    LANG_FIELD_END_OFFSET = 6,
    LANG_FIELD_ERRNO = 0, /* OSError */
    LANG_FIELD_STRERROR = 1,
    LANG_FIELD_FILE = 2,
    LANG_FIELD_FILE2 = 3,
    LANG_FIELD_WRITTEN = 4,
    LANG_FIELD_COUNT = 8
};
/* Borrowed; UNDEF: not set. */
lang_value lang_exception_field(lang_value e, enum lang_exception_field field);
int lang_exception_set_field(struct lang_thread *t, lang_value e, enum lang_exception_field field, lang_value value);

void lang_exception_fields_setup(void); /* slots of the classes, before they are readied */

#endif
