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
    } else if (x.kind == RT_CAT_COMPLEX) { /* a product: they have no order */
        double f = x.f * y.f - x.im * y.im;
        x.im = x.f * y.im + x.im * y.f;
        x.f = f;
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

/* Rows of the innermost dimension, the common case: one index of int64, elements of 4 or 8 bytes. `at` is where the
   first position of the row is on the indexed side less its index. Returns how many positions were done; fewer than n
   where an index is out of range. */
struct index_row {
    int64_t n, size, stride, index_step, indexed_step, plain_step;
    const int64_t *index;
    char *indexed, *plain;
    bool negative;
};
/* What most rows are made of: some indices are looked at together first, and the commonest steps are constants. */
#define CHECKED 512
#define INDEX_STEPS(ACTION, stride_, index_step_, indexed_step_, plain_step_)                                          \
    {                                                                                                                  \
        const int64_t stride = stride_, index_step = index_step_, indexed_step = indexed_step_,                        \
                      plain_step = plain_step_;                                                                        \
        _Pragma("GCC unroll 4") for (int64_t i = 0; i < n; i++)                                                        \
        {                                                                                                              \
            const int64_t v = index[i * index_step];                                                                   \
            ACTION(x[v * stride + i * indexed_step], y[i * plain_step]);                                               \
        }                                                                                                              \
    }
#define INDEX_ROW(name, C, ACTION)                                                                                     \
    static int64_t name(const struct index_row *row)                                                                   \
    {                                                                                                                  \
        const struct index_row r = *row; /* what is stored might be part of *row, for all the compiler knows */        \
        const int64_t wrap = r.negative ? r.size : 0;                                                                  \
        for (int64_t done = 0, n; done < r.n; done += n) {                                                             \
            const int64_t *index = r.index + done * r.index_step;                                                      \
            C *x = (C *)(void *)r.indexed + done * r.indexed_step, *y = (C *)(void *)r.plain + done * r.plain_step;    \
            n = r.n - done < CHECKED ? r.n - done : CHECKED;                                                           \
            if (!rt_cpu_loops()->in_range(n, index, r.index_step, r.size)) {                                           \
                for (int64_t i = 0; i < n; i++) {                                                                      \
                    int64_t v = index[i * r.index_step];                                                               \
                    v += v < 0 ? wrap : 0;                                                                             \
                    if ((uint64_t)v >= (uint64_t)r.size)                                                               \
                        return done + i;                                                                               \
                    ACTION(x[v * r.stride + i * r.indexed_step], y[i * r.plain_step]);                                 \
                }                                                                                                      \
            } else if (r.index_step == 1 && r.plain_step == 1 && r.stride == 1 && r.indexed_step == 0)                 \
                INDEX_STEPS(ACTION, 1, 1, 0, 1)                                                                        \
            else if (r.index_step == 1 && r.plain_step == 1 && r.indexed_step == 1)                                    \
                INDEX_STEPS(ACTION, r.stride, 1, 1, 1)                                                                 \
            else                                                                                                       \
                INDEX_STEPS(ACTION, r.stride, r.index_step, r.indexed_step, r.plain_step)                              \
        }                                                                                                              \
        return r.n;                                                                                                    \
    }
#define TAKE_ONE(x, y) y = x
#define PUT_ONE(x, y) x = y
#define ADD_ONE(x, y) x += y
INDEX_ROW(take_4, uint32_t, TAKE_ONE)
INDEX_ROW(take_8, uint64_t, TAKE_ONE)
INDEX_ROW(put_4, uint32_t, PUT_ONE)
INDEX_ROW(put_8, uint64_t, PUT_ONE)
INDEX_ROW(add_f32, float, ADD_ONE)
INDEX_ROW(add_f64, double, ADD_ONE)
INDEX_ROW(add_i64, uint64_t, ADD_ONE)
typedef int64_t (*index_row_loop)(const struct index_row *);

static index_row_loop pick_row(const struct walk *w, enum action action, int outer, int64_t run)
{
    enum rt_dtype type = w->plain->dtype;
    size_t size = rt_dtype_size(type);

    if (run != 1 || outer == 0 || w->nindex != 1 || w->index[0].dtype != RT_INT64)
        return NULL;
    if (action == ADD)
        return type == RT_FLOAT32 ? add_f32 : type == RT_FLOAT64 ? add_f64 : type == RT_INT64 ? add_i64 : NULL;
    if (action > ADD || (size != 4 && size != 8))
        return NULL;
    return action == TAKE ? (size == 4 ? take_4 : take_8) : size == 4 ? put_4 : put_8;
}

/* Adds or copies a whole run. */
static void act_run(enum action action, char *a, char *b, int64_t run, size_t size, enum rt_dtype type)
{
    if (action == ADD && (type == RT_FLOAT32 || type == RT_FLOAT64)) {
        static const struct rt_loop_param none[RT_MAX_PARAMS];
        rt_cpu_loops()->zip[rt_loop_type_of(type)][RT_ZIP_add](run, a, a, b, none);
    } else if (action >= ADD)
        for (int64_t j = 0; j < run; j++)
            act(action, a + j * (int64_t)size, b + j * (int64_t)size, size, type);
    else
        memcpy(action == TAKE ? b : a, action == TAKE ? a : b, (size_t)run * size);
}

/* Whole runs at the indices of one row, where they are in range; 0: not done. */
static int64_t take_runs(const struct walk *w, int64_t n, int64_t run, int last, const int64_t *index, int64_t fixed,
                         int64_t plain)
{
    const int64_t size = (int64_t)rt_dtype_size(w->plain->dtype), step = w->index[0].strides[last];

    n = n < CHECKED ? n : CHECKED;
    if (!rt_cpu_loops()->in_range(n, index, step, w->size[0]))
        return 0;
    rt_cpu_loops()->take_runs(n, run * size, (char *)w->plain->data + plain * size, w->plain->strides[last] * size,
                              (const char *)w->indexed->data + fixed * size, w->stride[0] * size, index, step);
    return n;
}

static int move(const struct walk *w, enum action action, int64_t begin, int64_t end, int outer, int64_t run,
                struct rt_error *err)
{
    int64_t at[RT_MAX_DIMS] = {0}, plain = 0, fixed = 0, index_at[RT_MAX_INDEX] = {0}, rest = begin;
    enum rt_dtype type = w->plain->dtype;
    size_t size = rt_dtype_size(type);
    index_row_loop loop = pick_row(w, action, outer, run);
    const bool runs = action == TAKE && run > 1 && outer > 0 && w->nindex == 1 && w->index[0].dtype == RT_INT64 &&
                      w->indexed->strides[outer - 1] == 0;

    for (int i = outer - 1; i >= 0; i--) {
        at[i] = rest % w->plain->shape[i];
        rest /= w->plain->shape[i];
        plain += at[i] * w->plain->strides[i];
        fixed += at[i] * w->indexed->strides[i];
        for (int k = 0; k < w->nindex; k++)
            index_at[k] += at[i] * w->index[k].strides[i];
    }
    for (int64_t p = begin; p < end;) {
        int last = outer - 1;
        int64_t done = 1;
        if (loop) { /* the rest of this row */
            struct index_row r = {.size = w->size[0], .stride = w->stride[0], .negative = w->negative};
            r.n = w->plain->shape[last] - at[last] < end - p ? w->plain->shape[last] - at[last] : end - p;
            r.index = (const int64_t *)w->index[0].data + index_at[0];
            r.index_step = w->index[0].strides[last];
            r.indexed = (char *)w->indexed->data + fixed * (int64_t)size;
            r.indexed_step = w->indexed->strides[last];
            r.plain = (char *)w->plain->data + plain * (int64_t)size;
            r.plain_step = w->plain->strides[last];
            if (r.stride == 1 && r.indexed_step == 0 &&
                r.n * 4 >= r.size) /* random reads of it would wait one by one */
                for (int64_t j = 0; j < r.size; j += 64 / (int64_t)size)
                    __builtin_prefetch(r.indexed + j * (int64_t)size);
            done = loop(&r);
            if (done < r.n)
                return out_of_range(w->style, r.index[done * r.index_step], w->dim[0], w->size[0], err);
        } else if (!runs ||
                   !(done = take_runs(
                         w, w->plain->shape[last] - at[last] < end - p ? w->plain->shape[last] - at[last] : end - p,
                         run, last, (const int64_t *)w->index[0].data + index_at[0], fixed, plain))) {
            int64_t offset = fixed;
            done = 1;
            if (displace(w, index_at, &offset, err) < 0)
                return -1;
            char *a = (char *)w->indexed->data + offset * (int64_t)size,
                 *b = (char *)w->plain->data + plain * (int64_t)size;
            if (run == 1)
                act(action, a, b, size, type);
            else
                act_run(action, a, b, run, size, type);
        }
        p += done;
        for (int i = last; i >= 0; i--, done = 1) {
            at[i] += done;
            plain += done * w->plain->strides[i];
            fixed += done * w->indexed->strides[i];
            for (int k = 0; k < w->nindex; k++)
                index_at[k] += done * w->index[k].strides[i];
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
    enum action action;
    int outer;
    int64_t run, each; /* each: positions of one place in the first dimension */
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

static int scatter_tile(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    struct gather_job *job = context;

    return move(&job->walk, job->action, begin * job->each, end * job->each, job->outer, job->run, err);
}

/* Do the positions of different places in the first dimension go to different elements? */
static bool parts_disjoint(const struct walk *w)
{
    int64_t reach = 0;

    for (int i = 1; i < w->indexed->ndim; i++)
        reach += (w->plain->shape[i] - 1) * w->indexed->strides[i];
    for (int k = 0; k < w->nindex; k++)
        reach += (w->size[k] - 1) * w->stride[k];
    return w->indexed->ndim > 0 && w->indexed->strides[0] > reach;
}

/* A part of every run, at all positions in their order. */
static int slice_tile(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    const struct gather_job *job = context;
    const int64_t size = (int64_t)rt_dtype_size(job->walk.plain->dtype), count = job->each;
    struct rt_view indexed = *job->walk.indexed, plain = *job->walk.plain;
    struct walk w = job->walk;

    indexed.data = (char *)indexed.data + begin * size;
    plain.data = (char *)plain.data + begin * size;
    w.indexed = &indexed;
    w.plain = &plain;
    for (int64_t at = 0, grain = 262144 / (end - begin) + 1; at < count; at += grain)
        if (rt_pool_check(err) < 0 ||
            move(&w, job->action, at, at + grain < count ? at + grain : count, job->outer, end - begin, err) < 0)
            return -1;
    return 0;
}

/* One thread for each element where positions may repeat: the last one wins (or the sum has an order). */
int rt_cpu_scatter(struct rt_device *device, const struct rt_scatter_call *call, struct rt_error *err)
{
    struct gather_job job = {.walk = {&call->out, &call->in, call->index, call->nindex, call->size, call->stride,
                                      call->dim, call->negative, call->style},
                             .action = (enum action)(call->mode + 1)};
    int64_t total = rt_view_numel(&call->in), count;

    (void)device;
    if (total == 0)
        return 0;
    job.run = run_length(&job.walk, &job.outer);
    count = total / job.run;
    if (job.outer > 0 && call->in.shape[0] > 1 && parts_disjoint(&job.walk)) {
        job.each = count / call->in.shape[0];
        return rt_parallel_for(call->in.shape[0], 32768 / (total / call->in.shape[0]) + 1, total, scatter_tile, &job,
                               err);
    }
    if (job.run >= 256 && rt_pool_worthwhile(total)) {
        job.each = count;
        return rt_parallel_for(job.run, (job.run / rt_pool_threads() + 127) / 128 * 128, total, slice_tile, &job, err);
    }
    for (int64_t at = 0, grain = 262144 / job.run + 1; at < count; at += grain)
        if (rt_check_interrupt(err) < 0 ||
            move(&job.walk, job.action, at, at + grain < count ? at + grain : count, job.outer, job.run, err) < 0)
            return -1;
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

/* Truths of a row of the innermost dimension; returns their number. The positions are written where wanted. */
static int64_t row_truths(const struct rt_view *in, const char *row, int64_t begin, int64_t n, int64_t step,
                          int64_t *positions)
{
    int64_t found = 0;
    size_t size = rt_dtype_size(in->dtype);

    if (size == 1) {
        if (!positions)
            for (int64_t j = 0; j < n; j++)
                found += row[j * step] != 0;
        else
            for (int64_t j = 0; j < n; j++) { /* without a branch: the next one overwrites */
                positions[found] = begin + j;
                found += row[j * step] != 0;
            }
        return found;
    }
    for (int64_t j = 0; j < n; j++) {
        if (positions)
            positions[found] = begin + j;
        found += is_true(in->dtype, row + j * step * (int64_t)size);
    }
    return found;
}

/* Pieces of rows: at most so many elements between two looks at the interrupt flag. */
#define TRUTHS 4096

int rt_cpu_compact(struct rt_device *device, const struct rt_compact_call *call, struct rt_error *err)
{
    const struct rt_view *in = &call->in;
    int last = in->ndim - 1;
    int64_t total = rt_view_numel(in), at[RT_MAX_DIMS] = {0}, offset = 0, found = 0, positions[TRUTHS];
    int64_t length = last < 0 ? 1 : in->shape[last], step = last < 0 ? 1 : in->strides[last];
    size_t size = rt_dtype_size(in->dtype);

    (void)device;
    for (int64_t p = 0, looked = 0; p < total; p += length) {
        for (int64_t begin = 0; begin < length; begin += TRUTHS) {
            int64_t n = length - begin < TRUTHS ? length - begin : TRUTHS;
            int64_t more = row_truths(in, (const char *)in->data + (offset + begin * step) * (int64_t)size, begin, n,
                                      step, call->out.data ? positions : NULL);
            int64_t *to = call->out.data ? (int64_t *)call->out.data + found * call->out.strides[0] : NULL;
            for (int64_t j = 0; call->out.data && last >= 0 && j < more; j++, to += call->out.strides[0]) {
                for (int i = 0; i < last; i++)
                    to[i * call->out.strides[1]] = at[i];
                to[last * call->out.strides[1]] = positions[j];
            }
            found += more;
            looked += n;
            if (looked > 1 << 20 && (looked = 0, rt_pool_check(err) < 0))
                return -1;
        }
        for (int i = last - 1; i >= 0; i--) {
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
