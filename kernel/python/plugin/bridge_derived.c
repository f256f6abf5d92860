/* bridge_derived.c: objects here whose classes derive from a built-in class with data (int, str, list, dict ...), seen
 * from there: instances of a class that derives from the same built-in class, so that code in C finds the data in them.
 * Owns the pairs of such objects, which tie the two together, and keeps mutable ones in step whenever one crosses. */
#include "bridge.h"

#include <stdlib.h>
#include <string.h>

/* ---- the built-in classes -----------------------------------------------------------------------------------------
 */

enum data_kind { PLAIN, LIST, DICT, SET }; /* PLAIN: cannot change */
static struct data_base {
    struct lang_type *ours;
    const char *name; /* in builtins */
    enum data_kind kind;
    PyObject *theirs, *layout; /* the class there; the one below it, whose instances are known here */
} bases[] = {
    {&lang_type_str, "str", PLAIN, NULL, NULL},     {&lang_type_int, "int", PLAIN, NULL, NULL},
    {&lang_type_tuple, "tuple", PLAIN, NULL, NULL}, {&lang_type_dict, "dict", DICT, NULL, NULL},
    {&lang_type_list, "list", LIST, NULL, NULL},    {&lang_type_float, "float", PLAIN, NULL, NULL},
    {&lang_type_set, "set", SET, NULL, NULL},       {&lang_type_frozenset, "frozenset", PLAIN, NULL, NULL},
    {&lang_type_bytes, "bytes", PLAIN, NULL, NULL}, {&lang_type_complex, "complex", PLAIN, NULL, NULL},
};
enum { BASES = sizeof bases / sizeof *bases };

static struct data_base *base_of(const struct lang_type *type)
{
    static const uint32_t data = LANG_TYPE_INT | LANG_TYPE_STR | LANG_TYPE_TUPLE | LANG_TYPE_LIST | LANG_TYPE_DICT |
                                 LANG_TYPE_BYTES | LANG_TYPE_SET | LANG_TYPE_FLOAT;
    if (!(type->flags & LANG_TYPE_FOREIGN) && type->flags & (data | LANG_TYPE_HEAP))
        for (int i = 0; i < BASES; i++)
            if (type != bases[i].ours && lang_is_subtype(type, bases[i].ours))
                return &bases[i];
    return NULL;
}

bool bridge_is_derived(const struct lang_type *type)
{
    return base_of(type);
}

/* ---- pairs ---------------------------------------------------------------------------------------------------------
 */

struct pair {
    struct lang_object *ours; /* counted */
    PyObject *theirs;         /* not counted: the pair ends with it */
    enum data_kind kind;
    PyObject *before; /* of mutable ones: what theirs held when both were alike; NULL while it is filled */
    lang_value seen;  /* and ours: a tuple, dict or frozenset */
};
static struct bridge_map by_theirs, by_ours;

static void forget(struct pair *p)
{
    Py_CLEAR(p->before);
    if (!lang_is_undef(p->seen))
        bridge_drop_value(p->seen.o);
    p->seen = lang_undef();
}

/* What theirs holds now, as something that does not change. */
static PyObject *content_there(const struct pair *p)
{
    if (p->kind == LIST)
        return PySequence_Tuple(p->theirs);
    return p->kind == DICT ? PyDict_Copy(p->theirs) : PyFrozenSet_New(p->theirs);
}

static lang_value content_here(struct lang_thread *t, const struct pair *p)
{
    if (p->kind == LIST) {
        struct lang_list *list = (struct lang_list *)p->ours;
        struct lang_tuple *tuple = lang_tuple_new(t, list->length);
        for (int64_t i = 0; tuple && i < list->length; i++)
            tuple->items[i] = lang_ref(list->items[i]);
        return lang_obj_or_error(tuple);
    }
    if (p->kind == DICT)
        return lang_obj_or_error(lang_dict_copy(t, (struct lang_dict *)p->ours));
    struct lang_set *set = lang_set_new(t, true);
    lang_value key;
    for (int64_t i = 0; set && lang_set_next((struct lang_set *)p->ours, &i, &key);)
        if (lang_set_add(t, set, key) < 0) {
            lang_decref(t, set);
            return lang_error();
        }
    return lang_obj_or_error(set);
}

static int alike_now(struct lang_thread *t, struct pair *p)
{
    forget(p);
    p->before = content_there(p);
    p->seen = p->before ? content_here(t, p) : lang_undef();
    if (lang_is_error(p->seen))
        p->seen = lang_undef();
    if (p->before && !lang_is_undef(p->seen))
        return 0;
    if (!p->before)
        bridge_raise_here(t);
    return -1;
}

static bool changed_there(const struct pair *p)
{
    if (p->kind == LIST)
        return bridge_list_changed(p->theirs, p->before);
    if (p->kind == DICT)
        return bridge_dict_changed(p->theirs, p->before);
    int same = PyObject_RichCompareBool(p->before, p->theirs, Py_EQ);
    if (same < 0)
        PyErr_Clear();
    return same == 0;
}

static bool changed_here(const struct pair *p)
{
    if (p->kind == LIST) {
        const struct lang_list *now = (struct lang_list *)p->ours;
        const struct lang_tuple *seen = lang_as_tuple(p->seen);
        bool changed = now->length != seen->length;
        for (int64_t i = 0; !changed && i < now->length; i++)
            changed = !lang_same(now->items[i], seen->items[i]);
        return changed;
    }
    lang_value key, value, k, v;
    int64_t i = 0, j = 0;
    if (p->kind == DICT) {
        struct lang_dict *now = (struct lang_dict *)p->ours, *seen = lang_as_dict(p->seen);
        if (now->count != seen->count)
            return true;
        while (lang_dict_next(now, &i, &key, &value))
            if (!lang_dict_next(seen, &j, &k, &v) || !lang_same(key, k) || !lang_same(value, v))
                return true;
        return false;
    }
    struct lang_set *now = (struct lang_set *)p->ours, *seen = (struct lang_set *)p->seen.o;
    if (now->count != seen->count)
        return true;
    while (lang_set_next(now, &i, &key))
        if (!lang_set_next(seen, &j, &k) || !lang_same(key, k))
            return true;
    return false;
}

/* ---- content ------------------------------------------------------------------------------------------------------
 */

/* Theirs gets what ours holds. -1 with the error there. */
static int fill_list(struct lang_thread *t, struct lang_list *ours, PyObject *theirs)
{
    PyObject *items = PyList_New(0);
    for (int64_t i = 0; items && i < ours->length; i++) {
        PyObject *item = bridge_to_python(t, ours->items[i]);
        if (!item || PyList_Append(items, item) < 0)
            Py_CLEAR(items);
        Py_XDECREF(item);
    }
    int s = items ? PyList_SetSlice(theirs, 0, PY_SSIZE_T_MAX, items) : -1;
    Py_XDECREF(items);
    return s;
}

static int fill_dict(struct lang_thread *t, struct lang_dict *ours, PyObject *theirs)
{
    lang_value key, value;
    PyDict_Clear(theirs);
    for (int64_t i = 0; lang_dict_next(ours, &i, &key, &value);) {
        PyObject *k = bridge_to_python(t, key), *v = k ? bridge_to_python(t, value) : NULL;
        int s = v ? PyDict_SetItem(theirs, k, v) : -1;
        Py_XDECREF(k);
        Py_XDECREF(v);
        if (s < 0)
            return -1;
    }
    return 0;
}

static int fill_set(struct lang_thread *t, struct lang_set *ours, PyObject *theirs)
{
    lang_value key;
    if (PySet_Clear(theirs) < 0)
        return -1;
    for (int64_t i = 0; lang_set_next(ours, &i, &key);) {
        PyObject *item = bridge_to_python(t, key);
        int s = item ? PySet_Add(theirs, item) : -1;
        Py_XDECREF(item);
        if (s < 0)
            return -1;
    }
    return 0;
}

static int fill_theirs(struct lang_thread *t, struct pair *p)
{
    if (lang_enter(t, " while converting an object") < 0) {
        bridge_raise_there(t);
        return -1;
    }
    int s = p->kind == LIST   ? fill_list(t, (struct lang_list *)p->ours, p->theirs)
            : p->kind == DICT ? fill_dict(t, (struct lang_dict *)p->ours, p->theirs)
                              : fill_set(t, (struct lang_set *)p->ours, p->theirs);
    lang_leave(t);
    return s;
}

/* Ours gets what theirs holds; methods that the class has of its own are not asked. -1 with an exception here. */
static int fill_ours(struct lang_thread *t, struct pair *p)
{
    lang_value now = bridge_content_here(t, p->theirs);
    if (lang_is_error(now))
        return -1;
    int s = 0;
    if (p->kind == LIST) {
        struct lang_list *list = (struct lang_list *)p->ours, *fresh = lang_as_list(now), old = *list;
        list->items = fresh->items, list->length = fresh->length, list->capacity = fresh->capacity;
        fresh->items = old.items, fresh->length = old.length, fresh->capacity = old.capacity;
    } else if (p->kind == DICT) {
        lang_dict_clear(t, (struct lang_dict *)p->ours);
        s = lang_dict_update(t, (struct lang_dict *)p->ours, now);
    } else {
        lang_value clear = lang_getattr_c(t, lang_obj(&lang_type_set), "clear"), self = lang_obj(p->ours);
        lang_value none = lang_is_error(clear) ? clear : lang_call(t, clear, &self, 1, NULL);
        s = lang_is_error(none) ? -1 : lang_set_update(t, (struct lang_set *)p->ours, now);
        if (!lang_is_error(clear))
            lang_unref(t, clear);
    }
    lang_unref(t, now);
    return s;
}

int bridge_derived_take(struct lang_thread *t, PyObject *o)
{
    struct pair *p = bridge_map_get(&by_theirs, o);
    if (!p || !p->before || !changed_there(p))
        return 0;
    return fill_ours(t, p) < 0 || alike_now(t, p) < 0 ? -1 : 0;
}

int bridge_derived_give(struct lang_thread *t, PyObject *o)
{
    struct pair *p = bridge_map_get(&by_theirs, o);
    if (!p || !p->before || !changed_here(p))
        return 0;
    forget(p); /* what is being filled may hold itself */
    if (fill_theirs(t, p) < 0) {
        bridge_raise_here(t);
        return -1;
    }
    return alike_now(t, p);
}

/* ---- instances ----------------------------------------------------------------------------------------------------
 */

static struct pair *tie(struct lang_thread *t, struct lang_object *ours, PyObject *theirs, enum data_kind kind)
{
    struct pair *p = calloc(1, sizeof *p);
    if (!p || bridge_map_set(&by_theirs, theirs, p) || bridge_map_set(&by_ours, ours, theirs)) {
        bridge_map_remove(&by_theirs, theirs);
        free(p);
        lang_no_memory(t);
        return NULL;
    }
    *p = (struct pair){lang_incref(ours), theirs, kind, NULL, lang_undef()};
    return p;
}

static void derived_dealloc(PyObject *self)
{
    struct pair *p = bridge_map_get(&by_theirs, self);
    PyTypeObject *type = Py_TYPE(self);
    destructor dealloc = NULL;
    for (int i = 0; i < BASES && !dealloc; i++)
        if (PyType_IsSubtype(type, (PyTypeObject *)bases[i].layout))
            dealloc = (destructor)bridge_slot((PyTypeObject *)bases[i].theirs, Py_tp_dealloc);
    if (p) {
        bridge_map_remove(&by_theirs, self);
        bridge_map_remove(&by_ours, p->ours);
        forget(p);
    }
    dealloc(self);
    Py_DECREF(type);
    if (p)
        bridge_drop_value(p->ours);
    free(p);
}

/* The value without its class, there. */
static PyObject *plain_there(struct lang_thread *t, struct data_base *base, struct lang_object *o)
{
    return base->kind == PLAIN ? bridge_as_builtin(t, lang_obj(o), base->ours) : PyTuple_New(0);
}

PyObject *bridge_derived_there(struct lang_thread *t, struct lang_object *o)
{
    PyObject *known = bridge_map_get(&by_ours, o);
    if (known) {
        Py_INCREF(known);
        if (bridge_derived_give(t, known) == 0)
            return known;
        Py_DECREF(known);
        return NULL;
    }
    struct data_base *base = base_of(o->type);
    PyObject *cls = bridge_class_of_wrappers(t, o->type), *value = cls ? plain_there(t, base, o) : NULL;
    PyObject *theirs = value ? PyObject_CallMethod(base->theirs, "__new__", "OO", cls, value) : NULL;
    Py_XDECREF(value);
    if (!theirs) {
        if (cls)
            bridge_raise_here(t);
        return NULL;
    }
    struct pair *p = tie(t, o, theirs, base->kind);
    if (p && base->kind != PLAIN && fill_theirs(t, p) < 0) {
        bridge_raise_here(t);
        p = NULL;
    }
    if (!p || (base->kind != PLAIN && alike_now(t, p) < 0)) {
        Py_DECREF(theirs);
        return NULL;
    }
    return theirs;
}

/* What an instance that was made there (by a copy, by a pickle) keeps beside its data. */
static int take_attributes(struct lang_thread *t, lang_value v, PyObject *o)
{
    PyObject *name = PyUnicode_FromString("__dict__"), *attributes = name ? PyObject_GenericGetAttr(o, name) : NULL;
    PyObject *key, *value;
    int s = 0;
    for (Py_ssize_t i = 0; s == 0 && attributes && PyDict_Next(attributes, &i, &key, &value);) {
        struct lang_str *text = bridge_text_from(t, key), *interned = text ? lang_intern_str(t, text) : NULL;
        lang_value item = interned ? bridge_from_python(t, value) : lang_error();
        s = lang_is_error(item) ? -1 : lang_generic_setattr(t, v, interned, item);
        if (!lang_is_error(item))
            lang_unref(t, item);
        lang_xdecref(t, text);
        lang_xdecref(t, interned);
    }
    PyErr_Clear();
    Py_XDECREF(name);
    Py_XDECREF(attributes);
    return s;
}

static struct lang_object *adopt(struct lang_thread *t, PyObject *o, struct lang_type *type)
{
    struct data_base *base = base_of(type);
    lang_value value = base ? bridge_content_here(t, o) : lang_error();
    if (lang_is_error(value))
        return NULL;
    lang_value v = base->ours->make(t, type, &value, 1, NULL);
    if (!lang_is_error(v) && base->kind != PLAIN && base->ours->init(t, v, &value, 1, NULL) < 0) {
        lang_unref(t, v);
        v = lang_error();
    }
    lang_unref(t, value);
    struct pair *p = lang_is_error(v) ? NULL : tie(t, v.o, o, base->kind);
    if (!lang_is_error(v))
        lang_unref(t, v);
    if (!p || (base->kind != PLAIN && alike_now(t, p) < 0) || take_attributes(t, v, o) < 0)
        return NULL;
    return p->ours;
}

bool bridge_is_derived_there(PyTypeObject *type)
{
    if (PyType_GetFlags(type) & Py_TPFLAGS_HEAPTYPE)
        for (int i = 0; i < BASES; i++)
            if (bases[i].layout && PyType_IsSubtype(type, (PyTypeObject *)bases[i].layout))
                return true;
    return false;
}

struct lang_object *bridge_derived_here(struct lang_thread *t, PyObject *o)
{
    struct pair *p = bridge_map_get(&by_theirs, o);
    if (p)
        return bridge_derived_take(t, o) < 0 ? NULL : p->ours;
    struct lang_type *type = bridge_class_of_wrapper((PyObject *)Py_TYPE(o));
    if (type)
        return adopt(t, o, type);
    lang_raise(t, LANG_EXC_TypeError, "a class of Python that derives from a class of the notebook with data");
    return NULL;
}

/* ---- attributes: those of the class there first, whose functions are the ones of here ------------------------------
 */

static struct lang_object *self_here(PyObject *o)
{
    struct pair *p = bridge_map_get(&by_theirs, o);
    if (p)
        return p->ours;
    struct bridge_callback saved;
    struct lang_thread *t = bridge_callback_begin(&saved);
    if (!t)
        return NULL;
    struct lang_object *ours = bridge_derived_here(t, o);
    if (!ours)
        bridge_raise_there(t);
    bridge_callback_end(&saved);
    return ours;
}

static PyObject *derived_getattr(PyObject *o, PyObject *name)
{
    bool all = PyUnicode_CompareWithASCIIString(name, "__dict__") == 0;
    PyObject *found = all ? NULL : PyObject_GenericGetAttr(o, name);
    if (found || (!all && !PyErr_ExceptionMatches(PyExc_AttributeError)))
        return found;
    PyErr_Clear();
    struct lang_object *ours = self_here(o);
    return !ours ? NULL : all ? bridge_instance_dict(lang_obj(ours)) : bridge_get_attribute(lang_obj(ours), name);
}

static int derived_setattr(PyObject *o, PyObject *name, PyObject *value)
{
    struct lang_object *ours = self_here(o);
    return ours ? bridge_set_attribute(lang_obj(ours), name, value) : -1;
}

/* ---- classes ------------------------------------------------------------------------------------------------------
 */

PyObject *bridge_derived_layout(struct lang_type *type)
{
    struct data_base *base = base_of(type);
    return base ? base->layout : NULL;
}

int bridge_derived_start(struct lang_thread *t)
{
    (void)t;
    PyObject *builtins = PyImport_ImportModule("builtins");
    for (int i = 0; builtins && i < BASES; i++) {
        PyType_Slot slots[] = {{Py_tp_dealloc, (void *)derived_dealloc},
                               {Py_tp_getattro, (void *)derived_getattr},
                               {Py_tp_setattro, (void *)derived_setattr},
                               {0, NULL}};
        PyType_Spec spec = {"tensor.object", 0, 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, slots};
        bases[i].theirs = PyObject_GetAttrString(builtins, bases[i].name);
        PyObject *tuple = bases[i].theirs ? PyTuple_Pack(1, bases[i].theirs) : NULL;
        bases[i].layout = tuple ? PyType_FromSpecWithBases(&spec, tuple) : NULL;
        Py_XDECREF(tuple);
        if (!bases[i].layout)
            break;
    }
    Py_XDECREF(builtins);
    return bases[BASES - 1].layout ? 0 : -1;
}
