/* Kernels that work along one dimension: argreduce, scan, softmax, sort. Each row is taken as a dense block of a loop's
   type, through a buffer where it is not one. */
#include "cpu.h"

#include <math.h>
#include <string.h>

/* The rows of a view along one dimension. */
struct lines {
    const struct rt_view *view;
    int dim;
    int64_t length, step;
    int nother;
    int64_t size[RT_MAX_DIMS], strides[RT_MAX_DIMS];
};

static void lines_of(struct lines *l, const struct rt_view *view, int dim)
{
    l->view = view;
    l->dim = dim;
    l->nother = 0;
    l->length = view->ndim ? view->shape[dim] : 1;
    l->step = view->ndim ? view->strides[dim] : 1;
    for (int i = 0; i < view->ndim; i++)
        if (i != dim) {
            l->size[l->nother] = view->shape[i];
            l->strides[l->nother++] = view->strides[i];
        }
}

static int64_t lines_count(const struct lines *l)
{
    int64_t n = 1;

    for (int i = 0; i < l->nother; i++)
        n *= l->size[i];
    return n;
}

static char *line(const struct lines *l, int64_t k)
{
    int64_t offset = 0;

    for (int i = l->nother - 1; i >= 0; i--) {
        offset += k % l->size[i] * l->strides[i];
        k /= l->size[i];
    }
    return (char *)l->view->data + offset * (int64_t)rt_dtype_size(l->view->dtype);
}

/* Row k as a dense block of type `as`: in place, or in buffer (room for two rows of 16-byte elements). */
static const void *line_load(const struct lines *l, int64_t k, enum rt_dtype as, char *buffer)
{
    const char *from = line(l, k);
    char *dense = buffer;

    if (l->step != 1 && l->length > 1) {
        if (l->view->dtype != as)
            dense = buffer + l->length * 16;
        rt_gather_strided(dense, from, rt_dtype_size(l->view->dtype), &l->length, &l->step, 1, 0, l->length);
        from = dense;
    }
    if (l->view->dtype == as)
        return from;
    rt_cpu_loops()->cast[as][l->view->dtype](l->length, buffer, from);
    return buffer;
}

static void line_store(const struct lines *l, int64_t k, enum rt_dtype as, char *buffer)
{
    char *to = line(l, k), *dense = buffer;

    if (l->view->dtype != as) {
        dense = l->step == 1 || l->length <= 1 ? to : buffer + l->length * 16;
        rt_cpu_loops()->cast[l->view->dtype][as](l->length, dense, buffer);
    }
    if (dense != to)
        rt_scatter_strided(to, dense, rt_dtype_size(l->view->dtype), &l->length, &l->step, 1, 0, l->length);
}

struct rows_job {
    struct lines in, out, indices;
    bool want_out, want_indices;
    enum rt_loop_type type;
    enum rt_dtype as;
    const void *call;
    rt_softmax_loop softmax;
    rt_scan_loop scan;
    rt_argmax_loop argmax;
    bool log, descending;
};

static int run(struct rows_job *job, rt_tile tile, int64_t factor, struct rt_error *err)
{
    int64_t count = lines_count(&job->in), length = job->in.length;

    if (count == 0 || length == 0)
        return 0;
    return rt_parallel_for(count, 65536 / (length * factor) + 1, count * length * factor, tile, job, err);
}

static char *row_buffer(const struct rows_job *job, int rows, struct rt_error *err)
{
    char *buffer = rt_alloc((size_t)job->in.length * 32 * (size_t)rows);

    if (!buffer)
        rt_error_memory(err);
    return buffer;
}

static int argreduce_tile(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    struct rows_job *job = context;
    size_t size = rt_dtype_size(job->in.view->dtype);
    char *buffer = row_buffer(job, 1, err);

    if (!buffer)
        return -1;
    for (int64_t k = begin; k < end; k++) {
        const void *row = line_load(&job->in, k, job->as, buffer);
        int64_t best = job->argmax(job->in.length, row);
        if (job->want_out)
            memcpy(line(&job->out, k), line(&job->in, k) + best * job->in.step * (int64_t)size, size);
        if (job->want_indices)
            *(int64_t *)line(&job->indices, k) = best;
    }
    rt_free(buffer);
    return 0;
}

/* These kernels have no loops for complex numbers; they would take the real parts. */
static int no_complex(const char *kernel, enum rt_dtype dtype, struct rt_error *err)
{
    return rt_error_set(err, RT_NOT_IMPLEMENTED, "\"%s\" not implemented for '%s'", kernel,
                        rt_dtype_table[dtype].scalar);
}

int rt_cpu_argreduce(struct rt_device *device, const struct rt_argreduce_call *call, struct rt_error *err)
{
    struct rows_job job = {.type = rt_loop_type_of(call->in.dtype)};

    (void)device;
    if (rt_dtype_is_complex(call->in.dtype))
        return no_complex("argmax_cpu", call->in.dtype, err);
    job.as = rt_loop_dtype(job.type);
    job.argmax = rt_cpu_loops()->argmax[job.type][call->op];
    lines_of(&job.in, &call->in, call->dim);
    if ((job.want_out = call->values.data != NULL))
        lines_of(&job.out, &call->values, call->dim);
    if ((job.want_indices = call->indices.data != NULL))
        lines_of(&job.indices, &call->indices, call->dim);
    return run(&job, argreduce_tile, 1, err);
}

static int scan_tile(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    struct rows_job *job = context;
    char *buffer = row_buffer(job, 2, err), *result = buffer + job->in.length * 32;

    if (!buffer)
        return -1;
    for (int64_t k = begin; k < end; k++) {
        const void *row = line_load(&job->in, k, job->as, buffer);
        if (job->softmax)
            job->softmax(job->in.length, result, row, job->log);
        else
            job->scan(job->in.length, result, row);
        if (job->want_indices) /* extrema put positions behind the values */
            rt_scatter_strided(line(&job->indices, k), result + job->in.length * 16, sizeof(int64_t), &job->in.length,
                               &job->indices.step, 1, 0, job->in.length);
        line_store(&job->out, k, job->as, result);
    }
    rt_free(buffer);
    return 0;
}

int rt_cpu_scan(struct rt_device *device, const struct rt_scan_call *call, struct rt_error *err)
{
    struct rows_job job = {.type = rt_loop_type_of(call->compute)};

    (void)device;
    if (rt_dtype_is_complex(call->compute))
        return no_complex("scan_cpu", call->compute, err);
    job.as = rt_loop_dtype(job.type);
    job.scan = rt_cpu_loops()->scan[job.type][call->op];
    lines_of(&job.in, &call->in, call->dim);
    lines_of(&job.out, &call->out, call->dim);
    if ((job.want_indices = call->indices.data != NULL))
        lines_of(&job.indices, &call->indices, call->dim);
    return run(&job, scan_tile, 1, err);
}

int rt_cpu_softmax(struct rt_device *device, const struct rt_softmax_call *call, struct rt_error *err)
{
    struct rows_job job = {.type = rt_loop_type_of(call->in.dtype), .log = call->log};

    (void)device;
    if (rt_dtype_is_complex(call->in.dtype))
        return no_complex("softmax_lastdim_kernel_impl", call->in.dtype, err);
    job.as = rt_loop_dtype(job.type);
    job.softmax = job.type <= RT_LOOP_F64 ? rt_cpu_loops()->softmax[job.type] : NULL;
    if (!job.softmax)
        return rt_error_set(err, RT_NOT_IMPLEMENTED, "\"softmax\" not implemented for '%s'",
                            rt_dtype_table[call->in.dtype].scalar);
    lines_of(&job.in, &call->in, call->dim);
    lines_of(&job.out, &call->out, call->dim);
    return run(&job, scan_tile, 8, err);
}

/* ---- sort ------------------------------------------------------------------------------------------------------- */

#define DEFINE_SORT(T, name)                                                                                           \
    static inline bool name##_before(T a, T b, bool descending)                                                        \
    {                                                                                                                  \
        return descending ? (a > b || (a != a && b == b)) : (a < b || (b != b && a == a));                             \
    }                                                                                                                  \
    static void name(const T *keys, int64_t *order, int64_t *spare, int64_t n, bool descending)                        \
    {                                                                                                                  \
        for (int64_t i = 0; i < n; i += 16) /* insertion sort of short runs, then merges */                            \
            for (int64_t j = i + 1; j < i + 16 && j < n; j++) {                                                        \
                int64_t v = order[j], at = j;                                                                          \
                for (; at > i && name##_before(keys[v], keys[order[at - 1]], descending); at--)                        \
                    order[at] = order[at - 1];                                                                         \
                order[at] = v;                                                                                         \
            }                                                                                                          \
        int64_t *from = order, *to = spare;                                                                            \
        for (int64_t width = 16; width < n; width *= 2) {                                                              \
            for (int64_t i = 0; i < n; i += 2 * width) {                                                               \
                int64_t a = i, mid = i + width < n ? i + width : n, b = mid,                                           \
                        end = i + 2 * width < n ? i + 2 * width : n;                                                   \
                for (int64_t at = i; at < end; at++)                                                                   \
                    to[at] = a < mid && (b >= end || !name##_before(keys[from[b]], keys[from[a]], descending))         \
                                 ? from[a++]                                                                           \
                                 : from[b++];                                                                          \
            }                                                                                                          \
            int64_t *t = from;                                                                                         \
            from = to;                                                                                                 \
            to = t;                                                                                                    \
        }                                                                                                              \
        if (from != order)                                                                                             \
            memcpy(order, from, (size_t)n * sizeof *order);                                                            \
    }
DEFINE_SORT(float, sort_f32)
DEFINE_SORT(double, sort_f64)
DEFINE_SORT(int64_t, sort_i64)
DEFINE_SORT(int32_t, sort_i32)
DEFINE_SORT(uint8_t, sort_bool)

static int sort_tile(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    struct rows_job *job = context;
    int64_t n = job->in.length;
    size_t size = rt_dtype_size(job->in.view->dtype);
    char *buffer = row_buffer(job, 2, err);
    int64_t *order = (int64_t *)(buffer + n * 32), *spare = order + n;

    if (!buffer)
        return -1;
    for (int64_t k = begin; k < end; k++) {
        const void *keys = line_load(&job->in, k, job->as, buffer);
        const char *source = line(&job->in, k);
        for (int64_t i = 0; i < n; i++)
            order[i] = i;
        switch (job->type) {
        case RT_LOOP_F32:
            sort_f32(keys, order, spare, n, job->descending);
            break;
        case RT_LOOP_F64:
            sort_f64(keys, order, spare, n, job->descending);
            break;
        case RT_LOOP_I64:
            sort_i64(keys, order, spare, n, job->descending);
            break;
        case RT_LOOP_I32:
            sort_i32(keys, order, spare, n, job->descending);
            break;
        default:
            sort_bool(keys, order, spare, n, job->descending);
            break;
        }
        char *values = job->want_out ? line(&job->out, k) : NULL;
        char *indices = job->want_indices ? line(&job->indices, k) : NULL;
        for (int64_t i = 0; i < n; i++) {
            if (values)
                memcpy(values + i * job->out.step * (int64_t)size, source + order[i] * job->in.step * (int64_t)size,
                       size);
            if (indices)
                ((int64_t *)indices)[i * job->indices.step] = order[i];
        }
    }
    rt_free(buffer);
    return 0;
}

int rt_cpu_sort(struct rt_device *device, const struct rt_sort_call *call, struct rt_error *err)
{
    struct rows_job job = {.type = rt_loop_type_of(call->in.dtype), .descending = call->descending};

    (void)device;
    if (rt_dtype_is_complex(call->in.dtype))
        return no_complex("sort_cpu", call->in.dtype, err);
    job.as = rt_loop_dtype(job.type);
    lines_of(&job.in, &call->in, call->dim);
    if ((job.want_out = call->values.data != NULL))
        lines_of(&job.out, &call->values, call->dim);
    if ((job.want_indices = call->indices.data != NULL))
        lines_of(&job.indices, &call->indices, call->dim);
    return run(&job, sort_tile, 16, err);
}
