/* exception_unicode.c: UnicodeDecodeError, UnicodeEncodeError and UnicodeTranslateError: their fields and their text.
 * The fields are the arguments: encoding (not for translate), object, start, end, reason. */
#include "vm/code.h"

static bool is_translate(lang_value v)
{
    return lang_is_a(v, &lang_exc_types[LANG_EXC_UnicodeTranslateError]);
}

/* Field i of (encoding, object, start, end, reason), borrowed; None when it is not there. */
static lang_value field(lang_value v, int64_t i)
{
    struct lang_tuple *args = ((struct lang_exception *)v.o)->args;
    i -= is_translate(v);
    return args && i >= 0 && i < args->length ? args->items[i] : lang_none();
}

static int error_init(struct lang_thread *t, lang_value self, const lang_value *args, size_t nargs,
                      struct lang_tuple *kwnames)
{
    bool translate = is_translate(self);
    size_t want = translate ? 4 : 5;
    (void)args, (void)kwnames;
    if (nargs != want)
        return lang_fail(t, LANG_EXC_TypeError, "function takes exactly %zu arguments (%zu given)", want, nargs);
    struct lang_tuple *all = lang_tuple_from(t, args, (int64_t)nargs);
    if (!all)
        return -1;
    struct lang_exception *e = (struct lang_exception *)self.o;
    struct lang_tuple *old = e->args;
    e->args = all;
    lang_xdecref(t, old);
    return 0;
}

/* What stands at the place, as the message names it; 0 when the fields are not as they should be. */
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

static lang_value error_str(struct lang_thread *t, lang_value v)
{
    lang_value object = field(v, 1), reason = field(v, 4);
    int64_t start, end;
    uint32_t c;
    if (!lang_is_integer(field(v, 2)) || !lang_int_fits(field(v, 2), &start) || !lang_is_integer(field(v, 3)) ||
        !lang_int_fits(field(v, 3), &end))
        return lang_obj_or_error(lang_str_empty(t));
    bool decode = lang_is_a(v, &lang_exc_types[LANG_EXC_UnicodeDecodeError]);
    const char *verb = decode            ? "decode"
                       : is_translate(v) ? "translate"
                                         : "encode",
               *what = decode ? "byte" : "character";
    struct lang_str *head = is_translate(v)
                                ? lang_str_from_format(t, "can't %s %s", verb, what)
                                : lang_str_from_format(t, "'%S' codec can't %s %s", field(v, 0), verb, what),
                    *s = NULL;
    if (!head)
        return lang_error();
    if (end != start + 1 || !bad_unit(object, start, &c))
        s = lang_str_from_format(t, "%Us in position %ld-%ld: %S", head, (long)start, (long)end - 1, reason);
    else if (decode)
        s = lang_str_from_format(t, "%U 0x%02x in position %ld: %S", head, c, (long)start, reason);
    else
        s = lang_str_from_format(t,
                                 c < 0x100     ? "%U '\\x%02x' in position %ld: %S"
                                 : c < 0x10000 ? "%U '\\u%04x' in position %ld: %S"
                                               : "%U '\\U%08x' in position %ld: %S",
                                 head, c, (long)start, reason);
    lang_decref(t, head);
    return lang_obj_or_error(s);
}

#define FIELD(name, i)                                                                                                 \
    static lang_value get_##name(struct lang_thread *t, lang_value self)                                               \
    {                                                                                                                  \
        (void)t;                                                                                                       \
        return lang_ref(field(self, i));                                                                               \
    }
FIELD(encoding, 0)
FIELD(object, 1)
FIELD(start, 2)
FIELD(end, 3)
FIELD(reason, 4)

static const struct lang_getset getset[] = {
    {"encoding", get_encoding, NULL, "exception encoding"}, {"object", get_object, NULL, "exception object"},
    {"start", get_start, NULL, "exception start"},          {"end", get_end, NULL, "exception end"},
    {"reason", get_reason, NULL, "exception reason"},       {NULL, NULL, NULL, NULL},
};

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
