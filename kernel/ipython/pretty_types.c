/* pretty_types.c: how the pretty printer shows the types it knows: containers, classes, functions, exceptions and the
 * classes of the library that it knows by name. */
#include <stdio.h>
#include <string.h>

#include "pretty.h"

static int print_repr(struct pretty *p, lang_value v, bool cycle)
{
    (void)cycle;
    return kernel_pretty_repr(p, v);
}

/* ------------------------------------------------------------------ sequences */

struct walk {
    struct pretty *p;
    int64_t i;
    int (*item)(struct pretty *p, lang_value v);
};

/* One element with what stands in front of it; 1 when enough has been shown. */
static int walk_item(struct lang_thread *t, lang_value v, void *arg)
{
    struct walk *w = arg;
    (void)t;
    if (w->i && (kernel_pretty_c(w->p, ",") < 0 || kernel_pretty_soft(w->p) < 0))
        return -1;
    if (w->i++ >= PRETTY_MAX_ITEMS)
        return kernel_pretty_c(w->p, "...") < 0 ? -1 : 1;
    return kernel_pretty_value(w->p, v);
}

static int print_items(struct pretty *p, lang_value iterable)
{
    struct walk w = {.p = p};
    return lang_for_each(p->t, iterable, walk_item, &w) < 0 ? -1 : 0;
}

static int print_sequence(struct pretty *p, lang_value v, bool cycle, const char *open, const char *close)
{
    char text[16];
    if (cycle) {
        strcat(strcat(strcpy(text, open), "..."), close);
        return kernel_pretty_c(p, text);
    }
    if (kernel_pretty_open(p, 1, open) < 0 || print_items(p, v) < 0)
        return -1;
    int64_t n = lang_is_tuple(v) ? lang_len(p->t, v) : 0;
    if (n < 0 || (n == 1 && kernel_pretty_c(p, ",") < 0))
        return -1;
    return kernel_pretty_close(p, 1, close);
}

static int print_list(struct pretty *p, lang_value v, bool cycle)
{
    return print_sequence(p, v, cycle, "[", "]");
}
static int print_tuple(struct pretty *p, lang_value v, bool cycle)
{
    return print_sequence(p, v, cycle, "(", ")");
}

/* A list of the set's elements, sorted by value, else by their text, else as they come. */
static struct lang_list *sorted(struct lang_thread *t, lang_value v)
{
    struct lang_list *l = lang_to_list(t, v);
    if (!l || lang_list_sort(t, l, lang_undef(), false) == 0)
        return l;
    lang_error_clear(t);
    lang_decref(t, l);
    l = lang_to_list(t, v);
    if (!l || lang_list_sort(t, l, lang_obj(&lang_type_str), false) == 0)
        return l;
    lang_error_clear(t);
    lang_decref(t, l);
    return lang_to_list(t, v);
}

static int print_any_set(struct pretty *p, lang_value v, bool cycle, const char *open, const char *close)
{
    struct lang_thread *t = p->t;
    char text[32];
    if (cycle) {
        strcat(strcat(strcpy(text, open), "..."), close);
        return kernel_pretty_c(p, text);
    }
    int64_t n = lang_len(t, v), indent = (int64_t)strlen(open);
    if (n < 0)
        return -1;
    if (n == 0)
        return kernel_pretty_c(p, lang_type_name(v)) < 0 ? -1 : kernel_pretty_c(p, "()");
    if (kernel_pretty_open(p, indent, open) < 0)
        return -1;
    int r;
    if (n >= PRETTY_MAX_ITEMS) {
        r = print_items(p, v);
    } else {
        struct lang_list *l = sorted(t, v);
        r = l ? print_items(p, lang_obj(l)) : -1;
        lang_xdecref(t, l);
    }
    return r < 0 ? -1 : kernel_pretty_close(p, indent, close);
}

static int print_set(struct pretty *p, lang_value v, bool cycle)
{
    return print_any_set(p, v, cycle, "{", "}");
}
static int print_frozenset(struct pretty *p, lang_value v, bool cycle)
{
    return print_any_set(p, v, cycle, "frozenset({", "})");
}

static int dict_item(struct lang_thread *t, lang_value key, void *arg)
{
    struct walk *w = arg;
    struct pretty *p = w->p;
    if (w->i && (kernel_pretty_c(p, ",") < 0 || kernel_pretty_soft(p) < 0))
        return -1;
    if (w->i++ >= PRETTY_MAX_ITEMS)
        return kernel_pretty_c(p, "...") < 0 ? -1 : 1;
    if (kernel_pretty_value(p, key) < 0 || kernel_pretty_c(p, ": ") < 0)
        return -1;
    lang_value value = lang_getitem(t, p->seen[p->seen_count - 1], key);
    if (lang_is_error(value))
        return -1;
    int r = kernel_pretty_value(p, value);
    lang_unref(t, value);
    return r;
}

static int print_dict(struct pretty *p, lang_value v, bool cycle)
{
    struct lang_thread *t = p->t;
    struct walk w = {.p = p};
    if (cycle)
        return kernel_pretty_c(p, "{...}");
    if (kernel_pretty_open(p, 1, "{") < 0)
        return -1;
    lang_value keys = lang_is_exactly(v, &lang_type_dict) ? lang_ref(v) : lang_call_method_c(t, v, "keys", NULL, 0);
    if (lang_is_error(keys))
        return -1;
    int r = lang_for_each(t, keys, dict_item, &w);
    lang_unref(t, keys);
    return r < 0 ? -1 : kernel_pretty_close(p, 1, "}");
}

/* ------------------------------------------------------------------ calls: Name(argument, key=argument) */

struct call {
    struct pretty *p;
    struct lang_str *head; /* "Name(" */
    int64_t count;
};

static int call_begin(struct call *c, struct pretty *p, const char *name)
{
    *c = (struct call){.p = p, .head = lang_str_from_format(p->t, "%s(", name)};
    if (!c->head)
        return -1;
    if (kernel_pretty_open(p, 0, "") < 0 || kernel_pretty_open_str(p, c->head->length, c->head) < 0) {
        lang_decref(p->t, c->head);
        c->head = NULL;
        return -1;
    }
    return 0;
}

static int call_next(struct call *c)
{
    if (c->count++ && (kernel_pretty_c(c->p, ",") < 0 || kernel_pretty_soft(c->p) < 0))
        return -1;
    return 0;
}

static int call_argument(struct call *c, lang_value v)
{
    return call_next(c) < 0 ? -1 : kernel_pretty_value(c->p, v);
}

static int call_keyword(struct call *c, const char *key, lang_value v)
{
    struct lang_str *head = lang_str_from_format(c->p->t, "%s=", key);
    if (!head)
        return -1;
    int r = call_next(c) < 0 || kernel_pretty_open_str(c->p, head->length, head) < 0 || kernel_pretty_value(c->p, v) < 0
                ? -1
                : kernel_pretty_close(c->p, head->length, "");
    lang_decref(c->p->t, head);
    return r;
}

/* A text that stands as it is, as the argument of a call; it is a value with a group of its own. */
static int call_raw(struct call *c, const char *text)
{
    return call_next(c) < 0 || kernel_pretty_open(c->p, 0, "") < 0 || kernel_pretty_c(c->p, text) < 0
               ? -1
               : kernel_pretty_close(c->p, 0, "");
}

/* Ends the call after a step with this result; releases the head. */
static int call_end(struct call *c, int r)
{
    if (r == 0)
        r = kernel_pretty_close(c->p, c->head->length, ")") < 0 ? -1 : kernel_pretty_close(c->p, 0, "");
    lang_xdecref(c->p->t, c->head);
    return r;
}

/* Name(...) with one argument: what a function of v gives, taken. */
static int print_call_of(struct pretty *p, const char *name, lang_value argument, bool cycle)
{
    struct call c;
    if (lang_is_error(argument))
        return -1;
    int r = call_begin(&c, p, name);
    if (r == 0)
        r = call_end(&c, cycle ? call_raw(&c, "...") : lang_is_undef(argument) ? 0 : call_argument(&c, argument));
    lang_unref(p->t, argument);
    return r;
}

/* ------------------------------------------------------------------ classes, functions */

static bool is_plain_module(lang_value module)
{
    return !lang_is_str(module) || lang_str_equal_c(lang_as_str(module), "builtins");
}

/* An attribute, UNDEF when there is none or it fails. */
static lang_value safe_attr(struct lang_thread *t, lang_value v, const char *name)
{
    struct lang_str *key = lang_intern_c(t, name);
    lang_value a = key ? lang_getattr_opt(t, v, key) : lang_error();
    lang_xdecref(t, key);
    if (!lang_is_error(a))
        return a;
    lang_error_clear(t);
    return lang_undef();
}

/* "module.qualname" of a class or function, the module left out for builtins. */
static struct lang_str *full_name(struct lang_thread *t, lang_value v)
{
    lang_value module = safe_attr(t, v, "__module__"), name = safe_attr(t, v, "__qualname__");
    if (!lang_is_str(name)) {
        lang_unref(t, name);
        name = safe_attr(t, v, "__name__");
    }
    struct lang_str *s;
    if (!lang_is_str(name))
        s = lang_str_from_c(t, "<unknown type>");
    else if (is_plain_module(module) || lang_as_str(module)->length == 0)
        s = lang_incref(name.o);
    else
        s = lang_str_from_format(t, "%U.%U", lang_as_str(module), lang_as_str(name));
    lang_unref(t, module);
    lang_unref(t, name);
    return s;
}

static int print_type(struct pretty *p, lang_value v, bool cycle)
{
    struct lang_thread *t = p->t;
    struct lang_type *meta = v.o->type;
    (void)cycle;
    /* a metaclass with a repr of its own decides */
    if (!lang_same(lang_type_lookup(t, meta, p->repr_name), lang_type_lookup(t, &lang_type_type, p->repr_name)))
        return kernel_pretty_repr(p, v);
    struct lang_str *name = full_name(t, v);
    if (!name)
        return -1;
    int r = kernel_pretty_text(p, name);
    lang_decref(t, name);
    return r;
}

static int print_function(struct pretty *p, lang_value v, bool cycle)
{
    struct lang_thread *t = p->t;
    (void)cycle;
    struct lang_str *name = full_name(t, v), *signature = name ? lang_signature(t, v) : NULL, *all = NULL;
    if (name && !signature && lang_error_occurred(t)) {
        lang_decref(t, name);
        return -1;
    }
    if (name)
        all = signature ? lang_str_from_format(t, "<function %U%U>", name, signature)
                        : lang_str_from_format(t, "<function %U>", name);
    int r = all ? kernel_pretty_text(p, all) : -1;
    lang_xdecref(t, name);
    lang_xdecref(t, signature);
    lang_xdecref(t, all);
    return r;
}

static int print_super(struct pretty *p, lang_value v, bool cycle)
{
    struct lang_thread *t = p->t;
    (void)cycle;
    lang_value cls = lang_getattr_c(t, v, "__thisclass__"),
               self = lang_is_error(cls) ? cls : lang_getattr_c(t, v, "__self__");
    int r = lang_is_error(self) || kernel_pretty_open(p, 8, "<super: ") < 0 || kernel_pretty_value(p, cls) < 0 ||
                    kernel_pretty_c(p, ",") < 0 || kernel_pretty_soft(p) < 0 || kernel_pretty_value(p, self) < 0
                ? -1
                : kernel_pretty_close(p, 8, ">");
    lang_unref(t, cls);
    lang_unref(t, self);
    return r;
}

int kernel_pretty_default(struct pretty *p, lang_value v, bool cycle)
{
    char text[40];
    struct lang_type *type = lang_incref(lang_type_of(v)); /* how it is shown may be code that changes it */
    int r = kernel_pretty_open(p, 1, "<") < 0 || kernel_pretty_value(p, lang_obj(type)) < 0 ? -1 : 0;
    lang_decref(p->t, type);
    if (r < 0)
        return -1;
    snprintf(text, sizeof text, " at 0x%llx", (unsigned long long)v.bits);
    if (kernel_pretty_c(p, text) < 0 || (cycle && kernel_pretty_c(p, " ...") < 0))
        return -1;
    return kernel_pretty_close(p, 1, ">");
}

/* ------------------------------------------------------------------ exceptions and classes of the library */

static int print_exception(struct pretty *p, lang_value v, bool cycle)
{
    struct lang_thread *t = p->t;
    (void)cycle;
    struct lang_str *name = full_name(t, lang_obj(v.o->type));
    size_t size;
    const char *text = name ? lang_str_utf8(t, name, &size) : NULL;
    struct call c;
    lang_value args = safe_attr(t, v, "args");
    int r = text ? call_begin(&c, p, text) : -1;
    if (r == 0) {
        int64_t n = lang_is_tuple(args) ? lang_as_tuple(args)->length : 0;
        for (int64_t i = 0; i < n && r == 0; i++)
            r = call_argument(&c, lang_as_tuple(args)->items[i]);
        r = call_end(&c, r);
    }
    lang_unref(t, args);
    lang_xdecref(t, name);
    return r;
}

/* list(v), dict(v) ... */
static lang_value converted(struct lang_thread *t, struct lang_type *type, lang_value v)
{
    return lang_call(t, lang_obj(type), &v, 1, NULL);
}

static lang_value of_method(struct lang_thread *t, struct lang_type *type, lang_value v, const char *method)
{
    lang_value items = lang_call_method_c(t, v, method, NULL, 0);
    if (lang_is_error(items))
        return items;
    lang_value r = converted(t, type, items);
    lang_unref(t, items);
    return r;
}

static int print_ordered_dict(struct pretty *p, lang_value v, bool cycle)
{
    int64_t n = lang_len(p->t, v);
    if (n < 0)
        return -1;
    lang_value items = cycle || n == 0 ? lang_undef() : of_method(p->t, &lang_type_list, v, "items");
    return print_call_of(p, lang_type_name(v), items, cycle);
}

static int print_counter(struct pretty *p, lang_value v, bool cycle)
{
    int64_t n = lang_len(p->t, v);
    if (n < 0)
        return -1;
    lang_value items = cycle || n == 0 ? lang_undef() : of_method(p->t, &lang_type_dict, v, "most_common");
    return print_call_of(p, lang_type_name(v), items, cycle);
}

static int print_default_dict(struct pretty *p, lang_value v, bool cycle)
{
    struct lang_thread *t = p->t;
    struct call c;
    if (cycle)
        return print_call_of(p, lang_type_name(v), lang_undef(), true);
    lang_value factory = lang_getattr_c(t, v, "default_factory");
    lang_value items = lang_is_error(factory) ? factory : converted(t, &lang_type_dict, v);
    int r = lang_is_error(items) ? -1 : call_begin(&c, p, lang_type_name(v));
    if (r == 0)
        r = call_end(&c, call_argument(&c, factory) < 0 ? -1 : call_argument(&c, items));
    lang_unref(t, factory);
    lang_unref(t, items);
    return r;
}

static int print_deque(struct pretty *p, lang_value v, bool cycle)
{
    struct lang_thread *t = p->t;
    struct call c;
    if (cycle)
        return print_call_of(p, lang_type_name(v), lang_undef(), true);
    lang_value limit = lang_getattr_c(t, v, "maxlen");
    lang_value items = lang_is_error(limit) ? limit : converted(t, &lang_type_list, v);
    int r = lang_is_error(items) ? -1 : call_begin(&c, p, lang_type_name(v));
    if (r == 0) {
        r = call_argument(&c, items);
        if (r == 0 && !lang_is_none(limit))
            r = call_keyword(&c, "maxlen", limit);
        r = call_end(&c, r);
    }
    lang_unref(t, limit);
    lang_unref(t, items);
    return r;
}

static int print_user_list(struct pretty *p, lang_value v, bool cycle)
{
    lang_value data = cycle ? lang_undef() : lang_getattr_c(p->t, v, "data");
    return print_call_of(p, lang_type_name(v), data, cycle);
}

static int print_mapping_proxy(struct pretty *p, lang_value v, bool cycle)
{
    return print_call_of(p, "mappingproxy", cycle ? lang_undef() : lang_call_method_c(p->t, v, "copy", NULL, 0), cycle);
}

static int print_environ(struct pretty *p, lang_value v, bool cycle)
{
    return print_call_of(p, "environ", cycle ? lang_undef() : converted(p->t, &lang_type_dict, v), cycle);
}

static int print_namespace(struct pretty *p, lang_value v, bool cycle)
{
    struct lang_thread *t = p->t;
    const char *name = lang_type_name(v);
    if (strcmp(name, "SimpleNamespace") == 0)
        name = "namespace";
    if (cycle)
        return print_call_of(p, name, lang_undef(), true);
    struct lang_dict *d = lang_instance_dict(t, v);
    struct call c;
    int r = d ? call_begin(&c, p, name) : -1;
    if (r == 0) {
        lang_value key, value;
        for (int64_t i = 0; r == 0 && lang_dict_next(d, &i, &key, &value);) {
            const char *text = lang_as_utf8(t, key, "keyword", NULL);
            lang_ref(value);
            r = text ? call_keyword(&c, text, value) : -1;
            lang_unref(t, value);
        }
        r = call_end(&c, r);
    }
    lang_xdecref(t, d);
    return r;
}

/* re.compile(r'pattern', flags): the pattern raw, the flags by name. */
static int print_pattern(struct pretty *p, lang_value v, bool cycle)
{
    static const char *const names[] = {"TEMPLATE", "IGNORECASE", "LOCALE",  "MULTILINE",
                                        "DOTALL",   "UNICODE",    "VERBOSE", "DEBUG"};
    struct lang_thread *t = p->t;
    struct call c;
    (void)cycle;
    lang_value pattern = lang_getattr_c(t, v, "pattern"),
               flags = lang_is_error(pattern) ? pattern : lang_getattr_c(t, v, "flags");
    int64_t bits = 0;
    struct lang_str *raw = NULL;
    int r = lang_is_error(flags) || lang_as_int64(t, flags, &bits) < 0 ? -1 : 0;
    if (r == 0) {
        raw = lang_repr(t, pattern);
        struct lang_str *literal = raw ? lang_str_from_format(t, "r%U", raw) : NULL;
        lang_xdecref(t, raw);
        raw = NULL;
        /* doubled backslashes of the repr are single in a raw literal */
        struct lang_str *twice = lang_str_from_c(t, "\\\\"), *once = lang_str_from_c(t, "\\");
        lang_value args[2] = {lang_obj_or_error(twice), lang_obj_or_error(once)}, text = lang_error();
        if (literal && twice && once)
            text = lang_call_method_c(t, lang_obj(literal), "replace", args, 2);
        if (lang_is_str(text))
            raw = lang_as_str(text);
        lang_xdecref(t, literal);
        lang_xdecref(t, twice);
        lang_xdecref(t, once);
        r = raw ? call_begin(&c, p, "re.compile") : -1;
    }
    if (r == 0) {
        size_t size;
        const char *text = lang_str_utf8(t, raw, &size);
        r = text ? call_raw(&c, text) : -1;
        char list[128] = "";
        for (int i = 0; i < 8; i++)
            if (bits >> i & 1)
                strcat(strcat(strcat(list, *list ? "|" : ""), "re."), names[i]);
        if (r == 0 && *list)
            r = call_raw(&c, list);
        r = call_end(&c, r);
    }
    lang_xdecref(t, raw);
    lang_unref(t, pattern);
    lang_unref(t, flags);
    return r;
}

/* ------------------------------------------------------------------ the tables */

/* Functions of another implementation are shown as ours are. */
static bool is_foreign_function(const struct lang_type *cls)
{
    static const char *const names[] = {"function", "builtin_function_or_method"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (cls->flags & LANG_TYPE_FOREIGN && strcmp(cls->name, names[i]) == 0)
            return true;
    return false;
}

pretty_printer kernel_pretty_printer_of(struct lang_thread *t, struct lang_type *cls)
{
    static const struct {
        struct lang_type *type;
        pretty_printer print;
    } by_type[] = {
        {&lang_type_int, print_repr},
        {&lang_type_float, print_repr},
        {&lang_type_str, print_repr},
        {&lang_type_list, print_list},
        {&lang_type_tuple, print_tuple},
        {&lang_type_dict, print_dict},
        {&lang_type_set, print_set},
        {&lang_type_frozenset, print_frozenset},
        {&lang_type_type, print_type},
        {&lang_type_function, print_function},
        {&lang_type_native, print_function},
        {&lang_type_native_method, print_function},
        {&lang_type_method_wrapper, print_function},
        {&lang_type_method, print_repr},
        {&lang_type_super, print_super},
        {&lang_type_mappingproxy, print_mapping_proxy},
        {&lang_type_bytes, print_repr},
        {&lang_type_range, print_repr},
        {&lang_type_slice, print_repr},
        {&lang_exc_types[LANG_EXC_BaseException], print_exception},
    };
    static const struct {
        const char *module, *name;
        pretty_printer print;
    } by_name[] = {
        {"collections", "OrderedDict", print_ordered_dict},
        {"collections", "defaultdict", print_default_dict},
        {"collections", "deque", print_deque},
        {"collections", "Counter", print_counter},
        {"collections", "UserList", print_user_list},
        {"types", "SimpleNamespace", print_namespace},
        {"os", "_Environ", print_environ},
        {"re", "Pattern", print_pattern},
        {"datetime", "datetime", print_repr},
        {"datetime", "timedelta", print_repr},
    };
    if (is_foreign_function(cls))
        return print_function;
    for (size_t i = 0; i < sizeof by_type / sizeof *by_type; i++)
        if (by_type[i].type == cls)
            return by_type[i].print;
    for (size_t i = 0; i < sizeof by_name / sizeof *by_name; i++) {
        if (strcmp(by_name[i].name, cls->name) != 0)
            continue;
        lang_value module = safe_attr(t, lang_obj(cls), "__module__");
        bool same = lang_is_str(module) && lang_str_equal_c(lang_as_str(module), by_name[i].module);
        lang_unref(t, module);
        if (same)
            return by_name[i].print;
    }
    return NULL;
}
