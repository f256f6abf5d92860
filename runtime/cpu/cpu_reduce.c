/* The kernel class `reduce`, over any set of dimensions. Partial results are made for fixed chunks and combined in a
   fixed order, so that the bits do not depend on the number of threads. Knows views, no tensors. */
#include "cpu.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PIECE 65536             /* elements of one partial result of a full reduction */
#define STRIP 2048              /* columns folded at once when the kept dimension is the dense one */
#define NARROW 128              /* fewer columns are folded as rows of several rows, where these follow each other */
#define WINDOW 64               /* elements of windows that are folded as columns */
#define SPLIT 131072            /* elements from which on rows are folded in blocks */
#define LONG (INT64_C(1) << 28) /* elements of one result that are more than a tile's */
#define ROUND 1024              /* chunks of a long result that are folded together */

struct reduction {
    const struct rt_reduce_call *call;
    enum rt_loop_type type;
    enum rt_dtype as;
    rt_fold_loop fold;
    rt_rows_loop rows;
    int nkept, nfolded;
    int64_t outputs, length; /* number of results, elements folded into each */
    int64_t run;             /* so many of the folded elements follow each other; 0: they are apart */
    bool dense, real;        /* dense: all of them do; real: doubles are accumulated, not integers */
    int64_t strips, blocks;  /* of columns, and of the rows of each strip */
    char *partial;           /* accumulators of the blocks, where there are several */
    struct rt_accumulator *pieces;
    /* as far as nkept and nfolded say; not zeroed */
    int64_t kept[RT_MAX_DIMS], kept_in[RT_MAX_DIMS], kept_out[RT_MAX_DIMS];
    int64_t folded[RT_MAX_DIMS], folded_in[RT_MAX_DIMS];
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
        v /= r->length && (double)r->length > p ? (double)r->length - p : 0;
    else if (r->call->op == RT_REDUCE_NORM && p != 0 && p != 1 && !isinf(p)) {
        if (r->type == RT_LOOP_F32 && r->length > 1) /* what PyTorch adds up in float is infinite or 0 sooner */
            v = (double)(float)v;
        v = p == 2 ? sqrt(v) : pow(v, 1 / p);
    }
    if (r->call->root)
        v = sqrt(v);
    if (to == RT_FLOAT32)
        *(float *)out = (float)v;
    else
        rt_scalar_store(to, out, rt_scalar_float(v));
}

static int64_t position(const int64_t *size, const int64_t *strides, int ndim, int64_t index)
{
    int64_t offset = 0;

    for (int i = ndim - 1; i > 0; i--) {
        offset += index % size[i] * strides[i];
        index /= size[i];
    }
    return ndim ? offset + index * strides[0] : 0;
}

/* How many of n bytes are not zero? */
static int64_t count_true(int64_t n, const char *from)
{
    uint64_t bits[RT_BLOCK / 64];
    int64_t count = 0;

    for (int64_t m; n > 0; n -= m, from += m) {
        m = n < RT_BLOCK ? n : RT_BLOCK;
        count += rt_cpu_loops()->mask_bits(m, (const uint8_t *)from, bits);
    }
    return count;
}

/* Folds elements [begin, begin + n) of one result. */
static void fold_range(const struct reduction *r, rt_fold_loop fold, const char *base, int64_t begin, int64_t n,
                       double param, struct rt_accumulator *acc)
{
    const struct rt_view *in = &r->call->in;
    int64_t size = (int64_t)rt_dtype_size(in->dtype);
    _Alignas(64) char buffer[RT_BLOCK * 32];
    struct rt_operand o = {
        .data = (char *)base, .strides = r->folded_in, .linear = r->dense, .dtype = in->dtype, .as = r->as};

    const bool bools = in->dtype == RT_BOOL && r->call->op == RT_REDUCE_SUM && !r->real;

    if ((in->dtype == r->as || bools) && r->run > 0) {
        for (int64_t m; n > 0; begin += m, n -= m) {
            int64_t rest = r->run - begin % r->run;
            m = n < rest ? n : rest;
            const char *from = base + position(r->folded, r->folded_in, r->nfolded, begin) * size;
            if (bools)
                acc->i += count_true(m, from);
            else
                fold(m, from, param, acc);
        }
        return;
    }
    for (int64_t i = 0; i < n; i += RT_BLOCK) {
        int64_t m = n - i < RT_BLOCK ? n - i : RT_BLOCK;
        fold(m, rt_operand_load(&o, r->folded, r->nfolded, begin + i, m, buffer), param, acc);
    }
}

static double mean_of(const struct reduction *r, const char *base)
{
    struct rt_accumulator acc = {0, 0};

    fold_range(r, rt_cpu_loops()->fold[r->type][RT_REDUCE_SUM], base, 0, r->length, 0, &acc);
    return acc.f / (double)r->length;
}

/* Accumulators of several results. */
union columns {
    double f[STRIP];
    int64_t i[STRIP];
};

static void finish_columns(const struct reduction *r, union columns *acc, int64_t n, char *out, int64_t step)
{
    static const struct rt_loop_param none[RT_MAX_PARAMS];
    const enum rt_dtype to = r->call->out.dtype;
    const enum rt_reduce_op op = r->call->op;
    const int64_t size = (int64_t)rt_dtype_size(to);
    const double length = (double)r->length;

    if (op == RT_REDUCE_MEAN)
        rt_cpu_loops()->sides[RT_LOOP_F64][1][RT_ZIP_div](n, acc, acc, &length, none);
    if (op == RT_REDUCE_NORM && r->call->param == 2 && !r->call->root) {
        const bool narrow = r->type == RT_LOOP_F32 && r->length > 1; /* as finish() */
        for (int64_t j = 0; j < n; j++)
            acc->f[j] = narrow ? (double)(float)acc->f[j] : acc->f[j];
        rt_cpu_loops()->map[RT_LOOP_F64][RT_MAP_sqrt](n, acc, acc, none);
    }
    if ((op != RT_REDUCE_NORM || r->call->param == 2) && !r->call->root && step == 1 && !rt_dtype_is_complex(to)) {
        rt_cpu_cast(to, r->real ? RT_FLOAT64 : RT_INT64)(n, out, acc);
        return;
    }
    for (int64_t j = 0; j < n; j++, out += step * size) {
        struct rt_accumulator one = {r->real ? acc->f[j] : 0, r->real ? 0 : acc->i[j]};
        if (op == RT_REDUCE_MEAN || (op == RT_REDUCE_NORM && r->call->param == 2 && !r->call->root))
            rt_scalar_store(to, out, rt_scalar_float(one.f));
        else
            finish(r, &one, out);
    }
}

/* Dense elements of the loop's own type, result after result, each `each` bytes behind the other. */
static void fold_dense(const struct reduction *r, const char *base, int64_t each, int64_t n, char *out, int64_t step)
{
    const struct rt_accumulator initial = start(r);
    union columns acc;

    for (int64_t m; n > 0; n -= m, out += m * step * (int64_t)rt_dtype_size(r->call->out.dtype)) {
        m = n < STRIP ? n : STRIP;
        for (int64_t j = 0; j < m; j++, base += each) {
            struct rt_accumulator one = initial;
            r->fold(r->length, base, r->call->param, &one);
            if (n == 1) {
                finish(r, &one, out);
                return;
            }
            if (r->real)
                acc.f[j] = one.f;
            else
                acc.i[j] = one.i;
        }
        finish_columns(r, &acc, m, out, step);
    }
}

/* The squares of what few elements of the loop's own type, `step` apart, are away from their mean; what the loops
   prepare for many would cost more. */
#define SMALL_VARIANCE 16
static double small_squares(enum rt_loop_type type, const void *from, int64_t n, int64_t step)
{
    double x[SMALL_VARIANCE], sum = 0, squares = 0;

    for (int64_t i = 0; i < n; i++) {
        x[i] = type == RT_LOOP_F32 ? (double)((const float *)from)[i * step] : ((const double *)from)[i * step];
        sum += x[i];
    }
    sum /= (double)n;
    for (int64_t i = 0; i < n; i++)
        squares += (x[i] - sum) * (x[i] - sum);
    return squares;
}

static int fold_outputs(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    const struct reduction *r = context;
    int64_t in_size = (int64_t)rt_dtype_size(r->call->in.dtype), out_size = (int64_t)rt_dtype_size(r->call->out.dtype);
    int last = r->nkept - 1;
    const bool small =
        r->call->op == RT_REDUCE_VAR && r->call->in.dtype == r->as && r->nfolded == 1 && r->length <= SMALL_VARIANCE;

    (void)err;
    for (int64_t k = begin, n; k < end; k += n) { /* results along the last kept dimension */
        int64_t at = last < 0 ? 0 : k % r->kept[last];
        const char *base = (const char *)r->call->in.data + position(r->kept, r->kept_in, r->nkept, k) * in_size;
        char *out = (char *)r->call->out.data + position(r->kept, r->kept_out, r->nkept, k) * out_size;
        n = last < 0 ? 1 : r->kept[last] - at < end - k ? r->kept[last] - at : end - k;
        if (r->dense && r->call->in.dtype == r->as && r->call->op != RT_REDUCE_VAR) {
            fold_dense(r, base, last < 0 ? 0 : r->kept_in[last] * in_size, n, out, last < 0 ? 1 : r->kept_out[last]);
            continue;
        }
        for (int64_t i = 0; i < n; i++) {
            struct rt_accumulator acc = start(r);
            if (small)
                acc.f = small_squares(r->type, base, r->length, r->folded_in[0]);
            else
                fold_range(r, r->fold, base, 0, r->length,
                           r->call->op == RT_REDUCE_VAR ? mean_of(r, base) : r->call->param, &acc);
            finish(r, &acc, out);
            if (last >= 0)
                base += r->kept_in[last] * in_size, out += r->kept_out[last] * out_size;
        }
    }
    return 0;
}

/* ---- strips of columns ------------------------------------------------------------------------------------------- */

static void fill_columns(const struct reduction *r, union columns *acc, int64_t n)
{
    struct rt_accumulator initial = start(r);

    if (initial.f == 0 && initial.i == 0)
        memset(acc, 0, (size_t)n * sizeof *acc->f);
    else if (r->real)
        for (int64_t j = 0; j < n; j++)
            acc->f[j] = initial.f;
    else
        for (int64_t j = 0; j < n; j++)
            acc->i[j] = initial.i;
}

/* Joins rows of accumulators, `step` apart. */
static void join_columns(const struct reduction *r, int64_t rows, int64_t n, const void *more, int64_t step,
                         union columns *acc)
{
    double norm = r->call->param;
    enum rt_reduce_op op = r->call->op;

    if (op == RT_REDUCE_NORM)
        op = norm == INFINITY ? RT_REDUCE_MAX : norm == -INFINITY ? RT_REDUCE_MIN : RT_REDUCE_SUM;
    rt_cpu_loops()->rows[r->real ? RT_LOOP_F64 : RT_LOOP_I64][op](rows, n, more, step, 0, acc);
}

/* Rows that follow each other in dense memory, n of them short: several are folded as one. Returns how many are done.
 */
static int64_t fold_narrow(const struct reduction *r, const char *from, int64_t rows, int64_t n, union columns *acc)
{
    int64_t most = STRIP / 4 / n, each = rows / 8 < most ? rows / 8 : most, wide;
    union columns more;

    if (each < 2)
        return 0;
    wide = rows / each;
    fill_columns(r, &more, each * n);
    r->rows(wide, each * n, from, each * n, r->call->param, &more);
    join_columns(r, each, n, &more, n, acc);
    return wide * each;
}

static void fold_rows(const struct reduction *r, const char *base, int64_t n, int64_t begin, int64_t end,
                      union columns *acc);

/* Columns with a small gap between them: the others are folded, too, which costs less than to make rows dense. Where
   rows follow each other, full ones are taken but for the last, behind which there may be no memory. */
#define GAP 4
static void fold_gaps(const struct reduction *r, const char *base, int64_t n, int64_t begin, int64_t end,
                      union columns *acc)
{
    const int64_t gap = r->kept_in[r->nkept - 1], wide = (n - 1) * gap + 1,
                  step = r->nfolded == 1 ? r->folded_in[0] : 0;
    struct reduction all = *r;
    union columns more;

    all.kept_in[r->nkept - 1] = 1;
    fill_columns(r, &more, n * gap);
    if (step >= wide && step <= n * gap) {
        fold_rows(&all, base, step, begin, end - 1, &more);
        begin = end - 1;
    }
    fold_rows(&all, base, wide, begin, end, &more);
    if (r->real)
        for (int64_t j = 0; j < n; j++)
            acc->f[j] = more.f[j * gap];
    else
        for (int64_t j = 0; j < n; j++)
            acc->i[j] = more.i[j * gap];
}

/* The loop that folds rows of a half type without conversion; NULL: there is none. */
static rt_rows_loop half_rows(const struct reduction *r)
{
    const enum rt_dtype type = r->call->in.dtype;
    const enum rt_reduce_op op = r->call->op;

    if ((type != RT_FLOAT16 && type != RT_BFLOAT16) || r->type != RT_LOOP_F32 ||
        (op != RT_REDUCE_SUM && op != RT_REDUCE_MEAN))
        return NULL;
    return rt_cpu_loops()->half_rows[type == RT_BFLOAT16];
}

/* Folds rows [begin, end) of n columns into accumulators that have just begun. */
static void fold_rows(const struct reduction *r, const char *base, int64_t n, int64_t begin, int64_t end,
                      union columns *acc)
{
    int last = r->nfolded - 1;
    int64_t size = (int64_t)rt_dtype_size(r->call->in.dtype), inner = last < 0 ? 1 : r->folded[last],
            step = last < 0 ? n : r->folded_in[last], gap = r->kept_in[r->nkept - 1];
    _Alignas(64) char buffer[RT_BLOCK * 32], dense[RT_BLOCK * 32];
    const int64_t most = (int64_t)sizeof buffer / (n * (gap > 1 ? 8 : (int64_t)rt_dtype_size(r->as)));

    const rt_rows_loop halves = n >= NARROW ? half_rows(r) : NULL;

    _Static_assert(STRIP * 8 <= sizeof dense, "a row has room");

    if (gap > 1 && gap <= GAP && n * gap <= NARROW && end - begin > 16) {
        fold_gaps(r, base, n, begin, end, acc);
        return;
    }
    for (int64_t m; begin < end; begin += m) {
        const char *row = base + position(r->folded, r->folded_in, r->nfolded, begin) * size;
        m = inner - begin % inner < end - begin ? inner - begin % inner : end - begin;
        int64_t by = step, done = 0, each = size;
        if (gap > 1) { /* dense rows of strided elements */
            m = m < most ? m : most;
            rt_cpu_loops()->plane[__builtin_ctzll((uint64_t)size)](m, n, dense, n, 1, row, step, gap);
            row = dense;
            by = n;
        }
        if (halves) {
            halves(m, n, row, by, 0, acc);
            continue;
        }
        if (r->call->in.dtype != r->as) {
            const rt_cast_loop cast = rt_cpu_cast(r->as, r->call->in.dtype);
            each = (int64_t)rt_dtype_size(r->as);
            m = m < most ? m : most;
            if (by == n)
                cast(m * n, buffer, row);
            else
                for (int64_t i = 0; i < m; i++)
                    cast(n, buffer + i * n * each, row + i * step * size);
            row = buffer;
            by = n;
        }
        if (by == n && n < NARROW)
            done = fold_narrow(r, row, m, n, acc);
        r->rows(m - done, n, row + done * by * each, by, r->call->param, acc);
    }
}

/* A few dense elements for each of many results: transposed by squares, they are folded as columns. */
#define SHORT 31   /* elements, where rows are folded fast */
#define SHORTER 64 /* where they are not */
#define TRANSPOSED 4096
static bool is_short(const struct reduction *r)
{
    const enum rt_reduce_op op = r->call->op;
    const bool extremum = op == RT_REDUCE_MAX || op == RT_REDUCE_MIN;
    const bool fast = extremum || (r->real && (op == RT_REDUCE_SUM || op == RT_REDUCE_MEAN));

    return r->dense && r->nkept && r->kept[r->nkept - 1] >= 16 && r->length > 0 &&
           r->length <= (fast ? SHORT : SHORTER) && !rt_dtype_is_complex(r->call->in.dtype) &&
           r->call->op != RT_REDUCE_VAR;
}

/* Sums of interleaved pairs: the components of complex numbers. */
static bool is_pairs(const struct reduction *r)
{
    const enum rt_reduce_op op = r->call->op;

    return (op == RT_REDUCE_SUM || op == RT_REDUCE_MEAN) && r->real && r->call->in.dtype == r->as && r->nkept &&
           r->kept[r->nkept - 1] == 2 && r->kept_in[r->nkept - 1] == 1 && r->nfolded == 1 && r->folded_in[0] == 2;
}

static int fold_pairs(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    const struct reduction *r = context;
    const int64_t in_size = (int64_t)rt_dtype_size(r->as), out_size = (int64_t)rt_dtype_size(r->call->out.dtype);

    (void)err;
    for (int64_t k = begin; k < end; k++) {
        const char *from = (const char *)r->call->in.data + position(r->kept, r->kept_in, r->nkept - 1, k) * in_size;
        char *out = (char *)r->call->out.data + position(r->kept, r->kept_out, r->nkept - 1, k) * out_size;
        double sums[2];
        rt_cpu_loops()->complex_sum[r->type == RT_LOOP_F64](r->length, from, sums);
        for (int part = 0; part < 2; part++) {
            const struct rt_accumulator acc = {sums[part], 0};
            finish(r, &acc, out + part * r->kept_out[r->nkept - 1] * out_size);
        }
    }
    return 0;
}

static int fold_short(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    const struct reduction *r = context;
    const int last = r->nkept - 1;
    const enum rt_dtype from_type = r->call->in.dtype;
    const rt_transpose_loop transpose_block = rt_cpu_loops()->transpose[__builtin_ctzll(rt_dtype_size(r->as))];
    int64_t in_size = (int64_t)rt_dtype_size(from_type), out_size = (int64_t)rt_dtype_size(r->call->out.dtype);
    const int64_t most = TRANSPOSED / r->length / 16 * 16;
    _Alignas(64) char transposed[TRANSPOSED * 8], cast[TRANSPOSED * 8];
    union columns acc;

    (void)err;
    for (int64_t k = begin, n; k < end; k += n) {
        int64_t rest = r->kept[last] - k % r->kept[last];
        const char *from = (const char *)r->call->in.data + position(r->kept, r->kept_in, r->nkept, k) * in_size;
        char *out = (char *)r->call->out.data + position(r->kept, r->kept_out, r->nkept, k) * out_size;
        n = rest < end - k ? rest : end - k;
        n = n < most ? n : most;
        n = n < STRIP ? n : STRIP;
        if (from_type == r->as)
            transpose_block(r->length, n, transposed, n, from, r->kept_in[last]);
        else if (r->kept_in[last] == r->length) {
            rt_cpu_cast(r->as, from_type)(r->length * n, cast, from);
            transpose_block(r->length, n, transposed, n, cast, r->length);
        } else {
            rt_cpu_loops()->transpose[__builtin_ctzll((uint64_t)in_size)](r->length, n, cast, n, from,
                                                                          r->kept_in[last]);
            rt_cpu_cast(r->as, from_type)(r->length * n, transposed, cast);
        }
        fill_columns(r, &acc, n);
        r->rows(r->length, n, transposed, n, r->call->param, &acc);
        finish_columns(r, &acc, n, out, r->kept_out[last]);
    }
    return 0;
}

/* A few strided elements for each of many results: made dense as rows of columns, they are folded as such. Where there
   are few results in the last dimension, those of the one before are put beside them. */
static int64_t beside(const struct reduction *r)
{
    const int last = r->nkept - 1;

    return last > 0 && r->kept[last] < 16 ? r->kept[last] : 1;
}

static bool is_strided(const struct reduction *r)
{
    const int last = r->nkept - 1;
    const int64_t inner = r->nkept ? beside(r) : 0;

    if (!inner || r->dense || r->length < 2 || r->length > SHORTER || rt_dtype_is_complex(r->call->in.dtype) ||
        r->call->op == RT_REDUCE_VAR)
        return false;
    if (inner > 1)
        return r->kept[last - 1] >= 4 && r->kept_out[last - 1] == inner * r->kept_out[last];
    return r->kept[last] >= 16 && (r->kept_in[last] > 8 || r->kept_in[last] <= 0);
}

static int fold_strided(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    const struct reduction *r = context;
    const enum rt_dtype type = r->call->in.dtype;
    const int64_t inner = beside(r), size = (int64_t)rt_dtype_size(type), most = TRANSPOSED / r->length / inner,
                  out_size = (int64_t)rt_dtype_size(r->call->out.dtype);
    const int64_t rows = r->nfolded == 1 && r->folded_in[0] == 0 ? 1 : r->length; /* one that is repeated is enough */
    const int last = r->nkept - 1, along = inner > 1 ? last - 1 : last;
    const rt_plane_loop move = rt_cpu_loops()->plane[__builtin_ctzll((uint64_t)size)];
    _Alignas(64) char dense[TRANSPOSED * 8], cast[TRANSPOSED * 8];
    union columns acc;

    (void)err;
    for (int64_t k = begin, n; k < end; k += n) {
        const int64_t rest = r->kept[along] - k % r->kept[along];
        const char *from = (const char *)r->call->in.data + position(r->kept, r->kept_in, along + 1, k) * size;
        char *out = (char *)r->call->out.data + position(r->kept, r->kept_out, along + 1, k) * out_size;
        n = rest < end - k ? rest : end - k;
        n = n < most ? n : most;
        if (inner == 1 && r->nfolded == 1)
            move(rows, n, dense, n, 1, from, r->folded_in[0], r->kept_in[along]);
        else
            for (int64_t f = 0; f < rows; f++)
                move(n, inner, dense + f * n * inner * size, inner, 1,
                     from + position(r->folded, r->folded_in, r->nfolded, f) * size, r->kept_in[along],
                     inner > 1 ? r->kept_in[last] : 1);
        if (type != r->as)
            rt_cpu_cast(r->as, type)(rows * n * inner, cast, dense);
        fill_columns(r, &acc, n * inner);
        r->rows(r->length, n * inner, type != r->as ? cast : dense, rows > 1 ? n * inner : 0, r->call->param, &acc);
        finish_columns(r, &acc, n * inner, out, r->kept_out[last]);
    }
    return 0;
}

/* Short rows that are of another type or have gaps: many at a time are made dense. */
#define GATHERED 4096 /* elements */
static bool is_gathered(const struct reduction *r)
{
    return r->nkept && r->kept[r->nkept - 1] > 1 && r->nfolded == 1 && r->length > 1 && r->length <= GATHERED / 4 &&
           (r->call->in.dtype != r->as || !r->dense) && r->folded_in[0] >= 0 && r->kept_in[r->nkept - 1] >= 0 &&
           !rt_dtype_is_complex(r->call->in.dtype) && r->call->op != RT_REDUCE_VAR;
}

static int fold_gathered(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    const struct reduction *r = context;
    const int last = r->nkept - 1;
    const enum rt_dtype type = r->call->in.dtype;
    const int64_t in_size = (int64_t)rt_dtype_size(type), out_size = (int64_t)rt_dtype_size(r->call->out.dtype),
                  size = (int64_t)rt_dtype_size(r->as), most = GATHERED / r->length;
    _Alignas(64) char dense[GATHERED * 8], cast[GATHERED * 8];

    (void)err;
    for (int64_t k = begin, n; k < end; k += n) {
        const int64_t rest = r->kept[last] - k % r->kept[last];
        const char *from = (const char *)r->call->in.data + position(r->kept, r->kept_in, r->nkept, k) * in_size;
        char *out = (char *)r->call->out.data + position(r->kept, r->kept_out, r->nkept, k) * out_size;
        n = rest < end - k ? rest : end - k;
        n = n < most ? n : most;
        if (r->folded_in[0] != 1 || r->kept_in[last] != r->length) {
            rt_cpu_loops()->plane[__builtin_ctzll((uint64_t)in_size)](n, r->length, dense, r->length, 1, from,
                                                                      r->kept_in[last], r->folded_in[0]);
            from = dense;
        }
        if (type != r->as) {
            rt_cpu_cast(r->as, type)(n * r->length, cast, from);
            from = cast;
        }
        fold_dense(r, from, r->length * size, n, out, r->kept_out[last]);
    }
    return 0;
}

/* Where a strip's columns begin, in and out, and how many there are. */
struct strip_start {
    const char *in;
    char *out;
    int64_t n, step;
};

static struct strip_start start_of_strip(const struct reduction *r, int64_t strip)
{
    int last = r->nkept - 1;
    int64_t outer = strip / r->strips, first = strip % r->strips * STRIP, n = r->kept[last] - first;
    struct strip_start p = {.n = n < STRIP ? n : STRIP, .step = r->kept_out[last]};

    p.in = (const char *)r->call->in.data + (position(r->kept, r->kept_in, last, outer) + first * r->kept_in[last]) *
                                                (int64_t)rt_dtype_size(r->call->in.dtype);
    p.out = (char *)r->call->out.data +
            (position(r->kept, r->kept_out, last, outer) + first * p.step) * (int64_t)rt_dtype_size(r->call->out.dtype);
    return p;
}

/* One block of rows of a strip after the other. */
static int fold_strips(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    const struct reduction *r = context;
    union columns own;

    (void)err;
    for (int64_t k = begin; k < end; k++) {
        struct strip_start p = start_of_strip(r, k / r->blocks);
        int64_t block = k % r->blocks, each = r->length / r->blocks, from = block * each;
        int64_t to = block == r->blocks - 1 ? r->length : from + each;
        union columns *acc = r->blocks == 1 ? &own : (union columns *)(void *)(r->partial + k * (int64_t)sizeof own);
        fill_columns(r, acc, p.n);
        fold_rows(r, p.in, p.n, from, to, acc);
        if (r->blocks == 1)
            finish_columns(r, acc, p.n, p.out, p.step);
    }
    return 0;
}

static int join_strips(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    const struct reduction *r = context;

    (void)err;
    for (int64_t k = begin; k < end; k++) {
        struct strip_start p = start_of_strip(r, k);
        union columns *acc = (union columns *)(void *)(r->partial + k * r->blocks * (int64_t)sizeof *acc);
        join_columns(r, r->blocks - 1, p.n, acc + 1, STRIP, acc);
        finish_columns(r, acc, p.n, p.out, p.step);
    }
    return 0;
}

/* The kept dimension is the dense one. Few strips of many rows are cut into blocks of rows. */
static int fold_columns(struct reduction *r, int64_t cost, struct rt_error *err)
{
    int64_t inner = r->kept[r->nkept - 1], units;
    int rc;

    r->strips = (inner + STRIP - 1) / STRIP;
    units = r->outputs / inner * r->strips;
    r->blocks = units < 16 && r->outputs * r->length >= SPLIT ? 16 / units : 1;
    r->blocks = r->blocks * 16 > r->length ? r->length / 16 : r->blocks;
    r->blocks = r->blocks < 1 ? 1 : r->blocks;
    if (r->blocks == 1)
        return rt_parallel_for(units, rt_grain(units, r->length * (inner < STRIP ? inner : STRIP), PIECE), cost,
                               fold_strips, r, err);
    if (!(r->partial = rt_alloc_items(units * r->blocks, sizeof(union columns), 0)))
        return rt_error_memory(err);
    rc = rt_parallel_for(units * r->blocks, 1, cost, fold_strips, r, err);
    if (rc == 0)
        rc = rt_parallel_for(units, 1, rt_size_cost(rt_size_cost(units, r->blocks), STRIP), join_strips, r, err);
    rt_free(r->partial);
    return rc;
}

/* ---- one result -------------------------------------------------------------------------------------------------- */

static int fold_piece(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    const struct reduction *r = context;

    (void)err;
    for (int64_t k = begin; k < end; k++) {
        int64_t from = k * PIECE, n = r->length - from < PIECE ? r->length - from : PIECE;
        r->pieces[k] = start(r);
        fold_range(r, r->fold, r->call->in.data, from, n, r->call->param, &r->pieces[k]);
    }
    return 0;
}

/* One result from many elements. */
static int fold_all(struct reduction *r, struct rt_error *err)
{
    int64_t count = (r->length + PIECE - 1) / PIECE;
    struct rt_accumulator acc = start(r);
    int rc;

    if (!(r->pieces = rt_alloc_items(count, sizeof *r->pieces, 0)))
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

/* A result of more elements than memory holds, as a repeated one has: round after round of pieces, which end between
   two tiles. */
struct long_fold {
    const struct reduction *r;
    rt_fold_loop fold;
    const char *base;
    double param;
    int64_t from;
    struct rt_accumulator pieces[ROUND];
};

static int fold_long_piece(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    struct long_fold *f = context;

    (void)err;
    for (int64_t k = begin; k < end; k++) {
        const int64_t from = f->from + k * PIECE, left = f->r->length - from;
        f->pieces[k] = start(f->r);
        fold_range(f->r, f->fold, f->base, from, left < PIECE ? left : PIECE, f->param, &f->pieces[k]);
    }
    return 0;
}

static int fold_long_one(struct long_fold *f, struct rt_accumulator *acc, struct rt_error *err)
{
    const int64_t pieces = (f->r->length - 1) / PIECE + 1;

    *acc = start(f->r);
    for (int64_t first = 0; first < pieces; first += ROUND) {
        const int64_t count = pieces - first < ROUND ? pieces - first : ROUND;
        f->from = first * PIECE;
        if (rt_parallel_for(count, 1, count * PIECE, fold_long_piece, f, err) < 0)
            return -1;
        for (int64_t k = 0; k < count; k++)
            join(f->r, acc, &f->pieces[k]);
    }
    return 0;
}

static int fold_long(const struct reduction *r, struct rt_error *err)
{
    const int64_t in_size = (int64_t)rt_dtype_size(r->call->in.dtype),
                  out_size = (int64_t)rt_dtype_size(r->call->out.dtype);
    struct long_fold f = {.r = r};
    struct rt_accumulator acc;

    for (int64_t k = 0; k < r->outputs; k++) {
        f.base = (const char *)r->call->in.data + position(r->kept, r->kept_in, r->nkept, k) * in_size;
        f.fold = r->fold;
        f.param = r->call->param;
        if (r->call->op == RT_REDUCE_VAR) { /* the mean first */
            f.fold = rt_cpu_loops()->fold[r->type][RT_REDUCE_SUM];
            if (fold_long_one(&f, &acc, err) < 0)
                return -1;
            f.fold = r->fold;
            f.param = acc.f / (double)r->length;
        }
        if (fold_long_one(&f, &acc, err) < 0)
            return -1;
        finish(r, &acc, (char *)r->call->out.data + position(r->kept, r->kept_out, r->nkept, k) * out_size);
    }
    return 0;
}

/* How many elements are folded into one result? */
static int64_t length_of(const struct rt_reduce_call *call)
{
    int64_t length = 1;

    for (int i = 0; i < call->in.ndim; i++)
        if (call->dims >> i & 1)
            length = rt_size_cost(length, call->in.shape[i]);
    return length;
}

/* Orders dimensions by stride, the smallest last. */
static void order(int64_t *size, int64_t *strides, int64_t *others, int ndim)
{
    for (int i = 1; i < ndim; i++)
        for (int j = i; j > 0; j--) {
            uint64_t before = (uint64_t)llabs(strides[j - 1]) - 1, after = (uint64_t)llabs(strides[j]) - 1;
            if (before >= after) /* repeated elements first */
                break;
            for (int64_t **p = (int64_t *[]){size, strides, others, NULL}; *p; p++) {
                int64_t one = (*p)[j];
                (*p)[j] = (*p)[j - 1];
                (*p)[j - 1] = one;
            }
        }
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
            r->length = rt_step_mul(r->length, in->shape[i]);
        } else {
            r->kept[r->nkept] = in->shape[i];
            r->kept_in[r->nkept] = in->strides[i];
            r->kept_out[r->nkept++] = out->strides[i];
            r->outputs = rt_step_mul(r->outputs, in->shape[i]);
        }
    if (r->outputs && r->length) {
        order(r->kept, r->kept_in, r->kept_out, r->nkept);
        order(r->folded, r->folded_in, NULL, r->nfolded);
        r->nkept = rt_shape_coalesce(r->kept, r->nkept, 2, (int64_t *[]){r->kept_in, r->kept_out});
        r->nfolded = rt_shape_coalesce(r->folded, r->nfolded, 1, (int64_t *[]){r->folded_in});
    } else { /* nothing is read: the steps, which may be any integers, are not needed */
        memset(r->kept_in, 0, sizeof r->kept_in);
        memset(r->folded_in, 0, sizeof r->folded_in);
    }
    r->dense = r->nfolded == 0 || (r->nfolded == 1 && r->folded_in[0] == 1);
    r->run = r->dense ? r->length : r->folded_in[r->nfolded - 1] == 1 ? r->folded[r->nfolded - 1] : 0;
    r->run = r->dense || r->run >= 8 ? r->run : 0;
}

/* Are there several outputs, all of the same elements? Gradients of sums are such. */
static bool all_alike(const struct rt_reduce_call *call)
{
    bool several = false;

    for (int i = 0; i < call->in.ndim; i++) {
        if (call->dims >> i & 1 || call->in.shape[i] == 1)
            continue;
        if (call->in.strides[i] || call->in.shape[i] == 0)
            return false;
        several = true;
    }
    return several && rt_view_numel(&call->in) > 0;
}

/* The first output, and the others as it is. */
static int fold_once(struct rt_device *device, const struct rt_reduce_call *call, struct rt_error *err)
{
    struct rt_reduce_call one = *call;
    struct rt_cast_copy_call copy = {.out = call->out, .in = call->out};

    for (int i = 0; i < call->in.ndim; i++) {
        const bool reduced = call->dims >> i & 1;
        if (reduced)
            copy.out.shape[i] = copy.in.shape[i] = 1;
        else
            one.out.shape[i] = one.in.shape[i] = 1;
        copy.in.strides[i] = 0;
    }
    return rt_cpu_reduce(device, &one, err) < 0 ? -1 : rt_cpu_cast_copy(device, &copy, err);
}

/* Have kept dimensions the smallest stride? */
static bool kept_is_innermost(const struct reduction *r)
{
    const int64_t kept = r->kept_in[r->nkept - 1];

    return kept == 1 || (kept > 1 && kept <= 8 && !rt_dtype_is_complex(r->call->in.dtype) && r->nfolded &&
                         r->folded_in[r->nfolded - 1] > kept);
}

int rt_cpu_reduce(struct rt_device *device, const struct rt_reduce_call *call, struct rt_error *err)
{
    struct reduction r;
    int64_t cost;
    bool columns, pairs;
    const bool is_long = length_of(call) > LONG;
    const int rc = is_long ? 1 : rt_cpu_sum(call, err);

    if (rc <= 0)
        return rc;
    if (all_alike(call))
        return fold_once(device, call, err);
    rt_clear(&r, offsetof(struct reduction, kept));
    r.call = call;
    r.type = rt_loop_type_of(call->compute);
    r.as = rt_loop_dtype(r.type);
    r.real = r.type == RT_LOOP_F32 || r.type == RT_LOOP_F64;
    r.fold = rt_cpu_loops()->fold[r.type][call->op];
    r.rows = rt_cpu_loops()->rows[r.type][call->op];
    if (!r.fold || rt_dtype_is_complex(call->compute))
        return rt_error_set(err, RT_NOT_IMPLEMENTED, "\"reduce\" not implemented for '%s'",
                            rt_dtype_table[call->compute].scalar);
    plan(&r);
    if (r.outputs == 0)
        return 0;
    if (is_long)
        return fold_long(&r, err);
    pairs = is_pairs(&r);
    columns = r.nkept && r.kept[r.nkept - 1] >= 4 && call->op != RT_REDUCE_VAR && kept_is_innermost(&r);
    columns = columns && (!r.dense || (r.length > 1 && r.length < WINDOW)); /* dense: windows over each other */
    /* dense elements are folded many at a time, faster than they are worth a second thread */
    cost = rt_size_cost(r.outputs, r.length);
    if (call->in.dtype == r.as && (columns || pairs || r.run >= 64))
        cost /= 2;
    if (r.outputs == 1 && r.length > 2 * PIECE && call->op != RT_REDUCE_VAR)
        return fold_all(&r, err);
    if (is_strided(&r) && !pairs) {
        const int64_t inner = beside(&r);
        return rt_parallel_for(r.outputs / inner, rt_grain(r.outputs / inner, r.length * inner, PIECE), cost,
                               fold_strided, &r, err);
    }
    if (columns || (pairs && r.outputs == 2 && r.length > 4 * PIECE))
        return fold_columns(&r, cost, err);
    if (pairs)
        return rt_parallel_for(r.outputs / 2, rt_grain(r.outputs / 2, r.length * 2, PIECE), cost, fold_pairs, &r, err);
    if (is_short(&r))
        return rt_parallel_for(r.outputs, rt_grain(r.outputs, r.length, PIECE), cost, fold_short, &r, err);
    return rt_parallel_for(r.outputs, rt_grain(r.outputs, r.length, PIECE), cost,
                           is_gathered(&r) ? fold_gathered : fold_outputs, &r, err);
}
