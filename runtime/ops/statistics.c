/* aminmax, cummax and cummin, logcumsumexp, sums and medians without nans, mode, unique rows, renorm; and their
   gradients. Where the size of the result depends on the data, the elements are read on the host. Histograms are in
   histogram.c, searchsorted in search.c. */
#include "ops.h"
#include "order.h"
#include "sets.h"
#include "pool.h"

#include <math.h>
#include <string.h>

/* ---- extrema ----------------------------------------------------------------------------------------------------- */

/* Both extrema of a few elements, at least one; a nan is both. */
static int small_extrema(struct rt_call *call, T self, struct rt_error *err)
{
    struct rt_device *device = self->storage->device;
    T low = rt_tensor_new(device, (enum rt_dtype)self->dtype, NULL, 0, err), high;

    if (!low || !(high = rt_tensor_new(device, (enum rt_dtype)self->dtype, NULL, 0, err))) {
        rt_tensor_unref(low);
        return -1;
    }
#define EXTREMA(C)                                                                                                     \
    do {                                                                                                               \
        const C *x = rt_tensor_pointer(self);                                                                          \
        C least = *x, most = *x;                                                                                       \
        for (int64_t i = 1; i < self->numel; i++) {                                                                    \
            least = x[i] < least || x[i] != x[i] ? x[i] : least; /* nothing is below a nan */                          \
            most = x[i] > most || x[i] != x[i] ? x[i] : most;                                                          \
        }                                                                                                              \
        *(C *)rt_tensor_pointer(low) = least;                                                                          \
        *(C *)rt_tensor_pointer(high) = most;                                                                          \
    } while (0)
    if (self->dtype == RT_FLOAT32)
        EXTREMA(float);
    else
        EXTREMA(double);
#undef EXTREMA
    return rt_result_pair_steal(call, low, high);
}

/* (self, dim, keepdim): both extrema */
int rt_forward_aminmax(struct rt_call *call, struct rt_error *err)
{
    T self = call->args[0].tensor, low, high;
    bool all = rt_arg_is_none(call, 1);
    int dim = all ? 0 : rt_shape_dim(call->args[1].integer, self->ndim, err);
    int64_t d = dim;
    struct rt_build b;

    if (dim < 0)
        return -1;
    if (all && self->numel == 0)
        return rt_error_set(
            err, RT_RUNTIME,
            "aminmax(): cannot compute aminmax over an empty dimension as the operation has no identity.");
    if (!all && self->ndim && self->shape[dim] == 0)
        return rt_error_set(err, RT_INDEX, "aminmax: Expected reduction dim %d to have non-zero size.", dim);
    if (rt_dtype_is_complex((enum rt_dtype)self->dtype))
        return self->ndim || all ? rt_no_kernel("aminmax_cpu", self, err)
                                 : rt_error_set(err, RT_RUNTIME, "aminmax not implemented for %s",
                                                rt_dtype_table[self->dtype].scalar);
    if (all && !call->args[2].boolean && rt_is_small(self) && rt_is_single(self))
        return small_extrema(call, self, err);
    rt_build_init(&b, err);
    struct rt_arg args[] = {rt_arg_tensor(self), rt_arg_ints(&d, all || !self->ndim ? 0 : 1), call->args[2]};
    low = rt_build_apply(&b, &rt_op_amin, args, 3);
    high = rt_build_apply(&b, &rt_op_amax, args, 3);
    if (!low || !high)
        return rt_build_return(&b, call, NULL);
    rt_tensor_get(low);
    rt_tensor_get(high);
    rt_build_end(&b);
    return rt_result_pair_steal(call, low, high);
}

/* The gradient of an extremum goes in equal parts to the elements that have its value. */
static T share(struct rt_backward *b, T g, T extremum, const struct rt_arg *dim, bool keepdim)
{
    B m = BUILD;
    T equal, count;
    int64_t d = dim->kind == RT_INT ? dim->integer : 0;
    bool along = dim->kind == RT_INT && INPUT_SHAPE(0)->ndim;

    if (!g)
        return NULL;
    if (along && !keepdim) {
        g = rt_b_unsqueeze(m, g, d < 0 ? d + INPUT_SHAPE(0)->ndim : d);
        extremum = rt_b_unsqueeze(m, extremum, d < 0 ? d + INPUT_SHAPE(0)->ndim : d);
    }
    equal = rt_b_eq(m, ARG(0), extremum);
    if (!equal || !(equal = rt_b_to(m, equal, (enum rt_dtype)g->dtype)))
        return NULL;
    count = along ? rt_b_sum(m, equal, &d, 1, true) : rt_b_sum_all(m, equal);
    return rt_b_mul(m, rt_b_div(m, g, count), equal);
}

BACKWARD(aminmax)
{
    const struct rt_arg *dim = &b->node->args[1];
    bool keepdim = b->node->args[2].boolean;
    T low = share(b, b->gradients[0], RESULT(0), dim, keepdim),
      high = share(b, b->gradients[1], RESULT(1), dim, keepdim);

    (void)err;
    SET(0, low && high ? rt_b_add(BUILD, low, high) : low ? low : high);
    return 0;
}

/* cummax, cummin: (self, dim) */
int rt_forward_cummax(struct rt_call *call, struct rt_error *err)
{
    T self = call->args[0].tensor, values, indices;
    struct rt_scan_call kernel;
    struct rt_device *device = self->storage->device;
    int64_t want = call->args[1].integer;
    int dim = 0;

    RT_CALL_BEGIN(kernel, out);
    kernel.op = (enum rt_scan_op)call->op->detail;
    kernel.compute = (enum rt_dtype)self->dtype;
    rt_view_none(&kernel.indices);
    if (self->ndim == 0 && (want < -1 || want > 0))
        return rt_error_set(err, RT_INDEX, "%s(): Expected reduction dim -1 or 0 for scalar but got %lld",
                            call->schema->name, (long long)want);
    if (self->numel && (dim = rt_shape_dim(want, self->ndim, err)) < 0) /* without elements there is nothing to do */
        return -1;
    if (rt_dtype_is_complex((enum rt_dtype)self->dtype) && self->numel && self->ndim)
        return rt_no_kernel(call->op->detail == RT_SCAN_MAX ? "cummax_cpu" : "cummin_cpu", self, err);
    values = rt_tensor_new(device, (enum rt_dtype)self->dtype, self->shape, self->ndim, err);
    indices = values ? rt_tensor_new(device, RT_INT64, self->shape, self->ndim, err) : NULL;
    if (!indices)
        goto fail;
    if (self->ndim == 0) { /* of any type */
        if (rt_copy_into(values, self, err) < 0 || rt_fill_constant(indices, rt_scalar_int(0), err) < 0)
            goto fail;
        return rt_result_pair_steal(call, values, indices);
    }
    kernel.dim = dim;
    rt_tensor_view(self, &kernel.in);
    rt_tensor_view(values, &kernel.out);
    rt_tensor_view(indices, &kernel.indices);
    if (self->numel && device->kernels->scan(device, &kernel, err) < 0)
        goto fail;
    return rt_result_pair_steal(call, values, indices);
fail:
    rt_tensor_unref(values);
    rt_tensor_unref(indices);
    return -1;
}

BACKWARD(cummax)
{
    B m = BUILD;
    T zero = rt_b_zeros_like(m, G), index = RESULT(1);

    (void)err;
    if (G->ndim == 0) {
        SET(0, G);
        return 0;
    }
    if (zero && index)
        SET(0,
            rt_build_apply(
                m, &rt_op_scatter_add,
                (struct rt_arg[]){rt_arg_tensor(zero), b->node->args[1], rt_arg_tensor(index), rt_arg_tensor(G)}, 4));
    return 0;
}

/* (self, dim): log(cumsum(exp(self))) without overflow */
int rt_forward_logcumsumexp(struct rt_call *call, struct rt_error *err)
{
    T self = call->args[0].tensor, out;
    struct rt_scan_call kernel;
    struct rt_device *device = self->storage->device;
    int dim = rt_shape_dim(call->args[1].integer, self->ndim, err);

    RT_CALL_BEGIN(kernel, out);
    kernel.op = RT_SCAN_LOGSUMEXP;
    kernel.compute = (enum rt_dtype)self->dtype;
    rt_view_none(&kernel.indices);
    if (dim < 0)
        return -1;
    if (!rt_dtype_is_float((enum rt_dtype)self->dtype))
        return rt_error_set(err, RT_NOT_IMPLEMENTED, "\"logcumsumexp_out_cpu\" not implemented for '%s'",
                            rt_dtype_table[self->dtype].scalar);
    if (!(out = rt_tensor_new(device, (enum rt_dtype)self->dtype, self->shape, self->ndim, err)))
        return -1;
    kernel.dim = dim;
    rt_tensor_view(self, &kernel.in);
    rt_tensor_view(out, &kernel.out);
    if (self->numel && device->kernels->scan(device, &kernel, err) < 0) {
        rt_tensor_unref(out);
        return -1;
    }
    return rt_result_steal(call, out);
}

/* exp(x) times the reversed running sum of g exp(-y); in logarithms, positive and negative terms apart */
static T masked(B m, T x, T mask, double value)
{
    return x ? rt_build_apply(
                   m, &rt_op_masked_fill_Scalar,
                   (struct rt_arg[]){rt_arg_tensor(x), rt_arg_tensor(mask), rt_arg_scalar(rt_scalar_float(value))}, 3)
             : NULL;
}

BACKWARD(logcumsumexp)
{
    B m = BUILD;
    int64_t dim = b->node->args[1].integer;
    struct rt_arg dims = rt_arg_ints(&dim, 1);
    T x = ARG(0), y = RESULT(0), part[2];
    const double lowest = -rt_dtype_largest((enum rt_dtype)G->dtype);

    (void)err;
    if (G->ndim == 0) {
        SET(0, G);
        return 0;
    }
    for (int k = 0; k < 2; k++) {
        T g = k ? rt_b_neg(m, G) : G;
        /* the logarithm of the positive ones; the others get the lowest number, not -inf, whose differences are nan */
        T others = g ? rt_build_apply(m, &rt_op_le_Tensor,
                                      (struct rt_arg[]){rt_arg_tensor(g), rt_arg_scalar(rt_scalar_int(0))}, 2)
                     : NULL;
        g = others ? masked(m, g, others, 1) : NULL;
        g = g ? masked(m, rt_b_map(m, &rt_op_log, g), others, lowest) : NULL;
        g = rt_b_sub(m, g, y);
        g = g ? rt_build_apply(m, &rt_op_flip, (struct rt_arg[]){rt_arg_tensor(g), dims}, 2) : NULL;
        g = g ? rt_build_apply(m, &rt_op_logcumsumexp, (struct rt_arg[]){rt_arg_tensor(g), rt_arg_int(dim)}, 2) : NULL;
        g = g ? rt_build_apply(m, &rt_op_flip, (struct rt_arg[]){rt_arg_tensor(g), dims}, 2) : NULL;
        part[k] = rt_b_map(m, &rt_op_exp, rt_b_add(m, g, x));
    }
    SET(0, rt_b_sub(m, part[0], part[1]));
    return 0;
}

/* ---- nans -------------------------------------------------------------------------------------------------------- */

/* Sums that are no nans had none to add; only dense ones in the host's memory are looked at. */
static bool sums_hold(T sums)
{
    bool nan = !sums->contiguous || !sums->storage->device->host_memory;
    const void *p = rt_tensor_pointer(sums);

    for (int64_t i = 0; i < sums->numel && !nan; i++)
        nan = sums->dtype == RT_FLOAT32   ? isnan(((const float *)p)[i])
              : sums->dtype == RT_FLOAT64 ? isnan(((const double *)p)[i])
                                          : true;
    return !nan;
}

/* (self, dim, keepdim, dtype): nans count as 0 */
int rt_forward_nansum(struct rt_call *call, struct rt_error *err)
{
    T self = call->args[0].tensor;
    struct rt_build b;

    if (rt_dtype_is_complex((enum rt_dtype)self->dtype) &&
        rt_shape_dims(call->args[1].ints, call->args[1].kind == RT_INTS ? (int)call->args[1].count : 0, self->ndim,
                      err) < 0)
        return -1;
    if (rt_dtype_is_complex((enum rt_dtype)self->dtype))
        return rt_error_set(err, RT_RUNTIME, "nansum on CPU does not support complex inputs");
    if (call->args[3].kind == RT_DTYPE_ARG && rt_dtype_is_complex(call->args[3].dtype))
        return rt_error_set(err, RT_NOT_IMPLEMENTED, "\"nansum_cpu\" not implemented for '%s'",
                            rt_dtype_table[call->args[3].dtype].scalar);
    rt_build_init(&b, err);
    if (rt_dtype_is_float((enum rt_dtype)self->dtype)) {
        T sums = rt_build_apply(&b, &rt_op_sum_dim_IntList,
                                (struct rt_arg[]){rt_arg_tensor(self), call->args[1], call->args[2], call->args[3]}, 4);
        if (!sums || sums_hold(sums))
            return rt_build_return(&b, call, sums);
        self = rt_b_where(&b, rt_b_map(&b, &rt_op_isnan, self), rt_b_zeros_like(&b, self), self);
    }
    if (self)
        self = rt_build_apply(&b, &rt_op_sum_dim_IntList,
                              (struct rt_arg[]){rt_arg_tensor(self), call->args[1], call->args[2], call->args[3]}, 4);
    return rt_build_return(&b, call, self);
}

BACKWARD(nansum)
{
    B m = BUILD;
    struct rt_error ignored;
    rt_error_clear(&ignored);
    const struct rt_arg *dims = &b->node->args[1];
    int ndim = INPUT_SHAPE(0)->ndim;
    int64_t mask = rt_shape_dims(dims->ints, dims->kind == RT_INTS ? (int)dims->count : 0, ndim, &ignored);
    T g = G;

    (void)err;
    for (int i = 0; i < ndim && !b->node->args[2].boolean; i++)
        if (mask >> i & 1)
            g = rt_b_unsqueeze(m, g, i);
    g = rt_b_expand(m, g, INPUT_SHAPE(0)->size, ndim);
    SET(0, rt_b_mul(m, g, rt_b_map(m, &rt_op_logical_not, rt_b_map(m, &rt_op_isnan, ARG(0)))));
    return 0;
}

/* The lower middle of the elements of a dimension that are no nans: nans sort last, so its position is (count - 1) / 2.
 */
static int nanmedian_along(struct rt_call *call, T self, int64_t dim, bool keepdim, struct rt_error *err)
{
    struct rt_build b;
    T sorted[2], count, at, values = NULL, indices = NULL;

    if (self->ndim && self->shape[dim] == 0)
        return rt_error_set(err, RT_INDEX, "median(): Expected reduction dim %d to have non-zero size.", (int)dim);
    rt_build_init(&b, err);
    if (rt_build_apply_many(&b, &rt_op_sort, (struct rt_arg[]){rt_arg_tensor(self), rt_arg_int(dim)}, 2, sorted, 2) < 0)
        return rt_build_return(&b, call, NULL);
    count = rt_b_map(&b, &rt_op_logical_not, rt_b_map(&b, &rt_op_isnan, self));
    if (count && self->ndim)
        count = rt_b_sum(&b, count, &dim, 1, true);
    else if (count)
        count = rt_b_to(&b, count, RT_INT64);
    at = count ? rt_build_apply(&b, &rt_op_sub_Tensor,
                                (struct rt_arg[]){rt_arg_tensor(count), rt_arg_scalar(rt_scalar_int(1))}, 2)
               : NULL;
    at = at ? rt_build_apply(&b, &rt_op_clamp_min,
                             (struct rt_arg[]){rt_arg_tensor(at), rt_arg_scalar(rt_scalar_int(0))}, 2)
            : NULL;
    at = at ? rt_build_apply(&b, &rt_op_bitwise_right_shift,
                             (struct rt_arg[]){rt_arg_tensor(at), rt_arg_scalar(rt_scalar_int(1))}, 2)
            : NULL;
    if (at) {
        struct rt_arg d = rt_arg_int(dim), index = rt_arg_tensor(at);
        values = rt_build_apply(&b, &rt_op_gather, (struct rt_arg[]){rt_arg_tensor(sorted[0]), d, index}, 3);
        indices = rt_build_apply(&b, &rt_op_gather, (struct rt_arg[]){rt_arg_tensor(sorted[1]), d, index}, 3);
    }
    if (values && indices && !keepdim && self->ndim) {
        values = rt_b_squeeze(&b, values, dim);
        indices = rt_b_squeeze(&b, indices, dim);
    }
    if (!values || !indices)
        return rt_build_return(&b, call, NULL);
    rt_tensor_get(values);
    rt_tensor_get(indices);
    rt_build_end(&b);
    return rt_result_pair_steal(call, values, indices);
}

int rt_forward_nanmedian_dim(struct rt_call *call, struct rt_error *err)
{
    T self = call->args[0].tensor;
    int dim = rt_shape_dim(call->args[1].integer, self->ndim, err);

    if (dim >= 0 && (!self->ndim || self->shape[dim]) &&
        (self->dtype == RT_BOOL || rt_dtype_is_complex((enum rt_dtype)self->dtype)))
        return rt_no_kernel("median_out", self, err);
    return dim < 0 ? -1 : nanmedian_along(call, self, dim, call->args[2].boolean, err);
}

int rt_forward_nanmedian(struct rt_call *call, struct rt_error *err)
{
    T self = call->args[0].tensor, dense, flat;
    int64_t stride = 1;
    int rc;

    if (self->numel && (self->dtype == RT_BOOL || rt_dtype_is_complex((enum rt_dtype)self->dtype)))
        return rt_no_kernel("median_cpu", self, err);
    if (!(dense = rt_contiguous(self, err)))
        return -1;
    flat = rt_tensor_window(dense, &self->numel, &stride, 1, dense->offset, false, err);
    rt_tensor_unref(dense);
    if (!flat)
        return -1;
    if (flat->numel == 0) {
        T nan = rt_tensor_scalar(rt_dtype_is_inexact((enum rt_dtype)self->dtype)
                                     ? rt_scalar_float(NAN)
                                     : rt_scalar_int(self->dtype == RT_INT32 ? INT32_MIN : INT64_MIN),
                                 (enum rt_dtype)self->dtype, self->storage->device, err);
        rt_tensor_unref(flat);
        return rt_result_steal(call, nan);
    }
    rc = nanmedian_along(call, flat, 0, false, err);
    rt_tensor_unref(flat);
    if (rc == 0) {
        rt_tensor_unref(call->results->tensor[1]);
        call->results->count = 1;
    }
    return rc;
}

/* ---- mode -------------------------------------------------------------------------------------------------------- */

/* Elements that can be compared: integers as int64, floats as double. */
struct elements {
    bool real;
    int64_t n;
    union {
        int64_t *i;
        double *f;
        void *any;
    };
};

/* Loads all elements, row-major. -1 and an error when memory is short; clear with rt_free(e->any). */
static int elements_of(struct elements *e, T t, bool real, struct rt_error *err)
{
    e->real = real;
    e->n = t->numel;
    if (!(e->any = rt_alloc_items(t->numel, 8, 8)))
        return rt_error_memory(err);
    if (t->numel && rt_tensor_to_host(t, e->any, real ? RT_FLOAT64 : RT_INT64, err) < 0) {
        rt_free(e->any);
        e->any = NULL;
        return -1;
    }
    return 0;
}

static bool is_real(T t)
{
    return rt_dtype_is_inexact((enum rt_dtype)t->dtype);
}

static bool same(const struct elements *e, int64_t i, int64_t j)
{
    return e->real ? e->f[i] == e->f[j] : e->i[i] == e->i[j];
}

/* Rows of elements, of which each has a most frequent one. */
struct modes {
    struct elements e;
    int64_t n, *positions; /* of a row: its position */
};

/* Where the longest run of a sorted row ends, and with it which of the equals that is, is a matter of how it is sorted.
   A row of values is sorted as pairs with their positions. */
#define MODE(name, T)                                                                                                  \
    static int mode_##name(const T *row, struct sort_positions_##name *at, int64_t n, int64_t *position,               \
                           struct rt_error *err)                                                                       \
    {                                                                                                                  \
        const struct order_##name order = {.at = at, .check = rt_pool_check, .err = err};                              \
        int64_t longest = 0, start = 0;                                                                                \
        for (int64_t i = 0; i < n; i++)                                                                                \
            at[i] = (struct sort_positions_##name){row[i], i};                                                         \
        if (sort_##name(&order, n) < 0)                                                                                \
            return -1;                                                                                                 \
        for (int64_t i = 1; i <= n; i++)                                                                               \
            if (i == n || at[i].value != at[i - 1].value) {                                                            \
                if (i - start > longest) {                                                                             \
                    longest = i - start;                                                                               \
                    *position = at[i - 1].position;                                                                    \
                }                                                                                                      \
                start = i;                                                                                             \
            }                                                                                                          \
        return 0;                                                                                                      \
    }
#define SORT_POSITIONS(name, T)                                                                                        \
    struct sort_positions_##name {                                                                                     \
        T value;                                                                                                       \
        int64_t position;                                                                                              \
    };                                                                                                                 \
    struct order_##name {                                                                                              \
        struct sort_positions_##name *at;                                                                              \
        int (*check)(struct rt_error *);                                                                               \
        struct rt_error *err;                                                                                          \
    };
#define LESS(o, a, b) ((a).value < (b).value)
SORT_POSITIONS(real, double)
#define ITEM struct sort_positions_real
#define ORDER(name) name##_real
#define ORDER_OF order_real
#include "../order_steps.h"
#undef ITEM
#undef ORDER
#undef ORDER_OF
MODE(real, double)
SORT_POSITIONS(integer, int64_t)
#define ITEM struct sort_positions_integer
#define ORDER(name) name##_integer
#define ORDER_OF order_integer
#include "../order_steps.h"
#undef ITEM
#undef ORDER
#undef ORDER_OF
#undef LESS
MODE(integer, int64_t)

static int mode_tile(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    struct modes *m = context;
    int64_t n = m->n;
    void *at = rt_alloc_items(n, 16, 0);
    int rc = at ? 0 : rt_error_memory(err);

    for (int64_t r = begin; r < end && rc == 0; r++)
        rc = m->e.real ? mode_real(m->e.f + r * n, at, n, &m->positions[r], err)
                       : mode_integer(m->e.i + r * n, at, n, &m->positions[r], err);
    rt_free(at);
    return rc;
}

/* (self, dim, keepdim): the most frequent value, the smallest of several; its last position */
int rt_forward_mode(struct rt_call *call, struct rt_error *err)
{
    T self = call->args[0].tensor, first, values = NULL, indices = NULL;
    int dim = rt_shape_dim(call->args[1].integer, self->ndim, err);
    int64_t n = self->ndim && dim >= 0 ? self->shape[dim] : 1, rows, shape[RT_MAX_DIMS];
    struct modes m = {.n = n};
    struct rt_build b;

    if (dim < 0)
        return -1;
    if (n == 0)
        return rt_error_set(err, RT_INDEX, "mode(): Expected reduction dim %d to have non-zero size.", dim);
    if (rt_dtype_is_complex((enum rt_dtype)self->dtype) && self->ndim && self->numel)
        return rt_no_kernel("mode_cpu", self, err);
    rt_build_init(&b, err);
    first = self->ndim ? rt_b_transpose(&b, self, dim, -1) : self; /* the dimension last */
    rows = self->numel / n;
    m.e.any = NULL;
    if (!first || (!rt_is_meta(first) && elements_of(&m.e, first, is_real(self), err) < 0))
        return rt_build_return(&b, call, NULL);
    if (!(m.positions = rt_alloc_items(rows, 8, 8))) {
        rt_error_memory(err);
        goto done;
    }
    if (rows && m.e.any &&
        rt_parallel_for(rows, 4096 / n + 1, rt_size_cost(rt_size_cost(rows, n), 16), mode_tile, &m, err) < 0)
        goto done;
    memcpy(shape, first->shape, self->ndim * sizeof *shape);
    if (self->ndim)
        shape[self->ndim - 1] = 1;
    T at = rt_tensor_from_host(m.positions, shape, self->ndim, RT_INT64, self->storage->device, err);
    if (!at)
        goto done;
    values = rt_build_apply(&b, &rt_op_gather,
                            (struct rt_arg[]){rt_arg_tensor(first), rt_arg_int(-1), rt_arg_tensor(at)}, 3);
    indices = rt_build_keep_steal(&b, at);
    if (values && indices && self->ndim) {
        values = rt_b_transpose(&b, values, dim, -1);
        indices = rt_b_transpose(&b, indices, dim, -1);
        if (values && indices && !call->args[2].boolean) {
            values = rt_b_squeeze(&b, values, dim);
            indices = rt_b_squeeze(&b, indices, dim);
        }
    }
    values = values && indices ? rt_contiguous(values, err) : NULL;
    indices = values ? rt_contiguous(indices, err) : NULL;
done:
    rt_free(m.e.any);
    rt_free(m.positions);
    if (!values || !indices) {
        rt_tensor_unref(values);
        return rt_build_return(&b, call, NULL);
    }
    rt_build_end(&b);
    return rt_result_pair_steal(call, values, indices);
}

/* ---- unique rows ------------------------------------------------------------------------------------------------- */

/* Rows of equal length in one array. */
struct rows {
    struct elements e;
    int64_t count, length, *order;
};

static bool same_rows(const struct rows *r, int64_t a, int64_t c)
{
    for (int64_t i = 0; i < r->length; i++)
        if (!same(&r->e, a * r->length + i, c * r->length + i))
            return false;
    return true;
}

/* Nans are neither less nor greater. */
static bool less_row(const void *rows, int64_t a, int64_t c)
{
    const struct rows *r = rows;

    for (int64_t i = 0; i < r->length; i++) {
        int64_t x = a * r->length + i, y = c * r->length + i;
        if (r->e.real ? r->e.f[x] < r->e.f[y] : r->e.i[x] < r->e.i[y])
            return true;
        if (r->e.real ? r->e.f[x] > r->e.f[y] : r->e.i[x] > r->e.i[y])
            return false;
    }
    return false;
}

/* A view with one dimension elsewhere, the others in their order. */
static T moved(B b, T x, int from, int to)
{
    int64_t order[RT_MAX_DIMS];

    for (int i = 0, k = 0; i < x->ndim; i++) {
        k += k == from;
        order[i] = i == to ? from : k++;
    }
    return rt_b_permute(b, x, order, x->ndim);
}

/* (self, dim, sort, inverse, counts): the rows along a dimension that differ (from the one before), flattened for None
 */
int rt_forward_unique_rows(struct rt_call *call, struct rt_error *err)
{
    T self = call->args[0].tensor, lined, output = NULL, inverse = NULL, counts = NULL, chosen = NULL;
    bool flat = rt_arg_is_none(call, 1), sort = call->args[2].boolean;
    int dim = flat ? 0 : rt_shape_dim(call->args[1].integer, self->ndim, err);
    int64_t all = -1, found = 0, none = 0, *work = NULL;
    struct rows r = {.count = 0};
    struct rt_build b;

    if (dim < 0)
        return -1;
    if (rt_dtype_is_complex((enum rt_dtype)self->dtype))
        return rt_no_kernel(flat || (!sort && self->ndim == 1 && call->args[1].integer == 0) ? "unique" : "unique_dim",
                            self, err);
    if (flat && !sort) {
        int rc = rt_runs_of(call, self, call->args[3].boolean, call->args[4].boolean, err);
        if (rc <= 0)
            return rc;
    }
    if (rt_is_meta(self))
        return rt_needs_data(!sort ? "unique_consecutive" : "unique_dim", "", err);
    rt_build_init(&b, err);
    lined = flat ? rt_b_reshape(&b, self, &all, 1) : self->ndim ? moved(&b, self, dim, 0) : self;
    if (!lined || elements_of(&r.e, lined, is_real(self), err) < 0)
        return rt_build_return(&b, call, NULL);
    r.count = lined->ndim ? lined->shape[0] : 1;
    r.length = r.count ? lined->numel / r.count : 0;
    if (!(work = rt_alloc((size_t)r.count * 4 * 8 + 8))) {
        rt_error_memory(err);
        goto done;
    }
    int64_t *where = work + r.count, *tally = where + r.count, *first = tally + r.count;
    r.order = work;
    for (int64_t i = 0; i < r.count; i++)
        r.order[i] = i;
    struct rt_order order = {.at = r.order, .less = less_row, .context = &r, .check = rt_pool_check, .err = err};
    if (sort && rt_order_sort(&order, r.count) < 0)
        goto done;
    for (int64_t i = 0; i < r.count; i++) {
        if (i == 0 || !same_rows(&r, r.order[i - 1], r.order[i])) {
            first[found] = r.order[i];
            tally[found++] = 0;
        }
        where[r.order[i]] = found - 1;
        tally[found - 1]++;
    }
    struct rt_device *device = self->storage->device;
    chosen = rt_tensor_from_host(first, &found, 1, RT_INT64, device, err);
    T picked = !chosen
                   ? NULL
                   : rt_build_apply(&b, &rt_op_index_select,
                                    (struct rt_arg[]){rt_arg_tensor(lined), rt_arg_int(0), rt_arg_tensor(chosen)}, 3);
    if (picked && !flat && self->ndim) /* the rows stay where they are */
        picked = moved(&b, picked, 0, dim);
    output = picked ? rt_tensor_get(picked) : NULL;
    if (flat)
        inverse = call->args[3].boolean ? rt_tensor_from_host(where, self->shape, self->ndim, RT_INT64, device, err)
                                        : rt_tensor_from_host(where, &none, 1, RT_INT64, device, err);
    else
        inverse = rt_tensor_from_host(where, &r.count, 1, RT_INT64, device, err);
    counts = rt_tensor_from_host(tally, call->args[4].boolean ? &found : &none, 1, RT_INT64, device, err);
done:
    rt_free(r.e.any);
    rt_free(work);
    rt_tensor_unref(chosen);
    rt_build_end(&b);
    if (output && inverse && counts) {
        call->results->count = 3;
        call->results->tensor[0] = output;
        call->results->tensor[1] = inverse;
        call->results->tensor[2] = counts;
        return 0;
    }
    rt_tensor_unref(output);
    rt_tensor_unref(inverse);
    rt_tensor_unref(counts);
    return -1;
}

/* The norms of the slices of a dimension, which are kept, and where they are above the bound. */
static T slice_norms(B m, T x, const struct rt_arg *args, int dim, T *over)
{
    int64_t dims[RT_MAX_DIMS];
    int n = 0;
    T norm;

    if (!x)
        return NULL;
    for (int i = 0; i < x->ndim; i++)
        if (i != dim)
            dims[n++] = i;
    norm = rt_build_apply(
        m, &rt_op_linalg_vector_norm,
        (struct rt_arg[]){rt_arg_tensor(x), args[1], rt_arg_ints(dims, (uint32_t)n), rt_arg_bool(true)}, 4);
    *over = norm ? rt_build_apply(m, &rt_op_gt_Tensor, (struct rt_arg[]){rt_arg_tensor(norm), args[3]}, 2) : NULL;
    return norm;
}

/* (self, p, dim, maxnorm): each slice of the dimension scaled down to the norm; a new result is row-major */
int rt_forward_renorm(struct rt_call *call, struct rt_error *err)
{
    T self = call->args[0].tensor, norm, scale, over = NULL;
    int dim;
    double most = rt_scalar_to_double(call->args[3].scalar);
    struct rt_build b;

    if (rt_scalar_to_double(call->args[1].scalar) <= 0)
        return rt_error_set(err, RT_RUNTIME, "renorm: non-positive-norm not supported");
    if (most < 0)
        return rt_error_set(err, RT_RUNTIME, "renorm: expected maxnorm to be >= 0 but got %g", most);
    if (self->ndim < 2) /* said before whether there is such a dimension */
        return rt_error_set(err, RT_RUNTIME, "renorm: input needs at least 2 dimensions, got %d dimensions",
                            self->ndim);
    if ((dim = rt_shape_dim(call->args[2].integer, self->ndim, err)) < 0)
        return -1;
    rt_build_init(&b, err);
    norm = slice_norms(&b, self, call->args, dim, &over);
    scale = rt_b_muls(&b, rt_b_map(&b, &rt_op_reciprocal, rt_b_adds(&b, norm, 1e-7)), most);
    scale = over && scale ? rt_b_where(&b, over, scale, rt_b_ones_like(&b, norm)) : NULL;
    return rt_build_return(&b, call, rt_b_map(&b, &rt_op_contiguous, rt_b_mul(&b, self, scale)));
}

BACKWARD(renorm)
{
    B m = BUILD;
    T x = ARG(0), over = NULL, norm, along, inverse, derivative;
    int64_t dims[RT_MAX_DIMS], mask = 0;
    const double most = rt_scalar_to_double(b->node->args[3].scalar), p = rt_scalar_to_double(b->node->args[1].scalar);
    int dim, n = 0;

    if (!x)
        return 0;
    if ((dim = rt_shape_dim(b->node->args[2].integer, x->ndim, err)) < 0)
        return -1;
    for (int i = 0; i < x->ndim; i++)
        if (i != dim) {
            dims[n++] = i;
            mask |= INT64_C(1) << i;
        }
    norm = slice_norms(m, x, b->node->args, dim, &over);
    along = rt_b_sum(m, rt_b_mul(m, rt_b_conj(m, x), G), dims, n, true);
    if (along && rt_dtype_is_complex((enum rt_dtype)along->dtype))
        along = rt_b_map(m, &rt_op_real, along);
    inverse = rt_b_map(m, &rt_op_reciprocal, rt_b_adds(m, norm, 1e-7));
    derivative = norm && along ? rt_b_norm_backward(m, p, x, norm, along, mask) : NULL;
    derivative = rt_b_mul(m, rt_b_muls(m, inverse, most), rt_b_sub(m, G, rt_b_mul(m, inverse, derivative)));
    SET(0, rt_b_layout_by(m, rt_b_where(m, over, derivative, G), G, x));
    return 0;
}
