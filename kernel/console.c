/*
 * console.c - the program without Jupyter: run FILE, run -m MODULE, -c CODE, a program on standard input.
 *
 * Owns the terminal's side of the language's host: buffered standard output, errors as CPython writes them, its exit
 * statuses. Must not know messages. The main thread waits for signals; the interpreter has the thread with the large
 * stack, as in a kernel.
 */
#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include "python/python.h"
#include "session.h"

#define DONE_SIGNAL (SIGRTMIN + 1)
#define ATTEND_SIGNAL (SIGRTMIN + 2) /* the main thread is to look again: see attend */

struct console {
    struct kernel *kernel;
    const char *text, *filename, *module; /* module: its name, instead of a text */
    size_t length;
    bool is_file;  /* filename is the path of one */
    bool is_found; /* and no text: a folder, an archive, bytecode */
    int argc;
    char **argv;
    int status;
    bool interrupted;        /* ended by KeyboardInterrupt: die of SIGINT as CPython does */
    bool broken;             /* nobody reads our output any more */
    bool forked;             /* this is a child: nothing is held back, and there is no other thread */
    atomic_bool handed_over; /* interp takes SIGINT, SIGTERM and SIGHUP itself */
    pthread_t main_thread;
};

static struct console the_console;

/* ---- the host ---- */

static void write_console(void *context, int stream, const char *text, size_t size)
{
    struct kernel *kernel = context;
    FILE *file = stream == 2 ? stderr : stdout;
    if (the_console.forked)
        kernel_output_direct(stream, text, size);
    else if (fwrite(text, 1, size, file) != size && stream == 1 && errno == EPIPE && !the_console.broken) {
        the_console.broken = true;
        atomic_store(&kernel->interrupt, 1);
    }
}

static void flush_console(void *context, int stream)
{
    (void)context;
    fflush(stream == 2 ? stderr : stdout);
}

static void fork_console(void *context)
{
    (void)context;
    the_console.forked = true;
}

/* From now on the language has handlers of its own. */
static bool hand_over_signals(void *context)
{
    sigset_t set;
    (void)context;
    atomic_store(&the_console.handed_over, true);
    if (!the_console.forked)
        pthread_kill(the_console.main_thread, ATTEND_SIGNAL);
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGHUP);
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
    return true;
}

/* In the handler of SIGINT. */
static void interrupt_console(void *context)
{
    struct kernel *kernel = context;
    if (!atomic_load(&kernel->running))
        return;
    atomic_store(&kernel->interrupt, 1);
    if (!the_console.forked)
        pthread_kill(the_console.main_thread, ATTEND_SIGNAL);
}

/* Reads a line; the wait ends when the flag is raised. */
static int input_console(void *context, const char *prompt, bool password, char **answer)
{
    struct kernel *kernel = context;
    struct wire_text line = {0};
    int result = -1;
    (void)password;
    if (the_console.forked) /* standard input belongs to the parent */
        return 1;
    fputs(prompt, stdout);
    fflush(stdout);
    while (result < 0) {
        struct pollfd poller = {0, POLLIN, 0};
        char byte;
        if (atomic_load(&kernel->interrupt))
            result = 3;
        else if (poll(&poller, 1, 50) > 0) {
            /* Byte by byte: what follows the line belongs to the next question, or to a child. */
            ssize_t got = read(0, &byte, 1);
            if (got == 0 || (got < 0 && errno != EINTR && errno != EAGAIN))
                result = line.length ? 0 : 1;
            else if (got == 1 && byte == '\n')
                result = 0;
            else if (got == 1)
                wire_text_add(&line, &byte, 1);
        }
    }
    if (result == 0)
        *answer = line.data ? strdup(line.data) : strdup("");
    wire_text_clear(&line);
    return result == 0 && !*answer ? 1 : result;
}

/* ---- the run ---- */

/* What SystemExit carries: None or an integer is the status, anything else is printed and means 1. */
static void take_exit(struct console *console)
{
    struct lang_thread *t = console->kernel->thread;
    lang_value exception = lang_error_take(t), code = lang_getattr_c(t, exception, "code");
    int64_t status = 1;
    fflush(stdout);
    if (lang_is_none(code))
        status = 0;
    else if (!lang_is_error(code) && lang_is_integer(code)) {
        if (lang_as_int64(t, code, &status))
            status = -1;
    } else if (!lang_is_error(code)) {
        size_t length;
        struct lang_str *text = lang_to_str(t, code);
        const char *bytes = text ? lang_str_utf8(t, text, &length) : NULL;
        if (bytes)
            fprintf(stderr, "%.*s\n", (int)length, bytes);
        lang_xdecref(t, text);
    }
    lang_error_clear(t);
    lang_unref(t, code);
    lang_unref(t, exception);
    console->status = (int)(status & 0xff);
}

static void print_report(struct console *console)
{
    struct lang_report report = {0};
    lang_report(console->kernel->thread, LANG_REPORT_PYTHON, &report);
    fflush(stdout);
    console->status = 1;
    console->interrupted = report.interrupted;
    for (size_t i = 0; !console->broken && i < report.traceback_count; i++) {
        size_t length = strlen(report.traceback[i]);
        fputs(report.traceback[i], stderr);
        if (length && report.traceback[i][length - 1] != '\n')
            fputc('\n', stderr);
    }
    if (!report.ename)
        fputs("MemoryError\n", stderr);
    lang_report_free(&report);
}

/* A function of runpy finds the program, by the name of a module or the path of what is no text. */
static int run_found(struct lang_thread *t, const char *function, const char *name)
{
    lang_value runpy = lang_import(t, "runpy"), text = lang_obj_or_error(lang_str_from_c(t, name)), done = lang_error();
    if (!lang_is_error(runpy) && !lang_is_error(text))
        done = lang_call_method_c(t, runpy, function, &text, 1);
    int status = lang_is_error(done) ? -1 : 0;
    lang_unref(t, done);
    lang_unref(t, text);
    lang_unref(t, runpy);
    return status;
}

/* -X faulthandler, $PYTHONFAULTHANDLER or the development mode. */
static int start_faulthandler(struct lang_thread *t)
{
    const int64_t *flags = lang_command_line.flags;
    const char *said = flags[LANG_FLAG_IGNORE_ENVIRONMENT] ? NULL : getenv("PYTHONFAULTHANDLER");
    bool asked = (said && *said) || flags[LANG_FLAG_DEV_MODE];
    for (int i = 0; i < lang_command_line.xoption_count; i++)
        asked = asked || !strcmp(lang_command_line.xoptions[i], "faulthandler");
    lang_value module = asked ? lang_import(t, "faulthandler") : lang_undef();
    if (lang_is_undef(module) || lang_is_error(module))
        return lang_is_error(module) ? -1 : 0;
    lang_value done = lang_call_method_c(t, module, "enable", NULL, 0);
    lang_unref(t, module);
    if (lang_is_error(done))
        return -1;
    lang_unref(t, done);
    return 0;
}

/* -X tracemalloc or $PYTHONTRACEMALLOC, each with a number of frames: 0 is not to trace. */
static int start_tracemalloc(struct lang_thread *t)
{
    static const char option[] = "tracemalloc", variable[] = "PYTHONTRACEMALLOC";
    const char *said = lang_command_line.flags[LANG_FLAG_IGNORE_ENVIRONMENT] ? NULL : getenv(variable),
               *from = variable;
    for (int i = 0; i < lang_command_line.xoption_count; i++) {
        const char *word = lang_command_line.xoptions[i], *equals = word + strcspn(word, "=");
        if ((size_t)(equals - word) != strlen(option) || strncmp(word, option, strlen(option)) != 0)
            continue;
        said = *equals ? equals + 1 : "1";
        from = "-X tracemalloc=NFRAME";
    }
    char *end = "";
    const long frames = said && *said ? strtol(said, &end, 10) : 0;
    if (*end || frames < 0 || frames > INT_MAX)
        return lang_raise(t, LANG_EXC_ValueError, "%s: invalid number of frames", from), -1;
    const lang_value count = lang_int(frames);
    lang_value module = frames ? lang_import(t, "_tracemalloc") : lang_undef();
    if (lang_is_undef(module) || lang_is_error(module))
        return lang_is_error(module) ? -1 : 0;
    lang_value done = lang_call_method_c(t, module, "start", &count, 1);
    lang_unref(t, module);
    if (lang_is_error(done))
        return -1;
    lang_unref(t, done);
    return 0;
}

static void run_program(struct console *console)
{
    struct lang_thread *t = console->kernel->thread;
    struct lang_source source = {.text = console->text, .size = console->length, .filename = console->filename};
    source.program = strcmp(console->filename, "<string>") != 0;
    lang_value value = lang_undef();
    int status = lang_set_argv(t, console->argc, console->argv);
    if (!status && console->is_file)
        status = lang_set_script(t, console->filename);
    if (!status) { /* exit and quit */
        lang_value site = lang_import(t, "_sitebuiltins");
        status = lang_is_error(site) ? -1 : 0;
        lang_unref(t, site);
    }
    if (!status)
        status = start_faulthandler(t);
    if (!status)
        status = start_tracemalloc(t);
    atomic_store(&console->kernel->running, true);
    if (!status)
        status = console->module     ? run_found(t, "_run_module_as_main", console->module)
                 : console->is_found ? run_found(t, "_run_path_as_main", console->filename)
                                     : lang_run(t, &source, NULL, &value);
    lang_unref(t, value);
    if (status && lang_error_is(t, LANG_EXC_SystemExit))
        take_exit(console);
    else if (status && lang_excepthook(t))
        console->status = 1;
    else if (status && lang_error_is(t, LANG_EXC_SystemExit))
        take_exit(console);
    else if (status)
        print_report(console);
    kernel_python_at_end(t, true);
    fflush(stdout);
    lang_finish(t);
    atomic_store(&console->kernel->running, false);
}

/* Ends the process as the signal would have. */
static int die_of(int number)
{
    sigset_t set;
    signal(number, SIG_DFL);
    sigemptyset(&set);
    sigaddset(&set, number);
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
    raise(number);
    return 128 + number;
}

static void *interp(void *argument)
{
    struct kernel *kernel = argument;
    struct console *console = &the_console;
    const pid_t process = getpid();
    kernel_unblock_signals();
    if (kernel_language_start(kernel, false))
        console->status = 1;
    else {
        run_program(console);
        lang_unlock(kernel->thread);
    }
    fflush(stdout);
    if (getpid() != process) /* a forked child: the main thread is not here */
        _exit(console->interrupted ? die_of(SIGINT) : console->status);
    kernel_language_end(kernel);
    pthread_kill(console->main_thread, DONE_SIGNAL);
    return NULL;
}

/* Waits for interp, handing on interrupts. Returns the signal that ends the program, or 0. */
static int attend(struct kernel *kernel)
{
    const struct timespec moment = {0, 20 * 1000 * 1000};
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGHUP);
    sigaddset(&set, DONE_SIGNAL);
    sigaddset(&set, ATTEND_SIGNAL);
    for (;;) {
        bool pressed = atomic_load(&kernel->interrupt);
        int number = pressed ? sigtimedwait(&set, NULL, &moment) : sigwaitinfo(&set, NULL);
        if (number == DONE_SIGNAL)
            return 0;
        if (number == ATTEND_SIGNAL) {
            if (atomic_load(&the_console.handed_over)) {
                sigdelset(&set, SIGINT);
                sigdelset(&set, SIGTERM);
                sigdelset(&set, SIGHUP);
            }
            if (atomic_load(&kernel->interrupt))
                kernel_interrupt(kernel);
            continue;
        }
        if (number == SIGTERM || number == SIGHUP)
            return number;
        if (number == SIGINT || (number < 0 && errno == EAGAIN && atomic_load(&kernel->interrupt)))
            kernel_interrupt(kernel);
    }
}

static int run_console(const struct kernel_options *options, struct console *console)
{
    struct kernel *kernel = kernel_current();
    kernel_block_signals();
    console->kernel = kernel;
    console->main_thread = pthread_self();
    kernel->simulated_gpus = options->simulated_gpus;
    kernel->host = (struct lang_host){kernel,       write_console, flush_console, input_console,     NULL,
                                      fork_console, NULL,          NULL,          hand_over_signals, interrupt_console};
    the_console = *console;
    if (kernel_start_interp(kernel, interp)) {
        fputs("tensor-kernel: cannot start the interpreter's thread\n", stderr);
        return 1;
    }
    int number = attend(kernel);
    if (number)
        return die_of(number);
    pthread_join(kernel->interp_thread, NULL);
    if (the_console.interrupted && !the_console.broken)
        return die_of(SIGINT);
    return the_console.broken ? 1 : the_console.status;
}

/* ---- the source of the program ---------------------------------------------------------------------------------- */

static int read_all(FILE *file, struct wire_text *text)
{
    char bytes[65536];
    size_t got;
    while ((got = fread(bytes, 1, sizeof bytes, file)) > 0)
        wire_text_add(text, bytes, got);
    wire_text_add(text, "", 0);
    return ferror(file) || text->failed ? -1 : 0;
}

/* The path from the root on, as tracebacks show it; malloc'ed. */
static char *full_path(const char *path)
{
    char *here = path[0] == '/' ? NULL : getcwd(NULL, 0), *full = NULL;
    if (!here || asprintf(&full, "%s%s%s", here, here[1] ? "/" : "", path) < 0)
        full = strdup(path);
    free(here);
    return full;
}

int kernel_console_module(const struct kernel_options *options, int argc, char **argv)
{
    char option[] = "-m", **words = malloc(sizeof *words * (size_t)(argc + 1));
    if (!words) {
        fputs("tensor-kernel: out of memory\n", stderr);
        return 1;
    }
    words[0] = option;              /* until the file is known */
    for (int i = 1; i <= argc; i++) /* with the NULL at the end */
        words[i] = argv[i];
    struct console console = {.filename = "<string>", .module = argv[0], .argc = argc, .argv = words};
    int status = run_console(options, &console);
    free(words);
    return status;
}

int kernel_console_file(const struct kernel_options *options, const char *path, int argc, char **argv)
{
    struct wire_text text = {0};
    struct stat st;
    FILE *file = fopen(path, "re");
    const bool folder = file && fstat(fileno(file), &st) == 0 && S_ISDIR(st.st_mode);
    if (!file || (!folder && read_all(file, &text))) {
        int fault = text.failed ? ENOMEM : errno;
        char *full = full_path(path);
        fprintf(stderr, "tensor-kernel: can't open file '%s': [Errno %d] %s\n", full ? full : path, fault,
                strerror(fault));
        free(full);
        if (file)
            fclose(file);
        wire_text_clear(&text);
        return 2;
    }
    fclose(file);
    char *full = full_path(path);
    struct console console = {.text = text.data,
                              .length = text.length,
                              .filename = full ? full : path,
                              .is_file = true,
                              .is_found = folder || (text.length && memchr(text.data, 0, text.length)),
                              .argc = argc,
                              .argv = argv};
    int status = run_console(options, &console);
    wire_text_clear(&text);
    free(full);
    return status;
}

/* sys.argv[0] says how the program was given: "-c", or "-" (for a pipe: ""). */
static int run_text(const struct kernel_options *options, const char *text, size_t length, const char *filename,
                    const char *name, int argc, char **argv)
{
    char **full = calloc((size_t)argc + 2, sizeof *full);
    if (!full) {
        fputs("tensor-kernel: out of memory\n", stderr);
        return 1;
    }
    full[0] = (char *)name;
    for (int i = 0; i < argc; i++)
        full[i + 1] = argv[i];
    struct console console = {.text = text, .length = length, .filename = filename, .argc = argc + 1, .argv = full};
    int status = run_console(options, &console);
    free(full);
    return status;
}

int kernel_console_code(const struct kernel_options *options, const char *code, int argc, char **argv)
{
    return run_text(options, code, strlen(code), "<string>", "-c", argc, argv);
}

int kernel_console_stdin(const struct kernel_options *options, const char *name, int argc, char **argv)
{
    struct wire_text text = {0};
    if (read_all(stdin, &text)) {
        fprintf(stderr, "tensor-kernel: cannot read standard input: %s\n", strerror(text.failed ? ENOMEM : errno));
        wire_text_clear(&text);
        return 2;
    }
    int status = run_text(options, text.data, text.length, "<stdin>", name, argc, argv);
    wire_text_clear(&text);
    return status;
}
