/* Direct convolutions over planes with borders: no patches are made. Owns the borders, the cut into strips and the
   positions of pixels; the loops are in isa/isa_conv_direct.c. Where windows step by more than one, a plane is packed
   as as many planes as there are remainders, so that neighbouring results have neighbouring pixels. Weights are read in
   place. The gradient of the image is the same with the weights flipped. The order of additions does not depend on the
   cut. */
#include "cpu_conv.h"
#include "cpu/cpu_gemm.h"

#include <string.h>

#define STRIP (384 << 10)      /* bytes of planes a tile holds, unless one row of results needs more */
#define DEEP_STRIP (768 << 10) /* the same where reading the weights again costs more */
#define TILE_FLOPS 300000.0    /* least work of a task */
#define MAX_FLOPS 5e8          /* most work of a tile */
#define FLOPS(x) RT_POOL_COST_OF_FLOPS((x) < 1e17 ? (x) : 1e17)

/* One direction: which remainders of positions by the step are used, and where a tap's pixel is found. */
struct axis {
    int64_t count;               /* of remainders */
    int64_t *remainders;         /* those */
    int64_t *remainder, *offset; /* of a tap: the number of its remainder, and its position */
    int64_t reach;               /* greatest offset */
};

struct job {
    const struct rt_conv_problem *s;
    const struct rt_direct_loops *loops;
    struct rt_direct_strip convolve;
    size_t size;
    struct axis axis[2];
    int64_t rows, strips; /* of results in a strip; of a plane */
    int64_t part, parts;  /* results taken by a tile, of those of a group */
    int64_t plane, part_plane;
};

const struct rt_direct_loops *rt_direct_loops_of(bool wide)
{
    const char *capability = rt_cpu_loops()->name;

#if defined __x86_64__
    if (!strcmp(capability, "avx512"))
        return &rt_direct_avx512[wide];
    if (!strcmp(capability, "avx2"))
        return &rt_direct_avx2[wide];
#endif
    (void)capability;
    return &rt_direct_baseline[wide];
}

static int64_t pitch_of(const struct rt_conv_problem *s)
{
    return s->out_width + (s->kernel[1] - 1) * s->dilation[1] / s->stride[1];
}

bool rt_direct_applies(const struct rt_conv_problem *s)
{
    int64_t lanes = rt_direct_loops_of(s->wide)->lanes, flat = (s->out_height - 1) * pitch_of(s) + s->out_width;
    int64_t positions = (flat + lanes - 1) / lanes * lanes;

    /* less than three fifths of the work is wasted: tiles have one output or four */
    if (s->outputs == 2 || s->outputs == 3)
        positions = positions * 4 / s->outputs;
    return s->padding[0] >= 0 && s->padding[1] >= 0 && s->out_height * s->out_width * 5 >= positions * 2 &&
           s->channels * s->kernel[0] * s->kernel[1] <= (INT64_C(1) << 24);
}

/* The planes of one group and image, from the strip's first row of results on. */
static void pack_planes(const struct job *j, const char *planes, int64_t first, char *to)
{
    const struct rt_conv_problem *s = j->s;
    const int64_t pitch = j->convolve.pitch, rows = j->part_plane / pitch, step = s->stride[1];
    const size_t size = j->size;

    for (int64_t c = 0; c < s->channels; c++)
        for (int64_t a = 0; a < j->axis[0].count; a++)
            for (int64_t b = 0; b < j->axis[1].count; b++) {
                const int64_t shift = s->padding[1] - j->axis[1].remainders[b];
                int64_t from = shift <= 0 ? 0 : (shift + step - 1) / step;
                int64_t end = s->width + shift <= 0 ? 0 : (s->width + shift + step - 1) / step;
                end = end > pitch ? pitch : end;
                from = from > end ? end : from;
                const struct rt_direct_rows r = {.rows = rows,
                                                 .pitch = pitch,
                                                 .from = from,
                                                 .end = end,
                                                 .y = first * s->stride[0] + j->axis[0].remainders[a] - s->padding[0],
                                                 .y_step = s->stride[0],
                                                 .height = s->height,
                                                 .width = s->width,
                                                 .column = from * step - shift,
                                                 .step = step};
                j->loops->pack(&r, planes + (size_t)(c * s->height * s->width) * size, to);
                to += (size_t)(rows * pitch) * size;
            }
}

/* Asks for the plane that comes next, while this one is worked on. */
static void fetch(const char *plane, int64_t bytes)
{
    for (int64_t i = 0; i < bytes && i < 16384; i += 64)
        __builtin_prefetch(plane + i);
}

static int run_strips(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    const struct job *j = context;
    const struct rt_conv_problem *s = j->s;
    const int64_t all = j->plane * s->channels, slack = j->loops->slack;
    size_t bytes = (size_t)(all + slack) * j->size;
    char *planes = rt_device_cpu()->ops->alloc(s->device, bytes, err);
    int64_t packed = -1;
    int status = planes ? 0 : -1;

    if (planes) /* read, and never used */
        memset(planes + (size_t)all * j->size, 0, (size_t)slack * j->size);
    for (int64_t tile = begin; tile < end && status == 0; tile++) {
        const int64_t from = tile / j->parts, strip = from % j->strips, group = from / j->strips; /* of all images */
        const int64_t first = strip * j->rows, output = tile % j->parts * j->part, of = group % s->groups;
        struct rt_direct_strip convolve = j->convolve;
        convolve.rows = s->out_height - first < j->rows ? s->out_height - first : j->rows;
        convolve.outputs = s->outputs - output < j->part ? s->outputs - output : j->part;
        if (packed != from)
            pack_planes(j, (const char *)s->from + (size_t)(group * s->channels * s->height * s->width) * j->size,
                        first, planes);
        packed = from;
        if (s->channels == 1 && j->strips * j->parts == 1 && tile + 1 < end)
            fetch((const char *)s->from + (size_t)((group + 1) * s->height * s->width) * j->size,
                  s->height * s->width * (int64_t)j->size);
        j->loops->convolve(&convolve, planes,
                           (const char *)s->weight + (size_t)(of * s->group_step + output * s->output_step) * j->size,
                           s->bias ? (const char *)s->bias + (size_t)(of * s->outputs + output) * j->size : NULL,
                           (char *)s->to +
                               (size_t)((group * s->outputs + output) * convolve.out_plane + first * s->out_width) *
                                   j->size);
        status = rt_pool_check(err);
    }
    if (planes)
        rt_device_cpu()->ops->free(s->device, planes, bytes);
    return status;
}

static void set_axis(struct axis *a, int64_t taps, int64_t dilation, int64_t stride, int64_t *memory)
{
    a->remainders = memory;
    a->remainder = memory + taps;
    a->offset = memory + 2 * taps;
    a->reach = (taps - 1) * dilation / stride;
    for (int64_t i = 0; i < taps; i++) {
        const int64_t remainder = i * dilation % stride;
        int64_t known = 0;
        while (known < a->count && a->remainders[known] != remainder)
            known++;
        a->remainders[known] = remainder;
        a->count += known == a->count;
        a->remainder[i] = known;
        a->offset[i] = i * dilation / stride;
    }
}

/* The offsets of the pixels and weights of each step. */
static void set_offsets(struct job *j, int64_t *offsets, int64_t *weights)
{
    const struct rt_conv_problem *s = j->s;
    const int64_t taps = s->kernel[0] * s->kernel[1];

    for (int64_t t = 0; t < j->convolve.depth; t++) {
        const int64_t tap = t % taps, y = tap / s->kernel[1], x = tap % s->kernel[1];
        offsets[t] = t / taps * j->plane +
                     (j->axis[0].remainder[y] * j->axis[1].count + j->axis[1].remainder[x]) * j->part_plane +
                     j->axis[0].offset[y] * j->convolve.pitch + j->axis[1].offset[x];
        weights[t] = t / taps * s->channel_step + (s->input_grad ? taps - 1 - tap : tap);
    }
    for (int64_t t = j->convolve.depth; t < j->convolve.depth + RT_DIRECT_PREFETCH; t++)
        weights[t] = weights[j->convolve.depth - 1];
    j->convolve.offsets = offsets;
    j->convolve.weights = weights;
}

/* Strips of rows, then chunks of the outputs, until planes fit the cache and there is a tile for each thread. */
static void cut(struct job *j)
{
    const struct rt_conv_problem *s = j->s;
    const int64_t subplanes = j->axis[0].count * j->axis[1].count, row = s->channels * subplanes * j->convolve.pitch;
    const int64_t weights = s->outputs * j->convolve.depth * (int64_t)j->size;
    double work;
    int64_t fit = (weights > STRIP ? DEEP_STRIP : STRIP) / (int64_t)j->size / row - j->axis[0].reach, tiles, most;

    j->rows = fit < 1 ? 1 : fit > s->out_height ? s->out_height : fit;
    j->strips = (s->out_height + j->rows - 1) / j->rows;
    j->rows = (s->out_height + j->strips - 1) / j->strips;
    j->strips = (s->out_height + j->rows - 1) / j->rows;
    j->part_plane = (j->rows + j->axis[0].reach) * j->convolve.pitch;
    j->plane = subplanes * j->part_plane;
    tiles = s->images * s->groups * j->strips;
    work = 2.0 * (double)(j->rows * s->out_width) * (double)s->outputs * (double)j->convolve.depth;
    most = s->outputs / (2 * j->loops->block);
    j->parts = tiles >= 4 * rt_pool_threads() ? 1 : (4 * rt_pool_threads() + tiles - 1) / tiles;
    if (work / MAX_FLOPS > (double)j->parts) /* interrupts are looked for between tiles */
        j->parts = (int64_t)(work / MAX_FLOPS);
    j->parts = j->parts > most ? most : j->parts;
    j->parts = j->parts < 1 ? 1 : j->parts;
    j->part = (s->outputs + j->parts - 1) / j->parts;
    j->part = (j->part + j->loops->block - 1) / j->loops->block * j->loops->block;
    j->parts = (s->outputs + j->part - 1) / j->part;
}

/* A tile is an output of a group: images in their order, and strips of each. */
static int weight_grad_planes(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    const struct job *j = context;
    const struct rt_conv_problem *s = j->s;
    size_t bytes = (size_t)j->plane * j->size, sums = (size_t)j->convolve.depth * j->size;
    char *planes = rt_device_cpu()->ops->alloc(s->device, bytes, err);
    int status = planes ? 0 : -1;

    for (int64_t m = begin; m < end && status == 0; m++) {
        char *to = (char *)s->to + (size_t)m * sums;
        memset(to, 0, sums);
        for (int64_t i = 0; i < s->images * j->strips && status == 0; i++) {
            const int64_t n = i / j->strips, first = i % j->strips * j->rows;
            struct rt_direct_strip convolve = j->convolve;
            convolve.rows = s->out_height - first < j->rows ? s->out_height - first : j->rows;
            pack_planes(
                j, (const char *)s->from + (size_t)((n * s->groups + m / s->outputs) * s->height * s->width) * j->size,
                first, planes);
            j->loops->weight_grad(
                &convolve, planes,
                (const char *)s->grad +
                    (size_t)((n * s->groups * s->outputs + m) * convolve.out_plane + first * s->out_width) * j->size,
                to);
            status = i % 4 == 3 ? rt_pool_check(err) : 0;
        }
    }
    if (planes)
        rt_device_cpu()->ops->free(s->device, planes, bytes);
    return status;
}

static int run(const struct rt_conv_problem *s, double flops, bool weight_grad, struct rt_error *err)
{
    struct job j = {.s = s, .loops = rt_direct_loops_of(s->wide), .size = s->wide ? 8 : 4};
    int64_t depth = s->channels * s->kernel[0] * s->kernel[1], tiles, grain, *memory;
    size_t bytes = (size_t)(2 * depth + RT_DIRECT_PREFETCH + 3 * (s->kernel[0] + s->kernel[1])) * sizeof *memory;
    int status;

    if (!(memory = rt_device_cpu()->ops->alloc(s->device, bytes, err)))
        return -1;
    for (int i = 0; i < 2; i++)
        set_axis(&j.axis[i], s->kernel[i], s->dilation[i], s->stride[i],
                 memory + 2 * depth + RT_DIRECT_PREFETCH + (i ? 3 * s->kernel[0] : 0));
    j.convolve = (struct rt_direct_strip){.width = s->out_width,
                                          .outputs = s->outputs,
                                          .out_plane = s->out_height * s->out_width,
                                          .pitch = pitch_of(s),
                                          .depth = depth,
                                          .output_step = s->output_step};
    if (s->channels == 1 && s->stride[0] == 1 && s->stride[1] == 1 && s->dilation[0] == 1 && s->dilation[1] == 1) {
        j.convolve.kernel[0] = s->kernel[0];
        j.convolve.kernel[1] = s->kernel[1];
    }
    cut(&j);
    set_offsets(&j, memory, memory + depth);
    tiles = weight_grad ? s->groups * s->outputs : s->images * s->groups * j.strips * j.parts;
    grain = 1 + (int64_t)(TILE_FLOPS / (flops / (double)tiles + 1));
    status = rt_parallel_for(tiles, grain, FLOPS(flops), weight_grad ? weight_grad_planes : run_strips, &j, err);
    rt_device_cpu()->ops->free(s->device, memory, bytes);
    return status;
}

int rt_cpu_conv_direct(const struct rt_conv_problem *s, double flops, struct rt_error *err)
{
    return run(s, flops, false, err);
}

int rt_cpu_conv_direct_weight(const struct rt_conv_problem *s, double flops, struct rt_error *err)
{
    return run(s, flops, true, err);
}
