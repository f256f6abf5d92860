/* Recorded graphs of the CUDA runtime for builds of the plugin that run on the CPU: a stream that records keeps the
   work as closures in the order in which it was asked for, and a launch runs them. What may not be done meanwhile
   spoils the recording, as on a GPU. */
#include "fake_graph.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define MEMBERS 32

struct node {
    void (*run)(void *closure);
    void (*drop)(void *closure);
    void *closure;
    struct node *next;
};
struct work { /* of a graph and of what was made executable of it */
    int owners;
    size_t count;
    struct node *first, **last;
};
struct CUgraph_st {
    struct work *work;
};
struct CUgraphExec_st {
    struct work *work;
};
struct capture {
    cudaStream_t streams[MEMBERS]; /* the first one began it */
    cudaEvent_t events[MEMBERS];
    int nstreams, nevents;
    bool spoiled;
    struct work *work;
    struct capture *next;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct capture *captures;
static _Thread_local enum cudaStreamCaptureMode thread_mode = cudaStreamCaptureModeGlobal;

static cudaError_t failed(cudaError_t error)
{
    fake_cudart_failed(error);
    return error;
}

static struct capture *capture_of(cudaStream_t stream)
{
    for (struct capture *c = captures; c; c = c->next)
        for (int i = 0; i < c->nstreams; i++)
            if (c->streams[i] == stream)
                return c;
    return NULL;
}

static struct capture *capture_of_event(cudaEvent_t event)
{
    for (struct capture *c = captures; c; c = c->next)
        for (int i = 0; i < c->nevents; i++)
            if (c->events[i] == event)
                return c;
    return NULL;
}

bool fake_graph_records(cudaStream_t stream)
{
    bool records;

    pthread_mutex_lock(&lock);
    records = stream && capture_of(stream);
    pthread_mutex_unlock(&lock);
    return records;
}

static cudaError_t spoil(struct capture *capture)
{
    if (!capture)
        return cudaSuccess;
    capture->spoiled = true;
    return failed(cudaErrorStreamCaptureUnsupported);
}

cudaError_t fake_graph_allows(cudaStream_t stream)
{
    cudaError_t error = cudaSuccess;

    pthread_mutex_lock(&lock);
    if (stream)
        error = spoil(capture_of(stream));
    else if (thread_mode != cudaStreamCaptureModeRelaxed)
        error = spoil(captures);
    pthread_mutex_unlock(&lock);
    return error;
}

cudaError_t fake_graph_allows_event(cudaEvent_t event)
{
    cudaError_t error;

    pthread_mutex_lock(&lock);
    error = spoil(capture_of_event(event));
    pthread_mutex_unlock(&lock);
    return error;
}

void fake_graph_event(cudaEvent_t event, cudaStream_t stream)
{
    struct capture *c;

    pthread_mutex_lock(&lock);
    if ((c = capture_of_event(event)))
        for (int i = 0; i < c->nevents; i++)
            if (c->events[i] == event)
                c->events[i] = c->events[--c->nevents];
    if (stream && (c = capture_of(stream)) && c->nevents < MEMBERS)
        c->events[c->nevents++] = event;
    pthread_mutex_unlock(&lock);
}

void fake_graph_wait(cudaStream_t stream, cudaEvent_t event)
{
    struct capture *c;

    pthread_mutex_lock(&lock);
    if ((c = capture_of_event(event)) && stream && !capture_of(stream) && c->nstreams < MEMBERS)
        c->streams[c->nstreams++] = stream;
    pthread_mutex_unlock(&lock);
}

/* ---- work -------------------------------------------------------------------------------------------------------- */

static void leave(struct work *work)
{
    if (--work->owners)
        return;
    for (struct node *node = work->first, *next; node; node = next) {
        next = node->next;
        node->drop(node->closure);
        free(node);
    }
    free(work);
}

int fake_cudart_record(cudaStream_t stream, void (*run)(void *closure), void (*drop)(void *closure), void *closure)
{
    struct capture *c;
    struct node *node = NULL;

    pthread_mutex_lock(&lock);
    if (stream && (c = capture_of(stream)) && (node = malloc(sizeof *node))) {
        *node = (struct node){run, drop, closure, NULL};
        *c->work->last = node;
        c->work->last = &node->next;
        c->work->count++;
    }
    pthread_mutex_unlock(&lock);
    return node != NULL;
}

struct moved {
    void *to;
    const void *from;
    int value;
    size_t size;
};
static void run_copy(void *closure)
{
    const struct moved *m = closure;
    memmove(m->to, m->from, m->size);
}
static void run_fill(void *closure)
{
    const struct moved *m = closure;
    memset(m->to, m->value, m->size);
}

static bool record_moved(cudaStream_t stream, void (*run)(void *), struct moved moved)
{
    struct moved *kept = fake_graph_records(stream) ? malloc(sizeof *kept) : NULL;

    if (!kept)
        return false;
    *kept = moved;
    if (fake_cudart_record(stream, run, free, kept))
        return true;
    free(kept);
    return false;
}

bool fake_graph_copy(cudaStream_t stream, void *to, const void *from, size_t size)
{
    return record_moved(stream, run_copy, (struct moved){to, from, 0, size});
}

bool fake_graph_fill(cudaStream_t stream, void *memory, int value, size_t size)
{
    return record_moved(stream, run_fill, (struct moved){memory, NULL, value, size});
}

/* ---- the interface of CUDA --------------------------------------------------------------------------------------- */

cudaError_t cudaThreadExchangeStreamCaptureMode(enum cudaStreamCaptureMode *mode)
{
    const enum cudaStreamCaptureMode was = thread_mode;

    thread_mode = *mode;
    *mode = was;
    return cudaSuccess;
}

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, enum cudaStreamCaptureMode mode)
{
    cudaError_t error = fake_cudart_launch(stream);
    struct capture *c;
    struct work *work;

    (void)mode;
    if (error != cudaSuccess)
        return error;
    if (!stream)
        return failed(cudaErrorStreamCaptureUnsupported);
    c = calloc(1, sizeof *c);
    work = calloc(1, sizeof *work);
    if (!c || !work)
        abort();
    work->owners = 1;
    work->last = &work->first;
    c->work = work;
    c->streams[c->nstreams++] = stream;
    pthread_mutex_lock(&lock);
    if (capture_of(stream)) {
        pthread_mutex_unlock(&lock);
        leave(work);
        free(c);
        return failed(cudaErrorIllegalState);
    }
    c->next = captures;
    captures = c;
    pthread_mutex_unlock(&lock);
    return cudaSuccess;
}

cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t *graph)
{
    cudaError_t error = fake_cudart_launch(stream);
    struct capture *c, **at;

    *graph = NULL;
    pthread_mutex_lock(&lock);
    for (at = &captures; *at && (*at)->streams[0] != stream;)
        at = &(*at)->next;
    if ((c = *at))
        *at = c->next;
    pthread_mutex_unlock(&lock);
    if (!c)
        return failed(cudaErrorStreamCaptureUnmatched);
    if (error == cudaSuccess && c->spoiled)
        error = failed(cudaErrorStreamCaptureInvalidated);
    if (error == cudaSuccess) {
        if (!(*graph = malloc(sizeof **graph)))
            abort();
        (*graph)->work = c->work;
        fake_cudart_count(1);
    } else {
        leave(c->work);
    }
    free(c);
    return error;
}

cudaError_t cudaStreamIsCapturing(cudaStream_t stream, enum cudaStreamCaptureStatus *status)
{
    const struct capture *c;

    pthread_mutex_lock(&lock);
    c = stream ? capture_of(stream) : NULL;
    *status = !c           ? cudaStreamCaptureStatusNone
              : c->spoiled ? cudaStreamCaptureStatusInvalidated
                           : cudaStreamCaptureStatusActive;
    pthread_mutex_unlock(&lock);
    return cudaSuccess;
}

cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *count)
{
    (void)nodes;
    *count = graph->work->count;
    return cudaSuccess;
}

cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t *exec, cudaGraph_t graph, unsigned long long flags)
{
    const cudaError_t error = fake_cudart_launch(NULL);

    (void)flags;
    *exec = NULL;
    if (error != cudaSuccess)
        return error;
    if (!(*exec = malloc(sizeof **exec)))
        abort();
    (*exec)->work = graph->work;
    graph->work->owners++;
    fake_cudart_count(1);
    return cudaSuccess;
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t stream)
{
    cudaError_t error = fake_graph_allows(stream ? stream : (cudaStream_t)exec);

    if (error == cudaSuccess)
        error = fake_cudart_launch(stream);
    for (const struct node *node = exec->work->first; node && error == cudaSuccess; node = node->next)
        node->run(node->closure);
    return error;
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t exec)
{
    fake_cudart_count(-1);
    leave(exec->work);
    free(exec);
    return cudaSuccess;
}

cudaError_t cudaGraphDestroy(cudaGraph_t graph)
{
    fake_cudart_count(-1);
    leave(graph->work);
    free(graph);
    return cudaSuccess;
}
