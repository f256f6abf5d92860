/* Pointwise ops: type promotion of tensors and scalars, and the forwards that the rows of map and zip share. How
   operands are broadcast and kernels are called is in pointwise.c. */
#include "ops.h"

#include <math.h>
#include <string.h>

struct rt_input rt_input_of(const struct rt_call *call, int i)
{
    const struct rt_arg *arg = &call->args[i];

    if (arg->kind == RT_TENSOR)
        return (struct rt_input){.tensor = arg->tensor};
    return (struct rt_input){.scalar = arg->scalar};
}

enum rt_dtype rt_scalar_dtype(struct rt_scalar scalar)
{
    switch (scalar.kind) {
    case RT_CAT_BOOL:
        return RT_BOOL;
    case RT_CAT_INT:
        return RT_INT64;
    case RT_CAT_FLOAT:
        return rt_default_dtype();
    default:
        return rt_dtype_to_complex(rt_default_dtype());
    }
}

static enum rt_dtype promote_known(enum rt_dtype a, enum rt_dtype b)
{
    return a == RT_DTYPE_NONE ? b : b == RT_DTYPE_NONE ? a : rt_dtype_promote(a, b);
}

/* A lower class of operand (0-d tensors, scalars) matters only if its category is higher. */
static enum rt_dtype combine(enum rt_dtype higher, enum rt_dtype lower)
{
    if (higher == RT_DTYPE_NONE)
        return lower;
    if (lower == RT_DTYPE_NONE)
        return higher;
    if (rt_dtype_is_complex(higher))
        return higher;
    if (rt_dtype_is_float(higher))
        return rt_dtype_is_complex(lower) ? rt_dtype_to_complex(higher) : higher;
    if (higher == RT_BOOL || rt_dtype_is_inexact(lower))
        return rt_dtype_promote(higher, lower);
    return higher;
}

enum rt_dtype rt_result_type(const struct rt_input *inputs, int n)
{
    enum rt_dtype dim = RT_DTYPE_NONE, zero = RT_DTYPE_NONE, number = RT_DTYPE_NONE;

    for (int i = 0; i < n; i++)
        if (!inputs[i].tensor)
            number = promote_known(number, rt_scalar_dtype(inputs[i].scalar));
        else if (inputs[i].tensor->ndim)
            dim = promote_known(dim, (enum rt_dtype)inputs[i].tensor->dtype);
        else
            zero = promote_known(zero, (enum rt_dtype)inputs[i].tensor->dtype);
    return combine(dim, combine(zero, number));
}

int rt_check_params(struct rt_scalar *params, int n, enum rt_dtype dtype, struct rt_error *err)
{
    char element[16];

    for (int i = 0; i < n; i++) {
        if (rt_check_scalar(params[i], dtype, err) < 0)
            return -1;
        if (dtype == RT_UINT8) {
            rt_scalar_store(dtype, element, params[i]);
            params[i] = rt_scalar_load(dtype, element);
        }
    }
    return 0;
}

/* ---- forwards of one tensor -------------------------------------------------------------------------------------- */

static struct rt_tensor *self_of(struct rt_call *call, struct rt_error *err)
{
    struct rt_tensor *t = rt_arg_get_tensor(call, 0);

    if (!t)
        rt_error_set(err, RT_TYPE, "%s(): argument 'input' (position 1) must be Tensor", call->schema->name);
    return t;
}

/* exp, sin ...: integers give the default float type */
int rt_forward_map_float(struct rt_call *call, struct rt_error *err)
{
    struct rt_tensor *t = self_of(call, err);
    enum rt_dtype dtype;

    if (!t)
        return -1;
    dtype = rt_dtype_is_inexact((enum rt_dtype)t->dtype) ? (enum rt_dtype)t->dtype : rt_default_dtype();
    return rt_result_steal(call, rt_map(call, (enum rt_map_op)call->op->detail, t, dtype, dtype, NULL, 0, err));
}

/* abs, relu ...: the type stays */
int rt_forward_map_keep(struct rt_call *call, struct rt_error *err)
{
    struct rt_tensor *t = self_of(call, err);
    enum rt_dtype dtype, compute;
    int op = call->op->detail;

    if (!t)
        return -1;
    dtype = compute = (enum rt_dtype)t->dtype;
    if (call->out && rt_dtype_is_complex(dtype) && op == RT_MAP_abs)
        return rt_error_set(err, RT_RUNTIME, "In-place abs is not supported for complex tensors.");
    if (dtype == RT_BOOL && op == RT_MAP_neg)
        return rt_error_set(
            err, RT_RUNTIME,
            "Negation, the `-` operator, on a bool tensor is not supported. If you are trying to invert a "
            "mask, use the `~` or `logical_not()` operator instead.");
    if (dtype == RT_BOOL && op == RT_MAP_relu)
        return rt_error_set(err, RT_RUNTIME, "Boolean inputs not supported for relu");
    if (dtype == RT_BOOL && op == RT_MAP_abs)
        return rt_error_set(err, RT_NOT_IMPLEMENTED, "\"abs_cpu\" not implemented for 'Bool'");
    if (dtype == RT_BOOL && (op == RT_MAP_floor || op == RT_MAP_ceil || op == RT_MAP_trunc || op == RT_MAP_round))
        return rt_error_set(err, RT_NOT_IMPLEMENTED, "\"%s_vml_cpu\" not implemented for 'Bool'", call->schema->name);
    if (rt_dtype_is_complex(dtype)) {
        if (op == RT_MAP_floor || op == RT_MAP_ceil || op == RT_MAP_trunc)
            return rt_error_set(err, RT_NOT_IMPLEMENTED, "%s is not supported for complex inputs", call->schema->name);
        if (op == RT_MAP_round)
            return rt_error_set(err, RT_NOT_IMPLEMENTED, "\"round_vml_cpu\" not implemented for '%s'",
                                rt_dtype_table[dtype].scalar);
        if (op == RT_MAP_relu)
            return rt_error_set(err, RT_NOT_IMPLEMENTED, "clamp is not supported for complex types");
        if (op == RT_MAP_abs)
            dtype = dtype == RT_COMPLEX64 ? RT_FLOAT32 : RT_FLOAT64;
        else if (op == RT_MAP_sign && !strcmp(call->schema->name, "sign"))
            return rt_error_set(err, RT_NOT_IMPLEMENTED,
                                "Unlike NumPy, torch.sign is not intended to support complex numbers. Please use "
                                "torch.sgn instead.");
    }
    if (rt_dtype_is_integral(dtype) &&
        (op == RT_MAP_floor || op == RT_MAP_ceil || op == RT_MAP_trunc || op == RT_MAP_round))
        op = RT_MAP_copy;
    if (dtype == RT_BOOL && op != RT_MAP_copy && op != RT_MAP_bitwise_not)
        compute = RT_INT32;
    if (op == RT_MAP_bitwise_not && rt_dtype_is_inexact(dtype))
        return rt_error_set(err, RT_NOT_IMPLEMENTED, "\"bitwise_not_cpu\" not implemented for '%s'",
                            rt_dtype_table[dtype].scalar);
    if (op == RT_MAP_square && dtype == RT_BOOL)
        dtype = RT_INT64;
    return rt_result_steal(call, rt_map(call, (enum rt_map_op)op, t, compute, dtype, NULL, 0, err));
}

/* functions of floats only (leaky_relu, gelu, softplus, elu): scalars follow as parameters */
int rt_forward_map_params(struct rt_call *call, struct rt_error *err)
{
    struct rt_tensor *t = self_of(call, err);
    struct rt_scalar params[RT_MAX_PARAMS];
    int n = 0;

    if (!t)
        return -1;
    if (!rt_dtype_is_inexact((enum rt_dtype)t->dtype))
        return rt_error_set(err, RT_NOT_IMPLEMENTED, "\"%s_cpu\" not implemented for '%s'",
                            call->op->detail == RT_MAP_log_sigmoid ? "log_sigmoid" : call->schema->name,
                            rt_dtype_table[t->dtype].scalar);
    for (int i = 1; i < call->nargs && n < RT_MAX_PARAMS; i++)
        if (call->args[i].kind == RT_SCALAR)
            params[n++] = call->args[i].scalar;
        else if (call->args[i].kind == RT_FLOAT)
            params[n++] = rt_scalar_float(call->args[i].number);
    for (int i = 0; i < n; i++) /* half types are computed in float32 */
        if (rt_check_scalar(
                params[i], rt_dtype_size((enum rt_dtype)t->dtype) == 2 ? RT_FLOAT32 : (enum rt_dtype)t->dtype, err) < 0)
            return -1;
    return rt_result_steal(call, rt_map(call, (enum rt_map_op)call->op->detail, t, (enum rt_dtype)t->dtype,
                                        (enum rt_dtype)t->dtype, params, n, err));
}

/* Its result is contiguous whatever self is. */
int rt_forward_log_sigmoid(struct rt_call *call, struct rt_error *err)
{
    struct rt_tensor *out;

    if (rt_forward_map_params(call, err) < 0)
        return -1;
    if (call->results->tensor[0]->contiguous)
        return 0;
    out = rt_contiguous(call->results->tensor[0], err);
    rt_tensor_unref(call->results->tensor[0]);
    call->results->count = 0;
    return rt_result_steal(call, out);
}

/* isnan, logical_not ...: bool */
int rt_forward_map_bool(struct rt_call *call, struct rt_error *err)
{
    struct rt_tensor *t = self_of(call, err);
    enum rt_dtype compute;

    if (!t)
        return -1;
    compute = (enum rt_dtype)t->dtype;
    if (call->op->detail == RT_MAP_signbit && rt_dtype_is_complex(compute))
        return rt_error_set(err, RT_NOT_IMPLEMENTED, "signbit is not implemented for complex tensors.");
    if (call->op->detail != RT_MAP_logical_not && compute == RT_BOOL)
        compute = RT_INT32;
    if ((call->op->detail == RT_MAP_isinf || call->op->detail == RT_MAP_isfinite) && rt_dtype_is_integral(compute))
        compute = RT_FLOAT64;
    return rt_result_steal(call, rt_map(call, (enum rt_map_op)call->op->detail, t, compute, RT_BOOL, NULL, 0, err));
}

int rt_forward_gelu(struct rt_call *call, struct rt_error *err)
{
    struct rt_tensor *t = self_of(call, err);
    bool fast = rt_arg_is(&call->args[1], "tanh");

    if (!t)
        return -1;
    if (!fast && !rt_arg_is(&call->args[1], "none"))
        return rt_error_set(err, RT_RUNTIME, "approximate argument must be either none or tanh.");
    if (!rt_dtype_is_float((enum rt_dtype)t->dtype))
        return rt_error_set(err, RT_NOT_IMPLEMENTED, "\"GeluKernelImpl\" not implemented for '%s'",
                            rt_dtype_table[t->dtype].scalar);
    return rt_result_steal(call, rt_map(call, fast ? RT_MAP_gelu_tanh : RT_MAP_gelu, t, (enum rt_dtype)t->dtype,
                                        (enum rt_dtype)t->dtype, NULL, 0, err));
}

int rt_forward_round_decimals(struct rt_call *call, struct rt_error *err)
{
    struct rt_build b;
    int64_t decimals = call->args[1].integer;
    double ten = pow(10, fabs((double)decimals));
    T x = rt_arg_get_tensor(call, 0);
    enum rt_dtype dtype = (enum rt_dtype)x->dtype;

    if (!rt_dtype_is_float((enum rt_dtype)x->dtype))
        return rt_error_set(err, RT_NOT_IMPLEMENTED, "\"%s\" not implemented for '%s'",
                            call->args[1].integer ? "round_cpu" : "round_vml_cpu", rt_dtype_table[x->dtype].scalar);
    rt_build_init(&b, err);
    if (decimals != 0 && rt_dtype_size(dtype) == 2) /* rounded to the half type once, at the end */
        x = rt_b_to(&b, x, RT_FLOAT32);
    if (decimals > 0)
        x = rt_b_divs(&b, rt_b_map(&b, &rt_op_round, rt_b_muls(&b, x, ten)), ten);
    else if (decimals < 0)
        x = rt_b_muls(&b, rt_b_map(&b, &rt_op_round, rt_b_divs(&b, x, ten)), ten);
    else
        x = rt_b_map(&b, &rt_op_round, x);
    x = x ? rt_b_to(&b, x, dtype) : NULL;
    return rt_build_return(&b, call, x);
}

int rt_forward_nan_to_num(struct rt_call *call, struct rt_error *err)
{
    struct rt_tensor *t = self_of(call, err);
    enum rt_dtype dtype;
    double top;
    struct rt_scalar params[3];

    if (!t)
        return -1;
    dtype = (enum rt_dtype)t->dtype;
    if (rt_dtype_is_complex(dtype)) { /* each component by itself */
        struct rt_build b;
        struct rt_arg args[4] = {rt_arg_none(), call->args[1], call->args[2], call->args[3]};
        rt_build_init(&b, err);
        args[0] = rt_arg_tensor(rt_b_map(&b, &rt_op_view_as_real, t));
        return rt_build_return(
            &b, call,
            rt_b_clone(&b, rt_b_map(&b, &rt_op_view_as_complex,
                                    b.failed ? NULL : rt_build_apply(&b, &rt_op_nan_to_num, args, 4))));
    }
    if (!rt_dtype_is_inexact(dtype))
        return rt_result_steal(call, rt_map(call, RT_MAP_copy, t, dtype, dtype, NULL, 0, err));
    top = rt_dtype_largest(dtype);
    params[0] = rt_scalar_float(rt_arg_is_none(call, 1) ? 0 : call->args[1].number);
    params[1] = rt_scalar_float(rt_arg_is_none(call, 2) ? top : call->args[2].number);
    params[2] = rt_scalar_float(rt_arg_is_none(call, 3) ? -top : call->args[3].number);
    return rt_result_steal(call, rt_map(call, RT_MAP_nan_to_num, t, dtype, dtype, params, 3, err));
}

/* clamp with n scalars; if one is nan, so is the result */
static int clamp_scalars(struct rt_call *call, enum rt_map_op op, const struct rt_scalar *bounds, int n,
                         struct rt_error *err)
{
    struct rt_tensor *t = self_of(call, err);
    struct rt_input inputs[3] = {{.tensor = t}};
    struct rt_scalar params[2];
    enum rt_dtype dtype;
    bool nan = false;

    if (!t)
        return -1;
    for (int i = 0; i < n; i++)
        inputs[i + 1].scalar = params[i] = bounds[i];
    dtype = rt_result_type(inputs, n + 1);
    if (rt_dtype_is_complex((enum rt_dtype)t->dtype))
        return rt_error_set(err, RT_NOT_IMPLEMENTED, "clamp is not supported for complex types");
    for (int i = 0; i < n; i++)
        if (rt_dtype_is_float((enum rt_dtype)t->dtype) && rt_check_scalar(params[i], RT_FLOAT64, err) < 0)
            return -1;
    if (call->out == t && dtype != t->dtype)
        return rt_error_set(err, RT_RUNTIME, "result type %s can't be cast to the desired output type %s",
                            rt_dtype_table[dtype].scalar, rt_dtype_table[t->dtype].cxx);
    if (rt_dtype_is_complex(dtype))
        return rt_error_set(err, RT_NOT_IMPLEMENTED, "clamp is not supported for complex types");
    for (int i = 0; i < n; i++) {
        nan = nan || (params[i].kind == RT_CAT_FLOAT && isnan(params[i].f));
    }
    if (nan) {
        params[0] = rt_scalar_float(NAN);
        return rt_result_steal(call, rt_zip(call, RT_ZIP_maximum, inputs[0], (struct rt_input){.scalar = params[0]},
                                            dtype, dtype, NULL, 0, err));
    }
    if (rt_check_params(params, n, dtype, err) < 0)
        return -1;
    return rt_result_steal(call, rt_map(call, op, t, dtype, dtype, params, n, err));
}

int rt_forward_clamp(struct rt_call *call, struct rt_error *err)
{
    bool low = call->args[1].kind == RT_SCALAR, high = call->args[2].kind == RT_SCALAR;
    struct rt_scalar bounds[2];
    int n = 0;

    if (!low && !high)
        return rt_error_set(err, RT_RUNTIME, "torch.clamp: At least one of 'min' or 'max' must not be None");
    if (low)
        bounds[n++] = call->args[1].scalar;
    if (high)
        bounds[n++] = call->args[2].scalar;
    return clamp_scalars(call, n == 2 ? RT_MAP_clamp : low ? RT_MAP_clamp_min : RT_MAP_clamp_max, bounds, n, err);
}

int rt_forward_clamp_min(struct rt_call *call, struct rt_error *err)
{
    return clamp_scalars(call, RT_MAP_clamp_min, &call->args[1].scalar, 1, err);
}

int rt_forward_clamp_max(struct rt_call *call, struct rt_error *err)
{
    return clamp_scalars(call, RT_MAP_clamp_max, &call->args[1].scalar, 1, err);
}

int rt_forward_hardtanh(struct rt_call *call, struct rt_error *err)
{
    struct rt_tensor *t = self_of(call, err);
    struct rt_scalar params[2] = {call->args[1].scalar, call->args[2].scalar};
    enum rt_dtype dtype;

    if (!t)
        return -1;
    dtype = (enum rt_dtype)t->dtype;
    if (dtype == RT_BOOL)
        return rt_error_set(err, RT_RUNTIME, "Bool inputs not supported for hardtanh");
    if (rt_dtype_is_complex(dtype))
        return rt_error_set(err, RT_NOT_IMPLEMENTED, "clamp is not supported for complex types");
    if (rt_dtype_is_integral(dtype)) { /* the limits lose their fractions */
        if (rt_check_scalar(params[0], RT_INT64, err) < 0 || rt_check_scalar(params[1], RT_INT64, err) < 0)
            return -1;
        params[0] = rt_scalar_int(rt_scalar_to_int(params[0]));
        params[1] = rt_scalar_int(rt_scalar_to_int(params[1]));
        if (dtype == RT_UINT8 && (params[0].i < 0 || params[1].i < 0))
            return rt_error_set(err, RT_RUNTIME, "cannot do hardtanh on an unsigned type with negative limits");
    }
    return clamp_scalars(call, RT_MAP_clamp, params, 2, err);
}

/* ---- forwards of two --------------------------------------------------------------------------------------------- */

static int bool_minus(const struct rt_input *in, struct rt_error *err)
{
    bool a = in[0].tensor ? in[0].tensor->dtype == RT_BOOL : in[0].scalar.kind == RT_CAT_BOOL;
    bool b = in[1].tensor ? in[1].tensor->dtype == RT_BOOL : in[1].scalar.kind == RT_CAT_BOOL;

    if (a && b)
        return rt_error_set(err, RT_RUNTIME,
                            "Subtraction, the `-` operator, with two bool tensors is not supported. Use the `^` or "
                            "`logical_xor()` operator instead.");
    if (a || b || (!in[1].tensor && in[1].scalar.kind == RT_CAT_BOOL))
        return rt_error_set(err, RT_RUNTIME,
                            "Subtraction, the `-` operator, with a bool tensor is not supported. If you are trying to "
                            "invert a mask, use the `~` or `logical_not()` operator instead.");
    return 0;
}

static int check_alpha(struct rt_scalar alpha, enum rt_dtype dtype, struct rt_error *err)
{
    if (alpha.kind == RT_CAT_BOOL && dtype != RT_BOOL)
        return rt_error_set(err, RT_RUNTIME, "Boolean alpha only supported for Boolean results.");
    if (alpha.kind == RT_CAT_COMPLEX && !rt_dtype_is_complex(dtype) && rt_dtype_is_inexact(dtype))
        return rt_error_set(err, RT_RUNTIME,
                            "For non-complex input tensors, argument alpha must not be a complex number.");
    if (rt_dtype_is_integral(dtype) && alpha.kind > RT_CAT_INT)
        return rt_error_set(err, RT_RUNTIME,
                            "For integral input tensors, argument alpha must not be a floating point number.");
    return rt_check_scalar(alpha, dtype, err);
}

/* Bools plus 0 times others, which count for the shape only. */
static int add_nothing(struct rt_call *call, struct rt_input *in, struct rt_error *err)
{
    struct rt_input none = {.scalar = rt_scalar_bool(false)};
    struct rt_tensor *other = in[1].tensor;
    struct rt_build b;
    int rc = -1;

    rt_build_init(&b, err);
    if (other)
        none.tensor =
            rt_b_expand(&b, rt_b_zeros(&b, NULL, 0, RT_BOOL, other->storage->device), other->shape, other->ndim);
    if (!b.failed)
        rc = rt_result_steal(call, rt_zip(call, RT_ZIP_logical_or, in[0], none, RT_BOOL, RT_BOOL, NULL, 0, err));
    rt_build_end(&b);
    return rc;
}

/* add, sub and rsub: the third argument is alpha */
int rt_forward_add(struct rt_call *call, struct rt_error *err)
{
    struct rt_input in[2] = {rt_input_of(call, 0), rt_input_of(call, 1)};
    struct rt_scalar alpha = call->args[2].scalar;
    enum rt_zip_op op = (enum rt_zip_op)call->op->detail;
    enum rt_dtype dtype;
    bool one = alpha.kind <= RT_CAT_INT ? alpha.i == 1 : alpha.f == 1 && alpha.kind == RT_CAT_FLOAT;

    if (in[0].tensor && in[1].tensor && in[0].tensor->dtype == in[1].tensor->dtype)
        dtype = (enum rt_dtype)in[0].tensor->dtype;
    else
        dtype = rt_result_type(in, 2);
    if (op == RT_ZIP_sub && bool_minus(in, err) < 0)
        return -1;
    if (call->op->flags & RT_OP_REVERSED) {
        struct rt_input t = in[0];
        in[0] = in[1];
        in[1] = t;
    }
    if ((!one || alpha.kind == RT_CAT_BOOL) &&
        (rt_check_operands(call, in, 2, dtype, err) < 0 || check_alpha(alpha, dtype, err) < 0))
        return -1;
    if (dtype == RT_BOOL && rt_scalar_is_zero(alpha))
        return add_nothing(call, in, err);
    if ((one && !rt_dtype_is_complex(dtype)) || dtype == RT_BOOL)
        return rt_result_steal(
            call, rt_zip(call, dtype == RT_BOOL ? RT_ZIP_logical_or : op, in[0], in[1], dtype, dtype, NULL, 0, err));
    if (rt_dtype_is_float(dtype)) { /* a half type of half types */
        struct rt_input factor = {.scalar = alpha};
        rt_round_scalars(&factor, 1, dtype);
        alpha = factor.scalar;
    }
    if (op == RT_ZIP_sub) {
        if (alpha.kind <= RT_CAT_INT)
            alpha.i = (int64_t)(0 - (uint64_t)alpha.i);
        else {
            alpha.f = -alpha.f;
            alpha.im = -alpha.im;
        }
    }
    return rt_result_steal(call, rt_zip(call, RT_ZIP_add_scaled, in[0], in[1], dtype, dtype, &alpha, 1, err));
}

/* mul, maximum ...: promoted */
int rt_forward_zip(struct rt_call *call, struct rt_error *err)
{
    struct rt_input in[2] = {rt_input_of(call, 0), rt_input_of(call, 1)};
    enum rt_zip_op op = (enum rt_zip_op)call->op->detail;
    enum rt_dtype dtype = rt_result_type(in, 2);

    if (dtype == RT_BOOL && op == RT_ZIP_mul)
        op = RT_ZIP_logical_and;
    return rt_result_steal(call, rt_zip(call, op, in[0], in[1], dtype, dtype, NULL, 0, err));
}

/* true division, atan2, hypot: integers give the default float type */
int rt_forward_zip_float(struct rt_call *call, struct rt_error *err)
{
    struct rt_input in[2] = {rt_input_of(call, 0), rt_input_of(call, 1)};
    enum rt_dtype dtype = rt_result_type(in, 2);

    if (!rt_dtype_is_inexact(dtype))
        dtype = rt_default_dtype();
    return rt_result_steal(call,
                           rt_zip(call, (enum rt_zip_op)call->op->detail, in[0], in[1], dtype, dtype, NULL, 0, err));
}

int rt_forward_div_mode(struct rt_call *call, struct rt_error *err)
{
    struct rt_input in[2] = {rt_input_of(call, 0), rt_input_of(call, 1)};
    enum rt_dtype dtype = rt_result_type(in, 2);
    const struct rt_arg *mode = &call->args[2];
    enum rt_zip_op op = RT_ZIP_div;

    if (mode->kind != RT_STRING) {
        if (!rt_dtype_is_inexact(dtype))
            dtype = rt_default_dtype();
    } else if (rt_arg_is(mode, "trunc"))
        op = RT_ZIP_div_trunc;
    else if (rt_arg_is(mode, "floor"))
        op = RT_ZIP_floor_divide;
    else
        return rt_error_set(err, RT_RUNTIME,
                            "div expected rounding_mode to be one of None, 'trunc', or 'floor' but found '%.*s'",
                            (int)mode->count, mode->string);
    return rt_result_steal(call, rt_zip(call, op, in[0], in[1], dtype, dtype, NULL, 0, err));
}

int rt_forward_compare(struct rt_call *call, struct rt_error *err)
{
    struct rt_input in[2] = {rt_input_of(call, 0), rt_input_of(call, 1)};
    enum rt_dtype dtype = rt_result_type(in, 2);
    int op = call->op->detail;

    return rt_result_steal(call, rt_zip(call, (enum rt_zip_op)op, in[0], in[1], dtype, RT_BOOL, NULL, 0, err));
}

int rt_forward_bitwise(struct rt_call *call, struct rt_error *err)
{
    struct rt_input in[2] = {rt_input_of(call, 0), rt_input_of(call, 1)};
    enum rt_dtype dtype = rt_result_type(in, 2);

    bool shift = call->op->detail == RT_ZIP_shift_left || call->op->detail == RT_ZIP_shift_right;

    if ((rt_dtype_is_inexact(dtype) || (shift && dtype == RT_BOOL)) && rt_check_operands(call, in, 2, dtype, err) < 0)
        return -1;
    if (rt_dtype_is_inexact(dtype) || (shift && dtype == RT_BOOL))
        return rt_error_set(err, RT_NOT_IMPLEMENTED, "\"%s_cpu\" not implemented for '%s'",
                            /* the kernels of shifts bear the names of the operators */
                            !strcmp(call->schema->name, "bitwise_left_shift")    ? "lshift"
                            : !strcmp(call->schema->name, "bitwise_right_shift") ? "rshift"
                                                                                 : call->schema->name,
                            rt_dtype_table[dtype].scalar);
    return rt_result_steal(call,
                           rt_zip(call, (enum rt_zip_op)call->op->detail, in[0], in[1], dtype, dtype, NULL, 0, err));
}

static bool is_scalar(const struct rt_input *in, double value)
{
    return !in->tensor && in->scalar.kind <= RT_CAT_FLOAT && rt_scalar_to_double(in->scalar) == value;
}

static int inverse_square(struct rt_call *call, struct rt_tensor *x, enum rt_dtype dtype, struct rt_error *err)
{
    struct rt_tensor *square = rt_map(NULL, RT_MAP_square, x, dtype, dtype, NULL, 0, err), *out;

    if (!square)
        return -1;
    out = rt_map(NULL, RT_MAP_reciprocal, square, dtype, dtype, NULL, 0, err);
    rt_tensor_unref(square);
    return rt_result_steal(call, out);
}

/* Of bfloat16 the square is rounded before it goes into the third power, or under one. */
static int by_square(struct rt_call *call, struct rt_tensor *x, bool third, struct rt_error *err)
{
    struct rt_tensor *square = rt_map(NULL, RT_MAP_square, x, RT_BFLOAT16, RT_BFLOAT16, NULL, 0, err), *out = NULL;

    if (square && third)
        out = rt_zip(call, RT_ZIP_mul, (struct rt_input){.tensor = square}, (struct rt_input){.tensor = x}, RT_BFLOAT16,
                     RT_BFLOAT16, NULL, 0, err);
    else if (square)
        out = rt_map(call, RT_MAP_reciprocal, square, RT_BFLOAT16, RT_BFLOAT16, NULL, 0, err);
    rt_tensor_unref(square);
    return rt_result_steal(call, out);
}

/* The same of a complex number. */
static bool is_complex_scalar(const struct rt_input *in, double value)
{
    return !in->tensor && in->scalar.kind == RT_CAT_COMPLEX && in->scalar.f == value && in->scalar.im == 0;
}

/* Halves with a complex number: there are no loops for the type of the result. */
static int complex_half_pow(struct rt_call *call, const struct rt_input in[2], struct rt_error *err)
{
    struct rt_tensor *of = in[0].tensor ? in[0].tensor : in[1].tensor, *out;
    if (is_complex_scalar(&in[1], 1))
        return rt_result_steal(call, rt_tensor_to(of, RT_COMPLEX32, of->storage->device, true, err));
    if (is_complex_scalar(&in[1], 0) || is_complex_scalar(&in[0], 1)) {
        out = rt_tensor_new_like(of, RT_COMPLEX32, err);
        return rt_result_steal(call, out) < 0 ? -1 : rt_fill_constant(out, rt_scalar_int(1), err);
    }
    const char *kernel = is_complex_scalar(&in[1], 0.5)  ? "sqrt_vml_cpu"
                         : is_complex_scalar(&in[1], -1) ? "reciprocal_cpu"
                                                         : "pow";
    return rt_error_set(err, RT_NOT_IMPLEMENTED, "\"%s\" not implemented for '%s'", kernel,
                        rt_dtype_table[RT_COMPLEX32].scalar);
}

/* pow: small exponents are made of products, roots and reciprocals, rounded after each step as PyTorch does. */
int rt_forward_pow(struct rt_call *call, struct rt_error *err)
{
    struct rt_input in[2] = {rt_input_of(call, 0), rt_input_of(call, 1)};
    enum rt_dtype dtype = rt_result_type(in, 2);
    bool real = rt_dtype_is_inexact(dtype);
    int op = -1;

    if (dtype == RT_BOOL && !is_scalar(&in[1], 0) && !is_scalar(&in[1], 1))
        return rt_not_for(call, in, 2, "pow", dtype, err);
    if (!real && !in[1].tensor && in[1].scalar.i < 0)
        return rt_error_set(err, RT_RUNTIME, "Integers to negative integer powers are not allowed.");
    if (!in[1].tensor && rt_check_scalar(in[1].scalar, dtype, err) < 0)
        return -1;
    rt_round_scalars(in, 2, dtype);
    if (dtype == RT_COMPLEX32)
        return complex_half_pow(call, in, err);
    if (!in[0].tensor && is_scalar(&in[0], 1) && in[1].tensor && !call->out) { /* ones, whatever the exponents */
        struct rt_tensor *ones =
            rt_tensor_new(in[1].tensor->storage->device, dtype, in[1].tensor->shape, in[1].tensor->ndim, err);
        return rt_result_steal(call, ones) < 0 ? -1 : rt_fill_constant(ones, rt_scalar_int(1), err);
    }
    if (in[0].tensor && is_scalar(&in[1], 0) && !call->out && rt_dtype_is_complex(dtype)) {
        struct rt_tensor *ones = rt_tensor_new_like(in[0].tensor, dtype, err);
        return rt_result_steal(call, ones) < 0 ? -1 : rt_fill_constant(ones, rt_scalar_int(1), err);
    }
    if (in[0].tensor && is_scalar(&in[1], -2) && !call->out && real && rt_dtype_size(dtype) >= 4)
        return inverse_square(call, in[0].tensor, dtype, err);
    if (in[0].tensor && dtype == RT_BFLOAT16 && (is_scalar(&in[1], 3) || is_scalar(&in[1], -2)))
        return by_square(call, in[0].tensor, is_scalar(&in[1], 3), err);
    if (in[0].tensor && is_scalar(&in[1], 2))
        op = RT_MAP_square;
    else if (in[0].tensor && is_scalar(&in[1], 1))
        op = RT_MAP_copy;
    else if (in[0].tensor && is_scalar(&in[1], 3))
        op = RT_MAP_cube;
    else if (real && in[0].tensor && dtype == RT_FLOAT16) /* no roots: those of -0 and -inf differ */
        op = -1;
    else if (real && in[0].tensor && is_scalar(&in[1], 0.5))
        op = RT_MAP_sqrt;
    else if (real && in[0].tensor && is_scalar(&in[1], -0.5))
        op = RT_MAP_rsqrt;
    else if (real && in[0].tensor && is_scalar(&in[1], -1))
        op = RT_MAP_reciprocal;
    if (op >= 0)
        return rt_result_steal(call, rt_map(call, (enum rt_map_op)op, in[0].tensor, dtype, dtype, NULL, 0, err));
    if (!in[0].tensor && in[1].tensor && !in[1].tensor->contiguous && !call->out) { /* of a scalar: dense */
        struct rt_call into = *call;
        into.out = rt_tensor_new(in[1].tensor->storage->device, dtype, in[1].tensor->shape, in[1].tensor->ndim, err);
        struct rt_tensor *out = into.out ? rt_zip(&into, RT_ZIP_pow, in[0], in[1], dtype, dtype, NULL, 0, err) : NULL;
        if (into.out)
            rt_tensor_unref(into.out);
        return rt_result_steal(call, out);
    }
    if (dtype == RT_BOOL) /* to the power of False */
        return rt_result_steal(call, rt_zip(call, RT_ZIP_eq, in[0], in[0], dtype, dtype, NULL, 0, err));
    return rt_result_steal(call, rt_zip(call, RT_ZIP_pow, in[0], in[1], dtype, dtype, NULL, 0, err));
}

/* gradients that are one kernel: both operands of one float type */
int rt_forward_zip_params(struct rt_call *call, struct rt_error *err)
{
    struct rt_input in[2] = {rt_input_of(call, 0), rt_input_of(call, 1)};
    enum rt_dtype dtype = rt_result_type(in, 2);
    struct rt_scalar params[RT_MAX_PARAMS];
    int n = 0;

    for (int i = 2; i < call->nargs && n < RT_MAX_PARAMS; i++)
        if (call->args[i].kind == RT_SCALAR)
            params[n++] = call->args[i].scalar;
    return rt_result_steal(call,
                           rt_zip(call, (enum rt_zip_op)call->op->detail, in[0], in[1], dtype, dtype, params, n, err));
}
