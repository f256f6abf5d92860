/*
 * wire.h - the Jupyter messaging protocol 5.5 over ZeroMQ, for whoever wants to be a kernel.
 *
 * Owns the five sockets, the signatures, the framing and the capture of file descriptors 1 and 2. It knows no language
 * and decides nothing about messages: a handler gets every verified request, on the io thread, and answers with
 * wire_publish() and wire_reply(), from any thread. One queue keeps the order in which messages were handed in.
 *
 * Life: wire_open() binds the sockets (call it before anything else is initialised), wire_run() is the io loop and
 * returns after wire_stop(), wire_close() lets the sockets linger for a bounded time, wire_free() ends it.
 */
#ifndef WIRE_H
#define WIRE_H

#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <jansson.h>
#include <zmq.h>

#define WIRE_PROTOCOL_VERSION "5.5"

enum wire_channel { WIRE_SHELL, WIRE_IOPUB, WIRE_STDIN, WIRE_CONTROL, WIRE_HEARTBEAT, WIRE_CHANNEL_COUNT };

/* First error wins; the text is one line without a final newline. */
struct wire_error {
    char text[512];
};

/* Stores the text unless an error is already there. Returns -1, so that callers can return it. */
int wire_error_set(struct wire_error *error, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* ---- text.c: a growing byte string that JSON is written into ---- */

struct wire_text {
    char *data; /* always NUL-terminated when not NULL */
    size_t length;
    size_t capacity;
    bool failed; /* memory ran out: contents are incomplete, further additions are ignored */
};

void wire_text_add(struct wire_text *text, const char *bytes, size_t length);
void wire_text_put(struct wire_text *text, const char *string);
void wire_text_printf(struct wire_text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Adds a JSON string with its quotes. Bytes that are not UTF-8 become U+FFFD. */
void wire_text_string(struct wire_text *text, const char *bytes, size_t length);
void wire_text_cstring(struct wire_text *text, const char *string);
/* Adds bytes unquoted, with everything that is not UTF-8 replaced by U+FFFD. */
void wire_text_utf8(struct wire_text *text, const char *bytes, size_t length);
/* Adds the JSON text of a value; NULL is written as null. */
void wire_text_json(struct wire_text *text, const json_t *value);
void wire_text_clear(struct wire_text *text);
/* The number of leading bytes that do not end inside an unfinished UTF-8 sequence. */
size_t wire_utf8_complete(const char *bytes, size_t length);

/* ---- connection.c: the connection file ---- */

struct wire_connection {
    char *path;
    char *transport; /* "tcp" or "ipc" */
    char *ip;
    int port[WIRE_CHANNEL_COUNT]; /* 0: choose one and write it back */
    char *key;                    /* UTF-8 bytes; empty: messages are not signed */
    size_t key_length;
    char *scheme;
    char *curve_public, *curve_secret; /* both or none */
};

/* Reads and checks a connection file. Returns 0, or -1 with one clear line in error. */
int wire_connection_load(struct wire_connection *connection, const char *path, struct wire_error *error);
/* Merges the present ports into the file (mode 0600, replaced at once). Returns 0 or -1. */
int wire_connection_save_ports(const struct wire_connection *connection, struct wire_error *error);
/* Writes the endpoint of a channel for zmq_bind(). Returns 0, or -1 where it is too long for the transport. */
int wire_connection_endpoint(const struct wire_connection *connection, enum wire_channel channel, char *out,
                             size_t size, struct wire_error *error);
void wire_connection_clear(struct wire_connection *connection);

/* ---- message.c: a verified request ---- */

struct wire_request;

/* Bytes that belong to somebody else. */
struct wire_bytes {
    const void *data;
    size_t length;
};

/* References are counted; a request never changes after it was opened and may be read from any thread. */
struct wire_request *wire_request_ref(struct wire_request *request);
void wire_request_unref(struct wire_request *request);
enum wire_channel wire_request_channel(const struct wire_request *request);
const char *wire_request_type(const struct wire_request *request);
const char *wire_request_id(const struct wire_request *request);
/* The header's subshell_id, or NULL where it is absent or null. */
const char *wire_request_subshell(const struct wire_request *request);
/* The content as an object, or NULL where the content frame was not acceptable; then content_error says why. */
const json_t *wire_request_content(const struct wire_request *request);
const char *wire_request_content_error(const struct wire_request *request);
const json_t *wire_request_metadata(const struct wire_request *request);
/* The JSON texts of the header and of its parent's, as they were received. */
struct wire_bytes wire_request_header_text(const struct wire_request *request);
struct wire_bytes wire_request_parent_text(const struct wire_request *request);
/* The frames behind the content: how many, and the bytes of one. */
size_t wire_request_buffer_count(const struct wire_request *request);
struct wire_bytes wire_request_buffer(const struct wire_request *request, size_t index);
/* Fields of the content. A missing, null or differently typed field gives the fallback. The string's length goes to
 * *length unless that is NULL; strings may contain NUL. */
const char *wire_content_string(const struct wire_request *request, const char *field, size_t *length,
                                const char *fallback);
bool wire_content_bool(const struct wire_request *request, const char *field, bool fallback);
long long wire_content_int(const struct wire_request *request, const char *field, long long fallback);

/* ---- the wire itself ---- */

struct wire;

struct wire_handler {
    void *context;
    /* A verified request of shell, control or stdin, on the io thread. Keep it with wire_request_ref(). */
    void (*request)(void *context, struct wire_request *request);
    /* Text that the process or its children wrote to fd 1 or 2 (stream 1 or 2). Whole UTF-8 sequences as far as the
     * writer made them so. Called with the capture lock held, from the io thread or from wire_drain(). */
    void (*captured)(void *context, int stream, const char *bytes, size_t length);
    /* Called once per round of the io loop. Returns milliseconds until it wants to be called again, -1 for never. */
    int (*tick)(void *context);
    /* SIGINT, SIGTERM or SIGHUP arrived, or (signal 0) the parent process is gone. */
    void (*signal)(void *context, int signal);
    /* A message to stdin could not be routed: the client is gone. */
    void (*unroutable)(void *context);
    /* The JSON text of the content of a welcome is made here; everything else about iopub is the caller's. */
};

/* Binds all five sockets. Nothing is sent or received yet. Returns NULL with one clear line in error; an address in use
 * is tried again for about 1.5 s. The connection is borrowed; where ports were 0 they are filled in and saved. */
struct wire *wire_open(struct wire_connection *connection, struct wire_error *error);
/* Opens the library that signs and takes the key: before the first message, and after the sockets are bound, because it
 * takes as long as that. Returns 0, or -1 with one clear line in error. */
int wire_sign(struct wire *wire, const struct wire_connection *connection, struct wire_error *error);
/* Moves fd 1 and 2 onto captured pipes; the log keeps the former fd 2. Returns 0 or -1. */
int wire_capture(struct wire *wire, struct wire_error *error);
/* The io loop: runs on the calling thread until wire_stop(). Starts the heartbeat thread. Signals SIGINT, SIGTERM and
 * SIGHUP must be blocked in every thread; they arrive through the handler. Returns 0, or -1 with error. */
int wire_run(struct wire *wire, const struct wire_handler *handler, struct wire_error *error);
/* The io loop on the calling thread, for a thread that waits for a request anyway, while the one inside wire_run()
 * sleeps: the handler's calls then come on the guest's thread. Returns when until() says so or after wire_stop(). When
 * the guest does not come back within about a millisecond, the thread inside wire_run() goes on. One guest. */
void wire_serve(struct wire *wire, bool (*until)(void *context), void *context);
/* Asks the io loop to send what is queued and to return. From any thread. */
void wire_stop(struct wire *wire);
/* Closes the sockets: messages on their way have at most linger_ms to leave. Other threads may go on calling; what they
 * publish from now on is lost. */
void wire_close(struct wire *wire, int linger_ms);
/* Frees everything. No other thread may still hold the wire. NULL is fine. */
void wire_free(struct wire *wire);

/* Publishes on iopub. parent may be NULL (then it is {}). content and metadata are emptied, whatever happens; metadata
 * may be NULL. Returns 0, or -1 when memory is short or the wire is gone (the message is lost and logged). */
int wire_publish(struct wire *wire, const struct wire_request *parent, const char *type, struct wire_text *content,
                 struct wire_text *metadata);
/* The same with frames behind the content, which are copied. */
int wire_publish_buffers(struct wire *wire, const struct wire_request *parent, const char *type,
                         struct wire_text *content, struct wire_text *metadata, const struct wire_bytes *buffers,
                         size_t count);
/* Answers a request on its own channel and identity, as type ("..._request" gives "..._reply" when type is NULL). */
int wire_reply(struct wire *wire, const struct wire_request *request, const char *type, struct wire_text *content,
               struct wire_text *metadata);
/* Sends on the stdin channel to the sender of a shell request. handler->unroutable tells if nobody is there. */
int wire_ask(struct wire *wire, const struct wire_request *request, const char *type, struct wire_text *content);

/* Waits until the io loop has read everything that already lay in its sockets. Not from the io thread. */
void wire_sync(struct wire *wire);
/* Reads what lies in the captured pipes now, on the calling thread. Cheap when they are empty. */
void wire_drain(struct wire *wire);
/* The same, and what is left of an unfinished UTF-8 sequence is handed on as it is: the text ends here. */
void wire_drain_all(struct wire *wire);
/* Makes the io loop run one round, so that tick is called. */
void wire_wake(struct wire *wire);
/* Blocks while more waits for subscribers than the bounds of memory and disk allow and they read it, or until *stop
 * becomes non-zero. Subscribers that have stopped reading are disconnected after a while. */
void wire_wait_capacity(struct wire *wire, atomic_int *stop);
/* Bytes of memory that wait for subscribers. */
size_t wire_lag(struct wire *wire);

/* Messages that did not reach a subscriber because it had stopped reading. */
struct wire_loss {
    size_t messages, bytes;
};
enum wire_loss_stage {
    WIRE_LOSS_BEGINS,  /* now */
    WIRE_LOSS_GOES_ON, /* the loss is what has come since this was last said */
    WIRE_LOSS_ENDED    /* a subscriber has come back; the loss is all */
};
/* Whether there is something to tell of losses; each thing is told once. That they go on is told when a cell ends. */
bool wire_loss(struct wire *wire, enum wire_loss_stage *stage, struct wire_loss *loss, bool cell_ends);
/* The present time as Jupyter writes it: 2026-01-02T03:04:05.006007Z. */
void wire_date(char out[32]);
/* The port of a channel, for ipc the number that ends its path. */
int wire_port(const struct wire *wire, enum wire_channel channel);
/* The session id of this kernel process (32 hexadecimal digits). */
const char *wire_session(const struct wire *wire);

/* Writes "tensor-kernel: ..." and a newline to the standard error the process was started with. */
void wire_log(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
