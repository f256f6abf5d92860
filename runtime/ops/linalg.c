/* What the files of linear algebra share: layouts, checks, LAPACK's info codes, builder steps; and the LU family:
   lu_factor, lu, lu_unpack, lu_solve, solve, inv, det, slogdet. Must not call LAPACK: that is the device's kernel. */
#include "ops/linalg.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- tensors as LAPACK wants them -------------------------------------------------------------------------------- */

enum rt_dtype rt_real_dtype(enum rt_dtype dtype)
{
    return dtype == RT_COMPLEX64 ? RT_FLOAT32 : dtype == RT_COMPLEX128 ? RT_FLOAT64 : dtype;
}

enum rt_dtype rt_complex_dtype(enum rt_dtype dtype)
{
    return dtype == RT_FLOAT32 ? RT_COMPLEX64 : dtype == RT_FLOAT64 ? RT_COMPLEX128 : dtype;
}

T rt_columns_new(const int64_t *shape, int ndim, enum rt_dtype dtype, struct rt_device *device, struct rt_error *err)
{
    int64_t transposed[RT_MAX_DIMS], strides[RT_MAX_DIMS], last;

    memcpy(transposed, shape, (size_t)ndim * sizeof *transposed);
    transposed[ndim - 2] = shape[ndim - 1];
    transposed[ndim - 1] = shape[ndim - 2];
    rt_shape_contiguous(transposed, ndim, strides);
    last = strides[ndim - 1];
    strides[ndim - 1] = strides[ndim - 2];
    strides[ndim - 2] = last;
    return rt_tensor_new_strided(device, dtype, shape, strides, ndim, err);
}

T rt_columns_copy(T t, const int64_t *batch, int nbatch, struct rt_error *err)
{
    int64_t shape[RT_MAX_DIMS];
    int n = batch ? nbatch + 2 : t->ndim;
    T copy;

    memcpy(shape, batch ? batch : t->shape, (size_t)(n - 2) * sizeof *shape);
    memcpy(shape + n - 2, t->shape + t->ndim - 2, 2 * sizeof *shape);
    copy = rt_columns_new(shape, n, (enum rt_dtype)t->dtype, t->storage->device, err);
    if (copy && copy->numel && rt_copy_into(copy, t, err) < 0) {
        rt_tensor_unref(copy);
        return NULL;
    }
    return copy;
}

T rt_corner(T t, int64_t rows, int64_t columns, struct rt_error *err)
{
    int64_t shape[RT_MAX_DIMS];

    memcpy(shape, t->shape, t->ndim * sizeof *shape);
    shape[t->ndim - 2] = rows;
    shape[t->ndim - 1] = columns;
    return rt_tensor_window(t, shape, t->strides, t->ndim, t->offset, false, err);
}

T rt_transposed(T t, struct rt_error *err)
{
    int64_t shape[RT_MAX_DIMS], strides[RT_MAX_DIMS];
    int n = t->ndim;

    memcpy(shape, t->shape, t->ndim * sizeof *shape);
    memcpy(strides, t->strides, t->ndim * sizeof *strides);
    shape[n - 1] = t->shape[n - 2];
    shape[n - 2] = t->shape[n - 1];
    strides[n - 1] = t->strides[n - 2];
    strides[n - 2] = t->strides[n - 1];
    return rt_tensor_window(t, shape, strides, n, t->offset, false, err);
}

static void flat_view(T t, int inner, struct rt_view *view)
{
    int64_t batch = 1, size = 1;

    memset(view, 0, sizeof *view);
    view->data = rt_tensor_pointer(t);
    view->dtype = (enum rt_dtype)t->dtype;
    view->ndim = inner + 1;
    for (int i = 0; i < t->ndim - inner; i++)
        batch = rt_step_mul(batch, t->shape[i]);
    for (int i = 0; i < inner; i++) {
        view->shape[1 + i] = t->shape[t->ndim - inner + i];
        view->strides[1 + i] = t->strides[t->ndim - inner + i];
        size = rt_step_mul(size, view->shape[1 + i]);
    }
    view->shape[0] = batch;
    view->strides[0] = size;
}

void rt_matrices(T t, struct rt_view *view)
{
    flat_view(t, 2, view);
}
void rt_vectors(T t, struct rt_view *view)
{
    flat_view(t, 1, view);
}
void rt_singles(T t, struct rt_view *view)
{
    flat_view(t, 0, view);
}

int rt_linalg_run(T on, const struct rt_linalg_call *call, struct rt_error *err)
{
    struct rt_device *device = on->storage->device;

    if (call->a.shape[0] == 0 || call->a.shape[1] == 0 || call->a.shape[2] == 0)
        return 0;
    if (call->c.data && call->c.ndim == 3 && (call->c.shape[1] == 0 || call->c.shape[2] == 0))
        return 0;
    return device->kernels->linalg(device, call, err);
}

T rt_new_info(T a, struct rt_error *err)
{
    T info = rt_tensor_new(a->storage->device, RT_INT32, a->shape, a->ndim - 2, err);

    if (info && rt_fill_constant(info, rt_scalar_int(0), err) < 0) {
        rt_tensor_unref(info);
        return NULL;
    }
    return info;
}

/* ---- checks ------------------------------------------------------------------------------------------------------ */

int rt_check_matrix(T t, const char *name, const char *letter, struct rt_error *err)
{
    if (t->ndim >= 2)
        return 0;
    return rt_error_set(err, RT_RUNTIME, "%s: The input tensor %s must have at least 2 dimensions.", name, letter);
}

int rt_check_square(T t, const char *name, const char *letter, struct rt_error *err)
{
    if (rt_check_matrix(t, name, letter, err) < 0)
        return -1;
    if (t->shape[t->ndim - 1] == t->shape[t->ndim - 2])
        return 0;
    return rt_error_set(err, RT_RUNTIME,
                        "%s: %s must be batches of square matrices, but they are %lld by %lld matrices", name, letter,
                        (long long)t->shape[t->ndim - 2], (long long)t->shape[t->ndim - 1]);
}

static bool low_precision(T t)
{
    return t->dtype == RT_FLOAT16 || t->dtype == RT_BFLOAT16;
}

int rt_check_inexact(T t, const char *name, bool low, struct rt_error *err)
{
    const char *word = rt_dtype_table[t->dtype].scalar;

    if (!rt_dtype_is_inexact((enum rt_dtype)t->dtype))
        return rt_error_set(err, RT_RUNTIME, "%s: Expected a floating point or complex tensor as input. Got %s", name,
                            word);
    if (low && low_precision(t))
        return rt_error_set(err, RT_RUNTIME, "%s: Low precision dtypes not supported. Got %s", name, word);
    return 0;
}

int rt_check_lapack(T t, const char *kernel, struct rt_error *err)
{
    if (rt_dtype_is_inexact((enum rt_dtype)t->dtype) && !low_precision(t))
        return 0;
    return rt_error_set(err, RT_NOT_IMPLEMENTED, "\"%s\" not implemented for '%s'", kernel,
                        rt_dtype_table[t->dtype].scalar);
}

static int info_error(const char *name, const char *batch, enum rt_info_text text, int code, struct rt_error *err)
{
    switch (text) {
    case RT_INFO_INVERSE:
        return rt_error_set(err, RT_LINALG,
                            "%s: %sThe diagonal element %d is zero, the inversion could not be completed because the "
                            "input matrix is singular.",
                            name, batch, code);
    case RT_INFO_CHOLESKY:
        return rt_error_set(err, RT_LINALG,
                            "%s: %sThe factorization could not be completed because the input is not "
                            "positive-definite (the leading minor of order %d is not positive-definite).",
                            name, batch, code);
    case RT_INFO_SOLVE:
        return rt_error_set(err, RT_LINALG, "%s: %sThe solver failed because the input matrix is singular.", name,
                            batch);
    case RT_INFO_LU:
        return rt_error_set(err, RT_RUNTIME,
                            "%s: %sU[%d,%d] is zero and using it on lu_solve would result in a division by zero. If "
                            "you still want to perform the factorization, consider calling linalg.lu(A, pivot) or "
                            "linalg.lu_factor_ex(A, pivot)",
                            name, batch, code, code);
    case RT_INFO_EIG:
        if (code == RT_LINALG_NOT_FINITE)
            return rt_error_set(err, RT_RUNTIME, "torch.linalg.eig: input tensor should not contain infs or NaNs.");
        /* fallthrough */
    case RT_INFO_EIGH:
        return rt_error_set(err, RT_LINALG,
                            "%s: %sThe algorithm failed to converge because the input matrix is ill-conditioned or has "
                            "too many repeated eigenvalues (error code: %d).",
                            name, batch, code);
    case RT_INFO_SVD:
    default:
        if (code == RT_LINALG_NOT_FINITE)
            return rt_error_set(err, RT_LINALG,
                                "%s: %sThe algorithm failed to converge because the input matrix contained non-finite "
                                "values.",
                                name, batch);
        return rt_error_set(err, RT_LINALG,
                            "%s: %sThe algorithm failed to converge because the input matrix is ill-conditioned or has "
                            "too many repeated singular values (error code: %d).",
                            name, batch, code);
    }
}

int rt_check_info(T info, const char *name, enum rt_info_text text, struct rt_error *err)
{
    int32_t small[64], *codes = small;
    char batch[48] = "";
    int rc = 0;

    if (info->numel == 0 || rt_is_meta(info))
        return 0;
    if (info->numel > 64 && !(codes = rt_alloc_items(info->numel, sizeof *codes, 0)))
        return rt_error_memory(err);
    rc = rt_tensor_to_host(info, codes, RT_INT32, err);
    for (int64_t i = 0; rc == 0 && i < info->numel; i++) {
        if (!codes[i])
            continue;
        if (info->ndim)
            snprintf(batch, sizeof batch, "(Batch element %lld): ", (long long)i);
        rc = info_error(name, batch, text, codes[i], err);
    }
    if (codes != small)
        rt_free(codes);
    return rc;
}

int rt_return_results(struct rt_call *call, T *list, int n)
{
    bool full = true;

    for (int i = 0; i < n; i++)
        full = full && list[i];
    for (int i = 0; i < n; i++) {
        if (full)
            call->results->tensor[i] = list[i];
        else
            rt_tensor_unref(list[i]);
    }
    call->results->count = full ? n : 0;
    return full ? 0 : -1;
}

int rt_build_give(struct rt_build *b, struct rt_call *call, T *list, int n)
{
    T mine[RT_MAX_RESULTS];
    int rc = -1;

    if (!b->failed) {
        for (int i = 0; i < n; i++)
            mine[i] = rt_tensor_get(list[i]);
        rc = rt_return_results(call, mine, n);
    }
    rt_build_end(b);
    return rc;
}

/* ---- steps ------------------------------------------------------------------------------------------------------- */

T rt_b_mT(B b, T x)
{
    return rt_b_transpose(b, x, -2, -1);
}

/* Rows that only complex numbers need: found by name, for they are another family's. */
static T named_map(B b, T x, const char *name)
{
    struct rt_op *op;

    if (!x)
        return b->failed = true, NULL;
    if (!rt_dtype_is_complex((enum rt_dtype)x->dtype))
        return x;
    if (!(op = rt_op_named(name))) {
        rt_error_set(b->err, RT_NOT_IMPLEMENTED, "\"%s\" is not there for '%s'", name, rt_dtype_table[x->dtype].scalar);
        return b->failed = true, NULL;
    }
    return rt_b_map(b, op, x);
}

T rt_b_real(B b, T x)
{
    return named_map(b, x, "real");
}
T rt_b_mH(B b, T x)
{
    return rt_b_conj(b, rt_b_mT(b, x));
}

static T with_ints(B b, struct rt_op *op, T x, int64_t i, int64_t j, int64_t k, int n)
{
    if (!x)
        return b->failed = true, NULL;
    return rt_build_apply(b, op, (struct rt_arg[]){rt_arg_tensor(x), rt_arg_int(i), rt_arg_int(j), rt_arg_int(k)},
                          1 + n);
}
T rt_b_diagonal(B b, T x)
{
    return with_ints(b, &rt_op_diagonal, x, 0, -2, -1, 3);
}
T rt_b_diag_embed(B b, T x)
{
    return with_ints(b, &rt_op_diag_embed, x, 0, 0, 0, 1);
}
T rt_b_tril(B b, T x, int64_t k)
{
    return with_ints(b, &rt_op_tril, x, k, 0, 0, 1);
}
T rt_b_triu(B b, T x, int64_t k)
{
    return with_ints(b, &rt_op_triu, x, k, 0, 0, 1);
}
T rt_b_eye(B b, int64_t n, T like)
{
    return rt_build_apply(b, &rt_op_eye,
                          (struct rt_arg[]){rt_arg_int(n), rt_arg_dtype((enum rt_dtype)like->dtype), rt_arg_default(),
                                            rt_arg_device(like->storage->device)},
                          4);
}
T rt_b_solve(B b, T a, T y, bool left)
{
    if (!a || !y)
        return b->failed = true, NULL;
    return rt_build_apply(b, &rt_op__linalg_solve_ex,
                          (struct rt_arg[]){rt_arg_tensor(a), rt_arg_tensor(y), rt_arg_bool(left)}, 3);
}
T rt_b_solve_triangular(B b, T a, T y, bool upper, bool left, bool unit)
{
    if (!a || !y)
        return b->failed = true, NULL;
    return rt_build_apply(
        b, &rt_op_linalg_solve_triangular,
        (struct rt_arg[]){rt_arg_tensor(a), rt_arg_tensor(y), rt_arg_bool(upper), rt_arg_bool(left), rt_arg_bool(unit)},
        5);
}

/* ---- LU ---------------------------------------------------------------------------------------------------------- */

int rt_lu_factor(T a, T *factors, T *pivots, T *info, struct rt_error *err)
{
    struct rt_linalg_call call = {.op = RT_LINALG_LU};
    int64_t shape[RT_MAX_DIMS], m = a->shape[a->ndim - 2], n = a->shape[a->ndim - 1];

    memcpy(shape, a->shape, (size_t)(a->ndim - 2) * sizeof *shape);
    shape[a->ndim - 2] = m < n ? m : n;
    *pivots = *info = NULL;
    if ((*factors = rt_columns_copy(a, NULL, 0, err)) &&
        (*pivots = rt_tensor_new(a->storage->device, RT_INT32, shape, a->ndim - 1, err)) &&
        (*info = rt_new_info(a, err))) {
        rt_matrices(*factors, &call.a);
        rt_vectors(*pivots, &call.b);
        rt_singles(*info, &call.info);
        if (rt_linalg_run(a, &call, err) == 0)
            return 0;
    }
    rt_tensor_unref(*factors);
    rt_tensor_unref(*pivots);
    rt_tensor_unref(*info);
    return -1;
}

int rt_lu_apply(T factors, T pivots, T y, char transpose, struct rt_error *err)
{
    struct rt_linalg_call call = {.op = RT_LINALG_LU_SOLVE, .transpose = transpose};
    T info = rt_new_info(y, err), f = NULL, p = NULL;
    int rc = -1;

    /* one matrix for each right side */
    if (info && (f = rt_columns_copy(factors, y->shape, y->ndim - 2, err))) {
        int64_t shape[RT_MAX_DIMS];
        memcpy(shape, y->shape, (size_t)(y->ndim - 2) * sizeof *shape);
        shape[y->ndim - 2] = pivots->shape[pivots->ndim - 1];
        p = rt_tensor_new(y->storage->device, RT_INT32, shape, y->ndim - 1, err);
        if (p && (p->numel == 0 || rt_copy_into(p, pivots, err) == 0)) {
            rt_matrices(f, &call.a);
            rt_vectors(p, &call.b);
            rt_matrices(y, &call.c);
            rt_singles(info, &call.info);
            rc = rt_linalg_run(y, &call, err);
        }
    }
    rt_tensor_unref(info);
    rt_tensor_unref(f);
    rt_tensor_unref(p);
    return rc;
}

static int check_pivot(const struct rt_call *call, int i, struct rt_error *err)
{
    if (call->args[i].boolean)
        return 0;
    return rt_error_set(err, RT_RUNTIME, "linalg.lu_factor: LU without pivoting is not implemented on the CPU");
}

static int check_lu(T a, const char *name, struct rt_error *err)
{
    char text[RT_SHAPE_TEXT];

    if (a->ndim >= 2)
        return rt_check_lapack(a, "lu_cpu", err);
    return rt_error_set(err, RT_RUNTIME, "%s: Expected tensor with 2 or more dimensions. Got size: %s instead", name,
                        rt_shape_text(a->shape, a->ndim, text, sizeof text));
}

/* (A, pivot, check_errors) */
int rt_forward_linalg_lu_factor_ex(struct rt_call *call, struct rt_error *err)
{
    T a = call->args[0].tensor, list[3];

    if (check_lu(a, "torch.lu_factor", err) < 0 || check_pivot(call, 1, err) < 0 ||
        rt_lu_factor(a, &list[0], &list[1], &list[2], err) < 0)
        return -1;
    rt_return_results(call, list, 3);
    return call->args[2].boolean ? rt_check_info(list[2], "torch.linalg.lu_factor_ex", RT_INFO_LU, err) : 0;
}

/* (A, pivot) */
int rt_forward_linalg_lu_factor(struct rt_call *call, struct rt_error *err)
{
    struct rt_build b;
    T list[3];

    rt_build_init(&b, err);
    if (rt_build_apply_many(&b, &rt_op_linalg_lu_factor_ex, call->args, 2, list, 3) == 0 &&
        rt_check_info(list[2], "torch.linalg.lu_factor", RT_INFO_LU, err) < 0)
        b.failed = true;
    return rt_build_give(&b, call, list, 2);
}

int rt_check_pivots(T pivots, rt_pivot_check check, int64_t n, struct rt_error *err)
{
    int64_t k = pivots->ndim ? pivots->shape[pivots->ndim - 1] : 1;
    struct rt_elements e;
    int rc = 0;

    if (pivots->numel == 0 || rt_is_meta(pivots))
        return 0;
    if (rt_elements_of(&e, pivots, RT_INT32, err) < 0)
        return -1;
    for (int64_t i = 0; rc == 0 && i < pivots->numel; i += k)
        rc = check((const int32_t *)e.data + i, k, n, err);
    rt_elements_done(&e);
    return rc;
}

static int no_pivots(struct rt_error *err)
{
    return rt_error_set(err, RT_RUNTIME,
                        "pivots passed to lu_unpack must be between 1 and LU.size(-2) inclusive."
                        "Did you properly pass the result of lu_factor?");
}

static int check_unpacked(const int32_t *pivots, int64_t k, int64_t n, struct rt_error *err)
{
    for (int64_t j = 0; j < k; j++)
        if (pivots[j] < 1 || pivots[j] > n)
            return no_pivots(err);
    return 0;
}

static int check_solved(const int32_t *pivots, int64_t k, int64_t n, struct rt_error *err)
{
    for (int64_t j = 0; j < k; j++)
        if (pivots[j] < 1 || pivots[j] > n)
            return rt_error_set(
                err, RT_RUNTIME,
                "Pivots given to lu_solve must all be %s. Did you properly pass the result of lu_factor?",
                pivots[j] < 1 ? "greater or equal to 1" : "smaller or equal to LU.size(-2)");
    return 0;
}

/* The matrices of the permutations that the pivots describe, one for each matrix of factors; made on the host, which
   waits for them. */
static T permutation(T pivots, T factors, struct rt_error *err)
{
    const int ndim = factors->ndim;
    int64_t m = factors->shape[ndim - 2], n = factors->shape[ndim - 1], k = m < n ? m : n, shape[RT_MAX_DIMS];
    T like = factors, result = NULL, every = NULL;
    int64_t *rows = rt_alloc_items(m, 8, 8);
    struct rt_elements swaps = {.own = NULL};

    memcpy(shape, factors->shape, (size_t)ndim * sizeof *shape);
    shape[ndim - 2] = k;
    if ((!pivots->ndim || pivots->shape[pivots->ndim - 1] != k) && no_pivots(err) < 0)
        goto done;
    if (rt_check_pivots(pivots, check_unpacked, m, err) < 0)
        goto done;
    if (!(every = rt_tensor_new(pivots->storage->device, RT_INT32, shape, ndim - 1, err)) ||
        rt_copy_into(every, pivots, err) < 0)
        goto done;
    shape[ndim - 2] = shape[ndim - 1] = m;
    if (rt_is_meta(pivots))
        result = rt_tensor_new(like->storage->device, (enum rt_dtype)like->dtype, shape, ndim, err);
    else if (!rows)
        rt_error_memory(err);
    else if (rt_elements_of(&swaps, every, RT_INT32, err) == 0 &&
             (result = rt_tensor_new(rt_device_cpu(), (enum rt_dtype)like->dtype, shape, ndim, err))) {
        size_t size = rt_dtype_size((enum rt_dtype)like->dtype);
        char *out = rt_tensor_pointer(result);
        memset(out, 0, (size_t)result->numel * size);
        for (int64_t i = 0; i < (m ? result->numel / m / m : 0); i++) {
            for (int64_t j = 0; j < m; j++)
                rows[j] = j;
            for (int64_t j = 0; j < k; j++) {
                int64_t other = ((const int32_t *)swaps.data)[i * k + j] - 1, row = rows[j];
                rows[j] = rows[other];
                rows[other] = row;
            }
            for (int64_t j = 0; j < m; j++)
                rt_scalar_store((enum rt_dtype)like->dtype, out + (size_t)((i * m + rows[j]) * m + j) * size,
                                rt_scalar_int(1));
        }
        T there = rt_tensor_to(result, RT_DTYPE_NONE, like->storage->device, false, err);
        rt_tensor_unref(result);
        result = there;
    }
done:
    rt_elements_done(&swaps);
    rt_tensor_unref(every);
    rt_free(rows);
    return result;
}

/* The triangles of factors, by rows. */
static void triangles(B b, T factors, T *lower, T *upper)
{
    int64_t m = factors->shape[factors->ndim - 2], n = factors->shape[factors->ndim - 1], k = m < n ? m : n;
    T left = rt_b_narrow(b, factors, -1, 0, k), top = rt_b_narrow(b, factors, -2, 0, k);

    *lower =
        rt_b_tril(b, left ? rt_build_apply(b, &rt_op_contiguous, (struct rt_arg[]){rt_arg_tensor(left)}, 1) : NULL, -1);
    *upper =
        rt_b_triu(b, top ? rt_build_apply(b, &rt_op_contiguous, (struct rt_arg[]){rt_arg_tensor(top)}, 1) : NULL, 0);
    if (*lower) { /* ones on the diagonal */
        T diagonal = rt_b_diagonal(b, *lower);
        if (diagonal && diagonal->numel && rt_fill_constant(diagonal, rt_scalar_int(1), b->err) < 0)
            b->failed = true;
    }
}

/* (A, pivot) -> P, L, U */
int rt_forward_linalg_lu(struct rt_call *call, struct rt_error *err)
{
    T a = call->args[0].tensor, factors, pivots, info, list[3];
    struct rt_build b;

    if (check_lu(a, "linalg.lu", err) < 0 || check_pivot(call, 1, err) < 0 ||
        rt_lu_factor(a, &factors, &pivots, &info, err) < 0)
        return -1;
    rt_build_init(&b, err);
    triangles(&b, factors, &list[1], &list[2]);
    list[0] = rt_build_keep_steal(&b, permutation(pivots, a, err));
    rt_tensor_unref(factors);
    rt_tensor_unref(pivots);
    rt_tensor_unref(info);
    return rt_build_give(&b, call, list, 3);
}

/* (LU_data, LU_pivots, unpack_data, unpack_pivots) -> P, L, U */
int rt_forward_lu_unpack(struct rt_call *call, struct rt_error *err)
{
    T factors = call->args[0].tensor, pivots = call->args[1].tensor, list[3];
    int64_t none = 0;
    struct rt_build b;

    if (pivots->dtype != RT_INT32)
        return rt_error_set(err, RT_RUNTIME,
                            "torch.lu_unpack: LU_pivots is expected to be a contiguous tensor of torch.int32 dtype.\n"
                            "Note: this function is intended to be used with the output produced by "
                            "torch.linalg.lu_factor");
    if (check_lu(factors, "torch.lu_unpack", err) < 0)
        return -1;
    rt_build_init(&b, err);
    list[0] = list[1] = list[2] = NULL;
    if (call->args[2].boolean)
        triangles(&b, factors, &list[1], &list[2]);
    if (call->args[3].boolean)
        list[0] = rt_build_keep_steal(&b, permutation(pivots, factors, err));
    for (int i = 0; i < 3; i++)
        if (!list[i])
            list[i] = rt_b_zeros(&b, &none, 1, (enum rt_dtype)factors->dtype, factors->storage->device);
    return rt_build_give(&b, call, list, 3);
}

/* Is y a batch of vectors for a? */
static bool is_vector(T a, T y)
{
    return y->ndim == 1 || (a->ndim - 1 == y->ndim && rt_shape_equal(y->shape, y->ndim, a->shape, a->ndim - 1));
}

static int check_sides(T a, T y, bool left, const char *name, struct rt_error *err)
{
    int64_t n = a->shape[a->ndim - 2], rows = y->shape[y->ndim - 2], columns = y->shape[y->ndim - 1];

    if (n == (left ? rows : columns))
        return 0;
    return rt_error_set(err, RT_RUNTIME,
                        "%s: Incompatible shapes of A and B for the equation %s = B (%lldx%lld and %lldx%lld)", name,
                        left ? "AX" : "XA", (long long)a->shape[a->ndim - 2], (long long)a->shape[a->ndim - 1],
                        (long long)rows, (long long)columns);
}

static int check_same_type(T a, T y, const char *name, const char *letter, struct rt_error *err)
{
    if (a->dtype == y->dtype)
        return 0;
    return rt_error_set(
        err, RT_RUNTIME,
        "%s: Expected %s and B to have the same dtype, but found %s of type %s and B of type %s instead", name, letter,
        letter, rt_dtype_table[a->dtype].scalar, rt_dtype_table[y->dtype].scalar);
}

static int common_batch(T a, T y, struct rt_shape *batch, struct rt_error *err)
{
    batch->ndim = a->ndim - 2;
    memcpy(batch->size, a->shape, (size_t)batch->ndim * sizeof *batch->size);
    return rt_shape_broadcast(batch, y->shape, y->ndim - 2, err);
}

/* A copy of y for LAPACK, transposed unless it is the left operand; NULL on error. */
static T right_sides(T y, bool left, const struct rt_shape *batch, bool conjugate, struct rt_error *err)
{
    T seen = left ? rt_tensor_get(y) : rt_transposed(y, err), copy = NULL;
    struct rt_build b;

    rt_build_init(&b, err);
    if (seen && conjugate) {
        T transposed = rt_b_conj(&b, rt_build_keep_steal(&b, seen));
        seen = transposed ? rt_tensor_get(transposed) : NULL;
    }
    if (seen)
        copy = rt_columns_copy(seen, batch->size, batch->ndim, err);
    rt_tensor_unref(seen);
    rt_build_end(&b);
    return copy;
}

/* X of A X = B or X A = B with factors of A (or of its adjoint); NULL on error. */
static T solve_factored(T factors, T pivots, T y, bool left, bool adjoint, struct rt_error *err)
{
    bool complex = rt_dtype_is_complex((enum rt_dtype)y->dtype), conjugate = complex && adjoint && !left;
    struct rt_shape batch;
    T x, transposed;

    if (common_batch(factors, y, &batch, err) < 0 || !(x = right_sides(y, left, &batch, conjugate, err)))
        return NULL;
    if (rt_lu_apply(factors, pivots, x, left == adjoint ? (complex && left ? 'C' : 'T') : 'N', err) < 0) {
        rt_tensor_unref(x);
        return NULL;
    }
    if (left)
        return x;
    transposed = rt_transposed(x, err);
    rt_tensor_unref(x);
    if (transposed && conjugate) {
        struct rt_build b;
        rt_build_init(&b, err);
        x = rt_b_conj(&b, transposed);
        x = x ? rt_tensor_get(x) : NULL;
        rt_build_end(&b);
        rt_tensor_unref(transposed);
        return x;
    }
    return transposed;
}

/* (LU, pivots, B, left, adjoint) */
int rt_forward_linalg_lu_solve(struct rt_call *call, struct rt_error *err)
{
    T factors = call->args[0].tensor, pivots = call->args[1].tensor, y = call->args[2].tensor;
    bool left = call->args[3].boolean;

    if (rt_check_inexact(factors, "torch.linalg.lu_solve", false, err) < 0)
        return -1;
    if (pivots->dtype != RT_INT32)
        return rt_error_set(err, RT_RUNTIME, "linalg.lu_solve: pivots should be a Tensor of scalar type torch.int32");
    if (check_same_type(factors, y, "linalg.lu_solve", "LU", err) < 0 ||
        rt_check_square(factors, "torch.linalg.lu_solve", "LU", err) < 0 ||
        rt_check_matrix(y, "linalg.lu_solve", "B", err) < 0 ||
        check_sides(factors, y, left, "linalg.lu_solve", err) < 0 || rt_check_lapack(factors, "lu_solve_cpu", err) < 0)
        return -1;
    if (pivots->ndim != factors->ndim - 1 || pivots->shape[pivots->ndim - 1] != factors->shape[factors->ndim - 1])
        return rt_error_set(
            err, RT_RUNTIME,
            "linalg.lu_solve: Number of pivots per batch should be same as the dimension of the matrix");
    if (rt_check_pivots(pivots, check_solved, factors->shape[factors->ndim - 2], err) < 0)
        return -1;
    return rt_result_steal(call, solve_factored(factors, pivots, y, left, call->args[4].boolean, err));
}

/* (A, B, left, check_errors) -> result, LU, pivots, info */
int rt_forward_linalg_solve_ex(struct rt_call *call, struct rt_error *err)
{
    T a = call->args[0].tensor, y = call->args[1].tensor, wide = NULL, list[4] = {NULL};
    bool left = call->args[2].boolean, vector;

    if (rt_check_inexact(a, "linalg.solve", true, err) < 0 || rt_check_square(a, "linalg.solve", "A", err) < 0 ||
        check_same_type(a, y, "linalg.solve", "A", err) < 0)
        return -1;
    vector = is_vector(a, y);
    if (vector) {
        int64_t shape[RT_MAX_DIMS], strides[RT_MAX_DIMS];
        memcpy(shape, y->shape, (size_t)y->ndim * sizeof *shape);
        memcpy(strides, y->strides, (size_t)y->ndim * sizeof *strides);
        shape[y->ndim] = 1;
        strides[y->ndim] = 1;
        if (!(wide = rt_tensor_window(y, shape, strides, y->ndim + 1, y->offset, false, err)))
            return -1;
        y = wide;
    } else if (rt_check_matrix(y, "linalg.solve", "B", err) < 0)
        return -1;
    if (check_sides(a, y, left, "linalg.solve", err) < 0 || rt_lu_factor(a, &list[1], &list[2], &list[3], err) < 0) {
        rt_tensor_unref(wide);
        return -1;
    }
    list[0] = solve_factored(list[1], list[2], y, left, false, err);
    rt_tensor_unref(wide);
    if (list[0] && vector) { /* PyTorch's layout of batches of vectors: as if they were a matrix */
        T narrow = rt_tensor_window(list[0], list[0]->shape, list[0]->strides, list[0]->ndim - 1, list[0]->offset,
                                    false, err),
          copy = narrow && narrow->ndim >= 2 ? rt_columns_copy(narrow, NULL, 0, err) : NULL;
        rt_tensor_unref(list[0]);
        list[0] = copy || (narrow && narrow->ndim >= 2) ? copy : narrow;
        if (list[0] != narrow)
            rt_tensor_unref(narrow);
    }
    if (rt_return_results(call, list, 4) < 0)
        return -1;
    return call->args[3].boolean ? rt_check_info(list[3], "torch.linalg.solve_ex", RT_INFO_SOLVE, err) : 0;
}

/* (A, B, left) and (A, B, left, check_errors) */
static int solve(struct rt_call *call, int nargs, int nresults, struct rt_error *err)
{
    struct rt_build b;
    T list[4];

    rt_build_init(&b, err);
    if (rt_build_apply_many(&b, &rt_op__linalg_solve_ex, call->args, nargs, list, 4) == 0 && nresults == 1 &&
        rt_check_info(list[3], "torch.linalg.solve", RT_INFO_SOLVE, err) < 0)
        b.failed = true;
    list[1] = list[3];
    return rt_build_give(&b, call, list, nresults);
}
int rt_forward_linalg_solve(struct rt_call *call, struct rt_error *err)
{
    return solve(call, 3, 1, err);
}
int rt_forward_linalg_solve_pair(struct rt_call *call, struct rt_error *err)
{
    return solve(call, 4, 2, err);
}

/* ---- inverses ---------------------------------------------------------------------------------------------------- */

/* (A, check_errors) -> inverse, info */
int rt_forward_linalg_inv_ex(struct rt_call *call, struct rt_error *err)
{
    T a = call->args[0].tensor, factors, pivots, list[2], diagonal;
    struct rt_build b;

    if (rt_check_square(a, "linalg.inv", "A", err) < 0 || rt_check_inexact(a, "linalg.inv", true, err) < 0 ||
        rt_lu_factor(a, &factors, &pivots, &list[1], err) < 0)
        return -1;
    rt_build_init(&b, err);
    list[0] = rt_columns_new(a->shape, a->ndim, (enum rt_dtype)a->dtype, a->storage->device, err);
    if (list[0] && list[0]->numel) {
        diagonal = rt_fill_constant(list[0], rt_scalar_int(0), err) == 0 ? rt_b_diagonal(&b, list[0]) : NULL;
        if (!diagonal || rt_fill_constant(diagonal, rt_scalar_int(1), err) < 0 ||
            rt_lu_apply(factors, pivots, list[0], 'N', err) < 0) {
            rt_tensor_unref(list[0]);
            list[0] = NULL;
        }
    }
    rt_build_end(&b);
    rt_tensor_unref(factors);
    rt_tensor_unref(pivots);
    if (rt_return_results(call, list, 2) < 0)
        return -1;
    return call->args[1].boolean ? rt_check_info(list[1], "linalg.inv_ex", RT_INFO_INVERSE, err) : 0;
}

int rt_forward_linalg_inv(struct rt_call *call, struct rt_error *err)
{
    struct rt_build b;
    T list[2];

    rt_build_init(&b, err);
    if (rt_build_apply_many(&b, &rt_op_linalg_inv_ex, call->args, 1, list, 2) == 0 &&
        rt_check_info(list[1], "linalg.inv", RT_INFO_INVERSE, err) < 0)
        b.failed = true;
    return rt_build_give(&b, call, list, 1);
}

/* ---- determinants ------------------------------------------------------------------------------------------------ */

/* -1 where the permutation of the pivots is odd, else 1 */
static T parity(B b, T pivots, T like)
{
    int64_t n = pivots->shape[pivots->ndim - 1], last = -1;
    T order = rt_build_apply(b, &rt_op_arange_start,
                             (struct rt_arg[]){rt_arg_scalar(rt_scalar_int(1)), rt_arg_scalar(rt_scalar_int(n + 1)),
                                               rt_arg_dtype(RT_INT32), rt_arg_default(),
                                               rt_arg_device(pivots->storage->device)},
                             5);
    T moved = rt_b_sum(b, rt_b_two(b, &rt_op_ne_Tensor, pivots, order), &last, 1, false);

    if (!moved)
        return NULL;
    moved = rt_build_apply(b, &rt_op_remainder_Tensor,
                           (struct rt_arg[]){rt_arg_tensor(moved), rt_arg_scalar(rt_scalar_int(2))}, 2);
    return rt_b_rsubs(b, 1, rt_b_muls(b, rt_b_to(b, moved, (enum rt_dtype)like->dtype), 2));
}

static T product(B b, T x)
{
    if (!x)
        return NULL;
    return rt_build_apply(b, &rt_op_prod_dim_int, (struct rt_arg[]){rt_arg_tensor(x), rt_arg_int(-1)}, 2);
}

/* (A) -> result, LU, pivots; detail 1: sign, logabsdet, LU, pivots */
int rt_forward_linalg_det_factors(struct rt_call *call, struct rt_error *err)
{
    T a = call->args[0].tensor, factors, pivots, info, diagonal, list[4];
    bool logs = call->op->detail;
    int64_t last = -1;
    struct rt_build b;

    if (rt_check_square(a, logs ? "linalg.slogdet" : "linalg.det", "A", err) < 0 ||
        rt_check_inexact(a, logs ? "linalg.slogdet" : "linalg.det", logs, err) < 0 ||
        rt_check_lapack(a, "lu_cpu", err) < 0 || rt_lu_factor(a, &factors, &pivots, &info, err) < 0)
        return -1;
    rt_build_init(&b, err);
    rt_tensor_unref(info);
    list[logs ? 2 : 1] = rt_build_keep_steal(&b, factors);
    list[logs ? 3 : 2] = rt_build_keep_steal(&b, pivots);
    diagonal = rt_b_diagonal(&b, factors);
    if (logs) {
        list[0] = rt_b_mul(&b, product(&b, rt_b_map(&b, &rt_op_sgn, diagonal)), parity(&b, pivots, a));
        list[1] = rt_b_sum(&b, rt_b_map(&b, &rt_op_log, rt_b_map(&b, &rt_op_abs, diagonal)), &last, 1, false);
    } else
        list[0] = rt_b_mul(&b, product(&b, diagonal), parity(&b, pivots, a));
    return rt_build_give(&b, call, list, logs ? 4 : 3);
}

int rt_forward_linalg_det(struct rt_call *call, struct rt_error *err)
{
    struct rt_build b;
    T list[4];

    rt_build_init(&b, err);
    rt_build_apply_many(&b, &rt_op__linalg_det, call->args, 1, list, 3);
    return rt_build_give(&b, call, list, 1);
}

int rt_forward_linalg_slogdet(struct rt_call *call, struct rt_error *err)
{
    struct rt_build b;
    T list[4];

    rt_build_init(&b, err);
    rt_build_apply_many(&b, &rt_op__linalg_slogdet, call->args, 1, list, 4);
    return rt_build_give(&b, call, list, 2);
}

/* nan where the determinant is negative */
int rt_forward_logdet(struct rt_call *call, struct rt_error *err)
{
    T a = call->args[0].tensor, list[4], negative;
    struct rt_build b;

    if (rt_check_square(a, "logdet", "A", err) < 0 || rt_check_inexact(a, "logdet", true, err) < 0)
        return -1;
    rt_build_init(&b, err);
    if (rt_build_apply_many(&b, &rt_op__linalg_slogdet, call->args, 1, list, 4) < 0)
        return rt_build_give(&b, call, list, 1);
    if (rt_dtype_is_complex((enum rt_dtype)a->dtype)) {
        T angle = rt_b_map(&b, &rt_op_log, list[0]);
        list[0] = angle ? rt_b_add(&b, angle, list[1]) : NULL;
        return rt_build_give(&b, call, list, 1);
    }
    negative = rt_build_apply(&b, &rt_op_eq_Tensor,
                              (struct rt_arg[]){rt_arg_tensor(list[0]), rt_arg_scalar(rt_scalar_int(-1))}, 2);
    if (negative)
        list[0] = rt_build_apply(
            &b, &rt_op_where_self,
            (struct rt_arg[]){rt_arg_tensor(negative), rt_arg_scalar(rt_scalar_float(NAN)), rt_arg_tensor(list[1])}, 3);
    return rt_build_give(&b, call, list, 1);
}
