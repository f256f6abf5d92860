/* Gradients of sparse layouts: which formulas take them, and how the first becomes a leaf's. Knows no op by its name.
 */
#include "autograd.h"

int rt_check_sparse_gradient(const struct rt_node *node, struct rt_error *err)
{
    const struct rt_sparse_row *row = rt_sparse_row(node->op);

    return row && row->flags & RT_SPARSE_GRADIENT
               ? 0
               : rt_error_set(err, RT_NOT_IMPLEMENTED, "%s does not support tensors of a sparse layout", node->name);
}

int rt_check_sparse_gradients(const struct rt_node *node, struct rt_tensor *const *gradients, struct rt_error *err)
{
    for (int i = 0; i < node->noutputs; i++)
        if (gradients[i] && gradients[i]->sparse && rt_check_sparse_gradient(node, err) < 0)
            return -1;
    return 0;
}

struct rt_tensor *rt_sparse_first_gradient(struct rt_tensor *g, bool create_graph, struct rt_error *err)
{
    extern struct rt_op rt_op_clone;
    const struct rt_sparse *s = g->sparse;

    if (!create_graph && rt_tensor_references(g) == 1 && !g->user && !(g->autograd && g->autograd->grad_fn) &&
        s->values->contiguous && s->indices->contiguous) {
        g->sparse->coalesced = s->values->shape[0] < 2; /* as PyTorch's, which looks at the parts only */
        return rt_tensor_get(g);
    }
    const bool mode = rt_set_grad_enabled(create_graph);
    struct rt_tensor *copy = rt_apply1(&rt_op_clone, (struct rt_arg[]){rt_arg_tensor(g)}, 1, err);
    rt_set_grad_enabled(mode);
    return copy;
}
