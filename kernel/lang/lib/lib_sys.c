/* lib_sys.c: the module sys. Other files look up the standard streams in its dict. */
#include <float.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lang.h"
#include "lib.h"
#include "struct_seq.h"
#include "types/stream.h"
#include "vm/code.h"
#include "vm/import_path.h"

/* Of the one module of the process; kept, because a program may take sys out of sys.modules. */
static struct lang_dict *sys_dict;

void lang_sys_free(struct lang_thread *t)
{
    struct lang_dict *dict = sys_dict;

    sys_dict = NULL;
    lang_xdecref(t, dict);
}

lang_value lang_sys_lookup(struct lang_thread *t, const char *name)
{
    return sys_dict ? lang_dict_get_c(t, sys_dict, name) : lang_undef();
}

static lang_value s_exit(struct lang_thread *t, const lang_value *a)
{
    if (lang_is_undef(a[0]))
        lang_error_set(t, lang_obj(&lang_exc_types[LANG_EXC_SystemExit]));
    else if (lang_is_tuple(a[0])) {
        lang_value r = lang_call(t, lang_obj(&lang_exc_types[LANG_EXC_SystemExit]), lang_as_tuple(a[0])->items,
                                 (size_t)lang_as_tuple(a[0])->length, NULL);

        if (!lang_is_error(r)) {
            lang_error_set(t, r);
            lang_unref(t, r);
        }
    } else {
        lang_raise_value(t, LANG_EXC_SystemExit, a[0]);
    }
    return lang_error();
}

static lang_value s_intern(struct lang_thread *t, const lang_value *a)
{
    if (!lang_is_exactly(a[0], &lang_type_str))
        return lang_raise(t, LANG_EXC_TypeError,
                          lang_is_str(a[0]) ? "can't intern %N" : "intern() argument must be str, not %N", a[0]);
    return lang_obj_or_error(lang_intern_str(t, lang_as_str(a[0])));
}

/* Whether a module of that name is part of the library; find_spec() asks, which must not import it. */
static lang_value s_own_finders(struct lang_thread *t, const lang_value *a)
{
    (void)a;
    return lang_obj_or_error(lang_finders_new(t));
}

static lang_value s_namespace_path(struct lang_thread *t, const lang_value *a)
{
    if (!lang_is_str(a[0]) || !lang_is_list(a[1]))
        return lang_raise(t, LANG_EXC_TypeError, "_namespace_path() takes a name and a list of folders");
    return lang_namespace_path_new(t, lang_as_str(a[0]), lang_incref(a[1].o));
}

static lang_value s_is_library_module(struct lang_thread *t, const lang_value *a)
{
    size_t size;
    const char *name = lang_as_utf8(t, a[0], "_is_library_module()", &size), *known;

    if (!name)
        return lang_error();
    for (const struct lang_module_def *const *def = t->vm->services->modules; *def; def++)
        if (strcmp((*def)->name, name) == 0)
            return lang_bool(true);
    for (size_t i = 0; (known = lang_registered_name(t->vm, i)); i++)
        if (strcmp(known, name) == 0)
            return lang_bool(true);
    return lang_bool(false);
}

/* None, 'module' or 'package': whether the library has a text of that name. */
static lang_value s_library_text(struct lang_thread *t, const lang_value *a)
{
    size_t size;
    bool package;
    const char *name = lang_as_utf8(t, a[0], "_library_text()", &size);
    if (!name)
        return lang_error();
    if (!lang_library_text(t, name, &package))
        return lang_none();
    return lang_obj_or_error(lang_str_from_c(t, package ? "package" : "module"));
}

static lang_value s_library_code(struct lang_thread *t, const lang_value *a)
{
    size_t size;
    bool package;
    const char *name = lang_as_utf8(t, a[0], "_library_code()", &size);
    if (!name)
        return lang_error();
    return lang_library_text(t, name, &package) ? lang_obj_or_error(lang_library_code(t, name)) : lang_none();
}

static lang_value s_cell_text(struct lang_thread *t, const lang_value *a)
{
    size_t size;
    const char *name = lang_as_utf8(t, a[0], "_cell_text()", &size);
    const struct lang_text *text = name ? lang_text_of_cell(name) : NULL;
    if (!name)
        return lang_error();
    return text ? lang_obj_or_error(lang_str_new(t, text->text, text->size)) : lang_none();
}

static lang_value s_code_text(struct lang_thread *t, const lang_value *a)
{
    const char *line;
    size_t size;
    if (!lang_is_exactly(a[0], &lang_type_code))
        return lang_raise(t, LANG_EXC_TypeError, "_code_text() argument must be code, not %s", lang_type_name(a[0]));
    struct lang_text *text = ((struct lang_code *)a[0].o)->text;
    if (!text || text->hidden || !lang_text_line(text, 1, &line, &size)) /* which reads it */
        return lang_none();
    return lang_obj_or_error(lang_str_new(t, text->text, text->size));
}

static lang_value s_getsizeof(struct lang_thread *t, const lang_value *a)
{
    struct lang_str *name = lang_intern_c(t, "__sizeof__");
    lang_value own = lang_undef(), r;

    if (!name)
        return lang_error();
    if (lang_is_obj(a[0]))
        own = lang_type_lookup(t, lang_type_of(a[0]), name);
    r = lang_is_obj(own)    ? lang_call_special(t, a[0], name, NULL, 0)
        : lang_is_obj(a[0]) ? lang_int((int64_t)lang_type_of(a[0])->size)
                            : lang_int((int64_t)sizeof(lang_value));
    lang_decref(t, name);
    return r;
}

static lang_value s_getrefcount(struct lang_thread *t, const lang_value *a)
{
    (void)t;
    /* one more for the argument, as CPython counts */
    return lang_int(lang_is_obj(a[0]) ? (int64_t)a[0].o->refs + 1 : 1000000000);
}

static lang_value s_getdefaultencoding(struct lang_thread *t, const lang_value *a)
{
    (void)a;
    return lang_obj_or_error(lang_str_from_c(t, "utf-8"));
}

static lang_value s_getrecursionlimit(struct lang_thread *t, const lang_value *a)
{
    (void)a;
    return lang_int(t->vm->recursion_limit);
}

static lang_value s_setrecursionlimit(struct lang_thread *t, const lang_value *a)
{
    int64_t limit;

    if (lang_as_index(t, a[0], &limit) < 0)
        return lang_error();
    if (limit < 1)
        return lang_raise(t, LANG_EXC_ValueError, "recursion limit must be greater or equal than 1");
    if (limit > INT32_MAX)
        return lang_raise(t, LANG_EXC_OverflowError, "Python int too large to convert to C int");
    if (limit <= t->depth)
        return lang_raise(t, LANG_EXC_RecursionError,
                          "cannot set the recursion limit to %lld at the recursion depth %d: the limit is too low",
                          (long long)limit, t->depth);
    lang_set_recursion_limit(t->vm, (int)limit);
    return lang_none();
}

/* (class, exception, traceback) of what a thread handles, or three None. */
static lang_value exc_info_of(struct lang_thread *t, const struct lang_thread *who)
{
    lang_value items[3] = {lang_none(), lang_none(), lang_none()};
    lang_value handled = lang_handled(who);
    if (lang_is_obj(handled)) {
        struct lang_exception *e = (struct lang_exception *)handled.o;

        items[0] = lang_obj(e->head.type);
        items[1] = handled;
        if (lang_is_obj(e->traceback))
            items[2] = e->traceback;
    }
    return lang_obj_or_error(lang_tuple_from(t, items, 3));
}

static lang_value s_exc_info(struct lang_thread *t, const lang_value *a)
{
    (void)a;
    return exc_info_of(t, t);
}

static lang_value frame_of(struct lang_thread *t, const struct lang_thread *who)
{
    struct lang_frame_object *frame = lang_frame_object(t, who->frame);
    return frame ? lang_obj(lang_incref(frame)) : lang_error();
}

/* Something of every thread that runs code of the language, by the thread's number. The others wait for the lock or
 * have given it away, so that their frames hold still while this one looks; none of it runs code that could let them go
 * on. */
static lang_value of_all_threads(struct lang_thread *t,
                                 lang_value (*ask)(struct lang_thread *t, const struct lang_thread *who))
{
    struct lang_dict *all = lang_dict_new(t);
    for (const struct lang_thread *who = t->vm->threads; all && who; who = who->next) {
        if (!who->frame)
            continue;
        lang_value v = ask(t, who);
        int status = lang_is_error(v) ? -1 : lang_dict_set(t, all, lang_int((int64_t)(uintptr_t)who->ident), v);
        if (!lang_is_error(v))
            lang_unref(t, v);
        if (status < 0) {
            lang_decref(t, all);
            all = NULL;
        }
    }
    return lang_obj_or_error(all);
}

static lang_value s_current_frames(struct lang_thread *t, const lang_value *a)
{
    (void)a;
    return of_all_threads(t, frame_of);
}

static lang_value s_current_exceptions(struct lang_thread *t, const lang_value *a)
{
    (void)a;
    return of_all_threads(t, exc_info_of);
}

static lang_value s_exception(struct lang_thread *t, const lang_value *a)
{
    (void)a;
    lang_value handled = lang_handled(t);
    return lang_is_obj(handled) ? lang_ref(handled) : lang_none();
}

static lang_value s_get_int_max_str_digits(struct lang_thread *t, const lang_value *a)
{
    (void)t;
    (void)a;
    return lang_int(lang_int_max_str_digits);
}

static lang_value s_set_int_max_str_digits(struct lang_thread *t, const lang_value *a)
{
    int64_t n;

    if (lang_as_c_int(t, a[0], &n) < 0)
        return lang_error();
    if (n != 0 && n < 640)
        return lang_raise(t, LANG_EXC_ValueError, "maxdigits must be 0 or larger than 640");
    lang_int_max_str_digits = n;
    return lang_none();
}

static const struct lang_method functions[] = {
    {"getrecursionlimit", "()", s_getrecursionlimit,
     "Return the current value of the recursion limit.\n\n"
     "The recursion limit is the maximum depth of the Python interpreter\n"
     "stack.  This limit prevents infinite recursion from causing an overflow\n"
     "of the C stack and crashing Python.",
     0},
    {"setrecursionlimit", "(limit, /)", s_setrecursionlimit,
     "Set the maximum depth of the Python interpreter stack to n.", 0},
    {"_current_frames", "()", s_current_frames,
     "The innermost frame of each thread that runs, in a dictionary by the number of the thread.", 0},
    {"_current_exceptions", "()", s_current_exceptions,
     "What each thread that runs handles, as exc_info() tells it, in a dictionary by the number of the thread.", 0},
    {"exc_info", "()", s_exc_info,
     "Return current exception information: (type, value, traceback).\n\n"
     "Return information about the most recent exception caught by an except\n"
     "clause in the current stack frame or in an older stack frame.",
     0},
    {"exception", "()", s_exception,
     "Return the current exception.\n\n"
     "Return the most recent exception caught by an except clause\n"
     "in the current stack frame or in an older stack frame, or None\n"
     "if no such clause exists.",
     0},
    {"get_int_max_str_digits", "()", s_get_int_max_str_digits,
     "Return the maximum string digits limit for non-binary int<->str conversions.", 0},
    {"set_int_max_str_digits", "(maxdigits)", s_set_int_max_str_digits,
     "Set the maximum string digits limit for non-binary int<->str conversions.", 0},
    {"exit", "(status=None, /)", s_exit,
     "Exit the interpreter by raising SystemExit(status).\n\n"
     "If the status is omitted or None, it defaults to zero (i.e., success).\n"
     "If the status is an integer, it will be used as the system exit status.\n"
     "If it is another kind of object, it will be printed and the system\n"
     "exit status will be one (i.e., failure).",
     0},
    {"intern", "(string, /)", s_intern, "``Intern'' the given string.", 0},
    {"_code_text", "(code, /)", s_code_text, "The text that code was compiled from, escapes and all, or None.", 0},
    {"_cell_text", "(filename, /)", s_cell_text, "The text of a cell by the name of its file, or None.", 0},
    {"_own_finders", "()", s_own_finders, "The finders that sys.meta_path begins with.", 0},
    {"_namespace_path", "(name, portions, /)", s_namespace_path, "What __path__ of a package of folders is.", 0},
    {"_is_library_module", "(name, /)", s_is_library_module, "Whether the library has a module of that name.", 0},
    {"_library_text", "(name, /)", s_library_text,
     "'module' or 'package': what the library has in the language under that name, whether or not it serves; None: "
     "nothing.",
     0},
    {"_library_code", "(name, /)", s_library_code, "The code object of that, or None.", 0},
    {"getsizeof", "(object, default=<unrepresentable>)", s_getsizeof,
     "getsizeof(object [, default]) -> int\n\nReturn the size of object in bytes.", LANG_M_NOSIG},
    {"getrefcount", "(object, /)", s_getrefcount, "Return the reference count of object.", 0},
    {"getdefaultencoding", "()", s_getdefaultencoding,
     "Return the current default encoding used by the Unicode implementation.", 0},
    {"getfilesystemencoding", "()", s_getdefaultencoding,
     "Return the encoding used to convert Unicode filenames to OS filenames.", 0},
    {0},
};

static int add_text(struct lang_thread *t, struct lang_module *m, const char *name, const char *text)
{
    return lang_module_add_steal(t, m, name, lang_obj_or_error(lang_str_from_c(t, text)));
}

int lang_set_argv(struct lang_thread *t, int argc, char **argv)
{
    struct lang_list *list = lang_list_new(t, argc);
    int status;

    for (int i = 0; list && i < argc; i++) {
        struct lang_str *s = lang_str_from_c(t, argv[i]);

        if (!s || lang_list_append_steal(t, list, lang_obj(s)) < 0) {
            lang_decref(t, list);
            return -1;
        }
    }
    if (!list)
        return -1;
    status = sys_dict ? lang_dict_set_c(t, sys_dict, "argv", lang_obj(list)) : 0;
    lang_decref(t, list);
    return status;
}

int lang_set_script(struct lang_thread *t, const char *path)
{
    struct lang_dict *globals = lang_main_dict(t);
    lang_value sys_path = sys_dict ? lang_dict_get_c(t, sys_dict, "path") : lang_undef();
    struct lang_str *file = lang_str_from_c(t, path);
    /* Modules lie beside the file itself, not beside a link to it. */
    char *real = realpath(path, NULL);
    const char *link_target = real ? real : path;
    const char *slash = strrchr(link_target, '/');
    struct lang_str *folder = lang_str_from_format(t, "%.*s", slash > link_target ? (int)(slash - link_target) : 1,
                                                   slash ? link_target : ".");
    struct lang_dict *annotations = lang_dict_new(t);
    int status = -1;

    if (file && folder && annotations && lang_dict_set_c(t, globals, "__file__", lang_obj(file)) == 0 &&
        lang_dict_set_c(t, globals, "__cached__", lang_none()) == 0 &&
        lang_dict_set_c(t, globals, "__annotations__", lang_obj(annotations)) == 0) {
        status = 0;
        if (!lang_command_line.flags[LANG_FLAG_SAFE_PATH] && lang_is_list(sys_path) && lang_as_list(sys_path)->length)
            lang_set_steal(t, &lang_as_list(sys_path)->items[0], lang_ref(lang_obj(folder)));
    }
    lang_xdecref(t, file);
    lang_xdecref(t, folder);
    lang_xdecref(t, annotations);
    free(real);
    return status;
}

/* A path from the root on, without "." and "..", as os.path.abspath makes it; malloc'ed or NULL. */
static char *absolute(const char *path, size_t length)
{
    char *here = length && *path == '/' ? NULL : getcwd(NULL, 0);
    char *joined = NULL, *out = NULL;
    if ((here || (length && *path == '/')) && asprintf(&joined, "%s/%.*s", here ? here : "", (int)length, path) >= 0 &&
        (out = malloc(strlen(joined) + 2))) {
        size_t at = 0;
        for (char *component = joined, *next; component; component = next) {
            next = strchr(component, '/');
            size_t n = next ? (size_t)(next - component) : strlen(component);
            next = next ? next + 1 : NULL;
            if (n == 0 || (n == 1 && *component == '.'))
                continue;
            if (n == 2 && component[0] == '.' && component[1] == '.') {
                while (at && out[--at] != '/')
                    ;
                continue;
            }
            out[at++] = '/';
            memcpy(out + at, component, n);
            at += n;
        }
        if (!at)
            out[at++] = '/';
        out[at] = '\0';
    }
    free(here);
    free(joined);
    return out;
}

static int add_folder(struct lang_thread *t, struct lang_list *path, const char *text, size_t length)
{
    char *folder = absolute(text, length);
    struct lang_str *entry = folder ? lang_str_from_c(t, folder) : NULL;
    int known = entry ? lang_contains(t, lang_obj(path), lang_obj(entry)) : folder ? -1 : 1;
    int status = known < 0 || (!known && lang_list_append(t, path, lang_obj(entry)) < 0) ? -1 : 0;

    lang_xdecref(t, entry);
    free(folder);
    return status;
}

/* The folders that PYTHONPATH names go onto sys.path: an empty entry is the current one, one that is named twice comes
 * once, one that is not there stays. */
static int add_named_folders(struct lang_thread *t, struct lang_list *path)
{
    const char *at = getenv("PYTHONPATH");

    if (!at || !*at || lang_command_line.flags[LANG_FLAG_IGNORE_ENVIRONMENT])
        return 0;
    for (;;) {
        size_t length = strcspn(at, ":");
        if (add_folder(t, path, at, length) < 0)
            return -1;
        if (!at[length])
            return 0;
        at += length + 1;
    }
}

static int add_streams(struct lang_thread *t, struct lang_module *m)
{
    static const char *const names[] = {"stdin", "stdout", "stderr"};
    static const char *const originals[] = {"__stdin__", "__stdout__", "__stderr__"};

    for (int i = 0; i < 3; i++) {
        lang_value stream = lang_stream_new(t, i);

        if (lang_is_error(stream) || lang_module_add(t, m, names[i], stream) < 0 ||
            lang_module_add_steal(t, m, originals[i], stream) < 0)
            return -1;
    }
    return 0;
}

/* ------------------------------------------------------------------ constants */

static const struct lang_getset version_fields[] = {
    {"major", lang_struct_seq_0, NULL, "Major release number"},
    {"minor", lang_struct_seq_1, NULL, "Minor release number"},
    {"micro", lang_struct_seq_2, NULL, "Patch release number"},
    {"releaselevel", lang_struct_seq_3, NULL, "'alpha', 'beta', 'candidate', or 'final'"},
    {"serial", lang_struct_seq_4, NULL, "Serial release number"},
    {0},
};
STRUCT_SEQ(version_type, "version_info", "sys", version_fields, "Version information as a named tuple.");

static const struct lang_getset float_fields[] = {
    {"max", lang_struct_seq_0, NULL, "DBL_MAX -- maximum representable finite float"},
    {"max_exp", lang_struct_seq_1, NULL, "DBL_MAX_EXP -- maximum int e such that radix**(e-1) is representable"},
    {"max_10_exp", lang_struct_seq_2, NULL, "DBL_MAX_10_EXP -- maximum int e such that 10**e is representable"},
    {"min", lang_struct_seq_3, NULL, "DBL_MIN -- Minimum positive normalized float"},
    {"min_exp", lang_struct_seq_4, NULL, "DBL_MIN_EXP -- minimum int e such that radix**(e-1) is a normalized float"},
    {"min_10_exp", lang_struct_seq_5, NULL, "DBL_MIN_10_EXP -- minimum int e such that 10**e is a normalized float"},
    {"dig", lang_struct_seq_6, NULL,
     "DBL_DIG -- maximum number of decimal digits that can be faithfully represented in a float"},
    {"mant_dig", lang_struct_seq_7, NULL, "DBL_MANT_DIG -- mantissa digits"},
    {"epsilon", lang_struct_seq_8, NULL, "DBL_EPSILON -- Difference between 1 and the next representable float"},
    {"radix", lang_struct_seq_9, NULL, "FLT_RADIX -- radix of exponent"},
    {"rounds", lang_struct_seq_10, NULL, "FLT_ROUNDS -- rounding mode used for arithmetic operations"},
    {0},
};
STRUCT_SEQ(float_type, "float_info", "sys", float_fields, "A named tuple holding information about the float type.");

static const struct lang_getset int_fields[] = {
    {"bits_per_digit", lang_struct_seq_0, NULL, "size of a digit in bits"},
    {"sizeof_digit", lang_struct_seq_1, NULL, "size in bytes of the C type used to represent a digit"},
    {"default_max_str_digits", lang_struct_seq_2, NULL, "maximum string conversion digits limitation"},
    {"str_digits_check_threshold", lang_struct_seq_3, NULL, "minimum positive value for int_max_str_digits"},
    {0},
};
STRUCT_SEQ(int_type, "int_info", "sys", int_fields,
           "A named tuple that holds information about Python's\n"
           "internal representation of integers.");

static const struct lang_getset hash_fields[] = {
    {"width", lang_struct_seq_0, NULL, "width of the type used for hashing, in bits"},
    {"modulus", lang_struct_seq_1, NULL, "prime number giving the modulus on which the hash function is based"},
    {"inf", lang_struct_seq_2, NULL, "value to be used for hash of a positive infinity"},
    {"nan", lang_struct_seq_3, NULL, "value to be used for hash of a nan"},
    {"imag", lang_struct_seq_4, NULL, "multiplier used for the imaginary part of a complex number"},
    {"algorithm", lang_struct_seq_5, NULL, "name of the algorithm for hashing of str, bytes and memoryviews"},
    {"hash_bits", lang_struct_seq_6, NULL, "internal output size of hash algorithm"},
    {"seed_bits", lang_struct_seq_7, NULL, "seed size of hash algorithm"},
    {"cutoff", lang_struct_seq_8, NULL, "small string optimization cutoff"},
    {0},
};
STRUCT_SEQ(hash_type, "hash_info", "sys", hash_fields, "A named tuple providing parameters used for computing hashes.");

/* Readies the type and adds an instance of it with these items. */
static int add_sequence(struct lang_thread *t, struct lang_module *m, struct lang_type *type, const lang_value *items,
                        int n)
{
    struct lang_tuple *v;

    if (lang_struct_seq_ready(t, type) < 0)
        return -1;
    v = lang_struct_seq_new(t, type, n);
    if (!v)
        return -1;
    for (int i = 0; i < n; i++)
        v->items[i] = lang_ref(items[i]);
    return lang_module_add_steal(t, m, type->name, lang_obj(v));
}

static int add_numbers(struct lang_thread *t, struct lang_module *m)
{
    const lang_value floats[] = {lang_float(DBL_MAX),
                                 lang_int(DBL_MAX_EXP),
                                 lang_int(DBL_MAX_10_EXP),
                                 lang_float(DBL_MIN),
                                 lang_int(DBL_MIN_EXP),
                                 lang_int(DBL_MIN_10_EXP),
                                 lang_int(DBL_DIG),
                                 lang_int(DBL_MANT_DIG),
                                 lang_float(DBL_EPSILON),
                                 lang_int(FLT_RADIX),
                                 lang_int(1)};
    const lang_value ints[] = {lang_int(30), lang_int(4), lang_int(4300), lang_int(640)};
    const lang_value hashes[] = {lang_int(64),      lang_int(((int64_t)1 << 61) - 1),
                                 lang_int(314159),  lang_int(0),
                                 lang_int(1000003), lang_obj_or_error(lang_str_from_c(t, "siphash13")),
                                 lang_int(64),      lang_int(128),
                                 lang_int(0)};
    struct lang_str *level = lang_is_error(hashes[5]) ? NULL : lang_str_from_c(t, "final");
    lang_value version[] = {lang_int(LANG_VERSION_MAJOR), lang_int(LANG_VERSION_MINOR), lang_int(LANG_VERSION_MICRO),
                            lang_obj_or_error(level), lang_int(0)};

    if (!level) {
        if (!lang_is_error(hashes[5]))
            lang_unref(t, hashes[5]);
        return -1;
    }
    bool failed = add_sequence(t, m, &version_type, version, 5) < 0 ||
                  add_sequence(t, m, &float_type, floats, 11) < 0 || add_sequence(t, m, &int_type, ints, 4) < 0 ||
                  add_sequence(t, m, &hash_type, hashes, 9) < 0;
    lang_decref(t, level);
    lang_unref(t, hashes[5]);
    return failed ? -1 : 0;
}

static char program[4097]; /* set from outside, or asked for when it is needed */

void lang_set_program(const char *path)
{
    snprintf(program, sizeof program, "%s", path);
}

/* sys._git: what was built, and of which tag and revision: none that a program could look up. */
static int add_git(struct lang_thread *t, struct lang_module *m)
{
    lang_value parts[3] = {lang_obj_or_error(lang_str_from_c(t, "tensor-kernel")), lang_undef(), lang_undef()};
    if (!lang_is_error(parts[0]))
        parts[1] = lang_obj_or_error(lang_str_from_c(t, ""));
    if (lang_is_error(parts[0]) || lang_is_error(parts[1]))
        return lang_unref(t, parts[0]), -1;
    parts[2] = lang_ref(parts[1]);
    lang_value v = lang_obj_or_error(lang_tuple_from(t, parts, 3));
    for (int i = 0; i < 3; i++)
        lang_unref(t, parts[i]);
    return lang_module_add_steal(t, m, "_git", v);
}

static int add_texts(struct lang_thread *t, struct lang_module *m)
{
    ssize_t n = program[0] ? -1 : readlink("/proc/self/exe", program, sizeof program - 1);

    if (n >= 0)
        program[n] = 0;
    return add_text(t, m, "platform", "linux") < 0 || add_text(t, m, "byteorder", "little") < 0 ||
                   add_text(t, m, "executable", program) < 0 || add_text(t, m, "prefix", "/usr") < 0 ||
                   add_text(t, m, "exec_prefix", "/usr") < 0 || add_text(t, m, "base_prefix", "/usr") < 0 ||
                   add_text(t, m, "base_exec_prefix", "/usr") < 0 || add_text(t, m, "platlibdir", "lib") < 0 ||
                   add_git(t, m) < 0 || add_text(t, m, "copyright", "") < 0 ||
                   add_text(t, m, "float_repr_style", "short") < 0 ||
                   lang_module_add(t, m, "hexversion", lang_int(LANG_VERSION_HEX)) < 0 ||
                   add_text(t, m, "version", LANG_VERSION " (tensor-kernel) \n[C11]") < 0
               ? -1
               : 0;
}

/* sys.implementation: what types.py takes the class SimpleNamespace from. */
static int add_implementation(struct lang_thread *t, struct lang_module *m)
{
    lang_value v = lang_call(t, lang_obj(&lang_type_simple_namespace), NULL, 0, NULL);
    lang_value name = lang_obj_or_error(lang_str_from_c(t, "tensor-kernel"));
    lang_value tag =
        lang_obj_or_error(lang_str_from_c(t, "cpython-311")); /* of the names; the files say whose they are */
    int r = lang_is_error(v) || lang_is_error(name) || lang_is_error(tag) || lang_setattr_c(t, v, "name", name) < 0 ||
                    lang_setattr_c(t, v, "cache_tag", tag) < 0 ||
                    lang_setattr_c(t, v, "hexversion", lang_int(LANG_VERSION_HEX)) < 0 ||
                    lang_setattr_c(t, v, "version", lang_dict_get_c(t, lang_module_dict(m), "version_info")) < 0
                ? -1
                : lang_module_add(t, m, "implementation", v);
    if (!lang_is_error(name))
        lang_unref(t, name);
    if (!lang_is_error(tag))
        lang_unref(t, tag);
    if (!lang_is_error(v))
        lang_unref(t, v);
    return r;
}

/* Modules that CPython has in C as well as the kernel's own rows in C: some of them are written in the language here.
 */
static const char *const built_in[] = {"_codecs", "_imp",     "_signal", "_string", "_thread", "_warnings",
                                       "atexit",  "builtins", "errno",   "marshal", "pwd"};
enum { BUILT_IN = sizeof built_in / sizeof *built_in };

static int add_module_names(struct lang_thread *t, struct lang_module *m)
{
    const struct lang_module_def *const *defs = t->vm->services->modules;
    struct lang_tuple *names;
    int64_t n = 0;

    while (defs[n])
        n++;
    names = lang_tuple_new(t, n + BUILT_IN);
    for (int64_t i = 0; names && i < n + BUILT_IN; i++) {
        names->items[i] = lang_obj_or_error(lang_str_from_c(t, i < n ? defs[i]->name : built_in[i - n]));
        if (lang_is_error(names->items[i])) {
            names->items[i] = lang_undef();
            lang_decref(t, names);
            return -1;
        }
    }
    return names ? lang_module_add_steal(t, m, "builtin_module_names", lang_obj(names)) : -1;
}

static int init(struct lang_thread *t, struct lang_module *m)
{
    struct lang_list *argv = lang_list_new(t, 1), *path = lang_list_new(t, 1);
    struct lang_str *empty = lang_str_empty(t);

    if (!argv || !path || !empty || lang_list_append(t, argv, lang_obj(empty)) < 0 ||
        (!lang_command_line.flags[LANG_FLAG_SAFE_PATH] && lang_list_append(t, path, lang_obj(empty)) < 0) ||
        add_named_folders(t, path) < 0)
        return -1;
    lang_decref(t, empty);
    lang_sys_free(t);
    sys_dict = lang_module_dict(m);
    lang_incref(sys_dict);
    if (lang_hooks_fill(t, sys_dict) < 0)
        return -1;
    if (lang_module_add_steal(t, m, "argv", lang_obj(argv)) < 0 ||
        lang_module_add_steal(t, m, "path", lang_obj(path)) < 0 ||
        lang_module_add_steal(t, m, "meta_path", lang_obj_or_error(lang_finders_new(t))) < 0 ||
        lang_module_add_steal(t, m, "path_hooks", lang_obj_or_error(lang_path_hooks_new(t))) < 0 ||
        lang_module_add_steal(t, m, "path_importer_cache", lang_obj_or_error(lang_dict_new(t))) < 0 ||
        lang_module_add(t, m, "modules", lang_obj(lang_modules_dict(t))) < 0 || add_streams(t, m) < 0 ||
        add_texts(t, m) < 0 || add_numbers(t, m) < 0 || add_implementation(t, m) < 0 || add_module_names(t, m) < 0 ||
        lang_sys_settings_fill(t, m) < 0 || lang_module_add(t, m, "maxsize", lang_int(INT64_MAX)) < 0 ||
        lang_module_add(t, m, "maxunicode", lang_int(0x10ffff)) < 0)
        return -1;
    return 0;
}

const struct lang_module_def lang_module_sys = {
    "sys",
    "This module provides access to some objects used or maintained by the\n"
    "interpreter and to functions that interact strongly with the interpreter.",
    functions,
    init,
};
