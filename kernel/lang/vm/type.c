/* type.c: types. Lookup along the MRO with its cache, version tags, readying built-in types, and `type` itself. Making
 * classes is class.c's, which slot a method fills slots.c's task. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "vm/code.h"
#include "vm/native.h"
#include "vm/type.h"

/* ------------------------------------------------------------------ versions and lookup */

enum { CACHE_SIZE = 4096 };
static struct {
    uint32_t version;
    struct lang_str *name; /* interned: never freed while the vm lives */
    lang_value value;      /* borrowed: alive while the version holds */
} lookup_cache[CACHE_SIZE];
static uint32_t next_version = 1;

void lang_type_changed(struct lang_type *type)
{
    type->version = next_version == LANG_TYPE_VERSIONS_END ? next_version : next_version++;
    for (uint32_t i = 0; i < type->subclass_count; i++)
        lang_type_changed(type->subclasses[i]);
}

bool lang_is_subtype(const struct lang_type *type, const struct lang_type *of)
{
    if (type->mro && type->flags & LANG_TYPE_HEAP) {
        for (int64_t i = 0; i < type->mro->length; i++)
            if (type->mro->items[i].o == &of->head)
                return true;
        return false;
    }
    for (; type; type = type->base)
        if (type == of)
            return true;
    return of == &lang_type_object;
}

static struct lang_object *kept; /* what the last lookup that was disturbed has looked into */

void lang_keep(struct lang_thread *t, void *o)
{
    struct lang_object *old = kept;
    kept = o;
    lang_xdecref(t, old);
}

lang_value lang_type_lookup(struct lang_thread *t, struct lang_type *type, struct lang_str *name)
{
    size_t h = ((size_t)type->version * 31 + ((uintptr_t)name >> 4)) & (CACHE_SIZE - 1);
    if (lookup_cache[h].name == name && lookup_cache[h].version == type->version)
        return lookup_cache[h].value;
    lang_value found = lang_undef();
    struct lang_tuple *mro = type->mro;
    if (!mro) { /* a type that has not been readied, or is going away */
        for (struct lang_type *k = type; k && lang_is_undef(found); k = k->base)
            if (k->dict)
                found = lang_dict_get_str(t, k->dict, name);
        return found;
    }
    lang_incref(mro); /* a key that is no text may have an __eq__, which may change the bases */
    uint32_t version = type->version;
    for (int64_t i = 0; i < mro->length && lang_is_undef(found); i++) {
        struct lang_type *k = (struct lang_type *)mro->items[i].o;
        if (k->dict)
            found = lang_dict_get_str(t, k->dict, name);
    }
    if (version != type->version) {
        lang_keep(t, mro); /* what was found may live in a class that only this tuple still holds */
        return found;
    }
    lang_decref(t, mro);
    if (name->interned && version != LANG_TYPE_VERSIONS_END) {
        lookup_cache[h].name = name;
        lookup_cache[h].version = version;
        lookup_cache[h].value = found;
    }
    return found;
}

void lang_type_set_order_steal(struct lang_thread *t, struct lang_type *type, struct lang_tuple *mro)
{
    struct lang_tuple *old = type->mro;
    type->mro = mro;
    lang_type_changed(type);
    lang_xdecref(t, old);
}

int lang_type_set_attr(struct lang_thread *t, struct lang_type *type, struct lang_str *name, lang_value value)
{
    if (lang_is_undef(value)) {
        int r = lang_dict_del(t, type->dict, lang_obj(name));
        if (r < 0)
            return -1;
        if (r == 0)
            return 1;
    } else {
        lang_value old =
            lang_ref(lang_dict_get_str(t, type->dict, name)); /* caches borrow it: released after the version changed */
        int r = lang_dict_set_str(t, type->dict, name, value);
        lang_type_changed(type);
        lang_unref(t, old);
        if (r < 0)
            return -1;
    }
    lang_type_changed(type);
    if (type->flags & LANG_TYPE_HEAP)
        lang_slots_update(t, type, name);
    return 0;
}

int lang_type_add_subclass(struct lang_thread *t, struct lang_type *base, struct lang_type *type)
{
    if ((base->subclass_count & (base->subclass_count - 1)) == 0) {
        uint32_t capacity = base->subclass_count ? base->subclass_count * 2 : 1;
        struct lang_type **p = realloc(base->subclasses, capacity * sizeof *p);
        if (!p)
            return lang_no_memory(t), -1;
        base->subclasses = p;
    }
    base->subclasses[base->subclass_count++] = type;
    return 0;
}

void lang_type_remove_subclass(struct lang_type *base, struct lang_type *type)
{
    for (uint32_t i = 0; i < base->subclass_count; i++)
        if (base->subclasses[i] == type) {
            memmove(&base->subclasses[i], &base->subclasses[i + 1],
                    (base->subclass_count - i - 1) * sizeof *base->subclasses);
            base->subclass_count--;
            if (base->subclass_count && (base->subclass_count & (base->subclass_count - 1)) == 0) {
                struct lang_type **p = realloc(base->subclasses, base->subclass_count * sizeof *p);
                if (p)
                    base->subclasses = p;
            }
            return;
        }
}

/* ------------------------------------------------------------------ built-in types */

static struct lang_type **ready_types;
static size_t ready_count, ready_capacity;

static void inherit_slots(struct lang_type *type, const struct lang_type *base)
{
#define INHERIT(slot)                                                                                                  \
    if (!type->slot)                                                                                                   \
        type->slot = base->slot;
    /* clang-format off */
    INHERIT(make) INHERIT(init) INHERIT(destroy) INHERIT(traverse) INHERIT(clear) INHERIT(repr) INHERIT(str) INHERIT(format)
    INHERIT(getattr) INHERIT(setattr) INHERIT(get) INHERIT(set) INHERIT(call) INHERIT(truth) INHERIT(iter) INHERIT(next)
    INHERIT(len) INHERIT(getitem) INHERIT(setitem) INHERIT(contains) INHERIT(to_index) INHERIT(to_int) INHERIT(to_float)
    INHERIT(items) INHERIT(extent) INHERIT(memory) INHERIT(concat) INHERIT(repeat) INHERIT(concat_inplace) INHERIT(repeat_inplace);
    /* clang-format on */
#undef INHERIT
    if (!type->hash && (!type->compare || base != &lang_type_object))
        type->hash = base->hash;
    else if (!type->hash && type->compare)
        type->hash = base == &lang_type_object ? lang_hash_unhashable : base->hash;
    if (!type->compare)
        type->compare = base->compare;
    for (int i = 0; i < LANG_OP_BINARY_COUNT; i++) {
        if (!type->binary[i])
            type->binary[i] = base->binary[i];
        if (!type->inplace[i])
            type->inplace[i] = base->inplace[i];
    }
    for (int i = 0; i < LANG_OP_UNARY_COUNT; i++)
        if (!type->unary[i])
            type->unary[i] = base->unary[i];
    if (!type->size)
        type->size = base->size;
    if (!type->attr_offset)
        type->attr_offset = base->attr_offset;
    type->flags |= base->flags & (LANG_TYPE_EXCEPTION | LANG_TYPE_WEAKREF | LANG_TYPE_INT | LANG_TYPE_STR |
                                  LANG_TYPE_TUPLE | LANG_TYPE_LIST | LANG_TYPE_DICT | LANG_TYPE_TYPE | LANG_TYPE_BYTES |
                                  LANG_TYPE_SET | LANG_TYPE_FLOAT | LANG_TYPE_SEQUENCE | LANG_TYPE_MAPPING);
}

static int add_methods(struct lang_thread *t, struct lang_type *type)
{
    for (const struct lang_method *m = type->methods; m && m->name; m++) {
        struct lang_native *f = lang_native_new(t, m, type, NULL);
        if (!f)
            return -1;
        lang_value v = lang_obj(f);
        if (m->flags & (LANG_M_STATIC | LANG_M_CLASS)) {
            v = m->flags & LANG_M_STATIC ? lang_staticmethod_new(t, v) : lang_classmethod_new(t, v);
            lang_decref(t, f);
            if (lang_is_error(v))
                return -1;
        }
        int s = lang_dict_set_c(t, type->dict, m->name, v);
        lang_unref(t, v);
        if (s < 0)
            return -1;
    }
    for (const struct lang_getset *g = type->getset; g && g->name; g++) {
        lang_value v = lang_getset_new(t, type, g);
        if (lang_is_error(v) || lang_dict_set_c(t, type->dict, g->name, v) < 0) {
            lang_unref(t, v);
            return -1;
        }
        lang_unref(t, v);
    }
    return 0;
}

static int make_linear_mro(struct lang_thread *t, struct lang_type *type)
{
    int64_t n = 0;
    for (struct lang_type *k = type; k; k = k->base)
        n++;
    type->mro = lang_tuple_new(t, n);
    if (!type->mro)
        return -1;
    n = 0;
    for (struct lang_type *k = type; k; k = k->base)
        type->mro->items[n++] = lang_ref(lang_obj(k));
    lang_value base = lang_obj(type->base);
    type->bases = lang_tuple_from(t, &base, type->base ? 1 : 0);
    return type->bases ? 0 : -1;
}

int lang_type_ready(struct lang_thread *t, struct lang_type *type)
{
    if (type->flags & LANG_TYPE_READY)
        return 0;
    if (!type->base && type != &lang_type_object)
        type->base = &lang_type_object;
    if (type->base && lang_type_ready(t, type->base) < 0)
        return -1;
    if (ready_count == ready_capacity) {
        size_t capacity = ready_capacity ? ready_capacity * 2 : 128;
        struct lang_type **p = realloc(ready_types, capacity * sizeof *p);
        if (!p)
            return lang_no_memory(t), -1;
        ready_types = p;
        ready_capacity = capacity;
    }
    if (!type->head.type)
        type->head.type = &lang_type_type;
    type->head.refs = UINT32_MAX / 2;
    type->head.flags |= LANG_OBJ_STATIC;
    type->flags |= LANG_TYPE_READY;
    ready_types[ready_count++] = type;
    if (type->base) {
        bool larger = type->extent && type->extent != type->base->extent;
        bool made = type->make || (type->base != &lang_type_object && !larger);
        inherit_slots(type, type->base);
        if (!made)
            type->make =
                NULL; /* the base's would leave the fields of the type empty: only its own code makes instances */
    }
    if (type->traverse || (type->attr_offset && type != &lang_type_object))
        type->flags |= LANG_TYPE_GC;
    lang_type_changed(type);
    type->dict = lang_dict_new(t);
    const char *dot = strrchr(type->name, '.');
    if (!type->dict || make_linear_mro(t, type) < 0 || !(type->name_str = lang_intern_c(t, dot ? dot + 1 : type->name)))
        return -1;
    type->dict->head.flags |= LANG_OBJ_HIDDEN;
    type->qualname = lang_incref(type->name_str);
    if (type->base && lang_type_add_subclass(t, type->base, type) < 0)
        return -1;
    if (add_methods(t, type) < 0 || lang_slots_publish(t, type) < 0)
        return -1;
    if (type->attr_offset && !(type->base && type->base->attr_offset) && lang_type_publish_dict(t, type) < 0)
        return -1;
    if (type->doc) {
        lang_value doc = lang_obj_or_error(lang_str_from_c(t, type->doc));
        int s = lang_is_error(doc) ? -1 : lang_dict_set_str(t, type->dict, LANG_NAME(__doc__), doc);
        lang_unref(t, doc);
        if (s < 0)
            return -1;
    } else if (lang_dict_find_str(t, type->dict, LANG_NAME(__doc__)) < 0 &&
               lang_dict_set_str(t, type->dict, LANG_NAME(__doc__), lang_none()) < 0) {
        return -1;
    }
    lang_type_changed(type);
    return 0;
}

/* At the vm's end, for tests under sanitizers: static types give back what readying took. */
void lang_types_free(struct lang_thread *t)
{
    lang_keep(t, NULL);
    for (size_t i = ready_count; i-- > 0;) {
        struct lang_type *type = ready_types[i];
        struct lang_dict *d = type->dict;
        type->dict = NULL;
        lang_xdecref(t, d);
    }
    lang_gc_collect(t); /* the last one: what is alive after it keeps shapes that are freed now */
    for (size_t i = ready_count; i-- > 0;) {
        struct lang_type *type = ready_types[i];
        lang_xdecref(t, type->bases);
        lang_xdecref(t, type->mro);
        lang_xdecref(t, type->name_str);
        lang_xdecref(t, type->qualname);
        lang_shape_free(t, type->shape);
        type->bases = type->mro = NULL;
        type->name_str = type->qualname = NULL;
        type->shape = NULL;
    }
    for (size_t i = 0; i < ready_count; i++) {
        free(ready_types[i]->subclasses);
        ready_types[i]->subclasses = NULL;
        ready_types[i]->subclass_count = 0;
        ready_types[i]->flags &= ~(uint32_t)LANG_TYPE_READY;
    }
    free(ready_types);
    ready_types = NULL;
    ready_count = ready_capacity = 0;
    memset(lookup_cache, 0, sizeof lookup_cache);
}

/* ------------------------------------------------------------------ type(...) and calls of classes */

/* type(v) */
static lang_value type_as_told(lang_value v)
{
    struct lang_type *type = lang_type_of(v);
    return lang_ref(lang_obj(type == &lang_type_waiting_module ? &lang_type_module : type));
}

lang_value lang_type_call(struct lang_thread *t, lang_value callee, const lang_value *args, size_t nargs,
                          struct lang_tuple *kwnames)
{
    struct lang_type *cls = (struct lang_type *)callee.o;
    if (cls == &lang_type_type && nargs == 1 && !kwnames)
        return type_as_told(args[0]);
    if (cls == &lang_type_type && nargs == 1)
        return lang_raise(t, LANG_EXC_TypeError, "type() takes no keyword arguments");
    if (cls == &lang_type_type && nargs != 3)
        return lang_raise(t, LANG_EXC_TypeError, "type() takes 1 or 3 arguments");
    if (cls->vectorcall && !kwnames) {
        lang_value vectorcall = cls->vectorcall(t, args, nargs);
        if (!lang_is_undef(vectorcall))
            return vectorcall;
    }
    if (!cls->make || cls->flags & LANG_TYPE_ABSTRACT)
        return lang_raise(t, LANG_EXC_TypeError, "cannot create '%s%s%s' instances",
                          cls->flags & LANG_TYPE_QUALIFIED ? cls->module : "",
                          cls->flags & LANG_TYPE_QUALIFIED ? "." : "", cls->name);
    lang_value v = cls->make(t, cls, args, nargs, kwnames);
    if (v.tag != LANG_OBJECT || !lang_is_a(v, cls)) /* an error, or a number that no __init__ is for */
        return v;
    struct lang_type *type = lang_type_of(v);
    if (type->init && type->init(t, v, args, nargs, kwnames) < 0) {
        lang_unref(t, v);
        return lang_error();
    }
    return v;
}

static int type_init(struct lang_thread *t, lang_value v, const lang_value *args, size_t nargs,
                     struct lang_tuple *kwnames)
{
    (void)t, (void)v, (void)args, (void)nargs, (void)kwnames; /* type_make has done it all */
    return 0;
}

static lang_value type_getattr(struct lang_thread *t, lang_value v, struct lang_str *name)
{
    struct lang_type *type = (struct lang_type *)v.o, *meta = v.o->type;
    lang_value m = lang_type_lookup(t, meta, name);
    struct lang_type *mt = m.tag == LANG_OBJECT ? m.o->type : NULL;
    if (mt && mt->get && mt->set)
        return mt->get(t, m, v, meta);
    uint32_t version = meta->version;
    lang_value d = lang_type_lookup(t, type, name);
    if (v.o->type != meta || meta->version != version) { /* an __eq__ of a key has changed them */
        meta = v.o->type;
        m = lang_type_lookup(t, meta, name);
        mt = m.tag == LANG_OBJECT ? m.o->type : NULL;
        d = lang_type_lookup(t, type, name);
    }
    if (!lang_is_undef(d)) {
        if (d.tag == LANG_OBJECT && d.o->type->get)
            return d.o->type->get(t, d, lang_undef(), type);
        return lang_ref(d);
    }
    if (mt && mt->get)
        return mt->get(t, m, v, meta);
    if (!lang_is_undef(m))
        return lang_ref(m);
    if (meta != &lang_type_type) {
        lang_value arg = lang_obj(name), r = lang_call_special(t, v, LANG_NAME(__getattr__), &arg, 1);
        if (!lang_is_undef(r))
            return r;
    }
    return lang_raise(t, LANG_EXC_AttributeError, "type object '%s' has no attribute '%U'", type->name, name);
}

/* The bits of CPython's tp_flags that say something here. */
static lang_value get_flags(struct lang_thread *t, lang_value v)
{
    static const struct {
        uint32_t flag;
        int bit;
    } rows[] = {
        {LANG_TYPE_SEQUENCE, 5}, {LANG_TYPE_MAPPING, 6},   {LANG_TYPE_HEAP, 9},       {LANG_TYPE_BASE, 10},
        {LANG_TYPE_READY, 12},   {LANG_TYPE_GC, 14},       {LANG_TYPE_INT, 24},       {LANG_TYPE_LIST, 25},
        {LANG_TYPE_TUPLE, 26},   {LANG_TYPE_BYTES, 27},    {LANG_TYPE_STR, 28},       {LANG_TYPE_DICT, 29},
        {LANG_TYPE_TYPE, 31},    {LANG_TYPE_ABSTRACT, 20}, {LANG_TYPE_EXCEPTION, 30},
    };
    const struct lang_type *type = (struct lang_type *)v.o;
    uint64_t flags = type->flags & LANG_TYPE_HEAP ? 0 : 1u << 8; /* immutable */
    (void)t;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (type->flags & rows[i].flag)
            flags |= 1ull << rows[i].bit;
    return lang_int((int64_t)flags);
}
static lang_value get_itemsize(struct lang_thread *t, lang_value v)
{
    const struct lang_type *type = (struct lang_type *)v.o;
    (void)t;
    return lang_int(type->flags & LANG_TYPE_TUPLE             ? 8
                    : type->flags & LANG_TYPE_INT             ? 4
                    : type->flags & LANG_TYPE_TYPE            ? 40
                    : lang_is_subtype(type, &lang_type_bytes) ? 1
                                                              : 0);
}
/* Where CPython keeps them depends on its layout; only whether there are some is known. */
static lang_value get_dictoffset(struct lang_thread *t, lang_value v)
{
    const struct lang_type *type = (struct lang_type *)v.o;
    (void)t;
    return lang_int(type->attr_offset && !(type->flags & LANG_TYPE_SLOTTED) ? -1 : 0);
}
static lang_value get_weakrefoffset(struct lang_thread *t, lang_value v)
{
    return lang_int(lang_weakref_allowed(t, (struct lang_type *)v.o) ? -1 : 0);
}

static int type_setattr(struct lang_thread *t, lang_value v, struct lang_str *name, lang_value value)
{
    struct lang_type *type = (struct lang_type *)v.o;
    if (!(type->flags & LANG_TYPE_HEAP) && !type->attr_offset && !(type->flags & LANG_TYPE_BASE))
        return lang_fail(t, LANG_EXC_TypeError, "cannot set '%U' attribute of immutable type '%s'", name, type->name);
    if (!(type->flags & LANG_TYPE_HEAP) && !type->module)
        return lang_fail(t, LANG_EXC_TypeError, "cannot set '%U' attribute of immutable type '%s'", name, type->name);
    lang_value m = lang_type_lookup(t, v.o->type, name);
    if (m.tag == LANG_OBJECT && m.o->type->set)
        return m.o->type->set(t, m, v, value);
    if (name == LANG_NAME(__abc_tpflags__) && value.tag == LANG_INT) { /* of a class declared abstractly */
        lang_class_set_match_kind(type, value.i);
        return 0;
    }
    int r = lang_type_set_attr(t, type, name, value);
    if (r == 1)
        return lang_fail(t, LANG_EXC_AttributeError, "type object '%s' has no attribute '%U'", type->name, name);
    return r;
}

static lang_value type_repr(struct lang_thread *t, lang_value v)
{
    struct lang_type *type = (struct lang_type *)v.o;
    lang_value module = lang_module_of_type(t, type);
    struct lang_str *s;
    if (lang_is_error(module))
        return module;
    if (lang_is_str(module) && !lang_str_equal_c(lang_as_str(module), "builtins"))
        s = lang_str_from_format(t, "<class '%S.%U'>", module, type->qualname);
    else
        s = lang_str_from_format(t, "<class '%U'>", type->qualname);
    lang_unref(t, module);
    return lang_obj_or_error(s);
}

static void type_traverse(struct lang_object *o, lang_visit_fn visit, void *arg)
{
    struct lang_type *type = (struct lang_type *)o;
    if (!(type->flags & LANG_TYPE_HEAP))
        return;
    if (type->dict)
        visit(&type->dict->head, arg);
    if (type->bases)
        visit(&type->bases->head, arg);
    if (type->mro)
        visit(&type->mro->head, arg);
    if (type->base)
        visit(&type->base->head, arg);
}

static void type_clear(struct lang_thread *t, struct lang_object *o)
{
    struct lang_type *type = (struct lang_type *)o;
    if (!(type->flags & LANG_TYPE_HEAP))
        return;
    lang_type_changed(type);
    if (type->dict)
        lang_dict_clear(t, type->dict);
    struct lang_tuple *mro = type->mro; /* holds the class itself */
    type->mro = NULL;
    lang_xdecref(t, mro);
}

static void type_destroy(struct lang_thread *t, struct lang_object *o)
{
    struct lang_type *type = (struct lang_type *)o;
    for (int64_t i = 0; type->bases && i < type->bases->length; i++)
        lang_type_remove_subclass((struct lang_type *)type->bases->items[i].o, type);
    lang_type_changed(type);
    lang_xdecref(t, type->dict);
    lang_xdecref(t, type->bases);
    lang_xdecref(t, type->mro);
    lang_xdecref(t, type->base);
    lang_xdecref(t, type->name_str);
    lang_xdecref(t, type->qualname);
    lang_shape_free(t, type->shape);
    free(type->subclasses);
}

/* ------------------------------------------------------------------ attributes of classes */

lang_value lang_module_of_type(struct lang_thread *t, struct lang_type *type)
{
    if (type->flags & LANG_TYPE_HEAP) {
        lang_value m = lang_dict_get_str(t, type->dict, LANG_NAME(__module__));
        return lang_is_undef(m) ? lang_obj(lang_incref(LANG_NAME(builtins))) : lang_ref(m);
    }
    return lang_obj_or_error(type->module ? lang_intern_c(t, type->module) : lang_incref(LANG_NAME(builtins)));
}

static lang_value get_name(struct lang_thread *t, lang_value v)
{
    (void)t;
    return lang_obj(lang_incref(((struct lang_type *)v.o)->name_str));
}

/* What every class has can be set, of a class made by a program, and not be deleted. */
static int may_set(struct lang_thread *t, const struct lang_type *type, lang_value value, const char *name)
{
    if (type->flags & LANG_TYPE_HEAP && !lang_is_undef(value))
        return 0;
    return lang_fail(t, LANG_EXC_TypeError, "cannot %s '%s' attribute of immutable type '%s'",
                     type->flags & LANG_TYPE_HEAP ? "delete" : "set", name, type->name);
}

const char *lang_type_name_utf8(struct lang_thread *t, struct lang_str *s)
{
    size_t size;
    const char *name = lang_str_check_utf8(t, s) < 0 ? NULL : lang_str_utf8(t, s, &size);
    if (name && strlen(name) != size)
        return lang_fail_null(t, LANG_EXC_ValueError, "type name must not contain null characters");
    return name;
}

static int set_name(struct lang_thread *t, lang_value v, lang_value value)
{
    struct lang_type *type = (struct lang_type *)v.o;
    if (may_set(t, type, value, "__name__") < 0)
        return -1;
    if (!lang_is_str(value))
        return lang_fail(t, LANG_EXC_TypeError, "can only assign string to %s.__name__, not '%N'", type->name, value);
    const char *name = lang_type_name_utf8(t, lang_as_str(value));
    if (!name)
        return -1;
    struct lang_str *old = type->name_str;
    type->name_str = lang_incref(value.o);
    type->name = name;
    lang_decref(t, old); /* last: a subclass of str may look at the class from its __del__ */
    return 0;
}

static lang_value get_qualname(struct lang_thread *t, lang_value v)
{
    (void)t;
    return lang_obj(lang_incref(((struct lang_type *)v.o)->qualname));
}

static int set_qualname(struct lang_thread *t, lang_value v, lang_value value)
{
    struct lang_type *type = (struct lang_type *)v.o;
    if (may_set(t, type, value, "__qualname__") < 0)
        return -1;
    if (!lang_is_str(value))
        return lang_fail(t, LANG_EXC_TypeError, "can only assign string to %s.__qualname__, not '%N'", type->name,
                         value);
    struct lang_str *old = type->qualname;
    type->qualname = lang_incref(value.o);
    lang_decref(t, old);
    return 0;
}

static lang_value get_module(struct lang_thread *t, lang_value v)
{
    return lang_module_of_type(t, (struct lang_type *)v.o);
}

static int set_module(struct lang_thread *t, lang_value v, lang_value value)
{
    struct lang_type *type = (struct lang_type *)v.o;
    if (may_set(t, type, value, "__module__") < 0)
        return -1;
    return lang_type_set_attr(t, type, LANG_NAME(__module__), value) < 0 ? -1 : 0;
}

static lang_value get_bases(struct lang_thread *t, lang_value v)
{
    (void)t;
    return lang_obj(lang_incref(((struct lang_type *)v.o)->bases));
}

static lang_value get_base(struct lang_thread *t, lang_value v)
{
    (void)t;
    struct lang_type *base = ((struct lang_type *)v.o)->base;
    return base ? lang_ref(lang_obj(base)) : lang_none();
}

static lang_value get_mro(struct lang_thread *t, lang_value v)
{
    (void)t;
    struct lang_type *type = (struct lang_type *)v.o;
    return type->mro && !(type->flags & LANG_TYPE_INCOMPLETE) ? lang_obj(lang_incref(type->mro)) : lang_none();
}

static lang_value get_dict(struct lang_thread *t, lang_value v)
{
    return lang_mappingproxy_new(t, ((struct lang_type *)v.o)->dict);
}

static lang_value get_doc(struct lang_thread *t, lang_value v)
{
    struct lang_type *type = (struct lang_type *)v.o;
    lang_value d = lang_dict_get_str(t, type->dict, LANG_NAME(__doc__));
    if (d.tag == LANG_OBJECT && d.o->type->get && type->flags & LANG_TYPE_HEAP)
        return d.o->type->get(t, d, lang_undef(), type);
    return lang_is_undef(d) ? lang_none() : lang_ref(d);
}

static int set_doc(struct lang_thread *t, lang_value v, lang_value value)
{
    struct lang_type *type = (struct lang_type *)v.o;
    if (may_set(t, type, value, "__doc__") < 0)
        return -1;
    return lang_type_set_attr(t, type, LANG_NAME(__doc__), value) < 0 ? -1 : 0;
}

static lang_value get_annotations(struct lang_thread *t, lang_value v)
{
    struct lang_type *type = (struct lang_type *)v.o;
    lang_value a = lang_dict_get_str(t, type->dict, LANG_NAME(__annotations__));
    if (!lang_is_undef(a))
        return lang_ref(a);
    if (!(type->flags & LANG_TYPE_HEAP))
        return lang_raise(t, LANG_EXC_AttributeError, "type object '%s' has no attribute '__annotations__'",
                          type->name);
    struct lang_dict *d = lang_dict_new(t);
    if (!d || lang_type_set_attr(t, type, LANG_NAME(__annotations__), lang_obj(d)) < 0) {
        lang_xdecref(t, d);
        return lang_error();
    }
    return lang_obj(d);
}

static int set_annotations(struct lang_thread *t, lang_value v, lang_value value)
{
    if (lang_is_undef(value) &&
        lang_is_undef(lang_dict_get_str(t, ((struct lang_type *)v.o)->dict, LANG_NAME(__annotations__))))
        return lang_fail(t, LANG_EXC_AttributeError, "__annotations__");
    return lang_type_set_attr(t, (struct lang_type *)v.o, LANG_NAME(__annotations__), value) < 0 ? -1 : 0;
}

static int set_bases(struct lang_thread *t, lang_value v, lang_value value)
{
    if (may_set(t, (struct lang_type *)v.o, value, "__bases__") < 0)
        return -1;
    return lang_class_set_bases(t, (struct lang_type *)v.o, value);
}

/* The names of methods that a class still has to define: the module abc puts them here. */
static lang_value get_abstract(struct lang_thread *t, lang_value v)
{
    struct lang_type *type = (struct lang_type *)v.o;
    lang_value names =
        type == &lang_type_type ? lang_undef() : lang_dict_get_str(t, type->dict, LANG_NAME(__abstractmethods__));
    return lang_is_undef(names) ? lang_raise(t, LANG_EXC_AttributeError, "__abstractmethods__") : lang_ref(names);
}

static int set_abstract(struct lang_thread *t, lang_value v, lang_value value)
{
    struct lang_type *type = (struct lang_type *)v.o;
    if (!(type->flags & LANG_TYPE_HEAP))
        return lang_fail(t, LANG_EXC_TypeError, "cannot set '__abstractmethods__' attribute of immutable type '%s'",
                         type->name);
    int r = lang_type_set_attr(t, type, LANG_NAME(__abstractmethods__), value);
    return r == 1 ? lang_fail(t, LANG_EXC_AttributeError, "__abstractmethods__") : r;
}

static lang_value get_text_signature(struct lang_thread *t, lang_value v)
{
    (void)t, (void)v;
    return lang_none();
}

static lang_value get_basicsize(struct lang_thread *t, lang_value v)
{
    (void)t;
    return lang_int((int64_t)((struct lang_type *)v.o)->size);
}

static const struct lang_getset type_getset[] = {
    {"__name__", get_name, set_name, NULL},
    {"__qualname__", get_qualname, set_qualname, NULL},
    {"__module__", get_module, set_module, NULL},
    {"__bases__", get_bases, set_bases, NULL},
    {"__abstractmethods__", get_abstract, set_abstract, NULL},
    {"__text_signature__", get_text_signature, NULL, NULL},
    {"__basicsize__", get_basicsize, NULL, NULL},
    {"__itemsize__", get_itemsize, NULL, NULL},
    {"__dictoffset__", get_dictoffset, NULL, NULL},
    {"__weakrefoffset__", get_weakrefoffset, NULL, NULL},
    {"__flags__", get_flags, NULL, NULL},
    {"__base__", get_base, NULL, NULL},
    {"__mro__", get_mro, NULL, NULL},
    {"__dict__", get_dict, NULL, NULL},
    {"__doc__", get_doc, set_doc, NULL},
    {"__annotations__", get_annotations, set_annotations, NULL},
    {NULL, NULL, NULL, NULL},
};

static lang_value type_mro(struct lang_thread *t, const lang_value *args)
{
    struct lang_tuple *mro = lang_class_plain_mro(t, (struct lang_type *)args[0].o);
    struct lang_list *l = mro ? lang_list_from(t, mro->items, mro->length) : NULL;
    lang_xdecref(t, mro);
    return lang_obj_or_error(l);
}

static lang_value type_subclasses(struct lang_thread *t, const lang_value *args)
{
    struct lang_type *type = (struct lang_type *)args[0].o;
    struct lang_list *l = lang_list_new(t, type->subclass_count);
    for (uint32_t i = 0; l && i < type->subclass_count; i++)
        if (type->subclasses[i] != &lang_type_waiting_module &&
            lang_list_append(t, l, lang_obj(type->subclasses[i])) < 0) {
            lang_decref(t, l);
            l = NULL;
        }
    return lang_obj_or_error(l);
}

static lang_value type_instancecheck(struct lang_thread *t, const lang_value *args)
{
    (void)t;
    return lang_bool(lang_is_a(args[1], (struct lang_type *)args[0].o));
}

static lang_value type_subclasscheck(struct lang_thread *t, const lang_value *args)
{
    if (!lang_is_a(args[1], &lang_type_type))
        return lang_raise(t, LANG_EXC_TypeError, "issubclass() arg 1 must be a class");
    return lang_bool(lang_is_subtype((struct lang_type *)args[1].o, (struct lang_type *)args[0].o));
}

static lang_value type_prepare(struct lang_thread *t, const lang_value *args)
{
    (void)args;
    return lang_obj_or_error(lang_dict_new(t));
}

static const struct lang_method type_methods[] = {
    {"mro", "()", type_mro, "Return a type's method resolution order.", 0},
    {"__subclasses__", "()", type_subclasses, "Return a list of immediate subclasses.", 0},
    {"__instancecheck__", "(instance, /)", type_instancecheck, "Check if an object is an instance.", 0},
    {"__subclasscheck__", "(subclass, /)", type_subclasscheck, "Check if a class is a subclass.", 0},
    {"__prepare__", "(*args, **kwds)", type_prepare, "Create a namespace for the class statement.", LANG_M_CLASS},
    {NULL, NULL, NULL, NULL, 0},
};

static lang_value vectorcall(struct lang_thread *t, const lang_value *args, size_t nargs)
{
    (void)t;
    return nargs == 1 ? type_as_told(args[0]) : lang_undef();
}

struct lang_type lang_type_type = {
    .name = "type",
    .size = sizeof(struct lang_type),
    .flags = LANG_TYPE_BASE | LANG_TYPE_TYPE | LANG_TYPE_WEAKREF,
    .methods = type_methods,
    .getset = type_getset,
    .make = lang_type_make,
    .vectorcall = vectorcall,
    .init = type_init,
    .destroy = type_destroy,
    .traverse = type_traverse,
    .clear = type_clear,
    .repr = type_repr,
    .getattr = type_getattr,
    .setattr = type_setattr,
    .call = lang_type_call,
    .binary[LANG_OP_OR] = lang_union_or,
};
