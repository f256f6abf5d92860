/* session.h - the kernel's one struct and what the folders session, handlers and ipython share. Threads: io (main,
 * inside wire_run) answers what needs no language and queues the rest; interp (a thread with a large stack of its own)
 * runs the queue in order, and does io's work while it has nothing to run; service runs complete, inspect and history
 * while a cell keeps interp busy. Each component's struct is guarded by its own mutex; language objects only by the
 * interpreter lock. */
#ifndef KERNEL_SESSION_H
#define KERNEL_SESSION_H

#include <pthread.h>
#include <stdint.h>
#include <sys/types.h>
#include "bundle.h"
#include "formatters.h"
#include "history.h"
#include "lang.h"
#include "wire.h"

#ifndef PACKAGE_VERSION
#define PACKAGE_VERSION "0.1.0" /* the build names its own */
#endif
#define KERNEL_IMPLEMENTATION "tensor-kernel"

struct kernel;
struct kernel_shell;

/* ---- dispatch.c ---- */

struct kernel_reply {
    struct wire_text content, metadata;
    bool none; /* the message type has no reply */
    /* Runs between the reply and the idle. */
    void (*after)(struct kernel *kernel, struct wire_request *request);
};
/* A handler writes the content of the reply; it never sends, and never publishes busy or idle. */
typedef void (*kernel_handler)(struct kernel *kernel, struct wire_request *request, struct kernel_reply *reply);

struct kernel_job {
    struct kernel_job *next;
    struct wire_request *request;
    uint64_t arrived; /* kernel_now */
    bool aborted;     /* an earlier cell failed while this one was waiting */
    bool serviceable; /* may be answered out of turn while a cell runs */
    bool no_shell;    /* it is for a subshell that is not there */
};

/* A verified request, on the io thread: answered at once or queued. */
void kernel_accept(struct kernel *kernel, struct wire_request *request);
/* Busy, the handler, the reply, idle. On the thread that may run the handler. */
void kernel_dispatch(struct kernel *kernel, struct kernel_job *job);

/* ---- output.c ---- */

/* Where output goes while a %%capture is at work. */
struct kernel_recording {
    struct kernel_recording *outer;
    bool streams[3], displays; /* streams[1], streams[2] */
    struct wire_text text[3];
    struct kernel_bundle *bundles;
    size_t count, capacity;
    bool failed;
};

struct kernel_output {
    pthread_mutex_t lock;
    struct wire_text stream[3];  /* [1] and [2]: text not yet published */
    uint64_t due;                /* when it must be, 0: nothing there */
    struct wire_request *parent; /* of what is printed now */
    struct kernel_recording *recording;
};

/* Each shell has its own. What is printed by a thread that belongs to no shell, and by programs, goes to the one whose
 * cell began last. */
int kernel_output_init(struct kernel_output *output);
void kernel_output_clear(struct kernel_output *output);
/* The output of this thread. */
struct kernel_output *kernel_output_here(struct kernel *kernel);
/* Makes a request the parent of all further output; what is buffered still goes to the previous one. */
void kernel_output_begin(struct kernel *kernel, struct wire_request *request);
void kernel_output_write(struct kernel *kernel, int stream, const char *text, size_t length);
/* Past all that is joined and published: for processes that were forked from this one, whose output comes here through
 * the descriptors 1 and 2. forked(kernel) makes that so for everything that a child prints and displays. */
void kernel_output_direct(int stream, const char *text, size_t length);
void kernel_output_forked(void *kernel);
void kernel_output_captured(void *kernel, int stream, const char *text, size_t length);
/* Ends the output of a request: publishes what is buffered, and tells what of it did not reach a front end. */
void kernel_output_end(struct kernel *kernel);
/* Publishes what is buffered, of one stream (1, 2) or of both (0). */
void kernel_output_flush(struct kernel *kernel, int stream);
/* Publishes what has waited long enough. Returns milliseconds until there is more to do, -1: nothing. */
int kernel_output_tick(struct kernel *kernel);
void kernel_output_display(struct kernel *kernel, const struct kernel_bundle *bundle, enum kernel_display_kind kind);
void kernel_output_clear_output(struct kernel *kernel, bool wait);
void kernel_output_result(struct kernel *kernel, const struct kernel_bundle *bundle, long long count);
void kernel_output_error(struct kernel *kernel, const struct lang_report *report);
/* Adds "data":{...},"metadata":{...} of a bundle. */
void kernel_put_bundle(struct wire_text *text, const struct kernel_bundle *bundle);
/* Leaves the exception's own line, the last. */
void kernel_shorten_report(struct lang_report *report);
/* Adds "ename":...,"evalue":...,"traceback":[...]. */
void kernel_put_report(struct wire_text *text, const struct lang_report *report);
/* Writes {"status":"error",...} into an empty reply. */
void kernel_reply_error(struct kernel_reply *reply, const char *ename, const char *evalue);
/* Adds an object to the payload of the running cell. Takes the text. */
void kernel_add_payload(struct kernel *kernel, struct wire_text *payload);
/* Removes the colour sequences of a text. */
void kernel_uncolour(char *text);
/* Shows a text as the pager does. */
void kernel_page(struct kernel *kernel, const char *text, size_t length);
/* The same; the line where the view of it begins. */
void kernel_page_from(struct kernel *kernel, const char *text, size_t length, int64_t start);

/* The request whose output is printed now; a new reference, or NULL. */
struct wire_request *kernel_output_parent(struct kernel *kernel);

/* ---- comms.c: channels of messages between objects of a front end and of the session ---- */

struct kernel_comms {
    pthread_mutex_t lock;
    json_t *open; /* {id: {"target_name": name}} */
};
int kernel_comms_init(struct kernel *kernel);
void kernel_comms_clear(struct kernel *kernel);
int kernel_comms_opened(struct kernel *kernel, const char *id, const char *target); /* -1: no memory */
void kernel_comms_closed(struct kernel *kernel, const char *id);
/* Adds the open ones as a JSON object; those of one target, if that is not NULL. */
void kernel_comms_put(struct kernel *kernel, const char *target, struct wire_text *text);

/* ---- comm_ends.c ---- */
/* The module `_comms`, by which the objects of the session that comms belong to (kernel/python/plugin/comms.py) send. 0
 * or -1. */
int kernel_comms_start(struct kernel *kernel);
/* A comm_open, comm_msg or comm_close for such an object. 1: taken; 0: there is nobody for it; -1 with an exception. */
int kernel_comm_deliver(struct lang_thread *t, const struct wire_request *request);

/* ---- input.c ---- */

struct kernel_input {
    pthread_mutex_t lock;
    pthread_cond_t ready;
    bool waiting;
    char *answer; /* malloc */
    int lost;     /* times the question found nobody */
};
int kernel_input_init(struct kernel *kernel);
void kernel_input_clear(struct kernel *kernel);
/* As lang_host.input. */
int kernel_input_ask(void *kernel, const char *prompt, bool password, char **answer);
void kernel_input_deliver(struct kernel *kernel, struct wire_request *request);
void kernel_input_unroutable(void *kernel);
/* Whether somebody waits for an answer. */
bool kernel_input_waits(struct kernel *kernel);
/* Ends a wait, so that it looks at the interrupt flag. */
void kernel_input_wake(struct kernel *kernel);

/* ---- headroom.c: memory that stays free for answering ---- */

/* Reads the limits of the process: 0, or -1 with error where they are too low for a kernel. Before the first thread is
 * made. */
int kernel_headroom_init(struct wire_error *error);
/* Whether the process may grow by so many bytes for the user's values and still has memory left to answer with. Any
 * thread; costs nothing where no limit is set. */
bool kernel_headroom(size_t bytes);
/* A cell begins: it may take a little of what is kept back, so that a session out of memory can still be tidied up. */
void kernel_headroom_begin_cell(void);
/* Bytes of address space that the process may use in all; SIZE_MAX: no limit. */
size_t kernel_address_limit(void);

/* ---- queue.c ---- */

/* Ends the blocking calls of interp; ignored by default, so harmless to children. */
#define WAKE_SIGNAL SIGURG

/* service: the entry of the thread that takes questions while a cell runs; it is made when first needed. */
int kernel_queue_init(struct kernel *kernel, void *(*service)(void *kernel));
void kernel_queue_clear(struct kernel *kernel);
void kernel_enqueue(struct kernel *kernel, struct kernel_shell *shell, struct wire_request *request, bool serviceable);
/* The next job for interp, NULL when the process ends. With nothing to do, interp reads requests itself. */
struct kernel_job *kernel_take_job(struct kernel *kernel);
/* The next job for the thread of a subshell; NULL when that or the process ends. */
struct kernel_job *kernel_take_job_of(struct kernel_shell *shell);
/* The next question that has waited long enough behind a running cell, NULL when the process ends. */
struct kernel_job *kernel_take_question(struct kernel *kernel);
void kernel_job_free(struct kernel_job *job);
/* A cell runs or is about to. */
bool kernel_queue_is_busy(struct kernel *kernel);
/* Marks every execute_request that waits for the shell as aborted. */
void kernel_abort_queue(struct kernel_shell *shell);
/* Stops what runs: raises the flag and ends every wait of interp. Any thread. */
void kernel_interrupt(struct kernel *kernel);
/* The thread to work with on the calling thread of the host, with the interpreter lock held; NULL when the language is
 * not there or does not let go in time. Pairs with lang_unlock. */
struct lang_thread *kernel_enter(struct kernel *kernel);
/* Begins the end of the process. io thread. */
void kernel_shut_down(struct kernel *kernel);

/* ---- the session ---- */

/* How the program was started. */
struct kernel_options {
    const char *connection_file;
    int simulated_gpus; /* -1: as the environment says */
};

enum { KERNEL_LANGUAGE_STARTS, KERNEL_LANGUAGE_THERE, KERNEL_LANGUAGE_FAILED };

/* The main shell, or a subshell (JEP 91): a thread that runs the cells that are sent to it in their order, beside those
 * of the others. In, Out, the count of executions and all names are those of the kernel. */
struct kernel_shell {
    struct kernel_shell *next; /* of kernel.subshells; stays until the kernel ends */
    struct kernel *kernel;
    char id[37];                  /* "": the main shell */
    struct lang_thread *thread;   /* of a subshell; made by its first request */
    struct wire_request *request; /* being executed, borrowed */
    bool storing;                 /* it keeps history */
    bool allow_stdin;
    struct wire_text payload;     /* JSON objects with commas between */
    struct wire_text next_input;  /* at most one set_next_input a cell */
    bool exit_asked, keep_kernel; /* by a cell: exit(), exit(True) */
    struct cell *cell;            /* whose values are shown now; execute.c's */
    struct kernel_output output;

    struct kernel_job *first, **last; /* waiting; this and what follows is guarded by kernel.queue_lock */
    bool busy;                        /* inside a job */
    bool ending, ended;               /* a subshell that was deleted; its thread has come to its end */
    pthread_t system_thread;
    pthread_cond_t filled; /* of a subshell */
};

struct kernel {
    const char *connection_file;
    struct wire *wire; /* NULL on the command line, and in a forked process */
    struct lang_host host;
    /* Where display() and clear_output() go; set together with `host`. */
    void (*display)(struct kernel *kernel, const struct kernel_bundle *bundle, enum kernel_display_kind kind);
    void (*clear_output)(struct kernel *kernel, bool wait);
    struct lang_vm *vm;
    struct lang_thread *thread;  /* of interp */
    struct lang_thread *service; /* of the service thread */

    atomic_int interrupt; /* raised to stop the running cell */
    atomic_int shutting;  /* the process is ending */
    atomic_bool running;  /* a cell is being executed */
    atomic_bool interp_done;
    bool ended_by_signal;

    long long count;                     /* execution count; interp only */
    bool events;                         /* a cell has asked for get_ipython().events */
    bool library;                        /* the part of get_ipython() that is written in the language is loaded */
    atomic_uint_least64_t exit_at;       /* kernel_now at which the process ends because of that; 0: it does not */
    lang_value in_list, out_dict, shell; /* In, Out and what get_ipython() returns */
    lang_value shown[3];                 /* what `_`, `__` and `___` were set to */
    char start_error[256];               /* why there is no language */
    bool plain_reports;                  /* %colors nocolor */
    const char *report_mode;             /* %xmode: NULL for Context, else the library lays reports out */
    bool no_automagic;                   /* %automagic off */
    bool no_await;                       /* %autoawait off */
    int simulated_gpus;
    bool exit_warned;

    struct kernel_shell main_shell;
    _Atomic(struct kernel_shell *) latest; /* whose cell began last */
    struct kernel_input input;
    struct kernel_history history;
    struct kernel_comms comms;
    struct kernel_magic_state *magic;
    /* Of execute.c, set by the first cell. A value that the running cell shows besides its last, as lang_host.show. */
    int (*show_value)(struct kernel *kernel, struct lang_thread *t, lang_value value);
    /* Runs a text as a cell inside of the running one: shown, told of and kept as that is. value and error: new
     * references or UNDEF. */
    void (*run_inner)(struct kernel *kernel, const char *code, size_t length, bool store, bool silent,
                      lang_value *value, lang_value *error);

    pthread_mutex_t queue_lock; /* guards the queues of all shells and their list */
    pthread_cond_t service_filled;
    _Atomic(struct kernel_shell *) subshells; /* also those that have ended */
    /* What interp does between jobs until something can be read from the descriptor; false: nothing. */
    bool (*between)(struct kernel *kernel, int descriptor);
    int job_event; /* an eventfd; 0: not made yet */
    atomic_bool in_between;
    atomic_int language; /* KERNEL_LANGUAGE_ */
    pthread_t interp_thread, service_thread;
    bool service_runs;
    void *(*service_entry)(void *kernel);
    void *(*subshell_entry)(void *shell);
    atomic_uint_least64_t end_by; /* kernel_now at which the process ends without interp */
    size_t stack_size;
    void *stack;
};

/* ---- subshells.c ---- */
/* A new one; NULL: no memory, no thread, or there are too many. */
struct kernel_shell *kernel_subshell_new(struct kernel *kernel);
/* The main one for NULL; NULL: there is none of this id. io thread. */
struct kernel_shell *kernel_subshell_find(struct kernel *kernel, const char *id);
/* It ends behind what waits in it; no more can be sent to it. */
void kernel_subshell_end(struct kernel_shell *shell);
bool kernel_subshell_is_there(struct kernel_shell *shell);
/* Waits for the threads of those that run nothing. False: one still does. */
bool kernel_subshells_join(struct kernel *kernel);
void kernel_subshells_clear(struct kernel *kernel);

/* ---- state.c ---- */
/* The shell whose cells this thread runs; the main one for threads that run none. */
struct kernel_shell *kernel_shell_here(void);
void kernel_shell_enter(struct kernel_shell *shell);
/* The first of all subshells, also of those that have ended; their `next` may be followed without a lock. */
struct kernel_shell *kernel_subshells(struct kernel *kernel);
/* The thread of the language that belongs to it. */
struct lang_thread *kernel_thread_here(void);
/* The kernel of this process, for natives of the language. */
struct kernel *kernel_current(void);
/* Monotonic milliseconds. */
uint64_t kernel_now(void);
/* A number of simulated devices, -1 when the text is none. */
int kernel_device_count(const char *text);

/* ---- session.c ---- */
/* The whole life of a kernel. Returns the exit status. */
int kernel_serve(const struct kernel_options *options);
/* Runs fn on a new thread with a large stack; signals stay blocked there but for the one that ends waits. */
int kernel_start_interp(struct kernel *kernel, void *(*fn)(void *));
/* Blocks the signals that the program takes by descriptor or by waiting. Call before any thread is made. */
void kernel_block_signals(void);
/* For interp, which runs programs: the signals that the process has got at its start, but for those that the io thread
 * takes. */
void kernel_unblock_signals(void);

/* ---- interpreter.c ---- */
/* Makes the vm with everything that a cell expects around it. The caller holds the lock then. 0 or -1. */
int kernel_language_start(struct kernel *kernel, bool cells);
void kernel_language_end(struct kernel *kernel);
/* What a process that os.fork() has made in a cell ends with, when an exception has ended the cell there: it is
 * written to the descriptor of errors. */
int kernel_language_exit_status(struct kernel *kernel);

/* ---- handlers ---- */
void kernel_handle_execute(struct kernel *kernel, struct wire_request *request, struct kernel_reply *reply);
void kernel_handle_history(struct kernel *kernel, struct wire_request *request, struct kernel_reply *reply);
void kernel_handle_complete(struct kernel *kernel, struct wire_request *request, struct kernel_reply *reply);
void kernel_handle_inspect(struct kernel *kernel, struct wire_request *request, struct kernel_reply *reply);
void kernel_handle_is_complete(struct kernel *kernel, struct wire_request *request, struct kernel_reply *reply);
void kernel_handle_info(struct kernel *kernel, struct wire_request *request, struct kernel_reply *reply);
void kernel_handle_interrupt(struct kernel *kernel, struct wire_request *request, struct kernel_reply *reply);
void kernel_handle_shutdown(struct kernel *kernel, struct wire_request *request, struct kernel_reply *reply);
void kernel_handle_usage(struct kernel *kernel, struct wire_request *request, struct kernel_reply *reply);
void kernel_handle_comm_info(struct kernel *kernel, struct wire_request *request, struct kernel_reply *reply);
void kernel_handle_comm(struct kernel *kernel, struct wire_request *request, struct kernel_reply *reply);
void kernel_handle_create_subshell(struct kernel *kernel, struct wire_request *request, struct kernel_reply *reply);
void kernel_handle_delete_subshell(struct kernel *kernel, struct wire_request *request, struct kernel_reply *reply);
void kernel_handle_list_subshell(struct kernel *kernel, struct wire_request *request, struct kernel_reply *reply);
void kernel_handle_connect(struct kernel *kernel, struct wire_request *request, struct kernel_reply *reply);
void kernel_handle_debug(struct kernel *kernel, struct wire_request *request, struct kernel_reply *reply);
void kernel_handle_unknown(struct kernel *kernel, struct wire_request *request, struct kernel_reply *reply);
void kernel_handle_refused(struct kernel *kernel, struct wire_request *request, struct kernel_reply *reply);

/* Around what a request runs in the language: takes the lock, and interrupts end it. execute.c */
void kernel_work_begin(struct kernel *kernel, struct wire_request *request, bool allow_stdin);
void kernel_work_end(struct kernel *kernel);

/* ---- subprocess.c ---- */
struct kernel_child {
    const char *const *argv; /* NULL-terminated */
    const char *input;       /* for its standard input; NULL: none */
    size_t input_length;
    bool merge;    /* stderr into stdout */
    bool terminal; /* on a pseudo-terminal */
    /* Called as text arrives, with the interpreter lock released. */
    void (*sink)(void *context, int stream, const char *text, size_t length);
    void *context;
};
/* Returns 0 with *status as above, 1 when interrupted (the child has ended), -1 with errno when it could not be
 * started. */
int kernel_child_run(struct kernel *kernel, const struct kernel_child *child, int *status, bool *interrupted);
/* Starts a child that nobody attends to. input: its standard input, stays the caller's; what is wanted of [1] stdout
 * and [2] stderr can be read from ends, the rest is thrown away. 0, or -1 with errno. */
int kernel_child_start(const struct kernel_child *child, int input, const bool wanted[3], pid_t *pid, int ends[3]);

/* Sends a signal to the children that are in the kernel's own process group. */
void kernel_signal_children(int signal);

/* ---- system.c ---- */
int kernel_system_start(struct lang_thread *t);
/* Runs a command line on a pseudo-terminal and hands on what it prints; `_exit_code` becomes its exit status, or -n
 * after signal n. 0, or -1 with an exception: KeyboardInterrupt where an interrupt has ended it. */
int kernel_shell_run(struct kernel *kernel, struct lang_thread *t, const char *command);
/* get_ipython().system(cmd) and getoutput(cmd), as natives of the language. */
lang_value kernel_native_system(struct lang_thread *t, const lang_value *args);
lang_value kernel_native_getoutput(struct lang_thread *t, const lang_value *args);

/* ---- get_ipython.c, expand.c ---- */
/* Their classes, which programs import too. */
int kernel_shell_start(struct kernel *kernel);
int kernel_ipython_start(struct kernel *kernel);
/* Replaces {expr} and $name. *out malloc'ed; text that cannot be expanded is copied. 0 or -1 (no memory, interrupted).
 */
int kernel_expand(struct lang_thread *t, const char *text, size_t length, struct wire_text *out);

/* ---- display.c ---- */
int kernel_display_start(struct kernel *kernel);
/* Shows the pending exception as that of a cell, and takes it; only: without its frames. */
void kernel_tell_error(struct kernel *kernel, struct lang_thread *t, bool only);

/* ---- magic.c ---- */
lang_value kernel_line_magic(struct kernel *kernel, struct lang_thread *t, const char *name, const char *line);
lang_value kernel_cell_magic(struct kernel *kernel, struct lang_thread *t, const char *name, const char *line,
                             const char *cell, size_t cell_length);
int kernel_magic_start(struct kernel *kernel);
void kernel_magic_end(struct kernel *kernel);
/* What loaded extensions do around a cell. before_cell: 0, or -1 with an exception. */
int kernel_magic_before_cell(struct kernel *kernel);
void kernel_magic_after_cell(struct kernel *kernel);
/* What is registered with get_ipython().events is called; nothing where nobody has asked for that. error and value:
 * what came of the cell, or UNDEF. */
void kernel_events_begin(struct kernel *kernel, const char *code, size_t size, bool silent, bool store);
void kernel_events_end(struct kernel *kernel, int64_t number, lang_value error, lang_value value);
/* Adds the names of magics that begin with a prefix (with % or %%) to a JSON list of matches. For completion. */
const char *kernel_magic_name(size_t index, bool *cell);
bool kernel_has_line_magic(const char *name);
/* What there is to say on a magic; malloc'ed, NULL for an unknown one. */
char *kernel_about_magic(struct lang_thread *t, const char *name, bool source);

/* ---- shell_library.c: what the session asks of IPython's parts that are written in the language ---- */
/* Loads them. 0, or -1 with an exception. */
int kernel_library_load(struct kernel *kernel, struct lang_thread *t);
/* shell_natives.c: adds what those ask of the session to the module _shell. */
int kernel_library_add(struct lang_thread *t, struct lang_module *module);
/* shell_history.c: natives of _shell. */
lang_value kernel_native_history(struct lang_thread *t, const lang_value *args);
lang_value kernel_native_history_file(struct lang_thread *t, const lang_value *args);
lang_value kernel_native_history_outputs(struct lang_thread *t, const lang_value *args);
lang_value kernel_native_history_session(struct lang_thread *t, const lang_value *args);
/* Input transformers and the choice of what is shown; *held is a new reference that keeps the text. -1: an exception.
 */
int kernel_library_before(struct kernel *kernel, struct lang_source *source, lang_value *held);
/* Whether a handler of the user's (set_custom_exc) has dealt with an exception. */
bool kernel_library_handles(struct kernel *kernel, lang_value error);
void kernel_library_after(struct kernel *kernel, lang_value error, lang_value value);
/* What cells have registered with atexit; where that is Python's, Python runs it itself. Threads are not waited for:
 * one that never ends would outlast the kernel's time. */
void kernel_run_exit_functions(struct lang_thread *t);
/* Lays a report out as kernel->report_mode says; nothing where that is NULL. */
void kernel_restyle_report(struct kernel *kernel, struct lang_report *report);
/* Calls a function of IPython.core.interactiveshell: a new reference. */
lang_value kernel_library_call(struct lang_thread *t, const char *name, const lang_value *args, size_t nargs);

/* ---- console.c ---- */
int kernel_console_file(const struct kernel_options *options, const char *path, int argc, char **argv);
int kernel_console_code(const struct kernel_options *options, const char *code, int argc, char **argv);
/* A module as the program; argv begins with its name. */
int kernel_console_module(const struct kernel_options *options, int argc, char **argv);
/* name: what sys.argv[0] says. */
int kernel_console_stdin(const struct kernel_options *options, const char *name, int argc, char **argv);

/* ---- interpreter_options.c ---- */
/* Reads the options of Python's interpreter at the front of the words: how many words they are. */
int kernel_interpreter_options(int argc, char **argv);

#endif
