/* lib_mmap.c: the module _mmap: files, or plain memory, mapped into the memory of the process. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib.h"
#include "types/containers.h"
#include "types/str_impl.h"

enum access { DEFAULT, READ, WRITE, COPY };

struct map {
    struct lang_object head;
    uint8_t *data; /* NULL once it is closed */
    int64_t size, position, offset, exports;
    int fd; /* -1: none */
    int access, flags;
};
static struct lang_type map_type;

static inline struct map *map_of(lang_value v)
{
    return (struct map *)v.o;
}

static int check(struct lang_thread *t, const struct map *m)
{
    return m->data ? 0 : lang_fail(t, LANG_EXC_ValueError, "mmap closed or invalid");
}

static int check_writable(struct lang_thread *t, const struct map *m)
{
    if (check(t, m) < 0)
        return -1;
    return m->access == READ ? lang_fail(t, LANG_EXC_TypeError, "mmap can't modify a readonly memory map.") : 0;
}

static int check_resizable(struct lang_thread *t, const struct map *m)
{
    if (m->exports)
        return lang_fail(t, LANG_EXC_BufferError, "mmap can't resize with extant buffers exported.");
    if (m->access == READ || m->access == COPY)
        return lang_fail(t, LANG_EXC_TypeError, "mmap can't resize a readonly or copy-on-write memory map.");
    return 0;
}

static lang_value failed(struct lang_thread *t)
{
    return lang_raise_errno(t, errno, NULL);
}

static void unmap(struct map *m)
{
    if (m->data)
        munmap(m->data, (size_t)m->size);
    if (m->fd >= 0)
        close(m->fd);
    m->data = NULL;
    m->fd = -1;
}

static void map_drop(struct lang_thread *t, struct lang_object *o)
{
    (void)t;
    unmap((struct map *)o);
}

/* ------------------------------------------------------------------ making one */

struct wish {
    int64_t fd, length, flags, prot, access, offset;
};

/* What `access` stands for. */
static int read_access(struct lang_thread *t, struct wish *w)
{
    if (w->access != DEFAULT && (w->flags != MAP_SHARED || w->prot != (PROT_READ | PROT_WRITE)))
        return lang_fail(t, LANG_EXC_ValueError, "mmap can't specify both access and flags, prot.");
    switch (w->access) {
    case READ:
        w->flags = MAP_SHARED;
        w->prot = PROT_READ;
        return 0;
    case WRITE:
        w->flags = MAP_SHARED;
        w->prot = PROT_READ | PROT_WRITE;
        return 0;
    case COPY:
        w->flags = MAP_PRIVATE;
        w->prot = PROT_READ | PROT_WRITE;
        return 0;
    case DEFAULT: /* what can be done follows from what was asked for */
        if (!(w->prot & PROT_WRITE))
            w->access = READ;
        else if (!(w->prot & PROT_READ))
            w->access = WRITE;
        return 0;
    default:
        return lang_fail(t, LANG_EXC_ValueError, "mmap invalid access parameter.");
    }
}

/* The length of what is mapped, against that of the file. */
static int read_length(struct lang_thread *t, struct wish *w)
{
    struct stat st;

    if (w->fd < 0 || fstat((int)w->fd, &st) < 0 || !S_ISREG(st.st_mode))
        return 0;
    if (w->length == 0) {
        if (st.st_size == 0)
            return lang_fail(t, LANG_EXC_ValueError, "cannot mmap an empty file");
        if (w->offset >= st.st_size)
            return lang_fail(t, LANG_EXC_ValueError, "mmap offset is greater than file size");
        w->length = st.st_size - w->offset;
    } else if (w->offset > st.st_size || st.st_size - w->offset < w->length) {
        return lang_fail(t, LANG_EXC_ValueError, "mmap length is greater than file size");
    }
    return 0;
}

static int read_wish(struct lang_thread *t, const lang_value *a, struct wish *w)
{
    int64_t *const fields[] = {&w->fd, &w->length, &w->flags, &w->prot, &w->access, &w->offset};

    *w = (struct wish){-1, 0, MAP_SHARED, PROT_READ | PROT_WRITE, DEFAULT, 0};
    for (int i = 0; i < 6; i++)
        if (!lang_is_undef(a[i]) && lang_as_index(t, a[i], fields[i]) < 0)
            return -1;
    if (w->length < 0)
        return lang_fail(t, LANG_EXC_OverflowError, "memory mapped length must be positive");
    if (w->offset < 0)
        return lang_fail(t, LANG_EXC_OverflowError, "memory mapped offset must be positive");
    return 0;
}

static lang_value map_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                           struct lang_tuple *kwnames)
{
    static const char signature[] = "(fileno, length, flags=MAP_SHARED, prot=PROT_WRITE|PROT_READ, "
                                    "access=ACCESS_DEFAULT, offset=0)";
    lang_value bound[6] = {lang_undef(), lang_undef(), lang_undef(), lang_undef(), lang_undef(), lang_undef()};
    struct lang_params *p = lang_params_get(t, "mmap", signature);
    struct wish w;
    struct map *m;

    if (!p || lang_params_bind(t, p, args, nargs, kwnames, bound) < 0 || read_wish(t, bound, &w) < 0 ||
        read_access(t, &w) < 0 || read_length(t, &w) < 0)
        return lang_error();
    if (w.fd == -1)
        w.flags |= MAP_ANONYMOUS;
    int fd =
        w.fd == -1 ? -1 : fcntl((int)w.fd, F_DUPFD_CLOEXEC, 0); /* the file may be closed, and is needed to resize */
    if (w.fd != -1 && fd < 0)
        return failed(t);
    if (!(m = lang_object_new(t, cls))) {
        if (fd >= 0)
            close(fd);
        return lang_error();
    }
    m->fd = fd;
    m->size = w.length;
    m->offset = w.offset;
    m->access = (int)w.access;
    m->flags = (int)w.flags;
    void *data = mmap(NULL, (size_t)w.length, (int)w.prot, (int)w.flags, fd, w.offset);
    if (data == MAP_FAILED) {
        failed(t);
        lang_decref(t, m);
        return lang_error();
    }
    m->data = data;
    return lang_obj(m);
}

static bool memory_of(lang_value v, struct lang_memory *out)
{
    struct map *m = map_of(v);

    if (!m->data)
        return false;
    *out = (struct lang_memory){m->data, m->size, 1, "B", m->access == READ, &m->exports, NULL, 0};
    return true;
}

/* ------------------------------------------------------------------ sequence */

static int64_t map_len(struct lang_thread *t, lang_value v)
{
    return check(t, map_of(v)) < 0 ? -1 : map_of(v)->size;
}

/* An index as one from 0 on. The index may close the map. */
static int read_index(struct lang_thread *t, struct map *m, lang_value key, int64_t *i)
{
    if (!lang_type_of(key)->to_index)
        return lang_fail(t, LANG_EXC_TypeError, "mmap indices must be integers");
    if (lang_as_index(t, key, i) < 0) {
        if (!lang_error_is(t, LANG_EXC_OverflowError))
            return -1;
        lang_error_clear(t);
        return lang_fail(t, LANG_EXC_IndexError, "cannot fit '%N' into an index-sized integer", key);
    }
    if (check(t, m) < 0)
        return -1;
    if (*i < 0)
        *i += m->size;
    return *i < 0 || *i >= m->size ? lang_fail(t, LANG_EXC_IndexError, "mmap index out of range") : 0;
}

static int read_slice(struct lang_thread *t, struct map *m, lang_value key, int64_t *start, int64_t *step, int64_t *n)
{
    int64_t stop;

    if (lang_slice_unpack(t, key, start, &stop, step) < 0 || check(t, m) < 0)
        return -1;
    *n = lang_slice_fit(m->size, start, &stop, *step);
    return 0;
}

static lang_value map_getitem(struct lang_thread *t, lang_value v, lang_value key)
{
    struct map *m = map_of(v);
    int64_t i, step, n;

    if (check(t, m) < 0)
        return lang_error();
    if (!lang_is_exactly(key, &lang_type_slice))
        return read_index(t, m, key, &i) < 0 ? lang_error() : lang_int(m->data[i]);
    if (read_slice(t, m, key, &i, &step, &n) < 0)
        return lang_error();
    if (step == 1 || n == 0)
        return lang_obj_or_error(lang_bytes_new(t, m->data + (n ? i : 0), (size_t)n));
    struct lang_bytes *b = lang_bytes_new(t, NULL, (size_t)n);
    for (int64_t k = 0; b && k < n; k++)
        b->data[k] = m->data[i + k * step];
    return lang_obj_or_error(b);
}

static int set_slice(struct lang_thread *t, struct map *m, lang_value key, lang_value value)
{
    struct lang_buffer from;
    int64_t start, step, n;
    int r = 0;

    if (read_slice(t, m, key, &start, &step, &n) < 0)
        return -1;
    if (lang_is_undef(value))
        return lang_fail(t, LANG_EXC_TypeError, "mmap object doesn't support slice deletion");
    if (!lang_buffer_get(t, value, &from))
        return lang_fail(t, LANG_EXC_TypeError, "a bytes-like object is required, not '%N'", value);
    if (from.length != n)
        r = lang_fail(t, LANG_EXC_IndexError, "mmap slice assignment is wrong size");
    else if (check_writable(t, m) < 0)
        r = -1;
    else if (step == 1 && n)
        memmove(m->data + start, from.data, (size_t)n);
    else
        for (int64_t k = 0; k < n; k++)
            m->data[start + k * step] = from.data[k];
    lang_buffer_release(t, &from);
    return r;
}

static int map_setitem(struct lang_thread *t, lang_value v, lang_value key, lang_value value)
{
    struct map *m = map_of(v);
    int64_t i, byte;

    if (check_writable(t, m) < 0)
        return -1;
    if (lang_is_exactly(key, &lang_type_slice))
        return set_slice(t, m, key, value);
    if (read_index(t, m, key, &i) < 0)
        return -1;
    if (lang_is_undef(value))
        return lang_fail(t, LANG_EXC_TypeError, "mmap doesn't support item deletion");
    if (!lang_type_of(value)->to_index)
        return lang_fail(t, LANG_EXC_TypeError, "mmap item value must be an int");
    if (lang_as_index(t, value, &byte) < 0 || check(t, m) < 0)
        return -1;
    if (byte < 0 || byte > 255)
        return lang_fail(t, LANG_EXC_ValueError, "mmap item value must be in range(0, 256)");
    if (i >= m->size)
        return lang_fail(t, LANG_EXC_IndexError, "mmap index out of range");
    m->data[i] = (uint8_t)byte;
    return 0;
}

/* ------------------------------------------------------------------ methods */

static lang_value m_close(struct lang_thread *t, const lang_value *a)
{
    struct map *m = map_of(a[0]);

    if (m->exports)
        return lang_raise(t, LANG_EXC_BufferError, "cannot close exported pointers exist");
    unmap(m);
    return lang_none();
}

/* Bounds of a search or the like: as those of a slice. */
static int read_bound(struct lang_thread *t, const struct map *m, lang_value v, int64_t *out)
{
    if (!lang_is_undef(v) && lang_as_index(t, v, out) < 0)
        return -1;
    if (*out < 0)
        *out = *out + m->size < 0 ? 0 : *out + m->size;
    if (*out > m->size)
        *out = m->size;
    return 0;
}

static const uint8_t *search(const uint8_t *p, int64_t n, const struct lang_buffer *what, bool last)
{
    if (!last)
        return memmem(p, (size_t)n, what->data, (size_t)what->length);
    for (int64_t i = n - what->length; i >= 0; i--)
        if (memcmp(p + i, what->data, (size_t)what->length) == 0)
            return p + i;
    return NULL;
}

static lang_value find(struct lang_thread *t, const lang_value *a, bool last)
{
    struct map *m = map_of(a[0]);
    struct lang_buffer what;
    int64_t start = m->position, stop = m->size;
    const uint8_t *found = NULL;

    if (check(t, m) < 0)
        return lang_error();
    if (!lang_buffer_get(t, a[1], &what))
        return lang_raise(t, LANG_EXC_TypeError, "a bytes-like object is required, not '%N'", a[1]);
    int bad = read_bound(t, m, a[2], &start) < 0 || read_bound(t, m, a[3], &stop) < 0 || check(t, m) < 0;
    if (!bad && start <= stop && stop <= m->size)
        found = search(m->data + start, stop - start, &what, last);
    int64_t place = found ? found - m->data : -1;
    lang_buffer_release(t, &what);
    return bad ? lang_error() : lang_int(place);
}

static lang_value m_find(struct lang_thread *t, const lang_value *a)
{
    return find(t, a, false);
}

static lang_value m_rfind(struct lang_thread *t, const lang_value *a)
{
    return find(t, a, true);
}

static lang_value m_flush(struct lang_thread *t, const lang_value *a)
{
    struct map *m = map_of(a[0]);
    int64_t offset = 0, size = m->size;

    if (check(t, m) < 0 || (!lang_is_undef(a[1]) && lang_as_index(t, a[1], &offset) < 0) ||
        (!lang_is_undef(a[2]) && lang_as_index(t, a[2], &size) < 0) || check(t, m) < 0)
        return lang_error();
    if (offset < 0 || size < 0 || m->size - offset < size)
        return lang_raise(t, LANG_EXC_ValueError, "flush values out of range");
    if (m->access == READ || m->access == COPY)
        return lang_none();
    return msync(m->data + offset, (size_t)size, MS_SYNC) < 0 ? failed(t) : lang_none();
}

static lang_value m_madvise(struct lang_thread *t, const lang_value *a)
{
    struct map *m = map_of(a[0]);
    int64_t option, start = 0, length = m->size;

    if (check(t, m) < 0 || lang_as_index(t, a[1], &option) < 0 ||
        (!lang_is_undef(a[2]) && lang_as_index(t, a[2], &start) < 0) ||
        (!lang_is_undef(a[3]) && lang_as_index(t, a[3], &length) < 0) || check(t, m) < 0)
        return lang_error();
    if (start < 0 || start >= m->size)
        return lang_raise(t, LANG_EXC_ValueError, "madvise start out of bounds");
    if (length < 0)
        return lang_raise(t, LANG_EXC_ValueError, "madvise length invalid");
    if (length > INT64_MAX - start)
        return lang_raise(t, LANG_EXC_OverflowError, "madvise length too large");
    if (start + length > m->size)
        length = m->size - start;
    return madvise(m->data + start, (size_t)length, (int)option) < 0 ? failed(t) : lang_none();
}

static lang_value m_move(struct lang_thread *t, const lang_value *a)
{
    struct map *m = map_of(a[0]);
    int64_t to, from, n;

    if (lang_as_index(t, a[1], &to) < 0 || lang_as_index(t, a[2], &from) < 0 || lang_as_index(t, a[3], &n) < 0 ||
        check_writable(t, m) < 0)
        return lang_error();
    if (to < 0 || from < 0 || n < 0 || m->size - to < n || m->size - from < n)
        return lang_raise(t, LANG_EXC_ValueError, "source, destination, or count out of range");
    memmove(m->data + to, m->data + from, (size_t)n);
    return lang_none();
}

/* The next n bytes. */
static lang_value take(struct lang_thread *t, struct map *m, int64_t n)
{
    lang_value r = lang_obj_or_error(lang_bytes_new(t, m->data + m->position, (size_t)n));

    if (!lang_is_error(r))
        m->position += n;
    return r;
}

static int64_t left_in(const struct map *m)
{
    return m->position < m->size ? m->size - m->position : 0;
}

static lang_value m_read(struct lang_thread *t, const lang_value *a)
{
    struct map *m = map_of(a[0]);
    int64_t n = -1;

    if (check(t, m) < 0)
        return lang_error();
    if (!lang_is_undef(a[1]) && !lang_is_none(a[1])) {
        if (!lang_type_of(a[1])->to_index)
            return lang_raise(t, LANG_EXC_TypeError, "argument should be integer or None, not '%N'", a[1]);
        if (lang_as_index(t, a[1], &n) < 0 || check(t, m) < 0)
            return lang_error();
    }
    return take(t, m, n < 0 || n > left_in(m) ? left_in(m) : n);
}

static lang_value m_read_byte(struct lang_thread *t, const lang_value *a)
{
    struct map *m = map_of(a[0]);

    if (check(t, m) < 0)
        return lang_error();
    return left_in(m) ? lang_int(m->data[m->position++]) : lang_raise(t, LANG_EXC_ValueError, "read byte out of range");
}

static lang_value m_readline(struct lang_thread *t, const lang_value *a)
{
    struct map *m = map_of(a[0]);

    if (check(t, m) < 0)
        return lang_error();
    const int64_t left = left_in(m);
    const uint8_t *from = m->data + m->position, *end = left ? memchr(from, '\n', (size_t)left) : NULL;
    return take(t, m, end ? end - from + 1 : left);
}

static lang_value m_resize(struct lang_thread *t, const lang_value *a)
{
    struct map *m = map_of(a[0]);
    int64_t size;

    if (lang_as_index(t, a[1], &size) < 0 || check(t, m) < 0 || check_resizable(t, m) < 0)
        return lang_error();
    if (size < 0 || INT64_MAX - size < m->offset)
        return lang_raise(t, LANG_EXC_ValueError, "new size out of range");
    if (m->fd >= 0 && ftruncate(m->fd, m->offset + size) < 0)
        return failed(t);
    if (m->fd < 0 && m->flags & MAP_SHARED && size > m->size) /* the kernel maps nothing behind what was there */
        return lang_raise(t, LANG_EXC_ValueError, "mmap: can't expand a shared anonymous mapping on Linux");
    void *data = mremap(m->data, (size_t)m->size, (size_t)size, MREMAP_MAYMOVE);
    if (data == MAP_FAILED)
        return failed(t);
    m->data = data;
    m->size = size;
    return lang_none();
}

static lang_value m_seek(struct lang_thread *t, const lang_value *a)
{
    struct map *m = map_of(a[0]);
    int64_t distance, whence = 0;

    if (lang_as_index(t, a[1], &distance) < 0 || (!lang_is_undef(a[2]) && lang_as_index(t, a[2], &whence) < 0) ||
        check(t, m) < 0)
        return lang_error();
    if (whence < 0 || whence > 2)
        return lang_raise(t, LANG_EXC_ValueError, "unknown seek type");
    const int64_t base = whence == 0 ? 0 : whence == 1 ? m->position : m->size;
    if (distance > INT64_MAX - base || base + distance < 0 || base + distance > m->size)
        return lang_raise(t, LANG_EXC_ValueError, "seek out of range");
    m->position = base + distance;
    return lang_none();
}

static lang_value m_size(struct lang_thread *t, const lang_value *a)
{
    struct map *m = map_of(a[0]);
    struct stat st;

    if (check(t, m) < 0)
        return lang_error();
    return fstat(m->fd, &st) < 0 ? failed(t) : lang_int(st.st_size);
}

static lang_value m_tell(struct lang_thread *t, const lang_value *a)
{
    return check(t, map_of(a[0])) < 0 ? lang_error() : lang_int(map_of(a[0])->position);
}

static lang_value m_write(struct lang_thread *t, const lang_value *a)
{
    struct map *m = map_of(a[0]);
    struct lang_buffer from;
    lang_value r;

    if (check(t, m) < 0)
        return lang_error();
    if (!lang_buffer_get(t, a[1], &from))
        return lang_raise(t, LANG_EXC_TypeError, "a bytes-like object is required, not '%N'", a[1]);
    r = lang_int(from.length);
    if (check_writable(t, m) < 0) {
        r = lang_error();
    } else if (left_in(m) < from.length) {
        r = lang_raise(t, LANG_EXC_ValueError, "data out of range");
    } else {
        memmove(m->data + m->position, from.data, (size_t)from.length);
        m->position += from.length;
    }
    lang_buffer_release(t, &from);
    return r;
}

static lang_value m_write_byte(struct lang_thread *t, const lang_value *a)
{
    struct map *m = map_of(a[0]);
    int64_t byte;

    if (lang_as_index(t, a[1], &byte) < 0 || check_writable(t, m) < 0)
        return lang_error();
    if (byte < 0 || byte > 255)
        return lang_raise(t, LANG_EXC_OverflowError, "unsigned byte integer is %s than %simum",
                          byte < 0 ? "less" : "greater", byte < 0 ? "min" : "max");
    if (!left_in(m))
        return lang_raise(t, LANG_EXC_ValueError, "write byte out of range");
    m->data[m->position++] = (uint8_t)byte;
    return lang_none();
}

static lang_value m_enter(struct lang_thread *t, const lang_value *a)
{
    return check(t, map_of(a[0])) < 0 ? lang_error() : lang_ref(a[0]);
}

static lang_value m_sizeof(struct lang_thread *t, const lang_value *a)
{
    (void)t, (void)a;
    return lang_int((int64_t)map_type.size);
}

static lang_value map_repr(struct lang_thread *t, lang_value v)
{
    static const char *const names[] = {"ACCESS_DEFAULT", "ACCESS_READ", "ACCESS_WRITE", "ACCESS_COPY"};
    struct map *m = map_of(v);

    if (!m->data)
        return lang_obj_or_error(lang_str_from_format(t, "<%N closed=True>", v));
    return lang_obj_or_error(lang_str_from_format(t, "<%N closed=False, access=%s, length=%lld, pos=%lld, offset=%lld>",
                                                  v, names[m->access], (long long)m->size, (long long)m->position,
                                                  (long long)m->offset));
}

static lang_value get_closed(struct lang_thread *t, lang_value v)
{
    (void)t;
    return lang_bool(!map_of(v)->data);
}

static const struct lang_getset map_getset[] = {
    {"closed", get_closed, NULL, "Whether it is closed."},
    {0},
};

static const struct lang_method map_methods[] = {
    {"close", "()", m_close, "Ends the mapping; what is done with it afterwards is a ValueError.", LANG_M_NOSIG},
    {"find", "(sub, start=<unrepresentable>, end=<unrepresentable>, /)", m_find,
     "The lowest place of the bytes from the position, or start, on; -1: they are not there.", LANG_M_NOSIG},
    {"flush", "(offset=0, size=<unrepresentable>, /)", m_flush, "Writes changes of the memory to the file.",
     LANG_M_NOSIG},
    {"madvise", "(option, start=0, length=<unrepresentable>, /)", m_madvise,
     "Tells the system how the memory will be used.", LANG_M_NOSIG},
    {"move", "(dest, src, count, /)", m_move, "Copies count bytes from src to dest.", LANG_M_NOSIG},
    {"read", "(n=None, /)", m_read, "The next n bytes, or all that are left.", LANG_M_NOSIG},
    {"read_byte", "()", m_read_byte, "The next byte as an int.", LANG_M_NOSIG},
    {"readline", "()", m_readline, "The next line.", LANG_M_NOSIG},
    {"resize", "(newsize, /)", m_resize, "Another size, of the map and of its file.", LANG_M_NOSIG},
    {"rfind", "(sub, start=<unrepresentable>, end=<unrepresentable>, /)", m_rfind,
     "The highest place of the bytes from the position, or start, on; -1: they are not there.", LANG_M_NOSIG},
    {"seek", "(pos, whence=0, /)", m_seek, "Moves the position.", LANG_M_NOSIG},
    {"size", "()", m_size, "The length of the file, which may be more than that of the map.", LANG_M_NOSIG},
    {"tell", "()", m_tell, "The position.", LANG_M_NOSIG},
    {"write", "(bytes, /)", m_write, "Writes bytes at the position; how many.", LANG_M_NOSIG},
    {"write_byte", "(byte, /)", m_write_byte, "Writes one byte, an int, at the position.", LANG_M_NOSIG},
    {"__enter__", "()", m_enter, NULL, LANG_M_NOSIG},
    {"__exit__", "(*args)", m_close, NULL, LANG_M_NOSIG},
    {"__sizeof__", "()", m_sizeof, NULL, LANG_M_NOSIG},
    {0},
};

static struct lang_type map_type = {
    .name = "mmap",
    .module = "mmap",
    .doc = "A file, or memory without one (fileno -1), as bytes that may be read, searched and changed in place: a "
           "sequence with a position, as a file has one.",
    .size = sizeof(struct map),
    .flags = LANG_TYPE_BASE | LANG_TYPE_QUALIFIED | LANG_TYPE_WEAKREF,
    .methods = map_methods,
    .getset = map_getset,
    .make = map_make,
    .destroy = map_drop,
    .repr = map_repr,
    .len = map_len,
    .getitem = map_getitem,
    .setitem = map_setitem,
    .memory = memory_of,
};

#define X(name)                                                                                                        \
    {                                                                                                                  \
#name, name                                                                                                    \
    }
static const struct {
    const char *name;
    int value;
} constants[] = {
    X(PROT_EXEC),
    X(PROT_READ),
    X(PROT_WRITE),
    X(MAP_SHARED),
    X(MAP_PRIVATE),
    X(MAP_DENYWRITE),
    X(MAP_EXECUTABLE),
    X(MAP_ANON),
    X(MAP_ANONYMOUS),
    X(MAP_POPULATE),
    X(MAP_STACK),
    X(MAP_NORESERVE),
    X(MADV_NORMAL),
    X(MADV_RANDOM),
    X(MADV_SEQUENTIAL),
    X(MADV_WILLNEED),
    X(MADV_DONTNEED),
    X(MADV_REMOVE),
    X(MADV_DONTFORK),
    X(MADV_DOFORK),
    X(MADV_HWPOISON),
    X(MADV_MERGEABLE),
    X(MADV_UNMERGEABLE),
    X(MADV_HUGEPAGE),
    X(MADV_NOHUGEPAGE),
    X(MADV_DONTDUMP),
    X(MADV_DODUMP),
    X(MADV_FREE),
    {"ACCESS_DEFAULT", DEFAULT},
    {"ACCESS_READ", READ},
    {"ACCESS_WRITE", WRITE},
    {"ACCESS_COPY", COPY},
};
#undef X

static int init(struct lang_thread *t, struct lang_module *m)
{
    const int64_t page = sysconf(_SC_PAGESIZE);

    if (lang_type_ready(t, &map_type) < 0 || lang_module_add(t, m, "mmap", lang_obj(&map_type)) < 0 ||
        lang_module_add(t, m, "error", lang_obj(&lang_exc_types[LANG_EXC_OSError])) < 0 ||
        lang_module_add(t, m, "PAGESIZE", lang_int(page)) < 0 ||
        lang_module_add(t, m, "ALLOCATIONGRANULARITY", lang_int(page)) < 0)
        return -1;
    for (size_t i = 0; i < sizeof constants / sizeof *constants; i++)
        if (lang_module_add(t, m, constants[i].name, lang_int(constants[i].value)) < 0)
            return -1;
    return 0;
}

const struct lang_module_def lang_module__mmap = {"_mmap", "Mapped memory.", NULL, init};
