/* Interpolation, padding by the image's own elements, and grid_sample: rows for the functions of the library, which
   check the arguments, and for the gradients. */
#include "ops.h"

#include <stdio.h>
#include <string.h>

/* in the order of enum rt_resample_op */
static const struct mode {
    const char *word;
    const char *node; /* the end of the names of gradients; %d: dimensions */
} modes[RT_RESAMPLE_COUNT] = {{"nearest", "UpsampleNearest%dD"},
                              {"nearest-exact", "UpsampleNearestExact%dD"},
                              {"linear", NULL},
                              {"cubic", "UpsampleBicubic%dD"},
                              {"triangle", "UpsampleBilinear%dDAa"},
                              {"smooth", "UpsampleBicubic%dDAa"},
                              {"lobes", "UpsampleLanczos%dDAa"},
                              {"reflect", "ReflectionPad%dD"},
                              {"replicate", "ReplicationPad%dD"},
                              {"circular", NULL}};

static int mode_of(const struct rt_arg *arg, struct rt_error *err)
{
    for (int i = 0; i < RT_RESAMPLE_COUNT; i++)
        if (rt_arg_is(arg, modes[i].word))
            return i;
    return rt_error_set(err, RT_VALUE, "_resample(): there is no mode '%.*s'", (int)arg->count, arg->string);
}

/* A dense tensor as [planes, planes, depth, height, width], of which the last n are dimensions of the image. */
static void view_of(T x, int n, struct rt_view *view)
{
    const int lead = x->ndim - n;

    view->data = rt_tensor_pointer(x);
    view->dtype = (enum rt_dtype)x->dtype;
    view->ndim = 5;
    for (int i = 0; i < 5; i++) {
        view->shape[i] = 1;
        view->strides[i] = 0;
    }
    for (int i = 0; i < x->ndim; i++) {
        const int to = i < lead ? 2 - lead + i : 5 - n + i - lead;
        view->shape[to] = x->shape[i];
        view->strides[to] = x->strides[i];
    }
}

/* Does the result of an image have its channels last in memory where the image has? As PyTorch's kernels do. */
static bool keeps_channels_last(T x, int n, int op, bool back)
{
    return n == 2 && x->ndim == 4 && op != RT_RESAMPLE_CIRCULAR &&
           !(back && (op == RT_RESAMPLE_CUBIC || op == RT_RESAMPLE_SMOOTH)) &&
           rt_shape_strides_are_channels_last(x->shape, x->strides, 4);
}

/* Such an image: [images, 1, height, width, channels]. */
static void view_of_last(T x, struct rt_view *view)
{
    rt_tensor_view(x, view);
    view->ndim = 5;
    memcpy(view->shape, (int64_t[]){x->shape[0], 1, x->shape[2], x->shape[3], x->shape[1]}, 5 * sizeof *view->shape);
    rt_shape_contiguous(view->shape, 5, view->strides);
}

/* The kernel over two dimensions of an image whose channels are the last one, which stays. */
static T run_last(struct rt_resample_call *kernel, T in, enum rt_dtype as, const int64_t *shape, struct rt_error *err)
{
    int64_t strides[4];

    rt_shape_channels_last_strides(shape, 4, strides);
    T out = rt_tensor_new_strided(in->storage->device, as, shape, strides, 4, err);
    if (!out)
        return NULL;
    for (int i = 0; i < 2; i++) {
        kernel->step[i] = kernel->step[i + 1];
        kernel->before[i] = kernel->before[i + 1];
    }
    kernel->step[2] = -1;
    kernel->before[2] = 0;
    view_of_last(in, &kernel->in);
    view_of_last(out, &kernel->out);
    if (in->storage->device->kernels->resample(in->storage->device, kernel, err) == 0)
        return out;
    rt_tensor_unref(out);
    return NULL;
}

/* Can every position of `size` be made from the image? What the modules make sure of, for those that call the row. */
static bool fits(T x, int op, bool back, int n, const int64_t *size, const struct rt_resample_call *kernel)
{
    for (int i = 0; i < n; i++) {
        const int64_t given = x->shape[x->ndim - n + i], image = back ? size[i] : given,
                      positions = back ? given : size[i], before = kernel->before[3 - n + i];
        const double step = kernel->step[3 - n + i];
        int64_t after;
        if (image < 0 || positions < 0 || (image == 0 && positions > 0) ||
            !(step >= 0 && step * (double)positions <= 0x1p60) || before < -image ||
            !rt_size_add(image, before, &after))
            return false;
        after = positions - after;
        if (after < -image || (op == RT_RESAMPLE_REFLECT && (before >= image || after >= image) && positions > 0))
            return false;
    }
    return true;
}

/* Runs the kernel. sizes are those of the last dimensions of what comes out. */
static T run(struct rt_call *call, bool back, struct rt_error *err)
{
    T x = call->args[0].tensor, in = NULL, out = NULL;
    const struct rt_arg *a = call->args;
    const int n = (int)a[1].count;
    const int op = mode_of(&a[2], err);
    struct rt_resample_call kernel;
    int64_t shape[5];

    if (op < 0)
        return NULL;
    if (n < 1 || n > 3 || x->ndim <= n || x->ndim > n + 2 || a[3].count != a[1].count) {
        rt_error_set(err, RT_RUNTIME, "_resample(): %d sizes of a tensor with %d dimensions", n, x->ndim);
        return NULL;
    }
    RT_CALL_BEGIN(kernel, out);
    kernel.op = (enum rt_resample_op)op;
    kernel.back = back;
    kernel.align = a[4].boolean;
    /* PyTorch's small images, and all its gradients */
    kernel.plain = back || (n == 2 && rt_step_add(a[1].ints[0], a[1].ints[1]) <= 128);
    kernel.single = x->dtype != RT_FLOAT64;
    for (int i = 0; i < 3; i++) {
        kernel.step[i] = i < 3 - n ? 1 : a[5 + i].number;
        kernel.before[i] = i < 3 - n ? 0 : a[3].ints[i - 3 + n];
    }
    if (!fits(x, op, back, n, a[1].ints, &kernel)) {
        rt_error_set(err, RT_RUNTIME, "_resample(): sizes, borders and steps that do not fit an image of %s",
                     rt_shape_text(x->shape, x->ndim, (char[RT_SHAPE_TEXT]){0}, RT_SHAPE_TEXT));
        return NULL;
    }
    if (back && op == RT_RESAMPLE_CUBIC && rt_shape_equal(x->shape + x->ndim - n, n, a[1].ints, n))
        for (int i = 0; i < 3; i++) { /* whatever the steps */
            kernel.step[i] = 1;
            kernel.align = false;
        }
    const bool takes = !back && op != RT_RESAMPLE_LINEAR && op != RT_RESAMPLE_CUBIC &&
                       (op < RT_RESAMPLE_TRIANGLE || op > RT_RESAMPLE_LOBES);
    const enum rt_dtype type = (enum rt_dtype)x->dtype, as = !takes && rt_dtype_size(type) == 2 ? RT_FLOAT32 : type;
    memcpy(shape, x->shape, (size_t)x->ndim * sizeof *shape);
    memcpy(shape + x->ndim - n, a[1].ints, (size_t)n * sizeof *shape);
    T given = as == type ? rt_tensor_get(x) : rt_convert(x, as, err);
    const bool last = keeps_channels_last(x, n, op, back);
    int64_t dense[4];
    if (last)
        rt_shape_channels_last_strides(x->shape, 4, dense);
    if (last && given && x->numel && !memcmp(given->strides, dense, sizeof dense))
        out = run_last(&kernel, given, as, shape, err);
    else if ((in = given ? rt_contiguous(given, err) : NULL) &&
             (out = rt_tensor_new(x->storage->device, as, shape, x->ndim, err))) {
        view_of(in, n, &kernel.in);
        view_of(out, n, &kernel.out);
        if (x->storage->device->kernels->resample(x->storage->device, &kernel, err) < 0) {
            rt_tensor_unref(out);
            out = NULL;
        }
        if (last)
            out = rt_with_layout_of(out, x, NULL, err);
    }
    if (out && as != type) {
        T rounded = rt_convert(out, type, err);
        rt_tensor_unref(out);
        out = rounded;
    }
    rt_tensor_unref(given);
    rt_tensor_unref(in);
    return out;
}

int rt_forward_resample(struct rt_call *call, struct rt_error *err)
{
    T out = run(call, false, err);

    return out ? rt_result_steal(call, out) : -1;
}

int rt_forward_resample_back(struct rt_call *call, struct rt_error *err)
{
    T out = run(call, true, err);

    return out ? rt_result_steal(call, out) : -1;
}

/* `row` with the arguments of a node, but for the first two. */
static T apply(B m, struct rt_op *row, T x, struct rt_arg size, const struct rt_arg *a)
{
    if (!x)
        return NULL;
    return rt_build_apply(m, row, (struct rt_arg[]){rt_arg_tensor(x), size, a[2], a[3], a[4], a[5], a[6], a[7]}, 8);
}

/* The gradient of complex numbers: their components as images of real ones. */
static T apply_to_parts(B m, T g, struct rt_arg size, const struct rt_arg *a)
{
    const int n = g->ndim;
    int64_t order[RT_MAX_DIMS], shape[RT_MAX_DIMS], pairs[RT_MAX_DIMS];

    order[0] = n;
    for (int i = 0; i < n; i++)
        order[i + 1] = i;
    T parts = rt_b_permute(m, rt_b_map(m, &rt_op_view_as_real, g), order, n + 1);
    if (!parts)
        return NULL;
    memcpy(pairs, parts->shape, (size_t)(n + 1) * sizeof *pairs);
    shape[0] = 2 * pairs[1];
    memcpy(shape + 1, pairs + 2, (size_t)(n - 1) * sizeof *shape);
    parts = apply(m, &rt_op_resample_back, rt_b_reshape(m, parts, shape, n), size, a);
    memcpy(pairs + 1 + n - size.count, size.ints, size.count * sizeof *pairs);
    parts = rt_b_reshape(m, parts, pairs, n + 1);
    for (int i = 0; i < n; i++)
        order[i] = i + 1;
    order[n] = 0;
    parts = rt_b_permute(m, parts, order, n + 1);
    parts = parts ? rt_build_apply(m, &rt_op_clone,
                                   (struct rt_arg[]){rt_arg_tensor(parts), rt_arg_string("contiguous", 10)}, 2)
                  : NULL;
    return parts ? rt_b_map(m, &rt_op_view_as_complex, parts) : NULL;
}

/* What the gradient's node is called. */
static int name_gradient(T out, const struct rt_arg *a, struct rt_error *err)
{
    static const char *const linear[] = {"Linear", "Bilinear", "Trilinear"};
    const int op = mode_of(&a[2], err), n = (int)a[1].count;
    char word[48], name[80];

    if (!out || op < 0 || !rt_tensor_requires_grad(out))
        return 0;
    if (op == RT_RESAMPLE_CIRCULAR)
        return rt_tensor_name_node(out, "SliceBackwardBackward0", err);
    if (op == RT_RESAMPLE_LINEAR)
        snprintf(word, sizeof word, "Upsample%s%dD", linear[n - 1], n);
    else
        snprintf(word, sizeof word, modes[op].node, n);
    snprintf(name, sizeof name, "%sBackwardBackward0", word);
    return rt_tensor_name_node(out, name, err);
}

BACKWARD(resample)
{
    const struct rt_arg *a = b->node->args;
    struct rt_shape *shape = INPUT_SHAPE(0);
    const uint32_t n = a[1].count;
    const struct rt_arg size = rt_arg_ints(shape->size + shape->ndim - n, n);
    const int op = mode_of(&a[2], err);
    /* of padding it has the layout of the images, of other sizes that of the gradient of the result */
    T g = op == RT_RESAMPLE_REFLECT || op == RT_RESAMPLE_REPLICATE
              ? rt_b_images_layout(BUILD, G, b->node->inputs[0].last)
              : G;
    T out = !g                                             ? NULL
            : rt_dtype_is_complex((enum rt_dtype)g->dtype) ? apply_to_parts(BUILD, g, size, a)
                                                           : apply(BUILD, &rt_op_resample_back, g, size, a);

    if (name_gradient(out, a, err) < 0)
        return -1;
    SET(0, out);
    return 0;
}

BACKWARD(resample_back)
{
    const struct rt_arg *a = b->node->args;
    struct rt_shape *shape = INPUT_SHAPE(0);
    const uint32_t n = a[1].count;

    (void)err;
    SET(0, apply(BUILD, &rt_op_resample, G, rt_arg_ints(shape->size + shape->ndim - n, n), a));
    return 0;
}

/* The call of images and a grid that fit; args are (self, grid, mode, padding, align_corners). */
static int sample_call(const struct rt_arg *args, struct rt_sample_call *kernel, struct rt_error *err)
{
    T x = args[0].tensor, grid = args[1].tensor;
    const int n = x->ndim;

    memset(kernel, 0, sizeof *kernel);
    kernel->mode = (enum rt_sample_mode)args[2].integer;
    kernel->padding = (enum rt_sample_padding)args[3].integer;
    kernel->align = args[4].boolean;
    if ((n != 4 && n != 5) || grid->ndim != n || grid->shape[n - 1] != n - 2 || grid->shape[0] != x->shape[0] ||
        grid->dtype != x->dtype || x->storage->device != grid->storage->device || args[2].integer < 0 ||
        args[2].integer > (n == 4 ? RT_SAMPLE_BICUBIC : RT_SAMPLE_NEAREST) || args[3].integer < 0 ||
        args[3].integer > RT_SAMPLE_REFLECTION)
        return rt_error_set(err, RT_RUNTIME, "_grid_sample(): images and grids that do not fit");
    return 0;
}

/* The shape of a result. */
static void sample_shape(T x, T grid, int64_t *shape)
{
    shape[0] = x->shape[0];
    shape[1] = x->shape[1];
    memcpy(shape + 2, grid->shape + 1, (size_t)(x->ndim - 2) * sizeof *shape);
}

/* (self, grid, mode, padding, align_corners), checked by those who call it */
int rt_forward_grid_sample(struct rt_call *call, struct rt_error *err)
{
    T x = call->args[0].tensor, grid = call->args[1].tensor, dense, positions, out = NULL;
    struct rt_sample_call kernel;
    int64_t shape[5];
    int status = -1;

    if (sample_call(call->args, &kernel, err) < 0)
        return -1;
    sample_shape(x, grid, shape);
    dense = rt_contiguous(x, err);
    positions = rt_contiguous(grid, err);
    if (dense && positions && (out = rt_tensor_new(x->storage->device, (enum rt_dtype)x->dtype, shape, x->ndim, err))) {
        rt_tensor_view(dense, &kernel.in);
        rt_tensor_view(positions, &kernel.grid);
        rt_tensor_view(out, &kernel.out);
        status = x->storage->device->kernels->sample(x->storage->device, &kernel, err);
    }
    rt_tensor_unref(dense);
    rt_tensor_unref(positions);
    return finished(call, out, status);
}

/* (grad, self, grid, mode, padding, align_corners, of_self, of_grid): the gradients of both, those not wanted without
   elements */
int rt_forward_grid_sample_back(struct rt_call *call, struct rt_error *err)
{
    const struct rt_arg *args = call->args + 1;
    T g = call->args[0].tensor, given[2] = {args[0].tensor, args[1].tensor}, dense[3] = {0}, out[2] = {0};
    struct rt_device *device = given[0]->storage->device;
    const enum rt_dtype type = (enum rt_dtype)given[0]->dtype;
    struct rt_sample_call kernel;
    struct rt_view *const views[] = {&kernel.in, &kernel.grid}, *const grads[] = {&kernel.grad_in, &kernel.grad_grid};
    int64_t shape[5] = {0};
    bool failed = sample_call(args, &kernel, err) < 0;

    if (failed)
        return -1;
    sample_shape(given[0], given[1], shape);
    if ((enum rt_dtype)g->dtype != type || !rt_shape_equal(g->shape, g->ndim, shape, given[0]->ndim))
        return rt_error_set(err, RT_RUNTIME, "_grid_sample_backward(): a gradient that does not fit");
    for (int i = 0; i < 2 && !failed; i++) {
        const int64_t none = 0;
        const bool wanted = args[5 + i].boolean;
        dense[i] = rt_contiguous(given[i], err);
        out[i] = wanted ? rt_tensor_new(device, type, given[i]->shape, given[i]->ndim, err)
                        : rt_tensor_new(device, type, &none, 1, err);
        failed = !dense[i] || !out[i];
        if (!failed)
            rt_tensor_view(dense[i], views[i]);
        if (!failed && wanted)
            rt_tensor_view(out[i], grads[i]);
    }
    failed = failed || !(dense[2] = rt_contiguous(g, err));
    if (!failed) {
        rt_tensor_view(dense[2], &kernel.grad);
        failed = device->kernels->sample(device, &kernel, err) < 0;
    }
    for (int i = 0; i < 3; i++)
        rt_tensor_unref(dense[i]);
    if (failed) {
        rt_tensor_unref(out[0]);
        rt_tensor_unref(out[1]);
        return -1;
    }
    return rt_result_pair_steal(call, out[0], out[1]);
}
