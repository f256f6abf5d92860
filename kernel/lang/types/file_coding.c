/* file_coding.c: bytes that arrive in pieces become text, and text bytes: what stands behind TextIOWrapper. Knows no
 * streams. */
#include <string.h>

#include "bytes_impl.h"
#include "containers.h"
#include "file_text.h"
#include "str_impl.h"
#include "vm/code.h"

/* ------------------------------------------------------------------ which codec */

/* Names without case, hyphens, underscores and blanks. */
static const struct {
    const char *name;
    enum lang_text_codec codec;
} codecs[] = {
    {"utf8", LANG_TEXT_UTF8},        {"u8", LANG_TEXT_UTF8},          {"utf", LANG_TEXT_UTF8},
    {"ascii", LANG_TEXT_NARROW},     {"usascii", LANG_TEXT_NARROW},   {"latin1", LANG_TEXT_NARROW},
    {"iso88591", LANG_TEXT_NARROW},  {"l1", LANG_TEXT_NARROW},        {"utf8sig", LANG_TEXT_UTF8_SIG},
    {"utf16", LANG_TEXT_UTF16},      {"u16", LANG_TEXT_UTF16},        {"utf16le", LANG_TEXT_UTF16_LE},
    {"utf16be", LANG_TEXT_UTF16_BE}, {"utf32", LANG_TEXT_UTF32},      {"u32", LANG_TEXT_UTF32},
    {"utf32le", LANG_TEXT_UTF32_LE}, {"utf32be", LANG_TEXT_UTF32_BE},
};

static enum lang_text_codec codec_of(struct lang_thread *t, const char *name)
{
    char plain[16];
    size_t n = 0;

    for (const char *p = name; *p && n < sizeof plain - 1; p++)
        if (*p != '-' && *p != '_' && *p != ' ')
            plain[n++] = (char)(*p >= 'A' && *p <= 'Z' ? *p | 32 : *p);
    plain[n] = 0;
    for (size_t i = 0; i < sizeof codecs / sizeof *codecs; i++)
        if (!strcmp(plain, codecs[i].name))
            return codecs[i].codec;
    return lang_codec_is_single(t, name) ? LANG_TEXT_SINGLE : LANG_TEXT_OTHER;
}

static bool is_wide(enum lang_text_codec codec)
{
    return codec >= LANG_TEXT_UTF16 && codec <= LANG_TEXT_UTF32_BE;
}
static int width_of(enum lang_text_codec codec)
{
    return codec >= LANG_TEXT_UTF32 ? 4 : 2;
}
/* The states of the decoder in codecs: of marked ones at the start. */
static int64_t first_flags(enum lang_text_codec codec)
{
    return codec == LANG_TEXT_UTF16 || codec == LANG_TEXT_UTF32 ? 2 : codec == LANG_TEXT_UTF8_SIG;
}

static const char *text_of(lang_value v)
{
    return lang_as_str(v)->utf8 ? lang_as_str(v)->utf8 : lang_as_str(v)->data;
}

void lang_text_drop(struct lang_thread *t, struct lang_text_coding *c)
{
    lang_clear(t, &c->decoder);
    lang_clear(t, &c->encoder);
    lang_clear(t, &c->encoding);
    lang_clear(t, &c->errors);
}

/* An incremental decoder or encoder: info.NAME(errors). */
static int make_coder(struct lang_thread *t, lang_value info, const char *name, lang_value errors, lang_value *out)
{
    lang_value r = lang_call_method_c(t, info, name, &errors, 1);

    if (lang_is_error(r))
        return -1;
    lang_set_steal(t, out, r);
    return 0;
}

static int find_coders(struct lang_thread *t, struct lang_text_coding *c, bool reads, bool writes)
{
    lang_value module = lang_import(t, "codecs"), info;

    if (lang_is_error(module)) {
        if (!lang_error_is(t, LANG_EXC_ImportError))
            return -1;
        lang_error_clear(t);
        return lang_fail(t, LANG_EXC_LookupError, "unknown encoding: %S", c->encoding);
    }
    info = lang_call_method_c(t, module, "lookup", &c->encoding, 1);
    lang_unref(t, module);
    if (lang_is_error(info))
        return -1;
    lang_value text = lang_stream_member(t, info, "_is_text_encoding");
    int status = lang_is_error(text) ? -1 : 0;
    if (status == 0 && !lang_is_undef(text)) {
        int yes = lang_truth(t, text);
        if (yes == 0)
            lang_fail(t, LANG_EXC_LookupError,
                      "%R is not a text encoding; use codecs.open() to handle arbitrary codecs", c->encoding);
        status = yes > 0 ? 0 : -1;
        lang_unref(t, text);
    }
    if (status == 0 && reads)
        status = make_coder(t, info, "incrementaldecoder", c->errors, &c->decoder);
    if (status == 0 && writes)
        status = make_coder(t, info, "incrementalencoder", c->errors, &c->encoder);
    lang_unref(t, info);
    return status;
}

int lang_text_open(struct lang_thread *t, struct lang_text_coding *c, lang_value encoding, lang_value errors,
                   bool reads, bool writes)
{
    const char *name = lang_str_utf8(t, lang_as_str(encoding), &(size_t){0});

    if (!name || !lang_str_utf8(t, lang_as_str(errors), &(size_t){0}))
        return -1;
    lang_set_steal(t, &c->encoding, lang_ref(encoding));
    lang_set_steal(t, &c->errors, lang_ref(errors));
    lang_clear(t, &c->decoder);
    lang_clear(t, &c->encoder);
    c->codec = codec_of(t, name);
    c->tail_size = 0;
    c->flags = first_flags(c->codec);
    c->marked = false;
    return c->codec == LANG_TEXT_OTHER ? find_coders(t, c, reads, writes) : 0;
}

/* ------------------------------------------------------------------ decoding */

/* Bytes at the end that begin a character of UTF-8 whose rest is not there. */
static size_t tail_of_utf8(const uint8_t *p, size_t n)
{
    for (size_t back = 1; back <= 3 && back <= n; back++) {
        uint8_t c = p[n - back];

        if (c >= 0xc0)
            return (c >= 0xf0 ? 4u : c >= 0xe0 ? 3u : 2u) > back ? back : 0;
        if (c < 0x80)
            return 0;
    }
    return 0;
}

static size_t tail_of_wide(const uint8_t *p, size_t n, int width, bool big)
{
    size_t tail = n % (size_t)width;

    if (width == 2 && n - tail >= 2 && (p[n - tail - (big ? 2 : 1)] & 0xfc) == 0xd8)
        tail += 2; /* the first half of a pair */
    return tail;
}

/* The codec with the order that the flags say. */
static enum lang_text_codec ordered(const struct lang_text_coding *c)
{
    if (c->codec != LANG_TEXT_UTF16 && c->codec != LANG_TEXT_UTF32)
        return c->codec;
    return c->codec + (c->flags == 1 ? 2 : 1);
}

static const char *name_of(enum lang_text_codec codec, lang_value encoding)
{
    static const char *const wide[] = {"utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "utf-32-be"};

    if (codec == LANG_TEXT_UTF8 || codec == LANG_TEXT_UTF8_SIG)
        return "utf-8";
    return is_wide(codec) ? wide[codec - LANG_TEXT_UTF16] : text_of(encoding);
}

/* Looks for the mark at the start: how many bytes it takes, -1: more are needed, -2: there is none. */
static int read_mark(struct lang_thread *t, struct lang_text_coding *c, const uint8_t *p, size_t n, bool final)
{
    static const uint8_t marks[][4] = {
        {0xef, 0xbb, 0xbf}, {0xff, 0xfe}, {0xfe, 0xff}, {0xff, 0xfe, 0, 0}, {0, 0, 0xfe, 0xff}};

    if (c->codec == LANG_TEXT_UTF8_SIG) {
        bool like = n <= 3 ? !memcmp(p, marks[0], n) : !memcmp(p, marks[0], 3);
        if (n < 3 && like && !final)
            return -1;
        c->flags = 0;
        return n >= 3 && like ? 3 : 0;
    }
    size_t width = (size_t)width_of(c->codec), row = width == 2 ? 1 : 3;
    if (n < width)
        return -1;
    bool little = !memcmp(p, marks[row], width), big = !memcmp(p, marks[row + 1], width);
    if (!little && !big) {
        lang_raise(t, LANG_EXC_UnicodeError, "UTF-%d stream does not start with BOM", (int)width * 8);
        return -2;
    }
    c->flags = big;
    return (int)width;
}

static struct lang_str *decode_own(struct lang_thread *t, struct lang_text_coding *c, const uint8_t *p, size_t n,
                                   bool final)
{
    size_t tail = 0;

    if (c->flags && c->flags == first_flags(c->codec)) {
        int mark = read_mark(t, c, p, n, final);
        if (mark == -2)
            return NULL;
        if (mark < 0 && !(final && n)) {
            memcpy(c->tail, p, n);
            c->tail_size = (int)n;
            return lang_str_empty(t);
        }
        p += mark > 0 ? mark : 0;
        n -= mark > 0 ? (size_t)mark : 0;
    }
    enum lang_text_codec codec = ordered(c);
    if (!final && (codec == LANG_TEXT_UTF8 || codec == LANG_TEXT_UTF8_SIG))
        tail = tail_of_utf8(p, n);
    else if (!final && is_wide(codec))
        tail = tail_of_wide(p, n, width_of(codec), codec == LANG_TEXT_UTF16_BE || codec == LANG_TEXT_UTF32_BE);
    memcpy(c->tail, p + n - tail, tail);
    c->tail_size = (int)tail;
    return lang_bytes_decode(t, p, n - tail, name_of(codec, c->encoding), text_of(c->errors));
}

/* With the bytes that have waited in front. */
static struct lang_str *decode_behind(struct lang_thread *t, struct lang_text_coding *c, const struct lang_buffer *in,
                                      bool final)
{
    size_t n = (size_t)c->tail_size + (size_t)in->length;
    uint8_t *both = lang_alloc(t, n + 1);
    struct lang_str *s;

    if (!both)
        return NULL;
    memcpy(both, c->tail, (size_t)c->tail_size);
    memcpy(both + c->tail_size, in->data, (size_t)in->length);
    s = decode_own(t, c, both, n, final);
    lang_free(t, both, n + 1);
    return s;
}

static struct lang_str *decode_by_object(struct lang_thread *t, lang_value decoder, lang_value input, bool final)
{
    const lang_value args[2] = {input, lang_bool(final)};
    lang_value r = lang_call_method_c(t, decoder, "decode", args, 2);

    if (lang_is_error(r))
        return NULL;
    if (!lang_is_str(r)) {
        lang_raise(t, LANG_EXC_TypeError, "decoder should return a string result, not '%N'", r);
        lang_unref(t, r);
        return NULL;
    }
    return lang_as_str(r);
}

struct lang_str *lang_text_decode(struct lang_thread *t, struct lang_text_coding *c, lang_value input, bool final)
{
    struct lang_str *s;

    if (c->codec == LANG_TEXT_OTHER) {
        lang_value decoder = lang_ref(c->decoder);
        s = decode_by_object(t, decoder, input, final);
        lang_unref(t, decoder);
    } else {
        struct lang_buffer in;
        if (!lang_buffer_get(t, input, &in))
            return lang_fail_null(t, LANG_EXC_TypeError, "a bytes-like object is required, not '%N'", input);
        s = c->tail_size ? decode_behind(t, c, &in, final) : decode_own(t, c, in.data, (size_t)in.length, final);
        lang_buffer_release(t, &in);
    }
    return s && c->universal ? lang_newlines_decode(t, &c->newlines, s, final) : s;
}

int lang_text_getstate(struct lang_thread *t, struct lang_text_coding *c, lang_value *bytes, int64_t *flags)
{
    if (c->codec == LANG_TEXT_OTHER) {
        lang_value state = lang_call_method_c(t, c->decoder, "getstate", NULL, 0);
        if (lang_is_error(state))
            return -1;
        struct lang_tuple *pair = lang_is_tuple(state) ? lang_as_tuple(state) : NULL;
        int status = 0;
        if (!pair || pair->length != 2)
            status = lang_fail(t, LANG_EXC_TypeError, "illegal decoder state");
        else if (!lang_is_bytes(pair->items[0]))
            status =
                lang_fail(t, LANG_EXC_TypeError,
                          "illegal decoder state: the first item should be a bytes object, not '%N'", pair->items[0]);
        else
            status = lang_as_index(t, pair->items[1], flags);
        if (status == 0)
            *bytes = lang_ref(pair->items[0]);
        lang_unref(t, state);
        if (status < 0)
            return -1;
    } else {
        *bytes = lang_obj_or_error(lang_bytes_new(t, c->tail, (size_t)c->tail_size));
        *flags = c->flags;
        if (lang_is_error(*bytes))
            return -1;
    }
    if (c->universal)
        *flags = (int64_t)((uint64_t)*flags << 1) | c->newlines.pending_cr;
    return 0;
}

int lang_text_setstate(struct lang_thread *t, struct lang_text_coding *c, lang_value bytes, int64_t flags)
{
    const uint8_t *p;
    int64_t n;

    if (c->universal) {
        c->newlines.pending_cr = flags & 1;
        flags >>= 1;
    }
    if (c->codec == LANG_TEXT_OTHER) {
        const lang_value items[2] = {bytes, lang_int(flags)};
        lang_value state = lang_obj_or_error(lang_tuple_from(t, items, 2)), r;
        if (lang_is_error(state))
            return -1;
        r = lang_call_method_c(t, c->decoder, "setstate", &state, 1);
        lang_unref(t, state);
        if (lang_is_error(r))
            return -1;
        lang_unref(t, r);
        return 0;
    }
    if (!lang_bytes_view(bytes, &p, &n) || n > (int64_t)sizeof c->tail)
        n = 0;
    memcpy(c->tail, n ? p : c->tail, (size_t)n);
    c->tail_size = (int)n;
    c->flags = flags;
    return 0;
}

int lang_text_reset(struct lang_thread *t, struct lang_text_coding *c)
{
    if (c->universal) {
        c->newlines.pending_cr = false;
        c->newlines.seen = 0;
    }
    if (c->codec == LANG_TEXT_OTHER)
        return lang_stream_call(t, c->decoder, "reset");
    c->tail_size = 0;
    c->flags = first_flags(c->codec);
    return 0;
}

/* ------------------------------------------------------------------ encoding */

lang_value lang_text_encode(struct lang_thread *t, struct lang_text_coding *c, struct lang_str *s)
{
    static const char *const unmarked[] = {"utf-16-le", "utf-32-le"};
    const char *name = text_of(c->encoding);

    if (c->codec == LANG_TEXT_OTHER) {
        const lang_value text = lang_obj(s);
        lang_value encoder = lang_ref(c->encoder), r = lang_call_method_c(t, encoder, "encode", &text, 1);
        lang_unref(t, encoder);
        if (!lang_is_error(r) && !lang_is_bytes(r)) {
            lang_raise(t, LANG_EXC_TypeError, "encoder should return a bytes object, not '%N'", r);
            lang_unref(t, r);
            return lang_error();
        }
        return r;
    }
    if (c->codec == LANG_TEXT_UTF8)
        name = "utf-8";
    else if (c->codec == LANG_TEXT_UTF8_SIG)
        name = c->marked ? "utf-8" : "utf-8-sig";
    else if (is_wide(c->codec))
        name = !c->marked                                                   ? name_of(c->codec, c->encoding)
               : c->codec == LANG_TEXT_UTF16 || c->codec == LANG_TEXT_UTF32 ? unmarked[c->codec == LANG_TEXT_UTF32]
                                                                            : name_of(c->codec, c->encoding);
    lang_value r = lang_str_encode(t, s, name, text_of(c->errors));
    c->marked = c->marked || !lang_is_error(r);
    return r;
}

int lang_text_place(struct lang_thread *t, struct lang_text_coding *c, bool start)
{
    const lang_value zero = lang_int(0);

    c->marked = !start;
    if (c->codec != LANG_TEXT_OTHER || lang_is_undef(c->encoder))
        return 0;
    if (start)
        return lang_stream_call(t, c->encoder, "reset");
    lang_value r = lang_call_method_c(t, c->encoder, "setstate", &zero, 1);
    if (lang_is_error(r))
        return -1;
    lang_unref(t, r);
    return 0;
}
