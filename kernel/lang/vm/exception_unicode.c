/* exception_unicode.c: UnicodeDecodeError, UnicodeEncodeError and UnicodeTranslateError: their fields and their text.
 * The fields are the arguments. */
#include "vm/code.h"
#include "vm/exception_fields.h"

static bool is_translate(lang_value v)
{
    return lang_is_a(v, &lang_exc_types[LANG_EXC_UnicodeTranslateError]);
}

/* The fields (encoding, object, start, end, reason); those of an error to translate begin with the second. */
enum { ENCODING, OBJECT, START, END, REASON };

static lang_value field(lang_value v, int i)
{
    return lang_exception_field(v, (enum lang_exception_field)i);
}

/* Argument i as the field it becomes: a new reference. */
static lang_value checked(struct lang_thread *t, bool decode, int i, int number, lang_value v)
{
    int64_t n;
    const uint8_t *bytes;
    if (i == OBJECT && decode) {
        if (!lang_bytes_view(v, &bytes, &n))
            return lang_raise(t, LANG_EXC_TypeError, "a bytes-like object is required, not '%N'", v);
        return lang_is_exactly(v, &lang_type_bytes) ? lang_ref(v)
                                                    : lang_obj_or_error(lang_bytes_new(t, bytes, (size_t)n));
    }
    if (i == START || i == END)
        return lang_as_index(t, v, &n) < 0 ? lang_error() : lang_int(n);
    if (!lang_is_str(v))
        return lang_raise(t, LANG_EXC_TypeError, "argument %d must be str, not %s", number,
                          lang_is_none(v) ? "None" : lang_type_name(v));
    return lang_ref(v);
}

static int error_init(struct lang_thread *t, lang_value self, const lang_value *args, size_t nargs,
                      struct lang_tuple *kwnames)
{
    bool translate = is_translate(self), decode = lang_is_a(self, &lang_exc_types[LANG_EXC_UnicodeDecodeError]);
    size_t want = translate ? 4 : 5;
    if (kwnames && kwnames->length)
        return lang_fail(t, LANG_EXC_TypeError, "%N() takes no keyword arguments", self);
    struct lang_tuple *all = lang_tuple_from(t, args, (int64_t)nargs);
    if (!all)
        return -1;
    struct lang_exception *e = (struct lang_exception *)self.o;
    struct lang_tuple *old = e->args;
    e->args = all;
    lang_xdecref(t, old);
    if (nargs != want)
        return lang_fail(t, LANG_EXC_TypeError, "function takes exactly %zu arguments (%zu given)", want, nargs);
    for (int i = translate ? OBJECT : ENCODING, k = 0; i <= REASON; i++, k++) {
        lang_value v = checked(t, decode, i, k + 1, args[k]);
        if (lang_is_error(v))
            return -1;
        int s = lang_exception_set_field(t, self, (enum lang_exception_field)i, v);
        lang_unref(t, v);
        if (s < 0)
            return -1;
    }
    return 0;
}

/* What stands at the position, as the message names it; 0 when the fields are not as they should be. */
static bool bad_unit(lang_value object, int64_t at, uint32_t *out)
{
    const uint8_t *bytes;
    int64_t n;
    if (lang_is_str(object)) {
        if (at < 0 || at >= lang_as_str(object)->length)
            return false;
        *out = lang_str_at(lang_as_str(object), at);
        return true;
    }
    if (!lang_bytes_view(object, &bytes, &n) || at < 0 || at >= n)
        return false;
    *out = bytes[at];
    return true;
}

/* "'ascii' codec can't encode character '\\xe4' in position 5: reason" */
static struct lang_str *text_of(struct lang_thread *t, lang_value v, struct lang_str *encoding, struct lang_str *reason)
{
    lang_value object = field(v, OBJECT); /* nothing runs from here on that may set another */
    int64_t start = field(v, START).i, end = field(v, END).i, last = (int64_t)((uint64_t)end - 1);
    bool decode = lang_is_a(v, &lang_exc_types[LANG_EXC_UnicodeDecodeError]);
    const char *verb = decode            ? "decode"
                       : is_translate(v) ? "translate"
                                         : "encode",
               *what = decode ? "byte" : "character";
    uint32_t c;
    struct lang_str *head = is_translate(v) ? lang_str_from_format(t, "can't %s %s", verb, what)
                                            : lang_str_from_format(t, "'%U' codec can't %s %s", encoding, verb, what),
                    *s = NULL;
    if (!head)
        return NULL;
    if (start != last || !bad_unit(object, start, &c))
        s = lang_str_from_format(t, "%Us in position %ld-%ld: %U", head, (long)start, (long)last, reason);
    else if (decode)
        s = lang_str_from_format(t, "%U 0x%02x in position %ld: %U", head, c, (long)start, reason);
    else
        s = lang_str_from_format(t,
                                 c < 0x100     ? "%U '\\x%02x' in position %ld: %U"
                                 : c < 0x10000 ? "%U '\\u%04x' in position %ld: %U"
                                               : "%U '\\U%08x' in position %ld: %U",
                                 head, c, (long)start, reason);
    lang_decref(t, head);
    return s;
}

/* The text of a field, which may run a __str__ that sets others. */
static struct lang_str *field_text(struct lang_thread *t, lang_value v, int i)
{
    lang_value held = lang_ref(field(v, i));
    struct lang_str *s = lang_is_undef(held) ? lang_str_empty(t) : lang_to_str(t, held);
    lang_unref(t, held);
    return s;
}

static lang_value error_str(struct lang_thread *t, lang_value v)
{
    if (lang_is_undef(field(v, OBJECT)))
        return lang_obj_or_error(lang_str_empty(t));
    struct lang_str *reason = field_text(t, v, REASON), *encoding = reason ? field_text(t, v, ENCODING) : NULL;
    struct lang_str *s = encoding ? text_of(t, v, encoding, reason) : NULL;
    lang_xdecref(t, reason);
    lang_xdecref(t, encoding);
    return lang_obj_or_error(s);
}

static lang_value get_offset(struct lang_thread *t, lang_value v, int i)
{
    (void)t;
    lang_value n = field(v, i);
    return lang_is_undef(n) ? lang_int(0) : n;
}
static int set_offset(struct lang_thread *t, lang_value v, int i, lang_value value)
{
    int64_t n;
    if (lang_is_undef(value))
        return lang_fail(t, LANG_EXC_TypeError, "can't delete numeric/char attribute");
    if (value.tag != LANG_INT && value.tag != LANG_BOOL)
        return lang_fail(t, LANG_EXC_TypeError, "an integer is required");
    return lang_as_index(t, value, &n) < 0 ? -1
                                           : lang_exception_set_field(t, v, (enum lang_exception_field)i, lang_int(n));
}
static lang_value get_any(struct lang_thread *t, lang_value v, int i)
{
    (void)t;
    lang_value f = field(v, i);
    return lang_is_undef(f) ? lang_none() : lang_ref(f);
}
static int set_any(struct lang_thread *t, lang_value v, int i, lang_value value)
{
    return lang_exception_set_field(t, v, (enum lang_exception_field)i, value);
}

#define FIELD(name, kind, i)                                                                                           \
    static lang_value get_##name(struct lang_thread *t, lang_value v)                                                  \
    {                                                                                                                  \
        return get_##kind(t, v, i);                                                                                    \
    }                                                                                                                  \
    static int set_##name(struct lang_thread *t, lang_value v, lang_value value)                                       \
    {                                                                                                                  \
        return set_##kind(t, v, i, value);                                                                             \
    }
FIELD(encoding, any, ENCODING)
FIELD(object, any, OBJECT)
FIELD(start, offset, START)
FIELD(end, offset, END)
FIELD(reason, any, REASON)

static const struct lang_getset getset[] = {{"encoding", get_encoding, set_encoding, "exception encoding"},
                                            {"object", get_object, set_object, "exception object"},
                                            {"start", get_start, set_start, "exception start"},
                                            {"end", get_end, set_end, "exception end"},
                                            {"reason", get_reason, set_reason, "exception reason"},
                                            {NULL, NULL, NULL, NULL}};

void lang_unicode_errors_setup(void)
{
    static const enum lang_exc all[] = {LANG_EXC_UnicodeDecodeError, LANG_EXC_UnicodeEncodeError,
                                        LANG_EXC_UnicodeTranslateError};
    for (int i = 0; i < 3; i++) {
        lang_exc_types[all[i]].init = error_init;
        lang_exc_types[all[i]].str = error_str;
        lang_exc_types[all[i]].getset = getset;
    }
}
