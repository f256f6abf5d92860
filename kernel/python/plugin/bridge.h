/* bridge.h: what the files of the plugin share: two implementations of Python in one process. "Here" is the language of
 * this program (lang_value), "there" is CPython (PyObject), on its stable ABI: one binary serves 3.9 to 3.14.
 *
 * Locks. Whoever touches values here holds the interpreter lock, whoever touches objects there holds the GIL. The order
 * is: interpreter lock first. Nobody waits for the interpreter lock while he holds the GIL (bridge_gate.c). Code there
 * runs with the GIL only, conversions with both, code here with the interpreter lock, and it may keep the GIL.
 *
 * Ownership and failure follow object.h for values, and CPython's rules for objects; `_steal` takes an argument. The
 * knowledge of tensors is in kernel/bind, which this plugin does not see. */
#ifndef BRIDGE_H
#define BRIDGE_H

#define PY_SSIZE_T_CLEAN
#define Py_LIMITED_API 0x03090000
#include <Python.h>

#include "lang.h"

/* Exported by every version since 3.9, in the headers of the stable ABI only later. */
extern const char *PyUnicode_AsUTF8AndSize(PyObject *text, Py_ssize_t *size);
/* Exported since 3.11; NULL before. */
extern PyObject *PyObject_Vectorcall(PyObject *callable, PyObject *const *args, size_t nargsf, PyObject *kwnames)
    __attribute__((weak));
extern PyObject *PyMethod_Self(PyObject *method);             /* borrowed */
#define BRIDGE_OFFSET ((size_t)1 << (8 * sizeof(size_t) - 1)) /* PY_VECTORCALL_ARGUMENTS_OFFSET */

/* ---- bridge_gate.c: the two locks, threads ---------------------------------------------------------------------- */

/* Which of the locks a C thread holds; one for each. */
struct bridge_side {
    struct lang_thread *t; /* its thread here; NULL: a thread of Python that never called us */
    PyThreadState *state;  /* its thread there, while it does not hold the GIL */
    int gil;               /* how often it has entered; 0: does not need the GIL (or Python itself has taken it) */
    bool held;             /* has the GIL, perhaps without need; false: it has not (or Python itself has taken it) */
    bool outside;          /* runs code there: the interpreter lock is given back */
};
extern _Thread_local struct bridge_side bridge_side __attribute__((tls_model("initial-exec")));

/* From code here: has the GIL as well (may be nested); and does not need it any more. */
void bridge_enter(struct lang_thread *t);
void bridge_leave(void);
/* Around each call of code there, with both locks: the interpreter lock is given back meanwhile. */
void bridge_outside(void);
void bridge_inside(void);
#define BRIDGE_RUN(call)                                                                                               \
    ({                                                                                                                 \
        bridge_outside();                                                                                              \
        __typeof__(call) result_ = (call);                                                                             \
        bridge_inside();                                                                                               \
        result_;                                                                                                       \
    })
/* From code there, with the GIL: takes the interpreter lock as well. NULL with a MemoryError there. */
struct bridge_callback {
    int gil;
    bool outside;
};
struct lang_thread *bridge_callback_begin(struct bridge_callback *saved);
void bridge_callback_end(const struct bridge_callback *saved);
/* Within a callback, around code here: the GIL is not needed meanwhile. Returns what reacquire wants. */
int bridge_release(void);
void bridge_reacquire(int gil);
#define BRIDGE_HERE(call)                                                                                              \
    ({                                                                                                                 \
        int gil_ = bridge_release();                                                                                   \
        __typeof__(call) value_ = (call);                                                                              \
        bridge_reacquire(gil_);                                                                                        \
        value_;                                                                                                        \
    })
/* Whether the host has asked for an interrupt, which is over by that. */
bool bridge_take_interrupt(void);
/* The thread that has initialized Python: begins with the GIL, and keeps it. */
void bridge_gate_start(struct lang_thread *t);
/* struct lang_foreign */
bool bridge_yield(void);
void bridge_resume(void);
/* The vm is being freed. */
void bridge_end(void);
/* An object there, a value here lose a reference, as soon as the lock for it is held. */
void bridge_drop_object(struct lang_thread *t, PyObject *o);
void bridge_drop_value(struct lang_object *o);

/* ---- bridge_map.c: identity ------------------------------------------------------------------------------------- */

/* A table of pointers to pointers. */
struct bridge_map {
    struct bridge_map_entry {
        const void *key;
        void *value;
    } * entries;
    size_t capacity, live;
};
void *bridge_map_get(const struct bridge_map *map, const void *key);
int bridge_map_set(struct bridge_map *map, const void *key, void *value); /* -1: no memory */
void bridge_map_remove(struct bridge_map *map, const void *key);

/* ---- bridge_convert.c: values ----------------------------------------------------------------------------------- */

/* The names of attributes, as objects there; borrowed. NULL with the error there. */
PyObject *bridge_name(struct lang_thread *t, struct lang_str *name);
/* A value there: a new reference. NULL with the error there. */
PyObject *bridge_to_python(struct lang_thread *t, lang_value v);
/* A value here. The result of a call there is moved over where nobody else holds it: takes o; NULL: the error there
 * becomes the exception here. */
lang_value bridge_from_python_steal(struct lang_thread *t, PyObject *o);
lang_value bridge_from_python(struct lang_thread *t, PyObject *o); /* o is shared: mutable containers are proxies */
PyObject *bridge_text(struct lang_thread *t, struct lang_str *s);
struct lang_str *bridge_text_from(struct lang_thread *t, PyObject *o);
int bridge_convert_start(struct lang_thread *t);

/* The content of an instance of a class that derives from a built-in one with data, as one of that class here. */
lang_value bridge_content_here(struct lang_thread *t, PyObject *o);
/* v, of a class that derives from the built-in one, as an instance of that there. NULL with the error there. */
PyObject *bridge_as_builtin(struct lang_thread *t, lang_value v, const struct lang_type *builtin);
/* The arguments of a callback that are passed by value, while it runs: one that goes back is the very object that came
 * (`is` holds there for an attribute that is set to an argument). o is borrowed until the end. */
size_t bridge_passed_begin(void);
void bridge_passed_note(lang_value v, PyObject *o);
void bridge_passed_end(size_t begin);

/* ---- bridge_copy.c: containers here as arguments of calls there ---------------------------------------------------
 */

/* Mutable containers that are arguments of a call there: they are copies, and what it changes in them is written back.
 * Between begin and end, bridge_to_python notes them. */
size_t bridge_copies_begin(void);
/* -1 with an exception here. discard: the call has failed; changes are written back all the same, errors dropped. */
int bridge_copies_end(struct lang_thread *t, size_t begin, bool discard);
/* What a container there held before, as a tuple or a copy, differs from what it holds. */
bool bridge_list_changed(PyObject *now, PyObject *before);
bool bridge_dict_changed(PyObject *now, PyObject *before);
/* A copy that begins to be made, and is filled: it is noted between, so that a container that holds itself ends. -1
 * with the error there; bridge_copy_made takes o, and gives NULL with the error there. */
struct bridge_copying {
    bool noted;
    size_t index;
};
int bridge_copy_note(struct lang_object *ours, PyObject *theirs, struct bridge_copying *copying);
PyObject *bridge_copy_made(const struct bridge_copying *copying, PyObject *o);
/* The copy that was made of it, borrowed: an argument that stands twice is one object there, too. NULL: none. */
PyObject *bridge_copy_known(struct lang_object *ours);
/* The container here that o is the copy of, a new reference; UNDEF: none. */
lang_value bridge_copies_find(PyObject *o);

/* ---- bridge_proxy.c: objects there, seen from here -------------------------------------------------------------- */

struct bridge_proxy {
    struct lang_object head;
    PyObject *py;
    bool known; /* stands in the table of identities */
};
/* A class there, seen from here. */
struct bridge_class {
    struct lang_type type;
    PyObject *py;
    struct lang_dict *methods; /* that its instances have for ever: name -> what is called, or None; NULL: none yet */
};
static inline bool bridge_is_proxy(lang_value v)
{
    return v.tag == LANG_OBJECT && v.o->type->flags & LANG_TYPE_FOREIGN && !(v.o->type->flags & LANG_TYPE_TYPE);
}
/* A proxy that holds the data as well: its class there derives from str, bytes or tuple, and so does the mirror here;
 * it has the layout of those (numpy.str_, named tuples). */
enum { BRIDGE_CONTENT = LANG_TYPE_STR | LANG_TYPE_BYTES | LANG_TYPE_TUPLE };
static inline bool bridge_has_content(const struct lang_object *proxy)
{
    return proxy->type->flags & BRIDGE_CONTENT;
}
PyObject *bridge_object_of_content(struct lang_object *proxy); /* borrowed */
/* The built-in class here that cls derives from, of those; NULL: from none. */
struct lang_type *bridge_content_base(PyTypeObject *cls);
/* The object that a proxy or a mirrored class stands for, borrowed. */
static inline PyObject *bridge_object(lang_value v)
{
    return v.o->type->flags & LANG_TYPE_TYPE ? ((struct bridge_class *)v.o)->py
           : bridge_has_content(v.o)         ? bridge_object_of_content(v.o)
                                             : ((struct bridge_proxy *)v.o)->py;
}
/* It stands for None from now on: its object is being cleared. */
void bridge_proxy_disconnect(struct bridge_proxy *p);
/* mirror: bridge_class_of_proxy of its class. */
lang_value bridge_proxy_steal(struct lang_thread *t, PyObject *o, struct lang_type *mirror);
/* Functions of the bootstrap: those in whose frame Python code is called, with so many arguments, and so on; what looks
 * at the frames of a traceback; the counterparts of objects here, and of forms of typing there; fields of code; copies;
 * the class of __dict__ of objects here; what answers whether an attribute's code may look at its caller's frame; what
 * finds a method for ever; what makes enumerations; what asks an exception here; the method that keeps a list, dict or
 * set itself. */
#define BRIDGE_FUNCTIONS(X)                                                                                            \
    X(CALL, "_call")                                                                                                   \
    X(CALL_0, "_call_0")                                                                                               \
    X(CALL_1, "_call_1")                                                                                               \
    X(CALL_2, "_call_2")                                                                                               \
    X(CALL_3, "_call_3")                                                                                               \
    X(GETATTR, "_getattr")                                                                                             \
    X(SETATTR, "_setattr")                                                                                             \
    X(GETITEM, "_getitem")                                                                                             \
    X(SETITEM, "_setitem")                                                                                             \
    X(TRACEBACK, "_frames")                                                                                            \
    X(MAKE_TRACEBACK, "_traceback")                                                                                    \
    X(MAKERS, "_makers")                                                                                               \
    X(FORM_HERE, "_form_here")                                                                                         \
    X(PATH_CHANGED, "_path_changed")                                                                                   \
    X(CODE_FIELDS, "_code_fields")                                                                                     \
    X(COPY, "_copy")                                                                                                   \
    X(ATTRIBUTES, "_Attributes")                                                                                       \
    X(RUNS_CODE, "_runs_code")                                                                                         \
    X(METHOD, "_method")                                                                                               \
    X(ENUM_CLASS, "_enum_class")                                                                                       \
    X(ASK_SESSION, "_ask_session")                                                                                     \
    X(KEEPS, "_keeps")
enum bridge_frame {
#define X(name, function) BRIDGE_##name,
    BRIDGE_FUNCTIONS(X)
#undef X
        BRIDGE_FRAMES
};
/* bridge_recent.c */
enum { BRIDGE_RECENT_TEXT = 64 }; /* longer texts are not kept */
double bridge_note_float(PyObject *o);
PyObject *bridge_float(double number);
void bridge_note_recent(struct lang_thread *t, struct lang_object *here, PyObject *there);
PyObject *bridge_known_recent(const struct lang_object *here); /* a new reference, NULL: it has not crossed lately */
bool bridge_looks_like_name(const struct lang_str *s); /* CPython has one object for it where it stands in code: it is
                                                          interned when it crosses */
bool bridge_is_short_and_flat(const struct lang_tuple *items);
extern PyObject *bridge_session; /* the functions of the bootstrap that the kernel calls */
extern PyObject *bridge_frames[BRIDGE_FRAMES];
int bridge_proxy_start(struct lang_thread *t);
PyObject *bridge_proxy_object(lang_value v); /* new reference; from now on its identity is known */
/* The slots and special methods of a mirrored class: those that instances of the class there have. */
void bridge_proxy_slots(struct lang_type *type, PyObject *cls);
int bridge_proxy_specials(struct lang_thread *t, struct lang_type *type, PyObject *cls);
/* The slots of the metaclass of mirrors: a class is asked as any object is. */
void bridge_class_slots(struct lang_type *type);
/* callable(*args, **kwargs) there. */
lang_value bridge_call(struct lang_thread *t, PyObject *callable, const lang_value *args, size_t nargs,
                       struct lang_tuple *kwnames);

/* ---- bridge_class.c: classes, in both directions ---------------------------------------------------------------- */

/* PyType_GetSlot, which before 3.10 knows only classes that are made at run time. */
void *bridge_slot(PyTypeObject *type, int slot);

/* Borrowed; classes live for ever. NULL with the exception here. */
struct lang_type *bridge_class_here(struct lang_thread *t, PyObject *cls);
/* The same for the proxies of its instances: shared containers are not of our built-in classes. */
struct lang_type *bridge_class_of_proxy(struct lang_thread *t, PyObject *cls);
/* The class there that stands for one of here: CPython's own for built-in ones. Borrowed. NULL with the exception here.
 */
PyObject *bridge_class_there(struct lang_thread *t, struct lang_type *type);
/* The class of wrappers of a type's instances: one of its own also for types that have a counterpart. Borrowed. */
PyObject *bridge_class_of_wrappers(struct lang_thread *t, struct lang_type *type);
/* What a module here has itself by that name, without what it takes from Python's: a new reference, or UNDEF. */
lang_value bridge_own_name(struct lang_thread *t, const char *module, const char *name);
/* bridge_start.c: sys.path there has another length than when it was last looked at; the session's is changed likewise.
 */
bool bridge_path_changed(void);
void bridge_path_give(struct lang_thread *t);
/* bridge_start.c: the package of a dotted name if it is the language's own, or NULL. */
const char *bridge_own_package(const char *dotted);
/* The class here of a class of wrappers, borrowed; NULL: it is none of ours. */
struct lang_type *bridge_class_of_wrapper(PyObject *cls);
int bridge_class_start(struct lang_thread *t);
int bridge_is_instance(struct lang_thread *t, lang_value v, struct lang_type *cls);
int bridge_is_subclass(struct lang_thread *t, struct lang_type *cls, struct lang_type *of);

/* ---- bridge_wrapper.c: objects here, seen from there ------------------------------------------------------------- */

/* A new reference; the same wrapper for the same object. NULL with the exception here. */
PyObject *bridge_wrapper(struct lang_thread *t, struct lang_object *o);
bool bridge_wraps(PyTypeObject *type); /* its instances are wrappers */
/* The object that o wraps, borrowed; NULL: o is no wrapper. */
struct lang_object *bridge_wrapped(PyObject *o);
/* The metaclass of classes that stand for ours, borrowed. */
PyObject *bridge_wrapper_metaclass(void);
/* A class that stands for one of ours. NULL with the error there. */
PyObject *bridge_wrapper_class(PyObject *name, PyObject *bases, PyObject *space);
/* For bridge_collect.c: the wrapped objects with their wrappers, borrowed; a wrapper's group, and the end of all
 * groups. */
size_t bridge_wrapper_count(void);
void bridge_wrapper_list(struct lang_held *held, PyObject **list);
void bridge_wrapper_join(PyObject *self, PyObject *group);
void bridge_wrapper_part(void);
/* It does not live for its weak references any more: nothing here but itself keeps its object. A reference where that
 * was the last, whose end runs their callbacks; else NULL. */
PyObject *bridge_wrapper_let_go(PyObject *self);
int bridge_wrapper_start(struct lang_thread *t);
/* The base of all classes of wrappers with the abilities of instances of `type`; borrowed. NULL with the error there.
 */
PyObject *bridge_wrapper_base(struct lang_type *type);
/* getattr and setattr of a value here (value NULL: delattr), called from there with the GIL. */
PyObject *bridge_get_attribute(lang_value self, PyObject *name);
int bridge_set_attribute(lang_value self, PyObject *name, PyObject *value);
/* __dict__ of an instance here: a dict there whose changes are made here as well. */
PyObject *bridge_instance_dict(lang_value self);
/* The result of a callback: takes v; the exception here becomes the error there. */
PyObject *bridge_answer_steal(struct lang_thread *t, lang_value v);

/* ---- bridge_reduce.c: copies and pickles of wrappers ---------------------------------------------------------------
 */

/* Their __copy__ and __deepcopy__; __reduce_ex__ of a function. */
PyObject *bridge_wrapper_copy(PyObject *self, PyObject *none);
PyObject *bridge_wrapper_deepcopy(PyObject *self, PyObject *memo);
PyObject *bridge_reduce_function(PyObject *self);

/* ---- bridge_derived.c: classes here that derive from built-in ones with data ---------------------------------------
 */

bool bridge_is_derived(const struct lang_type *type);
bool bridge_is_derived_there(PyTypeObject *type);
/* The instance there that stands for o: a new reference. NULL with the exception here. */
PyObject *bridge_derived_there(struct lang_thread *t, struct lang_object *o);
/* And the one here, borrowed. NULL with the exception here. */
struct lang_object *bridge_derived_here(struct lang_thread *t, PyObject *o);
/* The changes of a mutable one there are taken over here; those of here are given to it. -1 with the exception here. */
int bridge_derived_take(struct lang_thread *t, PyObject *o);
int bridge_derived_give(struct lang_thread *t, PyObject *o);
/* The class there that all classes for types like this derive from, borrowed; NULL: it has no data. */
PyObject *bridge_derived_layout(struct lang_type *type);
int bridge_derived_start(struct lang_thread *t);

/* ---- bridge_enum.c: enumerations here -----------------------------------------------------------------------------
 */

static inline bool bridge_may_be_enum(const struct lang_type *type)
{
    return type->flags & LANG_TYPE_HEAP &&
           type->head.type->flags & LANG_TYPE_HEAP; /* its metaclass is no built-in one */
}
bool bridge_is_enum(struct lang_thread *t, const struct lang_type *type);
bool bridge_is_enum_there(PyTypeObject *type); /* a class that bridge_enum_there has made */
/* Where the library has an enumeration on both sides (re.RegexFlag), members pass as those of the same value. */
void bridge_enum_pair(struct lang_thread *t, struct lang_type *type, PyObject *cls);
/* The enumeration there with the members of type: a new reference; NULL, without an error: it cannot be made. */
PyObject *bridge_enum_there(struct lang_thread *t, struct lang_type *type);
/* The member there of one of here: a new reference; NULL, without an error: it is none. And back. */
PyObject *bridge_member_there(struct lang_thread *t, lang_value v);
lang_value bridge_member_here(struct lang_thread *t, PyObject *o);

/* ---- bridge_values.c: immutable objects of the library that both sides have ---------------------------------------
 */

/* The one there: a new reference; NULL with the error there, or without one where *is_value is false. */
PyObject *bridge_value_there(struct lang_thread *t, lang_value v, bool *is_value);
bool bridge_is_value_there(struct lang_thread *t, PyTypeObject *type);
lang_value bridge_value_here(struct lang_thread *t, PyObject *o);
/* What makes the counterpart there of an object of a class of our library, or of one that derives from it, given its
 * wrapper: an entry of the bootstrap's table; NULL: there is none. Borrowed. */
PyObject *bridge_maker_of(struct lang_thread *t, struct lang_type *type);

/* ---- bridge_collect.c: cycles through both sides ----------------------------------------------------------------- */

/* Frees cycles through both sides. */
void bridge_collect(struct lang_thread *t);
/* Whether so many wrappers ask for a collection. */
bool bridge_collect_due(size_t wrappers);
/* Objects here change: what is known of cycles is true no more. */
void bridge_collect_invalidate(void);
int bridge_collect_start(void);

/* ---- bridge_buffer.c: memory, capsules ----------------------------------------------------------------------------
 */

/* What struct lang_foreign has under these names. */
bool bridge_buffer(struct lang_thread *t, lang_value v, bool writable, struct lang_buffer *out);
void bridge_buffer_release(struct lang_thread *t, void *buffer);
lang_value bridge_memoryview(struct lang_thread *t, lang_value v);
void *bridge_take_capsule(struct lang_thread *t, lang_value v, const char *name, const char *used);
void bridge_run(struct lang_thread *t, void (*function)(void *argument), void *argument);
/* A view here as one there, on the same memory where that lies in one piece; new reference. NULL with the error there.
 */
PyObject *bridge_view_there(struct lang_thread *t, lang_value v);
/* The capsule there that stands for one of here, new reference; and the one of here that o stands for, borrowed, or
 * NULL.
 */
PyObject *bridge_capsule_there(struct lang_thread *t, lang_value v);
struct lang_object *bridge_capsule_of(PyObject *o);

/* ---- bridge_error.c: exceptions ---------------------------------------------------------------------------------- */

/* The error there becomes the exception here; returns LANG_ERROR. */
lang_value bridge_raise_here(struct lang_thread *t);
/* The exception here becomes the error there; returns NULL. */
PyObject *bridge_raise_there(struct lang_thread *t);
PyObject *bridge_raise_there_whole(struct lang_thread *t); /* with the frames that it has left here */
lang_value bridge_exception_here(struct lang_thread *t, PyObject *e);
PyObject *bridge_exception_there(struct lang_thread *t, lang_value e);
struct lang_type *bridge_exception_class_here(struct lang_thread *t, PyObject *cls);
PyObject *bridge_exception_class_there(struct lang_thread *t, struct lang_type *type);
/* The same with the traceback and the chain that it has here. */
PyObject *bridge_exception_whole(struct lang_thread *t, lang_value e);
/* A traceback there; NULL with the error there. */
PyObject *bridge_traceback_there(struct lang_thread *t, lang_value traceback);
/* Around a call of Python code from an except block here: sys.exc_info() there is what is handled. begin: false where
 * nothing is, and end must not follow. */
struct bridge_handled {
    PyObject *type, *value, *traceback; /* what was handled before */
    PyObject *e, *own;                  /* the exception, and the traceback that it has there */
    size_t known;                       /* so many frames of that are known here */
};
bool bridge_handled_begin(struct lang_thread *t, struct bridge_handled *saved);
void bridge_handled_end(struct bridge_handled *saved);
int bridge_error_start(struct lang_thread *t);

/* ---- bridge_array.c: struct lang_foreign ---------------------------------------------------------------------------
 */

bool bridge_array(struct lang_thread *t, lang_value v, struct lang_array *out);
lang_value bridge_array_new(struct lang_thread *t, const struct lang_array *from, lang_value owner);

#endif
