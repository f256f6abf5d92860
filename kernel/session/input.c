/*
 * input.c - input() and getpass(): a question to the client that sent the cell, and the wait for its answer.
 *
 * Owns the one outstanding question. Must not know sockets. An answer that comes when nobody waits belongs to a
 * question that was interrupted and is thrown away, so that it cannot answer the next one.
 */
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "session.h"

/* The stdin channel of a client may still be connecting when the shell channel already works. */
#define ASK_AGAIN 10
#define ASK_AGAIN_MS 100

int kernel_input_init(struct kernel *kernel)
{
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    int fault = pthread_mutex_init(&kernel->input.lock, NULL) || pthread_cond_init(&kernel->input.ready, &attributes);
    pthread_condattr_destroy(&attributes);
    return fault ? -1 : 0;
}

void kernel_input_clear(struct kernel *kernel)
{
    free(kernel->input.answer);
    pthread_cond_destroy(&kernel->input.ready);
    pthread_mutex_destroy(&kernel->input.lock);
}

static void ask(struct kernel *kernel, const char *prompt, bool password)
{
    struct wire_text content = {0};
    wire_text_put(&content, "{\"prompt\":");
    wire_text_cstring(&content, prompt);
    wire_text_printf(&content, ",\"password\":%s}", password ? "true" : "false");
    wire_ask(kernel->wire, kernel_shell_here()->request, "input_request", &content);
}

static void wait_a_moment(struct kernel_input *input)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += ASK_AGAIN_MS * 1000000L;
    if (until.tv_nsec >= 1000000000L) {
        until.tv_nsec -= 1000000000L;
        until.tv_sec++;
    }
    pthread_cond_timedwait(&input->ready, &input->lock, &until);
}

int kernel_input_ask(void *context, const char *prompt, bool password, char **answer)
{
    struct kernel *kernel = context;
    struct kernel_input *input = &kernel->input;
    const struct kernel_shell *shell = kernel_shell_here();
    int result = -1, asked = 1, lost = 0;
    if (!kernel->wire) /* a forked process: nobody could tell whose question it is */
        return 1;
    if (!shell->allow_stdin || !shell->request)
        return 2;
    kernel_output_flush(kernel, 0);
    /* What lies in the socket now was meant for an earlier question. */
    wire_sync(kernel->wire);
    pthread_mutex_lock(&input->lock);
    while (input->waiting && !atomic_load(&kernel->shutting)) /* another shell's question comes first */
        wait_a_moment(input);
    free(input->answer);
    input->answer = NULL;
    input->lost = 0;
    input->waiting = true;
    ask(kernel, prompt, password);
    while (result < 0) {
        if (input->answer)
            result = 0; /* also "\x04", which the language takes for the end of the file */
        else if (atomic_load(&kernel->shutting))
            result = 3;
        else if ((!shell->id[0] || !atomic_load(&kernel->running)) && atomic_exchange(&kernel->interrupt, 0))
            result = 4;
        else if (input->lost > ASK_AGAIN)
            result = 2;
        else {
            wait_a_moment(input);
            if (input->lost > lost && !input->answer) {
                lost = input->lost;
                if (asked++ <= ASK_AGAIN)
                    ask(kernel, prompt, password);
            }
        }
    }
    input->waiting = false;
    *answer = NULL;
    if (result == 0) {
        *answer = input->answer;
        input->answer = NULL;
    }
    pthread_mutex_unlock(&input->lock);
    return result;
}

void kernel_input_deliver(struct kernel *kernel, struct wire_request *request)
{
    struct kernel_input *input = &kernel->input;
    size_t length;
    const char *value = wire_content_string(request, "value", &length, NULL);
    if (strcmp(wire_request_type(request), "input_reply") || !value) {
        wire_log("message of type '%.64s' on stdin ignored", wire_request_type(request));
        return;
    }
    pthread_mutex_lock(&input->lock);
    if (input->waiting && !input->answer) {
        /* A C string is what input() can take; text behind a NUL is cut. */
        input->answer = strndup(value, length);
        pthread_cond_broadcast(&input->ready);
    }
    pthread_mutex_unlock(&input->lock);
}

void kernel_input_unroutable(void *context)
{
    struct kernel *kernel = context;
    pthread_mutex_lock(&kernel->input.lock);
    kernel->input.lost++;
    pthread_mutex_unlock(&kernel->input.lock);
}

bool kernel_input_waits(struct kernel *kernel)
{
    pthread_mutex_lock(&kernel->input.lock);
    bool waits = kernel->input.waiting;
    pthread_mutex_unlock(&kernel->input.lock);
    return waits;
}

void kernel_input_wake(struct kernel *kernel)
{
    pthread_mutex_lock(&kernel->input.lock);
    pthread_cond_broadcast(&kernel->input.ready);
    pthread_mutex_unlock(&kernel->input.lock);
}
