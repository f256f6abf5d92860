/*
 * interactive.c - what a cell finds around it: get_ipython(), exit, In, Out; and {expr} and $name in escapes.
 *
 * Owns the object that translated escapes call. Must not know the wire: output goes through the host of the language.
 */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "bind.h"
#include "session.h"

/* ---- expansion ---- */

struct expansion {
    struct lang_thread *t;
    struct lang_dict *globals, *locals;
    struct wire_text *out;
};

/* Adds str() (or with a conversion repr()) of an expression. -1 with the exception on the thread. */
static int add_value(struct expansion *e, const char *text, size_t length, char conversion)
{
    lang_value value = lang_eval(e->t, text, length, e->globals, e->locals);
    if (lang_is_error(value))
        return -1;
    struct lang_str *shown = conversion == 'r' || conversion == 'a' ? lang_repr(e->t, value) : lang_to_str(e->t, value);
    lang_unref(e->t, value);
    size_t size = 0;
    const char *bytes = shown ? lang_str_utf8(e->t, shown, &size) : NULL;
    if (bytes)
        wire_text_add(e->out, bytes, size);
    lang_xdecref(e->t, shown);
    return bytes ? 0 : -1;
}

/* A field as str.format() delimits it, evaluated as a whole: "a", "d['k']", "l[1:]", "x!r". */
static int add_field(struct expansion *e, const char *text, size_t length)
{
    int depth = 0;
    size_t at = 0;
    while (at < length && (depth || (text[at] != '!' && text[at] != ':'))) {
        depth += text[at] == '[' ? 1 : text[at] == ']' && depth ? -1 : 0;
        at++;
    }
    if (at == length || text[at] == ':')
        return length ? add_value(e, text, length, 0) : -1;
    if (at + 2 != length || !strchr("rsa", text[at + 1]))
        return -1;
    return add_value(e, text, at, text[at + 1]);
}

static bool name_byte(unsigned char c)
{
    return isalnum(c) || c == '_' || c == '.' || c >= 0x80;
}

/* Literal text with $name in it. A name inside single quotes is left alone: an odd number of quotes follows it. */
static int add_literal(struct expansion *e, const char *text, size_t length)
{
    size_t at = 0;
    while (at < length) {
        size_t start = at, name, quotes = 0;
        while (at < length && text[at] != '$')
            at++;
        wire_text_add(e->out, text + start, at - start);
        if (at == length)
            break;
        bool twice = at + 1 < length && text[at + 1] == '$';
        name = at + (twice ? 2 : 1);
        size_t end = name;
        while (end < length && name_byte((unsigned char)text[end]))
            end++;
        for (size_t i = end; i < length; i++)
            quotes += text[i] == '\'';
        if (end == name || quotes % 2) {
            wire_text_add(e->out, "$", 1);
            at++;
            continue;
        }
        if (twice)
            wire_text_add(e->out, text + name - 1, end - name + 1);
        else if (add_value(e, text + name, end - name, 0))
            return -1;
        at = end;
    }
    return 0;
}

/* The end of the field that begins after its brace: the brace that closes it, or length. */
static size_t field_end(const char *text, size_t at, size_t length)
{
    for (int depth = 1; at < length; at++) {
        depth += text[at] == '{' ? 1 : text[at] == '}' ? -1 : 0;
        if (!depth)
            break;
    }
    return at;
}

static int expand_all(struct expansion *e, const char *text, size_t length)
{
    size_t at = 0, start = 0;
    while (at < length) {
        if (text[at] != '{' && text[at] != '}') {
            at++;
            continue;
        }
        bool twice = at + 1 < length && text[at + 1] == text[at];
        if (twice) {
            if (add_literal(e, text + start, at + 1 - start))
                return -1;
            at += 2;
        } else {
            size_t end = text[at] == '{' ? field_end(text, at + 1, length) : length;
            if (end == length || add_literal(e, text + start, at - start) || add_field(e, text + at + 1, end - at - 1))
                return -1;
            at = end + 1;
        }
        start = at;
    }
    return add_literal(e, text + start, length - start);
}

int kernel_expand(struct lang_thread *t, const char *text, size_t length, struct wire_text *out)
{
    struct expansion e = {.t = t, .out = out};
    *out = (struct wire_text){0};
    if (memchr(text, '{', length) || memchr(text, '$', length) || memchr(text, '}', length)) {
        int status = lang_frame_namespaces(t, &e.globals, &e.locals);
        if (!status) {
            status = expand_all(&e, text, length);
            lang_xdecref(t, e.globals);
            lang_xdecref(t, e.locals);
        }
        if (!status && !out->failed) {
            wire_text_add(out, "", 0);
            return out->failed ? -1 : 0;
        }
        /* If any part fails, the line goes as it stands to the shell, which may know what it means. */
        if (lang_error_is(t, LANG_EXC_KeyboardInterrupt))
            return -1;
        lang_error_clear(t);
        wire_text_clear(out);
    }
    wire_text_add(out, text, length);
    if (out->failed) {
        wire_text_clear(out);
        lang_no_memory(t);
        return -1;
    }
    return 0;
}

/* ---- shell lines ---- */

static void print_sink(void *context, int stream, const char *text, size_t length)
{
    struct kernel *kernel = context;
    (void)stream;
    kernel->host.write(kernel->host.ctx, 1, text, length);
}

static void keep_sink(void *context, int stream, const char *text, size_t length)
{
    (void)stream;
    wire_text_add(context, text, length);
}

static const char *shell_program(void)
{
    const char *shell = getenv("SHELL");
    return shell && *shell ? shell : "/bin/sh";
}

/* Runs an expanded command line on a terminal. Returns its status through *status, and whether an interrupt has ended
 * it; 0, or -1 with an exception. */
static int run_line(struct kernel *kernel, struct lang_thread *t, const char *command,
                    void (*sink)(void *, int, const char *, size_t), void *context, int *status, bool *interrupted)
{
    const char *const argv[] = {shell_program(), "-c", command, NULL};
    struct kernel_child child = {.argv = argv, .terminal = true, .sink = sink, .context = context};
    if (kernel->host.flush) {
        kernel->host.flush(kernel->host.ctx, 1);
        kernel->host.flush(kernel->host.ctx, 2);
    }
    lang_unlock(t);
    int result = kernel_child_run(kernel, &child, status, interrupted);
    int fault = errno;
    lang_lock(t);
    if (result) {
        lang_raise_errno(t, fault, argv[0]);
        return -1;
    }
    if (*status > 128)
        *status = -(*status - 128);
    return 0;
}

/* Who stops a child means the cell: it fails, and what waits behind it does not run. */
static int fail_interrupted(struct lang_thread *t)
{
    return lang_fail(t, LANG_EXC_KeyboardInterrupt, "%s", "");
}

int kernel_shell_run(struct kernel *kernel, struct lang_thread *t, const char *command)
{
    int status;
    bool interrupted = false;
    if (run_line(kernel, t, command, print_sink, kernel, &status, &interrupted) ||
        lang_dict_set_c(t, lang_main_dict(t), "_exit_code", lang_int(status)))
        return -1;
    return interrupted ? fail_interrupted(t) : 0;
}

/* Checks and expands the text of `!` lines. Returns 0 or -1 with an exception. */
static int prepare_command(struct lang_thread *t, lang_value text, struct wire_text *command)
{
    size_t length;
    const char *bytes = lang_as_utf8(t, text, "cmd", &length);
    if (!bytes)
        return -1;
    while (length && isspace((unsigned char)bytes[length - 1]))
        length--;
    if (length && bytes[length - 1] == '&')
        return lang_fail(t, LANG_EXC_OSError, "Background processes not supported.");
    if (kernel_expand(t, bytes, length, command))
        return -1;
    if (strlen(command->data) != command->length) {
        wire_text_clear(command);
        return lang_fail(t, LANG_EXC_ValueError, "embedded null byte");
    }
    return 0;
}

static lang_value shell_system(struct lang_thread *t, const lang_value *args)
{
    struct wire_text command = {0};
    if (prepare_command(t, args[1], &command))
        return lang_error();
    int result = kernel_shell_run(kernel_current(), t, command.data);
    wire_text_clear(&command);
    return result ? lang_error() : lang_none();
}

/* ---- SList: what `x = !cmd` gives ---- */

static lang_value slist_list(struct lang_thread *t, lang_value self)
{
    (void)t;
    return lang_ref(self);
}

static lang_value slist_join(struct lang_thread *t, lang_value self, const char *between)
{
    struct lang_str *separator = lang_str_from_c(t, between);
    if (!separator)
        return lang_error();
    lang_value joined = lang_call_method_c(t, lang_obj(separator), "join", &self, 1);
    lang_decref(t, separator);
    return joined;
}

static lang_value slist_blanks(struct lang_thread *t, lang_value self)
{
    return slist_join(t, self, " ");
}

static lang_value slist_lines(struct lang_thread *t, lang_value self)
{
    return slist_join(t, self, "\n");
}

static const struct lang_getset slist_attributes[] = {
    {"l", slist_list, NULL, "The value as list"},
    {"list", slist_list, NULL, "The value as list"},
    {"s", slist_blanks, NULL, "The value as space-separated string"},
    {"spstr", slist_blanks, NULL, "The value as space-separated string"},
    {"n", slist_lines, NULL, "The value as newline-separated string"},
    {"nlstr", slist_lines, NULL, "The value as newline-separated string"},
    {0},
};

static struct lang_type slist_type = {
    .name = "SList",
    .module = "IPython.utils.text",
    .doc = "List derivative with a special access attributes.\n\nThese are normal lists, but with the special "
           "attributes:\n\n* .l (or .list) : value as list (the list itself).\n* .n (or .nlstr): value as a string, "
           "joined on newlines.\n* .s (or .spstr): value as a string, joined on spaces.",
    .size = sizeof(struct lang_list),
    .base = &lang_type_list,
    .getset = slist_attributes,
};

/* Splits at line ends (\r\n and \n), without a last empty line. */
static lang_value slist_new(struct lang_thread *t, const char *text, size_t length)
{
    struct lang_list *list = lang_object_new(t, &slist_type);
    size_t at = 0;
    while (list && at < length) {
        const char *newline = memchr(text + at, '\n', length - at);
        size_t end = newline ? (size_t)(newline - text) : length, next = newline ? end + 1 : length;
        if (newline && end > at && text[end - 1] == '\r')
            end--;
        struct lang_str *line = lang_str_new(t, text + at, end - at);
        if (!line || lang_list_append_steal(t, list, lang_obj(line))) {
            lang_decref(t, list);
            return lang_error();
        }
        at = next;
    }
    return lang_obj_or_error(list);
}

static lang_value shell_getoutput(struct lang_thread *t, const lang_value *args)
{
    struct wire_text command = {0}, output = {0};
    int status;
    bool interrupted = false;
    if (prepare_command(t, args[1], &command))
        return lang_error();
    int result = run_line(kernel_current(), t, command.data, keep_sink, &output, &status, &interrupted);
    wire_text_clear(&command);
    lang_value list = lang_error();
    if (!result && interrupted)
        result = fail_interrupted(t);
    else if (output.failed)
        lang_no_memory(t);
    else if (!result)
        list = slist_new(t, output.data ? output.data : "", output.length);
    wire_text_clear(&output);
    return list;
}

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
    struct kernel *kernel = kernel_current();
    size_t length;
    const char *text = lang_as_utf8(t, args[1], "text", &length);
    int replace = lang_is_undef(args[2]) ? 0 : lang_truth(t, args[2]);
    if (!text || replace < 0)
        return lang_error();
    wire_text_clear(&kernel->next_input);
    wire_text_put(&kernel->next_input, "{\"source\":\"set_next_input\",\"text\":");
    wire_text_string(&kernel->next_input, text, length);
    wire_text_printf(&kernel->next_input, ",\"replace\":%s}", replace ? "true" : "false");
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

static lang_value shell_count(struct lang_thread *t, lang_value self)
{
    (void)t;
    (void)self;
    return lang_int(kernel_current()->count);
}

/* exit() and quit() only ask for the end: the rest of the cell still runs. The last call of a cell counts. */
static lang_value ask_exit(struct lang_thread *t, bool keep)
{
    (void)t;
    kernel_current()->exit_asked = true;
    kernel_current()->keep_kernel = keep;
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
    {"system", "(cmd)", shell_system, "Call the given cmd in a subprocess, piping stdout/err", 0},
    {"getoutput", "(cmd, split=True, depth=0)", shell_getoutput,
     "Get output (possibly including stderr) from a subprocess.", 0},
    {"run_line_magic", "(magic_name, line, _stack_depth=1)", shell_line_magic, "Execute the given line magic.", 0},
    {"run_cell_magic", "(magic_name, line, cell)", shell_cell_magic, "Execute the given cell magic.", 0},
    {"ask_exit", "()", shell_ask_exit, "Engage the exit actions.", 0},
    {"show_usage", "()", shell_show_usage, "Show a usage message", 0},
    {"set_next_input", "(text, replace=False)", shell_set_next_input,
     "Send the specified text to the frontend to be presented at the next input cell.", 0},
    {0},
};

static const struct lang_getset shell_attributes[] = {
    {"user_ns", shell_user_ns, NULL, "The namespace of the cells."},
    {"execution_count", shell_count, NULL, "The execution counter."},
    {0},
};

static struct lang_type shell_type = {
    .name = "ZMQInteractiveShell",
    .module = "ipykernel.zmqshell",
    .doc = "A subclass of InteractiveShell for ZMQ.",
    .size = sizeof(struct lang_object),
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
    struct lang_thread *t = kernel->thread;
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

int kernel_interactive_start(struct kernel *kernel)
{
    struct lang_thread *t = kernel->thread;
    if (lang_type_ready(t, &shell_type) || lang_type_ready(t, &slist_type))
        return -1;
    kernel->shell = lang_obj_or_error(lang_object_new(t, &shell_type));
    if (lang_is_error(kernel->shell) || add_natives(t) || add_names(kernel))
        return -1;
    return kernel_magic_start(kernel);
}

/* ---- the language's birth and death ---- */

static void host_write(void *kernel, int stream, const char *text, size_t size)
{
    kernel_output_write(kernel, stream, text, size);
}

static void host_flush(void *kernel, int stream)
{
    kernel_output_flush(kernel, stream);
}

static void host_display(void *kernel, const struct lang_bundle *bundle, enum lang_display_kind kind)
{
    kernel_output_display(kernel, bundle, kind);
}

static void host_clear_output(void *kernel, bool wait)
{
    kernel_output_clear_output(kernel, wait);
}

int kernel_language_start(struct kernel *kernel, bool cells)
{
    const struct lang_options options = {.cells = cells, .headroom = kernel_headroom};
    const struct bind_options bound = {
        .interrupt = &kernel->interrupt, .sim_gpus = kernel->simulated_gpus, .headroom = kernel_headroom};
    if (!kernel->host.write)
        kernel->host =
            (struct lang_host){kernel, host_write, host_flush, host_display, host_clear_output, kernel_input_ask, NULL};
    kernel->host.interrupt = &kernel->interrupt;
    kernel->vm = lang_vm_new(&kernel->host, &options);
    if (!kernel->vm)
        return -1;
    struct lang_thread *t = lang_vm_thread(kernel->vm);
    kernel->thread = t;
    if (bind_install(t, &bound) || kernel_display_start(kernel) || (cells && kernel_interactive_start(kernel))) {
        /* Too little memory to begin with, or a number of devices that is none. */
        struct lang_report report = {0};
        lang_report(t, LANG_REPORT_CELL_PLAIN, &report);
        snprintf(kernel->start_error, sizeof kernel->start_error, "%.60s: %.190s",
                 report.ename ? report.ename : "MemoryError", report.evalue ? report.evalue : "");
        wire_log("the language could not be started: %s", kernel->start_error);
        lang_report_free(&report);
        lang_unlock(t);
        kernel->thread = NULL;
        return -1;
    }
    return 0;
}

void kernel_language_end(struct kernel *kernel)
{
    struct lang_thread *t = kernel->thread;
    if (!t)
        return;
    lang_lock(t);
    lang_clear(t, &kernel->in_list);
    lang_clear(t, &kernel->out_dict);
    lang_clear(t, &kernel->shell);
    for (int i = 0; i < 3; i++)
        lang_clear(t, &kernel->shown[i]);
    kernel_magic_end(kernel);
    if (kernel->service)
        lang_thread_free(kernel->service);
    bind_shutdown(t);
    lang_vm_free(kernel->vm);
    kernel->vm = NULL;
    kernel->thread = NULL;
}
