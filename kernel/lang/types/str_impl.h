/* str_impl.h: what the files of str share: allocation, search, the tables of characters. Private to types/. */
#ifndef LANG_STR_IMPL_H
#define LANG_STR_IMPL_H

#include <string.h>

#include "types.h"

#define LANG_STR_HEAD offsetof(struct lang_str, data)
/* Bytes of the object of a str with this many bytes of units, final zero included. */
static inline size_t lang_str_object_size(size_t bytes)
{
    return (LANG_STR_HEAD + bytes + 7) & ~(size_t)7;
}

/* A str of uninitialised units, ended with zero; `ascii` must be right and the kind the narrowest possible once it is
 * filled. */
struct lang_str *lang_str_alloc(struct lang_thread *t, int kind, bool ascii, int64_t length);
/* Of bytes that are all below 128. */
struct lang_str *lang_str_from_ascii(struct lang_thread *t, const char *p, size_t n);
/* The greatest unit of n units rounded up to a class: 0x7f, 0xff, 0xffff or 0x10ffff. */
uint32_t lang_units_class(const void *units, int kind, int64_t n);
static inline int lang_kind_of(uint32_t c)
{
    return c < 0x100 ? 1 : c < 0x10000 ? 2 : 4;
}
static inline uint32_t lang_class_of(uint32_t c)
{
    return c < 0x80 ? 0x7f : c < 0x100 ? 0xff : c < 0x10000 ? 0xffff : 0x10ffff;
}
/* How many bytes at the front are below 128. */
size_t lang_ascii_prefix(const void *units, size_t n);
/* Copies n units from one width to a width that can hold them. */
void lang_units_copy(void *to, int to_kind, const void *from, int from_kind, int64_t n);
/* ASCII letters from `low` on, and 25 more, exchanged with those of the other case. */
void lang_ascii_flip(uint8_t *to, const uint8_t *from, int64_t n, uint8_t low);
void lang_bytes_exchange(uint8_t *to, const uint8_t *from, int64_t n, uint8_t old, uint8_t new);
int64_t lang_bytes_count(const uint8_t *p, int64_t n, uint8_t c);
/* lang_units_copy for many: stops at an interrupt with -1. */
int lang_units_copy_large(struct lang_thread *t, void *to, int to_kind, const void *from, int from_kind, int64_t n);
/* n units from start on, each step further, to units of the same width; stops at an interrupt with -1. */
int lang_units_stepped(struct lang_thread *t, void *to, const void *units, int kind, int64_t start, int64_t step,
                       int64_t n);
/* memcpy for what is short most of the time. */
static inline void lang_copy_short(void *to, const void *from, size_t n)
{
    if (n > 32) {
        memcpy(to, from, n);
    } else if (n >= 16) { /* the halves overlap in the middle */
        uint64_t a[2], b[2];
        memcpy(a, from, 16);
        memcpy(b, (const char *)from + n - 16, 16);
        memcpy(to, a, 16);
        memcpy((char *)to + n - 16, b, 16);
    } else if (n >= 8) {
        uint64_t a, b;
        memcpy(&a, from, 8);
        memcpy(&b, (const char *)from + n - 8, 8);
        memcpy(to, &a, 8);
        memcpy((char *)to + n - 8, &b, 8);
    } else if (n >= 4) {
        uint32_t a, b;
        memcpy(&a, from, 4);
        memcpy(&b, (const char *)from + n - 4, 4);
        memcpy(to, &a, 4);
        memcpy((char *)to + n - 4, &b, 4);
    } else if (n >= 2) {
        uint16_t a, b;
        memcpy(&a, from, 2);
        memcpy(&b, (const char *)from + n - 2, 2);
        memcpy(to, &a, 2);
        memcpy((char *)to + n - 2, &b, 2);
    } else if (n) {
        *(char *)to = *(const char *)from;
    }
}
static inline void lang_unit_set(void *units, int kind, int64_t i, uint32_t c)
{
    if (kind == 1)
        ((uint8_t *)units)[i] = (uint8_t)c;
    else if (kind == 2)
        ((uint16_t *)units)[i] = (uint16_t)c;
    else
        ((uint32_t *)units)[i] = c;
}
/* All fields behind the head, and the final zero. */
static inline void lang_str_init(struct lang_str *s, int kind, bool ascii, int64_t length)
{
    s->length = length;
    s->hash = -1;
    s->utf8 = NULL;
    s->utf8_size = 0;
    s->kind = (uint8_t)kind;
    s->ascii = ascii;
    s->interned = 0;
    s->spare = 0;
    lang_unit_set(s->data, kind, length, 0);
}
/* A new reference to s; for methods that give back their own text. A subclass gives a plain str. */
struct lang_str *lang_str_self(struct lang_thread *t, struct lang_str *s);

/* Adds n units of a width that may be larger than they need. */
int lang_builder_units(struct lang_builder *b, const void *units, int kind, int64_t n);

/* In a loop of short steps over a text: true when step i was one to ask for an interrupt, and there was one. */
static inline bool lang_text_interrupted(struct lang_thread *t, int64_t i)
{
    return (i & 0xfffff) == 0xfffff && lang_poll_quiet(t) < 0;
}
/* memcpy and memset that stop at an interrupt: 0 or -1. */
int lang_copy_large(struct lang_thread *t, void *to, const void *from, size_t n);
int lang_fill_large(struct lang_thread *t, void *to, int c, size_t n);
/* n units of that width that are all c; stops at an interrupt with -1. */
int lang_fill_units(struct lang_thread *t, void *to, int kind, uint32_t c, int64_t n);

/* ------------------------------------------------------------------ search (str_search.c) */

/* First (last) position of needle in hay[start:end], -1 if none; units of one width, needle not empty. */
int64_t lang_search(const void *hay, int64_t start, int64_t end, const void *needle, int64_t n, int kind);
int64_t lang_search_last(const void *hay, int64_t start, int64_t end, const void *needle, int64_t n, int kind);
/* At most `most` positions from *at on, without overlap, and how many: less at the end. *at is where to go on. */
int lang_search_many(const void *hay, int64_t *at, int64_t end, const void *needle, int64_t n, int kind,
                     int64_t *positions, int most);
/* The first two for texts of any kinds, an empty needle included; start and end lie within s. */
int64_t lang_str_find(struct lang_str *s, struct lang_str *needle, int64_t start, int64_t end);
int64_t lang_str_find_last(struct lang_str *s, struct lang_str *needle, int64_t start, int64_t end);
/* The four functions for texts of any length: -2 with KeyboardInterrupt. */
int64_t lang_search_far(struct lang_thread *t, const void *hay, int64_t start, int64_t end, const void *needle,
                        int64_t n, int kind);
int64_t lang_search_last_far(struct lang_thread *t, const void *hay, int64_t start, int64_t end, const void *needle,
                             int64_t n, int kind);
int64_t lang_str_find_far(struct lang_thread *t, struct lang_str *s, struct lang_str *needle, int64_t start,
                          int64_t end);
int64_t lang_str_find_last_far(struct lang_thread *t, struct lang_str *s, struct lang_str *needle, int64_t start,
                               int64_t end);
/* Number of positions without overlap, at most max. */
int64_t lang_str_count(struct lang_thread *t, struct lang_str *s, struct lang_str *needle, int64_t start, int64_t end,
                       int64_t max); /* -1: KeyboardInterrupt */
bool lang_str_matches(struct lang_str *s, int64_t at,
                      struct lang_str *part); /* part stands at s[at:]; at and its end within s */

/* ------------------------------------------------------------------ characters (unicode.c over generated tables) */

enum lang_char_flag {
    LANG_C_ALPHA = 1,
    LANG_C_DECIMAL = 2,
    LANG_C_DIGIT = 4,
    LANG_C_NUMERIC = 8,
    LANG_C_LOWER = 16,
    LANG_C_UPPER = 32,
    LANG_C_TITLE = 64,
    LANG_C_SPACE = 128,
    LANG_C_PRINTABLE = 256,
    LANG_C_START = 512,
    LANG_C_CONTINUE = 1024,
    LANG_C_CASED = 2048,
    LANG_C_IGNORABLE = 4096,
    LANG_C_SPECIAL = 8192 /* a case mapping gives several characters */
};
struct lang_char_record {
    int32_t upper, lower, title, fold; /* differences to the character */
    uint16_t flags;
    int8_t decimal;
};
enum lang_case { LANG_CASE_UPPER, LANG_CASE_LOWER, LANG_CASE_TITLE, LANG_CASE_FOLD };
struct lang_case_special { /* sorted by c; unused ends are 0 */
    uint32_t c;
    uint32_t to[4][3];
};
extern const struct lang_char_record lang_char_records[];
extern const uint16_t lang_char_index1[];
extern const uint16_t lang_char_index2[];
extern const struct lang_case_special lang_case_specials[];
extern const int lang_case_special_count;
enum { LANG_CHAR_SHIFT = 7 };

static inline const struct lang_char_record *lang_char(uint32_t c)
{
    if (c > 0x10ffff)
        c = 0x10ffff;
    return &lang_char_records[lang_char_index2[(lang_char_index1[c >> LANG_CHAR_SHIFT] << LANG_CHAR_SHIFT) +
                                               (c & ((1 << LANG_CHAR_SHIFT) - 1))]];
}
static inline bool lang_char_is(uint32_t c, int flags)
{
    return lang_char(c)->flags & flags;
}
static inline bool lang_char_is_space(uint32_t c)
{
    return c < 128      ? c == ' ' || (c >= 9 && c <= 13) || (c >= 28 && c <= 31)
           : c < 0x1680 ? c == 0x85 || c == 0xa0
                        : lang_char_is(c, LANG_C_SPACE);
}
/* The mapping of one character: 1 to 3 characters into out. */
int lang_char_map(uint32_t c, enum lang_case which, uint32_t out[3]);

/* ------------------------------------------------------------------ codecs (str_codec.c, str_utf8.c) */

/* One character from UTF-8: bytes used (with surrogates if allowed), or minus the length of the invalid part. */
int lang_utf8_step(const uint8_t *p, const uint8_t *end, bool surrogates, uint32_t *c);
int lang_char_escape(char *out, uint32_t c); /* xhh, uhhhh or Uhhhhhhhh behind a backslash: 4 to 10 bytes */
int lang_utf8_put(char *out, uint32_t c);    /* 1 to 4 bytes */
/* str.encode and bytes.decode by names as Python knows them. */
lang_value lang_str_encode(struct lang_thread *t, struct lang_str *s, const char *encoding, const char *errors);
/* The same of bytes that more will follow, by a codec that is written in C: what is cut off at the end is left, *used
 * is where. */
struct lang_str *lang_bytes_decode_part(struct lang_thread *t, const uint8_t *p, size_t n, const char *encoding,
                                        const char *errors, size_t *used);
struct lang_str *lang_bytes_decode(struct lang_thread *t, const uint8_t *p, size_t n, const char *encoding,
                                   const char *errors);
bool lang_codec_is_single(struct lang_thread *t, const char *encoding); /* one of a byte a character */

/* ------------------------------------------------------------------ str_methods.c, str_case.c, str_format.c */

lang_value lang_str_iter(struct lang_thread *t, lang_value v); /* iterators.c */
extern const struct lang_method lang_str_methods[];
/* Rows of the methods by file; str.c puts them into one table. */
lang_value lang_str_mod(struct lang_thread *t, struct lang_str *format, lang_value args); /* % */

/* The optional start and end of find() and similar methods as integers, clipped to 64 bits (UNDEF and None: the whole).
 * It runs user code; lang_search_fit, which runs none, fits them to the length that holds then: `to` lies within it. */
int lang_search_bounds(struct lang_thread *t, lang_value start, lang_value end, int64_t *from, int64_t *to);
static inline void lang_search_fit(int64_t length, int64_t *from, int64_t *to)
{
    if (*from < 0)
        *from = *from + length < 0 ? 0 : *from + length;
    if (*to < 0)
        *to = *to + length < 0 ? 0 : *to + length;
    if (*to > length)
        *to = length;
}

#endif
