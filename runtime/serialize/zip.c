/* Reading and writing zip archives: see zip.h. Every number of a file is checked before it is used; sizes are unsigned
   64-bit and compared by subtraction, so that nothing can wrap. */
#include "zip.h"
#include "zip_crc.h"
#include "device.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

enum {
    SIG_LOCAL = 0x04034b50,
    SIG_DESCRIPTOR = 0x08074b50,
    SIG_CENTRAL = 0x02014b50,
    SIG_END64 = 0x06064b50,
    SIG_LOCATOR64 = 0x07064b50,
    SIG_END = 0x06054b50
};
enum { LOCAL_SIZE = 30, CENTRAL_SIZE = 46, END64_SIZE = 56, LOCATOR_SIZE = 20, END_SIZE = 22, MAX_COMMENT = 65535 };
#define ALIGNMENT 64
#define PIECE_READ ((uint64_t)32 << 20) /* of a file, between looks at the interrupt flag */

static uint32_t get16(const unsigned char *p)
{
    return p[0] | (uint32_t)p[1] << 8;
}
static uint32_t get32(const unsigned char *p)
{
    return get16(p) | get16(p + 2) << 16;
}
static uint64_t get64(const unsigned char *p)
{
    return get32(p) | (uint64_t)get32(p + 4) << 32;
}
static unsigned char *put(unsigned char *p, uint64_t value, int bytes)
{
    for (int i = 0; i < bytes; i++)
        p[i] = i < 8 ? (unsigned char)(value >> 8 * i) : 0;
    return p + bytes;
}

/* ---- reading ----------------------------------------------------------------------------------------------------- */

#define CORRUPT                                                                                                        \
    ". This is an internal miniz error. If you are seeing this error, there is a high likelihood that your "           \
    "checkpoint "                                                                                                      \
    "file is corrupted. This can happen if the checkpoint was not saved properly, was transferred incorrectly, or "    \
    "the "                                                                                                             \
    "file was modified after saving."

#define CORRUPTED "invalid header or archive is corrupted"

static int damaged(struct rt_error *err, const char *why)
{
    return rt_error_set(err, RT_RUNTIME, "PytorchStreamReader failed reading zip archive: %s" CORRUPT, why);
}

static int damaged_record(struct rt_error *err, const char *what, const struct rt_zip_entry *e, const char *why)
{
    int length = (int)(e->length < 200 ? e->length : 200);
    return rt_error_set(err, RT_RUNTIME, "PytorchStreamReader failed %s %.*s: %s" CORRUPT, what, length, e->name, why);
}

static int read_at(const struct rt_zip_reader *r, uint64_t offset, void *to, uint64_t length, struct rt_error *err)
{
    if (offset > r->size || length > r->size - offset)
        return damaged(err, "file read failed");
    if (r->read)
        return r->read(r->context, offset, to, length, err);
    if (r->fd < 0) {
        if (length)
            memcpy(to, r->bytes + offset, length);
        return 0;
    }
    for (char *at = to; length;) {
        ssize_t n = rt_check_interrupt(err) < 0
                        ? -2
                        : pread(r->fd, at, length < PIECE_READ ? length : PIECE_READ, (off_t)offset);
        if (n == -2)
            return -1;
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0) /* an error of the disk, or the file has shrunk meanwhile */
            return damaged(err, "file read failed");
        at += n;
        offset += (uint64_t)n;
        length -= (uint64_t)n;
    }
    return 0;
}

struct directory {
    uint64_t offset, size, count;
    uint64_t count_here; /* of the entries, on this disk: all */
    uint64_t disk, first_disk;
};

/* The end record of large archives, in front of the other one. One that is not where its locator says does not count.
 */
static int read_end64(const struct rt_zip_reader *r, uint64_t end, struct directory *d, struct rt_error *err)
{
    unsigned char locator[LOCATOR_SIZE], record[END64_SIZE];
    if (end < LOCATOR_SIZE)
        return 0;
    if (read_at(r, end - LOCATOR_SIZE, locator, sizeof locator, err) < 0)
        return -1;
    if (get32(locator) != SIG_LOCATOR64)
        return 0;
    if (get64(locator + 8) > r->size - END64_SIZE)
        return damaged(err, "not a ZIP archive");
    if (read_at(r, get64(locator + 8), record, sizeof record, err) < 0)
        return -1;
    if (get32(record) != SIG_END64)
        return 0;
    *d = (struct directory){.disk = get32(record + 16),
                            .first_disk = get32(record + 20),
                            .count_here = get64(record + 24),
                            .count = get64(record + 32),
                            .size = get64(record + 40),
                            .offset = get64(record + 48)};
    return get64(record + 4) < END64_SIZE - 12               ? damaged(err, CORRUPTED)
           : get32(locator + 16) != 1                        ? damaged(err, "unsupported multidisk archive")
           : d->count >> 32 != 0 || d->count_here >> 32 != 0 ? damaged(err, "too many files")
           : d->size >> 32 != 0                              ? damaged(err, "unsupported central directory size")
                                                             : 0;
}

static int check_directory(const struct directory *d, uint64_t end, struct rt_error *err)
{
    bool one_disk = (d->disk == 0 && d->first_disk == 0) || (d->disk == 1 && d->first_disk == 1);
    if (d->count_here != d->count || !one_disk)
        return damaged(err, "unsupported multidisk archive");
    if (d->offset > end || d->size > end - d->offset || d->count > d->size / CENTRAL_SIZE)
        return damaged(err, CORRUPTED);
    return 0;
}

/* The end record: searched from the end, because a comment of any text may follow it. */
static int find_directory(const struct rt_zip_reader *r, struct directory *d, struct rt_error *err)
{
    uint64_t length = r->size < END_SIZE + MAX_COMMENT ? r->size : END_SIZE + MAX_COMMENT;
    if (length < END_SIZE)
        return damaged(err, "not a ZIP archive");
    unsigned char *tail = rt_alloc(length);
    int status = -1;
    if (!tail)
        return rt_error_memory(err);
    if (read_at(r, r->size - length, tail, length, err) < 0)
        goto end;
    for (uint64_t at = length - END_SIZE + 1; at-- > 0;) {
        if (get32(tail + at) != SIG_END)
            continue;
        *d = (struct directory){.disk = get16(tail + at + 4),
                                .first_disk = get16(tail + at + 6),
                                .count_here = get16(tail + at + 8),
                                .count = get16(tail + at + 10),
                                .size = get32(tail + at + 12),
                                .offset = get32(tail + at + 16)};
        uint64_t end = r->size - length + at;
        status = read_end64(r, end, d, err) < 0 ? -1 : check_directory(d, end, err);
        goto end;
    }
    damaged(err, "failed finding central directory");
end:
    rt_free(tail);
    return status;
}

/* Values that do not fit the directory's 32 bits are in its ZIP64 field, in this order, those only. */
static void read_extra64(const unsigned char *extra, size_t length, struct rt_zip_entry *e)
{
    while (length >= 4) {
        size_t id = get16(extra), size = get16(extra + 2);
        if (size > length - 4)
            return;
        if (id == 1) {
            uint64_t *fields[] = {&e->size, &e->stored, &e->header};
            const unsigned char *at = extra + 4;
            for (int i = 0; i < 3; i++) {
                if (*fields[i] == 0xffffffffu && size >= 8) {
                    *fields[i] = get64(at);
                    at += 8;
                    size -= 8;
                }
            }
            return;
        }
        extra += 4 + size;
        length -= 4 + size;
    }
}

static int read_entry(struct rt_zip_reader *r, const unsigned char *p, struct rt_zip_entry *e, struct rt_error *err)
{
    e->name = (const char *)p + CENTRAL_SIZE;
    e->length = get16(p + 28);
    e->flags = (int)get16(p + 8);
    e->method = (int)get16(p + 10);
    e->stored = get32(p + 20);
    e->size = get32(p + 24);
    e->header = get32(p + 42);
    read_extra64(p + CENTRAL_SIZE + e->length, get16(p + 30), e);
    if (e->flags & 0x2000) /* the directory itself is encrypted */
        return damaged(err, "unsupported encryption");
    if (get16(p + 34) > 1)
        return damaged(err, "unsupported multidisk archive");
    if (e->header > r->size || r->size - e->header < LOCAL_SIZE || e->stored > r->size - e->header - LOCAL_SIZE)
        return damaged(err, CORRUPTED);
    if (e->method == 0 && e->stored != e->size)
        return damaged(err, CORRUPTED);
    if (e->method == 8 && e->size / 1040 > e->stored) /* deflate reaches 1032 to 1 */
        return damaged(err, CORRUPTED);
    return 0;
}

int rt_zip_locate(const struct rt_zip_reader *reader, const struct rt_zip_entry *entry, uint64_t *offset,
                  struct rt_error *err)
{
    unsigned char local[LOCAL_SIZE];
    if (read_at(reader, entry->header, local, sizeof local, err) < 0)
        return -1;
    *offset = entry->header + LOCAL_SIZE + get16(local + 26) + get16(local + 28);
    if (get32(local) != SIG_LOCAL || *offset > reader->size || entry->stored > reader->size - *offset)
        return damaged_record(err, "reading file", entry, CORRUPTED);
    return 0;
}

static int by_offset(const void *a, const void *b)
{
    const struct rt_zip_entry *x = a, *y = b;
    return x->header < y->header ? -1 : x->header > y->header;
}

static int compare_names(const char *a, size_t la, const char *b, size_t lb)
{
    int order = memcmp(a, b, la < lb ? la : lb);
    return order ? order : la < lb ? -1 : la > lb;
}

static int by_name(const void *a, const void *b)
{
    const struct rt_zip_entry *x = a, *y = b;
    return compare_names(x->name, x->length, y->name, y->length);
}

static char *copy_name(const char *name, size_t length)
{
    char *copy = rt_alloc(length + 1);
    if (copy) {
        memcpy(copy, name, length);
        copy[length] = '\0';
    }
    return copy;
}

/* Names lose the top folder, which the first record decides. A record outside of it is not there; its name is kept for
   who lists them all. */
static int strip_top(struct rt_zip_reader *r, struct rt_error *err)
{
    if (!r->count)
        return rt_error_set(err, RT_RUNTIME,
                            "PytorchStreamReader failed locating file data.pkl: file not found" CORRUPT);
    const char *first = r->entries[0].name, *slash = memchr(first, '/', r->entries[0].length);
    if (!slash)
        return rt_error_set(
            err, RT_RUNTIME,
            "[enforce fail at inline_container.cc:180] . file in archive is not in a subdirectory: %.*s",
            (int)(r->entries[0].length < 200 ? r->entries[0].length : 200), first);
    size_t top = (size_t)(slash - first) + 1, kept = 0;
    if (!(r->top = copy_name(first, top)))
        return rt_error_memory(err);
    for (size_t i = 0; i < r->count; i++) {
        struct rt_zip_entry *e = &r->entries[i];
        if (e->length < top || memcmp(e->name, r->top, top) != 0) {
            if (!r->strange && !(r->strange = copy_name(e->name, e->length)))
                return rt_error_memory(err);
            continue;
        }
        r->entries[kept] = *e;
        r->entries[kept].name += top;
        r->entries[kept++].length -= top;
    }
    r->count = kept;
    return 0;
}

static int read_directory(struct rt_zip_reader *r, const struct directory *d, struct rt_error *err)
{
    r->directory = rt_alloc(d->size + 1);
    r->entries = rt_alloc((d->count + 1) * sizeof *r->entries);
    if (!r->directory || !r->entries)
        return rt_error_memory(err);
    if (read_at(r, d->offset, r->directory, d->size, err) < 0)
        return -1;
    const unsigned char *p = (const unsigned char *)r->directory;
    uint64_t left = d->size;
    for (; r->count < d->count; r->count++) {
        if (left < CENTRAL_SIZE || get32(p) != SIG_CENTRAL)
            return damaged(err, CORRUPTED);
        uint64_t full = (uint64_t)CENTRAL_SIZE + get16(p + 28) + get16(p + 30) + get16(p + 32);
        if (full > left)
            return damaged(err, CORRUPTED);
        if (read_entry(r, p, &r->entries[r->count], err) < 0)
            return -1;
        p += full;
        left -= full;
    }
    if (strip_top(r, err) < 0)
        return -1;
    /* Two records at one offset are how a small file becomes a large load. */
    qsort(r->entries, r->count, sizeof *r->entries, by_offset);
    for (size_t i = 1; i < r->count; i++)
        if (r->entries[i].header - r->entries[i - 1].header < LOCAL_SIZE + r->entries[i - 1].stored)
            return damaged(err, "records overlap");
    qsort(r->entries, r->count, sizeof *r->entries, by_name);
    return 0;
}

static int open_reader(struct rt_zip_reader *reader, struct rt_error *err)
{
    struct directory d = {0};
    if (find_directory(reader, &d, err) == 0 && read_directory(reader, &d, err) == 0)
        return 0;
    rt_zip_close(reader);
    return -1;
}

int rt_zip_open(struct rt_zip_reader *reader, int fd, const void *bytes, uint64_t size, struct rt_error *err)
{
    *reader = (struct rt_zip_reader){.fd = fd, .bytes = bytes, .size = size};
    return open_reader(reader, err);
}

int rt_zip_open_source(struct rt_zip_reader *reader, rt_zip_read_at read, void *context, uint64_t size,
                       struct rt_error *err)
{
    *reader = (struct rt_zip_reader){.fd = -1, .read = read, .context = context, .size = size};
    return open_reader(reader, err);
}

void rt_zip_close(struct rt_zip_reader *reader)
{
    rt_free(reader->top);
    rt_free(reader->strange);
    reader->top = reader->strange = NULL;
    rt_free(reader->directory);
    rt_free(reader->entries);
    reader->directory = NULL;
    reader->entries = NULL;
    reader->count = 0;
}

const struct rt_zip_entry *rt_zip_find(const struct rt_zip_reader *reader, const char *name)
{
    size_t low = 0, high = reader->count, length = strlen(name);
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const struct rt_zip_entry *e = &reader->entries[middle];
        int order = compare_names(name, length, e->name, e->length);
        if (order == 0)
            return e;
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}

const struct rt_zip_entry *rt_zip_need(const struct rt_zip_reader *reader, const char *name, struct rt_error *err)
{
    const struct rt_zip_entry *e = rt_zip_find(reader, name);
    if (!e)
        rt_error_set(err, RT_RUNTIME, "PytorchStreamReader failed locating file %.200s: file not found" CORRUPT, name);
    const char *why = !e                                 ? NULL
                      : e->flags & (1 | 64)              ? "unsupported encryption"
                      : e->flags & 32                    ? "unsupported feature"
                      : e->method != 0 && e->method != 8 ? "unsupported method"
                                                         : NULL;
    if (!why)
        return e;
    damaged_record(err, "retrieving file meta-data for", e, why);
    return NULL;
}

static void *inflate_alloc(void *context, unsigned items, unsigned size)
{
    (void)context;
    return rt_alloc((size_t)items * size);
}

static void inflate_free(void *context, void *memory)
{
    (void)context;
    rt_free(memory);
}

#define PIECE 65536 /* bytes of the stream in memory at once */

/* Expands a raw deflate stream (RFC 1951) to exactly entry->size bytes. */
static int inflate_record(const struct rt_zip_reader *r, const struct rt_zip_entry *e, uint64_t at, unsigned char *to,
                          struct rt_error *err)
{
    z_stream z = {.zalloc = inflate_alloc, .zfree = inflate_free};
    unsigned char *piece = rt_alloc(PIECE);
    uint64_t given = 0, left = e->size;
    int status = Z_OK;

    if (!piece || inflateInit2(&z, -MAX_WBITS) != Z_OK) {
        rt_free(piece);
        return rt_error_memory(err);
    }
    z.next_out = e->size ? to : piece; /* zlib wants an address also for nothing */
    while (status == Z_OK) {
        if (!z.avail_in && given < e->stored) {
            z.next_in = piece;
            z.avail_in = (unsigned)(e->stored - given < PIECE ? e->stored - given : PIECE);
            if (read_at(r, at + given, piece, z.avail_in, err) < 0)
                break;
            given += z.avail_in;
        }
        if (!z.avail_out) { /* zlib counts with 32 bits */
            z.avail_out = (unsigned)(left < UINT32_MAX ? left : UINT32_MAX);
            left -= z.avail_out;
        }
        status = inflate(&z, Z_NO_FLUSH);
    }
    left += z.avail_out;
    inflateEnd(&z);
    rt_free(piece);
    if (status == Z_MEM_ERROR)
        return rt_error_memory(err);
    if (status == Z_OK) /* a read failed */
        return -1;
    return status == Z_STREAM_END && left == 0 ? 0 : damaged(err, "decompression failed or archive is corrupted");
}

int rt_zip_read(const struct rt_zip_reader *reader, const struct rt_zip_entry *entry, void *buffer,
                struct rt_error *err)
{
    uint64_t at;
    if (rt_zip_locate(reader, entry, &at, err) < 0)
        return -1;
    return entry->method == 0 ? read_at(reader, at, buffer, entry->size, err)
                              : inflate_record(reader, entry, at, buffer, err);
}

/* ---- writing ----------------------------------------------------------------------------------------------------- */

struct rt_zip_record {
    char *name; /* with the top folder */
    uint64_t offset, size;
    uint32_t crc;
};

#define LARGE 0xffffffffull /* sizes and offsets from here on need ZIP64 */

void rt_zip_start(struct rt_zip_writer *writer, const char *top, rt_zip_write write, void *context)
{
    *writer = (struct rt_zip_writer){.write = write, .context = context, .top = top};
    writer->names = 14695981039346656037ull;
}

static int emit(struct rt_zip_writer *w, const void *bytes, size_t length, struct rt_error *err)
{
    w->offset += length;
    return length ? w->write(w->context, bytes, length, err) : 0;
}

static struct rt_zip_record *new_record(struct rt_zip_writer *w, const char *name, struct rt_error *err)
{
    if (w->count == w->capacity) {
        size_t capacity = w->capacity ? 2 * w->capacity : 16;
        struct rt_zip_record *more = rt_realloc(w->records, capacity * sizeof *more);
        if (!more) {
            rt_error_memory(err);
            return NULL;
        }
        w->records = more;
        w->capacity = capacity;
    }
    size_t length = strlen(w->top) + 1 + strlen(name) + 1;
    char *full = rt_alloc(length);
    if (!full) {
        rt_error_memory(err);
        return NULL;
    }
    snprintf(full, length, "%s/%s", w->top, name);
    for (const char *c = name; *c; c++)
        w->names = (w->names ^ (unsigned char)*c) * 1099511628211ull;
    w->records[w->count] = (struct rt_zip_record){.name = full};
    return &w->records[w->count++];
}

int rt_zip_record_begin(struct rt_zip_writer *writer, const char *name, uint64_t size, struct rt_error *err)
{
    unsigned char header[LOCAL_SIZE + 20 + 4 + ALIGNMENT], *p = header;
    struct rt_zip_record *r = new_record(writer, name, err);
    if (!r)
        return -1;
    size_t length = strlen(r->name);
    bool large = size >= LARGE;
    uint64_t start = writer->offset + LOCAL_SIZE + length + (large ? 20 : 0) + 4;
    size_t padding = (size_t)((ALIGNMENT - start % ALIGNMENT) % ALIGNMENT);
    r->offset = writer->offset;
    r->size = size;
    writer->left = size;
    p = put(p, SIG_LOCAL, 4);
    p = put(p, large ? 45 : 0, 2);
    p = put(p, 0x0808, 2);    /* sizes follow the payload; names are UTF-8 */
    p = put(p, 0, 2 + 4 + 4); /* stored, no time, check sum later */
    p = put(p, large ? LARGE : 0, 4);
    p = put(p, large ? LARGE : 0, 4);
    p = put(p, length, 2);
    p = put(p, (large ? 20 : 0) + 4 + padding, 2);
    if (emit(writer, header, LOCAL_SIZE, err) < 0 || emit(writer, r->name, length, err) < 0)
        return -1;
    p = header;
    if (large) {
        p = put(p, 1, 2);
        p = put(p, 16, 2);
        p = put(p, 0, 8);
        p = put(p, 0, 8);
    }
    p = put(p, 0x4246, 2);
    p = put(p, padding, 2);
    memset(p, 'Z', padding);
    return emit(writer, header, (size_t)(p - header) + padding, err);
}

int rt_zip_record_bytes(struct rt_zip_writer *writer, const void *bytes, size_t length, struct rt_error *err)
{
    struct rt_zip_record *r = &writer->records[writer->count - 1];
    if (length > writer->left)
        return rt_error_set(err, RT_RUNTIME, "record %s is longer than announced", r->name);
    r->crc = rt_zip_crc(r->crc, bytes, length);
    writer->left -= length;
    return emit(writer, bytes, length, err);
}

int rt_zip_record_end(struct rt_zip_writer *writer, struct rt_error *err)
{
    struct rt_zip_record *r = &writer->records[writer->count - 1];
    unsigned char descriptor[24], *p = descriptor;
    if (writer->left)
        return rt_error_set(err, RT_RUNTIME, "record %s is shorter than announced", r->name);
    int bytes = r->size >= LARGE ? 8 : 4;
    writer->crcs = writer->crcs * 0x9e3779b97f4a7c15ull + r->crc;
    p = put(p, SIG_DESCRIPTOR, 4);
    p = put(p, r->crc, 4);
    p = put(p, r->size, bytes);
    p = put(p, r->size, bytes);
    return emit(writer, descriptor, (size_t)(p - descriptor), err);
}

int rt_zip_add_record(struct rt_zip_writer *writer, const char *name, const void *bytes, size_t length,
                      struct rt_error *err)
{
    if (rt_zip_record_begin(writer, name, length, err) < 0 || rt_zip_record_bytes(writer, bytes, length, err) < 0)
        return -1;
    return rt_zip_record_end(writer, err);
}

void rt_zip_serialization_id(const struct rt_zip_writer *writer, char text[41])
{
    snprintf(text, 41, "%020llu%020llu", (unsigned long long)writer->names, (unsigned long long)writer->crcs);
}

static int emit_central(struct rt_zip_writer *w, const struct rt_zip_record *r, struct rt_error *err)
{
    unsigned char entry[CENTRAL_SIZE], extra[28], *p = entry, *x = extra + 4;
    size_t length = strlen(r->name);
    if (r->size >= LARGE) {
        x = put(x, r->size, 8);
        x = put(x, r->size, 8);
    }
    if (r->offset >= LARGE)
        x = put(x, r->offset, 8);
    size_t extra_length = x == extra + 4 ? 0 : (size_t)(x - extra);
    put(extra, 1, 2);
    put(extra + 2, extra_length ? extra_length - 4 : 0, 2);
    p = put(p, SIG_CENTRAL, 4);
    p = put(p, 0, 2);
    p = put(p, extra_length ? 45 : 0, 2);
    p = put(p, 0x0808, 2);
    p = put(p, 0, 2 + 4);
    p = put(p, r->crc, 4);
    p = put(p, r->size < LARGE ? r->size : LARGE, 4);
    p = put(p, r->size < LARGE ? r->size : LARGE, 4);
    p = put(p, length, 2);
    p = put(p, extra_length, 2);
    p = put(p, 0, 2 + 2 + 2);
    p = put(p, 0, 4);
    p = put(p, r->offset < LARGE ? r->offset : LARGE, 4);
    if (emit(w, entry, sizeof entry, err) < 0 || emit(w, r->name, length, err) < 0)
        return -1;
    return emit(w, extra, extra_length, err);
}

int rt_zip_finish(struct rt_zip_writer *writer, struct rt_error *err)
{
    unsigned char end[END64_SIZE + LOCATOR_SIZE + END_SIZE], *p = end;
    uint64_t start = writer->offset;
    for (size_t i = 0; i < writer->count; i++)
        if (emit_central(writer, &writer->records[i], err) < 0)
            return -1;
    uint64_t size = writer->offset - start, count = writer->count;
    p = put(p, SIG_END64, 4);
    p = put(p, END64_SIZE - 12, 8);
    p = put(p, 0x1e, 2);
    p = put(p, 45, 2);
    p = put(p, 0, 4 + 4);
    p = put(p, count, 8);
    p = put(p, count, 8);
    p = put(p, size, 8);
    p = put(p, start, 8);
    p = put(p, SIG_LOCATOR64, 4);
    p = put(p, 0, 4);
    p = put(p, start + size, 8);
    p = put(p, 1, 4);
    p = put(p, SIG_END, 4);
    p = put(p, 0, 2 + 2);
    p = put(p, count < 0xffff ? count : 0xffff, 2);
    p = put(p, count < 0xffff ? count : 0xffff, 2);
    p = put(p, size < LARGE ? size : LARGE, 4);
    p = put(p, start < LARGE ? start : LARGE, 4);
    p = put(p, 0, 2);
    return emit(writer, end, sizeof end, err);
}

void rt_zip_drop(struct rt_zip_writer *writer)
{
    for (size_t i = 0; i < writer->count; i++)
        rt_free(writer->records[i].name);
    rt_free(writer->records);
    writer->records = NULL;
    writer->count = writer->capacity = 0;
}
