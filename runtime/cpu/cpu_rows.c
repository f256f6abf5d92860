/* The kernel classes `argreduce` and `scan`, along one dimension. Each row becomes a dense block of a loop's type,
   through a buffer where it is not one already; short rows and columns are taken together in panels. Knows views, no
   tensors. */
#include "cpu_complex.h"
#include "cpu_lines.h"
#include "cpu_panels.h"

#include <math.h>
#include <string.h>

/* Elements of rows that are transposed. */
#define SHORT_ARG 32
#define SHORT_SCAN 1024

struct rows_job {
    struct lines in, out, indices;
    bool want_out, want_indices;
    enum rt_loop_type type;
    enum rt_dtype as;
    rt_scan_loop scan;
    rt_argmax_loop argmax;
    rt_scan_columns scan_columns;
    rt_scan_positions scan_positions;
    rt_arg_columns arg_columns;
    struct panels panels;
};

static int run(struct rows_job *job, rt_tile tile, int64_t factor, struct rt_error *err)
{
    int64_t count = rt_lines_count(&job->in), length = job->in.length;

    if (count == 0 || length == 0)
        return 0;
    return rt_parallel_for(count, rt_grain(count, length * factor, 65536),
                           rt_size_cost(rt_size_cost(count, length), factor), tile, job, err);
}

/* The same over panels. 1: the views do not allow that. */
static int run_panels(struct rows_job *job, const struct rt_view *const *views, const enum rt_dtype *as, int nviews,
                      int dim, int64_t most, rt_tile tile, struct rt_error *err)
{
    int64_t total = rt_view_numel(views[0]);

    if (total == 0 || views[0]->ndim < 2 || views[0]->shape[dim] > INT32_MAX ||
        !rt_panels_of(&job->panels, views, as, nviews, dim, most))
        return 1;
    return rt_parallel_for(job->panels.count, rt_panels_grain(&job->panels), total, tile, job, err);
}

static char *row_buffer(const struct rows_job *job, int rows, struct rt_error *err)
{
    char *buffer = rt_alloc_items(job->in.length, 32 * (size_t)rows, 0);

    if (!buffer)
        rt_error_memory(err);
    return buffer;
}

static int argreduce_tile(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    struct rows_job *job = context;
    size_t size = rt_dtype_size(job->in.view->dtype);
    bool direct = rt_lines_direct(&job->in, job->as);
    char *buffer = direct ? NULL : row_buffer(job, 1, err);

    if (!direct && !buffer)
        return -1;
    for (int64_t k = begin; k < end; k++) {
        const void *row = rt_line_load(&job->in, k, job->as, buffer);
        int64_t best = job->argmax(job->in.length, row);
        if (job->want_out)
            memcpy(rt_line(&job->out, k), rt_line(&job->in, k) + best * job->in.step * (int64_t)size, size);
        if (job->want_indices)
            *(int64_t *)rt_line(&job->indices, k) = best;
    }
    rt_free(buffer);
    return 0;
}

/* These kernels have no loops for complex numbers; they would take the real components. */
static int no_complex(const char *kernel, enum rt_dtype dtype, struct rt_error *err)
{
    return rt_error_set(err, RT_NOT_IMPLEMENTED, "\"%s\" not implemented for '%s'", kernel,
                        rt_dtype_table[dtype].scalar);
}

static int argreduce_panels(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    struct rows_job *job = context;
    const struct panels *p = &job->panels;
    char *buffer = p->bytes ? rt_alloc_items(p->bytes, 1, 0) : NULL;
    _Alignas(64) char best[RT_STRIP * 8];
    int64_t position[RT_STRIP];
    struct panel at;

    if (p->bytes && !buffer)
        return rt_error_memory(err);
    for (int64_t k = begin; k < end; k++) {
        rt_panel_begin(p, k, 1, buffer, &at);
        job->arg_columns(p->length, at.width, at.data[0], at.step[0], at.data[1] ? at.data[1] : best,
                         at.data[2] ? (int64_t *)(void *)at.data[2] : position);
        rt_panel_end(p, 1, buffer, &at);
    }
    rt_free(buffer);
    return 0;
}

int rt_cpu_argreduce(struct rt_device *device, const struct rt_argreduce_call *call, struct rt_error *err)
{
    struct rows_job job;
    const struct rt_view *views[] = {&call->in, &call->values, &call->indices};
    int rc;

    (void)device;
    if (rt_dtype_is_complex(call->in.dtype))
        return no_complex("argmax_cpu", call->in.dtype, err);
    job.type = rt_loop_type_of(call->in.dtype);
    job.want_out = job.want_indices = false;
    job.as = rt_loop_dtype(job.type);
    job.argmax = rt_cpu_loops()->argmax[job.type][call->op];
    job.arg_columns = rt_cpu_loops()->arg_columns[job.type][call->op];
    rc = run_panels(&job, views, (enum rt_dtype[]){job.as, job.as, RT_INT64}, 3, call->dim, SHORT_ARG, argreduce_panels,
                    err);
    if (rc <= 0)
        return rc;
    rt_lines_of(&job.in, &call->in, call->dim);
    if ((job.want_out = call->values.data != NULL))
        rt_lines_of(&job.out, &call->values, call->dim);
    if ((job.want_indices = call->indices.data != NULL))
        rt_lines_of(&job.indices, &call->indices, call->dim);
    return run(&job, argreduce_tile, 1, err);
}

/* A long row in chunks, between which the interrupt flag is read. */
static int scan_row(const struct rows_job *job, int64_t n, void *out, int64_t *positions, const void *in,
                    struct rt_error *err)
{
    const int64_t size = (int64_t)rt_dtype_size(job->as), most = 1 << 20;
    struct rt_scan_state state = {0};

    for (int64_t at = 0; at < n; at += most) {
        if (at && rt_pool_check(err) < 0)
            return -1;
        job->scan(n - at < most ? n - at : most, (char *)out + at * size, positions ? positions + at : NULL,
                  (const char *)in + at * size, &state);
    }
    return 0;
}

static int scan_tile(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    struct rows_job *job = context;
    int64_t n = job->in.length;
    bool direct = rt_lines_direct(&job->in, job->as) && rt_lines_direct(&job->out, job->as) &&
                  (!job->want_indices || rt_lines_direct(&job->indices, RT_INT64));
    char *buffer = direct ? NULL : row_buffer(job, 2, err), *result = direct ? NULL : buffer + n * 32;
    int64_t *positions = direct ? NULL : (int64_t *)(void *)(result + n * 16);

    if (!direct && !buffer)
        return -1;
    for (int64_t k = begin; k < end; k++) {
        const void *row = rt_line_load(&job->in, k, job->as, buffer);
        if (direct)
            result = rt_line(&job->out, k);
        if (direct && job->want_indices)
            positions = (int64_t *)(void *)rt_line(&job->indices, k);
        if (scan_row(job, n, result, positions, row, err) < 0) {
            rt_free(buffer);
            return -1;
        }
        if (direct)
            continue;
        if (job->want_indices)
            rt_scatter_strided(rt_line(&job->indices, k), (char *)positions, sizeof(int64_t), &n, &job->indices.step, 1,
                               0, n);
        if (rt_lines_direct(&job->out, job->as))
            memcpy(rt_line(&job->out, k), result, (size_t)n * rt_dtype_size(job->as));
        else
            rt_line_store(&job->out, k, job->as, result);
    }
    rt_free(buffer);
    return 0;
}

static int scan_panels(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    struct rows_job *job = context;
    const struct panels *p = &job->panels;
    char *buffer = p->bytes ? rt_alloc_items(p->bytes, 1, 0) : NULL;
    struct panel at;

    if (p->bytes && !buffer)
        return rt_error_memory(err);
    for (int64_t k = begin; k < end; k++) {
        rt_panel_begin(p, k, 1, buffer, &at);
        if (job->want_indices)
            job->scan_positions(p->length, at.width, at.data[1], at.step[1], (int64_t *)(void *)at.data[2], at.step[2],
                                at.data[0], at.step[0]);
        else
            job->scan_columns(p->length, at.width, at.data[1], at.step[1], at.data[0], at.step[0]);
        rt_panel_end(p, 1, buffer, &at);
    }
    rt_free(buffer);
    return 0;
}

/* ---- sums and products of rows that follow each other ------------------------------------------------------------ */

/* A row waits for each of its own results: four are scanned beside each other. */
#define SCAN_FOUR(name, IN, ACC, OUT, first, op)                                                                       \
    static void name(int64_t rows, int64_t n, const void *in, void *out)                                               \
    {                                                                                                                  \
        const IN *a = in;                                                                                              \
        OUT *o = out;                                                                                                  \
        for (; rows >= 4; rows -= 4, a += 4 * n, o += 4 * n) {                                                         \
            const IN *b = a + n, *c = b + n, *d = c + n;                                                               \
            ACC v = first, w = first, x = first, y = first;                                                            \
            for (int64_t i = 0; i < n; i++) {                                                                          \
                o[i] = (OUT)(v = v op(ACC) a[i]);                                                                      \
                o[n + i] = (OUT)(w = w op(ACC) b[i]);                                                                  \
                o[2 * n + i] = (OUT)(x = x op(ACC) c[i]);                                                              \
                o[3 * n + i] = (OUT)(y = y op(ACC) d[i]);                                                              \
            }                                                                                                          \
        }                                                                                                              \
        for (; rows > 0; rows--, a += n, o += n) {                                                                     \
            ACC v = first;                                                                                             \
            for (int64_t i = 0; i < n; i++)                                                                            \
                o[i] = (OUT)(v = v op(ACC) a[i]);                                                                      \
        }                                                                                                              \
    }
#define SCAN_SUM_PROD(type, IN, ACC, OUT)                                                                              \
    SCAN_FOUR(type##_sums, IN, ACC, OUT, 0, +)                                                                         \
    SCAN_FOUR(type##_products, IN, ACC, OUT, 1, *)
SCAN_SUM_PROD(floats, float, double, float)
SCAN_SUM_PROD(doubles, double, double, double)
SCAN_SUM_PROD(bytes, uint8_t, uint64_t, uint64_t)
SCAN_SUM_PROD(words, int32_t, uint64_t, uint64_t)
SCAN_SUM_PROD(longs, uint64_t, uint64_t, uint64_t)

struct scan_job {
    void (*scan)(int64_t rows, int64_t n, const void *in, void *out);
    const struct rt_scan_call *call;
    int64_t length;
};

static int scan_fours(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    const struct scan_job *job = context;
    const int64_t in = job->length * (int64_t)rt_dtype_size(job->call->in.dtype),
                  out = job->length * (int64_t)rt_dtype_size(job->call->out.dtype);

    (void)err;
    job->scan(end - begin, job->length, (const char *)job->call->in.data + begin * in,
              (char *)job->call->out.data + begin * out);
    return 0;
}

#define MAX_SCAN (1 << 20) /* elements of a row, between two looks at the interrupt flag */
/* 1: other rows, or another operation. */
static int scan_dense(const struct rt_scan_call *call, struct rt_error *err)
{
    const bool prod = call->op == RT_SCAN_PROD;
    const enum rt_dtype from = call->in.dtype, to = call->out.dtype;
    struct scan_job job = {.call = call};
    int64_t dense[RT_MAX_DIMS], rows;

    if ((!prod && call->op != RT_SCAN_SUM) || call->indices.data || call->dim != call->in.ndim - 1 ||
        call->compute != to)
        return 1;
    if (from == RT_FLOAT32 && to == from)
        job.scan = prod ? floats_products : floats_sums;
    else if (from == RT_FLOAT64 && to == from)
        job.scan = prod ? doubles_products : doubles_sums;
    else if (to == RT_INT64 && (from == RT_UINT8 || from == RT_INT32 || from == RT_INT64))
        job.scan = from == RT_UINT8   ? prod ? bytes_products : bytes_sums
                   : from == RT_INT32 ? prod ? words_products : words_sums
                   : prod             ? longs_products
                                      : longs_sums;
    else
        return 1;
    job.length = call->in.shape[call->dim];
    rt_shape_contiguous(call->in.shape, call->in.ndim, dense);
    if (job.length == 0 || job.length > MAX_SCAN ||
        memcmp(dense, call->in.strides, (size_t)call->in.ndim * sizeof *dense) ||
        memcmp(dense, call->out.strides, (size_t)call->in.ndim * sizeof *dense))
        return 1;
    rows = rt_view_numel(&call->in) / job.length;
    if (rows < 4)
        return 1;
    return rt_parallel_for(rows, (rt_grain(rows, job.length, 65536) + 3) / 4 * 4, rows * job.length / 3, scan_fours,
                           &job, err);
}

int rt_cpu_scan(struct rt_device *device, const struct rt_scan_call *call, struct rt_error *err)
{
    struct rows_job job;
    const struct rt_view *views[] = {&call->in, &call->out, &call->indices};
    int rc;

    (void)device;
    if ((rc = scan_dense(call, err)) <= 0)
        return rc;
    job.type = rt_loop_type_of(call->compute);
    job.want_out = false;
    job.want_indices = call->indices.data != NULL;
    job.as = rt_loop_dtype(job.type);
    job.scan = rt_cpu_loops()->scan[job.type][call->op];
    job.scan_columns = rt_cpu_loops()->scan_columns[job.type][call->op];
    job.scan_positions = rt_cpu_loops()->scan_positions[job.type][call->op == RT_SCAN_MIN];
    if (rt_dtype_is_complex(call->compute)) {
        job.as = call->compute;
        job.scan = rt_complex_scan(job.as, call->op);
        job.scan_columns = rt_complex_scan_columns(job.as, call->op);
        if (!job.scan)
            return no_complex("scan_cpu", call->compute, err);
    }
    if (job.want_indices || job.scan_columns) {
        rc = run_panels(&job, views, (enum rt_dtype[]){job.as, job.as, RT_INT64}, 3, call->dim, SHORT_SCAN, scan_panels,
                        err);
        if (rc <= 0)
            return rc;
    }
    rt_lines_of(&job.in, &call->in, call->dim);
    rt_lines_of(&job.out, &call->out, call->dim);
    if (job.want_indices)
        rt_lines_of(&job.indices, &call->indices, call->dim);
    return run(&job, scan_tile, 1, err);
}
