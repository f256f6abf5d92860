/* Matrix products: PyTorch's checks of mm, bmm, mv, dot, addmm, matmul and linear, the gradients, and which product a
   matmul is. How matrices are multiplied is the backend's business. */
#include "ops.h"

#include <stdio.h>
#include <string.h>

static const char *cxx_word(T t)
{
    return rt_dtype_table[t->dtype].cxx;
}

/* The view of a matrix or a batch of them as [batch, rows, columns]. */
static void matrix_view(T t, struct rt_view *view)
{
    view->data = rt_tensor_pointer(t);
    view->dtype = (enum rt_dtype)t->dtype;
    view->ndim = 3;
    view->shape[0] = t->ndim == 3 ? t->shape[0] : 1;
    view->strides[0] = t->ndim == 3 ? t->strides[0] : 0;
    for (int i = 0; i < 2; i++) {
        view->shape[1 + i] = t->shape[t->ndim - 2 + i];
        view->strides[1 + i] = t->strides[t->ndim - 2 + i];
    }
}

/* out = alpha a b + beta out, or of the conjugate of a; `row` as in rt_matmul_call. */
static int any_product(T out, T a, T b, struct rt_scalar alpha, struct rt_scalar beta, bool conjugate, const void *row,
                       struct rt_error *err)
{
    struct rt_matmul_call call; /* large: its views are filled only where they are needed */
    struct rt_device *device = out->storage->device;

    if (out->numel == 0)
        return 0;
    if (a->shape[a->ndim - 1] == 0 && out->dtype == RT_BOOL) /* sums of nothing, of which there need be no kernel */
        return rt_fill_constant(out, rt_scalar_int(0), err);
    call.alpha = alpha;
    call.beta = beta;
    call.conjugate = conjugate;
    call.row = row;
    matrix_view(out, &call.out);
    matrix_view(a, &call.a);
    matrix_view(b, &call.b);
    return device->kernels->matmul(device, &call, err);
}

static int product(T out, T a, T b, struct rt_scalar alpha, struct rt_scalar beta, struct rt_error *err)
{
    return any_product(out, a, b, alpha, beta, false, NULL, err);
}

int rt_product_into(T out, T a, T b, double beta, struct rt_error *err)
{
    return product(out, a, b, rt_scalar_float(1), rt_scalar_float(beta), err);
}

static int check_type(T t, const char *kernel, struct rt_error *err)
{
    if (t->dtype != RT_BOOL && !(t->storage->device->type == RT_CUDA && rt_dtype_is_integral((enum rt_dtype)t->dtype)))
        return 0;
    return rt_error_set(err, RT_NOT_IMPLEMENTED, "\"%s\" not implemented for '%s'", kernel, scalar_word(t));
}

static const char *addmm_kernel(T t)
{
    return t->storage->device->type == RT_CUDA ? "addmm_cuda" : "addmm_impl_cpu_";
}

static int check_mm(T a, T b, struct rt_error *err)
{
    if (a->ndim != 2)
        return rt_error_set(err, RT_RUNTIME, "self must be a matrix");
    if (b->ndim != 2)
        return rt_error_set(err, RT_RUNTIME, "mat2 must be a matrix");
    if (a->shape[1] != b->shape[0])
        return rt_error_set(err, RT_RUNTIME, "mat1 and mat2 shapes cannot be multiplied (%lldx%lld and %lldx%lld)",
                            (long long)a->shape[0], (long long)a->shape[1], (long long)b->shape[0],
                            (long long)b->shape[1]);
    if (a->dtype != b->dtype)
        return rt_error_set(err, RT_RUNTIME, "expected %s to have the same dtype, but got: %s != %s",
                            a->storage->device->type == RT_CUDA ? "mat1 and mat2" : "m1 and m2", cxx_word(a),
                            cxx_word(b));
    return a->numel && b->numel ? check_type(a, addmm_kernel(a), err) : 0;
}

int rt_forward_mm(struct rt_call *call, struct rt_error *err)
{
    T a = call->args[0].tensor, b = call->args[1].tensor, out;

    if (check_mm(a, b, err) < 0)
        return -1;
    if (a->shape[1] == 1 && (a->dtype == RT_FLOAT32 || a->dtype == RT_FLOAT64)) {
        /* single products, as PyTorch: no sum whose zero would take the sign from -0 */
        if (!(out = rt_apply1(&rt_op_mul_Tensor, (struct rt_arg[]){rt_arg_tensor(a), rt_arg_tensor(b)}, 2, err)))
            return -1;
        if (out->contiguous)
            return rt_result_steal(call, out);
        T rows = rt_apply1(&rt_op_contiguous, (struct rt_arg[]){rt_arg_tensor(out)}, 1, err);
        rt_tensor_unref(out);
        return rows ? rt_result_steal(call, rows) : -1;
    }
    out = rt_tensor_new(a->storage->device, (enum rt_dtype)a->dtype, (int64_t[]){a->shape[0], b->shape[1]}, 2, err);
    if (!out)
        return -1;
    return finished(call, out, product(out, a, b, rt_scalar_int(1), rt_scalar_int(0), err));
}

int rt_forward_bmm(struct rt_call *call, struct rt_error *err)
{
    T a = call->args[0].tensor, b = call->args[1].tensor, out;

    if (a->ndim != 3 || b->ndim != 3)
        return rt_error_set(err, RT_RUNTIME, "%s must be a 3D tensor", a->ndim != 3 ? "batch1" : "batch2");
    if (a->shape[0] != b->shape[0] || a->shape[2] != b->shape[1])
        return rt_error_set(
            err, RT_RUNTIME,
            "Expected size for first two dimensions of batch2 tensor to be: [%lld, %lld] but got: [%lld, "
            "%lld].",
            (long long)a->shape[0], (long long)a->shape[2], (long long)b->shape[0], (long long)b->shape[1]);
    if (a->dtype != b->dtype)
        return rt_error_set(err, RT_RUNTIME, "expected scalar type %s but found %s", scalar_word(a), scalar_word(b));
    if (a->numel && b->numel && check_type(a, "bmm", err) < 0)
        return -1;
    out = rt_tensor_new(a->storage->device, (enum rt_dtype)a->dtype, (int64_t[]){a->shape[0], a->shape[1], b->shape[2]},
                        3, err);
    if (!out)
        return -1;
    return finished(call, out, product(out, a, b, rt_scalar_int(1), rt_scalar_int(0), err));
}

/* A vector as a matrix of one column or row. */
static void vector_view(T v, bool column, struct rt_view *view)
{
    view->data = rt_tensor_pointer(v);
    view->dtype = (enum rt_dtype)v->dtype;
    view->ndim = 3;
    view->shape[0] = view->shape[1] = view->shape[2] = 1;
    view->strides[0] = view->strides[1] = view->strides[2] = 0;
    view->shape[column ? 1 : 2] = v->shape[0];
    view->strides[column ? 1 : 2] = v->strides[0];
}

/* out = a b, where b is a vector, a one or a matrix, and out dense */
static int vector_product(T out, T a, T b, bool conjugate, struct rt_error *err)
{
    struct rt_matmul_call call; /* large: its views are filled only where they are needed */
    struct rt_device *device = out->storage->device;

    if (out->numel == 0)
        return 0;
    if (b->shape[0] == 0 && out->dtype == RT_BOOL) /* sums of nothing, of which there need be no kernel */
        return rt_fill_constant(out, rt_scalar_int(0), err);
    call.alpha = rt_scalar_int(1);
    call.beta = rt_scalar_int(0);
    call.conjugate = conjugate;
    call.row = NULL;
    call.out.data = rt_tensor_pointer(out);
    call.out.dtype = (enum rt_dtype)out->dtype;
    call.out.ndim = 3;
    call.out.shape[0] = call.out.shape[2] = 1;
    call.out.shape[1] = out->numel;
    call.out.strides[0] = 0;
    call.out.strides[1] = call.out.strides[2] = 1;
    if (a->ndim == 2)
        matrix_view(a, &call.a);
    else
        vector_view(a, false, &call.a);
    vector_view(b, true, &call.b);
    return device->kernels->matmul(device, &call, err);
}

int rt_forward_mv(struct rt_call *call, struct rt_error *err)
{
    T a = call->args[0].tensor, v = call->args[1].tensor, out;

    if (!a->ndim)
        return rt_error_set(err, RT_INDEX, "Dimension specified as 0 but tensor has no dimensions");
    if (a->ndim != 2 || v->ndim != 1)
        return rt_error_set(err, RT_RUNTIME, "vector + matrix @ vector expected, got %d, %d, %d", 1, a->ndim, v->ndim);
    if (a->shape[1] != v->shape[0])
        return rt_error_set(err, RT_RUNTIME, "size mismatch, got input (%lld), mat (%lldx%lld), vec (%lld)",
                            (long long)a->shape[0], (long long)a->shape[0], (long long)a->shape[1],
                            (long long)v->shape[0]);
    if (a->dtype != v->dtype)
        return rt_error_set(err, RT_RUNTIME, "addmv input tensors must have the same dtype, but got %s, %s, and %s",
                            scalar_word(v), scalar_word(a), scalar_word(v));
    if (a->numel && check_type(a, "addmv_impl_cpu", err) < 0)
        return -1;
    if (!(out = rt_tensor_new(a->storage->device, (enum rt_dtype)a->dtype, a->shape, 1, err)))
        return -1;
    return finished(call, out, vector_product(out, a, v, false, err));
}

/* (a, b), the first conjugated for vdot */
static int vectors(struct rt_call *call, bool conjugate, struct rt_error *err)
{
    T a = call->args[0].tensor, b = call->args[1].tensor, out;

    if (a->ndim != 1 || b->ndim != 1)
        return rt_error_set(err, RT_RUNTIME, "1D tensors expected, but got %dD and %dD tensors", a->ndim, b->ndim);
    if (a->dtype != b->dtype)
        return rt_error_set(err, RT_RUNTIME, "dot : expected both vectors to have same dtype, but found %s and %s",
                            scalar_word(a), scalar_word(b));
    if (a->shape[0] != b->shape[0])
        return rt_error_set(
            err, RT_RUNTIME,
            "inconsistent tensor size, expected tensor [%lld] and src [%lld] to have the same number of "
            "elements, but got %lld and %lld elements respectively",
            (long long)a->shape[0], (long long)b->shape[0], (long long)a->shape[0], (long long)b->shape[0]);
    if (check_type(a, "dot", err) < 0)
        return -1;
    if (!(out = rt_tensor_new(a->storage->device, (enum rt_dtype)a->dtype, NULL, 0, err)))
        return -1;
    return finished(call, out, vector_product(out, a, b, conjugate, err));
}

int rt_forward_dot(struct rt_call *call, struct rt_error *err)
{
    return vectors(call, false, err);
}

int rt_forward_vdot(struct rt_call *call, struct rt_error *err)
{
    return vectors(call, rt_dtype_is_complex((enum rt_dtype)call->args[0].tensor->dtype), err);
}

/* Fills the rows of out with the vector, if they are small. */
static bool repeat_row(T out, T row)
{
    size_t size = rt_dtype_size((enum rt_dtype)out->dtype) * (size_t)out->shape[1];
    char *to = rt_tensor_pointer(out);

    if (row->ndim != 1 || row->shape[0] != out->shape[1] || !row->contiguous || row->dtype != out->dtype ||
        row->storage->device != out->storage->device || !out->storage->device->host_memory ||
        (size_t)out->shape[0] * size > 65536)
        return false;
    for (int64_t i = 0; i < out->shape[0]; i++, to += size)
        memcpy(to, rt_tensor_pointer(row), size);
    return true;
}

/* A dense row of out's type that the product may take in the place of out: of the CPU. */
static const void *row_of(T out, T row)
{
    const bool fits = row->ndim == 1 && row->shape[0] == out->shape[1] && row->contiguous && row->dtype == out->dtype &&
                      row->storage->device == out->storage->device && out->storage->device->type == RT_CPU;
    return fits && rt_dtype_is_float((enum rt_dtype)out->dtype) ? rt_tensor_pointer(row) : NULL;
}

/* out = beta out: BLAS does not look at matrices whose product is multiplied by 0, nor at what is not finite in them.
 */
static int product_left_out(T out, struct rt_scalar beta, struct rt_error *err)
{
    struct rt_device *device = out->storage->device;
    T a = rt_tensor_new(device, (enum rt_dtype)out->dtype, (int64_t[]){out->shape[0], 0}, 2, err);
    T b = a ? rt_tensor_new(device, (enum rt_dtype)out->dtype, (int64_t[]){0, out->shape[1]}, 2, err) : NULL;
    int status = b ? product(out, a, b, rt_scalar_int(0), beta, err) : -1;

    rt_tensor_unref(a);
    rt_tensor_unref(b);
    return status;
}

/* (self, mat1, mat2, beta, alpha) */
int rt_forward_addmm(struct rt_call *call, struct rt_error *err)
{
    T self = call->args[0].tensor, a = call->args[1].tensor, b = call->args[2].tensor, out;
    int64_t shape[2], strides[2];
    struct rt_shape expanded;
    struct rt_scalar beta = call->args[3].scalar;
    const bool keep = !rt_scalar_is_zero(beta), left_out = rt_scalar_is_zero(call->args[4].scalar);
    const void *row = NULL;

    if (self->dtype != b->dtype)
        return rt_error_set(err, RT_RUNTIME, "self and mat2 must have the same dtype, but got %s and %s",
                            scalar_word(self), scalar_word(b));
    if (a->dtype != b->dtype)
        return rt_error_set(err, RT_RUNTIME, "mat1 and mat2 must have the same dtype, but got %s and %s",
                            scalar_word(a), scalar_word(b));
    if (a->ndim != 2)
        return rt_error_set(err, RT_RUNTIME, "mat1 must be a matrix, got %d-D tensor", a->ndim);
    if (b->ndim != 2)
        return rt_error_set(err, RT_RUNTIME, "mat2 must be a matrix, got %d-D tensor", b->ndim);
    if (a->shape[1] != b->shape[0])
        return rt_error_set(err, RT_RUNTIME, "mat1 and mat2 shapes cannot be multiplied (%lldx%lld and %lldx%lld)",
                            (long long)a->shape[0], (long long)a->shape[1], (long long)b->shape[0],
                            (long long)b->shape[1]);
    if (check_type(a, addmm_kernel(a), err) < 0)
        return -1;
    shape[0] = a->shape[0];
    shape[1] = b->shape[1];
    if (rt_shape_expand(rt_expand_type(self), self->shape, self->strides, self->ndim, shape, 2, &expanded, strides,
                        err) < 0 ||
        !(out = rt_tensor_new(a->storage->device, (enum rt_dtype)a->dtype, shape, 2, err)))
        return -1;
    if (keep && !repeat_row(out, self)) {
        row = !left_out && rt_scalar_to_double(beta) == 1 && out->numel ? row_of(out, self) : NULL;
        if (!row && rt_copy_into(out, self, err) < 0)
            return finished(call, out, -1);
    }
    if (left_out && rt_dtype_is_inexact((enum rt_dtype)a->dtype) && rt_dtype_size((enum rt_dtype)a->dtype) > 2)
        return finished(call, out, product_left_out(out, beta, err));
    return finished(call, out, any_product(out, a, b, call->args[4].scalar, beta, false, row, err));
}

/* ---- gradients --------------------------------------------------------------------------------------------------- */

/* a saved operand, conjugated if it is complex */
#define H(i) rt_b_conj(BUILD, ARG(i))

/* The gradient of the first of two factors has the layout of the factor. */
static T back_left(struct rt_backward *b, int edge, T y)
{
    B m = BUILD;

    return b->node->inputs[edge].columns ? rt_b_t(m, rt_b_mm(m, y, rt_b_t(m, G))) : rt_b_mm(m, G, rt_b_t(m, y));
}

static T back_right(struct rt_backward *b, int edge, T x)
{
    B m = BUILD;

    return b->node->inputs[edge].columns ? rt_b_t(m, rt_b_mm(m, rt_b_t(m, G), x)) : rt_b_mm(m, rt_b_t(m, x), G);
}

BACKWARD(mm)
{
    (void)err;
    if (WANTS(0))
        SET(0, back_left(b, 0, H(1)));
    if (WANTS(1))
        SET(1, back_right(b, 1, H(0)));
    return 0;
}

BACKWARD(bmm)
{
    (void)err;
    SET(0, rt_b_bmm(BUILD, G, rt_b_transpose(BUILD, H(1), 1, 2)));
    SET(1, rt_b_bmm(BUILD, rt_b_transpose(BUILD, H(0), 1, 2), G));
    return 0;
}

BACKWARD(mv)
{
    B m = BUILD;

    (void)err;
    SET(0, rt_b_mul(m, rt_b_unsqueeze(m, G, 1), rt_b_unsqueeze(m, H(1), 0)));
    if (WANTS(1))
        SET(1, rt_b_two(m, &rt_op_mv, rt_b_t(m, H(0)), G));
    return 0;
}

BACKWARD(dot)
{
    (void)err;
    SET(0, rt_b_mul(BUILD, G, H(1)));
    SET(1, rt_b_mul(BUILD, G, H(0)));
    return 0;
}

/* The gradient of a factor s. */
static T scaled(B m, T g, struct rt_scalar s)
{
    if (g && rt_scalar_to_double(s) == 1 && s.kind != RT_CAT_COMPLEX)
        return g;
    return rt_build_apply(m, &rt_op_mul_Tensor, (struct rt_arg[]){rt_arg_tensor(g), rt_arg_scalar(rt_scalar_conj(s))},
                          2);
}

BACKWARD(addmm)
{
    B m = BUILD;
    struct rt_scalar beta = b->node->args[3].scalar, alpha = b->node->args[4].scalar;

    (void)err;
    SET(0, scaled(m, G, beta));
    if (WANTS(1))
        SET(1, scaled(m, back_left(b, 1, H(2)), alpha));
    if (WANTS(2))
        SET(2, scaled(m, back_right(b, 2, H(1)), alpha));
    return 0;
}

/* ---- matmul ------------------------------------------------------------------------------------------------------ */

static T unsafe_view(B b, T x, const int64_t *shape, int ndim)
{
    if (!x)
        return NULL;
    return rt_build_apply(b, &rt_op__unsafe_view,
                          (struct rt_arg[]){rt_arg_tensor(x), rt_arg_ints(shape, (uint32_t)ndim)}, 2);
}

static T squeeze_product(B b, T x, int64_t dim)
{
    if (!x)
        return NULL;
    return rt_build_apply(b, &rt_op__squeeze_reduced, (struct rt_arg[]){rt_arg_tensor(x), rt_arg_int(dim)}, 2);
}

/* A batch of matrices times one matrix or vector: the batch is folded into rows. */
static T fold_product(B b, T x, T y)
{
    int64_t shape[RT_MAX_DIMS], rows[2] = {1, x->shape[x->ndim - 1]};
    T flat, out;
    int n = x->ndim - 1;

    for (int i = 0; i < n; i++) {
        shape[i] = x->shape[i];
        rows[0] = rt_step_mul(rows[0], shape[i]);
    }
    flat = rt_b_reshape(b, x, rows, 2);
    if (y->ndim == 1)
        out = rt_b_two(b, &rt_op_mv, flat, y);
    else {
        out = rt_b_mm(b, flat, y);
        shape[n++] = y->shape[1];
    }
    return unsafe_view(b, out, shape, n);
}

/* Is a batch of matrices, multiplied by y from the right, taken as the rows of one? Where that needs no copy, or where
   y needs a gradient, which would be one for each matrix otherwise. */
static bool folds(T x, T y)
{
    if (x->ndim < 3 || y->ndim > 2)
        return false;
    for (int i = 0; i < x->ndim - 2 && x->numel && !rt_needs_grad(y); i++)
        if (x->strides[i] != rt_step_mul(x->strides[i + 1], x->shape[i + 1]))
            return false;
    return true;
}

/* Batches of both sides are broadcast and flattened to bmm. A vector on the right is a matrix of one column. */
static T batch_product(B b, T x, T y)
{
    bool vector = y->ndim == 1;
    struct rt_shape batch = {.ndim = x->ndim - 2};
    int64_t left[RT_MAX_DIMS], right[RT_MAX_DIMS], l3[3], r3[3], count = 1;
    T out;

    if (vector && !(y = rt_b_unsqueeze(b, y, 1)))
        return NULL;
    memcpy(batch.size, x->shape, (size_t)batch.ndim * sizeof(int64_t));
    if (rt_shape_broadcast(&batch, y->shape, y->ndim - 2, b->err) < 0) {
        b->failed = true;
        return NULL;
    }
    for (int i = 0; i < batch.ndim; i++) {
        left[i] = right[i] = batch.size[i];
        count = rt_step_mul(count, batch.size[i]);
    }
    for (int i = 0; i < 2; i++) {
        left[batch.ndim + i] = x->shape[x->ndim - 2 + i];
        right[batch.ndim + i] = y->shape[y->ndim - 2 + i];
    }
    l3[0] = r3[0] = count;
    memcpy(l3 + 1, left + batch.ndim, 2 * sizeof *l3);
    memcpy(r3 + 1, right + batch.ndim, 2 * sizeof *r3);
    x = rt_b_reshape(b, rt_b_expand(b, x, left, batch.ndim + 2), l3, 3);
    y = rt_b_reshape(b, rt_b_expand(b, y, right, batch.ndim + 2), r3, 3);
    out = rt_b_bmm(b, x, y);
    left[batch.ndim + 1] = r3[2];
    return unsafe_view(b, out, left, batch.ndim + 2 - vector);
}

/* Is a vector times a batch computed as one matrix times the vector? Where the layout of the batch allows it, or where
   the vector's gradient would need a large tensor. Tells the text of an error only. */
static bool is_folded(const struct rt_tensor *x, const struct rt_tensor *y)
{
    int n = y->ndim;

    if (rt_needs_grad(x))
        return true;
    if (y->strides[n - 3] != rt_step_mul(y->strides[n - 1], y->shape[n - 1]))
        return false;
    for (int i = 0; i < n - 3; i++)
        if (y->strides[i] != rt_step_mul(y->strides[i + 1], y->shape[i + 1]))
            return false;
    return true;
}

int rt_forward_matmul(struct rt_call *call, struct rt_error *err)
{
    T x = call->args[0].tensor, y = call->args[1].tensor, out;
    struct rt_build b;

    if (x->ndim == 0 || y->ndim == 0)
        return rt_error_set(err, RT_RUNTIME,
                            "both arguments to matmul need to be at least 1D, but they are %dD and %dD", x->ndim,
                            y->ndim);
    if (x->ndim == 2 && y->ndim == 2)
        return rt_apply(&rt_op_mm, call->args, 2, call->results, err);
    if (x->ndim == 1 && y->ndim == 1)
        return rt_apply(&rt_op_dot, call->args, 2, call->results, err);
    if (x->ndim == 2 && y->ndim == 1)
        return rt_apply(&rt_op_mv, call->args, 2, call->results, err);
    rt_build_init(&b, err);
    /* one matrix for all of a batch that needs a gradient is taken as a matrix */
    if (x->ndim == 3 && y->ndim == 3 && x->shape[0] != y->shape[0] && rt_grad_enabled()) {
        bool first = x->shape[0] == 1 && rt_needs_grad(x), second = y->shape[0] == 1 && rt_needs_grad(y);
        x = first ? rt_b_squeeze(&b, x, 0) : x;
        y = second ? rt_b_squeeze(&b, y, 0) : y;
        if (!x || !y)
            return rt_build_return(&b, call, NULL);
    }
    if (x->ndim == 1 && y->ndim > 2 && y->numel && x->numel != y->shape[y->ndim - 2] && !is_folded(x, y)) {
        const int64_t count = y->numel / y->shape[y->ndim - 2] / y->shape[y->ndim - 1];
        rt_error_set(err, RT_RUNTIME,
                     "Expected size for first two dimensions of batch2 tensor to be: [%lld, %lld] but got: [%lld, "
                     "%lld].",
                     (long long)count, (long long)x->numel, (long long)count, (long long)y->shape[y->ndim - 2]);
        return rt_build_return(&b, call, NULL);
    }
    if (x->ndim == 1 && y->ndim == 2)
        out = squeeze_product(&b, rt_b_mm(&b, rt_b_unsqueeze(&b, x, 0), y), 0);
    else if (folds(x, y))
        out = fold_product(&b, x, y);
    else if (x->ndim == 1 || (x->ndim == 2 && rt_needs_grad(x) && rt_grad_enabled())) {
        /* exchanged and transposed: y^T x^T */
        T transposed = rt_b_transpose(&b, y, y->ndim - 2, y->ndim - 1);
        out = transposed && x->ndim == 1 ? fold_product(&b, transposed, x) : NULL;
        if (transposed && x->ndim == 2) {
            out = rt_b_t(&b, x);
            out = out ? rt_b_transpose(&b, fold_product(&b, transposed, out), y->ndim - 2, y->ndim - 1) : NULL;
            if (out)
                out = rt_build_apply(&b, &rt_op_contiguous, (struct rt_arg[]){rt_arg_tensor(out)}, 1);
        }
    } else
        out = batch_product(&b, x, y);
    return rt_build_return(&b, call, out);
}

/* All products of a few numbers. */
static T small_products(T x, T y, struct rt_error *err)
{
    T out = rt_tensor_new(x->storage->device, (enum rt_dtype)x->dtype, (int64_t[]){x->numel, y->numel}, 2, err);

#define PRODUCTS(C)                                                                                                    \
    for (int64_t i = 0; out && i < x->numel; i++)                                                                      \
        for (int64_t j = 0; j < y->numel; j++)                                                                         \
    ((C *)rt_tensor_pointer(out))[i * y->numel + j] =                                                                  \
        ((const C *)rt_tensor_pointer(x))[i] * ((const C *)rt_tensor_pointer(y))[j]
    if (x->dtype == RT_FLOAT32)
        PRODUCTS(float);
    else
        PRODUCTS(double);
#undef PRODUCTS
    return out;
}

int rt_forward_outer(struct rt_call *call, struct rt_error *err)
{
    T x = call->args[0].tensor, y = call->args[1].tensor;
    struct rt_build b;

    if (x->ndim != 1 || y->ndim != 1)
        return rt_error_set(err, RT_RUNTIME, "outer: Expected 1-D argument %s, but got %d-D",
                            x->ndim != 1 ? "self" : "vec2", x->ndim != 1 ? x->ndim : y->ndim);
    if (x->dtype == y->dtype && rt_is_single(x) && rt_is_small(x) && rt_is_small(y) &&
        x->numel * y->numel <= RT_SMALL && x->storage->device == y->storage->device && !rt_is_recorded(call))
        return rt_result_steal(call, small_products(x, y, err));
    rt_build_init(&b, err);
    return rt_build_return(&b, call, rt_b_mul(&b, rt_b_reshape(&b, x, (int64_t[]){x->numel, 1}, 2), y));
}

/* The same without recording: the product itself, with the weight transposed. */
static int plain_linear(struct rt_call *call, T x, T w, T bias, struct rt_error *err)
{
    struct rt_call inner;
    T wt = rt_tensor_window(w, (int64_t[]){w->shape[1], w->shape[0]}, (int64_t[]){w->strides[1], w->strides[0]}, 2,
                            w->offset, false, err);
    int rc = -1;

    inner.op = &rt_op_addmm;
    inner.device = call->device;
    inner.results = call->results;
    inner.nargs = 5;
    inner.out = NULL;
    inner.inplace = false;
    if (wt && (inner.schema = rt_op_schema(&rt_op_addmm, err))) {
        inner.args[0] = rt_arg_tensor(bias);
        inner.args[1] = rt_arg_tensor(x);
        inner.args[2] = rt_arg_tensor(wt);
        inner.args[3] = inner.args[4] = rt_arg_scalar(rt_scalar_int(1));
        rc = rt_forward_addmm(&inner, err);
    }
    rt_tensor_unref(wt);
    return rc;
}

/* out + bias as adding in place has it: shape and type are those of out. */
static T added_in_place(B b, T out, T bias, struct rt_error *err)
{
    struct rt_shape shape;
    char one[RT_SHAPE_TEXT], other[RT_SHAPE_TEXT];

    memset(&shape, 0, sizeof shape);
    shape.ndim = out->ndim;
    memcpy(shape.size, out->shape, (size_t)out->ndim * sizeof *out->shape);
    if (rt_shape_broadcast(&shape, bias->shape, bias->ndim, err) < 0)
        return NULL;
    if (!rt_shape_equal(shape.size, shape.ndim, out->shape, out->ndim)) {
        rt_error_set(err, RT_RUNTIME, "output with shape %s doesn't match the broadcast shape %s",
                     rt_shape_text(out->shape, out->ndim, one, sizeof one),
                     rt_shape_text(shape.size, shape.ndim, other, sizeof other));
        return NULL;
    }
    return rt_b_add(b, out, rt_b_to(b, bias, (enum rt_dtype)out->dtype));
}

/* linear: 2-d addmm; 1-d and dense 3-d with bias through a view of addmm; otherwise matmul and add */
/* As the product is called that it becomes: addmm(bias, input, weight), or mm(input, weight). */
static int check_devices(T x, T w, T bias, struct rt_error *err)
{
    struct rt_device *input = x->storage->device, *weight = w->storage->device;
    struct rt_device *on = bias ? bias->storage->device : input;

    if (input != on)
        return rt_mixed_devices("addmm", "mat1", input, on, err);
    return weight != on ? rt_mixed_devices(bias ? "addmm" : "mm", "mat2", weight, on, err) : 0;
}

int rt_forward_linear(struct rt_call *call, struct rt_error *err)
{
    T x = call->args[0].tensor, w = call->args[1].tensor, bias = rt_arg_get_tensor(call, 2), wt, out;
    int64_t rows[2], shape[RT_MAX_DIMS];
    struct rt_build b;

    if (bias && x->ndim == 2 && w->ndim == 2 && x->storage->device == w->storage->device &&
        x->storage->device == bias->storage->device &&
        !(rt_is_followed(x) || rt_is_followed(w) || rt_is_followed(bias)))
        return plain_linear(call, x, w, bias, err);
    if (check_devices(x, w, bias, err) < 0)
        return -1;
    if (!x->ndim || !w->ndim)
        return rt_error_set(err, RT_RUNTIME,
                            "both arguments to linear need to be at least 1D, but they are %dD and %dD", x->ndim,
                            w->ndim);
    rt_build_init(&b, err);
    wt = rt_b_t(&b, w);
    if (bias && wt && x->ndim == 2) {
        out = rt_build_apply(&b, &rt_op_addmm,
                             (struct rt_arg[]){rt_arg_tensor(bias), rt_arg_tensor(x), rt_arg_tensor(wt)}, 3);
        return rt_build_return(&b, call, out);
    }
    if (bias && wt && x->ndim >= 1 && (x->contiguous || x->ndim == 1) && bias->ndim == 1 && bias->contiguous) {
        rows[1] = x->shape[x->ndim - 1];
        rows[0] = 1;
        for (int i = 0; i < x->ndim - 1; i++) {
            shape[i] = x->shape[i];
            rows[0] = rt_step_mul(rows[0], shape[i]);
        }
        shape[x->ndim - 1] = w->shape[0];
        out = rt_b_reshape(&b, x, rows, 2);
        if (out)
            out = rt_build_apply(&b, &rt_op_addmm,
                                 (struct rt_arg[]){rt_arg_tensor(bias), rt_arg_tensor(out), rt_arg_tensor(wt)}, 3);
        if (out)
            out = rt_build_apply(&b, &rt_op_view,
                                 (struct rt_arg[]){rt_arg_tensor(out), rt_arg_ints(shape, (uint32_t)x->ndim)}, 2);
        return rt_build_return(&b, call, out);
    }
    out = rt_b_matmul(&b, x, wt);
    return rt_build_return(&b, call, out && bias ? added_in_place(&b, out, bias, err) : out);
}
