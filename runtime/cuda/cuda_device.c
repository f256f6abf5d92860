/* CUDA devices: the plugin's entry, opening devices, what they say about themselves. Memory, copies, streams,
   errors and kernels have files of their own. */
#include "cuda/cuda_state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct rt_cuda_host *rt_cuda_host;

static bool begun;   /* CUDA has been initialised by this process */
bool rt_cuda_forked; /* or by the one that it was forked from */

static void after_fork_in_child(void)
{
    rt_cuda_forked = begun;
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
    .copy_from_host = rt_cuda_copy_from_host,
    .copy_to_host = rt_cuda_copy_to_host,
    .copy_peer = rt_cuda_copy_peer,
    .pin_alloc = rt_cuda_pin_alloc,
    .pin_free = rt_cuda_pin_free,
    .copy_from_pinned = rt_cuda_copy_from_pinned,
    .copy_to_pinned = rt_cuda_copy_to_pinned,
    .record_stream = rt_cuda_record_stream,
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
    .graph_begin = rt_cuda_graph_begin,
    .graph_end = rt_cuda_graph_end,
    .graph_launch = rt_cuda_graph_launch,
    .graph_destroy = rt_cuda_graph_destroy,
    .is_recording = rt_cuda_is_recording,
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

static __thread int current = -1;

void rt_cuda_use(int index)
{
    if (index != current && cudaSetDevice(index) == cudaSuccess)
        current = index;
}

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
    if (rt_cuda_check(NULL, err) < 0)
        return -1;
    code = cudaGetDeviceCount(&count);
    if (code != cudaSuccess) {
        (void)cudaGetLastError();
        return cannot_begin(code, err);
    }
    begun = true;
    return count;
}

/* The slot in which kernels report what they met, aligned for the numbers of launches. */
static cudaError_t make_fault(struct cuda_device *cuda)
{
    const size_t size = sizeof *cuda->fault + RT_FAULT_LAUNCHES;
    cudaError_t code = cudaHostAlloc(&cuda->fault_memory, size, cudaHostAllocMapped);
    void *there = NULL;

    if (code != cudaSuccess)
        return code;
    memset(cuda->fault_memory, 0, size);
    if ((code = cudaHostGetDevicePointer(&there, cuda->fault_memory, 0)) == cudaSuccess) {
        const size_t host = (size_t)(-(uintptr_t)cuda->fault_memory % RT_FAULT_LAUNCHES),
                     device = (size_t)(-(uintptr_t)there % RT_FAULT_LAUNCHES);
        cuda->fault = (struct rt_cuda_fault *)(void *)((char *)cuda->fault_memory + host);
        cuda->fault_device = (struct rt_cuda_fault *)(void *)((char *)there + device);
        if (host == device) /* there is one address space on every 64-bit machine */
            return cudaSuccess;
        code = cudaErrorInvalidValue;
    }
    (void)cudaFreeHost(cuda->fault_memory);
    return code;
}

static int open_device(struct cuda_device *cuda, int index, struct rt_error *err)
{
    const char *blocking = getenv("CUDA_LAUNCH_BLOCKING");
    cudaError_t code;

    cuda->device = (struct rt_device){
        .type = RT_CUDA, .index = index, .kernels = &rt_cuda_kernels, .ops = &operations, .state = cuda};
    cuda->blocking = blocking && strcmp(blocking, "1") == 0;
    pthread_mutex_init(&cuda->lock, NULL);
    pthread_mutex_init(&cuda->staging.lock, NULL);
    current = -1; /* unless this one can be had */
    if ((code = cudaSetDevice(index)) != cudaSuccess ||
        (code = cudaGetDeviceProperties(&cuda->properties, index)) != cudaSuccess ||
        (code = make_fault(cuda)) != cudaSuccess)
        return rt_cuda_fail(NULL, code, err);
    cuda->max_blocks = cuda->properties.multiProcessorCount * (cuda->properties.maxThreadsPerMultiProcessor / 256);
    if (rt_cuda_memory_open(cuda, err) == 0)
        return 0;
    (void)cudaFreeHost(cuda->fault_memory);
    return -1;
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
    return &cuda->device;
}

__attribute__((visibility("default"))) const struct rt_device_provider *
rt_cuda_plugin(const struct rt_cuda_host *host, const char *version, struct rt_error *err)
{
    static const struct rt_device_provider provider = {.name = "cuda", .count = provider_count, .open = provider_open};

    if (strcmp(version, PACKAGE_VERSION) != 0) {
        rt_error_set(err, RT_RUNTIME, "The CUDA plugin is of another version (%s) than the program (%s)",
                     PACKAGE_VERSION, version);
        return NULL;
    }
    if (host->size != rt_cuda_sizes()) {
        rt_error_set(err, RT_RUNTIME,
                     "The CUDA plugin belongs to another build of version %s than the program: "
                     "install both from one build",
                     version);
        return NULL;
    }
    if (!rt_cuda_host)
        pthread_atfork(NULL, NULL, after_fork_in_child);
    rt_cuda_host = host;
    return &provider;
}
