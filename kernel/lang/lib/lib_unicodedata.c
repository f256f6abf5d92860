/* lib_unicodedata.c: the module unicodedata: what the tables of characters know. */
#include "lib.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "types/unicode_forms.h"

/* The one character of an argument; number 0: the function has one argument only. */
static int character(struct lang_thread *t, const char *function, int number, lang_value v, uint32_t *c)
{
    if (lang_is_str(v) && lang_as_str(v)->length == 1) {
        *c = lang_str_at(lang_as_str(v), 0);
        return 0;
    }
    char which[16] = "";
    if (number)
        snprintf(which, sizeof which, " %d", number);
    return lang_fail(t, LANG_EXC_TypeError, "%s() argument%s must be a unicode character, not %N", function, which, v);
}

static lang_value text(struct lang_thread *t, const char *s)
{
    return lang_obj_or_error(lang_str_from_c(t, s));
}

/* What is not there: the default, or ValueError. */
static lang_value missing(struct lang_thread *t, lang_value instead, const char *message)
{
    return lang_is_undef(instead) ? lang_raise(t, LANG_EXC_ValueError, "%s", message) : lang_ref(instead);
}

static lang_value u_name(struct lang_thread *t, const lang_value *a)
{
    uint32_t c = 0;
    char name[LANG_UNICODE_NAME];
    if (character(t, "name", 1, a[0], &c) < 0)
        return lang_error();
    return lang_unicode_name(c, name) ? text(t, name) : missing(t, a[1], "no such name");
}

static lang_value u_lookup(struct lang_thread *t, const lang_value *a)
{
    if (!lang_is_str(a[0]))
        return lang_raise(t, LANG_EXC_TypeError, "a bytes-like object is required, not '%N'", a[0]);
    size_t n;
    const char *name = lang_str_utf8(t, lang_as_str(a[0]), &n);
    uint32_t c = name ? lang_unicode_lookup(name, n) : 0;
    if (!name)
        return lang_error();
    if (c == UINT32_MAX) {
        lang_value message =
            lang_obj_or_error(lang_str_from_format(t, "undefined character name '%U'", lang_as_str(a[0])));
        if (!lang_is_error(message))
            lang_raise_value(t, LANG_EXC_KeyError, message);
        lang_unref(t, message);
        return lang_error();
    }
    return lang_obj_or_error(lang_str_from_units(t, &c, 4, 1));
}

static lang_value number(struct lang_thread *t, const char *function, enum lang_unicode_number kind,
                         const lang_value *a)
{
    uint32_t c = 0;
    double value;
    static const char *const messages[] = {"not a decimal", "not a digit", "not a numeric character"};
    if (character(t, function, 1, a[0], &c) < 0)
        return lang_error();
    if (!lang_unicode_number(c, kind, &value))
        return missing(t, a[1], messages[kind]);
    return kind == LANG_UNICODE_NUMERIC ? lang_float(value) : lang_int((int64_t)value);
}
static lang_value u_decimal(struct lang_thread *t, const lang_value *a)
{
    return number(t, "decimal", LANG_UNICODE_DECIMAL, a);
}
static lang_value u_digit(struct lang_thread *t, const lang_value *a)
{
    return number(t, "digit", LANG_UNICODE_DIGIT, a);
}
static lang_value u_numeric(struct lang_thread *t, const lang_value *a)
{
    return number(t, "numeric", LANG_UNICODE_NUMERIC, a);
}

#define PROPERTY(name, value)                                                                                          \
    static lang_value u_##name(struct lang_thread *t, const lang_value *a)                                             \
    {                                                                                                                  \
        uint32_t c = 0;                                                                                                \
        if (character(t, #name, 0, a[0], &c) < 0)                                                                      \
            return lang_error();                                                                                       \
        struct lang_unicode_properties p = lang_unicode_properties(c);                                                 \
        return value;                                                                                                  \
    }
PROPERTY(category, text(t, p.category))
PROPERTY(bidirectional, text(t, p.bidirectional))
PROPERTY(east_asian_width, text(t, p.width))
PROPERTY(combining, lang_int(p.combining))
PROPERTY(mirrored, lang_int(p.mirrored))

static lang_value u_decomposition(struct lang_thread *t, const lang_value *a)
{
    uint32_t c = 0, parts[LANG_DECOMPOSITION];
    const char *tag = "";
    char out[LANG_DECOMPOSITION * 8 + 16];
    if (character(t, "decomposition", 0, a[0], &c) < 0)
        return lang_error();
    size_t n = lang_unicode_decomposition(c, parts, &tag);
    int size = snprintf(out, sizeof out, "%s", n ? tag : "");
    for (size_t i = 0; i < n; i++)
        size += snprintf(out + size, sizeof out - (size_t)size, "%s%04X", size ? " " : "", (unsigned)parts[i]);
    return text(t, out);
}

/* The normal form of a text: a[1] itself, where it has that form. */
static lang_value normalize(struct lang_thread *t, const char *function, const lang_value *a)
{
    static const char *const forms[] = {"NFD", "NFC", "NFKD", "NFKC"};
    for (int i = 0; i < 2; i++)
        if (!lang_is_str(a[i]))
            return lang_raise(t, LANG_EXC_TypeError, "%s() argument %d must be str, not %s", function, i + 1,
                              lang_is_none(a[i]) ? "None" : lang_type_name(a[i]));
    struct lang_str *s = lang_as_str(a[1]);
    int form = 0;
    if (!s->length)
        return lang_ref(a[1]);
    while (form < 4 && !lang_str_equal_c(lang_as_str(a[0]), forms[form]))
        form++;
    if (form == 4)
        return lang_raise(t, LANG_EXC_ValueError, "invalid normalization form");
    size_t n = (size_t)s->length;
    uint32_t *in = lang_alloc(t, n * sizeof *in);
    struct lang_unicode_text x;
    if (!in)
        return lang_error();
    for (size_t i = 0; i < n; i++)
        in[i] = lang_str_at(s, (int64_t)i);
    int status = lang_unicode_normalize(t, (enum lang_unicode_form)form, in, n, &x);
    bool same = status == 0 && x.count == n && memcmp(x.data, in, n * sizeof *in) == 0;
    lang_free(t, in, n * sizeof *in);
    if (status < 0)
        return status == -2 ? lang_no_memory(t) : lang_error();
    lang_value r = same ? lang_ref(a[1]) : lang_obj_or_error(lang_str_from_units(t, x.data, 4, (int64_t)x.count));
    free(x.data);
    return r;
}
static lang_value u_normalize(struct lang_thread *t, const lang_value *a)
{
    return normalize(t, "normalize", a);
}
static lang_value u_is_normalized(struct lang_thread *t, const lang_value *a)
{
    lang_value r = normalize(t, "is_normalized", a);
    if (lang_is_error(r))
        return r;
    bool same = lang_same(r, a[1]);
    lang_unref(t, r);
    return lang_bool(same);
}

static const struct lang_method functions[] = {
    {"name", "(chr, default=(), /)", u_name, "The name of the character, or the default, or ValueError.", 0},
    {"lookup", "(name, /)", u_lookup, "The character of this name; KeyError if there is none.", 0},
    {"category", "(chr, /)", u_category, "The general category of the character, as 'Lu'.", 0},
    {"bidirectional", "(chr, /)", u_bidirectional, "The bidirectional class of the character, '' if it has none.", 0},
    {"combining", "(chr, /)", u_combining, "The canonical combining class of the character, 0 if it has none.", 0},
    {"mirrored", "(chr, /)", u_mirrored, "1 if the character is mirrored in text from right to left, else 0.", 0},
    {"east_asian_width", "(chr, /)", u_east_asian_width, "The East Asian width of the character.", 0},
    {"decomposition", "(chr, /)", u_decomposition, "One step of the character's decomposition, '' if it has none.", 0},
    {"decimal", "(chr, default=(), /)", u_decimal, "The decimal value of the character as an integer.", 0},
    {"digit", "(chr, default=(), /)", u_digit, "The digit value of the character as an integer.", 0},
    {"numeric", "(chr, default=(), /)", u_numeric, "The numeric value of the character as a float.", 0},
    {"normalize", "(form, unistr, /)", u_normalize, "The text in the normal form NFC, NFKC, NFD or NFKD.", 0},
    {"is_normalized", "(form, unistr, /)", u_is_normalized, "Whether the text has this normal form.", 0},
    {NULL, NULL, NULL, NULL, 0}};

static int init(struct lang_thread *t, struct lang_module *m)
{
    return lang_module_add_steal(t, m, "unidata_version", text(t, "14.0.0"));
}

const struct lang_module_def lang_module_unicodedata = {
    "unicodedata", "What Unicode 14.0 says of characters: names, classes, numbers, normal forms.", functions, init};
