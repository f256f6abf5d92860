/* pixel_shuffle, pixel_unshuffle and channel_shuffle. */
#include "ops.h"

#include <string.h>

/* The same for a few elements, one after the other: shape and strides are those of the new order. */
static void gather_small(T x, const int64_t *shape, const int64_t *steps, int n, char *to)
{
    size_t size = rt_dtype_size((enum rt_dtype)x->dtype);
    const char *from = rt_tensor_pointer(x);
    int64_t at[RT_MAX_DIMS + 4] = {0}, position = 0;

    for (int64_t left = x->numel; left; left--, to += size) {
        memcpy(to, from + (size_t)position * size, size);
        for (int i = n - 1; i >= 0; i--) {
            position += steps[i];
            if (++at[i] < shape[i])
                break;
            position -= at[i] * steps[i];
            at[i] = 0;
        }
    }
}

static T moved_small(B b, T x, const int64_t *shape, const int64_t *dims, int n, const int64_t *after, int nafter)
{
    int64_t strides[RT_MAX_DIMS + 4], sizes[RT_MAX_DIMS + 4], steps[RT_MAX_DIMS + 4];
    T out = rt_tensor_new(x->storage->device, (enum rt_dtype)x->dtype, after, nafter, b->err);

    if (!out)
        return b->failed = true, NULL;
    rt_shape_contiguous(shape, n, strides);
    for (int i = 0; i < n; i++) {
        sizes[i] = shape[dims[i]];
        steps[i] = strides[dims[i]];
    }
    gather_small(x, sizes, steps, n, rt_tensor_pointer(out));
    return rt_build_keep_steal(b, out);
}

/* The last three dimensions [c, h, w] taken apart into six (two of them may be 1), put into another order and together
   again as `after`. A fresh tensor. */
static T moved(B b, T x, int first, const int64_t *apart, int parts, const int *order, const int64_t *after, int nafter)
{
    int64_t shape[RT_MAX_DIMS + 4], dims[RT_MAX_DIMS + 4];

    memcpy(shape, x->shape, (size_t)first * sizeof *shape);
    memcpy(shape + first, apart, (size_t)parts * sizeof *shape);
    for (int i = 0; i < first; i++)
        dims[i] = i;
    for (int i = 0; i < parts; i++)
        dims[first + i] = first + order[i];
    if (rt_is_small(x) && first + parts <= RT_MAX_DIMS && !rt_is_followed(x)) {
        int64_t full[RT_MAX_DIMS + 4];
        memcpy(full, x->shape, (size_t)first * sizeof *full);
        memcpy(full + first, after, (size_t)nafter * sizeof *full);
        return moved_small(b, x, shape, dims, first + parts, full, first + nafter);
    }
    x = rt_b_permute(b, rt_b_reshape(b, x, shape, first + parts), dims, first + parts);
    memcpy(shape + first, after, (size_t)nafter * sizeof *shape);
    return x ? rt_b_reshape(b, rt_b_clone(b, x), shape, first + nafter) : NULL;
}

static T shuffle(B b, T x, int64_t r)
{
    int first = x->ndim - 3;
    const int64_t *s = x->shape + first;

    return moved(b, x, first, (int64_t[]){s[0] / (r * r), r, r, s[1], s[2]}, 5, (int[]){0, 3, 1, 4, 2},
                 (int64_t[]){s[0] / (r * r), rt_size_mul_saturated(s[1], r), rt_size_mul_saturated(s[2], r)}, 3);
}

static T unshuffle(B b, T x, int64_t r)
{
    int first = x->ndim - 3;
    const int64_t *s = x->shape + first;

    return moved(b, x, first, (int64_t[]){s[0], s[1] / r, r, s[2] / r, r}, 5, (int[]){0, 2, 4, 1, 3},
                 (int64_t[]){rt_size_mul_saturated(rt_size_mul_saturated(s[0], r), r), s[1] / r, s[2] / r}, 3);
}

static T mixed(B b, T x, int64_t groups)
{
    int64_t apart[RT_MAX_DIMS + 1] = {groups, x->shape[1] / groups};
    int order[RT_MAX_DIMS + 1] = {1, 0};

    for (int i = 2; i < x->ndim; i++) {
        apart[i] = x->shape[i];
        order[i] = i;
    }
    return moved(b, x, 1, apart, x->ndim, order, x->shape + 1, x->ndim - 1);
}

/* A new tensor is no view of what it was made from, and has its channels last in memory where x has. */
static int fresh(struct rt_build *b, struct rt_call *call, T out, T x)
{
    T formatted = out && x->ndim == 4 ? rt_with_layout_of(rt_tensor_get(out), x, NULL, b->err) : NULL;

    if (formatted)
        out = rt_build_keep_steal(b, formatted);
    if (out && out->base) {
        rt_tensor_unref(out->base);
        out->base = NULL;
    }
    return rt_build_return(b, call, out);
}

static int check_image(T x, const char *name, const char *factor, int64_t r, struct rt_error *err)
{
    if (x->ndim < 3)
        return rt_error_set(err, RT_RUNTIME,
                            "%s expects input to have at least 3 dimensions, but got input with %d dimension(s)", name,
                            x->ndim);
    if (r <= 0)
        return rt_error_set(err, RT_RUNTIME, "%s expects a positive %s, but got %lld", name, factor, (long long)r);
    return 0;
}

int rt_forward_pixel_shuffle(struct rt_call *call, struct rt_error *err)
{
    T x = call->args[0].tensor;
    int64_t r = call->args[1].integer;
    struct rt_build b;

    if (check_image(x, "pixel_shuffle", "upscale_factor", r, err) < 0)
        return -1;
    if (r > INT32_MAX)
        return rt_error_set(err, RT_RUNTIME, "pixel_shuffle: upscale_factor %lld is too large", (long long)r);
    if (x->shape[x->ndim - 3] % (r * r))
        return rt_error_set(err, RT_RUNTIME,
                            "pixel_shuffle expects its input's 'channel' dimension to be divisible by the square of "
                            "upscale_factor, but input.size(-3)=%lld is not divisible by %lld",
                            (long long)x->shape[x->ndim - 3], (long long)(r * r));
    rt_build_init(&b, err);
    return fresh(&b, call, shuffle(&b, x, r), x);
}

BACKWARD(pixel_shuffle)
{
    (void)err;
    SET(0, rt_build_apply(BUILD, &rt_op_pixel_unshuffle, (struct rt_arg[]){rt_arg_tensor(G), b->node->args[1]}, 2));
    return 0;
}

int rt_forward_pixel_unshuffle(struct rt_call *call, struct rt_error *err)
{
    T x = call->args[0].tensor;
    int64_t r = call->args[1].integer;
    struct rt_build b;

    if (check_image(x, "pixel_unshuffle", "downscale_factor", r, err) < 0)
        return -1;
    for (int i = 2; i >= 1; i--)
        if (x->shape[x->ndim - i] % r)
            return rt_error_set(
                err, RT_RUNTIME,
                "pixel_unshuffle expects %s to be divisible by downscale_factor, but input.size(-%d)=%lld is not "
                "divisible by %lld",
                i == 2 ? "height" : "width", i, (long long)x->shape[x->ndim - i], (long long)r);
    rt_build_init(&b, err);
    if (!x->numel) /* PyTorch's gives it back as it is */
        return rt_build_return(&b, call, rt_build_apply(&b, &rt_op_clone, call->args, 1));
    return fresh(&b, call, unshuffle(&b, x, r), x);
}

BACKWARD(pixel_unshuffle)
{
    (void)err;
    SET(0, rt_build_apply(BUILD, &rt_op_pixel_shuffle, (struct rt_arg[]){rt_arg_tensor(G), b->node->args[1]}, 2));
    return 0;
}

int rt_forward_channel_shuffle(struct rt_call *call, struct rt_error *err)
{
    T x = call->args[0].tensor;
    int64_t groups = call->args[1].integer;
    char text[RT_SHAPE_TEXT];
    struct rt_build b;

    if (x->ndim < 3)
        return rt_error_set(err, RT_RUNTIME, "channel_shuffle expects input with > 2 dims, but got input with sizes %s",
                            rt_shape_text(x->shape, x->ndim, text, sizeof text));
    if (groups <= 0)
        return rt_error_set(err, RT_RUNTIME,
                            "Number of groups to divide channels in must be positive. Value of groups:%lld",
                            (long long)groups);
    if (x->shape[1] % groups)
        return rt_error_set(err, RT_RUNTIME,
                            "Number of channels must be divisible by groups. Got %lld channels and %lld groups.",
                            (long long)x->shape[1], (long long)groups);
    rt_build_init(&b, err);
    return fresh(&b, call, mixed(&b, x, groups), x);
}

BACKWARD(channel_shuffle)
{
    int64_t groups = b->node->args[1].integer;

    (void)err;
    SET(0, rt_build_apply(
               BUILD, &rt_op_channel_shuffle,
               (struct rt_arg[]){rt_arg_tensor(G), rt_arg_int(groups && G->shape[1] ? G->shape[1] / groups : 1)}, 2));
    return 0;
}
