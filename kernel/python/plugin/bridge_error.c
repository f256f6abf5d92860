/* bridge_error.c: exceptions in both directions. Built-in classes are paired by name, others mirrored with their bases;
 * an exception that comes back is the object that went. */
#include "bridge.h"

#include <string.h>

/* ---- what ties the two objects of one exception together -----------------------------------------------------------
 */

/* Here: an attribute of the exception, which holds the one there. */
struct link {
    struct lang_object head;
    PyObject *py;
    struct lang_object *ours; /* whose attribute it is, uncounted */
    size_t frames;            /* of the traceback there that ours has, too */
    bool carried;             /* ours travels there: py holds it, and not the other way round */
};

static struct bridge_map mirrored; /* PyObject -> struct link, uncounted */

static void link_destroy(struct lang_thread *t, struct lang_object *o)
{
    PyObject *py = ((struct link *)o)->py;
    if (!py)
        return;
    bridge_map_remove(&mirrored, py);
    bridge_drop_object(t, py);
}

/* py is gone, and ours has not come back. */
static void carried_free(PyObject *capsule)
{
    struct link *link = PyCapsule_GetPointer(capsule, "tensor.carried");
    if (link->carried) {
        bridge_map_remove(&mirrored, link->py);
        link->py = NULL;
    }
    bridge_drop_value(link->ours);
}

static struct lang_type link_type = {.name = "python_exception", .size = sizeof(struct link), .destroy = link_destroy};
static const char link_name[] = "__python_exception__", capsule_name[] = "__tensor_exception__";

/* There: an attribute that holds a capsule with the one here. */
static void capsule_free(PyObject *capsule)
{
    bridge_drop_value(PyCapsule_GetPointer(capsule, "tensor.exception"));
}

static const char carried_name[] = "__tensor_carried__";

/* An exception that nobody here holds any more is kept by the one there, so that its frames are not lost when it comes
 * back. Takes e; o is the one there. */
static void carry_steal(struct lang_thread *t, lang_value e, PyObject *o)
{
    struct link *link = bridge_map_get(&mirrored, o);
    if (!link || link->ours != e.o || link->carried || e.o->refs != 1) {
        lang_unref(t, e);
        return;
    }
    PyObject *capsule = PyCapsule_New(link, "tensor.carried", carried_free);
    if (!capsule) {
        PyErr_Clear();
        lang_unref(t, e);
        return;
    }
    if (PyObject_SetAttrString(o, carried_name, capsule) == 0) {
        link->carried = true;
        Py_DECREF(o); /* the link's; the caller has another */
    } else {
        PyErr_Clear();
    }
    Py_DECREF(capsule);
}

/* It is back: a new reference. */
static lang_value take_carried(struct link *link)
{
    lang_value v = lang_obj(lang_incref(link->ours));
    if (link->carried) {
        link->carried = false;
        Py_INCREF(link->py);
        if (PyObject_SetAttrString(link->py, carried_name, NULL) < 0)
            PyErr_Clear();
    }
    return v;
}

static PyObject *linked_there(struct lang_thread *t, lang_value e)
{
    lang_value v = lang_getattr_c(t, e, link_name);
    if (lang_is_error(v)) {
        lang_error_clear(t);
        return NULL;
    }
    PyObject *py = lang_is_exactly(v, &link_type) ? ((struct link *)v.o)->py : NULL;
    Py_XINCREF(py);
    lang_unref(t, v);
    return py;
}

static PyObject *capsule_of(PyObject *e)
{
    PyObject *capsule = PyObject_GetAttrString(e, capsule_name);
    if (!capsule)
        PyErr_Clear();
    else if (!PyCapsule_CheckExact(capsule))
        Py_CLEAR(capsule);
    return capsule;
}

/* The one here; UNDEF: e has not been here yet. */
static lang_value linked_here(PyObject *e)
{
    struct link *link = bridge_map_get(&mirrored, e);
    if (link)
        return take_carried(link);
    PyObject *capsule = capsule_of(e);
    struct lang_object *o = capsule ? PyCapsule_GetPointer(capsule, "tensor.exception") : NULL;
    lang_value v = o ? lang_obj(lang_incref(o)) : lang_undef();
    Py_XDECREF(capsule);
    return v;
}

/* How many frames of e's traceback the one here has, too; `now`: what is to be answered from now on. */
static size_t known_frames(PyObject *e, const size_t *now)
{
    struct link *link = bridge_map_get(&mirrored, e);
    PyObject *capsule = link ? NULL : capsule_of(e);
    size_t known = link ? link->frames : capsule ? (size_t)(uintptr_t)PyCapsule_GetContext(capsule) : 0;
    if (now && link)
        link->frames = *now;
    if (now && capsule)
        PyCapsule_SetContext(capsule, (void *)(uintptr_t)*now);
    Py_XDECREF(capsule);
    return known;
}

/* ---- classes -------------------------------------------------------------------------------------------------------
 */

static PyObject *builtin_class(const char *name)
{
    PyObject *builtins = PyImport_ImportModule("builtins");
    PyObject *cls = builtins ? PyObject_GetAttrString(builtins, name) : NULL;
    if (!cls)
        PyErr_Clear();
    Py_XDECREF(builtins);
    return cls;
}

static struct lang_type *builtin_type(const char *name)
{
    for (int i = 0; i < LANG_EXC_COUNT; i++)
        if (strcmp(lang_exc_types[i].name, name) == 0)
            return &lang_exc_types[i];
    return NULL;
}

/* str(e), repr(e) and what is no attribute here are what the exception there says. */
static lang_value mirrored_text(struct lang_thread *t, const lang_value *args, size_t nargs, bool repr)
{
    bridge_enter(t);
    PyObject *py = nargs ? linked_there(t, args[0]) : NULL;
    lang_value v = py ? bridge_from_python_steal(t, repr ? BRIDGE_RUN(PyObject_Repr(py)) : BRIDGE_RUN(PyObject_Str(py)))
                      : lang_undef();
    Py_XDECREF(py);
    bridge_leave();
    const struct lang_type *plain = &lang_exc_types[LANG_EXC_Exception];
    return lang_is_undef(v) ? repr ? plain->repr(t, args[0]) : plain->str(t, args[0]) : v;
}

static lang_value mirrored_str(struct lang_thread *t, lang_value callee, const lang_value *args, size_t nargs,
                               struct lang_tuple *kwnames)
{
    (void)callee, (void)kwnames;
    return mirrored_text(t, args, nargs, false);
}

static lang_value mirrored_repr(struct lang_thread *t, lang_value callee, const lang_value *args, size_t nargs,
                                struct lang_tuple *kwnames)
{
    (void)callee, (void)kwnames;
    return mirrored_text(t, args, nargs, true);
}

static lang_value mirrored_getattr(struct lang_thread *t, lang_value callee, const lang_value *args, size_t nargs,
                                   struct lang_tuple *kwnames)
{
    (void)callee, (void)kwnames;
    if (nargs != 2 || !lang_is_str(args[1]) || lang_str_equal_c(lang_as_str(args[1]), link_name))
        return lang_raise(t, LANG_EXC_AttributeError, "no attribute");
    bridge_enter(t);
    PyObject *py = linked_there(t, args[0]), *name = py ? bridge_text(t, lang_as_str(args[1])) : NULL;
    /* an instance of a class of ours would ask here again */
    const bool ours = py && !(lang_type_of(args[0])->flags & LANG_TYPE_MIRROR);
    lang_value v =
        name ? bridge_from_python_steal(t, BRIDGE_RUN((ours ? PyObject_GenericGetAttr : PyObject_GetAttr)(py, name)))
             : lang_raise(t, LANG_EXC_AttributeError, "'%N' object has no attribute '%S'", args[0], args[1]);
    Py_XDECREF(name);
    Py_XDECREF(py);
    bridge_leave();
    return v;
}

/* A copy of what it has there, without what ties the two. */
static lang_value mirrored_dict(struct lang_thread *t, lang_value callee, const lang_value *args, size_t nargs,
                                struct lang_tuple *kwnames)
{
    (void)callee, (void)kwnames;
    bridge_enter(t);
    PyObject *py = nargs ? linked_there(t, args[0]) : NULL, *own = py ? PyObject_GetAttrString(py, "__dict__") : NULL;
    PyObject *copy = own && PyDict_Check(own) ? PyDict_Copy(own) : PyDict_New();
    if (copy && PyDict_DelItemString(copy, capsule_name) < 0)
        PyErr_Clear();
    Py_XDECREF(own);
    Py_XDECREF(py);
    lang_value v = bridge_from_python_steal(t, copy);
    bridge_leave();
    return v;
}

/* What is set here is set there as well. */
static int mirrored_setattr(struct lang_thread *t, lang_value v, struct lang_str *name, lang_value value)
{
    const char *text = lang_str_utf8(t, name, NULL);
    if (!text || lang_generic_setattr(t, v, name, value) < 0)
        return -1;
    if (strncmp(text, "__", 2) == 0)
        return 0;
    bridge_enter(t);
    PyObject *py = linked_there(t, v), *key = py ? bridge_text(t, name) : NULL;
    PyObject *o = key && !lang_is_undef(value) ? bridge_to_python(t, value) : NULL;
    if (key && (o || lang_is_undef(value)))
        (void)BRIDGE_RUN(PyObject_SetAttr(py, key, o));
    Py_XDECREF(o);
    Py_XDECREF(key);
    Py_XDECREF(py);
    PyErr_Clear();
    bridge_leave();
    return 0;
}

/* Ours and theirs are one exception from now on. -1 with the exception here. */
static int link_with(struct lang_thread *t, lang_value v, PyObject *e)
{
    struct link *link = lang_object_new(t, &link_type);
    if (!link)
        return -1;
    Py_INCREF(e);
    link->py = e;
    link->ours = v.o;
    int s = lang_setattr_c(t, v, link_name, lang_obj(link));
    if (s == 0 && bridge_map_set(&mirrored, e, link) < 0) {
        lang_no_memory(t);
        s = -1;
    }
    lang_decref(t, link);
    return s;
}

static struct lang_type *built_in(struct lang_type *type)
{
    while (type->flags & LANG_TYPE_HEAP)
        type = type->base;
    return type;
}

static PyObject *arguments_there(struct lang_thread *t, const lang_value *args, int64_t n);

/* A mirrored class that is called makes its instance there; a class of ours that derives from it makes both. */
static lang_value mirrored_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                                struct lang_tuple *kwnames)
{
    bridge_enter(t);
    PyObject *there = bridge_class_there(t, cls);
    if (!there || cls->flags & LANG_TYPE_MIRROR) {
        lang_value v = there ? bridge_call(t, there, args, nargs, kwnames) : lang_error();
        bridge_leave();
        return v;
    }
    lang_value v = built_in(cls)->make(t, cls, args, nargs, NULL);
    newfunc make = (newfunc)bridge_slot((PyTypeObject *)there, Py_tp_new);
    PyObject *list = lang_is_error(v) ? NULL : arguments_there(t, args, (int64_t)nargs);
    PyObject *theirs = list ? BRIDGE_RUN(make((PyTypeObject *)there, list, NULL)) : NULL;
    Py_XDECREF(list);
    PyErr_Clear();
    if (theirs && PyExceptionInstance_Check(theirs) && link_with(t, v, theirs) < 0) {
        lang_unref(t, v);
        v = lang_error();
    }
    Py_XDECREF(theirs);
    bridge_leave();
    return v;
}

/* super().__init__(...) of a class of ours: that of the class there. */
static lang_value mirrored_init(struct lang_thread *t, lang_value callee, const lang_value *args, size_t nargs,
                                struct lang_tuple *kwnames)
{
    (void)callee;
    struct lang_type *type = nargs ? lang_type_of(args[0]) : NULL;
    if (!type || !(type->flags & LANG_TYPE_EXCEPTION))
        return lang_raise(t, LANG_EXC_TypeError, "unbound method __init__() needs an argument");
    if (type->flags & LANG_TYPE_MIRROR) /* by its class, when it was made */
        return lang_none();
    int64_t i = 0;
    while (!(((struct lang_type *)type->mro->items[i].o)->flags & LANG_TYPE_MIRROR))
        i++;
    bridge_enter(t);
    PyObject *theirs = linked_there(t, args[0]);
    PyObject *above = theirs ? bridge_class_there(t, (struct lang_type *)type->mro->items[i].o) : NULL;
    PyObject *init = above ? PyObject_GetAttrString(above, "__init__") : NULL;
    lang_value v = init ? bridge_call(t, init, args, nargs, kwnames) : lang_none();
    PyObject *given = !lang_is_error(v) && theirs ? PyObject_GetAttrString(theirs, "args") : NULL;
    lang_value ours = given ? bridge_from_python_steal(t, given) : lang_undef();
    if (lang_is_tuple(ours)) {
        struct lang_exception *e = (struct lang_exception *)args[0].o;
        struct lang_tuple *before = e->args;
        e->args = lang_incref(lang_as_tuple(ours));
        lang_xdecref(t, before);
    }
    if (!lang_is_undef(ours) && !lang_is_error(ours))
        lang_unref(t, ours);
    Py_XDECREF(init);
    Py_XDECREF(theirs);
    PyErr_Clear();
    bridge_leave();
    return v;
}

static const struct {
    const char *name;
    lang_call_fn function;
} mirrored_methods[] = {{"__str__", mirrored_str},
                        {"__repr__", mirrored_repr},
                        {"__getattr__", mirrored_getattr},
                        {"__init__", mirrored_init},
                        {"__dict__", mirrored_dict}};

static int put_mirrored(struct lang_thread *t, struct lang_dict *space)
{
    int s = 0;
    for (size_t i = 0; s == 0 && i < sizeof mirrored_methods / sizeof *mirrored_methods; i++) {
        struct lang_native *method =
            lang_native_raw_method(t, &lang_exc_types[LANG_EXC_BaseException], mirrored_methods[i].name, NULL,
                                   mirrored_methods[i].function, NULL);
        lang_value v = lang_obj_or_error(method);
        if (method && mirrored_methods[i].function == mirrored_dict) /* an attribute */
            v = lang_call(t, lang_obj(&lang_type_property), &v, 1, NULL);
        s = lang_is_error(v) ? -1 : lang_dict_set_c(t, space, mirrored_methods[i].name, v);
        if (!lang_is_error(v) && v.o != (struct lang_object *)method)
            lang_unref(t, v);
        lang_xdecref(t, method);
    }
    return s;
}

/* Exception classes of modules that are the language's own also beside a Python, which has those, too: they are one
 * class. Of our type, the class there. */
static struct bridge_map library_pairs;

static struct lang_type *library_class_here(struct lang_thread *t, PyObject *cls, PyObject *name, PyObject *module)
{
    const char *n = PyUnicode_AsUTF8AndSize(name, NULL), *m = n ? PyUnicode_AsUTF8AndSize(module, NULL) : NULL;
    if (!m || !lang_has_module(t, m) || strncmp(m, "torch", 5) == 0) {
        PyErr_Clear();
        return NULL;
    }
    lang_value found = bridge_own_name(t, m, n);
    struct lang_type *type = NULL;
    if (lang_is_obj(found) && found.o->type->flags & LANG_TYPE_TYPE &&
        ((struct lang_type *)found.o)->flags & LANG_TYPE_EXCEPTION &&
        ((struct lang_type *)found.o)->flags & LANG_TYPE_HEAP &&
        !(((struct lang_type *)found.o)->flags & LANG_TYPE_MIRROR)) {
        type = (struct lang_type *)found.o;
        Py_INCREF(cls);
        lang_incref(type);
        (void)bridge_map_set(&library_pairs, type, cls);
    }
    if (!lang_is_undef(found))
        lang_unref(t, found);
    return type;
}

struct lang_type *bridge_exception_class_here(struct lang_thread *t, PyObject *cls)
{
    PyObject *name = PyObject_GetAttrString(cls, "__name__"), *module = PyObject_GetAttrString(cls, "__module__");
    PyObject *qualname = PyObject_GetAttrString(cls, "__qualname__"), *bases = PyObject_GetAttrString(cls, "__bases__");
    struct lang_type *type = NULL;
    struct lang_tuple *ours = NULL;
    struct lang_dict *space = NULL;
    struct lang_str *text = NULL;
    if (!name || !module || !qualname || !bases) {
        bridge_raise_here(t);
        goto done;
    }
    if (PyUnicode_CompareWithASCIIString(module, "builtins") == 0) {
        type = builtin_type(PyUnicode_AsUTF8AndSize(name, NULL));
        if (type)
            goto done;
    }
    if ((type = library_class_here(t, cls, name, module)))
        goto done;
    struct lang_list *list = lang_list_new(t, 2);
    for (Py_ssize_t i = 0; list && i < PyTuple_Size(bases); i++) {
        PyObject *base = PyTuple_GetItem(bases, i);
        if (!PyExceptionClass_Check(base)) /* a mixin: its methods are reached through the exception itself */
            continue;
        struct lang_type *b = bridge_class_here(t, base);
        if (!b || lang_list_append(t, list, lang_obj(b)) < 0)
            break;
    }
    ours = list ? lang_tuple_from(t, list->items, list->length) : NULL;
    lang_xdecref(t, list);
    space = ours ? lang_dict_new(t) : NULL;
    text = space ? bridge_text_from(t, name) : NULL;
    lang_value m = text ? bridge_from_python(t, module) : lang_error(),
               q = lang_is_error(m) ? m : bridge_from_python(t, qualname);
    if (!lang_is_error(q) && lang_dict_set_c(t, space, "__module__", m) == 0 &&
        lang_dict_set_c(t, space, "__qualname__", q) == 0 && put_mirrored(t, space) == 0)
        type = lang_type_new(t, &lang_type_type, text, ours, space);
    if (type) {
        type->flags |= LANG_TYPE_MIRROR;
        type->make = mirrored_make;
        type->setattr = mirrored_setattr;
    }
    if (!lang_is_error(m))
        lang_unref(t, m);
    if (!lang_is_error(q))
        lang_unref(t, q);
done:
    Py_XDECREF(name);
    Py_XDECREF(module);
    Py_XDECREF(qualname);
    Py_XDECREF(bases);
    lang_xdecref(t, ours);
    lang_xdecref(t, space);
    lang_xdecref(t, text);
    return type;
}

/* The class of that name in Python's module of that name, where the module is one of the library's on both sides: its
 * code catches it (io.UnsupportedOperation). NULL without an error: there is none. */
static PyObject *class_of_library(struct lang_thread *t, const char *name, lang_value module, PyObject *module_there)
{
    lang_value sys = lang_import(t, "sys"), known = sys;
    const char *text = lang_is_str(module) ? lang_as_utf8(t, module, "", NULL) : NULL;
    if (!lang_is_error(sys)) {
        known = text ? lang_call_method_c(t, sys, "_is_library_module", &module, 1) : lang_bool(false);
        lang_unref(t, sys);
    }
    if (lang_is_error(known)) {
        lang_error_clear(t);
        return NULL;
    }
    bool same = known.tag == LANG_BOOL && known.i && strncmp(text, "torch", 5) != 0;
    PyObject *m = same ? PyImport_GetModule(module_there) : NULL, *cls = m ? PyObject_GetAttrString(m, name) : NULL;
    Py_XDECREF(m);
    PyErr_Clear();
    if (cls && PyExceptionClass_Check(cls))
        return cls;
    Py_XDECREF(cls);
    return NULL;
}

/* What a class of ours has of its own, functions and values: instances there ask the one here only for what they lack.
 */
static int put_own(struct lang_thread *t, PyObject *space, struct lang_type *type)
{
    static const char *const left_out[] = {"__new__",     "__init__",      "__init_subclass__", "__getattribute__",
                                           "__getattr__", "__setattr__",   "__delattr__",       "__del__",
                                           "__dict__",    "__weakref__",   "__slots__",         "__module__",
                                           "__reduce__",  "__classcell__", "__class_getitem__", "__setstate__"};
    lang_value key, v;
    int s = 0;
    for (int64_t k = 0; s == 0 && type->flags & LANG_TYPE_HEAP && lang_dict_next(type->dict, &k, &key, &v);) {
        const char *name = lang_is_str(key) ? lang_str_utf8(t, lang_as_str(key), NULL) : NULL;
        bool out = !name;
        for (size_t i = 0; !out && i < sizeof left_out / sizeof *left_out; i++)
            out = strcmp(name, left_out[i]) == 0;
        PyObject *o = out ? NULL : bridge_to_python(t, v), *n = o ? bridge_text(t, lang_as_str(key)) : NULL;
        s = out ? 0 : n ? PyDict_SetItem(space, n, o) : -1;
        Py_XDECREF(n);
        Py_XDECREF(o);
    }
    return s;
}

/* The exception classes there among the bases; other classes of ours give what they have. NULL with the error there. */
static PyObject *bases_there(struct lang_thread *t, struct lang_type *type, PyObject *space)
{
    PyObject *list = PyList_New(0), *ask = bridge_frames[BRIDGE_ASK_SESSION];
    for (int64_t i = 0; list && type->bases && i < type->bases->length; i++) {
        struct lang_type *base = (struct lang_type *)type->bases->items[i].o;
        PyObject *o = base->flags & LANG_TYPE_EXCEPTION ? bridge_class_there(t, base) : NULL;
        if (o ? PyList_Append(list, o) < 0 : base->mro && put_own(t, space, base) < 0)
            Py_CLEAR(list);
        lang_error_clear(t);
    }
    if (list && PyList_Size(list) == 0 && PyList_Append(list, PyExc_Exception) < 0)
        Py_CLEAR(list);
    if (list && ask && type->flags & LANG_TYPE_HEAP && PyDict_SetItemString(space, "__getattr__", ask) < 0)
        Py_CLEAR(list);
    PyObject *tuple = list ? PyList_AsTuple(list) : NULL;
    Py_XDECREF(list);
    return tuple;
}

PyObject *bridge_exception_class_there(struct lang_thread *t, struct lang_type *type)
{
    if (!(type->flags & LANG_TYPE_HEAP)) {
        PyObject *cls = builtin_class(type->name);
        if (cls)
            return cls;
    }
    lang_value module = lang_getattr_c(t, lang_obj(type), "__module__");
    PyObject *space = PyDict_New(), *cls = NULL;
    PyObject *name = lang_is_error(module) ? (lang_error_clear(t), NULL) : bridge_to_python(t, module);
    if (name)
        cls = class_of_library(t, type->name, module, name);
    if (!lang_is_error(module))
        lang_unref(t, module);
    if (cls) {
        Py_DECREF(name);
        Py_XDECREF(space);
        if (type->flags & LANG_TYPE_HEAP && !bridge_map_get(&library_pairs, type)) {
            Py_INCREF(cls);
            lang_incref(type);
            (void)bridge_map_set(&library_pairs, type, cls);
        }
        return cls;
    }
    PyObject *bases = space ? bases_there(t, type, space) : NULL;
    if (bases && (!name || PyDict_SetItemString(space, "__module__", name) == 0) && put_own(t, space, type) == 0)
        cls = PyObject_CallFunction((PyObject *)&PyType_Type, "sOO", type->name, bases, space);
    Py_XDECREF(bases);
    Py_XDECREF(name);
    Py_XDECREF(space);
    if (!cls)
        bridge_raise_here(t);
    return cls;
}

/* ---- instances ------------------------------------------------------------------------------------------------------
 */

/* What built-in classes keep beside their arguments: a row a class, with the attributes that constructors leave out. */
enum { FIELDS = 4 };
static const struct {
    const char *cls;
    const char *fields[FIELDS];
} kept[] = {
    {"ImportError", {"name", "path"}},
    {"OSError", {"filename", "filename2"}},
    {"NameError", {"name"}},
    {"AttributeError", {"name", "obj"}},
};

/* These, and notes. */
static void take_fields(struct lang_thread *t, lang_value v, PyObject *e)
{
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) {
        if (!lang_is_a(v, builtin_type(kept[i].cls)))
            continue;
        for (size_t k = 0; k < FIELDS && kept[i].fields[k]; k++) {
            PyObject *there = PyObject_GetAttrString(e, kept[i].fields[k]);
            if (!there) { /* not before 3.10 */
                PyErr_Clear();
                continue;
            }
            lang_value field = bridge_from_python_steal(t, there);
            if (!lang_is_error(field) && !lang_is_none(field))
                (void)lang_setattr_c(t, v, kept[i].fields[k], field);
            if (!lang_is_error(field))
                lang_unref(t, field);
            lang_error_clear(t);
        }
    }
    PyObject *notes = PyObject_GetAttrString(e, "__notes__");
    lang_value list = notes && PyList_Check(notes) ? bridge_from_python_steal(t, PySequence_List(notes)) : lang_undef();
    if (lang_is_list(list))
        (void)lang_setattr_c(t, v, "__notes__", list);
    if (!lang_is_error(list))
        lang_unref(t, list);
    Py_XDECREF(notes);
    PyErr_Clear();
    lang_error_clear(t);
}

/* The same in the other direction; what the exception does not take is left out. */
static void give_fields(struct lang_thread *t, lang_value v, PyObject *e)
{
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) {
        if (!lang_is_a(v, builtin_type(kept[i].cls)))
            continue;
        for (size_t k = 0; k < FIELDS && kept[i].fields[k]; k++) {
            lang_value field = lang_getattr_c(t, v, kept[i].fields[k]);
            if (lang_is_error(field)) {
                lang_error_clear(t);
                continue;
            }
            PyObject *o = lang_is_none(field) ? NULL : bridge_to_python(t, field);
            if (o && PyObject_SetAttrString(e, kept[i].fields[k], o) < 0)
                PyErr_Clear();
            Py_XDECREF(o);
            PyErr_Clear();
            lang_unref(t, field);
        }
    }
}

/* The class, or one of its bases, is one of the library on both sides: __init__ has run where the instance was made,
 * and what it has set is copied. */
static bool is_of_library(const struct lang_type *type)
{
    for (int64_t i = 0; type->mro && i < type->mro->length; i++)
        if (bridge_map_get(&library_pairs, type->mro->items[i].o))
            return true;
    return false;
}

/* The attributes of an instance, in both directions. What cannot be copied is left out. */
static void take_attributes(struct lang_thread *t, lang_value v, PyObject *e)
{
    PyObject *own = PyObject_GetAttrString(e, "__dict__"), *key, *item;
    for (Py_ssize_t i = 0; own && PyDict_Check(own) && PyDict_Next(own, &i, &key, &item);) {
        const char *name = PyUnicode_AsUTF8AndSize(key, NULL);
        lang_value value = name && strncmp(name, "__", 2) != 0 ? bridge_from_python(t, item) : lang_undef();
        if (!lang_is_error(value) && !lang_is_undef(value)) {
            (void)lang_setattr_c(t, v, name, value);
            lang_unref(t, value);
        }
        lang_error_clear(t);
        PyErr_Clear();
    }
    Py_XDECREF(own);
    PyErr_Clear();
}

static void give_attributes(struct lang_thread *t, lang_value v, PyObject *e)
{
    lang_value own = lang_getattr_c(t, v, "__dict__"), key, item;
    for (int64_t i = 0;
         !lang_is_error(own) && lang_is_dict(own) && lang_dict_next(lang_as_dict(own), &i, &key, &item);) {
        const char *name = lang_is_str(key) ? lang_str_utf8(t, lang_as_str(key), NULL) : NULL;
        PyObject *o = name && strncmp(name, "__", 2) != 0 ? bridge_to_python(t, item) : NULL;
        if (o && PyObject_SetAttrString(e, name, o) < 0)
            PyErr_Clear();
        Py_XDECREF(o);
        PyErr_Clear();
    }
    if (!lang_is_error(own))
        lang_unref(t, own);
    lang_error_clear(t);
}

/* With these arguments: of a mirrored class without its __init__, which has run there. */
static lang_value instance_here(struct lang_thread *t, struct lang_type *type, struct lang_tuple *args)
{
    size_t n = (size_t)args->length;
    if (!(type->flags & LANG_TYPE_MIRROR) && !is_of_library(type))
        return lang_exception_make(t, lang_obj(type), args->items, n);
    const struct lang_type *base = built_in(type);
    if (n > 2 && lang_is_subtype(base, &lang_exc_types[LANG_EXC_BaseExceptionGroup]))
        n = 2; /* its class there takes more */
    lang_value v = base->make(t, type, args->items, n, NULL);
    if (!lang_is_error(v) && base->init && base->init(t, v, args->items, n, NULL) < 0) {
        lang_unref(t, v);
        return lang_error();
    }
    return v;
}

/* One that has not been here yet. */
static lang_value make_here(struct lang_thread *t, PyObject *e)
{
    struct lang_type *type = bridge_class_here(t, (PyObject *)Py_TYPE(e));
    if (!type)
        return lang_error();
    PyObject *args = PyObject_GetAttrString(e, "args");
    lang_value list = bridge_from_python_steal(t, args);
    if (lang_is_error(list))
        return list;
    lang_value v = lang_error();
    if (lang_is_tuple(list)) {
        v = instance_here(t, type, lang_as_tuple(list));
        if (!lang_is_error(v) && link_with(t, v, e) < 0) {
            lang_unref(t, v);
            v = lang_error();
        }
    }
    lang_unref(t, list);
    if (!lang_is_error(v))
        take_fields(t, v, e);
    if (!lang_is_error(v) && !(type->flags & LANG_TYPE_MIRROR) && is_of_library(type))
        take_attributes(t, v, e);
    return v;
}

/* Not as a tuple, which counts as one level more: where there are none left, that fails with an exception that has
 * arguments, too. */
static PyObject *arguments_there(struct lang_thread *t, const lang_value *args, int64_t n)
{
    PyObject *o = PyTuple_New(n);
    for (int64_t i = 0; o && i < n; i++) {
        PyObject *item = bridge_to_python(t, args[i]);
        if (item)
            PyTuple_SetItem(o, i, item);
        else
            Py_CLEAR(o);
    }
    return o;
}

PyObject *bridge_exception_there(struct lang_thread *t, lang_value e)
{
    PyObject *py = linked_there(t, e);
    if (py)
        return py;
    PyObject *cls = bridge_class_there(t, lang_type_of(e));
    if (!cls)
        return NULL;
    struct lang_exception *ours = (struct lang_exception *)e.o;
    PyObject *args = ours->args ? arguments_there(t, ours->args->items, ours->args->length) : PyTuple_New(0);
    const bool library = is_of_library(lang_type_of(e));
    newfunc make = library ? (newfunc)bridge_slot((PyTypeObject *)cls, Py_tp_new) : NULL;
    PyObject *o = !args ? NULL : library ? make((PyTypeObject *)cls, args, NULL) : PyObject_CallObject(cls, args);
    Py_XDECREF(args);
    if (o)
        give_fields(t, e, o);
    if (o && library)
        give_attributes(t, e, o);
    PyObject *capsule = o ? PyCapsule_New(e.o, "tensor.exception", capsule_free) : NULL;
    if (!capsule || (lang_incref(e.o), PyObject_SetAttrString(o, capsule_name, capsule)) < 0) {
        Py_XDECREF(o);
        o = NULL;
    }
    Py_XDECREF(capsule);
    if (!o)
        bridge_raise_here(t);
    return o;
}

/* One row of what the bootstrap says of a traceback. -1: it cannot be taken over. */
static int add_frame(struct lang_thread *t, lang_value e, PyObject *row)
{
    struct lang_foreign_frame frame;
    int varargs, varkw, s = -1;
    PyObject *names, *entry;
    if (!PyArg_ParseTuple(row, "ssIIIOppO", &frame.filename, &frame.qualname, &frame.first_line, &frame.last_line,
                          &frame.line, &names, &varargs, &varkw, &entry))
        return -1;
    lang_value parameters = bridge_from_python(t, names), handle = bridge_from_python(t, entry);
    if (!lang_is_error(parameters) && !lang_is_error(handle)) {
        struct lang_tuple *tuple = lang_as_tuple(parameters);
        for (int64_t k = 0; k < tuple->length; k++) {
            struct lang_str *name = lang_intern_str(t, lang_as_str(tuple->items[k]));
            if (name)
                lang_set_steal(t, &tuple->items[k], lang_obj(name));
        }
        frame.parameters = tuple;
        frame.varargs = varargs;
        frame.varkw = varkw;
        frame.entry = handle;
        s = lang_traceback_prepend(t, e, &frame);
    }
    if (!lang_is_error(parameters))
        lang_unref(t, parameters);
    if (!lang_is_error(handle))
        lang_unref(t, handle);
    return s;
}

/* The frames there that the exception has left, in front of those that it has here already. What goes wrong leaves them
 * out. */
static void add_frames(struct lang_thread *t, lang_value v, PyObject *e)
{
    PyObject *traceback = PyException_GetTraceback(e);
    if (!traceback || !bridge_frames[BRIDGE_TRACEBACK]) {
        Py_XDECREF(traceback);
        return;
    }
    PyObject *both =
        PyObject_CallFunction(bridge_frames[BRIDGE_TRACEBACK], "On", traceback, (Py_ssize_t)known_frames(e, NULL));
    PyObject *rows = both ? PyTuple_GetItem(both, 0) : NULL;
    size_t count = both ? PyLong_AsSize_t(PyTuple_GetItem(both, 1)) : 0;
    for (Py_ssize_t i = 0; rows && i < PyList_Size(rows); i++)
        if (add_frame(t, v, PyList_GetItem(rows, i)) < 0)
            break;
    if (both)
        known_frames(e, &count);
    Py_XDECREF(both);
    Py_DECREF(traceback);
    PyErr_Clear();
    lang_error_clear(t);
}

enum { CHAIN = 50 };
static lang_value exception_here(struct lang_thread *t, PyObject *e, int depth);

/* What it was raised from, or while that was handled. */
static void take_chain(struct lang_thread *t, lang_value v, PyObject *e, int depth)
{
    struct lang_exception *ours = (struct lang_exception *)v.o;
    PyObject *both[] = {PyException_GetCause(e), PyException_GetContext(e)};
    lang_value *places[] = {&ours->cause, &ours->context};
    for (int i = 0; i < 2; i++) {
        lang_value other = both[i] && depth < CHAIN ? exception_here(t, both[i], depth + 1) : lang_undef();
        if (lang_is_error(other))
            lang_error_clear(t);
        else if (lang_is_obj(other) && other.o != v.o)
            lang_set_steal(t, places[i], lang_ref(other));
        if (!lang_is_error(other))
            lang_unref(t, other);
        Py_XDECREF(both[i]);
    }
    PyObject *suppress = PyObject_GetAttrString(e, "__suppress_context__");
    if (suppress)
        ours->suppress_context |= suppress == Py_True;
    Py_XDECREF(suppress);
    PyErr_Clear();
}

static lang_value exception_here(struct lang_thread *t, PyObject *e, int depth)
{
    lang_value v = linked_here(e);
    if (lang_is_undef(v))
        v = make_here(t, e);
    if (!lang_is_error(v)) {
        add_frames(t, v, e);
        take_chain(t, v, e, depth);
    }
    return v;
}

lang_value bridge_exception_here(struct lang_thread *t, PyObject *e)
{
    return exception_here(t, e, 0);
}

lang_value bridge_raise_here(struct lang_thread *t)
{
    PyObject *type, *value, *traceback;
    PyErr_Fetch(&type, &value, &traceback);
    if (!type)
        return lang_error_occurred(t) ? lang_error()
                                      : lang_raise(t, LANG_EXC_SystemError, "error without an exception");
    PyErr_NormalizeException(&type, &value, &traceback);
    if (traceback)
        PyException_SetTraceback(value, traceback);
    lang_value e = bridge_exception_here(t, value);
    if (!lang_is_error(e)) {
        lang_error_set_chained(t, e);
        lang_unref(t, e);
    }
    Py_XDECREF(type);
    Py_XDECREF(value);
    Py_XDECREF(traceback);
    return lang_error();
}

static PyObject *raise_there(struct lang_thread *t, bool whole)
{
    if (!lang_error_occurred(t))
        return NULL;
    PyErr_Clear(); /* of before: code in C that goes on calling after an error */
    lang_value e = lang_error_take(t);
    PyObject *o = whole ? bridge_exception_whole(t, e) : bridge_exception_there(t, e);
    if (o)
        carry_steal(t, e, o);
    else
        lang_unref(t, e);
    if (o) {
        PyErr_SetObject((PyObject *)Py_TYPE(o), o);
        Py_DECREF(o);
    } else {
        lang_error_clear(t);
        PyErr_SetString(PyExc_SystemError, "an exception could not be passed on");
    }
    return NULL;
}

PyObject *bridge_raise_there(struct lang_thread *t)
{
    return raise_there(t, false);
}

PyObject *bridge_raise_there_whole(struct lang_thread *t)
{
    return raise_there(t, true);
}

/* ---- what an except block handles ---------------------------------------------------------------------------------
 */

PyObject *bridge_traceback_there(struct lang_thread *t, lang_value traceback)
{
    lang_value list = lang_traceback_list(t, traceback);
    PyObject *entries = lang_is_error(list) ? bridge_raise_there(t) : bridge_to_python(t, list);
    if (!lang_is_error(list))
        lang_unref(t, list);
    PyObject *make = bridge_frames[BRIDGE_MAKE_TRACEBACK];
    PyObject *o = entries && make ? BRIDGE_RUN(PyObject_CallFunctionObjArgs(make, entries, NULL)) : NULL;
    Py_XDECREF(entries);
    return o;
}

/* The traceback that ours has, for the one there: when that comes back, all of this is known. */
static void give_traceback(PyObject *o, PyObject *traceback)
{
    size_t count = 0;
    if (PyException_SetTraceback(o, traceback) < 0)
        return;
    Py_INCREF(traceback);
    while (traceback && traceback != Py_None) {
        PyObject *next = PyObject_GetAttrString(traceback, "tb_next");
        Py_DECREF(traceback);
        traceback = next;
        count++;
    }
    Py_XDECREF(traceback);
    known_frames(o, &count);
}

/* The exception there with the traceback and the chain that it has here. */
static PyObject *complete(struct lang_thread *t, lang_value e, int depth)
{
    PyObject *o = bridge_exception_there(t, e);
    if (!o)
        return NULL;
    struct lang_exception *ours = (struct lang_exception *)e.o;
    PyObject *traceback = lang_is_obj(ours->traceback) ? bridge_traceback_there(t, ours->traceback) : NULL;
    if (traceback && traceback != Py_None)
        give_traceback(o, traceback);
    Py_XDECREF(traceback);
    if (depth > 0 && lang_is_obj(ours->context))
        PyException_SetContext(o, complete(t, ours->context, depth - 1));
    if (depth > 0 && lang_is_obj(ours->cause))
        PyException_SetCause(o, complete(t, ours->cause, depth - 1));
    if (PyObject_SetAttrString(o, "__suppress_context__", ours->suppress_context ? Py_True : Py_False) < 0)
        PyErr_Clear();
    PyErr_Clear();
    lang_error_clear(t);
    return o;
}

PyObject *bridge_exception_whole(struct lang_thread *t, lang_value e)
{
    enum { CHAIN = 16 };
    return complete(t, e, CHAIN);
}

bool bridge_handled_begin(struct lang_thread *t, struct bridge_handled *saved)
{
    lang_value e = lang_error_handled(t);
    if (!lang_is_obj(e))
        return false;
    PyObject *linked = linked_there(t, e);
    saved->own = linked ? PyException_GetTraceback(linked) : NULL;
    saved->known = linked ? known_frames(linked, NULL) : 0;
    Py_XDECREF(linked);
    lang_ref(e);
    saved->e = bridge_exception_whole(t, e);
    lang_unref(t, e);
    if (!saved->e) {
        Py_XDECREF(saved->own);
        return false;
    }
    PyErr_GetExcInfo(&saved->type, &saved->value, &saved->traceback);
    Py_INCREF(Py_TYPE(saved->e));
    Py_INCREF(saved->e);
    PyErr_SetExcInfo((PyObject *)Py_TYPE(saved->e), saved->e, PyException_GetTraceback(saved->e));
    return true;
}

/* The error there stays what it is. */
void bridge_handled_end(struct bridge_handled *saved)
{
    PyObject *type, *value, *traceback;
    PyErr_Fetch(&type, &value, &traceback);
    PyErr_SetExcInfo(saved->type, saved->value, saved->traceback);
    if (PyException_SetTraceback(saved->e, saved->own ? saved->own : Py_None) < 0)
        PyErr_Clear();
    known_frames(saved->e, &saved->known);
    Py_XDECREF(saved->own);
    Py_DECREF(saved->e);
    PyErr_Restore(type, value, traceback);
}

int bridge_error_start(struct lang_thread *t)
{
    return lang_type_ready(t, &link_type);
}
