/* The CUDA plugin, inside: a device's state, errors, streams, memory, cuBLAS. C, for the files of the host side; the
   kernels (*.cu) see it through cuda.cuh. Nothing here is seen by the program. */
#ifndef RT_CUDA_STATE_H
#define RT_CUDA_STATE_H

#include <cuda_runtime_api.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#include "cuda/cuda.h"
#include "device.h"

extern const struct rt_cuda_host *rt_cuda_host; /* set once, when the plugin is opened */

/* What a kernel reports when it meets an index or a number out of range: the first one wins. In host memory that the
   device writes; read after a synchronisation. kind 0: nothing. */
enum rt_cuda_fault_kind { RT_FAULT_NONE, RT_FAULT_INDEX, RT_FAULT_VALUE };
struct rt_cuda_fault {
    int kind;
    int dim;
    unsigned launch; /* in struct cuda_device */
    int64_t index, size;
    unsigned block, thread;
};

/* The latest launches that may report something are remembered: a kernel gets the address of the fault slot plus the
   number of its launch, which the slot's alignment leaves free. A stream holds fewer launches than these. */
#define RT_FAULT_LAUNCHES 4096

struct cuda_device {
    struct rt_device device;
    struct cudaDeviceProp properties;
    int max_blocks; /* resident blocks of 256 threads: multiprocessors x threads of each / 256 */
    struct rt_cuda_fault *fault, *fault_device;         /* one slot, as the host and as the device address it */
    void *fault_memory;                                 /* around it */
    struct rt_origin launches[RT_FAULT_LAUNCHES], last; /* what was launched, and what came last */
    unsigned next_launch;
    struct rt_error sticky;            /* of work that failed: permanent */
    bool blocking;                     /* CUDA_LAUNCH_BLOCKING=1 */
    void *memory;                      /* the caching allocator (cuda_memory.c) */
    void *blas;                        /* cuBLAS's handle of this device (cuda_blas.c) */
    struct rt_stream *streams;         /* those that were made (cuda_stream.c) */
    struct rt_graph *recording;        /* the graph that is being recorded, or NULL (cuda_graph.c) */
    struct rt_graph_pool *graph_pools; /* memory of graphs */
    uint64_t peers;                    /* devices with which copies are set up (cuda_transfer.c) */
    pthread_mutex_t lock;              /* of sticky, blas, streams and peers */
    struct {                           /* pinned memory for small copies to the host (cuda_transfer.c) */
        pthread_mutex_t lock;
        void *position;
        cudaEvent_t read; /* the last copy into it */
        bool used;
    } staging;
};

static inline struct cuda_device *cuda_of(struct rt_device *device)
{
    return (struct cuda_device *)device->state;
}

/* Makes a device the current one of CUDA, for this thread; costs nothing when it is already. */
void rt_cuda_use(int index);

/* ---- errors (cuda_error.c) -------------------------------------------------------------------------------------- */

/* Sets err to "CUDA error: ..." with the lines PyTorch adds; errors that end the context become sticky. Returns -1. */
int rt_cuda_fail(struct cuda_device *device, cudaError_t code, struct rt_error *err);
/* In a child of the process that initialised CUDA nothing of CUDA may be called. */
extern bool rt_cuda_forked;
/* 0, or -1 with the error of earlier work; in a forked process PyTorch's words for that. */
int rt_cuda_check(struct cuda_device *device, struct rt_error *err);
/* After a launch: its error, if it could not begin; with CUDA_LAUNCH_BLOCKING=1 waits for its end. */
int rt_cuda_launched(struct cuda_device *device, struct rt_error *err);
/* The slot for what a kernel reports, for one launch of it. */
struct rt_cuda_fault *rt_cuda_fault_slot(struct cuda_device *device);
/* What kernels have reported in device->fault; call after a synchronisation. */
int rt_cuda_faults(struct cuda_device *device, struct rt_error *err);

/* ---- streams and events (cuda_stream.c) ------------------------------------------------------------------------- */

/* The stream of this thread's work; NULL is the default stream. Also makes the device the current one of CUDA. */
cudaStream_t rt_cuda_stream(struct cuda_device *device);

/* Waits for a stream, or an event, reading the interrupt flag; RT_INTERRUPT leaves the work queued. */
int rt_cuda_wait(struct cuda_device *device, cudaStream_t stream, struct rt_error *err);
int rt_cuda_wait_event(struct cuda_device *device, cudaEvent_t event, struct rt_error *err);

/* The rows of struct rt_device_ops that concern streams and events. */
int rt_cuda_synchronize(struct rt_device *, struct rt_error *);
int rt_cuda_stream_create(struct rt_device *, int priority, struct rt_stream **, struct rt_error *);
void rt_cuda_stream_destroy(struct rt_device *, struct rt_stream *);
int rt_cuda_stream_synchronize(struct rt_device *, struct rt_stream *, struct rt_error *);
int rt_cuda_stream_query(struct rt_device *, struct rt_stream *, bool *done, struct rt_error *);
int rt_cuda_stream_wait(struct rt_device *, struct rt_stream *, struct rt_event *, struct rt_error *);
uint64_t rt_cuda_stream_handle(struct rt_device *, struct rt_stream *);
int rt_cuda_event_create(struct rt_device *, bool timing, struct rt_event **, struct rt_error *);
void rt_cuda_event_destroy(struct rt_device *, struct rt_event *);
int rt_cuda_event_record(struct rt_device *, struct rt_event *, struct rt_stream *, struct rt_error *);
int rt_cuda_event_synchronize(struct rt_device *, struct rt_event *, struct rt_error *);
int rt_cuda_event_query(struct rt_device *, struct rt_event *, bool *done, struct rt_error *);
int rt_cuda_event_elapsed(struct rt_device *, struct rt_event *from, struct rt_event *to, float *ms, struct rt_error *);

/* ---- memory (cuda_memory.c) ------------------------------------------------------------------------------------- */

int rt_cuda_memory_open(struct cuda_device *device, struct rt_error *err);
/* The rows of struct rt_device_ops that concern memory. */
void *rt_cuda_alloc(struct rt_device *, size_t size, struct rt_error *);
void rt_cuda_free(struct rt_device *, void *memory, size_t size);
void rt_cuda_memory_stats(struct rt_device *, struct rt_memory_stats *);
void rt_cuda_reset_peak(struct rt_device *);
int rt_cuda_empty_cache(struct rt_device *, struct rt_error *);
int rt_cuda_memory_info(struct rt_device *, size_t *available, size_t *total, struct rt_error *);

int rt_cuda_record_stream(struct rt_device *, void *memory, struct rt_stream *, struct rt_error *);

/* ---- page-locked memory (cuda_pinned.c): rows of struct rt_device_ops, and is it such memory? ------------------- */

void *rt_cuda_pin_alloc(struct rt_device *, size_t size, struct rt_error *);
void rt_cuda_pin_free(struct rt_device *, void *memory);
bool rt_cuda_is_pinned(const void *memory);
/* The stream copies from there or to there. */
int rt_cuda_pin_record(struct cuda_device *device, const void *memory, cudaStream_t stream, struct rt_error *err);
void rt_cuda_pins_forget_stream(struct cuda_device *device, cudaStream_t stream);
/* How streams are marked for the caching allocators: events. */
struct rt_marks;
extern const struct rt_marks rt_cuda_marks;

/* ---- graphs (cuda_graph.c): rows of struct rt_device_ops --------------------------------------------------------- */

int rt_cuda_graph_begin(struct rt_device *, uint64_t pool, enum rt_graph_mode, struct rt_graph **, struct rt_error *);
int rt_cuda_graph_end(struct rt_device *, struct rt_graph *, size_t *nodes, struct rt_error *);
int rt_cuda_graph_launch(struct rt_device *, struct rt_graph *, struct rt_error *);
void rt_cuda_graph_destroy(struct rt_device *, struct rt_graph *);
bool rt_cuda_is_recording(struct rt_device *);
/* Does the stream record? Costs nothing while no stream of the device does. */
bool rt_cuda_records(const struct cuda_device *device, cudaStream_t stream);
/* The name under which the caching allocator knows the stream, or the pool of its recording. */
uint64_t rt_cuda_memory_name(struct cuda_device *device, cudaStream_t stream);
/* Words for a draw that is recorded: *offset counts from the graph's beginning; *cell, memory of the device, has seed
   and offset of each launch. Returns 1 when the current stream does not record, -1 with an error. */
int rt_cuda_recorded_words(struct cuda_device *device, struct rt_generator *generator, uint64_t words,
                           const uint64_t **cell, uint64_t *offset, struct rt_error *err);
/* cudaMalloc and its like are allowed in between, too, although a stream records. */
enum cudaStreamCaptureMode rt_cuda_relax(enum cudaStreamCaptureMode mode);
/* Page-locked memory marks no streams while graphs are recorded; on: one more, else one less. */
void rt_cuda_pins_recording(bool on);

/* ---- copies (cuda_transfer.c): rows of struct rt_device_ops ------------------------------------------------------ */

int rt_cuda_copy_from_pinned(struct rt_device *, void *to, const void *source, size_t size, struct rt_error *);
int rt_cuda_copy_to_pinned(struct rt_device *, void *to, const void *source, size_t size, struct rt_error *);

int rt_cuda_copy_from_host(struct rt_device *, void *to, const void *source, size_t size, bool blocking,
                           struct rt_error *);
int rt_cuda_copy_to_host(struct rt_device *, void *to, const void *source, size_t size, bool blocking,
                         struct rt_error *);
int rt_cuda_copy_peer(struct rt_device *to_device, void *to, struct rt_device *from_device, const void *from,
                      size_t size, struct rt_error *);

/* ---- scratch memory (cuda_memory.c) ------------------------------------------------------------------------------ */

/* Scratch memory of the current stream's order; NULL and an error. size 0 gives a valid pointer, too. */
void *rt_cuda_scratch(struct cuda_device *device, size_t size, struct rt_error *err);
void rt_cuda_scratch_free(struct cuda_device *device, void *memory);

/* ---- kernels (*.cu) --------------------------------------------------------------------------------------------- */

#define X(name) int rt_cuda_##name(struct rt_device *, const struct rt_##name##_call *, struct rt_error *);
#include "kernels.def"
#undef X
extern const struct rt_kernels rt_cuda_kernels;

#ifdef __cplusplus
}
#endif
#endif
