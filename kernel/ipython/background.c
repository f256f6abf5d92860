/*
 * background.c - programs that run while the cells go on: %%bash --bg.
 *
 * Owns the list of them, so that each is reaped, and the objects that --proc, --out and --err put into variables. The
 * input is a file in memory: nobody has to feed it while the child reads.
 */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#include "magic.h"

/* %killbgscripts: between one signal and the next, stronger one. */
#define PATIENCE_MS 100

/* ---- the list ---- */

struct background {
    struct background *next;
    pid_t pid;
    bool ended;
    int status; /* exit status, or -n after signal n */
    int users;  /* the list and an object of the language */
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct background *first;

/* The lock is held. */
static void check(struct background *b)
{
    int raw;
    if (b->ended)
        return;
    pid_t got = waitpid(b->pid, &raw, WNOHANG);
    if (got != b->pid && !(got < 0 && errno == ECHILD))
        return;
    b->ended = true;
    b->status = got < 0 ? 255 : WIFSIGNALED(raw) ? -WTERMSIG(raw) : WEXITSTATUS(raw);
}

/* The lock is held. */
static void drop(struct background *b)
{
    if (--b->users == 0)
        free(b);
}

/* Removes those that have ended from the list. Returns how many are left. */
static int sweep(void)
{
    int left = 0;
    pthread_mutex_lock(&lock);
    for (struct background **link = &first; *link;) {
        struct background *b = *link;
        check(b);
        if (b->ended) {
            *link = b->next;
            drop(b);
        } else {
            link = &b->next;
            left++;
        }
    }
    pthread_mutex_unlock(&lock);
    return left;
}

static bool has_ended(struct background *b)
{
    pthread_mutex_lock(&lock);
    check(b);
    bool ended = b->ended;
    pthread_mutex_unlock(&lock);
    return ended;
}

/* A process that has been waited for gets no signal: its number may be another's by now. */
static void send_to(struct background *b, int number)
{
    pthread_mutex_lock(&lock);
    check(b);
    if (!b->ended)
        kill(b->pid, number);
    pthread_mutex_unlock(&lock);
}

static void send_to_all(int number)
{
    pthread_mutex_lock(&lock);
    for (struct background *b = first; b; b = b->next)
        if (!b->ended)
            kill(b->pid, number);
    pthread_mutex_unlock(&lock);
}

static void rest(void)
{
    poll(NULL, 0, 5);
}

void kernel_background_kill_all(void)
{
    static const int numbers[] = {SIGINT, SIGTERM, SIGKILL};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0] && sweep(); i++) {
        send_to_all(numbers[i]);
        for (uint64_t end = kernel_now() + PATIENCE_MS; sweep() && kernel_now() < end;)
            rest();
    }
}

/* ---- the process as an object ---- */

struct process {
    struct lang_object head;
    struct background *background;
};

static struct background *of(lang_value self)
{
    return ((struct process *)self.o)->background;
}

static lang_value process_pid(struct lang_thread *t, lang_value self)
{
    (void)t;
    return lang_int(of(self)->pid);
}

static lang_value process_returncode(struct lang_thread *t, lang_value self)
{
    (void)t;
    return has_ended(of(self)) ? lang_int(of(self)->status) : lang_none();
}

/* Waits until the process has ended; an interrupt ends the wait. */
static lang_value process_wait(struct lang_thread *t, const lang_value *args)
{
    struct kernel *kernel = kernel_current();
    struct background *b = of(args[0]);
    lang_unlock(t);
    while (!has_ended(b) && !atomic_load(&kernel->interrupt))
        rest();
    lang_lock(t);
    /* the interrupt may have ended the process, too */
    return lang_poll(t) < 0 ? lang_error() : lang_int(b->status);
}

static lang_value process_kill(struct lang_thread *t, const lang_value *args)
{
    (void)t;
    send_to(of(args[0]), SIGKILL);
    return lang_none();
}

static lang_value process_terminate(struct lang_thread *t, const lang_value *args)
{
    (void)t;
    send_to(of(args[0]), SIGTERM);
    return lang_none();
}

static lang_value process_send_signal(struct lang_thread *t, const lang_value *args)
{
    int64_t number;
    if (lang_as_int64(t, args[1], &number))
        return lang_error();
    if (number < 0 || number >= NSIG)
        return lang_raise_errno(t, EINVAL, NULL);
    send_to(of(args[0]), (int)number);
    return lang_none();
}

static lang_value process_repr(struct lang_thread *t, lang_value self)
{
    return lang_obj_or_error(lang_str_from_format(t, "<Process %lld>", (long long)of(self)->pid));
}

static void process_destroy(struct lang_thread *t, struct lang_object *o)
{
    (void)t;
    pthread_mutex_lock(&lock);
    if (((struct process *)o)->background)
        drop(((struct process *)o)->background);
    pthread_mutex_unlock(&lock);
}

static const struct lang_method process_methods[] = {
    {"wait", "()", process_wait, "Wait until the process has ended, and return its status.", 0},
    {"kill", "()", process_kill, "Kill the process.", 0},
    {"terminate", "()", process_terminate, "Ask the process to end.", 0},
    {"send_signal", "(signal)", process_send_signal, "Send a signal to the process.", 0},
    {0},
};

static const struct lang_getset process_attributes[] = {
    {"pid", process_pid, NULL, "The number of the process."},
    {"returncode", process_returncode, NULL, "The status of the process, None while it runs."},
    {0},
};

static struct lang_type process_type = {
    .name = "Process",
    .module = "asyncio.subprocess",
    .doc = "A program in the background.",
    .size = sizeof(struct process),
    .repr = process_repr,
    .destroy = process_destroy,
    .methods = process_methods,
    .getset = process_attributes,
};

/* ---- what it prints, as an object ---- */

struct reader {
    struct lang_object head;
    int fd; /* -1 at the end */
    struct wire_text text;
};

static void close_reader(struct reader *r)
{
    if (r->fd >= 0)
        close(r->fd);
    r->fd = -1;
}

/* Reads more. 1 some bytes or the end, 0 not now, -1 interrupted. Called without the interpreter lock. */
static int read_on(struct reader *r, int wait_ms)
{
    char bytes[8192];
    struct pollfd poller = {r->fd, POLLIN, 0};
    if (atomic_load(&kernel_current()->interrupt))
        return -1;
    if (poll(&poller, 1, wait_ms) <= 0)
        return 0;
    ssize_t got = read(r->fd, bytes, sizeof bytes);
    if (got > 0)
        wire_text_add(&r->text, bytes, (size_t)got);
    else if (got == 0 || (errno != EINTR && errno != EAGAIN))
        close_reader(r);
    return 1;
}

/* Removes bytes from the front. */
static lang_value take(struct lang_thread *t, struct reader *r, size_t count)
{
    struct lang_bytes *bytes = lang_bytes_new(t, count ? r->text.data : "", count);
    if (bytes && count) {
        memmove(r->text.data, r->text.data + count, r->text.length - count);
        r->text.length -= count;
    }
    return lang_obj_or_error(bytes);
}

/* Reads until there are so many bytes, or (line) the end of a line, or the end. 0, or -1 with an exception. */
static int fill(struct lang_thread *t, struct reader *r, size_t wanted, bool line)
{
    int got = 0;
    lang_unlock(t);
    while (got >= 0 && r->fd >= 0 && !r->text.failed && r->text.length < wanted &&
           !(line && r->text.length && memchr(r->text.data, '\n', r->text.length)))
        got = read_on(r, 50);
    lang_lock(t);
    if (lang_poll(t) < 0) /* also where the interrupt has ended what is read from */
        return -1;
    if (r->text.failed)
        lang_no_memory(t);
    return r->text.failed ? -1 : 0;
}

static lang_value reader_read(struct lang_thread *t, const lang_value *args)
{
    struct reader *r = (struct reader *)args[0].o;
    int64_t n = -1;
    if (!lang_is_undef(args[1]) && lang_as_int64(t, args[1], &n))
        return lang_error();
    if (fill(t, r, n < 0 ? SIZE_MAX : n > 0, false))
        return lang_error();
    return take(t, r, n < 0 || (size_t)n > r->text.length ? r->text.length : (size_t)n);
}

static lang_value reader_readline(struct lang_thread *t, const lang_value *args)
{
    struct reader *r = (struct reader *)args[0].o;
    if (fill(t, r, SIZE_MAX, true))
        return lang_error();
    const char *newline = r->text.length ? memchr(r->text.data, '\n', r->text.length) : NULL;
    return take(t, r, newline ? (size_t)(newline - r->text.data) + 1 : r->text.length);
}

static lang_value reader_at_eof(struct lang_thread *t, const lang_value *args)
{
    struct reader *r = (struct reader *)args[0].o;
    int got = 1;
    lang_unlock(t);
    while (got > 0 && r->fd >= 0 && !r->text.length)
        got = read_on(r, 0);
    lang_lock(t);
    if (lang_poll(t) < 0)
        return lang_error();
    return lang_bool(r->fd < 0 && !r->text.length);
}

static void reader_destroy(struct lang_thread *t, struct lang_object *o)
{
    (void)t;
    close_reader((struct reader *)o);
    wire_text_clear(&((struct reader *)o)->text);
}

static const struct lang_method reader_methods[] = {
    {"read", "(n=-1)", reader_read, "Read up to n bytes; -1: until the end.", 0},
    {"readline", "()", reader_readline, "Read one line.", 0},
    {"at_eof", "()", reader_at_eof, "Whether everything has been read.", 0},
    {0},
};

static struct lang_type reader_type = {
    .name = "StreamReader",
    .module = "asyncio.streams",
    .doc = "What a program in the background prints.",
    .size = sizeof(struct reader),
    .destroy = reader_destroy,
    .methods = reader_methods,
};

int kernel_background_ready(struct lang_thread *t)
{
    return lang_type_ready(t, &process_type) || lang_type_ready(t, &reader_type) ? -1 : 0;
}

/* ---- start ---- */

/* The text as a file that nothing else can reach; -1 with errno. */
static int input_file(const struct kernel_child *child)
{
    int fd = memfd_create("script", MFD_CLOEXEC);
    size_t done = 0;
    while (fd >= 0 && done < child->input_length) {
        ssize_t wrote = write(fd, child->input + done, child->input_length - done);
        if (wrote < 0 && errno != EINTR) {
            close(fd);
            return -1;
        }
        done += wrote > 0 ? (size_t)wrote : 0;
    }
    if (fd >= 0)
        lseek(fd, 0, SEEK_SET);
    return fd;
}

static struct process *new_process(struct lang_thread *t)
{
    struct process *process = lang_object_new(t, &process_type);
    if (process && !(process->background = calloc(1, sizeof *process->background))) {
        lang_no_memory(t);
        lang_decref(t, process);
        return NULL;
    }
    if (process)
        process->background->users = 1;
    return process;
}

static struct reader *new_reader(struct lang_thread *t)
{
    struct reader *reader = lang_object_new(t, &reader_type);
    if (reader)
        reader->fd = -1;
    return reader;
}

static void enlist(struct background *b)
{
    pthread_mutex_lock(&lock);
    b->users++;
    b->next = first;
    first = b;
    pthread_mutex_unlock(&lock);
}

int kernel_background_start(struct lang_thread *t, const struct kernel_child *child, bool out, bool err,
                            lang_value made[3])
{
    const bool wanted[3] = {true, out, err};
    struct lang_object *objects[3] = {0};
    int ends[3] = {-1, -1, -1}, fault = 0;
    sweep();
    for (int i = 0; i < 3 && !fault; i++)
        if (wanted[i] && !(objects[i] = i ? (void *)new_reader(t) : (void *)new_process(t)))
            fault = -1;
    int input = fault ? -1 : input_file(child);
    if (!fault && input < 0)
        fault = errno;
    if (!fault && kernel_child_start(child, input, wanted, &((struct process *)objects[0])->background->pid, ends))
        fault = errno;
    if (input >= 0)
        close(input);
    if (!fault)
        enlist(((struct process *)objects[0])->background);
    for (int i = 0; i < 3; i++) {
        made[i] = !fault && objects[i] ? lang_obj(objects[i]) : lang_undef();
        if (i && objects[i])
            ((struct reader *)objects[i])->fd = ends[i];
        if (fault && objects[i])
            lang_decref(t, objects[i]);
    }
    return fault;
}
