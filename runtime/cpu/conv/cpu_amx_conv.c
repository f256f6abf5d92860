/* Convolutions of bfloat16, and the gradients of images where steps are one, by tile registers: a tile of rows is
   sixteen outputs' weights of 32 channels for one tap, a tile of columns the pixels under that tap of sixteen
   neighbouring positions, which are loaded in place: planes are packed with borders and two channels side by side, and
   the positions of all rows are processed as one row. Numbers of float16 are split into sums of two of bfloat16; of
   their products those of the two lower ones are left out. Owns the cut into strips; cpu_amx_pack.c packs planes. */
#include "cpu/cpu.h"
#include "cpu/cpu_amx.h"
#include "cpu_amx_pack.h"
#include "cpu/cpu_bfloat.h"

#include <string.h>

#if defined __x86_64__

#define CORNER 32
#define INNER 8             /* steps whose weights stay in the L1 cache */
#define TILE_GROUP 8        /* corners of positions that share them */
#define STRIP (512 << 10)   /* bytes of planes a tile holds, unless one row of results needs more */
#define TILE_FLOPS 2000000. /* least work of a task */
#define FASTER 8            /* times as fast as float32, for the pool */
#define FLOPS(x) RT_POOL_COST_OF_FLOPS((x) < 1e17 ? (x) : 1e17)

struct job {
    const struct rt_conv_problem *s;
    struct amx_plane plane;
    int64_t pairs;     /* of channels, in full tiles */
    int64_t kinds;     /* of planes: 2 where numbers are split */
    int64_t outputs;   /* of a group, in full tiles */
    int64_t steps;     /* of a position: tiles of channels times taps, once or (split) three times */
    int64_t strips;    /* of an image */
    int64_t *offsets;  /* of steps, bytes */
    uint16_t *weights; /* [group][tile of outputs][step] */
    float *bias;
    _Atomic bool *odd; /* something is not finite */
};

/* The products that are added, one after the other: which of two numbers a pixel and a weight is. */
static const struct {
    int pixel, weight;
} products[3] = {{0, 0}, {1, 0}, {0, 1}};

/* Weights as tiles; what is missing is zero. */
static int transpose_weights(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    const struct job *j = context;
    const struct rt_conv_problem *s = j->s;
    const int64_t taps = s->kernel[0] * s->kernel[1], tile = 2 * AMX_TILE, each = j->pairs / 16 * taps;

    (void)err;
    for (int64_t i = begin; i < end; i++) {
        const int64_t group = i / j->outputs, output = i % j->outputs;
        uint16_t *to = j->weights + (group * j->outputs + output / 16 * 16) * j->steps * 32 + output % 16 * 32;
        for (int64_t step = 0; step < j->steps; step += taps, to += taps * tile) {
            const int64_t c = step % each / taps * 32, rest = s->channels - c;
            const int64_t count = output >= s->outputs ? 0 : rest < 32 ? rest : 32;
            const uint16_t *from =
                (const uint16_t *)s->weight + group * s->group_step + output * s->output_step + c * s->channel_step;
            const bool low = products[step / each].weight;
            if (count < 32)
                for (int64_t t = 0; t < taps; t++)
                    memset(to + t * tile, 0, 64);
            if (count)
                rt_cpu_loops()->transpose[1](taps, count, to, tile, from, s->channel_step);
            for (int64_t t = 0; s->split && t < taps; t++) {
                uint16_t *line = to + t * tile;
                if (!rt_amx_is_finite(count, line, AMX_EXPONENT_HALF))
                    *j->odd = true;
                rt_amx_split(count, line, low ? NULL : line, low ? line : NULL);
            }
        }
    }
    return 0;
}

static void set_offsets(const struct job *j)
{
    const struct rt_conv_problem *s = j->s;
    const int64_t taps = s->kernel[0] * s->kernel[1], each = j->pairs / 16 * taps;

    for (int64_t i = 0; i < j->steps; i++) {
        const int64_t tap = s->input_grad ? taps - 1 - i % taps : i % taps, pair = i % each / taps * 16;
        j->offsets[i] =
            4 * ((products[i / each].pixel * j->pairs + pair) * j->plane.all + rt_amx_offset(&j->plane, s, tap));
    }
}

/* Which of the 32 positions from `first` on are results. */
static uint32_t results_of(const struct job *j, int64_t first, int64_t flat)
{
    int64_t x = first % j->plane.pitch;
    uint32_t mask = 0;

    for (int i = 0; i < CORNER && first + i < flat; i++) {
        mask |= (uint32_t)(x < j->s->out_width) << i;
        if (++x == j->plane.pitch)
            x = 0;
    }
    return mask;
}

AMX_INLINE __m256i rounded(__m512 v, bool half)
{
    return half ? _mm512_cvtps_ph(v, _MM_FROUND_TO_NEAREST_INT) : (__m256i)_mm512_cvtneps_pbh(v);
}

/* Sums of one corner to `outputs` rows, out_plane apart, of results that follow each other. */
AMX_TARGET static void put(const float *sums, const float *bias, int64_t outputs, uint32_t mask, int64_t out_plane,
                           bool half, uint16_t *to)
{
    const __mmask16 low = (__mmask16)mask, high = (__mmask16)(mask >> 16);
    const int left = __builtin_popcount(low), right = __builtin_popcount(high);
    const __mmask16 first = (__mmask16)((1u << left) - 1), second = (__mmask16)((1u << right) - 1);

    for (int64_t m = 0; m < outputs; m++, to += out_plane) {
        const float *row = sums + m / 16 * 2 * AMX_TILE + m % 16 * 16;
        const __m512 start = _mm512_set1_ps(bias ? bias[m] : 0);
        const __m512 v = _mm512_maskz_compress_ps(low, _mm512_add_ps(_mm512_load_ps(row), start));
        _mm256_mask_storeu_epi16(to, first, rounded(v, half));
        if (right) {
            const __m512 w = _mm512_maskz_compress_ps(high, _mm512_add_ps(_mm512_load_ps(row + AMX_TILE), start));
            _mm256_mask_storeu_epi16(to + left, second, rounded(w, half));
        }
    }
}

struct corner {
    uint32_t mask;
    int64_t result; /* the first */
};

/* A group of corners of positions from `first` on, for all outputs. */
static void tile_group(const struct job *j, const char *planes, int64_t group, int64_t first, int64_t flat,
                       int64_t results, struct corner *corner, uint16_t *to)
{
    const struct rt_conv_problem *s = j->s;
    const int64_t out_plane = s->out_height * s->out_width;
    const int count = (int)(flat - first < TILE_GROUP * CORNER ? (flat - first + CORNER - 1) / CORNER : TILE_GROUP);
    const float *bias = s->bias ? j->bias + group * s->outputs : NULL;
    _Alignas(64) float sums[TILE_GROUP][4 * AMX_TILE];

    for (int i = 0; i < count; i++) {
        corner[i].mask = results_of(j, first + i * CORNER, flat);
        corner[i].result = results;
        results += __builtin_popcount(corner[i].mask);
    }
    for (int64_t m = 0; m < s->outputs; m += CORNER)
        for (int64_t d = 0; d < j->steps; d += INNER)
            for (int i = 0; i < count; i++) {
                const int64_t position = first + i * CORNER, rest = s->outputs - m;
                const struct amx_steps steps = {
                    .count = j->steps - d < INNER ? j->steps - d : INNER,
                    .rows = (const char *)(j->weights + (group * j->outputs + m) * j->steps * 32) + d * 4 * AMX_TILE,
                    .columns = planes + 4 * position,
                    .row_line = 64,
                    .row_second = j->steps * 4 * AMX_TILE,
                    .step = 4 * AMX_TILE,
                    .column_line = 4 * j->plane.all,
                    .column_second = 64,
                    .steps = j->offsets + d};
                amx_tiles(rest > 16, flat - position > 16, &steps, d > 0, sums[i]);
                if (d + INNER >= j->steps)
                    put(sums[i], bias ? bias + m : NULL, rest < CORNER ? rest : CORNER, corner[i].mask, out_plane,
                        s->split, to + m * out_plane + corner[i].result);
            }
}

static int strip(const struct job *j, int64_t tile, uint32_t *planes, uint16_t *plain, struct rt_error *err)
{
    const struct rt_conv_problem *s = j->s;
    const int64_t image = tile / j->strips, first = tile % j->strips * j->plane.rows; /* of all groups */
    const int64_t rows = s->out_height - first < j->plane.rows ? s->out_height - first : j->plane.rows;
    const int64_t flat = (rows - 1) * j->plane.pitch + s->out_width;
    const uint16_t *from = (const uint16_t *)s->from + image * s->channels * s->height * s->width;
    uint16_t *to = (uint16_t *)s->to + image * s->outputs * s->out_height * s->out_width + first * s->out_width;
    struct corner corners[TILE_GROUP];
    int64_t results = 0;

    if (*j->odd || (s->split && !rt_amx_is_finite(s->channels * s->height * s->width, from, AMX_EXPONENT_HALF))) {
        *j->odd = true;
        return 0;
    }
    for (int64_t c = 0; c < s->channels; c += 2) {
        const bool two = c + 1 < s->channels;
        const int64_t allocated = j->plane.allocated;
        for (int i = 0; i < 1 + two; i++) {
            rt_amx_pack_planes(&j->plane, s, first, from + (c + i) * s->height * s->width, plain + i * allocated);
            if (s->split)
                rt_amx_split(allocated, plain + i * allocated, plain + i * allocated, plain + (2 + i) * allocated);
        }
        for (int64_t k = 0; k < j->kinds; k++)
            rt_amx_pair(j->plane.all, plain + 2 * k * allocated, two ? plain + (2 * k + 1) * allocated : NULL,
                        planes + (k * j->pairs + c / 2) * j->plane.all);
    }
    for (int64_t position = 0; position < flat; position += TILE_GROUP * CORNER) {
        if (rt_pool_check(err) < 0)
            return -1;
        tile_group(j, (const char *)planes, image % s->groups, position, flat, results, corners, to);
        for (int i = 0; i < TILE_GROUP && position + i * CORNER < flat; i++)
            results += __builtin_popcount(corners[i].mask);
    }
    return 0;
}

AMX_TARGET static int strips(void *context, int64_t begin, int64_t finish, struct rt_error *err)
{
    const struct job *j = context;
    const int64_t all = j->kinds * j->pairs * j->plane.all + AMX_PACK_SLACK;
    const size_t bytes = (size_t)(4 * all + 4 * j->kinds * j->plane.allocated);
    uint32_t *planes = rt_device_cpu()->ops->alloc(j->s->device, bytes, err);
    int status = planes ? 0 : -1;

    if (!planes)
        return -1;
    for (int64_t k = 0; k < j->kinds; k++) { /* missing channels, and what is never used */
        const int64_t used = (k * j->pairs + (j->s->channels + 1) / 2) * j->plane.all;
        const int64_t end = k + 1 < j->kinds ? (k + 1) * j->pairs * j->plane.all : all;
        memset(planes + used, 0, (size_t)(end - used) * 4);
    }
    amx_begin();
    for (int64_t tile = begin; tile < finish && status == 0; tile++)
        status = strip(j, tile, planes, (uint16_t *)(planes + all), err);
    amx_end();
    rt_device_cpu()->ops->free(j->s->device, planes, bytes);
    return status;
}

bool rt_amx_conv_applies(const struct rt_conv_problem *s)
{
    const int64_t channels = (s->channels + 31) / 32 * 32, outputs = (s->outputs + 15) / 16 * 16;
    const int64_t flat = (s->out_height - 1) * rt_amx_pitch(s) + s->out_width;
    const double used = (double)s->channels * (double)s->outputs * (double)(s->out_height * s->out_width);

    return rt_amx_is_there() && s->padding[0] >= 0 && s->padding[1] >= 0 &&
           used * (s->split ? 3 : 5) > (double)channels * (double)outputs * (double)((flat + 15) / 16 * 16) &&
           s->channels * s->kernel[0] * s->kernel[1] <= INT64_C(1) << 24;
}

int rt_cpu_amx_conv(const struct rt_conv_problem *s, double flops, struct rt_error *err)
{
    _Atomic bool odd = false;
    struct job j = {.s = s,
                    .pairs = (s->channels + 31) / 32 * 16,
                    .kinds = 1 + s->split,
                    .outputs = (s->outputs + 15) / 16 * 16,
                    .odd = &odd};
    const int64_t outputs = s->groups * j.outputs, units = s->images * s->groups;
    const int64_t wanted = (4 * rt_pool_threads() + units - 1) / units, biases = s->bias ? s->groups * s->outputs : 0;
    int64_t tiles, grain;
    size_t weights, bytes;
    int status;

    rt_amx_plane_of(&j.plane, s, STRIP / (4 * j.kinds * j.pairs), s->out_height / wanted);
    j.strips = (s->out_height + j.plane.rows - 1) / j.plane.rows;
    j.steps = j.pairs / 16 * s->kernel[0] * s->kernel[1] * (s->split ? 3 : 1);
    weights = (size_t)(outputs * j.steps * 64);
    bytes = weights + (size_t)j.steps * sizeof *j.offsets + (size_t)biases * sizeof *j.bias;
    if (!(j.weights = rt_device_cpu()->ops->alloc(s->device, bytes, err)))
        return -1;
    j.offsets = (int64_t *)(void *)((char *)j.weights + weights);
    j.bias = (float *)(void *)(j.offsets + j.steps);
    if (biases)
        rt_cpu_cast(RT_FLOAT32, s->split ? RT_FLOAT16 : RT_BFLOAT16)(biases, j.bias, s->bias);
    set_offsets(&j);
    tiles = units * j.strips;
    grain = 1 + (int64_t)(TILE_FLOPS / (flops / (double)tiles + 1));
    status = rt_parallel_for(outputs, 16, (int64_t)(weights / 4), transpose_weights, &j, err);
    if (status == 0 && !odd)
        status = rt_parallel_for(tiles, grain, FLOPS(flops / FASTER), strips, &j, err);
    rt_device_cpu()->ops->free(s->device, j.weights, bytes);
    return status == 0 && odd ? 1 : status;
}

#else

bool rt_amx_conv_applies(const struct rt_conv_problem *s)
{
    (void)s;
    return false;
}

int rt_cpu_amx_conv(const struct rt_conv_problem *s, double flops, struct rt_error *err)
{
    (void)s, (void)flops;
    return rt_error_set(err, RT_NOT_IMPLEMENTED, "%s", "convolutions of bfloat16");
}

#endif
