/* session.c - the life cycle of a kernel: start in the right order, what its threads do, the end. Owns the threads. The
 * sockets are bound before anything else happens; the io loop runs on the main thread and answers kernel_info while the
 * language is still being made. The interpreter gets a thread of its own because a thread can be given a large stack,
 * which the main thread cannot without another exec; signals are taken by the io loop through a descriptor and reach
 * the interpreter as a flag and a wake-up. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>
#include "bind.h"
#include "python/python.h"
#include "session.h"

/* What functions of atexit may take. Jupyter kills a kernel 5 s after it has asked it to end. */
#define AT_EXIT_MS 3000

#define STACK_SIZE ((size_t)256 << 20)
#define SMALLEST_STACK ((size_t)8 << 20)
#define LINGER_MS 300
#define LANGUAGE_POLL_MS 5
#define RESERVED_DESCRIPTORS 512
/* What a kernel with one client and a child process opens. */
#define NEEDED_DESCRIPTORS 56

/* ---- signals and interp's thread ---- */

static void wake_waiting(int signal)
{
    (void)signal;
    lang_wake_main();
}

static sigset_t mask_at_start;

/* The threads of the house take no signals but those of faults: what a program asks for comes to interp. */
void kernel_block_signals(void)
{
    static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS};
    struct sigaction wake = {.sa_handler = wake_waiting}; /* no SA_RESTART: a blocked call must return */
    sigset_t set;
    sigaction(WAKE_SIGNAL, &wake, NULL);
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
    sigfillset(&set);
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
        sigdelset(&set, faults[i]);
    pthread_sigmask(SIG_SETMASK, &set, &mask_at_start);
}

void kernel_unblock_signals(void)
{
    sigset_t set = mask_at_start;
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGHUP);
    pthread_sigmask(SIG_SETMASK, &set, NULL);
}

/* Reserves a stack: address space only, pages come as they are used. A machine that limits address space gives less. */
static void *reserve_stack(size_t *size)
{
    *size = STACK_SIZE;
    while (*size > kernel_address_limit() / 8 && *size > SMALLEST_STACK)
        *size /= 2;
    for (; *size >= SMALLEST_STACK; *size /= 2) {
        void *stack =
            mmap(NULL, *size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
        if (stack == MAP_FAILED)
            continue;
        mprotect(stack, 65536, PROT_NONE); /* the guard */
        return stack;
    }
    return NULL;
}

int kernel_start_interp(struct kernel *kernel, void *(*fn)(void *))
{
    pthread_attr_t attributes;
    kernel->stack = reserve_stack(&kernel->stack_size);
    pthread_attr_init(&attributes);
    if (kernel->stack)
        pthread_attr_setstack(&attributes, kernel->stack, kernel->stack_size);
    int fault = pthread_create(&kernel->interp_thread, &attributes, fn, kernel);
    pthread_attr_destroy(&attributes);
    return fault ? -1 : 0;
}

static void *service(void *argument)
{
    struct kernel *kernel = argument;
    struct kernel_job *job;
    while ((job = kernel_take_question(kernel))) {
        kernel_dispatch(kernel, job);
        kernel_job_free(job);
    }
    return NULL;
}

/* ---- subshells ---- */

/* A front end may ask for a subshell while the language is still being made. False: it never will be. */
static bool wait_for_language(struct kernel *kernel)
{
    const struct timespec nap = {0, LANGUAGE_POLL_MS * 1000000};
    while (atomic_load(&kernel->language) == KERNEL_LANGUAGE_STARTS && !atomic_load(&kernel->shutting))
        nanosleep(&nap, NULL);
    return atomic_load(&kernel->language) == KERNEL_LANGUAGE_THERE;
}

static void *subshell(void *argument)
{
    struct kernel_shell *shell = argument;
    struct kernel_job *job;
    kernel_shell_enter(shell);
    if (wait_for_language(shell->kernel) && (shell->thread = lang_thread_attach(shell->kernel->vm)))
        lang_unlock(shell->thread);
    while ((job = kernel_take_job_of(shell))) {
        kernel_dispatch(shell->kernel, job);
        kernel_job_free(job);
    }
    if (shell->thread) {
        lang_lock(shell->thread);
        lang_thread_free(shell->thread);
        shell->thread = NULL;
        lang_vm_unlock(shell->kernel->vm);
    }
    return NULL;
}

/* ---- interp ---- */

static void *interp(void *argument)
{
    struct kernel *kernel = argument;
    struct kernel_job *job;
    kernel_unblock_signals();
    kernel_shell_enter(&kernel->main_shell);
    if (!kernel_language_start(kernel, true)) {
        kernel->service = lang_thread_new(kernel->vm);
        lang_unlock(kernel->thread);
    }
    atomic_store(&kernel->language, kernel->thread ? KERNEL_LANGUAGE_THERE : KERNEL_LANGUAGE_FAILED);
    while ((job = kernel_take_job(kernel))) {
        kernel_dispatch(kernel, job);
        kernel_job_free(job);
    }
    if (kernel->thread) {
        lang_lock(kernel->thread);
        atomic_store(&kernel->interrupt, 0); /* it was for the cell that ran */
        kernel_run_exit_functions(kernel->thread);
        kernel_python_at_end(kernel->thread, false); /* a thread that never ends would outlast the kernel's time */
        lang_unlock(kernel->thread);
    }
    atomic_store(&kernel->interp_done, true);
    wire_wake(kernel->wire);
    return NULL;
}

/* ---- the io thread's callbacks ---- */

static void on_request(void *context, struct wire_request *request)
{
    kernel_accept(context, request);
}

static void on_signal(void *context, int number)
{
    struct kernel *kernel = context;
    if (lang_signal_arrived(number))
        return;
    if (number == SIGINT)
        kernel_interrupt(kernel);
    else {
        kernel->ended_by_signal = true;
        kernel_shut_down(kernel);
    }
}

static int sooner(int a, int b)
{
    return a < 0 ? b : b < 0 || a < b ? a : b;
}

/* Ends the process when the time after exit() has passed. Returns the milliseconds until then, -1: no end is near. */
static int heed_exit(struct kernel *kernel)
{
    uint64_t at = atomic_load(&kernel->exit_at), now = kernel_now();
    if (!at || atomic_load(&kernel->shutting))
        return -1;
    if (now < at)
        return (int)(at - now);
    kernel_shut_down(kernel);
    return 0;
}

static int on_tick(void *context)
{
    struct kernel *kernel = context;
    int wait = sooner(kernel_output_tick(kernel), heed_exit(kernel));
    if (atomic_load(&kernel->shutting)) {
        if (atomic_load(&kernel->interp_done) || kernel_now() >= atomic_load(&kernel->end_by))
            wire_stop(kernel->wire);
        wait = sooner(wait, 20);
    }
    if (atomic_load(&kernel->running)) {
        /* The flag can be raised between interp's look at it and its blocking call: the wake-up is repeated. */
        if (atomic_load(&kernel->interrupt)) {
            pthread_kill(kernel->interp_thread, WAKE_SIGNAL);
            wait = sooner(wait, 20);
        }
        wait = sooner(wait, 50);
    } else {
        /* A cell about to start: look again, because nothing else tells this loop to. */
        if (kernel_queue_is_busy(kernel))
            wait = sooner(wait, 50);
    }
    return wait;
}

/* ---- start and end ---------------------------------------------------------------------------------------------- */

static int init_parts(struct kernel *kernel)
{
    kernel->subshell_entry = subshell;
    return kernel_queue_init(kernel, service) || kernel_output_init(&kernel->main_shell.output) ||
                   kernel_input_init(kernel) || kernel_history_init(&kernel->history) || kernel_comms_init(kernel)
               ? -1
               : 0;
}

static void announce_start(struct kernel *kernel)
{
    struct wire_text content = {0};
    wire_text_put(&content, "{\"execution_state\":\"starting\"}");
    wire_publish(kernel->wire, NULL, "status", &content, NULL);
}

/* Frees everything when interp has come back; a stuck one keeps what it uses, and the process just ends. */
static void end(struct kernel *kernel)
{
    bool done = atomic_load(&kernel->interp_done), clean = done && kernel_subshells_join(kernel);
    kernel_history_close(&kernel->history);
    kernel_signal_children(SIGKILL);
    wire_close(kernel->wire, LINGER_MS);
    if (done)
        pthread_join(kernel->interp_thread, NULL);
    if (!clean)
        _exit(0);
    if (kernel->service_runs)
        pthread_join(kernel->service_thread, NULL);
    kernel_queue_clear(kernel);
    kernel_language_end(kernel);
    kernel_output_clear(&kernel->main_shell.output);
    kernel_subshells_clear(kernel);
    kernel_input_clear(kernel);
    kernel_history_clear(&kernel->history);
    kernel_comms_clear(kernel);
    wire_free(kernel->wire);
    if (kernel->stack)
        munmap(kernel->stack, kernel->stack_size);
}

/* What programs started from cells should know: output goes to a notebook that shows colours but has no pager. */
static void set_environment(void)
{
    static const char *const pairs[][2] = {
        {"TERM", "xterm-color"},
        {"CLICOLOR", "1"},
        {"CLICOLOR_FORCE", "1"},
        {"FORCE_COLOR", "1"},
        {"PAGER", "cat"},
        {"GIT_PAGER", "cat"},
        {"MPLBACKEND", "module://matplotlib_inline.backend_inline"},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++)
        setenv(pairs[i][0], pairs[i][1], 1);
}

static int fail(const struct wire_error *error)
{
    fprintf(stderr, "tensor-kernel: %s\n", error->text);
    return 1;
}

/* Can so many descriptors still be opened? */
static bool can_open(int count)
{
    int opened[NEEDED_DESCRIPTORS], n = 0;
    while (n < count && (opened[n] = open("/dev/null", O_RDONLY | O_CLOEXEC)) >= 0)
        n++;
    for (int i = 0; i < n; i++)
        close(opened[i]);
    return n == count;
}

/* Sees to it that there are enough descriptors, because libzmq ends the process when it finds none: 0, or -1 with
 * error. Then makes their table large while the process has one thread: with several, the system waits 10 ms and more
 * (for every processor to pass a quiet state) each time the table grows, and it starts with 64 places. */
static int reserve_descriptors(struct wire_error *error)
{
    struct rlimit limit;
    if (!getrlimit(RLIMIT_NOFILE, &limit) && limit.rlim_cur < RESERVED_DESCRIPTORS && limit.rlim_cur < limit.rlim_max) {
        limit.rlim_cur = limit.rlim_max < RESERVED_DESCRIPTORS ? limit.rlim_max : RESERVED_DESCRIPTORS;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
    if (!can_open(NEEDED_DESCRIPTORS))
        return wire_error_set(error, "a kernel opens %d files and sockets, and fewer may be opened (ulimit -n)",
                              NEEDED_DESCRIPTORS);
    int high = fcntl(0, F_DUPFD_CLOEXEC, RESERVED_DESCRIPTORS - 1);
    if (high >= 0)
        close(high);
    return 0;
}

int kernel_serve(const struct kernel_options *options)
{
    struct kernel *kernel = kernel_current();
    struct wire_connection connection;
    struct wire_error error = {{0}};
    const struct wire_handler handler = {kernel,  on_request, kernel_output_captured,
                                         on_tick, on_signal,  kernel_input_unroutable};
    kernel_block_signals();
    if (kernel_headroom_init(&error) || reserve_descriptors(&error) ||
        wire_connection_load(&connection, options->connection_file, &error))
        return fail(&error);
    kernel->wire = wire_open(&connection, &error);
    if (!kernel->wire) {
        wire_connection_clear(&connection);
        return fail(&error);
    }
    set_environment();
    kernel->simulated_gpus = options->simulated_gpus;
    kernel->connection_file = options->connection_file;
    /* The language starts beside what the io loop still needs; interp has no messages before the loop hands it some. */
    if (init_parts(kernel))
        wire_error_set(&error, "out of memory");
    else if (!wire_capture(kernel->wire, &error) && kernel_start_interp(kernel, interp))
        wire_error_set(&error, "cannot start the interpreter's thread");
    if (!error.text[0] && !wire_sign(kernel->wire, &connection, &error))
        announce_start(kernel);
    wire_connection_clear(&connection);
    if (error.text[0] || wire_run(kernel->wire, &handler, &error)) {
        wire_log("%s", error.text);
        _exit(1); /* interp may be at work: nothing can be freed under it */
    }
    end(kernel);
    return 0;
}
