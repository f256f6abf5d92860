/* Checks of tensors that replace those a backward formula was written for: what hooks of saved tensors unpack, and
   gradients that are handed to a node. A formula relies on sizes, types and devices; here they are checked, or
   converted. */
#include "ops.h"

/* Can t be broadcast to that? The dimension from the end where it cannot, else -1. */
static int misfit(const struct rt_tensor *t, const struct rt_shape *to)
{
    for (int i = 1; i <= t->ndim; i++)
        if (i > to->ndim || (t->shape[t->ndim - i] != to->size[to->ndim - i] && t->shape[t->ndim - i] != 1))
            return i;
    return -1;
}

/* t, taken over, broadcast and converted; it can be. */
static struct rt_tensor *expand_steal(struct rt_tensor *t, const struct rt_output *to, struct rt_error *err)
{
    struct rt_build b;
    struct rt_tensor *r;

    rt_build_init(&b, err);
    rt_build_keep_steal(&b, t);
    r = (enum rt_dtype)t->dtype == to->dtype ? t : rt_b_to(&b, t, to->dtype);
    if (r && !rt_shape_equal(r->shape, r->ndim, to->shape.size, to->shape.ndim))
        r = rt_b_expand(&b, r, to->shape.size, to->shape.ndim);
    if (r)
        rt_tensor_ref(r);
    rt_build_end(&b);
    return r;
}

static int wrong_device(const struct rt_tensor *t, const struct rt_output *to, struct rt_error *err)
{
    char is[RT_DEVICE_TEXT], expected[RT_DEVICE_TEXT];

    return rt_error_set(err, RT_RUNTIME, "Tensor on device %s is not on the expected device %s!",
                        rt_device_text(t->storage->device, is, sizeof is),
                        rt_device_text(to->device, expected, sizeof expected));
}

static bool loses_part(const struct rt_tensor *t, const struct rt_output *to)
{
    return rt_dtype_is_complex((enum rt_dtype)t->dtype) && !rt_dtype_is_complex(to->dtype);
}

struct rt_tensor *rt_saved_fit_steal(struct rt_tensor *t, const struct rt_output *to, const struct rt_node *node,
                                     struct rt_error *err)
{
    char is[RT_SHAPE_TEXT], expected[RT_SHAPE_TEXT];
    int d = misfit(t, &to->shape);

    if (t->storage->device != to->device)
        wrong_device(t, to, err);
    else if (node->op->flags & RT_OP_POINTWISE && d < 0 && !loses_part(t, to))
        return expand_steal(t, to, err);
    else if (node->op->flags & RT_OP_POINTWISE && d > 0 && d <= to->shape.ndim)
        rt_error_set(err, RT_RUNTIME,
                     "The size of tensor a (%lld) must match the size of tensor b (%lld) at non-singleton dimension %d",
                     (long long)to->shape.size[to->shape.ndim - d], (long long)t->shape[t->ndim - d],
                     (to->shape.ndim > t->ndim ? to->shape.ndim : t->ndim) - d);
    else
        rt_error_set(err, RT_RUNTIME,
                     "%s: a tensor of size %s and type %s was saved, but one of size %s and type %s is "
                     "there now",
                     node->name, rt_shape_text(to->shape.size, to->shape.ndim, expected, sizeof expected),
                     rt_dtype_table[to->dtype].name, rt_shape_text(t->shape, t->ndim, is, sizeof is),
                     rt_dtype_table[t->dtype].name);
    rt_tensor_unref(t);
    return NULL;
}

int rt_node_fit_gradients(struct rt_node *node, struct rt_tensor **gradients, struct rt_error *err)
{
    char is[RT_SHAPE_TEXT], expected[RT_SHAPE_TEXT];
    int have = 0;

    for (int i = 0; i < node->noutputs; i++) {
        const struct rt_output *to = &node->outputs[i];
        struct rt_tensor *g = gradients[i];
        if (!g)
            continue;
        have++;
        if (!to->device || node->kind == RT_NODE_FOREIGN || node->kind == RT_NODE_ACCUMULATE)
            continue;
        if (g->storage->device != to->device)
            return wrong_device(g, to, err);
        if (misfit(g, &to->shape) > 0 || loses_part(g, to))
            return rt_error_set(err, RT_RUNTIME,
                                "%s: the gradient of output %d has size %s, but the output has size %s", node->name, i,
                                rt_shape_text(g->shape, g->ndim, is, sizeof is),
                                rt_shape_text(to->shape.size, to->shape.ndim, expected, sizeof expected));
        if ((enum rt_dtype)g->dtype == to->dtype && rt_shape_equal(g->shape, g->ndim, to->shape.size, to->shape.ndim))
            continue;
        if (!(gradients[i] = expand_steal(g, to, err)))
            return -1;
    }
    return have;
}
