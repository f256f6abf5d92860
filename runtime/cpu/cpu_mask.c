/* The kernel classes of masks: coordinates of the true elements (compact), and the elements at them taken out or put in
   (pack). Positions are cut into chunks; the true elements of each are counted first, so that each knows its offset.
   Knows views, no tensors. */
#include "cpu.h"
#include "runtime.h"

#include <string.h>

#define WORDS (RT_BLOCK / 64)
#define PIECES 64 /* at most: what a call remembers of each is on the stack */
#define LEAST 16384

/* The elements that are asked, row after row. */
struct mask_job {
    const struct rt_view *in;
    int ndim, last;
    int64_t total, piece;        /* elements, and of a piece: full blocks */
    int64_t before[PIECES + 1];  /* true elements in front of each piece */
    bool linear;                 /* bytes that follow each other */
    const struct rt_view *out;   /* coordinates [count, ndim], or the packed elements */
    const struct rt_view *other; /* of in's shape: what is packed, or written */
    bool back;
};

static void mask_begin(struct mask_job *t, const struct rt_view *in)
{
    int64_t step = 1;

    t->in = in;
    t->ndim = in->ndim;
    t->last = in->ndim - 1;
    t->total = rt_view_numel(in);
    t->piece = (t->total / PIECES / RT_BLOCK + 1) * RT_BLOCK;
    t->piece = t->piece < LEAST ? LEAST : t->piece;
    t->linear = rt_dtype_size(in->dtype) == 1;
    for (int i = t->last; i >= 0 && t->linear; i--) {
        t->linear = in->shape[i] == 1 || in->strides[i] == step;
        step = rt_step_mul(step, in->shape[i]);
    }
}

/* n elements of a view from a position on, dense: in place or in the buffer. */
static const char *dense_at(const struct rt_view *v, int64_t at, int64_t n, char *buffer)
{
    rt_gather_strided(buffer, v->data, rt_dtype_size(v->dtype), v->shape, v->strides, v->ndim, at, n);
    return buffer;
}

/* The bits of a block; returns how many are set. */
static int64_t block_bits(const struct mask_job *t, int64_t at, int64_t n, uint64_t *bits)
{
    _Alignas(64) char elements[RT_BLOCK * 16], bytes[RT_BLOCK];
    const char *from;

    if (t->linear)
        return rt_cpu_loops()->mask_bits(n, (const uint8_t *)t->in->data + at, bits);
    from = dense_at(t->in, at, n, elements);
    if (rt_dtype_size(t->in->dtype) != 1) {
        rt_cpu_cast(RT_BOOL, t->in->dtype)(n, bytes, from);
        from = bytes;
    }
    return rt_cpu_loops()->mask_bits(n, (const uint8_t *)from, bits);
}

static int count_tile(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    struct mask_job *t = context;

    for (int64_t k = begin; k < end; k++) {
        int64_t stop = (k + 1) * t->piece < t->total ? (k + 1) * t->piece : t->total, found = 0, looked = 0;
        for (int64_t at = k * t->piece, n; at < stop; at += n) {
            uint64_t bits[WORDS];
            n = stop - at < RT_BLOCK ? stop - at : RT_BLOCK;
            found += block_bits(t, at, n, bits);
            if ((looked += n) >= 1 << 20 && (looked = 0, rt_pool_check(err) < 0))
                return -1;
        }
        t->before[k + 1] = found;
    }
    return 0;
}

static int over_pieces(struct mask_job *t, rt_tile tile, struct rt_error *err)
{
    return rt_parallel_for((t->total + t->piece - 1) / t->piece, 1, t->total, tile, t, err);
}

/* Returns the number of true elements, or -1. */
static int64_t count_true(struct mask_job *t, struct rt_error *err)
{
    int64_t pieces = (t->total + t->piece - 1) / t->piece;

    if (over_pieces(t, count_tile, err) < 0)
        return -1;
    t->before[0] = 0;
    for (int64_t k = 0; k < pieces; k++)
        t->before[k + 1] += t->before[k];
    return t->before[pieces];
}

/* ---- coordinates ------------------------------------------------------------------------------------------------- */

/* Those of `found` positions: the quotients and remainders of rows of in's dimensions. */
static void put_coordinates(const struct mask_job *t, const int64_t *positions, int64_t found, int64_t at)
{
    const int64_t step = t->out->strides[0], column = t->out->strides[1];
    int64_t *to = (int64_t *)t->out->data + at * step;

    if (t->ndim == 1) {
        for (int64_t j = 0; j < found; j++)
            to[j * step] = positions[j];
        return;
    }
    for (int64_t j = 0; j < found;) { /* a row at a time */
        int64_t row = positions[j] / t->in->shape[t->last], first = row * t->in->shape[t->last], k = j, rest = row;
        const int64_t end = first + t->in->shape[t->last];
        for (; k < found && positions[k] < end; k++)
            to[k * step + t->last * column] = positions[k] - first;
        for (int i = t->last - 1; i >= 0; i--) {
            const int64_t position = rest % t->in->shape[i];
            rest /= t->in->shape[i];
            for (int64_t l = j; l < k; l++)
                to[l * step + i * column] = position;
        }
        j = k;
    }
}

static int coordinates_tile(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    struct mask_job *t = context;

    for (int64_t k = begin; k < end; k++) {
        int64_t stop = (k + 1) * t->piece < t->total ? (k + 1) * t->piece : t->total, position = t->before[k],
                looked = 0;
        for (int64_t at = k * t->piece, n; at < stop; at += n) {
            uint64_t bits[WORDS];
            int64_t positions[RT_BLOCK], found;
            n = stop - at < RT_BLOCK ? stop - at : RT_BLOCK;
            found = block_bits(t, at, n, bits);
            rt_cpu_loops()->positions((n + 63) / 64, bits, at, positions);
            put_coordinates(t, positions, found, position);
            position += found;
            if ((looked += n) >= 1 << 19 && (looked = 0, rt_pool_check(err) < 0))
                return -1;
        }
    }
    return 0;
}

int rt_cpu_compact(struct rt_device *device, const struct rt_compact_call *call, struct rt_error *err)
{
    struct mask_job t;

    (void)device;
    *call->count = 0;
    mask_begin(&t, &call->in);
    if (t.total == 0)
        return 0;
    if ((*call->count = count_true(&t, err)) < 0)
        return -1;
    t.out = &call->out;
    return call->out.data && t.ndim ? over_pieces(&t, coordinates_tile, err) : 0;
}

/* ---- elements ---------------------------------------------------------------------------------------------------- */

static bool is_linear(const struct rt_view *v)
{
    int64_t step = 1;

    for (int i = v->ndim - 1; i >= 0; i--) {
        if (v->shape[i] != 1 && v->strides[i] != step)
            return false;
        step = rt_step_mul(step, v->shape[i]);
    }
    return true;
}

static int pack_tile(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    struct mask_job *t = context;
    const int64_t size = (int64_t)rt_dtype_size(t->out->dtype);
    const int log = __builtin_ctzll((uint64_t)size);
    const bool linear = is_linear(t->other);
    _Alignas(64) char buffer[RT_BLOCK * 16];

    for (int64_t k = begin; k < end; k++) {
        int64_t stop = (k + 1) * t->piece < t->total ? (k + 1) * t->piece : t->total, position = t->before[k],
                looked = 0;
        for (int64_t at = k * t->piece, n; at < stop; at += n) {
            uint64_t bits[WORDS];
            int64_t found;
            char *packed = (char *)t->out->data + position * size, *some = (char *)t->other->data + at * size;
            n = stop - at < RT_BLOCK ? stop - at : RT_BLOCK;
            found = block_bits(t, at, n, bits);
            if (found && !linear)
                some = (char *)dense_at(t->other, at, n, buffer);
            if (found)
                (t->back ? rt_cpu_loops()->unpack : rt_cpu_loops()->pack)[log](
                    (n + 63) / 64, bits, t->back ? some : packed, t->back ? packed : some);
            if (found && !linear && t->back)
                rt_scatter_strided(t->other->data, some, (size_t)size, t->other->shape, t->other->strides,
                                   t->other->ndim, at, n);
            position += found;
            if ((looked += n) >= 1 << 19 && (looked = 0, rt_pool_check(err) < 0))
                return -1;
        }
    }
    return 0;
}

int rt_cpu_pack(struct rt_device *device, const struct rt_pack_call *call, struct rt_error *err)
{
    struct mask_job t = {.back = call->back};
    int64_t count;

    (void)device;
    mask_begin(&t, &call->mask);
    t.out = call->back ? &call->in : &call->out;
    t.other = call->back ? &call->out : &call->in;
    if (t.total == 0)
        return 0;
    if ((count = count_true(&t, err)) < 0)
        return -1;
    if (count != t.out->shape[0]) /* true elements that change while they are counted */
        return rt_error_set(err, RT_RUNTIME, "the mask has %lld true elements, not %lld", (long long)count,
                            (long long)t.out->shape[0]);
    return count ? over_pieces(&t, pack_tile, err) : 0;
}
