/* Linear algebra that is composed of other ops below autograd: pseudoinverse, matrix exponential, cross product,
   block_diag; and deprecated names. */
#include "ops/linalg.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* ---- pseudoinverse ----------------------------------------------------------------------------------------------- */

/* A bound given as a scalar or a tensor, ready to be compared with rows of singular values; NULL: not given. */
static T bound(B b, const struct rt_arg *arg, double scalar, T like)
{
    if (arg->kind == RT_TENSOR)
        return rt_b_unsqueeze(b, rt_b_to(b, arg->tensor, (enum rt_dtype)like->dtype), -1);
    return rt_build_keep_steal(b, rt_tensor_scalar(rt_scalar_float(arg->kind == RT_FLOAT ? arg->number : scalar),
                                                   (enum rt_dtype)like->dtype, like->storage->device, b->err));
}

/* The values that count: above atol and rtol times the largest. */
static T reciprocals(B b, T s, const struct rt_arg *atol, const struct rt_arg *rtol, double standard)
{
    bool given = atol->kind == RT_TENSOR || (atol->kind == RT_FLOAT && atol->number > 0);
    T size = s ? rt_b_map(b, &rt_op_abs, s) : NULL, largest, limit, none;

    if (!size)
        return NULL;
    largest = rt_build_apply(
        b, &rt_op_amax, (struct rt_arg[]){rt_arg_tensor(size), rt_arg_ints((int64_t[]){-1}, 1), rt_arg_bool(true)}, 3);
    limit = rt_b_two(b, &rt_op_maximum, bound(b, atol, 0, size),
                     rt_b_mul(b, bound(b, rtol, given ? 0 : standard, size), largest));
    none = rt_b_zeros_like(b, s);
    return rt_b_where(b, rt_b_two(b, &rt_op_gt_Tensor, size, limit), rt_b_map(b, &rt_op_reciprocal, s), none);
}

/* (self, atol, rtol, hermitian); detail 1: (self, rcond, hermitian) */
int rt_forward_linalg_pinv(struct rt_call *call, struct rt_error *err)
{
    T a = call->args[0].tensor, list[3], inverse;
    const struct rt_arg zero = rt_arg_float(0), *atol = call->op->detail ? &zero : &call->args[1],
                        *rtol = call->op->detail ? &call->args[1] : &call->args[2];
    bool hermitian = call->args[call->op->detail ? 2 : 3].boolean;
    char shape[RT_SHAPE_TEXT];
    struct rt_build b;
    double standard;

    if (a->ndim < 2 || !rt_dtype_is_inexact((enum rt_dtype)a->dtype) || a->dtype == RT_FLOAT16 ||
        a->dtype == RT_BFLOAT16)
        return rt_error_set(err, RT_RUNTIME,
                            "linalg.pinv(%s{%s}): expected a tensor with 2 or more dimensions of float, double, cfloat "
                            "or cdouble types",
                            rt_dtype_table[a->dtype].scalar, rt_shape_text(a->shape, a->ndim, shape, sizeof shape));
    rt_build_init(&b, err);
    if (a->numel == 0) {
        int64_t transposed[RT_MAX_DIMS];
        memcpy(transposed, a->shape, a->ndim * sizeof *transposed);
        transposed[a->ndim - 2] = a->shape[a->ndim - 1];
        transposed[a->ndim - 1] = a->shape[a->ndim - 2];
        return rt_build_return(&b, call,
                               rt_b_zeros(&b, transposed, a->ndim, (enum rt_dtype)a->dtype, a->storage->device));
    }
    standard = (rt_real_dtype((enum rt_dtype)a->dtype) == RT_FLOAT64 ? DBL_EPSILON : FLT_EPSILON) *
               (double)(a->shape[a->ndim - 1] > a->shape[a->ndim - 2] ? a->shape[a->ndim - 1] : a->shape[a->ndim - 2]);
    if (hermitian) {
        if (rt_build_apply_many(&b, &rt_op_linalg_eigh, (struct rt_arg[]){rt_arg_tensor(a)}, 1, list, 2) < 0)
            return rt_build_return(&b, call, NULL);
        inverse = reciprocals(&b, list[0], atol, rtol, standard);
        inverse = inverse ? rt_b_to(&b, rt_b_unsqueeze(&b, inverse, -2), (enum rt_dtype)a->dtype) : NULL;
        return rt_build_return(&b, call, rt_b_matmul(&b, rt_b_mul(&b, list[1], inverse), rt_b_mH(&b, list[1])));
    }
    if (rt_build_apply_many(&b, &rt_op__linalg_svd, (struct rt_arg[]){rt_arg_tensor(a)}, 1, list, 3) < 0)
        return rt_build_return(&b, call, NULL);
    inverse = reciprocals(&b, list[1], atol, rtol, standard);
    inverse = inverse ? rt_b_to(&b, rt_b_unsqueeze(&b, inverse, -2), (enum rt_dtype)a->dtype) : NULL;
    return rt_build_return(&b, call,
                           rt_b_matmul(&b, rt_b_mul(&b, rt_b_mH(&b, list[2]), inverse), rt_b_mH(&b, list[0])));
}

/* ---- the exponential --------------------------------------------------------------------------------------------- */

/* The largest sum of absolute values of a column over all matrices. */
static int one_norm(B b, T a, double *norm)
{
    int64_t down = -2;
    struct rt_scalar value;
    T sums = rt_b_sum(b, rt_b_map(b, &rt_op_abs, a), &down, 1, false);
    T largest = sums ? rt_b_map(b, &rt_op_max, sums) : NULL;

    *norm = 0;
    if (largest && rt_is_meta(largest))
        return 0;
    if (!largest || rt_tensor_item(largest, &value, b->err) < 0)
        return -1;
    *norm = rt_scalar_to_double(value);
    return 0;
}

/* Scaling and squaring (Moler and Van Loan, Nineteen dubious ways to compute the exponential of a matrix, 1978; Higham,
   2005) with the diagonal Pade approximant of degree 8, which is exact to double below norm 1/2:
   exp(X) = D^-1 N, N and D the even part plus and minus the odd part. */
static T exponential(B b, T a)
{
    static const double c[] = {1.0,        1.0 / 2,        7.0 / 60,        1.0 / 60,         1.0 / 624,
                               1.0 / 9360, 1.0 / 205920.0, 1.0 / 7207200.0, 1.0 / 518918400.0};
    double norm;
    int squarings = 0;
    int64_t n = a->shape[a->ndim - 1];
    T one = rt_b_eye(b, n, a), x, x2, x4, x6, x8, even, odd, result;

    if (one_norm(b, a, &norm) < 0)
        return NULL;
    if (!isfinite(norm))
        return rt_b_muls(b, a, NAN);
    while (norm > 0.5 && squarings < 1100) {
        norm /= 2;
        squarings++;
    }
    x = rt_b_muls(b, a, ldexp(1, -squarings));
    x2 = rt_b_matmul(b, x, x);
    x4 = rt_b_matmul(b, x2, x2);
    x6 = rt_b_matmul(b, x4, x2);
    x8 = rt_b_matmul(b, x4, x4);
    even = rt_b_add(b, rt_b_add(b, rt_b_muls(b, x8, c[8]), rt_b_muls(b, x6, c[6])),
                    rt_b_add(b, rt_b_add(b, rt_b_muls(b, x4, c[4]), rt_b_muls(b, x2, c[2])), one));
    odd = rt_b_add(b, rt_b_add(b, rt_b_muls(b, x6, c[7]), rt_b_muls(b, x4, c[5])),
                   rt_b_add(b, rt_b_muls(b, x2, c[3]), rt_b_muls(b, one, c[1])));
    odd = rt_b_matmul(b, x, odd);
    result = rt_b_solve(b, rt_b_sub(b, even, odd), rt_b_add(b, even, odd), true);
    while (squarings-- > 0 && !b->failed)
        result = rt_b_matmul(b, result, result);
    return result ? rt_build_apply(b, &rt_op_contiguous, (struct rt_arg[]){rt_arg_tensor(result)}, 1) : NULL;
}

int rt_forward_matrix_exp(struct rt_call *call, struct rt_error *err)
{
    T a = call->args[0].tensor, wide, out;
    bool half = a->dtype == RT_FLOAT16 || a->dtype == RT_BFLOAT16;
    struct rt_build b;

    if (rt_check_square(a, "linalg.matrix_exp", "A", err) < 0 ||
        rt_check_inexact(a, "linalg.matrix_exp", false, err) < 0)
        return -1;
    rt_build_init(&b, err);
    if (a->numel == 0)
        return rt_build_return(&b, call, rt_b_zeros_like(&b, a));
    /* the float result of doubles is exact to the last bit; half types are calculated as float32 */
    wide = rt_dtype_is_complex((enum rt_dtype)a->dtype) ? a : rt_b_to(&b, a, half ? RT_FLOAT32 : RT_FLOAT64);
    out = wide ? exponential(&b, wide) : NULL;
    return rt_build_return(&b, call, out ? rt_b_to(&b, out, (enum rt_dtype)a->dtype) : NULL);
}

/* ---- cross product ----------------------------------------------------------------------------------------------- */

/* x in a shape, without gaps */
static T filled_out(B b, T x, const struct rt_shape *shape)
{
    if (x->contiguous && rt_shape_equal(x->shape, x->ndim, shape->size, shape->ndim))
        return x;
    return rt_b_map(b, &rt_op_contiguous, rt_b_expand(b, x, shape->size, shape->ndim));
}

/* Of floats in the host's memory: the first product is not rounded, as where PyTorch has multiply-adds. */
static T cross_floats(B b, T x, T y, int dim)
{
    struct rt_shape shape = {.ndim = 0};
    int64_t outer = 1, inner = 1;
    T out;

    if (rt_shape_broadcast(&shape, x->shape, x->ndim, b->err) < 0 ||
        rt_shape_broadcast(&shape, y->shape, y->ndim, b->err) < 0) {
        b->failed = true;
        return NULL;
    }
    x = filled_out(b, x, &shape);
    y = filled_out(b, y, &shape);
    if (!x || !y)
        return NULL;
    out = rt_build_keep_steal(
        b, rt_tensor_new(x->storage->device, (enum rt_dtype)x->dtype, shape.size, shape.ndim, b->err));
    if (!out || out->numel == 0)
        return out;
    for (int i = 0; i < shape.ndim; i++)
        *(i < dim ? &outer : &inner) *= i == dim ? 1 : shape.size[i];
    for (int64_t o = 0; o < outer; o++) {
        if ((o & 1023) == 0 && rt_check_interrupt(b->err) < 0) {
            b->failed = true;
            return NULL;
        }
        for (int k = 0; k < 3; k++) {
            int64_t at = (o * 3 + k) * inner, one = (o * 3 + (k + 1) % 3) * inner, two = (o * 3 + (k + 2) % 3) * inner;
            if (x->dtype == RT_FLOAT32) {
                const float *p = rt_tensor_pointer(x), *q = rt_tensor_pointer(y);
                float *r = rt_tensor_pointer(out);
                for (int64_t i = 0; i < inner; i++) {
                    float second = p[two + i] * q[one + i];
                    r[at + i] = (float)((double)p[one + i] * (double)q[two + i] - (double)second);
                }
            } else {
                const double *p = rt_tensor_pointer(x), *q = rt_tensor_pointer(y);
                double *r = rt_tensor_pointer(out);
                for (int64_t i = 0; i < inner; i++)
                    r[at + i] = fma(p[one + i], q[two + i], -(p[two + i] * q[one + i]));
            }
        }
    }
    return out;
}

/* (self, other, dim): two rolls of each side, two products */
int rt_forward_linalg_cross(struct rt_call *call, struct rt_error *err)
{
    T x = call->args[0].tensor, y = call->args[1].tensor, transposed[2][2];
    int dim;
    struct rt_build b;

    if (x->ndim != y->ndim)
        return rt_error_set(err, RT_RUNTIME, "linalg.cross: inputs must have the same number of dimensions.");
    if (x->ndim == 0)
        return rt_error_set(err, RT_INDEX, "Dimension specified as %lld but tensor has no dimensions",
                            (long long)call->args[2].integer);
    if ((dim = rt_shape_dim(call->args[2].integer, x->ndim, err)) < 0)
        return -1;
    if (x->shape[dim] != 3 || y->shape[dim] != 3)
        return rt_error_set(err, RT_RUNTIME,
                            "linalg.cross: inputs dimension %lld must have length 3. Got %lld and %lld",
                            (long long)call->args[2].integer, (long long)x->shape[dim], (long long)y->shape[dim]);
    rt_build_init(&b, err);
    if (x->dtype == y->dtype && (x->dtype == RT_FLOAT32 || x->dtype == RT_FLOAT64) && x->storage->device->host_memory &&
        y->storage->device == x->storage->device)
        return rt_build_return(&b, call, cross_floats(&b, x, y, dim));
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 2; k++) {
            int64_t shift = k ? -2 : -1, where = dim;
            transposed[i][k] = rt_build_apply(
                &b, &rt_op_roll,
                (struct rt_arg[]){rt_arg_tensor(i ? y : x), rt_arg_ints(&shift, 1), rt_arg_ints(&where, 1)}, 3);
        }
    return rt_build_return(&b, call,
                           rt_b_sub(&b, rt_b_mul(&b, transposed[0][0], transposed[1][1]),
                                    rt_b_mul(&b, transposed[0][1], transposed[1][0])));
}

/* ---- blocks ------------------------------------------------------------------------------------------------------ */

/* The result type of the first n tensors of a list, where 0-d ones count less. */
static enum rt_dtype join_types(const struct rt_arg *list, uint32_t n)
{
    enum rt_dtype wide[2] = {RT_DTYPE_NONE, RT_DTYPE_NONE}; /* of 0-d tensors, of others */

    for (uint32_t i = 0; i < n; i++) {
        T t = list->tensors[i];
        enum rt_dtype *w = &wide[t->ndim > 0];
        *w = *w == RT_DTYPE_NONE ? (enum rt_dtype)t->dtype : rt_dtype_promote(*w, (enum rt_dtype)t->dtype);
    }
    if (wide[0] == RT_DTYPE_NONE || wide[1] == RT_DTYPE_NONE)
        return wide[wide[0] == RT_DTYPE_NONE];
    return rt_dtype_category(wide[0]) > rt_dtype_category(wide[1]) ? wide[0] : wide[1];
}

/* (tensors): two dimensions at most, scalars and vectors are rows */
int rt_forward_block_diag(struct rt_call *call, struct rt_error *err)
{
    const struct rt_arg *list = &call->args[0];
    enum rt_dtype dtype = rt_default_dtype();
    struct rt_device *device = list->count ? list->tensors[0]->storage->device : rt_device_cpu();
    int64_t shape[2] = {list->count ? 0 : 1, 0}, at[2] = {0, 0};
    T out;

    for (uint32_t i = 0; i < list->count; i++) {
        T t = list->tensors[i];
        if (t->ndim > 2)
            return rt_error_set(err, RT_RUNTIME,
                                "torch.block_diag: Input tensors must have 2 or fewer dimensions. Input %u has %d "
                                "dimensions",
                                i, t->ndim);
        dtype = join_types(list, i + 1);
        if (!rt_size_add(shape[0], t->ndim == 2 ? t->shape[0] : 1, &shape[0]) ||
            !rt_size_add(shape[1], t->ndim == 0 ? 1 : t->shape[t->ndim - 1], &shape[1]))
            return rt_error_set(err, RT_RUNTIME, "numel: integer multiplication overflow");
    }
    if (!(out = rt_tensor_new(device, dtype, shape, 2, err)) ||
        (out->numel && rt_fill_constant(out, rt_scalar_int(0), err) < 0)) {
        rt_tensor_unref(out);
        return -1;
    }
    for (uint32_t i = 0; i < list->count; i++) {
        T t = list->tensors[i], window;
        int64_t size[2] = {t->ndim == 2 ? t->shape[0] : 1, t->ndim == 0 ? 1 : t->shape[t->ndim - 1]};
        window =
            rt_tensor_window(out, size, out->strides, 2, rt_step_add(rt_step_mul(at[0], shape[1]), at[1]), false, err);
        if (!window || (t->numel && rt_copy_into(window, t, err) < 0)) {
            rt_tensor_unref(window);
            rt_tensor_unref(out);
            return -1;
        }
        rt_tensor_unref(window);
        at[0] += size[0];
        at[1] += size[1];
    }
    return rt_result_steal(call, out);
}

BACKWARD(block_diag)
{
    B m = BUILD;
    int64_t at[2] = {0, 0};

    (void)err;
    for (int i = 0; i < b->node->nedges && G; i++) {
        const struct rt_output *input = &b->node->inputs[i];
        const struct rt_shape *shape = &input->shape;
        int64_t height, width;
        height = shape->ndim == 2 ? shape->size[0] : 1;
        width = shape->ndim == 0 ? 1 : shape->size[shape->ndim - 1];
        if (WANTS(i)) {
            T part = rt_b_narrow(m, rt_b_narrow(m, G, 0, at[0], height), 1, at[1], width);
            if (rt_dtype_is_complex((enum rt_dtype)G->dtype) && !rt_dtype_is_complex((enum rt_dtype)input->dtype))
                part = rt_b_map(m, &rt_op_real, part);
            if (shape->ndim == 1) /* was a row: a copy, not a view of the full gradient */
                part = rt_b_map(m, &rt_op_contiguous, part);
            SET(i, rt_b_reshape(m, part, shape->size, shape->ndim));
        }
        at[0] += height;
        at[1] += width;
    }
    return 0;
}

/* ---- former names ------------------------------------------------------------------------------------------------ */

int rt_forward_alias_orgqr(struct rt_call *call, struct rt_error *err)
{
    return rt_apply(&rt_op_linalg_householder_product, call->args, 2, call->results, err);
}

int rt_forward_alias_matrix_exp(struct rt_call *call, struct rt_error *err)
{
    return rt_apply(&rt_op_linalg_matrix_exp, call->args, 1, call->results, err);
}

int rt_forward_alias_pinverse(struct rt_call *call, struct rt_error *err)
{
    return rt_apply(&rt_op_linalg_pinv_rcond, call->args, 2, call->results, err);
}
