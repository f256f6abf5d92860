/* instance.c: isinstance() and issubclass(): classes, tuples and unions of them, hooks of metaclasses, and objects that
 * act as classes by their __bases__. */
#include "vm/code.h"
#include "vm/native.h"
#include "vm/type.h"

static inline bool is_class(lang_value v)
{
    return lang_is_obj(v) && (v.o->type->flags & LANG_TYPE_TYPE);
}

/* cls.__instancecheck__(v) or __subclasscheck__ of a user's metaclass: 1, 0, -1, or -2 when there is none. */
static int ask_class(struct lang_thread *t, lang_value cls, const char *hook, lang_value v)
{
    struct lang_str *name;
    lang_value r;
    int truth;

    /* objects that are no classes may answer too, whoever made their type */
    if (!lang_is_obj(cls) || cls.o->type == &lang_type_type ||
        (is_class(cls) && !(cls.o->type->flags & (LANG_TYPE_HEAP | LANG_TYPE_FOREIGN))))
        return -2;
    name = lang_intern_c(t, hook);
    if (!name)
        return -1;
    r = lang_type_lookup(t, cls.o->type, name);
    if (lang_is_undef(r) || lang_is_error(r) ||
        (is_class(cls) && lang_is_obj(r) &&
         r.o->type == &lang_type_native)) { /* type's own: what follows does the same */
        lang_decref(t, name);
        return lang_is_error(r) ? -1 : -2;
    }
    r = lang_call_special(t, cls, name, &v, 1);
    lang_decref(t, name);
    if (lang_is_error(r) || lang_is_undef(r))
        return lang_is_error(r) ? -1 : -2;
    truth = lang_truth(t, r);
    lang_unref(t, r);
    return truth;
}

/* Runs a check over the members of a tuple or of a union (its __args__). */
static int check_any(struct lang_thread *t, lang_value v, lang_value classes, const char *where,
                     int (*check)(struct lang_thread *, lang_value, lang_value))
{
    struct lang_tuple *tuple = lang_as_tuple(classes);
    int r = 0;

    if (lang_enter(t, where) < 0)
        return -1;
    for (int64_t i = 0; r == 0 && i < tuple->length; i++)
        r = check(t, v, tuple->items[i]);
    lang_leave(t);
    return r;
}

static int check_union(struct lang_thread *t, lang_value v, lang_value cls, const char *text,
                       int (*check)(struct lang_thread *, lang_value, lang_value))
{
    struct lang_tuple *members = lang_union_members(cls);
    int r = 0;

    if (!members)
        return lang_fail(t, LANG_EXC_TypeError, "%s", text);
    for (int64_t i = 0; r == 0 && i < members->length; i++)
        r = check(t, v, members->items[i]);
    return r;
}

/* Whether v.__class__, where it differs from type(v), is cls or a subclass of it. */
static int class_attribute_is(struct lang_thread *t, lang_value v, struct lang_type *cls)
{
    if (!lang_is_obj(v) || (!(v.o->type->flags & LANG_TYPE_HEAP) && !v.o->type->getattr))
        return 0;
    lang_value own = lang_type_lookup(t, v.o->type, LANG_NAME(__class__));
    if (lang_same(own, lang_type_lookup(t, &lang_type_object, LANG_NAME(__class__))) &&
        !(v.o->type->special & LANG_SPECIAL_GETATTR) && !v.o->type->getattr)
        return 0;
    lang_value claim = lang_getattr_opt(t, v, LANG_NAME(__class__));
    if (lang_is_error(claim))
        return -1;
    int r = is_class(claim) && claim.o != &v.o->type->head && lang_is_subtype((struct lang_type *)claim.o, cls);
    if (!lang_is_undef(claim))
        lang_unref(t, claim);
    return r;
}

/* The __bases__ of an object that is not a class but acts as one: 1 and a tuple, 0 if it has none, -1. */
static int bases_of(struct lang_thread *t, lang_value v, lang_value *bases)
{
    *bases = lang_is_obj(v) ? lang_getattr_opt(t, v, LANG_NAME(__bases__)) : lang_undef();
    if (lang_is_error(*bases))
        return -1;
    if (!lang_is_undef(*bases) && lang_is_tuple(*bases))
        return 1;
    if (!lang_is_undef(*bases))
        lang_unref(t, *bases);
    return 0;
}

/* Whether cls is derived or among what its __bases__ lead to. */
static int derives(struct lang_thread *t, lang_value derived, lang_value cls)
{
    lang_value bases;
    int r = lang_same(derived, cls);
    if (r || (r = bases_of(t, derived, &bases)) <= 0)
        return r;
    if (lang_enter(t, "") < 0) {
        lang_unref(t, bases);
        return -1;
    }
    r = 0;
    for (int64_t i = 0; i < lang_as_tuple(bases)->length && r == 0; i++)
        r = derives(t, lang_as_tuple(bases)->items[i], cls);
    lang_leave(t);
    lang_unref(t, bases);
    return r;
}

/* 1 where v has bases, 0 without, -1. */
static int has_bases(struct lang_thread *t, lang_value v)
{
    lang_value bases;
    int r = is_class(v) ? 2 : bases_of(t, v, &bases);
    if (r == 1)
        lang_unref(t, bases);
    return r;
}

static int derives_class_of(struct lang_thread *t, lang_value v, lang_value cls)
{
    lang_value own = lang_getattr_opt(t, v, LANG_NAME(__class__));
    if (lang_is_error(own) || lang_is_undef(own))
        return lang_is_error(own) ? -1 : 0;
    int r = derives(t, own, cls);
    lang_unref(t, own);
    return r;
}

int lang_isinstance(struct lang_thread *t, lang_value v, lang_value cls)
{
    int r;

    if (is_class(cls)) {
        if (lang_type_of(v) == (struct lang_type *)cls.o)
            return 1;
        r = ask_class(t, cls, "__instancecheck__", v);
        if (r != -2)
            return r;
        if (lang_is_a(v, (struct lang_type *)cls.o))
            return 1;
        if ((lang_type_of(v)->flags | ((struct lang_type *)cls.o)->flags) & LANG_TYPE_FOREIGN)
            return t->vm->foreign->is_instance(t, v, (struct lang_type *)cls.o);
        return class_attribute_is(t, v, (struct lang_type *)cls.o);
    }
    if (lang_is_tuple(cls))
        return check_any(t, v, cls, " in __instancecheck__", lang_isinstance);
    r = ask_class(t, cls, "__instancecheck__", v);
    if (r != -2)
        return r;
    if (!lang_union_members(cls) && (r = has_bases(t, cls)) != 0)
        return r < 0 ? -1 : derives_class_of(t, v, cls);
    return check_union(t, v, cls, "isinstance() arg 2 must be a type, a tuple of types, or a union", lang_isinstance);
}

int lang_issubclass(struct lang_thread *t, lang_value cls, lang_value of)
{
    int r;

    if (lang_is_tuple(of))
        return check_any(t, cls, of, " in __subclasscheck__", lang_issubclass);
    r = ask_class(t, of, "__subclasscheck__", cls);
    if (r != -2)
        return r;
    if (is_class(cls) && is_class(of)) {
        struct lang_type *below = (struct lang_type *)cls.o, *above = (struct lang_type *)of.o;
        if (lang_is_subtype(below, above))
            return 1;
        return (below->flags | above->flags) & LANG_TYPE_FOREIGN ? t->vm->foreign->is_subclass(t, below, above) : 0;
    }
    r = has_bases(t, cls);
    if (r <= 0)
        return r < 0 ? -1 : lang_fail(t, LANG_EXC_TypeError, "issubclass() arg 1 must be a class");
    if (!lang_union_members(of) && (r = has_bases(t, of)) != 0)
        return r < 0 ? -1 : derives(t, cls, of);
    return check_union(t, cls, of, "issubclass() arg 2 must be a class, a tuple of classes, or a union",
                       lang_issubclass);
}
