/* Scans: cumsum, cumprod and their gradients; and the products of all other elements, which gradients of products
   need. */
#include "ops.h"

#include <string.h>

/* ---- scans ------------------------------------------------------------------------------------------------------- */

/* Scans along a dimension of a few elements. */
static void scan_small(T x, T out, int dim, bool sum)
{
    int64_t n = x->ndim ? x->shape[dim] : 1, inner = 1, outer = n ? x->numel / n : 0;

    for (int i = dim + 1; i < x->ndim; i++)
        inner = rt_step_mul(inner, x->shape[i]);
    outer /= inner ? inner : 1;
#define SCAN(C, A)                                                                                                     \
    for (int64_t o = 0; o < outer; o++)                                                                                \
        for (int64_t i = 0; i < inner; i++) {                                                                          \
            const C *from = (const C *)rt_tensor_pointer(x) + o * n * inner + i;                                       \
            C *to = (C *)rt_tensor_pointer(out) + o * n * inner + i;                                                   \
            A all = sum ? 0 : 1;                                                                                       \
            for (int64_t k = 0; k < n; k++)                                                                            \
                to[k * inner] = (C)(all = sum ? all + from[k * inner] : all * from[k * inner]);                        \
        }
    if (x->dtype == RT_FLOAT32)
        SCAN(float, double)
    else
        SCAN(double, double)
#undef SCAN
}

int rt_forward_cumsum(struct rt_call *call, struct rt_error *err)
{
    T self = call->args[0].tensor, out;
    enum rt_dtype result = rt_sum_dtype(self, &call->args[2]);
    struct rt_scan_call kernel;
    struct rt_device *device = self->storage->device;
    int dim = rt_shape_dim(call->args[1].integer, self->ndim, err);

    RT_CALL_BEGIN(kernel, out);
    kernel.op = (enum rt_scan_op)call->op->detail;
    rt_view_none(&kernel.indices);
    if (dim < 0)
        return -1;
    if (call->inplace && call->args[2].kind == RT_DTYPE_ARG && result != (enum rt_dtype)self->dtype)
        return rt_error_set(err, RT_RUNTIME,
                            "Bad in-place call: input tensor dtype %s and output tensor dtype %s should match",
                            rt_dtype_table[self->dtype].cxx, rt_dtype_table[result].cxx);
    if (call->inplace)
        result = (enum rt_dtype)self->dtype;
    if (result == RT_BOOL && self->numel && self->ndim)
        return rt_error_set(err, RT_NOT_IMPLEMENTED, "\"%s_out_cpu\" not implemented for 'Bool'", call->schema->name);
    if (rt_dtype_is_complex(result) && self->ndim == 0) {
        struct rt_build b;
        rt_build_init(&b, err);
        return rt_build_return(&b, call, rt_b_clone(&b, rt_b_to(&b, self, result)));
    }
    if ((rt_dtype_is_complex(result) || rt_dtype_is_complex((enum rt_dtype)self->dtype) ||
         (rt_dtype_is_float(result) && rt_dtype_size(result) == 2)) &&
        (enum rt_dtype)self->dtype != result) { /* brought to the type before anything is added */
        struct rt_build b;
        struct rt_arg args[3] = {rt_arg_tensor(NULL), rt_arg_int(dim), rt_arg_dtype(result)};
        rt_build_init(&b, err);
        args[0] = rt_arg_tensor(rt_b_to(&b, self, result));
        return rt_build_return(&b, call, b.failed ? NULL : rt_build_apply(&b, call->op, args, 3));
    }
    if (!(out = rt_tensor_new(device, result, self->shape, self->ndim, err)))
        return -1;
    if (rt_is_small(self) && rt_is_single(self) && (enum rt_dtype)self->dtype == result) {
        scan_small(self, out, dim, kernel.op == RT_SCAN_SUM);
        return rt_result_steal(call, out);
    }
    kernel.compute = rt_sum_compute((enum rt_dtype)self->dtype, result);
    kernel.dim = dim;
    rt_tensor_view(self, &kernel.in);
    rt_tensor_view(out, &kernel.out);
    if (out->numel && device->kernels->scan(device, &kernel, err) < 0) {
        rt_tensor_unref(out);
        return -1;
    }
    return rt_result_steal(call, out);
}

/* ---- gradients --------------------------------------------------------------------------------------------------- */

/* Product of all others: by running products from both ends, so zeros are no problem. */
T rt_b_others(B m, T x, int64_t dim)
{
    T one, left, right, flipped;
    int64_t n = x ? x->shape[dim] : 0;
    struct rt_arg d = rt_arg_int(dim);

    if (!x)
        return NULL;
    if (n <= 1)
        return rt_b_ones_like(m, x);
    if (!(one = rt_b_ones_like(m, rt_b_narrow(m, x, dim, 0, 1))))
        return NULL;
    T before = rt_b_narrow(m, x, dim, 0, n - 1), after = rt_b_narrow(m, x, dim, 1, n - 1);
    left = rt_build_apply(m, &rt_op_cumprod, (struct rt_arg[]){rt_arg_tensor(before), d}, 2);
    flipped = rt_build_apply(m, &rt_op_flip, (struct rt_arg[]){rt_arg_tensor(after), rt_arg_ints(&dim, 1)}, 2);
    right = rt_build_apply(m, &rt_op_cumprod, (struct rt_arg[]){rt_arg_tensor(flipped), d}, 2);
    right = rt_build_apply(m, &rt_op_flip, (struct rt_arg[]){rt_arg_tensor(right), rt_arg_ints(&dim, 1)}, 2);
    if (!left || !right)
        return NULL;
    left = rt_build_apply(m, &rt_op_cat, (struct rt_arg[]){rt_arg_tensors((T[]){one, left}, 2), d}, 2);
    right = rt_build_apply(m, &rt_op_cat, (struct rt_arg[]){rt_arg_tensors((T[]){right, one}, 2), d}, 2);
    return rt_b_mul(m, left, right);
}

/* How many zeros lines along a dimension have (all elements for -1): the maximum over lines, and -1 for an error. */
int rt_b_max_zeros(B m, T x, int64_t dim, struct rt_error *err)
{
    struct rt_scalar most;
    T zero = x ? rt_b_map(m, &rt_op_logical_not, x) : NULL, count;

    if (!zero)
        return -1;
    if (rt_is_meta(x))
        return 2;
    count = dim < 0 ? rt_b_sum_all(m, zero) : rt_b_map(m, &rt_op_max, rt_b_sum(m, zero, &dim, 1, true));
    if (!count || rt_tensor_item(count, &most, err) < 0)
        return -1;
    return most.i > 1 ? 2 : (int)most.i;
}

BACKWARD(cumsum)
{
    B m = BUILD;
    int64_t dim = b->node->args[1].integer;
    struct rt_arg dims = rt_arg_ints(&dim, 1);
    T g = G;

    (void)err;
    if (rt_dtype_is_complex((enum rt_dtype)g->dtype) && !rt_dtype_is_complex(b->node->inputs[0].dtype) &&
        !(g = rt_b_to(m, g, b->node->inputs[0].dtype)))
        return 0;
    if (G->numel <= 1 || G->shape[dim < 0 ? dim + G->ndim : dim] == 1) {
        SET(0, g);
        return 0;
    }
    g = rt_build_apply(m, &rt_op_flip, (struct rt_arg[]){rt_arg_tensor(g), dims}, 2);
    if (g)
        g = rt_build_apply(m, &rt_op_cumsum, (struct rt_arg[]){rt_arg_tensor(g), rt_arg_int(dim)}, 2);
    SET(0, g ? rt_build_apply(m, &rt_op_flip, (struct rt_arg[]){rt_arg_tensor(g), dims}, 2) : NULL);
    return 0;
}

/* Where no element is zero: reversed running sum of g y, divided by x. Otherwise by definition, one position at a time.
 */
BACKWARD(cumprod)
{
    B m = BUILD;
    int64_t dim = b->node->args[1].integer;
    T x = ARG(0), sum = NULL, w;
    int zeros;

    if (rt_real_gradient(b, err) < 0)
        return -1;
    if (!x || x->numel <= 1 || x->shape[dim < 0 ? dim + x->ndim : dim] == 1) {
        SET(0, G);
        return 0;
    }
    if (dim < 0)
        dim += x->ndim;
    if ((zeros = rt_b_max_zeros(m, x, -1, err)) < 0)
        return -1;
    if (!zeros) {
        struct rt_arg dims = rt_arg_ints(&dim, 1);
        w = rt_b_mul(m, rt_b_conj(m, RESULT(0)), G);
        w = w ? rt_build_apply(m, &rt_op_flip, (struct rt_arg[]){rt_arg_tensor(w), dims}, 2) : NULL;
        w = w ? rt_build_apply(m, &rt_op_cumsum, (struct rt_arg[]){rt_arg_tensor(w), rt_arg_int(dim)}, 2) : NULL;
        w = w ? rt_build_apply(m, &rt_op_flip, (struct rt_arg[]){rt_arg_tensor(w), dims}, 2) : NULL;
        SET(0, rt_b_div(m, w, rt_b_conj(m, x)));
        return 0;
    }
    for (int64_t k = 0; k < x->shape[dim]; k++) { /* y[k] depends on x[0..k] */
        T head = rt_b_narrow(m, x, dim, 0, k + 1),
          part = rt_b_mul(m, rt_b_narrow(m, G, dim, k, 1), rt_b_conj(m, rt_b_others(m, head, dim)));
        int64_t shape[RT_MAX_DIMS];
        memcpy(shape, x->shape, x->ndim * sizeof *shape);
        shape[dim] = x->shape[dim] - k - 1;
        T rest = rt_b_zeros(m, shape, x->ndim, (enum rt_dtype)G->dtype, G->storage->device);
        if (!part || !rest)
            return 0;
        part =
            rt_build_apply(m, &rt_op_cat, (struct rt_arg[]){rt_arg_tensors((T[]){part, rest}, 2), rt_arg_int(dim)}, 2);
        sum = sum ? rt_b_add(m, sum, part) : part;
    }
    SET(0, sum ? sum : rt_b_zeros_like(m, G));
    return 0;
}
