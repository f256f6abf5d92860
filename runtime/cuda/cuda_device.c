/* CUDA devices: the plugin's entry, opening devices, what they say about themselves, copies between them and the host.
   Memory, streams, errors and kernels have files of their own. */
#include "cuda/cuda_state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const struct rt_cuda_host *rt_cuda_host;

static pid_t owner; /* the process that has initialised CUDA; a child of it cannot use it */

/* ---- copies ----------------------------------------------------------------------------------------------------- */

static int begun(struct cuda_device *device, cudaError_t code, struct rt_error *err)
{
    return code == cudaSuccess ? 0 : rt_cuda_fail(device, code, err);
}

static int copy_from_host(struct rt_device *device, void *to, const void *source, size_t size, bool blocking,
                          struct rt_error *err)
{
    struct cuda_device *cuda = cuda_of(device);
    cudaStream_t stream;

    if (rt_cuda_check(cuda, err) < 0)
        return -1;
    if (size == 0)
        return 0;
    stream = rt_cuda_stream(cuda);
    /* of memory that is not pinned CUDA has read all before it returns */
    if (begun(cuda, cudaMemcpyAsync(to, source, size, cudaMemcpyHostToDevice, stream), err) < 0)
        return -1;
    return blocking ? rt_cuda_wait(cuda, stream, err) : 0;
}

static int copy_to_host(struct rt_device *device, void *to, const void *source, size_t size, bool blocking,
                        struct rt_error *err)
{
    struct cuda_device *cuda = cuda_of(device);
    cudaStream_t stream;

    (void)blocking;
    if (rt_cuda_check(cuda, err) < 0)
        return -1;
    stream = rt_cuda_stream(cuda);
    /* interrupts are seen while the work before it ends, not in the copy */
    if (rt_cuda_wait(cuda, stream, err) < 0 || size == 0)
        return size == 0 && err->code == RT_OK ? 0 : -1;
    if (begun(cuda, cudaMemcpyAsync(to, source, size, cudaMemcpyDeviceToHost, stream), err) < 0)
        return -1;
    return begun(cuda, cudaStreamSynchronize(stream), err);
}

/* One stream goes on when the other has come here. */
static cudaError_t follow(int follower, cudaStream_t stream, int leader, cudaStream_t before)
{
    cudaEvent_t event;
    cudaError_t code;

    (void)cudaSetDevice(leader);
    if ((code = cudaEventCreateWithFlags(&event, cudaEventDisableTiming)) != cudaSuccess)
        return code;
    code = cudaEventRecord(event, before);
    (void)cudaSetDevice(follower);
    if (code == cudaSuccess)
        code = cudaStreamWaitEvent(stream, event, 0);
    (void)cudaEventDestroy(event); /* CUDA keeps it until the wait is over */
    return code;
}

/* The source's stream makes the copy, after what the target's stream still does with the memory; the target goes on
   afterwards. */
static int copy_peer(struct rt_device *to_device, void *to, struct rt_device *from_device, const void *from,
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
    from_stream = rt_cuda_stream(source);
    if (target == source)
        return begun(target, cudaMemcpyAsync(to, from, size, cudaMemcpyDeviceToDevice, to_stream), err);
    code = follow(from_device->index, from_stream, to_device->index, to_stream);
    if (code == cudaSuccess)
        code = cudaMemcpyPeerAsync(to, to_device->index, from, from_device->index, size, from_stream);
    if (code == cudaSuccess)
        code = follow(to_device->index, to_stream, from_device->index, from_stream);
    return begun(target, code, err);
}

/* ---- properties ------------------------------------------------------------------------------------------------- */

static int properties(struct rt_device *device, struct rt_device_properties *out, struct rt_error *err)
{
    const struct cudaDeviceProp *p = &cuda_of(device)->properties;
    const unsigned char *id = (const unsigned char *)p->uuid.bytes;
    char *text = out->uuid;

    (void)err;
    *out = (struct rt_device_properties){.major = p->major,
                                         .minor = p->minor,
                                         .multi_processor_count = p->multiProcessorCount,
                                         .total_memory = (int64_t)p->totalGlobalMem,
                                         .l2_cache_size = p->l2CacheSize,
                                         .pci_bus_id = p->pciBusID,
                                         .pci_device_id = p->pciDeviceID,
                                         .pci_domain_id = p->pciDomainID};
    snprintf(out->name, sizeof out->name, "%.*s", (int)sizeof out->name - 1, p->name);
    for (int i = 0; i < 16; i++)
        text += sprintf(text, i == 4 || i == 6 || i == 8 || i == 10 ? "-%02x" : "%02x", id[i]);
    return 0;
}

static const struct rt_device_ops operations = {
    .alloc = rt_cuda_alloc,
    .free = rt_cuda_free,
    .copy_from_host = copy_from_host,
    .copy_to_host = copy_to_host,
    .copy_peer = copy_peer,
    .synchronize = rt_cuda_synchronize,
    .stream_create = rt_cuda_stream_create,
    .stream_destroy = rt_cuda_stream_destroy,
    .stream_synchronize = rt_cuda_stream_synchronize,
    .stream_query = rt_cuda_stream_query,
    .stream_wait = rt_cuda_stream_wait,
    .stream_handle = rt_cuda_stream_handle,
    .event_create = rt_cuda_event_create,
    .event_destroy = rt_cuda_event_destroy,
    .event_record = rt_cuda_event_record,
    .event_synchronize = rt_cuda_event_synchronize,
    .event_query = rt_cuda_event_query,
    .event_elapsed = rt_cuda_event_elapsed,
    .memory_stats = rt_cuda_memory_stats,
    .reset_peak = rt_cuda_reset_peak,
    .empty_cache = rt_cuda_empty_cache,
    .memory_info = rt_cuda_memory_info,
    .properties = properties,
};

const struct rt_kernels rt_cuda_kernels = {
#define X(name) .name = rt_cuda_##name,
#include "kernels.def"
#undef X
};

/* ---- the provider ----------------------------------------------------------------------------------------------- */

/* What PyTorch says when CUDA cannot begin. */
static int cannot_begin(cudaError_t code, struct rt_error *err)
{
    int version = 0;

    if (code == cudaErrorNoDevice)
        return rt_error_set(err, RT_RUNTIME, "No CUDA GPUs are available");
    if (code != cudaErrorInsufficientDriver)
        return rt_cuda_fail(NULL, code, err);
    (void)cudaDriverGetVersion(&version);
    if (version == 0)
        return rt_error_set(err, RT_RUNTIME,
                            "Found no NVIDIA driver on your system. Please check that you have an NVIDIA GPU and "
                            "installed a driver from http://www.nvidia.com/Download/index.aspx");
    return rt_error_set(err, RT_RUNTIME,
                        "The NVIDIA driver on your system is too old (found version %d). Please update your GPU driver "
                        "by downloading and installing a new version from the URL: "
                        "http://www.nvidia.com/Download/index.aspx Alternatively, go to: https://pytorch.org to "
                        "install a PyTorch version that has been compiled with your version of the CUDA driver.",
                        version);
}

static int provider_count(const struct rt_device_provider *provider, struct rt_error *err)
{
    int count = 0;
    cudaError_t code;

    (void)provider;
    if (owner && owner != getpid())
        return rt_error_set(err, RT_RUNTIME,
                            "Cannot re-initialize CUDA in forked subprocess. To use CUDA with multiprocessing, you "
                            "must use the 'spawn' start method");
    code = cudaGetDeviceCount(&count);
    if (code != cudaSuccess) {
        (void)cudaGetLastError();
        return cannot_begin(code, err);
    }
    return count;
}

static void let_peers_see(int index)
{
    int count = 0, can = 0;

    if (cudaGetDeviceCount(&count) != cudaSuccess)
        return;
    for (int i = 0; i < count; i++) /* copies go through the host where it is not possible */
        if (i != index && cudaDeviceCanAccessPeer(&can, index, i) == cudaSuccess && can)
            (void)cudaDeviceEnablePeerAccess(i, 0);
    (void)cudaGetLastError();
}

static int open_device(struct cuda_device *cuda, int index, struct rt_error *err)
{
    const char *blocking = getenv("CUDA_LAUNCH_BLOCKING");
    cudaError_t code;

    cuda->device = (struct rt_device){
        .type = RT_CUDA, .index = index, .kernels = &rt_cuda_kernels, .ops = &operations, .state = cuda};
    cuda->blocking = blocking && strcmp(blocking, "1") == 0;
    pthread_mutex_init(&cuda->lock, NULL);
    if ((code = cudaSetDevice(index)) != cudaSuccess ||
        (code = cudaGetDeviceProperties(&cuda->properties, index)) != cudaSuccess ||
        (code = cudaHostAlloc((void **)&cuda->fault, sizeof *cuda->fault, cudaHostAllocMapped)) != cudaSuccess)
        return rt_cuda_fail(NULL, code, err);
    memset(cuda->fault, 0, sizeof *cuda->fault);
    if ((code = cudaHostGetDevicePointer((void **)&cuda->fault_device, cuda->fault, 0)) != cudaSuccess) {
        (void)cudaFreeHost(cuda->fault);
        return rt_cuda_fail(NULL, code, err);
    }
    cuda->blocks_most = cuda->properties.multiProcessorCount * (cuda->properties.maxThreadsPerMultiProcessor / 256);
    let_peers_see(index);
    return rt_cuda_memory_open(cuda, err);
}

static struct rt_device *provider_open(const struct rt_device_provider *provider, int index, struct rt_error *err)
{
    struct cuda_device *cuda;

    if (provider_count(provider, err) < 0)
        return NULL;
    if (!(cuda = calloc(1, sizeof *cuda))) {
        rt_error_memory(err);
        return NULL;
    }
    if (open_device(cuda, index, err) < 0) {
        free(cuda);
        return NULL;
    }
    owner = getpid();
    return &cuda->device;
}

__attribute__((visibility("default"))) const struct rt_device_provider *
rt_cuda_plugin(const struct rt_cuda_host *host, const char *version, struct rt_error *err)
{
    static const struct rt_device_provider provider = {.name = "cuda", .count = provider_count, .open = provider_open};

    if (host->size != sizeof *host || strcmp(version, PACKAGE_VERSION) != 0) {
        rt_error_set(err, RT_RUNTIME, "The CUDA plugin is of another version (%s) than the program (%s)",
                     PACKAGE_VERSION, version);
        return NULL;
    }
    rt_cuda_host = host;
    return &provider;
}
