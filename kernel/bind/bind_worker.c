/* bind_worker.c: processes forked from this one, with a channel to each: what workers of a DataLoader are made of.
 *
 * Owns the fork and what a child must not keep of its parent (sockets, signals, output), the packets of the channel,
 * and the list of those who run. Must not know what the messages mean. A channel keeps the boundaries of packets; what
 * is large travels as a file in memory. A child ends when its function returns, when the channel is closed, and with
 * its parent. */
#include "bind.h"
#include "bind_core.h"
#include "bind_transfer.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define FIRST_DESCRIPTOR 100 /* ours lie above, out of the way of programs that count on small numbers */
#define INLINE_BYTES ((size_t)16 << 10)
#define PACKET_FILES 253 /* the most that the system takes along with one packet */
#define SLICE_MS 50      /* an interrupt ends a wait after this time at the latest */
#define PATIENCE_MS 500  /* between an interrupt and the end by force */

/* A message that the channel has not taken yet. */
struct waiting {
    struct waiting *next;
    struct bind_message message;
};

struct worker {
    struct lang_object head;
    struct worker *next; /* of all that run; not counted */
    pid_t pid;           /* 0: this is the child's end of the channel */
    pid_t owner;         /* the process whose object it is: a child has copies of its siblings' */
    int fd;              /* -1: closed */
    bool ended;
    int status; /* exit status, -n after signal n */
    struct waiting *first, **last;
};

static struct worker *running;
static atomic_int *interrupt_flag;
static struct lang_type worker_type;

static struct worker *of(lang_value v)
{
    return (struct worker *)v.o;
}

/* The object of a child of this process. */
static bool is_child(const struct worker *w)
{
    return w->pid && w->owner == getpid();
}

static int64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* ---- packets ---------------------------------------------------------------------------------------------------- */

struct packet_head {
    int64_t length;          /* of the text */
    int32_t nfiles, in_file; /* in_file: the text is the first file */
};

/* Buffer for the descriptors of a packet, aligned as the system wants it. */
union control {
    struct cmsghdr head;
    char bytes[CMSG_SPACE(PACKET_FILES * sizeof(int))];
};

/* A large text goes into a file, the first one. */
static int text_to_file(struct lang_thread *t, struct bind_message *m)
{
    if (m->length <= INLINE_BYTES)
        return 0;
    int *files = realloc(m->files, (size_t)(m->nfiles + 1) * sizeof *files);
    if (!files) {
        lang_no_memory(t);
        return -1;
    }
    m->files = files;
    int fd = bind_memory_file(m->text, m->length);
    if (fd < 0) {
        lang_raise_errno(t, errno, NULL);
        return -1;
    }
    memmove(files + 1, files, (size_t)m->nfiles++ * sizeof *files);
    files[0] = fd;
    return 0;
}

/* 1 sent, 0 not now, -1 the other end is gone (or errno says more). */
static int send_packet(int fd, const struct bind_message *m, int flags)
{
    union control control;
    bool in_file = m->length > INLINE_BYTES;
    struct packet_head head = {(int64_t)m->length, m->nfiles, in_file};
    struct iovec parts[2] = {{&head, sizeof head}, {m->text, m->length}};
    struct msghdr packet = {.msg_iov = parts, .msg_iovlen = in_file ? 1 : 2};
    if (m->nfiles) {
        size_t size = (size_t)m->nfiles * sizeof(int);
        packet.msg_control = control.bytes;
        packet.msg_controllen = CMSG_SPACE(size);
        memset(control.bytes, 0, sizeof control.bytes);
        control.head = (struct cmsghdr){.cmsg_len = CMSG_LEN(size), .cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS};
        memcpy(CMSG_DATA(&control.head), m->files, size);
    }
    if (sendmsg(fd, &packet, flags | MSG_NOSIGNAL) >= 0)
        return 1;
    /* too many descriptors are on their way: the receiver takes some of them */
    return errno == EAGAIN || errno == EINTR || errno == ENOBUFS || errno == ETOOMANYREFS ? 0 : -1;
}

static int read_text(struct bind_message *m, int fd)
{
    size_t done = 0;
    while (done < m->length) {
        ssize_t got = pread(fd, m->text + done, m->length - done, (off_t)done);
        if (got == 0 || (got < 0 && errno != EINTR))
            return -1;
        done += got > 0 ? (size_t)got : 0;
    }
    return 0;
}

static int take_files(struct bind_message *m, struct msghdr *packet)
{
    struct cmsghdr *c = CMSG_FIRSTHDR(packet);
    if (!c || c->cmsg_type != SCM_RIGHTS)
        return 0;
    size_t size = c->cmsg_len - CMSG_LEN(0);
    if (!(m->files = malloc(size + sizeof(int)))) { /* they are open already */
        for (size_t i = 0; i < size / sizeof(int); i++)
            close(((int *)(void *)CMSG_DATA(c))[i]);
        errno = ENOMEM;
        return -1;
    }
    memcpy(m->files, CMSG_DATA(c), size);
    m->nfiles = (int)(size / sizeof(int));
    return 0;
}

/* 1 received, 0 not now, -1 with errno, which is 0 at the end. */
static int receive_packet(int fd, struct bind_message *m)
{
    union control control;
    struct packet_head head = {0};
    char *text = malloc(INLINE_BYTES);
    struct iovec parts[2] = {{&head, sizeof head}, {text, INLINE_BYTES}};
    struct msghdr packet = {
        .msg_iov = parts, .msg_iovlen = 2, .msg_control = control.bytes, .msg_controllen = sizeof control.bytes};
    *m = (struct bind_message){.text = text};
    if (!text) {
        errno = ENOMEM;
        return -1;
    }
    ssize_t got = recvmsg(fd, &packet, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
    if (got <= 0) {
        int fault = got ? errno : 0;
        bind_message_clear(m);
        errno = fault == ECONNRESET ? 0 : fault;
        return fault == EAGAIN || fault == EINTR ? 0 : -1;
    }
    int status = take_files(m, &packet);
    errno = status ? ENOMEM : EMFILE; /* some were lost */
    if (status || (packet.msg_flags & MSG_CTRUNC) || (size_t)got < sizeof head || m->nfiles != head.nfiles)
        return bind_message_clear(m), -1;
    m->length = (size_t)head.length;
    if (!head.in_file)
        return 1;
    if (!(text = realloc(m->text, m->length))) {
        bind_message_clear(m);
        errno = ENOMEM;
        return -1;
    }
    m->text = text;
    if (read_text(m, m->files[0]))
        return bind_message_clear(m), -1;
    close(m->files[0]);
    memmove(m->files, m->files + 1, (size_t)--m->nfiles * sizeof *m->files);
    return 1;
}

/* ---- the list and the end of processes -------------------------------------------------------------------------- */

static void drop_waiting(struct worker *w)
{
    while (w->first) {
        struct waiting *next = w->first->next;
        bind_message_clear(&w->first->message);
        free(w->first);
        w->first = next;
    }
    w->last = &w->first;
}

static void close_channel(struct worker *w)
{
    if (w->fd >= 0 && w->owner == getpid())
        close(w->fd);
    w->fd = -1;
    drop_waiting(w);
}

static void unlist(struct worker *w)
{
    for (struct worker **link = &running; *link; link = &(*link)->next)
        if (*link == w) {
            *link = w->next;
            return;
        }
}

/* Has it ended? flags: WNOHANG, or 0 to wait for it. */
static bool has_ended(struct worker *w, int flags)
{
    int raw = 0;
    pid_t got;
    if (w->ended || w->owner != getpid())
        return true;
    do
        got = waitpid(w->pid, &raw, flags);
    while (got < 0 && errno == EINTR);
    if (got == 0)
        return false;
    w->ended = true;
    w->status = got < 0 ? 255 : WIFSIGNALED(raw) ? -WTERMSIG(raw) : WEXITSTATUS(raw);
    unlist(w);
    return true;
}

static void rest(int64_t *microseconds)
{
    struct timespec nap = {0, (long)*microseconds * 1000};
    nanosleep(&nap, NULL);
    if (*microseconds < 5000)
        *microseconds *= 2;
}

static void end_by_force(struct worker *w)
{
    if (!has_ended(w, WNOHANG)) {
        kill(w->pid, SIGKILL);
        has_ended(w, 0);
    }
}

void bind_workers_interrupt(void)
{
    int64_t until = now_ms() + PATIENCE_MS, nap = 100;
    for (struct worker *w = running; w; w = w->next)
        if (w->owner == getpid() && !w->ended)
            kill(w->pid, SIGINT);
    while (running) {
        struct worker *w = running;
        close_channel(w);
        if (now_ms() >= until)
            end_by_force(w);
        else if (!has_ended(w, WNOHANG))
            rest(&nap);
    }
}

/* ---- the fork --------------------------------------------------------------------------------------------------- */

static void on_interrupt(int number)
{
    (void)number;
    if (interrupt_flag)
        atomic_store(interrupt_flag, 1);
}

/* Signals as a new process has them, but for SIGINT, which becomes a KeyboardInterrupt. */
static void reset_signals(void)
{
    static const int numbers[] = {SIGTERM, SIGHUP, SIGQUIT, SIGCHLD, SIGUSR1, SIGUSR2};
    struct sigaction interrupt = {.sa_handler = interrupt_flag ? on_interrupt : SIG_DFL};
    sigset_t none;
    for (size_t i = 0; i < BIND_COUNT(numbers); i++)
        signal(numbers[i], SIG_DFL);
    sigaction(SIGINT, &interrupt, NULL);
    sigemptyset(&none);
    pthread_sigmask(SIG_SETMASK, &none, NULL);
}

/* Is it a socket, a pipe of the kernel, or something to wait with? Files of the program stay open, as after any fork.
 */
static bool is_parents_own(int folder, const char *name, int fd)
{
    struct stat found;
    char target[32];
    ssize_t length = readlinkat(folder, name, target, sizeof target - 1);
    if (fstat(fd, &found))
        return false;
    return S_ISSOCK(found.st_mode) || (S_ISFIFO(found.st_mode) && fd >= FIRST_DESCRIPTOR) ||
           (length >= 11 && !memcmp(target, "anon_inode:", 11));
}

static void close_inherited(int keep)
{
    DIR *folder = opendir("/proc/self/fd");
    struct dirent *entry;
    while (folder && (entry = readdir(folder))) {
        int fd = atoi(entry->d_name);
        if (fd > 2 && fd != keep && fd != dirfd(folder) && is_parents_own(dirfd(folder), entry->d_name, fd))
            close(fd);
    }
    if (folder)
        closedir(folder);
}

/* The exception on the thread, as text (malloc'ed); it is taken away. NULL: no memory. */
static char *exception_text(struct lang_thread *t)
{
    struct lang_report report = {0};
    size_t length = 0;
    char *text = NULL;
    FILE *out = lang_report(t, LANG_REPORT_PYTHON, &report) ? NULL : open_memstream(&text, &length);
    for (size_t i = 0; out && i < report.traceback_count; i++)
        fputs(report.traceback[i], out);
    if (out)
        fclose(out);
    lang_report_free(&report);
    return text;
}

/* The status of the process for the exception on the thread, which is told unless it asks for the end. */
static int status_of_exception(struct lang_thread *t)
{
    int64_t status = 1;
    if (lang_error_is(t, LANG_EXC_SystemExit)) {
        lang_value exception = lang_error_take(t), code = lang_getattr_c(t, exception, "code");
        if (lang_is_error(code) || lang_is_none(code) || !lang_int_fits(code, &status))
            status = lang_is_none(code) ? 0 : 1;
        return (int)status;
    }
    char *text = exception_text(t);
    for (size_t done = 0, length = text ? strlen(text) : 0; done < length;) {
        ssize_t wrote = write(2, text + done, length - done);
        if (wrote < 0 && errno != EINTR)
            break;
        done += wrote > 0 ? (size_t)wrote : 0;
    }
    return 1;
}

static struct worker *new_worker(struct lang_thread *t)
{
    struct worker *w = lang_object_new(t, &worker_type);
    if (w) {
        w->owner = getpid();
        w->fd = -1;
        w->last = &w->first;
    }
    return w;
}

static void flush_output(struct lang_thread *t)
{
    const struct lang_host *host = lang_thread_host(t);
    for (int stream = 1; host->flush && stream <= 2; stream++)
        host->flush(host->ctx, stream);
}

/* The life of a child. */
static _Noreturn void live(struct lang_thread *t, lang_value function, struct worker *own, const int ends[2],
                           pid_t parent)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(1); /* it has died meanwhile */
    prctl(PR_SET_NAME, "pt_data_worker");
    close(ends[0]); /* first: the folder of descriptors needs one */
    close_inherited(ends[1]);
    if (interrupt_flag)
        atomic_store(interrupt_flag, 0);
    reset_signals();
    running = NULL;
    lang_after_fork(t);
    own->owner = getpid();
    own->fd = ends[1];
    lang_value self = lang_obj(own), done = lang_call(t, function, &self, 1, NULL);
    int status = lang_is_error(done) ? status_of_exception(t) : 0;
    flush_output(t);
    _exit(status);
}

static int lift(int fd)
{
    int high = fcntl(fd, F_DUPFD_CLOEXEC, FIRST_DESCRIPTOR);
    if (high < 0)
        return fd;
    close(fd);
    return high;
}

/* _worker_start(function, /): a child that calls function(its end of the channel). */
static lang_value worker_start(struct lang_thread *t, const lang_value *args)
{
    int ends[2];
    sigset_t all, previous;
    struct worker *w = new_worker(t), *own = w ? new_worker(t) : NULL;
    if (!own) {
        lang_xdecref(t, w);
        return lang_error();
    }
    own->ended = true; /* what is not a child need not be waited for */
    flush_output(t);
    pid_t parent = getpid(), pid = -1;
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) == 0) {
        ends[0] = lift(ends[0]);
        ends[1] = lift(ends[1]);
        sigfillset(&all);
        lang_before_fork(t);
        pthread_sigmask(SIG_SETMASK, &all, &previous);
        pid = fork();
        if (pid == 0)
            live(t, args[0], own, ends, parent);
        int fault = errno;
        lang_after_fork_in_parent(t);
        pthread_sigmask(SIG_SETMASK, &previous, NULL);
        close(ends[1]);
        if (pid < 0)
            close(ends[0]);
        errno = fault;
    }
    int fault = errno;
    lang_decref(t, own);
    w->ended = true;
    if (pid < 0) {
        lang_decref(t, w);
        return lang_raise_errno(t, fault, NULL);
    }
    w->ended = false;
    w->pid = pid;
    w->fd = ends[0];
    w->next = running;
    running = w;
    return lang_obj(w);
}

/* ---- the channel ------------------------------------------------------------------------------------------------ */

/* Waits without the lock until the channel can be read (POLLIN) or written. -1 with an exception. */
static int wait_for(struct lang_thread *t, int fd, short events)
{
    struct pollfd poller = {fd, events, 0};
    int ready = 0;
    while (!ready) {
        lang_unlock(t);
        ready = poll(&poller, 1, SLICE_MS) > 0;
        lang_lock(t);
        if (lang_poll(t) < 0)
            return -1;
    }
    return 0;
}

/* Sends what waits, as far as it goes now. */
static void send_waiting(struct worker *w)
{
    int sent = 1;
    while (w->first && w->fd >= 0 && (sent = send_packet(w->fd, &w->first->message, MSG_DONTWAIT)) > 0) {
        struct waiting *done = w->first;
        if (!(w->first = done->next))
            w->last = &w->first;
        bind_message_clear(&done->message);
        free(done);
    }
    if (sent < 0)
        drop_waiting(w); /* nobody is there any more: reading tells */
}

/* The child waits until its parent has taken the message, the parent never waits. */
static int send_as_child(struct lang_thread *t, struct worker *w, const struct bind_message *m)
{
    int sent;
    while ((sent = send_packet(w->fd, m, MSG_DONTWAIT)) == 0) {
        int64_t nap = 1000;
        bool full = errno == EAGAIN;
        if (!full)
            rest(&nap);
        if (full ? wait_for(t, w->fd, POLLOUT) : lang_poll(t) < 0)
            return -1;
    }
    return sent > 0 ? 0 : lang_fail(t, LANG_EXC_EOFError, "the parent has closed the channel");
}

static int queue(struct lang_thread *t, struct worker *w, struct bind_message *m)
{
    struct waiting *item = calloc(1, sizeof *item);
    if (!item) {
        lang_no_memory(t);
        return -1;
    }
    item->message = *m;
    *m = (struct bind_message){0};
    *w->last = item;
    w->last = &item->next;
    send_waiting(w);
    return 0;
}

static lang_value worker_send(struct lang_thread *t, const lang_value *args)
{
    struct worker *w = of(args[0]);
    struct bind_message m = {0};
    if (w->fd < 0)
        return lang_raise(t, LANG_EXC_EOFError, "the channel is closed");
    int status = bind_message_write(t, args[1], &m) || text_to_file(t, &m) ? -1 : 0;
    if (!status)
        status = w->pid ? queue(t, w, &m) : send_as_child(t, w, &m);
    bind_message_clear(&m);
    return status ? lang_error() : lang_none();
}

static lang_value worker_receive(struct lang_thread *t, const lang_value *args)
{
    struct worker *w = of(args[0]);
    struct bind_message m = {0};
    int got = 0;
    while (!got) {
        if (w->fd < 0)
            return lang_raise(t, LANG_EXC_EOFError, "the channel is closed");
        if ((got = receive_packet(w->fd, &m)) == 0 && wait_for(t, w->fd, POLLIN) < 0)
            return lang_error();
    }
    if (got < 0)
        return errno ? lang_raise_errno(t, errno, NULL)
                     : lang_raise(t, LANG_EXC_EOFError, "the other end of the channel is closed");
    lang_value v = bind_message_read(t, &m);
    bind_message_clear(&m);
    return v;
}

/* _worker_wait(workers, seconds, /): the positions of those that can be read, or have ended; none after the time. */
static lang_value worker_wait(struct lang_thread *t, const lang_value *args)
{
    double seconds = INFINITY;
    if (!lang_is_none(args[1]) && lang_as_double(t, args[1], &seconds) < 0)
        return lang_error();
    struct lang_tuple *workers = lang_to_tuple(t, args[0]);
    struct pollfd *pollers = workers ? calloc((size_t)workers->length + 1, sizeof *pollers) : NULL;
    struct lang_list *ready = pollers ? lang_list_new(t, workers->length) : NULL;
    bool failed = !ready;
    if (workers && !pollers)
        lang_no_memory(t);
    for (int64_t i = 0; !failed && i < workers->length; i++)
        if (!lang_is_exactly(workers->items[i], &worker_type))
            failed = lang_fail(t, LANG_EXC_TypeError, "a worker is wanted, not %N", workers->items[i]) < 0;
    const int64_t until = seconds < 1e9 ? now_ms() + (int64_t)ceil(seconds * 1000) : INT64_MAX;
    while (!failed && !ready->length) {
        int64_t left = until - now_ms();
        for (int64_t i = 0; i < workers->length; i++) {
            send_waiting(of(workers->items[i]));
            pollers[i] = (struct pollfd){of(workers->items[i])->fd,
                                         (short)(POLLIN | (of(workers->items[i])->first ? POLLOUT : 0)), 0};
        }
        lang_unlock(t);
        poll(pollers, (nfds_t)workers->length, left <= 0 ? 0 : left < SLICE_MS ? (int)left : SLICE_MS);
        lang_lock(t);
        for (int64_t i = 0; !failed && i < workers->length; i++)
            if (pollers[i].revents & (POLLIN | POLLHUP | POLLERR | POLLNVAL))
                failed = lang_list_append(t, ready, lang_int(i)) < 0;
        failed = failed || lang_poll(t) < 0;
        if (left <= 0)
            break;
    }
    free(pollers);
    lang_xdecref(t, workers);
    if (!failed)
        return lang_obj(ready);
    lang_xdecref(t, ready);
    return lang_error();
}

/* ---- the process as an object ----------------------------------------------------------------------------------- */

static lang_value worker_join(struct lang_thread *t, const lang_value *args)
{
    struct worker *w = of(args[0]);
    double seconds;
    if (lang_as_double(t, args[1], &seconds) < 0)
        return lang_error();
    const int64_t until = now_ms() + (int64_t)(seconds * 1000);
    for (int64_t nap = 100; !has_ended(w, WNOHANG) && now_ms() < until;) {
        lang_unlock(t);
        rest(&nap);
        lang_lock(t);
        if (lang_poll(t) < 0)
            return lang_error();
    }
    return lang_bool(w->ended);
}

static lang_value worker_kill(struct lang_thread *t, const lang_value *args)
{
    (void)t;
    if (is_child(of(args[0])))
        end_by_force(of(args[0]));
    return lang_none();
}

static lang_value worker_interrupt(struct lang_thread *t, const lang_value *args)
{
    struct worker *w = of(args[0]);
    (void)t;
    if (is_child(w) && !has_ended(w, WNOHANG))
        kill(w->pid, SIGINT);
    return lang_none();
}

static lang_value worker_close(struct lang_thread *t, const lang_value *args)
{
    (void)t;
    close_channel(of(args[0]));
    return lang_none();
}

static lang_value worker_pid(struct lang_thread *t, lang_value self)
{
    (void)t;
    return lang_int(of(self)->pid ? of(self)->pid : getpid());
}

static lang_value worker_exitcode(struct lang_thread *t, lang_value self)
{
    (void)t;
    return is_child(of(self)) && has_ended(of(self), WNOHANG) ? lang_int(of(self)->status) : lang_none();
}

static void worker_destroy(struct lang_thread *t, struct lang_object *o)
{
    struct worker *w = (struct worker *)o;
    (void)t;
    close_channel(w);
    if (is_child(w))
        end_by_force(w);
}

/* _exception_text(exception, /): as CPython prints it, with its traceback. */
static lang_value exception_text_of(struct lang_thread *t, const lang_value *args)
{
    lang_error_restore(t, lang_ref(args[0]));
    char *text = exception_text(t);
    lang_value result = text ? lang_obj_or_error(lang_str_new(t, text, strlen(text))) : lang_no_memory(t);
    free(text);
    return result;
}

/* _signal_name(number, /): what strsignal says. */
static lang_value signal_name(struct lang_thread *t, const lang_value *args)
{
    int64_t number;
    if (lang_as_int64(t, args[0], &number) < 0)
        return lang_error();
    return lang_obj_or_error(lang_str_from_c(t, strsignal((int)number)));
}

static const struct lang_method worker_methods[] = {
    {"send", "(value, /)", worker_send, "Send a value to the other process.", 0},
    {"receive", "()", worker_receive, "The next value that the other process has sent; EOFError at the end.", 0},
    {"join", "(seconds, /)", worker_join, "Wait until the process has ended; whether it has.", 0},
    {"kill", "()", worker_kill, "End the process.", 0},
    {"interrupt", "()", worker_interrupt, "Raise KeyboardInterrupt in the process.", 0},
    {"close", "()", worker_close, "Close the channel.", 0},
    {0},
};

static const struct lang_getset worker_attributes[] = {
    {"pid", worker_pid, NULL, "The number of the process."},
    {"exitcode", worker_exitcode, NULL, "The status of the process, None while it runs, -n after signal n."},
    {0},
};

static struct lang_type worker_type = {
    .head = {&lang_type_type, 1, LANG_OBJ_STATIC},
    .name = "_Worker",
    .module = "torch._C",
    .doc = "A process forked from this one.",
    .size = sizeof(struct worker),
    .destroy = worker_destroy,
    .methods = worker_methods,
    .getset = worker_attributes,
};

static const struct lang_method functions[] = {
    {"_worker_start", "(function, /)", worker_start, NULL, LANG_M_STATIC},
    {"_worker_wait", "(workers, seconds, /)", worker_wait, NULL, LANG_M_STATIC},
    {"_exception_text", "(exception, /)", exception_text_of, NULL, LANG_M_STATIC},
    {"_signal_name", "(number, /)", signal_name, NULL, LANG_M_STATIC},
    {0},
};

void bind_worker_install(atomic_int *interrupt)
{
    interrupt_flag = interrupt;
}

int bind_worker_add(struct lang_thread *t, struct lang_module *c)
{
    return bind_transfer_ready(t) < 0 || lang_type_ready(t, &worker_type) < 0
               ? -1
               : lang_module_add_functions(t, c, functions);
}
