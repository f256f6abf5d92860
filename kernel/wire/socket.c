/*
 * socket.c - the five sockets: made, given their options, bound, closed.
 *
 * Owns the ZeroMQ contexts. Must not know what is sent. Binding is the first thing a kernel does, because a front end
 * that finds a closed port waits 100 ms and more before it tries again.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "wire_parts.h"

static const struct {
    const char *name;
    int type;
} row[WIRE_CHANNEL_COUNT] = {
    [WIRE_SHELL] = {"shell", ZMQ_ROUTER},      [WIRE_IOPUB] = {"iopub", ZMQ_XPUB},
    [WIRE_STDIN] = {"stdin", ZMQ_ROUTER},      [WIRE_CONTROL] = {"control", ZMQ_ROUTER},
    [WIRE_HEARTBEAT] = {"heartbeat", ZMQ_REP},
};

/* A client that has not read so many replies does not get the next ones. */
#define UNREAD_REPLIES 20000

static int set_int(void *socket, int option, int value)
{
    return zmq_setsockopt(socket, option, &value, sizeof value);
}

static int set_options(void *socket, enum wire_channel channel, const struct wire_connection *connection)
{
    int64_t frame_limit = WIRE_FRAME_LIMIT;
    /* The default high-water mark drops messages of a burst, the final idle among them. For iopub it is lifted, and
     * flow.c has the bounds; for the others it says how many replies a client may leave unread. */
    if (set_int(socket, ZMQ_LINGER, 1000) || set_int(socket, ZMQ_SNDHWM, channel == WIRE_IOPUB ? 0 : UNREAD_REPLIES) ||
        set_int(socket, ZMQ_RCVHWM, 0) || zmq_setsockopt(socket, ZMQ_MAXMSGSIZE, &frame_limit, sizeof frame_limit))
        return -1;
    if (row[channel].type == ZMQ_ROUTER && set_int(socket, ZMQ_ROUTER_HANDOVER, 1))
        return -1;
    if (row[channel].type == ZMQ_ROUTER && set_int(socket, ZMQ_ROUTER_MANDATORY, 1))
        return -1;
    if (channel == WIRE_IOPUB && set_int(socket, ZMQ_XPUB_VERBOSE, 1))
        return -1;
    if (strchr(connection->ip, ':') && set_int(socket, ZMQ_IPV6, 1))
        return -1;
    if (connection->curve_secret &&
        (set_int(socket, ZMQ_CURVE_SERVER, 1) ||
         zmq_setsockopt(socket, ZMQ_CURVE_SECRETKEY, connection->curve_secret, strlen(connection->curve_secret)) ||
         zmq_setsockopt(socket, ZMQ_CURVE_PUBLICKEY, connection->curve_public, strlen(connection->curve_public))))
        return -1;
    return 0;
}

/* A restart binds the ports of a process that has just ended: an address in use is tried again for about 1.5 s. */
static int bind_patiently(void *socket, const char *endpoint)
{
    const struct timespec pause = {0, 20 * 1000 * 1000};
    for (int attempt = 0;; attempt++) {
        if (!zmq_bind(socket, endpoint))
            return 0;
        if (errno != EADDRINUSE || attempt == 75)
            return -1;
        nanosleep(&pause, NULL);
    }
}

static int chosen_port(void *socket)
{
    char endpoint[256];
    size_t size = sizeof endpoint;
    if (zmq_getsockopt(socket, ZMQ_LAST_ENDPOINT, endpoint, &size))
        return 0;
    const char *colon = strrchr(endpoint, ':');
    return colon ? atoi(colon + 1) : 0;
}

int wire_sockets_bind(struct wire_sockets *sockets, struct wire_connection *connection, struct wire_error *error)
{
    bool chosen = false;
    *sockets = (struct wire_sockets){0};
    wire_accept_init();
    sockets->context = zmq_ctx_new();
    sockets->heartbeat_context = zmq_ctx_new();
    if (!sockets->context || !sockets->heartbeat_context) {
        wire_error_set(error, "cannot start ZeroMQ: %s", zmq_strerror(errno));
        goto fail;
    }
    for (int i = 0; i < WIRE_CHANNEL_COUNT; i++) {
        char endpoint[512];
        if (wire_connection_endpoint(connection, i, endpoint, sizeof endpoint, error))
            goto fail;
        void *context = i == WIRE_HEARTBEAT ? sockets->heartbeat_context : sockets->context;
        sockets->socket[i] = zmq_socket(context, row[i].type);
        if (!sockets->socket[i] || set_options(sockets->socket[i], i, connection)) {
            wire_error_set(error, "cannot make the %s socket: %s", row[i].name, zmq_strerror(errno));
            goto fail;
        }
        if (bind_patiently(sockets->socket[i], endpoint)) {
            wire_error_set(error, "cannot bind the %s socket to %.300s: %s", row[i].name, endpoint,
                           zmq_strerror(errno));
            goto fail;
        }
        if (!connection->port[i]) {
            connection->port[i] = chosen_port(sockets->socket[i]);
            chosen = true;
        }
    }
    size_t size = sizeof sockets->iopub;
    if (zmq_getsockopt(sockets->socket[WIRE_IOPUB], ZMQ_LAST_ENDPOINT, sockets->iopub, &size))
        sockets->iopub[0] = 0;
    if (chosen && wire_connection_save_ports(connection, error))
        goto fail;
    return 0;
fail:
    wire_sockets_close(sockets, 0);
    return -1;
}

void wire_sockets_close(struct wire_sockets *sockets, int linger_ms)
{
    for (int i = 0; i < WIRE_CHANNEL_COUNT; i++) {
        if (!sockets->socket[i])
            continue;
        set_int(sockets->socket[i], ZMQ_LINGER, i == WIRE_HEARTBEAT ? 0 : linger_ms);
        zmq_close(sockets->socket[i]);
        sockets->socket[i] = NULL;
    }
    void *context[2] = {sockets->context, sockets->heartbeat_context};
    for (int i = 0; i < 2; i++)
        while (context[i] && zmq_ctx_term(context[i]) && errno == EINTR)
            ;
    sockets->context = sockets->heartbeat_context = NULL;
}
