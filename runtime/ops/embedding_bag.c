/* embedding_bag: sums, means and maxima of rows of a table, the offsets and counts that it returns, and the gradients.
   Must not know a backend. */
#include "ops.h"

#include <string.h>

/* (weight, indices, starts, mode, factors, padding); indices [bags, each] without starts, else [n] */
int rt_forward_embedding_bag(struct rt_call *call, struct rt_error *err)
{
    T weight = call->args[0].tensor, indices = call->args[1].tensor, starts = rt_arg_get_tensor(call, 2);
    T factors = rt_arg_get_tensor(call, 4), out, where;
    struct rt_device *device = weight->storage->device;
    enum rt_dtype dtype = (enum rt_dtype)weight->dtype, as = dtype == RT_FLOAT64 ? dtype : RT_FLOAT32;
    int64_t all = -1, shape[2] = {0, weight->ndim == 2 ? weight->shape[1] : 0}, none[2] = {0, 0};
    struct rt_bag_call kernel;
    struct rt_build b;

    if (!rt_dtype_is_float(dtype))
        return rt_error_set(err, RT_RUNTIME,
                            "Expected tensor for argument #1 'weight' to have one of the following scalar types: Half, "
                            "BFloat16, Float, Double; but got torch.%sTensor instead (while checking arguments for "
                            "embedding_bag)",
                            rt_dtype_table[dtype].scalar);
    if (factors && (enum rt_dtype)factors->dtype != dtype)
        return rt_error_set(err, RT_RUNTIME,
                            "Expected tensor for argument #1 'weight' to have the same type as tensor for argument #1 "
                            "'per_sample_weights'; but type torch.%sTensor does not equal torch.%sTensor (while "
                            "checking arguments for embedding_bag)",
                            rt_dtype_table[dtype].scalar, rt_dtype_table[factors->dtype].scalar);
    if (weight->ndim != 2 || (starts ? starts->ndim != 1 || starts->numel == 0 : indices->ndim != 2) ||
        call->args[3].integer < RT_BAG_SUM || call->args[3].integer > RT_BAG_MAX ||
        (factors && factors->numel != indices->numel))
        return rt_error_set(err, RT_RUNTIME, "_embedding_bag_reduce(): shapes or the mode do not fit");
    RT_CALL_BEGIN(kernel, out);
    kernel.op = (enum rt_bag_op)call->args[3].integer;
    kernel.padding = call->args[5].integer;
    kernel.each = starts ? 0 : indices->shape[1];
    shape[0] = starts ? starts->numel - 1 : indices->shape[0];
    rt_build_init(&b, err);
    weight = rt_b_map(&b, &rt_op_contiguous, rt_b_to(&b, weight, as));
    indices = rt_b_map(&b, &rt_op_contiguous, rt_b_reshape(&b, rt_b_to(&b, indices, RT_INT64), &all, 1));
    if (starts)
        starts = rt_b_map(&b, &rt_op_contiguous, rt_b_to(&b, starts, RT_INT64));
    if (factors)
        factors = rt_b_map(&b, &rt_op_contiguous, rt_b_reshape(&b, rt_b_to(&b, factors, as), &all, 1));
    out = rt_build_keep_steal(&b, rt_tensor_new(device, as, shape, 2, err));
    where = rt_build_keep_steal(&b, rt_tensor_new(device, RT_INT64, kernel.op == RT_BAG_MAX ? shape : none, 2, err));
    if (b.failed || !weight || !indices || !out || !where)
        return rt_build_return(&b, call, NULL);
    rt_tensor_view(out, &kernel.out);
    rt_tensor_view(weight, &kernel.table);
    rt_tensor_view(indices, &kernel.index);
    rt_view_none(&kernel.where);
    rt_view_none(&kernel.starts);
    rt_view_none(&kernel.factors);
    if (kernel.op == RT_BAG_MAX)
        rt_tensor_view(where, &kernel.where);
    if (starts)
        rt_tensor_view(starts, &kernel.starts);
    if (factors)
        rt_tensor_view(factors, &kernel.factors);
    if (device->kernels->bag(device, &kernel, err) < 0 || !(out = rt_b_to(&b, out, dtype)))
        return rt_build_return(&b, call, NULL);
    call->results->count = 2;
    call->results->tensor[0] = rt_tensor_get(out);
    call->results->tensor[1] = rt_tensor_get(where);
    rt_build_end(&b);
    return 0;
}

/* The gradient of maxima goes to the row that each came from. */
static T max_back(B m, T g, T where, const int64_t *shape)
{
    T found = rt_build_apply(m, &rt_op_ge_Tensor,
                             (struct rt_arg[]){rt_arg_tensor(where), rt_arg_scalar(rt_scalar_int(0))}, 2);
    T at = rt_build_apply(m, &rt_op_clamp_min, (struct rt_arg[]){rt_arg_tensor(where), rt_arg_scalar(rt_scalar_int(0))},
                          2);
    T zero = rt_b_zeros(m, shape, 2, (enum rt_dtype)g->dtype, g->storage->device);

    if (!found || !at || !zero || !(g = rt_b_mul(m, g, rt_b_to(m, found, (enum rt_dtype)g->dtype))))
        return NULL;
    return shape[0] ? rt_build_apply(
                          m, &rt_op_scatter_add,
                          (struct rt_arg[]){rt_arg_tensor(zero), rt_arg_int(0), rt_arg_tensor(at), rt_arg_tensor(g)}, 4)
                    : zero;
}

static T chosen(B m, T x, T index)
{
    return x && index ? rt_build_apply(m, &rt_op_index_select,
                                       (struct rt_arg[]){rt_arg_tensor(x), rt_arg_int(0), rt_arg_tensor(index)}, 3)
                      : NULL;
}

static T added(B m, T zero, T index, T source)
{
    return zero && index && source ? rt_build_apply(m, &rt_op_index_add,
                                                    (struct rt_arg[]){rt_arg_tensor(zero), rt_arg_int(0),
                                                                      rt_arg_tensor(index), rt_arg_tensor(source)},
                                                    4)
                                   : NULL;
}

BACKWARD(embedding_bag)
{
    B m = BUILD;
    const bool weighted = b->node->args[4].kind == RT_TENSOR, parted = b->node->args[2].kind == RT_TENSOR;
    const int edge = 3; /* of the factors */
    T indices = ARG(1), starts = parted ? ARG(2) : NULL, flat, rows, keep = NULL, g = G, bag;
    enum rt_dtype dtype = (enum rt_dtype)G->dtype;
    const int64_t *shape = INPUT_SHAPE(0)->size, mode = b->node->args[3].integer, padding = b->node->args[5].integer;
    int64_t all = -1, bags = G->shape[0];

    (void)err;
    if (mode == RT_BAG_MAX) {
        SET(0, max_back(m, g, RESULT(1), shape));
        return 0;
    }
    if (!indices || !(flat = rt_b_reshape(m, indices, &all, 1)))
        return 0;
    if (padding >= 0)
        keep = rt_b_to(m,
                       rt_build_apply(m, &rt_op_ne_Tensor,
                                      (struct rt_arg[]){rt_arg_tensor(flat), rt_arg_scalar(rt_scalar_int(padding))}, 2),
                       dtype);
    if (starts) { /* the bag of each index */
        T lengths = rt_b_sub(m, rt_b_narrow(m, starts, 0, 1, bags), rt_b_narrow(m, starts, 0, 0, bags));
        bag = lengths ? rt_build_apply(m, &rt_op_repeat_interleave_counts,
                                       (struct rt_arg[]){rt_arg_tensor(lengths), rt_arg_int(flat->numel)}, 2)
                      : NULL;
    } else {
        T each = rt_build_apply(m, &rt_op_arange,
                                (struct rt_arg[]){rt_arg_scalar(rt_scalar_int(bags)), rt_arg_dtype(RT_INT64),
                                                  rt_arg_none(), rt_arg_device(g->storage->device)},
                                4);
        bag = each ? rt_build_apply(m, &rt_op_repeat_interleave,
                                    (struct rt_arg[]){rt_arg_tensor(each), rt_arg_int(indices->shape[1])}, 2)
                   : NULL;
    }
    if (!bag)
        return 0;
    if (mode == RT_BAG_MEAN) {
        T ones = keep ? keep : rt_b_to(m, rt_b_ones_like(m, bag), dtype);
        T counts = added(m, rt_b_zeros(m, &bags, 1, dtype, g->storage->device), bag, ones);
        counts = counts ? rt_build_apply(m, &rt_op_clamp_min,
                                         (struct rt_arg[]){rt_arg_tensor(counts), rt_arg_scalar(rt_scalar_int(1))}, 2)
                        : NULL;
        g = counts ? rt_b_div(m, g, rt_b_unsqueeze(m, counts, 1)) : NULL;
    }
    rows = chosen(m, g, bag);
    if (keep && rows)
        rows = rt_b_mul(m, rows, rt_b_unsqueeze(m, keep, 1));
    if (!rows)
        return 0;
    if (weighted && WANTS(edge)) {
        int64_t last = 1;
        T weight = ARG(0),
          derivatives = weight ? rt_b_sum(m, rt_b_mul(m, rows, chosen(m, weight, flat)), &last, 1, false) : NULL;
        SET(edge, derivatives ? rt_b_reshape(m, derivatives, INPUT_SHAPE(edge)->size, INPUT_SHAPE(edge)->ndim) : NULL);
    }
    if (WANTS(0)) {
        T factors = weighted ? ARG(4) : NULL;
        if (factors)
            rows = rt_b_mul(m, rows, rt_b_unsqueeze(m, rt_b_reshape(m, factors, &all, 1), 1));
        if (b->node->args[6].boolean)
            SET(0, rt_b_sparse_rows(m, flat, rows, shape, padding));
        else
            SET(0, added(m, rt_b_zeros(m, shape, 2, dtype, g->storage->device), flat, rows));
    }
    return 0;
}
