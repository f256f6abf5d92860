/* Convolutions of one to three dimensions, transposed ones, im2col and col2im: checks, layouts, results, and the
   gradients by input and weight. Which algorithm calculates them is the backend's choice. */
#include "ops.h"
#include "warn.h"

#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

/* ---- patches ----------------------------------------------------------------------------------------------------- */

static void window_of(struct rt_window *w, const struct rt_arg *kernel, const struct rt_arg *dilation,
                      const struct rt_arg *padding, const struct rt_arg *stride)
{
    rt_pair_of(kernel, w->kernel, 1);
    rt_pair_of(dilation, w->dilation, 1);
    rt_pair_of(padding, w->padding, 0);
    rt_pair_of(stride, w->stride, 1);
    rt_bound_window(w);
}

static int64_t positions(int64_t size, const struct rt_window *w, int i)
{
    int64_t span = size + 2 * w->padding[i] - w->dilation[i] * (w->kernel[i] - 1) - 1;

    return span < 0 || w->stride[i] <= 0 ? 0 : span / w->stride[i] + 1;
}

/* Windows of patches, as the library checks them before. */
static int check_patches(const struct rt_window *w, struct rt_error *err)
{
    static const char *const names[] = {"kernel size", "dilation", "padding", "stride"};
    static const char *const shorts[] = {"kernel", "dilation", "pad", "stride"};
    const int64_t *const pairs[] = {w->kernel, w->dilation, w->padding, w->stride};

    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 2; k++)
            if (pairs[i][k] < (i != 2))
                return rt_error_set(err, RT_RUNTIME, "%s should be %s, but got %s_height: %lld %s_width: %lld",
                                    names[i], i == 2 ? "non-negative" : "greater than zero", shorts[i],
                                    (long long)pairs[i][0], shorts[i], (long long)pairs[i][1]);
    return 0;
}

/* The columns [n, c kh kw, oh ow] as the view [n, c, kh, kw, oh, ow]. */
static void column_view(T columns, int64_t channels, const struct rt_window *w, int64_t oh, int64_t ow,
                        struct rt_view *view)
{
    view->data = rt_tensor_pointer(columns);
    view->dtype = (enum rt_dtype)columns->dtype;
    view->ndim = 6;
    memcpy(view->shape, (int64_t[]){columns->shape[0], channels, w->kernel[0], w->kernel[1], oh, ow}, 6 * 8);
    rt_shape_contiguous(view->shape, 6, view->strides);
}

int rt_forward_im2col(struct rt_call *call, struct rt_error *err)
{
    T x = call->args[0].tensor, out;
    struct rt_unfold_call kernel;
    int64_t oh, ow;

    window_of(&kernel.window, &call->args[1], &call->args[2], &call->args[3], &call->args[4]);
    if (check_patches(&kernel.window, err) < 0)
        return -1;
    if (x->ndim != 4)
        return rt_error_set(err, RT_RUNTIME, "im2col: expected batches of images with 4 dimensions, but got %d",
                            x->ndim);
    oh = positions(x->shape[2], &kernel.window, 0);
    ow = positions(x->shape[3], &kernel.window, 1);
    int64_t shape[3] = {x->shape[0], kernel.window.kernel[0] * kernel.window.kernel[1], 0};
    if (!rt_size_mul(shape[1], x->shape[1], &shape[1]) || !rt_size_mul(oh, ow, &shape[2]))
        return rt_error_set(err, RT_RUNTIME, "numel: integer multiplication overflow");
    out = rt_tensor_new(x->storage->device, (enum rt_dtype)x->dtype, shape, 3, err);
    if (!out)
        return -1;
    rt_tensor_view(x, &kernel.in);
    column_view(out, x->shape[1], &kernel.window, oh, ow, &kernel.out);
    if (out->numel && x->storage->device->kernels->unfold(x->storage->device, &kernel, err) < 0) {
        rt_tensor_unref(out);
        return -1;
    }
    return rt_result_steal(call, out);
}

/* (columns, output_size, kernel, dilation, padding, stride) */
int rt_forward_col2im(struct rt_call *call, struct rt_error *err)
{
    T x = call->args[0].tensor, dense, out;
    struct rt_fold_call kernel;
    int64_t size[2], channels;
    int rc;

    window_of(&kernel.window, &call->args[2], &call->args[3], &call->args[4], &call->args[5]);
    rt_pair_of(&call->args[1], size, 1);
    if (check_patches(&kernel.window, err) < 0)
        return -1;
    const int64_t taps = kernel.window.kernel[0] * kernel.window.kernel[1];
    int64_t out_positions = -1;
    if (x->ndim == 3 && size[0] >= 0 && size[1] >= 0 && x->shape[1] % taps == 0 && size[0] < INT64_MAX / 4 &&
        size[1] < INT64_MAX / 4 &&
        !rt_size_mul(positions(size[0], &kernel.window, 0), positions(size[1], &kernel.window, 1), &out_positions))
        out_positions = -1;
    if (out_positions < 0 || x->shape[2] != out_positions)
        return rt_error_set(err, RT_RUNTIME, "col2im: columns %s do not fit an image of %lld x %lld",
                            rt_shape_text(x->shape, x->ndim, (char[RT_SHAPE_TEXT]){0}, RT_SHAPE_TEXT),
                            (long long)size[0], (long long)size[1]);
    channels = x->shape[1] / taps;
    if (!(dense = rt_contiguous(x, err)))
        return -1;
    out = rt_tensor_new(x->storage->device, (enum rt_dtype)x->dtype,
                        (int64_t[]){x->shape[0], channels, size[0], size[1]}, 4, err);
    rc = out ? 0 : -1;
    if (out && out->numel) {
        rt_tensor_view(out, &kernel.out);
        column_view(dense, channels, &kernel.window, positions(size[0], &kernel.window, 0),
                    positions(size[1], &kernel.window, 1), &kernel.in);
        rc = x->storage->device->kernels->fold(x->storage->device, &kernel, err);
    }
    rt_tensor_unref(dense);
    if (rc < 0) {
        rt_tensor_unref(out);
        return -1;
    }
    return rt_result_steal(call, out);
}

BACKWARD(im2col)
{
    const struct rt_arg *a = b->node->args;

    (void)err;
    SET(0,
        rt_build_apply(
            BUILD, &rt_op_col2im,
            (struct rt_arg[]){rt_arg_tensor(G), rt_arg_ints(INPUT_SHAPE(0)->size + 2, 2), a[1], a[2], a[3], a[4]}, 6));
    return 0;
}

BACKWARD(col2im)
{
    const struct rt_arg *a = b->node->args;

    (void)err;
    SET(0, rt_build_apply(BUILD, &rt_op_im2col, (struct rt_arg[]){rt_arg_tensor(G), a[2], a[3], a[4], a[5]}, 5));
    return 0;
}

/* ---- convolution ------------------------------------------------------------------------------------------------- */

/* One kernel call over dense operands of one type. Returns the operand that the call writes (which `shape` describes),
   or NULL. */
static T convolution_kernel(enum rt_convolve_op op, T image, T weight, T bias, T result, const int64_t *shape,
                            const struct rt_arg *options, struct rt_error *err)
{
    struct rt_convolve_call call = {.op = op, .groups = options[3].integer};
    T given[4] = {result, image, weight, bias}, dense[4] = {0}, out = NULL, some = image ? image : result;
    int written = op == RT_CONVOLVE ? 0 : op == RT_CONVOLVE_INPUT ? 1 : 2;
    struct rt_view *views[4] = {&call.out, &call.image, &call.weight, &call.bias};
    const enum rt_dtype type = (enum rt_dtype)some->dtype;
    struct rt_device *device = some->storage->device;
    bool failed = false;

    for (int i = 0; i < 4 && !failed; i++) {
        T converted;
        if (i == written) {
            failed = !(dense[i] = rt_tensor_new(device, type, shape, 4, err));
        } else if (given[i]) {
            converted =
                (enum rt_dtype)given[i]->dtype == type ? rt_tensor_get(given[i]) : rt_convert(given[i], type, err);
            failed = !converted || !(dense[i] = rt_contiguous(converted, err));
            rt_tensor_unref(converted);
        }
        if (dense[i])
            rt_tensor_view(dense[i], views[i]);
    }
    if (!failed) {
        struct rt_arg kernel = rt_arg_ints(dense[2]->shape + 2, 2);
        window_of(&call.window, &kernel, &options[2], &options[1], &options[0]);
        if (device->kernels->convolve(device, &call, err) == 0)
            out = rt_tensor_get(dense[written]);
    }
    for (int i = 0; i < 4; i++)
        rt_tensor_unref(dense[i]);
    return out;
}

/* Are the pixels of x rows of channels, one after the other? */
static bool rows_of_channels(T x)
{
    int64_t strides[4];

    rt_shape_channels_last_strides(x->shape, 4, strides);
    return x->numel && rt_shape_strides_are_channels_last(x->shape, x->strides, 4) &&
           !memcmp(x->strides, strides, sizeof strides);
}

/* Is it a product of such pixels with a matrix: one tap, every pixel, one group? */
static bool is_product(T x, T w_or_other, const int64_t *weight, const struct rt_arg *options)
{
    static const int64_t plain[2] = {1, 0};

    if ((x->dtype != RT_FLOAT32 && x->dtype != RT_FLOAT64) || x->dtype != w_or_other->dtype || weight[2] != 1 ||
        weight[3] != 1 || options[3].integer != 1 || !rows_of_channels(x) || !w_or_other->numel)
        return false;
    for (int i = 0; i < 2; i++) /* strides, padding */
        for (uint32_t k = 0; k < options[i].count; k++)
            if (options[i].ints[k] != plain[i])
                return false;
    return true;
}

/* Rows of pixels, or the matrix of weights of one tap; `transposed`: its columns as rows. */
static struct rt_view matrix_of(T x, bool pixels, bool transposed)
{
    const int64_t rows = pixels ? x->numel / x->shape[1] : x->shape[0], columns = x->shape[1];
    const int64_t row = pixels ? columns : x->strides[0], column = pixels ? 1 : x->strides[1];
    struct rt_view view;

    rt_tensor_view(x, &view);
    view.ndim = 3;
    memcpy(view.shape, (int64_t[]){1, transposed ? columns : rows, transposed ? rows : columns},
           3 * sizeof *view.shape);
    memcpy(view.strides, (int64_t[]){0, transposed ? column : row, transposed ? row : column},
           3 * sizeof *view.strides);
    return view;
}

/* out = a b, or plus the bias of each channel; a new tensor of that shape, its channels last where it has pixels. */
static T product_of(T x, const int64_t *shape, bool pixels, T bias, struct rt_view a, struct rt_view b,
                    struct rt_error *err)
{
    struct rt_matmul_call call = {.alpha = rt_scalar_float(1), .beta = rt_scalar_float(bias ? 1 : 0), .a = a, .b = b};
    struct rt_device *device = x->storage->device;
    int64_t strides[4];

    if (pixels)
        rt_shape_channels_last_strides(shape, 4, strides);
    else
        rt_shape_contiguous(shape, 4, strides);
    T out = rt_tensor_new_strided(device, (enum rt_dtype)x->dtype, shape, strides, 4, err);
    int rc = out ? 0 : -1;
    if (rc == 0 && bias) {
        T wide = rt_tensor_window(bias, shape, (int64_t[]){0, bias->strides[0], 0, 0}, 4, bias->offset, false, err);
        rc = wide ? rt_copy_into(out, wide, err) : -1;
        rt_tensor_unref(wide);
    }
    if (rc == 0) {
        call.out = matrix_of(out, pixels, false);
        rc = device->kernels->matmul(device, &call, err);
    }
    if (rc == 0)
        return out;
    rt_tensor_unref(out);
    return NULL;
}

/* Do images, weights and results (NULL: not there yet) of a convolution belong together? What backward saved may have
   changed since, or come from a hook. */
static int check_sizes(const int64_t *x, const int64_t *w, const int64_t *result, const struct rt_arg *options,
                       struct rt_error *err)
{
    struct rt_window window;
    const int64_t groups = options[3].integer;
    const struct rt_arg kernel = rt_arg_ints(w + 2, 2);
    int64_t channels;
    bool fits = true;

    window_of(&window, &kernel, &options[2], &options[1], &options[0]);
    for (int i = 0; i < 2; i++)
        fits = fits && window.stride[i] > 0 && window.dilation[i] > 0 && window.padding[i] >= 0;
    for (int i = 0; i < 4; i++)
        fits = fits && x[i] >= 0 && w[i] >= 0;
    fits = fits && groups > 0 && rt_size_mul(w[1], groups, &channels) && x[1] == channels && w[0] % groups == 0;
    if (fits && result) {
        fits = result[0] == x[0] && result[1] == w[0];
        for (int i = 0; i < 2; i++)
            fits = fits && result[2 + i] <= positions(x[2 + i], &window, i);
    }
    return fits ? 0
                : rt_error_set(err, RT_RUNTIME, "convolution: images %s, weights %s and results do not fit",
                               rt_shape_text(x, 4, (char[RT_SHAPE_TEXT]){0}, RT_SHAPE_TEXT),
                               rt_shape_text(w, 4, (char[RT_SHAPE_TEXT]){0}, RT_SHAPE_TEXT));
}

static int check_batches(T a, T b, const struct rt_arg *size, struct rt_error *err)
{
    if (a->ndim == 4 && b->ndim == 4 && (!size || size->count == 4))
        return 0;
    return rt_error_set(err, RT_RUNTIME, "convolution: expected batches of images with 4 dimensions");
}

/* (input, weight, bias, stride, padding, dilation, groups) of batches */
int rt_forward_convolution(struct rt_call *call, struct rt_error *err)
{
    T x = call->args[0].tensor, w = call->args[1].tensor, bias = rt_arg_get_tensor(call, 2), out;
    struct rt_window window;

    if (check_batches(x, w, NULL, err) < 0 || check_sizes(x->shape, w->shape, NULL, &call->args[3], err) < 0)
        return -1;
    if (bias && (bias->ndim != 1 || bias->shape[0] != w->shape[0]))
        return rt_error_set(err, RT_RUNTIME, "convolution: expected a bias for each of %lld channels",
                            (long long)w->shape[0]);
    struct rt_arg kernel = rt_arg_ints(w->shape + 2, 2);
    window_of(&window, &kernel, &call->args[5], &call->args[4], &call->args[3]);
    const int64_t shape[4] = {x->shape[0], w->shape[0], positions(x->shape[2], &window, 0),
                              positions(x->shape[3], &window, 1)};
    if (is_product(x, w, w->shape, &call->args[3])) {
        out = product_of(x, shape, true, bias, matrix_of(x, true, false), matrix_of(w, false, true), err);
    } else {
        out = convolution_kernel(RT_CONVOLVE, x, w, bias, NULL, shape, &call->args[3], err);
        out = rt_with_layout_of(out, x, w, err);
    }
    return out ? rt_result_steal(call, out) : -1;
}

/* (grad_output, weight, input_size, stride, padding, dilation, groups) */
int rt_forward_convolution_input(struct rt_call *call, struct rt_error *err)
{
    T g = call->args[0].tensor, w = call->args[1].tensor, out;

    if (check_batches(g, w, &call->args[2], err) < 0 ||
        check_sizes(call->args[2].ints, w->shape, g->shape, &call->args[3], err) < 0)
        return -1;
    if (is_product(g, w, w->shape, &call->args[3]) &&
        !memcmp(g->shape + 2, call->args[2].ints + 2, 2 * sizeof *g->shape)) { /* nothing beside it */
        out = product_of(g, call->args[2].ints, true, NULL, matrix_of(g, true, false), matrix_of(w, false, false), err);
    } else {
        out = convolution_kernel(RT_CONVOLVE_INPUT, NULL, w, NULL, g, call->args[2].ints, &call->args[3], err);
        out = rt_with_layout_of(out, g, w, err);
    }
    return out ? rt_result_steal(call, out) : -1;
}

/* (grad_output, input, weight_size, stride, padding, dilation, groups) */
int rt_forward_convolution_weight(struct rt_call *call, struct rt_error *err)
{
    T g = call->args[0].tensor, x = call->args[1].tensor, out;

    if (check_batches(g, x, &call->args[2], err) < 0 ||
        check_sizes(x->shape, call->args[2].ints, g->shape, &call->args[3], err) < 0)
        return -1;
    if (is_product(g, x, call->args[2].ints, &call->args[3]) && rows_of_channels(x) &&
        !memcmp(g->shape + 2, x->shape + 2, 2 * sizeof *g->shape))
        out = product_of(g, call->args[2].ints, false, NULL, matrix_of(g, true, true), matrix_of(x, true, false), err);
    else
        out = convolution_kernel(RT_CONVOLVE_WEIGHT, x, NULL, NULL, g, call->args[2].ints, &call->args[3], err);
    out = rt_with_layout_of(out, g, x, err);
    return out ? rt_result_steal(call, out) : -1;
}

/* The gradients of the convolution of `x` with `w` whose result has the gradient `g`. */
static T input_gradient(B b, T g, T w, struct rt_arg size, const struct rt_arg *options)
{
    if (!g || !w)
        return NULL;
    return rt_build_apply(
        b, &rt_op_convolution_input,
        (struct rt_arg[]){rt_arg_tensor(g), rt_arg_tensor(w), size, options[0], options[1], options[2], options[3]}, 7);
}

static T weight_gradient(B b, T g, T x, struct rt_arg size, const struct rt_arg *options)
{
    if (!g || !x)
        return NULL;
    return rt_build_apply(
        b, &rt_op_convolution_weight,
        (struct rt_arg[]){rt_arg_tensor(g), rt_arg_tensor(x), size, options[0], options[1], options[2], options[3]}, 7);
}

static T convolve(B b, T x, T w, T bias, const struct rt_arg *options)
{
    if (!x || !w)
        return NULL;
    return rt_build_apply(b, &rt_op_convolution,
                          (struct rt_arg[]){rt_arg_tensor(x), rt_arg_tensor(w), rt_arg_tensor(bias), options[0],
                                            options[1], options[2], options[3]},
                          7);
}

/* The gradient of the result, its channels last in memory where those of the images or the weights are: so will those
   of both be. */
static T gradient_layout(struct rt_backward *b)
{
    return rt_b_images_layout(BUILD, G, b->node->inputs[0].last || b->node->inputs[1].last);
}

BACKWARD(convolution)
{
    const struct rt_arg *a = b->node->args;
    int64_t sum_dims[3] = {0, 2, 3};
    T g = gradient_layout(b);

    (void)err;
    if (WANTS(0))
        SET(0, input_gradient(BUILD, g, ARG(1), rt_arg_ints(INPUT_SHAPE(0)->size, 4), &a[3]));
    if (WANTS(1))
        SET(1, weight_gradient(BUILD, g, ARG(0), rt_arg_ints(INPUT_SHAPE(1)->size, 4), &a[3]));
    SET(2, rt_b_sum(BUILD, G, sum_dims, 3, false));
    return 0;
}

/* Results of as many positions as `shape` says: padding of results may allow more. */
static T first_positions(B b, T out, const struct rt_shape *shape)
{
    for (int i = 2; i < 4; i++)
        if (out && out->shape[i] > shape->size[i])
            out = rt_b_narrow(b, out, i, 0, shape->size[i]);
    return out;
}

BACKWARD(convolution_input)
{
    const struct rt_arg *a = b->node->args;
    T g = gradient_layout(b);

    (void)err;
    if (WANTS(0))
        SET(0, first_positions(BUILD, convolve(BUILD, g, ARG(1), NULL, &a[3]), INPUT_SHAPE(0)));
    if (WANTS(1))
        SET(1, weight_gradient(BUILD, ARG(0), g, rt_arg_ints(INPUT_SHAPE(1)->size, 4), &a[3]));
    return 0;
}

BACKWARD(convolution_weight)
{
    const struct rt_arg *a = b->node->args;

    (void)err;
    if (WANTS(0))
        SET(0, first_positions(BUILD, convolve(BUILD, ARG(1), G, NULL, &a[3]), INPUT_SHAPE(0)));
    if (WANTS(1))
        SET(1, input_gradient(BUILD, ARG(0), G, rt_arg_ints(INPUT_SHAPE(1)->size, 4), &a[3]));
    return 0;
}

/* What windows cannot be: before any of their sizes is used. */
static int check_window(const struct rt_window *w, struct rt_error *err)
{
    for (int i = 0; i < 2; i++)
        if (w->padding[i] < 0)
            return rt_error_set(err, RT_RUNTIME, "negative padding is not supported");
    for (int i = 0; i < 2; i++)
        if (w->stride[i] <= 0)
            return rt_error_set(err, RT_RUNTIME, "non-positive stride is not supported");
    for (int i = 0; i < 2; i++)
        if (w->dilation[i] < 0)
            return rt_error_set(err, RT_RUNTIME, "dilation should be greater than zero");
    for (int i = 0; i < 2; i++)
        if (w->dilation[i] == 0)
            return rt_error_set(err, RT_RUNTIME, "dilation should be greater than zero, but got [%lld, %lld]",
                                (long long)w->dilation[0], (long long)w->dilation[1]);
    return 0;
}

static int weight_of_other_dims(T x, T w, int ndim, const struct rt_window *window, struct rt_error *err)
{
    char ws[RT_SHAPE_TEXT], xs[RT_SHAPE_TEXT];

    if (w->ndim < 3)
        return rt_error_set(err, RT_RUNTIME, "weight should have at least three dimensions");
    if (ndim == 3) /* lists of one element stand for all dimensions */
        return rt_error_set(err, RT_RUNTIME,
                            "Expected %d-dimensional input for %d-dimensional weight %s, but got %d-dimensional input "
                            "of size %s instead",
                            w->ndim, w->ndim, rt_shape_text(w->shape, w->ndim, ws, sizeof ws), x->ndim,
                            rt_shape_text(x->shape, x->ndim, xs, sizeof xs));
    return rt_error_set(err, RT_RUNTIME,
                        "expected stride to be a single integer value or a list of %d values to match the convolution "
                        "dimensions, but got stride=[%lld, %lld]",
                        w->ndim - 2, (long long)window->stride[0], (long long)window->stride[1]);
}

static int check_conv(T x, T w, T bias, int64_t groups, int ndim, const struct rt_window *window, struct rt_error *err)
{
    char ws[RT_SHAPE_TEXT], xs[RT_SHAPE_TEXT];

    if (x->ndim != ndim && x->ndim != ndim - 1)
        return rt_error_set(err, RT_RUNTIME,
                            "Expected %dD (unbatched) or %dD (batched) input to conv%dd, but got input of size: %s",
                            ndim - 1, ndim, ndim - 2, rt_shape_text(x->shape, x->ndim, xs, sizeof xs));
    if (w->ndim != ndim)
        return weight_of_other_dims(x, w, ndim, window, err);
    if (groups <= 0)
        return rt_error_set(err, RT_RUNTIME, "non-positive groups is not supported");
    if (check_window(window, err) < 0)
        return -1;
    if (bias && bias->dtype != x->dtype)
        return rt_error_set(err, RT_RUNTIME, "Input type (%s) and bias type (%s) should be the same",
                            rt_dtype_table[x->dtype].cxx, rt_dtype_table[bias->dtype].cxx);
    if (w->shape[0] < groups)
        return rt_error_set(
            err, RT_RUNTIME,
            "Given groups=%lld, expected weight to be at least %lld at dimension 0, but got weight of size %s instead",
            (long long)groups, (long long)groups, rt_shape_text(w->shape, w->ndim, ws, sizeof ws));
    if (w->shape[0] % groups)
        return rt_error_set(
            err, RT_RUNTIME,
            "Given groups=%lld, expected weight to be divisible by %lld at dimension 0, but got weight of "
            "size [%s] instead",
            (long long)groups, (long long)groups, rt_shape_text(w->shape, w->ndim, ws, sizeof ws));
    if (x->shape[x->ndim - ndim + 1] != rt_step_mul(w->shape[1], groups)) {
        int64_t batched[RT_MAX_DIMS] = {1}; /* PyTorch has put one image into a batch by now */
        const int n = x->ndim < ndim ? ndim : x->ndim;
        memcpy(batched + (n - x->ndim), x->shape, (size_t)x->ndim * sizeof *batched);
        return rt_error_set(
            err, RT_RUNTIME,
            "Given groups=%lld, weight of size %s, expected input%s to have %lld channels, but got %lld "
            "channels instead",
            (long long)groups, rt_shape_text(w->shape, w->ndim, ws, sizeof ws),
            rt_shape_text(batched, n, xs, sizeof xs), (long long)rt_step_mul(w->shape[1], groups),
            (long long)x->shape[x->ndim - ndim + 1]);
    }
    if (bias && (bias->ndim != 1 || bias->shape[0] != w->shape[0]))
        return rt_error_set(err, RT_RUNTIME,
                            "Given weight of size %s, expected bias to be 1-dimensional with %lld elements, but got "
                            "bias of size %s instead",
                            rt_shape_text(w->shape, w->ndim, ws, sizeof ws), (long long)w->shape[0],
                            rt_shape_text(bias->shape, bias->ndim, xs, sizeof xs));
    if (x->dtype != w->dtype)
        return rt_error_set(err, RT_RUNTIME, "expected scalar type %s but found %s", rt_dtype_table[x->dtype].scalar,
                            rt_dtype_table[w->dtype].scalar);
    return 0;
}

/* Windows of no pixels are none. */
static int check_kernel(const struct rt_window *w, struct rt_error *err)
{
    if (w->kernel[0] > 0 && w->kernel[1] > 0)
        return 0;
    return rt_error_set(err, RT_RUNTIME,
                        "kernel size should be greater than zero, but got kernel_height: %lld kernel_width: %lld",
                        (long long)w->kernel[0], (long long)w->kernel[1]);
}

static int check_length(const struct rt_window *w, int64_t length, struct rt_error *err)
{
    int64_t padded = length + 2 * w->padding[1], span = w->dilation[1] * (w->kernel[1] - 1) + 1;

    if (padded >= span)
        return 0;
    return rt_error_set(err, RT_RUNTIME,
                        "Calculated padded input size per channel: (%lld). Kernel size: (%lld). Kernel size can't be "
                        "greater than actual input size",
                        (long long)padded, (long long)span);
}

static int check_size(const struct rt_window *w, int64_t h, int64_t wd, struct rt_error *err)
{
    if (h + 2 * w->padding[0] < w->dilation[0] * (w->kernel[0] - 1) + 1 ||
        wd + 2 * w->padding[1] < w->dilation[1] * (w->kernel[1] - 1) + 1)
        return rt_error_set(
            err, RT_RUNTIME,
            "Calculated padded input size per channel: (%lld x %lld). Kernel size: (%lld x %lld). Kernel "
            "size can't be greater than actual input size",
            (long long)(h + 2 * w->padding[0]), (long long)(wd + 2 * w->padding[1]),
            (long long)(w->dilation[0] * (w->kernel[0] - 1) + 1), (long long)(w->dilation[1] * (w->kernel[1] - 1) + 1));
    return 0;
}

/* Do the lists of options have one number, or one for each dimension? */
static int check_options(const struct rt_call *call, int n, struct rt_error *err)
{
    static const char *const names[] = {"stride", "padding", "dilation"};
    char text[RT_SHAPE_TEXT];

    for (int i = 0; i < 3; i++) {
        const struct rt_arg *list = &call->args[3 + i];
        if (list->count != 1 && (int)list->count != n)
            return rt_error_set(err, RT_RUNTIME,
                                "expected %s to be a single integer value or a list of %d values to match the "
                                "convolution dimensions, but got %s=%s",
                                names[i], n, names[i], rt_shape_text(list->ints, (int)list->count, text, sizeof text));
    }
    return 0;
}

int rt_forward_conv2d(struct rt_call *call, struct rt_error *err)
{
    T x = call->args[0].tensor, w = call->args[1].tensor, bias = rt_arg_get_tensor(call, 2), out;
    struct rt_window window;
    struct rt_build b;
    bool single = x->ndim == 3;

    struct rt_arg kernel = rt_arg_ints(w->shape + 2, w->ndim == 4 ? 2 : 0);
    window_of(&window, &kernel, &call->args[5], &call->args[4], &call->args[3]);
    if (check_options(call, 2, err) < 0 || check_conv(x, w, bias, call->args[6].integer, 4, &window, err) < 0 ||
        check_size(&window, x->shape[x->ndim - 2], x->shape[x->ndim - 1], err) < 0 || check_kernel(&window, err) < 0)
        return -1;
    rt_build_init(&b, err);
    if (single)
        x = rt_b_unsqueeze(&b, x, 0);
    out = convolve(&b, x, w, bias, &call->args[3]);
    if (single)
        out = rt_b_squeeze(&b, out, 0);
    return rt_build_return(&b, call, out);
}

/* as conv2d of height 1 */
int rt_forward_conv1d(struct rt_call *call, struct rt_error *err)
{
    T x = call->args[0].tensor, w = call->args[1].tensor, bias = rt_arg_get_tensor(call, 2), out;
    int64_t stride[2] = {1, 1}, padding[2] = {0, 0}, dilation[2] = {1, 1};
    struct rt_window window;
    struct rt_build b;
    bool single = x->ndim == 2;

    stride[1] = call->args[3].count ? call->args[3].ints[0] : 1;
    padding[1] = call->args[4].count ? call->args[4].ints[0] : 0;
    dilation[1] = call->args[5].count ? call->args[5].ints[0] : 1;
    struct rt_arg options[4] = {rt_arg_ints(stride, 2), rt_arg_ints(padding, 2), rt_arg_ints(dilation, 2),
                                call->args[6]};
    struct rt_arg kernel = rt_arg_ints((int64_t[]){1, w->ndim == 3 ? w->shape[2] : 1}, 2);
    window_of(&window, &kernel, &options[2], &options[1], &options[0]);
    if (check_options(call, 1, err) < 0 || check_conv(x, w, bias, call->args[6].integer, 3, &window, err) < 0 ||
        check_length(&window, x->shape[x->ndim - 1], err) < 0 || check_kernel(&window, err) < 0)
        return -1;
    rt_build_init(&b, err);
    if (single)
        x = rt_b_unsqueeze(&b, x, 0);
    out = rt_b_squeeze(&b, convolve(&b, rt_b_unsqueeze(&b, x, 2), rt_b_unsqueeze(&b, w, 2), bias, options), 2);
    if (out && rt_tensor_name_node(out, "ConvolutionBackward0", err) < 0)
        out = NULL;
    if (single)
        out = rt_b_squeeze(&b, out, 0);
    return rt_build_return(&b, call, out);
}

/* (input, weight, bias, stride, padding, dilation, groups) with padding by name; detail: 1 or 2 dimensions. Where the
   border of "same" cannot be even, the end gets the more. */
int rt_forward_conv_named(struct rt_call *call, struct rt_error *err)
{
    T x = call->args[0].tensor, w = call->args[1].tensor;
    int n = call->op->detail, from = w->ndim - n;
    int64_t padding[2] = {0, 0}, border[4] = {0, 0, 0, 0};
    static atomic_flag warned = ATOMIC_FLAG_INIT; /* once */
    struct rt_build b;
    bool uneven = false;

    if (rt_arg_is(&call->args[4], "same")) {
        for (uint32_t i = 0; i < call->args[3].count; i++)
            if (call->args[3].ints[i] != 1)
                return rt_error_set(err, RT_RUNTIME, "padding='same' is not supported for strided convolutions");
        for (int i = 0; i < n && from >= 2; i++) {
            int64_t dilation = call->args[5].ints[call->args[5].count == 1 ? 0 : i];
            int64_t full = dilation > 0 && w->shape[from + i] > 0 ? dilation * (w->shape[from + i] - 1) : 0;
            padding[i] = full / 2;
            border[2 * (n - 1 - i) + 1] = full % 2;
            uneven = uneven || full % 2;
        }
    } else if (!rt_arg_is(&call->args[4], "valid"))
        return rt_error_set(err, RT_RUNTIME, "Invalid padding string: '%.*s'", (int)call->args[4].count,
                            call->args[4].string);
    rt_build_init(&b, err);
    if (uneven && !atomic_flag_test_and_set(&warned))
        rt_warn_once(
            "Using padding='same' with even kernel lengths and odd dilation may require a zero-padded copy of the "
            "input be created");
    if (uneven && (x->ndim == n + 1 || x->ndim == n + 2))
        x = rt_build_apply(&b, &rt_op_pad, (struct rt_arg[]){call->args[0], rt_arg_ints(border, 2 * (uint32_t)n)}, 2);
    T out = !x ? NULL
               : rt_build_apply(&b, n == 1 ? &rt_op_conv1d : &rt_op_conv2d,
                                (struct rt_arg[]){rt_arg_tensor(x), call->args[1], call->args[2], call->args[3],
                                                  rt_arg_ints(padding, (uint32_t)n), call->args[5], call->args[6]},
                                7);
    return rt_build_return(&b, call, out);
}

/* (input, weight, bias, stride, padding, output_padding, groups, dilation): what each pixel adds to its window, which
   is the gradient of a convolution's images. Sizes have been checked. */
int rt_forward_conv_transposed(struct rt_call *call, struct rt_error *err)
{
    T x = call->args[0].tensor, w = call->args[1].tensor, bias = rt_arg_get_tensor(call, 2), out;
    const struct rt_arg options[4] = {call->args[3], call->args[4], call->args[7], call->args[6]};
    struct rt_arg kernel = rt_arg_ints(w->shape + 2, w->ndim == 4 ? 2 : 0);
    int64_t size[4], extra[2], along[3] = {-1, 1, 1};
    char text[RT_SHAPE_TEXT];
    struct rt_window window;
    struct rt_build b;

    window_of(&window, &kernel, &options[2], &options[1], &options[0]);
    rt_pair_of(&call->args[5], extra, 0);
    if (x->ndim != 4 || w->ndim != 4 || x->shape[1] != w->shape[0])
        return rt_error_set(err, RT_RUNTIME,
                            "conv_transpose2d: expected batches of images, and weights for their channels");
    if (!rt_dtype_is_float((enum rt_dtype)x->dtype))
        return rt_error_set(err, RT_NOT_IMPLEMENTED, "\"slow_conv_transpose2d_out_cpu\" not implemented for '%s'",
                            rt_dtype_table[x->dtype].scalar);
    if (x->shape[2] == 0 || x->shape[3] == 0)
        return rt_error_set(err, RT_RUNTIME,
                            "Only zero batch or zero channel inputs are supported, but got input shape: %s",
                            rt_shape_text(x->shape, x->ndim, text, sizeof text));
    bool fits = true;
    if (check_window(&window, err) < 0 || check_kernel(&window, err) < 0)
        return -1;
    if (call->args[6].integer <= 0 || w->shape[0] % call->args[6].integer)
        return rt_error_set(err, RT_RUNTIME, "conv_transpose2d: groups do not fit %lld channels",
                            (long long)w->shape[0]);
    size[0] = x->shape[0];
    fits = rt_size_mul(w->shape[1], call->args[6].integer, &size[1]);
    for (int i = 0; i < 2; i++)
        fits = fits && rt_size_mul(x->shape[2 + i] - 1, window.stride[i], &size[2 + i]) &&
               rt_size_add(size[2 + i], window.dilation[i] * (window.kernel[i] - 1) + 1 - 2 * window.padding[i],
                           &size[2 + i]) &&
               rt_size_add(size[2 + i], extra[i], &size[2 + i]) && size[2 + i] >= 0 && extra[i] >= 0;
    if (!fits)
        return rt_error_set(err, RT_RUNTIME, "conv_transpose2d: the output size does not fit");
    if (bias && bias->numel != size[1])
        return rt_error_set(err, RT_RUNTIME, "conv_transpose2d: expected a bias for each of %lld channels",
                            (long long)size[1]);
    rt_build_init(&b, err);
    out = input_gradient(&b, x, w, rt_arg_ints(size, 4), options);
    if (bias)
        out = rt_b_add(&b, out, rt_b_reshape(&b, bias, along, 3));
    if (out && rt_tensor_requires_grad(out) && rt_tensor_name_node(out, "ConvolutionBackward0", err) < 0)
        out = NULL;
    return rt_build_return(&b, call, out);
}
