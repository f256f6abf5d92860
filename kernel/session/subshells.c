/*
 * subshells.c - threads that run cells beside the main shell (JEP 91): made, found, ended.
 *
 * Owns the list of them, which only grows, so that it can be walked without a lock; a shell that has ended stays in it,
 * for threads that its cells have started still print there. What their threads do is handed in: must not know the
 * dispatcher.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include "session.h"

#define STACK_SIZE ((size_t)64 << 20)
#define MOST_SUBSHELLS 256 /* at once */

/* A random UUID (RFC 4122, version 4). */
static int make_id(char id[37])
{
    unsigned char b[16];
    if (getrandom(b, sizeof b, 0) != sizeof b)
        return -1;
    b[6] = (unsigned char)((b[6] & 0x0f) | 0x40);
    b[8] = (unsigned char)((b[8] & 0x3f) | 0x80);
    for (int i = 0, at = 0; i < 16; i++) {
        if (i == 4 || i == 6 || i == 8 || i == 10)
            id[at++] = '-';
        at += snprintf(id + at, (size_t)(37 - at), "%02x", b[i]);
    }
    return 0;
}

static int count(struct kernel *kernel)
{
    int there = 0;
    for (struct kernel_shell *shell = kernel_subshells(kernel); shell; shell = shell->next)
        there += kernel_subshell_is_there(shell);
    return there;
}

static int start(struct kernel_shell *shell)
{
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, STACK_SIZE);
    int fault = pthread_create(&shell->system_thread, &attributes, shell->kernel->subshell_entry, shell);
    pthread_attr_destroy(&attributes);
    return fault ? -1 : 0;
}

struct kernel_shell *kernel_subshell_new(struct kernel *kernel)
{
    struct kernel_shell *shell = count(kernel) < MOST_SUBSHELLS ? calloc(1, sizeof *shell) : NULL;
    if (!shell)
        return NULL;
    shell->kernel = kernel;
    shell->last = &shell->first;
    if (make_id(shell->id) || kernel_output_init(&shell->output) || pthread_cond_init(&shell->filled, NULL) ||
        start(shell)) {
        free(shell);
        return NULL;
    }
    pthread_mutex_lock(&kernel->queue_lock);
    shell->next = atomic_load(&kernel->subshells);
    atomic_store(&kernel->subshells, shell);
    pthread_mutex_unlock(&kernel->queue_lock);
    return shell;
}

bool kernel_subshell_is_there(struct kernel_shell *shell)
{
    pthread_mutex_lock(&shell->kernel->queue_lock);
    bool there = !shell->ending;
    pthread_mutex_unlock(&shell->kernel->queue_lock);
    return there;
}

struct kernel_shell *kernel_subshell_find(struct kernel *kernel, const char *id)
{
    if (!id)
        return &kernel->main_shell;
    for (struct kernel_shell *shell = kernel_subshells(kernel); shell; shell = shell->next)
        if (!strcmp(shell->id, id) && kernel_subshell_is_there(shell))
            return shell;
    return NULL;
}

void kernel_subshell_end(struct kernel_shell *shell)
{
    pthread_mutex_lock(&shell->kernel->queue_lock);
    shell->ending = true;
    pthread_cond_broadcast(&shell->filled);
    pthread_mutex_unlock(&shell->kernel->queue_lock);
}

bool kernel_subshells_join(struct kernel *kernel)
{
    for (struct kernel_shell *shell = kernel_subshells(kernel); shell; shell = shell->next) {
        pthread_mutex_lock(&kernel->queue_lock);
        bool busy = shell->busy;
        pthread_cond_broadcast(&shell->filled);
        pthread_mutex_unlock(&kernel->queue_lock);
        if (busy)
            return false;
        pthread_join(shell->system_thread, NULL);
    }
    return true;
}

void kernel_subshells_clear(struct kernel *kernel)
{
    struct kernel_shell *shell = kernel_subshells(kernel), *next;
    for (; shell; shell = next) {
        next = shell->next;
        while (shell->first) {
            struct kernel_job *job = shell->first;
            shell->first = job->next;
            kernel_job_free(job);
        }
        wire_text_clear(&shell->payload);
        wire_text_clear(&shell->next_input);
        kernel_output_clear(&shell->output);
        pthread_cond_destroy(&shell->filled);
        free(shell);
    }
    atomic_store(&kernel->subshells, NULL);
}
