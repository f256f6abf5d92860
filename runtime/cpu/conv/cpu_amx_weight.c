/* Weight gradients of bfloat16 by tile registers: for each tap, the products of outputs' gradients with channels'
   pixels, summed over the positions of all images. Both are packed as planes with the same pitch; of pixels there are
   two, in which pairs of positions begin at even and at odd ones, so that each tap finds its pairs. Behind the end of a
   row of results gradients are zeros: that is why all pixels have to be finite. Owns the chunks of the sum, which
   follow from the shapes alone. */
#include "cpu/cpu.h"
#include "cpu/cpu_amx.h"
#include "cpu_amx_pack.h"
#include "cpu/cpu_bfloat.h"

#include <string.h>

#if defined __x86_64__

#define CORNER 32
#define INNER 16            /* steps of positions whose gradients stay in the L1 cache */
#define STRIP (768 << 10)   /* bytes of pixels that are packed at a time */
#define PARTS 8             /* of the sum, if there are so many images, */
#define MAX_SUMS (16 << 20) /* and they take no more bytes */
#define FASTER 8            /* times as fast as float32, for the pool */
#define FLOPS(x) RT_POOL_COST_OF_FLOPS((x) < 1e17 ? (x) : 1e17)

struct job {
    const struct rt_conv_problem *s;
    struct amx_plane plane;
    int64_t taps, strips, units;        /* a unit is a strip of an image */
    int64_t chunks, blocks;             /* of units; of outputs */
    int64_t highs, wides;               /* corners of outputs and channels */
    int64_t channels, pairs, grad_line; /* full tiles; pairs of positions; between gradients */
    float *sums;                        /* [group][chunk][corner of outputs][tap][corner of channels] */
    _Atomic bool *odd;                  /* something is not finite */
};

/* The packed operands of a task. */
struct planes {
    uint32_t *even, *odd;   /* [pair of positions][channel] */
    uint16_t *grad, *plain; /* [output][position]; some channels */
};

/* Sixteen planes as rows of pairs of positions. */
AMX_TARGET static void transpose_planes(const struct job *j, const uint16_t *plain, int64_t line, uint32_t *to)
{
    for (int64_t p = 0; p < j->pairs; p += 16, to += 16 * j->channels) {
        __m512i r[16];
#pragma GCC unroll 16
        for (int i = 0; i < 16; i++)
            r[i] = _mm512_loadu_si512(plain + i * line + 2 * p);
        transpose_registers(r);
#pragma GCC unroll 16
        for (int i = 0; i < 16; i++)
            _mm512_storeu_si512(to + i * j->channels, r[i]);
    }
}

static bool pack_pixels(const struct job *j, const uint16_t *image, int64_t first, const struct planes *to)
{
    const struct rt_conv_problem *s = j->s;
    const int64_t pixels = s->height * s->width, line = j->plane.allocated + 32;

    if (!rt_amx_is_finite(s->channels * pixels, image, AMX_EXPONENT))
        return false;
    for (int64_t c = 0; c < j->channels; c += 16) {
        for (int64_t i = 0; i < 16 && c + i < s->channels; i++)
            rt_amx_pack_planes(&j->plane, s, first, image + (c + i) * pixels, to->plain + i * line);
        transpose_planes(j, to->plain, line, to->even + c);
        transpose_planes(j, to->plain + 1, line, to->odd + c);
    }
    return true;
}

static bool pack_gradients(const struct job *j, const uint16_t *grad, int64_t outputs, int64_t rows, uint16_t *to)
{
    const int64_t width = j->s->out_width, positions = j->s->out_height * width, pitch = j->plane.pitch;

    for (int64_t m = 0; m < outputs; m++, grad += positions, to += j->grad_line) {
        if (!rt_amx_is_finite(rows * width, grad, AMX_EXPONENT))
            return false;
        for (int64_t y = 0; y < rows; y++)
            memcpy(to + y * pitch, grad + y * width, (size_t)width * 2);
        /* rows of the last strip may be fewer */
        memset(to + rows * pitch, 0, (size_t)(j->grad_line - rows * pitch) * 2);
    }
    return true;
}

/* sums += what so many rows of positions give, of `highs` corners of outputs. */
static void multiply(const struct job *j, const struct planes *planes, int64_t outputs, int64_t rows, bool add,
                     const int64_t *steps, float *sums)
{
    const struct rt_conv_problem *s = j->s;
    const int64_t all = ((rows - 1) * j->plane.pitch + s->out_width + 31) / 32, line = j->channels * 4;

    for (int64_t d = 0; d < all; d += INNER)
        for (int64_t m = 0; m < outputs; m += CORNER)
            for (int64_t t = 0; t < j->taps; t++) {
                const int64_t offset = rt_amx_offset(&j->plane, s, t);
                const uint32_t *pixels =
                    (offset & 1 ? planes->odd : planes->even) + (offset / 2 + d * 16) * j->channels;
                for (int64_t c = 0; c < s->channels; c += CORNER) {
                    const struct amx_steps given = {.count = all - d < INNER ? all - d : INNER,
                                                    .rows = (const char *)(planes->grad + m * j->grad_line + d * 32),
                                                    .columns = (const char *)(pixels + c),
                                                    .row_line = j->grad_line * 2,
                                                    .row_second = 16 * j->grad_line * 2,
                                                    .step = 64,
                                                    .column_line = line,
                                                    .column_second = 64,
                                                    .steps = steps};
                    amx_tiles(outputs - m > 16, s->channels - c > 16, &given, add || d > 0,
                              sums + ((m / CORNER * j->taps + t) * j->wides + c / CORNER) * 4 * AMX_TILE);
                }
            }
}

/* A block of outputs of one group, over the units of a chunk. */
static int chunk(const struct job *j, int64_t tile, const struct planes *planes, const int64_t *steps,
                 struct rt_error *err)
{
    const struct rt_conv_problem *s = j->s;
    const int64_t block = tile % j->blocks, number = tile / j->blocks % j->chunks, group = tile / j->blocks / j->chunks;
    const int64_t first = block * j->highs / j->blocks * CORNER, last = (block + 1) * j->highs / j->blocks * CORNER;
    const int64_t outputs = (last < s->outputs ? last : s->outputs) - first;
    const int64_t begin = number * j->units / j->chunks, end = (number + 1) * j->units / j->chunks;
    float *sums =
        j->sums + (((group * j->chunks + number) * j->highs + first / CORNER) * j->taps * j->wides) * 4 * AMX_TILE;

    for (int64_t unit = begin; unit < end; unit++) {
        const int64_t image = unit / j->strips * s->groups + group, row = unit % j->strips * j->plane.rows;
        const int64_t rows = s->out_height - row < j->plane.rows ? s->out_height - row : j->plane.rows;
        const uint16_t *grad = (const uint16_t *)s->grad + row * s->out_width +
                               (image * s->outputs + first) * s->out_height * s->out_width;
        if (rt_pool_check(err) < 0)
            return -1;
        if (*j->odd)
            return 0;
        if (!pack_pixels(j, (const uint16_t *)s->from + image * s->channels * s->height * s->width, row, planes) ||
            !pack_gradients(j, grad, outputs, rows, planes->grad)) {
            *j->odd = true;
            return 0;
        }
        multiply(j, planes, outputs, rows, unit > begin, steps, sums);
    }
    return 0;
}

AMX_TARGET static int run_chunks(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    const struct job *j = context;
    const size_t pixels = (size_t)(j->pairs * j->channels) * 4;
    const size_t grad = (size_t)((j->highs + j->blocks - 1) / j->blocks * CORNER * j->grad_line) * 2;
    const size_t plain = (size_t)(16 * (j->plane.allocated + 32) + 64) * 2, bytes = 2 * pixels + grad + plain;
    char *memory = rt_device_cpu()->ops->alloc(j->s->device, bytes, err);
    struct planes planes = {.even = (uint32_t *)(void *)memory,
                            .odd = (uint32_t *)(void *)(memory + pixels),
                            .grad = (uint16_t *)(void *)(memory + 2 * pixels),
                            .plain = (uint16_t *)(void *)(memory + 2 * pixels + grad)};
    int64_t steps[INNER];
    int status = memory ? 0 : -1;

    if (!memory)
        return -1;
    memset(planes.grad, 0, grad + plain);
    for (int64_t i = 0; i < INNER; i++)
        steps[i] = i * 16 * j->channels * 4;
    amx_begin();
    for (int64_t tile = begin; tile < end && status == 0; tile++)
        status = chunk(j, tile, &planes, steps, err);
    amx_end();
    rt_device_cpu()->ops->free(j->s->device, memory, bytes);
    return status;
}

/* Adds up the chunks' sums of outputs [begin, end) of all groups and stores them, rounded, as weights. */
AMX_TARGET static int put_weights(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    const struct job *j = context;
    const struct rt_conv_problem *s = j->s;
    const int64_t all = j->highs * j->taps * j->wides * 4 * AMX_TILE;

    (void)err;
    for (int64_t i = begin; i < end; i++) {
        const int64_t group = i / s->outputs, m = i % s->outputs;
        uint16_t *to = (uint16_t *)s->to + group * s->group_step + m * s->output_step;
        for (int64_t t = 0; t < j->taps; t++)
            for (int64_t c = 0; c < s->channels; c += 16) {
                const float *from = j->sums + group * j->chunks * all +
                                    ((m / CORNER * j->taps + t) * j->wides + c / CORNER) * 4 * AMX_TILE +
                                    (m % CORNER / 16 * 2 + c % CORNER / 16) * AMX_TILE + m % 16 * 16;
                uint16_t sixteen[16];
                __m512 sum = _mm512_loadu_ps(from);
                for (int64_t p = 1; p < j->chunks; p++)
                    sum = _mm512_add_ps(sum, _mm512_loadu_ps(from + p * all));
                _mm256_storeu_si256((void *)sixteen, (__m256i)_mm512_cvtneps_pbh(sum));
                for (int64_t k = 0; k < 16 && c + k < s->channels; k++)
                    to[(c + k) * s->channel_step + t] = sixteen[k];
            }
    }
    return 0;
}

bool rt_amx_weight_grad_applies(const struct rt_conv_problem *s)
{
    const int64_t channels = (s->channels + 15) / 16 * 16, outputs = (s->outputs + 15) / 16 * 16;
    const int64_t flat = (s->out_height - 1) * rt_amx_pitch(s) + s->out_width;
    const double used = (double)s->channels * (double)s->outputs * (double)(s->out_height * s->out_width);

    return rt_amx_is_there() && !s->split && s->padding[0] >= 0 && s->padding[1] >= 0 &&
           used * 5 > (double)channels * (double)outputs * (double)((flat + 31) / 32 * 32);
}

int rt_cpu_amx_weight_grad(const struct rt_conv_problem *s, double flops, struct rt_error *err)
{
    _Atomic bool odd = false;
    struct job j = {.s = s,
                    .taps = s->kernel[0] * s->kernel[1],
                    .highs = (s->outputs + CORNER - 1) / CORNER,
                    .wides = (s->channels + CORNER - 1) / CORNER,
                    .channels = (s->channels + 15) / 16 * 16,
                    .odd = &odd};
    const int64_t sums = s->groups * j.highs * j.taps * j.wides * 4 * AMX_TILE * (int64_t)sizeof *j.sums;
    size_t bytes;
    int status;

    rt_amx_plane_of(&j.plane, s, STRIP / (4 * j.channels), s->out_height);
    j.pairs = j.plane.allocated / 2;
    j.grad_line = (j.plane.rows * j.plane.pitch + 31) / 32 * 32;
    j.grad_line += j.grad_line % 512 == 0 ? 32 : 0; /* rows must not map to the same sets of the cache */
    j.strips = (s->out_height + j.plane.rows - 1) / j.plane.rows;
    j.units = s->images * j.strips;
    j.chunks = j.units < PARTS ? j.units : PARTS;
    while (j.chunks > 1 && j.chunks * sums > MAX_SUMS)
        j.chunks--;
    j.blocks = (PARTS + s->groups * j.chunks - 1) / (s->groups * j.chunks);
    j.blocks = j.blocks > j.highs ? j.highs : j.blocks;
    bytes = (size_t)(j.chunks * sums);
    if (!(j.sums = rt_device_cpu()->ops->alloc(s->device, bytes, err)))
        return -1;
    status = rt_parallel_for(s->groups * j.chunks * j.blocks, 1, FLOPS(flops / FASTER), run_chunks, &j, err);
    if (status == 0 && !odd)
        status = rt_parallel_for(s->groups * s->outputs, 16, (int64_t)(bytes / 4), put_weights, &j, err);
    rt_device_cpu()->ops->free(s->device, j.sums, bytes);
    return status == 0 && odd ? 1 : status;
}

#else

bool rt_amx_weight_grad_applies(const struct rt_conv_problem *s)
{
    (void)s;
    return false;
}

int rt_cpu_amx_weight_grad(const struct rt_conv_problem *s, double flops, struct rt_error *err)
{
    (void)s, (void)flops;
    return rt_error_set(err, RT_NOT_IMPLEMENTED, "%s", "convolutions of bfloat16");
}

#endif
