/* lib_posix.c: the module posix: the system calls under os. What os adds to them is written in the language
 * (prelude/os.py). */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/times.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lib.h"
#include "lib_posix.h"
#include "struct_seq.h"
#include "types/bigint.h"
#include "types/file.h"
#include "types/str_impl.h"

extern char **environ;

/* A str of what the system calls a name. */
static lang_value text(struct lang_thread *t, const char *s)
{
    return lang_obj_or_error(lang_bytes_decode(t, (const uint8_t *)s, strlen(s), "utf-8", "surrogateescape"));
}

static lang_value fspath(struct lang_thread *t, const lang_value *a)
{
    return lang_path_value(t, a[0]);
}

int lang_pid_argument(struct lang_thread *t, lang_value v, int64_t *out)
{
    if (lang_as_index(t, v, out) < 0)
        return -1;
    if (*out >= INT32_MIN && *out <= INT32_MAX)
        return 0;
    return lang_fail(t, LANG_EXC_OverflowError, "signed integer is %s",
                     *out < 0 ? "less than minimum" : "greater than maximum");
}

/* ------------------------------------------------------------------ calls with one path */

static lang_value with_path(struct lang_thread *t, lang_value v, int (*call)(const char *))
{
    lang_value keep, r = lang_none();
    const char *path = lang_path_text(t, v, &keep);

    if (!path)
        return lang_error();
    if (call(path) < 0)
        r = lang_raise_errno(t, errno, path);
    lang_unref(t, keep);
    return r;
}

static lang_value p_chdir(struct lang_thread *t, const lang_value *a)
{
    int64_t fd;

    if (!lang_is_integer(a[0]))
        return with_path(t, a[0], chdir);
    if (lang_as_c_int(t, a[0], &fd) < 0)
        return lang_error();
    return fchdir((int)fd) < 0 ? lang_raise_errno(t, errno, NULL) : lang_none();
}

int lang_folder_argument(struct lang_thread *t, lang_value v, int *fd)
{
    int64_t number;

    *fd = AT_FDCWD;
    if (lang_is_undef(v) || lang_is_none(v))
        return 0;
    if (!lang_is_integer(v) && !(lang_is_obj(v) && v.o->type->to_index))
        return lang_fail(t, LANG_EXC_TypeError, "argument should be integer or None, not %N", v);
    if (lang_as_c_int(t, v, &number) < 0)
        return -1;
    *fd = (int)number;
    return 0;
}

int lang_fileno_argument(struct lang_thread *t, lang_value v, int64_t *fd)
{
    lang_value number = lang_ref(v);

    if (!lang_is_integer(v)) {
        struct lang_str *name = lang_intern_c(t, "fileno");
        lang_value method = name && lang_is_obj(v) ? lang_getattr_opt(t, v, name) : lang_undef();
        lang_xdecref(t, name);
        if (!name || lang_is_error(method))
            return -1;
        if (lang_is_undef(method))
            return lang_fail(t, LANG_EXC_TypeError, "argument must be an int, or have a fileno() method.");
        number = lang_call(t, method, NULL, 0, NULL);
        lang_unref(t, method);
        if (!lang_is_error(number) && !lang_is_integer(number)) {
            lang_unref(t, number);
            return lang_fail(t, LANG_EXC_TypeError, "fileno() returned a non-integer");
        }
    }
    int status = lang_is_error(number) ? -1 : lang_as_c_int(t, number, fd);
    if (status == 0 && *fd < 0)
        status = lang_fail(t, LANG_EXC_ValueError, "file descriptor cannot be a negative integer (%d)", (int)*fd);
    lang_unref(t, number);
    return status;
}

int lang_id_argument(struct lang_thread *t, lang_value v, const char *what, int64_t *out)
{
    if (!lang_is_integer(v) && !(lang_is_obj(v) && v.o->type->to_index))
        return lang_fail(t, LANG_EXC_TypeError, "%s should be integer, not %N", what, v);
    const bool fits = lang_as_index(t, v, out) == 0;
    if (!fits && !lang_error_is(t, LANG_EXC_OverflowError))
        return -1;
    if (!fits)
        lang_error_clear(t);
    if (fits && *out >= -1 && *out <= UINT32_MAX)
        return 0;
    const bool negative = fits ? *out < 0 : lang_is_integer(v) && lang_int_sign(v) < 0;
    return lang_fail(t, LANG_EXC_OverflowError, "%s is %s", what,
                     negative ? "less than minimum" : "greater than maximum");
}

static lang_value unlink_at(struct lang_thread *t, const lang_value *a, int flags)
{
    lang_value keep, r = lang_none();
    const char *path;
    int folder;

    if (lang_folder_argument(t, a[1], &folder) < 0 || !(path = lang_path_text(t, a[0], &keep)))
        return lang_error();
    if (unlinkat(folder, path, flags) < 0)
        r = lang_raise_errno(t, errno, path);
    lang_unref(t, keep);
    return r;
}

static lang_value p_remove(struct lang_thread *t, const lang_value *a)
{
    return unlink_at(t, a, 0);
}

static lang_value p_rmdir(struct lang_thread *t, const lang_value *a)
{
    return unlink_at(t, a, AT_REMOVEDIR);
}

static lang_value p_mkdir(struct lang_thread *t, const lang_value *a)
{
    lang_value keep, r = lang_none();
    const char *path;
    int64_t mode = 0777;
    int folder;

    if (lang_folder_argument(t, a[2], &folder) < 0 || !(path = lang_path_text(t, a[0], &keep)))
        return lang_error();
    if (!lang_is_undef(a[1]) && lang_as_c_int(t, a[1], &mode) < 0)
        r = lang_error();
    else if (mkdirat(folder, path, (mode_t)mode) < 0)
        r = lang_raise_errno(t, errno, path);
    lang_unref(t, keep);
    return r;
}

/* path, mode, dir_fd, follow_symlinks */
static lang_value p_chmod(struct lang_thread *t, const lang_value *a)
{
    lang_value keep, r = lang_none();
    int follow = lang_is_undef(a[3]) ? 1 : lang_truth(t, a[3]), folder;
    int64_t mode, fd;

    if (follow < 0 || lang_as_c_int(t, a[1], &mode) < 0 || lang_folder_argument(t, a[2], &folder) < 0)
        return lang_error();
    if (!follow)
        return lang_raise(t, LANG_EXC_NotImplementedError, "chmod: follow_symlinks unavailable on this platform");
    if (lang_is_integer(a[0])) {
        if (lang_as_c_int(t, a[0], &fd) < 0)
            return lang_error();
        return fchmod((int)fd, (mode_t)mode) < 0 ? lang_raise_errno(t, errno, NULL) : r;
    }
    const char *path = lang_path_text(t, a[0], &keep);
    if (!path)
        return lang_error();
    if (fchmodat(folder, path, (mode_t)mode, 0) < 0)
        r = lang_raise_errno(t, errno, path);
    lang_unref(t, keep);
    return r;
}

/* path, mode, dir_fd, effective_ids, follow_symlinks */
static lang_value p_access(struct lang_thread *t, const lang_value *a)
{
    lang_value keep;
    int effective = lang_is_undef(a[3]) ? 0 : lang_truth(t, a[3]),
        follow = lang_is_undef(a[4]) ? 1 : lang_truth(t, a[4]), folder;
    const char *path;
    int64_t mode;

    if (effective < 0 || follow < 0 || lang_as_c_int(t, a[1], &mode) < 0 ||
        lang_folder_argument(t, a[2], &folder) < 0 || !(path = lang_path_text(t, a[0], &keep)))
        return lang_error();
    int status = faccessat(folder, path, (int)mode, (effective ? AT_EACCESS : 0) | (follow ? 0 : AT_SYMLINK_NOFOLLOW));
    lang_unref(t, keep);
    return lang_bool(status == 0);
}

static lang_value p_readlink(struct lang_thread *t, const lang_value *a)
{
    lang_value keep, r;
    const char *path;
    char target[4097];
    ssize_t n;
    int folder;

    if (lang_folder_argument(t, a[1], &folder) < 0 || !(path = lang_path_text(t, a[0], &keep)))
        return lang_error();
    n = readlinkat(folder, path, target, sizeof target - 1);
    r = n < 0 ? lang_raise_errno(t, errno, path)
        : lang_is_bytes(a[0])
            ? lang_obj_or_error(lang_bytes_new(t, target, (size_t)n))
            : lang_obj_or_error(lang_bytes_decode(t, (const uint8_t *)target, (size_t)n, "utf-8", "surrogateescape"));
    lang_unref(t, keep);
    return r;
}

/* The folder of a path, or of a descriptor, which stays the caller's. */
static DIR *open_folder(const char *path, int64_t fd)
{
    if (fd < 0)
        return opendir(path);
    const int own = fcntl((int)fd, F_DUPFD_CLOEXEC, 0);
    DIR *dir = own < 0 ? NULL : fdopendir(own);
    if (dir)
        rewinddir(dir);
    else if (own >= 0)
        close(own);
    return dir;
}

static int add_entry(struct lang_thread *t, struct lang_list *list, const struct dirent *entry, bool as_bytes,
                     bool details)
{
    const char *name = entry->d_name;
    lang_value value = as_bytes ? lang_obj_or_error(lang_bytes_new(t, name, strlen(name))) : text(t, name);

    if (lang_is_error(value) || lang_list_append_steal(t, list, value) < 0)
        return -1;
    return details && (lang_list_append(t, list, lang_int(entry->d_type)) < 0 ||
                       lang_list_append(t, list, lang_int((int64_t)entry->d_ino)) < 0)
               ? -1
               : 0;
}

/* The names in a folder; details: each is followed by its type and the number of its inode. */
static lang_value names_in(struct lang_thread *t, lang_value of, bool details)
{
    lang_value keep = lang_undef();
    int64_t fd = -1;
    const bool named = !lang_is_undef(of) && !lang_is_none(of);
    bool as_bytes = false;

    if (lang_is_integer(of) && lang_as_c_int(t, of, &fd) < 0)
        return lang_error();
    if (lang_is_integer(of) && fd < 0)
        return lang_raise_errno(t, EBADF, NULL);
    const char *path = ".";
    if (fd < 0 && named) {
        lang_value given = lang_path_value(t, of);
        as_bytes = lang_is_bytes(given);
        path = lang_is_error(given) ? NULL : lang_path_text(t, given, &keep);
        lang_unref(t, given);
    }
    if (!path)
        return lang_error();
    DIR *dir = open_folder(path, fd);
    struct lang_list *list = dir ? lang_list_new(t, 0) : NULL;
    if (!dir)
        lang_raise_errno(t, errno, fd >= 0 || !named ? NULL : path);
    for (struct dirent *entry; list && (errno = 0, entry = readdir(dir));) {
        if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, ".."))
            continue;
        if (add_entry(t, list, entry, as_bytes, details) < 0) {
            lang_decref(t, list);
            list = NULL;
        }
    }
    if (dir)
        closedir(dir);
    lang_unref(t, keep);
    return lang_obj_or_error(list);
}

static lang_value p_listdir(struct lang_thread *t, const lang_value *a)
{
    return names_in(t, a[0], false);
}

static lang_value p_entries(struct lang_thread *t, const lang_value *a)
{
    return names_in(t, a[0], true);
}

/* ------------------------------------------------------------------ calls with two paths */

static lang_value with_paths(struct lang_thread *t, const lang_value *a, int from_folder, int to_folder,
                             int (*call)(int, const char *, int, const char *))
{
    lang_value keep, keep_to, r = lang_error();
    const char *from = lang_path_text(t, a[0], &keep), *to = from ? lang_path_text(t, a[1], &keep_to) : NULL;

    if (!from)
        return r;
    if (to) {
        r = lang_none();
        if (call(from_folder, from, to_folder, to) < 0)
            r = lang_raise_errno2(t, errno, from, to);
        lang_unref(t, keep_to);
    }
    lang_unref(t, keep);
    return r;
}

static lang_value p_rename(struct lang_thread *t, const lang_value *a)
{
    int from, to;

    return lang_folder_argument(t, a[2], &from) < 0 || lang_folder_argument(t, a[3], &to) < 0
               ? lang_error()
               : with_paths(t, a, from, to, renameat);
}

static int symlink_at(int unused, const char *from, int folder, const char *to)
{
    (void)unused;
    return symlinkat(from, folder, to);
}

/* target_is_directory says what only Windows asks. */
static lang_value p_symlink(struct lang_thread *t, const lang_value *a)
{
    int folder;

    return lang_folder_argument(t, a[3], &folder) < 0 ? lang_error() : with_paths(t, a, AT_FDCWD, folder, symlink_at);
}

static int link_at(int from_folder, const char *from, int to_folder, const char *to)
{
    return linkat(from_folder, from, to_folder, to, 0);
}

static int link_target_at(int from_folder, const char *from, int to_folder, const char *to)
{
    return linkat(from_folder, from, to_folder, to, AT_SYMLINK_FOLLOW);
}

/* src, dst, src_dir_fd, dst_dir_fd, follow_symlinks. Without an option it is link(2), which does not follow links. */
static lang_value p_link(struct lang_thread *t, const lang_value *a)
{
    const int follow = lang_is_undef(a[4]) ? 1 : lang_truth(t, a[4]);
    int from, to;

    if (follow < 0 || lang_folder_argument(t, a[2], &from) < 0 || lang_folder_argument(t, a[3], &to) < 0)
        return lang_error();
    return with_paths(t, a, from, to, follow && (from != AT_FDCWD || to != AT_FDCWD) ? link_target_at : link_at);
}

/* ------------------------------------------------------------------ stat */

/* Of the 19 fields the first ten are items. The times are there three times: as items in integer seconds, which the
 * three floats after them shadow by name, and in nanoseconds. */
enum { STAT_ITEMS = 10, STAT_NAMED_TIMES = 7, STAT_FIELDS = 19 };

#define STAT_FIELDS_BEHIND(X)                                                                                          \
    X(atime, 10)                                                                                                       \
    X(mtime, 11) X(ctime, 12) X(atime_ns, 13) X(mtime_ns, 14) X(ctime_ns, 15) X(blksize, 16) X(blocks, 17) X(rdev, 18)
#define X(name, index)                                                                                                 \
    static lang_value get_##name(struct lang_thread *t, lang_value self)                                               \
    {                                                                                                                  \
        (void)t;                                                                                                       \
        return lang_ref(lang_as_tuple(self)->items[index]);                                                            \
    }
STAT_FIELDS_BEHIND(X)
#undef X

static const struct lang_getset stat_fields[] = {
    {"st_mode", lang_struct_seq_0, NULL, "protection bits"},
    {"st_ino", lang_struct_seq_1, NULL, "inode"},
    {"st_dev", lang_struct_seq_2, NULL, "device"},
    {"st_nlink", lang_struct_seq_3, NULL, "number of hard links"},
    {"st_uid", lang_struct_seq_4, NULL, "user ID of owner"},
    {"st_gid", lang_struct_seq_5, NULL, "group ID of owner"},
    {"st_size", lang_struct_seq_6, NULL, "total size, in bytes"},
    {"st_atime", get_atime, NULL, "time of last access"},
    {"st_mtime", get_mtime, NULL, "time of last modification"},
    {"st_ctime", get_ctime, NULL, "time of last change"},
    {"st_atime_ns", get_atime_ns, NULL, "time of last access in nanoseconds"},
    {"st_mtime_ns", get_mtime_ns, NULL, "time of last modification in nanoseconds"},
    {"st_ctime_ns", get_ctime_ns, NULL, "time of last change in nanoseconds"},
    {"st_blksize", get_blksize, NULL, "blocksize for filesystem I/O"},
    {"st_blocks", get_blocks, NULL, "number of blocks allocated"},
    {"st_rdev", get_rdev, NULL, "device type (if inode device)"},
    {0},
};

static size_t stat_extent(const struct lang_object *o)
{
    (void)o;
    return sizeof(struct lang_tuple) + STAT_FIELDS * sizeof(lang_value);
}

static void stat_destroy(struct lang_thread *t, struct lang_object *o)
{
    for (int i = 0; i < STAT_FIELDS; i++)
        lang_clear(t, &((struct lang_tuple *)o)->items[i]);
}

static void stat_traverse(struct lang_object *o, lang_visit_fn visit, void *arg)
{
    for (int i = 0; i < STAT_FIELDS; i++)
        if (lang_is_obj(((struct lang_tuple *)o)->items[i]))
            visit(((struct lang_tuple *)o)->items[i].o, arg);
}

static struct lang_type stat_type;

static struct lang_tuple *stat_new(struct lang_thread *t)
{
    struct lang_tuple *v = lang_object_new_extra(t, &stat_type, STAT_FIELDS * sizeof(lang_value));

    if (v)
        v->length = STAT_ITEMS;
    for (int i = 0; v && i < STAT_FIELDS; i++)
        v->items[i] = lang_none();
    return v;
}

/* os.stat_result(sequence, dict): what the sequence has not comes from the dict, by name. */
static lang_value stat_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                            struct lang_tuple *kwnames)
{
    struct lang_params *p = lang_params_get(t, "structseq", "(sequence, dict=<unrepresentable>)");
    lang_value out[2];

    (void)cls;
    if (!p || lang_params_bind(t, p, args, nargs, kwnames, out) < 0)
        return lang_error();
    struct lang_tuple *v = NULL, *from = lang_struct_seq_argument(t, &stat_type, out, STAT_ITEMS, STAT_FIELDS);
    bool bad = !from || !(v = stat_new(t));
    for (int i = 0; !bad && i < STAT_FIELDS; i++) {
        lang_value item =
            i < from->length ? from->items[i]
            : lang_is_undef(out[1])
                ? lang_undef()
                : lang_dict_get_c(t, lang_as_dict(out[1]), stat_fields[i - STAT_ITEMS + STAT_NAMED_TIMES].name);
        bad = lang_is_error(item);
        if (!bad && !lang_is_undef(item))
            lang_set_steal(t, &v->items[i], lang_ref(item));
    }
    for (int i = 0; !bad && i < 3; i++) /* the seconds stand in for floats that are not given */
        if (lang_is_none(v->items[STAT_ITEMS + i]))
            lang_set_steal(t, &v->items[STAT_ITEMS + i], lang_ref(v->items[STAT_NAMED_TIMES + i]));
    lang_xdecref(t, from);
    if (bad) {
        lang_xdecref(t, v);
        return lang_error();
    }
    return lang_obj(v);
}

/* (type, (items, {name: other field})) */
static lang_value stat_reduce(struct lang_thread *t, const lang_value *args)
{
    struct lang_tuple *v = lang_as_tuple(args[0]);
    struct lang_dict *others = lang_dict_new(t);
    lang_value items = others ? lang_obj_or_error(lang_tuple_from(t, v->items, STAT_ITEMS)) : lang_error(),
               state = lang_error(), r = lang_error();
    int s = lang_is_error(items) ? -1 : 0;

    for (int i = STAT_ITEMS; s == 0 && i < STAT_FIELDS; i++)
        s = lang_dict_set_c(t, others, stat_fields[i - STAT_ITEMS + STAT_NAMED_TIMES].name, v->items[i]);
    if (s == 0)
        state = lang_obj_or_error(lang_tuple_from(t, (const lang_value[2]){items, lang_obj(others)}, 2));
    if (!lang_is_error(state))
        r = lang_obj_or_error(lang_tuple_from(t, (const lang_value[2]){lang_obj(&stat_type), state}, 2));
    lang_unref(t, state);
    lang_unref(t, items);
    lang_xdecref(t, others);
    return r;
}

static const struct lang_method stat_methods[] = {{"__reduce__", "()", stat_reduce, NULL, LANG_M_NOSIG}, {0}};

static struct lang_type stat_type = {
    .name = "stat_result",
    .module = "os",
    .size = sizeof(struct lang_tuple),
    .flags = LANG_TYPE_TUPLE | LANG_TYPE_QUALIFIED,
    .base = &lang_type_tuple,
    .getset = stat_fields,
    .methods = stat_methods,
    .make = stat_make,
    .extent = stat_extent,
    .destroy = stat_destroy,
    .traverse = stat_traverse,
    .repr = lang_struct_seq_repr,
};

static int64_t nanoseconds(struct timespec at)
{
    return (int64_t)at.tv_sec * 1000000000 + at.tv_nsec;
}

static lang_value stat_value(struct lang_thread *t, const struct stat *st)
{
    const struct timespec times[3] = {st->st_atim, st->st_mtim, st->st_ctim};
    const int64_t numbers[] = {st->st_mode, (int64_t)st->st_ino, (int64_t)st->st_dev, (int64_t)st->st_nlink,
                               st->st_uid,  st->st_gid,          st->st_size};
    const int64_t last[] = {st->st_blksize, st->st_blocks, (int64_t)st->st_rdev};
    struct lang_tuple *v = stat_new(t);

    if (!v)
        return lang_error();
    for (int i = 0; i < 7; i++)
        v->items[i] = lang_int(numbers[i]);
    for (int i = 0; i < 3; i++) {
        v->items[7 + i] = lang_int(times[i].tv_sec);
        v->items[10 + i] = lang_float((double)times[i].tv_sec + 1e-9 * (double)times[i].tv_nsec);
        v->items[13 + i] = lang_int(nanoseconds(times[i]));
        v->items[16 + i] = lang_int(last[i]);
    }
    return lang_obj(v);
}

static lang_value stat_of(struct lang_thread *t, lang_value v, bool follow, lang_value folder_value)
{
    int folder;
    lang_value keep = lang_undef(), r;
    const char *path;
    struct stat st;
    int64_t fd;

    if (lang_is_integer(v)) {
        if (lang_as_index(t, v, &fd) < 0) {
            if (!lang_error_is(t, LANG_EXC_OverflowError))
                return lang_error();
            lang_error_clear(t);
            fd = lang_int_sign(v) < 0 ? INT64_MIN : INT64_MAX;
        }
        if (fd != (int)fd)
            return lang_raise(t, LANG_EXC_OverflowError, "fd is %s",
                              fd < 0 ? "less than minimum" : "greater than maximum");
        return fstat((int)fd, &st) < 0 ? lang_raise_errno(t, errno, NULL) : stat_value(t, &st);
    }
    if (lang_folder_argument(t, folder_value, &folder) < 0 || !(path = lang_path_text(t, v, &keep)))
        return lang_error();
    r = fstatat(folder, path, &st, follow ? 0 : AT_SYMLINK_NOFOLLOW) < 0 ? lang_raise_errno(t, errno, path)
                                                                         : stat_value(t, &st);
    lang_unref(t, keep);
    return r;
}

static lang_value p_stat(struct lang_thread *t, const lang_value *a)
{
    int follow = lang_is_undef(a[2]) ? 1 : lang_truth(t, a[2]);

    return follow < 0 ? lang_error() : stat_of(t, a[0], follow, a[1]);
}

static lang_value p_lstat(struct lang_thread *t, const lang_value *a)
{
    return stat_of(t, a[0], false, a[1]);
}

/* ------------------------------------------------------------------ process */

static lang_value p_getcwd(struct lang_thread *t, const lang_value *a)
{
    char *path = getcwd(NULL, 0);
    lang_value r = path ? text(t, path) : lang_raise_errno(t, errno, NULL);

    (void)a;
    free(path);
    return r;
}

#define NUMBER(name, call)                                                                                             \
    static lang_value p_##name(struct lang_thread *t, const lang_value *a)                                             \
    {                                                                                                                  \
        (void)t;                                                                                                       \
        (void)a;                                                                                                       \
        return lang_int(call);                                                                                         \
    }
NUMBER(getpid, getpid())
NUMBER(getppid, getppid())
NUMBER(getuid, getuid())
NUMBER(geteuid, geteuid())
NUMBER(getgid, getgid())
NUMBER(getegid, getegid())

static lang_value p_cpu_count(struct lang_thread *t, const lang_value *a)
{
    long n = sysconf(_SC_NPROCESSORS_ONLN);

    (void)t;
    (void)a;
    return n > 0 ? lang_int(n) : lang_none();
}

static lang_value p_sched_getaffinity(struct lang_thread *t, const lang_value *a)
{
    struct lang_set *set = lang_set_new(t, false);
    cpu_set_t cpus;
    int64_t pid;

    if (!set || lang_pid_argument(t, a[0], &pid) < 0)
        goto fail;
    if (sched_getaffinity((pid_t)pid, sizeof cpus, &cpus) < 0) {
        lang_raise_errno(t, errno, NULL);
        goto fail;
    }
    for (int i = 0; i < CPU_SETSIZE; i++)
        if (CPU_ISSET(i, &cpus) && lang_set_add(t, set, lang_int(i)) < 0)
            goto fail;
    return lang_obj(set);
fail:
    lang_xdecref(t, set);
    return lang_error();
}

/* Runs a command by the shell, in a process group of its own, and waits; an interrupt reaches the command too. */
static lang_value p_system(struct lang_thread *t, const lang_value *a)
{
    const char *command = lang_as_utf8(t, a[0], "system() argument 'command'", NULL);
    char *argv[] = {"sh", "-c", NULL, NULL};
    posix_spawnattr_t attributes;
    sigset_t none, ignored;
    pid_t pid;
    int status = 0, error;

    if (!command)
        return lang_error();
    argv[2] = (char *)command;
    lang_host_flush(t, 1);
    lang_host_flush(t, 2);
    sigemptyset(&none);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigmask(&attributes, &none);
    sigemptyset(&ignored); /* by the process itself: the child gets the default again */
    sigaddset(&ignored, SIGPIPE);
    sigaddset(&ignored, SIGXFSZ);
    posix_spawnattr_setsigdefault(&attributes, &ignored);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
    error = posix_spawn(&pid, "/bin/sh", NULL, &attributes, argv, environ);
    posix_spawnattr_destroy(&attributes);
    if (error)
        return lang_raise_errno(t, error, NULL);
    lang_unlock(t);
    for (int waited = 0;; waited++) {
        pid_t done = waitpid(pid, &status, WNOHANG);

        if (done == pid || (done < 0 && errno != EINTR))
            break;
        if (lang_interrupted(t))
            kill(-pid, SIGINT);
        usleep(waited < 50 ? 1000 : 10000);
    }
    lang_lock(t);
    return lang_poll(t) < 0 ? lang_error() : lang_int(status);
}

static lang_value p_urandom(struct lang_thread *t, const lang_value *a)
{
    struct lang_bytes *b;
    int64_t n;

    if (lang_as_index(t, a[0], &n) < 0)
        return lang_error();
    if (n < 0)
        return lang_raise(t, LANG_EXC_ValueError, "negative argument not allowed");
    b = lang_bytes_new(t, NULL, (size_t)n);
    for (int64_t got = 0; b && got < n;) {
        ssize_t more = getrandom(b->data + got, (size_t)(n - got > 4096 ? 4096 : n - got), 0);

        if ((more < 0 && errno != EINTR) || lang_poll(t) < 0) {
            lang_decref(t, b);
            return lang_error_occurred(t) ? lang_error() : lang_raise_errno(t, errno, NULL);
        }
        got += more > 0 ? more : 0;
    }
    return lang_obj_or_error(b);
}

static lang_value p_kill(struct lang_thread *t, const lang_value *a)
{
    int64_t pid, signal;

    if (lang_pid_argument(t, a[0], &pid) < 0 || lang_as_index(t, a[1], &signal) < 0)
        return lang_error();
    if (kill((pid_t)pid, (int)signal) < 0)
        return lang_raise_errno(t, errno, NULL);
    return lang_poll(t) < 0 ? lang_error() : lang_none();
}

static lang_value p_umask(struct lang_thread *t, const lang_value *a)
{
    int64_t mask;

    return lang_as_c_int(t, a[0], &mask) < 0 ? lang_error() : lang_int(umask((mode_t)mask));
}

/* At once: nothing is flushed, no destructor runs. */
static lang_value p_exit(struct lang_thread *t, const lang_value *a)
{
    int64_t status;

    if (lang_as_c_int(t, a[0], &status) < 0)
        return lang_error();
    _exit((int)status);
}

static lang_value p_strerror(struct lang_thread *t, const lang_value *a)
{
    int64_t code;

    return lang_as_c_int(t, a[0], &code) < 0 ? lang_error() : text(t, strerror((int)code));
}

static lang_value p_getloadavg(struct lang_thread *t, const lang_value *a)
{
    double load[3];

    (void)a;
    if (getloadavg(load, 3) != 3)
        return lang_raise(t, LANG_EXC_OSError, "Load averages are unobtainable");
    return lang_obj_or_error(
        lang_tuple_from(t, (const lang_value[3]){lang_float(load[0]), lang_float(load[1]), lang_float(load[2])}, 3));
}

/* ------------------------------------------------------------------ environment */

/* A dict of what the process was started with; the class in os.py keeps it and the process in step. */
static lang_value p_environment(struct lang_thread *t, const lang_value *a)
{
    struct lang_dict *d = lang_dict_new(t);

    (void)a;
    for (char **e = environ; d && e && *e; e++) {
        const char *equals = strchr(*e, '=');
        struct lang_str *name, *value;
        int status;

        if (!equals)
            continue;
        name = lang_str_new(t, *e, (size_t)(equals - *e));
        value = name ? lang_str_from_c(t, equals + 1) : NULL;
        status = value ? lang_dict_set_str(t, d, name, lang_obj(value)) : -1;
        lang_xdecref(t, name);
        lang_xdecref(t, value);
        if (status < 0) {
            lang_decref(t, d);
            return lang_error();
        }
    }
    return lang_obj_or_error(d);
}

static lang_value p_putenv(struct lang_thread *t, const lang_value *a)
{
    lang_value keep, keep_value, r = lang_error();
    const char *name = lang_path_text(t, a[0], &keep), *value = name ? lang_path_text(t, a[1], &keep_value) : NULL;

    if (value) {
        r = strchr(name, '=')            ? lang_raise(t, LANG_EXC_ValueError, "illegal environment variable name")
            : setenv(name, value, 1) < 0 ? lang_raise_errno(t, errno, NULL)
                                         : lang_none();
        lang_unref(t, keep_value);
    }
    if (name)
        lang_unref(t, keep);
    return r;
}

static lang_value p_unsetenv(struct lang_thread *t, const lang_value *a)
{
    lang_value keep;
    const char *name = lang_path_text(t, a[0], &keep);

    if (!name)
        return lang_error();
    lang_value r = unsetenv(name) < 0 ? lang_raise_errno(t, errno, NULL) : lang_none();
    lang_unref(t, keep);
    return r;
}

/* ------------------------------------------------------------------ system */

static const struct lang_getset uname_fields[] = {
    {"sysname", lang_struct_seq_0, NULL, "operating system name"},
    {"nodename", lang_struct_seq_1, NULL, "name of machine on network (implementation-defined)"},
    {"release", lang_struct_seq_2, NULL, "operating system release"},
    {"version", lang_struct_seq_3, NULL, "operating system version"},
    {"machine", lang_struct_seq_4, NULL, "hardware identifier"},
    {0},
};
STRUCT_SEQ(uname_type, "uname_result", "posix", uname_fields, NULL);

static lang_value p_uname(struct lang_thread *t, const lang_value *a)
{
    struct lang_tuple *v;
    struct utsname u;

    (void)a;
    if (uname(&u) < 0)
        return lang_raise_errno(t, errno, NULL);
    v = lang_struct_seq_ready(t, &uname_type) < 0 ? NULL : lang_struct_seq_new(t, &uname_type, 5);
    if (!v)
        return lang_error();
    const char *const texts[5] = {u.sysname, u.nodename, u.release, u.version, u.machine};

    for (int i = 0; i < 5; i++) {
        v->items[i] = text(t, texts[i]);
        if (lang_is_error(v->items[i])) {
            v->items[i] = lang_undef();
            lang_decref(t, v);
            return lang_error();
        }
    }
    return lang_obj(v);
}

static const struct lang_getset terminal_fields[] = {
    {"columns", lang_struct_seq_0, NULL, "width of the terminal window in characters"},
    {"lines", lang_struct_seq_1, NULL, "height of the terminal window in characters"},
    {0},
};
STRUCT_SEQ(terminal_type, "terminal_size", "os", terminal_fields, NULL);

static lang_value p_get_terminal_size(struct lang_thread *t, const lang_value *a)
{
    struct lang_tuple *v;
    struct winsize size;
    int64_t fd = 1;

    if (!lang_is_undef(a[0]) && lang_as_c_int(t, a[0], &fd) < 0)
        return lang_error();
    if (ioctl((int)fd, TIOCGWINSZ, &size) < 0)
        return lang_raise_errno(t, errno, NULL);
    v = lang_struct_seq_ready(t, &terminal_type) < 0 ? NULL : lang_struct_seq_new(t, &terminal_type, 2);
    if (!v)
        return lang_error();
    v->items[0] = lang_int(size.ws_col);
    v->items[1] = lang_int(size.ws_row);
    return lang_obj(v);
}

static const struct lang_method functions[] = {
    {"fspath", "(path)", fspath,
     "Return the file system path representation of the object.\n\n"
     "If the object is str or bytes, then allow it to pass through as-is. If the\n"
     "object defines __fspath__(), then return the result of that method. All other\n"
     "types raise a TypeError.",
     0},
    {"getcwd", "()", p_getcwd, "Return a unicode string representing the current working directory.", 0},
    {"chdir", "(path)", p_chdir, "Change the current working directory to the specified path.", 0},
    {"listdir", "(path=None)", p_listdir,
     "Return a list containing the names of the files in the directory.\n\n"
     "The list is in arbitrary order.  It does not include the special\n"
     "entries '.' and '..' even if they are present in the directory.",
     0},
    {"_entries", "(path, /)", p_entries, NULL, 0},
    {"mkdir", "(path, mode=511, *, dir_fd=None)", p_mkdir, "Create a directory.", 0},
    {"rmdir", "(path, *, dir_fd=None)", p_rmdir, "Remove a directory.", 0},
    {"remove", "(path, *, dir_fd=None)", p_remove, "Remove a file (same as unlink()).", 0},
    {"unlink", "(path, *, dir_fd=None)", p_remove, "Remove a file (same as remove()).", 0},
    {"rename", "(src, dst, *, src_dir_fd=None, dst_dir_fd=None)", p_rename, "Rename a file or directory.", 0},
    {"replace", "(src, dst, *, src_dir_fd=None, dst_dir_fd=None)", p_rename,
     "Rename a file or directory, overwriting the destination.", 0},
    {"symlink", "(src, dst, target_is_directory=False, *, dir_fd=None)", p_symlink,
     "Create a symbolic link pointing to src named dst.", 0},
    {"link", "(src, dst, *, src_dir_fd=None, dst_dir_fd=None, follow_symlinks=True)", p_link,
     "Create a hard link to a file.", 0},
    {"readlink", "(path, *, dir_fd=None)", p_readlink,
     "Return a string representing the path to which the symbolic link points.", 0},
    {"chmod", "(path, mode, *, dir_fd=None, follow_symlinks=True)", p_chmod, "Change the access permissions of a file.",
     0},
    {"access", "(path, mode, *, dir_fd=None, effective_ids=False, follow_symlinks=True)", p_access,
     "Use the real uid/gid to test for access to a path.", 0},
    {"stat", "(path, *, dir_fd=None, follow_symlinks=True)", p_stat, "Perform a stat system call on the given path.",
     0},
    {"lstat", "(path, *, dir_fd=None)", p_lstat,
     "Perform a stat system call on the given path, without following symbolic links.", 0},
    {"getpid", "()", p_getpid, "Return the current process id.", 0},
    {"getppid", "()", p_getppid, "Return the parent's process id.", 0},
    {"getuid", "()", p_getuid, "Return the current process's user id.", 0},
    {"geteuid", "()", p_geteuid, "Return the current process's effective user id.", 0},
    {"getgid", "()", p_getgid, "Return the current process's group id.", 0},
    {"getegid", "()", p_getegid, "Return the current process's effective group id.", 0},
    {"cpu_count", "()", p_cpu_count, "Return the number of CPUs in the system; return None if indeterminable.", 0},
    {"sched_getaffinity", "(pid, /)", p_sched_getaffinity, "Return the affinity of the process identified by pid.", 0},
    {"system", "(command)", p_system, "Execute the command in a subshell.", 0},
    {"urandom", "(size, /)", p_urandom, "Return a bytes object containing random bytes suitable for cryptographic use.",
     0},
    {"kill", "(pid, signal, /)", p_kill, "Kill a process with a signal.", 0},
    {"umask", "(mask, /)", p_umask, "Set the current numeric umask and return the previous umask.", 0},
    {"strerror", "(code, /)", p_strerror, "Translate an error code to a message string.", 0},
    {"_exit", "(status)", p_exit, "Exit to the system with specified status, without normal exit processing.", 0},
    {"getloadavg", "()", p_getloadavg, "Return average recent system load information.", 0},
    {"_environment", "()", p_environment, NULL, 0},
    {"putenv", "(name, value, /)", p_putenv, "Change or add an environment variable.", 0},
    {"unsetenv", "(name, /)", p_unsetenv, "Delete an environment variable.", 0},
    {"uname", "()", p_uname, "Return an object identifying the current operating system.", 0},
    {"get_terminal_size", "(fd=1, /)", p_get_terminal_size,
     "Return the size of the terminal window as (columns, lines).", LANG_M_NOSIG},
    {0},
};

static int init(struct lang_thread *t, struct lang_module *m)
{
    static const struct {
        const char *name;
        int value;
    } constants[] = {{"F_OK", F_OK}, {"R_OK", R_OK}, {"W_OK", W_OK}, {"X_OK", X_OK}, {"EX_OK", 0}};
    struct lang_type *const types[] = {&stat_type, &uname_type, &terminal_type};

    for (size_t i = 0; i < sizeof constants / sizeof *constants; i++)
        if (lang_module_add(t, m, constants[i].name, lang_int(constants[i].value)) < 0)
            return -1;
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (lang_type_ready(t, types[i]) < 0 || lang_module_add(t, m, types[i]->name, lang_obj(types[i])) < 0)
            return -1;
    return 0;
}

const struct lang_module_def lang_module_posix = {"posix", "Access to the system calls of the operating system.",
                                                  functions, init};
