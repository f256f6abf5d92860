/* nll_loss of at most RT_NLL_MAX_ROWS rows of floats: one call of the kernel class `nll`, and one for the gradient.
   reduction is an enum rt_nll_reduction. */
#include "ops.h"

bool rt_nll_rows(T x_like, const struct rt_shape *shape, T target, T weight)
{
    const struct rt_device *device = x_like->storage->device;

    const int64_t rows = shape->ndim == 2 ? shape->size[0] : 1;

    /* in backward target and weight may be others than they were */
    return rt_is_single(x_like) && shape->ndim <= 2 && shape->ndim && target->numel == rows &&
           target->dtype == RT_INT64 && target->ndim <= 1 && target->numel <= RT_NLL_MAX_ROWS && target->contiguous &&
           target->storage->device == device &&
           (!weight || (weight->dtype == x_like->dtype && weight->contiguous && weight->storage->device == device &&
                        weight->numel == shape->size[shape->ndim - 1]));
}

static void view_as(struct rt_view *view, T tensor, int ndim, int64_t rows, int64_t step)
{
    rt_tensor_view(tensor, view);
    view->ndim = ndim;
    view->shape[0] = rows;
    view->strides[0] = step;
}

/* A row alone has one target. */
T rt_nll_forward(T x, T target, T weight, int64_t reduction, int64_t ignore, struct rt_error *err)
{
    const int last = x->ndim - 1;
    struct rt_device *device = x->storage->device;
    struct rt_nll_call c;
    T out =
        rt_tensor_new(device, (enum rt_dtype)x->dtype, target->shape, reduction == RT_NLL_EACH ? target->ndim : 0, err);

    if (!out)
        return NULL;
    RT_CALL_BEGIN(c, out);
    c.reduction = (enum rt_nll_reduction)reduction;
    c.classes = x->shape[last];
    c.ignore = ignore;
    rt_tensor_view(out, &c.out);
    view_as(&c.in, x, 2, target->numel, last ? x->strides[0] : 0);
    c.in.shape[1] = c.classes;
    c.in.strides[1] = x->strides[last];
    view_as(&c.index, target, 1, target->numel, 1);
    rt_view_none(&c.weight);
    if (weight)
        rt_tensor_view(weight, &c.weight);
    if (device->kernels->nll(device, &c, err) == 0)
        return out;
    rt_tensor_unref(out);
    return NULL;
}

T rt_nll_backward(T g, const struct rt_shape *shape, T target, T weight, int64_t reduction, int64_t ignore,
                  struct rt_error *err)
{
    struct rt_device *device = g->storage->device;
    struct rt_nll_call c;
    T out = rt_tensor_new(device, (enum rt_dtype)g->dtype, shape->size, shape->ndim, err);

    if (!out || !out->numel)
        return out;
    if (g->numel != (reduction == RT_NLL_EACH ? target->numel : 1)) {
        rt_error_set(err, RT_RUNTIME, "nll_loss: a gradient that does not fit the targets");
        rt_tensor_unref(out);
        return NULL;
    }
    RT_CALL_BEGIN(c, out);
    c.reduction = (enum rt_nll_reduction)reduction;
    c.back = true;
    c.classes = shape->size[shape->ndim - 1];
    c.ignore = ignore;
    view_as(&c.out, out, 2, target->numel, c.classes);
    c.out.shape[1] = c.classes;
    c.out.strides[1] = 1;
    view_as(&c.in, g, 1, target->numel, reduction == RT_NLL_EACH && g->ndim ? g->strides[0] : 0);
    view_as(&c.index, target, 1, target->numel, 1);
    rt_view_none(&c.weight);
    if (weight)
        rt_tensor_view(weight, &c.weight);
    if (device->kernels->nll(device, &c, err) == 0)
        return out;
    rt_tensor_unref(out);
    return NULL;
}
