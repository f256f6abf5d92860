/*
 * queue.c - the requests that wait for a thread of the language, and how a running cell is stopped.
 *
 * Owns the queue between the io thread, interp and the service thread. What the threads do with a job is handed in:
 * must not know the dispatcher or the life cycle.
 */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>
#include "session.h"

#define SERVICE_STACK_SIZE ((size_t)16 << 20)
/* A question waits this long for its turn before it is answered beside the running cell. */
#define SERVICE_DELAY_MS 100
#define ENTER_MS 5000
/* A running cell has this long to end after shutdown was asked for. */
#define END_MS 400

/* ---- interrupts and the end ---- */

void kernel_interrupt(struct kernel *kernel)
{
    if (!atomic_load(&kernel->running) && !kernel_input_waits(kernel))
        return;
    atomic_store(&kernel->interrupt, 1);
    kernel_input_wake(kernel);
    pthread_kill(kernel->interp_thread, WAKE_SIGNAL);
}

struct lang_thread *kernel_enter(struct kernel *kernel)
{
    if (kernel->service_runs && pthread_equal(pthread_self(), kernel->service_thread))
        return kernel->service && !lang_request_lock(kernel->service, ENTER_MS) ? kernel->service : NULL;
    struct lang_thread *t = kernel_thread_here();
    if (t)
        lang_lock(t);
    return t;
}

/* Ends what interp does between jobs. [any thread] */
static void end_between(struct kernel *kernel)
{
    const uint64_t one = 1;
    if (atomic_load(&kernel->in_between) && write(kernel->job_event, &one, sizeof one) < 0)
        wire_log("the event of a job was lost");
}

void kernel_shut_down(struct kernel *kernel)
{
    uint64_t never = 0;
    atomic_compare_exchange_strong(&kernel->end_by, &never, kernel_now() + END_MS);
    if (atomic_exchange(&kernel->shutting, 1))
        return;
    atomic_store(&kernel->interrupt, 1);
    kernel_interrupt(kernel);
    kernel_signal_children(SIGTERM);
    pthread_mutex_lock(&kernel->queue_lock);
    pthread_cond_broadcast(&kernel->service_filled);
    for (struct kernel_shell *shell = kernel->subshells; shell; shell = shell->next)
        pthread_cond_broadcast(&shell->filled);
    pthread_mutex_unlock(&kernel->queue_lock);
    kernel_input_wake(kernel);
    end_between(kernel);
    wire_wake(kernel->wire);
}

/* ---- jobs ---- */

void kernel_job_free(struct kernel_job *job)
{
    wire_request_unref(job->request);
    free(job);
}

/* The lock is held. */
static void start_service(struct kernel *kernel)
{
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, SERVICE_STACK_SIZE);
    kernel->service_runs = !pthread_create(&kernel->service_thread, &attributes, kernel->service_entry, kernel);
    pthread_attr_destroy(&attributes);
}

void kernel_enqueue(struct kernel *kernel, struct kernel_shell *shell, struct wire_request *request, bool serviceable)
{
    struct kernel_job *job = calloc(1, sizeof *job);
    if (!job) {
        wire_log("request of type %.64s lost: out of memory", wire_request_type(request));
        return;
    }
    *job =
        (struct kernel_job){.request = wire_request_ref(request), .arrived = kernel_now(), .serviceable = serviceable};
    pthread_mutex_lock(&kernel->queue_lock);
    *shell->last = job;
    shell->last = &job->next;
    if (shell->id[0])
        pthread_cond_signal(&shell->filled);
    else if (serviceable && shell->busy) {
        if (!kernel->service_runs)
            start_service(kernel);
        pthread_cond_signal(&kernel->service_filled);
    }
    pthread_mutex_unlock(&kernel->queue_lock);
    end_between(kernel);
}

/* Takes *link out of the queue; the lock is held. */
static struct kernel_job *unlink_job(struct kernel_shell *shell, struct kernel_job **link)
{
    struct kernel_job *job = *link;
    *link = job->next;
    if (!job->next)
        shell->last = link;
    job->next = NULL;
    return job;
}

static bool job_waits(void *context)
{
    struct kernel *kernel = context;
    pthread_mutex_lock(&kernel->queue_lock);
    bool waits = (kernel->main_shell.first && !atomic_load(&kernel->exit_at)) || atomic_load(&kernel->shutting);
    pthread_mutex_unlock(&kernel->queue_lock);
    return waits;
}

static bool do_between(struct kernel *kernel)
{
    uint64_t count;
    if (!kernel->between || !kernel->thread)
        return false;
    if (!kernel->job_event)
        kernel->job_event = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (kernel->job_event <= 0) {
        kernel->job_event = 0;
        return false;
    }
    atomic_store(&kernel->in_between, true);
    bool done = !job_waits(kernel) && kernel->between(kernel, kernel->job_event);
    atomic_store(&kernel->in_between, false);
    while (done && read(kernel->job_event, &count, sizeof count) > 0)
        ;
    return done;
}

/* The next job for interp, NULL when the process ends. With nothing to do, interp reads requests itself. */
struct kernel_job *kernel_take_job(struct kernel *kernel)
{
    struct kernel_shell *shell = &kernel->main_shell;
    for (;;) {
        struct kernel_job *job = NULL;
        pthread_mutex_lock(&kernel->queue_lock);
        if (shell->first && !atomic_load(&kernel->exit_at) && !atomic_load(&kernel->shutting))
            job = unlink_job(shell, &shell->first);
        shell->busy = job != NULL;
        pthread_mutex_unlock(&kernel->queue_lock);
        if (job || atomic_load(&kernel->shutting))
            return job;
        if (!do_between(kernel))
            wire_serve(kernel->wire, job_waits, kernel);
    }
}

struct kernel_job *kernel_take_job_of(struct kernel_shell *shell)
{
    struct kernel *kernel = shell->kernel;
    struct kernel_job *job = NULL;
    pthread_mutex_lock(&kernel->queue_lock);
    shell->busy = false;
    while (!shell->first && !shell->ending && !atomic_load(&kernel->shutting))
        pthread_cond_wait(&shell->filled, &kernel->queue_lock);
    if (shell->first && !atomic_load(&kernel->shutting))
        job = unlink_job(shell, &shell->first);
    shell->busy = job != NULL;
    shell->ended = !job;
    pthread_mutex_unlock(&kernel->queue_lock);
    return job;
}

void kernel_abort_queue(struct kernel_shell *shell)
{
    struct kernel *kernel = shell->kernel;
    pthread_mutex_lock(&kernel->queue_lock);
    for (struct kernel_job *job = shell->first; job; job = job->next)
        if (!strcmp(wire_request_type(job->request), "execute_request"))
            job->aborted = true;
    pthread_mutex_unlock(&kernel->queue_lock);
}

/* ---- questions beside a running cell ---- */

static void wait_until(struct kernel *kernel, uint64_t when)
{
    struct timespec until = {(time_t)(when / 1000), (long)(when % 1000) * 1000000};
    pthread_cond_timedwait(&kernel->service_filled, &kernel->queue_lock, &until);
}

/* The next question that has waited long enough behind a running cell, NULL when the process ends. */
struct kernel_job *kernel_take_question(struct kernel *kernel)
{
    struct kernel_job *job = NULL;
    pthread_mutex_lock(&kernel->queue_lock);
    while (!job && !atomic_load(&kernel->shutting)) {
        struct kernel_job **link = &kernel->main_shell.first;
        while (*link && !(*link)->serviceable)
            link = &(*link)->next;
        uint64_t now = kernel_now();
        if (!*link)
            pthread_cond_wait(&kernel->service_filled, &kernel->queue_lock);
        else if (!kernel->main_shell.busy)
            wait_until(kernel, now + SERVICE_DELAY_MS);
        else if (now < (*link)->arrived + SERVICE_DELAY_MS)
            wait_until(kernel, (*link)->arrived + SERVICE_DELAY_MS);
        else
            job = unlink_job(&kernel->main_shell, link);
    }
    pthread_mutex_unlock(&kernel->queue_lock);
    return job;
}

/* ---- beginning and end ---- */

int kernel_queue_init(struct kernel *kernel, void *(*service)(void *kernel))
{
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    kernel->main_shell.kernel = kernel;
    kernel->main_shell.last = &kernel->main_shell.first;
    kernel->service_entry = service;
    int fault =
        pthread_mutex_init(&kernel->queue_lock, NULL) || pthread_cond_init(&kernel->service_filled, &attributes);
    pthread_condattr_destroy(&attributes);
    return fault ? -1 : 0;
}

void kernel_queue_clear(struct kernel *kernel)
{
    while (kernel->main_shell.first)
        kernel_job_free(unlink_job(&kernel->main_shell, &kernel->main_shell.first));
}

bool kernel_queue_is_busy(struct kernel *kernel)
{
    pthread_mutex_lock(&kernel->queue_lock);
    bool busy = kernel->main_shell.first || kernel->main_shell.busy;
    pthread_mutex_unlock(&kernel->queue_lock);
    return busy;
}
