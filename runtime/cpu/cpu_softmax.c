/* The softmax family along one dimension: dense rows in place, strips of columns where another dimension is dense, rows
   through a buffer otherwise. */
#include "cpu_lines.h"
#include "cpu_panels.h"

#include <math.h>

#define SHORT 16    /* elements of rows that are transposed */
#define GROUPED 512 /* of rows whose logarithms are taken together */

struct softmax_job {
    enum rt_softmax_op op;
    const struct rt_softmax_loops *loops;
    enum rt_dtype as;
    bool back, rounded; /* the sum and its logarithm, to the type of the elements */
    struct lines out, in, grad;
    struct panels panels;
};

static float as_half(enum rt_dtype dtype, float x)
{
    return dtype == RT_FLOAT16 ? rt_half_to_float(rt_float_to_half(x)) : rt_bfloat_to_float(rt_float_to_bfloat(x));
}

/* log_softmax of a row of a half type, converted to float here: PyTorch keeps the sum and its logarithm in the half
   type. */
static void half_log_row(const struct softmax_job *job, int64_t n, float *out, const float *in)
{
    float top = -INFINITY, scale;

    for (int64_t i = 0; i < n; i++)
        top = in[i] > top ? in[i] : top;
    for (int64_t i = 0; i < n; i++)
        out[i] = in[i] - top;
    job->loops->row(RT_LOGSUMEXP, n, &scale, out, NULL);
    scale = as_half(job->in.view->dtype, logf(as_half(job->in.view->dtype, expf(scale))));
    for (int64_t i = 0; i < n; i++)
        out[i] -= scale;
}

static int row_tile(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    struct softmax_job *job = context;
    int64_t n = job->in.length;
    bool direct = rt_lines_direct(&job->in, job->as) && rt_lines_direct(&job->out, job->as) &&
                  (!job->back || rt_lines_direct(&job->grad, job->as));
    char *buffer = direct ? NULL : rt_alloc_items(n, 32 * 3, 0);

    if (!direct && !buffer)
        return rt_error_memory(err);
    if (direct && job->in.nother <= 1) { /* rows of a matrix */
        int64_t size = (int64_t)rt_dtype_size(job->as);
        int64_t in_step = job->in.nother ? job->in.strides[0] * size : 0;
        int64_t out_step = job->in.nother ? job->out.strides[0] * size : 0;
        int64_t grad_step = job->in.nother && job->back ? job->grad.strides[0] * size : 0;
        const char *in = (const char *)job->in.view->data + begin * in_step;
        const char *grad = job->back ? (const char *)job->grad.view->data + begin * grad_step : NULL;
        char *out = (char *)job->out.view->data + begin * out_step;
        if (!job->back && job->op != RT_SOFTMAX && n * size >= 64 && n <= GROUPED) {
            for (int64_t k = begin, rows; k < end; k += rows, in += rows * in_step, out += rows * out_step) {
                rows = end - k < RT_LOG_ROWS ? end - k : RT_LOG_ROWS;
                job->loops->log_rows(job->op, rows, n, out, out_step / size, in, in_step / size);
            }
            return 0;
        }
        for (int64_t k = begin; k < end; k++, in += in_step, out += out_step, grad += grad_step)
            (job->back ? job->loops->row_back : job->loops->row)(job->op, n, out, in, grad);
        return 0;
    }
    for (int64_t k = begin; k < end; k++) {
        char *result = direct ? NULL : buffer + n * 64;
        const void *in = rt_line_load(&job->in, k, job->as, buffer);
        const void *grad = job->back ? rt_line_load(&job->grad, k, job->as, direct ? NULL : buffer + n * 32) : NULL;
        void *out = rt_line_target(&job->out, k, job->as, result);
        if (job->rounded)
            half_log_row(job, n, out, in);
        else
            (job->back ? job->loops->row_back : job->loops->row)(job->op, n, out, in, grad);
        rt_line_store(&job->out, k, job->as, result);
    }
    rt_free(buffer);
    return 0;
}

/* Panel after panel, column by column. */
static int panel_tile(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    struct softmax_job *job = context;
    const struct panels *p = &job->panels;
    char *buffer = p->bytes ? rt_alloc_items(p->bytes, 1, 0) : NULL;
    struct panel at;

    if (p->bytes && !buffer)
        return rt_error_memory(err);
    for (int64_t k = begin; k < end; k++) {
        rt_panel_begin(p, k, 2, buffer, &at);
        (job->back ? job->loops->columns_back : job->loops->columns)(
            job->op, p->length, at.width, at.data[2], at.step[2], at.data[0], at.step[0], at.data[1], at.step[1]);
        rt_panel_end(p, 2, buffer, &at);
    }
    rt_free(buffer);
    return 0;
}

int rt_cpu_softmax(struct rt_device *device, const struct rt_softmax_call *call, struct rt_error *err)
{
    struct softmax_job job;
    enum rt_loop_type type = rt_loop_type_of(call->in.dtype);
    const struct rt_view *views[] = {&call->in, &call->grad, &call->out}, *in = &call->in;
    int64_t count, total;

    (void)device;
    job.op = call->op;
    job.back = call->op >= RT_SOFTMAX_BACKWARD;
    if (rt_dtype_is_complex(call->in.dtype))
        return rt_error_set(err, RT_NOT_IMPLEMENTED, "\"softmax_lastdim_kernel_impl\" not implemented for '%s'",
                            rt_dtype_table[call->in.dtype].scalar);
    if (type > RT_LOOP_F64)
        return rt_error_set(err, RT_NOT_IMPLEMENTED, "\"softmax\" not implemented for '%s'",
                            rt_dtype_table[call->in.dtype].scalar);
    job.loops = &rt_cpu_loops()->softmax[type];
    if ((job.op == RT_SOFTMAX || job.op == RT_LOG_SOFTMAX) && call->in.ndim && call->dim == call->in.ndim - 1 &&
        rt_dtype_size(call->in.dtype) >= 4 && (total = rt_small_dense(&call->out, &in, 1)) <= RT_SOFTMAX_SHORT &&
        total > 0) {
        count = total / call->in.shape[call->dim];
        job.loops->short_rows(job.op, count, call->in.shape[call->dim], call->out.data, call->in.data);
        return 0;
    }
    job.as = rt_loop_dtype(type);
    rt_lines_of(&job.in, &call->in, call->dim);
    rt_lines_of(&job.out, &call->out, call->dim);
    if (job.back)
        rt_lines_of(&job.grad, &call->grad, call->dim);
    job.rounded = job.op == RT_LOG_SOFTMAX && (call->in.dtype == RT_FLOAT16 || call->in.dtype == RT_BFLOAT16) &&
                  call->dim >= call->in.ndim - 1;
    count = rt_lines_count(&job.in);
    total = count * job.in.length;
    if (total == 0)
        return 0;
    if (!job.rounded &&
        rt_panels_of(&job.panels, views, (enum rt_dtype[]){job.as, job.as, job.as}, 3, call->dim, SHORT))
        return rt_parallel_for(job.panels.count, rt_panels_grain(&job.panels), rt_size_cost(total, 8), panel_tile, &job,
                               err);
    return rt_parallel_for(count, rt_grain(count, job.in.length, 16384), rt_size_cost(total, 8), row_tile, &job, err);
}
