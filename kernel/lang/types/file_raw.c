/* file_raw.c: FileIO: bytes of a file descriptor, one call of the system each. What blocks releases the interpreter
 * lock and ends at an interrupt. Knows no buffers and no text. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bytes_impl.h"
#include "containers.h"
#include "file.h"
#include "str_impl.h"
#include "vm/code.h"

enum { PIECE = 16 << 20, READ_STEP = 1 << 16 };

/* ------------------------------------------------------------------ names */

lang_value lang_path_value(struct lang_thread *t, lang_value v)
{
    lang_value path;

    if (lang_is_str(v) || lang_is_bytes(v))
        return lang_ref(v);
    struct lang_str *name = lang_intern_c(t, "__fspath__");
    if (!name)
        return lang_error();
    path = lang_is_obj(v) ? lang_call_special(t, v, name, NULL, 0) : lang_undef();
    lang_decref(t, name);
    if (lang_is_error(path) || lang_is_str(path) || lang_is_bytes(path))
        return path;
    if (lang_is_undef(path))
        return lang_raise(t, LANG_EXC_TypeError, "expected str, bytes or os.PathLike object, not %N", v);
    lang_raise(t, LANG_EXC_TypeError, "expected %N.__fspath__() to return str or bytes, not %N", v, path);
    lang_unref(t, path);
    return lang_error();
}

/* A name that is not UTF-8 on the disk has surrogates for its bytes. */
static bool has_surrogates(const char *text, size_t size)
{
    for (const char *p = text; (p = memchr(p, 0xed, size - (size_t)(p - text))); p++)
        if ((p[1] & 0xe0) == 0xa0)
            return true;
    return false;
}

const char *lang_path_text(struct lang_thread *t, lang_value v, lang_value *keep)
{
    const char *text = NULL;
    size_t size = 0;

    *keep = lang_path_value(t, v);
    if (lang_is_error(*keep)) {
        *keep = lang_undef();
        return NULL;
    }
    if (lang_is_str(*keep)) {
        text = lang_str_utf8(t, lang_as_str(*keep), &size);
        if (text && !lang_as_str(*keep)->ascii && has_surrogates(text, size)) {
            lang_value bytes = lang_str_encode(t, lang_as_str(*keep), "utf-8", "surrogateescape");
            text = NULL;
            if (!lang_is_error(bytes))
                lang_set_steal(t, keep, bytes);
        }
    }
    if (lang_is_bytes(*keep)) {
        text = (const char *)((struct lang_bytes *)keep->o)->data;
        size = (size_t)((struct lang_bytes *)keep->o)->length;
    }
    if (text && strlen(text) != size) {
        lang_fail(t, LANG_EXC_ValueError, "embedded null byte");
        text = NULL;
    }
    if (!text)
        lang_clear(t, keep);
    return text;
}

/* ------------------------------------------------------------------ the system */

/* Waits until the descriptor is ready; in slices, so that an interrupt is seen. -1 with an exception. The lock is held.
 * A descriptor that does not block is not waited for. */
static int wait_ready(struct lang_thread *t, const struct lang_file_io *f, short events)
{
    struct pollfd p = {f->fd, events, 0};
    int n;

    if (f->regular || fcntl(f->fd, F_GETFL) & O_NONBLOCK)
        return 0;
    for (;;) {
        lang_unlock(t);
        n = poll(&p, 1, 40);
        lang_lock(t);
        if (lang_poll(t) < 0)
            return -1;
        if (n > 0 || (n < 0 && errno != EINTR))
            return 0; /* an error shows in read or write */
    }
}

static int check_open(struct lang_thread *t, const struct lang_file_io *f)
{
    return f->fd < 0 ? lang_fail(t, LANG_EXC_ValueError, "I/O operation on closed file") : 0;
}

/* What a call of the system has given: >= 0, BLOCKED, or 0 with *again (an interrupt that was none), -1. */
static int64_t outcome(struct lang_thread *t, ssize_t n, int error, bool *again)
{
    *again = false;
    if (n < 0 && (error == EAGAIN || error == EWOULDBLOCK))
        return LANG_FILE_BLOCKED;
    if (n < 0 && error != EINTR) {
        lang_raise_errno(t, error, NULL);
        return -1;
    }
    if (lang_poll(t) < 0)
        return -1;
    *again = n < 0;
    return n < 0 ? 0 : n;
}

int64_t lang_file_io_read(struct lang_thread *t, struct lang_file_io *f, void *to, size_t n)
{
    bool again;
    int64_t got;

    do {
        if (check_open(t, f) < 0 || wait_ready(t, f, POLLIN) < 0)
            return -1;
        int fd = f->fd, error;
        lang_unlock(t);
        ssize_t count = read(fd, to, n > PIECE ? PIECE : n);
        error = errno;
        lang_lock(t);
        got = outcome(t, count, error, &again);
    } while (again);
    return got;
}

int64_t lang_file_io_write(struct lang_thread *t, struct lang_file_io *f, const void *from, size_t n)
{
    bool again;
    int64_t put;

    do {
        if (check_open(t, f) < 0 || wait_ready(t, f, POLLOUT) < 0)
            return -1;
        int fd = f->fd, error;
        lang_unlock(t);
        ssize_t count = write(fd, from, n > PIECE ? PIECE : n);
        error = errno;
        lang_lock(t);
        put = outcome(t, count, error, &again);
    } while (again);
    return put;
}

int64_t lang_file_io_seek(struct lang_thread *t, struct lang_file_io *f, int64_t offset, int whence)
{
    if (check_open(t, f) < 0)
        return -1;
    off_t at = lseek(f->fd, offset, whence);
    if (f->seekable < 0)
        f->seekable = at >= 0;
    if (at < 0)
        lang_raise_errno(t, errno, NULL);
    return at;
}

/* ------------------------------------------------------------------ opening */

/* Reads the letters of a mode: flags for open(), or -1 with ValueError. */
static int read_mode(struct lang_thread *t, struct lang_file_io *f, const char *mode)
{
    int kinds = 0, plus = 0, flags = O_CLOEXEC;

    f->created = f->readable = f->writable = f->appending = false;
    for (const char *p = mode; *p; p++) {
        f->created |= *p == 'x';
        f->appending |= *p == 'a';
        flags |= *p == 'w' ? O_CREAT | O_TRUNC : *p == 'a' ? O_CREAT | O_APPEND : *p == 'x' ? O_CREAT | O_EXCL : 0;
        f->readable |= *p == 'r' || *p == '+';
        f->writable |= *p != 'r' && *p != 'b';
        plus += *p == '+';
        kinds += strchr("rwax", *p) != NULL;
        if (!strchr("rwax+b", *p))
            return lang_fail(t, LANG_EXC_ValueError, "invalid mode: %s", mode);
        if (kinds > 1 || plus > 1)
            break;
    }
    if (kinds != 1 || plus > 1)
        return lang_fail(t, LANG_EXC_ValueError,
                         "Must have exactly one of create/read/write/append mode and at most one plus");
    return flags | (f->readable && f->writable ? O_RDWR : f->readable ? O_RDONLY : O_WRONLY);
}

static int raise_for(struct lang_thread *t, int error, lang_value name)
{
    lang_value args[3] = {lang_int(error), lang_obj_or_error(lang_str_from_c(t, strerror(error))), name};

    if (lang_is_error(args[1]))
        return -1;
    lang_value e = lang_call(t, lang_obj(&lang_exc_types[LANG_EXC_OSError]), args, 3, NULL);
    lang_unref(t, args[1]);
    if (!lang_is_error(e)) {
        lang_error_set(t, e);
        lang_unref(t, e);
    }
    return -1;
}

static int open_path(struct lang_thread *t, const char *path, int flags, lang_value name)
{
    int fd, error;

    do {
        lang_unlock(t);
        fd = open(path, flags, 0666);
        error = errno;
        lang_lock(t);
        if (fd < 0 && error == EINTR && lang_poll(t) < 0)
            return -1;
    } while (fd < 0 && error == EINTR);
    return fd < 0 ? raise_for(t, error, name) : fd;
}

/* The descriptor that the program's own opener gives; -1 with an exception. */
static int opened_by(struct lang_thread *t, lang_value opener, lang_value name, int flags)
{
    const lang_value args[2] = {name, lang_int(flags)};
    int64_t fd;

    lang_value found = lang_call(t, opener, args, 2, NULL);
    if (lang_is_error(found))
        return -1;
    if (!lang_is_integer(found)) {
        lang_unref(t, found);
        return lang_fail(t, LANG_EXC_TypeError, "expected integer from opener");
    }
    int status = lang_as_c_int(t, found, &fd);
    lang_unref(t, found);
    if (status == 0 && fd < 0)
        return lang_fail(t, LANG_EXC_ValueError, "opener returned %lld", (long long)fd);
    return status < 0 ? -1 : (int)fd;
}

static int close_descriptor(struct lang_thread *t, struct lang_file_io *f)
{
    int fd = f->fd, status = 0, error = 0;

    f->fd = -1;
    if (fd >= 0 && f->close_fd) {
        lang_unlock(t);
        status = close(fd);
        error = errno;
        lang_lock(t);
    }
    if (status < 0 && error != EINTR) {
        lang_raise_errno(t, error, NULL);
        return -1;
    }
    return 0;
}

/* The descriptor that `file` says: itself, or of a path. */
static int find_descriptor(struct lang_thread *t, struct lang_file_io *f, lang_value file, int flags, lang_value opener)
{
    lang_value keep;
    int64_t fd;

    if (lang_is_integer(file)) {
        if (lang_as_c_int(t, file, &fd) < 0)
            return -1;
        if (fd < 0)
            return lang_fail(t, LANG_EXC_ValueError, "negative file descriptor");
        f->fd = (int)fd;
        return 0;
    }
    const char *path = lang_path_text(t, file, &keep);
    if (!path)
        return -1;
    if (!f->close_fd)
        lang_fail(t, LANG_EXC_ValueError, "Cannot use closefd=False with file name");
    else if (lang_is_undef(opener) || lang_is_none(opener))
        f->fd = open_path(t, path, flags, file);
    else
        f->fd = opened_by(t, opener, file, flags);
    lang_unref(t, keep);
    return f->fd < 0 ? -1 : 0;
}

static int examine(struct lang_thread *t, struct lang_file_io *f, lang_value file)
{
    struct stat st;

    if (fstat(f->fd, &st) < 0) {
        if (errno == EBADF)
            return lang_raise_errno(t, errno, NULL), -1;
        f->block_size = 8192;
        return 0;
    }
    if (S_ISDIR(st.st_mode))
        return raise_for(t, EISDIR, file);
    f->regular = S_ISREG(st.st_mode);
    f->block_size = st.st_blksize > 1 ? st.st_blksize : 8192;
    return 0;
}

static int file_init(struct lang_thread *t, lang_value self, const lang_value *args, size_t nargs,
                     struct lang_tuple *kwnames)
{
    struct lang_file_io *f = lang_file_io_of(self);
    struct lang_params *params = lang_params_get(t, "FileIO", "(file, mode='r', closefd=True, opener=None)");
    lang_value bound[4] = {lang_undef(), lang_undef(), lang_undef(), lang_undef()};
    const char *mode = "r";

    if (!params || lang_params_bind(t, params, args, nargs, kwnames, bound) < 0)
        return -1;
    if (!lang_is_undef(bound[1]) &&
        !(mode = lang_is_str(bound[1])
                     ? lang_str_utf8(t, lang_as_str(bound[1]), &(size_t){0})
                     : lang_fail_null(t, LANG_EXC_TypeError, "FileIO() argument 'mode' must be str, not %N", bound[1])))
        return -1;
    if (f->fd >= 0 && close_descriptor(t, f) < 0) /* __init__ once more */
        return -1;
    int flags = read_mode(t, f, mode), keeps = lang_is_undef(bound[2]) ? 1 : lang_truth(t, bound[2]);
    if (flags < 0 || keeps < 0)
        return -1;
    f->close_fd = keeps;
    f->regular = false;
    f->seekable = -1;
    if (find_descriptor(t, f, bound[0], flags, bound[3]) < 0)
        return -1;
    bool own = !lang_is_integer(bound[0]);
    if (examine(t, f, bound[0]) < 0 || lang_setattr_c(t, self, "name", bound[0]) < 0) {
        int fd = f->fd;
        f->fd = -1;
        if (own)
            close(fd);
        return -1;
    }
    if (f->appending)
        lseek(f->fd, 0, SEEK_END); /* a pipe has no end */
    return 0;
}

static lang_value file_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                            struct lang_tuple *kwnames)
{
    struct lang_file_io *f = lang_object_new(t, cls);

    (void)args;
    (void)nargs;
    (void)kwnames;
    if (f) {
        f->fd = -1;
        f->seekable = -1;
        f->close_fd = true;
    }
    return lang_obj_or_error(f);
}

/* ------------------------------------------------------------------ reading and writing */

static int allowed(struct lang_thread *t, const struct lang_file_io *f, bool yes, const char *what)
{
    if (check_open(t, f) < 0)
        return -1;
    return yes ? 0 : lang_stream_refuse(t, what);
}
#define READS(t, f) allowed(t, f, (f)->readable, "File not open for reading")
#define WRITES(t, f) allowed(t, f, (f)->writable, "File not open for writing")

/* How much there may be to the end, and one byte more. */
static size_t rest_of(const struct lang_file_io *f)
{
    struct stat st;
    off_t at = f->regular ? lseek(f->fd, 0, SEEK_CUR) : -1;

    if (at < 0 || fstat(f->fd, &st) < 0 || st.st_size < at || st.st_size - at > INT64_MAX / 4)
        return READ_STEP;
    return (size_t)(st.st_size - at) + 1;
}

static lang_value m_readall(struct lang_thread *t, const lang_value *a)
{
    struct lang_file_io *f = lang_file_io_of(a[0]);
    struct lang_bytearray *all;
    lang_value r = lang_error();
    int64_t used = 0, n;

    if (READS(t, f) < 0 || !(all = lang_bytearray_new(t, NULL, 0)))
        return lang_error();
    size_t step = rest_of(f);
    for (;;) {
        if (lang_bytearray_resize(t, all, used + (int64_t)step) < 0)
            break;
        n = lang_file_io_read(t, f, all->data + used, step);
        if (n == -1)
            break;
        if (n == LANG_FILE_BLOCKED && used == 0) {
            r = lang_none();
            break;
        }
        if (n <= 0) {
            r = lang_obj_or_error(lang_bytes_new(t, used ? all->data : (const uint8_t *)"", (size_t)used));
            break;
        }
        used += n;
        step = step > (size_t)n ? step - (size_t)n : (size_t)(used / 2 > READ_STEP ? used / 2 : READ_STEP);
    }
    lang_decref(t, all);
    return r;
}

static lang_value m_read(struct lang_thread *t, const lang_value *a)
{
    struct lang_file_io *f = lang_file_io_of(a[0]);
    int64_t size, n;

    if (READS(t, f) < 0 || lang_stream_size(t, a[1], &size) < 0)
        return lang_error();
    if (size < 0)
        return m_readall(t, a);
    if (size > PIECE)
        size = PIECE;
    struct lang_bytes *whole = lang_bytes_raw(t, (size_t)size), *part;
    if (!whole)
        return lang_error();
    n = lang_file_io_read(t, f, whole->data, (size_t)size);
    if (n == size)
        return lang_obj(whole);
    part = n < 0 ? NULL : lang_bytes_new(t, whole->data, (size_t)n);
    lang_decref(t, whole);
    return n == LANG_FILE_BLOCKED ? lang_none() : lang_obj_or_error(part);
}

static lang_value m_readinto(struct lang_thread *t, const lang_value *a)
{
    struct lang_file_io *f = lang_file_io_of(a[0]);
    struct lang_buffer into;

    if (READS(t, f) < 0)
        return lang_error();
    if (!lang_buffer_get_writable(t, a[1], &into))
        return lang_raise(t, LANG_EXC_TypeError, "readinto() argument must be read-write bytes-like object, not %N",
                          a[1]);
    int64_t n = lang_file_io_read(t, f, (uint8_t *)into.data, (size_t)into.length);
    lang_buffer_release(t, &into);
    return n == -1 ? lang_error() : n < 0 ? lang_none() : lang_int(n);
}

static lang_value m_write(struct lang_thread *t, const lang_value *a)
{
    struct lang_file_io *f = lang_file_io_of(a[0]);
    struct lang_buffer from;

    if (WRITES(t, f) < 0)
        return lang_error();
    if (!lang_buffer_get(t, a[1], &from))
        return lang_raise(t, LANG_EXC_TypeError, "a bytes-like object is required, not '%N'", a[1]);
    int64_t n = lang_file_io_write(t, f, from.data, (size_t)from.length);
    lang_buffer_release(t, &from);
    return n == -1 ? lang_error() : n < 0 ? lang_none() : lang_int(n);
}

/* ------------------------------------------------------------------ position */

static lang_value m_seek(struct lang_thread *t, const lang_value *a)
{
    int64_t offset, whence = 0, at;

    if (check_open(t, lang_file_io_of(a[0])) < 0)
        return lang_error();
    if (lang_is_obj(a[1]) && lang_is_float(a[1]))
        return lang_raise(t, LANG_EXC_TypeError, "an integer is required");
    if (lang_as_index(t, a[1], &offset) < 0 || (!lang_is_undef(a[2]) && lang_as_c_int(t, a[2], &whence) < 0))
        return lang_error();
    at = lang_file_io_seek(t, lang_file_io_of(a[0]), offset, (int)whence);
    return at < 0 ? lang_error() : lang_int(at);
}

static lang_value m_tell(struct lang_thread *t, const lang_value *a)
{
    int64_t at = lang_file_io_seek(t, lang_file_io_of(a[0]), 0, SEEK_CUR);

    return at < 0 ? lang_error() : lang_int(at);
}

static lang_value m_truncate(struct lang_thread *t, const lang_value *a)
{
    struct lang_file_io *f = lang_file_io_of(a[0]);
    int64_t size;
    int status, error;

    if (WRITES(t, f) < 0)
        return lang_error();
    if (lang_is_undef(a[1]) || lang_is_none(a[1])) {
        size = lang_file_io_seek(t, f, 0, SEEK_CUR);
        if (size < 0)
            return lang_error();
    } else if (lang_as_index(t, a[1], &size) < 0) {
        return lang_error();
    }
    do {
        int fd = f->fd;
        lang_unlock(t);
        status = ftruncate(fd, size);
        error = errno;
        lang_lock(t);
    } while (status < 0 && error == EINTR && lang_poll(t) == 0);
    return status < 0 ? lang_raise_errno(t, error, NULL) : lang_int(size);
}

/* ------------------------------------------------------------------ questions */

static lang_value m_readable(struct lang_thread *t, const lang_value *a)
{
    struct lang_file_io *f = lang_file_io_of(a[0]);

    return check_open(t, f) < 0 ? lang_error() : lang_bool(f->readable);
}

static lang_value m_writable(struct lang_thread *t, const lang_value *a)
{
    struct lang_file_io *f = lang_file_io_of(a[0]);

    return check_open(t, f) < 0 ? lang_error() : lang_bool(f->writable);
}

static lang_value m_seekable(struct lang_thread *t, const lang_value *a)
{
    struct lang_file_io *f = lang_file_io_of(a[0]);

    if (check_open(t, f) < 0)
        return lang_error();
    if (f->seekable < 0)
        f->seekable = lseek(f->fd, 0, SEEK_CUR) >= 0;
    return lang_bool(f->seekable);
}

static lang_value m_isatty(struct lang_thread *t, const lang_value *a)
{
    struct lang_file_io *f = lang_file_io_of(a[0]);

    return check_open(t, f) < 0 ? lang_error() : lang_bool(isatty(f->fd));
}

static lang_value m_fileno(struct lang_thread *t, const lang_value *a)
{
    struct lang_file_io *f = lang_file_io_of(a[0]);

    return check_open(t, f) < 0 ? lang_error() : lang_int(f->fd);
}

static const char *mode_text(const struct lang_file_io *f)
{
    if (f->created || f->appending)
        return f->created ? f->readable ? "xb+" : "xb" : f->readable ? "ab+" : "ab";
    return f->readable ? f->writable ? "rb+" : "rb" : "wb";
}

static lang_value get_mode(struct lang_thread *t, lang_value self)
{
    return lang_obj_or_error(lang_str_from_c(t, mode_text(lang_file_io_of(self))));
}

static lang_value get_closed(struct lang_thread *t, lang_value self)
{
    (void)t;
    return lang_bool(lang_file_io_of(self)->fd < 0);
}

static lang_value get_closefd(struct lang_thread *t, lang_value self)
{
    (void)t;
    return lang_bool(lang_file_io_of(self)->close_fd);
}

static lang_value get_blksize(struct lang_thread *t, lang_value self)
{
    (void)t;
    return lang_int(lang_file_io_of(self)->block_size);
}

static int set_blksize(struct lang_thread *t, lang_value self, lang_value v)
{
    return lang_as_index(t, v, &lang_file_io_of(self)->block_size);
}

static lang_value file_repr(struct lang_thread *t, lang_value v)
{
    struct lang_file_io *f = lang_file_io_of(v);
    lang_value name, r;

    if (f->fd < 0)
        return lang_obj_or_error(lang_str_from_c(t, "<_io.FileIO [closed]>"));
    name = lang_stream_member(t, v, "name");
    if (lang_is_error(name))
        return name;
    if (lang_is_undef(name))
        return lang_obj_or_error(lang_str_from_format(t, "<_io.FileIO fd=%d mode='%s' closefd=%s>", f->fd, mode_text(f),
                                                      f->close_fd ? "True" : "False"));
    int status = lang_repr_enter(t, v);
    r = status < 0 ? lang_error()
        : status   ? lang_raise(t, LANG_EXC_RuntimeError, "reentrant call inside %s.__repr__",
                              lang_type_of(v)->flags & LANG_TYPE_HEAP ? lang_type_name(v) : "_io.FileIO")
                   : lang_obj_or_error(lang_str_from_format(t, "<_io.FileIO name=%R mode='%s' closefd=%s>", name,
                                                            mode_text(f), f->close_fd ? "True" : "False"));
    if (status == 0)
        lang_repr_leave(t, v);
    lang_unref(t, name);
    return r;
}

/* ------------------------------------------------------------------ end */

static lang_value m_dealloc_warn(struct lang_thread *t, const lang_value *a)
{
    struct lang_file_io *f = lang_file_io_of(a[0]);
    lang_value error;

    if (f->fd < 0 || !f->close_fd)
        return lang_none();
    error = lang_error_take(t);
    if (lang_stream_warn(t, LANG_EXC_ResourceWarning, a[1], "unclosed file %R", a[1]) < 0) {
        if (lang_error_is(t, LANG_EXC_Warning))
            t->vm->services->unraisable(t, NULL, a[0]);
        else
            lang_error_clear(t);
    }
    if (!lang_is_undef(error))
        lang_error_restore(t, error);
    return lang_none();
}

static lang_value m_close(struct lang_thread *t, const lang_value *a)
{
    struct lang_file_io *f = lang_file_io_of(a[0]);
    lang_value error = lang_undef(), r;

    r = lang_call_method_c(t, lang_obj(&lang_type_raw_io_base), "close", a, 1); /* which flushes */
    if (lang_is_error(r))
        error = lang_error_take(t);
    else
        lang_unref(t, r);
    if (f->stream.finalizing && f->close_fd) {
        const lang_value both[2] = {a[0], a[0]};
        m_dealloc_warn(t, both);
    }
    int status = f->close_fd ? close_descriptor(t, f) : (f->fd = -1, 0);
    if (!lang_is_undef(error)) {
        if (status < 0)
            lang_error_clear(t);
        lang_error_restore(t, error);
        return lang_error();
    }
    return status < 0 ? lang_error() : lang_none();
}

static void file_destroy(struct lang_thread *t, struct lang_object *o)
{
    struct lang_file_io *f = (struct lang_file_io *)o;

    (void)t;
    if (f->fd >= 0 && f->close_fd)
        close(f->fd);
    f->fd = -1;
}

static const struct lang_method file_methods[] = {
    {"read", "(size=-1, /)", m_read,
     "At most size bytes with one call of the system, all for None or a negative size; None if there are none yet.", 0},
    {"readall", "()", m_readall, "All bytes up to the end; None if there are none yet.", 0},
    {"readinto", "(buffer, /)", m_readinto, "Reads into a buffer; how many bytes.", 0},
    {"write", "(b, /)", m_write,
     "Writes bytes with one call of the system; how many of them, None if none can be written now.", 0},
    {"seek", "(pos, whence=0, /)", m_seek, "Goes to a position; the new one.", 0},
    {"tell", "()", m_tell, "The position in the file.", 0},
    {"truncate", "(size=None, /)", m_truncate, "Makes the file so many bytes long, by default up to here; how many.",
     0},
    {"close", "()", m_close, "Closes the file, and the descriptor unless closefd is False.", 0},
    {"seekable", "()", m_seekable, "Whether the position can be changed.", 0},
    {"readable", "()", m_readable, "Whether it was opened for reading.", 0},
    {"writable", "()", m_writable, "Whether it was opened for writing.", 0},
    {"fileno", "()", m_fileno, "The file descriptor.", 0},
    {"isatty", "()", m_isatty, "Whether it is a terminal.", 0},
    {"_dealloc_warn", "(source, /)", m_dealloc_warn, NULL, 0},
    {0},
};
static const struct lang_getset file_getset[] = {
    {"closed", get_closed, NULL, "Whether it is closed."},
    {"closefd", get_closefd, NULL, "Whether close() closes the descriptor."},
    {"mode", get_mode, NULL, "The mode as text."},
    {"_blksize", get_blksize, set_blksize, NULL},
    {"_finalizing", lang_stream_finalizing, lang_stream_set_finalizing, NULL},
    {0},
};

struct lang_type lang_type_file_io = {
    .name = "FileIO",
    .module = "_io",
    .doc = "Bytes of a file, without a buffer. file: a path or a descriptor; mode: 'r', 'w', 'x' or 'a', with '+' for "
           "both\n"
           "directions; opener(path, flags) gives a descriptor.",
    .flags = LANG_TYPE_QUALIFIED | LANG_TYPE_BASE,
    .size = sizeof(struct lang_file_io),
    .attr_offset = offsetof(struct lang_stream, attrs),
    .base = &lang_type_raw_io_base,
    .methods = file_methods,
    .getset = file_getset,
    .make = file_make,
    .init = file_init,
    .destroy = file_destroy,
    .repr = file_repr,
};
