/*
 * message.c - requests: verified, then parsed; and messages on their way out: built, then signed.
 *
 * Owns the request (reference counted, it keeps its frames) and the counter of message ids. Must not know sockets or
 * what a message type means. The parent header of an answer is the received frame byte for byte, so nothing a client
 * put into it is lost.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>
#include "wire_parts.h"

struct wire_request {
    atomic_int references;
    enum wire_channel channel;
    struct wire_frames frames;
    json_t *header, *metadata, *content;
    const char *type, *id, *subshell;
    char content_error[160];
};

struct wire_sender {
    const struct wire_signer *signer;
    struct wire_flow *flow;
    atomic_uint_least64_t counter;
    pid_t process;
    char session[33];
    struct wire_text user; /* as a JSON string */
};

/* ---- in ---- */

static struct wire_bytes part_bytes(const struct wire_frames *frames, enum wire_part part)
{
    zmq_msg_t *frame = wire_frames_part(frames, part);
    return (struct wire_bytes){zmq_msg_data(frame), zmq_msg_size(frame)};
}

/* Verifies the raw bytes. Nothing of the message has been interpreted before this returns 0. */
static int authenticate(const struct wire_frames *frames, const struct wire_signer *signer, struct wire_replay *replay,
                        struct wire_error *error)
{
    if (!wire_signer_active(signer))
        return 0;
    struct wire_bytes range[4];
    for (int i = 0; i < 4; i++)
        range[i] = part_bytes(frames, WIRE_HEADER + i);
    struct wire_bytes signature = part_bytes(frames, WIRE_SIGNATURE);
    unsigned char digest[WIRE_DIGEST_MAX];
    int length = wire_signer_check(signer, range, 4, signature.data, signature.length, digest);
    if (length < 0)
        return wire_error_set(error,
                              length == -1 ? "message dropped: wrong signature" : "message dropped: out of memory");
    int seen = wire_replay_seen(replay, digest, length);
    if (seen > 0)
        return wire_error_set(error, "message dropped: signature was used before");
    return seen < 0 ? wire_error_set(error, "message dropped: out of memory") : 0;
}

static json_t *parse_part(const struct wire_frames *frames, enum wire_part part, json_error_t *fault)
{
    struct wire_bytes bytes = part_bytes(frames, part);
    json_t *value = json_loadb(bytes.data, bytes.length, JSON_ALLOW_NUL, fault);
    if (value && !json_is_object(value)) {
        snprintf(fault->text, sizeof fault->text, "not an object");
        json_decref(value);
        value = NULL;
    }
    return value;
}

static const char *header_string(const struct wire_request *request, const char *key)
{
    return json_string_value(json_object_get(request->header, key));
}

static int parse(struct wire_request *request, struct wire_error *error)
{
    static const char *const name[] = {
        [WIRE_HEADER] = "header", [WIRE_PARENT] = "parent header", [WIRE_METADATA] = "metadata"};
    json_error_t fault;
    for (enum wire_part part = WIRE_HEADER; part <= WIRE_METADATA; part++) {
        json_t *value = parse_part(&request->frames, part, &fault);
        if (!value)
            return wire_error_set(error, "message dropped: bad JSON in the %s: %s", name[part], fault.text);
        if (part == WIRE_HEADER)
            request->header = value;
        else if (part == WIRE_METADATA)
            request->metadata = value;
        else
            json_decref(value);
    }
    request->type = header_string(request, "msg_type");
    request->id = header_string(request, "msg_id");
    request->subshell = header_string(request, "subshell_id");
    if (!request->type || !request->id)
        return wire_error_set(error, "message dropped: the header lacks %s", request->type ? "msg_id" : "msg_type");
    /* With a good header the client can be told what is wrong with its content. */
    if (request->frames.too_large) {
        snprintf(request->content_error, sizeof request->content_error,
                 "the message has more than %zu MiB or %d frames", WIRE_MESSAGE_LIMIT >> 20, WIRE_COUNT_LIMIT);
        return 0;
    }
    request->content = parse_part(&request->frames, WIRE_CONTENT, &fault);
    if (!request->content)
        snprintf(request->content_error, sizeof request->content_error, "bad JSON in the content: %.120s", fault.text);
    return 0;
}

struct wire_request *wire_request_open(struct wire_frames *frames, enum wire_channel channel,
                                       const struct wire_signer *signer, struct wire_replay *replay,
                                       struct wire_error *error)
{
    if (wire_frames_split(frames, error) || authenticate(frames, signer, replay, error)) {
        wire_frames_clear(frames);
        return NULL;
    }
    struct wire_request *request = calloc(1, sizeof *request);
    if (!request) {
        wire_error_set(error, "message dropped: out of memory");
        wire_frames_clear(frames);
        return NULL;
    }
    atomic_init(&request->references, 1);
    request->channel = channel;
    request->frames = *frames;
    *frames = (struct wire_frames){0};
    if (parse(request, error)) {
        wire_request_unref(request);
        return NULL;
    }
    /* The content lives on in its parsed form; a large cell need not be kept twice. */
    zmq_msg_t *content = wire_frames_part(&request->frames, WIRE_CONTENT);
    zmq_msg_close(content);
    zmq_msg_init(content);
    return request;
}

struct wire_request *wire_request_ref(struct wire_request *request)
{
    atomic_fetch_add_explicit(&request->references, 1, memory_order_relaxed);
    return request;
}

void wire_request_unref(struct wire_request *request)
{
    if (!request || atomic_fetch_sub_explicit(&request->references, 1, memory_order_acq_rel) > 1)
        return;
    json_decref(request->header);
    json_decref(request->metadata);
    json_decref(request->content);
    wire_frames_clear(&request->frames);
    free(request);
}

enum wire_channel wire_request_channel(const struct wire_request *request)
{
    return request->channel;
}

const char *wire_request_type(const struct wire_request *request)
{
    return request->type;
}

const char *wire_request_id(const struct wire_request *request)
{
    return request->id;
}

const char *wire_request_subshell(const struct wire_request *request)
{
    return request->subshell;
}

const json_t *wire_request_content(const struct wire_request *request)
{
    return request->content;
}

const char *wire_request_content_error(const struct wire_request *request)
{
    return request->content_error;
}

const json_t *wire_request_metadata(const struct wire_request *request)
{
    return request->metadata;
}

struct wire_bytes wire_request_header_text(const struct wire_request *request)
{
    return part_bytes(&request->frames, WIRE_HEADER);
}

struct wire_bytes wire_request_parent_text(const struct wire_request *request)
{
    return part_bytes(&request->frames, WIRE_PARENT);
}

static int first_buffer(const struct wire_request *request)
{
    return request->frames.delimiter + 1 + WIRE_PART_COUNT;
}

size_t wire_request_buffer_count(const struct wire_request *request)
{
    int count = request->frames.count - first_buffer(request);
    return count > 0 ? (size_t)count : 0;
}

struct wire_bytes wire_request_buffer(const struct wire_request *request, size_t index)
{
    zmq_msg_t *frame = &request->frames.frame[(size_t)first_buffer(request) + index];
    return (struct wire_bytes){zmq_msg_data(frame), zmq_msg_size(frame)};
}

const char *wire_content_string(const struct wire_request *request, const char *field, size_t *length,
                                const char *fallback)
{
    const json_t *value = json_object_get(request->content, field);
    bool good = json_is_string(value);
    if (length)
        *length = good ? json_string_length(value) : fallback ? strlen(fallback) : 0;
    return good ? json_string_value(value) : fallback;
}

bool wire_content_bool(const struct wire_request *request, const char *field, bool fallback)
{
    const json_t *value = json_object_get(request->content, field);
    return json_is_boolean(value) ? json_is_true(value) : fallback;
}

long long wire_content_int(const struct wire_request *request, const char *field, long long fallback)
{
    const json_t *value = json_object_get(request->content, field);
    if (json_is_real(value)) {
        double real = json_real_value(value);
        return real >= -9e15 && real <= 9e15 ? (long long)real : fallback;
    }
    return json_is_integer(value) ? json_integer_value(value) : fallback;
}

/* ---- out ---- */

struct wire_sender *wire_sender_new(const struct wire_signer *signer, struct wire_flow *flow)
{
    struct wire_sender *sender = calloc(1, sizeof *sender);
    if (!sender)
        return NULL;
    sender->signer = signer;
    sender->flow = flow;
    sender->process = getpid();
    unsigned char random[16];
    if (getrandom(random, sizeof random, GRND_NONBLOCK) != sizeof random) {
        /* The session only has to differ from that of earlier processes. */
        struct timespec now;
        clock_gettime(CLOCK_REALTIME, &now);
        memset(random, 0, sizeof random);
        memcpy(random, &now.tv_nsec, 4);
        memcpy(random + 4, &now.tv_sec, 8);
        memcpy(random + 12, &sender->process, 4);
    }
    wire_signer_hex(random, sizeof random, sender->session);
    const char *user = getenv("USER");
    wire_text_cstring(&sender->user, user && *user ? user : "username");
    if (sender->user.failed) {
        wire_sender_free(sender);
        return NULL;
    }
    return sender;
}

void wire_sender_free(struct wire_sender *sender)
{
    if (!sender)
        return;
    wire_text_clear(&sender->user);
    free(sender);
}

const char *wire_sender_session(const struct wire_sender *sender)
{
    return sender->session;
}

void wire_date(char out[32])
{
    struct timespec now;
    struct tm parts;
    clock_gettime(CLOCK_REALTIME, &now);
    gmtime_r(&now.tv_sec, &parts);
    size_t length = strftime(out, 32, "%Y-%m-%dT%H:%M:%S", &parts);
    snprintf(out + length, 32 - length, ".%06uZ", (unsigned)(now.tv_nsec / 1000) % 1000000u);
}

static void put_header(struct wire_sender *sender, const char *type, struct wire_text *text)
{
    char date[32];
    wire_date(date);
    unsigned long long number = atomic_fetch_add_explicit(&sender->counter, 1, memory_order_relaxed);
    wire_text_printf(text, "{\"msg_id\":\"%s_%ld_%llu\",\"session\":\"%s\",\"username\":", sender->session,
                     (long)sender->process, number, sender->session);
    wire_text_add(text, sender->user.data, sender->user.length);
    wire_text_printf(text, ",\"date\":\"%s\",\"msg_type\":", date);
    wire_text_cstring(text, type);
    wire_text_put(text, ",\"version\":\"" WIRE_PROTOCOL_VERSION "\"}");
}

static void release(void *data, void *hint)
{
    (void)hint;
    free(data);
}

/* Adds the text as a frame. Small texts are copied, large ones handed over. */
static int add_text(struct wire_frames *frames, struct wire_text *text)
{
    if (text->length < 1024)
        return wire_frames_add_copy(frames, text->data, text->length);
    zmq_msg_t *frame = wire_frames_add(frames);
    if (!frame)
        return -1;
    if (zmq_msg_init_data(frame, text->data, text->length, release, NULL)) {
        zmq_msg_init(frame);
        return -1;
    }
    *text = (struct wire_text){0};
    return 0;
}

static int add_prefix(struct wire_frames *frames, const struct wire_request *prefix, const char *topic,
                      size_t topic_length)
{
    if (!prefix)
        return wire_frames_add_copy(frames, topic, topic_length);
    for (int i = 0; i < prefix->frames.delimiter; i++) {
        zmq_msg_t *from = &prefix->frames.frame[i];
        if (wire_frames_add_copy(frames, zmq_msg_data(from), zmq_msg_size(from)))
            return -1;
    }
    return 0;
}

struct wire_outgoing *wire_outgoing_new(struct wire_sender *sender, enum wire_channel channel,
                                        const struct wire_request *parent, const struct wire_request *prefix,
                                        const char *topic, size_t topic_length, const char *type,
                                        struct wire_text *content, struct wire_text *metadata)
{
    struct wire_text header = {0};
    unsigned char digest[WIRE_DIGEST_MAX];
    char hex[2 * WIRE_DIGEST_MAX + 1];
    struct wire_outgoing *outgoing = calloc(1, sizeof *outgoing);
    put_header(sender, type, &header);
    if (!outgoing || header.failed || !content->data || content->failed || (metadata && metadata->failed))
        goto fail;
    struct wire_bytes parent_bytes = {"{}", 2}, metadata_bytes = {"{}", 2};
    if (parent)
        parent_bytes = part_bytes(&parent->frames, WIRE_HEADER);
    if (metadata && metadata->data)
        metadata_bytes = (struct wire_bytes){metadata->data, metadata->length};
    struct wire_bytes range[4] = {
        {header.data, header.length}, parent_bytes, metadata_bytes, {content->data, content->length}};
    int length = wire_signer_digest(sender->signer, range, 4, digest);
    if (length < 0)
        goto fail;
    wire_signer_hex(digest, length, hex);
    struct wire_frames *frames = &outgoing->frames;
    outgoing->channel = channel;
    outgoing->bytes = header.length + parent_bytes.length + metadata_bytes.length + content->length;
    if (add_prefix(frames, prefix, topic, topic_length) ||
        wire_frames_add_copy(frames, WIRE_DELIMITER, sizeof WIRE_DELIMITER - 1) ||
        wire_frames_add_copy(frames, hex, 2 * (size_t)length) ||
        wire_frames_add_copy(frames, header.data, header.length) ||
        wire_frames_add_copy(frames, parent_bytes.data, parent_bytes.length) ||
        wire_frames_add_copy(frames, metadata_bytes.data, metadata_bytes.length) ||
        (channel == WIRE_IOPUB ? wire_flow_add(sender->flow, frames, content) : add_text(frames, content)))
        goto fail;
    wire_text_clear(&header);
    wire_text_clear(content);
    if (metadata)
        wire_text_clear(metadata);
    return outgoing;
fail:
    wire_outgoing_free(outgoing);
    wire_text_clear(&header);
    wire_text_clear(content);
    if (metadata)
        wire_text_clear(metadata);
    return NULL;
}

int wire_outgoing_add_buffer(struct wire_sender *sender, struct wire_outgoing *outgoing, struct wire_bytes buffer)
{
    struct wire_text copy = {0};
    wire_text_add(&copy, buffer.data, buffer.length);
    /* an empty one has no text that could be held */
    int status = copy.failed      ? -1
                 : !buffer.length ? wire_frames_add_copy(&outgoing->frames, "", 0)
                                  : wire_flow_add(sender->flow, &outgoing->frames, &copy);
    wire_text_clear(&copy);
    outgoing->bytes += buffer.length;
    return status;
}

void wire_outgoing_free(struct wire_outgoing *outgoing)
{
    if (!outgoing)
        return;
    wire_frames_clear(&outgoing->frames);
    free(outgoing);
}
