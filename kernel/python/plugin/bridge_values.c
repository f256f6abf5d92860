/* bridge_values.c: immutable objects of classes that the language's library and Python's have both (a compiled regular
 * expression, a date): they pass by value, so that each side has one of its own class. Owns the table of these
 * classes and how an object is made anew. Only exact instances: one of a derived class passes as others do. */
#include "bridge.h"

#include <string.h>

/* A class of the public module on both sides. */
static struct value_class {
    const char *module, *name;
    const char *maker;      /* a function of the module; NULL: the class */
    const char *attributes; /* what it is made of, in order; NULL: what __reduce__ says */
    struct lang_type *here; /* and below: found at the first crossing */
    lang_value make_here;
    PyObject *there, *make_there;
} value_classes[] = {
    {"re", "Pattern", "compile", "pattern flags", NULL, {0}, NULL, NULL},
};
enum { VALUE_CLASSES = sizeof value_classes / sizeof *value_classes, MOST_ATTRIBUTES = 8 };

/* The class here and what makes its objects; false without an error: the language's module has not that one. */
static bool find_here(struct lang_thread *t, struct value_class *c)
{
    if (c->here)
        return true;
    if (!lang_has_module(t, c->module))
        return false;
    lang_value cls = bridge_own_name(t, c->module, c->name);
    lang_value make = c->maker ? bridge_own_name(t, c->module, c->maker) : lang_ref(cls);
    if (lang_is_obj(cls) && cls.o->type->flags & LANG_TYPE_TYPE && !lang_is_undef(make)) {
        c->here = (struct lang_type *)cls.o; /* both kept for ever */
        c->make_here = make;
        return true;
    }
    lang_unref(t, cls);
    lang_unref(t, make);
    return false;
}

/* The same of the class there; false with the error there. */
static bool find_there(struct value_class *c)
{
    if (c->make_there)
        return true;
    PyObject *m = BRIDGE_RUN(PyImport_ImportModule(c->module));
    c->there = m ? PyObject_GetAttrString(m, c->name) : NULL;
    c->make_there = c->there ? PyObject_GetAttrString(m, c->maker ? c->maker : c->name) : NULL;
    Py_XDECREF(m);
    return c->make_there;
}

/* ---- to Python ----------------------------------------------------------------------------------------------------
 */

/* The next word of a list with blanks between; NULL: no more. */
static const char *next_word(const char **words, char word[static 32])
{
    while (**words == ' ')
        ++*words;
    size_t n = strcspn(*words, " ");
    if (!n || n >= 32)
        return NULL;
    memcpy(word, *words, n);
    word[n] = 0;
    *words += n;
    return word;
}

static PyObject *attributes_there(struct lang_thread *t, lang_value v, const char *names)
{
    char name[32];
    PyObject *list = PyList_New(0);
    while (list && next_word(&names, name)) {
        lang_value part = lang_getattr_c(t, v, name);
        PyObject *o = lang_is_error(part) ? bridge_raise_there(t) : bridge_to_python(t, part);
        if (!lang_is_error(part))
            lang_unref(t, part);
        if (!o || PyList_Append(list, o) < 0)
            Py_CLEAR(list);
        Py_XDECREF(o);
    }
    PyObject *tuple = list ? PyList_AsTuple(list) : NULL;
    Py_XDECREF(list);
    return tuple;
}

static PyObject *reduced_there(struct lang_thread *t, lang_value v)
{
    lang_value none = lang_undef(), reduced = lang_call_method_c(t, v, "__reduce__", &none, 0);
    if (lang_is_error(reduced))
        return bridge_raise_there(t);
    const bool usual = lang_is_tuple(reduced) && lang_as_tuple(reduced)->length >= 2;
    PyObject *args = usual ? bridge_to_python(t, lang_as_tuple(reduced)->items[1]) : NULL;
    lang_unref(t, reduced);
    if (!usual)
        PyErr_SetString(PyExc_TypeError, "a value that cannot be taken apart");
    return args;
}

static bool is_name_of_one(const struct lang_type *type)
{
    const char *dot = strrchr(type->name, '.'), *name = dot ? dot + 1 : type->name;
    for (size_t i = 0; i < VALUE_CLASSES; i++)
        if (!value_classes[i].here && strcmp(value_classes[i].name, name) == 0)
            return true;
    return false;
}

PyObject *bridge_value_there(struct lang_thread *t, lang_value v, bool *is_value)
{
    struct value_class *c = value_classes, *end = c + VALUE_CLASSES;
    while (c < end && c->here != v.o->type)
        c++;
    if (c == end && is_name_of_one(v.o->type)) /* the first one, or a namesake */
        for (c = value_classes; c < end && !(find_here(t, c) && c->here == v.o->type);)
            c++;
    *is_value = c < end;
    if (!*is_value || !find_there(c))
        return NULL;
    PyObject *args = c->attributes ? attributes_there(t, v, c->attributes) : reduced_there(t, v);
    PyObject *o = args ? BRIDGE_RUN(PyObject_CallObject(c->make_there, args)) : NULL;
    Py_XDECREF(args);
    return o;
}

/* ---- from Python --------------------------------------------------------------------------------------------------
 */

static bool attribute_is(PyObject *o, const char *attribute, const char *text)
{
    PyObject *value = PyObject_GetAttrString(o, attribute);
    bool same = value && PyUnicode_Check(value) && PyUnicode_CompareWithASCIIString(value, text) == 0;
    Py_XDECREF(value);
    PyErr_Clear();
    return same;
}

bool bridge_is_value_there(struct lang_thread *t, PyTypeObject *type)
{
    for (size_t i = 0; i < VALUE_CLASSES; i++) {
        struct value_class *c = &value_classes[i];
        if (!attribute_is((PyObject *)type, "__name__", c->name) ||
            !attribute_is((PyObject *)type, "__module__", c->module) || !find_here(t, c))
            continue;
        if (find_there(c))
            return c->there == (PyObject *)type;
        PyErr_Clear();
    }
    return false;
}

static const struct value_class *class_of(const PyTypeObject *type)
{
    const struct value_class *c = value_classes;
    while (c->there != (const PyObject *)type)
        c++;
    return c;
}

lang_value bridge_value_here(struct lang_thread *t, PyObject *o)
{
    const struct value_class *c = class_of(Py_TYPE(o));
    lang_value args[MOST_ATTRIBUTES], made = lang_error();
    size_t n = 0;
    if (c->attributes) {
        char name[32];
        for (const char *names = c->attributes; next_word(&names, name); n++)
            if (lang_is_error(args[n] = bridge_from_python_steal(t, PyObject_GetAttrString(o, name))))
                goto done;
        made = lang_call(t, c->make_here, args, n, NULL);
    } else {
        PyObject *reduced = BRIDGE_RUN(PyObject_CallMethod(o, "__reduce__", NULL));
        const bool usual = reduced && PyTuple_Check(reduced) && PyTuple_Size(reduced) >= 2;
        lang_value list = usual ? bridge_from_python(t, PyTuple_GetItem(reduced, 1)) : bridge_raise_here(t);
        Py_XDECREF(reduced);
        if (lang_is_tuple(list))
            made = lang_call(t, c->make_here, lang_as_tuple(list)->items, (size_t)lang_as_tuple(list)->length, NULL);
        if (!lang_is_error(list))
            lang_unref(t, list);
    }
done:
    while (n)
        lang_unref(t, args[--n]);
    return made;
}
