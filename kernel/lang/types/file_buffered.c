/* file_buffered.c: BufferedReader, BufferedWriter and BufferedRandom: bytes behind a buffer, over any
 * object with the methods of a raw stream; a FileIO is called directly. The buffer holds either bytes that were read
 * ahead or bytes that are to be written, never both. Raw streams may run any code, or let other threads run: one
 * thread at a time is inside of a stream. Knows no descriptors and no text. */
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "bytes_impl.h"
#include "containers.h"
#include "file.h"
#include "vm/code.h"

enum state { UNMADE, READY, DETACHED };

struct buffered {
    struct lang_stream stream;
    lang_value raw;
    enum state state;
    bool reads, writes;
    uint8_t *data;            /* `size` bytes; NULL before they are needed */
    int64_t size, start, end; /* read ahead: [start, end) */
    int64_t used;             /* to be written: the first ones */
    struct lang_thread *owner;
};

static inline struct buffered *buffered_of(lang_value v)
{
    return (struct buffered *)v.o;
}
static inline int64_t ahead_of(const struct buffered *b)
{
    return b->end - b->start;
}
static inline bool is_direct(const struct buffered *b)
{
    return lang_is_exactly(b->raw, &lang_type_file_io);
}
bool lang_is_buffered(lang_value v)
{
    return lang_is_obj(v) && (v.o->type == &lang_type_buffered_reader || v.o->type == &lang_type_buffered_writer ||
                              v.o->type == &lang_type_buffered_random);
}

/* ------------------------------------------------------------------ who may do what */

static int check_made(struct lang_thread *t, const struct buffered *b)
{
    if (b->state == READY)
        return 0;
    return lang_fail(t, LANG_EXC_ValueError,
                     b->state == DETACHED ? "raw stream has been detached" : "I/O operation on uninitialized object");
}

/* `what` is the text of the error. */
static int check_open(struct lang_thread *t, struct buffered *b, const char *what)
{
    if (check_made(t, b) < 0)
        return -1;
    int closed = lang_stream_closed(t, b->raw);
    return closed > 0 ? lang_fail(t, LANG_EXC_ValueError, "%s", what) : closed;
}

static int enter(struct lang_thread *t, struct buffered *b)
{
    const struct timespec a_little = {0, 200000};

    if (b->owner == t)
        return lang_fail(t, LANG_EXC_RuntimeError, "reentrant call inside %R", lang_obj(b));
    while (b->owner) {
        lang_unlock(t);
        nanosleep(&a_little, NULL);
        lang_lock(t);
        if (lang_poll(t) < 0)
            return -1;
    }
    b->owner = t;
    if (!b->data && !(b->data = lang_alloc(t, (size_t)b->size))) {
        b->owner = NULL;
        return -1;
    }
    return 0;
}

static void leave(struct buffered *b)
{
    b->owner = NULL;
}

/* Ready and open, and nobody else is inside. */
static int begin(struct lang_thread *t, struct buffered *b, const char *what)
{
    return check_open(t, b, what) < 0 ? -1 : enter(t, b);
}

/* ------------------------------------------------------------------ the raw stream */

/* What a raw stream says it has done: a count up to `most`, None; takes r. */
static int64_t count_of(struct lang_thread *t, lang_value r, int64_t most, const char *method)
{
    int64_t n;

    if (lang_is_error(r))
        return -1;
    if (lang_is_none(r))
        return LANG_FILE_BLOCKED;
    int status = lang_as_index(t, r, &n);
    lang_unref(t, r);
    if (status < 0) {
        lang_value cause = lang_error_take(t);
        lang_raise(t, LANG_EXC_OSError, "raw %s() failed", method);
        lang_value error = lang_error_take(t);
        lang_set_steal(t, &((struct lang_exception *)error.o)->cause, cause);
        ((struct lang_exception *)error.o)->suppress_context = true;
        lang_error_restore(t, error);
        return -1;
    }
    if (n < 0 || n > most) {
        lang_raise(t, LANG_EXC_OSError, "raw %s() returned invalid length %lld (should have been between 0 and %lld)",
                   method, (long long)n, (long long)most);
        return -1;
    }
    return n;
}

/* A memoryview of a bytes or bytearray; takes it. */
static lang_value view_of(struct lang_thread *t, lang_value memory)
{
    if (lang_is_error(memory))
        return memory;
    lang_value view = lang_call(t, lang_obj(&lang_type_memoryview), &memory, 1, NULL);
    lang_unref(t, memory);
    return view;
}

static int64_t raw_read(struct lang_thread *t, struct buffered *b, uint8_t *to, int64_t n)
{
    if (is_direct(b)) {
        struct lang_file_io *f = lang_file_io_of(b->raw);
        if (!f->readable)
            return lang_stream_refuse(t, "File not open for reading");
        return lang_file_io_read(t, f, to, (size_t)n);
    }
    struct lang_bytearray *memory = lang_bytearray_new(t, NULL, (size_t)n);
    if (!memory)
        return -1;
    lang_value raw = lang_ref(b->raw), view = view_of(t, lang_ref(lang_obj(memory)));
    int64_t got = -1;
    if (!lang_is_error(view)) {
        got = count_of(t, lang_call_method_c(t, raw, "readinto", &view, 1), n, "readinto");
        lang_unref(t, view);
    }
    if (got > 0)
        memcpy(to, memory->data, (size_t)got);
    lang_decref(t, memory);
    lang_unref(t, raw);
    return got;
}

static int64_t raw_write(struct lang_thread *t, struct buffered *b, const uint8_t *from, int64_t n)
{
    if (is_direct(b)) {
        struct lang_file_io *f = lang_file_io_of(b->raw);
        if (!f->writable)
            return lang_stream_refuse(t, "File not open for writing");
        return lang_file_io_write(t, f, from, (size_t)n);
    }
    lang_value raw = lang_ref(b->raw), view = view_of(t, lang_obj_or_error(lang_bytes_new(t, from, (size_t)n)));
    int64_t put = -1;
    if (!lang_is_error(view)) {
        put = count_of(t, lang_call_method_c(t, raw, "write", &view, 1), n, "write");
        lang_unref(t, view);
    }
    lang_unref(t, raw);
    return put;
}

static int64_t position_of(struct lang_thread *t, lang_value r)
{
    int64_t at;

    if (lang_is_error(r))
        return -1;
    int status = lang_as_index(t, r, &at);
    lang_unref(t, r);
    if (status < 0)
        return -1;
    if (at < 0)
        lang_raise(t, LANG_EXC_OSError, "Raw stream returned invalid position %lld", (long long)at);
    return at < 0 ? -1 : at;
}

static int64_t raw_seek(struct lang_thread *t, struct buffered *b, int64_t offset, int whence)
{
    const lang_value args[2] = {lang_int(offset), lang_int(whence)};

    if (is_direct(b))
        return lang_file_io_seek(t, lang_file_io_of(b->raw), offset, whence);
    return position_of(t, lang_call_method_c(t, b->raw, "seek", args, 2));
}

static int64_t raw_tell(struct lang_thread *t, struct buffered *b)
{
    if (is_direct(b))
        return lang_file_io_seek(t, lang_file_io_of(b->raw), 0, SEEK_CUR);
    return position_of(t, lang_call_method_c(t, b->raw, "tell", NULL, 0));
}

/* The raw stream stands where this one does: what was read ahead is given back. */
static int rewind_ahead(struct lang_thread *t, struct buffered *b)
{
    int64_t ahead = ahead_of(b);
    if (ahead && raw_seek(t, b, -ahead, SEEK_CUR) < 0)
        return -1;
    b->start = b->end = 0;
    return 0;
}

/* Writes what is in the buffer: 0, BLOCKED, -1. What was not written stays, in front. */
static int drain(struct lang_thread *t, struct buffered *b)
{
    int64_t done = 0, n = 0;

    while (done < b->used) {
        n = raw_write(t, b, b->data + done, b->used - done);
        if (n < 0)
            break;
        done += n;
        if (lang_poll(t) < 0) {
            n = -1;
            break;
        }
    }
    if (done && done < b->used)
        memmove(b->data, b->data + done, (size_t)(b->used - done));
    b->used -= done;
    return n < 0 ? (int)n : 0;
}

static int drain_all(struct lang_thread *t, struct buffered *b)
{
    int status = drain(t, b);

    return status == LANG_FILE_BLOCKED ? lang_stream_blocked(t, 0) : status;
}

/* Before something is read. */
static int settle_writes(struct lang_thread *t, struct buffered *b)
{
    return b->used ? drain_all(t, b) : 0;
}

/* Reads ahead where nothing is: how many bytes. */
static int64_t fill(struct lang_thread *t, struct buffered *b)
{
    int64_t n = raw_read(t, b, b->data, b->size);
    b->start = 0;
    b->end = n > 0 ? n : 0;
    return n;
}

/* ------------------------------------------------------------------ reading */

static int64_t take(struct buffered *b, uint8_t *to, int64_t n)
{
    if (n > ahead_of(b))
        n = ahead_of(b);
    memcpy(to, b->data + b->start, (size_t)n);
    b->start += n;
    if (b->start == b->end)
        b->start = b->end = 0;
    return n;
}

/* Reads until n bytes are there, or none come: how many; BLOCKED or -1 if there is none of them. `once`: at most one
 * read from below. */
static int64_t read_to(struct lang_thread *t, struct buffered *b, uint8_t *to, int64_t n, bool once)
{
    int64_t have = take(b, to, n);
    while (have < n && !(once && have && n - have <= b->size)) {
        int64_t left = n - have, got;
        bool direct = left >= b->size || once;
        if (direct) {
            got = raw_read(t, b, to + have, once ? left : left - left % b->size);
            have += got > 0 ? got : 0;
        } else {
            got = fill(t, b);
            if (got > 0)
                have += take(b, to + have, left);
        }
        if (got == -1)
            return -1;
        if (got <= 0)
            return have ? have : got;
        if (once)
            break;
    }
    return have;
}

static lang_value joined(struct lang_thread *t, struct lang_bytearray *a)
{
    return lang_obj_or_error(lang_bytes_new(t, a->length ? a->data : (const uint8_t *)"", (size_t)a->length));
}

static int append(struct lang_thread *t, struct lang_bytearray *a, const uint8_t *p, int64_t n)
{
    int64_t old = a->length;

    if (n == 0)
        return 0;
    if (lang_bytearray_resize(t, a, old + n) < 0)
        return -1;
    memcpy(a->data + old, p, (size_t)n);
    return 0;
}

/* Adds a piece that the raw stream has given, and drops it: 1 there was something, 0 nothing, -1 error. */
static int append_steal(struct lang_thread *t, struct lang_bytearray *a, lang_value piece, const char *method)
{
    const uint8_t *p;
    int64_t n = 0;
    int status = 0;

    if (lang_is_error(piece))
        return -1;
    if (lang_is_none(piece))
        return 0;
    if (!lang_is_bytes(piece) || !lang_bytes_view(piece, &p, &n))
        status = lang_fail(t, LANG_EXC_TypeError,
                           strcmp(method, "read") ? "readall() should return bytes" : "read() should return bytes");
    else
        status = append(t, a, p, n) < 0 ? -1 : n > 0;
    lang_unref(t, piece);
    return status;
}

static lang_value read_all(struct lang_thread *t, struct buffered *b)
{
    struct lang_bytearray *all = lang_bytearray_new(t, b->data + b->start, (size_t)ahead_of(b));
    lang_value r = lang_error();

    if (!all)
        return r;
    b->start = b->end = 0;
    lang_value readall = lang_stream_member(t, b->raw, "readall");
    int more = lang_is_error(readall) ? -1 : 1;
    bool none = false;
    if (more > 0 && !lang_is_undef(readall)) {
        lang_value piece = lang_call(t, readall, NULL, 0, NULL);
        none = lang_is_none(piece) && all->length == 0;
        if (lang_is_bytes(piece) && all->length == 0) {
            lang_unref(t, readall);
            lang_decref(t, all);
            return piece;
        }
        more = append_steal(t, all, piece, "readall") < 0 ? -1 : 0;
    }
    while (more > 0) {
        lang_value piece = lang_call_method_c(t, b->raw, "read", NULL, 0);
        none = lang_is_none(piece) && all->length == 0;
        more = append_steal(t, all, piece, "read");
    }
    if (!lang_is_error(readall))
        lang_unref(t, readall);
    if (more == 0)
        r = none ? lang_none() : joined(t, all);
    lang_decref(t, all);
    return r;
}

/* A bytes object of what read_to gives. */
static lang_value read_some(struct lang_thread *t, struct buffered *b, int64_t n, bool once)
{
    struct lang_bytes *whole;

    if (n == 0)
        return lang_obj_or_error(lang_bytes_new(t, "", 0));
    if (once && ahead_of(b))
        n = n < ahead_of(b) ? n : ahead_of(b);
    if (!(whole = lang_bytes_raw(t, (size_t)n)))
        return lang_error();
    int64_t got = read_to(t, b, whole->data, n, once);
    if (got == n)
        return lang_obj(whole);
    if (got == LANG_FILE_BLOCKED && once)
        got = 0;
    struct lang_bytes *part = got >= 0 ? lang_bytes_new(t, got ? whole->data : (const uint8_t *)"", (size_t)got) : NULL;
    lang_decref(t, whole);
    return got == LANG_FILE_BLOCKED ? lang_none() : lang_obj_or_error(part);
}

lang_value lang_buffered_read(struct lang_thread *t, lang_value v, int64_t n)
{
    struct buffered *b = buffered_of(v);
    lang_value r = lang_error();

    if (!b->reads)
        return lang_stream_refuse(t, "read"), r;
    if (begin(t, b, "read of closed file") < 0)
        return r;
    if (settle_writes(t, b) == 0)
        r = n < 0 ? read_all(t, b) : read_some(t, b, n, false);
    leave(b);
    return r;
}

lang_value lang_buffered_read1(struct lang_thread *t, lang_value v, int64_t n)
{
    struct buffered *b = buffered_of(v);
    lang_value r = lang_error();

    if (!b->reads)
        return lang_stream_refuse(t, "read1"), r;
    if (begin(t, b, "read of closed file") < 0)
        return r;
    if (settle_writes(t, b) == 0)
        r = read_some(t, b, n < 0 ? b->size : n, true);
    leave(b);
    return r;
}

static lang_value m_read(struct lang_thread *t, const lang_value *a)
{
    int64_t n;

    if (check_made(t, buffered_of(a[0])) < 0 || lang_stream_size(t, a[1], &n) < 0)
        return lang_error();
    if (n < -1)
        return lang_raise(t, LANG_EXC_ValueError, "read length must be non-negative or -1");
    return lang_buffered_read(t, a[0], n);
}

static lang_value m_read1(struct lang_thread *t, const lang_value *a)
{
    int64_t n = -1;

    if (check_made(t, buffered_of(a[0])) < 0 || (!lang_is_undef(a[1]) && lang_as_index(t, a[1], &n) < 0))
        return lang_error();
    return lang_buffered_read1(t, a[0], n);
}

static lang_value m_peek(struct lang_thread *t, const lang_value *a)
{
    struct buffered *b = buffered_of(a[0]);
    lang_value r = lang_error();
    int64_t n = 0;

    if ((!lang_is_undef(a[1]) && lang_as_index(t, a[1], &n) < 0) || begin(t, b, "peek of closed file") < 0)
        return r;
    if (settle_writes(t, b) == 0 && (ahead_of(b) || fill(t, b) != -1))
        r = lang_obj_or_error(lang_bytes_new(t, b->data + b->start, (size_t)ahead_of(b)));
    leave(b);
    return r;
}

static lang_value into(struct lang_thread *t, const lang_value *a, bool once)
{
    struct buffered *b = buffered_of(a[0]);
    struct lang_buffer to;
    int64_t n = -1;

    if (check_made(t, b) < 0)
        return lang_error();
    if (!lang_buffer_get_writable(t, a[1], &to))
        return lang_raise(t, LANG_EXC_TypeError, "%s() argument must be read-write bytes-like object, not %N",
                          once ? "readinto1" : "readinto", a[1]);
    if (begin(t, b, "readinto of closed file") == 0) {
        if (settle_writes(t, b) == 0)
            n = to.length ? read_to(t, b, (uint8_t *)to.data, to.length, once) : 0;
        leave(b);
    }
    lang_buffer_release(t, &to);
    return n == -1 ? lang_error() : n < 0 ? lang_none() : lang_int(n);
}

static lang_value m_readinto(struct lang_thread *t, const lang_value *a)
{
    return into(t, a, false);
}

static lang_value m_readinto1(struct lang_thread *t, const lang_value *a)
{
    return into(t, a, true);
}

/* One line, at most `limit` bytes of it. Most lines lie in the buffer. */
static lang_value read_line(struct lang_thread *t, struct buffered *b, int64_t limit)
{
    struct lang_bytearray *line = NULL;
    lang_value r = lang_error();
    int64_t have = 0;

    for (;;) {
        int64_t n = ahead_of(b);
        if (limit >= 0 && n > limit - have)
            n = limit - have;
        const uint8_t *from = b->data + b->start, *end = n ? memchr(from, '\n', (size_t)n) : NULL;
        if (end)
            n = end + 1 - from;
        b->start += n;
        have += n;
        if (end || (limit >= 0 && have == limit)) {
            r = !line                          ? lang_obj_or_error(lang_bytes_new(t, from, (size_t)n))
                : append(t, line, from, n) < 0 ? lang_error()
                                               : joined(t, line);
            break;
        }
        if ((!line && !(line = lang_bytearray_new(t, NULL, 0))) || append(t, line, from, n) < 0)
            break;
        int64_t got = fill(t, b);
        if (got == -1 || lang_poll(t) < 0)
            break;
        if (got <= 0) {
            r = joined(t, line);
            break;
        }
    }
    if (b->start == b->end)
        b->start = b->end = 0;
    lang_xdecref(t, line);
    return r;
}

static lang_value line_of(struct lang_thread *t, struct buffered *b, int64_t limit)
{
    lang_value r = lang_error();

    if (begin(t, b, "readline of closed file") < 0)
        return r;
    if (settle_writes(t, b) == 0)
        r = read_line(t, b, limit);
    leave(b);
    return r;
}

static lang_value m_readline(struct lang_thread *t, const lang_value *a)
{
    int64_t limit;

    return check_made(t, buffered_of(a[0])) < 0 || lang_stream_size(t, a[1], &limit) < 0
               ? lang_error()
               : line_of(t, buffered_of(a[0]), limit);
}

static lang_value reader_next(struct lang_thread *t, lang_value v)
{
    if (check_made(t, buffered_of(v)) < 0)
        return lang_error();
    if (!lang_is_buffered(v))
        return lang_type_buffered_io_base.next(t, v);
    lang_value line = line_of(t, buffered_of(v), -1);
    if (lang_is_error(line) || ((struct lang_bytes *)line.o)->length)
        return line;
    lang_unref(t, line);
    return lang_undef();
}

/* ------------------------------------------------------------------ writing */

static void put(struct buffered *b, const uint8_t *from, int64_t n)
{
    memcpy(b->data + b->used, from, (size_t)n);
    b->used += n;
}

/* What cannot be sent now: as much as there is space for is kept. 0: all of it; -1: BlockingIOError says how much. */
static int keep(struct lang_thread *t, struct buffered *b, const uint8_t *p, int64_t n, int64_t written)
{
    int64_t space = b->size - b->used;

    put(b, p, n < space ? n : space);
    return n <= space ? 0 : lang_stream_blocked(t, written + space);
}

static int write_bytes(struct lang_thread *t, struct buffered *b, const uint8_t *p, int64_t n)
{
    int64_t written = 0;

    if (rewind_ahead(t, b) < 0)
        return -1;
    if (n <= b->size - b->used) {
        put(b, p, n);
        return 0;
    }
    int status = drain(t, b);
    if (status < 0)
        return status == LANG_FILE_BLOCKED ? keep(t, b, p, n, 0) : -1;
    while (n - written > b->size) {
        int64_t done = raw_write(t, b, p + written, n - written);
        if (done == LANG_FILE_BLOCKED)
            return keep(t, b, p + written, n - written, written);
        if (done < 0 || lang_poll(t) < 0)
            return -1;
        written += done;
    }
    put(b, p + written, n - written);
    return 0;
}

int lang_buffered_write(struct lang_thread *t, lang_value v, const void *data, size_t n)
{
    struct buffered *b = buffered_of(v);

    if (check_made(t, b) < 0)
        return -1;
    if (!b->writes)
        return lang_stream_refuse(t, "write");
    if (begin(t, b, "write to closed file") < 0)
        return -1;
    int status = write_bytes(t, b, data, (int64_t)n);
    leave(b);
    return status;
}

static lang_value m_write(struct lang_thread *t, const lang_value *a)
{
    struct lang_buffer from;

    if (check_made(t, buffered_of(a[0])) < 0)
        return lang_error();
    if (!lang_buffer_get(t, a[1], &from))
        return lang_raise(t, LANG_EXC_TypeError, "a bytes-like object is required, not '%N'", a[1]);
    int64_t n = from.length;
    int status = lang_buffered_write(t, a[0], from.data, (size_t)n);
    lang_buffer_release(t, &from);
    return status < 0 ? lang_error() : lang_int(n);
}

static int flush(struct lang_thread *t, struct buffered *b)
{
    if (begin(t, b, "flush of closed file") < 0)
        return -1;
    int status = drain_all(t, b);
    if (status == 0 && b->reads)
        status = rewind_ahead(t, b);
    leave(b);
    return status;
}

static lang_value m_flush(struct lang_thread *t, const lang_value *a)
{
    struct buffered *b = buffered_of(a[0]);

    if (check_made(t, b) < 0)
        return lang_error();
    if (!b->writes)
        return lang_call_method_c(t, b->raw, "flush", NULL, 0);
    return flush(t, b) < 0 ? lang_error() : lang_none();
}

/* ------------------------------------------------------------------ position */

static lang_value m_tell(struct lang_thread *t, const lang_value *a)
{
    struct buffered *b = buffered_of(a[0]);

    if (check_made(t, b) < 0)
        return lang_error();
    int64_t at = raw_tell(t, b);
    if (at < 0)
        return lang_error();
    at += b->used - ahead_of(b);
    return lang_int(at < 0 ? 0 : at);
}

/* Within what was read ahead nothing has to be read again: true, and there it stands. */
static bool seek_inside(struct lang_thread *t, struct buffered *b, int64_t target, int64_t *at)
{
    int64_t raw_at = raw_tell(t, b), to = target - (raw_at - b->end);

    if (raw_at < 0) {
        lang_error_clear(t);
        return false;
    }
    if (to < 0 || to > b->end)
        return false;
    b->start = to;
    *at = target;
    return true;
}

static int64_t seek(struct lang_thread *t, struct buffered *b, int64_t offset, int whence)
{
    int64_t at;

    if (whence != SEEK_END && b->end && !b->used) {
        int64_t here = whence == SEEK_CUR ? raw_tell(t, b) : 0;
        if (here < 0)
            return -1;
        if (whence <= SEEK_CUR && seek_inside(t, b, whence == SEEK_CUR ? here - ahead_of(b) + offset : offset, &at))
            return at;
    }
    if (drain_all(t, b) < 0)
        return -1;
    if (whence == SEEK_CUR)
        offset -= ahead_of(b);
    at = raw_seek(t, b, offset, whence);
    if (at >= 0)
        b->start = b->end = 0;
    return at;
}

static lang_value m_seek(struct lang_thread *t, const lang_value *a)
{
    struct buffered *b = buffered_of(a[0]);
    int64_t offset, whence = 0, at;

    if (check_made(t, b) < 0 || (!lang_is_undef(a[2]) && lang_as_c_int(t, a[2], &whence) < 0))
        return lang_error();
    if (whence < 0 || whence > SEEK_HOLE)
        return lang_raise(t, LANG_EXC_ValueError, "whence value %lld unsupported", (long long)whence);
    if (check_open(t, b, "seek of closed file") < 0 ||
        (!is_direct(b) && lang_stream_require(t, b->raw, "seekable") < 0) || lang_as_index(t, a[1], &offset) < 0)
        return lang_error();
    if (is_direct(b) && lang_stream_require(t, b->raw, "seekable") < 0)
        return lang_error();
    if (enter(t, b) < 0)
        return lang_error();
    at = seek(t, b, offset, (int)whence);
    leave(b);
    return at < 0 ? lang_error() : lang_int(at);
}

static lang_value m_truncate(struct lang_thread *t, const lang_value *a)
{
    struct buffered *b = buffered_of(a[0]);
    const lang_value size = lang_is_undef(a[1]) ? lang_none() : a[1];
    lang_value r = lang_error();

    if (check_open(t, b, "truncate of closed file") < 0)
        return r;
    if (!b->writes)
        return lang_stream_refuse(t, "truncate"), r;
    if (enter(t, b) < 0)
        return r;
    if (drain_all(t, b) == 0 && rewind_ahead(t, b) == 0)
        r = lang_call_method_c(t, b->raw, "truncate", &size, 1);
    leave(b);
    return r;
}

/* ------------------------------------------------------------------ questions that the raw stream answers */

#define FORWARD(name)                                                                                                  \
    static lang_value m_##name(struct lang_thread *t, const lang_value *a)                                             \
    {                                                                                                                  \
        if (check_made(t, buffered_of(a[0])) < 0)                                                                      \
            return lang_error();                                                                                       \
        return lang_call_method_c(t, buffered_of(a[0])->raw, #name, NULL, 0);                                          \
    }
FORWARD(readable)
FORWARD(writable)
FORWARD(seekable)
FORWARD(fileno)
FORWARD(isatty)

#define FORWARD_GET(name)                                                                                              \
    static lang_value get_##name(struct lang_thread *t, lang_value self)                                               \
    {                                                                                                                  \
        if (check_made(t, buffered_of(self)) < 0)                                                                      \
            return lang_error();                                                                                       \
        return lang_getattr_c(t, buffered_of(self)->raw, #name);                                                       \
    }
FORWARD_GET(closed)
FORWARD_GET(name)
FORWARD_GET(mode)

static lang_value get_raw(struct lang_thread *t, lang_value self)
{
    (void)t;
    return lang_is_undef(buffered_of(self)->raw) ? lang_none() : lang_ref(buffered_of(self)->raw);
}

static lang_value m_sizeof(struct lang_thread *t, const lang_value *a)
{
    (void)t;
    return lang_int((int64_t)sizeof(struct buffered) + (buffered_of(a[0])->data ? buffered_of(a[0])->size : 0));
}

static lang_value buffered_repr(struct lang_thread *t, lang_value v)
{
    return lang_stream_repr(t, v, false, NULL);
}

/* ------------------------------------------------------------------ life */

static lang_value m_dealloc_warn(struct lang_thread *t, const lang_value *a)
{
    struct buffered *b = buffered_of(a[0]);

    if (b->state == READY) {
        lang_value r = lang_call_method_c(t, b->raw, "_dealloc_warn", a + 1, 1);
        if (lang_is_error(r))
            lang_error_clear(t);
        else
            lang_unref(t, r);
    }
    return lang_none();
}

static void drop(struct lang_thread *t, struct buffered *b)
{
    if (b->data)
        lang_free(t, b->data, (size_t)b->size);
    b->data = NULL;
    b->start = b->end = b->used = 0;
}

static lang_value m_close(struct lang_thread *t, const lang_value *a)
{
    struct buffered *b = buffered_of(a[0]);

    if (check_made(t, b) < 0)
        return lang_error();
    int closed = lang_stream_closed(t, b->raw);
    if (closed)
        return closed < 0 ? lang_error() : lang_none();
    if (b->stream.finalizing) {
        const lang_value both[2] = {a[0], a[0]};
        m_dealloc_warn(t, both);
    }
    lang_value error = lang_undef(), raw = lang_ref(b->raw);
    if (lang_stream_call(t, a[0], "flush") < 0)
        error = lang_error_take(t);
    int status = lang_stream_close_after(t, raw, error);
    lang_unref(t, raw);
    if (!b->owner)
        drop(t, b);
    return status < 0 ? lang_error() : lang_none();
}

static lang_value m_detach(struct lang_thread *t, const lang_value *a)
{
    struct buffered *b = buffered_of(a[0]);

    if (check_made(t, b) < 0 || lang_stream_call(t, a[0], "flush") < 0)
        return lang_error();
    if (b->owner)
        return lang_raise(t, LANG_EXC_RuntimeError, "reentrant call inside %R", a[0]);
    lang_value raw = b->raw;
    b->raw = lang_undef();
    b->state = DETACHED;
    return raw;
}

static void buffered_destroy(struct lang_thread *t, struct lang_object *o)
{
    drop(t, (struct buffered *)o);
    lang_clear(t, &((struct buffered *)o)->raw);
}

static void buffered_traverse(struct lang_object *o, lang_visit_fn visit, void *arg)
{
    struct buffered *b = (struct buffered *)o;

    if (lang_is_obj(b->raw))
        visit(b->raw.o, arg);
}

static void buffered_clear(struct lang_thread *t, struct lang_object *o)
{
    ((struct buffered *)o)->state = UNMADE;
    lang_clear(t, &((struct buffered *)o)->raw);
}

static lang_value buffered_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                                struct lang_tuple *kwnames)
{
    (void)args;
    (void)nargs;
    (void)kwnames;
    return lang_obj_or_error(lang_object_new(t, cls));
}

/* As for name(raw, buffer_size); what the raw stream must be able to do was asked before, but for a FileIO. */
static int set_up(struct lang_thread *t, struct buffered *b, lang_value raw, lang_value size, bool reads, bool writes)
{
    int64_t n = 8192;

    if ((reads && writes && lang_stream_require(t, raw, "seekable") < 0) ||
        (reads && lang_stream_require(t, raw, "readable") < 0) ||
        (writes && lang_stream_require(t, raw, "writable") < 0) ||
        (!lang_is_undef(size) && lang_as_index(t, size, &n) < 0))
        return -1;
    if (n <= 0)
        return lang_fail(t, LANG_EXC_ValueError, "buffer size must be strictly positive");
    if (b->owner)
        return lang_fail(t, LANG_EXC_RuntimeError, "reentrant call inside %R", lang_obj(b));
    drop(t, b);
    b->size = n;
    if (!(b->data = lang_alloc(t, (size_t)n))) {
        b->state = UNMADE;
        return -1;
    }
    b->reads = reads;
    b->writes = writes;
    b->state = READY;
    lang_set_steal(t, &b->raw, lang_ref(raw));
    lang_value at =
        lang_is_exactly(raw, &lang_type_file_io) ? lang_none() : lang_call_method_c(t, raw, "tell", NULL, 0);
    if (lang_is_error(at))
        lang_error_clear(t);
    else
        lang_unref(t, at);
    return 0;
}

static int init_as(struct lang_thread *t, lang_value self, const lang_value *args, size_t nargs,
                   struct lang_tuple *kwnames, struct lang_params *params, bool reads, bool writes)
{
    lang_value bound[2] = {lang_undef(), lang_undef()};

    if (!params || lang_params_bind(t, params, args, nargs, kwnames, bound) < 0)
        return -1;
    if (!buffered_of(self)->owner)
        buffered_of(self)->state = UNMADE;
    return set_up(t, buffered_of(self), bound[0], bound[1], reads, writes);
}

#define INIT(id, name, reads, writes)                                                                                  \
    static int id##_init(struct lang_thread *t, lang_value self, const lang_value *args, size_t nargs,                 \
                         struct lang_tuple *kwnames)                                                                   \
    {                                                                                                                  \
        return init_as(t, self, args, nargs, kwnames, lang_params_get(t, name, "(raw, buffer_size=8192)"), reads,      \
                       writes);                                                                                        \
    }
INIT(reader, "BufferedReader", true, false)
INIT(writer, "BufferedWriter", false, true)
INIT(random, "BufferedRandom", true, true)

#define SHARED_ROWS                                                                                                    \
    {"seek", "(target, whence=0, /)", m_seek, "Goes to a position; the new one.", 0},                                  \
        {"tell", "()", m_tell, "The position in the stream.", 0},                                                      \
        {"truncate", "(pos=None, /)", m_truncate,                                                                      \
         "Makes the stream so many bytes long, by default up to here; how many.", 0},                                  \
        {"flush", "()", m_flush, "Writes what is in the buffer.", 0},                                                  \
        {"close", "()", m_close, "Writes what is in the buffer and closes the stream below.", 0},                      \
        {"detach", "()", m_detach, "The raw stream below, which this one gives up.", 0},                               \
        {"seekable", "()", m_seekable, "Whether the position can be changed.", 0},                                     \
        {"fileno", "()", m_fileno, "The file descriptor.", 0},                                                         \
        {"isatty", "()", m_isatty, "Whether it is a terminal.", 0}, {"__sizeof__", "()", m_sizeof, NULL, 0},           \
    {                                                                                                                  \
        "_dealloc_warn", "(source, /)", m_dealloc_warn, NULL, 0                                                        \
    }
#define READING_ROWS                                                                                                   \
    {"read", "(size=-1, /)", m_read, "At most size bytes, less only at the end; all for None or -1.", 0},              \
        {"read1", "(size=-1, /)", m_read1, "At most size bytes with at most one read from below.", 0},                 \
        {"peek", "(size=0, /)", m_peek, "Bytes that come next, without reading them: some, if there are any.", 0},     \
        {"readinto", "(buffer, /)", m_readinto, "Reads into a buffer; how many bytes.", 0},                            \
        {"readinto1", "(buffer, /)", m_readinto1,                                                                      \
         "Reads into a buffer with at most one read from below; how many bytes.", 0},                                  \
        {"readline", "(size=-1, /)", m_readline,                                                                       \
         "One line with its newline, at most size bytes of it; empty at the end.", 0},                                 \
    {                                                                                                                  \
        "readable", "()", m_readable, "Whether something can be read.", 0                                              \
    }
#define WRITING_ROWS                                                                                                   \
    {"write", "(buffer, /)", m_write, "Writes bytes; how many, some of which may stay in the buffer.", 0},             \
    {                                                                                                                  \
        "writable", "()", m_writable, "Whether something can be written.", 0                                           \
    }

static const struct lang_method reader_methods[] = {SHARED_ROWS, READING_ROWS, {0}};
static const struct lang_method writer_methods[] = {SHARED_ROWS, WRITING_ROWS, {0}};
static const struct lang_method random_methods[] = {SHARED_ROWS, READING_ROWS, WRITING_ROWS, {0}};
static const struct lang_getset buffered_getset[] = {
    {"closed", get_closed, NULL, "Whether the stream below is closed."},
    {"name", get_name, NULL, "The name of the stream below."},
    {"mode", get_mode, NULL, "The mode of the stream below."},
    {"raw", get_raw, NULL, "The stream below."},
    {"_finalizing", lang_stream_finalizing, lang_stream_set_finalizing, NULL},
    {0},
};

#define BUFFERED_TYPE(id, text, kind, step, says)                                                                      \
    struct lang_type lang_type_##id = {                                                                                \
        .name = text,                                                                                                  \
        .module = "_io",                                                                                               \
        .doc = says,                                                                                                   \
        .flags = LANG_TYPE_QUALIFIED | LANG_TYPE_BASE,                                                                 \
        .size = sizeof(struct buffered),                                                                               \
        .attr_offset = offsetof(struct lang_stream, attrs),                                                            \
        .base = &lang_type_buffered_io_base,                                                                           \
        .methods = kind##_methods,                                                                                     \
        .getset = buffered_getset,                                                                                     \
        .make = buffered_make,                                                                                         \
        .init = kind##_init,                                                                                           \
        .destroy = buffered_destroy,                                                                                   \
        .traverse = buffered_traverse,                                                                                 \
        .clear = buffered_clear,                                                                                       \
        .repr = buffered_repr,                                                                                         \
        .next = step,                                                                                                  \
    }
BUFFERED_TYPE(buffered_reader, "BufferedReader", reader, reader_next,
              "A buffer in front of a raw stream that is read.");
BUFFERED_TYPE(buffered_writer, "BufferedWriter", writer, NULL, "A buffer in front of a raw stream that is written.");
BUFFERED_TYPE(buffered_random, "BufferedRandom", random, reader_next,
              "A buffer in front of a raw stream that is read, written and moved in.");
