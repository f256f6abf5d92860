/* Kernels that move elements by index: gather, scatter, compact. */
#include "cpu.h"

#include <string.h>

/* Reads one index of any integer type. */
static inline int64_t index_value(const struct rt_view *view, int64_t offset)
{
    switch (view->dtype) {
    case RT_INT64:
        return ((const int64_t *)view->data)[offset];
    case RT_INT32:
        return ((const int32_t *)view->data)[offset];
    case RT_INT16:
        return ((const int16_t *)view->data)[offset];
    case RT_INT8:
        return ((const int8_t *)view->data)[offset];
    default:
        return ((const uint8_t *)view->data)[offset];
    }
}

static int out_of_range(enum rt_index_style style, int64_t value, int dim, int64_t size, struct rt_error *err)
{
    switch (style) {
    case RT_INDEX_SELF:
        return rt_error_set(err, RT_INDEX, "index out of range in self");
    case RT_INDEX_TARGET:
        return rt_error_set(err, RT_INDEX, "Target %lld is out of bounds.", (long long)value);
    case RT_INDEX_GATHER:
        return rt_error_set(err, RT_RUNTIME, "index %lld is out of bounds for dimension %d with size %lld",
                            (long long)value, dim, (long long)size);
    default:
        return rt_error_set(err, RT_INDEX, "index %lld is out of bounds for dimension %d with size %lld",
                            (long long)value, dim, (long long)size);
    }
}

/* What gather and scatter share: a walk over the positions with the displacement of the indexed side. */
struct walk {
    const struct rt_view *indexed, *plain; /* indexed: gather's in, scatter's out */
    const struct rt_view *index;
    int nindex;
    const int64_t *size, *stride;
    const int *dim;
    bool negative;
    enum rt_index_style style;
};

/* Displacement at the position given by `at`; err when an index is out of range. */
static inline int displace(const struct walk *w, const int64_t *index_at, int64_t *offset, struct rt_error *err)
{
    for (int k = 0; k < w->nindex; k++) {
        int64_t v = index_value(&w->index[k], index_at[k]);
        if (v < 0 && w->negative)
            v += w->size[k];
        if (v < 0 || v >= w->size[k])
            return out_of_range(w->style, index_value(&w->index[k], index_at[k]), w->dim[k], w->size[k], err);
        *offset += v * w->stride[k];
    }
    return 0;
}

/* Adds b to the element at a. */
static inline void add_element(enum rt_dtype type, void *a, const void *b)
{
    switch (type) {
    case RT_FLOAT32:
        *(float *)a += *(const float *)b;
        break;
    case RT_FLOAT64:
        *(double *)a += *(const double *)b;
        break;
    case RT_INT64:
        *(int64_t *)a = (int64_t)((uint64_t) * (int64_t *)a + (uint64_t) * (const int64_t *)b);
        break;
    case RT_BOOL:
        *(uint8_t *)a = *(uint8_t *)a || *(const uint8_t *)b;
        break;
    default: {
        struct rt_scalar x = rt_scalar_load(type, a), y = rt_scalar_load(type, b);
        if (x.kind <= RT_CAT_INT)
            x.i = (int64_t)((uint64_t)x.i + (uint64_t)y.i);
        else {
            x.f += y.f;
            x.im += y.im;
        }
        rt_scalar_store(type, a, x);
    }
    }
}

/* Folds b into the element at a: a product, or the larger or smaller of both, nans first. */
static void fold_element(enum rt_scatter_mode mode, enum rt_dtype type, void *a, const void *b)
{
    struct rt_scalar x = rt_scalar_load(type, a), y = rt_scalar_load(type, b);

    if (x.kind <= RT_CAT_INT) {
        x.i = mode == RT_SCATTER_PROD  ? (int64_t)((uint64_t)x.i * (uint64_t)y.i)
              : mode == RT_SCATTER_MAX ? (x.i > y.i ? x.i : y.i)
                                       : (x.i < y.i ? x.i : y.i);
    } else {
        bool keep = x.f != x.f || (mode == RT_SCATTER_MAX ? x.f >= y.f : x.f <= y.f);
        x.f = mode == RT_SCATTER_PROD ? x.f * y.f : keep ? x.f : y.f;
    }
    rt_scalar_store(type, a, x);
}

enum action { TAKE, PUT, ADD, PROD, MAX, MIN }; /* behind TAKE: enum rt_scatter_mode */
_Static_assert((int)ADD == (int)RT_SCATTER_ADD + 1, "an action is a mode and one more");

static inline void act(enum action action, char *indexed, char *plain, size_t size, enum rt_dtype type)
{
    char *to = action == TAKE ? plain : indexed;
    const char *from = action == TAKE ? indexed : plain;

    if (action == ADD)
        add_element(type, indexed, plain);
    else if (action > ADD)
        fold_element((enum rt_scatter_mode)(action - 1), type, indexed, plain);
    else if (size == 4)
        memcpy(to, from, 4);
    else if (size == 8)
        memcpy(to, from, 8);
    else
        memcpy(to, from, size);
}

/* Dimensions behind the last one that an index varies in or the indexed side is indexed by move as whole runs. */
static int64_t run_length(const struct walk *w, int *outer)
{
    int ndim = w->plain->ndim;
    int64_t run = 1;

    *outer = ndim;
    for (int i = ndim - 1; i >= 0; i--) {
        bool fixed = w->indexed->strides[i] == run && w->plain->strides[i] == run;
        for (int k = 0; fixed && k < w->nindex; k++)
            fixed = w->index[k].strides[i] == 0;
        if (w->plain->shape[i] == 1)
            fixed = true;
        if (!fixed)
            break;
        run *= w->plain->shape[i];
        *outer = i;
    }
    return run;
}

static int move(const struct walk *w, enum action action, int64_t begin, int64_t end, int outer, int64_t run,
                struct rt_error *err)
{
    int64_t at[RT_MAX_DIMS] = {0}, plain = 0, fixed = 0, index_at[RT_MAX_INDEX] = {0}, rest = begin;
    enum rt_dtype type = w->plain->dtype;
    size_t size = rt_dtype_size(type);

    for (int i = outer - 1; i >= 0; i--) {
        at[i] = rest % w->plain->shape[i];
        rest /= w->plain->shape[i];
        plain += at[i] * w->plain->strides[i];
        fixed += at[i] * w->indexed->strides[i];
        for (int k = 0; k < w->nindex; k++)
            index_at[k] += at[i] * w->index[k].strides[i];
    }
    for (int64_t p = begin; p < end; p++) {
        int64_t offset = fixed;
        if (displace(w, index_at, &offset, err) < 0)
            return -1;
        char *a = (char *)w->indexed->data + offset * (int64_t)size,
             *b = (char *)w->plain->data + plain * (int64_t)size;
        if (run == 1)
            act(action, a, b, size, type);
        else if (action >= ADD)
            for (int64_t j = 0; j < run; j++)
                act(action, a + j * (int64_t)size, b + j * (int64_t)size, size, type);
        else
            memcpy(action == TAKE ? b : a, action == TAKE ? a : b, (size_t)run * size);
        for (int i = outer - 1; i >= 0; i--) {
            at[i]++;
            plain += w->plain->strides[i];
            fixed += w->indexed->strides[i];
            for (int k = 0; k < w->nindex; k++)
                index_at[k] += w->index[k].strides[i];
            if (at[i] < w->plain->shape[i])
                break;
            plain -= at[i] * w->plain->strides[i];
            fixed -= at[i] * w->indexed->strides[i];
            for (int k = 0; k < w->nindex; k++)
                index_at[k] -= at[i] * w->index[k].strides[i];
            at[i] = 0;
        }
    }
    return 0;
}

struct gather_job {
    struct walk walk;
    int outer;
    int64_t run;
};

static int gather_tile(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    struct gather_job *job = context;

    return move(&job->walk, TAKE, begin, end, job->outer, job->run, err);
}

int rt_cpu_gather(struct rt_device *device, const struct rt_gather_call *call, struct rt_error *err)
{
    struct gather_job job = {.walk = {&call->in, &call->out, call->index, call->nindex, call->size, call->stride,
                                      call->dim, call->negative, call->style}};
    int64_t total = rt_view_numel(&call->out), count;

    (void)device;
    if (total == 0)
        return 0;
    job.run = run_length(&job.walk, &job.outer);
    count = total / job.run;
    return rt_parallel_for(count, 32768 / job.run + 1, total, gather_tile, &job, err);
}

/* One thread: positions may repeat, and the last one wins (or the sum has an order). */
int rt_cpu_scatter(struct rt_device *device, const struct rt_scatter_call *call, struct rt_error *err)
{
    struct walk w = {&call->out,   &call->in, call->index,    call->nindex, call->size,
                     call->stride, call->dim, call->negative, call->style};
    int64_t total = rt_view_numel(&call->in), run;
    int outer;

    (void)device;
    if (total == 0)
        return 0;
    run = run_length(&w, &outer);
    for (int64_t at = 0, count = total / run, grain = 262144 / run + 1; at < count; at += grain) {
        if (rt_check_interrupt(err) < 0 ||
            move(&w, (enum action)(call->mode + 1), at, at + grain < count ? at + grain : count, outer, run, err) < 0)
            return -1;
    }
    return 0;
}

static bool is_true(enum rt_dtype type, const char *p)
{
    static const char zero[16];

    if (rt_dtype_is_inexact(type)) { /* -0. is false */
        struct rt_scalar s = rt_scalar_load(type, p);
        return s.f != 0 || s.im != 0;
    }
    return memcmp(p, zero, rt_dtype_size(type)) != 0;
}

int rt_cpu_compact(struct rt_device *device, const struct rt_compact_call *call, struct rt_error *err)
{
    const struct rt_view *in = &call->in;
    int64_t total = rt_view_numel(in), at[RT_MAX_DIMS] = {0}, offset = 0, found = 0;
    size_t size = rt_dtype_size(in->dtype);

    (void)device, (void)err;
    for (int64_t p = 0; p < total; p++) {
        if (is_true(in->dtype, (const char *)in->data + offset * (int64_t)size)) {
            if (call->out.data)
                for (int i = 0; i < in->ndim; i++)
                    ((int64_t *)call->out.data)[found * call->out.strides[0] + i * call->out.strides[1]] = at[i];
            found++;
        }
        for (int i = in->ndim - 1; i >= 0; i--) {
            at[i]++;
            offset += in->strides[i];
            if (at[i] < in->shape[i])
                break;
            offset -= at[i] * in->strides[i];
            at[i] = 0;
        }
    }
    *call->count = found;
    return 0;
}
