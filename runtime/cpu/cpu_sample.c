/* The kernel class `sample`: images sampled at the coordinates of a grid (grid_sample). For some positions of an image
   at once it says which pixels they are made of and by which weights, which is the same for all channels; rows of
   results are then put together by the loops of cpu_resample.h. Gradients of images are added up position by position;
   those of positions come from the sums over channels of gradients times pixels. Positions are calculated in the type
   of the grid. Knows no tensors. */
#include "cpu_resample.h"

#include <string.h>

#define CHUNK 128   /* positions taken together */
#define MAX_TAPS 16 /* of bicubic ones */

struct job {
    const struct rt_sample_call *call;
    const struct rt_resample_loops *loops;
    bool wide;
    int dims;
    int64_t size[3]; /* of the image, the last dimension last */
    int64_t positions, chunks, pixels;
    int64_t channel_parts, position_weights; /* gradients: items of an image */
    bool full;                               /* an item is a full image */
};

/* What is known of some positions: low, and the fraction of a step behind it, of linear ones; pixels and weights of
   bicubic ones, and derivatives where they are wanted. */
struct coordinates {
    double low[3][CHUNK], part[3][CHUNK];
    double at[2][4 * CHUNK], weight[2][4 * CHUNK], derivative[2][4 * CHUNK];
};

/* The taps of n bicubic positions: all pairs of those along each dimension. */
static int combine_cubic(const struct job *j, const char *grid, int64_t n, bool derivatives, struct coordinates *s,
                         int32_t *index, void *weight)
{
    const int64_t size = j->wide ? 8 : 4;

    for (int d = 0; d < 2; d++) /* x comes first */
        j->loops->cubic(j->call, n, grid + (1 - d) * size, 2, j->size[d], s->at[d], s->weight[d],
                        derivatives ? s->derivative[d] : NULL);
    for (int t = 0; t < MAX_TAPS; t++) {
        const int64_t y = t / 4 * n * size, x = t % 4 * n * size;
        j->loops->cross(n, (char *)s->at[0] + y, (char *)s->at[1] + x, (char *)s->weight[0] + y,
                        (char *)s->weight[1] + x, j->size[1], index + t * n, (char *)weight + t * n * size);
    }
    return MAX_TAPS;
}

/* The same of linear ones, of two or three dimensions, and of nearest pixels. */
static int combine_linear(const struct job *j, const char *grid, int64_t n, struct coordinates *s, int32_t *index,
                          void *weight)
{
    const int64_t size = j->wide ? 8 : 4;
    const int taps = j->call->mode == RT_SAMPLE_NEAREST ? 1 : 1 << j->dims;

    for (int d = 0; d < j->dims; d++)
        j->loops->coordinates(j->call, n, grid + (j->dims - 1 - d) * size, j->dims, j->size[d], s->low[d], s->part[d]);
    if (taps == 4) {
        j->loops->corners(n, (const void *const[]){s->low[0], s->low[1]}, (const void *const[]){s->part[0], s->part[1]},
                          j->size, index, weight);
        return taps;
    }
    for (int t = 0; t < taps; t++)
        for (int d = 0; d < j->dims; d++)
            j->loops->corner(n, s->low[d], s->part[d], j->size[d], t >> d & 1, d == 0, index + t * n,
                             (char *)weight + t * n * size);
    return taps;
}

/* Returns how many taps there are. */
static int combine(const struct job *j, const char *grid, int64_t n, bool derivatives, struct coordinates *s,
                   int32_t *index, void *weight)
{
    return j->call->mode == RT_SAMPLE_BICUBIC ? combine_cubic(j, grid, n, derivatives, s, index, weight)
                                              : combine_linear(j, grid, n, s, index, weight);
}

static int sample_tile(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    const struct job *j = context;
    const struct rt_sample_call *call = j->call;
    const int64_t size = j->wide ? 8 : 4, channels = call->in.shape[1];
    int32_t index[CHUNK * MAX_TAPS], low[CHUNK / RT_RESAMPLE_LANES + 1], reach[CHUNK / RT_RESAMPLE_LANES + 1];
    double weight[CHUNK * MAX_TAPS];
    struct coordinates coordinates;

    for (int64_t tile = begin; tile < end; tile++) {
        const int64_t image = tile / j->chunks, first = tile % j->chunks * CHUNK;
        const int64_t n = j->positions - first < CHUNK ? j->positions - first : CHUNK;
        const char *grid = (const char *)call->grid.data + (image * j->positions + first) * j->dims * size;
        struct rt_resample_line line = {
            .n = n, .size = j->pixels, .gapped = true, .index = index, .low = low, .reach = reach, .weight = weight};
        for (int64_t g = 0; g <= n / RT_RESAMPLE_LANES; g++) { /* anywhere */
            low[g] = 0;
            reach[g] = j->pixels < INT32_MAX ? (int32_t)j->pixels : INT32_MAX;
        }
        line.taps = combine(j, grid, n, false, &coordinates, index, weight);
        for (int64_t c = 0; c < channels; c++)
            j->loops->line(&line, (const char *)call->in.data + (image * channels + c) * j->pixels * size,
                           (char *)call->out.data + ((image * channels + c) * j->positions + first) * size);
        if (rt_pool_check(err) < 0)
            return -1;
    }
    return 0;
}

/* ---- gradients --------------------------------------------------------------------------------------------------- */

/* Some positions of an image, one after the other: first the gradient of some channels, then that of their positions.
 */
struct backward_scratch {
    int32_t index[CHUNK * MAX_TAPS];
    double weight[CHUNK * MAX_TAPS], scratch[CHUNK * MAX_TAPS], sums[CHUNK * MAX_TAPS], speed[CHUNK];
    struct coordinates coordinates;
};

/* The derivatives of the weights along a dimension. */
static void gradients_of(const struct job *j, int64_t n, int taps, int along, const struct coordinates *s, char *to)
{
    const int64_t size = j->wide ? 8 : 4;

    for (int t = 0; t < taps; t++, to += n * size)
        if (j->call->mode == RT_SAMPLE_BICUBIC) {
            const int64_t y = t / 4 * n * size, x = t % 4 * n * size;
            j->loops->cross(n, (const char *)s->at[0] + y, (const char *)s->at[1] + x,
                            (const char *)(along == 0 ? s->derivative : s->weight)[0] + y,
                            (const char *)(along == 1 ? s->derivative : s->weight)[1] + x, j->size[1], NULL, to);
        } else
            for (int d = 0; d < j->dims; d++) {
                /* those of images have the last dimension's neighbours side by side, see corners */
                const int bit = j->dims == 2 ? 1 - d : d;
                j->loops->derivative(n, s->low[d], s->part[d], j->size[d], t >> bit & 1, d == 0, d == along, to);
            }
}

/* Chunk `chunk` of an image: adds to the gradients of the channels [first, end), and, where `positions`, writes that of
   the grid. */
static void back_chunk(const struct job *j, int64_t image, int64_t chunk, int64_t first_channel, int64_t end,
                       bool positions, struct backward_scratch *scratch)
{
    const struct rt_sample_call *call = j->call;
    const int64_t size = j->wide ? 8 : 4, channels = call->in.shape[1], first = chunk * CHUNK;
    const int64_t n = j->positions - first < CHUNK ? j->positions - first : CHUNK;
    const int64_t at = (image * j->positions + first) * j->dims * size;
    const char *grid = (const char *)call->grid.data + at;
    char *to = (char *)call->grad_grid.data + at;
    struct rt_resample_line line = {
        .n = n, .size = j->pixels, .gapped = true, .index = scratch->index, .weight = scratch->weight};

    if (positions && call->mode == RT_SAMPLE_NEAREST) {
        memset(to, 0, (size_t)(n * j->dims * size));
        positions = false;
    }
    if (!positions && first_channel == end)
        return;
    line.taps = combine(j, grid, n, positions, &scratch->coordinates, scratch->index, scratch->weight);
    if (positions)
        memset(scratch->sums, 0, (size_t)(line.taps * n * size));
    for (int64_t c = 0; c < channels; c++) {
        const int64_t plane = (image * channels + c) * j->pixels * size;
        const char *grad = (const char *)call->grad.data + ((image * channels + c) * j->positions + first) * size;
        if (c >= first_channel && c < end)
            j->loops->scatter(&line, grad, scratch->scratch, (char *)call->grad_in.data + plane);
        if (positions)
            j->loops->collect(&line, grad, (const char *)call->in.data + plane, scratch->sums);
    }
    for (int d = 0; positions && d < j->dims; d++) {
        const int64_t k = j->dims - 1 - d; /* x comes first */
        gradients_of(j, n, line.taps, d, &scratch->coordinates, (char *)scratch->scratch);
        j->loops->speeds(call, n, grid + k * size, j->dims, j->size[d], scratch->speed);
        j->loops->chain_rule(n, line.taps, scratch->speed, scratch->scratch, scratch->sums, j->dims, to + k * size);
    }
}

/* Items are images; or chunks of the channels of an image, then chunks of its positions. Each sum is made by one item,
   in the same order. */
static int back_tile(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    const struct job *j = context;
    const struct rt_sample_call *call = j->call;
    const int64_t size = j->wide ? 8 : 4, channels = call->in.shape[1], parts = j->channel_parts + j->position_weights;
    struct backward_scratch scratch;

    for (int64_t item = begin; item < end; item++) {
        const int64_t image = item / parts, part = item % parts, position_weight = part - j->channel_parts;
        int64_t first = 0, last = 0, chunk = 0, chunks = j->chunks;
        const bool positions = call->grad_grid.data && (j->full || position_weight >= 0);
        if (call->grad_in.data && position_weight < 0) {
            first = channels * part / j->channel_parts;
            last = channels * (part + 1) / j->channel_parts;
            memset((char *)call->grad_in.data + (image * channels + first) * j->pixels * size, 0,
                   (size_t)((last - first) * j->pixels * size));
        }
        if (position_weight >= 0) {
            chunk = j->chunks * position_weight / j->position_weights;
            chunks = j->chunks * (position_weight + 1) / j->position_weights;
        }
        for (; chunk < chunks; chunk++) {
            back_chunk(j, image, chunk, first, last, positions, &scratch);
            if (rt_pool_check(err) < 0)
                return -1;
        }
    }
    return 0;
}

static int run_back(struct job *j, int64_t each, struct rt_error *err)
{
    const struct rt_sample_call *call = j->call;
    const int64_t images = call->in.shape[0], threads = rt_pool_threads();
    const int64_t parts = images >= 2 * threads ? 1 : (4 * threads + images - 1) / images;

    j->full = parts == 1;
    if (call->grad_in.data || j->full)
        j->channel_parts = parts < call->in.shape[1] ? parts : call->in.shape[1];
    if (call->grad_grid.data && !j->full)
        j->position_weights = parts < j->chunks ? parts : j->chunks;
    return rt_parallel_for(images * (j->channel_parts + j->position_weights), 1,
                           rt_size_cost(rt_size_cost(rt_size_cost(images, j->chunks), each), 3), back_tile, j, err);
}

int rt_cpu_sample(struct rt_device *device, const struct rt_sample_call *call, struct rt_error *err)
{
    struct job j = {.call = call, .wide = call->in.dtype == RT_FLOAT64, .dims = call->in.ndim - 2, .pixels = 1};
    int64_t tiles, each;

    (void)device;
    for (int d = 0; d < j.dims; d++) {
        j.size[d] = call->in.shape[2 + d];
        j.pixels = rt_step_mul(j.pixels, j.size[d]);
    }
    if ((call->in.dtype != RT_FLOAT32 && !j.wide) || j.pixels > INT32_MAX)
        return rt_error_set(err, RT_NOT_IMPLEMENTED, "\"grid_sampler\" not implemented for '%s'",
                            rt_dtype_table[call->in.dtype].scalar);
    const struct rt_view *out = call->grad.data ? &call->grad : &call->out;
    if (rt_view_numel(out) == 0) {
        const struct rt_view *grads[] = {&call->grad_in, &call->grad_grid};
        for (int i = 0; call->grad.data && i < 2; i++)
            if (grads[i]->data)
                memset(grads[i]->data, 0, (size_t)rt_view_numel(grads[i]) * rt_dtype_size(grads[i]->dtype));
        return 0;
    }
    j.loops = rt_resample_loops_of(j.wide);
    j.positions = rt_view_numel(out) / out->shape[0] / out->shape[1];
    j.chunks = (j.positions + CHUNK - 1) / CHUNK;
    tiles = out->shape[0] * j.chunks;
    each = CHUNK * (call->in.shape[1] * 4 + 40);
    if (call->grad.data)
        return run_back(&j, each, err);
    return rt_parallel_for(tiles, rt_grain(tiles, each, 65536), rt_size_cost(tiles, each), sample_tile, &j, err);
}
