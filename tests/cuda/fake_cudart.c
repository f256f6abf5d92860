/* The CUDA runtime for builds of the plugin that run on the CPU: see emulated/cuda_runtime_api.h. Work is done when it
   is asked for, so a stream never waits; what can fail on a GPU can be made to fail here. TENSOR_EMULATED_GPUS says how
   many devices there are (1). */
#include "fake_graph.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MOST 16

struct CUstream_st {
    int device;
};
struct CUevent_st {
    bool timing, recorded;
    int64_t time; /* ns */
};
/* In front of each piece of device memory. */
struct piece {
    _Alignas(256) size_t size; /* CUDA aligns to 256 bytes */
    int device;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int devices = -1;
static size_t budget = (size_t)4 << 30, used[MOST];
static long live, busy, fail_after = -1;
static cudaError_t fail_with;
static int driver = CUDART_VERSION;
static _Thread_local int current;
static _Thread_local cudaError_t last;
static cudaError_t broken[MOST]; /* the error that ended the context of a device */

static int device_count(void)
{
    const char *text = getenv("TENSOR_EMULATED_GPUS");

    if (devices < 0)
        devices = text ? atoi(text) : 1;
    return devices < 0 ? 0 : devices > MOST ? MOST : devices;
}

void fake_cudart_devices(int count, size_t memory)
{
    devices = count;
    budget = memory;
}

int fake_cudart_fail(long after, cudaError_t error)
{
    const int waiting = fail_after >= 0;

    fail_after = after;
    fail_with = error;
    return waiting;
}

void fake_cudart_driver(int version)
{
    driver = version;
}

long fake_cudart_live(void)
{
    return live;
}

void fake_cudart_busy(long questions)
{
    busy = questions;
}

void fake_cudart_count(long change)
{
    pthread_mutex_lock(&lock);
    live += change;
    pthread_mutex_unlock(&lock);
}

static bool ends_context(cudaError_t error)
{
    return error == cudaErrorIllegalAddress || error == cudaErrorAssert || error == cudaErrorLaunchFailure ||
           error == cudaErrorIllegalInstruction || error == cudaErrorMisalignedAddress;
}

static cudaError_t failed(cudaError_t error)
{
    if (ends_context(error))
        broken[current] = error;
    return last = error;
}

void fake_cudart_failed(cudaError_t error)
{
    failed(error);
}

/* The error of a call that may fail, by injection. */
static cudaError_t injected(void)
{
    cudaError_t error = cudaSuccess;

    pthread_mutex_lock(&lock);
    if (fail_after >= 0 && fail_after-- == 0)
        error = fail_with;
    pthread_mutex_unlock(&lock);
    return error == cudaSuccess ? error : failed(error);
}

/* The same, or because the context has ended. */
static cudaError_t may_fail(void)
{
    return broken[current] == cudaSuccess ? injected() : failed(broken[current]);
}

/* Has the work ended? */
static cudaError_t ended(void)
{
    bool waits;

    pthread_mutex_lock(&lock);
    waits = busy > 0 && busy--;
    pthread_mutex_unlock(&lock);
    return waits ? failed(cudaErrorNotReady) : may_fail();
}

cudaError_t fake_cudart_launch(cudaStream_t stream)
{
    (void)stream;
    return may_fail();
}

/* ---- errors ----------------------------------------------------------------------------------------------------- */

const char *cudaGetErrorString(cudaError_t error)
{
    switch (error) {
#define X(name, number, text)                                                                                          \
    case name:                                                                                                         \
        return text;
        EMULATED_ERRORS(X)
#undef X
    }
    return "unrecognized error code";
}

const char *cudaGetErrorName(cudaError_t error)
{
    switch (error) {
#define X(name, number, text)                                                                                          \
    case name:                                                                                                         \
        return #name;
        EMULATED_ERRORS(X)
#undef X
    }
    return "unrecognized error code";
}

cudaError_t cudaPeekAtLastError(void)
{
    return broken[current] != cudaSuccess ? broken[current] : last;
}

cudaError_t cudaGetLastError(void)
{
    const cudaError_t error = cudaPeekAtLastError();

    last = cudaSuccess;
    return error;
}

/* ---- devices ---------------------------------------------------------------------------------------------------- */

cudaError_t cudaDriverGetVersion(int *version)
{
    *version = driver;
    return cudaSuccess;
}

cudaError_t cudaRuntimeGetVersion(int *version)
{
    *version = CUDART_VERSION;
    return cudaSuccess;
}

cudaError_t cudaGetDeviceCount(int *count)
{
    *count = device_count();
    if (driver < CUDART_VERSION)
        return failed(cudaErrorInsufficientDriver);
    return *count ? injected() : failed(cudaErrorNoDevice);
}

cudaError_t cudaGetDevice(int *device)
{
    *device = current;
    return cudaSuccess;
}

cudaError_t cudaSetDevice(int device)
{
    if (device < 0 || device >= device_count())
        return failed(cudaErrorInvalidDevice);
    current = device;
    return cudaSuccess;
}

cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *p, int device)
{
    if (device < 0 || device >= device_count())
        return failed(cudaErrorInvalidDevice);
    memset(p, 0, sizeof *p);
    snprintf(p->name, sizeof p->name, "Emulated GPU");
    p->uuid.bytes[15] = (char)device;
    p->totalGlobalMem = budget;
    p->major = 9;
    p->multiProcessorCount = 132;
    p->maxThreadsPerMultiProcessor = 2048;
    p->l2CacheSize = 50 << 20;
    p->pciBusID = device + 1;
    p->sharedMemPerBlockOptin = 232448;
    return injected();
}

cudaError_t cudaDeviceSynchronize(void)
{
    const cudaError_t error = fake_graph_allows(NULL);

    return error == cudaSuccess ? may_fail() : error;
}

cudaError_t cudaDeviceCanAccessPeer(int *can, int device, int peer)
{
    *can = device != peer;
    return cudaSuccess;
}

cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned flags)
{
    (void)peer, (void)flags;
    return cudaSuccess;
}

/* ---- memory ----------------------------------------------------------------------------------------------------- */

cudaError_t cudaMalloc(void **memory, size_t size)
{
    cudaError_t error = fake_graph_allows(NULL) == cudaSuccess ? may_fail() : cudaErrorStreamCaptureUnsupported;
    struct piece *piece;

    *memory = NULL;
    if (error != cudaSuccess)
        return error;
    pthread_mutex_lock(&lock);
    if (size > budget || used[current] > budget - size ||
        !(piece = aligned_alloc(256, (sizeof *piece + size + 255) / 256 * 256)))
        error = cudaErrorMemoryAllocation;
    else {
        *piece = (struct piece){.size = size, .device = current};
        memset(piece + 1, 0xa5, size < 4096 ? size : 4096); /* nobody may count on zeros */
        used[current] += size;
        live++;
        *memory = piece + 1;
    }
    pthread_mutex_unlock(&lock);
    return error == cudaSuccess ? error : failed(error);
}

cudaError_t cudaFree(void *memory)
{
    struct piece *piece = memory ? (struct piece *)memory - 1 : NULL;

    if (!piece)
        return cudaSuccess;
    pthread_mutex_lock(&lock);
    used[piece->device] -= piece->size;
    live--;
    pthread_mutex_unlock(&lock);
    free(piece);
    return cudaSuccess;
}

cudaError_t cudaHostAlloc(void **memory, size_t size, unsigned flags)
{
    const cudaError_t error = fake_graph_allows(NULL) == cudaSuccess ? may_fail() : cudaErrorStreamCaptureUnsupported;

    (void)flags;
    *memory = NULL;
    if (error != cudaSuccess)
        return error;
    if (!(*memory = malloc(size ? size : 1)))
        return failed(cudaErrorMemoryAllocation);
    fake_cudart_count(1);
    return cudaSuccess;
}

cudaError_t cudaFreeHost(void *memory)
{
    if (memory)
        fake_cudart_count(-1);
    free(memory);
    return cudaSuccess;
}

cudaError_t cudaHostGetDevicePointer(void **device, void *host, unsigned flags)
{
    (void)flags;
    *device = host;
    return may_fail();
}

cudaError_t cudaMemGetInfo(size_t *available, size_t *total)
{
    *total = budget;
    *available = budget - used[current];
    return may_fail();
}

cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t size, enum cudaMemcpyKind kind, cudaStream_t stream)
{
    const cudaError_t error = may_fail();

    (void)kind;
    if (error == cudaSuccess && size && !fake_graph_copy(stream, to, from, size))
        memmove(to, from, size);
    return error;
}

cudaError_t cudaMemcpyPeerAsync(void *to, int to_device, const void *from, int from_device, size_t size,
                                cudaStream_t stream)
{
    (void)to_device, (void)from_device;
    return cudaMemcpyAsync(to, from, size, cudaMemcpyDeviceToDevice, stream);
}

cudaError_t cudaMemsetAsync(void *memory, int value, size_t size, cudaStream_t stream)
{
    const cudaError_t error = may_fail();

    if (error == cudaSuccess && size && !fake_graph_fill(stream, memory, value, size))
        memset(memory, value, size);
    return error;
}

/* ---- streams and events ----------------------------------------------------------------------------------------- */

cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest)
{
    *least = 0;
    *greatest = -5;
    return cudaSuccess;
}

cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned flags, int priority)
{
    const cudaError_t error = may_fail();

    (void)flags, (void)priority;
    *stream = error == cudaSuccess ? malloc(sizeof **stream) : NULL;
    if (*stream) {
        (*stream)->device = current;
        fake_cudart_count(1);
    }
    return error == cudaSuccess && !*stream ? failed(cudaErrorMemoryAllocation) : error;
}

cudaError_t cudaStreamDestroy(cudaStream_t stream)
{
    fake_cudart_count(-1);
    free(stream);
    return cudaSuccess;
}

/* A stream that records cannot be asked or waited for. */
static cudaError_t allowed(cudaStream_t stream)
{
    return stream ? fake_graph_allows(stream) : cudaSuccess;
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream)
{
    return allowed(stream) == cudaSuccess ? may_fail() : cudaErrorStreamCaptureUnsupported;
}

cudaError_t cudaStreamQuery(cudaStream_t stream)
{
    return allowed(stream) == cudaSuccess ? ended() : cudaErrorStreamCaptureUnsupported;
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags)
{
    (void)flags;
    fake_graph_wait(stream, event);
    return may_fail();
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned flags)
{
    const cudaError_t error = may_fail();

    *event = error == cudaSuccess ? calloc(1, sizeof **event) : NULL;
    if (*event) {
        (*event)->timing = !(flags & cudaEventDisableTiming);
        fake_cudart_count(1);
    }
    return error == cudaSuccess && !*event ? failed(cudaErrorMemoryAllocation) : error;
}

cudaError_t cudaEventDestroy(cudaEvent_t event)
{
    fake_graph_event(event, NULL);
    fake_cudart_count(-1);
    free(event);
    return cudaSuccess;
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream)
{
    const cudaError_t error = may_fail();
    struct timespec now;

    fake_graph_event(event, stream);
    clock_gettime(CLOCK_MONOTONIC, &now);
    event->time = (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
    event->recorded = true;
    return error;
}

cudaError_t cudaEventSynchronize(cudaEvent_t event)
{
    return fake_graph_allows_event(event) == cudaSuccess ? may_fail() : cudaErrorStreamCaptureUnsupported;
}

cudaError_t cudaEventQuery(cudaEvent_t event)
{
    return fake_graph_allows_event(event) == cudaSuccess ? ended() : cudaErrorStreamCaptureUnsupported;
}

cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t from, cudaEvent_t to)
{
    if (!from->timing || !to->timing || !from->recorded || !to->recorded)
        return failed(cudaErrorInvalidResourceHandle);
    *ms = (float)((double)(to->time - from->time) * 1e-6);
    return may_fail();
}
