/* file_raw.c: buffered bytes of an open file descriptor: reading ahead, writing behind, seeking. Blocking calls release
 * the interpreter lock and end at an interrupt. Knows no text. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "file_raw.h"

#define CHUNK 65536
#define WRITE_BUFFER 8192

/* ------------------------------------------------------------------ names */

const char *lang_path_text(struct lang_thread *t, lang_value v, lang_value *keep)
{
    struct lang_str *name;
    const char *text = NULL;
    size_t size = 0;

    *keep = lang_undef();
    if (!lang_is_str(v) && !lang_is_bytes(v)) {
        name = lang_intern_c(t, "__fspath__");
        if (!name)
            return NULL;
        *keep = lang_is_obj(v) ? lang_call_special(t, v, name, NULL, 0) : lang_undef();
        lang_decref(t, name);
        if (lang_is_error(*keep)) {
            *keep = lang_undef();
            return NULL;
        }
        if (!lang_is_str(*keep) && !lang_is_bytes(*keep)) {
            lang_clear(t, keep);
            return lang_fail_null(t, LANG_EXC_TypeError, "expected str, bytes or os.PathLike object, not %N", v);
        }
    } else {
        *keep = lang_ref(v);
    }
    if (lang_is_str(*keep)) {
        text = lang_str_utf8(t, lang_as_str(*keep), &size);
    } else {
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
 */
static int wait_ready(struct lang_thread *t, struct file_raw *f, short events)
{
    struct pollfd p = {f->fd, events, 0};
    int n;

    if (f->regular)
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

int lang_raw_open(struct lang_thread *t, struct file_raw *f, const char *path, const char *mode, lang_value name)
{
    bool plus = strchr(mode, '+') != NULL, reading = strchr(mode, 'r') != NULL;
    int flags = O_CLOEXEC;
    struct stat st;

    f->readable = reading || plus;
    f->writable = !reading || plus;
    f->appending = strchr(mode, 'a') != NULL;
    flags |= plus ? O_RDWR : reading ? O_RDONLY : O_WRONLY;
    if (strchr(mode, 'w'))
        flags |= O_CREAT | O_TRUNC;
    if (f->appending)
        flags |= O_CREAT | O_APPEND;
    if (strchr(mode, 'x'))
        flags |= O_CREAT | O_EXCL;
    if (path) {
        lang_unlock(t);
        do
            f->fd = open(path, flags, 0666);
        while (f->fd < 0 && errno == EINTR && !lang_interrupted(t));
        lang_lock(t);
        if (f->fd < 0) {
            if (errno != EINTR || lang_poll(t) == 0)
                lang_raise_errno(t, errno, path);
            return -1;
        }
        f->close_fd = true;
    }
    if (fstat(f->fd, &st) < 0) {
        int error = errno;
        struct lang_str *text = lang_is_str(name) ? NULL : lang_repr(t, name);

        lang_raise_errno(t, error, path);
        lang_xdecref(t, text);
        if (!path)
            f->fd = -1;
        return -1;
    }
    if (S_ISDIR(st.st_mode)) {
        if (path)
            close(f->fd);
        f->fd = -1;
        lang_raise_errno(t, EISDIR, path);
        return -1;
    }
    f->regular = S_ISREG(st.st_mode);
    return 0;
}

/* ------------------------------------------------------------------ reading */

/* Space for `more` bytes behind in_end. */
static int reserve(struct lang_thread *t, struct file_raw *f, size_t more)
{
    size_t kept = f->in_end - f->in_start, capacity = f->in_capacity ? f->in_capacity : CHUNK;
    uint8_t *in;

    if (f->in_start > 0 && kept > 0)
        memmove(f->in, f->in + f->in_start, kept);
    f->in_start = 0;
    f->in_end = kept;
    if (f->in_capacity - kept >= more && f->in)
        return 0;
    while (capacity - kept < more)
        capacity *= 2;
    in = lang_realloc(t, f->in, f->in_capacity, capacity);
    if (!in)
        return -1;
    f->in = in;
    f->in_capacity = capacity;
    return 0;
}

int64_t lang_raw_fill(struct lang_thread *t, struct file_raw *f, size_t want)
{
    while (f->in_end - f->in_start < want) {
        size_t missing = want - (f->in_end - f->in_start), ask;
        ssize_t n;
        int error;

        if (want > (size_t)INT64_MAX / 4) /* read to the end: grow as data arrives */
            missing = f->in_capacity / 2 > CHUNK ? f->in_capacity / 2 : CHUNK;
        if (reserve(t, f, missing < CHUNK ? CHUNK : missing) < 0 || wait_ready(t, f, POLLIN) < 0)
            return -1;
        ask = f->in_capacity - f->in_end;
        if (ask > 16 << 20)
            ask = 16 << 20;
        if (f->exact && ask > missing)
            ask = missing;
        lang_unlock(t);
        n = read(f->fd, f->in + f->in_end, ask);
        error = errno;
        lang_lock(t);
        if (n == 0)
            break;
        if (n < 0 && error != EINTR) {
            lang_raise_errno(t, error, NULL);
            return -1;
        }
        if (n > 0)
            f->in_end += (size_t)n;
        if (lang_poll(t) < 0)
            return -1;
    }
    return (int64_t)(f->in_end - f->in_start);
}

void lang_raw_consume(struct file_raw *f, size_t n)
{
    f->in_start += n;
    if (f->in_start == f->in_end)
        f->in_start = f->in_end = 0;
}

/* ------------------------------------------------------------------ writing */

static int send(struct lang_thread *t, struct file_raw *f, const uint8_t *data, size_t n)
{
    while (n > 0) {
        ssize_t done;
        int error;

        if (wait_ready(t, f, POLLOUT) < 0)
            return -1;
        lang_unlock(t);
        done = write(f->fd, data, n > 16 << 20 ? 16 << 20 : n);
        error = errno;
        lang_lock(t);
        if (done < 0 && error != EINTR && error != EAGAIN) {
            lang_raise_errno(t, error, NULL);
            return -1;
        }
        if (done > 0) {
            data += done;
            n -= (size_t)done;
        }
        if (lang_poll(t) < 0)
            return -1;
    }
    return 0;
}

/* The buffer being sent is detached from the file: while the write waits, other code may write to this file or close
 * it. */
int lang_raw_flush(struct lang_thread *t, struct file_raw *f)
{
    uint8_t *out = f->out;
    size_t n = f->out_used, capacity = f->out_capacity;
    int status;

    if (n == 0)
        return 0;
    f->out = NULL;
    f->out_used = f->out_capacity = 0; /* what failed is lost, as it cannot be told how much of it was written */
    status = send(t, f, out, n);
    if (f->out || f->fd < 0) {
        lang_free(t, out, capacity);
    } else {
        f->out = out;
        f->out_capacity = capacity;
    }
    return status;
}

/* Before writing: bytes read ahead are given back, so that the system's position is the user's. */
static int drop_read_ahead(struct lang_thread *t, struct file_raw *f)
{
    size_t ahead = f->in_end - f->in_start;

    f->in_start = f->in_end = 0;
    if (ahead && lseek(f->fd, -(off_t)ahead, SEEK_CUR) < 0 && errno != ESPIPE) {
        lang_raise_errno(t, errno, NULL);
        return -1;
    }
    return 0;
}

int lang_raw_write(struct lang_thread *t, struct file_raw *f, const void *data, size_t n)
{
    if (drop_read_ahead(t, f) < 0)
        return -1;
    while (f->out_used + n > WRITE_BUFFER) { /* others may write while it waits */
        if (lang_raw_flush(t, f) < 0)
            return -1;
        if (n >= WRITE_BUFFER)
            return send(t, f, data, n);
    }
    if (f->fd < 0)
        return lang_fail(t, LANG_EXC_ValueError, "I/O operation on closed file.");
    if (!f->out) {
        f->out = lang_alloc(t, WRITE_BUFFER);
        if (!f->out)
            return -1;
        f->out_capacity = WRITE_BUFFER;
    }
    memcpy(f->out + f->out_used, data, n);
    f->out_used += n;
    return 0;
}

/* ------------------------------------------------------------------ position */

int64_t lang_raw_tell(struct lang_thread *t, struct file_raw *f)
{
    off_t at = lseek(f->fd, 0, SEEK_CUR);

    if (at < 0) {
        lang_raise_errno(t, errno, NULL);
        return -1;
    }
    return (int64_t)at - (int64_t)(f->in_end - f->in_start) + (int64_t)f->out_used;
}

int64_t lang_raw_seek(struct lang_thread *t, struct file_raw *f, int64_t offset, int whence)
{
    off_t at;

    if (lang_raw_flush(t, f) < 0)
        return -1;
    if (whence == SEEK_CUR)
        offset -= (int64_t)(f->in_end - f->in_start);
    at = lseek(f->fd, offset, whence);
    if (at < 0) {
        lang_raise_errno(t, errno, NULL);
        return -1;
    }
    f->in_start = f->in_end = 0;
    return at;
}

int lang_raw_close(struct lang_thread *t, struct file_raw *f)
{
    int status = f->fd >= 0 ? lang_raw_flush(t, f) : 0, fd = f->fd; /* other code may have closed it meanwhile */

    f->fd = -1;
    if (fd >= 0 && f->close_fd && close(fd) < 0 && status == 0 && errno != EINTR) {
        lang_raise_errno(t, errno, NULL);
        status = -1;
    }
    if (f->in)
        lang_free(t, f->in, f->in_capacity);
    if (f->out)
        lang_free(t, f->out, f->out_capacity);
    f->in = f->out = NULL;
    f->in_start = f->in_end = f->in_capacity = f->out_used = f->out_capacity = 0;
    return status;
}
