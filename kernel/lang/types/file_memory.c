/* file_memory.c: io.StringIO and io.BytesIO: files that live in memory. */
#include <string.h>

#include "bytes_impl.h"
#include "containers.h"
#include "file.h"
#include "str_impl.h"

/* Text is kept in units of 4 bytes, so that every position is a code point. Bytes lie in a bytearray, which knows who
 * looks at them. */
struct memory {
    struct lang_stream stream;
    struct lang_bytearray *bytes; /* of bytes: owns `data`, and is as long; NULL: there are none yet */
    uint8_t *data;
    int64_t length, capacity, position; /* in units */
    bool text, closed, any;             /* any: all line ends are looked at */
    struct lang_newlines newlines;
    char newline[3]; /* text: the end of a line; "": any of the three */
};

static inline struct memory *memory_of(lang_value v)
{
    return (struct memory *)v.o;
}
static inline size_t unit(const struct memory *m)
{
    return m->text ? 4 : 1;
}

/* Bytes that somebody looks at are not changed. */
static int check_exports(struct lang_thread *t, const struct memory *m)
{
    return m->bytes && m->bytes->exports
               ? lang_fail(t, LANG_EXC_BufferError, "Existing exports of data: object cannot be re-sized")
               : 0;
}

static int check(struct lang_thread *t, struct memory *m)
{
    return m->closed ? lang_fail(t, LANG_EXC_ValueError,
                                 m->text ? "I/O operation on closed file" : "I/O operation on closed file.")
                     : 0;
}

static int reserve(struct lang_thread *t, struct memory *m, int64_t n)
{
    int64_t capacity = m->capacity ? m->capacity : 64;
    uint8_t *data;

    if (!m->text) {
        if (!m->bytes && !(m->bytes = lang_bytearray_new(t, NULL, 0)))
            return -1;
        if (n > m->length && lang_bytearray_resize(t, m->bytes, n) < 0)
            return -1;
        m->data = m->bytes->data;
        return 0;
    }
    if (n <= m->capacity)
        return 0;
    if (n > INT64_MAX / 16) {
        lang_no_memory(t);
        return -1;
    }
    while (capacity < n)
        capacity *= 2;
    data = lang_realloc(t, m->data, (size_t)m->capacity * unit(m), (size_t)capacity * unit(m));
    if (!data)
        return -1;
    m->data = data;
    m->capacity = capacity;
    return 0;
}

/* Space for n units at the position; a hole in front of it is zeros. */
static uint8_t *reserve_at(struct lang_thread *t, struct memory *m, int64_t n)
{
    uint8_t *at;

    if (m->position > INT64_MAX / 4 - n)
        return lang_fail_null(t, LANG_EXC_OverflowError,
                              m->text ? "new position too large" : "new buffer size too large");
    if (reserve(t, m, m->position + n) < 0)
        return NULL;
    if (m->position > m->length &&
        lang_fill_large(t, m->data + (size_t)m->length * unit(m), 0, (size_t)(m->position - m->length) * unit(m)) < 0)
        return NULL;
    at = m->data + (size_t)m->position * unit(m);
    m->position += n;
    if (m->position > m->length)
        m->length = m->position;
    return at;
}

static int put_text(struct lang_thread *t, struct memory *m, struct lang_str *s)
{
    struct lang_str *plain = NULL;
    uint8_t *at;

    if (m->any && !(s = plain = lang_newlines_decode(t, &m->newlines, lang_incref(s), true)))
        return -1;
    if (m->newline[0] == '\r') {
        struct lang_builder b;

        lang_builder_init(&b, t);
        for (int64_t i = 0; i < s->length; i++) {
            if (lang_str_at(s, i) == '\n')
                lang_builder_c(&b, m->newline);
            else
                lang_builder_char(&b, lang_str_at(s, i));
        }
        s = plain = lang_builder_finish(&b);
        if (!s)
            return -1;
    }
    at = s->length ? reserve_at(t, m, s->length) : m->data;
    if (at && s->length)
        lang_units_copy(at, 4, s->data, s->kind, s->length);
    else if (s->length) {
        lang_xdecref(t, plain);
        return -1;
    }
    lang_xdecref(t, plain);
    return 0;
}

static lang_value put(struct lang_thread *t, struct memory *m, lang_value v)
{
    struct lang_buffer from;
    uint8_t *at;

    if (m->text) {
        if (!lang_is_str(v))
            return lang_raise(t, LANG_EXC_TypeError, "string argument expected, got '%N'", v);
        if (check(t, m) < 0 || put_text(t, m, lang_as_str(v)) < 0)
            return lang_error();
        return lang_int(lang_as_str(v)->length);
    }
    if (check(t, m) < 0 || check_exports(t, m) < 0)
        return lang_error();
    if (!lang_buffer_get(t, v, &from))
        return lang_raise(t, LANG_EXC_TypeError, "a bytes-like object is required, not '%N'", v);
    if (check(t, m) < 0 || check_exports(t, m) < 0) {
        lang_buffer_release(t, &from);
        return lang_error();
    }
    at = from.length ? reserve_at(t, m, from.length) : NULL;
    if (at)
        memcpy(at, from.data, (size_t)from.length);
    lang_value written = at || !from.length ? lang_int(from.length) : lang_error();
    lang_buffer_release(t, &from);
    return written;
}

static lang_value slice(struct lang_thread *t, struct memory *m, int64_t from, int64_t n)
{
    if (m->text)
        return lang_obj_or_error(n ? lang_str_from_units(t, m->data + (size_t)from * 4, 4, n) : lang_str_empty(t));
    return lang_obj_or_error(lang_bytes_new(t, n ? m->data + from : (const uint8_t *)"", (size_t)n));
}

static lang_value take(struct lang_thread *t, struct memory *m, int64_t n)
{
    int64_t left = m->length > m->position ? m->length - m->position : 0;
    lang_value v;

    if (n < 0 || n > left)
        n = left;
    v = slice(t, m, m->position, n);
    if (!lang_is_error(v))
        m->position += n;
    return v;
}

/* Units of the line end at a position, 0 where there is none. */
static int line_end(const struct memory *m, int64_t i)
{
    const uint32_t *at = (const uint32_t *)(const void *)m->data + i;
    bool pair;

    if (!m->text)
        return m->data[i] == '\n';
    pair = at[0] == '\r' && i + 1 < m->length && at[1] == '\n';
    if (!m->newline[0])
        return pair ? 2 : at[0] == '\n' || at[0] == '\r';
    return m->newline[1] ? pair * 2 : at[0] == (uint32_t)m->newline[0];
}

static int64_t line_length(const struct memory *m)
{
    for (int64_t i = m->position; i < m->length; i++) {
        int end = line_end(m, i);

        if (end)
            return i + end - m->position;
    }
    return m->length - m->position;
}

/* ------------------------------------------------------------------ methods */

static lang_value m_read(struct lang_thread *t, const lang_value *a)
{
    int64_t n;

    if (lang_stream_size(t, a[1], &n) < 0 || check(t, memory_of(a[0])) < 0)
        return lang_error();
    return take(t, memory_of(a[0]), n);
}

static lang_value m_readinto(struct lang_thread *t, const lang_value *a)
{
    struct memory *m = memory_of(a[0]);
    struct lang_buffer to;
    int64_t left = m->length > m->position ? m->length - m->position : 0, n;

    if (check(t, m) < 0)
        return lang_error();
    if (!lang_buffer_get_writable(t, a[1], &to))
        return lang_raise(t, LANG_EXC_TypeError, "readinto() argument must be read-write bytes-like object, not %N",
                          a[1]);
    n = to.length < left ? to.length : left;
    if (n)
        memcpy((uint8_t *)to.data, m->data + m->position, (size_t)n);
    lang_buffer_release(t, &to);
    m->position += n;
    return lang_int(n);
}

static lang_value m_readline(struct lang_thread *t, const lang_value *a)
{
    struct memory *m = memory_of(a[0]);
    int64_t limit, n;

    if (lang_stream_size(t, a[1], &limit) < 0 || check(t, m) < 0)
        return lang_error();
    n = m->position < m->length ? line_length(m) : 0;
    return take(t, m, limit >= 0 && limit < n ? limit : n);
}

static lang_value memory_next(struct lang_thread *t, lang_value v)
{
    struct memory *m = memory_of(v);

    if (m->text && !lang_is_exactly(v, &lang_type_stringio))
        return lang_type_text_io_base.next(t, v);
    if (check(t, m) < 0)
        return lang_error();
    return m->position < m->length ? take(t, m, line_length(m)) : lang_undef();
}

/* The methods for lines are those of every file; CPython's docstrings of them end in a full stop. */
static int check_lines(struct lang_thread *t, lang_value v)
{
    return memory_of(v)->closed ? lang_fail(t, LANG_EXC_ValueError, "I/O operation on closed file.") : 0;
}

static lang_value m_readlines(struct lang_thread *t, const lang_value *a)
{
    struct memory *m = memory_of(a[0]);
    struct lang_list *lines;
    int64_t hint, size = 0;

    if (check_lines(t, a[0]) < 0)
        return lang_error();
    if (!m->text && !lang_is_undef(a[1]) && !lang_is_none(a[1]) && !lang_type_of(a[1])->to_index)
        return lang_raise(t, LANG_EXC_TypeError, "integer argument expected, got '%N'", a[1]);
    if (lang_stream_size(t, a[1], &hint) < 0 || !(lines = lang_list_new(t, 0)))
        return lang_error();
    while (hint <= 0 || (m->text ? size <= hint : size < hint)) {
        lang_value line = lang_next(t, a[0]); /* a class may have a __next__ of its own */
        int64_t n = lang_is_error(line) ? -1 : lang_is_undef(line) ? 0 : lang_len(t, line);

        if (n > 0)
            n = lang_list_append_steal(t, lines, line) < 0 ? -1 : n;
        else
            lang_unref(t, line);
        if (n < 0) {
            lang_decref(t, lines);
            return lang_error();
        }
        if (lang_is_undef(line))
            break;
        size += n;
    }
    return lang_obj(lines);
}

static lang_value m_write(struct lang_thread *t, const lang_value *a)
{
    return put(t, memory_of(a[0]), a[1]);
}

static int write_each(struct lang_thread *t, lang_value item, void *memory)
{
    return lang_is_error(put(t, memory, item)) ? -1 : 0;
}

static lang_value m_writelines(struct lang_thread *t, const lang_value *a)
{
    if (check_lines(t, a[0]) < 0)
        return lang_error();
    if (memory_of(a[0])->text && !lang_is_exactly(a[0], &lang_type_stringio))
        return lang_call_method_c(t, lang_obj(&lang_type_text_io_base), "writelines", a, 2);
    return lang_for_each(t, a[1], write_each, a[0].o) < 0 ? lang_error() : lang_none();
}

static lang_value m_getvalue(struct lang_thread *t, const lang_value *a)
{
    struct memory *m = memory_of(a[0]);

    return check(t, m) < 0 ? lang_error() : slice(t, m, 0, m->length);
}

static lang_value m_tell(struct lang_thread *t, const lang_value *a)
{
    return check(t, memory_of(a[0])) < 0 ? lang_error() : lang_int(memory_of(a[0])->position);
}

static lang_value m_seek(struct lang_thread *t, const lang_value *a)
{
    struct memory *m = memory_of(a[0]);
    int64_t offset, whence = 0;

    if (lang_as_index(t, a[1], &offset) < 0 || (!lang_is_undef(a[2]) && lang_as_index(t, a[2], &whence) < 0) ||
        check(t, m) < 0)
        return lang_error();
    if (whence < 0 || whence > 2)
        return lang_raise(t, LANG_EXC_ValueError,
                          m->text ? "Invalid whence (%lld, should be 0, 1 or 2)"
                                  : "invalid whence (%lld, should be 0, 1 or 2)",
                          (long long)whence);
    if (m->text && whence && offset)
        return lang_raise(t, LANG_EXC_OSError, "Can't do nonzero cur-relative seeks");
    if (whence == 0 && offset < 0)
        return lang_raise(t, LANG_EXC_ValueError, m->text ? "Negative seek position %lld" : "negative seek value %lld",
                          (long long)offset);
    if (__builtin_add_overflow(offset, whence == 1 ? m->position : whence == 2 ? m->length : 0, &offset))
        return lang_raise(t, LANG_EXC_OverflowError, "new position too large");
    m->position = offset < 0 ? 0 : offset;
    return lang_int(m->position);
}

static lang_value m_truncate(struct lang_thread *t, const lang_value *a)
{
    struct memory *m = memory_of(a[0]);
    int64_t n = -1;
    bool here = lang_is_undef(a[1]) || lang_is_none(a[1]);

    if (check(t, m) < 0 || check_exports(t, m) < 0 ||
        (!here && !lang_type_of(a[1])->to_index
             ? lang_fail(t, LANG_EXC_TypeError, "argument should be integer or None, not '%N'", a[1])
             : !here && lang_as_index(t, a[1], &n) < 0) ||
        check(t, m) < 0 || check_exports(t, m) < 0) /* __index__ may have changed that */
        return lang_error();
    if (here)
        n = m->position;
    if (n < 0)
        return lang_raise(t, LANG_EXC_ValueError, m->text ? "Negative size value %lld" : "negative size value %lld",
                          (long long)n);
    if (n < m->length) {
        if (m->bytes && lang_bytearray_resize(t, m->bytes, n) < 0)
            return lang_error();
        m->length = n;
    }
    return lang_int(n);
}

static void drop(struct lang_thread *t, struct memory *m)
{
    if (m->text && m->data)
        lang_free(t, m->data, (size_t)m->capacity * unit(m));
    lang_xdecref(t, m->bytes);
    m->bytes = NULL;
    m->data = NULL;
    m->length = m->capacity = m->position = 0;
}

static lang_value m_close(struct lang_thread *t, const lang_value *a)
{
    struct memory *m = memory_of(a[0]);

    if (check_exports(t, m) < 0)
        return lang_error();
    drop(t, m);
    m->closed = true;
    return lang_none();
}

static lang_value m_getbuffer(struct lang_thread *t, const lang_value *a)
{
    struct memory *m = memory_of(a[0]);

    if (check(t, m) < 0 || reserve(t, m, 0) < 0)
        return lang_error();
    const lang_value bytes = lang_obj(m->bytes);
    return lang_call(t, lang_obj(&lang_type_memoryview), &bytes, 1, NULL);
}

static lang_value m_true(struct lang_thread *t, const lang_value *a)
{
    return check(t, memory_of(a[0])) < 0 ? lang_error() : lang_bool(true);
}

static lang_value m_false(struct lang_thread *t, const lang_value *a)
{
    return check_lines(t, a[0]) < 0 ? lang_error() : lang_bool(false);
}

static lang_value m_flush(struct lang_thread *t, const lang_value *a)
{
    return check_lines(t, a[0]) < 0 ? lang_error() : lang_none();
}

static lang_value get_closed(struct lang_thread *t, lang_value self)
{
    (void)t;
    return lang_bool(memory_of(self)->closed);
}

/* ------------------------------------------------------------------ life */

static void memory_destroy(struct lang_thread *t, struct lang_object *o)
{
    drop(t, (struct memory *)o);
}

static lang_value stringio_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                                struct lang_tuple *kwnames)
{
    struct memory *m = lang_object_new(t, cls);

    (void)args;
    (void)nargs;
    (void)kwnames;
    if (m)
        m->text = true;
    return lang_obj_or_error(m);
}

static lang_value bytesio_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                               struct lang_tuple *kwnames)
{
    (void)args;
    (void)nargs;
    (void)kwnames;
    return lang_obj_or_error(lang_object_new(t, cls));
}

static int set_newline(struct lang_thread *t, struct memory *m, lang_value v)
{
    static const char *const known[] = {"", "\n", "\r", "\r\n"};

    m->newlines = (struct lang_newlines){.translate = lang_is_none(v)};
    m->any = lang_is_none(v);
    strcpy(m->newline, "\n");
    if (lang_is_undef(v) || lang_is_none(v))
        return 0;
    if (!lang_is_str(v))
        return lang_fail(t, LANG_EXC_TypeError, "newline must be str or None, not %N", v);
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (lang_str_equal_c(lang_as_str(v), known[i])) {
            strcpy(m->newline, known[i]);
            m->any = i == 0;
            return 0;
        }
    return lang_fail(t, LANG_EXC_ValueError, "illegal newline value: %R", v);
}

static int memory_init(struct lang_thread *t, lang_value self, const lang_value *args, size_t nargs,
                       struct lang_tuple *kwnames)
{
    struct memory *m = memory_of(self);
    struct lang_params *params = m->text ? lang_params_get(t, "StringIO", "(initial_value='', newline='\\n')")
                                         : lang_params_get(t, "BytesIO", "(initial_bytes=b'')");
    lang_value bound[2] = {lang_undef(), lang_undef()};

    if (!params || lang_params_bind(t, params, args, nargs, kwnames, bound) < 0)
        return -1;
    if (check_exports(t, m) < 0 || (m->text && set_newline(t, m, bound[1]) < 0))
        return -1;
    if (m->text && !lang_is_undef(bound[0]) && !lang_is_none(bound[0]) && !lang_is_str(bound[0]))
        return lang_fail(t, LANG_EXC_TypeError, "initial_value must be str or None, not %N", bound[0]);
    drop(t, m);
    m->closed = false;
    if (lang_is_undef(bound[0]) || lang_is_none(bound[0]))
        return 0;
    if (lang_is_error(put(t, m, bound[0])))
        return -1;
    m->position = 0;
    return 0;
}

/* ------------------------------------------------------------------ states, for copies and pickles */

static lang_value attributes(struct lang_thread *t, lang_value self)
{
    struct lang_str *name = lang_intern_c(t, "__dict__");
    lang_value dict = name ? lang_getattr(t, self, name) : lang_error(), copy;

    lang_xdecref(t, name);
    if (lang_is_error(dict) || !lang_is_dict(dict))
        return dict;
    copy = lang_as_dict(dict)->count ? lang_obj_or_error(lang_dict_copy(t, lang_as_dict(dict))) : lang_none();
    lang_unref(t, dict);
    return copy;
}

static lang_value m_getstate(struct lang_thread *t, const lang_value *a)
{
    struct memory *m = memory_of(a[0]);
    lang_value items[4], r = lang_error();
    int n = 0;

    if (check(t, m) < 0)
        return r;
    items[n++] = slice(t, m, 0, m->length);
    if (m->text)
        items[n++] = m->newlines.translate ? lang_none() : lang_obj_or_error(lang_str_from_c(t, m->newline));
    items[n++] = lang_int(m->position);
    items[n++] = attributes(t, a[0]);
    bool ok = !lang_is_error(items[0]) && !lang_is_error(items[1]) && !lang_is_error(items[n - 1]);
    if (ok)
        r = lang_obj_or_error(lang_tuple_from(t, items, n));
    while (n--)
        if (!lang_is_error(items[n]))
            lang_unref(t, items[n]);
    return r;
}

static lang_value m_setstate(struct lang_thread *t, const lang_value *a)
{
    struct memory *m = memory_of(a[0]);
    int64_t size = m->text ? 4 : 3, position;
    struct lang_tuple *state = lang_is_tuple(a[1]) ? lang_as_tuple(a[1]) : NULL;

    if (check(t, m) < 0)
        return lang_error();
    if (!state || state->length < size)
        return lang_raise(t, LANG_EXC_TypeError, "_io.%s.__setstate__ argument should be %lld-tuple, got %N",
                          m->text ? "StringIO" : "BytesIO", (long long)size, a[1]);
    lang_value at = state->items[size - 2], names = state->items[size - 1];
    if (m->text) {
        struct lang_str *s = lang_is_str(state->items[0]) ? lang_as_str(state->items[0]) : NULL;
        const lang_value init[2] = {lang_obj_or_error(lang_str_from_c(t, "")), state->items[1]};
        int status = lang_is_error(init[0]) ? -1 : memory_init(t, a[0], init, 2, NULL);
        if (!lang_is_error(init[0]))
            lang_unref(t, init[0]);
        if (status < 0)
            return lang_error();
        if (!s)
            return lang_raise(t, LANG_EXC_TypeError, "initial_value must be str or None, not %N", state->items[0]);
        uint8_t *to = s->length ? reserve_at(t, m, s->length) : NULL; /* its line ends are as they were */
        if (s->length && !to)
            return lang_error();
        if (to)
            lang_units_copy(to, 4, s->data, s->kind, s->length);
    } else if (memory_init(t, a[0], state->items, 1, NULL) < 0) {
        return lang_error();
    }
    if (!lang_is_integer(at))
        return lang_raise(t, LANG_EXC_TypeError,
                          m->text ? "third item of state must be an integer, got %N"
                                  : "second item of state must be an integer, got %N",
                          at);
    if (lang_as_index(t, at, &position) < 0)
        return lang_error();
    if (position < 0)
        return lang_raise(t, LANG_EXC_ValueError, "position value cannot be negative");
    m->position = position;
    if (lang_is_none(names))
        return lang_none();
    if (!lang_is_dict(names))
        return lang_raise(t, LANG_EXC_TypeError,
                          m->text ? "fourth item of state should be a dict, got a %N"
                                  : "third item of state should be a dict, got a %N",
                          names);
    struct lang_dict *own = lang_instance_dict(t, a[0]);
    if (!own)
        return lang_error();
    int status = lang_dict_update(t, own, names);
    lang_decref(t, own);
    return status < 0 ? lang_error() : lang_none();
}

/* What both types have. */
#define SHARED_METHODS                                                                                                 \
    {"read", "(size=-1, /)", m_read, "Read at most size items.", 0},                                                   \
        {"readline", "(size=-1, /)", m_readline, "Read until newline or EOF.", 0},                                     \
        {"readlines", "(hint=-1, /)", m_readlines, "Return a list of lines from the stream.", 0},                      \
        {"write", "(s, /)", m_write, "Write to the file and return how much was written.", 0},                         \
        {"writelines", "(lines, /)", m_writelines, "Write a list of lines to stream.", 0},                             \
        {"getvalue", "()", m_getvalue, "Retrieve the entire contents of the object.", 0},                              \
        {"tell", "()", m_tell, "Tell the current file position.", 0},                                                  \
        {"seek", "(pos, whence=0, /)", m_seek, "Change stream position.", 0},                                          \
        {"close", "()", m_close, "Close the IO object.", 0}, {"flush", "()", m_flush, "Does nothing.", 0},             \
        {"readable", "()", m_true, "Returns True if the IO object can be read.", 0},                                   \
        {"writable", "()", m_true, "Returns True if the IO object can be written.", 0},                                \
        {"seekable", "()", m_true, "Returns True if the IO object can be seeked.", 0},                                 \
        {"isatty", "()", m_false, "Always returns False.", 0}, {"__getstate__", "()", m_getstate, NULL, 0},            \
        {"__setstate__", "(state, /)", m_setstate, NULL, 0},                                                           \
    {                                                                                                                  \
        "truncate", "(size=None, /)", m_truncate, "Truncate size to pos.", 0                                           \
    }

static const struct lang_method stringio_methods[] = {SHARED_METHODS, {0}};
static const struct lang_method bytesio_methods[] = {
    SHARED_METHODS,
    {"read1", "(size=-1, /)", m_read, "Read at most size bytes.", 0},
    {"readinto", "(buffer, /)", m_readinto, "Read bytes into buffer.", 0},
    {"getbuffer", "()", m_getbuffer,
     "The contents as a memoryview that can be written to; the size is fixed while it lives.", 0},
    {0},
};

static lang_value get_false(struct lang_thread *t, lang_value self)
{
    return check(t, memory_of(self)) < 0 ? lang_error() : lang_bool(false);
}

static lang_value get_newlines(struct lang_thread *t, lang_value self)
{
    return check(t, memory_of(self)) < 0 ? lang_error() : lang_newlines_seen(t, memory_of(self)->newlines.seen);
}

static const struct lang_getset stringio_getset[] = {{"closed", get_closed, NULL, NULL},
                                                     {"line_buffering", get_false, NULL, NULL},
                                                     {"newlines", get_newlines, NULL, NULL},
                                                     {0}};
static const struct lang_getset bytesio_getset[] = {{"closed", get_closed, NULL, NULL}, {0}};

#define MEMORY_TYPE(id, text, maker, parent)                                                                           \
    struct lang_type lang_type_##id = {                                                                                \
        .name = text,                                                                                                  \
        .module = "_io",                                                                                               \
        .size = sizeof(struct memory),                                                                                 \
        .attr_offset = offsetof(struct lang_stream, attrs),                                                            \
        .base = parent,                                                                                                \
        .flags = LANG_TYPE_BASE | LANG_TYPE_QUALIFIED,                                                                 \
        .methods = id##_methods,                                                                                       \
        .getset = id##_getset,                                                                                         \
        .make = maker,                                                                                                 \
        .init = memory_init,                                                                                           \
        .destroy = memory_destroy,                                                                                     \
        .next = memory_next,                                                                                           \
    }
MEMORY_TYPE(stringio, "StringIO", stringio_make, &lang_type_text_io_base);
MEMORY_TYPE(bytesio, "BytesIO", bytesio_make, &lang_type_buffered_io_base);
