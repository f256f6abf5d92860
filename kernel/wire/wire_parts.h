/*
 * wire_parts.h - what the files of kernel/wire/ share with each other and with their unit tests.
 *
 * Not for other floors. Frames come from the network: every function here takes them as hostile.
 */
#ifndef WIRE_PARTS_H
#define WIRE_PARTS_H

#include <pthread.h>
#include <stdint.h>
#include "wire.h"

/* ---- frames.c ---- */

#define WIRE_DELIMITER "<IDS|MSG>"
/* A message of more bytes than this is refused; a single frame above the hard limit costs the peer its connection. */
#define WIRE_MESSAGE_LIMIT ((size_t)64 << 20)
#define WIRE_FRAME_LIMIT ((int64_t)512 << 20)
/* More frames than any honest message has: identities and buffers included. */
#define WIRE_COUNT_LIMIT 4096

enum wire_part { WIRE_SIGNATURE, WIRE_HEADER, WIRE_PARENT, WIRE_METADATA, WIRE_CONTENT, WIRE_PART_COUNT };

struct wire_frames {
    zmq_msg_t *frame;
    int count;
    int capacity;
    int delimiter; /* index of the delimiter once wire_frames_split() has found it */
    /* There was more than the limits allow: frames end with the one that went beyond them, which is at most as large as
     * a single frame may be. Good for telling an authenticated sender so, and for nothing else. */
    bool too_large;
};

/* Adds an empty, initialised frame. Returns it, or NULL when memory is short. */
zmq_msg_t *wire_frames_add(struct wire_frames *frames);
/* Adds a frame with a copy of the bytes. Returns 0 or -1. */
int wire_frames_add_copy(struct wire_frames *frames, const void *bytes, size_t length);
/* Receives one multipart message. Returns 1; 0 when there is none (or the wait was interrupted); -1 when it was read
 * and must be dropped (too big, memory short): error says why, frames are empty. */
int wire_frames_receive(struct wire_frames *frames, void *socket, struct wire_error *error);
/* Sends and empties. Returns 0, or -1 with errno of the first frame that was not taken. */
int wire_frames_send(struct wire_frames *frames, void *socket);
/* Finds the delimiter and checks that all parts follow it. Returns 0 or -1. */
int wire_frames_split(struct wire_frames *frames, struct wire_error *error);
zmq_msg_t *wire_frames_part(const struct wire_frames *frames, enum wire_part part);
void wire_frames_clear(struct wire_frames *frames);

/* ---- sign.c ---- */

#define WIRE_DIGEST_MAX 64

struct wire_signer;

/* Returns NULL for an unknown scheme, with error. An empty key makes a signer that signs nothing and accepts all. */
struct wire_signer *wire_signer_new(const char *scheme, const char *key, size_t key_length, struct wire_error *error);
void wire_signer_free(struct wire_signer *signer);
bool wire_signer_active(const struct wire_signer *signer);
/* Computes the digest over count byte ranges. Any thread. Returns its length (0 when inactive), or -1. */
struct wire_bytes {
    const void *data;
    size_t length;
};
int wire_signer_digest(const struct wire_signer *signer, const struct wire_bytes *range, int count,
                       unsigned char digest[WIRE_DIGEST_MAX]);
/* Writes lowercase hexadecimal digits (2 * length and a NUL). */
void wire_signer_hex(const unsigned char *digest, int length, char *out);
/* Checks a signature frame in constant time. Returns the digest's length (0 when inactive), -1 for a wrong one, -2 when
 * memory was too short to tell. */
int wire_signer_check(const struct wire_signer *signer, const struct wire_bytes *range, int count, const char *hex,
                      size_t hex_length, unsigned char digest[WIRE_DIGEST_MAX]);

/* The signatures seen. At most 65536 are remembered; when full a random tenth is forgotten. One thread. */
#define WIRE_REPLAY_LIMIT 65536
#define WIRE_REPLAY_WIDTH 16
struct wire_replay {
    unsigned char (*slot)[WIRE_REPLAY_WIDTH]; /* all-zero: free */
    size_t size, used;
};
/* Returns 0 and remembers, 1 when the digest was seen before, -1 when memory is short. */
int wire_replay_seen(struct wire_replay *replay, const unsigned char *digest, int length);
size_t wire_replay_count(const struct wire_replay *replay);
void wire_replay_clear(struct wire_replay *replay);

/* ---- message.c ---- */

/* Takes the frames (they are emptied): splits, verifies, refuses replays, and only then parses. Returns a new reference
 * or NULL with error. An unacceptable content frame gives a request without content. */
struct wire_request *wire_request_open(struct wire_frames *frames, enum wire_channel channel,
                                       const struct wire_signer *signer, struct wire_replay *replay,
                                       struct wire_error *error);

/* A message on its way out. */
struct wire_outgoing {
    struct wire_outgoing *next;
    enum wire_channel channel;
    size_t bytes;
    struct wire_frames frames;
};

struct wire_sender; /* who signs, and the names that go into headers */
struct wire_sender *wire_sender_new(const struct wire_signer *signer);
void wire_sender_free(struct wire_sender *sender);
const char *wire_sender_session(const struct wire_sender *sender);
/* The counter of bytes that ZeroMQ has not let go of yet. */
atomic_size_t *wire_sender_in_flight(struct wire_sender *sender);
/* Builds and signs. prefix: the request whose identities lead (or NULL: topic is the one prefix frame). content and
 * metadata are emptied. */
struct wire_outgoing *wire_outgoing_new(struct wire_sender *sender, enum wire_channel channel,
                                        const struct wire_request *parent, const struct wire_request *prefix,
                                        const char *topic, size_t topic_length, const char *type,
                                        struct wire_text *content, struct wire_text *metadata);
void wire_outgoing_free(struct wire_outgoing *outgoing);

/* ---- accept.c ---- */

/* Opens the descriptor that is kept for hanging up on a client for whom none is left. */
void wire_accept_init(void);

/* ---- socket.c ---- */

struct wire_sockets {
    void *context;           /* of all but the heartbeat */
    void *heartbeat_context; /* its own, so that a busy io thread of ZeroMQ never delays a beat */
    void *socket[WIRE_CHANNEL_COUNT];
};
int wire_sockets_bind(struct wire_sockets *sockets, struct wire_connection *connection, struct wire_error *error);
void wire_sockets_close(struct wire_sockets *sockets, int linger_ms);

/* ---- capture.c ---- */

struct wire_capture {
    int pipe[2]; /* read ends for fd 1 and 2; -1 without capture */
    unsigned char tail[2][4];
    int tail_length[2];
    pthread_mutex_t lock;
};
void wire_capture_init(struct wire_capture *capture);
int wire_capture_start(struct wire_capture *capture, struct wire_error *error);
/* Reads at most limit bytes from each pipe and hands them on. Returns 1 if more may be there. */
int wire_capture_read(struct wire_capture *capture, const struct wire_handler *handler, size_t limit);
/* Hands on what is kept back of unfinished sequences. */
void wire_capture_end_text(struct wire_capture *capture, const struct wire_handler *handler);
void wire_capture_clear(struct wire_capture *capture);

#endif
