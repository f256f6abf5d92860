/* The kernel class `optimize`: one pass over a parameter, its gradient and the states of its optimizer. Knows views, no
   tensors and no optimizer: the rows are those of ops/optimizers.def. */
#include "cpu.h"

#define PART 16384 /* elements of a tile */

struct optimize_job {
    const struct rt_optimize_call *call;
    rt_optimize_loop loop;
    int64_t size;
};

static void *moved(const struct rt_view *view, int64_t bytes)
{
    return view->data ? (char *)view->data + bytes : NULL;
}

static int optimize_tile(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    const struct optimize_job *job = context;
    const struct rt_optimize_call *c = job->call;
    const int64_t at = begin * job->size;
    void *states[RT_MAX_STEP_STATES];

    (void)err;
    for (int i = 0; i < RT_MAX_STEP_STATES; i++)
        states[i] = moved(&c->states[i], at);
    job->loop(end - begin, moved(&c->param, at), moved(&c->grad, at), states, c->factors);
    return 0;
}

int rt_cpu_optimize(struct rt_device *device, const struct rt_optimize_call *call, struct rt_error *err)
{
    const bool wide = call->param.dtype == RT_FLOAT64;
    const int64_t n = rt_view_numel(&call->param);
    struct optimize_job job = {call, rt_cpu_loops()->optimize[wide][call->op], wide ? 8 : 4};

    (void)device;
    return n <= PART ? optimize_tile(&job, 0, n, err) : rt_parallel_for(n, PART, 4 * n, optimize_tile, &job, err);
}
