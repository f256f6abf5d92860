/* torch.save and torch.load: the pickle and the storages in one archive. Owns files, temporary names, and where
   storages are put. Must not know opcodes or zip records' layout. */
#include "save.h"
#include "pickle.h"
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

#define CHUNK ((size_t)4 << 20) /* of device memory copied at a time; the interrupt flag is read between */

static int fail_os(struct rt_error *err, const char *path)
{
    int number = errno;
    rt_error_set(err, RT_OS, "%s", path);
    if (err->code == RT_OS)
        err->number = number;
    return -1;
}

/* ---- writing ----------------------------------------------------------------------------------------------------- */

static int write_storage(struct rt_zip_writer *zip, size_t number, struct rt_tensor *tensor, struct rt_error *err)
{
    struct rt_device *device = rt_tensor_device(tensor);
    const char *data;
    char name[32];
    if (!rt_tensor_data(tensor, err) && rt_tensor_numel(tensor) > 0) /* makes data that is not there yet */
        return -1;
    size_t bytes = rt_tensor_storage_bytes(tensor);
    data = rt_tensor_storage_data(tensor);
    snprintf(name, sizeof name, "data/%zu", number);
    if (rt_zip_record_begin(zip, name, bytes, err) < 0)
        return -1;
    char *buffer = device->host_memory || !bytes ? NULL : rt_alloc(bytes < CHUNK ? bytes : CHUNK);
    int status = !device->host_memory && bytes && !buffer ? rt_error_memory(err) : 0;
    for (size_t at = 0; at < bytes && status == 0; at += CHUNK) {
        size_t n = bytes - at < CHUNK ? bytes - at : CHUNK;
        status = rt_check_interrupt(err);
        if (status == 0 && buffer)
            status = device->ops->copy_to_host(device, buffer, data + at, n, true, err);
        if (status == 0)
            status = rt_zip_record_bytes(zip, buffer ? buffer : data + at, n, err);
    }
    rt_free(buffer);
    return status < 0 ? -1 : rt_zip_record_end(zip, err);
}

static int write_archive(const char *top, const struct rt_pickled *pickled, rt_zip_write write, void *context,
                         struct rt_error *err)
{
    struct rt_zip_writer zip;
    char id[41];
    rt_zip_start(&zip, top, write, context);
    int status = -1;
    if (rt_zip_add_record(&zip, "data.pkl", pickled->bytes, pickled->length, err) < 0 ||
        rt_zip_add_record(&zip, ".format_version", "1", 1, err) < 0 ||
        rt_zip_add_record(&zip, ".storage_alignment", "64", 2, err) < 0 ||
        rt_zip_add_record(&zip, "byteorder", "little", 6, err) < 0)
        goto end;
    for (size_t i = 0; i < pickled->nstorages; i++)
        if (write_storage(&zip, i, pickled->storages[i], err) < 0)
            goto end;
    if (rt_zip_add_record(&zip, "version", "3\n", 2, err) < 0)
        goto end;
    rt_zip_serialization_id(&zip, id);
    if (rt_zip_add_record(&zip, ".data/serialization_id", id, 40, err) == 0)
        status = rt_zip_finish(&zip, err);
end:
    rt_zip_drop(&zip);
    return status;
}

struct file_target {
    int fd;
    const char *path;
};

static int write_file(void *context, const void *bytes, size_t length, struct rt_error *err)
{
    struct file_target *target = context;
    for (const char *at = bytes; length;) {
        ssize_t n = write(target->fd, at, length < (1u << 30) ? length : 1u << 30);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return fail_os(err, target->path);
        at += n;
        length -= (size_t)n;
    }
    return 0;
}

struct memory_target {
    char *bytes;
    size_t length, capacity;
};

static int write_memory(void *context, const void *bytes, size_t length, struct rt_error *err)
{
    struct memory_target *target = context;
    if (length > target->capacity - target->length) {
        size_t capacity = target->capacity ? target->capacity : 4096;
        while (capacity - target->length < length)
            capacity *= 2;
        char *more = rt_realloc(target->bytes, capacity);
        if (!more)
            return rt_error_memory(err);
        target->bytes = more;
        target->capacity = capacity;
    }
    memcpy(target->bytes + target->length, bytes, length);
    target->length += length;
    return 0;
}

int rt_save_memory(const struct rt_pickle_value *value, char **bytes, size_t *length, struct rt_error *err)
{
    struct rt_pickled pickled;
    struct memory_target target = {0};
    if (rt_pickle_write(value, &pickled, err) < 0)
        return -1;
    int status = write_archive("archive", &pickled, write_memory, &target, err);
    rt_pickled_drop(&pickled);
    if (status < 0) {
        rt_free(target.bytes);
        return -1;
    }
    *bytes = target.bytes;
    *length = target.length;
    return 0;
}

/* "dir/model.v2.pth" -> "model.v2": the archive's top folder. */
static char *top_of(const char *path)
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

/* Into a file that replaces the target when it is complete. What is no regular file (a pipe, a device), or lies in a
   folder that takes no new file, is written in place. */
static int save_beside(const char *path, const char *folder, struct part *part, const char *top,
                       const struct rt_pickled *pickled, struct rt_error *err)
{
    struct stat status;
    bool exists = stat(path, &status) == 0, replace = !exists || S_ISREG(status.st_mode);
    struct file_target target = {.fd = -1, .path = path};
    if (replace) {
        remove_stale(path, folder);
        part_open(part, folder, exists ? status.st_mode & 0777 : 0666);
        target.fd = part->fd;
        replace = target.fd >= 0;
    }
    if (target.fd < 0)
        target.fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (target.fd < 0)
        return fail_os(err, path);
    int result = write_archive(top, pickled, write_file, &target, err);
    if (result == 0 && close(dup(target.fd)) != 0) /* some file systems write only now */
        result = fail_os(err, path);
    if (replace && result == 0 && part_settle(part, path, exists) != 0)
        result = fail_os(err, path);
    if (replace && part->named)
        unlink(part->name);
    if (close(target.fd) != 0 && result == 0)
        result = fail_os(err, path);
    return result;
}

static int save_to(const char *path, const char *top, const struct rt_pickled *pickled, struct rt_error *err)
{
    size_t length = strlen(path) + 32;
    struct part part = {.fd = -1, .name = rt_alloc(length)};
    char *folder = folder_of(path);
    int result = -1;
    if (part.name && folder) {
        snprintf(part.name, length, "%s.%ld.part", path, (long)getpid());
        result = save_beside(path, folder, &part, top, pickled, err);
    } else {
        rt_error_memory(err);
    }
    rt_free(part.name);
    rt_free(folder);
    return result;
}

int rt_save_file(const char *path, const struct rt_pickle_value *value, struct rt_error *err)
{
    struct rt_pickled pickled;
    if (check_parent(path, err) < 0 || rt_pickle_write(value, &pickled, err) < 0)
        return -1;
    char *top = top_of(path), *real = real_target(path);
    int status = top && real ? save_to(real, top, &pickled, err) : rt_error_memory(err);
    rt_free(top);
    rt_free(real);
    rt_pickled_drop(&pickled);
    return status;
}

/* ---- reading ----------------------------------------------------------------------------------------------------- */

struct loaded {
    char *key;
    struct rt_tensor *base;
};

struct loader {
    struct rt_zip_reader zip;
    rt_locate locate;
    void *context;
    bool map;
    struct loaded *storages;
    size_t nstorages;
};

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

/* A private view of the record: changes stay in memory. NULL without error when the file cannot be mapped. */
static struct rt_tensor *map_record(struct loader *l, const struct rt_zip_entry *entry, int64_t numel,
                                    enum rt_dtype dtype, struct rt_error *err)
{
    uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE), start = entry->data / page * page, skip = entry->data - start;
    int64_t one = 1;
    if (!l->map || l->zip.fd < 0 || entry->method != 0 || entry->size == 0 || entry->data % rt_dtype_size(dtype) != 0)
        return NULL;
    struct mapping *mapping = rt_alloc(sizeof *mapping);
    if (!mapping) {
        rt_error_memory(err);
        return NULL;
    }
    mapping->length = (size_t)(skip + entry->size);
    mapping->start = mmap(NULL, mapping->length, PROT_READ | PROT_WRITE, MAP_PRIVATE, l->zip.fd, (off_t)start);
    if (mapping->start == MAP_FAILED) {
        rt_free(mapping);
        return NULL;
    }
    struct rt_tensor *base = rt_tensor_from_memory((char *)mapping->start + skip, entry->size, &numel, &one, 1, dtype,
                                                   release_mapping, mapping, err);
    if (!base)
        release_mapping(mapping);
    return base;
}

static struct rt_tensor *read_record(struct loader *l, const struct rt_zip_entry *entry, int64_t numel,
                                     enum rt_dtype dtype, struct rt_device *device, struct rt_error *err)
{
    struct rt_tensor *base = NULL;
    if (device->host_memory) {
        base = map_record(l, entry, numel, dtype, err);
        if (base || err->code != RT_OK)
            return base;
        base = rt_tensor_empty(&numel, 1, dtype, device, err);
        if (base && numel > 0 && rt_zip_read(&l->zip, entry, rt_tensor_data(base, err), err) < 0) {
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
    if (rt_zip_read(&l->zip, entry, buffer, err) == 0)
        base = rt_tensor_from_host(buffer, &numel, 1, dtype, device, err);
    rt_free(buffer);
    return base;
}

static struct rt_tensor *find_storage(struct loader *l, const char *key, enum rt_dtype dtype, int64_t numel,
                                      struct rt_error *err)
{
    for (size_t i = l->nstorages; i-- > 0;) {
        if (strcmp(l->storages[i].key, key) == 0) {
            struct rt_tensor *base = l->storages[i].base;
            if (rt_tensor_dtype(base) == dtype && rt_tensor_numel(base) == numel)
                return base;
            rt_error_set(err, RT_RUNTIME, "storage %.100s has two types or two sizes", key);
            return NULL;
        }
    }
    return NULL;
}

static int keep_storage(struct loader *l, const char *key, struct rt_tensor *base, struct rt_error *err)
{
    if ((l->nstorages & (l->nstorages - 1)) == 0) {
        struct loaded *more = rt_realloc(l->storages, (l->nstorages ? 2 * l->nstorages : 1) * sizeof *more);
        if (!more)
            return rt_error_memory(err);
        l->storages = more;
    }
    size_t length = strlen(key) + 1;
    char *copy = rt_alloc(length);
    if (!copy)
        return rt_error_memory(err);
    memcpy(copy, key, length);
    l->storages[l->nstorages++] = (struct loaded){copy, base};
    return 0;
}

static struct rt_tensor *load_storage(void *context, const char *key, const char *location, enum rt_dtype dtype,
                                      int64_t numel, struct rt_error *err)
{
    struct loader *l = context;
    char name[300];
    struct rt_tensor *base = find_storage(l, key, dtype, numel, err);
    if (base || err->code != RT_OK || rt_check_interrupt(err) < 0)
        return base;
    snprintf(name, sizeof name, "data/%.280s", key);
    const struct rt_zip_entry *entry = rt_zip_need(&l->zip, name, err);
    if (!entry)
        return NULL;
    size_t size = rt_dtype_size(dtype);
    if ((uint64_t)numel > UINT64_MAX / size || entry->size != (uint64_t)numel * size) {
        rt_error_set(
            err, RT_RUNTIME,
            "record size (%llu bytes) does not match expected size (%llu bytes = %llu elements * 1 bytes/element) "
            "for dtype Byte",
            (unsigned long long)entry->size, (unsigned long long)((uint64_t)numel * size),
            (unsigned long long)((uint64_t)numel * size));
        return NULL;
    }
    struct rt_device *device = (l->locate ? l->locate : rt_load_location)(l->context, location, err);
    if (!device)
        return NULL;
    base = read_record(l, entry, numel, dtype, device, err);
    if (base && keep_storage(l, key, base, err) < 0) {
        rt_tensor_unref(base);
        return NULL;
    }
    return base;
}

struct rt_device *rt_load_location(void *context, const char *location, struct rt_error *err)
{
    (void)context;
    if (strcmp(location, "cpu") == 0)
        return rt_device_cpu();
    if (strncmp(location, "cuda", 4) != 0 || (location[4] != '\0' && location[4] != ':')) {
        rt_error_set(err, RT_RUNTIME,
                     "don't know how to restore data location of torch.storage.UntypedStorage (tagged with %.100s)",
                     location);
        return NULL;
    }
    enum rt_device_type type;
    int index, count = rt_device_count(RT_CUDA);
    if (rt_device_parse(location, strlen(location), &type, &index, err) < 0)
        return NULL;
    if (count == 0) {
        rt_error_set(
            err, RT_RUNTIME,
            "Attempting to deserialize object on a CUDA device but torch.cuda.is_available() is False. If you are "
            "running on a CPU-only machine, please use torch.load with map_location=torch.device('cpu') to map "
            "your storages to the CPU.");
        return NULL;
    }
    if (index >= count) {
        rt_error_set(
            err, RT_RUNTIME,
            "Attempting to deserialize object on CUDA device %d but torch.cuda.device_count() is %d. Please use "
            "torch.load with map_location to map your storages to an existing device.",
            index, count);
        return NULL;
    }
    return rt_device_get(RT_CUDA, index, err);
}

static int check_version(const struct loader *l, struct rt_error *err)
{
    const struct rt_zip_entry *order = rt_zip_find(&l->zip, "byteorder");
    char text[8];
    if (!rt_zip_find(&l->zip, "version"))
        return rt_error_set(err, RT_RUNTIME,
                            "Expected hasRecord(\"version\") to be true, but got false.  (Could this error message be "
                            "improved?  If so, please report an enhancement request to PyTorch.)");
    if (!order)
        return 0;
    if (order->size >= sizeof text)
        return rt_error_set(err, RT_VALUE, "Unknown endianness type: a record of %llu bytes",
                            (unsigned long long)order->size);
    if (rt_zip_read(&l->zip, order, text, err) < 0)
        return -1;
    text[order->size] = '\0';
    if (strcmp(text, "big") == 0)
        return rt_error_set(err, RT_NOT_IMPLEMENTED, "files of big-endian machines cannot be read");
    if (strcmp(text, "little") != 0)
        return rt_error_set(err, RT_VALUE, "Unknown endianness type: %s", text);
    return 0;
}

static struct rt_pickle_value *load_archive(struct loader *l, struct rt_error *err)
{
    struct rt_pickle_value *value = NULL;
    const struct rt_zip_entry *entry;
    if (check_version(l, err) < 0 || !(entry = rt_zip_need(&l->zip, "data.pkl", err)))
        return NULL;
    unsigned char *pickle = rt_alloc(entry->size + 1);
    if (!pickle) {
        rt_error_memory(err);
        return NULL;
    }
    struct rt_unpickle_host host = {.context = l, .storage = load_storage};
    if (rt_zip_read(&l->zip, entry, pickle, err) == 0)
        value = rt_unpickle(pickle, entry->size, &host, err);
    rt_free(pickle);
    for (size_t i = 0; i < l->nstorages; i++) {
        rt_free(l->storages[i].key);
        rt_tensor_unref(l->storages[i].base);
    }
    rt_free(l->storages);
    return value;
}

/* An archive begins with its first record. */
static int check_magic(const unsigned char *start, uint64_t size, struct rt_error *err)
{
    if (size == 0)
        return rt_error_set(err, RT_EOF, "%s", "");
    if (size >= 4 && memcmp(start, "PK\3\4", 4) == 0)
        return 0;
    return rt_error_set(err, RT_RUNTIME,
                        "Invalid magic number; corrupt file? The file is not a zip archive: torch.load reads what "
                        "torch.save has written since PyTorch 1.6");
}

static struct rt_pickle_value *load_from(struct loader *l, int fd, const void *bytes, uint64_t size,
                                         struct rt_error *err)
{
    if (rt_zip_open(&l->zip, fd, bytes, size, err) < 0)
        return NULL;
    struct rt_pickle_value *value = load_archive(l, err);
    rt_zip_close(&l->zip);
    return value;
}

struct rt_pickle_value *rt_load_file(const char *path, rt_locate locate, void *context, bool map, struct rt_error *err)
{
    struct loader l = {.locate = locate, .context = context, .map = map};
    struct rt_pickle_value *value = NULL;
    struct stat status;
    unsigned char magic[4];
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) {
        fail_os(err, path);
        return NULL;
    }
    if (fstat(fd, &status) != 0) {
        fail_os(err, path);
    } else if (S_ISDIR(status.st_mode)) {
        errno = EISDIR;
        fail_os(err, path);
    } else if (!S_ISREG(status.st_mode)) {
        errno = ESPIPE;
        fail_os(err, path);
    } else {
        ssize_t n = pread(fd, magic, sizeof magic, 0);
        if (n < 0)
            fail_os(err, path);
        else if (check_magic(magic, (uint64_t)n, err) == 0)
            value = load_from(&l, fd, NULL, (uint64_t)status.st_size, err);
    }
    close(fd);
    return value;
}

struct rt_pickle_value *rt_load_memory(const void *bytes, size_t length, rt_locate locate, void *context,
                                       struct rt_error *err)
{
    struct loader l = {.locate = locate, .context = context};
    if (check_magic(bytes, length, err) < 0)
        return NULL;
    return load_from(&l, -1, bytes, length, err);
}
