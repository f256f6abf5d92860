/* Kernels that fold: reduce over any set of dimensions. Partial results are made for fixed pieces and joined in a fixed
   order, so the bits do not depend on the number of threads. */
#include "cpu.h"

#include <math.h>
#include <string.h>

#define PIECE 65536 /* elements of one partial result of a full reduction */
#define STRIP 512   /* columns folded at once when the kept dimension is the dense one */

struct reduction {
    const struct rt_reduce_call *call;
    enum rt_loop_type type;
    enum rt_dtype as;
    rt_fold_loop fold;
    rt_rows_loop rows;
    int nkept, nfolded;
    int64_t kept[RT_MAX_DIMS], kept_in[RT_MAX_DIMS], kept_out[RT_MAX_DIMS];
    int64_t folded[RT_MAX_DIMS], folded_in[RT_MAX_DIMS];
    int64_t outputs, length; /* number of results, elements folded into each */
    bool dense;              /* the folded elements of one result follow each other */
    struct rt_accumulator *pieces;
};

static struct rt_accumulator start(const struct reduction *r)
{
    struct rt_accumulator acc = {0, 0};

    switch (r->call->op) {
    case RT_REDUCE_PROD:
    case RT_REDUCE_ALL:
        acc.f = 1, acc.i = 1;
        break;
    case RT_REDUCE_MAX:
        acc.f = -INFINITY, acc.i = INT64_MIN;
        break;
    case RT_REDUCE_MIN:
        acc.f = INFINITY, acc.i = INT64_MAX;
        break;
    case RT_REDUCE_NORM:
        acc.f = r->call->param == -INFINITY ? INFINITY : 0;
        break;
    default:
        break;
    }
    return acc;
}

static void join(const struct reduction *r, struct rt_accumulator *acc, const struct rt_accumulator *more)
{
    double norm = r->call->param;
    enum rt_reduce_op op = r->call->op;

    if (op == RT_REDUCE_NORM)
        op = norm == INFINITY ? RT_REDUCE_MAX : norm == -INFINITY ? RT_REDUCE_MIN : RT_REDUCE_SUM;
    switch (op) {
    case RT_REDUCE_PROD:
        acc->f *= more->f;
        acc->i = (int64_t)((uint64_t)acc->i * (uint64_t)more->i);
        break;
    case RT_REDUCE_MAX:
        if (!(acc->f != acc->f) && (more->f > acc->f || more->f != more->f))
            acc->f = more->f;
        if (more->i > acc->i)
            acc->i = more->i;
        break;
    case RT_REDUCE_MIN:
        if (!(acc->f != acc->f) && (more->f < acc->f || more->f != more->f))
            acc->f = more->f;
        if (more->i < acc->i)
            acc->i = more->i;
        break;
    case RT_REDUCE_ANY:
        acc->f = acc->f || more->f;
        acc->i = acc->i || more->i;
        break;
    case RT_REDUCE_ALL:
        acc->f = acc->f && more->f;
        acc->i = acc->i && more->i;
        break;
    default:
        acc->f += more->f;
        acc->i = (int64_t)((uint64_t)acc->i + (uint64_t)more->i);
        break;
    }
}

static void finish(const struct reduction *r, const struct rt_accumulator *acc, char *out)
{
    bool real = r->type == RT_LOOP_F32 || r->type == RT_LOOP_F64;
    double v = acc->f, p = r->call->param;
    enum rt_dtype to = r->call->out.dtype;

    if (!real) {
        rt_scalar_store(to, out, rt_scalar_int(acc->i));
        return;
    }
    if (r->call->op == RT_REDUCE_MEAN)
        v /= (double)r->length;
    else if (r->call->op == RT_REDUCE_VAR)
        v /= (double)r->length > p ? (double)r->length - p : 0;
    else if (r->call->op == RT_REDUCE_NORM && p != 0 && p != 1 && !isinf(p))
        v = p == 2 ? sqrt(v) : pow(v, 1 / p);
    if (to == RT_FLOAT32)
        *(float *)out = (float)v;
    else
        rt_scalar_store(to, out, rt_scalar_float(v));
}

static int64_t position(const int64_t *size, const int64_t *strides, int ndim, int64_t index)
{
    int64_t offset = 0;

    for (int i = ndim - 1; i >= 0; i--) {
        offset += index % size[i] * strides[i];
        index /= size[i];
    }
    return offset;
}

/* Folds elements [begin, begin + n) of one result. */
static void fold_range(const struct reduction *r, const char *base, int64_t begin, int64_t n, double param,
                       struct rt_accumulator *acc)
{
    const struct rt_view *in = &r->call->in;
    _Alignas(64) char buffer[RT_BLOCK * 32];
    struct rt_operand o = {
        .data = (char *)base, .strides = r->folded_in, .linear = r->dense, .dtype = in->dtype, .as = r->as};

    if (r->dense && in->dtype == r->as) {
        r->fold(n, base + begin * (int64_t)rt_dtype_size(in->dtype), param, acc);
        return;
    }
    for (int64_t i = 0; i < n; i += RT_BLOCK) {
        int64_t m = n - i < RT_BLOCK ? n - i : RT_BLOCK;
        r->fold(m, rt_operand_load(&o, r->folded, r->nfolded, begin + i, m, buffer), param, acc);
    }
}

static double mean_of(const struct reduction *r, const char *base)
{
    struct rt_accumulator acc = {0, 0};
    struct reduction sum = *r;

    sum.fold = rt_cpu_loops()->fold[r->type][RT_REDUCE_SUM];
    fold_range(&sum, base, 0, r->length, 0, &acc);
    return acc.f / (double)r->length;
}

static int fold_outputs(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    const struct reduction *r = context;
    int64_t in_size = (int64_t)rt_dtype_size(r->call->in.dtype), out_size = (int64_t)rt_dtype_size(r->call->out.dtype);

    (void)err;
    for (int64_t k = begin; k < end; k++) {
        const char *base = (const char *)r->call->in.data + position(r->kept, r->kept_in, r->nkept, k) * in_size;
        struct rt_accumulator acc = start(r);
        fold_range(r, base, 0, r->length, r->call->op == RT_REDUCE_VAR ? mean_of(r, base) : r->call->param, &acc);
        finish(r, &acc, (char *)r->call->out.data + position(r->kept, r->kept_out, r->nkept, k) * out_size);
    }
    return 0;
}

/* Strips of dense kept elements: row by row into an array of accumulators. */
static int fold_strips(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    const struct reduction *r = context;
    int last = r->nkept - 1;
    int64_t in_size = (int64_t)rt_dtype_size(r->call->in.dtype), out_size = (int64_t)rt_dtype_size(r->call->out.dtype);
    int64_t strips = (r->kept[last] + STRIP - 1) / STRIP;
    bool real = r->type == RT_LOOP_F32 || r->type == RT_LOOP_F64;
    struct rt_accumulator initial = start(r);
    union {
        double f[STRIP];
        int64_t i[STRIP];
    } acc;
    _Alignas(64) char buffer[RT_BLOCK * 32];

    (void)err;
    for (int64_t k = begin; k < end; k++) {
        int64_t outer = k / strips, first = k % strips * STRIP;
        int64_t n = r->kept[last] - first < STRIP ? r->kept[last] - first : STRIP;
        const char *base =
            (const char *)r->call->in.data + (position(r->kept, r->kept_in, last, outer) + first) * in_size;
        char *out = (char *)r->call->out.data +
                    (position(r->kept, r->kept_out, last, outer) + first * r->kept_out[last]) * out_size;
        for (int64_t j = 0; j < n; j++)
            if (real)
                acc.f[j] = initial.f;
            else
                acc.i[j] = initial.i;
        for (int64_t i = 0; i < r->length; i++) {
            const char *row = base + position(r->folded, r->folded_in, r->nfolded, i) * in_size;
            if (r->call->in.dtype != r->as) {
                rt_cpu_loops()->cast[r->as][r->call->in.dtype](n, buffer, row);
                row = buffer;
            }
            r->rows(n, row, r->call->param, &acc);
        }
        for (int64_t j = 0; j < n; j++) {
            struct rt_accumulator one = {real ? acc.f[j] : 0, real ? 0 : acc.i[j]};
            finish(r, &one, out + j * r->kept_out[last] * out_size);
        }
    }
    return 0;
}

static int fold_piece(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    const struct reduction *r = context;

    (void)err;
    for (int64_t k = begin; k < end; k++) {
        int64_t from = k * PIECE, n = r->length - from < PIECE ? r->length - from : PIECE;
        r->pieces[k] = start(r);
        fold_range(r, r->call->in.data, from, n, r->call->param, &r->pieces[k]);
    }
    return 0;
}

/* One result from many elements. */
static int fold_all(struct reduction *r, struct rt_error *err)
{
    int64_t count = (r->length + PIECE - 1) / PIECE;
    struct rt_accumulator acc = start(r);
    int rc;

    if (!(r->pieces = rt_alloc((size_t)count * sizeof *r->pieces)))
        return rt_error_memory(err);
    rc = rt_parallel_for(count, 1, r->length, fold_piece, r, err);
    if (rc == 0) {
        for (int64_t k = 0; k < count; k++)
            join(r, &acc, &r->pieces[k]);
        finish(r, &acc, r->call->out.data);
    }
    rt_free(r->pieces);
    return rc;
}

/* Splits the dimensions into kept and folded ones and joins what can be joined. */
static void plan(struct reduction *r)
{
    const struct rt_view *in = &r->call->in, *out = &r->call->out;

    r->outputs = r->length = 1;
    for (int i = 0; i < in->ndim; i++)
        if (r->call->dims >> i & 1) {
            r->folded[r->nfolded] = in->shape[i];
            r->folded_in[r->nfolded++] = in->strides[i];
            r->length *= in->shape[i];
        } else {
            r->kept[r->nkept] = in->shape[i];
            r->kept_in[r->nkept] = in->strides[i];
            r->kept_out[r->nkept++] = out->strides[i];
            r->outputs *= in->shape[i];
        }
    if (r->outputs && r->length) {
        r->nkept = rt_shape_coalesce(r->kept, r->nkept, 2, (int64_t *[]){r->kept_in, r->kept_out});
        r->nfolded = rt_shape_coalesce(r->folded, r->nfolded, 1, (int64_t *[]){r->folded_in});
    }
    r->dense = r->nfolded == 0 || (r->nfolded == 1 && r->folded_in[0] == 1);
}

int rt_cpu_reduce(struct rt_device *device, const struct rt_reduce_call *call, struct rt_error *err)
{
    struct reduction r = {.call = call, .type = rt_loop_type_of(call->compute)};
    int64_t grain;

    (void)device;
    r.as = rt_loop_dtype(r.type);
    r.fold = rt_cpu_loops()->fold[r.type][call->op];
    r.rows = rt_cpu_loops()->rows[r.type][call->op];
    if (!r.fold || rt_dtype_is_complex(call->compute))
        return rt_error_set(err, RT_NOT_IMPLEMENTED, "\"reduce\" not implemented for '%s'",
                            rt_dtype_table[call->compute].scalar);
    plan(&r);
    if (r.outputs == 0)
        return 0;
    if (r.outputs == 1 && r.length > 2 * PIECE && call->op != RT_REDUCE_VAR)
        return fold_all(&r, err);
    if (!r.dense && r.nkept && r.kept_in[r.nkept - 1] == 1 && r.kept[r.nkept - 1] >= 4 && call->op != RT_REDUCE_VAR) {
        int64_t strips = (r.kept[r.nkept - 1] + STRIP - 1) / STRIP * (r.outputs / r.kept[r.nkept - 1]);
        return rt_parallel_for(strips, 1, r.outputs * r.length, fold_strips, &r, err);
    }
    grain = PIECE / (r.length + 1) + 1;
    return rt_parallel_for(r.outputs, grain, r.outputs * r.length, fold_outputs, &r, err);
}
