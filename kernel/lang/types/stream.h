/* stream.h: the standard streams and what they share with files. */
#ifndef LANG_STREAM_H
#define LANG_STREAM_H

#include "types.h"

int lang_streams_ready(struct lang_thread *t);
/* sys.stdin (0), sys.stdout (1), sys.stderr (2). */
lang_value lang_stream_new(struct lang_thread *t, int number);

#endif
