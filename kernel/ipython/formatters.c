/* formatters.c: what a front end gets to see of a value: text/plain by the pretty printer and what the _repr_*_ methods
 * of the value give, gathered in a bundle of mime types. */
#include "formatters.h"

#include <stdlib.h>
#include <string.h>

enum { WIDTH = 79 };

/* ------------------------------------------------------------------ bundles */

static bool bundle_has(const struct kernel_bundle *b, const char *mime)
{
    for (size_t i = 0; i < b->count; i++)
        if (strcmp(b->entries[i].mime, mime) == 0)
            return true;
    return false;
}

static int bundle_add(struct lang_thread *t, struct kernel_bundle *b, const char *mime, const char *data, size_t size,
                      bool json)
{
    if (kernel_bundle_add(b, mime, data, size, json) < 0) {
        lang_no_memory(t);
        return -1;
    }
    return 0;
}

/* ------------------------------------------------------------------ JSON of values */

static int put_json(struct lang_builder *b, lang_value v);

/* A dict or list of another implementation, which both sides hold, as one of ours with the same items. Takes v. */
static lang_value own_container_steal(struct lang_thread *t, lang_value v)
{
    static const char *const names[] = {"dict", "list"};
    if (v.tag != LANG_OBJECT || !(v.o->type->flags & LANG_TYPE_FOREIGN) || v.o->type->flags & LANG_TYPE_TYPE)
        return v;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(v.o->type->name, names[i]) == 0) {
            lang_value own = lang_call(t, lang_dict_get_c(t, lang_builtins_dict(t), names[i]), &v, 1, NULL);
            lang_unref(t, v);
            return own;
        }
    return v;
}

static int put_json_str(struct lang_builder *b, struct lang_str *s)
{
    lang_builder_char(b, '"');
    for (int64_t i = 0; i < s->length; i++) {
        uint32_t c = lang_str_at(s, i);
        if (c == '"' || c == '\\') {
            lang_builder_char(b, '\\');
            lang_builder_char(b, c);
        } else if (c < 32 || (c >= 0xd800 && c < 0xe000)) {
            static const char hex[] = "0123456789abcdef";
            char text[7] = {'\\', 'u', hex[c >> 12], hex[c >> 8 & 15], hex[c >> 4 & 15], hex[c & 15], 0};
            lang_builder_c(b, text);
        } else {
            lang_builder_char(b, c);
        }
    }
    return lang_builder_char(b, '"');
}

static int put_json_dict(struct lang_builder *b, struct lang_dict *d)
{
    lang_value key, value;
    bool first = true;
    lang_builder_char(b, '{');
    int status = 0;
    for (int64_t i = 0; status == 0 && lang_dict_next(d, &i, &key, &value); first = false) {
        if (!first)
            lang_builder_c(b, ", ");
        lang_ref(key); /* a __str__ or __repr__ may change the dict */
        lang_ref(value);
        struct lang_str *name = lang_to_str(b->t, key);
        status = name && put_json_str(b, name) >= 0 && lang_builder_c(b, ": ") >= 0 ? put_json(b, value) : -1;
        lang_xdecref(b->t, name);
        lang_unref(b->t, key);
        lang_unref(b->t, value);
    }
    return status < 0 ? -1 : lang_builder_char(b, '}');
}

/* Text, numbers, lists, tuples and dicts; of other values their repr as text. */
static int put_json(struct lang_builder *b, lang_value v)
{
    struct lang_thread *t = b->t;
    const lang_value *items;
    size_t n;
    int r = 0;
    if (lang_is_none(v))
        return lang_builder_c(b, "null");
    if (v.tag == LANG_BOOL)
        return lang_builder_c(b, v.i ? "true" : "false");
    if (v.tag == LANG_FLOAT && (v.f != v.f || v.f - v.f != 0))
        return lang_builder_c(b, v.f != v.f ? "NaN" : v.f > 0 ? "Infinity" : "-Infinity");
    if (v.tag == LANG_INT || v.tag == LANG_FLOAT || lang_is_exactly(v, &lang_type_int))
        return lang_builder_repr(b, v);
    if (lang_is_str(v))
        return put_json_str(b, lang_as_str(v));
    if (lang_enter(t, " while encoding a JSON object") < 0)
        return -1;
    v = own_container_steal(t, lang_ref(v));
    if (lang_is_error(v)) {
        r = -1;
    } else if (lang_is_dict(v)) {
        r = put_json_dict(b, lang_as_dict(v));
    } else if (lang_type_of(v)->items) {
        lang_builder_char(b, '[');
        for (size_t i = 0; r == 0; i++) {
            if (lang_type_of(v)->items(t, v, &items, &n) < 0)
                r = -1;
            if (r < 0 || i >= n)
                break;
            if (i)
                lang_builder_c(b, ", ");
            lang_value item = lang_ref(items[i]); /* its __repr__ may change the list */
            r = put_json(b, item);
            lang_unref(t, item);
        }
        lang_builder_char(b, ']');
    } else {
        struct lang_str *s = lang_repr(t, v);
        r = s ? put_json_str(b, s) : -1;
        lang_xdecref(t, s);
    }
    lang_leave(t);
    if (!lang_is_error(v))
        lang_unref(t, v);
    return r;
}

static struct lang_str *json_of(struct lang_thread *t, lang_value v)
{
    struct lang_builder b;
    lang_builder_init(&b, t);
    if (put_json(&b, v) < 0)
        b.failed = true;
    return lang_builder_finish(&b);
}

static char *base64(const uint8_t *p, size_t n, size_t *size)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    char *out = malloc((n + 2) / 3 * 4 + 1), *q = out;
    if (!out)
        return NULL;
    for (size_t i = 0; i < n; i += 3) {
        uint32_t x = (uint32_t)p[i] << 16 | (i + 1 < n ? (uint32_t)p[i + 1] << 8 : 0) | (i + 2 < n ? p[i + 2] : 0);
        *q++ = digits[x >> 18];
        *q++ = digits[x >> 12 & 63];
        *q++ = i + 1 < n ? digits[x >> 6 & 63] : '=';
        *q++ = i + 2 < n ? digits[x & 63] : '=';
    }
    *q = 0;
    *size = (size_t)(q - out);
    return out;
}

/* ------------------------------------------------------------------ methods of the value */

enum result { TEXT, BINARY, JSON, BUNDLE };

static const struct {
    const char *method, *mime;
    enum result kind;
} methods[] = {
    {"_repr_html_", "text/html", TEXT},
    {"_repr_markdown_", "text/markdown", TEXT},
    {"_repr_svg_", "image/svg+xml", TEXT},
    {"_repr_png_", "image/png", BINARY},
    {"_repr_pdf_", "application/pdf", BINARY},
    {"_repr_jpeg_", "image/jpeg", BINARY},
    {"_repr_latex_", "text/latex", TEXT},
    {"_repr_json_", "application/json", JSON},
    {"_repr_javascript_", "application/javascript", TEXT},
};

/* A bound method by name; UNDEF: there is none that can be called. */
static lang_value method_of(struct lang_thread *t, lang_value v, const char *name)
{
    struct lang_str *key = lang_intern_c(t, name);
    lang_value m = key ? lang_getattr_opt(t, v, key) : lang_error();
    lang_xdecref(t, key);
    if (lang_is_error(m)) {
        lang_error_clear(t);
        return lang_undef();
    }
    if (!lang_is_undef(m) && !lang_callable(m)) {
        lang_unref(t, m);
        return lang_undef();
    }
    return m;
}

/* An object that answers to any name (a mock) has no display methods. */
static bool answers_anything(struct lang_thread *t, lang_value v)
{
    struct lang_str *key = lang_intern_c(t, "_ipython_canary_method_should_not_exist_");
    lang_value m = key ? lang_getattr_opt(t, v, key) : lang_error();
    lang_xdecref(t, key);
    if (lang_is_error(m)) {
        lang_error_clear(t);
        return false;
    }
    bool there = !lang_is_undef(m) && !lang_is_none(m);
    lang_unref(t, m);
    return there;
}

/* Adds a value under its mime type: text, bytes as base64, anything else as JSON. */
static int add_value(struct lang_thread *t, struct kernel_bundle *out, const char *mime, lang_value v, enum result kind)
{
    const uint8_t *bytes;
    int64_t n;
    size_t size;
    if (kind != JSON && lang_bytes_view(v, &bytes, &n)) {
        char *text = base64(bytes, (size_t)n, &size);
        if (!text) {
            lang_no_memory(t);
            return -1;
        }
        int r = bundle_add(t, out, mime, text, size, false);
        free(text);
        return r;
    }
    struct lang_str *s = kind != JSON && lang_is_str(v) ? lang_incref(v.o) : json_of(t, v);
    const char *text = s ? lang_str_utf8(t, s, &size) : NULL;
    int r = text ? bundle_add(t, out, mime, text, size, kind == JSON || !lang_is_str(v)) : -1;
    lang_xdecref(t, s);
    return r;
}

static bool fits(lang_value v, enum result kind)
{
    if (kind == TEXT)
        return lang_is_str(v);
    if (kind == BINARY)
        return lang_is_bytes(v) || lang_is_str(v);
    return lang_is_dict(v) || lang_is_list(v);
}

static int warn_type(struct lang_thread *t, const char *mime, lang_value got, enum result kind, lang_value v)
{
    static const char *const expected[] = {"<class 'str'>", "(<class 'bytes'>, <class 'str'>)",
                                           "(<class 'list'>, <class 'dict'>)", "<class 'dict'>"};
    const struct lang_host *host = lang_thread_host(t);
    struct lang_str *s = lang_str_from_format(
        t, "FormatterWarning: %s formatter returned invalid type %R (expected %s) for object: %R\n", mime,
        lang_obj(lang_type_of(got)), expected[kind], v);
    size_t size;
    const char *text = s ? lang_str_utf8(t, s, &size) : NULL;
    if (text && host->write)
        host->write(host->ctx, 2, text, size);
    lang_xdecref(t, s);
    return text ? 0 : -1;
}

/* The metadata gathered so far: {mime: {...}}; made on demand. */
static int add_metadata(struct lang_thread *t, struct lang_dict **metadata, const char *mime, lang_value v)
{
    if (!*metadata && !(*metadata = lang_dict_new(t)))
        return -1;
    return lang_dict_set_c(t, *metadata, mime, v);
}

/* A method that raises NotImplementedError has no such form of its object. Whether that was it; takes the exception. */
static bool not_implemented(struct lang_thread *t)
{
    if (!lang_error_is(t, LANG_EXC_NotImplementedError))
        return false;
    lang_error_clear(t);
    return true;
}

/* One _repr_*_ method. */
static int add_method(struct lang_thread *t, lang_value v, size_t i, struct kernel_bundle *out,
                      struct lang_dict **metadata)
{
    lang_value m = method_of(t, v, methods[i].method);
    if (lang_is_undef(m))
        return 0;
    lang_value r = own_container_steal(t, lang_call(t, m, NULL, 0, NULL)), data = r;
    lang_unref(t, m);
    if (lang_is_error(r))
        return not_implemented(t) ? 0 : -1;
    int result = 0;
    if (lang_is_tuple(r) && lang_as_tuple(r)->length == 2) {
        data = lang_as_tuple(r)->items[0];
        if (fits(data, methods[i].kind))
            result = add_metadata(t, metadata, methods[i].mime, lang_as_tuple(r)->items[1]);
    }
    if (result == 0 && !lang_is_none(data))
        result = fits(data, methods[i].kind) ? add_value(t, out, methods[i].mime, data, methods[i].kind)
                                             : warn_type(t, methods[i].mime, data, methods[i].kind, v);
    lang_unref(t, r);
    return result;
}

/* A tuple with an error in the place of an item. */
static void drop_failed(struct lang_thread *t, struct lang_tuple *tuple)
{
    for (int64_t i = 0; i < tuple->length; i++)
        if (lang_is_error(tuple->items[i]))
            tuple->items[i] = lang_none();
    lang_decref(t, tuple);
}

/* _repr_mimebundle_(include=None, exclude=None): a dict, or a dict and its metadata. */
static int add_mimebundle(struct lang_thread *t, lang_value v, struct kernel_bundle *out, struct lang_dict **metadata)
{
    lang_value m = method_of(t, v, "_repr_mimebundle_");
    if (lang_is_undef(m))
        return 0;
    lang_value names[2] = {lang_obj_or_error(lang_intern_c(t, "include")),
                           lang_obj_or_error(lang_intern_c(t, "exclude"))};
    lang_value args[2] = {lang_none(), lang_none()}, r = lang_error(), data;
    struct lang_tuple *keys = lang_is_error(names[0]) || lang_is_error(names[1]) ? NULL : lang_tuple_from(t, names, 2);
    if (keys)
        r = own_container_steal(t, lang_call(t, m, args, 0, keys));
    lang_xdecref(t, keys);
    lang_unref(t, names[0]);
    lang_unref(t, names[1]);
    lang_unref(t, m);
    data = r;
    if (lang_is_error(r))
        return not_implemented(t) ? 0 : -1;
    int result = 0;
    if (result == 0 && lang_is_tuple(r) && lang_as_tuple(r)->length == 2) {
        struct lang_tuple *both = lang_as_tuple(r);
        both = lang_tuple_from(t, both->items, 2); /* of our own, to put own containers into */
        for (int k = 0; both && k < 2; k++)
            both->items[k] = own_container_steal(t, both->items[k]);
        lang_unref(t, r);
        r = lang_obj_or_error(both);
        if (!both || lang_is_error(both->items[0]) || lang_is_error(both->items[1]))
            return both ? (drop_failed(t, both), -1) : -1;
        data = both->items[0];
        lang_value extra = both->items[1], key, value;
        for (int64_t i = 0;
             result == 0 && lang_is_dict(extra) && lang_dict_next(lang_as_dict(extra), &i, &key, &value);) {
            const char *mime = lang_as_utf8(t, key, "mime type", NULL);
            lang_ref(value);
            result = mime ? add_metadata(t, metadata, mime, value) : -1;
            lang_unref(t, value);
        }
    }
    if (result == 0 && !lang_is_dict(data) && !lang_is_none(data))
        result = warn_type(t, "text/plain", data, BUNDLE, v);
    if (result == 0 && lang_is_dict(data)) {
        lang_value key, value;
        for (int64_t i = 0; result == 0 && lang_dict_next(lang_as_dict(data), &i, &key, &value);) {
            const char *mime = lang_as_utf8(t, key, "mime type", NULL);
            lang_ref(key); /* a __repr__ in what becomes JSON may change the dict */
            lang_ref(value);
            result =
                mime ? add_value(t, out, mime, value, lang_is_str(value) || lang_is_bytes(value) ? TEXT : JSON) : -1;
            lang_unref(t, key);
            lang_unref(t, value);
        }
    }
    lang_unref(t, r);
    return result;
}

/* ------------------------------------------------------------------ what the user has registered */

static enum result kind_of(const char *mime)
{
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
        if (!strcmp(methods[i].mime, mime))
            return methods[i].kind;
    return TEXT;
}

/* One form of the object; None: it has no such form, and is asked for none. */
static int add_form(struct lang_thread *t, lang_value v, struct kernel_bundle *out, struct lang_dict **metadata,
                    const char *mime, lang_value given)
{
    lang_value data = given;
    enum result kind = kind_of(mime);
    if (lang_is_tuple(given) && lang_as_tuple(given)->length == 2) {
        data = lang_as_tuple(given)->items[0];
        if (add_metadata(t, metadata, mime, lang_as_tuple(given)->items[1]))
            return -1;
    }
    if (lang_is_none(data))
        return 0;
    return fits(data, kind) ? add_value(t, out, mime, data, kind) : warn_type(t, mime, data, kind, v);
}

/* What the library says of an object: a tuple of whether it has shown itself, forms that stand first, forms that
 * follow, and an exception or None. A new reference; UNDEF: nothing is registered. */
static lang_value ask_registered(struct lang_thread *t, lang_value v)
{
    if (kernel_display_hooks.bundle.tag <= LANG_NONE)
        return lang_undef();
    lang_value answer = lang_call(t, kernel_display_hooks.bundle, &v, 1, NULL);
    if (lang_is_error(answer) || (lang_is_tuple(answer) && lang_as_tuple(answer)->length == 4))
        return answer;
    lang_unref(t, answer);
    return lang_undef();
}

enum registered { SHOWN, FIRST, FOLLOWING, FAULT };

static lang_value registered(lang_value answer, enum registered part)
{
    return lang_is_tuple(answer) ? lang_as_tuple(answer)->items[part] : lang_undef();
}

static int add_forms(struct lang_thread *t, lang_value v, struct kernel_bundle *out, struct lang_dict **metadata,
                     lang_value forms)
{
    lang_value key, value;
    int status = 0;
    for (int64_t i = 0; !status && lang_is_dict(forms) && lang_dict_next(lang_as_dict(forms), &i, &key, &value);) {
        const char *mime = lang_as_utf8(t, key, "mime type", NULL);
        lang_ref(value);
        status = mime ? add_form(t, v, out, metadata, mime, value) : -1;
        lang_unref(t, value);
    }
    return status;
}

/* Whether registered functions have answered for a mime type, also that there is no such form. */
static bool is_answered(struct lang_thread *t, lang_value answer, const char *mime)
{
    lang_value forms = registered(answer, FOLLOWING);
    return lang_is_dict(forms) && !lang_is_undef(lang_dict_get_c(t, lang_as_dict(forms), mime));
}

/* ------------------------------------------------------------------ all together */

static int add_plain(struct lang_thread *t, lang_value v, struct kernel_bundle *out)
{
    struct lang_str *s = kernel_pretty(t, v, WIDTH);
    size_t size;
    if (!s && not_implemented(t))
        return 0;
    const char *text = s ? lang_str_utf8(t, s, &size) : NULL;
    int r = text ? bundle_add(t, out, "text/plain", text, size, false) : -1;
    lang_xdecref(t, s);
    return r;
}

static int set_metadata(struct lang_thread *t, struct kernel_bundle *out, struct lang_dict *metadata)
{
    if (!metadata)
        return 0;
    struct lang_str *s = json_of(t, lang_obj(metadata));
    size_t size;
    const char *text = s ? lang_str_utf8(t, s, &size) : NULL;
    if (text && !(out->metadata = strdup(text)))
        lang_no_memory(t);
    lang_xdecref(t, s);
    return out->metadata ? 0 : -1;
}

/* Keeps the first of several exceptions. */
static void keep_first(struct lang_thread *t, lang_value *first)
{
    lang_value e = lang_error_take(t);
    if (lang_is_undef(*first))
        *first = e;
    else
        lang_unref(t, e);
}

/* _ipython_display_: the value shows itself and nothing else is sent. 0: it does not; -1 with an exception. */
static int show_itself(struct lang_thread *t, lang_value v)
{
    lang_value own = method_of(t, v, "_ipython_display_");
    if (lang_is_undef(own))
        return 0;
    lang_value r = lang_call(t, own, NULL, 0, NULL);
    lang_unref(t, own);
    if (lang_is_error(r))
        return not_implemented(t) ? 0 : -1;
    lang_unref(t, r);
    return 1;
}

int kernel_format_value(struct lang_thread *t, lang_value v, struct kernel_bundle *out)
{
    *out = (struct kernel_bundle){0};
    struct lang_dict *metadata = NULL;
    lang_value first = lang_undef(), answer = ask_registered(t, v);
    bool rich = v.tag == LANG_OBJECT && !(v.o->type->flags & (LANG_TYPE_TYPE | LANG_TYPE_STR | LANG_TYPE_TUPLE)) &&
                v.o->type != &lang_type_list && v.o->type != &lang_type_dict;
    rich = rich || (v.tag == LANG_OBJECT && v.o->type->flags & LANG_TYPE_HEAP && !(v.o->type->flags & LANG_TYPE_TYPE));
    if (lang_is_error(answer))
        return -1;
    if (registered(answer, SHOWN).tag == LANG_BOOL && registered(answer, SHOWN).i) {
        lang_unref(t, answer);
        return 0;
    }
    rich = rich && !answers_anything(t, v);
    if (rich) {
        int shown = show_itself(t, v);
        if (shown > 0) {
            lang_unref(t, answer);
            return 0;
        }
        if (shown < 0)
            keep_first(t, &first);
        if (add_mimebundle(t, v, out, &metadata) < 0)
            keep_first(t, &first);
    }
    if (add_forms(t, v, out, &metadata, registered(answer, FIRST)) < 0)
        keep_first(t, &first);
    if (!bundle_has(out, "text/plain") && add_plain(t, v, out) < 0)
        goto fail;
    if (add_forms(t, v, out, &metadata, registered(answer, FOLLOWING)) < 0)
        keep_first(t, &first);
    if (registered(answer, FAULT).tag > LANG_NONE && lang_is_undef(first))
        first = lang_ref(registered(answer, FAULT));
    for (size_t i = 0; rich && i < sizeof methods / sizeof *methods; i++)
        if (!bundle_has(out, methods[i].mime) && !is_answered(t, answer, methods[i].mime) &&
            add_method(t, v, i, out, &metadata) < 0)
            keep_first(t, &first);
    if (set_metadata(t, out, metadata) < 0)
        goto fail;
    lang_xdecref(t, metadata);
    lang_unref(t, answer);
    if (lang_is_undef(first))
        return 0;
    lang_error_restore(t, first);
    return 1;
fail:
    lang_xdecref(t, metadata);
    lang_unref(t, answer);
    lang_unref(t, first);
    kernel_bundle_free(out);
    return -1;
}
