/* Products composed of products: baddbmm, addbmm, addmv, addr, vdot, tensordot, Kronecker products, the trace, and
   deprecated names. The products themselves are matmul.c's. */
#include "ops/linalg.h"
#include "warn.h"

#include <math.h>
#include <string.h>

static const char *cxx_word(T t)
{
    return rt_dtype_table[t->dtype].cxx;
}

/* x times s, which is truncated for integers */
static T scaled(B b, T x, struct rt_scalar s)
{
    if (!x)
        return b->failed = true, NULL;
    if (rt_dtype_is_integral((enum rt_dtype)x->dtype) && s.kind > RT_CAT_INT)
        s = rt_scalar_int(rt_scalar_to_int(s));
    if (rt_scalar_to_double(s) == 1 && s.kind != RT_CAT_COMPLEX)
        return x;
    return rt_build_apply(b, &rt_op_mul_Tensor, (struct rt_arg[]){rt_arg_tensor(x), rt_arg_scalar(s)}, 2);
}

/* Adds a few elements of self to the elements of a fresh product of the same shape and type; false: not of this kind.
 */
static bool add_small(T self, T product)
{
    if (!rt_is_small(self) || !rt_is_small(product) || !rt_is_single(self) || self->dtype != product->dtype ||
        self->storage->device != product->storage->device || product->storage->references != 1 || rt_needs_grad(self) ||
        rt_needs_grad(product) || rt_is_dual(self) || rt_is_dual(product) ||
        !rt_shape_equal(self->shape, self->ndim, product->shape, product->ndim))
        return false;
    if (self->dtype == RT_FLOAT32) {
        const float *from = rt_tensor_pointer(self);
        float *to = rt_tensor_pointer(product);
        for (int64_t i = 0; i < product->numel; i++)
            to[i] = from[i] + to[i];
    } else {
        const double *from = rt_tensor_pointer(self);
        double *to = rt_tensor_pointer(product);
        for (int64_t i = 0; i < product->numel; i++)
            to[i] = from[i] + to[i];
    }
    return true;
}

/* beta self + alpha product, in the shape of the product; a fresh result */
static int sum_with(struct rt_call *call, B b, T product, struct rt_scalar beta, struct rt_scalar alpha)
{
    T self = call->args[0].tensor;

    product = scaled(b, product, alpha);
    self = product && !rt_scalar_is_zero(beta) ? scaled(b, self, beta) : NULL;
    if (self && !add_small(self, product))
        product = rt_b_add(b, product, self); /* in this order: the sum has the layout of the product */
    return rt_build_return(b, call, product);
}

static int check_expands(T self, const int64_t *shape, int ndim, struct rt_error *err)
{
    struct rt_shape out;
    int64_t strides[RT_MAX_DIMS];

    return rt_shape_expand(rt_expand_type(self), self->shape, self->strides, self->ndim, shape, ndim, &out, strides,
                           err);
}

/* The shape of the result is asked for, and self expanded to it, before anything else is looked at. first: the
   dimension of batch1 that the result begins with. */
static int check_target(T self, T x, T y, int first, struct rt_error *err)
{
    int64_t shape[3];
    int n = 0, dim;

    if (!x->ndim)
        return rt_error_set(err, RT_INDEX, "Dimension specified as %d but tensor has no dimensions", first);
    for (int i = first; i < 2; i++) {
        if ((dim = rt_shape_dim(i, x->ndim, err)) < 0)
            return -1;
        shape[n++] = x->shape[dim];
    }
    if ((dim = rt_shape_dim(2, y->ndim, err)) < 0)
        return -1;
    shape[n++] = y->shape[dim];
    return check_expands(self, shape, n, err);
}

static int check_dims(T x, T y, struct rt_error *err)
{
    if (x->ndim != 3 || y->ndim != 3)
        return rt_error_set(err, RT_RUNTIME, "batch%d must be a 3D tensor", x->ndim != 3 ? 1 : 2);
    return 0;
}

/* Batches of matrices that fit. */
static int check_batches(T x, T y, bool added, struct rt_error *err)
{
    if (added && x->shape[0] != y->shape[0])
        return rt_error_set(err, RT_RUNTIME, "batch1 and batch2 must have same number of batches, got %lld and %lld",
                            (long long)x->shape[0], (long long)y->shape[0]);
    if (added && x->shape[2] != y->shape[1])
        return rt_error_set(err, RT_RUNTIME, "Incompatible matrix sizes for bmm (%lldx%lld and %lldx%lld)",
                            (long long)x->shape[1], (long long)x->shape[2], (long long)y->shape[1],
                            (long long)y->shape[2]);
    if (x->shape[0] != y->shape[0] || x->shape[2] != y->shape[1])
        return rt_error_set(
            err, RT_RUNTIME,
            "Expected size for first two dimensions of batch2 tensor to be: [%lld, %lld] but got: [%lld, "
            "%lld].",
            (long long)x->shape[0], (long long)x->shape[2], (long long)y->shape[0], (long long)y->shape[1]);
    return 0;
}

/* (self, batch1, batch2, beta, alpha) */
int rt_forward_baddbmm(struct rt_call *call, struct rt_error *err)
{
    T self = call->args[0].tensor, x = call->args[1].tensor, y = call->args[2].tensor;
    struct rt_build b;

    if (check_target(self, x, y, 0, err) < 0)
        return -1;
    if (self->dtype != x->dtype)
        return rt_error_set(err, RT_RUNTIME, "Input dtypes must be the same, got: input %s, batch1: %s, batch2: %s",
                            cxx_word(self), cxx_word(x), cxx_word(y));
    if (check_dims(x, y, err) < 0 || check_batches(x, y, false, err) < 0)
        return -1;
    if (x->dtype != y->dtype)
        return rt_error_set(err, RT_RUNTIME, "expected scalar type %s but found %s", scalar_word(x), scalar_word(y));
    if (self->dtype == RT_BOOL)
        return rt_error_set(err, RT_NOT_IMPLEMENTED, "\"baddbmm\" not implemented for 'Bool'");
    rt_build_init(&b, err);
    return sum_with(call, &b, rt_b_bmm(&b, x, y), call->args[3].scalar, call->args[4].scalar);
}

/* A product that is multiplied by alpha: BLAS leaves one out whose alpha is 0, and what is not finite with it. */
static T unless_zero(B m, T product, struct rt_scalar alpha)
{
    return product && rt_scalar_is_zero(alpha) && rt_dtype_size((enum rt_dtype)product->dtype) > 2 &&
                   rt_dtype_is_inexact((enum rt_dtype)product->dtype)
               ? rt_b_zeros_like(m, product)
               : product;
}

/* (self, batch1, batch2, beta, alpha): one product of what is joined along the rows */
int rt_forward_addbmm(struct rt_call *call, struct rt_error *err)
{
    T self = call->args[0].tensor, x = call->args[1].tensor, y = call->args[2].tensor;
    struct rt_build b;

    if (check_target(self, x, y, 1, err) < 0 || check_dims(x, y, err) < 0 || check_batches(x, y, true, err) < 0)
        return -1;
    if (self->dtype != y->dtype || x->dtype != y->dtype)
        return rt_error_set(err, RT_RUNTIME, "%s and mat2 must have the same dtype, but got %s and %s",
                            self->dtype != y->dtype ? "self" : "mat1", scalar_word(self->dtype != y->dtype ? self : x),
                            scalar_word(y));
    if (self->dtype == RT_BOOL)
        return rt_error_set(err, RT_NOT_IMPLEMENTED, "\"addmm_impl_cpu_\" not implemented for 'Bool'");
    rt_build_init(&b, err);
    if (!isfinite(rt_scalar_to_double(call->args[4].scalar))) { /* what is infinite shows where a sum begins */
        struct rt_scalar one = rt_scalar_int(1);
        int64_t first = 0;
        T each = rt_build_apply(&b, &rt_op_mul_Tensor,
                                (struct rt_arg[]){rt_arg_tensor(rt_b_bmm(&b, x, y)), call->args[4]}, 2);
        return sum_with(call, &b, each ? rt_b_sum(&b, each, &first, 1, false) : NULL, call->args[3].scalar, one);
    }
    int64_t joined = rt_step_mul(x->shape[0], x->shape[2]);
    T left = rt_b_reshape(&b, rt_b_permute(&b, x, (int64_t[]){1, 0, 2}, 3), (int64_t[]){x->shape[1], joined}, 2);
    T right = rt_b_reshape(&b, y, (int64_t[]){joined, y->shape[2]}, 2);
    return sum_with(call, &b, unless_zero(&b, rt_b_mm(&b, left, right), call->args[4].scalar), call->args[3].scalar,
                    call->args[4].scalar);
}

/* (self, mat, vec, beta, alpha) */
int rt_forward_addmv(struct rt_call *call, struct rt_error *err)
{
    T self = call->args[0].tensor, a = call->args[1].tensor, v = call->args[2].tensor;
    struct rt_build b;

    if (a->ndim != 2 || v->ndim != 1 || self->ndim > 1)
        return rt_error_set(err, RT_RUNTIME, "vector + matrix @ vector expected, got %d, %d, %d", self->ndim, a->ndim,
                            v->ndim);
    if (a->shape[1] != v->shape[0] || (self->numel != a->shape[0] && self->numel != 1))
        return rt_error_set(err, RT_RUNTIME, "size mismatch, got input (%lld), mat (%lldx%lld), vec (%lld)",
                            (long long)(self->ndim ? self->shape[0] : 1), (long long)a->shape[0],
                            (long long)a->shape[1], (long long)v->shape[0]);
    if (self->dtype != a->dtype || a->dtype != v->dtype)
        return rt_error_set(err, RT_RUNTIME, "addmv input tensors must have the same dtype, but got %s, %s, and %s",
                            scalar_word(self), scalar_word(a), scalar_word(v));
    rt_build_init(&b, err);
    T product = rt_b_two(&b, &rt_op_mv, a, v);
    if (!rt_dtype_is_complex((enum rt_dtype)a->dtype))
        product = unless_zero(&b, product, call->args[4].scalar);
    return sum_with(call, &b, product, call->args[3].scalar, call->args[4].scalar);
}

static int check_integer_scale(T self, T x, T y, struct rt_scalar s, const char *name, struct rt_error *err)
{
    if (s.kind <= RT_CAT_INT || rt_dtype_is_inexact((enum rt_dtype)self->dtype) ||
        rt_dtype_is_inexact((enum rt_dtype)x->dtype) || rt_dtype_is_inexact((enum rt_dtype)y->dtype))
        return 0;
    return rt_error_set(err, RT_RUNTIME, "For integral input tensors, argument %s must not be a floating point number.",
                        name);
}

/* The scalar as one of that type. */
static struct rt_scalar of_type(enum rt_dtype type, struct rt_scalar scalar)
{
    char element[16];

    if (!rt_dtype_is_float(type))
        return scalar;
    rt_scalar_store(type, element, scalar);
    return rt_scalar_load(type, element);
}

/* (self, vec1, vec2, beta, alpha) */
int rt_forward_addr(struct rt_call *call, struct rt_error *err)
{
    T self = call->args[0].tensor, x = call->args[1].tensor, y = call->args[2].tensor;
    struct rt_build b;

    if (x->ndim != 1 || y->ndim != 1)
        return rt_error_set(err, RT_RUNTIME, "addr: Expected 1-D argument vec%d, but got %d-D", x->ndim != 1 ? 1 : 2,
                            x->ndim != 1 ? x->ndim : y->ndim);
    if (check_expands(self, (int64_t[]){x->shape[0], y->shape[0]}, 2, err) < 0 ||
        check_integer_scale(self, x, y, call->args[3].scalar, "beta", err) < 0 ||
        check_integer_scale(self, x, y, call->args[4].scalar, "alpha", err) < 0)
        return -1;
    const enum rt_dtype common = rt_dtype_promote(rt_dtype_promote((enum rt_dtype)self->dtype, (enum rt_dtype)x->dtype),
                                                  (enum rt_dtype)y->dtype);
    const struct rt_scalar beta = of_type(common, call->args[3].scalar), alpha = of_type(common, call->args[4].scalar);
    rt_build_init(&b, err);
    x = rt_b_unsqueeze(&b, rt_b_to(&b, x, common), 1);
    y = rt_b_to(&b, y, common);
    if (common != RT_BOOL) { /* every step is rounded to the common type */
        T sum = rt_b_mul(&b, scaled(&b, x, alpha), y);
        if (!rt_scalar_is_zero(beta))
            sum = rt_b_add(&b, scaled(&b, rt_b_to(&b, self, common), beta), sum);
        return rt_build_return(&b, call, sum);
    }
    T outer = rt_b_mul(&b, x, y);
    if (outer) { /* and, or */
        bool keep = !rt_scalar_is_zero(call->args[3].scalar), take = !rt_scalar_is_zero(call->args[4].scalar);
        T none = rt_b_zeros_like(&b, outer);
        return rt_build_return(&b, call, rt_b_two(&b, &rt_op_logical_or, keep ? self : none, take ? outer : none));
    }
    return rt_build_return(&b, call, NULL);
}

/* The gradient of a factor s. */
static T handed_back(B m, T x, struct rt_scalar s)
{
    return scaled(m, x, rt_scalar_conj(s));
}

BACKWARD(baddbmm)
{
    B m = BUILD;
    struct rt_scalar beta = b->node->args[3].scalar, alpha = b->node->args[4].scalar;

    (void)err;
    if (!G)
        return 0;
    SET(0, handed_back(m, G, beta));
    if (WANTS(1))
        SET(1, handed_back(m, rt_b_bmm(m, G, rt_b_mH(m, ARG(2))), alpha));
    if (WANTS(2))
        SET(2, handed_back(m, rt_b_bmm(m, rt_b_mH(m, ARG(1)), G), alpha));
    return 0;
}

BACKWARD(addbmm)
{
    B m = BUILD;
    struct rt_scalar beta = b->node->args[3].scalar, alpha = b->node->args[4].scalar;
    const struct rt_shape *shape = INPUT_SHAPE(1);
    T g;

    (void)err;
    if (!G)
        return 0;
    SET(0, handed_back(m, G, beta));
    g = rt_b_expand(m, rt_b_unsqueeze(m, G, 0), (int64_t[]){shape->size[0], G->shape[0], G->shape[1]}, 3);
    if (WANTS(1))
        SET(1, handed_back(m, rt_b_bmm(m, g, rt_b_mH(m, ARG(2))), alpha));
    if (WANTS(2))
        SET(2, handed_back(m, rt_b_bmm(m, rt_b_mH(m, ARG(1)), g), alpha));
    return 0;
}

BACKWARD(addmv)
{
    B m = BUILD;
    struct rt_scalar beta = b->node->args[3].scalar, alpha = b->node->args[4].scalar;

    (void)err;
    SET(0, handed_back(m, G, beta));
    if (WANTS(1))
        SET(1, handed_back(m, rt_b_mul(m, rt_b_unsqueeze(m, G, 1), rt_b_unsqueeze(m, rt_b_conj(m, ARG(2)), 0)), alpha));
    if (WANTS(2))
        SET(2, handed_back(m, rt_b_two(m, &rt_op_mv, rt_b_mH(m, ARG(1)), G), alpha));
    return 0;
}

BACKWARD(addr)
{
    B m = BUILD;
    struct rt_scalar beta = b->node->args[3].scalar, alpha = b->node->args[4].scalar;

    if (WANTS(0) && rt_real_edge(b, 0, err) < 0)
        return -1;
    SET(0, handed_back(m, G, beta));
    if (WANTS(1))
        SET(1, handed_back(m, rt_b_two(m, &rt_op_mv, G, rt_b_conj(m, ARG(2))), alpha));
    if (WANTS(2))
        SET(2, handed_back(m, rt_b_two(m, &rt_op_mv, rt_b_mT(m, G), rt_b_conj(m, ARG(1))), alpha));
    return 0;
}

/* ---- vectors ----------------------------------------------------------------------------------------------------- */

BACKWARD(vdot)
{
    B m = BUILD;

    (void)err;
    if (WANTS(0))
        SET(0, rt_b_mul(m, rt_b_conj(m, G), ARG(1)));
    if (WANTS(1))
        SET(1, rt_b_mul(m, G, ARG(0)));
    return 0;
}

/* The sum of the diagonal. */
int rt_forward_trace(struct rt_call *call, struct rt_error *err)
{
    T self = call->args[0].tensor;
    struct rt_build b;

    if (self->dtype == RT_BOOL)
        return rt_error_set(err, RT_NOT_IMPLEMENTED, "\"trace\" not implemented for 'Bool'");
    if (self->ndim != 2)
        return rt_error_set(err, RT_RUNTIME, "trace: expected a matrix, but got tensor with dim %d", self->ndim);
    if (rt_is_small(self) && rt_is_single(self)) {
        int64_t n = self->shape[0] < self->shape[1] ? self->shape[0] : self->shape[1], step = self->shape[1] + 1;
        double sum = 0;
        for (int64_t i = 0; i < n; i++)
            sum += self->dtype == RT_FLOAT32 ? (double)((const float *)rt_tensor_pointer(self))[i * step]
                                             : ((const double *)rt_tensor_pointer(self))[i * step];
        return rt_result_steal(
            call, rt_tensor_scalar(rt_scalar_float(sum), (enum rt_dtype)self->dtype, self->storage->device, err));
    }
    rt_build_init(&b, err);
    return rt_build_return(&b, call, rt_b_sum_all(&b, rt_b_diagonal(&b, self)));
}

BACKWARD(trace)
{
    B m = BUILD;
    const struct rt_shape *shape = INPUT_SHAPE(0);
    T one;

    (void)err;
    if (!WANTS(0) || !G)
        return 0;
    one = rt_build_apply(m, &rt_op_eye_m,
                         (struct rt_arg[]){rt_arg_int(shape->size[0]), rt_arg_int(shape->size[1]),
                                           rt_arg_dtype((enum rt_dtype)G->dtype), rt_arg_default(),
                                           rt_arg_device(G->storage->device)},
                         5);
    SET(0, rt_b_mul(m, G, one));
    return 0;
}

/* torch.cross(self, other, dim): without a dim the first of size 3 */
int rt_forward_cross(struct rt_call *call, struct rt_error *err)
{
    T x = call->args[0].tensor, y = call->args[1].tensor;
    struct rt_arg dim = call->args[2];

    if (dim.kind == RT_NONE) {
        int i = 0;
        while (i < x->ndim && x->shape[i] != 3)
            i++;
        if (i == x->ndim)
            return rt_error_set(err, RT_RUNTIME, "no dimension of size 3 in input");
        rt_warn_once(
            "Using torch.cross without specifying the dim arg is deprecated.\nPlease either pass the dim explicitly "
            "or simply use torch.linalg.cross.\nThe default value of dim will change to agree with that of "
            "linalg.cross in a future release.");
        dim = rt_arg_int(i);
    }
    return rt_apply(&rt_op_linalg_cross, (struct rt_arg[]){rt_arg_tensor(x), rt_arg_tensor(y), dim}, 3, call->results,
                    err);
}

/* ---- contractions ------------------------------------------------------------------------------------------------ */

/* The dimensions of t without those listed, then those listed (or the other way round). */
static T gathered(B b, T t, const int64_t *dims, int n, bool first, int64_t *size, int64_t *kept, int *nkept)
{
    int64_t order[RT_MAX_DIMS], free_size = 1, shape[2];
    int at = first ? n : 0, free_count = 0;

    *size = 1;
    for (int i = 0; i < t->ndim; i++) {
        bool listed = false;
        for (int k = 0; k < n; k++)
            listed = listed || dims[k] == i;
        if (listed)
            continue;
        order[at++] = i;
        kept[(*nkept)++] = t->shape[i];
        free_size = rt_step_mul(free_size, t->shape[i]);
        free_count++;
    }
    for (int k = 0; k < n; k++) {
        order[first ? k : free_count + k] = dims[k];
        *size = rt_step_mul(*size, t->shape[dims[k]]);
    }
    shape[first] = free_size;
    shape[!first] = *size;
    return rt_b_reshape(b, rt_b_permute(b, t, order, t->ndim), shape, 2);
}

/* (self, other, dims_self, dims_other) */
int rt_forward_tensordot(struct rt_call *call, struct rt_error *err)
{
    T x = call->args[0].tensor, y = call->args[1].tensor;
    int n = (int)call->args[2].count, nkept = 0, dim;
    int64_t left[RT_MAX_DIMS] = {0}, right[RT_MAX_DIMS] = {0}, kept[2 * RT_MAX_DIMS], size;
    struct rt_build b;

    if (n > RT_MAX_DIMS || call->args[2].count != call->args[3].count)
        return rt_error_set(err, RT_RUNTIME, "both dimension lists should have same length");
    if (x->dtype != y->dtype)
        return rt_error_set(err, RT_RUNTIME, "both inputs should have same dtype");
    for (int i = 0; i < n; i++) {
        if ((dim = rt_shape_dim(call->args[2].ints[i], x->ndim, err)) < 0)
            return -1;
        left[i] = dim;
        if ((dim = rt_shape_dim(call->args[3].ints[i], y->ndim, err)) < 0)
            return -1;
        right[i] = dim;
    }
    if (n && (rt_shape_dims(left, n, x->ndim, err) < 0 || rt_shape_dims(right, n, y->ndim, err) < 0))
        return -1;
    rt_build_init(&b, err);
    for (int i = 0; i < n && x && y; i++) {
        int64_t p = x->shape[left[i]], q = y->shape[right[i]];
        if (p == q)
            continue;
        if (p == 1)
            y = rt_b_sum(&b, y, &right[i], 1, true);
        else if (q == 1)
            x = rt_b_sum(&b, x, &left[i], 1, true);
        else {
            rt_error_set(err, RT_RUNTIME,
                         "contracted dimensions need to match, but first has size %lld in dim %lld and second has size "
                         "%lld in dim %lld",
                         (long long)p, (long long)call->args[2].ints[i], (long long)q,
                         (long long)call->args[3].ints[i]);
            return rt_build_return(&b, call, NULL);
        }
    }
    if (!x || !y)
        return rt_build_return(&b, call, NULL);
    T first = gathered(&b, x, left, n, false, &size, kept, &nkept);
    T second = gathered(&b, y, right, n, true, &size, kept, &nkept);
    if (nkept > RT_MAX_DIMS) {
        rt_error_set(err, RT_RUNTIME, "tensordot: more than %d dimensions", RT_MAX_DIMS);
        return rt_build_return(&b, call, NULL);
    }
    return rt_build_return(&b, call, rt_b_reshape(&b, rt_b_mm(&b, first, second), kept, nkept));
}

/* The last dimensions of both contracted. */
int rt_forward_inner(struct rt_call *call, struct rt_error *err)
{
    T x = call->args[0].tensor, y = call->args[1].tensor;
    char one[RT_SHAPE_TEXT], other[RT_SHAPE_TEXT];
    int64_t last = -1;

    if (x->ndim == 0 || y->ndim == 0)
        return rt_apply(&rt_op_mul_Tensor, call->args, 2, call->results, err);
    if (x->shape[x->ndim - 1] != y->shape[y->ndim - 1])
        return rt_error_set(
            err, RT_RUNTIME, "inner() the last dimension must match on both input tensors but got shapes %s and %s",
            rt_shape_text(x->shape, x->ndim, one, sizeof one), rt_shape_text(y->shape, y->ndim, other, sizeof other));
    return rt_apply(&rt_op__tensordot,
                    (struct rt_arg[]){call->args[0], call->args[1], rt_arg_ints(&last, 1), rt_arg_ints(&last, 1)}, 4,
                    call->results, err);
}

/* Of two small matrices. */
static T small_kron(T x, T y, const int64_t *shape, struct rt_error *err)
{
    T out = rt_tensor_new(x->storage->device, (enum rt_dtype)x->dtype, shape, 2, err);
    int64_t p = y->shape[0], q = y->shape[1], at = 0;

#define PRODUCTS(C)                                                                                                    \
    for (int64_t i = 0; out && i < shape[0]; i++)                                                                      \
        for (int64_t j = 0; j < shape[1]; j++)                                                                         \
    ((C *)rt_tensor_pointer(out))[at++] = ((const C *)rt_tensor_pointer(x))[i / p * x->shape[1] + j / q] *             \
                                          ((const C *)rt_tensor_pointer(y))[i % p * q + j % q]
    if (x->dtype == RT_FLOAT32)
        PRODUCTS(float);
    else
        PRODUCTS(double);
#undef PRODUCTS
    return out;
}

/* Each dimension of both side by side, multiplied, and joined. */
int rt_forward_kron(struct rt_call *call, struct rt_error *err)
{
    T x = call->args[0].tensor, y = call->args[1].tensor, out;
    int n = x->ndim > y->ndim ? x->ndim : y->ndim;
    int64_t left[RT_MAX_DIMS], right[RT_MAX_DIMS], full[RT_MAX_DIMS];
    struct rt_build b;

    if (2 * n > RT_MAX_DIMS)
        return rt_error_set(err, RT_RUNTIME, "kron: more than %d dimensions", RT_MAX_DIMS / 2);
    for (int i = 0; i < n; i++) {
        int p = i - (n - x->ndim), q = i - (n - y->ndim);
        left[2 * i] = p < 0 ? 1 : x->shape[p];
        left[2 * i + 1] = 1;
        right[2 * i] = 1;
        right[2 * i + 1] = q < 0 ? 1 : y->shape[q];
        full[i] = rt_step_mul(left[2 * i], right[2 * i + 1]); /* the view refuses what does not fit */
    }
    if (n == 2 && x->ndim == 2 && y->ndim == 2 && x->dtype == y->dtype && rt_is_single(x) && rt_is_small(x) &&
        rt_is_small(y) && rt_shape_is_plain(x->shape, x->strides, x->ndim) &&
        rt_shape_is_plain(y->shape, y->strides, y->ndim) && full[0] * full[1] <= RT_SMALL &&
        x->storage->device == y->storage->device && !rt_is_recorded(call))
        return rt_result_steal(call, small_kron(x, y, full, err));
    rt_build_init(&b, err);
    x = rt_build_apply(&b, &rt_op_view, (struct rt_arg[]){rt_arg_tensor(x), rt_arg_ints(left, 2 * (uint32_t)n)}, 2);
    y = rt_build_apply(&b, &rt_op_view, (struct rt_arg[]){rt_arg_tensor(y), rt_arg_ints(right, 2 * (uint32_t)n)}, 2);
    out = rt_b_mul(&b, x, y);
    if (out)
        out = rt_build_apply(&b, &rt_op__unsafe_view,
                             (struct rt_arg[]){rt_arg_tensor(out), rt_arg_ints(full, (uint32_t)n)}, 2);
    return rt_build_return(&b, call, out);
}

/* ---- former names ------------------------------------------------------------------------------------------------ */

/* (self, some) */
int rt_forward_qr(struct rt_call *call, struct rt_error *err)
{
    bool some = call->args[1].boolean;

    rt_warn_once(
        "torch.qr is deprecated in favor of torch.linalg.qr and will be removed in a future PyTorch release.\nThe "
        "boolean parameter 'some' has been replaced with a string parameter 'mode'.\nQ, R = torch.qr(A, some)\n"
        "should be replaced with\nQ, R = torch.linalg.qr(A, 'reduced' if some else 'complete')");
    return rt_apply(&rt_op_linalg_qr,
                    (struct rt_arg[]){call->args[0], some ? rt_arg_string("reduced", 7) : rt_arg_string("complete", 8)},
                    2, call->results, err);
}

/* (self, LU_data, LU_pivots) */
int rt_forward_lu_solve(struct rt_call *call, struct rt_error *err)
{
    rt_warn_once(
        "torch.lu_solve is deprecated in favor of torch.linalg.lu_solveand will be removed in a future PyTorch "
        "release.\nNote that torch.linalg.lu_solve has its arguments reversed.\nX = torch.lu_solve(B, LU, pivots)\n"
        "should be replaced with\nX = torch.linalg.lu_solve(LU, pivots, B)");
    return rt_apply(&rt_op_linalg_lu_solve, (struct rt_arg[]){call->args[1], call->args[2], call->args[0]}, 3,
                    call->results, err);
}
