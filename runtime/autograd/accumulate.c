/* The .grad of leaves: which gradient becomes it as it is, which is copied, and sums. Knows no engine. */
#include "ops/ops.h"

#include <string.h>

/* The strides that the first gradient of a leaf gets: the leaf's own where they are dense. */
static void leaf_steps(const struct rt_tensor *variable, const struct rt_tensor *g, int64_t *steps)
{
    if (rt_shape_is_dense(variable->shape, variable->strides, variable->ndim) &&
        rt_shape_equal(variable->shape, variable->ndim, g->shape, g->ndim)) /* else its data was replaced */
        memcpy(steps, variable->strides, (size_t)variable->ndim * sizeof *steps);
    else
        rt_shape_contiguous(g->shape, g->ndim, steps);
}

static bool has_strides(const struct rt_tensor *g, const int64_t *steps)
{
    for (int i = 0; i < g->ndim; i++)
        if (g->shape[i] > 1 && g->strides[i] != steps[i])
            return false;
    return true;
}

/* A copy of the first gradient of a leaf, in the given strides; recorded if the graph is to be differentiated again. */
static struct rt_tensor *copy_for_leaf(struct rt_tensor *variable, struct rt_tensor *g, const int64_t *steps,
                                       bool create_graph, struct rt_error *err)
{
    struct rt_results r;
    struct rt_tensor *out;
    int rc;

    if (create_graph && g->contiguous && !rt_shape_is_dense(variable->shape, variable->strides, variable->ndim))
        return rt_apply1(&rt_op_clone, (struct rt_arg[]){rt_arg_tensor(g)}, 1, err);
    out = rt_tensor_new_strided(g->storage->device, (enum rt_dtype)g->dtype, g->shape, steps, g->ndim, err);
    if (!out)
        return NULL;
    rc = create_graph ? rt_apply(&rt_op_copy_, (struct rt_arg[]){rt_arg_tensor(out), rt_arg_tensor(g)}, 2, &r, err)
                      : rt_copy_into(out, g, err);
    if (rc == 0 && create_graph)
        rt_results_clear(&r);
    if (rc < 0)
        rt_tensor_unref(out);
    return rc == 0 ? out : NULL;
}

/* made, of g (both taken over), becomes .grad; -1 where it is NULL. */
static int set_grad_steal(struct rt_autograd *autograd, struct rt_tensor *g, struct rt_tensor *made)
{
    struct rt_tensor *old = made ? autograd->grad : NULL;

    if (made)
        autograd->grad = made;
    rt_tensor_unref(old);
    rt_tensor_unref(g);
    return made ? 0 : -1;
}

static bool has_references(struct rt_tensor *g, int tensor, int storage)
{
    return __atomic_load_n(&g->references, __ATOMIC_RELAXED) == tensor && !g->user &&
           __atomic_load_n(&g->storage->references, __ATOMIC_RELAXED) == storage;
}

/* Does nobody but the engine know g, and what it is a whole view of? */
static bool is_unshared(struct rt_tensor *g)
{
    if (g->autograd && g->autograd->grad_fn)
        return false;
    if (!g->base)
        return has_references(g, 1, 1);
    return has_references(g, 1, 2) && has_references(g->base, 1, 2) && !g->base->autograd &&
           g->base->numel == g->numel && !g->autograd;
}

/* Such a tensor as one that is no view: g is taken over. */
static struct rt_tensor *without_base_steal(struct rt_tensor *g, struct rt_error *err)
{
    struct rt_tensor *own;

    if (!g->base)
        return g;
    own = rt_tensor_window(g, g->shape, g->strides, g->ndim, g->offset, false, err);
    rt_tensor_unref(g);
    return own;
}

int rt_accumulate_steal(struct rt_tensor *variable, struct rt_tensor *g, bool create_graph, struct rt_error *err)
{
    struct rt_autograd *autograd = rt_tensor_autograd(variable, err);
    struct rt_tensor *sum;

    if (!create_graph && autograd && rt_is_dual(g))
        g = rt_tangent_drop_steal(g, err); /* where no graph is wanted it goes without */
    if (!autograd || !g) {
        rt_tensor_unref(g);
        return -1;
    }
    if (!autograd->grad && g->dispatched) /* never a copy: only its class knows what it is */
        return set_grad_steal(autograd, g, rt_dispatched_detach(g, err));
    if (!autograd->grad && g->sparse)
        return set_grad_steal(autograd, g, rt_sparse_first_gradient(g, create_graph, err));
    if (!autograd->grad && !autograd->grad_fn && g->ndim == variable->ndim) {
        int64_t steps[RT_MAX_DIMS];
        const bool keep = !create_graph && is_unshared(g);
        if (keep && g->contiguous && variable->contiguous)
            return (autograd->grad = without_base_steal(g, err)) ? 0 : -1;
        leaf_steps(variable, g, steps);
        if (keep && has_strides(g, steps))
            return (autograd->grad = without_base_steal(g, err)) ? 0 : -1;
        return set_grad_steal(autograd, g, copy_for_leaf(variable, g, steps, create_graph, err));
    }
    if (!autograd->grad) {
        bool keep = g->contiguous && !g->base && __atomic_load_n(&g->references, __ATOMIC_RELAXED) == 1 &&
                    __atomic_load_n(&g->storage->references, __ATOMIC_RELAXED) == 1 && !g->user;
        if (create_graph ? keep : keep && !(g->autograd && g->autograd->grad_fn)) {
            autograd->grad = g;
            return 0;
        }
        sum = create_graph ? rt_apply1(&rt_op_clone, (struct rt_arg[]){rt_arg_tensor(g)}, 1, err) : NULL;
        if (!create_graph) {
            bool mode = rt_set_grad_enabled(false);
            sum = rt_apply1(&rt_op_clone, (struct rt_arg[]){rt_arg_tensor(g)}, 1, err);
            rt_set_grad_enabled(mode);
        }
        return set_grad_steal(autograd, g, sum);
    }
    struct rt_tensor *old = rt_tensor_get(autograd->grad); /* until it is done: programs may run */
    if (!create_graph && !(old->sparse && !g->sparse) && !old->dispatched &&
        !g->dispatched) { /* in place, so that those who hold .grad see it */
        struct rt_results r;
        bool mode = rt_set_grad_enabled(false);
        int rc =
            rt_apply_inplace(&rt_op_add_Tensor, (struct rt_arg[]){rt_arg_tensor(old), rt_arg_tensor(g)}, 2, &r, err);
        rt_set_grad_enabled(mode);
        if (rc == 0)
            rt_results_clear(&r);
        rt_tensor_unref(old);
        rt_tensor_unref(g);
        return rc;
    }
    sum = rt_apply1(&rt_op_add_Tensor,
                    (struct rt_arg[]){rt_arg_tensor(old->sparse ? g : old), rt_arg_tensor(old->sparse ? old : g)}, 2,
                    err);
    rt_tensor_unref(old);
    return set_grad_steal(autograd, g, sum);
}
