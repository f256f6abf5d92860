/* lib_files.c: the module _files: system calls on descriptors, and starting programs, for os and subprocess. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "lib.h"
#include "lib_posix.h"
#include "lib_processes.h"
#include "types/file.h"

enum { MAX_NUMBERS = 4 };

/* The first n arguments as numbers. */
static int numbers(struct lang_thread *t, const lang_value *a, int64_t *out, int n)
{
    for (int i = 0; i < n; i++)
        if (lang_as_index(t, a[i], &out[i]) < 0)
            return -1;
    return 0;
}

/* The result of a call that says -1 with errno. */
static lang_value result(struct lang_thread *t, int64_t r, int error)
{
    return r < 0 ? lang_raise_errno(t, error, NULL) : lang_int(r);
}

static lang_value nothing(struct lang_thread *t, int r, int error)
{
    return r < 0 ? lang_raise_errno(t, error, NULL) : lang_none();
}

/* The same right behind the call: errno is read when that has been made, which arguments do not promise. */
static lang_value result_now(struct lang_thread *t, int64_t r)
{
    return result(t, r, errno);
}

static lang_value nothing_now(struct lang_thread *t, int r)
{
    return nothing(t, r, errno);
}

static lang_value f_open(struct lang_thread *t, const lang_value *a)
{
    int64_t n[2] = {0, 0777};
    lang_value keep;
    int folder;
    if (numbers(t, a + 1, n, lang_is_undef(a[2]) ? 1 : 2) < 0 || lang_folder_argument(t, a[3], &folder) < 0)
        return lang_error();
    const char *path = lang_path_text(t, a[0], &keep);
    if (!path)
        return lang_error();
    lang_unlock(t);
    int fd = openat(folder, path, (int)n[0] | O_CLOEXEC, (mode_t)n[1]), error = errno;
    lang_lock(t);
    lang_value r = fd < 0 ? lang_raise_errno(t, error, path) : lang_int(fd);
    lang_unref(t, keep);
    return r;
}

static lang_value f_close(struct lang_thread *t, const lang_value *a)
{
    int64_t fd;
    if (numbers(t, a, &fd, 1) < 0)
        return lang_error();
    lang_unlock(t);
    int r = close((int)fd), error = errno;
    lang_lock(t);
    return nothing(t, r, error);
}

static lang_value f_closerange(struct lang_thread *t, const lang_value *a)
{
    int64_t n[2];
    if (numbers(t, a, n, 2) < 0)
        return lang_error();
    int64_t most = sysconf(_SC_OPEN_MAX);
    for (int64_t fd = n[0] < 0 ? 0 : n[0]; fd < n[1] && fd < most; fd++)
        close((int)fd);
    return lang_none();
}

/* offset NULL: where the file stands. */
static lang_value read_bytes(struct lang_thread *t, int fd, int64_t length, const int64_t *offset)
{
    if (length < 0)
        return lang_raise_errno(t, EINVAL, NULL);
    size_t size = length < (int64_t)1 << 30 ? (size_t)length : (size_t)1 << 30;
    char *buffer = lang_alloc(t, size ? size : 1);
    if (!buffer)
        return lang_error();
    ssize_t got;
    int error;
    do {
        lang_unlock(t);
        got = offset ? pread(fd, buffer, size, *offset) : read(fd, buffer, size);
        error = errno;
        lang_lock(t);
    } while (got < 0 && error == EINTR && lang_poll(t) == 0);
    lang_value r = got < 0
                       ? (error == EINTR && lang_error_occurred(t) ? lang_error() : lang_raise_errno(t, error, NULL))
                       : lang_obj_or_error(lang_bytes_new(t, buffer, (size_t)got));
    lang_free(t, buffer, size ? size : 1);
    return r;
}

static lang_value f_read(struct lang_thread *t, const lang_value *a)
{
    int64_t n[2];
    return numbers(t, a, n, 2) < 0 ? lang_error() : read_bytes(t, (int)n[0], n[1], NULL);
}

static lang_value f_pread(struct lang_thread *t, const lang_value *a)
{
    int64_t n[3];
    return numbers(t, a, n, 3) < 0 ? lang_error() : read_bytes(t, (int)n[0], n[1], &n[2]);
}

static lang_value write_bytes(struct lang_thread *t, int fd, lang_value bytes, const int64_t *offset)
{
    struct lang_buffer in;
    if (!lang_buffer_get(t, bytes, &in))
        return lang_raise(t, LANG_EXC_TypeError, "a bytes-like object is required, not '%N'", bytes);
    ssize_t put;
    int error;
    do {
        lang_unlock(t);
        put = offset ? pwrite(fd, in.data, (size_t)in.length, *offset) : write(fd, in.data, (size_t)in.length);
        error = errno;
        lang_lock(t);
    } while (put < 0 && error == EINTR && lang_poll(t) == 0);
    lang_buffer_release(t, &in);
    if (put < 0 && error == EINTR && lang_error_occurred(t))
        return lang_error();
    return result(t, put, error);
}

static lang_value f_write(struct lang_thread *t, const lang_value *a)
{
    int64_t fd;
    return numbers(t, a, &fd, 1) < 0 ? lang_error() : write_bytes(t, (int)fd, a[1], NULL);
}

static lang_value f_pwrite(struct lang_thread *t, const lang_value *a)
{
    int64_t fd, offset;
    return numbers(t, a, &fd, 1) < 0 || numbers(t, a + 2, &offset, 1) < 0 ? lang_error()
                                                                          : write_bytes(t, (int)fd, a[1], &offset);
}

static lang_value f_lseek(struct lang_thread *t, const lang_value *a)
{
    int64_t n[3];
    if (numbers(t, a, n, 3) < 0)
        return lang_error();
    return result_now(t, lseek((int)n[0], n[1], (int)n[2]));
}

static lang_value f_dup(struct lang_thread *t, const lang_value *a)
{
    int64_t fd;
    if (numbers(t, a, &fd, 1) < 0)
        return lang_error();
    return result_now(t, fcntl((int)fd, F_DUPFD_CLOEXEC, 0));
}

static lang_value f_dup2(struct lang_thread *t, const lang_value *a)
{
    int64_t n[2];
    int kept = lang_is_undef(a[2]) ? 1 : lang_truth(t, a[2]);
    if (kept < 0 || numbers(t, a, n, 2) < 0)
        return lang_error();
    return result_now(t, kept ? dup2((int)n[0], (int)n[1]) : dup3((int)n[0], (int)n[1], O_CLOEXEC));
}

static lang_value f_pipe(struct lang_thread *t, const lang_value *a)
{
    int fds[2];
    (void)a;
    if (pipe2(fds, O_CLOEXEC) < 0)
        return lang_raise_errno(t, errno, NULL);
    lang_value ends[2] = {lang_int(fds[0]), lang_int(fds[1])};
    return lang_obj_or_error(lang_tuple_from(t, ends, 2));
}

static lang_value f_isatty(struct lang_thread *t, const lang_value *a)
{
    int64_t fd;
    if (numbers(t, a, &fd, 1) < 0)
        return lang_error();
    return lang_bool(isatty((int)fd));
}

static lang_value f_ftruncate(struct lang_thread *t, const lang_value *a)
{
    int64_t n[2];
    if (numbers(t, a, n, 2) < 0)
        return lang_error();
    return nothing_now(t, ftruncate((int)n[0], n[1]));
}

static lang_value f_get_inheritable(struct lang_thread *t, const lang_value *a)
{
    int64_t fd;
    if (numbers(t, a, &fd, 1) < 0)
        return lang_error();
    int flags = fcntl((int)fd, F_GETFD);
    return flags < 0 ? lang_raise_errno(t, errno, NULL) : lang_bool(!(flags & FD_CLOEXEC));
}

static lang_value f_set_inheritable(struct lang_thread *t, const lang_value *a)
{
    int64_t n[2];
    if (numbers(t, a, n, 2) < 0)
        return lang_error();
    int flags = fcntl((int)n[0], F_GETFD);
    if (flags >= 0)
        flags = fcntl((int)n[0], F_SETFD, n[1] ? flags & ~FD_CLOEXEC : flags | FD_CLOEXEC);
    return nothing_now(t, flags);
}

static lang_value f_get_blocking(struct lang_thread *t, const lang_value *a)
{
    int64_t fd;
    if (numbers(t, a, &fd, 1) < 0)
        return lang_error();
    int flags = fcntl((int)fd, F_GETFL);
    return flags < 0 ? lang_raise_errno(t, errno, NULL) : lang_bool(!(flags & O_NONBLOCK));
}

static lang_value f_set_blocking(struct lang_thread *t, const lang_value *a)
{
    int64_t n[2];
    if (numbers(t, a, n, 2) < 0)
        return lang_error();
    int flags = fcntl((int)n[0], F_GETFL);
    if (flags >= 0)
        flags = fcntl((int)n[0], F_SETFL, n[1] ? flags & ~O_NONBLOCK : flags | O_NONBLOCK);
    return nothing_now(t, flags);
}

/* utime(path or descriptor, nanoseconds of the access, of the change, follow links, dir_fd) */
static lang_value f_utime(struct lang_thread *t, const lang_value *a)
{
    int64_t n[2], fd;
    lang_value keep;
    int follow = lang_truth(t, a[3]), folder, r;
    if (follow < 0 || lang_folder_argument(t, a[4], &folder) < 0 || numbers(t, a + 1, n, 2) < 0)
        return lang_error();
    struct timespec times[2];
    for (int i = 0; i < 2; i++) {
        int64_t seconds = n[i] / 1000000000 - (n[i] % 1000000000 < 0);
        times[i] = (struct timespec){seconds, (long)(n[i] - seconds * 1000000000)};
    }
    if (lang_is_integer(a[0])) {
        if (numbers(t, a, &fd, 1) < 0)
            return lang_error();
        return nothing_now(t, futimens((int)fd, times));
    }
    const char *path = lang_path_text(t, a[0], &keep);
    if (!path)
        return lang_error();
    r = utimensat(folder, path, times, follow ? 0 : AT_SYMLINK_NOFOLLOW);
    lang_value v = r < 0 ? lang_raise_errno(t, errno, path) : lang_none();
    lang_unref(t, keep);
    return v;
}

/* waitpid(pid, options): (pid, status). */
static lang_value f_waitpid(struct lang_thread *t, const lang_value *a)
{
    int64_t n[2];
    int status = 0, error;
    pid_t pid;
    if (numbers(t, a, n, 2) < 0)
        return lang_error();
    do {
        lang_unlock(t);
        pid = waitpid((pid_t)n[0], &status, (int)n[1]);
        error = errno;
        lang_lock(t);
    } while (pid < 0 && error == EINTR && lang_poll(t) == 0);
    if (pid < 0)
        return lang_error_occurred(t) ? lang_error() : lang_raise_errno(t, error, NULL);
    lang_value items[2] = {lang_int(pid), lang_int(status)};
    return lang_obj_or_error(lang_tuple_from(t, items, 2));
}

/* poll([(fd, events)], milliseconds): [(fd, events)] of those that are ready. */
static lang_value f_poll(struct lang_thread *t, const lang_value *a)
{
    int64_t ms;
    if (!lang_is_list(a[0]) || lang_as_index(t, a[1], &ms) < 0)
        return lang_error_occurred(t) ? lang_error() : lang_raise(t, LANG_EXC_TypeError, "a list is required");
    struct lang_list *in = lang_as_list(a[0]);
    size_t n = (size_t)in->length / 2, size = (n ? n : 1) * sizeof(struct pollfd);
    struct pollfd *fds = lang_alloc(t, size);
    struct lang_list *out = fds ? lang_list_new(t, 0) : NULL;
    int64_t pair[2];
    int ready = out ? 0 : -1, error = 0;
    for (size_t i = 0; ready == 0 && i < n; i++) {
        ready = numbers(t, in->items + 2 * i, pair, 2);
        fds[i] = (struct pollfd){.fd = (int)pair[0], .events = (short)pair[1]};
    }
    while (ready == 0) {
        lang_unlock(t);
        int once = ms < 0 || ms > 100 ? 100 : (int)ms;
        ready = poll(fds, (nfds_t)n, once);
        error = errno;
        lang_lock(t);
        if (ready < 0 && error == EINTR)
            ready = 0;
        if (ready < 0)
            lang_raise_errno(t, error, NULL);
        else if (ready == 0 && lang_poll(t) < 0)
            ready = -1;
        else if (ready == 0 && ms >= 0 && (ms -= once) <= 0)
            break;
    }
    for (size_t i = 0; ready > 0 && i < n; i++)
        if (fds[i].revents && (lang_list_append(t, out, lang_int(fds[i].fd)) < 0 ||
                               lang_list_append(t, out, lang_int(fds[i].revents)) < 0))
            ready = -1;
    if (fds)
        lang_free(t, fds, size);
    if (ready < 0)
        lang_xdecref(t, out);
    return ready < 0 ? lang_error() : lang_obj(out);
}

/* ---- programs ---------------------------------------------------------------------------------------------------- */

/* Replaces this process; of a descriptor as well. */
static lang_value f_execve(struct lang_thread *t, const lang_value *a)
{
    lang_value keep = lang_undef(), r = lang_error();
    int64_t fd = -1;
    if (lang_is_integer(a[0]) && lang_as_c_int(t, a[0], &fd) < 0)
        return r;
    const char *path = lang_is_integer(a[0]) ? NULL : lang_path_text(t, a[0], &keep);
    if (!path && !lang_is_integer(a[0]))
        return r;
    char **arguments = lang_program_arguments(t, "execve", a[1]),
         **environment = arguments ? lang_program_environment(t, "execve", a[2]) : NULL;
    if (environment) {
        lang_host_flush(t, 1);
        lang_host_flush(t, 2);
        path ? execve(path, arguments, environment) : fexecve((int)fd, arguments, environment);
        r = lang_raise_errno(t, errno, path);
    }
    free(arguments);
    free(environment);
    lang_unref(t, keep);
    return r;
}

/* Calls without memory: number(name, arguments...) */
static lang_value f_setsid(struct lang_thread *t, const lang_value *a)
{
    (void)a;
    return nothing_now(t, setsid() < 0 ? -1 : 0);
}
static lang_value f_killpg(struct lang_thread *t, const lang_value *a)
{
    int64_t n[2];
    return numbers(t, a, n, 2) < 0 ? lang_error() : nothing_now(t, killpg((pid_t)n[0], (int)n[1]));
}
static lang_value f_getlogin(struct lang_thread *t, const lang_value *a)
{
    char name[256];
    (void)a;
    int error = getlogin_r(name, sizeof name);
    return error ? lang_raise_errno(t, error, NULL) : lang_obj_or_error(lang_str_from_c(t, name));
}
static const struct lang_method functions[] = {
    {"open", "(path, flags, mode=511, *, dir_fd=None)", f_open,
     "Open a file for low level IO.  Returns a file descriptor (integer).", 0},
    {"close", "(fd)", f_close, "Close a file descriptor.", 0},
    {"closerange", "(fd_low, fd_high, /)", f_closerange,
     "Closes all file descriptors in [fd_low, fd_high), ignoring errors.", 0},
    {"read", "(fd, length, /)", f_read, "Read from a file descriptor.  Returns a bytes object.", 0},
    {"write", "(fd, data, /)", f_write, "Write a bytes object to a file descriptor.", 0},
    {"pread", "(fd, length, offset, /)", f_pread, "Read bytes at an offset; the file's position stays.", 0},
    {"pwrite", "(fd, buffer, offset, /)", f_pwrite, "Write bytes at an offset; the file's position stays.", 0},
    {"lseek", "(fd, position, how, /)", f_lseek, "Set the position of a file descriptor.  Return the new position.", 0},
    {"dup", "(fd, /)", f_dup, "Return a duplicate of a file descriptor.", 0},
    {"dup2", "(fd, fd2, inheritable=True)", f_dup2, "Duplicate file descriptor.", 0},
    {"pipe", "()", f_pipe, "Create a pipe: a tuple of two file descriptors, (read_fd, write_fd).", 0},
    {"isatty", "(fd, /)", f_isatty, "Return True if the fd is connected to a terminal.", 0},
    {"ftruncate", "(fd, length, /)", f_ftruncate,
     "Truncate a file, specified by file descriptor, to a specific length.", 0},
    {"get_inheritable", "(fd, /)", f_get_inheritable, "Get the close-on-exe flag of the specified file descriptor.", 0},
    {"set_inheritable", "(fd, inheritable, /)", f_set_inheritable,
     "Set the inheritable flag of the specified file descriptor.", 0},
    {"get_blocking", "(fd, /)", f_get_blocking, "Get the blocking mode of the file descriptor.", 0},
    {"set_blocking", "(fd, blocking, /)", f_set_blocking, "Set the blocking mode of the specified file descriptor.", 0},
    {"utime", "(path, accessed, changed, follow, folder, /)", f_utime, "The times of a file, in nanoseconds.", 0},
    {"waitpid", "(pid, options, /)", f_waitpid, "Wait for completion of a given child process: (pid, status).", 0},
    {"poll", "(pairs, milliseconds, /)", f_poll, "Descriptors that are ready.", 0},
    {"execve", "(path, argv, env)", f_execve, "Execute a path with arguments, replacing the current process.", 0},
    {"setsid", "()", f_setsid, "Call the system call setsid().", 0},
    {"killpg", "(pgid, signal, /)", f_killpg, "Kill a process group with a signal.", 0},
    {"getlogin", "()", f_getlogin, "Return the actual login name.", 0},
    {NULL, NULL, NULL, NULL, 0}};

static int init(struct lang_thread *t, struct lang_module *m)
{
#define C(name)                                                                                                        \
    {                                                                                                                  \
#name, name                                                                                                    \
    }
    static const struct {
        const char *name;
        int value;
    } constants[] = {C(O_RDONLY),   C(O_WRONLY), C(O_RDWR),  C(O_CREAT),   C(O_EXCL),     C(O_TRUNC),    C(O_APPEND),
                     C(O_NONBLOCK), C(O_SYNC),   C(O_DSYNC), C(O_NOCTTY),  C(O_CLOEXEC),  C(O_NOFOLLOW), C(O_DIRECTORY),
                     C(O_TMPFILE),  C(O_NDELAY), C(WNOHANG), C(WUNTRACED), C(WCONTINUED), C(O_ACCMODE)};
    for (size_t i = 0; i < sizeof constants / sizeof *constants; i++)
        if (lang_module_add(t, m, constants[i].name, lang_int(constants[i].value)) < 0)
            return -1;
    return 0;
}

const struct lang_module_def lang_module__files = {"_files", "System calls on descriptors.", functions, init};
