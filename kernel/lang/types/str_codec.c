/* str_codec.c: texts to bytes and back: the table of codecs, the usual error handlers, and the loops that go from one
 * invalid position to the next. Errors are UnicodeDecodeError and UnicodeEncodeError with CPython's fields and reasons.
 *
 * How a codec reads and writes what is valid is in str_utf8.c, str_utf16.c, str_charmap.c and str_escapes.c. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "types/str_codec.h"

enum { SLICE = LANG_CODEC_SLICE, SHORT = 128 };

/* ------------------------------------------------------------------ the table */

enum { UTF_8, ASCII, LATIN_1, UTF_16, UTF_16_LE, UTF_16_BE, UTF_32, UTF_32_LE, UTF_32_BE, ESCAPED, RAW_ESCAPED, SETS };

/* Indices of the rows of charmap.def. */
#define X(name, ...) NUMBER_##name,
enum {
#include "types/charmap.def"
};
#undef X

#define SURROGATES "surrogates not allowed"
#define WIDE(name, aliases, bits, width, end, big, marked)                                                             \
    {                                                                                                                  \
        name, aliases, SURROGATES, LANG_WIDE, width, big, marked, 0, lang_utf##bits##_decode_run,                      \
            lang_utf##bits##_encode_run, lang_utf##bits##_invalid_##end                                                \
    }
#define NARROW(name, aliases, limit)                                                                                   \
    {                                                                                                                  \
        name, aliases, "ordinal not in range(" #limit ")", LANG_NARROW, 1, false, false, limit,                        \
            lang_narrow_decode_run, lang_narrow_encode_run, lang_narrow_invalid                                        \
    }
#define ESCAPES(name, aliases, how)                                                                                    \
    {                                                                                                                  \
        name, aliases, "", LANG_ESCAPES, 1, false, false, 0, lang_##how##_decode_run, lang_##how##_encode_run,         \
            lang_##how##_invalid                                                                                       \
    }
static const struct lang_codec codecs[] = {
    {"utf-8", " utf-8 utf8 u8 utf cp65001 utf8-ucs2 utf8-ucs4 ", SURROGATES, LANG_UTF8, 1, false, false, 0,
     lang_utf8_decode_run, lang_utf8_encode_run, lang_utf8_invalid},
    NARROW("ascii", " ascii us-ascii 646 iso646-us ansi-x3.4-1968 ", 128),
    NARROW("latin-1", " latin-1 latin1 latin l1 iso-8859-1 iso8859-1 8859 cp819 iso8859 ", 256),
    WIDE("utf-16", " utf-16 utf16 u16 ", 16, 2, little, false, true),
    WIDE("utf-16-le", " utf-16-le utf-16le utf16-le utf16le ", 16, 2, little, false, false),
    WIDE("utf-16-be", " utf-16-be utf-16be utf16-be utf16be ", 16, 2, big, true, false),
    WIDE("utf-32", " utf-32 utf32 u32 ", 32, 4, little, false, true),
    WIDE("utf-32-le", " utf-32-le utf-32le utf32-le utf32le ", 32, 4, little, false, false),
    WIDE("utf-32-be", " utf-32-be utf-32be utf32-be utf32be ", 32, 4, big, true, false),
    ESCAPES("unicodeescape", " unicode-escape unicodeescape ", escape),
    ESCAPES("rawunicodeescape", " raw-unicode-escape rawunicodeescape ", raw_escape),
#define X(name, aliases, ...)                                                                                          \
    {"charmap",                                                                                                        \
     aliases,                                                                                                          \
     "character maps to <undefined>",                                                                                  \
     LANG_SINGLE,                                                                                                      \
     1,                                                                                                                \
     false,                                                                                                            \
     false,                                                                                                            \
     NUMBER_##name,                                                                                                    \
     lang_single_decode_run,                                                                                           \
     lang_single_encode_run,                                                                                           \
     lang_single_invalid},
#include "types/charmap.def"
#undef X
};

/* Names that were asked for: most programs use two or three. */
enum { LONGEST_NAME = 36, LONGEST_KEY = 16, RECENT = 16 };
static struct {
    uint64_t key[LONGEST_KEY / 8]; /* the name, filled with zeros */
    bool marked;
    const struct lang_codec *codec;
} recent[RECENT];

/* NULL without an exception: it is none of these. *marked is set where a byte order mark stands before UTF-8. */
static const struct lang_codec *find_codec(const char *name, bool *marked)
{
    char wanted[LONGEST_NAME + 4] = " ";
    size_t n = strlen(name), index = 0;
    uint64_t key[LONGEST_KEY / 8] = {0};
    *marked = false;
    if (n == 5 && memcmp(name, "utf-8", 5) == 0)
        return &codecs[UTF_8];
    if (n && n <= LONGEST_KEY) {
        lang_copy_short(key, name, n);
        index = (n * 3 + (unsigned char)name[n - 1] * 5u + (unsigned char)name[n / 2]) % RECENT;
        if (recent[index].codec && recent[index].key[0] == key[0] && recent[index].key[1] == key[1]) {
            *marked = recent[index].marked;
            return recent[index].codec;
        }
    }
    if (n && n <= LONGEST_NAME) {
        for (size_t i = 0; i < n; i++) {
            char c = (char)tolower((unsigned char)name[i]);
            wanted[i + 1] = c == '_' || c == ' ' ? '-' : c;
        }
        strcpy(wanted + n + 1, " ");
        *marked = strstr(" utf-8-sig utf8-sig ", wanted) != NULL;
        for (size_t i = 0; i < sizeof codecs / sizeof *codecs; i++) {
            if (!*marked && !strstr(codecs[i].aliases, wanted))
                continue;
            if (n <= LONGEST_KEY) {
                memcpy(recent[index].key, key, sizeof key);
                recent[index].marked = *marked;
                recent[index].codec = &codecs[i];
            }
            return &codecs[i];
        }
    }
    return NULL;
}

/* ------------------------------------------------------------------ error handlers */

static enum lang_handler find_handler(const char *name)
{
    static const char *const handlers[] = {
        "strict",          "ignore",        "replace",    "backslashreplace", "xmlcharrefreplace",
        "surrogateescape", "surrogatepass", "namereplace"};
    for (int i = 0; i < LANG_UNKNOWN; i++)
        if (strcmp(handlers[i], name) == 0)
            return (enum lang_handler)i;
    return LANG_UNKNOWN;
}

lang_value lang_codec_error(struct lang_thread *t, enum lang_exc exc, const char *encoding, lang_value object,
                            int64_t start, int64_t end, const char *reason)
{
    lang_value args[5] = {lang_obj_or_error(lang_str_from_c(t, encoding)), object, lang_int(start), lang_int(end),
                          lang_obj_or_error(lang_str_from_c(t, reason))};
    lang_value e = lang_error();
    if (!lang_is_error(args[0]) && !lang_is_error(args[1]) && !lang_is_error(args[4]))
        e = lang_call(t, lang_obj(&lang_exc_types[exc]), args, 5, NULL);
    for (int i = 0; i < 5; i++)
        lang_unref(t, args[i]);
    return e;
}

/* Raises it. */
static int raise_unicode(struct lang_thread *t, enum lang_exc exc, const char *encoding, lang_value object,
                         int64_t start, int64_t end, const char *reason)
{
    lang_value e = lang_codec_error(t, exc, encoding, object, start, end, reason);
    if (!lang_is_error(e)) {
        lang_error_set(t, e);
        lang_unref(t, e);
    }
    return -1;
}

/* ------------------------------------------------------------------ a text in the making */

static void drop_text(struct lang_decoding *d)
{
    if (d->s && !d->scratch) {
        d->s->length = d->capacity; /* its size tells how much is given back */
        lang_decref(d->t, d->s);
    }
    d->s = NULL;
}

static size_t size_of_text(int64_t length, int kind)
{
    return lang_str_object_size((size_t)(length + 1) * (size_t)kind);
}

int lang_decoding_reserve(struct lang_decoding *d, int kind, int64_t more)
{
    struct lang_str *s = d->s, *r;
    int64_t length = s ? s->length : 0, capacity = length + more;
    if (s && kind <= s->kind) {
        if (capacity <= d->capacity)
            return 0;
        kind = s->kind;
        capacity += length / 4;
    }
    if (s && s->kind == kind && !d->scratch) {
        r = lang_realloc(d->t, s, size_of_text(d->capacity, kind), size_of_text(capacity, kind));
        if (!r)
            return -1;
        lang_unit_set(r->data, kind, capacity, 0);
    } else {
        r = lang_str_alloc(d->t, kind, false, capacity);
        if (!r)
            return -1;
        if (s && lang_units_copy_large(d->t, r->data, kind, s->data, s->kind, length) < 0) {
            lang_decref(d->t, r);
            return -1;
        }
        drop_text(d);
        d->scratch = false;
    }
    r->length = length;
    d->s = r;
    d->capacity = capacity;
    return 0;
}

static struct lang_str *finish_text(struct lang_decoding *d)
{
    struct lang_str *s = d->s;
    int64_t n = s ? s->length : 0;
    if (n <= 1) {
        uint32_t c = n ? lang_str_at(s, 0) : 0;
        drop_text(d);
        return n ? lang_str_from_char(d->t, c) : lang_str_empty(d->t);
    }
    uint32_t bits = d->loose ? lang_units_class(s->data, s->kind, n) : d->bits;
    if (lang_kind_of(bits) < s->kind || d->scratch) {
        struct lang_str *r = lang_str_from_units(d->t, s->data, s->kind, n);
        drop_text(d);
        return r;
    }
    if (size_of_text(n, s->kind) < size_of_text(d->capacity, s->kind)) {
        s = lang_realloc(d->t, s, size_of_text(d->capacity, s->kind), size_of_text(n, s->kind));
        if (!s) {
            drop_text(d);
            return NULL;
        }
    }
    s->ascii = bits < 0x80;
    lang_unit_set(s->data, s->kind, n, 0);
    return s;
}

/* One character; there is space for it if the kind will do. */
static int put_char(struct lang_decoding *d, uint32_t c)
{
    int kind = lang_kind_of(c);
    if ((!d->s || kind > d->s->kind || d->s->length == d->capacity) &&
        lang_decoding_reserve(d, kind, d->end - d->p + 1) < 0)
        return -1;
    lang_unit_set(d->s->data, d->s->kind, d->s->length++, c);
    d->bits |= c;
    return 0;
}

/* ------------------------------------------------------------------ bytes to text */

static int raise_decode(struct lang_decoding *d, int n, const char *reason)
{
    int64_t at = d->p - d->start;
    lang_value object = lang_obj_or_error(lang_bytes_new(d->t, d->start, (size_t)(d->end - d->start)));
    return raise_unicode(d->t, LANG_EXC_UnicodeDecodeError, d->codec->name, object, at, at + n, reason);
}

/* n bytes as \xhh, with space for what is left. */
static int put_backslashed(struct lang_decoding *d, int n)
{
    static const char hex[] = "0123456789abcdef";
    if (lang_decoding_reserve(d, 1, (int64_t)n * 4 + (d->end - d->p) - n) < 0)
        return -1;
    for (int i = 0; i < n; i++) {
        char text[] = {'\\', 'x', hex[d->p[i] >> 4], hex[d->p[i] & 15]};
        lang_units_copy(d->s->data + d->s->length * d->s->kind, d->s->kind, text, 1, 4);
        d->s->length += 4;
    }
    return 0;
}

/* A lone surrogate, for the handler surrogatepass: its bytes, or 0. */
static int lone_surrogate(const struct lang_decoding *d, uint32_t *c)
{
    const struct lang_codec *codec = d->codec;
    if (codec->sort == LANG_UTF8)
        return lang_utf8_step(d->p, d->end, true, c) > 0 ? 3 : 0;
    if (codec->sort != LANG_WIDE || d->end - d->p < codec->width)
        return 0;
    *c = lang_wide_get(d->p, codec->width, codec->big);
    return lang_is_surrogate(*c) ? codec->width : 0;
}

/* Whether what is at p may become valid with the bytes that follow the last one. */
static bool is_cut_off(const struct lang_decoding *d)
{
    const char *reason;
    if (d->handler == LANG_PASS && d->codec->sort == LANG_UTF8 && d->end - d->p == 2 && d->p[0] == 0xed &&
        (d->p[1] & 0xe0) == 0xa0)
        return true;
    if (d->p + d->codec->invalid(d->p, d->end, &reason) < d->end)
        return false;
    return d->codec->sort == LANG_ESCAPES
               ? reason[0] == '\\' || strncmp(reason, "truncated", 9) == 0 || strncmp(reason, "malformed", 9) == 0
               : strcmp(reason, "unexpected end of data") == 0 || strcmp(reason, "truncated data") == 0;
}

/* The codec has stopped at p. */
static int bad_bytes(struct lang_decoding *d)
{
    const char *reason;
    uint32_t c;
    enum lang_handler handler = d->handler;
    int n = handler == LANG_PASS ? lone_surrogate(d, &c) : 0, bad = 0;
    if (!n && d->partial && is_cut_off(d)) {
        d->stopped = true;
        return 0;
    }
    d->loose = true;
    if (n) {
        bad = put_char(d, c);
        d->p += n;
        return bad;
    }
    n = d->codec->invalid(d->p, d->end, &reason);
    if (handler == LANG_ESCAPE && d->p[0] < 0x80) /* never stands for an escaped byte */
        handler = LANG_STRICT;
    switch (handler) {
    case LANG_PASS:
    case LANG_STRICT:
        return raise_decode(d, n, reason);
    case LANG_IGNORE:
        break;
    case LANG_REPLACE:
        bad = put_char(d, 0xfffd);
        break;
    case LANG_BACKSLASH:
        bad = put_backslashed(d, n);
        break;
    case LANG_ESCAPE:
        for (; n && !bad && d->p[0] >= 0x80; n--) {
            bad = put_char(d, 0xdc00u + d->p[0]);
            d->p++;
        }
        return bad; /* the decoder goes on behind these */
    case LANG_XML:
    case LANG_NAME:
        return lang_fail(d->t, LANG_EXC_TypeError, "don't know how to handle UnicodeDecodeError in error callback");
    default:
        return lang_decoding_ask(d, n, reason);
    }
    d->p += n;
    return bad;
}

/* A whole ASCII text; NULL without an exception: it is none. A long one is checked and copied in chunks. */
static struct lang_str *decode_ascii(struct lang_thread *t, const uint8_t *p, size_t n)
{
    enum { CHUNK = 4096 };
    size_t chunk = n < CHUNK ? n : CHUNK;
    if (lang_ascii_prefix(p, chunk) < chunk)
        return NULL;
    if (n <= CHUNK)
        return lang_str_from_ascii(t, (const char *)p, n);
    struct lang_str *s = lang_str_alloc(t, 1, true, (int64_t)n);
    for (size_t i = 0; s && i < n; i += chunk) {
        chunk = n - i < CHUNK ? n - i : CHUNK;
        if (lang_ascii_prefix(p + i, chunk) < chunk || ((i & (16 * SLICE - 1)) == 0 && i && lang_poll_quiet(t) < 0)) {
            lang_decref(t, s);
            return NULL;
        }
        memcpy(s->data + i, p + i, chunk);
    }
    return s;
}

/* Latin-1 that is not ASCII. */
static struct lang_str *decode_latin(struct lang_thread *t, const uint8_t *p, int64_t n)
{
    struct lang_str *s = n > 1 ? lang_str_alloc(t, 1, false, n) : lang_str_from_char(t, *p);
    if (s && n > 1 && lang_copy_large(t, s->data, p, (size_t)n) < 0) {
        lang_decref(t, s);
        return NULL;
    }
    return s;
}

static struct lang_str *decode(struct lang_decoding *d)
{
    int64_t stops = 0;
    while (d->p < d->end && !d->stopped) {
        d->stop = d->end - d->p > SLICE ? d->p + SLICE : d->end;
        if (d->codec->decode(d) < 0 || (d->p < d->stop && bad_bytes(d) < 0) ||
            ((++stops & 0xffff) == 0 && lang_poll_quiet(d->t) < 0) ||
            (d->p >= d->stop && d->stop < d->end && lang_poll_quiet(d->t) < 0)) {
            drop_text(d);
            return NULL;
        }
    }
    return finish_text(d);
}

/* A short input that may have errors: it is decoded into a buffer of the widest kind first. */
static struct lang_str *decode_short(struct lang_decoding *d)
{
    _Alignas(8) char memory[LANG_STR_HEAD + (SHORT + 1) * 4];
    d->s = (struct lang_str *)(void *)memory;
    lang_str_init(d->s, 4, false, 0);
    d->capacity = SHORT;
    d->scratch = d->loose = true;
    return decode(d);
}

/* The codec of the byte order mark at *p, which is passed. */
static const struct lang_codec *read_mark(const struct lang_codec *codec, const uint8_t **p, size_t n)
{
    const struct lang_codec *little = codec + 1, *big = codec + 2;
    size_t width = (size_t)codec->width;
    if (n < width)
        return little;
    bool is_big = lang_wide_get(*p, codec->width, true) == 0xfeff;
    if (is_big || lang_wide_get(*p, codec->width, false) == 0xfeff)
        *p += width;
    return is_big ? big : little;
}

/* By a codec of the table; with used, as much as can be decoded before more follows. */
static struct lang_str *decode_plain(struct lang_thread *t, const struct lang_codec *codec, bool marked,
                                     const uint8_t *p, size_t n, const char *errors, size_t *used)
{
    const uint8_t *start = p, *end = p + n;
    if (used)
        *used = n;
    if (marked && n >= 3 && memcmp(p, "\xef\xbb\xbf", 3) == 0)
        start = p += 3; /* errors know nothing of it */
    if (codec->marked)
        codec = read_mark(codec, &p, n);
    if (codec == &codecs[LATIN_1] && lang_ascii_prefix(p, n) < n)
        return decode_latin(t, p, (int64_t)n);
    if (codec->sort != LANG_WIDE && codec->sort != LANG_ESCAPES) {
        struct lang_str *s = decode_ascii(t, p, (size_t)(end - p));
        if (s || lang_error_occurred(t))
            return s;
    }
    if (codec->sort == LANG_WIDE) {
        struct lang_str *s = lang_wide_decode_short(t, p, end - p, codec);
        if (s || lang_error_occurred(t))
            return s;
    }
    struct lang_decoding d = {.t = t, .codec = codec, .start = start, .p = p, .end = end, .errors = errors};
    struct lang_str *made;
    d.handler = find_handler(errors);
    d.partial = used != NULL;
    d.object = lang_undef();
    made = codec->sort == LANG_UTF8 && end - p <= SHORT && d.handler != LANG_STRICT && d.handler != LANG_UNKNOWN
               ? decode_short(&d)
               : decode(&d);
    if (used)
        *used = n - (size_t)(d.end - d.p);
    lang_unref(t, d.object);
    return made;
}

/* Codecs that exceptions of error handlers do not name. */
static bool is_plain(const struct lang_codec *codec)
{
    return codec == &codecs[UTF_8] || codec == &codecs[ASCII] || codec == &codecs[LATIN_1] || codec->marked;
}

static struct lang_str *decode_by(struct lang_thread *t, const struct lang_codec *codec, bool marked, const uint8_t *p,
                                  size_t n, const char *encoding, const char *errors)
{
    struct lang_str *s = decode_plain(t, codec, marked, p, n, errors, NULL);
    if (!s && !is_plain(codec))
        lang_codec_name(t, "decoding", encoding);
    return s;
}

struct lang_str *lang_bytes_decode(struct lang_thread *t, const uint8_t *p, size_t n, const char *encoding,
                                   const char *errors)
{
    bool marked;
    const struct lang_codec *codec = find_codec(encoding, &marked);
    return codec ? decode_by(t, codec, marked, p, n, encoding, errors) : lang_codec_decode(t, p, n, encoding, errors);
}

struct lang_str *lang_bytes_decode_part(struct lang_thread *t, const uint8_t *p, size_t n, const char *encoding,
                                        const char *errors, size_t *used)
{
    bool marked;
    const struct lang_codec *codec = find_codec(encoding, &marked);
    return codec ? decode_plain(t, codec, marked, p, n, errors, used)
                 : lang_fail_null(t, LANG_EXC_LookupError, "unknown encoding: %s", encoding);
}

/* ------------------------------------------------------------------ bytes in the making */

static void drop_bytes(struct lang_encoding *e)
{
    if (e->b)
        e->b->length = (int64_t)e->capacity;
    lang_xdecref(e->t, e->b);
}

int lang_encoding_reserve(struct lang_encoding *e, size_t more)
{
    struct lang_bytes *b;
    size_t capacity = e->size + more;
    if (capacity <= e->capacity)
        return 0;
    if (e->b) {
        capacity += capacity / 4;
        if (capacity > INT64_MAX / 4)
            return lang_no_memory(e->t), -1;
        b = lang_realloc(e->t, e->b, lang_bytes_object_size(e->capacity), lang_bytes_object_size(capacity));
    } else if ((b = lang_bytes_raw(e->t, capacity))) {
        memcpy(b->data, e->small, e->size);
    }
    if (!b)
        return -1;
    e->b = b;
    e->data = b->data;
    e->capacity = capacity;
    return 0;
}

static struct lang_bytes *finish_bytes(struct lang_encoding *e)
{
    struct lang_bytes *b = e->b;
    if (!b || e->size <= 1) {
        b = lang_bytes_new(e->t, e->data, e->size);
        drop_bytes(e);
        return b;
    }
    if (lang_bytes_object_size(e->size) < lang_bytes_object_size(e->capacity)) {
        b = lang_realloc(e->t, b, lang_bytes_object_size(e->capacity), lang_bytes_object_size(e->size));
        if (!b) {
            drop_bytes(e);
            return NULL;
        }
    }
    b->length = (int64_t)e->size;
    b->data[e->size] = 0;
    return b;
}

/* ASCII text through the codec; all codecs but UTF-16 and UTF-32 encode it unchanged. */
static int put_ascii(struct lang_encoding *e, const char *text, size_t n)
{
    size_t width = e->codec->sort == LANG_WIDE ? (size_t)e->codec->width : 1;
    if (lang_encoding_reserve(e, n * width) < 0)
        return -1;
    if (width == 1)
        lang_copy_short(e->data + e->size, text, n);
    for (size_t i = 0; width > 1 && i < n; i++)
        lang_wide_put(e->data + e->size + i * width, (uint8_t)text[i], (int)width, e->codec->big);
    e->size += n * width;
    return 0;
}

/* ------------------------------------------------------------------ text to bytes */

/* The end of the characters from i on that the codec does not have. Of wide ones each surrogate is an error of its own.
 */
static int64_t bad_end(const struct lang_encoding *e)
{
    int64_t stop = e->handler == LANG_STRICT || e->handler == LANG_UNKNOWN ? e->s->length : e->stop;
    switch (e->codec->sort) {
    case LANG_UTF8:
        return lang_surrogates_end(e->s, e->i, stop);
    case LANG_NARROW:
        return lang_narrow_next(e->s, e->i, stop, (uint32_t)e->codec->number);
    case LANG_SINGLE:
        return lang_single_next(e->s, e->i, stop, e->codec->number);
    default:
        return e->i + 1;
    }
}

static int raise_encode(struct lang_encoding *e)
{
    e->handler = LANG_STRICT;
    return raise_unicode(e->t, LANG_EXC_UnicodeEncodeError, e->codec->name, lang_ref(lang_obj(e->s)), e->i, bad_end(e),
                         e->codec->cannot);
}

/* &#NNN; */
static size_t put_number(uint8_t *to, uint32_t c)
{
    uint8_t digits[10];
    size_t n = sizeof digits, length = 2;
    do
        digits[--n] = (uint8_t)('0' + c % 10);
    while (c /= 10);
    to[0] = '&';
    to[1] = '#';
    while (n < sizeof digits)
        to[length++] = digits[n++];
    to[length] = ';';
    return length + 1;
}

/* What stands for the character c as ASCII text. */
size_t lang_codec_describe(enum lang_handler handler, uint8_t *to, uint32_t c)
{
    size_t n;
    if (handler == LANG_XML)
        return put_number(to, c);
    if (handler == LANG_NAME && (n = lang_unicode_name(c, (char *)to + 3))) {
        memcpy(to, "\\N{", 3);
        to[3 + n] = '}';
        return n + 4;
    }
    return (size_t)lang_escape_put(to, c);
}

/* Descriptions of the characters up to end. */
static int put_descriptions(struct lang_encoding *e, int64_t end)
{
    enum { LONGEST = 10, SOME = 32 };
    uint8_t text[LANG_UNICODE_NAME + 8];
    for (int64_t stop; e->i < end; e->i = stop) {
        stop = end - e->i < SOME ? end : e->i + SOME;
        bool direct = e->handler != LANG_NAME && e->codec->sort != LANG_WIDE;
        if (direct && lang_encoding_reserve(e, (size_t)(stop - e->i) * LONGEST) < 0)
            return -1;
        for (int64_t i = e->i; i < stop; i++) {
            size_t n = lang_codec_describe(e->handler, direct ? e->data + e->size : text, lang_str_at(e->s, i));
            if (direct)
                e->size += n;
            else if (put_ascii(e, (const char *)text, n) < 0)
                return -1;
        }
    }
    return 0;
}

/* A surrogate as surrogateescape and surrogatepass have it; there is space. False: they do not. */
static bool put_surrogate(struct lang_encoding *e, uint32_t c)
{
    bool wide = e->codec->sort == LANG_WIDE;
    if (e->handler == LANG_ESCAPE ? c < 0xdc80 || c > 0xdcff || wide
                                  : !lang_is_surrogate(c) || (!wide && e->codec->sort != LANG_UTF8))
        return false;
    if (e->handler == LANG_ESCAPE) {
        e->data[e->size++] = (uint8_t)c;
    } else if (wide) {
        lang_wide_put(e->data + e->size, c, e->codec->width, e->codec->big);
        e->size += (size_t)e->codec->width;
    } else {
        e->size += (size_t)lang_utf8_put((char *)e->data + e->size, c);
    }
    return true;
}

/* The codec has stopped at character i. */
static int bad_chars(struct lang_encoding *e)
{
    int64_t start = e->i, end = bad_end(e), n = end - start;
    switch (e->handler) {
    case LANG_STRICT:
        return raise_encode(e);
    case LANG_IGNORE:
        break;
    case LANG_REPLACE:
        if (e->codec->sort == LANG_WIDE) {
            if (put_ascii(e, "?", 1) < 0)
                return -1;
            break;
        }
        if (lang_encoding_reserve(e, (size_t)n) < 0)
            return -1;
        memset(e->data + e->size, '?', (size_t)n);
        e->size += (size_t)n;
        break;
    case LANG_NAME:
    case LANG_BACKSLASH:
    case LANG_XML:
        if (put_descriptions(e, end) < 0)
            return -1;
        break;
    case LANG_ESCAPE:
    case LANG_PASS:
        if (lang_encoding_reserve(e, (size_t)n * 4) < 0)
            return -1;
        for (; e->i < end; e->i++)
            if (!put_surrogate(e, lang_str_at(e->s, e->i))) {
                if (e->codec->sort == LANG_SINGLE) /* there the handler is asked for all of them at once */
                    e->i = start;
                return raise_encode(e);
            }
        break;
    default:
        return lang_encoding_ask(e, end);
    }
    e->i = end;
    return 0;
}

/* NULL: an exception. */
static struct lang_bytes *encode(struct lang_encoding *e)
{
    int64_t stops = 0;
    while (e->i < e->s->length) {
        e->stop = e->s->length - e->i > SLICE ? e->i + SLICE : e->s->length;
        if (e->codec->encode(e) < 0 || (e->i < e->stop && bad_chars(e) < 0) ||
            ((++stops & 0xffff) == 0 && lang_poll_quiet(e->t) < 0) ||
            (e->i >= e->stop && e->stop < e->s->length && lang_poll_quiet(e->t) < 0)) {
            drop_bytes(e);
            return NULL;
        }
    }
    return finish_bytes(e);
}

int lang_str_check_utf8(struct lang_thread *t, struct lang_str *s)
{
    int64_t i = 0;
    while (s->kind > 1 && i < s->length && !lang_is_surrogate(lang_str_at(s, i)))
        i++;
    if (s->kind == 1 || i == s->length)
        return 0;
    lang_value failed = lang_str_encode(t, s, "utf-8", "strict");
    lang_unref(t, failed);
    return -1;
}

lang_value lang_str_encode(struct lang_thread *t, struct lang_str *s, const char *encoding, const char *errors)
{
    bool marked;
    const struct lang_codec *codec = find_codec(encoding, &marked);
    if (!codec)
        return lang_codec_encode(t, s, encoding, errors);
    if ((s->ascii && codec->sort != LANG_WIDE && codec->sort != LANG_ESCAPES && !marked) ||
        (s->kind == 1 && codec == &codecs[LATIN_1]))
        return lang_obj_or_error(lang_bytes_new(t, s->data, (size_t)s->length));
    if (codec->sort == LANG_WIDE) {
        struct lang_bytes *b = lang_wide_encode_short(t, s, codec);
        if (b || lang_error_occurred(t))
            return lang_obj_or_error(b);
    }
    struct lang_encoding e;
    e.t = t;
    e.codec = codec;
    e.s = s;
    e.i = 0;
    e.handler = find_handler(errors);
    e.errors = errors;
    e.data = e.small;
    e.size = 0;
    e.capacity = sizeof e.small;
    e.b = NULL;
    if (marked) {
        memcpy(e.data, "\xef\xbb\xbf", 3);
        e.size = 3;
    } else if (codec->marked) {
        lang_wide_put(e.data, 0xfeff, codec->width, false);
        e.size = (size_t)codec->width;
    }
    struct lang_bytes *made = encode(&e);
    if (!made && !is_plain(codec))
        lang_codec_name(t, "encoding", encoding);
    return lang_obj_or_error(made);
}

bool lang_codec_is_single(struct lang_thread *t, const char *encoding)
{
    bool marked;
    const struct lang_codec *codec = find_codec(encoding, &marked);
    (void)t;
    return codec && (codec->sort == LANG_SINGLE || codec->sort == LANG_NARROW);
}
