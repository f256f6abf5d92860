/* Streams and events of CUDA devices. Waiting looks at the interrupt flag: the host asks whether the work has ended,
   at once for what is short, then with pauses that grow to 50 microseconds. */
#include "caching.h"
#include "cuda/cuda_state.h"

#include <stdlib.h>
#include <time.h>

struct rt_stream {
    cudaStream_t stream;
    struct rt_stream *next; /* of the device */
};

struct rt_event {
    cudaEvent_t event;
    bool timing, recorded;
};

cudaStream_t rt_cuda_stream(struct cuda_device *device)
{
    const struct rt_stream *stream = rt_cuda_host->stream(&device->device);

    rt_cuda_use(device->device.index);
    return stream ? stream->stream : NULL;
}

static cudaStream_t handle(const struct rt_stream *stream)
{
    return stream ? stream->stream : NULL;
}

/* ---- waiting ---------------------------------------------------------------------------------------------------- */

#define SPINS 2000 /* about a millisecond */
#define MAX_PAUSE 50000

/* What is waited for: an event, else all streams, else one. */
struct waited {
    cudaStream_t stream;
    cudaEvent_t event;
    bool all;
};

static cudaError_t ask_all(struct cuda_device *device)
{
    cudaError_t code = cudaStreamQuery(NULL);

    pthread_mutex_lock(&device->lock);
    for (const struct rt_stream *s = device->streams; s && code == cudaSuccess; s = s->next)
        code = cudaStreamQuery(s->stream);
    pthread_mutex_unlock(&device->lock);
    return code;
}

static cudaError_t ask(struct cuda_device *device, const struct waited *what)
{
    if (what->event)
        return cudaEventQuery(what->event);
    return what->all ? ask_all(device) : cudaStreamQuery(what->stream);
}

static int wait_until_done(struct cuda_device *device, const struct waited *what, struct rt_error *err)
{
    struct timespec pause = {0, 1000};
    cudaError_t code;

    if (rt_cuda_check(device, err) < 0)
        return -1;
    rt_cuda_use(device->device.index);
    for (int64_t round = 0; (code = ask(device, what)) == cudaErrorNotReady; round++) {
        (void)cudaGetLastError(); /* an answer, no error: the next launch must not find it */
        if (round % 64 == 0 && rt_cuda_host->check_interrupt(err) < 0)
            return -1;
        if (round > SPINS) {
            nanosleep(&pause, NULL);
            pause.tv_nsec = pause.tv_nsec * 2 > MAX_PAUSE ? MAX_PAUSE : pause.tv_nsec * 2;
        }
    }
    if (code != cudaSuccess)
        return rt_cuda_fail(device, code, err);
    return rt_cuda_faults(device, err);
}

int rt_cuda_wait(struct cuda_device *device, cudaStream_t stream, struct rt_error *err)
{
    return wait_until_done(device, &(struct waited){.stream = stream}, err);
}

int rt_cuda_wait_event(struct cuda_device *device, cudaEvent_t event, struct rt_error *err)
{
    return wait_until_done(device, &(struct waited){.event = event}, err);
}

int rt_cuda_synchronize(struct rt_device *device, struct rt_error *err)
{
    struct cuda_device *cuda = cuda_of(device);
    cudaError_t code;

    if (wait_until_done(cuda, &(struct waited){.all = true}, err) < 0)
        return -1;
    if ((code = cudaDeviceSynchronize()) != cudaSuccess) /* returns at once; streams of libraries, too */
        return rt_cuda_fail(cuda, code, err);
    return rt_cuda_faults(cuda, err);
}

/* ---- streams ---------------------------------------------------------------------------------------------------- */

int rt_cuda_stream_create(struct rt_device *device, int priority, struct rt_stream **out, struct rt_error *err)
{
    struct cuda_device *cuda = cuda_of(device);
    struct rt_stream *stream;
    int least = 0, greatest = 0;
    cudaError_t code;

    if (rt_cuda_check(cuda, err) < 0)
        return -1;
    if (!(stream = malloc(sizeof *stream)))
        return rt_error_memory(err);
    (void)rt_cuda_stream(cuda);
    code = cudaDeviceGetStreamPriorityRange(&least, &greatest);
    priority = priority > least ? least : priority < greatest ? greatest : priority;
    if (code == cudaSuccess)
        code = cudaStreamCreateWithPriority(&stream->stream, cudaStreamNonBlocking, priority);
    if (code != cudaSuccess) {
        free(stream);
        return rt_cuda_fail(cuda, code, err);
    }
    pthread_mutex_lock(&cuda->lock);
    stream->next = cuda->streams;
    cuda->streams = stream;
    pthread_mutex_unlock(&cuda->lock);
    *out = stream;
    return 0;
}

void rt_cuda_stream_destroy(struct rt_device *device, struct rt_stream *stream)
{
    struct cuda_device *cuda = cuda_of(device);
    struct rt_stream **at = &cuda->streams;

    if (!stream || rt_cuda_forked)
        return;
    pthread_mutex_lock(&cuda->lock);
    while (*at != stream)
        at = &(*at)->next;
    *at = stream->next;
    pthread_mutex_unlock(&cuda->lock);
    rt_cuda_use(device->index);
    if (cudaStreamSynchronize(stream->stream) != cudaSuccess)
        (void)cudaGetLastError(); /* of earlier work: whoever synchronises hears of it */
    rt_cache_forget_stream(cuda->memory, (uint64_t)(uintptr_t)stream->stream);
    rt_cuda_pins_forget_stream(cuda, stream->stream);
    (void)cudaStreamDestroy(stream->stream);
    free(stream);
}

int rt_cuda_stream_synchronize(struct rt_device *device, struct rt_stream *stream, struct rt_error *err)
{
    return rt_cuda_wait(cuda_of(device), handle(stream), err);
}

/* Done, not yet (no error), or an error. */
static int answered(struct cuda_device *device, cudaError_t code, bool *done, struct rt_error *err)
{
    *done = code == cudaSuccess;
    if (code == cudaErrorNotReady) {
        (void)cudaGetLastError();
        return 0;
    }
    return code == cudaSuccess ? rt_cuda_faults(device, err) : rt_cuda_fail(device, code, err);
}

int rt_cuda_stream_query(struct rt_device *device, struct rt_stream *stream, bool *done, struct rt_error *err)
{
    if (rt_cuda_check(cuda_of(device), err) < 0)
        return -1;
    rt_cuda_use(device->index);
    return answered(cuda_of(device), cudaStreamQuery(handle(stream)), done, err);
}

int rt_cuda_stream_wait(struct rt_device *device, struct rt_stream *stream, struct rt_event *event,
                        struct rt_error *err)
{
    cudaError_t code;

    if (rt_cuda_check(cuda_of(device), err) < 0)
        return -1;
    if (!event->recorded)
        return 0;
    rt_cuda_use(device->index);
    code = cudaStreamWaitEvent(handle(stream), event->event, 0);
    return code == cudaSuccess ? 0 : rt_cuda_fail(cuda_of(device), code, err);
}

uint64_t rt_cuda_stream_handle(struct rt_device *device, struct rt_stream *stream)
{
    (void)device;
    return (uint64_t)(uintptr_t)handle(stream);
}

/* ---- events ----------------------------------------------------------------------------------------------------- */

int rt_cuda_event_create(struct rt_device *device, bool timing, struct rt_event **out, struct rt_error *err)
{
    struct cuda_device *cuda = cuda_of(device);
    struct rt_event *event;
    cudaError_t code;

    if (rt_cuda_check(cuda, err) < 0)
        return -1;
    if (!(event = malloc(sizeof *event)))
        return rt_error_memory(err);
    rt_cuda_use(device->index);
    *event = (struct rt_event){.timing = timing};
    code = cudaEventCreateWithFlags(&event->event, timing ? cudaEventDefault : cudaEventDisableTiming);
    if (code != cudaSuccess) {
        free(event);
        return rt_cuda_fail(cuda, code, err);
    }
    *out = event;
    return 0;
}

void rt_cuda_event_destroy(struct rt_device *device, struct rt_event *event)
{
    if (!event || rt_cuda_forked)
        return;
    rt_cuda_use(device->index);
    (void)cudaEventDestroy(event->event);
    free(event);
}

int rt_cuda_event_record(struct rt_device *device, struct rt_event *event, struct rt_stream *stream,
                         struct rt_error *err)
{
    cudaError_t code;

    if (rt_cuda_check(cuda_of(device), err) < 0)
        return -1;
    rt_cuda_use(device->index);
    if ((code = cudaEventRecord(event->event, handle(stream))) != cudaSuccess)
        return rt_cuda_fail(cuda_of(device), code, err);
    event->recorded = true;
    return 0;
}

int rt_cuda_event_synchronize(struct rt_device *device, struct rt_event *event, struct rt_error *err)
{
    if (!event->recorded)
        return rt_cuda_check(cuda_of(device), err);
    return rt_cuda_wait_event(cuda_of(device), event->event, err);
}

int rt_cuda_event_query(struct rt_device *device, struct rt_event *event, bool *done, struct rt_error *err)
{
    if (rt_cuda_check(cuda_of(device), err) < 0)
        return -1;
    rt_cuda_use(device->index);
    return answered(cuda_of(device), event->recorded ? cudaEventQuery(event->event) : cudaSuccess, done, err);
}

int rt_cuda_event_elapsed(struct rt_device *device, struct rt_event *from, struct rt_event *to, float *ms,
                          struct rt_error *err)
{
    cudaError_t code;

    if (!from->timing || !to->timing)
        return rt_error_set(err, RT_VALUE, "Both events must be created with argument 'enable_timing=True'.");
    if (!from->recorded || !to->recorded)
        return rt_error_set(err, RT_VALUE, "Both events must be recorded before calculating elapsed time.");
    if (rt_cuda_check(cuda_of(device), err) < 0)
        return -1;
    rt_cuda_use(device->index);
    code = cudaEventElapsedTime(ms, from->event, to->event);
    if (code == cudaErrorNotReady) {
        (void)cudaGetLastError();
        return rt_error_set(err, RT_RUNTIME, "Both events must be completed before calculating elapsed time.");
    }
    return code == cudaSuccess ? 0 : rt_cuda_fail(cuda_of(device), code, err);
}
