/* namespace.c: what stands for the dict of names of a class body when its metaclass's __prepare__ has given a mapping
 * that is none: a dict, empty itself, whose items are the mapping's. */
#include "vm/code.h"
#include "vm/native.h"

struct namespace
{
    struct lang_dict dict;
    lang_value mapping;
};
#define MAPPING(v) (((struct namespace *)(v).o)->mapping)

static lang_value space_getitem(struct lang_thread *t, lang_value v, lang_value key)
{
    return lang_getitem(t, MAPPING(v), key);
}
static int space_setitem(struct lang_thread *t, lang_value v, lang_value key, lang_value value)
{
    return lang_setitem(t, MAPPING(v), key, value);
}
static void space_destroy(struct lang_thread *t, struct lang_object *o)
{
    lang_unref(t, ((struct namespace *)o)->mapping);
    lang_type_dict.destroy(t, o);
}
static void space_traverse(struct lang_object *o, lang_visit_fn visit, void *arg)
{
    lang_value mapping = ((struct namespace *)o)->mapping;
    if (lang_is_obj(mapping))
        visit(mapping.o, arg);
    lang_type_dict.traverse(o, visit, arg);
}

static struct lang_type namespace_type = {
    .name = "namespace",
    .size = sizeof(struct namespace),
    .base = &lang_type_dict,
    .flags = LANG_TYPE_DICT,
    .getitem = space_getitem,
    .setitem = space_setitem,
    .destroy = space_destroy,
    .traverse = space_traverse,
};

struct lang_dict *lang_namespace_new(struct lang_thread *t, lang_value mapping)
{
    if (lang_type_ready(t, &namespace_type) < 0)
        return NULL;
    struct namespace *n = lang_object_new(t, &namespace_type);
    if (n)
        n->mapping = lang_ref(mapping);
    return n ? &n->dict : NULL;
}

lang_value lang_namespace_value(struct lang_dict *d)
{
    return d->head.type == &namespace_type ? ((struct namespace *)d)->mapping : lang_obj(d);
}

lang_value lang_namespace_get(struct lang_thread *t, struct lang_dict *d, struct lang_str *name)
{
    if (d->head.type == &lang_type_dict)
        return lang_ref(lang_dict_get_str(t, d, name));
    lang_value v = lang_getitem(t, lang_obj(d), lang_obj(name));
    if (!lang_is_error(v) || !lang_error_is(t, LANG_EXC_KeyError))
        return v;
    lang_error_clear(t);
    return lang_undef();
}
