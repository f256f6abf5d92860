/* What the families of linear algebra share: tensors as LAPACK wants them, checks with their texts, answers. */
#ifndef RT_OPS_LINALG_H
#define RT_OPS_LINALG_H

#include "ops.h"

/* ---- tensors ----------------------------------------------------------------------------------------------------- */

/* Column-major matrices, batches one after the other. */
T rt_columns_new(const int64_t *shape, int ndim, enum rt_dtype dtype, struct rt_device *device, struct rt_error *err);
/* A copy of t in that order, broadcast to the batch of nbatch sizes where batch is given. */
T rt_columns_copy(T t, const int64_t *batch, int nbatch, struct rt_error *err);
/* A window without history on the first rows and columns; and with the last two dimensions exchanged. */
T rt_corner(T t, int64_t rows, int64_t columns, struct rt_error *err);
T rt_transposed(T t, struct rt_error *err);
enum rt_dtype rt_real_dtype(enum rt_dtype dtype);
enum rt_dtype rt_complex_dtype(enum rt_dtype dtype);

/* Views of such a tensor for a call: [batch, m, n]; [batch, n] of a dense one; [batch]. */
void rt_matrices(T t, struct rt_view *view);
void rt_vectors(T t, struct rt_view *view);
void rt_singles(T t, struct rt_view *view);
/* Runs the call on the device of the tensor unless a is empty. */
int rt_linalg_run(T on, const struct rt_linalg_call *call, struct rt_error *err);

/* ---- checks ------------------------------------------------------------------------------------------------------ */

int rt_check_matrix(T t, const char *name, const char *letter, struct rt_error *err);
int rt_check_square(T t, const char *name, const char *letter, struct rt_error *err);
/* float or complex; low: half types are named as such */
int rt_check_inexact(T t, const char *name, bool low, struct rt_error *err);
/* Has LAPACK the type? NotImplementedError "\"kernel\" not implemented for 'Half'". */
int rt_check_lapack(T t, const char *kernel, struct rt_error *err);

/* What a nonzero info means. */
enum rt_info_text {
    RT_INFO_INVERSE,
    RT_INFO_CHOLESKY,
    RT_INFO_SOLVE,
    RT_INFO_LU,
    RT_INFO_EIGH,
    RT_INFO_EIG,
    RT_INFO_SVD
};
/* Waits for info and fails if one of it is not zero. */
int rt_check_info(T info, const char *name, enum rt_info_text text, struct rt_error *err);

/* Hands over n results; all references are taken, also when one is NULL: then -1. */
int rt_return_results(struct rt_call *call, T *list, int n);
/* Ends a composite forward with n results that the build keeps. */
int rt_build_give(struct rt_build *b, struct rt_call *call, T *list, int n);

/* ---- steps of the builder ---------------------------------------------------------------------------------------- */

T rt_b_mT(B b, T x);         /* transposed */
T rt_b_mH(B b, T x);         /* transposed and conjugated */
T rt_b_real(B b, T x);       /* x itself where it is real */
T rt_b_diagonal(B b, T x);   /* of the last two dimensions */
T rt_b_diag_embed(B b, T x); /* a matrix of each last dimension */
T rt_b_tril(B b, T x, int64_t k);
T rt_b_triu(B b, T x, int64_t k);
T rt_b_eye(B b, int64_t n, T like);
T rt_b_solve(B b, T a, T y, bool left);
T rt_b_solve_triangular(B b, T a, T y, bool upper, bool left, bool unit);

/* ---- cores without history --------------------------------------------------------------------------------------- */

/* Factors a copy of a; three new references, or -1. */
int rt_lu_factor(T a, T *factors, T *pivots, T *info, struct rt_error *err);
/* Solves with factors; y is overwritten. transpose: 'N', 'T', 'C'. */
int rt_lu_apply(T factors, T pivots, T y, char transpose, struct rt_error *err);
T rt_new_info(T a, struct rt_error *err);

/* k pivots of one matrix of n rows: -1 where the exchanges that they tell of are none. */
typedef int (*rt_pivot_check)(const int32_t *pivots, int64_t k, int64_t n, struct rt_error *err);
/* Pivots that come from outside, before LAPACK follows them; waits for them. */
int rt_check_pivots(T pivots, rt_pivot_check check, int64_t n, struct rt_error *err);

#endif
