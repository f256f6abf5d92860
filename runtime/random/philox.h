/* Random numbers as PyTorch's CUDA kernels draw them (Philox4x32-10, Salmon et al. 2011; a subsequence for each thread,
   a block of four words each time round a thread's loop); for simulated devices and for kernels of real ones, which
   include this with RT_ON_DEVICE defined. Knows no memory. */
#ifndef RT_PHILOX_H
#define RT_PHILOX_H

#include "device.h"
#include "dtype.h"

#include <float.h>
#include <math.h>

#ifndef RT_ON_DEVICE
#define RT_ON_DEVICE
#define RT_ROUNDED_HALF(x) rt_half_to_float(rt_float_to_half(x))
#define RT_ROUNDED_BFLOAT(x) rt_bfloat_to_float(rt_float_to_bfloat(x))
#define RT_SINE_COSINE(x, s, c) (*(s) = sinf(x), *(c) = cosf(x))
#endif

#define RT_DRAW_THREADS 256 /* of a block of the grid */

/* For each number of a block, of at most four: written out by compilers of kernels, whose arrays stay in registers. */
#ifdef __CUDA_ARCH__
#define RT_EACH_DRAWN(i, count) _Pragma("unroll") for (int i = 0; i < 4; i++) if (i < (count))
#else
#define RT_EACH_DRAWN(i, count) for (int i = 0; i < (count); i++)
#endif

/* What a fill draws. wide: of 64 bits, two numbers to a block; else four. */
struct rt_draw {
    enum rt_random_kind kind;
    enum rt_dtype dtype;
    double params[2];
    uint64_t seed, block; /* block: offset / 4 */
    int64_t numel, threads, rounds;
    bool wide;
    int unroll;
    uint64_t modulus, base; /* of integers; modulus 0: all 64 bits */
};

/* Block number `block` of a subsequence: four words of Philox4x32-10 (Salmon et al., Parallel random numbers: as easy
   as 1, 2, 3, 2011). */
RT_ON_DEVICE static inline void rt_philox_words(uint64_t seed, uint64_t subsequence, uint64_t block, uint32_t words[4])
{
    uint32_t k0 = (uint32_t)seed, k1 = (uint32_t)(seed >> 32);
    uint32_t c0 = (uint32_t)block, c1 = (uint32_t)(block >> 32);
    uint32_t c2 = (uint32_t)subsequence, c3 = (uint32_t)(subsequence >> 32);

    for (int round = 0; round < 10; round++) {
        const uint64_t a = (uint64_t)0xD2511F53u * c0, b = (uint64_t)0xCD9E8D57u * c2;
        c0 = (uint32_t)(b >> 32) ^ c1 ^ k0;
        c1 = (uint32_t)b;
        c2 = (uint32_t)(a >> 32) ^ c3 ^ k1;
        c3 = (uint32_t)a;
        k0 += 0x9E3779B9u;
        k1 += 0xBB67AE85u;
    }
    words[0] = c0;
    words[1] = c1;
    words[2] = c2;
    words[3] = c3;
}

/* ---- from words to numbers -------------------------------------------------------------------------------------- */

RT_ON_DEVICE static inline float rt_draw_unit32(uint32_t x)
{
    return fmaf((float)x, 0x1p-32f, 0x1p-33f);
}
RT_ON_DEVICE static inline double rt_draw_unit64(uint32_t x, uint32_t y)
{
    return (double)((uint64_t)x ^ (uint64_t)y << 21) * 0x1p-53 + 0x1p-54;
}

/* Box and Muller's pairs. */
RT_ON_DEVICE static inline void rt_draw_normals(const uint32_t w[4], bool wide, double v[4])
{
    const double pi = 3.14159265358979323846;

    if (wide) {
        const double s = sqrt(-2.0 * log(rt_draw_unit64(w[0], w[1])));
        const double turn = (double)((uint64_t)w[2] ^ (uint64_t)w[3] << 21) * 0x1p-52 + 0x1p-53;
        v[0] = s * sin(pi * turn);
        v[1] = s * cos(pi * turn);
        return;
    }
    for (int i = 0; i < 4; i += 2) {
        const float s = sqrtf(-2.0f * logf(rt_draw_unit32(w[i])));
        const float angle = fmaf((float)w[i + 1], 0x1p-32f * 6.2831855f, 0x1p-33f * 6.2831855f);
        float sine, cosine;
        RT_SINE_COSINE(angle, &sine, &cosine);
        v[i] = s * sine;
        v[i + 1] = s * cosine;
    }
}

/* ln u for exponential and geometric: never 0. */
RT_ON_DEVICE static inline double rt_draw_log(double u, bool wide)
{
    const double epsilon = wide ? DBL_EPSILON : FLT_EPSILON;

    if (u >= 1 - epsilon / 2)
        return -epsilon / 2;
    return wide ? log(u) : (double)logf((float)u);
}

/* from + u (to - from), rounded to the type: the open end becomes the closed one */
RT_ON_DEVICE static inline double rt_draw_scale(const struct rt_draw *d, double u)
{
    const double from = d->params[0], to = d->params[1];

    if (d->wide) {
        const double t = fma(u, to - from, from);
        return t == to ? from : t;
    }
    float t = fmaf((float)u, (float)to - (float)from, (float)from), end = (float)to;
    if (d->dtype == RT_FLOAT16) {
        t = RT_ROUNDED_HALF(t);
        end = RT_ROUNDED_HALF(end);
    } else if (d->dtype == RT_BFLOAT16) {
        t = RT_ROUNDED_BFLOAT(t);
        end = RT_ROUNDED_BFLOAT(end);
    }
    return t == end ? (float)from : t;
}

RT_ON_DEVICE static inline double rt_draw_from_unit(const struct rt_draw *d, double u)
{
    const double a = d->params[0], b = d->params[1], pi = 3.14159265358979323846;

    switch (d->kind) {
    case RT_RANDOM_UNIFORM:
        return rt_draw_scale(d, u);
    case RT_RANDOM_EXPONENTIAL:
        return d->wide ? -1.0 / a * rt_draw_log(u, true) : (double)(-1.0f / (float)a * (float)rt_draw_log(u, false));
    case RT_RANDOM_GEOMETRIC:
        return d->wide ? ceil(log(u) / log1p(-a)) : (double)ceilf(logf((float)u) / log1pf((float)-a));
    case RT_RANDOM_CAUCHY:
        return d->wide ? a + b * tan(pi * (u - 0.5))
                       : (double)((float)a + (float)b * tanf((float)pi * ((float)u - 0.5f)));
    default: /* bernoulli, dropout */
        return d->wide ? u < a : (float)u < (float)a;
    }
}

RT_ON_DEVICE static inline bool rt_draw_is_integer(const struct rt_draw *d)
{
    return d->kind == RT_RANDOM_INTEGER || d->kind == RT_RANDOM_FULL;
}

/* The numbers of one block: d->unroll of them, as integers or as floats. */
RT_ON_DEVICE static inline void rt_draw_numbers(const struct rt_draw *d, uint64_t subsequence, uint64_t block,
                                                int64_t full[4], double values[4])
{
    uint32_t w[4];

    rt_philox_words(d->seed, subsequence, block, w);
    if (rt_draw_is_integer(d)) {
        RT_EACH_DRAWN(i, d->unroll)
        {
            const uint64_t x = (uint64_t)w[2 * i & 3] << 32 | w[(2 * i + 1) & 3];
            const uint64_t part = !d->wide ? w[i] % (uint32_t)d->modulus : d->modulus ? x % d->modulus : x;
            full[i] = (int64_t)(d->base + part);
        }
        return;
    }
    if (d->kind == RT_RANDOM_NORMAL || d->kind == RT_RANDOM_LOG_NORMAL) {
        rt_draw_normals(w, d->wide, values);
        RT_EACH_DRAWN(i, d->unroll)
        {
            values[i] = d->wide ? fma(values[i], d->params[1], d->params[0])
                                : (double)fmaf((float)values[i], (float)d->params[1], (float)d->params[0]);
            if (d->kind == RT_RANDOM_LOG_NORMAL)
                values[i] = d->wide ? exp(values[i]) : (double)expf((float)values[i]);
        }
        return;
    }
    RT_EACH_DRAWN(i, d->unroll)
    values[i] =
        rt_draw_from_unit(d, d->wide ? rt_draw_unit64(w[2 * i & 3], w[(2 * i + 1) & 3]) : (double)rt_draw_unit32(w[i]));
}

/* ---- the plan of a call, on the host ---------------------------------------------------------------------------- */

static inline void rt_draw_integer_range(struct rt_draw *d, const struct rt_random_call *call)
{
    if (call->kind == RT_RANDOM_INTEGER) {
        d->base = (uint64_t)call->bounds[0];
        d->modulus = (uint64_t)call->bounds[1] - d->base;
        d->wide = d->modulus >= 1ull << 28 || d->modulus == 0;
        return;
    }
    d->wide = d->dtype == RT_INT64 || d->dtype == RT_FLOAT64;
    switch (d->dtype) {
    case RT_UINT8:
        d->modulus = 256;
        break;
    case RT_BOOL:
        d->modulus = 2;
        break;
    case RT_FLOAT16:
        d->modulus = (1 << 11) + 1;
        break;
    case RT_BFLOAT16:
        d->modulus = (1 << 8) + 1;
        break;
    case RT_FLOAT32:
        d->modulus = (1 << 24) + 1;
        break;
    case RT_FLOAT64:
        d->modulus = (1ull << 53) + 1;
        break;
    default:
        d->modulus = 1ull << (8 * rt_dtype_size(d->dtype) - 1);
    }
}

/* max_blocks: of RT_DRAW_THREADS threads that are resident at once, multiprocessors x floor(threads of each / 256). */
static inline void rt_draw_plan(struct rt_draw *d, const struct rt_random_call *call, int64_t max_blocks)
{
    const int64_t numel = rt_view_numel(&call->out), blocks = (numel + RT_DRAW_THREADS - 1) / RT_DRAW_THREADS;

    d->kind = call->kind;
    d->dtype = call->out.dtype;
    d->params[0] = call->params[0];
    d->params[1] = call->params[1];
    d->seed = d->block = d->modulus = d->base = 0;
    d->numel = numel;
    d->wide = call->out.dtype == RT_FLOAT64 && call->kind != RT_RANDOM_DROPOUT;
    if (rt_draw_is_integer(d))
        rt_draw_integer_range(d, call);
    d->unroll = d->wide ? 2 : 4;
    d->threads = RT_DRAW_THREADS * (blocks < max_blocks ? blocks : max_blocks);
    d->rounds = numel ? (numel - 1) / (d->threads * d->unroll) + 1 : 0;
}

#endif
