/* The pool of pool.h. One job at a time: its caller and the workers take pieces from one counter. A worker that has
   nothing to do spins for a moment, because the next op of a cell usually follows at once, then sleeps. Must not know
   what the tiles do. */
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

struct job {
    rt_tile tile;
    void *context;
    int64_t count, grain;
    const volatile int *cancel;
    _Atomic int64_t next;
    atomic_bool stop;
    int wanted, attached, running; /* workers; under pool.lock */
    struct rt_error error;         /* the first; under pool.lock */
};

static struct {
    pthread_mutex_t lock;
    pthread_cond_t work, done;
    struct job *job;
    atomic_uint generation; /* changes with each job: what idle workers watch */
    int sleepers, workers;
    bool no_more;        /* a thread could not be made */
    atomic_int threads;  /* 0: not yet asked */
    pthread_mutex_t one; /* held by the caller whose job it is */
} pool = {
    .lock = PTHREAD_MUTEX_INITIALIZER,
    .work = PTHREAD_COND_INITIALIZER,
    .done = PTHREAD_COND_INITIALIZER,
    .one = PTHREAD_MUTEX_INITIALIZER,
};

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

/* ---- how many -----------------------------------------------------------------------------------------------------
 */

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

/* ---- a job --------------------------------------------------------------------------------------------------------
 */

static void job_fail(struct job *job, const struct rt_error *err)
{
    pthread_mutex_lock(&pool.lock);
    if (job->error.code == RT_OK)
        job->error = *err;
    pthread_mutex_unlock(&pool.lock);
    atomic_store(&job->stop, true);
}

int rt_pool_check(struct rt_error *err)
{
    if (cancel_flag && __atomic_load_n(cancel_flag, __ATOMIC_RELAXED))
        return rt_error_set(err, RT_INTERRUPT, "%s", "");
    return rt_check_interrupt(err);
}

/* Pieces until there is none left. Run by the caller and by each worker that joined. */
static void job_run(struct job *job)
{
    struct rt_error err;
    rt_error_clear(&err);
    while (!atomic_load_explicit(&job->stop, memory_order_relaxed)) {
        int64_t begin = atomic_fetch_add_explicit(&job->next, job->grain, memory_order_relaxed);
        if (begin >= job->count)
            break;
        int64_t end = job->count - begin < job->grain ? job->count : begin + job->grain;
        if (rt_pool_check(&err) < 0 || job->tile(job->context, begin, end, &err) < 0) {
            job_fail(job, &err);
            break;
        }
    }
}

static void *worker(void *unused)
{
    (void)unused;
    unsigned seen = 0;
    inside = true;
    for (;;) {
        int64_t until = now_ns() + SPIN_NANOSECONDS;
        while (atomic_load_explicit(&pool.generation, memory_order_acquire) == seen && now_ns() < until)
            for (int i = 0; i < 32; i++)
                relax();
        pthread_mutex_lock(&pool.lock);
        while (atomic_load(&pool.generation) == seen) {
            pool.sleepers++;
            pthread_cond_wait(&pool.work, &pool.lock);
            pool.sleepers--;
        }
        seen = atomic_load(&pool.generation);
        struct job *job = pool.job;
        if (job && job->attached < job->wanted) {
            job->attached++;
            job->running++;
            pthread_mutex_unlock(&pool.lock);
            cancel_flag = job->cancel;
            job_run(job);
            pthread_mutex_lock(&pool.lock);
            if (--job->running == 0)
                pthread_cond_signal(&pool.done);
        }
        pthread_mutex_unlock(&pool.lock);
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
    pool.job = NULL;
    pool.sleepers = pool.workers = 0;
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
        if (pthread_create(&thread, &attributes, worker, NULL) != 0) {
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

static void publish(struct job *job)
{
    pthread_mutex_lock(&pool.lock);
    if (pool.workers < job->wanted && !pool.no_more)
        make_workers(job->wanted);
    pool.job = job;
    atomic_fetch_add_explicit(&pool.generation, 1, memory_order_release);
    int wake = pool.sleepers < job->wanted ? pool.sleepers : job->wanted;
    while (wake-- > 0)
        pthread_cond_signal(&pool.work);
    pthread_mutex_unlock(&pool.lock);
}

/* No worker can join any more; waits for those that did. */
static void retire(struct job *job)
{
    pthread_mutex_lock(&pool.lock);
    pool.job = NULL;
    int64_t until = job->running ? now_ns() + SPIN_NANOSECONDS : 0;
    while (job->running && now_ns() < until) {
        pthread_mutex_unlock(&pool.lock);
        for (int i = 0; i < 64; i++)
            relax();
        pthread_mutex_lock(&pool.lock);
    }
    while (job->running)
        pthread_cond_wait(&pool.done, &pool.lock);
    pthread_mutex_unlock(&pool.lock);
}

int rt_parallel_for(int64_t count, int64_t grain, int64_t cost, rt_tile tile, void *context, struct rt_error *err)
{
    if (count <= 0)
        return 0;
    if (grain < 1)
        grain = 1;
    if (grain >= count || !rt_pool_worthwhile(cost) || pthread_mutex_trylock(&pool.one) != 0)
        return run_inline(count, grain, tile, context, err);

    int64_t pieces = (count - 1) / grain + 1;
    int threads = rt_pool_threads();
    struct job job = {.tile = tile, .context = context, .count = count, .grain = grain, .cancel = cancel_flag};
    rt_error_clear(&job.error);
    job.wanted = (pieces < threads ? (int)pieces : threads) - 1;
    publish(&job);
    inside = true;
    job_run(&job);
    inside = false;
    retire(&job);
    pthread_mutex_unlock(&pool.one);
    if (job.error.code == RT_OK)
        return 0;
    if (err->code == RT_OK)
        *err = job.error;
    return -1;
}
