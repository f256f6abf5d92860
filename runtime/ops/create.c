/* Ops that make and fill tensors: factories, copies, casts, fills. Owns the strides that new tensors get by their
   memory format. */
#include "ops.h"
#include "pool.h"
#include "warn.h"

#include <math.h>
#include <string.h>

/* The dtype or device of a factory, the only parameter of its kind; NULL: not given. */
static const struct rt_arg *option(const struct rt_call *call, enum rt_kind kind)
{
    for (int i = call->nargs - 1; i >= 0; i--)
        if (call->schema->params[i].kind == kind)
            return call->args[i].kind == RT_NONE ? NULL : &call->args[i];
    return NULL;
}

/* Memory formats are strings: that of the constant asks for row-major order, and so does a shorter one inside. */
static bool wants_contiguous(const struct rt_arg *format)
{
    return rt_arg_is(format, "contiguous") || rt_arg_is(format, "contiguous_format");
}

/* The strides of a format that says them for every tensor of its rank: 1 they are filled, 0 the format keeps a tensor's
   own order (or none is given), -1 error. */
static int format_strides(const struct rt_arg *format, const int64_t *shape, int ndim, int64_t *strides,
                          struct rt_error *err)
{
    int rank = !format ? 0 : rt_arg_is(format, "channels_last") ? 4 : rt_arg_is(format, "channels_last_3d") ? 5 : 0;

    if (format && wants_contiguous(format)) {
        rt_shape_contiguous(shape, ndim, strides);
        return 1;
    }
    if (!rank)
        return 0;
    if (ndim != rank)
        return rt_error_set(err, RT_RUNTIME, "required rank %d tensor to use channels_last%s format", rank,
                            rank == 5 ? "_3d" : "");
    rt_shape_channels_last_strides(shape, ndim, strides);
    return 1;
}

static enum rt_dtype dtype_option(const struct rt_call *call, enum rt_dtype otherwise)
{
    const struct rt_arg *arg = option(call, RT_DTYPE_ARG);

    return arg ? arg->dtype : otherwise;
}

static struct rt_device *device_option(const struct rt_call *call, struct rt_device *otherwise)
{
    const struct rt_arg *arg = option(call, RT_DEVICE_ARG);

    return arg ? arg->device : otherwise ? otherwise : rt_default_device();
}

static int filled(struct rt_call *call, T t, struct rt_scalar value, struct rt_error *err)
{
    if (t && rt_fill_constant(t, value, err) < 0) {
        rt_tensor_unref(t);
        return -1;
    }
    return rt_result_steal(call, t);
}

int rt_forward_empty(struct rt_call *call, struct rt_error *err)
{
    const struct rt_arg *size = &call->args[0];
    T t = rt_tensor_empty(size->ints, (int)size->count, dtype_option(call, rt_default_dtype()),
                          device_option(call, NULL), err);
    int64_t strides[RT_MAX_DIMS];
    int formatted = t ? format_strides(option(call, RT_MEMORY_FORMAT), t->shape, t->ndim, strides, err) : 0;

    if (formatted < 0 || (formatted && rt_tensor_reshape_self(t, t->shape, strides, t->ndim, t->offset, err) < 0)) {
        rt_tensor_unref(t);
        return -1;
    }
    return rt_result_steal(call, t);
}

static int check_zeros(struct rt_call *call, struct rt_error *err)
{
    for (uint32_t i = 0; i < call->args[0].count; i++)
        if (call->args[0].ints[i] < 0)
            return rt_error_set(err, RT_RUNTIME, "%s: Dimension size must be non-negative.", call->schema->name);
    return 0;
}

int rt_forward_zeros(struct rt_call *call, struct rt_error *err)
{
    T t;

    if (!call->op->detail && check_zeros(call, err) < 0)
        return -1;
    t = rt_tensor_empty(call->args[0].ints, (int)call->args[0].count, dtype_option(call, rt_default_dtype()),
                        device_option(call, NULL), err);
    return filled(call, t, rt_scalar_int(call->op->detail), err);
}

int rt_forward_full(struct rt_call *call, struct rt_error *err)
{
    struct rt_scalar value = call->args[1].scalar;
    T t = rt_tensor_empty(call->args[0].ints, (int)call->args[0].count, dtype_option(call, rt_scalar_dtype(value)),
                          device_option(call, NULL), err);

    return filled(call, t, value, err);
}

/* detail: how many of start, end, step are given less one */
int rt_forward_arange(struct rt_call *call, struct rt_error *err)
{
    struct rt_scalar start = rt_scalar_int(0), end, step = rt_scalar_int(1);
    struct rt_fill_call fill;
    enum rt_dtype dtype;
    double length;
    int64_t n;
    T t;

    RT_CALL_BEGIN(fill, out);
    fill.kind = RT_FILL_ARANGE;
    if (call->op->detail == 0)
        end = call->args[0].scalar;
    else {
        start = call->args[0].scalar;
        end = call->args[1].scalar;
        if (call->op->detail == 2)
            step = call->args[2].scalar;
    }
    bool full = start.kind <= RT_CAT_INT && end.kind <= RT_CAT_INT && step.kind <= RT_CAT_INT;
    dtype = dtype_option(call, full ? RT_INT64 : rt_default_dtype());
    if (dtype == RT_BOOL || rt_dtype_is_complex(dtype))
        return rt_error_set(err, RT_NOT_IMPLEMENTED, "\"arange_cpu\" not implemented for '%s'",
                            rt_dtype_table[dtype].scalar);
    double a = rt_scalar_to_double(start), z = rt_scalar_to_double(end), s = rt_scalar_to_double(step);
    if (!(s > 0) && !(s < 0))
        return rt_error_set(err, RT_RUNTIME, "step must be nonzero");
    if (!isfinite(a) || !isfinite(z))
        return rt_error_set(err, RT_RUNTIME, "unsupported range: %g -> %g", a, z);
    if ((s > 0 && z < a) || (s < 0 && z > a))
        return rt_error_set(err, RT_RUNTIME, "upper bound and lower bound inconsistent with step sign");
    if (full) {
        __extension__ const __int128 difference = (__int128)end.i - start.i,
                                     full_steps = difference / step.i + (difference % step.i != 0);
        if (full_steps > INT64_MAX)
            return rt_error_set(err, RT_RUNTIME, "invalid size, possible overflow?");
        n = (int64_t)full_steps;
    } else {
        length = ceil((z - a) / s);
        if (length >= 9e18)
            return rt_error_set(err, RT_RUNTIME, "invalid size, possible overflow?");
        n = (int64_t)length;
    }
    if (!(t = rt_tensor_empty(&n, 1, dtype, device_option(call, NULL), err)))
        return -1;
    if (rt_dtype_is_integral(dtype) && !full) {
        start = rt_scalar_int(rt_scalar_to_int(start));
        step = rt_scalar_int(rt_scalar_to_int(step));
        if (step.i == 0 && dtype == RT_INT64) {
            rt_tensor_unref(t);
            return rt_error_set(err, RT_VALUE, "step must be nonzero");
        }
    }
    fill.start = start;
    fill.step = step;
    rt_tensor_view(t, &fill.out);
    if (n && t->storage->device->kernels->fill(t->storage->device, &fill, err) < 0) {
        rt_tensor_unref(t);
        return -1;
    }
    return rt_result_steal(call, t);
}

/* Steps of a half type: every intermediate result is rounded to it, as PyTorch's are. */
struct half_steps {
    uint16_t *out;
    bool bfloat; /* bfloat16 */
    float start, end, step;
    int64_t n;
};

static uint16_t to_half(bool bfloat, float value)
{
    return bfloat ? rt_float_to_bfloat(value) : rt_float_to_half(value);
}

static float as_half(bool bfloat, float value)
{
    uint16_t bits = to_half(bfloat, value);

    return bfloat ? rt_bfloat_to_float(bits) : rt_half_to_float(bits);
}

static int half_steps_tile(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    const struct half_steps *s = context;

    (void)err;
    for (int64_t i = begin; i < end; i++)
        s->out[i] = i < s->n / 2 ? to_half(s->bfloat, s->start + as_half(s->bfloat, s->step * (float)i))
                                 : to_half(s->bfloat, s->end - as_half(s->bfloat, s->step * (float)(s->n - 1 - i)));
    return 0;
}

static int linspace_of_halves(struct rt_call *call, double a, double z, enum rt_dtype dtype, struct rt_error *err)
{
    int64_t n = call->args[2].integer;
    bool bfloat = dtype == RT_BFLOAT16;
    struct half_steps s = {
        .bfloat = bfloat, .start = as_half(bfloat, (float)a), .end = as_half(bfloat, (float)z), .n = n};
    struct rt_device *device = device_option(call, NULL);
    T t, moved = NULL;

    s.step = n > 1 ? as_half(bfloat, as_half(bfloat, s.end - s.start) / (float)(n - 1)) : 0;
    s.end = n == 1 ? s.start : s.end;
    if (!(t = rt_tensor_empty(&n, 1, dtype, rt_device_cpu(), err)))
        return -1;
    s.out = rt_tensor_pointer(t);
    if (rt_parallel_for(n, 4096, rt_size_cost(n, 16), half_steps_tile, &s, err) == 0)
        moved = rt_tensor_to(t, RT_DTYPE_NONE, device ? device : rt_default_device(), false, err);
    rt_tensor_unref(t);
    return rt_result_steal(call, moved);
}

int rt_forward_linspace(struct rt_call *call, struct rt_error *err)
{
    struct rt_fill_call fill;
    int64_t n = call->args[2].integer;
    double a = rt_scalar_to_double(call->args[0].scalar), z = rt_scalar_to_double(call->args[1].scalar);
    enum rt_dtype dtype = dtype_option(call, rt_default_dtype());
    T t;

    RT_CALL_BEGIN(fill, out);
    fill.kind = RT_FILL_LINSPACE;
    fill.start = call->args[0].scalar;
    fill.end = call->args[1].scalar;
    if (n < 0)
        return rt_error_set(err, RT_RUNTIME, "number of steps must be non-negative");
    if (dtype == RT_BOOL)
        return rt_error_set(err, RT_NOT_IMPLEMENTED, "\"linspace_cpu\" not implemented for 'Bool'");
    if (rt_dtype_is_float(dtype) && rt_dtype_size(dtype) == 2)
        return linspace_of_halves(call, a, z, dtype, err);
    if (rt_dtype_is_integral(dtype) && fill.start.kind > RT_CAT_INT)
        fill.start = rt_scalar_int(rt_scalar_to_int(fill.start));
    if (rt_dtype_is_integral(dtype) && fill.end.kind > RT_CAT_INT)
        fill.end = rt_scalar_int(rt_scalar_to_int(fill.end));
    a = rt_scalar_to_double(fill.start);
    z = rt_scalar_to_double(fill.end);
    if (!(t = rt_tensor_empty(&n, 1, dtype, device_option(call, NULL), err)))
        return -1;
    fill.step = rt_scalar_float(n < 2                 ? 0
                                : dtype == RT_FLOAT32 ? (double)(((float)z - (float)a) / (float)(n - 1))
                                                      : (z - a) / (double)(n - 1));
    if (n == 1) {
        fill.end = fill.start;
    }
    rt_tensor_view(t, &fill.out);
    if (n && t->storage->device->kernels->fill(t->storage->device, &fill, err) < 0) {
        rt_tensor_unref(t);
        return -1;
    }
    return rt_result_steal(call, t);
}

/* A few powers, without a tensor of their exponents. */
static int small_powers(struct rt_call *call, enum rt_dtype dtype, struct rt_error *err)
{
    const double start = rt_scalar_to_double(call->args[0].scalar), end = rt_scalar_to_double(call->args[1].scalar);
    const double base = call->args[3].number;
    const int64_t n = call->args[2].integer;
    const double step = n > 1 ? (end - start) / (double)(n - 1) : 0;
    T t = rt_tensor_empty(&n, 1, dtype, rt_device_cpu(), err);

    for (int64_t i = 0; t && i < n; i++) {
        const double exponent = i < n / 2 || n == 1 ? start + step * (double)i : end - step * (double)(n - 1 - i);
        if (dtype == RT_FLOAT32)
            ((float *)rt_tensor_pointer(t))[i] = (float)pow(base, exponent);
        else
            ((double *)rt_tensor_pointer(t))[i] = pow(base, exponent);
    }
    return rt_result_steal(call, t);
}

int rt_forward_logspace(struct rt_call *call, struct rt_error *err)
{
    struct rt_build b;
    enum rt_dtype dtype = dtype_option(call, rt_default_dtype());
    const struct rt_device *device = device_option(call, NULL);
    struct rt_arg args[4] = {call->args[0], call->args[1], call->args[2], rt_arg_dtype(RT_FLOAT64)};
    T t;

    if (dtype == RT_BOOL)
        return rt_error_set(err, RT_NOT_IMPLEMENTED, "\"logspace_cpu\" not implemented for 'Bool'");
    if ((dtype == RT_FLOAT32 || dtype == RT_FLOAT64) && device->host_memory && call->args[2].integer >= 0 &&
        call->args[2].integer <= 32)
        return small_powers(call, dtype, err);
    for (int i = 0; i < 2 && rt_dtype_is_float(dtype) && rt_dtype_size(dtype) == 2; i++) /* the first and the last */
        args[i] =
            rt_arg_scalar(rt_scalar_float(as_half(dtype == RT_BFLOAT16, (float)rt_scalar_to_double(args[i].scalar))));
    rt_build_init(&b, err);
    t = rt_build_apply(&b, &rt_op_linspace, args, 4);
    if (t)
        t = rt_build_apply(&b, &rt_op_pow_Scalar,
                           (struct rt_arg[]){rt_arg_scalar(rt_scalar_float(call->args[3].number)), rt_arg_tensor(t)},
                           2);
    if (t)
        t = rt_build_keep_steal(
            &b, rt_tensor_to(t, dtype_option(call, rt_default_dtype()), device_option(call, NULL), false, err));
    return rt_build_return(&b, call, t);
}

/* wrap: a tall matrix begins anew below an empty row */
static int fill_diagonal(T t, struct rt_scalar value, bool wrap, struct rt_error *err)
{
    int64_t n, step = 0;
    struct rt_fill_call fill;

    RT_CALL_BEGIN(fill, out);
    fill.kind = RT_FILL_CONSTANT;
    fill.start = value;
    n = t->shape[0];
    for (int i = 0; i < t->ndim; i++) {
        n = t->shape[i] < n ? t->shape[i] : n;
        step = rt_step_add(step, t->strides[i]);
    }
    if (t->storage->device->host_memory && n <= 16 && !wrap) { /* a few are set faster than a kernel starts */
        char *at = rt_tensor_pointer(t);
        for (int64_t i = 0; i < n; i++, at += step * (int64_t)rt_dtype_size((enum rt_dtype)t->dtype))
            rt_scalar_store((enum rt_dtype)t->dtype, at, value);
        return 0;
    }
    fill.out.data = rt_tensor_pointer(t);
    fill.out.dtype = (enum rt_dtype)t->dtype;
    fill.out.ndim = 1;
    fill.out.strides[0] = step;
    for (int64_t first = 0, blocks = 0; n && first < t->shape[0]; first += t->shape[1] + 1) {
        if ((++blocks & 0xffff) == 0 && rt_check_interrupt(err) < 0)
            return -1;
        fill.out.shape[0] = t->ndim == 2 && t->shape[0] - first < n ? t->shape[0] - first : n;
        if (t->storage->device->kernels->fill(t->storage->device, &fill, err) < 0)
            return -1;
        if (!wrap || t->ndim != 2)
            break;
        fill.out.data = (char *)fill.out.data + (t->shape[1] + 1) * t->strides[0] * (int64_t)rt_dtype_size(t->dtype);
    }
    return 0;
}

int rt_forward_eye(struct rt_call *call, struct rt_error *err)
{
    int64_t shape[2] = {call->args[0].integer, call->args[call->op->detail].integer};
    T t;

    if (shape[0] < 0 || shape[1] < 0)
        return rt_error_set(err, RT_RUNTIME, "%s must be greater or equal to 0, got %lld", shape[0] < 0 ? "n" : "m",
                            (long long)(shape[0] < 0 ? shape[0] : shape[1]));
    t = rt_tensor_empty(shape, 2, dtype_option(call, rt_default_dtype()), device_option(call, NULL), err);
    if (!t || rt_fill_constant(t, rt_scalar_int(0), err) < 0 || fill_diagonal(t, rt_scalar_int(1), false, err) < 0) {
        rt_tensor_unref(t);
        return -1;
    }
    return rt_result_steal(call, t);
}

int rt_forward_fill_diagonal_(struct rt_call *call, struct rt_error *err)
{
    T t = call->args[0].tensor;

    if (t->ndim < 2)
        return rt_error_set(err, RT_RUNTIME, "dimensions must larger than 1");
    for (int i = 1; t->ndim > 2 && i < t->ndim; i++)
        if (t->shape[i] != t->shape[0])
            return rt_error_set(err, RT_RUNTIME, "all dimensions of input must be of equal length");
    if (rt_check_scalar(call->args[1].scalar, (enum rt_dtype)t->dtype, err) < 0)
        return -1;
    if (fill_diagonal(t, call->args[1].scalar, call->args[2].boolean, err) < 0)
        return -1;
    return rt_result_steal(call, rt_tensor_get(t));
}

/* A tensor laid out as the format says, or like self. */
static T layout(T self, const struct rt_arg *format, enum rt_dtype dtype, struct rt_device *device,
                struct rt_error *err)
{
    int64_t strides[RT_MAX_DIMS];
    int formatted = 0;

    if (!format && rt_shape_is_plain(self->shape, self->strides, self->ndim))
        return rt_tensor_new(device, dtype, self->shape, self->ndim, err);
    formatted = format_strides(format, self->shape, self->ndim, strides, err);
    if (formatted < 0)
        return NULL;
    if (!formatted)
        rt_shape_dense_like(self->shape, self->strides, self->ndim, strides);
    return rt_tensor_new_strided(device, dtype, self->shape, strides, self->ndim, err);
}

/* A tensor laid out like self, of the dtype and device options. */
static T like_self(struct rt_call *call, struct rt_error *err)
{
    T self = call->args[0].tensor;
    enum rt_dtype dtype = dtype_option(call, (enum rt_dtype)self->dtype);
    return layout(self, option(call, RT_MEMORY_FORMAT), dtype, device_option(call, self->storage->device), err);
}

int rt_forward_like(struct rt_call *call, struct rt_error *err)
{
    T t = like_self(call, err);

    if (call->op->detail < 0)
        return rt_result_steal(call, t);
    return filled(call, t, rt_scalar_int(call->op->detail), err);
}

int rt_forward_full_like(struct rt_call *call, struct rt_error *err)
{
    return filled(call, like_self(call, err), call->args[1].scalar, err);
}

static T new_sized(struct rt_call *call, struct rt_error *err)
{
    T self = call->args[0].tensor;

    return rt_tensor_empty(call->args[1].ints, (int)call->args[1].count, dtype_option(call, (enum rt_dtype)self->dtype),
                           device_option(call, self->storage->device), err);
}

int rt_forward_new_filled(struct rt_call *call, struct rt_error *err)
{
    T t = new_sized(call, err);

    if (call->op->detail < 0)
        return rt_result_steal(call, t);
    return filled(call, t, rt_scalar_int(call->op->detail), err);
}

int rt_forward_new_full(struct rt_call *call, struct rt_error *err)
{
    return filled(call, new_sized(call, err), call->args[2].scalar, err);
}

/* ---- copies ------------------------------------------------------------------------------------------------------ */

/* Within one device, with broadcasting. */
static int copy_here(T to, T from, struct rt_error *err)
{
    struct rt_cast_copy_call call;
    struct rt_device *device = to->storage->device;

    rt_tensor_view(to, &call.out);
    if (rt_shape_equal(from->shape, from->ndim, to->shape, to->ndim)) {
        rt_tensor_view(from, &call.in);
        return device->kernels->cast_copy(device, &call, err);
    }
    call.in.data = rt_tensor_pointer(from);
    call.in.dtype = (enum rt_dtype)from->dtype;
    call.in.ndim = to->ndim;
    memcpy(call.in.shape, to->shape, to->ndim * sizeof *to->shape);
    rt_shape_broadcast_strides(from->shape, from->strides, from->ndim, to->shape, to->ndim, call.in.strides);
    return device->kernels->cast_copy(device, &call, err);
}

/* Between devices, both sides dense, of one type and shape. */
static int copy_across(T to, T from, struct rt_error *err)
{
    struct rt_device *t = to->storage->device, *f = from->storage->device;
    size_t size = (size_t)to->numel * rt_dtype_size((enum rt_dtype)to->dtype);

    if (rt_device_is_meta(t))
        return 0;
    if (rt_non_blocking() && f->host_memory && rt_tensor_is_pinned(from))
        return t->ops->copy_from_pinned(t, rt_tensor_pointer(to), rt_tensor_pointer(from), size, err);
    if (rt_non_blocking() && t->host_memory && rt_tensor_is_pinned(to))
        return f->ops->copy_to_pinned(f, rt_tensor_pointer(to), rt_tensor_pointer(from), size, err);
    if (f->host_memory)
        return t->ops->copy_from_host(t, rt_tensor_pointer(to), rt_tensor_pointer(from), size, false, err);
    if (t->host_memory)
        return f->ops->copy_to_host(f, rt_tensor_pointer(to), rt_tensor_pointer(from), size, true, err);
    return t->ops->copy_peer(t, rt_tensor_pointer(to), f, rt_tensor_pointer(from), size, err);
}

int rt_copy_window(T to, T from, const int64_t *shape, const int64_t *strides, int ndim, int64_t offset,
                   struct rt_error *err)
{
    struct rt_cast_copy_call call;
    struct rt_device *device = to->storage->device;
    T position;
    int rc;

    if (device == from->storage->device &&
        rt_shape_equal(shape, ndim, from->shape, from->ndim)) { /* without a window */
        if (from->contiguous && from->dtype == to->dtype && device->host_memory && from->numel <= 1024 &&
            rt_shape_is_contiguous(shape, strides, ndim)) {
            size_t size = rt_dtype_size((enum rt_dtype)to->dtype);
            if (from->numel)
                memmove((char *)rt_tensor_pointer(to) + offset * (int64_t)size, rt_tensor_pointer(from),
                        (size_t)from->numel * size);
            return 0;
        }
        rt_tensor_view(from, &call.in);
        call.out = call.in;
        call.out.dtype = (enum rt_dtype)to->dtype;
        if (from->numel == 0)
            return 0;
        call.out.data = (char *)rt_tensor_pointer(to) + offset * (int64_t)rt_dtype_size(call.out.dtype);
        memcpy(call.out.strides, strides, (size_t)ndim * sizeof *strides);
        return device->kernels->cast_copy(device, &call, err);
    }
    position = rt_tensor_window(to, shape, strides, ndim, rt_step_add(to->offset, offset), false, err);
    rc = position ? rt_copy_into(position, from, err) : -1;
    rt_tensor_unref(position);
    return rc;
}

int rt_copy_into(T to, T from, struct rt_error *err)
{
    T dense = NULL, landed = NULL;
    struct rt_shape shape;
    int rc = -1;

    if (rt_is_meta(from) && !rt_is_meta(to))
        return rt_error_set(err, RT_NOT_IMPLEMENTED, "Cannot copy out of meta tensor; no data!");
    if (to->storage->device == from->storage->device && rt_shape_equal(to->shape, to->ndim, from->shape, from->ndim))
        return to->numel ? copy_here(to, from, err) : 0;
    shape.ndim = to->ndim;
    memcpy(shape.size, to->shape, to->ndim * sizeof *to->shape);
    if (rt_shape_broadcast(&shape, from->shape, from->ndim, err) < 0)
        return -1;
    if (!rt_shape_equal(shape.size, shape.ndim, to->shape, to->ndim)) {
        char want[RT_SHAPE_TEXT], have[RT_SHAPE_TEXT];
        return rt_error_set(err, RT_RUNTIME, "output with shape %s doesn't match the broadcast shape %s",
                            rt_shape_text(to->shape, to->ndim, have, sizeof have),
                            rt_shape_text(shape.size, shape.ndim, want, sizeof want));
    }
    if (to->numel == 0)
        return 0;
    if (to->storage->device == from->storage->device)
        return copy_here(to, from, err);
    if (!(dense = rt_contiguous(from, err)))
        return -1;
    if (to->contiguous && to->dtype == from->dtype && rt_shape_equal(to->shape, to->ndim, from->shape, from->ndim))
        rc = copy_across(to, dense, err);
    else if ((landed = rt_tensor_new(to->storage->device, (enum rt_dtype)from->dtype, from->shape, from->ndim, err)) &&
             copy_across(landed, dense, err) == 0)
        rc = copy_here(to, landed, err);
    rt_tensor_unref(dense);
    rt_tensor_unref(landed);
    return rc;
}

T rt_contiguous(T t, struct rt_error *err)
{
    T copy;

    if (t->contiguous)
        return rt_tensor_get(t);
    if (!(copy = rt_tensor_new(t->storage->device, (enum rt_dtype)t->dtype, t->shape, t->ndim, err)))
        return NULL;
    if (copy->numel && copy_here(copy, t, err) < 0) {
        rt_tensor_unref(copy);
        return NULL;
    }
    return copy;
}

static bool says_channels_last(T t)
{
    return t && rt_shape_strides_are_channels_last(t->shape, t->strides, t->ndim);
}

T rt_with_layout_of(T made, T a, T b, struct rt_error *err)
{
    int64_t strides[RT_MAX_DIMS];
    T formatted;

    if (!made || (made->ndim != 4 && made->ndim != 5) || (!says_channels_last(a) && !says_channels_last(b)))
        return made;
    rt_shape_channels_last_strides(made->shape, made->ndim, strides);
    formatted =
        rt_tensor_new_strided(made->storage->device, (enum rt_dtype)made->dtype, made->shape, strides, made->ndim, err);
    if (formatted && formatted->numel && copy_here(formatted, made, err) < 0) {
        rt_tensor_unref(formatted);
        formatted = NULL;
    }
    rt_tensor_unref(made);
    return formatted;
}

T rt_convert(T t, enum rt_dtype dtype, struct rt_error *err)
{
    T copy;

    if ((enum rt_dtype)t->dtype == dtype)
        return rt_tensor_get(t);
    if (!(copy = rt_tensor_new_like(t, dtype, err)))
        return NULL;
    if (copy->numel && copy_here(copy, t, err) < 0) {
        rt_tensor_unref(copy);
        return NULL;
    }
    return copy;
}

int rt_forward_written_out(struct rt_call *call, struct rt_error *err)
{
    (void)err;
    return rt_result_steal(call, rt_tensor_get(call->args[0].tensor));
}

int rt_forward_clone(struct rt_call *call, struct rt_error *err)
{
    T self = call->args[0].tensor, copy;

    copy = call->args[1].kind == RT_NONE
               ? self->numel ? layout(self, NULL, (enum rt_dtype)self->dtype, self->storage->device, err)
                             : rt_tensor_new_strided(self->storage->device, (enum rt_dtype)self->dtype, self->shape,
                                                     self->strides, self->ndim, err)
               : layout(self, &call->args[1], (enum rt_dtype)self->dtype, self->storage->device, err);
    if (copy && copy->numel && copy_here(copy, self, err) < 0) {
        rt_tensor_unref(copy);
        return -1;
    }
    return rt_result_steal(call, copy);
}

/* Has the tensor the layout of the format? A format that keeps a tensor's own order fits. */
static bool has_format(T t, const struct rt_arg *format)
{
    int64_t strides[RT_MAX_DIMS];
    struct rt_error refused;
    rt_error_clear(&refused);
    int formatted;

    if (wants_contiguous(format))
        return t->contiguous;
    if ((formatted = format_strides(format, t->shape, t->ndim, strides, &refused)) <= 0)
        return formatted == 0;
    for (int i = 0; i < t->ndim; i++)
        if (t->shape[i] != 1 && t->strides[i] != strides[i])
            return false;
    return true;
}

int rt_forward_contiguous(struct rt_call *call, struct rt_error *err)
{
    T self = call->args[0].tensor;
    struct rt_arg format = call->args[1];

    if (format.kind == RT_NONE)
        format = rt_arg_string("contiguous", 10);
    if (rt_arg_is(&format, "preserve_format") && !self->contiguous)
        return rt_error_set(err, RT_RUNTIME, "preserve memory format is unsupported by the contiguous operator");
    if (has_format(self, &format))
        return rt_result_steal(call, rt_tensor_get(self));
    return rt_result_steal(call, rt_apply1(&rt_op_clone, (struct rt_arg[]){rt_arg_tensor(self), format}, 2, err));
}

static void warn_of_loss(T to, T from)
{
    if (rt_dtype_is_complex((enum rt_dtype)from->dtype) && !rt_dtype_is_complex((enum rt_dtype)to->dtype) &&
        to->dtype != RT_BOOL)
        rt_warn_once("Casting complex values to real discards the imaginary part");
}

int rt_forward_to_copy(struct rt_call *call, struct rt_error *err)
{
    T self = call->args[0].tensor, copy = like_self(call, err);

    if (copy && rt_non_blocking() && copy->numel && copy->storage->device->host_memory &&
        self->storage->device->ops->pin_alloc) { /* the host does not wait: it goes where a stream may write */
        T pinned = rt_tensor_new_pinned(self->storage->device, (enum rt_dtype)copy->dtype, copy->shape, copy->strides,
                                        copy->ndim, err);
        rt_tensor_unref(copy);
        copy = pinned;
    }
    if (copy)
        warn_of_loss(copy, self);
    if (copy && rt_copy_into(copy, self, err) < 0) {
        rt_tensor_unref(copy);
        return -1;
    }
    return rt_result_steal(call, copy);
}

BACKWARD(to_copy)
{
    struct rt_output *in = &b->node->inputs[0];

    (void)err;
    T g = rt_dtype_is_complex((enum rt_dtype)G->dtype) && !rt_dtype_is_complex(in->dtype)
              ? rt_b_map(BUILD, &rt_op_real, G)
              : G;
    SET(0, g ? rt_build_keep_steal(BUILD, rt_tensor_to(g, in->dtype, in->device, false, BUILD->err)) : NULL);
    return 0;
}

T rt_tensor_to(T t, enum rt_dtype dtype, struct rt_device *device, bool copy, struct rt_error *err)
{
    bool same_type = dtype == RT_DTYPE_NONE || dtype == (enum rt_dtype)t->dtype;
    bool same_device = !device || device == t->storage->device;

    if (same_type && same_device && !copy)
        return rt_tensor_get(t);
    return rt_apply1(&rt_op__to_copy,
                     (struct rt_arg[]){rt_arg_tensor(t), same_type ? rt_arg_none() : rt_arg_dtype(dtype),
                                       same_device ? rt_arg_none() : rt_arg_device(device)},
                     3, err);
}

int rt_forward_copy_(struct rt_call *call, struct rt_error *err)
{
    T self = call->args[0].tensor, from = call->args[1].tensor, copy = NULL;

    warn_of_loss(self, from);
    if (self->storage == from->storage && self != from && self->numel) { /* overlapping windows */
        if (!(copy = rt_tensor_new_like(from, RT_DTYPE_NONE, err)))
            return -1;
        if (copy_here(copy, from, err) < 0) {
            rt_tensor_unref(copy);
            return -1;
        }
        from = copy;
    }
    const bool was = rt_set_non_blocking(call->args[2].kind == RT_BOOLEAN && call->args[2].boolean);
    int rc = rt_copy_into(self, from, err);
    (void)rt_set_non_blocking(was);
    rt_tensor_unref(copy);
    return rc < 0 ? -1 : rt_result_steal(call, rt_tensor_get(self));
}

BACKWARD(copy_)
{
    struct rt_output *src = &b->node->inputs[1];

    (void)err;
    SET(0, rt_b_zeros_like(BUILD, G));
    if (WANTS(1)) {
        T g = rt_b_sum_to(BUILD, G, src->shape.size, src->shape.ndim);
        SET(1, g ? rt_build_keep_steal(BUILD, rt_tensor_to(g, src->dtype, src->device, false, BUILD->err)) : NULL);
    }
    return 0;
}

int rt_forward_fill_(struct rt_call *call, struct rt_error *err)
{
    if (rt_fill_constant(call->args[0].tensor, call->args[1].scalar, err) < 0)
        return -1;
    return rt_result_steal(call, rt_tensor_get(call->args[0].tensor));
}

int rt_forward_fill_tensor_(struct rt_call *call, struct rt_error *err)
{
    T value = call->args[1].tensor;

    if (value->ndim)
        return rt_error_set(err, RT_RUNTIME,
                            "fill_ only supports 0-dimension value tensor but got tensor with %d dimensions.",
                            value->ndim);
    if (rt_copy_into(call->args[0].tensor, value, err) < 0)
        return -1;
    return rt_result_steal(call, rt_tensor_get(call->args[0].tensor));
}

int rt_forward_zero_(struct rt_call *call, struct rt_error *err)
{
    T self = call->args[0].tensor;

    if (rt_is_small(self))
        memset(rt_tensor_pointer(self), 0, (size_t)self->numel * rt_dtype_size((enum rt_dtype)self->dtype));
    else if (rt_fill_constant(self, rt_scalar_int(0), err) < 0)
        return -1;
    return rt_result_steal(call, rt_tensor_get(self));
}

BACKWARD(zero_first)
{
    (void)err;
    SET(0, rt_b_zeros_like(BUILD, G));
    return 0;
}

/* Of random numbers, whatever they are drawn around. */
BACKWARD(zero_each)
{
    (void)err;
    for (int e = 0; e < b->node->nedges; e++) {
        const struct rt_shape *shape = INPUT_SHAPE(e);
        SET(e, rt_b_zeros(BUILD, shape->size, shape->ndim, (enum rt_dtype)G->dtype, G->storage->device));
    }
    return 0;
}

BACKWARD(fill_diagonal)
{
    B m = BUILD;
    struct rt_results r;
    T g = rt_b_clone(m, G);

    if (g && rt_apply(&rt_op_fill_diagonal_,
                      (struct rt_arg[]){rt_arg_tensor(g), rt_arg_scalar(rt_scalar_int(0)), b->node->args[2]}, 3, &r,
                      err) == 0) {
        rt_results_clear(&r);
        SET(0, g);
    }
    return 0;
}

BACKWARD(fill_tensor)
{
    (void)err;
    SET(0, rt_b_zeros_like(BUILD, G));
    SET(1, rt_b_sum_all(BUILD, G));
    return 0;
}

BACKWARD(identity)
{
    (void)err;
    SET(0, G);
    return 0;
}
