/* Gradients of the pointwise ops, written with ops, so that they can be differentiated again. The engine undoes
   broadcasting: a gradient of a larger size than its input is summed. */
#include "ops.h"

#include <math.h>

#define CONSTANT 1.1283791670955126 /* 2 / sqrt(pi) */

/* Of complex numbers the roots are taken separately: that of the product may be on another branch */
static T acosh_derivative(B m, T x)
{
    if (x && rt_dtype_is_complex((enum rt_dtype)x->dtype))
        return rt_b_mul(m, rt_b_map(m, &rt_op_rsqrt, rt_b_adds(m, x, 1)),
                        rt_b_map(m, &rt_op_rsqrt, rt_b_adds(m, x, -1)));
    return rt_b_map(m, &rt_op_rsqrt, rt_b_adds(m, rt_b_pows(m, x, 2), -1));
}

/* One row per function of one tensor: G is the gradient, x the argument, y the result. */
#define UNARY(name, formula)                                                                                           \
    BACKWARD(name)                                                                                                     \
    {                                                                                                                  \
        (void)err;                                                                                                     \
        if (WANTS(0)) {                                                                                                \
            B m = BUILD;                                                                                               \
            SET(0, formula);                                                                                           \
        }                                                                                                              \
        return 0;                                                                                                      \
    }
/* PyTorch has no gradient of these where they have replaced what they were computed from. */
#define WRITTEN_AWAY(name, formula)                                                                                    \
    BACKWARD(name)                                                                                                     \
    {                                                                                                                  \
        if (b->node->inplace)                                                                                          \
            return rt_error_set(err, RT_NOT_IMPLEMENTED,                                                               \
                                "the derivative for 'inplace version of " #name "' is not implemented.");              \
        if (WANTS(0)) {                                                                                                \
            B m = BUILD;                                                                                               \
            SET(0, formula);                                                                                           \
        }                                                                                                              \
        return 0;                                                                                                      \
    }
#define x ARG(0)
#define y RESULT(0)
UNARY(neg, rt_b_neg(m, G))
UNARY(abs, rt_b_mul(m, G, rt_b_map(m, &rt_op_sgn, x)))
UNARY(zero_unary, rt_b_zeros_like(m, G))
UNARY(zero_plain, rt_b_zeros(m, G->shape, G->ndim, (enum rt_dtype)G->dtype, G->storage->device))
UNARY(reciprocal, rt_b_mul(m, rt_b_neg(m, G), rt_b_conj(m, rt_b_mul(m, y, y))))
UNARY(sqrt, rt_b_div(m, G, rt_b_conj(m, rt_b_muls(m, y, 2))))
UNARY(rsqrt, rt_b_mul(m, rt_b_muls(m, G, -0.5), rt_b_conj(m, rt_b_pows(m, y, 3))))
UNARY(exp, rt_b_mul(m, G, rt_b_conj(m, y)))
UNARY(exp2, rt_b_muls(m, rt_b_mul(m, G, rt_b_conj(m, y)), M_LN2))
UNARY(expm1, rt_b_mul(m, G, rt_b_conj(m, rt_b_adds(m, y, 1))))
UNARY(log, rt_b_div(m, G, rt_b_conj(m, x)))
UNARY(log2, rt_b_div(m, G, rt_b_conj(m, rt_b_muls(m, x, M_LN2))))
UNARY(log10, rt_b_div(m, G, rt_b_conj(m, rt_b_muls(m, x, M_LN10))))
UNARY(log1p, rt_b_div(m, G, rt_b_conj(m, rt_b_adds(m, x, 1))))
UNARY(sin, rt_b_mul(m, G, rt_b_conj(m, rt_b_map(m, &rt_op_cos, x))))
UNARY(cos, rt_b_mul(m, G, rt_b_conj(m, rt_b_neg(m, rt_b_map(m, &rt_op_sin, x)))))
UNARY(tan, rt_b_mul(m, G, rt_b_conj(m, rt_b_adds(m, rt_b_pows(m, y, 2), 1))))
UNARY(asin, rt_b_mul(m, G, rt_b_conj(m, rt_b_map(m, &rt_op_rsqrt, rt_b_rsubs(m, 1, rt_b_pows(m, x, 2))))))
UNARY(acos, rt_b_mul(m, G, rt_b_conj(m, rt_b_neg(m, rt_b_map(m, &rt_op_rsqrt, rt_b_rsubs(m, 1, rt_b_pows(m, x, 2)))))))
UNARY(atan, rt_b_div(m, G, rt_b_conj(m, rt_b_adds(m, rt_b_pows(m, x, 2), 1))))
UNARY(sinh, rt_b_mul(m, G, rt_b_conj(m, rt_b_map(m, &rt_op_cosh, x))))
UNARY(cosh, rt_b_mul(m, G, rt_b_conj(m, rt_b_map(m, &rt_op_sinh, x))))
UNARY(tanh, rt_b_two(m, &rt_op_tanh_backward, G, y))
WRITTEN_AWAY(asinh, rt_b_mul(m, G, rt_b_conj(m, rt_b_map(m, &rt_op_rsqrt, rt_b_adds(m, rt_b_pows(m, x, 2), 1)))))
WRITTEN_AWAY(acosh, rt_b_mul(m, G, rt_b_conj(m, acosh_derivative(m, x))))
WRITTEN_AWAY(atanh, rt_b_div(m, rt_b_muls(m, G, 1), rt_b_conj(m, rt_b_rsubs(m, 1, rt_b_pows(m, x, 2)))))
UNARY(erf, rt_b_mul(m, rt_b_muls(m, rt_b_map(m, &rt_op_exp, rt_b_neg(m, rt_b_pows(m, x, 2))), CONSTANT), G))
UNARY(erfc, rt_b_mul(m, rt_b_muls(m, rt_b_map(m, &rt_op_exp, rt_b_neg(m, rt_b_pows(m, x, 2))), -CONSTANT), G))
UNARY(sigmoid, rt_b_two(m, &rt_op_sigmoid_backward, G, y))
#undef x
#undef y

static T with_scalar(B b, struct rt_op *op, T g, T x, struct rt_scalar s)
{
    if (!g || !x)
        return NULL;
    return rt_build_apply(b, op, (struct rt_arg[]){rt_arg_tensor(g), rt_arg_tensor(x), rt_arg_scalar(s)}, 3);
}

/* These have the layout of what they are compared with, not of the gradient */
UNARY(relu, rt_b_layout_by(m, with_scalar(m, &rt_op_threshold_backward, G, RESULT(0), rt_scalar_int(0)), RESULT(0), G))
UNARY(leaky_relu,
      rt_b_layout_by(m, with_scalar(m, &rt_op_leaky_relu_backward, G, ARG(0), b->node->args[1].scalar), ARG(0), G))

BACKWARD(silu)
{
    B m = BUILD;
    T x = ARG(0), s;

    (void)err;
    if (rt_fuses(G, x)) {
        SET(0, rt_b_zip(m, RT_ZIP_silu_backward, G, x, NULL, 0));
        return 0;
    }
    s = rt_b_map(m, &rt_op_sigmoid, x);
    /* s (1 + x (1 - s)) */
    SET(0, rt_b_mul(m, G, rt_b_conj(m, rt_b_mul(m, s, rt_b_adds(m, rt_b_mul(m, x, rt_b_rsubs(m, 1, s)), 1)))));
    return 0;
}

BACKWARD(gelu)
{
    B m = BUILD;
    T x = ARG(0), derivative;
    const struct rt_arg *how = &b->node->args[1];

    (void)err;
    if (how->kind == RT_STRING && how->string[0] == 't') {
        double k = 0.79788456080286535588;
        T cube = rt_b_mul(m, rt_b_mul(m, x, x), x),
          inner = rt_b_muls(m, rt_b_add(m, x, rt_b_muls(m, cube, 0.044715)), k);
        T th = rt_b_map(m, &rt_op_tanh, inner);
        T left = rt_b_muls(m, rt_b_adds(m, th, 1), 0.5);
        T right = rt_b_mul(m, rt_b_muls(m, rt_b_mul(m, x, rt_b_rsubs(m, 1, rt_b_mul(m, th, th))), 0.5),
                           rt_b_muls(m, rt_b_adds(m, rt_b_muls(m, rt_b_mul(m, x, x), 3 * 0.044715), 1), k));
        derivative = rt_b_add(m, left, right);
    } else if (rt_fuses(G, x)) {
        SET(0, rt_b_zip(m, RT_ZIP_gelu_backward, G, x, NULL, 0));
        return 0;
    } else {
        T cdf = rt_b_muls(m, rt_b_adds(m, rt_b_map(m, &rt_op_erf, rt_b_muls(m, x, M_SQRT1_2)), 1), 0.5);
        T pdf =
            rt_b_muls(m, rt_b_map(m, &rt_op_exp, rt_b_muls(m, rt_b_mul(m, x, x), -0.5)), CONSTANT * M_SQRT1_2 * 0.5);
        derivative = rt_b_add(m, cdf, rt_b_mul(m, x, pdf));
    }
    SET(0, rt_b_mul(m, G, derivative));
    return 0;
}

static T compare(B b, struct rt_op *op, T x, double s)
{
    if (!x)
        return NULL;
    return rt_build_apply(b, op, (struct rt_arg[]){rt_arg_tensor(x), rt_arg_scalar(rt_scalar_float(s))}, 2);
}

BACKWARD(elu)
{
    B m = BUILD;
    T x = ARG(0);
    double alpha = rt_scalar_to_double(b->node->args[1].scalar), scale = rt_scalar_to_double(b->node->args[2].scalar),
           input = rt_scalar_to_double(b->node->args[3].scalar);

    (void)err;
    if (rt_fuses(G, x)) {
        SET(0, rt_b_zip(m, RT_ZIP_elu_backward, G, x, (double[]){alpha * scale * input, scale, input}, 3));
        return 0;
    }
    T low = rt_b_muls(m, rt_b_map(m, &rt_op_exp, rt_b_muls(m, x, input)), alpha * scale * input);
    SET(0, rt_b_where(m, compare(m, &rt_op_le_Tensor, x, 0), rt_b_mul(m, G, low), rt_b_muls(m, G, scale)));
    return 0;
}

BACKWARD(softplus)
{
    B m = BUILD;
    double beta = rt_scalar_to_double(b->node->args[1].scalar), limit = rt_scalar_to_double(b->node->args[2].scalar);
    T x = ARG(0), scaled;

    (void)err;
    if (rt_fuses(G, x)) {
        SET(0, rt_b_zip(m, RT_ZIP_softplus_backward, G, x, (double[]){beta, limit}, 2));
        return 0;
    }
    scaled = rt_b_muls(m, x, beta);
    SET(0, rt_b_where(m, compare(m, &rt_op_gt_Tensor, scaled, limit), G,
                      rt_b_mul(m, G, rt_b_map(m, &rt_op_sigmoid, scaled))));
    return 0;
}

BACKWARD(log_sigmoid)
{
    B m = BUILD;
    T x = ARG(0);

    (void)err;
    if (rt_fuses(G, x))
        SET(0, rt_b_layout_like(m, rt_b_zip(m, RT_ZIP_log_sigmoid_backward, G, x, NULL, 0), G));
    else
        SET(0, rt_b_layout_like(m, rt_b_mul(m, G, rt_b_map(m, &rt_op_sigmoid, rt_b_neg(m, x))), G));
    return 0;
}

BACKWARD(clamp)
{
    B m = BUILD;
    T x = ARG(0), inside = NULL;
    const struct rt_arg *low = &b->node->args[1], *high = &b->node->args[2];

    (void)err;
    if (low->kind == RT_SCALAR)
        inside = compare(m, &rt_op_ge_Tensor, x, rt_scalar_to_double(low->scalar));
    if (high->kind == RT_SCALAR) {
        T below = compare(m, &rt_op_le_Tensor, x, rt_scalar_to_double(high->scalar));
        inside = inside ? rt_b_two(m, &rt_op_logical_and, inside, below) : below;
    }
    SET(0, rt_b_where(m, inside, G, rt_b_zeros_like(m, G)));
    return 0;
}

/* x op= y, as PyTorch does it there: bounds that are larger than the values and each other are refused. */
static T joined(B m, struct rt_op *op, T x, T y)
{
    struct rt_results r;

    if (!x || !y)
        return NULL;
    if (rt_apply_inplace(op, (struct rt_arg[]){rt_arg_tensor(x), rt_arg_tensor(y)}, 2, &r, m->err) < 0) {
        m->failed = true;
        return NULL;
    }
    rt_results_clear(&r);
    return x;
}

/* Between bounds that are tensors: where bounds cross, the upper one counts. */
BACKWARD(clamp_tensor)
{
    B m = BUILD;
    bool has_low = b->node->args[1].kind == RT_TENSOR, has_high = b->node->args[2].kind == RT_TENSOR;
    T x = ARG(0), low = has_low ? ARG(1) : NULL, high = has_high ? ARG(2) : NULL, zero = rt_b_zeros_like(m, G);
    T inside = has_low ? rt_b_two(m, &rt_op_ge_Tensor, x, low) : NULL, below, above;

    (void)err;
    if (has_high) {
        above = rt_b_two(m, &rt_op_le_Tensor, x, high);
        inside = inside ? rt_b_two(m, &rt_op_logical_and, inside, above) : above;
    }
    SET(0, rt_b_where(m, inside, G, zero));
    if (has_low && WANTS(1)) {
        below = rt_b_two(m, &rt_op_lt_Tensor, x, low);
        if (has_high)
            below = joined(m, &rt_op_logical_and, below, rt_b_two(m, &rt_op_lt_Tensor, low, high));
        SET(1, rt_b_where(m, below, G, zero));
    }
    if (has_high && WANTS(2)) {
        above = rt_b_two(m, &rt_op_gt_Tensor, x, high);
        if (has_low)
            above = joined(m, &rt_op_logical_or, above, rt_b_two(m, &rt_op_lt_Tensor, high, low));
        SET(2, rt_b_where(m, above, G, zero));
    }
    return 0;
}

/* Of one bound that is a tensor; detail 1: it is the upper one. */
BACKWARD(clamp_one)
{
    B m = BUILD;
    bool upper = b->node->op->detail;
    T x = ARG(0), bound = ARG(1), zero = rt_b_zeros_like(m, G);

    (void)err;
    if (!x || !bound)
        return 0;
    if (WANTS(0))
        SET(0, rt_b_where(m, rt_b_two(m, upper ? &rt_op_le_Tensor : &rt_op_ge_Tensor, x, bound), G, zero));
    if (WANTS(1))
        SET(1, rt_b_where(m, rt_b_two(m, upper ? &rt_op_gt_Tensor : &rt_op_lt_Tensor, x, bound), G, zero));
    return 0;
}

static int one_sided(struct rt_backward *b, struct rt_op *inside)
{
    B m = BUILD;
    T x = ARG(0);

    if (!x)
        return 0;
    SET(0, rt_b_where(m,
                      rt_build_apply(m, inside,
                                     (struct rt_arg[]){rt_arg_tensor(x), rt_arg_scalar(b->node->args[1].scalar)}, 2),
                      G, rt_b_zeros_like(m, G)));
    return 0;
}
BACKWARD(clamp_min)
{
    (void)err;
    return one_sided(b, &rt_op_ge_Tensor);
}
BACKWARD(clamp_max)
{
    (void)err;
    return one_sided(b, &rt_op_le_Tensor);
}

BACKWARD(hardtanh)
{
    B m = BUILD;
    T x = ARG(0);
    T above = compare(m, &rt_op_gt_Tensor, x, rt_scalar_to_double(b->node->args[1].scalar));
    T below = compare(m, &rt_op_lt_Tensor, x, rt_scalar_to_double(b->node->args[2].scalar));

    (void)err;
    SET(0, rt_b_layout_by(m, rt_b_where(m, rt_b_two(m, &rt_op_logical_and, above, below), G, rt_b_zeros_like(m, G)), G,
                          x));
    return 0;
}

BACKWARD(nan_to_num)
{
    B m = BUILD;

    (void)err;
    SET(0, rt_b_layout_by(m, rt_b_where(m, rt_b_map(m, &rt_op_isfinite, ARG(0)), G, rt_b_zeros_like(m, G)), G, ARG(0)));
    return 0;
}

/* ---- two operands ------------------------------------------------------------------------------------------------ */

static T times(B b, T g, struct rt_scalar s)
{
    bool one = s.kind <= RT_CAT_INT ? s.i == 1 : s.f == 1 && s.kind == RT_CAT_FLOAT;

    s = rt_scalar_conj(s);
    return one ? g : rt_build_apply(b, &rt_op_mul_Tensor, (struct rt_arg[]){rt_arg_tensor(g), rt_arg_scalar(s)}, 2);
}

BACKWARD(add)
{
    (void)err;
    SET(0, G);
    SET(1, times(BUILD, G, b->node->args[2].scalar));
    return 0;
}

BACKWARD(sub)
{
    (void)err;
    SET(0, G);
    SET(1, rt_b_neg(BUILD, times(BUILD, G, b->node->args[2].scalar)));
    return 0;
}

BACKWARD(rsub)
{
    (void)err;
    SET(0, rt_b_neg(BUILD, times(BUILD, G, b->node->args[2].scalar)));
    SET(1, G);
    return 0;
}

static struct rt_arg conj_scalar(struct rt_scalar s)
{
    s.im = -s.im;
    return rt_arg_scalar(s);
}

/* g times an operand that is a saved tensor or a scalar */
static T times_arg(struct rt_backward *b, T g, int i)
{
    if (b->node->args[i].kind == RT_SCALAR)
        return rt_build_apply(BUILD, &rt_op_mul_Tensor,
                              (struct rt_arg[]){rt_arg_tensor(g), conj_scalar(b->node->args[i].scalar)}, 2);
    return rt_b_mul(BUILD, g, rt_b_conj(BUILD, ARG(i)));
}
static T over_arg(struct rt_backward *b, T g, int i)
{
    if (!g)
        return NULL;
    if (b->node->args[i].kind == RT_SCALAR)
        return rt_build_apply(BUILD, &rt_op_div_Tensor,
                              (struct rt_arg[]){rt_arg_tensor(g), conj_scalar(b->node->args[i].scalar)}, 2);
    return rt_b_div(BUILD, g, rt_b_conj(BUILD, ARG(i)));
}

BACKWARD(mul)
{
    (void)err;
    SET(0, times_arg(b, G, 1));
    SET(1, times_arg(b, G, 0));
    return 0;
}

BACKWARD(div)
{
    (void)err;
    SET(0, over_arg(b, G, 1));
    /* -g (self / other) / other */
    if (WANTS(1)) {
        B m = BUILD;
        T other = ARG(1), quotient;
        if (b->node->args[0].kind == RT_SCALAR)
            quotient =
                rt_build_apply(m, &rt_op_div_Tensor,
                               (struct rt_arg[]){rt_arg_scalar(b->node->args[0].scalar), rt_arg_tensor(other)}, 2);
        else
            quotient = rt_b_div(m, ARG(0), other);
        SET(1, rt_b_mul(m, rt_b_neg(m, G), rt_b_conj(m, rt_b_div(m, quotient, other))));
    }
    return 0;
}

BACKWARD(div_mode)
{
    if (b->node->args[2].kind != RT_STRING)
        return rt_back_div(b, err);
    SET(0, rt_b_zeros_like(BUILD, G));
    SET(1, rt_b_zeros_like(BUILD, G));
    return 0;
}

/* remainder and fmod: the quotient's integer part is a constant */
static int modulus(struct rt_backward *b, const char *mode)
{
    B m = BUILD;

    SET(0, G);
    if (WANTS(1)) {
        T other = ARG(1);
        struct rt_arg self = b->node->args[0].kind == RT_SCALAR ? b->node->args[0] : rt_arg_tensor(ARG(0));
        T full = rt_build_apply(m, &rt_op_div_Tensor_mode,
                                (struct rt_arg[]){self, rt_arg_tensor(other), rt_arg_string(mode, 5)}, 3);
        SET(1, rt_b_mul(m, rt_b_neg(m, G), full));
    }
    return 0;
}
BACKWARD(remainder)
{
    (void)err;
    return modulus(b, "floor");
}
BACKWARD(fmod)
{
    (void)err;
    return modulus(b, "trunc");
}

BACKWARD(pow_scalar)
{
    B m = BUILD;
    struct rt_scalar p = b->node->args[1].scalar;
    double e = rt_scalar_to_double(p);
    T x;

    (void)err;
    if (rt_scalar_is_zero(p)) {
        SET(0, rt_b_zeros_like(m, G));
        return 0;
    }
    x = ARG(0);
    if (p.kind == RT_CAT_COMPLEX) {
        struct rt_scalar less = {.kind = RT_CAT_COMPLEX, .f = p.f - 1, .im = p.im};
        T power =
            rt_build_apply(m, &rt_op_pow_Tensor_Scalar, (struct rt_arg[]){rt_arg_tensor(x), rt_arg_scalar(less)}, 2);
        SET(0, rt_b_mul(m, G, times(m, rt_b_conj(m, power), p)));
        return 0;
    }
    if (e == 2 && !rt_follows() && x && !x->sparse) /* x to the power of 1 has a derivative of its own */
        SET(0, rt_b_mul(m, G, rt_b_conj(m, rt_b_muls(m, x, 2))));
    else
        SET(0, rt_b_mul(m, G, rt_b_conj(m, rt_b_muls(m, rt_b_pows(m, x, e - 1), e))));
    return 0;
}

static T not_negative(B b, T e)
{
    if (e && rt_dtype_is_complex((enum rt_dtype)e->dtype))
        e = rt_b_map(b, &rt_op_real, e);
    return compare(b, &rt_op_ge_Tensor, e, 0);
}

BACKWARD(pow_tensor)
{
    B m = BUILD;
    T x = b->node->args[0].kind == RT_SCALAR ? NULL : ARG(0), e = b->node->args[1].kind == RT_SCALAR ? NULL : ARG(1);

    if (WANTS(0) && x && e) {
        if (e->dtype == RT_BOOL) /* the exponent less one, which bool does not have */
            return rt_error_set(err, RT_RUNTIME,
                                "Subtraction, the `-` operator, with a bool tensor is not supported. If you are trying "
                                "to invert a mask, use the `~` or `logical_not()` operator instead.");
        T power = rt_b_two(m, &rt_op_pow_Tensor_Tensor, x, rt_b_adds(m, e, -1));
        T derivative = rt_b_mul(m, e, power);
        derivative = rt_b_conj(m, derivative);
        SET(0, rt_b_mul(m, G,
                        rt_b_where(m, compare(m, &rt_op_eq_Tensor, e, 0), rt_b_zeros_like(m, derivative), derivative)));
    }
    if (WANTS(1) && x) {
        T y = RESULT(0), wide = y && x->dtype != y->dtype ? rt_b_to(m, x, (enum rt_dtype)y->dtype) : x;
        T derivative = rt_b_conj(m, rt_b_mul(m, y, rt_b_map(m, &rt_op_log, wide)));
        T flat = compare(m, &rt_op_eq_Tensor, x,
                         0); /* 0 to a power that is not negative has no derivative by the exponent */
        if (e)
            flat = rt_b_two(m, &rt_op_logical_and, flat, not_negative(m, e));
        SET(1, rt_b_mul(m, G, rt_b_where(m, flat, rt_b_zeros_like(m, derivative), derivative)));
    }
    return 0;
}

BACKWARD(pow_base)
{
    B m = BUILD;
    struct rt_scalar given = b->node->args[0].scalar;
    double base = rt_scalar_to_double(given);

    (void)err;
    if (given.kind == RT_CAT_COMPLEX) {
        struct rt_scalar log_base = {
            .kind = RT_CAT_COMPLEX, .f = log(hypot(given.f, given.im)), .im = atan2(given.im, given.f)};
        SET(0, rt_b_mul(m, G, times(m, rt_b_conj(m, RESULT(0)), log_base)));
        return 0;
    }
    if (base == 0) {
        T derivative = rt_b_muls(m, RESULT(0), log(base));
        SET(0, rt_b_mul(m, G, rt_b_where(m, not_negative(m, ARG(1)), rt_b_zeros_like(m, derivative), derivative)));
    } else
        SET(0, rt_b_mul(m, G, rt_b_conj(m, rt_b_muls(m, RESULT(0), log(base)))));
    return 0;
}

BACKWARD(atan2)
{
    B m = BUILD;
    T a = ARG(0), c = ARG(1), square = rt_b_add(m, rt_b_mul(m, a, a), rt_b_mul(m, c, c)),
      scale = rt_b_map(m, &rt_op_reciprocal, square);

    (void)err;
    scale =
        rt_b_where(m, compare(m, &rt_op_eq_Tensor, square, 0), rt_b_zeros_like(m, scale), scale); /* at the origin */
    SET(0, rt_b_mul(m, rt_b_mul(m, G, c), scale));
    SET(1, rt_b_mul(m, rt_b_mul(m, G, rt_b_neg(m, a)), scale));
    return 0;
}

BACKWARD(hypot)
{
    B m = BUILD;
    T length = RESULT(0); /* divided by first: 1 / length may be infinite */

    (void)err;
    SET(0, rt_b_mul(m, G, rt_b_div(m, ARG(0), length)));
    SET(1, rt_b_mul(m, G, rt_b_div(m, ARG(1), length)));
    return 0;
}

/* The larger operand takes the gradient; equals share it. Both gradients have the layout of the first operand, because
   the comparisons begin with it. */
static int larger(struct rt_backward *b, struct rt_op *loses, struct rt_op *wins)
{
    B m = BUILD;
    T a = ARG(0), c = ARG(1), half, zero;

    half = rt_b_where(m, rt_b_eq(m, a, c), rt_b_muls(m, G, 0.5), G);
    zero = rt_b_zeros_like(m, G);
    SET(0, rt_b_where(m, rt_b_two(m, loses, a, c), zero, half));
    SET(1, rt_b_where(m, rt_b_two(m, wins, a, c), zero, half));
    return 0;
}
BACKWARD(maximum)
{
    (void)err;
    return larger(b, &rt_op_lt_Tensor, &rt_op_gt_Tensor);
}
BACKWARD(minimum)
{
    (void)err;
    return larger(b, &rt_op_gt_Tensor, &rt_op_lt_Tensor);
}

BACKWARD(where)
{
    B m = BUILD;
    T cond = ARG(0), zero = rt_b_zeros_like(m, G);

    (void)err;
    SET(1, rt_b_where(m, cond, G, zero));
    SET(2, rt_b_where(m, cond, zero, G));
    return 0;
}

BACKWARD(masked_fill)
{
    B m = BUILD;
    T mask = ARG(1), zero = rt_b_zeros_like(m, G);

    (void)err;
    SET(0, rt_b_map(m, &rt_op_contiguous, rt_b_where(m, mask, zero, G)));
    SET(2, rt_b_sum_all(m, rt_b_where(m, mask, G, zero)));
    return 0;
}

/* ---- gradients of gradients -------------------------------------------------------------------------------------- */

BACKWARD(sigmoid_backward)
{
    B m = BUILD;
    T g = ARG(0), y = ARG(1);

    (void)err;
    y = rt_b_conj(m, y);
    SET(0, rt_b_two(m, &rt_op_sigmoid_backward, G, y));
    SET(1, rt_b_mul(m, rt_b_mul(m, rt_b_conj(m, G), g), rt_b_rsubs(m, 1, rt_b_muls(m, y, 2))));
    return 0;
}

BACKWARD(tanh_backward)
{
    B m = BUILD;
    T g = ARG(0), y = ARG(1);

    (void)err;
    y = rt_b_conj(m, y);
    SET(0, rt_b_two(m, &rt_op_tanh_backward, G, y));
    SET(1, rt_b_muls(m, rt_b_mul(m, rt_b_mul(m, rt_b_conj(m, G), g), y), -2));
    return 0;
}

BACKWARD(threshold_backward)
{
    (void)err;
    SET(0, with_scalar(BUILD, &rt_op_threshold_backward, G, ARG(1), b->node->args[2].scalar));
    SET(1, rt_b_zeros_like(BUILD, G));
    return 0;
}

BACKWARD(leaky_relu_backward)
{
    (void)err;
    SET(0, with_scalar(BUILD, &rt_op_leaky_relu_backward, G, ARG(1), b->node->args[2].scalar));
    SET(1, rt_b_zeros_like(BUILD, G));
    return 0;
}

/* ---- composite pointwise ops and aliases ------------------------------------------------------------------------- */

/* A row that hands its arguments to another row; in place it stays the other row's in-place variant. */
#define ALIAS(name, target)                                                                                            \
    int rt_forward_alias_##name(struct rt_call *call, struct rt_error *err)                                            \
    {                                                                                                                  \
        int n = call->nargs, most = target.schema || rt_op_schema(&target, err) ? target.schema->nparams : 0;          \
        return rt_apply_alias(call, &target, call->args, n < most ? n : most, err);                                    \
    }
ALIAS(neg, rt_op_neg)
ALIAS(abs, rt_op_abs)
ALIAS(trunc, rt_op_trunc)
ALIAS(clamp, rt_op_clamp)
ALIAS(clamp_tensor, rt_op_clamp_Tensor)
ALIAS(sub, rt_op_sub_Tensor)
ALIAS(mul, rt_op_mul_Tensor)
ALIAS(maximum, rt_op_maximum)
ALIAS(minimum, rt_op_minimum)
ALIAS(transpose, rt_op_transpose_int)
ALIAS(cat, rt_op_cat)

int rt_forward_alias_div(struct rt_call *call, struct rt_error *err)
{
    bool rounds = call->nargs > 2 && call->args[2].kind == RT_STRING;

    return rt_apply_alias(call, rounds ? &rt_op_div_Tensor_mode : &rt_op_div_Tensor, call->args, rounds ? 3 : 2, err);
}

int rt_forward_square(struct rt_call *call, struct rt_error *err)
{
    struct rt_arg args[2] = {call->args[0], rt_arg_scalar(rt_scalar_int(2))};

    return rt_apply_alias(call, &rt_op_pow_Tensor_Scalar, args, 2, err);
}

/* in place, numbers of the result do not change with the operands */
BACKWARD(compare)
{
    struct rt_output *other = &b->node->inputs[1];

    (void)err;
    SET(0, rt_b_zeros_like(BUILD, G));
    if (WANTS(1))
        SET(1, rt_b_zeros(BUILD, other->shape.size, other->shape.ndim, other->dtype, other->device));
    return 0;
}

BACKWARD(lerp)
{
    struct rt_scalar given = b->node->args[2].scalar;
    double w = rt_scalar_to_double(given);

    (void)err;
    if (given.kind == RT_CAT_COMPLEX) {
        struct rt_scalar rest = {.kind = RT_CAT_COMPLEX, .f = 1 - given.f, .im = -given.im};
        SET(0, times(BUILD, G, rest));
        SET(1, times(BUILD, G, given));
        return 0;
    }
    SET(0, rt_b_muls(BUILD, G, 1 - w));
    SET(1, rt_b_muls(BUILD, G, w));
    return 0;
}

BACKWARD(lerp_tensor)
{
    B m = BUILD;
    T weight = ARG(2);

    (void)err;
    SET(0, rt_b_mul(m, G, rt_b_conj(m, rt_b_rsubs(m, 1, weight))));
    SET(1, rt_b_mul(m, G, rt_b_conj(m, weight)));
    SET(2, rt_b_mul(m, G, rt_b_conj(m, rt_b_sub(m, ARG(1), ARG(0)))));
    return 0;
}

BACKWARD(addcmul)
{
    B m = BUILD;
    struct rt_scalar value = b->node->args[3].scalar;

    (void)err;
    SET(0, G);
    SET(1, rt_b_mul(m, G, times(m, rt_b_conj(m, ARG(2)), value)));
    SET(2, rt_b_mul(m, G, times(m, rt_b_conj(m, ARG(1)), value)));
    return 0;
}

BACKWARD(addcdiv)
{
    B m = BUILD;

    (void)err;
    SET(0, G);
    if (WANTS(1)) {
        T below = ARG(2), each;
        struct rt_input value = {.scalar = b->node->args[3].scalar};
        if (below && rt_check_scalar(b->node->args[3].scalar, (enum rt_dtype)below->dtype, err) < 0)
            return -1;
        if (below && rt_dtype_is_integral((enum rt_dtype)below->dtype))
            return rt_error_set(err, RT_RUNTIME, "result type %s can't be cast to the desired output type %s",
                                rt_dtype_table[rt_default_dtype()].scalar, rt_dtype_table[below->dtype].scalar);
        if (below)
            rt_round_scalars(&value, 1, (enum rt_dtype)below->dtype);
        each = below ? rt_build_apply(m, &rt_op_div_Tensor,
                                      (struct rt_arg[]){rt_arg_scalar(value.scalar), rt_arg_tensor(below)}, 2)
                     : NULL;
        SET(1, rt_b_mul(m, G, rt_b_conj(m, each)));
    }
    if (WANTS(2)) {
        T below = ARG(2);
        T derivative = rt_b_div(m, times(m, rt_b_conj(m, ARG(1)), b->node->args[3].scalar),
                                rt_b_conj(m, rt_b_mul(m, below, below)));
        SET(2, rt_b_mul(m, rt_b_neg(m, G), derivative));
    }
    return 0;
}
