/* The worker pool: every piece once, errors, interrupts, nesting, several callers, fork, few threads. */
#include "harness.h"

#include "device.h"
#include "pool.h"

#include <pthread.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define BIG (1 << 20)

struct count {
    int64_t n;
    _Atomic int *seen;
    atomic_int calls;
};

static int mark(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    struct count *c = context;
    (void)err;
    atomic_fetch_add(&c->calls, 1);
    for (int64_t i = begin; i < end; i++)
        atomic_fetch_add(&c->seen[i], 1);
    return 0;
}

static void run_and_check(int64_t n, int64_t grain, int64_t cost)
{
    struct rt_error err = {0};
    struct count c = {.n = n, .seen = calloc((size_t)n + 1, sizeof(int))};
    REQUIRE(c.seen != NULL);
    CHECK_INT(rt_parallel_for(n, grain, cost, mark, &c, &err), 0);
    for (int64_t i = 0; i < n; i++)
        if (!CHECK_INT(c.seen[i], 1))
            break;
    CHECK_INT(c.calls, (n + grain - 1) / grain);
    free(c.seen);
}

TEST(small_work_makes_no_thread)
{
    CHECK_INT(rt_pool_workers(), 0);
    run_and_check(1000, 100, 1000);
    CHECK_INT(rt_pool_workers(), 0);
}

TEST(every_piece_runs_once)
{
    rt_pool_set_threads(4);
    static const int64_t sizes[] = {0, 1, 2, 7, 100, 4096, 10007};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (int64_t grain = 1; grain <= 1000; grain = grain * 7 + 1)
            run_and_check(sizes[i], grain, BIG);
    CHECK(rt_pool_workers() > 0);
}

TEST(many_jobs_in_a_row)
{
    for (int i = 0; i < 3000; i++)
        run_and_check(16, 1, BIG);
}

static void pause_for(long microseconds)
{
    nanosleep(&(struct timespec){.tv_nsec = microseconds * 1000}, NULL);
}

static int mark_slowly(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    if (begin % 5 == 3)
        pause_for(begin * 10); /* so that the caller, or a worker, has nothing left to do and sleeps */
    return mark(context, begin, end, err);
}

/* Workers are awake or asleep when work comes, and the caller when it ends. */
TEST(pauses_in_work_and_between_works)
{
    _Atomic int seen[20];

    for (int i = 0; i < 200; i++) {
        struct rt_error err = {0};
        struct count c = {.n = 20, .seen = seen};
        for (int k = 0; k < 20; k++)
            atomic_store(&seen[k], 0);
        rt_pool_set_threads(2 + i % 7);
        CHECK_INT(rt_parallel_for(20, 1 + i % 3, BIG, mark_slowly, &c, &err), 0);
        for (int k = 0; k < 20; k++)
            CHECK_INT(seen[k], 1);
        if (i % 4)
            pause_for(i % 4 * 40);
    }
    rt_pool_set_threads(4);
}

static int fail_at_7(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    (void)context;
    if (begin <= 7 && 7 < end)
        return rt_error_set(err, RT_INDEX, "tile %d", 7);
    return 0;
}

TEST(the_error_of_a_tile_ends_the_work)
{
    struct rt_error err = {0};
    CHECK_INT(rt_parallel_for(1000, 1, BIG, fail_at_7, NULL, &err), -1);
    CHECK_INT(err.code, RT_INDEX);
    CHECK_STR(err.text, "tile 7");
    rt_error_clear(&err);
    CHECK_INT(rt_parallel_for(1000, 1, 1, fail_at_7, NULL, &err), -1);
    CHECK_STR(err.text, "tile 7");
}

static volatile int flag;

static int raise_flag(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    atomic_int *calls = context;
    (void)begin, (void)end, (void)err;
    if (atomic_fetch_add(calls, 1) == 3)
        __atomic_store_n(&flag, 1, __ATOMIC_RELAXED);
    return 0;
}

TEST(an_interrupt_stops_between_tiles)
{
    for (int cost = 1; cost <= BIG; cost += BIG - 1) {
        struct rt_error err = {0};
        atomic_int calls = 0;
        rt_set_interrupt_flag(&flag);
        CHECK_INT(rt_parallel_for(100000, 1, cost, raise_flag, &calls, &err), -1);
        CHECK_INT(err.code, RT_INTERRUPT);
        CHECK_MSG(calls < 1000, "%d tiles ran", calls);
        __atomic_store_n(&flag, 0, __ATOMIC_RELAXED);
        rt_set_interrupt_flag(NULL);
        rt_error_clear(&err);
        rt_pool_set_cancel_flag(&flag);
        calls = 0;
        CHECK_INT(rt_parallel_for(100000, 1, cost, raise_flag, &calls, &err), -1);
        CHECK_INT(err.code, RT_INTERRUPT);
        __atomic_store_n(&flag, 0, __ATOMIC_RELAXED);
        rt_pool_set_cancel_flag(NULL);
    }
}

static int nest(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    (void)begin, (void)end;
    return rt_parallel_for(50, 1, BIG, mark, context, err);
}

TEST(nested_work_runs_inline)
{
    struct rt_error err = {0};
    struct count c = {.n = 50, .seen = calloc(50, sizeof(int))};
    REQUIRE(c.seen != NULL);
    CHECK_INT(rt_parallel_for(20, 1, BIG, nest, &c, &err), 0);
    for (int i = 0; i < 50; i++)
        CHECK_INT(c.seen[i], 20);
    free(c.seen);
}

static void *caller(void *unused)
{
    for (int i = 0; i < 300; i++)
        run_and_check(97, 3, BIG);
    return unused;
}

TEST(several_callers_at_once)
{
    pthread_t t[3];
    for (int i = 0; i < 3; i++)
        REQUIRE(pthread_create(&t[i], NULL, caller, NULL) == 0);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
}

#ifndef __SANITIZE_THREAD__ /* it allows no new threads in the child of a process with threads */
TEST(a_forked_child_makes_its_own_threads)
{
    run_and_check(100, 1, BIG);
    pid_t child = fork();
    if (child == 0) {
        struct rt_error err = {0};
        struct count c = {.n = 100, .seen = calloc(100, sizeof(int))};
        alarm(20);
        if (rt_pool_workers() != 0)
            _exit(2);
        int status = rt_parallel_for(100, 1, BIG, mark, &c, &err);
        _exit(status == 0 && c.calls == 100 && rt_pool_workers() > 0 ? 0 : 3);
    }
    int status = -1;
    REQUIRE(waitpid(child, &status, 0) == child);
    CHECK_INT(status, 0);
}

TEST(work_goes_on_where_no_thread_can_be_made)
{
    pid_t child = fork();
    if (child == 0) {
        struct rt_error err = {0};
        struct count c = {.n = 100, .seen = calloc(100, sizeof(int))};
        struct rlimit none = {0, 0};
        setrlimit(RLIMIT_NPROC, &none); /* root is not bound by it: then threads are made, and that is well too */
        int status = rt_parallel_for(100, 1, BIG, mark, &c, &err);
        _exit(status == 0 && c.calls == 100 ? 0 : 3);
    }
    int status = -1;
    REQUIRE(waitpid(child, &status, 0) == child);
    CHECK_INT(status, 0);
}
#endif

HARNESS_MAIN
