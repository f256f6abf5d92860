/* Fourier transforms over several dimensions, and their gradients, which are transforms again. Results have the strides
   of PyTorch's: transformed dimensions come last in memory. */
#include "ops.h"

#include <math.h>
#include <string.h>

enum { NOT_SCALED, BY_ROOT, BY_SCALAR };

/* The dimensions of a transform, wrapped; the lines are walked in their order. */
struct axes {
    int n, dim[RT_MAX_DIMS];
};

static int read_axes(struct axes *axes, const struct rt_arg *dims, int ndim, struct rt_error *err)
{
    int64_t seen = 0;

    axes->n = 0;
    for (uint32_t i = 0; i < dims->count; i++) {
        int d = rt_shape_dim(dims->ints[i], ndim, err);
        if (d < 0)
            return -1;
        if (d >= ndim || seen >> d & 1)
            return rt_error_set(err, RT_RUNTIME, "FFT dims must be unique");
        seen |= INT64_C(1) << d;
        axes->dim[axes->n++] = d;
    }
    return 0;
}

/* In memory the first n axes come in the order of the steps of what is transformed, the longest first. */
static void order_axes(struct axes *axes, const int64_t *steps, int n)
{
    for (int i = 1; i < n; i++)
        for (int k = i; k > 0 && steps[axes->dim[k]] > steps[axes->dim[k - 1]]; k--) {
            int dim = axes->dim[k];
            axes->dim[k] = axes->dim[k - 1];
            axes->dim[k - 1] = dim;
        }
}

static double scale_of(const struct axes *axes, const int64_t *shape, int last, int64_t last_size, int64_t how)
{
    double n = 1;

    for (int i = 0; i < axes->n; i++)
        n *= (double)(axes->dim[i] == last ? last_size : shape[axes->dim[i]]);
    return how == BY_ROOT ? 1 / sqrt(n) : how == BY_SCALAR ? 1 / n : 1;
}

static enum rt_dtype complex_of(enum rt_dtype dtype)
{
    return dtype == RT_FLOAT64 || dtype == RT_COMPLEX128 ? RT_COMPLEX128 : RT_COMPLEX64;
}
static enum rt_dtype real_of(enum rt_dtype dtype)
{
    return dtype == RT_FLOAT64 || dtype == RT_COMPLEX128 ? RT_FLOAT64 : RT_FLOAT32;
}

/* Strides of a dense tensor of that shape, in whose memory the axes come last; the other dimensions keep the order of
   their steps. */
static void strides_for(const struct axes *axes, const int64_t *shape, const int64_t *steps, int ndim, int64_t *strides)
{
    bool used[RT_MAX_DIMS] = {false};
    int64_t step = 1;

    for (int i = axes->n - 1; i >= 0; i--) {
        strides[axes->dim[i]] = step;
        step = rt_step_mul(step, shape[axes->dim[i]] > 1 ? shape[axes->dim[i]] : 1);
        used[axes->dim[i]] = true;
    }
    for (int i = ndim - axes->n; i > 0; i--) {
        int next = -1;
        for (int d = ndim - 1; d >= 0; d--)
            if (!used[d] && (next < 0 || steps[d] < steps[next]))
                next = d;
        if (next < 0)
            break;
        strides[next] = step;
        step = rt_step_mul(step, shape[next] > 1 ? shape[next] : 1);
        used[next] = true;
    }
}

static T layout(T like, enum rt_dtype dtype, const struct axes *axes, const int64_t *shape, struct rt_error *err)
{
    int64_t strides[RT_MAX_DIMS];

    strides_for(axes, shape, like->strides, like->ndim, strides);
    return rt_tensor_new_strided(like->storage->device, dtype, shape, strides, like->ndim, err);
}

/* Transforms the lines of one axis: n is the length of the longer side. */
static int transform(T out, T in, int dim, enum rt_fft_op op, bool forward, int64_t n, double scale,
                     struct rt_error *err)
{
    struct rt_fft_call call = {.op = op, .forward = forward, .scale = scale, .n = n};
    struct rt_device *device = out->storage->device;

    if (out->numel == 0 || in->numel == 0)
        return rt_error_set(err, RT_RUNTIME,
                            "MKL FFT error: Intel oneMKL DFTI ERROR: Inconsistent configuration parameters");
    call.inner = out->strides[dim];
    call.in_inner = in->shape[dim] > 1 ? in->strides[dim] : call.inner;
    call.outer = out->numel / rt_step_mul(out->shape[dim], call.inner);
    rt_tensor_view(out, &call.out);
    rt_tensor_view(in, &call.in);
    return device->kernels->fft(device, &call, err);
}

static int check_type(T self, struct rt_error *err)
{
    enum rt_dtype d = (enum rt_dtype)self->dtype;

    if (d == RT_FLOAT32 || d == RT_FLOAT64 || d == RT_COMPLEX64 || d == RT_COMPLEX128)
        return 0;
    return rt_error_set(err, RT_RUNTIME, "Unsupported dtype %s", rt_dtype_table[d].scalar);
}

/* A copy of self, of that type, in the layout of the axes. */
static T copied(T self, enum rt_dtype dtype, const struct axes *axes, struct rt_error *err)
{
    T t = layout(self, dtype, axes, self->shape, err);

    if (t && rt_copy_into(t, self, err) < 0) {
        rt_tensor_unref(t);
        return NULL;
    }
    return t;
}

#define LONG_COLUMN 4096 /* numbers of a line that is not copied before */
#define SMALL_COLUMNS 4

/* Has self the layout of the result of its only axis, but for lines that are interleaved? */
static bool has_columns(T self, const struct axes *axes, const int64_t *strides)
{
    const int dim = axes->dim[0];
    const int64_t n = self->shape[dim], columns = self->strides[dim];

    if (axes->n != 1 || n < 2 || n > LONG_COLUMN || columns < SMALL_COLUMNS)
        return false;
    for (int d = 0; d < self->ndim; d++) {
        const int64_t line = strides[d] / n; /* of one line to the next */
        if (d != dim && self->shape[d] != 1 && self->strides[d] != (line < columns ? line : line * n))
            return false;
        if (d != dim && self->shape[d] != 1 && line < columns && rt_size_mul_saturated(line, self->shape[d]) > columns)
            return false;
    }
    return self->numel % (columns * n) == 0;
}

/* self itself where it has that type and a layout that the kernel can read (a new reference), or a copy. */
static T source_of(T self, enum rt_dtype dtype, const struct axes *axes, struct rt_error *err)
{
    int64_t strides[RT_MAX_DIMS];

    strides_for(axes, self->shape, self->strides, self->ndim, strides);
    if (self->dtype != dtype)
        return copied(self, dtype, axes, err);
    if (has_columns(self, axes, strides)) {
        rt_tensor_ref(self);
        return self;
    }
    for (int d = 0; d < self->ndim; d++)
        if (self->shape[d] != 1 && self->strides[d] != strides[d])
            return copied(self, dtype, axes, err);
    rt_tensor_ref(self);
    return self;
}

static int finish(struct rt_call *call, T t, int rc)
{
    if (rc < 0) {
        rt_tensor_unref(t);
        return -1;
    }
    return rt_result_steal(call, t);
}

/* (self, dim, normalization, forward) */
int rt_forward_fft_c2c(struct rt_call *call, struct rt_error *err)
{
    T self = call->args[0].tensor, in, out;
    double scale;
    struct axes axes;
    int rc = 0;

    if (check_type(self, err) < 0 || read_axes(&axes, &call->args[1], self->ndim, err) < 0)
        return -1;
    scale = scale_of(&axes, self->shape, -1, 0, call->args[2].integer);
    order_axes(&axes, self->strides, axes.n);
    if (axes.n == 0) {
        out = copied(self, complex_of((enum rt_dtype)self->dtype), &axes, err);
        return rt_result_steal(call, out);
    }
    if (!(in = source_of(self, complex_of((enum rt_dtype)self->dtype), &axes, err)))
        return -1;
    out = in;
    if (in == self)
        out = layout(self, (enum rt_dtype)self->dtype, &axes, self->shape, err);
    else
        rt_tensor_ref(out);
    if (!out)
        rc = -1;
    for (int i = axes.n - 1; i >= 0 && rc == 0; i--)
        rc = transform(out, i == axes.n - 1 ? in : out, axes.dim[i], RT_FFT_C2C, call->args[3].boolean,
                       self->shape[axes.dim[i]], i == 0 ? scale : 1, err);
    rt_tensor_unref(in);
    if (!out)
        return -1;
    return finish(call, out, rc);
}

/* (self, dim, normalization, onesided); the last axis is the one that is halved */
int rt_forward_fft_r2c(struct rt_call *call, struct rt_error *err)
{
    T self = call->args[0].tensor, in, out;
    struct rt_shape shape = {.ndim = self->ndim};
    bool half = call->args[3].boolean;
    double scale;
    struct axes axes;
    int rc, last;

    if (check_type(self, err) < 0 || read_axes(&axes, &call->args[1], self->ndim, err) < 0)
        return -1;
    if (axes.n == 0) {
        struct rt_call full = *call;
        full.args[3] = rt_arg_bool(true);
        return rt_forward_fft_c2c(&full, err);
    }
    order_axes(&axes, self->strides, axes.n - 1);
    last = axes.dim[axes.n - 1];
    scale = scale_of(&axes, self->shape, -1, 0, call->args[2].integer);
    memcpy(shape.size, self->shape, (size_t)self->ndim * sizeof *shape.size);
    if (half)
        shape.size[last] = self->shape[last] / 2 + 1;
    if (!(in = source_of(self, real_of((enum rt_dtype)self->dtype), &axes, err)))
        return -1;
    out = layout(self, complex_of((enum rt_dtype)self->dtype), &axes, shape.size, err);
    rc = out ? transform(out, in, last, half ? RT_FFT_R2C : RT_FFT_R2C_FULL, true, self->shape[last], scale, err) : -1;
    for (int i = axes.n - 2; i >= 0 && rc == 0; i--)
        rc = transform(out, out, axes.dim[i], RT_FFT_C2C, true, self->shape[axes.dim[i]], 1, err);
    rt_tensor_unref(in);
    if (!out)
        return -1;
    return finish(call, out, rc);
}

/* (self, dim, normalization, last_dim_size) */
int rt_forward_fft_c2r(struct rt_call *call, struct rt_error *err)
{
    T self = call->args[0].tensor, in, out;
    struct rt_shape shape = {.ndim = self->ndim};
    int64_t size = call->args[3].integer;
    double scale;
    struct axes axes;
    int rc = 0, last;

    if (check_type(self, err) < 0 || read_axes(&axes, &call->args[1], self->ndim, err) < 0)
        return -1;
    if (axes.n == 0 || self->shape[axes.dim[axes.n - 1]] != size / 2 + 1)
        return rt_error_set(err, RT_RUNTIME, "Invalid number of data points (%lld) specified", (long long)size);
    order_axes(&axes, self->strides, axes.n - 1);
    last = axes.dim[axes.n - 1];
    scale = scale_of(&axes, self->shape, last, size, call->args[2].integer);
    memcpy(shape.size, self->shape, (size_t)self->ndim * sizeof *shape.size);
    shape.size[last] = size;
    in = axes.n == 1 ? source_of(self, complex_of((enum rt_dtype)self->dtype), &axes, err)
                     : copied(self, complex_of((enum rt_dtype)self->dtype), &axes, err);
    if (!in)
        return -1;
    for (int i = axes.n - 2; i >= 0 && rc == 0; i--)
        rc = transform(in, in, axes.dim[i], RT_FFT_C2C, false, self->shape[axes.dim[i]], 1, err);
    out = rc == 0 ? layout(self, real_of((enum rt_dtype)self->dtype), &axes, shape.size, err) : NULL;
    if (out)
        rc = transform(out, in, last, RT_FFT_C2R, false, size, scale, err);
    rt_tensor_unref(in);
    if (!out)
        return -1;
    return finish(call, out, rc);
}

/* ---- gradients --------------------------------------------------------------------------------------------------- */

static T apply(B m, struct rt_op *op, T x, const struct rt_arg *dims, struct rt_arg how, struct rt_arg last)
{
    return x ? rt_build_apply(m, op, (struct rt_arg[]){rt_arg_tensor(x), *dims, how, last}, 4) : NULL;
}

/* The real components, as a tensor of their own. */
static T real_component(B m, T x)
{
    T pairs = x ? rt_b_map(m, &rt_op_view_as_real, x) : NULL;

    return pairs ? rt_b_select(m, pairs, -1, 0) : NULL;
}

BACKWARD(fft_c2c)
{
    const struct rt_arg *args = b->node->args;

    SET(0, apply(BUILD, &rt_op_fft_c2c, G, &args[1], args[2], rt_arg_bool(!args[3].boolean)));
    (void)err;
    return 0;
}

BACKWARD(fft_r2c)
{
    const struct rt_arg *args = b->node->args;
    B m = BUILD;
    T g = G;
    int ndim = INPUT_SHAPE(0)->ndim;

    if (args[3].boolean && args[1].count) {
        int last = rt_shape_dim(args[1].ints[args[1].count - 1], ndim, err);
        T full;
        if (last < 0)
            return -1;
        if (INPUT_SHAPE(0)->size[last] > g->shape[last]) { /* the result has this layout, whatever that of g is */
            full = rt_b_zeros(m, INPUT_SHAPE(0)->size, ndim, (enum rt_dtype)g->dtype, g->storage->device);
            if (rt_b_copy_(m, rt_b_narrow(m, full, last, 0, g->shape[last]), g) < 0)
                return 0;
            g = full;
        }
    }
    SET(0, real_component(m, apply(m, &rt_op_fft_c2c, g, &args[1], args[2], rt_arg_bool(false))));
    return 0;
}

/* The numbers that stand for their conjugates, too, count twice; in place, so that the layout stays. */
BACKWARD(fft_c2r)
{
    const struct rt_arg *args = b->node->args;
    B m = BUILD;
    T g = apply(m, &rt_op_fft_r2c, G, &args[1], args[2], rt_arg_bool(true)), twice;
    int last = rt_shape_dim(args[1].ints[args[1].count - 1], INPUT_SHAPE(0)->ndim, err);

    if (!g || last < 0)
        return last < 0 ? -1 : 0;
    if (args[3].integer > g->shape[last]) {
        twice = rt_b_narrow(m, g, last, 1, args[3].integer - g->shape[last]);
        if (rt_b_copy_(m, twice, rt_b_muls(m, twice, 2)) < 0)
            return 0;
    }
    SET(0, g);
    return 0;
}
