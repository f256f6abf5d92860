/* lang.h: the public interface of the Python implementation. With object.h and types.h the only header outsiders
 * include.
 *
 * A vm is made with the callbacks of its host; text goes in, values and reports come out. All the language knows of its
 * embedder is struct lang_host. Threads other than the interpreter's may use only what is marked [any thread]. */
#ifndef LANG_H
#define LANG_H

#include <stdatomic.h>

#include "object.h"
#include "types.h"

/* The version of Python that the language is, in all its forms. */
#define LANG_VERSION_MAJOR 3
#define LANG_VERSION_MINOR 11
#define LANG_VERSION_MICRO 7
#define LANG_VERSION_HEX (LANG_VERSION_MAJOR << 24 | LANG_VERSION_MINOR << 16 | LANG_VERSION_MICRO << 8 | 0xf0)
#define LANG_VERSION_JOIN(major, minor, micro) #major "." #minor "." #micro
#define LANG_VERSION_TEXT(major, minor, micro) LANG_VERSION_JOIN(major, minor, micro)
#define LANG_VERSION LANG_VERSION_TEXT(LANG_VERSION_MAJOR, LANG_VERSION_MINOR, LANG_VERSION_MICRO)

/* Callbacks, called by the thread that holds the interpreter lock, unless said otherwise. ctx is handed through. Any
 * may be NULL. */
struct lang_host {
    void *ctx;
    /* stream 1 stdout, 2 stderr; UTF-8, complete sequences (lone surrogates as '?') */
    void (*write)(void *ctx, int stream, const char *text, size_t size);
    void (*flush)(void *ctx, int stream);
    /* 0 and *answer (malloc), 1 end of file, 2 not allowed, 3 interrupted (the flag is still up), 4 interrupted by a
     * front end's user (the flag is down); called with the lock released */
    int (*input)(void *ctx, const char *prompt, bool password, char **answer);
    /* raised by signals or the io thread; the vm polls it and takes it down when it raises KeyboardInterrupt */
    atomic_int *interrupt;
    /* this process is a child that was forked: what the host does with its other threads and sockets is over */
    void (*forked)(void *ctx);
    /* A value of a statement that is not the last, where lang_source.show asks for it; -1 with an exception. */
    int (*show)(void *ctx, struct lang_thread *t, lang_value v);
    /* Runs a coroutine in an event loop: what it returns, a new reference. NULL: lang_coroutine_run. */
    lang_value (*run_coroutine)(void *ctx, struct lang_thread *t, lang_value coroutine);
    /* The language has handlers of its own from now on: whether SIGINT, SIGTERM and SIGHUP come to this thread, the
     * main one, as any other signal. NULL or false: the host goes on taking them (lang_signal_arrived). */
    bool (*take_signals)(void *ctx);
    /* SIGINT has come so, and its handler is the default one; called in the handler of the signal. NULL: the flag is
     * raised, no more. */
    void (*interrupted)(void *ctx);
};
/* Ends a wait of the main thread, which polls then. [handlers of signals; the main thread's own of the one by which the
 * host ends what blocks, after it has raised the flag] */
void lang_wake_main(void);
/* The host has taken SIGINT, SIGTERM or SIGHUP: 1 if that is the program's business, 0 if the host's. [any thread] */
int lang_signal_arrived(int number);
/* SIGINT stops the program again, whatever an earlier cell has set. */
void lang_signals_reset_interrupt(struct lang_thread *t);
/* Whether a handler of a signal waits to be called by this thread: a wait is to end, poll, and go on. */
bool lang_signals_pending(struct lang_thread *t);
/* Runs a coroutine that need not wait for anything; RuntimeError where it has to. */
lang_value lang_coroutine_run(struct lang_thread *t, lang_value coroutine);

/* input() and getpass.getpass(): asks through the host, with its errors. */
lang_value lang_host_input(struct lang_thread *t, struct lang_str *prompt, bool password);

/* What options of Python's interpreter have set; before a vm is made. The flags are those of sys.flags, in its order.
 */
enum lang_flag {
    LANG_FLAG_DEBUG = 0,
    LANG_FLAG_DONT_WRITE_BYTECODE = 4,
    LANG_FLAG_NO_USER_SITE,
    LANG_FLAG_NO_SITE,
    LANG_FLAG_IGNORE_ENVIRONMENT,
    LANG_FLAG_QUIET = 10,
    LANG_FLAG_ISOLATED = 12,
    LANG_FLAG_DEV_MODE,
    LANG_FLAG_SAFE_PATH = 16,
    LANG_FLAG_INT_MAX_STR_DIGITS,
    LANG_FLAGS
};
enum { LANG_COMMAND_LINE_WORDS = 32 };
struct lang_command_line {
    int64_t flags[LANG_FLAGS];
    const char *xoptions[LANG_COMMAND_LINE_WORDS]; /* NAME or NAME=VALUE, as behind -X */
    const char *warnings[LANG_COMMAND_LINE_WORDS]; /* as behind -W */
    int xoption_count, warning_count;
    int argc; /* as the process was started */
    char **argv;
};
extern struct lang_command_line lang_command_line;

struct lang_options {
    size_t memory_limit; /* bytes of language objects; 0: a share of the machine's memory */
    int recursion_limit; /* 0: 1000 */
    /* Whether the process may grow by so many bytes; false becomes a MemoryError. Any thread; NULL: it may. */
    bool (*headroom)(size_t bytes);
    bool cells; /* an interactive session: names In, Out, _ ... are the embedder's, display in builtins */
};

/* Makes the vm and its first thread; the caller holds the lock afterwards. stack_limit: lowest usable address of this C
 * stack (NULL: found by itself). NULL when memory is short. */
struct lang_vm *lang_vm_new(const struct lang_host *host, const struct lang_options *options);
struct lang_thread *lang_vm_thread(struct lang_vm *vm);
void lang_vm_free(struct lang_vm *vm); /* frees every object */
/* For a process that ends now: where nothing that is left would do anything at its end, it is left to the system. */
void lang_vm_leave(struct lang_vm *vm);
/* The host's callbacks; never NULL, its members may be. */
const struct lang_host *lang_thread_host(struct lang_thread *t);
/* sys.modules, borrowed. */
struct lang_dict *lang_modules_dict(struct lang_thread *t);
/* Per-execution state for one more thread of the host. */
struct lang_thread *lang_thread_new(struct lang_vm *vm);
void lang_thread_free(struct lang_thread *t);
/* The same for a thread that does not hold the lock: holds it afterwards, if there was memory. [any thread] */
struct lang_thread *lang_thread_attach(struct lang_vm *vm);
struct lang_vm *lang_thread_vm(const struct lang_thread *t);
void lang_vm_unlock(struct lang_vm *vm); /* as lang_unlock, for a thread that is over */
/* Before the process forks, and afterwards in the parent. */
void lang_before_fork(struct lang_thread *t);
void lang_after_fork_in_parent(struct lang_thread *t);
/* In a forked child, whose only thread is t's: it has the lock, the other threads of the vm are forgotten, the host is
 * told. */
void lang_after_fork(struct lang_thread *t);
/* Asks the running interpreter to hand over the lock at its next poll, waits, and returns with the lock held by t; give
 * it back with lang_unlock. [any thread] -1 after timeout_ms. So complete and inspect can be served while a cell runs.
 */
int lang_request_lock(struct lang_thread *t, int timeout_ms);

/* Elements in memory: the kind of their numbers ('b' 'i' 'u' 'f' 'c', others), the bytes of one, sizes, and steps in
 * bytes. */
enum { LANG_ARRAY_DIMS = 64 };
struct lang_array {
    void *data;
    char kind;
    bool swapped, read_only; /* swapped: of the other order of bytes */
    int item_size, ndim;
    int64_t shape[LANG_ARRAY_DIMS], strides[LANG_ARRAY_DIMS];
};

/* Another implementation of Python whose modules, classes and objects appear here, see kernel/python. Its types have
 * LANG_TYPE_FOREIGN. */
enum { LANG_FOREIGN_DETAILS = 2 };
struct lang_foreign {
    /* The module of an absolute dotted name, when the language itself has none: new reference; UNDEF: there is none. */
    lang_value (*import)(struct lang_thread *t, const char *dotted);
    /* Where a package lies whose files the language is to run itself: a list of folders, or UNDEF. */
    lang_value (*folders)(struct lang_thread *t, const char *name);
    /* isinstance(v, cls) and issubclass(cls, of) where one of the two is foreign and the order of bases says no. */
    int (*is_instance)(struct lang_thread *t, lang_value v, struct lang_type *cls);
    int (*is_subclass)(struct lang_thread *t, struct lang_type *cls, struct lang_type *of);
    /* super(cls, obj) of a foreign class: a new reference. */
    lang_value (*super)(struct lang_thread *t, struct lang_type *cls, lang_value obj);
    /* Around a fork of this process; what is not there yet has NULL. */
    void (*before_fork)(struct lang_thread *t);
    void (*after_fork)(struct lang_thread *t, bool child);
    /* The lines of a frame of an exception, with so many statements before and after the one that was running: str;
     * UNDEF where there are none. May be NULL. */
    lang_value (*show_frame)(struct lang_thread *t, lang_value entry, int before, int after);
    /* What is known of a foreign object: "signature" (str or None), "members" (of a prefix: a list of names, kinds and
     * signatures), "keys" (a list), "describe" (a name, whether in detail: a list of titles and texts), "help_text"
     * (str); of a frame of an exception: "position" (first and last line, first and last column). UNDEF: nothing. May
     * be NULL. */
    lang_value (*ask)(struct lang_thread *t, lang_value v, const char *question, const lang_value *details,
                      size_t count);
    /* The end of a program: waits for its threads there, and runs what is to run at exit. */
    void (*finish)(struct lang_thread *t);
    /* An object with functions that the host calls: a new reference. NULL: it has not been opened. */
    lang_value (*session)(struct lang_thread *t);
    /* The elements of a foreign array; they stay where they are while it lives. False, without an exception: it does
     * not say, or is none. */
    bool (*array)(struct lang_thread *t, lang_value v, struct lang_array *out);
    /* An array of NumPy on memory that lives as long as `owner`. ImportError where there is no NumPy. */
    lang_value (*array_new)(struct lang_thread *t, const struct lang_array *from, lang_value owner);
    /* The lock of the other implementation, when the calling thread has said that it keeps it: is given back, before
     * the interpreter lock is, or because it was asked for. Whether it is needed as soon as the interpreter lock is
     * held again; then `resume` takes it. */
    bool (*yield)(void);
    void (*resume)(void);
    /* Frees the cycles that go through both implementations: after a full collection here. */
    void (*collect)(struct lang_thread *t);
    /* The vm is about to be freed: no thread of foreign code uses it any longer on its own. */
    void (*end)(void);
    /* The memory of a foreign object, held until release: *foreign is set. False without an exception: it has none that
     * lies in one piece, or none that can be written to. */
    bool (*buffer)(struct lang_thread *t, lang_value v, bool writable, struct lang_buffer *out);
    void (*buffer_release)(struct lang_thread *t, void *buffer);
    /* memoryview(v) of a foreign object; UNDEF: it has no memory to look at. */
    lang_value (*memoryview)(struct lang_thread *t, lang_value v);
    /* lang_capsule_take of a foreign capsule, or of the one that stands for a capsule of here. */
    void *(*take_capsule)(struct lang_thread *t, lang_value v, const char *name, const char *used);
    /* Calls a function that may run foreign code. */
    void (*run)(struct lang_thread *t, void (*function)(void *argument), void *argument);
    /* An object of the language loses a reference: for foreign code that does not hold the interpreter lock. */
    void (*drop)(struct lang_object *o);
};
/* An object here that foreign code holds by one reference. */
struct lang_held {
    struct lang_object *o;
    int64_t group; /* after lang_gc_foreign: -1 or its group */
};
/* Which of them only foreign code keeps alive: that program code can reach without it get the group -1, the others a
 * group, which those share that reach a common object. `leaf(foreign, i, arg)` is called for each reference to a
 * foreign object from what held[i] is the first to reach; it returns -1, or the number of another held object that
 * belongs into the same group. Right after a full collection; nothing may have run since. */
void lang_gc_foreign(struct lang_held *held, int64_t n,
                     int64_t (*leaf)(struct lang_object *foreign, int64_t i, void *arg), void *arg);
/* A full collection at the next poll. */
void lang_gc_request(void);
/* The calling thread, which holds the interpreter lock, keeps (no longer keeps) that lock. */
void lang_keep_foreign(bool kept);
void lang_yield_foreign(struct lang_thread *t); /* gives it back if it is kept */
/* Who keeps it is asked to give it back at the next poll. [any thread] */
void lang_request_foreign(struct lang_vm *vm);
/* sys.executable, where it is not the file of the process. Before the first vm. */
void lang_set_program(const char *path);
/* Once, before any foreign object is made; `foreign` outlives the vm. */
void lang_set_foreign(struct lang_vm *vm, const struct lang_foreign *foreign);
const struct lang_foreign *lang_foreign(struct lang_vm *vm); /* or NULL */

/* Called with each class that a class statement or type() has made, at its end; -1 and an exception: it is not made. */
void lang_set_class_hook(struct lang_vm *vm, int (*made)(struct lang_thread *t, struct lang_type *type));

/* A frame of foreign code that an exception has left: its file, its function, the lines of that, the line that was
 * running, the names of its parameters (a tuple of interned str; *args and **kwargs are the last). */
struct lang_foreign_frame {
    const char *filename, *qualname;
    uint32_t first_line, last_line, line;
    struct lang_tuple *parameters;
    bool varargs, varkw;
    lang_value entry; /* for show_frame */
};
/* Puts it in front of the traceback of an exception; -1 with another exception. */
int lang_traceback_prepend(struct lang_thread *t, lang_value e, const struct lang_foreign_frame *frame);
/* Takes what foreign code has called by off the traceback of the exception on the thread, up to code of here. */
void lang_traceback_skip_foreign(struct lang_thread *t);
/* The entries of a traceback, outer ones first: a list of tuples (file, function, line, last line, first column, end
 * column, the text of a cell or None, the entry of a foreign frame or None). Columns count bytes; -1: unknown. */
lang_value lang_traceback_list(struct lang_thread *t, lang_value traceback);
/* Whether its first entry is one of the library, which that list and reports leave out. */
bool lang_traceback_is_hidden(lang_value traceback);
int lang_traceback_cell(lang_value traceback); /* the number of the cell of its first entry, 0: a file's */
/* Lines of source with the colours of reports, malloc'ed; NULL: no memory. */
char *lang_coloured_text(const char *text, size_t size);

/* sys.argv, sys.path[0] and the like. */
int lang_set_argv(struct lang_thread *t, int argc, char **argv);
/* The program is the file of this absolute path: __file__, and its folder is the first entry of sys.path. Returns 0, or
 * -1 with an exception. */
int lang_set_script(struct lang_thread *t, const char *path);
struct lang_dict *lang_main_dict(struct lang_thread *t);     /* namespace of __main__, borrowed */
struct lang_dict *lang_builtins_dict(struct lang_thread *t); /* borrowed */
/* A library module written in the language, compiled at its first import unless it comes with its code. Its frames are
 * hidden from tracebacks. */
struct lang_source_module {
    const char *name;
    const char *text; /* it and the code must outlive the vm */
    size_t size;
    bool is_package; /* submodules may follow as "name.sub" */
    const uint8_t *code;
    size_t code_size; /* 0: there is none */
};
int lang_add_source_module(struct lang_thread *t, const struct lang_source_module *module);
/* The code of such a module as bytes, for a program of the same instructions; the caller frees *code. -1 with an
 * exception. */
int lang_pack_source_module(struct lang_thread *t, const struct lang_source_module *module, uint8_t **code,
                            size_t *size);
/* A library module in C, made at its first import. */
int lang_add_native_module(struct lang_thread *t, const char *name, struct lang_module *(*make)(struct lang_thread *t));
lang_value lang_import(struct lang_thread *t, const char *dotted_name); /* the module itself, not its top package */
/* Whether the language itself has a module of that absolute name, whatever other implementation is there. */
bool lang_has_module(struct lang_thread *t, const char *dotted_name);

/* One text to run. */
struct lang_source {
    const char *text;
    size_t size;
    const char *filename; /* "<stdin>", "x.py"; NULL for a cell */
    int cell;             /* execution count, for `Cell In[n]` */
    bool escapes;         /* cell escapes: %magic, !cmd, ?x */
    bool program;         /* read from a file or a pipe: CPython counts columns of its SyntaxErrors in bytes */
    bool no_await;        /* a cell may not wait at its top: %autoawait off */
    bool hidden_last;     /* set by lang_run: the text ends with `;` */
    /* Which values besides that of a last expression statement are shown: lang_host.show gets them. */
    enum { LANG_SHOW_LAST_EXPR, LANG_SHOW_ALL, LANG_SHOW_NONE, LANG_SHOW_LAST, LANG_SHOW_ASSIGNED } show;
};
/* Runs source in the dict ns (NULL: __main__). *value: the value of the last statement if it is an expression
 * statement, else UNDEF. 0, or -1 with the exception on the thread. */
int lang_run(struct lang_thread *t, struct lang_source *source, struct lang_dict *ns, lang_value *value);
/* eval() of an expression in namespaces (locals may be NULL). */
lang_value lang_eval(struct lang_thread *t, const char *text, size_t size, struct lang_dict *globals,
                     struct lang_dict *locals);
/* A name as the innermost running language function sees it: locals, closure, globals, builtins; new reference or
 * UNDEF. */
lang_value lang_frame_lookup(struct lang_thread *t, struct lang_str *name);
/* globals() and locals() of the innermost running language frame, new references (locals a fresh dict in functions;
 * NULL: they are not asked for). */
int lang_frame_namespaces(struct lang_thread *t, struct lang_dict **globals, struct lang_dict **locals);

/* "(a, b=2, *, c: int = 3) -> float" as inspect.signature writes it, for functions, methods, natives, classes and
 * callable instances. NULL without an exception when there is none to show, NULL with one when a repr raised. */
struct lang_str *lang_signature(struct lang_thread *t, lang_value callable);

/* An error as a front end wants it. All malloc'ed; lang_report_free. */
struct lang_report {
    char *ename, *evalue;
    char **traceback; /* lines as IPython's list entries, with colours */
    size_t traceback_count;
    char *on_stderr;  /* exception groups, as IPython has them: this text on stderr is all there is to show; or NULL */
    bool usage_error; /* UsageError: print `text` on stderr only */
    bool system_exit;
    int exit_code;
    bool interrupted;
};
enum lang_report_style {
    LANG_REPORT_CELL,
    LANG_REPORT_CELL_PLAIN /* without colours */,
    LANG_REPORT_PYTHON /* one entry */
};
/* Gives the exception on the thread to sys.excepthook if a program has put its own there. false: there is none, or it
 * ended in SystemExit: the exception on the thread is to be reported. */
bool lang_excepthook(struct lang_thread *t);
/* The end of a program: its objects are finalized. */
void lang_finish(struct lang_thread *t);
/* Takes the exception off the thread and describes it. -1 when memory is short (then a MemoryError report without
 * lines). */
int lang_report(struct lang_thread *t, enum lang_report_style style, struct lang_report *out);
void lang_report_free(struct lang_report *r);
/* Raises IPython's UsageError. Returns LANG_ERROR. */
lang_value lang_usage_error(struct lang_thread *t, const char *format, ...);
struct lang_type *lang_usage_error_class(struct lang_thread *t); /* borrowed; NULL with an exception */
/* The exception that was reported last, a new reference; UNDEF: none was. */
lang_value lang_last_error(struct lang_thread *t);
/* The text of a cell with its escapes translated, malloc'ed. NULL with an exception. */
char *lang_translate_cell(struct lang_thread *t, const char *text, size_t size, size_t *out_size);

/* Names at a cursor (code points). JSON-free: arrays of malloc'ed strings. */
struct lang_completion {
    char *text;
    const char *type; /* function, class, module, instance, statement, param, keyword, path, dict key, <unknown> */
    char *signature;
};
struct lang_completions {
    struct lang_completion *items;
    size_t count;
    int64_t start, end; /* code points */
};
int lang_complete(struct lang_thread *t, const char *text, size_t size, int64_t cursor, struct lang_completions *out);
void lang_completions_free(struct lang_completions *c);
/* Signature, doc, type of the name at the cursor in IPython's layout (text/plain, malloc'ed), NULL and 0 when not
 * found. */
int lang_inspect(struct lang_thread *t, const char *text, size_t size, int64_t cursor, int detail, char **out);

/* Is this text a complete cell? [any thread, no lock] *indent: blanks to continue with, for LANG_CELL_INCOMPLETE. */
enum lang_cell_state { LANG_CELL_COMPLETE, LANG_CELL_INCOMPLETE, LANG_CELL_INVALID };
enum lang_cell_state lang_cell_state(const char *text, size_t size, int *indent);

/* The hash that names a cell's file: MurmurHash2 of its raw text. [any thread] */
uint32_t lang_cell_hash(const char *text, size_t size);

#endif
