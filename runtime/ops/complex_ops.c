/* Complex tensors: views as pairs of real numbers and back, components, angles, conjugates. Must not know a
   backend. */
#include "ops.h"

#include "pool.h"

#include <math.h>
#include <string.h>

void rt_view_pairs(struct rt_view *view)
{
    view->dtype = rt_dtype_to_real(view->dtype);
    for (int i = 0; i < view->ndim; i++)
        view->strides[i] = rt_step_mul(view->strides[i], 2);
    view->shape[view->ndim] = 2;
    view->strides[view->ndim++] = 1;
}

T rt_b_conj(B b, T x)
{
    return x && rt_dtype_is_complex((enum rt_dtype)x->dtype) ? rt_b_map(b, &rt_op_conj_write, x) : x;
}

/* ---- views of another type --------------------------------------------------------------------------------------- */

int rt_forward_view_as_real(struct rt_call *call, struct rt_error *err)
{
    T self = call->args[0].tensor;
    struct rt_view pairs;

    if (!rt_dtype_is_complex((enum rt_dtype)self->dtype))
        return rt_error_set(err, RT_RUNTIME, "view_as_real is only supported for complex tensors");
    if (self->ndim == RT_MAX_DIMS)
        return rt_error_set(err, RT_RUNTIME, "too many dimensions: at most %d are supported", RT_MAX_DIMS);
    rt_tensor_view(self, &pairs);
    rt_view_pairs(&pairs);
    return rt_result_steal(call, rt_tensor_window_as(self, pairs.dtype, pairs.shape, pairs.strides, pairs.ndim,
                                                     rt_step_mul(self->offset, 2), true, err));
}

int rt_forward_view_as_complex(struct rt_call *call, struct rt_error *err)
{
    T self = call->args[0].tensor;
    enum rt_dtype dtype = (enum rt_dtype)self->dtype;
    int64_t strides[RT_MAX_DIMS];
    int last = self->ndim - 1;

    if (dtype != RT_FLOAT16 && dtype != RT_FLOAT32 && dtype != RT_FLOAT64)
        return rt_error_set(err, RT_RUNTIME,
                            "view_as_complex is only supported for half, float and double tensors, but got a tensor of "
                            "scalar type: %s",
                            rt_dtype_table[dtype].scalar);
    if (last < 0)
        return rt_error_set(err, RT_RUNTIME, "Input tensor must have one or more dimensions");
    if (self->shape[last] != 2)
        return rt_error_set(err, RT_RUNTIME, "Tensor must have a last dimension of size 2");
    if (self->strides[last] != 1)
        return rt_error_set(err, RT_RUNTIME, "Tensor must have a last dimension with stride 1");
    for (int i = 0; i < last; i++) {
        if (self->strides[i] % 2 && self->numel)
            return rt_error_set(err, RT_RUNTIME, "Tensor must have a stride divisible by 2 for all but last dimension");
        strides[i] = self->strides[i] / 2;
    }
    if (self->offset % 2)
        return rt_error_set(err, RT_RUNTIME, "Tensor must have a storage_offset divisible by 2");
    return rt_result_steal(call, rt_tensor_window_as(self, rt_dtype_to_complex(dtype), self->shape, strides, last,
                                                     self->offset / 2, true, err));
}

BACKWARD(view_as_real)
{
    (void)err;
    SET(0, rt_b_map(BUILD, &rt_op_view_as_complex, rt_b_map(BUILD, &rt_op_contiguous, G)));
    return 0;
}
BACKWARD(view_as_complex)
{
    T g = rt_b_map(BUILD, &rt_op_contiguous, G);

    (void)err;
    SET(0, rt_b_map(BUILD, &rt_op_view_as_real, rt_b_to(BUILD, g, rt_dtype_to_complex(b->node->inputs[0].dtype))));
    return 0;
}

/* ---- conjugates and angles --------------------------------------------------------------------------------------- */

int rt_forward_conj_physical(struct rt_call *call, struct rt_error *err)
{
    T self = call->args[0].tensor;
    enum rt_dtype dtype = (enum rt_dtype)self->dtype;

    return rt_result_steal(call, rt_map(call, RT_MAP_conj, self, dtype, dtype, NULL, 0, err));
}

/* The extent of a tensor's memory, in elements; -1: elements overlap, or gaps are so large that a copy would waste
   memory. */
static int64_t extent_of(T t)
{
    bool done[RT_MAX_DIMS] = {false};
    int64_t memory = 1;

    for (int k = 0; k < t->ndim; k++) { /* from the innermost dimension */
        int next = -1;
        for (int i = 0; i < t->ndim; i++)
            if (!done[i] && (next < 0 || t->strides[i] < t->strides[next]))
                next = i;
        done[next] = true;
        if (t->strides[next] == 0 || t->shape[next] <= 1)
            continue;
        if (t->strides[next] < memory)
            return -1;
        memory += (t->shape[next] - 1) * t->strides[next];
    }
    return memory - 64 > rt_size_mul_saturated(16, t->numel) ? -1 : memory;
}

/* The layout of the views that PyTorch makes of conjugates: that of the tensor, also where elements are repeated or
   left out. */
int rt_forward_conj_lazy(struct rt_call *call, struct rt_error *err)
{
    T self = call->args[0].tensor, from, memory, to, out = NULL, done = NULL;
    enum rt_dtype dtype = (enum rt_dtype)self->dtype;
    int64_t shape[RT_MAX_DIMS], n;
    struct rt_call into = *call;

    if (self->contiguous || self->numel == 0 || (n = extent_of(self)) < 0)
        return rt_forward_conj_physical(call, err);
    for (int i = 0; i < self->ndim; i++)
        shape[i] = self->strides[i] ? self->shape[i] : 1;
    memory = rt_tensor_new(self->storage->device, dtype, &n, 1, err);
    from = memory ? rt_tensor_window(self, shape, self->strides, self->ndim, self->offset, false, err) : NULL;
    to = from ? rt_tensor_window(memory, shape, self->strides, self->ndim, 0, false, err) : NULL;
    if (to && rt_fill_constant(memory, rt_scalar_int(0), err) == 0) {
        into.out = to;
        done = rt_map(&into, RT_MAP_conj, from, dtype, dtype, NULL, 0, err);
    }
    if (done)
        out = rt_tensor_window(memory, self->shape, self->strides, self->ndim, 0, false, err);
    rt_tensor_unref(done);
    rt_tensor_unref(to);
    rt_tensor_unref(from);
    rt_tensor_unref(memory);
    return rt_result_steal(call, out);
}

/* of real numbers: the tensor itself */
int rt_forward_conj(struct rt_call *call, struct rt_error *err)
{
    T self = call->args[0].tensor;

    if (call->inplace)
        return rt_apply_inplace(&rt_op_conj_write, call->args, 1, call->results, err);
    if (!rt_dtype_is_complex((enum rt_dtype)self->dtype))
        return rt_result_steal(call, rt_tensor_get(self));
    return rt_apply(call->op->detail ? &rt_op_conj_write : &rt_op_conj_lazy, call->args, 1, call->results, err);
}

int rt_forward_angle(struct rt_call *call, struct rt_error *err)
{
    T self = call->args[0].tensor;
    enum rt_dtype dtype = (enum rt_dtype)self->dtype;

    if (rt_dtype_is_complex(dtype)) { /* a new result is row-major */
        T found = rt_map(call, RT_MAP_angle, self, dtype, rt_dtype_to_real(dtype), NULL, 0, err), dense = found;
        if (found && !call->out && !found->contiguous) {
            dense = rt_contiguous(found, err);
            rt_tensor_unref(found);
        }
        return rt_result_steal(call, dense);
    }
    if (rt_dtype_is_integral(dtype))
        dtype = rt_default_dtype();
    return rt_result_steal(call, rt_map(call, RT_MAP_angle, self, dtype, dtype, NULL, 0, err));
}

BACKWARD(conj)
{
    (void)err;
    SET(0, rt_b_conj(BUILD, G));
    return 0;
}

static T times_i(B m, T x)
{
    struct rt_scalar i = {RT_CAT_COMPLEX, false, {.f = 0}, 1};

    return x ? rt_build_apply(m, &rt_op_mul_Tensor, (struct rt_arg[]){rt_arg_tensor(x), rt_arg_scalar(i)}, 2) : NULL;
}

static T component(B m, T x, int which)
{
    return rt_b_select(m, rt_b_map(m, &rt_op_view_as_real, x), -1, which);
}

int rt_forward_real(struct rt_call *call, struct rt_error *err)
{
    struct rt_build b;
    T self = call->args[0].tensor;

    rt_build_init(&b, err);
    return rt_build_return(&b, call, rt_dtype_is_complex((enum rt_dtype)self->dtype) ? component(&b, self, 0) : self);
}

/* d angle: (-im, re) / |z|^2 as a complex number; 0 for real ones */
BACKWARD(angle)
{
    B m = BUILD;
    T x = ARG(0), size, derivative;

    (void)err;
    if (!x || !WANTS(0))
        return 0;
    if (!rt_dtype_is_complex((enum rt_dtype)x->dtype)) {
        SET(0, rt_b_zeros_like(m, x));
        return 0;
    }
    size = rt_b_map(m, &rt_op_abs, x);
    derivative = rt_b_div(m, times_i(m, x), rt_b_mul(m, size, size));
    SET(0, rt_b_mul(m, G,
                    rt_b_where(m, rt_b_eq(m, x, rt_b_zeros_like(m, x)), rt_b_zeros_like(m, derivative), derivative)));
    return 0;
}

/* (g - y re(g conj(y))) / |x|; 0 for real numbers */
BACKWARD(sgn)
{
    B m = BUILD;
    T x = ARG(0), y, along, derivative;

    (void)err;
    if (!x || !WANTS(0))
        return 0;
    if (!rt_dtype_is_complex((enum rt_dtype)x->dtype)) {
        SET(0, rt_b_zeros(m, G->shape, G->ndim, (enum rt_dtype)G->dtype, G->storage->device));
        return 0;
    }
    y = rt_b_map(m, &rt_op_sgn, x);
    along = component(m, rt_b_mul(m, G, rt_b_conj(m, y)), 0);
    derivative = rt_b_div(m, rt_b_sub(m, G, rt_b_mul(m, y, along)), rt_b_map(m, &rt_op_abs, x));
    SET(0, rt_b_where(m, rt_b_eq(m, x, rt_b_zeros_like(m, x)), rt_b_zeros_like(m, derivative), derivative));
    return 0;
}

/* ---- made of two real tensors ------------------------------------------------------------------------------------ */

static int check_components(const struct rt_call *call, struct rt_error *err)
{
    T a = call->args[0].tensor, b = call->args[1].tensor;
    bool floats = rt_dtype_is_float((enum rt_dtype)a->dtype) && rt_dtype_is_float((enum rt_dtype)b->dtype) &&
                  a->dtype != RT_BFLOAT16 && b->dtype != RT_BFLOAT16;

    if (!floats)
        return rt_error_set(err, RT_RUNTIME,
                            "Expected both inputs to be Half, Float or Double tensors but got %s and %s",
                            rt_dtype_table[a->dtype].scalar, rt_dtype_table[b->dtype].scalar);
    if (a->dtype != b->dtype)
        return rt_error_set(err, RT_RUNTIME,
                            "Expected object of scalar type %s but got scalar type %s for second argument",
                            rt_dtype_table[a->dtype].scalar, rt_dtype_table[b->dtype].scalar);
    if (rt_check_operands(call, (struct rt_input[]){{.tensor = a}, {.tensor = b}}, 2, (enum rt_dtype)a->dtype, err) < 0)
        return -1;
    return 0;
}

/* Dense components, interleaved. */
struct pairs {
    const void *re, *im;
    void *out;
};
#define PAIRS(name, C)                                                                                                 \
    static int name(void *context, int64_t begin, int64_t end, struct rt_error *err)                                   \
    {                                                                                                                  \
        const struct pairs *p = context;                                                                               \
        const C *re = p->re, *im = p->im;                                                                              \
        C *out = p->out;                                                                                               \
        (void)err;                                                                                                     \
        for (int64_t i = begin; i < end; i++) {                                                                        \
            const C pair[2] = {re[i], im[i]};                                                                          \
            memcpy(out + 2 * i, pair, sizeof pair);                                                                    \
        }                                                                                                              \
        return 0;                                                                                                      \
    }
PAIRS(pairs_2, uint16_t)
PAIRS(pairs_4, uint32_t)
PAIRS(pairs_8, uint64_t)

/* re + i im */
static int join(struct rt_call *call, T re, T im, struct rt_error *err)
{
    struct rt_input in[2] = {{.tensor = re}, {.tensor = im}};
    T out, halves[2];
    struct rt_build b;
    int rc = 0;

    if (!(out = rt_new_result(in, 2, rt_dtype_to_complex((enum rt_dtype)re->dtype), err)))
        return -1;
    if (out->storage->device->host_memory && out->contiguous && re->contiguous && im->contiguous && out->numel &&
        re->numel == out->numel && im->numel == out->numel && re->dtype == im->dtype &&
        rt_dtype_to_real((enum rt_dtype)out->dtype) == (enum rt_dtype)re->dtype &&
        re->storage->device == out->storage->device && im->storage->device == out->storage->device) {
        struct pairs p = {rt_tensor_pointer(re), rt_tensor_pointer(im), rt_tensor_pointer(out)};
        rc = rt_parallel_for(out->numel, 32768, out->numel,
                             re->dtype == RT_FLOAT64   ? pairs_8
                             : re->dtype == RT_FLOAT16 ? pairs_2
                                                       : pairs_4,
                             &p, err);
        goto done;
    }
    rt_build_init(&b, err);
    for (int i = 0; i < 2 && rc == 0; i++) {
        halves[i] = component(&b, out, i);
        rc = halves[i] ? rt_copy_into(halves[i], i ? im : re, err) : -1;
    }
    rt_build_end(&b);
done:
    if (rc < 0) {
        rt_tensor_unref(out);
        return -1;
    }
    return rt_result_steal(call, out);
}

int rt_forward_complex(struct rt_call *call, struct rt_error *err)
{
    if (check_components(call, err) < 0)
        return -1;
    return join(call, call->args[0].tensor, call->args[1].tensor, err);
}

int rt_forward_polar(struct rt_call *call, struct rt_error *err)
{
    T size = call->args[0].tensor, angle = call->args[1].tensor, re, im;
    struct rt_build b;
    int rc;

    if (check_components(call, err) < 0)
        return -1;
    if (size->dtype == RT_FLOAT16)
        return rt_no_kernel("polar_cpu", size, err);
    rt_build_init(&b, err);
    re = rt_b_mul(&b, size, rt_b_map(&b, &rt_op_cos, angle));
    im = rt_b_mul(&b, size, rt_b_map(&b, &rt_op_sin, angle));
    rc = re && im ? join(call, re, im, err) : -1;
    rt_build_end(&b);
    return rc;
}

BACKWARD(complex)
{
    (void)err;
    SET(0, component(BUILD, G, 0));
    SET(1, component(BUILD, G, 1));
    return 0;
}

/* along the direction, and across it */
BACKWARD(polar)
{
    B m = BUILD;
    T y = RESULT(0), against = rt_b_mul(m, G, rt_b_conj(m, y));

    (void)err;
    SET(0, component(m, rt_b_mul(m, G, rt_b_conj(m, rt_b_map(m, &rt_op_sgn, y))), 0));
    SET(1, component(m, against, 1));
    return 0;
}

/* ---- products ---------------------------------------------------------------------------------------------------- */

/* The product along the last dimension, in pairs; the dimension keeps size 1. */
T rt_b_product_last(B b, T x)
{
    while (x && x->shape[x->ndim - 1] > 1) {
        int64_t n = x->shape[x->ndim - 1], h = n / 2;
        T y = rt_b_mul(b, rt_b_narrow(b, x, -1, 0, h), rt_b_narrow(b, x, -1, h, h));
        if (n % 2 && y) {
            T parts[2] = {y, rt_b_narrow(b, x, -1, n - 1, 1)};
            y = parts[1] ? rt_build_apply(b, &rt_op_cat, (struct rt_arg[]){rt_arg_tensors(parts, 2), rt_arg_int(-1)}, 2)
                         : NULL;
        }
        x = y;
    }
    return x;
}
