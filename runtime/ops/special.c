/* Special functions and the pointwise ops of two operands beside arithmetic: types, forwards, gradients. The functions
   themselves are the backend's. */
#include "ops.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* What PyTorch's kernels are called in errors, where it is not the op's name with _cpu, and who has no half types. */
static const struct {
    int op;
    const char *label;
    bool no_half;
} kernels[] = {{RT_MAP_erfinv, "erfinv_vml_cpu", false},
               {RT_MAP_i0, "i0_vml_cpu", false},
               {RT_MAP_digamma, "digamma", false},
               {RT_MAP_polygamma, "polygamma", false},
               {RT_MAP_erfcx, NULL, true},
               {RT_MAP_ndtri, NULL, true},
               {RT_MAP_log_ndtr, NULL, true},
               {RT_MAP_bessel_j0, NULL, true},
               {RT_MAP_bessel_j1, NULL, true},
               {RT_MAP_bessel_y0, NULL, true},
               {RT_MAP_bessel_y1, NULL, true},
               {RT_MAP_bessel_k0, NULL, true},
               {RT_MAP_bessel_k1, NULL, true},
               {RT_MAP_bessel_k0e, NULL, true},
               {RT_MAP_bessel_k1e, NULL, true},
               {RT_MAP_spherical_j0, NULL, true},
               {RT_MAP_airy_ai, NULL, true}};

static int not_for(const struct rt_call *call, const char *label, enum rt_dtype dtype, struct rt_error *err)
{
    const char *name = call->schema->name;
    char own[64];

    if (!strncmp(name, "special_", 8))
        name += 8;
    snprintf(own, sizeof own, "%s_cpu", name);
    return rt_error_set(err, RT_NOT_IMPLEMENTED, "\"%s\" not implemented for '%s'", label ? label : own,
                        rt_dtype_table[dtype].scalar);
}

static bool is_half(enum rt_dtype dtype)
{
    return dtype == RT_FLOAT16 || dtype == RT_BFLOAT16;
}

static int special_map(struct rt_call *call, int op, struct rt_tensor *t, const struct rt_scalar *params, int n,
                       struct rt_error *err)
{
    enum rt_dtype dtype = (enum rt_dtype)t->dtype;
    const char *label = NULL;
    bool no_half = false;

    if (rt_dtype_is_integral(dtype))
        dtype = rt_default_dtype();
    for (size_t i = 0; i < sizeof kernels / sizeof *kernels; i++)
        if (kernels[i].op == op) {
            label = kernels[i].label;
            no_half = kernels[i].no_half;
        }
    if (!strncmp(call->schema->name, "special_modified", 16)) { /* i0 and i1 under other names */
        no_half = true;
        label = NULL;
    }
    if ((rt_dtype_is_complex(dtype) && op != RT_MAP_sinc) || (no_half && is_half(dtype)))
        return not_for(call, label, dtype, err);
    return rt_result_steal(call, rt_map(call, (enum rt_map_op)op, t, dtype, dtype, params, n, err));
}

int rt_forward_special(struct rt_call *call, struct rt_error *err)
{
    return special_map(call, call->op->detail, call->args[0].tensor, NULL, 0, err);
}

int rt_forward_degrees(struct rt_call *call, struct rt_error *err)
{
    if (rt_dtype_is_complex((enum rt_dtype)call->args[0].tensor->dtype))
        return rt_error_set(err, RT_RUNTIME, "%s is not supported for complex tensors.", call->schema->name);
    return rt_forward_special(call, err);
}

int rt_forward_is_infinity(struct rt_call *call, struct rt_error *err)
{
    struct rt_tensor *t = call->args[0].tensor;
    enum rt_dtype dtype = (enum rt_dtype)t->dtype;

    if (rt_dtype_is_complex(dtype))
        return rt_error_set(err, RT_RUNTIME, "%s does not support complex inputs.", call->schema->name);
    return rt_result_steal(call, rt_map(call, (enum rt_map_op)call->op->detail, t,
                                        rt_dtype_is_integral(dtype) ? RT_FLOAT64 : dtype, RT_BOOL, NULL, 0, err));
}

int rt_forward_logit(struct rt_call *call, struct rt_error *err)
{
    struct rt_scalar eps = rt_scalar_float(rt_arg_is_none(call, 1) ? -1 : call->args[1].number);

    return special_map(call, RT_MAP_logit, call->args[0].tensor, &eps, 1, err);
}

/* polygamma as a method: self, then n */
int rt_forward_polygamma(struct rt_call *call, struct rt_error *err)
{
    struct rt_scalar n = rt_scalar_float((double)call->args[1].integer);

    if (call->args[1].integer < 0)
        return rt_error_set(err, RT_RUNTIME, "polygamma(n, x) does not support negative n.");
    if (n.f == 1 && rt_dtype_is_complex((enum rt_dtype)call->args[0].tensor->dtype))
        return not_for(call, "trigamma", (enum rt_dtype)call->args[0].tensor->dtype, err);
    return special_map(call, n.f == 0 ? RT_MAP_digamma : RT_MAP_polygamma, call->args[0].tensor, &n, 1, err);
}

int rt_forward_polygamma_first(struct rt_call *call, struct rt_error *err)
{
    struct rt_arg args[2] = {call->args[1], call->args[0]};

    return rt_apply(&rt_op_polygamma_method, args, 2, call->results, err);
}

/* The sum of lgamma(x - i / 2) for i below p, all terms at once. */
static T many_terms(B b, T x, int64_t p)
{
    enum rt_dtype dtype = rt_dtype_is_float((enum rt_dtype)x->dtype) ? (enum rt_dtype)x->dtype : rt_default_dtype();
    T full = rt_build_keep_steal(b, rt_tensor_new(x->storage->device, dtype, &p, 1, b->err)), steps = NULL;
    int64_t last = -1;
    double *halves = full ? rt_alloc_items(p, sizeof *halves, 0) : NULL;

    if (full && !halves)
        rt_error_memory(b->err);
    for (int64_t i = 0; halves && i < p; i++)
        halves[i] = -0.5 * (double)i;
    if (halves)
        steps = rt_build_keep_steal(b, rt_tensor_from_host(halves, &p, 1, RT_FLOAT64, x->storage->device, b->err));
    rt_free(halves);
    if (steps && x->ndim == RT_MAX_DIMS)
        rt_error_set(b->err, RT_RUNTIME, "tensors have at most %d dimensions", RT_MAX_DIMS);
    if (!steps || x->ndim == RT_MAX_DIMS)
        return NULL;
    return rt_b_sum(b, rt_b_map(b, &rt_op_lgamma, rt_b_add(b, rt_b_unsqueeze(b, x, -1), rt_b_to(b, steps, dtype))),
                    &last, 1, false);
}

int rt_forward_mvlgamma(struct rt_call *call, struct rt_error *err)
{
    struct rt_build b;
    T x = call->args[0].tensor, sum = NULL;
    int64_t p = call->args[1].integer;

    if (p < 1)
        return rt_error_set(err, RT_RUNTIME, "p has to be greater than or equal to 1");
    if (x->dtype == RT_BOOL)
        return rt_error_set(err, RT_RUNTIME, "The input tensor may not be a boolean tensor.");
    if (rt_dtype_is_complex((enum rt_dtype)x->dtype))
        return rt_no_kernel("arange_cpu", x, err);
    rt_build_init(&b, err);
    if (p > 64) {
        sum = many_terms(&b, x, p);
    } else if (x->dtype == RT_FLOAT64 || x->dtype == RT_FLOAT32 || x->ndim == RT_MAX_DIMS) {
        for (int64_t i = 0; i < p && !b.failed; i++) {
            T one = rt_b_map(&b, &rt_op_lgamma, rt_b_adds(&b, x, -0.5 * (double)i));
            sum = sum ? rt_b_add(&b, sum, one) : one;
        }
    } else { /* half types: the sum is rounded once */
        T parts[64];
        for (int64_t i = 0; i < p && !b.failed; i++)
            parts[i] =
                rt_b_unsqueeze(&b, rt_b_map(&b, &rt_op_lgamma, rt_b_adds(&b, x, -0.5 * (double)(p - 1 - i))), -1);
        int64_t last = -1;
        T all = b.failed ? NULL
                         : rt_build_apply(&b, &rt_op_cat,
                                          (struct rt_arg[]){rt_arg_tensors(parts, (uint32_t)p), rt_arg_int(-1)}, 2);
        sum = rt_b_sum(&b, all, &last, 1, false);
    }
    sum = sum ? rt_b_map(&b, &rt_op_contiguous, sum) : NULL;
    return rt_build_return(&b, call, rt_b_adds(&b, sum, 0.25 * (double)p * (double)(p - 1) * 1.14472988584940017414));
}

int rt_forward_frexp(struct rt_call *call, struct rt_error *err)
{
    struct rt_tensor *t = call->args[0].tensor;
    enum rt_dtype dtype = (enum rt_dtype)t->dtype;

    if (!rt_dtype_is_float(dtype))
        return rt_error_set(err, RT_RUNTIME, "torch.frexp() only supports floating-point dtypes");
    if (rt_result_steal(call, rt_map(NULL, RT_MAP_mantissa, t, dtype, dtype, NULL, 0, err)) < 0)
        return -1;
    if (!(call->results->tensor[1] = rt_map(NULL, RT_MAP_exponent, t, dtype, RT_INT32, NULL, 0, err)))
        return -1;
    call->results->count = 2;
    return 0;
}

int rt_forward_ndtr(struct rt_call *call, struct rt_error *err)
{
    struct rt_build b;

    rt_build_init(&b, err);
    T sum = rt_b_adds(&b, rt_b_map(&b, &rt_op_erf, rt_b_muls(&b, call->args[0].tensor, M_SQRT1_2)), 1);
    return rt_build_return(
        &b, call,
        sum ? rt_build_apply(&b, &rt_op_mul_scalar,
                             (struct rt_arg[]){rt_arg_tensor(sum), rt_arg_scalar(rt_scalar_float(0.5))}, 2)
            : NULL);
}

/* ---- two operands ------------------------------------------------------------------------------------------------ */

/* xlogy, zeta ...: integers give the default float type */
int rt_forward_special_zip(struct rt_call *call, struct rt_error *err)
{
    struct rt_input in[2] = {rt_input_of(call, 0), rt_input_of(call, 1)};
    enum rt_dtype dtype = rt_result_type(in, 2);
    int op = call->op->detail;

    if (rt_dtype_is_integral(dtype))
        dtype = rt_default_dtype();
    if (rt_dtype_is_complex(dtype) || (op == RT_ZIP_zeta && is_half(dtype)))
        return rt_check_operands(call, in, 2, dtype, err) < 0 ? -1 : not_for(call, NULL, dtype, err);
    return rt_result_steal(call, rt_zip(call, (enum rt_zip_op)op, in[0], in[1], dtype, dtype, NULL, 0, err));
}

/* logaddexp, igamma, nextafter ...: floats only */
int rt_forward_float_zip(struct rt_call *call, struct rt_error *err)
{
    struct rt_input in[2] = {rt_input_of(call, 0), rt_input_of(call, 1)};
    enum rt_dtype dtype = rt_result_type(in, 2);
    struct rt_scalar digits = rt_scalar_float(dtype == RT_FLOAT16 ? 10 : 7);
    int op = call->op->detail;

    if (!rt_dtype_is_float(dtype) && !(rt_dtype_is_complex(dtype) && op == RT_ZIP_logaddexp))
        return rt_check_operands(call, in, 2, dtype, err) < 0 ? -1 : not_for(call, NULL, dtype, err);
    if (op == RT_ZIP_nextafter && is_half(dtype))
        op = RT_ZIP_nextafter_half;
    return rt_result_steal(call, rt_zip(call, (enum rt_zip_op)op, in[0], in[1], dtype, dtype, &digits, 1, err));
}

int rt_forward_divisor(struct rt_call *call, struct rt_error *err)
{
    struct rt_input in[2] = {rt_input_of(call, 0), rt_input_of(call, 1)};
    enum rt_dtype dtype = rt_result_type(in, 2);

    if (rt_dtype_is_inexact(dtype) || dtype == RT_BOOL)
        return rt_check_operands(call, in, 2, dtype, err) < 0 ? -1 : not_for(call, NULL, dtype, err);
    return rt_result_steal(call,
                           rt_zip(call, (enum rt_zip_op)call->op->detail, in[0], in[1], dtype, dtype, NULL, 0, err));
}

int rt_forward_fmax(struct rt_call *call, struct rt_error *err)
{
    struct rt_input in[2] = {rt_input_of(call, 0), rt_input_of(call, 1)};
    enum rt_dtype dtype = rt_result_type(in, 2);

    if (rt_dtype_is_complex(dtype))
        return rt_error_set(err, RT_RUNTIME, "%s not implemented for complex tensors.", call->schema->name);
    return rt_result_steal(call,
                           rt_zip(call, (enum rt_zip_op)call->op->detail, in[0], in[1], dtype, dtype, NULL, 0, err));
}

int rt_forward_heaviside(struct rt_call *call, struct rt_error *err)
{
    struct rt_input in[2] = {rt_input_of(call, 0), rt_input_of(call, 1)};
    enum rt_dtype dtype = rt_result_type(in, 2);

    for (int i = 0; i < 2; i++)
        if (in[i].tensor && rt_dtype_is_complex((enum rt_dtype)in[i].tensor->dtype))
            return rt_error_set(err, RT_RUNTIME, "heaviside is not yet implemented for complex tensors.");
    if (in[0].tensor && in[1].tensor && in[0].tensor->dtype != in[1].tensor->dtype)
        return rt_error_set(err, RT_RUNTIME, "heaviside is not yet implemented for tensors with different dtypes.");
    return rt_result_steal(call, rt_zip(call, RT_ZIP_heaviside, in[0], in[1], dtype, dtype, NULL, 0, err));
}

/* self 2^other: of integers exact; else the power is computed in the type it would have with a float base */
int rt_forward_ldexp(struct rt_call *call, struct rt_error *err)
{
    struct rt_build b;
    T x = call->args[0].tensor, e = call->args[1].tensor, power;

    if (call->inplace && rt_dtype_is_integral((enum rt_dtype)x->dtype))
        return rt_error_set(err, RT_RUNTIME, "ldexp can't be cast to the desired output type %s",
                            rt_dtype_table[x->dtype].scalar);
    if (rt_dtype_is_float((enum rt_dtype)x->dtype) && e->dtype == RT_BOOL) {
        struct rt_input in[2] = {rt_input_of(call, 0), rt_input_of(call, 1)};
        if (rt_check_operands(call, in, 2, (enum rt_dtype)x->dtype, err) < 0)
            return -1;
        return rt_error_set(err, RT_NOT_IMPLEMENTED, "\"ldexp_cpu_exp\" not implemented for 'Bool'");
    }
    if (rt_dtype_is_float((enum rt_dtype)x->dtype) && rt_dtype_is_integral((enum rt_dtype)e->dtype)) {
        enum rt_dtype dtype = (enum rt_dtype)x->dtype;
        return rt_result_steal(
            call, rt_zip(call, RT_ZIP_ldexp, rt_input_of(call, 0), rt_input_of(call, 1), dtype, dtype, NULL, 0, err));
    }
    rt_build_init(&b, err);
    if (e->ndim == 0 && x->ndim && x->dtype == RT_FLOAT64 && rt_dtype_is_float((enum rt_dtype)e->dtype))
        e = rt_b_to(&b, e, (enum rt_dtype)x->dtype);
    power = e ? rt_build_apply(&b, &rt_op_pow_Scalar,
                               (struct rt_arg[]){rt_arg_scalar(rt_scalar_float(2)), rt_arg_tensor(e)}, 2)
              : NULL;
    power = rt_b_mul(&b, x, power);
    if (power && rt_dtype_is_inexact((enum rt_dtype)x->dtype) && rt_dtype_is_integral((enum rt_dtype)e->dtype))
        power = rt_b_to(&b, power, (enum rt_dtype)x->dtype);
    return rt_build_return(&b, call, power);
}

/* both operands in double */
int rt_forward_float_power(struct rt_call *call, struct rt_error *err)
{
    struct rt_input in[2] = {rt_input_of(call, 0), rt_input_of(call, 1)};
    enum rt_dtype wide = rt_dtype_is_complex(rt_result_type(in, 2)) ? RT_COMPLEX128 : RT_FLOAT64;
    struct rt_arg args[2];
    struct rt_build b;

    if (call->inplace && in[0].tensor->dtype != wide)
        return rt_error_set(err, RT_RUNTIME,
                            "the base given to float_power_ has dtype %s but the operation's result requires dtype %s",
                            rt_dtype_table[in[0].tensor->dtype].scalar, rt_dtype_table[wide].scalar);
    rt_build_init(&b, err);
    for (int i = 0; i < 2; i++) {
        args[i] = in[i].tensor ? rt_arg_tensor(rt_b_to(&b, in[i].tensor, wide)) : rt_arg_scalar(in[i].scalar);
        if (!in[i].tensor && in[i].scalar.kind <= RT_CAT_INT)
            args[i] = rt_arg_scalar(rt_scalar_float((double)in[i].scalar.i));
    }
    if (b.failed) {
        rt_build_end(&b);
        return -1;
    }
    struct rt_op *power = !in[0].tensor   ? &rt_op_pow_Scalar
                          : !in[1].tensor ? &rt_op_pow_Tensor_Scalar
                                          : &rt_op_pow_Tensor_Tensor;
    if (call->inplace) {
        int rc = rt_apply_alias(call, power, args, 2, err);
        rt_build_end(&b);
        return rc;
    }
    return rt_build_return(&b, call, rt_build_apply(&b, power, args, 2));
}

/* detail: the family, and 16 where the argument is shifted to [0, 1] */
int rt_forward_polynomial(struct rt_call *call, struct rt_error *err)
{
    struct rt_input in[2] = {rt_input_of(call, 0), rt_input_of(call, 1)};
    enum rt_dtype dtype = rt_result_type(in, 2);
    struct rt_scalar params[2] = {rt_scalar_int(call->op->detail & 15), rt_scalar_int(call->op->detail >> 4)};

    if (rt_dtype_is_integral(dtype))
        dtype = rt_default_dtype();
    if (rt_dtype_is_complex(dtype) || is_half(dtype))
        return rt_check_operands(call, in, 2, dtype, err) < 0 ? -1 : not_for(call, NULL, dtype, err);
    return rt_result_steal(call, rt_zip(call, RT_ZIP_polynomial, in[0], in[1], dtype, dtype, params, 2, err));
}

int rt_forward_where_method(struct rt_call *call, struct rt_error *err)
{
    struct rt_arg args[3] = {call->args[1], call->args[0], call->args[2]};

    return rt_apply(&rt_op_where_self, args, 3, call->results, err);
}

/* ---- gradients --------------------------------------------------------------------------------------------------- */

static T map(B m, struct rt_op *op, T x)
{
    return rt_b_map(m, op, x);
}

static T compare(B m, struct rt_op *op, T x, double s)
{
    if (!x)
        return NULL;
    return rt_build_apply(m, op, (struct rt_arg[]){rt_arg_tensor(x), rt_arg_scalar(rt_scalar_float(s))}, 2);
}

static T fill_like(B m, T x, double value)
{
    return rt_b_adds(m, rt_b_zeros_like(m, x), value);
}

#define UNARY(name, formula)                                                                                           \
    BACKWARD(name)                                                                                                     \
    {                                                                                                                  \
        (void)err;                                                                                                     \
        if (WANTS(0)) {                                                                                                \
            B m = BUILD;                                                                                               \
            T x = ARG(0);                                                                                              \
            (void)x;                                                                                                   \
            SET(0, formula);                                                                                           \
        }                                                                                                              \
        return 0;                                                                                                      \
    }
/* the same for formulas that use the result */
#define UNARY_RESULT(name, formula)                                                                                    \
    BACKWARD(name)                                                                                                     \
    {                                                                                                                  \
        (void)err;                                                                                                     \
        if (WANTS(0)) {                                                                                                \
            B m = BUILD;                                                                                               \
            T y = RESULT(0);                                                                                           \
            SET(0, formula);                                                                                           \
        }                                                                                                              \
        return 0;                                                                                                      \
    }
UNARY_RESULT(erfinv, rt_b_mul(m, rt_b_muls(m, map(m, &rt_op_exp, rt_b_pows(m, y, 2)), 0.88622692545275801365), G))
UNARY_RESULT(ndtri, rt_b_mul(m, rt_b_muls(m, G, 2.50662827463100050242),
                             map(m, &rt_op_exp, rt_b_muls(m, rt_b_pows(m, y, 2), 0.5))))
UNARY(lgamma, rt_b_mul(m, G, map(m, &rt_op_digamma, x)))
UNARY(i0, rt_b_mul(m, G, map(m, &rt_op_special_i1, x)))
UNARY(entr, rt_b_mul(m, G,
                     rt_b_where(m, compare(m, &rt_op_gt_Tensor, x, 0), rt_b_rsubs(m, -1, map(m, &rt_op_log, x)),
                                rt_b_where(m, compare(m, &rt_op_eq_Tensor, x, 0), fill_like(m, x, INFINITY),
                                           fill_like(m, x, NAN)))))
UNARY(log_ndtr,
      rt_b_div(m, rt_b_muls(m, G, 0.79788456080286535588), map(m, &rt_op_special_erfcx, rt_b_muls(m, x, -M_SQRT1_2))))

BACKWARD(deg2rad)
{
    (void)err;
    SET(0, rt_b_muls(BUILD, G, 0.017453292519943295769));
    return 0;
}
BACKWARD(rad2deg)
{
    (void)err;
    SET(0, rt_b_muls(BUILD, G, 57.295779513082320877));
    return 0;
}

static T polygamma(B m, int64_t n, T x)
{
    if (!x)
        return NULL;
    return rt_build_apply(m, &rt_op_polygamma_method, (struct rt_arg[]){rt_arg_tensor(x), rt_arg_int(n)}, 2);
}
UNARY(digamma, rt_b_mul(m, G, polygamma(m, 1, x)))
UNARY(polygamma, rt_b_mul(m, G, polygamma(m, b->node->args[1].integer + 1, x)))

BACKWARD(mvlgamma)
{
    B m = BUILD;
    T x = ARG(0), sum = NULL;

    (void)err;
    for (int64_t i = 0; i < b->node->args[1].integer && !m->failed; i++) {
        T one = map(m, &rt_op_digamma, rt_b_adds(m, x, -0.5 * (double)i));
        sum = sum ? rt_b_add(m, sum, one) : one;
    }
    sum = sum ? rt_b_map(m, &rt_op_contiguous, sum) : NULL; /* a fold, which is row-major */
    SET(0, rt_b_mul(m, G, sum));
    return 0;
}

BACKWARD(sinc)
{
    B m = BUILD;
    T x = ARG(0), px = rt_b_muls(m, x, M_PI);
    T derivative =
        rt_b_div(m, rt_b_sub(m, rt_b_mul(m, map(m, &rt_op_cos, px), px), map(m, &rt_op_sin, px)), rt_b_mul(m, px, x));

    (void)err;
    derivative = rt_b_conj(m, derivative);
    SET(0,
        rt_b_mul(m, rt_b_where(m, compare(m, &rt_op_eq_Tensor, x, 0), rt_b_zeros_like(m, derivative), derivative), G));
    return 0;
}

/* g (2 x y - 2 / sqrt(pi)) */
BACKWARD(erfcx)
{
    B m = BUILD;

    (void)err;
    SET(0, rt_b_mul(m, rt_b_adds(m, rt_b_muls(m, rt_b_mul(m, ARG(0), RESULT(0)), 2), -M_2_SQRTPI), G));
    return 0;
}

/* i1' = i0 - i1 / x, at 0 one half; the exponentially scaled ones lose sgn(x) times themselves */
BACKWARD(i1)
{
    if (is_half((enum rt_dtype)G->dtype))
        return rt_error_set(err, RT_NOT_IMPLEMENTED, "\"i1_backward\" not implemented for '%s'",
                            rt_dtype_table[G->dtype].scalar);
    B m = BUILD;
    T x = ARG(0), zero = compare(m, &rt_op_eq_Tensor, x, 0), derivative;

    (void)err;
    derivative = rt_b_sub(m, map(m, &rt_op_i0, x), rt_b_div(m, RESULT(0), x));
    SET(0, rt_b_mul(m, G, rt_b_where(m, zero, fill_like(m, x, 0.5), derivative)));
    return 0;
}
BACKWARD(i0e)
{
    B m = BUILD;
    T x = ARG(0);

    (void)err;
    SET(0, rt_b_mul(m, G, rt_b_sub(m, map(m, &rt_op_special_i1e, x), rt_b_mul(m, map(m, &rt_op_sgn, x), RESULT(0)))));
    return 0;
}
BACKWARD(i1e)
{
    if (is_half((enum rt_dtype)G->dtype))
        return rt_error_set(err, RT_NOT_IMPLEMENTED, "\"i1e_backward\" not implemented for '%s'",
                            rt_dtype_table[G->dtype].scalar);
    B m = BUILD;
    T x = ARG(0), zero = compare(m, &rt_op_eq_Tensor, x, 0), derivative;

    (void)err;
    derivative = rt_b_sub(m, map(m, &rt_op_special_i0e, x),
                          rt_b_mul(m, RESULT(0), rt_b_add(m, map(m, &rt_op_sgn, x), map(m, &rt_op_reciprocal, x))));
    SET(0, rt_b_mul(m, G, rt_b_where(m, zero, fill_like(m, x, 0.5), derivative)));
    return 0;
}

BACKWARD(logit)
{
    B m = BUILD;
    T x = ARG(0), derivative = rt_b_div(m, G, rt_b_mul(m, x, rt_b_rsubs(m, 1, x))), outside;
    bool clamped = b->node->args[1].kind == RT_FLOAT && b->node->args[1].number >= 0;
    double low = clamped ? b->node->args[1].number : 0;

    (void)err;
    outside =
        rt_b_two(m, &rt_op_logical_or, compare(m, &rt_op_lt_Tensor, x, low), compare(m, &rt_op_gt_Tensor, x, 1 - low));
    SET(0, rt_b_layout_by(m, rt_b_where(m, outside, fill_like(m, x, clamped ? 0 : NAN), derivative), G, x));
    return 0;
}

BACKWARD(frexp)
{
    B m = BUILD;

    (void)err;
    SET(0, rt_b_div(m, G, map(m, &rt_op_exp2, rt_b_to(m, RESULT(1), G->dtype))));
    return 0;
}

/* an operand that is a saved tensor or a scalar, as a tensor of the type of the other one */
static T operand(struct rt_backward *b, int i, T like)
{
    if (b->node->args[i].kind != RT_SCALAR)
        return ARG(i);
    return fill_like(BUILD, like, rt_scalar_to_double(b->node->args[i].scalar));
}

/* x log y and x log(1 + y) */
static int log_product(struct rt_backward *b, double shift)
{
    B m = BUILD;
    T y = operand(b, 1, G), below = shift != 0 && y ? rt_b_adds(m, y, shift) : y;

    if (WANTS(0)) {
        T x = operand(b, 0, G);
        T vanishes = rt_b_two(m, &rt_op_logical_and, compare(m, &rt_op_eq_Tensor, x, 0),
                              compare(m, &rt_op_le_Tensor, y, -shift));
        T derivative = rt_b_two(m, shift != 0 ? &rt_op_special_xlog1py : &rt_op_xlogy, G, y);
        SET(0, rt_b_map(m, &rt_op_contiguous, rt_b_where(m, vanishes, rt_b_zeros_like(m, derivative), derivative)));
    }
    if (WANTS(1))
        SET(1, rt_b_div(m, rt_b_mul(m, G, operand(b, 0, G)), below));
    return 0;
}
BACKWARD(xlogy)
{
    (void)err;
    return log_product(b, 0);
}
BACKWARD(xlog1py)
{
    (void)err;
    return log_product(b, 1);
}

static T power_of(B m, double base, T e)
{
    if (!e)
        return NULL;
    return rt_build_apply(m, &rt_op_pow_Scalar,
                          (struct rt_arg[]){rt_arg_scalar(rt_scalar_float(base)), rt_arg_tensor(e)}, 2);
}

static T e_to(B m, T e)
{
    return rt_b_map(m, &rt_op_exp, e);
}
static T two_to(B m, T e)
{
    return power_of(m, 2, e);
}

static int log_sum(struct rt_backward *b, T (*power)(B, T), struct rt_error *err)
{
    B m = BUILD;

    for (int i = 0; i < 2; i++)
        if (WANTS(i) && rt_real_edge(b, i, err) < 0)
            return -1;
    for (int i = 0; i < 2; i++) /* each has the layout of the other operand */
        if (WANTS(i))
            SET(i, rt_b_div(m, G, rt_b_adds(m, power(m, rt_b_sub(m, ARG(1 - i), ARG(i))), 1)));
    return 0;
}
BACKWARD(logaddexp)
{
    return log_sum(b, e_to, err);
}
BACKWARD(logaddexp2)
{
    return log_sum(b, two_to, err);
}

BACKWARD(copysign)
{
    B m = BUILD;
    T x = ARG(0), ratio = rt_b_div(m, RESULT(0), x);

    (void)err;
    SET(0, rt_b_mul(m, G, rt_b_where(m, compare(m, &rt_op_eq_Tensor, x, 0), rt_b_zeros_like(m, ratio), ratio)));
    SET(1, rt_b_zeros_like(m, G));
    return 0;
}

BACKWARD(nextafter)
{
    B m = BUILD;

    (void)err;
    SET(0, rt_b_where(m, rt_b_eq(m, ARG(0), ARG(1)), rt_b_zeros_like(m, G), G));
    SET(1, rt_b_zeros_like(m, G));
    return 0;
}

/* the operand that is taken has the gradient; the first one where both are equal */
static int taken(struct rt_backward *b, struct rt_op *first)
{
    B m = BUILD;
    T x = ARG(0), y = ARG(1), zero = rt_b_zeros_like(m, G);
    T mine = rt_b_two(m, &rt_op_logical_or, rt_b_two(m, first, x, y), map(m, &rt_op_isnan, y));

    SET(0, rt_b_map(m, &rt_op_contiguous, rt_b_where(m, mine, G, zero)));
    SET(1, rt_b_map(m, &rt_op_contiguous, rt_b_where(m, mine, zero, G)));
    return 0;
}
BACKWARD(fmax)
{
    (void)err;
    return taken(b, &rt_op_ge_Tensor);
}
BACKWARD(fmin)
{
    (void)err;
    return taken(b, &rt_op_le_Tensor);
}

BACKWARD(ldexp)
{
    B m = BUILD;

    (void)err;
    T e = ARG(1);
    if (e) /* of integers also integers: negative exponents give nothing */
        SET(0, rt_b_mul(m, G,
                        rt_build_apply(m, &rt_op_pow_Scalar,
                                       (struct rt_arg[]){rt_arg_scalar(rt_scalar_int(2)), rt_arg_tensor(e)}, 2)));
    SET(1, rt_b_muls(m, rt_b_mul(m, G, RESULT(0)), M_LN2));
    return 0;
}

static int no_derivative(const char *what, struct rt_error *err)
{
    return rt_error_set(err, RT_NOT_IMPLEMENTED, "the derivative for '%s' is not implemented.", what);
}

BACKWARD(zeta)
{
    B m = BUILD;
    T s;

    if (WANTS(0))
        return no_derivative("zeta", err);
    s = operand(b, 0, G);
    SET(1, rt_b_mul(m, G, rt_b_mul(m, rt_b_neg(m, s), rt_b_two(m, &rt_op_special_zeta, rt_b_adds(m, s, 1), ARG(1)))));
    return 0;
}

/* x^(a-1) e^-x / gamma(a) */
static int incomplete(struct rt_backward *b, const char *what, double sign, struct rt_error *err)
{
    B m = BUILD;
    T a, x;

    if (WANTS(0))
        return no_derivative(what, err);
    a = ARG(0);
    x = ARG(1);
    T exponent =
        rt_b_sub(m, rt_b_sub(m, rt_b_mul(m, rt_b_adds(m, a, -1), map(m, &rt_op_log, x)), x), map(m, &rt_op_lgamma, a));
    SET(1, rt_b_mul(m, sign < 0 ? rt_b_neg(m, G) : G, map(m, &rt_op_exp, exponent)));
    return 0;
}
BACKWARD(igamma)
{
    return incomplete(b, "igamma: input", 1, err);
}
BACKWARD(standard_gamma)
{
    SET(0, rt_b_mul(BUILD, G, rt_b_two(BUILD, &rt_op_standard_gamma_grad, ARG(0), RESULT(0))));
    (void)err;
    return 0;
}
BACKWARD(igammac)
{
    return incomplete(b, "igammac: input", -1, err);
}
