/* The pool of pool.h. One job at a time. Its pieces are dealt out in ranges, one for each thread, so that a thread that
   meets the same array again finds its range in its own cache; a thread that has finished its range helps with the
   others'. A job is begun and ended without a lock where the workers are awake: one that has nothing to do spins for a
   moment, because the next op of a cell usually follows at once, then sleeps. Must not know what the tiles do. */
#include "device.h"
#include "pool.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MAX_THREADS 256
#define SPIN_NANOSECONDS 50000
#define WORKER_STACK (1 << 20)

/* Pieces that a thread has before it: the next one's first item, and where the range ends. */
struct range {
    _Alignas(64) _Atomic int64_t next;
    int64_t end;
};

/* The current job: written by its caller, who holds pool.one, while the gate is closed and no worker has joined. */
struct job {
    rt_tile tile;
    void *context;
    int64_t grain;
    const volatile int *cancel;
    int ranges;
    atomic_bool stop;
    struct rt_error error; /* the first; under pool.lock */
};

static struct {
    struct job job;
    _Atomic uint64_t gate; /* the job's number and, in the lower half, how many workers may still join it */
    atomic_int finished;   /* workers that joined it and have left it */
    atomic_bool waiting;   /* its caller sleeps until they have */
    atomic_int sleepers;
    struct range range[MAX_THREADS];
    pthread_mutex_t lock;
    pthread_cond_t work, done;
    int workers;
    bool no_more;        /* a thread could not be made */
    atomic_int threads;  /* 0: not yet asked */
    pthread_mutex_t one; /* held by the caller whose job it is */
} pool = {
    .lock = PTHREAD_MUTEX_INITIALIZER,
    .work = PTHREAD_COND_INITIALIZER,
    .done = PTHREAD_COND_INITIALIZER,
    .one = PTHREAD_MUTEX_INITIALIZER,
};

#define OPEN_SLOTS(gate) ((uint32_t)(gate))
#define NUMBER(gate) ((uint32_t)((gate) >> 32))

static _Thread_local bool inside; /* this thread runs a tile: nested calls run inline */
static _Thread_local const volatile int *cancel_flag;

void rt_pool_set_cancel_flag(const volatile int *flag)
{
    cancel_flag = flag;
}

static inline void relax(void)
{
#if defined(__x86_64__)
    __builtin_ia32_pause();
#endif
}

static int64_t now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

/* ---- how many ---------------------------------------------------------------------------------------------------- */

static int count_processors(void)
{
    const char *text = getenv("TENSOR_THREADS");
    cpu_set_t set;
    if (text && *text) {
        char *end;
        long n = strtol(text, &end, 10);
        if (*end == '\0' && n >= 1)
            return n > MAX_THREADS ? MAX_THREADS : (int)n;
    }
    CPU_ZERO(&set);
    if (sched_getaffinity(0, sizeof set, &set) != 0)
        return 1;
    int n = CPU_COUNT(&set);
    return n < 1 ? 1 : n > MAX_THREADS ? MAX_THREADS : n;
}

int rt_pool_threads(void)
{
    int n = atomic_load_explicit(&pool.threads, memory_order_relaxed);
    if (n == 0) {
        n = count_processors();
        atomic_store(&pool.threads, n);
    }
    return n;
}

void rt_pool_set_threads(int count)
{
    atomic_store(&pool.threads, count < 1 ? 1 : count > MAX_THREADS ? MAX_THREADS : count);
    pthread_mutex_lock(&pool.lock);
    pool.no_more = false;
    pthread_mutex_unlock(&pool.lock);
}

int rt_pool_workers(void)
{
    pthread_mutex_lock(&pool.lock);
    int n = pool.workers;
    pthread_mutex_unlock(&pool.lock);
    return n;
}

bool rt_pool_worthwhile(int64_t cost)
{
    return cost >= RT_POOL_ELEMENTS && !inside && rt_pool_threads() > 1;
}

/* ---- a job ------------------------------------------------------------------------------------------------------- */

static void job_fail(const struct rt_error *err)
{
    pthread_mutex_lock(&pool.lock);
    if (pool.job.error.code == RT_OK)
        pool.job.error = *err;
    pthread_mutex_unlock(&pool.lock);
    atomic_store(&pool.job.stop, true);
}

int rt_pool_check(struct rt_error *err)
{
    if (cancel_flag && __atomic_load_n(cancel_flag, __ATOMIC_RELAXED))
        return rt_error_set(err, RT_INTERRUPT, "%s", "");
    return rt_check_interrupt(err);
}

/* Pieces of one range until there is none left; false when the job is to stop. */
static bool range_run(struct range *range, struct rt_error *err)
{
    const struct job *job = &pool.job;

    for (;;) {
        int64_t begin, end;
        if (atomic_load_explicit(&job->stop, memory_order_relaxed))
            return false;
        if (atomic_load_explicit(&range->next, memory_order_relaxed) >= range->end)
            return true; /* read before the exchange: the cache line stays shared */
        begin = atomic_fetch_add_explicit(&range->next, job->grain, memory_order_relaxed);
        if (begin >= range->end)
            return true;
        end = range->end - begin < job->grain ? range->end : begin + job->grain;
        if (rt_pool_check(err) < 0 || job->tile(job->context, begin, end, err) < 0) {
            job_fail(err);
            return false;
        }
    }
}

/* The own range, then the others'. Run by the caller (0) and by each worker that joined. */
static void job_run(int own)
{
    struct rt_error err;
    int ranges = pool.job.ranges;

    rt_error_clear(&err);
    for (int i = 0; i < ranges; i++)
        if (!range_run(&pool.range[(own + i) % ranges], &err))
            return;
}

/* Joins the job whose number is not `seen`; seen becomes its number. */
static bool join(uint32_t *seen)
{
    uint64_t gate = atomic_load(&pool.gate);

    while (OPEN_SLOTS(gate))
        if (atomic_compare_exchange_weak(&pool.gate, &gate, gate - 1))
            break;
    *seen = NUMBER(gate);
    return OPEN_SLOTS(gate) != 0;
}

static bool changed(uint32_t seen)
{
    return NUMBER(atomic_load_explicit(&pool.gate, memory_order_relaxed)) != seen;
}

static void sleep_until_changed(uint32_t seen)
{
    pthread_mutex_lock(&pool.lock);
    atomic_fetch_add(&pool.sleepers, 1); /* before the look at the gate, as publish() looks after it has set it */
    while (NUMBER(atomic_load(&pool.gate)) == seen)
        pthread_cond_wait(&pool.work, &pool.lock);
    atomic_fetch_sub(&pool.sleepers, 1);
    pthread_mutex_unlock(&pool.lock);
}

static void *worker(void *number)
{
    const int own = (int)(intptr_t)number;
    uint32_t seen = 0;

    inside = true;
    for (;;) {
        int64_t until = now_ns() + SPIN_NANOSECONDS;
        while (!changed(seen) && now_ns() < until)
            for (int i = 0; i < 16 && !changed(seen); i++)
                relax();
        if (!changed(seen))
            sleep_until_changed(seen);
        if (!join(&seen))
            continue;
        cancel_flag = pool.job.cancel;
        job_run(own);
        atomic_fetch_add(&pool.finished, 1);
        if (atomic_load(&pool.waiting)) {
            pthread_mutex_lock(&pool.lock);
            pthread_cond_signal(&pool.done);
            pthread_mutex_unlock(&pool.lock);
        }
    }
    return NULL;
}

static void atfork_prepare(void)
{
    pthread_mutex_lock(&pool.lock);
}
static void atfork_parent(void)
{
    pthread_mutex_unlock(&pool.lock);
}

void rt_pool_after_fork(void)
{
    pthread_mutex_init(&pool.lock, NULL);
    pthread_mutex_init(&pool.one, NULL);
    pthread_cond_init(&pool.work, NULL);
    pthread_cond_init(&pool.done, NULL);
    atomic_store(&pool.gate, atomic_load(&pool.gate) >> 32 << 32);
    atomic_store(&pool.waiting, false);
    atomic_store(&pool.sleepers, 0);
    pool.workers = 0;
    pool.no_more = false;
}

static void register_fork(void)
{
    pthread_atfork(atfork_prepare, atfork_parent, rt_pool_after_fork);
}

/* Makes workers up to `wanted`; signals stay with the threads that want them. Under pool.lock. */
static void make_workers(int wanted)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_attr_t attributes;
    sigset_t all, before;
    pthread_once(&once, register_fork);
    if (pthread_attr_init(&attributes) != 0)
        return;
    pthread_attr_setstacksize(&attributes, WORKER_STACK);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    while (pool.workers < wanted) {
        pthread_t thread;
        if (pthread_create(&thread, &attributes, worker, (void *)(intptr_t)(pool.workers + 1)) != 0) {
            pool.no_more = true;
            break;
        }
        pool.workers++;
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
}

static int run_inline(int64_t count, int64_t grain, rt_tile tile, void *context, struct rt_error *err)
{
    for (int64_t begin = 0; begin < count;) {
        int64_t end = count - begin < grain ? count : begin + grain;
        if (rt_pool_check(err) < 0 || tile(context, begin, end, err) < 0)
            return -1;
        begin = end;
    }
    return 0;
}

/* Opens the gate for `wanted` workers. */
static void publish(int wanted)
{
    int wake;

    if (pool.workers < wanted && !pool.no_more) {
        pthread_mutex_lock(&pool.lock);
        make_workers(wanted);
        pthread_mutex_unlock(&pool.lock);
    }
    atomic_store(&pool.gate, ((atomic_load(&pool.gate) >> 32) + 1) << 32 | (uint64_t)wanted);
    wake = atomic_load(&pool.sleepers);
    if (wake == 0)
        return;
    pthread_mutex_lock(&pool.lock);
    for (wake = wake < wanted ? wake : wanted; wake > 0; wake--)
        pthread_cond_signal(&pool.work);
    pthread_mutex_unlock(&pool.lock);
}

/* No worker can join any more; waits for those that did. */
static void retire(int wanted)
{
    uint64_t gate = atomic_load(&pool.gate);
    int joined;
    int64_t until;

    gate = atomic_exchange(&pool.gate, gate >> 32 << 32);
    joined = wanted - (int)OPEN_SLOTS(gate);
    if (atomic_load(&pool.finished) == joined)
        return;
    until = now_ns() + SPIN_NANOSECONDS;
    while (atomic_load(&pool.finished) != joined && now_ns() < until)
        for (int i = 0; i < 16 && atomic_load_explicit(&pool.finished, memory_order_relaxed) != joined; i++)
            relax();
    if (atomic_load(&pool.finished) == joined)
        return;
    atomic_store(&pool.waiting, true);
    pthread_mutex_lock(&pool.lock);
    while (atomic_load(&pool.finished) != joined)
        pthread_cond_wait(&pool.done, &pool.lock);
    pthread_mutex_unlock(&pool.lock);
    atomic_store(&pool.waiting, false);
}

/* The job's pieces in ranges for so many threads. */
static void deal(int64_t count, int64_t grain, int64_t pieces, int ranges)
{
    int64_t first = 0;

    for (int i = 0; i < ranges; i++) {
        int64_t last = pieces / ranges * (i + 1) + pieces % ranges * (i + 1) / ranges;
        atomic_store_explicit(&pool.range[i].next, first * grain, memory_order_relaxed);
        pool.range[i].end = last == pieces ? count : last * grain;
        first = last;
    }
}

int rt_parallel_for(int64_t count, int64_t grain, int64_t cost, rt_tile tile, void *context, struct rt_error *err)
{
    int64_t pieces;
    int threads, rc = 0;

    if (count <= 0)
        return 0;
    if (grain < 1)
        grain = 1;
    if (grain >= count || !rt_pool_worthwhile(cost) || pthread_mutex_trylock(&pool.one) != 0)
        return run_inline(count, grain, tile, context, err);
    pieces = (count - 1) / grain + 1;
    threads = rt_pool_threads();
    threads = pieces < threads ? (int)pieces : threads;
    pool.job.tile = tile;
    pool.job.context = context;
    pool.job.grain = grain;
    pool.job.cancel = cancel_flag;
    pool.job.ranges = threads;
    atomic_store_explicit(&pool.job.stop, false, memory_order_relaxed);
    rt_error_clear(&pool.job.error);
    deal(count, grain, pieces, threads);
    atomic_store_explicit(&pool.finished, 0, memory_order_relaxed);
    publish(threads - 1);
    inside = true;
    job_run(0);
    inside = false;
    retire(threads - 1);
    if (pool.job.error.code != RT_OK) {
        rc = -1;
        if (err->code == RT_OK)
            *err = pool.job.error;
    }
    pthread_mutex_unlock(&pool.one);
    return rc;
}
