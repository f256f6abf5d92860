/* Fast paths (see fast_path.c) of pooling, padding, interpolation and unfold. */
#include "fast_path.h"

#include <math.h>
#include <string.h>

/* (self, kernel_size, stride, padding, dilation, ceil_mode, return_indices) */
int rt_forward_nn_max_pool2d(struct rt_call *call, struct rt_error *err)
{
    if (call->args[6].boolean)
        return rt_ask_library(err);
    if (call->args[2].kind == RT_NONE)
        call->args[2] = rt_arg_ints(call->args[1].ints, 0); /* as if none were given */
    call->nargs = 6;
    return rt_forward_max_pool2d(call, err);
}

/* ---- sequences, as images of one row ----------------------------------------------------------------------------- */

static T row_of(B b, T x)
{
    return rt_b_unsqueeze(b, x, -2);
}
static T of_row(B b, T x)
{
    return x ? rt_b_squeeze(b, x, -2) : NULL;
}

#define MAX_KERNEL (1 << 20)

static bool is_sequence(T x)
{
    return (x->ndim == 2 || x->ndim == 3) && rt_is_single(x) && x->numel;
}

/* Windows of one dimension as those of two; false: not for these rows. */
static bool flat_window(const struct rt_arg *from, struct rt_arg *to, int64_t (*storage)[2], int64_t first)
{
    if (from->kind != RT_INTS || from->count != 1)
        return false;
    (*storage)[0] = first;
    (*storage)[1] = from->ints[0];
    *to = rt_arg_ints(*storage, 2);
    return true;
}

/* Rows in the host's memory whose windows fit: at once, else NULL. w: kernel, stride and padding of two dimensions. */
static T pooled_row(const struct rt_call *call, enum rt_pool_op op, const struct rt_arg *w, bool ceil_mode,
                    bool count_padding, struct rt_error *err)
{
    T x = call->args[0].tensor, out;
    const int64_t kernel = w[1].ints[1], stride = w[2].ints[1], padding = w[3].ints[1];
    const struct rt_window window = {
        .kernel = {1, kernel}, .stride = {1, stride}, .padding = {0, padding}, .dilation = {1, 1}};

    if (rt_is_recorded(call) || !x->storage->device->host_memory || kernel < 1 || stride < 1 || kernel > MAX_KERNEL ||
        stride > MAX_KERNEL || padding < 0 || padding > kernel / 2)
        return NULL;
    if (!(x = rt_contiguous(x, err)))
        return NULL;
    out = rt_pool_sequence(x, op, &window, ceil_mode, count_padding, op == RT_POOL_AVG, err);
    rt_tensor_unref(x);
    return out;
}

/* (self, kernel_size, stride, padding, dilation, ceil_mode, return_indices) */
int rt_forward_nn_max_pool1d(struct rt_call *call, struct rt_error *err)
{
    const struct rt_arg *a = call->args;
    int64_t storage[4][2];
    struct rt_arg w[6];
    struct rt_build b;
    T out;

    if (!is_sequence(a[0].tensor) || a[6].boolean || !flat_window(&a[1], &w[1], &storage[0], 1) ||
        !flat_window(a[2].kind == RT_NONE ? &a[1] : &a[2], &w[2], &storage[1], 1) ||
        !flat_window(&a[3], &w[3], &storage[2], 0) || !flat_window(&a[4], &w[4], &storage[3], 1) || storage[3][1] != 1)
        return rt_ask_library(err);
    if ((out = pooled_row(call, RT_POOL_MAX, w, a[5].boolean, false, err)))
        return rt_result_steal(call, out);
    if (err->code)
        return -1;
    w[5] = a[5];
    rt_build_init(&b, err);
    w[0] = rt_arg_tensor(row_of(&b, a[0].tensor));
    return rt_build_return(&b, call, w[0].tensor ? of_row(&b, rt_build_apply(&b, &rt_op_max_pool2d, w, 6)) : NULL);
}

/* (self, kernel_size, stride, padding, ceil_mode, count_include_pad) */
int rt_forward_nn_avg_pool1d(struct rt_call *call, struct rt_error *err)
{
    const struct rt_arg *a = call->args;
    int64_t storage[3][2];
    struct rt_arg w[6];
    struct rt_build b;
    T out;

    if (!is_sequence(a[0].tensor) || !flat_window(&a[1], &w[1], &storage[0], 1) ||
        !flat_window(a[2].count ? &a[2] : &a[1], &w[2], &storage[1], 1) || !flat_window(&a[3], &w[3], &storage[2], 0))
        return rt_ask_library(err);
    rt_build_init(&b, err);
    if ((out = pooled_row(call, RT_POOL_AVG, w, a[4].boolean, a[5].boolean, err))) /* a view of an image */
        return rt_build_return(&b, call, of_row(&b, rt_build_keep_steal(&b, out)));
    if (err->code)
        return rt_build_return(&b, call, NULL);
    w[4] = a[4];
    w[5] = a[5];
    w[0] = rt_arg_tensor(row_of(&b, a[0].tensor));
    return rt_build_return(&b, call, w[0].tensor ? of_row(&b, rt_build_apply(&b, &rt_op_avg_pool2d, w, 6)) : NULL);
}

/* (self, output_size): detail 0 means, 1 maxima, of which (…, return_indices) asks only the values */
int rt_forward_nn_adaptive_pool1d(struct rt_call *call, struct rt_error *err)
{
    const struct rt_arg *a = call->args;
    struct rt_op *op = call->op->detail ? &rt_op_adaptive_max_pool2d : &rt_op_adaptive_avg_pool2d;
    struct rt_arg w[2];
    struct rt_build b;
    int64_t storage[2];

    if (!is_sequence(a[0].tensor) || !flat_window(&a[1], &w[1], &storage, 1) || storage[1] < 1 ||
        (call->op->detail && a[2].boolean))
        return rt_ask_library(err);
    rt_build_init(&b, err);
    w[0] = rt_arg_tensor(row_of(&b, a[0].tensor));
    return rt_build_return(&b, call, w[0].tensor ? of_row(&b, rt_build_apply(&b, op, w, 2)) : NULL);
}

/* (self, output_size, return_indices) */
int rt_forward_nn_adaptive_max_pool2d(struct rt_call *call, struct rt_error *err)
{
    if (call->args[2].boolean || call->args[1].count != 2 || !call->args[0].tensor->numel ||
        rt_apply(&rt_op_adaptive_max_pool2d, call->args, 2, call->results, err) < 0)
        return rt_ask_library(err);
    rt_tensor_unref(call->results->tensor[1]);
    call->results->count = 1;
    return 0;
}

/* ---- borders ----------------------------------------------------------------------------------------------------- */

/* (self, pad, mode, value) */
int rt_forward_nn_pad(struct rt_call *call, struct rt_error *err)
{
    static const struct {
        const char *word, *node[3]; /* by the dimensions */
    } modes[] = {{"reflect", {"ReflectionPad1DBackward0", "ReflectionPad2DBackward0", "ReflectionPad3DBackward0"}},
                 {"replicate", {"ReplicationPad1DBackward0", "ReplicationPad2DBackward0", "ReplicationPad3DBackward0"}},
                 {"circular", {"CopySlices", "CopySlices", "CopySlices"}}};
    T x = call->args[0].tensor;
    const struct rt_arg *pad = &call->args[1], value = call->args[3];
    const int dims = (int)pad->count / 2, first = x->ndim - dims;
    int64_t size[3], before[3];
    struct rt_build b;
    int m = 0;

    if (pad->count % 2 || first < 0)
        return rt_ask_library(err);
    if (rt_arg_is(&call->args[2], "constant"))
        return rt_apply(
            &rt_op_pad,
            (struct rt_arg[]){call->args[0], *pad, value.kind == RT_NONE ? rt_arg_scalar(rt_scalar_int(0)) : value}, 3,
            call->results, err);
    while (m < 3 && !rt_arg_is(&call->args[2], modes[m].word))
        m++;
    if (m == 3 || value.kind != RT_NONE || dims < 1 || dims > 3 || (first != 1 && first != 2) || !rt_is_single(x) ||
        !x->numel)
        return rt_ask_library(err);
    for (int i = 0; i < dims; i++) {
        const int64_t *p = pad->ints + 2 * (dims - 1 - i), old = x->shape[first + i];
        if (p[0] < 0 || p[1] < 0 || p[0] >= old || p[1] >= old)
            return rt_ask_library(err);
        before[i] = p[0];
        size[i] = old + p[0] + p[1];
    }
    struct rt_arg args[] = {call->args[0],      rt_arg_ints(size, (uint32_t)dims),
                            call->args[2],      rt_arg_ints(before, (uint32_t)dims),
                            rt_arg_bool(false), rt_arg_float(1),
                            rt_arg_float(1),    rt_arg_float(1)};
    rt_build_init(&b, err);
    return rt_build_return(&b, call,
                           rt_named(&b, rt_build_apply(&b, &rt_op_resample, args, 8), modes[m].node[dims - 1]));
}

/* ---- other sizes ------------------------------------------------------------------------------------------------- */

static const struct scaling {
    const char *mode;
    int dims; /* of the image; 0: any */
    bool aligns;
    const char *word;    /* of the kernel; NULL: means */
    const char *node[3]; /* by the dimensions of the image */
} scalings[] = {
    {"nearest",
     0,
     false,
     "nearest",
     {"UpsampleNearest1DBackward0", "UpsampleNearest2DBackward0", "UpsampleNearest3DBackward0"}},
    {"bilinear", 2, true, "linear", {NULL, "UpsampleBilinear2DBackward0", NULL}},
    {"linear", 1, true, "linear", {"UpsampleLinear1DBackward0", NULL, NULL}},
    {"bicubic", 2, true, "cubic", {NULL, "UpsampleBicubic2DBackward0", NULL}},
    {"trilinear", 3, true, "linear", {NULL, NULL, "UpsampleTrilinear3DBackward0"}},
    {"area", 2, false, NULL, {NULL, NULL, NULL}},
};

/* (self, size, scale_factor, mode, align_corners, recompute_scale_factor, antialias) */
int rt_forward_nn_interpolate(struct rt_call *call, struct rt_error *err)
{
    const struct rt_arg *a = call->args;
    T x = a[0].tensor;
    const int n = x->ndim - 2;
    bool sized = a[1].kind != RT_NONE, scaled = a[2].kind == RT_FLOAT;
    bool align = a[4].kind == RT_BOOLEAN && a[4].boolean;
    double factor = scaled ? a[2].number : 1, step[3] = {1, 1, 1};
    int64_t size[3], none[3] = {0, 0, 0};
    const struct scaling *s = scalings, *end = scalings + sizeof scalings / sizeof *scalings;
    struct rt_build b;

    while (s < end && !rt_arg_is(&a[3], s->mode))
        s++;
    if (s == end || n < 1 || n > 3 || (s->dims && s->dims != n) || (!s->aligns && a[4].kind != RT_NONE) ||
        !rt_is_single(x) || !x->numel || sized == scaled || !(factor > 0 && factor < 1e6) || a[5].kind != RT_NONE ||
        a[6].boolean || (a[1].kind == RT_INTS && a[1].count != (uint32_t)n))
        return rt_ask_library(err);
    for (int i = 0; i < n; i++) {
        double old = (double)x->shape[2 + i];
        size[i] = a[1].kind == RT_INT    ? a[1].integer
                  : a[1].kind == RT_INTS ? a[1].ints[i]
                                         : (int64_t)floor(old * factor);
        if (size[i] < 1)
            return rt_ask_library(err);
        step[3 - n + i] = align ? (size[i] > 1 ? (old - 1) / (double)(size[i] - 1) : 0)
                                : (sized ? old / (double)size[i] : 1 / factor);
    }
    if (!s->word)
        return rt_apply(&rt_op_adaptive_avg_pool2d, (struct rt_arg[]){a[0], rt_arg_ints(size, 2)}, 2, call->results,
                        err);
    struct rt_arg args[] = {a[0],
                            rt_arg_ints(size, (uint32_t)n),
                            rt_arg_string(s->word, (uint32_t)strlen(s->word)),
                            rt_arg_ints(none, (uint32_t)n),
                            rt_arg_bool(align),
                            rt_arg_float(step[0]),
                            rt_arg_float(step[1]),
                            rt_arg_float(step[2])};
    rt_build_init(&b, err);
    return rt_build_return(&b, call, rt_named(&b, rt_build_apply(&b, &rt_op_resample, args, 8), s->node[n - 1]));
}

/* ---- patches ----------------------------------------------------------------------------------------------------- */

static bool positive(const struct rt_arg *pair, int64_t least)
{
    return pair->kind == RT_INTS && pair->count == 2 && pair->ints[0] >= least && pair->ints[1] >= least;
}

/* (self, kernel_size, dilation, padding, stride) of batches of images */
int rt_forward_nn_unfold(struct rt_call *call, struct rt_error *err)
{
    const struct rt_arg *a = call->args;
    T x = a[0].tensor;

    if (x->ndim != 4 || !rt_is_single(x) || !x->numel || !positive(&a[1], 1) || !positive(&a[2], 1) ||
        !positive(&a[3], 0) || !positive(&a[4], 1))
        return rt_ask_library(err);
    int64_t padded, reach;
    for (int i = 0; i < 2; i++)
        if (!rt_size_mul(2, a[3].ints[i], &padded) || !rt_size_add(padded, x->shape[2 + i], &padded) ||
            !rt_size_mul(a[2].ints[i], a[1].ints[i] - 1, &reach) || padded <= reach)
            return rt_ask_library(err);
    return rt_apply(&rt_op_im2col, a, 5, call->results, err);
}
