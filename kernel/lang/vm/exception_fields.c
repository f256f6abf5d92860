/* exception_fields.c: the exceptions that know more than their arguments: OSError, SyntaxError, ImportError, NameError,
 * AttributeError, StopIteration, SystemExit and those of Unicode. Their fields are no attributes of the instance's
 * __dict__; a row of a table names each. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "vm/code.h"
#include "vm/exception_fields.h"
#include "vm/native.h"

#define EXC(v) ((struct lang_exception *)(v).o)

/* ------------------------------------------------------------------ fields */

lang_value lang_exception_field(lang_value v, enum lang_exception_field i)
{
    return EXC(v)->fields ? EXC(v)->fields[i] : lang_undef();
}

int lang_exception_set_field(struct lang_thread *t, lang_value v, enum lang_exception_field i, lang_value value)
{
    struct lang_exception *e = EXC(v);
    if (!e->fields) {
        e->fields = lang_alloc(t, LANG_FIELD_COUNT * sizeof *e->fields);
        if (!e->fields)
            return -1;
        memset(e->fields, 0, LANG_FIELD_COUNT * sizeof *e->fields);
    }
    lang_set_steal(t, &e->fields[i], lang_ref(value));
    return 0;
}

static int set_fields(struct lang_thread *t, lang_value v, const lang_value *values, int n)
{
    for (int i = 0; i < n; i++)
        if (lang_exception_set_field(t, v, (enum lang_exception_field)i, values[i]) < 0)
            return -1;
    return 0;
}

static lang_value or_none(lang_value v)
{
    return lang_is_undef(v) ? lang_none() : lang_ref(v);
}

#define FIELD(i)                                                                                                       \
    static lang_value get_##i(struct lang_thread *t, lang_value v)                                                     \
    {                                                                                                                  \
        (void)t;                                                                                                       \
        return or_none(lang_exception_field(v, (enum lang_exception_field)(i)));                                       \
    }                                                                                                                  \
    static int set_##i(struct lang_thread *t, lang_value v, lang_value value)                                          \
    {                                                                                                                  \
        return lang_exception_set_field(t, v, (enum lang_exception_field)(i), value);                                  \
    }
/* clang-format off */
FIELD(0) FIELD(1) FIELD(2) FIELD(3) FIELD(4) FIELD(5) FIELD(6) FIELD(7)
/* clang-format on */
#undef FIELD

    /* The arguments of v become these n. */
    static int set_args(struct lang_thread *t, lang_value v, const lang_value *args, size_t n)
{
    struct lang_tuple *fresh = lang_tuple_from(t, args, (int64_t)n), *old = EXC(v)->args;
    if (!fresh)
        return -1;
    EXC(v)->args = fresh;
    lang_xdecref(t, old);
    return 0;
}

static int refuse_keywords(struct lang_thread *t, const struct lang_type *cls, const struct lang_tuple *kwnames)
{
    if (kwnames && kwnames->length)
        return lang_fail(t, LANG_EXC_TypeError, "%s() takes no keyword arguments", cls->name);
    return 0;
}

static lang_value plain_str(struct lang_thread *t, lang_value v)
{
    return lang_exc_types[LANG_EXC_BaseException].str(t, v);
}

/* ------------------------------------------------------------------ StopIteration, SystemExit */

/* Made by the interpreter they have arguments alone; the field is there once __init__ has run or it was assigned. */
static lang_value stop_value(struct lang_thread *t, lang_value v)
{
    (void)t;
    struct lang_tuple *args = EXC(v)->args;
    if (EXC(v)->fields)
        return or_none(EXC(v)->fields[0]);
    bool made_by_machine = !(lang_type_of(v)->flags & LANG_TYPE_HEAP);
    return made_by_machine && args && args->length ? lang_ref(args->items[0]) : lang_none();
}
lang_value lang_stop_iteration_value(lang_value v)
{
    return stop_value(NULL, v);
}
static lang_value exit_code(struct lang_thread *t, lang_value v)
{
    struct lang_tuple *args = EXC(v)->args;
    if (!EXC(v)->fields && args && args->length > 1)
        return lang_obj(lang_incref(args));
    return stop_value(t, v);
}
static const struct lang_getset stop_getset[] = {{"value", stop_value, set_0, "generator return value"},
                                                 {NULL, NULL, NULL, NULL}};
static const struct lang_getset exit_getset[] = {{"code", exit_code, set_0, "exception code"},
                                                 {NULL, NULL, NULL, NULL}};

/* ------------------------------------------------------------------ OSError */

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

/* errno, strerror, filename, a number that Windows has, filename2. A third argument that is an integer is what a
 * BlockingIOError has written. */
static int os_fill(struct lang_thread *t, lang_value v, const lang_value *args, size_t n)
{
    if (n < 2 || n > 5)
        return set_args(t, v, args, n);
    lang_value fields[] = {args[0], args[1], n > 2 ? args[2] : lang_undef(), n > 4 ? args[4] : lang_undef(),
                           lang_undef()};
    bool written = n > 2 && lang_is_a(v, &lang_exc_types[LANG_EXC_BlockingIOError]) && fields[2].tag == LANG_INT;
    if (written) {
        fields[4] = fields[2];
        fields[2] = lang_undef();
    }
    for (int i = 2; i < 4; i++)
        if (lang_is_none(fields[i]))
            fields[i] = lang_undef();
    bool named = !lang_is_undef(fields[2]);
    return set_fields(t, v, fields, 5) < 0 ? -1 : set_args(t, v, args, named ? 2 : n);
}

static lang_value os_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                          struct lang_tuple *kwnames);
static int os_init(struct lang_thread *t, lang_value v, const lang_value *args, size_t nargs,
                   struct lang_tuple *kwnames);

/* A subclass with an __init__ of its own, but not __new__, decides which arguments count. */
static bool os_filled_by_init(const struct lang_type *cls)
{
    return cls->init != os_init && cls->make == os_make;
}

static lang_value os_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                          struct lang_tuple *kwnames)
{
    bool later = os_filled_by_init(cls);
    if (!later && refuse_keywords(t, cls, kwnames) < 0)
        return lang_error();
    if (cls == &lang_exc_types[LANG_EXC_OSError] && nargs >= 2 && nargs <= 5 && args[0].tag == LANG_INT)
        cls = &lang_exc_types[class_of_errno(args[0].i)];
    lang_value v = lang_obj_or_error(lang_object_new(t, cls));
    if (!lang_is_error(v) && (later ? set_args(t, v, NULL, 0) : os_fill(t, v, args, nargs)) < 0) {
        lang_unref(t, v);
        return lang_error();
    }
    return v;
}

static int os_init(struct lang_thread *t, lang_value v, const lang_value *args, size_t nargs,
                   struct lang_tuple *kwnames)
{
    if (!os_filled_by_init(lang_type_of(v)))
        return 0;
    return refuse_keywords(t, lang_type_of(v), kwnames) < 0 ? -1 : os_fill(t, v, args, nargs);
}

static lang_value os_str(struct lang_thread *t, lang_value v)
{
    lang_value f[4];
    struct lang_str *s;
    if (!EXC(v)->fields)
        return plain_str(t, v);
    bool complete = !lang_is_undef(EXC(v)->fields[0]) && !lang_is_undef(EXC(v)->fields[1]);
    for (int i = 0; i < 4; i++) { /* a __str__ of theirs may set others */
        f[i] = lang_ref(EXC(v)->fields[i]);
        if (lang_is_undef(f[i]) && i < 2)
            f[i] = lang_none();
    }
    if (!lang_is_undef(f[2]) && !lang_is_undef(f[3]))
        s = lang_str_from_format(t, "[Errno %S] %S: %R -> %R", f[0], f[1], f[2], f[3]);
    else if (!lang_is_undef(f[2]))
        s = lang_str_from_format(t, "[Errno %S] %S: %R", f[0], f[1], f[2]);
    else
        s = complete ? lang_str_from_format(t, "[Errno %S] %S", f[0], f[1]) : NULL;
    bool plain = !complete && lang_is_undef(f[2]);
    for (int i = 0; i < 4; i++)
        lang_unref(t, f[i]);
    return plain ? plain_str(t, v) : lang_obj_or_error(s);
}

static lang_value get_written(struct lang_thread *t, lang_value v)
{
    lang_value n = lang_exception_field(v, LANG_FIELD_WRITTEN);
    return lang_is_undef(n) ? lang_raise(t, LANG_EXC_AttributeError, "characters_written") : n;
}
static int set_written(struct lang_thread *t, lang_value v, lang_value value)
{
    int64_t n;
    if (lang_is_undef(value) && lang_is_undef(lang_exception_field(v, LANG_FIELD_WRITTEN)))
        return lang_fail(t, LANG_EXC_AttributeError, "characters_written");
    if (!lang_is_undef(value) && lang_as_index(t, value, &n) < 0)
        return -1;
    return lang_exception_set_field(t, v, LANG_FIELD_WRITTEN, lang_is_undef(value) ? value : lang_int(n));
}
static const struct lang_getset os_getset[] = {
    {"errno", get_0, set_0, "POSIX exception code"},        {"strerror", get_1, set_1, "exception strerror"},
    {"filename", get_2, set_2, "exception filename"},       {"filename2", get_3, set_3, "second exception filename"},
    {"characters_written", get_written, set_written, NULL}, {NULL, NULL, NULL, NULL}};

/* ------------------------------------------------------------------ SyntaxError */

static int syntax_init(struct lang_thread *t, lang_value v, const lang_value *args, size_t nargs,
                       struct lang_tuple *kwnames)
{
    if (refuse_keywords(t, lang_type_of(v), kwnames) < 0 || set_args(t, v, args, nargs) < 0)
        return -1;
    if (nargs >= 1 && lang_exception_set_field(t, v, LANG_FIELD_MSG, args[0]) < 0)
        return -1;
    if (nargs != 2)
        return 0;
    struct lang_tuple *info = lang_to_tuple(t, args[1]);
    if (!info)
        return -1;
    int s = 0;
    if (info->length < 4 || info->length > 6)
        s = lang_fail(t, LANG_EXC_TypeError, "function takes at %s arguments (%lld given)",
                      info->length < 4 ? "least 4" : "most 6", (long long)info->length);
    for (int64_t i = 0; s == 0 && i < info->length; i++)
        s = lang_exception_set_field(t, v, (enum lang_exception_field)(i + 1), info->items[i]);
    if (s == 0 && info->length == 5)
        s = lang_fail(t, LANG_EXC_TypeError, "end_offset must be provided when end_lineno is provided");
    lang_decref(t, info);
    return s;
}

/* msg, and where it is, as far as that is known. */
static struct lang_str *message_with_location(struct lang_thread *t, lang_value msg, lang_value file, lang_value line)
{
    bool has_line = line.tag == LANG_INT;
    if (lang_is_str(file)) {
        const char *name = lang_str_utf8(t, lang_as_str(file), NULL), *slash = name ? strrchr(name, '/') : NULL;
        if (!name)
            return NULL;
        if (slash)
            name = slash + 1;
        return has_line ? lang_str_from_format(t, "%S (%s, line %lld)", msg, name, (long long)line.i)
                        : lang_str_from_format(t, "%S (%s)", msg, name);
    }
    return has_line ? lang_str_from_format(t, "%S (line %lld)", msg, (long long)line.i) : lang_to_str(t, msg);
}

static lang_value syntax_str(struct lang_thread *t, lang_value v)
{
    lang_value msg = lang_exception_field(v, LANG_FIELD_MSG), file = lang_exception_field(v, LANG_FIELD_FILENAME);
    if (lang_is_undef(msg)) {
        if (!EXC(v)->fields && EXC(v)->args && EXC(v)->args->length) /* made by the interpreter */
            return plain_str(t, v);
        msg = lang_none();
    }
    lang_ref(msg); /* its __str__ may set others */
    lang_ref(file);
    struct lang_str *s = message_with_location(t, msg, file, lang_exception_field(v, LANG_FIELD_LINENO));
    lang_unref(t, file);
    lang_unref(t, msg);
    return lang_obj_or_error(s);
}

static const struct lang_getset syntax_getset[] = {
    {"msg", get_0, set_0, "exception msg"},
    {"filename", get_1, set_1, "exception filename"},
    {"lineno", get_2, set_2, "exception lineno"},
    {"offset", get_3, set_3, "exception offset"},
    {"text", get_4, set_4, "exception text"},
    {"end_lineno", get_5, set_5, "exception end lineno"},
    {"end_offset", get_6, set_6, "exception end offset"},
    {"print_file_and_line", get_7, set_7, "exception print_file_and_line"},
    {NULL, NULL, NULL, NULL}};

/* ------------------------------------------------------------------ ImportError, NameError, AttributeError */

static lang_value get_name(struct lang_thread *t, lang_value v)
{
    (void)t;
    return or_none(EXC(v)->name);
}
static int set_name(struct lang_thread *t, lang_value v, lang_value value)
{
    lang_set_steal(t, &EXC(v)->name, lang_ref(value));
    return 0;
}
static lang_value get_obj(struct lang_thread *t, lang_value v)
{
    (void)t;
    return or_none(EXC(v)->obj);
}
static int set_obj(struct lang_thread *t, lang_value v, lang_value value)
{
    lang_set_steal(t, &EXC(v)->obj, lang_ref(value));
    return 0;
}
static const struct lang_getset name_getset[] = {{"name", get_name, set_name, "name"}, {NULL, NULL, NULL, NULL}};
static const struct lang_getset attribute_getset[] = {
    {"name", get_name, set_name, "attribute name"}, {"obj", get_obj, set_obj, "object"}, {NULL, NULL, NULL, NULL}};
static const struct lang_getset import_getset[] = {{"msg", get_0, set_0, "exception message"},
                                                   {"name", get_name, set_name, "module name"},
                                                   {"path", get_obj, set_obj, "module path"},
                                                   {NULL, NULL, NULL, NULL}};

/* name= is the first field of them all; the second is path= or obj= or not there. */
static int keyword_init(struct lang_thread *t, lang_value v, const lang_value *args, size_t nargs,
                        struct lang_tuple *kwnames)
{
    struct lang_type *type = lang_type_of(v);
    bool import = lang_is_subtype(type, &lang_exc_types[LANG_EXC_ImportError]);
    bool attribute = lang_is_subtype(type, &lang_exc_types[LANG_EXC_AttributeError]);
    const char *function = import ? "ImportError" : attribute ? "AttributeError" : "NameError";
    struct lang_str *second = import ? LANG_NAME(path) : attribute ? LANG_NAME(obj) : NULL;
    int most = second ? 2 : 1;
    if (kwnames && kwnames->length > most)
        return lang_fail(t, LANG_EXC_TypeError, "%s() takes at most %d keyword argument%s (%lld given)", function, most,
                         most == 1 ? "" : "s", (long long)kwnames->length);
    lang_set_steal(t, &EXC(v)->name, lang_undef()); /* __init__ may run again */
    lang_set_steal(t, &EXC(v)->obj, lang_undef());
    for (int64_t i = 0; kwnames && i < kwnames->length; i++) {
        struct lang_str *k = lang_as_str(kwnames->items[i]);
        bool first = lang_str_equal(k, LANG_NAME(name));
        if (!first && !(second && lang_str_equal(k, second)))
            return lang_fail(t, LANG_EXC_TypeError, "'%U' is an invalid keyword argument for %s()", k, function);
        (first ? set_name : set_obj)(t, v, args[nargs + (size_t)i]);
    }
    if (set_args(t, v, args, nargs) < 0)
        return -1;
    if (!import || (nargs != 1 && lang_is_undef(lang_exception_field(v, LANG_FIELD_MSG))))
        return 0;
    return lang_exception_set_field(t, v, LANG_FIELD_MSG, nargs == 1 ? args[0] : lang_none());
}

static lang_value import_str(struct lang_thread *t, lang_value v)
{
    lang_value msg = lang_exception_field(v, LANG_FIELD_MSG);
    return lang_is_str(msg) ? lang_ref(msg) : plain_str(t, v);
}

/* ------------------------------------------------------------------ set-up */

static int stop_init(struct lang_thread *t, lang_value v, const lang_value *args, size_t nargs,
                     struct lang_tuple *kwnames)
{
    if (refuse_keywords(t, lang_type_of(v), kwnames) < 0 || set_args(t, v, args, nargs) < 0)
        return -1;
    return lang_exception_set_field(t, v, LANG_FIELD_FIRST, nargs ? args[0] : lang_none());
}
static int exit_init(struct lang_thread *t, lang_value v, const lang_value *args, size_t nargs,
                     struct lang_tuple *kwnames)
{
    if (refuse_keywords(t, lang_type_of(v), kwnames) < 0 || set_args(t, v, args, nargs) < 0)
        return -1;
    if (!nargs && !lang_is_undef(lang_exception_field(v, LANG_FIELD_FIRST)))
        return 0; /* __init__ once more: it stays */
    lang_value code = nargs > 1 ? lang_obj(EXC(v)->args) : nargs ? args[0] : lang_none();
    return lang_exception_set_field(t, v, LANG_FIELD_FIRST, code);
}

void lang_exception_fields_setup(void)
{
    struct lang_type *all = lang_exc_types;
    all[LANG_EXC_StopIteration].getset = stop_getset;
    all[LANG_EXC_StopIteration].init = stop_init;
    all[LANG_EXC_SystemExit].getset = exit_getset;
    all[LANG_EXC_SystemExit].init = exit_init;
    all[LANG_EXC_OSError].make = os_make;
    all[LANG_EXC_OSError].init = os_init;
    all[LANG_EXC_OSError].str = os_str;
    all[LANG_EXC_OSError].getset = os_getset;
    all[LANG_EXC_SyntaxError].init = syntax_init;
    all[LANG_EXC_SyntaxError].str = syntax_str;
    all[LANG_EXC_SyntaxError].getset = syntax_getset;
    all[LANG_EXC_ImportError].init = keyword_init;
    all[LANG_EXC_ImportError].str = import_str;
    all[LANG_EXC_ImportError].getset = import_getset;
    all[LANG_EXC_NameError].init = keyword_init;
    all[LANG_EXC_NameError].getset = name_getset;
    all[LANG_EXC_AttributeError].init = keyword_init;
    all[LANG_EXC_AttributeError].getset = attribute_getset;
}
