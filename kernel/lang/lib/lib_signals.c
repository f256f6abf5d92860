/* lib_signals.c: the module _signals: signals of the system, under signal where no Python is.
 *
 * Owns the dispositions that a program has asked for. What the system delivers is noted by a handler in C and answered
 * by the main thread at its next poll; a thread that waits is woken, polls, and goes on waiting (PEP 475). SIGINT,
 * SIGTERM and SIGHUP belong to the host: it hands them over (take_signals), or tells of them (lang_signal_arrived). */
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "lib_signals.h"
#include "vm/code.h"

#define WAKE_SIGNAL SIGURG /* as the host's: harmless, ends what blocks */
enum { FIRST = 1, END = 65, DEFAULT = 0, IGNORE = 1 };

static atomic_bool noted[END];
static atomic_bool interrupts;      /* SIGINT raises KeyboardInterrupt */
static atomic_bool wanted[END];     /* a handler in the language */
static _Atomic(pthread_t) main_one; /* the main thread of the language */
static lang_value handlers[END];    /* 0, 1, what is called, or None: not set by the language */
static bool ready, native;          /* native: SIGINT and its like come to handlers in C, too */

static struct {
    atomic_int fd; /* -1: none */
    atomic_bool is_socket, warns;
    atomic_int error; /* of the last write, not told yet */
} wakeup = {.fd = -1};

bool lang_signals_are_hosts(void)
{
    return !native;
}

void lang_signals_unhost(sigset_t *set)
{
    sigdelset(set, SIGINT);
    sigdelset(set, SIGTERM);
    sigdelset(set, SIGHUP);
}

static bool is_hosts(int number)
{
    return number == SIGINT || number == SIGTERM || number == SIGHUP;
}

/* ---- what runs in the handler --------------------------------------------------------------------------------------
 */

static void write_wakeup(int number)
{
    const int fd = atomic_load(&wakeup.fd);
    const unsigned char byte = (unsigned char)number;
    if (fd < 0)
        return;
    ssize_t put = atomic_load(&wakeup.is_socket) ? send(fd, &byte, 1, MSG_NOSIGNAL) : write(fd, &byte, 1);
    if (put < 0 && (atomic_load(&wakeup.warns) || (errno != EAGAIN && errno != EWOULDBLOCK))) {
        atomic_store(&wakeup.error, errno);
        atomic_fetch_or(&lang_the_vm->poll, LANG_POLL_SIGNAL);
    }
}

static void note(int number)
{
    atomic_store(&noted[number], true);
    atomic_fetch_or(&lang_the_vm->poll, LANG_POLL_SIGNAL);
    write_wakeup(number);
    if (!pthread_equal(pthread_self(), atomic_load(&main_one)))
        pthread_kill(atomic_load(&main_one), WAKE_SIGNAL);
}

static void on_signal(int number)
{
    const int saved = errno;
    if (number == SIGINT && atomic_load(&interrupts)) {
        const struct lang_host *host = &lang_the_vm->host;
        write_wakeup(number);
        if (host->interrupted)
            host->interrupted(host->ctx);
        else
            atomic_store(host->interrupt, 1);
    } else if (atomic_load(&wanted[number])) {
        note(number);
    }
    lang_wake_main();
    errno = saved;
}

int lang_signal_arrived(int number)
{
    if (!ready || number < FIRST || number >= END || native)
        return 0;
    if (atomic_load(&wanted[number])) {
        note(number);
        return 1;
    }
    const lang_value handler = handlers[number];
    return handler.tag == LANG_INT && handler.i == IGNORE;
}

/* ---- what the main thread does about it ----------------------------------------------------------------------------
 */

static void tell_of_wakeup(struct lang_thread *t, int error)
{
    char line[80];
    int length = snprintf(line, sizeof line, "Exception ignored when trying to %s to the signal wakeup fd:\n",
                          atomic_load(&wakeup.is_socket) ? "send" : "write");
    lang_value file = lang_ref(lang_sys_lookup(t, "stderr"));
    lang_value text = lang_obj_or_error(lang_str_new(t, line, (size_t)length));
    lang_value done =
        lang_is_error(text) || lang_is_undef(file) ? lang_error() : lang_call_method_c(t, file, "write", &text, 1);
    if (lang_is_error(done))
        lang_error_clear(t);
    lang_unref(t, done);
    lang_unref(t, text);
    lang_unref(t, file);
    lang_raise_errno(t, error, NULL);
    lang_unraisable(t, lang_none());
}

static int call_handler(struct lang_thread *t, int number)
{
    lang_value handler = lang_ref(handlers[number]), args[2] = {lang_int(number), lang_none()};
    if (handler.tag != LANG_OBJECT) { /* it was taken away meanwhile */
        lang_unref(t, handler);
        return 0;
    }
    if (t->frame) {
        struct lang_frame_object *frame = lang_frame_object(t, t->frame);
        if (!frame) {
            lang_unref(t, handler);
            return -1;
        }
        args[1] = lang_obj(lang_incref(frame));
    }
    lang_value done = lang_call(t, handler, args, 2, NULL);
    lang_unref(t, args[1]);
    lang_unref(t, handler);
    if (lang_is_error(done))
        return -1;
    lang_unref(t, done);
    return 0;
}

/* Calls the handlers of what was noted; the main thread's. */
static int answer(struct lang_thread *t)
{
    atomic_fetch_and(&t->vm->poll, ~LANG_POLL_SIGNAL);
    const int error = atomic_exchange(&wakeup.error, 0);
    if (error)
        tell_of_wakeup(t, error);
    for (int number = FIRST; number < END; number++)
        if (atomic_load(&noted[number]) && atomic_exchange(&noted[number], false) && call_handler(t, number) < 0) {
            atomic_fetch_or(&t->vm->poll, LANG_POLL_SIGNAL); /* the others' turn is later */
            return -1;
        }
    return 0;
}

/* ---- dispositions --------------------------------------------------------------------------------------------------
 */

/* A number of a signal, or a ValueError. */
static int number_of(struct lang_thread *t, lang_value v, int *number)
{
    int64_t n;
    if (lang_as_index(t, v, &n) < 0)
        return -1;
    if (n < FIRST || n >= END)
        return lang_fail(t, LANG_EXC_ValueError, "signal number out of range");
    *number = (int)n;
    return 0;
}

/* Makes the system do what the table says. */
static int install(int number, lang_value handler)
{
    const bool keeps = number == WAKE_SIGNAL; /* the host needs it to end what blocks */
    struct sigaction action = {.sa_handler = on_signal};
    if (is_hosts(number) && !native)
        return 0;
    if (handler.tag == LANG_INT && !keeps)
        action.sa_handler = handler.i == IGNORE ? SIG_IGN : SIG_DFL;
    sigemptyset(&action.sa_mask);
    return sigaction(number, &action, NULL);
}

/* handlers[0] is default_int_handler: no signal has that number. */
static bool is_default_interrupt(lang_value handler)
{
    return lang_same(handler, handlers[0]);
}

static void record(struct lang_thread *t, int number, lang_value handler)
{
    lang_set_steal(t, &handlers[number], lang_ref(handler));
    atomic_store(&wanted[number], handler.tag == LANG_OBJECT);
    if (number == SIGINT) {
        atomic_store(&interrupts, is_default_interrupt(handler));
        if (is_default_interrupt(handler))
            atomic_store(&wanted[number], false);
    }
}

static lang_value s_signal(struct lang_thread *t, const lang_value *a)
{
    int number = 0;
    lang_value handler = a[1];
    if (t != t->vm->main)
        return lang_raise(t, LANG_EXC_ValueError, "signal only works in main thread of the main interpreter");
    if (number_of(t, a[0], &number) < 0)
        return lang_error();
    if (!lang_callable(handler)) {
        int64_t kind = -1;
        if (!lang_is_integer(handler) || lang_as_int64(t, handler, &kind) < 0 || kind < DEFAULT || kind > IGNORE) {
            lang_error_clear(t);
            return lang_raise(t, LANG_EXC_TypeError,
                              "signal handler must be signal.SIG_IGN, signal.SIG_DFL, or a callable object");
        }
        handler = lang_int(kind);
    }
    if (lang_poll(t) < 0)
        return lang_error();
    if (number == SIGKILL || number == SIGSTOP || install(number, handler) < 0)
        return lang_raise_errno(t, number == SIGKILL || number == SIGSTOP ? EINVAL : errno, NULL);
    lang_value before = lang_ref(handlers[number]);
    record(t, number, handler);
    return before;
}

static lang_value s_getsignal(struct lang_thread *t, const lang_value *a)
{
    int number = 0;
    return number_of(t, a[0], &number) < 0 ? lang_error() : lang_ref(handlers[number]);
}

static lang_value s_siginterrupt(struct lang_thread *t, const lang_value *a)
{
    int number = 0;
    int64_t flag;
    struct sigaction action;
    if (number_of(t, a[0], &number) < 0 || lang_as_index(t, a[1], &flag) < 0)
        return lang_error();
    if (number == SIGKILL || number == SIGSTOP || sigaction(number, NULL, &action) < 0)
        return lang_raise_errno(t, EINVAL, NULL);
    action.sa_flags = flag ? action.sa_flags & ~SA_RESTART : action.sa_flags | SA_RESTART;
    return sigaction(number, &action, NULL) < 0 ? lang_raise_errno(t, errno, NULL) : lang_none();
}

static lang_value s_default_int_handler(struct lang_thread *t, const lang_value *a)
{
    (void)a;
    lang_error_set(t, lang_obj(&lang_exc_types[LANG_EXC_KeyboardInterrupt]));
    return lang_error();
}

static lang_value s_set_wakeup_fd(struct lang_thread *t, const lang_value *a)
{
    int64_t fd;
    struct stat about = {0};
    const int warns = lang_is_undef(a[1]) ? 1 : lang_truth(t, a[1]);
    if (warns < 0 || lang_as_index(t, a[0], &fd) < 0)
        return lang_error();
    if (t != t->vm->main)
        return lang_raise(t, LANG_EXC_ValueError, "set_wakeup_fd only works in main thread of the main interpreter");
    if (fd != -1) {
        int flags;
        if (fd != (int)fd || fstat((int)fd, &about) < 0 || (flags = fcntl((int)fd, F_GETFL)) < 0)
            return lang_raise_errno(t, fd == (int)fd ? errno : EBADF, NULL);
        if (!(flags & O_NONBLOCK))
            return lang_raise(t, LANG_EXC_ValueError, "the fd %d must be in non-blocking mode", (int)fd);
    }
    const int before = atomic_exchange(&wakeup.fd, -1);
    atomic_store(&wakeup.is_socket, fd != -1 && S_ISSOCK(about.st_mode));
    atomic_store(&wakeup.warns, warns != 0);
    atomic_store(&wakeup.fd, (int)fd);
    return lang_int(before);
}

/* ---- sending -------------------------------------------------------------------------------------------------------
 */

static lang_value polled(struct lang_thread *t, int error)
{
    if (error)
        return lang_raise_errno(t, error, NULL);
    return lang_poll(t) < 0 ? lang_error() : lang_none();
}

static lang_value s_raise_signal(struct lang_thread *t, const lang_value *a)
{
    int64_t number;
    if (lang_as_index(t, a[0], &number) < 0)
        return lang_error();
    if (is_hosts((int)number) && !native && lang_signal_arrived((int)number))
        return polled(t, 0);
    if (number == SIGINT && !native) {
        if (atomic_load(&interrupts)) {
            write_wakeup(SIGINT);
            atomic_store(t->vm->host.interrupt, 1);
            return polled(t, 0);
        }
        return polled(t, kill(getpid(), SIGINT) < 0 ? errno : 0);
    }
    return polled(t, number == (int)number && raise((int)number) == 0 ? 0 : EINVAL);
}

static bool is_thread(const struct lang_vm *vm, int64_t id)
{
    for (const struct lang_thread *each = vm->threads; each; each = each->next)
        if ((int64_t)(uintptr_t)each->ident == id)
            return true;
    return false;
}

static lang_value s_pthread_kill(struct lang_thread *t, const lang_value *a)
{
    int64_t id, number;
    if (lang_as_index(t, a[0], &id) < 0 || lang_as_index(t, a[1], &number) < 0)
        return lang_error();
    if (!is_thread(t->vm, id))
        return lang_raise_errno(t, ESRCH, NULL);
    if (number == SIGINT && !native)
        return s_raise_signal(t, a + 1);
    return polled(t, number == (int)number ? pthread_kill((pthread_t)(uintptr_t)id, (int)number) : EINVAL);
}

static lang_value s_pidfd_send_signal(struct lang_thread *t, const lang_value *a)
{
    int64_t n[3] = {0, 0, 0};
    if (lang_as_index(t, a[0], &n[0]) < 0 || lang_as_index(t, a[1], &n[1]) < 0 ||
        (!lang_is_undef(a[3]) && lang_as_index(t, a[3], &n[2]) < 0))
        return lang_error();
    if (!lang_is_undef(a[2]) && !lang_is_none(a[2]))
        return lang_raise(t, LANG_EXC_TypeError, "siginfo must be None");
    return polled(t, syscall(SYS_pidfd_send_signal, (int)n[0], (int)n[1], NULL, (unsigned)n[2]) < 0 ? errno : 0);
}

/* ---- timers --------------------------------------------------------------------------------------------------------
 */

static lang_value s_alarm(struct lang_thread *t, const lang_value *a)
{
    int64_t seconds;
    return lang_as_index(t, a[0], &seconds) < 0 ? lang_error() : lang_int(alarm((unsigned)seconds));
}

static int moment_of(struct lang_thread *t, lang_value v, struct timeval *out)
{
    double seconds = 0;
    if (!lang_is_undef(v) && lang_as_double(t, v, &seconds) < 0) {
        if (!lang_error_is(t, LANG_EXC_TypeError))
            return -1;
        lang_error_clear(t);
        return lang_fail(t, LANG_EXC_TypeError, "'%N' object cannot be interpreted as an integer", v);
    }
    if (isnan(seconds) || fabs(seconds) > 9e9)
        return lang_fail(t, LANG_EXC_ValueError, "timer interval out of range");
    const double whole = floor(seconds);
    out->tv_sec = (time_t)whole;
    out->tv_usec = (suseconds_t)ceil((seconds - whole) * 1e6 - 1e-6);
    if (out->tv_usec >= 1000000) {
        out->tv_sec++;
        out->tv_usec -= 1000000;
    }
    return 0;
}

static lang_value timer_value(struct lang_thread *t, const struct itimerval *value)
{
    lang_value items[2] = {lang_float((double)value->it_value.tv_sec + 1e-6 * (double)value->it_value.tv_usec),
                           lang_float((double)value->it_interval.tv_sec + 1e-6 * (double)value->it_interval.tv_usec)};
    return lang_obj_or_error(lang_tuple_from(t, items, 2));
}

static lang_value s_setitimer(struct lang_thread *t, const lang_value *a)
{
    int64_t which;
    struct itimerval value, before;
    if (lang_as_index(t, a[0], &which) < 0 || moment_of(t, a[1], &value.it_value) < 0 ||
        moment_of(t, a[2], &value.it_interval) < 0)
        return lang_error();
    if (setitimer((__itimer_which_t)which, &value, &before) < 0)
        return lang_raise_errno(t, errno, NULL);
    return timer_value(t, &before);
}

static lang_value s_getitimer(struct lang_thread *t, const lang_value *a)
{
    int64_t which;
    struct itimerval value;
    if (lang_as_index(t, a[0], &which) < 0)
        return lang_error();
    return getitimer((__itimer_which_t)which, &value) < 0 ? lang_raise_errno(t, errno, NULL) : timer_value(t, &value);
}

/* ---- masks and waits -----------------------------------------------------------------------------------------------
 */

int lang_signal_set(struct lang_thread *t, lang_value v, sigset_t *out)
{
    lang_value next, it = lang_iter(t, v);
    int status = lang_is_error(it) ? -1 : 0;
    sigemptyset(out);
    while (status == 0 && !lang_is_undef(next = lang_next(t, it))) {
        int64_t number;
        status = lang_is_error(next) ? -1 : lang_as_index(t, next, &number);
        if (status == 0 && (number < FIRST || number >= END))
            status = lang_fail(t, LANG_EXC_ValueError, "signal number %lld out of range [1; 64]", (long long)number);
        if (status == 0)
            sigaddset(out, (int)number);
        lang_unref(t, next);
    }
    lang_unref(t, it);
    return status;
}

static lang_value set_value(struct lang_thread *t, const sigset_t *set)
{
    struct lang_set *s = lang_set_new(t, false);
    for (int number = FIRST; s && number < END; number++)
        if (sigismember(set, number) > 0 && lang_set_add(t, s, lang_int(number)) < 0) {
            lang_decref(t, s);
            s = NULL;
        }
    return lang_obj_or_error(s);
}

static lang_value s_pthread_sigmask(struct lang_thread *t, const lang_value *a)
{
    int64_t how;
    sigset_t set, before;
    if (lang_as_index(t, a[0], &how) < 0 || lang_signal_set(t, a[1], &set) < 0)
        return lang_error();
    if (!native) { /* they are blocked for good: the host waits for them */
        static const int hosts[] = {SIGINT, SIGTERM, SIGHUP};
        for (int i = 0; i < 3; i++)
            (how == SIG_SETMASK ? sigaddset : sigdelset)(&set, hosts[i]);
    }
    const int error = pthread_sigmask((int)how, &set, &before);
    if (error)
        return lang_raise_errno(t, error, NULL);
    if (!native)
        lang_signals_unhost(&before);
    return lang_poll(t) < 0 ? lang_error() : set_value(t, &before);
}

static lang_value s_sigpending(struct lang_thread *t, const lang_value *a)
{
    sigset_t set;
    (void)a;
    return sigpending(&set) < 0 ? lang_raise_errno(t, errno, NULL) : set_value(t, &set);
}

static int64_t now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

/* Waits for one of the set: its number; 0 where the time is over, -1 with an exception. ns < 0: as long as it takes. */
static int wait_for(struct lang_thread *t, const sigset_t *set, siginfo_t *info, int64_t ns)
{
    const int64_t end = ns < 0 ? 0 : now_ns() + ns;
    for (;;) {
        int64_t left = ns < 0 ? 0 : end - now_ns();
        left = left < 0 ? 0 : left;
        const struct timespec moment = {left / 1000000000, left % 1000000000};
        lang_unlock(t);
        const int number = ns < 0 ? sigwaitinfo(set, info) : sigtimedwait(set, info, &moment), error = errno;
        lang_lock(t);
        if (number > 0)
            return number;
        if (error == EAGAIN)
            return 0;
        if (error != EINTR) {
            lang_raise_errno(t, error, NULL);
            return -1;
        }
        if (lang_poll(t) < 0)
            return -1;
    }
}

static lang_value s_sigwait(struct lang_thread *t, const lang_value *a)
{
    sigset_t set;
    siginfo_t info;
    int number = lang_signal_set(t, a[0], &set) < 0 ? -1 : wait_for(t, &set, &info, -1);
    return number < 0 ? lang_error() : lang_int(number);
}

/* sigtimedwait(set, seconds or None): the seven fields of struct_siginfo, or None. */
static lang_value s_sigtimedwait(struct lang_thread *t, const lang_value *a)
{
    sigset_t set;
    siginfo_t info;
    double seconds = -1;
    if (!lang_is_none(a[1])) {
        if (lang_as_double(t, a[1], &seconds) < 0) {
            if (lang_error_is(t, LANG_EXC_TypeError)) {
                lang_error_clear(t);
                lang_fail(t, LANG_EXC_TypeError, "'%N' object cannot be interpreted as an integer", a[1]);
            }
            return lang_error();
        }
        if (!(seconds >= 0))
            return lang_raise(t, LANG_EXC_ValueError, "timeout must be non-negative");
        if (seconds > 9e9)
            return lang_raise(t, LANG_EXC_OverflowError, "timestamp too large to convert to C _PyTime_t");
    }
    if (lang_signal_set(t, a[0], &set) < 0)
        return lang_error();
    const int number = wait_for(t, &set, &info, seconds < 0 ? -1 : (int64_t)(seconds * 1e9));
    if (number <= 0)
        return number < 0 ? lang_error() : lang_none();
    lang_value fields[7] = {lang_int(info.si_signo), lang_int(info.si_code), lang_int(info.si_errno),
                            lang_int(info.si_pid),   lang_int(info.si_uid),  lang_int(info.si_status),
                            lang_int(info.si_band)};
    return lang_obj_or_error(lang_tuple_from(t, fields, 7));
}

static lang_value s_pause(struct lang_thread *t, const lang_value *a)
{
    (void)a;
    lang_unlock(t);
    pause();
    lang_lock(t);
    return lang_poll(t) < 0 ? lang_error() : lang_none();
}

static lang_value s_strsignal(struct lang_thread *t, const lang_value *a)
{
    int number = 0;
    if (number_of(t, a[0], &number) < 0)
        return lang_error();
    const char *text = number == 32 || number == 33 ? NULL : strsignal(number);
    return text ? lang_obj_or_error(lang_str_from_c(t, text)) : lang_none();
}

static const struct lang_method functions[] = {
    {"signal", "(signalnum, handler, /)", s_signal,
     "Set the action for the given signal: SIG_DFL, SIG_IGN, or what is called with its number and the current "
     "frame.\n\n"
     "The former action is returned. Only the main thread may do so.",
     0},
    {"getsignal", "(signalnum, /)", s_getsignal,
     "The current action for the given signal: SIG_IGN, SIG_DFL, None (not installed from here) or a callable.", 0},
    {"siginterrupt", "(signalnum, flag, /)", s_siginterrupt,
     "Whether system calls are interrupted by the signal; if not, they are begun again.", 0},
    {"default_int_handler", "(signalnum, frame, /)", s_default_int_handler,
     "The default handler for SIGINT: it raises KeyboardInterrupt.", 0},
    {"set_wakeup_fd", "(fd, /, *, warn_on_full_buffer=True)", s_set_wakeup_fd,
     "A descriptor to which the number of each signal that comes is written, as a byte; -1: none. The former one.",
     LANG_M_NOSIG},
    {"raise_signal", "(signalnum, /)", s_raise_signal, "Send a signal to the executing process.", 0},
    {"pthread_kill", "(thread_id, signalnum, /)", s_pthread_kill, "Send a signal to a thread.", 0},
    {"pidfd_send_signal", "(pidfd, signalnum, siginfo=None, flags=0, /)", s_pidfd_send_signal,
     "Send a signal to a process referred to by a pid file descriptor.", 0},
    {"alarm", "(seconds, /)", s_alarm, "Arrange for SIGALRM to arrive after the given number of seconds.", 0},
    {"setitimer", "(which, seconds, interval=0.0, /)", s_setitimer,
     "Sets a timer (ITIMER_REAL, ITIMER_VIRTUAL or ITIMER_PROF) that fires after seconds, and then every interval.", 0},
    {"getitimer", "(which, /)", s_getitimer, "The current value of a timer.", 0},
    {"pthread_sigmask", "(how, mask, /)", s_pthread_sigmask, "Fetch and/or change the signal mask of this thread.", 0},
    {"sigpending", "()", s_sigpending, "The signals that wait to be delivered.", 0},
    {"sigwait", "(sigset, /)", s_sigwait, "Waits for one of the signals, and takes it; its number.", 0},
    {"sigtimedwait", "(sigset, timeout, /)", s_sigtimedwait, "The same, with a timeout; what is known of it.", 0},
    {"pause", "()", s_pause, "Wait until a signal arrives.", 0},
    {"strsignal", "(signalnum, /)", s_strsignal, "The system's description of the given signal.", 0},
    {0}};

/* ---- the beginning, and forks --------------------------------------------------------------------------------------
 */

void lang_signals_reset_interrupt(struct lang_thread *t)
{
    if (ready && !native && !is_default_interrupt(handlers[SIGINT]))
        record(t, SIGINT, handlers[0]);
}

static void after_fork(struct lang_thread *t)
{
    static const int hosts[] = {SIGINT, SIGTERM, SIGHUP};
    sigset_t set;
    (void)t;
    for (int number = FIRST; number < END; number++)
        atomic_store(&noted[number], false);
    atomic_store(&main_one, pthread_self());
    if (native)
        return;
    native = true; /* nobody else waits for them here */
    sigemptyset(&set);
    for (int i = 0; i < 3; i++) {
        sigaddset(&set, hosts[i]);
        install(hosts[i], handlers[hosts[i]]);
    }
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
}

static int init(struct lang_thread *t, struct lang_module *m)
{
    lang_value interrupt = lang_dict_get_c(t, m->attrs.dict, "default_int_handler");
    struct sigaction action;
    if (ready)
        return 0;
    handlers[0] = lang_ref(interrupt);
    const struct lang_host *host = &t->vm->host;
    native = host->take_signals && host->take_signals(host->ctx);
    for (int number = FIRST; number < END; number++) {
        const bool known = sigaction(number, NULL, &action) == 0;
        handlers[number] = !known ? lang_none() : action.sa_handler == SIG_IGN ? lang_int(IGNORE) : lang_int(DEFAULT);
    }
    atomic_store(&main_one, t->vm->main->ident);
    if (handlers[SIGINT].i == DEFAULT) {
        record(t, SIGINT, interrupt);
        install(SIGINT, interrupt);
    }
    t->vm->answer_signals = answer;
    t->vm->signals_after_fork = after_fork;
    ready = true;
    return 0;
}

const struct lang_module_def lang_module__signals = {"_signals", "Signals of the system.", functions, init};
