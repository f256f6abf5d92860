/* bridge_start.c: starts CPython in this process, and answers the language's imports. The plugin's only symbol. */
#include "bridge.h"

#include "python/python_plugin.h"

#include <string.h>

extern void Py_SetProgramName(const wchar_t *);
extern wchar_t *Py_DecodeLocale(const char *, size_t *);

static lang_value import_module(struct lang_thread *t, const char *dotted)
{
    bridge_enter(t);
    PyObject *m = BRIDGE_RUN(PyImport_ImportModule(dotted));
    lang_value v;
    if (!m && PyErr_ExceptionMatches(PyExc_ModuleNotFoundError)) {
        PyObject *type, *value, *traceback;
        PyErr_Fetch(&type, &value, &traceback);
        PyErr_NormalizeException(&type, &value, &traceback);
        PyObject *name = PyObject_GetAttrString(value, "name");
        bool itself = name && PyUnicode_Check(name) && PyUnicode_CompareWithASCIIString(name, dotted) == 0;
        PyErr_Clear();
        Py_XDECREF(name);
        if (itself) {
            Py_XDECREF(type);
            Py_XDECREF(value);
            Py_XDECREF(traceback);
            v = lang_undef();
        } else {
            PyErr_Restore(type, value, traceback);
            v = bridge_raise_here(t);
        }
    } else {
        v = bridge_from_python_steal(t, m);
    }
    bridge_leave();
    return v;
}

static lang_value super_object(struct lang_thread *t, struct lang_type *cls, lang_value obj)
{
    lang_value args[] = {lang_obj(cls), obj};
    bridge_enter(t);
    PyObject *builtins = PyImport_ImportModule("builtins");
    PyObject *super = builtins ? PyObject_GetAttrString(builtins, "super") : NULL;
    lang_value v = super ? bridge_call(t, super, args, lang_is_undef(obj) ? 1 : 2, NULL) : bridge_raise_here(t);
    Py_XDECREF(super);
    Py_XDECREF(builtins);
    bridge_leave();
    return v;
}

static const struct lang_foreign foreign = {import_module, bridge_is_instance, bridge_is_subclass, super_object};

const struct lang_foreign *tensor_python_plugin(struct lang_thread *t, const char *program, char *reason, size_t size)
{
    if (!Py_IsInitialized()) {
        wchar_t *name = Py_DecodeLocale(program, NULL);
        if (name)
            Py_SetProgramName(name);
        Py_InitializeEx(0);
    }
    if (bridge_convert_start(t) < 0 || bridge_class_start(t) < 0 || bridge_wrapper_start(t) < 0 ||
        bridge_error_start(t) < 0) {
        PyErr_Print();
        snprintf(reason, size, "the bridge could not be started");
        return NULL;
    }
    bridge_gate_start(t);
    return &foreign;
}
