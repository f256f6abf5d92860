/* file.c: open() and the types of files: text (TextIOWrapper) and binary (BufferedReader, BufferedWriter,
 * BufferedRandom), over the bytes of file_raw.c. Files in memory are in file_memory.c, the standard streams in
 * stream.c. */
#include <fcntl.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "containers.h"
#include "file.h"
#include "file_raw.h"
#include "str_impl.h"
#include "stream.h"

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

static int refuse(struct lang_thread *t, const char *what)
{
    struct lang_type *cls = lang_unsupported_operation(t);

    if (cls)
        lang_raise_class(t, cls, "%s", what);
    return -1;
}

/* ------------------------------------------------------------------ state */

static int check_open(struct lang_thread *t, struct lang_file *f)
{
    return f->raw.fd >= 0 ? 0
                          : lang_fail(t, LANG_EXC_ValueError,
                                      f->text ? "I/O operation on closed file." : "I/O operation on closed file.");
}

static int check_readable(struct lang_thread *t, struct lang_file *f)
{
    if (check_open(t, f) < 0)
        return -1;
    if (!f->raw.readable)
        return refuse(t, f->text ? "not readable" : "read");
    return f->raw.out_used ? lang_raw_flush(t, &f->raw) : 0;
}

static int check_writable(struct lang_thread *t, struct lang_file *f)
{
    if (check_open(t, f) < 0)
        return -1;
    return f->raw.writable ? 0 : refuse(t, f->text ? "not writable" : "write");
}

/* The size argument of the reading methods: -1 everything. */
static int size_argument(struct lang_thread *t, lang_value v, int64_t *n)
{
    *n = -1;
    if (lang_is_undef(v) || lang_is_none(v))
        return 0;
    if (!lang_is_integer(v) && !(lang_is_obj(v) && v.o->type->to_index))
        return lang_fail(t, LANG_EXC_TypeError, "argument should be integer or None, not '%N'", v);
    return lang_as_index(t, v, n);
}

/* ------------------------------------------------------------------ text: decoding */

static bool single_byte(const struct lang_file *f)
{
    return f->codec == CODEC_ASCII || f->codec == CODEC_LATIN1;
}

/* Bytes at the end of a chunk that begin a character whose rest is not there yet. */
static size_t incomplete_tail(const struct lang_file *f, const uint8_t *p, size_t n)
{
    if (f->codec != CODEC_UTF8)
        return 0;
    for (size_t back = 1; back <= 3 && back <= n; back++) {
        uint8_t c = p[n - back];

        if (c >= 0xc0)
            return (c >= 0xf0 ? 4u : c >= 0xe0 ? 3u : 2u) > back ? back : 0;
        if (c < 0x80)
            return 0;
    }
    return 0;
}

/* "\r\n" and "\r" become "\n". Takes s. */
static struct lang_str *translate(struct lang_thread *t, struct lang_str *s)
{
    struct lang_builder b;
    int64_t from = 0, i;

    for (i = 0; i < s->length && lang_str_at(s, i) != '\r'; i++)
        ;
    if (i == s->length)
        return s;
    lang_builder_init(&b, t);
    for (; i < s->length; i++) {
        if (lang_str_at(s, i) != '\r')
            continue;
        lang_builder_slice(&b, s, from, i);
        lang_builder_char(&b, '\n');
        if (i + 1 < s->length && lang_str_at(s, i + 1) == '\n')
            i++;
        from = i + 1;
    }
    lang_builder_slice(&b, s, from, s->length);
    lang_decref(t, s);
    return lang_builder_finish(&b);
}

/* Decodes the next chunk of the file to follow what is pending. 1 there was something, 0 the end, -1 error. */
static int more_text(struct lang_thread *t, struct lang_file *f, bool everything)
{
    bool read_all = everything || (f->codec != CODEC_UTF8 && !single_byte(f));
    int64_t n = lang_raw_fill(t, &f->raw, read_all ? SIZE_MAX / 2 : 1);
    struct lang_str *text, *rest, *joined;
    size_t use, tail;

    if (n <= 0)
        return (int)n;
    use = (size_t)n;
    tail = incomplete_tail(f, f->raw.in + f->raw.in_start, use);
    if (f->newline == NEWLINE_ANY && f->raw.in[f->raw.in_start + use - 1] == '\r')
        tail = 1; /* its "\n" may follow */
    if (tail && !read_all) {
        int64_t with = lang_raw_fill(t, &f->raw, use + 1);

        if (with < 0)
            return -1;
        if (with > n) {
            use = (size_t)with;
            tail = incomplete_tail(f, f->raw.in + f->raw.in_start, use);
            if (tail < use && f->newline == NEWLINE_ANY && f->raw.in[f->raw.in_start + use - 1 - tail] == '\r')
                tail++;
            if (tail == use)
                tail = 0;
        } else {
            tail = 0; /* the file ends within a character: the decoder shall say so */
            use = (size_t)with;
        }
        use -= tail;
    }
    text = lang_bytes_decode(t, f->raw.in + f->raw.in_start, use, f->encoding, f->errors);
    if (!text)
        return -1;
    lang_raw_consume(&f->raw, use);
    if (f->newline == NEWLINE_ANY)
        text = translate(t, text);
    if (!text)
        return -1;
    if (!f->pending) {
        f->pending = text;
        f->consumed = 0;
        return 1;
    }
    rest = lang_str_slice(t, f->pending, f->consumed, f->pending->length);
    joined = rest ? lang_str_concat(t, rest, text) : NULL;
    lang_xdecref(t, rest);
    lang_decref(t, text);
    if (!joined)
        return -1;
    lang_decref(t, f->pending);
    f->pending = joined;
    f->consumed = 0;
    return 1;
}

static void drop_pending(struct lang_thread *t, struct lang_file *f)
{
    struct lang_str *pending = f->pending;

    f->pending = NULL;
    f->consumed = 0;
    lang_xdecref(t, pending);
}

/* Takes n code points off what is pending (which has them). */
static lang_value take_text(struct lang_thread *t, struct lang_file *f, int64_t n)
{
    struct lang_str *s;

    if (!f->pending || n == 0)
        return lang_obj_or_error(lang_str_empty(t));
    if (f->consumed == 0 && n == f->pending->length) {
        s = f->pending;
        f->pending = NULL;
        return lang_obj(s);
    }
    s = lang_str_slice(t, f->pending, f->consumed, f->consumed + n);
    if (!s)
        return lang_error();
    f->consumed += n;
    if (f->consumed == f->pending->length)
        drop_pending(t, f);
    return lang_obj(s);
}

static inline int64_t available(const struct lang_file *f)
{
    return f->pending ? f->pending->length - f->consumed : 0;
}

static lang_value read_text(struct lang_thread *t, struct lang_file *f, int64_t n)
{
    int more = 1;

    while (more > 0 && (n < 0 || available(f) < n))
        more = more_text(t, f, n < 0);
    if (more < 0)
        return lang_error();
    return take_text(t, f, n < 0 || n > available(f) ? available(f) : n);
}

/* Length of the line at the front of what is pending, its end included; 0 when no end is in sight. */
static int64_t line_length(const struct lang_file *f, int64_t from)
{
    const struct lang_str *s = f->pending;

    if (!s)
        return 0;
    for (int64_t i = f->consumed + from; i < s->length; i++) {
        uint32_t c = lang_str_at(s, i);

        if (c == '\n' && f->newline != NEWLINE_CR &&
            (f->newline != NEWLINE_CRLF || (i > f->consumed && lang_str_at(s, i - 1) == '\r')))
            return i + 1 - f->consumed;
        if (c == '\r' && f->newline == NEWLINE_CR)
            return i + 1 - f->consumed;
        if (c == '\r' && f->newline == NEWLINE_KEEP && i + 1 < s->length)
            return i + 1 - f->consumed + (lang_str_at(s, i + 1) == '\n');
    }
    return 0;
}

static lang_value read_line_text(struct lang_thread *t, struct lang_file *f, int64_t limit)
{
    int64_t n, searched = 0;

    while ((n = line_length(f, searched)) == 0) {
        int more;

        searched = available(f) > 1 ? available(f) - 1 : 0;
        if (limit >= 0 && available(f) >= limit)
            break;
        more = more_text(t, f, false);
        if (more < 0)
            return lang_error();
        if (more == 0)
            break;
    }
    if (n == 0)
        n = available(f);
    if (limit >= 0 && n > limit)
        n = limit;
    return take_text(t, f, n);
}

/* ------------------------------------------------------------------ bytes */

static lang_value take_bytes(struct lang_thread *t, struct lang_file *f, size_t n)
{
    struct lang_bytes *b = lang_bytes_new(t, f->raw.in + f->raw.in_start, n);

    if (!b)
        return lang_error();
    lang_raw_consume(&f->raw, n);
    return lang_obj(b);
}

static lang_value read_bytes(struct lang_thread *t, struct lang_file *f, int64_t n)
{
    int64_t have = n == 0 ? 0 : lang_raw_fill(t, &f->raw, n < 0 ? SIZE_MAX / 2 : (size_t)n);

    if (have < 0)
        return lang_error();
    if (have == 0 || n == 0)
        return lang_obj_or_error(lang_bytes_new(t, "", 0));
    return take_bytes(t, f, (size_t)(n >= 0 && n < have ? n : have));
}

static lang_value read_line_bytes(struct lang_thread *t, struct lang_file *f, int64_t limit)
{
    int64_t have = 0, before;
    const uint8_t *end;

    do {
        before = have;
        have = lang_raw_fill(t, &f->raw, (size_t)before + 1);
        if (have < 0)
            return lang_error();
        end = have > before ? memchr(f->raw.in + f->raw.in_start + before, '\n', (size_t)(have - before)) : NULL;
    } while (!end && have > before && (limit < 0 || have < limit));
    if (have == 0)
        return lang_obj_or_error(lang_bytes_new(t, "", 0));
    if (end)
        have = end + 1 - (f->raw.in + f->raw.in_start);
    if (limit >= 0 && have > limit)
        have = limit;
    return take_bytes(t, f, (size_t)have);
}

/* ------------------------------------------------------------------ reading methods */

static lang_value m_read(struct lang_thread *t, const lang_value *a)
{
    struct lang_file *f = lang_file_of(a[0]);
    int64_t n;

    if (size_argument(t, a[1], &n) < 0 || check_readable(t, f) < 0)
        return lang_error();
    return f->text ? read_text(t, f, n) : read_bytes(t, f, n);
}

static lang_value m_readline(struct lang_thread *t, const lang_value *a)
{
    struct lang_file *f = lang_file_of(a[0]);
    int64_t n;

    if (size_argument(t, a[1], &n) < 0 || check_readable(t, f) < 0)
        return lang_error();
    return f->text ? read_line_text(t, f, n) : read_line_bytes(t, f, n);
}

static lang_value file_next(struct lang_thread *t, lang_value v)
{
    struct lang_file *f = lang_file_of(v);
    lang_value line;

    if (check_readable(t, f) < 0)
        return lang_error();
    line = f->text ? read_line_text(t, f, -1) : read_line_bytes(t, f, -1);
    if (lang_is_error(line) || (f->text ? lang_as_str(line)->length : ((struct lang_bytes *)line.o)->length) > 0)
        return line;
    lang_unref(t, line);
    return lang_undef();
}

static lang_value m_readlines(struct lang_thread *t, const lang_value *a)
{
    struct lang_list *list = lang_list_new(t, 0);
    int64_t hint, total = 0;

    if (!list || size_argument(t, a[1], &hint) < 0) {
        lang_xdecref(t, list);
        return lang_error();
    }
    for (;;) {
        lang_value line = file_next(t, a[0]);

        if (lang_is_undef(line))
            return lang_obj(list);
        if (!lang_is_error(line))
            total += lang_is_str(line) ? lang_as_str(line)->length : ((struct lang_bytes *)line.o)->length;
        if (lang_is_error(line) || lang_list_append_steal(t, list, line) < 0) {
            lang_decref(t, list);
            return lang_error();
        }
        if (hint > 0 && total >= hint)
            return lang_obj(list);
    }
}

static lang_value m_readinto(struct lang_thread *t, const lang_value *a)
{
    struct lang_file *f = lang_file_of(a[0]);
    struct lang_buffer into;
    int64_t n;

    if (!lang_buffer_get_writable(t, a[1], &into))
        return lang_raise(t, LANG_EXC_TypeError, "readinto() argument must be read-write bytes-like object, not %N",
                          a[1]);
    n = check_readable(t, f) < 0 ? -1 : lang_raw_fill(t, &f->raw, (size_t)into.length);
    if (n > into.length)
        n = into.length;
    if (n > 0) {
        memcpy((uint8_t *)into.data, f->raw.in + f->raw.in_start, (size_t)n);
        lang_raw_consume(&f->raw, (size_t)n);
    }
    lang_buffer_release(t, &into);
    return n < 0 ? lang_error() : lang_int(n);
}

/* ------------------------------------------------------------------ writing methods */

/* What was read ahead in text mode is given back before a write: its bytes by way of tell. */
static int settle(struct lang_thread *t, struct lang_file *f);

static int write_text(struct lang_thread *t, struct lang_file *f, struct lang_str *s)
{
    const char *eol = f->newline == NEWLINE_CRLF ? "\r\n" : f->newline == NEWLINE_CR ? "\r" : NULL;
    struct lang_str *changed = NULL;
    lang_value bytes;
    int status;

    if (eol) {
        struct lang_builder b;

        lang_builder_init(&b, t);
        for (int64_t i = 0; i < s->length; i++) {
            uint32_t c = lang_str_at(s, i);

            if (c == '\n')
                lang_builder_c(&b, eol);
            else
                lang_builder_char(&b, c);
        }
        s = changed = lang_builder_finish(&b);
        if (!s)
            return -1;
    }
    if (s->ascii && f->codec != CODEC_OTHER) {
        status = lang_raw_write(t, &f->raw, s->data, (size_t)s->length);
        lang_xdecref(t, changed);
        return status;
    }
    bytes = lang_str_encode(t, s, f->encoding, f->errors);
    lang_xdecref(t, changed);
    if (lang_is_error(bytes))
        return -1;
    status = lang_raw_write(t, &f->raw, ((struct lang_bytes *)bytes.o)->data,
                            (size_t)((struct lang_bytes *)bytes.o)->length);
    lang_unref(t, bytes);
    return status;
}

static lang_value write_value(struct lang_thread *t, struct lang_file *f, lang_value v)
{
    struct lang_buffer from;
    int64_t n;

    if (f->text) {
        if (!lang_is_str(v))
            return lang_raise(t, LANG_EXC_TypeError, "write() argument must be str, not %N", v);
        if (check_writable(t, f) < 0 || settle(t, f) < 0 || write_text(t, f, lang_as_str(v)) < 0)
            return lang_error();
        if (f->line_buffered && lang_raw_flush(t, &f->raw) < 0)
            return lang_error();
        return lang_int(lang_as_str(v)->length);
    }
    if (check_writable(t, f) < 0)
        return lang_error();
    if (!lang_buffer_get(t, v, &from))
        return lang_raise(t, LANG_EXC_TypeError, "a bytes-like object is required, not '%N'", v);
    n = from.length;
    if (lang_raw_write(t, &f->raw, from.data, (size_t)n) < 0 || (f->unbuffered && lang_raw_flush(t, &f->raw) < 0))
        n = -1;
    lang_buffer_release(t, &from);
    return n < 0 ? lang_error() : lang_int(n);
}

static lang_value m_write(struct lang_thread *t, const lang_value *a)
{
    return write_value(t, lang_file_of(a[0]), a[1]);
}

static int write_each(struct lang_thread *t, lang_value item, void *file)
{
    return lang_is_error(write_value(t, file, item)) ? -1 : 0;
}

static lang_value m_writelines(struct lang_thread *t, const lang_value *a)
{
    return lang_for_each(t, a[1], write_each, a[0].o) < 0 ? lang_error() : lang_none();
}

static lang_value m_flush(struct lang_thread *t, const lang_value *a)
{
    struct lang_file *f = lang_file_of(a[0]);

    return check_open(t, f) < 0 || lang_raw_flush(t, &f->raw) < 0 ? lang_error() : lang_none();
}

/* ------------------------------------------------------------------ position */

/* Bytes that the unread part of the pending text takes in the file. Line ends that were translated were one byte each
 * here: a file with "\r\n" is told by going through it again from the start of the chunk, which seek(tell()) does not
 * need. */
static int64_t pending_bytes(struct lang_thread *t, struct lang_file *f)
{
    struct lang_str *rest;
    lang_value bytes;
    int64_t n;

    if (!available(f))
        return 0;
    rest = lang_str_slice(t, f->pending, f->consumed, f->pending->length);
    if (!rest)
        return -1;
    bytes = lang_str_encode(t, rest, f->encoding, f->errors);
    lang_decref(t, rest);
    if (lang_is_error(bytes))
        return -1;
    n = ((struct lang_bytes *)bytes.o)->length;
    lang_unref(t, bytes);
    return n;
}

static int64_t position(struct lang_thread *t, struct lang_file *f)
{
    int64_t at = lang_raw_tell(t, &f->raw), ahead = at < 0 ? -1 : pending_bytes(t, f);

    return ahead < 0 ? -1 : at - ahead;
}

static int settle(struct lang_thread *t, struct lang_file *f)
{
    int64_t at;

    if (!f->pending)
        return 0;
    at = position(t, f);
    drop_pending(t, f);
    return at < 0 || lang_raw_seek(t, &f->raw, at, SEEK_SET) < 0 ? -1 : 0;
}

static lang_value m_tell(struct lang_thread *t, const lang_value *a)
{
    struct lang_file *f = lang_file_of(a[0]);
    int64_t at;

    if (check_open(t, f) < 0)
        return lang_error();
    at = position(t, f);
    return at < 0 ? lang_error() : lang_int(at);
}

static lang_value m_seek(struct lang_thread *t, const lang_value *a)
{
    struct lang_file *f = lang_file_of(a[0]);
    int64_t offset, whence = 0, at;

    if (lang_as_index(t, a[1], &offset) < 0 || (!lang_is_undef(a[2]) && lang_as_index(t, a[2], &whence) < 0) ||
        check_open(t, f) < 0)
        return lang_error();
    if (whence < 0 || whence > 2)
        return f->text
                   ? lang_raise(t, LANG_EXC_ValueError, "invalid whence (%lld, should be 0, 1 or 2)", (long long)whence)
                   : lang_raise(t, LANG_EXC_ValueError, "whence value %lld unsupported", (long long)whence);
    if (f->text && whence && offset) {
        refuse(t, whence == 1 ? "can't do nonzero cur-relative seeks" : "can't do nonzero end-relative seeks");
        return lang_error();
    }
    if (f->text && whence == 0 && offset < 0)
        return lang_raise(t, LANG_EXC_ValueError, "negative seek position %lld", (long long)offset);
    if (f->text && whence == 1) {
        at = position(t, f);
        return at < 0 ? lang_error() : lang_int(at);
    }
    at = lang_raw_seek(t, &f->raw, offset, (int)whence);
    if (at < 0)
        return lang_error();
    drop_pending(t, f);
    return lang_int(at);
}

static lang_value m_truncate(struct lang_thread *t, const lang_value *a)
{
    struct lang_file *f = lang_file_of(a[0]);
    int64_t size;

    if (check_writable(t, f) < 0 || lang_raw_flush(t, &f->raw) < 0)
        return lang_error();
    if (lang_is_undef(a[1]) || lang_is_none(a[1])) {
        size = position(t, f);
        if (size < 0)
            return lang_error();
    } else if (lang_as_index(t, a[1], &size) < 0) {
        return lang_error();
    }
    if (ftruncate(f->raw.fd, size) < 0)
        return lang_raise_errno(t, errno, NULL);
    return lang_int(size);
}

/* ------------------------------------------------------------------ life */

static int close_file(struct lang_thread *t, struct lang_file *f)
{
    drop_pending(t, f);
    return f->raw.fd < 0 ? 0 : lang_raw_close(t, &f->raw);
}

static lang_value m_close(struct lang_thread *t, const lang_value *a)
{
    return close_file(t, lang_file_of(a[0])) < 0 ? lang_error() : lang_none();
}

static lang_value m_enter(struct lang_thread *t, const lang_value *a)
{
    return check_open(t, lang_file_of(a[0])) < 0 ? lang_error() : lang_ref(a[0]);
}

static lang_value m_exit(struct lang_thread *t, const lang_value *a)
{
    return m_close(t, a);
}

static void file_destroy(struct lang_thread *t, struct lang_object *o)
{
    struct lang_file *f = (struct lang_file *)o;
    lang_value error = lang_error_take(t); /* errors here are ignored */

    if (close_file(t, f) < 0)
        lang_error_clear(t);
    if (!lang_is_undef(error))
        lang_error_restore(t, error);
    lang_clear(t, &f->name);
}

/* ------------------------------------------------------------------ questions */

static lang_value file_repr(struct lang_thread *t, lang_value v)
{
    struct lang_file *f = lang_file_of(v);

    if (f->text)
        return lang_obj_or_error(lang_str_from_format(t, "<_io.TextIOWrapper name=%R mode='%s' encoding='%s'>", f->name,
                                                      f->mode, f->encoding));
    return lang_obj_or_error(lang_str_from_format(t, "<_io.%s name=%R>", lang_type_name(v), f->name));
}

static lang_value m_readable(struct lang_thread *t, const lang_value *a)
{
    struct lang_file *f = lang_file_of(a[0]);

    return check_open(t, f) < 0 ? lang_error() : lang_bool(f->raw.readable);
}

static lang_value m_writable(struct lang_thread *t, const lang_value *a)
{
    struct lang_file *f = lang_file_of(a[0]);

    return check_open(t, f) < 0 ? lang_error() : lang_bool(f->raw.writable);
}

static lang_value m_seekable(struct lang_thread *t, const lang_value *a)
{
    struct lang_file *f = lang_file_of(a[0]);

    return check_open(t, f) < 0 ? lang_error() : lang_bool(lseek(f->raw.fd, 0, SEEK_CUR) >= 0);
}

static lang_value m_isatty(struct lang_thread *t, const lang_value *a)
{
    struct lang_file *f = lang_file_of(a[0]);

    return check_open(t, f) < 0 ? lang_error() : lang_bool(isatty(f->raw.fd));
}

static lang_value m_fileno(struct lang_thread *t, const lang_value *a)
{
    struct lang_file *f = lang_file_of(a[0]);

    return f->raw.fd < 0 ? lang_raise(t, LANG_EXC_ValueError, "I/O operation on closed file") : lang_int(f->raw.fd);
}

static lang_value get_closed(struct lang_thread *t, lang_value self)
{
    (void)t;
    return lang_bool(lang_file_of(self)->raw.fd < 0);
}

static lang_value get_name(struct lang_thread *t, lang_value self)
{
    (void)t;
    return lang_ref(lang_file_of(self)->name);
}

static lang_value get_mode(struct lang_thread *t, lang_value self)
{
    return lang_obj_or_error(lang_str_from_c(t, lang_file_of(self)->mode));
}

static lang_value get_encoding(struct lang_thread *t, lang_value self)
{
    return lang_obj_or_error(lang_str_from_c(t, lang_file_of(self)->encoding));
}

static lang_value get_errors(struct lang_thread *t, lang_value self)
{
    return lang_obj_or_error(lang_str_from_c(t, lang_file_of(self)->errors));
}

static lang_value get_line_buffering(struct lang_thread *t, lang_value self)
{
    (void)t;
    return lang_bool(lang_file_of(self)->line_buffered);
}

static const struct lang_method file_methods[] = {
    {"read", "(size=-1, /)", m_read, "Read at most n characters from stream.", 0},
    {"readline", "(size=-1, /)", m_readline, "Read until newline or EOF.", 0},
    {"readlines", "(hint=-1, /)", m_readlines, "Return a list of lines from the stream.", 0},
    {"write", "(text, /)", m_write, "Write string to stream.", 0},
    {"writelines", "(lines, /)", m_writelines, "Write a list of lines to stream.", 0},
    {"flush", "()", m_flush, "Flush write buffers, if applicable.", 0},
    {"close", "()", m_close,
     "Flush and close the IO object.\n\nThis method has no effect if the file is already closed.", 0},
    {"seek", "(offset, whence=0, /)", m_seek, "Change stream position.", 0},
    {"tell", "()", m_tell, "Return current stream position.", 0},
    {"truncate", "(size=None, /)", m_truncate, "Truncate file to size bytes.", 0},
    {"readable", "()", m_readable, "Return whether object was opened for reading.", 0},
    {"writable", "()", m_writable, "Return whether object was opened for writing.", 0},
    {"seekable", "()", m_seekable, "Return whether object supports random access.", 0},
    {"isatty", "()", m_isatty, "Return whether this is an 'interactive' stream.", 0},
    {"fileno", "()", m_fileno, "Returns underlying file descriptor if one exists.", 0},
    {"readinto", "(buffer, /)", m_readinto, NULL, 0},
    {"__enter__", "()", m_enter, NULL, 0},
    {"__exit__", "(*args)", m_exit, NULL, 0},
    {0},
};

static const struct lang_getset text_getset[] = {
    {"closed", get_closed, NULL, NULL},
    {"name", get_name, NULL, NULL},
    {"mode", get_mode, NULL, NULL},
    {"encoding", get_encoding, NULL, NULL},
    {"errors", get_errors, NULL, NULL},
    {"line_buffering", get_line_buffering, NULL, NULL},
    {0},
};
static const struct lang_getset binary_getset[] = {
    {"closed", get_closed, NULL, NULL},
    {"name", get_name, NULL, NULL},
    {"mode", get_mode, NULL, NULL},
    {0},
};

#define FILE_TYPE(id, text, rows)                                                                                      \
    struct lang_type lang_type_##id = {                                                                                \
        .name = text,                                                                                                  \
        .module = "_io",                                                                                               \
        .flags = LANG_TYPE_QUALIFIED | LANG_TYPE_WEAKREF,                                                              \
        .size = sizeof(struct lang_file),                                                                              \
        .methods = file_methods,                                                                                       \
        .getset = rows,                                                                                                \
        .make = lang_stream_over,                                                                                      \
        .destroy = file_destroy,                                                                                       \
        .repr = file_repr,                                                                                             \
        .iter = lang_iter_self,                                                                                        \
        .next = file_next,                                                                                             \
    }
FILE_TYPE(file, "TextIOWrapper", text_getset);
FILE_TYPE(buffered_reader, "BufferedReader", binary_getset);
FILE_TYPE(buffered_writer, "BufferedWriter", binary_getset);
FILE_TYPE(buffered_random, "BufferedRandom", binary_getset);

int lang_files_ready(struct lang_thread *t)
{
    struct lang_type *const types[] = {&lang_type_file, &lang_type_buffered_reader, &lang_type_buffered_writer,
                                       &lang_type_buffered_random};

    unsupported = NULL;
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (lang_type_ready(t, types[i]) < 0)
            return -1;
    return lang_streams_ready(t) < 0 || lang_memory_files_ready(t) < 0 ? -1 : 0;
}

/* ------------------------------------------------------------------ open */

static int check_mode(struct lang_thread *t, const char *mode)
{
    int kinds = 0, plus = 0, text = 0, binary = 0;

    for (const char *p = mode; *p; p++) {
        if (!strchr("rwaxbt+", *p) || strchr(p + 1, *p))
            return lang_fail(t, LANG_EXC_ValueError, "invalid mode: '%s'", mode);
        kinds += strchr("rwax", *p) != NULL;
        plus += *p == '+';
        text += *p == 't';
        binary += *p == 'b';
    }
    if (text && binary)
        return lang_fail(t, LANG_EXC_ValueError, "can't have text and binary mode at once");
    if (kinds > 1)
        return lang_fail(t, LANG_EXC_ValueError, "must have exactly one of create/read/write/append mode");
    if (kinds == 0)
        return lang_fail(t, LANG_EXC_ValueError,
                         "Must have exactly one of create/read/write/append mode and at most one plus");
    return 0;
}

/* A short text argument (encoding, errors, newline, mode) into a field of the file. */
static int text_argument(struct lang_thread *t, lang_value v, const char *name, char *out, size_t capacity, bool *given)
{
    const char *text;
    size_t size;

    *given = !lang_is_undef(v) && !lang_is_none(v);
    if (!*given)
        return 0;
    if (!lang_is_str(v))
        return lang_fail(t, LANG_EXC_TypeError, "open() argument '%s' must be str%s, not %N", name,
                         strcmp(name, "mode") ? " or None" : "", v);
    text = lang_str_utf8(t, lang_as_str(v), &size);
    if (!text)
        return -1;
    if (size >= capacity || strlen(text) != size)
        return lang_fail(t, LANG_EXC_ValueError, strcmp(name, "mode") ? "invalid %s: %R" : "invalid %s: %R", name, v);
    memcpy(out, text, size + 1);
    return 0;
}

static enum file_codec codec_of(const char *name)
{
    char plain[16];
    size_t n = 0;

    for (; *name && n < sizeof plain - 1; name++)
        if (*name != '-' && *name != '_' && *name != ' ')
            plain[n++] = (char)(*name | 32);
    plain[n] = 0;
    if (!strcmp(plain, "utf8") || !strcmp(plain, "u8"))
        return CODEC_UTF8;
    if (!strcmp(plain, "ascii") || !strcmp(plain, "usascii"))
        return CODEC_ASCII;
    if (!strcmp(plain, "latin1") || !strcmp(plain, "iso88591") || !strcmp(plain, "l1"))
        return CODEC_LATIN1;
    return CODEC_OTHER;
}

static int set_newline(struct lang_thread *t, struct lang_file *f, const char *text, bool given)
{
    static const struct {
        const char *text;
        enum file_newline newline;
    } rows[] = {{"", NEWLINE_KEEP}, {"\n", NEWLINE_LF}, {"\r", NEWLINE_CR}, {"\r\n", NEWLINE_CRLF}};

    f->newline = NEWLINE_ANY;
    if (!given)
        return 0;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (!strcmp(text, rows[i].text)) {
            f->newline = rows[i].newline;
            return 0;
        }
    return lang_fail(t, LANG_EXC_ValueError, "illegal newline value: %s", text);
}

/* args: file, mode, buffering, encoding, errors, newline, closefd, opener */
static int configure(struct lang_thread *t, struct lang_file *f, const lang_value *a)
{
    bool given, encoding, errors, newline;
    char newline_text[8] = "";
    int64_t buffering = -1;

    strcpy(f->mode, "r");
    strcpy(f->encoding, "UTF-8");
    strcpy(f->errors, "strict");
    if (text_argument(t, a[1], "mode", f->mode, sizeof f->mode, &given) < 0 ||
        text_argument(t, a[3], "encoding", f->encoding, sizeof f->encoding, &encoding) < 0 ||
        text_argument(t, a[4], "errors", f->errors, sizeof f->errors, &errors) < 0 ||
        text_argument(t, a[5], "newline", newline_text, sizeof newline_text, &newline) < 0 ||
        (!lang_is_undef(a[2]) && lang_as_index(t, a[2], &buffering) < 0) || check_mode(t, f->mode) < 0)
        return -1;
    f->text = !strchr(f->mode, 'b');
    if (!f->text && (encoding || errors || newline))
        return lang_fail(t, LANG_EXC_ValueError, "binary mode doesn't take %s argument",
                         encoding ? "an encoding"
                         : errors ? "an errors"
                                  : "a newline");
    if (f->text && buffering == 0)
        return lang_fail(t, LANG_EXC_ValueError, "can't have unbuffered text I/O");
    f->unbuffered = f->raw.exact = buffering == 0;
    f->line_buffered = f->text && buffering == 1;
    if (strcmp(f->encoding, "locale") == 0)
        strcpy(f->encoding, "UTF-8"); /* as of every locale here */
    f->codec = codec_of(f->encoding);
    if (encoding && f->codec == CODEC_OTHER) { /* is there such a codec? */
        struct lang_str *probe = lang_bytes_decode(t, (const uint8_t *)"", 0, f->encoding, f->errors);
        if (!probe)
            return -1;
        lang_decref(t, probe);
    }
    return f->text ? set_newline(t, f, newline_text, newline) : 0;
}

/* The descriptor that the program's own opener gives for a name and the flags of the mode; -1 with an exception. */
static int opened_by(struct lang_thread *t, lang_value opener, lang_value name, const char *mode)
{
    bool plus = strchr(mode, '+') != NULL;
    int flags = O_CLOEXEC | (plus ? O_RDWR : strchr(mode, 'r') ? O_RDONLY : O_WRONLY);
    int64_t fd;

    flags |= strchr(mode, 'w')   ? O_CREAT | O_TRUNC
             : strchr(mode, 'x') ? O_CREAT | O_EXCL
             : strchr(mode, 'a') ? O_CREAT | O_APPEND
                                 : 0;
    const lang_value args[2] = {name, lang_int(flags)};
    lang_value found = lang_call(t, opener, args, 2, NULL);
    if (lang_is_error(found))
        return -1;
    if (!lang_is_integer(found)) {
        lang_unref(t, found);
        return lang_fail(t, LANG_EXC_TypeError, "expected integer from opener");
    }
    int status = lang_as_c_int(t, found, &fd);
    lang_unref(t, found);
    if (status == 0 && fd < 0)
        return lang_fail(t, LANG_EXC_ValueError, "opener returned %lld", (long long)fd);
    return status < 0 ? -1 : (int)fd;
}

lang_value lang_file_open(struct lang_thread *t, const lang_value *a)
{
    struct lang_file plain = {.raw.fd = -1}, *f;
    lang_value keep = lang_undef();
    const char *path = NULL;
    struct lang_type *type;
    int64_t fd = -1;

    if (configure(t, &plain, a) < 0)
        return lang_error();
    int close_fd = lang_is_undef(a[6]) ? 1 : lang_truth(t, a[6]);
    if (close_fd < 0)
        return lang_error();
    if (lang_is_integer(a[0])) {
        if (lang_as_index(t, a[0], &fd) < 0)
            return lang_error();
        if (fd < 0)
            return lang_raise(t, LANG_EXC_ValueError, "negative file descriptor");
        plain.raw.fd = (int)fd;
    } else {
        path = lang_path_text(t, a[0], &keep);
        if (!path)
            return lang_error();
        if (!close_fd) {
            lang_unref(t, keep);
            return lang_raise(t, LANG_EXC_ValueError, "Cannot use closefd=False with file name");
        }
        if (!lang_is_undef(a[7]) && !lang_is_none(a[7])) {
            plain.raw.fd = opened_by(t, a[7], lang_is_undef(keep) ? a[0] : keep, plain.mode);
            if (plain.raw.fd < 0) {
                lang_unref(t, keep);
                return lang_error();
            }
            path = NULL;
        }
    }
    type = plain.text                ? &lang_type_file
           : strchr(plain.mode, '+') ? &lang_type_buffered_random
           : strchr(plain.mode, 'r') ? &lang_type_buffered_reader
                                     : &lang_type_buffered_writer;
    f = lang_object_new(t, type);
    if (!f) {
        lang_unref(t, keep);
        return lang_error();
    }
    plain.head = f->head;
    *f = plain;
    f->name = lang_ref(lang_is_undef(keep) ? a[0] : keep);
    if (lang_raw_open(t, &f->raw, path, f->mode, f->name) < 0) {
        lang_unref(t, keep);
        lang_decref(t, f);
        return lang_error();
    }
    lang_unref(t, keep);
    if (!path)
        f->raw.close_fd = close_fd;
    if (f->text && f->raw.writable && isatty(f->raw.fd))
        f->line_buffered = true;
    return lang_obj(f);
}
