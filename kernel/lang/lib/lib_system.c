/* lib_system.c: the module _system: calls of the system under fcntl, termios, resource, pwd and grp, and openpty() of
 * os, for where no Python is. */
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <pty.h>
#include <pwd.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <termios.h>
#include <unistd.h>

#include "lib_codec.h"

/* So many integers of the arguments. */
static int integers(struct lang_thread *t, const lang_value *a, int64_t *out, int count)
{
    for (int i = 0; i < count; i++)
        if (lang_as_int64(t, a[i], &out[i]) < 0)
            return -1;
    return 0;
}

static lang_value none_or_errno(struct lang_thread *t, int status)
{
    return status < 0 ? lang_raise_errno(t, errno, NULL) : lang_none();
}

static lang_value tuple_of(struct lang_thread *t, const int64_t *n, int count)
{
    lang_value items[32];
    for (int i = 0; i < count; i++)
        items[i] = lang_int(n[i]);
    return lang_obj_or_error(lang_tuple_from(t, items, count));
}

/* ---- descriptors --------------------------------------------------------------------------------------------------
 */

enum { MOST_BYTES = 1024 };

/* A call that may wait, again after signals; the exception of an interrupt, or of errno: -1. */
static int64_t waiting(struct lang_thread *t, int (*call)(const int64_t *n, void *data), const int64_t *n, void *data)
{
    int64_t r;
    int error;
    do {
        lang_unlock(t);
        r = call(n, data);
        error = errno;
        lang_lock(t);
        if (r < 0 && error == EINTR && lang_poll(t) < 0)
            return -1;
    } while (r < 0 && error == EINTR);
    if (r < 0)
        lang_raise_errno(t, error, NULL);
    return r;
}

static int do_fcntl(const int64_t *n, void *data)
{
    return data ? fcntl((int)n[0], (int)n[1], data) : fcntl((int)n[0], (int)n[1], (int)n[2]);
}
static int do_ioctl(const int64_t *n, void *data)
{
    return data ? ioctl((int)n[0], (unsigned long)n[1], data) : ioctl((int)n[0], (unsigned long)n[1], (long)n[2]);
}
static int do_flock(const int64_t *n, void *data)
{
    (void)data;
    return flock((int)n[0], (int)n[1]);
}

/* (descriptor, request, int or bytes): an int, or what the bytes are now. */
static lang_value control(struct lang_thread *t, const lang_value *a, int (*call)(const int64_t *n, void *data))
{
    uint8_t data[MOST_BYTES + 1] = {0};
    struct lang_buffer in;
    int64_t n[3] = {0, 0, 0};

    if (integers(t, a, n, 2) < 0)
        return lang_error();
    if (!lang_buffer_get(t, a[2], &in)) {
        if (lang_as_int64(t, a[2], &n[2]) < 0)
            return lang_error();
        int64_t r = waiting(t, call, n, NULL);
        return r < 0 ? lang_error() : lang_int(r);
    }
    size_t size = (size_t)in.length;
    if (size <= MOST_BYTES)
        memcpy(data, in.data, size);
    lang_buffer_release(t, &in);
    if (size > MOST_BYTES)
        return lang_raise(t, LANG_EXC_ValueError, "%s argument 3 is too long", call == do_fcntl ? "fcntl" : "ioctl");
    if (waiting(t, call, n, data) < 0)
        return lang_error();
    return lang_obj_or_error(lang_bytes_new(t, data, size));
}
static lang_value s_fcntl(struct lang_thread *t, const lang_value *a)
{
    return control(t, a, do_fcntl);
}
static lang_value s_ioctl(struct lang_thread *t, const lang_value *a)
{
    return control(t, a, do_ioctl);
}

/* ioctl_into(descriptor, request, buffer): what it returns; the buffer is changed. */
static lang_value s_ioctl_into(struct lang_thread *t, const lang_value *a)
{
    struct lang_buffer into;
    int64_t n[3] = {0, 0, 0};

    if (integers(t, a, n, 2) < 0)
        return lang_error();
    if (!lang_buffer_get_writable(t, a[2], &into))
        return lang_raise(t, LANG_EXC_TypeError, "a read-write bytes-like object is required");
    int64_t r = -1;
    if (into.length < MOST_BYTES) { /* the system may write more than there is room for */
        uint8_t data[MOST_BYTES] = {0};
        memcpy(data, into.data, (size_t)into.length);
        r = waiting(t, do_ioctl, n, data);
        if (r >= 0)
            memcpy((void *)into.data, data, (size_t)into.length);
    } else {
        r = waiting(t, do_ioctl, n, (void *)into.data);
    }
    lang_buffer_release(t, &into);
    return r < 0 ? lang_error() : lang_int(r);
}

static lang_value s_flock(struct lang_thread *t, const lang_value *a)
{
    int64_t n[3] = {0, 0, 0};
    return integers(t, a, n, 2) < 0 || waiting(t, do_flock, n, NULL) < 0 ? lang_error() : lang_none();
}

/* lock(descriptor, type, waits, length, start, whence) */
static lang_value s_lock(struct lang_thread *t, const lang_value *a)
{
    int64_t n[6];
    if (integers(t, a, n, 6) < 0)
        return lang_error();
    struct flock lock = {.l_type = (short)n[1], .l_whence = (short)n[5], .l_start = n[4], .l_len = n[3]};
    const int64_t call[3] = {n[0], n[2] ? F_SETLKW : F_SETLK, 0};
    return waiting(t, do_fcntl, call, &lock) < 0 ? lang_error() : lang_none();
}

/* ---- terminals ----------------------------------------------------------------------------------------------------
 */

static lang_value s_tcgetattr(struct lang_thread *t, const lang_value *a)
{
    int64_t fd;
    struct termios mode;

    if (lang_as_int64(t, a[0], &fd) < 0)
        return lang_error();
    if (tcgetattr((int)fd, &mode) < 0)
        return lang_raise_errno(t, errno, NULL);
    struct lang_bytes *chars = lang_bytes_new(t, mode.c_cc, NCCS);
    if (!chars)
        return lang_error();
    lang_value items[] = {lang_int(mode.c_iflag), lang_int(mode.c_oflag),       lang_int(mode.c_cflag),
                          lang_int(mode.c_lflag), lang_int(cfgetispeed(&mode)), lang_int(cfgetospeed(&mode)),
                          lang_obj(chars)};
    lang_value v = lang_obj_or_error(lang_tuple_from(t, items, 7));
    lang_decref(t, chars);
    return v;
}

/* tcsetattr(descriptor, when, four flags, two speeds, characters) */
static lang_value s_tcsetattr(struct lang_thread *t, const lang_value *a)
{
    int64_t n[8];
    struct lang_buffer chars;
    struct termios mode;

    if (integers(t, a, n, 8) < 0 || lang_codec_bytes(t, a[8], &chars) < 0)
        return lang_error();
    int status = tcgetattr((int)n[0], &mode); /* what the flags do not tell stays */
    if (status == 0) {
        mode.c_iflag = (tcflag_t)n[2];
        mode.c_oflag = (tcflag_t)n[3];
        mode.c_cflag = (tcflag_t)n[4];
        mode.c_lflag = (tcflag_t)n[5];
        memcpy(mode.c_cc, chars.data, (size_t)chars.length < NCCS ? (size_t)chars.length : NCCS);
        if (cfsetispeed(&mode, (speed_t)n[6]) < 0 || cfsetospeed(&mode, (speed_t)n[7]) < 0)
            status = -1;
        else
            status = tcsetattr((int)n[0], (int)n[1], &mode);
    }
    lang_buffer_release(t, &chars);
    return none_or_errno(t, status);
}

/* tc(which, descriptor, number): the other functions of terminals. */
static lang_value s_tc(struct lang_thread *t, const lang_value *a)
{
    int64_t n[3];
    if (integers(t, a, n, 3) < 0)
        return lang_error();
    const int fd = (int)n[1], how = (int)n[2];
    switch (n[0]) {
    case 0:
        return none_or_errno(t, tcsendbreak(fd, how));
    case 1:
        return none_or_errno(t, tcdrain(fd));
    case 2:
        return none_or_errno(t, tcflush(fd, how));
    default:
        return none_or_errno(t, tcflow(fd, how));
    }
}

static lang_value s_openpty(struct lang_thread *t, const lang_value *a)
{
    int ends[2];
    (void)a;
    if (openpty(&ends[0], &ends[1], NULL, NULL, NULL) < 0)
        return lang_raise_errno(t, errno, NULL);
    for (int i = 0; i < 2; i++)
        fcntl(ends[i], F_SETFD, FD_CLOEXEC);
    return tuple_of(t, (int64_t[]){ends[0], ends[1]}, 2);
}

/* ---- limits -------------------------------------------------------------------------------------------------------
 */

/* prlimit(process, resource, soft, hard): the limits until now; soft None: nothing is set. */
static lang_value s_prlimit(struct lang_thread *t, const lang_value *a)
{
    int64_t n[4];
    struct rlimit set, was;
    const bool sets = !lang_is_none(a[2]);

    if (integers(t, a, n, sets ? 4 : 2) < 0)
        return lang_error();
    if (sets) {
        set.rlim_cur = (rlim_t)n[2];
        set.rlim_max = (rlim_t)n[3];
    }
    if (prlimit((pid_t)n[0], (enum __rlimit_resource)n[1], sets ? &set : NULL, &was) < 0)
        return lang_raise_errno(t, errno, NULL);
    return tuple_of(t, (int64_t[]){(int64_t)was.rlim_cur, (int64_t)was.rlim_max}, 2);
}

static lang_value s_getrusage(struct lang_thread *t, const lang_value *a)
{
    int64_t who;
    struct rusage u;

    if (lang_as_int64(t, a[0], &who) < 0)
        return lang_error();
    if (getrusage((int)who, &u) < 0)
        return lang_raise_errno(t, errno, NULL);
    const int64_t n[] = {u.ru_maxrss,  u.ru_ixrss,   u.ru_idrss,  u.ru_isrss,  u.ru_minflt,   u.ru_majflt, u.ru_nswap,
                         u.ru_inblock, u.ru_oublock, u.ru_msgsnd, u.ru_msgrcv, u.ru_nsignals, u.ru_nvcsw,  u.ru_nivcsw};
    lang_value items[16] = {lang_float((double)u.ru_utime.tv_sec + 1e-6 * (double)u.ru_utime.tv_usec),
                            lang_float((double)u.ru_stime.tv_sec + 1e-6 * (double)u.ru_stime.tv_usec)};
    for (int i = 0; i < 14; i++)
        items[i + 2] = lang_int(n[i]);
    return lang_obj_or_error(lang_tuple_from(t, items, 16));
}

/* ---- users and groups ---------------------------------------------------------------------------------------------
 */

static int put_text(struct lang_thread *t, struct lang_tuple *row, int at, const char *text)
{
    struct lang_str *s = lang_str_from_c(t, text ? text : "");
    row->items[at] = s ? lang_obj(s) : lang_none();
    return s ? 0 : -1;
}

static lang_value user_row(struct lang_thread *t, const struct passwd *p)
{
    struct lang_tuple *row = lang_tuple_new(t, 7);
    if (!row)
        return lang_error();
    for (int i = 0; i < 7; i++)
        row->items[i] = lang_none();
    row->items[2] = lang_int(p->pw_uid);
    row->items[3] = lang_int(p->pw_gid);
    if (put_text(t, row, 0, p->pw_name) < 0 || put_text(t, row, 1, p->pw_passwd) < 0 ||
        put_text(t, row, 4, p->pw_gecos) < 0 || put_text(t, row, 5, p->pw_dir) < 0 ||
        put_text(t, row, 6, p->pw_shell) < 0) {
        lang_decref(t, row);
        return lang_error();
    }
    return lang_obj(row);
}

static lang_value group_row(struct lang_thread *t, const struct group *g)
{
    struct lang_tuple *row = lang_tuple_new(t, 4);
    struct lang_list *members = lang_list_new(t, 0);
    int status = row && members ? 0 : -1;
    if (row) {
        row->items[0] = row->items[1] = lang_none();
        row->items[2] = lang_int(g->gr_gid);
        row->items[3] = members ? lang_obj(members) : lang_none();
    }
    if (status == 0 && (put_text(t, row, 0, g->gr_name) < 0 || put_text(t, row, 1, g->gr_passwd) < 0))
        status = -1;
    for (char **member = g->gr_mem; status == 0 && *member; member++) {
        struct lang_str *name = lang_str_from_c(t, *member);
        status = name ? lang_list_append(t, members, lang_obj(name)) : -1;
        lang_xdecref(t, name);
    }
    if (status == 0)
        return lang_obj(row);
    if (!row)
        lang_xdecref(t, members);
    lang_xdecref(t, row);
    return lang_error();
}

/* user(name or number): a row, or None. */
static lang_value s_user(struct lang_thread *t, const lang_value *a)
{
    const char *name = NULL;
    int64_t number = 0;
    if (lang_is_str(a[0]) ? !(name = lang_as_utf8(t, a[0], "name", NULL)) : lang_as_int64(t, a[0], &number) < 0)
        return lang_error();
    struct passwd *p = name ? getpwnam(name) : number == (int64_t)(uid_t)number ? getpwuid((uid_t)number) : NULL;
    return p ? user_row(t, p) : lang_none();
}

static lang_value s_group(struct lang_thread *t, const lang_value *a)
{
    const char *name = NULL;
    int64_t number = 0;
    if (lang_is_str(a[0]) ? !(name = lang_as_utf8(t, a[0], "name", NULL)) : lang_as_int64(t, a[0], &number) < 0)
        return lang_error();
    struct group *g = name ? getgrnam(name) : number == (int64_t)(gid_t)number ? getgrgid((gid_t)number) : NULL;
    return g ? group_row(t, g) : lang_none();
}

static lang_value all_rows(struct lang_thread *t, bool groups)
{
    struct lang_list *all = lang_list_new(t, 0);
    int status = all ? 0 : -1;
    groups ? setgrent() : setpwent();
    while (status == 0) {
        struct group *g = groups ? getgrent() : NULL;
        struct passwd *p = groups ? NULL : getpwent();
        if (!g && !p)
            break;
        lang_value row = g ? group_row(t, g) : user_row(t, p);
        status = lang_is_error(row) ? -1 : lang_list_append(t, all, row);
        if (!lang_is_error(row))
            lang_unref(t, row);
    }
    groups ? endgrent() : endpwent();
    if (status == 0)
        return lang_obj(all);
    lang_xdecref(t, all);
    return lang_error();
}
static lang_value s_users(struct lang_thread *t, const lang_value *a)
{
    (void)a;
    return all_rows(t, false);
}
static lang_value s_groups(struct lang_thread *t, const lang_value *a)
{
    (void)a;
    return all_rows(t, true);
}

static const struct lang_method functions[] = {
    {"fcntl", "(fd, cmd, arg, /)", s_fcntl, "fcntl(2), of an int or bytes.", 0},
    {"ioctl", "(fd, request, arg, /)", s_ioctl, "ioctl(2), of an int or bytes.", 0},
    {"ioctl_into", "(fd, request, buffer, /)", s_ioctl_into, "ioctl(2) that changes a buffer.", 0},
    {"flock", "(fd, operation, /)", s_flock, "flock(2).", 0},
    {"lock", "(fd, type, waits, length, start, whence, /)", s_lock, "fcntl(2) with F_SETLK or F_SETLKW.", 0},
    {"tcgetattr", "(fd, /)", s_tcgetattr, "tcgetattr(3): flags, speeds, characters.", 0},
    {"tcsetattr", "(fd, when, iflag, oflag, cflag, lflag, ispeed, ospeed, cc, /)", s_tcsetattr, "tcsetattr(3).", 0},
    {"tc", "(which, fd, number, /)", s_tc, "tcsendbreak, tcdrain, tcflush, tcflow.", 0},
    {"openpty", "()", s_openpty, "openpty(3): both descriptors.", 0},
    {"prlimit", "(pid, resource, soft, hard, /)", s_prlimit, "prlimit(2): the limits until now.", 0},
    {"getrusage", "(who, /)", s_getrusage, "getrusage(2).", 0},
    {"user", "(key, /)", s_user, "The row of a user by name or number, or None.", 0},
    {"users", "()", s_users, "The rows of all users.", 0},
    {"group", "(key, /)", s_group, "The row of a group by name or number, or None.", 0},
    {"groups", "()", s_groups, "The rows of all groups.", 0},
    {NULL, NULL, NULL, NULL, 0}};

const struct lang_module_def lang_module__system = {"_system", "Calls of the system.", functions, NULL};
