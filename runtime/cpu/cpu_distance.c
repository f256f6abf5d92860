/* The kernel class `distance`: all pairs of the rows of two matrices, the pairs of one matrix, and the gradient. Rows
   are dense, matrices and results have any strides. Knows views, no tensors. */
#include "cpu.h"

struct distance_job {
    const struct rt_distance_call *call;
    const struct rt_distance_loops *loops;
    int64_t size, points, others, numbers;
};

#define PART (1 << 16) /* numbers between two looks at the interrupt flag */

static void *at(const struct rt_view *view, int64_t size, int64_t batch, int64_t row, int64_t column)
{
    return (char *)view->data + (batch * view->strides[0] + row * view->strides[1] + column * view->strides[2]) * size;
}

static int distance_tile(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    const struct distance_job *job = context;
    const struct rt_distance_call *c = job->call;
    const int64_t m = job->numbers, most = PART / (m + 1) + 1;
    const bool back = c->grad.data != NULL;

    for (int64_t k = begin; k < end; k++) {
        int64_t batch = k / job->points, i = k % job->points, first = c->pairs ? i + 1 : 0;
        const void *point = at(&c->a, job->size, batch, i, 0);
        if (back) {
            char *out = at(&c->out, job->size, batch, i, 0);
            for (int64_t b = 0; b < m * job->size; b++)
                out[b] = 0;
        }
        for (int64_t j = first; j < job->others; j += most) {
            int64_t count = job->others - j < most ? job->others - j : most;
            const void *others = at(&c->b, job->size, batch, j, 0);
            if (j > first && rt_pool_check(err) < 0)
                return -1;
            if (back)
                job->loops->back(count, m, point, others, c->b.strides[1], c->p, at(&c->grad, job->size, batch, i, j),
                                 c->grad.strides[2], at(&c->dist, job->size, batch, i, j), c->dist.strides[2],
                                 at(&c->out, job->size, batch, i, 0));
            else if (c->pairs) /* pair (i, j) comes after those of the i points before */
                job->loops->forward(count, m, point, others, c->b.strides[1], c->p,
                                    (char *)c->out.data + (i * (2 * job->points - i - 1) / 2 + j - i - 1) * job->size,
                                    1);
            else
                job->loops->forward(count, m, point, others, c->b.strides[1], c->p, at(&c->out, job->size, batch, i, j),
                                    c->out.strides[2]);
        }
    }
    return 0;
}

int rt_cpu_distance(struct rt_device *device, const struct rt_distance_call *call, struct rt_error *err)
{
    enum rt_loop_type type = rt_loop_type_of(call->a.dtype);
    struct distance_job job = {.call = call, .size = (int64_t)rt_dtype_size(call->a.dtype)};
    int64_t count, each;

    (void)device;
    if (call->a.dtype != RT_FLOAT32 && call->a.dtype != RT_FLOAT64)
        return rt_error_set(err, RT_NOT_IMPLEMENTED, "\"%s\" not implemented for '%s'", call->pairs ? "pdist" : "cdist",
                            rt_dtype_table[call->a.dtype].scalar);
    job.loops = &rt_cpu_loops()->distance[type];
    job.points = call->a.shape[1];
    job.numbers = call->a.shape[2];
    job.others = call->b.shape[1];
    if (rt_view_numel(&call->out) == 0)
        return 0;
    count = rt_step_mul(call->a.shape[0], job.points);
    each = job.others * (job.numbers + 4);
    return rt_parallel_for(count, rt_grain(count, each, PART), rt_size_cost(count, each), distance_tile, &job, err);
}
