/* The kernel class `sample`: images looked at in places of a grid. For some places of an image at once it says which
   pixels they are made of and by which weights, which is the same for all channels; rows of results are then put
   together by the loops of cpu_resample.h. Places are calculated in the type of the grid. Knows no tensors. */
#include "cpu_resample.h"

#include <math.h>
#include <string.h>

#define CHUNK 128    /* places taken together */
#define MOST_TAPS 16 /* of bicubic ones */

struct job {
    const struct rt_sample_call *call;
    const struct rt_resample_loops *loops;
    bool wide;
    int dims;
    int64_t size[3]; /* of the image, the last dimension last */
    int64_t places, chunks, pixels;
};

/* One bicubic place along one dimension: its pixels, of which those outside are -1, and their weights. */
struct spot {
    int64_t at[4];
    double weight[4];
};

static double mirrored(double x, double low, double high, bool wide)
{
    const double span = high - low;

    if (span == 0)
        return 0;
    x = fabs(x - low);
    x = wide ? x : (double)(float)x;
    const double extra = fmod(x, span), flips = floor(x / span);
    return (fmod(flips, 2) == 0 ? extra : span - extra) + low;
}

/* Moved into the image, where borders are not zeros. */
static double inside(const struct job *j, double x, int64_t size)
{
    const double last = (double)(size - 1);

    if (j->call->padding == RT_SAMPLE_ZEROS)
        return x;
    if (j->call->padding == RT_SAMPLE_REFLECTION)
        x = j->call->align ? mirrored(x, 0, last, j->wide) : mirrored(x, -0.5, last + 0.5, j->wide);
    return x > 0 ? (x < last ? x : last) : 0; /* what is no number, too */
}

static int64_t pixel(double x, int64_t size)
{
    return x >= 0 && x <= (double)(size - 1) ? (int64_t)x : -1;
}

static void find(const struct job *j, double place, int64_t size, struct spot *s)
{
    double x;

    if (j->wide)
        x = j->call->align ? (place + 1) / 2 * (double)(size - 1) : ((place + 1) * (double)size - 1) / 2;
    else {
        const float p = (float)place;
        x = j->call->align ? (double)((p + 1) / 2 * (float)(size - 1)) : (double)(((p + 1) * (float)size - 1) / 2);
    }
    const double low = floor(x), a = -0.75, t = x - low;
    const double far[2] = {t + 1, 2 - t}, near[2] = {t, 1 - t};
    for (int k = 0; k < 2; k++) {
        s->weight[3 * k] = ((a * far[k] - 5 * a) * far[k] + 8 * a) * far[k] - 4 * a;
        s->weight[1 + k] = ((a + 2) * near[k] - (a + 3)) * near[k] * near[k] + 1;
    }
    for (int k = 0; k < 4; k++)
        s->at[k] = pixel(inside(j, low + k - 1, size), size);
}

/* The taps of n places: all pairs of those along each dimension. */
static void combine_cubic(const struct job *j, const char *grid, int64_t n, int32_t *index, void *weight)
{
    for (int64_t p = 0; p < n; p++) {
        struct spot spots[2];
        for (int d = 0; d < 2; d++) { /* x comes first */
            const int64_t at = p * 2 + 1 - d;
            find(j,
                 j->wide ? ((const double *)(const void *)grid)[at] : (double)((const float *)(const void *)grid)[at],
                 j->size[d], &spots[d]);
        }
        for (int t = 0; t < MOST_TAPS; t++) {
            const int64_t y = spots[0].at[t / 4], x = spots[1].at[t % 4];
            const bool there = y >= 0 && x >= 0;
            double w = spots[0].weight[t / 4] * spots[1].weight[t % 4];
            w = there ? w : w - w; /* what is no number stays so */
            index[t * n + p] = there ? (int32_t)(y * j->size[1] + x) : 0;
            if (j->wide)
                ((double *)weight)[t * n + p] = w;
            else
                ((float *)weight)[t * n + p] = (float)w;
        }
    }
}

/* The same of linear ones, of two or three dimensions, and of nearest pixels. Returns how many taps there are. */
static int combine(const struct job *j, const char *grid, int64_t n, int32_t *index, void *weight)
{
    const int64_t size = j->wide ? 8 : 4;
    const int taps = j->call->mode == RT_SAMPLE_NEAREST ? 1 : 1 << j->dims;
    double low[3][CHUNK], part[3][CHUNK];

    for (int d = 0; d < j->dims; d++)
        j->loops->spots(j->call, n, grid + (j->dims - 1 - d) * size, j->dims, j->size[d], low[d], part[d]);
    if (taps == 4) {
        j->loops->corners(n, (const void *const[]){low[0], low[1]}, (const void *const[]){part[0], part[1]}, j->size,
                          index, weight);
        return taps;
    }
    for (int t = 0; t < taps; t++)
        for (int d = 0; d < j->dims; d++)
            j->loops->corner(n, low[d], part[d], j->size[d], t >> d & 1, d == 0, index + t * n,
                             (char *)weight + t * n * size);
    return taps;
}

static int sample_tile(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    const struct job *j = context;
    const struct rt_sample_call *call = j->call;
    const int64_t size = j->wide ? 8 : 4, channels = call->in.shape[1];
    int32_t index[CHUNK * MOST_TAPS], low[CHUNK / RT_RESAMPLE_LANES + 1], reach[CHUNK / RT_RESAMPLE_LANES + 1];
    double weight[CHUNK * MOST_TAPS];

    for (int64_t tile = begin; tile < end; tile++) {
        const int64_t image = tile / j->chunks, first = tile % j->chunks * CHUNK;
        const int64_t n = j->places - first < CHUNK ? j->places - first : CHUNK;
        const char *grid = (const char *)call->grid.data + (image * j->places + first) * j->dims * size;
        struct rt_resample_line line = {
            .n = n, .size = j->pixels, .gapped = true, .index = index, .low = low, .reach = reach, .weight = weight};
        for (int64_t g = 0; g <= n / RT_RESAMPLE_LANES; g++) { /* anywhere */
            low[g] = 0;
            reach[g] = j->pixels < INT32_MAX ? (int32_t)j->pixels : INT32_MAX;
        }
        line.taps = MOST_TAPS;
        if (call->mode == RT_SAMPLE_BICUBIC)
            combine_cubic(j, grid, n, index, weight);
        else
            line.taps = combine(j, grid, n, index, weight);
        for (int64_t c = 0; c < channels; c++)
            j->loops->line(&line, (const char *)call->in.data + (image * channels + c) * j->pixels * size,
                           (char *)call->out.data + ((image * channels + c) * j->places + first) * size);
        if (rt_pool_check(err) < 0)
            return -1;
    }
    return 0;
}

int rt_cpu_sample(struct rt_device *device, const struct rt_sample_call *call, struct rt_error *err)
{
    struct job j = {.call = call, .wide = call->in.dtype == RT_FLOAT64, .dims = call->in.ndim - 2, .pixels = 1};
    int64_t tiles, each;

    (void)device;
    for (int d = 0; d < j.dims; d++) {
        j.size[d] = call->in.shape[2 + d];
        j.pixels *= j.size[d];
    }
    if ((call->in.dtype != RT_FLOAT32 && !j.wide) || j.pixels > INT32_MAX)
        return rt_error_set(err, RT_NOT_IMPLEMENTED, "\"grid_sampler\" not implemented for '%s'",
                            rt_dtype_table[call->in.dtype].scalar);
    if (rt_view_numel(&call->out) == 0)
        return 0;
    j.loops = rt_resample_loops_of(j.wide);
    j.places = rt_view_numel(&call->out) / call->out.shape[0] / call->out.shape[1];
    j.chunks = (j.places + CHUNK - 1) / CHUNK;
    tiles = call->out.shape[0] * j.chunks;
    each = CHUNK * (call->in.shape[1] * 4 + 40);
    return rt_parallel_for(tiles, rt_grain(tiles, each, 65536), tiles * each, sample_tile, &j, err);
}
