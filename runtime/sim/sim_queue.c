/* The asynchronous side of simulated devices: streams, events, the thread of each device, waiting, cancelling, errors
   of queued work. Must not know what the work does.

   One lock for all devices: events tie streams of different devices together, and what is done under the lock is short.
   A device's thread runs the oldest work that may run (streams keep their order, a wait for an event holds up its
   stream only). An interrupt cancels everything pending on the device: kernels and copies are skipped, events count as
   reached, and what the kernels would have written is undefined, as after an interrupted operation of the CPU. */
#include "pool.h"
#include "driver.h"
#include "sim/sim_state.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t done = PTHREAD_COND_INITIALIZER; /* some work has ended */
static struct sim_device *devices[RT_MAX_SIM];
static pid_t owner; /* the process that made the threads */

static int64_t now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

/* ---- errors ------------------------------------------------------------------------------------------------------ */

static int check_process(struct rt_error *err)
{
    if (owner != 0)
        return 0;
    return rt_error_set(
        err, RT_RUNTIME,
        "Cannot re-initialize CUDA in forked subprocess. To use CUDA with multiprocessing, you must use "
        "the 'spawn' start method");
}

static int check_locked(struct sim_device *device, struct rt_error *err)
{
    const struct rt_error *found = device->sticky.code != RT_OK ? &device->sticky : &device->once;
    if (found->code == RT_OK)
        return 0;
    if (err->code == RT_OK)
        *err = *found;
    rt_error_clear(&device->once);
    return -1;
}

int rt_sim_check(struct sim_device *device, struct rt_error *err)
{
    if (check_process(err) < 0)
        return -1;
    pthread_mutex_lock(&lock);
    int status = check_locked(device, err);
    pthread_mutex_unlock(&lock);
    return status;
}

/* A check of the CPU's kernel that a GPU makes within the kernel ends the context there: sticky. */
static void keep_error(struct sim_device *device, const struct sim_work *work, const struct rt_error *err)
{
    struct rt_error driver = {0};
    if (err->code == RT_ACCELERATOR) {
        driver = *err;
    } else if (err->code == RT_INDEX || (work->asserts && err->code == RT_RUNTIME)) {
        rt_driver_error(&driver, "device-side assert triggered", NULL, device->blocking);
        rt_driver_origin(&driver, "The op", work->origin.op, (long long)work->origin.cell);
        snprintf(driver.text + strlen(driver.text), sizeof driver.text - strlen(driver.text),
                 "The device must be reset: restart the kernel.\n");
    } else {
        if (device->once.code == RT_OK)
            device->once = *err;
        return;
    }
    if (device->sticky.code == RT_OK)
        device->sticky = driver;
}

/* ---- the thread of a device -------------------------------------------------------------------------------------- */

static void event_unref(struct rt_event *event)
{
    if (event && --event->references == 0)
        rt_free(event);
}

static bool may_run(const struct sim_device *device, const struct sim_work *work)
{
    return work->kind != SIM_WAIT || work->event->completed >= work->generation || work->number <= device->cancelled;
}

/* The oldest work at the head of a stream that may run. */
static struct rt_stream *choose(struct sim_device *device)
{
    struct rt_stream *best = NULL;
    for (struct rt_stream *s = &device->stream; s; s = s->next)
        if (s->first && may_run(device, s->first) && (!best || s->first->number < best->first->number))
            best = s;
    return best;
}

static void wake_all_devices(void)
{
    for (int i = 0; i < RT_MAX_SIM; i++)
        if (devices[i])
            pthread_cond_signal(&devices[i]->work);
}

static void sleep_for(struct sim_device *device, int64_t microseconds)
{
    while (microseconds > 0 && !device->cancel && !rt_interrupted()) {
        int64_t part = microseconds < 5000 ? microseconds : 5000;
        struct timespec t = {.tv_nsec = (long)part * 1000};
        nanosleep(&t, NULL);
        microseconds -= part;
    }
}

static void reach_event(struct sim_work *work)
{
    if (work->generation > work->event->completed) {
        work->event->completed = work->generation;
        work->event->time = now_ns();
    }
    wake_all_devices();
}

/* Runs work outside the lock. Returns whether it was cancelled. */
static bool run_work(struct sim_device *device, struct sim_work *work)
{
    struct rt_error err;
    bool skip = work->number <= device->cancelled, broken = device->sticky.code != RT_OK;
    const char *fault = NULL;
    if (work->kind == SIM_RECORD)
        reach_event(work);
    if (work->kind == SIM_RECORD || work->kind == SIM_WAIT || skip || broken)
        return skip;
    if (work->kind == SIM_KERNEL && device->fail_after >= 0 && device->fail_after-- == 0)
        fault = device->fail_text;
    int64_t delay = work->kind == SIM_KERNEL ? device->delay : 0;
    bool blocking = device->blocking;
    pthread_mutex_unlock(&lock);
    rt_error_clear(&err);
    sleep_for(device, delay);
    int status = 0;
    if (fault) {
        rt_driver_error(&err, fault, NULL, blocking);
        status = -1;
    } else {
        status = work->run(device, work, &err);
    }
    pthread_mutex_lock(&lock);
    if (status == 0)
        return false;
    if (err.code != RT_INTERRUPT) {
        keep_error(device, work, &err);
        return false;
    }
    device->cancelled = device->number; /* what is queued behind depends on what was not finished */
    return true;
}

static void *device_thread(void *argument)
{
    struct sim_device *device = argument;
    rt_pool_set_cancel_flag(&device->cancel);
    pthread_mutex_lock(&lock);
    for (;;) {
        struct rt_stream *stream = choose(device);
        if (!stream) {
            pthread_cond_wait(&device->work, &lock);
            continue;
        }
        struct sim_work *work = stream->first;
        if (!(stream->first = work->next))
            stream->last = &stream->first;
        bool cancelled = run_work(device, work);
        if (work->waiter)
            *work->waiter = (struct sim_waiter){true, cancelled};
        event_unref(work->event);
        rt_free(work);
        stream->pending--;
        device->pending--;
        pthread_cond_broadcast(&done);
    }
    return NULL;
}

/* The child has no device threads, and no thread that would release a lock that was held. */
static void after_fork_in_child(void)
{
    owner = 0;
    pthread_mutex_init(&lock, NULL);
    pthread_cond_init(&done, NULL);
}
static void register_fork(void)
{
    pthread_atfork(NULL, NULL, after_fork_in_child);
}

int rt_sim_queue_open(struct sim_device *device, struct rt_error *err)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    sigset_t all, before;
    pthread_attr_t attributes;
    pthread_once(&once, register_fork);
    device->stream.device = device;
    device->stream.last = &device->stream.first;
    pthread_cond_init(&device->work, NULL);
    if (pthread_attr_init(&attributes) != 0)
        return rt_error_memory(err);
    pthread_attr_setstacksize(&attributes, 2u << 20);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    int status = pthread_create(&device->thread, &attributes, device_thread, device);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    if (status != 0)
        return rt_error_set(err, RT_RUNTIME, "The thread of a simulated GPU cannot be made: %s", strerror(status));
    pthread_mutex_lock(&lock);
    owner = getpid();
    devices[device->device.index] = device;
    pthread_mutex_unlock(&lock);
    return 0;
}

/* ---- waiting ----------------------------------------------------------------------------------------------------- */

/* Skips what is pending and waits for the work that runs: a tile at most. */
static void cancel_locked(struct sim_device *device)
{
    device->cancelled = device->number;
    __atomic_store_n(&device->cancel, 1, __ATOMIC_RELAXED);
    pthread_cond_signal(&device->work);
    wake_all_devices();
    while (device->pending)
        pthread_cond_wait(&done, &lock);
    __atomic_store_n(&device->cancel, 0, __ATOMIC_RELAXED);
}

/* One wake-up, or a few milliseconds. */
static void wait_a_little(void)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += 10000000;
    if (until.tv_nsec >= 1000000000) {
        until.tv_nsec -= 1000000000;
        until.tv_sec++;
    }
    pthread_cond_timedwait(&done, &lock, &until);
}

/* Until *pending is 0 (or below `most`); the interrupt flag is looked at every few milliseconds. */
static int wait_locked(struct sim_device *device, const int64_t *pending, int64_t most, struct rt_error *err)
{
    bool waited = false;
    for (; *pending > most; waited = true) {
        if (rt_interrupted()) {
            cancel_locked(device);
            return rt_error_set(err, RT_INTERRUPT, "%s", "");
        }
        wait_a_little();
    }
    /* A kernel may have seen the flag first and ended the queue by itself. */
    return waited ? rt_check_interrupt(err) : 0;
}

int rt_sim_wait_all(struct sim_device *device, struct rt_error *err)
{
    if (check_process(err) < 0)
        return -1;
    pthread_mutex_lock(&lock);
    int status = wait_locked(device, &device->pending, 0, err);
    if (status == 0)
        status = check_locked(device, err);
    pthread_mutex_unlock(&lock);
    return status;
}

/* ---- queueing ---------------------------------------------------------------------------------------------------- */

struct sim_work *rt_sim_work_new(enum sim_kind kind, size_t payload, struct rt_error *err)
{
    struct sim_work *work = rt_alloc(sizeof *work + payload);
    if (!work) {
        rt_error_memory(err);
        return NULL;
    }
    memset(work, 0, sizeof *work);
    work->kind = kind;
    return work;
}

static void append_locked(struct rt_stream *stream, struct sim_work *work)
{
    struct sim_device *device = stream->device;
    work->number = ++device->number;
    work->next = NULL;
    *stream->last = work;
    stream->last = &work->next;
    stream->pending++;
    device->pending++;
    if (work->kind == SIM_KERNEL)
        device->counters.launches++;
    pthread_cond_signal(&device->work);
}

int rt_sim_queue(struct rt_stream *stream, struct sim_work *work, bool wait, struct rt_error *err)
{
    struct sim_device *device = stream->device;
    struct sim_waiter waiter = {false, false};
    int status = -1;
    if (check_process(err) < 0) {
        rt_free(work);
        return -1;
    }
    pthread_mutex_lock(&lock);
    if (check_locked(device, err) < 0 || wait_locked(device, &device->pending, MAX_SIM_QUEUE, err) < 0) {
        rt_free(work);
        goto end;
    }
    wait = wait || (device->blocking && work->kind == SIM_KERNEL);
    work->waiter = wait ? &waiter : NULL;
    append_locked(stream, work);
    status = 0;
    while (wait && !waiter.ended) {
        if (rt_interrupted())
            cancel_locked(device); /* ends when everything pending has, this work too */
        else
            wait_a_little();
    }
    if (wait && waiter.cancelled)
        status = rt_error_set(err, RT_INTERRUPT, "%s", "");
    else if (wait)
        status = check_locked(device, err);
end:
    pthread_mutex_unlock(&lock);
    return status;
}

/* ---- events ------------------------------------------------------------------------------------------------------ */

struct rt_event *rt_sim_event_new(bool timing, struct rt_error *err)
{
    struct rt_event *event = rt_alloc(sizeof *event);
    if (!event) {
        rt_error_memory(err);
        return NULL;
    }
    *event = (struct rt_event){.references = 1, .timing = timing};
    return event;
}

void rt_sim_event_drop(struct rt_event *event)
{
    pthread_mutex_lock(&lock);
    event_unref(event);
    pthread_mutex_unlock(&lock);
}

static int queue_event(struct rt_stream *stream, struct rt_event *event, enum sim_kind kind, struct rt_error *err)
{
    if (check_process(err) < 0)
        return -1;
    struct sim_work *work = rt_sim_work_new(kind, 0, err);
    if (!work)
        return -1;
    pthread_mutex_lock(&lock);
    if (kind == SIM_RECORD)
        event->recorded++;
    work->event = event;
    work->generation = event->recorded;
    event->references++;
    append_locked(stream, work);
    pthread_mutex_unlock(&lock);
    return 0;
}

int rt_sim_record(struct rt_stream *stream, struct rt_event *event, struct rt_error *err)
{
    return queue_event(stream, event, SIM_RECORD, err);
}

int rt_sim_wait_event(struct rt_stream *stream, struct rt_event *event, struct rt_error *err)
{
    return queue_event(stream, event, SIM_WAIT, err);
}

int rt_sim_event_create(struct rt_device *device, bool timing, struct rt_event **event, struct rt_error *err)
{
    (void)device;
    *event = rt_sim_event_new(timing, err);
    return *event ? 0 : -1;
}

void rt_sim_event_destroy(struct rt_device *device, struct rt_event *event)
{
    (void)device;
    rt_sim_event_drop(event);
}

int rt_sim_event_record(struct rt_device *device, struct rt_event *event, struct rt_stream *stream,
                        struct rt_error *err)
{
    return rt_sim_record(stream ? stream : &sim_of(device)->stream, event, err);
}

int rt_sim_event_synchronize(struct rt_device *device, struct rt_event *event, struct rt_error *err)
{
    if (check_process(err) < 0)
        return -1;
    pthread_mutex_lock(&lock);
    int status = 0;
    uint64_t generation = event->recorded;
    while (event->completed < generation && status == 0) {
        if (rt_interrupted()) {
            cancel_locked(sim_of(device));
            status = rt_error_set(err, RT_INTERRUPT, "%s", "");
        } else {
            wait_a_little();
        }
    }
    if (status == 0)
        status = check_locked(sim_of(device), err);
    pthread_mutex_unlock(&lock);
    return status;
}

int rt_sim_event_query(struct rt_device *device, struct rt_event *event, bool *ready, struct rt_error *err)
{
    pthread_mutex_lock(&lock);
    *ready = event->completed >= event->recorded;
    int status = check_locked(sim_of(device), err);
    pthread_mutex_unlock(&lock);
    return status;
}

bool rt_sim_event_reached(struct rt_event *event)
{
    pthread_mutex_lock(&lock);
    bool reached = event->completed >= event->recorded;
    pthread_mutex_unlock(&lock);
    return reached;
}

int rt_sim_event_elapsed(struct rt_device *device, struct rt_event *from, struct rt_event *to, float *ms,
                         struct rt_error *err)
{
    (void)device;
    int status = 0;
    pthread_mutex_lock(&lock);
    if (!from->timing || !to->timing)
        status = rt_error_set(err, RT_VALUE, "Both events must be created with argument 'enable_timing=True'.");
    else if (!from->recorded || !to->recorded)
        status = rt_error_set(err, RT_VALUE, "Both events must be recorded before calculating elapsed time.");
    else if (from->completed < from->recorded || to->completed < to->recorded)
        status = rt_error_set(err, RT_RUNTIME, "Both events must be completed before calculating elapsed time.");
    else
        *ms = (float)((double)(to->time - from->time) * 1e-6);
    pthread_mutex_unlock(&lock);
    return status;
}

/* ---- streams ----------------------------------------------------------------------------------------------------- */

struct rt_stream *rt_sim_stream(struct sim_device *device)
{
    struct rt_stream *stream = rt_device_stream(&device->device);
    return stream ? stream : &device->stream;
}

int rt_sim_stream_create(struct rt_device *device, int priority, struct rt_stream **stream, struct rt_error *err)
{
    struct sim_device *sim = sim_of(device);
    struct rt_stream *made = rt_alloc(sizeof *made);
    (void)priority; /* one thread: the order of age is kept */
    if (!made)
        return rt_error_memory(err);
    *made = (struct rt_stream){.device = sim};
    made->last = &made->first;
    pthread_mutex_lock(&lock);
    made->id = ++sim->next_stream;
    made->next = sim->stream.next;
    sim->stream.next = made;
    pthread_mutex_unlock(&lock);
    *stream = made;
    return 0;
}

void rt_sim_stream_end(struct sim_device *sim, struct rt_stream *stream)
{
    pthread_mutex_lock(&lock);
    while (stream->pending && owner)
        pthread_cond_wait(&done, &lock);
    for (struct rt_stream **at = &sim->stream.next; *at; at = &(*at)->next) {
        if (*at == stream) {
            *at = stream->next;
            break;
        }
    }
    pthread_mutex_unlock(&lock);
}

int rt_sim_stream_synchronize(struct rt_device *device, struct rt_stream *stream, struct rt_error *err)
{
    struct sim_device *sim = sim_of(device);
    if (check_process(err) < 0)
        return -1;
    pthread_mutex_lock(&lock);
    int status = wait_locked(sim, stream ? &stream->pending : &sim->stream.pending, 0, err);
    if (status == 0)
        status = check_locked(sim, err);
    pthread_mutex_unlock(&lock);
    return status;
}

int rt_sim_stream_query(struct rt_device *device, struct rt_stream *stream, bool *ready, struct rt_error *err)
{
    struct sim_device *sim = sim_of(device);
    pthread_mutex_lock(&lock);
    *ready = (stream ? stream : &sim->stream)->pending == 0;
    int status = check_locked(sim, err);
    pthread_mutex_unlock(&lock);
    return status;
}

int rt_sim_stream_wait(struct rt_device *device, struct rt_stream *stream, struct rt_event *event, struct rt_error *err)
{
    return rt_sim_wait_event(stream ? stream : &sim_of(device)->stream, event, err);
}

uint64_t rt_sim_stream_handle(struct rt_device *device, struct rt_stream *stream)
{
    (void)device;
    return stream ? (uint64_t)(uintptr_t)stream : 0;
}
