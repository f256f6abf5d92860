/* Random numbers of simulated devices: the values a GPU gives after the same seed. PyTorch's CUDA kernels share one
   plan: thread t of the grid owns subsequence t of Philox, and each time round its loop it draws one block of four
   words, which become `unroll` numbers for the elements t, t + threads, t + 2 threads ... Elements are numbered in
   memory order. The number of threads follows from the device (132 multiprocessors of 2048 threads).

   Sines and cosines of normal numbers are the C library's; a GPU's fast ones may differ in the last bits. */
#include "random/philox.h"
#include "pool.h"
#include "random/random_generator.h"
#include "random/samplers.h"
#include "sim/sim_state.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- where elements lie ------------------------------------------------------------------------------------------ */

struct order {
    int ndim;
    int64_t size[RT_MAX_DIMS], stride[RT_MAX_DIMS], in_stride[RT_MAX_DIMS], numel;
};

static void order_of(struct order *o, const struct rt_view *out, const struct rt_view *in)
{
    o->ndim = 0;
    o->numel = rt_view_numel(out);
    for (int d = out->ndim - 1; d >= 0; d--) {
        int at = o->ndim;
        if (out->shape[d] == 1)
            continue;
        for (; at > 0 && o->stride[at - 1] > out->strides[d]; at--) {
            o->size[at] = o->size[at - 1];
            o->stride[at] = o->stride[at - 1];
            o->in_stride[at] = o->in_stride[at - 1];
        }
        o->size[at] = out->shape[d];
        o->stride[at] = out->strides[d];
        o->in_stride[at] = in ? in->strides[d] : 0;
        o->ndim++;
    }
    int last = 0;
    for (int d = 1; d < o->ndim && !in; d++) {
        if (o->stride[d] == o->stride[last] * o->size[last]) {
            o->size[last] = rt_step_mul(o->size[last], o->size[d]);
        } else {
            o->size[++last] = o->size[d];
            o->stride[last] = o->stride[d];
        }
    }
    if (o->ndim && !in)
        o->ndim = last + 1;
}

static int64_t offset_of(const struct order *o, const int64_t *strides, int64_t element)
{
    int64_t offset = 0;
    if (o->ndim == 1)
        return element * strides[0];
    for (int d = 0; d < o->ndim; d++) {
        offset += element % o->size[d] * strides[d];
        element /= o->size[d];
    }
    return offset;
}

struct fill {
    const struct rt_random_call *call;
    struct order order;
    struct rt_draw draw;
};

static void put(const struct fill *f, int64_t element, struct rt_scalar value)
{
    const struct rt_view *out = &f->call->out;
    if (f->draw.kind == RT_RANDOM_DROPOUT) {
        const bool kept = value.f != 0;
        const int64_t at = element * (int64_t)rt_dtype_size(out->dtype); /* dense, all three alike */
        const double x = rt_scalar_to_double(rt_scalar_load(out->dtype, (char *)f->call->in.data + at)),
                     scale = f->draw.params[1];
        rt_scalar_store(out->dtype, (char *)out->data + at,
                        rt_scalar_float(out->dtype == RT_FLOAT64 ? x * kept * scale
                                                                 : (double)((float)x * (float)kept * (float)scale)));
        ((bool *)f->call->in2.data)[element] = kept;
        return;
    }
    rt_scalar_store(
        out->dtype,
        (char *)out->data + offset_of(&f->order, f->order.stride, element) * (int64_t)rt_dtype_size(out->dtype), value);
}

/* Makes the numbers of one block: values[0 .. unroll). */
static void numbers(const struct fill *f, uint64_t subsequence, uint64_t block, struct rt_scalar values[4])
{
    int64_t full[4] = {0};
    double v[4] = {0};
    rt_draw_numbers(&f->draw, subsequence, block, full, v);
    for (int i = 0; i < f->draw.unroll; i++)
        values[i] = rt_draw_is_integer(&f->draw) ? rt_scalar_int(full[i]) : rt_scalar_float(v[i]);
}

/* Threads [begin, end) of the grid. */
static int strided_threads(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    const struct fill *f = context;
    struct rt_scalar values[4];
    for (int64_t k = 0; k < f->draw.rounds; k++) {
        if (rt_pool_check(err) < 0)
            return -1;
        for (int64_t t = begin; t < end; t++) {
            int64_t first = t + f->draw.threads * f->draw.unroll * k;
            if (first >= f->order.numel)
                break;
            numbers(f, (uint64_t)t, f->draw.block + (uint64_t)k, values);
            for (int i = 0; i < f->draw.unroll && first + f->draw.threads * i < f->order.numel; i++)
                put(f, first + f->draw.threads * i, values[i]);
        }
    }
    return 0;
}

/* Dropout of neighbours that come from one thread. */
static int vector_threads(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    const struct fill *f = context;
    int vector = (int)f->call->bounds[0];
    int64_t chunks = f->order.numel / vector;
    struct rt_scalar values[4];
    for (int64_t t = begin; t < end; t++) {
        if (rt_pool_check(err) < 0)
            return -1;
        for (int64_t c = t, m = 0; c < chunks; c += f->draw.threads, m++) {
            int first = vector == 4 ? 0 : (int)(m % 2) * 2;
            numbers(f, (uint64_t)t, f->draw.block + (uint64_t)(vector == 4 ? m : m / 2), values);
            for (int i = 0; i < vector; i++)
                put(f, c * vector + i, values[first + i]);
        }
    }
    return 0;
}

/* A probability an element: four neighbours share a block; here 1 counts as below. */
static int tensor_threads(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    const struct fill *f = context;
    const struct rt_view *in = &f->call->in;
    for (int64_t t = begin; t < end; t++) {
        uint32_t w[4];
        if ((t & 4095) == 0 && rt_pool_check(err) < 0)
            return -1;
        rt_philox(f->draw.seed, (uint64_t)t, f->draw.block, w);
        for (int64_t e = 4 * t; e < 4 * t + 4 && e < f->order.numel; e++) {
            double p = rt_scalar_to_double(
                rt_scalar_load(in->dtype, (char *)in->data + offset_of(&f->order, f->order.in_stride, e) *
                                                                 (int64_t)rt_dtype_size(in->dtype)));
            if (!(p >= 0 && p <= 1))
                return rt_error_set(err, RT_RUNTIME, "Expected p_in >= 0 && p_in <= 1 to be true, but got false.");
            put(f, e, rt_scalar_int(rt_draw_unit32(w[e % 4]) <= p));
        }
    }
    return 0;
}

/* ---- permutations and choices ------------------------------------------------------------------------------------ */

struct keyed {
    uint64_t key;
    int64_t index;
};

static int by_key(const void *a, const void *b)
{
    const struct keyed *x = a, *y = b;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    return x->index < y->index ? -1 : x->index > y->index;
}

/* Bits of the keys that are compared: as many as make equal ones unlikely. */
static int key_bits(int64_t n)
{
    double bits = ceil(log2((double)n - (6.0 * (double)n * (double)n + 1) / (12.0 * log(0.9))));
    return bits > 64 ? 64 : bits < 1 ? 1 : (int)bits;
}

static uint64_t key_words(int64_t n, int64_t threads)
{
    return (uint64_t)((n - 1) / (threads * 2) + 1) * 4;
}

/* Random keys, sorted; runs of equal ones are shuffled once more. */
static int permute(const struct fill *f, struct rt_error *err)
{
    int64_t n = f->order.numel, threads = f->draw.threads;
    int bits = key_bits(n);
    uint64_t mask = bits == 64 ? ~0ull : (1ull << bits) - 1;
    uint64_t modulus = bits <= 32 ? 0xffffffffull : ~0ull, base = bits <= 32 ? 0x80000000ull : 1ull << 63;
    struct keyed *list = rt_alloc_items(n, sizeof *list, 0);
    if (!list)
        return rt_error_memory(err);
    for (int64_t e = 0; e < n; e++) {
        uint32_t w[4];
        int64_t turn = e / threads;
        rt_philox(f->draw.seed, (uint64_t)(e % threads), f->draw.block + (uint64_t)(turn / 2), w);
        int half = (int)(turn % 2) * 2;
        uint64_t key = ((uint64_t)w[half] << 32 | w[half + 1]) % modulus + base;
        list[e] = (struct keyed){key & mask, e};
    }
    qsort(list, (size_t)n, sizeof *list, by_key);
    uint64_t block = f->draw.block + key_words(n, threads) / 4;
    for (int64_t first = 0, end; first < n; first = end) {
        for (end = first + 1; end < n && list[end].key == list[first].key; end++) {
        }
        for (int64_t i = end - first - 1, drawn = 0; i > 0; i--, drawn++) {
            uint32_t w[4];
            rt_philox(f->draw.seed, (uint64_t)first, block + (uint64_t)(drawn / 4), w);
            int64_t other = w[drawn % 4] % (uint32_t)(i + 1);
            int64_t index = list[first + i].index;
            list[first + i].index = list[first + other].index;
            list[first + other].index = index;
        }
    }
    for (int64_t e = 0; e < n; e++)
        put(f, e, rt_scalar_int(list[e].index));
    rt_free(list);
    return 0;
}

/* The first index whose cumulative probability reaches the number; one number a sample. */
static int choose(const struct fill *f, struct rt_error *err)
{
    const struct rt_view *in = &f->call->in;
    int64_t n = in->shape[in->ndim - 1], step = in->strides[in->ndim - 1];
    int64_t row_step = in->ndim == 2 ? in->strides[0] : 0, samples = f->call->out.shape[f->call->out.ndim - 1];
    for (int64_t e = 0; e < f->order.numel; e++) {
        uint32_t w[4];
        int64_t low = 0, high = n;
        if ((e & 4095) == 0 && rt_pool_check(err) < 0)
            return -1;
        rt_philox(f->draw.seed, (uint64_t)e, f->draw.block, w);
        double u = rt_draw_unit32(w[0]);
        while (high > low) {
            int64_t middle = low + (high - low) / 2;
            double p = rt_scalar_to_double(
                rt_scalar_load(in->dtype, (char *)in->data + (e / samples * row_step + middle * step) *
                                                                 (int64_t)rt_dtype_size(in->dtype)));
            if (p < u)
                low = middle + 1;
            else
                high = middle;
        }
        put(f, e, rt_scalar_int(low < n ? low : n - 1));
    }
    return 0;
}

/* ---- numbers of an unknown count of words: each element has a subsequence, each number a block ------------------- */

struct stream {
    const struct fill *fill;
    uint64_t subsequence, block;
};

static double stream_uniform(void *context)
{
    struct stream *s = context;
    uint32_t w[4];
    rt_philox(s->fill->draw.seed, s->subsequence, s->block++, w);
    double u = rt_draw_unit64(w[0], w[1]);
    return u < 1 ? u : 0;
}
static double stream_normal(void *context)
{
    struct stream *s = context;
    uint32_t w[4];
    double v[4];
    rt_philox(s->fill->draw.seed, s->subsequence, s->block++, w);
    rt_draw_normals(w, true, v);
    return v[0];
}

static int sampled_elements(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    const struct fill *f = context;
    const struct rt_random_call *call = f->call;
    int64_t size = (int64_t)rt_dtype_size(call->in.dtype);
    for (int64_t e = begin; e < end; e++) {
        struct stream stream = {f, (uint64_t)e, f->draw.block};
        const struct rt_random_source source = {&stream, stream_uniform, stream_normal};
        double a = rt_scalar_to_double(rt_scalar_load(call->in.dtype, (char *)call->in.data + e * size)), b;
        if ((e & 255) == 0 && rt_pool_check(err) < 0)
            return -1;
        if (call->kind == RT_RANDOM_POISSON) {
            a = a >= 0 ? rt_sample_poisson(&source, a) : NAN;
        } else if (call->kind == RT_RANDOM_GAMMA) {
            a = rt_sample_gamma(&source, a);
            b = call->out.dtype == RT_FLOAT32 ? FLT_MIN : DBL_MIN;
            a = a < b ? b : a;
        } else {
            b = rt_scalar_to_double(rt_scalar_load(call->in2.dtype, (char *)call->in2.data + e * size));
            a = rt_sample_binomial(&source, a, b, call->in.dtype != RT_FLOAT64);
        }
        put(f, e, rt_scalar_float(a));
    }
    return 0;
}

/* ---- the plan of a call ------------------------------------------------------------------------------------------ */

static void plan(struct fill *f, const struct rt_random_call *call, int64_t max_blocks)
{
    memset(f, 0, sizeof *f);
    f->call = call;
    order_of(&f->order, &call->out, call->in.data && call->kind == RT_RANDOM_BERNOULLI ? &call->in : NULL);
    rt_draw_plan(&f->draw, call, max_blocks);
}

uint64_t rt_sim_random_words(const struct rt_random_call *call, int64_t max_blocks)
{
    struct fill f;
    plan(&f, call, max_blocks);
    if (call->kind == RT_RANDOM_PERMUTATION)
        return key_words(f.order.numel, f.draw.threads) + ((uint64_t)f.order.numel + 3) / 4 * 4;
    if (call->kind == RT_RANDOM_BERNOULLI && call->in.data)
        return 12;
    if (call->kind >= RT_RANDOM_POISSON)
        return 1024; /* blocks that no element's rejections will reach in practice */
    return (uint64_t)f.draw.rounds * 4;
}

int rt_sim_random_fill(const struct rt_random_call *call, uint64_t seed, uint64_t offset, int64_t max_blocks,
                       struct rt_error *err)
{
    struct fill f;
    plan(&f, call, max_blocks);
    f.draw.seed = seed;
    f.draw.block = offset / 4;
    int64_t cost = 8 * f.order.numel, grain = 4096;
    switch (call->kind) {
    case RT_RANDOM_PERMUTATION:
        return permute(&f, err);
    case RT_RANDOM_MULTINOMIAL:
        return choose(&f, err);
    case RT_RANDOM_POISSON:
    case RT_RANDOM_BINOMIAL:
    case RT_RANDOM_GAMMA:
        return rt_parallel_for(f.order.numel, 256, rt_size_cost(64, f.order.numel), sampled_elements, &f, err);
    case RT_RANDOM_BERNOULLI:
        if (call->in.data)
            return rt_parallel_for((f.order.numel + 3) / 4, grain, cost, tensor_threads, &f, err);
        break;
    case RT_RANDOM_DROPOUT:
        if (call->bounds[0] > 1)
            return rt_parallel_for(f.draw.threads, grain, cost, vector_threads, &f, err);
        break;
    default:
        break;
    }
    return rt_parallel_for(f.draw.threads < f.order.numel ? f.draw.threads : f.order.numel, grain, cost,
                           strided_threads, &f, err);
}

/* The CPU has no kernel for dropout: there it is a draw of what is kept and two products, which round in this order. */
static int dropout_as_host(const struct rt_random_call *call, struct rt_error *err)
{
    struct rt_device *cpu = rt_device_cpu();
    struct rt_random_call kept = *call;
    struct fill f;

    kept.kind = RT_RANDOM_BERNOULLI;
    kept.out = call->in2;
    kept.in.data = NULL;
    kept.in2.data = NULL;
    if (cpu->kernels->random(cpu, &kept, err) < 0)
        return -1;
    memset(&f, 0, sizeof f);
    f.call = call;
    f.draw.kind = RT_RANDOM_DROPOUT;
    f.draw.params[1] = call->params[1];
    for (int64_t e = 0, n = rt_view_numel(&call->out); e < n; e++) {
        if ((e & 4095) == 0 && rt_pool_check(err) < 0)
            return -1;
        put(&f, e, rt_scalar_float(((const bool *)call->in2.data)[e]));
    }
    return 0;
}

int rt_sim_random_as_host(const struct rt_random_call *call, struct rt_error *err)
{
    struct rt_device *cpu = rt_device_cpu();

    return call->kind == RT_RANDOM_DROPOUT ? dropout_as_host(call, err) : cpu->kernels->random(cpu, call, err);
}
