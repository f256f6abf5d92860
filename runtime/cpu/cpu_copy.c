/* The kernel class `cast_copy`: conversions of types and layouts. Dimensions are put into the order of the output's
   memory and joined where they are consecutive; what is left are planes (the two innermost dimensions) for one loop,
   square blocks of a transposition, or rows to be converted. Knows views, no tensors. */
#include "cpu.h"

#include <string.h>
#include <unistd.h>

#define GRAIN 65536

/* A copy. Dimension 0 is outermost; there are at least two. */
struct copy {
    char *out;
    const char *in;
    enum rt_dtype to, from;
    int64_t to_size, from_size;
    int ndim;
    int64_t shape[RT_MAX_DIMS + 2], to_step[RT_MAX_DIMS + 2], from_step[RT_MAX_DIMS + 2];
    int64_t numel;
    bool stream;         /* written with non-temporal stores */
    rt_plane_loop plane; /* NULL where types differ */
};

/* ---- what is to be done ------------------------------------------------------------------------------------------ */

/* Planes of a few elements would cost a call each: the largest other dimension takes the place of their rows. */
static void widen_plane(struct copy *c)
{
    int rows = c->ndim - 2, best = rows;

    if (rt_size_mul_saturated(c->shape[rows], c->shape[rows + 1]) >= 64)
        return;
    /* lines of the input in turn: there is a loop for those */
    if (c->shape[rows] >= 8 && c->from_step[rows] == 1 && c->to_step[rows + 1] == 1 &&
        c->to_step[rows] == c->shape[rows + 1])
        return;
    for (int i = 0; i < rows; i++)
        if (c->shape[i] > c->shape[best])
            best = i;
    for (int k = 0; best != rows && k < 3; k++) {
        int64_t *list = k == 0 ? c->shape : k == 1 ? c->to_step : c->from_step, kept = list[rows];
        list[rows] = list[best];
        list[best] = kept;
    }
}

static void copy_shape(struct copy *c, const struct rt_view *out, const struct rt_view *in)
{
    int64_t shape[RT_MAX_DIMS], to[RT_MAX_DIMS], from[RT_MAX_DIMS], *steps[2] = {to, from};
    int n = out->ndim, lead;

    memcpy(shape, out->shape, (size_t)n * sizeof *shape);
    memcpy(to, out->strides, (size_t)n * sizeof *to);
    memcpy(from, in->strides, (size_t)n * sizeof *from);
    c->numel = rt_view_numel(out);
    if (c->numel) {
        rt_shape_order(shape, n, 2, steps);
        n = rt_shape_coalesce(shape, n, 2, steps);
    }
    lead = n < 2 ? 2 - n : 0;
    for (int i = 0; i < lead; i++)
        c->shape[i] = c->to_step[i] = c->from_step[i] = 1;
    memcpy(c->shape + lead, shape, (size_t)n * sizeof *shape);
    memcpy(c->to_step + lead, to, (size_t)n * sizeof *to);
    memcpy(c->from_step + lead, from, (size_t)n * sizeof *from);
    c->ndim = n + lead;
    for (int i = 0; i < c->ndim - 1; i++) /* memory is fetched ahead only where it is read upwards */
        if (c->from_step[i] < 0) {
            c->in += (c->shape[i] - 1) * c->from_step[i] * c->from_size;
            c->out += (c->shape[i] - 1) * c->to_step[i] * c->to_size;
            c->from_step[i] = -c->from_step[i];
            c->to_step[i] = -c->to_step[i];
        }
    widen_plane(c);
}

/* ---- planes ------------------------------------------------------------------------------------------------------ */

/* A walk over positions in row-major order, a part of a row or some full rows at a time. */
struct iterator {
    int64_t at[RT_MAX_DIMS + 2], to, from; /* to, from: of the first element of the row */
};

static void iterator_begin(const struct copy *c, struct iterator *w, int64_t begin)
{
    w->to = w->from = 0;
    for (int i = c->ndim - 1; i >= 0; i--) {
        w->at[i] = begin % c->shape[i];
        begin /= c->shape[i];
        if (i < c->ndim - 1) {
            w->to += w->at[i] * c->to_step[i];
            w->from += w->at[i] * c->from_step[i];
        }
    }
}

/* The chunk at the walk's position with at most `left` elements; returns how many elements it has. */
static int64_t iterator_piece(const struct copy *c, const struct iterator *w, int64_t left, int64_t *rows, int64_t *n)
{
    int last = c->ndim - 1;
    int64_t width = c->shape[last], height = c->shape[last - 1] - w->at[last - 1];

    if (w->at[last] || left < width) {
        *rows = 1;
        *n = width - w->at[last] < left ? width - w->at[last] : left;
    } else {
        *rows = left / width < height ? left / width : height;
        *n = width;
    }
    return *rows * *n;
}

static void iterator_next(const struct copy *c, struct iterator *w, int64_t rows, int64_t n)
{
    int i = c->ndim - 1;

    if ((w->at[i] += n) < c->shape[i])
        return;
    w->at[i--] = 0;
    w->at[i] += rows;
    w->to += rows * c->to_step[i];
    w->from += rows * c->from_step[i];
    while (i > 0 && w->at[i] == c->shape[i]) {
        w->to += c->to_step[i - 1] - w->at[i] * c->to_step[i];
        w->from += c->from_step[i - 1] - w->at[i] * c->from_step[i];
        w->at[i--] = 0;
        w->at[i]++;
    }
}

/* Rows that are dense in the output, by non-temporal stores. */
static void stream_plane(const struct copy *c, int64_t rows, int64_t n, char *to, const char *from)
{
    const int64_t row = c->from_step[c->ndim - 2], step = c->from_step[c->ndim - 1];
    _Alignas(64) char buffer[RT_BLOCK * 16];

    for (int64_t i = 0; i < rows; i++, to += c->to_step[c->ndim - 2] * c->to_size)
        for (int64_t done = 0, k; done < n; done += k) {
            int64_t j;
            k = n - done < RT_BLOCK ? n - done : RT_BLOCK;
            j = step < 0 ? n - done - k : done; /* upwards in the input */
            const char *piece = from + (i * row + j * step) * c->from_size;
            if (step != 1 && (step != 0 || done == 0))
                c->plane(1, k, buffer, 0, 1, piece, 0, step);
            rt_cpu_loops()->stream(to + j * c->to_size, step == 1 ? piece : buffer, k * c->to_size);
        }
}

static int plane_tile(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    const struct copy *c = context;
    int last = c->ndim - 1;
    struct iterator w;

    (void)err;
    iterator_begin(c, &w, begin);
    for (int64_t rows, n, done; begin < end; begin += done) {
        done = iterator_piece(c, &w, end - begin, &rows, &n);
        char *to = c->out + (w.to + w.at[last] * c->to_step[last]) * c->to_size;
        const char *from = c->in + (w.from + w.at[last] * c->from_step[last]) * c->from_size;
        if (c->stream)
            stream_plane(c, rows, n, to, from);
        else
            c->plane(rows, n, to, c->to_step[last - 1], c->to_step[last], from, c->from_step[last - 1],
                     c->from_step[last]);
        iterator_next(c, &w, rows, n);
    }
    if (c->stream)
        rt_stream_end();
    return 0;
}

/* ---- conversions ------------------------------------------------------------------------------------------------- */

/* Rows that are dense on both sides, converted in place. */
static int convert_rows(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    const struct copy *c = context;
    const rt_cast_loop cast = rt_cpu_cast(c->to, c->from);
    int last = c->ndim - 1;
    _Alignas(64) char buffer[RT_BLOCK * 16];
    struct iterator w;

    (void)err;
    iterator_begin(c, &w, begin);
    for (int64_t rows, n, done; begin < end; begin += done) {
        done = iterator_piece(c, &w, end - begin, &rows, &n);
        for (int64_t i = 0; i < rows; i++) {
            char *to = c->out + (w.to + i * c->to_step[last - 1] + w.at[last]) * c->to_size;
            const char *from = c->in + (w.from + i * c->from_step[last - 1] + w.at[last]) * c->from_size;
            for (int64_t j = 0, k; j < n; j += k) {
                k = c->stream && n - j > RT_BLOCK ? RT_BLOCK : n - j;
                cast(k, c->stream ? buffer : to + j * c->to_size, from + j * c->from_size);
                if (c->stream)
                    rt_cpu_loops()->stream(to + j * c->to_size, buffer, k * c->to_size);
            }
        }
        iterator_next(c, &w, rows, n);
    }
    if (c->stream)
        rt_stream_end();
    return 0;
}

/* Anything else, block by block through a buffer of each type; also where both sides share memory. */
static int block_tile(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    const struct copy *c = context;
    _Alignas(64) char in[RT_BLOCK * 16], out[RT_BLOCK * 16];

    (void)err;
    for (int64_t n; begin < end; begin += n) {
        n = end - begin < RT_BLOCK ? end - begin : RT_BLOCK;
        rt_gather_strided(in, c->in, (size_t)c->from_size, c->shape, c->from_step, c->ndim, begin, n);
        if (c->to != c->from)
            rt_cpu_cast(c->to, c->from)(n, out, in);
        rt_scatter_strided(c->out, c->to != c->from ? out : in, (size_t)c->to_size, c->shape, c->to_step, c->ndim,
                           begin, n);
    }
    return 0;
}

/* ---- transpositions ---------------------------------------------------------------------------------------------- */

/* One dimension follows itself in the input (`rows` of them) and another in the output (`columns`), the others are
   outside of them. Copied in squares that fit the L1 and L2 caches; conversions go row by row of each square. */
struct transpose {
    const struct copy *copy;
    const char *in;
    char *out;
    int64_t rows, columns, in_step, out_step, blocks; /* blocks: squares of rows of one matrix */
    int row, column;                                  /* dimensions of the copy */
};
#define SQUARE 128
#define STREAMED                                                                                                       \
    128 /* columns of what is stored past the cache: more, so that most cache lines of the output are full */

static int transpose_tile(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    const struct transpose *t = context;
    const struct copy *c = t->copy;
    const rt_transpose_loop loop = rt_cpu_loops()->transpose[__builtin_ctzll((uint64_t)c->from_size)];
    const rt_cast_loop cast = c->to == c->from ? NULL : rt_cpu_cast(c->to, c->from);
    const bool aside = cast || c->stream;

    _Alignas(64) char square[SQUARE * STREAMED * 8];

    (void)err;
    for (int64_t tile = begin; tile < end; tile++) {
        int64_t rest = tile / t->blocks, r = tile % t->blocks * SQUARE, to = r * t->out_step, from = r;
        int64_t rows = t->rows - r < SQUARE ? t->rows - r : SQUARE, width = aside ? STREAMED : SQUARE;
        for (int d = c->ndim - 1; d >= 0; d--) {
            if (d == t->row || d == t->column)
                continue;
            to += rest % c->shape[d] * c->to_step[d];
            from += rest % c->shape[d] * c->from_step[d];
            rest /= c->shape[d];
        }
        for (int64_t k = 0; k < t->columns; k += width) {
            int64_t columns = t->columns - k < width ? t->columns - k : width;
            char *out = t->out + (to + k) * c->to_size;
            const char *in = t->in + (from + k * t->in_step) * c->from_size;
            loop(rows, columns, aside ? square : out, aside ? STREAMED : t->out_step, in, t->in_step);
            for (int64_t i = 0; aside && i < rows; i++) {
                char *row = out + i * t->out_step * c->to_size;
                const char *done = square + i * STREAMED * c->from_size;
                if (cast)
                    cast(columns, row, done);
                else
                    rt_cpu_loops()->stream(row, done, columns * c->to_size);
            }
        }
    }
    if (c->stream)
        rt_stream_end();
    return 0;
}

/* 1: not such a copy. */
static int transpose(const struct copy *c, struct rt_error *err)
{
    struct transpose t = {.copy = c, .in = c->in, .out = c->out, .row = -1, .column = -1};
    int64_t tiles;

    if (c->from_size > 8)
        return 1;
    for (int d = 0; d < c->ndim; d++) {
        if (c->shape[d] >= 8 && c->from_step[d] == 1 && (c->to_step[d] > 1 || c->to_step[d] < -1))
            t.row = d;
        else if (c->shape[d] >= 8 && c->to_step[d] == 1 && (c->from_step[d] > 1 || c->from_step[d] < -1))
            t.column = d;
    }
    if (t.row < 0 || t.column < 0)
        return 1;
    t.rows = c->shape[t.row];
    t.columns = c->shape[t.column];
    t.out_step = c->to_step[t.row];
    t.in_step = c->from_step[t.column];
    t.blocks = (t.rows + SQUARE - 1) / SQUARE;
    tiles = c->numel / (t.rows * t.columns) * t.blocks;
    return rt_parallel_for(tiles, tiles / (4 * (int64_t)rt_pool_threads()), c->numel, transpose_tile, &t, err);
}

/* ---- the kernel -------------------------------------------------------------------------------------------------- */

/* The bytes that a view touches, which has elements: [first, end). */
static void extent(const struct rt_view *v, const char **first, const char **end)
{
    int64_t size = (int64_t)rt_dtype_size(v->dtype), low = 0, high = 0;

    for (int i = 0; i < v->ndim; i++)
        *(v->strides[i] < 0 ? &low : &high) += (v->shape[i] - 1) * v->strides[i];
    *first = (const char *)v->data + low * size;
    *end = (const char *)v->data + (high + 1) * size;
}

static bool overlap(const struct rt_view *a, const struct rt_view *b)
{
    const char *first[2], *end[2];

    extent(a, &first[0], &end[0]);
    extent(b, &first[1], &end[1]);
    return first[0] < end[1] && first[1] < end[0];
}

#define SMALL_COPY 1024

/* The step of a dimension; one without a second element has any. */
static int64_t step_along(const struct rt_view *view, int d)
{
    return d < 0 || view->shape[d] == 1 ? 1 : view->strides[d];
}

/* A few elements of equal types, row by row, without a plan. */
static void small_copy(const struct rt_view *out, const struct rt_view *in, size_t size)
{
    const rt_plane_loop plane = rt_cpu_loops()->plane[__builtin_ctzll(size)];
    int64_t at[RT_MAX_DIMS] = {0}, to = 0, from = 0;
    int last = out->ndim - 1, row = last - 1, d;

    for (;;) {
        plane(row < 0 ? 1 : out->shape[row], last < 0 ? 1 : out->shape[last], (char *)out->data + to * (int64_t)size,
              step_along(out, row), step_along(out, last), (const char *)in->data + from * (int64_t)size,
              step_along(in, row), step_along(in, last));
        for (d = row - 1; d >= 0; d--) {
            if (at[d] + 1 < out->shape[d]) {
                at[d]++, to += out->strides[d], from += in->strides[d];
                break;
            }
            to -= at[d] * out->strides[d], from -= at[d] * in->strides[d];
            at[d] = 0;
        }
        if (d < 0)
            return;
    }
}

int64_t rt_stream_bytes(void)
{
    static _Atomic int64_t known;

    if (!known) {
        const int64_t least = INT64_C(40) << 20;
        int64_t shared = 0;
#ifdef _SC_LEVEL3_CACHE_SIZE
        shared = (int64_t)sysconf(_SC_LEVEL3_CACHE_SIZE) / 4;
#endif
        known = shared > least ? shared : least;
    }
    return known;
}

/* Big rows, dense in the output. */
static bool goes_past_cache(const struct copy *c)
{
    double read = (double)c->from_size; /* repeated elements may be beyond number */

    for (int i = 0; i < c->ndim; i++)
        read *= (double)(c->from_step[i] ? c->shape[i] : 1);
    return (double)c->numel * (double)c->to_size + read >= (double)rt_stream_bytes() && c->to_step[c->ndim - 1] == 1 &&
           c->shape[c->ndim - 1] >= 512 / c->to_size;
}

/* A few tasks for each thread. */
static int64_t grain(int64_t numel)
{
    int64_t piece = numel / (4 * (int64_t)rt_pool_threads()) / RT_BLOCK * RT_BLOCK;

    return piece > GRAIN ? GRAIN : piece < 8 * RT_BLOCK ? 8 * RT_BLOCK : piece;
}

int rt_cpu_cast_copy(struct rt_device *device, const struct rt_cast_copy_call *call, struct rt_error *err)
{
    const struct rt_view *in = &call->in, *out = &call->out;
    struct copy c = {.out = out->data, .in = in->data, .to = out->dtype, .from = in->dtype};
    const bool same = c.to == c.from;
    bool shared;
    rt_tile tile;
    int last, status;
    int64_t n;

    (void)device;
    c.to_size = (int64_t)rt_dtype_size(c.to);
    c.from_size = (int64_t)rt_dtype_size(c.from);
    if ((n = rt_small_dense(out, &in, 1)) >= 0) {
        if (same) {
            memmove(out->data, in->data, (size_t)(n * c.to_size));
            return 0;
        }
        if (c.out + n * c.to_size <= c.in || c.in + n * c.from_size <= c.out) { /* apart */
            rt_cpu_cast(c.to, c.from)(n, c.out, c.in);
            return 0;
        }
    }
    c.numel = rt_view_numel(out);
    if (c.numel == 0)
        return 0;
    shared = overlap(out, in);
    if (same && !shared && c.numel <= SMALL_COPY) {
        small_copy(out, in, (size_t)c.to_size);
        return 0;
    }
    copy_shape(&c, out, in);
    last = c.ndim - 1;
    c.stream = !shared && goes_past_cache(&c);
    if (!shared && (status = transpose(&c, err)) <= 0)
        return status;
    if (same && !shared) {
        c.plane = rt_cpu_loops()->plane[__builtin_ctzll((uint64_t)c.to_size)];
        tile = plane_tile;
    } else if (!same && c.to_step[last] == 1 && c.from_step[last] == 1 && (c.shape[last] >= 32 || c.numel < 32))
        tile = convert_rows;
    else
        tile = block_tile;
    if (c.numel < RT_POOL_ELEMENTS)
        return tile(&c, 0, c.numel, err);
    return rt_parallel_for(c.numel, grain(c.numel), c.numel, tile, &c, err);
}
