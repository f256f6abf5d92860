/* Direct convolutions of batches of small images, and the gradients of such images: the lanes of a vector are the same
   position of different images (layout CHWN), so that no window crosses a border and each position is a sum over its
   own taps alone. Owns the two layouts and the lists of taps; the loops are those of direct convolutions
   (isa/isa_conv_direct.c). The order of additions does not depend on the tiles. */
#include "cpu_conv.h"

#include <string.h>

#define CHUNK (3 << 19)     /* bytes of both layouts, unless so many images as fill a vector need more */
#define SMALL_POSITIONS 256 /* of an image's results, where it may be worth it */
#define OUTPUTS 32          /* of a group, that share a list of taps */
#define TILE_FLOPS 300000.0 /* least work of a task */
#define MOVES 16384         /* elements of a piece of a layout */
#define FLOPS(x) RT_POOL_COST_OF_FLOPS((x) < 1e17 ? (x) : 1e17)

struct job {
    const struct rt_conv_problem *s;
    const struct rt_direct_loops *loops;
    size_t size;
    int64_t taps, pixels, positions, blocks; /* blocks of outputs of a group */
    int64_t in_rows, out_rows;               /* of the layouts: pixels, and results, of all channels */
    int64_t first, images;                   /* of this chunk */
    char *in, *out;
};

static int64_t larger(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

bool rt_batched_applies(const struct rt_conv_problem *s, int lanes)
{
    return s->out_height * s->out_width <= SMALL_POSITIONS && s->images * 2 >= lanes && s->outputs >= 4 &&
           s->channels * s->kernel[0] * s->kernel[1] <= INT64_C(1) << 20;
}

static char *at(const struct job *j, const void *base, int64_t index)
{
    return (char *)base + index * (int64_t)j->size;
}

/* Items are rows of the layout: pixels of the images. */
static int transpose_in(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    const struct job *j = context;

    (void)err;
    rt_cpu_loops()->transpose[2 + j->s->wide](end - begin, j->images, at(j, j->in, begin * j->images), j->images,
                                              at(j, j->s->from, j->first * j->in_rows + begin), j->in_rows);
    return 0;
}

static int transpose_out(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    const struct job *j = context;

    (void)err;
    rt_cpu_loops()->transpose[2 + j->s->wide](j->images, end - begin, at(j, j->s->to, j->first * j->out_rows + begin),
                                              j->out_rows, at(j, j->out, begin * j->images), j->images);
    return 0;
}

/* Where a tap finds its pixel for a result at `position` of one direction; -1: nowhere. */
static int64_t pixel_of(const struct rt_conv_problem *s, int direction, int64_t position, int64_t tap, int64_t size)
{
    int64_t pixel = tap * s->dilation[direction];

    if (!s->input_grad) {
        pixel += position * s->stride[direction] - s->padding[direction];
    } else {
        pixel = position + s->padding[direction] - pixel;
        if (pixel % s->stride[direction])
            return -1;
        pixel /= s->stride[direction];
    }
    return pixel < size ? pixel : -1;
}

/* The taps of the window that count at a position, and the offsets of their pixels. */
static int64_t taps_of(const struct job *j, int64_t position, int64_t *tap, int64_t *pixel)
{
    const struct rt_conv_problem *s = j->s;
    int64_t count = 0;

    for (int64_t y = 0; y < s->kernel[0]; y++) {
        const int64_t row = pixel_of(s, 0, position / s->out_width, y, s->height);
        for (int64_t x = 0; row >= 0 && x < s->kernel[1]; x++) {
            const int64_t column = pixel_of(s, 1, position % s->out_width, x, s->width);
            if (column < 0)
                continue;
            tap[count] = y * s->kernel[1] + x;
            pixel[count++] = row * s->width + column;
        }
    }
    return count;
}

/* Items are positions of the blocks of outputs of the groups. */
static int add_taps(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    const struct job *j = context;
    const struct rt_conv_problem *s = j->s;
    const int64_t most = s->channels * j->taps;
    const size_t bytes = (size_t)(2 * most + RT_DIRECT_PREFETCH + 2 * j->taps) * sizeof(int64_t);
    int64_t *offsets = rt_device_cpu()->ops->alloc(s->device, bytes, err);
    int64_t *weights = offsets + most, *tap = weights + most + RT_DIRECT_PREFETCH, *pixel = tap + j->taps;
    int status = offsets ? 0 : -1;

    for (int64_t item = begin; item < end && status == 0; item++) {
        const int64_t position = item % j->positions, block = item / j->positions % j->blocks,
                      group = item / j->positions / j->blocks, first = block * OUTPUTS;
        const int64_t count = taps_of(j, position, tap, pixel), depth = count * s->channels;
        struct rt_direct_strip convolve = {.rows = 1,
                                           .width = j->images,
                                           .outputs = s->outputs - first < OUTPUTS ? s->outputs - first : OUTPUTS,
                                           .out_plane = j->positions * j->images,
                                           .pitch = j->images,
                                           .depth = depth,
                                           .output_step = s->output_step,
                                           .offsets = offsets,
                                           .weights = weights};
        for (int64_t c = 0, t = 0; c < s->channels; c++)
            for (int64_t i = 0; i < count; i++, t++) {
                offsets[t] = (c * j->pixels + pixel[i]) * j->images;
                weights[t] = c * s->channel_step + tap[i];
            }
        for (int64_t t = depth; depth && t < depth + RT_DIRECT_PREFETCH; t++)
            weights[t] = weights[depth - 1];
        j->loops->convolve(&convolve, at(j, j->in, group * s->channels * j->pixels * j->images),
                           at(j, s->weight, group * s->group_step + first * s->output_step),
                           s->bias ? at(j, s->bias, group * s->outputs + first) : NULL,
                           at(j, j->out, ((group * s->outputs + first) * j->positions + position) * j->images));
        status = rt_pool_check(err);
    }
    if (offsets)
        rt_device_cpu()->ops->free(s->device, offsets, bytes);
    return status;
}

static int run_chunk(struct job *j, double flops, struct rt_error *err)
{
    const int64_t items = j->s->groups * j->blocks * j->positions, grain = MOVES / j->images / 16 * 16 + 16;

    if (rt_parallel_for(j->in_rows, grain, rt_size_cost(j->in_rows, j->images), transpose_in, j, err) < 0 ||
        rt_parallel_for(items, 1 + (int64_t)(TILE_FLOPS / (flops / (double)items + 1)), FLOPS(flops), add_taps, j,
                        err) < 0)
        return -1;
    return rt_parallel_for(j->out_rows, grain, rt_size_cost(j->out_rows, j->images), transpose_out, j, err);
}

int rt_cpu_conv_batched(const struct rt_conv_problem *s, const struct rt_direct_loops *loops, double flops,
                        struct rt_error *err)
{
    struct job j = {.s = s,
                    .loops = loops,
                    .size = s->wide ? 8 : 4,
                    .taps = s->kernel[0] * s->kernel[1],
                    .pixels = s->height * s->width,
                    .positions = s->out_height * s->out_width,
                    .blocks = (s->outputs + OUTPUTS - 1) / OUTPUTS};
    int64_t most, full;
    size_t in, bytes;
    int status = 0;

    j.in_rows = s->groups * s->channels * j.pixels;
    j.out_rows = s->groups * s->outputs * j.positions;
    most = larger(CHUNK / ((j.in_rows + j.out_rows) * (int64_t)j.size) / loops->lanes, 1) * loops->lanes;
    most = most > s->images ? s->images : most;
    full = (s->images + most - 1) / most; /* chunks of about one size */
    most = larger(((s->images + full - 1) / full + loops->lanes - 1) / loops->lanes * loops->lanes, 1);
    most = most > s->images ? s->images : most;
    in = (size_t)(j.in_rows * most + loops->slack) * j.size;
    in = (in + 63) / 64 * 64;
    bytes = in + (size_t)(j.out_rows * most) * j.size;
    if (!(j.in = rt_device_cpu()->ops->alloc(s->device, bytes, err)))
        return -1;
    j.out = j.in + in;
    memset(j.in, 0, in); /* what is read behind the last image is never used */
    for (; j.first < s->images && status == 0; j.first += most) {
        j.images = s->images - j.first < most ? s->images - j.first : most;
        status = run_chunk(&j, flops * (double)j.images / (double)s->images, err);
    }
    rt_device_cpu()->ops->free(s->device, j.in, bytes);
    return status;
}
