/* bind_archive.c: archives of torch.save as objects of the language: torch._C.PyTorchFileReader and PyTorchFileWriter,
 * on which torch.serialization stands. Owns the reading from and writing to files of the language. Must not know what
 * the records mean, nor the layout of archives, which is the runtime's (zip.h). */
#include "bind_core.h"
#include "serialize/save.h"

#include <fcntl.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PIECE = 4 << 20 /* of a file of the language at a time */, SMALL = 1 << 16 /* gathered before it is written */ };

/* Text without a zero inside; NULL with an exception. */
static const char *plain_text(struct lang_thread *t, lang_value v, const char *what)
{
    size_t n;
    const char *text = lang_as_utf8(t, v, what, &n);
    return text && strlen(text) != n ? lang_fail_null(t, LANG_EXC_ValueError, "embedded null byte") : text;
}

static int failed_call(struct rt_error *err)
{
    return rt_error_set(err, RT_FOREIGN, "a file of the language");
}

/* ---- reading ----------------------------------------------------------------------------------------------------- */

struct reader {
    struct lang_object head;
    lang_value file; /* of the language, or UNDEF */
    struct rt_zip_reader zip;
    int fd;
    bool open;
    int64_t version;
};

static struct lang_type reader_type;

/* file.seek(offset, whence), its result dropped. */
static int seek(struct lang_thread *t, lang_value file, int64_t offset, int64_t whence)
{
    lang_value args[2] = {lang_int(offset), lang_int(whence)};
    lang_value done = lang_call_method_c(t, file, "seek", args, whence ? 2 : 1);
    if (lang_is_error(done))
        return -1;
    lang_unref(t, done);
    return 0;
}

static int read_piece(struct lang_thread *t, lang_value file, char *to, int64_t n, int64_t *got)
{
    struct lang_buffer held;
    lang_value want = lang_int(n), bytes = lang_call_method_c(t, file, "read", &want, 1);
    if (lang_is_error(bytes))
        return -1;
    int status = 0;
    if (!lang_buffer_get(t, bytes, &held)) {
        status = lang_fail(t, LANG_EXC_TypeError, "a bytes-like object is required, not '%N'", bytes);
    } else {
        *got = held.length < n ? held.length : n;
        memcpy(to, held.data, (size_t)*got);
        lang_buffer_release(t, &held);
    }
    lang_unref(t, bytes);
    return status;
}

static int read_file(void *context, uint64_t offset, void *to, uint64_t length, struct rt_error *err)
{
    struct reader *r = context;
    struct lang_thread *entered = bind_callback_enter(), *t = entered ? entered : bind_main_thread;
    int status = seek(t, r->file, (int64_t)offset, 0);
    for (char *at = to; status == 0 && length;) {
        int64_t got = 0;
        status = lang_poll(t);
        if (status == 0)
            status = read_piece(t, r->file, at, length < PIECE ? (int64_t)length : PIECE, &got);
        if (status == 0 && got == 0)
            status =
                lang_fail(t, LANG_EXC_RuntimeError, "PytorchStreamReader failed reading zip archive: file read failed");
        at += got;
        length -= (uint64_t)got;
    }
    if (status < 0)
        failed_call(err);
    bind_callback_leave(entered);
    return status;
}

static int open_file(struct lang_thread *t, struct reader *r, lang_value file, struct rt_error *err)
{
    int64_t size;
    if (seek(t, file, 0, 2) < 0)
        return -1;
    lang_value end = lang_call_method_c(t, file, "tell", NULL, 0);
    if (lang_is_error(end))
        return -1;
    int status = lang_as_index(t, end, &size);
    lang_unref(t, end);
    if (status < 0)
        return -1;
    r->file = lang_ref(file);
    return rt_zip_open_source(&r->zip, read_file, r, size < 0 ? 0 : (uint64_t)size, err) < 0 ? bind_fail(t, err) : 0;
}

static int open_path(struct lang_thread *t, struct reader *r, const char *path, struct rt_error *err)
{
    struct stat status;
    int number = 0;
    r->fd = open(path, O_RDONLY | O_CLOEXEC);
    if (r->fd < 0 || fstat(r->fd, &status) != 0)
        number = errno;
    else if (!S_ISREG(status.st_mode))
        number = S_ISDIR(status.st_mode) ? EISDIR : ESPIPE;
    if (number) {
        lang_raise_errno(t, number, path);
        return -1;
    }
    return rt_zip_open(&r->zip, r->fd, NULL, (uint64_t)status.st_size, err) < 0 ? bind_fail(t, err) : 0;
}

/* The record "version", checked as PyTorch does. */
static int check_version(struct reader *r, struct rt_error *err)
{
    char text[32], *end;
    const struct rt_zip_entry *entry = rt_zip_find(&r->zip, "version");
    if (!entry)
        return rt_error_set(err, RT_RUNTIME,
                            "Expected hasRecord(\"version\") to be true, but got false.  (Could this error message be "
                            "improved?  If so, please report an enhancement request to PyTorch.)");
    if (!rt_zip_need(&r->zip, "version", err))
        return -1;
    size_t size = entry->size < sizeof text ? (size_t)entry->size : 0;
    if (size && rt_zip_read(&r->zip, entry, text, err) < 0)
        return -1;
    text[size] = '\0';
    r->version = strtoll(text, &end, 10);
    if (end == text)
        return rt_error_set(err, RT_RUNTIME,
                            "[enforce fail at inline_container.cc:215] . Couldn't parse the version %s as Long Long.",
                            text);
    if (r->version < 1)
        return rt_error_set(err, RT_RUNTIME,
                            "[enforce fail at inline_container.cc:219] . Attempted to read a PyTorch file with version "
                            "%lld, but the minimum supported version for reading is 1. Your PyTorch script module "
                            "file is too old. Please regenerate it with latest version of PyTorch to mitigate this "
                            "issue.",
                            (long long)r->version);
    if (r->version > 10)
        return rt_error_set(err, RT_RUNTIME,
                            "[enforce fail at inline_container.cc:230] . Attempted to read a PyTorch file with version "
                            "%lld, but the maximum supported version for reading is 10. The version of your PyTorch "
                            "installation may be too old, please upgrade PyTorch to latest version to mitigate this "
                            "issue.",
                            (long long)r->version);
    return 0;
}

static lang_value reader_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                              struct lang_tuple *kwnames)
{
    struct rt_error err;
    rt_error_clear(&err);
    if (nargs != 1 || kwnames)
        return lang_raise(t, LANG_EXC_TypeError, "PyTorchFileReader() takes a path or a file");
    struct reader *r = lang_object_new(t, cls);
    if (!r)
        return lang_error();
    r->file = lang_undef();
    r->fd = -1;
    const char *path = lang_is_str(args[0]) ? plain_text(t, args[0], "the path") : NULL;
    int status = !lang_is_str(args[0]) ? open_file(t, r, args[0], &err) : path ? open_path(t, r, path, &err) : -1;
    r->open = status == 0;
    if (status == 0 && check_version(r, &err) < 0)
        status = bind_fail(t, &err);
    if (status == 0)
        return lang_obj(r);
    lang_decref(t, r);
    return lang_error();
}

static void reader_destroy(struct lang_thread *t, struct lang_object *o)
{
    struct reader *r = (struct reader *)o;
    if (r->open)
        rt_zip_close(&r->zip);
    r->open = false;
    if (r->fd >= 0)
        close(r->fd);
    r->fd = -1;
    lang_clear(t, &r->file);
}

static void reader_traverse(struct lang_object *o, lang_visit_fn visit, void *arg)
{
    struct reader *r = (struct reader *)o;
    if (lang_is_obj(r->file))
        visit(r->file.o, arg);
}

/* The reader of a method's self, while it is open; NULL with an exception. */
static struct reader *opened(struct lang_thread *t, lang_value self)
{
    struct reader *r = (struct reader *)self.o;
    return r->open ? r : lang_fail_null(t, LANG_EXC_RuntimeError, "the archive was closed");
}

static const struct rt_zip_entry *record_of(struct lang_thread *t, const lang_value *a, struct reader **r)
{
    struct rt_error err;
    rt_error_clear(&err);
    const char *name = plain_text(t, a[1], "the record's name");
    if (!name || !(*r = opened(t, a[0])))
        return NULL;
    const struct rt_zip_entry *entry = rt_zip_need(&(*r)->zip, name, &err);
    if (!entry)
        bind_raise(t, &err);
    return entry;
}

static lang_value reader_has(struct lang_thread *t, const lang_value *a)
{
    const char *name = plain_text(t, a[1], "the record's name");
    struct reader *r = name ? opened(t, a[0]) : NULL;
    return r ? lang_bool(rt_zip_find(&r->zip, name) != NULL) : lang_error();
}

static lang_value reader_get(struct lang_thread *t, const lang_value *a)
{
    struct rt_error err;
    struct reader *r;
    rt_error_clear(&err);
    const struct rt_zip_entry *entry = record_of(t, a, &r);
    struct lang_bytes *bytes = entry ? lang_bytes_new(t, NULL, entry->size) : NULL;
    if (!bytes || rt_zip_read(&r->zip, entry, bytes->data, &err) == 0)
        return lang_obj_or_error(bytes);
    lang_decref(t, bytes);
    return bind_raise(t, &err);
}

static lang_value reader_offset(struct lang_thread *t, const lang_value *a)
{
    struct rt_error err;
    struct reader *r;
    uint64_t at;
    rt_error_clear(&err);
    const struct rt_zip_entry *entry = record_of(t, a, &r);
    if (!entry)
        return lang_error();
    return rt_zip_locate(&r->zip, entry, &at, &err) < 0 ? bind_raise(t, &err) : lang_int((int64_t)at);
}

static lang_value decoded(struct lang_thread *t, const char *name, size_t length)
{
    lang_value bytes = lang_obj_or_error(lang_bytes_new(t, name, length));
    lang_value text = lang_is_error(bytes) ? bytes : lang_call_method_c(t, bytes, "decode", NULL, 0);
    if (!lang_is_error(bytes))
        lang_unref(t, bytes);
    return text;
}

static lang_value reader_all(struct lang_thread *t, const lang_value *a)
{
    struct reader *r = opened(t, a[0]);
    if (!r)
        return lang_error();
    if (r->zip.strange)
        return lang_raise(
            t, LANG_EXC_RuntimeError,
            "[enforce fail at inline_container.cc:340] . file in archive is not in a subdirectory %.200s: %.200s",
            r->zip.top, r->zip.strange);
    struct lang_list *names = lang_list_new(t, (int64_t)r->zip.count);
    for (size_t i = 0; names && i < r->zip.count; i++) {
        lang_value name = decoded(t, r->zip.entries[i].name, r->zip.entries[i].length);
        if (lang_is_error(name) || lang_list_append_steal(t, names, name) < 0) {
            lang_decref(t, names);
            return lang_error();
        }
    }
    return lang_obj_or_error(names);
}

/* a: self, name, numel, dtype, device, mmap */
static lang_value reader_storage(struct lang_thread *t, const lang_value *a)
{
    struct rt_error err;
    struct reader *r;
    struct rt_device *device = NULL;
    int64_t numel;
    rt_error_clear(&err);
    const struct rt_zip_entry *entry = record_of(t, a, &r);
    if (!entry || lang_as_index(t, a[2], &numel) < 0)
        return lang_error();
    enum rt_dtype dtype = bind_dtype_like(a[3]);
    if (dtype == RT_DTYPE_NONE)
        return lang_raise(t, LANG_EXC_TypeError, "the type of a storage must be a torch.dtype, not %N", a[3]);
    if (!lang_is_undef(a[4]) && bind_device_arg(t, a[4], &device) < 0)
        return lang_error();
    int map = lang_is_undef(a[5]) ? 0 : lang_truth(t, a[5]);
    if (map < 0)
        return lang_error();
    struct rt_tensor *made =
        rt_load_storage(&r->zip, entry, numel, dtype, device ? device : rt_device_cpu(), map != 0, &err);
    return bind_result(t, made, &err);
}

static lang_value reader_version(struct lang_thread *t, const lang_value *a)
{
    (void)t;
    return lang_int(((struct reader *)a[0].o)->version);
}

static const struct lang_method reader_methods[] = {
    {"has_record", "(name, /)", reader_has, "Whether there is a record of that name.", 0},
    {"get_record", "(name, /)", reader_get, "The bytes of a record.", 0},
    {"get_all_records", "()", reader_all, "The names of all records.", 0},
    {"get_record_offset", "(name, /)", reader_offset, "Where in the file the bytes of a record begin.", 0},
    {"get_storage_from_record", "(name, numel, dtype, device=None, mmap=False, /)", reader_storage,
     "A record as a tensor of one dimension, on a device, or mapped from the file.", 0},
    {"version", "()", reader_version, "The version of the archive.", 0},
    {0},
};

static struct lang_type reader_type = {
    .name = "PyTorchFileReader",
    .module = "torch._C",
    .doc = "An archive of torch.save that is read, from a path or from an object with read, seek and tell.",
    .size = sizeof(struct reader),
    .flags = LANG_TYPE_QUALIFIED,
    .methods = reader_methods,
    .make = reader_make,
    .destroy = reader_destroy,
    .traverse = reader_traverse,
    .clear = reader_destroy,
};

/* ---- writing ----------------------------------------------------------------------------------------------------- */

struct writer {
    struct lang_object head;
    lang_value file; /* of the language, or UNDEF */
    struct rt_save_file *target;
    struct rt_zip_writer zip;
    char *top;
    char *small; /* what is not written yet */
    size_t gathered;
    bool open, busy;
};

static int give_file(struct writer *w, const char *bytes, size_t length, struct rt_error *err)
{
    struct lang_thread *entered = bind_callback_enter(), *t = entered ? entered : bind_main_thread;
    int status = 0;
    while (status == 0 && length) {
        size_t n = length < PIECE ? length : PIECE;
        lang_value data = lang_obj_or_error(lang_bytes_new(t, bytes, n));
        lang_value done = lang_is_error(data) ? data : lang_call_method_c(t, w->file, "write", &data, 1);
        if (!lang_is_error(data))
            lang_unref(t, data);
        status = lang_is_error(done) ? failed_call(err) : 0;
        if (status == 0)
            lang_unref(t, done);
        bytes += n;
        length -= n;
    }
    bind_callback_leave(entered);
    return status;
}

static int give(struct writer *w, const void *bytes, size_t length, struct rt_error *err)
{
    return w->target ? rt_save_file_write(w->target, bytes, length, err) : give_file(w, bytes, length, err);
}

static int flush(struct writer *w, struct rt_error *err)
{
    size_t n = w->gathered;
    w->gathered = 0;
    return n ? give(w, w->small, n, err) : 0;
}

static int write_out(void *context, const void *bytes, size_t length, struct rt_error *err)
{
    struct writer *w = context;
    if (length > SMALL - w->gathered && flush(w, err) < 0)
        return -1;
    if (length >= SMALL)
        return give(w, bytes, length, err);
    memcpy(w->small + w->gathered, bytes, length);
    w->gathered += length;
    return 0;
}

static int writer_close(struct writer *w, bool commit, struct rt_error *err)
{
    struct rt_save_file *target = w->target;
    w->open = false;
    w->target = NULL;
    rt_zip_drop(&w->zip);
    return target ? rt_save_file_close(target, commit, err) : 0;
}

static void writer_destroy(struct lang_thread *t, struct lang_object *o)
{
    struct writer *w = (struct writer *)o;
    struct rt_error err;
    rt_error_clear(&err);
    writer_close(w, false, &err);
    rt_free(w->top);
    rt_free(w->small);
    w->top = w->small = NULL;
    lang_clear(t, &w->file);
}

static void writer_traverse(struct lang_object *o, lang_visit_fn visit, void *arg)
{
    struct writer *w = (struct writer *)o;
    if (lang_is_obj(w->file))
        visit(w->file.o, arg);
}

static lang_value writer_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                              struct lang_tuple *kwnames)
{
    struct rt_error err;
    rt_error_clear(&err);
    if (nargs != 1 || kwnames)
        return lang_raise(t, LANG_EXC_TypeError, "PyTorchFileWriter() takes a path or a file");
    struct writer *w = lang_object_new(t, cls);
    if (!w)
        return lang_error();
    w->file = lang_is_str(args[0]) ? lang_undef() : lang_ref(args[0]);
    const char *path = lang_is_str(args[0]) ? plain_text(t, args[0], "the path") : NULL;
    if (!lang_is_str(args[0]) || path) {
        w->small = rt_alloc(SMALL);
        w->top = rt_save_top(path ? path : "");
        if (!w->small || !w->top)
            rt_error_memory(&err);
        else if (path)
            w->target = rt_save_file_open(path, &err);
        if (err.code == RT_OK) {
            rt_zip_start(&w->zip, w->top, write_out, w);
            w->open = true;
            return lang_obj(w);
        }
        bind_raise(t, &err);
    }
    lang_decref(t, w);
    return lang_error();
}

/* Runs one step of the writer. Its file's own code may call the writer again: that is refused. */
static struct writer *begin(struct lang_thread *t, lang_value self)
{
    struct writer *w = (struct writer *)self.o;
    if (!w->open || w->busy)
        return lang_fail_null(t, LANG_EXC_RuntimeError,
                              w->busy ? "the archive is being written to" : "the archive was closed");
    w->busy = true;
    return w;
}

static lang_value end(struct lang_thread *t, struct writer *w, int status, struct rt_error *err)
{
    w->busy = false;
    return status < 0 ? bind_raise(t, err) : lang_none();
}

/* a: self, name, data: bytes, a tensor, whose whole memory is written, or how many zeros */
static lang_value writer_record(struct lang_thread *t, const lang_value *a)
{
    struct rt_error err;
    struct lang_buffer held = {.owner = lang_undef()};
    rt_error_clear(&err);
    const char *name = plain_text(t, a[1], "the record's name");
    bool tensor = bind_is_tensor(a[2]), zeros = lang_is_int(a[2]) && a[2].i >= 0;
    if (!name)
        return lang_error();
    if (!tensor && !zeros && !lang_buffer_get(t, a[2], &held))
        return lang_raise(t, LANG_EXC_TypeError, "a record is bytes or a tensor, not %N", a[2]);
    struct writer *w = begin(t, a[0]);
    lang_value result = lang_error();
    if (w)
        result = end(t, w,
                     tensor  ? rt_save_storage(&w->zip, name, bind_rt(a[2]), &err)
                     : zeros ? rt_save_zeros(&w->zip, name, (uint64_t)a[2].i, &err)
                             : rt_zip_add_record(&w->zip, name, held.data, (size_t)held.length, &err),
                     &err);
    lang_buffer_release(t, &held);
    return result;
}

static lang_value writer_finish(struct lang_thread *t, const lang_value *a)
{
    struct rt_error err;
    char id[41];
    rt_error_clear(&err);
    struct writer *w = begin(t, a[0]);
    if (!w)
        return lang_error();
    rt_zip_serialization_id(&w->zip, id);
    int status = rt_zip_add_record(&w->zip, ".data/serialization_id", id, 40, &err);
    if (status == 0)
        status = rt_zip_finish(&w->zip, &err);
    if (status == 0)
        status = flush(w, &err);
    if (writer_close(w, status == 0, &err) < 0)
        status = -1;
    return end(t, w, status, &err);
}

static lang_value writer_name(struct lang_thread *t, const lang_value *a)
{
    struct writer *w = (struct writer *)a[0].o;
    return lang_obj_or_error(lang_str_from_c(t, w->top ? w->top : ""));
}

static const struct lang_method writer_methods[] = {
    {"write_record", "(name, data, /)", writer_record, "Adds a record: bytes, or the memory of a tensor.", 0},
    {"write_end_of_file", "()", writer_finish, "Ends the archive; a file gets its name now.", 0},
    {"archive_name", "()", writer_name, "The name of the top folder.", 0},
    {0},
};

static struct lang_type writer_type = {
    .name = "PyTorchFileWriter",
    .module = "torch._C",
    .doc =
        "An archive of torch.save that is written, to a path or to an object with write. A file appears complete, at "
        "write_end_of_file(), or not at all.",
    .size = sizeof(struct writer),
    .flags = LANG_TYPE_QUALIFIED,
    .methods = writer_methods,
    .make = writer_make,
    .destroy = writer_destroy,
    .traverse = writer_traverse,
    .clear = writer_destroy,
};

/* ---- the module -------------------------------------------------------------------------------------------------- */

static lang_value map_file(struct lang_thread *t, const lang_value *a)
{
    struct rt_error err;
    int64_t bytes;
    rt_error_clear(&err);
    const char *path = plain_text(t, a[0], "the path");
    int shared = path ? lang_truth(t, a[1]) : -1;
    if (shared < 0 || lang_as_index(t, a[2], &bytes) < 0)
        return lang_error();
    if (bytes < 0)
        return lang_raise(t, LANG_EXC_RuntimeError, "Trying to create tensor with negative dimension %lld: [%lld]",
                          (long long)bytes, (long long)bytes);
    return bind_result(t, rt_map_file(path, shared != 0, (uint64_t)bytes, &err), &err);
}

/* The elements of a contiguous tensor as bytes. */
static lang_value tensor_bytes(struct lang_thread *t, const lang_value *a)
{
    struct rt_error err;
    rt_error_clear(&err);
    if (!bind_is_tensor(a[0]))
        return lang_raise(t, LANG_EXC_TypeError, "a tensor is wanted, not %N", a[0]);
    struct rt_tensor *plain = bind_rt(a[0]);
    if (!rt_tensor_is_contiguous(plain))
        return lang_raise(t, LANG_EXC_ValueError, "a contiguous tensor is wanted");
    size_t size = (size_t)rt_tensor_numel(plain) * rt_dtype_size(rt_tensor_dtype(plain));
    struct rt_device *device = rt_tensor_device(plain);
    const void *data = rt_tensor_data(plain, &err);
    struct lang_bytes *bytes = size && !data ? NULL : lang_bytes_new(t, NULL, size);
    int status = 0;
    if (bytes && size && device->host_memory)
        memcpy(bytes->data, data, size);
    else if (bytes && size)
        status = device->ops->copy_to_host(device, bytes->data, data, size, true, &err);
    if (status == 0 && (bytes || err.code == RT_OK))
        return lang_obj_or_error(bytes);
    lang_xdecref(t, bytes);
    return bind_raise(t, &err);
}

/* Bytes as a tensor of uint8, copied. */
static lang_value bytes_tensor(struct lang_thread *t, const lang_value *a)
{
    struct rt_error err;
    struct lang_buffer held;
    rt_error_clear(&err);
    if (!lang_buffer_get(t, a[0], &held))
        return lang_raise(t, LANG_EXC_TypeError, "a bytes-like object is required, not '%N'", a[0]);
    int64_t n = held.length;
    struct rt_tensor *made = rt_tensor_from_host(held.data, &n, 1, RT_UINT8, rt_device_cpu(), &err);
    lang_buffer_release(t, &held);
    return bind_result(t, made, &err);
}

struct host_memory {
    char *data;
    int64_t size;
};

static int host_memory_of(struct lang_thread *t, lang_value value, struct host_memory *m)
{
    struct rt_error err;
    rt_error_clear(&err);
    if (!bind_is_tensor(value) || !rt_tensor_is_contiguous(bind_rt(value)) ||
        !rt_tensor_device(bind_rt(value))->host_memory) {
        lang_raise(t, LANG_EXC_ValueError, "a contiguous tensor in host memory is wanted");
        return -1;
    }
    struct rt_tensor *tensor = bind_rt(value);
    m->size = rt_tensor_numel(tensor) * (int64_t)rt_dtype_size(rt_tensor_dtype(tensor));
    m->data = rt_tensor_data(tensor, &err);
    if (m->size && !m->data) {
        bind_raise(t, &err);
        return -1;
    }
    return 0;
}

#define PIECE_WRITTEN ((int64_t)2 << 20)

/* Bytes of an open file into a tensor: a: tensor, fd, offset */
static lang_value read_into(struct lang_thread *t, const lang_value *a)
{
    struct host_memory m;
    int64_t fd, offset, done = 0;
    if (host_memory_of(t, a[0], &m) < 0 || lang_as_c_int(t, a[1], &fd) < 0 || lang_as_index(t, a[2], &offset) < 0)
        return lang_error();
    while (done < m.size) {
        if (lang_poll_quiet(t) < 0)
            return lang_error();
        ssize_t n =
            pread((int)fd, m.data + done, m.size - done < PIECE ? (size_t)(m.size - done) : PIECE, offset + done);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return lang_raise_errno(t, errno, NULL);
        if (n == 0)
            break;
        done += n;
    }
    return lang_int(done);
}

/* The memory of a tensor to an open file: a: tensor, fd, offset. What is written ends at multiples of a piece, for
   which the system takes large pages. */
static lang_value write_from(struct lang_thread *t, const lang_value *a)
{
    struct host_memory m;
    int64_t fd, offset, done = 0;
    if (host_memory_of(t, a[0], &m) < 0 || lang_as_c_int(t, a[1], &fd) < 0 || lang_as_index(t, a[2], &offset) < 0)
        return lang_error();
    while (done < m.size) {
        int64_t n = PIECE_WRITTEN - (offset + done) % PIECE_WRITTEN;
        if (lang_poll_quiet(t) < 0)
            return lang_error();
        ssize_t written =
            pwrite((int)fd, m.data + done, (size_t)(n < m.size - done ? n : m.size - done), offset + done);
        if (written < 0 && errno != EINTR)
            return lang_raise_errno(t, errno, NULL);
        done += written < 0 ? 0 : written;
    }
    return lang_none();
}

static const struct lang_method archive_functions[] = {
    {"_read_into", "(tensor, fd, offset, /)", read_into,
     "Bytes of an open file into the memory of a tensor; how many there were.", LANG_M_STATIC},
    {"_write_from", "(tensor, fd, offset, /)", write_from, "The memory of a tensor to a place of an open file.",
     LANG_M_STATIC},
    {"_bytes_tensor", "(bytes, /)", bytes_tensor, "Bytes as a tensor of uint8.", LANG_M_STATIC},
    {"_tensor_bytes", "(tensor, /)", tensor_bytes, "The elements of a tensor as bytes.", LANG_M_STATIC},
    {"_map_file", "(path, shared, nbytes, /)", map_file, "The first bytes of a file as a tensor of bytes.",
     LANG_M_STATIC},
    {0},
};

int bind_archive_add(struct lang_thread *t, struct lang_module *c)
{
    struct lang_type *types[] = {&reader_type, &writer_type};
    for (size_t i = 0; i < BIND_COUNT(types); i++)
        if (lang_type_ready(t, types[i]) < 0 || lang_module_add(t, c, types[i]->name, lang_obj(types[i])) < 0)
            return -1;
    return lang_module_add_functions(t, c, archive_functions);
}
