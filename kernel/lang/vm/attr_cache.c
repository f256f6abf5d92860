/* attr_cache.c: the miss path of inline caches (Deutsch and Schiffman, 1984): finds an attribute or a global by the
 * full rules and, where it can be found the same way again, fills the cache. A cache entry is guarded by version
 * numbers that change with everything the lookup depended on: the shape of the instance, the version of its class, the
 * keys version of a dict. */
#include <string.h>

#include "vm/code.h"
#include "vm/native.h"
#include "vm/type.h"

lang_value lang_property_getter(lang_value property);

/* What a class-level site is keyed by: the shape of an instance, or the type where instances have no attributes. */
static const void *key_of(struct lang_object *o)
{
    struct lang_type *type = o->type;
    if (!type->attr_offset)
        return type;
    if (type->attr_offset == LANG_ATTRS_AT_END)
        return NULL;
    struct lang_attrs *a = lang_attrs_of(o);
    return a->shape ? (const void *)a->shape : a->dict ? NULL : (const void *)type;
}

/* Whether what was found in a class at that version may be cached: a lookup may run an __eq__ that changes it. */
static inline bool version_holds(const struct lang_type *type, uint32_t version)
{
    return type->version == version && version != LANG_TYPE_VERSIONS_END;
}

/* Keyed by the type alone: values without attributes, or data descriptors. */
static void remember_type(struct lang_site *s, struct lang_type *type, uint32_t version, enum lang_site_kind kind,
                          lang_value v)
{
    if (s->misses > 60 || !version_holds(type, version))
        return;
    s->misses++;
    s->kind = (uint8_t)kind;
    s->slot_version = 0;
    s->key = type;
    s->version = type->version;
    s->value = v.o;
}

static void remember_class(struct lang_site *s, struct lang_object *o, uint32_t version, enum lang_site_kind kind,
                           lang_value v)
{
    const void *key = key_of(o);
    if (!key || v.tag != LANG_OBJECT || s->misses > 60 || !version_holds(o->type, version))
        return;
    s->misses++;
    s->kind = (uint8_t)kind;
    s->slot_version = 0;
    s->key = key;
    s->version = o->type->version;
    s->value = v.o;
}

/* Instance attribute by shape. UNDEF: no such key. */
static lang_value try_slot(struct lang_thread *t, struct lang_site *s, struct lang_object *o, uint32_t version)
{
    struct lang_type *type = o->type;
    if (!type->attr_offset || type->attr_offset == LANG_ATTRS_AT_END)
        return lang_undef();
    struct lang_attrs *a = lang_attrs_of(o);
    if (!a->shape && !(a->dict && lang_attrs_regain_shape(t, o)))
        return lang_undef();
    int64_t i = lang_shape_find(a->shape, s->name);
    if (i < 0)
        return lang_undef();
    if (s->misses <= 60 && version_holds(type, version)) {
        s->misses++;
        s->kind = LANG_SITE_SLOT;
        s->key = a->shape;
        s->version = s->slot_version = type->version;
        s->index = (uint32_t)i;
    }
    return lang_ref(a->slots[i]);
}

/* Whether an instance that has left shapes holds the attribute, as far as can be told without an __eq__. */
static bool has_in_dict(struct lang_thread *t, struct lang_object *o, struct lang_str *name)
{
    if (!o->type->attr_offset || o->type->attr_offset == LANG_ATTRS_AT_END)
        return false;
    const struct lang_attrs *a = lang_attrs_of(o);
    return !a->shape && a->dict && a->dict->only_str && lang_dict_find_str(t, a->dict, name) >= 0;
}

static lang_value module_attribute(struct lang_thread *t, struct lang_site *s, lang_value v)
{
    struct lang_dict *d = ((struct lang_module *)v.o)->attrs.dict;
    int64_t i = d ? lang_dict_find_str(t, d, s->name) : -1;
    if (i < 0)
        return lang_getattr(t, v, s->name);
    s->kind = LANG_SITE_MODULE;
    s->slot_version = 0;
    s->keys = d->keys_version;
    s->index = (uint32_t)i;
    return lang_ref(d->entries[i].value);
}

static bool is_data_descriptor(lang_value d)
{
    return d.tag == LANG_OBJECT && d.o->type->get && d.o->type->set;
}

static bool is_built_in(lang_value d)
{
    return !(d.o->type->flags & LANG_TYPE_HEAP);
}

/* Whether instances find attributes by object's rules: with a __getattr__ they may, but a metaclass that has one still
 * looks into its class first. */
static bool is_generic(struct lang_thread *t, struct lang_type *type)
{
    if (!type->getattr)
        return true;
    if (!(type->special & LANG_SPECIAL_GETATTR) || !(type->flags & LANG_TYPE_HEAP))
        return false;
    if (lang_type_lookup(t, type, LANG_NAME(__getattribute__)).o->type == &lang_type_function)
        return false;
    while (type->flags & LANG_TYPE_HEAP)
        type = type->base;
    return !type->getattr;
}

lang_value lang_site_getattr(struct lang_thread *t, struct lang_site *s, lang_value v)
{
    if (v.tag != LANG_OBJECT)
        return lang_getattr(t, v, s->name);
    struct lang_type *type = v.o->type;
    if (type == &lang_type_module)
        return module_attribute(t, s, v);
    if (type == &lang_type_type) { /* a class without metaclass of its own */
        struct lang_type *cls = (struct lang_type *)v.o;
        lang_value meta = lang_type_lookup(t, type, s->name);
        if (is_data_descriptor(meta) && is_built_in(meta)) {
            remember_type(s, type, type->version, LANG_SITE_GETTER, meta);
            return lang_getattr(t, v, s->name);
        }
        uint32_t version = cls->version;
        lang_value d = lang_type_lookup(t, cls, s->name);
        bool plain = d.tag == LANG_OBJECT &&
                     (!d.o->type->get || d.o->type == &lang_type_function || d.o->type == &lang_type_method_descr);
        if (plain && lang_is_undef(meta)) {
            if (!version_holds(cls, version))
                return lang_ref(d);
            s->kind = LANG_SITE_TYPE;
            s->slot_version = 0;
            s->key = cls;
            s->version = cls->version;
            s->value = d.o;
            return lang_ref(d);
        }
        return lang_getattr(t, v, s->name);
    }
    if (!is_generic(t, type))
        return lang_getattr(t, v, s->name);
    uint32_t version = type->version;
    lang_value d = lang_type_lookup(t, type, s->name);
    if (v.o->type != type) /* the lookup has run an __eq__ that did this */
        return lang_getattr(t, v, s->name);
    if (is_data_descriptor(d)) {
        if (type->getattr) /* where it says AttributeError, a __getattr__ is asked */
            return lang_getattr(t, v, s->name);
        if (d.o->type == &lang_type_property && lang_property_getter(d).tag == LANG_OBJECT)
            remember_class(s, v.o, version, LANG_SITE_PROPERTY, d);
        else if (is_built_in(d))
            remember_type(s, type, version, LANG_SITE_GETTER, d);
        return lang_getattr(t, v, s->name);
    }
    lang_value r = try_slot(t, s, v.o, version);
    if (!lang_is_undef(r))
        return r;
    if (has_in_dict(t, v.o, s->name)) {
        remember_type(s, type, version, LANG_SITE_DICT, d);
        return lang_getattr(t, v, s->name);
    }
    if (d.tag == LANG_OBJECT && key_of(v.o) && !lang_is_undef(d)) {
        if (d.o->type == &lang_type_function || d.o->type == &lang_type_method_descr)
            remember_class(s, v.o, version, LANG_SITE_METHOD, d);
        else if (!d.o->type->get)
            remember_class(s, v.o, version, LANG_SITE_CLASS, d);
    }
    return lang_getattr(t, v, s->name);
}

int lang_site_getmethod(struct lang_thread *t, struct lang_site *s, lang_value v, lang_value *function,
                        lang_value *self)
{
    *self = lang_undef();
    struct lang_type *type = lang_type_of(v);
    if (v.tag == LANG_OBJECT && type == &lang_type_type && lang_is_undef(lang_type_lookup(t, type, s->name))) {
        lang_value f = lang_classmethod_function(lang_type_lookup(t, (struct lang_type *)v.o, s->name));
        if (!lang_is_undef(f) && v.o->type == type) { /* without an object that binds them */
            *function = lang_ref(f);
            *self = lang_ref(v);
            return 0;
        }
    }
    if (v.tag == LANG_OBJECT && (type == &lang_type_module || type == &lang_type_type)) {
        *function = lang_site_getattr(t, s, v);
        return lang_is_error(*function) ? -1 : 0;
    }
    uint32_t version = type->version;
    if (type->getmethod) {
        int kind = type->getmethod(t, v, s->name, function);
        if (kind == LANG_METHOD_OF_TYPE && v.tag == LANG_OBJECT)
            remember_class(s, v.o, version, LANG_SITE_METHOD, *function);
        if (kind > LANG_METHOD_BOUND)
            *self = lang_ref(v);
        return kind < 0 ? -1 : 0;
    }
    bool generic = is_generic(t, type);
    lang_value d = generic ? lang_type_lookup(t, type, s->name) : lang_undef();
    if (d.tag == LANG_OBJECT && d.o->type->flags & LANG_TYPE_METHOD_DESCR && lang_type_of(v) == type) {
        *function = lang_ref(d); /* now: a key of the instance's dict may have an __eq__ that changes the class */
        bool shadowed = v.tag == LANG_OBJECT && type->attr_offset && !lang_is_undef(lang_attrs_get(t, v.o, s->name));
        if (!shadowed) {
            if (v.tag == LANG_OBJECT)
                remember_class(s, v.o, version, LANG_SITE_METHOD, d);
            else
                remember_type(s, type, version, LANG_SITE_METHOD, d);
            *self = lang_ref(v);
            return 0;
        }
        lang_unref(t, *function);
    }
    *function = lang_site_getattr(t, s, v);
    return lang_is_error(*function) ? -1 : 0;
}

int lang_site_setattr(struct lang_thread *t, struct lang_site *s, lang_value v, lang_value value)
{
    struct lang_type *type = lang_type_of(v);
    if (s->kind == LANG_SITE_GETTER && v.tag == LANG_OBJECT && (const void *)type == s->key &&
        type->version == s->version)
        return ((struct lang_getset_object *)s->value)->row->set(t, v, value);
    if (v.tag != LANG_OBJECT || type->setattr || !type->attr_offset || type->attr_offset == LANG_ATTRS_AT_END ||
        type->flags & LANG_TYPE_SLOTTED)
        return lang_setattr(t, v, s->name, value);
    uint32_t version = type->version;
    lang_value d = lang_type_lookup(t, type, s->name);
    if (lang_type_of(v) != type)
        return lang_setattr(t, v, s->name, value);
    if (d.tag == LANG_OBJECT && d.o->type->set) {
        if (d.o->type == &lang_type_getset && ((struct lang_getset_object *)d.o)->row->set)
            remember_type(s, type, version, LANG_SITE_GETTER, d);
        return lang_setattr(t, v, s->name, value);
    }
    struct lang_attrs *a = lang_attrs_of(v.o);
    struct lang_shape *before = a->shape;
    if (!before && !a->dict && !(before = lang_shape_root(t, type)))
        return -1;
    int r = lang_attrs_set(t, v.o, s->name, value);
    if (r != 0)
        return lang_setattr(t, v, s->name, value);
    if (a->shape && before && s->misses <= 60 && lang_type_of(v) == type && version_holds(type, version)) {
        s->misses++;
        s->version = type->version;
        s->key = before;
        s->index = a->shape == before ? (uint32_t)lang_shape_find(before, s->name) : a->shape->count - 1;
        s->kind = a->shape == before ? LANG_SITE_SLOT : LANG_SITE_ADD;
        s->slot_version = a->shape == before ? type->version : 0;
        s->next_shape = a->shape;
    }
    return 0;
}

bool lang_type_find_init(struct lang_thread *t, struct lang_type *cls)
{
    if (cls->make != lang_object_make || !(cls->flags & LANG_TYPE_HEAP) || !cls->attr_offset ||
        cls->attr_offset == LANG_ATTRS_AT_END)
        return false;
    uint32_t version = cls->version;
    lang_value init = lang_type_lookup(t, cls, LANG_NAME(__init__));
    if (init.tag != LANG_OBJECT || init.o->type != &lang_type_function ||
        !lang_is_undef(lang_type_lookup(t, cls, LANG_NAME(__abstractmethods__))) || !version_holds(cls, version))
        return false;
    if (!lang_shape_root(t, cls)) {
        lang_error_clear(t);
        return false;
    }
    cls->init_function = init.o;
    cls->init_version = cls->version;
    return true;
}

struct lang_dict *lang_builtins_of(struct lang_thread *t, struct lang_dict *globals)
{
    lang_value v = lang_dict_get_str(t, globals, LANG_NAME(__builtins__));
    if (lang_is_undef(v))
        return lang_error_occurred(t) ? NULL : t->vm->builtins;
    if (lang_is_a(v, &lang_type_module))
        return lang_module_dict((struct lang_module *)v.o);
    if (lang_is_dict(v))
        return lang_as_dict(v);
    return lang_fail_null(t, LANG_EXC_TypeError, "'%N' object is not subscriptable", v);
}

bool lang_builtin_known(struct lang_thread *t, struct lang_dict *globals, enum lang_exc exc, const char *name)
{
    struct lang_dict *builtins = lang_builtins_of(t, globals);
    if (!builtins || builtins == t->vm->builtins)
        return builtins != NULL;
    if (!lang_is_undef(lang_dict_get_c(t, builtins, name)))
        return true;
    if (!lang_error_occurred(t))
        lang_raise(t, exc, "%s not found", name);
    return false;
}

lang_value lang_site_getglobal(struct lang_thread *t, struct lang_site *s, struct lang_dict *globals)
{
    int64_t i = lang_dict_find_str(t, globals, s->name);
    if (i >= 0) {
        s->kind = LANG_SITE_GLOBAL;
        s->keys = globals->keys_version;
        s->index = (uint32_t)i;
        return lang_ref(globals->entries[i].value);
    }
    struct lang_dict *builtins = lang_builtins_of(t, globals);
    if (!builtins)
        return lang_error();
    lang_incref(builtins); /* an __eq__ of a key may replace those of the globals */
    i = lang_dict_find_str(t, builtins, s->name);
    lang_value found = i >= 0 ? lang_ref(builtins->entries[i].value) : lang_undef();
    bool own = builtins != t->vm->builtins;
    lang_decref(t, builtins);
    if (i >= 0 && own) /* of one's own: not remembered */
        return found;
    if (i >= 0) {
        s->kind = LANG_SITE_BUILTIN;
        s->keys = globals->keys_version;
        s->keys2 = builtins->keys_version;
        s->index = (uint32_t)i;
        return found;
    }
    if (lang_error_occurred(t))
        return lang_error();
    lang_raise(t, LANG_EXC_NameError, "name '%U' is not defined", s->name);
    lang_error_about(t, lang_undef(), s->name);
    return lang_error();
}
