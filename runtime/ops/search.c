/* searchsorted and bucketize. Elements become unsigned keys of the same order, and eight binary searches take each step
   together without a branch. */
#include "ops.h"

#include "pool.h"
#include "warn.h"

#include <string.h>

#define PART 256 /* keys of values made at once, a multiple of eight */

struct search {
    const uint64_t *keys; /* of the rows; or NULL */
    const char *raw;      /* the rows themselves, where keys of all would be too much for few values */
    enum rt_dtype raw_dtype;
    const char *values;
    enum rt_dtype dtype;              /* of the values: float32, float64, int64 or int32 */
    int64_t n, each;                  /* elements of a row; values for each row, 0: one row for all */
    bool right, sorted, real, direct; /* direct: raw and values have one type and are compared as they are */
    int64_t *wide;
    int32_t *narrow; /* one of these takes the positions */
};

/* Nans are above all, both zeros are one. */
static inline uint64_t key_of_real(double x)
{
    uint64_t u;

    x += 0.0; /* of both zeros the positive one */
    memcpy(&u, &x, sizeof u);
    u ^= (uint64_t)((int64_t)u >> 63) | UINT64_C(1) << 63;
    return x != x ? UINT64_MAX : u;
}

static inline uint64_t key_of_integer(int64_t x)
{
    return (uint64_t)x ^ UINT64_C(1) << 63;
}

static void make_keys(enum rt_dtype dtype, const char *from, int64_t begin, int64_t n, uint64_t *keys)
{
#define KEYS(T, key)                                                                                                   \
    for (int64_t i = 0; i < n; i++)                                                                                    \
    keys[i] = key(((const T *)(const void *)from)[begin + i])
    if (dtype == RT_FLOAT32)
        KEYS(float, key_of_real);
    else if (dtype == RT_FLOAT64)
        KEYS(double, key_of_real);
    else if (dtype == RT_INT32)
        KEYS(int32_t, key_of_integer);
    else
        KEYS(int64_t, key_of_integer);
#undef KEYS
}

/* How many keys of a sorted row are below each of eight. */
static void search_eight(const uint64_t *row, int64_t n, const uint64_t *key, int64_t *position)
{
    int64_t low[8] = {0};

    for (int64_t half; n > 1; n -= half) {
        const uint64_t *middle = row + (half = n / 2) - 1;
#pragma GCC unroll 8
        for (int k = 0; k < 8; k++)
            low[k] += half & -(int64_t)(middle[low[k]] < key[k]);
    }
    for (int k = 0; k < 8; k++)
        position[k] = low[k] + (n && row[low[k]] < key[k]);
}

/* The same by binary search in a row that is not sorted or has nans, which are before everything: what is found depends
   on the steps. */
static int64_t search_one(const uint64_t *row, int64_t n, uint64_t key, bool real)
{
    int64_t low = 0;

    while (n > 0) {
        int64_t half = n / 2;
        bool before = row[low + half] < key || (real && row[low + half] == UINT64_MAX);
        low += before ? half + 1 : 0;
        n = before ? n - half - 1 : half;
    }
    return low;
}

/* The same in elements that have no keys yet; the row begins at element `begin`. */
static int64_t search_raw(const struct search *s, int64_t begin, uint64_t key)
{
    int64_t low = 0, n = s->n;
    uint64_t there;

    while (n > 0) {
        int64_t half = n / 2;
        make_keys(s->raw_dtype, s->raw, begin + low + half, 1, &there);
        bool before = there < key || (s->real && there == UINT64_MAX);
        low += before ? half + 1 : 0;
        n = before ? n - half - 1 : half;
    }
    return low;
}

static inline void put_position(const struct search *s, int64_t i, int64_t position)
{
    if (s->wide)
        s->wide[i] = position;
    else
        s->narrow[i] = (int32_t)position;
}

/* The same for values of the rows' type, without keys: what is not there before a value is behind it, a nan is nowhere.
 */
static int direct_tile(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    const struct search *s = context;
    const int64_t each = s->each ? s->each : INT64_MAX;
    int64_t left = each - begin % each, first = begin / each * s->n;

    (void)err;
#define HALVES(T, behind)                                                                                              \
    for (int64_t i = begin; i < end; i++, left--) {                                                                    \
        const T value = ((const T *)(const void *)s->values)[i];                                                       \
        int64_t low = 0, n = s->n;                                                                                     \
        first = left ? first : first + s->n;                                                                           \
        left = left ? left : each;                                                                                     \
        for (const T *row = (const T *)(const void *)s->raw + first; n > 0;) {                                         \
            const int64_t half = n / 2;                                                                                \
            const bool before = !(row[low + half] behind value);                                                       \
            low += before ? half + 1 : 0;                                                                              \
            n = before ? n - half - 1 : half;                                                                          \
        }                                                                                                              \
        put_position(s, i, low);                                                                                       \
    }
#define EITHER(T)                                                                                                      \
    if (s->right)                                                                                                      \
        HALVES(T, >)                                                                                                   \
    else                                                                                                               \
        HALVES(T, >=)
    if (s->dtype == RT_FLOAT32)
        EITHER(float)
    else if (s->dtype == RT_FLOAT64)
        EITHER(double)
    else if (s->dtype == RT_INT32)
        EITHER(int32_t)
    else
        EITHER(int64_t)
#undef EITHER
#undef HALVES
    return 0;
}

/* The insertion position in each value's row: before equal elements, or behind them. */
static int search_tile(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    const struct search *s = context;
    uint64_t keys[PART];
    int64_t positions[PART];
    bool top[PART];

    (void)err;
    for (int64_t at = begin, m; at < end; at += m) {
        const int64_t first = s->each ? at / s->each * s->n : 0;
        const uint64_t *row = s->keys ? s->keys + first : NULL;
        m = end - at < PART ? end - at : PART;
        m = s->each && s->each - at % s->each < m ? s->each - at % s->each : m;
        make_keys(s->dtype, s->values, at, m, keys);
        memset(keys + m, 0, (size_t)(-m & 7) * sizeof *keys);
        for (int64_t i = 0; i < m; i++) { /* behind a key is before the next one; everything is before a nan */
            top[i] = keys[i] == UINT64_MAX && (s->right || s->real);
            keys[i] += s->right && !top[i];
        }
        for (int64_t i = 0; s->sorted && i < m; i += 8)
            search_eight(row, s->n, keys + i, positions + i);
        for (int64_t i = 0; i < m; i++)
            positions[i] = top[i]      ? s->n
                           : s->sorted ? positions[i]
                           : s->raw    ? search_raw(s, first, keys[i])
                                       : search_one(row, s->n, keys[i], s->real);
        for (int64_t i = 0; s->wide && i < m; i++)
            s->wide[at + i] = positions[i];
        for (int64_t i = 0; s->narrow && i < m; i++)
            s->narrow[at + i] = (int32_t)positions[i];
    }
    return 0;
}

/* What PyTorch copies first (nothing is copied here) it warns of, each kind once. */
static void warn_of_copies(T sorted, T values, T sorter)
{
#define LOWER                                                                                                          \
    "non-contiguous, this will lower the performance due to extra data copy when converting non-contiguous "           \
    "tensor to contiguous, please use contiguous "
#define ONCE " tensor if possible. This message will only appear once per program."
    if (!values->contiguous)
        rt_warn_once("torch.searchsorted(): input value tensor is " LOWER "input value" ONCE);
    if (!sorted->contiguous)
        rt_warn_once("torch.searchsorted(): boundary tensor is " LOWER "boundary" ONCE);
    if (sorter && !sorter->contiguous)
        rt_warn_once("torch.searchsorted(): sorter tensor is " LOWER "sorter" ONCE);
#undef LOWER
#undef ONCE
}

static int check_search(T sorted, T values, T sorter, struct rt_error *err)
{
    char a[RT_SHAPE_TEXT], c[RT_SHAPE_TEXT];
    enum rt_dtype type = (enum rt_dtype)sorted->dtype;

    if (sorted->ndim == 0)
        return rt_error_set(
            err, RT_RUNTIME,
            "torch.searchsorted(): boundaries tensor should have positive dimension, but got 0 dimension");
    if (sorted->ndim != 1 && values->ndim == 0)
        return rt_error_set(err, RT_RUNTIME,
                            "torch.searchsorted(): input value can be a scalar only when boundaries tensor dimension "
                            "is 1, but we got boundaries tensor dim(%d) and input value's dim(0) numel(1)",
                            sorted->ndim);
    if (sorted->ndim != 1 && (sorted->ndim != values->ndim ||
                              !rt_shape_equal(sorted->shape, sorted->ndim - 1, values->shape, values->ndim - 1)))
        return rt_error_set(
            err, RT_RUNTIME,
            "torch.searchsorted(): boundaries tensor should be 1 dimension or the first N-1 dimensions of boundaries "
            "tensor and input value tensor must match, but we got boundaries tensor %s and input value tensor %s",
            rt_shape_text(sorted->shape, sorted->ndim, a, sizeof a),
            rt_shape_text(values->shape, values->ndim, c, sizeof c));
    if (sorter && !rt_shape_equal(sorter->shape, sorter->ndim, sorted->shape, sorted->ndim))
        return rt_error_set(err, RT_RUNTIME,
                            "torch.searchsorted(): boundary and sorter must have the same size, but got boundary "
                            "tensor %s and got sorter "
                            "tensor %s",
                            rt_shape_text(sorted->shape, sorted->ndim, a, sizeof a),
                            rt_shape_text(sorter->shape, sorter->ndim, c, sizeof c));
    if (type == RT_BOOL || rt_dtype_is_complex(type))
        return rt_error_set(err, RT_NOT_IMPLEMENTED, "\"searchsorted_out_cpu\" not implemented for '%s'",
                            rt_dtype_table[type].scalar);
    return 0;
}

/* Keys of the rows, in the order of the sorter; *sorted: each row is, without nans. */
static uint64_t *row_keys(T rows, T sorter, bool real, bool *sorted, struct rt_error *err)
{
    struct rt_elements e = {.own = NULL}, order = {.own = NULL};
    int64_t total = rows->numel, n = rows->shape[rows->ndim - 1];
    uint64_t *keys = rt_alloc_items(total, 8, 8), *from = keys;

    if (!keys) {
        rt_error_memory(err);
        return NULL;
    }
    if (rt_elements_of(&e, rows, real ? RT_FLOAT64 : RT_INT64, err) < 0 ||
        (sorter && (rt_elements_of(&order, sorter, RT_INT64, err) < 0 || !(from = rt_alloc_items(total, 8, 8)))))
        goto fail;
    make_keys(real ? RT_FLOAT64 : RT_INT64, e.data, 0, total, from);
    for (int64_t i = 0; sorter && i < total; i++) {
        int64_t at = ((const int64_t *)order.data)[i];
        if (at < 0 || at >= n) {
            rt_error_set(err, RT_RUNTIME, "torch.searchsorted(): sorter index out of range");
            goto fail;
        }
        keys[i] = from[i - i % n + at];
    }
    *sorted = !(real && total && *keys == UINT64_MAX);
    for (int64_t i = 1; i < total; i++)
        *sorted &= (keys[i - 1] <= keys[i] || i % n == 0) && !(real && keys[i] == UINT64_MAX);
    goto done;
fail:
    if (err->code == RT_OK)
        rt_error_memory(err);
    if (from != keys)
        rt_free(from);
    rt_free(keys);
    from = keys = NULL;
done:
    if (from != keys)
        rt_free(from);
    rt_elements_done(&e);
    rt_elements_done(&order);
    return keys;
}

/* The values in place, where keys are made of their type. */
static int load_values(struct rt_elements *e, T values, bool real, enum rt_dtype *dtype, struct rt_error *err)
{
    enum rt_dtype is = (enum rt_dtype)values->dtype;

    *dtype = real ? (is == RT_FLOAT32 ? RT_FLOAT32 : RT_FLOAT64) : is == RT_INT32 ? RT_INT32 : RT_INT64;
    return rt_elements_of(e, values, *dtype, err);
}

/* A few values in a row, by binary search. */
static T search_small(T sorted, T values, bool right, enum rt_dtype type, struct rt_error *err)
{
    T out = rt_tensor_new(values->storage->device, type, values->shape, values->ndim, err);
    const float *row = rt_tensor_pointer(sorted), *v = rt_tensor_pointer(values);

    for (int64_t i = 0; out && i < values->numel; i++) {
        int64_t low = 0, n = sorted->numel;
        while (n > 0) {
            int64_t half = n / 2;
            bool before = right ? !(row[low + half] > v[i]) : !(row[low + half] >= v[i]);
            low += before ? half + 1 : 0;
            n = before ? n - half - 1 : half;
        }
        if (type == RT_INT32)
            ((int32_t *)rt_tensor_pointer(out))[i] = (int32_t)low;
        else
            ((int64_t *)rt_tensor_pointer(out))[i] = low;
    }
    return out;
}

/* Can keys be made of single elements of that type? */
static bool searched_raw(enum rt_dtype dtype, bool real)
{
    return real ? dtype == RT_FLOAT32 || dtype == RT_FLOAT64 : dtype == RT_INT64 || dtype == RT_INT32;
}

static int search(struct rt_call *call, T sorted, T values, T sorter, bool right, bool narrow, struct rt_error *err)
{
    bool real = rt_dtype_is_inexact((enum rt_dtype)sorted->dtype) || rt_dtype_is_inexact((enum rt_dtype)values->dtype);
    struct rt_device *device = values->storage->device;
    enum rt_dtype type = narrow ? RT_INT32 : RT_INT64;
    struct rt_elements e = {.own = NULL};
    struct search s = {.right = right, .real = real};
    uint64_t *keys = NULL;
    void *found = NULL;
    int64_t rows = 1;
    T out = NULL;

    if (check_search(sorted, values, sorter, err) < 0)
        return -1;
    warn_of_copies(sorted, values, sorter);
    if (rt_dtype_is_complex((enum rt_dtype)values->dtype) && values->numel)
        return rt_error_set(
            err, RT_NOT_IMPLEMENTED, "\"searchsorted_out_cpu\" not implemented for '%s'",
            rt_dtype_table[rt_result_type((struct rt_input[]){{.tensor = sorted}, {.tensor = values}}, 2)].scalar);
    if (rt_device_is_meta(device))
        return rt_result_steal(call, rt_tensor_new(device, type, values->shape, values->ndim, err));
    if (sorted->ndim == 1 && !sorter && sorted->dtype == RT_FLOAT32 && values->dtype == RT_FLOAT32 &&
        rt_is_small(sorted) && rt_is_small(values) && sorted->storage->device == device)
        return rt_result_steal(call, search_small(sorted, values, right, type, err));
    for (int i = 0; i < sorted->ndim - 1; i++)
        rows = rt_step_mul(rows, sorted->shape[i]);
    s.n = sorted->shape[sorted->ndim - 1];
    s.each = sorted->ndim > 1 && rows ? values->numel / rows : 0;
    const bool raw = !sorter && sorted->contiguous && device->host_memory && sorted->storage->device == device &&
                     searched_raw((enum rt_dtype)sorted->dtype, real);
    const bool small = values->numel < sorted->numel / 32, alike = sorted->dtype == values->dtype;
    if (!(raw && (small || (alike && s.each && s.each < 8))) &&
        !(keys = row_keys(sorted, sorter, real, &s.sorted, err)))
        return -1;
    s.keys = keys;
    if (raw && (!keys || (alike && !s.sorted))) {
        s.raw = rt_tensor_pointer(sorted);
        s.raw_dtype = (enum rt_dtype)sorted->dtype;
        s.direct = alike;
    }
    if (load_values(&e, values, real, &s.dtype, err) < 0 ||
        !(out = rt_tensor_new(device, type, values->shape, values->ndim, err)))
        goto done;
    s.values = e.data;
    if (!device->host_memory && !(found = rt_alloc_items(values->numel, rt_dtype_size(type), 8))) {
        rt_error_memory(err);
        goto fail;
    }
    if (narrow)
        s.narrow = found ? found : rt_tensor_pointer(out);
    else
        s.wide = found ? found : rt_tensor_pointer(out);
    if (rt_parallel_for(values->numel, 4096, rt_size_cost(values->numel, 16), s.direct ? direct_tile : search_tile, &s,
                        err) < 0)
        goto fail;
    if (found) {
        rt_tensor_unref(out);
        out = rt_tensor_from_host(found, values->shape, values->ndim, type, device, err);
    }
    goto done;
fail:
    rt_tensor_unref(out);
    out = NULL;
done:
    rt_free(found);
    rt_free(keys);
    rt_elements_done(&e);
    return rt_result_steal(call, out);
}

static int with_scalar(struct rt_call *call, int i, T like, T *made, struct rt_error *err)
{
    if (call->args[i].kind == RT_TENSOR) {
        *made = rt_tensor_get(call->args[i].tensor);
        return 0;
    }
    enum rt_dtype dtype = rt_scalar_dtype(call->args[i].scalar);
    *made = rt_tensor_scalar(call->args[i].scalar, dtype, like->storage->device, err);
    return *made ? 0 : -1;
}

/* (sorted_sequence, self, out_int32, right, side, sorter) */
int rt_forward_searchsorted(struct rt_call *call, struct rt_error *err)
{
    const struct rt_arg *side = &call->args[4];
    bool right = call->args[3].boolean;
    T values;
    int rc;

    if (side->kind == RT_STRING) {
        if (!rt_arg_is(side, "left") && !rt_arg_is(side, "right"))
            return rt_error_set(err, RT_RUNTIME,
                                "torch.searchsorted(): side can only be 'left' or 'right' but got %.*s",
                                (int)side->count, side->string);
        if (rt_arg_is(side, "left") && right)
            return rt_error_set(err, RT_RUNTIME,
                                "torch.searchsorted(): side and right can't be set to opposites, got side of left "
                                "while right was True");
        right = rt_arg_is(side, "right");
    }
    if (with_scalar(call, 1, call->args[0].tensor, &values, err) < 0)
        return -1;
    rc = search(call, call->args[0].tensor, values, rt_arg_get_tensor(call, 5), right, call->args[2].boolean, err);
    rt_tensor_unref(values);
    return rc;
}

/* (self, boundaries, out_int32, right) */
int rt_forward_bucketize(struct rt_call *call, struct rt_error *err)
{
    T boundaries = call->args[1].tensor, values;
    int rc;

    if (boundaries->ndim != 1)
        return rt_error_set(err, RT_RUNTIME, "boundaries tensor must be 1 dimension, but got dim(%d)",
                            boundaries->ndim);
    if (with_scalar(call, 0, boundaries, &values, err) < 0)
        return -1;
    rc = search(call, boundaries, values, NULL, call->args[3].boolean, call->args[2].boolean, err);
    rt_tensor_unref(values);
    return rc;
}
