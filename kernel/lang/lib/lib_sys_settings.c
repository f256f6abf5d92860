/* lib_sys_settings.c: what the module sys says of how the interpreter runs, and what may be set of it. Much of it is
 * fixed here: there are no command-line flags, and no debugger looks on. */
#include "lib.h"
#include "struct_seq.h"

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
STRUCT_SEQ(flags_type, "flags", "sys", flag_fields, "The flags that a Python is started with.");

static int add_flags(struct lang_thread *t, struct lang_module *m)
{
    enum { DEV_MODE = 13, SAFE_PATH = 16, DIGITS = 17, COUNT = 18 };
    if (lang_type_ready(t, &flags_type) < 0)
        return -1;
    struct lang_tuple *v = lang_struct_seq_new(t, &flags_type, COUNT);
    if (!v)
        return -1;
    for (int i = 0; i < COUNT; i++)
        v->items[i] = i == DEV_MODE || i == SAFE_PATH ? lang_bool(false) : lang_int(i == DIGITS ? -1 : 0);
    v->items[11] = lang_int(1); /* as a Python without options has it */
    return lang_module_add_steal(t, m, "flags", lang_obj(v));
}

/* Nobody is called while a program runs: only to have nobody called is possible. */
static lang_value refuse_hook(struct lang_thread *t, const char *name, lang_value hook)
{
    if (lang_is_none(hook))
        return lang_none();
    return lang_raise(t, LANG_EXC_NotImplementedError, "sys.%s() is not supported by this kernel", name);
}
static lang_value s_settrace(struct lang_thread *t, const lang_value *a)
{
    return refuse_hook(t, "settrace", a[0]);
}
static lang_value s_setprofile(struct lang_thread *t, const lang_value *a)
{
    return refuse_hook(t, "setprofile", a[0]);
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
    (void)t, (void)a;
    return lang_bool(false);
}
static lang_value s_getfilesystemencodeerrors(struct lang_thread *t, const lang_value *a)
{
    (void)a;
    return lang_obj_or_error(lang_str_from_c(t, "surrogateescape"));
}

static lang_value s_breakpointhook(struct lang_thread *t, const lang_value *a)
{
    (void)a;
    return lang_raise(t, LANG_EXC_NotImplementedError, "breakpoint() needs a debugger, which this kernel has not");
}

static const struct lang_method functions[] = {
    {"settrace", "(function, /)", s_settrace, "Refuses: nothing is traced here. None is taken.", LANG_M_NOSIG},
    {"gettrace", "()", s_none, "None: nothing is traced here.", 0},
    {"setprofile", "(function, /)", s_setprofile, "Refuses: nothing is profiled here. None is taken.", LANG_M_NOSIG},
    {"getprofile", "()", s_none, "None: nothing is profiled here.", 0},
    {"setswitchinterval", "(interval, /)", s_setswitchinterval, "Set how long a thread runs before another may.", 0},
    {"getswitchinterval", "()", s_getswitchinterval, "How long a thread runs before another may, in seconds.", 0},
    {"is_finalizing", "()", s_is_finalizing, "Whether the interpreter is shutting down.", 0},
    {"getfilesystemencodeerrors", "()", s_getfilesystemencodeerrors, "How names of files are decoded.", 0},
    {"breakpointhook", "(*args, **kws)", s_breakpointhook, "What breakpoint() calls.", LANG_M_NOSIG},
    {NULL, NULL, NULL, NULL, 0}};

int lang_sys_settings_fill(struct lang_thread *t, struct lang_module *m)
{
    if (add_flags(t, m) < 0 || lang_module_add_functions(t, m, functions) < 0 ||
        lang_module_add(t, m, "__breakpointhook__", lang_dict_get_c(t, lang_module_dict(m), "breakpointhook")) < 0 ||
        lang_module_add(t, m, "dont_write_bytecode", lang_bool(true)) < 0 ||
        lang_module_add(t, m, "api_version", lang_int(1013)) < 0)
        return -1;
    return lang_module_add_steal(t, m, "warnoptions", lang_obj_or_error(lang_list_new(t, 0)));
}
