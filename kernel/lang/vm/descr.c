/* descr.c: objects that live in a class to give its attributes behaviour: staticmethod, classmethod, property, super;
 * and the read-only view of a class's dict, closure cells. What stands for one attribute of instances is member.c's. */
#include <stddef.h>
#include <string.h>

#include "vm/code.h"
#include "vm/native.h"
#include "vm/type.h"

/* ------------------------------------------------------------------ staticmethod, classmethod */

/* Both begin like a bound method: the callable first. */
struct wrapper_object {
    struct lang_object head;
    lang_value function;
    lang_value unused;
    struct lang_attrs attrs;
};

static lang_value wrapper_new(struct lang_thread *t, struct lang_type *type, lang_value callable)
{
    struct wrapper_object *w = lang_object_new(t, type);
    if (!w)
        return lang_error();
    w->function = lang_ref(callable);
    return lang_obj(w);
}

lang_value lang_staticmethod_new(struct lang_thread *t, lang_value callable)
{
    return wrapper_new(t, &lang_type_staticmethod, callable);
}

lang_value lang_classmethod_new(struct lang_thread *t, lang_value callable)
{
    return wrapper_new(t, &lang_type_classmethod, callable);
}

lang_value lang_classmethod_function(lang_value d)
{
    if (!lang_is_exactly(d, &lang_type_classmethod))
        return lang_undef();
    lang_value f = ((struct wrapper_object *)d.o)->function;
    bool plain =
        f.tag == LANG_OBJECT && (f.o->type == &lang_type_function || f.o->type->flags & LANG_TYPE_METHOD_DESCR);
    return plain ? f : lang_undef();
}

static lang_value wrapper_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                               struct lang_tuple *kwnames)
{
    (void)args, (void)nargs, (void)kwnames; /* a subclass may take others: its __init__ says which */
    return wrapper_new(t, cls, lang_none());
}

/* Names, documentation and hints are copied from the callable, as functools.wraps does. */
static int wrapper_init(struct lang_thread *t, lang_value v, const lang_value *args, size_t nargs,
                        struct lang_tuple *kwnames)
{
    struct lang_str *const names[] = {LANG_NAME(__module__), LANG_NAME(__name__), LANG_NAME(__qualname__),
                                      LANG_NAME(__doc__), LANG_NAME(__annotations__)};
    const char *name = v.o->type == &lang_type_staticmethod || lang_is_a(v, &lang_type_staticmethod)
                           ? lang_type_staticmethod.name
                           : lang_type_classmethod.name;
    if (kwnames && (lang_is_exactly(v, &lang_type_staticmethod) || lang_is_exactly(v, &lang_type_classmethod)))
        return lang_fail(t, LANG_EXC_TypeError, "%s() takes no keyword arguments", name);
    if (nargs != 1)
        return lang_fail(t, LANG_EXC_TypeError, "%s expected 1 argument, got %zu", name, nargs);
    lang_set_steal(t, &((struct wrapper_object *)v.o)->function, lang_ref(args[0]));
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        lang_value copied = lang_getattr_opt(t, args[0], names[i]);
        if (lang_is_undef(copied))
            continue;
        int status = lang_is_error(copied) ? -1 : lang_generic_setattr(t, v, names[i], copied);
        lang_unref(t, copied);
        if (status < 0)
            return -1;
    }
    return 0;
}

static void wrapper_destroy(struct lang_thread *t, struct lang_object *o)
{
    lang_clear(t, &((struct wrapper_object *)o)->function);
}

static void wrapper_traverse(struct lang_object *o, lang_visit_fn visit, void *arg)
{
    struct wrapper_object *w = (struct wrapper_object *)o;
    if (w->function.tag == LANG_OBJECT)
        visit(w->function.o, arg);
}

static lang_value static_get(struct lang_thread *t, lang_value d, lang_value obj, struct lang_type *cls)
{
    (void)t, (void)obj, (void)cls;
    return lang_ref(((struct wrapper_object *)d.o)->function);
}

static lang_value class_get(struct lang_thread *t, lang_value d, lang_value obj, struct lang_type *cls)
{
    struct wrapper_object *w = (struct wrapper_object *)d.o;
    if (!cls)
        cls = lang_type_of(obj);
    lang_value f = w->function;
    if (f.tag == LANG_OBJECT && f.o->type != &lang_type_function && f.o->type->get &&
        !(f.o->type->flags & LANG_TYPE_METHOD_DESCR)) { /* a property, say: it is computed from the class */
        lang_ref(f);
        lang_value r = f.o->type->get(t, f, lang_obj(cls), cls);
        lang_unref(t, f);
        return r;
    }
    return lang_method_bind(t, f, lang_obj(cls));
}

static lang_value static_call(struct lang_thread *t, lang_value callee, const lang_value *args, size_t nargs,
                              struct lang_tuple *kwnames)
{
    lang_value function = lang_ref(((struct wrapper_object *)callee.o)->function);
    lang_value r = lang_call(t, function, args, nargs, kwnames);
    lang_unref(t, function);
    return r;
}

static lang_value wrapper_repr(struct lang_thread *t, lang_value v)
{
    lang_value function = lang_ref(((struct wrapper_object *)v.o)->function);
    struct lang_str *s = lang_str_from_format(t, "<%N(%R)>", v, function);
    lang_unref(t, function);
    return lang_obj_or_error(s);
}

static lang_value wrapper_func(struct lang_thread *t, lang_value v)
{
    (void)t;
    return lang_ref(((struct wrapper_object *)v.o)->function);
}

/* 1, 0 or -1: whether v is marked as abstract. */
static int is_abstract(struct lang_thread *t, lang_value v)
{
    lang_ref(v);
    lang_value mark = v.tag == LANG_OBJECT ? lang_getattr_opt(t, v, LANG_NAME(__isabstractmethod__)) : lang_undef();
    lang_unref(t, v);
    if (lang_is_error(mark))
        return -1;
    if (lang_is_undef(mark))
        return 0;
    int r = lang_truth(t, mark);
    lang_unref(t, mark);
    return r;
}

static lang_value wrapper_abstract(struct lang_thread *t, lang_value v)
{
    int r = is_abstract(t, ((struct wrapper_object *)v.o)->function);
    return r < 0 ? lang_error() : lang_bool(r);
}

static const struct lang_getset wrapper_getset[] = {{"__func__", wrapper_func, NULL, NULL},
                                                    {"__wrapped__", wrapper_func, NULL, NULL},
                                                    {"__isabstractmethod__", wrapper_abstract, NULL, NULL},
                                                    {NULL, NULL, NULL, NULL}};

#define WRAPPER_TYPE(variable, type_name, get_slot, call_slot)                                                         \
    struct lang_type variable = {                                                                                      \
        .name = type_name,                                                                                             \
        .size = sizeof(struct wrapper_object),                                                                         \
        .flags = LANG_TYPE_BASE,                                                                                       \
        .attr_offset = offsetof(struct wrapper_object, attrs),                                                         \
        .getset = wrapper_getset,                                                                                      \
        .make = wrapper_make,                                                                                          \
        .init = wrapper_init,                                                                                          \
        .destroy = wrapper_destroy,                                                                                    \
        .traverse = wrapper_traverse,                                                                                  \
        .repr = wrapper_repr,                                                                                          \
        .get = get_slot,                                                                                               \
        .call = call_slot,                                                                                             \
    }
WRAPPER_TYPE(lang_type_staticmethod, "staticmethod", static_get, static_call);
WRAPPER_TYPE(lang_type_classmethod, "classmethod", class_get, NULL);

/* ------------------------------------------------------------------ property */

struct property_object {
    struct lang_object head;
    lang_value get, set, del, doc;
    struct lang_str *name;
    bool getter_doc; /* the documentation is the getter's */
    struct lang_attrs attrs;
};

lang_value lang_property_getter(lang_value v)
{
    return ((struct property_object *)v.o)->get;
}

static lang_value property_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                                struct lang_tuple *kwnames)
{
    (void)args, (void)nargs, (void)kwnames; /* a subclass may take others: its __init__ says which */
    struct property_object *o = lang_object_new(t, cls);
    if (!o)
        return lang_error();
    o->get = o->set = o->del = o->doc = lang_none();
    return lang_obj(o);
}

/* The getter's documentation; a subclass keeps it on the instance, where its own does not hide it. */
static int take_doc(struct lang_thread *t, lang_value v)
{
    struct property_object *o = (struct property_object *)v.o;
    lang_value get = lang_ref(o->get), doc = lang_getattr_opt(t, get, LANG_NAME(__doc__));
    lang_unref(t, get);
    if (lang_is_undef(doc))
        return 0;
    if (lang_is_error(doc))
        return lang_error_is(t, LANG_EXC_Exception) ? (lang_error_clear(t), 0) : -1;
    o->getter_doc = true;
    if (lang_is_exactly(v, &lang_type_property)) {
        lang_set_steal(t, &o->doc, doc);
        return 0;
    }
    int status = lang_setattr(t, v, LANG_NAME(__doc__), doc);
    lang_unref(t, doc);
    return status;
}

static int property_init(struct lang_thread *t, lang_value v, const lang_value *args, size_t nargs,
                         struct lang_tuple *kwnames)
{
    struct property_object *o = (struct property_object *)v.o;
    struct lang_params *p = lang_params_get(t, "property", "(fget=None, fset=None, fdel=None, doc=None)");
    lang_value out[4];
    if (!p || lang_params_bind(t, p, args, nargs, kwnames, out) < 0)
        return -1;
    lang_value *slots[] = {&o->get, &o->set, &o->del, &o->doc};
    for (int i = 0; i < 4; i++)
        lang_set_steal(t, slots[i], lang_is_undef(out[i]) ? lang_none() : lang_ref(out[i]));
    o->getter_doc = false;
    struct lang_str *name = o->name;
    o->name = NULL;
    lang_xdecref(t, name);
    return o->doc.tag == LANG_NONE && o->get.tag != LANG_NONE ? take_doc(t, v) : 0;
}

static void property_destroy(struct lang_thread *t, struct lang_object *ob)
{
    struct property_object *o = (struct property_object *)ob;
    lang_clear(t, &o->get);
    lang_clear(t, &o->set);
    lang_clear(t, &o->del);
    lang_clear(t, &o->doc);
    struct lang_str *name = o->name;
    o->name = NULL;
    lang_xdecref(t, name);
}

static void property_traverse(struct lang_object *ob, lang_visit_fn visit, void *arg)
{
    struct property_object *o = (struct property_object *)ob;
    lang_value *slots[] = {&o->get, &o->set, &o->del, &o->doc};
    for (int i = 0; i < 4; i++)
        if (slots[i]->tag == LANG_OBJECT)
            visit(slots[i]->o, arg);
}

static int property_missing(struct lang_thread *t, struct property_object *o, lang_value obj, const char *what)
{
    struct lang_type *type = lang_type_of(obj);
    if (o->name)
        return lang_fail(t, LANG_EXC_AttributeError, "property '%U' of '%U' object has no %s", o->name, type->qualname,
                         what);
    return lang_fail(t, LANG_EXC_AttributeError, "property of '%U' object has no %s", type->qualname, what);
}

static lang_value property_get(struct lang_thread *t, lang_value d, lang_value obj, struct lang_type *cls)
{
    (void)cls;
    struct property_object *o = (struct property_object *)d.o;
    if (lang_is_undef(obj))
        return lang_ref(d);
    if (o->get.tag == LANG_NONE) {
        property_missing(t, o, obj, "getter");
        return lang_error();
    }
    lang_value get = lang_ref(o->get), r = lang_call(t, get, &obj, 1, NULL);
    lang_unref(t, get);
    return r;
}

static int property_set(struct lang_thread *t, lang_value d, lang_value obj, lang_value value)
{
    struct property_object *o = (struct property_object *)d.o;
    bool del = lang_is_undef(value);
    lang_value f = del ? o->del : o->set;
    if (f.tag == LANG_NONE)
        return property_missing(t, o, obj, del ? "deleter" : "setter");
    lang_value args[] = {obj, value};
    lang_ref(f); /* it may call the property's __init__ */
    lang_value r = lang_call(t, f, args, del ? 1 : 2, NULL);
    lang_unref(t, f);
    lang_unref(t, r);
    return lang_is_error(r) ? -1 : 0;
}

/* A copy with one function replaced. */
static lang_value property_with(struct lang_thread *t, const lang_value *args, int which)
{
    struct property_object *o = (struct property_object *)args[0].o;
    lang_value all[4] = {o->get, o->set, o->del, o->doc};
    if (args[1].tag != LANG_NONE)
        all[which] = args[1];
    if (o->getter_doc && all[0].tag != LANG_NONE)
        all[3] = lang_none(); /* taken from the getter again */
    for (int i = 0; i < 4; i++)
        lang_ref(all[i]); /* the __init__ of a subclass may change the original */
    lang_value v = lang_call(t, lang_obj(o->head.type), all, 4, NULL);
    for (int i = 0; i < 4; i++)
        lang_unref(t, all[i]);
    if (o->name && !lang_is_error(v) && lang_is_a(v, &lang_type_property)) {
        struct property_object *copy = (struct property_object *)v.o;
        struct lang_str *name = copy->name;
        copy->name = lang_incref(o->name);
        lang_xdecref(t, name);
    }
    return v;
}
static lang_value property_getter(struct lang_thread *t, const lang_value *args)
{
    return property_with(t, args, 0);
}
static lang_value property_setter(struct lang_thread *t, const lang_value *args)
{
    return property_with(t, args, 1);
}
static lang_value property_deleter(struct lang_thread *t, const lang_value *args)
{
    return property_with(t, args, 2);
}

static lang_value property_set_name(struct lang_thread *t, const lang_value *args)
{
    struct property_object *o = (struct property_object *)args[0].o;
    if (lang_is_str(args[2])) {
        struct lang_str *old = o->name;
        o->name = lang_incref(args[2].o);
        lang_xdecref(t, old);
    }
    return lang_none();
}

static const struct lang_method property_methods[] = {
    {"getter", "(fget, /)", property_getter, "Descriptor to obtain a copy of the property with a different getter.", 0},
    {"setter", "(fset, /)", property_setter, "Descriptor to obtain a copy of the property with a different setter.", 0},
    {"deleter", "(fdel, /)", property_deleter, "Descriptor to obtain a copy of the property with a different deleter.",
     0},
    {"__set_name__", "(owner, name, /)", property_set_name, "Method to set name of a property.", 0},
    {NULL, NULL, NULL, NULL, 0},
};

static lang_value property_fget(struct lang_thread *t, lang_value v)
{
    (void)t;
    return lang_ref(((struct property_object *)v.o)->get);
}
static lang_value property_fset(struct lang_thread *t, lang_value v)
{
    (void)t;
    return lang_ref(((struct property_object *)v.o)->set);
}
static lang_value property_fdel(struct lang_thread *t, lang_value v)
{
    (void)t;
    return lang_ref(((struct property_object *)v.o)->del);
}
static lang_value property_doc(struct lang_thread *t, lang_value v)
{
    (void)t;
    return lang_ref(((struct property_object *)v.o)->doc);
}
static lang_value property_abstract(struct lang_thread *t, lang_value v)
{
    struct property_object *o = (struct property_object *)v.o;
    int r = is_abstract(t, o->get);
    if (r == 0)
        r = is_abstract(t, o->set);
    if (r == 0)
        r = is_abstract(t, o->del);
    return r < 0 ? lang_error() : lang_bool(r);
}
static int property_set_doc(struct lang_thread *t, lang_value v, lang_value value)
{
    lang_set_steal(t, &((struct property_object *)v.o)->doc, lang_is_undef(value) ? lang_none() : lang_ref(value));
    return 0;
}
static const struct lang_getset property_getset[] = {{"__isabstractmethod__", property_abstract, NULL, NULL},
                                                     {"fget", property_fget, NULL, NULL},
                                                     {"fset", property_fset, NULL, NULL},
                                                     {"fdel", property_fdel, NULL, NULL},
                                                     {"__doc__", property_doc, property_set_doc, NULL},
                                                     {NULL, NULL, NULL, NULL}};

struct lang_type lang_type_property = {
    .name = "property",
    .size = sizeof(struct property_object),
    .flags = LANG_TYPE_BASE,
    .attr_offset = offsetof(struct property_object, attrs),
    .methods = property_methods,
    .getset = property_getset,
    .make = property_make,
    .init = property_init,
    .destroy = property_destroy,
    .traverse = property_traverse,
    .get = property_get,
    .set = property_set,
};

/* ------------------------------------------------------------------ super */

struct super_object {
    struct lang_object head;
    struct lang_type *type;  /* the search in the MRO starts after it */
    lang_value obj;          /* self or a class; UNDEF: unbound */
    struct lang_type *start; /* whose MRO is searched */
};

/* The zero-argument form: __class__ and the first argument of the innermost running function. */
static int super_from_frame(struct lang_thread *t, lang_value *cls, lang_value *self)
{
    struct lang_frame *f = t->frame;
    if (!f || !f->func)
        return lang_fail(t, LANG_EXC_RuntimeError, "super(): no arguments");
    struct lang_code *code = f->code;
    if (code->positional_count == 0)
        return lang_fail(t, LANG_EXC_RuntimeError, "super(): no arguments");
    if (code->class_free < 0)
        return lang_fail(t, LANG_EXC_RuntimeError, "super(): __class__ cell not found");
    *cls = f->func->closure[code->class_free]->value;
    if (lang_is_undef(*cls))
        return lang_fail(t, LANG_EXC_RuntimeError, "super(): empty __class__ cell");
    *self = code->self_cell >= 0 ? ((struct lang_cell *)f->regs[code->local_count + (uint32_t)code->self_cell].o)->value
                                 : f->regs[0];
    if (lang_is_undef(*self))
        return lang_fail(t, LANG_EXC_RuntimeError, "super(): arg[0] deleted");
    return 0;
}

/* The __class__ of a proxy, if that is a class below k: a new reference, or NULL. */
static struct lang_type *claimed_class(struct lang_thread *t, lang_value obj, struct lang_type *k)
{
    lang_value c = lang_getattr(t, obj, LANG_NAME(__class__));
    if (lang_is_error(c)) {
        lang_error_clear(t);
        return NULL;
    }
    struct lang_type *claimed = lang_is_a(c, &lang_type_type) ? (struct lang_type *)c.o : NULL;
    if (claimed == lang_type_of(obj) || (claimed && !lang_is_subtype(claimed, k)))
        claimed = NULL;
    if (!claimed)
        lang_unref(t, c);
    return claimed;
}

static lang_value super_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                             struct lang_tuple *kwnames)
{
    lang_value type, obj = lang_undef();
    if (kwnames)
        return lang_raise(t, LANG_EXC_TypeError, "super() takes no keyword arguments");
    if (nargs > 2)
        return lang_raise(t, LANG_EXC_TypeError, "super() expected at most 2 arguments, got %zu", nargs);
    if (nargs == 0) {
        if (super_from_frame(t, &type, &obj) < 0)
            return lang_error();
    } else {
        type = args[0];
        if (nargs == 2 && args[1].tag != LANG_NONE)
            obj = args[1];
    }
    if (!lang_is_a(type, &lang_type_type))
        return lang_raise(t, LANG_EXC_TypeError, "super() argument 1 must be a type, not %N", type);
    struct lang_type *k = (struct lang_type *)type.o, *start = NULL, *claimed = NULL;
    if (k->flags & LANG_TYPE_FOREIGN)
        return lang_the_vm->foreign->super(t, k, obj);
    if (!lang_is_undef(obj)) {
        if (lang_is_a(obj, &lang_type_type) && lang_is_subtype((struct lang_type *)obj.o, k))
            start = (struct lang_type *)obj.o;
        else if (lang_is_a(obj, k))
            start = lang_type_of(obj);
    }
    lang_incref(k); /* a __class__ that is computed may empty the cells of the function */
    lang_ref(obj);
    if (!lang_is_undef(obj) && !start && !(start = claimed = claimed_class(t, obj, k))) {
        lang_decref(t, k);
        lang_unref(t, obj);
        return lang_raise(t, LANG_EXC_TypeError, "super(type, obj): obj must be an instance or subtype of type");
    }
    struct super_object *s = lang_object_new(t, cls);
    if (s) {
        s->type = k;
        s->obj = obj;
        s->start = start ? lang_incref(start) : NULL;
    } else {
        lang_decref(t, k);
        lang_unref(t, obj);
    }
    lang_xdecref(t, claimed);
    return lang_obj_or_error(s);
}

/* In a class, an unbound one is bound to the instance it is read from. */
static lang_value super_get(struct lang_thread *t, lang_value d, lang_value obj, struct lang_type *cls)
{
    struct super_object *s = (struct super_object *)d.o;
    (void)cls;
    if (lang_is_undef(obj) || obj.tag == LANG_NONE || s->start || !s->type)
        return lang_ref(d);
    lang_value args[] = {lang_obj(s->type), obj};
    return lang_call(t, lang_obj(d.o->type), args, 2, NULL);
}

static void super_destroy(struct lang_thread *t, struct lang_object *o)
{
    struct super_object *s = (struct super_object *)o;
    lang_xdecref(t, s->type);
    lang_clear(t, &s->obj);
    lang_xdecref(t, s->start);
}

static void super_traverse(struct lang_object *o, lang_visit_fn visit, void *arg)
{
    struct super_object *s = (struct super_object *)o;
    if (s->type)
        visit(&s->type->head, arg);
    if (s->obj.tag == LANG_OBJECT)
        visit(s->obj.o, arg);
    if (s->start)
        visit(&s->start->head, arg);
}

/* What the classes behind s->type in the order have under a name, a new reference; UNDEF: nothing. */
static lang_value super_lookup(struct lang_thread *t, const struct super_object *s, struct lang_str *name)
{
    struct lang_tuple *mro = s->start->mro ? lang_incref(s->start->mro) : NULL; /* an __eq__ of a key may change it */
    lang_value found = lang_undef();
    int64_t i = 0;
    while (mro && i < mro->length && mro->items[i].o != &s->type->head)
        i++;
    for (i++; mro && i < mro->length && lang_is_undef(found); i++) {
        struct lang_type *k = (struct lang_type *)mro->items[i].o;
        if (k->dict)
            found = lang_ref(lang_dict_get_str(t, k->dict, name));
    }
    lang_xdecref(t, mro);
    return found;
}

static lang_value super_getattr(struct lang_thread *t, lang_value v, struct lang_str *name)
{
    struct super_object *s = (struct super_object *)v.o;
    if (s->start && name != LANG_NAME(__class__) && !(s->start->flags & LANG_TYPE_INCOMPLETE)) {
        lang_value d = super_lookup(t, s, name);
        if (d.tag == LANG_OBJECT && d.o->type->get) {
            bool of_class = s->obj.tag == LANG_OBJECT && s->obj.o == &s->start->head;
            lang_value r = d.o->type->get(t, d, of_class ? lang_undef() : s->obj, s->start);
            lang_unref(t, d);
            return r;
        }
        if (!lang_is_undef(d))
            return d;
    }
    lang_value r = lang_generic_getattr_opt(t, v, name);
    return lang_is_undef(r) ? lang_raise(t, LANG_EXC_AttributeError, "'super' object has no attribute '%U'", name) : r;
}

static lang_value super_repr(struct lang_thread *t, lang_value v)
{
    struct super_object *s = (struct super_object *)v.o;
    if (s->start)
        return lang_obj_or_error(
            lang_str_from_format(t, "<super: <class '%s'>, <%s object>>", s->type->name, s->start->name));
    return lang_obj_or_error(lang_str_from_format(t, "<super: <class '%s'>, NULL>", s->type->name));
}

static lang_value super_thisclass(struct lang_thread *t, lang_value v)
{
    (void)t;
    return lang_obj(lang_incref(((struct super_object *)v.o)->type));
}
static lang_value super_self(struct lang_thread *t, lang_value v)
{
    (void)t;
    lang_value obj = ((struct super_object *)v.o)->obj;
    return lang_is_undef(obj) ? lang_none() : lang_ref(obj);
}
static lang_value super_selfclass(struct lang_thread *t, lang_value v)
{
    (void)t;
    struct lang_type *start = ((struct super_object *)v.o)->start;
    return start ? lang_obj(lang_incref(start)) : lang_none();
}

static const struct lang_getset super_getset[] = {
    {"__thisclass__", super_thisclass, NULL, "the class invoking super()"},
    {"__self__", super_self, NULL, "the instance invoking super(); may be None"},
    {"__self_class__", super_selfclass, NULL, "the type of the instance invoking super(); may be None"},
    {NULL, NULL, NULL, NULL},
};

struct lang_type lang_type_super = {
    .name = "super",
    .size = sizeof(struct super_object),
    .flags = LANG_TYPE_BASE,
    .make = super_make,
    .destroy = super_destroy,
    .traverse = super_traverse,
    .repr = super_repr,
    .getattr = super_getattr,
    .getset = super_getset,
    .get = super_get,
};

/* ------------------------------------------------------------------ mappingproxy */

struct proxy_object {
    struct lang_object head;
    lang_value mapping;
};
#define MAPPING(v) (((struct proxy_object *)(v).o)->mapping)

static lang_value proxy_of(struct lang_thread *t, lang_value mapping)
{
    struct proxy_object *p = lang_object_new(t, &lang_type_mappingproxy);
    if (!p)
        return lang_error();
    p->mapping = lang_ref(mapping);
    return lang_obj(p);
}

lang_value lang_mappingproxy_new(struct lang_thread *t, struct lang_dict *d)
{
    return proxy_of(t, lang_obj(d));
}

static lang_value proxy_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                             struct lang_tuple *kwnames)
{
    struct lang_params *p = lang_params_get(t, "mappingproxy", "(mapping)");
    lang_value mapping;
    (void)cls;
    if (!p || lang_params_bind(t, p, args, nargs, kwnames, &mapping) < 0)
        return lang_error();
    if (!lang_type_of(mapping)->getitem || lang_is_list(mapping) || lang_is_tuple(mapping))
        return lang_raise(t, LANG_EXC_TypeError, "mappingproxy() argument must be a mapping, not %N", mapping);
    return proxy_of(t, mapping);
}

static int proxy_init(struct lang_thread *t, lang_value v, const lang_value *args, size_t nargs,
                      struct lang_tuple *kwnames)
{
    (void)t, (void)v, (void)args, (void)nargs, (void)kwnames; /* proxy_make has done it all */
    return 0;
}

static void proxy_destroy(struct lang_thread *t, struct lang_object *o)
{
    lang_clear(t, &((struct proxy_object *)o)->mapping);
}
static void proxy_traverse(struct lang_object *o, lang_visit_fn visit, void *arg)
{
    struct proxy_object *p = (struct proxy_object *)o;
    if (p->mapping.tag == LANG_OBJECT)
        visit(p->mapping.o, arg);
}
static lang_value proxy_repr(struct lang_thread *t, lang_value v)
{
    return lang_obj_or_error(lang_str_from_format(t, "mappingproxy(%R)", MAPPING(v)));
}
static lang_value proxy_str(struct lang_thread *t, lang_value v)
{
    return lang_obj_or_error(lang_to_str(t, MAPPING(v)));
}
static int64_t proxy_len(struct lang_thread *t, lang_value v)
{
    return lang_len(t, MAPPING(v));
}
static lang_value proxy_getitem(struct lang_thread *t, lang_value v, lang_value key)
{
    return lang_getitem(t, MAPPING(v), key);
}
static int proxy_contains(struct lang_thread *t, lang_value v, lang_value item)
{
    return lang_contains(t, MAPPING(v), item);
}
static lang_value proxy_iter(struct lang_thread *t, lang_value v)
{
    return lang_iter(t, MAPPING(v));
}
static lang_value proxy_compare(struct lang_thread *t, lang_value a, lang_value b, enum lang_compare_op op)
{
    return lang_compare(t, op, MAPPING(a), lang_is_exactly(b, &lang_type_mappingproxy) ? MAPPING(b) : b);
}
static lang_value proxy_or(struct lang_thread *t, lang_value a, lang_value b)
{
    return lang_binary(t, LANG_OP_OR, lang_is_exactly(a, &lang_type_mappingproxy) ? MAPPING(a) : a,
                       lang_is_exactly(b, &lang_type_mappingproxy) ? MAPPING(b) : b);
}
static lang_value proxy_method(struct lang_thread *t, lang_value proxy, const char *name, const lang_value *args,
                               size_t n)
{
    return lang_call_method_c(t, MAPPING(proxy), name, args, n);
}
static lang_value proxy_keys(struct lang_thread *t, const lang_value *a)
{
    return proxy_method(t, a[0], "keys", NULL, 0);
}
static lang_value proxy_values(struct lang_thread *t, const lang_value *a)
{
    return proxy_method(t, a[0], "values", NULL, 0);
}
static lang_value proxy_items(struct lang_thread *t, const lang_value *a)
{
    return proxy_method(t, a[0], "items", NULL, 0);
}
static lang_value proxy_copy(struct lang_thread *t, const lang_value *a)
{
    return proxy_method(t, a[0], "copy", NULL, 0);
}
static lang_value proxy_get(struct lang_thread *t, const lang_value *a)
{
    lang_value args[2] = {a[1], lang_is_undef(a[2]) ? lang_none() : a[2]};
    return proxy_method(t, a[0], "get", args, 2);
}
static lang_value proxy_reversed(struct lang_thread *t, const lang_value *a)
{
    return proxy_method(t, a[0], "__reversed__", NULL, 0);
}

static const struct lang_method proxy_methods[] = {
    {"keys", "()", proxy_keys, "D.keys() -> a set-like object providing a view on D's keys", LANG_M_NOSIG},
    {"values", "()", proxy_values, "D.values() -> an object providing a view on D's values", LANG_M_NOSIG},
    {"items", "()", proxy_items, "D.items() -> a set-like object providing a view on D's items", LANG_M_NOSIG},
    {"copy", "()", proxy_copy, "D.copy() -> a shallow copy of D", LANG_M_NOSIG},
    {"get", "(key, default=None, /)", proxy_get, "Return the value for key if key is in the mapping, else default.",
     LANG_M_NOSIG},
    {"__reversed__", "()", proxy_reversed, "D.__reversed__() -> reverse iterator", LANG_M_NOSIG},
    {NULL, NULL, NULL, NULL, 0},
};

static lang_value proxy_ior(struct lang_thread *t, lang_value a, lang_value b)
{
    (void)b;
    return lang_raise(t, LANG_EXC_TypeError, "'|=' is not supported by %N; use '|' instead", a);
}

struct lang_type lang_type_mappingproxy = {
    .name = "mappingproxy",
    .flags = LANG_TYPE_MAPPING,
    .size = sizeof(struct proxy_object),
    .methods = proxy_methods,
    .make = proxy_make,
    .init = proxy_init,
    .destroy = proxy_destroy,
    .traverse = proxy_traverse,
    .clear = proxy_destroy,
    .repr = proxy_repr,
    .str = proxy_str,
    .len = proxy_len,
    .getitem = proxy_getitem,
    .contains = proxy_contains,
    .iter = proxy_iter,
    .compare = proxy_compare,
    .hash = lang_hash_unhashable,
    .binary[LANG_OP_OR] = proxy_or,
    .inplace[LANG_OP_OR] = proxy_ior,
};

/* ------------------------------------------------------------------ closure cells */

struct lang_cell *lang_cell_new(struct lang_thread *t)
{
    return lang_object_new(t, &lang_type_cell);
}
static void cell_destroy(struct lang_thread *t, struct lang_object *o)
{
    lang_clear(t, &((struct lang_cell *)o)->value);
}
static void cell_traverse(struct lang_object *o, lang_visit_fn visit, void *arg)
{
    struct lang_cell *c = (struct lang_cell *)o;
    if (c->value.tag == LANG_OBJECT)
        visit(c->value.o, arg);
}
static lang_value cell_contents(struct lang_thread *t, lang_value v)
{
    struct lang_cell *c = (struct lang_cell *)v.o;
    return lang_is_undef(c->value) ? lang_raise(t, LANG_EXC_ValueError, "Cell is empty") : lang_ref(c->value);
}
static int set_cell_contents(struct lang_thread *t, lang_value v, lang_value value)
{
    lang_set_steal(t, &((struct lang_cell *)v.o)->value, lang_ref(value));
    return 0;
}
static lang_value cell_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                            struct lang_tuple *kwnames)
{
    (void)cls;
    if (kwnames)
        return lang_raise(t, LANG_EXC_TypeError, "cell() takes no keyword arguments");
    if (nargs > 1)
        return lang_raise(t, LANG_EXC_TypeError, "cell expected at most 1 argument, got %zu", nargs);
    struct lang_cell *c = lang_cell_new(t);
    if (c && nargs)
        c->value = lang_ref(args[0]);
    return lang_obj_or_error(c);
}
/* By what is in them; an empty one comes first. */
static lang_value cell_compare(struct lang_thread *t, lang_value a, lang_value b, enum lang_compare_op op)
{
    if (!lang_is_exactly(b, &lang_type_cell))
        return lang_notimpl();
    lang_value x = ((struct lang_cell *)a.o)->value, y = ((struct lang_cell *)b.o)->value;
    if (lang_is_undef(x) || lang_is_undef(y))
        return lang_compare(t, op, lang_int(!lang_is_undef(x)), lang_int(!lang_is_undef(y)));
    lang_ref(x);
    lang_ref(y);
    lang_value r = lang_compare(t, op, x, y);
    lang_unref(t, x);
    lang_unref(t, y);
    return r;
}
static const struct lang_getset cell_getset[] = {{"cell_contents", cell_contents, set_cell_contents, NULL},
                                                 {NULL, NULL, NULL, NULL}};

struct lang_type lang_type_cell = {
    .name = "cell",
    .size = sizeof(struct lang_cell),
    .getset = cell_getset,
    .make = cell_make,
    .compare = cell_compare,
    .hash = lang_hash_unhashable,
    .destroy = cell_destroy,
    .traverse = cell_traverse,
    .clear = cell_destroy,
};
