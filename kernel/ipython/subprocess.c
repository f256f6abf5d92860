/*
 * subprocess.c - child processes: on a pseudo-terminal for `!cmd`, on pipes for `%%bash` and its kin.
 *
 * Owns a child from its start to its end: what it prints is handed on while it runs, an interrupt reaches it and is
 * escalated, and it is always reaped. Must not know the language. Children are made by posix_spawn, not by fork: a
 * copy of this process must not run with half of its threads gone and all of its sockets open (bind_worker.c, which
 * needs one, takes care of both).
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>
#include "session.h"

/* After an interrupt a child has this long before it gets SIGTERM, and then SIGKILL. */
#define TERM_AFTER_MS 600
#define KILL_AFTER_MS 1600
/* A background process may keep the output open: when the child has ended, silence of this length is the end. */
#define SILENCE_MS 50
#define FIRST_DESCRIPTOR 100

struct running {
    const struct kernel_child *plan;
    pid_t pid;
    int pidfd;
    int in;     /* write end of its input; -1 */
    size_t fed; /* bytes of the input written */
    int out[3]; /* [1], [2]: read ends; -1 */
    int held;   /* the terminal's other side, from an interrupt to the child's end; -1 */
    unsigned char tail[3][4];
    int tail_length[3];
    bool exited;
    int raw_status;
    uint64_t exited_at, interrupted_at;
    int escalation;
};

/* ---- start ---- */

static int lift(int fd)
{
    int high = fd >= 0 ? fcntl(fd, F_DUPFD_CLOEXEC, FIRST_DESCRIPTOR) : -1;
    if (high < 0)
        return fd;
    close(fd);
    return high;
}

static void close_end(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

/* Opens a terminal of 24 lines and 80 columns; name is that of its other side. */
static int open_terminal(char *name, size_t size)
{
    struct winsize window = {.ws_row = 24, .ws_col = 80};
    int master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (master < 0)
        return -1;
    if (grantpt(master) || unlockpt(master) || ptsname_r(master, name, size)) {
        close(master);
        return -1;
    }
    ioctl(master, TIOCSWINSZ, &window);
    return lift(master);
}

static int open_pipe(int end[2])
{
    if (pipe2(end, O_CLOEXEC)) {
        end[0] = end[1] = -1;
        return -1;
    }
    end[0] = lift(end[0]);
    end[1] = lift(end[1]);
    return 0;
}

/* The child starts with default signals and none blocked; whatever this process needs for itself is not inherited. */
static int spawn(struct running *run, posix_spawn_file_actions_t *actions, short flags)
{
    posix_spawnattr_t attributes;
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setflags(&attributes, (short)(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | flags));
    int fault =
        posix_spawnp(&run->pid, run->plan->argv[0], actions, &attributes, (char *const *)run->plan->argv, environ);
    posix_spawnattr_destroy(&attributes);
    errno = fault;
    return fault ? -1 : 0;
}

/* Its own session, with the terminal as the controlling one: the first terminal that a session leader opens is that. */
static int start_on_terminal(struct running *run)
{
    char name[64];
    posix_spawn_file_actions_t actions;
    int master = open_terminal(name, sizeof name);
    if (master < 0)
        return -1;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, name, O_RDWR, 0);
    posix_spawn_file_actions_adddup2(&actions, 0, 1);
    posix_spawn_file_actions_adddup2(&actions, 0, 2);
    int status = spawn(run, &actions, POSIX_SPAWN_SETSID);
    int fault = errno;
    posix_spawn_file_actions_destroy(&actions);
    if (status) {
        close(master);
        errno = fault;
        return -1;
    }
    run->out[1] = master;
    return 0;
}

static int start_on_pipes(struct running *run)
{
    int in[2] = {-1, -1}, out[2] = {-1, -1}, err[2] = {-1, -1};
    posix_spawn_file_actions_t actions;
    int status = -1, fault;
    posix_spawn_file_actions_init(&actions);
    if ((run->plan->input && open_pipe(in)) || open_pipe(out) || (!run->plan->merge && open_pipe(err)))
        goto done;
    if (run->plan->input)
        posix_spawn_file_actions_adddup2(&actions, in[0], 0);
    else
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, out[1], 1);
    posix_spawn_file_actions_adddup2(&actions, run->plan->merge ? out[1] : err[1], 2);
    status = spawn(run, &actions, 0);
done:
    fault = errno;
    posix_spawn_file_actions_destroy(&actions);
    close_end(&in[0]);
    close_end(&out[1]);
    close_end(&err[1]);
    if (status) {
        close_end(&in[1]);
        close_end(&out[0]);
        close_end(&err[0]);
    }
    run->in = in[1];
    run->out[1] = out[0];
    run->out[2] = err[0];
    errno = fault;
    return status;
}

/* ---- while it runs ---- */

static void deliver(struct running *run, int stream, char *bytes, size_t length)
{
    size_t complete = wire_utf8_complete(bytes, length);
    if (complete)
        run->plan->sink(run->plan->context, stream, bytes, complete);
    run->tail_length[stream] = (int)(length - complete);
    memcpy(run->tail[stream], bytes + complete, length - complete);
}

/* Reads once. Returns whether there was something. At the end of the output the descriptor is closed. */
static bool read_some(struct running *run, int stream)
{
    char bytes[32768];
    size_t kept = (size_t)run->tail_length[stream];
    if (run->out[stream] < 0)
        return false;
    memcpy(bytes, run->tail[stream], kept);
    ssize_t got = read(run->out[stream], bytes + kept, sizeof bytes - kept);
    if (got > 0) {
        deliver(run, stream, bytes, kept + (size_t)got);
        return true;
    }
    if (got < 0 && (errno == EAGAIN || errno == EINTR))
        return false;
    /* A terminal says EIO when its last user is gone. What is left of a sequence will not be completed. */
    if (kept)
        run->plan->sink(run->plan->context, stream, bytes, kept);
    run->tail_length[stream] = 0;
    close_end(&run->out[stream]);
    return false;
}

static void feed(struct running *run)
{
    if (run->in < 0)
        return;
    size_t left = run->plan->input_length - run->fed;
    ssize_t done = left ? write(run->in, run->plan->input + run->fed, left) : 0;
    if (done > 0)
        run->fed += (size_t)done;
    if (run->fed == run->plan->input_length || (done < 0 && errno != EAGAIN && errno != EINTR))
        close_end(&run->in);
}

static void check_exit(struct running *run)
{
    if (run->exited)
        return;
    pid_t got = waitpid(run->pid, &run->raw_status, WNOHANG);
    if (got == run->pid || (got < 0 && errno == ECHILD)) {
        run->exited = true;
        run->exited_at = kernel_now();
        close_end(&run->held);
    }
}

/* To the group in the foreground of the terminal, or to the child alone: it shares our own group. */
static void send_signal(struct running *run, int number)
{
    pid_t group = run->plan->terminal && run->out[1] >= 0 ? tcgetpgrp(run->out[1]) : -1;
    if (group > 0)
        kill(-group, number);
    if (run->plan->terminal && number != SIGINT)
        kill(-run->pid, number); /* the leader's own group, should it differ */
    else if (!run->plan->terminal)
        kill(run->pid, number);
}

/* The interrupt character makes the terminal send SIGINT and echo ^C, as a user at a keyboard would see it. The
   terminal signals before it echoes: were the child its last user, the echo could come after its end and be lost with
   it. */
static void interrupt_child(struct running *run)
{
    static const char keys[] = "\003\n";
    char name[64];
    if (run->plan->terminal && run->out[1] >= 0 && run->held < 0 && !ptsname_r(run->out[1], name, sizeof name))
        run->held = lift(open(name, O_RDWR | O_NOCTTY | O_CLOEXEC));
    if (run->plan->terminal && run->out[1] >= 0 && write(run->out[1], keys, sizeof keys - 1) > 0)
        return;
    send_signal(run, SIGINT);
}

static void heed_interrupt(struct kernel *kernel, struct running *run)
{
    if (run->exited)
        return;
    if (atomic_exchange(&kernel->interrupt, 0) || atomic_load(&kernel->shutting)) {
        if (!run->interrupted_at) {
            run->interrupted_at = kernel_now();
            interrupt_child(run);
        } else if (!atomic_load(&kernel->shutting) || run->escalation < 1) {
            /* Stop pressed again. */
            run->escalation = 2;
            send_signal(run, SIGKILL);
        }
    }
    uint64_t since = run->interrupted_at ? kernel_now() - run->interrupted_at : 0;
    if (run->escalation < 1 && since >= TERM_AFTER_MS) {
        run->escalation = 1;
        send_signal(run, SIGTERM);
    }
    if (run->escalation < 2 && since >= KILL_AFTER_MS) {
        run->escalation = 2;
        send_signal(run, SIGKILL);
    }
}

static void wait_for_child(struct running *run)
{
    struct pollfd poller[4];
    int count = 0;
    for (int i = 1; i <= 2; i++)
        if (run->out[i] >= 0)
            poller[count++] = (struct pollfd){run->out[i], POLLIN, 0};
    if (run->in >= 0)
        poller[count++] = (struct pollfd){run->in, POLLOUT, 0};
    if (!run->exited && run->pidfd >= 0)
        poller[count++] = (struct pollfd){run->pidfd, POLLIN, 0};
    /* The timeout covers an interrupt that came just before, and the absence of pidfd_open. */
    poll(poller, (nfds_t)count, run->exited ? 5 : run->pidfd >= 0 && count ? 50 : 5);
}

static void attend(struct kernel *kernel, struct running *run)
{
    uint64_t heard = kernel_now();
    for (;;) {
        bool some = false;
        feed(run);
        check_exit(run);
        for (int i = 1; i <= 2; i++)
            some |= read_some(run, i);
        if (some)
            heard = kernel_now();
        heed_interrupt(kernel, run);
        if (run->exited && run->out[1] < 0 && run->out[2] < 0)
            break;
        if (run->exited && !some && kernel_now() - (heard > run->exited_at ? heard : run->exited_at) >= SILENCE_MS)
            break;
        if (!some)
            wait_for_child(run);
    }
    for (int i = 1; i <= 2; i++) {
        if (run->tail_length[i])
            run->plan->sink(run->plan->context, i, (char *)run->tail[i], (size_t)run->tail_length[i]);
        close_end(&run->out[i]);
    }
    close_end(&run->in);
    close_end(&run->held);
}

static int plain_status(int raw)
{
    if (WIFSIGNALED(raw))
        return -WTERMSIG(raw);
    return WEXITSTATUS(raw);
}

/* An interrupt by a signal to the whole process group may end the child before this process hears of it. */
static bool ended_by_interrupt(struct kernel *kernel, int raw_status)
{
    enum { ROUNDS = 40 };
    const struct timespec moment = {.tv_nsec = 5000000};
    if (!(WIFSIGNALED(raw_status) && WTERMSIG(raw_status) == SIGINT) &&
        !(WIFEXITED(raw_status) && WEXITSTATUS(raw_status) == 128 + SIGINT))
        return false;
    for (int i = 0; i < ROUNDS; i++) {
        if (atomic_exchange(&kernel->interrupt, 0))
            return true;
        nanosleep(&moment, NULL);
    }
    return false;
}

int kernel_child_run(struct kernel *kernel, const struct kernel_child *child, int *status, bool *interrupted)
{
    struct running run = {.plan = child, .pidfd = -1, .in = -1, .out = {-1, -1, -1}, .held = -1};
    if (child->terminal ? start_on_terminal(&run) : start_on_pipes(&run))
        return -1;
#ifdef SYS_pidfd_open
    run.pidfd = lift((int)syscall(SYS_pidfd_open, run.pid, 0));
#endif
    for (int i = 1; i <= 2; i++)
        if (run.out[i] >= 0)
            fcntl(run.out[i], F_SETFL, fcntl(run.out[i], F_GETFL) | O_NONBLOCK);
    if (run.in >= 0)
        fcntl(run.in, F_SETFL, fcntl(run.in, F_GETFL) | O_NONBLOCK);
    attend(kernel, &run);
    close_end(&run.pidfd);
    *status = plain_status(run.raw_status);
    *interrupted = run.interrupted_at != 0 || ended_by_interrupt(kernel, run.raw_status);
    return 0;
}

int kernel_child_start(const struct kernel_child *child, int input, const bool wanted[3], pid_t *pid, int ends[3])
{
    struct running run = {.plan = child};
    int pipes[3][2] = {{-1, -1}, {-1, -1}, {-1, -1}};
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, input, 0);
    int status = 0;
    for (int i = 1; i <= 2 && !status; i++)
        if (!wanted[i])
            posix_spawn_file_actions_addopen(&actions, i, "/dev/null", O_WRONLY, 0);
        else if (!(status = open_pipe(pipes[i])))
            posix_spawn_file_actions_adddup2(&actions, pipes[i][1], i);
    if (!status)
        status = spawn(&run, &actions, 0);
    int fault = errno;
    posix_spawn_file_actions_destroy(&actions);
    for (int i = 1; i <= 2; i++) {
        close_end(&pipes[i][1]);
        if (status)
            close_end(&pipes[i][0]);
        ends[i] = pipes[i][0];
    }
    *pid = run.pid;
    errno = fault;
    return status;
}

/* ---- all children ---- */

/* Children are found through /proc, thread by thread; those that left our process group are on their own. */
void kernel_signal_children(int number)
{
    DIR *threads = opendir("/proc/self/task");
    struct dirent *entry;
    while (threads && (entry = readdir(threads))) {
        char path[300];
        long child;
        snprintf(path, sizeof path, "/proc/self/task/%s/children", entry->d_name);
        FILE *file = entry->d_name[0] == '.' ? NULL : fopen(path, "re");
        if (!file)
            continue;
        while (fscanf(file, "%ld", &child) == 1)
            if (getpgid((pid_t)child) == getpgrp())
                kill((pid_t)child, number);
        fclose(file);
    }
    if (threads)
        closedir(threads);
}
