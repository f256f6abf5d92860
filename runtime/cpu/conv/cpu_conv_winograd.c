/* Winograd's convolutions F(2x2, 3x3): tiles of 2 x 2 results need 16 multiplications in place of 36. Owns the
   transformed weights and the planes of pixels with borders, split by the parity of rows and columns, so that
   neighbouring tiles have neighbouring pixels; the loops are in isa/isa_conv_winograd.c. What is lost against direct
   sums is looked after here: results whose windows see nothing but zeros are exactly the bias, weights that are zero
   for the most part (masks, identities) and numbers that are not finite are left to the other algorithms. Each result
   has an order of additions that does not depend on the cut. */
#include "cpu_conv.h"

#include <stdatomic.h>
#include <string.h>

#define PIXELS (640 << 10) /* bytes of transformed pixels of a tile, unless few vectors need more */
#define MAX_CHANNELS 4096  /* whose transformed pixels are a tile's */
#define MAX_ZEROS 16       /* one in so many weights may be zero */
#define FLOPS(x) RT_POOL_COST_OF_FLOPS((x) < 1e17 ? (x) : 1e17)

struct job {
    const struct rt_conv_problem *s;
    const struct rt_winograd_loops *loops;
    size_t size;
    int64_t blocks;               /* of outputs of a group */
    int64_t height, rows, strips; /* rows of tiles: of a plane, of a strip; strips of a plane */
    struct rt_winograd most;      /* of a full strip */
    char *weights;
    atomic_bool odd; /* something is not finite */
};

const struct rt_winograd_loops *rt_winograd_loops_of(bool wide)
{
    const char *capability = rt_cpu_loops()->name;

#if defined __x86_64__
    if (!strcmp(capability, "avx512"))
        return &rt_winograd_avx512[wide];
    if (!strcmp(capability, "avx2"))
        return &rt_winograd_avx2[wide];
#endif
    (void)capability;
    return &rt_winograd_baseline[wide];
}

bool rt_winograd_applies(const struct rt_conv_problem *s)
{
    for (int d = 0; d < 2; d++)
        if (s->kernel[d] != 3 || s->stride[d] != 1 || s->dilation[d] != 1 || s->padding[d] < 0)
            return false;
    return s->channels <= MAX_CHANNELS;
}

/* A strip of so many rows of tiles. */
static void set_rows(const struct job *j, int64_t rows, struct rt_winograd *w)
{
    const int64_t lanes = j->loops->lanes;

    w->channels = j->s->channels;
    w->pitch = (j->s->out_width + 1) / 2 + 1;
    w->vectors = (rows * w->pitch - 1 + lanes - 1) / lanes;
    w->parts = (w->vectors + RT_WINOGRAD_VECTORS - 1) / RT_WINOGRAD_VECTORS;
}

/* Strips that fit the cache, and some for each thread. */
static void cut(struct job *j)
{
    const struct rt_conv_problem *s = j->s;
    const int64_t lanes = j->loops->lanes, planes = s->images * s->groups;
    int64_t fit = PIXELS / (16 * s->channels * lanes * (int64_t)j->size);

    j->height = (s->out_height + 1) / 2;
    set_rows(j, 1, &j->most);
    fit = fit < RT_WINOGRAD_VECTORS ? RT_WINOGRAD_VECTORS : fit;
    j->rows = (fit * lanes + 1) / j->most.pitch;
    j->rows = j->rows < 1 ? 1 : j->rows > j->height ? j->height : j->rows;
    j->strips = (j->height + j->rows - 1) / j->rows;
    if (planes * j->strips < 2 * rt_pool_threads() && rt_pool_threads() > 1)
        j->strips = (2 * rt_pool_threads() + planes - 1) / planes;
    j->strips = j->strips > j->height ? j->height : j->strips;
    j->rows = (j->height + j->strips - 1) / j->strips;
    j->strips = (j->height + j->rows - 1) / j->rows;
    set_rows(j, j->rows, &j->most);
    j->most.plane = (j->most.vectors + 3) * lanes + (j->most.pitch + s->padding[1]) / lanes * lanes;
}

/* ---- weights ----------------------------------------------------------------------------------------------------- */

static bool mostly_zero(const struct rt_conv_problem *s)
{
    const int64_t count = s->groups * s->outputs * s->channels * 9;
    const float *narrow = s->weight;
    const double *wide = s->weight;
    int64_t zeros = 0;

    if (s->wide)
        for (int64_t i = 0; i < count; i++)
            zeros += wide[i] == 0;
    else
        for (int64_t i = 0; i < count; i++)
            zeros += narrow[i] == 0;
    return zeros * MAX_ZEROS > count;
}

/* Items are blocks of outputs of the groups. */
static int transform_weights(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    enum { SOME = 28 }; /* channels */
    const struct job *j = context;
    const struct rt_conv_problem *s = j->s;
    const int64_t block = RT_WINOGRAD_BLOCK, size = (int64_t)j->size, some = s->input_grad ? 1 : SOME;
    double scratch[SOME * 9 * RT_WINOGRAD_BLOCK] = {0};

    (void)err;
    for (int64_t item = begin; item < end; item++) {
        const int64_t group = item / j->blocks, first = item % j->blocks * block,
                      count = s->outputs - first < block ? s->outputs - first : block;
        const char *from = (const char *)s->weight + (group * s->group_step + first * s->output_step) * size;
        char *to = j->weights + item * 16 * s->channels * block * size;
        if (count < block)
            memset(scratch, 0, sizeof scratch);
        for (int64_t c = 0; c < s->channels; c += some) {
            const int64_t channels = s->channels - c < some ? s->channels - c : some;
            rt_cpu_loops()->transpose[2 + s->wide](channels * 9, count, scratch, block,
                                                   from + c * s->channel_step * size, s->output_step);
            j->loops->weights(channels, scratch, s->input_grad, s->channels * block, to + c * block * size);
        }
    }
    return 0;
}

/* ---- strips ------------------------------------------------------------------------------------------------------ */

struct scratch {
    char *planes, *seen, *pixels, *masks, *products, *results;
    size_t bytes;
};

static char *take(const struct job *j, char **at, int64_t elements)
{
    char *begin = *at;

    *at += ((size_t)elements * j->size + 63) / 64 * 64;
    return begin;
}

/* What a strip needs: sizes only where `base` is NULL. */
static struct scratch scratch_at(const struct job *j, char *base)
{
    const int64_t step = j->most.vectors * j->loops->lanes;
    char *at = base;
    struct scratch t;

    t.planes = take(j, &at, 4 * j->most.plane);
    t.seen = take(j, &at, 4 * j->most.plane);
    t.pixels = take(j, &at, 16 * j->s->channels * step);
    t.masks = take(j, &at, 4 * step);
    t.products = take(j, &at, 16 * RT_WINOGRAD_BLOCK * step);
    t.results = take(j, &at, 4 * step + 2 * j->loops->lanes);
    t.bytes = (size_t)(at - base);
    return t;
}

/* The rows of results of one output. */
static void put(const struct job *j, const struct rt_winograd *w, const char *results, int64_t first, int64_t rows,
                char *to)
{
    const int64_t size = (int64_t)j->size, plane = w->vectors * j->loops->lanes * size, width = j->s->out_width;

    for (int64_t y = 2 * first; y < 2 * (first + rows) && y < j->s->out_height; y++) {
        const char *even = results + (y & 1) * 2 * plane + (y / 2 - first) * w->pitch * size;
        j->loops->row(width, even, even + plane, to + y * width * size);
    }
}

static int run_strip(struct job *j, int64_t tile, const struct scratch *t, struct rt_error *err)
{
    const struct rt_conv_problem *s = j->s;
    const int64_t size = (int64_t)j->size, of = tile / j->strips, group = of % s->groups,
                  first = tile % j->strips * j->rows;
    const int64_t rows = j->height - first < j->rows ? j->height - first : j->rows,
                  pixels = s->height * s->width * size, positions = s->out_height * s->out_width * size;
    const char *from = (const char *)s->from + of * s->channels * pixels;
    char *to = (char *)s->to + of * s->outputs * positions;
    struct rt_winograd w = j->most;
    const struct rt_winograd_rows split = {.rows = 2 * (rows + 1),
                                           .y = 2 * first - s->padding[0],
                                           .height = s->height,
                                           .width = s->width,
                                           .padding = s->padding[1],
                                           .pitch = w.pitch,
                                           .plane = w.plane};

    set_rows(j, rows, &w);
    memset(t->seen, 0, (size_t)(4 * w.plane * size));
    for (int64_t c = 0; c < s->channels; c++) {
        j->loops->split(&split, from + c * pixels, t->planes);
        j->loops->pixels(&w, c, t->planes, t->seen, t->pixels);
    }
    j->loops->masks(&w, t->seen, t->masks);
    for (int64_t m = 0; m < s->outputs; m++, to += positions) {
        const int64_t in_block = m % RT_WINOGRAD_BLOCK, at = group * s->outputs + m;
        if (in_block == 0) {
            const int64_t block = group * j->blocks + m / RT_WINOGRAD_BLOCK;
            if (rt_pool_check(err) < 0)
                return -1;
            j->loops->multiply(&w, j->weights + block * 16 * s->channels * RT_WINOGRAD_BLOCK * size, t->pixels,
                               t->products);
        }
        const double bias = !s->bias ? 0 : s->wide ? ((const double *)s->bias)[at] : ((const float *)s->bias)[at];
        if (!j->loops->results(&w, t->products + in_block * w.vectors * j->loops->lanes * size, bias, t->masks,
                               t->results)) {
            atomic_store_explicit(&j->odd, true, memory_order_relaxed);
            return 0;
        }
        put(j, &w, t->results, first, rows, to);
    }
    return 0;
}

static int run_strips(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    struct job *j = context;
    const size_t bytes = scratch_at(j, NULL).bytes;
    char *memory = rt_device_cpu()->ops->alloc(j->s->device, bytes, err);
    int status = memory ? 0 : -1;

    if (memory) {
        const struct scratch t = scratch_at(j, memory);
        memset(t.planes, 0, (size_t)(4 * j->most.plane) * j->size); /* behind the rows there is nothing */
        for (int64_t tile = begin; tile < end && status == 0; tile++)
            if (!atomic_load_explicit(&j->odd, memory_order_relaxed))
                status = run_strip(j, tile, &t, err);
        rt_device_cpu()->ops->free(j->s->device, memory, bytes);
    }
    return status;
}

int rt_cpu_conv_winograd(const struct rt_conv_problem *s, double flops, struct rt_error *err)
{
    struct job j = {.s = s, .loops = rt_winograd_loops_of(s->wide), .size = s->wide ? 8 : 4};
    const int64_t block = RT_WINOGRAD_BLOCK;
    int64_t items;
    size_t bytes;
    int status;

    if (mostly_zero(s))
        return 1;
    j.blocks = (s->outputs + block - 1) / block;
    items = s->groups * j.blocks;
    bytes = (size_t)(items * 16 * s->channels * block) * j.size;
    if (!(j.weights = rt_device_cpu()->ops->alloc(s->device, bytes, err)))
        return -1;
    atomic_init(&j.odd, false);
    cut(&j);
    status = rt_parallel_for(items, 1 + 4096 / (s->channels * block), rt_size_cost(items * block * 16, s->channels),
                             transform_weights, &j, err);
    if (status == 0)
        status = rt_parallel_for(s->images * s->groups * j.strips, 1, FLOPS(flops), run_strips, &j, err);
    rt_device_cpu()->ops->free(s->device, j.weights, bytes);
    return status == 0 && atomic_load(&j.odd) ? 1 : status;
}
