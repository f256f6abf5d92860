/* stream.h: the standard streams and what they share with files. */
#ifndef LANG_STREAM_H
#define LANG_STREAM_H

#include "types.h"

int lang_streams_ready(struct lang_thread *t);
/* sys.stdin (0), sys.stdout (1), sys.stderr (2). */
lang_value lang_stream_new(struct lang_thread *t, int number);
/* The class io.UnsupportedOperation (an OSError and a ValueError), made at its first use; borrowed. */
struct lang_type *lang_unsupported_operation(struct lang_thread *t);

/* A stream over another object: one of the Python on the machine. */
lang_value lang_stream_over(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                            struct lang_tuple *kwnames);

#endif
