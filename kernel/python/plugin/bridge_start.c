/* bridge_start.c: starts CPython in this process, and answers the language's imports. The plugin's only symbol. */
#include "bridge.h"

#include "python/python_plugin.h"

#include <pthread.h>
#include <signal.h>
#include <string.h>

/* The way of the stable ABI to name the interpreter, by which a virtual environment is found; PyConfig is not in it. */
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

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

/* ---- the session, as modules there see it --------------------------------------------------------------------------
 */

static const char bootstrap[] =
#include <bootstrap.inc>
    ;
/* What is run later, when it is needed. */
static const struct {
    const char *name, *text;
} sources[] = {
    {
        "BY_VALUE",
#include <by_value.inc>
    },
    {
        "CODES",
#include <codes.inc>
    },
    {
        "COMMS",
#include <comms.inc>
    },
    {
        "COUNTERPARTS",
#include <counterparts.inc>
    },
    {
        "FRAMES",
#include <frames.inc>
    },
    {
        "INLINE",
#include <inline.inc>
    },
    {
        "INTROSPECT",
#include <introspect.inc>
    },
    {
        "TASKS",
#include <tasks.inc>
    },
};
PyObject *bridge_session; /* the functions that the kernel calls */

/* A module of the language by its name; None: it has none. */
static lang_value find_module(struct lang_thread *t, const lang_value *args)
{
    size_t size;
    const char *name = lang_as_utf8(t, args[0], "find()", &size);
    lang_value m = name ? lang_import(t, name) : lang_error();
    if (!lang_is_error(m) || !lang_error_is(t, LANG_EXC_ModuleNotFoundError))
        return m;
    lang_error_clear(t);
    return lang_none();
}

/* What sys.modules has under a name, or None: the dict itself would be copied, with all modules, and not look again. */
static lang_value loaded_module(struct lang_thread *t, const lang_value *args)
{
    lang_value sys = lang_import(t, "sys");
    lang_value modules = lang_is_error(sys) ? lang_error() : lang_getattr_c(t, sys, "modules");
    lang_value found = lang_is_error(modules) ? lang_error()
                       : lang_type_of(modules)->flags & LANG_TYPE_DICT
                           ? lang_dict_get(t, lang_as_dict(modules), args[0])
                           : lang_undef();
    if (!lang_is_error(found))
        found = lang_is_undef(found) ? lang_none() : lang_ref(found);
    if (!lang_is_error(modules))
        lang_unref(t, modules);
    if (!lang_is_error(sys))
        lang_unref(t, sys);
    return found;
}

static lang_value take_interrupt(struct lang_thread *t, const lang_value *args)
{
    (void)t, (void)args;
    return lang_bool(bridge_take_interrupt());
}

/* The names of the function of the language that called out: its locals, its globals. -1 with an exception. */
static int caller_names(struct lang_thread *t, lang_value names[2])
{
    static const char *const fields[] = {"f_locals", "f_globals"};
    lang_value sys = lang_import(t, "sys"), zero = lang_int(0);
    lang_value frame = lang_is_error(sys) ? sys : lang_call_method_c(t, sys, "_getframe", &zero, 1);
    if (!lang_is_error(sys))
        lang_unref(t, sys);
    names[0] = names[1] = lang_undef();
    for (int i = 0; !lang_is_error(frame) && i < 2; i++) {
        names[i] = lang_getattr_c(t, frame, fields[i]);
        if (lang_is_error(names[i]) || !lang_is_dict(names[i])) {
            lang_unref(t, frame);
            return -1;
        }
    }
    if (lang_is_error(frame))
        return -1;
    lang_unref(t, frame);
    return 0;
}

static void drop_names(struct lang_thread *t, lang_value names[2])
{
    for (int i = 0; i < 2; i++)
        if (!lang_is_error(names[i]))
            lang_unref(t, names[i]);
}

static lang_value caller_name(struct lang_thread *t, const lang_value *args)
{
    lang_value names[2], found = lang_undef();
    int s = caller_names(t, names);
    for (int i = 0; s == 0 && lang_is_undef(found) && i < 2; i++)
        found = lang_dict_get(t, lang_as_dict(names[i]), args[0]);
    if (!lang_is_undef(found) && !lang_is_error(found))
        lang_ref(found);
    drop_names(t, names);
    return s < 0 ? lang_error() : lang_is_undef(found) ? lang_raise_value(t, LANG_EXC_KeyError, args[0]) : found;
}

static lang_value caller_all(struct lang_thread *t, const lang_value *args)
{
    (void)args;
    lang_value names[2];
    int s = caller_names(t, names);
    struct lang_dict *all = s == 0 ? lang_dict_new(t) : NULL;
    if (all && (lang_dict_update(t, all, names[1]) < 0 || lang_dict_update(t, all, names[0]) < 0)) {
        lang_decref(t, all);
        all = NULL;
    }
    drop_names(t, names);
    return lang_obj_or_error(all);
}

/* ---- sys.path ------------------------------------------------------------------------------------------------------
 */

static PyObject *watched_path; /* the list in sys */
static Py_ssize_t path_length;

static void watch(PyObject *list)
{
    Py_XINCREF(list);
    Py_XDECREF(watched_path);
    watched_path = list;
    path_length = list && PyList_Check(list) ? PyList_Size(list) : -1;
}

bool bridge_path_changed(void)
{
    return watched_path && PyList_Size(watched_path) != path_length;
}

void bridge_path_give(struct lang_thread *t)
{
    path_length = PyList_Size(watched_path);
    PyObject *give = bridge_frames[BRIDGE_PATH_CHANGED];
    lang_value pending = lang_error_occurred(t) ? lang_error_take(t) : lang_undef();
    Py_XDECREF(give ? BRIDGE_RUN(PyObject_CallFunctionObjArgs(give, NULL)) : NULL);
    PyErr_Clear();
    if (!lang_is_undef(pending))
        lang_error_restore(t, pending);
}

/* The session's list is to hold this. */
static lang_value put_path(struct lang_thread *t, const lang_value *args)
{
    lang_value sys = lang_import(t, "sys"), path = lang_is_error(sys) ? sys : lang_getattr_c(t, sys, "path");
    lang_value all = lang_slice_new(t, lang_none(), lang_none(), lang_none());
    int s = lang_is_error(path) || lang_is_error(all) ? -1 : lang_setitem(t, path, all, args[0]);
    if (!lang_is_error(path))
        lang_unref(t, path);
    if (!lang_is_error(sys))
        lang_unref(t, sys);
    if (!lang_is_error(all))
        lang_unref(t, all);
    return s < 0 ? lang_error() : lang_none();
}

static lang_value watch_path(struct lang_thread *t, const lang_value *args)
{
    (void)t, (void)args;
    watch(PySys_GetObject("path"));
    return lang_none();
}

static lang_value attribute(struct lang_thread *t, const lang_value *args)
{
    struct lang_str *name = lang_is_str(args[1]) ? lang_intern_str(t, lang_as_str(args[1])) : NULL;
    lang_value v = name ? lang_getattr(t, args[0], name) : lang_error();
    lang_xdecref(t, name);
    return v;
}

static const struct lang_method session_functions[] = {
    {"put_path", "(entries, /)", put_path, "sys.path of the session holds these entries from now on.", LANG_M_STATIC},
    {"watch_path", "()", watch_path, "sys.path of Python is another list.", LANG_M_STATIC},
    {"caller_name", "(name, /)", caller_name, "What the function that called out means by a name.", LANG_M_STATIC},
    {"caller_names", "()", caller_all, "All names of the function that called out, and their values.", LANG_M_STATIC},
    {"interrupted", "()", take_interrupt, "Whether an interrupt was asked for; it is over by that.", LANG_M_STATIC},
    {"attribute", "(instance, name, /)", attribute, "getattr(instance, name)", LANG_M_STATIC},
    {"find", "(name, /)", find_module, "A module of the language, or None.", LANG_M_STATIC},
    {"loaded", "(name, /)", loaded_module, "A module that the session has imported, or None.", LANG_M_STATIC},
    {0}};

/* The packages that are the language's: code there that imports one gets that one. */
static const char *const own_packages[] = {"torch", "IPython", "ipykernel", "getpass"};

static int put_text(PyObject *space, const char *name, const char *text)
{
    PyObject *made = PyUnicode_FromString(text);
    int s = made ? PyDict_SetItemString(space, name, made) : -1;
    Py_XDECREF(made);
    return s;
}

const char *bridge_own_package(const char *dotted)
{
    for (size_t i = 0; i < sizeof own_packages / sizeof *own_packages; i++) {
        size_t size = strlen(own_packages[i]);
        if (strncmp(dotted, own_packages[i], size) == 0 && (dotted[size] == '.' || !dotted[size]))
            return own_packages[i];
    }
    return NULL;
}

static int put_session(struct lang_thread *t, PyObject *space)
{
    struct lang_module *m = lang_module_new(t, "session", NULL);
    struct lang_tuple *names = lang_tuple_new(t, sizeof own_packages / sizeof *own_packages);
    int s = m && names ? lang_module_add_functions(t, m, session_functions) : -1;
    for (size_t i = 0; s == 0 && i < sizeof own_packages / sizeof *own_packages; i++) {
        names->items[i] = lang_obj_or_error(lang_str_from_c(t, own_packages[i]));
        s = lang_is_error(names->items[i]) ? -1 : 0;
    }
    if (s == 0)
        s = lang_module_add(t, m, "OWN", lang_obj(names));
    if (s == 0)
        s = lang_module_add_steal(t, m, "sys", lang_import(t, "sys"));
    if (s == 0)
        s = lang_module_add_steal(t, m, "builtins", lang_import(t, "builtins"));
    if (s == 0)
        s = lang_module_add_steal(t, m, "main", lang_import(t, "__main__"));
    PyObject *here = s == 0 ? bridge_to_python(t, lang_obj(m)) : NULL;
    s = here ? PyDict_SetItemString(space, "here", here) : -1;
    for (size_t i = 0; s == 0 && i < sizeof sources / sizeof *sources; i++)
        s = put_text(space, sources[i].name, sources[i].text);
    Py_XDECREF(here);
    lang_xdecref(t, names);
    lang_xdecref(t, m);
    return s;
}

/* ---- forks ----------------------------------------------------------------------------------------------------------
 * Whoever forks, both sides learn of it: CPython calls the functions that os.register_at_fork was given, also where it
 * is told of a fork of ours. */

static bool ours_forks; /* with the GIL */

/* os.fork() over there: what is not printed yet would be printed twice. */
static PyObject *python_forks(PyObject *self, PyObject *none)
{
    struct bridge_callback saved;
    struct lang_thread *t = ours_forks ? NULL : bridge_callback_begin(&saved);
    (void)self, (void)none;
    if (t) {
        const struct lang_host *host = lang_thread_host(t);
        for (int stream = 1; host->flush && stream <= 2; stream++)
            host->flush(host->ctx, stream);
        bridge_callback_end(&saved);
    }
    if (PyErr_Occurred())
        return NULL;
    Py_RETURN_NONE;
}

/* The child has this thread only, which runs code there: the interpreter lock is free. */
static PyObject *python_has_forked(PyObject *self, PyObject *none)
{
    struct lang_thread *t = bridge_side.t;
    sigset_t all;
    (void)self, (void)none;
    if (!ours_forks && t) {
        lang_after_fork(t);
        lang_unlock_alone(t);
        sigemptyset(&all);
        pthread_sigmask(SIG_SETMASK, &all, NULL);
    }
    Py_RETURN_NONE;
}

static int put_forks(PyObject *space)
{
    static PyMethodDef rows[] = {{"_forks", python_forks, METH_NOARGS, NULL},
                                 {"_has_forked", python_has_forked, METH_NOARGS, NULL}};
    int s = PyDict_SetItemString(space, "_Capsule", (PyObject *)&PyCapsule_Type);
    for (size_t i = 0; s == 0 && i < sizeof rows / sizeof *rows; i++) {
        PyObject *function = PyCFunction_New(&rows[i], NULL);
        s = function ? PyDict_SetItemString(space, rows[i].ml_name, function) : -1;
        Py_XDECREF(function);
    }
    return s;
}

static int set_name(PyObject *space)
{
    PyObject *name = PyUnicode_FromString("tensor_session");
    int s = name ? PyDict_SetItemString(space, "__name__", name) : -1;
    Py_XDECREF(name);
    return s;
}

/* What the bootstrap has changed when it failed is as it was. */
static void undo(PyObject *space)
{
    PyObject *type, *value, *traceback;
    PyErr_Fetch(&type, &value, &traceback);
    PyObject *function = space ? PyDict_GetItemString(space, "_undo") : NULL;
    Py_XDECREF(function ? BRIDGE_RUN(PyObject_CallObject(function, NULL)) : NULL);
    PyErr_Restore(type, value, traceback);
}

/* With the GIL and the interpreter lock. -1 with the error there. */
static int run_bootstrap(struct lang_thread *t)
{
    PyObject *space = PyDict_New(), *code = NULL, *result = NULL;
    if (space && PyDict_SetItemString(space, "__builtins__", PyEval_GetBuiltins()) == 0 && set_name(space) == 0 &&
        put_session(t, space) == 0 && put_forks(space) == 0)
        code = Py_CompileString(bootstrap, "<tensor bootstrap>", Py_file_input);
    if (code)
        result = BRIDGE_RUN(PyEval_EvalCode(code, space, space));
    static const char *const functions[BRIDGE_FRAMES] = {
#define X(name, function) function,
        BRIDGE_FUNCTIONS(X)
#undef X
    };
    for (int i = 0; result && i < BRIDGE_FRAMES; i++) {
        bridge_frames[i] = PyDict_GetItemString(space, functions[i]);
        Py_XINCREF(bridge_frames[i]);
    }
    if (result) {
        watch(PySys_GetObject("path"));
        bridge_session = PyDict_GetItemString(space, "session");
        Py_XINCREF(bridge_session);
    } else {
        undo(space);
    }
    Py_XDECREF(result);
    Py_XDECREF(code);
    Py_XDECREF(space);
    return result ? 0 : -1;
}

static lang_value session_here(struct lang_thread *t)
{
    bridge_enter(t);
    lang_value v = bridge_from_python(t, bridge_session);
    bridge_leave();
    return v;
}

/* Its lines as IPython shows them; UNDEF: there are none, or there is nothing to show them with. */
static lang_value show_frame(struct lang_thread *t, lang_value entry, int before, int after)
{
    static bool missing;
    if (missing)
        return lang_undef();
    bridge_enter(t);
    PyObject *tb = bridge_to_python(t, entry);
    PyObject *text = tb ? BRIDGE_RUN(PyObject_CallMethod(bridge_session, "frame", "Oii", tb, before, after)) : NULL;
    Py_XDECREF(tb);
    lang_value v = lang_undef();
    if (text) {
        v = bridge_from_python_steal(t, text);
    } else {
        missing = PyErr_ExceptionMatches(PyExc_ImportError);
        PyErr_Clear();
    }
    bridge_leave();
    if (lang_is_error(v)) {
        lang_error_clear(t);
        lang_unref(t, v);
        v = lang_undef();
    }
    return v;
}

/* One of the questions of introspect.py; UNDEF: there is no answer. */
static lang_value ask(struct lang_thread *t, lang_value v, const char *question, const lang_value *details,
                      size_t count)
{
    lang_value args[2 + LANG_FOREIGN_DETAILS] = {v, lang_obj_or_error(lang_str_from_c(t, question))}, answer;
    for (size_t i = 0; i < count; i++)
        args[2 + i] = details[i];
    lang_value target = lang_is_error(args[1]) ? lang_error() : session_here(t);
    answer = lang_is_error(target) ? target : lang_call_method_c(t, target, "ask", args, 2 + count);
    if (!lang_is_error(target))
        lang_unref(t, target);
    if (!lang_is_error(args[1]))
        lang_unref(t, args[1]);
    if (!lang_is_error(answer))
        return answer;
    lang_error_clear(t);
    return lang_undef();
}

/* The bootstrap knows what is to be run here. */
static lang_value native_folders(struct lang_thread *t, const char *name)
{
    bridge_enter(t);
    PyObject *list = BRIDGE_RUN(PyObject_CallMethod(bridge_session, "native_folders", "s", name));
    lang_value v = bridge_from_python_steal(t, list);
    bridge_leave();
    return lang_is_none(v) ? lang_undef() : v;
}

/* The thread that forks holds the GIL meanwhile, and so does the only thread of the child. */
static void before_fork(struct lang_thread *t)
{
    bridge_enter(t);
    ours_forks = true;
    PyOS_BeforeFork();
}

static void after_fork(struct lang_thread *t, bool child)
{
    (void)t;
    if (!ours_forks) /* Python has forked, and does this itself */
        return;
    if (child)
        PyOS_AfterFork_Child();
    else
        PyOS_AfterFork_Parent();
    ours_forks = false;
    bridge_leave();
}

/* The end of a program: its threads are waited for, what was registered with atexit runs. */
static void finish(struct lang_thread *t)
{
    bridge_enter(t);
    Py_XDECREF(BRIDGE_RUN(PyObject_CallMethod(bridge_session, "finish", NULL)));
    PyErr_Clear();
    bridge_leave();
}

static const struct lang_foreign foreign = {.import = import_module,
                                            .folders = native_folders,
                                            .is_instance = bridge_is_instance,
                                            .is_subclass = bridge_is_subclass,
                                            .super = super_object,
                                            .before_fork = before_fork,
                                            .after_fork = after_fork,
                                            .show_frame = show_frame,
                                            .ask = ask,
                                            .finish = finish,
                                            .session = session_here,
                                            .array = bridge_array,
                                            .array_new = bridge_array_new,
                                            .yield = bridge_yield,
                                            .resume = bridge_resume,
                                            .collect = bridge_collect,
                                            .end = bridge_end,
                                            .buffer = bridge_buffer,
                                            .buffer_release = bridge_buffer_release,
                                            .memoryview = bridge_memoryview,
                                            .take_capsule = bridge_take_capsule,
                                            .run = bridge_run,
                                            .drop = bridge_drop_value};

/* Once: the types of both sides. Holds the GIL from then on until bridge_leave. -1: for ever. */
static int start_python(struct lang_thread *t, const char *program)
{
    static int state = 1;
    if (state <= 0)
        return state;
    if (!Py_IsInitialized()) {
        wchar_t *name = Py_DecodeLocale(program, NULL);
        if (name)
            Py_SetProgramName(name);
        Py_InitializeEx(0);
    }
    state = -1;
    if (bridge_convert_start(t) < 0 || bridge_proxy_start(t) < 0 || bridge_class_start(t) < 0 ||
        bridge_wrapper_start(t) < 0 || bridge_collect_start() < 0 || bridge_derived_start(t) < 0 ||
        bridge_error_start(t) < 0) {
        PyErr_Print();
        return -1;
    }
    bridge_gate_start(t);
    return state = 0;
}

__attribute__((visibility("default"))) const struct lang_foreign *
tensor_python_plugin(struct lang_thread *t, const char *program, char *reason, size_t size)
{
    if (start_python(t, program) < 0) {
        snprintf(reason, size, "the bridge could not be started");
        return NULL;
    }
    lang_set_foreign(lang_thread_vm(t), &foreign);
    bridge_enter(t);
    int s = run_bootstrap(t);
    if (s < 0) {
        bridge_raise_here(t);
        lang_value e = lang_error_take(t);
        struct lang_str *text = lang_to_str(t, e);
        snprintf(reason, size, "the bridge could not be started: %s: %s", lang_type_name(e),
                 text ? lang_str_utf8(t, text, NULL) : "");
        lang_xdecref(t, text);
        lang_unref(t, e);
    }
    bridge_leave();
    return s < 0 ? NULL : &foreign;
}
