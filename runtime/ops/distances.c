/* Distances of all pairs of rows: cdist and pdist, and the Euclidean ones by a product. */
#include "ops/linalg.h"

#include <math.h>
#include <string.h>

/* The p-norms along the last dimension. */
static T norms(B b, T x, double p)
{
    int64_t last = -1;

    if (!x)
        return b->failed = true, NULL;
    return rt_build_apply(b, &rt_op_linalg_vector_norm,
                          (struct rt_arg[]){rt_arg_tensor(x), rt_arg_scalar(rt_scalar_float(p)), rt_arg_ints(&last, 1)},
                          3);
}

static T differences(B b, T x, T y)
{
    return rt_b_sub(b, rt_b_unsqueeze(b, x, -2), rt_b_unsqueeze(b, y, -3));
}

static T no_columns(B b, const int64_t *batch, int n, int64_t rows, int64_t columns, T like)
{
    int64_t shape[RT_MAX_DIMS];

    memcpy(shape, batch, (size_t)n * sizeof *shape);
    shape[n] = rows;
    shape[n + 1] = columns;
    return rt_b_zeros(b, shape, n + 2, (enum rt_dtype)like->dtype, like->storage->device);
}

/* (x1, x2, p), checked by cdist */
int rt_forward_cdist_exact(struct rt_call *call, struct rt_error *err)
{
    T x = call->args[0].tensor, y = call->args[1].tensor;
    struct rt_shape batch = {.ndim = x->ndim - 2};
    struct rt_build b;

    memcpy(batch.size, x->shape, (size_t)batch.ndim * sizeof *batch.size);
    if (rt_shape_broadcast(&batch, y->shape, y->ndim - 2, err) < 0)
        return -1;
    rt_build_init(&b, err);
    if (x->shape[x->ndim - 1] == 0 || x->numel == 0 || y->numel == 0)
        return rt_build_return(&b, call,
                               no_columns(&b, batch.size, batch.ndim, x->shape[x->ndim - 2], y->shape[y->ndim - 2], x));
    return rt_build_return(&b, call, norms(&b, differences(&b, x, y), call->args[2].number));
}

/* What a difference contributes to the gradient of its distance: g, dist have one more dimension of size 1. */
static T slopes(B m, T diff, T dist, T g, double p)
{
    T size, slope, zero;

    if (!diff || !dist || !g)
        return NULL;
    zero = rt_b_zeros_like(m, diff);
    if (p == 0)
        return zero;
    if (p == 1)
        return rt_b_mul(m, g, rt_b_map(m, &rt_op_sgn, diff));
    size = rt_b_map(m, &rt_op_abs, diff);
    if (isinf(p))
        return rt_b_mul(m, rt_b_mul(m, g, rt_b_map(m, &rt_op_sgn, diff)),
                        rt_b_to(m, rt_b_eq(m, size, dist), (enum rt_dtype)diff->dtype));
    slope = p == 2 ? rt_b_div(m, diff, dist)
                   : rt_b_mul(m, rt_b_map(m, &rt_op_sgn, diff),
                              rt_b_div(m, rt_b_pows(m, size, p - 1), rt_b_pows(m, dist, p - 1)));
    slope = rt_b_mul(m, slope, g);
    /* no slope where points are the same, and below 1 where a coordinate is */
    T here = p < 1 ? rt_b_mul(m, size, dist) : dist;
    here = here ? rt_build_apply(m, &rt_op_eq_Tensor,
                                 (struct rt_arg[]){rt_arg_tensor(here), rt_arg_scalar(rt_scalar_int(0))}, 2)
                : NULL;
    return rt_b_where(m, here, zero, slope);
}

BACKWARD(cdist_exact)
{
    B m = BUILD;
    T x = ARG(0), y = ARG(1), dist = RESULT(0), each;
    int64_t dim;

    (void)err;
    if (!x || !y || !dist || !G)
        return 0;
    if (x->shape[x->ndim - 1] == 0 || x->numel == 0 || y->numel == 0) {
        SET(0, rt_b_zeros_like(m, x));
        SET(1, rt_b_zeros_like(m, y));
        return 0;
    }
    each =
        slopes(m, differences(m, x, y), rt_b_unsqueeze(m, dist, -1), rt_b_unsqueeze(m, G, -1), b->node->args[2].number);
    if (WANTS(0))
        SET(0, rt_b_sum(m, each, (dim = -2, &dim), 1, false));
    if (WANTS(1))
        SET(1, rt_b_neg(m, rt_b_sum(m, each, (dim = -3, &dim), 1, false)));
    return 0;
}

/* sqrt(|x|^2 - 2 x y + |y|^2) by one product, as PyTorch does for many rows */
int rt_forward_euclidean_dist(struct rt_call *call, struct rt_error *err)
{
    T x = call->args[0].tensor, y = call->args[1].tensor, out;
    int64_t last = -1;
    struct rt_build b;

    rt_build_init(&b, err);
    T xx = rt_b_sum(&b, rt_b_pows(&b, x, 2), &last, 1, true), yy = rt_b_sum(&b, rt_b_pows(&b, y, 2), &last, 1, true);
    T one = rt_b_ones_like(&b, xx), other = rt_b_ones_like(&b, yy), twice = rt_b_muls(&b, x, -2);
    if (!one || !other || !twice)
        return rt_build_return(&b, call, NULL);
    T left =
        rt_build_apply(&b, &rt_op_cat, (struct rt_arg[]){rt_arg_tensors((T[]){twice, xx, one}, 3), rt_arg_int(-1)}, 2);
    T right =
        rt_build_apply(&b, &rt_op_cat, (struct rt_arg[]){rt_arg_tensors((T[]){y, other, yy}, 3), rt_arg_int(-1)}, 2);
    out = rt_b_matmul(&b, left, rt_b_mT(&b, right));
    if (out)
        out = rt_build_apply(&b, &rt_op_clamp_min,
                             (struct rt_arg[]){rt_arg_tensor(out), rt_arg_scalar(rt_scalar_float(1e-30))}, 2);
    return rt_build_return(&b, call, rt_b_map(&b, &rt_op_sqrt, out));
}

BACKWARD(euclidean_dist)
{
    B m = BUILD;
    T x = ARG(0), y = ARG(1), dist = RESULT(0), ratio, here;
    int64_t dim;

    (void)err;
    if (!x || !y || !dist || !G)
        return 0;
    ratio = rt_b_div(m, G, dist);
    here =
        rt_build_apply(m, &rt_op_eq_Tensor, (struct rt_arg[]){rt_arg_tensor(dist), rt_arg_scalar(rt_scalar_int(0))}, 2);
    ratio = rt_b_where(m, here, rt_b_zeros_like(m, dist), ratio);
    if (WANTS(0))
        SET(0, rt_b_sub(m, rt_b_mul(m, x, rt_b_sum(m, ratio, (dim = -1, &dim), 1, true)), rt_b_matmul(m, ratio, y)));
    if (WANTS(1)) {
        T turned = rt_b_mT(m, ratio);
        SET(1, rt_b_sub(m, rt_b_mul(m, y, rt_b_sum(m, turned, (dim = -1, &dim), 1, true)), rt_b_matmul(m, turned, x)));
    }
    return 0;
}

/* ---- pairs of the rows of one matrix
 * ----------------------------------------------------------------------------------- */

/* The rows i and j of all pairs i < j, as two index tensors kept by the build. */
static int pairs(B b, int64_t n, struct rt_device *device, T *first, T *second)
{
    int64_t count = n * (n - 1) / 2, k = 0, *i = rt_alloc((size_t)count * 8 + 8), *j = rt_alloc((size_t)count * 8 + 8);

    *first = *second = NULL;
    if (!i || !j)
        rt_error_memory(b->err);
    else {
        for (int64_t p = 0; p < n; p++)
            for (int64_t q = p + 1; q < n; q++) {
                i[k] = p;
                j[k++] = q;
            }
        *first = rt_build_keep_steal(b, rt_tensor_from_host(i, &count, 1, RT_INT64, device, b->err));
        *second = rt_build_keep_steal(b, rt_tensor_from_host(j, &count, 1, RT_INT64, device, b->err));
    }
    rt_free(i);
    rt_free(j);
    if (!*first || !*second)
        b->failed = true;
    return b->failed ? -1 : 0;
}

static T pick(B b, T x, T index)
{
    if (!x || !index)
        return b->failed = true, NULL;
    return rt_build_apply(b, &rt_op_index_select,
                          (struct rt_arg[]){rt_arg_tensor(x), rt_arg_int(0), rt_arg_tensor(index)}, 3);
}

/* (self, p) */
int rt_forward_pdist(struct rt_call *call, struct rt_error *err)
{
    T x = call->args[0].tensor, first, second;
    double p = call->args[1].number;
    int64_t none = 0;
    struct rt_build b;

    if (x->ndim != 2)
        return rt_error_set(err, RT_RUNTIME, "pdist only supports 2D tensors, got: %dD", x->ndim);
    if (!rt_dtype_is_float((enum rt_dtype)x->dtype))
        return rt_error_set(err, RT_RUNTIME, "pdist only supports floating-point dtypes");
    if (p < 0)
        return rt_error_set(err, RT_RUNTIME, "pdist only supports non-negative p values");
    rt_build_init(&b, err);
    if (x->shape[0] <= 1)
        return rt_build_return(&b, call, rt_b_zeros(&b, &none, 1, (enum rt_dtype)x->dtype, x->storage->device));
    if (pairs(&b, x->shape[0], x->storage->device, &first, &second) < 0)
        return rt_build_return(&b, call, NULL);
    if (x->shape[1] == 0)
        return rt_build_return(&b, call, rt_b_zeros(&b, &first->numel, 1, (enum rt_dtype)x->dtype, x->storage->device));
    return rt_build_return(&b, call, norms(&b, rt_b_sub(&b, pick(&b, x, first), pick(&b, x, second)), p));
}

BACKWARD(pdist)
{
    B m = BUILD;
    T x = ARG(0), dist = RESULT(0), first, second, each, out;

    (void)err;
    if (!WANTS(0) || !x || !dist || !G)
        return 0;
    if (x->shape[0] <= 1 || x->shape[1] == 0) {
        SET(0, rt_b_zeros_like(m, x));
        return 0;
    }
    if (pairs(m, x->shape[0], x->storage->device, &first, &second) < 0)
        return 0;
    each = slopes(m, rt_b_sub(m, pick(m, x, first), pick(m, x, second)), rt_b_unsqueeze(m, dist, -1),
                  rt_b_unsqueeze(m, G, -1), b->node->args[1].number);
    out = rt_b_zeros_like(m, x);
    for (int i = 0; i < 2 && each && out; i++) {
        out = rt_build_apply(m, &rt_op_index_add,
                             (struct rt_arg[]){rt_arg_tensor(out), rt_arg_int(0), rt_arg_tensor(i ? second : first),
                                               rt_arg_tensor(each)},
                             4);
        each = rt_b_neg(m, each);
    }
    SET(0, out);
    return 0;
}

/* ---- norms by name
 * ----------------------------------------------------------------------------------------------------- */

/* (self, p, dim, keepdim, dtype): 'fro' and 'nuc' */
int rt_forward_norm_named(struct rt_call *call, struct rt_error *err)
{
    T x = call->args[0].tensor, out;
    const struct rt_arg *p = &call->args[1], *dims = &call->args[2];
    bool keep = call->args[3].boolean;
    int64_t order[RT_MAX_DIMS], back[RT_MAX_DIMS], last = -1;
    int pair[2], n = 0;
    struct rt_build b;

    if (rt_arg_is(p, "fro"))
        return rt_apply(
            &rt_op_linalg_vector_norm,
            (struct rt_arg[]){call->args[0], rt_arg_scalar(rt_scalar_int(2)), *dims, call->args[3], call->args[4]}, 5,
            call->results, err);
    if (!rt_arg_is(p, "nuc"))
        return rt_error_set(err, RT_RUNTIME, "linalg.matrix_norm: Order %.*s not supported.", (int)p->count, p->string);
    if (rt_check_matrix(x, "linalg.matrix_norm", "A", err) < 0)
        return -1;
    if (dims->kind == RT_INTS && dims->count != 2 && dims->count)
        return rt_error_set(err, RT_RUNTIME, "linalg.matrix_norm: dim must be a 2-tuple. Got %lld",
                            (long long)dims->ints[0]);
    for (int i = 0; i < 2; i++)
        if ((pair[i] = rt_shape_dim(dims->kind == RT_INTS && dims->count ? dims->ints[i] : i - 2, x->ndim, err)) < 0)
            return -1;
    if (pair[0] == pair[1])
        return rt_error_set(err, RT_RUNTIME, "linalg.matrix_norm: dims must be different. Got (%d, %d)", pair[0],
                            pair[1]);
    rt_build_init(&b, err);
    if (call->args[4].kind == RT_DTYPE_ARG)
        x = rt_b_to(&b, x, call->args[4].dtype);
    for (int i = 0; i < call->args[0].tensor->ndim; i++)
        if (i != pair[0] && i != pair[1])
            order[n++] = i;
    order[n] = pair[0];
    order[n + 1] = pair[1];
    for (int i = 0; i < n + 2; i++)
        back[order[i]] = i;
    out = rt_b_map(&b, &rt_op_linalg_svdvals, x ? rt_b_permute(&b, x, order, n + 2) : NULL);
    out = rt_b_sum(&b, out, &last, 1, keep);
    if (keep)
        out = rt_b_permute(&b, rt_b_unsqueeze(&b, out, -1), back, n + 2);
    return rt_build_return(&b, call, out);
}
