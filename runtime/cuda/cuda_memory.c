/* Device memory through the caching allocator: segments by cudaMalloc, scratch memory for kernels. */
#include "caching.h"
#include "cuda/cuda_state.h"

#include <stdlib.h>

struct memory {
    struct rt_cache cache; /* first: device->memory is a cache for all other files */
    cudaError_t refused;   /* why there was no segment, unless it was for want of memory; under the cache's lock */
};

static void *segment_acquire(void *context, size_t size)
{
    struct memory *m = context; /* the caller has made the device current */
    void *memory = NULL;
    const enum cudaStreamCaptureMode mode = rt_cuda_relax(cudaStreamCaptureModeRelaxed);
    const cudaError_t code = cudaMalloc(&memory, size);

    (void)rt_cuda_relax(mode);
    if (code == cudaSuccess)
        return memory;
    (void)cudaGetLastError();
    __atomic_store_n(&m->refused, code == cudaErrorMemoryAllocation ? cudaSuccess : code, __ATOMIC_RELAXED);
    return NULL;
}

static void segment_release(void *context, void *address, size_t size)
{
    (void)context, (void)size;
    if (cudaFree(address) != cudaSuccess)
        (void)cudaGetLastError();
}

static const struct rt_cache_source source = {segment_acquire, segment_release};

int rt_cuda_memory_open(struct cuda_device *device, struct rt_error *err)
{
    struct memory *memory = malloc(sizeof *memory);

    if (!memory)
        return rt_error_memory(err);
    memory->refused = cudaSuccess;
    rt_cache_init(&memory->cache, &source, memory);
    memory->cache.marks = &rt_cuda_marks;
    device->memory = memory;
    return 0;
}

static struct rt_cache *cache_of(struct rt_device *device)
{
    return cuda_of(device)->memory;
}

/* After a request that there was no memory for: again with what the cache held and what was garbage. NULL with the
   error. */
static void *alloc_again(struct cuda_device *cuda, size_t size, uint64_t stream, struct rt_error *err)
{
    struct memory *m = cuda->memory;
    struct rt_device *device = &cuda->device;
    size_t available = 0, total = 0;
    void *memory;
    cudaError_t code;

    /* what other streams still do with cached memory must end before it is given back; waiting is not allowed while
       this one is being recorded */
    if (stream & RT_CACHE_PRIVATE) {
        if (cudaMemGetInfo(&available, &total) != cudaSuccess)
            (void)cudaGetLastError();
        rt_cache_out_of_memory(&m->cache, size, device->index, total, available, err);
        return NULL;
    }
    if (rt_cuda_synchronize(device, err) < 0)
        return NULL;
    if ((memory = rt_cache_alloc(&m->cache, size, stream, true)))
        return memory;
    if (rt_cuda_host->collect) {
        rt_cuda_host->collect();
        if (rt_cuda_empty_cache(device, err) < 0)
            return NULL;
        if ((memory = rt_cache_alloc(&m->cache, size, stream, false)))
            return memory;
    }
    if ((code = __atomic_exchange_n(&m->refused, cudaSuccess, __ATOMIC_RELAXED)) != cudaSuccess) {
        rt_cuda_fail(cuda, code, err);
        return NULL;
    }
    if (cudaMemGetInfo(&available, &total) != cudaSuccess)
        (void)cudaGetLastError();
    rt_cache_out_of_memory(&m->cache, size, device->index, total, available, err);
    return NULL;
}

void *rt_cuda_alloc(struct rt_device *device, size_t size, struct rt_error *err)
{
    struct cuda_device *cuda = cuda_of(device);
    uint64_t stream;
    void *memory;

    if (size == 0 || rt_cuda_check(cuda, err) < 0)
        return NULL;
    stream = rt_cuda_memory_name(cuda, rt_cuda_stream(cuda));
    memory = rt_cache_alloc(cache_of(device), size, stream, false);
    return memory ? memory : alloc_again(cuda, size, stream, err);
}

void rt_cuda_free(struct rt_device *device, void *memory, size_t size)
{
    (void)size;
    if (memory && !rt_cuda_forked) /* the lock may have been held when the process was forked */
        rt_cache_free(cache_of(device), memory);
}

int rt_cuda_record_stream(struct rt_device *device, void *memory, struct rt_stream *stream, struct rt_error *err)
{
    struct cuda_device *cuda = cuda_of(device);
    void *handle = (void *)(uintptr_t)rt_cuda_stream_handle(device, stream);

    if (rt_cuda_check(cuda, err) < 0)
        return -1;
    return rt_cache_record(cache_of(device), memory, cuda, handle, (uint64_t)(uintptr_t)handle) ? 0
                                                                                                : rt_error_memory(err);
}

void *rt_cuda_scratch(struct cuda_device *device, size_t size, struct rt_error *err)
{
    return rt_cuda_alloc(&device->device, size ? size : 1, err);
}

void rt_cuda_scratch_free(struct cuda_device *device, void *memory)
{
    rt_cuda_free(&device->device, memory, 0);
}

void rt_cuda_memory_stats(struct rt_device *device, struct rt_memory_stats *stats)
{
    rt_cache_stats(cache_of(device), stats);
}

void rt_cuda_reset_peak(struct rt_device *device)
{
    rt_cache_reset_peak(cache_of(device));
}

int rt_cuda_empty_cache(struct rt_device *device, struct rt_error *err)
{
    if (rt_cuda_synchronize(device, err) < 0)
        return -1;
    rt_cache_empty(cache_of(device));
    return 0;
}

int rt_cuda_memory_info(struct rt_device *device, size_t *available, size_t *total, struct rt_error *err)
{
    cudaError_t code;

    if (rt_cuda_check(cuda_of(device), err) < 0)
        return -1;
    (void)rt_cuda_stream(cuda_of(device));
    code = cudaMemGetInfo(available, total);
    return code == cudaSuccess ? 0 : rt_cuda_fail(cuda_of(device), code, err);
}
