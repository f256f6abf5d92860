/* Simulated devices: memory the host cannot read, the allocator's numbers and texts, asynchronous order, streams and
   events, copies between devices, faults, interrupts, and PyTorch's CUDA random numbers. Links the runtime alone. */
#include "harness.h"

#include "device.h"
#include "random/random_generator.h"
#include "sim/sim.h"

#include <math.h>
#include <pthread.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define MIB (1 << 20)

static struct rt_error err;

static struct rt_device *gpu(int index)
{
    static bool provided;
    rt_error_clear(&err);
    if (!provided) {
        rt_sim_provide(2, (size_t)256 * MIB, &err);
        provided = true;
    }
    struct rt_device *device = rt_device_get(RT_CUDA, index, &err);
    if (!device) {
        fprintf(stderr, "%s\n", err.text);
        exit(1);
    }
    return device;
}

static struct rt_view view1(void *data, enum rt_dtype dtype, int64_t n)
{
    return (struct rt_view){.data = data, .dtype = dtype, .ndim = 1, .shape = {n}, .strides = {1}};
}

static int fill(struct rt_device *d, void *data, int64_t n, double value)
{
    struct rt_fill_call call = {.kind = RT_FILL_CONSTANT, .start = rt_scalar_float(value)};
    call.out = view1(data, RT_FLOAT32, n);
    return d->kernels->fill(d, &call, &err);
}

static int add(struct rt_device *d, void *out, void *a, void *b, int64_t n)
{
    struct rt_zip_call call = {.op = RT_ZIP_add, .compute = RT_FLOAT32};
    call.out = view1(out, RT_FLOAT32, n);
    call.a = view1(a, RT_FLOAT32, n);
    call.b = view1(b, RT_FLOAT32, n);
    return d->kernels->zip(d, &call, &err);
}

static double milliseconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

TEST(a_kernel_works_on_device_memory)
{
    struct rt_device *d = gpu(0);
    struct rt_sim_counters before, after;
    float host[1000];
    rt_sim_counters(d, &before);
    void *a = d->ops->alloc(d, sizeof host, &err), *b = d->ops->alloc(d, sizeof host, &err);
    REQUIRE(a && b);
    for (int i = 0; i < 1000; i++)
        host[i] = (float)i;
    CHECK_INT(d->ops->copy_from_host(d, a, host, sizeof host, false, &err), 0);
    memset(host, 0, sizeof host); /* small copies have read their source */
    CHECK_INT(fill(d, b, 1000, 0.5), 0);
    CHECK_INT(add(d, b, a, b, 1000), 0);
    CHECK_INT(d->ops->copy_to_host(d, host, b, sizeof host, true, &err), 0);
    for (int i = 0; i < 1000; i++)
        REQUIRE(host[i] == (float)i + 0.5f);
    rt_sim_counters(d, &after);
    CHECK_INT(after.launches - before.launches, 2);
    CHECK_INT(after.allocations - before.allocations, 2);
    CHECK_INT(after.bytes_from_host - before.bytes_from_host, 4000);
    CHECK_INT(after.bytes_to_host - before.bytes_to_host, 4000);
    d->ops->free(d, a, sizeof host);
    d->ops->free(d, b, sizeof host);
}

TEST(the_host_cannot_read_device_memory)
{
    struct rt_device *d = gpu(0);
    volatile float *a = d->ops->alloc(d, 4, &err);
    REQUIRE(a != NULL);
    CHECK_INT(fill(d, (void *)(uintptr_t)a, 1, 1), 0);
    CHECK_INT(d->ops->synchronize(d, &err), 0);
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        fclose(stderr); /* the sanitizer's report is not wanted */
        signal(SIGSEGV, SIG_DFL);
        _exit(*a == 1 ? 0 : 1);
    }
    int status = 0;
    REQUIRE(waitpid(child, &status, 0) == child);
    CHECK(WIFSIGNALED(status) && WTERMSIG(status) == SIGSEGV);
    d->ops->free(d, (void *)(uintptr_t)a, 4);
}

TEST(host_addresses_are_illegal_for_kernels)
{
    struct rt_device *d = gpu(0);
    float host[4];
    CHECK_INT(fill(d, host, 4, 1), -1);
    CHECK_INT(err.code, RT_ACCELERATOR);
    CHECK(strncmp(err.text, "CUDA error: an illegal memory access was encountered\n", 53) == 0);
    rt_error_clear(&err);
}

static int64_t current(struct rt_memory_metric m)
{
    return m.current;
}

TEST(the_allocator_rounds_as_pytorchs)
{
    struct rt_device *d = gpu(1);
    struct rt_memory_stats s;
    size_t available, total;
    d->ops->empty_cache(d, &err);
    void *a = d->ops->alloc(d, 4000, &err);
    d->ops->memory_stats(d, &s);
    CHECK_INT(current(s.allocated_bytes[RT_POOL_ALL]), 4096);
    CHECK_INT(current(s.requested_bytes[RT_POOL_ALL]), 4000);
    CHECK_INT(current(s.reserved_bytes[RT_POOL_ALL]), 2097152);
    CHECK_INT(current(s.allocation[RT_POOL_SMALL]), 1);
    CHECK_INT(current(s.inactive_split[RT_POOL_ALL]), 1);
    CHECK_INT(current(s.inactive_split_bytes[RT_POOL_ALL]), 2097152 - 4096);
    void *c = d->ops->alloc(d, 23 * (MIB / 2), &err); /* 11.5 MiB: the rest of its segment is too small to keep */
    d->ops->memory_stats(d, &s);
    CHECK_INT(current(s.allocated_bytes[RT_POOL_LARGE]), 12582912);
    void *b = d->ops->alloc(d, 4 * MIB, &err);
    d->ops->memory_stats(d, &s);
    CHECK_INT(current(s.allocated_bytes[RT_POOL_LARGE]), 12582912 + 4194304);
    CHECK_INT(current(s.reserved_bytes[RT_POOL_LARGE]), 12582912 + 20971520);
    CHECK_INT(current(s.segment[RT_POOL_ALL]), 3);
    CHECK(d->ops->alloc(d, 0, &err) == NULL);
    CHECK_INT(err.code, RT_OK);
    CHECK_INT(d->ops->memory_info(d, &available, &total, &err), 0);
    CHECK_INT(total, 256 * MIB);
    CHECK_INT(total - available, 34 * MIB);
    d->ops->free(d, b, 0);
    d->ops->free(d, a, 0);
    d->ops->free(d, c, 0);
    d->ops->memory_stats(d, &s);
    CHECK_INT(current(s.allocated_bytes[RT_POOL_ALL]), 0);
    CHECK_INT(current(s.active[RT_POOL_ALL]), 0);
    CHECK_INT(current(s.inactive_split[RT_POOL_ALL]), 0);
    CHECK_INT(current(s.inactive_split_bytes[RT_POOL_ALL]), 0);
    CHECK_INT(current(s.reserved_bytes[RT_POOL_ALL]), 34 * MIB);
    CHECK(s.allocated_bytes[RT_POOL_ALL].peak >= 4096 + 4194304 + 12582912);
    CHECK(d->ops->alloc(d, 100, &err) == a); /* cached memory is used again */
    d->ops->free(d, a, 0);
    CHECK_INT(d->ops->empty_cache(d, &err), 0);
    d->ops->reset_peak(d);
    d->ops->memory_stats(d, &s);
    CHECK_INT(current(s.reserved_bytes[RT_POOL_ALL]), 0);
    CHECK_INT(s.allocated_bytes[RT_POOL_ALL].peak, 0);
}

TEST(many_allocations_leave_nothing_behind)
{
    struct rt_device *d = gpu(1);
    enum { N = 300 };
    void *held[N] = {0};
    struct rt_memory_stats s;
    uint32_t seed = 1;
    for (int round = 0; round < 20000; round++) {
        seed = seed * 1664525u + 1013904223u;
        int i = (int)(seed >> 8) % N;
        d->ops->free(d, held[i], 0);
        held[i] = seed & 16 ? NULL : d->ops->alloc(d, (size_t)1 << (seed >> 27) % 20, &err);
    }
    for (int i = 0; i < N; i++)
        d->ops->free(d, held[i], 0);
    d->ops->memory_stats(d, &s);
#define X(field)                                                                                                       \
    if (strcmp(#field, "segment") != 0 && strcmp(#field, "reserved_bytes") != 0)                                       \
        for (int pool = 0; pool < RT_POOL_COUNT; pool++)                                                               \
            CHECK_MSG(s.field[pool].current == 0, "%s of pool %d is %lld", #field, pool,                               \
                      (long long)s.field[pool].current);
    RT_MEMORY_METRICS(X)
#undef X
    CHECK_INT(d->ops->empty_cache(d, &err), 0);
}

TEST(memory_runs_out_with_pytorchs_text)
{
    struct rt_device *d = gpu(1);
    struct rt_memory_stats s;
    d->ops->empty_cache(d, &err);
    void *a = d->ops->alloc(d, 200 * MIB, &err);
    REQUIRE(a != NULL);
    CHECK(d->ops->alloc(d, 100 * MIB, &err) == NULL);
    CHECK_INT(err.code, RT_OUT_OF_MEMORY);
    CHECK_STR(
        err.text,
        "CUDA out of memory. Tried to allocate 100.00 MiB. GPU 1 has a total capacity of 256.00 MiB of which 56.00 "
        "MiB is free. Including non-PyTorch memory, this process has 200.00 MiB memory in use. Of the allocated "
        "memory 200.00 MiB is allocated by PyTorch, and 0 bytes is reserved by PyTorch but unallocated. If reserved "
        "but unallocated memory is large try setting PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True to avoid "
        "fragmentation.  See documentation for Memory Management  "
        "(https://docs.pytorch.org/docs/stable/notes/cuda.html#optimizing-memory-usage-with-pytorch-cuda-alloc-conf)");
    rt_error_clear(&err);
    CHECK(d->ops->alloc(d, (size_t)1 << 62, &err) == NULL);
    CHECK_INT(err.code, RT_OUT_OF_MEMORY);
    rt_error_clear(&err);
    d->ops->free(d, a, 0);
    a = d->ops->alloc(d, 240 * MIB, &err); /* the cached 200 MiB are given back for it */
    CHECK(a != NULL);
    d->ops->free(d, a, 0);
    d->ops->memory_stats(d, &s);
    CHECK_INT(s.num_ooms, 2);
    CHECK(s.num_alloc_retries >= 3);
    d->ops->empty_cache(d, &err);
}

TEST(launches_return_before_the_work_is_done)
{
    struct rt_device *d = gpu(0);
    float x = 0;
    void *a = d->ops->alloc(d, 4, &err);
    rt_sim_delay(d, 30000);
    double begin = milliseconds();
    CHECK_INT(fill(d, a, 1, 1), 0);
    CHECK_INT(add(d, a, a, a, 1), 0);
    CHECK_INT(add(d, a, a, a, 1), 0);
    CHECK(milliseconds() - begin < 30);
    CHECK_INT(d->ops->copy_to_host(d, &x, a, 4, true, &err), 0);
    CHECK(milliseconds() - begin >= 80);
    CHECK(x == 4);
    rt_sim_delay(d, 0);
    d->ops->free(d, a, 4);
}

TEST(streams_and_events)
{
    struct rt_device *d = gpu(0);
    struct rt_stream *stream;
    struct rt_event *from, *to, *untimed;
    bool done;
    float ms, x = 0;
    void *a = d->ops->alloc(d, 4, &err);
    REQUIRE(d->ops->stream_create(d, 0, &stream, &err) == 0);
    REQUIRE(d->ops->event_create(d, true, &from, &err) == 0 && d->ops->event_create(d, true, &to, &err) == 0 &&
            d->ops->event_create(d, false, &untimed, &err) == 0);
    CHECK_INT(d->ops->event_elapsed(d, from, to, &ms, &err), -1);
    CHECK_STR(err.text, "Both events must be recorded before calculating elapsed time.");
    rt_error_clear(&err);
    CHECK_INT(d->ops->event_elapsed(d, from, untimed, &ms, &err), -1);
    CHECK_STR(err.text, "Both events must be created with argument 'enable_timing=True'.");
    rt_error_clear(&err);
    CHECK_INT(d->ops->event_query(d, from, &done, &err), 0);
    CHECK(done);
    rt_sim_delay(d, 20000);
    CHECK_INT(d->ops->event_record(d, from, NULL, &err), 0);
    CHECK_INT(fill(d, a, 1, 3), 0);
    CHECK_INT(d->ops->event_record(d, to, NULL, &err), 0);
    CHECK_INT(d->ops->stream_wait(d, stream, to, &err), 0);
    rt_device_set_stream(d, stream);
    CHECK_INT(add(d, a, a, a, 1), 0); /* in the other stream, after the event */
    rt_device_set_stream(d, NULL);
    CHECK_INT(d->ops->event_query(d, to, &done, &err), 0);
    CHECK(!done);
    CHECK_INT(d->ops->event_elapsed(d, from, to, &ms, &err), -1);
    CHECK_STR(err.text, "Both events must be completed before calculating elapsed time.");
    rt_error_clear(&err);
    CHECK_INT(d->ops->event_synchronize(d, to, &err), 0);
    CHECK_INT(d->ops->event_elapsed(d, from, to, &ms, &err), 0);
    CHECK_MSG(ms >= 19 && ms < 500, "%g ms", ms);
    CHECK_INT(d->ops->stream_query(d, stream, &done, &err), 0);
    CHECK(!done);
    CHECK_INT(d->ops->stream_synchronize(d, stream, &err), 0);
    CHECK_INT(d->ops->copy_to_host(d, &x, a, 4, true, &err), 0);
    CHECK(x == 6);
    rt_sim_delay(d, 0);
    CHECK(d->ops->stream_handle(d, stream) != 0 && d->ops->stream_handle(d, NULL) == 0);
    d->ops->event_record(d, untimed, stream, &err);
    d->ops->event_destroy(d, untimed); /* while it is queued */
    d->ops->event_destroy(d, from);
    d->ops->event_destroy(d, to);
    d->ops->stream_destroy(d, stream);
    d->ops->free(d, a, 4);
}

TEST(copies_between_devices)
{
    struct rt_device *d0 = gpu(0), *d1 = gpu(1);
    struct rt_sim_counters before, after;
    float x[3] = {1, 2, 3}, y[3] = {0};
    void *a = d0->ops->alloc(d0, 12, &err), *b = d1->ops->alloc(d1, 12, &err);
    rt_sim_counters(d1, &before);
    rt_sim_delay(d0, 10000);
    CHECK_INT(d0->ops->copy_from_host(d0, a, x, 12, false, &err), 0);
    CHECK_INT(add(d0, a, a, a, 3), 0);
    CHECK_INT(d1->ops->copy_peer(d1, b, d0, a, 12, &err), 0);
    CHECK_INT(fill(d0, a, 3, 9), 0); /* after the copy has read it */
    CHECK_INT(add(d1, b, b, b, 3), 0);
    CHECK_INT(d1->ops->copy_to_host(d1, y, b, 12, true, &err), 0);
    CHECK(y[0] == 4 && y[1] == 8 && y[2] == 12);
    rt_sim_delay(d0, 0);
    rt_sim_counters(d1, &after);
    CHECK_INT(after.bytes_peer - before.bytes_peer, 12);
    CHECK_INT(d0->ops->synchronize(d0, &err), 0);
    d0->ops->free(d0, a, 12);
    d1->ops->free(d1, b, 12);
}

TEST(a_fault_shows_later_and_stays)
{
    struct rt_device *d = gpu(1);
    float x;
    void *a = d->ops->alloc(d, 4, &err);
    rt_sim_fail_launch(d, 1, "an illegal memory access was encountered");
    CHECK_INT(fill(d, a, 1, 1), 0);
    CHECK_INT(fill(d, a, 1, 2), 0); /* this one fails, on the device */
    CHECK_INT(d->ops->synchronize(d, &err), -1);
    CHECK_INT(err.code, RT_ACCELERATOR);
    CHECK_STR(
        err.text,
        "CUDA error: an illegal memory access was encountered\nSearch for `cudaErrorIllegalAddress' in "
        "https://docs.nvidia.com/cuda/cuda-runtime-api/group__CUDART__TYPES.html for more information.\nCUDA kernel "
        "errors might be asynchronously reported at some other API call, so the stacktrace below might be "
        "incorrect.\nFor debugging consider passing CUDA_LAUNCH_BLOCKING=1\nCompile with `TORCH_USE_CUDA_DSA` to "
        "enable device-side assertions.\n");
    rt_error_clear(&err);
    CHECK_INT(fill(d, a, 1, 1), -1);
    CHECK_INT(err.code, RT_ACCELERATOR);
    rt_error_clear(&err);
    CHECK_INT(d->ops->copy_to_host(d, &x, a, 4, true, &err), -1);
    rt_error_clear(&err);
    CHECK(d->ops->alloc(d, 4, &err) == NULL);
    CHECK_INT(err.code, RT_ACCELERATOR);
    rt_error_clear(&err);
    CHECK_INT(gpu(0)->ops->synchronize(gpu(0), &err), 0); /* the other device is well */
    CHECK_INT(rt_sim_reset(d), 0);
    CHECK_INT(fill(d, a, 1, 1), 0);
    CHECK_INT(d->ops->synchronize(d, &err), 0);
    d->ops->free(d, a, 4);
}

TEST(an_index_out_of_range_is_a_device_side_assert)
{
    struct rt_device *d = gpu(1);
    int64_t index = 7;
    char *a = d->ops->alloc(d, 4 * 64, &err), *i = d->ops->alloc(d, 8, &err);
    CHECK_INT(d->ops->copy_from_host(d, i, &index, 8, false, &err), 0);
    struct rt_gather_call call = {.nindex = 1, .size = {4}, .stride = {1}};
    call.out = view1(a, RT_FLOAT32, 1);
    call.in = view1(a + 64, RT_FLOAT32, 1);
    call.in.strides[0] = 0;
    call.index[0] = view1(i, RT_INT64, 1);
    CHECK_INT(d->kernels->gather(d, &call, &err), 0);
    CHECK_INT(d->ops->synchronize(d, &err), -1);
    CHECK_INT(err.code, RT_ACCELERATOR);
    if (!CHECK(strncmp(err.text, "CUDA error: device-side assert triggered\nSearch for `cudaErrorAssert' in", 72) == 0))
        fprintf(stderr, "%s\n", err.text);
    rt_sim_reset(d);
    rt_error_clear(&err);
    d->ops->free(d, a, 0);
    d->ops->free(d, i, 0);
}

TEST(integer_products_do_not_exist_here)
{
    struct rt_device *d = gpu(0);
    void *a = d->ops->alloc(d, 8, &err);
    struct rt_matmul_call call = {.alpha = rt_scalar_int(1)};
    call.a = (struct rt_view){.data = a, .dtype = RT_INT64, .ndim = 3, .shape = {1, 1, 1}, .strides = {1, 1, 1}};
    call.b = call.out = call.a;
    CHECK_INT(d->kernels->matmul(d, &call, &err), -1);
    CHECK_INT(err.code, RT_NOT_IMPLEMENTED);
    CHECK_STR(err.text, "\"addmm_cuda\" not implemented for 'Long'");
    rt_error_clear(&err);
    d->ops->free(d, a, 8);
}

static volatile int flag;
static void *raise_soon(void *unused)
{
    usleep(50000);
    __atomic_store_n(&flag, 1, __ATOMIC_RELAXED);
    return unused;
}

TEST(an_interrupt_cancels_what_is_pending)
{
    struct rt_device *d = gpu(0);
    enum { N = 3000 };
    pthread_t thread;
    struct rt_sim_counters counters;
    float *a = d->ops->alloc(d, (size_t)N * N * 4, &err), x = 0;
    float *b = d->ops->alloc(d, 4, &err);
    REQUIRE(a && b);
    CHECK_INT(fill(d, a, (int64_t)N * N, 0), 0);
    CHECK_INT(d->ops->synchronize(d, &err), 0);
    struct rt_matmul_call call = {.alpha = rt_scalar_int(1), .beta = rt_scalar_int(0)};
    call.a = (struct rt_view){.data = a, .dtype = RT_FLOAT32, .ndim = 3, .shape = {1, N, N}, .strides = {0, N, 1}};
    call.b = call.out = call.a;
    call.out.data = d->ops->alloc(d, (size_t)N * N * 4, &err);
    for (int i = 0; i < 40; i++)
        CHECK_INT(d->kernels->matmul(d, &call, &err), 0);
    CHECK_INT(fill(d, b, 1, 5), 0);
    rt_set_interrupt_flag(&flag);
    REQUIRE(pthread_create(&thread, NULL, raise_soon, NULL) == 0);
    double begin = milliseconds();
    CHECK_INT(d->ops->synchronize(d, &err), -1);
    CHECK_INT(err.code, RT_INTERRUPT);
    double ms = milliseconds() - begin;
    CHECK_MSG(ms < 1000, "it took %g ms", ms); /* 200 without sanitizers */
    pthread_join(thread, NULL);
    __atomic_store_n(&flag, 0, __ATOMIC_RELAXED);
    rt_set_interrupt_flag(NULL);
    rt_error_clear(&err);
    CHECK_INT(d->ops->synchronize(d, &err), 0); /* no error stays, and new work is done */
    CHECK_INT(fill(d, b, 1, 6), 0);
    CHECK_INT(d->ops->copy_to_host(d, &x, b, 4, true, &err), 0);
    CHECK(x == 6);
    rt_sim_counters(d, &counters);
    d->ops->free(d, a, 0);
    d->ops->free(d, b, 0);
    d->ops->free(d, call.out.data, 0);
    d->ops->empty_cache(d, &err);
}

TEST(a_forked_child_is_refused)
{
    struct rt_device *d = gpu(0);
    void *a = d->ops->alloc(d, 4, &err);
    CHECK_INT(fill(d, a, 1, 1), 0);
    CHECK_INT(d->ops->synchronize(d, &err), 0);
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        bool refused = d->ops->synchronize(d, &err) == -1 && err.code == RT_RUNTIME &&
                       strncmp(err.text, "Cannot re-initialize CUDA in forked subprocess.", 47) == 0 &&
                       d->ops->alloc(d, 4, &err) == NULL;
        _exit(refused ? 0 : 1);
    }
    int status = 1;
    REQUIRE(waitpid(child, &status, 0) == child);
    CHECK_INT(status, 0);
    d->ops->free(d, a, 4);
}

TEST(no_allocation_failure_leaves_memory_behind)
{
    struct rt_device *d = gpu(1);
    struct rt_memory_stats s;
    float x[100] = {0};
    int failed = 0;
    for (long fail = 0; fail < 40; fail++) {
        d->ops->empty_cache(d, &err);
        rt_error_clear(&err);
        rt_alloc_fail_after(fail);
        void *a = d->ops->alloc(d, sizeof x, &err), *b = a ? d->ops->alloc(d, sizeof x, &err) : NULL;
        if (b && d->ops->copy_from_host(d, a, x, sizeof x, false, &err) == 0 && fill(d, b, 100, 1) == 0 &&
            add(d, a, a, b, 100) == 0)
            d->ops->copy_to_host(d, x, a, sizeof x, true, &err);
        rt_alloc_fail_after(-1);
        failed += err.code != RT_OK;
        rt_error_clear(&err);
        CHECK_INT(d->ops->synchronize(d, &err), 0);
        d->ops->free(d, a, 0);
        d->ops->free(d, b, 0);
    }
    CHECK(failed > 3 && failed < 40);
    d->ops->memory_stats(d, &s);
    CHECK_INT(current(s.allocated_bytes[RT_POOL_ALL]), 0);
}

/* ---- random numbers -------------------------------------------------------------------------------------------------
 */

static struct rt_generator *seeded(struct rt_device *d, uint64_t seed)
{
    struct rt_generator *g = rt_generator_new(d, &err);
    if (g)
        rt_generator_seed(g, seed);
    return g;
}

/* Of dropout: what is left of ones. */
static void draw(struct rt_device *d, struct rt_generator *g, enum rt_random_kind kind, enum rt_dtype dtype, double p0,
                 double p1, int64_t low, int64_t high, int64_t n, void *out)
{
    size_t bytes = (size_t)n * rt_dtype_size(dtype);
    void *memory = d->ops->alloc(d, bytes, &err),
         *kept = kind == RT_RANDOM_DROPOUT ? d->ops->alloc(d, (size_t)n, &err) : NULL;
    struct rt_random_call call = {.kind = kind, .generator = g, .params = {p0, p1}, .bounds = {low, high}};
    call.out = view1(memory, dtype, n);
    if (kept) {
        struct rt_fill_call ones = {.out = call.out, .start = rt_scalar_float(1)};
        call.in = call.out;
        call.bounds[0] = n % 4 ? 1 : 4;
        call.in2 = view1(kept, RT_BOOL, n);
        if (d->kernels->fill(d, &ones, &err) < 0)
            FAIL("%s", err.text);
    }
    if (d->kernels->random(d, &call, &err) < 0 || d->ops->copy_to_host(d, out, memory, bytes, true, &err) < 0)
        FAIL("%s", err.text);
    d->ops->free(d, memory, bytes);
    if (kept)
        d->ops->free(d, kept, (size_t)n);
}

TEST(random_numbers_are_those_of_a_gpu)
{
    static const float rand0[] = {0x1.989fa4p-2f, 0x1.088a2cp-1f, 0x1.98759ep-6f, 0x1.e15216p-1f, 0x1.e446fep-1f,
                                  0x1.97ed28p-1f, 0x1.a8f976p-2f, 0x1.a3f8b8p-1f, 0x1.d514b2p-3f, 0x1.d1b574p-1f};
    static const float next0[] = {0x1.f1c99ap-1f, 0x1.94f9eep-1f, 0x1.e04c3cp-2f};
    static const float rand42[] = {0x1.39d5ep-1f,  0x1.499bb4p-7f, 0x1.97f9c2p-2f, 0x1.4a34d6p-5f, 0x1.4008c8p-3f,
                                   0x1.ee0d6cp-2f, 0x1.78f568p-1f, 0x1.9fb9bcp-2f, 0x1.09ad36p-1f, 0x1.259798p-2f};
    static const float randn0[] = {-.9247f, -.4253f, -2.6438f, .1452f,   -.1209f,
                                   -.5797f, -.6229f, -.3284f,  -1.0745f, -.3631f};
    static const float randn42[] = {.1940f, 2.1614f, -.1721f, .8491f, -1.9244f,
                                    .6530f, -.6494f, -.8175f, .5280f, -1.2753f};
    static const float again42[] = {.1391f, -.1082f, -.7174f, .7566f};
    static const int ints[] = {1, 7, 1, 2, 3, 4, 3, 3, 2, 3};
    static const int kept[] = {1, 0, 0, 0, 0, 0, 1, 0};
    struct rt_device *d = gpu(0);
    struct rt_generator *g = seeded(d, 0);
    float x[10];
    int64_t n[10];
    draw(d, g, RT_RANDOM_UNIFORM, RT_FLOAT32, 0, 1, 0, 0, 10, x);
    CHECK_MEM(x, rand0, sizeof rand0);
    CHECK_INT(g->offset, 4);
    draw(d, g, RT_RANDOM_UNIFORM, RT_FLOAT32, 0, 1, 0, 0, 3, x);
    CHECK_MEM(x, next0, sizeof next0);
    rt_generator_seed(g, 42);
    draw(d, g, RT_RANDOM_UNIFORM, RT_FLOAT32, 0, 1, 0, 0, 10, x);
    CHECK_MEM(x, rand42, sizeof rand42);
    rt_generator_seed(g, 0);
    draw(d, g, RT_RANDOM_NORMAL, RT_FLOAT32, 0, 1, 0, 0, 10, x);
    for (int i = 0; i < 10; i++)
        CHECK_NEAR(x[i], randn0[i], 6e-5);
    rt_generator_seed(g, 42);
    draw(d, g, RT_RANDOM_NORMAL, RT_FLOAT32, 0, 1, 0, 0, 10, x);
    for (int i = 0; i < 10; i++)
        CHECK_NEAR(x[i], randn42[i], 6e-5);
    draw(d, g, RT_RANDOM_NORMAL, RT_FLOAT32, 0, 1, 0, 0, 4, x);
    for (int i = 0; i < 4; i++)
        CHECK_NEAR(x[i], again42[i], 6e-5);
    rt_generator_seed(g, 0);
    draw(d, g, RT_RANDOM_INTEGER, RT_INT64, 0, 0, 0, 10, 10, n);
    for (int i = 0; i < 10; i++)
        CHECK_INT(n[i], ints[i]);
    rt_generator_seed(g, 0);
    draw(d, g, RT_RANDOM_DROPOUT, RT_FLOAT32, 0.5, 2, 0, 0, 8, x);
    for (int i = 0; i < 8; i++)
        CHECK(x[i] == 2 * (float)kept[i]);
    rt_generator_unref(g);
}

TEST(a_large_fill_uses_all_words_of_a_block)
{
    enum { N = 1000003, THREADS = 132 * 8 * 256 };
    struct rt_device *d = gpu(0);
    struct rt_generator *g = seeded(d, 5);
    float *x = malloc(N * sizeof *x);
    uint32_t w[4];
    REQUIRE(x != NULL);
    draw(d, g, RT_RANDOM_UNIFORM, RT_FLOAT32, 0, 1, 0, 0, N, x);
    CHECK_INT(g->offset, 4);
    static const int64_t at[] = {0, 1, THREADS - 1, THREADS, 2 * THREADS + 17, 3 * THREADS + 5, N - 1};
    for (size_t i = 0; i < sizeof at / sizeof *at; i++) {
        rt_philox(5, (uint64_t)(at[i] % THREADS), 0, w);
        float want = fmaf((float)w[at[i] / THREADS], 0x1p-32f, 0x1p-33f);
        CHECK_MSG(x[at[i]] == (want == 1 ? 0 : want), "element %lld", (long long)at[i]);
    }
    free(x);
    rt_generator_unref(g);
}

TEST(every_kind_gives_sensible_numbers)
{
    enum { N = 20000 };
    static const struct {
        enum rt_random_kind kind;
        double p0, p1, mean, tolerance;
    } kinds[] = {{RT_RANDOM_UNIFORM, -1, 3, 1, .05},         {RT_RANDOM_NORMAL, 2, .5, 2, .02},
                 {RT_RANDOM_BERNOULLI, .3, 0, .3, .02},      {RT_RANDOM_DROPOUT, .7, 2, 1.4, .04},
                 {RT_RANDOM_EXPONENTIAL, 2, 0, .5, .02},     {RT_RANDOM_GEOMETRIC, .25, 0, 4, .15},
                 {RT_RANDOM_LOG_NORMAL, 0, .25, 1.0317, .02}};
    static const enum rt_dtype types[] = {RT_FLOAT32, RT_FLOAT64, RT_FLOAT16, RT_BFLOAT16};
    struct rt_device *d = gpu(0);
    struct rt_generator *g = seeded(d, 1);
    static double memory[N];
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        for (size_t t = 0; t < 4; t++) {
            double sum = 0;
            draw(d, g, kinds[k].kind, types[t], kinds[k].p0, kinds[k].p1, 0, 0, N, memory);
            for (size_t i = 0; i < N; i++)
                sum += rt_scalar_to_double(rt_scalar_load(types[t], (char *)memory + i * rt_dtype_size(types[t])));
            CHECK_MSG(fabs(sum / N - kinds[k].mean) < kinds[k].tolerance, "kind %d type %zu: mean %g", kinds[k].kind, t,
                      sum / N);
        }
    int64_t *list = (int64_t *)(void *)memory;
    draw(d, g, RT_RANDOM_PERMUTATION, RT_INT64, 0, 0, 0, N, N, list);
    static bool seen[N];
    for (int i = 0; i < N; i++) {
        REQUIRE(list[i] >= 0 && list[i] < N && !seen[list[i]]);
        seen[list[i]] = true;
    }
    rt_generator_unref(g);
}

TEST(manual_seed_reaches_open_and_later_devices)
{
    struct rt_device *d = gpu(0);
    rt_generator_seed(rt_device_generator(d), 9);
    rt_manual_seed(77);
    CHECK_INT(rt_device_generator(d)->seed, 77);
    CHECK_INT(rt_device_generator(d)->offset, 0);
    unsigned char state[RT_PHILOX_STATE_SIZE];
    struct rt_generator *g = seeded(d, 3);
    uint64_t seed;
    CHECK_INT(rt_generator_take(g, 5, &seed), 0);
    CHECK_INT(g->offset, 8);
    rt_generator_get_state(g, state);
    rt_generator_seed(g, 4);
    CHECK_INT(rt_generator_set_state(g, state, sizeof state, &err), 0);
    CHECK(g->seed == 3 && g->offset == 8);
    CHECK_INT(rt_generator_set_state(g, state, 7, &err), -1);
    CHECK_STR(err.text, "RNG state is wrong size");
    rt_error_clear(&err);
    rt_generator_unref(g);
}

TEST(what_a_device_says_of_itself)
{
    struct rt_device *d = gpu(1);
    struct rt_device_properties p;
    CHECK_INT(d->ops->properties(d, &p, &err), 0);
    CHECK_STR(p.name, "Simulated GPU");
    CHECK(p.major == 9 && p.minor == 0 && p.multi_processor_count == 132);
    CHECK_INT(p.total_memory, 256 * MIB);
    CHECK_INT(rt_device_count(RT_CUDA), 2);
    CHECK(rt_device_get(RT_CUDA, 2, &err) == NULL);
    CHECK_STR(err.text, "CUDA error: invalid device ordinal\nGPU device may be out of range, do you have enough GPUs?\n"
                        "For more detailed error information, run with CUDA_LOG_FILE=stderr\nCompile with "
                        "`TORCH_USE_CUDA_DSA` to enable device-side assertions.\n");
    rt_error_clear(&err);
    CHECK_INT(rt_sim_provide(17, 0, &err), -1);
    CHECK_INT(err.code, RT_VALUE);
    rt_error_clear(&err);
    setenv("TENSOR_SIM_MEMORY", "12 apples", 1);
    CHECK_INT(rt_sim_provide(1, 0, &err), -1);
    CHECK_STR(err.text, "TENSOR_SIM_MEMORY is \"12 apples\", not a size such as 512M or 2G");
    unsetenv("TENSOR_SIM_MEMORY");
    setenv("TENSOR_SIM_GPUS", "2", 1);
    CHECK_INT(rt_sim_count_from_environment(), 2);
    setenv("TENSOR_SIM_GPUS", "two", 1);
    CHECK_INT(rt_sim_count_from_environment(), 0);
    unsetenv("TENSOR_SIM_GPUS");
}

HARNESS_MAIN
