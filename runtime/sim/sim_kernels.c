/* Kernel calls of simulated devices: each call is copied, its addresses are moved from the host's mapping to the
   worker's, and the CPU's kernel is queued with it. Owns the table of where a call keeps its views. */
#include "driver.h"
#include "sim/sim_state.h"

#include "pointwise_names.h"
#include "random/random_generator.h"

#include <stddef.h>
#include <string.h>

#define MAX_VIEWS 12

struct call_layout {
    size_t size;
    int count;
    size_t view[MAX_VIEWS];
};

#define AT(call, member) offsetof(struct rt_##call##_call, member)
#define INDEXED(call)                                                                                                  \
    AT(call, index[0]), AT(call, index[1]), AT(call, index[2]), AT(call, index[3]), AT(call, index[4]),                \
        AT(call, index[5]), AT(call, index[6]), AT(call, index[7])
_Static_assert(RT_MAX_INDEX == 8 && 2 + RT_MAX_INDEX <= MAX_VIEWS, "INDEXED lists eight views");

/* A row for each kernel class: a class without one does not compile (see ROW below). */
static const struct call_layout layout_fill = {sizeof(struct rt_fill_call), 1, {AT(fill, out)}};
static const struct call_layout layout_map = {sizeof(struct rt_map_call), 2, {AT(map, out), AT(map, in)}};
static const struct call_layout layout_zip = {sizeof(struct rt_zip_call), 3, {AT(zip, out), AT(zip, a), AT(zip, b)}};
static const struct call_layout layout_zip3 = {
    sizeof(struct rt_zip3_call), 4, {AT(zip3, out), AT(zip3, a), AT(zip3, b), AT(zip3, c)}};
static const struct call_layout layout_select = {
    sizeof(struct rt_select_call), 4, {AT(select, out), AT(select, cond), AT(select, a), AT(select, b)}};
static const struct call_layout layout_reduce = {sizeof(struct rt_reduce_call), 2, {AT(reduce, out), AT(reduce, in)}};
static const struct call_layout layout_argreduce = {
    sizeof(struct rt_argreduce_call), 3, {AT(argreduce, values), AT(argreduce, indices), AT(argreduce, in)}};
static const struct call_layout layout_scan = {
    sizeof(struct rt_scan_call), 3, {AT(scan, out), AT(scan, in), AT(scan, indices)}};
static const struct call_layout layout_softmax = {
    sizeof(struct rt_softmax_call), 3, {AT(softmax, out), AT(softmax, in), AT(softmax, grad)}};
static const struct call_layout layout_norm = {sizeof(struct rt_norm_call),
                                               9,
                                               {AT(norm, out), AT(norm, in), AT(norm, grad), AT(norm, weight),
                                                AT(norm, bias), AT(norm, mean), AT(norm, invstd), AT(norm, grad_weight),
                                                AT(norm, grad_bias)}};
static const struct call_layout layout_matmul = {
    sizeof(struct rt_matmul_call), 3, {AT(matmul, out), AT(matmul, a), AT(matmul, b)}};
static const struct call_layout layout_attention = {sizeof(struct rt_attention_call),
                                                    10,
                                                    {AT(attention, out), AT(attention, logsumexp), AT(attention, query),
                                                     AT(attention, key), AT(attention, value), AT(attention, mask),
                                                     AT(attention, grad_out), AT(attention, grad_query),
                                                     AT(attention, grad_key), AT(attention, grad_value)}};
static const struct call_layout layout_recurrent = {
    sizeof(struct rt_recurrent_call),
    12,
    {AT(recurrent, gates), AT(recurrent, cells), AT(recurrent, out), AT(recurrent, h), AT(recurrent, c),
     AT(recurrent, weight), AT(recurrent, bias), AT(recurrent, grad_out), AT(recurrent, grad_h), AT(recurrent, grad_c),
     AT(recurrent, grad_gates), AT(recurrent, grad_hidden)}};
static const struct call_layout layout_gather = {
    sizeof(struct rt_gather_call), 2 + RT_MAX_INDEX, {AT(gather, out), AT(gather, in), INDEXED(gather)}};
static const struct call_layout layout_scatter = {
    sizeof(struct rt_scatter_call), 2 + RT_MAX_INDEX, {AT(scatter, out), AT(scatter, in), INDEXED(scatter)}};
static const struct call_layout layout_unfold = {sizeof(struct rt_unfold_call), 2, {AT(unfold, out), AT(unfold, in)}};
static const struct call_layout layout_fold = {sizeof(struct rt_fold_call), 2, {AT(fold, out), AT(fold, in)}};
static const struct call_layout layout_convolve = {
    sizeof(struct rt_convolve_call),
    4,
    {AT(convolve, out), AT(convolve, image), AT(convolve, weight), AT(convolve, bias)}};
static const struct call_layout layout_pool = {
    sizeof(struct rt_pool_call), 4, {AT(pool, out), AT(pool, index), AT(pool, in), AT(pool, samples)}};
static const struct call_layout layout_resample = {
    sizeof(struct rt_resample_call), 2, {AT(resample, out), AT(resample, in)}};
static const struct call_layout layout_bag = {
    sizeof(struct rt_bag_call),
    6,
    {AT(bag, out), AT(bag, where), AT(bag, table), AT(bag, index), AT(bag, starts), AT(bag, factors)}};
static const struct call_layout layout_optimize = {sizeof(struct rt_optimize_call),
                                                   5,
                                                   {AT(optimize, param), AT(optimize, grad), AT(optimize, states[0]),
                                                    AT(optimize, states[1]), AT(optimize, states[2])}};
_Static_assert(RT_MAX_STEP_STATES == 3, "layout_optimize lists three states");
static const struct call_layout layout_nll = {
    sizeof(struct rt_nll_call), 4, {AT(nll, out), AT(nll, in), AT(nll, index), AT(nll, weight)}};
static const struct call_layout layout_range_assert = {
    sizeof(struct rt_range_assert_call), 2, {AT(range_assert, in), AT(range_assert, in2)}};
static const struct call_layout layout_sample = {
    sizeof(struct rt_sample_call),
    6,
    {AT(sample, out), AT(sample, in), AT(sample, grid), AT(sample, grad), AT(sample, grad_in), AT(sample, grad_grid)}};
static const struct call_layout layout_distance = {
    sizeof(struct rt_distance_call),
    5,
    {AT(distance, out), AT(distance, a), AT(distance, b), AT(distance, grad), AT(distance, dist)}};
static const struct call_layout layout_sort = {
    sizeof(struct rt_sort_call), 3, {AT(sort, values), AT(sort, indices), AT(sort, in)}};
static const struct call_layout layout_random = {
    sizeof(struct rt_random_call), 3, {AT(random, out), AT(random, in), AT(random, in2)}};
static const struct call_layout layout_cast_copy = {
    sizeof(struct rt_cast_copy_call), 2, {AT(cast_copy, out), AT(cast_copy, in)}};
static const struct call_layout layout_compact = {
    sizeof(struct rt_compact_call), 2, {AT(compact, out), AT(compact, in)}};
static const struct call_layout layout_pack = {
    sizeof(struct rt_pack_call), 3, {AT(pack, out), AT(pack, in), AT(pack, mask)}};

static const struct call_layout layout_fft = {sizeof(struct rt_fft_call), 2, {AT(fft, out), AT(fft, in)}};
static const struct call_layout layout_linalg = {
    sizeof(struct rt_linalg_call), 5, {AT(linalg, a), AT(linalg, b), AT(linalg, c), AT(linalg, d), AT(linalg, info)}};

/* The number of index views that are set; the other classes use all their views. */
static int views_used(const struct call_layout *layout, const void *call)
{
    if (layout == &layout_gather)
        return 2 + ((const struct rt_gather_call *)call)->nindex;
    if (layout == &layout_scatter)
        return 2 + ((const struct rt_scatter_call *)call)->nindex;
    return layout->count;
}

/* Moves the addresses of a copied call to the worker's mapping. An address that is not of this device is what a GPU
   would stumble over, too. */
static int translate(struct sim_device *device, const struct call_layout *layout, void *call, struct rt_error *err)
{
    int n = views_used(layout, call);
    for (int i = 0; i < n; i++) {
        struct rt_view *view = (struct rt_view *)((char *)call + layout->view[i]);
        if (!view->data)
            continue;
        if (!rt_sim_memory_holds(&device->memory, view->data, 0)) {
            if (rt_view_numel(view) == 0) /* a part of nothing may begin anywhere */
                continue;
            rt_driver_error(err, "an illegal memory access was encountered", NULL, device->blocking);
            return -1;
        }
        view->data = rt_sim_memory_worker(&device->memory, view->data);
    }
    return 0;
}

static struct sim_work *copy_call(struct sim_device *device, const struct call_layout *layout, const void *call,
                                  struct rt_error *err)
{
    struct sim_work *work = rt_sim_work_new(SIM_KERNEL, layout->size, err);
    if (!work)
        return NULL;
    memcpy(work->payload, call, layout->size);
    work->origin = rt_origin_now();
    work->asserts = layout == &layout_gather || layout == &layout_scatter || layout == &layout_range_assert;
    if (translate(device, layout, work->payload, err) < 0) {
        rt_free(work);
        return NULL;
    }
    return work;
}

/* run_NAME on the device's thread, queue_NAME on the host's. */
#define X(name)                                                                                                        \
    static int run_##name(struct sim_device *device, struct sim_work *work, struct rt_error *err)                      \
    {                                                                                                                  \
        struct rt_device *cpu = rt_device_cpu();                                                                       \
        (void)device;                                                                                                  \
        return cpu->kernels->name(cpu, (const struct rt_##name##_call *)(const void *)work->payload, err);             \
    }                                                                                                                  \
    static int queue_##name(struct rt_device *device, const struct rt_##name##_call *call, bool wait,                  \
                            struct rt_error *err)                                                                      \
    {                                                                                                                  \
        struct sim_device *sim = sim_of(device);                                                                       \
        struct sim_work *work = copy_call(sim, &layout_##name, call, err);                                             \
        if (!work)                                                                                                     \
            return -1;                                                                                                 \
        work->run = run_##name;                                                                                        \
        return rt_sim_queue(rt_sim_stream(sim), work, wait, err);                                                      \
    }
#include "kernels.def"
#undef X

/* The classes that are the CPU's without any difference. */
#define SAME(name)                                                                                                     \
    static int sim_##name(struct rt_device *device, const struct rt_##name##_call *call, struct rt_error *err)         \
    {                                                                                                                  \
        return queue_##name(device, call, false, err);                                                                 \
    }
SAME(fill)
SAME(select)
SAME(reduce)
SAME(argreduce)
SAME(scan)
SAME(norm)
SAME(attention)
SAME(recurrent)
SAME(gather)
SAME(scatter)
SAME(pack)
SAME(unfold)
SAME(fold)
SAME(convolve)
SAME(pool)
SAME(resample)
SAME(sample)
SAME(distance)
SAME(bag)
SAME(nll)
SAME(optimize)
SAME(range_assert)
SAME(sort)
SAME(cast_copy)
SAME(linalg)
SAME(fft)

/* Has the CPU a kernel for this call? It is asked with views of no elements, so that what is missing is said now and
   not when the worker comes to it. Real numbers have kernels of nearly all rows. */
static bool has_kernel(const struct call_layout *layout, void *call, int (*kernel)(void *call, struct rt_error *))
{
    struct rt_error why;

    for (int i = 0; i < layout->count; i++) {
        struct rt_view *view = (struct rt_view *)((char *)call + layout->view[i]);
        view->ndim = 1;
        view->shape[0] = 0;
        view->strides[0] = 1;
    }
    rt_error_clear(&why);
    return kernel(call, &why) == 0 || why.code != RT_NOT_IMPLEMENTED;
}

#define POINTWISE(name, row)                                                                                           \
    static int ask_##name(void *call, struct rt_error *err)                                                            \
    {                                                                                                                  \
        return rt_device_cpu()->kernels->name(rt_device_cpu(), call, err);                                             \
    }                                                                                                                  \
    static int sim_##name(struct rt_device *device, const struct rt_##name##_call *call, struct rt_error *err)         \
    {                                                                                                                  \
        struct rt_##name##_call none;                                                                                  \
        if (call->compute == RT_BOOL || rt_dtype_is_complex(call->compute)) {                                          \
            none = *call;                                                                                              \
            if (!has_kernel(&layout_##name, &none, ask_##name))                                                        \
                return rt_pointwise_missing(row, call->compute, err);                                                  \
        }                                                                                                              \
        return queue_##name(device, call, false, err);                                                                 \
    }
POINTWISE(map, rt_map_name(call->op))
POINTWISE(zip, rt_zip_name(call->op))
POINTWISE(zip3, call->lerp ? "lerp" : rt_zip_name(call->then))

static int sim_softmax(struct rt_device *device, const struct rt_softmax_call *call, struct rt_error *err)
{
    if (rt_dtype_is_complex(call->in.dtype))
        return rt_error_set(err, RT_NOT_IMPLEMENTED, "\"host_softmax\" not implemented for '%s'",
                            rt_dtype_table[call->in.dtype].scalar);
    return queue_softmax(device, call, false, err);
}

static int sim_matmul(struct rt_device *device, const struct rt_matmul_call *call, struct rt_error *err)
{
    if (rt_dtype_is_integral(call->out.dtype))
        return rt_error_set(err, RT_NOT_IMPLEMENTED, "\"addmm_cuda\" not implemented for '%s'",
                            rt_dtype_table[call->out.dtype].scalar);
    return queue_matmul(device, call, false, err);
}

/* The number of elements is the answer: the host waits for it. */
static int sim_compact(struct rt_device *device, const struct rt_compact_call *call, struct rt_error *err)
{
    return queue_compact(device, call, true, err);
}

struct philox_call {
    struct rt_random_call call;
    uint64_t seed, offset;
};

static int run_philox(struct sim_device *device, struct sim_work *work, struct rt_error *err)
{
    const struct philox_call *call = (const struct philox_call *)(const void *)work->payload;
    (void)device;
    return rt_sim_random_fill(&call->call, call->seed, call->offset, MAX_SIM_BLOCKS, err);
}

/* Numbers of the CPU's generator (TENSOR_SIM_RANDOM=cpu). */
static int run_host_draw(struct sim_device *device, struct sim_work *work, struct rt_error *err)
{
    (void)device;
    return rt_sim_random_as_host((const struct rt_random_call *)(const void *)work->payload, err);
}

/* The host may draw from that generator next: it waits. */
static int queue_host_draw(struct sim_device *sim, struct rt_generator *generator, const struct rt_random_call *call,
                           struct rt_error *err)
{
    struct rt_random_call named = *call;
    struct sim_work *work;

    named.generator = generator;
    if (!(work = copy_call(sim, &layout_random, &named, err)))
        return -1;
    work->run = run_host_draw;
    return rt_sim_queue(rt_sim_stream(sim), work, true, err);
}

/* The words are taken now, in the order of the program; the numbers are made later. */
static int sim_random(struct rt_device *device, const struct rt_random_call *call, struct rt_error *err)
{
    struct sim_device *sim = sim_of(device);
    struct rt_generator *generator = call->generator ? call->generator : rt_device_generator(device);
    if (!generator)
        return rt_error_memory(err);
    if (generator->engine != RT_ENGINE_PHILOX && device->draws_as_host)
        return queue_host_draw(sim, generator, call, err);
    if (generator->engine != RT_ENGINE_PHILOX)
        return rt_error_set(err, RT_RUNTIME, "Expected a 'cuda' device type for generator but found 'cpu'");
    if (rt_dtype_is_complex(call->out.dtype))
        return queue_random(device, call, false, err);
    if (rt_view_numel(&call->out) == 0)
        return 0;
    struct sim_work *work = rt_sim_work_new(SIM_KERNEL, sizeof(struct philox_call), err);
    if (!work)
        return -1;
    struct philox_call *copy = (struct philox_call *)(void *)work->payload;
    copy->call = *call;
    work->origin = rt_origin_now();
    work->asserts = true;
    if (translate(sim, &layout_random, &copy->call, err) < 0) {
        rt_free(work);
        return -1;
    }
    copy->offset = rt_generator_take(generator, rt_sim_random_words(call, MAX_SIM_BLOCKS), &copy->seed);
    work->run = run_philox;
    return rt_sim_queue(rt_sim_stream(sim), work, false, err);
}

const struct rt_kernels rt_sim_kernels = {
#define X(name) .name = sim_##name,
#include "kernels.def"
#undef X
};
