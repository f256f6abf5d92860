/* Convolutions, and the gradients of their images, with neighbouring outputs side by side in vectors: no lane is lost
   to borders or to planes that are no multiple of a vector. Owns the weights transposed for that, the strips of images
   with their borders, several small images together, and the positions: where the gradient of an image is wanted and
   windows step by more than one, pixels that the same taps reach are a phase of their own. Where many columns of
   windows fall beside small images, positions that see the same of them are kinds, and images are read in place. The
   loops are in isa/isa_conv_blocked.c. The order of additions does not depend on the cut. */
#include "cpu_conv.h"

#include <string.h>

#define STRIP (384 << 10) /* bytes of planes a tile holds, unless one row of positions needs more */
#define PANEL (160 << 10) /* bytes of weights that stay in the cache */
#define POSITIONS 512     /* that a tile takes together, unless a row has more */
#define SLACK 16          /* elements behind the planes */
#define MAX_STEP 64       /* of windows, */
#define MAX_PHASES 16     /* and phases of results, that are worth it */
#define MAX_GROUPS 1024
#define KINDS_SEE 0.87   /* of the columns of windows, at most, where positions are told apart by that */
#define KINDS_PIXELS 256 /* or of images that are so small, where windows step by more than one */
#define KINDS_DEPTH 16   /* and so many channels, at least */
#define MAX_FLOPS 4e8    /* most work of a tile */
#define FLOPS(x) RT_POOL_COST_OF_FLOPS((x) < 1e17 ? (x) : 1e17)

/* Positions first + i * step of the results in each direction, and the taps that they see. */
struct phase {
    int64_t first[2], count[2];
    int64_t taps[2], *tap[2], *pixel[2]; /* which rows and columns of the window, and the pixel that the first position
                                            sees under each */
    int64_t depth, *offsets;             /* [row of taps][channel][column of taps], by kinds [row][column][channel] */
    char *weights;                       /* [group][block][depth][outputs of a block] */
};

struct job {
    const struct rt_conv_problem *s;
    const struct rt_blocked_loops *loops;
    size_t size;
    int64_t taps, blocks, phases;
    int64_t step[2], in_step[2]; /* between positions of a phase: in results, in packed pixels */
    int64_t pack_step[2];        /* between packed pixels */
    int64_t low[2], reach[2];    /* the pixels that first positions see: from low on, so many */
    struct phase *phase;
    int64_t most[2];                    /* positions of a phase */
    int64_t rows, strips, images, sets; /* rows of positions of a strip; images of a tile */
    int64_t part, parts;                /* blocks of a tile */
    int64_t height, pitch, plane;       /* of a strip with its borders; of an image, by kinds */
    int64_t image;                      /* from one image to the next */
    bool kinds;
    char *memory;
    size_t bytes;
};

static const struct rt_blocked_loops *choose(bool wide)
{
    const char *capability = rt_cpu_loops()->name;

#if defined __x86_64__
    if (!strcmp(capability, "avx512"))
        return &rt_blocked_avx512[wide];
    if (!strcmp(capability, "avx2"))
        return &rt_blocked_avx2[wide];
#endif
    (void)capability;
    return &rt_blocked_baseline[wide];
}

bool rt_blocked_applies(const struct rt_conv_problem *s)
{
    const int64_t depth = s->channels * s->kernel[0] * s->kernel[1];

    return s->outputs * 2 >= choose(s->wide)->lanes && s->groups <= MAX_GROUPS && depth <= (INT64_C(1) << 20) &&
           s->outputs <= (INT64_C(1) << 20) && (!s->input_grad || s->stride[0] * s->stride[1] <= MAX_PHASES) &&
           s->stride[0] <= MAX_STEP && s->stride[1] <= MAX_STEP;
}

bool rt_blocked_by_kinds(const struct rt_conv_problem *s)
{
    /* positions that are no neighbours gain nothing from packing */
    const bool small = !s->input_grad && s->stride[1] > 1 && s->kernel[1] > 1 && s->height * s->width <= KINDS_PIXELS;

    return s->channels >= KINDS_DEPTH &&
           (small || rt_conv_taps_used(s, 1) * (double)(s->input_grad ? s->stride[1] : 1) < KINDS_SEE);
}

/* The index of a tap of a channel in the order of a phase. */
static int64_t step_of(const struct job *j, const struct phase *phase, int64_t row, int64_t channel, int64_t column)
{
    if (j->kinds)
        return (row * phase->taps[1] + column) * j->s->channels + channel;
    return (row * j->s->channels + channel) * phase->taps[1] + column;
}

/* ---- weights ----------------------------------------------------------------------------------------------------- */

/* Some channels of a block for all phases, from [channel][tap][output]. */
static void distribute_weights(const struct job *j, int64_t item, int64_t first, int64_t channels, const char *from)
{
    const int64_t width = j->loops->block * (int64_t)j->size;

    for (int64_t p = 0; p < j->phases; p++) {
        const struct phase *phase = &j->phase[p];
        char *to = phase->weights + item * phase->depth * width;
        for (int64_t y = 0; y < phase->taps[0]; y++)
            for (int64_t c = 0; c < channels; c++)
                for (int64_t x = 0; x < phase->taps[1]; x++) {
                    char *row = to + step_of(j, phase, y, first + c, x) * width;
                    const int64_t tap = phase->tap[0][y] * j->s->kernel[1] + phase->tap[1][x];
                    memcpy(row, from + (c * j->taps + tap) * width, (size_t)width);
                }
    }
}

/* Those of one block: items are blocks of the groups. */
static int transpose_weights(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    const struct job *j = context;
    const struct rt_conv_problem *s = j->s;
    const int64_t block = j->loops->block, size = (int64_t)j->size;
    const int64_t some = s->input_grad || j->taps > 128 ? 1 : 256 / j->taps; /* channels */
    const rt_transpose_loop transpose = rt_cpu_loops()->transpose[2 + s->wide];
    const size_t bytes = (size_t)(some * j->taps * block) * j->size;
    char *scratch = rt_device_cpu()->ops->alloc(s->device, bytes, err);

    if (!scratch)
        return -1;
    memset(scratch, 0, bytes);
    for (int64_t item = begin; item < end; item++) {
        const int64_t group = item / j->blocks, first = item % j->blocks * block;
        const int64_t count = s->outputs - first < block ? s->outputs - first : block;
        const char *from = (const char *)s->weight + (group * s->group_step + first * s->output_step) * size;
        if (count < block)
            memset(scratch, 0, bytes);
        for (int64_t c = 0; c < s->channels; c += some) {
            const int64_t channels = s->channels - c < some ? s->channels - c : some;
            transpose(channels * j->taps, count, scratch, block, from + c * s->channel_step * size, s->output_step);
            distribute_weights(j, item, c, channels, scratch);
        }
    }
    rt_device_cpu()->ops->free(s->device, scratch, bytes);
    return 0;
}

/* ---- strips ------------------------------------------------------------------------------------------------------ */

/* The planes of a group of an image from row `first` of positions on. Rows beside the image are never looked at, and
   columns beside it have been cleared. */
static void pack_planes(const struct job *j, const char *planes, int64_t first, char *to)
{
    const struct rt_conv_problem *s = j->s;
    const int64_t size = (int64_t)j->size, step[2] = {j->pack_step[0], j->pack_step[1]};
    const int64_t low[2] = {first * j->in_step[0] * step[0] + j->low[0], j->low[1]}, all[2] = {s->height, s->width};
    int64_t from[2], end[2] = {j->height, j->pitch};

    for (int d = 0; d < 2; d++) { /* rows and columns of the strip that are in the image */
        const int64_t last = all[d] - low[d] <= 0 ? 0 : (all[d] - low[d] + step[d] - 1) / step[d];
        from[d] = low[d] >= 0 ? 0 : (-low[d] + step[d] - 1) / step[d];
        end[d] = last < end[d] ? last : end[d];
        if (from[d] >= end[d])
            return;
    }
    planes += ((low[0] + from[0] * step[0]) * s->width + low[1] + from[1] * step[1]) * size;
    to += (from[0] * j->pitch + from[1]) * size;
    for (int64_t c = 0; c < s->channels; c++, planes += s->height * s->width * size, to += j->plane * size)
        rt_cpu_loops()->plane[2 + s->wide](end[0] - from[0], end[1] - from[1], to, j->pitch, 1, planes,
                                           step[0] * s->width, step[1]);
}

struct scratch {
    const char *pixels; /* of the images of a tile: the planes, or where they are */
    char *planes, *sums, *transposed, *start;
    int64_t *position, *target;
    struct rt_blocked_run *run;
    int64_t runs;
    bool even;
};

/* Stores the sums of a block in its outputs. */
static void put(const struct job *j, const struct phase *phase, const struct scratch *scratch, int64_t rows,
                int64_t first, int64_t count, char *out)
{
    const struct rt_conv_problem *s = j->s;
    const int64_t size = (int64_t)j->size, plane = s->out_height * s->out_width, width = phase->count[1],
                  y = phase->first[0] + first * j->step[0];
    const rt_transpose_loop transpose = rt_cpu_loops()->transpose[2 + s->wide];

    out += (y * s->out_width + phase->first[1]) * size;
    if (j->step[0] == 1 && j->step[1] == 1) {
        transpose(count, rows * width, out, plane, scratch->sums, j->loops->block);
        return;
    }
    transpose(count, rows * width, scratch->transposed, rows * width, scratch->sums, j->loops->block);
    for (int64_t m = 0; m < count; m++)
        rt_cpu_loops()->plane[2 + s->wide](rows, width, out + m * plane * size, j->step[0] * s->out_width, j->step[1],
                                           scratch->transposed + m * rows * width * size, width, 1);
}

/* The taps [begin, end) of a direction that position i of a phase sees. */
static void taps_of(const struct job *j, const struct phase *phase, int d, int64_t i, int64_t *begin, int64_t *end)
{
    const int64_t from = i * j->in_step[d] * j->pack_step[d], size = d ? j->s->width : j->s->height;

    *begin = phase->taps[d];
    *end = 0;
    for (int64_t t = 0; t < phase->taps[d]; t++) {
        const int64_t pixel = from + phase->pixel[d][t];
        if (pixel >= 0 && pixel < size) {
            *begin = t < *begin ? t : *begin;
            *end = t + 1;
        }
    }
    *begin = *begin > *end ? *end : *begin;
}

/* The positions of the rows [first, first + rows) of some images: sums are stored image by image, runs go row by row,
   because rows near borders do not see all rows of taps. */
static void set_runs(const struct job *j, const struct phase *phase, int64_t images, int64_t first, int64_t rows,
                     struct scratch *scratch)
{
    const int64_t width = phase->count[1], each = j->s->channels * phase->taps[1];
    int64_t i = 0;

    scratch->even = j->in_step[1] == 1 && width >= RT_BLOCKED_MIN_RUN;
    scratch->runs = 0;
    for (int64_t y = 0; y < rows; y++) {
        int64_t begin, end;
        taps_of(j, phase, 0, first + y, &begin, &end);
        for (int64_t n = 0; n < images; n++) {
            if (n == 0 || scratch->even)
                scratch->run[scratch->runs++] = (struct rt_blocked_run){0, begin * each, end * each, false};
            scratch->run[scratch->runs - 1].positions += width;
            for (int64_t x = 0; x < width; x++, i++) {
                scratch->position[i] = n * j->image + y * j->in_step[0] * j->pitch + x * j->in_step[1];
                scratch->target[i] = (n * rows + y) * width + x;
            }
        }
    }
}

/* The end of the positions from `i` on that see the same taps of a direction, which are [*begin, *end). */
static int64_t kind_of(const struct job *j, const struct phase *phase, int d, int64_t i, int64_t last, int64_t *begin,
                       int64_t *end)
{
    int64_t from, to;

    taps_of(j, phase, d, i, begin, end);
    for (i++; i < last; i++) {
        taps_of(j, phase, d, i, &from, &to);
        if (from != *begin || to != *end)
            break;
    }
    return i;
}

/* The same by kinds of positions: a run for each row of taps, unless they see full rows. */
static void set_kinds(const struct job *j, const struct phase *phase, int64_t images, int64_t first, int64_t rows,
                      struct scratch *scratch)
{
    const int64_t width = phase->count[1], channels = j->s->channels, taps = phase->taps[1];
    int64_t i = 0, y_end, x_end, rows_from, rows_to, from, to;

    scratch->even = false;
    scratch->runs = 0;
    for (int64_t y = first; y < first + rows; y = y_end) {
        y_end = kind_of(j, phase, 0, y, first + rows, &rows_from, &rows_to);
        for (int64_t x = 0; x < width; x = x_end) {
            x_end = kind_of(j, phase, 1, x, width, &from, &to);
            const bool nothing = rows_from == rows_to || from == to;
            const int64_t positions = images * (y_end - y) * (x_end - x);
            for (int64_t n = 0; n < images; n++)
                for (int64_t row = y; row < y_end; row++)
                    for (int64_t column = x; column < x_end; column++, i++) {
                        scratch->position[i] = n * j->image + row * j->in_step[0] * j->pack_step[0] * j->pitch +
                                               column * j->in_step[1] * j->pack_step[1];
                        scratch->target[i] = (n * rows + row - first) * width + column;
                    }
            if (nothing || to - from == taps) {
                const int64_t begin = nothing ? 0 : rows_from * taps * channels,
                              end = nothing ? 0 : rows_to * taps * channels;
                scratch->run[scratch->runs++] = (struct rt_blocked_run){positions, begin, end, false};
                continue;
            }
            for (int64_t t = rows_from; t < rows_to; t++)
                scratch->run[scratch->runs++] = (struct rt_blocked_run){positions, (t * taps + from) * channels,
                                                                        (t * taps + to) * channels, t > rows_from};
        }
    }
}

/* One block of outputs of one phase: all its depth. */
static int run_block(const struct job *j, const struct phase *phase, const struct scratch *scratch, int64_t item,
                     int64_t count, struct rt_error *err)
{
    const int64_t block = j->loops->block, panel = PANEL / (block * (int64_t)j->size);
    const char *weights = phase->weights + (size_t)(item * phase->depth * block) * j->size;
    int64_t t = 0;

    do {
        const struct rt_blocked convolve = {.runs = scratch->runs,
                                            .begin = t,
                                            .end = phase->depth - t < panel ? phase->depth : t + panel,
                                            .outputs = count,
                                            .run = scratch->run,
                                            .position = scratch->position,
                                            .target = scratch->target,
                                            .offsets = phase->offsets,
                                            .even = scratch->even};
        j->loops->convolve(&convolve, scratch->pixels, weights + (size_t)(t * block) * j->size,
                           t ? NULL : scratch->start, scratch->sums);
        if (rt_pool_check(err) < 0)
            return -1;
        t = convolve.end;
    } while (t < phase->depth);
    return 0;
}

static int run_tile(const struct job *j, int64_t tile, struct scratch *scratch, int64_t *packed, struct rt_error *err)
{
    const struct rt_conv_problem *s = j->s;
    const int64_t size = (int64_t)j->size, part = tile % j->parts, from = tile / j->parts;
    const int64_t strip = from % j->strips, group = from / j->strips % s->groups,
                  image = from / j->strips / s->groups * j->images;
    const int64_t images = s->images - image < j->images ? s->images - image : j->images, first = strip * j->rows;
    const int64_t last = (part + 1) * j->part < j->blocks ? (part + 1) * j->part : j->blocks,
                  plane = s->out_height * s->out_width;

    const char *in = (const char *)s->from + (image * s->groups + group) * s->channels * s->height * s->width * size;

    for (int64_t n = 0; !j->kinds && *packed != from && n < images; n++)
        pack_planes(j, in + n * s->groups * s->channels * s->height * s->width * size, first,
                    scratch->planes + n * s->channels * j->plane * size);
    scratch->pixels = j->kinds ? in : scratch->planes;
    *packed = from;
    for (int64_t p = 0; p < j->phases; p++) {
        const struct phase *phase = &j->phase[p];
        const int64_t left = phase->count[0] - first, rows = left < j->rows ? left : j->rows;
        if (rows <= 0 || phase->count[1] == 0)
            continue;
        (j->kinds ? set_kinds : set_runs)(j, phase, images, first, rows, scratch);
        for (int64_t b = part * j->part; b < last; b++) {
            const int64_t output = b * j->loops->block,
                          count = s->outputs - output < j->loops->block ? s->outputs - output : j->loops->block;
            struct scratch at = *scratch;
            memset(scratch->start, 0, (size_t)(j->loops->block * size));
            if (s->bias)
                memcpy(scratch->start, (const char *)s->bias + (group * s->outputs + output) * size,
                       (size_t)(count * size));
            if (run_block(j, phase, scratch, group * j->blocks + b, count, err) < 0)
                return -1;
            for (int64_t n = 0; n < images; n++, at.sums += rows * phase->count[1] * j->loops->block * size)
                put(j, phase, &at, rows, first, count,
                    (char *)s->to + (((image + n) * s->groups + group) * s->outputs + output) * plane * size);
        }
    }
    return 0;
}

static int run_tiles(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    const struct job *j = context;
    const int64_t size = (int64_t)j->size, block = j->loops->block, positions = j->rows * j->most[1];
    const int64_t planes = j->kinds ? 0 : (j->images * j->s->channels * j->plane + SLACK) * size / 64 * 64 + 64;
    const int64_t sums = j->images * positions * block * size,
                  transposed = j->phases > 1 ? positions * block * size : 0;
    const int64_t runs = j->kinds ? positions * j->s->kernel[0] : j->images * j->rows;
    const size_t bytes = (size_t)(planes + sums + transposed + block * size + 2 * j->images * positions * 8) +
                         (size_t)runs * sizeof *((struct scratch *)0)->run;
    struct scratch scratch = {.planes = rt_device_cpu()->ops->alloc(j->s->device, bytes, err)};
    int64_t packed = -1;
    int status = scratch.planes ? 0 : -1;

    if (status < 0)
        return -1;
    memset(scratch.planes, 0, (size_t)planes);
    scratch.sums = scratch.planes + planes;
    scratch.transposed = scratch.sums + sums;
    scratch.start = scratch.transposed + transposed;
    scratch.position = (int64_t *)(void *)(scratch.start + block * size);
    scratch.target = scratch.position + j->images * positions;
    scratch.run = (struct rt_blocked_run *)(void *)(scratch.target + j->images * positions);
    for (int64_t tile = begin; tile < end && status == 0; tile++)
        status = run_tile(j, tile, &scratch, &packed, err);
    rt_device_cpu()->ops->free(j->s->device, scratch.planes, bytes);
    return status;
}

/* ---- phases ------------------------------------------------------------------------------------------------------ */

/* The pixel that position `first` sees under a tap of one direction; false: none. */
static bool pixel_of(const struct rt_conv_problem *s, int d, int64_t first, int64_t tap, int64_t *pixel)
{
    if (!s->input_grad) {
        *pixel = tap * s->dilation[d] - s->padding[d];
        return true;
    }
    *pixel = first + s->padding[d] - tap * s->dilation[d];
    if (*pixel % s->stride[d])
        return false;
    *pixel /= s->stride[d];
    return true;
}

/* Where each phase begins and which taps it has. */
static void set_phases(struct job *j, int64_t *memory)
{
    const struct rt_conv_problem *s = j->s;
    const int64_t size[2] = {s->out_height, s->out_width};
    int64_t high[2] = {INT64_MIN, INT64_MIN};

    j->low[0] = j->low[1] = INT64_MAX;
    for (int64_t p = 0; p < j->phases; p++) {
        struct phase *phase = &j->phase[p];
        *phase = (struct phase){.first = {p / j->step[1], p % j->step[1]}};
        for (int d = 0; d < 2; d++) {
            phase->tap[d] = memory;
            phase->pixel[d] = memory + s->kernel[d];
            memory += 2 * s->kernel[d];
            phase->count[d] = (size[d] - phase->first[d] + j->step[d] - 1) / j->step[d];
            phase->count[d] = phase->count[d] < 0 ? 0 : phase->count[d];
            j->most[d] = phase->count[d] > j->most[d] ? phase->count[d] : j->most[d];
            for (int64_t t = 0, at; t < s->kernel[d]; t++) {
                if (!pixel_of(s, d, phase->first[d], t, &at))
                    continue;
                j->low[d] = at < j->low[d] ? at : j->low[d];
                high[d] = at > high[d] ? at : high[d];
                phase->pixel[d][phase->taps[d]] = at;
                phase->tap[d][phase->taps[d]++] = t;
            }
        }
        phase->depth = s->channels * phase->taps[0] * phase->taps[1];
    }
    for (int d = 0; d < 2; d++) {
        j->reach[d] = high[d] - j->low[d] + 1;
        j->pack_step[d] = 1;
        if (j->reach[d] == 1) { /* no pixel between is seen */
            j->pack_step[d] = j->in_step[d];
            j->in_step[d] = 1;
        }
    }
}

static void set_offsets(struct job *j, struct phase *phase, int64_t *offsets)
{
    phase->offsets = offsets;
    for (int64_t y = 0; y < phase->taps[0]; y++)
        for (int64_t c = 0; c < j->s->channels; c++)
            for (int64_t x = 0; x < phase->taps[1]; x++)
                offsets[step_of(j, phase, y, c, x)] = c * j->plane +
                                                      (phase->pixel[0][y] - (j->kinds ? 0 : j->low[0])) * j->pitch +
                                                      phase->pixel[1][x] - (j->kinds ? 0 : j->low[1]);
}

static int64_t at_least_one(int64_t n)
{
    return n < 1 ? 1 : n;
}

/* Strips of rows of positions, or some images, and chunks of the outputs: as in cpu_conv_direct.c. */
static void cut(struct job *j)
{
    const struct rt_conv_problem *s = j->s;
    const int64_t threads = rt_pool_threads(), scratch = STRIP / (int64_t)j->size;
    int64_t fit, tiles;
    double work;

    j->kinds = rt_blocked_by_kinds(s);
    j->pitch = j->kinds ? s->width : (j->most[1] - 1) * j->in_step[1] + j->reach[1];
    fit = j->kinds ? s->out_height : (scratch / (s->channels * j->pitch) - j->reach[0]) / j->in_step[0] + 1;
    fit = fit > POSITIONS / j->most[1] ? POSITIONS / j->most[1] : fit;
    fit = fit > j->most[0] ? j->most[0] : at_least_one(fit);
    j->strips = (j->most[0] + fit - 1) / fit;
    j->rows = (j->most[0] + j->strips - 1) / j->strips;
    j->strips = (j->most[0] + j->rows - 1) / j->rows;
    j->height = (j->rows - 1) * j->in_step[0] + j->reach[0];
    j->plane = j->kinds ? s->height * s->width : j->height * j->pitch;
    j->image = (j->kinds ? s->groups : 1) * s->channels * j->plane;
    j->images = 1;
    if (j->strips == 1) {
        const int64_t by_positions = POSITIONS / (j->rows * j->most[1]),
                      by_capacity = scratch / (s->channels * j->plane);
        j->images = by_positions < by_capacity ? by_positions : by_capacity;
        j->images = at_least_one(j->images > s->images ? s->images : j->images);
    }
    if (j->images > 1) { /* sets of about one size, and some for each thread */
        const int64_t wanted = s->groups >= 2 * threads ? 1 : threads;
        j->sets = (s->images + j->images - 1) / j->images;
        if (s->images >= 2 * wanted)
            j->sets = (j->sets + wanted - 1) / wanted * wanted;
        j->images = (s->images + j->sets - 1) / j->sets;
    }
    j->sets = (s->images + j->images - 1) / j->images;
    tiles = j->sets * s->groups * j->strips;
    work = 2.0 * (double)(j->images * j->rows * j->most[1]) * (double)s->outputs * (double)(s->channels * j->taps);
    j->parts = tiles >= 4 * threads || tiles % threads == 0 ? 1 : (4 * threads + tiles - 1) / tiles;
    if (work / MAX_FLOPS > (double)j->parts)
        j->parts = (int64_t)(work / MAX_FLOPS);
    j->parts = at_least_one(j->parts > j->blocks ? j->blocks : j->parts);
    j->part = (j->blocks + j->parts - 1) / j->parts;
    j->parts = (j->blocks + j->part - 1) / j->part;
}

int rt_cpu_conv_blocked(const struct rt_conv_problem *s, double flops, struct rt_error *err)
{
    struct job j = {.s = s,
                    .loops = choose(s->wide),
                    .size = s->wide ? 8 : 4,
                    .taps = s->kernel[0] * s->kernel[1],
                    .step = {1, 1},
                    .in_step = {s->stride[0], s->stride[1]}};
    const int64_t depth = s->channels * j.taps;
    int status;

    for (int d = 0; s->input_grad && d < 2; d++) {
        j.step[d] = s->stride[d];
        j.in_step[d] = 1;
    }
    j.blocks = (s->outputs + j.loops->block - 1) / j.loops->block;
    j.phases = j.step[0] * j.step[1];
    const size_t weights = (size_t)(s->groups * j.blocks * depth * j.loops->block) * j.size;
    const size_t lists = (size_t)(depth + j.phases * 2 * (s->kernel[0] + s->kernel[1])) * sizeof(int64_t);
    j.bytes = weights + lists + (size_t)j.phases * sizeof *j.phase;
    if (!(j.memory = rt_device_cpu()->ops->alloc(s->device, j.bytes, err)))
        return -1;
    int64_t *offsets = (int64_t *)(void *)(j.memory + weights);
    j.phase = (struct phase *)(void *)(j.memory + weights + lists);
    set_phases(&j, offsets + depth);
    cut(&j);
    for (int64_t p = 0, at = 0; p < j.phases; at += j.phase[p++].depth) {
        set_offsets(&j, &j.phase[p], offsets + at);
        j.phase[p].weights = j.memory + (size_t)(at * s->groups * j.blocks * j.loops->block) * j.size;
    }
    const int64_t items = s->groups * j.blocks, each = depth * j.loops->block;
    status = rt_parallel_for(items, 1 + 16384 / each, rt_size_cost(items, each), transpose_weights, &j, err);
    if (status == 0)
        status = rt_parallel_for(j.sets * s->groups * j.strips * j.parts, 1, FLOPS(flops), run_tiles, &j, err);
    rt_device_cpu()->ops->free(s->device, j.memory, j.bytes);
    return status;
}
