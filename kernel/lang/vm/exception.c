/* exception.c: exceptions as objects, raising and catching, tracebacks as chains of frames. Formatting of tracebacks is
 * in report.c. */
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "vm/code.h"
#include "vm/exception_fields.h"
#include "vm/exception_group.h"
#include "vm/native.h"
#include "vm/type.h"
#include "vm/object_reduce.h"

static struct lang_exception *no_memory_exception; /* preallocated: there may be no memory to make it later */

#define EXC(v) ((struct lang_exception *)(v).o)

/* ------------------------------------------------------------------ making */

bool lang_exception_is_no_memory(lang_value e)
{
    return e.o == (struct lang_object *)no_memory_exception;
}

lang_value lang_exception_new(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs)
{
    return lang_call(t, lang_obj(cls), args, nargs, NULL);
}

static lang_value exc_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                           struct lang_tuple *kwnames)
{
    (void)kwnames;
    struct lang_exception *e = lang_object_new(t, cls);
    if (!e)
        return lang_error();
    e->args = lang_tuple_from(t, args, (int64_t)nargs);
    if (!e->args) {
        lang_decref(t, e);
        return lang_error();
    }
    return lang_obj(e);
}

static int exc_init(struct lang_thread *t, lang_value v, const lang_value *args, size_t nargs,
                    struct lang_tuple *kwnames)
{
    if (kwnames && kwnames->length)
        return lang_fail(t, LANG_EXC_TypeError, "%N() takes no keyword arguments", v);
    struct lang_tuple *old = EXC(v)->args;
    size_t same = 0;
    while (old && (int64_t)nargs == old->length && same < nargs && lang_same(args[same], old->items[same]))
        same++;
    if (old && same == nargs && (int64_t)nargs == old->length) /* as __new__ has set them */
        return 0;
    struct lang_tuple *fresh = lang_tuple_from(t, args, (int64_t)nargs);
    if (!fresh)
        return -1;
    EXC(v)->args = fresh;
    lang_xdecref(t, old);
    return 0;
}

static void exc_clear(struct lang_thread *t, struct lang_object *o)
{
    struct lang_exception *e = (struct lang_exception *)o;
    lang_clear(t, &e->traceback);
    lang_clear(t, &e->cause);
    lang_clear(t, &e->context);
    lang_clear(t, &e->name);
    lang_clear(t, &e->obj);
    for (int i = 0; e->fields && i < LANG_FIELD_COUNT; i++)
        lang_clear(t, &e->fields[i]);
}

static void exc_destroy(struct lang_thread *t, struct lang_object *o)
{
    struct lang_exception *e = (struct lang_exception *)o;
    exc_clear(t, o);
    lang_xdecref(t, e->args);
    if (e->fields)
        lang_free(t, e->fields, LANG_FIELD_COUNT * sizeof *e->fields);
}

static void exc_traverse(struct lang_object *o, lang_visit_fn visit, void *arg)
{
    struct lang_exception *e = (struct lang_exception *)o;
    if (e->args)
        visit(&e->args->head, arg);
    lang_value *slots[] = {&e->traceback, &e->cause, &e->context, &e->name, &e->obj};
    for (int i = 0; i < 5; i++)
        if (slots[i]->tag == LANG_OBJECT)
            visit(slots[i]->o, arg);
    for (int i = 0; e->fields && i < LANG_FIELD_COUNT; i++)
        if (e->fields[i].tag == LANG_OBJECT)
            visit(e->fields[i].o, arg);
}

/* The arguments, a new reference: a __repr__ of theirs may call the __init__ of the exception again. NULL: none. */
static struct lang_tuple *args_or_null(lang_value v)
{
    struct lang_tuple *args = EXC(v)->args;
    return args && args->length ? lang_incref(args) : NULL;
}

static lang_value exc_str(struct lang_thread *t, lang_value v)
{
    struct lang_tuple *args = args_or_null(v);
    struct lang_str *s = !args               ? lang_str_empty(t)
                         : args->length == 1 ? lang_to_str(t, args->items[0])
                                             : lang_repr(t, lang_obj(args));
    lang_xdecref(t, args);
    return lang_obj_or_error(s);
}

static lang_value exc_repr(struct lang_thread *t, lang_value v)
{
    struct lang_tuple *args = args_or_null(v);
    struct lang_str *name = lang_incref(lang_type_of(v)->name_str);
    struct lang_str *s = !args               ? lang_str_from_format(t, "%U()", name)
                         : args->length == 1 ? lang_str_from_format(t, "%U(%R)", name, args->items[0])
                                             : lang_str_from_format(t, "%U%R", name, lang_obj(args));
    lang_xdecref(t, args);
    lang_decref(t, name);
    return lang_obj_or_error(s);
}

static lang_value key_error_str(struct lang_thread *t, lang_value v)
{
    struct lang_tuple *args = args_or_null(v);
    lang_value r = args && args->length == 1 ? lang_obj_or_error(lang_repr(t, args->items[0])) : exc_str(t, v);
    lang_xdecref(t, args);
    return r;
}

/* ------------------------------------------------------------------ attributes */

static lang_value get_args(struct lang_thread *t, lang_value v)
{
    return EXC(v)->args ? lang_obj(lang_incref(EXC(v)->args)) : lang_obj_or_error(lang_tuple_new(t, 0));
}
static int set_args(struct lang_thread *t, lang_value v, lang_value value)
{
    struct lang_tuple *fresh = lang_is_undef(value) ? NULL : lang_to_tuple(t, value);
    if (!fresh)
        return lang_error_occurred(t) ? -1 : lang_fail(t, LANG_EXC_TypeError, "args may not be deleted");
    struct lang_tuple *old = EXC(v)->args;
    EXC(v)->args = fresh;
    lang_xdecref(t, old);
    return 0;
}
static lang_value none_if_undef(lang_value v)
{
    return lang_is_undef(v) ? lang_none() : lang_ref(v);
}
static lang_value get_traceback(struct lang_thread *t, lang_value v)
{
    (void)t;
    return none_if_undef(EXC(v)->traceback);
}
static int not_deleted(struct lang_thread *t, const char *name)
{
    return lang_fail(t, LANG_EXC_TypeError, "%s may not be deleted", name);
}
static int set_traceback(struct lang_thread *t, lang_value v, lang_value value)
{
    if (lang_is_undef(value))
        return not_deleted(t, "__traceback__");
    if (value.tag != LANG_NONE && !lang_is_exactly(value, &lang_type_traceback))
        return lang_fail(t, LANG_EXC_TypeError, "__traceback__ must be a traceback or None");
    lang_set_steal(t, &EXC(v)->traceback, value.tag == LANG_NONE ? lang_undef() : lang_ref(value));
    return 0;
}
static lang_value get_cause(struct lang_thread *t, lang_value v)
{
    (void)t;
    return none_if_undef(EXC(v)->cause);
}
static bool is_exception(lang_value v)
{
    return v.tag == LANG_OBJECT && v.o->type->flags & LANG_TYPE_EXCEPTION;
}
static int set_cause(struct lang_thread *t, lang_value v, lang_value value)
{
    if (lang_is_undef(value))
        return not_deleted(t, "__cause__");
    if (value.tag != LANG_NONE && !is_exception(value))
        return lang_fail(t, LANG_EXC_TypeError, "exception cause must be None or derive from BaseException");
    lang_set_steal(t, &EXC(v)->cause, value.tag == LANG_NONE ? lang_undef() : lang_ref(value));
    EXC(v)->suppress_context = true;
    return 0;
}
static lang_value get_context(struct lang_thread *t, lang_value v)
{
    (void)t;
    return none_if_undef(EXC(v)->context);
}
static int set_context(struct lang_thread *t, lang_value v, lang_value value)
{
    if (lang_is_undef(value))
        return not_deleted(t, "__context__");
    if (value.tag != LANG_NONE && !is_exception(value))
        return lang_fail(t, LANG_EXC_TypeError, "exception context must be None or derive from BaseException");
    lang_set_steal(t, &EXC(v)->context, value.tag == LANG_NONE ? lang_undef() : lang_ref(value));
    return 0;
}
static lang_value get_suppress(struct lang_thread *t, lang_value v)
{
    (void)t;
    return lang_bool(EXC(v)->suppress_context);
}
static int set_suppress(struct lang_thread *t, lang_value v, lang_value value)
{
    if (lang_is_undef(value))
        return lang_fail(t, LANG_EXC_TypeError, "can't delete numeric/char attribute");
    if (value.tag != LANG_BOOL)
        return lang_fail(t, LANG_EXC_TypeError, "attribute value type must be bool");
    EXC(v)->suppress_context = value.i;
    return 0;
}
static const struct lang_getset exc_getset[] = {
    {"args", get_args, set_args, NULL},
    {"__traceback__", get_traceback, set_traceback, NULL},
    {"__cause__", get_cause, set_cause, "exception cause"},
    {"__context__", get_context, set_context, "exception context"},
    {"__suppress_context__", get_suppress, set_suppress, NULL},
    {NULL, NULL, NULL, NULL},
};

static lang_value with_traceback(struct lang_thread *t, const lang_value *args)
{
    return set_traceback(t, args[0], args[1]) < 0 ? lang_error() : lang_ref(args[0]);
}

static lang_value add_note(struct lang_thread *t, const lang_value *args)
{
    if (!lang_is_str(args[1]))
        return lang_raise(t, LANG_EXC_TypeError, "note must be a str, not '%N'", args[1]);
    lang_value notes = lang_getattr_opt(t, args[0], LANG_NAME(__notes__));
    if (lang_is_undef(notes)) {
        notes = lang_obj_or_error(lang_list_new(t, 1));
        if (lang_is_error(notes) || lang_setattr(t, args[0], LANG_NAME(__notes__), notes) < 0) {
            lang_unref(t, notes);
            return lang_error();
        }
    }
    if (lang_is_error(notes))
        return notes;
    int s = lang_is_list(notes) ? lang_list_append(t, lang_as_list(notes), args[1])
                                : lang_fail(t, LANG_EXC_TypeError, "Cannot add note: __notes__ is not a list");
    lang_unref(t, notes);
    return s < 0 ? lang_error() : lang_none();
}
static const struct lang_method exc_methods[] = {
    {"with_traceback", "(tb, /)", with_traceback,
     "Exception.with_traceback(tb) --\n    set self.__traceback__ to tb and return self.", LANG_M_NOSIG},
    {"__reduce__", "()", lang_reduce_exception, NULL, LANG_M_NOSIG},
    {"__setstate__", "(state, /)", lang_setstate_exception, NULL, LANG_M_NOSIG},
    {"add_note", "(note, /)", add_note, "Exception.add_note(note) --\n    add a note to the exception", LANG_M_NOSIG},
    {NULL, NULL, NULL, NULL, 0},
};

struct lang_type lang_exc_types[LANG_EXC_COUNT] = {
#define X(class_name, base_name)                                                                                       \
    [LANG_EXC_##class_name] = {                                                                                        \
        .name = #class_name,                                                                                           \
        .size = sizeof(struct lang_exception),                                                                         \
        .flags = LANG_TYPE_BASE | LANG_TYPE_EXCEPTION,                                                                 \
        .attr_offset = offsetof(struct lang_exception, attrs),                                                         \
        .base = LANG_EXC_##class_name == LANG_EXC_BaseException ? &lang_type_object                                    \
                                                                : &lang_exc_types[LANG_EXC_##base_name],               \
    },
#include "vm/exception.def"
#undef X
};

int lang_exceptions_ready(struct lang_thread *t)
{
    struct lang_type *base = &lang_exc_types[LANG_EXC_BaseException];
    base->make = exc_make;
    base->init = exc_init;
    base->destroy = exc_destroy;
    base->traverse = exc_traverse;
    base->clear = exc_clear;
    base->repr = exc_repr;
    base->str = exc_str;
    base->getset = exc_getset;
    base->methods = exc_methods;
    lang_exc_types[LANG_EXC_KeyError].str = key_error_str;
    lang_exception_fields_setup();
    lang_unicode_errors_setup();
    lang_exception_group_setup();
    for (size_t i = 0; i < LANG_EXC_COUNT; i++)
        if (lang_type_ready(t, &lang_exc_types[i]) < 0)
            return -1;
    if (lang_exception_group_ready(t) < 0)
        return -1;
    no_memory_exception = lang_object_new(t, &lang_exc_types[LANG_EXC_MemoryError]);
    if (!no_memory_exception || !(no_memory_exception->args = lang_tuple_new(t, 0)))
        return -1;
    return lang_type_ready(t, &lang_type_traceback) < 0 || lang_type_ready(t, &lang_type_frame) < 0 ? -1 : 0;
}

void lang_exceptions_free(struct lang_thread *t)
{
    lang_xdecref(t, no_memory_exception);
    no_memory_exception = NULL;
    lang_exception_group_free(t);
}

/* ------------------------------------------------------------------ raising */

/* The exception being handled becomes the context, cycles cut as CPython does. */
static void set_context_of(struct lang_thread *t, lang_value exc)
{
    lang_value handled = lang_handled(t);
    if (lang_is_undef(handled) || lang_same(handled, exc))
        return;
    /* A program may have made a cycle of contexts: the slow pointer meets c there (Floyd's cycle detection). */
    lang_value slow = handled;
    bool step = false;
    for (lang_value c = handled; !lang_is_undef(c); step = !step) {
        lang_value next = EXC(c)->context;
        if (lang_same(next, exc)) {
            lang_clear(t, &EXC(c)->context);
            break;
        }
        c = next;
        if (step)
            slow = EXC(slow)->context;
        if (lang_same(c, slow))
            break;
    }
    lang_set_steal(t, &EXC(exc)->context, lang_ref(handled));
}

static void raise_steal(struct lang_thread *t, lang_value exc)
{
    if (lang_is_error(exc)) /* making it failed: that exception is kept */
        return;
    if (!lang_is_undef(t->exception)) { /* the first error wins */
        lang_unref(t, exc);
        return;
    }
    set_context_of(t, exc);
    t->exception = exc;
}

static bool is_exception_class(lang_value v)
{
    return lang_is_a(v, &lang_type_type) && ((struct lang_type *)v.o)->flags & LANG_TYPE_EXCEPTION;
}

/* An instance of an exception class, whose __new__ may return anything; shown: the class of that as it prints itself.
 */
static lang_value make_instance(struct lang_thread *t, lang_value cls, const lang_value *args, size_t nargs, bool shown)
{
    lang_value e = lang_call(t, cls, args, nargs, NULL);
    if (lang_is_error(e) || is_exception(e))
        return e;
    lang_raise(t, LANG_EXC_TypeError,
               shown ? "calling %R should have returned an instance of BaseException, not %R"
                     : "calling %R should have returned an instance of BaseException, not %N",
               cls, shown ? lang_obj(lang_type_of(e)) : e);
    lang_unref(t, e);
    return lang_error();
}

lang_value lang_exception_make(struct lang_thread *t, lang_value cls, const lang_value *args, size_t nargs)
{
    return make_instance(t, cls, args, nargs, false);
}

void lang_error_set(struct lang_thread *t, lang_value exc)
{
    if (is_exception_class(exc)) {
        raise_steal(t, lang_exception_make(t, exc, NULL, 0));
        return;
    }
    if (!is_exception(exc)) {
        lang_raise(t, LANG_EXC_TypeError, "exceptions must derive from BaseException");
        return;
    }
    raise_steal(t, lang_ref(exc));
}

/* Whether a leads to b by contexts, or is b; *last: the first of a's contexts, in time. */
static bool leads_to(lang_value a, lang_value b, lang_value *last)
{
    enum { LONGEST = 1000 };
    for (int i = 0; i < LONGEST; i++) {
        *last = a;
        if (lang_same(a, b))
            return true;
        if (lang_is_undef(EXC(a)->context))
            return false;
        a = EXC(a)->context;
    }
    return true; /* a circle, or as good as one */
}

void lang_error_set_chained(struct lang_thread *t, lang_value exc)
{
    lang_value handled = lang_handled(t), first, other;
    if (!lang_is_undef(handled) && !leads_to(exc, handled, &first) && !leads_to(handled, exc, &other))
        set_context_of(t, first);
    lang_error_restore(t, lang_ref(exc));
}

lang_value lang_no_memory(struct lang_thread *t)
{
    if (lang_is_undef(t->exception) && no_memory_exception) {
        exc_clear(t, &no_memory_exception->head);
        set_context_of(t, lang_obj(no_memory_exception));
        t->exception = lang_ref(lang_obj(no_memory_exception));
    }
    return lang_error();
}

static lang_value raise_text(struct lang_thread *t, struct lang_type *cls, const char *format, va_list list)
{
    if (!lang_is_undef(t->exception))
        return lang_error();
    struct lang_str *s = lang_str_from_vformat(t, format, list);
    /* where what it is about cannot be shown, the error stands without a text */
    bool mute = !s && lang_error_is(t, LANG_EXC_Exception) && !lang_error_is(t, LANG_EXC_MemoryError);
    if (!s && !mute)
        return lang_error();
    if (mute)
        lang_error_clear(t);
    lang_value arg = mute ? lang_undef() : lang_obj(s), e;
    if (cls->flags & LANG_TYPE_HEAP)
        e = lang_call(t, lang_obj(cls), &arg, !mute, NULL);
    else
        e = exc_make(t, cls, &arg, !mute, NULL);
    lang_xdecref(t, s);
    raise_steal(t, e);
    return lang_error();
}

lang_value lang_raise(struct lang_thread *t, enum lang_exc exc, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    raise_text(t, &lang_exc_types[exc], format, list);
    va_end(list);
    return lang_error();
}

int lang_fail(struct lang_thread *t, enum lang_exc exc, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    raise_text(t, &lang_exc_types[exc], format, list);
    va_end(list);
    return -1;
}

void *lang_fail_null(struct lang_thread *t, enum lang_exc exc, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    raise_text(t, &lang_exc_types[exc], format, list);
    va_end(list);
    return NULL;
}

lang_value lang_raise_class(struct lang_thread *t, struct lang_type *cls, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    raise_text(t, cls, format, list);
    va_end(list);
    return lang_error();
}

lang_value lang_raise_value(struct lang_thread *t, enum lang_exc exc, lang_value arg)
{
    if (lang_is_undef(t->exception))
        raise_steal(t, exc_make(t, &lang_exc_types[exc], &arg, lang_is_undef(arg) ? 0 : 1, NULL));
    return lang_error();
}

lang_value lang_raise_errno2(struct lang_thread *t, int error, const char *path, const char *other)
{
    if (!lang_is_undef(t->exception))
        return lang_error();
    lang_value args[5] = {lang_int(error), lang_obj_or_error(lang_str_from_c(t, strerror(error))), lang_undef(),
                          lang_none(), lang_undef()};
    if (path)
        args[2] = lang_obj_or_error(lang_str_from_c(t, path));
    if (other)
        args[4] = lang_obj_or_error(lang_str_from_c(t, other));
    if (!lang_is_error(args[1]) && !lang_is_error(args[2]) && !lang_is_error(args[4]))
        raise_steal(t, lang_call(t, lang_obj(&lang_exc_types[LANG_EXC_OSError]), args, other ? 5 : path ? 3 : 2, NULL));
    lang_unref(t, args[1]);
    lang_unref(t, args[2]);
    lang_unref(t, args[4]);
    return lang_error();
}

lang_value lang_raise_errno(struct lang_thread *t, int error, const char *path)
{
    return lang_raise_errno2(t, error, path, NULL);
}

bool lang_error_occurred(struct lang_thread *t)
{
    return !lang_is_undef(t->exception);
}

bool lang_error_is(struct lang_thread *t, enum lang_exc exc)
{
    return !lang_is_undef(t->exception) && lang_is_subtype(lang_type_of(t->exception), &lang_exc_types[exc]);
}

lang_value lang_error_handled(struct lang_thread *t)
{
    return lang_handled(t);
}

lang_value lang_error_take(struct lang_thread *t)
{
    lang_value e = t->exception;
    t->exception = lang_undef();
    return e;
}

void lang_error_from_host(struct lang_thread *t)
{
    if (lang_is_obj(t->exception))
        EXC(t->exception)->from_host = true;
}

void lang_error_clear(struct lang_thread *t)
{
    if (lang_is_obj(t->exception) && EXC(t->exception)->from_host && t == t->vm->main)
        atomic_store(t->vm->host.interrupt, 1);
    lang_clear(t, &t->exception);
}

void lang_error_restore(struct lang_thread *t, lang_value exc)
{
    lang_set_steal(t, &t->exception, exc);
}

void lang_error_about(struct lang_thread *t, lang_value obj, struct lang_str *name)
{
    lang_value e = t->exception;
    if (lang_is_undef(e) || !lang_is_undef(EXC(e)->name) || !lang_is_undef(EXC(e)->obj) ||
        !lang_is_subtype(lang_type_of(e),
                         &lang_exc_types[lang_is_undef(obj) ? LANG_EXC_NameError : LANG_EXC_AttributeError]))
        return;
    EXC(e)->name = lang_ref(lang_obj(name));
    EXC(e)->obj = lang_ref(obj);
}

int lang_raise_from(struct lang_thread *t, lang_value exc, lang_value cause)
{
    lang_value e = is_exception_class(exc) ? make_instance(t, exc, NULL, 0, true) : lang_ref(exc);
    if (lang_is_error(e))
        return -1;
    if (!is_exception(e)) {
        lang_unref(t, e);
        return lang_fail(t, LANG_EXC_TypeError, "exceptions must derive from BaseException");
    }
    if (!lang_is_undef(cause)) {
        lang_value c = is_exception_class(cause) ? make_instance(t, cause, NULL, 0, true) : lang_ref(cause);
        int s = lang_is_error(c) ? -1
                : c.tag == LANG_NONE || is_exception(c)
                    ? set_cause(t, e, c)
                    : lang_fail(t, LANG_EXC_TypeError, "exception causes must derive from BaseException");
        lang_unref(t, c);
        if (s < 0) {
            lang_unref(t, e);
            return -1;
        }
    }
    raise_steal(t, e);
    return -1;
}

int lang_exception_matches(struct lang_thread *t, lang_value exc, lang_value cls)
{
    if (lang_is_tuple(cls)) {
        struct lang_tuple *all = lang_as_tuple(cls);
        int found = 0;
        for (int64_t i = 0; i < all->length; i++) { /* to the end: what is no exception is refused in any place */
            int r = lang_exception_matches(t, exc, all->items[i]);
            if (r < 0)
                return r;
            found = found || r;
        }
        return found;
    }
    if (!lang_is_a(cls, &lang_type_type) || !(((struct lang_type *)cls.o)->flags & LANG_TYPE_EXCEPTION))
        return lang_fail(t, LANG_EXC_TypeError,
                         "catching classes that do not inherit from BaseException is not allowed");
    return lang_is_subtype(lang_type_of(exc), (struct lang_type *)cls.o);
}

lang_value lang_unbound_local(struct lang_thread *t, struct lang_code *code, uint32_t reg)
{
    if (reg >= code->local_count)
        return lang_raise(t, LANG_EXC_SystemError, "empty register %u", reg);
    return lang_raise(t, LANG_EXC_UnboundLocalError,
                      "cannot access local variable '%U' where it is not associated with a value",
                      code->local_names[reg]);
}
