/* native.c: functions in C as values: signatures, the binding of arguments to them, method descriptors and bound
 * methods. The texts of arity errors follow from a signature's form, as CPython words them for the function kinds that
 * have that form. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "vm/code.h"
#include "vm/native.h"
#include "vm/type.h"
#include "vm/object_reduce.h"

enum { MAX_PARAMS = 32 };
enum param_kind { POSITIONAL_ONLY, POSITIONAL, KEYWORD_ONLY, VARARGS, VARKW };
enum arity_style { STYLE_NONE, STYLE_ONE, STYLE_POSITIONAL, STYLE_ARGS, STYLE_KEYWORD };

struct param {
    struct lang_str *name;
    uint8_t kind;
    bool optional;
};
struct lang_params {
    const char *function, *signature;
    struct lang_str *module; /* of the first native that has them, borrowed; NULL: builtins */
    struct param params[MAX_PARAMS];
    size_t count, positional, required; /* positional: how many may come by position, self included */
    int varargs, varkw;                 /* index or -1 */
    bool method;
    bool plain;         /* arguments by position alone are enough: what is left out is optional, nothing is gathered */
    bool counted;       /* LANG_M_COUNTED */
    bool bare;          /* LANG_M_BARE */
    bool python_errors; /* LANG_M_PYTHON_ERRORS */
    enum arity_style style;
    struct lang_params *next;
};

enum { BUCKETS = 1024 };
static struct lang_params *cache[BUCKETS];

static void skip_default(const char **p)
{
    int depth = 0;
    char quote = 0;
    for (; **p; (*p)++) {
        char c = **p;
        if (quote) {
            if (c == '\\')
                (*p)++;
            else if (c == quote)
                quote = 0;
        } else if (c == '\'' || c == '"') {
            quote = c;
        } else if (c == '(' || c == '[' || c == '{') {
            depth++;
        } else if (depth == 0 && (c == ',' || c == ')')) {
            return;
        } else if (c == ')' || c == ']' || c == '}') {
            depth--;
        }
    }
}

static int add_param(struct lang_thread *t, struct lang_params *p, const char *name, size_t size, enum param_kind kind)
{
    if (p->count == MAX_PARAMS)
        return lang_fail(t, LANG_EXC_SystemError, "too many parameters in the signature of %s", p->function);
    struct param *q = &p->params[p->count++];
    q->name = lang_intern(t, name, size);
    q->kind = kind;
    return q->name ? 0 : -1;
}

static int parse_signature(struct lang_thread *t, struct lang_params *p)
{
    const char *s = p->signature;
    enum param_kind kind = POSITIONAL;
    p->varargs = p->varkw = -1;
    if (p->method && add_param(t, p, "self", 4, POSITIONAL_ONLY) < 0)
        return -1;
    if (*s == '(')
        s++;
    while (*s && *s != ')') {
        while (*s == ' ' || *s == ',')
            s++;
        if (*s == '/') {
            for (size_t i = 0; i < p->count; i++)
                p->params[i].kind = POSITIONAL_ONLY;
            s++;
            continue;
        }
        enum param_kind k = kind;
        if (s[0] == '*' && s[1] == '*') {
            k = VARKW;
            s += 2;
        } else if (*s == '*') {
            s++;
            kind = KEYWORD_ONLY;
            if (*s == ',' || *s == ' ' || *s == ')')
                continue;
            k = VARARGS;
        }
        size_t n = strcspn(s, ",=): ");
        if (n == 0)
            break;
        if (add_param(t, p, s, n, k) < 0)
            return -1;
        if (k == VARARGS)
            p->varargs = (int)p->count - 1;
        if (k == VARKW)
            p->varkw = (int)p->count - 1;
        s += n;
        if (*s == '=') {
            p->params[p->count - 1].optional = true;
            skip_default(&s);
        }
    }
    return 0;
}

static void classify(struct lang_params *p)
{
    bool only_positional = true;
    for (size_t i = 0; i < p->count; i++) {
        struct param *q = &p->params[i];
        if (q->kind <= POSITIONAL) {
            p->positional = i + 1;
            if (!q->optional)
                p->required = i + 1;
        }
        if (q->kind != POSITIONAL_ONLY && (int)i != p->varargs)
            only_positional = false;
    }
    p->plain = p->varargs < 0 && p->varkw < 0 && p->required >= p->method;
    for (size_t i = 0; i < p->count; i++)
        p->plain = p->plain && (p->params[i].kind != KEYWORD_ONLY || p->params[i].optional);
    size_t self = p->method;
    if (!only_positional)
        p->style = STYLE_KEYWORD;
    else if (p->varargs >= 0)
        p->style = STYLE_POSITIONAL;
    else if (p->count == self)
        p->style = STYLE_NONE;
    else if (p->count == self + 1 && !p->params[self].optional)
        p->style = STYLE_ONE;
    else
        p->style = STYLE_POSITIONAL;
}

static struct lang_params *params_get(struct lang_thread *t, const char *function, const char *signature, bool method)
{
    size_t bucket = ((uintptr_t)signature >> 3 ^ (uintptr_t)function >> 5 ^ method) % BUCKETS;
    for (struct lang_params *p = cache[bucket]; p; p = p->next)
        if (p->signature == signature && p->function == function && p->method == method)
            return p;
    struct lang_params *p = calloc(1, sizeof *p);
    if (!p)
        return lang_no_memory(t), NULL;
    p->function = function;
    p->signature = signature;
    p->method = method;
    if (parse_signature(t, p) < 0) {
        for (size_t i = 0; i < p->count; i++)
            lang_xdecref(t, p->params[i].name);
        free(p);
        return NULL;
    }
    classify(p);
    p->next = cache[bucket];
    cache[bucket] = p;
    return p;
}

struct lang_params *lang_params_get(struct lang_thread *t, const char *function_name, const char *signature)
{
    return params_get(t, function_name, signature, false);
}

void lang_params_free_all(struct lang_thread *t)
{
    for (size_t b = 0; b < BUCKETS; b++)
        while (cache[b]) {
            struct lang_params *p = cache[b];
            cache[b] = p->next;
            for (size_t i = 0; i < p->count; i++)
                lang_xdecref(t, p->params[i].name);
            free(p);
        }
}

size_t lang_params_count(const struct lang_params *p)
{
    return p->count;
}

/* ------------------------------------------------------------------ errors */

/* "list.append" for a method of list, "len" for a function. */
static const char *full_name(const struct lang_params *p, const struct lang_type *owner, char *buffer, size_t size)
{
    if (owner)
        snprintf(buffer, size, "%s.%s", owner->name, p->function);
    else if (p->module && !lang_str_equal_c(p->module, "builtins") && p->module->ascii)
        snprintf(buffer, size, "%s.%s", p->module->data, p->function);
    else
        return p->function;
    return buffer;
}

static int wrong_count(struct lang_thread *t, const struct lang_params *p, const struct lang_type *owner, size_t given)
{
    char buffer[128];
    const char *name = full_name(p, owner, buffer, sizeof buffer);
    size_t self = p->method, n = given - self, min = p->required > self ? p->required - self : 0,
           max = p->positional - self;
    switch (p->style) {
    case STYLE_NONE:
        return lang_fail(t, LANG_EXC_TypeError, "%s() takes no arguments (%zu given)", name, n);
    case STYLE_ONE:
        return lang_fail(t, LANG_EXC_TypeError, "%s() takes exactly one argument (%zu given)", name, n);
    case STYLE_ARGS: {
        size_t bound = n < min ? min : max;
        return lang_fail(t, LANG_EXC_TypeError, "%s() takes %s %zu argument%s (%zu given)", p->function,
                         min == max ? "exactly"
                         : n < min  ? "at least"
                                    : "at most",
                         bound, bound == 1 ? "" : "s", n);
    }
    case STYLE_POSITIONAL: {
        size_t bound = n < min ? min : max;
        return lang_fail(t, LANG_EXC_TypeError, "%s expected %s%zu argument%s, got %zu", p->function,
                         min == max && p->varargs < 0 ? ""
                         : n < min                    ? "at least "
                                                      : "at most ",
                         bound, bound == 1 ? "" : "s", n);
    }
    default:
        if (n > p->count - self && !p->counted)
            return lang_fail(t, LANG_EXC_TypeError, "%s() takes at most %zu argument%s (%zu given)", p->function,
                             p->count - self, p->count - self == 1 ? "" : "s", n);
        if (max == 0)
            return lang_fail(t, LANG_EXC_TypeError, "%s() takes no positional arguments", p->function);
        if (p->counted)
            return lang_fail(t, LANG_EXC_TypeError, "%s expected %zu argument%s, got %zu", p->function, max,
                             max == 1 ? "" : "s", n);
        return lang_fail(t, LANG_EXC_TypeError, "%s() takes %s %zu positional argument%s (%zu given)", p->function,
                         min < max ? "at most" : "exactly", max, max == 1 ? "" : "s", n);
    }
}

/* ------------------------------------------------------------------ binding */

/* The index of the parameter that a keyword names and no position has filled, or -1. */
static int keyword_index(const struct lang_params *p, const struct lang_str *name, size_t nargs)
{
    for (size_t i = 0; i < p->count; i++) {
        const struct param *q = &p->params[i];
        if (q->kind != POSITIONAL_ONLY && q->kind <= KEYWORD_ONLY && (q->kind == KEYWORD_ONLY || i >= nargs) &&
            (q->name == name || lang_str_equal(q->name, name)))
            return (int)i;
    }
    return -1;
}

static int wrong_keyword(struct lang_thread *t, const struct lang_params *p, struct lang_str *name)
{
    for (size_t i = 0; i < p->count; i++)
        if (p->params[i].kind == POSITIONAL && lang_str_equal(p->params[i].name, name))
            return lang_fail(t, LANG_EXC_TypeError, "argument for %s() given by name ('%U') and position (%zu)",
                             p->function, name, i + 1 - p->method);
    const char *function = strcmp(p->function, "sorted") ? p->function : "sort"; /* which it hands them to */
    return lang_fail(t, LANG_EXC_TypeError, "'%U' is an invalid keyword argument for %s()", name, function);
}

/* Checks that come before any keyword is looked at. */
static int check_counts(struct lang_thread *t, const struct lang_params *p, const struct lang_type *owner, size_t nargs,
                        size_t nkw)
{
    size_t self = p->method, only = 0;
    if (nkw && p->style != STYLE_KEYWORD) {
        char buffer[128];
        return lang_fail(t, LANG_EXC_TypeError, "%s() takes no keyword arguments",
                         full_name(p, owner, buffer, sizeof buffer));
    }
    if (p->varargs >= 0 && p->counted && nargs == self)
        return lang_fail(t, LANG_EXC_TypeError, "%s expected at least 1 argument, got 0", p->function);
    if (p->varargs >= 0 && p->counted && nkw > p->count - 1)
        return lang_fail(t, LANG_EXC_TypeError, "%s() takes at most %zu keyword arguments (%zu given)", p->function,
                         p->count - 1, nkw);
    if (p->varargs >= 0)
        return 0;
    if (p->counted && nargs > p->positional)
        return wrong_count(t, p, owner, nargs);
    if (p->style == STYLE_KEYWORD && p->varkw < 0 && nargs + nkw > p->count)
        return lang_fail(t, LANG_EXC_TypeError, "%s() takes at most %zu %sargument%s (%zu given)", p->function,
                         p->count - self, nargs == self ? "keyword " : "", p->count - self == 1 ? "" : "s",
                         nargs + nkw - self);
    if (nargs > p->positional)
        return wrong_count(t, p, owner, nargs);
    while (only < p->count && p->params[only].kind == POSITIONAL_ONLY && !p->params[only].optional)
        only++;
    if (p->style == STYLE_KEYWORD && p->varkw < 0 && nargs < only && !p->counted)
        return lang_fail(t, LANG_EXC_TypeError, "%s() takes at least %zu positional argument%s (%zu given)",
                         p->function, only - self, only - self == 1 ? "" : "s", nargs - self);
    return 0;
}

static int missing(struct lang_thread *t, const struct lang_params *p, const struct lang_type *owner, size_t i,
                   size_t nargs)
{
    const struct param *q = &p->params[i];
    if (p->style != STYLE_KEYWORD)
        return wrong_count(t, p, owner, nargs);
    if (q->kind == POSITIONAL_ONLY) {
        size_t need = p->required - p->method;
        return lang_fail(t, LANG_EXC_TypeError, "%s expected %s%zu argument%s, got %zu", p->function,
                         p->varargs >= 0 || p->positional > p->required ? "at least " : "", need, need == 1 ? "" : "s",
                         nargs - p->method);
    }
    if (q->kind == KEYWORD_ONLY)
        return lang_fail(t, LANG_EXC_TypeError, "%s() missing required keyword-only argument: '%U'", p->function,
                         q->name);
    return lang_fail(t, LANG_EXC_TypeError, "%s() missing required argument '%U' (pos %zu)", p->function, q->name,
                     i + 1 - p->method);
}

/* "missing 2 required positional arguments: 'a' and 'b'" */
static int missing_as_function(struct lang_thread *t, const struct lang_params *p, const char *name, const bool *given)
{
    struct lang_builder b;
    size_t n = 0, k = 0;
    for (size_t i = 0; i < p->required; i++)
        n += !given[i];
    if (!n)
        return 0;
    lang_builder_init(&b, t);
    for (size_t i = 0; i < p->required; i++)
        if (!given[i]) {
            k++;
            lang_builder_c(&b, k == 1 ? "'" : n == 2 ? " and '" : k == n ? ", and '" : ", '");
            lang_builder_str(&b, p->params[i].name);
            lang_builder_c(&b, "'");
        }
    struct lang_str *names = lang_builder_finish(&b);
    if (names)
        lang_fail(t, LANG_EXC_TypeError, "%s() missing %zu required positional argument%s: %U", name, n,
                  n == 1 ? "" : "s", names);
    lang_xdecref(t, names);
    return -1;
}

/* LANG_M_PYTHON_ERRORS. A method belongs to the class whose base holds it. */
static int check_as_function(struct lang_thread *t, const struct lang_params *p, const struct lang_type *owner,
                             size_t nargs, struct lang_tuple *kwnames)
{
    bool given[MAX_PARAMS] = {false};
    char name[128];
    size_t own = owner ? strlen(owner->name) : 0, least = p->positional, only = 0;
    if (own > 4 && strcmp(owner->name + own - 4, "Base") == 0)
        own -= 4;
    snprintf(name, sizeof name, "%.*s%s%s", (int)own, own ? owner->name : "", own ? "." : "", p->function);
    for (size_t i = 0; i < p->positional; i++) {
        given[i] = i < nargs;
        least -= p->params[i].optional;
    }
    for (int64_t k = 0; kwnames && k < kwnames->length; k++) {
        struct lang_str *key = lang_as_str(kwnames->items[k]);
        int at = keyword_index(p, key, 0);
        if (at < 0 && p->varkw < 0)
            return lang_fail(t, LANG_EXC_TypeError, "%s() got an unexpected keyword argument '%U'", name, key);
        if (at >= 0 && given[at])
            return lang_fail(t, LANG_EXC_TypeError, "%s() got multiple values for argument '%U'", name, key);
        if (at >= 0) {
            given[at] = true;
            only += p->params[at].kind == KEYWORD_ONLY;
        }
    }
    if (nargs > p->positional && p->varargs < 0) {
        char count[64], extra[96] = "";
        bool one = least == p->positional && p->positional == 1;
        if (least < p->positional)
            snprintf(count, sizeof count, "from %zu to %zu", least, p->positional);
        else
            snprintf(count, sizeof count, "%zu", p->positional);
        if (only)
            snprintf(extra, sizeof extra, " positional argument%s (and %zu keyword-only argument%s)",
                     nargs == 1 ? "" : "s", only, only == 1 ? "" : "s");
        return lang_fail(t, LANG_EXC_TypeError, "%s() takes %s positional argument%s but %zu%s %s given", name, count,
                         one ? "" : "s", nargs, extra, nargs == 1 && !only ? "was" : "were");
    }
    return missing_as_function(t, p, name, given);
}

static int bind(struct lang_thread *t, const struct lang_params *p, const struct lang_type *owner,
                const lang_value *args, size_t nargs, struct lang_tuple *kwnames, lang_value *out)
{
    struct lang_str *unknown = NULL;
    for (size_t i = 0; i < p->count; i++)
        out[i] = lang_undef();
    if (p->method && nargs == 0)
        return lang_fail(t, LANG_EXC_TypeError, "unbound method %s.%s() needs an argument",
                         owner ? owner->name : "object", p->function);
    if (p->python_errors && check_as_function(t, p, owner, nargs, kwnames) < 0)
        return -1;
    if (check_counts(t, p, owner, nargs, kwnames ? (size_t)kwnames->length : 0) < 0)
        return -1;
    size_t direct = nargs < p->positional ? nargs : p->positional;
    for (size_t i = 0; i < direct; i++)
        out[i] = args[i];
    if (p->varargs >= 0) {
        struct lang_tuple *rest = lang_tuple_from(t, args + direct, (int64_t)(nargs - direct));
        if (!rest)
            return -1;
        out[p->varargs] = lang_obj(rest);
    }
    if (p->varkw >= 0 && (kwnames || !p->bare)) {
        struct lang_dict *d = lang_dict_new(t);
        if (!d)
            goto fail;
        out[p->varkw] = lang_obj(d);
    }
    for (int64_t k = 0; kwnames && k < kwnames->length; k++) {
        struct lang_str *name = lang_as_str(kwnames->items[k]);
        lang_value value = args[nargs + (size_t)k];
        int i = keyword_index(p, name, nargs);
        if (i >= 0)
            out[i] = value;
        else if (p->varkw < 0)
            unknown = unknown ? unknown : name;
        else if (lang_dict_set_str(t, (struct lang_dict *)out[p->varkw].o, name, value) < 0)
            goto fail;
    }
    for (size_t i = 0; i < p->count; i++) {
        const struct param *q = &p->params[i];
        if (lang_is_undef(out[i]) && !q->optional && q->kind != VARARGS && q->kind != VARKW) {
            missing(t, p, owner, i, nargs);
            goto fail;
        }
    }
    if (unknown) {
        wrong_keyword(t, p, unknown);
        goto fail;
    }
    return 0;
fail:
    lang_args_done(t, p, out);
    return -1;
}

int lang_params_bind(struct lang_thread *t, const struct lang_params *p, const lang_value *args, size_t nargs,
                     struct lang_tuple *kwnames, lang_value *out)
{
    return bind(t, p, NULL, args, nargs, kwnames, out);
}

void lang_args_done(struct lang_thread *t, const struct lang_params *p, lang_value *out)
{
    if (p->varargs >= 0)
        lang_clear(t, &out[p->varargs]);
    if (p->varkw >= 0)
        lang_clear(t, &out[p->varkw]);
}

/* ------------------------------------------------------------------ native functions */

static struct lang_native *native_make(struct lang_thread *t, struct lang_type *type, const char *name, const char *doc)
{
    struct lang_native *f = lang_object_new(t, type);
    if (f) {
        f->name = name;
        f->doc = doc;
        f->exact = f->least = LANG_NO_COUNT;
    }
    return f;
}

struct lang_native *lang_native_new(struct lang_thread *t, const struct lang_method *row, struct lang_type *owner,
                                    const char *module)
{
    struct lang_native *f = native_make(
        t, owner && !(row->flags & LANG_M_STATIC) ? &lang_type_method_descr : &lang_type_native, row->name, row->doc);
    if (!f)
        return NULL;
    f->row = row;
    f->fn = row->fn;
    f->owner = owner;
    if (module) {
        f->module = lang_intern_c(t, module);
        if (!f->module) {
            lang_decref(t, f);
            return NULL;
        }
    }
    return f;
}

struct lang_native *lang_native_raw(struct lang_thread *t, const char *name, const char *doc, lang_call_fn fn,
                                    const void *data)
{
    struct lang_native *f = native_make(t, &lang_type_native, name, doc);
    if (f) {
        f->raw = fn;
        f->data = data;
    }
    return f;
}

struct lang_native *lang_native_raw_method(struct lang_thread *t, struct lang_type *owner, const char *name,
                                           const char *doc, lang_call_fn fn, const void *data)
{
    struct lang_native *f = native_make(t, &lang_type_method_descr, name, doc);
    if (f) {
        f->raw = fn;
        f->data = data;
        f->owner = owner;
    }
    return f;
}

static void native_destroy(struct lang_thread *t, struct lang_object *o)
{
    lang_xdecref(t, ((struct lang_native *)o)->module);
}

static int check_self(struct lang_thread *t, struct lang_native *f, const lang_value *args, size_t nargs)
{
    char text[LANG_TYPE_TEXT];
    if (nargs == 0 && f->head.type == &lang_type_slot_wrapper)
        return lang_fail(t, LANG_EXC_TypeError, "descriptor '%s' of '%s' object needs an argument", f->name,
                         lang_type_text(f->owner, text));
    if (nargs == 0)
        return f->row || f->head.type == &lang_type_method_descr
                   ? lang_fail(t, LANG_EXC_TypeError, "unbound method %s.%s() needs an argument", f->owner->name,
                               f->name)
                   : lang_fail(t, LANG_EXC_TypeError, "descriptor '%s' of '%s' object needs an argument", f->name,
                               lang_type_text(f->owner, text));
    if (f->row && f->row->flags & LANG_M_CLASS) { /* it gets the class, and reads it as one */
        if (!lang_is_a(args[0], &lang_type_type))
            return lang_fail(t, LANG_EXC_TypeError, "descriptor '%s' for type '%s' needs a type, not a '%N' as arg 2",
                             f->name, lang_type_text(f->owner, text), args[0]);
        if (!lang_is_subtype((struct lang_type *)args[0].o, f->owner))
            return lang_fail(t, LANG_EXC_TypeError, "descriptor '%s' requires a subtype of '%s' but received '%s'",
                             f->name, lang_type_text(f->owner, text), ((struct lang_type *)args[0].o)->name);
        return 0;
    }
    struct lang_type *type = lang_type_of(args[0]);
    if (type == f->owner || lang_is_subtype(type, f->owner))
        return 0;
    if (f->head.type == &lang_type_slot_wrapper)
        return lang_fail(t, LANG_EXC_TypeError, "descriptor '%s' requires a '%s' object but received a '%s'", f->name,
                         lang_type_text(f->owner, text), type->name);
    return lang_fail(t, LANG_EXC_TypeError, "descriptor '%s' for '%s' objects doesn't apply to a '%N' object", f->name,
                     lang_type_text(f->owner, text), args[0]);
}

lang_value lang_native_call_defaults(struct lang_thread *t, const struct lang_native *f, const lang_value *args,
                                     size_t nargs)
{
    lang_value out[MAX_PARAMS];
    size_t count = f->params->count;
    for (size_t i = 0; i < nargs; i++)
        lang_put(&out[i], lang_load(&args[i]));
    for (size_t i = nargs; i < count; i++)
        out[i] = lang_undef();
    return f->fn(t, out);
}

lang_value lang_native_call(struct lang_thread *t, lang_value callee, const lang_value *args, size_t nargs,
                            struct lang_tuple *kwnames)
{
    struct lang_native *f = (struct lang_native *)callee.o;
    bool method = f->owner && f->head.type != &lang_type_native;
    if (!kwnames && (!method || (nargs && lang_native_owns(f, args[0])))) {
        if (nargs == f->exact)
            return f->fn(t, args);
        if (nargs >= f->least && nargs <= f->most)
            return lang_native_call_defaults(t, f, args, nargs);
    }
    if (method && check_self(t, f, args, nargs) < 0)
        return lang_error();
    if (f->raw)
        return f->raw(t, callee, args, nargs, kwnames);
    struct lang_params *p = f->params;
    if (!p) {
        p = params_get(t, f->row->name, f->row->signature ? f->row->signature : "()", method);
        if (!p)
            return lang_error();
        if (f->row->flags & LANG_M_ARGS)
            p->style = STYLE_ARGS;
        p->counted = f->row->flags & LANG_M_COUNTED;
        if (p->counted && p->style == STYLE_ONE)
            p->style = STYLE_POSITIONAL;
        p->bare = f->row->flags & LANG_M_BARE;
        p->python_errors = f->row->flags & LANG_M_PYTHON_ERRORS;
        f->params = p;
        p->module = f->module;
        if (p->positional == p->count && !(f->row->flags & LANG_M_CLASS))
            f->exact = p->count;
        if (p->plain && !(f->row->flags & LANG_M_CLASS)) { /* its first argument is looked at each time */
            f->least = p->required;
            f->most = p->positional;
        }
    }
    if (!kwnames && nargs == p->count && p->positional == p->count)
        return f->fn(t, args);
    if (p->plain && !kwnames && nargs >= p->required && nargs <= p->positional)
        return lang_native_call_defaults(t, f, args, nargs);
    lang_value out[MAX_PARAMS];
    if (bind(t, p, f->owner, args, nargs, kwnames, out) < 0)
        return lang_error();
    lang_value r = f->row->fn(t, out);
    lang_args_done(t, p, out);
    return r;
}

bool lang_is_native(lang_value v)
{
    return v.tag == LANG_OBJECT && (v.o->type == &lang_type_native || v.o->type == &lang_type_method_descr);
}

static lang_value native_repr(struct lang_thread *t, lang_value v)
{
    struct lang_native *f = (struct lang_native *)v.o;
    char text[LANG_TYPE_TEXT];
    if (f->head.type == &lang_type_slot_wrapper || f->head.type == &lang_type_method_descr)
        return lang_obj_or_error(lang_str_from_format(
            t, "<%s '%s' of '%s' objects>", f->head.type == &lang_type_method_descr ? "method" : "slot wrapper",
            f->name, lang_type_text(f->owner, text)));
    return lang_obj_or_error(lang_str_from_format(t, "<built-in function %s>", f->name));
}

static lang_value descr_get(struct lang_thread *t, lang_value d, lang_value obj, struct lang_type *cls)
{
    (void)cls;
    struct lang_native *f = (struct lang_native *)d.o;
    if (lang_is_undef(obj))
        return lang_ref(d);
    char text[LANG_TYPE_TEXT];
    if (f->owner && !lang_is_subtype(lang_type_of(obj), f->owner))
        return lang_raise(t, LANG_EXC_TypeError, "descriptor '%s' for '%s' objects doesn't apply to a '%N' object",
                          f->name, lang_type_text(f->owner, text), obj);
    return lang_method_bind(t, d, obj);
}

static lang_value native_name(struct lang_thread *t, lang_value v)
{
    return lang_obj_or_error(lang_str_from_c(t, ((struct lang_native *)v.o)->name));
}

static lang_value native_qualname(struct lang_thread *t, lang_value v)
{
    struct lang_native *f = (struct lang_native *)v.o;
    if (f->owner)
        return lang_obj_or_error(lang_str_from_format(t, "%s.%s", f->owner->name, f->name));
    return native_name(t, v);
}

static lang_value native_doc(struct lang_thread *t, lang_value v)
{
    const char *doc = ((struct lang_native *)v.o)->doc;
    return doc ? lang_obj_or_error(lang_str_from_c(t, doc)) : lang_none();
}

static lang_value native_module(struct lang_thread *t, lang_value v)
{
    struct lang_native *f = (struct lang_native *)v.o;
    (void)t;
    return f->module  ? lang_obj(lang_incref(f->module))
           : f->owner ? lang_none()
                      : lang_obj(lang_incref(LANG_NAME(builtins)));
}

static lang_value native_signature(struct lang_thread *t, lang_value v)
{
    struct lang_native *f = (struct lang_native *)v.o;
    if (!f->row) { /* of a slot */
        const char *text = !f->owner ? NULL
                           : f->head.type == &lang_type_method_descr
                               ? (strcmp(f->name, "__format__") == 0 ? "($self, format_spec, /)" : NULL)
                               : lang_slot_signature(f->name);
        return text ? lang_obj_or_error(lang_str_from_c(t, text)) : lang_none();
    }
    if (!f->row->signature || f->row->flags & LANG_M_NOSIG)
        return lang_none();
    /* the object that the function is looked up in comes first, and is only given by position */
    const char *first = !f->owner                      ? "$module"
                        : f->row->flags & LANG_M_CLASS ? "$type"
                                                       : "$self",
               *rest = f->row->signature + 1;
    if (f->owner && f->row->flags & LANG_M_STATIC)
        return lang_obj_or_error(lang_str_from_c(t, f->row->signature));
    bool empty = *rest == ')', marked = strstr(rest, "/") != NULL;
    return lang_obj_or_error(
        lang_str_from_format(t, "(%s%s%s%s", first, empty || !marked ? ", /" : "", empty ? "" : ", ", rest));
}

static const struct lang_getset native_getset[] = {
    {"__name__", native_name, NULL, NULL},
    {"__qualname__", native_qualname, NULL, NULL},
    {"__doc__", native_doc, NULL, NULL},
    {"__module__", native_module, NULL, NULL},
    {"__text_signature__", native_signature, NULL, NULL},
    {NULL, NULL, NULL, NULL},
};

static const struct lang_method native_methods[] = {
    {"__reduce__", "()", lang_reduce_native, NULL, LANG_M_NOSIG},
    {NULL, NULL, NULL, NULL, 0},
};

static lang_value native_owner(struct lang_thread *t, lang_value v)
{
    (void)t;
    return lang_obj(lang_incref(((struct lang_native *)v.o)->owner));
}

static const struct lang_getset descr_getset[] = {
    {"__name__", native_name, NULL, NULL},      {"__qualname__", native_qualname, NULL, NULL},
    {"__doc__", native_doc, NULL, NULL},        {"__text_signature__", native_signature, NULL, NULL},
    {"__objclass__", native_owner, NULL, NULL}, {NULL, NULL, NULL, NULL},
};

#define NATIVE_TYPE(variable, type_name, extra_flags, get_slot, getset_rows)                                           \
    struct lang_type variable = {                                                                                      \
        .name = type_name,                                                                                             \
        .size = sizeof(struct lang_native),                                                                            \
        .flags = extra_flags,                                                                                          \
        .methods = native_methods,                                                                                     \
        .getset = getset_rows,                                                                                         \
        .destroy = native_destroy,                                                                                     \
        .repr = native_repr,                                                                                           \
        .call = lang_native_call,                                                                                      \
        .get = get_slot,                                                                                               \
    }
NATIVE_TYPE(lang_type_native, "builtin_function_or_method", LANG_TYPE_WEAKREF, NULL, native_getset);
NATIVE_TYPE(lang_type_method_descr, "method_descriptor", LANG_TYPE_METHOD_DESCR, descr_get, descr_getset);
NATIVE_TYPE(lang_type_slot_wrapper, "wrapper_descriptor", LANG_TYPE_METHOD_DESCR, descr_get, descr_getset);

/* ------------------------------------------------------------------ bound methods */

lang_value lang_method_bind(struct lang_thread *t, lang_value function, lang_value self)
{
    bool native = lang_is_a(function, &lang_type_method_descr) || lang_is_a(function, &lang_type_native) ||
                  lang_is_a(function, &lang_type_slot_wrapper);
    struct lang_method_object *m =
        lang_object_new(t, !native                                              ? &lang_type_method
                           : lang_is_exactly(function, &lang_type_slot_wrapper) ? &lang_type_method_wrapper
                                                                                : &lang_type_native_method);
    if (!m)
        return lang_error();
    m->function = lang_ref(function);
    m->self = lang_ref(self);
    return lang_obj(m);
}

static void method_destroy(struct lang_thread *t, struct lang_object *o)
{
    struct lang_method_object *m = (struct lang_method_object *)o;
    lang_clear(t, &m->function);
    lang_clear(t, &m->self);
}

static void method_traverse(struct lang_object *o, lang_visit_fn visit, void *arg)
{
    struct lang_method_object *m = (struct lang_method_object *)o;
    if (m->function.tag == LANG_OBJECT)
        visit(m->function.o, arg);
    if (m->self.tag == LANG_OBJECT)
        visit(m->self.o, arg);
}

static lang_value method_call(struct lang_thread *t, lang_value callee, const lang_value *args, size_t nargs,
                              struct lang_tuple *kwnames)
{
    struct lang_method_object *m = (struct lang_method_object *)callee.o;
    size_t n = nargs + (kwnames ? (size_t)kwnames->length : 0);
    lang_value small[9], *all = small;
    if (n > 8 && !(all = lang_alloc(t, (n + 1) * sizeof *all)))
        return lang_error();
    all[0] = m->self;
    if (n)
        memcpy(all + 1, args, n * sizeof *all);
    lang_value r = lang_type_of(m->function)->call
                       ? lang_type_of(m->function)->call(t, m->function, all, nargs + 1, kwnames)
                       : lang_call(t, m->function, all, nargs + 1, kwnames);
    if (all != small)
        lang_free(t, all, (n + 1) * sizeof *all);
    return r;
}

static lang_value method_repr(struct lang_thread *t, lang_value v)
{
    struct lang_method_object *m = (struct lang_method_object *)v.o;
    lang_value name = lang_getattr(t, m->function, LANG_NAME(__qualname__));
    if (lang_is_error(name)) {
        lang_error_clear(t);
        name = lang_obj_or_error(lang_str_from_c(t, "?"));
        if (lang_is_error(name))
            return name;
    }
    struct lang_str *s = lang_str_from_format(t, "<bound method %S of %R>", name, m->self);
    lang_unref(t, name);
    return lang_obj_or_error(s);
}

static lang_value native_method_repr(struct lang_thread *t, lang_value v)
{
    struct lang_method_object *m = (struct lang_method_object *)v.o;
    const char *name = ((struct lang_native *)m->function.o)->name;
    if (m->self.tag == LANG_OBJECT && m->self.o->type == &lang_type_module)
        return lang_obj_or_error(lang_str_from_format(t, "<built-in function %s>", name));
    if (m->function.o->type == &lang_type_slot_wrapper)
        return lang_obj_or_error(lang_str_from_format(t, "<method-wrapper '%s' of %N object at 0x%llx>", name, m->self,
                                                      (unsigned long long)m->self.bits));
    if (m->self.tag == LANG_OBJECT && m->self.o->type->flags & LANG_TYPE_TYPE)
        return lang_obj_or_error(lang_str_from_format(t, "<built-in method %s of type object at 0x%llx>", name,
                                                      (unsigned long long)m->self.bits));
    return lang_obj_or_error(lang_str_from_format(t, "<built-in method %s of %N object at 0x%llx>", name, m->self,
                                                  (unsigned long long)m->self.bits));
}

static lang_value method_compare(struct lang_thread *t, lang_value a, lang_value b, enum lang_compare_op op)
{
    (void)t;
    if (op > LANG_NE || op < LANG_EQ || lang_type_of(a) != lang_type_of(b))
        return lang_notimpl();
    struct lang_method_object *x = (struct lang_method_object *)a.o, *y = (struct lang_method_object *)b.o;
    bool same = lang_same(x->function, y->function) && lang_same(x->self, y->self);
    return lang_bool(same == (op == LANG_EQ));
}

static int method_hash(struct lang_thread *t, lang_value v, int64_t *out)
{
    (void)t;
    struct lang_method_object *m = (struct lang_method_object *)v.o;
    *out = (int64_t)((m->function.bits >> 4) * 31 + (m->self.bits >> 4));
    return 0;
}

static lang_value method_getattr(struct lang_thread *t, lang_value v, struct lang_str *name)
{
    lang_value r = lang_generic_getattr_opt(t, v, name);
    if (!lang_is_undef(r))
        return r;
    return lang_getattr(t, ((struct lang_method_object *)v.o)->function, name);
}

static lang_value method_self(struct lang_thread *t, lang_value v)
{
    (void)t;
    return lang_ref(((struct lang_method_object *)v.o)->self);
}

static lang_value method_func(struct lang_thread *t, lang_value v)
{
    (void)t;
    return lang_ref(((struct lang_method_object *)v.o)->function);
}

static lang_value method_doc(struct lang_thread *t, lang_value v)
{
    return lang_getattr(t, ((struct lang_method_object *)v.o)->function, LANG_NAME(__doc__));
}

static const struct lang_getset method_getset[] = {
    {"__self__", method_self, NULL, NULL},
    {"__func__", method_func, NULL, NULL},
    {"__doc__", method_doc, NULL, NULL},
    {NULL, NULL, NULL, NULL},
};

/* What a bound native has of its function. */
#define OF_FUNCTION(getter, name)                                                                                      \
    static lang_value getter(struct lang_thread *t, lang_value v)                                                      \
    {                                                                                                                  \
        return lang_getattr_c(t, ((struct lang_method_object *)v.o)->function, #name);                                 \
    }
OF_FUNCTION(method_name, __name__)
OF_FUNCTION(method_qualname, __qualname__)
OF_FUNCTION(method_class, __objclass__)
OF_FUNCTION(method_signature, __text_signature__)

static lang_value method_module(struct lang_thread *t, lang_value v)
{
    struct lang_method_object *m = (struct lang_method_object *)v.o;
    bool of_module = m->self.tag == LANG_OBJECT && m->self.o->type == &lang_type_module;
    return of_module ? lang_getattr(t, m->function, LANG_NAME(__module__)) : lang_none();
}

#define OF_ANY_NATIVE                                                                                                  \
    {"__self__", method_self, NULL, NULL}, {"__doc__", method_doc, NULL, NULL}, {"__name__", method_name, NULL, NULL}, \
        {"__qualname__", method_qualname, NULL, NULL},                                                                 \
    {                                                                                                                  \
        "__text_signature__", method_signature, NULL, NULL                                                             \
    }
static const struct lang_getset native_method_getset[] = {
    OF_ANY_NATIVE, {"__module__", method_module, NULL, NULL}, {NULL, NULL, NULL, NULL}};
static const struct lang_getset method_wrapper_getset[] = {
    OF_ANY_NATIVE, {"__objclass__", method_class, NULL, NULL}, {NULL, NULL, NULL, NULL}};

/* types.MethodType(function, self); only for methods of the language: natives are bound by their types. */
static lang_value method_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                              struct lang_tuple *kwnames)
{
    if (kwnames)
        return lang_raise(t, LANG_EXC_TypeError, "method() takes no keyword arguments");
    if (nargs != 2)
        return lang_raise(t, LANG_EXC_TypeError, "method expected 2 arguments, got %zu", nargs);
    if (!lang_callable(args[0]))
        return lang_raise(t, LANG_EXC_TypeError, "first argument must be callable");
    if (args[1].tag == LANG_NONE)
        return lang_raise(t, LANG_EXC_TypeError, "instance must not be None");
    struct lang_method_object *m = lang_object_new(t, cls);
    if (!m)
        return lang_error();
    m->function = lang_ref(args[0]);
    m->self = lang_ref(args[1]);
    return lang_obj(m);
}

static int method_init(struct lang_thread *t, lang_value v, const lang_value *args, size_t nargs,
                       struct lang_tuple *kwnames)
{
    (void)t, (void)v, (void)args, (void)nargs, (void)kwnames; /* method_make has done it all */
    return 0;
}

static const struct lang_method method_methods[] = {
    {"__reduce__", "()", lang_reduce_method, NULL, LANG_M_NOSIG},
    {NULL, NULL, NULL, NULL, 0},
};

#define METHOD_TYPE(variable, type_name, extra_flags, attributes, repr_slot, make_slot, init_slot, getattr_slot)       \
    struct lang_type variable = {                                                                                      \
        .name = type_name,                                                                                             \
        .size = sizeof(struct lang_method_object),                                                                     \
        .flags = extra_flags,                                                                                          \
        .methods = method_methods,                                                                                     \
        .getset = attributes,                                                                                          \
        .destroy = method_destroy,                                                                                     \
        .traverse = method_traverse,                                                                                   \
        .make = make_slot,                                                                                             \
        .init = init_slot,                                                                                             \
        .repr = repr_slot,                                                                                             \
        .call = method_call,                                                                                           \
        .compare = method_compare,                                                                                     \
        .hash = method_hash,                                                                                           \
        .getattr = getattr_slot,                                                                                       \
    }
METHOD_TYPE(lang_type_method, "method", LANG_TYPE_WEAKREF, method_getset, method_repr, method_make, method_init,
            method_getattr);
METHOD_TYPE(lang_type_native_method, "builtin_function_or_method", LANG_TYPE_WEAKREF, native_method_getset,
            native_method_repr, NULL, NULL, NULL);
METHOD_TYPE(lang_type_method_wrapper, "method-wrapper", 0, method_wrapper_getset, native_method_repr, NULL, NULL, NULL);
