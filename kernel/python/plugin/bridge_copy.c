/* bridge_copy.c: copies of mutable containers that are arguments of a call there: knows whose copy each is, and writes
 * back what the call has changed in it. */
#include "bridge.h"

#include <stdlib.h>
#include <string.h>

struct copy {
    struct lang_object *ours;
    PyObject *theirs, *before; /* what it held */
};
#define NEAR __attribute__((tls_model("initial-exec")))
static _Thread_local struct copy *copies NEAR;
static _Thread_local size_t copy_count NEAR, copy_capacity NEAR;
static _Thread_local bool copies_noted NEAR;

size_t bridge_copies_begin(void)
{
    copies_noted = true;
    return copy_count;
}

lang_value bridge_copies_find(PyObject *o)
{
    for (size_t i = copy_count; i-- > 0;)
        if (copies[i].theirs == o)
            return lang_obj(lang_incref(copies[i].ours));
    return lang_undef();
}

/* An argument that stands twice is one object there, too. */
PyObject *bridge_copy_known(struct lang_object *ours)
{
    for (size_t i = copy_count; i-- > 0;)
        if (copies[i].ours == ours)
            return copies[i].theirs;
    return NULL;
}

int bridge_copy_note(struct lang_object *ours, PyObject *theirs, struct bridge_copying *copying)
{
    *copying = (struct bridge_copying){.noted = copies_noted, .index = copy_count};
    if (!copies_noted)
        return 0;
    if (copy_count == copy_capacity) {
        size_t capacity = copy_capacity ? copy_capacity * 2 : 8;
        struct copy *grown = realloc(copies, capacity * sizeof *grown);
        if (!grown) {
            PyErr_NoMemory();
            return -1;
        }
        copies = grown;
        copy_capacity = capacity;
    }
    Py_INCREF(theirs);
    copies[copy_count++] = (struct copy){lang_incref(ours), theirs, NULL};
    return 0;
}

PyObject *bridge_copy_made(const struct bridge_copying *copying, PyObject *o)
{
    if (!copying->noted)
        return o;
    PyObject *before = PyList_Check(o)        ? PyList_AsTuple(o)
                       : PyDict_Check(o)      ? PyDict_Copy(o)
                       : PyByteArray_Check(o) ? PyBytes_FromObject(o)
                                              : PyFrozenSet_New(o);
    copies[copying->index].before = before;
    if (!before)
        Py_DECREF(o);
    return before ? o : NULL;
}

bool bridge_list_changed(PyObject *now, PyObject *before)
{
    Py_ssize_t n = PyList_Size(now);
    if (n != PyTuple_Size(before))
        return true;
    for (Py_ssize_t i = 0; i < n; i++)
        if (PyList_GetItem(now, i) != PyTuple_GetItem(before, i))
            return true;
    return false;
}

bool bridge_dict_changed(PyObject *now, PyObject *before)
{
    PyObject *k, *v, *key, *value;
    Py_ssize_t i = 0, j = 0;
    if (PyDict_Size(now) != PyDict_Size(before))
        return true;
    while (PyDict_Next(now, &i, &k, &v))
        if (!PyDict_Next(before, &j, &key, &value) || k != key || v != value)
            return true;
    return false;
}

static int write_list(struct lang_thread *t, struct copy *c)
{
    struct lang_list *list = (struct lang_list *)c->ours;
    lang_value now = bridge_content_here(t, c->theirs);
    if (lang_is_error(now))
        return -1;
    lang_value all_items = lang_slice_new(t, lang_none(), lang_none(), lang_none());
    int s = lang_is_error(all_items) ? -1 : lang_setitem(t, lang_obj(list), all_items, now);
    lang_unref(t, all_items);
    lang_unref(t, now);
    return s;
}

static int write_dict(struct lang_thread *t, struct copy *c)
{
    struct lang_dict *dict = (struct lang_dict *)c->ours;
    lang_value now = bridge_content_here(t, c->theirs);
    if (lang_is_error(now))
        return -1;
    lang_dict_clear(t, dict);
    int s = lang_dict_update(t, dict, now);
    lang_unref(t, now);
    return s;
}

static int write_set(struct lang_thread *t, struct copy *c)
{
    lang_value now = bridge_content_here(t, c->theirs), none = lang_undef();
    if (lang_is_error(now))
        return -1;
    lang_value v = lang_call_method_c(t, lang_obj(c->ours), "clear", &none, 0);
    int s = lang_is_error(v) ? -1 : lang_set_update(t, (struct lang_set *)c->ours, now);
    lang_unref(t, now);
    return s;
}

/* Byte by byte, where the length is the same: views of it may be held. */
static int write_bytes(struct lang_thread *t, struct copy *c)
{
    struct lang_bytearray *into = (struct lang_bytearray *)c->ours;
    size_t length = (size_t)PyByteArray_Size(c->theirs);
    const char *now = PyByteArray_AsString(c->theirs);
    if (length == (size_t)PyBytes_Size(c->before) && !memcmp(now, PyBytes_AsString(c->before), length))
        return 0;
    if (length == (size_t)into->length) {
        memcpy(into->data, now, length);
        return 0;
    }
    lang_value all = lang_slice_new(t, lang_none(), lang_none(), lang_none());
    lang_value bytes = lang_is_error(all) ? all : lang_obj_or_error(lang_bytes_new(t, now, length));
    int s = lang_is_error(bytes) ? -1 : lang_setitem(t, lang_obj(into), all, bytes);
    lang_unref(t, all);
    lang_unref(t, bytes);
    return s;
}

/* What the call has changed in a copy. */
static int write_back(struct lang_thread *t, struct copy *c)
{
    if (!c->before)
        return bridge_derived_take(t, c->theirs);
    if (PyList_CheckExact(c->theirs))
        return bridge_list_changed(c->theirs, c->before) ? write_list(t, c) : 0;
    if (PyDict_CheckExact(c->theirs))
        return bridge_dict_changed(c->theirs, c->before) ? write_dict(t, c) : 0;
    if (PyByteArray_CheckExact(c->theirs))
        return write_bytes(t, c);
    int same = PyObject_RichCompareBool(c->theirs, c->before, Py_EQ);
    if (same < 0)
        PyErr_Clear();
    return same == 0 ? write_set(t, c) : 0;
}

int bridge_copies_end(struct lang_thread *t, size_t begin, bool discard)
{
    int s = 0;
    lang_value pending = discard ? lang_error_take(t) : lang_undef();
    for (size_t i = begin; i < copy_count; i++)
        if ((copies[i].before || bridge_is_derived(copies[i].ours->type)) && (discard || s == 0) &&
            write_back(t, &copies[i]) < 0) {
            s = -1;
            if (discard)
                lang_error_clear(t);
        }
    while (copy_count > begin) {
        struct copy c = copies[--copy_count];
        Py_DECREF(c.theirs);
        Py_XDECREF(c.before);
        lang_decref(t, c.ours);
    }
    copies_noted = begin > 0;
    if (discard)
        lang_error_restore(t, pending);
    return s;
}
