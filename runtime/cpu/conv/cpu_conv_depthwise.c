/* Depthwise convolutions and their gradients, with neighbouring channels in the lanes of a vector: for planes so small,
   or strides so large, that rows of neighbouring positions leave lanes of vectors unused. Owns the layout, and which
   taps each row and column of positions sees; the loops are in isa/isa_depthwise.c. A tile is a vector of channels of
   one image, or of all images for the weight gradient: the order of additions does not depend on the tiles. */
#include "cpu_conv.h"

#include <string.h>

#define PLANES (256 << 10) /* bytes of planes side by side */
#define TILE_FLOPS 300000.0
#define FLOPS(x) RT_POOL_COST_OF_FLOPS((x) < 1e17 ? (x) : 1e17)

struct job {
    const struct rt_depthwise_problem *a;
    const struct rt_depthwise_loops *loops;
    struct rt_depthwise sum;
    size_t size;
    int64_t taps, pixels, positions, blocks;
    int64_t size_of[2], low[2], wide_size[2]; /* of planes of pixels; with the borders that windows see, from low on */
    int64_t bordered;                         /* pixels of such planes; 0: taps beside the image are left out */
};

static const struct rt_depthwise_loops *choose(bool wide)
{
    const char *capability = rt_cpu_loops()->name;

#if defined __x86_64__
    if (!strcmp(capability, "avx512"))
        return &rt_depthwise_avx512[wide];
    if (!strcmp(capability, "avx2"))
        return &rt_depthwise_avx2[wide];
#endif
    (void)capability;
    return &rt_depthwise_baseline[wide];
}

bool rt_depthwise_applies(const struct rt_depthwise_problem *a)
{
    const struct rt_patches *p = a->patches;
    const int64_t lanes = choose(a->wide)->lanes, size = a->wide ? 8 : 4;
    const int64_t pixels = p->height * p->width, positions = p->out_height * p->out_width;
    const int64_t reach[2] = {p->height + (p->window.kernel[0] - 1) * p->window.dilation[0],
                              p->width + (p->window.kernel[1] - 1) * p->window.dilation[1]}; /* of gradients */

    return a->channels * 2 >= lanes && (p->out_width < lanes || p->window.stride[1] > 1) &&
           (p->height + 2 * p->window.padding[0]) * (p->width + 2 * p->window.padding[1]) <= PLANES / size / lanes &&
           reach[0] * reach[1] <= PLANES / size / lanes && pixels <= PLANES / size / lanes &&
           positions <= PLANES / size / lanes && p->window.kernel[0] * p->window.kernel[1] <= 1024 &&
           p->window.stride[0] <= 64 && p->window.stride[1] <= 64;
}

/* What the positions of a direction see of `pixels`: those of the image, or of its results. */
static void set_reach(struct job *j, int d, struct rt_depthwise_reach *reach, int64_t positions, int64_t pixels)
{
    const struct rt_window *w = &j->a->patches->window;
    const bool back = j->a->op == RT_CONVOLVE_INPUT;
    int64_t tap_step = 1;

    while (back && tap_step * w->dilation[d] % w->stride[d])
        tap_step++;
    j->sum.tap_step[d] = tap_step;
    j->sum.pixel_step[d] = back ? -(tap_step * w->dilation[d] / w->stride[d]) : w->dilation[d];
    if (d)
        j->sum.column_step = back ? 1 : w->stride[1];
    for (int64_t p = 0; p < positions; p++) {
        reach[p] = (struct rt_depthwise_reach){0};
        for (int64_t t = 0; t < w->kernel[d]; t++) {
            int64_t pixel =
                back ? p + w->padding[d] - t * w->dilation[d] : p * w->stride[d] - w->padding[d] + t * w->dilation[d];
            if (back && pixel % w->stride[d])
                continue;
            pixel = back ? pixel / w->stride[d] : pixel;
            if (j->bordered)
                pixel -= j->low[d];
            else if (pixel < 0 || pixel >= pixels)
                continue;
            if (reach[p].count++ == 0) {
                reach[p].pixel = pixel;
                reach[p].tap = t;
            }
        }
    }
    for (int64_t p = positions - 1; p >= 0; p--) {
        const bool same = p + 1 < positions && reach[p].tap == reach[p + 1].tap &&
                          reach[p].count == reach[p + 1].count &&
                          reach[p].pixel + j->sum.column_step == reach[p + 1].pixel;
        reach[p].run = same ? reach[p + 1].run + 1 : 1;
    }
}

/* Where windows see all their taps: as far as they reach. */
static void set_borders(struct job *j, const int64_t *positions)
{
    const struct rt_window *w = &j->a->patches->window;
    const bool back = j->a->op == RT_CONVOLVE_INPUT;

    for (int d = 0; d < 2; d++) {
        const int64_t reach = (w->kernel[d] - 1) * w->dilation[d];
        j->low[d] = back ? w->padding[d] - reach : -w->padding[d];
        j->wide_size[d] = (positions[d] - 1) * (back ? 1 : w->stride[d]) + reach + 1;
    }
    j->bordered = j->wide_size[0] * j->wide_size[1];
    if (back && (w->stride[0] > 1 || w->stride[1] > 1))
        j->bordered = 0;
}

struct scratch {
    char *memory, *plain, *pixels, *positions, *weights, *start;
    size_t bytes;
};

static bool take(const struct job *j, struct scratch *r, struct rt_error *err)
{
    const size_t vector = (size_t)j->loops->lanes * j->size;

    r->bytes = (size_t)(j->pixels + j->bordered + j->positions + j->taps + 1) * vector;
    if (!(r->memory = rt_device_cpu()->ops->alloc(j->a->device, r->bytes, err)))
        return false;
    memset(r->memory, 0, r->bytes);
    r->plain = r->memory;
    r->pixels = r->memory + (size_t)(j->bordered ? j->pixels : 0) * vector;
    r->positions = r->memory + (size_t)(j->pixels + j->bordered) * vector;
    r->weights = r->positions + (size_t)j->positions * vector;
    r->start = r->weights + (size_t)j->taps * vector;
    return true;
}

static char *at(const struct job *j, const void *base, int64_t index)
{
    return (char *)base + index * (int64_t)j->size;
}

/* `count` rows of n elements become n rows of a vector, and back. */
static void transpose_in(const struct job *j, int64_t n, int64_t count, char *to, const char *from)
{
    rt_cpu_loops()->transpose[2 + j->a->wide](n, count, to, j->loops->lanes, from, n);
}

/* The pixels, with borders that stay zeros. */
static void pack_planes(const struct job *j, const struct scratch *r, int64_t count, const char *from)
{
    const size_t vector = (size_t)j->loops->lanes * j->size;
    int64_t begin[2], end[2];

    transpose_in(j, j->pixels, count, r->plain, from);
    for (int d = 0; d < 2; d++) { /* of the image, what is seen */
        begin[d] = j->low[d] > 0 ? j->low[d] : 0;
        end[d] = j->size_of[d] < j->low[d] + j->wide_size[d] ? j->size_of[d] : j->low[d] + j->wide_size[d];
    }
    for (int64_t y = begin[0]; j->bordered && begin[1] < end[1] && y < end[0]; y++)
        memcpy(r->pixels + (size_t)((y - j->low[0]) * j->wide_size[1] + begin[1] - j->low[1]) * vector,
               r->plain + (size_t)(y * j->size_of[1] + begin[1]) * vector, (size_t)(end[1] - begin[1]) * vector);
}

static void transpose_out(const struct job *j, int64_t n, int64_t count, char *to, const char *from)
{
    rt_cpu_loops()->transpose[2 + j->a->wide](count, n, to, n, from, j->loops->lanes);
}

static int64_t channels_of(const struct job *j, int64_t first)
{
    return j->a->channels - first < j->loops->lanes ? j->a->channels - first : j->loops->lanes;
}

/* Items are blocks of channels of the images. */
static int sum_tiles(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    const struct job *j = context;
    const bool back = j->a->op == RT_CONVOLVE_INPUT;
    int64_t packed = -1;
    struct scratch r;

    if (!take(j, &r, err))
        return -1;
    for (int64_t item = begin; item < end; item++) { /* images of a block follow each other: it keeps its weights */
        const int64_t first = item / j->a->images * j->loops->lanes, count = channels_of(j, first);
        const int64_t plane = item % j->a->images * j->a->channels + first;
        if (packed != first) {
            if (count < j->loops->lanes)
                memset(r.memory, 0, r.bytes);
            transpose_in(j, j->taps, count, r.weights, at(j, j->a->weight, first * j->taps));
            if (j->a->bias)
                memcpy(r.start, at(j, j->a->bias, first), (size_t)count * j->size);
            packed = first;
        }
        pack_planes(j, &r, count, at(j, back ? j->a->out : j->a->image, plane * j->pixels));
        j->loops->sum(&j->sum, r.pixels, r.weights, r.start, r.positions);
        transpose_out(j, j->positions, count, at(j, back ? j->a->image : j->a->out, plane * j->positions), r.positions);
    }
    rt_device_cpu()->ops->free(j->a->device, r.memory, r.bytes);
    return 0;
}

/* Items are blocks of channels. */
static int weight_grad_tiles(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    const struct job *j = context;
    struct scratch r;
    int status = 0;

    if (!take(j, &r, err))
        return -1;
    for (int64_t item = begin; item < end && status == 0; item++) {
        const int64_t first = item * j->loops->lanes, count = channels_of(j, first);
        memset(r.memory, 0, count < j->loops->lanes ? r.bytes : 0);
        memset(r.weights, 0, (size_t)(j->taps * j->loops->lanes) * j->size);
        for (int64_t n = 0; n < j->a->images && status == 0; n++) {
            const int64_t plane = n * j->a->channels + first;
            pack_planes(j, &r, count, at(j, j->a->image, plane * j->pixels));
            transpose_in(j, j->positions, count, r.positions, at(j, j->a->out, plane * j->positions));
            j->loops->weight_grad(&j->sum, r.pixels, r.positions, r.weights);
            status = n % 16 == 15 ? rt_pool_check(err) : 0;
        }
        transpose_out(j, j->taps, count, at(j, j->a->weight, first * j->taps), r.weights);
    }
    rt_device_cpu()->ops->free(j->a->device, r.memory, r.bytes);
    return status;
}

int rt_cpu_conv_depthwise(const struct rt_depthwise_problem *a, double flops, struct rt_error *err)
{
    const struct rt_patches *p = a->patches;
    const bool back = a->op == RT_CONVOLVE_INPUT;
    const int64_t size[2] = {p->height, p->width}, out[2] = {p->out_height, p->out_width};
    const int64_t *positions = back ? size : out, *pixels = back ? out : size;
    struct job j = {.a = a,
                    .loops = choose(a->wide),
                    .size = a->wide ? 8 : 4,
                    .taps = p->window.kernel[0] * p->window.kernel[1],
                    .pixels = pixels[0] * pixels[1],
                    .positions = positions[0] * positions[1],
                    .size_of = {pixels[0], pixels[1]}};
    const size_t bytes = (size_t)(positions[0] + positions[1]) * sizeof(struct rt_depthwise_reach);
    struct rt_depthwise_reach *reach = rt_device_cpu()->ops->alloc(a->device, bytes, err);
    int64_t tiles;
    int status;

    if (!reach)
        return -1;
    j.blocks = (a->channels + j.loops->lanes - 1) / j.loops->lanes;
    j.sum.rows = positions[0];
    j.sum.columns = positions[1];
    set_borders(&j, positions);
    j.sum.width = j.bordered ? j.wide_size[1] : pixels[1];
    j.sum.kernel = p->window.kernel[1];
    j.sum.row = reach;
    j.sum.column = reach + positions[0];
    set_reach(&j, 0, reach, positions[0], pixels[0]);
    set_reach(&j, 1, reach + positions[0], positions[1], pixels[1]);
    tiles = j.blocks * (a->op == RT_CONVOLVE_WEIGHT ? 1 : a->images);
    status = rt_parallel_for(tiles, 1 + (int64_t)(TILE_FLOPS / (flops / (double)tiles + 1)), FLOPS(flops),
                             a->op == RT_CONVOLVE_WEIGHT ? weight_grad_tiles : sum_tiles, &j, err);
    rt_device_cpu()->ops->free(a->device, reach, bytes);
    return status;
}
