/* lib_json_read.c: texts of JSON as values, for json.decoder: the type Scanner and scanstring() of the module _json. */
#include <string.h>

#include "lib/lib_json.h"
#include "types/float_impl.h"
#include "types/str_impl.h"

enum { KEYS_KNOWN = 256, KEY_LONGEST = 24 };

/* What a decoder wants: a callable that is what every decoder has is UNDEF. */
struct scanner {
    struct lang_object head;
    lang_value object_hook, object_pairs_hook, parse_float, parse_int, parse_constant;
    bool strict;
};

/* A text that is read. */
struct reading {
    struct lang_thread *t;
    const struct scanner *scanner;
    struct lang_str *text;
    int64_t length, values;
    struct lang_str **keys; /* the last key of each hash; NULL: none was kept yet */
};

static inline uint32_t at(const struct reading *r, int64_t i)
{
    return i < r->length ? lang_str_at(r->text, i) : UINT32_MAX;
}

static int64_t past_blanks(const struct reading *r, int64_t i)
{
    for (uint32_t c; (c = at(r, i)) == ' ' || c == '\n' || c == '\t' || c == '\r';)
        i++;
    return i;
}

/* Raises json.decoder.JSONDecodeError. */
static void bad(struct lang_thread *t, struct lang_str *text, const char *message, int64_t position)
{
    lang_value module = lang_import(t, "json.decoder");
    lang_value cls = lang_is_error(module) ? module : lang_getattr_c(t, module, "JSONDecodeError");
    struct lang_str *said = lang_is_error(cls) ? NULL : lang_str_from_c(t, message);
    if (said) {
        const lang_value args[3] = {lang_obj(said), lang_obj(text), lang_int(position)};
        lang_value error = lang_exception_make(t, cls, args, 3);
        if (!lang_is_error(error))
            lang_error_set(t, error);
        lang_unref(t, error);
    }
    lang_xdecref(t, said);
    lang_unref(t, cls);
    lang_unref(t, module);
}

static lang_value fail(struct reading *r, const char *message, int64_t position)
{
    bad(r->t, r->text, message, position);
    return lang_error();
}

/* ------------------------------------------------------------------ strings */

/* Where the plain part of a string ends that goes on at i: at a quote, a backslash, a control character or the end. */
static int64_t plain_end(const struct lang_str *s, int64_t i, bool strict)
{
    const uint32_t low = strict ? ' ' : 0;
    if (s->kind == 1) {
        const uint64_t ones = 0x0101010101010101u, highs = 0x8080808080808080u;
        const uint8_t *p = (const uint8_t *)s->data;
        for (; i + 8 <= s->length; i += 8) {
            uint64_t w;
            memcpy(&w, p + i, 8);
            uint64_t quote = w ^ ones * '"', slash = w ^ ones * '\\';
            /* a borrow out of a lower byte only makes the loop below look sooner */
            if (((((w - ones * ' ') & ~w) | ((quote - ones) & ~quote) | ((slash - ones) & ~slash)) & highs))
                break;
        }
        while (i < s->length && p[i] != '"' && p[i] != '\\' && p[i] >= low)
            i++;
        return i;
    }
    for (uint32_t c; i < s->length && (c = lang_str_at(s, i)) != '"' && c != '\\' && c >= low;)
        i++;
    return i;
}

static int hex_at(const struct lang_str *s, int64_t i, uint32_t *out)
{
    *out = 0;
    if (i + 4 > s->length)
        return -1;
    for (int k = 0; k < 4; k++) {
        uint32_t c = lang_str_at(s, i + k);
        uint32_t digit = c - '0' < 10u ? c - '0' : (c | 32) - 'a' < 6u ? (c | 32) - 'a' + 10 : 16;
        if (digit == 16)
            return -1;
        *out = *out << 4 | digit;
    }
    return 0;
}

/* What the escape stands for whose backslash is at *i, which is moved behind it; -1 with an exception. */
static int escape(struct lang_thread *t, struct lang_str *s, int64_t begin, int64_t *i, uint32_t *out)
{
    static const char letters[] = "\"\\/bfnrt", meanings[] = "\"\\/\b\f\n\r\t";
    int64_t p = *i + 1;
    if (p >= s->length) {
        bad(t, s, "Unterminated string starting at", begin);
        return -1;
    }
    uint32_t c = lang_str_at(s, p);
    if (c != 'u') {
        const char *found = c && c < 128 ? strchr(letters, (int)c) : NULL;
        if (!found) {
            bad(t, s, "Invalid \\escape", *i);
            return -1;
        }
        *out = (uint8_t)meanings[found - letters];
        *i += 2;
        return 0;
    }
    if (p + 5 >= s->length || hex_at(s, p + 1, out) < 0) { /* as CPython: something has to follow */
        bad(t, s, "Invalid \\uXXXX escape", p);
        return -1;
    }
    *i += 6;
    uint32_t low;
    if (*out - 0xd800 < 0x400u && *i + 6 < s->length && lang_str_at(s, *i) == '\\' && lang_str_at(s, *i + 1) == 'u') {
        if (hex_at(s, *i + 2, &low) < 0) {
            bad(t, s, "Invalid \\uXXXX escape", *i + 1);
            return -1;
        }
        if (low - 0xdc00 < 0x400u) {
            *out = 0x10000 + ((*out - 0xd800) << 10) + (low - 0xdc00);
            *i += 6;
        }
    }
    return 0;
}

/* The string that goes on at *i, which is moved behind its closing quote. */
static struct lang_str *string(struct lang_thread *t, struct lang_str *s, int64_t *i, bool strict)
{
    const int64_t begin = *i - 1;
    struct lang_builder b;
    int64_t p = *i, from = p;
    p = plain_end(s, p, strict);
    if (p < s->length && lang_str_at(s, p) == '"') {
        *i = p + 1;
        return s->ascii ? lang_str_from_ascii(t, s->data + from, (size_t)(p - from)) : lang_str_slice(t, s, from, p);
    }
    lang_builder_init(&b, t);
    for (;;) {
        if (lang_builder_slice(&b, s, from, p) < 0 || lang_poll_quiet(t) < 0)
            break;
        uint32_t c = p < s->length ? lang_str_at(s, p) : UINT32_MAX;
        if (c == '"') {
            *i = p + 1;
            return lang_builder_finish(&b);
        }
        if (c != '\\') {
            bad(t, s, c == UINT32_MAX ? "Unterminated string starting at" : "Invalid control character at",
                c == UINT32_MAX ? begin : p);
            break;
        }
        if (escape(t, s, begin, &p, &c) < 0 || lang_builder_char(&b, c) < 0)
            break;
        from = p;
        p = plain_end(s, p, strict);
    }
    lang_builder_drop(&b);
    return NULL;
}

/* A key; short ones in ASCII that were met before are not made again. */
static struct lang_str *key(struct reading *r, int64_t *i)
{
    const struct lang_str *s = r->text;
    if (s->kind != 1 || (!r->keys && !(r->keys = lang_alloc_zeroed(r->t, KEYS_KNOWN * sizeof *r->keys))))
        return s->kind != 1 ? string(r->t, r->text, i, r->scanner->strict) : NULL;
    const uint8_t *p = (const uint8_t *)s->data + *i;
    int64_t most = s->length - *i < KEY_LONGEST ? s->length - *i : KEY_LONGEST, n = 0;
    uint32_t hash = 0;
    while (n < most && p[n] != '"' && p[n] != '\\' && p[n] >= ' ' && p[n] < 128)
        hash = hash * 31 + p[n++];
    if (n == most || p[n] != '"' || n == 0)
        return string(r->t, r->text, i, r->scanner->strict);
    struct lang_str **known = &r->keys[(hash ^ hash >> 8) % KEYS_KNOWN];
    if (!*known || (*known)->length != n || memcmp((*known)->data, p, (size_t)n) != 0) {
        struct lang_str *made = lang_str_from_ascii(r->t, (const char *)p, (size_t)n);
        if (!made)
            return NULL;
        lang_xdecref(r->t, *known);
        *known = made;
    }
    *i += n + 1;
    return lang_incref(*known);
}

/* ------------------------------------------------------------------ values */

static lang_value value(struct reading *r, int64_t *i);

/* A value inside of another one, which must be there. */
static lang_value inner(struct reading *r, int64_t *i)
{
    int64_t from = *i;
    lang_value v = value(r, i);
    return lang_is_undef(v) ? fail(r, "Expecting value", *i > from ? *i : from) : v;
}

static lang_value called(struct reading *r, lang_value hook, lang_value argument)
{
    lang_value made = lang_call(r->t, hook, &argument, 1, NULL);
    lang_unref(r->t, argument);
    return made;
}

static lang_value word(struct reading *r, int64_t *i, const char *text, lang_value v, bool constant)
{
    const int64_t n = (int64_t)strlen(text);
    for (int64_t k = 0; k < n; k++)
        if (at(r, *i + k) != (uint8_t)text[k])
            return lang_undef();
    *i += n;
    if (!constant || lang_is_undef(r->scanner->parse_constant))
        return v;
    struct lang_str *name = lang_str_from_c(r->t, text);
    return name ? called(r, r->scanner->parse_constant, lang_obj(name)) : lang_error();
}

static lang_value number(struct reading *r, int64_t *i)
{
    int64_t p = *i;
    const int64_t from = p;
    const bool negative = at(r, p) == '-';
    uint64_t whole = 0;
    p += negative;
    if (at(r, p) - '0' >= 10u)
        return negative ? word(r, i, "-Infinity", lang_float(-__builtin_inf()), true) : lang_undef();
    const int64_t digits = p;
    if (at(r, p) == '0')
        p++;
    else
        for (uint32_t c; (c = at(r, p) - '0') < 10u; p++)
            whole = whole * 10 + c;
    const int64_t end_of_whole = p;
    if (at(r, p) == '.' && at(r, p + 1) - '0' < 10u)
        for (p++; at(r, p) - '0' < 10u;)
            p++;
    if ((at(r, p) | 32) == 'e') {
        int64_t q = p + 1;
        q += at(r, q) == '+' || at(r, q) == '-';
        if (at(r, q) - '0' < 10u) {
            while (at(r, q) - '0' < 10u)
                q++;
            p = q;
        }
    }
    *i = p;
    const bool real = p > end_of_whole;
    lang_value hook = real ? r->scanner->parse_float : r->scanner->parse_int;
    if (lang_is_undef(hook) && !real && p - digits <= 18)
        return lang_int(negative ? -(int64_t)whole : (int64_t)whole);
    double d;
    if (lang_is_undef(hook) && real && r->text->kind == 1 &&
        lang_float_scan(r->text->data + from, (size_t)(p - from), &d))
        return lang_float(d);
    struct lang_str *text = lang_str_slice(r->t, r->text, from, p);
    if (!text)
        return lang_error();
    if (!lang_is_undef(hook))
        return called(r, hook, lang_obj(text));
    lang_value v = real ? lang_float_parse(r->t, lang_obj(text)) : lang_int_parse(r->t, text, 10);
    lang_decref(r->t, text);
    return v;
}

static lang_value array(struct reading *r, int64_t *i)
{
    struct lang_list *items = lang_list_new(r->t, 0);
    int64_t p = past_blanks(r, *i);
    if (!items)
        return lang_error();
    if (at(r, p) == ']') {
        *i = p + 1;
        return lang_obj(items);
    }
    for (;;) {
        lang_value v = inner(r, &p);
        if (lang_is_error(v) || lang_list_append_steal(r->t, items, v) < 0)
            break;
        p = past_blanks(r, p);
        if (at(r, p) == ']') {
            *i = p + 1;
            return lang_obj(items);
        }
        if (at(r, p) != ',') {
            fail(r, "Expecting ',' delimiter", p);
            break;
        }
        p = past_blanks(r, p + 1);
    }
    lang_decref(r->t, items);
    return lang_error();
}

/* Puts a pair into the dict, or, for object_pairs_hook, at the end of the list; takes both. */
static int add_pair(struct reading *r, lang_value made, struct lang_str *k, lang_value v)
{
    int status;
    if (lang_is_dict(made)) {
        status = lang_dict_set_str(r->t, lang_as_dict(made), k, v);
        lang_decref(r->t, k);
        lang_unref(r->t, v);
        return status;
    }
    struct lang_tuple *pair = lang_tuple_new(r->t, 2);
    if (!pair) {
        lang_decref(r->t, k);
        lang_unref(r->t, v);
        return -1;
    }
    pair->items[0] = lang_obj(k);
    pair->items[1] = v;
    return lang_list_append_steal(r->t, lang_as_list(made), lang_obj(pair));
}

/* An object up to its closing brace, into made: -1 with an exception. */
static int pairs(struct reading *r, int64_t *i, lang_value made)
{
    int64_t p = past_blanks(r, *i);
    if (at(r, p) == '}') {
        *i = p + 1;
        return 0;
    }
    for (;;) {
        if (at(r, p) != '"') {
            fail(r, "Expecting property name enclosed in double quotes", p);
            return -1;
        }
        p++;
        struct lang_str *k = key(r, &p);
        if (!k)
            return -1;
        p = past_blanks(r, p);
        lang_value v;
        if (at(r, p) != ':') {
            v = fail(r, "Expecting ':' delimiter", p);
        } else {
            p = past_blanks(r, p + 1);
            v = inner(r, &p);
        }
        if (lang_is_error(v)) {
            lang_decref(r->t, k);
            return -1;
        }
        if (add_pair(r, made, k, v) < 0)
            return -1;
        p = past_blanks(r, p);
        if (at(r, p) == '}') {
            *i = p + 1;
            return 0;
        }
        if (at(r, p) != ',') {
            fail(r, "Expecting ',' delimiter", p);
            return -1;
        }
        p = past_blanks(r, p + 1);
    }
}

static lang_value object(struct reading *r, int64_t *i)
{
    const struct scanner *s = r->scanner;
    const bool as_pairs = !lang_is_undef(s->object_pairs_hook);
    lang_value made = as_pairs ? lang_obj_or_error(lang_list_new(r->t, 0)) : lang_obj_or_error(lang_dict_new(r->t));
    if (lang_is_error(made))
        return made;
    if (pairs(r, i, made) < 0) {
        lang_unref(r->t, made);
        return lang_error();
    }
    if (as_pairs)
        return called(r, s->object_pairs_hook, made);
    return lang_is_undef(s->object_hook) ? made : called(r, s->object_hook, made);
}

/* The value at *i, which is moved behind it; UNDEF: there is none. */
static lang_value value(struct reading *r, int64_t *i)
{
    if (!(++r->values & 0xfff) && lang_poll_quiet(r->t) < 0)
        return lang_error();
    const uint32_t c = at(r, *i);
    lang_value v;
    switch (c) {
    case '"':
        ++*i;
        return lang_obj_or_error(string(r->t, r->text, i, r->scanner->strict));
    case '{':
    case '[':
        if (lang_enter(r->t, c == '{' ? " while decoding a JSON object from a unicode string"
                                      : " while decoding a JSON array from a unicode string") < 0)
            return lang_error();
        ++*i;
        v = c == '{' ? object(r, i) : array(r, i);
        lang_leave(r->t);
        return v;
    case 'n':
        return word(r, i, "null", lang_none(), false);
    case 't':
        return word(r, i, "true", lang_bool(true), false);
    case 'f':
        return word(r, i, "false", lang_bool(false), false);
    case 'N':
        return word(r, i, "NaN", lang_float(__builtin_nan("")), true);
    case 'I':
        return word(r, i, "Infinity", lang_float(__builtin_inf()), true);
    default:
        return number(r, i);
    }
}

/* ------------------------------------------------------------------ Scanner */

static void end_reading(struct reading *r)
{
    if (!r->keys)
        return;
    for (int k = 0; k < KEYS_KNOWN; k++)
        lang_xdecref(r->t, r->keys[k]);
    lang_free(r->t, r->keys, KEYS_KNOWN * sizeof *r->keys);
}

static lang_value scanner_call(struct lang_thread *t, lang_value callee, const lang_value *args, size_t nargs,
                               struct lang_tuple *kwnames)
{
    static const char signature[] = "(string, idx)";
    struct lang_params *params = lang_params_get(t, "scan_once", signature);
    lang_value a[2];
    int64_t i;
    if (!params || lang_params_bind(t, params, args, nargs, kwnames, a) < 0)
        return lang_error();
    lang_value result = lang_error();
    if (!lang_is_str(a[0])) {
        lang_raise(t, LANG_EXC_TypeError, "first argument must be a string, not %N", a[0]);
    } else if (lang_as_index(t, a[1], &i) == 0) {
        struct reading r = {t, (struct scanner *)callee.o, lang_as_str(a[0]), lang_as_str(a[0])->length, 0, NULL};
        lang_value v = i < 0 ? lang_raise(t, LANG_EXC_ValueError, "idx cannot be negative") : value(&r, &i);
        struct lang_tuple *pair = NULL;
        if (lang_is_undef(v))
            lang_raise_value(t, LANG_EXC_StopIteration, lang_int(i));
        else if (!lang_is_error(v) && (pair = lang_tuple_new(t, 2))) {
            pair->items[0] = v;
            pair->items[1] = lang_int(i);
            result = lang_obj(pair);
        } else {
            lang_unref(t, v);
        }
        end_reading(&r);
    }
    lang_args_done(t, params, a);
    return result;
}

/* decode(text): the value that the whole of a text is. */
static lang_value m_decode(struct lang_thread *t, const lang_value *a)
{
    if (!lang_is_str(a[1]))
        return lang_raise(t, LANG_EXC_TypeError, "first argument must be a string, not %N", a[1]);
    struct reading r = {t, (struct scanner *)a[0].o, lang_as_str(a[1]), lang_as_str(a[1])->length, 0, NULL};
    int64_t i = past_blanks(&r, 0);
    lang_value v = inner(&r, &i);
    end_reading(&r);
    if (!lang_is_error(v) && (i = past_blanks(&r, i)) != r.length) {
        lang_unref(t, v);
        return fail(&r, "Extra data", i);
    }
    return v;
}

static void scanner_visit(struct lang_object *o, lang_visit_fn visit, void *arg)
{
    struct scanner *s = (struct scanner *)o;
    const lang_value values[] = {s->object_hook, s->object_pairs_hook, s->parse_float, s->parse_int, s->parse_constant};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        if (lang_is_obj(values[i]))
            visit(values[i].o, arg);
}

static void scanner_drop(struct lang_thread *t, struct lang_object *o)
{
    struct scanner *s = (struct scanner *)o;
    lang_value *const values[] = {&s->object_hook, &s->object_pairs_hook, &s->parse_float, &s->parse_int,
                                  &s->parse_constant};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        lang_clear(t, values[i]);
}

static const struct lang_method scanner_methods[] = {
    {"decode", "(text, /)", m_decode, "The value that the whole of a text is.", 0}, {0}};

struct lang_type lang_type_json_scanner = {
    .name = "Scanner",
    .module = "_json",
    .doc = "JSON scanner object",
    .size = sizeof(struct scanner),
    .flags = LANG_TYPE_QUALIFIED,
    .methods = scanner_methods,
    .destroy = scanner_drop,
    .traverse = scanner_visit,
    .clear = scanner_drop,
    .call = scanner_call,
};

lang_value lang_json_scanner(struct lang_thread *t, const lang_value *a)
{
    struct scanner *s = lang_object_new(t, &lang_type_json_scanner);
    static const char *const names[] = {"object_hook", "object_pairs_hook", "parse_float", "parse_int"};
    if (!s)
        return lang_error();
    lang_value *const values[] = {&s->object_hook, &s->object_pairs_hook, &s->parse_float, &s->parse_int};
    lang_value flag = lang_undef();
    for (size_t i = 0; i < sizeof values / sizeof *values && !lang_is_error(flag); i++) {
        lang_value v = lang_getattr_c(t, a[0], names[i]);
        if (lang_is_error(v))
            flag = v;
        else if (lang_is_none(v) || (i >= 2 && v.o == (i == 2 ? &lang_type_float.head : &lang_type_int.head)))
            lang_unref(t, v);
        else
            *values[i] = v;
    }
    if (!lang_is_error(flag))
        flag = lang_getattr_c(t, a[0], "strict");
    int strict = lang_is_error(flag) ? -1 : lang_truth(t, flag);
    lang_unref(t, flag);
    lang_value constant = strict < 0 ? lang_error() : lang_getattr_c(t, a[0], "parse_constant");
    if (lang_is_error(constant)) {
        lang_decref(t, s);
        return constant;
    }
    s->parse_constant = constant;
    s->strict = strict;
    return lang_obj(s);
}

lang_value lang_json_scanstring(struct lang_thread *t, const lang_value *a)
{
    int64_t end;
    int strict = lang_is_undef(a[2]) ? 1 : lang_truth(t, a[2]);
    if (strict < 0 || lang_as_index(t, a[1], &end) < 0)
        return lang_error();
    if (!lang_is_str(a[0]))
        return lang_raise(t, LANG_EXC_TypeError, "first argument must be a string, not %N", a[0]);
    if (end < 0 || end > lang_as_str(a[0])->length)
        return lang_raise(t, LANG_EXC_ValueError, "end is out of bounds");
    struct lang_str *s = string(t, lang_as_str(a[0]), &end, strict);
    struct lang_tuple *pair = s ? lang_tuple_new(t, 2) : NULL;
    if (!pair) {
        lang_xdecref(t, s);
        return lang_error();
    }
    pair->items[0] = lang_obj(s);
    pair->items[1] = lang_int(end);
    return lang_obj(pair);
}
