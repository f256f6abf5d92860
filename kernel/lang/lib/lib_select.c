/* lib_select.c: the module _select: waiting for descriptors, and signals as bytes in a pipe. Waits are cut into slices,
 * so that an interrupt of the host ends them. */
#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/epoll.h>
#include <time.h>
#include <unistd.h>

#include "lib.h"

enum { SLICE_MS = 50, MAX_EVENTS = 1 << 16 };

static int64_t now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

/* A wait for events: `once` waits at most so many milliseconds and gives what the system call has given. */
struct wait {
    int (*once)(struct wait *w, int ms);
    void *events; /* struct pollfd or struct epoll_event */
    int fd, count;
};

/* ns < 0: for as long as it takes. The number of events, -1: an exception. */
static int wait_for(struct lang_thread *t, struct wait *w, int64_t ns)
{
    int64_t end = ns < 0 ? 0 : now_ns() + ns;
    for (;;) {
        int64_t left = ns < 0 ? INT64_MAX : end - now_ns();
        int ms = left <= 0 ? 0 : left > (int64_t)SLICE_MS * 1000000 ? SLICE_MS : (int)((left + 999999) / 1000000);
        if (ms)
            lang_unlock(t);
        int n = w->once(w, ms), error = errno;
        if (ms)
            lang_lock(t);
        if (n > 0)
            return n;
        if (n < 0 && error != EINTR) {
            lang_raise_errno(t, error, NULL);
            return -1;
        }
        if (lang_poll(t) < 0)
            return -1;
        if (ns >= 0 && now_ns() >= end)
            return 0;
    }
}

static int poll_once(struct wait *w, int ms)
{
    return poll(w->events, (nfds_t)w->count, ms);
}

static int epoll_once(struct wait *w, int ms)
{
    return epoll_wait(w->fd, w->events, w->count, ms);
}

static int add_pair(struct lang_thread *t, struct lang_list *out, int64_t fd, int64_t events)
{
    const lang_value pair[2] = {lang_int(fd), lang_int(events)};
    struct lang_tuple *made = lang_tuple_from(t, pair, 2);
    return made ? lang_list_append_steal(t, out, lang_obj(made)) : -1;
}

/* poll(fds, events, nanoseconds): two lists of numbers; the pairs of those that are ready. */
static lang_value s_poll(struct lang_thread *t, const lang_value *a)
{
    int64_t ns, fd, events;
    if (!lang_is_list(a[0]) || !lang_is_list(a[1]))
        return lang_raise(t, LANG_EXC_TypeError, "lists are required");
    if (lang_as_index(t, a[2], &ns) < 0)
        return lang_error();
    struct lang_list *fds = lang_as_list(a[0]), *wanted = lang_as_list(a[1]);
    int count = (int)(fds->length < wanted->length ? fds->length : wanted->length);
    size_t size = (size_t)(count ? count : 1) * sizeof(struct pollfd);
    struct pollfd *in = lang_alloc(t, size);
    struct lang_list *out = in ? lang_list_new(t, 0) : NULL;
    int n = out ? 0 : -1;
    for (int i = 0; n == 0 && i < count; i++) {
        if (lang_as_index(t, fds->items[i], &fd) < 0 || lang_as_index(t, wanted->items[i], &events) < 0)
            n = -1;
        in[i] = (struct pollfd){.fd = (int)fd, .events = (short)events};
    }
    struct wait w = {poll_once, in, -1, count};
    n = n < 0 ? n : wait_for(t, &w, ns);
    for (int i = 0; n > 0 && i < count; i++)
        if (in[i].revents && add_pair(t, out, in[i].fd, (unsigned short)in[i].revents) < 0)
            n = -1;
    if (in)
        lang_free(t, in, size);
    if (n >= 0)
        return lang_obj(out);
    lang_xdecref(t, out);
    return lang_error();
}

static lang_value s_epoll_create(struct lang_thread *t, const lang_value *a)
{
    (void)a;
    int fd = epoll_create1(EPOLL_CLOEXEC);
    return fd < 0 ? lang_raise_errno(t, errno, NULL) : lang_int(fd);
}

/* epoll_ctl(epoll, operation, fd, events) */
static lang_value s_epoll_ctl(struct lang_thread *t, const lang_value *a)
{
    int64_t n[4];
    for (int i = 0; i < 4; i++)
        if (lang_as_index(t, a[i], &n[i]) < 0)
            return lang_error();
    struct epoll_event event = {.events = (uint32_t)n[3], .data = {.fd = (int)n[2]}};
    if (epoll_ctl((int)n[0], (int)n[1], (int)n[2], &event) < 0)
        return lang_raise_errno(t, errno, NULL);
    return lang_none();
}

/* epoll_wait(epoll, nanoseconds, most) */
static lang_value s_epoll_wait(struct lang_thread *t, const lang_value *a)
{
    int64_t fd, ns, most;
    if (lang_as_index(t, a[0], &fd) < 0 || lang_as_index(t, a[1], &ns) < 0 || lang_as_index(t, a[2], &most) < 0)
        return lang_error();
    int count = most < 1 ? 1 : most > MAX_EVENTS ? MAX_EVENTS : (int)most;
    size_t size = (size_t)count * sizeof(struct epoll_event);
    struct epoll_event *events = lang_alloc(t, size);
    struct lang_list *out = events ? lang_list_new(t, 0) : NULL;
    struct wait w = {epoll_once, events, (int)fd, count};
    int n = out ? wait_for(t, &w, ns) : -1;
    for (int i = 0; n > 0 && i < n; i++)
        if (add_pair(t, out, events[i].data.fd, events[i].events) < 0)
            n = -1;
    if (events)
        lang_free(t, events, size);
    if (n >= 0)
        return lang_obj(out);
    lang_xdecref(t, out);
    return lang_error();
}

/* ------------------------------------------------------------------ signals as bytes */

static atomic_int pipes[NSIG]; /* 1 + the descriptor that the number is written to; 0: none */
static struct sigaction former[NSIG];

static void on_signal(int number)
{
    int saved = errno, fd = atomic_load(&pipes[number]) - 1;
    char byte = (char)number;
    if (fd >= 0 && write(fd, &byte, 1) < 0)
        errno = saved; /* a full pipe is read soon */
    errno = saved;
}

/* watch_signal(number, fd): it is written to the descriptor when it comes; -1: no longer, as it was before. */
static lang_value s_watch(struct lang_thread *t, const lang_value *a)
{
    int64_t number, fd;
    if (lang_as_index(t, a[0], &number) < 0 || lang_as_index(t, a[1], &fd) < 0)
        return lang_error();
    if (number < 1 || number >= NSIG)
        return lang_raise(t, LANG_EXC_ValueError, "signal number out of range");
    bool watched = atomic_load(&pipes[number]) != 0;
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART};
    int r = 0;
    if (fd < 0 && watched) {
        r = sigaction((int)number, &former[number], NULL);
        atomic_store(&pipes[number], 0);
    } else if (fd >= 0) {
        atomic_store(&pipes[number], (int)fd + 1);
        r = watched ? 0 : sigaction((int)number, &action, &former[number]);
        if (r < 0)
            atomic_store(&pipes[number], 0);
    }
    return r < 0 ? lang_raise_errno(t, errno, NULL) : lang_none();
}

static const struct lang_method functions[] = {
    {"poll", "(fds, events, nanoseconds, /)", s_poll, "Waits for descriptors.", 0},
    {"epoll_create", "()", s_epoll_create, "The descriptor of an epoll object.", 0},
    {"epoll_ctl", "(epoll, operation, fd, events, /)", s_epoll_ctl, "Changes what an epoll object waits for.", 0},
    {"epoll_wait", "(epoll, nanoseconds, most, /)", s_epoll_wait, "Waits for the descriptors of an epoll object.", 0},
    {"watch_signal", "(number, fd, /)", s_watch, "Signals become bytes in a pipe.", 0},
    {0},
};

static int init(struct lang_thread *t, struct lang_module *m)
{
#define C(name)                                                                                                        \
    {                                                                                                                  \
#name, (int64_t)(name)                                                                                         \
    }
    static const struct {
        const char *name;
        int64_t value;
    } constants[] = {C(POLLIN),
                     C(POLLPRI),
                     C(POLLOUT),
                     C(POLLERR),
                     C(POLLHUP),
                     C(POLLNVAL),
                     C(POLLRDNORM),
                     C(POLLRDBAND),
                     C(POLLWRNORM),
                     C(POLLWRBAND),
                     C(EPOLLIN),
                     C(EPOLLOUT),
                     C(EPOLLPRI),
                     C(EPOLLERR),
                     C(EPOLLHUP),
                     C(EPOLLRDHUP),
                     C(EPOLLONESHOT),
                     C(EPOLLEXCLUSIVE),
                     C(EPOLLRDNORM),
                     C(EPOLLRDBAND),
                     C(EPOLLWRNORM),
                     C(EPOLLWRBAND),
                     C(EPOLLMSG),
                     C(EPOLL_CLOEXEC),
                     C(EPOLL_CTL_ADD),
                     C(EPOLL_CTL_MOD),
                     C(EPOLL_CTL_DEL),
                     C(PIPE_BUF),
                     {"EPOLLET", 0x80000000},
                     {"POLLMSG", 0x400},
                     {"POLLRDHUP", 0x2000}};
#undef C
    for (size_t i = 0; i < sizeof constants / sizeof *constants; i++)
        if (lang_module_add(t, m, constants[i].name, lang_int(constants[i].value)) < 0)
            return -1;
    return 0;
}

const struct lang_module_def lang_module__select = {"_select", "Waiting for descriptors.", functions, init};
