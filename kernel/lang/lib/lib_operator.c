/* lib_operator.c: the module _operator: the operators as functions, and the classes that ask a value for its items,
 * its attributes or a method. The module operator gives them their names (prelude/operator.py). */
#include <string.h>

#include "lib.h"
#include "types/containers.h"
#include "vm/code.h"
#include "vm/type.h"

/* ------------------------------------------------------------------ operators */

#define BINARY(name, op)                                                                                               \
    static lang_value o_##name(struct lang_thread *t, const lang_value *a)                                             \
    {                                                                                                                  \
        return lang_binary(t, op, a[0], a[1]);                                                                         \
    }                                                                                                                  \
    static lang_value o_i##name(struct lang_thread *t, const lang_value *a)                                            \
    {                                                                                                                  \
        return lang_inplace(t, op, a[0], a[1]);                                                                        \
    }
BINARY(add, LANG_OP_ADD)
BINARY(sub, LANG_OP_SUB)
BINARY(mul, LANG_OP_MUL)
BINARY(matmul, LANG_OP_MATMUL)
BINARY(truediv, LANG_OP_TRUEDIV)
BINARY(floordiv, LANG_OP_FLOORDIV)
BINARY(mod, LANG_OP_MOD)
BINARY(pow, LANG_OP_POW)
BINARY(lshift, LANG_OP_LSHIFT)
BINARY(rshift, LANG_OP_RSHIFT)
BINARY(and, LANG_OP_AND)
BINARY(or, LANG_OP_OR)
BINARY(xor, LANG_OP_XOR)

#define UNARY(name, op)                                                                                                \
    static lang_value o_##name(struct lang_thread *t, const lang_value *a)                                             \
    {                                                                                                                  \
        return lang_unary(t, op, a[0]);                                                                                \
    }
UNARY(neg, LANG_OP_NEG)
UNARY(pos, LANG_OP_POS)
UNARY(invert, LANG_OP_INVERT)
UNARY(abs, LANG_OP_ABS)

#define COMPARE(name, op, sign)                                                                                        \
    static lang_value o_##name(struct lang_thread *t, const lang_value *a)                                             \
    {                                                                                                                  \
        if (a[0].tag == LANG_INT && a[1].tag == LANG_INT)                                                              \
            return lang_bool(a[0].i sign a[1].i);                                                                      \
        return lang_compare(t, op, a[0], a[1]);                                                                        \
    }
COMPARE(lt, LANG_LT, <)
COMPARE(le, LANG_LE, <=)
COMPARE(eq, LANG_EQ, ==)
COMPARE(ne, LANG_NE, !=)
COMPARE(gt, LANG_GT, >)
COMPARE(ge, LANG_GE, >=)

static lang_value o_truth(struct lang_thread *t, const lang_value *a)
{
    int truth = lang_truth(t, a[0]);

    return truth < 0 ? lang_error() : lang_bool(truth);
}

static lang_value o_not(struct lang_thread *t, const lang_value *a)
{
    int truth = lang_truth(t, a[0]);

    return truth < 0 ? lang_error() : lang_bool(!truth);
}

static lang_value o_is(struct lang_thread *t, const lang_value *a)
{
    (void)t;
    return lang_bool(lang_same(a[0], a[1]));
}

static lang_value o_is_not(struct lang_thread *t, const lang_value *a)
{
    (void)t;
    return lang_bool(!lang_same(a[0], a[1]));
}

static lang_value o_index(struct lang_thread *t, const lang_value *a)
{
    struct lang_type *type = lang_type_of(a[0]);
    lang_value v;

    if (lang_is_integer(a[0]))
        return lang_int_exact(t, a[0]);
    if (!type->to_index)
        return lang_raise(t, LANG_EXC_TypeError, "'%N' object cannot be interpreted as an integer", a[0]);
    v = type->to_index(t, a[0]);
    if (!lang_is_error(v) && v.tag == LANG_OBJECT && v.o->type != &lang_type_int) {
        lang_value exact = lang_int_exact(t, v);

        lang_unref(t, v);
        return exact;
    }
    return v;
}

/* ------------------------------------------------------------------ sequences and containers */

static bool is_sequence(lang_value v)
{
    return lang_type_of(v)->getitem && !lang_is_dict(v);
}

static lang_value o_concat(struct lang_thread *t, const lang_value *a)
{
    if (!is_sequence(a[0]))
        return lang_raise(t, LANG_EXC_TypeError, "'%N' object can't be concatenated", a[0]);
    return lang_binary(t, LANG_OP_ADD, a[0], a[1]);
}

static lang_value o_iconcat(struct lang_thread *t, const lang_value *a)
{
    if (!is_sequence(a[0]))
        return lang_raise(t, LANG_EXC_TypeError, "'%N' object can't be concatenated", a[0]);
    return lang_inplace(t, LANG_OP_ADD, a[0], a[1]);
}

static lang_value o_contains(struct lang_thread *t, const lang_value *a)
{
    int found = lang_contains(t, a[0], a[1]);

    return found < 0 ? lang_error() : lang_bool(found);
}

struct search {
    lang_value wanted;
    int64_t position, found;
    bool count;
};

static int look_at(struct lang_thread *t, lang_value item, void *arg)
{
    struct search *s = arg;
    int equal = fast_equal(t, item, s->wanted);

    if (equal < 0 || interrupted_at(t, s->position))
        return -1;
    s->position++;
    s->found += equal;
    return equal && !s->count;
}

static int search(struct lang_thread *t, lang_value in, struct search *s)
{
    struct lang_type *type = lang_type_of(in);

    if (!type->iter && !type->getitem)
        return lang_fail(t, LANG_EXC_TypeError, "argument of type '%N' is not iterable", in);
    return lang_for_each(t, in, look_at, s);
}

static lang_value o_count_of(struct lang_thread *t, const lang_value *a)
{
    struct search s = {.wanted = a[1], .count = true};

    return search(t, a[0], &s) < 0 ? lang_error() : lang_int(s.found);
}

static lang_value o_index_of(struct lang_thread *t, const lang_value *a)
{
    struct search s = {.wanted = a[1]};

    if (search(t, a[0], &s) < 0)
        return lang_error();
    return s.found ? lang_int(s.position - 1)
                   : lang_raise(t, LANG_EXC_ValueError, "sequence.index(x): x not in sequence");
}

static lang_value o_length_hint(struct lang_thread *t, const lang_value *a)
{
    int64_t otherwise = 0, length;
    int known;

    if (!lang_is_undef(a[1]) && lang_as_index(t, a[1], &otherwise) < 0)
        return lang_error();
    known = lang_length_or_unknown(t, a[0], &length);
    if (known < 0)
        return lang_error();
    return lang_int(known ? length : otherwise);
}

static lang_value o_getitem(struct lang_thread *t, const lang_value *a)
{
    return lang_getitem(t, a[0], a[1]);
}

static lang_value o_setitem(struct lang_thread *t, const lang_value *a)
{
    return lang_setitem(t, a[0], a[1], a[2]) < 0 ? lang_error() : lang_none();
}

static lang_value o_delitem(struct lang_thread *t, const lang_value *a)
{
    return lang_setitem(t, a[0], a[1], lang_undef()) < 0 ? lang_error() : lang_none();
}

static lang_value o_call(struct lang_thread *t, lang_value callee, const lang_value *args, size_t nargs,
                         struct lang_tuple *kwnames)
{
    (void)callee;
    if (!nargs)
        return lang_raise(t, LANG_EXC_TypeError, "call expected at least 1 argument, got 0");
    return lang_call(t, args[0], args + 1, nargs - 1, kwnames);
}

/* ------------------------------------------------------------------ the getters: what they share */

/* The arguments of the class, texts of attrgetter and methodcaller interned. A path of attrgetter with dots is a tuple
 * of its names in `paths`. */
struct getter {
    struct lang_object head;
    struct lang_tuple *args;
    struct lang_tuple *paths;   /* attrgetter: names or tuples of names */
    struct lang_dict *keywords; /* methodcaller: NULL: none */
    struct lang_site site;      /* of the first name, if that has no dots */
};
static struct lang_type itemgetter_type, attrgetter_type, methodcaller_type;

static inline struct getter *getter_of(lang_value v)
{
    return (struct getter *)v.o;
}

static void getter_destroy(struct lang_thread *t, struct lang_object *o)
{
    struct getter *g = (struct getter *)o;
    struct lang_tuple *args = g->args, *paths = g->paths;
    struct lang_dict *keywords = g->keywords;

    g->args = g->paths = NULL;
    g->keywords = NULL;
    lang_xdecref(t, args);
    lang_xdecref(t, paths);
    lang_xdecref(t, keywords);
}

static void getter_traverse(struct lang_object *o, lang_visit_fn visit, void *arg)
{
    struct getter *g = (struct getter *)o;

    if (g->args)
        visit(&g->args->head, arg);
    if (g->paths)
        visit(&g->paths->head, arg);
    if (g->keywords)
        visit(&g->keywords->head, arg);
}

static struct getter *getter_new(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs)
{
    struct getter *g = lang_object_new(t, cls);

    if (!g)
        return NULL;
    g->args = lang_tuple_from(t, args, (int64_t)nargs);
    if (g->args)
        return g;
    lang_decref(t, g);
    return NULL;
}

static int check_plain(struct lang_thread *t, const char *name, size_t nargs, struct lang_tuple *kwnames)
{
    if (kwnames && kwnames->length)
        return lang_fail(t, LANG_EXC_TypeError, "%s() takes no keyword arguments", name);
    return nargs ? 0 : lang_fail(t, LANG_EXC_TypeError, "%s expected 1 argument, got 0", name);
}

static int check_call(struct lang_thread *t, const char *name, size_t nargs, struct lang_tuple *kwnames)
{
    if (kwnames && kwnames->length)
        return lang_fail(t, LANG_EXC_TypeError, "%s() takes no keyword arguments", name);
    return nargs == 1 ? 0 : lang_fail(t, LANG_EXC_TypeError, "%s expected 1 argument, got %zu", name, nargs);
}

static lang_value getter_repr(struct lang_thread *t, lang_value v)
{
    struct getter *g = getter_of(v);
    struct lang_builder b;
    lang_value key, value;
    bool bad = false;
    int shown = lang_repr_enter(t, v);

    if (shown)
        return shown < 0 ? lang_error() : lang_obj_or_error(lang_str_from_format(t, "%s(...)", v.o->type->name));
    lang_builder_init(&b, t);
    if (!(v.o->type->flags & LANG_TYPE_HEAP))
        lang_builder_c(&b, "operator.");
    lang_builder_c(&b, v.o->type->name);
    lang_builder_c(&b, "(");
    for (int64_t i = 0; !bad && i < g->args->length; i++)
        bad = (i && lang_builder_c(&b, ", ") < 0) || lang_builder_repr(&b, g->args->items[i]) < 0;
    for (int64_t i = 0; !bad && g->keywords && lang_dict_next(g->keywords, &i, &key, &value);)
        bad = lang_builder_c(&b, ", ") < 0 || lang_builder_str(&b, lang_as_str(key)) < 0 ||
              lang_builder_c(&b, "=") < 0 || lang_builder_repr(&b, value) < 0;
    lang_builder_c(&b, ")");
    lang_repr_leave(t, v);
    if (bad) {
        lang_builder_drop(&b);
        return lang_error();
    }
    return lang_obj_or_error(lang_builder_finish(&b));
}

static lang_value pair_of(struct lang_thread *t, lang_value a, lang_value b)
{
    return lang_obj_or_error(lang_tuple_from(t, (const lang_value[2]){a, b}, 2));
}

static lang_value m_reduce(struct lang_thread *t, const lang_value *a)
{
    return pair_of(t, lang_obj(a[0].o->type), lang_obj(getter_of(a[0])->args));
}

static const struct lang_method getter_methods[] = {
    {"__reduce__", "()", m_reduce, "Return state information for pickling", LANG_M_NOSIG},
    {0},
};

/* ------------------------------------------------------------------ itemgetter */

static lang_value itemgetter_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                                  struct lang_tuple *kwnames)
{
    if (check_plain(t, "itemgetter", nargs, kwnames) < 0)
        return lang_error();
    return lang_obj_or_error(getter_new(t, cls, args, nargs));
}

static inline lang_value item_of(struct lang_thread *t, lang_value v, lang_value key)
{
    if (key.tag == LANG_INT && v.tag == LANG_OBJECT &&
        (v.o->type == &lang_type_tuple || v.o->type == &lang_type_list)) {
        bool tuple = v.o->type == &lang_type_tuple;
        int64_t length = tuple ? lang_as_tuple(v)->length : lang_as_list(v)->length;
        int64_t at = key.i < 0 ? key.i + length : key.i;

        if ((uint64_t)at < (uint64_t)length)
            return lang_ref((tuple ? lang_as_tuple(v)->items : lang_as_list(v)->items)[at]);
    }
    return lang_getitem(t, v, key);
}

static lang_value itemgetter_call(struct lang_thread *t, lang_value callee, const lang_value *args, size_t nargs,
                                  struct lang_tuple *kwnames)
{
    struct lang_tuple *keys = getter_of(callee)->args, *r;

    if ((nargs != 1 || kwnames) && check_call(t, "itemgetter", nargs, kwnames) < 0)
        return lang_error();
    if (keys->length == 1)
        return item_of(t, args[0], keys->items[0]);
    r = lang_tuple_new(t, keys->length);
    for (int64_t i = 0; r && i < keys->length; i++) {
        lang_value v = item_of(t, args[0], keys->items[i]);

        if (lang_is_error(v)) {
            lang_decref(t, r);
            return v;
        }
        r->items[i] = v;
    }
    return lang_obj_or_error(r);
}

#define GETTER_TYPE(id, class_name, text, repr_slot, method_rows)                                                      \
    static struct lang_type id##_type = {                                                                              \
        .name = class_name,                                                                                            \
        .module = "operator",                                                                                          \
        .doc = text,                                                                                                   \
        .size = sizeof(struct getter),                                                                                 \
        .flags = LANG_TYPE_QUALIFIED,                                                                                  \
        .methods = method_rows,                                                                                        \
        .make = id##_make,                                                                                             \
        .destroy = getter_destroy,                                                                                     \
        .traverse = getter_traverse,                                                                                   \
        .repr = repr_slot,                                                                                             \
        .call = id##_call,                                                                                             \
    }
GETTER_TYPE(itemgetter, "itemgetter", "Return a callable object that fetches the given item(s) from its operand.",
            getter_repr, getter_methods);

/* ------------------------------------------------------------------ attrgetter */

/* The name interned, or the tuple of interned names between dots. */
static lang_value path_of(struct lang_thread *t, lang_value name)
{
    struct lang_str *s = lang_as_str(name), *part;
    int64_t start = 0, dots = 0;
    struct lang_tuple *path;

    for (int64_t i = 0; i < s->length; i++)
        dots += lang_str_at(s, i) == '.';
    if (!dots)
        return lang_obj_or_error(lang_intern_str(t, s));
    path = lang_tuple_new(t, dots + 1);
    for (int64_t i = 0, n = 0; path && i <= s->length; i++) {
        struct lang_str *own;

        if (i < s->length && lang_str_at(s, i) != '.')
            continue;
        part = lang_str_slice(t, s, start, i);
        own = part ? lang_intern_str(t, part) : NULL;
        lang_xdecref(t, part);
        if (!own) {
            lang_decref(t, path);
            return lang_error();
        }
        path->items[n++] = lang_obj(own);
        start = i + 1;
    }
    return lang_obj_or_error(path);
}

static lang_value attrgetter_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                                  struct lang_tuple *kwnames)
{
    struct getter *g;

    if (check_plain(t, "attrgetter", nargs, kwnames) < 0)
        return lang_error();
    for (size_t i = 0; i < nargs; i++)
        if (!lang_is_str(args[i]))
            return lang_raise(t, LANG_EXC_TypeError, "attribute name must be a string");
    g = getter_new(t, cls, args, nargs);
    if (!g)
        return lang_error();
    g->paths = lang_tuple_new(t, (int64_t)nargs);
    for (size_t i = 0; g->paths && i < nargs; i++) {
        lang_value path = path_of(t, args[i]);

        if (lang_is_error(path)) {
            lang_decref(t, g);
            return path;
        }
        g->paths->items[i] = path;
    }
    if (!g->paths) {
        lang_decref(t, g);
        return lang_error();
    }
    if (lang_is_str(g->paths->items[0]))
        g->site.name = lang_as_str(g->paths->items[0]);
    return lang_obj(g);
}

static lang_value follow(struct lang_thread *t, lang_value v, lang_value path)
{
    lang_value now;

    if (lang_is_str(path))
        return lang_getattr(t, v, lang_as_str(path));
    now = lang_ref(v);
    for (int64_t i = 0; i < lang_as_tuple(path)->length; i++) {
        lang_value next = lang_getattr(t, now, lang_as_str(lang_as_tuple(path)->items[i]));

        lang_unref(t, now);
        if (lang_is_error(next))
            return next;
        now = next;
    }
    return now;
}

static lang_value attrgetter_call(struct lang_thread *t, lang_value callee, const lang_value *args, size_t nargs,
                                  struct lang_tuple *kwnames)
{
    struct getter *g = getter_of(callee);
    struct lang_tuple *paths = g->paths, *r;
    struct lang_site *s = &g->site;

    if ((nargs != 1 || kwnames) && check_call(t, "attrgetter", nargs, kwnames) < 0)
        return lang_error();
    if (s->name && paths->length == 1) {
        lang_value v = args[0];

        if (v.tag == LANG_OBJECT && v.o->type->version == s->slot_version) {
            const struct lang_attrs *a = (struct lang_attrs *)((char *)v.o + v.o->type->attr_offset);

            if (a->shape == s->key)
                return lang_ref(a->slots[s->index]);
        }
        return lang_site_getattr(t, s, v);
    }
    if (paths->length == 1)
        return follow(t, args[0], paths->items[0]);
    r = lang_tuple_new(t, paths->length);
    for (int64_t i = 0; r && i < paths->length; i++) {
        lang_value v = follow(t, args[0], paths->items[i]);

        if (lang_is_error(v)) {
            lang_decref(t, r);
            return v;
        }
        r->items[i] = v;
    }
    return lang_obj_or_error(r);
}

GETTER_TYPE(attrgetter, "attrgetter", "Return a callable object that fetches the given attribute(s) from its operand.",
            getter_repr, getter_methods);

/* ------------------------------------------------------------------ methodcaller */

static lang_value methodcaller_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                                    struct lang_tuple *kwnames)
{
    struct lang_str *name;
    struct getter *g;

    if (!nargs)
        return lang_raise(t, LANG_EXC_TypeError, "methodcaller needs at least one argument, the method name");
    if (!lang_is_str(args[0]))
        return lang_raise(t, LANG_EXC_TypeError, "method name must be a string");
    g = getter_new(t, cls, args, nargs);
    if (!g)
        return lang_error();
    name = lang_intern_str(t, lang_as_str(args[0]));
    if (!name)
        goto fail;
    lang_set_steal(t, &g->args->items[0], lang_obj(name));
    if (kwnames && kwnames->length) {
        g->keywords = lang_dict_new(t);
        for (int64_t i = 0; g->keywords && i < kwnames->length; i++)
            if (lang_dict_set(t, g->keywords, kwnames->items[i], args[nargs + (size_t)i]) < 0)
                goto fail;
        if (!g->keywords)
            goto fail;
    }
    return lang_obj(g);
fail:
    lang_decref(t, g);
    return lang_error();
}

static lang_value methodcaller_call(struct lang_thread *t, lang_value callee, const lang_value *args, size_t nargs,
                                    struct lang_tuple *kwnames)
{
    struct getter *g = getter_of(callee);
    struct lang_str *name = lang_as_str(g->args->items[0]);
    const lang_value *more = g->args->items + 1;
    size_t count = (size_t)g->args->length - 1;
    lang_value method, r;

    if ((nargs != 1 || kwnames) && check_call(t, "methodcaller", nargs, kwnames) < 0)
        return lang_error();
    if (!g->keywords)
        return lang_call_method(t, args[0], name, more, count);
    method = lang_getattr(t, args[0], name);
    if (lang_is_error(method))
        return method;
    r = lang_call_with_dict(t, method, more, count, g->keywords);
    lang_unref(t, method);
    return r;
}

/* With keywords: a partial of the class, which takes the names. */
static lang_value m_caller_reduce(struct lang_thread *t, const lang_value *a)
{
    struct getter *g = getter_of(a[0]);
    lang_value module, maker = lang_error(), rest = lang_error(), both = lang_error(), name;
    const lang_value given[2] = {lang_obj(a[0].o->type), g->args->items[0]};

    if (!g->keywords)
        return m_reduce(t, a);
    name = lang_obj_or_error(lang_intern_c(t, "functools"));
    module = lang_is_error(name) ? name : lang_import_name(t, lang_as_str(name), lang_none(), 0, NULL);
    if (!lang_is_error(module)) {
        lang_value partial = lang_getattr_c(t, module, "partial");

        if (!lang_is_error(partial)) {
            maker = lang_call_with_dict(t, partial, given, 2, g->keywords);
            lang_unref(t, partial);
        }
        lang_unref(t, module);
    }
    if (!lang_is_error(maker))
        rest = lang_obj_or_error(lang_tuple_from(t, g->args->items + 1, g->args->length - 1));
    if (!lang_is_error(rest))
        both = pair_of(t, maker, rest);
    if (!lang_is_error(name))
        lang_unref(t, name);
    if (!lang_is_error(maker))
        lang_unref(t, maker);
    if (!lang_is_error(rest))
        lang_unref(t, rest);
    return both;
}

static const struct lang_method caller_methods[] = {
    {"__reduce__", "()", m_caller_reduce, "Return state information for pickling", LANG_M_NOSIG},
    {0},
};

GETTER_TYPE(methodcaller, "methodcaller", "Return a callable object that calls the given method on its operand.",
            getter_repr, caller_methods);

/* ------------------------------------------------------------------ module */

#define TWO(name, fn, sign)                                                                                            \
    {                                                                                                                  \
        name, "(a, b, /)", o_##fn, "Same as a " sign " b.", 0                                                          \
    }
#define AUGMENTED(name, fn, sign)                                                                                      \
    {                                                                                                                  \
        name, "(a, b, /)", o_i##fn, "Same as a " sign "= b.", 0                                                        \
    }
#define ONE(name, fn, text)                                                                                            \
    {                                                                                                                  \
        name, "(a, /)", o_##fn, "Same as " text ".", 0                                                                 \
    }
/* Equal or not, in a time that the place of the difference does not change. */
static bool same_bytes(const uint8_t *a, int64_t n, const uint8_t *b, int64_t m)
{
    volatile uint8_t differs = n != m;

    for (int64_t i = 0; i < m; i++)
        differs |= (uint8_t)(b[i] ^ (n == m ? a[i] : b[i]));
    return !differs;
}

static lang_value o_compare_digest(struct lang_thread *t, const lang_value *a)
{
    struct lang_buffer x, y;

    if (lang_is_str(a[0]) && lang_is_str(a[1])) {
        struct lang_str *s = lang_as_str(a[0]), *r = lang_as_str(a[1]);

        if (!s->ascii || !r->ascii)
            return lang_raise(t, LANG_EXC_TypeError, "comparing strings with non-ASCII characters is not supported");
        return lang_bool(same_bytes((const uint8_t *)s->data, s->length, (const uint8_t *)r->data, r->length));
    }
    for (int i = 0; i < 2; i++) {
        if (lang_buffer_get(t, a[i], &x)) {
            lang_buffer_release(t, &x);
            continue;
        }
        if (lang_is_str(a[i]))
            return lang_raise(t, LANG_EXC_TypeError, "a bytes-like object is required, not 'str'");
        return lang_raise(t, LANG_EXC_TypeError, "unsupported operand types(s) or combination of types: '%N' and '%N'",
                          a[0], a[1]);
    }
    if (!lang_buffer_get(t, a[0], &x))
        return lang_raise(t, LANG_EXC_BufferError, "Buffer must be single dimension");
    if (!lang_buffer_get(t, a[1], &y)) {
        lang_buffer_release(t, &x);
        return lang_raise(t, LANG_EXC_BufferError, "Buffer must be single dimension");
    }
    const bool same = same_bytes(x.data, x.length, y.data, y.length);
    lang_buffer_release(t, &x);
    lang_buffer_release(t, &y);
    return lang_bool(same);
}

static const struct lang_method functions[] = {
    {"_compare_digest", "(a, b, /)", o_compare_digest,
     "Return 'a == b' in a time that does not depend on where they differ; of ASCII texts or bytes.", 0},
    TWO("lt", lt, "<"),
    TWO("le", le, "<="),
    TWO("eq", eq, "=="),
    TWO("ne", ne, "!="),
    TWO("gt", gt, ">"),
    TWO("ge", ge, ">="),
    TWO("is_", is, "is"),
    TWO("is_not", is_not, "is not"),
    TWO("add", add, "+"),
    TWO("sub", sub, "-"),
    TWO("mul", mul, "*"),
    TWO("matmul", matmul, "@"),
    TWO("truediv", truediv, "/"),
    TWO("floordiv", floordiv, "//"),
    TWO("mod", mod, "%"),
    TWO("pow", pow, "**"),
    TWO("lshift", lshift, "<<"),
    TWO("rshift", rshift, ">>"),
    TWO("and_", and, "&"),
    TWO("or_", or, "|"),
    TWO("xor", xor, "^"),
    AUGMENTED("iadd", add, "+"),
    AUGMENTED("isub", sub, "-"),
    AUGMENTED("imul", mul, "*"),
    AUGMENTED("imatmul", matmul, "@"),
    AUGMENTED("itruediv", truediv, "/"),
    AUGMENTED("ifloordiv", floordiv, "//"),
    AUGMENTED("imod", mod, "%"),
    AUGMENTED("ipow", pow, "**"),
    AUGMENTED("ilshift", lshift, "<<"),
    AUGMENTED("irshift", rshift, ">>"),
    AUGMENTED("iand", and, "&"),
    AUGMENTED("ior", or, "|"),
    AUGMENTED("ixor", xor, "^"),
    ONE("neg", neg, "-a"),
    ONE("pos", pos, "+a"),
    ONE("inv", invert, "~a"),
    ONE("invert", invert, "~a"),
    ONE("abs", abs, "abs(a)"),
    ONE("not_", not, "not a"),
    {"index", "(a, /)", o_index, "Same as a.__index__()", 0},
    {"truth", "(a, /)", o_truth, "Return True if a is true, False otherwise.", 0},
    {"concat", "(a, b, /)", o_concat, "Same as a + b, for a and b sequences.", 0},
    {"iconcat", "(a, b, /)", o_iconcat, "Same as a += b, for a and b sequences.", 0},
    {"contains", "(a, b, /)", o_contains, "Same as b in a (note reversed operands).", 0},
    {"countOf", "(a, b, /)", o_count_of, "Return the number of items in a which are, or which equal, b.", 0},
    {"indexOf", "(a, b, /)", o_index_of, "Return the first index of b in a.", 0},
    {"length_hint", "(obj, default=0, /)", o_length_hint, "Return an estimate of the number of items in obj.", 0},
    {"getitem", "(a, b, /)", o_getitem, "Same as a[b].", 0},
    {"setitem", "(a, b, c, /)", o_setitem, "Same as a[b] = c.", 0},
    {"delitem", "(a, b, /)", o_delitem, "Same as del a[b].", 0},
    {0},
};

static int init(struct lang_thread *t, struct lang_module *m)
{
    struct lang_type *const types[] = {&itemgetter_type, &attrgetter_type, &methodcaller_type};
    struct lang_native *call = lang_native_raw(t, "call", "Same as obj(*args, **kwargs).", o_call, NULL);

    if (!call || lang_module_add_steal(t, m, "call", lang_obj(call)) < 0)
        return -1;
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (lang_type_ready(t, types[i]) < 0 || lang_module_add(t, m, types[i]->name, lang_obj(types[i])) < 0)
            return -1;
    return 0;
}

const struct lang_module_def lang_module__operator = {"_operator", "Operators as functions.", functions, init};
