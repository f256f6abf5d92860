/* bridge_reduce.c: how code there copies wrappers and takes them apart for pickles. Instances are asked as here. */
#include "bridge.h"

/* copy.copy and copy.deepcopy there ask the object for these: they are the session's. */
static PyObject *copied(PyObject *self, bool deep)
{
    PyObject *copy = PyObject_CallFunctionObjArgs(bridge_frames[BRIDGE_COPY], deep ? Py_True : Py_False, NULL);
    PyObject *o = copy ? PyObject_CallFunctionObjArgs(copy, self, NULL) : NULL;
    Py_XDECREF(copy);
    return o;
}

PyObject *bridge_wrapper_copy(PyObject *self, PyObject *none)
{
    (void)none;
    return copied(self, false);
}

PyObject *bridge_wrapper_deepcopy(PyObject *self, PyObject *memo)
{
    (void)memo;
    return copied(self, true);
}

/* One of ours in C has a namesake there, which is another object: the pickle is an expression that gives that one. */
static PyObject *by_name(PyObject *self, PyObject *args)
{
    (void)args;
    PyObject *name = PyObject_GetAttrString(self, "__qualname__");
    if (!name || bridge_wrapped(self)->type == &lang_type_function)
        return name;
    PyObject *module = PyObject_GetAttrString(self, "__module__"), *builtins = PyImport_ImportModule("builtins");
    PyObject *eval = builtins ? PyObject_GetAttrString(builtins, "eval") : NULL;
    PyObject *text = module ? PyUnicode_FromFormat("__import__(%R, fromlist=['x']).%U", module, name) : NULL;
    PyObject *o = eval && text ? Py_BuildValue("O(O)", eval, text) : NULL;
    Py_DECREF(name);
    Py_XDECREF(module);
    Py_XDECREF(builtins);
    Py_XDECREF(eval);
    Py_XDECREF(text);
    return o;
}

/* A function is pickled by its name. */
PyObject *bridge_reduce_function(PyObject *self)
{
    static PyMethodDef row = {"__reduce_ex__", by_name, METH_VARARGS, NULL};
    return PyCFunction_New(&row, self);
}
