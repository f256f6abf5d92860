/* Page-locked memory of the host: blocks by cudaHostAlloc, which every device may read and write. Owns how the caching
   allocators learn that a stream has come so far: an event for each mark. */
#include "caching.h"
#include "cuda/cuda_state.h"

static void *mark_set(void *device, void *stream)
{
    cudaEvent_t event;

    (void)cudaSetDevice(((struct cuda_device *)device)->device.index);
    if (cudaEventCreateWithFlags(&event, cudaEventDisableTiming) != cudaSuccess) {
        (void)cudaGetLastError();
        return NULL;
    }
    if (cudaEventRecord(event, (cudaStream_t)stream) == cudaSuccess)
        return event;
    (void)cudaGetLastError(); /* of earlier work: whoever synchronises hears of it */
    (void)cudaEventDestroy(event);
    return NULL;
}

static bool mark_reached(void *mark)
{
    if (cudaEventQuery((cudaEvent_t)mark) == cudaSuccess)
        return true;
    (void)cudaGetLastError();
    return false;
}

static void mark_drop(void *mark)
{
    if (cudaEventDestroy((cudaEvent_t)mark) != cudaSuccess)
        (void)cudaGetLastError();
}

const struct rt_marks rt_cuda_marks = {mark_set, mark_reached, mark_drop};

static void *acquire_block(void *context, size_t size)
{
    void *memory = NULL;
    const enum cudaStreamCaptureMode mode = rt_cuda_relax(cudaStreamCaptureModeRelaxed);
    const cudaError_t code = cudaHostAlloc(&memory, size, cudaHostAllocPortable);

    (void)rt_cuda_relax(mode);
    *(cudaError_t *)context = code;
    if (code == cudaSuccess)
        return memory;
    (void)cudaGetLastError();
    return NULL;
}

static void release_block(void *context, void *address, size_t size)
{
    (void)context, (void)size;
    if (cudaFreeHost(address) != cudaSuccess)
        (void)cudaGetLastError();
}

static cudaError_t refused; /* why there was no block; under the lock of pins */
static const struct rt_cache_source source = {acquire_block, release_block};
static struct rt_pins pins = {
    .lock = PTHREAD_MUTEX_INITIALIZER, .source = &source, .context = &refused, .marks = &rt_cuda_marks};

void rt_cuda_pins_recording(bool on)
{
    pthread_mutex_lock(&pins.lock);
    pins.recording += on ? 1 : -1;
    pthread_mutex_unlock(&pins.lock);
}

void *rt_cuda_pin_alloc(struct rt_device *device, size_t size, struct rt_error *err)
{
    struct cuda_device *cuda = cuda_of(device);
    const int current = device->index;
    void *memory;

    if (rt_cuda_check(cuda, err) < 0)
        return NULL;
    (void)rt_cuda_stream(cuda);
    if (!(memory = rt_pins_alloc(&pins, size)))
        rt_cuda_fail(cuda, refused == cudaSuccess ? cudaErrorMemoryAllocation : refused, err);
    (void)cudaSetDevice(current); /* marks were perhaps set on other devices */
    return memory;
}

void rt_cuda_pin_free(struct rt_device *device, void *memory)
{
    (void)device;
    if (!rt_cuda_forked) /* the lock may have been held when the process was forked */
        rt_pins_free(&pins, memory);
}

bool rt_cuda_is_pinned(const void *memory)
{
    return rt_pins_hold(&pins, memory);
}

int rt_cuda_pin_record(struct cuda_device *device, const void *memory, cudaStream_t stream, struct rt_error *err)
{
    return rt_pins_record(&pins, memory, device, stream, (uint64_t)(uintptr_t)stream) ? 0 : rt_error_memory(err);
}

void rt_cuda_pins_forget_stream(struct cuda_device *device, cudaStream_t stream)
{
    rt_pins_forget_stream(&pins, device, (uint64_t)(uintptr_t)stream);
}
