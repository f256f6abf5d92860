/* bridge_proxy.c: objects there, seen from here: one proxy an object, whose slots ask CPython. Owns the table of
 * proxies and the table of slots; classes are in bridge_class.c. */
#include "bridge.h"

#include <stddef.h>
#include <string.h>

/* ---- identity ---------------------------------------------------------------------------------------------------- */

static struct bridge_map proxies;  /* PyObject -> its proxy, uncounted */
static struct bridge_map contents; /* a proxy that holds the data -> PyObject, counted */

struct lang_type *bridge_content_base(PyTypeObject *cls)
{
    const unsigned long flags = PyType_GetFlags(cls);
    return flags & Py_TPFLAGS_UNICODE_SUBCLASS ? &lang_type_str
           : flags & Py_TPFLAGS_TUPLE_SUBCLASS ? &lang_type_tuple
           : flags & Py_TPFLAGS_BYTES_SUBCLASS ? &lang_type_bytes
                                               : NULL;
}

PyObject *bridge_object_of_content(struct lang_object *proxy)
{
    return bridge_map_get(&contents, proxy);
}

/* Takes o. */
static lang_value content_proxy(struct lang_thread *t, PyObject *o, struct lang_type *mirror)
{
    struct lang_object *known = bridge_map_get(&proxies, o);
    if (known) {
        Py_DECREF(o);
        return lang_obj(lang_incref(known));
    }
    lang_value data = bridge_content_here(t, o);
    lang_value v = lang_is_error(data) ? data : mirror->base->make(t, mirror, &data, 1, NULL);
    if (!lang_is_error(data))
        lang_unref(t, data);
    if (!lang_is_error(v) && (bridge_map_set(&contents, v.o, o) || bridge_map_set(&proxies, o, v.o))) {
        bridge_map_remove(&contents, v.o);
        lang_unref(t, v);
        v = lang_no_memory(t);
    }
    if (lang_is_error(v))
        Py_DECREF(o);
    return v;
}

static void content_destroy(struct lang_thread *t, struct lang_object *o)
{
    PyObject *py = bridge_map_get(&contents, o);
    if (py) {
        bridge_map_remove(&contents, o);
        bridge_map_remove(&proxies, py);
    }
    if (o->type->base->destroy)
        o->type->base->destroy(t, o);
    if (py)
        bridge_drop_object(t, py);
}

lang_value bridge_proxy_steal(struct lang_thread *t, PyObject *o, struct lang_type *mirror)
{
    if (mirror && mirror->flags & BRIDGE_CONTENT)
        return content_proxy(t, o, mirror);
    bool shared = Py_REFCNT(o) > 1; /* somebody else may give it again, or has given it */
    struct bridge_proxy *p = shared ? bridge_map_get(&proxies, o) : NULL;
    if (p) {
        Py_DECREF(o);
        return lang_obj(lang_incref(p));
    }
    p = mirror ? lang_object_new(t, mirror) : NULL;
    if (!p) {
        Py_DECREF(o);
        return lang_error();
    }
    p->py = o;
    if (shared) {
        if (bridge_map_set(&proxies, o, p)) {
            lang_decref(t, p);
            return lang_no_memory(t);
        }
        p->known = true;
    }
    return lang_obj(p);
}

PyObject *bridge_proxy_object(lang_value v)
{
    struct bridge_proxy *p = (struct bridge_proxy *)v.o;
    PyObject *py = bridge_object(v);
    if (!bridge_has_content(v.o) && !p->known && bridge_map_set(&proxies, py, p) == 0)
        p->known = true;
    Py_INCREF(py);
    return py;
}

/* Leaves after code there has seen the object: if it is held there now, it may be given again. */
static void leave(lang_value v)
{
    struct bridge_proxy *p = (struct bridge_proxy *)v.o;
    if (bridge_is_proxy(v) && !bridge_has_content(v.o) && !p->known && Py_REFCNT(p->py) > 1 &&
        bridge_map_set(&proxies, p->py, p) == 0)
        p->known = true;
    bridge_leave();
}

static void proxy_destroy(struct lang_thread *t, struct lang_object *o)
{
    struct bridge_proxy *p = (struct bridge_proxy *)o;
    PyObject *py = p->py;
    p->py = NULL;
    if (!py)
        return;
    if (p->known)
        bridge_map_remove(&proxies, py);
    bridge_drop_object(t, py);
}

void bridge_proxy_disconnect(struct bridge_proxy *p)
{
    PyObject *py = p->py;
    if (p->known)
        bridge_map_remove(&proxies, py);
    p->known = false;
    p->py = Py_None;
    Py_INCREF(Py_None);
    Py_XDECREF(py);
}

/* ---- calls --------------------------------------------------------------------------------------------------------
 */

/* The same with a tuple and a dict, for versions that do not export it. */
static PyObject *call_with_tuple(PyObject *callable, PyObject *const *args, Py_ssize_t n, PyObject *names)
{
    PyObject *tuple = PyTuple_New(n), *keywords = names ? PyDict_New() : NULL, *result = NULL;
    Py_ssize_t count = names ? PyTuple_Size(names) : 0;
    for (Py_ssize_t i = 0; tuple && i < n; i++) {
        Py_INCREF(args[i]);
        PyTuple_SetItem(tuple, i, args[i]);
    }
    bool made = tuple && (keywords || !names);
    for (Py_ssize_t i = 0; made && i < count; i++)
        made = PyDict_SetItem(keywords, PyTuple_GetItem(names, i), args[n + i]) == 0;
    if (made)
        result = PyObject_Call(callable, tuple, keywords);
    Py_XDECREF(tuple);
    Py_XDECREF(keywords);
    return result;
}

static PyObject *vectorcall(PyObject *callable, PyObject *const *args, size_t nargsf, PyObject *names)
{
    return PyObject_Vectorcall ? PyObject_Vectorcall(callable, args, nargsf, names)
                               : call_with_tuple(callable, args, (Py_ssize_t)(nargsf & ~BRIDGE_OFFSET), names);
}

/* ---- the frame of a call --------------------------------------------------------------------------------------------
 */

PyObject *bridge_frames[BRIDGE_FRAMES];

static PyTypeObject *function_type, *method_type,
    *builtin_type; /* static types there that have no name in its headers */

static PyTypeObject *type_named(PyObject *types, const char *name)
{
    PyObject *type = PyObject_GetAttrString(types, name);
    Py_XDECREF(type); /* lives for ever */
    return (PyTypeObject *)type;
}

static bool is_class_of_python(PyTypeObject *type)
{
    return PyType_GetFlags(type) & Py_TPFLAGS_HEAPTYPE && bridge_frames[BRIDGE_CALL];
}

/* Is it written in Python? Such code may look at the frame that called it. */
static bool is_python_code(PyObject *callable)
{
    PyTypeObject *type = Py_TYPE(callable);
    if (type == builtin_type)
        return false;
    if (type == function_type || type == method_type)
        return bridge_frames[BRIDGE_CALL];
    return is_class_of_python(PyType_Check(callable) ? (PyTypeObject *)callable : type);
}

static bool is_python_class(PyObject *o)
{
    return is_class_of_python(Py_TYPE(o));
}

/* What attributes of instances of a class are: remembered, not to be asked twice. A class that changes later may have
 * an answer of before: its code then finds no frame of a caller. */
enum { ATTRIBUTES = 1024 };
static struct attribute {
    PyTypeObject *type; /* with the reference of its mirror */
    PyObject *name;     /* counted */
    bool setting, runs_code;
} attributes[ATTRIBUTES];

static bool runs_code(PyTypeObject *type, PyObject *name, bool setting)
{
    size_t hash = (((uintptr_t)type >> 4) + ((uintptr_t)name >> 3) + setting) * 0x9e3779b97f4a7c15u;
    struct attribute *known = &attributes[hash >> 54];
    if (known->type == type && known->name == name && known->setting == setting)
        return known->runs_code;
    PyObject *r = PyObject_CallFunction(bridge_frames[BRIDGE_RUNS_CODE], "OOs", type, name,
                                        setting ? "__setattr__" : "__getattr__");
    if (!r)
        PyErr_Clear();
    bool answer = r != Py_False;
    Py_XDECREF(r);
    Py_INCREF(name);
    Py_XDECREF(known->name);
    *known = (struct attribute){type, name, setting, answer};
    return answer;
}

static PyObject *get_attribute(PyObject *o, PyObject *name)
{
    if (!is_python_class(o) || !runs_code(Py_TYPE(o), name, false))
        return PyObject_GetAttr(o, name);
    PyObject *args[] = {NULL, o, name};
    return vectorcall(bridge_frames[BRIDGE_GETATTR], args + 1, 2 | BRIDGE_OFFSET, NULL);
}

static int status(PyObject *none)
{
    Py_XDECREF(none);
    return none ? 0 : -1;
}

static int set_attribute(PyObject *o, PyObject *name, PyObject *value)
{
    if (!value || !is_python_class(o) || !runs_code(Py_TYPE(o), name, true))
        return PyObject_SetAttr(o, name, value);
    PyObject *args[] = {NULL, o, name, value};
    return status(vectorcall(bridge_frames[BRIDGE_SETATTR], args + 1, 3 | BRIDGE_OFFSET, NULL));
}

static PyObject *get_item(PyObject *o, PyObject *key)
{
    PyObject *args[] = {NULL, o, key};
    return is_python_class(o) ? vectorcall(bridge_frames[BRIDGE_GETITEM], args + 1, 2 | BRIDGE_OFFSET, NULL)
                              : PyObject_GetItem(o, key);
}

static int set_item(PyObject *o, PyObject *key, PyObject *value)
{
    PyObject *args[] = {NULL, o, key, value};
    return is_python_class(o) ? status(vectorcall(bridge_frames[BRIDGE_SETITEM], args + 1, 3 | BRIDGE_OFFSET, NULL))
                              : PyObject_SetItem(o, key, value);
}

/* ---- calls ------------------------------------------------------------------------------------------------------- */

enum { SMALL_CALL = 8 };

static PyObject *call_names(struct lang_thread *t, struct lang_tuple *kwnames)
{
    PyObject *names = PyTuple_New(kwnames->length);
    for (int64_t i = 0; names && i < kwnames->length; i++) {
        PyObject *name = bridge_name(t, lang_as_str(kwnames->items[i]));
        if (!name) {
            Py_DECREF(names);
            return NULL;
        }
        Py_INCREF(name);
        PyTuple_SetItem(names, i, name);
    }
    return names;
}

/* A container that a variable of a context is set to is what comes back, for code there only holds it. */
static PyObject *argument_there(struct lang_thread *t, PyObject *callable, lang_value v)
{
    if (callable != bridge_frames[BRIDGE_KEEPS] || v.tag != LANG_OBJECT ||
        (v.o->type != &lang_type_list && v.o->type != &lang_type_dict && v.o->type != &lang_type_set))
        return bridge_to_python(t, v);
    PyObject *o = bridge_wrapper(t, v.o);
    return o ? o : bridge_raise_there(t);
}

/* With both locks. The first argument may be an object there that is none of args (self of a method). */
static lang_value call_there(struct lang_thread *t, PyObject *callable, const lang_value *args, size_t nargs,
                             struct lang_tuple *kwnames)
{
    size_t total = nargs + (kwnames ? (size_t)kwnames->length : 0), made = 0;
    PyObject *small[SMALL_CALL + 2], **list = small;
    if (total > SMALL_CALL && !(list = PyMem_Malloc((total + 2) * sizeof *list)))
        return lang_no_memory(t);
    size_t copies = bridge_copies_begin();
    PyObject *frame =
        is_python_code(callable) ? bridge_frames[nargs < 4 && !kwnames ? BRIDGE_CALL_0 + nargs : BRIDGE_CALL] : NULL;
    PyObject *result = NULL, *names = NULL;
    struct bridge_handled handled;
    bool handles = frame && bridge_handled_begin(t, &handled);
    list[1] = callable; /* list[0] is for the callee to write to */
    while (made < total && (list[made + 2] = argument_there(t, callable, args[made])))
        made++;
    if (made == total && (!kwnames || (names = call_names(t, kwnames))))
        result = frame ? BRIDGE_RUN(vectorcall(frame, list + 1, (nargs + 1) | BRIDGE_OFFSET, names))
                       : BRIDGE_RUN(vectorcall(callable, list + 2, nargs | BRIDGE_OFFSET, names));
    if (handles)
        bridge_handled_end(&handled);
    lang_value v = bridge_from_python_steal(t, result);
    if (bridge_path_changed())
        bridge_path_give(t);
    if (bridge_copies_end(t, copies, lang_is_error(v)) < 0 && !lang_is_error(v)) {
        lang_unref(t, v);
        v = lang_error();
    }
    while (made)
        Py_DECREF(list[1 + made--]);
    Py_XDECREF(names);
    if (list != small)
        PyMem_Free(list);
    return v;
}

lang_value bridge_call(struct lang_thread *t, PyObject *callable, const lang_value *args, size_t nargs,
                       struct lang_tuple *kwnames)
{
    if (lang_enter(t, " while calling a Python object") < 0)
        return lang_error();
    bridge_enter(t);
    lang_value v = call_there(t, callable, args, nargs, kwnames);
    bridge_leave();
    lang_leave(t);
    return lang_poll(t) < 0 ? (lang_is_error(v) ? v : (lang_unref(t, v), lang_error())) : v;
}

static lang_value proxy_call(struct lang_thread *t, lang_value callee, const lang_value *args, size_t nargs,
                             struct lang_tuple *kwnames)
{
    bridge_enter(t);
    lang_value v = bridge_call(t, bridge_object(callee), args, nargs, kwnames);
    leave(callee);
    return v;
}

/* ---- attributes -------------------------------------------------------------------------------------------------- */

static lang_value proxy_getattr(struct lang_thread *t, lang_value v, struct lang_str *name)
{
    bridge_enter(t);
    PyObject *n = bridge_name(t, name), *self = bridge_object(v);
    PyObject *o = n ? BRIDGE_RUN(get_attribute(self, n)) : NULL;
    lang_value r = bridge_from_python_steal(t, o);
    leave(v);
    return r;
}

/* A method there that is about to be called: nobody else sees it. */
struct callee {
    struct lang_object head;
    PyObject *py;
};

static lang_value callee_call(struct lang_thread *t, lang_value callee, const lang_value *args, size_t nargs,
                              struct lang_tuple *kwnames)
{
    return bridge_call(t, ((struct callee *)callee.o)->py, args, nargs, kwnames);
}

static void callee_destroy(struct lang_thread *t, struct lang_object *o)
{
    PyObject *py = ((struct callee *)o)->py;
    bridge_enter(t);
    if (Py_TYPE(py) == method_type && Py_REFCNT(PyMethod_Self(py)) > 1)
        Py_DECREF(py); /* no code runs */
    else
        bridge_drop_object(t, py);
    bridge_leave();
}

static struct lang_type callee_type = {
    .name = "method", .size = sizeof(struct callee), .call = callee_call, .destroy = callee_destroy};

/* The method that all instances of a class have for ever; borrowed; None: that may vary. ERROR */
static lang_value lasting_method(struct lang_thread *t, struct bridge_class *cls, struct lang_str *name, PyObject *n)
{
    if (!cls->methods && !(cls->methods = lang_dict_new(t)))
        return lang_error();
    lang_value found = lang_dict_get(t, cls->methods, lang_obj(name));
    if (!lang_is_undef(found))
        return found;
    PyObject *type = cls->py, *method = NULL;
    void *generic = bridge_slot(&PyBaseObject_Type, Py_tp_getattro);
    if (generic && bridge_slot((PyTypeObject *)type, Py_tp_getattro) == generic && bridge_frames[BRIDGE_METHOD])
        method = PyObject_CallFunctionObjArgs(bridge_frames[BRIDGE_METHOD], type, n, NULL);
    PyErr_Clear(); /* 3.9 does not answer for static types */
    lang_value v = method ? bridge_from_python_steal(t, method) : lang_none();
    if (!lang_is_error(v) && lang_dict_set(t, cls->methods, lang_obj(name), v) < 0) {
        lang_unref(t, v);
        return lang_error();
    }
    if (!lang_is_error(v))
        lang_unref(t, v); /* the dict has it */
    return v;
}

static int proxy_getmethod(struct lang_thread *t, lang_value v, struct lang_str *name, lang_value *function)
{
    bridge_enter(t);
    PyObject *n = bridge_name(t, name), *self = bridge_object(v), *o = NULL;
    int kind = LANG_METHOD_BOUND;
    lang_value r = lang_none();
    if (n && !is_python_class(self))
        r = lasting_method(t, (struct bridge_class *)v.o->type, name, n);
    if (!lang_is_none(r)) {
        kind = LANG_METHOD_OF_TYPE;
        if (!lang_is_error(r))
            lang_ref(r);
    } else {
        o = n ? BRIDGE_RUN(get_attribute(self, n)) : NULL;
        struct callee *callee =
            o && (Py_TYPE(o) == method_type || Py_TYPE(o) == builtin_type) ? lang_object_new(t, &callee_type) : NULL;
        if (callee)
            callee->py = o;
        r = callee ? lang_obj(callee) : bridge_from_python_steal(t, o);
    }
    leave(v);
    *function = r;
    return lang_is_error(r) ? -1 : kind;
}

static int proxy_setattr(struct lang_thread *t, lang_value v, struct lang_str *name, lang_value value)
{
    bridge_enter(t);
    PyObject *n = bridge_name(t, name), *self = bridge_object(v), *o = NULL;
    int s =
        n && (lang_is_undef(value) || (o = bridge_to_python(t, value))) ? BRIDGE_RUN(set_attribute(self, n, o)) : -1;
    Py_XDECREF(o);
    if (s < 0)
        bridge_raise_here(t);
    leave(v);
    return s;
}

/* ---- text -------------------------------------------------------------------------------------------------------- */

static lang_value proxy_repr(struct lang_thread *t, lang_value v)
{
    bridge_enter(t);
    PyObject *self = bridge_object(v);
    lang_value r = bridge_from_python_steal(t, BRIDGE_RUN(PyObject_Repr(self)));
    leave(v);
    return r;
}

static lang_value proxy_str(struct lang_thread *t, lang_value v)
{
    bridge_enter(t);
    PyObject *self = bridge_object(v);
    lang_value r = bridge_from_python_steal(t, BRIDGE_RUN(PyObject_Str(self)));
    leave(v);
    return r;
}

static lang_value proxy_format(struct lang_thread *t, lang_value v, struct lang_str *spec)
{
    bridge_enter(t);
    PyObject *self = bridge_object(v), *text = bridge_text(t, spec);
    lang_value r = bridge_from_python_steal(t, text ? BRIDGE_RUN(PyObject_Format(self, text)) : NULL);
    Py_XDECREF(text);
    leave(v);
    return r;
}

/* ---- comparison, hash, truth ------------------------------------------------------------------------------------- */

/* The other one is an object of ours, which is asked here: the object's own answer alone. */
static PyObject *compare_alone(PyObject *self, PyObject *other, int op)
{
    static const char *const methods[] = {[Py_LT] = "__lt__", [Py_LE] = "__le__", [Py_EQ] = "__eq__",
                                          [Py_NE] = "__ne__", [Py_GT] = "__gt__", [Py_GE] = "__ge__"};
    PyObject *method = PyObject_GetAttrString((PyObject *)Py_TYPE(self), methods[op]);
    PyObject *r = method ? PyObject_CallFunctionObjArgs(method, self, other, NULL) : NULL;
    Py_XDECREF(method);
    return r;
}

static lang_value proxy_compare(struct lang_thread *t, lang_value a, lang_value b, enum lang_compare_op op)
{
    static const int ops[] = {[LANG_LT] = Py_LT, [LANG_LE] = Py_LE, [LANG_EQ] = Py_EQ,
                              [LANG_NE] = Py_NE, [LANG_GT] = Py_GT, [LANG_GE] = Py_GE};
    bridge_enter(t);
    PyObject *self = bridge_object(a), *other = bridge_to_python(t, b);
    bool alone = other && !bridge_is_proxy(b) && bridge_wrapped(other);
    PyObject *answer = other ? BRIDGE_RUN((alone ? compare_alone : PyObject_RichCompare)(self, other, ops[op])) : NULL;
    lang_value r = bridge_from_python_steal(t, answer);
    Py_XDECREF(other);
    leave(a);
    return r;
}

static int proxy_hash(struct lang_thread *t, lang_value v, int64_t *out)
{
    bridge_enter(t);
    PyObject *self = bridge_object(v);
    Py_hash_t h = BRIDGE_RUN(PyObject_Hash(self));
    bool failed = h == -1 && PyErr_Occurred();
    if (failed)
        bridge_raise_here(t);
    *out = h;
    leave(v);
    return failed ? -1 : 0;
}

/* Equal to the data, and so in the same place of a dict, unless the class there says otherwise. */
static int content_hash(struct lang_thread *t, lang_value v, int64_t *out)
{
    struct lang_type *base = v.o->type->base;
    bridge_enter(t);
    PyObject *self = bridge_object(v);
    hashfunc plain = (hashfunc)bridge_slot((PyTypeObject *)bridge_class_there(t, base), Py_tp_hash);
    Py_hash_t h = BRIDGE_RUN(PyObject_Hash(self)), of_data = h == -1 ? -1 : plain(self);
    if (h == -1 || of_data == -1)
        bridge_raise_here(t);
    bridge_leave();
    *out = h;
    return h == -1 || of_data == -1 ? -1 : h == of_data ? base->hash(t, v, out) : 0;
}

static int proxy_truth(struct lang_thread *t, lang_value v)
{
    bridge_enter(t);
    PyObject *self = bridge_object(v);
    int r = BRIDGE_RUN(PyObject_IsTrue(self));
    if (r < 0)
        bridge_raise_here(t);
    leave(v);
    return r;
}

/* ---- containers -------------------------------------------------------------------------------------------------- */

static lang_value proxy_iter(struct lang_thread *t, lang_value v)
{
    bridge_enter(t);
    PyObject *self = bridge_object(v);
    lang_value r = bridge_from_python_steal(t, BRIDGE_RUN(PyObject_GetIter(self)));
    leave(v);
    return r;
}

/* The iterator of Python has ended with StopIteration, whose value is the result of a yield from or an await. */
static lang_value proxy_stops(struct lang_thread *t)
{
    PyObject *type, *stop, *traceback, *value;
    PyErr_Fetch(&type, &stop, &traceback);
    PyErr_NormalizeException(&type, &stop, &traceback);
    value = stop ? PyObject_GetAttrString(stop, "value") : NULL;
    Py_XDECREF(type);
    Py_XDECREF(stop);
    Py_XDECREF(traceback);
    lang_value r = bridge_from_python_steal(t, value);
    if (lang_is_error(r))
        return r;
    lang_stop_with(t, r);
    return lang_undef();
}

static lang_value proxy_next(struct lang_thread *t, lang_value v)
{
    bridge_enter(t);
    PyObject *self = bridge_object(v);
    iternextfunc next = (iternextfunc)bridge_slot(Py_TYPE(self), Py_tp_iternext);
    PyObject *o = BRIDGE_RUN(next ? next(self) : PyIter_Next(self));
    lang_value r;
    if (!o && !PyErr_Occurred())
        r = lang_undef();
    else if (!o && PyErr_ExceptionMatches(PyExc_StopIteration))
        r = proxy_stops(t);
    else
        r = bridge_from_python_steal(t, o);
    leave(v);
    return r;
}

static int64_t proxy_len(struct lang_thread *t, lang_value v)
{
    bridge_enter(t);
    PyObject *self = bridge_object(v);
    Py_ssize_t n = BRIDGE_RUN(PyObject_Size(self));
    if (n < 0)
        bridge_raise_here(t);
    leave(v);
    return n;
}

static lang_value proxy_getitem(struct lang_thread *t, lang_value v, lang_value key)
{
    bridge_enter(t);
    PyObject *self = bridge_object(v), *k = bridge_to_python(t, key);
    lang_value r = bridge_from_python_steal(t, k ? BRIDGE_RUN(get_item(self, k)) : NULL);
    Py_XDECREF(k);
    leave(v);
    return r;
}

static int proxy_setitem(struct lang_thread *t, lang_value v, lang_value key, lang_value value)
{
    bridge_enter(t);
    PyObject *self = bridge_object(v), *k = bridge_to_python(t, key), *o = NULL;
    int s = -1;
    if (k && lang_is_undef(value))
        s = BRIDGE_RUN(PyObject_DelItem(self, k));
    else if (k && (o = bridge_to_python(t, value)))
        s = BRIDGE_RUN(set_item(self, k, o));
    Py_XDECREF(k);
    Py_XDECREF(o);
    if (s < 0)
        bridge_raise_here(t);
    leave(v);
    return s;
}

static int proxy_contains(struct lang_thread *t, lang_value v, lang_value item)
{
    bridge_enter(t);
    PyObject *self = bridge_object(v), *o = bridge_to_python(t, item);
    int r = o ? BRIDGE_RUN(PySequence_Contains(self, o)) : -1;
    Py_XDECREF(o);
    if (r < 0)
        bridge_raise_here(t);
    leave(v);
    return r;
}

/* ---- operators --------------------------------------------------------------------------------------------------- */

static PyObject *power(PyObject *a, PyObject *b)
{
    return PyNumber_Power(a, b, Py_None);
}

static PyObject *power_inplace(PyObject *a, PyObject *b)
{
    return PyNumber_InPlacePower(a, b, Py_None);
}

/* Our operator, CPython's functions, the reflected method. */
static const struct {
    PyObject *(*plain)(PyObject *, PyObject *);
    PyObject *(*inplace)(PyObject *, PyObject *);
    const char *reflected;
} operators[LANG_OP_BINARY_COUNT] = {
    [LANG_OP_ADD] = {PyNumber_Add, PyNumber_InPlaceAdd, "__radd__"},
    [LANG_OP_SUB] = {PyNumber_Subtract, PyNumber_InPlaceSubtract, "__rsub__"},
    [LANG_OP_MUL] = {PyNumber_Multiply, PyNumber_InPlaceMultiply, "__rmul__"},
    [LANG_OP_MATMUL] = {PyNumber_MatrixMultiply, PyNumber_InPlaceMatrixMultiply, "__rmatmul__"},
    [LANG_OP_TRUEDIV] = {PyNumber_TrueDivide, PyNumber_InPlaceTrueDivide, "__rtruediv__"},
    [LANG_OP_FLOORDIV] = {PyNumber_FloorDivide, PyNumber_InPlaceFloorDivide, "__rfloordiv__"},
    [LANG_OP_MOD] = {PyNumber_Remainder, PyNumber_InPlaceRemainder, "__rmod__"},
    [LANG_OP_POW] = {power, power_inplace, "__rpow__"},
    [LANG_OP_LSHIFT] = {PyNumber_Lshift, PyNumber_InPlaceLshift, "__rlshift__"},
    [LANG_OP_RSHIFT] = {PyNumber_Rshift, PyNumber_InPlaceRshift, "__rrshift__"},
    [LANG_OP_AND] = {PyNumber_And, PyNumber_InPlaceAnd, "__rand__"},
    [LANG_OP_XOR] = {PyNumber_Xor, PyNumber_InPlaceXor, "__rxor__"},
    [LANG_OP_OR] = {PyNumber_Or, PyNumber_InPlaceOr, "__ror__"},
    [LANG_OP_DIVMOD] = {PyNumber_Divmod, NULL, "__rdivmod__"},
};

/* The left operand is an object of ours that has been asked already: the other one's reflected method alone. */
static PyObject *reflected(PyObject *a, PyObject *b, const char *name)
{
    PyObject *method = PyObject_GetAttrString((PyObject *)Py_TYPE(b), name);
    if (!method) {
        PyErr_Clear();
        Py_INCREF(Py_NotImplemented);
        return Py_NotImplemented;
    }
    PyObject *r = PyObject_CallFunctionObjArgs(method, b, a, NULL);
    Py_DECREF(method);
    return r;
}

static lang_value binary(struct lang_thread *t, lang_value a, lang_value b, enum lang_binary_op op, bool inplace)
{
    bridge_enter(t);
    PyObject *x = bridge_to_python(t, a), *y = x ? bridge_to_python(t, b) : NULL, *r = NULL;
    if (y && !bridge_is_proxy(a) && bridge_wrapped(x))
        r = BRIDGE_RUN(reflected(x, y, operators[op].reflected));
    else if (y)
        r = BRIDGE_RUN((inplace ? operators[op].inplace : operators[op].plain)(x, y));
    Py_XDECREF(x);
    Py_XDECREF(y);
    lang_value v = bridge_from_python_steal(t, r);
    bridge_leave();
    return v;
}

#define OPERATORS(X)                                                                                                   \
    X(ADD) X(SUB) X(MUL) X(MATMUL) X(TRUEDIV) X(FLOORDIV) X(MOD) X(POW) X(LSHIFT) X(RSHIFT) X(AND) X(XOR) X(OR)
#define X(op)                                                                                                          \
    static lang_value binary_##op(struct lang_thread *t, lang_value a, lang_value b)                                   \
    {                                                                                                                  \
        return binary(t, a, b, LANG_OP_##op, false);                                                                   \
    }                                                                                                                  \
    static lang_value inplace_##op(struct lang_thread *t, lang_value a, lang_value b)                                  \
    {                                                                                                                  \
        return binary(t, a, b, LANG_OP_##op, true);                                                                    \
    }
OPERATORS(X)
#undef X

static lang_value binary_DIVMOD(struct lang_thread *t, lang_value a, lang_value b)
{
    return binary(t, a, b, LANG_OP_DIVMOD, false);
}

static lang_value unary(struct lang_thread *t, lang_value v, PyObject *(*function)(PyObject *))
{
    bridge_enter(t);
    PyObject *self = bridge_object(v);
    lang_value r = bridge_from_python_steal(t, BRIDGE_RUN(function(self)));
    leave(v);
    return r;
}

#define UNARY(name, function)                                                                                          \
    static lang_value unary_##name(struct lang_thread *t, lang_value v)                                                \
    {                                                                                                                  \
        return unary(t, v, function);                                                                                  \
    }
UNARY(neg, PyNumber_Negative)
UNARY(pos, PyNumber_Positive)
UNARY(invert, PyNumber_Invert)
UNARY(abs, PyNumber_Absolute)
UNARY(index, PyNumber_Index)
UNARY(int, PyNumber_Long)
UNARY(float, PyNumber_Float)

/* ---- descriptors: what stands in a class of ours -------------------------------------------------------------------
 */

/* A function binds as ours do; all else is asked. */
static lang_value proxy_get(struct lang_thread *t, lang_value descriptor, lang_value obj, struct lang_type *cls)
{
    if (descriptor.o->type->flags & LANG_TYPE_METHOD_DESCR)
        return lang_is_undef(obj) ? lang_ref(descriptor) : lang_method_bind(t, descriptor, obj);
    bridge_enter(t);
    PyObject *self = bridge_object(descriptor), *o = bridge_to_python(t, lang_is_undef(obj) ? lang_none() : obj);
    PyObject *owner = o ? bridge_to_python(t, lang_obj(cls)) : NULL;
    lang_value r =
        bridge_from_python_steal(t, owner ? BRIDGE_RUN(PyObject_CallMethod(self, "__get__", "OO", o, owner)) : NULL);
    Py_XDECREF(o);
    Py_XDECREF(owner);
    bridge_leave();
    return r;
}

static int proxy_set(struct lang_thread *t, lang_value descriptor, lang_value obj, lang_value value)
{
    bridge_enter(t);
    PyObject *self = bridge_object(descriptor), *o = bridge_to_python(t, obj), *v = NULL;
    int s = -1;
    if (o && lang_is_undef(value))
        s = status(BRIDGE_RUN(PyObject_CallMethod(self, "__delete__", "O", o)));
    else if (o && (v = bridge_to_python(t, value)))
        s = status(BRIDGE_RUN(PyObject_CallMethod(self, "__set__", "OO", o, v)));
    Py_XDECREF(o);
    Py_XDECREF(v);
    if (s < 0)
        bridge_raise_here(t);
    bridge_leave();
    return s;
}

/* ---- special methods that the language looks up by name -----------------------------------------------------------
 */

/* type(obj).NAME(obj, *args), there. */
static lang_value special_call(struct lang_thread *t, lang_value callee, const lang_value *args, size_t nargs,
                               struct lang_tuple *kwnames)
{
    const char *name = ((struct lang_native *)callee.o)->data;
    if (nargs == 0 || !bridge_is_proxy(args[0]))
        return lang_raise(t, LANG_EXC_TypeError, "unbound method %s() needs an argument", name);
    if (lang_enter(t, " while calling a Python object") < 0)
        return lang_error();
    bridge_enter(t);
    PyObject *method = PyObject_GetAttrString(bridge_object(args[0]), name);
    lang_value r = method ? call_there(t, method, args + 1, nargs - 1, kwnames) : bridge_raise_here(t);
    Py_XDECREF(method);
    leave(args[0]);
    lang_leave(t);
    return r;
}

static const char *const special_methods[] = {
    "__enter__",       "__exit__",        "__reversed__",   "__round__",    "__trunc__",         "__floor__",
    "__ceil__",        "__complex__",     "__bytes__",      "__copy__",     "__deepcopy__",      "__reduce__",
    "__reduce_ex__",   "__length_hint__", "__missing__",    "__fspath__",   "__dir__",           "__sizeof__",
    "__getstate__",    "__setstate__",    "__getnewargs__", "__set_name__", "__instancecheck__", "__subclasscheck__",
    "__mro_entries__", "__array__",       "__await__",      "__aiter__",    "__anext__",         "__aenter__",
    "__aexit__",
};

/* ---- the table: a slot here belongs to instances whose class there has the method ---------------------------------
 */

#define SLOT(field, method, function)                                                                                  \
    {                                                                                                                  \
        method, offsetof(struct lang_type, field), (void (*)(void))function                                            \
    }
#define BINARY(op, method) SLOT(binary[LANG_OP_##op], method, binary_##op)
#define INPLACE(op, method) SLOT(inplace[LANG_OP_##op], method, inplace_##op)
static const struct {
    const char *method; /* NULL: every object has it */
    size_t offset;
    void (*function)(void);
} slots[] = {
    SLOT(destroy, NULL, proxy_destroy),
    SLOT(repr, NULL, proxy_repr),
    SLOT(str, NULL, proxy_str),
    SLOT(format, NULL, proxy_format),
    SLOT(getattr, NULL, proxy_getattr),
    SLOT(setattr, NULL, proxy_setattr),
    SLOT(getmethod, NULL, proxy_getmethod),
    SLOT(compare, NULL, proxy_compare),
    SLOT(hash, NULL, proxy_hash),
    SLOT(truth, NULL, proxy_truth),
    SLOT(get, "__get__", proxy_get),
    SLOT(set, "__set__", proxy_set),
    SLOT(set, "__delete__", proxy_set),
    SLOT(call, "__call__", proxy_call),
    SLOT(iter, "__iter__", proxy_iter),
    SLOT(iter, "__getitem__", proxy_iter),
    SLOT(next, "__next__", proxy_next),
    SLOT(len, "__len__", proxy_len),
    SLOT(getitem, "__getitem__", proxy_getitem),
    SLOT(setitem, "__setitem__", proxy_setitem),
    SLOT(setitem, "__delitem__", proxy_setitem),
    SLOT(contains, "__contains__", proxy_contains),
    SLOT(contains, "__iter__", proxy_contains),
    SLOT(contains, "__getitem__", proxy_contains),
    BINARY(ADD, "__add__"),
    BINARY(ADD, "__radd__"),
    INPLACE(ADD, "__iadd__"),
    BINARY(SUB, "__sub__"),
    BINARY(SUB, "__rsub__"),
    INPLACE(SUB, "__isub__"),
    BINARY(MUL, "__mul__"),
    BINARY(MUL, "__rmul__"),
    INPLACE(MUL, "__imul__"),
    BINARY(MATMUL, "__matmul__"),
    BINARY(MATMUL, "__rmatmul__"),
    INPLACE(MATMUL, "__imatmul__"),
    BINARY(TRUEDIV, "__truediv__"),
    BINARY(TRUEDIV, "__rtruediv__"),
    INPLACE(TRUEDIV, "__itruediv__"),
    BINARY(FLOORDIV, "__floordiv__"),
    BINARY(FLOORDIV, "__rfloordiv__"),
    INPLACE(FLOORDIV, "__ifloordiv__"),
    BINARY(MOD, "__mod__"),
    BINARY(MOD, "__rmod__"),
    INPLACE(MOD, "__imod__"),
    BINARY(POW, "__pow__"),
    BINARY(POW, "__rpow__"),
    INPLACE(POW, "__ipow__"),
    BINARY(LSHIFT, "__lshift__"),
    BINARY(LSHIFT, "__rlshift__"),
    INPLACE(LSHIFT, "__ilshift__"),
    BINARY(RSHIFT, "__rshift__"),
    BINARY(RSHIFT, "__rrshift__"),
    INPLACE(RSHIFT, "__irshift__"),
    BINARY(AND, "__and__"),
    BINARY(AND, "__rand__"),
    INPLACE(AND, "__iand__"),
    BINARY(XOR, "__xor__"),
    BINARY(XOR, "__rxor__"),
    INPLACE(XOR, "__ixor__"),
    BINARY(OR, "__or__"),
    BINARY(OR, "__ror__"),
    INPLACE(OR, "__ior__"),
    BINARY(DIVMOD, "__divmod__"),
    BINARY(DIVMOD, "__rdivmod__"),
    SLOT(unary[LANG_OP_NEG], "__neg__", unary_neg),
    SLOT(unary[LANG_OP_POS], "__pos__", unary_pos),
    SLOT(unary[LANG_OP_INVERT], "__invert__", unary_invert),
    SLOT(unary[LANG_OP_ABS], "__abs__", unary_abs),
    SLOT(to_index, "__index__", unary_index),
    SLOT(to_int, "__int__", unary_int),
    SLOT(to_float, "__float__", unary_float),
};

void bridge_proxy_slots(struct lang_type *type, PyObject *cls)
{
    for (size_t i = 0; i < sizeof slots / sizeof *slots; i++) {
        int has = 1;
        if (slots[i].method) {
            PyObject *method = PyObject_GetAttrString(cls, slots[i].method);
            if (!method)
                PyErr_Clear();
            /* of a class alone, not of its metaclass; None says that there is none */
            has = method && method != Py_None;
            Py_XDECREF(method);
        }
        if (has)
            *(void (**)(void))((char *)type + slots[i].offset) = slots[i].function;
    }
    if (type->flags & BRIDGE_CONTENT) {
        type->destroy = content_destroy;
        type->hash = content_hash;
    }
    if (bridge_frames[BRIDGE_CALL] && cls == (PyObject *)Py_TYPE(bridge_frames[BRIDGE_CALL]))
        type->flags |= LANG_TYPE_METHOD_DESCR;
}

/* Classes of both sides in one union; with an object that is no class the other Python is asked, if it is its. */
static lang_value class_or(struct lang_thread *t, lang_value a, lang_value b)
{
    lang_value both = lang_union_or(t, a, b);
    const bool theirs = lang_type_of(a)->flags & LANG_TYPE_FOREIGN && lang_type_of(b)->flags & LANG_TYPE_FOREIGN;
    return both.tag == LANG_NOTIMPL && theirs ? binary_OR(t, a, b) : both;
}

void bridge_class_slots(struct lang_type *type)
{
    type->repr = proxy_repr;
    type->getattr = proxy_getattr;
    type->setattr = proxy_setattr;
    type->call = proxy_call;
    type->iter = proxy_iter;
    type->len = proxy_len; /* of an enumeration; most classes have none, and are true all the same */
    type->truth = proxy_truth;
    type->getitem = proxy_getitem;
    type->contains = proxy_contains;
    type->binary[LANG_OP_OR] = class_or;
}

int bridge_proxy_specials(struct lang_thread *t, struct lang_type *type, PyObject *cls)
{
    for (size_t i = 0; i < sizeof special_methods / sizeof *special_methods; i++) {
        PyObject *method = PyObject_GetAttrString(cls, special_methods[i]);
        if (!method) {
            PyErr_Clear();
            continue;
        }
        Py_DECREF(method);
        struct lang_native *native =
            lang_native_raw_method(t, type, special_methods[i], NULL, special_call, special_methods[i]);
        if (!native || lang_dict_set_c(t, type->dict, special_methods[i], lang_obj(native)) < 0) {
            lang_xdecref(t, native);
            return -1;
        }
        lang_decref(t, native);
    }
    return 0;
}

int bridge_proxy_start(struct lang_thread *t)
{
    PyObject *types = PyImport_ImportModule("types");
    function_type = types ? type_named(types, "FunctionType") : NULL;
    method_type = function_type ? type_named(types, "MethodType") : NULL;
    builtin_type = method_type ? type_named(types, "BuiltinFunctionType") : NULL;
    Py_XDECREF(types);
    return builtin_type ? lang_type_ready(t, &callee_type) : -1;
}
