/* bridge_enum.c: enumerations of here, seen from there: classes of Python's own enum with the same members, so that
 * what asks issubclass(x, enum.Enum), iterates over __members__ or encodes a member of str in C finds what it looks
 * for. Owns the pairs of members, which live as long as their classes: for ever. */
#include "bridge.h"

#include <string.h>

static struct bridge_map members_here, members_there; /* PyObject -> member here, and back */
static struct bridge_map classes;                     /* those made here */

/* Enum itself; NULL: the language has no such module. */
static struct lang_type *root(struct lang_thread *t)
{
    static struct lang_type *found;
    lang_value v = found ? lang_undef() : bridge_own_name(t, "enum", "Enum");
    if (lang_is_obj(v) && v.o->type->flags & LANG_TYPE_TYPE)
        found = (struct lang_type *)v.o; /* keeps the reference */
    else if (!lang_is_undef(v))
        lang_unref(t, v);
    return found;
}

bool bridge_is_enum(struct lang_thread *t, const struct lang_type *type)
{
    return bridge_may_be_enum(type) && root(t) && type != root(t) && lang_is_subtype(type, root(t));
}

bool bridge_is_enum_there(PyTypeObject *type)
{
    return bridge_map_get(&classes, type);
}

void bridge_enum_pair(struct lang_thread *t, struct lang_type *type, PyObject *cls)
{
    if (bridge_is_enum(t, type) && bridge_map_set(&classes, cls, type) < 0)
        PyErr_Clear(); /* its members are proxies then */
}

/* -1 with the error there. */
static int tie(struct lang_thread *t, struct lang_object *ours, PyObject *theirs)
{
    if (bridge_map_set(&members_here, theirs, ours) || bridge_map_set(&members_there, ours, theirs)) {
        bridge_map_remove(&members_here, theirs);
        lang_no_memory(t);
        bridge_raise_there(t);
        return -1;
    }
    lang_incref(ours);
    Py_INCREF(theirs);
    return 0;
}

/* ---- members ------------------------------------------------------------------------------------------------------
 */

static PyObject *attribute_there(struct lang_thread *t, lang_value v, const char *name)
{
    lang_value part = lang_getattr_c(t, v, name);
    PyObject *o = lang_is_error(part) ? bridge_raise_there(t) : bridge_to_python(t, part);
    if (!lang_is_error(part))
        lang_unref(t, part);
    return o;
}

PyObject *bridge_member_there(struct lang_thread *t, lang_value v)
{
    PyObject *o = bridge_map_get(&members_there, v.o);
    if (!o && bridge_is_enum(t, v.o->type)) {
        PyObject *cls = bridge_class_there(t, v.o->type);
        if (!cls)
            lang_error_clear(t);
        o = bridge_map_get(&members_there, v.o);
        if (!o && cls && bridge_is_enum_there((PyTypeObject *)cls)) { /* a combination of flags */
            PyObject *value = attribute_there(t, v, "_value_");
            PyObject *made = value ? PyObject_CallFunctionObjArgs(cls, value, NULL) : NULL;
            if (made && tie(t, v.o, made) == 0)
                o = made;
            Py_XDECREF(made);
            Py_XDECREF(value);
        }
        if (!o)
            PyErr_Clear();
    }
    Py_XINCREF(o);
    return o;
}

lang_value bridge_member_here(struct lang_thread *t, PyObject *o)
{
    struct lang_object *ours = bridge_map_get(&members_here, o);
    if (ours)
        return lang_obj(lang_incref(ours));
    struct lang_type *type = bridge_map_get(&classes, Py_TYPE(o));
    PyObject *value = PyObject_GetAttrString(o, "_value_");
    lang_value v = bridge_from_python_steal(t, value);
    lang_value member = lang_is_error(v) ? v : lang_call(t, lang_obj(type), &v, 1, NULL);
    if (!lang_is_error(v))
        lang_unref(t, v);
    if (!lang_is_error(member) && lang_is_obj(member) && !bridge_map_get(&members_there, member.o) &&
        tie(t, member.o, o) < 0)
        PyErr_Clear();
    return member;
}

/* What __init__ of the class has given to a member. */
static void give_attributes(struct lang_thread *t, lang_value member, PyObject *theirs)
{
    lang_value names = lang_getattr_c(t, member, "__dict__"), key, value;
    for (int64_t i = 0;
         !lang_is_error(names) && lang_is_dict(names) && lang_dict_next(lang_as_dict(names), &i, &key, &value);) {
        const char *name = lang_is_str(key) ? lang_str_utf8(t, lang_as_str(key), NULL) : NULL;
        PyObject *o = name && name[0] != '_' ? bridge_to_python(t, value) : NULL;
        if (o)
            (void)PyObject_SetAttrString(theirs, name, o);
        Py_XDECREF(o);
        PyErr_Clear();
    }
    if (!lang_is_error(names))
        lang_unref(t, names);
    lang_error_clear(t);
}

/* ---- classes ------------------------------------------------------------------------------------------------------
 */

static bool is_of_module(struct lang_thread *t, lang_value v, const char *module)
{
    lang_value name = lang_getattr_c(t, v, "__module__");
    bool is = !lang_is_error(name) && lang_is_str(name) && lang_str_equal_c(lang_as_str(name), module);
    if (!lang_is_error(name))
        lang_unref(t, name);
    lang_error_clear(t);
    return is;
}

static bool is_method(struct lang_thread *t, lang_value key, lang_value v)
{
    static const char *const left_out[] = {"__new__", "__init__", "__init_subclass__", "__reduce_ex__"};
    struct lang_type *type = lang_type_of(v);
    const char *name = lang_str_utf8(t, lang_as_str(key), NULL);
    for (size_t i = 0; name && i < sizeof left_out / sizeof *left_out; i++)
        if (strcmp(name, left_out[i]) == 0)
            return false;
    if (!name || (name[0] == '_' && name[1] != '_' && name[strlen(name) - 1] == '_' && strcmp(name, "_missing_") != 0))
        return false; /* _new_member_ and other names of the machinery */
    return type == &lang_type_property || type == &lang_type_staticmethod || type == &lang_type_classmethod ||
           (type == &lang_type_function && !is_of_module(t, v, "enum"));
}

/* The functions of a class; those of the library's enum are Python's own there. -1 with the error there. */
static int put_methods(struct lang_thread *t, PyObject *space, struct lang_type *type)
{
    lang_value key, v;
    for (int64_t i = 0; lang_dict_next(type->dict, &i, &key, &v);) {
        if (!lang_is_str(key) || !is_method(t, key, v))
            continue;
        PyObject *name = bridge_text(t, lang_as_str(key)), *o = name ? bridge_to_python(t, v) : NULL;
        int s = o ? PyDict_SetItem(space, name, o) : -1;
        Py_XDECREF(name);
        Py_XDECREF(o);
        if (s < 0)
            return -1;
    }
    return 0;
}

/* Classes of the notebook that are no enumerations give their functions: their metaclass there is another one. NULL
 * with the error there. */
static PyObject *bases_there(struct lang_thread *t, struct lang_type *type, PyObject *space)
{
    PyObject *list = PyList_New(0);
    for (int64_t i = 0; list && i < type->bases->length; i++) {
        struct lang_type *base = (struct lang_type *)type->bases->items[i].o;
        bool mixed = base->flags & LANG_TYPE_HEAP && base != root(t) && !bridge_is_enum(t, base);
        if (mixed) {
            for (int64_t k = base->mro->length; list && k-- > 0;) {
                struct lang_type *above = (struct lang_type *)base->mro->items[k].o;
                if (above->flags & LANG_TYPE_HEAP && put_methods(t, space, above) < 0)
                    Py_CLEAR(list);
            }
            continue;
        }
        PyObject *o = bridge_class_there(t, base);
        if (!o)
            bridge_raise_there(t);
        if (!o || PyList_Append(list, o) < 0)
            Py_CLEAR(list);
    }
    PyObject *tuple = list ? PyList_AsTuple(list) : NULL;
    Py_XDECREF(list);
    return tuple;
}

/* The members by their names, aliases as well: ours, and a dict there of their values. */
static PyObject *values_there(struct lang_thread *t, struct lang_dict *members)
{
    PyObject *values = PyDict_New();
    lang_value key, member;
    for (int64_t i = 0; values && lang_dict_next(members, &i, &key, &member);) {
        PyObject *name = bridge_to_python(t, key), *value = name ? attribute_there(t, member, "_value_") : NULL;
        if (!value || PyDict_SetItem(values, name, value) < 0)
            Py_CLEAR(values);
        Py_XDECREF(name);
        Py_XDECREF(value);
    }
    return values;
}

static int tie_members(struct lang_thread *t, struct lang_dict *members, PyObject *cls)
{
    lang_value key, member;
    int s = 0;
    for (int64_t i = 0; s == 0 && lang_dict_next(members, &i, &key, &member);) {
        PyObject *name = bridge_to_python(t, key), *theirs = name ? PyObject_GetItem(cls, name) : NULL;
        s = !theirs ? -1 : bridge_map_get(&members_here, theirs) ? 0 : tie(t, member.o, theirs);
        if (s == 0)
            give_attributes(t, member, theirs);
        Py_XDECREF(name);
        Py_XDECREF(theirs);
    }
    return s;
}

PyObject *bridge_enum_there(struct lang_thread *t, struct lang_type *type)
{
    lang_value map = lang_getattr_c(t, lang_obj(type), "_member_map_");
    PyObject *cls = NULL, *space = PyDict_New(), *bases = NULL, *values = NULL,
             *make = bridge_frames[BRIDGE_ENUM_CLASS];
    if (!lang_is_error(map) && lang_is_dict(map) && space && make) {
        bases = bases_there(t, type, space);
        values = bases && put_methods(t, space, type) == 0 ? values_there(t, lang_as_dict(map)) : NULL;
        PyObject *module = values ? attribute_there(t, lang_obj(type), "__module__") : NULL;
        PyObject *qualname = module ? attribute_there(t, lang_obj(type), "__qualname__") : NULL;
        PyObject *doc = qualname ? attribute_there(t, lang_obj(type), "__doc__") : NULL;
        if (doc)
            cls = BRIDGE_RUN(PyObject_CallFunctionObjArgs(make, qualname, bases, space, values, module, doc, NULL));
        Py_XDECREF(module);
        Py_XDECREF(qualname);
        Py_XDECREF(doc);
    }
    if (cls && (bridge_map_set(&classes, cls, type) || tie_members(t, lang_as_dict(map), cls) < 0)) {
        bridge_map_remove(&classes, cls);
        Py_CLEAR(cls);
    }
    Py_XDECREF(values);
    Py_XDECREF(bases);
    Py_XDECREF(space);
    if (!lang_is_error(map))
        lang_unref(t, map);
    lang_error_clear(t);
    PyErr_Clear();
    return cls;
}
