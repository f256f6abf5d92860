/* bind_transfer.h: values of the language as messages between processes that were forked from one another. */
#ifndef BIND_TRANSFER_H
#define BIND_TRANSFER_H

#include <stddef.h>

#include "lang.h"

/* A value as bytes, and the elements of its tensors as files in memory. */
struct bind_message {
    char *text; /* malloc'ed */
    size_t length;
    int *files; /* malloc'ed; closed by clear */
    int nfiles;
};
/* Makes the types of this file ready. */
int bind_transfer_ready(struct lang_thread *t);
/* 0, or -1 with an exception: what cannot be sent raises what pickling it in CPython does. message is zeroed before. */
int bind_message_write(struct lang_thread *t, lang_value v, struct bind_message *message);
/* The value; the files are mapped and may be closed afterwards. */
lang_value bind_message_read(struct lang_thread *t, const struct bind_message *message);
void bind_message_clear(struct bind_message *message);
/* A file that lies in memory, with these bytes; -1 with errno. */
int bind_memory_file(const void *bytes, size_t length);

#endif
