/* bridge_buffer.c: memory that passes between the two without a copy: buffers of objects there, views and byte arrays
 * of here seen from there, and capsules in both directions. */
#include "bridge.h"

#include <stdlib.h>
#include <string.h>

/* The buffer protocol came into the stable ABI with 3.11, as it had been in all versions before. */
struct buffer {
    void *data;
    PyObject *object;
    Py_ssize_t length, itemsize;
    int readonly, ndim;
    char *format;
    Py_ssize_t *shape, *strides, *suboffsets;
    void *internal;
};
#ifndef PyBUF_SIMPLE
enum { PyBUF_SIMPLE = 0, PyBUF_WRITABLE = 1 };
#endif
extern int PyObject_GetBuffer(PyObject *o, struct buffer *out, int flags);
extern void PyBuffer_Release(struct buffer *buffer);
extern int PyBuffer_FillInfo(struct buffer *out, PyObject *o, void *data, Py_ssize_t length, int readonly, int flags);
enum { SLOT_GETBUFFER = 1, SLOT_RELEASEBUFFER = 2 };

/* ---- memory of there -----------------------------------------------------------------------------------------------
 */

bool bridge_buffer(struct lang_thread *t, lang_value v, bool writable, struct lang_buffer *out)
{
    struct buffer *held = bridge_is_proxy(v) ? malloc(sizeof *held) : NULL;
    if (!held)
        return false;
    bridge_enter(t);
    PyObject *o = bridge_object(v);
    bool got = BRIDGE_RUN(PyObject_GetBuffer(o, held, writable ? PyBUF_WRITABLE : PyBUF_SIMPLE)) == 0;
    if (!got)
        PyErr_Clear();
    bridge_leave();
    if (!got) {
        free(held);
        return false;
    }
    out->foreign = held;
    out->data = held->length ? held->data : (const void *)"";
    out->length = held->length;
    return true;
}

void bridge_buffer_release(struct lang_thread *t, void *buffer)
{
    struct buffer *held = buffer;
    bridge_enter(t);
    bridge_outside();
    PyBuffer_Release(held);
    bridge_inside();
    bridge_leave();
    free(held);
}

lang_value bridge_memoryview(struct lang_thread *t, lang_value v)
{
    bridge_enter(t);
    PyObject *o = bridge_to_python(t, v);
    lang_value view = bridge_from_python_steal(t, o ? BRIDGE_RUN(PyMemoryView_FromObject(o)) : NULL);
    Py_XDECREF(o);
    bridge_leave();
    return view;
}

/* ---- memory of here: an object there that holds it ------------------------------------------------------------------
 */

struct exporter {
    PyObject_HEAD struct lang_object *owner; /* counted */
    struct lang_buffer held;
    bool readonly;
};
static PyTypeObject *exporter_type;

static int exporter_get(PyObject *self, struct buffer *out, int flags)
{
    struct exporter *e = (struct exporter *)self;
    return PyBuffer_FillInfo(out, self, (void *)(uintptr_t)e->held.data, (Py_ssize_t)e->held.length, e->readonly,
                             flags);
}

/* What holds the memory is let go as an object here is: with the interpreter lock, if need be later. */
struct hold {
    struct lang_object head;
    struct lang_buffer held;
};

static void hold_destroy(struct lang_thread *t, struct lang_object *o)
{
    lang_buffer_release(t, &((struct hold *)o)->held);
}

static struct lang_type hold_type = {.name = "buffer", .size = sizeof(struct hold), .destroy = hold_destroy};

static void exporter_dealloc(PyObject *self)
{
    struct lang_object *owner = ((struct exporter *)self)->owner;
    PyTypeObject *type = Py_TYPE(self);
    freefunc release = (freefunc)bridge_slot(type, Py_tp_free);
    release(self);
    Py_DECREF(type);
    if (owner)
        bridge_drop_value(owner);
}

static int exporter_ready(struct lang_thread *t)
{
    PyType_Slot slots[] = {
        {Py_tp_dealloc, (void *)exporter_dealloc}, {SLOT_GETBUFFER, (void *)exporter_get}, {0, NULL}};
    PyType_Spec spec = {"tensor.buffer", sizeof(struct exporter), 0, Py_TPFLAGS_DEFAULT, slots};
    if (exporter_type)
        return 0;
    if (lang_type_ready(t, &hold_type) < 0) {
        bridge_raise_there(t);
        return -1;
    }
    exporter_type = (PyTypeObject *)PyType_FromSpec(&spec);
    return exporter_type ? 0 : -1;
}

/* The bytes of a value here as an exporter; NULL without an error: they do not lie in one piece. */
static PyObject *export_bytes(struct lang_thread *t, lang_value v)
{
    struct lang_buffer held;
    if (exporter_ready(t) < 0)
        return NULL;
    bool writable = lang_buffer_get_writable(t, v, &held);
    if (!writable && !lang_buffer_get(t, v, &held))
        return NULL;
    struct hold *hold = lang_object_new(t, &hold_type);
    allocfunc alloc = (allocfunc)bridge_slot(exporter_type, Py_tp_alloc);
    struct exporter *e = hold ? (struct exporter *)alloc(exporter_type, 0) : NULL;
    if (!hold)
        lang_buffer_release(t, &held);
    else
        hold->held = held;
    if (!e) {
        if (hold) {
            lang_decref(t, hold);
            return NULL;
        }
        return bridge_raise_there(t);
    }
    e->owner = &hold->head;
    e->held = held;
    e->readonly = !writable;
    return (PyObject *)e;
}

/* A view there of the items of a view here. */
static PyObject *cast_like(struct lang_thread *t, PyObject *bytes, lang_value v)
{
    lang_value format = lang_getattr_c(t, v, "format"), shape = lang_getattr_c(t, v, "shape");
    PyObject *f = lang_is_error(format) ? bridge_raise_there(t) : bridge_to_python(t, format);
    PyObject *s = !f ? NULL : lang_is_error(shape) ? bridge_raise_there(t) : bridge_to_python(t, shape);
    PyObject *cast = NULL;
    bool plain = s && PyTuple_Size(s) == 1 && PyUnicode_CompareWithASCIIString(f, "B") == 0;
    if (plain) {
        Py_INCREF(bytes);
        cast = bytes;
    } else if (s && PyObject_Size(bytes) == 0) { /* an empty one of several dimensions cannot be cast */
        cast = PyObject_CallMethod(bytes, "cast", "O", f);
    } else if (s) {
        cast = PyObject_CallMethod(bytes, "cast", "OO", f, s);
    }
    Py_XDECREF(f);
    Py_XDECREF(s);
    lang_unref(t, format);
    lang_unref(t, shape);
    return cast;
}

PyObject *bridge_view_there(struct lang_thread *t, lang_value v)
{
    PyObject *memory = export_bytes(t, v);
    if (!memory && !PyErr_Occurred()) { /* not in one piece, or released: a copy, or the error */
        lang_value bytes = lang_call_method_c(t, v, "tobytes", NULL, 0);
        if (lang_is_error(bytes))
            return bridge_raise_there(t);
        memory = bridge_to_python(t, bytes);
        lang_unref(t, bytes);
    }
    PyObject *bytes = memory ? PyMemoryView_FromObject(memory) : NULL;
    PyObject *view = bytes ? cast_like(t, bytes, v) : NULL;
    Py_XDECREF(memory);
    Py_XDECREF(bytes);
    return view;
}

/* ---- capsules ------------------------------------------------------------------------------------------------------
 */

/* The end of a capsule there that stands for one here. Somebody may have taken the pointer from it. */
static void lent_end(PyObject *o)
{
    struct lang_capsule *ours = PyCapsule_GetContext(o);
    const char *name = PyCapsule_GetName(o);
    if (ours->end && strcmp(name, ours->name) != 0) {
        ours->name = name; /* of the library that has taken it, which stays loaded */
        ours->end = NULL;
    }
    ours->lent = NULL;
    bridge_drop_value(&ours->head);
}

PyObject *bridge_capsule_there(struct lang_thread *t, lang_value v)
{
    struct lang_capsule *ours = (struct lang_capsule *)v.o;
    (void)t;
    if (ours->lent) {
        Py_INCREF(ours->lent);
        return ours->lent;
    }
    PyObject *o = PyCapsule_New(ours->pointer, ours->name, lent_end);
    if (o) {
        PyCapsule_SetContext(o, lang_incref(ours));
        ours->lent = o;
    }
    return o;
}

struct lang_object *bridge_capsule_of(PyObject *o)
{
    if (!PyCapsule_CheckExact(o) || PyCapsule_GetDestructor(o) != lent_end)
        return NULL;
    return &((struct lang_capsule *)PyCapsule_GetContext(o))->head;
}

void *bridge_take_capsule(struct lang_thread *t, lang_value v, const char *name, const char *used)
{
    void *pointer = NULL;
    bool ours = lang_is_exactly(v, &lang_type_capsule);
    if (!ours && !bridge_is_proxy(v))
        return NULL;
    bridge_enter(t);
    PyObject *o = ours ? ((struct lang_capsule *)v.o)->lent : bridge_object(v);
    if (o && PyCapsule_CheckExact(o) && PyCapsule_IsValid(o, name)) {
        pointer = PyCapsule_GetPointer(o, name);
        PyCapsule_SetName(o, used);
    }
    bridge_leave();
    return pointer;
}

void bridge_run(struct lang_thread *t, void (*function)(void *argument), void *argument)
{
    bridge_enter(t);
    bridge_outside();
    function(argument);
    bridge_inside();
    bridge_leave();
}
