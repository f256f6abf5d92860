/* Gradients of linear algebra, written with ops so that they can be differentiated again. X^H is the conjugate
   transpose; triangular solves take the place of inverses wherever a factor is triangular. */
#include "ops/linalg.h"

#include <string.h>

/* the gradient of result i, or NULL */
#define GRADIENT(i) (b->gradients[i])
#define MM rt_b_matmul
#define H rt_b_mH

static int64_t rows_of(T t)
{
    return t->shape[t->ndim - 2];
}
static int64_t columns_of(T t)
{
    return t->shape[t->ndim - 1];
}

/* x + y, where either may be missing */
static T plus(B m, T x, T y)
{
    return !x ? y : !y ? x : rt_b_add(m, x, y);
}

static T columns(B m, T x, int64_t from, int64_t count)
{
    return x ? rt_b_narrow(m, x, -1, from, count) : NULL;
}
static T rows(B m, T x, int64_t from, int64_t count)
{
    return x ? rt_b_narrow(m, x, -2, from, count) : NULL;
}

/* d on the diagonal of a matrix: d is a batch of numbers, times the identity */
static T scaled_identity(B m, T d, int64_t n, T like)
{
    return rt_b_mul(m, rt_b_eye(m, n, like), rt_b_unsqueeze(m, rt_b_unsqueeze(m, d, -1), -1));
}

/* 1 off the diagonal */
static T off_diagonal(B m, int64_t n, T like)
{
    return rt_b_rsubs(m, 1, rt_b_eye(m, n, like));
}

/* ---- inverse and solutions --------------------------------------------------------------------------------------- */

BACKWARD(linalg_inv)
{
    B m = BUILD;
    T xh = H(m, RESULT(0));

    (void)err;
    SET(0, rt_b_neg(m, MM(m, xh, MM(m, G, xh))));
    return 0;
}

/* (A, B, left) */
BACKWARD(linalg_solve)
{
    B m = BUILD;
    T a = ARG(0), x = RESULT(0), g = GRADIENT(0), gy;
    bool left = b->node->args[2].boolean;
    const struct rt_shape *y = INPUT_SHAPE(1);
    bool vector;

    (void)err;
    if (!g || !a)
        return 0;
    vector = y->ndim == 1 || (a->ndim - 1 == y->ndim && rt_shape_equal(y->size, y->ndim, a->shape, a->ndim - 1));
    if (vector) {
        g = rt_b_unsqueeze(m, g, -1);
        x = rt_b_unsqueeze(m, x, -1);
    }
    gy = rt_b_solve(m, H(m, a), g, left);
    if (WANTS(0))
        SET(0, rt_b_neg(m, left ? MM(m, gy, H(m, x)) : MM(m, H(m, x), gy)));
    SET(1, vector ? rt_b_squeeze(m, gy, -1) : gy);
    return 0;
}

static T triangle_of(B m, T x, bool upper, bool unit)
{
    return upper ? rt_b_triu(m, x, unit) : rt_b_tril(m, x, -(int64_t)unit);
}

/* (self, B, upper, left, unitriangular) */
BACKWARD(solve_triangular)
{
    B m = BUILD;
    T a = ARG(0), x = RESULT(0), gy;
    bool upper = b->node->args[2].boolean, left = b->node->args[3].boolean, unit = b->node->args[4].boolean;

    (void)err;
    gy = rt_b_solve_triangular(m, H(m, a), G, !upper, left, unit);
    if (WANTS(0))
        SET(0, rt_b_neg(m, triangle_of(m, left ? MM(m, gy, H(m, x)) : MM(m, H(m, x), gy), upper, unit)));
    SET(1, gy);
    return 0;
}

/* (self, A, upper, transpose, unitriangular) -> solution, cloned_coefficient */
BACKWARD(triangular_solve)
{
    B m = BUILD;
    T a = ARG(1), x = RESULT(0), g = GRADIENT(0), gy = NULL, ga = NULL;
    bool upper = b->node->args[2].boolean, transpose = b->node->args[3].boolean, unit = b->node->args[4].boolean;

    (void)err;
    if (g) {
        T transposed = transpose ? rt_b_conj(m, a) : H(m, a);
        gy = rt_b_solve_triangular(m, transposed, g, upper == transpose, true, unit);
        ga = transpose ? MM(m, rt_b_conj(m, x), rt_b_mT(m, gy)) : MM(m, gy, H(m, x));
        ga = rt_b_neg(m, triangle_of(m, ga, upper, unit));
        SET(0, gy);
    }
    if (WANTS(1) && (ga || GRADIENT(1)))
        SET(1, plus(m, ga, GRADIENT(1)));
    return 0;
}

/* ---- determinants ------------------------------------------------------------------------------------------------ */

/* The product of the others for each singular value. */
static T products_of_others(B m, T s)
{
    int64_t n = columns_of(s), shape[RT_MAX_DIMS];
    T rows_of_s = rt_b_unsqueeze(m, s, -2), one = rt_b_eye(m, n, s), mixed;

    if (!rows_of_s)
        return NULL;
    memcpy(shape, rows_of_s->shape, rows_of_s->ndim * sizeof *shape);
    shape[rows_of_s->ndim - 2] = n;
    mixed = rt_b_add(m, rt_b_mul(m, rt_b_expand(m, rows_of_s, shape, rows_of_s->ndim), rt_b_rsubs(m, 1, one)), one);
    return mixed ? rt_build_apply(m, &rt_op_prod_dim_int, (struct rt_arg[]){rt_arg_tensor(mixed), rt_arg_int(-1)}, 2)
                 : NULL;
}

/* The matrix of cofactors where the determinant may be zero, from singular values. */
static T cofactors(B m, T a)
{
    T list[3], sign;

    if (!a ||
        rt_build_apply_many(m, &rt_op__linalg_svd,
                            (struct rt_arg[]){rt_arg_tensor(a), rt_arg_bool(true), rt_arg_bool(true)}, 3, list, 3) < 0)
        return NULL;
    sign = rt_b_mul(m, rt_b_map(m, &rt_op_linalg_det, rt_b_detach(m, list[0])),
                    rt_b_map(m, &rt_op_linalg_det, rt_b_detach(m, list[2])));
    list[1] = rt_b_mul(m, rt_b_unsqueeze(m, sign, -1), products_of_others(m, list[1]));
    return MM(m, rt_b_mul(m, list[0], rt_b_unsqueeze(m, list[1], -2)), list[2]);
}

static bool any_zero(B m, T x)
{
    struct rt_scalar answer = rt_scalar_int(1);
    T all = x && x->numel && !rt_is_meta(x) ? rt_b_map(m, &rt_op_all, rt_b_detach(m, x)) : NULL;

    if (all && rt_tensor_item(all, &answer, m->err) < 0)
        m->failed = true;
    return answer.i == 0;
}

/* (A) -> result, LU, pivots */
BACKWARD(linalg_det)
{
    B m = BUILD;
    T det, d, factors, diagonal, right;
    int64_t n = INPUT_SHAPE(0)->size[INPUT_SHAPE(0)->ndim - 1];

    (void)err;
    if (!WANTS(0) || !GRADIENT(0))
        return 0;
    det = RESULT(0);
    d = rt_b_mul(m, G, rt_b_conj(m, det));
    if (rt_grad_enabled()) { /* to be differentiated again */
        T a = ARG(0);
        if (any_zero(m, det) && a && !rt_dtype_is_complex((enum rt_dtype)a->dtype))
            SET(0, rt_b_mul(m, rt_b_unsqueeze(m, rt_b_unsqueeze(m, G, -1), -1), cofactors(m, a)));
        else
            SET(0, rt_b_solve(m, H(m, a), scaled_identity(m, d, n, a), true));
        return 0;
    }
    /* zeros on the diagonal of U become a little, so that 0 solves to 0 */
    factors = RESULT(1);
    diagonal = rt_b_diagonal(m, factors);
    if (!diagonal)
        return 0;
    diagonal = rt_build_apply(m, &rt_op_eq_Tensor,
                              (struct rt_arg[]){rt_arg_tensor(diagonal), rt_arg_scalar(rt_scalar_int(0))}, 2);
    diagonal = diagonal ? rt_b_muls(m, rt_b_to(m, diagonal, (enum rt_dtype)factors->dtype), 1e-15) : NULL;
    factors = rt_b_add(m, factors, rt_b_diag_embed(m, diagonal));
    right = factors ? scaled_identity(m, d, n, factors) : NULL;
    if (right)
        SET(0, rt_build_apply(m, &rt_op_linalg_lu_solve,
                              (struct rt_arg[]){rt_arg_tensor(factors), rt_arg_tensor(RESULT(2)), rt_arg_tensor(right),
                                                rt_arg_bool(true), rt_arg_bool(true)},
                              5));
    return 0;
}

/* (A) -> sign, logabsdet, LU, pivots */
BACKWARD(linalg_slogdet)
{
    B m = BUILD;
    T a = ARG(0);
    int64_t n = INPUT_SHAPE(0)->size[INPUT_SHAPE(0)->ndim - 1];

    if (a && GRADIENT(0) && rt_dtype_is_complex((enum rt_dtype)a->dtype))
        return rt_error_set(err, RT_NOT_IMPLEMENTED, "the gradient of the sign of a complex determinant");
    if (!WANTS(0) || !a)
        return 0;
    if (!GRADIENT(1))
        SET(0, rt_b_zeros_like(m, a));
    else
        SET(0,
            rt_b_solve(m, H(m, a), scaled_identity(m, rt_b_to(m, GRADIENT(1), (enum rt_dtype)a->dtype), n, a), true));
    return 0;
}

/* ---- LU ---------------------------------------------------------------------------------------------------------- */

/* Without the permutation. L is m x k, U is k x n; a missing gradient is zero. */
static T back_lu(B m, T l, T u, T gl, T gu)
{
    int64_t r, c, k;
    T l1, u1, ml = NULL, mu = NULL, inner, first, rest;

    if (!l || !u)
        return NULL;
    r = rows_of(l);
    c = columns_of(u);
    k = columns_of(l);
    l1 = r > k ? rows(m, l, 0, k) : l;
    u1 = c > k ? columns(m, u, 0, k) : u;
    if (gl)
        ml = MM(m, H(m, l1), r > k ? rows(m, gl, 0, k) : gl);
    if (gu && c > k)
        ml = plus(m, ml, rt_b_neg(m, MM(m, columns(m, gu, k, c - k), H(m, columns(m, u, k, c - k)))));
    if (gu)
        mu = MM(m, c > k ? columns(m, gu, 0, k) : gu, H(m, u1));
    if (gl && r > k)
        mu = plus(m, mu, rt_b_neg(m, MM(m, H(m, rows(m, l, k, r - k)), rows(m, gl, k, r - k))));
    inner = plus(m, ml ? rt_b_tril(m, ml, -1) : NULL, mu ? rt_b_triu(m, mu, 0) : NULL);
    first = rt_b_solve_triangular(m, H(m, l1), inner, true, true, true);
    first = rt_b_solve_triangular(m, H(m, u1), first, false, false, false);
    if (r == k && c == k)
        return first;
    if (r > k)
        rest = gl ? rt_b_solve_triangular(m, H(m, u1), rows(m, gl, k, r - k), false, false, false)
                  : rt_b_zeros_like(m, rows(m, l, k, r - k));
    else
        rest = gu ? rt_b_solve_triangular(m, H(m, l1), columns(m, gu, k, c - k), true, true, true)
                  : rt_b_zeros_like(m, columns(m, u, k, c - k));
    if (!first || !rest)
        return NULL;
    return rt_build_apply(m, &rt_op_cat,
                          (struct rt_arg[]){rt_arg_tensors((T[]){first, rest}, 2), rt_arg_int(r > k ? -2 : -1)}, 2);
}

static int unpack(B m, T factors, T pivots, bool data, bool permutations, T *list)
{
    if (!factors || !pivots)
        return m->failed = true, -1;
    return rt_build_apply_many(
        m, &rt_op_lu_unpack,
        (struct rt_arg[]){rt_arg_tensor(factors), rt_arg_tensor(pivots), rt_arg_bool(data), rt_arg_bool(permutations)},
        4, list, 3);
}

/* (A, pivot) -> P, L, U */
BACKWARD(linalg_lu)
{
    B m = BUILD;

    (void)err;
    if (WANTS(0) && (GRADIENT(1) || GRADIENT(2)))
        SET(0, MM(m, RESULT(0), back_lu(m, RESULT(1), RESULT(2), GRADIENT(1), GRADIENT(2))));
    return 0;
}

/* (A, pivot, check_errors) -> LU, pivots, info */
BACKWARD(linalg_lu_factor)
{
    B m = BUILD;
    T list[3], g = GRADIENT(0);
    int64_t r, c, k;

    (void)err;
    if (!WANTS(0) || !g || unpack(m, RESULT(0), RESULT(1), true, true, list) < 0)
        return 0;
    r = rows_of(g);
    c = columns_of(g);
    k = r < c ? r : c;
    SET(0, MM(m, list[0], back_lu(m, list[1], list[2], columns(m, g, 0, k), rows(m, g, 0, k))));
    return 0;
}

/* zeros below (dim -2) or beside x up to `size` */
static T padded(B m, T x, int dim, int64_t size)
{
    int64_t shape[RT_MAX_DIMS];

    if (!x || x->shape[x->ndim + dim] == size)
        return x;
    memcpy(shape, x->shape, x->ndim * sizeof *shape);
    shape[x->ndim + dim] = size - x->shape[x->ndim + dim];
    T none = rt_b_zeros(m, shape, x->ndim, (enum rt_dtype)x->dtype, x->storage->device);
    return none
               ? rt_build_apply(m, &rt_op_cat, (struct rt_arg[]){rt_arg_tensors((T[]){x, none}, 2), rt_arg_int(dim)}, 2)
               : NULL;
}

/* (LU_data, LU_pivots, unpack_data, unpack_pivots) -> P, L, U */
BACKWARD(lu_unpack)
{
    B m = BUILD;
    const struct rt_shape *shape = INPUT_SHAPE(0);
    int64_t r = shape->size[shape->ndim - 2], c = shape->size[shape->ndim - 1];
    T l = GRADIENT(1) ? padded(m, rt_b_tril(m, GRADIENT(1), -1), -1, c) : NULL;
    T u = GRADIENT(2) ? padded(m, rt_b_triu(m, GRADIENT(2), 0), -2, r) : NULL;

    (void)err;
    if (WANTS(0) && (l || u))
        SET(0, plus(m, l, u));
    return 0;
}

/* (LU, pivots, B, left, adjoint) */
BACKWARD(linalg_lu_solve)
{
    B m = BUILD;
    T factors = ARG(0), pivots = ARG(1), x = RESULT(0), gy, ga, list[3];
    bool left = b->node->args[3].boolean, adjoint = b->node->args[4].boolean;

    (void)err;
    if (!G || !factors || !pivots)
        return 0;
    gy = rt_build_apply(m, &rt_op_linalg_lu_solve,
                        (struct rt_arg[]){rt_arg_tensor(factors), rt_arg_tensor(pivots), rt_arg_tensor(G),
                                          rt_arg_bool(left), rt_arg_bool(!adjoint)},
                        5);
    SET(2, gy);
    if (!WANTS(0) || !gy || unpack(m, factors, pivots, true, true, list) < 0)
        return 0;
    ga = left ? MM(m, gy, H(m, x)) : MM(m, H(m, x), gy);
    ga = MM(m, rt_b_mT(m, list[0]), rt_b_neg(m, adjoint ? H(m, ga) : ga));
    SET(0, rt_b_add(m, rt_b_tril(m, MM(m, ga, H(m, list[2])), -1), rt_b_triu(m, MM(m, H(m, list[1]), ga), 0)));
    return 0;
}

/* ---- Cholesky ---------------------------------------------------------------------------------------------------- */

/* (A, upper, ...) -> L */
BACKWARD(linalg_cholesky)
{
    B m = BUILD;
    bool upper = b->node->args[1].boolean;
    T l, g, phi;

    (void)err;
    if (!WANTS(0) || !GRADIENT(0))
        return 0;
    l = upper ? H(m, RESULT(0)) : RESULT(0);
    g = upper ? H(m, G) : G;
    phi = rt_b_tril(m, MM(m, H(m, l), g), 0);
    phi = rt_b_sub(m, phi, rt_b_muls(m, rt_b_diag_embed(m, rt_b_diagonal(m, phi)), 0.5));
    phi = rt_b_solve_triangular(m, H(m, l), phi, true, true, false);
    phi = rt_b_solve_triangular(m, l, phi, false, false, false);
    SET(0, rt_b_muls(m, rt_b_add(m, phi, H(m, phi)), 0.5));
    return 0;
}

/* (self, upper) */
BACKWARD(cholesky_inverse)
{
    B m = BUILD;
    T l = ARG(0), x = RESULT(0), common;

    (void)err;
    common = MM(m, x, MM(m, rt_b_add(m, G, H(m, G)), x));
    SET(0, rt_b_neg(m, b->node->args[1].boolean ? MM(m, l, common) : MM(m, common, l)));
    return 0;
}

/* (self, input2, upper) */
BACKWARD(cholesky_solve)
{
    B m = BUILD;
    T l = ARG(1), x = RESULT(0), gy, common;

    (void)err;
    if (!G || !l)
        return 0;
    gy = rt_build_apply(m, &rt_op_cholesky_solve,
                        (struct rt_arg[]){rt_arg_tensor(G), rt_arg_tensor(l), b->node->args[2]}, 3);
    SET(0, gy);
    if (WANTS(1)) {
        common = MM(m, gy, H(m, x));
        common = rt_b_add(m, common, H(m, common));
        SET(1, rt_b_neg(m, b->node->args[2].boolean ? MM(m, l, common) : MM(m, common, l)));
    }
    return 0;
}

/* ---- QR ---------------------------------------------------------------------------------------------------------- */

/* Of A = Q R with at least as many rows as columns. */
static T back_qr(B m, T q, T r, T gq, T gr)
{
    T inner = NULL;

    if (gr)
        inner = MM(m, gr, H(m, r));
    if (gq)
        inner = plus(m, inner, rt_b_neg(m, MM(m, H(m, q), gq)));
    inner = rt_b_triu(m, inner, 0);
    inner = rt_b_sub(m, rt_b_add(m, inner, H(m, inner)), rt_b_diag_embed(m, rt_b_real(m, rt_b_diagonal(m, inner))));
    return rt_b_solve_triangular(m, H(m, r), plus(m, gq, MM(m, q, inner)), false, false, false);
}

/* (A, mode) -> Q, R */
BACKWARD(linalg_qr)
{
    B m = BUILD;
    const struct rt_arg *mode = &b->node->args[1];
    const struct rt_shape *shape = INPUT_SHAPE(0);
    int64_t r = shape->size[shape->ndim - 2], c = shape->size[shape->ndim - 1];
    T gq = GRADIENT(0), gr = GRADIENT(1), q, u, gx, gy;

    if (!WANTS(0) || (!gq && !gr))
        return 0;
    if (rt_arg_is(mode, "r"))
        return rt_error_set(err, RT_RUNTIME,
                            "The derivative of linalg.qr depends on Q, which is not computed when mode='r'. Please use "
                            "linalg.qr(A, mode='reduced') if you are going to differentiate through linalg.qr.");
    if (rt_arg_is(mode, "complete") && r > c)
        return rt_error_set(err, RT_RUNTIME,
                            "The QR decomposition is not differentiable when mode='complete' and nrows > ncols.");
    q = RESULT(0);
    u = RESULT(1);
    if (r >= c) {
        SET(0, back_qr(m, q, u, gq, gr));
        return 0;
    }
    /* A = [X Y], R = [U V]: V = Q^H Y */
    if (!gr) {
        gx = back_qr(m, q, columns(m, u, 0, r), gq, NULL);
        gy = rt_b_zeros_like(m, columns(m, u, r, c - r));
    } else {
        T gv = columns(m, gr, r, c - r), y = MM(m, q, columns(m, u, r, c - r));
        gx = back_qr(m, q, columns(m, u, 0, r), plus(m, gq, MM(m, y, H(m, gv))), columns(m, gr, 0, r));
        gy = MM(m, q, gv);
    }
    if (gx && gy)
        SET(0, rt_build_apply(m, &rt_op_cat, (struct rt_arg[]){rt_arg_tensors((T[]){gx, gy}, 2), rt_arg_int(-1)}, 2));
    return 0;
}

BACKWARD(geqrf)
{
    (void)b;
    return rt_error_set(err, RT_NOT_IMPLEMENTED, "the derivative for 'geqrf' is not implemented.");
}

/* Gradients of the reflectors (columns of v, ones on their diagonal) and their scales, when y = H(1) ... H(k) c, or in
   the reverse order. Each step takes one factor away from y and carries the gradient through it. */
static void back_reflectors(B m, T v, T tau, T y, T g, bool reverse, T *gv, T *gtau)
{
    int64_t k = tau->shape[tau->ndim - 1], r = rows_of(v), c = columns_of(v);
    T unit = rt_b_add(m, rt_b_tril(m, v, -1), padded(m, rt_b_eye(m, c, v), -2, r)), left = NULL, right = NULL;

    for (int64_t step = 0; step < k && !m->failed; step++) {
        int64_t i = reverse ? k - 1 - step : step, last[2] = {-2, -1};
        T w = columns(m, unit, i, 1), t = rt_b_unsqueeze(m, rt_b_narrow(m, tau, -1, i, 1), -1), wh = H(m, w);
        T norm = rt_b_sum(m, rt_b_mul(m, w, rt_b_conj(m, w)), last, 1, true);
        T undo = rt_b_div(m, t, rt_b_adds(m, rt_b_mul(m, t, norm), -1));
        T wy, wg, a, s;
        y = rt_b_sub(m, y, rt_b_mul(m, undo, MM(m, w, MM(m, wh, y))));
        wy = MM(m, wh, y);
        wg = MM(m, wh, g);
        a = rt_b_neg(m, rt_b_mul(m, t, rt_b_add(m, MM(m, g, H(m, wy)), MM(m, y, H(m, wg)))));
        s = rt_b_neg(m, rt_b_sum(m, rt_b_mul(m, wg, rt_b_conj(m, wy)), last, 2, false));
        s = rt_b_unsqueeze(m, s, -1);
        g = rt_b_sub(m, g, rt_b_mul(m, t, MM(m, w, wg)));
        if (!a || !s)
            return;
        T pair[2] = {reverse ? a : left, reverse ? left : a}, sums[2] = {reverse ? s : right, reverse ? right : s};
        left = left ? rt_build_apply(m, &rt_op_cat, (struct rt_arg[]){rt_arg_tensors(pair, 2), rt_arg_int(-1)}, 2) : a;
        right =
            right ? rt_build_apply(m, &rt_op_cat, (struct rt_arg[]){rt_arg_tensors(sums, 2), rt_arg_int(-1)}, 2) : s;
    }
    *gv = k ? rt_b_tril(m, padded(m, left, -1, c), -1) : rt_b_zeros_like(m, v);
    *gtau = k ? right : rt_b_zeros_like(m, tau);
}

static int only_real(T t, struct rt_error *err)
{
    if (!t || !rt_dtype_is_complex((enum rt_dtype)t->dtype))
        return 0;
    return rt_error_set(err, RT_NOT_IMPLEMENTED, "the gradient of complex reflectors");
}

/* (input, tau) */
BACKWARD(householder_product)
{
    T v = ARG(0), tau = ARG(1), gv = NULL, gtau = NULL;

    if (only_real(v, err) < 0)
        return -1;
    if (!v || !tau || !G)
        return 0;
    back_reflectors(BUILD, v, tau, RESULT(0), G, false, &gv, &gtau);
    SET(0, gv);
    SET(1, gtau);
    return 0;
}

/* (self, input2, input3, left, transpose) */
BACKWARD(ormqr)
{
    B m = BUILD;
    T v = ARG(0), tau = ARG(1), y = RESULT(0), gv = NULL, gtau = NULL;
    bool left = b->node->args[3].boolean, transpose = b->node->args[4].boolean;

    if (only_real(v, err) < 0)
        return -1;
    if (!v || !tau || !G)
        return 0;
    if (WANTS(2))
        SET(2, rt_build_apply(m, &rt_op_ormqr,
                              (struct rt_arg[]){rt_arg_tensor(v), rt_arg_tensor(tau), rt_arg_tensor(G),
                                                rt_arg_bool(left), rt_arg_bool(!transpose)},
                              5));
    if (!WANTS(0) && !WANTS(1))
        return 0;
    /* C Q is the transposed of Q^H C^H */
    back_reflectors(m, v, tau, left ? y : rt_b_mT(m, y), left ? G : rt_b_mT(m, G), left == transpose, &gv, &gtau);
    SET(0, gv);
    SET(1, gtau);
    return 0;
}

static T skew(B m, T x)
{
    return rt_b_sub(m, x, H(m, x));
}

/* ---- eigenvalues ------------------------------------------------------------------------------------------------- */

/* (A, UPLO, compute_v) -> L, V */
BACKWARD(linalg_eigh)
{
    B m = BUILD;
    T l = RESULT(0), v = RESULT(1), gl = GRADIENT(0), gv = GRADIENT(1), inner = NULL;

    (void)err;
    if (!WANTS(0) || !l || !v || (!gl && !gv))
        return 0;
    if (!gv) {
        SET(0, MM(m, rt_b_mul(m, v, rt_b_unsqueeze(m, rt_b_to(m, gl, (enum rt_dtype)v->dtype), -2)), H(m, v)));
        return 0;
    }
    int64_t n = columns_of(v);
    T gaps = rt_b_add(m, rt_b_sub(m, rt_b_unsqueeze(m, l, -2), rt_b_unsqueeze(m, l, -1)), rt_b_eye(m, n, l));
    inner = rt_b_muls(m, rt_b_div(m, skew(m, MM(m, H(m, v), gv)), gaps), 0.5);
    inner = rt_b_mul(m, inner, off_diagonal(m, n, v));
    if (gl)
        inner = rt_b_add(m, inner, rt_b_diag_embed(m, rt_b_to(m, gl, (enum rt_dtype)v->dtype)));
    SET(0, MM(m, v, MM(m, inner, H(m, v))));
    return 0;
}

/* (A, compute_v) -> L, V */
BACKWARD(linalg_eig)
{
    B m = BUILD;
    T l = RESULT(0), v = RESULT(1), gl = GRADIENT(0), gv = GRADIENT(1), inner = NULL, out;

    (void)err;
    if (!WANTS(0) || !l || !v || (!gl && !gv))
        return 0;
    if (gv) {
        int64_t n = columns_of(v);
        T vh = H(m, v), transposed = MM(m, vh, gv);
        T size = rt_b_to(m, rt_b_real(m, rt_b_diagonal(m, transposed)), (enum rt_dtype)v->dtype);
        T gaps = rt_b_add(m, rt_b_sub(m, rt_b_unsqueeze(m, l, -2), rt_b_unsqueeze(m, l, -1)), rt_b_eye(m, n, l));
        inner = rt_b_sub(m, transposed, rt_b_mul(m, MM(m, vh, v), rt_b_unsqueeze(m, size, -2)));
        inner = rt_b_mul(m, rt_b_div(m, inner, rt_b_conj(m, gaps)), off_diagonal(m, n, v));
    }
    if (gl)
        inner = plus(m, inner, rt_b_diag_embed(m, gl));
    out = rt_b_solve(m, H(m, v), MM(m, inner, H(m, v)), true);
    if (!rt_dtype_is_complex(b->node->inputs[0].dtype))
        out = rt_b_real(m, out);
    SET(0, out);
    return 0;
}

/* ---- singular values --------------------------------------------------------------------------------------------- */

/* (A, full_matrices, compute_uv) -> U, S, Vh */
BACKWARD(linalg_svd)
{
    B m = BUILD;
    T u = RESULT(0), s = RESULT(1), vh = RESULT(2), gu = GRADIENT(0), gs = GRADIENT(1), gvh = GRADIENT(2);
    T inner = NULL, out, gaps = NULL;
    int64_t r, c, k;

    (void)err;
    if (!WANTS(0) || !u || !s || !vh || (!gu && !gs && !gvh))
        return 0;
    r = rows_of(u);
    c = columns_of(vh);
    k = columns_of(s);
    if (columns_of(u) > k) {
        u = columns(m, u, 0, k);
        gu = columns(m, gu, 0, k);
    }
    if (rows_of(vh) > k) {
        vh = rows(m, vh, 0, k);
        gvh = rows(m, gvh, 0, k);
    }
    enum rt_dtype type = (enum rt_dtype)(vh ? vh->dtype : s->dtype);
    if (gs)
        gs = rt_b_to(m, gs, type);
    if (!gu && !gvh) {
        SET(0, MM(m, rt_b_mul(m, u, rt_b_unsqueeze(m, gs, -2)), vh));
        return 0;
    }
    T across = rt_b_unsqueeze(m, s, -2), down = rt_b_unsqueeze(m, s, -1);
    gaps = rt_b_add(m, rt_b_mul(m, rt_b_sub(m, across, down), rt_b_add(m, across, down)), rt_b_eye(m, k, s));
    if (gu)
        inner = rt_b_mul(m, rt_b_div(m, skew(m, MM(m, H(m, u), gu)), gaps), across);
    if (gvh)
        inner = plus(m, inner, rt_b_mul(m, down, rt_b_div(m, skew(m, MM(m, vh, H(m, gvh))), gaps)));
    if (gs)
        inner = rt_b_add(m, inner, rt_b_diag_embed(m, gs));
    out = MM(m, u, MM(m, inner, vh));
    if (gu && r > k) {
        T over = rt_b_div(m, gu, across);
        out = rt_b_add(m, out, MM(m, rt_b_sub(m, over, MM(m, u, MM(m, H(m, u), over))), vh));
    }
    if (gvh && c > k) {
        T over = rt_b_div(m, gvh, down);
        out = rt_b_add(m, out, MM(m, u, rt_b_sub(m, over, MM(m, MM(m, over, H(m, vh)), vh))));
    }
    SET(0, out);
    return 0;
}

/* ---- pseudoinverse and least squares ----------------------------------------------------------------------------- */

/* Of x, the pseudoinverse of a. */
static T back_pinv(B m, T g, T x, T a)
{
    T gh = H(m, g), xh = H(m, x), k, side;

    if (!gh || !xh || !a)
        return NULL;
    if (rows_of(a) <= columns_of(a)) {
        k = MM(m, gh, x);
        side = MM(m, k, xh);
        T sum = rt_b_add(m, rt_b_neg(m, H(m, MM(m, x, k))), side); /* has the layout of its first term */
        sum = rt_b_sub(m, sum, MM(m, MM(m, a, x), side));
        return rt_b_add(m, sum, MM(m, MM(m, xh, x), rt_b_sub(m, gh, MM(m, k, a))));
    }
    k = MM(m, x, gh);
    side = MM(m, xh, k);
    T sum = rt_b_neg(m, H(m, MM(m, k, x)));
    sum = rt_b_add(m, sum, MM(m, MM(m, rt_b_sub(m, gh, MM(m, a, k)), x), xh));
    sum = rt_b_add(m, sum, side);
    return rt_b_sub(m, sum, MM(m, MM(m, side, x), a));
}

BACKWARD(linalg_pinv)
{
    (void)err;
    if (WANTS(0) && G)
        SET(0, back_pinv(BUILD, G, RESULT(0), ARG(0)));
    return 0;
}

/* (self, b, rcond, driver) -> solution, residuals, rank, singular_values */
BACKWARD(linalg_lstsq)
{
    B m = BUILD;
    T a = ARG(0), y = ARG(1), x = RESULT(0), g = GRADIENT(0), gr = GRADIENT(1), ga = NULL, gy = NULL;
    bool vector;

    (void)err;
    if (!a || !y || !x)
        return 0;
    vector = y->ndim == a->ndim - 1;
    if (vector) {
        y = rt_b_unsqueeze(m, y, -1);
        x = rt_b_unsqueeze(m, x, -1);
        g = g ? rt_b_unsqueeze(m, g, -1) : NULL;
    }
    if (g) {
        T p = rt_b_map(m, &rt_op_linalg_pinv, a);
        if (WANTS(0))
            ga = back_pinv(m, MM(m, g, H(m, y)), p, a);
        if (WANTS(1))
            gy = MM(m, H(m, p), g);
    }
    if (gr && gr->numel) {
        T rest = rt_b_muls(m, rt_b_mul(m, rt_b_sub(m, MM(m, a, x), y), rt_b_unsqueeze(m, gr, -2)), 2);
        ga = plus(m, ga, MM(m, rest, H(m, x)));
        gy = plus(m, gy, rt_b_neg(m, rest));
    }
    if (ga)
        SET(0, ga);
    if (gy)
        SET(1, vector ? rt_b_squeeze(m, gy, -1) : gy);
    return 0;
}

/* ---- the exponential, crosses ------------------------------------------------------------------------------------ */

/* The derivative of exp at A^H in the direction G is the corner of the exponential of [[A^H, G], [0, A^H]]. */
BACKWARD(matrix_exp)
{
    B m = BUILD;
    T a = H(m, ARG(0)), top, bottom, block;
    int64_t n;

    (void)err;
    if (!WANTS(0) || !a || !G)
        return 0;
    n = columns_of(a);
    top = rt_build_apply(m, &rt_op_cat, (struct rt_arg[]){rt_arg_tensors((T[]){a, G}, 2), rt_arg_int(-1)}, 2);
    T none = rt_b_zeros_like(m, a);
    bottom =
        none ? rt_build_apply(m, &rt_op_cat, (struct rt_arg[]){rt_arg_tensors((T[]){none, a}, 2), rt_arg_int(-1)}, 2)
             : NULL;
    if (!top || !bottom)
        return 0;
    block = rt_build_apply(m, &rt_op_cat, (struct rt_arg[]){rt_arg_tensors((T[]){top, bottom}, 2), rt_arg_int(-2)}, 2);
    block = rt_b_map(m, &rt_op_linalg_matrix_exp, block);
    SET(0, columns(m, rows(m, block, 0, n), n, n));
    return 0;
}

/* (self, other, dim) */
BACKWARD(linalg_cross)
{
    B m = BUILD;
    T g = G;

    (void)err;
    if (WANTS(0)) {
        T other = rt_b_conj(m, ARG(1));
        SET(0, other && g
                   ? rt_build_apply(m, &rt_op_linalg_cross,
                                    (struct rt_arg[]){rt_arg_tensor(other), rt_arg_tensor(g), b->node->args[2]}, 3)
                   : NULL);
    }
    if (WANTS(1)) {
        T self = rt_b_conj(m, ARG(0));
        SET(1, self && g ? rt_build_apply(m, &rt_op_linalg_cross,
                                          (struct rt_arg[]){rt_arg_tensor(g), rt_arg_tensor(self), b->node->args[2]}, 3)
                         : NULL);
    }
    return 0;
}
