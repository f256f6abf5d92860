/* bind_sparse.c: what tensors of sparse layouts say of themselves. Knows the parts only by the runtime's accessors. */
#include "bind_core.h"

#define SELF bind_rt(args[0])

lang_value bind_sparse_nnz(struct lang_thread *t, const lang_value *args)
{
    const struct rt_tensor *values = rt_tensor_part(SELF, RT_PART_VALUES);
    return values
               ? lang_int(rt_tensor_shape(values)[0])
               : lang_raise(t, LANG_EXC_NotImplementedError,
                            "Could not run 'aten::_nnz' with arguments from the '%s' backend. This could be because "
                            "the operator doesn't exist for this backend, or was omitted during the selective/custom "
                            "build process (if using custom build).",
                            rt_tensor_device(SELF)->type == RT_CUDA ? "CUDA" : "CPU");
}

lang_value bind_sparse_is_coalesced(struct lang_thread *t, const lang_value *args)
{
    const enum rt_layout layout = rt_tensor_layout(SELF);
    return layout == RT_SPARSE_COO
               ? lang_bool(rt_tensor_is_coalesced(SELF))
               : lang_raise(t, LANG_EXC_RuntimeError,
                            "is_coalesced expected sparse coordinate tensor layout but got %s", rt_layout_word(layout));
}

lang_value bind_sparse_nbytes(struct lang_thread *t, const struct rt_tensor *rt)
{
    if (rt_tensor_layout(rt) == RT_SPARSE_COO)
        return lang_raise(
            t, LANG_EXC_RuntimeError,
            "nbytes is not defined for sparse tensors.  If you want the size of the constituent tensors, add "
            "the nbytes of the indices and values.  If you want the size of the  equivalent dense tensor, "
            "multiply numel() by element_size()");
    return lang_int((int64_t)((uint64_t)rt_tensor_numel(rt) * rt_dtype_size(rt_tensor_dtype(rt))));
}

lang_value bind_sparse_no_storage(struct lang_thread *t, const struct rt_tensor *rt)
{
    return lang_raise(t, LANG_EXC_NotImplementedError, "Cannot access storage of Sparse%sTensorImpl",
                      rt_tensor_layout(rt) == RT_SPARSE_COO ? "" : "Csr");
}
