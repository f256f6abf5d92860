/* Pointwise ops of three operands that are composed of passes: clamp with tensors, lerp, addcmul, addcdiv. The operands
   are checked together first, as one kernel would check them; half types are computed in float32 and rounded once. */
#include "ops.h"

/* The operands in the type of the steps. */
struct operands {
    T x[3], given[3];    /* as they were given */
    enum rt_dtype dtype; /* of the result */
};

static bool is_half(enum rt_dtype dtype)
{
    return dtype == RT_FLOAT16 || dtype == RT_BFLOAT16;
}

/* Are the operands of one type and shape, and the target, which is the first of them, therefore right? */
static bool all_alike(struct operands *o, int n)
{
    const struct rt_tensor *x = o->x[0];

    for (int i = 1; i < n; i++)
        if (!o->x[i] || o->x[i]->dtype != x->dtype || !rt_shape_equal(o->x[i]->shape, o->x[i]->ndim, x->shape, x->ndim))
            return false;
    for (int i = 0; i < n; i++)
        o->given[i] = o->x[i];
    o->dtype = (enum rt_dtype)x->dtype;
    return true;
}

/* Checks shapes and result of n operands (NULL: left out); kernel: what is named where the type is not supported. */
static int look(struct rt_call *call, struct operands *o, int n, struct rt_error *err)
{
    struct rt_input in[3];
    int count = 0;

    if (all_alike(o, n))
        return 0;
    for (int i = 0; i < n; i++)
        if ((o->given[i] = o->x[i]))
            in[count++] = (struct rt_input){.tensor = o->x[i]};
    o->dtype = rt_result_type(in, count);
    /* of an op in place that is made of steps the target is the first operand */
    struct rt_call seen = {.out = call->inplace ? o->x[0] : NULL};
    return rt_check_operands(&seen, in, count, o->dtype, err);
}

static void widen(B b, struct operands *o, int n)
{
    enum rt_dtype as = is_half(o->dtype) ? RT_FLOAT32 : o->dtype;

    for (int i = 0; i < n; i++)
        if (o->x[i] && (o->x[i]->dtype != as || o->dtype != as)) {
            if (o->x[i]->dtype != o->dtype) /* a wider scalar is rounded to the half type first */
                o->x[i] = rt_b_to(b, o->x[i], o->dtype);
            o->x[i] = rt_b_to(b, o->x[i], as);
        }
}

static bool of_one_type(const struct operands *o, int n)
{
    for (int i = 0; i < n; i++)
        if (o->x[i]->dtype != o->dtype)
            return false;
    return true;
}

/* Floats of one type need no steps. */
static bool one_pass(const struct operands *o, int n)
{
    return of_one_type(o, n) && rt_dtype_is_inexact(o->dtype) && !rt_dtype_is_complex(o->dtype);
}

static int give(B b, struct rt_call *call, const struct operands *o, T result)
{
    struct rt_input in[3];
    int n = 0;
    bool dense = true;

    for (int i = 0; i < 3; i++)
        if (o->given[i]) {
            in[n++] = (struct rt_input){.tensor = o->given[i]};
            dense = dense && o->given[i]->contiguous;
        }
    if (result && !dense) { /* as one kernel would lay it out */
        T out = rt_build_keep_steal(b, rt_new_result(in, n, o->dtype, b->err));
        if (out && rt_copy_into(out, result, b->err) < 0)
            b->failed = true;
        return rt_build_return(b, call, b->failed ? NULL : out);
    }
    if (result && result->dtype != o->dtype)
        result = rt_b_to(b, result, o->dtype);
    return rt_build_return(b, call, result);
}

static int not_for(const char *kernel, enum rt_dtype dtype, struct rt_error *err)
{
    return rt_error_set(err, RT_NOT_IMPLEMENTED, "\"%s\" not implemented for '%s'", kernel,
                        rt_dtype_table[dtype].scalar);
}

/* x limited by bounds that are tensors, of which one may be NULL. */
static int clamp_between(struct rt_call *call, T x, T low, T high, struct rt_error *err)
{
    struct operands o = {{x, low, high}, {NULL}, RT_DTYPE_NONE};
    struct rt_build b;

    if (look(call, &o, 3, err) < 0)
        return -1;
    if (rt_dtype_is_complex(o.dtype))
        return not_for(!high ? "maximum_cpu" : !low ? "minimum_cpu" : "clamp_cpu", o.dtype, err);
    low = o.x[1];
    high = o.x[2];
    if (low && high && o.dtype == RT_BOOL)
        return not_for("clamp_cpu", o.dtype, err);
    if (low && high && of_one_type(&o, 3) && o.x[0]->contiguous && low->contiguous && high->contiguous)
        return rt_result_steal(call,
                               rt_zip3(call, RT_ZIP_maximum, RT_ZIP_minimum, o.x[0], low, high, o.dtype, NULL, 0, err));
    rt_build_init(&b, err);
    x = o.x[0];
    if (low)
        x = rt_b_two(&b, &rt_op_maximum, x, low);
    if (x && high)
        x = rt_b_two(&b, &rt_op_minimum, x, high);
    if (x && x->dtype != o.dtype) /* two of them have a wider type than all three */
        x = rt_b_to(&b, x, o.dtype);
    return rt_build_return(&b, call, x);
}

int rt_forward_clamp_tensor(struct rt_call *call, struct rt_error *err)
{
    T x = call->args[0].tensor, low = rt_arg_get_tensor(call, 1), high = rt_arg_get_tensor(call, 2);

    if (!low && !high)
        return rt_error_set(err, RT_RUNTIME, "torch.clamp: At least one of 'min' or 'max' must not be None");
    if (rt_dtype_is_complex((enum rt_dtype)x->dtype))
        return rt_error_set(err, RT_NOT_IMPLEMENTED, "clamp is not supported for complex types");
    return clamp_between(call, x, low, high, err);
}

/* One bound that is a tensor: (self, bound); detail 1: it is the upper one. */
int rt_forward_clamp_one(struct rt_call *call, struct rt_error *err)
{
    T bound = call->args[1].tensor;

    return clamp_between(call, call->args[0].tensor, call->op->detail ? NULL : bound, call->op->detail ? bound : NULL,
                         err);
}

/* ---- lerp -------------------------------------------------------------------------------------------------------- */

static T add_scaled(B b, T x, T y, struct rt_scalar alpha)
{
    if (!x || !y)
        return NULL;
    return rt_build_apply(b, &rt_op_add_Tensor,
                          (struct rt_arg[]){rt_arg_tensor(x), rt_arg_tensor(y), rt_arg_scalar(alpha)}, 3);
}

static int same_type(T x, T y, const char *name, struct rt_error *err)
{
    if (x->dtype == y->dtype)
        return 0;
    return rt_error_set(err, RT_RUNTIME, "expected dtype %s for `%s` but got dtype %s", rt_dtype_table[x->dtype].cxx,
                        name, rt_dtype_table[y->dtype].cxx);
}

int rt_forward_lerp(struct rt_call *call, struct rt_error *err)
{
    struct operands o = {{call->args[0].tensor, call->args[1].tensor}, {NULL}, RT_DTYPE_NONE};
    struct rt_scalar weight = call->args[2].scalar;
    double w = rt_scalar_to_double(weight);
    struct rt_build b;
    T step, given = o.x[0];

    if (same_type(o.x[0], o.x[1], "end", err) < 0 || look(call, &o, 2, err) < 0)
        return -1;
    if (!rt_dtype_is_inexact(o.dtype))
        return not_for("lerp_kernel_scalar", o.dtype, err);
    if (rt_check_scalar(weight, is_half(o.dtype) ? RT_FLOAT32 : o.dtype, err) < 0)
        return -1;
    if (weight.kind == RT_CAT_BOOL)
        weight = rt_scalar_float(w);
    /* the result has the layout of the first operand, whichever is the nearer end */
    bool relayout = !call->out && !call->inplace &&
                    rt_shape_equal(given->shape, given->ndim, o.x[1]->shape, o.x[1]->ndim) &&
                    memcmp(given->strides, o.x[1]->strides, (size_t)given->ndim * sizeof *given->strides) != 0;
    if (one_pass(&o, 2) && !relayout) {
        bool near = w < 0.5 && w > -0.5;
        weight = near ? weight : rt_scalar_float(w - 1);
        return rt_result_steal(call, rt_zip3(call, RT_ZIP_sub, RT_ZIP_add_scaled, o.x[1], o.x[0], o.x[near ? 0 : 1],
                                             o.dtype, &weight, 1, err));
    }
    rt_build_init(&b, err);
    widen(&b, &o, 2);
    if (b.failed)
        return rt_build_return(&b, call, NULL);
    step = rt_b_sub(&b, o.x[1], o.x[0]);
    if (relayout)
        step = rt_b_layout_like(&b, step, given);
    if (w < 0.5 && w > -0.5)
        return give(&b, call, &o, add_scaled(&b, o.x[0], step, weight));
    weight = weight.kind == RT_CAT_COMPLEX ? weight : rt_scalar_float(w);
    weight.f -= 1;
    step = add_scaled(&b, o.x[1], step, weight);
    return give(&b, call, &o, relayout ? rt_b_layout_like(&b, step, given) : step);
}

/* from the nearer end, so that a weight of 1 gives the end itself */
int rt_forward_lerp_tensor(struct rt_call *call, struct rt_error *err)
{
    struct operands o = {{call->args[0].tensor, call->args[1].tensor, call->args[2].tensor}, {NULL}, RT_DTYPE_NONE};
    struct rt_build b;
    T step, low, high, near, weight = o.x[2];

    if (same_type(o.x[0], o.x[1], "end", err) < 0 || (weight->ndim && same_type(o.x[0], weight, "weight", err) < 0) ||
        look(call, &o, 3, err) < 0)
        return -1;
    if (!rt_dtype_is_inexact(o.dtype))
        return not_for("lerp_kernel_tensor", o.dtype, err);
    if (one_pass(&o, 3))
        return rt_result_steal(call, rt_lerp(call, o.x[0], o.x[1], weight, o.dtype, err));
    rt_build_init(&b, err);
    widen(&b, &o, 3);
    if (b.failed)
        return rt_build_return(&b, call, NULL);
    weight = o.x[2];
    step = rt_b_sub(&b, o.x[1], o.x[0]);
    low = rt_b_add(&b, o.x[0], rt_b_mul(&b, weight, step));
    high = rt_b_sub(&b, o.x[1], rt_b_mul(&b, step, rt_b_rsubs(&b, 1, weight)));
    near = rt_b_map(&b, &rt_op_abs, weight);
    near = b.failed ? NULL
                    : rt_build_apply(&b, &rt_op_lt_Tensor,
                                     (struct rt_arg[]){rt_arg_tensor(near), rt_arg_scalar(rt_scalar_float(0.5))}, 2);
    return give(&b, call, &o, rt_b_where(&b, near, low, high));
}

/* ---- self + value a b, self + value a / b ------------------------------------------------------------------------ */

static T scaled(B b, T x, struct rt_scalar value)
{
    return x ? rt_build_apply(b, &rt_op_mul_Tensor, (struct rt_arg[]){rt_arg_tensor(x), rt_arg_scalar(value)}, 2)
             : NULL;
}

/* kernel: what is named for types it does not do */
static int combine(struct rt_call *call, struct rt_op *op, const char *kernel, struct rt_error *err)
{
    struct operands o = {{call->args[0].tensor, call->args[1].tensor, call->args[2].tensor}, {NULL}, RT_DTYPE_NONE};
    struct rt_scalar value = call->args[3].scalar;
    struct rt_build b;
    bool one = value.kind <= RT_CAT_INT ? value.i == 1 : value.kind == RT_CAT_FLOAT && value.f == 1;
    T product;

    if (look(call, &o, 3, err) < 0)
        return -1;
    if (o.dtype == RT_BOOL)
        return not_for(kernel, o.dtype, err);
    if (rt_check_scalar(value, is_half(o.dtype) ? RT_FLOAT32 : o.dtype, err) < 0)
        return -1;
    if (rt_dtype_is_integral(o.dtype) && value.kind != RT_CAT_INT)
        value = rt_scalar_int(rt_scalar_to_int(value));
    if (of_one_type(&o, 3))
        return rt_result_steal(call, rt_zip3(call, op == &rt_op_mul_Tensor ? RT_ZIP_mul_scaled : RT_ZIP_div_scaled,
                                             RT_ZIP_add, o.x[1], o.x[2], o.x[0], o.dtype, &value, 1, err));
    rt_build_init(&b, err);
    widen(&b, &o, 3);
    if (b.failed)
        return rt_build_return(&b, call, NULL);
    product = rt_b_two(&b, op, one && !rt_dtype_is_complex(o.dtype) ? o.x[1] : scaled(&b, o.x[1], value), o.x[2]);
    return give(&b, call, &o, rt_b_add(&b, o.x[0], product));
}

int rt_forward_addcmul(struct rt_call *call, struct rt_error *err)
{
    return combine(call, &rt_op_mul_Tensor, "addcmul_cpu_out", err);
}

int rt_forward_addcdiv(struct rt_call *call, struct rt_error *err)
{
    enum rt_dtype a = (enum rt_dtype)call->args[1].tensor->dtype, b = (enum rt_dtype)call->args[2].tensor->dtype;

    if (rt_dtype_is_integral(a) && rt_dtype_is_integral(b))
        return rt_error_set(
            err, RT_RUNTIME,
            "Integer division with addcdiv is no longer supported, and in a future  release addcdiv will perform a "
            "true division of tensor1 and tensor2. The historic addcdiv behavior can be implemented as (input + value "
            "* torch.trunc(tensor1 / tensor2)).to(input.dtype) for integer inputs and as (input + value * tensor1 / "
            "tensor2) for float inputs. The future addcdiv behavior is just the latter implementation: (input + value "
            "* tensor1 / tensor2), for all dtypes.");
    return combine(call, &rt_op_div_Tensor, "addcdiv_cpu_out", err);
}
