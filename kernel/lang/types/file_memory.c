/* file_memory.c: io.StringIO and io.BytesIO: files that live in memory. */
#include <string.h>

#include "containers.h"
#include "file_raw.h"
#include "str_impl.h"
#include "stream.h"

/* Text is kept in units of 4 bytes, so that every position is a code point; bytes in units of 1. */
struct memory {
    struct lang_object head;
    struct lang_attrs attrs;
    uint8_t *data;
    int64_t length, capacity, position; /* in units */
    bool text, closed, translate;       /* translate: any line end becomes "\n" */
    char newline[3];                    /* text: the end of a line; "": any of the three */
};

static inline struct memory *memory_of(lang_value v)
{
    return (struct memory *)v.o;
}
static inline size_t unit(const struct memory *m)
{
    return m->text ? 4 : 1;
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

    if (m->translate || m->newline[0] == '\r') {
        struct lang_builder b;

        lang_builder_init(&b, t);
        for (int64_t i = 0; i < s->length; i++) {
            uint32_t c = lang_str_at(s, i);

            if (m->translate && c == '\r') {
                c = '\n';
                if (i + 1 < s->length && lang_str_at(s, i + 1) == '\n')
                    i++;
            } else if (!m->translate && c == '\n') {
                lang_builder_c(&b, m->newline);
                continue;
            }
            lang_builder_char(&b, c);
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
    if (check(t, m) < 0)
        return lang_error();
    if (!lang_buffer_get(t, v, &from))
        return lang_raise(t, LANG_EXC_TypeError, "a bytes-like object is required, not '%N'", v);
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

static int size_argument(struct lang_thread *t, lang_value v, int64_t *n)
{
    *n = -1;
    if (lang_is_undef(v) || lang_is_none(v))
        return 0;
    if (!lang_is_integer(v) && !(lang_is_obj(v) && v.o->type->to_index))
        return lang_fail(t, LANG_EXC_TypeError, "argument should be integer or None, not '%N'", v);
    return lang_as_index(t, v, n);
}

/* ------------------------------------------------------------------ methods */

static lang_value m_read(struct lang_thread *t, const lang_value *a)
{
    int64_t n;

    if (size_argument(t, a[1], &n) < 0 || check(t, memory_of(a[0])) < 0)
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

    if (size_argument(t, a[1], &limit) < 0 || check(t, m) < 0)
        return lang_error();
    n = m->position < m->length ? line_length(m) : 0;
    return take(t, m, limit >= 0 && limit < n ? limit : n);
}

static lang_value memory_next(struct lang_thread *t, lang_value v)
{
    struct memory *m = memory_of(v);

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
    if (size_argument(t, a[1], &hint) < 0 || !(lines = lang_list_new(t, 0)))
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

    if ((!here && lang_as_index(t, a[1], &n) < 0) || check(t, m) < 0)
        return lang_error();
    if (here)
        n = m->position;
    if (n < 0)
        return lang_raise(t, LANG_EXC_ValueError, m->text ? "Negative size value %lld" : "negative size value %lld",
                          (long long)n);
    if (n < m->length)
        m->length = n;
    return lang_int(n);
}

static lang_value m_close(struct lang_thread *t, const lang_value *a)
{
    struct memory *m = memory_of(a[0]);

    if (m->data)
        lang_free(t, m->data, (size_t)m->capacity * unit(m));
    m->data = NULL;
    m->length = m->capacity = m->position = 0;
    m->closed = true;
    return lang_none();
}

static lang_value m_enter(struct lang_thread *t, const lang_value *a)
{
    return check(t, memory_of(a[0])) < 0 ? lang_error() : lang_ref(a[0]);
}

static lang_value m_true(struct lang_thread *t, const lang_value *a)
{
    return check(t, memory_of(a[0])) < 0 ? lang_error() : lang_bool(true);
}

static lang_value m_false(struct lang_thread *t, const lang_value *a)
{
    return check(t, memory_of(a[0])) < 0 ? lang_error() : lang_bool(false);
}

static lang_value m_flush(struct lang_thread *t, const lang_value *a)
{
    return check(t, memory_of(a[0])) < 0 ? lang_error() : lang_none();
}

static lang_value m_fileno(struct lang_thread *t, const lang_value *a)
{
    struct lang_type *cls = lang_unsupported_operation(t);

    (void)a;
    return cls ? lang_raise_class(t, cls, "fileno") : lang_error();
}

static lang_value get_closed(struct lang_thread *t, lang_value self)
{
    (void)t;
    return lang_bool(memory_of(self)->closed);
}

/* ------------------------------------------------------------------ life */

static void memory_destroy(struct lang_thread *t, struct lang_object *o)
{
    lang_value self = lang_obj(o);

    m_close(t, &self);
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

    m->translate = lang_is_none(v);
    strcpy(m->newline, "\n");
    if (lang_is_undef(v) || m->translate)
        return 0;
    if (!lang_is_str(v))
        return lang_fail(t, LANG_EXC_TypeError, "newline must be str or None, not %N", v);
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (lang_str_equal_c(lang_as_str(v), known[i])) {
            strcpy(m->newline, known[i]);
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
    m_close(t, &self);
    m->closed = false;
    if (m->text && set_newline(t, m, bound[1]) < 0)
        return -1;
    if (lang_is_undef(bound[0]) || lang_is_none(bound[0]))
        return 0;
    if (m->text && !lang_is_str(bound[0]))
        return lang_fail(t, LANG_EXC_TypeError, "initial_value must be str or None, not %N", bound[0]);
    if (lang_is_error(put(t, m, bound[0])))
        return -1;
    m->position = 0;
    return 0;
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
        {"isatty", "()", m_false, "Always returns False.", 0},                                                         \
        {"fileno", "()", m_fileno, "Returns underlying file descriptor if one exists.", 0},                            \
        {"__enter__", "()", m_enter, NULL, 0}, {"__exit__", "(*args)", m_close, NULL, 0},                              \
    {                                                                                                                  \
        "truncate", "(size=None, /)", m_truncate, "Truncate size to pos.", 0                                           \
    }

static const struct lang_method stringio_methods[] = {SHARED_METHODS, {0}};
static const struct lang_method bytesio_methods[] = {
    SHARED_METHODS,
    {"read1", "(size=-1, /)", m_read, "Read at most size bytes.", 0},
    {"readinto", "(buffer, /)", m_readinto, "Read bytes into buffer.", 0},
    {0},
};

static lang_value get_false(struct lang_thread *t, lang_value self)
{
    return check(t, memory_of(self)) < 0 ? lang_error() : lang_bool(false);
}

static lang_value get_none(struct lang_thread *t, lang_value self)
{
    (void)t, (void)self;
    return lang_none();
}

static const struct lang_getset stringio_getset[] = {
    {"closed", get_closed, NULL, NULL}, {"line_buffering", get_false, NULL, NULL}, {"encoding", get_none, NULL, NULL},
    {"errors", get_none, NULL, NULL},   {"newlines", get_none, NULL, NULL},        {0}};
static const struct lang_getset bytesio_getset[] = {{"closed", get_closed, NULL, NULL}, {0}};

#define MEMORY_TYPE(id, text, maker)                                                                                   \
    struct lang_type lang_type_##id = {                                                                                \
        .name = text,                                                                                                  \
        .module = "_io",                                                                                               \
        .size = sizeof(struct memory),                                                                                 \
        .attr_offset = offsetof(struct memory, attrs),                                                                 \
        .flags = LANG_TYPE_BASE | LANG_TYPE_QUALIFIED,                                                                 \
        .methods = id##_methods,                                                                                       \
        .getset = id##_getset,                                                                                         \
        .make = maker,                                                                                                 \
        .init = memory_init,                                                                                           \
        .destroy = memory_destroy,                                                                                     \
        .iter = lang_iter_self,                                                                                        \
        .next = memory_next,                                                                                           \
    }
MEMORY_TYPE(stringio, "StringIO", stringio_make);
MEMORY_TYPE(bytesio, "BytesIO", bytesio_make);

int lang_memory_files_ready(struct lang_thread *t)
{
    return lang_type_ready(t, &lang_type_stringio) < 0 || lang_type_ready(t, &lang_type_bytesio) < 0 ? -1 : 0;
}
