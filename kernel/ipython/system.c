/*
 * system.c - `!cmd` and `x = !cmd`: a command line run in the user's shell, printed or kept as an SList.
 *
 * Owns what a status and an interrupt of such a child mean for the cell. Children are run by subprocess.c.
 */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "magic.h"

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

/* Runs an expanded command line, on a terminal or with its output in a pipe. Returns its status through *status, and
 * whether an interrupt has ended it; 0, or -1 with an exception. */
static int run_line(struct kernel *kernel, struct lang_thread *t, const char *command, bool terminal,
                    void (*sink)(void *, int, const char *, size_t), void *context, int *status, bool *interrupted)
{
    const char *const argv[] = {shell_program(), "-c", command, NULL};
    struct kernel_child child = {
        .argv = argv, .terminal = terminal, .merge = !terminal, .sink = sink, .context = context};
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
    if (run_line(kernel, t, command, true, print_sink, kernel, &status, &interrupted) ||
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

lang_value kernel_native_system(struct lang_thread *t, const lang_value *args)
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

/* What is written in the language: IPython.utils.text. */
static lang_value slist_library(struct lang_thread *t, const char *function, const lang_value *args, size_t n)
{
    lang_value module = lang_import(t, "IPython.utils.text"), passed[4];
    if (lang_is_error(module))
        return module;
    for (size_t i = 0; i < n; i++)
        passed[i] = lang_is_undef(args[i]) ? lang_none() : args[i];
    lang_value value = lang_call_method_c(t, module, function, passed, n);
    lang_unref(t, module);
    return value;
}

static lang_value slist_grep(struct lang_thread *t, const lang_value *args)
{
    return slist_library(t, "grep", args, 4);
}

static lang_value slist_fields(struct lang_thread *t, const lang_value *args)
{
    return slist_library(t, "fields", args, 2);
}

static lang_value slist_sort(struct lang_thread *t, const lang_value *args)
{
    return slist_library(t, "sort", args, 3);
}

static lang_value slist_paths(struct lang_thread *t, lang_value self)
{
    return slist_library(t, "paths", &self, 1);
}

static const struct lang_method slist_methods[] = {
    {"grep", "(pattern, prune=False, field=None)", slist_grep,
     "Return all strings matching 'pattern' (a regex or callable)", 0},
    {"fields", "(*fields)", slist_fields, "Collect whitespace-separated fields from string list", 0},
    {"sort", "(field=None, nums=False)", slist_sort, "Sort by specified fields (see fields())", 0},
    {0},
};

static const struct lang_getset slist_attributes[] = {
    {"p", slist_paths, NULL, "The lines that are files, as paths"},
    {"paths", slist_paths, NULL, "The lines that are files, as paths"},
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
    .methods = slist_methods,
    .getset = slist_attributes,
};

struct lang_type *kernel_line_list_type(void)
{
    return &slist_type;
}

/* Splits at line ends (\n, \r\n, \r), without a last empty line. */
static lang_value slist_new(struct lang_thread *t, const char *text, size_t length)
{
    struct lang_list *list = lang_object_new(t, &slist_type);
    size_t at = 0;
    while (list && at < length) {
        size_t end = at;
        while (end < length && text[end] != '\n' && text[end] != '\r')
            end++;
        struct lang_str *line = lang_str_new(t, text + at, end - at);
        if (!line || lang_list_append_steal(t, list, lang_obj(line))) {
            lang_decref(t, list);
            return lang_error();
        }
        at = end + (end + 1 < length && text[end] == '\r' && text[end + 1] == '\n' ? 2 : 1);
    }
    return lang_obj_or_error(list);
}

lang_value kernel_native_getoutput(struct lang_thread *t, const lang_value *args)
{
    struct wire_text command = {0}, output = {0};
    int status;
    bool interrupted = false;
    if (prepare_command(t, args[1], &command))
        return lang_error();
    int result = run_line(kernel_current(), t, command.data, false, keep_sink, &output, &status, &interrupted);
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

int kernel_system_start(struct lang_thread *t)
{
    return lang_type_ready(t, &slist_type);
}
