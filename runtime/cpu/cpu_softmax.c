/* The softmax family along one dimension: dense rows where they lie, strips of columns where another dimension is
   dense, rows through a buffer otherwise. */
#include "cpu_lines.h"

#define LONGEST 1024 /* rows of a strip that is converted */

struct softmax_job {
    enum rt_softmax_op op;
    const struct rt_softmax_loops *loops;
    enum rt_dtype as;
    bool back;
    struct lines out, in, grad;
    struct strips strips;
};

static int row_tile(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    struct softmax_job *job = context;
    int64_t n = job->in.length;
    bool direct = rt_lines_direct(&job->in, job->as) && rt_lines_direct(&job->out, job->as) &&
                  (!job->back || rt_lines_direct(&job->grad, job->as));
    char *buffer = direct ? NULL : rt_alloc((size_t)n * 32 * 3);

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
        for (int64_t k = begin; k < end; k++, in += in_step, out += out_step, grad += grad_step)
            (job->back ? job->loops->row_back : job->loops->row)(job->op, n, out, in, grad);
        return 0;
    }
    for (int64_t k = begin; k < end; k++) {
        char *result = direct ? NULL : buffer + n * 64;
        const void *in = rt_line_load(&job->in, k, job->as, buffer);
        const void *grad = job->back ? rt_line_load(&job->grad, k, job->as, direct ? NULL : buffer + n * 32) : NULL;
        void *out = rt_line_target(&job->out, k, job->as, result);
        (job->back ? job->loops->row_back : job->loops->row)(job->op, n, out, in, grad);
        rt_line_store(&job->out, k, job->as, result);
    }
    rt_free(buffer);
    return 0;
}

/* Rows of a strip that are not of the loops' type, dense and in that type, and back. */
static void strip_load(const struct softmax_job *job, const struct strip *at, int v, char *dense)
{
    const enum rt_dtype from = job->strips.view[v].view->dtype;
    const int64_t step = job->strips.view[v].step * (int64_t)rt_dtype_size(from);
    const int64_t row = at->width * (int64_t)rt_dtype_size(job->as);

    for (int64_t i = 0; i < job->strips.view[v].length; i++) /* of some results there is one */
        rt_cpu_loops()->cast[job->as][from](at->width, dense + i * row, at->data[v] + i * step);
}

static void strip_store(const struct softmax_job *job, const struct strip *at, int v, const char *dense)
{
    const enum rt_dtype to = job->strips.view[v].view->dtype;
    const int64_t step = job->strips.view[v].step * (int64_t)rt_dtype_size(to);
    const int64_t row = at->width * (int64_t)rt_dtype_size(job->as);

    for (int64_t i = 0; i < job->strips.view[v].length; i++) /* of some results there is one */
        rt_cpu_loops()->cast[to][job->as](at->width, at->data[v] + i * step, dense + i * row);
}

/* Strips of half types, through a buffer. */
static int strip_convert(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    struct softmax_job *job = context;
    const struct strips *s = &job->strips;
    const int64_t room = s->length * s->width * (int64_t)rt_dtype_size(job->as);
    char *buffer = rt_alloc((size_t)room * 3);
    struct strip at;

    if (!buffer)
        return rt_error_memory(err);
    for (int64_t k = begin; k < end; k++) {
        rt_strip_at(s, k, &at);
        strip_load(job, &at, 0, buffer);
        if (job->back)
            strip_load(job, &at, 2, buffer + 2 * room);
        (job->back ? job->loops->columns_back : job->loops->columns)(
            job->op, s->length, at.width, buffer + room, at.width, buffer, at.width, buffer + 2 * room, at.width);
        strip_store(job, &at, 1, buffer + room);
    }
    rt_free(buffer);
    return 0;
}

static int strip_tile(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    struct softmax_job *job = context;
    const struct strips *s = &job->strips;
    struct strip at;

    (void)err;
    for (int64_t k = begin; k < end; k++) {
        rt_strip_at(s, k, &at);
        (job->back ? job->loops->columns_back : job->loops->columns)(job->op, s->length, at.width, at.data[1],
                                                                     s->view[1].step, at.data[0], s->view[0].step,
                                                                     at.data[2], job->back ? s->view[2].step : 0);
    }
    return 0;
}

int rt_cpu_softmax(struct rt_device *device, const struct rt_softmax_call *call, struct rt_error *err)
{
    struct softmax_job job;
    enum rt_loop_type type = rt_loop_type_of(call->in.dtype);
    const struct rt_view *views[] = {&call->in, &call->out, &call->grad};
    int64_t count, total;
    bool same;

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
    job.as = rt_loop_dtype(type);
    rt_lines_of(&job.in, &call->in, call->dim);
    rt_lines_of(&job.out, &call->out, call->dim);
    if (job.back)
        rt_lines_of(&job.grad, &call->grad, call->dim);
    count = rt_lines_count(&job.in);
    total = count * job.in.length;
    if (total == 0)
        return 0;
    same = call->in.dtype == job.as && call->out.dtype == job.as && (!job.back || call->grad.dtype == job.as);
    if ((same || job.in.length <= LONGEST) &&
        rt_strips_of(&job.strips, views, (enum rt_dtype[]){call->in.dtype, call->out.dtype, call->grad.dtype},
                     job.back ? 3 : 2, call->dim))
        return rt_parallel_for(job.strips.count, 65536 / (job.in.length * job.strips.width) + 1, total * 8,
                               same ? strip_tile : strip_convert, &job, err);
    return rt_parallel_for(count, rt_grain(count, job.in.length, 16384), total * 8, row_tile, &job, err);
}
