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
};

static void link_destroy(struct lang_thread *t, struct lang_object *o)
{
    PyObject *py = ((struct link *)o)->py;
    if (py)
        bridge_drop_object(t, py);
}

static struct lang_type link_type = {.name = "python_exception", .size = sizeof(struct link), .destroy = link_destroy};
static const char link_name[] = "__python_exception__";

/* There: an attribute that holds a capsule with the one here. */
static void capsule_free(PyObject *capsule)
{
    bridge_drop_value(PyCapsule_GetPointer(capsule, "tensor.exception"));
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

static lang_value linked_here(PyObject *e)
{
    PyObject *capsule = PyObject_GetAttrString(e, "__tensor_exception__");
    if (!capsule)
        PyErr_Clear();
    struct lang_object *o =
        capsule && PyCapsule_CheckExact(capsule) ? PyCapsule_GetPointer(capsule, "tensor.exception") : NULL;
    lang_value v = o ? lang_obj(lang_incref(o)) : lang_undef();
    Py_XDECREF(capsule);
    return v;
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
    lang_value v = name ? bridge_from_python_steal(t, BRIDGE_RUN(PyObject_GetAttr(py, name)))
                        : lang_raise(t, LANG_EXC_AttributeError, "'%N' object has no attribute '%S'", args[0], args[1]);
    Py_XDECREF(name);
    Py_XDECREF(py);
    bridge_leave();
    return v;
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
    struct lang_native *str =
        lang_native_raw_method(t, &lang_exc_types[LANG_EXC_BaseException], "__str__", NULL, mirrored_str, NULL);
    struct lang_native *repr =
        lang_native_raw_method(t, &lang_exc_types[LANG_EXC_BaseException], "__repr__", NULL, mirrored_repr, NULL);
    struct lang_native *get =
        lang_native_raw_method(t, &lang_exc_types[LANG_EXC_BaseException], "__getattr__", NULL, mirrored_getattr, NULL);
    if (!lang_is_error(q) && str && repr && get && lang_dict_set_c(t, space, "__module__", m) == 0 &&
        lang_dict_set_c(t, space, "__qualname__", q) == 0 && lang_dict_set_c(t, space, "__str__", lang_obj(str)) == 0 &&
        lang_dict_set_c(t, space, "__repr__", lang_obj(repr)) == 0 &&
        lang_dict_set_c(t, space, "__getattr__", lang_obj(get)) == 0)
        type = lang_type_new(t, &lang_type_type, text, ours, space);
    lang_xdecref(t, str);
    lang_xdecref(t, repr);
    lang_xdecref(t, get);
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

PyObject *bridge_exception_class_there(struct lang_thread *t, struct lang_type *type)
{
    if (!(type->flags & LANG_TYPE_HEAP)) {
        PyObject *cls = builtin_class(type->name);
        if (cls)
            return cls;
    }
    struct lang_type *base =
        type->base && type->base->flags & LANG_TYPE_EXCEPTION ? type->base : &lang_exc_types[LANG_EXC_Exception];
    PyObject *parent = bridge_class_there(t, base);
    lang_value module = lang_getattr_c(t, lang_obj(type), "__module__");
    PyObject *space = PyDict_New(), *cls = NULL;
    PyObject *name = lang_is_error(module) ? (lang_error_clear(t), NULL) : bridge_to_python(t, module);
    if (!lang_is_error(module))
        lang_unref(t, module);
    if (parent && space && (!name || PyDict_SetItemString(space, "__module__", name) == 0))
        cls = PyObject_CallFunction((PyObject *)&PyType_Type, "s(O)O", type->name, parent, space);
    Py_XDECREF(name);
    Py_XDECREF(space);
    if (!cls && parent)
        bridge_raise_here(t);
    return cls;
}

/* ---- instances ------------------------------------------------------------------------------------------------------
 */

/* What built-in classes keep beside their arguments. */
static void take_fields(struct lang_thread *t, lang_value v, PyObject *e)
{
    static const char *const of_import[] = {"name", "path"};
    for (size_t i = 0; i < 2 && PyErr_GivenExceptionMatches(e, PyExc_ImportError); i++) {
        lang_value field = bridge_from_python_steal(t, PyObject_GetAttrString(e, of_import[i]));
        if (!lang_is_error(field) && !lang_is_none(field))
            (void)lang_setattr_c(t, v, of_import[i], field);
        if (!lang_is_error(field))
            lang_unref(t, field);
        lang_error_clear(t);
    }
}

lang_value bridge_exception_here(struct lang_thread *t, PyObject *e)
{
    lang_value ours = linked_here(e);
    if (!lang_is_undef(ours))
        return ours;
    struct lang_type *type = bridge_class_here(t, (PyObject *)Py_TYPE(e));
    if (!type)
        return lang_error();
    PyObject *args = PyObject_GetAttrString(e, "args");
    lang_value list = bridge_from_python_steal(t, args);
    if (lang_is_error(list))
        return list;
    struct link *link = lang_object_new(t, &link_type);
    lang_value v = lang_error();
    if (link && lang_is_tuple(list)) {
        Py_INCREF(e);
        link->py = e;
        v = lang_exception_make(t, lang_obj(type), lang_as_tuple(list)->items, (size_t)lang_as_tuple(list)->length);
        if (!lang_is_error(v) && lang_setattr_c(t, v, link_name, lang_obj(link)) < 0) {
            lang_unref(t, v);
            v = lang_error();
        }
    }
    lang_xdecref(t, link);
    lang_unref(t, list);
    if (!lang_is_error(v))
        take_fields(t, v, e);
    return v;
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
    PyObject *args = ours->args ? bridge_to_python(t, lang_obj(ours->args)) : PyTuple_New(0);
    PyObject *o = args ? PyObject_CallObject(cls, args) : NULL;
    Py_XDECREF(args);
    PyObject *capsule = o ? PyCapsule_New(e.o, "tensor.exception", capsule_free) : NULL;
    if (!capsule || (lang_incref(e.o), PyObject_SetAttrString(o, "__tensor_exception__", capsule)) < 0) {
        Py_XDECREF(o);
        o = NULL;
    }
    Py_XDECREF(capsule);
    if (!o)
        bridge_raise_here(t);
    return o;
}

/* The frames there that the exception has left, in front of those that it has here already. What goes wrong leaves them
 * out. */
static void add_frames(struct lang_thread *t, lang_value e, PyObject *traceback)
{
    PyObject *list = PyObject_CallFunctionObjArgs(bridge_frames[BRIDGE_TRACEBACK], traceback, NULL);
    for (Py_ssize_t i = 0; list && i < PyList_Size(list); i++) {
        struct lang_foreign_frame frame;
        const char *file, *qualname;
        unsigned first, last, line;
        int varargs, varkw;
        PyObject *names;
        if (!PyArg_ParseTuple(PyList_GetItem(list, i), "ssIIIOpp", &file, &qualname, &first, &last, &line, &names,
                              &varargs, &varkw))
            break;
        lang_value parameters = bridge_from_python(t, names);
        if (lang_is_error(parameters))
            break;
        struct lang_tuple *tuple = lang_as_tuple(parameters);
        for (int64_t k = 0; k < tuple->length; k++) {
            struct lang_str *name = lang_intern_str(t, lang_as_str(tuple->items[k]));
            if (name)
                lang_set_steal(t, &tuple->items[k], lang_obj(name));
        }
        frame = (struct lang_foreign_frame){file, qualname, first, last, line, tuple, varargs, varkw};
        int s = lang_traceback_prepend(t, e, &frame);
        lang_unref(t, parameters);
        if (s < 0)
            break;
    }
    Py_XDECREF(list);
    PyErr_Clear();
    lang_error_clear(t);
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
        if (traceback && bridge_frames[BRIDGE_TRACEBACK])
            add_frames(t, e, traceback);
        lang_error_set(t, e);
        lang_unref(t, e);
    }
    Py_XDECREF(type);
    Py_XDECREF(value);
    Py_XDECREF(traceback);
    return lang_error();
}

PyObject *bridge_raise_there(struct lang_thread *t)
{
    if (!lang_error_occurred(t))
        return NULL;
    lang_value e = lang_error_take(t);
    PyObject *o = bridge_exception_there(t, e);
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

int bridge_error_start(struct lang_thread *t)
{
    return lang_type_ready(t, &link_type);
}
