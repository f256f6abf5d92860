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

static void put_mapped(struct lang_builder *b, struct lang_str *s, int64_t i, enum lang_case which)
{
    uint32_t c = lang_str_at(s, i), out[3];
    if (c == 0x3a3 && which == LANG_CASE_LOWER) {
        lang_builder_char(b, is_final_sigma(s, i) ? 0x3c2 : 0x3c3);
        return;
    }
    int n = lang_char_map(c, which, out);
    for (int k = 0; k < n; k++)
        lang_builder_char(b, out[k]);
}

static lang_value map_all(struct lang_thread *t, lang_value v, enum lang_case which)
{
    struct lang_str *s = lang_as_str(v);
    if (s->ascii && s->length > 1) {
        struct lang_str *r = lang_str_alloc(t, 1, true, s->length);
        uint8_t low = which == LANG_CASE_UPPER || which == LANG_CASE_TITLE ? 'a' : 'A';
        for (int64_t i = 0, end; r && i < s->length; i = end) {
            const uint8_t *from = (const uint8_t *)s->data;
            uint8_t *to = (uint8_t *)r->data;
            end = s->length - i > 1 << 20 ? i + (1 << 20) : s->length;
            for (int64_t k = i; k < end; k++)
                to[k] = (uint8_t)(from[k] ^ ((uint8_t)(from[k] - low) < 26 ? 32 : 0));
            if (end < s->length && lang_poll_quiet(t) < 0) {
                lang_decref(t, r);
                r = NULL;
            }
        }
        return lang_obj_or_error(r);
    }
    struct lang_builder b;
    lang_builder_init(&b, t);
    for (int64_t i = 0; i < s->length; i++) {
        put_mapped(&b, s, i, which);
        if (lang_text_interrupted(t, i)) {
            lang_builder_drop(&b);
            return lang_error();
        }
    }
    return lang_obj_or_error(lang_builder_finish(&b));
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

lang_value lang_str_title(struct lang_thread *t, const lang_value *args)
{
    struct lang_str *s = lang_as_str(args[0]);
    struct lang_builder b;
    lang_builder_init(&b, t);
    bool inside = false;
    for (int64_t i = 0; i < s->length; i++) {
        put_mapped(&b, s, i, inside ? LANG_CASE_LOWER : LANG_CASE_TITLE);
        inside = lang_char_is(lang_str_at(s, i), LANG_C_CASED);
    }
    return lang_obj_or_error(lang_builder_finish(&b));
}

lang_value lang_str_capitalize(struct lang_thread *t, const lang_value *args)
{
    struct lang_str *s = lang_as_str(args[0]);
    struct lang_builder b;
    lang_builder_init(&b, t);
    for (int64_t i = 0; i < s->length; i++)
        put_mapped(&b, s, i, i ? LANG_CASE_LOWER : LANG_CASE_TITLE);
    return lang_obj_or_error(lang_builder_finish(&b));
}

lang_value lang_str_swapcase(struct lang_thread *t, const lang_value *args)
{
    struct lang_str *s = lang_as_str(args[0]);
    struct lang_builder b;
    lang_builder_init(&b, t);
    for (int64_t i = 0; i < s->length; i++) {
        uint32_t c = lang_str_at(s, i);
        if (lang_char_is(c, LANG_C_UPPER))
            put_mapped(&b, s, i, LANG_CASE_LOWER);
        else if (lang_char_is(c, LANG_C_LOWER))
            put_mapped(&b, s, i, LANG_CASE_UPPER);
        else
            lang_builder_char(&b, c);
    }
    return lang_obj_or_error(lang_builder_finish(&b));
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
