/* bridge_array.c: elements in memory that both sides use: what an object there says of its own (NumPy's array
 * interface, the struct of its C side), and arrays of NumPy on memory of here (its C API). Owns the layout of that
 * struct and the places in the table of that API, which are the same since NumPy 1.7; knows no tensors. */
#include "bridge.h"

#include <string.h>

/* ---- from there ----------------------------------------------------------------------------------------------------
 */

/* What a capsule `__array_struct__` holds (numpy.org, "The array interface protocol"). */
struct array_struct {
    int two; /* its version */
    int ndim;
    char kind;
    int item_size;
    int flags;
    Py_ssize_t *shape, *strides; /* in bytes */
    void *data;
};
enum { NATIVE_ORDER = 0x200, WRITEABLE = 0x400, ALIGNED = 0x100 };

static PyObject *interned(PyObject **name, const char *text)
{
    if (!*name)
        *name = PyUnicode_InternFromString(text);
    return *name;
}

/* Whether it is understood. */
static bool read_struct(const struct array_struct *from, struct lang_array *out)
{
    if (!from || from->two != 2 || from->ndim < 0 || from->ndim > LANG_ARRAY_DIMS)
        return false;
    out->data = from->data;
    out->kind = from->kind;
    out->item_size = from->item_size;
    out->swapped = !(from->flags & NATIVE_ORDER);
    out->read_only = !(from->flags & WRITEABLE);
    out->ndim = from->ndim;
    for (int i = 0; i < from->ndim; i++) {
        out->shape[i] = from->shape[i];
        out->strides[i] = from->strides[i];
    }
    return true;
}

bool bridge_array(struct lang_thread *t, lang_value v, struct lang_array *out)
{
    static PyObject *name;
    if (!bridge_is_proxy(v))
        return false;
    bridge_enter(t);
    PyObject *o = bridge_object(v), *n = interned(&name, "__array_struct__");
    PyObject *capsule = n ? BRIDGE_RUN(PyObject_GetAttr(o, n)) : NULL;
    bool read = capsule && PyCapsule_CheckExact(capsule) && read_struct(PyCapsule_GetPointer(capsule, NULL), out);
    PyErr_Clear();
    Py_XDECREF(capsule);
    bridge_leave();
    return read;
}

/* ---- to there ------------------------------------------------------------------------------------------------------
 */

enum { ARRAY_TYPE = 2, ARRAY_NEW = 93, ARRAY_SET_BASE = 282 };
typedef PyObject *(*array_new_fn)(PyTypeObject *type, int ndim, const Py_ssize_t *shape, int number_type,
                                  const Py_ssize_t *strides, void *data, int item_size, int flags, PyObject *like);
typedef int (*array_set_base_fn)(PyObject *array, PyObject *base);
static void **api;

/* NumPy's table; NULL with the error there. */
static void **numpy_api(void)
{
    static const char *const homes[] = {"numpy._core._multiarray_umath", "numpy.core._multiarray_umath"};
    for (size_t i = 0; !api && i < sizeof homes / sizeof *homes; i++) {
        PyErr_Clear();
        PyObject *home = PyImport_ImportModule(homes[i]);
        PyObject *capsule = home ? PyObject_GetAttrString(home, "_ARRAY_API") : NULL;
        api = capsule ? PyCapsule_GetPointer(capsule, NULL) : NULL;
        Py_XDECREF(capsule);
        Py_XDECREF(home);
    }
    return api;
}

/* The number of a type in NumPy; -1: it has none. */
static int number_type(char kind, int size)
{
    static const struct {
        char kind;
        signed char by_size[17];
    } types[] = {
        {'b', {[1] = 0}},
        {'i', {[1] = 1, [2] = 3, [4] = 5, [8] = 7}},
        {'u', {[1] = 2, [2] = 4, [4] = 6, [8] = 8}},
        {'f', {[2] = 23, [4] = 11, [8] = 12}},
        {'c', {[8] = 14, [16] = 15}},
    };
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (types[i].kind == kind && size > 0 && size <= 16 && (types[i].by_size[size] || kind == 'b'))
            return types[i].by_size[size];
    return -1;
}

static PyObject *make_array(const struct lang_array *from, PyObject *owner)
{
    Py_ssize_t shape[LANG_ARRAY_DIMS], strides[LANG_ARRAY_DIMS];
    int type = number_type(from->kind, from->item_size);
    if (type < 0) {
        PyErr_SetString(PyExc_TypeError, "numpy has no such type");
        return NULL;
    }
    for (int i = 0; i < from->ndim; i++) {
        shape[i] = (Py_ssize_t)from->shape[i];
        strides[i] = (Py_ssize_t)from->strides[i];
    }
    static char nothing[16]; /* an array without elements has a place as well */
    PyObject *array = ((array_new_fn)api[ARRAY_NEW])((PyTypeObject *)api[ARRAY_TYPE], from->ndim, shape, type, strides,
                                                     from->data ? from->data : nothing, 0,
                                                     ALIGNED | (from->read_only ? 0 : WRITEABLE), NULL);
    if (!array)
        return NULL;
    Py_INCREF(owner);
    if (((array_set_base_fn)api[ARRAY_SET_BASE])(array, owner) == 0)
        return array;
    Py_DECREF(array);
    return NULL;
}

lang_value bridge_array_new(struct lang_thread *t, const struct lang_array *from, lang_value owner)
{
    bridge_enter(t);
    PyObject *keeper = api || BRIDGE_RUN(numpy_api()) ? bridge_to_python(t, owner) : NULL;
    lang_value v = bridge_from_python_steal(t, keeper ? make_array(from, keeper) : NULL);
    Py_XDECREF(keeper);
    bridge_leave();
    return v;
}
