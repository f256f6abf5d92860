/* The host side of the CUDA plugin (runtime/cuda) over tests/cuda/fake_cudart.c: memory, streams, events, copies, and
   each call of CUDA failing in turn. Needs the emulated plugin in TENSOR_CUDA; all tests are skipped without it. Links
   the runtime alone. */
#include "harness.h"

#include "../cuda/emulated/cuda_runtime_api.h"
#include "cuda/cuda.h"
#include "runtime.h"

#include <dlfcn.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define MIB ((size_t)1 << 20)

static struct {
    __typeof__(fake_cudart_fail) *fail;
    __typeof__(fake_cudart_devices) *devices;
    __typeof__(fake_cudart_driver) *driver;
    __typeof__(fake_cudart_live) *live;
    __typeof__(fake_cudart_busy) *busy;
} fake;

static volatile int interrupt_flag;
static struct rt_error err;

/* Opens the plugin and its fake CUDA with four devices of 64 MiB; false: it is not there. */
static bool open_plugin(void)
{
    const char *file = getenv("TENSOR_CUDA");
    void *plugin;

    rt_error_clear(&err);
    interrupt_flag = 0;
    if (fake.fail)
        return true;
    if (!file || !strchr(file, '/') || !(plugin = dlopen(file, RTLD_NOW | RTLD_LOCAL)))
        return false;
    *(void **)&fake.devices = dlsym(plugin, "fake_cudart_devices");
    *(void **)&fake.driver = dlsym(plugin, "fake_cudart_driver");
    *(void **)&fake.live = dlsym(plugin, "fake_cudart_live");
    *(void **)&fake.busy = dlsym(plugin, "fake_cudart_busy");
    *(void **)&fake.fail = dlsym(plugin, "fake_cudart_fail");
    if (!fake.devices || !fake.driver || !fake.live || !fake.busy || !fake.fail)
        return false;
    fake.devices(4, 64 * MIB);
    rt_set_interrupt_flag(&interrupt_flag);
    rt_cuda_provide(NULL);
    return true;
}
#define PLUGIN()                                                                                                       \
    do {                                                                                                               \
        if (!open_plugin())                                                                                            \
            SKIP("TENSOR_CUDA names no emulated plugin");                                                              \
    } while (0)

static bool says(const char *part)
{
    return CHECK_MSG(strstr(err.text, part) != NULL, "the error is \"%s\", without \"%s\"", err.text, part);
}

static int64_t stat_of(struct rt_device *device, int which)
{
    struct rt_memory_stats stats;

    device->ops->memory_stats(device, &stats);
    switch (which) {
    case 0:
        return stats.allocated_bytes[RT_POOL_ALL].current;
    case 1:
        return stats.reserved_bytes[RT_POOL_ALL].current;
    default:
        return stats.inactive_split_bytes[RT_POOL_ALL].current;
    }
}

/* ---- before a device is opened: the order of these tests matters ------------------------------------------------- */

TEST(there_are_no_devices_when_cuda_cannot_begin)
{
    PLUGIN();
    fake.driver(12000);
    CHECK_INT(rt_device_count(RT_CUDA), 0);
    CHECK(rt_device_get(RT_CUDA, 0, &err) == NULL);
    CHECK_INT(err.code, RT_RUNTIME);
    says("The NVIDIA driver on your system is too old (found version 12000). Please update your GPU driver");
    rt_error_clear(&err);
    fake.driver(0);
    CHECK(rt_device_get(RT_CUDA, 0, &err) == NULL);
    CHECK_STR(err.text, "Found no NVIDIA driver on your system. Please check that you have an NVIDIA GPU and installed "
                        "a driver from http://www.nvidia.com/Download/index.aspx");
    fake.driver(CUDART_VERSION);
    rt_error_clear(&err);
    fake.fail(0, cudaErrorNoDevice);
    CHECK(rt_device_get(RT_CUDA, 0, &err) == NULL);
    CHECK_STR(err.text, "No CUDA GPUs are available");
    rt_error_clear(&err);
    CHECK(rt_device_get(RT_CUDA, 9, &err) == NULL);
    CHECK_INT(err.code, RT_ACCELERATOR);
    says("CUDA error: invalid device ordinal\nGPU device may be out of range, do you have enough GPUs?\n");
    CHECK_INT(rt_device_count(RT_CUDA), 4);
}

TEST(a_device_that_cannot_be_opened_is_opened_later)
{
    int failures = 0;

    PLUGIN();
    const long before = fake.live();
    for (int n = 0;; n++, failures++) {
        rt_error_clear(&err);
        fake.fail(n, cudaErrorDevicesUnavailable);
        struct rt_device *device = rt_device_get(RT_CUDA, 0, &err);
        if (fake.fail(-1, cudaSuccess)) {
            REQUIRE(device != NULL);
            break;
        }
        REQUIRE(device == NULL);
        CHECK_INT(err.code, RT_ACCELERATOR);
        says("CUDA error: CUDA-capable device(s) is/are busy or unavailable\n"
             "Search for `cudaErrorDevicesUnavailable' in https://docs.nvidia.com/");
        CHECK_INT(fake.live(), before);
    }
    CHECK(failures >= 3);
}

/* ---- memory -------------------------------------------------------------------------------------------------------
 */

TEST(memory_has_pytorchs_roundings_and_returns_to_its_cache)
{
    PLUGIN();
    struct rt_device *device = rt_device_get(RT_CUDA, 0, &err);
    REQUIRE(device && device->ops->empty_cache(device, &err) == 0);
    size_t available, total;

    char *a = device->ops->alloc(device, 1, &err), *b = device->ops->alloc(device, 513, &err);
    REQUIRE(a && b);
    CHECK_INT(b - a, 512);
    CHECK_INT(stat_of(device, 0), 512 + 1024);
    CHECK_INT(stat_of(device, 1), 2 * (long long)MIB);
    CHECK_INT(stat_of(device, 2), 2 * (long long)MIB - 1536);
    device->ops->free(device, a, 1);
    CHECK(device->ops->alloc(device, 512, &err) == a);
    char *large = device->ops->alloc(device, 3 * MIB, &err);
    REQUIRE(large != NULL);
    CHECK_INT(stat_of(device, 1), 22 * (long long)MIB);
    CHECK_INT(device->ops->memory_info(device, &available, &total, &err), 0);
    CHECK_INT(available, 42 * MIB);
    CHECK_INT(total, 64 * MIB);
    device->ops->free(device, a, 1);
    device->ops->free(device, b, 513);
    device->ops->free(device, large, 3 * MIB);
    CHECK_INT(stat_of(device, 0), 0);
    CHECK_INT(stat_of(device, 2), 0);
    CHECK_INT(stat_of(device, 1), 22 * (long long)MIB);
    CHECK_INT(device->ops->empty_cache(device, &err), 0);
    CHECK_INT(stat_of(device, 1), 0);
}

TEST(out_of_memory_gives_the_cache_back_and_tries_again)
{
    PLUGIN();
    struct rt_device *device = rt_device_get(RT_CUDA, 0, &err);
    struct rt_memory_stats stats;

    REQUIRE(device && device->ops->empty_cache(device, &err) == 0);
    void *a = device->ops->alloc(device, 40 * MIB, &err);
    REQUIRE(a != NULL);
    device->ops->free(device, a, 40 * MIB);
    void *b = device->ops->alloc(device, 50 * MIB, &err); /* only without what is cached */
    REQUIRE(b != NULL);
    CHECK(device->ops->alloc(device, 20 * MIB, &err) == NULL);
    CHECK_INT(err.code, RT_OUT_OF_MEMORY);
    says("CUDA out of memory. Tried to allocate 20.00 MiB. GPU 0 has a total capacity of 64.00 MiB of which 14.00 MiB "
         "is free. Including non-PyTorch memory, this process has 50.00 MiB memory in use. Of the allocated memory "
         "50.00 MiB is allocated by PyTorch, and 0 bytes is reserved by PyTorch but unallocated.");
    device->ops->memory_stats(device, &stats);
    CHECK_INT(stats.num_alloc_retries, 2);
    CHECK_INT(stats.num_ooms, 1);
    device->ops->free(device, b, 50 * MIB);
    rt_error_clear(&err);
    CHECK((a = device->ops->alloc(device, 20 * MIB, &err)) != NULL);
    device->ops->free(device, a, 20 * MIB);
    CHECK_INT(device->ops->empty_cache(device, &err), 0);
}

static double seconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* Many blocks of many sizes, freed in another order: they never overlap, and all comes together again. */
TEST(thousands_of_blocks_are_found_quickly)
{
    enum { COUNT = 20000 };
    static char *at[COUNT];
    static size_t size[COUNT];
    uint32_t random = 1;

    PLUGIN();
    struct rt_device *device = rt_device_get(RT_CUDA, 0, &err);
    REQUIRE(device && device->ops->empty_cache(device, &err) == 0);
    const double start = seconds();
    for (int i = 0; i < COUNT; i++)
        REQUIRE((at[i] = device->ops->alloc(device, size[i] = 512, &err)) != NULL);
    for (int i = 0; i < COUNT; i += 2)
        device->ops->free(device, at[i], 512);
    for (int i = 0; i < COUNT; i += 2) /* each is one of 10,000 free blocks of one size */
        REQUIRE((at[i] = device->ops->alloc(device, 512, &err)) != NULL);
    for (int round = 0; round < 5 * COUNT; round++) {
        random = random * 1664525u + 1013904223u;
        const int i = (int)(random >> 8) % COUNT;
        device->ops->free(device, at[i], size[i]);
        size[i] = 1 + (random >> 5) % 2000;
        REQUIRE((at[i] = device->ops->alloc(device, size[i], &err)) != NULL);
        memset(at[i], i & 0xff, size[i]); /* the fake's memory can be written */
    }
    for (int i = 0; i < COUNT; i++)
        if (size[i] != 512 &&
            ((unsigned char)at[i][0] != (i & 0xff) || (unsigned char)at[i][size[i] - 1] != (i & 0xff)))
            REQUIRE(false);
    for (int i = 0; i < COUNT; i++)
        device->ops->free(device, at[i], size[i]);
    CHECK_MSG(seconds() - start < 5, "%.1f seconds", seconds() - start);
    CHECK_INT(stat_of(device, 0), 0);
    CHECK_INT(stat_of(device, 2), 0);
    CHECK_INT(device->ops->empty_cache(device, &err), 0);
    CHECK_INT(stat_of(device, 1), 0);
}

TEST(memory_belongs_to_the_stream_it_was_taken_for)
{
    PLUGIN();
    struct rt_device *device = rt_device_get(RT_CUDA, 0, &err);
    struct rt_stream *side;

    REQUIRE(device && device->ops->empty_cache(device, &err) == 0);
    REQUIRE(device->ops->stream_create(device, -1, &side, &err) == 0);
    CHECK(device->ops->stream_handle(device, side) != 0);
    CHECK_INT(device->ops->stream_handle(device, NULL), 0);
    void *a = device->ops->alloc(device, 100, &err);
    device->ops->free(device, a, 100);
    rt_device_set_stream(device, side);
    void *b = device->ops->alloc(device, 100, &err);
    CHECK(b && b != a);
    device->ops->free(device, b, 100);
    CHECK(device->ops->alloc(device, 100, &err) == b);
    rt_device_set_stream(device, NULL);
    CHECK(device->ops->alloc(device, 100, &err) == a);
    device->ops->free(device, a, 100);
    device->ops->free(device, b, 100);
    device->ops->stream_destroy(device, side); /* its memory is the default stream's now */
    void *c = device->ops->alloc(device, MIB, &err), *d = device->ops->alloc(device, MIB, &err);
    CHECK_INT(stat_of(device, 1), 4 * (long long)MIB);
    device->ops->free(device, c, MIB);
    device->ops->free(device, d, MIB);
    CHECK_INT(device->ops->empty_cache(device, &err), 0);
    CHECK_INT(stat_of(device, 1), 0);
}

/* ---- copies, streams, events --------------------------------------------------------------------------------------
 */

TEST(copies_arrive)
{
    static const size_t sizes[] = {0, 1, 511, 64 << 10, (64 << 10) + 1, 3 << 20};

    PLUGIN();
    struct rt_device *device = rt_device_get(RT_CUDA, 0, &err), *peer = rt_device_get(RT_CUDA, 1, &err);
    REQUIRE(device && peer);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        const size_t n = sizes[i], room = n ? n : 1;
        char *source = malloc(room), *back = calloc(room, 1);
        void *here = device->ops->alloc(device, room, &err), *there = peer->ops->alloc(peer, room, &err);
        REQUIRE(source && back && here && there);
        for (size_t k = 0; k < n; k++)
            source[k] = (char)(k * 7 + i);
        CHECK_INT(device->ops->copy_from_host(device, here, source, n, i % 2, &err), 0);
        CHECK_INT(peer->ops->copy_peer(peer, there, device, here, n, &err), 0);
        CHECK_INT(peer->ops->copy_to_host(peer, back, there, n, false, &err), 0);
        CHECK_MEM(back, source, n);
        device->ops->free(device, here, room);
        peer->ops->free(peer, there, room);
        free(source);
        free(back);
    }
    CHECK_INT(device->ops->empty_cache(device, &err), 0);
    CHECK_INT(peer->ops->empty_cache(peer, &err), 0);
}

TEST(events_measure_and_say_what_is_missing)
{
    PLUGIN();
    struct rt_device *device = rt_device_get(RT_CUDA, 0, &err);
    struct rt_event *from, *to, *plain;
    bool done = false;
    float ms = -1;

    REQUIRE(device != NULL);
    REQUIRE(device->ops->event_create(device, true, &from, &err) == 0);
    REQUIRE(device->ops->event_create(device, true, &to, &err) == 0);
    REQUIRE(device->ops->event_create(device, false, &plain, &err) == 0);
    CHECK_INT(device->ops->event_query(device, from, &done, &err), 0); /* never recorded: nothing to wait for */
    CHECK(done);
    CHECK_INT(device->ops->event_synchronize(device, from, &err), 0);
    CHECK_INT(device->ops->stream_wait(device, NULL, from, &err), 0);
    CHECK_INT(device->ops->event_elapsed(device, from, to, &ms, &err), -1);
    CHECK_INT(err.code, RT_VALUE);
    CHECK_STR(err.text, "Both events must be recorded before calculating elapsed time.");
    rt_error_clear(&err);
    CHECK_INT(device->ops->event_elapsed(device, from, plain, &ms, &err), -1);
    CHECK_STR(err.text, "Both events must be created with argument 'enable_timing=True'.");
    rt_error_clear(&err);
    CHECK_INT(device->ops->event_record(device, from, NULL, &err), 0);
    nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
    CHECK_INT(device->ops->event_record(device, to, NULL, &err), 0);
    CHECK_INT(device->ops->stream_wait(device, NULL, to, &err), 0);
    fake.busy(1);
    CHECK_INT(device->ops->event_query(device, to, &done, &err), 0);
    CHECK(!done);
    CHECK_INT(device->ops->event_synchronize(device, to, &err), 0);
    CHECK_INT(device->ops->event_elapsed(device, from, to, &ms, &err), 0);
    CHECK_MSG(ms >= 2 && ms < 2000, "%g ms", (double)ms);
    device->ops->event_destroy(device, from);
    device->ops->event_destroy(device, to);
    device->ops->event_destroy(device, plain);
}

TEST(waiting_ends_with_the_work_and_at_an_interrupt)
{
    char byte = 7;
    bool done = true;

    PLUGIN();
    struct rt_device *device = rt_device_get(RT_CUDA, 0, &err);
    struct rt_stream *side;
    REQUIRE(device && device->ops->stream_create(device, 0, &side, &err) == 0);
    void *memory = device->ops->alloc(device, 1, &err);
    REQUIRE(memory && device->ops->copy_from_host(device, memory, &byte, 1, true, &err) == 0);
    fake.busy(3000);
    CHECK_INT(device->ops->synchronize(device, &err), 0);
    fake.busy(2);
    CHECK_INT(device->ops->stream_query(device, side, &done, &err), 0);
    CHECK(!done);
    CHECK_INT(device->ops->stream_synchronize(device, side, &err), 0);
    interrupt_flag = 1;
    fake.busy(1 << 30);
    for (int way = 0; way < 3; way++) {
        const double start = seconds();
        rt_error_clear(&err);
        byte = 0;
        CHECK_INT(way == 0   ? device->ops->synchronize(device, &err)
                  : way == 1 ? device->ops->stream_synchronize(device, side, &err)
                             : device->ops->copy_to_host(device, &byte, memory, 1, true, &err),
                  -1);
        CHECK_INT(err.code, RT_INTERRUPT);
        CHECK(seconds() - start < 0.2);
    }
    interrupt_flag = 0;
    rt_error_clear(&err);
    fake.busy(0);
    CHECK_INT(device->ops->copy_to_host(device, &byte, memory, 1, true, &err), 0);
    CHECK_INT(byte, 7);
    device->ops->free(device, memory, 1);
    device->ops->stream_destroy(device, side);
}

/* ---- failures -----------------------------------------------------------------------------------------------------
 */

/* Everything once; the first error, if any, is in err. */
static int use_all(struct rt_device *device, struct rt_device *peer)
{
    const struct rt_device_ops *ops = device->ops;
    struct rt_stream *side = NULL;
    struct rt_event *from = NULL, *to = NULL;
    char bytes[100] = {1};
    static char many[100000];
    size_t available, total;
    float ms;
    bool done;
    int status = -1;
    void *here = NULL, *there = NULL;

    if (!(here = ops->alloc(device, sizeof many, &err)) || !(there = ops->alloc(peer, sizeof bytes, &err)) ||
        ops->stream_create(device, 0, &side, &err) < 0 || ops->event_create(device, true, &from, &err) < 0 ||
        ops->event_create(device, true, &to, &err) < 0 || ops->event_record(device, from, NULL, &err) < 0 ||
        ops->copy_from_host(device, here, many, sizeof many, true, &err) < 0 ||
        ops->copy_from_host(device, here, bytes, sizeof bytes, true, &err) < 0 ||
        ops->copy_peer(peer, there, device, here, sizeof bytes, &err) < 0 ||
        ops->copy_to_host(peer, bytes, there, sizeof bytes, true, &err) < 0 ||
        ops->copy_to_host(device, many, here, sizeof many, true, &err) < 0 ||
        ops->event_record(device, to, NULL, &err) < 0 || ops->stream_wait(device, side, to, &err) < 0 ||
        ops->event_query(device, to, &done, &err) < 0 || ops->event_synchronize(device, to, &err) < 0 ||
        ops->event_elapsed(device, from, to, &ms, &err) < 0 || ops->stream_query(device, side, &done, &err) < 0 ||
        ops->stream_synchronize(device, side, &err) < 0 || ops->synchronize(device, &err) < 0 ||
        ops->memory_info(device, &available, &total, &err) < 0)
        goto end;
    status = 0;
end:
    ops->free(device, here, sizeof many);
    ops->free(peer, there, sizeof bytes);
    ops->event_destroy(device, from);
    ops->event_destroy(device, to);
    ops->stream_destroy(device, side);
    if (ops->empty_cache(device, &err) < 0 || ops->empty_cache(peer, &err) < 0)
        status = -1;
    return status;
}

TEST(each_call_of_cuda_may_fail)
{
    static const cudaError_t errors[] = {cudaErrorUnknown, cudaErrorMemoryAllocation, cudaErrorInvalidValue};
    int failures = 0;

    PLUGIN();
    struct rt_device *device = rt_device_get(RT_CUDA, 0, &err), *peer = rt_device_get(RT_CUDA, 1, &err);
    REQUIRE(device && peer && use_all(device, peer) == 0);
    const long live = fake.live();
    for (size_t e = 0; e < sizeof errors / sizeof *errors; e++)
        for (int n = 0;; n++) {
            rt_error_clear(&err);
            fake.fail(n, errors[e]);
            const int status = use_all(device, peer);
            if (fake.fail(-1, cudaSuccess)) {
                CHECK_INT(status, 0);
                break;
            }
            if (status < 0) {
                failures++;
                CHECK(err.code == RT_ACCELERATOR || err.code == RT_OUT_OF_MEMORY);
                says(e == 0   ? "CUDA error: unknown error\nSearch for `cudaErrorUnknown' in "
                     : e == 1 ? "out of memory"
                              : "CUDA error: invalid argument\nSearch for `cudaErrorInvalidValue' in ");
            }
            rt_error_clear(&err); /* nothing of it stays */
            if (!CHECK_MSG(use_all(device, peer) == 0, "after failure %d: %s", n, err.text))
                break;
            CHECK_INT(fake.live(), live);
            CHECK_INT(stat_of(device, 0), 0);
            CHECK_INT(stat_of(device, 1), 0);
        }
    CHECK(failures > 60);
}

TEST(an_error_that_ends_the_context_stays_with_its_device)
{
    char byte = 0;

    PLUGIN();
    struct rt_device *device = rt_device_get(RT_CUDA, 2, &err), *other = rt_device_get(RT_CUDA, 0, &err);
    REQUIRE(device && other);
    void *memory = device->ops->alloc(device, 1, &err);
    REQUIRE(memory != NULL);
    struct rt_fill_call fill = {.start = rt_scalar_int(1),
                                .out = {.data = memory, .dtype = RT_UINT8, .ndim = 1, .shape = {1}, .strides = {1}}};
    rt_op_now = "ones";
    rt_set_cell(7);
    CHECK_INT(device->kernels->fill(device, &fill, &err), 0);
    rt_op_now = NULL;
    rt_set_cell(8);
    fake.fail(0, cudaErrorIllegalAddress);
    CHECK_INT(device->ops->synchronize(device, &err), -1);
    for (int way = 0; way < 4; way++) {
        CHECK_INT(err.code, RT_ACCELERATOR);
        CHECK_STR(err.text,
                  "CUDA error: an illegal memory access was encountered\nSearch for `cudaErrorIllegalAddress' in "
                  "https://docs.nvidia.com/cuda/cuda-runtime-api/group__CUDART__TYPES.html for more information.\n"
                  "CUDA kernel errors might be asynchronously reported at some other API call, so the stacktrace below "
                  "might be incorrect.\nFor debugging consider passing CUDA_LAUNCH_BLOCKING=1\nCompile with "
                  "`TORCH_USE_CUDA_DSA` to enable device-side assertions.\n"
                  "The last op that was queued on the device was ones, in Cell In[7]. The device must be reset: "
                  "restart the kernel.\n");
        rt_error_clear(&err);
        CHECK(way == 0   ? device->ops->alloc(device, 1, &err) == NULL
              : way == 1 ? device->ops->copy_to_host(device, &byte, memory, 1, true, &err) < 0
                         : device->ops->empty_cache(device, &err) < 0);
    }
    rt_error_clear(&err);
    device->ops->free(device, memory, 1);
    CHECK_INT(other->ops->synchronize(other, &err), 0);
    CHECK_INT(rt_device_count(RT_CUDA), 4);
}

TEST(a_fault_names_the_op_and_the_cell_that_launched_it)
{
    const int64_t at[2] = {1, 5};
    const struct rt_view one = {.dtype = RT_INT64, .ndim = 1, .shape = {1}, .strides = {1}};
    struct rt_gather_call call = {.nindex = 1, .negative = true, .size = {3}, .stride = {1}};

    PLUGIN();
    struct rt_device *device = rt_device_get(RT_CUDA, 1, &err);
    REQUIRE(device);
    int64_t *memory = device->ops->alloc(device, 64, &err);
    REQUIRE(memory && device->ops->copy_from_host(device, memory, at, sizeof at, true, &err) == 0);
    call.out = call.in = call.index[0] = one;
    call.out.data = memory + 2;
    call.in.data = memory + 3;
    call.in.strides[0] = 0;
    static const char *const ops[] = {"first", "index_select", "third"};
    for (int i = 0; i < 3; i++) {
        rt_op_now = ops[i];
        rt_set_cell(i + 1);
        call.index[0].data = memory + (i == 1);
        CHECK_INT(device->kernels->gather(device, &call, &err), 0);
    }
    rt_op_now = NULL;
    CHECK_INT(device->ops->synchronize(device, &err), -1);
    CHECK_INT(err.code, RT_ACCELERATOR);
    const char *end = strstr(err.text, "Index 5 ");
    CHECK_STR(end ? end : err.text,
              "Index 5 is out of bounds for dimension 0 with size 3 (block 0, thread 0). The op was index_select, in "
              "Cell In[2]. The device must be reset: restart the kernel.\n");
    rt_error_clear(&err);
    device->ops->free(device, memory, 64);
}

TEST(a_forked_process_is_told_so)
{
    int status;

    PLUGIN();
    struct rt_device *device = rt_device_get(RT_CUDA, 0, &err);
    REQUIRE(device != NULL);
    void *memory = device->ops->alloc(device, 1, &err);
    fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
        const bool refused = device->ops->synchronize(device, &err) < 0 &&
                             strcmp(err.text, "Cannot re-initialize CUDA in forked subprocess. To use CUDA with "
                                              "multiprocessing, you must use the 'spawn' start method") == 0 &&
                             !device->ops->alloc(device, 1, &err) && !rt_device_get(RT_CUDA, 3, &err);
        device->ops->free(device, memory, 1);
        _exit(refused ? 0 : 1);
    }
    CHECK(child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0);
    CHECK_INT(device->ops->synchronize(device, &err), 0);
    device->ops->free(device, memory, 1);
}

HARNESS_MAIN
