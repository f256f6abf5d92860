/* save.c: files that appear complete or not at all, and storages of tensors as records of an archive: written, read and
   mapped. Owns files and temporary names. Must not know what the records mean. */
#include "save.h"
#include "zip.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <dirent.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define LARGE_RECORD ((uint64_t)4 << 20)
/* Bytes at a time, between which the interrupt flag is read: of host memory so few that they are still in the cache
   when they are written after their check sum, and up to a multiple of 2 MB in the file, which the system then keeps in
   large pages: a mapping of it has few page faults. */
#define CHUNK ((size_t)4 << 20)
#define HOST_CHUNK ((size_t)2 << 20)

static int fail_os(struct rt_error *err, const char *path)
{
    int number = errno;
    rt_error_set(err, RT_OS, "%s", path);
    if (err->code == RT_OS)
        err->number = number;
    return -1;
}

/* ---- files ------------------------------------------------------------------------------------------------------- */

/* "dir/model.v2.pth" -> "model.v2": the archive's top folder. */
char *rt_save_top(const char *path)
{
    const char *name = strrchr(path, '/');
    name = name ? name + 1 : path;
    const char *dot = strrchr(name, '.');
    size_t length = dot && dot > name ? (size_t)(dot - name) : strlen(name);
    char *top = rt_alloc(length + 8);
    if (top) {
        memcpy(top, name, length);
        top[length] = '\0';
        if (!length)
            strcpy(top, "archive");
    }
    return top;
}

/* Symbolic links are followed, so that the file they name is replaced and not the link. */
static char *real_target(const char *path)
{
    char *real = realpath(path, NULL);
    const char *from = real ? real : path;
    size_t length = strlen(from) + 1;
    char *copy = rt_alloc(length);
    if (copy)
        memcpy(copy, from, length);
    free(real);
    return copy;
}

static int check_parent(const char *path, struct rt_error *err)
{
    const char *slash = strrchr(path, '/');
    struct stat status;
    char parent[PATH_MAX];
    if (!slash || slash == path)
        return 0;
    if ((size_t)(slash - path) >= sizeof parent) {
        errno = ENAMETOOLONG;
        return fail_os(err, path);
    }
    snprintf(parent, sizeof parent, "%.*s", (int)(slash - path), path);
    if (stat(parent, &status) != 0 || !S_ISDIR(status.st_mode))
        return rt_error_set(err, RT_RUNTIME, "Parent directory %s does not exist.", parent);
    return 0;
}

/* The folder of a path, to be freed; NULL: no memory. */
static char *folder_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    size_t length = slash ? (size_t)(slash - path) : 0;
    char *folder = rt_alloc(length + 2);
    if (!folder)
        return NULL;
    memcpy(folder, path, length);
    folder[length] = '\0';
    if (!length)
        strcpy(folder, slash ? "/" : ".");
    return folder;
}

/* Is it "NAME.digits.part", the name of a file that is being written beside NAME? */
static bool is_part(const char *entry, const char *name)
{
    size_t length = strlen(name), digits;
    if (strncmp(entry, name, length) != 0 || entry[length] != '.')
        return false;
    digits = strspn(entry + length + 1, "0123456789");
    return digits && strcmp(entry + length + 1 + digits, ".part") == 0;
}

/* Removes temporary files of the same target whose writer has died: a living one would hold the lock. */
static void remove_stale(const char *path, const char *folder)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    DIR *dir = opendir(folder);
    for (struct dirent *entry; dir && (entry = readdir(dir));) {
        if (!is_part(entry->d_name, name))
            continue;
        int fd = openat(dirfd(dir), entry->d_name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
        if (fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) == 0)
            unlinkat(dirfd(dir), entry->d_name, 0);
        if (fd >= 0)
            close(fd);
    }
    if (dir)
        closedir(dir);
}

/* A file that is to replace the target: at first without a name where the system has that, so that nothing stays
   of a process that is killed; else under a name beside the target, and locked, so that a later writer can tell whether
   this one lives. */
struct part {
    int fd;
    bool named;
    char *name;
};

static void part_open(struct part *part, const char *folder, mode_t mode)
{
    part->named = false;
    part->fd = open(folder, O_TMPFILE | O_WRONLY | O_CLOEXEC, mode);
    if (part->fd < 0) {
        part->fd = open(part->name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
        part->named = part->fd >= 0;
    }
    if (part->fd >= 0)
        flock(part->fd, LOCK_EX | LOCK_NB);
}

/* Gives the file the target's name. */
static int part_settle(struct part *part, const char *path, bool exists)
{
    char self[40];
    if (!part->named) {
        snprintf(self, sizeof self, "/proc/self/fd/%d", part->fd);
        if (!exists && linkat(AT_FDCWD, self, AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0)
            return 0;
        /* an existing file is not replaced by a link, but by a new name */
        if (linkat(AT_FDCWD, self, AT_FDCWD, part->name, AT_SYMLINK_FOLLOW) != 0)
            return -1;
        part->named = true;
    }
    if (rename(part->name, path) != 0)
        return -1;
    part->named = false;
    return 0;
}

/* What is no regular file (a pipe, a device), or lies in a folder that takes no new file, is written in place. */
struct rt_save_file {
    char *path, *folder; /* path: with links followed */
    struct part part;
    int fd;
    bool exists, replaces;
};

static void file_free(struct rt_save_file *file)
{
    if (!file)
        return;
    rt_free(file->path);
    rt_free(file->folder);
    rt_free(file->part.name);
    rt_free(file);
}

static int file_begin(struct rt_save_file *file, struct rt_error *err)
{
    struct stat status;
    file->exists = stat(file->path, &status) == 0;
    file->replaces = !file->exists || S_ISREG(status.st_mode);
    if (file->replaces) {
        remove_stale(file->path, file->folder);
        part_open(&file->part, file->folder, file->exists ? status.st_mode & 0777 : 0666);
        file->fd = file->part.fd;
        file->replaces = file->fd >= 0;
    }
    if (file->fd < 0)
        file->fd = open(file->path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (file->fd >= 0)
        return 0;
    return rt_error_set(err, RT_RUNTIME,
                        "[enforce fail at inline_container.cc:747] . open file failed with strerror: %s",
                        strerror(errno));
}

struct rt_save_file *rt_save_file_open(const char *path, struct rt_error *err)
{
    struct rt_save_file *file;
    size_t length;
    if (check_parent(path, err) < 0)
        return NULL;
    file = rt_alloc(sizeof *file);
    if (!file) {
        rt_error_memory(err);
        return NULL;
    }
    *file = (struct rt_save_file){.fd = -1, .part = {.fd = -1}};
    file->path = real_target(path);
    length = file->path ? strlen(file->path) + 32 : 0;
    file->folder = file->path ? folder_of(file->path) : NULL;
    file->part.name = file->folder ? rt_alloc(length) : NULL;
    if (file->part.name)
        snprintf(file->part.name, length, "%s.%ld.part", file->path, (long)getpid());
    else
        rt_error_memory(err);
    if (!file->part.name || file_begin(file, err) < 0) {
        file_free(file);
        return NULL;
    }
    return file;
}

int rt_save_file_write(void *context, const void *bytes, size_t length, struct rt_error *err)
{
    struct rt_save_file *file = context;
    for (const char *at = bytes; length;) {
        ssize_t n = write(file->fd, at, length < (1u << 30) ? length : 1u << 30);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return fail_os(err, file->path);
        at += n;
        length -= (size_t)n;
    }
    return 0;
}

int rt_save_file_close(struct rt_save_file *file, bool commit, struct rt_error *err)
{
    int result = 0;
    if (commit && close(dup(file->fd)) != 0) /* some file systems write only now */
        result = fail_os(err, file->path);
    if (commit && file->replaces && result == 0 && part_settle(&file->part, file->path, file->exists) != 0)
        result = fail_os(err, file->path);
    if (file->replaces && file->part.named)
        unlink(file->part.name);
    if (close(file->fd) != 0 && commit && result == 0)
        result = fail_os(err, file->path);
    file_free(file);
    return result;
}

/* ---- storages ---------------------------------------------------------------------------------------------------- */

int rt_save_storage(struct rt_zip_writer *zip, const char *name, struct rt_tensor *tensor, struct rt_error *err)
{
    struct rt_device *device = rt_tensor_device(tensor);
    const char *data;
    if (!rt_tensor_data(tensor, err) && rt_tensor_numel(tensor) > 0) /* makes data that is not there yet */
        return -1;
    size_t bytes = rt_tensor_storage_bytes(tensor);
    data = rt_tensor_storage_data(tensor);
    if (rt_zip_record_begin(zip, name, bytes, err) < 0)
        return -1;
    char *buffer = device->host_memory || !bytes ? NULL : rt_alloc(bytes < CHUNK ? bytes : CHUNK);
    int status = !device->host_memory && bytes && !buffer ? rt_error_memory(err) : 0;
    for (size_t at = 0, n; at < bytes && status == 0; at += n) {
        n = buffer ? CHUNK : HOST_CHUNK - zip->offset % HOST_CHUNK;
        if (n > bytes - at)
            n = bytes - at;
        status = rt_check_interrupt(err);
        if (status == 0 && buffer)
            status = device->ops->copy_to_host(device, buffer, data + at, n, true, err);
        if (status == 0)
            status = rt_zip_record_bytes(zip, buffer ? buffer : data + at, n, err);
    }
    rt_free(buffer);
    return status < 0 ? -1 : rt_zip_record_end(zip, err);
}

int rt_save_zeros(struct rt_zip_writer *zip, const char *name, uint64_t count, struct rt_error *err)
{
    static const char zeros[1 << 16];
    if (rt_zip_record_begin(zip, name, count, err) < 0)
        return -1;
    for (uint64_t left = count; left;) {
        size_t n = left < sizeof zeros ? (size_t)left : sizeof zeros;
        if (rt_check_interrupt(err) < 0 || rt_zip_record_bytes(zip, zeros, n, err) < 0)
            return -1;
        left -= n;
    }
    return rt_zip_record_end(zip, err);
}

struct mapping {
    void *start;
    size_t length;
};

static void release_mapping(void *owner)
{
    struct mapping *mapping = owner;
    munmap(mapping->start, mapping->length);
    rt_free(mapping);
}

/* Bytes of a file as memory: private, so that changes stay in memory, or shared with the file. NULL without an error
   when the file cannot be mapped. */
static struct rt_tensor *map_bytes(int fd, uint64_t at, uint64_t bytes, bool shared, int64_t numel, enum rt_dtype dtype,
                                   struct rt_error *err)
{
    uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE), start = at / page * page, skip = at - start;
    int64_t one = 1;
    struct mapping *mapping = rt_alloc(sizeof *mapping);
    if (!mapping) {
        rt_error_memory(err);
        return NULL;
    }
    mapping->length = (size_t)(skip + bytes);
    mapping->start =
        mmap(NULL, mapping->length, PROT_READ | PROT_WRITE, shared ? MAP_SHARED : MAP_PRIVATE, fd, (off_t)start);
    if (mapping->start == MAP_FAILED) {
        rt_free(mapping);
        return NULL;
    }
    struct rt_tensor *base = rt_tensor_from_memory((char *)mapping->start + skip, bytes, &numel, &one, 1, dtype,
                                                   release_mapping, mapping, err);
    if (!base)
        release_mapping(mapping);
    return base;
}

/* Fresh memory for a large record, in small pages: they are touched once, by the read itself, which is faster than
   having large ones cleared first. The system may join them later. NULL without an error: take ordinary memory. */
static struct rt_tensor *read_large(const struct rt_zip_reader *zip, const struct rt_zip_entry *entry, int64_t numel,
                                    enum rt_dtype dtype, struct rt_error *err)
{
    int64_t one = 1;
    if (entry->size < LARGE_RECORD || !rt_alloc_has_headroom(entry->size))
        return NULL;
    struct mapping *mapping = rt_alloc(sizeof *mapping);
    if (!mapping)
        return NULL;
    mapping->length = (size_t)entry->size;
    mapping->start = mmap(NULL, mapping->length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mapping->start == MAP_FAILED) {
        rt_free(mapping);
        return NULL;
    }
    struct rt_tensor *base = NULL;
    if (rt_zip_read(zip, entry, mapping->start, err) == 0)
        base =
            rt_tensor_from_memory(mapping->start, entry->size, &numel, &one, 1, dtype, release_mapping, mapping, err);
    if (!base)
        release_mapping(mapping);
    else
        madvise(mapping->start, mapping->length, MADV_HUGEPAGE);
    return base;
}

static struct rt_tensor *read_record(const struct rt_zip_reader *zip, const struct rt_zip_entry *entry, int64_t numel,
                                     enum rt_dtype dtype, struct rt_device *device, bool map, struct rt_error *err)
{
    struct rt_tensor *base = NULL;
    uint64_t at;
    if (map && device->host_memory && zip->fd >= 0 && entry->method == 0 && entry->size > 0) {
        if (rt_zip_locate(zip, entry, &at, err) < 0)
            return NULL;
        if (at % rt_dtype_size(dtype) == 0)
            base = map_bytes(zip->fd, at, entry->size, false, numel, dtype, err);
        if (base || err->code != RT_OK)
            return base;
    }
    if (device->host_memory) {
        base = read_large(zip, entry, numel, dtype, err);
        if (base || err->code != RT_OK)
            return base;
        base = rt_tensor_empty(&numel, 1, dtype, device, err);
        if (base && numel > 0 && rt_zip_read(zip, entry, rt_tensor_data(base, err), err) < 0) {
            rt_tensor_unref(base);
            base = NULL;
        }
        return base;
    }
    char *buffer = rt_alloc(entry->size + 1);
    if (!buffer) {
        rt_error_memory(err);
        return NULL;
    }
    if (rt_zip_read(zip, entry, buffer, err) == 0)
        base = rt_tensor_from_host(buffer, &numel, 1, dtype, device, err);
    rt_free(buffer);
    return base;
}

struct rt_tensor *rt_load_storage(const struct rt_zip_reader *zip, const struct rt_zip_entry *entry, int64_t numel,
                                  enum rt_dtype dtype, struct rt_device *device, bool map, struct rt_error *err)
{
    size_t size = rt_dtype_size(dtype);
    if (numel < 0 || (uint64_t)numel > UINT64_MAX / size || entry->size != (uint64_t)numel * size) {
        unsigned long long wanted = (unsigned long long)numel * size;
        rt_error_set(
            err, RT_RUNTIME,
            "record size (%llu bytes) does not match expected size (%llu bytes = %llu elements * 1 bytes/element) "
            "for dtype Byte",
            (unsigned long long)entry->size, wanted, wanted);
        return NULL;
    }
    return rt_check_interrupt(err) < 0 ? NULL : read_record(zip, entry, numel, dtype, device, map, err);
}

struct rt_tensor *rt_map_file(const char *path, bool shared, uint64_t bytes, struct rt_error *err)
{
    struct stat status;
    struct rt_tensor *made = NULL;
    int fd = open(path, shared ? O_RDWR | O_CREAT | O_CLOEXEC : O_RDONLY | O_CLOEXEC, 0666);
    if (fd < 0) {
        rt_error_set(err, RT_RUNTIME, "unable to open file <%s> in read-%s mode: %s (%d)", path,
                     shared ? "write" : "only", strerror(errno), errno);
        return NULL;
    }
    if (fstat(fd, &status) != 0) {
        fail_os(err, path);
    } else if ((uint64_t)status.st_size < bytes && !shared) {
        rt_error_set(err, RT_RUNTIME, "file <%s> size <%lld> is smaller than the required mapping size <%llu>", path,
                     (long long)status.st_size, (unsigned long long)bytes);
    } else if ((uint64_t)status.st_size < bytes && ftruncate(fd, (off_t)bytes) != 0) {
        rt_error_set(err, RT_RUNTIME, "unable to stretch file <%s> to the right size: %s (%d)", path, strerror(errno),
                     errno);
    } else if (bytes == 0) {
        int64_t none = 0;
        made = rt_tensor_empty(&none, 1, RT_UINT8, rt_device_cpu(), err);
    } else {
        made = map_bytes(fd, 0, bytes, shared, (int64_t)bytes, RT_UINT8, err);
        if (!made && err->code == RT_OK)
            rt_error_set(err, RT_RUNTIME, "unable to mmap %llu bytes from file <%s>: %s (%d)",
                         (unsigned long long)bytes, path, strerror(errno), errno);
    }
    close(fd);
    return made;
}
