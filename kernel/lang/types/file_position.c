/* file_position.c: where a TextIOWrapper stands: tell() finds the bytes of the character that was read last, and seek()
 * brings the decoder there. Knows nothing of lines. */
#include <string.h>

#include "bytes_impl.h"
#include "containers.h"
#include "file_text.h"
#include "vm/code.h"

/* A position that tell() gives: where the bytes begin that have to be fed to a decoder with these flags, how many they
 * are, and how many of their characters were read. */
struct cookie {
    int64_t start, flags, feed, skip;
    bool ends;
};
enum { COOKIE_SIZE = 21 }; /* 8 bytes, three times 4, 1: as CPython packs it */

static lang_value cookie_value(struct lang_thread *t, const struct cookie *c)
{
    uint8_t bytes[COOKIE_SIZE] = {0};

    if (!c->flags && !c->feed && !c->skip && !c->ends)
        return lang_int(c->start);
    memcpy(bytes, &c->start, 8);
    memcpy(bytes + 8, &c->flags, 4);
    memcpy(bytes + 12, &c->feed, 4);
    memcpy(bytes + 16, &c->skip, 4);
    bytes[20] = c->ends;
    const lang_value args[2] = {lang_obj_or_error(lang_bytes_new(t, bytes, sizeof bytes)),
                                lang_obj_or_error(lang_str_from_c(t, "little"))};
    lang_value r = lang_is_error(args[0]) || lang_is_error(args[1])
                       ? lang_error()
                       : lang_call_method_c(t, lang_obj(&lang_type_int), "from_bytes", args, 2);
    for (int i = 0; i < 2; i++)
        if (!lang_is_error(args[i]))
            lang_unref(t, args[i]);
    return r;
}

static int cookie_read(struct lang_thread *t, lang_value v, struct cookie *c)
{
    *c = (struct cookie){0};
    if (!lang_is_integer(v))
        return lang_fail(t, LANG_EXC_TypeError, "'%N' object cannot be interpreted as an integer", v);
    if (lang_int_fits(v, &c->start))
        return 0;
    const lang_value args[2] = {lang_int(COOKIE_SIZE), lang_obj_or_error(lang_str_from_c(t, "little"))};
    if (lang_is_error(args[1]))
        return -1;
    lang_value bytes = lang_call_method_c(t, v, "to_bytes", args, 2);
    lang_unref(t, args[1]);
    if (lang_is_error(bytes))
        return -1;
    const uint8_t *p = ((struct lang_bytes *)bytes.o)->data;
    memcpy(&c->start, p, 8);
    memcpy(&c->flags, p + 8, 4);
    memcpy(&c->feed, p + 12, 4);
    memcpy(&c->skip, p + 16, 4);
    c->ends = p[20];
    lang_unref(t, bytes);
    return 0;
}

/* The position of the stream below as a number. */
int64_t lang_text_position(struct lang_thread *t, struct lang_text_file *w)
{
    lang_value r = lang_call_method_c(t, w->buffer, "tell", NULL, 0);
    int64_t at;

    if (lang_is_error(r))
        return -1;
    int status = lang_as_index(t, r, &at);
    lang_unref(t, r);
    return status < 0 ? -1 : at;
}

/* How many bytes of UTF-8, or of a codec of one byte, `n` characters take; -1: not so simple. */
static int64_t simple_size(const struct lang_text_file *w, const struct lang_bytes *in, int64_t n)
{
    const char *errors = lang_as_str(w->coding.errors)->data;

    if (w->input_flags || w->coding.codec == LANG_TEXT_OTHER || w->coding.codec > LANG_TEXT_SINGLE ||
        strcmp(errors, "strict") || (w->coding.universal && memchr(in->data, '\r', (size_t)in->length)))
        return -1;
    if (w->coding.codec != LANG_TEXT_UTF8)
        return w->coding.codec == LANG_TEXT_UTF8_SIG ? -1 : n;
    int64_t i = 0;
    while (i < in->length && (n > 0 || (in->data[i] & 0xc0) == 0x80)) {
        n -= (in->data[i] & 0xc0) != 0x80;
        i++;
    }
    while (i < in->length && (in->data[i] & 0xc0) == 0x80)
        i++;
    return i;
}

/* Decodes some bytes of the input: how many characters; -1. */
static int64_t feed(struct lang_thread *t, struct lang_text_file *w, const struct lang_bytes *in, int64_t from,
                    int64_t n, bool final)
{
    lang_value bytes = lang_obj_or_error(lang_bytes_new(t, in->data + from, (size_t)n));
    struct lang_str *s = lang_is_error(bytes) ? NULL : lang_text_decode(t, &w->coding, bytes, final);
    int64_t count = s ? s->length : -1;

    if (!lang_is_error(bytes))
        lang_unref(t, bytes);
    lang_xdecref(t, s);
    return count;
}

/* The state after what was fed, where nothing waits in the decoder: 1; 0: something does. */
static int is_clean(struct lang_thread *t, struct lang_text_file *w, int64_t *flags)
{
    lang_value kept;

    if (lang_text_getstate(t, &w->coding, &kept, flags) < 0)
        return -1;
    bool clean = ((struct lang_bytes *)kept.o)->length == 0;
    lang_unref(t, kept);
    return clean;
}

static int restart(struct lang_thread *t, struct lang_text_file *w, int64_t flags)
{
    lang_value empty = lang_obj_or_error(lang_bytes_new(t, "", 0));

    if (lang_is_error(empty))
        return -1;
    int status = lang_text_setstate(t, &w->coding, empty, flags);
    lang_unref(t, empty);
    return status;
}

/* Walks over the input up to the character that was read last: jumps of as many bytes as there are characters to come,
 * halved while they lead too far or into a character, then byte by byte. */
static int walk(struct lang_thread *t, struct lang_text_file *w, const struct lang_bytes *in, struct cookie *c)
{
    int64_t at = 0, jump = c->skip, flags, count = 0, fed = 0;

    while (jump > 1 && c->skip > 0) {
        if (jump > in->length - at)
            jump = in->length - at;
        int64_t got = restart(t, w, c->flags) < 0 ? -1 : feed(t, w, in, at, jump, false);
        int clean = got < 0 ? -1 : is_clean(t, w, &flags);
        if (clean < 0)
            return -1;
        if (clean && got <= c->skip && got > 0) {
            at += jump;
            c->start += jump;
            c->skip -= got;
            c->flags = flags;
            jump = c->skip;
        } else {
            jump /= 2;
        }
    }
    if (c->skip == 0)
        return 0;
    if (restart(t, w, c->flags) < 0)
        return -1;
    while (at + fed < in->length) { /* from the last clean place on */
        int64_t got = feed(t, w, in, at + fed, 1, false);
        int clean = got < 0 ? -1 : is_clean(t, w, &flags);
        if (clean < 0)
            return -1;
        fed++;
        count += got;
        if (clean && count <= c->skip) {
            at += fed;
            c->start += fed;
            c->skip -= count;
            c->flags = flags;
            fed = count = 0;
        }
        if (count >= c->skip)
            break;
    }
    if (count < c->skip) { /* the end brings the rest */
        int64_t got = feed(t, w, in, 0, 0, true);
        if (got < 0)
            return -1;
        c->ends = true;
        if (count + got < c->skip)
            return lang_fail(t, LANG_EXC_OSError, "can't reconstruct logical file position");
    }
    c->feed = c->skip ? fed : 0;
    return 0;
}

static lang_value tell(struct lang_thread *t, struct lang_text_file *w)
{
    struct cookie c = {0};
    lang_value kept, input;
    int64_t flags, size;

    c.start = lang_text_position(t, w);
    if (c.start < 0 && lang_error_occurred(t))
        return lang_error();
    if (!w->reads || lang_is_undef(w->input))
        return lang_int(c.start);
    input = lang_ref(w->input);
    struct lang_bytes *in = (struct lang_bytes *)input.o;
    c.start -= in->length;
    c.flags = w->input_flags;
    c.skip = w->decoded ? w->used : 0;
    size = c.skip ? simple_size(w, in, c.skip) : 0;
    if (size >= 0) {
        c.start += size;
        c.skip = 0;
        lang_unref(t, input);
        return cookie_value(t, &c);
    }
    int status = lang_text_getstate(t, &w->coding, &kept, &flags);
    if (status == 0) { /* the decoder does it once more, and gets its state back */
        struct lang_newlines newlines = w->coding.newlines;
        status = walk(t, w, in, &c);
        lang_value error = lang_error_take(t);
        if (lang_text_setstate(t, &w->coding, kept, flags) < 0)
            status = -1;
        if (!lang_is_undef(error)) {
            lang_error_clear(t);
            lang_error_restore(t, error);
        }
        w->coding.newlines.seen = newlines.seen;
        lang_unref(t, kept);
    }
    lang_unref(t, input);
    return status < 0 ? lang_error() : cookie_value(t, &c);
}

lang_value lang_text_tell(struct lang_thread *t, const lang_value *a)
{
    struct lang_text_file *w = lang_text_of(a[0]);

    if (lang_text_check_open(t, a[0]) < 0)
        return lang_error();
    if (!w->seekable)
        return lang_stream_refuse(t, "underlying stream is not seekable"), lang_error();
    if (!w->telling)
        return lang_raise(t, LANG_EXC_OSError, "telling position disabled by next() call");
    if (lang_text_drain(t, w) < 0 || lang_stream_call(t, a[0], "flush") < 0)
        return lang_error();
    return tell(t, w);
}

static lang_value seek_end(struct lang_thread *t, lang_value self)
{
    struct lang_text_file *w = lang_text_of(self);
    const lang_value end[2] = {lang_int(0), lang_int(2)};

    if (lang_stream_call(t, self, "flush") < 0)
        return lang_error();
    lang_text_forget(t, w);
    if (w->reads && lang_text_reset(t, &w->coding) < 0)
        return lang_error();
    lang_value at = lang_call_method_c(t, w->buffer, "seek", end, 2);
    if (!lang_is_error(at) && w->writes && lang_text_place(t, &w->coding, at.tag == LANG_INT && at.i == 0) < 0) {
        lang_unref(t, at);
        return lang_error();
    }
    return at;
}

/* Feeds what was read of the chunk in which a position lies. */
static int restore_chunk(struct lang_thread *t, struct lang_text_file *w, const struct cookie *c)
{
    const lang_value size = lang_int(c->feed);
    lang_value input = lang_call_method_c(t, w->buffer, "read", &size, 1);

    if (lang_is_error(input))
        return -1;
    if (!lang_is_bytes(input)) {
        lang_raise(t, LANG_EXC_TypeError, "underlying read() should have returned a bytes object, not '%N'", input);
        lang_unref(t, input);
        return -1;
    }
    lang_set_steal(t, &w->input, input);
    w->input_flags = c->flags;
    struct lang_str *s = lang_text_decode(t, &w->coding, input, c->ends);
    if (!s)
        return -1;
    lang_xdecref(t, w->decoded);
    w->decoded = s;
    if (s->length < c->skip)
        return lang_fail(t, LANG_EXC_OSError, "can't restore logical file position");
    w->used = c->skip;
    return 0;
}

static lang_value seek_cookie(struct lang_thread *t, lang_value self, lang_value v)
{
    struct lang_text_file *w = lang_text_of(self);
    struct cookie c;
    const lang_value zero = lang_int(0);
    int negative = lang_less(t, v, zero);

    if (negative)
        return negative < 0 ? lang_error() : lang_raise(t, LANG_EXC_ValueError, "negative seek position %R", v);
    if (lang_stream_call(t, self, "flush") < 0 || cookie_read(t, v, &c) < 0)
        return lang_error();
    const lang_value start = lang_int(c.start);
    lang_value r = lang_call_method_c(t, w->buffer, "seek", &start, 1);
    if (lang_is_error(r))
        return r;
    lang_unref(t, r);
    lang_text_forget(t, w);
    if (w->reads) {
        bool first = c.start == 0 && c.flags == 0;
        if ((first ? lang_text_reset(t, &w->coding) : restart(t, w, c.flags)) < 0)
            return lang_error();
        if (c.skip && restore_chunk(t, w, &c) < 0)
            return lang_error();
        if (!c.skip && !first) {
            lang_set_steal(t, &w->input, lang_obj_or_error(lang_bytes_new(t, "", 0)));
            w->input_flags = c.flags;
        }
    }
    if (w->writes && lang_text_place(t, &w->coding, v.tag == LANG_INT && v.i == 0) < 0)
        return lang_error();
    return lang_ref(v);
}

lang_value lang_text_seek(struct lang_thread *t, const lang_value *a)
{
    struct lang_text_file *w = lang_text_of(a[0]);
    int64_t whence = 0;
    const lang_value zero = lang_int(0);

    if ((!lang_is_undef(a[2]) && lang_as_c_int(t, a[2], &whence) < 0) || lang_text_check_open(t, a[0]) < 0)
        return lang_error();
    if (!w->seekable)
        return lang_stream_refuse(t, "underlying stream is not seekable"), lang_error();
    if (whence == 0)
        return seek_cookie(t, a[0], a[1]);
    if (whence < 0 || whence > 2)
        return lang_raise(t, LANG_EXC_ValueError, "invalid whence (%lld, should be 0, 1 or 2)", (long long)whence);
    int none = lang_equal(t, a[1], zero);
    if (none == 0)
        lang_stream_refuse(t,
                           whence == 1 ? "can't do nonzero cur-relative seeks" : "can't do nonzero end-relative seeks");
    if (none <= 0)
        return lang_error();
    if (whence == 2)
        return seek_end(t, a[0]);
    lang_value at = lang_call_method_c(t, a[0], "tell", NULL, 0), r = at;
    if (!lang_is_error(at)) {
        r = seek_cookie(t, a[0], at);
        lang_unref(t, at);
    }
    return r;
}

lang_value lang_text_truncate(struct lang_thread *t, const lang_value *a)
{
    const lang_value size = lang_is_undef(a[1]) ? lang_none() : a[1];

    if (lang_stream_call(t, a[0], "flush") < 0)
        return lang_error();
    return lang_call_method_c(t, lang_text_of(a[0])->buffer, "truncate", &size, 1);
}
