/* code_cache.c: a cache of compiled code for the files that are imported, in a folder of the user's: one file for each
 * text, named by a hash of the text and of the program's build. A file appears complete or not at all, so that
 * processes need not know of each other; it is used only if it is the user's own and its check sum is right, and if
 * anything fails the text is compiled as if there were no cache. When a program has written some, the oldest are
 * removed beyond a limit.
 *
 * TENSOR_CODE_CACHE names another folder, or is `off`; with sys.dont_write_bytecode nothing is written. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "code_store.h"
#include "lib.h"

enum {
    MIN_TEXT = 2048,         /* smaller texts are compiled faster than a file is read */
    MAX_FILE = 64 << 20,     /* of code; larger ones are not kept */
    KEY_SIZE = 16,           /* of the hash */
    MAX_FOLDER = 3800,       /* of its path */
    WRITES_BETWEEN = 128,    /* between two looks at the folder's size */
    FIRST_LOOK = 8,          /* in so many of 256 programs that write, already after the first */
    TOUCH_AFTER = 24 * 3600, /* seconds: a file that is used is marked as new no more often */
    LIMIT_MIB = 256
};

static struct {
    enum { UNKNOWN, OFF, ON } state;
    bool read_only;
    unsigned writes;
    char folder[MAX_FOLDER];
} cache;

/* ---- the folder ---- */

static void find_folder(void)
{
    const char *asked = getenv("TENSOR_CODE_CACHE"), *xdg = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    uint8_t build[LANG_BUILD_ID_SIZE];
    int n = -1;
    if (asked && *asked)
        n = strcmp(asked, "off") == 0 ? -1 : snprintf(cache.folder, sizeof cache.folder, "%s", asked);
    else if (xdg && *xdg == '/')
        n = snprintf(cache.folder, sizeof cache.folder, "%s/tensor-kernel/code", xdg);
    else if (home && *home == '/')
        n = snprintf(cache.folder, sizeof cache.folder, "%s/.cache/tensor-kernel/code", home);
    const bool usable = n > 0 && n < (int)sizeof cache.folder && cache.folder[0] == '/' && lang_build_id(build);
    cache.state = usable ? ON : OFF;
}

static int make_folder(void)
{
    char path[MAX_FOLDER];
    memcpy(path, cache.folder, sizeof path);
    for (char *slash = path + 1; (slash = strchr(slash, '/')); slash++) {
        *slash = 0;
        if (mkdir(path, 0700) != 0 && errno != EEXIST)
            return -1;
        *slash = '/';
    }
    return mkdir(path, 0700) == 0 || errno == EEXIST ? 0 : -1;
}

static void path_of(const struct lang_source *source, char out[MAX_FOLDER + 64])
{
    const struct blake2_parameters parameters = {.digest_size = KEY_SIZE, .fanout = 1, .depth = 1};
    uint8_t build[LANG_BUILD_ID_SIZE], key[KEY_SIZE];
    char name[2 * KEY_SIZE + 1];
    struct blake2 state;
    lang_build_id(build);
    lang_blake2_init(&state, true, &parameters);
    lang_blake2_update(&state, build, sizeof build);
    lang_blake2_update(&state, (const uint8_t *)source->text, source->size);
    lang_blake2_final(&state, key);
    for (int i = 0; i < KEY_SIZE; i++)
        snprintf(name + 2 * i, 3, "%02x", key[i]);
    snprintf(out, MAX_FOLDER + 64, "%s/%s.code", cache.folder, name);
}

/* ---- reading ---- */

static bool read_whole(int fd, uint8_t *data, size_t size)
{
    size_t done = 0;
    while (done < size) {
        ssize_t n = read(fd, data + done, size - done);
        if (n <= 0 && !(n < 0 && errno == EINTR))
            return false;
        done += n > 0 ? (size_t)n : 0;
    }
    return true;
}

/* Another user's file is not trusted, nor one that others may write. */
static bool is_own(const struct stat *st)
{
    return S_ISREG(st->st_mode) && st->st_uid == geteuid() && !(st->st_mode & (S_IWGRP | S_IWOTH)) && st->st_size > 0 &&
           st->st_size <= MAX_FILE;
}

static struct lang_code *from_cache(struct lang_thread *t, struct lang_source *source, const char *path)
{
    const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    struct stat st;
    struct lang_code *code = NULL;
    if (fd < 0)
        return NULL;
    uint8_t *data = fstat(fd, &st) == 0 && is_own(&st) ? malloc((size_t)st.st_size) : NULL;
    if (data && read_whole(fd, data, (size_t)st.st_size)) {
        code = lang_code_unpack(t, data, (size_t)st.st_size, source);
        if (!code)
            lang_error_clear(t);
        else if (time(NULL) - st.st_mtime > TOUCH_AFTER)
            futimens(fd, NULL);
    }
    free(data);
    close(fd);
    return code;
}

/* ---- writing ---- */

struct cached_file {
    char name[64];
    time_t used;
    off_t size;
};

static int older(const void *a, const void *b)
{
    const struct cached_file *x = a, *y = b;
    return (x->used > y->used) - (x->used < y->used);
}

/* The files in the folder, their number and their size; NULL: none, or no memory. Files that a program has begun and
 * left are removed when they are an hour old. */
static struct cached_file *list_files(size_t *count, off_t *size)
{
    DIR *folder = opendir(cache.folder);
    struct cached_file *files = NULL;
    size_t capacity = 0;
    *count = 0;
    *size = 0;
    for (struct dirent *entry; folder && (entry = readdir(folder));) {
        const char *dot = strrchr(entry->d_name, '.');
        struct stat st;
        if (!dot || dot == entry->d_name || strlen(entry->d_name) >= sizeof files->name ||
            fstatat(dirfd(folder), entry->d_name, &st, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISREG(st.st_mode))
            continue;
        if (strcmp(dot, ".new") == 0 && time(NULL) - st.st_mtime > 3600)
            unlinkat(dirfd(folder), entry->d_name, 0);
        if (strcmp(dot, ".code") != 0)
            continue;
        if (*count == capacity) {
            capacity = capacity ? 2 * capacity : 256;
            struct cached_file *more = realloc(files, capacity * sizeof *files);
            if (!more)
                break;
            files = more;
        }
        strcpy(files[*count].name, entry->d_name);
        files[*count].used = st.st_mtime;
        files[(*count)++].size = st.st_size;
        *size += st.st_size;
    }
    if (folder)
        closedir(folder);
    return files;
}

/* Removes the files that were not used for longest until a quarter of the limit is free. */
static void keep_bounded(void)
{
    const char *asked = getenv("TENSOR_CODE_CACHE_MIB");
    const long mib = asked && *asked ? strtol(asked, NULL, 10) : LIMIT_MIB;
    const off_t limit = (off_t)(mib > 0 ? mib : 0) << 20;
    size_t count;
    off_t size;
    struct cached_file *files = list_files(&count, &size);
    char path[MAX_FOLDER + 65];
    if (files && size > limit) {
        qsort(files, count, sizeof *files, older);
        for (size_t i = 0; i < count && size > limit / 4 * 3; i++) {
            snprintf(path, sizeof path, "%s/%s", cache.folder, files[i].name);
            if (unlink(path) == 0)
                size -= files[i].size;
        }
    }
    free(files);
}

static bool write_whole(int fd, const uint8_t *data, size_t size)
{
    size_t done = 0;
    while (done < size) {
        ssize_t n = write(fd, data + done, size - done);
        if (n < 0 && errno != EINTR)
            return false;
        done += n > 0 ? (size_t)n : 0;
    }
    return true;
}

/* Under a name of its own first: whoever opens the file finds all of it. */
static bool write_file(const char *path, const uint8_t *data, size_t size)
{
    static unsigned count;
    char beside[MAX_FOLDER + 64];
    const int n = snprintf(beside, sizeof beside, "%s/%lx-%x.new", cache.folder, (long)getpid(), count++);
    if (n >= (int)sizeof beside)
        return false;
    int fd = open(beside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (fd < 0 && errno == ENOENT && make_folder() == 0)
        fd = open(beside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (fd < 0)
        return errno == EEXIST; /* left by a program of the same number: the next one has another name */
    const bool written = write_whole(fd, data, size);
    if (close(fd) == 0 && written && rename(beside, path) == 0)
        return true;
    unlink(beside);
    return false;
}

static bool may_write(struct lang_thread *t)
{
    lang_value no = cache.read_only ? lang_bool(true) : lang_sys_lookup(t, "dont_write_bytecode");
    int refused = lang_is_undef(no) ? 0 : lang_is_error(no) ? 1 : lang_truth(t, no);
    if (refused < 0)
        lang_error_clear(t);
    return refused == 0;
}

static void into_cache(struct lang_thread *t, struct lang_code *code, const char *path)
{
    uint8_t *data;
    size_t size;
    if (!may_write(t))
        return;
    if (lang_code_pack(t, code, &data, &size) < 0) {
        lang_error_clear(t);
        return;
    }
    if (size <= MAX_FILE && !write_file(path, data, size))
        cache.read_only = true; /* no folder, or no space: not tried again */
    free(data);
    if (++cache.writes % WRITES_BETWEEN == 0 || (cache.writes == 1 && (unsigned)getpid() % 256 < FIRST_LOOK))
        keep_bounded();
}

struct lang_code *lang_compile_cached(struct lang_thread *t, struct lang_source *source)
{
    char path[MAX_FOLDER + 64];
    if (cache.state == UNKNOWN)
        find_folder();
    if (cache.state == OFF || source->size < MIN_TEXT)
        return lang_compile(t, source, 0);
    path_of(source, path);
    struct lang_code *code = from_cache(t, source, path);
    if (!code && (code = lang_compile(t, source, 0)))
        into_cache(t, code, path);
    return code;
}
