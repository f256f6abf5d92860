/*
 * frames.c - multipart messages: received, sent, split at the delimiter.
 *
 * Owns the zmq_msg_t of a message; bytes are never copied on the way in. Must not know signatures or JSON. Everything
 * here may come from a stranger, so counts and sizes are checked before anything is read.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "wire_parts.h"

zmq_msg_t *wire_frames_add(struct wire_frames *frames)
{
    if (frames->count == frames->capacity) {
        int capacity = frames->capacity ? 2 * frames->capacity : 8;
        /* zmq_msg_t may not be moved by realloc in principle; zmq_msg_move is the documented way. */
        zmq_msg_t *grown = malloc((size_t)capacity * sizeof *grown);
        if (!grown)
            return NULL;
        for (int i = 0; i < frames->count; i++) {
            zmq_msg_init(&grown[i]);
            zmq_msg_move(&grown[i], &frames->frame[i]);
            zmq_msg_close(&frames->frame[i]);
        }
        free(frames->frame);
        frames->frame = grown;
        frames->capacity = capacity;
    }
    zmq_msg_t *frame = &frames->frame[frames->count++];
    zmq_msg_init(frame);
    return frame;
}

int wire_frames_add_copy(struct wire_frames *frames, const void *bytes, size_t length)
{
    zmq_msg_t *frame = wire_frames_add(frames);
    if (!frame || zmq_msg_init_size(frame, length)) {
        if (frame)
            zmq_msg_init(frame);
        return -1;
    }
    if (length)
        memcpy(zmq_msg_data(frame), bytes, length);
    return 0;
}

void wire_frames_clear(struct wire_frames *frames)
{
    for (int i = 0; i < frames->count; i++)
        zmq_msg_close(&frames->frame[i]);
    free(frames->frame);
    *frames = (struct wire_frames){0};
}

/* Reads the rest of a message that will not be kept, so that the next read begins at a message. */
static void skip_rest(void *socket)
{
    int more = 1;
    size_t size = sizeof more;
    while (!zmq_getsockopt(socket, ZMQ_RCVMORE, &more, &size) && more) {
        zmq_msg_t frame;
        zmq_msg_init(&frame);
        int got = zmq_msg_recv(&frame, socket, 0);
        zmq_msg_close(&frame);
        if (got < 0 && errno != EINTR)
            return;
    }
}

int wire_frames_receive(struct wire_frames *frames, void *socket, struct wire_error *error)
{
    size_t total = 0;
    *frames = (struct wire_frames){0};
    for (;;) {
        zmq_msg_t *frame = wire_frames_add(frames);
        if (!frame) {
            wire_error_set(error, "message dropped: out of memory");
            wire_frames_clear(frames);
            skip_rest(socket);
            return -1;
        }
        /* The frames of one message arrive together: only the first can be missing. */
        int got;
        do
            got = zmq_msg_recv(frame, socket, ZMQ_DONTWAIT);
        while (got < 0 && errno == EINTR);
        if (got < 0) {
            wire_frames_clear(frames);
            return 0;
        }
        total += zmq_msg_size(frame);
        bool more = zmq_msg_more(frame);
        frames->too_large = total > WIRE_MESSAGE_LIMIT || (more && frames->count >= WIRE_COUNT_LIMIT);
        if (more && frames->too_large)
            skip_rest(socket);
        if (!more || frames->too_large)
            return 1;
    }
}

int wire_frames_send(struct wire_frames *frames, void *socket)
{
    int status = 0, reason = 0;
    for (int i = 0; i < frames->count; i++) {
        int flags = ZMQ_DONTWAIT | (i + 1 < frames->count ? ZMQ_SNDMORE : 0);
        int sent;
        do
            sent = zmq_msg_send(&frames->frame[i], socket, flags);
        while (sent < 0 && errno == EINTR);
        if (sent < 0) {
            reason = errno;
            status = -1;
            break;
        }
    }
    wire_frames_clear(frames);
    errno = reason;
    return status;
}

int wire_frames_split(struct wire_frames *frames, struct wire_error *error)
{
    const size_t length = sizeof WIRE_DELIMITER - 1;
    for (int i = 0; i < frames->count; i++) {
        if (zmq_msg_size(&frames->frame[i]) != length ||
            memcmp(zmq_msg_data(&frames->frame[i]), WIRE_DELIMITER, length))
            continue;
        if (frames->count - i - 1 < WIRE_PART_COUNT && frames->too_large)
            return wire_error_set(error, "message dropped: more than %zu MiB or %d frames", WIRE_MESSAGE_LIMIT >> 20,
                                  WIRE_COUNT_LIMIT);
        if (frames->count - i - 1 < WIRE_PART_COUNT)
            return wire_error_set(error, "message dropped: %d frames after the delimiter, %d expected",
                                  frames->count - i - 1, WIRE_PART_COUNT);
        frames->delimiter = i;
        return 0;
    }
    return wire_error_set(error, "message dropped: no delimiter in %d frames", frames->count);
}

zmq_msg_t *wire_frames_part(const struct wire_frames *frames, enum wire_part part)
{
    return &frames->frame[frames->delimiter + 1 + (int)part];
}
