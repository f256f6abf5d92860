/* lib_sys.c: the module sys. Its dict is where the rest of the house finds the standard streams. */
#include <float.h>
#include <string.h>
#include <unistd.h>

#include "lib.h"
#include "types/stream.h"

/* The one module of the process; borrowed from sys.modules, forgotten when a new vm makes its own. */
static struct lang_dict *sys_dict;

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

static const struct lang_method functions[] = {
    {"exit", "(status=None, /)", s_exit,
     "Exit the interpreter by raising SystemExit(status).\n\n"
     "If the status is omitted or None, it defaults to zero (i.e., success).\n"
     "If the status is an integer, it will be used as the system exit status.\n"
     "If it is another kind of object, it will be printed and the system\n"
     "exit status will be one (i.e., failure).",
     0},
    {"intern", "(string, /)", s_intern, "``Intern'' the given string.", 0},
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

static int init(struct lang_thread *t, struct lang_module *m)
{
    struct lang_list *argv = lang_list_new(t, 1), *path = lang_list_new(t, 1);
    struct lang_str *empty = lang_str_empty(t);

    if (!argv || !path || !empty || lang_list_append(t, argv, lang_obj(empty)) < 0 ||
        lang_list_append_steal(t, path, lang_obj(empty)) < 0)
        return -1;
    sys_dict = lang_module_dict(m);
    if (lang_module_add_steal(t, m, "argv", lang_obj(argv)) < 0 ||
        lang_module_add_steal(t, m, "path", lang_obj(path)) < 0 ||
        lang_module_add(t, m, "modules", lang_obj(lang_modules_dict(t))) < 0 || add_streams(t, m) < 0 ||
        add_text(t, m, "platform", "linux") < 0 || add_text(t, m, "byteorder", "little") < 0 ||
        lang_module_add(t, m, "maxsize", lang_int(INT64_MAX)) < 0 ||
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
