/* Pointwise calls: broadcasting, the strides of results, and the kernel calls of map, zip and select. Which types they
   have is decided in elementwise.c. */
#include "ops.h"
#include "warn.h"

#include <math.h>
#include <string.h>

/* ---- output and views -------------------------------------------------------------------------------------------- */

static int set_constant(struct rt_view *view, struct rt_scalar value, enum rt_dtype dtype)
{
    char element[16];

    if (rt_dtype_size(dtype) < 4 && rt_dtype_is_integral(dtype)) { /* small integers wrap first: uint8 sees -1 as 255 */
        rt_scalar_store(dtype, element, value);
        value = rt_scalar_load(dtype, element);
    }
    view->data = NULL;
    view->dtype = dtype;
    view->constant = value;
    return 0;
}

/* The view of an operand in the shape of out. A 0-d tensor of another device becomes a constant. */
static int set_view(struct rt_view *view, const struct rt_input *in, const struct rt_view *out,
                    struct rt_device *device, enum rt_dtype compute, struct rt_error *err)
{
    view->ndim = out->ndim;
    memcpy(view->shape, out->shape, (size_t)out->ndim * sizeof *out->shape);
    if (!in->tensor)
        return set_constant(view, in->scalar, compute);
    if (in->tensor->storage->device != device && !rt_device_is_meta(device)) {
        struct rt_scalar value;
        if (rt_tensor_item(in->tensor, &value, err) < 0)
            return -1;
        return set_constant(view, value, compute);
    }
    view->data = rt_tensor_pointer(in->tensor);
    view->constant.is_unsigned = false; /* a kernel looks at it where there is no memory, that is, no element */
    view->dtype = (enum rt_dtype)in->tensor->dtype;
    rt_shape_broadcast_strides(in->tensor->shape, in->tensor->strides, in->tensor->ndim, out->shape, out->ndim,
                               view->strides);
    return 0;
}

/* The type to which PyTorch converts operands before it looks at their layout. */
static enum rt_dtype common_type(const struct rt_input *inputs, int n, enum rt_dtype result)
{
    enum rt_dtype common = rt_result_type(inputs, n);

    return rt_dtype_is_integral(common) && rt_dtype_is_inexact(result) ? result : common;
}

/* Have operands of one shape one layout that the result takes over exactly: channels last, or one dense order? rows:
   their strides. */
static bool lie_as_one(const struct rt_shape *shape, const struct rt_input *inputs, int n, const int64_t *const *rows,
                       int64_t *strides)
{
    bool last = shape->ndim == 4, dense = true; /* volumes keep their own order */

    for (int i = 0; i < n; i++) {
        if (!rt_shape_equal(shape->size, shape->ndim, inputs[i].tensor->shape, inputs[i].tensor->ndim))
            return false;
        last = last && rt_shape_channels_last(shape->size, rows[i], 4);
        dense = dense && rt_shape_is_dense(shape->size, rows[i], shape->ndim) &&
                !memcmp(rows[0], rows[i], (size_t)shape->ndim * sizeof *strides);
    }
    if (last)
        rt_shape_channels_last_strides(shape->size, 4, strides);
    else if (dense)
        memcpy(strides, rows[0], (size_t)shape->ndim * sizeof *strides);
    return last || dense;
}

/* The strides of a new result whose dimensions have the order of the operands'; what is converted first counts with the
   strides of its dense copy. */
static void result_strides(const struct rt_shape *shape, enum rt_dtype result, const struct rt_input *inputs, int n,
                           int64_t *strides)
{
    int64_t steps[3][RT_MAX_DIMS], dense[RT_MAX_DIMS];
    const int64_t *rows[3], *own;
    enum rt_dtype common = common_type(inputs, n, result);
    int nrows = 0;

    for (int i = 0; i < n; i++) {
        struct rt_tensor *t = inputs[i].tensor;
        int added = t ? shape->ndim - t->ndim : 0;
        bool condition = n == 3 && i == 0 && t && t->dtype == RT_BOOL; /* of where, which stays what it is */
        if (!t)
            continue;
        own = t->strides;
        if (t->dtype != common && !condition && t->ndim) {
            rt_shape_dense_like(t->shape, t->strides, t->ndim, dense);
            own = dense;
        }
        for (int k = 0; k < shape->ndim; k++)
            steps[nrows][k] = k < added || (t->shape[k - added] == 1 && shape->size[k] != 1) ? 0 : own[k - added];
        rows[nrows] = steps[nrows];
        nrows++;
    }
    if (nrows < n || !lie_as_one(shape, inputs, n, rows, strides))
        rt_shape_layout(shape->size, shape->ndim, rows, nrows, strides);
}

void rt_pair_strides(struct rt_tensor *a, struct rt_tensor *b, const struct rt_tensor *result, int64_t *strides)
{
    struct rt_shape shape = {.ndim = result->ndim};

    memcpy(shape.size, result->shape, (size_t)result->ndim * sizeof *shape.size);
    result_strides(&shape, (enum rt_dtype)result->dtype, (struct rt_input[]){{.tensor = a}, {.tensor = b}}, 2, strides);
}

/* Can an operand make the result other than row-major? Also one in which a dimension of one element has a step of its
   own, as soon as it is repeated along another. */
static bool layout_differs(const struct rt_shape *shape, const struct rt_tensor *t)
{
    if (!t->contiguous)
        return true;
    return t->ndim > 1 && !rt_shape_equal(shape->size, shape->ndim, t->shape, t->ndim) &&
           !rt_shape_is_plain(t->shape, t->strides, t->ndim);
}

/* The tensor to write: the call's out, checked, or a new one laid out as the operands are. */
static struct rt_tensor *target(struct rt_call *call, const struct rt_shape *shape, enum rt_dtype result,
                                struct rt_device *device, const struct rt_input *inputs, int n, struct rt_error *err)
{
    char want[RT_SHAPE_TEXT], have[RT_SHAPE_TEXT];
    int64_t strides[RT_MAX_DIMS];
    struct rt_tensor *out = call ? call->out : NULL;

    if (!out) {
        for (int i = 0; i < n; i++)
            if (inputs[i].tensor && layout_differs(shape, inputs[i].tensor)) {
                result_strides(shape, result, inputs, n, strides);
                return rt_tensor_new_strided(device, result, shape->size, strides, shape->ndim, err);
            }
        return rt_tensor_new(device, result, shape->size, shape->ndim, err);
    }
    if (!rt_shape_equal(out->shape, out->ndim, shape->size, shape->ndim)) {
        rt_error_set(err, RT_RUNTIME, "output with shape %s doesn't match the broadcast shape %s",
                     rt_shape_text(out->shape, out->ndim, have, sizeof have),
                     rt_shape_text(shape->size, shape->ndim, want, sizeof want));
        return NULL;
    }
    if (!rt_dtype_can_cast(result, (enum rt_dtype)out->dtype)) {
        rt_error_set(err, RT_RUNTIME, "result type %s can't be cast to the desired output type %s",
                     rt_dtype_table[result].scalar, rt_dtype_table[out->dtype].scalar);
        return NULL;
    }
    return rt_tensor_get(out);
}

static int broadcast_inputs(struct rt_shape *shape, const struct rt_input *inputs, int n, struct rt_error *err)
{
    bool first = true;

    shape->ndim = 0;
    for (int i = 0; i < n; i++) {
        struct rt_tensor *t = inputs[i].tensor;
        if (!t)
            continue;
        if (first) {
            shape->ndim = t->ndim;
            memcpy(shape->size, t->shape, t->ndim * sizeof *t->shape);
            first = false;
        } else if (!rt_shape_equal(shape->size, shape->ndim, t->shape, t->ndim) &&
                   rt_shape_broadcast(shape, t->shape, t->ndim, err) < 0)
            return -1;
    }
    return 0;
}

int rt_check_operands(const struct rt_call *call, const struct rt_input *inputs, int n, enum rt_dtype result,
                      struct rt_error *err)
{
    struct rt_shape shape;
    struct rt_tensor *out;

    if (broadcast_inputs(&shape, inputs, n, err) < 0)
        return -1;
    if (!call->out)
        return 0;
    if (!(out = target((struct rt_call *)call, &shape, result, NULL, inputs, n, err)))
        return -1;
    rt_tensor_unref(out);
    return 0;
}

int rt_not_for(const struct rt_call *call, const struct rt_input *inputs, int n, const char *kernel,
               enum rt_dtype dtype, struct rt_error *err)
{
    if (rt_check_operands(call, inputs, n, dtype, err) < 0)
        return -1;
    return rt_error_set(err, RT_NOT_IMPLEMENTED, "\"%s\" not implemented for '%s'", kernel,
                        rt_dtype_table[dtype].scalar);
}

static bool is_half(enum rt_dtype dtype)
{
    return dtype == RT_FLOAT16 || dtype == RT_BFLOAT16;
}

void rt_round_scalars(struct rt_input *inputs, int n, enum rt_dtype dtype)
{
    char element[16];

    for (int i = 0; i < n; i++)
        if (!inputs[i].tensor && is_half(dtype)) {
            rt_scalar_store(dtype, element, inputs[i].scalar);
            inputs[i].scalar = rt_scalar_load(dtype, element);
        }
}

int rt_check_scalar(struct rt_scalar scalar, enum rt_dtype dtype, struct rt_error *err)
{
    /* most scalars are small, and exact in every float type */
    if (scalar.kind == RT_CAT_FLOAT && fabs(scalar.f) <= 65504 && rt_dtype_is_inexact(dtype))
        return 0;
    const char *type = rt_scalar_overflow(dtype, scalar);

    return type ? rt_error_set(err, RT_RUNTIME, "value cannot be converted to type %s without overflow", type) : 0;
}

int rt_check_single(struct rt_scalar *scalar, enum rt_dtype dtype, struct rt_error *err)
{
    const bool narrow = dtype == RT_FLOAT16 || dtype == RT_BFLOAT16;

    if (!narrow && !rt_dtype_is_float8(dtype))
        return rt_check_scalar(*scalar, dtype, err);
    if (rt_check_scalar(*scalar, RT_FLOAT64, err) < 0)
        return -1;
    if (narrow && rt_scalar_overflow(dtype, *scalar))
        *scalar = rt_scalar_float(rt_scalar_to_double(*scalar) > 0 ? INFINITY : -INFINITY);
    return 0;
}

static struct rt_device *device_of(const struct rt_call *call, const struct rt_input *inputs, int n)
{
    if (call && call->device)
        return call->device;
    for (int i = 0; i < n; i++)
        if (inputs[i].tensor)
            return inputs[i].tensor->storage->device;
    return rt_device_cpu();
}

struct rt_tensor *rt_new_result(const struct rt_input *inputs, int n, enum rt_dtype dtype, struct rt_error *err)
{
    struct rt_shape shape;

    if (broadcast_inputs(&shape, inputs, n, err) < 0)
        return NULL;
    return target(NULL, &shape, dtype, device_of(NULL, inputs, n), inputs, n, err);
}

/* Have two tensors one layout: x, which is dense, and y, of one shape on one device? */
static bool lie_alike(const struct rt_tensor *x, const struct rt_tensor *y)
{
    if (!y->contiguous || x->ndim != y->ndim || x->storage->device != y->storage->device)
        return false;
    for (int i = 0; i < x->ndim; i++)
        if (x->shape[i] != y->shape[i])
            return false;
    return true;
}

/* The same, and are they of one type? */
static bool alike(const struct rt_tensor *x, const struct rt_tensor *y)
{
    return x == y || (x->dtype == y->dtype && lie_alike(x, y));
}

/* May the result have the layout of x, which is dense? A target given must, and be of the result's type. */
static bool plain_target(const struct rt_call *call, const struct rt_tensor *x, enum rt_dtype result)
{
    const struct rt_tensor *out = call ? call->out : NULL;

    return x->contiguous && (!out || (out->dtype == result && x->dtype == result && alike(x, out)));
}

static struct rt_tensor *plain_result(const struct rt_call *call, const struct rt_tensor *x, enum rt_dtype result,
                                      struct rt_error *err)
{
    return call && call->out ? rt_tensor_get(call->out)
                             : rt_tensor_new(x->storage->device, result, x->shape, x->ndim, err);
}

/* The commonest calls: two dense tensors of one type and shape on one device, or one and a scalar. */
static bool plain_pair(const struct rt_call *call, const struct rt_input *a, const struct rt_input *b,
                       enum rt_dtype compute, enum rt_dtype result)
{
    const struct rt_tensor *x = a->tensor ? a->tensor : b->tensor;

    return x && x->dtype == compute && plain_target(call, x, result) &&
           (!a->tensor || !b->tensor || alike(x, b->tensor));
}

static void flat_view(struct rt_view *view, const struct rt_tensor *t)
{
    view->data = rt_tensor_pointer(t);
    view->dtype = (enum rt_dtype)t->dtype;
    view->ndim = 1;
    view->shape[0] = t->numel;
    view->strides[0] = 1;
}

static void flat_input(struct rt_view *view, const struct rt_input *in, int64_t numel, enum rt_dtype compute)
{
    if (in->tensor) {
        flat_view(view, in->tensor);
        return;
    }
    view->ndim = 1;
    view->shape[0] = numel;
    set_constant(view, in->scalar, compute);
}

/* Of half types PyTorch's loops take a second factor and a divisor that is a scalar as it is; every other scalar is
   rounded to the half type first. */
static bool takes_wide(enum rt_zip_op op, int position)
{
    return position == 1 &&
           (op == RT_ZIP_mul || op == RT_ZIP_div || op == RT_ZIP_div_trunc || op == RT_ZIP_floor_divide);
}

/* A tensor without dimensions may be of a wider type than the result; PyTorch converts it before it computes, and
   quotients and remainders of what is left differ. Loops may be wider than the type, so that they cannot do it. */
static bool is_too_wide(const struct rt_tensor *t, enum rt_dtype compute)
{
    if (!t || t->ndim || t->dtype == compute || t->dtype == RT_BOOL)
        return false;
    return is_half(compute) || (rt_dtype_is_integral(compute) && rt_dtype_is_integral((enum rt_dtype)t->dtype) &&
                                rt_dtype_size((enum rt_dtype)t->dtype) >= rt_dtype_size(compute));
}

static bool must_narrow(const struct rt_input *in, enum rt_zip_op op, int position, enum rt_dtype compute)
{
    return is_too_wide(in->tensor, compute) && !(is_half(compute) && takes_wide(op, position));
}

static struct rt_tensor *zip_converted(struct rt_call *call, enum rt_zip_op op, struct rt_input *in,
                                       enum rt_dtype compute, enum rt_dtype result, const struct rt_scalar *params,
                                       int nparams, struct rt_error *err)
{
    const int wide = must_narrow(&in[0], op, 0, compute) ? 0 : 1;
    struct rt_tensor *own = rt_tensor_new(in[wide].tensor->storage->device, compute, NULL, 0, err), *out = NULL;

    if (own && rt_copy_into(own, in[wide].tensor, err) == 0) {
        in[wide].tensor = own;
        out = rt_zip(call, op, in[0], in[1], compute, result, params, nparams, err);
    }
    rt_tensor_unref(own);
    return out;
}

struct rt_tensor *rt_zip(struct rt_call *call, enum rt_zip_op op, struct rt_input a, struct rt_input b,
                         enum rt_dtype compute, enum rt_dtype result, const struct rt_scalar *params, int nparams,
                         struct rt_error *err)
{
    struct rt_input inputs[2] = {a, b};
    struct rt_device *device;
    struct rt_shape shape;
    struct rt_zip_call kernel;
    struct rt_tensor *out;

    kernel.op = op;
    kernel.compute = compute;
    kernel.nparams = nparams;
    for (int i = 0; i < nparams; i++)
        kernel.params[i] = params[i];
    if (is_half(compute)) {
        rt_round_scalars(inputs, takes_wide(op, 1) ? 1 : 2, compute);
        a = inputs[0];
        b = inputs[1];
    }
    if (plain_pair(call, &a, &b, compute, result)) {
        const struct rt_tensor *x = a.tensor ? a.tensor : b.tensor;
        if (!(out = plain_result(call, x, result, err)))
            return NULL;
        device = x->storage->device;
        flat_view(&kernel.out, out);
        flat_input(&kernel.a, &a, out->numel, compute);
        flat_input(&kernel.b, &b, out->numel, compute);
    } else {
        if (must_narrow(&a, op, 0, compute) || must_narrow(&b, op, 1, compute))
            return zip_converted(call, op, inputs, compute, result, params, nparams, err);
        device = device_of(call, inputs, 2);
        if (broadcast_inputs(&shape, inputs, 2, err) < 0 ||
            !(out = target(call, &shape, result, device, inputs, 2, err)))
            return NULL;
        rt_tensor_view(out, &kernel.out);
        if (set_view(&kernel.a, &a, &kernel.out, device, compute, err) < 0 ||
            set_view(&kernel.b, &b, &kernel.out, device, compute, err) < 0)
            goto fail;
    }
    if (device->kernels->zip(device, &kernel, err) == 0)
        return out;
fail:
    rt_tensor_unref(out);
    return NULL;
}

static struct rt_tensor *three(struct rt_call *call, struct rt_zip3_call *kernel, struct rt_tensor *a,
                               struct rt_tensor *b, struct rt_tensor *c, enum rt_dtype dtype, struct rt_error *err);

/* The same with a copy of the operand that is too wide. */
static struct rt_tensor *three_converted(struct rt_call *call, struct rt_zip3_call *kernel, struct rt_tensor **in,
                                         enum rt_dtype dtype, struct rt_error *err)
{
    const int wide = is_too_wide(in[0], dtype) ? 0 : is_too_wide(in[1], dtype) ? 1 : 2;
    struct rt_tensor *own = rt_tensor_new(in[wide]->storage->device, dtype, NULL, 0, err), *out = NULL;

    if (own && rt_copy_into(own, in[wide], err) == 0) {
        in[wide] = own;
        out = three(call, kernel, in[0], in[1], in[2], dtype, err);
    }
    rt_tensor_unref(own);
    return out;
}

/* kernel: what is to be done, but for the operands */
static struct rt_tensor *three(struct rt_call *call, struct rt_zip3_call *kernel, struct rt_tensor *a,
                               struct rt_tensor *b, struct rt_tensor *c, enum rt_dtype dtype, struct rt_error *err)
{
    /* results have the layout of c, where all differ */
    struct rt_input inputs[3] = {{.tensor = c}, {.tensor = a}, {.tensor = b}};
    struct rt_device *device;
    struct rt_shape shape;
    struct rt_tensor *out;

    kernel->compute = dtype;
    if (c->dtype == dtype && plain_target(call, c, dtype) && alike(c, a) && alike(c, b)) {
        if (!(out = plain_result(call, c, dtype, err)))
            return NULL;
        device = c->storage->device;
        flat_view(&kernel->out, out);
        flat_view(&kernel->a, a);
        flat_view(&kernel->b, b);
        flat_view(&kernel->c, c);
    } else {
        if (is_half(dtype) && (is_too_wide(a, dtype) || is_too_wide(b, dtype) || is_too_wide(c, dtype)))
            return three_converted(call, kernel, (struct rt_tensor *[]){a, b, c}, dtype, err);
        device = device_of(call, inputs, 3);
        if (broadcast_inputs(&shape, inputs, 3, err) < 0 ||
            !(out = target(call, &shape, dtype, device, inputs, 3, err)))
            return NULL;
        rt_tensor_view(out, &kernel->out);
        if (set_view(&kernel->a, &inputs[1], &kernel->out, device, dtype, err) < 0 ||
            set_view(&kernel->b, &inputs[2], &kernel->out, device, dtype, err) < 0 ||
            set_view(&kernel->c, &inputs[0], &kernel->out, device, dtype, err) < 0)
            goto fail;
    }
    if (device->kernels->zip3(device, kernel, err) == 0)
        return out;
fail:
    rt_tensor_unref(out);
    return NULL;
}

struct rt_tensor *rt_zip3(struct rt_call *call, enum rt_zip_op op, enum rt_zip_op then, struct rt_tensor *a,
                          struct rt_tensor *b, struct rt_tensor *c, enum rt_dtype dtype, const struct rt_scalar *params,
                          int nparams, struct rt_error *err)
{
    struct rt_zip3_call kernel;

    kernel.lerp = false;
    kernel.op = op;
    kernel.then = then;
    kernel.nparams = nparams;
    for (int i = 0; i < nparams; i++)
        kernel.params[i] = params[i];
    return three(call, &kernel, a, b, c, dtype, err);
}

struct rt_tensor *rt_lerp(struct rt_call *call, struct rt_tensor *from, struct rt_tensor *to, struct rt_tensor *weight,
                          enum rt_dtype dtype, struct rt_error *err)
{
    struct rt_zip3_call kernel;

    kernel.lerp = true;
    kernel.op = kernel.then = RT_ZIP_add; /* not looked at */
    kernel.nparams = 0;
    return three(call, &kernel, to, weight, from, dtype, err);
}

struct rt_tensor *rt_map(struct rt_call *call, enum rt_map_op op, struct rt_tensor *in, enum rt_dtype compute,
                         enum rt_dtype result, const struct rt_scalar *params, int nparams, struct rt_error *err)
{
    struct rt_input input = {.tensor = in};
    struct rt_device *device = in->storage->device;
    struct rt_shape shape;
    struct rt_map_call kernel;
    struct rt_tensor *out;

    kernel.op = op;
    kernel.compute = compute;
    kernel.nparams = nparams;
    for (int i = 0; i < nparams; i++)
        kernel.params[i] = params[i];
    if (plain_target(call, in, result)) {
        if (!(out = plain_result(call, in, result, err)))
            return NULL;
        flat_view(&kernel.out, out);
        flat_view(&kernel.in, in);
    } else {
        shape.ndim = in->ndim;
        memcpy(shape.size, in->shape, in->ndim * sizeof *in->shape);
        if (!(out = target(call, &shape, result, device, &input, 1, err)))
            return NULL;
        rt_tensor_view(out, &kernel.out);
        rt_tensor_view(in, &kernel.in);
    }
    if (device->kernels->map(device, &kernel, err) < 0) {
        rt_tensor_unref(out);
        return NULL;
    }
    return out;
}

int rt_fill_constant(struct rt_tensor *t, struct rt_scalar value, struct rt_error *err)
{
    struct rt_fill_call call;
    const bool single = t->numel == 1 && t->storage->device->host_memory;
    /* many halves of complex numbers become infinite where one is refused */
    const enum rt_dtype limit = t->dtype == RT_COMPLEX32 && !single ? RT_COMPLEX128 : (enum rt_dtype)t->dtype;

    if ((single ? rt_check_single(&value, limit, err) : rt_check_scalar(value, limit, err)) < 0)
        return -1;
    RT_CALL_BEGIN(call, out);
    call.kind = RT_FILL_CONSTANT;
    call.start = value;
    if (t->numel == 0)
        return 0;
    rt_tensor_view(t, &call.out);
    return t->storage->device->kernels->fill(t->storage->device, &call, err);
}

/* ---- where ------------------------------------------------------------------------------------------------------- */

/* Have the condition, which is dense, the operands and the target one layout? */
static bool plain_choice(const struct rt_call *call, const struct rt_input *in, enum rt_dtype compute)
{
    const struct rt_tensor *cond = in[0].tensor;

    if (!cond || !cond->contiguous || (call->out && (call->out->dtype != compute || !lie_alike(cond, call->out))))
        return false;
    for (int i = 1; i < 3; i++)
        if (in[i].tensor && (in[i].tensor->dtype != compute || !lie_alike(cond, in[i].tensor)))
            return false;
    return true;
}

/* in[1] where in[0] holds, else in[2]; a new result has the layout of nlike of `like`. */
static int choose(struct rt_call *call, const struct rt_input *in, const struct rt_input *like, int nlike,
                  enum rt_dtype compute, struct rt_error *err)
{
    struct rt_device *device;
    struct rt_select_call kernel;
    struct rt_shape shape;
    struct rt_tensor *out;

    kernel.compute = compute;
    if (plain_choice(call, in, compute)) {
        if (!(out = plain_result(call, in[0].tensor, compute, err)))
            return -1;
        device = out->storage->device;
        flat_view(&kernel.out, out);
        flat_view(&kernel.cond, in[0].tensor);
        flat_input(&kernel.a, &in[1], out->numel, compute);
        flat_input(&kernel.b, &in[2], out->numel, compute);
    } else {
        device = device_of(call, in, 3);
        if (broadcast_inputs(&shape, in, 3, err) < 0 ||
            !(out = target(call, &shape, compute, device, like, nlike, err)))
            return -1;
        rt_tensor_view(out, &kernel.out);
        if (set_view(&kernel.cond, &in[0], &kernel.out, device, RT_BOOL, err) < 0 ||
            set_view(&kernel.a, &in[1], &kernel.out, device, compute, err) < 0 ||
            set_view(&kernel.b, &in[2], &kernel.out, device, compute, err) < 0)
            goto fail;
    }
    if (out->numel == 0 || device->kernels->select(device, &kernel, err) == 0)
        return rt_result_steal(call, out);
fail:
    rt_tensor_unref(out);
    return -1;
}

int rt_forward_where(struct rt_call *call, struct rt_error *err)
{
    struct rt_input in[3] = {rt_input_of(call, 0), rt_input_of(call, 1), rt_input_of(call, 2)};
    enum rt_dtype compute;

    if (in[0].tensor && in[0].tensor->dtype != RT_BOOL && in[0].tensor->dtype != RT_UINT8)
        return rt_error_set(err, RT_RUNTIME,
                            "where expected condition to be a boolean tensor, but got a tensor with dtype %s",
                            rt_dtype_table[in[0].tensor->dtype].scalar);
    if (in[0].tensor && in[0].tensor->dtype == RT_UINT8)
        rt_warn_once("where received a uint8 condition tensor. This behavior is deprecated and will be removed in a "
                     "future version of PyTorch. Use a boolean condition instead.");
    compute = rt_result_type(in + 1, 2);
    for (int i = 1; i < 3; i++)
        if (!in[i].tensor && rt_check_single(&in[i].scalar, compute, err) < 0)
            return -1;
    return choose(call, in, in, 3, compute, err);
}

/* masked_fill(self, mask, value): self's type stays */
int rt_forward_masked_fill(struct rt_call *call, struct rt_error *err)
{
    struct rt_input in[3] = {rt_input_of(call, 1), rt_input_of(call, 2), rt_input_of(call, 0)};
    enum rt_dtype mask = in[0].tensor ? (enum rt_dtype)in[0].tensor->dtype : RT_BOOL, compute;
    struct rt_scalar value;
    struct rt_shape shape;

    if (mask != RT_BOOL && !call->inplace && broadcast_inputs(&shape, in, 3, err) < 0)
        return -1;
    if (mask != RT_BOOL)
        return rt_error_set(err, RT_RUNTIME, "masked_fill_ only supports boolean masks, but got mask with dtype %s",
                            rt_dtype_table[mask].cxx);
    if (in[1].tensor && in[1].tensor->ndim)
        return rt_error_set(
            err, RT_RUNTIME,
            "masked_fill_ only supports a 0-dimensional value tensor, but got tensor with %d dimension(s).",
            in[1].tensor->ndim);
    if (!in[2].tensor)
        return rt_error_set(err, RT_TYPE, "%s(): argument 'input' (position 1) must be Tensor", call->schema->name);
    compute = (enum rt_dtype)in[2].tensor->dtype;
    if (broadcast_inputs(&shape, call->inplace ? (struct rt_input[]){in[2], in[0]} : in, call->inplace ? 2 : 3, err) <
        0)
        return -1; /* written in place, self is the first that the error names */
    value = in[1].scalar;
    if (in[1].tensor && in[1].tensor->storage->device->host_memory) /* its scalar is written */
        value = rt_scalar_load((enum rt_dtype)in[1].tensor->dtype, rt_tensor_pointer(in[1].tensor));
    if ((!in[1].tensor || in[1].tensor->storage->device->host_memory) && rt_check_scalar(value, compute, err) < 0)
        return -1;
    return choose(call, in, in + 2, call->out ? 1 : 0, compute, err); /* dense if new */
}
