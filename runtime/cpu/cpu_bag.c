/* The kernel class `bag`: sums, means and maxima of rows of a table. Checks indices and offsets before it reads a row.
   Knows views, no tensors. */
#include "cpu.h"

#include <string.h>

struct bag_job {
    const struct rt_bag_call *call;
    const struct rt_bag_loops *loops;
    int64_t size, bags, n, width, rows;
    const int64_t *index, *starts;
};

#define PART 4096 /* rows of a bag between two looks at the interrupt flag */

/* The indices of a bag that are no padding, of which there are *n. */
static const int64_t *kept(const struct bag_job *job, int64_t begin, int64_t *n, int64_t *buffer)
{
    const int64_t *index = job->index + begin;
    int64_t count = 0;

    for (int64_t i = 0; i < *n; i++) {
        buffer[count] = index[i];
        count += index[i] != job->call->padding;
    }
    *n = count;
    return buffer;
}

static int bag_tile(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    const struct bag_job *job = context;
    const struct rt_bag_call *c = job->call;
    int64_t *buffer = NULL, done = 0;
    char *weights = NULL;

    if (c->padding >= 0 && (!(buffer = rt_alloc_items(job->n, 8, 8)) ||
                            (c->factors.data && !(weights = rt_alloc((size_t)(job->n * job->size) + 8))))) {
        rt_free(buffer);
        return rt_error_memory(err);
    }
    for (int64_t i = begin; i < end; i++) {
        int64_t from = job->starts ? job->starts[i] : i * c->each;
        int64_t n = (job->starts ? job->starts[i + 1] : from + c->each) - from;
        const int64_t *index = job->index + from;
        const char *factors = c->factors.data ? (const char *)c->factors.data + from * job->size : NULL;
        char *out = (char *)c->out.data + i * job->width * job->size;
        if ((done += n) >= PART && (done = 0, rt_pool_check(err) < 0)) {
            rt_free(buffer);
            rt_free(weights);
            return -1;
        }
        for (int64_t k = 0, at = 0; weights && k < n; k++)
            if (index[k] != c->padding)
                memcpy(weights + at++ * job->size, factors + k * job->size, (size_t)job->size);
        if (buffer)
            index = kept(job, from, &n, buffer);
        if (c->op != RT_BAG_MAX) {
            job->loops->sum(n, job->width, index, weights ? weights : factors, c->table.data, job->width,
                            c->op == RT_BAG_MEAN && n ? n : 1, out);
            continue;
        }
        int64_t *where = (int64_t *)c->where.data + i * job->width;
        if (n == 0) {
            memset(out, 0, (size_t)(job->width * job->size));
            memset(where, -1, (size_t)job->width * sizeof *where);
        } else {
            job->loops->max(n, job->width, index, c->table.data, job->width, out, where);
        }
    }
    rt_free(buffer);
    rt_free(weights);
    return 0;
}

static int check(const struct bag_job *job, struct rt_error *err)
{
    const struct rt_bag_call *c = job->call;

    for (int64_t i = 0; job->starts && i < job->bags; i++)
        if (job->starts[i] < 0 || job->starts[i] > job->starts[i + 1] ||
            (i == job->bags - 1 ? job->starts[i + 1] != job->n : job->starts[i + 1] > job->n))
            return rt_error_set(err, RT_RUNTIME,
                                "Expected i < index_size to be true, but got false.  (Could this error message be "
                                "improved?  If so, please report an enhancement request to PyTorch.)");
    if (rt_cpu_loops()->in_range(job->n, job->index, 1, job->rows))
        return 0;
    for (int64_t i = 0; i < job->n; i++)
        if (job->index[i] < 0 || job->index[i] >= job->rows) {
            if (c->op == RT_BAG_MAX)
                return rt_error_set(err, RT_RUNTIME,
                                    "embedding_bag: Expected idx >= 0 && idx < num_embeddings but found idx to be %lld",
                                    (long long)job->index[i]);
            return rt_error_set(err, RT_RUNTIME,
                                "Index %lld of input takes value %lld which is not in the valid range [0, %lld)",
                                (long long)i, (long long)job->index[i], (long long)job->rows);
        }
    return 0;
}

int rt_cpu_bag(struct rt_device *device, const struct rt_bag_call *call, struct rt_error *err)
{
    struct bag_job job = {.call = call, .size = (int64_t)rt_dtype_size(call->table.dtype)};
    int64_t each;

    (void)device;
    job.loops = &rt_cpu_loops()->bag[rt_loop_type_of(call->table.dtype)];
    job.bags = call->out.shape[0];
    job.width = call->out.shape[1];
    job.rows = call->table.shape[0];
    job.n = call->index.shape[0];
    job.index = call->index.data;
    job.starts = call->starts.data;
    if (check(&job, err) < 0)
        return -1;
    if (job.bags == 0 || job.width == 0)
        return 0;
    each = job.n / job.bags * job.width + job.width + 8;
    return rt_parallel_for(job.bags, rt_grain(job.bags, each, 1 << 16), rt_size_cost(job.bags, each), bag_tile, &job,
                           err);
}
