/* The pointwise kernel classes: fill, map, zip, zip3, select. One driver: dimensions are joined as far as the strides
   of all operands allow, cut into tiles for the pool, and tiles into blocks for the loops. Knows views, no tensors. */
#include "cpu.h"
#include "pointwise_names.h"
#include "cpu_complex.h"

#include <string.h>

#define PADDED 16 /* fewer elements are padded to a vector of so many, where scalar code is slow */

#define OPERANDS 4
#define GRAIN 65536
#define LINE_BYTES 64 /* that are fetched together */

/* A pointwise job of any class. Operand 0 is the output. */
struct job {
    int count;
    struct rt_operand operand[OPERANDS];
    int64_t shape[RT_MAX_DIMS], strides[OPERANDS][RT_MAX_DIMS];
    int ndim;
    int64_t numel;
    bool direct; /* every operand is linear (or a scalar on one side) and of its loop's type */
    bool stream; /* results are written with non-temporal stores */
    rt_map_loop map;
    rt_zip_loop zip, side[2]; /* side: with a scalar on the left or right, NULL where there is none */
    rt_select_loop select;
    rt_zip_loop then;        /* of operand 3 and what zip gives; NULL: that is the result */
    rt_combine_loop combine; /* both at once, or NULL */
    bool divides;            /* integer division: look for zeros in b first */
    size_t divisor_size;
    struct rt_loop_param params[RT_MAX_PARAMS];
    const struct rt_fill_call *fill;
};

/* The result comes first, then what it is made of. constant_block: for an operand that may be a constant. Without
   elements there may be no memory either, and nothing is read. */
static void job_operand(struct job *job, const struct rt_view *view, enum rt_dtype as, void *constant_block)
{
    int k = job->count++;
    struct rt_operand *o = &job->operand[k];

    *o = (struct rt_operand){.data = view->data, .strides = job->strides[k], .dtype = view->dtype, .as = as};
    if (k == 0)
        job->numel = rt_view_numel(view);
    if (!view->data && constant_block && job->numel) {
        rt_scalar_store(as, constant_block, view->constant);
        o->constant = constant_block;
        memset(job->strides[k], 0, (size_t)view->ndim * sizeof(int64_t));
    } else
        memcpy(job->strides[k], view->strides, (size_t)view->ndim * sizeof(int64_t));
}

/* Repeats the first element of a constant's block over n elements. */
static void fill_block(void *block, size_t size, int64_t n)
{
    for (size_t filled = size, total = size * (size_t)n; filled < total;) {
        size_t more = filled < total - filled ? filled : total - filled;
        memcpy((char *)block + filled, block, more);
        filled += more;
    }
}

/* The side on which a zip has a scalar (stride 0) while the other one is dense, along the innermost dimension: 0 left,
   1 right, -1 neither. */
static int scalar_side(const struct job *job, const bool *scalar)
{
    for (int side = 0; side < 2; side++)
        if (job->zip && job->side[side] && scalar[side] && !scalar[!side])
            return side;
    return -1;
}

/* Bytes of the cache lines that a job reads and writes: with gaps between elements more than those of the elements. */
static int64_t job_bytes(const struct job *job)
{
    int64_t bytes = 0;

    for (int k = 0; k < job->count; k++) {
        const struct rt_operand *o = &job->operand[k];
        const int64_t size = (int64_t)rt_dtype_size(o->dtype), last = job->ndim ? job->strides[k][job->ndim - 1] : 0;
        int64_t n = o->constant ? 0 : 1, span = 1, each = (last < 0 ? -last : last) * size;
        for (int i = 0; i < job->ndim; i++) {
            const int64_t step = job->strides[k][i];
            n *= step ? job->shape[i] : 1;
            span += (job->shape[i] - 1) * (step < 0 ? -step : step);
        }
        each = each < size ? size : each > LINE_BYTES ? LINE_BYTES : each;
        bytes += n * each < span * size ? n * each : o->constant ? 0 : span * size;
    }
    return bytes;
}

/* A big result in memory of its own, which no operand has fetched already. */
static bool job_streams(const struct job *job)
{
    if (!job->numel || !job->operand[0].linear || job_bytes(job) < rt_stream_bytes())
        return false;
    for (int k = 1; k < job->count; k++)
        if (!job->operand[k].constant && job->operand[k].data == job->operand[0].data)
            return false;
    return true;
}

static void job_shape(struct job *job, const struct rt_view *out)
{
    int64_t *rows[OPERANDS], dense[RT_MAX_DIMS];
    bool scalar[2] = {false, false};
    int n = 0, side;

    memcpy(job->shape, out->shape, (size_t)out->ndim * sizeof(int64_t));
    for (int k = 0; k < job->count; k++)
        if (!job->operand[k].constant)
            rows[n++] = job->strides[k];
    job->ndim = out->ndim;
    if (!job->fill && job->ndim > 1) /* any order will do, except for a fill that counts */
        rt_shape_order(job->shape, job->ndim, n, rows);
    if (job->numel)
        job->ndim = rt_shape_coalesce(job->shape, job->ndim, n, rows);
    rt_shape_contiguous(job->shape, job->ndim, dense);
    for (int k = 0; k < job->count; k++) {
        struct rt_operand *o = &job->operand[k];
        if (!o->constant) {
            o->linear = job->ndim == 0 || (job->ndim == 1 && job->strides[k][0] == 1);
            if (job->ndim > 1)
                o->linear = !memcmp(job->strides[k], dense, (size_t)job->ndim * sizeof *dense);
        } else if (k == 1 || k == 2)
            scalar[k - 1] = true;
    }
    side = scalar_side(job, scalar);
    job->direct = true;
    for (int k = 0; k < job->count; k++) {
        struct rt_operand *o = &job->operand[k];
        job->direct = job->direct && (o->constant ? k == side + 1 : o->linear && o->dtype == o->as);
    }
    job->stream = job_streams(job);
    if (job->direct && !job->stream && side >= 0) {
        job->zip = job->side[side];
        return;
    }
    for (int k = 0; k < job->count; k++)
        if (job->operand[k].constant)
            fill_block((void *)job->operand[k].constant, rt_dtype_size(job->operand[k].as),
                       job->numel < RT_BLOCK ? job->numel : RT_BLOCK);
}

static int check_divisor(const struct job *job, const void *block, int64_t n, struct rt_error *err)
{
    const enum rt_loop_type type = job->divisor_size == 8 ? RT_LOOP_I64 : RT_LOOP_I32;
    struct rt_accumulator all = {.i = 1};

    rt_cpu_loops()->fold[type][RT_REDUCE_ALL](n, block, 0, &all);
    return all.i ? 0 : rt_error_set(err, RT_RUNTIME, "ZeroDivisionError");
}

static char *at(const struct rt_operand *o, int64_t i)
{
    return o->data + i * (int64_t)rt_dtype_size(o->dtype);
}

/* Results of type `as` are written with non-temporal stores. */
static void stream_block(const struct rt_operand *o, int64_t begin, int64_t n, const void *results, char *buffer)
{
    if (o->dtype != o->as) {
        rt_cpu_cast(o->dtype, o->as)(n, buffer, results);
        results = buffer;
    }
    rt_cpu_loops()->stream(at(o, begin), results, n * (int64_t)rt_dtype_size(o->dtype));
}

static int run_block(const struct job *job, int64_t begin, int64_t n, char (*buffers)[RT_BLOCK * 32],
                     struct rt_error *err)
{
    const void *in[OPERANDS - 1] = {0};
    void *out, *between = buffers[OPERANDS];

    for (int k = 1; k < job->count; k++)
        in[k - 1] = rt_operand_load(&job->operand[k], job->shape, job->ndim, begin, n, buffers[k]);
    if (job->divides && check_divisor(job, in[1], n, err) < 0)
        return -1;
    out = job->stream ? buffers[0] : rt_operand_target(&job->operand[0], begin, buffers[0]);
    if (job->fill)
        (*rt_cpu_loops()->fill)(job->fill, job->operand[0].as, job->numel, begin, n, out);
    else if (job->select)
        job->select(n, out, in[0], in[1], in[2]);
    else if (job->combine)
        job->combine(n, out, in[2], in[0], in[1], job->params);
    else if (job->then) {
        job->zip(n, between, in[0], in[1], job->params);
        job->then(n, out, in[2], between, job->params);
    } else if (job->zip)
        job->zip(n, out, in[0], in[1], job->params);
    else if (job->map)
        job->map(n, out, in[0], job->params);
    else if (job->stream)
        out = (void *)in[0];
    else
        memcpy(out, in[0], (size_t)n * rt_dtype_size(job->operand[0].as));
    if (job->stream)
        stream_block(&job->operand[0], begin, n, out, buffers[0] + RT_BLOCK * 16);
    else
        rt_operand_store(&job->operand[0], job->shape, job->ndim, begin, n, out);
    return 0;
}

static int run_tile(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    const struct job *job = context;
    _Alignas(64) char buffers[OPERANDS + 1][RT_BLOCK * 32]; /* the last one: between the loops */

    for (int64_t at = begin; at < end; at += RT_BLOCK)
        if (run_block(job, at, end - at < RT_BLOCK ? end - at : RT_BLOCK, buffers, err) < 0)
            return -1;
    if (job->stream)
        rt_stream_end();
    return 0;
}

static int run_direct(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    const struct job *job = context;
    const struct rt_operand *o = job->operand;

    if (job->divides && check_divisor(job, at(&o[2], begin), end - begin, err) < 0)
        return -1;
    if (job->zip)
        job->zip(end - begin, at(&o[0], begin), o[1].constant ? o[1].constant : at(&o[1], begin),
                 o[2].constant ? o[2].constant : at(&o[2], begin), job->params);
    else
        job->map(end - begin, at(&o[0], begin), at(&o[1], begin), job->params);
    return 0;
}

/* Rows long enough to be worth a call each, all of whose operands are dense or a scalar. */
static bool goes_by_rows(const struct job *job)
{
    int last = job->ndim - 1;

    if ((!job->zip && !job->map) || job->then || job->divides || job->ndim < 2 || job->shape[last] < 32 ||
        job->strides[0][last] != 1)
        return false;
    for (int k = 0; k < job->count; k++) {
        const struct rt_operand *o = &job->operand[k];
        if (!o->constant &&
            (o->dtype != o->as || (job->strides[k][last] != 1 && (k == 0 || job->strides[k][last] != 0))))
            return false;
    }
    return true;
}

/* n elements of a row: data points to the first ones; side: as scalar_side has it. */
static void row_piece(const struct job *job, char **data, const bool *scalar, int side, int64_t n,
                      char (*repeated)[RT_BLOCK * 16])
{
    const struct rt_operand *o = job->operand;
    void *out = job->stream ? repeated[0] : data[0];

    for (int k = 1; k < job->count; k++)
        if (scalar[k - 1] && side != k - 1) {
            const void *from = data[k];
            data[k] = repeated[k];
            rt_cpu_loops()->repeat[__builtin_ctzll(rt_dtype_size(o[k].as))](n, data[k], from);
        }
    if (side >= 0)
        job->side[side](n, out, data[1], data[2], job->params);
    else if (job->zip)
        job->zip(n, out, data[1], data[2], job->params);
    else
        job->map(n, out, data[1], job->params);
    if (job->stream)
        rt_cpu_loops()->stream(data[0], out, n * (int64_t)rt_dtype_size(o[0].dtype));
}

/* Rows of a zip one after the other, each of n elements: what neighbouring rows of many short ones cost is little more
   than the call. */
static void zip_each(const struct job *job, rt_zip_loop zip, int64_t rows, int64_t n, char *const *data,
                     const int64_t *step)
{
    char *out = data[0];
    const char *a = data[1], *b = data[2];

    for (int64_t i = 0; i < rows; i++, out += step[0], a += step[1], b += step[2])
        zip(n, out, a, b, job->params);
}

static int run_rows(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    const struct job *job = context;
    const int last = job->ndim - 1;
    int64_t position[RT_MAX_DIMS], offset[OPERANDS] = {0}, rest = begin;
    _Alignas(64) char repeated[OPERANDS][RT_BLOCK * 16];
    bool scalar[2] = {false, false}, pieces = job->stream;
    char *data[OPERANDS] = {NULL};
    int64_t size[OPERANDS], step[OPERANDS]; /* step: bytes between neighbouring rows */
    int side;
    rt_zip_loop zip;

    (void)err;
    for (int i = last; i >= 0; i--) {
        position[i] = rest % job->shape[i];
        rest /= job->shape[i];
        for (int k = 0; k < job->count; k++)
            offset[k] += position[i] * job->strides[k][i];
    }
    for (int k = 1; k < job->count; k++)
        scalar[k - 1] = job->operand[k].constant || job->strides[k][last] == 0;
    side = scalar_side(job, scalar);
    pieces = pieces || ((scalar[0] || scalar[1]) && side < 0);
    for (int k = 0; k < job->count; k++) {
        size[k] = job->operand[k].constant ? 0 : (int64_t)rt_dtype_size(job->operand[k].dtype);
        data[k] =
            job->operand[k].constant ? (char *)job->operand[k].constant : job->operand[k].data + offset[k] * size[k];
        step[k] = job->strides[k][last - 1] * size[k];
    }
    zip = pieces || !job->zip ? NULL : side >= 0 ? job->side[side] : job->zip;
    for (int64_t p = begin, n; p < end; p += n) {
        char *now[OPERANDS] = {data[0], data[1], data[2], data[3]};
        const int64_t left = (end - p) / job->shape[last], more = job->shape[last - 1] - position[last - 1] - 1;
        const int64_t rows = left - 1 < more ? left - 1 : more; /* but the last, which ends as any */
        if (zip && position[last] == 0 && rows > 0) {
            zip_each(job, zip, rows, job->shape[last], data, step);
            for (int k = 0; k < job->count; k++)
                data[k] += rows * step[k];
            position[last - 1] += rows;
            n = rows * job->shape[last];
            continue;
        }
        n = job->shape[last] - position[last] < end - p ? job->shape[last] - position[last] : end - p;
        n = pieces && n > RT_BLOCK ? RT_BLOCK : n;
        row_piece(job, now, scalar, side, n, repeated);
        position[last] += n;
        for (int k = 0; k < job->count; k++)
            data[k] += n * job->strides[k][last] * size[k];
        for (int i = last; i > 0 && position[i] == job->shape[i]; i--) {
            for (int k = 0; k < job->count; k++)
                data[k] += (job->strides[k][i - 1] - position[i] * job->strides[k][i]) * size[k];
            position[i] = 0;
            position[i - 1]++;
        }
    }
    if (job->stream)
        rt_stream_end();
    return 0;
}

/* A few tasks for each thread, of full blocks. */
static int64_t grain(int64_t numel)
{
    int64_t piece = numel / (4 * (int64_t)rt_pool_threads()) / RT_BLOCK * RT_BLOCK;

    return piece > GRAIN ? GRAIN : piece < 8 * RT_BLOCK ? 8 * RT_BLOCK : piece;
}

static int run(struct job *job, struct rt_error *err)
{
    const bool plain = !job->stream && job->operand[0].linear && job->operand[0].dtype == job->operand[0].as;
    rt_tile tile = job->direct && plain && !job->then && (job->zip || job->map) ? run_direct
                   : goes_by_rows(job)                                          ? run_rows
                                                                                : run_tile;

    if (job->numel == 0)
        return 0;
    if (job->numel < RT_POOL_ELEMENTS)
        return tile(job, 0, job->numel, err);
    return rt_parallel_for(job->numel, grain(job->numel), job->numel, tile, job, err);
}

static int missing(const char *op, enum rt_dtype type, struct rt_error *err)
{
    /* what PyTorch calls them */
    static const char *const names[][2] = {{"erf", "erf_vml"},
                                           {"erfc", "erfc_vml"},
                                           {"lgamma", "lgamma_vml"},
                                           {"floor_divide", "div_floor"},
                                           {"clamp", "clamp_scalar"},
                                           {"clamp_min", "clamp_min_scalar"},
                                           {"clamp_max", "clamp_max_scalar"}};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(op, names[i][0]))
            op = names[i][1];
    return rt_error_set(err, RT_NOT_IMPLEMENTED, "\"%s_cpu\" not implemented for '%s'", op,
                        rt_dtype_table[type].scalar);
}

/* functions whose result is BOOL */
static const bool map_is_bool[] = {
#define T 0
#define BOOL 1
#define RT_MAP(name, domain, result, ...) result,
#define RT_ZIP(...)
#include "ops/elementwise.def"
#undef RT_MAP
#undef RT_ZIP
};
static const bool zip_is_bool[] = {
#define RT_MAP(...)
#define RT_ZIP(name, domain, result, ...) result,
#include "ops/elementwise.def"
#undef RT_MAP
#undef RT_ZIP
#undef T
#undef BOOL
};

/* Loops of one operation, and the dtype of their elements. */
struct loops {
    enum rt_dtype as;
    rt_map_loop map;
    rt_zip_loop zip, side[2];
};

static int narrow_type(enum rt_dtype dtype)
{
    return dtype == RT_UINT8 ? RT_NARROW_U8 : dtype == RT_INT8 ? RT_NARROW_I8 : dtype == RT_INT16 ? RT_NARROW_I16 : -1;
}

static struct loops map_loops(enum rt_dtype compute, enum rt_map_op op)
{
    const struct rt_cpu_loops *all = rt_cpu_loops();
    const enum rt_loop_type type = rt_loop_type_of(compute);
    const int narrow = narrow_type(compute);

    if (rt_dtype_is_complex(compute))
        return (struct loops){.as = compute, .map = rt_complex_map(compute, op)};
    if ((compute == RT_FLOAT16 || compute == RT_BFLOAT16) && (op == RT_MAP_neg || op == RT_MAP_abs))
        return (struct loops){.as = compute, .map = all->half_signs[op == RT_MAP_abs]};
    if (narrow >= 0 && all->narrow_map[narrow][op])
        return (struct loops){.as = compute, .map = all->narrow_map[narrow][op]};
    return (struct loops){.as = rt_loop_dtype(type), .map = all->map[type][op]};
}

/* narrow: may be as small as the type. */
static struct loops zip_loops(enum rt_dtype compute, enum rt_zip_op op, bool narrow)
{
    const struct rt_cpu_loops *all = rt_cpu_loops();
    const enum rt_loop_type type = rt_loop_type_of(compute);
    const int small = narrow ? narrow_type(compute) : -1;

    if (rt_dtype_is_complex(compute))
        return (struct loops){.as = compute,
                              .zip = rt_complex_zip(compute, op),
                              .side = {all->complex_sides[compute == RT_COMPLEX128][0][op],
                                       all->complex_sides[compute == RT_COMPLEX128][1][op]}};
    if (small >= 0 && all->narrow_zip[small][op])
        return (struct loops){.as = compute,
                              .zip = all->narrow_zip[small][op],
                              .side = {all->narrow_sides[small][0][op], all->narrow_sides[small][1][op]}};
    return (struct loops){.as = rt_loop_dtype(type),
                          .zip = all->zip[type][op],
                          .side = {all->sides[type][0][op], all->sides[type][1][op]}};
}

static const struct rt_loop_param no_params[RT_MAX_PARAMS];

/* The parameters of a call as the loops read them, all of them: in `own`, or where there are none. */
static const struct rt_loop_param *loop_params(struct rt_loop_param *own, const struct rt_scalar *params, int n)
{
    if (!n)
        return no_params;
    memset(own, 0, RT_MAX_PARAMS * sizeof *own);
    for (int i = 0; i < n; i++)
        rt_loop_param_set(&own[i], params[i]);
    return own;
}

#define SMALL 64 /* elements for which a constant is repeated on the stack */

/* A job with no operands yet. Its arrays are filled as far as they are used. */
static void job_begin(struct job *job)
{
    job->count = 0;
    job->map = NULL;
    job->zip = job->side[0] = job->side[1] = NULL;
    job->select = NULL;
    job->then = NULL;
    job->combine = NULL;
    job->divides = false;
    job->fill = NULL;
}

/* A few powers as a full vector: scalar code costs more than a vector. The missing lanes repeat the first element. */
static void powers_padded(rt_zip_loop loop, int64_t n, size_t size, char *out, const void *const *data,
                          const struct rt_loop_param *params)
{
    _Alignas(64) char buffer[3][PADDED * 8];
    const int64_t all = size == 4 || n > PADDED / 2 ? PADDED : PADDED / 2;

    for (int k = 0; k < 2; k++) {
        const char *from = data[k];
        for (int64_t i = 0; size == 4 && i < all; i++)
            memcpy(buffer[k] + i * 4, from + (i < n ? i : 0) * 4, 4);
        for (int64_t i = 0; size == 8 && i < all; i++)
            memcpy(buffer[k] + i * 8, from + (i < n ? i : 0) * 8, 8);
    }
    loop(all, buffer[2], buffer[0], buffer[1], params);
    memcpy(out, buffer[2], (size_t)n * size);
}

/* The dense zip without a job; -1 when it is none. */
static int zip_dense(const struct rt_zip_call *call, enum rt_dtype as, rt_zip_loop loop, const rt_zip_loop *side,
                     const struct rt_loop_param *params)
{
    const struct rt_view *in[2] = {&call->a, &call->b};
    const void *data[2] = {call->a.data, call->b.data};
    int64_t n = rt_small_dense(&call->out, in, 2);
    _Alignas(64) char constants[2][SMALL * 16];

    if (n <= 0)
        return (int)n;
    for (int k = 0; k < 2; k++)
        if (!data[k]) {
            if (n > SMALL && !(side[k] && in[!k]->data))
                return -1;
            rt_scalar_store(as, constants[k], in[k]->constant);
            data[k] = constants[k];
            if (side[k] && in[!k]->data)
                loop = side[k];
            else
                fill_block(constants[k], rt_dtype_size(as), n);
        }
    if (n < PADDED && call->op == RT_ZIP_pow && n > 1 && (as == RT_FLOAT32 || as == RT_FLOAT64))
        powers_padded(loop, n, rt_dtype_size(as), call->out.data, data, params);
    else
        loop(n, call->out.data, data[0], data[1], params);
    return 0;
}

#define SMALL_ROWS 64
#define SMALL_ZIP 16384 /* elements: less work than looking for threads is worth */

/* Whether a dimension and the next one are one for an operand: it goes through both with the same step. */
static bool dims_join(const struct rt_view *view, int d)
{
    return view->shape[d + 1] > 1 && view->strides[d] == view->strides[d + 1] * view->shape[d + 1];
}

/* Row after row, where rows are dense and an operand may be one scalar for each row (a matrix and a vector, or a
   column). Dimensions that are joined for all make longer rows. false: not of this kind. */
static bool zip_rows(const struct rt_zip_call *call, rt_zip_loop loop, const rt_zip_loop *side,
                     const struct rt_loop_param *params)
{
    const struct rt_view *views[3] = {&call->out, &call->a, &call->b};
    int last = call->out.ndim - 1, constant = -1;
    int64_t n, rows = 1, at[3] = {0};
    char *data[3];

    const int64_t numel = rt_view_numel(&call->out);
    if (last < 1 || last > 3 || numel == 0 || numel > SMALL_ZIP)
        return false;
    n = call->out.shape[last];
    for (int d = 0; d < last; d++)
        rows = rt_step_mul(rows, call->out.shape[d]);
    if (rows > SMALL_ROWS && n < 16)
        return false;
    for (int k = 0; k < 3; k++) {
        int64_t step = views[k]->strides[last];
        if (!views[k]->data || (n > 1 && step != 1 && (step != 0 || k == 0 || constant >= 0 || !side[k - 1])))
            return false;
        if (n > 1 && step == 0)
            constant = k - 1;
        data[k] = views[k]->data;
    }
    if (constant >= 0)
        loop = side[constant];
    for (; last > 0 && dims_join(views[0], last - 1) && dims_join(views[1], last - 1) && dims_join(views[2], last - 1);
         last--)
        n *= call->out.shape[last - 1];
    for (;;) {
        int d = last - 1;
        loop(n, data[0], data[1], data[2], params);
        for (; d >= 0; d--) {
            int64_t back = ++at[d] == call->out.shape[d] ? call->out.shape[d] - 1 : -1;
            for (int k = 0; k < 3; k++)
                data[k] -= back * views[k]->strides[d] * (int64_t)rt_dtype_size(views[k]->dtype);
            if (back < 0)
                break;
            at[d] = 0;
        }
        if (d < 0)
            return true;
    }
}

/* The loops of a call: two tensors of a half type that give one of it need no conversions. Scalars of another type, and
   constants, are not rounded before they are used. */
static struct loops call_loops(const struct rt_zip_call *call)
{
    const enum rt_dtype type = call->compute;

    if ((type == RT_FLOAT16 || type == RT_BFLOAT16) && call->out.dtype == type && call->a.data &&
        call->a.dtype == type && call->b.data && call->b.dtype == type) {
        const rt_zip_loop zip = rt_cpu_loops()->half_zip[type == RT_BFLOAT16][call->op];
        if (zip)
            return (struct loops){.as = type, .zip = zip};
    }
    return zip_loops(type, call->op, true);
}

int rt_cpu_zip(struct rt_device *device, const struct rt_zip_call *call, struct rt_error *err)
{
    const struct loops loops = call_loops(call);
    const enum rt_dtype as = loops.as, result = zip_is_bool[call->op] ? RT_BOOL : as;
    bool divides = rt_dtype_is_integral(as) && (call->op == RT_ZIP_div_trunc || call->op == RT_ZIP_floor_divide ||
                                                call->op == RT_ZIP_remainder || call->op == RT_ZIP_fmod);
    _Alignas(16) char constants[2][RT_BLOCK * 16];
    struct rt_loop_param own[RT_MAX_PARAMS];
    const struct rt_loop_param *params = loop_params(own, call->params, call->nparams);
    struct job job;

    (void)device;
    if (!loops.zip)
        return missing(rt_zip_name(call->op), call->compute, err);
    if (call->out.dtype == result && (!call->a.data || call->a.dtype == as) && (!call->b.data || call->b.dtype == as) &&
        !divides &&
        (zip_dense(call, as, loops.zip, loops.side, params) == 0 || zip_rows(call, loops.zip, loops.side, params)))
        return 0;
    job_begin(&job);
    job.zip = loops.zip;
    memcpy(job.side, loops.side, sizeof job.side);
    job.divides = divides;
    job.divisor_size = rt_dtype_size(as);
    memcpy(job.params, params, sizeof job.params);
    job_operand(&job, &call->out, result, NULL);
    job_operand(&job, &call->a, as, constants[0]);
    job_operand(&job, &call->b, as, constants[1]);
    job_shape(&job, &call->out);
    return run(&job, err);
}

/* The loop that makes both steps of floats in one pass; NULL: there is none. */
static rt_combine_loop combine_loop(const struct rt_zip3_call *call, enum rt_dtype as)
{
    if (call->lerp || call->then != RT_ZIP_add || (as != RT_FLOAT32 && as != RT_FLOAT64) ||
        (call->op != RT_ZIP_mul_scaled && call->op != RT_ZIP_div_scaled))
        return NULL;
    return rt_cpu_loops()->combine[as == RT_FLOAT64][call->op == RT_ZIP_div_scaled];
}

int rt_cpu_zip3(struct rt_device *device, const struct rt_zip3_call *call, struct rt_error *err)
{
    struct loops first = zip_loops(call->compute, call->op, true), then = zip_loops(call->compute, call->then, true);
    const struct rt_view *in[3] = {&call->a, &call->b, &call->c};
    _Alignas(64) char constants[3][RT_BLOCK * 16];
    struct rt_loop_param own[RT_MAX_PARAMS];
    const struct rt_loop_param *params = loop_params(own, call->params, call->nparams);
    bool same;
    struct job job;
    int64_t n;

    (void)device;
    job_begin(&job);
    job.select = call->lerp ? *rt_cpu_loops()->lerp[call->compute == RT_FLOAT64] : NULL;
    if (first.as != then.as) { /* only one of them has narrow loops */
        first = zip_loops(call->compute, call->op, false);
        then = zip_loops(call->compute, call->then, false);
    }
    job.zip = first.zip;
    job.then = then.zip;
    job.combine = combine_loop(call, then.as);
    same = call->out.dtype == then.as;
    if (!job.zip || !job.then)
        return missing(rt_zip_name(job.zip ? call->then : call->op), call->compute, err);
    for (int i = 0; i < 3; i++)
        same = same && in[i]->data && in[i]->dtype == then.as;
    if (same && (n = rt_small_dense(&call->out, in, 3)) >= 0 && n <= RT_BLOCK) {
        if (job.select) {
            job.select(n, call->out.data, call->c.data, call->a.data, call->b.data);
            return 0;
        }
        if (job.combine) {
            job.combine(n, call->out.data, call->c.data, call->a.data, call->b.data, params);
            return 0;
        }
        job.zip(n, constants[0], call->a.data, call->b.data, params);
        job.then(n, call->out.data, call->c.data, constants[0], params);
        return 0;
    }
    memcpy(job.params, params, sizeof job.params);
    job_operand(&job, &call->out, then.as, NULL);
    for (int i = 0; i < 3; i++) {
        const int k = job.select ? (i + 2) % 3 : i; /* from, to, weight */
        job_operand(&job, in[k], then.as, constants[k]);
    }
    job_shape(&job, &call->out);
    return run(&job, err);
}

/* Functions of floats of which an element by itself costs about as much as a vector of them. */
static const bool map_is_heavy[RT_MAP_COUNT] = {
    [RT_MAP_asinh] = true, [RT_MAP_lgamma] = true, [RT_MAP_softplus] = true, [RT_MAP_mish] = true};

/* A few elements as a full vector: the missing lanes repeat the first one. */
static void map_padded(rt_map_loop map, int64_t n, float *out, const float *in, const struct rt_loop_param *params)
{
    _Alignas(64) float buffer[2][PADDED];

    for (int64_t i = 0; i < PADDED; i++)
        buffer[0][i] = in[i < n ? i : 0];
    map(PADDED, buffer[1], buffer[0], params);
    memcpy(out, buffer[1], (size_t)n * sizeof *out);
}

int rt_cpu_map(struct rt_device *device, const struct rt_map_call *call, struct rt_error *err)
{
    const struct loops loops = map_loops(call->compute, call->op);
    enum rt_dtype as = loops.as, result = map_is_bool[call->op] ? RT_BOOL : as;
    const struct rt_view *in = &call->in;
    const struct rt_loop_param *params;
    struct rt_loop_param own[RT_MAX_PARAMS];
    _Alignas(16) char constant[RT_BLOCK * 16];
    struct job job;
    int64_t n;

    (void)device;
    job_begin(&job);
    job.map = loops.map;
    if (rt_dtype_is_complex(as) && (call->op == RT_MAP_abs || call->op == RT_MAP_angle))
        result = as == RT_COMPLEX64 ? RT_FLOAT32 : RT_FLOAT64;
    if (!job.map)
        return missing(rt_map_name(call->op), call->compute, err);
    params = loop_params(own, call->params, call->nparams);
    if (call->out.dtype == result && in->data && in->dtype == as && (n = rt_small_dense(&call->out, &in, 1)) >= 0) {
        if (n < PADDED && n > 1 && as == RT_FLOAT32 && result == as && map_is_heavy[call->op])
            map_padded(job.map, n, call->out.data, in->data, params);
        else
            job.map(n, call->out.data, in->data, params);
        return 0;
    }
    memcpy(job.params, params, sizeof job.params);
    job_operand(&job, &call->out, result, NULL);
    job_operand(&job, &call->in, as, constant);
    job_shape(&job, &call->out);
    return run(&job, err);
}

/* The same scalar n times. */
static const void *small_scalars(void *buffer, enum rt_dtype dtype, struct rt_scalar scalar, int64_t n)
{
    rt_scalar_store(dtype, buffer, scalar);
    fill_block(buffer, rt_dtype_size(dtype), n);
    return buffer;
}

int rt_cpu_select(struct rt_device *device, const struct rt_select_call *call, struct rt_error *err)
{
    _Alignas(16) char constants[3][RT_BLOCK * 16];
    const struct rt_view *in[3] = {&call->cond, &call->a, &call->b};
    rt_select_loop select = rt_cpu_loops()->select[__builtin_ctzll(rt_dtype_size(call->compute))];
    struct job job;
    int64_t n;

    (void)device;
    if (call->out.dtype == call->compute && call->cond.data && call->cond.dtype == RT_BOOL &&
        (!call->a.data || call->a.dtype == call->compute) && (!call->b.data || call->b.dtype == call->compute) &&
        (n = rt_small_dense(&call->out, in, 3)) > 0 && (n <= RT_BLOCK || (call->a.data && call->b.data))) {
        const void *data[3];
        for (int k = 1; k < 3; k++)
            data[k] = in[k]->data ? in[k]->data : small_scalars(constants[k], call->compute, in[k]->constant, n);
        select(n, call->out.data, call->cond.data, data[1], data[2]);
        return 0;
    }
    job_begin(&job);
    job.select = select;
    job_operand(&job, &call->out, call->compute, NULL);
    job_operand(&job, &call->cond, RT_BOOL, constants[0]);
    job_operand(&job, &call->a, call->compute, constants[1]);
    job_operand(&job, &call->b, call->compute, constants[2]);
    job_shape(&job, &call->out);
    return run(&job, err);
}

int rt_cpu_fill(struct rt_device *device, const struct rt_fill_call *call, struct rt_error *err)
{
    _Alignas(16) char constant[16];
    enum rt_dtype as = call->out.dtype;
    struct rt_cast_copy_call copy;
    struct job job;
    int64_t n;

    if (call->kind == RT_FILL_CONSTANT && (n = rt_small_dense(&call->out, NULL, 0)) >= 0) {
        if (n) {
            rt_scalar_store(as, call->out.data, call->start);
            fill_block(call->out.data, rt_dtype_size(as), n);
        }
        return 0;
    }
    job_begin(&job);
    if (call->kind != RT_FILL_CONSTANT) {
        as = rt_dtype_is_integral(as) && call->start.kind <= RT_CAT_INT  ? RT_INT64
             : as == RT_FLOAT32 || as == RT_FLOAT16 || as == RT_BFLOAT16 ? RT_FLOAT32
                                                                         : RT_FLOAT64;
        if (call->kind == RT_FILL_LINSPACE && as == RT_INT64)
            as = RT_FLOAT64;
        job.fill = call;
        job_operand(&job, &call->out, as, NULL);
        job_shape(&job, &call->out);
        return run(&job, err);
    }
    rt_scalar_store(as, constant, call->start);
    copy.out = copy.in = call->out; /* of one element */
    copy.in.data = constant;
    memset(copy.in.strides, 0, (size_t)call->out.ndim * sizeof *copy.in.strides);
    return rt_cpu_cast_copy(device, &copy, err);
}
