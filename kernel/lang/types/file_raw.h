/* file_raw.h: bytes of an open file behind a buffer, below the types that the language sees. */
#ifndef LANG_FILE_RAW_H
#define LANG_FILE_RAW_H

#include "types.h"

struct file_raw {
    int fd;
    bool readable, writable, appending, close_fd, regular;
    bool exact;  /* reads what is asked for and nothing ahead: others read from the descriptor, too */
    uint8_t *in; /* read ahead: [start, end) is not yet consumed */
    size_t in_start, in_end, in_capacity;
    uint8_t *out; /* written, not yet with the system */
    size_t out_used, out_capacity;
};

/* The path of a str, bytes or os.PathLike argument as C text; *keep holds it and is released by the caller. NULL on
 * error. */
const char *lang_path_text(struct lang_thread *t, lang_value v, lang_value *keep);
/* Opens by mode letters (already checked). 0 or -1 with OSError that names `name`. */
int lang_raw_open(struct lang_thread *t, struct file_raw *f, const char *path, const char *mode, lang_value name);
/* Reads what is missing until `want` bytes are buffered or the file ends. Number of bytes buffered, -1 on error. */
int64_t lang_raw_fill(struct lang_thread *t, struct file_raw *f, size_t want);
void lang_raw_consume(struct file_raw *f, size_t n);
int lang_raw_write(struct lang_thread *t, struct file_raw *f, const void *data, size_t n);
int lang_raw_flush(struct lang_thread *t, struct file_raw *f);
/* Position as the user sees it; -1 with OSError. */
int64_t lang_raw_tell(struct lang_thread *t, struct file_raw *f);
int64_t lang_raw_seek(struct lang_thread *t, struct file_raw *f, int64_t offset, int whence);
/* Flushes and closes; the buffers go in any case. */
int lang_raw_close(struct lang_thread *t, struct file_raw *f);

int lang_memory_files_ready(struct lang_thread *t);
extern struct lang_type lang_type_stringio, lang_type_bytesio, lang_type_buffered_reader, lang_type_buffered_writer,
    lang_type_buffered_random;

#endif
