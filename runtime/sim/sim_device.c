/* Simulated CUDA devices: opening them, copies between them and the host, what they say about themselves, faults and
   counters. Memory, queue and kernels have files of their own. */
#include "driver.h"
#include "sim/sim_state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STAGED ((size_t)64 << 10) /* copies up to here are read at once and made later, as CUDA does */

static struct {
    int count;
    size_t memory;
    bool draws_as_host;
} settings;

/* ---- memory ------------------------------------------------------------------------------------------------------ */

static int wait_before_retry(void *context)
{
    struct rt_error err = {0};
    return rt_sim_wait_all(context, &err);
}

static void *device_alloc(struct rt_device *device, size_t size, struct rt_error *err)
{
    struct sim_device *sim = sim_of(device);
    if (size == 0 || rt_sim_check(sim, err) < 0)
        return NULL;
    void *memory = rt_sim_memory_alloc(&sim->memory, size, rt_sim_stream(sim)->id, wait_before_retry, sim, err);
    if (memory)
        __atomic_fetch_add(&sim->counters.allocations, 1, __ATOMIC_RELAXED);
    else if (err->code == RT_OK) /* the wait before the retry was interrupted or met an error */
        rt_sim_wait_all(sim, err);
    if (!memory && err->code == RT_OK)
        rt_error_set(err, RT_INTERRUPT, "%s", "");
    return memory;
}

static void device_free(struct rt_device *device, void *memory, size_t size)
{
    struct sim_device *sim = sim_of(device);
    (void)size;
    if (!memory)
        return;
    rt_cache_free(&sim->memory.cache, memory);
    __atomic_fetch_add(&sim->counters.frees, 1, __ATOMIC_RELAXED);
}

static int device_empty_cache(struct rt_device *device, struct rt_error *err)
{
    if (rt_sim_wait_all(sim_of(device), err) < 0)
        return -1;
    rt_cache_empty(&sim_of(device)->memory.cache);
    return 0;
}

static void device_memory_stats(struct rt_device *device, struct rt_memory_stats *stats)
{
    rt_cache_stats(&sim_of(device)->memory.cache, stats);
}

static void device_reset_peak(struct rt_device *device)
{
    rt_cache_reset_peak(&sim_of(device)->memory.cache);
}

static int device_memory_info(struct rt_device *device, size_t *free_bytes, size_t *total, struct rt_error *err)
{
    struct rt_memory_stats stats;
    if (rt_sim_check(sim_of(device), err) < 0)
        return -1;
    device_memory_stats(device, &stats);
    *total = sim_of(device)->memory.budget;
    *free_bytes = *total - (size_t)stats.reserved_bytes[RT_POOL_ALL].current;
    return 0;
}

/* ---- copies ------------------------------------------------------------------------------------------------------ */

struct copy {
    char *to;
    const char *from; /* NULL: the bytes follow */
    size_t size;
    int64_t *counters[2]; /* bytes are counted when they have moved */
    char bytes[];
};

static int run_copy(struct sim_device *device, struct sim_work *work, struct rt_error *err)
{
    struct copy *copy = (struct copy *)(void *)work->payload;
    const char *from = copy->from ? copy->from : copy->bytes;
    (void)device;
    for (size_t at = 0; at < copy->size;) { /* in chunks: a copy can be interrupted, too */
        size_t n = copy->size - at < ((size_t)32 << 20) ? copy->size - at : (size_t)32 << 20;
        if (at > 0 && rt_check_interrupt(err) < 0)
            return -1;
        memcpy(copy->to + at, from + at, n);
        at += n;
    }
    for (int i = 0; i < 2; i++)
        if (copy->counters[i])
            __atomic_fetch_add(copy->counters[i], (int64_t)copy->size, __ATOMIC_RELAXED);
    return 0;
}

static int illegal_address(struct sim_device *sim, struct rt_error *err)
{
    rt_driver_error(err, "invalid argument", NULL, sim->blocking);
    return -1;
}

static int queue_copy(struct sim_device *sim, void *to, const void *from, size_t size, int64_t *counter,
                      struct rt_error *err)
{
    struct sim_work *work = rt_sim_work_new(SIM_COPY, sizeof(struct copy), err);
    if (!work)
        return -1;
    *(struct copy *)(void *)work->payload = (struct copy){.to = to, .from = from, .size = size, .counters = {counter}};
    work->run = run_copy;
    return rt_sim_queue(rt_sim_stream(sim), work, false, err);
}

static int device_copy_from_host(struct rt_device *device, void *to, const void *source, size_t size, bool blocking,
                                 struct rt_error *err)
{
    struct sim_device *sim = sim_of(device);
    bool staged = size <= STAGED;
    if (size == 0)
        return rt_sim_check(sim, err);
    if (!rt_sim_memory_holds(&sim->memory, to, size))
        return illegal_address(sim, err);
    struct sim_work *work = rt_sim_work_new(SIM_COPY, sizeof(struct copy) + (staged ? size : 0), err);
    if (!work)
        return -1;
    struct copy *copy = (struct copy *)(void *)work->payload;
    *copy = (struct copy){.to = rt_sim_memory_worker(&sim->memory, to),
                          .from = staged ? NULL : source,
                          .size = size,
                          .counters = {&sim->counters.bytes_from_host}};
    if (staged)
        memcpy(copy->bytes, source, size);
    work->run = run_copy;
    return rt_sim_queue(rt_sim_stream(sim), work, blocking || !staged, err);
}

static int device_copy_to_host(struct rt_device *device, void *to, const void *source, size_t size, bool blocking,
                               struct rt_error *err)
{
    struct sim_device *sim = sim_of(device);
    (void)blocking;
    if (size == 0)
        return rt_sim_wait_all(sim, err);
    if (!rt_sim_memory_holds(&sim->memory, source, size))
        return illegal_address(sim, err);
    struct sim_work *work = rt_sim_work_new(SIM_COPY, sizeof(struct copy), err);
    if (!work)
        return -1;
    *(struct copy *)(void *)work->payload = (struct copy){.to = to,
                                                          .from = rt_sim_memory_worker(&sim->memory, source),
                                                          .size = size,
                                                          .counters = {&sim->counters.bytes_to_host}};
    work->run = run_copy;
    return rt_sim_queue(rt_sim_stream(sim), work, true, err);
}

/* Only queued: the host's side is kept until the copy has been made. */
static int device_copy_from_pinned(struct rt_device *device, void *to, const void *source, size_t size,
                                   struct rt_error *err)
{
    struct sim_device *sim = sim_of(device);
    if (size == 0)
        return rt_sim_check(sim, err);
    if (!rt_sim_memory_holds(&sim->memory, to, size))
        return illegal_address(sim, err);
    return rt_sim_pin_record(sim, source, err) < 0 ? -1
                                                   : queue_copy(sim, rt_sim_memory_worker(&sim->memory, to), source,
                                                                size, &sim->counters.bytes_from_host, err);
}

static int device_copy_to_pinned(struct rt_device *device, void *to, const void *source, size_t size,
                                 struct rt_error *err)
{
    struct sim_device *sim = sim_of(device);
    if (size == 0)
        return rt_sim_check(sim, err);
    if (!rt_sim_memory_holds(&sim->memory, source, size))
        return illegal_address(sim, err);
    return rt_sim_pin_record(sim, to, err) < 0 ? -1
                                               : queue_copy(sim, to, rt_sim_memory_worker(&sim->memory, source), size,
                                                            &sim->counters.bytes_to_host, err);
}

/* One stream waits until the other has come here. */
static int follow(struct rt_stream *stream, struct rt_stream *leader, struct rt_error *err)
{
    if (stream == leader)
        return 0;
    struct rt_event *event = rt_sim_event_new(false, err);
    if (!event)
        return -1;
    int status = rt_sim_record(leader, event, err) < 0 || rt_sim_wait_event(stream, event, err) < 0 ? -1 : 0;
    rt_sim_event_drop(event);
    return status;
}

/* The source's stream makes the copy, after what the target's stream still does with the memory; the target goes on
   afterwards. */
static int device_copy_peer(struct rt_device *to_device, void *to, struct rt_device *from_device, const void *from,
                            size_t size, struct rt_error *err)
{
    struct sim_device *target = sim_of(to_device), *source = sim_of(from_device);
    struct rt_stream *to_stream = rt_sim_stream(target), *from_stream = rt_sim_stream(source);
    if (size == 0)
        return 0;
    if (!rt_sim_memory_holds(&target->memory, to, size) || !rt_sim_memory_holds(&source->memory, from, size))
        return illegal_address(target, err);
    if (rt_sim_check(target, err) < 0 || follow(from_stream, to_stream, err) < 0)
        return -1;
    struct sim_work *work = rt_sim_work_new(SIM_COPY, sizeof(struct copy), err);
    if (!work)
        return -1;
    *(struct copy *)(void *)work->payload = (struct copy){
        .to = rt_sim_memory_worker(&target->memory, to),
        .from = rt_sim_memory_worker(&source->memory, from),
        .size = size,
        .counters = {&target->counters.bytes_peer, source == target ? NULL : &source->counters.bytes_peer}};
    work->run = run_copy;
    return rt_sim_queue(from_stream, work, false, err) < 0 ? -1 : follow(to_stream, from_stream, err);
}

static int device_synchronize(struct rt_device *device, struct rt_error *err)
{
    __atomic_fetch_add(&sim_of(device)->counters.synchronizations, 1, __ATOMIC_RELAXED);
    return rt_sim_wait_all(sim_of(device), err);
}

/* What a Hopper GPU would say, but for the name and the memory: the launch shapes, and so the random numbers, follow
   from the number of multiprocessors. */
static int device_properties(struct rt_device *device, struct rt_device_properties *properties, struct rt_error *err)
{
    (void)err;
    *properties = (struct rt_device_properties){.name = "Simulated GPU",
                                                .major = 9,
                                                .minor = 0,
                                                .multi_processor_count = 132,
                                                .total_memory = (int64_t)sim_of(device)->memory.budget,
                                                .l2_cache_size = 50 << 20,
                                                .pci_bus_id = device->index + 1};
    snprintf(properties->uuid, sizeof properties->uuid, "00000000-0000-4000-8000-%012d", device->index);
    return 0;
}

static void device_stream_destroy(struct rt_device *device, struct rt_stream *stream)
{
    struct sim_device *sim = sim_of(device);

    if (!stream)
        return;
    rt_sim_stream_end(sim, stream);
    rt_cache_forget_stream(&sim->memory.cache, stream->id);
    rt_sim_pins_forget_stream(sim, stream);
    rt_free(stream);
}

static const struct rt_device_ops operations = {
    .alloc = device_alloc,
    .free = device_free,
    .copy_from_host = device_copy_from_host,
    .copy_to_host = device_copy_to_host,
    .copy_peer = device_copy_peer,
    .pin_alloc = rt_sim_pin_alloc,
    .pin_free = rt_sim_pin_free,
    .copy_from_pinned = device_copy_from_pinned,
    .copy_to_pinned = device_copy_to_pinned,
    .record_stream = rt_sim_record_stream,
    .synchronize = device_synchronize,
    .stream_create = rt_sim_stream_create,
    .stream_destroy = device_stream_destroy,
    .stream_synchronize = rt_sim_stream_synchronize,
    .stream_query = rt_sim_stream_query,
    .stream_wait = rt_sim_stream_wait,
    .stream_handle = rt_sim_stream_handle,
    .event_create = rt_sim_event_create,
    .event_destroy = rt_sim_event_destroy,
    .event_record = rt_sim_event_record,
    .event_synchronize = rt_sim_event_synchronize,
    .event_query = rt_sim_event_query,
    .event_elapsed = rt_sim_event_elapsed,
    .memory_stats = device_memory_stats,
    .reset_peak = device_reset_peak,
    .empty_cache = device_empty_cache,
    .memory_info = device_memory_info,
    .properties = device_properties,
};

/* ---- the provider ------------------------------------------------------------------------------------------------ */

static int provider_count(const struct rt_device_provider *provider, struct rt_error *err)
{
    (void)provider, (void)err;
    return settings.count;
}

static struct rt_device *provider_open(const struct rt_device_provider *provider, int index, struct rt_error *err)
{
    struct sim_device *sim = rt_alloc(sizeof *sim);
    const char *blocking = getenv("CUDA_LAUNCH_BLOCKING");
    (void)provider;
    if (!sim) {
        rt_error_memory(err);
        return NULL;
    }
    memset(sim, 0, sizeof *sim);
    sim->device = (struct rt_device){.type = RT_CUDA,
                                     .index = index,
                                     .kernels = &rt_sim_kernels,
                                     .ops = &operations,
                                     .state = sim,
                                     .draws_as_host = settings.draws_as_host};
    sim->fail_after = -1;
    sim->blocking = blocking && strcmp(blocking, "1") == 0;
    if (rt_sim_memory_open(&sim->memory, index, settings.memory, err) < 0) {
        rt_free(sim);
        return NULL;
    }
    sim->memory.cache.marks = &rt_sim_marks;
    if (rt_sim_queue_open(sim, err) < 0) {
        rt_sim_memory_close(&sim->memory);
        rt_free(sim);
        return NULL;
    }
    return &sim->device;
}

static const struct rt_device_provider provider = {
    .name = "simulated", .simulated = true, .count = provider_count, .open = provider_open};

/* "512M", "2G", "1073741824". 0: not a size. */
static size_t parse_size(const char *text)
{
    char *end;
    unsigned long long n = strtoull(text, &end, 10);
    int shift = 0;
    if (end == text || *text == '-')
        return 0;
    if (*end == 'K' || *end == 'k')
        shift = 10, end++;
    else if (*end == 'M' || *end == 'm')
        shift = 20, end++;
    else if (*end == 'G' || *end == 'g')
        shift = 30, end++;
    if (*end != '\0' || n > (1ull << 46) >> shift)
        return 0;
    return (size_t)n << shift;
}

int rt_sim_provide(int count, size_t memory, struct rt_error *err)
{
    const char *text = getenv("TENSOR_SIM_MEMORY"), *text_random = getenv("TENSOR_SIM_RANDOM");
    if (count == 0)
        return 0;
    if (count < 0 || count > RT_MAX_SIM)
        return rt_error_set(err, RT_VALUE, "%d simulated GPUs cannot be: 0 to %d can", count, RT_MAX_SIM);
    if (!memory && text && *text && !(memory = parse_size(text)))
        return rt_error_set(err, RT_VALUE, "TENSOR_SIM_MEMORY is \"%.40s\", not a size such as 512M or 2G", text);
    if (!memory)
        memory = RT_SIM_MEMORY;
    memory = (memory + (2u << 20) - 1) / (2u << 20) * (2u << 20);
    if (text_random && *text_random && strcmp(text_random, "cpu") != 0 && strcmp(text_random, "cuda") != 0)
        return rt_error_set(err, RT_VALUE, "TENSOR_SIM_RANDOM is \"%.40s\", neither cpu nor cuda", text_random);
    settings.count = count;
    settings.memory = memory;
    settings.draws_as_host = text_random && strcmp(text_random, "cpu") == 0;
    rt_device_provide(RT_CUDA, &provider);
    return 0;
}

int rt_sim_count_from_environment(void)
{
    const char *text = getenv("TENSOR_SIM_GPUS");
    char *end;
    if (!text || !*text)
        return 0;
    long n = strtol(text, &end, 10);
    if (*end != '\0' || n < 0)
        return 0;
    return n > RT_MAX_SIM ? RT_MAX_SIM : (int)n;
}

/* ---- for tests --------------------------------------------------------------------------------------------------- */

static bool is_simulated(const struct rt_device *device)
{
    return device->kernels == &rt_sim_kernels;
}

int rt_sim_counters(struct rt_device *device, struct rt_sim_counters *out)
{
    if (!is_simulated(device))
        return -1;
    *out = sim_of(device)->counters;
    return 0;
}

int rt_sim_fail_launch(struct rt_device *device, int64_t after, const char *driver_text)
{
    if (!is_simulated(device))
        return -1;
    sim_of(device)->fail_text = driver_text;
    sim_of(device)->fail_after = driver_text ? after : -1;
    return 0;
}

int rt_sim_delay(struct rt_device *device, int64_t microseconds)
{
    if (!is_simulated(device))
        return -1;
    sim_of(device)->delay = microseconds;
    return 0;
}

int rt_sim_reset(struct rt_device *device)
{
    struct rt_error err = {0};
    if (!is_simulated(device))
        return -1;
    (void)rt_sim_wait_all(sim_of(device), &err);
    rt_error_clear(&sim_of(device)->sticky);
    rt_error_clear(&sim_of(device)->once);
    return 0;
}
