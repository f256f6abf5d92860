/* generic.c: types with parameters, as annotations write them: list[int] (types.GenericAlias) and int | None
 * (types.UnionType). They describe; only isinstance looks into a union. Type variables come from the module typing and
 * are known by their method __typing_subst__ alone. */
#include <string.h>

#include "vm/code.h"
#include "vm/native.h"
#include "vm/type.h"

/* ------------------------------------------------------------------ what both have in common */

/* An attribute of v by name, UNDEF where it has none. */
static lang_value ask(struct lang_thread *t, lang_value v, const char *name)
{
    struct lang_str *s = lang_intern_c(t, name);
    lang_value r = s ? lang_getattr_opt(t, v, s) : lang_error();
    lang_xdecref(t, s);
    return r;
}

/* module.qualname of what has both and is no type expression; NULL without exception for others. */
static struct lang_str *full_name(struct lang_thread *t, lang_value v)
{
    lang_value origin = ask(t, v, "__origin__"), args = lang_is_undef(origin) ? lang_undef() : ask(t, v, "__args__");
    bool expression = !lang_is_undef(origin) && !lang_is_undef(args);
    lang_unref(t, origin);
    lang_unref(t, args);
    if (expression || lang_error_occurred(t))
        return NULL;
    lang_value name = ask(t, v, "__qualname__"), module = lang_is_undef(name) ? lang_undef() : ask(t, v, "__module__");
    struct lang_str *s = NULL;
    if (!lang_error_occurred(t) && !lang_is_undef(module) && module.tag != LANG_NONE)
        s = lang_is_str(module) && lang_str_equal_c(lang_as_str(module), "builtins")
                ? lang_to_str(t, name)
                : lang_str_from_format(t, "%S.%S", module, name);
    lang_unref(t, name);
    lang_unref(t, module);
    return s;
}

/* How a parameter is written: a class or function by its qualified name, `...`, a type expression by its repr. */
static int put_item(struct lang_thread *t, struct lang_builder *b, lang_value v)
{
    if (v.tag == LANG_ELLIPSIS)
        return lang_builder_c(b, "...");
    struct lang_str *s = v.tag == LANG_OBJECT ? full_name(t, v) : NULL;
    if (!s && !lang_error_occurred(t))
        s = lang_repr(t, v);
    int status = s ? lang_builder_str(b, s) : -1;
    lang_xdecref(t, s);
    return status;
}

static bool has_method(struct lang_thread *t, lang_value v, const char *name)
{
    if (v.tag != LANG_OBJECT || v.o->type->flags & LANG_TYPE_TYPE)
        return false;
    struct lang_str *s = lang_intern_c(t, name);
    bool found = s && !lang_is_undef(lang_type_lookup(t, v.o->type, s));
    lang_xdecref(t, s);
    return found;
}

static int add_once(struct lang_thread *t, struct lang_list *l, lang_value v)
{
    for (int64_t i = 0; i < l->length; i++) {
        int same = lang_same(l->items[i], v) ? 1 : lang_equal(t, l->items[i], v);
        if (same)
            return same < 0 ? -1 : 0;
    }
    return lang_list_append(t, l, v);
}

/* __parameters__ of v, NULL without exception where it has none. */
static struct lang_tuple *parameters_of(struct lang_thread *t, lang_value v)
{
    if (v.tag != LANG_OBJECT || v.o->type->flags & LANG_TYPE_TYPE)
        return NULL;
    struct lang_str *name = lang_intern_c(t, "__parameters__");
    lang_value p = name ? lang_getattr_opt(t, v, name) : lang_error();
    lang_xdecref(t, name);
    if (lang_is_tuple(p))
        return lang_as_tuple(p);
    if (!lang_is_error(p))
        lang_unref(t, p);
    return NULL;
}

/* The type variables among the arguments, in order, each once. */
static struct lang_tuple *collect_parameters(struct lang_thread *t, struct lang_tuple *args)
{
    struct lang_list *l = lang_list_new(t, 0);
    bool failed = !l;
    for (int64_t i = 0; !failed && i < args->length; i++) {
        if (has_method(t, args->items[i], "__typing_subst__")) {
            failed = add_once(t, l, args->items[i]) < 0;
            continue;
        }
        struct lang_tuple *inner = parameters_of(t, args->items[i]);
        failed = lang_error_occurred(t);
        for (int64_t k = 0; inner && !failed && k < inner->length; k++)
            failed = add_once(t, l, inner->items[k]) < 0;
        lang_xdecref(t, inner);
    }
    struct lang_tuple *all = failed ? NULL : lang_tuple_from(t, l->items, l->length);
    lang_xdecref(t, l);
    return all;
}

static lang_value replacement(struct lang_thread *t, struct lang_tuple *parameters, struct lang_tuple *given,
                              lang_value v)
{
    for (int64_t i = 0; i < parameters->length; i++)
        if (lang_same(parameters->items[i], v))
            return given->items[i];
    (void)t;
    return lang_undef();
}

/* One argument with the type variables in it replaced. */
static lang_value substitute_one(struct lang_thread *t, struct lang_tuple *parameters, struct lang_tuple *given,
                                 lang_value v)
{
    if (has_method(t, v, "__typing_subst__")) {
        lang_value new = replacement(t, parameters, given, v);
        struct lang_str *name = lang_is_undef(new) ? NULL : lang_intern_c(t, "__typing_subst__");
        if (!name)
            return lang_is_undef(new) ? lang_ref(v) : lang_error();
        lang_value r = lang_call_special(t, v, name, &new, 1);
        lang_decref(t, name);
        return r;
    }
    struct lang_tuple *inner = parameters_of(t, v);
    if (!inner)
        return lang_error_occurred(t) ? lang_error() : lang_ref(v);
    lang_value r = lang_ref(v);
    if (inner->length) {
        struct lang_tuple *sub = lang_tuple_new(t, inner->length);
        for (int64_t i = 0; sub && i < inner->length; i++) {
            lang_value new = replacement(t, parameters, given, inner->items[i]);
            sub->items[i] = lang_ref(lang_is_undef(new) ? inner->items[i] : new);
        }
        lang_unref(t, r);
        r = sub ? lang_getitem(t, v, lang_obj(sub)) : lang_error();
        lang_xdecref(t, sub);
    }
    lang_decref(t, inner);
    return r;
}

/* The arguments for alias[item]; NULL with TypeError where the number does not fit. */
static struct lang_tuple *substitute(struct lang_thread *t, lang_value alias, struct lang_tuple *args,
                                     struct lang_tuple *parameters, lang_value item)
{
    if (!parameters->length)
        return lang_fail_null(t, LANG_EXC_TypeError, "%R is not a generic class", alias);
    struct lang_tuple *given = lang_is_tuple(item) ? lang_incref(item.o) : lang_tuple_from(t, &item, 1);
    if (!given)
        return NULL;
    struct lang_tuple *out = NULL;
    if (given->length != parameters->length) {
        lang_fail(t, LANG_EXC_TypeError, "Too %s arguments for %R; actual %lld, expected %lld",
                  given->length > parameters->length ? "many" : "few", alias, (long long)given->length,
                  (long long)parameters->length);
    } else if ((out = lang_tuple_new(t, args->length))) {
        for (int64_t i = 0; out && i < args->length; i++) {
            lang_value v = substitute_one(t, parameters, given, args->items[i]);
            if (lang_is_error(v)) {
                lang_decref(t, out);
                out = NULL;
            } else {
                out->items[i] = v;
            }
        }
    }
    lang_decref(t, given);
    return out;
}

/* ------------------------------------------------------------------ list[int] */

struct alias_object {
    struct lang_object head;
    lang_value origin;
    struct lang_tuple *args, *parameters; /* parameters: made when asked for */
    bool starred;
};
#define ALIAS(v) ((struct alias_object *)(v).o)

lang_value lang_generic_alias_new(struct lang_thread *t, lang_value origin, lang_value item)
{
    struct alias_object *a = lang_object_new(t, &lang_type_generic_alias);
    if (!a)
        return lang_error();
    a->origin = lang_ref(origin);
    a->args = lang_is_tuple(item) ? lang_incref(item.o) : lang_tuple_from(t, &item, 1);
    if (!a->args) {
        lang_decref(t, a);
        return lang_error();
    }
    return lang_obj(a);
}

static lang_value alias_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                             struct lang_tuple *kwnames)
{
    (void)cls;
    if (kwnames)
        return lang_raise(t, LANG_EXC_TypeError, "GenericAlias() takes no keyword arguments");
    if (nargs != 2)
        return lang_raise(t, LANG_EXC_TypeError, "GenericAlias expected 2 arguments, got %zu", nargs);
    return lang_generic_alias_new(t, args[0], args[1]);
}

static void alias_clear(struct lang_thread *t, struct lang_object *o)
{
    struct alias_object *a = (struct alias_object *)o;
    lang_clear(t, &a->origin);
}

static void alias_destroy(struct lang_thread *t, struct lang_object *o)
{
    struct alias_object *a = (struct alias_object *)o;
    alias_clear(t, o);
    lang_xdecref(t, a->args);
    lang_xdecref(t, a->parameters);
}

static void alias_traverse(struct lang_object *o, lang_visit_fn visit, void *arg)
{
    struct alias_object *a = (struct alias_object *)o;
    if (a->origin.tag == LANG_OBJECT)
        visit(a->origin.o, arg);
    if (a->args)
        visit(&a->args->head, arg);
    if (a->parameters)
        visit(&a->parameters->head, arg);
}

static lang_value alias_repr(struct lang_thread *t, lang_value v)
{
    struct alias_object *a = ALIAS(v);
    struct lang_builder b;
    if (lang_enter(t, " while getting the repr of an object") < 0)
        return lang_error();
    lang_builder_init(&b, t);
    int status = a->starred ? lang_builder_c(&b, "*") : 0;
    if (status == 0)
        status = put_item(t, &b, a->origin);
    lang_builder_c(&b, "[");
    for (int64_t i = 0; status == 0 && i < a->args->length; i++) {
        if (i)
            lang_builder_c(&b, ", ");
        status = put_item(t, &b, a->args->items[i]);
    }
    lang_builder_c(&b, a->args->length ? "]" : "()]");
    lang_leave(t);
    struct lang_str *s = lang_builder_finish(&b);
    if (status < 0) {
        lang_xdecref(t, s);
        return lang_error();
    }
    return lang_obj_or_error(s);
}

/* These belong to the alias; everything else is asked of the origin. */
static bool own_attribute(struct lang_str *name)
{
    static const char *const names[] = {"__class__",         "__origin__",
                                        "__args__",          "__parameters__",
                                        "__unpacked__",      "__mro_entries__",
                                        "__reduce__",        "__reduce_ex__",
                                        "__copy__",          "__deepcopy__",
                                        "__typing_subst__",  "__instancecheck__",
                                        "__subclasscheck__", "__typing_unpacked_tuple_args__"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (lang_str_equal_c(name, names[i]))
            return true;
    return false;
}

static lang_value alias_getattr(struct lang_thread *t, lang_value v, struct lang_str *name)
{
    if (own_attribute(name))
        return lang_generic_getattr(t, v, name);
    return lang_getattr(t, ALIAS(v)->origin, name);
}

static lang_value alias_call(struct lang_thread *t, lang_value callee, const lang_value *args, size_t nargs,
                             struct lang_tuple *kwnames)
{
    lang_value r = lang_call(t, ALIAS(callee)->origin, args, nargs, kwnames);
    if (r.tag != LANG_OBJECT || !r.o->type->attr_offset)
        return r;
    struct lang_str *name = lang_intern_c(t, "__orig_class__");
    if (!name || lang_setattr(t, r, name, callee) < 0) {
        if (!name || (!lang_error_is(t, LANG_EXC_AttributeError) && !lang_error_is(t, LANG_EXC_TypeError))) {
            lang_xdecref(t, name);
            lang_unref(t, r);
            return lang_error();
        }
        lang_error_clear(t);
    }
    lang_decref(t, name);
    return r;
}

static struct lang_tuple *alias_parameters(struct lang_thread *t, struct alias_object *a)
{
    if (!a->parameters)
        a->parameters = collect_parameters(t, a->args);
    return a->parameters;
}

static lang_value alias_getitem(struct lang_thread *t, lang_value v, lang_value item)
{
    struct alias_object *a = ALIAS(v);
    struct lang_tuple *p = alias_parameters(t, a);
    struct lang_tuple *args = p ? substitute(t, v, a->args, p, item) : NULL;
    if (!args)
        return lang_error();
    lang_value r = lang_generic_alias_new(t, a->origin, lang_obj(args));
    lang_decref(t, args);
    return r;
}

static lang_value alias_compare(struct lang_thread *t, lang_value x, lang_value y, enum lang_compare_op op)
{
    if (!lang_is_exactly(x, &lang_type_generic_alias) || !lang_is_exactly(y, &lang_type_generic_alias) ||
        (op != LANG_EQ && op != LANG_NE))
        return lang_notimpl();
    struct alias_object *a = ALIAS(x), *b = ALIAS(y);
    int same = a->starred != b->starred ? 0 : lang_equal(t, a->origin, b->origin);
    if (same == 1)
        same = lang_equal(t, lang_obj(a->args), lang_obj(b->args));
    return same < 0 ? lang_error() : lang_bool(same == (op == LANG_EQ));
}

static int alias_hash(struct lang_thread *t, lang_value v, int64_t *out)
{
    int64_t origin, args;
    if (lang_hash(t, ALIAS(v)->origin, &origin) < 0 || lang_hash(t, lang_obj(ALIAS(v)->args), &args) < 0)
        return -1;
    *out = origin ^ args;
    return 0;
}

/* for T in tuple[int, ...] is what `*tuple[int, ...]` runs: one starred alias. */
static lang_value alias_iter(struct lang_thread *t, lang_value v)
{
    lang_value starred = lang_generic_alias_new(t, ALIAS(v)->origin, lang_obj(ALIAS(v)->args));
    if (lang_is_error(starred))
        return starred;
    ALIAS(starred)->starred = true;
    struct lang_tuple *one = lang_tuple_from(t, &starred, 1);
    lang_unref(t, starred);
    lang_value r = one ? lang_iter(t, lang_obj(one)) : lang_error();
    lang_xdecref(t, one);
    return r;
}

static lang_value m_mro_entries(struct lang_thread *t, const lang_value *args)
{
    return lang_obj_or_error(lang_tuple_from(t, &ALIAS(args[0])->origin, 1));
}

static lang_value m_instancecheck(struct lang_thread *t, const lang_value *args)
{
    (void)args;
    return lang_raise(t, LANG_EXC_TypeError, "isinstance() argument 2 cannot be a parameterized generic");
}

static lang_value m_subclasscheck(struct lang_thread *t, const lang_value *args)
{
    (void)args;
    return lang_raise(t, LANG_EXC_TypeError, "issubclass() argument 2 cannot be a parameterized generic");
}

/* *list[int]: the next item of a chain over list[int], which is made of the plain form again. */
static lang_value reduce_starred(struct lang_thread *t, struct alias_object *a)
{
    lang_value plain = lang_generic_alias_new(t, a->origin, lang_obj(a->args)), r = lang_error();
    lang_value itertools = lang_is_error(plain) ? lang_error() : lang_import(t, "itertools");
    lang_value chain = lang_is_error(itertools) ? lang_error() : lang_call_method_c(t, itertools, "chain", &plain, 1);
    if (!lang_is_error(itertools))
        lang_unref(t, itertools);
    if (!lang_is_error(plain))
        lang_unref(t, plain);
    if (lang_is_error(chain))
        return chain;
    lang_value pair[2] = {lang_dict_get_c(t, t->vm->builtins, "next"),
                          lang_obj_or_error(lang_tuple_from(t, &chain, 1))};
    lang_unref(t, chain);
    if (!lang_is_error(pair[1])) {
        r = lang_obj_or_error(lang_tuple_from(t, pair, 2));
        lang_unref(t, pair[1]);
    }
    return r;
}

static lang_value m_reduce(struct lang_thread *t, const lang_value *args)
{
    struct alias_object *a = ALIAS(args[0]);
    if (a->starred)
        return reduce_starred(t, a);
    lang_value pair[2] = {a->origin, lang_obj(a->args)};
    lang_value inner = lang_obj_or_error(lang_tuple_from(t, pair, 2));
    if (lang_is_error(inner))
        return inner;
    lang_value all[2] = {lang_obj(&lang_type_generic_alias), inner};
    lang_value r = lang_obj_or_error(lang_tuple_from(t, all, 2));
    lang_unref(t, inner);
    return r;
}

static const struct lang_method alias_methods[] = {
    {"__mro_entries__", "(bases, /)", m_mro_entries, NULL, 0},
    {"__instancecheck__", "(instance, /)", m_instancecheck, NULL, 0},
    {"__subclasscheck__", "(subclass, /)", m_subclasscheck, NULL, 0},
    {"__reduce__", "()", m_reduce, NULL, 0},
    {NULL, NULL, NULL, NULL, 0},
};

static lang_value get_origin(struct lang_thread *t, lang_value v)
{
    (void)t;
    return lang_ref(ALIAS(v)->origin);
}
static lang_value get_args(struct lang_thread *t, lang_value v)
{
    (void)t;
    return lang_obj(lang_incref(ALIAS(v)->args));
}
static lang_value get_parameters(struct lang_thread *t, lang_value v)
{
    struct lang_tuple *p = alias_parameters(t, ALIAS(v));
    return p ? lang_obj(lang_incref(p)) : lang_error();
}
static lang_value get_unpacked(struct lang_thread *t, lang_value v)
{
    (void)t;
    return lang_bool(ALIAS(v)->starred);
}

static const struct lang_getset alias_getset[] = {
    {"__origin__", get_origin, NULL, NULL},
    {"__args__", get_args, NULL, NULL},
    {"__parameters__", get_parameters, NULL, "Type variables in the GenericAlias."},
    {"__unpacked__", get_unpacked, NULL, NULL},
    {NULL, NULL, NULL, NULL},
};

struct lang_type lang_type_generic_alias = {
    .name = "types.GenericAlias",
    .module = "types",
    .doc = "Represent a PEP 585 generic type\n\nE.g. for t = list[int], t.__origin__ is list and t.__args__ is (int,).",
    .size = sizeof(struct alias_object),
    .flags = LANG_TYPE_BASE | LANG_TYPE_WEAKREF,
    .methods = alias_methods,
    .getset = alias_getset,
    .make = alias_make,
    .destroy = alias_destroy,
    .traverse = alias_traverse,
    .clear = alias_clear,
    .repr = alias_repr,
    .getattr = alias_getattr,
    .call = alias_call,
    .compare = alias_compare,
    .hash = alias_hash,
    .iter = alias_iter,
    .getitem = alias_getitem,
    .binary[LANG_OP_OR] = lang_union_or,
};

/* The containers of the language that take parameters. */
lang_value lang_class_getitem(struct lang_thread *t, const lang_value *args)
{
    return lang_generic_alias_new(t, args[0], args[1]);
}

static const struct lang_method class_getitem = {"__class_getitem__", "(object, /)", lang_class_getitem, "See PEP 585",
                                                 LANG_M_CLASS};

int lang_generic_ready(struct lang_thread *t)
{
    static struct lang_type *const types[] = {
        &lang_type_list,         &lang_type_dict,      &lang_type_tuple,
        &lang_type_set,          &lang_type_frozenset, &lang_type_enumerate,
        &lang_type_mappingproxy, &lang_type_generator, &lang_type_async_generator,
    };
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        struct lang_native *f = lang_native_new(t, &class_getitem, types[i], NULL);
        lang_value m = f ? lang_classmethod_new(t, lang_obj(f)) : lang_error();
        lang_xdecref(t, f);
        int status = lang_is_error(m) ? -1 : lang_dict_set_c(t, types[i]->dict, class_getitem.name, m);
        lang_unref(t, m);
        if (status < 0)
            return -1;
        lang_type_changed(types[i]);
    }
    return 0;
}

/* ------------------------------------------------------------------ int | None */

struct union_object {
    struct lang_object head;
    struct lang_tuple *members, *parameters;
};
#define UNION(v) ((struct union_object *)(v).o)

struct lang_tuple *lang_union_members(lang_value v)
{
    return lang_is_exactly(v, &lang_type_union) ? UNION(v)->members : NULL;
}

static int union_add(struct lang_thread *t, struct lang_list *l, lang_value v)
{
    struct lang_tuple *inner = lang_union_members(v);
    if (!inner)
        return add_once(t, l, v.tag == LANG_NONE ? lang_obj(&lang_type_none) : v);
    for (int64_t i = 0; i < inner->length; i++)
        if (add_once(t, l, inner->items[i]) < 0)
            return -1;
    return 0;
}

/* The union of the items, or the one item that is left when equal ones are taken out. */
static lang_value union_of(struct lang_thread *t, const lang_value *items, int64_t n)
{
    struct lang_list *l = lang_list_new(t, n);
    struct union_object *u = NULL;
    for (int64_t i = 0; l && i < n; i++)
        if (union_add(t, l, items[i]) < 0) {
            lang_decref(t, l);
            return lang_error();
        }
    if (l && l->length == 1) {
        lang_value only = lang_ref(l->items[0]);
        lang_decref(t, l);
        return only;
    }
    if (l && (u = lang_object_new(t, &lang_type_union))) {
        u->members = lang_tuple_from(t, l->items, l->length);
        if (!u->members) {
            lang_decref(t, u);
            u = NULL;
        }
    }
    lang_xdecref(t, l);
    return lang_obj_or_error(u);
}

static bool unionable(lang_value v)
{
    return v.tag == LANG_NONE || lang_is_a(v, &lang_type_type) || lang_union_members(v) ||
           lang_is_exactly(v, &lang_type_generic_alias) ||
           lang_type_of(v)->binary[LANG_OP_OR] == lang_union_or; /* a type of things that stand for types */
}

lang_value lang_union_or(struct lang_thread *t, lang_value a, lang_value b)
{
    lang_value both[2] = {a, b};
    return unionable(a) && unionable(b) ? union_of(t, both, 2) : lang_notimpl();
}

static void union_destroy(struct lang_thread *t, struct lang_object *o)
{
    lang_xdecref(t, ((struct union_object *)o)->members);
    lang_xdecref(t, ((struct union_object *)o)->parameters);
}

static void union_traverse(struct lang_object *o, lang_visit_fn visit, void *arg)
{
    struct union_object *u = (struct union_object *)o;
    if (u->members)
        visit(&u->members->head, arg);
    if (u->parameters)
        visit(&u->parameters->head, arg);
}

static lang_value union_repr(struct lang_thread *t, lang_value v)
{
    struct lang_tuple *m = UNION(v)->members;
    struct lang_builder b;
    int status = 0;
    lang_builder_init(&b, t);
    for (int64_t i = 0; status == 0 && i < m->length; i++) {
        if (i)
            lang_builder_c(&b, " | ");
        bool none = m->items[i].tag == LANG_OBJECT && m->items[i].o == &lang_type_none.head;
        status = none ? lang_builder_c(&b, "None") : put_item(t, &b, m->items[i]);
    }
    struct lang_str *s = lang_builder_finish(&b);
    if (status < 0) {
        lang_xdecref(t, s);
        return lang_error();
    }
    return lang_obj_or_error(s);
}

/* Equal when the same members are in it, in any order. */
static lang_value union_compare(struct lang_thread *t, lang_value x, lang_value y, enum lang_compare_op op)
{
    struct lang_tuple *a = lang_union_members(x), *b = lang_union_members(y);
    if (!a || !b || (op != LANG_EQ && op != LANG_NE))
        return lang_notimpl();
    int same = a->length == b->length;
    for (int64_t i = 0; same == 1 && i < a->length; i++)
        same = lang_contains(t, lang_obj(b), a->items[i]);
    return same < 0 ? lang_error() : lang_bool(same == (op == LANG_EQ));
}

static int union_hash(struct lang_thread *t, lang_value v, int64_t *out)
{
    struct lang_set *s = lang_set_new(t, true);
    int status = s ? lang_set_update(t, s, lang_obj(UNION(v)->members)) : -1;
    if (status == 0)
        status = lang_hash(t, lang_obj(s), out);
    lang_xdecref(t, s);
    return status;
}

static struct lang_tuple *union_parameters(struct lang_thread *t, struct union_object *u)
{
    if (!u->parameters)
        u->parameters = collect_parameters(t, u->members);
    return u->parameters;
}

static lang_value union_getitem(struct lang_thread *t, lang_value v, lang_value item)
{
    struct lang_tuple *p = union_parameters(t, UNION(v));
    struct lang_tuple *members = p ? substitute(t, v, UNION(v)->members, p, item) : NULL;
    if (!members)
        return lang_error();
    lang_value r = union_of(t, members->items, members->length);
    lang_decref(t, members);
    return r;
}

static lang_value union_get_args(struct lang_thread *t, lang_value v)
{
    (void)t;
    return lang_obj(lang_incref(UNION(v)->members));
}
static lang_value union_get_parameters(struct lang_thread *t, lang_value v)
{
    struct lang_tuple *p = union_parameters(t, UNION(v));
    return p ? lang_obj(lang_incref(p)) : lang_error();
}

static const struct lang_getset union_getset[] = {
    {"__args__", union_get_args, NULL, NULL},
    {"__parameters__", union_get_parameters, NULL, "Type variables in the types.UnionType."},
    {NULL, NULL, NULL, NULL},
};

struct lang_type lang_type_union = {
    .name = "types.UnionType",
    .module = "types",
    .doc = "Represent a PEP 604 union type\n\nE.g. for int | str",
    .size = sizeof(struct union_object),
    .flags = LANG_TYPE_WEAKREF,
    .getset = union_getset,
    .destroy = union_destroy,
    .traverse = union_traverse,
    .repr = union_repr,
    .compare = union_compare,
    .hash = union_hash,
    .getitem = union_getitem,
    .binary[LANG_OP_OR] = lang_union_or,
};
