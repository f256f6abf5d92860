/*
 * wire_parts.h - what the files of kernel/wire/ share with each other and with their unit tests.
 *
 * Not for other floors. Frames come from the network: every function here takes them as hostile.
 */
#ifndef WIRE_PARTS_H
#define WIRE_PARTS_H

#include <pthread.h>
#include <stdint.h>
#include <sys/types.h>
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

/* ---- spill.c: payloads in temporary files ---- */

struct wire_segment;
struct wire_spill {
    pthread_mutex_t lock;
    struct wire_segment *segments, *open; /* all, and the one that is being filled */
    size_t limit, used;                   /* bytes of files; the limit is found when the first one is made */
};
void wire_spill_init(struct wire_spill *spill);
/* Copies the bytes to a file. Returns where they can be read until wire_spill_release() of the segment, or NULL: the
 * bound is reached, or there is no file to be had. */
void *wire_spill_put(struct wire_spill *spill, const void *bytes, size_t length, struct wire_segment **segment);
void wire_spill_release(struct wire_spill *spill, struct wire_segment *segment);
/* Pages that were sent to one subscriber and wait for another one need not count as our memory: lets them go. Returns
 * whether there are files. */
bool wire_spill_rest(struct wire_spill *spill);
void wire_spill_clear(struct wire_spill *spill);

/* ---- peers.c: do the subscribers read? ---- */

#define WIRE_PEERS_LIMIT 64
struct wire_peer {
    int fd;
    ino_t inode;           /* tells a connection from a later one with the same descriptor */
    int still;             /* looks in a row that found it waiting and unmoved */
    int waiting;           /* bytes that are not acknowledged */
    uint64_t acknowledged; /* bytes that are; 0 where the transport does not count them */
};
struct wire_peers {
    struct wire_peer peer[WIRE_PEERS_LIMIT];
    int count;
    bool moving; /* somebody has a backlog and has taken some of it since the look before */
    bool idle;   /* somebody has taken everything */
};
/* Looks at the connections that the endpoint has accepted and compares with the look before. */
void wire_peers_look(struct wire_peers *peers, const char *endpoint);
/* Ends the connections that have waited unmoved for some looks. Returns how many. */
int wire_peers_disconnect(struct wire_peers *peers, const char *endpoint);

/* ---- flow.c: what subscribers have not taken yet ---- */

struct wire_flow {
    pthread_mutex_t lock;   /* guards all up to the next lock */
    size_t messages, bytes; /* that ZeroMQ or the queue holds */
    size_t memory, peak;    /* what they take of it */
    size_t current;         /* the part of the present generation */
    uint64_t released;      /* messages that have gone, ever */
    unsigned generation, gone_generation;
    size_t gone_messages, gone_bytes; /* held for subscribers that have been disconnected */
    size_t lost_messages, lost_bytes, told_messages, told_bytes;
    bool losing; /* somebody has been disconnected and has not come back */
    bool began, ended, trim;
    pthread_mutex_t look_lock; /* guards what follows */
    struct wire_peers peers;
    uint64_t looked, waiting_since, released_before;
    char endpoint[256];
    struct wire_spill spill;
    int event; /* wakes the io loop */
};
void wire_flow_init(struct wire_flow *flow);
void wire_flow_clear(struct wire_flow *flow);
/* Adds the text as a frame that is counted until all subscribers have it. Returns 0 or -1. */
int wire_flow_add(struct wire_flow *flow, struct wire_frames *frames, struct wire_text *text);
/* To be told of every message sent on iopub, and of every subscription. */
void wire_flow_sent(struct wire_flow *flow, size_t bytes);
void wire_flow_subscribed(struct wire_flow *flow);
/* Whether writers may go on. Called again and again while they may not, it finds out who is stuck. */
bool wire_flow_has_capacity(struct wire_flow *flow);
/* Bytes of memory that wait for subscribers. */
size_t wire_flow_lag(struct wire_flow *flow);
/* To be called now and then while it says that payloads lie on the disk. */
bool wire_flow_spilled(struct wire_flow *flow);
/* Whether much memory has become free since the last call. */
bool wire_flow_trim(struct wire_flow *flow);
/* See wire_loss(). */
bool wire_flow_loss(struct wire_flow *flow, enum wire_loss_stage *stage, struct wire_loss *loss, bool cell_ends);

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
struct wire_sender *wire_sender_new(const struct wire_signer *signer, struct wire_flow *flow);
void wire_sender_free(struct wire_sender *sender);
const char *wire_sender_session(const struct wire_sender *sender);
/* Builds and signs. prefix: the request whose identities lead (or NULL: topic is the one prefix frame). content and
 * metadata are emptied. */
struct wire_outgoing *wire_outgoing_new(struct wire_sender *sender, enum wire_channel channel,
                                        const struct wire_request *parent, const struct wire_request *prefix,
                                        const char *topic, size_t topic_length, const char *type,
                                        struct wire_text *content, struct wire_text *metadata);
/* Adds a frame behind the content of a message to iopub. 0 or -1. */
int wire_outgoing_add_buffer(struct wire_sender *sender, struct wire_outgoing *outgoing, struct wire_bytes buffer);
void wire_outgoing_free(struct wire_outgoing *outgoing);

/* ---- accept.c ---- */

/* Opens the descriptor that is kept for hanging up on a client for whom none is left. */
void wire_accept_init(void);

/* ---- socket.c ---- */

struct wire_sockets {
    void *context;           /* of all but the heartbeat */
    void *heartbeat_context; /* its own, so that a busy io thread of ZeroMQ never delays a beat */
    void *socket[WIRE_CHANNEL_COUNT];
    char iopub[256]; /* the endpoint it was bound to */
};
int wire_sockets_bind(struct wire_sockets *sockets, struct wire_connection *connection, struct wire_error *error);
void wire_sockets_close(struct wire_sockets *sockets, int linger_ms);

/* ---- capture.c ---- */

/* Our own descriptors lie here and above, out of the way of programs that count on small numbers. */
#define WIRE_FIRST_DESCRIPTOR 100

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
