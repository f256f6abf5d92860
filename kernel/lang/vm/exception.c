/* exception.c: exceptions as objects, raising and catching, tracebacks as chains of frames.
 * How an error is shown to people is report.c's affair. */
#include <errno.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "vm/code.h"
#include "vm/exception_group.h"
#include "vm/native.h"
#include "vm/type.h"
#include "vm/take_apart.h"

static struct lang_exception *no_memory_exception; /* made at start: there may be no memory to make it later */

#define EXC(v) ((struct lang_exception *)(v).o)

/* ------------------------------------------------------------------ making */

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
}

static void exc_destroy(struct lang_thread *t, struct lang_object *o)
{
    exc_clear(t, o);
    lang_xdecref(t, ((struct lang_exception *)o)->args);
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
}

static lang_value exc_str(struct lang_thread *t, lang_value v)
{
    struct lang_tuple *args = EXC(v)->args;
    if (!args || args->length == 0)
        return lang_obj_or_error(lang_str_empty(t));
    if (args->length == 1)
        return lang_obj_or_error(lang_to_str(t, args->items[0]));
    return lang_obj_or_error(lang_repr(t, lang_obj(args)));
}

static lang_value exc_repr(struct lang_thread *t, lang_value v)
{
    struct lang_tuple *args = EXC(v)->args;
    if (args && args->length == 1)
        return lang_obj_or_error(lang_str_from_format(t, "%U(%R)", lang_type_of(v)->name_str, args->items[0]));
    if (!args || !args->length)
        return lang_obj_or_error(lang_str_from_format(t, "%U()", lang_type_of(v)->name_str));
    return lang_obj_or_error(lang_str_from_format(t, "%U%R", lang_type_of(v)->name_str, lang_obj(args)));
}

static lang_value key_error_str(struct lang_thread *t, lang_value v)
{
    struct lang_tuple *args = EXC(v)->args;
    if (args && args->length == 1)
        return lang_obj_or_error(lang_repr(t, args->items[0]));
    return exc_str(t, v);
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
static int set_traceback(struct lang_thread *t, lang_value v, lang_value value)
{
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
    int b = lang_truth(t, value);
    if (b >= 0)
        EXC(v)->suppress_context = b;
    return b < 0 ? -1 : 0;
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

/* StopIteration.value and SystemExit.code come from args unless they were assigned. */
static lang_value first_argument(lang_value v)
{
    struct lang_tuple *args = EXC(v)->args;
    return args && args->length ? lang_ref(args->items[0]) : lang_none();
}
static lang_value stop_value(struct lang_thread *t, lang_value v)
{
    (void)t;
    return first_argument(v);
}
static const struct lang_getset stop_getset[] = {{"value", stop_value, NULL, "generator return value"},
                                                 {NULL, NULL, NULL, NULL}};
static lang_value exit_code(struct lang_thread *t, lang_value v)
{
    (void)t;
    struct lang_tuple *args = EXC(v)->args;
    return args && args->length > 1 ? lang_obj(lang_incref(args)) : first_argument(v);
}
static const struct lang_getset exit_getset[] = {{"code", exit_code, NULL, "exception code"}, {NULL, NULL, NULL, NULL}};

/* ------------------------------------------------------------------ OSError, SyntaxError, ImportError: attributes from
 * arguments */

static int set_attributes(struct lang_thread *t, lang_value v, struct lang_str *const *names, const lang_value *values,
                          size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (lang_attrs_set(t, v.o, names[i], values[i]) != 0)
            return -1;
    return 0;
}

static enum lang_exc class_of_errno(int64_t number)
{
    static const struct {
        int number;
        enum lang_exc exc;
    } rows[] = {
        {EAGAIN, LANG_EXC_BlockingIOError},
        {EALREADY, LANG_EXC_BlockingIOError},
        {EINPROGRESS, LANG_EXC_BlockingIOError},
        {ECHILD, LANG_EXC_ChildProcessError},
        {EPIPE, LANG_EXC_BrokenPipeError},
        {ESHUTDOWN, LANG_EXC_BrokenPipeError},
        {ECONNABORTED, LANG_EXC_ConnectionAbortedError},
        {ECONNREFUSED, LANG_EXC_ConnectionRefusedError},
        {ECONNRESET, LANG_EXC_ConnectionResetError},
        {EEXIST, LANG_EXC_FileExistsError},
        {ENOENT, LANG_EXC_FileNotFoundError},
        {EINTR, LANG_EXC_InterruptedError},
        {EISDIR, LANG_EXC_IsADirectoryError},
        {ENOTDIR, LANG_EXC_NotADirectoryError},
        {EACCES, LANG_EXC_PermissionError},
        {EPERM, LANG_EXC_PermissionError},
        {ESRCH, LANG_EXC_ProcessLookupError},
        {ETIMEDOUT, LANG_EXC_TimeoutError},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (rows[i].number == number)
            return rows[i].exc;
    return LANG_EXC_OSError;
}

static lang_value os_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                          struct lang_tuple *kwnames)
{
    if (cls == &lang_exc_types[LANG_EXC_OSError] && nargs >= 2 && nargs <= 5 && args[0].tag == LANG_INT)
        cls = &lang_exc_types[class_of_errno(args[0].i)];
    return exc_make(t, cls, args, nargs, kwnames);
}

static int os_init(struct lang_thread *t, lang_value v, const lang_value *args, size_t nargs,
                   struct lang_tuple *kwnames)
{
    if (exc_init(t, v, args, nargs > 2 && nargs <= 5 ? 2 : nargs, kwnames) < 0)
        return -1;
    struct lang_str *names[] = {LANG_NAME(errno), LANG_NAME(strerror), LANG_NAME(filename), LANG_NAME(filename2)};
    lang_value values[4] = {lang_none(), lang_none(), lang_none(), lang_none()};
    if (nargs >= 2 && nargs <= 5) {
        values[0] = args[0];
        values[1] = args[1];
        if (nargs >= 3)
            values[2] = args[2];
        if (nargs == 5)
            values[3] = args[4];
    }
    return set_attributes(t, v, names, values, 4);
}

static lang_value os_str(struct lang_thread *t, lang_value v)
{
    lang_value number = lang_attrs_get(t, v.o, LANG_NAME(errno)), text = lang_attrs_get(t, v.o, LANG_NAME(strerror));
    lang_value file = lang_attrs_get(t, v.o, LANG_NAME(filename)), file2 = lang_attrs_get(t, v.o, LANG_NAME(filename2));
    if (lang_is_undef(number) || number.tag == LANG_NONE)
        return exc_str(t, v);
    if (!lang_is_undef(file2) && file2.tag != LANG_NONE)
        return lang_obj_or_error(lang_str_from_format(t, "[Errno %S] %S: %R -> %R", number, text, file, file2));
    if (!lang_is_undef(file) && file.tag != LANG_NONE)
        return lang_obj_or_error(lang_str_from_format(t, "[Errno %S] %S: %R", number, text, file));
    return lang_obj_or_error(lang_str_from_format(t, "[Errno %S] %S", number, text));
}

static int syntax_init(struct lang_thread *t, lang_value v, const lang_value *args, size_t nargs,
                       struct lang_tuple *kwnames)
{
    if (exc_init(t, v, args, nargs, kwnames) < 0)
        return -1;
    struct lang_str *names[] = {
        LANG_NAME(msg),  LANG_NAME(filename),   LANG_NAME(lineno),     LANG_NAME(offset),
        LANG_NAME(text), LANG_NAME(end_lineno), LANG_NAME(end_offset), LANG_NAME(print_file_and_line)};
    lang_value values[8];
    for (int i = 0; i < 8; i++)
        values[i] = lang_none();
    if (nargs >= 1)
        values[0] = args[0];
    if (nargs == 2 && lang_is_tuple(args[1]))
        for (int64_t i = 0; i < 6 && i < lang_as_tuple(args[1])->length; i++)
            values[i + 1] = lang_as_tuple(args[1])->items[i];
    return set_attributes(t, v, names, values, 8);
}

static lang_value syntax_str(struct lang_thread *t, lang_value v)
{
    lang_value msg = lang_attrs_get(t, v.o, LANG_NAME(msg)), file = lang_attrs_get(t, v.o, LANG_NAME(filename));
    lang_value line = lang_attrs_get(t, v.o, LANG_NAME(lineno));
    if (lang_is_undef(msg))
        return exc_str(t, v);
    bool has_line = line.tag == LANG_INT;
    if (lang_is_str(file)) {
        const char *name = lang_str_utf8(t, lang_as_str(file), NULL);
        if (!name)
            return lang_error();
        const char *slash = strrchr(name, '/');
        if (slash)
            name = slash + 1;
        if (has_line)
            return lang_obj_or_error(lang_str_from_format(t, "%S (%s, line %lld)", msg, name, (long long)line.i));
        return lang_obj_or_error(lang_str_from_format(t, "%S (%s)", msg, name));
    }
    if (has_line)
        return lang_obj_or_error(lang_str_from_format(t, "%S (line %lld)", msg, (long long)line.i));
    return lang_obj_or_error(lang_to_str(t, msg));
}

/* UnicodeDecodeError(encoding, object, start, end, reason), UnicodeEncodeError alike. */
static int unicode_init(struct lang_thread *t, lang_value v, const lang_value *args, size_t nargs,
                        struct lang_tuple *kwnames)
{
    if (exc_init(t, v, args, nargs, kwnames) < 0)
        return -1;
    if (nargs != 5)
        return lang_fail(t, LANG_EXC_TypeError, "function takes exactly 5 arguments (%zu given)", nargs);
    struct lang_str *names[] = {LANG_NAME(encoding), LANG_NAME(object), LANG_NAME(start), LANG_NAME(end),
                                LANG_NAME(reason)};
    return set_attributes(t, v, names, args, 5);
}

static lang_value unicode_str(struct lang_thread *t, lang_value v)
{
    bool decode = lang_is_subtype(lang_type_of(v), &lang_exc_types[LANG_EXC_UnicodeDecodeError]);
    lang_value encoding = lang_attrs_get(t, v.o, LANG_NAME(encoding)),
               object = lang_attrs_get(t, v.o, LANG_NAME(object));
    lang_value start = lang_attrs_get(t, v.o, LANG_NAME(start)), end = lang_attrs_get(t, v.o, LANG_NAME(end));
    lang_value reason = lang_attrs_get(t, v.o, LANG_NAME(reason));
    if (start.tag != LANG_INT || end.tag != LANG_INT || lang_is_undef(object))
        return exc_str(t, v);
    const uint8_t *bytes;
    int64_t length;
    bool one = end.i == start.i + 1 && start.i >= 0;
    const char *verb = decode ? "decode" : "encode";
    if (one && decode && lang_bytes_view(object, &bytes, &length) && start.i < length)
        return lang_obj_or_error(lang_str_from_format(t, "'%S' codec can't decode byte 0x%02x in position %lld: %S",
                                                      encoding, bytes[start.i], (long long)start.i, reason));
    if (one && !decode && lang_is_str(object) && start.i < lang_as_str(object)->length) {
        uint32_t c = lang_str_at(lang_as_str(object), start.i);
        char escape[16];
        snprintf(escape, sizeof escape, c <= 0xff ? "\\x%02x" : c <= 0xffff ? "\\u%04x" : "\\U%08x", c);
        return lang_obj_or_error(lang_str_from_format(t, "'%S' codec can't encode character '%s' in position %lld: %S",
                                                      encoding, escape, (long long)start.i, reason));
    }
    return lang_obj_or_error(lang_str_from_format(t, "'%S' codec can't %s %s in position %lld-%lld: %S", encoding, verb,
                                                  decode ? "bytes" : "characters", (long long)start.i,
                                                  (long long)end.i - 1, reason));
}

/* ImportError(msg, name=, path=), NameError(msg, name=), AttributeError(msg, name=, obj=): keywords become attributes.
 */
static int keyword_init(struct lang_thread *t, lang_value v, const lang_value *args, size_t nargs,
                        struct lang_tuple *kwnames)
{
    struct lang_type *type = lang_type_of(v);
    bool import = lang_is_subtype(type, &lang_exc_types[LANG_EXC_ImportError]);
    bool attribute = lang_is_subtype(type, &lang_exc_types[LANG_EXC_AttributeError]);
    struct lang_str *names[3] = {LANG_NAME(name), import ? LANG_NAME(path) : LANG_NAME(obj), LANG_NAME(msg)};
    lang_value values[3] = {lang_none(), lang_none(), nargs == 1 ? args[0] : lang_none()};
    size_t n = import ? 3 : attribute ? 2 : 1;
    for (int64_t i = 0; kwnames && i < kwnames->length; i++) {
        size_t k = 0;
        while (k < n && !lang_str_equal(names[k], lang_as_str(kwnames->items[i])))
            k++;
        if (k >= n)
            return lang_fail(t, LANG_EXC_TypeError, "'%U' is an invalid keyword argument for %s()",
                             lang_as_str(kwnames->items[i]), type->name);
        values[k] = args[nargs + (size_t)i];
    }
    if (exc_init(t, v, args, nargs, NULL) < 0)
        return -1;
    return kwnames || import ? set_attributes(t, v, names, values, n) : 0;
}

static lang_value attribute_or_none(struct lang_thread *t, lang_value v, struct lang_str *name)
{
    lang_value r = lang_attrs_get(t, v.o, name);
    if (lang_is_undef(r))
        r = name == LANG_NAME(name) ? EXC(v)->name : name == LANG_NAME(obj) ? EXC(v)->obj : r;
    return lang_is_undef(r) ? lang_none() : lang_ref(r);
}

static lang_value missing_attribute(struct lang_thread *t, lang_value v, struct lang_str *name)
{
    lang_value r = lang_generic_getattr_opt(t, v, name);
    if (!lang_is_undef(r))
        return r;
    if (name == LANG_NAME(name) || name == LANG_NAME(obj) || name == LANG_NAME(path))
        return attribute_or_none(t, v, name);
    return lang_generic_getattr(t, v, name);
}

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
    lang_exc_types[LANG_EXC_StopIteration].getset = stop_getset;
    lang_exc_types[LANG_EXC_SystemExit].getset = exit_getset;
    lang_exc_types[LANG_EXC_OSError].make = os_make;
    lang_exc_types[LANG_EXC_OSError].init = os_init;
    lang_exc_types[LANG_EXC_OSError].str = os_str;
    lang_exc_types[LANG_EXC_SyntaxError].init = syntax_init;
    lang_exc_types[LANG_EXC_SyntaxError].str = syntax_str;
    for (enum lang_exc e = LANG_EXC_UnicodeDecodeError; e <= LANG_EXC_UnicodeEncodeError; e++) {
        lang_exc_types[e].init = unicode_init;
        lang_exc_types[e].str = unicode_str;
    }
    static const enum lang_exc with_keywords[] = {LANG_EXC_ImportError, LANG_EXC_NameError, LANG_EXC_AttributeError};
    for (size_t i = 0; i < 3; i++) {
        lang_exc_types[with_keywords[i]].init = keyword_init;
        lang_exc_types[with_keywords[i]].getattr = missing_attribute;
    }
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
    /* A program may have made a circle of contexts: slow goes half as fast and meets c there (Floyd). */
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
    if (lang_is_error(exc)) /* making it failed: that failure stands */
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

lang_value lang_no_memory(struct lang_thread *t)
{
    if (lang_is_undef(t->exception) && no_memory_exception) {
        exc_clear(t, &no_memory_exception->head);
        t->exception = lang_ref(lang_obj(no_memory_exception));
    }
    return lang_error();
}

static lang_value raise_text(struct lang_thread *t, struct lang_type *cls, const char *format, va_list list)
{
    if (!lang_is_undef(t->exception))
        return lang_error();
    struct lang_str *s = lang_str_from_vformat(t, format, list);
    if (!s)
        return lang_error();
    lang_value arg = lang_obj(s), e;
    if (cls->flags & LANG_TYPE_HEAP)
        e = lang_call(t, lang_obj(cls), &arg, 1, NULL);
    else
        e = exc_make(t, cls, &arg, 1, NULL);
    lang_decref(t, s);
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

lang_value lang_error_take(struct lang_thread *t)
{
    lang_value e = t->exception;
    t->exception = lang_undef();
    return e;
}

void lang_error_clear(struct lang_thread *t)
{
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

/* ------------------------------------------------------------------ tracebacks and frame objects */

struct lang_frame_object *lang_frame_object(struct lang_thread *t, struct lang_frame *f)
{
    if (f->object)
        return f->object;
    struct lang_frame_object *o = lang_object_new(t, &lang_type_frame);
    if (!o)
        return NULL;
    o->frame = f;
    o->code = lang_incref(f->code);
    o->func = f->func ? lang_incref(f->func) : NULL;
    o->globals = f->globals ? lang_incref(f->globals) : NULL;
    f->object = o;
    f->flags |= LANG_FRAME_SEEN;
    return o;
}

void lang_traceback_add(struct lang_thread *t, struct lang_frame *f)
{
    lang_value e = lang_error_take(t);
    if (lang_is_undef(e))
        return;
    struct lang_frame_object *o = e.o == (struct lang_object *)no_memory_exception ? NULL : lang_frame_object(t, f);
    struct lang_traceback *tb = o ? lang_object_new(t, &lang_type_traceback) : NULL;
    if (tb) {
        tb->frame = lang_incref(o);
        tb->instr = lang_frame_instr(f);
        tb->next = (struct lang_traceback *)(lang_is_undef(EXC(e)->traceback) ? NULL : EXC(e)->traceback.o); /* moves */
        EXC(e)->traceback = lang_obj(tb);
    } else {
        lang_error_clear(t); /* short of memory: the traceback stays shorter */
    }
    lang_set_steal(t, &t->exception, e);
}

static void traceback_destroy(struct lang_thread *t, struct lang_object *o)
{
    struct lang_traceback *tb = (struct lang_traceback *)o;
    lang_xdecref(t, tb->frame);
    lang_xdecref(t, tb->next);
}
static void traceback_traverse(struct lang_object *o, lang_visit_fn visit, void *arg)
{
    struct lang_traceback *tb = (struct lang_traceback *)o;
    if (tb->frame)
        visit(&tb->frame->head, arg);
    if (tb->next)
        visit(&tb->next->head, arg);
}
static lang_value tb_lineno(struct lang_thread *t, lang_value v)
{
    (void)t;
    return lang_int(lang_traceback_line((struct lang_traceback *)v.o));
}
static lang_value tb_next(struct lang_thread *t, lang_value v)
{
    (void)t;
    struct lang_traceback *n = ((struct lang_traceback *)v.o)->next;
    return n ? lang_ref(lang_obj(n)) : lang_none();
}
static lang_value tb_frame(struct lang_thread *t, lang_value v)
{
    (void)t;
    return lang_ref(lang_obj(((struct lang_traceback *)v.o)->frame));
}
static const struct lang_getset traceback_getset[] = {{"tb_lineno", tb_lineno, NULL, NULL},
                                                      {"tb_next", tb_next, NULL, NULL},
                                                      {"tb_frame", tb_frame, NULL, NULL},
                                                      {NULL, NULL, NULL, NULL}};

struct lang_type lang_type_traceback = {
    .name = "traceback",
    .size = sizeof(struct lang_traceback),
    .getset = traceback_getset,
    .destroy = traceback_destroy,
    .traverse = traceback_traverse,
};

static void frame_destroy(struct lang_thread *t, struct lang_object *o)
{
    struct lang_frame_object *f = (struct lang_frame_object *)o;
    lang_xdecref(t, f->code);
    lang_xdecref(t, f->func);
    lang_xdecref(t, f->globals);
    lang_xdecref(t, f->locals);
    lang_xdecref(t, f->back);
}
static void frame_traverse(struct lang_object *o, lang_visit_fn visit, void *arg)
{
    struct lang_frame_object *f = (struct lang_frame_object *)o;
    if (f->func)
        visit(&f->func->head, arg);
    if (f->globals)
        visit(&f->globals->head, arg);
    if (f->locals)
        visit(&f->locals->head, arg);
    if (f->back)
        visit(&f->back->head, arg);
}
static lang_value f_lineno(struct lang_thread *t, lang_value v)
{
    (void)t;
    return lang_int(lang_frame_object_line((struct lang_frame_object *)v.o));
}
static lang_value f_code(struct lang_thread *t, lang_value v)
{
    (void)t;
    return lang_ref(lang_obj(((struct lang_frame_object *)v.o)->code));
}
static lang_value f_globals(struct lang_thread *t, lang_value v)
{
    (void)t;
    struct lang_frame_object *f = (struct lang_frame_object *)v.o;
    return f->globals ? lang_ref(lang_obj(f->globals)) : lang_none();
}
static lang_value f_back(struct lang_thread *t, lang_value v)
{
    struct lang_frame_object *f = (struct lang_frame_object *)v.o;
    if (!f->frame || f->frame == t->frames)
        return lang_none();
    struct lang_frame_object *back = lang_frame_object(t, f->frame - 1);
    return back ? lang_ref(lang_obj(back)) : lang_error();
}
/* For the module `warnings`: a cell lies in no file that it could read. */
static lang_value f_source_line(struct lang_thread *t, lang_value v)
{
    struct lang_frame_object *f = (struct lang_frame_object *)v.o;
    const char *line;
    size_t size;
    if (f->code->text->filename || !lang_text_line(f->code->text, lang_frame_object_line(f), &line, &size))
        return lang_none();
    return lang_obj_or_error(lang_str_new(t, line, size));
}
struct lang_dict *lang_frame_locals(struct lang_thread *t, struct lang_frame *f);
static lang_value f_locals(struct lang_thread *t, lang_value v)
{
    struct lang_frame_object *f = (struct lang_frame_object *)v.o;
    return f->frame ? lang_obj_or_error(lang_frame_locals(t, f->frame)) : lang_obj_or_error(lang_dict_new(t));
}
static const struct lang_getset frame_getset[] = {{"f_lineno", f_lineno, NULL, NULL},
                                                  {"f_code", f_code, NULL, NULL},
                                                  {"f_globals", f_globals, NULL, NULL},
                                                  {"f_back", f_back, NULL, NULL},
                                                  {"f_locals", f_locals, NULL, NULL},
                                                  {"_source_line", f_source_line, NULL, NULL},
                                                  {NULL, NULL, NULL, NULL}};

struct lang_type lang_type_frame = {
    .name = "frame",
    .size = sizeof(struct lang_frame_object),
    .getset = frame_getset,
    .destroy = frame_destroy,
    .traverse = frame_traverse,
};
