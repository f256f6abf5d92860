/* bridge_convert.c: what passes between the two by value. Owns the tables of exact types whose values are copied, and
 * the copies of mutable containers during a call. Everything else is a proxy (bridge_proxy.c) or a wrapper
 * (bridge_wrapper.c). */
#include "bridge.h"

#include <stdlib.h>
#include <string.h>

/* ---- names of attributes ----------------------------------------------------------------------------------------- */

enum { NAMES = 2048 };
static struct {
    struct lang_str *name;
    PyObject *object;
} names[NAMES];

PyObject *bridge_name(struct lang_thread *t, struct lang_str *name)
{
    size_t slot = ((uintptr_t)name >> 4) * 0x9e3779b97f4a7c15u >> 48 & (NAMES - 1);
    if (names[slot].name == name)
        return names[slot].object;
    PyObject *object = bridge_text(t, name);
    if (!object)
        return NULL;
    PyUnicode_InternInPlace(&object);
    struct lang_str *old = names[slot].name;
    PyObject *old_object = names[slot].object;
    names[slot].name = lang_incref(name);
    names[slot].object = object;
    if (old) {
        lang_decref(t, old);
        Py_DECREF(old_object);
    }
    return object;
}

/* ---- text and numbers -------------------------------------------------------------------------------------------- */

PyObject *bridge_text(struct lang_thread *t, struct lang_str *s)
{
    size_t size;
    const char *utf8 = lang_str_utf8(t, s, &size);
    if (!utf8)
        return bridge_raise_there(t);
    return PyUnicode_DecodeUTF8(utf8, (Py_ssize_t)size, "surrogatepass");
}

struct lang_str *bridge_text_from(struct lang_thread *t, PyObject *o)
{
    Py_ssize_t size;
    const char *utf8 = PyUnicode_AsUTF8AndSize(o, &size);
    if (utf8)
        return lang_str_new(t, utf8, (size_t)size);
    PyErr_Clear(); /* lone surrogates */
    PyObject *bytes = PyUnicode_AsEncodedString(o, "utf-8", "surrogatepass");
    char *data;
    if (!bytes || PyBytes_AsStringAndSize(bytes, &data, &size) < 0) {
        Py_XDECREF(bytes);
        bridge_raise_here(t);
        return NULL;
    }
    struct lang_str *s = lang_str_new(t, data, (size_t)size);
    Py_DECREF(bytes);
    return s;
}

static lang_value int_from(struct lang_thread *t, PyObject *o)
{
    int overflow;
    long long small = PyLong_AsLongLongAndOverflow(o, &overflow);
    if (!overflow)
        return lang_int(small);
    PyObject *digits = PyNumber_ToBase(o, 16); /* -0x1f */
    const char *text = digits ? PyUnicode_AsUTF8AndSize(digits, NULL) : NULL;
    if (!text) {
        Py_XDECREF(digits);
        return bridge_raise_here(t);
    }
    bool negative = *text == '-';
    char *plain = strdup(text + negative + 1); /* over the x of 0x goes the sign */
    lang_value v = lang_error();
    if (!plain) {
        lang_no_memory(t);
    } else {
        plain[0] = negative ? '-' : '+';
        v = lang_int_from_text(t, plain, strlen(plain), 16);
    }
    free(plain);
    Py_DECREF(digits);
    return v;
}

static PyObject *int_to(struct lang_thread *t, lang_value v)
{
    int64_t small;
    if (lang_int_fits(v, &small))
        return PyLong_FromLongLong(small);
    struct lang_str *digits = lang_int_to_str(t, v, 16);
    const char *text = digits ? lang_str_utf8(t, digits, NULL) : NULL;
    PyObject *o = text ? PyLong_FromString(text, NULL, 16) : bridge_raise_there(t);
    lang_xdecref(t, digits);
    return o;
}

/* ---- from there: exact types ------------------------------------------------------------------------------------- */

static lang_value none_from(struct lang_thread *t, PyObject *o)
{
    (void)t, (void)o;
    return lang_none();
}

static lang_value bool_from(struct lang_thread *t, PyObject *o)
{
    (void)t;
    return lang_bool(o == Py_True);
}

static lang_value float_from(struct lang_thread *t, PyObject *o)
{
    (void)t;
    return lang_float(bridge_note_float(o));
}

static lang_value complex_from(struct lang_thread *t, PyObject *o)
{
    return lang_complex_new(t, PyComplex_RealAsDouble(o), PyComplex_ImagAsDouble(o));
}

static lang_value text_from(struct lang_thread *t, PyObject *o)
{
    struct lang_str *s = bridge_text_from(t, o);
    if (s && s->length <= BRIDGE_RECENT_TEXT && PyUnicode_CheckExact(o) && !bridge_looks_like_name(s))
        bridge_note_recent(t, &s->head, o);
    return lang_obj_or_error(s);
}

static lang_value bytes_from(struct lang_thread *t, PyObject *o)
{
    char *data;
    Py_ssize_t size;
    if (PyBytes_AsStringAndSize(o, &data, &size) < 0)
        return bridge_raise_here(t);
    return lang_obj_or_error(lang_bytes_new(t, data, (size_t)size));
}

static lang_value ellipsis_from(struct lang_thread *t, PyObject *o)
{
    (void)t, (void)o;
    return (lang_value){LANG_ELLIPSIS, {0}};
}

static lang_value not_implemented_from(struct lang_thread *t, PyObject *o)
{
    (void)t, (void)o;
    return lang_notimpl();
}

static lang_value tuple_from(struct lang_thread *t, PyObject *o)
{
    Py_ssize_t n = PyTuple_Size(o);
    struct lang_tuple *items = lang_tuple_new(t, n);
    for (Py_ssize_t i = 0; items && i < n; i++) {
        lang_value v = bridge_from_python(t, PyTuple_GetItem(o, i));
        if (lang_is_error(v)) {
            lang_decref(t, items);
            return v;
        }
        items->items[i] = v;
    }
    if (items && PyTuple_CheckExact(o) && bridge_is_short_and_flat(items))
        bridge_note_recent(t, &items->head, o);
    return lang_obj_or_error(items);
}

static lang_value attributes_from(struct lang_thread *t, PyObject *o, const char *const fields[3], lang_value parts[3])
{
    for (int i = 0; i < 3; i++)
        parts[i] = lang_undef();
    for (int i = 0; i < 3; i++) {
        parts[i] = bridge_from_python_steal(t, PyObject_GetAttrString(o, fields[i]));
        if (lang_is_error(parts[i]))
            return parts[i];
    }
    return lang_none();
}

static lang_value slice_from(struct lang_thread *t, PyObject *o)
{
    static const char *const fields[] = {"start", "stop", "step"};
    lang_value parts[3], v = attributes_from(t, o, fields, parts);
    if (!lang_is_error(v))
        v = lang_slice_new(t, parts[0], parts[1], parts[2]);
    for (int i = 0; i < 3; i++)
        if (!lang_is_error(parts[i]))
            lang_unref(t, parts[i]);
    return v;
}

static lang_value range_from(struct lang_thread *t, PyObject *o)
{
    static const char *const fields[] = {"start", "stop", "step"};
    lang_value parts[3], v = attributes_from(t, o, fields, parts);
    if (!lang_is_error(v))
        v = lang_range_new(t, parts[0], parts[1], parts[2]);
    for (int i = 0; i < 3; i++)
        if (!lang_is_error(parts[i]))
            lang_unref(t, parts[i]);
    return v;
}

static PyTypeObject *type_of_none, *type_of_ellipsis, *type_of_not_implemented;

static const struct {
    PyTypeObject *type; /* NULL: in `found` */
    PyTypeObject **found;
    lang_value (*from)(struct lang_thread *t, PyObject *o);
} by_value[] = {
    {NULL, &type_of_none, none_from},         {&PyBool_Type, NULL, bool_from},
    {&PyLong_Type, NULL, int_from},           {&PyFloat_Type, NULL, float_from},
    {&PyUnicode_Type, NULL, text_from},       {&PyTuple_Type, NULL, tuple_from},
    {&PyBytes_Type, NULL, bytes_from},        {&PyComplex_Type, NULL, complex_from},
    {&PySlice_Type, NULL, slice_from},        {&PyRange_Type, NULL, range_from},
    {NULL, &type_of_ellipsis, ellipsis_from}, {NULL, &type_of_not_implemented, not_implemented_from},
};

/* ---- from there: containers that nobody else holds ----------------------------------------------------------------
 */

static lang_value from_python(struct lang_thread *t, PyObject *o, bool owned, bool *taken);

/* An item that only its container holds moves with it. */
static lang_value item_from(struct lang_thread *t, PyObject *o)
{
    PyTypeObject *type = Py_TYPE(o); /* lists of numbers are long */
    return type == &PyFloat_Type  ? float_from(t, o)
           : type == &PyLong_Type ? int_from(t, o)
                                  : from_python(t, o, true, NULL);
}

static lang_value moved_list(struct lang_thread *t, PyObject *o)
{
    Py_ssize_t n = PyList_Size(o);
    struct lang_list *list = lang_list_new(t, n);
    for (Py_ssize_t i = 0; list && i < n; i++) {
        lang_value v = item_from(t, PyList_GetItem(o, i));
        if (lang_is_error(v)) {
            lang_decref(t, list);
            return lang_error();
        }
        list->items[list->length++] = v; /* nobody else has the list yet */
    }
    return lang_obj_or_error(list);
}

static lang_value moved_dict(struct lang_thread *t, PyObject *o)
{
    struct lang_dict *dict = lang_dict_new(t);
    PyObject *key, *value;
    for (Py_ssize_t i = 0; dict && PyDict_Next(o, &i, &key, &value);) {
        lang_value k = bridge_from_python(t, key);
        lang_value v = lang_is_error(k) ? k : item_from(t, value);
        int s = lang_is_error(v) ? -1 : lang_dict_set(t, dict, k, v);
        if (!lang_is_error(k))
            lang_unref(t, k);
        if (!lang_is_error(v))
            lang_unref(t, v);
        if (s < 0) {
            lang_decref(t, dict);
            return lang_error();
        }
    }
    return lang_obj_or_error(dict);
}

static lang_value moved_set(struct lang_thread *t, PyObject *o)
{
    struct lang_set *set = lang_set_new(t, PyFrozenSet_CheckExact(o));
    PyObject *iterator = PyObject_GetIter(o), *item;
    while (set && iterator && (item = PyIter_Next(iterator))) {
        lang_value v = bridge_from_python_steal(t, item);
        int s = lang_is_error(v) ? -1 : lang_set_add(t, set, v);
        if (!lang_is_error(v))
            lang_unref(t, v);
        if (s < 0) {
            Py_DECREF(iterator);
            lang_decref(t, set);
            return lang_error();
        }
    }
    Py_XDECREF(iterator);
    return lang_obj_or_error(set);
}

static lang_value container_from(struct lang_thread *t, PyObject *o, bool owned)
{
    lang_value ours = bridge_copies_find(o), v;
    if (!lang_is_undef(ours))
        return ours;
    if (!owned || Py_REFCNT(o) > 1) {
        Py_INCREF(o);
        return bridge_proxy_steal(t, o, bridge_class_of_proxy(t, (PyObject *)Py_TYPE(o)));
    }
    if (lang_enter(t, " while converting an object") < 0)
        return lang_error();
    v = PyList_CheckExact(o) ? moved_list(t, o) : PyDict_CheckExact(o) ? moved_dict(t, o) : moved_set(t, o);
    lang_leave(t);
    return v;
}

static lang_value frozenset_from(struct lang_thread *t, PyObject *o)
{
    if (lang_enter(t, " while converting an object") < 0)
        return lang_error();
    lang_value v = moved_set(t, o);
    lang_leave(t);
    return v;
}

static lang_value wrapped_from(struct lang_thread *t, PyObject *o)
{
    struct lang_object *ours = bridge_wrapped(o);
    if (ours)
        return lang_obj(lang_incref(ours));
    Py_INCREF(o);
    return bridge_proxy_steal(t, o, bridge_class_of_proxy(t, (PyObject *)Py_TYPE(o)));
}

static lang_value derived_from(struct lang_thread *t, PyObject *o)
{
    struct lang_object *ours = bridge_derived_here(t, o);
    return ours ? lang_obj(lang_incref(ours)) : lang_error();
}

static lang_value class_from(struct lang_thread *t, PyObject *o)
{
    struct lang_type *cls = bridge_class_here(t, o);
    return cls ? lang_obj(lang_incref(cls)) : lang_error();
}

static lang_value capsule_from(struct lang_thread *t, PyObject *o)
{
    struct lang_object *ours = bridge_capsule_of(o);
    if (ours)
        return lang_obj(lang_incref(ours));
    Py_INCREF(o);
    return bridge_proxy_steal(t, o, bridge_class_of_proxy(t, (PyObject *)Py_TYPE(o)));
}

/* Never moved over: views of it may be held. */
static lang_value bytearray_from(struct lang_thread *t, PyObject *o)
{
    return container_from(t, o, false);
}

/* Whether a frame of Python is one that stands for a function of the language that calls. */
static bool is_session_frame(PyObject *o)
{
    PyObject *code = PyObject_GetAttrString(o, "f_code");
    PyObject *file = code ? PyObject_GetAttrString(code, "co_filename") : NULL;
    bool session = file && PyUnicode_Check(file) && PyUnicode_CompareWithASCIIString(file, "<session>") == 0;
    PyErr_Clear();
    Py_XDECREF(code);
    Py_XDECREF(file);
    return session;
}

/* A frame; in the place of one that stands for the caller here, the caller's: inspect.currentframe(). */
static lang_value frame_from(struct lang_thread *t, PyObject *o)
{
    if (is_session_frame(o)) {
        lang_value sys = lang_import(t, "sys"), zero = lang_int(0);
        lang_value frame = lang_is_error(sys) ? sys : lang_call_method_c(t, sys, "_getframe", &zero, 1);
        if (!lang_is_error(sys))
            lang_unref(t, sys);
        if (!lang_is_error(frame))
            return frame;
        lang_error_clear(t); /* a thread without frames of its own */
    }
    Py_INCREF(o);
    return bridge_proxy_steal(t, o, bridge_class_of_proxy(t, (PyObject *)Py_TYPE(o)));
}

static bool is_frame(PyTypeObject *type)
{
    PyObject *name =
        PyType_GetFlags(type) & Py_TPFLAGS_HEAPTYPE ? NULL : PyObject_GetAttrString((PyObject *)type, "__name__");
    bool frame = name && PyUnicode_Check(name) && PyUnicode_CompareWithASCIIString(name, "frame") == 0;
    PyErr_Clear();
    Py_XDECREF(name);
    return frame;
}

/* A form of typing: the one of here of which it was made, or that has its name; a proxy of it where there is none. */
static lang_value form_from(struct lang_thread *t, PyObject *o)
{
    PyObject *ask = bridge_frames[BRIDGE_FORM_HERE];
    PyObject *known = ask ? BRIDGE_RUN(PyObject_CallFunctionObjArgs(ask, o, NULL)) : NULL;
    lang_value v = lang_undef();
    if (known && bridge_wrapped(known)) {
        v = lang_obj(lang_incref(bridge_wrapped(known)));
    } else if (known && PyUnicode_Check(known)) {
        const char *name = PyUnicode_AsUTF8AndSize(known, NULL);
        v = name ? bridge_own_name(t, "typing", name) : lang_undef();
    }
    PyErr_Clear();
    Py_XDECREF(known);
    if (!lang_is_undef(v))
        return v;
    struct lang_type *mirror = bridge_class_of_proxy(t, (PyObject *)Py_TYPE(o));
    if (!mirror)
        return lang_error();
    Py_INCREF(o);
    return bridge_proxy_steal(t, o, mirror);
}

static bool is_form(PyTypeObject *type)
{
    PyObject *module = PyObject_GetAttrString((PyObject *)type, "__module__");
    PyObject *name = PyObject_GetAttrString((PyObject *)type, "__name__");
    bool text = module && name && PyUnicode_Check(module) && PyUnicode_Check(name);
    bool form = text && (PyUnicode_CompareWithASCIIString(module, "typing") == 0 ||
                         (PyUnicode_CompareWithASCIIString(module, "types") == 0 &&
                          (PyUnicode_CompareWithASCIIString(name, "GenericAlias") == 0 ||
                           PyUnicode_CompareWithASCIIString(name, "UnionType") == 0)));
    PyErr_Clear();
    Py_XDECREF(module);
    Py_XDECREF(name);
    return form;
}

/* An object of the bootstrap's that stands for one of here. */
static lang_value stands_for(struct lang_thread *t, PyObject *o)
{
    PyObject *wrapper = PyObject_GetAttrString(o, "session_object");
    struct lang_object *ours = wrapper ? bridge_wrapped(wrapper) : NULL;
    lang_value v = ours ? lang_obj(lang_incref(ours)) : bridge_raise_here(t);
    Py_XDECREF(wrapper);
    return v;
}

static bool is_stand_in(PyTypeObject *type)
{
    PyObject *name = PyObject_GetAttrString((PyObject *)type, "__name__");
    bool is = name && PyUnicode_Check(name) && PyUnicode_CompareWithASCIIString(name, "SessionZone") == 0 &&
              PyObject_HasAttrString((PyObject *)type, "session_object");
    PyErr_Clear();
    Py_XDECREF(name);
    return is;
}

/* How objects of a class pass. */
struct route {
    PyTypeObject *type;                                     /* counted; NULL: free */
    lang_value (*from)(struct lang_thread *t, PyObject *o); /* NULL: as below */
    struct lang_type *mirror;                               /* of a proxy; NULL: a container */
};

static int find_route(struct lang_thread *t, PyTypeObject *type, struct route *route)
{
    *route = (struct route){.type = type};
    for (size_t i = 0; i < sizeof by_value / sizeof *by_value; i++)
        if (type == (by_value[i].type ? by_value[i].type : *by_value[i].found)) {
            route->from = by_value[i].from;
            return 0;
        }
    if (type == &PyList_Type || type == &PyDict_Type || type == &PySet_Type)
        return 0;
    if (type == &PyFrozenSet_Type)
        route->from = frozenset_from;
    else if (type == &PyCapsule_Type)
        route->from = capsule_from;
    else if (type == &PyByteArray_Type)
        route->from = bytearray_from;
    else if (bridge_is_enum_there(type))
        route->from = bridge_member_here;
    else if (bridge_wraps(type))
        route->from = wrapped_from;
    else if (bridge_is_derived_there(type))
        route->from = derived_from;
    else if (PyType_GetFlags(type) & Py_TPFLAGS_TYPE_SUBCLASS)
        route->from = class_from;
    else if (PyType_GetFlags(type) & Py_TPFLAGS_BASE_EXC_SUBCLASS)
        route->from = bridge_exception_here;
    else if (is_frame(type))
        route->from = frame_from;
    else if (is_form(type))
        route->from = form_from;
    else if (is_stand_in(type))
        route->from = stands_for;
    else if (bridge_is_value_there(t, type))
        route->from = bridge_value_here;
    else
        route->mirror = bridge_class_of_proxy(t, (PyObject *)type);
    if (route->mirror && bridge_is_enum_there(type)) /* it has been found to be one of ours */
        route->from = bridge_member_here;
    return route->from || route->mirror ? 0 : -1;
}

/* Found routes; in a place another one may follow. */
enum { ROUTES = 256 };
static struct route routes[ROUTES];

static const struct route *route_of(struct lang_thread *t, PyTypeObject *type)
{
    struct route *place = &routes[((uintptr_t)type >> 4) * 0x9e3779b97f4a7c15u >> 56], found;
    if (place->type == type)
        return place;
    if (find_route(t, type, &found) < 0)
        return NULL;
    Py_INCREF(type);
    Py_XDECREF(place->type);
    *place = found;
    return place;
}

/* taken (not NULL): o is the caller's own; set when it has been taken over. */
static lang_value from_python(struct lang_thread *t, PyObject *o, bool owned, bool *taken)
{
    const struct route *route = route_of(t, Py_TYPE(o));
    if (!route)
        return lang_error();
    if (route->from)
        return route->from(t, o);
    if (!route->mirror)
        return container_from(t, o, owned);
    if (taken)
        *taken = true;
    else
        Py_INCREF(o);
    return bridge_proxy_steal(t, o, route->mirror);
}

lang_value bridge_content_here(struct lang_thread *t, PyObject *o)
{
    if (lang_enter(t, " while converting an object") < 0)
        return lang_error();
    lang_value v = PyLong_Check(o)      ? int_from(t, o)
                   : PyUnicode_Check(o) ? text_from(t, o)
                   : PyTuple_Check(o)   ? tuple_from(t, o)
                   : PyDict_Check(o)    ? moved_dict(t, o)
                   : PyList_Check(o)    ? moved_list(t, o)
                   : PyAnySet_Check(o)  ? moved_set(t, o)
                   : PyFloat_Check(o)   ? float_from(t, o)
                   : PyBytes_Check(o)   ? bytes_from(t, o)
                   : PyComplex_Check(o) ? complex_from(t, o)
                                        : lang_raise(t, LANG_EXC_TypeError, "an object without data");
    lang_leave(t);
    return v;
}

lang_value bridge_from_python(struct lang_thread *t, PyObject *o)
{
    return o ? from_python(t, o, false, NULL) : bridge_raise_here(t);
}

lang_value bridge_from_python_steal(struct lang_thread *t, PyObject *o)
{
    if (!o)
        return bridge_raise_here(t);
    bool taken = false;
    lang_value v = from_python(t, o, true, &taken);
    if (!taken)
        Py_DECREF(o);
    return v;
}

/* ---- arguments of callbacks, by value -----------------------------------------------------------------------------
 */

enum { PASSED = 16 };
static _Thread_local struct {
    lang_value here;
    PyObject *there;
} passed[PASSED];
static _Thread_local size_t passed_count __attribute__((tls_model("initial-exec")));

size_t bridge_passed_begin(void)
{
    return passed_count;
}

void bridge_passed_note(lang_value v, PyObject *o)
{
    bool value = v.tag == LANG_INT || v.tag == LANG_FLOAT ||
                 (v.tag == LANG_OBJECT && (v.o->type == &lang_type_str || v.o->type == &lang_type_tuple ||
                                           v.o->type == &lang_type_int || v.o->type == &lang_type_bytes));
    if (value && passed_count < PASSED) {
        passed[passed_count].here = v;
        passed[passed_count++].there = o;
    }
}

void bridge_passed_end(size_t begin)
{
    passed_count = begin;
}

/* A new reference to the object that came for v; NULL: none did. */
static PyObject *passed_before(lang_value v)
{
    for (size_t i = passed_count; i-- > 0;)
        if (passed[i].here.tag == v.tag && passed[i].here.i == v.i) {
            Py_INCREF(passed[i].there);
            return passed[i].there;
        }
    return NULL;
}

/* ---- to there -----------------------------------------------------------------------------------------------------
 */

static PyObject *list_to(struct lang_thread *t, lang_value v)
{
    struct lang_list *list = (struct lang_list *)v.o;
    PyObject *o = PyList_New(list->length);
    struct bridge_copying copying;
    if (!o || bridge_copy_note(v.o, o, &copying) < 0)
        return o;
    for (int64_t i = 0; i < list->length; i++) {
        const bool runs_code = list->items[i].tag == LANG_OBJECT; /* which may shorten both lists */
        PyObject *item = bridge_to_python(t, list->items[i]);
        if (item && runs_code && i >= PyList_Size(o)) {
            Py_DECREF(item);
            break;
        }
        if (!item || PyList_SetItem(o, i, item) < 0) {
            Py_DECREF(o);
            return NULL;
        }
    }
    return bridge_copy_made(&copying, o);
}

/* The names of a module with which code there is run: its built-in functions are those of there, from the module that
 * CPython knows as that. */
static bool is_builtins(struct lang_thread *t, lang_value key, lang_value value)
{
    static const char name[] = "__builtins__";
    size_t size = 0;
    const char *text = lang_is_exactly(value, &lang_type_module) && lang_is_str(key)
                           ? lang_str_utf8(t, lang_as_str(key), &size)
                           : NULL;
    return text && size == sizeof name - 1 && memcmp(text, name, size) == 0;
}

static PyObject *dict_to(struct lang_thread *t, lang_value v)
{
    struct lang_dict *dict = lang_as_dict(v);
    PyObject *o = PyDict_New();
    struct bridge_copying copying;
    if (!o || bridge_copy_note(v.o, o, &copying) < 0)
        return o;
    lang_value key, value;
    for (int64_t i = 0; lang_dict_next(dict, &i, &key, &value);) {
        PyObject *k = bridge_to_python(t, key), *item = !k                           ? NULL
                                                        : is_builtins(t, key, value) ? PyImport_ImportModule("builtins")
                                                                                     : bridge_to_python(t, value);
        int s = item ? PyDict_SetItem(o, k, item) : -1;
        Py_XDECREF(k);
        Py_XDECREF(item);
        if (s < 0) {
            Py_DECREF(o);
            return NULL;
        }
    }
    return bridge_copy_made(&copying, o);
}

static PyObject *set_to(struct lang_thread *t, lang_value v)
{
    bool frozen = lang_is_a(v, &lang_type_frozenset);
    PyObject *o = PySet_New(NULL);
    lang_value key;
    for (int64_t i = 0; o && lang_set_next((struct lang_set *)v.o, &i, &key);) {
        PyObject *item = bridge_to_python(t, key);
        int s = item ? PySet_Add(o, item) : -1;
        Py_XDECREF(item);
        if (s < 0) {
            Py_DECREF(o);
            return NULL;
        }
    }
    if (!o)
        return NULL;
    if (frozen) {
        PyObject *f = PyFrozenSet_New(o);
        Py_DECREF(o);
        return f;
    }
    struct bridge_copying copying;
    return bridge_copy_note(v.o, o, &copying) < 0 ? o : bridge_copy_made(&copying, o);
}

static PyObject *mutable_to(struct lang_thread *t, lang_value v, PyObject *(*copy)(struct lang_thread *, lang_value))
{
    PyObject *before = bridge_copy_known(v.o);
    if (before) {
        Py_INCREF(before);
        return before;
    }
    if (lang_enter(t, " while converting an object") < 0)
        return bridge_raise_there(t);
    PyObject *o = copy(t, v);
    lang_leave(t);
    return o;
}

static PyObject *text_to(struct lang_thread *t, lang_value v)
{
    const bool name = bridge_looks_like_name(lang_as_str(v)),
               keeps = !name && lang_as_str(v)->length <= BRIDGE_RECENT_TEXT;
    PyObject *text = keeps ? bridge_known_recent(v.o) : NULL;
    if (text || !(text = bridge_text(t, lang_as_str(v))))
        return text;
    if (name)
        PyUnicode_InternInPlace(&text);
    if (keeps)
        bridge_note_recent(t, v.o, text);
    return text;
}

static PyObject *bytes_to(struct lang_thread *t, lang_value v)
{
    struct lang_bytes *b = (struct lang_bytes *)v.o;
    (void)t;
    return PyBytes_FromStringAndSize((const char *)b->data, b->length);
}

static PyObject *bytearray_to(struct lang_thread *t, lang_value v)
{
    struct lang_bytearray *b = (struct lang_bytearray *)v.o;
    (void)t;
    PyObject *o = PyByteArray_FromStringAndSize((const char *)b->data, b->length);
    struct bridge_copying copying;
    return !o || bridge_copy_note(v.o, o, &copying) < 0 ? o : bridge_copy_made(&copying, o);
}

static PyObject *complex_to(struct lang_thread *t, lang_value v)
{
    struct lang_complex *c = (struct lang_complex *)v.o;
    (void)t;
    return PyComplex_FromDoubles(c->real, c->imag);
}

static PyObject *items_to(struct lang_thread *t, const lang_value *items, int64_t n)
{
    PyObject *o = PyTuple_New(n);
    for (int64_t i = 0; o && i < n; i++) {
        PyObject *item = bridge_to_python(t, items[i]);
        if (!item) {
            Py_DECREF(o);
            return NULL;
        }
        PyTuple_SetItem(o, i, item);
    }
    return o;
}

static PyObject *tuple_to(struct lang_thread *t, lang_value v)
{
    const bool keeps = bridge_is_short_and_flat(lang_as_tuple(v));
    PyObject *o = keeps ? bridge_known_recent(v.o) : NULL;
    if (o || lang_enter(t, " while converting an object") < 0)
        return o ? o : bridge_raise_there(t);
    o = items_to(t, lang_as_tuple(v)->items, lang_as_tuple(v)->length);
    lang_leave(t);
    if (o && keeps)
        bridge_note_recent(t, v.o, o);
    return o;
}

static PyObject *slice_to(struct lang_thread *t, lang_value v)
{
    struct lang_slice *s = (struct lang_slice *)v.o;
    PyObject *start = bridge_to_python(t, s->start), *stop = start ? bridge_to_python(t, s->stop) : NULL;
    PyObject *step = stop ? bridge_to_python(t, s->step) : NULL;
    PyObject *o = step ? PySlice_New(start, stop, step) : NULL;
    Py_XDECREF(start);
    Py_XDECREF(stop);
    Py_XDECREF(step);
    return o;
}

static PyObject *range_to(struct lang_thread *t, lang_value v)
{
    struct lang_range *r = (struct lang_range *)v.o;
    PyObject *start = bridge_to_python(t, r->start), *stop = bridge_to_python(t, r->stop),
             *step = bridge_to_python(t, r->step);
    PyObject *o =
        start && stop && step ? PyObject_CallFunctionObjArgs((PyObject *)&PyRange_Type, start, stop, step, NULL) : NULL;
    Py_XDECREF(start);
    Py_XDECREF(stop);
    Py_XDECREF(step);
    return o;
}

/* property, staticmethod, classmethod: made anew of what they hold. */
static PyObject *descriptor_to(struct lang_thread *t, lang_value v, PyTypeObject *type, const char *const *fields,
                               Py_ssize_t n)
{
    PyObject *args = PyTuple_New(n);
    for (Py_ssize_t i = 0; args && i < n; i++) {
        lang_value part = lang_getattr_c(t, v, fields[i]);
        PyObject *item = lang_is_error(part) ? bridge_raise_there(t) : bridge_to_python(t, part);
        if (!lang_is_error(part))
            lang_unref(t, part);
        if (!item) {
            Py_DECREF(args);
            return NULL;
        }
        PyTuple_SetItem(args, i, item);
    }
    PyObject *o = args ? PyObject_CallObject((PyObject *)type, args) : NULL;
    Py_XDECREF(args);
    return o;
}

extern PyTypeObject PyStaticMethod_Type, PyClassMethod_Type;

static PyObject *property_to(struct lang_thread *t, lang_value v)
{
    static const char *const fields[] = {"fget", "fset", "fdel", "__doc__"};
    return descriptor_to(t, v, &PyProperty_Type, fields, 4);
}

static PyObject *staticmethod_to(struct lang_thread *t, lang_value v)
{
    static const char *const fields[] = {"__func__"};
    return descriptor_to(t, v, &PyStaticMethod_Type, fields, 1);
}

static PyObject *classmethod_to(struct lang_thread *t, lang_value v)
{
    static const char *const fields[] = {"__func__"};
    return descriptor_to(t, v, &PyClassMethod_Type, fields, 1);
}

static const struct {
    const struct lang_type *type;
    PyObject *(*to)(struct lang_thread *t, lang_value v);
    bool mutable;
} exact[] = {
    {&lang_type_str, text_to, false},
    {&lang_type_tuple, tuple_to, false},
    {&lang_type_list, list_to, true},
    {&lang_type_dict, dict_to, true},
    {&lang_type_bytes, bytes_to, false},
    {&lang_type_int, int_to, false},
    {&lang_type_slice, slice_to, false},
    {&lang_type_set, set_to, true},
    {&lang_type_frozenset, set_to, false},
    {&lang_type_complex, complex_to, false},
    {&lang_type_range, range_to, false},
    {&lang_type_bytearray, bytearray_to, true},
    {&lang_type_memoryview, bridge_view_there, false},
    {&lang_type_capsule, bridge_capsule_there, false},
    {&lang_type_property, property_to, false},
    {&lang_type_staticmethod, staticmethod_to, false},
    {&lang_type_classmethod, classmethod_to, false},
    {&lang_type_traceback, bridge_traceback_there, false},
};

/* A new reference; NULL with the error there. */
static PyObject *to_python(struct lang_thread *t, lang_value v)
{
    PyObject *same = passed_count ? passed_before(v) : NULL;
    if (same)
        return same;
    switch (v.tag) {
    case LANG_NONE:
        Py_RETURN_NONE;
    case LANG_BOOL:
        return PyBool_FromLong((long)v.i);
    case LANG_INT:
        return PyLong_FromLongLong(v.i);
    case LANG_FLOAT:
        return bridge_float(v.f);
    case LANG_ELLIPSIS:
        Py_INCREF(Py_Ellipsis);
        return Py_Ellipsis;
    case LANG_NOTIMPL:
        Py_INCREF(Py_NotImplemented);
        return Py_NotImplemented;
    case LANG_OBJECT:
        break;
    default:
        PyErr_SetString(PyExc_SystemError, "no value");
        return NULL;
    }
    const struct lang_type *type = v.o->type;
    PyObject *o;
    if (bridge_is_proxy(v))
        return bridge_proxy_object(v);
    for (size_t i = 0; i < sizeof exact / sizeof *exact; i++)
        if (type == exact[i].type)
            return exact[i].mutable ? mutable_to(t, v, exact[i].to) : exact[i].to(t, v);
    if (type->flags & LANG_TYPE_TYPE) {
        o = bridge_class_there(t, (struct lang_type *)v.o);
        Py_XINCREF(o);
    } else if (bridge_may_be_enum(type) && (o = bridge_member_there(t, v))) {
        return o;
    } else if (type->flags & LANG_TYPE_EXCEPTION) {
        o = bridge_exception_whole(t, v);
    } else if (bridge_is_derived(type)) {
        o = bridge_derived_there(t, v.o);
        struct bridge_copying copying;
        if (o && (PyList_Check(o) || PyDict_Check(o) || PySet_Check(o)) && !bridge_copy_known(v.o) &&
            bridge_copy_note(v.o, o, &copying) < 0)
            Py_CLEAR(o);
        if (!o && PyErr_Occurred())
            return NULL;
    } else {
        bool is_value;
        o = bridge_value_there(t, v, &is_value);
        if (is_value)
            return o;
        o = bridge_wrapper(t, v.o);
    }
    return o ? o : bridge_raise_there(t);
}

PyObject *bridge_as_builtin(struct lang_thread *t, lang_value v, const struct lang_type *builtin)
{
    if (builtin == &lang_type_float)
        return PyFloat_FromDouble(lang_float_value(v));
    for (size_t i = 0; i < sizeof exact / sizeof *exact; i++)
        if (builtin == exact[i].type)
            return exact[i].to(t, v);
    return NULL;
}

PyObject *bridge_to_python(struct lang_thread *t, lang_value v)
{
    return to_python(t, v);
}

int bridge_convert_start(struct lang_thread *t)
{
    (void)t;
    type_of_none = Py_TYPE(Py_None);
    type_of_ellipsis = Py_TYPE(Py_Ellipsis);
    type_of_not_implemented = Py_TYPE(Py_NotImplemented);
    return 0;
}
