/* lib_sys_settings.c: what the module sys says of how the interpreter runs, and what may be set of it. Much of it is
 * fixed here; what options of the command line have set is in lang_command_line. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib.h"
#include "struct_seq.h"
#include "vm/code.h"
#include "vm/trace.h"
#include "vm/type.h"

struct lang_command_line lang_command_line = {.flags = {[LANG_FLAG_INT_MAX_STR_DIGITS] = -1}};

/* Puts what the command line has set into sys.flags. */
static void take_given_flags(struct lang_tuple *flags)
{
    const int64_t *given = lang_command_line.flags;
    for (int i = 0; i < LANG_FLAGS; i++)
        if (given[i])
            flags->items[i] =
                i == LANG_FLAG_DEV_MODE || i == LANG_FLAG_SAFE_PATH ? lang_bool(true) : lang_int(given[i]);
    if (given[LANG_FLAG_INT_MAX_STR_DIGITS] >= 0) {
        flags->items[LANG_FLAG_INT_MAX_STR_DIGITS] = lang_int(given[LANG_FLAG_INT_MAX_STR_DIGITS]);
        lang_int_max_str_digits = given[LANG_FLAG_INT_MAX_STR_DIGITS];
    }
}

static const struct lang_getset flag_fields[] = {
    {"debug", lang_struct_seq_0, NULL, "-d"},
    {"inspect", lang_struct_seq_1, NULL, "-i"},
    {"interactive", lang_struct_seq_2, NULL, "-i"},
    {"optimize", lang_struct_seq_3, NULL, "-O or -OO"},
    {"dont_write_bytecode", lang_struct_seq_4, NULL, "-B"},
    {"no_user_site", lang_struct_seq_5, NULL, "-s"},
    {"no_site", lang_struct_seq_6, NULL, "-S"},
    {"ignore_environment", lang_struct_seq_7, NULL, "-E"},
    {"verbose", lang_struct_seq_8, NULL, "-v"},
    {"bytes_warning", lang_struct_seq_9, NULL, "-b"},
    {"quiet", lang_struct_seq_10, NULL, "-q"},
    {"hash_randomization", lang_struct_seq_11, NULL, "-R"},
    {"isolated", lang_struct_seq_12, NULL, "-I"},
    {"dev_mode", lang_struct_seq_13, NULL, "-X dev"},
    {"utf8_mode", lang_struct_seq_14, NULL, "-X utf8"},
    {"warn_default_encoding", lang_struct_seq_15, NULL, "-X warn_default_encoding"},
    {"safe_path", lang_struct_seq_16, NULL, "-P"},
    {"int_max_str_digits", lang_struct_seq_17, NULL, "-X int_max_str_digits"},
    {0},
};
static bool is_set(const char *variable)
{
    const char *value = getenv(variable);
    return value && *value;
}

STRUCT_SEQ(flags_type, "flags", "sys", flag_fields, "The flags that a Python is started with.");

static int add_flags(struct lang_thread *t, struct lang_module *m)
{
    enum { DONT_WRITE = 4, DEV_MODE = 13, SAFE_PATH = 16, DIGITS = 17, COUNT = 18 };
    if (lang_struct_seq_ready(t, &flags_type) < 0)
        return -1;
    struct lang_tuple *v = lang_struct_seq_new(t, &flags_type, COUNT);
    if (!v)
        return -1;
    for (int i = 0; i < COUNT; i++)
        v->items[i] = i == DEV_MODE || i == SAFE_PATH ? lang_bool(false) : lang_int(i == DIGITS ? -1 : 0);
    v->items[DONT_WRITE] = lang_int(is_set("PYTHONDONTWRITEBYTECODE"));
    v->items[11] = lang_int(1); /* as a Python without options has it */
    take_given_flags(v);
    return lang_module_add_steal(t, m, "flags", lang_obj(v));
}

static const struct lang_getset thread_fields[] = {
    {"name", lang_struct_seq_0, NULL, "name of the thread implementation"},
    {"lock", lang_struct_seq_1, NULL, "name of the lock implementation"},
    {"version", lang_struct_seq_2, NULL, "name and version of the thread library"},
    {0},
};
STRUCT_SEQ(thread_type, "thread_info", "sys", thread_fields, "What the threads of the interpreter are made of.");

static int add_thread_info(struct lang_thread *t, struct lang_module *m)
{
    char version[64];
    size_t n = confstr(_CS_GNU_LIBPTHREAD_VERSION, version, sizeof version);
    const char *const texts[] = {"pthread", "semaphore", n && n < sizeof version ? version : NULL};
    struct lang_tuple *v = lang_struct_seq_ready(t, &thread_type) < 0 ? NULL : lang_struct_seq_new(t, &thread_type, 3);
    for (int i = 0; v && i < 3; i++) {
        v->items[i] = texts[i] ? lang_obj_or_error(lang_str_from_c(t, texts[i])) : lang_none();
        if (lang_is_error(v->items[i])) {
            v->items[i] = lang_undef();
            lang_decref(t, v);
            return -1;
        }
    }
    return v ? lang_module_add_steal(t, m, "thread_info", lang_obj(v)) : -1;
}

/* ---- trace and profile functions (vm/trace.c) ---- */

static lang_value set_hook(struct lang_thread *t, enum lang_hook which, lang_value hook)
{
    return lang_hook_set(t, which, hook) < 0 ? lang_error() : lang_none();
}
static lang_value get_hook(struct lang_thread *t, enum lang_hook which)
{
    lang_value hook = lang_hook_get(t, which);
    return lang_is_undef(hook) ? lang_none() : lang_ref(hook);
}
static lang_value s_settrace(struct lang_thread *t, const lang_value *a)
{
    return set_hook(t, LANG_HOOK_TRACE, a[0]);
}
static lang_value s_gettrace(struct lang_thread *t, const lang_value *a)
{
    (void)a;
    return get_hook(t, LANG_HOOK_TRACE);
}
static lang_value s_setprofile(struct lang_thread *t, const lang_value *a)
{
    return set_hook(t, LANG_HOOK_PROFILE, a[0]);
}
static lang_value s_getprofile(struct lang_thread *t, const lang_value *a)
{
    (void)a;
    return get_hook(t, LANG_HOOK_PROFILE);
}
static lang_value s_none(struct lang_thread *t, const lang_value *a)
{
    (void)t, (void)a;
    return lang_none();
}

static double switch_interval = 0.005;
static lang_value s_getswitchinterval(struct lang_thread *t, const lang_value *a)
{
    (void)t, (void)a;
    return lang_float(switch_interval);
}
static lang_value s_setswitchinterval(struct lang_thread *t, const lang_value *a)
{
    double seconds;
    if (lang_as_double(t, a[0], &seconds) < 0)
        return lang_error();
    if (!(seconds > 0))
        return lang_raise(t, LANG_EXC_ValueError, "switch interval must be strictly positive");
    switch_interval = seconds;
    return lang_none();
}

static lang_value s_is_finalizing(struct lang_thread *t, const lang_value *a)
{
    (void)a;
    return lang_bool(t->vm->finishing);
}
static lang_value s_getfilesystemencodeerrors(struct lang_thread *t, const lang_value *a)
{
    (void)a;
    return lang_obj_or_error(lang_str_from_c(t, "surrogateescape"));
}

static lang_value s_call_tracing(struct lang_thread *t, const lang_value *a)
{
    if (!lang_is_tuple(a[1]))
        return lang_raise(t, LANG_EXC_TypeError, "call_tracing() argument 2 must be tuple, not %A", a[1]);
    struct lang_tuple *args = lang_as_tuple(a[1]);
    const bool inside = lang_hooks_inside(t, false);
    lang_value r = lang_call(t, a[0], args->items, (size_t)args->length, NULL);
    lang_hooks_inside(t, inside);
    return r;
}

/* Shows what a statement of an interactive session has given, and keeps it as `_`. */
static lang_value s_displayhook(struct lang_thread *t, const lang_value *a)
{
    lang_value builtins = lang_obj(t->vm->builtins_module);
    if (lang_is_none(a[0]))
        return lang_none();
    if (lang_setattr_c(t, builtins, "_", lang_none()) < 0)
        return lang_error();
    struct lang_str *text = lang_repr(t, a[0]);
    lang_value shown = lang_obj_or_error(text), print = text ? lang_getattr_c(t, builtins, "print") : lang_error();
    lang_value r = lang_is_error(print) ? print : lang_call(t, print, &shown, 1, NULL);
    lang_xdecref(t, text);
    if (!lang_is_error(print))
        lang_unref(t, print);
    if (lang_is_error(r))
        return r;
    lang_unref(t, r);
    return lang_setattr_c(t, builtins, "_", a[0]) < 0 ? lang_error() : lang_none();
}

/* What $PYTHONBREAKPOINT names, a function of a module or of the builtins; UNDEF: there is none. */
static lang_value named_hook(struct lang_thread *t, const char *name)
{
    const char *dot = strrchr(name, '.');
    struct lang_str *module = dot ? lang_str_new(t, name, (size_t)(dot - name)) : lang_str_from_c(t, "builtins");
    const char *text = module ? lang_str_utf8(t, module, NULL) : NULL;
    lang_value m = text ? lang_import(t, text) : lang_error();
    lang_xdecref(t, module);
    if (lang_is_error(m)) {
        if (lang_error_is(t, LANG_EXC_ImportError)) {
            lang_error_clear(t);
            return lang_undef();
        }
        return m;
    }
    lang_value f = lang_getattr_c(t, m, dot ? dot + 1 : name);
    lang_unref(t, m);
    if (lang_is_error(f) && lang_error_is(t, LANG_EXC_AttributeError)) {
        lang_error_clear(t);
        return lang_undef();
    }
    return f;
}

static lang_value warn_unimportable(struct lang_thread *t, const char *name)
{
    lang_value warnings = lang_import(t, "warnings"), args[2];
    if (lang_is_error(warnings))
        return warnings;
    args[0] = lang_obj_or_error(lang_str_from_format(t, "Ignoring unimportable $PYTHONBREAKPOINT: \"%s\"", name));
    args[1] = lang_obj(&lang_exc_types[LANG_EXC_RuntimeWarning]);
    lang_value r = lang_is_error(args[0]) ? args[0] : lang_call_method_c(t, warnings, "warn", args, 2);
    if (!lang_is_error(args[0]))
        lang_unref(t, args[0]);
    lang_unref(t, warnings);
    return r;
}

static lang_value s_breakpointhook(struct lang_thread *t, const lang_value *a)
{
    const char *name = lang_command_line.flags[LANG_FLAG_IGNORE_ENVIRONMENT] ? NULL : getenv("PYTHONBREAKPOINT");
    if (name && strcmp(name, "0") == 0)
        return lang_none();
    if (!name || !*name)
        name = "pdb.set_trace";
    lang_value f = named_hook(t, name);
    if (lang_is_undef(f))
        return warn_unimportable(t, name);
    if (lang_is_error(f))
        return f;
    lang_value r =
        lang_call_with_dict(t, f, lang_as_tuple(a[0])->items, (size_t)lang_as_tuple(a[0])->length, lang_as_dict(a[1]));
    lang_unref(t, f);
    return r;
}

/* ------------------------------------------------------------------ hooks of asynchronous generators */

static const struct lang_getset hooks_fields[] = {
    {"firstiter", lang_struct_seq_0, NULL, "called with a generator at its first use"},
    {"finalizer", lang_struct_seq_1, NULL, "called with a generator that is about to be freed"},
    {0},
};
STRUCT_SEQ(hooks_type, "asyncgen_hooks", NULL, hooks_fields, "What an event loop is told of asynchronous generators.");

static lang_value s_get_asyncgen_hooks(struct lang_thread *t, const lang_value *a)
{
    (void)a;
    if (lang_struct_seq_ready(t, &hooks_type) < 0)
        return lang_error();
    struct lang_tuple *v = lang_struct_seq_new(t, &hooks_type, 2);
    for (int i = 0; v && i < 2; i++)
        v->items[i] = lang_is_undef(t->async_hooks[i]) ? lang_none() : lang_ref(t->async_hooks[i]);
    return lang_obj_or_error(v);
}

static lang_value s_set_asyncgen_hooks(struct lang_thread *t, const lang_value *a)
{
    static const char *const names[] = {"firstiter", "finalizer"};
    for (int i = 0; i < 2; i++)
        if (!lang_is_undef(a[i]) && !lang_is_none(a[i]) && !lang_callable(a[i]))
            return lang_raise(t, LANG_EXC_TypeError, "callable %s expected, got %N", names[i], a[i]);
    for (int i = 0; i < 2; i++)
        if (!lang_is_undef(a[i]))
            lang_set_steal(t, &t->async_hooks[i], lang_is_none(a[i]) ? lang_undef() : lang_ref(a[i]));
    return lang_none();
}

static lang_value s_get_origin_depth(struct lang_thread *t, const lang_value *a)
{
    (void)a;
    return lang_int(t->origin_depth);
}

static lang_value s_set_origin_depth(struct lang_thread *t, const lang_value *a)
{
    int64_t depth;
    if (lang_as_index(t, a[0], &depth) < 0)
        return lang_error();
    if (depth < 0)
        return lang_raise(t, LANG_EXC_ValueError, "depth must be >= 0");
    t->origin_depth = depth < INT_MAX ? (int)depth : INT_MAX;
    return lang_none();
}

static const struct lang_method functions[] = {
    {"get_coroutine_origin_tracking_depth", "()", s_get_origin_depth,
     "How many frames are noted of where a coroutine is made in this thread.", 0},
    {"set_coroutine_origin_tracking_depth", "(depth)", s_set_origin_depth,
     "Has so many frames noted of where a coroutine is made in this thread: its cr_origin; 0 is none.", 0},
    {"get_asyncgen_hooks", "()", s_get_asyncgen_hooks, "The hooks of asynchronous generators: (firstiter, finalizer).",
     0},
    {"set_asyncgen_hooks", "(firstiter=<unrepresentable>, finalizer=<unrepresentable>)", s_set_asyncgen_hooks,
     "Functions that are told of asynchronous generators of this thread: at their first use, and when one is about to "
     "be "
     "freed that has not ended.",
     LANG_M_NOSIG},
    {"settrace", "(function, /)", s_settrace,
     "Has a function called with the frame, an event (call, line, return, exception, opcode) and its argument; what it "
     "answers to a call is told of the rest of that frame. None ends it. Functions of the library are not told of.",
     LANG_M_NOSIG},
    {"gettrace", "()", s_gettrace, "The function that sys.settrace has set in this thread, or None.", 0},
    {"setprofile", "(function, /)", s_setprofile,
     "Has a function called with the frame, an event (call, return, c_call, c_return, c_exception) and its argument; "
     "None ends it.",
     LANG_M_NOSIG},
    {"getprofile", "()", s_getprofile, "The function that sys.setprofile has set in this thread, or None.", 0},
    {"setswitchinterval", "(interval, /)", s_setswitchinterval, "Set how long a thread runs before another may.", 0},
    {"getswitchinterval", "()", s_getswitchinterval, "How long a thread runs before another may, in seconds.", 0},
    {"displayhook", "(object, /)", s_displayhook, "Print an object to sys.stdout and also save it in builtins._", 0},
    {"call_tracing", "(func, args, /)", s_call_tracing,
     "Calls func(*args) and has trace functions told of it, also from within one of them.", 0},
    {"audit", "(event, /, *args)", s_none, "Nobody listens to events here.", LANG_M_NOSIG},
    {"is_finalizing", "()", s_is_finalizing, "Whether the interpreter is shutting down.", 0},
    {"getfilesystemencodeerrors", "()", s_getfilesystemencodeerrors, "How names of files are decoded.", 0},
    {"breakpointhook", "(*args, **kws)", s_breakpointhook, "What breakpoint() calls.", LANG_M_NOSIG},
    {NULL, NULL, NULL, NULL, 0}};

/* sys._xoptions: each name with the text behind its =, or True. */
static int add_xoptions(struct lang_thread *t, struct lang_module *m)
{
    struct lang_dict *all = lang_dict_new(t);
    for (int i = 0; all && i < lang_command_line.xoption_count; i++) {
        const char *word = lang_command_line.xoptions[i], *equals = strchr(word, '=');
        struct lang_str *name = lang_str_new(t, word, equals ? (size_t)(equals - word) : strlen(word));
        lang_value value = equals ? lang_obj_or_error(lang_str_from_c(t, equals + 1)) : lang_bool(true);
        int status = name && !lang_is_error(value) ? lang_dict_set_str(t, all, name, value) : -1;
        lang_xdecref(t, name);
        if (!lang_is_error(value))
            lang_unref(t, value);
        if (status < 0) {
            lang_decref(t, all);
            return -1;
        }
    }
    return lang_module_add_steal(t, m, "_xoptions", lang_obj_or_error(all));
}

static int add_orig_argv(struct lang_thread *t, struct lang_module *m)
{
    struct lang_list *words = lang_list_new(t, lang_command_line.argc);
    for (int i = 0; words && i < lang_command_line.argc; i++)
        if (lang_list_append_steal(t, words, lang_obj_or_error(lang_str_from_c(t, lang_command_line.argv[i]))) < 0) {
            lang_decref(t, words);
            return -1;
        }
    return words ? lang_module_add_steal(t, m, "orig_argv", lang_obj(words)) : -1;
}

static int add_warning(struct lang_thread *t, struct lang_list *all, const char *text, size_t size)
{
    struct lang_str *one = lang_str_new(t, text, size);
    return one ? lang_list_append_steal(t, all, lang_obj(one)) : -1;
}

/* sys.warnoptions: of the development mode, of $PYTHONWARNINGS, of -W. */
static int add_warnoptions(struct lang_thread *t, struct lang_module *m)
{
    struct lang_list *all = lang_list_new(t, 0);
    const char *at = lang_command_line.flags[LANG_FLAG_IGNORE_ENVIRONMENT] ? NULL : getenv("PYTHONWARNINGS");
    int status = all ? 0 : -1;
    if (status == 0 && lang_command_line.flags[LANG_FLAG_DEV_MODE])
        status = add_warning(t, all, "default", strlen("default"));
    while (status == 0 && at && *at) {
        size_t size = strcspn(at, ",");
        status = add_warning(t, all, at, size);
        at += size + (at[size] == ',');
    }
    for (int i = 0; status == 0 && i < lang_command_line.warning_count; i++)
        status = add_warning(t, all, lang_command_line.warnings[i], strlen(lang_command_line.warnings[i]));
    if (status < 0) {
        lang_xdecref(t, all);
        return -1;
    }
    return lang_module_add_steal(t, m, "warnoptions", lang_obj(all));
}

int lang_sys_settings_fill(struct lang_thread *t, struct lang_module *m)
{
    if (add_flags(t, m) < 0 || lang_module_add_functions(t, m, functions) < 0 ||
        lang_module_add(t, m, "__breakpointhook__", lang_dict_get_c(t, lang_module_dict(m), "breakpointhook")) < 0 ||
        lang_module_add(t, m, "__displayhook__", lang_dict_get_c(t, lang_module_dict(m), "displayhook")) < 0 ||
        add_thread_info(t, m) < 0 || lang_module_add(t, m, "pycache_prefix", lang_none()) < 0 ||
        lang_module_add_steal(t, m, "abiflags", lang_obj_or_error(lang_str_from_c(t, ""))) < 0 ||
        lang_module_add_steal(t, m, "_xoptions", lang_obj_or_error(lang_dict_new(t))) < 0 ||
        lang_module_add(t, m, "dont_write_bytecode", lang_bool(is_set("PYTHONDONTWRITEBYTECODE"))) < 0 ||
        lang_module_add(t, m, "api_version", lang_int(1013)) < 0)
        return -1;
    return add_xoptions(t, m) < 0 || add_orig_argv(t, m) < 0 ? -1 : add_warnoptions(t, m);
}
