/* lib_copy.c: the module _copy: shallow copies of instances whose classes do not customize copying. The module copy
 * (prelude/copy.py) tries this before the general path of __reduce_ex__, with the same result. */
#include "lib.h"
#include "vm/code.h"
#include "vm/object_reduce.h"

/* Whether the class finds the name only where object has it, or, where that has none, not at all. */
static bool leaves(struct lang_thread *t, struct lang_type *type, const char *name)
{
    struct lang_str *s = lang_intern_c(t, name);
    if (!s) {
        lang_error_clear(t); /* the general path will say so */
        return false;
    }
    bool same = lang_same(lang_type_lookup(t, type, s), lang_type_lookup(t, &lang_type_object, s));
    lang_decref(t, s);
    return same;
}

static bool is_plain(struct lang_thread *t, lang_value v)
{
    static const char *const names[] = {"__reduce_ex__",     "__reduce__",     "__getstate__", "__setstate__",
                                        "__getnewargs_ex__", "__getnewargs__", "__copy__",     "__class__"};
    struct lang_type *type = lang_type_of(v), *base = type;
    if (v.tag != LANG_OBJECT || !(type->flags & LANG_TYPE_HEAP) || type->head.type != &lang_type_type ||
        type->make != lang_object_make || type->getattr || type->setattr || !type->attr_offset ||
        type->attr_offset == LANG_ATTRS_AT_END || type->member_offset || type->flags & LANG_TYPE_SLOTTED)
        return false;
    while (base->flags & LANG_TYPE_HEAP)
        base = base->base;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!leaves(t, type, names[i]))
            return false;
    return base == &lang_type_object;
}

/* Another instance with the same attributes, or NotImplemented. */
static lang_value c_plain(struct lang_thread *t, const lang_value *a)
{
    if (!is_plain(t, a[0]))
        return lang_notimpl();
    struct lang_object *made = lang_object_new(t, a[0].o->type);
    if (!made)
        return lang_error();
    const struct lang_attrs *from = lang_attrs_of(a[0].o);
    struct lang_attrs *to = lang_attrs_of(made);
    if (from->shape && from->shape->count) {
        uint32_t n = from->shape->count;
        lang_value *slots = lang_alloc(t, lang_shape_capacity(n) * sizeof *slots);
        if (slots) {
            for (uint32_t i = 0; i < n; i++)
                lang_put(&slots[i], lang_ref(lang_load(&from->slots[i])));
            to->slots = slots;
            to->shape = from->shape;
            return lang_obj(made);
        }
    } else if (from->shape || !from->dict || (to->dict = lang_dict_copy(t, from->dict))) {
        return lang_obj(made);
    }
    lang_decref(t, made);
    return lang_error();
}

static lang_value c_foreign(struct lang_thread *t, const lang_value *a)
{
    lang_value made = lang_foreign_reduce(t, a[0], 4);
    return lang_is_undef(made) ? lang_notimpl() : made;
}

static const struct lang_method functions[] = {
    {"foreign", "(x, /)", c_foreign,
     "How another is made of an object of the other Python: a tuple or a text; NotImplemented for one of ours.", 0},
    {"plain", "(x, /)", c_plain,
     "A shallow copy of an instance of a class with no rules of its own, or NotImplemented.", 0},
    {0},
};

const struct lang_module_def lang_module__copy = {"_copy", "Shallow copies of plain instances.", functions, NULL};
