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

/* ---- slots ---------------------------------------------------------------------------------------------------------
 */

/* Where a PyTypeObject of 3.9 has them: that version changes no more. */
static const struct {
    int slot;
    size_t offset;
} slots_of_3_9[] = {{Py_tp_dealloc, 48},   {Py_tp_hash, 120},  {Py_tp_getattro, 144}, {Py_tp_setattro, 152},
                    {Py_tp_iternext, 224}, {Py_tp_alloc, 304}, {Py_tp_new, 312},      {Py_tp_free, 320}};

void *bridge_slot(PyTypeObject *type, int slot)
{
    static signed char is_3_9 = -1; /* under the GIL */
    if (is_3_9 < 0)
        is_3_9 = strncmp(Py_GetVersion(), "3.9.", 4) == 0;
    if (!is_3_9 || PyType_GetFlags(type) & Py_TPFLAGS_HEAPTYPE)
        return PyType_GetSlot(type, slot);
    for (size_t i = 0; i < sizeof slots_of_3_9 / sizeof *slots_of_3_9; i++)
        if (slots_of_3_9[i].slot == slot)
            return *(void **)((char *)type + slots_of_3_9[i].offset);
    return NULL;
}

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

/* The classes of what the interpreters themselves make, by their names in the module types. */
static const struct {
    struct lang_type *type;
    const char *name;
} interpreter_pairs[] = {
    {&lang_type_function, "FunctionType"},
    {&lang_type_method, "MethodType"},
    {&lang_type_native, "BuiltinFunctionType"},
    {&lang_type_generator, "GeneratorType"},
    {&lang_type_coroutine, "CoroutineType"},
    {&lang_type_async_generator, "AsyncGeneratorType"},
    {&lang_type_module, "ModuleType"},
    {&lang_type_code, "CodeType"},
    {&lang_type_frame, "FrameType"},
    {&lang_type_traceback, "TracebackType"},
    {&lang_type_mappingproxy, "MappingProxyType"},
};

static int pair(struct lang_thread *t, PyObject *cls, struct lang_type *type)
{
    if (bridge_map_set(&here, cls, type) || bridge_map_set(&there, type, cls)) {
        lang_no_memory(t);
        return -1;
    }
    return 0;
}

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

static bool type_has(struct lang_thread *t, struct lang_type *type, const char *name)
{
    struct lang_str *key = lang_intern_c(t, name);
    bool has = key && !lang_is_undef(lang_type_lookup(t, type, key));
    lang_xdecref(t, key);
    return has;
}

/* ---- counterparts: the classes of the same name in modules that both sides have -------------------------------------
 */

static const char *const common_modules[] = {"typing",     "enum",      "collections", "collections.abc",
                                             "contextlib", "functools", "abc",         "re",
                                             "datetime",   "zoneinfo",  "pathlib",     "uuid"};

static bool is_common(const char *module)
{
    for (size_t i = 0; module && i < sizeof common_modules / sizeof *common_modules; i++)
        if (strcmp(module, common_modules[i]) == 0)
            return true;
    return false;
}

static struct lang_type *pair_counterparts(struct lang_thread *t, PyObject *cls, struct lang_type *type)
{
    Py_INCREF(cls);
    lang_incref(type);
    if (bridge_map_set(&counterparts, type, cls) || pair(t, cls, type) < 0)
        return NULL;
    bridge_enum_pair(t, type, cls);
    return type;
}

lang_value bridge_own_name(struct lang_thread *t, const char *module, const char *name)
{
    lang_value m = lang_import(t, module);
    lang_value v = !lang_is_error(m) && lang_is_exactly(m, &lang_type_module)
                       ? lang_dict_get_c(t, ((struct lang_module *)m.o)->attrs.dict, name)
                       : lang_undef();
    if (!lang_is_error(v) && !lang_is_undef(v))
        lang_ref(v);
    if (!lang_is_error(m))
        lang_unref(t, m);
    lang_error_clear(t);
    return lang_is_error(v) ? lang_undef() : v;
}

/* Ours of a class there, or NULL without an exception. */
static struct lang_type *counterpart_here(struct lang_thread *t, PyObject *cls)
{
    if (PyType_IsSubtype((PyTypeObject *)cls, &PyType_Type)) /* a metaclass: what it makes are mirrors */
        return NULL;
    char *module = attribute_text(cls, "__module__"),
         *name = is_common(module) ? attribute_text(cls, "__name__") : NULL;
    struct lang_type *type = NULL;
    lang_value found = name ? bridge_own_name(t, module, name) : lang_undef();
    if (lang_is_obj(found) && found.o->type->flags & LANG_TYPE_TYPE &&
        !(((struct lang_type *)found.o)->flags & (LANG_TYPE_FOREIGN | LANG_TYPE_EXCEPTION)) &&
        !bridge_map_get(&there, found.o))
        type = pair_counterparts(t, cls, (struct lang_type *)found.o);
    if (!lang_is_undef(found))
        lang_unref(t, found);
    free(module);
    free(name);
    return type;
}

/* The one there of a class of ours, or NULL without an exception. */
static PyObject *counterpart_there(struct lang_thread *t, struct lang_type *type)
{
    if (lang_is_subtype(type, &lang_type_type))
        return NULL;
    lang_value module = lang_getattr_c(t, lang_obj(type), "__module__");
    const char *text = lang_is_str(module) ? lang_str_utf8(t, lang_as_str(module), NULL) : NULL;
    PyObject *m = is_common(text) ? BRIDGE_RUN(PyImport_ImportModule(text)) : NULL;
    const char *name = strrchr(type->name, '.');
    PyObject *cls = m ? PyObject_GetAttrString(m, name ? name + 1 : type->name) : NULL;
    if (cls && (!PyType_Check(cls) || bridge_map_get(&here, cls) || !pair_counterparts(t, cls, type)))
        Py_CLEAR(cls);
    Py_XDECREF(cls); /* the pair holds it */
    Py_XDECREF(m);
    PyErr_Clear();
    lang_error_clear(t);
    if (!lang_is_error(module))
        lang_unref(t, module);
    return cls;
}

/* ---- the metaclass of mirrors -------------------------------------------------------------------------------------
 */

/* Equal are the class there and the one here that it is paired with in all but name. */
static lang_value class_compare(struct lang_thread *t, lang_value a, lang_value b, enum lang_compare_op op)
{
    (void)t;
    if ((op != LANG_EQ && op != LANG_NE) || !lang_is_a(b, &lang_type_type))
        return lang_notimpl();
    bool same = lang_same(a, b) || bridge_map_get(&there, b.o) == bridge_object(a);
    return lang_bool(same == (op == LANG_EQ));
}

static int class_hash(struct lang_thread *t, lang_value v, int64_t *out)
{
    (void)t;
    *out = (int64_t)((uintptr_t)v.o >> 4);
    return 0;
}

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

/* A dict there with the names of a class body, or with keyword arguments; NULL with the error there. */
static PyObject *namespace_there(struct lang_thread *t, struct lang_dict *names)
{
    PyObject *space = PyDict_New();
    lang_value key, value;
    for (int64_t i = 0; space && lang_dict_next(names, &i, &key, &value);) {
        if (lang_is_str(key) && lang_str_equal_c(lang_as_str(key), "__classcell__"))
            continue;
        PyObject *k = bridge_to_python(t, key), *o = k ? bridge_to_python(t, value) : NULL;
        int s = o ? PyDict_SetItem(space, k, o) : -1;
        Py_XDECREF(k);
        Py_XDECREF(o);
        if (s < 0) {
            Py_DECREF(space);
            return NULL;
        }
    }
    return space;
}

static PyObject *keywords_there(struct lang_thread *t, const lang_value *values, struct lang_tuple *names)
{
    PyObject *keywords = PyDict_New();
    for (int64_t i = 0; keywords && names && i < names->length; i++) {
        PyObject *name = bridge_name(t, lang_as_str(names->items[i])),
                 *o = name ? bridge_to_python(t, values[i]) : NULL;
        int s = o ? PyDict_SetItem(keywords, name, o) : -1;
        Py_XDECREF(o);
        if (s < 0) {
            Py_DECREF(keywords);
            return NULL;
        }
    }
    return keywords;
}

/* types.new_class of a body that has run: the metaclass is chosen, prepares a namespace, which takes the names over,
 * and makes the class. */
static PyObject *new_class(PyObject *name, PyObject *bases, PyObject *space, PyObject *keywords)
{
    PyObject *types = PyImport_ImportModule("types");
    PyObject *prepared = types ? PyObject_CallMethod(types, "prepare_class", "OOO", name, bases, keywords) : NULL;
    Py_XDECREF(types);
    if (!prepared)
        return NULL;
    PyObject *cls = NULL, *meta = PyTuple_GetItem(prepared, 0), *given = PyTuple_GetItem(prepared, 1);
    PyObject *updated = PyObject_CallMethod(given, "update", "O", space);
    PyObject *args = updated ? PyTuple_Pack(3, name, bases, given) : NULL;
    if (args)
        cls = PyObject_Call(meta, args, PyTuple_GetItem(prepared, 2));
    Py_XDECREF(args);
    Py_XDECREF(updated);
    Py_DECREF(prepared);
    return cls;
}

/* class NAME(bases of which one is foreign): CPython makes it, of functions and values that it sees as wrappers. meta:
 * a metaclass there that is asked for, or NULL. */
static lang_value class_from_body(struct lang_thread *t, PyObject *meta, const lang_value *args, size_t nargs,
                                  struct lang_tuple *kwnames)
{
    if (nargs != 3 || !lang_is_tuple(args[1]) || !lang_is_dict(args[2]))
        return lang_raise(t, LANG_EXC_TypeError, "type.__new__() takes exactly 3 arguments (%zu given)", nargs);
    bridge_enter(t);
    PyObject *name = bridge_to_python(t, args[0]), *bases = name ? bridge_to_python(t, args[1]) : NULL;
    PyObject *space = bases ? namespace_there(t, lang_as_dict(args[2])) : NULL;
    PyObject *keywords = space ? keywords_there(t, args + nargs, kwnames) : NULL;
    if (keywords && meta && PyDict_SetItemString(keywords, "metaclass", meta) < 0)
        Py_CLEAR(keywords);
    lang_value v = bridge_from_python_steal(t, keywords ? BRIDGE_RUN(new_class(name, bases, space, keywords)) : NULL);
    Py_XDECREF(name);
    Py_XDECREF(bases);
    Py_XDECREF(space);
    Py_XDECREF(keywords);
    bridge_leave();
    if (lang_is_error(v))
        return v;
    lang_value cell =
        lang_dict_get_c(t, lang_as_dict(args[2]), "__classcell__"); /* super() and __class__ of its methods */
    if (cell.tag == LANG_OBJECT && lang_setattr_c(t, cell, "cell_contents", v) < 0) {
        lang_unref(t, v);
        return lang_error();
    }
    return v;
}

static lang_value class_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                             struct lang_tuple *kwnames)
{
    (void)cls;
    return class_from_body(t, NULL, args, nargs, kwnames);
}

static lang_call_fn call_class;

/* A metaclass there that is called with a class body: super() in that wants its class. */
static lang_value class_call(struct lang_thread *t, lang_value callee, const lang_value *args, size_t nargs,
                             struct lang_tuple *kwnames)
{
    PyObject *cls = bridge_object(callee);
    bool body = nargs == 3 && lang_is_tuple(args[1]) && lang_is_dict(args[2]);
    if (body && PyType_Check(cls) && PyType_IsSubtype((PyTypeObject *)cls, &PyType_Type))
        return class_from_body(t, cls, args, nargs, kwnames);
    return call_class(t, callee, args, nargs, kwnames);
}

static struct lang_type metaclass = {
    .name = "type",
    .size = sizeof(struct bridge_class),
    .flags = LANG_TYPE_FOREIGN | LANG_TYPE_TYPE | LANG_TYPE_BASE,
    .base = &lang_type_type,
    .methods = metaclass_methods,
    .make = class_make,
    .compare = class_compare,
    .hash = class_hash,
};

/* ---- mirrors ------------------------------------------------------------------------------------------------------
 */

/* Abstract classes of ours take the mirrors of classes that derive from their counterparts. */
static void register_with(struct lang_thread *t, struct lang_type *abstract, struct bridge_class *c)
{
    lang_value mirror = lang_obj(c);
    if (!(abstract->head.type->flags & LANG_TYPE_HEAP) || !type_has(t, abstract->head.type, "register"))
        return;
    lang_value r = lang_call_method_c(t, lang_obj(abstract), "register", &mirror, 1);
    if (lang_is_error(r))
        lang_error_clear(t);
    else
        lang_unref(t, r);
}

/* The order of bases there, as mirrors. Built-in classes of ours are left out, but for that whose data the proxies
 * hold: the layout of their instances is not that of a proxy (is_instance below knows of them). */
static int mirror_order(struct lang_thread *t, struct bridge_class *c)
{
    PyObject *mro = PyObject_GetAttrString(c->py, "__mro__");
    Py_ssize_t n = mro && PyTuple_Check(mro) ? PyTuple_Size(mro) : 0;
    struct lang_list *order = lang_list_new(t, n + 1);
    int s = order ? lang_list_append(t, order, lang_obj(c)) : -1;
    for (Py_ssize_t i = 1; s == 0 && i < n; i++) {
        struct lang_type *type = bridge_class_here(t, PyTuple_GetItem(mro, i));
        if (type && i + 1 < n && bridge_map_get(&counterparts, type))
            register_with(t, type, c);
        const bool shown =
            type && (type->flags & LANG_TYPE_FOREIGN || type == &lang_type_object || type == c->type.base);
        s = !type ? -1 : shown ? lang_list_append(t, order, lang_obj(type)) : 0;
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
    c->type.head.type = Py_TYPE(cls) == &PyType_Type ? &metaclass : bridge_class_here(t, (PyObject *)Py_TYPE(cls));
    if (!c->type.head.type)
        goto failed;
    if (PyType_IsSubtype((PyTypeObject *)cls, &PyType_Type)) { /* a metaclass there: its instances are classes */
        c->type.flags |= LANG_TYPE_TYPE;
        c->type.base = &metaclass;
    } else {
        struct lang_type *base = paired ? NULL : bridge_content_base((PyTypeObject *)cls);
        if (base) {
            c->type.base = base;
            c->type.size = base->size;
            c->type.flags = LANG_TYPE_FOREIGN | LANG_TYPE_BASE | (base->flags & BRIDGE_CONTENT);
        }
        bridge_proxy_slots(&c->type, cls);
    }
    Py_INCREF(cls);
    if ((paired ? bridge_map_set(&shared, cls, &c->type) : pair(t, cls, &c->type)) < 0 ||
        lang_type_ready(t, &c->type) < 0 || (c->type.base != &metaclass && mirror_order(t, c) < 0) ||
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
        return (type = counterpart_here(t, cls)) ? type : make_mirror(t, cls, false);
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
    if (!counterpart || (!bridge_is_proxy(v) && Py_TYPE(counterpart) == &PyType_Type))
        return 0; /* ours are instances there of what a metaclass says, such as that of abstract classes */
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
    PyObject *above = bridge_map_get(&there, of);
    if (!above || (!(cls->flags & LANG_TYPE_FOREIGN) && Py_TYPE(above) == &PyType_Type))
        return 0;
    bridge_enter(t);
    PyObject *below = bridge_class_there(t, cls);
    int r = below ? BRIDGE_RUN(PyObject_IsSubclass(below, above)) : -1;
    if (r < 0)
        bridge_raise_here(t);
    bridge_leave();
    return r;
}

/* ---- classes here, seen from there --------------------------------------------------------------------------------
 */

static PyObject *wrapper_meta; /* the metaclass of classes that stand for ours: bridge_wrapper.c */

/* What instances of a class must have in their class there: CPython looks up special methods in it alone. Those that
 * are slots of wrappers have no row. */
static const char *const special_methods[] = {
    "__enter__",         "__exit__",          "__fspath__",      "__round__",    "__trunc__",
    "__floor__",         "__ceil__",          "__reversed__",    "__complex__",  "__bytes__",
    "__format__",        "__missing__",       "__copy__",        "__deepcopy__", "__length_hint__",
    "__sizeof__",        "__dir__",           "__mro_entries__", "__aenter__",   "__aexit__",
    "__instancecheck__", "__subclasscheck__", "__await__",       "__aiter__",    "__anext__"};

/* -1 with the error there. */
static int put_value(struct lang_thread *t, PyObject *space, struct lang_str *name, lang_value v)
{
    PyObject *key = bridge_text(t, name), *o = key ? bridge_to_python(t, v) : NULL;
    int s = o ? PyDict_SetItem(space, key, o) : -1;
    Py_XDECREF(key);
    Py_XDECREF(o);
    return s;
}

static int put_specials(struct lang_thread *t, PyObject *space, struct lang_type *type)
{
    int s = 0;
    for (size_t i = 0; s == 0 && i < sizeof special_methods / sizeof *special_methods; i++) {
        struct lang_str *name = lang_intern_c(t, special_methods[i]);
        lang_value v = name ? lang_type_lookup(t, type, name) : lang_undef();
        if (!lang_is_undef(v) && !lang_same(v, lang_type_lookup(t, &lang_type_object, name)))
            s = put_value(t, space, name, v);
        lang_xdecref(t, name);
    }
    lang_value key, v; /* members: object.__setattr__ finds them in the class */
    for (int64_t k = 0; s == 0 && type->flags & LANG_TYPE_HEAP && lang_dict_next(type->dict, &k, &key, &v);)
        if (lang_is_str(key) && lang_is_obj(v) && strcmp(v.o->type->name, "member_descriptor") == 0)
            s = put_value(t, space, lang_as_str(key), v);
    return s;
}

/* The functions and descriptors of a class with data, of the classes between it and the built-in one as well: they run
 * here. What makes instances, and their attributes, is asked here anyway. */
static int put_methods(struct lang_thread *t, PyObject *space, struct lang_type *type)
{
    static const char *const left_out[] = {"__new__",          "__init__",    "__init_subclass__", "__getattribute__",
                                           "__getattr__",      "__setattr__", "__delattr__",       "__del__",
                                           "__dict__",         "__weakref__", "__slots__",         "__class__",
                                           "__class_getitem__"};
    int s = 0;
    for (int64_t i = type->mro->length; s == 0 && i-- > 0;) {
        struct lang_type *cls = (struct lang_type *)type->mro->items[i].o;
        lang_value key, v;
        if (cls == &lang_type_object || bridge_map_get(&counterparts, cls))
            continue;
        for (int64_t k = 0; s == 0 && lang_dict_next(cls->dict, &k, &key, &v);) {
            bool out = !lang_is_str(key);
            for (size_t j = 0; !out && j < sizeof left_out / sizeof *left_out; j++)
                out = lang_str_equal_c(lang_as_str(key), left_out[j]);
            /* CPython would name what has been named here */
            out = out || type_has(t, lang_type_of(v), "__set_name__");
            bool unhashable = !out && lang_is_none(v) && lang_str_equal_c(lang_as_str(key), "__hash__");
            if (!out && (unhashable || lang_type_of(v)->get))
                s = put_value(t, space, lang_as_str(key), v);
        }
    }
    return s;
}

/* The classes there that stand for the bases, and below them the one that has the slots. NULL with the error there. */
static PyObject *bases_there(struct lang_thread *t, struct lang_type *type, PyObject *layout)
{
    PyObject *list = PyList_New(0);
    bool derived = bridge_is_derived(type);
    for (int64_t i = 0; list && type->bases && i < type->bases->length; i++) {
        struct lang_type *base = (struct lang_type *)type->bases->items[i].o;
        if (base == &lang_type_object || bridge_map_get(&counterparts, base) || bridge_is_derived(base) != derived)
            continue;
        PyObject *o = bridge_class_there(t, base);
        if (!o) {
            lang_error_clear(t);
            continue;
        }
        bool known = Py_TYPE(o) == (PyTypeObject *)wrapper_meta && PySequence_Contains(list, o) == 0;
        if (known && PyList_Append(list, o) < 0)
            Py_CLEAR(list);
    }
    bool has = false;
    for (Py_ssize_t i = 0; list && i < PyList_Size(list); i++)
        has = has || PyType_IsSubtype((PyTypeObject *)PyList_GetItem(list, i), (PyTypeObject *)layout);
    if (list && !has && PyList_Append(list, layout) < 0)
        Py_CLEAR(list);
    PyObject *tuple = list ? PyList_AsTuple(list) : NULL;
    Py_XDECREF(list);
    return tuple;
}

static int put_module(struct lang_thread *t, PyObject *space, struct lang_type *type)
{
    static const char *const names[] = {"__module__", "__qualname__", "__doc__"};
    int s = 0;
    for (size_t i = 0; s == 0 && i < sizeof names / sizeof *names; i++) {
        lang_value v = lang_getattr_c(t, lang_obj(type), names[i]);
        if (lang_is_error(v)) {
            lang_error_clear(t);
            continue;
        }
        PyObject *o = lang_is_str(v) ? bridge_to_python(t, v) : NULL;
        s = o ? PyDict_SetItemString(space, names[i], o) : 0;
        Py_XDECREF(o);
        lang_unref(t, v);
    }
    return s;
}

static PyObject *make_there(struct lang_thread *t, struct lang_type *type)
{
    if (type->flags & LANG_TYPE_EXCEPTION)
        return bridge_exception_class_there(t, type);
    if (!wrapper_meta)
        wrapper_meta = bridge_wrapper_metaclass();
    PyObject *data = bridge_derived_layout(type), *layout = data ? data : bridge_wrapper_base(type), *cls = NULL;
    PyObject *bases = layout ? bases_there(t, type, layout) : NULL;
    PyObject *name = PyUnicode_FromString(type->name), *space = PyDict_New(), *slots = PyTuple_New(0);
    if (bases && name && space && slots && (data || PyDict_SetItemString(space, "__slots__", slots) == 0) &&
        put_module(t, space, type) == 0 && (data ? put_methods : put_specials)(t, space, type) == 0)
        cls = bridge_wrapper_class(name, bases, space);
    if (!cls && bases && PyTuple_Size(bases) > 1 &&
        PyErr_ExceptionMatches(PyExc_TypeError)) { /* an order of bases that CPython does not take */
        PyErr_Clear();
        Py_XDECREF(bases);
        bases = PyTuple_Pack(1, layout);
        cls = bases ? bridge_wrapper_class(name, bases, space) : NULL;
    }
    Py_XDECREF(bases);
    Py_XDECREF(name);
    Py_XDECREF(space);
    Py_XDECREF(slots);
    if (!cls)
        bridge_raise_here(t);
    for (int64_t i = 1; cls && type->mro && i < type->mro->length; i++) { /* abstract classes there take ours */
        PyObject *abstract = bridge_map_get(&counterparts, type->mro->items[i].o);
        PyObject *none =
            abstract && Py_TYPE(abstract) != &PyType_Type ? PyObject_CallMethod(abstract, "register", "O", cls) : NULL;
        Py_XDECREF(none);
        PyErr_Clear();
    }
    return cls;
}

/* Objects of the language's packages are looked for by way of sys.modules: isinstance(x, sys.modules['torch'].Tensor);
 * and so are the files of all classes. */
static void import_package(struct lang_thread *t, struct lang_type *type)
{
    lang_value module = lang_getattr_c(t, lang_obj(type), "__module__");
    struct lang_str *dotted = !lang_is_error(module) && lang_is_str(module) ? lang_as_str(module) : NULL;
    const char *name = dotted ? lang_str_utf8(t, dotted, NULL) : NULL;
    const char *package = name ? bridge_own_package(name) : NULL;
    if (package && bridge_frames[BRIDGE_CALL]) /* not while the bridge is being opened */
        Py_XDECREF(BRIDGE_RUN(PyImport_ImportModule(package)));
    else if (name && type->flags & LANG_TYPE_HEAP && bridge_frames[BRIDGE_CALL])
        Py_XDECREF(BRIDGE_RUN(PyObject_CallMethod(bridge_session, "lend_module", "s", name)));
    PyErr_Clear();
    lang_error_clear(t);
    if (!lang_is_error(module))
        lang_unref(t, module);
}

PyObject *bridge_class_there(struct lang_thread *t, struct lang_type *type)
{
    PyObject *cls = bridge_map_get(&there, type);
    if (cls)
        return cls;
    if ((cls = counterpart_there(t, type)))
        return cls;
    cls = bridge_is_enum(t, type) ? bridge_enum_there(t, type) : NULL;
    if (!cls && !(cls = make_there(t, type)))
        return NULL;
    lang_incref(type);
    if (pair(t, cls, type) < 0)
        return NULL;
    import_package(t, type);
    return cls;
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

/* types.CodeType(...): the code is of CPython's instructions, and its functions run there. */
static lang_value make_code(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                            struct lang_tuple *kwnames)
{
    bridge_enter(t);
    lang_value v = bridge_call(t, bridge_map_get(&counterparts, cls), args, nargs, kwnames);
    bridge_leave();
    return v;
}

int bridge_class_start(struct lang_thread *t)
{
    lang_type_code.make = make_code;
    bridge_class_slots(&metaclass);
    call_class = metaclass.call;
    metaclass.call = class_call;
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
    PyObject *types = s == 0 ? PyImport_ImportModule("types") : NULL;
    s = types ? 0 : -1;
    for (size_t i = 0; s == 0 && i < sizeof interpreter_pairs / sizeof *interpreter_pairs; i++) {
        struct lang_type *type = interpreter_pairs[i].type;
        PyObject *cls = PyObject_GetAttrString(types, interpreter_pairs[i].name);
        s = cls && bridge_map_set(&counterparts, type, cls) == 0 ? pair(t, cls, type) : -1;
    }
    Py_XDECREF(types);
    if (s == 0)
        s = pair(t, (PyObject *)Py_TYPE(Py_None), &lang_type_none);
    if (s == 0)
        s = pair(t, (PyObject *)Py_TYPE(Py_NotImplemented), &lang_type_notimpl);
    if (s == 0)
        s = pair(t, (PyObject *)Py_TYPE(Py_Ellipsis), &lang_type_ellipsis);
    return s;
}
