/* Zip archives as PyTorch uses them: one top folder, stored records. A reader that trusts nothing in the file, and a
   writer of PyTorch's exact layout (payloads at multiples of 64, data descriptors, ZIP64 end records). Knows bytes
   only. */
#ifndef RT_ZIP_H
#define RT_ZIP_H

#include "error.h"
#include <stdint.h>

/* ---- reading ----------------------------------------------------------------------------------------------------- */

struct rt_zip_entry {
    const char *name; /* within the top folder; not terminated */
    size_t length;
    uint64_t size;   /* of the record */
    uint64_t stored; /* bytes in the file: the same unless it is deflated */
    uint64_t header; /* offset of the local header */
    int method;      /* 0 stored, 8 deflated */
    int flags;
};

/* Bytes from a place of a source that is neither a file nor memory. */
typedef int (*rt_zip_read_at)(void *context, uint64_t offset, void *to, uint64_t length, struct rt_error *err);

struct rt_zip_reader {
    int fd; /* -1: bytes */
    const unsigned char *bytes;
    rt_zip_read_at read; /* NULL: not needed */
    void *context;
    uint64_t size;
    char *directory;              /* the central directory: names point into it */
    struct rt_zip_entry *entries; /* sorted by name */
    size_t count;
    char *top;     /* the first record's folder, with its slash */
    char *strange; /* the name of a record outside of it, or NULL */
};

/* Reads the directory. The source (fd, or bytes when fd is -1) stays the caller's and must outlive the reader. Checks
   that all records are inside the file and do not overlap. RT_RUNTIME with PyTorch's texts; RT_OS. On failure nothing
   is to be closed. */
int rt_zip_open(struct rt_zip_reader *reader, int fd, const void *bytes, uint64_t size, struct rt_error *err);
/* The same with a source of any kind: `read` gives its bytes. */
int rt_zip_open_source(struct rt_zip_reader *reader, rt_zip_read_at read, void *context, uint64_t size,
                       struct rt_error *err);
void rt_zip_close(struct rt_zip_reader *reader);
/* The record of that name within the top folder ("data/0"), or NULL. */
const struct rt_zip_entry *rt_zip_find(const struct rt_zip_reader *reader, const char *name);
/* The same, with PyTorch's text when it is missing. */
const struct rt_zip_entry *rt_zip_need(const struct rt_zip_reader *reader, const char *name, struct rt_error *err);
/* Where the record's payload begins. */
int rt_zip_locate(const struct rt_zip_reader *reader, const struct rt_zip_entry *entry, uint64_t *offset,
                  struct rt_error *err);
/* The record, expanded where it is deflated, into buffer (entry->size bytes). */
int rt_zip_read(const struct rt_zip_reader *reader, const struct rt_zip_entry *entry, void *buffer,
                struct rt_error *err);

/* ---- writing ----------------------------------------------------------------------------------------------------- */

typedef int (*rt_zip_write)(void *context, const void *bytes, size_t length, struct rt_error *err);

struct rt_zip_record;
struct rt_zip_writer {
    rt_zip_write write;
    void *context;
    const char *top; /* name of the top folder: the caller's */
    uint64_t offset;
    struct rt_zip_record *records;
    size_t count, capacity;
    uint64_t left;        /* bytes the open record still wants */
    uint64_t names, crcs; /* running hashes for the serialization id */
};

void rt_zip_start(struct rt_zip_writer *writer, const char *top, rt_zip_write write, void *context);
/* A record of `size` bytes, which follow in any number of pieces, then rt_zip_record_end. */
int rt_zip_record_begin(struct rt_zip_writer *writer, const char *name, uint64_t size, struct rt_error *err);
int rt_zip_record_bytes(struct rt_zip_writer *writer, const void *bytes, size_t length, struct rt_error *err);
int rt_zip_record_end(struct rt_zip_writer *writer, struct rt_error *err);
int rt_zip_add_record(struct rt_zip_writer *writer, const char *name, const void *bytes, size_t length,
                      struct rt_error *err);
/* Forty digits made of the records so far. */
void rt_zip_serialization_id(const struct rt_zip_writer *writer, char text[41]);
/* Writes the directory. */
int rt_zip_finish(struct rt_zip_writer *writer, struct rt_error *err);
/* Frees the writer's memory, whether finished or not. */
void rt_zip_drop(struct rt_zip_writer *writer);

#endif
