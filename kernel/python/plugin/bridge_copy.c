/* bridge_copy.c: copies of mutable containers that are arguments of a call there: knows whose copy each is, and writes
 * back what the call has changed in it. */
#include "bridge.h"

#include <stdlib.h>
#include <string.h>

struct copy {
    struct lang_object *ours;
    PyObject *theirs, *before;       /* what it held */
    size_t older_ours, older_theirs; /* the copy noted before it in its bucket, counted from one; 0: none */
};
#define NEAR __attribute__((tls_model("initial-exec")))
static _Thread_local struct copy *copies NEAR;
static _Thread_local size_t copy_count NEAR, copy_capacity NEAR;
static _Thread_local bool copies_noted NEAR;

/* Two hash tables over the copies, by the object of each side: chains whose heads are the newest copies, which are
 * the first to go. There are none while the copies are few. 2 * copy_capacity buckets, `ours` before `theirs`. */
static _Thread_local size_t *buckets NEAR;
enum { FEW_COPIES = 16, KEPT_COPIES = 1024 };

static size_t bucket_of(const void *object)
{
    return ((uintptr_t)object >> 4) * 0x9E3779B97F4A7C15u >> 20 & (copy_capacity - 1);
}

static void link_copy(size_t i)
{
    struct copy *c = &copies[i];
    size_t *ours = &buckets[bucket_of(c->ours)], *theirs = &buckets[copy_capacity + bucket_of(c->theirs)];
    c->older_ours = *ours;
    c->older_theirs = *theirs;
    *ours = *theirs = i + 1;
}

static void unlink_newest(void)
{
    struct copy *c = &copies[copy_count - 1];
    buckets[bucket_of(c->ours)] = c->older_ours;
    buckets[copy_capacity + bucket_of(c->theirs)] = c->older_theirs;
}

/* Room for one more copy; the tables are made anew. */
static int grow_copies(void)
{
    size_t capacity = copy_capacity ? copy_capacity * 2 : FEW_COPIES;
    struct copy *grown = realloc(copies, capacity * sizeof *grown);
    if (grown)
        copies = grown;
    size_t *table = grown && capacity > FEW_COPIES ? calloc(2 * capacity, sizeof *table) : NULL;
    if (!grown || (!table && capacity > FEW_COPIES)) {
        PyErr_NoMemory();
        return -1;
    }
    free(buckets);
    buckets = table;
    copy_capacity = capacity;
    for (size_t i = 0; table && i < copy_count; i++)
        link_copy(i);
    return 0;
}

/* What a large argument needed is given back. */
static void shrink_copies(void)
{
    if (copy_count || copy_capacity <= KEPT_COPIES)
        return;
    free(copies);
    free(buckets);
    copies = NULL;
    buckets = NULL;
    copy_capacity = 0;
}

size_t bridge_copies_begin(void)
{
    copies_noted = true;
    return copy_count;
}

lang_value bridge_copies_find(PyObject *o)
{
    size_t i = !copy_count ? 0 : buckets ? buckets[copy_capacity + bucket_of(o)] : copy_count;
    while (i && copies[i - 1].theirs != o)
        i = buckets ? copies[i - 1].older_theirs : i - 1;
    return i ? lang_obj(lang_incref(copies[i - 1].ours)) : lang_undef();
}

/* An argument that stands twice is one object there, too. */
PyObject *bridge_copy_known(struct lang_object *ours)
{
    size_t i = !copy_count ? 0 : buckets ? buckets[bucket_of(ours)] : copy_count;
    while (i && copies[i - 1].ours != ours)
        i = buckets ? copies[i - 1].older_ours : i - 1;
    return i ? copies[i - 1].theirs : NULL;
}

int bridge_copy_note(struct lang_object *ours, PyObject *theirs, struct bridge_copying *copying)
{
    *copying = (struct bridge_copying){.noted = copies_noted, .index = copy_count};
    if (!copies_noted)
        return 0;
    if (copy_count == copy_capacity && grow_copies() < 0)
        return -1;
    Py_INCREF(theirs);
    copies[copy_count++] = (struct copy){.ours = lang_incref(ours), .theirs = theirs};
    if (buckets)
        link_copy(copy_count - 1);
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
    for (size_t i = begin; i < copy_count; i++) {
        struct copy c = copies[i]; /* what runs meanwhile may note more of them, and the array moves */
        if ((c.before || bridge_is_derived(c.ours->type)) && (discard || s == 0) && write_back(t, &c) < 0) {
            s = -1;
            if (discard)
                lang_error_clear(t);
        }
    }
    while (copy_count > begin) {
        if (buckets)
            unlink_newest();
        struct copy c = copies[--copy_count];
        Py_DECREF(c.theirs);
        Py_XDECREF(c.before);
        lang_decref(t, c.ours);
    }
    copies_noted = begin > 0;
    shrink_copies();
    if (discard)
        lang_error_restore(t, pending);
    return s;
}
