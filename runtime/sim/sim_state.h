/* The simulator, inside: a device's state, its queue, its memory. Knows views, no tensors. */
#ifndef RT_SIM_STATE_H
#define RT_SIM_STATE_H

#include "caching.h"
#include "device.h"
#include "sim/sim.h"

#include <pthread.h>

/* ---- memory (sim_memory.c) --------------------------------------------------------------------------------------- */

struct sim_range;

/* One memfd mapped twice: what tensors carry is the mapping without access rights; workers use the other one. */
struct sim_memory {
    int device; /* index, for texts */
    size_t budget;
    int fd;
    char *host, *worker;
    struct sim_range *ranges; /* in use, under the cache's lock */
    struct rt_cache cache;
};

int rt_sim_memory_open(struct sim_memory *memory, int device, size_t budget, struct rt_error *err);
void rt_sim_memory_close(struct sim_memory *memory);
/* The host's address of a block for work of that stream. RT_OUT_OF_MEMORY. before_retry is called once, outside the
   lock, before cached memory is given back: streams may still be using it. */
void *rt_sim_memory_alloc(struct sim_memory *memory, size_t size, uint64_t stream, int (*before_retry)(void *),
                          void *context, struct rt_error *err);
/* Is it an address of this device's memory, with `size` bytes behind it? */
bool rt_sim_memory_holds(const struct sim_memory *memory, const void *address, size_t size);
static inline void *rt_sim_memory_worker(const struct sim_memory *memory, const void *address)
{
    return memory->worker + ((const char *)address - memory->host);
}

/* ---- the queue (sim_queue.c) ------------------------------------------------------------------------------------- */

struct sim_device;

/* Work in a stream. run is called on the device's thread with everything before it done. */
struct sim_work {
    struct sim_work *next;
    uint64_t number; /* counts up over all streams of a device */
    enum sim_kind { SIM_KERNEL, SIM_COPY, SIM_RECORD, SIM_WAIT } kind;
    int (*run)(struct sim_device *device, struct sim_work *work, struct rt_error *err);
    struct rt_origin origin;
    bool asserts;           /* a GPU checks the values (indices) within the kernel: errors end the context */
    struct rt_event *event; /* counted; of RECORD and WAIT */
    uint64_t generation;
    struct sim_waiter *waiter; /* of a host thread that waits for this work */
    _Alignas(16) char payload[];
};

struct sim_waiter {
    bool ended, cancelled;
};

struct rt_stream {
    struct rt_stream *next;
    struct sim_device *device;
    uint64_t id; /* 0: the default stream */
    struct sim_work *first, **last;
    int64_t pending; /* queued and running */
};

struct rt_event {
    int references; /* under the lock, like the rest */
    bool timing;
    uint64_t recorded, completed; /* numbers of the latest record and of the latest one reached */
    int64_t time;                 /* of completion, ns */
};

struct sim_device {
    struct rt_device device;
    struct sim_memory memory;
    pthread_t thread;
    pthread_cond_t work;     /* something to do for the thread */
    struct rt_stream stream; /* the default one; the others follow */
    uint64_t next_stream;
    uint64_t number, cancelled; /* of the latest work; work up to there is skipped */
    int64_t pending;
    volatile int cancel;          /* read by the pool while a kernel runs */
    bool blocking;                /* CUDA_LAUNCH_BLOCKING=1 */
    struct rt_error sticky, once; /* of queued work: permanent, and for the next call */
    struct rt_sim_counters counters;
    int64_t fail_after; /* launches until the injected fault; -1: none */
    const char *fail_text;
    int64_t delay;
};

#define MAX_SIM_QUEUE 1024 /* work that may be pending on a device before the host waits */

int rt_sim_queue_open(struct sim_device *device, struct rt_error *err);
/* Work with memory for a payload; NULL and RT_MEMORY. */
struct sim_work *rt_sim_work_new(enum sim_kind kind, size_t payload, struct rt_error *err);
/* Queues on a stream and takes over the work, also on failure. wait: until it has been done; reports errors then. */
int rt_sim_queue(struct rt_stream *stream, struct sim_work *work, bool wait, struct rt_error *err);
/* The stream on which this thread queues work of the device. */
struct rt_stream *rt_sim_stream(struct sim_device *device);
/* Waits for all streams, or one; errors of queued work. RT_INTERRUPT cancels what is pending. */
int rt_sim_wait_all(struct sim_device *device, struct rt_error *err);
/* The error of earlier work, if any: sticky ones stay. */
int rt_sim_check(struct sim_device *device, struct rt_error *err);
/* A counted event, recorded on a stream; another stream waits for it. */
int rt_sim_record(struct rt_stream *stream, struct rt_event *event, struct rt_error *err);
int rt_sim_wait_event(struct rt_stream *stream, struct rt_event *event, struct rt_error *err);
struct rt_event *rt_sim_event_new(bool timing, struct rt_error *err);
void rt_sim_event_drop(struct rt_event *event);
bool rt_sim_event_reached(struct rt_event *event);

/* Takes a stream from its device once its work has ended, without a look at interrupts; the caller frees it. */
void rt_sim_stream_end(struct sim_device *sim, struct rt_stream *stream);

/* The rows of struct rt_device_ops that concern streams and events. */
int rt_sim_stream_create(struct rt_device *, int priority, struct rt_stream **, struct rt_error *);
int rt_sim_stream_synchronize(struct rt_device *, struct rt_stream *, struct rt_error *);
int rt_sim_stream_query(struct rt_device *, struct rt_stream *, bool *done, struct rt_error *);
int rt_sim_stream_wait(struct rt_device *, struct rt_stream *, struct rt_event *, struct rt_error *);
uint64_t rt_sim_stream_handle(struct rt_device *, struct rt_stream *);
int rt_sim_event_create(struct rt_device *, bool timing, struct rt_event **, struct rt_error *);
void rt_sim_event_destroy(struct rt_device *, struct rt_event *);
int rt_sim_event_record(struct rt_device *, struct rt_event *, struct rt_stream *, struct rt_error *);
int rt_sim_event_synchronize(struct rt_device *, struct rt_event *, struct rt_error *);
int rt_sim_event_query(struct rt_device *, struct rt_event *, bool *done, struct rt_error *);
int rt_sim_event_elapsed(struct rt_device *, struct rt_event *from, struct rt_event *to, float *ms, struct rt_error *);

/* ---- page-locked memory (sim_pinned.c) --------------------------------------------------------------------------- */

struct rt_marks;
extern const struct rt_marks rt_sim_marks; /* of streams, for the caching allocators */
void *rt_sim_pin_alloc(struct rt_device *, size_t size, struct rt_error *);
void rt_sim_pin_free(struct rt_device *, void *memory);
/* A stream that has ended has no copies with page-locked memory left. */
void rt_sim_pins_forget_stream(struct sim_device *device, const struct rt_stream *stream);
/* The current stream copies from there or to there. */
int rt_sim_pin_record(struct sim_device *device, const void *memory, struct rt_error *err);
int rt_sim_record_stream(struct rt_device *, void *memory, struct rt_stream *, struct rt_error *);

/* ---- kernels (sim_kernels.c, sim_random.c) ----------------------------------------------------------------------- */

extern const struct rt_kernels rt_sim_kernels;
/* Views of worker addresses; the words named by seed and offset. */
int rt_sim_random_fill(const struct rt_random_call *call, uint64_t seed, uint64_t offset, int64_t max_blocks,
                       struct rt_error *err);
/* Words that such a call takes from the generator. */
uint64_t rt_sim_random_words(const struct rt_random_call *call, int64_t max_blocks);
/* The numbers that the CPU draws from the call's generator, in the order in which it draws them. */
int rt_sim_random_as_host(const struct rt_random_call *call, struct rt_error *err);
#define MAX_SIM_BLOCKS (132 * (2048 / 256)) /* resident blocks of the GPU that is simulated */

static inline struct sim_device *sim_of(struct rt_device *device)
{
    return (struct sim_device *)device->state;
}

#endif
