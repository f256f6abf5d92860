/* str_case.c: case mappings and questions about characters of str. */
#include <string.h>

#include "types/str_case.h"
#include "types/str_impl.h"

/* ------------------------------------------------------------------ case */

/* A capital sigma at i ends a word: a cased letter before it, none after it, looking through what is ignorable. */
static bool is_final_sigma(struct lang_str *s, int64_t i)
{
    int64_t k = i - 1;
    while (k >= 0 && lang_char_is(lang_str_at(s, k), LANG_C_IGNORABLE))
        k--;
    if (k < 0 || !lang_char_is(lang_str_at(s, k), LANG_C_CASED))
        return false;
    k = i + 1;
    while (k < s->length && lang_char_is(lang_str_at(s, k), LANG_C_IGNORABLE))
        k++;
    return k == s->length || !lang_char_is(lang_str_at(s, k), LANG_C_CASED);
}

enum { SLICE = 1 << 20 }; /* characters between two questions for an interrupt */

/* Of a character that is mapped to several in some case: is it to one in this? */
static bool one_for_one(uint32_t c, enum lang_case which, uint32_t *out)
{
    uint32_t all[3];
    int n = lang_char_map(c, which, all);
    *out = all[0];
    return n == 1;
}

/* Characters that are mapped to one each, of the same width; *all gathers their bits. False: one is not. */
#define MAP_UNITS(TYPE)                                                                                                \
    static bool map_##TYPE(TYPE *to, const TYPE *from, int64_t n, enum lang_case which, uint32_t *all)                 \
    {                                                                                                                  \
        uint32_t bits = 0;                                                                                             \
        for (int64_t i = 0; i < n; i++) {                                                                              \
            uint32_t before = from[i];                                                                                 \
            const struct lang_char_record *r = lang_char(before);                                                      \
            uint32_t c = before + (uint32_t)(which == LANG_CASE_UPPER   ? r->upper                                     \
                                             : which == LANG_CASE_LOWER ? r->lower                                     \
                                             : which == LANG_CASE_TITLE ? r->title                                     \
                                                                        : r->fold);                                    \
            if (r->flags & LANG_C_SPECIAL && !one_for_one(before, which, &c))                                          \
                return false;                                                                                          \
            if ((before == 0x3a3 && which == LANG_CASE_LOWER) || (TYPE)c != c)                                         \
                return false;                                                                                          \
            to[i] = (TYPE)c;                                                                                           \
            bits |= c;                                                                                                 \
        }                                                                                                              \
        *all |= bits;                                                                                                  \
        return true;                                                                                                   \
    }
MAP_UNITS(uint8_t)
MAP_UNITS(uint16_t)
MAP_UNITS(uint32_t)

/* NULL without an exception: some character is mapped to several, to a wider one or by what is around it. */
static struct lang_str *map_simple(struct lang_thread *t, struct lang_str *s, enum lang_case which)
{
    uint8_t low = which == LANG_CASE_UPPER || which == LANG_CASE_TITLE ? 'a' : 'A';
    struct lang_str *r = lang_str_alloc(t, s->kind, s->ascii, s->length), *narrow;
    uint32_t all = 0;
    for (int64_t i = 0, n; r && i < s->length; i += n) {
        void *to = r->data + i * s->kind;
        const void *from = s->data + i * s->kind;
        bool good = true;
        n = s->length - i > SLICE ? SLICE : s->length - i;
        if (s->ascii)
            lang_ascii_flip(to, from, n, low);
        else
            good = s->kind == 1   ? map_uint8_t(to, from, n, which, &all)
                   : s->kind == 2 ? map_uint16_t(to, from, n, which, &all)
                                  : map_uint32_t(to, from, n, which, &all);
        if (!good || (i + n < s->length && lang_poll_quiet(t) < 0)) {
            lang_decref(t, r);
            return NULL;
        }
    }
    if (!r || s->ascii || (lang_kind_of(all) == s->kind && all >= 0x80))
        return r;
    narrow = lang_str_from_units(t, r->data, r->kind, r->length);
    lang_decref(t, r);
    return narrow;
}

/* How upper(), lower(), casefold(), title(), capitalize() and swapcase() go through a text. */
enum way { ALIKE, TITLE, FIRST, SWAP };

/* n characters from i on, in units of four bytes: at most three for each into out, and how many. */
static int map_block(struct lang_str *s, int64_t i, const uint32_t *from, int n, enum way way, enum lang_case which,
                     bool *inside, uint32_t *out)
{
    int length = 0;
    for (int k = 0; k < n; k++) {
        uint32_t c = from[k];
        const struct lang_char_record *r = lang_char(c);
        if (way == TITLE || way == FIRST) {
            which = *inside ? LANG_CASE_LOWER : LANG_CASE_TITLE;
            *inside = way == FIRST || r->flags & LANG_C_CASED;
        } else if (way == SWAP) {
            if (!(r->flags & (LANG_C_UPPER | LANG_C_LOWER))) {
                out[length++] = c;
                continue;
            }
            which = r->flags & LANG_C_UPPER ? LANG_CASE_LOWER : LANG_CASE_UPPER;
        }
        if (c == 0x3a3 && which == LANG_CASE_LOWER)
            out[length++] = is_final_sigma(s, i + k) ? 0x3c2 : 0x3c3;
        else if (r->flags & LANG_C_SPECIAL)
            length += lang_char_map(c, which, out + length);
        else
            out[length++] = c + (uint32_t)(which == LANG_CASE_UPPER   ? r->upper
                                           : which == LANG_CASE_LOWER ? r->lower
                                           : which == LANG_CASE_TITLE ? r->title
                                                                      : r->fold);
    }
    return length;
}

/* Any str: in chunks, of which a short one has one. */
static lang_value map_any(struct lang_thread *t, struct lang_str *s, enum way way, enum lang_case which)
{
    enum { CHUNK = 128 };
    uint32_t from[CHUNK], out[3 * CHUNK];
    struct lang_builder b;
    bool inside = false;
    for (int64_t i = 0, n; i < s->length || i == 0; i += n) {
        n = s->length - i < CHUNK ? s->length - i : CHUNK;
        lang_units_copy(from, 4, s->data + i * s->kind, s->kind, n);
        int length = map_block(s, i, from, (int)n, way, which, &inside, out);
        if (s->length <= CHUNK)
            return lang_obj_or_error(lang_str_from_units(t, out, 4, length));
        if (i == 0)
            lang_builder_init(&b, t);
        lang_builder_units(&b, out, 4, length);
        if (b.failed || ((i & 0xff80) == 0 && lang_poll_quiet(t) < 0)) {
            lang_builder_drop(&b);
            return lang_error();
        }
    }
    return lang_obj_or_error(lang_builder_finish(&b));
}

static lang_value map_all(struct lang_thread *t, lang_value v, enum lang_case which)
{
    struct lang_str *s = lang_as_str(v);
    struct lang_str *r = s->length > 1 ? map_simple(t, s, which) : NULL;
    if (r || lang_error_occurred(t))
        return lang_obj_or_error(r);
    return map_any(t, s, ALIKE, which);
}

/* ASCII in title(), capitalize() and swapcase(). */
static struct lang_str *map_words(struct lang_thread *t, struct lang_str *s, enum way how)
{
    struct lang_str *r = lang_str_alloc(t, 1, true, s->length);
    bool inside = false;
    for (int64_t i = 0; r && i < s->length; i++) {
        uint8_t c = (uint8_t)s->data[i], letter = (uint8_t)((c | 32) - 'a') < 26 ? 32 : 0;
        /* a letter's bit 32: set for the small one */
        uint8_t small = how == SWAP ? (uint8_t)(~c & letter) : inside ? letter : 0;
        r->data[i] = (char)((c & ~letter) | small);
        inside = how == FIRST || letter;
        if (lang_text_interrupted(t, i)) {
            lang_decref(t, r);
            return NULL;
        }
    }
    return r;
}

lang_value lang_str_upper(struct lang_thread *t, const lang_value *args)
{
    return map_all(t, args[0], LANG_CASE_UPPER);
}
lang_value lang_str_lower(struct lang_thread *t, const lang_value *args)
{
    return map_all(t, args[0], LANG_CASE_LOWER);
}
lang_value lang_str_casefold(struct lang_thread *t, const lang_value *args)
{
    return map_all(t, args[0], LANG_CASE_FOLD);
}

static lang_value map_by(struct lang_thread *t, lang_value v, enum way way)
{
    struct lang_str *s = lang_as_str(v);
    if (s->ascii && s->length > 1)
        return lang_obj_or_error(map_words(t, s, way));
    return map_any(t, s, way, LANG_CASE_TITLE);
}
lang_value lang_str_title(struct lang_thread *t, const lang_value *args)
{
    return map_by(t, args[0], TITLE);
}
lang_value lang_str_capitalize(struct lang_thread *t, const lang_value *args)
{
    return map_by(t, args[0], FIRST);
}
lang_value lang_str_swapcase(struct lang_thread *t, const lang_value *args)
{
    return map_by(t, args[0], SWAP);
}

/* ------------------------------------------------------------------ questions */

/* Every character has one of the flags. */
static lang_value all_are(struct lang_thread *t, lang_value v, int flags, bool when_empty)
{
    struct lang_str *s = lang_as_str(v);
    if (s->length == 0)
        return lang_bool(when_empty);
    for (int64_t i = 0; i < s->length; i++)
        if (!lang_char_is(lang_str_at(s, i), flags))
            return lang_bool(false);
        else if (lang_text_interrupted(t, i))
            return lang_error();
    return lang_bool(true);
}

#define ALL_ARE(name, flags, when_empty)                                                                               \
    lang_value lang_str_##name(struct lang_thread *t, const lang_value *args)                                          \
    {                                                                                                                  \
        return all_are(t, args[0], flags, when_empty);                                                                 \
    }
ALL_ARE(isalpha, LANG_C_ALPHA, false)
ALL_ARE(isalnum, LANG_C_ALPHA | LANG_C_DECIMAL | LANG_C_DIGIT | LANG_C_NUMERIC, false)
ALL_ARE(isdecimal, LANG_C_DECIMAL, false)
ALL_ARE(isdigit, LANG_C_DIGIT, false)
ALL_ARE(isnumeric, LANG_C_NUMERIC, false)
ALL_ARE(isspace, LANG_C_SPACE, false)
ALL_ARE(isprintable, LANG_C_PRINTABLE, true)

/* None of the wrong flags, at least one of the right one. */
static lang_value cased_as(lang_value v, int right, int wrong)
{
    struct lang_str *s = lang_as_str(v);
    bool any = false;
    for (int64_t i = 0; i < s->length; i++) {
        int flags = lang_char(lang_str_at(s, i))->flags;
        if (flags & wrong)
            return lang_bool(false);
        any = any || flags & right;
    }
    return lang_bool(any);
}

lang_value lang_str_isupper(struct lang_thread *t, const lang_value *args)
{
    (void)t;
    return cased_as(args[0], LANG_C_UPPER, LANG_C_LOWER | LANG_C_TITLE);
}
lang_value lang_str_islower(struct lang_thread *t, const lang_value *args)
{
    (void)t;
    return cased_as(args[0], LANG_C_LOWER, LANG_C_UPPER | LANG_C_TITLE);
}

lang_value lang_str_istitle(struct lang_thread *t, const lang_value *args)
{
    (void)t;
    struct lang_str *s = lang_as_str(args[0]);
    bool any = false, inside = false;
    for (int64_t i = 0; i < s->length; i++) {
        int flags = lang_char(lang_str_at(s, i))->flags;
        bool starts = flags & (LANG_C_UPPER | LANG_C_TITLE), goes_on = flags & LANG_C_LOWER;
        if (starts ? inside : goes_on && !inside)
            return lang_bool(false);
        inside = starts || goes_on;
        any = any || inside;
    }
    return lang_bool(any);
}

lang_value lang_str_isidentifier(struct lang_thread *t, const lang_value *args)
{
    (void)t;
    struct lang_str *s = lang_as_str(args[0]);
    if (s->length == 0 || !lang_char_is(lang_str_at(s, 0), LANG_C_START))
        return lang_bool(false);
    for (int64_t i = 1; i < s->length; i++)
        if (!lang_char_is(lang_str_at(s, i), LANG_C_CONTINUE))
            return lang_bool(false);
    return lang_bool(true);
}

lang_value lang_str_isascii(struct lang_thread *t, const lang_value *args)
{
    (void)t;
    return lang_bool(lang_as_str(args[0])->ascii);
}
