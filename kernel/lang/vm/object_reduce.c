/* object_reduce.c: object.__reduce_ex__ and the __reduce__ methods of built-in types, for copy and pickle. Instances of
 * classes, and reconstruction, are written in the language (copyreg, copy). */
#include <stdio.h>
#include <string.h>

#include "vm/object_reduce.h"
#include "vm/code.h"
#include "vm/type.h"

/* The items of a tuple, evaluated one after the other: nothing runs after an item that failed. */
struct reduce_tuple {
    lang_value items[5];
    int64_t n;
};

/* Takes the value over; false when it is an error. */
static bool add(struct reduce_tuple *out, lang_value v)
{
    if (lang_is_error(v))
        return false;
    out->items[out->n++] = v;
    return true;
}

static lang_value finish(struct lang_thread *t, struct reduce_tuple *out, bool complete)
{
    lang_value r = complete ? lang_obj_or_error(lang_tuple_from(t, out->items, out->n)) : lang_error();
    while (out->n)
        lang_unref(t, out->items[--out->n]);
    return r;
}

static bool add_type(struct reduce_tuple *out, lang_value v)
{
    return add(out, lang_ref(lang_obj(lang_type_of(v))));
}

static bool add_state(struct lang_thread *t, struct reduce_tuple *out, lang_value v)
{
    return add(out, lang_call_method_c(t, v, "__getstate__", NULL, 0));
}

/* A tuple of one value, which is taken over; of none for LANG_UNDEF. */
static bool add_arguments(struct lang_thread *t, struct reduce_tuple *out, lang_value v)
{
    struct reduce_tuple args = {.n = 0};
    return add(out, finish(t, &args, lang_is_undef(v) || add(&args, v)));
}

lang_value lang_reduce_set(struct lang_thread *t, const lang_value *a)
{
    struct reduce_tuple all = {.n = 0};
    return finish(t, &all,
                  add_type(&all, a[0]) && add_arguments(t, &all, lang_obj_or_error(lang_to_list(t, a[0]))) &&
                      add_state(t, &all, a[0]));
}

/* How a deque is made: with nothing, or with no items and its length. */
static lang_value deque_arguments(struct lang_thread *t, lang_value v)
{
    lang_value longest = lang_getattr_c(t, v, "maxlen");
    struct reduce_tuple args = {.n = 0};
    if (lang_is_none(longest) || lang_is_error(longest))
        return finish(t, &args, lang_is_none(longest));
    if (add_arguments(t, &args, lang_undef()))
        return finish(t, &args, add(&args, longest));
    lang_unref(t, longest);
    return lang_error();
}

lang_value lang_reduce_deque(struct lang_thread *t, const lang_value *a)
{
    struct reduce_tuple all = {.n = 0};
    return finish(t, &all,
                  add_type(&all, a[0]) && add(&all, deque_arguments(t, a[0])) && add_state(t, &all, a[0]) &&
                      add(&all, lang_iter(t, a[0])));
}

/* range and slice */
lang_value lang_reduce_bounds(struct lang_thread *t, const lang_value *a)
{
    struct reduce_tuple all = {.n = 0}, args = {.n = 0};
    lang_value bounds =
        finish(t, &args,
               add(&args, lang_getattr_c(t, a[0], "start")) && add(&args, lang_getattr_c(t, a[0], "stop")) &&
                   add(&args, lang_getattr_c(t, a[0], "step")));
    return finish(t, &all, add_type(&all, a[0]) && add(&all, bounds));
}

/* The octets, or from before protocol 3 the same as text. */
static lang_value bytearray_arguments(struct lang_thread *t, lang_value v, bool as_text)
{
    const uint8_t *p;
    int64_t n;
    struct reduce_tuple args = {.n = 0};
    lang_bytes_view(v, &p, &n);
    if (n == 0)
        return finish(t, &args, true);
    lang_value octets = lang_obj_or_error(lang_bytes_new(t, p, (size_t)n));
    if (lang_is_error(octets) || !as_text)
        return finish(t, &args, add(&args, octets));
    lang_value codec = lang_obj_or_error(lang_str_from_c(t, "latin-1"));
    lang_value text = lang_is_error(codec) ? codec : lang_call_method_c(t, octets, "decode", &codec, 1);
    lang_unref(t, octets);
    if (!add(&args, text)) {
        if (!lang_is_error(codec))
            lang_unref(t, codec);
        return lang_error();
    }
    return finish(t, &args, add(&args, codec));
}

static lang_value reduce_bytearray(struct lang_thread *t, lang_value v, bool as_text)
{
    struct reduce_tuple all = {.n = 0};
    return finish(t, &all, add_type(&all, v) && add(&all, bytearray_arguments(t, v, as_text)) && add_state(t, &all, v));
}

lang_value lang_reduce_bytearray(struct lang_thread *t, const lang_value *a)
{
    return reduce_bytearray(t, a[0], true);
}

lang_value lang_reduce_bytearray_ex(struct lang_thread *t, const lang_value *a)
{
    int64_t protocol;
    return lang_as_index(t, a[1], &protocol) < 0 ? lang_error() : reduce_bytearray(t, a[0], protocol < 3);
}

static lang_value items_of(struct lang_thread *t, lang_value mapping)
{
    lang_value items = lang_call_method_c(t, mapping, "items", NULL, 0);
    if (lang_is_error(items))
        return items;
    lang_value it = lang_iter(t, items);
    lang_unref(t, items);
    return it;
}

lang_value lang_reduce_defaultdict(struct lang_thread *t, const lang_value *a)
{
    struct reduce_tuple all = {.n = 0};
    lang_value factory = lang_getattr_c(t, a[0], "default_factory");
    return finish(t, &all,
                  !lang_is_error(factory) && add_type(&all, a[0]) &&
                      add_arguments(t, &all, lang_is_none(factory) ? lang_undef() : factory) &&
                      add(&all, lang_none()) && add(&all, lang_none()) && add(&all, items_of(t, a[0])));
}

lang_value lang_reduce_ordered(struct lang_thread *t, const lang_value *a)
{
    struct reduce_tuple all = {.n = 0};
    return finish(t, &all,
                  add_type(&all, a[0]) && add_arguments(t, &all, lang_undef()) && add_state(t, &all, a[0]) &&
                      add(&all, lang_none()) && add(&all, items_of(t, a[0])));
}

/* The attributes; of an ImportError also the name and the path, where they are known. */
static lang_value exception_state(struct lang_thread *t, lang_value v)
{
    struct lang_dict *own = lang_instance_dict(t, v); /* not by name: a class may say that it is something else */
    if (!own)
        return lang_error();
    const struct lang_exception *e = (struct lang_exception *)v.o;
    struct lang_dict *state = lang_dict_copy(t, own);
    bool import = lang_is_a(v, &lang_exc_types[LANG_EXC_ImportError]);
    lang_decref(t, own);
    if (state && import &&
        ((!lang_is_undef(e->name) && lang_dict_set_str(t, state, LANG_NAME(name), e->name) < 0) ||
         (!lang_is_undef(e->obj) && lang_dict_set_str(t, state, LANG_NAME(path), e->obj) < 0))) {
        lang_decref(t, state);
        state = NULL;
    }
    return lang_obj_or_error(state);
}

/* The arguments; with the names of the files, which OSError does not keep in args. */
static lang_value exception_arguments(struct lang_thread *t, lang_value v)
{
    struct lang_tuple *own = ((struct lang_exception *)v.o)->args;
    lang_value args = lang_obj_or_error(own ? lang_incref(own) : lang_tuple_new(t, 0));
    if (lang_is_error(args) || !lang_is_a(v, &lang_exc_types[LANG_EXC_OSError]) || lang_as_tuple(args)->length != 2)
        return args;
    struct reduce_tuple all = {.n = 0};
    lang_value file = lang_getattr_c(t, v, "filename"), other = lang_none();
    if (!lang_is_error(file) && !lang_is_none(file)) {
        other = lang_getattr_c(t, v, "filename2");
        for (int i = 0; i < 2; i++)
            add(&all, lang_ref(lang_as_tuple(args)->items[i]));
        add(&all, lang_ref(file));
        if (!lang_is_error(other) && !lang_is_none(other)) {
            add(&all, lang_none());
            add(&all, lang_ref(other));
        }
        lang_unref(t, args);
        args = finish(t, &all, !lang_is_error(other));
        lang_unref(t, other);
    }
    lang_unref(t, file);
    return args;
}

lang_value lang_reduce_exception(struct lang_thread *t, const lang_value *a)
{
    struct reduce_tuple all = {.n = 0};
    if (!add_type(&all, a[0]) || !add(&all, exception_arguments(t, a[0])) || !add(&all, exception_state(t, a[0])))
        return finish(t, &all, false);
    if (lang_as_dict(all.items[2])->count == 0)
        lang_unref(t, all.items[--all.n]);
    return finish(t, &all, true);
}

static int set_each(struct lang_thread *t, lang_value self, struct lang_dict *state)
{
    lang_value name, value;
    for (int64_t at = 0; lang_dict_next(state, &at, &name, &value);) {
        if (!lang_is_str(name))
            return lang_fail(t, LANG_EXC_TypeError, "attribute name must be string, not '%N'", name);
        struct lang_str *key = lang_intern_str(t, lang_as_str(name)); /* of a subclass: the plain text */
        int status = key ? lang_setattr(t, self, key, value) : -1;
        lang_xdecref(t, key);
        if (status < 0)
            return -1;
    }
    return 0;
}

lang_value lang_setstate_exception(struct lang_thread *t, const lang_value *a)
{
    if (lang_is_none(a[1]))
        return lang_none();
    if (!lang_is_dict(a[1]))
        return lang_raise(t, LANG_EXC_TypeError, "state is not a dictionary");
    struct lang_dict *state = lang_dict_copy(t, lang_as_dict(a[1])); /* __setattr__ might change it */
    int s = state ? set_each(t, a[0], state) : -1;
    lang_xdecref(t, state);
    return s < 0 ? lang_error() : lang_none();
}

/* name is taken over. */
static lang_value by_getattr(struct lang_thread *t, lang_value owner, lang_value name)
{
    struct reduce_tuple all = {.n = 0}, args = {.n = 0};
    add(&args, lang_ref(owner));
    lang_value of = finish(t, &args, add(&args, name));
    if (lang_is_error(of))
        return of;
    if (add(&all, lang_getattr_c(t, lang_obj(t->vm->builtins_module), "getattr")))
        return finish(t, &all, add(&all, of));
    lang_unref(t, of);
    return lang_error();
}

/* Methods of built-in types: looked up on the type. A function of a module: its name. */
lang_value lang_reduce_native(struct lang_thread *t, const lang_value *a)
{
    struct lang_native *n = (struct lang_native *)a[0].o;
    lang_value name = lang_obj_or_error(lang_str_from_c(t, n->name));
    return n->owner ? by_getattr(t, lang_obj(n->owner), name) : name;
}

lang_value lang_reduce_method(struct lang_thread *t, const lang_value *a)
{
    struct lang_method_object *m = (struct lang_method_object *)a[0].o;
    lang_value name = lang_getattr(t, m->function, LANG_NAME(__name__));
    return lang_is_a(m->self, &lang_type_module) ? name : by_getattr(t, m->self, name);
}

/* A singleton is reduced to its name. */
lang_value lang_reduce_singleton(struct lang_thread *t, const lang_value *a)
{
    return lang_obj_or_error(lang_repr(t, a[0]));
}

/* ------------------------------------------------------------------ object */

/* Reduction of instances of classes is written in the language: the module copyreg. */
static lang_value ask_copyreg(struct lang_thread *t, const char *function, const lang_value *args, size_t nargs)
{
    lang_value m = lang_import(t, "copyreg");
    if (lang_is_error(m))
        return m;
    lang_value r = lang_call_method_c(t, m, function, args, nargs);
    lang_unref(t, m);
    return r;
}

lang_value lang_object_getstate(struct lang_thread *t, const lang_value *args)
{
    return ask_copyreg(t, "_getstate", args, 1);
}

/* With the built-in type that the class derives from. */
lang_value lang_object_reduce(struct lang_thread *t, const lang_value *args)
{
    struct lang_tuple *mro = lang_type_of(args[0])->mro;
    lang_value both[2] = {args[0], lang_obj(&lang_type_object)};
    for (int64_t i = 0; i < mro->length; i++)
        if (!(((struct lang_type *)mro->items[i].o)->flags & LANG_TYPE_HEAP)) {
            both[1] = mro->items[i];
            break;
        }
    return ask_copyreg(t, "_reduce_object", both, 2);
}

/* Whether instances hold something that neither attributes nor the items of a list or dict show. */
static bool holds_more(struct lang_type *type)
{
    while (type->base &&
           (type->flags & LANG_TYPE_HEAP || (type->size == type->base->size && type->extent == type->base->extent)))
        type = type->base;
    return type != &lang_type_object && type != &lang_type_list && type != &lang_type_dict;
}

static bool inherits(struct lang_thread *t, struct lang_type *type, struct lang_str *name)
{
    return lang_same(lang_type_lookup(t, type, name), lang_type_lookup(t, &lang_type_object, name));
}

/* Of what the language itself says alone. */
static bool is_plain_class(struct lang_thread *t, struct lang_type *type)
{
    struct lang_str *inherited[] = {LANG_NAME(__reduce_ex__), LANG_NAME(__reduce__), LANG_NAME(__getstate__),
                                    LANG_NAME(__new__), LANG_NAME(__class__)};
    struct lang_str *absent[] = {LANG_NAME(__getnewargs__), LANG_NAME(__getnewargs_ex__), LANG_NAME(__slots__)};
    struct lang_type *base = type;
    while (base && base->flags & LANG_TYPE_HEAP)
        base = base->base;
    if (base != &lang_type_object || type->member_offset || type->special & LANG_SPECIAL_GETATTR ||
        type->flags & (LANG_TYPE_FOREIGN | LANG_TYPE_MIRROR | LANG_TYPE_SLOTTED))
        return false;
    for (size_t i = 0; i < sizeof inherited / sizeof *inherited; i++)
        if (!inherits(t, type, inherited[i]))
            return false;
    for (size_t i = 0; i < sizeof absent / sizeof *absent; i++)
        if (!lang_is_undef(lang_type_lookup(t, type, absent[i])))
            return false;
    lang_value dict = lang_type_lookup(t, type, LANG_NAME(__dict__));
    return dict.tag == LANG_OBJECT && dict.o->type == &lang_type_class_getset;
}

bool lang_reduces_plainly(struct lang_thread *t, lang_value v)
{
    struct lang_str *names[] = {LANG_NAME(__reduce_ex__), LANG_NAME(__getstate__), LANG_NAME(__getnewargs__),
                                LANG_NAME(__getnewargs_ex__)};
    if (v.tag != LANG_OBJECT || !(v.o->type->flags & LANG_TYPE_HEAP) || !is_plain_class(t, v.o->type))
        return false;
    const struct lang_attrs *attrs = lang_attrs_of(v.o); /* not of a class with a value of any length */
    if (!attrs || !attrs->shape)
        return false;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (lang_shape_find(attrs->shape, names[i]) >= 0)
            return false;
    return true;
}

lang_value lang_object_reduce_ex(struct lang_thread *t, const lang_value *args)
{
    struct lang_type *type = lang_type_of(args[0]);
    int64_t protocol;
    if (lang_as_index(t, args[1], &protocol) < 0)
        return lang_error();
    if (!inherits(t, type, LANG_NAME(__reduce__)))
        return lang_call_method_c(t, args[0], "__reduce__", NULL, 0);
    if (protocol < 2)
        return lang_object_reduce(t, args);
    if (holds_more(type) && inherits(t, type, LANG_NAME(__getstate__)) &&
        lang_is_undef(lang_type_lookup(t, type, LANG_NAME(__getnewargs__))) &&
        lang_is_undef(lang_type_lookup(t, type, LANG_NAME(__getnewargs_ex__))))
        return lang_raise(t, LANG_EXC_TypeError,
                          type->extent || type == &lang_type_memoryview ? "cannot pickle %N objects"
                                                                        : "cannot pickle '%N' object",
                          args[0]);
    return ask_copyreg(t, "_reduce_new", args, 1);
}

lang_value lang_foreign_reduce(struct lang_thread *t, lang_value v, int64_t protocol)
{
    if (v.tag != LANG_OBJECT || !(v.o->type->flags & LANG_TYPE_FOREIGN) || lang_is_a(v, &lang_type_type))
        return lang_undef();
    lang_value session = t->vm->foreign->session(t), args[] = {v, lang_int(protocol)};
    if (lang_is_error(session))
        return session;
    lang_value made = lang_call_method_c(t, session, "reduce", args, 2);
    lang_unref(t, session);
    return made;
}
