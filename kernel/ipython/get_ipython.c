/*
 * get_ipython.c - what a cell finds around it: get_ipython(), exit, In, Out, and what `!` lines call.
 *
 * Owns the object that translated escapes call. Must not know the wire: output goes through the host of the language.
 */
#include <ctype.h>
#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "bind.h"
#include "python/python.h"
#include "session.h"

/* ---- get_ipython() ---- */

static lang_value shell_line_magic(struct lang_thread *t, const lang_value *args)
{
    const char *name = lang_as_utf8(t, args[1], "magic_name", NULL);
    const char *line = name ? lang_as_utf8(t, args[2], "line", NULL) : NULL;
    return line ? kernel_line_magic(kernel_current(), t, name, line) : lang_error();
}

static lang_value shell_cell_magic(struct lang_thread *t, const lang_value *args)
{
    size_t length;
    const char *name = lang_as_utf8(t, args[1], "magic_name", NULL);
    const char *line = name ? lang_as_utf8(t, args[2], "line", NULL) : NULL;
    const char *cell = line ? lang_as_utf8(t, args[3], "cell", &length) : NULL;
    return cell ? kernel_cell_magic(kernel_current(), t, name, line, cell, length) : lang_error();
}

static lang_value shell_set_next_input(struct lang_thread *t, const lang_value *args)
{
    struct wire_text *next = &kernel_shell_here()->next_input;
    size_t length;
    const char *text = lang_as_utf8(t, args[1], "text", &length);
    int replace = lang_is_undef(args[2]) ? 0 : lang_truth(t, args[2]);
    if (!text || replace < 0)
        return lang_error();
    wire_text_clear(next);
    wire_text_put(next, "{\"source\":\"set_next_input\",\"text\":");
    wire_text_string(next, text, length);
    wire_text_printf(next, ",\"replace\":%s}", replace ? "true" : "false");
    return lang_none();
}

static lang_value shell_show_usage(struct lang_thread *t, const lang_value *args)
{
    static const char usage[] = "Tensor: a kernel for tensor notebooks in Python\n\n"
                                "x? and x??        what x is, and its source\n"
                                "name*?            names that match\n"
                                "%magic, %%magic   line and cell magics; %lsmagic lists them\n"
                                "!command          a shell command; lines = !command keeps what it prints\n"
                                "_, __, _3, Out[3] earlier results; In[3], _i3 earlier inputs\n";
    (void)t;
    (void)args;
    kernel_page(kernel_current(), usage, sizeof usage - 1);
    return lang_none();
}

static lang_value shell_user_ns(struct lang_thread *t, lang_value self)
{
    (void)self;
    return lang_obj(lang_incref(lang_main_dict(t)));
}

/* Made when it is first asked for; from then on the kernel calls what is registered. */
static lang_value shell_events(struct lang_thread *t, lang_value self)
{
    (void)self;
    lang_value module = lang_import(t, "IPython.core.events");
    lang_value manager = lang_is_error(module) ? module : lang_getattr_c(t, module, "manager");
    if (lang_is_error(manager))
        return manager;
    if (lang_setattr_c(t, manager, "shell", kernel_current()->shell) < 0) {
        lang_unref(t, manager);
        manager = lang_error();
    }
    kernel_current()->events = true;
    lang_unref(t, module);
    return manager;
}

/* One of the two functions by which a cell begins and ends; errors are dropped, the events have reported theirs. */
static void call_events(struct lang_thread *t, const char *function, const lang_value *args, size_t nargs)
{
    lang_value pending = lang_error_take(t), module = lang_import(t, "IPython.core.events");
    lang_value v = lang_is_error(module) ? module : lang_call_method_c(t, module, function, args, nargs);
    if (lang_is_error(v))
        lang_error_clear(t);
    else
        lang_unref(t, v);
    if (!lang_is_error(module))
        lang_unref(t, module);
    lang_error_restore(t, pending);
}

void kernel_events_begin(struct kernel *kernel, const char *code, size_t size, bool silent, bool store)
{
    struct lang_thread *t = kernel_thread_here();
    if (!kernel->events)
        return;
    lang_value args[] = {lang_obj_or_error(lang_str_new(t, code, size)), lang_bool(silent), lang_bool(store)};
    if (lang_is_error(args[0]))
        lang_error_clear(t);
    else
        call_events(t, "begin", args, 3);
    if (!lang_is_error(args[0]))
        lang_unref(t, args[0]);
}

void kernel_events_end(struct kernel *kernel, int64_t number, lang_value error, lang_value value)
{
    if (!kernel->events)
        return;
    lang_value args[] = {lang_int(number), lang_is_undef(error) ? lang_none() : error,
                         lang_is_undef(value) || lang_is_error(value) ? lang_none() : value};
    call_events(kernel_thread_here(), "end", args, 3);
}

/* What a configuration file would say: nothing, but that this is the program of a notebook. */
static lang_value shell_config(struct lang_thread *t, lang_value self)
{
    (void)self;
    struct lang_dict *config = lang_dict_new(t), *program = config ? lang_dict_new(t) : NULL;
    if (program && lang_dict_set_c(t, config, "IPKernelApp", lang_obj(program))) {
        lang_decref(t, config);
        config = NULL;
    }
    lang_xdecref(t, program);
    return lang_obj_or_error(config);
}

static lang_value shell_kernel(struct lang_thread *t, lang_value self)
{
    (void)self;
    lang_value module = lang_import(t, "ipykernel.ipkernel");
    if (lang_is_error(module))
        return module;
    lang_value kernel = lang_getattr_c(t, module, "kernel");
    lang_unref(t, module);
    return kernel;
}

/* The exception of a tuple as sys.exc_info gives it, or the one that is being handled, here or in Python. New
 * reference; None: there is none. */
static lang_value handled_exception(struct lang_thread *t, lang_value given)
{
    lang_value info = lang_ref(given);
    if (given.tag <= LANG_NONE) {
        lang_value sys = lang_import(t, "sys");
        info = lang_is_error(sys) ? sys : lang_call_method_c(t, sys, "exc_info", NULL, 0);
        lang_unref(t, sys);
    }
    if (lang_is_error(info))
        return info;
    lang_value error =
        lang_is_tuple(info) && lang_as_tuple(info)->length == 3 ? lang_ref(lang_as_tuple(info)->items[1]) : lang_none();
    lang_unref(t, info);
    lang_value session = lang_is_none(error) ? kernel_python_session(t) : lang_undef();
    if (session.tag <= LANG_NONE)
        return error;
    error = lang_is_error(session) ? session : lang_call_method_c(t, session, "handled", NULL, 0);
    lang_unref(t, session);
    return error;
}

static lang_value shell_showtraceback(struct lang_thread *t, const lang_value *args)
{
    static const char none[] = "No traceback available to show.\n";
    struct kernel *kernel = kernel_current();
    lang_value error = handled_exception(t, args[1]);
    int only = lang_is_undef(args[4]) ? 0 : lang_truth(t, args[4]);
    if (lang_is_error(error) || only < 0) {
        lang_unref(t, error);
        return lang_error();
    }
    if (lang_is_none(error)) {
        kernel->host.write(kernel->host.ctx, 2, none, sizeof none - 1);
        return lang_none();
    }
    lang_error_restore(t, error);
    kernel_tell_error(kernel, t, only);
    return lang_none();
}

/* The number of the next cell, as IPython counts: the running one is behind it. */
static lang_value shell_count(struct lang_thread *t, lang_value self)
{
    (void)t;
    (void)self;
    return lang_int(kernel_current()->count + 1);
}

/* exit() and quit() only ask for the end: the rest of the cell still runs. The last call of a cell counts. */
static lang_value ask_exit(struct lang_thread *t, bool keep)
{
    (void)t;
    kernel_shell_here()->exit_asked = true;
    kernel_shell_here()->keep_kernel = keep;
    return lang_none();
}

static lang_value builtin_exit(struct lang_thread *t, const lang_value *args)
{
    int keep = lang_is_undef(args[0]) ? 0 : lang_truth(t, args[0]);
    return keep < 0 ? lang_error() : ask_exit(t, keep);
}

static lang_value shell_ask_exit(struct lang_thread *t, const lang_value *args)
{
    (void)args;
    return ask_exit(t, false);
}

static const struct lang_method shell_methods[] = {
    {"system", "(cmd)", kernel_native_system, "Call the given cmd in a subprocess, piping stdout/err", 0},
    {"getoutput", "(cmd, split=True, depth=0)", kernel_native_getoutput,
     "Get output (possibly including stderr) from a subprocess.", 0},
    {"run_line_magic", "(magic_name, line, _stack_depth=1)", shell_line_magic, "Execute the given line magic.", 0},
    {"run_cell_magic", "(magic_name, line, cell)", shell_cell_magic, "Execute the given cell magic.", 0},
    {"ask_exit", "()", shell_ask_exit, "Engage the exit actions.", 0},
    {"showtraceback",
     "(exc_tuple=None, filename=None, tb_offset=None, exception_only=False, running_compiled_code=False)",
     shell_showtraceback, "Display the exception that just occurred.", 0},
    {"show_usage", "()", shell_show_usage, "Show a usage message", 0},
    {"set_next_input", "(text, replace=False)", shell_set_next_input,
     "Send the specified text to the frontend to be presented at the next input cell.", 0},
    {0},
};

static const struct lang_getset shell_attributes[] = {
    {"user_ns", shell_user_ns, NULL, "The namespace of the cells."},
    {"events", shell_events, NULL, "Functions that are called before and after each cell."},
    {"execution_count", shell_count, NULL, "The execution counter."},
    {"kernel", shell_kernel, NULL,
     "What the session has of its front ends: comms, the request that is being answered."},
    {"config", shell_config, NULL, "What configuration files say of the session."},
    {0},
};

static lang_value class_initialized(struct lang_thread *t, const lang_value *args)
{
    (void)t;
    (void)args;
    return lang_bool(kernel_current()->shell.tag > LANG_NONE);
}

static lang_value class_instance(struct lang_thread *t, const lang_value *args)
{
    lang_value shell = kernel_current()->shell;
    (void)args;
    return shell.tag > LANG_NONE ? lang_ref(shell) : lang_raise(t, LANG_EXC_RuntimeError, "a program has no session");
}

static const struct lang_method class_methods[] = {
    {"initialized", "()", class_initialized, "Has an instance been created?", LANG_M_STATIC},
    {"instance", "()", class_instance, "The one object of the session.", LANG_M_STATIC},
    {0},
};

/* What every display asks an object for, and what is read of each, is no reason to load the rest. */
static bool is_probe(const char *name)
{
    return !strncmp(name, "_repr_", 6) || !strncmp(name, "_ipython_", 9) || !strncmp(name, "__", 2);
}

/* Most attributes are written in the language and put into the class when one of them is first asked for. */
static lang_value shell_getattr(struct lang_thread *t, lang_value self, struct lang_str *name)
{
    struct kernel *kernel = kernel_current();
    lang_value found = lang_generic_getattr_opt(t, self, name);
    if (!lang_is_undef(found))
        return found;
    const char *text = lang_str_utf8(t, name, NULL);
    if (text && !kernel->library && !is_probe(text) && kernel_library_load(kernel, t))
        return lang_error();
    return text ? lang_generic_getattr(t, self, name) : lang_error();
}

static int shell_setattr(struct lang_thread *t, lang_value self, struct lang_str *name, lang_value value)
{
    struct kernel *kernel = kernel_current();
    if (!kernel->library && kernel_library_load(kernel, t))
        return -1;
    return lang_generic_setattr(t, self, name, value);
}

struct shell {
    struct lang_object head;
    struct lang_attrs attrs;
};

static struct lang_type base_type = {
    .flags = LANG_TYPE_BASE,
    .attr_offset = offsetof(struct shell, attrs),
    .getattr = shell_getattr,
    .setattr = shell_setattr,
    .name = "InteractiveShell",
    .module = "IPython.core.interactiveshell",
    .doc = "An enhanced, interactive shell for Python.",
    .size = sizeof(struct shell),
    .methods = class_methods,
};

static struct lang_type shell_type = {
    .base = &base_type,
    .flags = LANG_TYPE_BASE,
    .attr_offset = offsetof(struct shell, attrs),
    .getattr = shell_getattr,
    .setattr = shell_setattr,
    .name = "ZMQInteractiveShell",
    .module = "ipykernel.zmqshell",
    .doc = "A subclass of InteractiveShell for ZMQ.",
    .size = sizeof(struct shell),
    .methods = shell_methods,
    .getset = shell_attributes,
};

static lang_value builtin_get_ipython(struct lang_thread *t, const lang_value *args)
{
    (void)t;
    (void)args;
    return lang_ref(kernel_current()->shell);
}

static const struct lang_method natives[] = {
    {"get_ipython", "()", builtin_get_ipython, "Get the global InteractiveShell instance.", 0},
    {"exit", "(keep_kernel=False)", builtin_exit, "Exit IPython", 0},
    {"quit", "(keep_kernel=False)", builtin_exit, "Exit IPython", 0},
};

/* ---- the names of a session ---- */

static int set_both(struct lang_thread *t, const char *name, lang_value value)
{
    return lang_dict_set_c(t, lang_main_dict(t), name, value);
}

static int add_natives(struct lang_thread *t)
{
    for (size_t i = 0; i < sizeof natives / sizeof natives[0]; i++) {
        struct lang_native *native = lang_native_new(t, &natives[i], NULL, "IPython");
        if (!native)
            return -1;
        int status = set_both(t, natives[i].name, lang_obj(native));
        if (!status && !i)
            status = lang_dict_set_c(t, lang_builtins_dict(t), natives[i].name, lang_obj(native));
        lang_decref(t, native);
        if (status)
            return -1;
    }
    return lang_dict_set_c(t, lang_builtins_dict(t), "__IPYTHON__", lang_bool(true));
}

/* sys.ps1 and its like, by which packages know that somebody reads what they show. */
static int set_prompts(struct lang_thread *t)
{
    static const char *const prompts[][2] = {{"ps1", "In : "}, {"ps2", "...: "}, {"ps3", "Out: "}};
    lang_value sys = lang_import(t, "sys");
    int status = lang_is_error(sys) ? -1 : 0;
    for (size_t i = 0; i < sizeof prompts / sizeof *prompts && !status; i++) {
        struct lang_str *text = lang_str_from_c(t, prompts[i][1]);
        status = text ? lang_setattr_c(t, sys, prompts[i][0], lang_obj(text)) : -1;
        lang_xdecref(t, text);
    }
    if (!lang_is_error(sys))
        lang_unref(t, sys);
    return status;
}

/* Sets names to one new object. */
static int set_new(struct lang_thread *t, const char *const *names, void *object, lang_value *keep)
{
    if (!object)
        return -1;
    int status = 0;
    for (; *names && !status; names++)
        status = set_both(t, *names, lang_obj(object));
    if (keep)
        *keep = lang_obj(object);
    else
        lang_decref(t, object);
    return status;
}

static int add_names(struct kernel *kernel)
{
    static const char *const in[] = {"In", "_ih", NULL}, *const out[] = {"Out", "_oh", NULL},
                             *const folders[] = {"_dh", NULL}, *const empty[] = {"_",   "__",   "___", "_i",
                                                                                 "_ii", "_iii", NULL};
    struct lang_thread *t = kernel_thread_here();
    struct lang_list *inputs = lang_list_new(t, 16), *visited = lang_list_new(t, 1);
    struct lang_str *nothing = lang_str_empty(t);
    char *folder = getcwd(NULL, 0);
    struct lang_str *here = folder ? lang_str_from_c(t, folder) : NULL;
    if (here && visited)
        lang_list_append(t, visited, lang_obj(here));
    lang_xdecref(t, here);
    free(folder);
    if (nothing && inputs)
        lang_list_append(t, inputs, lang_obj(nothing));
    if (nothing)
        for (int i = 0; i < 3; i++)
            kernel->shown[i] = lang_ref(lang_obj(nothing));
    if (set_new(t, in, inputs, &kernel->in_list) || set_new(t, out, lang_dict_new(t), &kernel->out_dict) ||
        set_new(t, folders, visited, NULL) || set_new(t, empty, nothing, NULL))
        return -1;
    return lang_error_occurred(t) ? -1 : 0;
}

static struct lang_module *make_module(struct lang_thread *t)
{
    struct lang_module *module = lang_module_new(t, "_shell", "The classes of the session.");
    if (module &&
        (lang_module_add(t, module, base_type.name, lang_obj(&base_type)) ||
         lang_module_add(t, module, shell_type.name, lang_obj(&shell_type)) || kernel_library_add(t, module))) {
        lang_decref(t, module);
        return NULL;
    }
    return module;
}

int kernel_shell_start(struct kernel *kernel)
{
    struct lang_thread *t = kernel->thread;
    return lang_type_ready(t, &base_type) || lang_type_ready(t, &shell_type) ||
                   lang_add_native_module(t, "_shell", make_module)
               ? -1
               : 0;
}

int kernel_ipython_start(struct kernel *kernel)
{
    struct lang_thread *t = kernel_thread_here();
    char *name[] = {
        "ipykernel_launcher.py"}; /* argparse shows it; without arguments, which none of the program's expects */
    if (kernel_system_start(t) || lang_set_argv(t, 1, name))
        return -1;
    kernel->shell = lang_obj_or_error(lang_object_new(t, &shell_type));
    if (lang_is_error(kernel->shell) || add_natives(t) || set_prompts(t) || add_names(kernel))
        return -1;
    return kernel_magic_start(kernel);
}

/* ---- start and end ---------------------------------------------------------------------------------------------- */
