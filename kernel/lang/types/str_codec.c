/* str_codec.c: texts to bytes and back: UTF-8, ASCII, Latin-1, UTF-16, UTF-32, the sets of charmap.def and the escapes
 * of literals, with the usual error handlers.
 *
 * A codec is a row: its names, a step that reads one character, a step that writes one. Errors are UnicodeDecodeError
 * and UnicodeEncodeError with CPython's fields and reasons. */
#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "types/str_impl.h"

/* ------------------------------------------------------------------ UTF-8 */

int lang_utf8_step(const uint8_t *p, const uint8_t *end, bool surrogates, uint32_t *c)
{
    uint8_t b = *p;
    if (b < 0x80) {
        *c = b;
        return 1;
    }
    int n = b >= 0xc2 && b < 0xe0 ? 2 : b >= 0xe0 && b < 0xf0 ? 3 : b >= 0xf0 && b < 0xf5 ? 4 : 0;
    if (!n)
        return -1;
    uint32_t x = b & (0x7f >> n);
    for (int i = 1; i < n; i++) {
        if (p + i >= end || (p[i] & 0xc0) != 0x80)
            return -i;
        if (i == 1 && ((b == 0xe0 && p[1] < 0xa0) || (b == 0xf0 && p[1] < 0x90) || (b == 0xf4 && p[1] > 0x8f) ||
                       (b == 0xed && p[1] > 0x9f && !surrogates)))
            return -1;
        x = x << 6 | (p[i] & 0x3f);
    }
    *c = x;
    return n;
}

int lang_utf8_put(char *out, uint32_t c)
{
    if (c < 0x80) {
        out[0] = (char)c;
        return 1;
    }
    if (c < 0x800) {
        out[0] = (char)(0xc0 | c >> 6);
        out[1] = (char)(0x80 | (c & 0x3f));
        return 2;
    }
    if (c < 0x10000) {
        out[0] = (char)(0xe0 | c >> 12);
        out[1] = (char)(0x80 | (c >> 6 & 0x3f));
        out[2] = (char)(0x80 | (c & 0x3f));
        return 3;
    }
    out[0] = (char)(0xf0 | c >> 18);
    out[1] = (char)(0x80 | (c >> 12 & 0x3f));
    out[2] = (char)(0x80 | (c >> 6 & 0x3f));
    out[3] = (char)(0x80 | (c & 0x3f));
    return 4;
}

/* ------------------------------------------------------------------ steps of the codecs */

/* read: bytes used, or minus the length of the invalid part with its reason; NO_CHARACTER where the bytes mean none.
 * write: bytes put (at most LONGEST), or 0 when the codec has no such character. */
enum { LONGEST = 12 };
static const uint32_t NO_CHARACTER = UINT32_MAX;
struct codec {
    const char *name;    /* as in error messages */
    const char *aliases; /* normalised names, blanks around */
    int (*read)(const uint8_t *p, const uint8_t *end, uint32_t *c, const char **reason);
    int (*write)(char *out, uint32_t c);
    const char *cannot; /* reason of an encode error */
    int bom;            /* 2 or 4: width of the byte order mark that stands in front */
};

static int read_utf8(const uint8_t *p, const uint8_t *end, uint32_t *c, const char **reason)
{
    int n = lang_utf8_step(p, end, false, c);
    if (n < 0) {
        bool start = *p >= 0xc2 && *p < 0xf5;
        *reason = !start ? "invalid start byte" : p - n >= end ? "unexpected end of data" : "invalid continuation byte";
    }
    return n;
}

static int write_utf8(char *out, uint32_t c)
{
    return c >= 0xd800 && c < 0xe000 ? 0 : lang_utf8_put(out, c);
}

static int read_ascii(const uint8_t *p, const uint8_t *end, uint32_t *c, const char **reason)
{
    (void)end;
    *c = *p;
    *reason = "ordinal not in range(128)";
    return *p < 128 ? 1 : -1;
}

static int write_ascii(char *out, uint32_t c)
{
    out[0] = (char)c;
    return c < 128;
}

static int read_latin1(const uint8_t *p, const uint8_t *end, uint32_t *c, const char **reason)
{
    (void)end, (void)reason;
    *c = *p;
    return 1;
}

static int write_latin1(char *out, uint32_t c)
{
    out[0] = (char)c;
    return c < 256;
}

static uint32_t unit(const uint8_t *p, int width, bool big)
{
    uint32_t c = 0;
    for (int i = 0; i < width; i++)
        c |= (uint32_t)p[i] << (big ? width - 1 - i : i) * 8;
    return c;
}

static void put_unit(char *out, uint32_t c, int width, bool big)
{
    for (int i = 0; i < width; i++)
        out[i] = (char)(c >> (big ? width - 1 - i : i) * 8);
}

static int read_utf16(const uint8_t *p, const uint8_t *end, uint32_t *c, const char **reason, bool big)
{
    *reason = "truncated data";
    if (end - p < 2)
        return -(int)(end - p);
    *c = unit(p, 2, big);
    if (*c < 0xd800 || *c >= 0xe000)
        return 2;
    *reason = *c >= 0xdc00 ? "illegal encoding" : "unexpected end of data";
    if (*c >= 0xdc00 || end - p < 4)
        return *c >= 0xdc00 ? -2 : -(int)(end - p);
    uint32_t low = unit(p + 2, 2, big);
    *reason = "illegal UTF-16 surrogate";
    if (low < 0xdc00 || low >= 0xe000)
        return -2;
    *c = 0x10000 + ((*c - 0xd800) << 10) + (low - 0xdc00);
    return 4;
}

static int write_utf16(char *out, uint32_t c, bool big)
{
    if (c >= 0xd800 && c < 0xe000)
        return 0;
    if (c < 0x10000) {
        put_unit(out, c, 2, big);
        return 2;
    }
    c -= 0x10000;
    put_unit(out, 0xd800 + (c >> 10), 2, big);
    put_unit(out + 2, 0xdc00 + (c & 0x3ff), 2, big);
    return 4;
}

static int read_utf32(const uint8_t *p, const uint8_t *end, uint32_t *c, const char **reason, bool big)
{
    *reason = "truncated data";
    if (end - p < 4)
        return -(int)(end - p);
    *c = unit(p, 4, big);
    *reason = *c > 0x10ffff ? "code point not in range(0x110000)"
                            : "code point in surrogate code point range(0xd800, 0xe000)";
    return *c > 0x10ffff || (*c >= 0xd800 && *c < 0xe000) ? -4 : 4;
}

static int write_utf32(char *out, uint32_t c, bool big)
{
    if (c >= 0xd800 && c < 0xe000)
        return 0;
    put_unit(out, c, 4, big);
    return 4;
}

#define WIDE(name, big)                                                                                                \
    static int read_##name##_##big(const uint8_t *p, const uint8_t *end, uint32_t *c, const char **reason)             \
    {                                                                                                                  \
        return read_##name(p, end, c, reason, big);                                                                    \
    }                                                                                                                  \
    static int write_##name##_##big(char *out, uint32_t c)                                                             \
    {                                                                                                                  \
        return write_##name(out, c, big);                                                                              \
    }
WIDE(utf16, 0)
WIDE(utf16, 1)
WIDE(utf32, 0)
WIDE(utf32, 1)

/* ------------------------------------------------------------------ character sets of single bytes */

static int read_single(const uint16_t high[128], const uint8_t *p, uint32_t *c, const char **reason)
{
    *c = *p >= 0x80 ? high[*p - 0x80] : *p;
    *reason = "character maps to <undefined>";
    return *p && !*c ? -1 : 1;
}

static int write_single(const uint16_t high[128], char *out, uint32_t c)
{
    int i = 0;
    if (c < 0x80) {
        out[0] = (char)c;
        return 1;
    }
    while (i < 128 && high[i] != c)
        i++;
    out[0] = (char)(0x80 + i);
    return i < 128;
}

#define X(name, aliases, ...)                                                                                          \
    static const uint16_t high_##name[128] = {__VA_ARGS__};                                                            \
    static int read_##name(const uint8_t *p, const uint8_t *end, uint32_t *c, const char **reason)                     \
    {                                                                                                                  \
        (void)end;                                                                                                     \
        return read_single(high_##name, p, c, reason);                                                                 \
    }                                                                                                                  \
    static int write_##name(char *out, uint32_t c)                                                                     \
    {                                                                                                                  \
        return write_single(high_##name, out, c);                                                                      \
    }
#include "types/charmap.def"
#undef X

/* ------------------------------------------------------------------ escapes */

/* The hexadecimal digits behind a backslash and a letter at p; as a codec's read. */
static int read_hex(const uint8_t *p, const uint8_t *end, int digits, uint32_t *c, const char **reason)
{
    *c = 0;
    for (int i = 0; i < digits; i++) {
        if (p + 2 + i >= end || !isxdigit(p[2 + i])) {
            *reason = digits == 2   ? "truncated \\xXX escape"
                      : digits == 4 ? "truncated \\uXXXX escape"
                                    : "truncated \\UXXXXXXXX escape";
            return -(2 + i);
        }
        int lower = tolower(p[2 + i]);
        *c = *c << 4 | (uint32_t)(lower <= '9' ? lower - '0' : lower - 'a' + 10);
    }
    return 2 + digits;
}

/* \N{name} at p. */
static int read_named(const uint8_t *p, const uint8_t *end, uint32_t *c, const char **reason)
{
    *reason = "malformed \\N character escape";
    if (end - p < 3 || p[2] != '{')
        return -2;
    const uint8_t *name = p + 3, *close = memchr(name, '}', (size_t)(end - name));
    if (!close)
        return -(int)(end - p < INT_MAX ? end - p : INT_MAX);
    if (close == name)
        return -3;
    *c = lang_unicode_lookup((const char *)name, (size_t)(close - name));
    *reason = "unknown Unicode character name";
    int64_t used = close + 1 - p;
    return used > INT_MAX ? -INT_MAX : *c == UINT32_MAX ? -(int)used : (int)used;
}

static int read_escape(const uint8_t *p, const uint8_t *end, uint32_t *c, const char **reason)
{
    static const char letters[] = "\\'\"abfnrtv", meanings[] = "\\'\"\a\b\f\n\r\t\v";
    *c = *p;
    if (*p != '\\')
        return 1;
    *reason = "\\ at end of string";
    if (p + 1 == end)
        return -1;
    const char *at = p[1] ? strchr(letters, p[1]) : NULL;
    if (at || p[1] == '\n') {
        *c = at ? (uint8_t)meanings[at - letters] : NO_CHARACTER;
        return 2;
    }
    if (p[1] >= '0' && p[1] <= '7') {
        int n = 1;
        for (*c = 0; n < 4 && p + n < end && p[n] >= '0' && p[n] <= '7'; n++)
            *c = *c << 3 | (uint32_t)(p[n] - '0');
        return n;
    }
    if (p[1] == 'N')
        return read_named(p, end, c, reason);
    int digits = p[1] == 'x' ? 2 : p[1] == 'u' ? 4 : p[1] == 'U' ? 8 : 0;
    int used = digits ? read_hex(p, end, digits, c, reason) : 1; /* an unknown one stands for itself */
    if (used == 10 && *c > 0x10ffff) {
        *reason = "illegal Unicode character";
        return -10;
    }
    return used;
}

static int write_escape(char *out, uint32_t c)
{
    static const char letters[] = "nrt\\", meanings[] = "\n\r\t\\";
    const char *at = c && c < 128 ? strchr(meanings, (int)c) : NULL;
    if (at)
        return snprintf(out, LONGEST, "\\%c", letters[at - meanings]);
    if (c >= 32 && c < 127) {
        out[0] = (char)c;
        return 1;
    }
    return snprintf(out, LONGEST, c < 0x100 ? "\\x%02x" : c < 0x10000 ? "\\u%04x" : "\\U%08x", c);
}

static int read_raw_escape(const uint8_t *p, const uint8_t *end, uint32_t *c, const char **reason)
{
    *c = *p;
    if (*p != '\\' || p + 1 == end || (p[1] != 'u' && p[1] != 'U'))
        return 1;
    int used = read_hex(p, end, p[1] == 'u' ? 4 : 8, c, reason);
    if (used == 10 && *c > 0x10ffff) {
        *reason = "\\Uxxxxxxxx out of range";
        return -10;
    }
    return used;
}

static int write_raw_escape(char *out, uint32_t c)
{
    if (c < 0x100) {
        out[0] = (char)c;
        return 1;
    }
    return snprintf(out, LONGEST, c < 0x10000 ? "\\u%04x" : "\\U%08x", c);
}

static const struct codec codecs[] = {
    {"utf-8", " utf-8 utf8 u8 utf cp65001 utf8-ucs2 utf8-ucs4 ", read_utf8, write_utf8, "surrogates not allowed", 0},
    {"ascii", " ascii us-ascii 646 iso646-us ansi-x3.4-1968 ", read_ascii, write_ascii, "ordinal not in range(128)", 0},
    {"latin-1", " latin-1 latin1 latin l1 iso-8859-1 iso8859-1 8859 cp819 iso8859 ", read_latin1, write_latin1,
     "ordinal not in range(256)", 0},
    {"utf-16", " utf-16 utf16 u16 ", read_utf16_0, write_utf16_0, "surrogates not allowed", 2},
    {"utf-16-le", " utf-16-le utf-16le utf16-le utf16le ", read_utf16_0, write_utf16_0, "surrogates not allowed", 0},
    {"utf-16-be", " utf-16-be utf-16be utf16-be utf16be ", read_utf16_1, write_utf16_1, "surrogates not allowed", 0},
    {"utf-32", " utf-32 utf32 u32 ", read_utf32_0, write_utf32_0, "surrogates not allowed", 4},
    {"utf-32-le", " utf-32-le utf-32le utf32-le utf32le ", read_utf32_0, write_utf32_0, "surrogates not allowed", 0},
    {"utf-32-be", " utf-32-be utf-32be utf32-be utf32be ", read_utf32_1, write_utf32_1, "surrogates not allowed", 0},
    {"unicodeescape", " unicode-escape unicodeescape ", read_escape, write_escape, "", 0},
    {"rawunicodeescape", " raw-unicode-escape rawunicodeescape ", read_raw_escape, write_raw_escape, "", 0},
#define X(name, aliases, ...) {"charmap", aliases, read_##name, write_##name, "character maps to <undefined>", 0},
#include "types/charmap.def"
#undef X
};

/* *marked is set where a byte order mark stands before UTF-8. */
static const struct codec *find_codec(struct lang_thread *t, const char *name, bool *marked)
{
    static const struct {
        char name[12];
        uint8_t size, codec;
    } usual[] = {{"utf-8", 5, 0},       {"utf8", 4, 0},   {"ascii", 5, 1},     {"latin-1", 7, 2},   {"latin1", 6, 2},
                 {"iso-8859-1", 10, 2}, {"utf-16", 6, 3}, {"utf-16-le", 9, 4}, {"utf-16-be", 9, 5}, {"utf-32", 6, 6}};
    char wanted[40] = " ";
    size_t n = strlen(name);
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
        if (usual[i].size == n && memcmp(usual[i].name, name, n) == 0)
            return &codecs[usual[i].codec];
    if (n < sizeof wanted - 3) {
        for (size_t i = 0; i < n; i++) {
            char c = (char)tolower((unsigned char)name[i]);
            wanted[i + 1] = c == '_' || c == ' ' ? '-' : c;
        }
        strcpy(wanted + n + 1, " ");
        *marked = strstr(" utf-8-sig utf8-sig ", wanted) != NULL && n;
        if (*marked)
            return &codecs[0];
        for (size_t i = 0; i < sizeof codecs / sizeof *codecs; i++)
            if (strstr(codecs[i].aliases, wanted))
                return &codecs[i];
    }
    return lang_fail_null(t, LANG_EXC_LookupError, "unknown encoding: %s", name);
}

/* ------------------------------------------------------------------ error handlers */

static const char *const handlers[] = {
    "strict",          "ignore",        "replace",    "backslashreplace", "xmlcharrefreplace",
    "surrogateescape", "surrogatepass", "namereplace"};
enum handler { STRICT, IGNORE, REPLACE, BACKSLASH, XML, ESCAPE, PASS, NAME, UNKNOWN };

static enum handler find_handler(const char *name)
{
    for (int i = 0; i < UNKNOWN; i++)
        if (strcmp(handlers[i], name) == 0)
            return (enum handler)i;
    return UNKNOWN;
}

static int unknown_handler(struct lang_thread *t, const char *errors)
{
    return lang_fail(t, LANG_EXC_LookupError, "unknown error handler name '%s'", errors);
}

/* Raises the class with (encoding, object, start, end, reason); takes object. */
static int raise_unicode(struct lang_thread *t, enum lang_exc exc, const char *encoding, lang_value object,
                         int64_t start, int64_t end, const char *reason)
{
    lang_value args[5] = {lang_obj_or_error(lang_str_from_c(t, encoding)), object, lang_int(start), lang_int(end),
                          lang_obj_or_error(lang_str_from_c(t, reason))};
    if (!lang_is_error(args[0]) && !lang_is_error(args[1]) && !lang_is_error(args[4])) {
        lang_value e = lang_call(t, lang_obj(&lang_exc_types[exc]), args, 5, NULL);
        if (!lang_is_error(e)) {
            lang_error_set(t, e);
            lang_unref(t, e);
        }
    }
    for (int i = 0; i < 5; i++)
        lang_unref(t, args[i]);
    return -1;
}

/* ------------------------------------------------------------------ bytes to text */

struct decoding {
    struct lang_builder b;
    const struct codec *codec;
    const uint8_t *start, *end;
    const char *errors;
    enum handler handler;
};

/* The n bytes at p are invalid. */
static int bad_bytes(struct decoding *d, const uint8_t *p, int n, const char *reason)
{
    char text[8];
    struct lang_thread *t = d->b.t;
    enum handler handler = d->handler;
    for (int i = 0; i < n && handler == ESCAPE; i++)
        if (p[i] < 0x80) /* never stands for an escaped byte */
            handler = STRICT;
    switch (handler) {
    case PASS:
    case STRICT:
        return raise_unicode(t, LANG_EXC_UnicodeDecodeError, d->codec->name,
                             lang_obj_or_error(lang_bytes_new(t, d->start, (size_t)(d->end - d->start))), p - d->start,
                             p - d->start + n, reason);
    case IGNORE:
        return 0;
    case REPLACE:
        return lang_builder_char(&d->b, 0xfffd);
    case BACKSLASH:
        for (int i = 0; i < n; i++) {
            snprintf(text, sizeof text, "\\x%02x", p[i]);
            if (lang_builder_c(&d->b, text) < 0)
                return -1;
        }
        return 0;
    case ESCAPE:
        for (int i = 0; i < n; i++)
            if (lang_builder_char(&d->b, 0xdc00u + p[i]) < 0)
                return -1;
        return 0;
    case XML:
    case NAME:
        return lang_fail(t, LANG_EXC_TypeError, "don't know how to handle UnicodeDecodeError in error callback");
    default:
        return unknown_handler(t, d->errors);
    }
}

/* A lone surrogate at p, for the handler surrogatepass: bytes used, or 0. */
static int lone_surrogate(const struct codec *codec, const uint8_t *p, const uint8_t *end, uint32_t *c)
{
    bool big = codec->read == read_utf16_1 || codec->read == read_utf32_1;
    int width = codec->read == read_utf16_0 || codec->read == read_utf16_1   ? 2
                : codec->read == read_utf32_0 || codec->read == read_utf32_1 ? 4
                                                                             : 0;
    if (codec == &codecs[0])
        return lang_utf8_step(p, end, true, c) > 0 ? 3 : 0;
    if (!width || end - p < width)
        return 0;
    *c = unit(p, width, big);
    return *c >= 0xd800 && *c < 0xe000 ? width : 0;
}

/* NULL without an exception: not all is valid, or it is another codec. */
static struct lang_str *decode_valid(struct lang_thread *t, const struct codec *codec, const uint8_t *p, size_t n)
{
    if (codec == &codecs[0])
        return lang_utf8_decode_valid(t, p, n);
    if (codec == &codecs[1])
        return lang_ascii_prefix(p, n) == n ? lang_str_from_ascii(t, (const char *)p, n) : NULL;
    if (codec >= &codecs[3] && codec <= &codecs[8])
        return lang_wide_decode_valid(t, p, n, codec <= &codecs[5] ? 2 : 4, codec == &codecs[5] || codec == &codecs[8]);
    return NULL;
}

struct lang_str *lang_bytes_decode(struct lang_thread *t, const uint8_t *p, size_t n, const char *encoding,
                                   const char *errors)
{
    bool marked = false;
    const struct codec *codec = find_codec(t, encoding, &marked);
    if (!codec)
        return NULL;
    const uint8_t *end = p + n;
    if (marked && n >= 3 && memcmp(p, "\xef\xbb\xbf", 3) == 0)
        p += 3;
    if (codec->bom && n >= (size_t)codec->bom) {
        uint32_t little = unit(p, codec->bom, false), big = unit(p, codec->bom, true);
        if (big == 0xfeff)
            codec = codec->bom == 2 ? &codecs[5] : &codecs[8];
        if (big == 0xfeff || little == 0xfeff)
            p += codec->bom ? codec->bom : codec == &codecs[5] ? 2 : 4;
    }
    if (codec->bom)
        codec = codec->bom == 2 ? &codecs[4] : &codecs[7];
    if (codec == &codecs[2])
        return lang_str_from_units(t, p, 1, end - p);
    struct lang_str *s = decode_valid(t, codec, p, (size_t)(end - p));
    if (s || lang_error_occurred(t))
        return s;
    struct decoding d;
    d.codec = codec;
    d.start = end - n;
    d.end = end;
    d.errors = errors;
    d.handler = find_handler(errors);
    int64_t asked = 0;
    lang_builder_init(&d.b, t);
    while (p < end) {
        if (codec <= &codecs[2] && *p < 0x80) {
            size_t plain = lang_ascii_prefix(p, (size_t)(end - p));
            lang_builder_utf8(&d.b, (const char *)p, plain);
            p += plain;
            continue;
        }
        uint32_t c;
        const char *reason = "";
        int used = codec->read(p, end, &c, &reason);
        int passed = used < 0 && d.handler == PASS ? lone_surrogate(codec, p, end, &c) : 0;
        if (passed)
            used = passed;
        if (used > 0 && c == NO_CHARACTER) {
            p += used;
            continue;
        }
        if ((used > 0 ? lang_builder_char(&d.b, c) : bad_bytes(&d, p, -used, reason)) < 0) {
            lang_builder_drop(&d.b);
            return NULL;
        }
        p += used < 0 ? -used : used;
        if (d.b.length - asked > 1 << 16) {
            asked = d.b.length;
            if (lang_poll_quiet(t) < 0) {
                lang_builder_drop(&d.b);
                return NULL;
            }
        }
    }
    return lang_builder_finish(&d.b);
}

/* ------------------------------------------------------------------ text to bytes */

struct encoding {
    struct lang_thread *t;
    const struct codec *codec;
    struct lang_str *s;
    const char *errors;
    enum handler handler;
    char *data;
    size_t size, capacity;
};

static int reserve(struct encoding *e, size_t n)
{
    if (e->size + n > e->capacity) {
        size_t capacity = e->capacity + e->capacity / 2 + n + 16;
        char *data = lang_realloc(e->t, e->data, e->capacity, capacity);
        if (!data)
            return -1;
        e->data = data;
        e->capacity = capacity;
    }
    return 0;
}

static int put(struct encoding *e, const char *p, size_t n)
{
    if (reserve(e, n) < 0)
        return -1;
    lang_copy_short(e->data + e->size, p, n);
    e->size += n;
    return 0;
}

/* ASCII text through the codec. */
static int put_ascii(struct encoding *e, const char *text)
{
    char out[LONGEST];
    if (e->codec <= &codecs[2])
        return put(e, text, strlen(text));
    for (; *text; text++)
        if (put(e, out, (size_t)e->codec->write(out, (uint8_t)*text)) < 0)
            return -1;
    return 0;
}

/* UTF-16 or UTF-32: there is no room for single bytes among their units, and each surrogate is an error of its own. */
static bool is_wide(const struct codec *codec)
{
    return codec >= &codecs[3] && codec <= &codecs[8];
}

/* The character at i cannot be encoded. */
static int bad_char(struct encoding *e, int64_t i)
{
    char text[LANG_UNICODE_NAME + 8], name[LANG_UNICODE_NAME];
    uint32_t c = lang_str_at(e->s, i);
    int64_t end = i + 1;
    switch (e->handler) {
    case IGNORE:
        return 0;
    case REPLACE:
        return put_ascii(e, "?");
    case NAME:
        if (lang_unicode_name(c, name)) {
            snprintf(text, sizeof text, "\\N{%s}", name);
            return put_ascii(e, text);
        }
        /* fall through */
    case BACKSLASH:
        text[lang_char_escape(text, c)] = 0;
        return put_ascii(e, text);
    case XML:
        snprintf(text, sizeof text, "&#%u;", c);
        return put_ascii(e, text);
    case ESCAPE:
        if (c >= 0xdc80 && c <= 0xdcff && !is_wide(e->codec)) {
            text[0] = (char)(c - 0xdc00);
            return put(e, text, 1);
        }
        break;
    case PASS:
        if (c < 0xd800 || c >= 0xe000)
            break;
        if (e->codec == &codecs[0])
            return put(e, text, (size_t)lang_utf8_put(text, c));
        if (is_wide(e->codec)) {
            int width = e->codec <= &codecs[5] ? 2 : 4;
            put_unit(text, c, width, e->codec == &codecs[5] || e->codec == &codecs[8]);
            return put(e, text, (size_t)width);
        }
        break;
    case STRICT:
        break;
    default:
        return unknown_handler(e->t, e->errors);
    }
    while (!is_wide(e->codec) && end < e->s->length &&
           e->codec->write(text, lang_str_at(e->s, end)) == 0) /* the whole run is reported */
        end++;
    return raise_unicode(e->t, LANG_EXC_UnicodeEncodeError, e->codec->name, lang_ref(lang_obj(e->s)), i, end,
                         e->codec->cannot);
}

/* NULL without an exception: not all has a place in the codec, or it is another one. */
static struct lang_bytes *encode_valid(struct lang_thread *t, const struct codec *codec, struct lang_str *s)
{
    if (codec <= &codecs[2] && (s->ascii || (s->kind == 1 && codec == &codecs[2])))
        return lang_bytes_new(t, s->data, (size_t)s->length);
    if (codec == &codecs[0])
        return lang_utf8_encode_valid(t, s);
    if (codec >= &codecs[3] && codec <= &codecs[8])
        return lang_wide_encode_valid(t, s, codec <= &codecs[5] ? 2 : 4, codec == &codecs[5] || codec == &codecs[8],
                                      codec->bom);
    return NULL;
}

/* The characters from i on that ASCII or Latin-1 has; returns the place of the first other one, or -1. */
static int64_t put_narrow(struct encoding *e, int64_t i)
{
    const struct lang_str *s = e->s;
    uint32_t limit = e->codec == &codecs[1] ? 128 : 256;
    int64_t end = i;
    while (end < s->length && end - i < 1 << 20 && lang_str_at(s, end) < limit)
        end++;
    if (reserve(e, (size_t)(end - i)) < 0 || (end - i == 1 << 20 && lang_poll_quiet(e->t) < 0))
        return -1;
    for (int64_t k = i; k < end; k++)
        e->data[e->size++] = (char)lang_str_at(s, k);
    return end;
}

static bool has_surrogates(const struct lang_str *s)
{
    for (int64_t i = 0; s->kind > 1 && i < s->length; i++)
        if (lang_str_at(s, i) >= 0xd800 && lang_str_at(s, i) < 0xe000)
            return true;
    return false;
}

int lang_str_check_utf8(struct lang_thread *t, struct lang_str *s)
{
    if (s->ascii || !has_surrogates(s))
        return 0;
    lang_value failed = lang_str_encode(t, s, "utf-8", "strict");
    lang_unref(t, failed);
    return -1;
}

lang_value lang_str_encode(struct lang_thread *t, struct lang_str *s, const char *encoding, const char *errors)
{
    bool marked = false;
    const struct codec *codec = find_codec(t, encoding, &marked);
    if (!codec)
        return lang_error();
    struct lang_bytes *b = marked ? NULL : encode_valid(t, codec, s);
    if (b || lang_error_occurred(t))
        return lang_obj_or_error(b);
    struct encoding e = {.t = t, .codec = codec, .s = s, .errors = errors, .handler = find_handler(errors)};
    bool narrow = codec == &codecs[1] || codec == &codecs[2];
    char out[LONGEST];
    int bad = 0;
    if (codec->bom || marked)
        bad = put(&e, out, (size_t)codec->write(out, 0xfeff));
    for (int64_t i = 0; i < s->length && !bad; i++) {
        if (lang_text_interrupted(t, i) || (narrow && (i = put_narrow(&e, i)) < 0))
            bad = -1;
        if (bad || i == s->length)
            break;
        int n = codec->write(out, lang_str_at(s, i));
        bad = n ? put(&e, out, (size_t)n) : bad_char(&e, i);
    }
    b = bad ? NULL : lang_bytes_new(t, e.data ? e.data : "", e.size);
    lang_free(t, e.data, e.capacity);
    return lang_obj_or_error(b);
}
