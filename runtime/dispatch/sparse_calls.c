/* Calls with tensors of sparse layouts: which forward takes them, and their results in place. Knows no op by its name.
 */
#include "call.h"

#include <string.h>

/* The first argument of a sparse layout; NULL: only the result is to have one. */
static const struct rt_tensor *first_sparse(const struct rt_call *call)
{
    for (int i = 0; i < call->nargs; i++) {
        const struct rt_arg *arg = &call->args[i];
        if (arg->kind == RT_TENSOR && arg->tensor->sparse)
            return arg->tensor;
        for (uint32_t k = 0; arg->kind == RT_TENSORS && k < arg->count; k++)
            if (arg->tensors[k] && arg->tensors[k]->sparse)
                return arg->tensors[k];
    }
    return NULL;
}

int rt_sparse_refused(const struct rt_call *call, struct rt_error *err)
{
    const struct rt_tensor *t = first_sparse(call);
    const enum rt_layout layout = t ? t->sparse->layout : RT_SPARSE_COO;
    const struct rt_device *device = t ? t->storage->device : call->device;
    const char *name = call->schema->name, *overload = call->schema->overload;
    const bool underscore = call->inplace && name[0] && name[strlen(name) - 1] != '_';

    if (call->op->flags & RT_OP_VIEW) /* which is what makes PyTorch's views */
        name = "as_strided", overload = "";
    if (!strcmp(overload, "Tensor") && call->nargs > 1 && call->args[1].kind == RT_SCALAR)
        overload = "Scalar";
    return rt_error_set(err, RT_NOT_IMPLEMENTED,
                        "Could not run 'aten::%s%s%s%s' with arguments from the '%s%s' backend. This could be because "
                        "the operator doesn't exist for this backend, or was omitted during the selective/custom build "
                        "process (if using custom build).",
                        name, underscore ? "_" : "", overload[0] ? "." : "", overload,
                        layout == RT_SPARSE_COO ? "Sparse" : "SparseCsr",
                        device && device->type == RT_CUDA ? "CUDA" : "CPU");
}

/* The one place where sparse tensors meet an op: a row of the table of sparse layouts, or an error. No forward but
   those of that table sees a tensor without memory. */
int rt_choose_sparse(struct rt_call *call, struct rt_error *err)
{
    const struct rt_sparse_row *row = rt_sparse_row(call->op);
    const struct rt_tensor *self = rt_arg_get_tensor(call, 0);

    if (call->dual && (call->sparse || (row && row->flags & RT_SPARSE_RESULT)))
        return rt_error_set(err, RT_NOT_IMPLEMENTED, "%s: forward AD of sparse layouts is not supported",
                            call->schema->name);
    if (!call->sparse)
        return 0;
    if (!row || (call->inplace && !(row->flags & RT_SPARSE_INPLACE)))
        return rt_sparse_refused(call, err);
    if (call->inplace && row->flags & RT_SPARSE_COALESCED && self && self->sparse &&
        self->sparse->layout == RT_SPARSE_COO && !self->sparse->coalesced)
        return rt_error_set(err, RT_RUNTIME, "%s_ requires coalesced input", call->schema->name);
    call->forward = row->forward;
    return 0;
}

/* A sparse result in place: into the values of self where the elements are the same ones, or its parts are exchanged.
 */
int rt_take_sparse_result(struct rt_tensor *self, struct rt_tensor *result, struct rt_error *err)
{
    const struct rt_sparse *to = self->sparse, *from = result->sparse;
    struct rt_cast_copy_call copy;

    if (!to || !from || to->layout != from->layout)
        return rt_error_set(err, RT_RUNTIME, "Expected a result of layout %s, but got %s",
                            rt_layout_word(rt_tensor_layout(self)), rt_layout_word(rt_tensor_layout(result)));
    if (to->indices != from->indices || to->plain != from->plain || self->dtype != result->dtype ||
        !rt_shape_equal(to->values->shape, to->values->ndim, from->values->shape, from->values->ndim))
        return rt_tensor_take_sparse(self, result, err);
    rt_tensor_view(to->values, &copy.out);
    rt_tensor_view(from->values, &copy.in);
    return to->values->numel && to->values != from->values
               ? self->storage->device->kernels->cast_copy(self->storage->device, &copy, err)
               : 0;
}
