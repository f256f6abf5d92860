/* lib_system_calls.c: the module _system_calls: functions of os that are one call of the system, from the table
 * lib_system_calls.def, and a few that give more than a number. Owns how their arguments are read and their errors
 * raised; what os makes of them is written in the language. */
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/times.h>
#include <unistd.h>
#include <utmp.h>

#include "lib.h"
#include "lib_posix.h"
#include "types/file.h"
#include "types/str_impl.h"

/* ------------------------------------------------------------------ names of limits */

enum limit_kind { CONFSTR, SYSCONF, PATHCONF };

static const struct limit_name {
    const char *name;
    int number;
    enum limit_kind kind;
} limit_names[] = {
#define NAME(kind, name) {#name, _##name, kind},
#include "lib_system_names.def"
#undef NAME
};
enum { LIMIT_NAMES = sizeof limit_names / sizeof *limit_names };

/* A name, or the number itself. */
static int limit_argument(struct lang_thread *t, lang_value v, enum limit_kind kind, int64_t *out)
{
    if (lang_is_integer(v))
        return lang_as_c_int(t, v, out);
    if (!lang_is_str(v))
        return lang_fail(t, LANG_EXC_TypeError, "configuration names must be strings or integers");
    const char *name = lang_as_utf8(t, v, "name", NULL);
    if (!name)
        return -1;
    for (int i = 0; i < LIMIT_NAMES; i++)
        if (limit_names[i].kind == kind && strcmp(limit_names[i].name, name) == 0) {
            *out = limit_names[i].number;
            return 0;
        }
    return lang_fail(t, LANG_EXC_ValueError, "unrecognized configuration name");
}

/* limits(kind): the dict of the names of a kind and their numbers. */
static lang_value c_limits(struct lang_thread *t, const lang_value *a)
{
    int64_t kind;
    struct lang_dict *d = lang_as_c_int(t, a[0], &kind) < 0 ? NULL : lang_dict_new(t);

    for (int i = 0; d && i < LIMIT_NAMES; i++)
        if ((int64_t)limit_names[i].kind == kind &&
            lang_dict_set_c(t, d, limit_names[i].name, lang_int(limit_names[i].number)) < 0) {
            lang_decref(t, d);
            d = NULL;
        }
    return lang_obj_or_error(d);
}

/* ------------------------------------------------------------------ the arguments of a row */

enum { MAX_ARGUMENTS = 6 };

struct call {
    int64_t numbers[MAX_ARGUMENTS];
    const char *paths[MAX_ARGUMENTS];
    lang_value held[MAX_ARGUMENTS]; /* what a path is a part of */
};

enum result { NOTHING, NUMBER, VALUE };

struct row {
    const char *name, *parameters;
    int64_t (*call)(const struct call *c);
    enum result result;
};

static int offset_argument(struct lang_thread *t, lang_value v, int64_t *out)
{
    if (lang_as_index(t, v, out) == 0)
        return 0;
    if (!lang_error_is(t, LANG_EXC_OverflowError))
        return -1;
    lang_error_clear(t);
    return lang_fail(t, LANG_EXC_OverflowError, "Python int too large to convert to C long");
}

static int device_argument(struct lang_thread *t, lang_value v, int64_t *out)
{
    if (!lang_is_integer(v))
        return lang_fail(t, LANG_EXC_TypeError, "an integer is required");
    if (lang_int_sign(v) < 0)
        return lang_fail(t, LANG_EXC_OverflowError, "can't convert negative int to unsigned");
    if (lang_as_int64(t, v, out) == 0)
        return 0;
    lang_error_clear(t);
    return lang_fail(t, LANG_EXC_OverflowError, "int too big to convert");
}

static int path_argument(struct lang_thread *t, const struct row *row, lang_value v, bool descriptors, struct call *c,
                         int i)
{
    if (descriptors && lang_is_integer(v))
        return lang_as_c_int(t, v, &c->numbers[i]);
    c->paths[i] = lang_path_text(t, v, &c->held[i]);
    if (c->paths[i] || lang_is_obj(v) || !lang_error_is(t, LANG_EXC_TypeError))
        return c->paths[i] ? 0 : -1;
    lang_error_clear(t);
    return lang_fail(t, LANG_EXC_TypeError, "%s: path should be string, bytes%s os.PathLike%s, not %N", row->name,
                     descriptors ? "," : " or", descriptors ? " or integer" : "", v);
}

static int argument(struct lang_thread *t, const struct row *row, char kind, lang_value v, struct call *c, int i)
{
    int folder, yes;

    switch (kind) {
    case 'P':
    case 'M':
    case 'F':
        return path_argument(t, row, v, kind == 'F', c, i);
    case 'S':
        return (c->paths[i] = lang_path_text(t, v, &c->held[i])) ? 0 : -1;
    case 'q':
        return lang_pid_argument(t, v, &c->numbers[i]);
    case 'f':
        return lang_fileno_argument(t, v, &c->numbers[i]);
    case 'o':
        return offset_argument(t, v, &c->numbers[i]);
    case 'D':
        return device_argument(t, v, &c->numbers[i]);
    case 'u':
    case 'g':
        return lang_id_argument(t, v, kind == 'u' ? "uid" : "gid", &c->numbers[i]);
    case 'd':
        if (lang_folder_argument(t, v, &folder) < 0)
            return -1;
        c->numbers[i] = folder;
        return 0;
    case 'b':
        yes = lang_truth(t, v);
        c->numbers[i] = yes;
        return yes < 0 ? -1 : 0;
    case 'C':
        return limit_argument(t, v, CONFSTR, &c->numbers[i]);
    case 'Y':
        return limit_argument(t, v, SYSCONF, &c->numbers[i]);
    case 'Z':
        return limit_argument(t, v, PATHCONF, &c->numbers[i]);
    default:
        return lang_as_c_int(t, v, &c->numbers[i]);
    }
}

static int arguments(struct lang_thread *t, const struct row *row, const lang_value *a, struct call *c)
{
    int i = 0, status = 0;

    for (const char *p = row->parameters; status == 0 && *p; i++) {
        const char kind = *p++;
        char *end;
        if (*p == '=') {
            c->numbers[i] = strtol(p + 1, &end, 10);
            p = end;
        }
        if (kind == 'd' || !lang_is_undef(a[i]))
            status = argument(t, row, kind, a[i], c, i);
        if (status == 0 && kind == 'd' && c->numbers[i] != AT_FDCWD && row->parameters[0] == 'F' && !c->paths[0])
            status = lang_fail(t, LANG_EXC_ValueError, "%s: can't specify both dir_fd and fd", row->name);
    }
    return status;
}

static void release(struct lang_thread *t, struct call *c)
{
    for (int i = 0; i < MAX_ARGUMENTS; i++)
        lang_unref(t, c->held[i]);
}

/* Whether an error has the path: not that of the name of a user, or of a limit. */
static bool names_path(const struct row *row, int error)
{
    return !strchr("MS", row->parameters[0]) && !(error == EINVAL && strchr(row->parameters, 'Z'));
}

/* Without the lock, again after signals. */
static lang_value run(struct lang_thread *t, const struct row *row, const lang_value *a)
{
    struct call c = {.held = {lang_undef(), lang_undef(), lang_undef(), lang_undef(), lang_undef(), lang_undef()}};
    int64_t r = -1;
    int error = 0;

    if (arguments(t, row, a, &c) == 0) {
        do {
            lang_unlock(t);
            errno = 0;
            r = row->call(&c);
            error = errno;
            lang_lock(t);
        } while (r == -1 && error == EINTR && lang_poll(t) == 0);
    }
    lang_value result = row->result == NOTHING ? lang_none() : lang_int(r);
    if (lang_error_occurred(t))
        result = lang_error();
    else if (r == -1 && (error || row->result != VALUE))
        result = lang_raise_errno(t, error, names_path(row, error) ? c.paths[0] : NULL);
    release(t, &c);
    return result;
}

/* ------------------------------------------------------------------ the rows */

static int64_t get_priority(int pid)
{
    struct sched_param param;
    return sched_getparam(pid, &param) < 0 ? -1 : param.sched_priority;
}

#define n(i) ((int)c->numbers[i])
#define long_of(i) (c->numbers[i])
#define p(i) (c->paths[i])
#define CALL(name, signature, parameters, result, expression, doc)                                                     \
    static int64_t do_##name(const struct call *c)                                                                     \
    {                                                                                                                  \
        (void)c;                                                                                                       \
        return (expression);                                                                                           \
    }                                                                                                                  \
    static lang_value c_##name(struct lang_thread *t, const lang_value *a)                                             \
    {                                                                                                                  \
        static const struct row row = {#name, parameters, do_##name, result};                                          \
        return run(t, &row, a);                                                                                        \
    }
#include "lib_system_calls.def"
#undef CALL
#undef n
#undef long_of
#undef p

/* ------------------------------------------------------------------ calls that give more than a number */

static lang_value tuple_of(struct lang_thread *t, const int64_t *numbers, int count)
{
    lang_value items[12];

    for (int i = 0; i < count; i++)
        items[i] = lang_int(numbers[i]);
    return lang_obj_or_error(lang_tuple_from(t, items, count));
}

/* The fields of a statvfs_result; f_fsid, which may be beyond 63 bits, is split in two. */
static lang_value c_statvfs(struct lang_thread *t, const lang_value *a)
{
    static const struct row row = {"statvfs", "F", NULL, NUMBER};
    struct call c = {.held = {lang_undef()}};
    struct statvfs about;

    if (path_argument(t, &row, a[0], true, &c, 0) < 0)
        return lang_error();
    lang_unlock(t);
    const int status = c.paths[0] ? statvfs(c.paths[0], &about) : fstatvfs((int)c.numbers[0], &about), error = errno;
    lang_lock(t);
    lang_value r = status < 0
                       ? lang_raise_errno(t, error, c.paths[0])
                       : tuple_of(t,
                                  (int64_t[]){(int64_t)about.f_bsize, (int64_t)about.f_frsize, (int64_t)about.f_blocks,
                                              (int64_t)about.f_bfree, (int64_t)about.f_bavail, (int64_t)about.f_files,
                                              (int64_t)about.f_ffree, (int64_t)about.f_favail, (int64_t)about.f_flag,
                                              (int64_t)about.f_namemax, (int64_t)(about.f_fsid >> 32),
                                              (int64_t)(about.f_fsid & UINT32_MAX)},
                                  12);
    lang_unref(t, c.held[0]);
    return r;
}

static lang_value c_confstr(struct lang_thread *t, const lang_value *a)
{
    int64_t name;
    char *text;

    if (limit_argument(t, a[0], CONFSTR, &name) < 0)
        return lang_error();
    errno = 0;
    const size_t size = confstr((int)name, NULL, 0);
    if (size == 0)
        return errno ? lang_raise_errno(t, errno, NULL) : lang_none();
    if (!(text = calloc(size, 1))) {
        lang_no_memory(t);
        return lang_error();
    }
    confstr((int)name, text, size);
    lang_value r = lang_obj_or_error(lang_bytes_decode(t, (const uint8_t *)text, size - 1, "utf-8", "surrogateescape"));
    free(text);
    return r;
}

static lang_value c_times(struct lang_thread *t, const lang_value *a)
{
    struct tms used;
    const clock_t elapsed = times(&used);
    const double ticks = (double)sysconf(_SC_CLK_TCK);

    (void)a;
    if (elapsed == (clock_t)-1)
        return lang_raise_errno(t, errno, NULL);
    const clock_t all[] = {used.tms_utime, used.tms_stime, used.tms_cutime, used.tms_cstime, elapsed};
    lang_value items[5];
    for (int i = 0; i < 5; i++)
        items[i] = lang_float((double)all[i] / ticks);
    return lang_obj_or_error(lang_tuple_from(t, items, 5));
}

static lang_value c_getresuid(struct lang_thread *t, const lang_value *a)
{
    uid_t real, effective, saved;

    (void)a;
    if (getresuid(&real, &effective, &saved) < 0)
        return lang_raise_errno(t, errno, NULL);
    return tuple_of(t, (int64_t[]){real, effective, saved}, 3);
}

static lang_value c_getresgid(struct lang_thread *t, const lang_value *a)
{
    gid_t real, effective, saved;

    (void)a;
    if (getresgid(&real, &effective, &saved) < 0)
        return lang_raise_errno(t, errno, NULL);
    return tuple_of(t, (int64_t[]){real, effective, saved}, 3);
}

static lang_value c_ctermid(struct lang_thread *t, const lang_value *a)
{
    char name[L_ctermid];

    (void)a;
    return lang_obj_or_error(lang_str_from_c(t, ctermid(name)));
}

static lang_value c_ttyname(struct lang_thread *t, const lang_value *a)
{
    char name[4096];
    int64_t fd;

    if (lang_as_c_int(t, a[0], &fd) < 0)
        return lang_error();
    const int error = ttyname_r((int)fd, name, sizeof name);
    return error ? lang_raise_errno(t, error, NULL) : lang_obj_or_error(lang_str_from_c(t, name));
}

static lang_value c_sched_rr_get_interval(struct lang_thread *t, const lang_value *a)
{
    struct timespec interval;
    int64_t pid;

    if (lang_as_c_int(t, a[0], &pid) < 0)
        return lang_error();
    if (sched_rr_get_interval((pid_t)pid, &interval) < 0)
        return lang_raise_errno(t, errno, NULL);
    return lang_float((double)interval.tv_sec + 1e-9 * (double)interval.tv_nsec);
}

static lang_value c_makedev(struct lang_thread *t, const lang_value *a)
{
    int64_t major_number, minor_number;

    if (lang_as_c_int(t, a[0], &major_number) < 0 || lang_as_c_int(t, a[1], &minor_number) < 0)
        return lang_error();
    return lang_int((int64_t)makedev((unsigned)major_number, (unsigned)minor_number));
}

static lang_value c_major(struct lang_thread *t, const lang_value *a)
{
    int64_t device;
    return device_argument(t, a[0], &device) < 0 ? lang_error() : lang_int(major((dev_t)device));
}

static lang_value c_minor(struct lang_thread *t, const lang_value *a)
{
    int64_t device;
    return device_argument(t, a[0], &device) < 0 ? lang_error() : lang_int(minor((dev_t)device));
}

/* ------------------------------------------------------------------ groups */

static lang_value list_of_groups(struct lang_thread *t, const gid_t *groups, int count)
{
    struct lang_list *all = lang_list_new(t, 0);

    for (int i = 0; all && i < count; i++)
        if (lang_list_append(t, all, lang_int(groups[i])) < 0) {
            lang_decref(t, all);
            all = NULL;
        }
    return lang_obj_or_error(all);
}

/* As many as there are, which may change between two calls. */
static lang_value all_groups(struct lang_thread *t, int (*get)(void *arg, int *count, gid_t *groups), void *arg)
{
    for (int room = 64;; room *= 2) {
        gid_t *groups = calloc((size_t)room, sizeof *groups);
        int count = room;
        if (!groups) {
            lang_no_memory(t);
            return lang_error();
        }
        const int status = get(arg, &count, groups);
        const int error = errno;
        const bool more = status < 0 && (error == EINVAL || error == ERANGE) && room < 1 << 20;
        lang_value r =
            status < 0 ? more ? lang_undef() : lang_raise_errno(t, error, NULL) : list_of_groups(t, groups, count);
        free(groups);
        if (!more)
            return r;
    }
}

static int own_groups(void *arg, int *count, gid_t *groups)
{
    (void)arg;
    const int found = getgroups(*count, groups);
    *count = found;
    return found < 0 ? -1 : 0;
}

static lang_value c_getgroups(struct lang_thread *t, const lang_value *a)
{
    (void)a;
    return all_groups(t, own_groups, NULL);
}

struct member {
    const char *name;
    gid_t group;
};

static int groups_of_member(void *arg, int *count, gid_t *groups)
{
    const struct member *member = arg;
    errno = ERANGE;
    return getgrouplist(member->name, member->group, groups, count);
}

static lang_value c_getgrouplist(struct lang_thread *t, const lang_value *a)
{
    int64_t group;
    const char *name = lang_as_utf8(t, a[0], "getgrouplist() argument 1", NULL);

    if (!name || lang_id_argument(t, a[1], "gid", &group) < 0)
        return lang_error();
    return all_groups(t, groups_of_member, &(struct member){name, (gid_t)group});
}

static lang_value c_setgroups(struct lang_thread *t, const lang_value *a)
{
    if (!lang_is_list(a[0]) && !lang_is_tuple(a[0]))
        return lang_raise(t, LANG_EXC_TypeError, "setgroups argument must be a sequence");
    struct lang_tuple *all = lang_to_tuple(t, a[0]);
    gid_t *groups = all ? calloc((size_t)all->length + 1, sizeof *groups) : NULL;
    int status = groups ? 0 : -1;

    if (all && !groups)
        lang_no_memory(t);
    for (int64_t i = 0, id; status == 0 && i < all->length; i++) {
        if (!lang_is_integer(all->items[i]))
            status = lang_fail(t, LANG_EXC_TypeError, "groups must be integers");
        else if ((status = lang_id_argument(t, all->items[i], "group id", &id)) == 0)
            groups[i] = (gid_t)id;
    }
    lang_value r = status < 0                                   ? lang_error()
                   : setgroups((size_t)all->length, groups) < 0 ? lang_raise_errno(t, errno, NULL)
                                                                : lang_none();
    free(groups);
    lang_xdecref(t, all);
    return r;
}

/* ------------------------------------------------------------------ processors */

static int add_processor(struct lang_thread *t, lang_value item, void *arg)
{
    cpu_set_t *set = arg;
    int64_t number;

    if (!lang_is_integer(item))
        return lang_fail(t, LANG_EXC_TypeError, "expected an iterator of ints, but iterator yielded %R",
                         lang_obj(lang_type_of(item)));
    if (lang_int_sign(item) < 0)
        return lang_fail(t, LANG_EXC_ValueError, "negative CPU number");
    if (lang_as_int64(t, item, &number) < 0 || number > INT32_MAX - 1) {
        lang_error_clear(t);
        return lang_fail(t, LANG_EXC_OverflowError, "CPU number too large");
    }
    if (number < CPU_SETSIZE) /* no system has more; a set without one that is there is refused by it */
        CPU_SET((size_t)number, set);
    return 0;
}

static lang_value c_sched_setaffinity(struct lang_thread *t, const lang_value *a)
{
    cpu_set_t set;
    int64_t pid;

    CPU_ZERO(&set);
    if (lang_as_c_int(t, a[0], &pid) < 0 || lang_for_each(t, a[1], add_processor, &set) < 0)
        return lang_error();
    return sched_setaffinity((pid_t)pid, sizeof set, &set) < 0 ? lang_raise_errno(t, errno, NULL) : lang_none();
}

/* ------------------------------------------------------------------ pipes */

/* splice(src, dst, count, offset_src=None, offset_dst=None, flags=0) */
static lang_value c_splice(struct lang_thread *t, const lang_value *a)
{
    int64_t fds[2], count, flags = 0, offsets[2] = {0, 0};
    loff_t *at[2] = {NULL, NULL};
    ssize_t r;
    int error;

    for (int i = 0; i < 2; i++)
        if (lang_as_c_int(t, a[i], &fds[i]) < 0)
            return lang_error();
    if (lang_as_index(t, a[2], &count) < 0)
        return lang_error();
    if (count < 0)
        return lang_raise(t, LANG_EXC_ValueError, "negative value for 'count' not allowed");
    for (int i = 0; i < 2; i++) {
        if (lang_is_undef(a[3 + i]) || lang_is_none(a[3 + i]))
            continue;
        if (offset_argument(t, a[3 + i], &offsets[i]) < 0)
            return lang_error();
        at[i] = &offsets[i];
    }
    if (!lang_is_undef(a[5]) && lang_as_c_int(t, a[5], &flags) < 0)
        return lang_error();
    do {
        lang_unlock(t);
        r = splice((int)fds[0], at[0], (int)fds[1], at[1], (size_t)count, (unsigned)flags);
        error = errno;
        lang_lock(t);
    } while (r < 0 && error == EINTR && lang_poll(t) == 0);
    if (lang_error_occurred(t))
        return lang_error();
    return r < 0 ? lang_raise_errno(t, error, NULL) : lang_int(r);
}

static const struct lang_method functions[] = {
#define CALL(name, signature, parameters, result, expression, doc) {#name, signature, c_##name, doc, 0},
#include "lib_system_calls.def"
#undef CALL
    {"confstr", "(name, /)", c_confstr, "Return a string-valued system configuration variable.", 0},
    {"_limits", "(kind, /)", c_limits, "The names of confstr() (0), sysconf() (1), pathconf() (2) and their numbers.",
     0},
    {"_statvfs", "(path, /)", c_statvfs, "statvfs(3): its fields.", 0},
    {"_times", "()", c_times, "times(2), in seconds.", 0},
    {"getresuid", "()", c_getresuid, "Return a tuple of the current process's real, effective, and saved user ids.", 0},
    {"getresgid", "()", c_getresgid, "Return a tuple of the current process's real, effective, and saved group ids.",
     0},
    {"ctermid", "()", c_ctermid, "Return the name of the controlling terminal for this process.", 0},
    {"ttyname", "(fd, /)", c_ttyname, "Return the name of the terminal device connected to 'fd'.", 0},
    {"sched_rr_get_interval", "(pid, /)", c_sched_rr_get_interval,
     "Return the round-robin quantum for the process identified by pid, in seconds.", 0},
    {"sched_setaffinity", "(pid, mask, /)", c_sched_setaffinity,
     "Set the CPU affinity of the process identified by pid to mask.", 0},
    {"makedev", "(major, minor, /)", c_makedev, "Composes a raw device number from the major and minor device numbers.",
     0},
    {"major", "(device, /)", c_major, "Extracts a device major number from a raw device number.", 0},
    {"minor", "(device, /)", c_minor, "Extracts a device minor number from a raw device number.", 0},
    {"getgroups", "()", c_getgroups, "Return list of supplemental group IDs for the process.", 0},
    {"getgrouplist", "(user, group, /)", c_getgrouplist, "Returns a list of groups to which a user belongs.", 0},
    {"setgroups", "(groups, /)", c_setgroups, "Set the groups of the current process to list.", 0},
    {"splice", "(src, dst, count, offset_src=None, offset_dst=None, flags=0)", c_splice,
     "Transfer count bytes from one pipe to a descriptor or vice versa; how many.", 0},
    {0},
};

const struct lang_module_def lang_module__system_calls = {"_system_calls", "Calls of the system.", functions, NULL};
