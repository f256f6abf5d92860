/* Graphs: what streams queue is recorded by the driver, and launched later as one unit. Owns the recordings, the pools
   of memory that belong to them, and how random numbers stay random: a draw that is recorded reads seed and offset from
   a cell in the device's memory, which each launch writes. */
#include "caching.h"
#include "cuda/cuda_state.h"

#include <stdlib.h>

#define STREAMS 64 /* of a pool */

/* Memory under names of its own: a recording and the streams that joined it use blocks again in their own order only.
 */
struct rt_graph_pool {
    uint64_t id;
    int graphs, used;
    cudaStream_t streams[STREAMS];
    struct rt_graph_pool *next; /* of the device */
};

struct rt_graph {
    cudaStream_t stream;  /* that recorded it */
    cudaGraphExec_t exec; /* NULL: there is nothing to launch */
    struct rt_graph_pool *pool;
    uint64_t *cell; /* of the device: seed and offset of a launch */
    uint64_t words; /* of the default generator, for each launch */
};

/* ---- who records ------------------------------------------------------------------------------------------------- */

bool rt_cuda_records(const struct cuda_device *device, cudaStream_t stream)
{
    enum cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;

    if (!__atomic_load_n(&device->recording, __ATOMIC_ACQUIRE) || !stream)
        return false;
    if (cudaStreamIsCapturing(stream, &status) != cudaSuccess)
        (void)cudaGetLastError();
    return status != cudaStreamCaptureStatusNone;
}

bool rt_cuda_is_recording(struct rt_device *device)
{
    return !rt_cuda_forked && rt_cuda_records(cuda_of(device), rt_cuda_stream(cuda_of(device)));
}

enum cudaStreamCaptureMode rt_cuda_relax(enum cudaStreamCaptureMode mode)
{
    if (cudaThreadExchangeStreamCaptureMode(&mode) != cudaSuccess)
        (void)cudaGetLastError();
    return mode;
}

/* ---- memory ------------------------------------------------------------------------------------------------------ */

static uint64_t name_of(const struct rt_graph_pool *pool, int stream)
{
    return RT_CACHE_PRIVATE | pool->id * STREAMS | (uint64_t)stream;
}

uint64_t rt_cuda_memory_name(struct cuda_device *device, cudaStream_t stream)
{
    struct rt_graph_pool *pool;
    int at = 0;

    if (!rt_cuda_records(device, stream))
        return (uint64_t)(uintptr_t)stream;
    pthread_mutex_lock(&device->lock);
    pool = device->recording ? device->recording->pool : NULL;
    if (pool) {
        while (at < pool->used && pool->streams[at] != stream)
            at++;
        if (at == pool->used && at < STREAMS)
            pool->streams[pool->used++] = stream;
    }
    pthread_mutex_unlock(&device->lock);
    /* of more streams than can be remembered is used once only */
    return !pool ? (uint64_t)(uintptr_t)stream : name_of(pool, at < STREAMS ? at : STREAMS - 1);
}

static struct rt_graph_pool *pool_of(struct cuda_device *device, uint64_t id)
{
    struct rt_graph_pool *pool;

    pthread_mutex_lock(&device->lock);
    for (pool = device->graph_pools; pool && pool->id != id;)
        pool = pool->next;
    if (!pool && (pool = calloc(1, sizeof *pool))) {
        pool->id = id;
        pool->next = device->graph_pools;
        device->graph_pools = pool;
    }
    if (pool)
        pool->graphs++;
    pthread_mutex_unlock(&device->lock);
    return pool;
}

/* A graph of the pool has been destroyed; with the last one the pool's memory is released to the cache. The device is
   idle. */
static void leave_pool(struct cuda_device *device, struct rt_graph_pool *pool)
{
    struct rt_graph_pool **at;
    bool last;

    pthread_mutex_lock(&device->lock);
    if ((last = --pool->graphs == 0)) {
        for (at = &device->graph_pools; *at != pool;)
            at = &(*at)->next;
        *at = pool->next;
    }
    pthread_mutex_unlock(&device->lock);
    if (!last)
        return;
    for (int i = 0; i < pool->used; i++)
        rt_cache_forget_stream(device->memory, name_of(pool, i));
    free(pool);
}

/* ---- recording --------------------------------------------------------------------------------------------------- */

/* While streams record, nothing may be asked of events: freed memory waits. */
static void set_recording(struct cuda_device *device, struct rt_graph *graph)
{
    struct rt_cache *cache = device->memory;

    pthread_mutex_lock(&cache->lock);
    cache->recording += graph ? 1 : -1;
    pthread_mutex_unlock(&cache->lock);
    rt_cuda_pins_recording(graph != NULL);
    __atomic_store_n(&device->recording, graph, __ATOMIC_RELEASE);
}

static int begin(struct cuda_device *cuda, struct rt_graph *graph, uint64_t pool, enum rt_graph_mode mode,
                 struct rt_error *err)
{
    static const enum cudaStreamCaptureMode modes[] = {
        [RT_GRAPH_GLOBAL] = cudaStreamCaptureModeGlobal,
        [RT_GRAPH_THREAD_LOCAL] = cudaStreamCaptureModeThreadLocal,
        [RT_GRAPH_RELAXED] = cudaStreamCaptureModeRelaxed,
    };
    cudaError_t code;

    if (!(graph->cell = rt_cuda_scratch(cuda, 2 * sizeof *graph->cell, err)))
        return -1;
    if (!(graph->pool = pool_of(cuda, pool)))
        return rt_error_memory(err);
    if ((code = cudaStreamBeginCapture(graph->stream, modes[mode])) != cudaSuccess)
        return rt_cuda_fail(cuda, code, err);
    set_recording(cuda, graph);
    return 0;
}

int rt_cuda_graph_begin(struct rt_device *device, uint64_t pool, enum rt_graph_mode mode, struct rt_graph **out,
                        struct rt_error *err)
{
    struct cuda_device *cuda = cuda_of(device);
    const cudaStream_t stream = rt_cuda_stream(cuda);
    struct rt_graph *graph;

    if (rt_cuda_check(cuda, err) < 0)
        return -1;
    if (!stream)
        return rt_error_set(err, RT_RUNTIME,
                            "CUDA graphs must be captured on a non-default stream. (However, after capture, it's ok "
                            "to replay them on the default stream.)");
    if (cuda->recording)
        return rt_cuda_fail(cuda, cudaErrorIllegalState, err);
    if (!(graph = calloc(1, sizeof *graph)))
        return rt_error_memory(err);
    graph->stream = stream;
    if (begin(cuda, graph, pool, mode, err) < 0) {
        rt_cuda_graph_destroy(device, graph);
        return -1;
    }
    *out = graph;
    return 0;
}

/* The driver's graph, or what made it impossible. */
static cudaError_t end_capture(struct cuda_device *cuda, struct rt_graph *graph, cudaGraph_t *recorded)
{
    const cudaError_t code = cudaStreamEndCapture(graph->stream, recorded);

    set_recording(cuda, NULL);
    return code;
}

int rt_cuda_graph_end(struct rt_device *device, struct rt_graph *graph, size_t *nodes, struct rt_error *err)
{
    struct cuda_device *cuda = cuda_of(device);
    cudaGraph_t recorded = NULL;
    cudaError_t code;

    if (rt_cuda_check(cuda, err) < 0)
        return -1;
    if (cuda->recording != graph)
        return rt_cuda_fail(cuda, cudaErrorIllegalState, err);
    if (rt_cuda_stream(cuda) != graph->stream)
        return rt_error_set(err, RT_RUNTIME, "Capture must end on the same stream it began on.");
    code = end_capture(cuda, graph, &recorded);
    *nodes = 0;
    if (code == cudaSuccess)
        code = cudaGraphGetNodes(recorded, NULL, nodes);
    if (code == cudaSuccess)
        code = cudaGraphInstantiateWithFlags(&graph->exec, recorded, 0);
    if (recorded)
        (void)cudaGraphDestroy(recorded); /* the executable one has its own copy */
    return code == cudaSuccess ? 0 : rt_cuda_fail(cuda, code, err);
}

int rt_cuda_recorded_words(struct cuda_device *device, struct rt_generator *generator, uint64_t words,
                           const uint64_t **cell, uint64_t *offset, struct rt_error *err)
{
    struct rt_graph *graph = device->recording;

    if (!rt_cuda_records(device, rt_cuda_stream(device)))
        return 1;
    if (generator != rt_cuda_host->generator(&device->device)) /* it may be gone when the graph is launched */
        return rt_error_set(err, RT_RUNTIME, "Attempt to increase offset for a CUDA generator not in capture mode.");
    *cell = graph->cell;
    *offset = graph->words;
    graph->words += (words + 3) / 4 * 4;
    return 0;
}

/* ---- launching --------------------------------------------------------------------------------------------------- */

int rt_cuda_graph_launch(struct rt_device *device, struct rt_graph *graph, struct rt_error *err)
{
    struct cuda_device *cuda = cuda_of(device);
    const cudaStream_t stream = rt_cuda_stream(cuda);
    cudaError_t code = cudaSuccess;

    if (rt_cuda_check(cuda, err) < 0)
        return -1;
    if (!graph->exec)
        return rt_error_set(err, RT_RUNTIME, "Called CUDAGraph::replay without a preceding successful capture.");
    if (graph->words) {
        uint64_t state[2];
        if (rt_cuda_host->take(rt_cuda_host->generator(device), graph->words, &state[0], &state[1], err) < 0)
            return -1;
        /* pageable memory: read before the call returns */
        code = cudaMemcpyAsync(graph->cell, state, sizeof state, cudaMemcpyHostToDevice, stream);
    }
    if (code == cudaSuccess)
        code = cudaGraphLaunch(graph->exec, stream);
    return code == cudaSuccess ? rt_cuda_launched(cuda, err) : rt_cuda_fail(cuda, code, err);
}

void rt_cuda_graph_destroy(struct rt_device *device, struct rt_graph *graph)
{
    struct cuda_device *cuda = cuda_of(device);
    cudaGraph_t recorded = NULL;

    if (!graph || rt_cuda_forked)
        return;
    (void)rt_cuda_stream(cuda);
    if (cuda->recording == graph) {
        (void)end_capture(cuda, graph, &recorded);
        if (recorded)
            (void)cudaGraphDestroy(recorded);
    }
    (void)cudaDeviceSynchronize(); /* launches use its memory */
    if (graph->exec)
        (void)cudaGraphExecDestroy(graph->exec);
    (void)cudaGetLastError(); /* of earlier work: whoever synchronises hears of it */
    if (graph->pool)
        leave_pool(cuda, graph->pool);
    rt_cuda_scratch_free(cuda, graph->cell);
    free(graph);
}
