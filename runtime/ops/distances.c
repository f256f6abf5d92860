/* Distances of all pairs of rows: cdist, pdist, the Euclidean ones by a matrix product; and norms that are asked for by
   name. Owns their gradients. */
#include "ops/linalg.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

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

/* x as [batch, rows, n] with the batch of the result, dense along its last dimension. */
static T points_of(B b, T x, const struct rt_shape *batch)
{
    int64_t shape[RT_MAX_DIMS], flat[3] = {-1, x->shape[x->ndim - 2], x->shape[x->ndim - 1]};

    memcpy(shape, batch->size, (size_t)batch->ndim * sizeof *shape);
    memcpy(shape + batch->ndim, flat + 1, 2 * sizeof *shape);
    x = rt_b_expand(b, x, shape, batch->ndim + 2);
    x = x ? rt_build_keep_steal(b, rt_contiguous(x, b->err)) : NULL;
    return x ? rt_b_reshape(b, x, flat, 3) : NULL;
}

static int batch_of(T x, T y, struct rt_shape *batch, struct rt_error *err)
{
    batch->ndim = x->ndim - 2;
    memcpy(batch->size, x->shape, (size_t)batch->ndim * sizeof *batch->size);
    return rt_shape_broadcast(batch, y->shape, y->ndim - 2, err);
}

/* Runs the kernel; grad and dist are NULL for distances. Returns the tensor `out`, or NULL. */
static T run_distance(B b, T out, T x, T y, double p, bool pairs, T grad, T dist)
{
    struct rt_distance_call call;
    struct rt_device *device = x ? x->storage->device : NULL;

    if (!out || !x || !y || b->failed)
        return b->failed = true, NULL;
    RT_CALL_BEGIN(call, out);
    call.p = p;
    call.pairs = pairs;
    rt_tensor_view(out, &call.out);
    rt_tensor_view(x, &call.a);
    rt_tensor_view(y, &call.b);
    rt_view_none(&call.grad);
    rt_view_none(&call.dist);
    if (grad) {
        rt_tensor_view(grad, &call.grad);
        rt_tensor_view(dist, &call.dist);
    }
    if (device->kernels->distance(device, &call, b->err) < 0)
        return b->failed = true, NULL;
    return out;
}

static T made(B b, T like, const int64_t *shape, int ndim)
{
    T out =
        rt_build_keep_steal(b, rt_tensor_new(like->storage->device, (enum rt_dtype)like->dtype, shape, ndim, b->err));

    if (!out)
        b->failed = true;
    return out;
}

/* out = op(out), on a tensor of our own */
static T map_itself(B b, enum rt_map_op op, T out, double param)
{
    struct rt_device *device = out ? out->storage->device : NULL;
    struct rt_map_call call;

    if (!out)
        return NULL;
    call.op = op;
    call.compute = (enum rt_dtype)out->dtype;
    call.nparams = 1;
    call.params[0] = rt_scalar_float(param);
    rt_tensor_view(out, &call.out);
    rt_tensor_view(out, &call.in);
    if (device->kernels->map(device, &call, b->err) < 0)
        return b->failed = true, NULL;
    return out;
}

/* (x1, x2, p), checked by cdist */
int rt_forward_cdist_exact(struct rt_call *call, struct rt_error *err)
{
    T x = call->args[0].tensor, y = call->args[1].tensor, out;
    int64_t shape[RT_MAX_DIMS];
    struct rt_shape batch;
    struct rt_build b;

    if (batch_of(x, y, &batch, err) < 0)
        return -1;
    if (x->dtype != RT_FLOAT32 && x->dtype != RT_FLOAT64)
        return rt_no_kernel("cdist", x, err);
    rt_build_init(&b, err);
    if (x->shape[x->ndim - 1] == 0 || x->numel == 0 || y->numel == 0)
        return rt_build_return(&b, call,
                               no_columns(&b, batch.size, batch.ndim, x->shape[x->ndim - 2], y->shape[y->ndim - 2], x));
    memcpy(shape, batch.size, (size_t)batch.ndim * sizeof *shape);
    shape[batch.ndim] = x->shape[x->ndim - 2];
    shape[batch.ndim + 1] = y->shape[y->ndim - 2];
    out = made(&b, x, shape, batch.ndim + 2);
    T rows = points_of(&b, x, &batch), others = points_of(&b, y, &batch), flat = NULL;
    if (out && rows && others)
        flat = rt_b_reshape(&b, out, (int64_t[]){-1, shape[batch.ndim], shape[batch.ndim + 1]}, 3);
    return rt_build_return(&b, call,
                           run_distance(&b, flat, rows, others, call->args[2].number, false, NULL, NULL) ? out : NULL);
}

/* What a difference contributes to the gradient of its distance: g, dist have one more dimension of size 1. */
static T derivatives(B m, T diff, T dist, T g, double p)
{
    T size, derivative, zero;

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
    derivative = p == 2 ? rt_b_div(m, diff, dist)
                        : rt_b_mul(m, rt_b_map(m, &rt_op_sgn, diff),
                                   rt_b_div(m, rt_b_pows(m, size, p - 1), rt_b_pows(m, dist, p - 1)));
    derivative = rt_b_mul(m, derivative, g);
    /* no derivative where points are the same, and below 1 where a coordinate is */
    T here = p < 1 ? rt_b_mul(m, size, dist) : dist;
    here = here ? rt_build_apply(m, &rt_op_eq_Tensor,
                                 (struct rt_arg[]){rt_arg_tensor(here), rt_arg_scalar(rt_scalar_int(0))}, 2)
                : NULL;
    return rt_b_where(m, here, zero, derivative);
}

/* The gradient of x from that of its distances to y, in the shape of the batch and the points `like`. */
static T gradient_of(B m, T x, T y, double p, T grad, T dist, T like, const struct rt_shape *batch)
{
    int64_t shape[RT_MAX_DIMS];
    T out;

    if (!x || !y || !grad || !dist)
        return m->failed = true, NULL;
    out = run_distance(m, made(m, x, x->shape, 3), x, y, p, false, grad, dist);
    memcpy(shape, batch->size, (size_t)batch->ndim * sizeof *shape);
    memcpy(shape + batch->ndim, like->shape + like->ndim - 2, 2 * sizeof *shape);
    return out ? rt_b_reshape(m, out, shape, batch->ndim + 2) : NULL;
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
    if (!rt_grad_enabled()) { /* a gradient that is not differentiated again needs no differences in memory */
        struct rt_shape batch;
        if (batch_of(x, y, &batch, m->err) < 0)
            return 0;
        T rows = points_of(m, x, &batch), others = points_of(m, y, &batch);
        T grad = points_of(m, G, &batch), far = points_of(m, dist, &batch);
        for (int i = 0; i < 2; i++) {
            if (WANTS(i))
                SET(i, gradient_of(m, rows, others, b->node->args[2].number, grad, far, i ? y : x, &batch));
            T other = rows;
            rows = others, others = other;
            grad = grad ? rt_b_transpose(m, grad, -2, -1) : NULL;
            far = far ? rt_b_transpose(m, far, -2, -1) : NULL;
        }
        return 0;
    }
    each = derivatives(m, differences(m, x, y), rt_b_unsqueeze(m, dist, -1), rt_b_unsqueeze(m, G, -1),
                       b->node->args[2].number);
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
    out = map_itself(&b, RT_MAP_clamp_min, out, 1e-30);
    return rt_build_return(&b, call, map_itself(&b, RT_MAP_sqrt, out, 0));
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
        T transposed = rt_b_mT(m, ratio);
        SET(1, rt_b_sub(m, rt_b_mul(m, y, rt_b_sum(m, transposed, (dim = -1, &dim), 1, true)),
                        rt_b_matmul(m, transposed, x)));
    }
    return 0;
}

/* ---- pairs of the rows of one matrix ----------------------------------------------------------------------------- */

/* The rows i and j of all pairs i < j, as two index tensors kept by the build. */
static int pairs(B b, int64_t n, struct rt_device *device, T *first, T *second)
{
    int64_t count = n * (n - 1) / 2, k = 0, *i = rt_alloc_items(count, 8, 8), *j = rt_alloc_items(count, 8, 8);

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
    T x = call->args[0].tensor, points;
    double p = call->args[1].number;
    struct rt_shape none = {.ndim = 0};
    int64_t count = 0;
    struct rt_build b;

    if (x->ndim != 2)
        return rt_error_set(err, RT_RUNTIME, "pdist only supports 2D tensors, got: %dD", x->ndim);
    if (!rt_dtype_is_float((enum rt_dtype)x->dtype))
        return rt_error_set(err, RT_RUNTIME, "pdist only supports floating-point dtypes");
    if (p < 0)
        return rt_error_set(err, RT_RUNTIME, "pdist only supports non-negative p values");
    rt_build_init(&b, err);
    if (x->shape[0] <= 1)
        return rt_build_return(&b, call, rt_b_zeros(&b, &count, 1, (enum rt_dtype)x->dtype, x->storage->device));
    if (x->dtype != RT_FLOAT32 && x->dtype != RT_FLOAT64)
        return rt_build_end(&b), rt_no_kernel("pdist", x, err);
    bool odd = x->shape[0] & 1; /* of the two factors the even one is halved */
    if (!rt_size_mul(odd ? x->shape[0] : x->shape[0] / 2, odd ? x->shape[0] / 2 : x->shape[0] - 1, &count)) {
        rt_build_end(&b);
        return rt_error_set(err, RT_RUNTIME, "numel: integer multiplication overflow");
    }
    if (x->shape[1] == 0)
        return rt_build_return(&b, call, rt_b_zeros(&b, &count, 1, (enum rt_dtype)x->dtype, x->storage->device));
    points = points_of(&b, x, &none);
    return rt_build_return(&b, call, run_distance(&b, made(&b, x, &count, 1), points, points, p, true, NULL, NULL));
}

/* The values of the pairs (first, second) as a symmetric matrix with zeros in its diagonal. */
static T symmetric(B m, T values, T first, T second, int64_t n)
{
    T out = rt_b_zeros(m, (int64_t[]){n, n}, 2, (enum rt_dtype)values->dtype, values->storage->device);

    for (int i = 0; i < 2 && out; i++) {
        T positions[2] = {i ? second : first, i ? first : second};
        out = rt_build_apply(m, &rt_op_index_put_,
                             (struct rt_arg[]){rt_arg_tensor(out), rt_arg_tensors(positions, 2), rt_arg_tensor(values),
                                               rt_arg_bool(false)},
                             4);
    }
    return out;
}

/* By the matrices of all pairs, in which each occurs twice. */
static T gradient_of_pairs(B m, T x, T dist, T grad, T first, T second, double p)
{
    struct rt_shape none = {.ndim = 0};
    T points = points_of(m, x, &none), far = symmetric(m, dist, first, second, x->shape[0]);
    T each = symmetric(m, grad, first, second, x->shape[0]);

    return points && far && each
               ? gradient_of(m, points, points, p, rt_b_unsqueeze(m, each, 0), rt_b_unsqueeze(m, far, 0), x, &none)
               : NULL;
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
    if (!rt_grad_enabled()) {
        SET(0, gradient_of_pairs(m, x, dist, G, first, second, b->node->args[1].number));
        return 0;
    }
    each = derivatives(m, rt_b_sub(m, pick(m, x, first), pick(m, x, second)), rt_b_unsqueeze(m, dist, -1),
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

/* ---- norms by name ----------------------------------------------------------------------------------------------- */

/* A matrix norm over another number of dimensions than two; NULL: over all. */
int rt_not_two_dims(const int64_t *dims, int count, struct rt_error *err)
{
    char text[24 * RT_MAX_DIMS] = "";
    size_t length = 0;

    for (int i = 0; i < count && i < RT_MAX_DIMS; i++)
        length += (size_t)snprintf(text + length, sizeof text - length, "%s%lld", i ? " " : "",
                                   (long long)(dims ? dims[i] : i));
    return rt_error_set(err, RT_RUNTIME, "linalg.matrix_norm: dim must be a 2-tuple. Got %s", text);
}

/* (self, p, dim, keepdim, dtype): 'fro' and 'nuc' */
int rt_forward_norm_named(struct rt_call *call, struct rt_error *err)
{
    T x = call->args[0].tensor, out;
    const struct rt_arg *p = &call->args[1], *dims = &call->args[2];
    bool keep = call->args[3].boolean;
    int64_t order[RT_MAX_DIMS], back[RT_MAX_DIMS], last = -1;
    int pair[2], n = 0;
    struct rt_build b;

    if (!rt_arg_is(p, "fro") || (dims->kind == RT_INTS && dims->count > 2)) {
        const bool listed = dims->kind == RT_INTS && dims->count;
        const int count = listed ? (int)dims->count : x->ndim;
        if (rt_arg_is(p, "fro") || (rt_arg_is(p, "nuc") && (listed ? count != 2 : count > 2)))
            return rt_not_two_dims(listed ? dims->ints : NULL, count, err);
    }
    if (rt_arg_is(p, "fro"))
        return rt_apply(
            &rt_op_linalg_vector_norm,
            (struct rt_arg[]){call->args[0], rt_arg_scalar(rt_scalar_int(2)), *dims, call->args[3], call->args[4]}, 5,
            call->results, err);
    if (!rt_arg_is(p, "nuc"))
        return rt_error_set(err, RT_RUNTIME, "linalg.matrix_norm: Order %.*s not supported.", (int)p->count, p->string);
    if (rt_check_matrix(x, "linalg.matrix_norm", "A", err) < 0)
        return -1;
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
