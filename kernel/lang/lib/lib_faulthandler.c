/* lib_faulthandler.c: the module faulthandler: stacks (vm/stack_dump.h) written when asked for, when a fault ends the
 * program, when a signal comes, and after some time. Owns the dispositions of those signals until they are given back;
 * the last of it goes with the main thread. Must not know how a stack is written. */
#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "lib.h"
#include "vm/code.h"
#include "vm/stack_dump.h"

enum { SIGNALS = 65, HANDLER_STACK = 64 << 10, PATIENCE_MS = 20, REQUESTS = 25 };

/* Where it goes: the file is kept open as long as something may be written. */
struct target {
    int fd;
    bool all_threads;
    lang_value file; /* or UNDEF */
};

static struct fault {
    int number;
    bool held; /* the handler is ours */
    const char *text;
    struct sigaction before;
} faults[] = {
    {.number = SIGBUS, .text = "Fatal Python error: Bus error\n\n"},
    {.number = SIGILL, .text = "Fatal Python error: Illegal instruction\n\n"},
    {.number = SIGFPE, .text = "Fatal Python error: Floating point exception\n\n"},
    {.number = SIGABRT, .text = "Fatal Python error: Aborted\n\n"},
    {.number = SIGSEGV, .text = "Fatal Python error: Segmentation fault\n\n"},
};
enum { FAULTS = sizeof faults / sizeof *faults };
static struct target fatal;
static bool fatal_enabled;

static struct watched {
    bool held, chain;
    struct target target;
    struct sigaction before;
} watched[SIGNALS];

static struct {
    bool running;
    pid_t process; /* a forked child has no such thread */
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t wake;
    atomic_bool stopped;
    bool repeat, exit;
    int64_t nanoseconds;
    char head[128];
    struct target target;
    struct lang_thread *waiter; /* with which the lock of the interpreter is asked for */
} later = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* ---- files ---------------------------------------------------------------------------------------------------------
 */

static void target_free(struct lang_thread *t, struct target *target)
{
    lang_value file = target->file;
    *target = (struct target){.fd = -1, .file = lang_undef()};
    lang_unref(t, file);
}

static int descriptor_of(struct lang_thread *t, lang_value file)
{
    int64_t fd = -1;
    lang_value number = lang_call_method_c(t, file, "fileno", NULL, 0);
    if (lang_is_error(number))
        return -1;
    if (!lang_is_integer(number) || lang_as_int64(t, number, &fd) < 0 || fd < 0 || fd > INT32_MAX) {
        lang_error_clear(t);
        lang_raise(t, LANG_EXC_RuntimeError, "file.fileno() is not a valid file descriptor");
        fd = -1;
    }
    lang_unref(t, number);
    if (fd < 0)
        return -1;
    lang_value flushed = lang_call_method_c(t, file, "flush", NULL, 0);
    if (lang_is_error(flushed))
        lang_error_clear(t);
    else
        lang_unref(t, flushed);
    return (int)fd;
}

/* A descriptor, a file, or where nothing is given sys.stderr. */
static int target_of(struct lang_thread *t, lang_value file, lang_value all_threads, struct target *target)
{
    const int all = lang_is_undef(all_threads) ? 1 : lang_truth(t, all_threads);
    *target = (struct target){.fd = -1, .all_threads = all > 0, .file = lang_undef()};
    if (all < 0)
        return -1;
    if (lang_is_integer(file)) {
        int64_t fd;
        if (lang_as_int64(t, file, &fd) < 0)
            return -1;
        if (fd != (int)fd)
            return lang_fail(t, LANG_EXC_OverflowError, "Python int too large to convert to C int");
        if (fd < 0)
            return lang_fail(t, LANG_EXC_ValueError, "file is not a valid file descripter");
        target->fd = (int)fd;
        return 0;
    }
    if (lang_is_undef(file) || lang_is_none(file)) {
        file = lang_sys_lookup(t, "stderr");
        if (lang_is_undef(file) || lang_is_none(file))
            return lang_fail(t, LANG_EXC_RuntimeError,
                             lang_is_undef(file) ? "unable to get sys.stderr" : "sys.stderr is None");
    }
    lang_ref(file);
    target->fd = descriptor_of(t, file);
    if (target->fd < 0) {
        lang_unref(t, file);
        return -1;
    }
    target->file = file;
    return 0;
}

static void dump_to(const struct target *target)
{
    const struct lang_thread *current = lang_dump_thread(lang_the_vm);
    if (target->all_threads)
        lang_dump_stacks(target->fd, lang_the_vm, current);
    else
        lang_dump_stack(target->fd, current ? current : lang_the_vm->main);
}

static lang_value f_dump_traceback(struct lang_thread *t, const lang_value *a)
{
    struct target target;
    if (target_of(t, a[0], a[1], &target) < 0)
        return lang_error();
    dump_to(&target);
    target_free(t, &target);
    return lang_none();
}

/* ---- faults --------------------------------------------------------------------------------------------------------
 */

static void give_back(struct fault *fault)
{
    if (fault->held)
        sigaction(fault->number, &fault->before, NULL);
    fault->held = false;
}

/* The fault comes again after this, and meets the disposition that was there before. */
static void on_fault(int number)
{
    const int saved = errno;
    struct fault *fault = faults;
    while (fault->number != number)
        fault++;
    give_back(fault);
    lang_dump_text(fatal.fd, fault->text);
    dump_to(&fatal);
    errno = saved;
    raise(number);
}

/* What has run out of stack has none for a handler. */
static void make_handler_stack(void)
{
    stack_t stack = {0};
    if (sigaltstack(NULL, &stack) || !(stack.ss_flags & SS_DISABLE))
        return;
    void *memory = mmap(NULL, HANDLER_STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory != MAP_FAILED && sigaltstack(&(stack_t){.ss_sp = memory, .ss_size = HANDLER_STACK}, NULL))
        munmap(memory, HANDLER_STACK);
}

static void stop_watching_faults(void)
{
    for (int i = 0; i < FAULTS; i++)
        give_back(&faults[i]);
}

static void end_all(struct lang_thread *t, struct lang_thread_end *end);

/* The main thread ends last: from then on there is nothing to write. */
static void prepare(struct lang_thread *t)
{
    static struct lang_thread_end end = {.run = end_all};
    static bool prepared;
    if (!prepared)
        lang_thread_at_end(t->vm->main, &end);
    prepared = true;
    if (t == t->vm->main)
        make_handler_stack();
}

static lang_value f_enable(struct lang_thread *t, const lang_value *a)
{
    struct target target, before = fatal;
    if (target_of(t, a[0], a[1], &target) < 0)
        return lang_error();
    prepare(t);
    fatal = target;
    if (fatal_enabled)
        target_free(t, &before);
    fatal_enabled = true;
    struct sigaction action = {.sa_handler = on_fault, .sa_flags = SA_NODEFER | SA_ONSTACK};
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < FAULTS; i++)
        if (!faults[i].held)
            faults[i].held = sigaction(faults[i].number, &action, &faults[i].before) == 0;
    return lang_none();
}

static lang_value f_disable(struct lang_thread *t, const lang_value *a)
{
    (void)a;
    const bool was = fatal_enabled;
    stop_watching_faults();
    fatal_enabled = false;
    if (was)
        target_free(t, &fatal);
    return lang_bool(was);
}

static lang_value f_is_enabled(struct lang_thread *t, const lang_value *a)
{
    (void)t;
    (void)a;
    return lang_bool(fatal_enabled);
}

/* ---- signals -------------------------------------------------------------------------------------------------------
 */

static int watch(int number, struct sigaction *before);

/* What would have handled the signal. The default may end the program, so that it is asked for by the signal itself. */
static void pass_on(int number, const struct sigaction *before, siginfo_t *info, void *context)
{
    if (before->sa_flags & SA_SIGINFO) {
        before->sa_sigaction(number, info, context);
    } else if (before->sa_handler == SIG_DFL) {
        sigaction(number, before, NULL);
        raise(number);
        watch(number, NULL);
    } else if (before->sa_handler != SIG_IGN) {
        before->sa_handler(number);
    }
}

static void on_watched(int number, siginfo_t *info, void *context)
{
    const int saved = errno;
    struct watched *w = &watched[number];
    if (w->held) {
        dump_to(&w->target);
        errno = saved;
        if (w->chain)
            pass_on(number, &w->before, info, context);
    }
    errno = saved;
}

/* The default of a signal that is passed on must come at once, so that it is not blocked meanwhile. */
static int watch(int number, struct sigaction *before)
{
    struct sigaction action = {.sa_sigaction = on_watched,
                               .sa_flags = SA_SIGINFO | SA_ONSTACK | (watched[number].chain ? SA_NODEFER : SA_RESTART)};
    sigemptyset(&action.sa_mask);
    return sigaction(number, &action, before);
}

static int signal_of(struct lang_thread *t, lang_value v)
{
    int64_t number;
    if (lang_as_index(t, v, &number) < 0)
        return -1;
    for (int i = 0; i < FAULTS; i++)
        if (number == faults[i].number)
            return lang_fail(t, LANG_EXC_RuntimeError, "signal %lld cannot be registered, use enable() instead",
                             (long long)number);
    if (number < 1 || number >= SIGNALS)
        return lang_fail(t, LANG_EXC_ValueError, "signal number out of range");
    return (int)number;
}

static bool unwatch(struct lang_thread *t, struct watched *w)
{
    if (!w->held)
        return false;
    sigaction((int)(w - watched), &w->before, NULL);
    w->held = false;
    target_free(t, &w->target);
    return true;
}

static lang_value f_register(struct lang_thread *t, const lang_value *a)
{
    struct target target;
    const int number = signal_of(t, a[0]), chain = lang_is_undef(a[3]) ? 0 : lang_truth(t, a[3]);
    if (number < 0 || chain < 0 || target_of(t, a[1], a[2], &target) < 0)
        return lang_error();
    prepare(t);
    struct watched *w = &watched[number];
    const bool chained = w->chain;
    w->chain = chain > 0;
    if (watch(number, w->held ? NULL : &w->before)) {
        w->chain = chained;
        target_free(t, &target);
        return lang_raise_errno(t, errno, NULL);
    }
    struct target before = w->target;
    w->target = target;
    if (w->held)
        target_free(t, &before);
    w->held = true;
    return lang_none();
}

static lang_value f_unregister(struct lang_thread *t, const lang_value *a)
{
    const int number = signal_of(t, a[0]);
    return number < 0 ? lang_error() : lang_bool(unwatch(t, &watched[number]));
}

/* ---- after some time -----------------------------------------------------------------------------------------------
 */

/* Threads that take turns are looked at between two turns; one that keeps the lock is looked at as it is. */
static void dump_later(void)
{
    bool locked = false;
    for (int i = 0; i < REQUESTS && !locked && !later.stopped; i++)
        locked = lang_request_lock(later.waiter, PATIENCE_MS) == 0;
    lang_dump_text(later.target.fd, later.head);
    lang_dump_stacks(later.target.fd, lang_the_vm, NULL);
    if (locked)
        lang_unlock_alone(later.waiter);
}

static struct timespec time_after(struct timespec from, int64_t nanoseconds)
{
    from.tv_sec += nanoseconds / 1000000000;
    from.tv_nsec += nanoseconds % 1000000000;
    if (from.tv_nsec >= 1000000000) {
        from.tv_sec++;
        from.tv_nsec -= 1000000000;
    }
    return from;
}

static void *wait_and_dump(void *unused)
{
    (void)unused;
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    pthread_mutex_lock(&later.lock);
    do {
        until = time_after(until, later.nanoseconds);
        int r = 0;
        while (!later.stopped && r != ETIMEDOUT)
            r = pthread_cond_timedwait(&later.wake, &later.lock, &until);
        if (later.stopped)
            break;
        pthread_mutex_unlock(&later.lock);
        dump_later();
        if (later.exit)
            _exit(1);
        pthread_mutex_lock(&later.lock);
    } while (later.repeat);
    pthread_mutex_unlock(&later.lock);
    return NULL;
}

static void cancel_later(struct lang_thread *t)
{
    if (!later.running)
        return;
    later.running = false;
    if (later.process == getpid()) {
        pthread_mutex_lock(&later.lock);
        later.stopped = true;
        pthread_cond_signal(&later.wake);
        pthread_mutex_unlock(&later.lock);
        pthread_join(later.thread, NULL); /* it may ask for the lock of the interpreter, but not for long */
        pthread_cond_destroy(&later.wake);
        lang_thread_free(later.waiter);
    }
    later.waiter = NULL;
    target_free(t, &later.target);
}

/* As a timedelta of so many microseconds is shown. */
static void describe(char *out, size_t size, int64_t us)
{
    const long long s = us / 1000000, part = us % 1000000, day = s / 86400;
    char days[32] = "", fraction[16] = "";
    if (day)
        snprintf(days, sizeof days, "%lld day%s, ", day, day == 1 ? "" : "s");
    if (part)
        snprintf(fraction, sizeof fraction, ".%06lld", part);
    snprintf(out, size, "Timeout (%s%lld:%02lld:%02lld%s)!\n", days, s / 3600 % 24, s / 60 % 60, s % 60, fraction);
}

/* Its own signals are those of faults only. */
static int start_later(void)
{
    sigset_t all, before;
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_mutex_init(&later.lock, NULL);
    pthread_cond_init(&later.wake, &attributes);
    pthread_condattr_destroy(&attributes);
    sigfillset(&all);
    for (int i = 0; i < FAULTS; i++)
        sigdelset(&all, faults[i].number);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    const int error = pthread_create(&later.thread, NULL, wait_and_dump, NULL);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return error;
}

static int microseconds_of(struct lang_thread *t, lang_value v, int64_t *us)
{
    int64_t seconds;
    double d;
    if (v.tag == LANG_FLOAT || lang_is_a(v, &lang_type_float)) {
        if (lang_as_double(t, v, &d) < 0)
            return -1;
    } else if (lang_as_index(t, v, &seconds) < 0) {
        return -1;
    } else {
        d = (double)seconds;
    }
    d = ceil(d * 1e6);
    if (isnan(d))
        return lang_fail(t, LANG_EXC_ValueError, "Invalid value NaN (not a number)");
    if (d >= 9e24)
        return lang_fail(t, LANG_EXC_OverflowError, "timestamp out of range for platform time_t");
    if (d >= 9e15)
        return lang_fail(t, LANG_EXC_OverflowError, "timeout value is too large");
    if (d <= 0)
        return lang_fail(t, LANG_EXC_ValueError, "timeout must be greater than 0");
    *us = (int64_t)d;
    return 0;
}

static lang_value f_dump_traceback_later(struct lang_thread *t, const lang_value *a)
{
    int64_t us = 0;
    struct target target;
    if (microseconds_of(t, a[0], &us) < 0)
        return lang_error();
    const int repeat = lang_is_undef(a[1]) ? 0 : lang_truth(t, a[1]),
              leave = lang_is_undef(a[3]) ? 0 : lang_truth(t, a[3]);
    if (repeat < 0 || leave < 0 || target_of(t, a[2], lang_undef(), &target) < 0)
        return lang_error();
    prepare(t);
    cancel_later(t);
    later.waiter = lang_thread_new(t->vm);
    if (!later.waiter) {
        target_free(t, &target);
        return lang_no_memory(t);
    }
    later.target = target;
    later.repeat = repeat;
    later.exit = leave;
    later.stopped = false;
    later.nanoseconds = us * 1000;
    later.process = getpid();
    describe(later.head, sizeof later.head, us);
    if (start_later()) {
        pthread_cond_destroy(&later.wake);
        lang_thread_free(later.waiter);
        target_free(t, &later.target);
        return lang_raise(t, LANG_EXC_RuntimeError, "unable to start watchdog thread");
    }
    later.running = true;
    return lang_none();
}

static lang_value f_cancel(struct lang_thread *t, const lang_value *a)
{
    (void)a;
    cancel_later(t);
    return lang_none();
}

static void end_all(struct lang_thread *t, struct lang_thread_end *end)
{
    (void)end;
    cancel_later(t);
    f_disable(t, NULL);
    for (int i = 1; i < SIGNALS; i++)
        unwatch(t, &watched[i]);
}

/* ---- faults on purpose ---------------------------------------------------------------------------------------------
 */

#define NOT_CHECKED __attribute__((no_sanitize("address", "undefined"))) /* faults are what they are for */

static lang_value fault_by(struct lang_thread *t, int number, bool unlocked)
{
    if (unlocked)
        lang_unlock(t);
    raise(number);
    if (unlocked)
        lang_lock(t);
    return lang_none();
}

static lang_value f_sigsegv(struct lang_thread *t, const lang_value *a)
{
    const int unlocked = lang_is_undef(a[0]) ? 0 : lang_truth(t, a[0]);
    return unlocked < 0 ? lang_error() : fault_by(t, SIGSEGV, unlocked);
}
static lang_value f_sigabrt(struct lang_thread *t, const lang_value *a)
{
    (void)a;
    return fault_by(t, SIGABRT, false);
}
static lang_value f_sigfpe(struct lang_thread *t, const lang_value *a)
{
    (void)a;
    return fault_by(t, SIGFPE, false);
}

NOT_CHECKED static lang_value f_read_null(struct lang_thread *t, const lang_value *a)
{
    (void)t;
    (void)a;
    volatile int *volatile nothing = NULL;
    return lang_int(*nothing);
}

/* Ends where the stack does. */
NOT_CHECKED __attribute__((noinline)) static int64_t go_deeper(int64_t depth)
{
    volatile char page[4096];
    page[0] = (char)depth;
    page[sizeof page - 1] = page[0];
    return depth < 0 ? page[0] : go_deeper(depth + 1) + page[sizeof page - 1];
}

static lang_value f_stack_overflow(struct lang_thread *t, const lang_value *a)
{
    (void)t;
    (void)a;
    return lang_int(go_deeper(1));
}

#define FILE_AND_THREADS "file=<unrepresentable>, all_threads=True"
static const struct lang_method functions[] = {
    {"dump_traceback", "(" FILE_AND_THREADS ")", f_dump_traceback,
     "Writes the stack of this thread, or of all of them, to a file or a descriptor; sys.stderr if none is given.",
     LANG_M_NOSIG},
    {"enable", "(" FILE_AND_THREADS ")", f_enable,
     "Has stacks written when a fault (SIGSEGV, SIGFPE, SIGABRT, SIGBUS, SIGILL) ends the program.", LANG_M_NOSIG},
    {"disable", "()", f_disable, "Takes back what enable() has done; whether it had been called.", LANG_M_NOSIG},
    {"is_enabled", "()", f_is_enabled, "Whether stacks are written at a fault.", LANG_M_NOSIG},
    {"register", "(signum, " FILE_AND_THREADS ", chain=False)", f_register,
     "Has stacks written when a signal comes; chain: then what handled it before handles it.", LANG_M_NOSIG},
    {"unregister", "(signum)", f_unregister, "Takes back what register() has done for a signal; whether it was called.",
     LANG_M_NOSIG},
    {"dump_traceback_later", "(timeout, repeat=False, file=<unrepresentable>, exit=False)", f_dump_traceback_later,
     "Has the stacks of all threads written after so many seconds, once or again and again; exit: the process then "
     "ends, "
     "by _exit(1).",
     LANG_M_NOSIG},
    {"cancel_dump_traceback_later", "()", f_cancel, "Takes back what dump_traceback_later() has done.", LANG_M_NOSIG},
    {"_sigsegv", "(release_gil=False, /)", f_sigsegv, "Raises SIGSEGV.", LANG_M_NOSIG},
    {"_sigabrt", "()", f_sigabrt, "Raises SIGABRT.", LANG_M_NOSIG},
    {"_sigfpe", "()", f_sigfpe, "Raises SIGFPE.", LANG_M_NOSIG},
    {"_read_null", "()", f_read_null, "Reads where no memory is.", LANG_M_NOSIG},
    {"_stack_overflow", "()", f_stack_overflow, "Uses up the stack.", LANG_M_NOSIG},
    {0}};

const struct lang_module_def lang_module_faulthandler = {"faulthandler", "Stacks where something goes wrong.",
                                                         functions, NULL};
