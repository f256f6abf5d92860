/* The CPU as a device: choice of the instruction set, cached memory by size class, synchronous streams. */
#include "cpu.h"
#include "runtime.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

/* ---- instruction sets ------------------------------------------------------------------------------------------- */

static const struct rt_cpu_loops *chosen;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void choose(void)
{
    const char *want = getenv("TENSOR_CPU");
    bool avx2 = false, avx512 = false;

#if defined __x86_64__
    __builtin_cpu_init();
    avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
    avx512 = avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
             __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl");
#endif
    chosen = &rt_cpu_loops_baseline;
#if defined __x86_64__
    if (avx512 && !(want && (!strcmp(want, "baseline") || !strcmp(want, "avx2"))))
        chosen = &rt_cpu_loops_avx512;
    else if (avx2 && !(want && !strcmp(want, "baseline")))
        chosen = &rt_cpu_loops_avx2;
#else
    (void)want, (void)avx2, (void)avx512;
#endif
}

const struct rt_cpu_loops *rt_cpu_loops(void)
{
    if (!__atomic_load_n(&chosen, __ATOMIC_ACQUIRE))
        pthread_once(&once, choose);
    return chosen;
}

const char *rt_cpu_capability(void)
{
    return rt_cpu_loops()->name;
}

/* ---- memory ----------------------------------------------------------------------------------------------------- */

/* Freed blocks are kept by size class (four classes to each power of two) up to a bound, because fresh pages cost more
   than the work done on them. Blocks of 2 MiB and more are mapped, with huge pages where the system grants them. */
#define CLASSES 240
#define BIG ((size_t)2 << 20)
struct free_block {
    struct free_block *next;
};
static struct free_block *cache[CLASSES];
static size_t cached_bytes, cache_limit;
static pthread_mutex_t cache_lock = PTHREAD_MUTEX_INITIALIZER;

/* The class of a size, and the size that blocks of the class have. */
static int size_class(size_t size, size_t *rounded)
{
    int top;
    size_t quarter, steps;

    if (size < 256)
        size = 256;
    top = 63 - __builtin_clzll(size);
    quarter = (size_t)1 << (top - 2);
    steps = (size - ((size_t)1 << top) + quarter - 1) / quarter;
    *rounded = ((size_t)1 << top) + steps * quarter;
    if (steps == 4) {
        top++;
        steps = 0;
    }
    return (top - 8) * 4 + (int)steps;
}

#ifdef __SANITIZE_ADDRESS__ /* its allocator sees where such a block ends, and keeps to its bounds */
#define BY_PAGES false
#else
#define BY_PAGES true
#endif

static void *map_pages(size_t size)
{
    void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (memory == MAP_FAILED)
        return NULL;
    madvise(memory, size, MADV_HUGEPAGE);
    return memory;
}

static void release_memory(void *memory, size_t rounded)
{
    if (BY_PAGES && rounded >= BIG)
        munmap(memory, rounded);
    else
        free(memory);
}

static void flush_cache(void)
{
    for (int i = 0; i < CLASSES; i++) {
        if (!cache[i])
            continue;
        size_t rounded = ((size_t)1 << (i / 4 + 8)) + (size_t)(i % 4) * ((size_t)1 << (i / 4 + 6));
        while (cache[i]) {
            struct free_block *block = cache[i];
            cache[i] = block->next;
            release_memory(block, rounded);
        }
    }
    cached_bytes = 0;
}

static void *cpu_alloc(struct rt_device *device, size_t size, struct rt_error *err)
{
    size_t rounded;
    int class;
    void *memory = NULL;

    (void)device;
    if (size > (size_t)1 << 56)
        goto fail;
    class = size_class(size, &rounded);
    pthread_mutex_lock(&cache_lock);
    if (cache[class]) {
        memory = cache[class];
        cache[class] = cache[class]->next;
        cached_bytes -= rounded;
    }
    pthread_mutex_unlock(&cache_lock);
    if (memory)
        return memory;
    for (int attempt = 0; attempt < 2; attempt++) {
        if (rt_alloc_has_headroom(rounded))
            memory = BY_PAGES && rounded >= BIG ? map_pages(rounded) : aligned_alloc(64, rounded);
        if (memory)
            return memory;
        pthread_mutex_lock(&cache_lock);
        flush_cache();
        pthread_mutex_unlock(&cache_lock);
    }
fail:
    rt_error_set(
        err, RT_RUNTIME,
        "[enforce fail at alloc_cpu.cpp:127] err == 0. DefaultCPUAllocator: can't allocate memory: you tried to "
        "allocate %zu bytes. Error code %d (%s)",
        size, ENOMEM, strerror(ENOMEM));
    return NULL;
}

static void cpu_free(struct rt_device *device, void *memory, size_t size)
{
    size_t rounded;
    int class = size_class(size, &rounded);
    bool keep;

    (void)device;
    pthread_mutex_lock(&cache_lock);
    if (!cache_limit) {
        long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
        cache_limit = pages > 0 ? (size_t)pages / 8 * (size_t)page : BIG * 64;
    }
    if ((keep = cached_bytes + rounded <= cache_limit)) {
        ((struct free_block *)memory)->next = cache[class];
        cache[class] = memory;
        cached_bytes += rounded;
    }
    pthread_mutex_unlock(&cache_lock);
    if (!keep)
        release_memory(memory, rounded);
}

static int cpu_empty_cache(struct rt_device *device, struct rt_error *err)
{
    (void)device, (void)err;
    pthread_mutex_lock(&cache_lock);
    flush_cache();
    pthread_mutex_unlock(&cache_lock);
    return 0;
}

/* ---- the rest: everything is done when it returns ---------------------------------------------------------------- */

static int cpu_copy(struct rt_device *device, void *to, const void *from, size_t size, bool blocking,
                    struct rt_error *err)
{
    (void)device, (void)blocking, (void)err;
    memcpy(to, from, size);
    return 0;
}
static int cpu_copy_peer(struct rt_device *device, void *to, struct rt_device *from_device, const void *from,
                         size_t size, struct rt_error *err)
{
    (void)device, (void)from_device, (void)err;
    memcpy(to, from, size);
    return 0;
}
static int cpu_synchronize(struct rt_device *device, struct rt_error *err)
{
    (void)device;
    return rt_check_interrupt(err);
}
static int no_streams(struct rt_device *device, int priority, struct rt_stream **stream, struct rt_error *err)
{
    (void)device, (void)priority, (void)stream;
    return rt_error_set(err, RT_RUNTIME, "torch.cuda.Stream requires CUDA support");
}
static int no_events(struct rt_device *device, bool timing, struct rt_event **event, struct rt_error *err)
{
    (void)device, (void)timing, (void)event;
    return rt_error_set(err, RT_RUNTIME, "Tried to instantiate dummy base class Event");
}
static void cpu_memory_stats(struct rt_device *device, struct rt_memory_stats *stats)
{
    (void)device;
    memset(stats, 0, sizeof *stats);
}
static void cpu_reset_peak(struct rt_device *device)
{
    (void)device;
}
static int cpu_memory_info(struct rt_device *device, size_t *free_bytes, size_t *total, struct rt_error *err)
{
    (void)device, (void)err;
    *free_bytes = (size_t)sysconf(_SC_AVPHYS_PAGES) * (size_t)sysconf(_SC_PAGESIZE);
    *total = (size_t)sysconf(_SC_PHYS_PAGES) * (size_t)sysconf(_SC_PAGESIZE);
    return 0;
}

static const struct rt_kernels kernels = {
#define X(name) .name = rt_cpu_##name,
#include "kernels.def"
#undef X
};
static const struct rt_device_ops ops = {
    .alloc = cpu_alloc,
    .free = cpu_free,
    .copy_from_host = cpu_copy,
    .copy_to_host = cpu_copy,
    .copy_peer = cpu_copy_peer,
    .synchronize = cpu_synchronize,
    .stream_create = no_streams,
    .event_create = no_events,
    .memory_stats = cpu_memory_stats,
    .reset_peak = cpu_reset_peak,
    .empty_cache = cpu_empty_cache,
    .memory_info = cpu_memory_info,
};
static struct rt_device cpu = {.type = RT_CPU, .index = 0, .host_memory = true, .kernels = &kernels, .ops = &ops};

struct rt_device *rt_device_cpu(void)
{
    return &cpu;
}
