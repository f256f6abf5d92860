/* Pooling: maxima and means of windows of a given size, adaptive and fractional pooling; their gradients. */
#include "fast_path.h"

#include <stdio.h>
#include <string.h>

void rt_pair_of(const struct rt_arg *arg, int64_t *out, int64_t otherwise)
{
    if (arg->count == 0)
        out[0] = out[1] = otherwise;
    else {
        out[0] = arg->ints[0];
        out[1] = arg->ints[arg->count > 1];
    }
}

void rt_bound_window(struct rt_window *w)
{
    int64_t *const pairs[4] = {w->kernel, w->dilation, w->padding, w->stride};
    const int64_t most = (int64_t)1 << 30;

    for (int i = 0; i < 8; i++) {
        int64_t *v = &pairs[i / 2][i % 2];
        *v = *v > most ? most : *v < -most ? -most : *v;
    }
}

/* ---- windows of a given size ------------------------------------------------------------------------------------- */

static int64_t pooled(int64_t size, const struct rt_window *w, int i, bool ceil_mode)
{
    int64_t span = size + 2 * w->padding[i] - w->dilation[i] * (w->kernel[i] - 1) - 1;
    int64_t reach = span + (ceil_mode ? w->stride[i] - 1 : 0);
    int64_t n = (reach - (reach < 0 ? w->stride[i] - 1 : 0)) / w->stride[i] + 1; /* rounded down */

    if (ceil_mode && (n - 1) * w->stride[i] >= size + w->padding[i]) /* the last window must start inside */
        n--;
    return n;
}

/* Sizes are one integer or two. */
static int check_counts(const struct rt_call *call, const struct rt_arg *dilation, struct rt_error *err)
{
    static const char *const texts[] = {
        "kernel_size must either be a single int, or a tuple of two ints",
        "stride must either be omitted, a single int, or a tuple of two ints",
        "padding must either be a single int, or a tuple of two ints",
        "dilation must be either a single int, or a tuple of two ints",
    };

    for (int i = 0; i < (dilation ? 4 : 3); i++) {
        const struct rt_arg *arg = i < 3 ? &call->args[1 + i] : dilation;
        if (arg->count > 2 || (i == 0 && arg->count == 0))
            return rt_error_set(err, RT_RUNTIME, "%s: %s", dilation ? "max_pool2d" : "avg_pool2d", texts[i]);
    }
    return 0;
}

static int pool_window(struct rt_call *call, T x, struct rt_window *w, const struct rt_arg *dilation,
                       struct rt_error *err)
{
    char text[RT_SHAPE_TEXT];

    if (check_counts(call, dilation, err) < 0)
        return -1;
    rt_pair_of(&call->args[1], w->kernel, 1);
    if (call->args[2].count)
        rt_pair_of(&call->args[2], w->stride, 1);
    else
        memcpy(w->stride, w->kernel, sizeof w->stride);
    rt_pair_of(&call->args[3], w->padding, 0);
    w->dilation[0] = w->dilation[1] = 1;
    if (dilation)
        rt_pair_of(dilation, w->dilation, 1);
    rt_bound_window(w);
    if (!dilation && rt_shape_dim(-3, x->ndim, err) < 0)
        return -1;
    if (dilation && x->ndim != 3 && x->ndim != 4)
        return rt_error_set(err, RT_RUNTIME, "non-empty 3D or 4D (batch mode) tensor expected for input");
    for (int i = 0; i < 2; i++) {
        int64_t reach = (w->kernel[i] - 1) * w->dilation[i] + 1;
        if (w->stride[i] == 0)
            return rt_error_set(err, RT_RUNTIME, "stride should not be zero");
        if (w->padding[i] < 0)
            return rt_error_set(err, RT_RUNTIME, "pad must be non-negative, but got pad: %lld",
                                (long long)w->padding[i]);
        if (w->padding[i] > reach / 2)
            return rt_error_set(
                err, RT_RUNTIME,
                "pad should be at most half of effective kernel size, but got pad=%lld, kernel_size=%lld and "
                "dilation=%lld",
                (long long)w->padding[i], (long long)w->kernel[i], (long long)w->dilation[i]);
    }
    struct {
        const char *what, *short_name;
        const int64_t *sizes;
    } const positive[] = {
        {"kernel size", "k", w->kernel}, {"stride", "d", w->stride}, {"dilation", "dilation", w->dilation}};
    for (int i = 0; i < 3; i++)
        if (positive[i].sizes[0] <= 0 || positive[i].sizes[1] <= 0)
            return rt_error_set(err, RT_RUNTIME, "%s should be greater than zero, but got %sH: %lld %sW: %lld",
                                positive[i].what, positive[i].short_name, (long long)positive[i].sizes[0],
                                positive[i].short_name, (long long)positive[i].sizes[1]);
    bool filled = x->ndim == 3 || x->ndim == 4;
    for (int i = x->ndim == 4; filled && i < x->ndim; i++)
        filled = x->shape[i] != 0;
    if (!filled)
        return rt_error_set(
            err, RT_RUNTIME,
            "Expected 3D or 4D (batch mode) tensor with optional 0 dim batch size for input, but got:%s",
            rt_shape_text(x->shape, x->ndim, text, sizeof text));
    return 0;
}

/* An image batch as [n, c, h, w]. */
static void image_view(T x, struct rt_view *view)
{
    const int lead = 4 - x->ndim;

    rt_tensor_view(x, view);
    if (lead <= 0)
        return;
    memmove(view->shape + lead, view->shape, x->ndim * sizeof *view->shape);
    memmove(view->strides + lead, view->strides, x->ndim * sizeof *view->strides);
    for (int i = 0; i < lead; i++) {
        view->shape[i] = 1;
        view->strides[i] = 0;
    }
    view->ndim = 4;
}

/* Do the channels come last in memory, as they do in the result? */
static bool comes_last(T x)
{
    return x->ndim == 4 && x->strides[1] == 1 && rt_shape_strides_are_channels_last(x->shape, x->strides, 4);
}

/* A result of that shape in the layout of x. */
static T result_like(T x, enum rt_dtype dtype, const int64_t *shape, struct rt_error *err)
{
    int64_t strides[4];

    if (!comes_last(x))
        return rt_tensor_new(x->storage->device, dtype, shape, x->ndim, err);
    rt_shape_channels_last_strides(shape, 4, strides);
    return rt_tensor_new_strided(x->storage->device, dtype, shape, strides, 4, err);
}

/* Are kernels of half types those of the CPU, which has none? */
static bool widens(const struct rt_device *device)
{
    const struct rt_device_provider *provider = rt_device_provider_of(device->type);

    return device->host_memory || (provider && provider->simulated);
}

/* The type in which the elements of x are pooled: integers in float64, half types on the CPU in float32. */
static enum rt_dtype loop_type(T x)
{
    const enum rt_dtype type = (enum rt_dtype)x->dtype;

    if (rt_dtype_is_integral(type))
        return RT_FLOAT64;
    return rt_dtype_size(type) == 2 && widens(x->storage->device) ? RT_FLOAT32 : type;
}

/* Runs a pool kernel. out and index are [n, c, ...]. */
static int pool_kernel(T out, T index, T in, struct rt_pool_call *kernel, struct rt_error *err)
{
    struct rt_device *device = in->storage->device;
    const enum rt_dtype type = loop_type(in);
    const bool half = type != (enum rt_dtype)in->dtype;
    T o = half ? rt_convert(out, type, err) : rt_tensor_get(out);
    T given = half ? rt_convert(in, type, err) : rt_tensor_get(in), i = given;

    if (given && !comes_last(in) && given->strides[given->ndim - 1] != 1 && given->shape[given->ndim - 1] != 1) {
        i = rt_contiguous(given, err); /* rows that are not dense */
        rt_tensor_unref(given);
    }
    int rc = -1;

    if (o && i) {
        image_view(o, &kernel->out);
        image_view(i, &kernel->in);
        kernel->index.data = NULL;
        if (index)
            image_view(index, &kernel->index);
        rc = out->numel ? device->kernels->pool(device, kernel, err) : 0;
        if (rc == 0 && half)
            rc = rt_copy_into(out, o, err);
    }
    rt_tensor_unref(o);
    rt_tensor_unref(i);
    return rc;
}

/* integers: are those of the type pooled, too? */
static int check_output(T x, int64_t oh, int64_t ow, const char *name, bool integers, struct rt_error *err)
{
    if (oh > 0 && ow > 0)
        return integers || rt_dtype_is_float((enum rt_dtype)x->dtype) ? 0 : rt_no_kernel(name, x, err);
    return rt_error_set(
        err, RT_RUNTIME,
        "Given input size: (%lldx%lldx%lld). Calculated output size: (%lldx%lldx%lld). Output size is too "
        "small",
        (long long)x->shape[x->ndim - 3], (long long)x->shape[x->ndim - 2], (long long)x->shape[x->ndim - 1],
        (long long)x->shape[x->ndim - 3], (long long)oh, (long long)ow);
}

/* The maxima, and where they are if index is not NULL. */
static T max_pool(struct rt_call *call, T *index, struct rt_error *err)
{
    T x = call->args[0].tensor, out;
    struct rt_pool_call kernel = {.op = RT_POOL_MAX};
    int64_t shape[4];
    int n = x->ndim;

    if (pool_window(call, x, &kernel.window, &call->args[4], err) < 0)
        return NULL;
    memcpy(shape, x->shape, (size_t)n * sizeof *shape);
    shape[n - 2] = pooled(x->shape[n - 2], &kernel.window, 0, call->args[5].boolean);
    shape[n - 1] = pooled(x->shape[n - 1], &kernel.window, 1, call->args[5].boolean);
    const enum rt_dtype type = (enum rt_dtype)x->dtype;
    const bool integers = rt_dtype_category(type) == RT_CAT_INT && !rt_dtype_is_shell(type);
    if (check_output(x, shape[n - 2], shape[n - 1], "max_pool2d", integers, err) < 0)
        return NULL;
    if (!(out = result_like(x, (enum rt_dtype)x->dtype, shape, err)) ||
        (index && !(*index = result_like(x, RT_INT64, shape, err))) ||
        pool_kernel(out, index ? *index : NULL, x, &kernel, err) < 0) {
        rt_tensor_unref(out);
        return NULL;
    }
    return out;
}

int rt_forward_max_pool2d_indices(struct rt_call *call, struct rt_error *err)
{
    T index = NULL, out = max_pool(call, &index, err);

    if (!out) {
        rt_tensor_unref(index);
        return -1;
    }
    return rt_result_pair_steal(call, out, index);
}

int rt_forward_max_pool2d(struct rt_call *call, struct rt_error *err)
{
    T x = call->args[0].tensor, out;

    if (x->storage->device->host_memory && !rt_is_followed(x)) {
        out = max_pool(call, NULL, err);
        return out ? rt_result_steal(call, out) : -1;
    }
    if (rt_apply(&rt_op_max_pool2d_with_indices, call->args, call->nargs, call->results, err) < 0)
        return -1;
    rt_tensor_unref(call->results->tensor[1]);
    call->results->count = 1;
    return 0;
}

/* (grad, indices, size) */
int rt_forward_max_pool2d_back(struct rt_call *call, struct rt_error *err)
{
    T g = call->args[0].tensor, index = call->args[1].tensor, out;
    struct rt_pool_call kernel = {.op = RT_POOL_MAX_BACKWARD};
    int64_t shape[4];
    int n = g->ndim;

    if ((n != 3 && n != 4) || index->dtype != RT_INT64 || call->args[2].count != 2 ||
        !rt_shape_equal(g->shape, n, index->shape, index->ndim))
        return rt_error_set(err, RT_RUNTIME, "max_pool2d: indices %s do not fit a gradient of %s",
                            rt_shape_text(index->shape, index->ndim, (char[RT_SHAPE_TEXT]){0}, RT_SHAPE_TEXT),
                            rt_shape_text(g->shape, n, (char[RT_SHAPE_TEXT]){0}, RT_SHAPE_TEXT));
    memcpy(shape, g->shape, (size_t)n * sizeof *shape);
    shape[n - 2] = call->args[2].ints[0];
    shape[n - 1] = call->args[2].ints[1];
    if (!(out = result_like(g, (enum rt_dtype)g->dtype, shape, err)) || pool_kernel(out, index, g, &kernel, err) < 0) {
        rt_tensor_unref(out);
        return -1;
    }
    return rt_result_steal(call, out);
}

/* The gradient of the result, its channels last in memory where those of the images are: so will the images' be. */
static T gradient_like_input(struct rt_backward *b)
{
    return rt_b_images_layout(BUILD, G, b->node->inputs[0].last && b->node->op != &rt_op_fractional_max_pool);
}

BACKWARD(max_pool2d)
{
    struct rt_shape *shape = INPUT_SHAPE(0);
    T index = RESULT(1), g = gradient_like_input(b);

    (void)err;
    if (index && g)
        SET(0, rt_build_apply(BUILD, &rt_op_max_pool2d_backward,
                              (struct rt_arg[]){rt_arg_tensor(g), rt_arg_tensor(index),
                                                rt_arg_ints(shape->size + shape->ndim - 2, 2)},
                              3));
    return 0;
}

/* the gradient of the gradient: the elements of G at the maxima */
BACKWARD(max_pool2d_twice)
{
    B m = BUILD;
    T index = ARG(1), g = G;
    int n = g->ndim;
    int64_t flat[3], cells[3];

    if (!index)
        return 0;
    if ((n != 3 && n != 4) || index->ndim != n)
        return rt_error_set(err, RT_RUNTIME, "max_pool2d: indices do not fit the gradient");
    memcpy(flat, g->shape, (size_t)(n - 2) * sizeof *flat);
    memcpy(cells, flat, sizeof flat);
    flat[n - 2] = rt_step_mul(g->shape[n - 2], g->shape[n - 1]);
    cells[n - 2] = rt_step_mul(index->shape[n - 2], index->shape[n - 1]);
    g = rt_b_reshape(m, g, flat, n - 1);
    T where = rt_b_reshape(m, index, cells, n - 1);
    if (g && where)
        SET(0, rt_b_reshape(m,
                            rt_build_apply(m, &rt_op_gather,
                                           (struct rt_arg[]){rt_arg_tensor(g), rt_arg_int(n - 2), rt_arg_tensor(where)},
                                           3),
                            index->shape, n));
    return 0;
}

/* (self, kernel, stride, padding, ceil_mode, count_include_pad, divisor_override) */
int rt_forward_avg_pool2d(struct rt_call *call, struct rt_error *err)
{
    T x = call->args[0].tensor, out;
    struct rt_pool_call kernel = {.op = RT_POOL_AVG, .count_padding = call->args[5].boolean};
    int64_t shape[4];
    int n = x->ndim;

    if (pool_window(call, x, &kernel.window, NULL, err) < 0)
        return -1;
    kernel.divisor = call->args[6].kind == RT_INT ? call->args[6].integer : 0;
    if (call->args[6].kind == RT_INT && kernel.divisor == 0)
        return rt_error_set(err, RT_RUNTIME, "divisor must be not zero");
    memcpy(shape, x->shape, (size_t)n * sizeof *shape);
    shape[n - 2] = pooled(x->shape[n - 2], &kernel.window, 0, call->args[4].boolean);
    shape[n - 1] = pooled(x->shape[n - 1], &kernel.window, 1, call->args[4].boolean);
    if (check_output(x, shape[n - 2], shape[n - 1], "avg_pool2d", x->dtype == RT_INT64, err) < 0)
        return -1;
    if (!(out = result_like(x, (enum rt_dtype)x->dtype, shape, err)) || pool_kernel(out, NULL, x, &kernel, err) < 0) {
        rt_tensor_unref(out);
        return -1;
    }
    return rt_result_steal(call, out);
}

/* (grad, size, kernel, stride, padding, count_include_pad, divisor_override) */
int rt_forward_avg_pool2d_back(struct rt_call *call, struct rt_error *err)
{
    T g = call->args[0].tensor, out;
    struct rt_pool_call kernel = {.op = RT_POOL_AVG_BACKWARD, .count_padding = call->args[5].boolean};
    int64_t shape[4];
    int n = g->ndim;

    rt_pair_of(&call->args[2], kernel.window.kernel, 1);
    rt_pair_of(&call->args[3], kernel.window.stride, 1);
    rt_pair_of(&call->args[4], kernel.window.padding, 0);
    rt_bound_window(&kernel.window);
    kernel.window.dilation[0] = kernel.window.dilation[1] = 1;
    kernel.divisor = call->args[6].kind == RT_INT ? call->args[6].integer : 0;
    memcpy(shape, g->shape, (size_t)n * sizeof *shape);
    shape[n - 2] = call->args[1].ints[0];
    shape[n - 1] = call->args[1].ints[1];
    if (!(out = result_like(g, (enum rt_dtype)g->dtype, shape, err)) || pool_kernel(out, NULL, g, &kernel, err) < 0) {
        rt_tensor_unref(out);
        return -1;
    }
    return rt_result_steal(call, out);
}

BACKWARD(avg_pool2d)
{
    const struct rt_arg *a = b->node->args;
    struct rt_shape *shape = INPUT_SHAPE(0);
    T g = gradient_like_input(b);

    (void)err;
    if (!g)
        return 0;
    SET(0, rt_build_apply(BUILD, &rt_op_avg_pool2d_backward,
                          (struct rt_arg[]){rt_arg_tensor(g), rt_arg_ints(shape->size + shape->ndim - 2, 2), a[1],
                                            a[2].count ? a[2] : a[1], a[3], a[5], a[6]},
                          7));
    return 0;
}

BACKWARD(avg_pool2d_twice)
{
    const struct rt_arg *a = b->node->args;
    struct rt_shape *shape = INPUT_SHAPE(0);
    bool ceil_mode = false;
    T g;

    (void)err;
    g = rt_build_apply(BUILD, &rt_op_avg_pool2d,
                       (struct rt_arg[]){rt_arg_tensor(G), a[2], a[3], a[4], rt_arg_bool(ceil_mode), a[5], a[6]}, 7);
    if (g && !rt_shape_equal(g->shape, g->ndim, shape->size, shape->ndim)) /* the pooling rounded up */
        g = rt_build_apply(BUILD, &rt_op_avg_pool2d,
                           (struct rt_arg[]){rt_arg_tensor(G), a[2], a[3], a[4], rt_arg_bool(true), a[5], a[6]}, 7);
    SET(0, g);
    return 0;
}

/* Windows of sequences [.., channels, length] that are known to fit, without a gradient: as images of one row. row: the
   result has that row as a dimension. NULL also where there is no window. */
T rt_pool_sequence(T x, enum rt_pool_op op, const struct rt_window *window, bool ceil_mode, bool count_padding,
                   bool row, struct rt_error *err)
{
    struct rt_pool_call kernel = {.op = op, .window = *window, .count_padding = count_padding};
    struct rt_device *device = x->storage->device;
    const int last = x->ndim - 1;
    const int64_t length = x->shape[last], n = pooled(length, window, 1, ceil_mode);
    const int64_t images = last == 2 ? x->shape[0] : 1, channels = x->shape[last - 1];
    int64_t shape[4] = {images, channels, 1, n};
    T out;

    if (!row)
        shape[2] = n;
    if (n <= 0 ||
        !(out = rt_tensor_new(device, (enum rt_dtype)x->dtype, last == 2 ? shape : shape + 1, x->ndim + row, err)))
        return NULL;
    rt_tensor_view(x, &kernel.in);
    rt_tensor_view(out, &kernel.out);
    kernel.in.ndim = kernel.out.ndim = 4;
    memcpy(kernel.in.shape, (int64_t[]){images, channels, 1, length}, 4 * sizeof length);
    memcpy(kernel.out.shape, (int64_t[]){images, channels, 1, n}, 4 * sizeof length);
    rt_shape_contiguous(kernel.in.shape, 4, kernel.in.strides);
    rt_shape_contiguous(kernel.out.shape, 4, kernel.out.strides);
    if (device->kernels->pool(device, &kernel, err) == 0)
        return out;
    rt_tensor_unref(out);
    return NULL;
}

/* ---- windows that give one size ---------------------------------------------------------------------------------- */

/* Windows from floor(i h / oh) to ceil((i + 1) h / oh): equal ones where h and w are multiples. */
static void adapt(struct rt_pool_call *kernel, const int64_t *image, const int64_t *cells)
{
    kernel->adaptive = image[0] % cells[0] != 0 || image[1] % cells[1] != 0;
    for (int i = 0; i < 2; i++) {
        kernel->window.kernel[i] = kernel->window.stride[i] = kernel->adaptive ? 1 : image[i] / cells[i];
        kernel->window.dilation[i] = 1;
        kernel->window.padding[i] = 0;
    }
}

/* Is there an image to be divided, and into how many cells? */
static int check_adaptive(struct rt_call *call, const char *name, int64_t *want, struct rt_error *err)
{
    T x = call->args[0].tensor;
    char text[RT_SHAPE_TEXT];

    rt_pair_of(&call->args[1], want, 1);
    if (x->ndim != 3 && x->ndim != 4)
        return rt_error_set(err, RT_RUNTIME, "%s(): Expected 3D or 4D tensor, but got %s", name,
                            rt_shape_text(x->shape, x->ndim, text, sizeof text));
    for (int i = x->ndim - 2; i < x->ndim; i++)
        if (x->shape[i] == 0)
            return rt_error_set(err, RT_RUNTIME,
                                "%s(): Expected input to have non-zero size for non-batch dimensions, but input has "
                                "sizes %s with dimension %d being empty",
                                name, rt_shape_text(x->shape, x->ndim, text, sizeof text), i);
    if (want[0] <= 0 || want[1] <= 0)
        return rt_error_set(err, RT_RUNTIME, "%s(): elements of output_size must be greater than or equal to 0", name);
    if (want[0] > INT32_MAX || want[1] > INT32_MAX)
        return rt_error_set(err, RT_RUNTIME, "%s: output_size %lldx%lld is too large", name, (long long)want[0],
                            (long long)want[1]);
    return 0;
}

static int no_adaptive(T x, const char *kernel, struct rt_error *err)
{
    if (rt_dtype_is_float((enum rt_dtype)x->dtype))
        return 0;
    return rt_error_set(err, RT_NOT_IMPLEMENTED, "\"%s\" not implemented for '%s'", kernel,
                        rt_dtype_table[x->dtype].scalar);
}

/* Means; those of full images are a row of their own. */
int rt_forward_adaptive_avg_pool2d(struct rt_call *call, struct rt_error *err)
{
    T x = call->args[0].tensor;
    int64_t want[2], last[2] = {-2, -1};

    if (call->args[1].count != 2)
        return rt_error_set(err, RT_RUNTIME, "adaptive_avg_pool2d: output_size must be 2");
    if (check_adaptive(call, "adaptive_avg_pool2d", want, err) < 0 || no_adaptive(x, "adaptive_avg_pool2d", err) < 0)
        return -1;
    if (want[0] == 1 && want[1] == 1)
        return rt_apply(&rt_op_mean_dim, (struct rt_arg[]){rt_arg_tensor(x), rt_arg_ints(last, 2), rt_arg_bool(true)},
                        3, call->results, err);
    return rt_apply(&rt_op__adaptive_avg_pool2d, (struct rt_arg[]){rt_arg_tensor(x), rt_arg_ints(want, 2)}, 2,
                    call->results, err);
}

/* A pool kernel over x (or its gradient) that gives `shape` in the last two dimensions. */
static T adaptive(T x, enum rt_pool_op op, const int64_t *image, const int64_t *cells, T *index, struct rt_error *err)
{
    struct rt_pool_call kernel = {.op = op};
    const int64_t *last = op == RT_POOL_AVG_BACKWARD ? image : cells;
    T dense = comes_last(x) ? rt_tensor_get(x) : rt_contiguous(x, err), out = NULL;
    int64_t shape[4];
    int n = x->ndim;
    bool failed = !dense;

    adapt(&kernel, image, cells);
    memcpy(shape, x->shape, (size_t)n * sizeof *shape);
    memcpy(shape + n - 2, last, 2 * sizeof *shape);
    failed = failed || !(out = result_like(x, (enum rt_dtype)x->dtype, shape, err)) ||
             (index && !(*index = result_like(x, RT_INT64, shape, err))) ||
             pool_kernel(out, index ? *index : NULL, dense, &kernel, err) < 0;
    rt_tensor_unref(dense);
    if (!failed)
        return out;
    rt_tensor_unref(out);
    return NULL;
}

int rt_forward__adaptive_avg_pool2d(struct rt_call *call, struct rt_error *err)
{
    T x = call->args[0].tensor, out;
    int64_t want[2];

    if (check_adaptive(call, "adaptive_avg_pool2d", want, err) < 0 || no_adaptive(x, "adaptive_avg_pool2d", err) < 0)
        return -1;
    out = adaptive(x, RT_POOL_AVG, x->shape + x->ndim - 2, want, NULL, err);
    return out ? rt_result_steal(call, out) : -1;
}

/* (grad, size) */
int rt_forward_adaptive_avg_pool2d_back(struct rt_call *call, struct rt_error *err)
{
    T g = call->args[0].tensor, out;

    out = adaptive(g, RT_POOL_AVG_BACKWARD, call->args[1].ints, g->shape + g->ndim - 2, NULL, err);
    return out ? rt_result_steal(call, out) : -1;
}

BACKWARD(adaptive_avg_pool2d)
{
    struct rt_shape *shape = INPUT_SHAPE(0);
    T g = gradient_like_input(b);

    (void)err;
    if (!g)
        return 0;
    SET(0, rt_build_apply(BUILD, &rt_op__adaptive_avg_pool2d_backward,
                          (struct rt_arg[]){rt_arg_tensor(g), rt_arg_ints(shape->size + shape->ndim - 2, 2)}, 2));
    return 0;
}

BACKWARD(adaptive_avg_pool2d_twice)
{
    struct rt_shape *shape = INPUT_SHAPE(0);

    (void)err;
    SET(0, rt_build_apply(BUILD, &rt_op__adaptive_avg_pool2d,
                          (struct rt_arg[]){rt_arg_tensor(G), rt_arg_ints(shape->size + shape->ndim - 2, 2)}, 2));
    return 0;
}

/* Maxima, and where they are. */
int rt_forward_adaptive_max_pool2d(struct rt_call *call, struct rt_error *err)
{
    T x = call->args[0].tensor, out, index = NULL;
    int64_t want[2];

    if (check_adaptive(call, "adaptive_max_pool2d", want, err) < 0 || no_adaptive(x, "adaptive_max_pool2d", err) < 0)
        return -1;
    if (!(out = adaptive(x, RT_POOL_MAX, x->shape + x->ndim - 2, want, &index, err))) {
        rt_tensor_unref(index);
        return -1;
    }
    return rt_result_pair_steal(call, out, index);
}

/* ---- windows of random positions --------------------------------------------------------------------------------- */

/* (self, samples, image, kernel_size, output_size), checked by those who call it: self [n, c, h, w] or, of volumes,
   [n, c, d, h w] whose sizes are `image`. Results have two dimensions likewise. */
int rt_forward_fractional_max_pool(struct rt_call *call, struct rt_error *err)
{
    const struct rt_arg *a = call->args;
    T x = a[0].tensor, samples = a[1].tensor, dense = NULL, parts = NULL, out = NULL, index = NULL;
    const int n = (int)a[2].count;
    struct rt_device *device = x->storage->device;
    struct rt_pool_call kernel = {.op = RT_POOL_MAX, .depth = 1};
    int64_t image[3] = {1, 1, 1}, size[3] = {1, 1, 1}, shape[4];
    bool fits = (n == 2 || n == 3) && x->ndim == 4 && samples->ndim == 3 && samples->shape[2] == n &&
                a[3].count == a[2].count && a[4].count == a[2].count && samples->dtype == x->dtype &&
                (x->dtype == RT_FLOAT32 || x->dtype == RT_FLOAT64) && samples->storage->device == device;
    int rc = -1;

    for (int i = 0; fits && i < n; i++) {
        const int64_t of = a[3].ints[i];
        image[3 - n + i] = a[2].ints[i];
        size[3 - n + i] = a[4].ints[i];
        if (i == 0 && n == 3)
            kernel.depth = of;
        else
            kernel.window.kernel[i + 2 - n] = of;
        fits = of > 0 && a[4].ints[i] >= 0 && a[4].ints[i] <= a[2].ints[i] && of <= a[2].ints[i];
    }
    if (!fits || samples->shape[0] < x->shape[0] || samples->shape[1] != x->shape[1] ||
        x->shape[2] != (n == 3 ? image[0] : image[1]) || x->shape[3] != (n == 3 ? image[1] * image[2] : image[2]))
        return rt_error_set(err, RT_RUNTIME, "_fractional_max_pool(): images and windows that do not fit");
    memcpy(shape, x->shape, 2 * sizeof *shape);
    shape[2] = n == 3 ? size[0] : size[1];
    shape[3] = n == 3 ? rt_size_mul_saturated(size[1], size[2]) : size[2];
    if ((dense = rt_contiguous(x, err)) && (parts = rt_contiguous(samples, err)) &&
        (out = rt_tensor_new(device, (enum rt_dtype)x->dtype, shape, 4, err)) &&
        (index = rt_tensor_new(device, RT_INT64, shape, 4, err))) {
        T tensors[3] = {dense, out, index};
        struct rt_view *const views[3] = {&kernel.in, &kernel.out, &kernel.index};
        for (int i = 0; i < 3; i++) { /* as volumes */
            rt_tensor_view(tensors[i], views[i]);
            views[i]->ndim = 5;
            memcpy(views[i]->shape + 2, i ? size : image, sizeof size);
            rt_shape_contiguous(views[i]->shape, 5, views[i]->strides);
        }
        rt_tensor_view(parts, &kernel.samples);
        rc = out->numel ? device->kernels->pool(device, &kernel, err) : 0;
    }
    rt_tensor_unref(dense);
    rt_tensor_unref(parts);
    if (rc < 0) {
        rt_tensor_unref(out);
        rt_tensor_unref(index);
        return -1;
    }
    return rt_result_pair_steal(call, out, index);
}
