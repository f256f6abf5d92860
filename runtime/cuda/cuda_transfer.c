/* Copies between CUDA devices and the host, and between devices. Pageable memory of the host: the driver has read it
   when a copy from it returns; page-locked memory: the stream reads and writes it when it comes there. Waiting is done
   where the interrupt flag is looked at, never inside the driver for long: before a large copy the stream is waited
   for, and it is made in parts; a small one to the host goes through pinned memory, so that it is queued behind the
   work that it waits for. */
#include "cuda/cuda_state.h"

#include <string.h>

#define STAGED ((size_t)64 << 10) /* copies up to here are small; CUDA, too, stages those from the host */
#define PART ((size_t)128 << 20)  /* some tens of milliseconds */

static int queued(struct cuda_device *device, cudaError_t code, struct rt_error *err)
{
    return code == cudaSuccess ? 0 : rt_cuda_fail(device, code, err);
}

/* In chunks, between which the interrupt flag is read; the stream is idle. */
static int copy_parts(struct cuda_device *device, char *to, const char *from, size_t size, enum cudaMemcpyKind kind,
                      cudaStream_t stream, struct rt_error *err)
{
    for (size_t at = 0; at < size; at += PART) {
        const size_t n = size - at < PART ? size - at : PART;
        if (at && rt_cuda_host->check_interrupt(err) < 0)
            return -1;
        if (queued(device, cudaMemcpyAsync(to + at, from + at, n, kind, stream), err) < 0)
            return -1;
        if (kind == cudaMemcpyDeviceToHost && queued(device, cudaStreamSynchronize(stream), err) < 0)
            return -1;
    }
    return 0;
}

/* Only queued: the host's side is page-locked. */
static int copy_queued(struct cuda_device *device, void *to, const void *from, const void *pinned, size_t size,
                       enum cudaMemcpyKind kind, cudaStream_t stream, struct rt_error *err)
{
    if (rt_cuda_pin_record(device, pinned, stream, err) < 0 ||
        queued(device, cudaMemcpyAsync(to, from, size, kind, stream), err) < 0)
        return -1;
    return device->blocking ? rt_cuda_wait(device, stream, err) : 0;
}

int rt_cuda_copy_from_pinned(struct rt_device *device, void *to, const void *source, size_t size, struct rt_error *err)
{
    struct cuda_device *cuda = cuda_of(device);

    if (rt_cuda_check(cuda, err) < 0)
        return -1;
    return size ? copy_queued(cuda, to, source, source, size, cudaMemcpyHostToDevice, rt_cuda_stream(cuda), err) : 0;
}

int rt_cuda_copy_to_pinned(struct rt_device *device, void *to, const void *source, size_t size, struct rt_error *err)
{
    struct cuda_device *cuda = cuda_of(device);

    if (rt_cuda_check(cuda, err) < 0)
        return -1;
    return size ? copy_queued(cuda, to, source, to, size, cudaMemcpyDeviceToHost, rt_cuda_stream(cuda), err) : 0;
}

int rt_cuda_copy_from_host(struct rt_device *device, void *to, const void *source, size_t size, bool blocking,
                           struct rt_error *err)
{
    struct cuda_device *cuda = cuda_of(device);
    cudaStream_t stream;

    if (rt_cuda_check(cuda, err) < 0)
        return -1;
    if (size == 0)
        return 0;
    stream = rt_cuda_stream(cuda);
    if (rt_cuda_records(cuda, stream)) /* a launch would read the host's memory again, whatever its contents are then */
        return rt_cuda_fail(cuda, cudaErrorStreamCaptureUnsupported, err);
    if (rt_cuda_is_pinned(source))
        return copy_queued(cuda, to, source, source, size, cudaMemcpyHostToDevice, stream, err) < 0
                   ? -1
                   : rt_cuda_wait(cuda, stream, err);
    if (size > STAGED && rt_cuda_wait(cuda, stream, err) < 0)
        return -1;
    if (copy_parts(cuda, to, source, size, cudaMemcpyHostToDevice, stream, err) < 0)
        return -1;
    return blocking ? rt_cuda_wait(cuda, stream, err) : 0;
}

/* Makes the pinned memory at first use. The caller has its lock. */
static bool staging_ready(struct cuda_device *device)
{
    if (!device->staging.position) {
        if (cudaHostAlloc(&device->staging.position, STAGED, cudaHostAllocPortable) != cudaSuccess) {
            device->staging.position = NULL;
            (void)cudaGetLastError();
            return false;
        }
        if (cudaEventCreateWithFlags(&device->staging.read, cudaEventDisableTiming) != cudaSuccess) {
            (void)cudaFreeHost(device->staging.position);
            device->staging.position = NULL;
            (void)cudaGetLastError();
            return false;
        }
    }
    /* a copy whose waiter was interrupted may still come */
    if (device->staging.used && cudaEventQuery(device->staging.read) != cudaSuccess) {
        (void)cudaGetLastError();
        return false;
    }
    return true;
}

/* A small copy to the host in the order of the stream. Returns 1 if the pinned memory is not free. */
static int copy_staged(struct cuda_device *device, void *to, const void *source, size_t size, cudaStream_t stream,
                       struct rt_error *err)
{
    cudaError_t code;
    int status = 1;

    if (pthread_mutex_trylock(&device->staging.lock) != 0)
        return 1;
    if (staging_ready(device)) {
        code = cudaMemcpyAsync(device->staging.position, source, size, cudaMemcpyDeviceToHost, stream);
        device->staging.used = true;
        if (code == cudaSuccess)
            code = cudaEventRecord(device->staging.read, stream);
        status = queued(device, code, err);
        if (status == 0)
            status = rt_cuda_wait_event(device, device->staging.read, err);
        if (status == 0)
            memcpy(to, device->staging.position, size);
    }
    pthread_mutex_unlock(&device->staging.lock);
    return status;
}

int rt_cuda_copy_to_host(struct rt_device *device, void *to, const void *source, size_t size, bool blocking,
                         struct rt_error *err)
{
    struct cuda_device *cuda = cuda_of(device);
    cudaStream_t stream;
    int status;

    (void)blocking; /* the caller reads `to` next */
    if (rt_cuda_check(cuda, err) < 0)
        return -1;
    stream = rt_cuda_stream(cuda);
    if (size && rt_cuda_is_pinned(to))
        return copy_queued(cuda, to, source, to, size, cudaMemcpyDeviceToHost, stream, err) < 0
                   ? -1
                   : rt_cuda_wait(cuda, stream, err);
    if (size && size <= STAGED && (status = copy_staged(cuda, to, source, size, stream, err)) <= 0)
        return status;
    if (rt_cuda_wait(cuda, stream, err) < 0)
        return -1;
    return size ? copy_parts(cuda, to, source, size, cudaMemcpyDeviceToHost, stream, err) : 0;
}

/* ---- between devices -------------------------------------------------------------------------------------------- */

/* Lets two devices copy directly, where they can; else the driver goes through the host. At the first copy, because it
   begins a context on both. */
static void let_see(struct cuda_device *device, const struct cuda_device *peer)
{
    const int index = device->device.index, other = peer->device.index;
    int can = 0;

    pthread_mutex_lock(&device->lock);
    if (!(device->peers >> other & 1)) {
        device->peers |= (uint64_t)1 << other;
        rt_cuda_use(index);
        if (cudaDeviceCanAccessPeer(&can, index, other) != cudaSuccess ||
            (can && cudaDeviceEnablePeerAccess(other, 0) != cudaSuccess))
            (void)cudaGetLastError();
    }
    pthread_mutex_unlock(&device->lock);
}

/* One stream goes on when the other has come here. */
static cudaError_t follow(int follower, cudaStream_t stream, int leader, cudaStream_t before)
{
    cudaEvent_t event;
    cudaError_t code;

    rt_cuda_use(leader);
    if ((code = cudaEventCreateWithFlags(&event, cudaEventDisableTiming)) != cudaSuccess)
        return code;
    code = cudaEventRecord(event, before);
    rt_cuda_use(follower);
    if (code == cudaSuccess)
        code = cudaStreamWaitEvent(stream, event, 0);
    (void)cudaEventDestroy(event); /* CUDA keeps it until the wait is over */
    return code;
}

/* The source's stream makes the copy, after what the target's stream still does with the memory; the target goes on
   afterwards. */
int rt_cuda_copy_peer(struct rt_device *to_device, void *to, struct rt_device *from_device, const void *from,
                      size_t size, struct rt_error *err)
{
    struct cuda_device *target = cuda_of(to_device), *source = cuda_of(from_device);
    cudaStream_t to_stream, from_stream;
    cudaError_t code;

    if (rt_cuda_check(target, err) < 0 || rt_cuda_check(source, err) < 0)
        return -1;
    if (size == 0)
        return 0;
    to_stream = rt_cuda_stream(target);
    if (target == source)
        return queued(target, cudaMemcpyAsync(to, from, size, cudaMemcpyDeviceToDevice, to_stream), err);
    let_see(source, target);
    let_see(target, source);
    from_stream = rt_cuda_stream(source);
    code = follow(from_device->index, from_stream, to_device->index, to_stream);
    if (code == cudaSuccess)
        code = cudaMemcpyPeerAsync(to, to_device->index, from, from_device->index, size, from_stream);
    if (code == cudaSuccess)
        code = follow(to_device->index, to_stream, from_device->index, from_stream);
    return queued(target, code, err);
}
