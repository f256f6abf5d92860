/* Normalisation layers: batch, layer and group norm, and their gradients. */
#include "ops.h"

#include <stdio.h>
#include <string.h>

/* A vector of channels in the shape [1, c, 1 ...]. */
static T channels(B b, T v, int ndim)
{
    int64_t shape[RT_MAX_DIMS];

    if (!v)
        return NULL;
    for (int i = 0; i < ndim; i++)
        shape[i] = i == 1 ? v->numel : 1;
    return rt_b_reshape(b, v, shape, ndim);
}

static int others(int ndim, int64_t *dims)
{
    int n = 0;

    for (int i = 0; i < ndim; i++)
        if (i != 1)
            dims[n++] = i;
    return n;
}

/* ---- the kernel -------------------------------------------------------------------------------------------------- */

/* Operands made dense and kept by the build; the kernel takes float32 and float64. */
static bool for_kernel(T x, T weight, T bias)
{
    return (x->dtype == RT_FLOAT32 || x->dtype == RT_FLOAT64) && x->numel && (!weight || weight->dtype == x->dtype) &&
           (!bias || bias->dtype == x->dtype);
}

static int kernel_in(B b, T t, T like, struct rt_view *view)
{
    if (!t)
        return 0;
    if (t->dtype != like->dtype)
        t = rt_b_to(b, t, (enum rt_dtype)like->dtype);
    if (!t || !(t = rt_build_keep_steal(b, rt_contiguous(t, b->err))))
        return -1;
    rt_tensor_view(t, view);
    return 0;
}

static T kernel_out(B b, const int64_t *shape, int ndim, T like, struct rt_view *view)
{
    T out =
        rt_build_keep_steal(b, rt_tensor_new(like->storage->device, (enum rt_dtype)like->dtype, shape, ndim, b->err));

    if (out)
        rt_tensor_view(out, view);
    return out;
}

/* A call whose operands are all left out so far. */
static void begin(struct rt_norm_call *kernel, enum rt_norm_op op)
{
    struct rt_view *views[] = {&kernel->out,  &kernel->in,     &kernel->grad,        &kernel->weight,   &kernel->bias,
                               &kernel->mean, &kernel->invstd, &kernel->grad_weight, &kernel->grad_bias};

    RT_CALL_BEGIN(*kernel, out);
    kernel->op = op;
    for (size_t i = 0; i < sizeof views / sizeof *views; i++)
        rt_view_none(views[i]);
}

static int kernel_run(B b, T x, struct rt_norm_call *kernel)
{
    struct rt_device *device = x->storage->device;

    if (!b->failed && device->kernels->norm(device, kernel, b->err) < 0)
        b->failed = true;
    return b->failed ? -1 : 0;
}

/* [outer, channels, inner] of a batch */
static void of_batch(struct rt_norm_call *kernel, T x)
{
    kernel->outer = x->shape[0];
    kernel->channels = x->shape[1];
    kernel->inner = x->numel / rt_step_mul(x->shape[0], x->shape[1]);
    kernel->groups = 1;
}

/* made, or made anew with channels last where x's are */
static T with_layout(B b, T made, T x)
{
    T laid = made ? rt_with_layout_of(rt_tensor_get(made), x, NULL, b->err) : NULL;

    return laid ? rt_build_keep_steal(b, laid) : NULL;
}

static T batch_norm_kernel(B b, T x, T weight, T bias, T mean, T invstd)
{
    struct rt_norm_call kernel;
    T out;

    begin(&kernel, RT_NORM_CHANNELS);
    of_batch(&kernel, x);
    if (kernel_in(b, x, x, &kernel.in) < 0 || kernel_in(b, weight, x, &kernel.weight) < 0 ||
        kernel_in(b, bias, x, &kernel.bias) < 0 || kernel_in(b, mean, x, &kernel.mean) < 0 ||
        kernel_in(b, invstd, x, &kernel.invstd) < 0)
        return NULL;
    out = kernel_out(b, x->shape, x->ndim, x, &kernel.out);
    return out && kernel_run(b, x, &kernel) == 0 ? with_layout(b, out, x) : NULL;
}

/* Mean and variance of each channel. */
static int batch_moments(B b, T x, T *mean, T *var)
{
    struct rt_norm_call kernel;

    begin(&kernel, RT_NORM_STATS);
    of_batch(&kernel, x);
    if (kernel_in(b, x, x, &kernel.in) < 0)
        return -1;
    *mean = kernel_out(b, &x->shape[1], 1, x, &kernel.mean);
    *var = kernel_out(b, &x->shape[1], 1, x, &kernel.invstd);
    return *mean && *var ? kernel_run(b, x, &kernel) : -1;
}

/* The gradients that the node wants: input at edge 0, weight and bias at 1 and 2. */
static void kernel_back(struct rt_backward *b, struct rt_norm_call *kernel, T x, T weight, const int64_t *shape,
                        int ndim)
{
    B m = BUILD;
    T gx = NULL, gw = NULL, gb = NULL;

    if (kernel_in(m, x, x, &kernel->in) < 0 || kernel_in(m, G, x, &kernel->grad) < 0 ||
        kernel_in(m, weight, x, &kernel->weight) < 0)
        return;
    if (WANTS(0))
        gx = kernel_out(m, x->shape, x->ndim, x, &kernel->out);
    if (WANTS(1))
        gw = kernel_out(m, shape, ndim, x, &kernel->grad_weight);
    if (WANTS(2))
        gb = kernel_out(m, shape, ndim, x, &kernel->grad_bias);
    if (kernel_run(m, x, kernel) < 0)
        return;
    /* those of layers are plain */
    SET(0, gx && b->node->op != &rt_op_layer_norm ? with_layout(m, gx, x) : gx);
    SET(1, gw);
    SET(2, gb);
}

/* Half types are normalised in float, and rounded once. */
static int in_float(struct rt_call *call, struct rt_error *err)
{
    struct rt_arg args[RT_MAX_ARGS];
    struct rt_build b;
    T out;

    rt_build_init(&b, err);
    for (int i = 0; i < call->nargs; i++) {
        args[i] = call->args[i];
        if (args[i].kind == RT_TENSOR)
            args[i] = rt_arg_tensor(rt_b_to(&b, args[i].tensor, RT_FLOAT32));
    }
    out = b.failed ? NULL : rt_build_apply(&b, call->op, args, call->nargs);
    return rt_build_return(&b, call, out ? rt_b_to(&b, out, (enum rt_dtype)call->args[0].tensor->dtype) : NULL);
}

static bool is_half(const T x)
{
    return rt_dtype_size((enum rt_dtype)x->dtype) == 2 && rt_dtype_is_float((enum rt_dtype)x->dtype);
}

/* (input, weight, bias, mean, invstd, training) */
int rt_forward_native_batch_norm(struct rt_call *call, struct rt_error *err)
{
    T x = call->args[0].tensor, weight = rt_arg_get_tensor(call, 1), bias = rt_arg_get_tensor(call, 2), out;
    struct rt_build b;

    if (is_half(x))
        return in_float(call, err);
    rt_build_init(&b, err);
    if (for_kernel(x, weight, bias))
        return rt_build_return(&b, call,
                               batch_norm_kernel(&b, x, weight, bias, call->args[3].tensor, call->args[4].tensor));
    out = rt_b_mul(&b, rt_b_sub(&b, x, channels(&b, call->args[3].tensor, x->ndim)),
                   channels(&b, call->args[4].tensor, x->ndim));
    if (weight)
        out = rt_b_mul(&b, out, channels(&b, weight, x->ndim));
    if (bias)
        out = rt_b_add(&b, out, channels(&b, bias, x->ndim));
    return rt_build_return(&b, call, out);
}

/* The statistics as functions of the input, for gradients of gradients: what is kept of the forward pass is constant.
 * What was added to the variance follows from the kept deviation. */
static void statistics_of(B m, T x, const int64_t *dims, int n, T *mean, T *invstd)
{
    const struct rt_arg axes = rt_arg_ints(dims, (uint32_t)n);
    *mean = rt_build_apply(m, &rt_op_mean_dim, (struct rt_arg[]){rt_arg_tensor(x), axes}, 2);
    T centred = *mean ? rt_b_sub(m, x, channels(m, *mean, x->ndim)) : NULL;
    T square = centred ? rt_b_mul(m, centred, centred) : NULL;
    T var = square ? rt_build_apply(m, &rt_op_mean_dim, (struct rt_arg[]){rt_arg_tensor(square), axes}, 2) : NULL;
    T kept = var ? rt_b_map(m, &rt_op_reciprocal, rt_b_mul(m, *invstd, *invstd)) : NULL;
    T eps = kept ? rt_b_detach(m, rt_b_sub(m, kept, var)) : NULL;
    *invstd = eps ? rt_b_map(m, &rt_op_rsqrt, rt_b_add(m, var, eps)) : NULL;
}

BACKWARD(batch_norm)
{
    B m = BUILD;
    T x = ARG(0), weight = b->node->args[1].kind == RT_TENSOR ? ARG(1) : NULL, mean = ARG(3), invstd = ARG(4), hat, g;
    int64_t dims[RT_MAX_DIMS];
    int n;
    double count;

    (void)err;
    if (!x || !mean || !invstd)
        return 0;
    if (for_kernel(x, weight, NULL) && !rt_follows()) {
        struct rt_norm_call kernel;
        begin(&kernel, RT_NORM_CHANNELS_BACKWARD);
        kernel.training = b->node->args[5].boolean;
        of_batch(&kernel, x);
        if (kernel_in(m, mean, x, &kernel.mean) == 0 && kernel_in(m, invstd, x, &kernel.invstd) == 0)
            kernel_back(b, &kernel, x, weight, &x->shape[1], 1);
        return 0;
    }
    n = others(x->ndim, dims);
    count = (double)x->numel / (double)x->shape[1];
    if (b->node->args[5].boolean && rt_follows())
        statistics_of(m, x, dims, n, &mean, &invstd);
    if (!mean || !invstd)
        return 0;
    hat = rt_b_mul(m, rt_b_sub(m, x, channels(m, mean, x->ndim)), channels(m, invstd, x->ndim));
    SET(1, rt_b_sum(m, rt_b_mul(m, G, hat), dims, n, false));
    SET(2, rt_b_sum(m, G, dims, n, false));
    if (WANTS(0)) {
        g = weight ? rt_b_mul(m, G, channels(m, weight, x->ndim)) : G;
        if (b->node->args[5].boolean) { /* the statistics depend on the input */
            T one = rt_b_divs(m, rt_b_sum(m, g, dims, n, true), count);
            T two = rt_b_mul(m, hat, rt_b_divs(m, rt_b_sum(m, rt_b_mul(m, g, hat), dims, n, true), count));
            g = rt_b_sub(m, rt_b_sub(m, g, one), two);
        }
        SET(0, rt_b_mul(m, g, channels(m, invstd, x->ndim)));
    }
    return 0;
}

/* running = (1 - momentum) running + momentum value */
static int update(B b, T running, T value, double momentum)
{
    struct rt_results r;
    bool mode = rt_set_grad_enabled(false);
    int rc = -1;

    if (running && value) {
        T v = rt_b_add(b, rt_b_muls(b, running, 1 - momentum), rt_b_muls(b, value, momentum));
        rc =
            v ? rt_apply(&rt_op_copy_, (struct rt_arg[]){rt_arg_tensor(running), rt_arg_tensor(v)}, 2, &r, b->err) : -1;
        if (rc == 0)
            rt_results_clear(&r);
    }
    rt_set_grad_enabled(mode);
    return rc;
}

/* The parameters are of the type of x, or float where x is of half precision. */
static int check_types(T x, T const *params, int n, const char *kernel, struct rt_error *err)
{
    bool first = true;

    if (!rt_dtype_is_float((enum rt_dtype)x->dtype)) {
        for (int i = 0; i < n; i++)
            if (params[i] && params[i]->dtype == RT_FLOAT32 && strcmp(kernel, "batch_norm"))
                return rt_error_set(err, RT_RUNTIME, "mixed dtype (CPU): all inputs must share same datatype.");
        return rt_no_kernel(kernel, x, err);
    }
    for (int i = 0; i < n; i++) {
        T t = params[i];
        if (t && t->dtype != x->dtype && first && t->dtype != RT_FLOAT32)
            return rt_error_set(err, RT_RUNTIME, "mixed dtype (CPU): expect parameter to have scalar type of Float");
        if (t && t->dtype == RT_FLOAT32 && first && x->dtype == RT_FLOAT64)
            return rt_error_set(err, RT_RUNTIME, "mixed dtype (CPU): all inputs must share same datatype.");
        if (t && !first && t->dtype != x->dtype && !is_half(x))
            return rt_error_set(err, RT_RUNTIME, "expected scalar type %s but found %s",
                                rt_dtype_table[x->dtype].scalar, rt_dtype_table[t->dtype].scalar);
        first = first && !t;
    }
    return 0;
}

static int check_batch_norm(const struct rt_call *call, T x, struct rt_error *err)
{
    static const char *const names[] = {[1] = "weight", [2] = "bias", [3] = "running_mean", [4] = "running_var"};
    static const int order[] = {3, 4, 1, 2};

    if (x->ndim < 2)
        return rt_error_set(err, RT_RUNTIME, "batch_norm: expected at least 2 dimensions");
    for (int k = 0; k < 4; k++) {
        T t = rt_arg_get_tensor(call, order[k]);
        if (!t && k < 2 && !call->args[5].boolean)
            return rt_error_set(err, RT_RUNTIME, "%s must be defined in evaluation mode", names[order[k]]);
        if (t && t->numel != x->shape[1])
            return rt_error_set(err, RT_RUNTIME, "%s should contain %lld elements not %lld", names[order[k]],
                                (long long)x->shape[1], (long long)t->numel);
    }
    return 0;
}

/* Is one of the parameters of a batch norm float? */
static bool has_float(const struct rt_call *call)
{
    for (int i = 1; i < 5; i++)
        if (call->args[i].kind == RT_TENSOR && call->args[i].tensor->dtype == RT_FLOAT32)
            return true;
    return false;
}

/* (input, weight, bias, running_mean, running_var, training, momentum, eps, cudnn_enabled) */
int rt_forward_batch_norm(struct rt_call *call, struct rt_error *err)
{
    T x = call->args[0].tensor, mean = rt_arg_get_tensor(call, 3), var = rt_arg_get_tensor(call, 4), invstd, out;
    bool training = call->args[5].boolean, mode;
    double momentum = call->args[6].number, eps = call->args[7].number;
    int64_t dims[RT_MAX_DIMS];
    struct rt_build b;
    int n;

    if (check_batch_norm(call, x, err) < 0)
        return -1;
    n = others(x->ndim, dims);
    if (check_types(x, (T[]){rt_arg_get_tensor(call, 1), rt_arg_get_tensor(call, 2), mean, var}, 4, "batch_norm", err) <
        0)
        return -1;
    rt_build_init(&b, err);
    if (training) {
        T running_mean = mean, running_var = var;
        double count = (double)x->numel / (double)(x->shape[1] ? x->shape[1] : 1);
        mode = rt_set_grad_enabled(false);
        T plain = rt_b_detach(&b, x);
        plain = plain && is_half(x) ? rt_b_to(&b, plain, RT_FLOAT32) : plain;
        bool fast = plain && for_kernel(x, NULL, NULL);
        if (fast && batch_moments(&b, plain, &mean, &var) < 0)
            plain = mean = var = NULL;
        if (!fast)
            mean = plain ? rt_build_apply(&b, &rt_op_mean_dim,
                                          (struct rt_arg[]){rt_arg_tensor(plain), rt_arg_ints(dims, (uint32_t)n)}, 2)
                         : NULL;
        if (!fast)
            var = plain ? rt_build_apply(&b, &rt_op_var_correction,
                                         (struct rt_arg[]){rt_arg_tensor(plain), rt_arg_ints(dims, (uint32_t)n),
                                                           rt_arg_scalar(rt_scalar_int(0))},
                                         3)
                        : NULL;
        rt_set_grad_enabled(mode);
        if ((running_mean && update(&b, running_mean, mean, momentum) < 0) ||
            (running_var && update(&b, running_var, rt_b_muls(&b, var, count / (count - 1)), momentum) < 0))
            return rt_build_return(&b, call, NULL);
    }
    mode = rt_set_grad_enabled(false);
    if (mean && var && is_half(x)) {
        mean = rt_b_to(&b, mean, RT_FLOAT32);
        var = rt_b_to(&b, var, RT_FLOAT32);
    }
    invstd = rt_b_map(&b, &rt_op_rsqrt, rt_b_adds(&b, var, eps));
    if (mean && invstd && is_half(x) && !has_float(call)) { /* what is kept is of the parameters' type */
        mean = rt_b_to(&b, mean, (enum rt_dtype)x->dtype);
        invstd = rt_b_to(&b, invstd, (enum rt_dtype)x->dtype);
    }
    rt_set_grad_enabled(mode);
    out = mean && invstd
              ? rt_build_apply(&b, &rt_op_native_batch_norm,
                               (struct rt_arg[]){call->args[0], call->args[1], call->args[2], rt_arg_tensor(mean),
                                                 rt_arg_tensor(invstd), rt_arg_bool(training)},
                               6)
              : NULL;
    return rt_build_return(&b, call, out);
}

/* ---- layer norm -------------------------------------------------------------------------------------------------- */

struct layer {
    int64_t dims[RT_MAX_DIMS];
    int n;
    double count;
    T hat, invstd;
};

static void normalise(B b, T x, int normalized, double eps, struct layer *l)
{
    T centred, mean, var;

    l->n = 0;
    l->count = 1;
    for (int i = x->ndim - normalized; i < x->ndim; i++) {
        l->dims[l->n++] = i;
        l->count *= (double)x->shape[i];
    }
    mean = rt_b_divs(b, rt_b_sum(b, x, l->dims, l->n, true), l->count);
    centred = rt_b_sub(b, x, mean);
    var = rt_b_divs(b, rt_b_sum(b, rt_b_mul(b, centred, centred), l->dims, l->n, true), l->count);
    l->invstd = rt_b_map(b, &rt_op_rsqrt, rt_b_adds(b, var, eps));
    l->hat = rt_b_mul(b, centred, l->invstd);
}

/* [outer, channels, 1] where the last dimensions are normalised */
static void of_layer(struct rt_norm_call *kernel, T x, int normalized)
{
    kernel->channels = kernel->inner = kernel->groups = 1;
    for (int i = x->ndim - normalized; i < x->ndim; i++)
        kernel->channels = rt_step_mul(kernel->channels, x->shape[i]);
    kernel->outer = x->numel / kernel->channels;
}

static T rows_kernel(B b, T x, T weight, T bias, struct rt_norm_call *kernel)
{
    T out;

    if (kernel_in(b, x, x, &kernel->in) < 0 || kernel_in(b, weight, x, &kernel->weight) < 0 ||
        kernel_in(b, bias, x, &kernel->bias) < 0)
        return NULL;
    out = kernel_out(b, x->shape, x->ndim, x, &kernel->out);
    return out && kernel_run(b, x, kernel) == 0 ? out : NULL;
}

/* (input, normalized_shape, weight, bias, eps, cudnn_enable) */
int rt_forward_layer_norm(struct rt_call *call, struct rt_error *err)
{
    T x = call->args[0].tensor, weight = rt_arg_get_tensor(call, 2), bias = rt_arg_get_tensor(call, 3), out;
    int n = (int)call->args[1].count;
    char a[RT_SHAPE_TEXT], c[RT_SHAPE_TEXT];
    struct layer l;
    struct rt_build b;

    if (n == 0)
        return rt_error_set(err, RT_RUNTIME,
                            "Expected normalized_shape to be at least 1-dimensional, i.e., containing at least one "
                            "element, but got normalized_shape = []");
    for (int i = 0; i < 2; i++) {
        T given = i ? bias : weight;
        if (given && !rt_shape_equal(given->shape, given->ndim, call->args[1].ints, n))
            return rt_error_set(err, RT_RUNTIME,
                                "Expected %s to be of same shape as normalized_shape, but got %s of shape %s and "
                                "normalized_shape = %s",
                                i ? "bias" : "weight", i ? "bias" : "weight",
                                rt_shape_text(given->shape, given->ndim, c, sizeof c),
                                rt_shape_text(call->args[1].ints, n, a, sizeof a));
    }
    if (x->ndim < n || !rt_shape_equal(x->shape + x->ndim - n, n, call->args[1].ints, n)) {
        const char *want = rt_shape_text(call->args[1].ints, n, a, sizeof a);
        return rt_error_set(err, RT_RUNTIME,
                            "Given normalized_shape=%s, expected input with shape [*, %s, but got input of size%s",
                            want, want + 1, rt_shape_text(x->shape, x->ndim, c, sizeof c));
    }
    if (check_types(x, (T[]){weight, bias}, 2, "LayerNormKernelImpl", err) < 0)
        return -1;
    if (is_half(x))
        return in_float(call, err);
    rt_build_init(&b, err);
    if (for_kernel(x, weight, bias)) {
        struct rt_norm_call kernel;
        begin(&kernel, RT_NORM_ROWS);
        kernel.eps = call->args[4].number;
        of_layer(&kernel, x, n);
        return rt_build_return(&b, call, rows_kernel(&b, x, weight, bias, &kernel));
    }
    normalise(&b, x, n, call->args[4].number, &l);
    out = l.hat;
    if (weight)
        out = rt_b_mul(&b, out, weight);
    if (bias)
        out = rt_b_add(&b, out, bias);
    return rt_build_return(&b, call, out);
}

BACKWARD(layer_norm)
{
    B m = BUILD;
    T x = ARG(0), weight = b->node->args[2].kind == RT_TENSOR ? ARG(2) : NULL, g;
    int normalized = (int)b->node->args[1].count, k = 0;
    int64_t outer[RT_MAX_DIMS];
    struct layer l;

    (void)err;
    if (!x)
        return 0;
    if (for_kernel(x, weight, NULL) && !rt_follows()) {
        struct rt_norm_call kernel;
        begin(&kernel, RT_NORM_ROWS_BACKWARD);
        kernel.eps = b->node->args[4].number;
        of_layer(&kernel, x, normalized);
        kernel_back(b, &kernel, x, weight, x->shape + x->ndim - normalized, normalized);
        return 0;
    }
    normalise(m, x, normalized, b->node->args[4].number, &l);
    for (int i = 0; i < x->ndim - normalized; i++)
        outer[k++] = i;
    if (WANTS(0)) {
        g = weight ? rt_b_mul(m, G, weight) : G;
        T one = rt_b_divs(m, rt_b_sum(m, g, l.dims, l.n, true), l.count);
        T two = rt_b_mul(m, l.hat, rt_b_divs(m, rt_b_sum(m, rt_b_mul(m, g, l.hat), l.dims, l.n, true), l.count));
        SET(0, rt_b_mul(m, rt_b_sub(m, rt_b_sub(m, g, one), two), l.invstd));
    }
    if (WANTS(1)) {
        T gw = rt_b_mul(m, G, l.hat);
        SET(1, k ? rt_b_sum(m, gw, outer, k, false) : gw);
    }
    SET(2, k ? rt_b_sum(m, G, outer, k, false) : G);
    return 0;
}

/* ---- group norm -------------------------------------------------------------------------------------------------- */

/* [n, c, ...] as rows of one group each */
static T grouped(B b, T x, int64_t groups)
{
    int64_t rows = x ? rt_step_mul(x->shape[0], groups) : 0;

    return x ? rt_b_reshape(b, x, (int64_t[]){rows, rows ? x->numel / rows : 0}, 2) : NULL;
}

static int check_group_norm(T x, int64_t groups, T weight, T bias, struct rt_error *err)
{
    T both[2] = {weight, bias};
    char a[RT_SHAPE_TEXT], c[RT_SHAPE_TEXT];

    if (x->ndim < 2)
        return rt_error_set(err, RT_RUNTIME, "Expected at least 2 dimensions for input tensor but received %d",
                            x->ndim);
    if (groups <= 0)
        return rt_error_set(err, RT_RUNTIME, "Expected num groups to be greater than 0, got %lld", (long long)groups);
    if (x->shape[1] % groups)
        return rt_error_set(err, RT_RUNTIME,
                            "Expected number of channels in input to be divisible by num_groups, but got input of "
                            "shape %s and num_groups=%lld",
                            rt_shape_text(x->shape, x->ndim, a, sizeof a), (long long)groups);
    for (int i = 0; i < 2; i++)
        if (both[i] && (both[i]->ndim != 1 || both[i]->numel != x->shape[1]))
            return rt_error_set(err, RT_RUNTIME,
                                "Expected %s to be a vector of size equal to the number of channels in input, but got "
                                "%s of shape %s and input of shape %s",
                                i ? "bias" : "weight", i ? "bias" : "weight",
                                rt_shape_text(both[i]->shape, both[i]->ndim, a, sizeof a),
                                rt_shape_text(x->shape, x->ndim, c, sizeof c));
    if (!rt_dtype_is_inexact((enum rt_dtype)x->dtype) && (weight || bias))
        return rt_error_set(err, RT_RUNTIME, "mixed dtype (CPU): all inputs must share same datatype.");
    if (!rt_dtype_is_inexact((enum rt_dtype)x->dtype))
        return rt_error_set(err, RT_NOT_IMPLEMENTED, "\"GroupNormKernelImpl\" not implemented for '%s'",
                            rt_dtype_table[x->dtype].scalar);
    return 0;
}

/* Parameters are of the input's type; beside half types they may be float32, all of them. */
static int check_parameters(T x, T weight, T bias, struct rt_error *err)
{
    T first = weight ? weight : bias;

    if (!first)
        return 0;
    if (first->dtype == x->dtype) {
        if (bias && bias->dtype != x->dtype)
            return rt_error_set(err, RT_RUNTIME, "expected scalar type %s but found %s", scalar_word(x),
                                scalar_word(bias));
        return 0;
    }
    if (first->dtype != RT_FLOAT32 || (bias && bias->dtype != RT_FLOAT32))
        return rt_error_set(err, RT_RUNTIME, "mixed dtype (CPU): expect parameter to have scalar type of Float");
    if (!is_half(x))
        return rt_error_set(err, RT_RUNTIME, "mixed dtype (CPU): all inputs must share same datatype.");
    return 0;
}

/* (input, num_groups, weight, bias, eps, cudnn_enabled) */
int rt_forward_group_norm(struct rt_call *call, struct rt_error *err)
{
    T x = call->args[0].tensor, weight = rt_arg_get_tensor(call, 2), bias = rt_arg_get_tensor(call, 3), rows,
      out = NULL;
    struct layer l;
    struct rt_build b;

    if (check_group_norm(x, call->args[1].integer, weight, bias, err) < 0)
        return -1;
    if (check_parameters(x, weight, bias, err) < 0)
        return -1;
    if (is_half(x))
        return in_float(call, err);
    rt_build_init(&b, err);
    if (for_kernel(x, weight, bias)) {
        struct rt_norm_call kernel;
        begin(&kernel, RT_NORM_ROWS);
        kernel.eps = call->args[4].number;
        of_batch(&kernel, x);
        kernel.groups = call->args[1].integer;
        return rt_build_return(&b, call, with_layout(&b, rows_kernel(&b, x, weight, bias, &kernel), x));
    }
    if (!(rows = grouped(&b, x, call->args[1].integer)))
        return rt_build_return(&b, call, NULL);
    normalise(&b, rows, 1, call->args[4].number, &l);
    out = rt_b_reshape(&b, l.hat, x->shape, x->ndim);
    if (weight)
        out = rt_b_mul(&b, out, channels(&b, weight, x->ndim));
    if (bias)
        out = rt_b_add(&b, out, channels(&b, bias, x->ndim));
    if (!weight && !bias)
        out = out ? rt_b_clone(&b, out) : NULL; /* a fresh tensor is no view */
    return rt_build_return(&b, call, out);
}

BACKWARD(group_norm)
{
    B m = BUILD;
    T x = ARG(0), weight = b->node->args[2].kind == RT_TENSOR ? ARG(2) : NULL, rows, g;
    int64_t dims[RT_MAX_DIMS];
    struct layer l;
    int n;

    (void)err;
    if (x && for_kernel(x, weight, NULL) && !rt_follows()) {
        struct rt_norm_call kernel;
        begin(&kernel, RT_NORM_ROWS_BACKWARD);
        kernel.eps = b->node->args[4].number;
        of_batch(&kernel, x);
        kernel.groups = b->node->args[1].integer;
        kernel_back(b, &kernel, x, weight, &x->shape[1], 1);
        return 0;
    }
    if (!x || !(rows = grouped(m, x, b->node->args[1].integer)))
        return 0;
    normalise(m, rows, 1, b->node->args[4].number, &l);
    n = others(x->ndim, dims);
    SET(1, rt_b_sum(m, rt_b_mul(m, G, rt_b_reshape(m, l.hat, x->shape, x->ndim)), dims, n, false));
    SET(2, rt_b_sum(m, G, dims, n, false));
    if (WANTS(0)) {
        g = grouped(m, weight ? rt_b_mul(m, G, channels(m, weight, x->ndim)) : G, b->node->args[1].integer);
        T one = rt_b_divs(m, rt_b_sum(m, g, l.dims, l.n, true), l.count);
        T two = rt_b_mul(m, l.hat, rt_b_divs(m, rt_b_sum(m, rt_b_mul(m, g, l.hat), l.dims, l.n, true), l.count));
        g = rt_b_mul(m, rt_b_sub(m, rt_b_sub(m, g, one), two), l.invstd);
        SET(0, rt_b_reshape(m, g, x->shape, x->ndim));
    }
    return 0;
}
