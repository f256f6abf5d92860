/* lib_descriptors.c: the module _descriptors: calls of Linux on descriptors that os has beyond reading and writing:
 * copies within the kernel, vectors of buffers, extended attributes, counters and files in memory. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/sendfile.h>
#include <sys/uio.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "lib.h"
#include "types/file.h"

/* The arguments of a call, at most six numbers and what they point to. */
struct call {
    int64_t n[6];
    void *data;
    const char *name;
};

static int integers(struct lang_thread *t, const lang_value *a, int64_t *out, int count)
{
    for (int i = 0; i < count; i++)
        if (lang_as_int64(t, a[i], &out[i]) < 0)
            return -1;
    return 0;
}

/* Without the lock, again after signals: what it gives, or -1 with an exception. */
static int64_t run(struct lang_thread *t, int64_t (*fn)(const struct call *c), const struct call *c)
{
    for (;;) {
        lang_unlock(t);
        int64_t r = fn(c);
        int error = errno;
        lang_lock(t);
        if (r >= 0)
            return r;
        if (error != EINTR) {
            lang_raise_errno(t, error, NULL);
            return -1;
        }
        if (lang_poll(t) < 0)
            return -1;
    }
}

static lang_value number(int64_t r)
{
    return r < 0 ? lang_error() : lang_int(r);
}

static lang_value nothing(int64_t r)
{
    return r < 0 ? lang_error() : lang_none();
}

/* ------------------------------------------------------------------ copies within the kernel */

static int64_t do_sendfile(const struct call *c)
{
    off_t at = c->n[2];

    return sendfile((int)c->n[0], (int)c->n[1], c->n[4] ? NULL : &at, (size_t)c->n[3]);
}

static lang_value d_sendfile(struct lang_thread *t, const lang_value *a)
{
    struct call c = {.data = NULL};

    if (integers(t, a, c.n, 2) < 0 || integers(t, a + 3, c.n + 3, 1) < 0)
        return lang_error();
    c.n[4] = lang_is_none(a[2]);
    if (!c.n[4] && integers(t, a + 2, c.n + 2, 1) < 0)
        return lang_error();
    return number(run(t, do_sendfile, &c));
}

static int64_t do_copy_range(const struct call *c)
{
    loff_t from = c->n[3], to = c->n[4];

    return copy_file_range((int)c->n[0], c->n[5] & 1 ? &from : NULL, (int)c->n[1], c->n[5] & 2 ? &to : NULL,
                           (size_t)c->n[2], 0);
}

static lang_value d_copy_file_range(struct lang_thread *t, const lang_value *a)
{
    struct call c = {.data = NULL};

    if (integers(t, a, c.n, 3) < 0)
        return lang_error();
    if (c.n[2] < 0)
        return lang_raise(t, LANG_EXC_ValueError, "negative value for 'count' not allowed");
    for (int i = 0; i < 2; i++) {
        bool given = !lang_is_undef(a[3 + i]) && !lang_is_none(a[3 + i]);
        c.n[5] |= given << i;
        if (given && integers(t, a + 3 + i, c.n + 3 + i, 1) < 0)
            return lang_error();
    }
    return number(run(t, do_copy_range, &c));
}

/* ------------------------------------------------------------------ vectors of buffers */

struct vectors {
    struct iovec *items;
    struct lang_buffer *held;
    int count;
};

static void release(struct lang_thread *t, struct vectors *v)
{
    while (v->count)
        lang_buffer_release(t, &v->held[--v->count]);
    free(v->items);
    free(v->held);
}

static int hold(struct lang_thread *t, struct vectors *v, lang_value buffers, bool writable)
{
    *v = (struct vectors){0};
    if (!lang_is_list(buffers) && !lang_is_tuple(buffers))
        return lang_fail(t, LANG_EXC_TypeError, "%s must be a sequence", writable ? "readv() arg 2" : "writev() arg 2");
    struct lang_tuple *all = lang_to_tuple(t, buffers);
    if (!all)
        return -1;
    v->items = calloc((size_t)all->length + 1, sizeof *v->items);
    v->held = calloc((size_t)all->length + 1, sizeof *v->held);
    int status = v->items && v->held ? 0 : (lang_no_memory(t), -1);
    for (int64_t i = 0; status == 0 && i < all->length; i++) {
        struct lang_buffer *b = &v->held[i];
        if (!(writable ? lang_buffer_get_writable(t, all->items[i], b) : lang_buffer_get(t, all->items[i], b))) {
            status = lang_fail(t, LANG_EXC_TypeError, "a bytes-like object is required, not '%N'", all->items[i]);
            break;
        }
        v->items[v->count++] = (struct iovec){(void *)(uintptr_t)b->data, (size_t)b->length};
    }
    lang_decref(t, all);
    if (status < 0)
        release(t, v);
    return status;
}

static int64_t do_readv(const struct call *c)
{
    return readv((int)c->n[0], c->data, (int)c->n[1]);
}
static int64_t do_writev(const struct call *c)
{
    return writev((int)c->n[0], c->data, (int)c->n[1]);
}
static int64_t do_preadv(const struct call *c)
{
    return preadv2((int)c->n[0], c->data, (int)c->n[1], c->n[2], (int)c->n[3]);
}
static int64_t do_pwritev(const struct call *c)
{
    return pwritev2((int)c->n[0], c->data, (int)c->n[1], c->n[2], (int)c->n[3]);
}

static lang_value vectored(struct lang_thread *t, const lang_value *a, bool writable, bool placed,
                           int64_t (*fn)(const struct call *c))
{
    struct call c = {.data = NULL};
    struct vectors v;

    if (integers(t, a, c.n, 1) < 0 || (placed && integers(t, a + 2, c.n + 2, 1) < 0) ||
        (placed && !lang_is_undef(a[3]) && integers(t, a + 3, c.n + 3, 1) < 0) || hold(t, &v, a[1], writable) < 0)
        return lang_error();
    c.data = v.items;
    c.n[1] = v.count;
    int64_t r = run(t, fn, &c);
    release(t, &v);
    return number(r);
}

static lang_value d_readv(struct lang_thread *t, const lang_value *a)
{
    return vectored(t, a, true, false, do_readv);
}
static lang_value d_writev(struct lang_thread *t, const lang_value *a)
{
    return vectored(t, a, false, false, do_writev);
}
static lang_value d_preadv(struct lang_thread *t, const lang_value *a)
{
    return vectored(t, a, true, true, do_preadv);
}
static lang_value d_pwritev(struct lang_thread *t, const lang_value *a)
{
    return vectored(t, a, false, true, do_pwritev);
}

/* ------------------------------------------------------------------ calls of a descriptor and numbers */

static int64_t do_lockf(const struct call *c)
{
    return lockf((int)c->n[0], (int)c->n[1], c->n[2]);
}
/* These two give the number of an error. */
static int64_t do_allocate(const struct call *c)
{
    errno = posix_fallocate((int)c->n[0], c->n[1], c->n[2]);
    return errno ? -1 : 0;
}
static int64_t do_advise(const struct call *c)
{
    errno = posix_fadvise((int)c->n[0], c->n[1], c->n[2], (int)c->n[3]);
    return errno ? -1 : 0;
}

#define NUMBERS(name, count, fn)                                                                                       \
    static lang_value d_##name(struct lang_thread *t, const lang_value *a)                                             \
    {                                                                                                                  \
        struct call c = {.data = NULL};                                                                                \
        return integers(t, a, c.n, count) < 0 ? lang_error() : nothing(run(t, fn, &c));                                \
    }
NUMBERS(lockf, 3, do_lockf)
NUMBERS(posix_fallocate, 3, do_allocate)
NUMBERS(posix_fadvise, 4, do_advise)

static lang_value d_sync(struct lang_thread *t, const lang_value *a)
{
    (void)a;
    lang_unlock(t);
    sync();
    lang_lock(t);
    return lang_none();
}

static lang_value d_pipe2(struct lang_thread *t, const lang_value *a)
{
    int64_t flags;
    int pair[2];

    if (lang_as_c_int(t, a[0], &flags) < 0)
        return lang_error();
    if (pipe2(pair, (int)flags) < 0)
        return lang_raise_errno(t, errno, NULL);
    const lang_value items[2] = {lang_int(pair[0]), lang_int(pair[1])};
    return lang_obj_or_error(lang_tuple_from(t, items, 2));
}

static lang_value d_getrandom(struct lang_thread *t, const lang_value *a)
{
    int64_t size, flags = 0;

    if (lang_as_index(t, a[0], &size) < 0 || (!lang_is_undef(a[1]) && lang_as_c_int(t, a[1], &flags) < 0))
        return lang_error();
    if (size < 0)
        return lang_raise_errno(t, EINVAL, NULL);
    struct lang_bytes *whole = lang_bytes_new(t, NULL, (size_t)size), *part = NULL;
    if (!whole)
        return lang_error();
    ssize_t n = getrandom(whole->data, (size_t)size, (unsigned)flags);
    if (n < 0)
        lang_raise_errno(t, errno, NULL);
    else
        part = lang_bytes_new(t, whole->data, (size_t)n);
    lang_decref(t, whole);
    return lang_obj_or_error(part);
}

/* ------------------------------------------------------------------ counters and files in memory */

static lang_value d_eventfd(struct lang_thread *t, const lang_value *a)
{
    int64_t initial, flags = EFD_CLOEXEC;

    if (lang_as_int64(t, a[0], &initial) < 0 || (!lang_is_undef(a[1]) && lang_as_c_int(t, a[1], &flags) < 0))
        return lang_error();
    if (initial < 0 || initial > UINT32_MAX)
        return lang_raise(t, LANG_EXC_OverflowError,
                          initial < 0 ? "can't convert negative value to unsigned int"
                                      : "Python int too large to convert to C unsigned int");
    int fd = eventfd((unsigned)initial, (int)flags);
    return fd < 0 ? lang_raise_errno(t, errno, NULL) : lang_int(fd);
}

static int64_t do_eventfd_read(const struct call *c)
{
    return eventfd_read((int)c->n[0], c->data);
}
static int64_t do_eventfd_write(const struct call *c)
{
    return eventfd_write((int)c->n[0], (eventfd_t)c->n[1]);
}

static lang_value d_eventfd_read(struct lang_thread *t, const lang_value *a)
{
    eventfd_t value = 0;
    struct call c = {.data = &value};

    if (integers(t, a, c.n, 1) < 0 || run(t, do_eventfd_read, &c) < 0)
        return lang_error();
    return lang_int_from_u64(t, value);
}

static lang_value d_eventfd_write(struct lang_thread *t, const lang_value *a)
{
    struct call c = {.data = NULL};

    return integers(t, a, c.n, 2) < 0 ? lang_error() : nothing(run(t, do_eventfd_write, &c));
}

static lang_value d_memfd_create(struct lang_thread *t, const lang_value *a)
{
    int64_t flags = MFD_CLOEXEC;
    lang_value keep;

    if (!lang_is_undef(a[1]) && lang_as_c_int(t, a[1], &flags) < 0)
        return lang_error();
    const char *name = lang_path_text(t, a[0], &keep);
    if (!name)
        return lang_error();
    int fd = memfd_create(name, (unsigned)flags);
    lang_value r = fd < 0 ? lang_raise_errno(t, errno, NULL) : lang_int(fd);
    lang_unref(t, keep);
    return r;
}

/* ------------------------------------------------------------------ extended attributes */

/* What they are of: a path, whose links are followed or not, or a descriptor. */
struct target {
    lang_value keep;
    const char *path; /* NULL: of the descriptor */
    int fd;
    bool follow;
};

static int open_target(struct lang_thread *t, lang_value v, lang_value follow, struct target *to)
{
    int64_t fd;
    int yes = lang_is_undef(follow) ? 1 : lang_truth(t, follow);

    *to = (struct target){.keep = lang_undef(), .follow = yes > 0};
    if (yes < 0)
        return -1;
    if (lang_is_integer(v)) {
        if (!yes)
            return lang_fail(t, LANG_EXC_ValueError, "xattr: cannot use fd and follow_symlinks together");
        int status = lang_as_c_int(t, v, &fd);
        to->fd = status < 0 ? -1 : (int)fd;
        return status;
    }
    to->path = lang_path_text(t, v, &to->keep);
    return to->path ? 0 : -1;
}

static lang_value failed(struct lang_thread *t, const struct target *to)
{
    return lang_raise_errno(t, errno, to->path);
}

/* The bytes that a call gives, of which it says how many when it is asked for none. */
static struct lang_bytes *sized(struct lang_thread *t, const struct target *to, const char *name)
{
    for (;;) {
        struct lang_bytes *b = NULL;
        ssize_t n = 0;
        for (int i = 0; i < 2; i++) {
            void *out = b ? b->data : NULL;
            size_t size = b ? (size_t)b->length : 0;
            if (i && size == 0)
                return b;
            n = !to->path    ? name ? fgetxattr(to->fd, name, out, size) : flistxattr(to->fd, out, size)
                   : to->follow ? name ? getxattr(to->path, name, out, size) : listxattr(to->path, out, size)
                                : (name ? lgetxattr(to->path, name, out, size) : llistxattr(to->path, out, size));
            if (n < 0 || i)
                break;
            if (!(b = lang_bytes_new(t, NULL, (size_t)n)))
                return NULL;
        }
        if (n >= 0) {
            struct lang_bytes *whole = lang_bytes_new(t, b->data, (size_t)n);
            lang_decref(t, b);
            return whole;
        }
        lang_xdecref(t, b);
        if (errno != ERANGE) { /* it has grown meanwhile */
            failed(t, to);
            return NULL;
        }
    }
}

/* The name of an attribute, then `use` with it. */
static lang_value with_name(struct lang_thread *t, const lang_value *a, lang_value follow,
                            lang_value (*use)(struct lang_thread *t, const struct target *to, const char *name,
                                              const lang_value *a))
{
    struct target to;
    lang_value keep, r = lang_error();

    if (open_target(t, a[0], follow, &to) < 0)
        return r;
    const char *name = lang_path_text(t, a[1], &keep);
    if (name) {
        r = use(t, &to, name, a);
        lang_unref(t, keep);
    }
    lang_unref(t, to.keep);
    return r;
}

static lang_value get_one(struct lang_thread *t, const struct target *to, const char *name, const lang_value *a)
{
    (void)a;
    return lang_obj_or_error(sized(t, to, name));
}

static lang_value set_one(struct lang_thread *t, const struct target *to, const char *name, const lang_value *a)
{
    struct lang_buffer b;
    int64_t flags = 0;

    if (!lang_is_undef(a[3]) && lang_as_c_int(t, a[3], &flags) < 0)
        return lang_error();
    if (!lang_buffer_get(t, a[2], &b))
        return lang_raise(t, LANG_EXC_TypeError, "a bytes-like object is required, not '%N'", a[2]);
    size_t n = (size_t)b.length;
    int status = !to->path    ? fsetxattr(to->fd, name, b.data, n, (int)flags)
                 : to->follow ? setxattr(to->path, name, b.data, n, (int)flags)
                              : lsetxattr(to->path, name, b.data, n, (int)flags);
    lang_value r = status < 0 ? failed(t, to) : lang_none();
    lang_buffer_release(t, &b);
    return r;
}

static lang_value remove_one(struct lang_thread *t, const struct target *to, const char *name, const lang_value *a)
{
    (void)a;
    int status = !to->path    ? fremovexattr(to->fd, name)
                 : to->follow ? removexattr(to->path, name)
                              : lremovexattr(to->path, name);
    return status < 0 ? failed(t, to) : lang_none();
}

static lang_value d_getxattr(struct lang_thread *t, const lang_value *a)
{
    return with_name(t, a, a[2], get_one);
}
static lang_value d_setxattr(struct lang_thread *t, const lang_value *a)
{
    return with_name(t, a, a[4], set_one);
}
static lang_value d_removexattr(struct lang_thread *t, const lang_value *a)
{
    return with_name(t, a, a[2], remove_one);
}

static lang_value d_listxattr(struct lang_thread *t, const lang_value *a)
{
    struct lang_str *here = lang_str_from_c(t, ".");
    struct target to;
    lang_value of = lang_is_undef(a[0]) || lang_is_none(a[0]) ? lang_obj(here) : a[0];
    struct lang_list *names = here && open_target(t, of, a[1], &to) == 0 ? lang_list_new(t, 0) : NULL;
    struct lang_bytes *all = names ? sized(t, &to, NULL) : NULL;
    int status = all ? 0 : -1;

    for (int64_t i = 0; status == 0 && i < all->length;) {
        const char *name = (const char *)all->data + i;
        lang_value text = lang_obj_or_error(lang_str_from_c(t, name));
        status = lang_is_error(text) ? -1 : lang_list_append_steal(t, names, text);
        i += (int64_t)strlen(name) + 1;
    }
    if (names)
        lang_unref(t, to.keep);
    lang_xdecref(t, all);
    lang_xdecref(t, here);
    if (status < 0) {
        lang_xdecref(t, names);
        return lang_error();
    }
    return lang_obj(names);
}

/* ------------------------------------------------------------------ the module */

static const struct lang_method functions[] = {
    {"sendfile", "(out_fd, in_fd, offset, count)", d_sendfile,
     "Copy count bytes from in_fd, from offset on (None: from where it stands), to out_fd; how many.", 0},
    {"copy_file_range", "(src, dst, count, offset_src=None, offset_dst=None)", d_copy_file_range,
     "Copy count bytes from one file descriptor to another; how many.", 0},
    {"readv", "(fd, buffers, /)", d_readv, "Read from a file descriptor into several buffers; how many bytes.", 0},
    {"writev", "(fd, buffers, /)", d_writev, "Write several buffers to a file descriptor; how many bytes.", 0},
    {"preadv", "(fd, buffers, offset, flags=0, /)", d_preadv, "As readv(), from an offset; the file's position stays.",
     0},
    {"pwritev", "(fd, buffers, offset, flags=0, /)", d_pwritev, "As writev(), to an offset; the file's position stays.",
     0},
    {"lockf", "(fd, command, length, /)", d_lockf, "Apply, test or remove a POSIX lock.", 0},
    {"posix_fallocate", "(fd, offset, length, /)", d_posix_fallocate, "Ensure that a part of a file has space on disk.",
     0},
    {"posix_fadvise", "(fd, offset, length, advice, /)", d_posix_fadvise, "Announce how a part of a file will be used.",
     0},
    {"sync", "()", d_sync, "Force write of everything to disk.", 0},
    {"pipe2", "(flags, /)", d_pipe2, "Create a pipe with flags: (read_fd, write_fd).", 0},
    {"getrandom", "(size, flags=0)", d_getrandom, "Random bytes of the system.", 0},
    {"eventfd", "(initval, flags=EFD_CLOEXEC)", d_eventfd, "A descriptor of a counter for events.", 0},
    {"eventfd_read", "(fd)", d_eventfd_read, "The value of such a counter.", 0},
    {"eventfd_write", "(fd, value)", d_eventfd_write, "Adds to such a counter.", 0},
    {"memfd_create", "(name, flags=MFD_CLOEXEC)", d_memfd_create, "A descriptor of a file in memory.", 0},
    {"getxattr", "(path, attribute, *, follow_symlinks=True)", d_getxattr, "The value of an extended attribute.", 0},
    {"setxattr", "(path, attribute, value, flags=0, *, follow_symlinks=True)", d_setxattr, "Set an extended attribute.",
     0},
    {"removexattr", "(path, attribute, *, follow_symlinks=True)", d_removexattr, "Remove an extended attribute.", 0},
    {"listxattr", "(path=None, *, follow_symlinks=True)", d_listxattr, "The names of the extended attributes.", 0},
    {0},
};

static int init(struct lang_thread *t, struct lang_module *m)
{
    static const struct {
        const char *name;
        int64_t value;
    } rows[] = {
        {"EFD_CLOEXEC", EFD_CLOEXEC},
        {"EFD_NONBLOCK", EFD_NONBLOCK},
        {"EFD_SEMAPHORE", EFD_SEMAPHORE},
        {"MFD_CLOEXEC", MFD_CLOEXEC},
        {"MFD_ALLOW_SEALING", MFD_ALLOW_SEALING},
        {"MFD_HUGETLB", MFD_HUGETLB},
        {"XATTR_CREATE", XATTR_CREATE},
        {"XATTR_REPLACE", XATTR_REPLACE},
        {"XATTR_SIZE_MAX", 65536},
        {"GRND_NONBLOCK", GRND_NONBLOCK},
        {"GRND_RANDOM", GRND_RANDOM},
        {"F_LOCK", F_LOCK},
        {"F_TLOCK", F_TLOCK},
        {"F_ULOCK", F_ULOCK},
        {"F_TEST", F_TEST},
        {"RWF_HIPRI", RWF_HIPRI},
        {"RWF_DSYNC", RWF_DSYNC},
        {"RWF_SYNC", RWF_SYNC},
        {"RWF_NOWAIT", RWF_NOWAIT},
        {"RWF_APPEND", RWF_APPEND},
        {"POSIX_FADV_NORMAL", POSIX_FADV_NORMAL},
        {"POSIX_FADV_SEQUENTIAL", POSIX_FADV_SEQUENTIAL},
        {"POSIX_FADV_RANDOM", POSIX_FADV_RANDOM},
        {"POSIX_FADV_NOREUSE", POSIX_FADV_NOREUSE},
        {"POSIX_FADV_WILLNEED", POSIX_FADV_WILLNEED},
        {"POSIX_FADV_DONTNEED", POSIX_FADV_DONTNEED},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (lang_module_add(t, m, rows[i].name, lang_int(rows[i].value)) < 0)
            return -1;
    return 0;
}

const struct lang_module_def lang_module__descriptors = {"_descriptors", "Calls of the system on descriptors.",
                                                         functions, init};
