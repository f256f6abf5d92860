/* bridge_wrapper.c: objects here, seen from there: one wrapper an object, whose class has the slots that the object's
 * type has here (a slot that is only there for some would make CPython's libraries take everything for an iterator).
 * Owns the table of wrappers, the classes of abilities, and the metaclass of classes that stand for ours. */
#include "bridge.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <structmember.h>

struct wrapper {
    PyObject_HEAD struct lang_object *ours; /* counted */
    PyObject *group;                        /* during a common collection: bridge_collect.c */
    PyObject *weak;                         /* the weak references to it */
    bool kept;                              /* holds itself: see keep */
};

static struct bridge_map wrappers; /* struct lang_object -> PyObject, uncounted */
static PyObject *root;             /* tensor.object, the base of all classes of wrappers */
static PyObject *metaclass;

bool bridge_wraps(PyTypeObject *type)
{
    return PyType_IsSubtype(type, (PyTypeObject *)root);
}

struct lang_object *bridge_wrapped(PyObject *o)
{
    return bridge_wraps(Py_TYPE(o)) ? ((struct wrapper *)o)->ours : NULL;
}

static PyObject *wrap(struct lang_thread *t, struct lang_object *o);

PyObject *bridge_wrapper(struct lang_thread *t, struct lang_object *o)
{
    PyObject *maker = bridge_maker_of(t, o->type), *wrapper = wrap(t, o);
    if (!maker || !wrapper)
        return wrapper;
    PyObject *made = BRIDGE_RUN(PyObject_CallFunctionObjArgs(maker, wrapper, NULL));
    Py_DECREF(wrapper);
    if (!made)
        bridge_raise_here(t);
    return made;
}

static PyObject *wrap(struct lang_thread *t, struct lang_object *o)
{
    PyObject *known = bridge_map_get(&wrappers, o);
    if (known) {
        Py_INCREF(known);
        return known;
    }
    PyObject *cls = bridge_class_of_wrappers(t, o->type);
    if (!cls)
        return NULL;
    if (!PyType_IsSubtype((PyTypeObject *)cls,
                          (PyTypeObject *)root)) { /* of a built-in class: e.g. a subclass of int */
        lang_raise(t, LANG_EXC_TypeError, "cannot pass a '%s' object to Python", o->type->name);
        return NULL;
    }
    allocfunc alloc = (allocfunc)bridge_slot((PyTypeObject *)cls, Py_tp_alloc);
    struct wrapper *w = (struct wrapper *)alloc((PyTypeObject *)cls, 0);
    if (!w || bridge_map_set(&wrappers, o, w)) {
        Py_XDECREF(w);
        PyErr_Clear();
        lang_no_memory(t);
        return NULL;
    }
    w->ours = lang_incref(o);
    if (bridge_collect_due(wrappers.live))
        lang_gc_request();
    return (PyObject *)w;
}

static int wrapper_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(((struct wrapper *)self)->group);
    return 0;
}

size_t bridge_wrapper_count(void)
{
    return wrappers.live;
}

void bridge_wrapper_list(struct lang_held *held, PyObject **list)
{
    for (size_t i = 0, n = 0; i < wrappers.capacity; i++)
        if (wrappers.entries[i].value) {
            held[n] = (struct lang_held){.o = ((struct wrapper *)wrappers.entries[i].value)->ours};
            list[n++] = wrappers.entries[i].value;
        }
}

void bridge_wrapper_join(PyObject *self, PyObject *group)
{
    Py_INCREF(group);
    ((struct wrapper *)self)->group = group;
}

void bridge_wrapper_part(void)
{
    for (size_t i = 0; i < wrappers.capacity; i++)
        if (wrappers.entries[i].value)
            Py_CLEAR(((struct wrapper *)wrappers.entries[i].value)->group);
}

enum { LEAST_KEPT = 1000 };
static size_t kept, kept_limit = LEAST_KEPT;

/* Nobody there holds it, but weak references there are to live as long as the object here: it stays until a common
 * collection finds that only it holds that. */
static void keep(PyObject *self)
{
    struct wrapper *w = (struct wrapper *)self;
    if (!w->weak || !w->ours || w->ours->refs <= 1 || w->group || w->kept)
        return;
    Py_INCREF(self);
    w->kept = true;
    if (++kept > kept_limit) {
        kept_limit = kept * 2;
        lang_gc_request();
    }
}

PyObject *bridge_wrapper_let_go(PyObject *self)
{
    if (!((struct wrapper *)self)->kept)
        return NULL;
    ((struct wrapper *)self)->kept = false;
    kept--;
    kept_limit = kept * 2 > LEAST_KEPT ? kept * 2 : LEAST_KEPT;
    if (Py_REFCNT(self) == 1)
        return self;
    Py_DECREF(self);
    return NULL;
}

static void wrapper_dealloc(PyObject *self)
{
    struct wrapper *w = (struct wrapper *)self;
    if (w->weak)
        PyObject_ClearWeakRefs(self);
    struct lang_object *ours = w->ours;
    PyTypeObject *type = Py_TYPE(self);
    freefunc release = (freefunc)bridge_slot(type, Py_tp_free);
    PyObject_GC_UnTrack(self);
    Py_CLEAR(w->group);
    w->ours = NULL;
    if (ours)
        bridge_map_remove(&wrappers, ours);
    release(self);
    Py_DECREF(type);
    if (ours)
        bridge_drop_value(ours);
}

PyObject *bridge_answer_steal(struct lang_thread *t, lang_value v)
{
    if (lang_is_error(v))
        return bridge_raise_there(t);
    PyObject *o = bridge_to_python(t, v);
    lang_unref(t, v);
    return o;
}

static lang_value self_value(PyObject *self)
{
    return lang_obj(((struct wrapper *)self)->ours);
}

/* A callback: with `t` and `self` of the language, an expression of that gives a value. */
#define ANSWER(expression)                                                                                             \
    struct bridge_callback saved;                                                                                      \
    struct lang_thread *t = bridge_callback_begin(&saved);                                                             \
    if (!t)                                                                                                            \
        return NULL;                                                                                                   \
    lang_value self = self_value(py);                                                                                  \
    PyObject *answer_ = bridge_answer_steal(t, BRIDGE_HERE(expression));                                               \
    bridge_callback_end(&saved);                                                                                       \
    return answer_
#define STATUS(type, failed, expression)                                                                               \
    struct bridge_callback saved;                                                                                      \
    struct lang_thread *t = bridge_callback_begin(&saved);                                                             \
    if (!t)                                                                                                            \
        return failed;                                                                                                 \
    lang_value self = self_value(py);                                                                                  \
    type status_ = BRIDGE_HERE(expression);                                                                            \
    if (status_ < 0)                                                                                                   \
        bridge_raise_there(t);                                                                                         \
    bridge_callback_end(&saved);                                                                                       \
    return status_

static lang_value text_value(struct lang_str *s)
{
    return lang_obj_or_error(s);
}

static PyObject *wrapper_repr(PyObject *py)
{
    ANSWER(text_value(lang_repr(t, self)));
}

static PyObject *wrapper_str(PyObject *py)
{
    ANSWER(text_value(lang_to_str(t, self)));
}

static Py_ssize_t wrapper_len(PyObject *py)
{
    STATUS(int64_t, -1, lang_len(t, self));
}

static int wrapper_bool(PyObject *py)
{
    STATUS(int, -1, lang_truth(t, self));
}

static PyObject *wrapper_iter(PyObject *py)
{
    ANSWER(lang_iter(t, self));
}

static PyObject *wrapper_next(PyObject *py)
{
    struct bridge_callback saved;
    struct lang_thread *t = bridge_callback_begin(&saved);
    if (!t)
        return NULL;
    lang_value v = BRIDGE_HERE(lang_next(t, self_value(py)));
    if (lang_is_undef(v) && lang_stop_raise(t)) /* what a generator has returned */
        v = lang_error();
    PyObject *o = lang_is_undef(v) ? NULL : bridge_answer_steal(t, v);
    bridge_callback_end(&saved);
    return o;
}

static PyObject *wrapper_int(PyObject *py)
{
    ANSWER(lang_call(t, lang_obj(&lang_type_int), &self, 1, NULL));
}

static PyObject *wrapper_float(PyObject *py)
{
    ANSWER(lang_call(t, lang_obj(&lang_type_float), &self, 1, NULL));
}

static PyObject *wrapper_index(PyObject *py)
{
    ANSWER(lang_type_of(self)->to_index(t, self));
}

static Py_hash_t wrapper_hash(PyObject *py)
{
    struct bridge_callback saved;
    struct lang_thread *t = bridge_callback_begin(&saved);
    if (!t)
        return -1;
    int64_t hash = 0;
    int s = BRIDGE_HERE(lang_hash(t, self_value(py), &hash));
    if (s < 0)
        bridge_raise_there(t);
    bridge_callback_end(&saved);
    return s < 0 ? -1 : hash == -1 ? -2 : (Py_hash_t)hash;
}

/* The name of an attribute, interned here; NULL with the error there. */
static struct lang_str *attribute_name(struct lang_thread *t, PyObject *name)
{
    struct lang_str *text = bridge_text_from(t, name), *interned = text ? lang_intern_str(t, text) : NULL;
    lang_xdecref(t, text);
    if (!interned)
        bridge_raise_there(t);
    return interned;
}

PyObject *bridge_get_attribute(lang_value self, PyObject *name)
{
    struct bridge_callback saved;
    struct lang_thread *t = bridge_callback_begin(&saved);
    if (!t)
        return NULL;
    struct lang_str *n = attribute_name(t, name);
    PyObject *o = n ? bridge_answer_steal(t, BRIDGE_HERE(lang_getattr(t, self, n))) : NULL;
    lang_xdecref(t, n);
    bridge_callback_end(&saved);
    return o;
}

int bridge_set_attribute(lang_value self, PyObject *name, PyObject *value)
{
    struct bridge_callback saved;
    struct lang_thread *t = bridge_callback_begin(&saved);
    if (!t)
        return -1;
    struct lang_str *n = attribute_name(t, name);
    lang_value v = !n ? lang_error() : value ? bridge_from_python(t, value) : lang_undef();
    int s = !n || lang_is_error(v) ? -1 : BRIDGE_HERE(lang_setattr(t, self, n, v));
    if (n && s < 0)
        bridge_raise_there(t);
    if (!lang_is_error(v))
        lang_unref(t, v);
    lang_xdecref(t, n);
    bridge_callback_end(&saved);
    return s;
}

PyObject *bridge_instance_dict(lang_value self)
{
    static const char *const names[] = {"__setitem__", "__delitem__"};
    struct bridge_callback saved;
    struct lang_thread *t = bridge_callback_begin(&saved);
    if (!t)
        return NULL;
    lang_value own = BRIDGE_HERE(lang_getattr_c(t, self, "__dict__"));
    bool plain = lang_is_exactly(own, &lang_type_dict) && bridge_frames[BRIDGE_ATTRIBUTES];
    PyObject *args = plain ? PyTuple_New(3) : NULL, *copy = args ? bridge_to_python(t, own) : NULL, *o = NULL;
    for (int i = 0; copy && i < 2; i++) {
        lang_value method = lang_getattr_c(t, own, names[i]);
        PyObject *m = bridge_answer_steal(t, method);
        if (!m)
            Py_CLEAR(copy);
        else
            PyTuple_SetItem(args, i + 1, m);
    }
    if (copy) {
        PyTuple_SetItem(args, 0, copy);
        o = PyObject_CallObject(bridge_frames[BRIDGE_ATTRIBUTES], args);
    } else if (!plain) {
        o = bridge_answer_steal(t, own);
    }
    Py_XDECREF(args);
    if (plain)
        lang_unref(t, own);
    bridge_callback_end(&saved);
    return o;
}

/* cls.__new__(cls, *args), as copies and pickles make instances. */
static PyObject *wrapper_new(PyTypeObject *cls, PyObject *args, PyObject *kwargs)
{
    struct lang_type *type = bridge_class_of_wrapper((PyObject *)cls);
    struct bridge_callback saved;
    struct lang_thread *t = type ? bridge_callback_begin(&saved) : NULL;
    if (!t) {
        if (!type)
            PyErr_Format(PyExc_TypeError, "cannot create '%s' instances", "tensor.object");
        return NULL;
    }
    lang_value make = BRIDGE_HERE(lang_getattr_c(t, lang_obj(type), "__new__"));
    PyObject *function = bridge_answer_steal(t, make), *first = function ? PyTuple_Pack(1, (PyObject *)cls) : NULL;
    PyObject *all = first ? PySequence_Concat(first, args) : NULL;
    bridge_callback_end(&saved);
    PyObject *o = all ? PyObject_Call(function, all, kwargs) : NULL;
    Py_XDECREF(all);
    Py_XDECREF(first);
    Py_XDECREF(function);
    return o;
}

/* Fields of code that only CPython's has; NULL without an error: it is none of them. */
static PyObject *code_field(PyObject *self, PyObject *name)
{
    PyObject *fields = bridge_frames[BRIDGE_CODE_FIELDS], *make = fields ? PyDict_GetItem(fields, name) : NULL;
    PyObject *co_code = make ? PyUnicode_FromString("co_code") : NULL;
    PyObject *instructions = co_code ? bridge_get_attribute(self_value(self), co_code) : NULL;
    PyObject *o = instructions ? PyObject_CallFunctionObjArgs(make, self, instructions, NULL) : NULL;
    Py_XDECREF(co_code);
    Py_XDECREF(instructions);
    if (o != Py_NotImplemented)
        return o;
    Py_DECREF(o);
    return NULL;
}

static PyObject *wrapper_getattr(PyObject *self, PyObject *name)
{
    if (PyUnicode_CompareWithASCIIString(name, "__dict__") == 0)
        return bridge_instance_dict(self_value(self));
    const struct lang_type *type = lang_type_of(self_value(self));
    if (PyUnicode_CompareWithASCIIString(name, "__deepcopy__") == 0)
        return PyObject_GenericGetAttr(self, name);
    if (type == &lang_type_code) {
        PyObject *field = code_field(self, name);
        if (field || PyErr_Occurred())
            return field;
    }
    if ((type == &lang_type_function || type == &lang_type_native) &&
        PyUnicode_CompareWithASCIIString(name, "__reduce_ex__") == 0)
        return bridge_reduce_function(self);
    return bridge_get_attribute(self_value(self), name);
}

/* Methods, not slots of root: object.__setattr__ refuses objects of a class that has a slot of its own. */
static PyObject *wrapper_setattr(PyObject *self, PyObject *args)
{
    PyObject *name, *value;
    if (!PyArg_ParseTuple(args, "UO", &name, &value) || bridge_set_attribute(self_value(self), name, value) < 0)
        return NULL;
    Py_RETURN_NONE;
}

static PyObject *wrapper_delattr(PyObject *self, PyObject *name)
{
    if (bridge_set_attribute(self_value(self), name, NULL) < 0)
        return NULL;
    Py_RETURN_NONE;
}

/* The operand's own answer alone: the other side has been asked, or will be. */
static PyObject *wrapper_compare(PyObject *py, PyObject *other, int op)
{
    static const enum lang_compare_op ops[] = {[Py_LT] = LANG_LT, [Py_LE] = LANG_LE, [Py_EQ] = LANG_EQ,
                                               [Py_NE] = LANG_NE, [Py_GT] = LANG_GT, [Py_GE] = LANG_GE};
    struct bridge_callback saved;
    struct lang_thread *t = bridge_callback_begin(&saved);
    if (!t)
        return NULL;
    lang_value self = self_value(py), v = bridge_from_python(t, other), r = v;
    if (!lang_is_error(v)) {
        r = lang_type_of(self)->compare ? BRIDGE_HERE(lang_type_of(self)->compare(t, self, v, ops[op]))
                                        : lang_notimpl();
        lang_unref(t, v);
    }
    PyObject *o = bridge_answer_steal(t, r);
    bridge_callback_end(&saved);
    return o;
}

/* Calls a value with the arguments of a tuple and a dict (or NULL). */
static PyObject *call_here(lang_value self, PyObject *args, PyObject *kwargs)
{
    struct bridge_callback saved;
    struct lang_thread *t = bridge_callback_begin(&saved);
    if (!t)
        return NULL;
    Py_ssize_t nargs = PyTuple_Size(args), keywords = kwargs ? PyDict_Size(kwargs) : 0, made = 0;
    lang_value small[8], *list = small;
    struct lang_tuple *names = NULL;
    PyObject *o = NULL;
    size_t passed = bridge_passed_begin();
    if (nargs + keywords > 8 && !(list = malloc((size_t)(nargs + keywords) * sizeof *list))) {
        PyErr_NoMemory();
        goto done;
    }
    for (; made < nargs; made++) {
        PyObject *arg = PyTuple_GetItem(args, made);
        if (lang_is_error(list[made] = bridge_from_python(t, arg)))
            goto failed;
        bridge_passed_note(list[made], arg);
    }
    if (keywords) {
        names = lang_tuple_new(t, keywords);
        PyObject *key, *value;
        Py_ssize_t at = 0;
        for (Py_ssize_t i = 0; names && PyDict_Next(kwargs, &at, &key, &value); i++) {
            struct lang_str *text = bridge_text_from(t, key), *name = text ? lang_intern_str(t, text) : NULL;
            lang_xdecref(t, text);
            if (!name || lang_is_error(list[made] = bridge_from_python(t, value)))
                goto failed;
            names->items[i] = lang_obj(name);
            bridge_passed_note(list[made++], value);
        }
        if (!names)
            goto failed;
    }
    lang_value v = BRIDGE_HERE(lang_call(t, self, list, (size_t)nargs, names));
    o = lang_is_error(v) ? bridge_raise_there_whole(t) : bridge_answer_steal(t, v);
    for (Py_ssize_t i = 0; o && i < nargs; i++)
        if (bridge_derived_give(t, PyTuple_GetItem(args, i)) < 0) {
            Py_CLEAR(o);
            goto failed;
        }
    goto done;
failed:
    bridge_raise_there(t);
done:
    bridge_passed_end(passed);
    while (made > 0)
        lang_unref(t, list[--made]);
    lang_xdecref(t, names);
    if (list != small)
        free(list);
    bridge_callback_end(&saved);
    return o;
}

static PyObject *wrapper_call(PyObject *self, PyObject *args, PyObject *kwargs)
{
    return call_here(self_value(self), args, kwargs);
}

static PyObject *wrapper_getitem(PyObject *py, PyObject *key)
{
    struct bridge_callback saved;
    struct lang_thread *t = bridge_callback_begin(&saved);
    if (!t)
        return NULL;
    lang_value k = bridge_from_python(t, key);
    PyObject *o = bridge_answer_steal(t, lang_is_error(k) ? k : BRIDGE_HERE(lang_getitem(t, self_value(py), k)));
    if (!lang_is_error(k))
        lang_unref(t, k);
    bridge_callback_end(&saved);
    return o;
}

static PyObject *wrapper_item(PyObject *py, Py_ssize_t i)
{
    ANSWER(lang_getitem(t, self, lang_int(i)));
}

static int wrapper_setitem(PyObject *py, PyObject *key, PyObject *value)
{
    struct bridge_callback saved;
    struct lang_thread *t = bridge_callback_begin(&saved);
    if (!t)
        return -1;
    lang_value k = bridge_from_python(t, key), v = value ? bridge_from_python(t, value) : lang_undef();
    int s = lang_is_error(k) || lang_is_error(v) ? -1 : BRIDGE_HERE(lang_setitem(t, self_value(py), k, v));
    if (s < 0)
        bridge_raise_there(t);
    if (!lang_is_error(k))
        lang_unref(t, k);
    if (!lang_is_error(v))
        lang_unref(t, v);
    bridge_callback_end(&saved);
    return s;
}

static int wrapper_contains(PyObject *py, PyObject *item)
{
    struct bridge_callback saved;
    struct lang_thread *t = bridge_callback_begin(&saved);
    if (!t)
        return -1;
    lang_value v = bridge_from_python(t, item);
    int s = lang_is_error(v) ? -1 : BRIDGE_HERE(lang_contains(t, self_value(py), v));
    if (s < 0)
        bridge_raise_there(t);
    if (!lang_is_error(v))
        lang_unref(t, v);
    bridge_callback_end(&saved);
    return s;
}

/* One of the two is a wrapper: its type is asked, with the operands in order. */
static PyObject *binary(PyObject *a, PyObject *b, enum lang_binary_op op, bool inplace)
{
    struct bridge_callback saved;
    struct lang_thread *t = bridge_callback_begin(&saved);
    if (!t)
        return NULL;
    lang_value x = bridge_from_python(t, a), y = lang_is_error(x) ? x : bridge_from_python(t, b), r = y;
    if (!lang_is_error(y)) {
        struct lang_type *type = lang_type_of(bridge_wrapped(a) ? x : y);
        lang_value (*slot)(struct lang_thread *, lang_value, lang_value) =
            inplace && type->inplace[op] ? type->inplace[op] : type->binary[op];
        r = slot ? BRIDGE_HERE(slot(t, x, y)) : lang_notimpl();
        lang_unref(t, y);
    }
    if (!lang_is_error(x))
        lang_unref(t, x);
    PyObject *o = bridge_answer_steal(t, r);
    bridge_callback_end(&saved);
    return o;
}

#define OPERATORS(X)                                                                                                   \
    X(ADD, add)                                                                                                        \
    X(SUB, subtract)                                                                                                   \
    X(MUL, multiply)                                                                                                   \
    X(MATMUL, matrix_multiply)                                                                                         \
    X(TRUEDIV, true_divide)                                                                                            \
    X(FLOORDIV, floor_divide) X(MOD, remainder) X(LSHIFT, lshift) X(RSHIFT, rshift) X(AND, and) X(XOR, xor) X(OR, or)
#define X(op, name)                                                                                                    \
    static PyObject *binary_##op(PyObject *a, PyObject *b)                                                             \
    {                                                                                                                  \
        return binary(a, b, LANG_OP_##op, false);                                                                      \
    }                                                                                                                  \
    static PyObject *inplace_##op(PyObject *a, PyObject *b)                                                            \
    {                                                                                                                  \
        return binary(a, b, LANG_OP_##op, true);                                                                       \
    }
OPERATORS(X)
#undef X

static PyObject *binary_POW(PyObject *a, PyObject *b, PyObject *modulus)
{
    if (modulus != Py_None) {
        Py_INCREF(Py_NotImplemented);
        return Py_NotImplemented;
    }
    return binary(a, b, LANG_OP_POW, false);
}

static PyObject *binary_DIVMOD(PyObject *a, PyObject *b)
{
    return binary(a, b, LANG_OP_DIVMOD, false);
}

static PyObject *unary_NEG(PyObject *py)
{
    ANSWER(lang_unary(t, LANG_OP_NEG, self));
}

static PyObject *unary_POS(PyObject *py)
{
    ANSWER(lang_unary(t, LANG_OP_POS, self));
}

static PyObject *unary_INVERT(PyObject *py)
{
    ANSWER(lang_unary(t, LANG_OP_INVERT, self));
}

static PyObject *unary_ABS(PyObject *py)
{
    ANSWER(lang_unary(t, LANG_OP_ABS, self));
}

/* What stands in a class there and is no function, as its type here says. */
static PyObject *bind(PyObject *self, PyObject *object, PyObject *cls)
{
    struct bridge_callback saved;
    struct lang_thread *t = bridge_callback_begin(&saved);
    if (!t)
        return NULL;
    lang_value descriptor = self_value(self), none = lang_undef();
    lang_value obj = object && object != Py_None ? bridge_from_python(t, object) : none;
    lang_value owner = lang_is_error(obj) ? obj
                       : cls              ? bridge_from_python(t, cls)
                                          : lang_ref(lang_obj(lang_type_of(obj)));
    PyObject *o = NULL;
    if (lang_is_error(owner))
        bridge_raise_there(t);
    else
        o = bridge_answer_steal(
            t, BRIDGE_HERE(lang_type_of(descriptor)->get(t, descriptor, obj, (struct lang_type *)owner.o)));
    if (!lang_is_error(obj))
        lang_unref(t, obj);
    if (!lang_is_error(owner))
        lang_unref(t, owner);
    bridge_callback_end(&saved);
    return o;
}

static int wrapper_set(PyObject *self, PyObject *object, PyObject *value)
{
    struct bridge_callback saved;
    struct lang_thread *t = bridge_callback_begin(&saved);
    if (!t)
        return -1;
    lang_value obj = bridge_from_python(t, object), v = value ? bridge_from_python(t, value) : lang_undef();
    lang_value descriptor = self_value(self);
    int s =
        lang_is_error(obj) || lang_is_error(v) ? -1 : BRIDGE_HERE(lang_type_of(descriptor)->set(t, descriptor, obj, v));
    if (s < 0)
        bridge_raise_there(t);
    if (!lang_is_error(obj))
        lang_unref(t, obj);
    if (!lang_is_error(v))
        lang_unref(t, v);
    bridge_callback_end(&saved);
    return s;
}

/* A function that stands in a class binds its first argument. */
static PyObject *wrapper_get(PyObject *self, PyObject *object, PyObject *cls)
{
    static PyObject *method;
    if (lang_type_of(self_value(self)) != &lang_type_function)
        return bind(self, object, cls);
    if (!object || object == Py_None) {
        Py_INCREF(self);
        return self;
    }
    if (!method) {
        PyObject *types = PyImport_ImportModule("types");
        method = types ? PyObject_GetAttrString(types, "MethodType") : NULL;
        Py_XDECREF(types);
    }
    return method ? PyObject_CallFunctionObjArgs(method, self, object, NULL) : NULL;
}

/* ---- abilities: what a type here can, as slots there ---------------------------------------------------------------
 */

enum ability {
    CALL = 1,
    ITERATE = 2,
    NEXT = 4,
    LENGTH = 8,
    ITEMS = 16,
    ASSIGN = 32,
    NUMBER = 64,
    INDEX = 128,
    FLOAT = 256,
    BIND = 512,
    SEQUENCE = 1024,
    SET = 2048,
    ABILITIES = 4096
};

static unsigned abilities_of(const struct lang_type *type)
{
    bool number = false;
    for (int i = 0; i < LANG_OP_BINARY_COUNT; i++)
        number = number || (type->binary[i] && i != LANG_OP_OR);
    /* as in CPython, where a class of a class statement that has __getitem__ is both */
    bool sequence = type->getitem && type->len && !(type->flags & LANG_TYPE_DICT) && type != &lang_type_mappingproxy;
    return (sequence ? SEQUENCE : 0) | (type->call ? CALL : 0) | (type->iter ? ITERATE : 0) | (type->next ? NEXT : 0) |
           (type->len ? LENGTH : 0) | (type->getitem ? ITEMS : 0) | (type->setitem ? ASSIGN : 0) |
           (number || type->unary[LANG_OP_NEG] ? NUMBER : 0) | (type->to_index ? INDEX : 0) |
           (type->to_float ? FLOAT : 0) | (type->get ? BIND : 0) | (type->set ? SET : 0);
}

#define ROW(id, function)                                                                                              \
    {                                                                                                                  \
        id, (void *)function                                                                                           \
    }
static const struct {
    unsigned ability;
    PyType_Slot slot;
} slots[] = {{CALL, ROW(Py_tp_call, wrapper_call)},
             {ITERATE, ROW(Py_tp_iter, wrapper_iter)},
             {NEXT, ROW(Py_tp_iternext, wrapper_next)},
             {LENGTH, ROW(Py_mp_length, wrapper_len)},
             {LENGTH, ROW(Py_sq_length, wrapper_len)},
             {ITEMS, ROW(Py_mp_subscript, wrapper_getitem)},
             {SEQUENCE, ROW(Py_sq_item, wrapper_item)},
             {ITEMS, ROW(Py_sq_contains, wrapper_contains)},
             {ASSIGN, ROW(Py_mp_ass_subscript, wrapper_setitem)},
             {BIND, ROW(Py_tp_descr_get, wrapper_get)},
             {SET, ROW(Py_tp_descr_set, wrapper_set)},
             {INDEX, ROW(Py_nb_index, wrapper_index)},
             {INDEX, ROW(Py_nb_int, wrapper_int)},
             {FLOAT, ROW(Py_nb_float, wrapper_float)},
             {FLOAT, ROW(Py_nb_int, wrapper_int)},
             {NUMBER, ROW(Py_nb_power, binary_POW)},
             {NUMBER, ROW(Py_nb_divmod, binary_DIVMOD)},
             {NUMBER, ROW(Py_nb_negative, unary_NEG)},
             {NUMBER, ROW(Py_nb_positive, unary_POS)},
             {NUMBER, ROW(Py_nb_invert, unary_INVERT)},
             {NUMBER, ROW(Py_nb_absolute, unary_ABS)},
#define X(op, name) {NUMBER, ROW(Py_nb_##name, binary_##op)}, {NUMBER, ROW(Py_nb_inplace_##name, inplace_##op)},
             OPERATORS(X)
#undef X
};

static PyObject *by_abilities[ABILITIES];

PyObject *bridge_wrapper_base(struct lang_type *type)
{
    unsigned abilities = abilities_of(type);
    if (!abilities)
        return root;
    if (by_abilities[abilities])
        return by_abilities[abilities];
    PyType_Slot list[sizeof slots / sizeof *slots + 1];
    size_t n = 0;
    for (size_t i = 0; i < sizeof slots / sizeof *slots; i++)
        if (slots[i].ability & abilities) {
            bool twice = false;
            for (size_t k = 0; k < n; k++)
                twice = twice || list[k].slot == slots[i].slot.slot;
            if (!twice)
                list[n++] = slots[i].slot;
        }
    list[n] = (PyType_Slot){0, NULL};
    PyType_Spec spec = {"tensor.object", sizeof(struct wrapper), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, list};
    PyObject *bases = PyTuple_Pack(1, root);
    by_abilities[abilities] = bases ? PyType_FromSpecWithBases(&spec, bases) : NULL;
    Py_XDECREF(bases);
    return by_abilities[abilities];
}

/* ---- classes that stand for ours -----------------------------------------------------------------------------------
 */

/* What CPython must find in the class itself. */
static bool belongs_to_python(PyObject *name)
{
    static const char *const names[] = {
        "__class__",          "__flags__",         "__basicsize__",     "__itemsize__",
        "__dictoffset__",     "__weakrefoffset__", "__subclasses__",    "__abstractmethods__",
        "__subclasshook__",   "__new__",           "__init_subclass__", "__prepare__",
        "__instancecheck__",  "__subclasscheck__", "__dir__",           "__sizeof__",
        "__text_signature__", "__copy__",          "__deepcopy__"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (PyUnicode_CompareWithASCIIString(name, names[i]) == 0)
            return true;
    return false;
}

/* What the body of the class has made, as it is at this moment. */
static PyObject *class_dict(struct lang_type *type)
{
    struct bridge_callback saved;
    struct lang_thread *t = bridge_callback_begin(&saved);
    if (!t)
        return NULL;
    struct lang_dict *copy = lang_dict_copy(t, type->dict);
    PyObject *dict = copy ? bridge_to_python(t, lang_obj(copy)) : bridge_raise_there(t);
    lang_xdecref(t, copy);
    bridge_callback_end(&saved);
    PyObject *proxy = dict ? PyDictProxy_New(dict) : NULL;
    Py_XDECREF(dict);
    return proxy;
}

static PyObject *class_getattr(PyObject *cls, PyObject *name)
{
    struct lang_type *type = bridge_class_of_wrapper(cls);
    if (!type || belongs_to_python(name)) {
        getattrofunc generic = (getattrofunc)bridge_slot(&PyType_Type, Py_tp_getattro);
        return generic(cls, name);
    }
    if (PyUnicode_CompareWithASCIIString(name, "__dict__") == 0)
        return class_dict(type);
    if (bridge_is_derived(type)) { /* its functions stand there, and those of the built-in class */
        getattrofunc generic = (getattrofunc)bridge_slot(&PyType_Type, Py_tp_getattro);
        PyObject *found = generic(cls, name);
        if (found || !PyErr_ExceptionMatches(PyExc_AttributeError))
            return found;
        PyErr_Clear();
    }
    return bridge_get_attribute(lang_obj(type), name);
}

static int class_setattr(PyObject *cls, PyObject *name, PyObject *value)
{
    struct lang_type *type = bridge_class_of_wrapper(cls);
    if (!type || belongs_to_python(name)) {
        setattrofunc generic = (setattrofunc)bridge_slot(&PyType_Type, Py_tp_setattro);
        return generic(cls, name, value);
    }
    return bridge_set_attribute(lang_obj(type), name, value);
}

static PyObject *class_call(PyObject *cls, PyObject *args, PyObject *kwargs)
{
    struct lang_type *type = bridge_class_of_wrapper(cls);
    if (!type) {
        PyErr_SetString(PyExc_TypeError, "cannot create 'tensor.object' instances");
        return NULL;
    }
    return call_here(lang_obj(type), args, kwargs);
}

/* The metaclass of the first base decides, as in most programs. */
static lang_value make_class(struct lang_thread *t, lang_value name, struct lang_tuple *bases, lang_value space)
{
    struct lang_dict *copy = lang_dict_new(t);
    lang_value meta = lang_obj(&lang_type_type);
    for (int64_t i = 0; i < bases->length; i++) {
        struct lang_type *of = lang_type_of(bases->items[i]);
        if (of->flags & LANG_TYPE_TYPE && lang_is_subtype(of, (struct lang_type *)meta.o))
            meta = lang_obj(of);
    }
    lang_value args[] = {name, lang_obj(bases), lang_obj(copy)};
    lang_value v = copy && lang_dict_update(t, copy, space) == 0 ? lang_call(t, meta, args, 3, NULL) : lang_error();
    lang_xdecref(t, copy);
    return v;
}

/* A class statement or type() there whose bases are ours: the class is made here, as `class NAME(bases)` is. */
static PyObject *class_new(PyTypeObject *meta, PyObject *args, PyObject *kwargs)
{
    struct bridge_callback saved;
    struct lang_thread *t = meta == (PyTypeObject *)metaclass ? bridge_callback_begin(&saved) : NULL;
    if (!t) {
        newfunc generic = (newfunc)bridge_slot(&PyType_Type, Py_tp_new);
        return PyErr_Occurred() ? NULL : generic(meta, args, kwargs);
    }
    lang_value parts = bridge_from_python(t, args), cls = lang_error();
    struct lang_tuple *three = lang_is_error(parts) ? NULL : lang_as_tuple(parts);
    if (three && (three->length != 3 || !lang_is_tuple(three->items[1])))
        lang_raise(t, LANG_EXC_TypeError, "type.__new__() takes exactly 3 arguments (%zd given)",
                   (ssize_t)three->length);
    else if (three)
        cls = BRIDGE_HERE(make_class(t, three->items[0], lang_as_tuple(three->items[1]), three->items[2]));
    PyObject *o = bridge_answer_steal(t, cls);
    if (three)
        lang_unref(t, parts);
    bridge_callback_end(&saved);
    return o;
}

PyObject *bridge_wrapper_class(PyObject *name, PyObject *bases, PyObject *space)
{
    newfunc generic = (newfunc)bridge_slot(&PyType_Type, Py_tp_new);
    PyObject *args = PyTuple_Pack(3, name, bases, space);
    PyObject *cls = args ? generic((PyTypeObject *)metaclass, args, NULL) : NULL;
    Py_XDECREF(args);
    return cls;
}

static PyObject *names_of(lang_value self)
{
    struct bridge_callback saved;
    struct lang_thread *t = bridge_callback_begin(&saved);
    if (!t)
        return NULL;
    PyObject *answer = bridge_answer_steal(t, BRIDGE_HERE(lang_obj_or_error(lang_dir(t, self))));
    bridge_callback_end(&saved);
    return answer;
}

static PyObject *wrapper_dir(PyObject *self, PyObject *none)
{
    (void)none;
    return names_of(self_value(self));
}

static PyObject *class_dir(PyObject *cls, PyObject *none)
{
    (void)none;
    struct lang_type *type = bridge_class_of_wrapper(cls);
    return type ? names_of(lang_obj(type)) : PyList_New(0);
}

PyObject *bridge_wrapper_metaclass(void)
{
    return metaclass;
}

int bridge_wrapper_start(struct lang_thread *t)
{
    static PyMethodDef object_methods[] = {{"__copy__", bridge_wrapper_copy, METH_NOARGS, "copy.copy of the session."},
                                           {"__deepcopy__", bridge_wrapper_deepcopy, METH_O,
                                            "copy.deepcopy of the session."},
                                           {"__dir__", wrapper_dir, METH_NOARGS, NULL},
                                           {NULL, NULL, 0, NULL}},
                       class_methods[] = {{"__dir__", class_dir, METH_NOARGS, NULL}, {NULL, NULL, 0, NULL}};
    static PyMemberDef members[] = {{"__weaklistoffset__", T_PYSSIZET, offsetof(struct wrapper, weak), READONLY, NULL},
                                    {NULL, 0, 0, 0, NULL}};
    (void)t;
    PyType_Slot meta[] = {ROW(Py_tp_getattro, class_getattr), ROW(Py_tp_setattro, class_setattr),
                          ROW(Py_tp_call, class_call),        ROW(Py_tp_new, class_new),
                          ROW(Py_tp_methods, class_methods),  {0, NULL}};
    PyType_Spec meta_spec = {"tensor.type", 0, 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, meta};
    PyType_Slot list[] = {ROW(Py_tp_new, wrapper_new),
                          ROW(Py_tp_dealloc, wrapper_dealloc),
                          ROW(Py_tp_finalize, keep),
                          ROW(Py_tp_members, members),
                          ROW(Py_tp_traverse, wrapper_traverse),
                          ROW(Py_tp_repr, wrapper_repr),
                          ROW(Py_tp_str, wrapper_str),
                          ROW(Py_tp_getattro, wrapper_getattr),
                          ROW(Py_tp_richcompare, wrapper_compare),
                          ROW(Py_tp_hash, wrapper_hash),
                          ROW(Py_nb_bool, wrapper_bool),
                          ROW(Py_tp_methods, object_methods),
                          {0, NULL}};
    PyType_Spec spec = {"tensor.object", sizeof(struct wrapper), 0,
                        Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC, list};
    PyObject *bases = PyTuple_Pack(1, &PyType_Type);
    metaclass = bases ? PyType_FromSpecWithBases(&meta_spec, bases) : NULL;
    root = metaclass ? PyType_FromSpec(&spec) : NULL;
    Py_XDECREF(bases);
    static PyMethodDef methods[] = {{"__setattr__", wrapper_setattr, METH_VARARGS, NULL},
                                    {"__delattr__", wrapper_delattr, METH_O, NULL}};
    for (size_t i = 0; root && i < sizeof methods / sizeof *methods; i++) {
        PyObject *method = PyDescr_NewMethod((PyTypeObject *)root, &methods[i]);
        int s = method ? PyObject_SetAttrString(root, methods[i].ml_name, method) : -1;
        Py_XDECREF(method);
        if (s < 0)
            return -1;
    }
    return root ? 0 : -1;
}
