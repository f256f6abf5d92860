/* file.h: the layouts of streams and what the files of _io share: the abstract types, files over descriptors, buffers
 * over raw streams, text over buffers. */
#ifndef LANG_FILE_H
#define LANG_FILE_H

#include "types.h"

/* Begins every stream. */
struct lang_stream {
    struct lang_object head;
    struct lang_attrs attrs;
    bool done;       /* IOBase.close() has run */
    bool finalizing; /* __del__ runs: who closes now may warn */
};
extern struct lang_type lang_type_io_base, lang_type_raw_io_base, lang_type_buffered_io_base, lang_type_text_io_base,
    lang_type_file_io, lang_type_buffered_reader, lang_type_buffered_writer, lang_type_buffered_random,
    lang_type_buffered_rw_pair, lang_type_newline_decoder, lang_type_stringio, lang_type_bytesio;

/* The class io.UnsupportedOperation (an OSError and a ValueError), made at its first use; borrowed. */
struct lang_type *lang_unsupported_operation(struct lang_thread *t);
int lang_stream_refuse(struct lang_thread *t, const char *what); /* raises it: -1 */
/* The size argument of the reading methods: -1 for None and what is absent. */
int lang_stream_size(struct lang_thread *t, lang_value v, int64_t *n);
/* The attribute _finalizing. */
lang_value lang_stream_finalizing(struct lang_thread *t, lang_value self);
int lang_stream_set_finalizing(struct lang_thread *t, lang_value self, lang_value v);
/* v.closed: 1, 0, -1. */
int lang_stream_closed(struct lang_thread *t, lang_value v);
int lang_stream_check_open(struct lang_thread *t, lang_value v);             /* -1 and ValueError: v.closed */
int lang_stream_attr(struct lang_thread *t, lang_value v, const char *name); /* truth of an attribute */
int lang_stream_ask(struct lang_thread *t, lang_value v, const char *name);  /* truth of v.name() */
/* v.name() must be true, or UnsupportedOperation("File or stream is not NAME."). */
int lang_stream_require(struct lang_thread *t, lang_value v, const char *name);
int lang_stream_call(struct lang_thread *t, lang_value v, const char *name); /* v.name(), its result dropped */
/* v.name, UNDEF where there is none. */
lang_value lang_stream_member(struct lang_thread *t, lang_value v, const char *name);
/* closes v by name "close" although an exception (taken before, or UNDEF) is under way, which becomes the context of
 * one that close() raises. -1: one is on the thread. */
int lang_stream_close_after(struct lang_thread *t, lang_value v, lang_value error);
int lang_stream_blocked(struct lang_thread *t, int64_t written); /* raises BlockingIOError: -1 */
int lang_stream_warn(struct lang_thread *t, enum lang_exc category, lang_value source, const char *format, ...);
/* `<_io.NAME name=... mode=...>` without what is not there; `more` ends it. */
lang_value lang_stream_repr(struct lang_thread *t, lang_value v, bool mode, struct lang_str *more);

/* ------------------------------------------------------------------ FileIO (file_raw.c) */

struct lang_file_io {
    struct lang_stream stream;
    int fd;       /* -1: closed */
    int seekable; /* -1: not asked yet */
    bool created, readable, writable, appending, close_fd, regular;
    int64_t block_size;
};
static inline struct lang_file_io *lang_file_io_of(lang_value v)
{
    return (struct lang_file_io *)v.o;
}
/* One call of the system, without the interpreter lock: how many bytes; LANG_FILE_BLOCKED: none can be had, or taken,
 * now; -1 with an exception. */
enum { LANG_FILE_BLOCKED = -2 };
int64_t lang_file_io_read(struct lang_thread *t, struct lang_file_io *f, void *to, size_t n);
int64_t lang_file_io_write(struct lang_thread *t, struct lang_file_io *f, const void *from, size_t n);
int64_t lang_file_io_seek(struct lang_thread *t, struct lang_file_io *f, int64_t offset, int whence);
/* The path of a str, bytes or os.PathLike argument as C text; *keep holds it and is released by the caller. NULL on
 * error. */
lang_value lang_path_value(struct lang_thread *t, lang_value v); /* os.fspath(v) */
const char *lang_path_text(struct lang_thread *t, lang_value v, lang_value *keep);

/* ------------------------------------------------------------------ buffers (file_buffered.c), text (file_text.c) */

bool lang_is_buffered(lang_value v); /* exactly a BufferedReader, BufferedWriter or BufferedRandom */
/* For callers in C: what read(n) and read1(n) of such a one give, and write. */
lang_value lang_buffered_read(struct lang_thread *t, lang_value v, int64_t n);
lang_value lang_buffered_read1(struct lang_thread *t, lang_value v, int64_t n);
int lang_buffered_write(struct lang_thread *t, lang_value v, const void *data, size_t n);

/* What has been seen of line ends, by a decoder of them. */
enum { LANG_SEEN_CR = 1, LANG_SEEN_LF = 2, LANG_SEEN_CRLF = 4 };
struct lang_newlines {
    bool translate;  /* into "\n" */
    bool pending_cr; /* a "\r" was held back: its "\n" may follow */
    unsigned seen;
};
/* The text with its line ends as wanted. Takes s. */
struct lang_str *lang_newlines_decode(struct lang_thread *t, struct lang_newlines *n, struct lang_str *s, bool final);
lang_value lang_newlines_seen(struct lang_thread *t, unsigned seen);

/* open(file, mode, buffering, encoding, errors, newline, closefd, opener), absent ones UNDEF. */
lang_value lang_file_open(struct lang_thread *t, const lang_value *args);

int lang_stream_bases_ready(struct lang_thread *t);

#endif
