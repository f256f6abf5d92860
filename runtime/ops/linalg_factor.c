/* Factorisations beside LU: Cholesky, triangular systems, QR and its reflectors, eigenvalues, singular values, least
   squares, LDL. Each row checks, copies its matrices into LAPACK's order and calls the device's kernel. */
#include "ops/linalg.h"
#include "warn.h"

#include <float.h>
#include <math.h>
#include <string.h>

#define DEVICE(t) ((t)->storage->device)
#define DTYPE(t) ((enum rt_dtype)(t)->dtype)

/* A tensor of shape [batch..., n] */
static T vectors_new(T a, int64_t n, enum rt_dtype dtype, struct rt_error *err)
{
    int64_t shape[RT_MAX_DIMS];

    memcpy(shape, a->shape, (size_t)(a->ndim - 2) * sizeof *shape);
    shape[a->ndim - 2] = n;
    return rt_tensor_new(DEVICE(a), dtype, shape, a->ndim - 1, err);
}

/* [batch..., rows, columns], column-major */
static T matrices_new(T a, int64_t rows, int64_t columns, enum rt_dtype dtype, struct rt_error *err)
{
    int64_t shape[RT_MAX_DIMS];

    memcpy(shape, a->shape, (size_t)(a->ndim - 2) * sizeof *shape);
    shape[a->ndim - 2] = rows;
    shape[a->ndim - 1] = columns;
    return rt_columns_new(shape, a->ndim, dtype, DEVICE(a), err);
}

static T nothing(T a, enum rt_dtype dtype, struct rt_error *err)
{
    int64_t none = 0;

    return rt_tensor_new(DEVICE(a), dtype, &none, 1, err);
}

static int64_t rows_of(T a)
{
    return a->shape[a->ndim - 2];
}
static int64_t columns_of(T a)
{
    return a->shape[a->ndim - 1];
}
static int64_t least_of(T a)
{
    return rows_of(a) < columns_of(a) ? rows_of(a) : columns_of(a);
}

/* The results of a row in the making: NULL where one failed, then all go. */
static int keep(struct rt_call *call, T *list, int n, int status)
{
    if (status < 0) {
        for (int i = 0; i < n; i++)
            rt_tensor_unref(list[i]);
        return -1;
    }
    return rt_return_results(call, list, n);
}

/* ---- Cholesky ---------------------------------------------------------------------------------------------------- */

static int factor_cholesky(T a, bool upper, T *list, struct rt_error *err)
{
    struct rt_linalg_call call = {.op = RT_LINALG_CHOLESKY, .upper = upper};

    list[0] = rt_columns_copy(a, NULL, 0, err);
    list[1] = rt_new_info(a, err);
    if (!list[0] || !list[1])
        return -1;
    rt_matrices(list[0], &call.a);
    rt_singles(list[1], &call.info);
    return rt_linalg_run(a, &call, err);
}

/* (A, upper, check_errors) -> L, info */
int rt_forward_linalg_cholesky_ex(struct rt_call *call, struct rt_error *err)
{
    T a = call->args[0].tensor, list[2] = {NULL};

    if (rt_check_square(a, "linalg.cholesky", "A", err) < 0 || rt_check_inexact(a, "linalg.cholesky", false, err) < 0 ||
        rt_check_lapack(a, "cholesky_cpu", err) < 0 ||
        keep(call, list, 2, factor_cholesky(a, call->args[1].boolean, list, err)) < 0)
        return -1;
    return call->args[2].boolean ? rt_check_info(list[1], "linalg.cholesky_ex", RT_INFO_CHOLESKY, err) : 0;
}

int rt_forward_linalg_cholesky(struct rt_call *call, struct rt_error *err)
{
    struct rt_build b;
    T list[2];

    rt_build_init(&b, err);
    if (rt_build_apply_many(&b, &rt_op_linalg_cholesky_ex, call->args, 2, list, 2) == 0 &&
        rt_check_info(list[1], "linalg.cholesky", RT_INFO_CHOLESKY, err) < 0)
        b.failed = true;
    return rt_build_give(&b, call, list, 1);
}

/* torch.cholesky(self, upper), the former name */
int rt_forward_cholesky(struct rt_call *call, struct rt_error *err)
{
    T a = call->args[0].tensor, list[2] = {NULL};

    rt_warn_once("torch.cholesky is deprecated in favor of torch.linalg.cholesky and will be removed in a future "
                 "PyTorch release.\nL = torch.cholesky(A)\nshould be replaced with\nL = torch.linalg.cholesky(A)\n"
                 "and\nU = torch.cholesky(A, upper=True)\nshould be replaced with\n"
                 "U = torch.linalg.cholesky(A).mH\nThis transform will produce equivalent results for all valid "
                 "(symmetric positive definite) inputs.");
    if (rt_check_square(a, "cholesky", "A", err) < 0 || rt_check_lapack(a, "cholesky_cpu", err) < 0 ||
        keep(call, list, 2, factor_cholesky(a, call->args[1].boolean, list, err)) < 0)
        return -1;
    if (rt_check_info(list[1], "cholesky", RT_INFO_CHOLESKY, err) < 0)
        return -1;
    rt_tensor_unref(list[1]);
    call->results->count = 1;
    return 0;
}

/* (self, upper) */
int rt_forward_cholesky_inverse(struct rt_call *call, struct rt_error *err)
{
    struct rt_linalg_call kernel = {.op = RT_LINALG_CHOLESKY_INVERSE, .upper = call->args[1].boolean};
    T a = call->args[0].tensor, list[2] = {NULL};

    if (rt_check_square(a, "cholesky_inverse", "A", err) < 0 || rt_check_lapack(a, "cholesky_inverse_out_cpu", err) < 0)
        return -1;
    list[0] = rt_columns_copy(a, NULL, 0, err);
    list[1] = rt_new_info(a, err);
    if (list[0] && list[1]) {
        rt_matrices(list[0], &kernel.a);
        rt_singles(list[1], &kernel.info);
        if (rt_linalg_run(a, &kernel, err) == 0 &&
            rt_check_info(list[1], "cholesky_inverse", RT_INFO_INVERSE, err) == 0) {
            rt_tensor_unref(list[1]);
            return rt_result_steal(call, list[0]);
        }
    }
    return keep(call, list, 2, -1);
}

static int common_batch(T a, T y, struct rt_shape *batch, struct rt_error *err)
{
    batch->ndim = a->ndim - 2;
    memcpy(batch->size, a->shape, (size_t)batch->ndim * sizeof *batch->size);
    return rt_shape_broadcast(batch, y->shape, y->ndim - 2, err);
}

/* Solves with the matrix a and the copied right sides y; a new reference of what y became. */
static T solve_with(struct rt_linalg_call *kernel, T a, T y, struct rt_error *err)
{
    struct rt_shape batch;
    T f = NULL, x = NULL, info = NULL, out = NULL;

    if (common_batch(a, y, &batch, err) < 0)
        return NULL;
    f = rt_columns_copy(a, batch.size, batch.ndim, err);
    x = rt_columns_copy(y, batch.size, batch.ndim, err);
    info = x ? rt_new_info(x, err) : NULL;
    if (f && x && info) {
        rt_matrices(f, &kernel->a);
        rt_matrices(x, &kernel->c);
        rt_singles(info, &kernel->info);
        if (rt_linalg_run(x, kernel, err) == 0)
            out = rt_tensor_get(x);
    }
    rt_tensor_unref(f);
    rt_tensor_unref(x);
    rt_tensor_unref(info);
    return out;
}

/* (self, input2, upper) */
int rt_forward_cholesky_solve(struct rt_call *call, struct rt_error *err)
{
    struct rt_linalg_call kernel = {.op = RT_LINALG_CHOLESKY_SOLVE, .upper = call->args[2].boolean};
    T y = call->args[0].tensor, a = call->args[1].tensor;

    for (int i = 0; i < 2; i++)
        if (call->args[i].tensor->ndim < 2)
            return rt_error_set(err, RT_RUNTIME, "%c should have at least 2 dimensions, but has %d dimensions instead",
                                i ? 'u' : 'b', call->args[i].tensor->ndim);
    if (rows_of(a) != columns_of(a))
        return rt_check_square(a, "cholesky_solve", "A", err);
    if (rows_of(y) != rows_of(a))
        return rt_error_set(err, RT_RUNTIME,
                            "Incompatible matrix sizes for cholesky_solve: each A matrix is %lld by %lld but each b "
                            "matrix is %lld by %lld",
                            (long long)rows_of(a), (long long)rows_of(a), (long long)rows_of(y),
                            (long long)columns_of(y));
    if (y->dtype != a->dtype)
        return rt_error_set(err, RT_RUNTIME,
                            "Expected b and A to have the same dtype, but found b of type %s and A of type %s instead.",
                            rt_dtype_table[y->dtype].scalar, rt_dtype_table[a->dtype].scalar);
    if (rt_check_lapack(y, "cholesky_solve_cpu", err) < 0)
        return -1;
    return rt_result_steal(call, solve_with(&kernel, a, y, err));
}

/* ---- triangular systems ------------------------------------------------------------------------------------------ */

/* (self, B, upper, left, unitriangular) */
int rt_forward_solve_triangular(struct rt_call *call, struct rt_error *err)
{
    static const char name[] = "linalg.solve_triangular";
    T a = call->args[0].tensor, y = call->args[1].tensor;
    struct rt_linalg_call kernel = {.op = RT_LINALG_TRIANGULAR,
                                    .upper = call->args[2].boolean,
                                    .left = call->args[3].boolean,
                                    .unit = call->args[4].boolean,
                                    .transpose = 'N'};

    if (rt_check_matrix(a, name, "A", err) < 0 || rt_check_matrix(y, name, "B", err) < 0 ||
        rt_check_square(a, name, "A", err) < 0)
        return -1;
    if (rows_of(a) != (kernel.left ? rows_of(y) : columns_of(y)))
        return rt_error_set(err, RT_RUNTIME,
                            "%s: Incompatible shapes of A and B for the equation %s = B (%lldx%lld and %lldx%lld)",
                            name, kernel.left ? "AX" : "XA", (long long)rows_of(a), (long long)columns_of(a),
                            (long long)rows_of(y), (long long)columns_of(y));
    if (rt_check_lapack(a, "triangular_solve_cpu", err) < 0)
        return -1;
    if (y->dtype != a->dtype) { /* as PyTorch does, the matrix decides */
        T same = rt_convert(y, DTYPE(a), err), x = same ? solve_with(&kernel, a, same, err) : NULL;
        rt_tensor_unref(same);
        return rt_result_steal(call, x);
    }
    return rt_result_steal(call, solve_with(&kernel, a, y, err));
}

/* (self, A, upper, transpose, unitriangular) -> solution, cloned_coefficient */
int rt_forward_triangular_solve(struct rt_call *call, struct rt_error *err)
{
    T y = call->args[0].tensor, a = call->args[1].tensor, list[2];
    struct rt_linalg_call kernel = {.op = RT_LINALG_TRIANGULAR,
                                    .upper = call->args[2].boolean,
                                    .left = true,
                                    .unit = call->args[4].boolean,
                                    .transpose = call->args[3].boolean ? 'T' : 'N'};
    struct rt_shape batch;

    rt_warn_once("torch.triangular_solve is deprecated in favor of torch.linalg.solve_triangularand will be removed in "
                 "a future PyTorch release.\ntorch.linalg.solve_triangular has its arguments reversed and does not "
                 "return a copy of one of the inputs.\nX = torch.triangular_solve(B, A).solution\nshould be replaced "
                 "with\nX = torch.linalg.solve_triangular(A, B).");
    if (y->ndim < 2 || a->ndim < 2)
        return rt_error_set(err, RT_RUNTIME,
                            "torch.triangular_solve: Expected %c to have at least 2 dimensions, but it has %d "
                            "dimensions instead",
                            y->ndim < 2 ? 'b' : 'A', y->ndim < 2 ? y->ndim : a->ndim);
    if (rt_check_square(a, "triangular_solve", "A", err) < 0)
        return -1;
    if (rows_of(y) != rows_of(a))
        return rt_error_set(err, RT_RUNTIME,
                            "Incompatible matrix sizes for triangular_solve: each A matrix is %lld by %lld but each b "
                            "matrix is %lld by %lld",
                            (long long)rows_of(a), (long long)columns_of(a), (long long)rows_of(y),
                            (long long)columns_of(y));
    if (y->dtype != a->dtype)
        return rt_error_set(err, RT_RUNTIME,
                            "Expected b and A to have the same dtype, but found b of type %s and A of type %s instead.",
                            rt_dtype_table[y->dtype].scalar, rt_dtype_table[a->dtype].scalar);
    if (rt_check_lapack(a, "triangular_solve_cpu", err) < 0 || common_batch(a, y, &batch, err) < 0)
        return -1;
    list[0] = solve_with(&kernel, a, y, err);
    list[1] = list[0] ? rt_columns_copy(a, batch.size, batch.ndim, err) : NULL;
    return keep(call, list, 2, list[0] && list[1] ? 0 : -1);
}

/* ---- QR ---------------------------------------------------------------------------------------------------------- */

static int factor_qr(T a, T *reflectors, T *scales, struct rt_error *err)
{
    struct rt_linalg_call call = {.op = RT_LINALG_QR};
    T info = rt_new_info(a, err);
    int rc = -1;

    *reflectors = rt_columns_copy(a, NULL, 0, err);
    *scales = vectors_new(a, least_of(a), DTYPE(a), err);
    if (info && *reflectors && *scales) {
        rt_matrices(*reflectors, &call.a);
        rt_vectors(*scales, &call.b);
        rt_singles(info, &call.info);
        rc = rt_linalg_run(a, &call, err);
    }
    rt_tensor_unref(info);
    return rc;
}

/* q! holds reflectors and becomes their product */
static int multiply_reflectors(T q, T scales, struct rt_error *err)
{
    struct rt_linalg_call call = {.op = RT_LINALG_REFLECTORS};
    T info = rt_new_info(q, err);
    int rc = -1;

    if (info) {
        rt_matrices(q, &call.a);
        rt_vectors(scales, &call.b);
        rt_singles(info, &call.info);
        rc = rt_linalg_run(q, &call, err);
    }
    rt_tensor_unref(info);
    return rc;
}

int rt_forward_geqrf(struct rt_call *call, struct rt_error *err)
{
    T a = call->args[0].tensor, list[2] = {NULL};

    if (a->ndim < 2)
        return rt_error_set(err, RT_RUNTIME, "torch.geqrf: input must have at least 2 dimensions.");
    if (rt_check_lapack(a, "geqrf_cpu", err) < 0)
        return -1;
    if (rt_is_meta(a))
        return rt_needs_data("geqrf", "", err);
    return keep(call, list, 2, factor_qr(a, &list[0], &list[1], err));
}

/* The identity in columns beyond those that exist, where more are asked for. */
static T wider(T reflectors, int64_t columns, struct rt_error *err)
{
    int64_t have = columns_of(reflectors) < columns ? columns_of(reflectors) : columns;
    T q = matrices_new(reflectors, rows_of(reflectors), columns, DTYPE(reflectors), err), to, from;

    if (!q || q->numel == 0)
        return q;
    to = rt_corner(q, rows_of(q), have, err);
    from = rt_corner(reflectors, rows_of(q), have, err);
    if (!to || !from || rt_fill_constant(q, rt_scalar_int(0), err) < 0 ||
        (to->numel && rt_copy_into(to, from, err) < 0)) {
        rt_tensor_unref(q);
        q = NULL;
    }
    rt_tensor_unref(to);
    rt_tensor_unref(from);
    return q;
}

/* A column-major copy of the upper triangle of the first rows. */
static T upper_part(T reflectors, int64_t rows, struct rt_error *err)
{
    struct rt_build b;
    T top = rt_corner(reflectors, rows, columns_of(reflectors), err), r;

    rt_build_init(&b, err);
    r = rt_b_triu(&b, top ? rt_build_keep_steal(&b, top) : NULL, 0);
    r = r ? rt_columns_copy(r, NULL, 0, err) : NULL;
    rt_build_end(&b);
    return r;
}

/* (A, mode) -> Q, R */
int rt_forward_linalg_qr(struct rt_call *call, struct rt_error *err)
{
    T a = call->args[0].tensor, reflectors = NULL, scales = NULL, list[2] = {NULL};
    const struct rt_arg *mode = &call->args[1];
    bool complete = rt_arg_is(mode, "complete"), without = rt_arg_is(mode, "r");
    int64_t k;
    int status = -1;

    if (rt_check_matrix(a, "linalg.qr", "A", err) < 0 || rt_check_inexact(a, "linalg.qr", false, err) < 0)
        return -1;
    if (!complete && !without && !rt_arg_is(mode, "reduced"))
        return rt_error_set(err, RT_RUNTIME,
                            "qr received unrecognized mode '%.*s' but expected one of 'reduced' (default), 'r', or "
                            "'complete'",
                            (int)mode->count, mode->string);
    if (rt_check_lapack(a, "geqrf_cpu", err) < 0)
        return -1;
    k = complete ? rows_of(a) : least_of(a);
    if (factor_qr(a, &reflectors, &scales, err) == 0) {
        list[1] = upper_part(reflectors, k, err);
        list[0] = without ? nothing(a, DTYPE(a), err) : wider(reflectors, k, err);
        status = !list[0] || !list[1] ? -1 : 0;
        if (status == 0 && !without) {
            status = multiply_reflectors(list[0], scales, err);
            if (status == 0 && columns_of(a) == 0 && list[0]->numel) { /* no reflectors: the identity */
                struct rt_build b;
                rt_build_init(&b, err);
                T diagonal = rt_b_diagonal(&b, list[0]);
                status = diagonal ? rt_fill_constant(diagonal, rt_scalar_int(1), err) : -1;
                rt_build_end(&b);
            }
        }
    }
    rt_tensor_unref(reflectors);
    rt_tensor_unref(scales);
    return keep(call, list, 2, status);
}

/* (input, tau) */
int rt_forward_householder_product(struct rt_call *call, struct rt_error *err)
{
    static const char name[] = "torch.linalg.householder_product";
    T a = call->args[0].tensor, tau = call->args[1].tensor, q, dense;

    if (a->ndim < 2)
        return rt_error_set(err, RT_RUNTIME, "%s: input must have at least 2 dimensions.", name);
    if (rows_of(a) < columns_of(a))
        return rt_error_set(err, RT_RUNTIME, "%s: input.shape[-2] must be greater than or equal to input.shape[-1]",
                            name);
    if (tau->ndim < 1 || columns_of(a) < tau->shape[tau->ndim - 1])
        return rt_error_set(err, RT_RUNTIME, "%s: input.shape[-1] must be greater than or equal to tau.shape[-1]",
                            name);
    if (a->ndim - tau->ndim != 1)
        return rt_error_set(err, RT_RUNTIME,
                            "%s: Expected tau to have one dimension less than input, but got tau.ndim equal to %d and "
                            "input.ndim is equal to %d",
                            name, tau->ndim, a->ndim);
    if (tau->dtype != a->dtype)
        return rt_error_set(err, RT_RUNTIME, "%s: tau dtype %s does not match input dtype %s", name,
                            rt_dtype_table[tau->dtype].scalar, rt_dtype_table[a->dtype].scalar);
    if (rt_check_lapack(a, "orgqr_cpu", err) < 0)
        return -1;
    q = rt_columns_copy(a, NULL, 0, err);
    dense = rt_contiguous(tau, err);
    if (q && (!dense || multiply_reflectors(q, dense, err) < 0)) {
        rt_tensor_unref(q);
        q = NULL;
    }
    rt_tensor_unref(dense);
    return rt_result_steal(call, q);
}

/* (self, input2, input3, left, transpose) */
int rt_forward_ormqr(struct rt_call *call, struct rt_error *err)
{
    T a = call->args[0].tensor, tau = call->args[1].tensor, other = call->args[2].tensor, f = NULL, out = NULL,
      scales = NULL, info = NULL;
    bool left = call->args[3].boolean;
    struct rt_linalg_call kernel = {
        .op = RT_LINALG_REFLECT, .left = left, .transpose = call->args[4].boolean ? 'T' : 'N'};
    int rc = -1;

    if (a->ndim < 2)
        return rt_error_set(err, RT_RUNTIME, "torch.ormqr: input must have at least 2 dimensions.");
    if (other->ndim < 2)
        return rt_error_set(err, RT_RUNTIME, "torch.ormqr: other must have at least 2 dimensions.");
    if ((left ? rows_of(other) : columns_of(other)) != rows_of(a))
        return rt_error_set(err, RT_RUNTIME, "torch.ormqr: other.shape[-%d] must be equal to input.shape[-2]",
                            left ? 2 : 1);
    if (tau->shape[tau->ndim - 1] > columns_of(a))
        return rt_error_set(err, RT_RUNTIME,
                            "torch.ormqr: tau.shape[-1] must be less than or equal to input.shape[-1]");
    if (a->dtype != tau->dtype || a->dtype != other->dtype)
        return rt_error_set(err, RT_RUNTIME,
                            "torch.ormqr: Expected input and %s to have the same dtype, but input has dtype %s and "
                            "%s has dtype %s",
                            a->dtype != tau->dtype ? "tau" : "other", rt_dtype_table[a->dtype].scalar,
                            a->dtype != tau->dtype ? "tau" : "other",
                            rt_dtype_table[(a->dtype != tau->dtype ? tau : other)->dtype].scalar);
    if (rt_check_lapack(a, "ormqr_cpu", err) < 0)
        return -1;
    f = rt_columns_copy(a, NULL, 0, err);
    out = rt_columns_copy(other, NULL, 0, err);
    scales = rt_contiguous(tau, err);
    info = rt_new_info(other, err);
    if (f && out && scales && info) {
        rt_matrices(f, &kernel.a);
        rt_vectors(scales, &kernel.b);
        rt_matrices(out, &kernel.c);
        rt_singles(info, &kernel.info);
        rc = rt_linalg_run(out, &kernel, err);
    }
    rt_tensor_unref(f);
    rt_tensor_unref(scales);
    rt_tensor_unref(info);
    if (rc < 0) {
        rt_tensor_unref(out);
        return -1;
    }
    return rt_result_steal(call, out);
}

/* ---- eigenvalues ------------------------------------------------------------------------------------------------- */

/* (A, UPLO, compute_v) -> eigenvalues, eigenvectors */
int rt_forward_linalg_eigh_factors(struct rt_call *call, struct rt_error *err)
{
    T a = call->args[0].tensor, list[2] = {NULL}, info;
    const struct rt_arg *half = &call->args[1];
    char letter = half->count == 1 ? half->string[0] : 0;
    bool vectors = call->args[2].boolean;
    struct rt_linalg_call kernel = {.op = RT_LINALG_EIGH, .upper = letter == 'U' || letter == 'u', .vectors = vectors};
    int status = -1;

    if (rt_check_square(a, "linalg.eigh", "A", err) < 0)
        return -1;
    if (!letter || !strchr("ULul", letter))
        return rt_error_set(err, RT_RUNTIME, "Expected UPLO argument to be 'L' or 'U', but got %.*s", (int)half->count,
                            half->string);
    if (rt_check_lapack(a, "linalg_eigh_cpu", err) < 0)
        return -1;
    info = rt_new_info(a, err);
    list[0] = vectors_new(a, rows_of(a), rt_real_dtype(DTYPE(a)), err);
    list[1] = rt_columns_copy(a, NULL, 0, err);
    if (info && list[0] && list[1]) {
        rt_matrices(list[1], &kernel.a);
        rt_vectors(list[0], &kernel.b);
        rt_singles(info, &kernel.info);
        status = rt_linalg_run(a, &kernel, err);
        if (status == 0)
            status = rt_check_info(info, "linalg.eigh", RT_INFO_EIGH, err);
    }
    rt_tensor_unref(info);
    if (status == 0 && !vectors) {
        rt_tensor_unref(list[1]);
        list[1] = nothing(a, DTYPE(a), err);
    }
    return keep(call, list, 2, list[1] ? status : -1);
}

/* (A, UPLO); detail 1: only the values, without the vectors unless a gradient needs them */
int rt_forward_linalg_eigh(struct rt_call *call, struct rt_error *err)
{
    bool values = call->op->detail, vectors = !values || rt_is_followed(call->args[0].tensor);
    struct rt_build b;
    T list[2];

    rt_build_init(&b, err);
    rt_build_apply_many(&b, &rt_op__linalg_eigh, (struct rt_arg[]){call->args[0], call->args[1], rt_arg_bool(vectors)},
                        3, list, 2);
    return rt_build_give(&b, call, list, values ? 1 : 2);
}

/* (A, compute_v) -> eigenvalues, eigenvectors */
int rt_forward_linalg_eig_factors(struct rt_call *call, struct rt_error *err)
{
    T a = call->args[0].tensor, list[2] = {NULL}, copy, info;
    struct rt_linalg_call kernel = {.op = RT_LINALG_EIG};
    enum rt_dtype complex = rt_complex_dtype(DTYPE(a));
    int status = -1;

    if (rt_dtype_is_integral(DTYPE(a)) && a->ndim >= 2)
        return rt_error_set(err, RT_RUNTIME, "Unknown Complex ScalarType for %s", rt_dtype_table[a->dtype].scalar);
    if (rt_check_square(a,
                        a->numel && a->ndim     ? "linalg.eig"
                        : call->args[1].boolean ? "linalg.eig"
                                                : "linalg.eigvals",
                        "A", err) < 0 ||
        rt_check_lapack(a, "linalg_eig_out_cpu", err) < 0)
        return -1;
    info = rt_new_info(a, err);
    copy = rt_columns_copy(a, NULL, 0, err);
    list[0] = vectors_new(a, rows_of(a), complex, err);
    list[1] = call->args[1].boolean ? matrices_new(a, rows_of(a), rows_of(a), complex, err) : nothing(a, complex, err);
    if (info && copy && list[0] && list[1]) {
        rt_matrices(copy, &kernel.a);
        rt_vectors(list[0], &kernel.b);
        if (call->args[1].boolean)
            rt_matrices(list[1], &kernel.c);
        rt_singles(info, &kernel.info);
        status = rt_linalg_run(a, &kernel, err);
        if (status == 0)
            status = rt_check_info(info, "linalg.eig", RT_INFO_EIG, err);
    }
    rt_tensor_unref(info);
    rt_tensor_unref(copy);
    return keep(call, list, 2, status);
}

int rt_forward_linalg_eig(struct rt_call *call, struct rt_error *err)
{
    bool values = call->op->detail, vectors = !values || rt_is_followed(call->args[0].tensor);
    struct rt_build b;
    T list[2];

    rt_build_init(&b, err);
    rt_build_apply_many(&b, &rt_op__linalg_eig, (struct rt_arg[]){call->args[0], rt_arg_bool(vectors)}, 2, list, 2);
    return rt_build_give(&b, call, list, values ? 1 : 2);
}

/* ---- singular values --------------------------------------------------------------------------------------------- */

/* (A, full_matrices, compute_uv) -> U, S, Vh */
int rt_forward_linalg_svd_factors(struct rt_call *call, struct rt_error *err)
{
    T a = call->args[0].tensor, list[3] = {NULL}, copy, info;
    bool full = call->args[1].boolean, vectors = call->args[2].boolean;
    struct rt_linalg_call kernel = {.op = RT_LINALG_SVD, .full = full};
    int64_t m, n, k;
    int status = -1;

    if (rt_check_matrix(a, "linalg.svd", "A", err) < 0 || rt_check_inexact(a, "linalg.svd", false, err) < 0 ||
        rt_check_lapack(a, "linalg_svd_cpu", err) < 0)
        return -1;
    m = rows_of(a);
    n = columns_of(a);
    k = least_of(a);
    info = rt_new_info(a, err);
    copy = rt_columns_copy(a, NULL, 0, err);
    list[0] = vectors ? matrices_new(a, m, full ? m : k, DTYPE(a), err) : nothing(a, DTYPE(a), err);
    list[1] = vectors_new(a, k, rt_real_dtype(DTYPE(a)), err);
    list[2] = vectors ? matrices_new(a, full ? n : k, n, DTYPE(a), err) : nothing(a, DTYPE(a), err);
    if (info && copy && list[0] && list[1] && list[2]) {
        rt_matrices(copy, &kernel.a);
        rt_vectors(list[1], &kernel.b);
        if (vectors) {
            rt_matrices(list[0], &kernel.c);
            rt_matrices(list[2], &kernel.d);
        }
        rt_singles(info, &kernel.info);
        status = rt_linalg_run(a, &kernel, err);
        if (status == 0)
            status = rt_check_info(info, "linalg.svd", RT_INFO_SVD, err);
        for (int i = 0; status == 0 && vectors && k == 0 && i < 3; i += 2) { /* of an empty matrix: identities */
            struct rt_build b;
            rt_build_init(&b, err);
            T diagonal = list[i]->numel ? rt_b_diagonal(&b, list[i]) : NULL;
            if (diagonal && (rt_fill_constant(list[i], rt_scalar_int(0), err) < 0 ||
                             rt_fill_constant(diagonal, rt_scalar_int(1), err) < 0))
                status = -1;
            rt_build_end(&b);
        }
    }
    rt_tensor_unref(info);
    rt_tensor_unref(copy);
    return keep(call, list, 3, status);
}

static int svd(struct rt_call *call, struct rt_arg full, bool vectors, T *list, B b)
{
    return rt_build_apply_many(b, &rt_op__linalg_svd, (struct rt_arg[]){call->args[0], full, rt_arg_bool(vectors)}, 3,
                               list, 3);
}

/* (A, full_matrices, driver) -> U, S, Vh; detail 1: (A, driver) -> S */
int rt_forward_linalg_svd(struct rt_call *call, struct rt_error *err)
{
    bool values = call->op->detail, vectors = !values || rt_is_followed(call->args[0].tensor);
    struct rt_build b;
    T list[3];

    if (!rt_arg_is_none(call, values ? 1 : 2))
        return rt_error_set(
            err, RT_RUNTIME,
            "torch.linalg.svd: keyword argument `driver=` is only supported on CUDA inputs with cuSOLVER "
            "backend.");
    rt_build_init(&b, err);
    svd(call, values ? rt_arg_bool(false) : call->args[1], vectors, list, &b);
    if (values)
        list[0] = list[1];
    return rt_build_give(&b, call, list, values ? 1 : 3);
}

/* (self, some, compute_uv) -> U, S, V: the former form */
int rt_forward_svd(struct rt_call *call, struct rt_error *err)
{
    T a = call->args[0].tensor, list[3];
    bool vectors = call->args[2].boolean;
    struct rt_build b;

    if (a->ndim < 2)
        return rt_error_set(err, RT_RUNTIME,
                            "linalg.svd: input should have at least 2 dimensions, but has %d dimensions instead",
                            a->ndim);
    rt_build_init(&b, err);
    if (svd(call, rt_arg_bool(!call->args[1].boolean), vectors || rt_is_followed(a), list, &b) < 0)
        return rt_build_give(&b, call, list, 3);
    if (vectors)
        list[2] = rt_b_mH(&b, list[2]);
    else {
        int64_t shape[RT_MAX_DIMS];
        memcpy(shape, a->shape, a->ndim * sizeof *shape);
        shape[a->ndim - 1] = rows_of(a);
        list[0] = rt_b_zeros(&b, shape, a->ndim, DTYPE(a), DEVICE(a));
        list[2] = matrices_new(a, columns_of(a), columns_of(a), DTYPE(a), err);
        if (list[2] && list[2]->numel && rt_fill_constant(list[2], rt_scalar_int(0), err) < 0)
            b.failed = true;
        list[2] = rt_build_keep_steal(&b, list[2]);
    }
    return rt_build_give(&b, call, list, 3);
}

/* ---- least squares ----------------------------------------------------------------------------------------------- */

static int check_lstsq(T a, T y, bool *vector, struct rt_error *err)
{
    static const char name[] = "torch.linalg.lstsq";

    if (a->ndim < 2)
        return rt_error_set(err, RT_RUNTIME, "%s: input must have at least 2 dimensions.", name);
    if (y->ndim < 1)
        return rt_error_set(err, RT_RUNTIME, "%s: other must have at least 1 dimension.", name);
    if (a->dtype != y->dtype)
        return rt_error_set(err, RT_RUNTIME,
                            "%s: Expected input and other to have the same dtype, but got input's dtype %s and other's "
                            "dtype %s",
                            name, rt_dtype_table[a->dtype].scalar, rt_dtype_table[y->dtype].scalar);
    if (a->ndim < y->ndim || a->ndim - y->ndim > 1)
        return rt_error_set(err, RT_RUNTIME,
                            "%s: input.dim() must be greater or equal to other.dim() and (input.dim() - other.dim()) "
                            "<= 1",
                            name);
    *vector = y->ndim == 1 || (a->ndim - 1 == y->ndim && rt_shape_equal(a->shape, a->ndim - 1, y->shape, y->ndim));
    if (*vector && rows_of(a) != y->shape[y->ndim - 1])
        return rt_error_set(err, RT_RUNTIME, "%s: input.size(-2) should match other.size(-1)", name);
    if (!*vector && rows_of(a) != rows_of(y))
        return rt_error_set(err, RT_RUNTIME, "%s: input.size(-2) should match other.size(-2)", name);
    if (!rt_dtype_is_inexact(DTYPE(a)) || a->dtype == RT_FLOAT16 || a->dtype == RT_BFLOAT16)
        return rt_error_set(err, RT_RUNTIME, "This function doesn't handle types other than float and double");
    return 0;
}

static int pick_driver(const struct rt_arg *arg, enum rt_linalg_driver *driver, struct rt_error *err)
{
    static const char *const names[] = {"gels", "gelsy", "gelsd", "gelss"};

    *driver = RT_GELSY;
    if (arg->kind == RT_NONE)
        return 0;
    for (int i = 0; i < 4; i++)
        if (rt_arg_is(arg, names[i])) {
            *driver = (enum rt_linalg_driver)i;
            return 0;
        }
    return rt_error_set(err, RT_RUNTIME,
                        "torch.linalg.lstsq: parameter `driver` should be one of (gels, gelsy, gelsd, gelss)");
}

/* The sums of squares of the rows below the solution, where the system was of full rank. */
static T residuals_of(T x, int64_t m, int64_t n, T ranks, enum rt_linalg_driver driver, struct rt_error *err)
{
    struct rt_scalar low;
    int64_t shape[RT_MAX_DIMS], dim = -2;
    struct rt_build b;
    T below, sum = NULL;

    rt_build_init(&b, err);
    if (m > n && driver != RT_GELSY) {
        bool full = driver == RT_GELS;
        if (!full && ranks->numel && !rt_is_meta(ranks)) {
            T least = rt_b_map(&b, &rt_op_min, ranks);
            full = least && rt_tensor_item(least, &low, err) == 0 && low.i == n;
        }
        if (full) {
            memcpy(shape, x->shape, x->ndim * sizeof *shape);
            shape[x->ndim - 2] = m - n;
            below =
                rt_tensor_window(x, shape, x->strides, x->ndim, x->offset + n * x->strides[x->ndim - 2], false, err);
            below = below ? rt_build_keep_steal(&b, below) : NULL;
            below = below && rt_dtype_is_complex(DTYPE(x)) ? rt_b_map(&b, &rt_op_abs, below) : below;
            sum = rt_b_sum(&b, rt_b_mul(&b, below, below), &dim, 1, false);
        }
    }
    sum = sum ? rt_tensor_get(sum) : b.failed ? NULL : nothing(x, rt_real_dtype(DTYPE(x)), err);
    rt_build_end(&b);
    return sum;
}

/* (self, b, rcond, driver) -> solution, residuals, rank, singular_values */
int rt_forward_linalg_lstsq(struct rt_call *call, struct rt_error *err)
{
    T a = call->args[0].tensor, y = call->args[1].tensor, list[4] = {NULL}, copy = NULL, x = NULL, info = NULL, wide,
      part = NULL;
    struct rt_linalg_call kernel = {.op = RT_LINALG_LEAST_SQUARES};
    struct rt_shape batch;
    int64_t m, n, shape[RT_MAX_DIMS];
    bool vector = false;
    int status = -1;

    if (check_lstsq(a, y, &vector, err) < 0 || pick_driver(&call->args[3], &kernel.driver, err) < 0)
        return -1;
    if (rt_is_meta(a))
        return rt_needs_data("linalg_lstsq", "out", err);
    m = rows_of(a);
    n = columns_of(a);
    kernel.tolerance = rt_arg_is_none(call, 2) ? (rt_real_dtype(DTYPE(a)) == RT_FLOAT64 ? DBL_EPSILON : FLT_EPSILON) *
                                                     (double)(m > n ? m : n)
                                               : call->args[2].number;
    memcpy(shape, y->shape, (size_t)y->ndim * sizeof *shape);
    shape[y->ndim] = 1;
    int64_t strides[RT_MAX_DIMS];
    memcpy(strides, y->strides, (size_t)y->ndim * sizeof *strides);
    strides[y->ndim] = 1;
    if (!(wide = rt_tensor_window(y, shape, strides, y->ndim + vector, y->offset, false, err)) ||
        common_batch(a, wide, &batch, err) < 0)
        goto done;
    copy = rt_columns_copy(a, batch.size, batch.ndim, err);
    memcpy(shape, batch.size, (size_t)batch.ndim * sizeof *shape);
    shape[batch.ndim] = m > n ? m : n;
    shape[batch.ndim + 1] = columns_of(wide);
    x = rt_columns_new(shape, batch.ndim + 2, DTYPE(a), DEVICE(a), err);
    info = x ? rt_new_info(x, err) : NULL;
    if (!copy || !info || (x->numel && rt_fill_constant(x, rt_scalar_int(0), err) < 0) ||
        !(part = rt_corner(x, m, columns_of(wide), err)) || (part->numel && rt_copy_into(part, wide, err) < 0))
        goto done;
    list[2] = kernel.driver == RT_GELS ? nothing(a, RT_INT64, err)
                                       : rt_tensor_new(DEVICE(a), RT_INT64, x->shape, x->ndim - 2, err);
    list[3] = kernel.driver == RT_GELSD || kernel.driver == RT_GELSS
                  ? vectors_new(x, m < n ? m : n, rt_real_dtype(DTYPE(a)), err)
                  : nothing(a, rt_real_dtype(DTYPE(a)), err);
    if (!list[2] || !list[3] || (list[2]->numel && rt_fill_constant(list[2], rt_scalar_int(0), err) < 0))
        goto done;
    rt_matrices(copy, &kernel.a);
    if (list[3]->numel)
        rt_vectors(list[3], &kernel.b);
    rt_matrices(x, &kernel.c);
    if (list[2]->numel && kernel.driver != RT_GELS)
        rt_singles(list[2], &kernel.d);
    rt_singles(info, &kernel.info);
    if (rt_linalg_run(x, &kernel, err) < 0 || rt_check_info(info, "torch.linalg.lstsq", RT_INFO_SVD, err) < 0 ||
        !(list[1] = residuals_of(x, m, n, list[2], kernel.driver, err)))
        goto done;
    list[0] = rt_corner(x, n, columns_of(wide), err);
    if (list[0] && vector) {
        T flat =
            rt_tensor_window(list[0], list[0]->shape, list[0]->strides, list[0]->ndim - 1, list[0]->offset, false, err);
        rt_tensor_unref(list[0]);
        list[0] = flat;
    }
    status = list[0] ? 0 : -1;
done:
    rt_tensor_unref(wide);
    rt_tensor_unref(copy);
    rt_tensor_unref(x);
    rt_tensor_unref(info);
    rt_tensor_unref(part);
    return keep(call, list, 4, status);
}

/* ---- LDL --------------------------------------------------------------------------------------------------------- */

/* (self, hermitian, check_errors) -> LD, pivots, info; detail 1: (self, hermitian) -> LD, pivots */
int rt_forward_ldl_factor(struct rt_call *call, struct rt_error *err)
{
    T a = call->args[0].tensor, list[3] = {NULL};
    bool two = call->op->detail;
    struct rt_linalg_call kernel = {.op = RT_LINALG_LDL, .hermitian = call->args[1].boolean};
    int status = -1;

    if (rt_check_square(a, "torch.linalg.ldl_factor_ex", "A", err) < 0 ||
        rt_check_inexact(a, "torch.linalg.ldl_factor_ex", false, err) < 0 ||
        rt_check_lapack(a, "ldl_factor_kernel_cpu", err) < 0)
        return -1;
    list[0] = rt_columns_copy(a, NULL, 0, err);
    list[1] = vectors_new(a, rows_of(a), RT_INT32, err);
    list[2] = rt_new_info(a, err);
    if (list[0] && list[1] && list[2]) {
        rt_matrices(list[0], &kernel.a);
        rt_vectors(list[1], &kernel.b);
        rt_singles(list[2], &kernel.info);
        status = rt_linalg_run(a, &kernel, err);
        if (status == 0) { /* the other triangle is no part of the result */
            struct rt_results lower;
            struct rt_arg args[] = {rt_arg_tensor(list[0]), rt_arg_int(0)};
            status = rt_apply_inplace(&rt_op_tril, args, 2, &lower, err);
            if (status == 0)
                rt_results_clear(&lower);
        }
        if (status == 0 && (two || call->args[2].boolean))
            status = rt_check_info(list[2], two ? "torch.linalg.ldl_factor" : "torch.linalg.ldl_factor_ex",
                                   RT_INFO_SOLVE, err);
    }
    if (keep(call, list, 3, status) < 0)
        return -1;
    if (two) {
        rt_tensor_unref(list[2]);
        call->results->count = 2;
    }
    return 0;
}

/* Blocks of two have two negative pivots that follow each other. */
static int check_ldl(const int32_t *pivots, int64_t k, int64_t n, struct rt_error *err)
{
    static const char ask[] = "Did you properly pass the result of ldl_factor?";

    for (int64_t j = 0, pair = 0; j < k; j++) {
        int64_t at = pivots[j] < 0 ? -(int64_t)pivots[j] : pivots[j];
        pair = pivots[j] < 0 ? pair + 1 : 0;
        if (at < 1 || at > n)
            return rt_error_set(err, RT_RUNTIME, "Pivots given to ldl_solve must all satisfy |pivot| %s. %s",
                                at < 1 ? ">= 1" : "<= LD.size(-2)", ask);
        if (pair % 2 && (j + 1 == k || pivots[j + 1] > 0))
            return rt_error_set(err, RT_RUNTIME, "Negative pivots given to ldl_solve must come in pairs. %s", ask);
    }
    return 0;
}

/* (LD, pivots, B, hermitian) */
int rt_forward_ldl_solve(struct rt_call *call, struct rt_error *err)
{
    static const char name[] = "torch.linalg.ldl_solve";
    T a = call->args[0].tensor, pivots = call->args[1].tensor, y = call->args[2].tensor, dense = NULL, x;
    struct rt_linalg_call kernel = {.op = RT_LINALG_LDL_SOLVE, .hermitian = call->args[3].boolean};
    int64_t shape[RT_MAX_DIMS];
    struct rt_shape batch;

    if (rt_check_square(a, name, "LD", err) < 0 || rt_check_inexact(a, name, false, err) < 0)
        return -1;
    if (y->ndim < 2)
        return rt_error_set(err, RT_RUNTIME,
                            "%s: Expected B to have at least 2 dimensions, but it has %d dimensions instead", name,
                            y->ndim);
    if (rows_of(a) != rows_of(y))
        return rt_error_set(
            err, RT_RUNTIME, "%s: Incompatible shapes of A and B for the equation AX = B (%lldx%lld and %lldx%lld)",
            name, (long long)rows_of(a), (long long)columns_of(a), (long long)rows_of(y), (long long)columns_of(y));
    if (!rt_dtype_is_integral(DTYPE(pivots)))
        return rt_error_set(err, RT_RUNTIME, "%s: Expected pivots to be integers. Got %s", name,
                            rt_dtype_table[pivots->dtype].scalar);
    if (a->dtype != y->dtype)
        return rt_error_set(err, RT_RUNTIME, "%s: LD dtype %s does not match b dtype %s", name,
                            rt_dtype_table[a->dtype].scalar, rt_dtype_table[y->dtype].scalar);
    if (rt_check_lapack(a, "ldl_solve_kernel_cpu", err) < 0 || common_batch(a, y, &batch, err) < 0)
        return -1;
    if (!pivots->ndim || pivots->shape[pivots->ndim - 1] != rows_of(a))
        return rt_error_set(err, RT_RUNTIME, "%s: Expected one pivot for each row of LD", name);
    if (rt_check_pivots(pivots, check_ldl, rows_of(a), err) < 0)
        return -1;
    memcpy(shape, batch.size, (size_t)batch.ndim * sizeof *shape);
    shape[batch.ndim] = rows_of(a);
    dense = rt_tensor_new(DEVICE(a), RT_INT32, shape, batch.ndim + 1, err);
    if (!dense || (dense->numel && rt_copy_into(dense, pivots, err) < 0)) {
        rt_tensor_unref(dense);
        return -1;
    }
    rt_vectors(dense, &kernel.b);
    x = solve_with(&kernel, a, y, err);
    rt_tensor_unref(dense);
    return rt_result_steal(call, x);
}
