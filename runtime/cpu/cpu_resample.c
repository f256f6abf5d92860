/* The kernel class `resample`: images in other sizes and with borders. Owns the tables, which are made anew for each
   call: along each dimension, which elements a position is a sum of, and by which weights. The gradient of the image is
   the same with these tables transposed. Rows are put together first and taken apart after that where the result has
   fewer of them, and the other way round where it has more. Knows no tensors. */
#include "cpu_resample.h"
#include "resample_taps.h"

#include <string.h>

#define STRIP 16384 /* elements of a plane of results that a tile makes, unless one row has more */

/* Along one dimension: the taps [start[i], start[i + 1]) of position i. Identical dimensions have no table. */
struct axis {
    int64_t positions, size; /* of the result, of what it is made from */
    bool same, takes;        /* takes: one tap of weight 1 for each position */
    int64_t most;            /* taps of a position */
    int64_t *start;
    int32_t *index;
    double *weight;
    float *single; /* the same weights */
};

struct job {
    const struct rt_resample_call *call;
    const struct rt_resample_loops *loops;
    struct axis axis[3];
    struct rt_resample_line line; /* of the last dimension */
    void *table;                  /* its memory */
    int64_t run[2];               /* the positions of the last dimension that show one stretch of a row */
    bool wide, sparse;            /* sparse: positions differ too much in their taps for such a line */
    int64_t size;                 /* of an element */
    int64_t strip, strips;        /* rows of a tile; of a plane */
    int64_t reach;                /* most rows that a strip is made from */
    size_t slices, lines, bytes;  /* bytes of scratch: rows of slices put together; rows taken apart; all */
};

/* ---- tables ------------------------------------------------------------------------------------------------------ */

/* The taps of position i; returns how many. */
static int64_t taps_of(const struct rt_resample_axis *a, int64_t i, int32_t *index, double *weight)
{
    if (a->op == RT_RESAMPLE_LINEAR) {
        const int64_t low = rt_resample_linear(a, i, weight);
        index[0] = (int32_t)low;
        index[1] = (int32_t)(low + 1 < a->size ? low + 1 : a->size - 1);
        return 2;
    }
    if (a->op == RT_RESAMPLE_CUBIC) {
        const int64_t first = rt_resample_cubic(a, i, weight);
        for (int k = 0; k < 4; k++) {
            const int64_t at = first + k;
            index[k] = (int32_t)(at < 0 ? 0 : at >= a->size ? a->size - 1 : at);
        }
        return 4;
    }
    if (!rt_resample_takes(a->op)) {
        double center, wide, sum = 0;
        int64_t first, count = 0;
        const int64_t end = rt_resample_around(a, i, &first, &center, &wide);
        for (int64_t at = first; at < end; at++, count++) {
            index[count] = (int32_t)at;
            weight[count] = rt_resample_curve(a->op, ((double)at - center + 0.5) / wide);
            sum += weight[count];
        }
        for (int64_t k = 0; k < count; k++)
            weight[k] /= sum;
        return count;
    }
    index[0] = (int32_t)rt_resample_shown(a, i);
    weight[0] = 1;
    return 1;
}

static bool new_table(struct axis *a, int64_t positions, int64_t taps)
{
    a->start = rt_alloc_items(positions + 1, sizeof *a->start, 0);
    a->index = rt_alloc_items(taps + 1, sizeof *a->index, 0);
    a->weight = rt_alloc_items(taps + 1, sizeof *a->weight, 0);
    return a->start && a->index && a->weight;
}

static void free_table(struct axis *a)
{
    rt_free(a->start);
    rt_free(a->index);
    rt_free(a->weight);
    rt_free(a->single);
}

/* Elements become positions: the taps of each are the positions that look at it. */
static bool transpose_taps(struct axis *a)
{
    struct axis t = {.positions = a->size, .size = a->positions};
    const int64_t taps = a->start[a->positions];

    if (!new_table(&t, t.positions, taps)) {
        free_table(&t);
        return false;
    }
    memset(t.start, 0, (size_t)(t.positions + 1) * sizeof *t.start);
    for (int64_t k = 0; k < taps; k++)
        t.start[a->index[k] + 1]++;
    for (int64_t i = 0; i < t.positions; i++)
        t.start[i + 1] += t.start[i];
    for (int64_t i = 0; i < a->positions;
         i++) /* start[i] moves to the end of i's taps, which is the start of the next */
        for (int64_t k = a->start[i]; k < a->start[i + 1]; k++) {
            const int64_t to = t.start[a->index[k]]++;
            t.index[to] = (int32_t)i;
            t.weight[to] = a->weight[k];
        }
    for (int64_t i = t.positions; i > 0; i--)
        t.start[i] = t.start[i - 1];
    t.start[0] = 0;
    free_table(a);
    *a = t;
    return true;
}

static bool set_axis(struct axis *a, const struct rt_resample_call *call, int d)
{
    const struct rt_resample_axis map = rt_resample_axis_of(call, d);
    const int64_t bytes = rt_resample_max_taps(&map), positions = map.positions;
    int64_t taps = 0;

    *a = (struct axis){.positions = positions, .size = map.size, .same = rt_resample_is_same(&map), .most = 1};
    if (a->same)
        return true;
    if (!new_table(a, positions, positions * bytes))
        return false;
    for (int64_t i = 0; i < positions; i++) {
        a->start[i] = taps;
        taps += taps_of(&map, i, a->index + taps, a->weight + taps);
    }
    a->start[positions] = taps;
    a->takes = bytes == 1 && !call->back;
    if (call->back && !transpose_taps(a))
        return false;
    for (int64_t i = 0; i < a->positions; i++)
        if (a->start[i + 1] - a->start[i] > a->most)
            a->most = a->start[i + 1] - a->start[i];
    if (a->takes)
        return true;
    if (!(a->single = rt_alloc_items(taps + 1, sizeof *a->single, 0)))
        return false;
    for (int64_t k = 0; k < taps; k++)
        a->single[k] = (float)a->weight[k];
    return true;
}

/* Which elements the groups of positions look at. */
static void set_groups(const struct axis *a, int32_t *low, int32_t *reach)
{
    for (int64_t i = 0; i < a->positions; i += RT_RESAMPLE_LANES) {
        const int64_t end = i + RT_RESAMPLE_LANES < a->positions ? i + RT_RESAMPLE_LANES : a->positions;
        int32_t first = INT32_MAX, last = -1;
        for (int64_t k = a->start[i]; k < a->start[end]; k++) {
            first = a->index[k] < first ? a->index[k] : first;
            last = a->index[k] > last ? a->index[k] : last;
        }
        low[i / RT_RESAMPLE_LANES] = last < 0 ? 0 : first;
        reach[i / RT_RESAMPLE_LANES] = last < 0 ? 1 : last - first + 1;
    }
}

/* The last dimension's table as the loops want it. */
static bool set_line(struct job *j)
{
    const struct axis *a = &j->axis[2];
    const int64_t n = a->positions, taps = a->same ? 0 : a->most, groups = n / RT_RESAMPLE_LANES + 1;
    struct rt_resample_line *l = &j->line;

    if (a->same || (j->sparse = taps * n > 4 * a->start[n] + 1024))
        return true;
    const size_t weights = (size_t)(taps * n) * (j->wide ? 8 : 4), indices = (size_t)(taps * n) * sizeof(int32_t);
    if (!(j->table = rt_alloc(weights + indices + (size_t)(2 * groups) * sizeof(int32_t))))
        return false;
    int32_t *index = (int32_t *)(void *)((char *)j->table + weights);
    *l = (struct rt_resample_line){.n = n, .size = a->size, .taps = (int)taps, .index = index, .weight = j->table};
    l->low = index + taps * n;
    l->reach = l->low + groups;
    set_groups(a, (int32_t *)l->low, (int32_t *)l->reach);
    for (int64_t i = 0; i < n; i++)
        for (int64_t t = 0; t < taps; t++) {
            const int64_t k = a->start[i] + t;
            const bool there = k < a->start[i + 1];
            index[t * n + i] = there ? a->index[k] : l->low[i / RT_RESAMPLE_LANES];
            if (j->wide)
                ((double *)j->table)[t * n + i] = there ? a->weight[k] : 0;
            else
                ((float *)j->table)[t * n + i] = there ? (float)a->weight[k] : 0;
            l->gapped |= !there;
        }
    for (int64_t i = 0, from = 0; a->takes && i < n; i++) { /* the longest stretch */
        if (i && a->index[i] != a->index[i - 1] + 1)
            from = i;
        if (i + 1 - from > j->run[1] - j->run[0]) {
            j->run[0] = from;
            j->run[1] = i + 1;
        }
    }
    if (j->run[1] - j->run[0] < RT_RESAMPLE_LANES)
        j->run[0] = j->run[1] = 0;
    return true;
}

/* ---- rows -------------------------------------------------------------------------------------------------------- */

/* Element by element, for sizes without loops and for ends of rows. */
#define TAKE(type)                                                                                                     \
    for (int64_t i = from; i < to; i++)                                                                                \
    ((type *)out)[i] = ((const type *)row)[index[i]]
struct pair {
    double half[2];
};
static void take_some(int64_t size, int64_t from, int64_t to, const int32_t *index, const void *row, void *out)
{
    switch (size) {
    case 1:
        TAKE(uint8_t);
        break;
    case 2:
        TAKE(uint16_t);
        break;
    case 4:
        TAKE(uint32_t);
        break;
    case 8:
        TAKE(uint64_t);
        break;
    default:
        TAKE(struct pair);
    }
}

#define SPARSE(C, weights)                                                                                             \
    for (int64_t i = 0; i < a->positions; i++) {                                                                       \
        C sum = 0;                                                                                                     \
        for (int64_t k = a->start[i]; k < a->start[i + 1]; k++)                                                        \
            sum += a->weights[k] * ((const C *)row)[a->index[k]];                                                      \
        ((C *)out)[i] = sum;                                                                                           \
    }

/* A row of the result from one of the image. */
static void across(const struct job *j, const char *row, char *out)
{
    const struct axis *a = &j->axis[2];

    if (a->same)
        memcpy(out, row, (size_t)(a->positions * j->size));
    else if (a->takes && j->run[1] > j->run[0]) {
        take_some(j->size, 0, j->run[0], a->index, row, out);
        memcpy(out + j->run[0] * j->size, row + a->index[j->run[0]] * j->size,
               (size_t)((j->run[1] - j->run[0]) * j->size));
        take_some(j->size, j->run[1], a->positions, a->index, row, out);
    } else if (a->takes && (j->size == 4 || j->size == 8))
        rt_resample_loops_of(j->size == 8)->take(&j->line, row, out);
    else if (a->takes)
        take_some(j->size, 0, a->positions, a->index, row, out);
    else if (!j->sparse)
        j->loops->line(&j->line, row, out);
    else if (j->wide)
        SPARSE(double, weight)
    else
        SPARSE(float, single)
}

static const void *weights_of(const struct job *j, const struct axis *a, int64_t first)
{
    return j->wide ? (const void *)(a->weight + first) : (const void *)(a->single + first);
}

/* The rows of the image that the rows [begin, end) of the result are made from. */
static void rows_between(const struct axis *a, int64_t begin, int64_t end, int64_t *low, int64_t *high)
{
    if (a->same) {
        *low = begin;
        *high = end;
        return;
    }
    *low = a->size;
    *high = 0;
    for (int64_t k = a->start[begin]; k < a->start[end]; k++) {
        *low = a->index[k] < *low ? a->index[k] : *low;
        *high = a->index[k] >= *high ? a->index[k] + 1 : *high;
    }
    *low = *low > *high ? *high : *low;
}

/* Rows `step` elements apart of which the first is row `low` of the image. */
struct lines {
    const char *data;
    int64_t step, low;
};

static const char *row_of(const struct job *j, const struct lines *l, int64_t row)
{
    return l->data + (row - l->low) * l->step * j->size;
}

/* Rows [low, high) of what is put together from slices for slice z of the result, in `to` where there are several. */
static struct lines slice(const struct job *j, const char *plane, int64_t z, int64_t low, int64_t high,
                          const void **rows, char *to)
{
    const struct rt_view *in = &j->call->in;
    const struct axis *a = &j->axis[0];
    const int64_t width = j->axis[2].size, count = a->same ? 1 : a->start[z + 1] - a->start[z];
    struct lines l = {plane, in->strides[3], 0};

    if (a->same || a->takes) {
        l.data += (a->same ? z : a->index[z]) * in->strides[2] * j->size;
        return l;
    }
    const bool dense = l.step == width; /* all rows are one */
    for (int64_t y = low; y < high; y = dense ? high : y + 1) {
        for (int64_t k = 0; k < count; k++)
            rows[k] = plane + (a->index[a->start[z] + k] * in->strides[2] + y * l.step) * j->size;
        j->loops->rows(dense ? (high - low) * width : width, count, rows, weights_of(j, a, a->start[z]),
                       to + (y - low) * width * j->size);
    }
    return (struct lines){to, width, low};
}

/* Rows [begin, end) of slice z of a plane of the result. */
static void strip(const struct job *j, const char *plane, char *out, int64_t z, int64_t begin, int64_t end,
                  char *scratch)
{
    const struct axis *down = &j->axis[1], *along = &j->axis[2];
    const int64_t width = along->positions;
    const void **rows = (const void **)(void *)(scratch + j->slices + j->lines);
    char *apart = scratch + j->slices;
    int64_t low, high;

    rows_between(down, begin, end, &low, &high);
    struct lines from = slice(j, plane, z, low, high, rows, scratch);
    out += (z * down->positions + begin) * width * j->size;
    if (down->same || down->takes) {
        for (int64_t y = begin; y < end; y++, out += width * j->size) {
            const int64_t row = down->same ? y : down->index[y];
            if (y > begin && !down->same && down->index[y - 1] == row)
                memcpy(out, out - width * j->size, (size_t)(width * j->size));
            else
                across(j, row_of(j, &from, row), out);
        }
        return;
    }
    const bool first = along->same || down->positions <= down->size; /* are rows put together first? */
    for (int64_t y = low; !first && y < high; y++)
        across(j, row_of(j, &from, y), apart + (y - low) * width * j->size);
    if (!first)
        from = (struct lines){apart, width, low};
    for (int64_t y = begin; y < end; y++, out += width * j->size) {
        const int64_t count = down->start[y + 1] - down->start[y];
        for (int64_t k = 0; k < count; k++)
            rows[k] = row_of(j, &from, down->index[down->start[y] + k]);
        j->loops->rows(first ? along->size : width, count, rows, weights_of(j, down, down->start[y]),
                       first && !along->same ? apart : out);
        if (first && !along->same)
            across(j, apart, out);
    }
}

static int resample_tile(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    const struct job *j = context;
    const struct rt_view *in = &j->call->in;
    const struct axis *a = j->axis;
    char *scratch = rt_alloc(j->bytes);

    if (!scratch)
        return rt_error_memory(err);
    for (int64_t tile = begin; tile < end; tile++) {
        const int64_t part = tile % j->strips, z = tile / j->strips % a[0].positions,
                      p = tile / j->strips / a[0].positions, first = part * j->strip;
        const char *plane =
            (const char *)in->data + (p / in->shape[1] * in->strides[0] + p % in->shape[1] * in->strides[1]) * j->size;
        strip(j, plane, (char *)j->call->out.data + p * a[0].positions * a[1].positions * a[2].positions * j->size, z,
              first, first + j->strip < a[1].positions ? first + j->strip : a[1].positions, scratch);
    }
    rt_free(scratch);
    return 0;
}

const struct rt_resample_loops *rt_resample_loops_of(bool wide)
{
    const char *capability = rt_cpu_loops()->name;

#if defined __x86_64__
    if (!strcmp(capability, "avx512"))
        return &rt_resample_avx512[wide];
    if (!strcmp(capability, "avx2"))
        return &rt_resample_avx2[wide];
#endif
    (void)capability;
    return &rt_resample_baseline[wide];
}

/* Strips, and the scratch that they need. */
static void cut(struct job *j)
{
    const struct axis *a = j->axis;
    const int64_t in = a[2].size, out = a[2].positions;
    int64_t most = 1;

    j->strip = STRIP / (out + 1) + 1;
    j->strip = j->strip > a[1].positions ? a[1].positions : j->strip;
    j->strips = (a[1].positions + j->strip - 1) / j->strip;
    for (int64_t y = 0; y < a[1].positions; y += j->strip) {
        int64_t low, high;
        rows_between(&a[1], y, y + j->strip < a[1].positions ? y + j->strip : a[1].positions, &low, &high);
        j->reach = high - low > j->reach ? high - low : j->reach;
    }
    for (int d = 0; d < 2; d++)
        most = a[d].most > most ? a[d].most : most;
    if (!a[0].same && !a[0].takes)
        j->slices = (size_t)(j->reach * in * j->size);
    if (!a[1].same && !a[1].takes)
        j->lines = (size_t)((a[1].positions <= a[1].size ? in : j->reach * out) * j->size);
    j->slices = (j->slices + 63) / 64 * 64;
    j->lines = (j->lines + 63) / 64 * 64;
    j->bytes = j->slices + j->lines + (size_t)most * sizeof(void *);
}

static int run(struct job *j, struct rt_error *err)
{
    const struct rt_resample_call *call = j->call;
    const int64_t planes = call->out.shape[0] * call->out.shape[1];
    int64_t tiles, each;

    for (int d = 0; d < 3; d++) {
        const int64_t in = call->in.shape[2 + d], out = call->out.shape[2 + d];
        if (in > INT32_MAX || out > INT32_MAX)
            return rt_error_set(err, RT_NOT_IMPLEMENTED, "images of more than %d rows or columns", INT32_MAX);
        if (!set_axis(&j->axis[d], call, d))
            return rt_error_memory(err);
    }
    if (!set_line(j))
        return rt_error_memory(err);
    cut(j);
    tiles = planes * j->axis[0].positions * j->strips;
    each = j->strip * j->axis[2].positions * (1 + (j->axis[1].same ? 0 : j->axis[1].most) + j->line.taps);
    return rt_parallel_for(tiles, rt_grain(tiles, each, 4 * STRIP), rt_size_cost(tiles, each), resample_tile, j, err);
}

#define SMALL_POSITIONS 64  /* along a dimension */
#define SMALL_ELEMENTS 4096 /* of the result */

/* Few positions that take one element each need no tables. */
static void take_small(const struct rt_resample_call *call, int64_t size)
{
    const struct rt_view *in = &call->in, *out = &call->out;
    const int64_t *positions = out->shape + 2, planes = out->shape[0] * out->shape[1];
    int32_t at[3][SMALL_POSITIONS];
    char *to = out->data;

    for (int d = 0; d < 3; d++) {
        const struct rt_resample_axis map = rt_resample_axis_of(call, d);
        const bool same = rt_resample_is_same(&map);
        for (int64_t i = 0; i < positions[d]; i++)
            at[d][i] = (int32_t)(same ? i : rt_resample_shown(&map, i));
    }
    for (int64_t p = 0; p < planes; p++)
        for (int64_t z = 0; z < positions[0]; z++)
            for (int64_t y = 0; y < positions[1]; y++, to += positions[2] * size) {
                const int64_t row = p / out->shape[1] * in->strides[0] + p % out->shape[1] * in->strides[1] +
                                    at[0][z] * in->strides[2] + at[1][y] * in->strides[3];
                if (y && at[1][y] == at[1][y - 1])
                    memcpy(to, to - positions[2] * size, (size_t)(positions[2] * size));
                else
                    take_some(size, 0, positions[2], at[2], (const char *)in->data + row * size, to);
            }
}

int rt_cpu_resample(struct rt_device *device, const struct rt_resample_call *call, struct rt_error *err)
{
    const enum rt_dtype type = call->out.dtype;
    const int64_t size = (int64_t)rt_dtype_size(type), numel = rt_view_numel(&call->out);
    const bool takes = !call->back && rt_resample_takes(call->op);
    int status;

    (void)device;
    if (!takes && type != RT_FLOAT32 && type != RT_FLOAT64)
        return rt_error_set(err, RT_NOT_IMPLEMENTED, "\"resample\" not implemented for '%s'",
                            rt_dtype_table[type].scalar);
    if (numel == 0)
        return 0;
    if (rt_view_numel(&call->in) == 0) { /* nothing to hand back */
        memset(call->out.data, 0, (size_t)(numel * size));
        return 0;
    }
    if (takes && numel <= SMALL_ELEMENTS && call->out.shape[2] <= SMALL_POSITIONS &&
        call->out.shape[3] <= SMALL_POSITIONS && call->out.shape[4] <= SMALL_POSITIONS) {
        take_small(call, size);
        return 0;
    }
    struct job j = {.call = call, .wide = type == RT_FLOAT64, .size = size};
    j.loops = rt_resample_loops_of(j.wide);
    status = run(&j, err);
    for (int d = 0; d < 3; d++)
        free_table(&j.axis[d]);
    rt_free(j.table);
    return status;
}
