/* bridge_values.c: immutable objects of classes that the language's library and Python's have both (a compiled regular
 * expression, a date): they pass by value, so that each side has one of its own class. Owns the table of these
 * classes and how an object is made anew. An instance of a derived class passes as others do, but for those that C code
 * there looks into (dates): of these the value passes. Finds what the bootstrap makes of objects of other classes. */
#include "bridge.h"

#include <string.h>

/* A class of the public module on both sides. */
static struct value_class {
    const char *module, *name;
    const char *maker; /* a function of the module; NULL: the class */
    const char
        *attributes; /* what it is made of, in order, the last one by name after a '*'; NULL: what __reduce__ says */
    bool derived;    /* the value of an instance of a derived class passes */
    struct lang_type *here; /* and below: found at the first crossing */
    lang_value make_here;
    PyObject *there, *make_there;
} value_classes[] = {
    {"re", "Pattern", "compile", "pattern flags", false, NULL, {0}, NULL, NULL},
    {"datetime",
     "datetime",
     NULL,
     "year month day hour minute second microsecond tzinfo *fold",
     true,
     NULL,
     {0},
     NULL,
     NULL},
    {"datetime", "date", NULL, "year month day", true, NULL, {0}, NULL, NULL},
    {"datetime", "timedelta", NULL, "days seconds microseconds", true, NULL, {0}, NULL, NULL},
    {"datetime", "time", NULL, "hour minute second microsecond tzinfo *fold", true, NULL, {0}, NULL, NULL},
    {"datetime", "timezone", NULL, NULL, false, NULL, {0}, NULL, NULL},
    {"zoneinfo", "ZoneInfo", NULL, "key", false, NULL, {0}, NULL, NULL},
    {"pathlib", "PosixPath", NULL, NULL, false, NULL, {0}, NULL, NULL},
    {"pathlib", "PurePosixPath", NULL, NULL, false, NULL, {0}, NULL, NULL},
    {"uuid", "UUID", NULL, "hex", false, NULL, {0}, NULL, NULL},
};
enum { VALUE_CLASSES = sizeof value_classes / sizeof *value_classes, MOST_ATTRIBUTES = 9 };

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

/* Calls what makes an object with these attributes of one here. */
static PyObject *make_of_attributes(struct lang_thread *t, lang_value v, PyObject *make, const char *names)
{
    char name[32];
    PyObject *list = PyList_New(0), *named = NULL;
    while (list && next_word(&names, name)) {
        const bool by_name = name[0] == '*';
        lang_value part = lang_getattr_c(t, v, name + by_name);
        PyObject *o = lang_is_error(part) ? bridge_raise_there(t) : bridge_to_python(t, part);
        if (!lang_is_error(part))
            lang_unref(t, part);
        if (by_name && o)
            named = Py_BuildValue("{sO}", name + 1, o);
        if (!o || (by_name ? !named : PyList_Append(list, o) < 0))
            Py_CLEAR(list);
        Py_XDECREF(o);
    }
    PyObject *args = list ? PyList_AsTuple(list) : NULL;
    PyObject *made = args ? BRIDGE_RUN(PyObject_Call(make, args, named)) : NULL;
    Py_XDECREF(args);
    Py_XDECREF(named);
    Py_XDECREF(list);
    return made;
}

static PyObject *make_of_reduced(struct lang_thread *t, lang_value v, PyObject *make)
{
    lang_value none = lang_undef(), reduced = lang_call_method_c(t, v, "__reduce__", &none, 0);
    if (lang_is_error(reduced))
        return bridge_raise_there(t);
    const bool usual = lang_is_tuple(reduced) && lang_as_tuple(reduced)->length >= 2;
    PyObject *args = usual ? bridge_to_python(t, lang_as_tuple(reduced)->items[1]) : NULL;
    lang_unref(t, reduced);
    if (!usual)
        PyErr_SetString(PyExc_TypeError, "a value that cannot be taken apart");
    PyObject *made = args ? BRIDGE_RUN(PyObject_CallObject(make, args)) : NULL;
    Py_XDECREF(args);
    return made;
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
    while (c < end && c->here != v.o->type && !(c->derived && c->here && lang_is_subtype(v.o->type, c->here)))
        c++;
    if (c == end && is_name_of_one(v.o->type)) /* the first one, or a namesake */
        for (c = value_classes; c < end && !(find_here(t, c) && c->here == v.o->type);)
            c++;
    *is_value = c < end;
    if (!*is_value || !find_there(c))
        return NULL;
    return c->attributes ? make_of_attributes(t, v, c->make_there, c->attributes)
                         : make_of_reduced(t, v, c->make_there);
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

static lang_value made_of_attributes(struct lang_thread *t, PyObject *o, const struct value_class *c)
{
    lang_value args[MOST_ATTRIBUTES], made = lang_error();
    struct lang_tuple *keyword = NULL;
    const char *names = c->attributes;
    char name[32];
    size_t n = 0;
    for (bool right = true; right && next_word(&names, name); n += right) {
        const bool by_name = name[0] == '*';
        args[n] = bridge_from_python_steal(t, PyObject_GetAttrString(o, name + by_name));
        right = !lang_is_error(args[n]);
        if (right && by_name) {
            lang_value word = lang_obj_or_error(lang_intern_c(t, name + 1));
            keyword = lang_is_error(word) ? NULL : lang_tuple_from(t, &word, 1);
            lang_unref(t, word);
        }
    }
    if (!*names && (!strchr(c->attributes, '*') || keyword))
        made = lang_call(t, c->make_here, args, n - (keyword != NULL), keyword);
    lang_xdecref(t, keyword);
    while (n)
        lang_unref(t, args[--n]);
    return made;
}

static lang_value made_of_reduced(struct lang_thread *t, PyObject *o, const struct value_class *c)
{
    PyObject *reduced = BRIDGE_RUN(PyObject_CallMethod(o, "__reduce__", NULL));
    const bool usual = reduced && PyTuple_Check(reduced) && PyTuple_Size(reduced) >= 2;
    lang_value list = usual ? bridge_from_python(t, PyTuple_GetItem(reduced, 1)) : bridge_raise_here(t), made = list;
    Py_XDECREF(reduced);
    if (lang_is_tuple(list))
        made = lang_call(t, c->make_here, lang_as_tuple(list)->items, (size_t)lang_as_tuple(list)->length, NULL);
    if (!lang_is_error(list))
        lang_unref(t, list);
    return made;
}

lang_value bridge_value_here(struct lang_thread *t, PyObject *o)
{
    const struct value_class *c = class_of(Py_TYPE(o));
    return c->attributes ? made_of_attributes(t, o, c) : made_of_reduced(t, o, c);
}

/* ---- what the bootstrap makes -------------------------------------------------------------------------------------
 */

/* The entry of the bootstrap's table for a class, under its public name. Borrowed; NULL without an error. */
static PyObject *maker_named(struct lang_thread *t, struct lang_type *type, const char *prefix)
{
    lang_value module = lang_getattr_c(t, lang_obj(type), "__module__");
    PyObject *from = lang_is_error(module) ? NULL : bridge_to_python(t, module);
    lang_error_clear(t);
    if (!lang_is_error(module))
        lang_unref(t, module);
    const char *dot = strrchr(type->name, '.'), *own = dot ? dot + 1 : type->name; /* its module may stand before it */
    PyObject *name = from && PyUnicode_Check(from) ? PyUnicode_FromFormat("%s%U.%s", prefix, from, own) : NULL;
    PyObject *maker = name ? PyDict_GetItemWithError(bridge_frames[BRIDGE_MAKERS], name) : NULL;
    PyErr_Clear();
    Py_XDECREF(from);
    Py_XDECREF(name);
    return maker;
}

PyObject *bridge_maker_of(struct lang_thread *t, struct lang_type *type)
{
    static struct bridge_map makers; /* struct lang_type -> PyObject, None where there is none */
    PyObject *maker = bridge_map_get(&makers, type);
    if (maker)
        return maker == Py_None ? NULL : maker;
    if (!bridge_frames[BRIDGE_MAKERS])
        return NULL;
    maker = maker_named(t, type, "");
    for (int64_t i = 1; !maker && type->mro && i + 1 < type->mro->length; i++)
        maker = maker_named(t, (struct lang_type *)type->mro->items[i].o, "+");
    if (bridge_map_set(&makers, type, maker ? maker : Py_None) == 0)
        lang_incref(type); /* its address stays its own */
    return maker;
}
