/* file_text.c: TextIOWrapper: text over any stream of bytes; the buffers of _io are called directly. How text becomes
 * bytes is in file_coding.c. Whatever the stream below runs may use this one again: what it holds is looked at anew
 * after every call. */
#include <string.h>
#include <unistd.h>

#include "bytes_impl.h"
#include "containers.h"
#include "file_text.h"
#include "str_impl.h"
#include "vm/code.h"

enum { CHUNK = 8192 };

/* ------------------------------------------------------------------ what may be done */

static int check_made(struct lang_thread *t, const struct lang_text_file *w)
{
    if (w->state == LANG_TEXT_READY)
        return 0;
    return lang_fail(t, LANG_EXC_ValueError,
                     w->state == LANG_TEXT_DETACHED ? "underlying buffer has been detached"
                                                    : "I/O operation on uninitialized object");
}

/* Whether the stream below is closed; the two that open() makes are asked directly. */
static int is_closed(struct lang_thread *t, lang_value self)
{
    struct lang_text_file *w = lang_text_of(self);

    if (lang_is_exactly(self, &lang_type_file))
        return lang_stream_closed(t, w->buffer);
    return lang_stream_closed(t, self);
}

int lang_text_check_open(struct lang_thread *t, lang_value self)
{
    if (check_made(t, lang_text_of(self)) < 0)
        return -1;
    int closed = is_closed(t, self);
    return closed > 0 ? lang_fail(t, LANG_EXC_ValueError, "I/O operation on closed file.") : closed;
}

static void forget_decoded(struct lang_thread *t, struct lang_text_file *w)
{
    struct lang_str *decoded = w->decoded;

    w->decoded = NULL;
    w->used = 0;
    lang_xdecref(t, decoded);
}

static void forget_input(struct lang_thread *t, struct lang_text_file *w)
{
    lang_clear(t, &w->input);
}

void lang_text_forget(struct lang_thread *t, struct lang_text_file *w)
{
    forget_decoded(t, w);
    forget_input(t, w);
}

/* ------------------------------------------------------------------ writing */

static int send(struct lang_thread *t, struct lang_text_file *w, const uint8_t *p, int64_t n)
{
    if (lang_is_buffered(w->buffer)) {
        lang_value buffer = lang_ref(w->buffer);
        int status = lang_buffered_write(t, buffer, p, (size_t)n);
        lang_unref(t, buffer);
        return status;
    }
    lang_value bytes = lang_obj_or_error(lang_bytes_new(t, p, (size_t)n)), r;
    if (lang_is_error(bytes))
        return -1;
    r = lang_call_method_c(t, w->buffer, "write", &bytes, 1);
    lang_unref(t, bytes);
    if (lang_is_error(r))
        return -1;
    lang_unref(t, r);
    return 0;
}

/* Hands over what waits; it is taken off before, as the stream below may write here. */
int lang_text_drain(struct lang_thread *t, struct lang_text_file *w)
{
    uint8_t *out = w->out;
    int64_t n = w->out_used, capacity = w->out_capacity;

    if (n == 0)
        return 0;
    w->out = NULL;
    w->out_used = w->out_capacity = 0;
    int status = send(t, w, out, n);
    if (w->out) {
        lang_free(t, out, (size_t)capacity);
    } else {
        w->out = out;
        w->out_capacity = capacity;
    }
    return status;
}

static int queue(struct lang_thread *t, struct lang_text_file *w, const void *p, int64_t n)
{
    if (w->out_used && w->out_used + n > w->chunk && lang_text_drain(t, w) < 0)
        return -1;
    if (w->out_used + n > w->out_capacity) {
        int64_t capacity = w->out_used + n > CHUNK ? w->out_used + n : CHUNK;
        uint8_t *out = lang_realloc(t, w->out, (size_t)w->out_capacity, (size_t)capacity);
        if (!out)
            return -1;
        w->out = out;
        w->out_capacity = capacity;
    }
    if (n)
        memcpy(w->out + w->out_used, p, (size_t)n);
    w->out_used += n;
    return w->out_used >= w->chunk ? lang_text_drain(t, w) : 0;
}

static bool has_char(const struct lang_str *s, uint32_t c)
{
    if (s->kind == 1)
        return memchr(s->data, (int)c, (size_t)s->length) != NULL;
    for (int64_t i = 0; i < s->length; i++)
        if (lang_str_at(s, i) == c)
            return true;
    return false;
}

/* The text with other line ends: a new reference. */
static struct lang_str *with_ends(struct lang_thread *t, struct lang_str *s, const char *end)
{
    struct lang_builder b;
    int64_t from = 0;

    lang_builder_init(&b, t);
    for (int64_t i = 0; i < s->length; i++) {
        if (lang_str_at(s, i) != '\n')
            continue;
        lang_builder_slice(&b, s, from, i);
        lang_builder_c(&b, end);
        from = i + 1;
    }
    lang_builder_slice(&b, s, from, s->length);
    return lang_builder_finish(&b);
}

static int write_text(struct lang_thread *t, struct lang_text_file *w, struct lang_str *s)
{
    if (lang_text_is_plain(&w->coding, s))
        return queue(t, w, s->data, s->length);
    lang_value bytes = lang_text_encode(t, &w->coding, s);
    if (lang_is_error(bytes))
        return -1;
    int status = queue(t, w, ((struct lang_bytes *)bytes.o)->data, ((struct lang_bytes *)bytes.o)->length);
    lang_unref(t, bytes);
    return status;
}

static lang_value m_write(struct lang_thread *t, const lang_value *a)
{
    struct lang_text_file *w = lang_text_of(a[0]);

    if (!lang_is_str(a[1]))
        return lang_raise(t, LANG_EXC_TypeError, "write() argument must be str, not %N", a[1]);
    if (lang_text_check_open(t, a[0]) < 0)
        return lang_error();
    if (!w->writes)
        return lang_stream_refuse(t, "not writable"), lang_error();
    struct lang_str *s = lang_incref(lang_as_str(a[1]));
    bool feed = (w->written_end || w->line_buffering) && has_char(s, '\n');
    bool flushes = w->line_buffering && (feed || has_char(s, '\r'));
    if (feed && w->written_end) {
        struct lang_str *other = with_ends(t, s, w->written_end);
        lang_decref(t, s);
        if (!(s = other))
            return lang_error();
    }
    int status = write_text(t, w, s);
    lang_decref(t, s);
    if (status == 0 && (w->write_through || flushes))
        status = lang_text_drain(t, w);
    if (status == 0 && flushes)
        status = lang_stream_call(t, w->buffer, "flush");
    if (status == 0 && w->reads && (w->decoded || !lang_is_undef(w->input))) {
        forget_decoded(t, w);
        forget_input(t, w);
        status = lang_text_reset(t, &w->coding);
    }
    return status < 0 ? lang_error() : lang_int(lang_as_str(a[1])->length);
}

static lang_value m_flush(struct lang_thread *t, const lang_value *a)
{
    struct lang_text_file *w = lang_text_of(a[0]);

    if (lang_text_check_open(t, a[0]) < 0)
        return lang_error();
    w->telling = w->seekable;
    return lang_text_drain(t, w) < 0 ? lang_error() : lang_call_method_c(t, w->buffer, "flush", NULL, 0);
}

/* ------------------------------------------------------------------ reading */

static inline int64_t available(const struct lang_text_file *w)
{
    return w->decoded ? w->decoded->length - w->used : 0;
}

static void set_decoded_steal(struct lang_thread *t, struct lang_text_file *w, struct lang_str *s)
{
    forget_decoded(t, w);
    w->decoded = s;
}

static lang_value read_below(struct lang_thread *t, struct lang_text_file *w, int64_t n)
{
    lang_value buffer = lang_ref(w->buffer), r;
    const lang_value size = lang_int(n);

    if (lang_is_buffered(buffer) && w->has_read1)
        r = lang_buffered_read1(t, buffer, n);
    else
        r = lang_call_method_c(t, buffer, w->has_read1 ? "read1" : "read", &size, 1);
    lang_unref(t, buffer);
    return r;
}

/* Puts the bytes that the decoder has kept in front of those that come. */
static lang_value behind(struct lang_thread *t, lang_value kept, lang_value input)
{
    if (((struct lang_bytes *)kept.o)->length == 0 && lang_is_bytes(input))
        return lang_ref(input);
    return lang_bytes_concat(t, kept, input);
}

/* Decodes the next chunk; nothing is left of the last one. 1 there was something, 0 the end, -1 error. */
static int read_chunk(struct lang_thread *t, struct lang_text_file *w, int64_t hint)
{
    lang_value kept = lang_undef(), snapshot = lang_undef(), input;
    const uint8_t *p;
    int64_t flags = 0, n = 0;
    int status = -1;

    if (!w->reads)
        return lang_stream_refuse(t, "not readable");
    if (w->telling && lang_text_getstate(t, &w->coding, &kept, &flags) < 0)
        return -1;
    input = read_below(t, w, hint > w->chunk ? hint : w->chunk);
    struct lang_buffer held;
    if (!lang_is_error(input) && !lang_buffer_get(t, input, &held)) {
        lang_raise(t, LANG_EXC_TypeError, "underlying %s() should have returned a bytes-like object, not '%N'",
                   w->has_read1 ? "read1" : "read", input);
    } else if (!lang_is_error(input)) {
        n = held.length;
        p = held.data;
        (void)p;
        struct lang_str *s = lang_text_decode(t, &w->coding, input, n == 0);
        if (s && w->telling && !lang_is_undef(kept))
            snapshot = behind(t, kept, input);
        if (s && !lang_is_error(snapshot)) {
            status = n > 0 || s->length > 0;
            set_decoded_steal(t, w, s);
            if (!lang_is_undef(snapshot)) {
                lang_set_steal(t, &w->input, lang_ref(snapshot));
                w->input_flags = flags;
            }
        } else {
            lang_xdecref(t, s);
        }
        lang_buffer_release(t, &held);
    }
    if (!lang_is_error(input))
        lang_unref(t, input);
    if (!lang_is_error(snapshot))
        lang_unref(t, snapshot);
    lang_unref(t, kept);
    return status;
}

static int begin_read(struct lang_thread *t, lang_value self)
{
    struct lang_text_file *w = lang_text_of(self);

    if (lang_text_check_open(t, self) < 0)
        return -1;
    if (!w->reads)
        return lang_stream_refuse(t, "not readable");
    return w->out_used ? lang_text_drain(t, w) : 0;
}

/* Takes n characters that are there. */
static struct lang_str *take(struct lang_thread *t, struct lang_text_file *w, int64_t n)
{
    struct lang_str *s;

    if (n == 0)
        return lang_str_empty(t);
    if (w->used == 0 && n == w->decoded->length)
        s = lang_incref(w->decoded);
    else
        s = lang_str_slice(t, w->decoded, w->used, w->used + n);
    if (s)
        w->used += n;
    return s;
}

static lang_value read_all(struct lang_thread *t, struct lang_text_file *w)
{
    lang_value buffer = lang_ref(w->buffer);
    lang_value input =
        lang_is_buffered(buffer) ? lang_buffered_read(t, buffer, -1) : lang_call_method_c(t, buffer, "read", NULL, 0);
    struct lang_str *s, *rest;

    lang_unref(t, buffer);
    if (lang_is_error(input))
        return input;
    s = lang_text_decode(t, &w->coding, input, true);
    lang_unref(t, input);
    if (!s)
        return lang_error();
    if (available(w)) {
        struct lang_str *joined = NULL;
        rest = lang_str_slice(t, w->decoded, w->used, w->decoded->length);
        if (rest)
            joined = lang_str_concat(t, rest, s);
        lang_xdecref(t, rest);
        lang_decref(t, s);
        if (!(s = joined))
            return lang_error();
    }
    forget_decoded(t, w);
    forget_input(t, w);
    return lang_obj(s);
}

static lang_value read_some(struct lang_thread *t, struct lang_text_file *w, int64_t n)
{
    struct lang_builder b;
    int status = 1;

    if (n <= available(w))
        return lang_obj_or_error(take(t, w, n));
    lang_builder_init(&b, t);
    for (;;) {
        int64_t have = available(w) < n ? available(w) : n;
        if (have)
            lang_builder_slice(&b, w->decoded, w->used, w->used + have);
        w->used += have;
        n -= have;
        if (n == 0 || (status = read_chunk(t, w, n)) <= 0)
            break;
    }
    if (status < 0) {
        lang_builder_drop(&b);
        return lang_error();
    }
    return lang_obj_or_error(lang_builder_finish(&b));
}

static lang_value m_read(struct lang_thread *t, const lang_value *a)
{
    int64_t n;

    if (lang_stream_size(t, a[1], &n) < 0 || begin_read(t, a[0]) < 0)
        return lang_error();
    return n < 0 ? read_all(t, lang_text_of(a[0])) : read_some(t, lang_text_of(a[0]), n);
}

/* Behind the first line end from a position on; -1: there is none. */
static int64_t end_of_line(const struct lang_text_file *w, int64_t from)
{
    const struct lang_str *s = w->decoded;
    uint32_t last = w->line_end == LANG_END_CR ? '\r' : '\n';

    if (s->kind == 1 && w->line_end <= LANG_END_ANY) {
        const char *start = s->data + from, *feed = memchr(start, '\n', (size_t)(s->length - from)), *back = NULL;
        if (w->line_end == LANG_END_ANY)
            back = memchr(start, '\r', (size_t)((feed ? feed : s->data + s->length) - start));
        if (back)
            return back + 1 - s->data + (back + 1 == feed);
        return feed ? feed + 1 - s->data : -1;
    }
    for (int64_t i = from; i < s->length; i++) {
        uint32_t c = lang_str_at(s, i);
        if (w->line_end == LANG_END_ANY && c == '\r')
            return i + 1 + (i + 1 < s->length && lang_str_at(s, i + 1) == '\n');
        if (c == last && (w->line_end != LANG_END_CRLF || (i > from && lang_str_at(s, i - 1) == '\r')))
            return i + 1;
    }
    return -1;
}

/* A line that goes on beyond the chunk. */
static lang_value long_line(struct lang_thread *t, struct lang_text_file *w, int64_t limit)
{
    struct lang_builder b;
    int64_t have = 0;
    bool half = false; /* "\r" came last, and "\n" would end the line */
    int status = 1;

    lang_builder_init(&b, t);
    while (limit < 0 || have < limit) {
        if (!available(w)) {
            status = read_chunk(t, w, 0);
            if (status <= 0)
                break;
            continue;
        }
        int64_t from = w->used, end = half && lang_str_at(w->decoded, from) == '\n' ? from + 1 : end_of_line(w, from);
        bool found = end >= 0;
        if (!found)
            end = w->decoded->length;
        if (limit >= 0 && end - from > limit - have) {
            end = from + limit - have;
            found = true;
        }
        lang_builder_slice(&b, w->decoded, from, end);
        half = w->line_end == LANG_END_CRLF && lang_str_at(w->decoded, end - 1) == '\r';
        have += end - from;
        w->used = end;
        if (found)
            break;
    }
    if (status < 0) {
        lang_builder_drop(&b);
        return lang_error();
    }
    if (status == 0 && have == 0) {
        forget_decoded(t, w);
        forget_input(t, w);
    }
    return lang_obj_or_error(lang_builder_finish(&b));
}

static lang_value read_line(struct lang_thread *t, struct lang_text_file *w, int64_t limit)
{
    int64_t end = available(w) ? end_of_line(w, w->used) : -1, n = end - w->used;

    if (end >= 0 && (limit < 0 || n <= limit))
        return lang_obj_or_error(take(t, w, n));
    return long_line(t, w, limit);
}

static lang_value m_readline(struct lang_thread *t, const lang_value *a)
{
    int64_t limit = -1;

    if ((!lang_is_undef(a[1]) && lang_as_index(t, a[1], &limit) < 0) || begin_read(t, a[0]) < 0)
        return lang_error();
    return read_line(t, lang_text_of(a[0]), limit);
}

static lang_value text_next(struct lang_thread *t, lang_value v)
{
    struct lang_text_file *w = lang_text_of(v);
    lang_value line;

    if (check_made(t, w) < 0)
        return lang_error();
    w->telling = false;
    if (lang_is_exactly(v, &lang_type_file))
        line = begin_read(t, v) < 0 ? lang_error() : read_line(t, w, -1);
    else
        line = lang_call_method_c(t, v, "readline", NULL, 0);
    if (lang_is_error(line))
        return line;
    if (!lang_is_str(line)) {
        lang_raise(t, LANG_EXC_OSError, "readline() should have returned a str object, not '%N'", line);
        lang_unref(t, line);
        return lang_error();
    }
    if (lang_as_str(line)->length)
        return line;
    lang_unref(t, line);
    forget_input(t, w);
    w->telling = w->seekable;
    return lang_undef();
}

/* ------------------------------------------------------------------ settings */

/* newline: None, "", "\n", "\r" or "\r\n"; the text is checked. */
static void set_newline(struct lang_text_file *w, const char *newline)
{
    bool certain = newline && *newline && strcmp(newline, "\n");

    w->coding.universal = !newline || !*newline;
    w->coding.newlines.translate = !newline;
    w->line_end = !newline || !strcmp(newline, "\n") ? LANG_END_LF
                  : !*newline                        ? LANG_END_ANY
                  : newline[1]                       ? LANG_END_CRLF
                                                     : LANG_END_CR;
    w->written_end = !certain ? NULL : newline[1] ? "\r\n" : "\r";
}

/* The C text of a newline argument in *out, NULL for None; -1: no such one. */
static int newline_of(struct lang_thread *t, lang_value v, const char *function, const char **out)
{
    static const char *const known[] = {"", "\n", "\r", "\r\n"};

    *out = NULL;
    if (lang_is_undef(v) || lang_is_none(v))
        return 0;
    if (!lang_is_str(v))
        return lang_fail(t, LANG_EXC_TypeError,
                         *function == 'r' ? "reconfigure() argument 'newline' must be str or None, not %N"
                                          : "TextIOWrapper() argument 'newline' must be str or None, not %N",
                         v);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (lang_str_equal_c(lang_as_str(v), known[i])) {
            *out = known[i];
            return 0;
        }
    if (has_char(lang_as_str(v), 0))
        return lang_fail(t, LANG_EXC_ValueError, "embedded null character");
    return lang_fail(t, LANG_EXC_ValueError, "illegal newline value: %S", v);
}

static int check_text(struct lang_thread *t, lang_value v, const char *function, const char *name)
{
    if (lang_is_undef(v) || lang_is_none(v))
        return 0;
    if (!lang_is_str(v))
        return lang_fail(t, LANG_EXC_TypeError, "%s() argument '%s' must be str or None, not %N", function, name, v);
    return has_char(lang_as_str(v), 0) ? lang_fail(t, LANG_EXC_ValueError, "embedded null character") : 0;
}

/* The codec of these names, None and "locale" for that of the system; takes neither. */
static int set_codec(struct lang_thread *t, struct lang_text_file *w, lang_value encoding, lang_value errors)
{
    bool own = lang_is_str(encoding) && !lang_str_equal_c(lang_as_str(encoding), "locale");
    lang_value names[2] = {own ? lang_ref(encoding) : lang_obj_or_error(lang_str_from_c(t, "UTF-8")),
                           lang_is_str(errors) ? lang_ref(errors) : lang_obj_or_error(lang_str_from_c(t, "strict"))};
    struct lang_text_coding before = w->coding;
    bool ok = !lang_is_error(names[0]) && !lang_is_error(names[1]);

    w->coding.encoding = w->coding.errors = w->coding.decoder = w->coding.encoder = lang_undef();
    int status = ok ? lang_text_open(t, &w->coding, names[0], names[1], w->reads, w->writes) : -1;
    if (status == 0) {
        lang_text_drop(t, &before);
    } else { /* all is as it was */
        lang_text_drop(t, &w->coding);
        w->coding = before;
    }
    for (int i = 0; i < 2; i++)
        if (!lang_is_error(names[i]))
            lang_unref(t, names[i]);
    return status;
}

static lang_value m_reconfigure(struct lang_thread *t, const lang_value *a)
{
    struct lang_text_file *w = lang_text_of(a[0]);
    bool encoding = !lang_is_undef(a[1]) && !lang_is_none(a[1]), errors = !lang_is_undef(a[2]) && !lang_is_none(a[2]),
         newline = !lang_is_undef(a[3]);
    const char *end = NULL;

    if (check_made(t, w) < 0)
        return lang_error();
    if ((encoding || errors || newline) && w->decoded)
        return lang_stream_refuse(t,
                                  "It is not possible to set the encoding or newline of stream after the first read"),
               lang_error();
    if (check_text(t, a[1], "reconfigure", "encoding") < 0 || check_text(t, a[2], "reconfigure", "errors") < 0 ||
        (newline && newline_of(t, a[3], "reconfigure", &end) < 0))
        return lang_error();
    int64_t lines = w->line_buffering, through = w->write_through;
    if ((!lang_is_undef(a[4]) && !lang_is_none(a[4]) && lang_as_c_int(t, a[4], &lines) < 0) ||
        (!lang_is_undef(a[5]) && !lang_is_none(a[5]) && lang_as_c_int(t, a[5], &through) < 0) ||
        lang_stream_call(t, a[0], "flush") < 0)
        return lang_error();
    if (newline)
        set_newline(w, end);
    if (encoding || errors) {
        bool marked = w->coding.marked;
        if (set_codec(t, w, encoding ? a[1] : w->coding.encoding, a[2]) < 0)
            return lang_error();
        w->coding.marked = marked && !encoding;
        if (encoding && w->seekable && w->writes) {
            int64_t at = lang_text_position(t, w);
            if (at < 0 || (at && lang_text_place(t, &w->coding, false) < 0))
                return lang_error();
        }
    }
    w->line_buffering = lines;
    w->write_through = through;
    return lang_none();
}

static int text_init(struct lang_thread *t, lang_value self, const lang_value *args, size_t nargs,
                     struct lang_tuple *kwnames)
{
    struct lang_text_file *w = lang_text_of(self);
    struct lang_params *params = lang_params_get(
        t, "TextIOWrapper",
        "(buffer, encoding=None, errors=None, newline=None, line_buffering=False, write_through=False)");
    lang_value a[6] = {lang_undef(), lang_undef(), lang_undef(), lang_undef(), lang_undef(), lang_undef()};
    const char *end;

    w->state = LANG_TEXT_UNMADE;
    if (!params || lang_params_bind(t, params, args, nargs, kwnames, a) < 0 ||
        check_text(t, a[1], "TextIOWrapper", "encoding") < 0 || check_text(t, a[2], "TextIOWrapper", "errors") < 0 ||
        newline_of(t, a[3], "TextIOWrapper", &end) < 0)
        return -1;
    int lines = lang_is_undef(a[4]) ? 0 : lang_truth(t, a[4]), through = lang_is_undef(a[5]) ? 0 : lang_truth(t, a[5]);
    if (lines < 0 || through < 0)
        return -1;
    forget_decoded(t, w);
    forget_input(t, w);
    w->out_used = 0;
    int reads = lang_stream_ask(t, a[0], "readable"), writes = reads < 0 ? -1 : lang_stream_ask(t, a[0], "writable"),
        seeks = writes < 0 ? -1 : lang_stream_ask(t, a[0], "seekable");
    if (seeks < 0)
        return -1;
    w->reads = reads;
    w->writes = writes;
    if (set_codec(t, w, a[1], a[2]) < 0)
        return -1;
    w->seekable = w->telling = seeks;
    w->line_buffering = lines;
    w->write_through = through;
    w->chunk = CHUNK;
    w->coding.newlines = (struct lang_newlines){0};
    set_newline(w, end);
    lang_value read1 = lang_stream_member(t, a[0], "read1");
    if (lang_is_error(read1))
        return -1;
    w->has_read1 = !lang_is_undef(read1);
    lang_unref(t, read1);
    lang_set_steal(t, &w->buffer, lang_ref(a[0]));
    if (seeks && writes) {
        int64_t at = lang_text_position(t, w);
        if ((at < 0 && lang_error_occurred(t)) || (at && lang_text_place(t, &w->coding, false) < 0))
            return -1;
    }
    w->state = LANG_TEXT_READY;
    return 0;
}

/* ------------------------------------------------------------------ questions that the stream below answers */

#define FORWARD(name)                                                                                                  \
    static lang_value m_##name(struct lang_thread *t, const lang_value *a)                                             \
    {                                                                                                                  \
        if (check_made(t, lang_text_of(a[0])) < 0)                                                                     \
            return lang_error();                                                                                       \
        return lang_call_method_c(t, lang_text_of(a[0])->buffer, #name, NULL, 0);                                      \
    }
FORWARD(readable)
FORWARD(writable)
FORWARD(seekable)
FORWARD(fileno)
FORWARD(isatty)

static lang_value get_closed(struct lang_thread *t, lang_value self)
{
    return check_made(t, lang_text_of(self)) < 0 ? lang_error()
                                                 : lang_getattr_c(t, lang_text_of(self)->buffer, "closed");
}

static lang_value get_name(struct lang_thread *t, lang_value self)
{
    return check_made(t, lang_text_of(self)) < 0 ? lang_error() : lang_getattr_c(t, lang_text_of(self)->buffer, "name");
}

static lang_value get_buffer(struct lang_thread *t, lang_value self)
{
    (void)t;
    return lang_is_undef(lang_text_of(self)->buffer) ? lang_none() : lang_ref(lang_text_of(self)->buffer);
}

static int check_init(struct lang_thread *t, lang_value self)
{
    return lang_text_of(self)->state == LANG_TEXT_UNMADE ? check_made(t, lang_text_of(self)) : 0;
}

static lang_value get_encoding(struct lang_thread *t, lang_value self)
{
    return check_init(t, self) < 0 ? lang_error() : lang_ref(lang_text_of(self)->coding.encoding);
}

static lang_value get_errors(struct lang_thread *t, lang_value self)
{
    return check_init(t, self) < 0 ? lang_error() : lang_ref(lang_text_of(self)->coding.errors);
}

static lang_value get_newlines(struct lang_thread *t, lang_value self)
{
    struct lang_text_file *w = lang_text_of(self);

    return check_made(t, w) < 0 ? lang_error() : lang_newlines_seen(t, w->coding.newlines.seen);
}

static lang_value get_line_buffering(struct lang_thread *t, lang_value self)
{
    return check_init(t, self) < 0 ? lang_error() : lang_bool(lang_text_of(self)->line_buffering);
}

static lang_value get_write_through(struct lang_thread *t, lang_value self)
{
    return check_init(t, self) < 0 ? lang_error() : lang_bool(lang_text_of(self)->write_through);
}

static lang_value get_chunk(struct lang_thread *t, lang_value self)
{
    return check_made(t, lang_text_of(self)) < 0 ? lang_error() : lang_int(lang_text_of(self)->chunk);
}

static int set_chunk(struct lang_thread *t, lang_value self, lang_value v)
{
    int64_t n;

    if (check_made(t, lang_text_of(self)) < 0)
        return -1;
    if (lang_is_undef(v))
        return lang_fail(t, LANG_EXC_AttributeError, "cannot delete attribute");
    if (lang_as_index(t, v, &n) < 0)
        return -1;
    if (n <= 0)
        return lang_fail(t, LANG_EXC_ValueError, "a strictly positive integer is required");
    lang_text_of(self)->chunk = n;
    return 0;
}

static lang_value text_repr(struct lang_thread *t, lang_value v)
{
    if (check_init(t, v) < 0)
        return lang_error();
    struct lang_str *more = lang_str_from_format(t, " encoding=%R", lang_text_of(v)->coding.encoding);
    lang_value r = more ? lang_stream_repr(t, v, true, more) : lang_error();
    lang_xdecref(t, more);
    return r;
}

/* ------------------------------------------------------------------ life */

static lang_value m_close(struct lang_thread *t, const lang_value *a)
{
    struct lang_text_file *w = lang_text_of(a[0]);
    lang_value error = lang_undef();

    if (check_made(t, w) < 0)
        return lang_error();
    int closed = lang_stream_closed(t, a[0]);
    if (closed)
        return closed < 0 ? lang_error() : lang_none();
    lang_value buffer = lang_ref(w->buffer);
    if (w->stream.finalizing) {
        lang_value r = lang_call_method_c(t, buffer, "_dealloc_warn", a, 1);
        if (lang_is_error(r))
            lang_error_clear(t);
        else
            lang_unref(t, r);
    }
    if (lang_stream_call(t, a[0], "flush") < 0)
        error = lang_error_take(t);
    int status = lang_stream_close_after(t, buffer, error);
    lang_unref(t, buffer);
    return status < 0 ? lang_error() : lang_none();
}

static lang_value m_detach(struct lang_thread *t, const lang_value *a)
{
    struct lang_text_file *w = lang_text_of(a[0]);

    if (check_made(t, w) < 0 || lang_stream_call(t, a[0], "flush") < 0)
        return lang_error();
    lang_value buffer = w->buffer;
    w->buffer = lang_undef();
    w->state = LANG_TEXT_DETACHED;
    return buffer;
}

static void text_clear(struct lang_thread *t, struct lang_object *o)
{
    struct lang_text_file *w = (struct lang_text_file *)o;

    w->state = LANG_TEXT_UNMADE;
    lang_clear(t, &w->buffer);
    lang_clear(t, &w->input);
    lang_text_drop(t, &w->coding);
}

static void text_destroy(struct lang_thread *t, struct lang_object *o)
{
    struct lang_text_file *w = (struct lang_text_file *)o;

    text_clear(t, o);
    forget_decoded(t, w);
    if (w->out)
        lang_free(t, w->out, (size_t)w->out_capacity);
    w->out = NULL;
}

static void text_traverse(struct lang_object *o, lang_visit_fn visit, void *arg)
{
    struct lang_text_file *w = (struct lang_text_file *)o;
    const lang_value held[] = {w->buffer,          w->coding.decoder, w->coding.encoder,
                               w->coding.encoding, w->coding.errors,  w->input};

    for (size_t i = 0; i < sizeof held / sizeof *held; i++)
        if (lang_is_obj(held[i]))
            visit(held[i].o, arg);
    if (w->decoded)
        visit(&w->decoded->head, arg);
}

static lang_value text_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                            struct lang_tuple *kwnames)
{
    (void)args;
    (void)nargs;
    (void)kwnames;
    return lang_obj_or_error(lang_object_new(t, cls));
}

static const struct lang_method text_methods[] = {
    {"read", "(size=-1, /)", m_read, "At most size characters, less only at the end; all for None or a negative size.",
     0},
    {"readline", "(size=-1, /)", m_readline, "One line with its end, at most size characters of it; empty at the end.",
     0},
    {"write", "(text, /)", m_write, "Writes a text; how many characters, which may stay in the buffer.", 0},
    {"flush", "()", m_flush, "Writes what is in the buffers.", 0},
    {"close", "()", m_close, "Writes what is in the buffers and closes the stream below; a second call does nothing.",
     0},
    {"detach", "()", m_detach, "The stream of bytes below, which this one gives up.", 0},
    {"seek", "(cookie, whence=0, /)", lang_text_seek,
     "Goes to a position that tell() has given, to the start, or to the end (0, 2).", 0},
    {"tell", "()", lang_text_tell, "The position as a number for seek().", 0},
    {"truncate", "(pos=None, /)", lang_text_truncate,
     "Makes the stream so many bytes long, by default up to here; how many.", 0},
    {"reconfigure", "(*, encoding=None, errors=None, newline=None, line_buffering=None, write_through=None)",
     m_reconfigure, "Changes the settings of the stream: the encoding and the line ends not after something was read.",
     0},
    {"seekable", "()", m_seekable, "Whether the position can be changed.", 0},
    {"readable", "()", m_readable, "Whether something can be read.", 0},
    {"writable", "()", m_writable, "Whether something can be written.", 0},
    {"fileno", "()", m_fileno, "The file descriptor.", 0},
    {"isatty", "()", m_isatty, "Whether it is a terminal.", 0},
    {0},
};
static const struct lang_getset text_getset[] = {
    {"closed", get_closed, NULL, "Whether the stream below is closed."},
    {"name", get_name, NULL, "The name of the stream below."},
    {"buffer", get_buffer, NULL, "The stream of bytes below."},
    {"encoding", get_encoding, NULL, "The name of the encoding."},
    {"errors", get_errors, NULL, "What happens to what cannot be encoded or decoded."},
    {"newlines", get_newlines, NULL, "The line ends that were read so far: None, a text, or a tuple of them."},
    {"line_buffering", get_line_buffering, NULL, "Whether every line is written at once."},
    {"write_through", get_write_through, NULL, "Whether every text is handed to the stream below at once."},
    {"_CHUNK_SIZE", get_chunk, set_chunk, NULL},
    {"_finalizing", lang_stream_finalizing, lang_stream_set_finalizing, NULL},
    {0},
};

struct lang_type lang_type_file = {
    .name = "TextIOWrapper",
    .module = "_io",
    .doc = "Text over a stream of bytes. newline: None for any line end, read as \\n; '' for any, as it is; or the one "
           "that\n"
           "ends lines, into which \\n is written. line_buffering: every line is written at once.",
    .flags = LANG_TYPE_QUALIFIED | LANG_TYPE_BASE,
    .size = sizeof(struct lang_text_file),
    .attr_offset = offsetof(struct lang_stream, attrs),
    .base = &lang_type_text_io_base,
    .methods = text_methods,
    .getset = text_getset,
    .make = text_make,
    .init = text_init,
    .destroy = text_destroy,
    .traverse = text_traverse,
    .clear = text_clear,
    .repr = text_repr,
    .next = text_next,
};
