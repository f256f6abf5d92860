/* bridge_class.c: classes. A class there has one mirror here, with its name and its order of bases, made at first
 * sight; attributes, calls and subclassing go to the class itself. A class here has one there, whose instances are
 * wrappers. */
#include "bridge.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct bridge_map here;   /* class there -> struct lang_type, which lives for ever */
static struct bridge_map shared; /* class there -> mirror of a class that is paired with one of ours */
static struct bridge_map wrapper_classes, counterparts; /* of types that have a counterpart there */
static struct bridge_map there;                         /* struct lang_type -> class there, which lives for ever */

/* ---- built-in classes: each has its own on both sides -------------------------------------------------------------
 */

static const struct {
    struct lang_type *type;
    const char *name; /* in builtins */
} pairs[] = {
    {&lang_type_object, "object"},
    {&lang_type_type, "type"},
    {&lang_type_int, "int"},
    {&lang_type_bool, "bool"},
    {&lang_type_float, "float"},
    {&lang_type_complex, "complex"},
    {&lang_type_str, "str"},
    {&lang_type_bytes, "bytes"},
    {&lang_type_bytearray, "bytearray"},
    {&lang_type_list, "list"},
    {&lang_type_tuple, "tuple"},
    {&lang_type_dict, "dict"},
    {&lang_type_set, "set"},
    {&lang_type_range, "range"},
    {&lang_type_slice, "slice"},
    {&lang_type_frozenset, "frozenset"},
    {&lang_type_property, "property"},
    {&lang_type_staticmethod, "staticmethod"},
    {&lang_type_classmethod, "classmethod"},
    {&lang_type_super, "super"},
    {&lang_type_memoryview, "memoryview"},
    {&lang_type_enumerate, "enumerate"},
    {&lang_type_zip, "zip"},
    {&lang_type_map, "map"},
    {&lang_type_filter, "filter"},
    {&lang_type_reversed, "reversed"},
};

static int pair(struct lang_thread *t, PyObject *cls, struct lang_type *type)
{
    if (bridge_map_set(&here, cls, type) || bridge_map_set(&there, type, cls)) {
        lang_no_memory(t);
        return -1;
    }
    return 0;
}

/* ---- the metaclass of mirrors -------------------------------------------------------------------------------------
 */

static PyObject *class_py(lang_value v)
{
    return ((struct bridge_class *)v.o)->py;
}

static lang_value class_getattr(struct lang_thread *t, lang_value v, struct lang_str *name)
{
    bridge_enter(t);
    PyObject *n = bridge_name(t, name), *cls = class_py(v);
    lang_value r = bridge_from_python_steal(t, n ? BRIDGE_RUN(PyObject_GetAttr(cls, n)) : NULL);
    bridge_leave();
    return r;
}

static int class_setattr(struct lang_thread *t, lang_value v, struct lang_str *name, lang_value value)
{
    bridge_enter(t);
    PyObject *n = bridge_name(t, name), *cls = class_py(v), *o = NULL;
    int s =
        n && (lang_is_undef(value) || (o = bridge_to_python(t, value))) ? BRIDGE_RUN(PyObject_SetAttr(cls, n, o)) : -1;
    Py_XDECREF(o);
    if (s < 0)
        bridge_raise_here(t);
    bridge_leave();
    return s;
}

static lang_value class_repr(struct lang_thread *t, lang_value v)
{
    bridge_enter(t);
    PyObject *cls = class_py(v);
    lang_value r = bridge_from_python_steal(t, BRIDGE_RUN(PyObject_Repr(cls)));
    bridge_leave();
    return r;
}

static lang_value class_call(struct lang_thread *t, lang_value callee, const lang_value *args, size_t nargs,
                             struct lang_tuple *kwnames)
{
    return bridge_call(t, class_py(callee), args, nargs, kwnames);
}

static lang_value class_getitem(struct lang_thread *t, lang_value v, lang_value key)
{
    bridge_enter(t);
    PyObject *cls = class_py(v), *k = bridge_to_python(t, key);
    lang_value r = bridge_from_python_steal(t, k ? BRIDGE_RUN(PyObject_GetItem(cls, k)) : NULL);
    Py_XDECREF(k);
    bridge_leave();
    return r;
}

static lang_value class_iter(struct lang_thread *t, lang_value v)
{
    bridge_enter(t);
    PyObject *cls = class_py(v);
    lang_value r = bridge_from_python_steal(t, BRIDGE_RUN(PyObject_GetIter(cls)));
    bridge_leave();
    return r;
}

static int64_t class_len(struct lang_thread *t, lang_value v)
{
    bridge_enter(t);
    PyObject *cls = class_py(v);
    Py_ssize_t n = BRIDGE_RUN(PyObject_Size(cls));
    if (n < 0)
        bridge_raise_here(t);
    bridge_leave();
    return n;
}

/* X | Y */
static lang_value class_or(struct lang_thread *t, lang_value a, lang_value b)
{
    bridge_enter(t);
    PyObject *x = bridge_to_python(t, a), *y = x ? bridge_to_python(t, b) : NULL;
    lang_value r = bridge_from_python_steal(t, y ? BRIDGE_RUN(PyNumber_Or(x, y)) : NULL);
    Py_XDECREF(x);
    Py_XDECREF(y);
    bridge_leave();
    return r;
}

/* Equal are the class there and the one here that it is paired with in all but name. */
static lang_value class_compare(struct lang_thread *t, lang_value a, lang_value b, enum lang_compare_op op)
{
    (void)t;
    if ((op != LANG_EQ && op != LANG_NE) || !lang_is_a(b, &lang_type_type))
        return lang_notimpl();
    bool same = lang_same(a, b) || bridge_map_get(&there, b.o) == class_py(a);
    return lang_bool(same == (op == LANG_EQ));
}

static int class_hash(struct lang_thread *t, lang_value v, int64_t *out)
{
    (void)t;
    *out = (int64_t)((uintptr_t)v.o >> 4);
    return 0;
}

static struct lang_type metaclass;

static lang_value check_class(struct lang_thread *t, const lang_value *args, bool instance)
{
    bridge_enter(t);
    PyObject *cls = bridge_to_python(t, args[0]), *o = cls ? bridge_to_python(t, args[1]) : NULL;
    int r = o ? BRIDGE_RUN(instance ? PyObject_IsInstance(o, cls) : PyObject_IsSubclass(o, cls)) : -1;
    Py_XDECREF(cls);
    Py_XDECREF(o);
    lang_value v = r < 0 ? bridge_raise_here(t) : lang_bool(r);
    bridge_leave();
    return v;
}

static lang_value instance_check(struct lang_thread *t, const lang_value *args)
{
    return check_class(t, args, true);
}

static lang_value subclass_check(struct lang_thread *t, const lang_value *args)
{
    return check_class(t, args, false);
}

static const struct lang_method metaclass_methods[] = {
    {"__instancecheck__", "(instance, /)", instance_check, "isinstance(instance, cls), as the class itself says.", 0},
    {"__subclasscheck__", "(subclass, /)", subclass_check, "issubclass(subclass, cls), as the class itself says.", 0},
    {0},
};

/* class NAME(bases of which one is foreign): CPython makes it, of functions and values that it sees as wrappers. */
static lang_value class_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                             struct lang_tuple *kwnames)
{
    (void)cls;
    if (nargs != 3 || !lang_is_tuple(args[1]) || !lang_is_dict(args[2]))
        return lang_raise(t, LANG_EXC_TypeError, "type.__new__() takes exactly 3 arguments (%zu given)", nargs);
    bridge_enter(t);
    lang_value v = lang_error();
    PyObject *types = PyImport_ImportModule("types"), *bases = bridge_to_python(t, args[1]);
    PyObject *space = PyDict_New(), *result = NULL, *keywords = PyDict_New();
    lang_value key, value;
    bool fine = types && bases && space && keywords;
    for (int64_t i = 0; fine && lang_dict_next(lang_as_dict(args[2]), &i, &key, &value);) {
        if (lang_is_str(key) && lang_str_equal_c(lang_as_str(key), "__classcell__"))
            continue;
        PyObject *k = bridge_to_python(t, key), *o = k ? bridge_to_python(t, value) : NULL;
        fine = o && PyDict_SetItem(space, k, o) == 0;
        Py_XDECREF(k);
        Py_XDECREF(o);
    }
    for (int64_t i = 0; fine && kwnames && i < kwnames->length; i++) {
        PyObject *o = bridge_to_python(t, args[nargs + (size_t)i]);
        fine = o && PyDict_SetItem(keywords, bridge_name(t, lang_as_str(kwnames->items[i])), o) == 0;
        Py_XDECREF(o);
    }
    PyObject *prepare = fine ? PyObject_GetAttrString(types, "prepare_class") : NULL;
    PyObject *name = prepare ? bridge_to_python(t, args[0]) : NULL;
    PyObject *prepared = name ? PyObject_CallFunctionObjArgs(prepare, name, bases, keywords, NULL) : NULL;
    if (prepared) { /* (metaclass, namespace, keywords) */
        PyObject *meta = PyTuple_GetItem(prepared, 0), *given = PyTuple_GetItem(prepared, 1);
        PyObject *pair_of = PyDict_CheckExact(given) ? Py_None : PyObject_CallMethod(given, "update", "O", space);
        if (pair_of) {
            PyObject *call =
                PyTuple_Pack(3, name, bases, pair_of == Py_None && PyDict_CheckExact(given) ? space : given);
            result = call ? BRIDGE_RUN(PyObject_Call(meta, call, PyTuple_GetItem(prepared, 2))) : NULL;
            Py_XDECREF(call);
        }
    }
    v = bridge_from_python_steal(t, result);
    if (!lang_is_error(v)) { /* super() and __class__ of its methods */
        lang_value cell = lang_dict_get_c(t, lang_as_dict(args[2]), "__classcell__");
        if (cell.tag == LANG_OBJECT && lang_setattr_c(t, cell, "cell_contents", v) < 0) {
            lang_unref(t, v);
            v = lang_error();
        }
    }
    Py_XDECREF(prepared);
    Py_XDECREF(name);
    Py_XDECREF(prepare);
    Py_XDECREF(types);
    Py_XDECREF(bases);
    Py_XDECREF(space);
    Py_XDECREF(keywords);
    bridge_leave();
    return v;
}

static struct lang_type metaclass = {
    .name = "type",
    .size = sizeof(struct bridge_class),
    .flags = LANG_TYPE_FOREIGN | LANG_TYPE_TYPE | LANG_TYPE_BASE,
    .base = &lang_type_type,
    .methods = metaclass_methods,
    .make = class_make,
    .getattr = class_getattr,
    .setattr = class_setattr,
    .repr = class_repr,
    .call = class_call,
    .compare = class_compare,
    .hash = class_hash,
    .getitem = class_getitem,
    .iter = class_iter,
    .len = class_len,
    .binary = {[LANG_OP_OR] = class_or},
};

/* ---- mirrors ------------------------------------------------------------------------------------------------------
 */

static char *attribute_text(PyObject *cls, const char *name)
{
    PyObject *o = PyObject_GetAttrString(cls, name);
    const char *text = o && PyUnicode_Check(o) ? PyUnicode_AsUTF8AndSize(o, NULL) : NULL;
    char *copy = text ? strdup(text) : NULL;
    if (!copy)
        PyErr_Clear();
    Py_XDECREF(o);
    return copy;
}

int bridge_proxy_specials(struct lang_thread *t, struct lang_type *type, PyObject *cls);

/* The order of bases there, as mirrors. Built-in classes of ours are left out: the layout of their instances is not
 * that of a proxy (is_instance below knows of them). */
static int mirror_order(struct lang_thread *t, struct bridge_class *c)
{
    PyObject *mro = PyObject_GetAttrString(c->py, "__mro__");
    Py_ssize_t n = mro && PyTuple_Check(mro) ? PyTuple_Size(mro) : 0;
    struct lang_list *order = lang_list_new(t, n + 1);
    int s = order ? lang_list_append(t, order, lang_obj(c)) : -1;
    for (Py_ssize_t i = 1; s == 0 && i < n; i++) {
        struct lang_type *type = bridge_class_here(t, PyTuple_GetItem(mro, i));
        s = !type                                                          ? -1
            : type->flags & LANG_TYPE_FOREIGN || type == &lang_type_object ? lang_list_append(t, order, lang_obj(type))
                                                                           : 0;
    }
    if (!mro)
        PyErr_Clear();
    Py_XDECREF(mro);
    struct lang_tuple *tuple = s == 0 ? lang_tuple_from(t, order->items, order->length) : NULL;
    lang_xdecref(t, order);
    if (!tuple)
        return -1;
    lang_type_set_order_steal(t, &c->type, tuple);
    return 0;
}

/* A class shows the slots that it has itself: how a value is printed depends on who defines __repr__. */
static void hide_inherited(struct lang_thread *t, struct lang_type *type, PyObject *cls)
{
    PyObject *space = PyObject_GetAttrString(cls, "__dict__"), *name = PyUnicode_FromString("__repr__");
    int own = space && name ? PySequence_Contains(space, name) : -1;
    struct lang_str *key = own == 0 ? lang_intern_c(t, "__repr__") : NULL;
    if (key)
        (void)lang_type_set_attr(t, type, key, lang_undef());
    PyErr_Clear();
    lang_xdecref(t, key);
    Py_XDECREF(space);
    Py_XDECREF(name);
}

/* paired: the class has one of ours for its counterpart; the mirror is for instances that are shared. */
/* The name that messages show: CPython's tp_name, with the module for classes written in C. */
static char *shown_name(PyObject *cls, const char *name, const char *module)
{
    if (!module || strcmp(module, "builtins") == 0 || PyType_GetFlags((PyTypeObject *)cls) & Py_TPFLAGS_HEAPTYPE)
        return strdup(name);
    char *shown = malloc(strlen(module) + strlen(name) + 2);
    if (shown)
        sprintf(shown, "%s.%s", module, name);
    return shown;
}

static struct lang_type *make_mirror(struct lang_thread *t, PyObject *cls, bool paired)
{
    struct bridge_class *c = calloc(1, sizeof *c);
    char *name = attribute_text(cls, "__name__"), *module = attribute_text(cls, "__module__");
    if (!c || !name) {
        lang_no_memory(t);
        goto failed;
    }
    char *shown = shown_name(cls, name, module);
    free(name);
    if (!(name = shown)) {
        lang_no_memory(t);
        goto failed;
    }
    c->py = cls;
    c->type = (struct lang_type){.name = name,
                                 .module = module && strcmp(module, "builtins") == 0 ? NULL : module,
                                 .size = sizeof(struct bridge_proxy),
                                 .flags = LANG_TYPE_FOREIGN | LANG_TYPE_BASE | LANG_TYPE_WEAKREF};
    c->type.head.type = &metaclass;
    if (PyType_IsSubtype((PyTypeObject *)cls, &PyType_Type)) { /* a metaclass there: its instances are classes */
        c->type.flags |= LANG_TYPE_TYPE;
        c->type.base = &metaclass;
    } else if (bridge_proxy_slots(t, &c->type, cls) < 0) {
        goto failed;
    }
    Py_INCREF(cls);
    if ((paired ? bridge_map_set(&shared, cls, &c->type) : pair(t, cls, &c->type)) < 0 ||
        lang_type_ready(t, &c->type) < 0 || mirror_order(t, c) < 0 ||
        (c->type.base != &metaclass && bridge_proxy_specials(t, &c->type, cls) < 0)) {
        bridge_map_remove(paired ? &shared : &here, cls);
        return NULL; /* its memory is known to the vm by now */
    }
    hide_inherited(t, &c->type, cls);
    return &c->type;
failed:
    free(c);
    free(name);
    free(module);
    return NULL;
}

struct lang_type *bridge_class_here(struct lang_thread *t, PyObject *cls)
{
    struct lang_type *type = bridge_map_get(&here, cls);
    if (type)
        return type;
    if (PyExceptionClass_Check(cls))
        type = bridge_exception_class_here(t, cls);
    else
        return make_mirror(t, cls, false);
    if (!type || pair(t, cls, type) < 0)
        return NULL;
    Py_INCREF(cls);
    return type;
}

struct lang_type *bridge_class_of_proxy(struct lang_thread *t, PyObject *cls)
{
    struct lang_type *type = bridge_class_here(t, cls);
    if (!type || type->flags & LANG_TYPE_FOREIGN)
        return type;
    struct lang_type *mirror = bridge_map_get(&shared, cls);
    return mirror ? mirror : make_mirror(t, cls, true);
}

int bridge_is_instance(struct lang_thread *t, lang_value v, struct lang_type *cls)
{
    PyObject *counterpart = bridge_map_get(&there, cls);
    if (!counterpart)
        return 0;
    bridge_enter(t);
    PyObject *o = bridge_to_python(t, v);
    int r = o ? BRIDGE_RUN(PyObject_IsInstance(o, counterpart)) : -1;
    Py_XDECREF(o);
    if (r < 0)
        bridge_raise_here(t);
    bridge_leave();
    return r;
}

int bridge_is_subclass(struct lang_thread *t, struct lang_type *cls, struct lang_type *of)
{
    PyObject *below = bridge_map_get(&there, cls), *above = bridge_map_get(&there, of);
    if (!below || !above)
        return 0;
    bridge_enter(t);
    int r = BRIDGE_RUN(PyObject_IsSubclass(below, above));
    if (r < 0)
        bridge_raise_here(t);
    bridge_leave();
    return r;
}

/* ---- classes here, seen from there --------------------------------------------------------------------------------
 */

static PyObject *wrapper_meta; /* the metaclass of classes that stand for ours: bridge_wrapper.c */
PyObject *bridge_wrapper_metaclass(void);

struct lang_type *bridge_class_of_wrapper(PyObject *cls);

static PyObject *make_there(struct lang_thread *t, struct lang_type *type)
{
    if (type->flags & LANG_TYPE_EXCEPTION)
        return bridge_exception_class_there(t, type);
    if (!wrapper_meta)
        wrapper_meta = bridge_wrapper_metaclass();
    PyObject *bases = PyTuple_New(1), *base = bridge_wrapper_base(type);
    PyObject *name = PyUnicode_FromString(type->name), *space = PyDict_New(), *slots = PyTuple_New(0);
    lang_value module = lang_getattr_c(t, lang_obj(type), "__module__");
    PyObject *module_name =
        lang_is_error(module) ? (lang_error_clear(t), PyUnicode_FromString("builtins")) : bridge_to_python(t, module);
    if (!lang_is_error(module))
        lang_unref(t, module);
    PyObject *cls = NULL;
    if (wrapper_meta && bases && base && name && space && slots && module_name &&
        PyDict_SetItemString(space, "__slots__", slots) == 0 &&
        PyDict_SetItemString(space, "__module__", module_name) == 0) {
        Py_INCREF(base);
        PyTuple_SetItem(bases, 0, base);
        cls = PyObject_CallFunctionObjArgs(wrapper_meta, name, bases, space, NULL);
    }
    Py_XDECREF(bases);
    Py_XDECREF(name);
    Py_XDECREF(space);
    Py_XDECREF(slots);
    Py_XDECREF(module_name);
    if (!cls)
        bridge_raise_here(t);
    return cls;
}

PyObject *bridge_class_there(struct lang_thread *t, struct lang_type *type)
{
    PyObject *cls = bridge_map_get(&there, type);
    if (cls)
        return cls;
    cls = make_there(t, type);
    if (!cls)
        return NULL;
    lang_incref(type);
    return pair(t, cls, type) < 0 ? NULL : cls;
}

PyObject *bridge_class_of_wrappers(struct lang_thread *t, struct lang_type *type)
{
    PyObject *cls = bridge_class_there(t, type);
    if (!cls || bridge_class_of_wrapper(cls) != type || !bridge_map_get(&counterparts, type))
        return cls;
    PyObject *wrappers = bridge_map_get(&wrapper_classes, type);
    if (wrappers)
        return wrappers;
    wrappers = make_there(t, type);
    if (wrappers && (bridge_map_set(&wrapper_classes, type, wrappers) || bridge_map_set(&here, wrappers, type)))
        return lang_no_memory(t), NULL;
    return wrappers;
}

struct lang_type *bridge_class_of_wrapper(PyObject *cls)
{
    return bridge_map_get(&here, cls);
}

int bridge_class_start(struct lang_thread *t)
{
    if (lang_type_ready(t, &metaclass) < 0)
        return -1;
    struct lang_str *repr = lang_intern_c(t, "__repr__"); /* classes are shown by the pretty printer as ours are */
    if (!repr || lang_type_set_attr(t, &metaclass, repr, lang_undef()) < 0)
        return -1;
    lang_decref(t, repr);
    PyObject *builtins = PyImport_ImportModule("builtins");
    int s = builtins ? 0 : -1;
    for (size_t i = 0; s == 0 && i < sizeof pairs / sizeof *pairs; i++) {
        PyObject *cls = PyObject_GetAttrString(builtins, pairs[i].name);
        s = cls && bridge_map_set(&counterparts, pairs[i].type, cls) == 0 ? pair(t, cls, pairs[i].type) : -1;
    }
    Py_XDECREF(builtins);
    if (s == 0)
        s = pair(t, (PyObject *)Py_TYPE(Py_None), &lang_type_none);
    if (s == 0)
        s = pair(t, (PyObject *)Py_TYPE(Py_NotImplemented), &lang_type_notimpl);
    if (s == 0)
        s = pair(t, (PyObject *)Py_TYPE(Py_Ellipsis), &lang_type_ellipsis);
    return s;
}
