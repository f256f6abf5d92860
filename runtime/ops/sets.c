/* unique and bincount. Integers of a small range are counted in a table, others are sorted. Done on the host, because
   the size of the result depends on the data. */
#include "ops.h"
#include "order.h"
#include "pool.h"
#include "sets.h"

#include <math.h>
#include <string.h>

#define PIECE 131072     /* elements counted in one table */
#define PIECES 8         /* tables */
#define MAX_SHARED 65536 /* entries of a table of which there may be several */

/* ---- elements on the host ---------------------------------------------------------------------------------------- */

int rt_elements_of(struct rt_elements *e, T t, enum rt_dtype as, struct rt_error *err)
{
    e->own = NULL;
    if (t->storage->device->host_memory && t->contiguous && t->dtype == as && t->numel) {
        e->data = rt_tensor_pointer(t);
        return 0;
    }
    if (!(e->own = rt_alloc_items(t->numel, rt_dtype_size(as), 16)))
        return rt_error_memory(err);
    e->data = e->own;
    if (t->numel && rt_tensor_to_host(t, e->own, as, err) < 0) {
        rt_elements_done(e);
        return -1;
    }
    return 0;
}

void rt_elements_done(struct rt_elements *e)
{
    rt_free(e->own);
    e->own = NULL;
}

/* ---- counting ---------------------------------------------------------------------------------------------------- */

struct tally {
    const void *x;
    enum rt_dtype dtype;
    int64_t n, low, range, pieces, each;
    uint32_t *tables;  /* of each piece; the first one holds the sums at the end */
    int64_t *position; /* of each element: its entry's number among those that occur */
};

/* The loop over elements [begin, end) as i, and their entry in a table that starts at low as `at` */
#define FOR_EACH(T, ...)                                                                                               \
    for (int64_t i = begin; i < end; i++) {                                                                            \
        const int64_t at = (int64_t)((const T *)t->x)[i] - low;                                                        \
        __VA_ARGS__;                                                                                                   \
    }                                                                                                                  \
    break
#define FOR_EACH_TYPE(...)                                                                                             \
    do {                                                                                                               \
        const int64_t low = t->low;                                                                                    \
        switch (t->dtype) {                                                                                            \
        case RT_INT64:                                                                                                 \
            FOR_EACH(int64_t, __VA_ARGS__);                                                                            \
        case RT_INT32:                                                                                                 \
            FOR_EACH(int32_t, __VA_ARGS__);                                                                            \
        case RT_INT16:                                                                                                 \
            FOR_EACH(int16_t, __VA_ARGS__);                                                                            \
        case RT_INT8:                                                                                                  \
            FOR_EACH(int8_t, __VA_ARGS__);                                                                             \
        case RT_BOOL: /* any byte but 0 is true */                                                                     \
            for (int64_t i = begin; i < end; i++) {                                                                    \
                const int64_t at = (((const uint8_t *)t->x)[i] != 0) - low;                                            \
                __VA_ARGS__;                                                                                           \
            }                                                                                                          \
            break;                                                                                                     \
        default:                                                                                                       \
            FOR_EACH(uint8_t, __VA_ARGS__);                                                                            \
        }                                                                                                              \
    } while (0)

static int tally_tile(void *context, int64_t piece, int64_t last, struct rt_error *err)
{
    const struct tally *t = context;

    for (; piece < last; piece++) {
        uint32_t *table = t->tables + piece * t->range;
        int64_t stop = (piece + 1) * t->each < t->n ? (piece + 1) * t->each : t->n;
        memset(table, 0, (size_t)t->range * sizeof *table);
        for (int64_t begin = piece * t->each, end; begin < stop; begin = end) {
            end = stop - begin < 8 * PIECE ? stop : begin + 8 * PIECE;
            FOR_EACH_TYPE(table[at]++);
            if (rt_pool_check(err) < 0)
                return -1;
        }
    }
    return 0;
}

/* Counts the elements, which are in [low, low + range). */
static int tally(struct tally *t, struct rt_error *err)
{
    t->pieces = t->range <= MAX_SHARED ? t->n / PIECE : 1;
    t->pieces = t->pieces < 1 ? 1 : t->pieces > PIECES ? PIECES : t->pieces;
    t->each = (t->n + t->pieces - 1) / t->pieces;
    if (t->range > INT64_MAX / 64 || !(t->tables = rt_alloc_items(t->pieces * t->range, sizeof *t->tables, 8)))
        return rt_error_memory(err);
    if (rt_parallel_for(t->pieces, 1, t->n, tally_tile, t, err) < 0) {
        rt_free(t->tables);
        t->tables = NULL;
        return -1;
    }
    for (int64_t p = 1; p < t->pieces; p++)
        for (int64_t i = 0; i < t->range; i++)
            t->tables[i] += t->tables[p * t->range + i];
    return 0;
}

static int position_tile(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    const struct tally *t = context;
    const uint32_t *number = t->tables;

    (void)err;
    FOR_EACH_TYPE(t->position[i] = number[at]);
    return 0;
}

/* The least and the largest of integers, on their device; some are there. */
static int limits(B b, T x, int64_t *low, int64_t *high)
{
    struct rt_scalar least, largest;
    T least_t, largest_t;

    if (x->dtype == RT_BOOL) {
        *low = 0;
        *high = 1;
        return 0;
    }
    least_t = rt_b_map(b, &rt_op_min, x);
    largest_t = rt_b_map(b, &rt_op_max, x);
    if (!least_t || !largest_t || rt_tensor_item(least_t, &least, b->err) < 0 ||
        rt_tensor_item(largest_t, &largest, b->err) < 0)
        return -1;
    *low = least.i;
    *high = largest.i;
    return 0;
}

/* ---- unique ------------------------------------------------------------------------------------------------------ */

/* What unique returns, as it is put together. */
struct set {
    T x;
    bool inverted, counted;
    int64_t found;
    void *values;              /* of the elements' type */
    int64_t *inverse, *counts; /* where asked for */
};

static int set_alloc(struct set *s, int64_t most, struct rt_error *err)
{
    s->values = rt_alloc_items(most, rt_dtype_size((enum rt_dtype)s->x->dtype), 8);
    s->counts = s->counted ? rt_alloc_items(most, 8, 8) : NULL;
    s->inverse = s->inverted ? rt_alloc_items(s->x->numel, 8, 8) : NULL;
    if (!s->values || (s->counted && !s->counts) || (s->inverted && !s->inverse))
        return rt_error_memory(err);
    return 0;
}

/* By a table; 1: the range is too wide. */
static int set_by_table(struct set *s, struct rt_error *err)
{
    T x = s->x;
    struct tally t = {.dtype = (enum rt_dtype)x->dtype, .n = x->numel};
    struct rt_elements e;
    struct rt_build b;
    int64_t high, kinds = 0, size = (int64_t)rt_dtype_size(t.dtype);
    int rc = -1;

    rt_build_init(&b, err);
    if (t.n > UINT32_MAX || limits(&b, x, &t.low, &high) < 0) {
        rt_build_end(&b);
        return t.n > UINT32_MAX ? 1 : -1;
    }
    rt_build_end(&b);
    if ((uint64_t)high - (uint64_t)t.low > (uint64_t)(2 * t.n + 1024))
        return 1;
    t.range = high - t.low + 1;
    if (rt_elements_of(&e, x, t.dtype, err) < 0)
        return -1;
    t.x = e.data;
    if (tally(&t, err) < 0)
        goto done;
    for (int64_t i = 0; i < t.range; i++)
        kinds += t.tables[i] != 0;
    if (set_alloc(s, kinds, err) < 0)
        goto done;
    for (int64_t i = 0; i < t.range; i++) {
        if (!t.tables[i])
            continue;
        rt_scalar_store(t.dtype, (char *)s->values + s->found * size, rt_scalar_int(t.low + i));
        if (s->counted)
            s->counts[s->found] = t.tables[i];
        t.tables[i] = (uint32_t)s->found++;
    }
    t.position = s->inverse;
    rc = s->inverted ? rt_parallel_for(t.n, PIECE / 4, t.n, position_tile, &t, err) : 0;
done:
    rt_free(t.tables);
    rt_elements_done(&e);
    return rc;
}

/* Are two elements that follow each other in sorted order one? Nans are not, zeros of both signs are. */
static bool equal(enum rt_dtype dtype, const char *a, const char *b)
{
    switch (dtype) {
    case RT_FLOAT32:
        return *(const float *)(const void *)a == *(const float *)(const void *)b;
    case RT_FLOAT64:
        return *(const double *)(const void *)a == *(const double *)(const void *)b;
    case RT_FLOAT16:
    case RT_BFLOAT16:
        return rt_scalar_load(dtype, a).f == rt_scalar_load(dtype, b).f;
    default:
        return !memcmp(a, b, rt_dtype_size(dtype));
    }
}

/* Floats in order, nans last. */
static bool less_float(const void *values, int64_t i, int64_t k)
{
    double a = ((const double *)values)[i], b = ((const double *)values)[k];

    return a < b || (a == a && b != b);
}

/* Several nans, or zeros of both signs, are equal and yet told apart: which comes first is a matter of the steps of
   PyTorch's sorting. order: of x, from a stable sort; values in that order. */
static int sort_as_pytorch(T x, T values, T order, struct rt_error *err)
{
    struct rt_elements e = {.own = NULL}, from = {.own = NULL};
    int64_t n = x->numel, *at = rt_tensor_pointer(order);
    size_t size = rt_dtype_size((enum rt_dtype)x->dtype);
    struct rt_order steps = {at, less_float, NULL, rt_pool_check, err};
    int rc = -1;

    if (rt_elements_of(&e, x, RT_FLOAT64, err) < 0 || rt_elements_of(&from, x, (enum rt_dtype)x->dtype, err) < 0)
        goto done;
    steps.context = e.data;
    for (int64_t i = 0; i < n; i++)
        at[i] = i;
    if (rt_order_sort(&steps, n) < 0)
        goto done;
    for (int64_t i = 0; i < n; i++)
        memcpy((char *)rt_tensor_pointer(values) + (size_t)i * size, (const char *)from.data + (size_t)at[i] * size,
               size);
    rc = 0;
done:
    rt_elements_done(&e);
    rt_elements_done(&from);
    return rc;
}

/* Are there equal elements, in order, that are told apart? */
static bool tells_equals_apart(T values)
{
    const char *data = rt_tensor_pointer(values);
    enum rt_dtype dtype = (enum rt_dtype)values->dtype;
    size_t size = rt_dtype_size(dtype);
    double last;

    if (!rt_dtype_is_float(dtype) || values->numel <= 16) /* so few are sorted by insertion, which is stable */
        return false;
    last = rt_scalar_load(dtype, data + (size_t)(values->numel - 2) * size).f;
    if (last != last)
        return true;
    for (int64_t i = 1; i < values->numel; i++) {
        double a = rt_scalar_load(dtype, data + (size_t)(i - 1) * size).f,
               b = rt_scalar_load(dtype, data + (size_t)i * size).f;
        if (a > 0)
            break;
        if (a == 0 && b == 0 && signbit(a) != signbit(b))
            return true;
    }
    return false;
}

static int set_by_sorting(struct set *s, struct rt_error *err)
{
    T x = s->x, dense = NULL, flat = NULL, values = NULL, order = NULL;
    enum rt_dtype dtype = (enum rt_dtype)x->dtype;
    int64_t n = x->numel, stride = 1;
    size_t size = rt_dtype_size(dtype);
    struct rt_elements e = {.own = NULL}, from = {.own = NULL};
    int rc = -1;

    if (!(dense = rt_contiguous(x, err)) ||
        !(flat = rt_tensor_window(dense, &n, &stride, 1, dense->offset, false, err)) ||
        rt_sort_along(flat, 0, false, &values, &order, err) < 0 ||
        (x->storage->device->host_memory && tells_equals_apart(values) &&
         sort_as_pytorch(flat, values, order, err) < 0) ||
        set_alloc(s, n, err) < 0 || rt_elements_of(&e, values, dtype, err) < 0 ||
        (s->inverted && rt_elements_of(&from, order, RT_INT64, err) < 0))
        goto done;
    for (int64_t i = 0; i < n; i++) {
        const char *p = (const char *)e.data + (size_t)i * size;
        if (i == 0 || !equal(dtype, p - size, p)) {
            memcpy((char *)s->values + (size_t)s->found * size, p, size);
            if (s->counted)
                s->counts[s->found] = 0;
            s->found++;
        }
        if (s->counted)
            s->counts[s->found - 1]++;
        if (s->inverted)
            s->inverse[((const int64_t *)from.data)[i]] = s->found - 1;
        if (i % (1 << 20) == (1 << 20) - 1 && rt_pool_check(err) < 0)
            goto done;
    }
    rc = 0;
done:
    rt_tensor_unref(dense);
    rt_tensor_unref(flat);
    rt_tensor_unref(values);
    rt_tensor_unref(order);
    rt_elements_done(&e);
    rt_elements_done(&from);
    return rc;
}

/* (self, sorted, inverse, counts) */
int rt_forward_unique(struct rt_call *call, struct rt_error *err)
{
    struct set s = {.x = call->args[0].tensor};
    struct rt_device *device = s.x->storage->device;
    enum rt_dtype dtype = (enum rt_dtype)s.x->dtype;
    int64_t none = 0;
    T output, inverse, counts;
    int rc = 1;

    if (rt_dtype_is_complex(dtype))
        return rt_error_set(err, RT_NOT_IMPLEMENTED, "\"unique\" not implemented for '%s'",
                            rt_dtype_table[dtype].scalar);
    if (rt_is_meta(s.x))
        return rt_needs_data("_unique2", "", err);
    s.counted = call->args[3].boolean;
    s.inverted = call->args[2].boolean || s.counted;
    if (s.x->numel && !rt_dtype_is_float(dtype))
        rc = set_by_table(&s, err);
    if (rc > 0)
        rc = set_by_sorting(&s, err);
    if (rc == 0) {
        rc = -1;
        output = rt_tensor_from_host(s.values, &s.found, 1, dtype, device, err);
        inverse = s.inverted ? rt_tensor_from_host(s.inverse, s.x->shape, s.x->ndim, RT_INT64, device, err)
                             : rt_tensor_from_host(&none, &none, 1, RT_INT64, device, err);
        counts =
            rt_tensor_from_host(s.counted ? s.counts : &none, s.counted ? &s.found : &none, 1, RT_INT64, device, err);
        if (output && inverse && counts) {
            call->results->count = 3;
            call->results->tensor[0] = output;
            call->results->tensor[1] = inverse;
            call->results->tensor[2] = counts;
            rc = 0;
        } else {
            rt_tensor_unref(output);
            rt_tensor_unref(inverse);
            rt_tensor_unref(counts);
        }
    }
    rt_free(s.values);
    rt_free(s.inverse);
    rt_free(s.counts);
    return rc;
}

/* ---- runs -------------------------------------------------------------------------------------------------------- */

/* out gets the first element of each run of equals, at the position of each element's run and starts where each run
   begins, both where they are not NULL. The next position is always written and kept where a run begins. */
#define FOR_EACH_RUN(...)                                                                                              \
    _Pragma("GCC unroll 4") for (int64_t i = 1; i < n; i++)                                                            \
    {                                                                                                                  \
        __VA_ARGS__                                                                                                    \
        last = x[i];                                                                                                   \
    }
#define RUNS(name, T)                                                                                                  \
    static int64_t runs_##name(const T *restrict x, int64_t n, T *restrict out, int64_t *restrict at,                  \
                               int64_t *restrict starts)                                                               \
    {                                                                                                                  \
        int64_t next = 1; /* never beyond i */                                                                         \
        T last = x[0];                                                                                                 \
        out[0] = x[0];                                                                                                 \
        if (at)                                                                                                        \
            at[0] = 0;                                                                                                 \
        if (starts)                                                                                                    \
            starts[0] = 0;                                                                                             \
        if (starts && at)                                                                                              \
            FOR_EACH_RUN(out[next] = x[i]; starts[next] = i; next += x[i] != last; at[i] = next - 1;)                  \
        else if (starts)                                                                                               \
            FOR_EACH_RUN(out[next] = x[i]; starts[next] = i; next += x[i] != last;)                                    \
        else if (at)                                                                                                   \
            FOR_EACH_RUN(out[next] = x[i]; next += x[i] != last; at[i] = next - 1;)                                    \
        else                                                                                                           \
            FOR_EACH_RUN(out[next] = x[i]; next += x[i] != last;)                                                      \
        return next;                                                                                                   \
    }
RUNS(f32, float)
RUNS(f64, double)
RUNS(i64, int64_t)
RUNS(i32, int32_t)
RUNS(i8, uint8_t)

static int64_t runs(T x, void *out, int64_t *at, int64_t *starts)
{
    const void *from = rt_tensor_pointer(x);

    switch ((enum rt_dtype)x->dtype) {
    case RT_FLOAT32:
        return runs_f32(from, x->numel, out, at, starts);
    case RT_FLOAT64:
        return runs_f64(from, x->numel, out, at, starts);
    case RT_INT64:
        return runs_i64(from, x->numel, out, at, starts);
    case RT_INT32:
        return runs_i32(from, x->numel, out, at, starts);
    default:
        return runs_i8(from, x->numel, out, at, starts);
    }
}

/* The elements that differ from the one before, of a dense tensor in the host's memory; 1: not of this one. */
int rt_runs_of(struct rt_call *call, T x, bool inverted, bool counted, struct rt_error *err)
{
    struct rt_device *device = x->storage->device;
    enum rt_dtype dtype = (enum rt_dtype)x->dtype;
    int64_t n = x->numel, none = 0, step = 1, found;
    T out, inverse, starts, result[3] = {NULL, NULL, NULL};

    if (!device->host_memory || !x->contiguous || n == 0 || n > 1 << 24 ||
        !(dtype == RT_FLOAT32 || dtype == RT_FLOAT64 || dtype == RT_INT64 || dtype == RT_INT32 || dtype == RT_INT8 ||
          dtype == RT_UINT8 || dtype == RT_BOOL))
        return 1;
    out = rt_tensor_new(device, dtype, &n, 1, err);
    inverse = inverted ? rt_tensor_new(device, RT_INT64, x->shape, x->ndim, err)
                       : rt_tensor_new(device, RT_INT64, &none, 1, err);
    starts = rt_tensor_new(device, RT_INT64, counted ? &n : &none, 1, err);
    if (out && inverse && starts) {
        int64_t *begin = counted ? rt_tensor_pointer(starts) : NULL;
        found = runs(x, rt_tensor_pointer(out), inverted ? rt_tensor_pointer(inverse) : NULL, begin);
        for (int64_t i = 0; begin && i < found; i++)
            begin[i] = (i + 1 < found ? begin[i + 1] : n) - begin[i];
        result[0] = rt_tensor_window(out, &found, &step, 1, 0, false, err);
        result[1] = rt_tensor_get(inverse);
        result[2] = rt_tensor_window(starts, counted ? &found : &none, &step, 1, 0, false, err);
    }
    rt_tensor_unref(out);
    rt_tensor_unref(inverse);
    rt_tensor_unref(starts);
    for (int i = 0; i < 3; i++)
        call->results->tensor[i] = result[i];
    if (result[0] && result[1] && result[2]) {
        call->results->count = 3;
        return 0;
    }
    for (int i = 0; i < 3; i++)
        rt_tensor_unref(result[i]);
    return -1;
}

/* ---- bincount ---------------------------------------------------------------------------------------------------- */

/* Counts without weights, of numbers up to length - 1. */
static T counts_of(T x, int64_t length, struct rt_error *err)
{
    struct tally t = {.dtype = (enum rt_dtype)x->dtype, .n = x->numel, .range = length};
    struct rt_elements e;
    int64_t *wide = NULL;
    T out = NULL;

    if (rt_elements_of(&e, x, t.dtype, err) < 0)
        return NULL;
    t.x = e.data;
    if (tally(&t, err) == 0) {
        if (!(wide = rt_alloc_items(length, 8, 8)))
            rt_error_memory(err);
        for (int64_t i = 0; wide && i < length; i++)
            wide[i] = t.tables[i];
        out = wide ? rt_tensor_from_host(wide, &length, 1, RT_INT64, x->storage->device, err) : NULL;
    }
    rt_free(wide);
    rt_free(t.tables);
    rt_elements_done(&e);
    return out;
}

/* (self, weights, minlength) */
int rt_forward_bincount(struct rt_call *call, struct rt_error *err)
{
    T x = call->args[0].tensor, weights = rt_arg_get_tensor(call, 1), out;
    int64_t length = call->args[2].integer;
    struct rt_scalar top = rt_scalar_int(-1), low = rt_scalar_int(0);
    struct rt_build b;
    T index, source;

    if (!rt_dtype_is_integral((enum rt_dtype)x->dtype) || x->dtype == RT_BOOL)
        return rt_error_set(err, RT_NOT_IMPLEMENTED, "\"bincount_cpu\" not implemented for '%s'",
                            rt_dtype_table[x->dtype].scalar);
    if (x->ndim != 1)
        return rt_error_set(err, RT_RUNTIME, "bincount only supports 1-d non-negative integral inputs.");
    if (length < 0)
        return rt_error_set(err, RT_RUNTIME, "minlength should be >= 0");
    if (weights && weights->numel != x->numel)
        return rt_error_set(err, RT_RUNTIME, "weights should be 1-d and have the same length as input");
    if (rt_is_meta(x))
        return rt_needs_data("bincount", "", err);
    rt_build_init(&b, err);
    if (x->numel) {
        T largest = rt_b_map(&b, &rt_op_max, x), least = rt_b_map(&b, &rt_op_min, x);
        if (!largest || !least || rt_tensor_item(largest, &top, err) < 0 || rt_tensor_item(least, &low, err) < 0)
            return rt_build_return(&b, call, NULL);
    }
    if (low.i < 0) {
        rt_error_set(err, RT_RUNTIME, "bincount only supports 1-d non-negative integral inputs.");
        return rt_build_return(&b, call, NULL);
    }
    if (top.i == INT64_MAX)
        top.i--; /* too many for any memory */
    length = top.i + 1 > length ? top.i + 1 : length;
    if (!weights && x->numel <= UINT32_MAX && length <= 4 * x->numel + (1 << 20))
        return rt_build_return(&b, call, rt_build_keep_steal(&b, counts_of(x, length, err)));
    index = rt_b_to(&b, x, RT_INT64);
    source = weights ? (weights->dtype == RT_FLOAT32 ? weights : rt_b_to(&b, weights, RT_FLOAT64))
                     : rt_b_ones_like(&b, index);
    out = source ? rt_b_zeros(&b, &length, 1, (enum rt_dtype)source->dtype, x->storage->device) : NULL;
    if (out && index)
        out = rt_build_apply(
            &b, &rt_op_scatter_add,
            (struct rt_arg[]){rt_arg_tensor(out), rt_arg_int(0), rt_arg_tensor(index), rt_arg_tensor(source)}, 4);
    return rt_build_return(&b, call, out);
}
