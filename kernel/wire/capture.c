/*
 * capture.c - file descriptors 1 and 2 become pipes that the io loop reads; and the log that stays readable.
 *
 * Owns the pipes and the copy of the former standard error. Must never need a lock of the interpreter: a full pipe
 * would otherwise block a child, or ourselves, for ever. Our own descriptors lie at 100 and above, out of the way of
 * programs that count on small numbers, and are closed on exec.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "wire_parts.h"

#define PIPE_SIZE (256 * 1024)

static int log_descriptor = 2;

void wire_log(const char *format, ...)
{
    char line[1200] = "tensor-kernel: ";
    size_t length = strlen(line);
    va_list args;
    va_start(args, format);
    int more = vsnprintf(line + length, sizeof line - length - 1, format, args);
    va_end(args);
    if (more < 0)
        return;
    length += (size_t)more;
    if (length > sizeof line - 2)
        length = sizeof line - 2;
    /* One line each, whatever a stranger managed to put into the text. */
    for (size_t i = 0; i < length; i++)
        if ((unsigned char)line[i] < ' ' || line[i] == 0x7f)
            line[i] = '?';
    line[length++] = '\n';
    ssize_t done;
    do
        done = write(log_descriptor, line, length);
    while (done < 0 && errno == EINTR);
}

void wire_capture_init(struct wire_capture *capture)
{
    *capture = (struct wire_capture){.pipe = {-1, -1}};
    pthread_mutex_init(&capture->lock, NULL);
}

/* Moves a descriptor to 100 or above. Where the limit of descriptors is lower, it stays where it is. */
static int lift(int fd)
{
    int high = fcntl(fd, F_DUPFD_CLOEXEC, WIRE_FIRST_DESCRIPTOR);
    if (high < 0)
        return fd;
    close(fd);
    return high;
}

int wire_capture_start(struct wire_capture *capture, struct wire_error *error)
{
    int saved = fcntl(2, F_DUPFD_CLOEXEC, WIRE_FIRST_DESCRIPTOR);
    if (saved >= 0)
        log_descriptor = saved;
    for (int i = 0; i < 2; i++) {
        int end[2];
        if (pipe2(end, O_CLOEXEC))
            return wire_error_set(error, "cannot capture output: %s", strerror(errno));
        capture->pipe[i] = lift(end[0]);
        fcntl(capture->pipe[i], F_SETFL, O_NONBLOCK);
        fcntl(end[1], F_SETPIPE_SZ, PIPE_SIZE);
        /* dup2 leaves the copy open across exec: children write to it like we do. */
        int moved = dup2(end[1], i + 1);
        if (end[1] != i + 1)
            close(end[1]);
        if (moved < 0)
            return wire_error_set(error, "cannot capture output: %s", strerror(errno));
    }
    return 0;
}

/* Hands bytes on, keeping back a sequence that the next read may complete. */
static void deliver(struct wire_capture *capture, int i, const struct wire_handler *handler, char *bytes, size_t length)
{
    size_t whole = wire_utf8_complete(bytes, length);
    if (whole)
        handler->captured(handler->context, i + 1, bytes, whole);
    capture->tail_length[i] = (int)(length - whole);
    memcpy(capture->tail[i], bytes + whole, length - whole);
}

int wire_capture_read(struct wire_capture *capture, const struct wire_handler *handler, size_t limit)
{
    struct pollfd poller[2] = {{capture->pipe[0], POLLIN, 0}, {capture->pipe[1], POLLIN, 0}};
    if (capture->pipe[0] < 0)
        return 0;
    int more = 0;
    pthread_mutex_lock(&capture->lock);
    if (poll(poller, 2, 0) > 0)
        for (int i = 0; i < 2; i++) {
            size_t done = 0;
            while ((poller[i].revents & POLLIN) && done < limit) {
                char bytes[16384];
                size_t kept = (size_t)capture->tail_length[i];
                memcpy(bytes, capture->tail[i], kept);
                ssize_t got = read(capture->pipe[i], bytes + kept, sizeof bytes - kept);
                if (got <= 0) {
                    if (got < 0 && errno == EINTR)
                        continue;
                    break;
                }
                done += (size_t)got;
                deliver(capture, i, handler, bytes, kept + (size_t)got);
                more |= done >= limit;
            }
        }
    pthread_mutex_unlock(&capture->lock);
    return more;
}

void wire_capture_end_text(struct wire_capture *capture, const struct wire_handler *handler)
{
    pthread_mutex_lock(&capture->lock);
    for (int i = 0; i < 2; i++) {
        if (capture->tail_length[i])
            handler->captured(handler->context, i + 1, (char *)capture->tail[i], (size_t)capture->tail_length[i]);
        capture->tail_length[i] = 0;
    }
    pthread_mutex_unlock(&capture->lock);
}

void wire_capture_clear(struct wire_capture *capture)
{
    for (int i = 0; i < 2; i++)
        if (capture->pipe[i] >= 0)
            close(capture->pipe[i]);
    capture->pipe[0] = capture->pipe[1] = -1;
    pthread_mutex_destroy(&capture->lock);
}
