/*
 * echo_lang.c - a language of one-word commands that stands in for the real one behind lang.h.
 *
 * With it the whole kernel (dispatch, execution, output, input, children, signals) is tested alone: a fault found here
 * is the kernel's. A cell is lines of: print TEXT, err TEXT, show TEXT, fail TEXT, usage TEXT, count N (prints 0 ..
 * N-1), loop (for ever), sleep SECONDS, input PROMPT, sys COMMAND (as !COMMAND), fd TEXT (written to descriptor 1), hex
 * BYTES (the same, in hexadecimal), exit.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "bind.h"
#include "python/python.h"
#include "session.h"

struct lang_command_line lang_command_line;
struct lang_thread {
    const char *ename;
    char evalue[256];
};

static struct lang_thread threads[2];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct lang_dict no_names;
static struct lang_list no_inputs;

/* ---- what execute.c needs of values: there are none but the text that is shown ---- */

struct lang_str *lang_str_new(struct lang_thread *t, const char *utf8, size_t size)
{
    (void)t;
    (void)utf8;
    (void)size;
    return NULL;
}

struct lang_str *lang_str_from_c(struct lang_thread *t, const char *utf8)
{
    return lang_str_new(t, utf8, 0);
}

const char *lang_str_utf8(struct lang_thread *t, struct lang_str *s, size_t *size)
{
    (void)t;
    (void)s;
    *size = 0;
    return "";
}

struct lang_str *lang_str_empty(struct lang_thread *t)
{
    return lang_str_new(t, "", 0);
}

lang_value lang_dict_get_c(struct lang_thread *t, struct lang_dict *d, const char *key)
{
    (void)t;
    (void)d;
    (void)key;
    return lang_undef();
}

int lang_dict_set_c(struct lang_thread *t, struct lang_dict *d, const char *key, lang_value value)
{
    (void)t;
    (void)d;
    (void)key;
    (void)value;
    return 0;
}

int lang_dict_set(struct lang_thread *t, struct lang_dict *d, lang_value key, lang_value value)
{
    (void)t;
    (void)d;
    (void)key;
    (void)value;
    return 0;
}

int lang_dict_del(struct lang_thread *t, struct lang_dict *d, lang_value key)
{
    (void)t;
    (void)d;
    (void)key;
    return 0;
}

bool lang_dict_next(struct lang_dict *d, int64_t *i, lang_value *key, lang_value *value)
{
    (void)d;
    (void)i;
    (void)key;
    (void)value;
    return false;
}

int lang_list_append(struct lang_thread *t, struct lang_list *l, lang_value v)
{
    (void)t;
    (void)l;
    (void)v;
    return 0;
}

int lang_list_append_steal(struct lang_thread *t, struct lang_list *l, lang_value v)
{
    return lang_list_append(t, l, v);
}

struct lang_dict *lang_main_dict(struct lang_thread *t)
{
    (void)t;
    return &no_names;
}

struct lang_dict *lang_builtins_dict(struct lang_thread *t)
{
    return lang_main_dict(t);
}

void lang_object_destroy(struct lang_thread *t, struct lang_object *o)
{
    (void)t;
    (void)o;
}

void lang_error_clear(struct lang_thread *t)
{
    t->ename = NULL;
}

/* ---- the lock ---- */

void lang_lock(struct lang_thread *t)
{
    (void)t;
    pthread_mutex_lock(&lock);
}

void lang_unlock(struct lang_thread *t)
{
    (void)t;
    pthread_mutex_unlock(&lock);
}

int lang_request_lock(struct lang_thread *t, int timeout_ms)
{
    for (; timeout_ms > 0; timeout_ms -= 5) {
        if (!pthread_mutex_trylock(&lock))
            return 0;
        usleep(5000);
    }
    (void)t;
    return -1;
}

/* There is no subshell here: nothing runs beside a cell. */
struct lang_thread *lang_thread_attach(struct lang_vm *vm)
{
    (void)vm;
    return NULL;
}

void lang_thread_free(struct lang_thread *t)
{
    (void)t;
}

void lang_vm_unlock(struct lang_vm *vm)
{
    (void)vm;
}

struct lang_thread *lang_thread_new(struct lang_vm *vm)
{
    (void)vm;
    return &threads[1];
}

/* ---- running ---- */

static int raise_error(struct lang_thread *t, const char *ename, const char *evalue)
{
    t->ename = ename;
    snprintf(t->evalue, sizeof t->evalue, "%s", evalue);
    return -1;
}

/* Sleeps with the lock released, as everything that blocks does. */
static int nap(struct lang_thread *t, double seconds)
{
    struct kernel *kernel = kernel_current();
    struct timespec left = {(time_t)seconds, (long)((seconds - (double)(time_t)seconds) * 1e9)};
    lang_unlock(t);
    while (!atomic_load(&kernel->interrupt) && nanosleep(&left, &left) && errno == EINTR)
        ;
    lang_lock(t);
    return atomic_load(&kernel->interrupt) ? raise_error(t, "KeyboardInterrupt", "") : 0;
}

static int ask(struct lang_thread *t, const char *prompt)
{
    struct kernel *kernel = kernel_current();
    char *answer = NULL;
    lang_unlock(t);
    int result = kernel->host.input(kernel->host.ctx, prompt, false, &answer);
    lang_lock(t);
    if (result == 0 && !strcmp(answer, "\x04")) {
        free(answer);
        return raise_error(t, "EOFError", "");
    }
    if (result == 0) {
        kernel->host.write(kernel->host.ctx, 1, answer, strlen(answer));
        free(answer);
        return 0;
    }
    return result == 3   ? raise_error(t, "KeyboardInterrupt", "")
           : result == 4 ? raise_error(t, "KeyboardInterrupt", "Interrupted by user")
                         : raise_error(t, "StdinNotImplementedError",
                                       "raw_input was called, but this frontend does not support input requests.");
}

static void sink(void *context, int stream, const char *text, size_t length)
{
    struct kernel *kernel = context;
    (void)stream;
    kernel->host.write(kernel->host.ctx, 1, text, length);
}

static int run_system(struct lang_thread *t, const char *command)
{
    struct kernel *kernel = kernel_current();
    const char *const argv[] = {"/bin/sh", "-c", command, NULL};
    struct kernel_child child = {.argv = argv, .terminal = true, .sink = sink, .context = kernel};
    int status;
    bool interrupted = false;
    lang_unlock(t);
    int result = kernel_child_run(kernel, &child, &status, &interrupted);
    lang_lock(t);
    if (result)
        return raise_error(t, "OSError", strerror(errno));
    return interrupted ? raise_error(t, "KeyboardInterrupt", "") : 0;
}

static void write_hex(const char *digits)
{
    unsigned byte;
    for (; sscanf(digits, "%2x", &byte) == 1; digits += 2) {
        char c = (char)byte;
        if (write(1, &c, 1) != 1)
            return;
        usleep(20000);
    }
}

static int print_numbers(struct lang_thread *t, long count)
{
    struct kernel *kernel = kernel_current();
    char text[32];
    for (long i = 0; i < count; i++) {
        int length = snprintf(text, sizeof text, "%ld\n", i);
        kernel->host.write(kernel->host.ctx, 1, text, (size_t)length);
        if (atomic_load(&kernel->interrupt))
            return raise_error(t, "KeyboardInterrupt", "");
    }
    return 0;
}

static int run_line(struct lang_thread *t, const char *word, const char *rest, lang_value *value)
{
    struct kernel *kernel = kernel_current();
    char line[4096];
    int length = snprintf(line, sizeof line, "%s\n", rest);
    if (!strcmp(word, "print"))
        kernel->host.write(kernel->host.ctx, 1, line, (size_t)length);
    else if (!strcmp(word, "err"))
        kernel->host.write(kernel->host.ctx, 2, line, (size_t)length);
    else if (!strcmp(word, "show"))
        *value = lang_int(strtol(rest, NULL, 10));
    else if (!strcmp(word, "fail"))
        return raise_error(t, "ValueError", rest);
    else if (!strcmp(word, "usage"))
        return raise_error(t, "UsageError", rest);
    else if (!strcmp(word, "count"))
        return print_numbers(t, strtol(rest, NULL, 10));
    else if (!strcmp(word, "loop")) {
        while (!nap(t, 0.001))
            ;
        return -1;
    } else if (!strcmp(word, "sleep"))
        return nap(t, strtod(rest, NULL));
    else if (!strcmp(word, "input"))
        return ask(t, rest);
    else if (!strcmp(word, "sys"))
        return run_system(t, rest);
    else if (!strcmp(word, "fd"))
        return write(1, line, (size_t)length) < 0 ? raise_error(t, "OSError", strerror(errno)) : 0;
    else if (!strcmp(word, "hex"))
        write_hex(rest);
    else if (!strcmp(word, "exit"))
        kernel->main_shell.exit_asked = true;
    else
        return raise_error(t, "SyntaxError", word);
    return 0;
}

int lang_run(struct lang_thread *t, struct lang_source *source, struct lang_dict *ns, lang_value *value)
{
    char *text = strndup(source->text, source->size), *next = text, *line;
    int status = text ? 0 : raise_error(t, "MemoryError", "");
    (void)ns;
    while (!status && (line = strsep(&next, "\n"))) {
        char *rest = line + strcspn(line, " ");
        if (*rest)
            *rest++ = '\0';
        lang_value shown = lang_undef();
        if (*line)
            status = run_line(t, line, rest, &shown);
        *value = shown;
    }
    free(text);
    return status;
}

lang_value lang_eval(struct lang_thread *t, const char *text, size_t size, struct lang_dict *globals,
                     struct lang_dict *locals)
{
    (void)globals;
    (void)locals;
    if (!size || text[0] < '0' || text[0] > '9') {
        raise_error(t, "NameError", "no name");
        return lang_error();
    }
    return lang_int(strtol(text, NULL, 10));
}

/* ---- showing ---- */

int kernel_format_value(struct lang_thread *t, lang_value v, struct kernel_bundle *out)
{
    char text[32];
    int length = snprintf(text, sizeof text, "%lld", (long long)v.i);
    (void)t;
    return kernel_bundle_add(out, "text/plain", text, (size_t)length, false);
}

int lang_report(struct lang_thread *t, enum lang_report_style style, struct lang_report *out)
{
    (void)style;
    *out = (struct lang_report){.ename = strdup(t->ename ? t->ename : ""), .evalue = strdup(t->evalue)};
    out->usage_error = !strcmp(out->ename, "UsageError");
    out->interrupted = !strcmp(out->ename, "KeyboardInterrupt");
    t->ename = NULL;
    return 0;
}

void lang_report_free(struct lang_report *r)
{
    free(r->ename);
    free(r->evalue);
    *r = (struct lang_report){0};
}

/* ---- introspection ---- */

int lang_complete(struct lang_thread *t, const char *text, size_t size, int64_t cursor, struct lang_completions *out)
{
    (void)t;
    (void)text;
    (void)size;
    out->items = calloc(1, sizeof *out->items);
    if (!out->items)
        return -1;
    out->items[0] = (struct lang_completion){strdup("print"), "function", NULL};
    out->count = 1;
    out->start = out->end = cursor;
    return 0;
}

void lang_completions_free(struct lang_completions *c)
{
    for (size_t i = 0; i < c->count; i++)
        free(c->items[i].text);
    free(c->items);
    *c = (struct lang_completions){0};
}

int lang_inspect(struct lang_thread *t, const char *text, size_t size, int64_t cursor, int detail, char **out)
{
    (void)t;
    (void)cursor;
    (void)detail;
    *out = size && !strncmp(text, "print", 5) ? strdup("print TEXT") : NULL;
    return 0;
}

enum lang_cell_state lang_cell_state(const char *text, size_t size, int *indent)
{
    *indent = 4;
    return size && text[size - 1] == ':' ? LANG_CELL_INCOMPLETE : LANG_CELL_COMPLETE;
}

/* ---- what get_ipython.c and the magics would give ---- */

int kernel_console_file(const struct kernel_options *options, const char *path, int argc, char **argv)
{
    (void)options;
    (void)path;
    (void)argc;
    (void)argv;
    return 2;
}

int kernel_console_code(const struct kernel_options *options, const char *code, int argc, char **argv)
{
    return kernel_console_file(options, code, argc, argv);
}

int kernel_console_module(const struct kernel_options *options, int argc, char **argv)
{
    return kernel_console_file(options, argv[0], argc, argv);
}

int kernel_console_stdin(const struct kernel_options *options, const char *name, int argc, char **argv)
{
    return kernel_console_file(options, name, argc, argv);
}

void bind_workers_interrupt(void) {}

void bind_cell(long long number)
{
    (void)number;
}

const char *bind_torch_version(void)
{
    return "none";
}

const char *kernel_magic_name(size_t index, bool *cell)
{
    (void)index;
    (void)cell;
    return NULL;
}

char *kernel_about_magic(struct lang_thread *t, const char *name, bool source)
{
    (void)t;
    (void)name;
    (void)source;
    return NULL;
}

bool kernel_has_line_magic(const char *name)
{
    (void)name;
    return false;
}

int kernel_magic_before_cell(struct kernel *kernel)
{
    (void)kernel;
    return 0;
}

void kernel_magic_after_cell(struct kernel *kernel)
{
    (void)kernel;
}

void kernel_events_begin(struct kernel *kernel, const char *code, size_t size, bool silent, bool store)
{
    (void)kernel, (void)code, (void)size, (void)silent, (void)store;
}

void kernel_events_end(struct kernel *kernel, int64_t number, lang_value error, lang_value value)
{
    (void)kernel, (void)number, (void)error, (void)value;
}

int kernel_library_before(struct kernel *kernel, struct lang_source *source, lang_value *held)
{
    (void)kernel, (void)source, (void)held;
    return 0;
}

bool kernel_library_handles(struct kernel *kernel, lang_value error)
{
    (void)kernel, (void)error;
    return false;
}

void kernel_library_after(struct kernel *kernel, lang_value error, lang_value value)
{
    (void)kernel, (void)error, (void)value;
}

void kernel_restyle_report(struct kernel *kernel, struct lang_report *report)
{
    (void)kernel, (void)report;
}

void kernel_python_after_cell(struct lang_thread *t)
{
    (void)t;
}

void kernel_run_exit_functions(struct lang_thread *t)
{
    (void)t;
}

/* What there is to run is what was written. */
char *lang_translate_cell(struct lang_thread *t, const char *text, size_t size, size_t *out_size)
{
    (void)t;
    char *copy = malloc(size + 1); /* it may hold NUL */

    if (copy) {
        memcpy(copy, text, size);
        copy[size] = 0;
        *out_size = size;
    }
    return copy;
}

void kernel_python_at_end(struct lang_thread *t, bool wait)
{
    (void)t, (void)wait;
}

void kernel_python_host(char **argv)
{
    (void)argv;
}

void kernel_tell_error(struct kernel *kernel, struct lang_thread *t, bool only)
{
    (void)only;
    (void)kernel;
    (void)t;
}

int kernel_shell_start(struct kernel *kernel)
{
    (void)kernel;
    return 0;
}

int kernel_comms_start(struct kernel *kernel)
{
    (void)kernel;
    return 0;
}

int kernel_comm_deliver(struct lang_thread *t, const struct wire_request *request)
{
    (void)t;
    (void)request;
    return 0;
}

int kernel_python_describe(void)
{
    return 1;
}

bool kernel_python_program(char out[KERNEL_PYTHON_PATH])
{
    out[0] = 0;
    return false;
}

int kernel_python_run_module(int argc, char **argv)
{
    (void)argc, (void)argv;
    return 1;
}

lang_value lang_error_take(struct lang_thread *t)
{
    (void)t;
    return lang_undef();
}

void lang_error_restore(struct lang_thread *t, lang_value exc)
{
    (void)t, (void)exc;
}

static void host_write(void *kernel, int stream, const char *text, size_t size)
{
    kernel_output_write(kernel, stream, text, size);
}

int kernel_language_start(struct kernel *kernel, bool cells)
{
    (void)cells;
    kernel->host = (struct lang_host){.ctx = kernel, .write = host_write, .input = kernel_input_ask};
    kernel->thread = &threads[0];
    kernel->in_list = lang_obj(&no_inputs);
    kernel->out_dict = lang_obj(&no_names);
    lang_lock(kernel->thread);
    return 0;
}

int kernel_language_exit_status(struct kernel *kernel)
{
    (void)kernel;
    return 1;
}

void lang_wake_main(void) {}

int lang_signal_arrived(int number)
{
    (void)number;
    return 0;
}

void lang_signals_reset_interrupt(struct lang_thread *t)
{
    (void)t;
}

void kernel_language_end(struct kernel *kernel)
{
    kernel->thread = NULL;
}
