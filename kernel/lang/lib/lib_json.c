/* lib_json.c: the module _json: values as texts of JSON, for json.encoder. Reading is in lib_json_read.c. */
#include <string.h>

#include "lib/lib_json.h"
#include "types/str_impl.h"

/* ------------------------------------------------------------------ texts */

/* A bit for each character below 128 that stands for itself in quotes; DEL is one that ASCII output escapes. */
static inline bool is_plain(uint32_t c)
{
    return c >= ' ' && c < 127 && c != '"' && c != '\\';
}

/* How many bytes at the front are plain ones: eight at a time, each byte tested for being below a blank, '"', '\\', DEL
 * or beyond ASCII. */
static size_t plain_run(const uint8_t *p, size_t n)
{
    const uint64_t ones = 0x0101010101010101u, highs = 0x8080808080808080u;
    size_t i = 0;
    for (; i + 8 <= n; i += 8) {
        uint64_t w;
        memcpy(&w, p + i, 8);
        uint64_t quote = w ^ ones * '"', slash = w ^ ones * '\\', del = w ^ ones * 127;
        uint64_t found = w | (w - ones * ' ') | (quote - ones) | (slash - ones) | (del - ones);
        if (found & highs)
            break;
    }
    while (i < n && is_plain(p[i]))
        i++;
    return i;
}

/* The escape of a character: how many bytes it takes of `out`, which has space for 12. */
static int escape_of(uint32_t c, char *out)
{
    static const char digits[] = "0123456789abcdef";
    static const char shorts[][2] = {{'"', '"'},  {'\\', '\\'}, {'\b', 'b'}, {'\f', 'f'},
                                     {'\n', 'n'}, {'\r', 'r'},  {'\t', 't'}};
    out[0] = '\\';
    for (size_t i = 0; c < 128 && i < sizeof shorts / sizeof *shorts; i++)
        if (c == (uint8_t)shorts[i][0]) {
            out[1] = shorts[i][1];
            return 2;
        }
    int n = 0;
    uint32_t halves[2] = {c, 0};
    if (c > 0xffff) {
        halves[0] = 0xd800 | (c - 0x10000) >> 10;
        halves[1] = 0xdc00 | (c & 0x3ff);
    }
    for (int k = 0; k < (c > 0xffff ? 2 : 1); k++) {
        out[n++] = '\\';
        out[n++] = 'u';
        for (int shift = 12; shift >= 0; shift -= 4)
            out[n++] = digits[halves[k] >> shift & 15];
    }
    return n;
}

/* How many characters at the front stand for themselves. */
static inline int64_t plain_units(const void *units, int kind, int64_t i, int64_t end, bool only_ascii)
{
    const int64_t from = i;
    if (kind == 1)
        i += (int64_t)plain_run((const uint8_t *)units + i, (size_t)(end - i));
    for (; i < end; i++) {
        const uint32_t c = kind == 1   ? ((const uint8_t *)units)[i]
                           : kind == 2 ? ((const uint16_t *)units)[i]
                                       : ((const uint32_t *)units)[i];
        if (!is_plain(c) && (only_ascii || c < 127))
            break;
    }
    return i - from;
}

/* Characters that are escaped, from i on: they are collected, so that each costs no call. Where they end; -1. */
static int64_t put_escapes(struct lang_builder *b, struct lang_str *s, int64_t i, bool only_ascii)
{
    char out[252];
    int n = 0;
    for (uint32_t c; i < s->length && (c = lang_str_at(s, i), !is_plain(c) && (only_ascii || c < 127)); i++) {
        if (n > (int)sizeof out - 12) {
            if (lang_builder_units(b, out, 1, n) < 0)
                return -1;
            n = 0;
        }
        n += escape_of(c, out + n);
        if (lang_text_interrupted(b->t, i))
            return -1;
    }
    return lang_builder_units(b, out, 1, n) < 0 ? -1 : i;
}

static int put_text(struct lang_builder *b, struct lang_str *s, bool only_ascii)
{
    if (lang_builder_char(b, '"') < 0)
        return -1;
    for (int64_t i = 0, from; i < s->length;) {
        from = i;
        i += s->kind == 1   ? plain_units(s->data, 1, i, s->length, only_ascii)
             : s->kind == 2 ? plain_units(s->data, 2, i, s->length, only_ascii)
                            : plain_units(s->data, 4, i, s->length, only_ascii);
        if (i > from && lang_builder_slice(b, s, from, i) < 0)
            return -1;
        if (i < s->length && (i = put_escapes(b, s, i, only_ascii)) < 0)
            return -1;
        if (lang_text_interrupted(b->t, i))
            return -1;
    }
    return lang_builder_char(b, '"');
}

static lang_value quoted(struct lang_thread *t, lang_value v, bool only_ascii)
{
    if (!lang_is_str(v))
        return lang_raise(t, LANG_EXC_TypeError, "first argument must be a string, not %N", v);
    struct lang_builder b;
    lang_builder_init(&b, t);
    if (put_text(&b, lang_as_str(v), only_ascii) < 0) {
        lang_builder_drop(&b);
        return lang_error();
    }
    return lang_obj_or_error(lang_builder_finish(&b));
}

static lang_value j_quoted(struct lang_thread *t, const lang_value *a)
{
    return quoted(t, a[0], false);
}

static lang_value j_quoted_ascii(struct lang_thread *t, const lang_value *a)
{
    return quoted(t, a[0], true);
}

/* ------------------------------------------------------------------ values */

struct writer {
    struct lang_thread *t;
    struct lang_builder out;
    lang_value standin;                   /* default() */
    struct lang_str *indent, *item, *key; /* indent: NULL, or what a level is moved by */
    bool only_ascii, circular, allow_nan, sorted, skip_keys;
    int64_t level, count;
    const struct lang_object **open; /* the containers around the place, when they are watched */
    int64_t opened, capacity;
};

static int put_value(struct writer *w, lang_value v);

static int put_chars(struct writer *w, const char *text)
{
    return lang_builder_units(&w->out, text, 1, (int64_t)strlen(text));
}

static int put_int(struct writer *w, lang_value v)
{
    if (v.tag == LANG_INT) {
        char digits[24], *p = digits + sizeof digits;
        uint64_t u = v.i < 0 ? 0 - (uint64_t)v.i : (uint64_t)v.i;
        do
            *--p = (char)('0' + u % 10);
        while (u /= 10);
        if (v.i < 0)
            *--p = '-';
        return lang_builder_units(&w->out, p, 1, digits + sizeof digits - p);
    }
    lang_value plain = lang_int_exact(w->t, v);
    struct lang_str *s = lang_is_error(plain) ? NULL : lang_repr(w->t, plain);
    lang_unref(w->t, plain);
    int status = s ? lang_builder_str(&w->out, s) : -1;
    lang_xdecref(w->t, s);
    return status;
}

static int put_float(struct writer *w, double d)
{
    char text[40];
    if (__builtin_isfinite(d))
        return lang_builder_units(&w->out, text, 1, (int64_t)lang_float_repr(d, text));
    if (!w->allow_nan) /* CPython has two texts */
        return lang_fail(w->t, LANG_EXC_ValueError, "Out of range float values are not JSON compliant%s%s",
                         w->indent ? ": " : "",
                         !w->indent           ? ""
                         : __builtin_isnan(d) ? "nan"
                         : d > 0              ? "inf"
                                              : "-inf");
    return put_chars(w, __builtin_isnan(d) ? "NaN" : d > 0 ? "Infinity" : "-Infinity");
}

/* What is no container: 1 written, 0 it is something else, -1. */
static int put_simple(struct writer *w, lang_value v)
{
    int status;
    if (lang_is_str(v))
        status = put_text(&w->out, lang_as_str(v), w->only_ascii);
    else if (lang_is_none(v))
        status = put_chars(w, "null");
    else if (v.tag == LANG_BOOL)
        status = put_chars(w, v.i ? "true" : "false");
    else if (lang_is_integer(v))
        status = put_int(w, v);
    else if (lang_is_float(v))
        status = put_float(w, lang_float_value(v));
    else
        return 0;
    return status < 0 ? -1 : 1;
}

static int put_newline(struct writer *w)
{
    if (!w->indent)
        return 0;
    if (lang_builder_char(&w->out, '\n') < 0)
        return -1;
    for (int64_t i = 0; i < w->level; i++)
        if (lang_builder_str(&w->out, w->indent) < 0)
            return -1;
    return 0;
}

static int enter(struct writer *w, lang_value v)
{
    if (lang_enter(w->t, " while encoding a JSON object") < 0)
        return -1;
    if (w->circular) {
        for (int64_t i = w->opened; i-- > 0;)
            if (w->open[i] == v.o) {
                lang_leave(w->t);
                return lang_fail(w->t, LANG_EXC_ValueError, "Circular reference detected");
            }
        if (w->opened == w->capacity) {
            int64_t bigger = w->capacity ? w->capacity * 2 : 16;
            void *p =
                lang_realloc(w->t, w->open, (size_t)w->capacity * sizeof *w->open, (size_t)bigger * sizeof *w->open);
            if (!p) {
                lang_leave(w->t);
                return -1;
            }
            w->open = p;
            w->capacity = bigger;
        }
        w->open[w->opened++] = v.o;
    }
    return 0;
}

static void leave(struct writer *w)
{
    if (w->circular)
        w->opened--;
    lang_leave(w->t);
}

/* What stands before an item: the bracket or the separator, and the new line. */
static int put_before(struct writer *w, bool first, char opening)
{
    if (first) {
        w->level++;
        if (lang_builder_char(&w->out, (uint8_t)opening) < 0)
            return -1;
    } else if (lang_builder_str(&w->out, w->item) < 0) {
        return -1;
    }
    return put_newline(w);
}

static int put_closing(struct writer *w, char closing)
{
    w->level--;
    return put_newline(w) < 0 ? -1 : lang_builder_char(&w->out, (uint8_t)closing);
}

static int put_list(struct writer *w, lang_value v)
{
    lang_value exact = lang_is_exactly(v, &lang_type_list) || lang_is_exactly(v, &lang_type_tuple)
                           ? lang_ref(v)
                           : lang_obj_or_error(lang_to_list(w->t, v));
    if (lang_is_error(exact))
        return -1;
    const bool list = lang_is_list(exact);
    int status = 0;
    int64_t i = 0;
    /* default() may change the list */
    for (; status == 0 && i < (list ? lang_as_list(exact)->length : lang_as_tuple(exact)->length); i++) {
        lang_value item = lang_ref(list ? lang_as_list(exact)->items[i] : lang_as_tuple(exact)->items[i]);
        status = put_before(w, i == 0, '[') < 0 ? -1 : put_value(w, item);
        lang_unref(w->t, item);
    }
    if (status == 0)
        status = i ? put_closing(w, ']') : put_chars(w, "[]");
    lang_unref(w->t, exact);
    return status;
}

/* An object of the other implementation whose class derives from a built-in one (numpy.float64, a dict that is shared)
 * as an exact object of that one; UNDEF: it is none; or an error. */
static lang_value own_form(struct lang_thread *t, lang_value v)
{
    struct lang_type *const kinds[] = {&lang_type_float, &lang_type_int, &lang_type_dict, &lang_type_list,
                                       &lang_type_tuple};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        int is = lang_isinstance(t, v, lang_obj(kinds[i]));
        if (is)
            return is < 0 ? lang_error() : lang_call(t, lang_obj(kinds[i]), &v, 1, NULL);
    }
    return lang_undef();
}
static inline bool is_foreign(lang_value v)
{
    return v.tag == LANG_OBJECT && v.o->type->flags & LANG_TYPE_FOREIGN;
}

static int put_pair(struct writer *w, lang_value key, lang_value value, bool first);

static int put_foreign_pair(struct writer *w, lang_value key, lang_value value, bool first)
{
    lang_value own = own_form(w->t, key);
    if (lang_is_error(own))
        return -1;
    if (lang_is_undef(own))
        return w->skip_keys
                   ? 0
                   : lang_fail(w->t, LANG_EXC_TypeError, "keys must be str, int, float, bool or None, not %N", key);
    int status = put_pair(w, own, value, first);
    lang_unref(w->t, own);
    return status;
}

/* One pair of a dict: 1, 0 when it is left out, -1. */
static int put_pair(struct writer *w, lang_value key, lang_value value, bool first)
{
    if (is_foreign(key) && !lang_is_str(key))
        return put_foreign_pair(w, key, value, first);
    if (lang_is_str(key)) {
        if (put_before(w, first, '{') < 0 || put_text(&w->out, lang_as_str(key), w->only_ascii) < 0)
            return -1;
    } else if (lang_is_none(key) || lang_is_integer(key) || lang_is_float(key)) {
        if (put_before(w, first, '{') < 0 || lang_builder_char(&w->out, '"') < 0 || put_simple(w, key) < 0 ||
            lang_builder_char(&w->out, '"') < 0)
            return -1;
    } else if (w->skip_keys) {
        return 0;
    } else {
        return lang_fail(w->t, LANG_EXC_TypeError, "keys must be str, int, float, bool or None, not %N", key);
    }
    return lang_builder_str(&w->out, w->key) < 0 || put_value(w, value) < 0 ? -1 : 1;
}

/* The pairs of a mapping that is no exact dict, or in order: a list of tuples of two. */
static struct lang_list *pairs_of(struct writer *w, lang_value v)
{
    lang_value items = lang_call_method_c(w->t, v, "items", NULL, 0);
    if (lang_is_error(items))
        return NULL;
    struct lang_list *list = lang_to_list(w->t, items);
    lang_unref(w->t, items);
    bool right = list != NULL;
    for (int64_t i = 0; right && i < list->length; i++)
        if (!lang_is_tuple(list->items[i]) || lang_as_tuple(list->items[i])->length != 2) {
            lang_fail(w->t, LANG_EXC_ValueError, "items must return 2-tuples");
            right = false;
        }
    if (right && w->sorted && lang_list_sort(w->t, list, lang_undef(), false) < 0)
        right = false;
    if (!right) {
        lang_xdecref(w->t, list);
        return NULL;
    }
    return list;
}

static int put_dict(struct writer *w, lang_value v)
{
    int64_t done = 0;
    int status = 0;
    if (!lang_as_dict(v)->count)
        return put_chars(w, "{}");
    if (w->sorted || !lang_is_exactly(v, &lang_type_dict)) {
        struct lang_list *pairs = pairs_of(w, v);
        if (!pairs)
            return -1;
        for (int64_t i = 0; status >= 0 && i < pairs->length; i++) {
            const struct lang_tuple *pair = lang_as_tuple(pairs->items[i]);
            status = put_pair(w, pair->items[0], pair->items[1], done == 0);
            done += status > 0;
        }
        lang_decref(w->t, pairs);
    } else {
        lang_value key, value;
        for (int64_t i = 0; status >= 0 && lang_dict_next(lang_as_dict(v), &i, &key, &value);) {
            lang_ref(key);
            lang_ref(value);
            status = put_pair(w, key, value, done == 0);
            done += status > 0;
            lang_unref(w->t, key);
            lang_unref(w->t, value);
        }
    }
    return status < 0 ? -1 : done ? put_closing(w, '}') : put_chars(w, "{}");
}

static int put_value(struct writer *w, lang_value v)
{
    if (!(++w->count & 0xfff) && lang_poll_quiet(w->t) < 0)
        return -1;
    int status = put_simple(w, v);
    if (status)
        return status < 0 ? -1 : 0;
    if (v.tag != LANG_OBJECT || lang_is_undef(w->standin)) { /* Ellipsis, NotImplemented */
        lang_value made = lang_call(w->t, w->standin, &v, 1, NULL);
        status = lang_is_error(made) ? -1 : put_value(w, made);
        lang_unref(w->t, made);
        return status;
    }
    lang_value own = is_foreign(v) && !lang_is_tuple(v) ? own_form(w->t, v) : lang_undef();
    if (lang_is_error(own))
        return -1;
    if (!lang_is_undef(own) && (status = put_simple(w, own))) {
        lang_unref(w->t, own);
        return status < 0 ? -1 : 0;
    }
    if (enter(w, v) < 0) {
        lang_unref(w->t, own);
        return -1;
    }
    if (!lang_is_undef(own)) {
        status = lang_is_dict(own) ? put_dict(w, own) : put_list(w, own);
        lang_unref(w->t, own);
    } else if (lang_is_list(v) || lang_is_tuple(v)) {
        status = put_list(w, v);
    } else if (lang_is_dict(v)) {
        status = put_dict(w, v);
    } else {
        lang_value made = lang_call(w->t, w->standin, &v, 1, NULL);
        status = lang_is_error(made) ? -1 : put_value(w, made);
        lang_unref(w->t, made);
    }
    leave(w);
    return status;
}

/* encode(value, default, indent, item_separator, key_separator, flags) */
enum { FLAG_ASCII = 1, FLAG_CIRCULAR = 2, FLAG_NAN = 4, FLAG_SORTED = 8, FLAG_SKIP = 16 };
static lang_value j_encode(struct lang_thread *t, const lang_value *a)
{
    int64_t flags;
    if (lang_as_int64(t, a[5], &flags) < 0)
        return lang_error();
    if ((!lang_is_none(a[2]) && !lang_is_str(a[2])) || !lang_is_str(a[3]) || !lang_is_str(a[4]))
        return lang_raise(t, LANG_EXC_TypeError, "make_encoder() argument %d must be str, not %N",
                          lang_is_str(a[4]) ? 6 : 5, lang_is_str(a[4]) ? a[3] : a[4]);
    struct writer w = {.t = t,
                       .standin = a[1],
                       .indent = lang_is_none(a[2]) ? NULL : lang_as_str(a[2]),
                       .item = lang_as_str(a[3]),
                       .key = lang_as_str(a[4]),
                       .only_ascii = flags & FLAG_ASCII,
                       .circular = flags & FLAG_CIRCULAR,
                       .allow_nan = flags & FLAG_NAN,
                       .sorted = flags & FLAG_SORTED,
                       .skip_keys = flags & FLAG_SKIP};
    lang_builder_init(&w.out, t);
    int status = put_value(&w, a[0]);
    if (w.open)
        lang_free(t, w.open, (size_t)w.capacity * sizeof *w.open);
    if (status < 0) {
        lang_builder_drop(&w.out);
        return lang_error();
    }
    return lang_obj_or_error(lang_builder_finish(&w.out));
}

static const struct lang_method functions[] = {
    {"encode", "(value, default, indent, item_separator, key_separator, flags, /)", j_encode, "The text of a value.",
     0},
    {"encode_basestring", "(string, /)", j_quoted,
     "encode_basestring(string) -> string\n\nReturn a JSON representation of a Python string", LANG_M_NOSIG},
    {"encode_basestring_ascii", "(string, /)", j_quoted_ascii,
     "encode_basestring_ascii(string) -> string\n\nReturn an ASCII-only JSON representation of a Python string",
     LANG_M_NOSIG},
    {"scanstring", "(string, end, strict=True, /)", lang_json_scanstring,
     "A string whose opening quote stands before end: its text, and where it ends.", LANG_M_NOSIG},
    {"make_scanner", "(context)", lang_json_scanner,
     "A function of a text and a place: the value there, and where it ends.", 0},
    {0}};

static int init(struct lang_thread *t, struct lang_module *m)
{
    (void)m;
    return lang_type_ready(t, &lang_type_json_scanner);
}

const struct lang_module_def lang_module__json = {"_json", "Values as texts of JSON, and back.", functions, init};
