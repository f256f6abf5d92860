/* file_base.c: the abstract streams of _io: what every stream has, and what is unsupported until a subclass says how.
 * io.IOBase and its like are abstract classes in the language (prelude/io.py) over these. Knows no descriptors. */
#include <errno.h>
#include <stdarg.h>
#include <string.h>

#include "bytes_impl.h"
#include "containers.h"
#include "file.h"
#include "vm/code.h"
#include "vm/type.h"

enum { CHUNK = 8192 };

static inline struct lang_stream *stream_of(lang_value v)
{
    return (struct lang_stream *)v.o;
}

/* ------------------------------------------------------------------ UnsupportedOperation */

static struct lang_type *unsupported;

struct lang_type *lang_unsupported_operation(struct lang_thread *t)
{
    lang_value bases[2] = {lang_obj(&lang_exc_types[LANG_EXC_OSError]), lang_obj(&lang_exc_types[LANG_EXC_ValueError])};
    struct lang_str *name, *module;
    struct lang_tuple *tuple;
    struct lang_dict *ns;

    if (unsupported)
        return unsupported;
    name = lang_str_from_c(t, "UnsupportedOperation");
    module = lang_str_from_c(t, "io");
    tuple = lang_tuple_from(t, bases, 2);
    ns = lang_dict_new(t);
    if (name && module && tuple && ns && lang_dict_set_c(t, ns, "__module__", lang_obj(module)) == 0)
        unsupported = lang_type_new(t, &lang_type_type, name, tuple, ns);
    lang_xdecref(t, name);
    lang_xdecref(t, module);
    lang_xdecref(t, tuple);
    lang_xdecref(t, ns);
    return unsupported;
}

int lang_stream_refuse(struct lang_thread *t, const char *what)
{
    struct lang_type *cls = lang_unsupported_operation(t);

    if (cls)
        lang_raise_class(t, cls, "%s", what);
    return -1;
}

/* ------------------------------------------------------------------ questions to any stream */

int lang_stream_size(struct lang_thread *t, lang_value v, int64_t *n)
{
    *n = -1;
    if (lang_is_undef(v) || lang_is_none(v))
        return 0;
    if (!lang_type_of(v)->to_index)
        return lang_fail(t, LANG_EXC_TypeError, "argument should be integer or None, not '%N'", v);
    return lang_as_index(t, v, n);
}

lang_value lang_stream_member(struct lang_thread *t, lang_value v, const char *name)
{
    struct lang_str *key = lang_intern_c(t, name);
    lang_value r = key ? lang_getattr_opt(t, v, key) : lang_error();

    lang_xdecref(t, key);
    return r;
}

static int truth_steal(struct lang_thread *t, lang_value v)
{
    int r = lang_is_error(v) ? -1 : lang_truth(t, v);

    if (!lang_is_error(v))
        lang_unref(t, v);
    return r;
}

int lang_stream_attr(struct lang_thread *t, lang_value v, const char *name)
{
    return truth_steal(t, lang_getattr_c(t, v, name));
}

int lang_stream_closed(struct lang_thread *t, lang_value v)
{
    if (lang_is_exactly(v, &lang_type_file_io))
        return lang_file_io_of(v)->fd < 0;
    return lang_stream_attr(t, v, "closed");
}

int lang_stream_check_open(struct lang_thread *t, lang_value v)
{
    int closed = lang_stream_closed(t, v);

    return closed > 0 ? lang_fail(t, LANG_EXC_ValueError, "I/O operation on closed file.") : closed;
}

int lang_stream_ask(struct lang_thread *t, lang_value v, const char *name)
{
    return truth_steal(t, lang_call_method_c(t, v, name, NULL, 0));
}

int lang_stream_require(struct lang_thread *t, lang_value v, const char *name)
{
    char text[64] = "File or stream is not ";
    lang_value r = lang_call_method_c(t, v, name, NULL, 0);
    bool yes = r.tag == LANG_BOOL && r.i;

    if (lang_is_error(r))
        return -1;
    lang_unref(t, r);
    if (yes)
        return 0;
    strcat(strncat(text, name, 20), ".");
    return lang_stream_refuse(t, text);
}

int lang_stream_call(struct lang_thread *t, lang_value v, const char *name)
{
    lang_value r = lang_call_method_c(t, v, name, NULL, 0);

    if (lang_is_error(r))
        return -1;
    lang_unref(t, r);
    return 0;
}

int lang_stream_close_after(struct lang_thread *t, lang_value v, lang_value error)
{
    int status = lang_stream_call(t, v, "close");

    if (lang_is_undef(error))
        return status;
    if (status == 0) {
        lang_error_restore(t, error);
        return -1;
    }
    lang_value second = lang_error_take(t);
    struct lang_exception *e = (struct lang_exception *)second.o;
    if (lang_same(second, error) || !(lang_is_undef(e->context) || lang_is_none(e->context)))
        lang_unref(t, error);
    else
        lang_set_steal(t, &e->context, error);
    lang_error_restore(t, second);
    return -1;
}

int lang_stream_blocked(struct lang_thread *t, int64_t written)
{
    lang_value args[3] = {lang_int(EAGAIN),
                          lang_obj_or_error(lang_str_from_c(t, "write could not complete without blocking")),
                          lang_int(written)};

    if (lang_is_error(args[1]))
        return -1;
    lang_value e = lang_call(t, lang_obj(&lang_exc_types[LANG_EXC_BlockingIOError]), args, 3, NULL);
    lang_unref(t, args[1]);
    if (!lang_is_error(e)) {
        lang_error_set(t, e);
        lang_unref(t, e);
    }
    return -1;
}

/* warnings.warn(text, category, source=source) */
int lang_stream_warn(struct lang_thread *t, enum lang_exc category, lang_value source, const char *format, ...)
{
    static const char *const names[] = {"source"};
    va_list list;
    va_start(list, format);
    struct lang_str *text = lang_str_from_vformat(t, format, list), *name = lang_intern_c(t, names[0]);
    va_end(list);
    lang_value key = lang_obj(name), module = lang_undef(), warn = lang_undef(), r = lang_error();
    struct lang_tuple *kwnames = text && name ? lang_tuple_from(t, &key, 1) : NULL;

    if (kwnames) {
        lang_value args[4] = {lang_obj(text), lang_obj(&lang_exc_types[category]), lang_int(1), source};
        module = lang_import(t, "warnings");
        warn = lang_is_error(module) ? module : lang_getattr_c(t, module, "warn");
        r = lang_is_error(warn) ? warn : lang_call(t, warn, args, 3, lang_is_undef(source) ? NULL : kwnames);
        if (!lang_is_error(warn))
            lang_unref(t, warn);
        if (!lang_is_error(module))
            lang_unref(t, module);
    }
    lang_xdecref(t, text);
    lang_xdecref(t, name);
    lang_xdecref(t, kwnames);
    if (lang_is_error(r))
        return -1;
    lang_unref(t, r);
    return 0;
}

/* Adds ` NAME=VALUE` of an attribute that is there. */
static int repr_member(struct lang_thread *t, struct lang_builder *b, lang_value v, const char *name)
{
    lang_value value = lang_stream_member(t, v, name);

    if (lang_is_error(value)) {
        if (!lang_error_is(t, LANG_EXC_ValueError))
            return -1;
        lang_error_clear(t); /* of one that is detached */
        return 0;
    }
    if (lang_is_undef(value))
        return 0;
    lang_builder_char(b, ' ');
    lang_builder_c(b, name);
    lang_builder_char(b, '=');
    int status = lang_builder_repr(b, value);
    lang_unref(t, value);
    return status;
}

lang_value lang_stream_repr(struct lang_thread *t, lang_value v, bool mode, struct lang_str *more)
{
    char text[LANG_TYPE_TEXT];
    struct lang_builder b;
    int status = lang_repr_enter(t, v);

    if (status)
        return status < 0 ? lang_error()
                          : lang_raise(t, LANG_EXC_RuntimeError, "reentrant call inside %s.__repr__",
                                       lang_type_text(lang_type_of(v), text));
    lang_builder_init(&b, t);
    lang_builder_char(&b, '<');
    lang_builder_c(&b,
                   lang_type_of(v)->flags & LANG_TYPE_HEAP ? lang_type_name(v) : lang_type_text(lang_type_of(v), text));
    status = repr_member(t, &b, v, "name");
    if (status == 0 && mode)
        status = repr_member(t, &b, v, "mode");
    if (status == 0 && more)
        lang_builder_str(&b, more);
    lang_builder_char(&b, '>');
    lang_repr_leave(t, v);
    if (status < 0) {
        lang_builder_drop(&b);
        return lang_error();
    }
    return lang_obj_or_error(lang_builder_finish(&b));
}

/* ------------------------------------------------------------------ IOBase */

#define REFUSE(name)                                                                                                   \
    static lang_value refuse_##name(struct lang_thread *t, const lang_value *a)                                        \
    {                                                                                                                  \
        (void)a;                                                                                                       \
        lang_stream_refuse(t, #name);                                                                                  \
        return lang_error();                                                                                           \
    }
REFUSE(seek)
REFUSE(truncate)
REFUSE(fileno)
REFUSE(read)
REFUSE(read1)
REFUSE(readline)
REFUSE(write)
REFUSE(detach)

static lang_value answer(int status)
{
    return status < 0 ? lang_error() : lang_none();
}

static lang_value base_tell(struct lang_thread *t, const lang_value *a)
{
    const lang_value here[2] = {lang_int(0), lang_int(1)};

    return lang_call_method_c(t, a[0], "seek", here, 2);
}

static lang_value base_flush(struct lang_thread *t, const lang_value *a)
{
    return stream_of(a[0])->done ? lang_raise(t, LANG_EXC_ValueError, "I/O operation on closed file.") : lang_none();
}

/* Flushes, and is closed even where that fails. */
static lang_value base_close(struct lang_thread *t, const lang_value *a)
{
    if (stream_of(a[0])->done)
        return lang_none();
    int status = lang_stream_call(t, a[0], "flush");
    stream_of(a[0])->done = true;
    return answer(status);
}

static lang_value base_false(struct lang_thread *t, const lang_value *a)
{
    (void)t;
    (void)a;
    return lang_bool(false);
}

static lang_value base_isatty(struct lang_thread *t, const lang_value *a)
{
    return lang_stream_check_open(t, a[0]) < 0 ? lang_error() : lang_bool(false);
}

static lang_value check_closed(struct lang_thread *t, const lang_value *a)
{
    return answer(lang_stream_check_open(t, a[0]));
}

static lang_value check_seekable(struct lang_thread *t, const lang_value *a)
{
    return lang_stream_require(t, a[0], "seekable") < 0 ? lang_error() : lang_bool(true);
}

static lang_value check_readable(struct lang_thread *t, const lang_value *a)
{
    return lang_stream_require(t, a[0], "readable") < 0 ? lang_error() : lang_bool(true);
}

static lang_value check_writable(struct lang_thread *t, const lang_value *a)
{
    return lang_stream_require(t, a[0], "writable") < 0 ? lang_error() : lang_bool(true);
}

static lang_value base_enter(struct lang_thread *t, const lang_value *a)
{
    return lang_stream_check_open(t, a[0]) < 0 ? lang_error() : lang_ref(a[0]);
}

static lang_value base_exit(struct lang_thread *t, const lang_value *a)
{
    return lang_call_method_c(t, a[0], "close", NULL, 0);
}

static lang_value base_iter(struct lang_thread *t, lang_value v)
{
    return lang_stream_check_open(t, v) < 0 ? lang_error() : lang_ref(v);
}

static lang_value base_next(struct lang_thread *t, lang_value v)
{
    lang_value line = lang_call_method_c(t, v, "readline", NULL, 0);
    int64_t n = lang_is_error(line) ? -1 : lang_len(t, line);

    if (n > 0)
        return line;
    if (!lang_is_error(line))
        lang_unref(t, line);
    return n < 0 ? lang_error() : lang_undef();
}

/* How many bytes may be read at once without going beyond the end of the line: those that peek() shows of it. */
static int64_t line_step(struct lang_thread *t, lang_value v, lang_value peek, int64_t limit)
{
    const uint8_t *data, *end;
    const lang_value one = lang_int(1);
    int64_t n, step = 1;

    (void)v;
    if (lang_is_undef(peek))
        return 1;
    lang_value ahead = lang_call(t, peek, &one, 1, NULL);
    if (lang_is_error(ahead))
        return -1;
    if (!lang_is_bytes(ahead) || !lang_bytes_view(ahead, &data, &n)) {
        lang_raise(t, LANG_EXC_OSError, "peek() should have returned a bytes object, not '%N'", ahead);
        step = -1;
    } else if (n) {
        end = memchr(data, '\n', (size_t)(limit >= 0 && limit < n ? limit : n));
        step = end ? end + 1 - data : limit >= 0 && limit < n ? limit : n;
    }
    lang_unref(t, ahead);
    return step;
}

static lang_value base_readline(struct lang_thread *t, const lang_value *a)
{
    struct lang_bytearray *line;
    int64_t limit;

    if (lang_stream_size(t, a[1], &limit) < 0 || !(line = lang_bytearray_new(t, NULL, 0)))
        return lang_error();
    lang_value peek = lang_stream_member(t, a[0], "peek"), r = lang_error();
    bool ok = !lang_is_error(peek);
    while (ok && (limit < 0 || line->length < limit)) {
        int64_t step = line_step(t, a[0], peek, limit < 0 ? -1 : limit - line->length), n = 0, old = line->length;
        const lang_value size = lang_int(step);
        lang_value piece = step < 0 ? lang_error() : lang_call_method_c(t, a[0], "read", &size, 1);
        const uint8_t *data = NULL;
        ok = !lang_is_error(piece);
        if (ok && (!lang_is_bytes(piece) || !lang_bytes_view(piece, &data, &n))) {
            lang_raise(t, LANG_EXC_OSError, "read() should have returned a bytes object, not '%N'", piece);
            ok = false;
        }
        if (ok && n)
            ok = lang_bytearray_resize(t, line, old + n) == 0;
        if (ok && n)
            memcpy(line->data + old, data, (size_t)n);
        bool end = ok && (n == 0 || line->data[line->length - 1] == '\n');
        if (!lang_is_error(piece))
            lang_unref(t, piece);
        if (end)
            break;
        ok = ok && lang_poll(t) == 0;
    }
    if (ok)
        r = lang_obj_or_error(lang_bytes_new(t, line->length ? line->data : (const uint8_t *)"", (size_t)line->length));
    if (!lang_is_error(peek))
        lang_unref(t, peek);
    lang_decref(t, line);
    return r;
}

static lang_value base_readlines(struct lang_thread *t, const lang_value *a)
{
    struct lang_list *lines;
    int64_t hint, size = 0;

    if (lang_stream_size(t, a[1], &hint) < 0 || !(lines = lang_list_new(t, 0)))
        return lang_error();
    lang_value from = lang_iter(t, a[0]);
    bool ok = !lang_is_error(from);
    while (ok && (hint <= 0 || size <= hint)) {
        lang_value line = lang_next(t, from);
        if (lang_is_undef(line))
            break;
        int64_t n = lang_is_error(line) ? -1 : lang_len(t, line);
        ok = n >= 0;
        if (lang_is_error(line))
            break;
        if (lang_list_append_steal(t, lines, line) < 0)
            ok = false;
        size += n;
    }
    if (!lang_is_error(from))
        lang_unref(t, from);
    if (!ok) {
        lang_decref(t, lines);
        return lang_error();
    }
    return lang_obj(lines);
}

static int write_line(struct lang_thread *t, lang_value line, void *stream)
{
    lang_value r = lang_call_method_c(t, lang_obj(stream), "write", &line, 1);

    if (lang_is_error(r))
        return -1;
    lang_unref(t, r);
    return 0;
}

static lang_value base_writelines(struct lang_thread *t, const lang_value *a)
{
    if (lang_stream_check_open(t, a[0]) < 0)
        return lang_error();
    return answer(lang_for_each(t, a[1], write_line, a[0].o));
}

/* What nobody closed is closed with its last reference; there is no caller to raise to. */
static lang_value base_del(struct lang_thread *t, const lang_value *a)
{
    lang_value error = lang_error_take(t);
    int closed = lang_stream_attr(t, a[0], "closed");

    if (closed < 0)
        lang_error_clear(t);
    if (closed <= 0) {
        stream_of(a[0])->finalizing = true;
        if (lang_stream_call(t, a[0], "close") < 0)
            lang_error_clear(t);
        stream_of(a[0])->finalizing = false;
    }
    if (!lang_is_undef(error))
        lang_error_restore(t, error);
    return lang_none();
}

static lang_value get_closed(struct lang_thread *t, lang_value self)
{
    (void)t;
    return lang_bool(stream_of(self)->done);
}

lang_value lang_stream_finalizing(struct lang_thread *t, lang_value self)
{
    (void)t;
    return lang_bool(stream_of(self)->finalizing);
}

int lang_stream_set_finalizing(struct lang_thread *t, lang_value self, lang_value v)
{
    int yes = lang_is_undef(v) ? 0 : lang_truth(t, v);

    stream_of(self)->finalizing = yes > 0;
    return yes < 0 ? -1 : 0;
}

static const struct lang_method base_methods[] = {
    {"seek", "(*args)", refuse_seek,
     "Changes the position: offset from the start (0), from here (1) or from the end (2); the new one.", 0},
    {"tell", "()", base_tell, "The position in the stream.", 0},
    {"truncate", "(*args)", refuse_truncate, "Makes the stream so many bytes long, by default up to here; how many.",
     0},
    {"flush", "()", base_flush, "Writes what is in buffers; nothing here.", 0},
    {"close", "()", base_close, "Flushes the stream and closes it; a second call does nothing.", 0},
    {"seekable", "()", base_false, "Whether the position can be changed.", 0},
    {"readable", "()", base_false, "Whether something can be read.", 0},
    {"writable", "()", base_false, "Whether something can be written.", 0},
    {"fileno", "()", refuse_fileno, "The file descriptor; OSError where there is none.", 0},
    {"isatty", "()", base_isatty, "Whether it is a terminal.", 0},
    {"_checkClosed", "(msg=None, /)", check_closed, NULL, 0},
    {"_checkSeekable", "(msg=None, /)", check_seekable, NULL, 0},
    {"_checkReadable", "(msg=None, /)", check_readable, NULL, 0},
    {"_checkWritable", "(msg=None, /)", check_writable, NULL, 0},
    {"readline", "(size=-1, /)", base_readline,
     "One line with its newline, at most size bytes of it; empty at the end.", 0},
    {"readlines", "(hint=-1, /)", base_readlines, "The lines as a list; no more than needed for hint characters.", 0},
    {"writelines", "(lines, /)", base_writelines, "Writes several texts one after the other.", 0},
    {"__enter__", "()", base_enter, NULL, 0},
    {"__exit__", "(*args)", base_exit, NULL, 0},
    {"__del__", "()", base_del, NULL, 0},
    {0},
};
static const struct lang_getset base_getset[] = {{"closed", get_closed, NULL, NULL}, {0}};

/* ------------------------------------------------------------------ RawIOBase */

static lang_value raise_missing(struct lang_thread *t, const lang_value *a)
{
    (void)a;
    return lang_raise_value(t, LANG_EXC_NotImplementedError, lang_undef());
}

static lang_value raw_read(struct lang_thread *t, const lang_value *a)
{
    int64_t n = -1, got;

    if (!lang_is_undef(a[1]) && !lang_is_none(a[1]) && lang_as_index(t, a[1], &n) < 0)
        return lang_error();
    if (n < 0)
        return lang_call_method_c(t, a[0], "readall", NULL, 0);
    lang_value b = lang_obj_or_error(lang_bytearray_new(t, NULL, (size_t)n));
    if (lang_is_error(b))
        return b;
    lang_value r = lang_call_method_c(t, a[0], "readinto", &b, 1);
    if (!lang_is_error(r) && !lang_is_none(r)) {
        struct lang_bytearray *array = (struct lang_bytearray *)b.o;
        int status = lang_as_index(t, r, &got);
        lang_unref(t, r);
        r = lang_error();
        if (status == 0 && (got < 0 || got > array->length))
            lang_raise(t, LANG_EXC_ValueError, "readinto() returned %lld outside buffer size %lld", (long long)got,
                       (long long)array->length);
        else if (status == 0)
            r = lang_obj_or_error(lang_bytes_new(t, got ? array->data : (const uint8_t *)"", (size_t)got));
    }
    lang_unref(t, b);
    return r;
}

static lang_value raw_readall(struct lang_thread *t, const lang_value *a)
{
    struct lang_bytearray *all = lang_bytearray_new(t, NULL, 0);
    const lang_value size = lang_int(CHUNK);
    lang_value r = lang_error();

    while (all) {
        lang_value piece = lang_call_method_c(t, a[0], "read", &size, 1);
        const uint8_t *data;
        int64_t n, old = all->length;
        if (lang_is_error(piece))
            break;
        if (lang_is_none(piece) && old == 0) {
            r = piece;
            break;
        }
        if (!lang_is_none(piece) && (!lang_is_bytes(piece) || !lang_bytes_view(piece, &data, &n))) {
            lang_unref(t, piece);
            lang_raise(t, LANG_EXC_TypeError, "read() should return bytes");
            break;
        }
        if (lang_is_none(piece) || n == 0) {
            lang_unref(t, piece);
            r = lang_obj_or_error(lang_bytes_new(t, old ? all->data : (const uint8_t *)"", (size_t)old));
            break;
        }
        int status = lang_bytearray_resize(t, all, old + n);
        if (status == 0)
            memcpy(all->data + old, data, (size_t)n);
        lang_unref(t, piece);
        if (status < 0 || lang_poll(t) < 0)
            break;
    }
    lang_xdecref(t, all);
    return r;
}

static const struct lang_method raw_methods[] = {
    {"read", "(size=-1, /)", raw_read, "At most size bytes, all for a negative size; None where there are none yet.",
     0},
    {"readall", "()", raw_readall, "All bytes up to the end.", 0},
    {"readinto", "(buffer, /)", raise_missing, "Reads into a buffer; how many bytes.", 0},
    {"write", "(b, /)", raise_missing, "Writes bytes; how many of them.", 0},
    {0},
};

/* ------------------------------------------------------------------ BufferedIOBase, TextIOBase */

static lang_value read_into(struct lang_thread *t, const lang_value *a, const char *method)
{
    struct lang_buffer into, from;
    lang_value r = lang_error();

    if (!lang_buffer_get_writable(t, a[1], &into))
        return lang_raise(t, LANG_EXC_TypeError, "%s() argument must be read-write bytes-like object, not %N",
                          strcmp(method, "read") ? "readinto1" : "readinto", a[1]);
    const lang_value size = lang_int(into.length);
    lang_value got = lang_call_method_c(t, a[0], method, &size, 1);
    if (!lang_is_error(got)) {
        if (!lang_is_bytes(got) || !lang_buffer_get(t, got, &from)) {
            lang_raise(t, LANG_EXC_TypeError, "read() should return bytes");
        } else {
            if (from.length > into.length) {
                lang_raise(t, LANG_EXC_ValueError, "read() returned too much data: %lld bytes requested, %lld returned",
                           (long long)into.length, (long long)from.length);
            } else {
                memcpy((uint8_t *)into.data, from.data, (size_t)from.length);
                r = lang_int(from.length);
            }
            lang_buffer_release(t, &from);
        }
        lang_unref(t, got);
    }
    lang_buffer_release(t, &into);
    return r;
}

static lang_value buffered_readinto(struct lang_thread *t, const lang_value *a)
{
    return read_into(t, a, "read");
}

static lang_value buffered_readinto1(struct lang_thread *t, const lang_value *a)
{
    return read_into(t, a, "read1");
}

static const struct lang_method buffered_methods[] = {
    {"detach", "(*args)", refuse_detach, "The raw stream below, which this one gives up.", 0},
    {"read", "(*args)", refuse_read, "At most size bytes, less only at the end; all for None or a negative size.", 0},
    {"read1", "(*args)", refuse_read1, "At most size bytes with at most one read from below.", 0},
    {"readinto", "(buffer, /)", buffered_readinto, "Reads into a buffer; how many bytes.", 0},
    {"readinto1", "(buffer, /)", buffered_readinto1,
     "Reads into a buffer with at most one read from below; how many bytes.", 0},
    {"write", "(*args)", refuse_write, "Writes bytes; how many.", 0},
    {0},
};

static const struct lang_method text_methods[] = {
    {"detach", "(*args)", refuse_detach, "The stream of bytes below, which this one gives up.", 0},
    {"read", "(*args)", refuse_read, "At most size characters, less only at the end; all for None or a negative size.",
     0},
    {"readline", "(*args)", refuse_readline, "One line with its end, at most size characters of it; empty at the end.",
     0},
    {"write", "(*args)", refuse_write, "Writes a text; how many characters.", 0},
    {0},
};

static lang_value get_none(struct lang_thread *t, lang_value self)
{
    (void)t;
    (void)self;
    return lang_none();
}

static const struct lang_getset text_getset[] = {
    {"encoding", get_none, NULL, "The name of the encoding."},
    {"errors", get_none, NULL, "What happens to what cannot be encoded or decoded."},
    {"newlines", get_none, NULL, "The line ends that were translated so far."},
    {0},
};

/* ------------------------------------------------------------------ types */

static lang_value base_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                            struct lang_tuple *kwnames)
{
    (void)args;
    (void)nargs;
    (void)kwnames;
    return lang_obj_or_error(lang_object_new(t, cls));
}

#define BASE_TYPE(id, text, parent, rows, computed, says)                                                              \
    struct lang_type lang_type_##id = {                                                                                \
        .name = text,                                                                                                  \
        .module = "_io",                                                                                               \
        .doc = says,                                                                                                   \
        .flags = LANG_TYPE_QUALIFIED | LANG_TYPE_BASE,                                                                 \
        .size = sizeof(struct lang_stream),                                                                            \
        .attr_offset = offsetof(struct lang_stream, attrs),                                                            \
        .base = parent,                                                                                                \
        .methods = rows,                                                                                               \
        .getset = computed,                                                                                            \
        .make = base_make,                                                                                             \
        .iter = base_iter,                                                                                             \
        .next = base_next,                                                                                             \
    }
BASE_TYPE(io_base, "_IOBase", NULL, base_methods, base_getset,
          "What all streams share: lines, closing, and that everything else is unsupported until a subclass says how.");
BASE_TYPE(raw_io_base, "_RawIOBase", &lang_type_io_base, raw_methods, NULL,
          "Streams of bytes without a buffer: a subclass has readinto() and write().");
BASE_TYPE(buffered_io_base, "_BufferedIOBase", &lang_type_io_base, buffered_methods, NULL,
          "Streams of bytes with a buffer: a subclass has read(), read1() and write().");
BASE_TYPE(text_io_base, "_TextIOBase", &lang_type_io_base, text_methods, text_getset,
          "Streams of text: a subclass has read(), readline() and write().");

int lang_stream_bases_ready(struct lang_thread *t)
{
    struct lang_type *const types[] = {&lang_type_io_base, &lang_type_raw_io_base, &lang_type_buffered_io_base,
                                       &lang_type_text_io_base};

    unsupported = NULL;
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        if (lang_type_ready(t, types[i]) < 0)
            return -1;
        types[i]->special |= LANG_SPECIAL_DEL;
    }
    return 0;
}
