/* Gradients of the weights of convolutions, without patches. Owns the two layouts: images with their borders, and the
   gradient of the results with neighbouring outputs side by side; both are made for some images at a time, by all
   threads, before the products (isa/isa_conv_weight.c). The order of additions follows from the shapes alone. */
#include "cpu_conv.h"

#include <string.h>

#define CHUNK (1 << 20)   /* bytes of both layouts, unless one image, or the weights twice, need more */
#define MOST (16 << 20)   /* bytes of them all the same */
#define STRIP (192 << 10) /* bytes of transposed gradients that stay in the cache */
#define PIECE_FLOPS 2e7   /* of a task: less is not worth a thread */
#define ROWS 4            /* of windows that a piece has, or a multiple of that */
#define FLOPS(x) RT_POOL_COST_OF_FLOPS((x) < 1e17 ? (x) : 1e17)

struct job {
    const struct rt_weight_grad_problem *w;
    const struct rt_weight_grad_loops *loops;
    size_t size;
    int64_t height, width;        /* of images with their borders */
    bool bordered;                /* else images are used where they are */
    int64_t positions, blocks;    /* results of a plane; blocks of outputs in a group */
    int64_t depth, range, ranges; /* rows of the gradient, and those of a piece */
    int64_t neighbours;           /* rows whose pixels are neighbours */
    int64_t first, images, strip; /* of this chunk; positions taken at once */
    const char *pixels;           /* of its images */
    char *border, *packed;        /* memory for them and for [group][block][position][output] */
    int64_t *position, *row;
};

static const struct rt_weight_grad_loops *choose(bool wide)
{
    const char *capability = rt_cpu_loops()->name;

#if defined __x86_64__
    if (!strcmp(capability, "avx512"))
        return &rt_weight_grad_avx512[wide];
    if (!strcmp(capability, "avx2"))
        return &rt_weight_grad_avx2[wide];
#endif
    (void)capability;
    return &rt_weight_grad_baseline[wide];
}

bool rt_weight_grad_applies(const struct rt_weight_grad_problem *w)
{
    const struct rt_window *window = &w->patches->window;
    const int64_t lanes = choose(w->wide)->lanes;

    return w->outputs * 2 >= lanes && w->channels * window->kernel[0] * window->kernel[1] >= 6 &&
           w->channels * window->kernel[0] * window->kernel[1] <= (INT64_C(1) << 24);
}

/* Planes with their borders: items are planes of the chunk. */
static int pack_planes(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    const struct job *j = context;
    const struct rt_patches *p = j->w->patches;
    const size_t row = (size_t)j->width * j->size, left = (size_t)p->window.padding[1] * j->size,
                 inner = (size_t)p->width * j->size;

    (void)err;
    for (int64_t plane = begin; plane < end; plane++) {
        const char *from =
            (const char *)j->w->from +
            (size_t)((j->first * j->w->groups * j->w->channels + plane) * p->height * p->width) * j->size;
        char *to = j->border + (size_t)(plane * j->height) * row;
        for (int64_t i = 0; i < j->height; i++, to += row) {
            const int64_t y = i - p->window.padding[0];
            if (y < 0 || y >= p->height) {
                memset(to, 0, row);
                continue;
            }
            memset(to, 0, left);
            memcpy(to + left, from + (size_t)y * inner, inner);
            memset(to + left + inner, 0, row - left - inner);
        }
    }
    return 0;
}

/* Items are images of the chunk, groups and blocks of outputs. */
static int pack_gradients(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    const struct job *j = context;
    const int64_t block = j->loops->block, all = j->w->groups * j->blocks;

    (void)err;
    for (int64_t item = begin; item < end; item++) {
        const int64_t n = item / all, group = item % all / j->blocks, first = item % j->blocks * block;
        const int64_t count = j->w->outputs - first < block ? j->w->outputs - first : block;
        const char *from =
            (const char *)j->w->grad +
            (size_t)((((j->first + n) * j->w->groups + group) * j->w->outputs + first) * j->positions) * j->size;
        char *to = j->packed + (size_t)((item % all * j->images + n) * j->positions * block) * j->size;
        if (count < block)
            memset(to, 0, (size_t)(j->positions * block) * j->size);
        rt_cpu_loops()->transpose[2 + j->w->wide](j->positions, count, to, block, from, j->positions);
    }
    return 0;
}

/* Items are groups, blocks of outputs and ranges of rows. */
static int multiply(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    const struct job *j = context;
    const int64_t block = j->loops->block, all = j->images * j->positions;

    for (int64_t item = begin; item < end; item++) {
        const int64_t range = item % j->ranges, of = item / j->ranges, group = of / j->blocks;
        const int64_t first = of % j->blocks * block, row = range * j->range;
        for (int64_t position = 0; position < all; position += j->strip) {
            const struct rt_weight_grad t = {.positions = all - position < j->strip ? all - position : j->strip,
                                             .rows = j->depth - row < j->range ? j->depth - row : j->range,
                                             .outputs = j->w->outputs - first < block ? j->w->outputs - first : block,
                                             .out_step = j->depth,
                                             .neighbours = j->neighbours,
                                             .position = j->position + position,
                                             .row = j->row + row,
                                             .add = j->first || position};
            if (rt_pool_check(err) < 0)
                return -1;
            j->loops->multiply(&t, j->pixels + (size_t)(group * j->w->channels * j->height * j->width) * j->size,
                               j->packed + (size_t)((of * all + position) * block) * j->size,
                               (char *)j->w->weight +
                                   (size_t)((group * j->w->outputs + first) * j->depth + row) * j->size);
        }
    }
    return 0;
}

/* The offsets of the pixels of each position and of each row. */
static void set_offsets(struct job *j)
{
    const struct rt_patches *p = j->w->patches;
    const int64_t taps = p->window.kernel[0] * p->window.kernel[1], plane = j->height * j->width;

    for (int64_t i = 0; i < j->images * j->positions; i++)
        j->position[i] = i / j->positions * j->w->groups * j->w->channels * plane +
                         i % j->positions / p->out_width * p->window.stride[0] * j->width +
                         i % p->out_width * p->window.stride[1];
    for (int64_t r = 0; r < j->depth; r++) {
        const int64_t y = r % taps / p->window.kernel[1], x = r % p->window.kernel[1];
        j->row[r] = r / taps * plane + y * p->window.dilation[0] * j->width + x * p->window.dilation[1];
    }
}

static int run_chunks(struct job *j, double flops, struct rt_error *err)
{
    const struct rt_weight_grad_problem *w = j->w;
    const int64_t most = j->images, planes = w->groups * w->channels, columns = w->groups * j->blocks;
    int status = 0;

    for (j->first = 0; j->first < w->images && status == 0; j->first += most) {
        j->images = w->images - j->first < most ? w->images - j->first : most;
        const double part = flops * (double)j->images / (double)w->images;
        const int64_t pixels = planes * j->height * j->width;
        j->pixels = j->bordered ? j->border : (const char *)w->from + (size_t)(j->first * pixels) * j->size;
        if (j->bordered)
            status = rt_parallel_for(j->images * planes, 1 + 16384 / (j->height * j->width),
                                     rt_size_cost(j->images, pixels), pack_planes, j, err);
        if (status == 0)
            status = rt_parallel_for(
                j->images * columns, 1 + 16384 / (j->positions * j->loops->block),
                rt_size_cost(rt_size_cost(rt_size_cost(j->images, columns), j->positions), j->loops->block),
                pack_gradients, j, err);
        if (status == 0)
            status = rt_parallel_for(columns * j->ranges, 1, FLOPS(part), multiply, j, err);
    }
    return status;
}

int rt_cpu_conv_weight_grad(const struct rt_weight_grad_problem *w, double flops, struct rt_error *err)
{
    const struct rt_patches *p = w->patches;
    const struct rt_window *window = &p->window;
    struct job j = {.w = w,
                    .loops = choose(w->wide),
                    .size = w->wide ? 8 : 4,
                    .height = p->height + 2 * window->padding[0],
                    .width = p->width + 2 * window->padding[1],
                    .bordered = window->padding[0] || window->padding[1],
                    .positions = p->out_height * p->out_width,
                    .depth = w->channels * window->kernel[0] * window->kernel[1]};
    int64_t packed, border, pieces, chunk = 2 * w->groups * w->outputs * j.depth * (int64_t)j.size;
    size_t bytes;
    char *memory;
    int status;

    j.blocks = (w->outputs + j.loops->block - 1) / j.loops->block;
    packed = w->groups * j.blocks * j.positions * j.loops->block;
    border = j.bordered ? w->groups * w->channels * j.height * j.width : 0;
    chunk = chunk < CHUNK ? CHUNK : chunk > MOST ? MOST : chunk;
    j.images = chunk / ((packed + border) * (int64_t)j.size + 1);
    j.images = j.images < 1 ? 1 : j.images > w->images ? w->images : j.images;
    j.strip = STRIP / (int64_t)j.size / j.loops->block;
    /* pieces of some work, and more of them than threads */
    pieces = (int64_t)(flops / PIECE_FLOPS / (double)(w->groups * j.blocks)) + 1;
    j.neighbours = window->dilation[1] == 1 ? window->kernel[1] : 1;
    j.range = (j.depth / pieces / (ROWS * window->kernel[1]) + 1) * ROWS * window->kernel[1];
    j.ranges = (j.depth + j.range - 1) / j.range;
    bytes = (size_t)(j.images * (packed + border)) * j.size;
    bytes = (bytes + 63) / 64 * 64;
    if (!(memory = rt_device_cpu()->ops->alloc(
              w->device, bytes + (size_t)(j.images * j.positions + j.depth) * sizeof *j.position, err)))
        return -1;
    j.packed = memory;
    j.border = memory + (size_t)(j.images * packed) * j.size;
    j.position = (int64_t *)(void *)(memory + bytes);
    j.row = j.position + j.images * j.positions;
    set_offsets(&j);
    status = run_chunks(&j, flops, err);
    /* the size is that of the first chunk, which is the largest */
    rt_device_cpu()->ops->free(w->device, memory, bytes + (size_t)(j.row - j.position + j.depth) * sizeof *j.position);
    return status;
}
