/* str_codec.h: what the files of the codecs share: the row of a codec, a text in the making and bytes in the making.
 * Private to types/.
 *
 * A codec's decode and encode go over what is valid, as far as `stop`, and leave the position that they have reached;
 * what is not valid there is the business of str_codec.c, which knows the error handlers and asks for interrupts. */
#ifndef LANG_STR_CODEC_H
#define LANG_STR_CODEC_H

#include "types/bytes_impl.h"
#include "types/str_impl.h"

enum lang_handler {
    LANG_STRICT,
    LANG_IGNORE,
    LANG_REPLACE,
    LANG_BACKSLASH,
    LANG_XML,
    LANG_ESCAPE,
    LANG_PASS,
    LANG_NAME,
    LANG_UNKNOWN
};

struct lang_codec;

/* Bytes that become a text. The text has space for a character for each `width` bytes that are left. */
struct lang_decoding {
    struct lang_thread *t;
    const struct lang_codec *codec;
    const uint8_t *start, *p, *stop, *end;
    struct lang_str *s; /* what is done; NULL before there is something */
    int64_t capacity;   /* units of s */
    uint32_t bits;      /* of all characters of s */
    bool loose;         /* bits may have too many */
    bool scratch;       /* s is no object of its own */
    bool partial;       /* more will follow: what is cut off at the end is left */
    bool stopped;       /* that is where p is now */
    enum lang_handler handler;
    const char *errors;
    lang_value object; /* a handler has put it in the place of the bytes; UNDEF: none has */
};

/* A text that becomes bytes. */
struct lang_encoding {
    struct lang_thread *t;
    const struct lang_codec *codec;
    struct lang_str *s;
    int64_t i, stop; /* characters */
    enum lang_handler handler;
    const char *errors;
    uint8_t *data; /* of b, or `small` */
    size_t size, capacity;
    struct lang_bytes *b;
    _Alignas(8) uint8_t small[512];
};

enum lang_codec_sort { LANG_UTF8, LANG_NARROW, LANG_WIDE, LANG_SINGLE, LANG_ESCAPES };
struct lang_codec {
    const char *name;    /* as in error messages */
    const char *aliases; /* normalised names, blanks around */
    const char *cannot;  /* reason of an encode error */
    enum lang_codec_sort sort;
    int width;   /* bytes of the smallest character */
    bool big;    /* WIDE: the highest byte comes first */
    bool marked; /* WIDE: a byte order mark stands in front */
    int number;  /* NARROW: the first character that it does not have; SINGLE: which of charmap.def */
    int (*decode)(struct lang_decoding *d); /* 0 or -1 with an exception */
    int (*encode)(struct lang_encoding *e);
    /* How many bytes at p, where decode has stopped, are invalid, and why. */
    int (*invalid)(const uint8_t *p, const uint8_t *end, const char **reason);
};

/* Space for `more` units of at least that kind behind what is done. 0 or -1. */
int lang_decoding_reserve(struct lang_decoding *d, int kind, int64_t more);
/* Adds n units whose bits are these, before p is moved. 0 or -1. */
static inline int lang_decoding_put(struct lang_decoding *d, const void *units, int kind, int64_t n, uint32_t bits)
{
    int need = lang_kind_of(bits);
    if ((!d->s || need > d->s->kind || n > d->capacity - d->s->length) &&
        lang_decoding_reserve(d, need, (d->end - d->p) / d->codec->width + 1) < 0)
        return -1;
    lang_units_copy(d->s->data + d->s->length * d->s->kind, d->s->kind, units, kind, n);
    d->s->length += n;
    d->bits |= bits;
    return 0;
}
int lang_encoding_reserve(struct lang_encoding *e, size_t more);
/* What XML, BACKSLASH and NAME put for a character, as ASCII text. */
size_t lang_codec_describe(enum lang_handler handler, uint8_t *to, uint32_t c);
enum { LANG_DESCRIPTION = 10 }; /* the longest of XML and BACKSLASH */

/* Raises the class with (encoding, object, start, end, reason), or makes the exception; takes object. */
lang_value lang_codec_error(struct lang_thread *t, enum lang_exc exc, const char *encoding, lang_value object,
                            int64_t start, int64_t end, const char *reason);
/* A handler that the program has registered is asked about the n bytes at p, or the characters from i to end. */
int lang_decoding_ask(struct lang_decoding *d, int n, const char *reason);
int lang_encoding_ask(struct lang_encoding *e, int64_t end);
/* The exception that is raised names the codec, if it is one of those that do. */
void lang_codec_name(struct lang_thread *t, const char *doing, const char *encoding);
/* Encoding and decoding by a codec that the program has registered, or that is written in the language. */
lang_value lang_codec_encode(struct lang_thread *t, struct lang_str *s, const char *encoding, const char *errors);
struct lang_str *lang_codec_decode(struct lang_thread *t, const uint8_t *p, size_t n, const char *encoding,
                                   const char *errors);

int lang_utf8_decode_run(struct lang_decoding *d);
int lang_utf8_encode_run(struct lang_encoding *e);
int lang_utf8_invalid(const uint8_t *p, const uint8_t *end, const char **reason);
int lang_utf16_decode_run(struct lang_decoding *d);
int lang_utf16_encode_run(struct lang_encoding *e);
int lang_utf16_invalid_little(const uint8_t *p, const uint8_t *end, const char **reason);
int lang_utf16_invalid_big(const uint8_t *p, const uint8_t *end, const char **reason);
int lang_utf32_decode_run(struct lang_decoding *d);
int lang_utf32_encode_run(struct lang_encoding *e);
int lang_utf32_invalid_little(const uint8_t *p, const uint8_t *end, const char **reason);
int lang_utf32_invalid_big(const uint8_t *p, const uint8_t *end, const char **reason);
/* Texts of few units that are all valid; else NULL without an exception. */
struct lang_str *lang_wide_decode_short(struct lang_thread *t, const uint8_t *p, int64_t size,
                                        const struct lang_codec *codec);
struct lang_bytes *lang_wide_encode_short(struct lang_thread *t, const struct lang_str *s,
                                          const struct lang_codec *codec);
int lang_narrow_decode_run(struct lang_decoding *d);
int lang_narrow_encode_run(struct lang_encoding *e);
int lang_narrow_invalid(const uint8_t *p, const uint8_t *end, const char **reason);
int lang_single_decode_run(struct lang_decoding *d);
int lang_single_encode_run(struct lang_encoding *e);
int lang_single_invalid(const uint8_t *p, const uint8_t *end, const char **reason);
int lang_escape_decode_run(struct lang_decoding *d);
int lang_escape_encode_run(struct lang_encoding *e);
int lang_escape_invalid(const uint8_t *p, const uint8_t *end, const char **reason);
int lang_raw_escape_decode_run(struct lang_decoding *d);
int lang_raw_escape_encode_run(struct lang_encoding *e);
int lang_raw_escape_invalid(const uint8_t *p, const uint8_t *end, const char **reason);

/* The first position from i on, before end, whose character the codec has (NARROW by limit, SINGLE by index). */
int64_t lang_narrow_next(const struct lang_str *s, int64_t i, int64_t end, uint32_t limit);
int64_t lang_single_next(const struct lang_str *s, int64_t i, int64_t end, int number);
/* The first position from i on, before end, that has no surrogate. */
int64_t lang_surrogates_end(const struct lang_str *s, int64_t i, int64_t end);
/* One unit of 2 or 4 bytes. */
uint32_t lang_wide_get(const uint8_t *p, int width, bool big);
void lang_wide_put(uint8_t *to, uint32_t c, int width, bool big);

static inline bool lang_is_surrogate(uint32_t c)
{
    return (c & 0xfffff800) == 0xd800;
}

/* \xhh, \uhhhh or \Uhhhhhhhh: how many bytes, at most 10. */
static inline int lang_escape_put(uint8_t *to, uint32_t c)
{
    static const char hex[] = "0123456789abcdef";
    int n = 2;
    to[0] = '\\';
    to[1] = c < 0x100 ? 'x' : c < 0x10000 ? 'u' : 'U';
    if (c >= 0x10000) {
        to[n++] = '0';
        to[n++] = '0';
        to[n++] = (uint8_t)hex[c >> 20 & 15];
        to[n++] = (uint8_t)hex[c >> 16 & 15];
    }
    if (c >= 0x100) {
        to[n++] = (uint8_t)hex[c >> 12 & 15];
        to[n++] = (uint8_t)hex[c >> 8 & 15];
    }
    to[n++] = (uint8_t)hex[c >> 4 & 15];
    to[n++] = (uint8_t)hex[c & 15];
    return n;
}

/* A loop over a fixed number of units, of which compilers make vector code. */
enum { LANG_CODEC_BLOCK = 64, LANG_CODEC_SLICE = 1 << 20 };

#endif
