/* lib_unicodedata.c: the module unicodedata: what the tables of characters know, and ucd_3_2_0, which has the same
 * functions as methods (`old`: a call of those). */
#include "lib.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "types/unicode_old.h"

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

static lang_value name_of(struct lang_thread *t, bool old, const lang_value *a)
{
    uint32_t c = 0;
    char name[LANG_UNICODE_NAME];
    if (character(t, "name", 1, a[0], &c) < 0)
        return lang_error();
    return (!old || lang_unicode_old_assigned(c)) && lang_unicode_name(c, name) ? text(t, name)
                                                                                : missing(t, a[1], "no such name");
}

static lang_value lookup_of(struct lang_thread *t, bool old, const lang_value *a)
{
    if (!lang_is_str(a[0]))
        return lang_raise(t, LANG_EXC_TypeError, "a bytes-like object is required, not '%N'", a[0]);
    size_t n;
    const char *name = lang_str_utf8(t, lang_as_str(a[0]), &n);
    uint32_t c = name ? lang_unicode_lookup(name, n) : 0;
    if (!name)
        return lang_error();
    if (old && c != UINT32_MAX && !lang_unicode_old_assigned(c))
        c = UINT32_MAX;
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

static lang_value number(struct lang_thread *t, bool old, const char *function, enum lang_unicode_number kind,
                         const lang_value *a)
{
    uint32_t c = 0;
    double value;
    static const char *const messages[] = {"not a decimal", "not a digit", "not a numeric character"};
    if (character(t, function, 1, a[0], &c) < 0)
        return lang_error();
    if (!(old ? lang_unicode_old_number : lang_unicode_number)(c, kind, &value))
        return missing(t, a[1], messages[kind]);
    return kind == LANG_UNICODE_NUMERIC ? lang_float(value) : lang_int((int64_t)value);
}
static lang_value decimal_of(struct lang_thread *t, bool old, const lang_value *a)
{
    return number(t, old, "decimal", LANG_UNICODE_DECIMAL, a);
}
static lang_value digit_of(struct lang_thread *t, bool old, const lang_value *a)
{
    return number(t, old, "digit", LANG_UNICODE_DIGIT, a);
}
static lang_value numeric_of(struct lang_thread *t, bool old, const lang_value *a)
{
    return number(t, old, "numeric", LANG_UNICODE_NUMERIC, a);
}

#define PROPERTY(name, value)                                                                                          \
    static lang_value name##_of(struct lang_thread *t, bool old, const lang_value *a)                                  \
    {                                                                                                                  \
        uint32_t c = 0;                                                                                                \
        if (character(t, #name, 0, a[0], &c) < 0)                                                                      \
            return lang_error();                                                                                       \
        struct lang_unicode_properties p = (old ? lang_unicode_old_properties : lang_unicode_properties)(c);           \
        return value;                                                                                                  \
    }
PROPERTY(category, text(t, p.category))
PROPERTY(bidirectional, text(t, p.bidirectional))
PROPERTY(east_asian_width, text(t, p.width))
PROPERTY(combining, lang_int(p.combining))
PROPERTY(mirrored, lang_int(p.mirrored))

static lang_value decomposition_of(struct lang_thread *t, bool old, const lang_value *a)
{
    uint32_t c = 0, parts[LANG_DECOMPOSITION];
    const char *tag = "";
    char out[LANG_DECOMPOSITION * 8 + 16];
    if (character(t, "decomposition", 0, a[0], &c) < 0)
        return lang_error();
    size_t n = old && !lang_unicode_old_assigned(c) ? 0 : lang_unicode_decomposition(c, parts, &tag);
    int size = snprintf(out, sizeof out, "%s", n ? tag : "");
    for (size_t i = 0; i < n; i++)
        size += snprintf(out + size, sizeof out - (size_t)size, "%s%04X", size ? " " : "", (unsigned)parts[i]);
    return text(t, out);
}

/* The normal form of a text: a[1] itself, where it has that form. */
static lang_value normalize(struct lang_thread *t, bool old, const char *function, const lang_value *a)
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
    for (size_t i = 0; old && i < n; i++)
        if (lang_unicode_old_form(in[i]))
            in[i] = lang_unicode_old_form(in[i]);
    int status =
        lang_unicode_normalize(t, (enum lang_unicode_form)form, in, n, old ? lang_unicode_old_assigned : NULL, &x);
    bool same = status == 0 && x.count == n;
    for (size_t i = 0; same && i < n; i++)
        same = x.data[i] == lang_str_at(s, (int64_t)i);
    lang_free(t, in, n * sizeof *in);
    if (status < 0)
        return status == -2 ? lang_no_memory(t) : lang_error();
    lang_value r = same ? lang_ref(a[1]) : lang_obj_or_error(lang_str_from_units(t, x.data, 4, (int64_t)x.count));
    free(x.data);
    return r;
}
static lang_value normalize_of(struct lang_thread *t, bool old, const lang_value *a)
{
    return normalize(t, old, "normalize", a);
}
static lang_value is_normalized_of(struct lang_thread *t, bool old, const lang_value *a)
{
    lang_value r = normalize(t, old, "is_normalized", a);
    if (lang_is_error(r))
        return r;
    bool same = lang_same(r, a[1]);
    lang_unref(t, r);
    return lang_bool(same);
}

/* X(name, signature, documentation) */
#define FUNCTIONS(X)                                                                                                   \
    X(name, "(chr, default=(), /)", "The name of the character, or the default, or ValueError.")                       \
    X(lookup, "(name, /)", "The character of this name; KeyError if there is none.")                                   \
    X(category, "(chr, /)", "The general category of the character, as 'Lu'.")                                         \
    X(bidirectional, "(chr, /)", "The bidirectional class of the character, '' if it has none.")                       \
    X(combining, "(chr, /)", "The canonical combining class of the character, 0 if it has none.")                      \
    X(mirrored, "(chr, /)", "1 if the character is mirrored in text from right to left, else 0.")                      \
    X(east_asian_width, "(chr, /)", "The East Asian width of the character.")                                          \
    X(decomposition, "(chr, /)", "One step of the character's decomposition, '' if it has none.")                      \
    X(decimal, "(chr, default=(), /)", "The decimal value of the character as an integer.")                            \
    X(digit, "(chr, default=(), /)", "The digit value of the character as an integer.")                                \
    X(numeric, "(chr, default=(), /)", "The numeric value of the character as a float.")                               \
    X(normalize, "(form, unistr, /)", "The text in the normal form NFC, NFKC, NFD or NFKD.")                           \
    X(is_normalized, "(form, unistr, /)", "Whether the text has this normal form.")

#define X(name, signature, doc)                                                                                        \
    static lang_value u_##name(struct lang_thread *t, const lang_value *a)                                             \
    {                                                                                                                  \
        return name##_of(t, false, a);                                                                                 \
    }                                                                                                                  \
    static lang_value old_##name(struct lang_thread *t, const lang_value *a)                                           \
    {                                                                                                                  \
        return name##_of(t, true, a + 1);                                                                              \
    }
FUNCTIONS(X)
#undef X

#define X(name, signature, doc) {#name, signature, u_##name, doc, 0},
static const struct lang_method functions[] = {FUNCTIONS(X){NULL, NULL, NULL, NULL, 0}};
#undef X
#define X(name, signature, doc) {#name, signature, old_##name, doc, 0},
static const struct lang_method old_methods[] = {FUNCTIONS(X){NULL, NULL, NULL, NULL, 0}};
#undef X

static lang_value old_version(struct lang_thread *t, lang_value self)
{
    (void)self;
    return text(t, "3.2.0");
}
static const struct lang_getset old_getset[] = {{"unidata_version", old_version, NULL, NULL}, {NULL, NULL, NULL, NULL}};

static struct lang_type old_type = {
    .name = "UCD",
    .module = "unicodedata",
    .size = sizeof(struct lang_object),
    .flags = LANG_TYPE_QUALIFIED,
    .methods = old_methods,
    .getset = old_getset,
};

static int init(struct lang_thread *t, struct lang_module *m)
{
    if (lang_type_ready(t, &old_type) < 0 || lang_module_add(t, m, "UCD", lang_obj(&old_type)) < 0 ||
        lang_module_add_steal(t, m, "ucd_3_2_0", lang_obj_or_error(lang_object_new(t, &old_type))) < 0)
        return -1;
    return lang_module_add_steal(t, m, "unidata_version", text(t, "14.0.0"));
}

const struct lang_module_def lang_module_unicodedata = {
    "unicodedata", "What Unicode 14.0 says of characters: names, classes, numbers, normal forms.", functions, init};
