/* lib_processes.c: the module _processes: forks of this process, and programs in children, under os and subprocess
 * where no Python is.
 *
 * Owns what a child does between fork and exec: only calls that are safe in the child of a process with threads, but
 * where it is to call a function of the language first (preexec_fn). */
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <pty.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lib.h"
#include "lib_processes.h"
#include "lib_signals.h"
#include "types/file.h"

/* ---- forks ---------------------------------------------------------------------------------------------------------
 */

static void flush_output(struct lang_thread *t)
{
    const struct lang_host *host = lang_thread_host(t);
    for (int stream = 1; host->flush && stream <= 2; stream++)
        host->flush(host->ctx, stream);
}

static atomic_int *interrupt_flag;

static void on_interrupt(int number)
{
    (void)number;
    atomic_store(interrupt_flag, 1);
}

/* In a child, where nobody else waits for SIGINT: it raises KeyboardInterrupt, as in the parent. */
static void take_interrupts(struct lang_thread *t)
{
    struct sigaction action = {.sa_handler = on_interrupt};
    sigemptyset(&action.sa_mask);
    interrupt_flag = lang_thread_host(t)->interrupt;
    if (interrupt_flag)
        sigaction(SIGINT, &action, NULL);
}

/* Forks with the interpreter lock held, which the child has as well; master: of a pseudo terminal that becomes the
 * child's, or NULL. */
static pid_t fork_here(struct lang_thread *t, int *master)
{
    sigset_t all, before;
    const bool hosts = lang_signals_are_hosts();
    flush_output(t);
    lang_before_fork(t);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    const pid_t pid = master ? forkpty(master, NULL, NULL, NULL) : fork();
    const int error = errno;
    if (pid == 0)
        lang_after_fork(t);
    else
        lang_after_fork_in_parent(t);
    if (pid == 0 && hosts)
        lang_signals_unhost(&before);
    if (pid == 0 && hosts && lang_signals_are_hosts())
        take_interrupts(t);
    if (pid == 0 && lang_thread_host(t)->interrupt) /* what was asked of the parent */
        atomic_store(lang_thread_host(t)->interrupt, 0);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = error;
    return pid;
}

static lang_value p_fork(struct lang_thread *t, const lang_value *a)
{
    (void)a;
    const pid_t pid = fork_here(t, NULL);
    return pid < 0 ? lang_raise_errno(t, errno, NULL) : lang_int(pid);
}

static lang_value p_forkpty(struct lang_thread *t, const lang_value *a)
{
    int master = -1;
    (void)a;
    const pid_t pid = fork_here(t, &master);
    if (pid < 0)
        return lang_raise_errno(t, errno, NULL);
    if (pid > 0)
        fcntl(master, F_SETFD, FD_CLOEXEC);
    const lang_value pair[2] = {lang_int(pid), lang_int(pid ? master : -1)};
    return lang_obj_or_error(lang_tuple_from(t, pair, 2));
}

/* ---- waiting -------------------------------------------------------------------------------------------------------
 */

/* wait4(pid, options): (pid, status, the 16 numbers of a struct rusage). */
static lang_value p_wait4(struct lang_thread *t, const lang_value *a)
{
    int64_t n[2];
    struct rusage u = {0};
    int status = 0, error;
    pid_t pid;
    for (int i = 0; i < 2; i++)
        if (lang_as_int64(t, a[i], &n[i]) < 0)
            return lang_error();
    do {
        lang_unlock(t);
        pid = wait4((pid_t)n[0], &status, (int)n[1], &u);
        error = errno;
        lang_lock(t);
    } while (pid < 0 && error == EINTR && lang_poll(t) == 0);
    if (pid < 0)
        return lang_error_occurred(t) ? lang_error() : lang_raise_errno(t, error, NULL);
    const int64_t counts[] = {u.ru_maxrss, u.ru_ixrss,    u.ru_idrss,   u.ru_isrss,   u.ru_minflt,
                              u.ru_majflt, u.ru_nswap,    u.ru_inblock, u.ru_oublock, u.ru_msgsnd,
                              u.ru_msgrcv, u.ru_nsignals, u.ru_nvcsw,   u.ru_nivcsw};
    lang_value usage[16] = {lang_float((double)u.ru_utime.tv_sec + 1e-6 * (double)u.ru_utime.tv_usec),
                            lang_float((double)u.ru_stime.tv_sec + 1e-6 * (double)u.ru_stime.tv_usec)};
    for (int i = 0; i < 14; i++)
        usage[i + 2] = lang_int(counts[i]);
    lang_value items[3] = {lang_int(pid), lang_int(status), lang_obj_or_error(lang_tuple_from(t, usage, 16))};
    if (lang_is_error(items[2]))
        return lang_error();
    lang_value r = lang_obj_or_error(lang_tuple_from(t, items, 3));
    lang_unref(t, items[2]);
    return r;
}

/* waitid(idtype, id, options): (pid, uid, signo, status, code), or None. */
static lang_value p_waitid(struct lang_thread *t, const lang_value *a)
{
    int64_t n[3];
    siginfo_t info = {0};
    int r, error;
    for (int i = 0; i < 3; i++)
        if (lang_as_int64(t, a[i], &n[i]) < 0)
            return lang_error();
    do {
        lang_unlock(t);
        r = waitid((idtype_t)n[0], (id_t)n[1], &info, (int)n[2]);
        error = errno;
        lang_lock(t);
    } while (r < 0 && error == EINTR && lang_poll(t) == 0);
    if (r < 0)
        return lang_error_occurred(t) ? lang_error() : lang_raise_errno(t, error, NULL);
    if (!info.si_pid)
        return lang_none();
    const lang_value items[5] = {lang_int(info.si_pid), lang_int(info.si_uid), lang_int(info.si_signo),
                                 lang_int(info.si_status), lang_int(info.si_code)};
    return lang_obj_or_error(lang_tuple_from(t, items, 5));
}

/* ---- programs in children ------------------------------------------------------------------------------------------
 */

enum { IN, OUT, ERR };
struct program {
    char **arguments, **paths, **environment; /* NULL: ours */
    const char *folder;
    int *kept;
    int64_t kept_count;
    int ends[3][2]; /* of stdin, stdout, stderr: the child's and ours; -1: none */
    int report[2];  /* what the child reads from, and writes errors to */
    bool close_others, restore_signals, new_session, sets_groups;
    int64_t process_group, group, user, mask;
    gid_t *groups;
    int64_t group_count;
    lang_value before; /* preexec_fn, or None */
};

static void close_above(int least, const struct program *p)
{
    int from = least;
    for (int64_t i = 0; i <= p->kept_count; i++) { /* kept ones are sorted */
        const bool last = i == p->kept_count;
        const int kept = last ? -1 : p->kept[i];
        if (!last && kept < from)
            continue;
        if (last || kept > from) {
            const unsigned to = last ? ~0u : (unsigned)kept - 1;
            if (syscall(SYS_close_range, (unsigned)from, to, 0) < 0) {
                const int most = (int)sysconf(_SC_OPEN_MAX);
                for (int fd = from; fd < most && (unsigned)fd <= to; fd++)
                    close(fd);
            }
        }
        if (!last)
            from = kept + 1;
    }
}

/* Puts the child's ends in the places 0, 1 and 2. */
static int place_streams(struct program *p)
{
    int fds[3] = {p->ends[IN][0], p->ends[OUT][0], p->ends[ERR][0]};
    for (int i = 0; i < 3; i++)
        if (p->ends[i][1] >= 0)
            close(p->ends[i][1]);
    close(p->report[0]);
    if (fds[1] == 0 && (fds[1] = fcntl(fds[1], F_DUPFD_CLOEXEC, 3)) < 0)
        return -1;
    for (int i = 1; i < 3; i++) /* what would be overwritten before it is used */
        for (int at = 0; at < i; at++)
            if (fds[i] == at && (fds[i] = fcntl(at, F_DUPFD_CLOEXEC, 3)) < 0)
                return -1;
    for (int i = 0; i < 3; i++) {
        if (fds[i] == i) {
            const int flags = fcntl(i, F_GETFD);
            if (flags < 0 || fcntl(i, F_SETFD, flags & ~FD_CLOEXEC) < 0)
                return -1;
        } else if (fds[i] >= 0 && dup2(fds[i], i) < 0) {
            return -1;
        }
    }
    return 0;
}

static int take_identity(const struct program *p)
{
    if (p->new_session)
        setsid();
    if (p->process_group >= 0 && setpgid(0, (pid_t)p->process_group) < 0)
        return -1;
    if (p->sets_groups && setgroups((size_t)p->group_count, p->groups) < 0)
        return -1;
    if (p->group != -1 && setregid((gid_t)p->group, (gid_t)p->group) < 0)
        return -1;
    return p->user != -1 && setreuid((uid_t)p->user, (uid_t)p->user) < 0 ? -1 : 0;
}

static void try_paths(const struct program *p)
{
    int first = 0;
    for (int i = 0; p->paths[i]; i++) {
        if (p->environment)
            execve(p->paths[i], p->arguments, p->environment);
        else
            execv(p->paths[i], p->arguments);
        if (errno != ENOENT && errno != ENOTDIR && !first)
            first = errno;
    }
    if (first)
        errno = first;
}

static void put(int fd, const char *text, size_t length)
{
    while (length) {
        const ssize_t done = write(fd, text, length);
        if (done < 0 && errno != EINTR)
            return;
        text += done > 0 ? done : 0;
        length -= done > 0 ? (size_t)done : 0;
    }
}

/* In the child. Errors go to the pipe as KIND:HEX ERRNO:TEXT. */
static _Noreturn void run_child(struct lang_thread *t, struct program *p)
{
    const char *where = "noexec:"; /* the program has not been tried yet */
    bool excepted = false;
    for (int64_t i = 0; i < p->kept_count; i++) {
        const int flags = fcntl(p->kept[i], F_GETFD);
        if (p->kept[i] != p->report[1] && flags >= 0)
            fcntl(p->kept[i], F_SETFD, flags & ~FD_CLOEXEC);
    }
    if (place_streams(p) < 0)
        goto fail;
    if (p->folder && chdir(p->folder) < 0) {
        where = "noexec:chdir";
        goto fail;
    }
    if (p->mask >= 0)
        umask((mode_t)p->mask);
    if (p->restore_signals) {
        signal(SIGPIPE, SIG_DFL);
        signal(SIGXFSZ, SIG_DFL);
    }
    if (take_identity(p) < 0)
        goto fail;
    where = "";
    if (!lang_is_none(p->before)) {
        lang_value done = lang_call(t, p->before, NULL, 0, NULL);
        flush_output(t);
        excepted = lang_is_error(done);
        if (excepted) {
            put(p->report[1], "SubprocessError:0:Exception occurred in preexec_fn.", 51);
            _exit(255);
        }
    }
    if (p->close_others)
        close_above(3, p);
    try_paths(p);
fail:;
    char line[64];
    const int length = snprintf(line, sizeof line, "OSError:%X:%s", (unsigned)errno, where);
    put(p->report[1], line, (size_t)length);
    _exit(255);
}

char **lang_c_strings(struct lang_thread *t, lang_value v)
{
    struct lang_tuple *all = lang_to_tuple(t, v);
    size_t size = all ? sizeof(char *) * (size_t)(all->length + 1) : 0, used = size;
    const uint8_t *data;
    int64_t length;
    char **out = NULL;
    int status = all ? 0 : -1;
    for (int64_t i = 0; status == 0 && i < all->length; i++) {
        if (!lang_bytes_view(all->items[i], &data, &length))
            status = lang_fail(t, LANG_EXC_TypeError, "expected bytes, %N found", all->items[i]);
        else if (memchr(data, 0, (size_t)length))
            status = lang_fail(t, LANG_EXC_ValueError, "embedded null byte");
        else
            size += (size_t)length + 1;
    }
    if (status == 0 && !(out = malloc(size)))
        lang_no_memory(t);
    for (int64_t i = 0; out && i < all->length; i++) {
        lang_bytes_view(all->items[i], &data, &length);
        out[i] = (char *)out + used;
        memcpy(out[i], data, (size_t)length);
        out[i][length] = 0;
        used += (size_t)length + 1;
    }
    if (out)
        out[all->length] = NULL;
    lang_xdecref(t, all);
    return out;
}

/* One text of a program: appended to `all` as bytes. */
static int add_text(struct lang_thread *t, struct lang_list *all, lang_value v, size_t *length)
{
    lang_value keep;
    const char *text = lang_path_text(t, v, &keep);
    struct lang_bytes *bytes = text ? lang_bytes_new(t, text, strlen(text)) : NULL;

    if (text)
        lang_unref(t, keep);
    if (!bytes)
        return -1;
    *length = (size_t)bytes->length;
    return lang_list_append_steal(t, all, lang_obj(bytes));
}

char **lang_program_arguments(struct lang_thread *t, const char *function, lang_value argv)
{
    if (!lang_is_list(argv) && !lang_is_tuple(argv))
        return lang_fail_null(t, LANG_EXC_TypeError, "%s: argv must be a tuple or list", function);
    struct lang_tuple *given = lang_to_tuple(t, argv);
    struct lang_list *all = given ? lang_list_new(t, 0) : NULL;
    size_t length, first = 1;
    int status = all ? 0 : -1;

    if (all && given->length == 0)
        status = lang_fail(t, LANG_EXC_ValueError, "%s: argv must not be empty", function);
    for (int64_t i = 0; status == 0 && i < given->length; i++) {
        status = add_text(t, all, given->items[i], &length);
        first = i ? first : length;
    }
    if (status == 0 && first == 0)
        status = lang_fail(t, LANG_EXC_ValueError, "%s: argv first element cannot be empty", function);
    char **strings = status < 0 ? NULL : lang_c_strings(t, lang_obj(all));
    lang_xdecref(t, all);
    lang_xdecref(t, given);
    return strings;
}

/* name=value of an item of a mapping. */
static int add_variable(struct lang_thread *t, struct lang_list *all, lang_value name, lang_value value)
{
    lang_value keep_name, keep_value;
    const char *left = lang_path_text(t, name, &keep_name),
               *right = left ? lang_path_text(t, value, &keep_value) : NULL;
    int status = -1;

    if (right && (!*left || strchr(left + 1, '=')))
        status = lang_fail(t, LANG_EXC_ValueError, "illegal environment variable name");
    else if (right) {
        const size_t length = strlen(left), total = length + 1 + strlen(right);
        struct lang_bytes *pair = lang_bytes_new(t, NULL, total);
        if (pair) {
            memcpy(pair->data, left, length);
            pair->data[length] = '=';
            memcpy(pair->data + length + 1, right, total - length - 1);
            status = lang_list_append_steal(t, all, lang_obj(pair));
        }
    }
    if (right)
        lang_unref(t, keep_value);
    if (left)
        lang_unref(t, keep_name);
    return status;
}

static struct lang_tuple *called(struct lang_thread *t, lang_value mapping, const char *method)
{
    lang_value found = lang_call_method_c(t, mapping, method, NULL, 0);
    struct lang_tuple *items = lang_is_error(found) ? NULL : lang_to_tuple(t, found);
    if (!lang_is_error(found))
        lang_unref(t, found);
    return items;
}

char **lang_program_environment(struct lang_thread *t, const char *function, lang_value env)
{
    struct lang_str *name = lang_intern_c(t, "keys");
    lang_value keys = name && lang_is_obj(env) ? lang_getattr_opt(t, env, name) : lang_undef();
    lang_xdecref(t, name);
    if (lang_is_undef(keys) && name)
        return lang_fail_null(t, LANG_EXC_TypeError, "%s: environment must be a mapping object", function);
    if (lang_is_undef(keys) || lang_is_error(keys))
        return NULL;
    lang_unref(t, keys);
    struct lang_tuple *names = called(t, env, "keys"), *values = names ? called(t, env, "values") : NULL;
    struct lang_list *all = values ? lang_list_new(t, 0) : NULL;
    int status = all ? 0 : -1;
    for (int64_t i = 0; status == 0 && i < names->length && i < values->length; i++)
        status = add_variable(t, all, names->items[i], values->items[i]);
    char **strings = status < 0 ? NULL : lang_c_strings(t, lang_obj(all));
    lang_xdecref(t, all);
    lang_xdecref(t, values);
    lang_xdecref(t, names);
    return strings;
}

/* The descriptors to keep: a sorted tuple of numbers that are none below zero, none twice. */
static int read_kept(struct lang_thread *t, lang_value v, struct program *p)
{
    if (!lang_is_tuple(v))
        return lang_fail(t, LANG_EXC_TypeError, "fork_exec() argument 4 must be tuple, not %N", v);
    const struct lang_tuple *all = lang_as_tuple(v);
    int64_t last = -1;
    if (!(p->kept = malloc(sizeof *p->kept * (size_t)(all->length + 1))))
        return lang_no_memory(t), -1;
    for (int64_t i = 0; i < all->length; i++) {
        int64_t fd;
        if (!lang_is_integer(all->items[i]) || lang_as_int64(t, all->items[i], &fd) < 0 || fd <= last ||
            fd > INT32_MAX) {
            lang_error_clear(t);
            return lang_fail(t, LANG_EXC_ValueError, "bad value(s) in fds_to_keep");
        }
        p->kept[p->kept_count++] = (int)(last = fd);
    }
    return 0;
}

static int read_groups(struct lang_thread *t, lang_value v, struct program *p)
{
    if (lang_is_none(v))
        return 0;
    struct lang_tuple *all = lang_to_tuple(t, v);
    if (!all)
        return -1;
    int status = 0;
    p->sets_groups = true;
    if (!(p->groups = malloc(sizeof *p->groups * (size_t)(all->length + 1))))
        lang_no_memory(t), status = -1;
    for (int64_t i = 0; status == 0 && i < all->length; i++) {
        int64_t id;
        status = lang_as_int64(t, all->items[i], &id);
        if (status == 0)
            p->groups[p->group_count++] = (gid_t)id;
    }
    lang_decref(t, all);
    return status;
}

/* An id that is None for -1. */
static int read_id(struct lang_thread *t, lang_value v, int64_t *out)
{
    *out = -1;
    return lang_is_none(v) ? 0 : lang_as_int64(t, v, out);
}

static int read_program(struct lang_thread *t, const lang_value *a, struct program *p, lang_value *folder)
{
    int64_t n[8];
    for (int i = 0; i < 8; i++)
        if (lang_as_int64(t, a[6 + i], &n[i]) < 0)
            return -1;
    for (int i = 0; i < 3; i++) {
        p->ends[i][0] = (int)n[2 * i + (i > 0)];
        p->ends[i][1] = (int)n[2 * i + (i == 0)];
    }
    p->report[0] = (int)n[6];
    p->report[1] = (int)n[7];
    const int flags[3] = {lang_truth(t, a[2]), lang_truth(t, a[14]), lang_truth(t, a[15])};
    if (flags[0] < 0 || flags[1] < 0 || flags[2] < 0)
        return -1;
    p->close_others = flags[0];
    p->restore_signals = flags[1];
    p->new_session = flags[2];
    p->before = a[21];
    if (p->close_others && p->report[1] < 3)
        return lang_fail(t, LANG_EXC_ValueError, "errpipe_write must be >= 3");
    if (read_kept(t, a[3], p) < 0 || lang_as_int64(t, a[16], &p->process_group) < 0 ||
        read_id(t, a[17], &p->group) < 0 || read_groups(t, a[18], p) < 0 || read_id(t, a[19], &p->user) < 0 ||
        lang_as_int64(t, a[20], &p->mask) < 0)
        return -1;
    if (!lang_is_none(a[4]) && !(p->folder = lang_path_text(t, a[4], folder)))
        return -1;
    if (!(p->paths = lang_c_strings(t, a[1])) || (!lang_is_none(a[0]) && !(p->arguments = lang_c_strings(t, a[0]))))
        return -1;
    return lang_is_none(a[5]) || (p->environment = lang_c_strings(t, a[5])) ? 0 : -1;
}

/* The signals of the child are those of this thread; the host's, which wait for its main thread, come to it. */
static pid_t fork_program(struct lang_thread *t, struct program *p)
{
    sigset_t all, before;
    const bool calls = !lang_is_none(p->before), hosts = lang_signals_are_hosts();
    sigfillset(&all);
    if (calls) {
        flush_output(t);
        lang_before_fork(t);
    }
    pthread_sigmask(SIG_SETMASK, &all, &before);
    const pid_t pid = fork();
    const int error = errno;
    if (pid == 0) {
        if (calls)
            lang_after_fork(t);
        if (hosts)
            lang_signals_unhost(&before);
        pthread_sigmask(SIG_SETMASK, &before, NULL);
        run_child(t, p);
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (calls)
        lang_after_fork_in_parent(t);
    errno = error;
    return pid;
}

static lang_value p_fork_exec(struct lang_thread *t, const lang_value *a)
{
    struct program p = {.folder = NULL};
    lang_value folder = lang_undef(), r = lang_error();
    if (read_program(t, a, &p, &folder) == 0) {
        const pid_t pid = fork_program(t, &p);
        r = pid < 0 ? lang_raise_errno(t, errno, NULL) : lang_int(pid);
    }
    free(p.arguments);
    free(p.paths);
    free(p.environment);
    free(p.kept);
    free(p.groups);
    lang_unref(t, folder);
    return r;
}

static const struct lang_method functions[] = {
    {"fork", "()", p_fork, "Fork a child process: 0 in the child, its number in the parent.", 0},
    {"forkpty", "()", p_forkpty, "Fork a child process with a new pseudo-terminal: (pid, fd).", 0},
    {"wait4", "(pid, options, /)", p_wait4, "Waits for a child: its number, status and usage of resources.", 0},
    {"waitid", "(idtype, id, options, /)", p_waitid, "Waits for a child: five fields of what is known, or None.", 0},
    {"fork_exec",
     "(args, executables, close_fds, pass_fds, cwd, env, p2cread, p2cwrite, c2pread, c2pwrite, errread, errwrite, "
     "errpipe_read, errpipe_write, restore_signals, start_new_session, process_group, gid, extra_groups, uid, umask, "
     "preexec_fn, allow_vfork, /)",
     p_fork_exec, "Forks, sets up the child as told, and executes the first of the executables that is there.", 0},
    {0}};

const struct lang_module_def lang_module__processes = {"_processes", "Forks and programs.", functions, NULL};
