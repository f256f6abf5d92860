/* stream.c: the standard streams: text objects that write to the host. sys.stdin of a session asks the host, that of a
 * program is a file over the descriptor 0, opened when something is first read. */
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "containers.h"
#include "file.h"
#include "lang.h"
#include "lib/lib.h"
#include "stream.h"

struct stream {
    struct lang_object head;
    struct lang_attrs attrs;
    int number;       /* 0 stdin, 1 stdout, 2 stderr */
    lang_value bytes; /* its attribute buffer; UNDEF before somebody has asked for it */
    lang_value file;  /* stdin of a program: what it reads from; UNDEF before it reads */
};

static struct lang_type stream_type;

static inline int stream_of(lang_value v)
{
    return ((struct stream *)v.o)->number;
}

int lang_file_host_stream(lang_value v)
{
    return lang_is_exactly(v, &stream_type) ? stream_of(v) : 0;
}

lang_value lang_stream_new(struct lang_thread *t, int number)
{
    struct stream *s = lang_object_new(t, &stream_type);

    if (s)
        s->number = number;
    return lang_obj_or_error(s);
}

static lang_value unsupported(struct lang_thread *t, const char *what)
{
    struct lang_type *cls = lang_unsupported_operation(t);

    return cls ? lang_raise_class(t, cls, "%s", what) : lang_error();
}

/* ---- stdin of a program */

static bool is_file(struct lang_thread *t, lang_value v)
{
    return stream_of(v) == 0 && !t->vm->options.cells;
}

/* In the C locale, which tells of no encoding, and in those that PEP 538 takes in its place, bytes that are no UTF-8
 * pass. A locale that the system does not have is the C locale. */
static const char *input_errors(void)
{
    static const char *const variables[] = {"LC_ALL", "LC_CTYPE", "LANG"}, *const plain[] = {"C", "POSIX", "C.UTF-8",
                                                                                             "C.utf8", "UTF-8"};
    const char *name = NULL;
    for (size_t i = 0; i < sizeof variables / sizeof *variables && !(name && *name); i++)
        name = getenv(variables[i]);
    locale_t locale = name && *name ? newlocale(LC_CTYPE_MASK, name, (locale_t)0) : (locale_t)0;
    if (!locale)
        return "surrogateescape";
    freelocale(locale);
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        if (!strcmp(name, plain[i]))
            return "surrogateescape";
    return "strict";
}

/* The file, borrowed: a UTF-8 text as io.open() makes it, whose line ends stay as they are. */
static lang_value file_of(struct lang_thread *t, lang_value v)
{
    struct stream *s = (struct stream *)v.o;
    if (!lang_is_undef(s->file))
        return s->file;
    lang_value module = lang_import(t, "io"), args[7] = {lang_int(0)};
    if (lang_is_error(module))
        return module;
    args[1] = lang_obj_or_error(lang_str_from_c(t, "r"));
    args[2] = lang_int(-1);
    args[3] = lang_obj_or_error(lang_str_from_c(t, "utf-8"));
    args[4] = lang_obj_or_error(lang_str_from_c(t, input_errors()));
    args[5] = lang_obj_or_error(lang_str_from_c(t, "\n"));
    args[6] = lang_bool(false); /* closefd: the descriptor belongs to the process */
    bool made = true;
    for (int i = 0; i < 7; i++)
        made = made && !lang_is_error(args[i]);
    lang_value file = made ? lang_call_method_c(t, module, "open", args, 7) : lang_error();
    for (int i = 0; i < 7; i++)
        if (lang_is_obj(args[i]))
            lang_unref(t, args[i]);
    lang_unref(t, module);
    if (!lang_is_error(file))
        s->file = file;
    return file;
}

/* A method of the file. An argument that is not given is left out. */
static lang_value call_file(struct lang_thread *t, lang_value v, const char *method, const lang_value *args,
                            size_t nargs)
{
    lang_value file = file_of(t, v);
    if (lang_is_error(file))
        return file;
    lang_ref(file);
    lang_value r = lang_call_method_c(t, file, method, args, nargs && lang_is_undef(args[0]) ? 0 : nargs);
    lang_unref(t, file);
    return r;
}

static lang_value file_attribute(struct lang_thread *t, lang_value v, const char *name)
{
    lang_value file = file_of(t, v);
    return lang_is_error(file) ? file : lang_getattr_c(t, file, name);
}

static lang_value stream_repr(struct lang_thread *t, lang_value v)
{
    static const char *const names[] = {"stdin", "stdout", "stderr"};

    return lang_obj_or_error(lang_str_from_format(t, "<_io.TextIOWrapper name='<%s>' mode='%s' encoding='utf-8'>",
                                                  names[stream_of(v)], stream_of(v) ? "w" : "r"));
}

static lang_value m_write(struct lang_thread *t, const lang_value *a)
{
    if (stream_of(a[0]) == 0)
        return unsupported(t, "not writable");
    if (!lang_is_str(a[1]))
        return lang_raise(t, LANG_EXC_TypeError, "write() argument must be str, not %N", a[1]);
    lang_host_write(t, stream_of(a[0]), lang_as_str(a[1]));
    return lang_int(lang_as_str(a[1])->length);
}

static int write_line(struct lang_thread *t, lang_value item, void *stream)
{
    lang_value args[2] = {lang_obj(stream), item};

    return lang_is_error(m_write(t, args)) ? -1 : 0;
}

static lang_value m_writelines(struct lang_thread *t, const lang_value *a)
{
    return lang_for_each(t, a[1], write_line, a[0].o) < 0 ? lang_error() : lang_none();
}

static lang_value m_flush(struct lang_thread *t, const lang_value *a)
{
    if (stream_of(a[0]))
        lang_host_flush(t, stream_of(a[0]));
    return lang_none();
}

static lang_value m_false(struct lang_thread *t, const lang_value *a)
{
    (void)t;
    (void)a;
    return lang_bool(false);
}

/* A front end is no terminal. */
static lang_value m_isatty(struct lang_thread *t, const lang_value *a)
{
    return lang_bool(!t->vm->options.cells && isatty(stream_of(a[0])));
}

static lang_value m_readable(struct lang_thread *t, const lang_value *a)
{
    (void)t;
    return lang_bool(stream_of(a[0]) == 0);
}

static lang_value m_writable(struct lang_thread *t, const lang_value *a)
{
    (void)t;
    return lang_bool(stream_of(a[0]) != 0);
}

static lang_value m_fileno(struct lang_thread *t, const lang_value *a)
{
    (void)t;
    return lang_int(stream_of(a[0]));
}

/* stdin: a line is asked from the user, with the newline he has typed; the end of file is an empty text. */
static lang_value m_readline(struct lang_thread *t, const lang_value *a)
{
    struct lang_str *empty, *newline, *line;
    lang_value r;

    if (stream_of(a[0]) != 0)
        return unsupported(t, "not readable");
    if (is_file(t, a[0]))
        return call_file(t, a[0], "readline", a + 1, 1);
    empty = lang_str_empty(t);
    if (!empty)
        return lang_error();
    r = lang_host_input(t, empty, false);
    if (lang_is_error(r)) {
        if (!lang_error_is(t, LANG_EXC_EOFError) && !lang_error_is(t, LANG_EXC_NotImplementedError)) {
            lang_decref(t, empty);
            return r;
        }
        lang_error_clear(t);
        return lang_obj(empty);
    }
    lang_decref(t, empty);
    newline = lang_str_from_c(t, "\n");
    line = newline ? lang_str_concat(t, lang_as_str(r), newline) : NULL;
    lang_xdecref(t, newline);
    lang_unref(t, r);
    return lang_obj_or_error(line);
}

/* stdin until its end; in a notebook there is none to come. */
static lang_value m_read(struct lang_thread *t, const lang_value *a)
{
    struct lang_builder b;

    if (stream_of(a[0]) != 0)
        return unsupported(t, "not readable");
    if (is_file(t, a[0]))
        return call_file(t, a[0], "read", a + 1, 1);
    lang_builder_init(&b, t);
    for (;;) {
        lang_value line = m_readline(t, a);
        int64_t n;

        if (lang_is_error(line)) {
            lang_builder_drop(&b);
            return line;
        }
        n = lang_as_str(line)->length;
        lang_builder_str(&b, lang_as_str(line));
        lang_unref(t, line);
        if (n == 0)
            return lang_obj_or_error(lang_builder_finish(&b));
    }
}

static lang_value stream_next(struct lang_thread *t, lang_value v)
{
    lang_value args[2] = {v, lang_undef()}, line = m_readline(t, args);

    if (lang_is_error(line) || lang_as_str(line)->length)
        return line;
    lang_unref(t, line);
    return lang_undef();
}

static lang_value m_readlines(struct lang_thread *t, const lang_value *a)
{
    return is_file(t, a[0]) ? call_file(t, a[0], "readlines", a + 1, 1) : lang_obj_or_error(lang_to_list(t, a[0]));
}

static lang_value get_name(struct lang_thread *t, lang_value self)
{
    static const char *const names[] = {"<stdin>", "<stdout>", "<stderr>"};

    return lang_obj_or_error(lang_str_from_c(t, names[stream_of(self)]));
}

static lang_value get_mode(struct lang_thread *t, lang_value self)
{
    return lang_obj_or_error(lang_str_from_c(t, stream_of(self) ? "w" : "r"));
}

static lang_value get_encoding(struct lang_thread *t, lang_value self)
{
    if (!lang_is_undef(((struct stream *)self.o)->file))
        return file_attribute(t, self, "encoding");
    return lang_obj_or_error(lang_str_from_c(t, "utf-8"));
}

static lang_value get_errors(struct lang_thread *t, lang_value self)
{
    if (!lang_is_undef(((struct stream *)self.o)->file))
        return file_attribute(t, self, "errors");
    return lang_obj_or_error(lang_str_from_c(t, stream_of(self) == 2 ? "backslashreplace"
                                                : is_file(t, self)   ? input_errors()
                                                                     : "strict"));
}

static lang_value get_closed(struct lang_thread *t, lang_value self)
{
    (void)t;
    (void)self;
    return lang_bool(false);
}

static lang_value get_newlines(struct lang_thread *t, lang_value self)
{
    return is_file(t, self) ? file_attribute(t, self, "newlines") : lang_none();
}

static lang_value m_enter(struct lang_thread *t, const lang_value *a)
{
    (void)t;
    return lang_ref(a[0]);
}

/* The stream belongs to the process: who is done with it does not close it for the others. */
static lang_value m_exit(struct lang_thread *t, const lang_value *a)
{
    return m_flush(t, a);
}

/* ------------------------------------------------------------------ the bytes of a stream: sys.stdout.buffer */

struct stream_bytes {
    struct lang_stream stream;
    int number;
    uint8_t tail[4]; /* written bytes of a character whose rest has not come */
    int tail_size;
};

static inline struct stream_bytes *bytes_of(lang_value v)
{
    return (struct stream_bytes *)v.o;
}

/* Bytes at the end that begin a character whose rest is not there. */
static int64_t unfinished(const uint8_t *p, int64_t n)
{
    for (int64_t back = 1; back <= 3 && back <= n; back++) {
        uint8_t c = p[n - back];

        if (c >= 0xc0)
            return (c >= 0xf0 ? 4 : c >= 0xe0 ? 3 : 2) > back ? back : 0;
        if (c < 0x80)
            return 0;
    }
    return 0;
}

/* The host takes text: the bytes are read as UTF-8, what is none is replaced. */
static lang_value b_write(struct lang_thread *t, const lang_value *a)
{
    struct stream_bytes *b = bytes_of(a[0]);
    struct lang_buffer from;

    if (b->number == 0)
        return unsupported(t, "write");
    if (!lang_buffer_get(t, a[1], &from))
        return lang_raise(t, LANG_EXC_TypeError, "a bytes-like object is required, not '%N'", a[1]);
    int64_t n = from.length, size = b->tail_size + n;
    uint8_t *all = lang_alloc(t, (size_t)size + 1);
    struct lang_str *text = NULL;
    if (all) {
        memcpy(all, b->tail, (size_t)b->tail_size);
        memcpy(all + b->tail_size, from.data, (size_t)n);
        int64_t keep = unfinished(all, size);
        text = lang_str_new(t, (const char *)all, (size_t)(size - keep));
        if (text) {
            memcpy(b->tail, all + size - keep, (size_t)keep);
            b->tail_size = (int)keep;
        }
        lang_free(t, all, (size_t)size + 1);
    }
    lang_buffer_release(t, &from);
    if (!text)
        return lang_error();
    lang_host_write(t, b->number, text);
    lang_decref(t, text);
    return lang_int(n);
}

static lang_value b_flush(struct lang_thread *t, const lang_value *a)
{
    if (bytes_of(a[0])->number)
        lang_host_flush(t, bytes_of(a[0])->number);
    return lang_none();
}

/* What a method of sys.stdin gives, as bytes. */
static lang_value encoded(struct lang_thread *t, lang_value self,
                          lang_value (*read)(struct lang_thread *, const lang_value *))
{
    lang_value stream = bytes_of(self)->number ? lang_undef() : lang_stream_new(t, 0), text, r = lang_error();
    const char *p;
    size_t n;

    if (lang_is_undef(stream))
        return unsupported(t, "read");
    if (lang_is_error(stream))
        return stream;
    text = read(t, &stream);
    lang_unref(t, stream);
    if (lang_is_error(text))
        return text;
    if ((p = lang_str_utf8(t, lang_as_str(text), &n)))
        r = lang_obj_or_error(lang_bytes_new(t, p, n));
    lang_unref(t, text);
    return r;
}

static lang_value b_read(struct lang_thread *t, const lang_value *a)
{
    return encoded(t, a[0], m_read);
}

static lang_value b_readline(struct lang_thread *t, const lang_value *a)
{
    return encoded(t, a[0], m_readline);
}

static lang_value b_readable(struct lang_thread *t, const lang_value *a)
{
    (void)t;
    return lang_bool(bytes_of(a[0])->number == 0);
}

static lang_value b_writable(struct lang_thread *t, const lang_value *a)
{
    (void)t;
    return lang_bool(bytes_of(a[0])->number != 0);
}

static lang_value b_fileno(struct lang_thread *t, const lang_value *a)
{
    (void)t;
    return lang_int(bytes_of(a[0])->number);
}

static lang_value b_name(struct lang_thread *t, lang_value self)
{
    static const char *const names[] = {"<stdin>", "<stdout>", "<stderr>"};

    return lang_obj_or_error(lang_str_from_c(t, names[bytes_of(self)->number]));
}

static lang_value b_mode(struct lang_thread *t, lang_value self)
{
    return lang_obj_or_error(lang_str_from_c(t, bytes_of(self)->number ? "wb" : "rb"));
}

static lang_value b_repr(struct lang_thread *t, lang_value v)
{
    return lang_stream_repr(t, v, false, NULL);
}

/* As of a standard stream, close() only flushes. */
static const struct lang_method bytes_methods[] = {
    {"write", "(b, /)", b_write, "Writes bytes, which are read as UTF-8; how many.", 0},
    {"flush", "()", b_flush, "Hands everything over to the host.", 0},
    {"close", "()", b_flush, "Flushes: the stream belongs to the process.", 0},
    {"read", "(size=-1, /)", b_read, "All bytes up to the end.", 0},
    {"read1", "(size=-1, /)", b_readline, "The next line.", 0},
    {"readline", "(size=-1, /)", b_readline, "The next line.", 0},
    {"readable", "()", b_readable, "Whether something can be read.", 0},
    {"writable", "()", b_writable, "Whether something can be written.", 0},
    {"fileno", "()", b_fileno, "The file descriptor.", 0},
    {0},
};
static const struct lang_getset bytes_getset[] = {{"name", b_name, NULL, NULL}, {"mode", b_mode, NULL, NULL}, {0}};

static struct lang_type stream_bytes_type = {
    .name = "BufferedWriter",
    .module = "_io",
    .flags = LANG_TYPE_QUALIFIED,
    .size = sizeof(struct stream_bytes),
    .attr_offset = offsetof(struct lang_stream, attrs),
    .base = &lang_type_buffered_io_base,
    .methods = bytes_methods,
    .getset = bytes_getset,
    .repr = b_repr,
};

static lang_value get_buffer(struct lang_thread *t, lang_value self)
{
    struct stream *s = (struct stream *)self.o;

    if (is_file(t, self))
        return file_attribute(t, self, "buffer");
    if (lang_is_undef(s->bytes)) {
        struct stream_bytes *b = lang_object_new(t, &stream_bytes_type);
        if (!b)
            return lang_error();
        b->number = s->number;
        s->bytes = lang_obj(b);
    }
    return lang_ref(s->bytes);
}

/* Calls reconfigure() of the file with the settings that are given. */
static lang_value reconfigure_file(struct lang_thread *t, lang_value self, const lang_value *a)
{
    static const char *const settings[] = {"encoding", "errors", "newline", "line_buffering", "write_through"};
    lang_value given[5], names[5], r = lang_error(), method = file_attribute(t, self, "reconfigure");
    size_t n = 0;
    for (size_t i = 0; i < 5 && !lang_is_error(method); i++)
        if (!lang_is_undef(a[i])) {
            names[n] = lang_obj_or_error(lang_intern_c(t, settings[i]));
            given[n] = a[i];
            if (lang_is_error(names[n]))
                break;
            n++;
        }
    struct lang_tuple *keywords =
        lang_is_error(method) || lang_error_occurred(t) ? NULL : lang_tuple_from(t, names, (int64_t)n);
    if (keywords)
        r = lang_call(t, method, given, 0, keywords);
    lang_xdecref(t, keywords);
    while (n)
        lang_unref(t, names[--n]);
    if (!lang_is_error(method))
        lang_unref(t, method);
    return r;
}

/* stdin of a program is a file like others; the host takes UTF-8 with plain line ends. */
static lang_value m_reconfigure(struct lang_thread *t, const lang_value *a)
{
    bool other = !lang_is_undef(a[3]) && !lang_is_none(a[3]);

    if (is_file(t, a[0]))
        return reconfigure_file(t, a[0], a + 1);
    if (lang_is_str(a[1]))
        other = other || !(lang_str_equal_c(lang_as_str(a[1]), "utf-8") ||
                           lang_str_equal_c(lang_as_str(a[1]), "utf8") || lang_str_equal_c(lang_as_str(a[1]), "UTF-8"));
    if (other)
        return lang_raise(t, LANG_EXC_NotImplementedError, "the standard streams are UTF-8 with plain line ends");
    return m_flush(t, a);
}

static void stream_destroy(struct lang_thread *t, struct lang_object *o)
{
    lang_clear(t, &((struct stream *)o)->bytes);
    lang_clear(t, &((struct stream *)o)->file);
}

static const struct lang_method stream_methods[] = {
    {"__enter__", "()", m_enter, NULL, 0},
    {"__exit__", "(*args)", m_exit, NULL, 0},
    {"write", "(text, /)", m_write, NULL, 0},
    {"writelines", "(lines, /)", m_writelines, NULL, 0},
    {"flush", "()", m_flush, NULL, 0},
    {"isatty", "()", m_isatty, NULL, 0},
    {"seekable", "()", m_false, NULL, 0},
    {"readable", "()", m_readable, NULL, 0},
    {"writable", "()", m_writable, NULL, 0},
    {"fileno", "()", m_fileno, NULL, 0},
    {"readline", "(size=-1, /)", m_readline, NULL, 0},
    {"readlines", "(hint=-1, /)", m_readlines, NULL, 0},
    {"read", "(size=-1, /)", m_read, NULL, 0},
    {"reconfigure", "(*, encoding=None, errors=None, newline=None, line_buffering=None, write_through=None)",
     m_reconfigure, NULL, 0},
    {0},
};

static const struct lang_getset stream_getset[] = {
    {"name", get_name, NULL, NULL},         {"mode", get_mode, NULL, NULL},
    {"encoding", get_encoding, NULL, NULL}, {"errors", get_errors, NULL, NULL},
    {"closed", get_closed, NULL, NULL},     {"newlines", get_newlines, NULL, NULL},
    {"buffer", get_buffer, NULL, NULL},     {0},
};

static struct lang_type stream_type = {
    .name = "TextIOWrapper",
    .module = "_io",
    .size = sizeof(struct stream),
    .flags = LANG_TYPE_QUALIFIED,
    .attr_offset = offsetof(struct stream, attrs),
    .methods = stream_methods,
    .getset = stream_getset,
    .repr = stream_repr,
    .iter = lang_iter_self,
    .next = stream_next,
    .destroy = stream_destroy,
};

int lang_streams_ready(struct lang_thread *t)
{
    return lang_type_ready(t, &stream_bytes_type) < 0 ? -1 : lang_type_ready(t, &stream_type);
}
