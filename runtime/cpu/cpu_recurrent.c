/* The kernel class `recurrent` of the CPU: the steps of a recurrent layer. A task has some of the sequences and
   computes all steps of them, so that threads wait for each other once a layer, not once a step; the weight is packed
   once. Knows views, no tensors. */
#include "cpu.h"
#include "cpu_gemm.h"

#include <string.h>

#define SMALL_BATCH 16 /* of a single step, for which the weight is not packed */

struct recurrent_job {
    const struct rt_recurrent_call *call;
    const struct rt_recurrent_loops *loops;
    const struct rt_gemm_loops *gemm;
    struct rt_gemm product; /* of one step, all but its operands and rows */
    bool packed;
    int64_t size, gates, wide; /* bytes of an element, gates of a unit, elements of the gates of a sequence */
};

/* The rows of a step from row `first` on; wide: elements of a row. */
static char *at(const struct recurrent_job *job, const struct rt_view *view, int64_t step, int64_t first, int64_t wide)
{
    return view->data ? (char *)view->data + (step * job->call->rows + first) * wide * job->size : NULL;
}

static char *row(const struct recurrent_job *job, char *rows, int64_t i, int64_t wide)
{
    return rows ? rows + i * wide * job->size : NULL;
}

/* to = from B + beta to, of rows of elements */
static int multiply(const struct recurrent_job *job, int64_t rows, const void *from, void *to, double beta,
                    struct rt_error *err)
{
    struct rt_gemm g = job->product;

    g.m = rows;
    g.a = from;
    g.c = to;
    g.beta = beta;
    if (!job->packed)
        return rt_cpu_gemm(&g, err);
    job->gemm->gemm_packed(&g);
    return 0;
}

/* ---- forward ----------------------------------------------------------------------------------------------------- */

static int step_forward(const struct recurrent_job *job, int64_t step, int64_t first, int64_t rows, char *state,
                        char *cell, char *hidden, struct rt_error *err)
{
    const struct rt_recurrent_call *call = job->call;
    const int64_t n = call->units;
    char *gates = at(job, &call->gates, step, first, job->wide), *cells = at(job, &call->cells, step, first, n);
    char *out = at(job, &call->out, step, first, n);
    const bool gru = call->op == RT_RECURRENT_GRU;

    if (multiply(job, rows, state, gru ? hidden : gates, !gru, err) < 0)
        return -1;
    for (int64_t i = 0; i < rows; i++) {
        if (gru)
            job->loops->gru(n, row(job, gates, i, job->wide), row(job, hidden, i, job->wide), call->bias.data,
                            row(job, state, i, n), row(job, cells, i, n), row(job, out, i, n));
        else if (call->op == RT_RECURRENT_LSTM)
            job->loops->lstm(n, row(job, gates, i, job->wide), call->bias.data, row(job, cell, i, n),
                             row(job, cells, i, n), row(job, out, i, n));
        else
            job->loops->plain(n, call->op == RT_RECURRENT_RELU, row(job, out, i, n), call->bias.data);
    }
    return rt_pool_check(err);
}

static int forward_tile(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    const struct recurrent_job *job = context;
    const struct rt_recurrent_call *call = job->call;
    const int64_t n = call->units, rows = end - begin, bytes = rows * n * job->size;
    char *const h = at(job, &call->h, 0, begin, n), *const c = at(job, &call->c, 0, begin, n);
    char *state = h, *cell = c, *hidden = NULL;
    int rc = 0;

    if (call->op == RT_RECURRENT_GRU && !(hidden = rt_alloc_items(rows * job->wide, (size_t)job->size, 0)))
        return rt_error_memory(err);
    for (int64_t s = 0; s < call->steps && rc == 0; s++) {
        const int64_t step = call->reverse ? call->steps - 1 - s : s;
        rc = step_forward(job, step, begin, rows, state, cell, hidden, err);
        state = at(job, &call->out, step, begin, n);
        cell = at(job, &call->cells, step, begin, n);
    }
    if (rc == 0 && call->steps) {
        memcpy(h, state, (size_t)bytes);
        if (c)
            memcpy(c, cell, (size_t)bytes);
    }
    rt_free(hidden);
    return rc;
}

/* ---- backward ---------------------------------------------------------------------------------------------------- */

static int step_back(const struct recurrent_job *job, int64_t step, int64_t before, int64_t first, int64_t rows,
                     struct rt_error *err)
{
    const struct rt_recurrent_call *call = job->call;
    const int64_t n = call->units;
    const bool gru = call->op == RT_RECURRENT_GRU;
    char *gates = at(job, &call->gates, step, first, job->wide), *cells = at(job, &call->cells, step, first, n);
    char *out = at(job, &call->out, step, first, n), *grad_out = at(job, &call->grad_out, step, first, n);
    char *grad_gates = at(job, &call->grad_gates, step, first, job->wide);
    char *grad_hidden = at(job, &call->grad_hidden, step, first, job->wide);
    char *grad_h = at(job, &call->grad_h, 0, first, n), *grad_c = at(job, &call->grad_c, 0, first, n);
    char *state = before < 0 ? at(job, &call->h, 0, first, n) : at(job, &call->out, before, first, n);
    char *cell = before < 0 ? at(job, &call->c, 0, first, n) : at(job, &call->cells, before, first, n);

    if (grad_out)
        job->loops->sum(rows * n, grad_h, grad_out);
    for (int64_t i = 0; i < rows; i++) {
        char *dg = row(job, grad_gates, i, job->wide), *dh = row(job, grad_h, i, n);
        if (gru)
            job->loops->gru_back(n, row(job, gates, i, job->wide), row(job, cells, i, n), row(job, state, i, n), dh, dg,
                                 row(job, grad_hidden, i, job->wide));
        else if (call->op == RT_RECURRENT_LSTM)
            job->loops->lstm_back(n, row(job, gates, i, job->wide), row(job, cell, i, n), row(job, cells, i, n), dh,
                                  row(job, grad_c, i, n), dg);
        else
            job->loops->plain_back(n, call->op == RT_RECURRENT_RELU, row(job, out, i, n), dh, dg);
    }
    if (multiply(job, rows, gru ? grad_hidden : grad_gates, grad_h, gru, err) < 0)
        return -1;
    return rt_pool_check(err);
}

static int back_tile(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    const struct recurrent_job *job = context;
    const int64_t steps = job->call->steps;

    for (int64_t s = steps - 1; s >= 0; s--) {
        const int64_t step = job->call->reverse ? steps - 1 - s : s;
        const int64_t before = s == 0 ? -1 : job->call->reverse ? step + 1 : step - 1;
        if (step_back(job, step, before, begin, end - begin, err) < 0)
            return -1;
    }
    return 0;
}

/* ------------------------------------------------------------------------------------------------------------------ */

int rt_cpu_recurrent(struct rt_device *device, const struct rt_recurrent_call *call, struct rt_error *err)
{
    struct recurrent_job job = {.call = call, .gemm = rt_gemm_loops(), .gates = rt_recurrent_gates(call->op)};
    const enum rt_loop_type type = rt_loop_type_of(call->out.dtype);
    const int64_t n = call->units, threads = rt_pool_threads();
    struct rt_gemm *g = &job.product;
    void *memory = NULL;
    int64_t flops;
    int rc;

    (void)device;
    if (rt_loop_dtype(type) != call->out.dtype || type > RT_LOOP_F64)
        return rt_error_set(err, RT_NOT_IMPLEMENTED, "\"recurrent\" not implemented for '%s'",
                            rt_dtype_table[call->out.dtype].scalar);
    if (call->rows == 0 || n == 0 || call->steps == 0)
        return 0;
    job.loops = &rt_cpu_loops()->recurrent[type];
    job.size = (int64_t)rt_dtype_size(call->out.dtype);
    job.wide = job.gates * n;
    job.packed = call->steps > 1 || call->rows > SMALL_BATCH;
    *g = (struct rt_gemm){.wide = type == RT_LOOP_F64, .alpha = 1, .b = call->weight.data, .a_col = 1};
    g->k = call->back ? job.wide : n;
    g->n = call->back ? n : job.wide;
    g->b_row = call->back ? n : 1;
    g->b_col = call->back ? 1 : n;
    g->a_row = g->k;
    g->c_row = g->n;
    if (job.packed) {
        const size_t bytes = (size_t)rt_gemm_packed(g->n, g->k) * (size_t)job.size;
        if (!(memory = rt_alloc(bytes + 64)))
            return rt_error_memory(err);
        void *aligned = (void *)(((uintptr_t)memory + 63) / 64 * 64);
        job.gemm->pack(g, aligned);
        g->b = aligned;
    }
    flops = rt_size_cost(rt_size_cost(rt_size_cost(call->steps, call->rows), job.wide), n);
    rc = rt_parallel_for(call->rows, job.packed ? (call->rows + threads - 1) / threads : call->rows,
                         RT_POOL_COST_OF_FLOPS(2 * (double)flops), call->back ? back_tile : forward_tile, &job, err);
    rt_free(memory);
    return rc;
}
