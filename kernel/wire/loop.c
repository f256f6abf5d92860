/*
 * loop.c - the io loop, the heartbeat and the one queue in front of the sockets.
 *
 * Owns struct wire. Must not know what messages mean. Requests are read by the thread inside wire_run() only. Every
 * thread puts finished messages into one queue, whose order is the order on the wire; whoever holds the lock of the
 * sockets empties it. Mostly that is the thread that has put a message in, which saves waking another one for it. A
 * socket's descriptor tells of news only once, to whichever thread touches the socket first, so a thread that has sent
 * looks whether something can be read and, if so, wakes the io loop.
 */
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>
#include "wire_parts.h"

/* Messages read from one socket before the others get a turn. */
#define READ_BURST 64
/* Bytes read from the captured pipes in one round. */
#define CAPTURE_BURST ((size_t)256 << 10)
/* A guest that is off duty for longer is replaced by the io thread. */
#define HANDOVER_NS (1000 * 1000)

enum duty { NOBODY, LOOP, GUEST };

struct wire {
    struct wire_sockets sockets;
    struct wire_signer *signer;
    struct wire_sender *sender;
    struct wire_flow flow;
    struct wire_replay replay;
    struct wire_capture capture;
    const struct wire_handler *handler;
    int event, signals, parent; /* descriptors; -1: none */
    int timer;                  /* wakes the io thread when nobody has been on duty for too long */
    int socket_fd[WIRE_HEARTBEAT];
    int port[WIRE_CHANNEL_COUNT];
    pid_t parent_pid;
    pthread_t heartbeat;
    bool heartbeat_runs;

    pthread_mutex_t duty_lock; /* guards the next two */
    pthread_cond_t duty_moved;
    enum duty duty;
    bool guest_waits;

    pthread_mutex_t socket_lock; /* guards the sockets, but for the heartbeat's */
    pthread_mutex_t lock;        /* guards what follows */
    pthread_cond_t moved;        /* a round of the io loop has ended */
    struct wire_outgoing *first, **last;
    uint64_t rounds;       /* complete rounds of the io loop */
    uint64_t rounds_asked; /* a waiter of wire_sync wants this many */
    bool running, closed;

    atomic_bool stopping;
};

/* ---- the queue ---- */

void wire_wake(struct wire *wire)
{
    uint64_t one = 1;
    ssize_t done;
    do
        done = write(wire->event, &one, sizeof one);
    while (done < 0 && errno == EINTR);
}

static void flush_queue(struct wire *wire);

static int enqueue(struct wire *wire, struct wire_outgoing *outgoing, const char *type)
{
    if (!outgoing) {
        wire_log("message of type %.64s lost: out of memory", type);
        return -1;
    }
    /* once it stands in the queue, whoever is on duty may send and free it */
    bool question = outgoing->channel == WIRE_STDIN;
    pthread_mutex_lock(&wire->lock);
    bool closed = wire->closed;
    if (!closed) {
        outgoing->next = NULL;
        *wire->last = outgoing;
        wire->last = &outgoing->next;
    }
    pthread_mutex_unlock(&wire->lock);
    if (closed) {
        wire_outgoing_free(outgoing);
        return -1;
    }
    /* A question may have no address; its sender must not be called back from its own call. */
    if (question)
        wire_wake(wire);
    else
        flush_queue(wire);
    return 0;
}

int wire_publish_buffers(struct wire *wire, const struct wire_request *parent, const char *type,
                         struct wire_text *content, struct wire_text *metadata, const struct wire_bytes *buffers,
                         size_t count)
{
    char topic[128];
    int length = snprintf(topic, sizeof topic, "kernel.%s.%.64s", wire_session(wire), type);
    struct wire_outgoing *outgoing =
        wire_outgoing_new(wire->sender, WIRE_IOPUB, parent, NULL, topic, (size_t)length, type, content, metadata);
    for (size_t i = 0; outgoing && i < count; i++)
        if (wire_outgoing_add_buffer(wire->sender, outgoing, buffers[i])) {
            wire_outgoing_free(outgoing);
            outgoing = NULL;
        }
    return enqueue(wire, outgoing, type);
}

int wire_publish(struct wire *wire, const struct wire_request *parent, const char *type, struct wire_text *content,
                 struct wire_text *metadata)
{
    return wire_publish_buffers(wire, parent, type, content, metadata, NULL, 0);
}

int wire_reply(struct wire *wire, const struct wire_request *request, const char *type, struct wire_text *content,
               struct wire_text *metadata)
{
    char name[160];
    if (!type) {
        const char *asked = wire_request_type(request);
        const char *suffix = strstr(asked, "_request");
        snprintf(name, sizeof name, "%.*s_reply", suffix ? (int)(suffix - asked) : (int)strnlen(asked, 100), asked);
        type = name;
    }
    return enqueue(wire,
                   wire_outgoing_new(wire->sender, wire_request_channel(request), request, request, NULL, 0, type,
                                     content, metadata),
                   type);
}

int wire_ask(struct wire *wire, const struct wire_request *request, const char *type, struct wire_text *content)
{
    return enqueue(wire, wire_outgoing_new(wire->sender, WIRE_STDIN, request, request, NULL, 0, type, content, NULL),
                   type);
}

int wire_port(const struct wire *wire, enum wire_channel channel)
{
    return wire->port[channel];
}

const char *wire_session(const struct wire *wire)
{
    return wire_sender_session(wire->sender);
}

/* ---- what the io loop does in a round ---- */

/* A new subscriber is sent a welcome under the topic it asked for, before anything else. */
static void welcome(struct wire *wire, const char *topic, size_t length)
{
    if (wire_utf8_complete(topic, length) != length)
        return;
    struct wire_text content = {0};
    wire_text_put(&content, "{\"subscription\":");
    wire_text_string(&content, topic, length);
    wire_text_put(&content, "}");
    struct wire_outgoing *outgoing =
        wire_outgoing_new(wire->sender, WIRE_IOPUB, NULL, NULL, topic, length, "iopub_welcome", &content, NULL);
    if (outgoing)
        wire_frames_send(&outgoing->frames, wire->sockets.socket[WIRE_IOPUB]);
    wire_outgoing_free(outgoing);
}

static void read_subscriptions(struct wire *wire)
{
    struct wire_frames frames;
    int got;
    while ((got = wire_frames_receive(&frames, wire->sockets.socket[WIRE_IOPUB], NULL)) != 0) {
        if (got > 0 && frames.count == 1) {
            const char *bytes = zmq_msg_data(&frames.frame[0]);
            size_t length = zmq_msg_size(&frames.frame[0]);
            if (length && bytes[0] == 1) {
                welcome(wire, bytes + 1, length - 1);
                wire_flow_subscribed(&wire->flow);
            }
        }
        wire_frames_clear(&frames);
    }
}

static bool readable(struct wire *wire, enum wire_channel channel)
{
    int events = 0;
    size_t size = sizeof events;
    return !zmq_getsockopt(wire->sockets.socket[channel], ZMQ_EVENTS, &events, &size) && (events & ZMQ_POLLIN);
}

static void send_one(struct wire *wire, struct wire_outgoing *outgoing)
{
    enum wire_channel channel = outgoing->channel;
    void *socket = wire->sockets.socket[channel];
    if (channel == WIRE_IOPUB) {
        read_subscriptions(wire);
        wire_flow_sent(&wire->flow, outgoing->bytes);
    }
    if (wire_frames_send(&outgoing->frames, socket)) {
        int reason = errno;
        if (reason == EAGAIN)
            wire_log("message lost: a client does not read its replies");
        else if (reason != EHOSTUNREACH)
            wire_log("message lost: %s", zmq_strerror(reason));
        /* A question that nobody gets has no answer; of other replies, a client that has left wants none. */
        if (channel == WIRE_STDIN)
            wire->handler->unroutable(wire->handler->context);
    }
}

/* Sends what lies in the queue, in order. The sockets' lock is held. */
static void send_queue(struct wire *wire)
{
    for (;;) {
        pthread_mutex_lock(&wire->lock);
        struct wire_outgoing *next = wire->first;
        wire->first = NULL;
        wire->last = &wire->first;
        pthread_mutex_unlock(&wire->lock);
        if (!next)
            return;
        while (next) {
            struct wire_outgoing *outgoing = next;
            next = outgoing->next;
            send_one(wire, outgoing);
            wire_outgoing_free(outgoing);
        }
    }
}

static bool queue_is_empty(struct wire *wire)
{
    pthread_mutex_lock(&wire->lock);
    bool empty = !wire->first;
    pthread_mutex_unlock(&wire->lock);
    return empty;
}

/* Empties the queue unless another thread is at the sockets: that one looks again after it has left them. */
static void flush_queue(struct wire *wire)
{
    while (!queue_is_empty(wire) && !pthread_mutex_trylock(&wire->socket_lock)) {
        bool news = false;
        if (wire->sockets.context) {
            send_queue(wire);
            for (int i = WIRE_SHELL; i < WIRE_HEARTBEAT; i++)
                news |= readable(wire, i);
        }
        pthread_mutex_unlock(&wire->socket_lock);
        if (news)
            wire_wake(wire);
    }
}

/* Returns whether more may be waiting. */
static bool read_requests(struct wire *wire, enum wire_channel channel)
{
    for (int i = 0; i < READ_BURST; i++) {
        struct wire_frames frames;
        struct wire_error error = {{0}};
        int got = wire_frames_receive(&frames, wire->sockets.socket[channel], &error);
        if (!got)
            return false;
        struct wire_request *request = NULL;
        if (got > 0)
            request = wire_request_open(&frames, channel, wire->signer, &wire->replay, &error);
        if (request) {
            wire->handler->request(wire->handler->context, request);
            wire_request_unref(request);
        } else
            wire_log("%s", error.text);
    }
    return true;
}

static void read_signals(struct wire *wire)
{
    struct signalfd_siginfo info;
    while (read(wire->signals, &info, sizeof info) == sizeof info)
        wire->handler->signal(wire->handler->context, (int)info.ssi_signo);
}

static void empty_event(struct wire *wire)
{
    uint64_t count;
    ssize_t done;
    do
        done = read(wire->event, &count, sizeof count);
    while (done < 0 && errno == EINTR);
}

/* One round: everything that is ready. Returns whether more may be waiting. */
static bool do_round(struct wire *wire)
{
    bool more;
    pthread_mutex_lock(&wire->socket_lock);
    read_subscriptions(wire);
    send_queue(wire);
    more = read_requests(wire, WIRE_CONTROL);
    more |= read_requests(wire, WIRE_STDIN);
    more |= read_requests(wire, WIRE_SHELL);
    /* While subscribers lag behind, the pipe fills and holds its writers back. */
    if (wire_flow_has_capacity(&wire->flow))
        more |= wire_capture_read(&wire->capture, wire->handler, CAPTURE_BURST);
    send_queue(wire);
    for (int i = WIRE_SHELL; i < WIRE_HEARTBEAT; i++)
        more |= readable(wire, i);
    pthread_mutex_unlock(&wire->socket_lock);
    flush_queue(wire);
    return more;
}

static void finish_round(struct wire *wire)
{
    pthread_mutex_lock(&wire->lock);
    wire->rounds++;
    if (wire->rounds_asked)
        pthread_cond_broadcast(&wire->moved);
    if (wire->rounds >= wire->rounds_asked)
        wire->rounds_asked = 0;
    pthread_mutex_unlock(&wire->lock);
}

enum { ITEM_EVENT = WIRE_HEARTBEAT, ITEM_SIGNALS, ITEM_PARENT, ITEM_STDOUT, ITEM_STDERR, ITEM_COUNT };

/* The poll set: descriptors of the sockets that wire.h numbers first, then our own; a negative one is passed over. */
static void fill_poll(struct wire *wire, struct pollfd *item, bool lagging)
{
    int own[ITEM_COUNT] = {[ITEM_EVENT] = wire->event,
                           [ITEM_SIGNALS] = wire->signals,
                           [ITEM_PARENT] = wire->parent,
                           [ITEM_STDOUT] = lagging ? -1 : wire->capture.pipe[0],
                           [ITEM_STDERR] = lagging ? -1 : wire->capture.pipe[1]};
    for (int i = 0; i < ITEM_COUNT; i++)
        item[i] = (struct pollfd){i < ITEM_EVENT ? wire->socket_fd[i] : own[i], POLLIN, 0};
}

static bool sync_is_wanted(struct wire *wire)
{
    pthread_mutex_lock(&wire->lock);
    bool wanted = wire->rounds < wire->rounds_asked;
    pthread_mutex_unlock(&wire->lock);
    return wanted;
}

static void close_descriptor(int fd)
{
    if (fd >= 0)
        close(fd);
}

/* The parent that started us. Where the number it gave is that of our own parent, a descriptor tells its end (or a look
 * now and then, on a system without pidfd_open); behind a launcher, or from another container, the number says little,
 * and being handed to process 1 is the sign. */
static void watch_parent(struct wire *wire)
{
    const char *text = getenv("JPY_PARENT_PID");
    long pid = text ? strtol(text, NULL, 10) : 0;
    wire->parent = -1;
    wire->parent_pid = 0;
    if (pid <= 1 || getppid() <= 1)
        return;
    wire->parent_pid = getppid();
#ifdef SYS_pidfd_open
    if (pid == wire->parent_pid)
        wire->parent = (int)syscall(SYS_pidfd_open, wire->parent_pid, 0);
#endif
}

static bool parent_gone(struct wire *wire)
{
    if (wire->parent < 0)
        return getppid() == 1;
    struct pollfd poller = {wire->parent, POLLIN, 0};
    return poll(&poller, 1, 0) > 0;
}

static int open_descriptors(struct wire *wire, struct wire_error *error)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGHUP);
    wire->signals = signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
    if (wire->signals < 0)
        return wire_error_set(error, "cannot watch signals: %s", strerror(errno));
    watch_parent(wire);
    for (int i = WIRE_SHELL; i < WIRE_HEARTBEAT; i++) {
        size_t size = sizeof wire->socket_fd[i];
        if (zmq_getsockopt(wire->sockets.socket[i], ZMQ_FD, &wire->socket_fd[i], &size))
            return wire_error_set(error, "cannot watch the sockets: %s", zmq_strerror(errno));
    }
    return 0;
}

static void *beat(void *argument)
{
    struct wire *wire = argument;
    void *socket = wire->sockets.socket[WIRE_HEARTBEAT];
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, NULL);
    while (!atomic_load(&wire->stopping)) {
        struct wire_frames frames;
        zmq_pollitem_t item = {socket, 0, ZMQ_POLLIN, 0};
        if (zmq_poll(&item, 1, -1) < 0 && errno != EINTR)
            break;
        if (wire_frames_receive(&frames, socket, NULL) > 0)
            wire_frames_send(&frames, socket);
        else if (zmq_errno() == ETERM)
            break;
    }
    return NULL;
}

static int start_heartbeat(struct wire *wire, struct wire_error *error)
{
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, 128 * 1024);
    int fault = pthread_create(&wire->heartbeat, &attributes, beat, wire);
    pthread_attr_destroy(&attributes);
    wire->heartbeat_runs = !fault;
    return fault ? wire_error_set(error, "cannot start the heartbeat: %s", strerror(fault)) : 0;
}

static void wait_for_work(struct wire *wire, int timeout)
{
    struct pollfd item[ITEM_COUNT];
    bool lagging = !wire_flow_has_capacity(&wire->flow);
    fill_poll(wire, item, lagging);
    if (lagging && (timeout < 0 || timeout > 20))
        timeout = 20;
    if (wire_flow_spilled(&wire->flow) && (timeout < 0 || timeout > 200))
        timeout = 200;
    if (wire->parent_pid && wire->parent < 0 && (timeout < 0 || timeout > 1000))
        timeout = 1000;
    if (!sync_is_wanted(wire))
        poll(item, ITEM_COUNT, timeout);
    if (item[ITEM_EVENT].revents)
        empty_event(wire);
}

/* ---- who is on duty ---- */

static void set_timer(struct wire *wire, long nanoseconds)
{
    const struct itimerspec spec = {.it_value = {0, nanoseconds}};
    timerfd_settime(wire->timer, 0, &spec, NULL);
}

/* The guest's turn to read: waits until the io thread has let go. Returns whether it is on duty now. */
static bool take_duty(struct wire *wire)
{
    pthread_mutex_lock(&wire->duty_lock);
    wire->guest_waits = true;
    if (wire->duty == LOOP)
        wire_wake(wire);
    while (wire->duty != NOBODY && !atomic_load(&wire->stopping))
        pthread_cond_wait(&wire->duty_moved, &wire->duty_lock);
    wire->guest_waits = false;
    bool taken = wire->duty == NOBODY;
    if (taken)
        wire->duty = GUEST;
    pthread_mutex_unlock(&wire->duty_lock);
    return taken;
}

static void leave_duty(struct wire *wire)
{
    pthread_mutex_lock(&wire->duty_lock);
    wire->duty = NOBODY;
    pthread_cond_broadcast(&wire->duty_moved);
    pthread_mutex_unlock(&wire->duty_lock);
}

/* The io thread sleeps while it is not needed. Returns whether it is on duty now. */
static bool stand_by(struct wire *wire)
{
    struct pollfd item = {wire->timer, POLLIN, 0};
    uint64_t count;
    poll(&item, 1, -1);
    if (read(wire->timer, &count, sizeof count) < 0 && errno != EAGAIN && errno != EINTR)
        wire_log("cannot read the timer: %s", strerror(errno));
    pthread_mutex_lock(&wire->duty_lock);
    bool taken = wire->duty == NOBODY && !wire->guest_waits;
    if (taken)
        wire->duty = LOOP;
    pthread_mutex_unlock(&wire->duty_lock);
    return taken;
}

static bool guest_waits(struct wire *wire)
{
    pthread_mutex_lock(&wire->duty_lock);
    bool waits = wire->guest_waits;
    pthread_mutex_unlock(&wire->duty_lock);
    return waits;
}

static void check_parent(struct wire *wire)
{
    if (!wire->parent_pid || !parent_gone(wire))
        return;
    wire->parent_pid = 0;
    close_descriptor(wire->parent);
    wire->parent = -1;
    wire->handler->signal(wire->handler->context, 0);
}

/* Everything that is to be done now. Returns whether more may be waiting, and else how long to sleep. */
static bool take_turn(struct wire *wire, int *timeout)
{
    read_signals(wire);
    bool more = do_round(wire);
    *timeout = wire->handler->tick(wire->handler->context);
    finish_round(wire);
    check_parent(wire);
    if (wire_flow_trim(&wire->flow))
        malloc_trim(0);
    return more;
}

int wire_run(struct wire *wire, const struct wire_handler *handler, struct wire_error *error)
{
    bool on_duty = true;
    wire->handler = handler;
    if (open_descriptors(wire, error) || start_heartbeat(wire, error))
        return -1;
    pthread_mutex_lock(&wire->lock);
    wire->running = true;
    pthread_mutex_unlock(&wire->lock);
    while (!atomic_load(&wire->stopping)) {
        int timeout;
        if (!on_duty) {
            on_duty = stand_by(wire);
            continue;
        }
        bool more = take_turn(wire, &timeout);
        if (guest_waits(wire)) {
            on_duty = false;
            leave_duty(wire);
        } else if (!more)
            wait_for_work(wire, timeout);
    }
    leave_duty(wire);
    wire_capture_read(&wire->capture, handler, CAPTURE_BURST);
    handler->tick(handler->context);
    pthread_mutex_lock(&wire->socket_lock);
    send_queue(wire);
    pthread_mutex_unlock(&wire->socket_lock);
    pthread_mutex_lock(&wire->lock);
    wire->running = false;
    pthread_cond_broadcast(&wire->moved);
    pthread_mutex_unlock(&wire->lock);
    return 0;
}

void wire_serve(struct wire *wire, bool (*until)(void *context), void *context)
{
    if (!take_duty(wire))
        return;
    set_timer(wire, 0);
    while (!atomic_load(&wire->stopping)) {
        int timeout;
        bool more = take_turn(wire, &timeout);
        if (until(context))
            break;
        if (!more)
            wait_for_work(wire, timeout);
    }
    leave_duty(wire);
    set_timer(wire, HANDOVER_NS);
}

/* ---- for the other threads ---- */

void wire_stop(struct wire *wire)
{
    atomic_store(&wire->stopping, true);
    wire_wake(wire);
    set_timer(wire, 1);
    pthread_mutex_lock(&wire->duty_lock);
    pthread_cond_broadcast(&wire->duty_moved);
    pthread_mutex_unlock(&wire->duty_lock);
}

void wire_sync(struct wire *wire)
{
    pthread_mutex_lock(&wire->duty_lock);
    bool free = wire->duty == NOBODY && !atomic_load(&wire->stopping);
    if (free)
        wire->duty = GUEST;
    pthread_mutex_unlock(&wire->duty_lock);
    if (free) {
        while (do_round(wire))
            ;
        leave_duty(wire);
        set_timer(wire, HANDOVER_NS);
        return;
    }
    pthread_mutex_lock(&wire->lock);
    /* The round under way may have passed the sockets already: the one after it is complete. */
    uint64_t target = wire->rounds + 2;
    if (wire->rounds_asked < target)
        wire->rounds_asked = target;
    wire_wake(wire);
    while (wire->running && wire->rounds < target)
        pthread_cond_wait(&wire->moved, &wire->lock);
    pthread_mutex_unlock(&wire->lock);
}

void wire_drain(struct wire *wire)
{
    while (wire_capture_read(&wire->capture, wire->handler, CAPTURE_BURST))
        ;
}

void wire_drain_all(struct wire *wire)
{
    wire_drain(wire);
    wire_capture_end_text(&wire->capture, wire->handler);
}

void wire_wait_capacity(struct wire *wire, atomic_int *stop)
{
    const struct timespec pause = {0, 2 * 1000 * 1000};
    while (!wire_flow_has_capacity(&wire->flow) && !(stop && atomic_load(stop)))
        nanosleep(&pause, NULL);
}

size_t wire_lag(struct wire *wire)
{
    return wire_flow_lag(&wire->flow);
}

bool wire_loss(struct wire *wire, enum wire_loss_stage *stage, struct wire_loss *loss, bool cell_ends)
{
    return wire_flow_loss(&wire->flow, stage, loss, cell_ends);
}

/* ---- opening and closing ---------------------------------------------------------------------------------------- */

struct wire *wire_open(struct wire_connection *connection, struct wire_error *error)
{
    struct wire *wire = calloc(1, sizeof *wire);
    if (!wire) {
        wire_error_set(error, "out of memory");
        return NULL;
    }
    wire->event = wire->signals = wire->parent = wire->timer = -1;
    wire->duty = LOOP;
    wire->last = &wire->first;
    pthread_mutex_init(&wire->lock, NULL);
    pthread_mutex_init(&wire->socket_lock, NULL);
    pthread_mutex_init(&wire->duty_lock, NULL);
    pthread_cond_init(&wire->duty_moved, NULL);
    pthread_cond_init(&wire->moved, NULL);
    wire_capture_init(&wire->capture);
    wire_flow_init(&wire->flow);
    if (wire_sockets_bind(&wire->sockets, connection, error))
        goto fail;
    memcpy(wire->port, connection->port, sizeof wire->port);
    memcpy(wire->flow.endpoint, wire->sockets.iopub, sizeof wire->flow.endpoint);
    wire->event = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    wire->timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
    if (wire->event < 0 || wire->timer < 0) {
        wire_error_set(error, "cannot make an event descriptor");
        goto fail;
    }
    wire->flow.event = wire->event;
    return wire;
fail:
    wire_free(wire);
    return NULL;
}

int wire_sign(struct wire *wire, const struct wire_connection *connection, struct wire_error *error)
{
    wire->signer = wire_signer_new(connection->scheme, connection->key, connection->key_length, error);
    if (!wire->signer)
        return -1;
    wire->sender = wire_sender_new(wire->signer, &wire->flow);
    return wire->sender ? 0 : wire_error_set(error, "out of memory");
}

int wire_capture(struct wire *wire, struct wire_error *error)
{
    return wire_capture_start(&wire->capture, error);
}

void wire_close(struct wire *wire, int linger_ms)
{
    pthread_mutex_lock(&wire->lock);
    wire->closed = true;
    struct wire_outgoing *next = wire->first;
    wire->first = NULL;
    wire->last = &wire->first;
    pthread_mutex_unlock(&wire->lock);
    while (next) {
        struct wire_outgoing *outgoing = next;
        next = outgoing->next;
        wire_outgoing_free(outgoing);
    }
    if (wire->heartbeat_runs) {
        /* Ending the context ends the thread's wait; the socket is then ours to close. */
        atomic_store(&wire->stopping, true);
        zmq_ctx_shutdown(wire->sockets.heartbeat_context);
        pthread_join(wire->heartbeat, NULL);
        wire->heartbeat_runs = false;
    }
    pthread_mutex_lock(&wire->socket_lock);
    wire_sockets_close(&wire->sockets, linger_ms);
    pthread_mutex_unlock(&wire->socket_lock);
}

void wire_free(struct wire *wire)
{
    if (!wire)
        return;
    wire_close(wire, 0);
    wire_capture_clear(&wire->capture);
    wire_sender_free(wire->sender);
    wire_flow_clear(&wire->flow);
    wire_signer_free(wire->signer);
    wire_replay_clear(&wire->replay);
    close_descriptor(wire->event);
    close_descriptor(wire->signals);
    close_descriptor(wire->parent);
    close_descriptor(wire->timer);
    pthread_mutex_destroy(&wire->lock);
    pthread_mutex_destroy(&wire->socket_lock);
    pthread_mutex_destroy(&wire->duty_lock);
    pthread_cond_destroy(&wire->duty_moved);
    pthread_cond_destroy(&wire->moved);
    free(wire);
}
