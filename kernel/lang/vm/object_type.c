/* object_type.c: `object`: what every value has. */
#include <string.h>

#include "vm/code.h"
#include "vm/native.h"
#include "vm/object_reduce.h"
#include "vm/type.h"

static bool has_arguments(size_t nargs, struct lang_tuple *kwnames)
{
    return nargs || (kwnames && kwnames->length);
}

static int object_init(struct lang_thread *t, lang_value v, const lang_value *args, size_t nargs,
                       struct lang_tuple *kwnames)
{
    (void)args;
    if (!has_arguments(nargs, kwnames))
        return 0;
    struct lang_type *type = lang_type_of(v);
    if (type->init != object_init)
        return lang_fail(t, LANG_EXC_TypeError,
                         "object.__init__() takes exactly one argument (the instance to initialize)");
    if (type->make == lang_object_make)
        return lang_fail(t, LANG_EXC_TypeError, "%s.__init__() takes exactly one argument (the instance to initialize)",
                         type->name);
    return 0;
}

/* TypeError with what a class still has to define; the names may be anything that a program has put there. */
static int refuse_abstract(struct lang_thread *t, const struct lang_type *cls, lang_value abstract)
{
    struct lang_list *names = lang_to_list(t, abstract);
    struct lang_str *comma =
        names && lang_list_sort(t, names, lang_undef(), false) == 0 ? lang_str_from_c(t, ", ") : NULL;
    struct lang_str *s = comma ? lang_str_join(t, comma, names->items, names->length) : NULL;
    if (s)
        lang_fail(t, LANG_EXC_TypeError, "Can't instantiate abstract class %s with abstract method%s %U", cls->name,
                  names->length > 1 ? "s" : "", s);
    lang_xdecref(t, s);
    lang_xdecref(t, comma);
    lang_xdecref(t, names);
    return -1;
}

static int check_abstract(struct lang_thread *t, struct lang_type *cls)
{
    lang_value abstract = lang_ref(lang_type_lookup(t, cls, LANG_NAME(__abstractmethods__)));
    if (lang_is_undef(abstract))
        return 0;
    int truth = lang_truth(t, abstract);
    int status = truth > 0 ? refuse_abstract(t, cls, abstract) : truth;
    lang_unref(t, abstract);
    return status;
}

lang_value lang_object_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                            struct lang_tuple *kwnames)
{
    (void)args;
    if (has_arguments(nargs, kwnames)) {
        if (cls->make != lang_object_make)
            return lang_raise(t, LANG_EXC_TypeError,
                              "object.__new__() takes exactly one argument (the type to instantiate)");
        if (cls->init == object_init)
            return lang_raise(t, LANG_EXC_TypeError, "%s() takes no arguments", cls->name);
    }
    if (cls->flags & LANG_TYPE_HEAP && check_abstract(t, cls) < 0)
        return lang_error();
    return lang_obj_or_error(lang_object_new(t, cls));
}

static lang_value object_repr(struct lang_thread *t, lang_value v)
{
    struct lang_type *type = lang_type_of(v);
    lang_value module = lang_module_of_type(t, type);
    if (lang_is_error(module))
        return module;
    struct lang_str *s;
    unsigned long long address = (unsigned long long)v.bits;
    if (lang_is_str(module) && !lang_str_equal_c(lang_as_str(module), "builtins"))
        s = lang_str_from_format(t, "<%S.%U object at 0x%llx>", module, type->qualname, address);
    else
        s = lang_str_from_format(t, "<%U object at 0x%llx>", type->qualname, address);
    lang_unref(t, module);
    return lang_obj_or_error(s);
}

static lang_value object_str(struct lang_thread *t, lang_value v)
{
    return lang_obj_or_error(lang_repr(t, v));
}

static lang_value object_format(struct lang_thread *t, lang_value v, struct lang_str *spec)
{
    if (spec->length)
        return lang_raise(t, LANG_EXC_TypeError, "unsupported format string passed to %N.__format__", v);
    return lang_obj_or_error(lang_to_str(t, v));
}

static lang_value object_compare(struct lang_thread *t, lang_value a, lang_value b, enum lang_compare_op op)
{
    if (op == LANG_EQ)
        return lang_same(a, b) ? lang_bool(true) : lang_notimpl();
    if (op == LANG_NE) {
        struct lang_type *type = lang_type_of(a);
        if (type->compare == object_compare)
            return lang_same(a, b) ? lang_bool(false) : lang_notimpl();
        lang_value r = type->compare(t, a, b, LANG_EQ);
        if (lang_is_error(r) || r.tag == LANG_NOTIMPL)
            return r;
        int eq = lang_truth(t, r);
        lang_unref(t, r);
        return eq < 0 ? lang_error() : lang_bool(!eq);
    }
    return lang_notimpl();
}

static int object_hash(struct lang_thread *t, lang_value v, int64_t *out)
{
    (void)t;
    uint64_t p = v.bits;
    *out = (int64_t)(p >> 4 | p << 60);
    if (*out == -1)
        *out = -2;
    return 0;
}

static lang_value get_class(struct lang_thread *t, lang_value v)
{
    (void)t;
    return lang_ref(lang_obj(lang_type_of(v)));
}

static int set_class(struct lang_thread *t, lang_value v, lang_value value)
{
    if (lang_is_undef(value))
        return lang_fail(t, LANG_EXC_TypeError, "can't delete __class__ attribute");
    if (!lang_is_a(value, &lang_type_type))
        return lang_fail(t, LANG_EXC_TypeError, "__class__ must be set to a class, not '%N' object", value);
    struct lang_type *from = lang_type_of(v), *to = (struct lang_type *)value.o;
    bool modules = lang_is_subtype(from, &lang_type_module) && lang_is_subtype(to, &lang_type_module);
    const unsigned changeable = LANG_TYPE_HEAP | LANG_TYPE_CHANGEABLE;
    if (!modules && (!(from->flags & changeable) || !(to->flags & changeable)))
        return lang_fail(t, LANG_EXC_TypeError,
                         "__class__ assignment only supported for mutable types or ModuleType subclasses");
    if ((!modules && !lang_class_same_attributes(t, from, to)) || from->size != to->size ||
        from->attr_offset != to->attr_offset || from->member_offset != to->member_offset ||
        from->destroy != to->destroy)
        return lang_fail(t, LANG_EXC_TypeError, "__class__ assignment: '%s' object layout differs from '%s'", to->name,
                         from->name);
    if (lang_attrs_leave_shapes(t, v.o) < 0) /* they belong to the old class */
        return -1;
    v.o->type = to->flags & LANG_TYPE_HEAP ? lang_incref(to) : to;
    if (from->flags & LANG_TYPE_HEAP)
        lang_decref(t, from);
    return 0;
}

static lang_value get_dict(struct lang_thread *t, lang_value v)
{
    if (lang_type_of(v)->flags & LANG_TYPE_SLOTTED)
        return lang_raise(t, LANG_EXC_AttributeError, "'%N' object has no attribute '__dict__'", v);
    return lang_obj_or_error(lang_instance_dict(t, v));
}

static int set_dict(struct lang_thread *t, lang_value v, lang_value value)
{
    if (lang_is_undef(value)) { /* the next one who asks finds an empty one */
        struct lang_dict *fresh = lang_dict_new(t);
        int s = fresh ? set_dict(t, v, lang_obj(fresh)) : -1;
        lang_xdecref(t, fresh);
        return s;
    }
    if (!lang_is_dict(value))
        return lang_fail(t, LANG_EXC_TypeError, "__dict__ must be set to a dictionary, not a '%N'", value);
    struct lang_dict *d = lang_instance_dict(t, v);
    if (!d)
        return -1;
    lang_decref(t, d);
    struct lang_attrs *a = lang_attrs_of(v.o);
    struct lang_dict *old = a->dict;
    a->dict = lang_as_dict(lang_ref(value));
    lang_decref(t, old);
    return 0;
}

static const struct lang_getset object_getset[] = {
    {"__class__", get_class, set_class, "the object's class"},
    {NULL, NULL, NULL, NULL},
};

int lang_type_publish_dict(struct lang_thread *t, struct lang_type *type)
{
    static const struct lang_getset row = {"__dict__", get_dict, set_dict,
                                           "dictionary for instance variables (if defined)"};
    if (lang_dict_find_str(t, type->dict, LANG_NAME(__dict__)) >= 0)
        return 0;
    lang_value v = lang_getset_new(t, type, &row);
    int status = lang_is_error(v) ? -1 : lang_dict_set_str(t, type->dict, LANG_NAME(__dict__), v);
    lang_unref(t, v);
    return status;
}

static struct lang_str *name_argument(struct lang_thread *t, lang_value v)
{
    if (!lang_is_str(v))
        return lang_fail_null(t, LANG_EXC_TypeError, "attribute name must be string, not '%N'", v);
    return lang_intern_str(t, lang_as_str(v));
}

static lang_value m_getattribute(struct lang_thread *t, const lang_value *args)
{
    struct lang_str *name = name_argument(t, args[1]);
    if (!name)
        return lang_error();
    lang_value r = lang_generic_getattr(t, args[0], name);
    if (lang_is_error(r))
        lang_error_about(t, args[0], name);
    lang_decref(t, name);
    return r;
}

static lang_value set_or_del(struct lang_thread *t, lang_value v, lang_value name_value, lang_value value)
{
    if (lang_is_a(v, &lang_type_type)) /* past what its metaclass and type have to say of it */
        return lang_raise(t, LANG_EXC_TypeError, "can't apply this %s to type object",
                          lang_is_undef(value) ? "__delattr__" : "__setattr__");
    struct lang_str *name = name_argument(t, name_value);
    if (!name)
        return lang_error();
    int s = lang_generic_setattr(t, v, name, value);
    lang_decref(t, name);
    return s < 0 ? lang_error() : lang_none();
}

static lang_value m_setattr(struct lang_thread *t, const lang_value *args)
{
    return set_or_del(t, args[0], args[1], args[2]);
}

static lang_value m_delattr(struct lang_thread *t, const lang_value *args)
{
    return set_or_del(t, args[0], args[1], lang_undef());
}

static lang_value m_init_subclass(struct lang_thread *t, const lang_value *args)
{
    struct lang_type *cls = (struct lang_type *)args[0].o;
    int64_t n = lang_as_tuple(args[1])->length;
    if (n)
        return lang_raise(t, LANG_EXC_TypeError, "%U.__init_subclass__() takes no arguments (%lld given)",
                          cls->qualname, (long long)n);
    if (lang_as_dict(args[2])->count)
        return lang_raise(t, LANG_EXC_TypeError, "%U.__init_subclass__() takes no keyword arguments", cls->qualname);
    return lang_none();
}

static lang_value m_subclasshook(struct lang_thread *t, const lang_value *args)
{
    (void)t, (void)args;
    return lang_notimpl();
}

static lang_value m_sizeof(struct lang_thread *t, const lang_value *args)
{
    (void)t;
    lang_value v = args[0];
    return lang_int(v.tag == LANG_OBJECT ? (int64_t)v.o->type->size : 16);
}

/* __dir__: names of the instance, its class and bases. */
static lang_value m_dir(struct lang_thread *t, const lang_value *args)
{
    lang_value v = args[0];
    struct lang_dict *all = lang_dict_new(t);
    if (!all)
        return lang_error();
    struct lang_type *type = lang_type_of(v);
    struct lang_tuple *mro = type->mro ? lang_incref(type->mro) : NULL; /* an __eq__ of a key may change it */
    int s = 0;
    for (int64_t i = mro ? mro->length : 0; s == 0 && i-- > 0;)
        s = lang_dict_update(t, all, lang_obj(((struct lang_type *)mro->items[i].o)->dict));
    lang_xdecref(t, mro);
    type = lang_type_of(v);
    if (s == 0 && v.tag == LANG_OBJECT && type->attr_offset && !(type->flags & LANG_TYPE_SLOTTED)) {
        struct lang_dict *d = lang_instance_dict(t, v);
        s = d ? lang_dict_update(t, all, lang_obj(d)) : -1;
        lang_xdecref(t, d);
    }
    struct lang_list *l = s == 0 ? lang_to_list(t, lang_obj(all)) : NULL;
    lang_decref(t, all);
    return lang_obj_or_error(l);
}

static const struct lang_method object_methods[] = {
    {"__getattribute__", "(name, /)", m_getattribute, "Return getattr(self, name).", 0},
    {"__setattr__", "(name, value, /)", m_setattr, "Implement setattr(self, name, value).", 0},
    {"__delattr__", "(name, /)", m_delattr, "Implement delattr(self, name).", 0},
    {"__init_subclass__", "(*args, **kwargs)", m_init_subclass, "This method is called when a class is subclassed.",
     LANG_M_CLASS | LANG_M_NOSIG},
    {"__getstate__", "()", lang_object_getstate, "Helper for pickle.", 0},
    {"__reduce__", "()", lang_object_reduce, "Helper for pickle.", 0},
    {"__reduce_ex__", "(protocol, /)", lang_object_reduce_ex, "Helper for pickle.", 0},
    {"__subclasshook__", "(*args)", m_subclasshook, "Abstract classes can override this to customize issubclass().",
     LANG_M_CLASS | LANG_M_NOSIG},
    {"__sizeof__", "()", m_sizeof, "Size of object in memory, in bytes.", 0},
    {"__dir__", "()", m_dir, "Default dir() implementation.", 0},
    {NULL, NULL, NULL, NULL, 0},
};

struct lang_type lang_type_object = {
    .name = "object",
    .doc =
        "The base class of the class hierarchy.\n\nWhen called, it accepts no arguments and returns a new featureless\n"
        "instance that has no instance attributes and cannot be given any.\n",
    .size = sizeof(struct lang_object),
    .flags = LANG_TYPE_BASE,
    .methods = object_methods,
    .getset = object_getset,
    .make = lang_object_make,
    .init = object_init,
    .repr = object_repr,
    .str = object_str,
    .format = object_format,
    .compare = object_compare,
    .hash = object_hash,
};
