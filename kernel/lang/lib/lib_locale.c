/* lib_locale.c: the module _locale: the conventions of a language, of the C library. They belong to the functions of
 * this module only: the process itself stays in the C locale, as texts of numbers that it reads and writes must not
 * change with the user's language. */
#include <errno.h>
#include <langinfo.h>
#include <limits.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "lib.h"
#include "types/str_impl.h"

/* Categories 0 to 5, by which names of locales are told apart; LC_ALL comes after them. */
enum { CATEGORIES = 6 };

static const int masks[CATEGORIES] = {
    [LC_CTYPE] = LC_CTYPE_MASK,     [LC_NUMERIC] = LC_NUMERIC_MASK,   [LC_TIME] = LC_TIME_MASK,
    [LC_COLLATE] = LC_COLLATE_MASK, [LC_MONETARY] = LC_MONETARY_MASK, [LC_MESSAGES] = LC_MESSAGES_MASK};

static locale_t chosen; /* 0: none has been yet */

static locale_t conventions(void)
{
    if (!chosen)
        chosen = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    return chosen;
}

static lang_value no_locale(struct lang_thread *t)
{
    lang_no_memory(t);
    return lang_error();
}

/* select(names): from now on the locales of these names, one for each category, are the conventions: whether they are
 * there. */
static lang_value l_select(struct lang_thread *t, const lang_value *a)
{
    if (!lang_is_tuple(a[0]) || lang_as_tuple(a[0])->length != CATEGORIES)
        return lang_raise(t, LANG_EXC_TypeError, "six names are required");
    locale_t made = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    for (int i = 0; made && i < CATEGORIES; i++) {
        const char *name = lang_as_utf8(t, lang_as_tuple(a[0])->items[i], "name", NULL);
        const locale_t next = name ? newlocale(masks[i], name, made) : (locale_t)0;
        if (!next) {
            freelocale(made);
            return name ? lang_bool(false) : lang_error();
        }
        made = next;
    }
    if (!made)
        return no_locale(t);
    if (chosen)
        freelocale(chosen);
    chosen = made;
    return lang_bool(true);
}

/* A text of the C library, in the encoding of the conventions. */
static lang_value text_of(struct lang_thread *t, const char *s)
{
    const char *encoding = nl_langinfo_l(CODESET, conventions());
    const bool plain = strcmp(encoding, "ANSI_X3.4-1968") == 0 || strcmp(encoding, "UTF-8") == 0;
    return lang_obj_or_error(
        lang_bytes_decode(t, (const uint8_t *)s, strlen(s), plain ? "utf-8" : encoding, "surrogateescape"));
}

/* How digits are grouped: numbers up to the end, which is 0 (the last one repeats) or CHAR_MAX (no more groups). */
static lang_value groups_of(struct lang_thread *t, const char *s)
{
    struct lang_list *groups = lang_list_new(t, 0);
    for (const char *p = s; groups && *s; p++) {
        if (lang_list_append(t, groups, lang_int(*p)) < 0) {
            lang_decref(t, groups);
            return lang_error();
        }
        if (*p == 0 || *p == CHAR_MAX)
            break;
    }
    return lang_obj_or_error(groups);
}

static int put_steal(struct lang_thread *t, struct lang_dict *d, const char *name, lang_value v)
{
    const int status = lang_is_error(v) ? -1 : lang_dict_set_c(t, d, name, v);
    if (!lang_is_error(v))
        lang_unref(t, v);
    return status;
}

static int put_conventions(struct lang_thread *t, struct lang_dict *d, const struct lconv *c)
{
    const struct {
        const char *name, *value;
    } texts[] = {{"int_curr_symbol", c->int_curr_symbol},     {"currency_symbol", c->currency_symbol},
                 {"mon_decimal_point", c->mon_decimal_point}, {"mon_thousands_sep", c->mon_thousands_sep},
                 {"positive_sign", c->positive_sign},         {"negative_sign", c->negative_sign},
                 {"decimal_point", c->decimal_point},         {"thousands_sep", c->thousands_sep}};
    const struct {
        const char *name;
        int value;
    } numbers[] = {{"int_frac_digits", c->int_frac_digits}, {"frac_digits", c->frac_digits},
                   {"p_cs_precedes", c->p_cs_precedes},     {"p_sep_by_space", c->p_sep_by_space},
                   {"n_cs_precedes", c->n_cs_precedes},     {"n_sep_by_space", c->n_sep_by_space},
                   {"p_sign_posn", c->p_sign_posn},         {"n_sign_posn", c->n_sign_posn}};
    int status = 0;
    for (size_t i = 0; status == 0 && i < sizeof texts / sizeof *texts; i++)
        status = put_steal(t, d, texts[i].name, text_of(t, texts[i].value));
    for (size_t i = 0; status == 0 && i < sizeof numbers / sizeof *numbers; i++)
        status = lang_dict_set_c(t, d, numbers[i].name, lang_int(numbers[i].value));
    if (status == 0)
        status = put_steal(t, d, "mon_grouping", groups_of(t, c->mon_grouping));
    return status < 0 ? -1 : put_steal(t, d, "grouping", groups_of(t, c->grouping));
}

static lang_value l_localeconv(struct lang_thread *t, const lang_value *a)
{
    (void)a;
    struct lang_dict *d = conventions() ? lang_dict_new(t) : NULL;
    if (!d)
        return lang_error_occurred(t) ? lang_error() : no_locale(t);
    const locale_t before = uselocale(chosen); /* of this thread, which does nothing else meanwhile */
    const struct lconv *c = localeconv();
    const int status = put_conventions(t, d, c);
    uselocale(before);
    if (status < 0) {
        lang_decref(t, d);
        return lang_error();
    }
    return lang_obj(d);
}

/* A str as wide characters: the memory of *held; NULL with an exception. */
static const wchar_t *wide(struct lang_thread *t, lang_value v, const char *function, int number, lang_value *held)
{
    if (!lang_is_str(v))
        return lang_is_none(v)
                   ? lang_fail_null(t, LANG_EXC_TypeError, "%s() argument %d must be str, not None", function, number)
                   : lang_fail_null(t, LANG_EXC_TypeError, "%s() argument %d must be str, not %N", function, number, v);
    lang_value bytes = lang_str_encode(t, lang_as_str(v), "utf-32-le", "surrogatepass");
    if (lang_is_error(bytes))
        return NULL;
    const size_t size = (size_t)((struct lang_bytes *)bytes.o)->length, count = size / sizeof(wchar_t);
    struct lang_bytes *text = lang_bytes_new(t, NULL, size + sizeof(wchar_t));
    wchar_t *out = text ? (wchar_t *)(void *)text->data : NULL;
    if (text) {
        memcpy(text->data, ((struct lang_bytes *)bytes.o)->data, size);
        memset(text->data + size, 0, sizeof(wchar_t));
    }
    lang_unref(t, bytes);
    for (size_t i = 0; out && i < count; i++)
        if (!out[i]) {
            lang_decref(t, text);
            return lang_fail_null(t, LANG_EXC_ValueError, "embedded null character");
        }
    if (out)
        *held = lang_obj(text);
    return out;
}

static lang_value l_strcoll(struct lang_thread *t, const lang_value *a)
{
    lang_value held[2];
    const wchar_t *left = wide(t, a[0], "strcoll", 1, &held[0]);
    const wchar_t *right = left ? wide(t, a[1], "strcoll", 2, &held[1]) : NULL;
    lang_value r = lang_error();

    if (right) {
        r = conventions() ? lang_int(wcscoll_l(left, right, chosen)) : no_locale(t);
        lang_unref(t, held[1]);
    }
    if (left)
        lang_unref(t, held[0]);
    return r;
}

static lang_value l_strxfrm(struct lang_thread *t, const lang_value *a)
{
    lang_value held, r = lang_error();
    const wchar_t *text = wide(t, a[0], "strxfrm", 1, &held);

    if (!text)
        return r;
    const size_t length = conventions() ? wcsxfrm_l(NULL, text, 0, chosen) : 0;
    wchar_t *out = calloc(length + 1, sizeof *out);
    if (!out || !chosen) {
        no_locale(t);
    } else {
        wcsxfrm_l(out, text, length + 1, chosen);
        r = lang_obj_or_error(
            lang_bytes_decode(t, (const uint8_t *)out, length * sizeof *out, "utf-32-le", "surrogatepass"));
    }
    free(out);
    lang_unref(t, held);
    return r;
}

/* What nl_langinfo() can be asked for. */
static const struct item {
    const char *name;
    nl_item number;
} items[] = {
#define I(name)                                                                                                        \
    {                                                                                                                  \
#name, name                                                                                                    \
    }
    I(ABDAY_1),  I(ABDAY_2),  I(ABDAY_3),  I(ABDAY_4),   I(ABDAY_5),     I(ABDAY_6),   I(ABDAY_7),    I(DAY_1),
    I(DAY_2),    I(DAY_3),    I(DAY_4),    I(DAY_5),     I(DAY_6),       I(DAY_7),     I(ABMON_1),    I(ABMON_2),
    I(ABMON_3),  I(ABMON_4),  I(ABMON_5),  I(ABMON_6),   I(ABMON_7),     I(ABMON_8),   I(ABMON_9),    I(ABMON_10),
    I(ABMON_11), I(ABMON_12), I(MON_1),    I(MON_2),     I(MON_3),       I(MON_4),     I(MON_5),      I(MON_6),
    I(MON_7),    I(MON_8),    I(MON_9),    I(MON_10),    I(MON_11),      I(MON_12),    I(RADIXCHAR),  I(THOUSEP),
    I(YESEXPR),  I(NOEXPR),   I(CRNCYSTR), I(D_FMT),     I(D_T_FMT),     I(T_FMT),     I(T_FMT_AMPM), I(AM_STR),
    I(PM_STR),   I(CODESET),  I(ERA),      I(ERA_D_FMT), I(ERA_D_T_FMT), I(ERA_T_FMT), I(ALT_DIGITS)
#undef I
};

static lang_value l_nl_langinfo(struct lang_thread *t, const lang_value *a)
{
    int64_t number;

    if (lang_as_c_int(t, a[0], &number) < 0)
        return lang_error();
    for (size_t i = 0; i < sizeof items / sizeof *items; i++)
        if (items[i].number == number)
            return conventions() ? text_of(t, nl_langinfo_l(items[i].number, chosen)) : no_locale(t);
    return lang_raise(t, LANG_EXC_ValueError, "unsupported langinfo constant");
}

static const struct lang_method functions[] = {
    {"_select", "(names, /)", l_select, NULL, 0},
    {"localeconv", "()", l_localeconv, "Returns numeric and monetary locale-specific parameters.", 0},
    {"strcoll", "(os1, os2, /)", l_strcoll, "Compares two strings according to the locale.", 0},
    {"strxfrm", "(string, /)", l_strxfrm, "Return a string that can be used as a key for locale-aware comparisons.", 0},
    {"nl_langinfo", "(key, /)", l_nl_langinfo, "Return the value for the locale information associated with key.", 0},
    {0},
};

static int init(struct lang_thread *t, struct lang_module *m)
{
    static const struct item categories[] = {
        {"LC_CTYPE", LC_CTYPE},       {"LC_NUMERIC", LC_NUMERIC},   {"LC_TIME", LC_TIME}, {"LC_COLLATE", LC_COLLATE},
        {"LC_MONETARY", LC_MONETARY}, {"LC_MESSAGES", LC_MESSAGES}, {"LC_ALL", LC_ALL},   {"CHAR_MAX", CHAR_MAX}};
    for (size_t i = 0; i < sizeof categories / sizeof *categories; i++)
        if (lang_module_add(t, m, categories[i].name, lang_int(categories[i].number)) < 0)
            return -1;
    for (size_t i = 0; i < sizeof items / sizeof *items; i++)
        if (lang_module_add(t, m, items[i].name, lang_int(items[i].number)) < 0)
            return -1;
    return 0;
}

const struct lang_module_def lang_module__locale = {"_locale", "The conventions of a language, of the C library.",
                                                    functions, init};
