/* report_impl.h: what report.c (CPython's layout) and report_cell.c (IPython's) share. */
#ifndef LANG_REPORT_IMPL_H
#define LANG_REPORT_IMPL_H

#include "vm/code.h"

/* A growing C text; `failed` sticks. */
struct report_text {
    char *data;
    size_t size, capacity;
    bool failed;
    int indent; /* of lines in an exception group, which have a bar behind it; 0: none */
};
void lang_text_put(struct report_text *x, const char *s, size_t n);
void lang_text_put_c(struct report_text *x, const char *s);
void lang_text_put_str(struct lang_thread *t, struct report_text *x, struct lang_str *s);
/* Adds the text as an entry and empties it. -1: no memory. */
int lang_report_add(struct lang_report *out, struct report_text *x);
/* str(exception), or a stand-in when that raises. */
struct lang_str *lang_exception_text(struct lang_thread *t, lang_value e);
int lang_report_cell(struct lang_thread *t, lang_value e, struct lang_report *out);
int lang_report_python(struct lang_thread *t, lang_value e, struct lang_report *out);
/* An exception group, or one after which e was raised. */
bool lang_report_has_group(lang_value e);
/* Frames, class and message alone. */
void lang_report_python_plain(struct lang_thread *t, struct report_text *x, lang_value e);
/* suggest.c: the known name that was probably meant in a NameError or AttributeError; NULL: none. */
struct lang_str *lang_suggestion(struct lang_thread *t, lang_value e);
/* One line of source with IPython's colours (neutral theme). */
void lang_colour_line(struct report_text *x, const char *s, size_t n);

#endif
