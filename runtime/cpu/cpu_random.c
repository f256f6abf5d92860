/* The kernel class `random` of the CPU: fills from an MT19937 generator, bit-equal to PyTorch's CPU generator. Owns the
   order in which words become elements; the loops over words are in isa/isa_random.c. Knows views, no tensors.

   A fill draws elements in memory order, a block at a time, into a small buffer of one of three lanes (float, double,
   int64), which is then converted and scattered. Dense float and double results are drawn in place. */
#include "cpu/cpu.h"
#include "cpu/cpu_random.h"
#include "device.h"
#include "pool.h"
#include "random/random_generator.h"
#include "random/samplers.h"

#include <float.h>
#include <math.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define BLOCK 512             /* elements drawn at a time into the lane buffer */
#define CHECK_EVERY (1 << 18) /* elements between two looks at the interrupt flag */

enum lane { LANE_FLOAT, LANE_DOUBLE, LANE_INT };

union lane_buffer {
    float f[BLOCK];
    double d[BLOCK];
    int64_t i[BLOCK];
};

/* Positions of the elements in memory order: dimensions sorted by stride, the innermost first. */
struct iterator {
    int ndim;
    int64_t size[RT_MAX_DIMS], stride[RT_MAX_DIMS], in_stride[RT_MAX_DIMS], at[RT_MAX_DIMS];
    int64_t offset, in_offset, numel;
};

struct fill {
    const struct rt_random_call *call;
    struct rt_generator *generator;
    const struct rt_cpu_random_loops *loops;
    enum lane lane;
    void (*draw)(struct fill *, void *to, int n); /* into a buffer of the lane, or into the result itself */
    /* parameters, converted once */
    float from32, range32;
    double from, range;
    uint64_t modulus; /* 0: all 64 bits */
    uint64_t base;
    bool wide; /* two words a number */
    struct iterator iterator;
};

static const struct rt_cpu_random_loops *choose_loops(void)
{
    static const struct rt_cpu_random_loops *_Atomic chosen;
    const struct rt_cpu_random_loops *loops = atomic_load_explicit(&chosen, memory_order_relaxed);
    if (loops)
        return loops;
    loops = &rt_cpu_random_baseline;
#if defined(__x86_64__)
    const char *capability = rt_cpu_capability();
    if (strcmp(capability, "avx512") == 0)
        loops = &rt_cpu_random_avx512;
    else if (strcmp(capability, "avx2") == 0)
        loops = &rt_cpu_random_avx2;
#endif
    atomic_store_explicit(&chosen, loops, memory_order_relaxed);
    return loops;
}

/* ---- words ------------------------------------------------------------------------------------------------------- */

static void take_words(struct fill *fill, uint32_t *words, int64_t n)
{
    struct rt_generator *g = fill->generator;
    while (n > 0) {
        if (g->left <= 1) {
            fill->loops->twist(g->state);
            g->left = RT_MT_WORDS + 1;
            g->next = 0;
        }
        int64_t take = g->left - 1 < n ? g->left - 1 : n;
        fill->loops->temper(g->state + g->next, words, take);
        g->left -= (int)take;
        g->next += (int)take;
        words += take;
        n -= take;
    }
}

static inline double uniform_double(struct rt_generator *g)
{
    if (g->left > 2) { /* rt_generator_next64 without its calls */
        const uint64_t high = rt_mt_temper(g->state[g->next]), low = rt_mt_temper(g->state[g->next + 1]);
        g->left -= 2;
        g->next += 2;
        return (double)((high << 32 | low) & ((1ull << 53) - 1)) * 0x1p-53;
    }
    return (double)(rt_generator_next64(g) & ((1ull << 53) - 1)) * 0x1p-53;
}

/* One standard normal number by Box and Muller's method (1958), with the cache that outlives the call. */
static double normal_double(struct rt_generator *g)
{
    if (g->cached_valid) {
        g->cached_valid = false;
        return g->cached;
    }
    double u1 = uniform_double(g), u2 = uniform_double(g);
    double radius = sqrt(-2.0 * log1p(-u2)), angle = 2.0 * M_PI * u1;
    g->cached = radius * sin(angle);
    g->cached_valid = true;
    return radius * cos(angle);
}

/* ---- draws: n elements into the lane buffer ---------------------------------------------------------------------- */

static void draw_uniform32(struct fill *fill, void *to, int n)
{
    float *out = to;
    uint32_t words[BLOCK];
    take_words(fill, words, n);
    fill->loops->uniform32(words, out, n, fill->from32, fill->range32);
}

static void draw_uniform64(struct fill *fill, void *to, int n)
{
    double *out = to;
    uint32_t words[2 * BLOCK];
    take_words(fill, words, 2 * n);
    fill->loops->uniform64(words, out, n, fill->from, fill->range);
}

static void draw_bernoulli(struct fill *fill, void *to, int n)
{
    int64_t *out = to;
    uint32_t words[2 * BLOCK];
    take_words(fill, words, 2 * n);
    fill->loops->below64(words, out, n, fill->from);
}

static double uniform_of(const uint32_t *words)
{
    return (double)(((uint64_t)words[0] << 32 | words[1]) & ((1ull << 53) - 1)) * 0x1p-53;
}

/* z times the deviation, and the mean: rounded once. */
static inline double scale_normal(const struct fill *fill, double z)
{
    return fill->range == 1.0 ? z + fill->from : fma(z, fill->range, fill->from);
}

/* The same as normal_double() for each, with the words of a few pairs drawn at once. */
static void draw_normal(struct fill *fill, void *to, int n)
{
    enum { PAIRS = 64 };
    struct rt_generator *g = fill->generator;
    double *out = to;
    uint32_t words[4 * PAIRS];
    int i = 0;
    if (n > 0 && g->cached_valid)
        out[i++] = scale_normal(fill, normal_double(g));
    while (i < n) {
        int pairs = (n - i + 1) / 2 < PAIRS ? (n - i + 1) / 2 : PAIRS;
        take_words(fill, words, 4 * pairs);
        for (int k = 0; k < pairs; k++) {
            double u1 = uniform_of(words + 4 * k), u2 = uniform_of(words + 4 * k + 2);
            double radius = sqrt(-2.0 * log1p(-u2)), angle = 2.0 * M_PI * u1;
            double second = radius * sin(angle);
            out[i++] = scale_normal(fill, radius * cos(angle));
            if (i < n) {
                out[i++] = scale_normal(fill, second);
            } else {
                g->cached = second;
                g->cached_valid = true;
            }
        }
    }
}

static void draw_integer(struct fill *fill, void *to, int n)
{
    int64_t *out = to;
    uint32_t words[2 * BLOCK];
    take_words(fill, words, fill->wide ? 2 * n : n);
    if (!fill->wide) {
        fill->loops->modulo32(words, out, n, (uint32_t)fill->modulus, (int64_t)fill->base);
        return;
    }
    for (int i = 0; i < n; i++) {
        uint64_t word = (uint64_t)words[2 * i] << 32 | words[2 * i + 1];
        out[i] = (int64_t)(fill->base + (fill->modulus ? word % fill->modulus : word));
    }
}

static void draw_exponential(struct fill *fill, void *to, int n)
{
    double *out = to;
    for (int i = 0; i < n; i++)
        out[i] = -1.0 / fill->from * log1p(-uniform_double(fill->generator));
}

static void draw_geometric(struct fill *fill, void *to, int n)
{
    double *out = to;
    const double failure = log1p(-fill->from);
    for (int i = 0; i < n; i++)
        out[i] = ceil(log(uniform_double(fill->generator)) / failure);
}

static void draw_log_normal(struct fill *fill, void *to, int n)
{
    double *out = to;
    for (int i = 0; i < n; i++)
        out[i] = exp(fma(normal_double(fill->generator), fill->range, fill->from));
}

static void draw_cauchy(struct fill *fill, void *to, int n)
{
    double *out = to;
    for (int i = 0; i < n; i++)
        out[i] = fma(fill->range, tan(M_PI * (uniform_double(fill->generator) - 0.5)), fill->from);
}

/* ---- storing ----------------------------------------------------------------------------------------------------- */

static int64_t to_int64(double x)
{
    return x >= -0x1p63 && x < 0x1p63 ? (int64_t)x : INT64_MIN;
}

#define STORE(type, value)                                                                                             \
    for (int i = 0; i < n; i++)                                                                                        \
        ((type *)to)[i * stride] = (value);                                                                            \
    break
#define STORE_LANE(src, AS_INT, AS_FLOAT)                                                                              \
    switch (dtype) {                                                                                                   \
    case RT_UINT8:                                                                                                     \
        STORE(uint8_t, (uint8_t)AS_INT(src[i]));                                                                       \
    case RT_INT8:                                                                                                      \
        STORE(int8_t, (int8_t)AS_INT(src[i]));                                                                         \
    case RT_INT16:                                                                                                     \
        STORE(int16_t, (int16_t)AS_INT(src[i]));                                                                       \
    case RT_INT32:                                                                                                     \
        STORE(int32_t, (int32_t)AS_INT(src[i]));                                                                       \
    case RT_INT64:                                                                                                     \
        STORE(int64_t, AS_INT(src[i]));                                                                                \
    case RT_BOOL:                                                                                                      \
        STORE(uint8_t, src[i] != 0);                                                                                   \
    case RT_FLOAT16:                                                                                                   \
        STORE(uint16_t, rt_float_to_half((float)src[i]));                                                              \
    case RT_BFLOAT16:                                                                                                  \
        STORE(uint16_t, rt_float_to_bfloat((float)src[i]));                                                            \
    case RT_FLOAT32:                                                                                                   \
        STORE(float, (float)src[i]);                                                                                   \
    case RT_FLOAT64:                                                                                                   \
        STORE(double, (double)src[i]);                                                                                 \
    default:                                                                                                           \
        break;                                                                                                         \
    }
#define SAME(x) (x)

static void store_run(enum rt_dtype dtype, void *to, int64_t stride, enum lane lane, const union lane_buffer *from,
                      int first, int n)
{
    if (lane == LANE_FLOAT) {
        const float *src = from->f + first;
        STORE_LANE(src, to_int64, SAME)
    } else if (lane == LANE_DOUBLE) {
        const double *src = from->d + first;
        STORE_LANE(src, to_int64, SAME)
    } else {
        const int64_t *src = from->i + first;
        STORE_LANE(src, SAME, SAME)
    }
}

/* A uniform number of a half type that was rounded up to the open end becomes the closed one. */
static void keep_half_open(struct fill *fill, union lane_buffer *buffer, int n)
{
    bool bfloat = fill->call->out.dtype == RT_BFLOAT16;
    float end = (float)fill->call->params[1];
    uint16_t end_bits = bfloat ? rt_float_to_bfloat(end) : rt_float_to_half(end);
    float near = end - (fabsf(end) + fill->range32) * 0x1p-7f; /* below it nothing rounds up to the end */
    for (int i = 0; i < n; i++) {
        float x = buffer->f[i];
        if (x >= near && (bfloat ? rt_float_to_bfloat(x) : rt_float_to_half(x)) == end_bits)
            buffer->f[i] = fill->from32;
    }
}

/* ---- the walk ---------------------------------------------------------------------------------------------------- */

/* Memory order of `out`; `in` (may be NULL) is visited at the same positions. */
static void iterator_begin(struct iterator *iterator, const struct rt_view *out, const struct rt_view *in,
                           int64_t numel)
{
    iterator->ndim = 0;
    iterator->offset = iterator->in_offset = 0;
    iterator->numel = numel;
    if (!in && rt_shape_is_contiguous(out->shape, out->strides, out->ndim)) {
        iterator->ndim = 1;
        iterator->size[0] = numel;
        iterator->stride[0] = 1;
        iterator->in_stride[0] = iterator->at[0] = 0;
        return;
    }
    for (int d = out->ndim - 1; d >= 0; d--) {
        if (out->shape[d] == 1)
            continue;
        int at = iterator->ndim;
        while (at > 0 && iterator->stride[at - 1] > out->strides[d]) {
            iterator->size[at] = iterator->size[at - 1];
            iterator->stride[at] = iterator->stride[at - 1];
            iterator->in_stride[at] = iterator->in_stride[at - 1];
            at--;
        }
        iterator->size[at] = out->shape[d];
        iterator->stride[at] = out->strides[d];
        iterator->in_stride[at] = in ? in->strides[d] : 0;
        iterator->ndim++;
    }
    int last = 0; /* join what is walked with one step */
    for (int d = 1; d < iterator->ndim; d++) {
        if (iterator->stride[d] == rt_step_mul(iterator->stride[last], iterator->size[last]) &&
            iterator->in_stride[d] == rt_step_mul(iterator->in_stride[last], iterator->size[last])) {
            iterator->size[last] = rt_step_mul(iterator->size[last], iterator->size[d]);
        } else {
            last++;
            iterator->size[last] = iterator->size[d];
            iterator->stride[last] = iterator->stride[d];
            iterator->in_stride[last] = iterator->in_stride[d];
        }
    }
    if (iterator->ndim)
        iterator->ndim = last + 1;
    else {
        iterator->size[iterator->ndim++] = 1;
        iterator->stride[0] = iterator->in_stride[0] = 0;
    }
    for (int d = 0; d < iterator->ndim; d++)
        iterator->at[d] = 0;
}

/* The longest run of at most n elements from here along the innermost dimension. */
static int iterator_run(const struct iterator *iterator, int n)
{
    int64_t rest = iterator->size[0] - iterator->at[0];
    return rest < n ? (int)rest : n;
}

static void iterator_advance(struct iterator *iterator, int n)
{
    iterator->at[0] += n;
    iterator->offset += n * iterator->stride[0];
    iterator->in_offset += n * iterator->in_stride[0];
    for (int d = 0; iterator->at[d] == iterator->size[d] && d + 1 < iterator->ndim; d++) {
        iterator->at[d] = 0;
        iterator->at[d + 1]++;
        iterator->offset += iterator->stride[d + 1] - iterator->size[d] * iterator->stride[d];
        iterator->in_offset += iterator->in_stride[d + 1] - iterator->size[d] * iterator->in_stride[d];
    }
}

static void *element(const struct rt_view *view, int64_t offset)
{
    return (char *)view->data + offset * (int64_t)rt_dtype_size(view->dtype);
}

static void scatter(struct fill *fill, const union lane_buffer *buffer, int n)
{
    const struct rt_view *out = &fill->call->out;
    if (n == fill->iterator.numel && fill->iterator.ndim == 1) { /* all at once */
        store_run(out->dtype, out->data, fill->iterator.stride[0], fill->lane, buffer, 0, n);
        return;
    }
    for (int done = 0; done < n;) {
        int run = iterator_run(&fill->iterator, n - done);
        store_run(out->dtype, element(out, fill->iterator.offset), fill->iterator.stride[0], fill->lane, buffer, done,
                  run);
        iterator_advance(&fill->iterator, run);
        done += run;
    }
}

static int fill_elements(struct fill *fill, struct rt_error *err)
{
    union lane_buffer buffer;
    bool half = fill->call->kind == RT_RANDOM_UNIFORM && rt_dtype_size(fill->call->out.dtype) == 2;
    const struct rt_view *out = &fill->call->out;
    static const enum rt_dtype lane_types[] = {
        [LANE_FLOAT] = RT_FLOAT32, [LANE_DOUBLE] = RT_FLOAT64, [LANE_INT] = RT_INT64};
    bool direct = fill->iterator.ndim == 1 && fill->iterator.stride[0] == 1 && out->dtype == lane_types[fill->lane];
    int64_t checked = 0;
    for (int64_t done = 0; done < fill->iterator.numel;) {
        int n = fill->iterator.numel - done < BLOCK ? (int)(fill->iterator.numel - done) : BLOCK;
        if (done >= checked + CHECK_EVERY) {
            checked = done;
            if (rt_check_interrupt(err) < 0)
                return -1;
        }
        fill->draw(fill, direct ? element(out, done) : &buffer, n);
        if (half)
            keep_half_open(fill, &buffer, n);
        if (!direct)
            scatter(fill, &buffer, n);
        done += n;
    }
    return 0;
}

/* ---- block normals: contiguous results of 16 elements and more --------------------------------------------------- */

#define CHUNK 4096 /* floats drawn and transformed while they are in the L1 cache */

static int normal_blocks_float(struct fill *fill, float *data, int64_t n, struct rt_error *err)
{
    uint32_t words[CHUNK];
    for (int64_t at = 0; at < n; at += CHUNK) {
        int64_t now = n - at < CHUNK ? n - at : CHUNK;
        if ((at & (CHECK_EVERY - 1)) == 0 && rt_check_interrupt(err) < 0)
            return -1;
        take_words(fill, words, now);
        fill->loops->uniform32(words, data + at, now, 0, 1);
        fill->loops->normal32(data + at, now / 16, (float)fill->from, (float)fill->range);
    }
    if (n % 16 != 0) {
        take_words(fill, words, 16);
        fill->loops->uniform32(words, data + n - 16, 16, 0, 1);
        fill->loops->normal32(data + n - 16, 1, (float)fill->from, (float)fill->range);
    }
    return 0;
}

struct normal_tiles {
    const struct fill *fill;
    double *data;
};

static void normal_block_double(double *block, double mean, double std)
{
    for (int j = 0; j < 8; j++) {
        double radius = sqrt(-2.0 * log(1.0 - block[j])), angle = 2.0 * M_PI * block[j + 8];
        block[j] = fma(radius * cos(angle), std, mean);
        block[j + 8] = fma(radius * sin(angle), std, mean);
    }
}

static int normal_tile_double(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    struct normal_tiles *tiles = context;
    (void)err;
    for (int64_t block = begin; block < end; block++)
        normal_block_double(tiles->data + 16 * block, tiles->fill->from, tiles->fill->range);
    return 0;
}

/* The words come one after the other; the C library's functions, which cost most, are shared among the threads. */
static int normal_blocks_double(struct fill *fill, double *data, int64_t n, struct rt_error *err)
{
    enum { PART = 1 << 16, COST = 64 };
    uint32_t words[2 * BLOCK];
    for (int64_t part = 0; part < n; part += PART) {
        int64_t size = n - part < PART ? n - part : PART;
        struct normal_tiles tiles = {fill, data + part};
        for (int64_t at = 0; at < size; at += BLOCK) {
            int64_t now = size - at < BLOCK ? size - at : BLOCK;
            take_words(fill, words, 2 * now);
            fill->loops->uniform64(words, data + part + at, now, 0, 1);
        }
        if (rt_parallel_for(size / 16, 256, rt_size_cost(size, COST), normal_tile_double, &tiles, err) < 0)
            return -1;
    }
    if (n % 16 != 0) {
        take_words(fill, words, 32);
        fill->loops->uniform64(words, data + n - 16, 16, 0, 1);
        normal_block_double(data + n - 16, fill->from, fill->range);
    }
    return 0;
}

/* Half types: full blocks only, then one more block over the last 16 positions. */
static int normal_blocks_half(struct fill *fill, uint16_t *data, int64_t n, struct rt_error *err)
{
    uint32_t words[16];
    union lane_buffer block;
    for (int64_t at = 0; at < n; at += 16) {
        if ((at & (CHECK_EVERY - 1)) == 0 && rt_check_interrupt(err) < 0)
            return -1;
        take_words(fill, words, 16);
        fill->loops->uniform32(words, block.f, 16, 0, 1);
        fill->loops->normal32(block.f, 1, (float)fill->from, (float)fill->range);
        store_run(fill->call->out.dtype, data + (at + 16 <= n ? at : n - 16), 1, LANE_FLOAT, &block, 0, 16);
    }
    return 0;
}

static int fill_normal(struct fill *fill, struct rt_error *err)
{
    const struct rt_view *out = &fill->call->out;
    int64_t n = fill->iterator.numel;
    if (n >= 16 && rt_shape_is_contiguous(out->shape, out->strides, out->ndim)) {
        if (out->dtype == RT_FLOAT32)
            return normal_blocks_float(fill, out->data, n, err);
        if (out->dtype == RT_FLOAT64)
            return normal_blocks_double(fill, out->data, n, err);
        if (rt_dtype_is_float(out->dtype))
            return normal_blocks_half(fill, out->data, n, err);
    }
    fill->lane = LANE_DOUBLE;
    fill->draw = draw_normal;
    return fill_elements(fill, err);
}

/* ---- other kinds ------------------------------------------------------------------------------------------------- */

/* A probability an element: one word for float ones, two for double ones. */
static int fill_bernoulli_tensor(struct fill *fill, struct rt_error *err)
{
    const struct rt_view *in = &fill->call->in;
    struct iterator *iterator = &fill->iterator;
    struct rt_generator *g = fill->generator;
    union lane_buffer bit;
    fill->lane = LANE_INT;
    for (int64_t i = 0; i < iterator->numel; i++) {
        double p = rt_scalar_to_double(rt_scalar_load(in->dtype, element(in, iterator->in_offset)));
        if (!(p >= 0 && p <= 1))
            return rt_error_set(err, RT_RUNTIME,
                                "Expected p_in >= 0 && p_in <= 1 to be true, but got false.  (Could this "
                                "error message be improved?  If so, please report an enhancement request "
                                "to PyTorch.)");
        if (in->dtype == RT_FLOAT64)
            bit.i[0] = uniform_double(g) < p;
        else
            bit.i[0] = (float)(rt_generator_next32(g) & 0xffffffu) * 0x1p-24f < (float)p;
        store_run(fill->call->out.dtype, element(&fill->call->out, iterator->offset), 1, LANE_INT, &bit, 0, 1);
        iterator_advance(iterator, 1);
        if ((i & (CHECK_EVERY - 1)) == CHECK_EVERY - 1 && rt_check_interrupt(err) < 0)
            return -1;
    }
    return 0;
}

static double source_uniform(void *generator)
{
    return uniform_double(generator);
}
static double source_normal(void *generator)
{
    return normal_double(generator);
}

/* Poisson, binomial and gamma numbers: out and in are dense, an element after the other. */
static int fill_sampled(struct fill *fill, struct rt_error *err)
{
    const struct rt_random_call *call = fill->call;
    const struct rt_random_source source = {fill->generator, source_uniform, source_normal};
    int64_t size = (int64_t)rt_dtype_size(call->in.dtype), check = 1 << 12;
    for (int64_t i = 0; i < fill->iterator.numel; i++) {
        double a = rt_scalar_to_double(rt_scalar_load(call->in.dtype, (char *)call->in.data + i * size)), b;
        if ((i & (check - 1)) == 0 && rt_check_interrupt(err) < 0)
            return -1;
        if (call->kind == RT_RANDOM_POISSON) {
            if (!(a >= 0))
                return rt_error_set(err, RT_RUNTIME, "invalid Poisson rate, expected rate to be non-negative");
            a = rt_sample_poisson(&source, a);
        } else if (call->kind == RT_RANDOM_GAMMA) {
            a = rt_sample_gamma(&source, a);
            b = call->out.dtype == RT_FLOAT32 ? FLT_MIN : DBL_MIN;
            a = a < b ? b : a;
        } else {
            b = rt_scalar_to_double(rt_scalar_load(call->in2.dtype, (char *)call->in2.data + i * size));
            a = rt_sample_binomial(&source, a, b, call->in.dtype != RT_FLOAT64);
        }
        rt_scalar_store(call->out.dtype, element(&call->out, i), rt_scalar_float(a));
    }
    return 0;
}

/* Fisher and Yates' shuffle, from the front. Long lists: words are drawn ahead, so that the positions of the next
   exchanges are on their way from memory. */
static int shuffle(struct fill *fill, int64_t *list, int64_t n, struct rt_error *err)
{
    struct rt_generator *g = fill->generator;
    if (n >= (int64_t)(UINT32_MAX / 20)) {
        for (int64_t i = 0; i < n; i++) {
            int64_t other = (int64_t)(rt_generator_next64(g) % (uint64_t)(i + 1));
            list[i] = list[other];
            list[other] = i;
            if ((i & (CHECK_EVERY - 1)) == 0 && rt_check_interrupt(err) < 0)
                return -1;
        }
        return 0;
    }
    for (int64_t i = 0; i < n; i++) {
        list[i] = i;
        if ((i & (CHECK_EVERY - 1)) == CHECK_EVERY - 1 && rt_check_interrupt(err) < 0)
            return -1;
    }
    uint32_t words[BLOCK];
    for (int64_t first = 0; first < n - 1; first += BLOCK) {
        int count = n - 1 - first < BLOCK ? (int)(n - 1 - first) : BLOCK;
        if ((first & (CHECK_EVERY - 1)) == 0 && rt_check_interrupt(err) < 0)
            return -1;
        take_words(fill, words, count);
        for (int k = 0; k < count; k++) {
            words[k] %= (uint32_t)(n - first - k);
            __builtin_prefetch(list + first + k + words[k], 1);
        }
        for (int k = 0; k < count; k++) {
            int64_t i = first + k, other = i + words[k], value = list[i];
            list[i] = list[other];
            list[other] = value;
        }
    }
    return 0;
}

static int fill_permutation(struct fill *fill, struct rt_error *err)
{
    const struct rt_view *out = &fill->call->out;
    int64_t n = fill->iterator.numel, *list = out->data;
    bool direct = out->dtype == RT_INT64 && (n < 2 || out->strides[0] == 1);
    if (!direct) {
        if (!(list = rt_alloc_items(n, sizeof *list, 0)))
            return rt_error_memory(err);
    }
    int status = shuffle(fill, list, n, err);
    for (int64_t i = 0; !direct && i < n && status == 0; i++) {
        rt_scalar_store(out->dtype, element(out, i * out->strides[0]), rt_scalar_int(list[i]));
        if ((i & (CHECK_EVERY - 1)) == CHECK_EVERY - 1)
            status = rt_check_interrupt(err);
    }
    if (!direct)
        rt_free(list);
    return status;
}

#define SAMPLES_AT_ONCE 8

/* For how many cumulative probabilities of a dense row each of eight numbers is too large: each step of eight searches
   is made together, without a branch. */
#define SEARCH(T)                                                                                                      \
    static void search_##T(const T *row, int64_t n, const double *u, int64_t *position)                                \
    {                                                                                                                  \
        int64_t low[SAMPLES_AT_ONCE] = {0};                                                                            \
        for (int64_t half; n > 1; n -= half) {                                                                         \
            const T *middle = row + (half = n / 2) - 1;                                                                \
            _Pragma("GCC unroll 8") for (int k = 0; k < SAMPLES_AT_ONCE; k++) low[k] +=                                \
                half & -(int64_t)((double)middle[low[k]] < u[k]);                                                      \
        }                                                                                                              \
        for (int k = 0; k < SAMPLES_AT_ONCE; k++)                                                                      \
            position[k] = low[k] + (n && (double)row[low[k]] < u[k]);                                                  \
    }
SEARCH(float)
SEARCH(double)

/* The first index whose cumulative probability is not below a double uniform number; one number a sample. */
static int fill_multinomial(struct fill *fill, struct rt_error *err)
{
    const struct rt_view *out = &fill->call->out, *in = &fill->call->in;
    bool matrix = out->ndim == 2;
    int64_t rows = matrix ? out->shape[0] : 1, samples = out->shape[out->ndim - 1], n = in->shape[in->ndim - 1];
    int64_t out_row = matrix ? out->strides[0] : 0, in_row = in->ndim == 2 ? in->strides[0] : 0;
    int64_t out_step = out->strides[out->ndim - 1], in_step = in->strides[in->ndim - 1];
    const bool dense = in_step == 1 && (in->dtype == RT_FLOAT32 || in->dtype == RT_FLOAT64);
    for (int64_t r = 0; r < rows; r++) {
        int64_t first = 0, position[SAMPLES_AT_ONCE];
        for (; dense && first + SAMPLES_AT_ONCE <= samples; first += SAMPLES_AT_ONCE) {
            double u[SAMPLES_AT_ONCE];
            for (int k = 0; k < SAMPLES_AT_ONCE; k++)
                u[k] = uniform_double(fill->generator);
            if (in->dtype == RT_FLOAT32)
                search_float((const float *)element(in, r * in_row), n, u, position);
            else
                search_double((const double *)element(in, r * in_row), n, u, position);
            for (int k = 0; k < SAMPLES_AT_ONCE; k++)
                rt_scalar_store(out->dtype, element(out, r * out_row + (first + k) * out_step),
                                rt_scalar_int(position[k] < n ? position[k] : n - 1));
            if (first % (1 << 14) == 0 && rt_check_interrupt(err) < 0)
                return -1;
        }
        for (int64_t s = first; s < samples; s++) {
            double u = uniform_double(fill->generator);
            int64_t low = 0, high = n;
            if ((s & ((1 << 14) - 1)) == 0 && rt_check_interrupt(err) < 0)
                return -1;
            while (high > low) {
                int64_t middle = low + (high - low) / 2;
                double cumulative =
                    rt_scalar_to_double(rt_scalar_load(in->dtype, element(in, r * in_row + middle * in_step)));
                if (cumulative < u)
                    low = middle + 1;
                else
                    high = middle;
            }
            rt_scalar_store(out->dtype, element(out, r * out_row + s * out_step), rt_scalar_int(low < n ? low : n - 1));
        }
    }
    return 0;
}

static int fill_uniform(struct fill *fill, struct rt_error *err)
{
    const struct rt_random_call *call = fill->call;
    if (call->out.dtype == RT_FLOAT64) {
        fill->range = call->params[1] - call->params[0];
        fill->lane = LANE_DOUBLE;
        fill->draw = draw_uniform64;
    } else {
        fill->from32 = (float)call->params[0];
        fill->range32 = (float)call->params[1] - fill->from32;
        fill->lane = LANE_FLOAT;
        fill->draw = draw_uniform32;
    }
    return fill_elements(fill, err);
}

/* randint and random_(from, to): the range, not the type, decides how many words an element takes. */
static int fill_integer(struct fill *fill, struct rt_error *err)
{
    fill->base = (uint64_t)fill->call->bounds[0];
    fill->modulus = (uint64_t)fill->call->bounds[1] - fill->base;
    fill->wide = fill->modulus >= 1ull << 28 || fill->modulus == 0;
    fill->lane = LANE_INT;
    fill->draw = draw_integer;
    return fill_elements(fill, err);
}

/* random_() without bounds: all values of an integer type from 0, all integers a float type counts exactly. */
static int fill_full(struct fill *fill, struct rt_error *err)
{
    static const struct {
        int8_t type;
        bool wide;
        uint64_t modulus;
    } table[] = {
        {RT_UINT8, false, 256},
        {RT_INT8, false, 128},
        {RT_INT16, false, 1 << 15},
        {RT_INT32, false, 1u << 31},
        {RT_INT64, true, 1ull << 63},
        {RT_BOOL, false, 2},
        {RT_FLOAT16, false, (1 << 11) + 1},
        {RT_BFLOAT16, false, (1 << 8) + 1},
        {RT_FLOAT32, false, (1 << 24) + 1},
        {RT_FLOAT64, true, (1ull << 53) + 1},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        if ((enum rt_dtype)table[i].type == fill->call->out.dtype) {
            fill->wide = table[i].wide;
            fill->modulus = table[i].modulus;
        }
    }
    fill->lane = LANE_INT;
    fill->draw = draw_integer;
    return fill_elements(fill, err);
}

static int fill_by_kind(struct fill *fill, struct rt_error *err)
{
    fill->lane = LANE_DOUBLE;
    switch (fill->call->kind) {
    case RT_RANDOM_UNIFORM:
        return fill_uniform(fill, err);
    case RT_RANDOM_NORMAL:
        return fill_normal(fill, err);
    case RT_RANDOM_INTEGER:
        return fill_integer(fill, err);
    case RT_RANDOM_FULL:
        return fill_full(fill, err);
    case RT_RANDOM_PERMUTATION:
        return fill_permutation(fill, err);
    case RT_RANDOM_BERNOULLI:
        if (fill->call->in.data)
            return fill_bernoulli_tensor(fill, err);
        fill->lane = LANE_INT;
        fill->draw = draw_bernoulli;
        break;
    case RT_RANDOM_DROPOUT:
        return rt_error_set(err, RT_NOT_IMPLEMENTED, "\"fused_dropout\" not implemented for 'CPU'");
    case RT_RANDOM_EXPONENTIAL:
        fill->draw = draw_exponential;
        break;
    case RT_RANDOM_GEOMETRIC:
        fill->draw = draw_geometric;
        break;
    case RT_RANDOM_LOG_NORMAL:
        fill->draw = draw_log_normal;
        break;
    case RT_RANDOM_CAUCHY:
        fill->draw = draw_cauchy;
        break;
    case RT_RANDOM_MULTINOMIAL:
        return fill_multinomial(fill, err);
    case RT_RANDOM_POISSON:
    case RT_RANDOM_BINOMIAL:
    case RT_RANDOM_GAMMA:
        return fill_sampled(fill, err);
    }
    return fill_elements(fill, err);
}

int rt_cpu_random(struct rt_device *device, const struct rt_random_call *call, struct rt_error *err)
{
    struct fill fill;
    rt_clear(&fill, offsetof(struct fill, iterator));
    fill.call = call;
    fill.generator = call->generator;
    fill.from = call->params[0];
    fill.range = call->params[1];
    if (!fill.generator)
        fill.generator = rt_device_generator(device);
    if (!fill.generator)
        return rt_error_memory(err);
    if (fill.generator->engine != RT_ENGINE_MT19937)
        return rt_error_set(err, RT_RUNTIME, "Expected a 'cpu' device type for generator but found 'cuda'");
    if (rt_dtype_is_complex(call->out.dtype))
        return rt_error_set(err, RT_NOT_IMPLEMENTED, "\"random_kernel_cpu\" not implemented for '%s'",
                            rt_dtype_table[call->out.dtype].scalar);
    const int64_t numel = rt_view_numel(&call->out);
    if (numel == 0)
        return 0;
    fill.loops = choose_loops();
    iterator_begin(&fill.iterator, &call->out, call->in.data && call->kind < RT_RANDOM_POISSON ? &call->in : NULL,
                   numel);
    pthread_mutex_lock(&fill.generator->lock);
    int status = fill_by_kind(&fill, err);
    pthread_mutex_unlock(&fill.generator->lock);
    return status;
}
