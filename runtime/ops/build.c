/* The builder: the steps of composite forwards and backward formulas. Each step applies a row of the table, so that it
   runs on every device and is recorded where recording is on. Owns the intermediate results until the build ends. Must
   not know formulas. */
#include "ops.h"

#include <string.h>

void rt_build_init(struct rt_build *build, struct rt_error *err)
{
    build->err = err;
    build->failed = false;
    build->count = 0;
    build->capacity = (int)(sizeof build->first / sizeof *build->first);
    build->kept = build->first;
}

void rt_build_end(struct rt_build *build)
{
    for (int i = 0; i < build->count; i++)
        rt_tensor_unref(build->kept[i]);
    if (build->kept != build->first)
        rt_free(build->kept);
}

T rt_build_keep_steal(B b, T tensor)
{
    if (!tensor) {
        b->failed = true;
        return NULL;
    }
    if (b->count == b->capacity) {
        T *more = rt_alloc((size_t)b->capacity * 2 * sizeof *more);
        if (!more) {
            rt_tensor_unref(tensor);
            rt_error_memory(b->err);
            b->failed = true;
            return NULL;
        }
        memcpy(more, b->kept, (size_t)b->count * sizeof *more);
        if (b->kept != b->first)
            rt_free(b->kept);
        b->kept = more;
        b->capacity *= 2;
    }
    b->kept[b->count++] = tensor;
    return tensor;
}

int rt_build_apply_many(B b, struct rt_op *op, const struct rt_arg *args, int nargs, T *results, int nresults)
{
    struct rt_results r;

    memset(results, 0, (size_t)nresults * sizeof *results);
    if (b->failed)
        return -1;
    if (rt_apply(op, args, nargs, &r, b->err) < 0) {
        b->failed = true;
        return -1;
    }
    for (int i = 0; i < r.count; i++) {
        T t = rt_build_keep_steal(b, r.is_list ? r.list[i] : r.tensor[i]);
        if (i < nresults)
            results[i] = t;
    }
    if (r.is_list)
        rt_free(r.list);
    return b->failed ? -1 : 0;
}

T rt_build_apply(B b, struct rt_op *op, const struct rt_arg *args, int nargs)
{
    T result;

    return rt_build_apply_many(b, op, args, nargs, &result, 1) < 0 ? NULL : result;
}

#define APPLY(op, ...)                                                                                                 \
    rt_build_apply(b, &rt_op_##op, (struct rt_arg[]){__VA_ARGS__},                                                     \
                   (int)(sizeof((struct rt_arg[]){__VA_ARGS__}) / sizeof(struct rt_arg)))
#define TENSOR(x) rt_arg_tensor(x)
#define SCALAR(s) rt_arg_scalar(rt_scalar_float(s))
/* a step on a failed step */
#define NEED(x)                                                                                                        \
    if (!(x))                                                                                                          \
    return (b->failed = true), NULL

T rt_b_two(B b, struct rt_op *op, T x, T y)
{
    NEED(x && y);
    return rt_build_apply(b, op, (struct rt_arg[]){TENSOR(x), TENSOR(y)}, 2);
}
bool rt_fuses(T x, T y)
{
    return x && y && !x->sparse && !y->sparse && !rt_follows() && x->dtype == y->dtype &&
           (x->dtype == RT_FLOAT32 || x->dtype == RT_FLOAT64) && x->storage->device == y->storage->device;
}
T rt_b_zip(B b, enum rt_zip_op op, T x, T y, const double *params, int nparams)
{
    struct rt_scalar numbers[RT_MAX_PARAMS];
    const struct rt_input in[2] = {{.tensor = x}, {.tensor = y}};

    NEED(x && y && !b->failed && !x->sparse && !y->sparse);
    for (int i = 0; i < nparams; i++)
        numbers[i] = rt_scalar_float(params[i]);
    return rt_build_keep_steal(
        b, rt_zip(NULL, op, in[0], in[1], (enum rt_dtype)x->dtype, (enum rt_dtype)x->dtype, numbers, nparams, b->err));
}
T rt_b_map(B b, struct rt_op *op, T x)
{
    NEED(x);
    return rt_build_apply(b, op, (struct rt_arg[]){TENSOR(x)}, 1);
}
T rt_b_add(B b, T x, T y)
{
    return rt_b_two(b, &rt_op_add_Tensor, x, y);
}
T rt_b_sub(B b, T x, T y)
{
    return rt_b_two(b, &rt_op_sub_Tensor, x, y);
}
T rt_b_mul(B b, T x, T y)
{
    return rt_b_two(b, &rt_op_mul_Tensor, x, y);
}
T rt_b_div(B b, T x, T y)
{
    return rt_b_two(b, &rt_op_div_Tensor, x, y);
}
T rt_b_eq(B b, T x, T y)
{
    return rt_b_two(b, &rt_op_eq_Tensor, x, y);
}
T rt_b_mm(B b, T x, T y)
{
    return rt_b_two(b, &rt_op_mm, x, y);
}
T rt_b_bmm(B b, T x, T y)
{
    return rt_b_two(b, &rt_op_bmm, x, y);
}
T rt_b_matmul(B b, T x, T y)
{
    return rt_b_two(b, &rt_op_matmul, x, y);
}
T rt_b_neg(B b, T x)
{
    return rt_b_map(b, &rt_op_neg, x);
}
T rt_b_t(B b, T x)
{
    return rt_b_map(b, &rt_op_t, x);
}
T rt_b_images_layout(B b, T x, bool channels_last)
{
    int64_t strides[5];

    if (!x || (x->ndim != 4 && x->ndim != 5) || (!channels_last && x->contiguous))
        return x;
    rt_shape_channels_last_strides(x->shape, x->ndim, strides);
    if (channels_last ? !memcmp(strides, x->strides, (size_t)x->ndim * sizeof *strides)
                      : !rt_shape_strides_are_channels_last(x->shape, x->strides, x->ndim))
        return x;
    const char *format = !channels_last ? "contiguous_format" : x->ndim == 4 ? "channels_last" : "channels_last_3d";
    return rt_build_apply(b, &rt_op_clone,
                          (struct rt_arg[]){rt_arg_tensor(x), rt_arg_string(format, (uint32_t)strlen(format))}, 2);
}

T rt_b_clone(B b, T x)
{
    return rt_b_map(b, &rt_op_clone, x);
}
T rt_b_sum_all(B b, T x)
{
    return rt_b_map(b, &rt_op_sum, x);
}
T rt_b_muls(B b, T x, double s)
{
    NEED(x);
    return APPLY(mul_scalar, TENSOR(x), SCALAR(s));
}
T rt_b_adds(B b, T x, double s)
{
    NEED(x);
    return APPLY(add_scalar, TENSOR(x), SCALAR(s));
}
T rt_b_divs(B b, T x, double s)
{
    NEED(x);
    return APPLY(div_scalar, TENSOR(x), SCALAR(s));
}
T rt_b_rsubs(B b, double s, T x)
{
    NEED(x);
    return APPLY(rsub_Scalar, TENSOR(x), SCALAR(s));
}
T rt_b_pows(B b, T x, double s)
{
    NEED(x);
    return APPLY(pow_Tensor_Scalar, TENSOR(x), SCALAR(s));
}
T rt_b_where(B b, T cond, T x, T y)
{
    NEED(cond && x && y);
    return APPLY(where_self, TENSOR(cond), TENSOR(x), TENSOR(y));
}
T rt_b_transpose(B b, T x, int64_t i, int64_t j)
{
    NEED(x);
    return APPLY(transpose_int, TENSOR(x), rt_arg_int(i), rt_arg_int(j));
}
T rt_b_sum(B b, T x, const int64_t *dims, int n, bool keepdim)
{
    NEED(x);
    return APPLY(sum_dim_IntList, TENSOR(x), rt_arg_ints(dims, (uint32_t)n), rt_arg_bool(keepdim));
}
T rt_b_expand(B b, T x, const int64_t *shape, int ndim)
{
    NEED(x);
    return APPLY(expand, TENSOR(x), rt_arg_ints(shape, (uint32_t)ndim));
}
T rt_b_reshape(B b, T x, const int64_t *shape, int ndim)
{
    NEED(x);
    return APPLY(reshape, TENSOR(x), rt_arg_ints(shape, (uint32_t)ndim));
}
T rt_b_unsqueeze(B b, T x, int64_t dim)
{
    NEED(x);
    return APPLY(unsqueeze, TENSOR(x), rt_arg_int(dim));
}
T rt_b_squeeze(B b, T x, int64_t dim)
{
    NEED(x);
    return APPLY(squeeze_dim, TENSOR(x), rt_arg_int(dim));
}
T rt_b_select(B b, T x, int64_t dim, int64_t index)
{
    NEED(x);
    return APPLY(select_int, TENSOR(x), rt_arg_int(dim), rt_arg_int(index));
}
T rt_b_narrow(B b, T x, int64_t dim, int64_t start, int64_t length)
{
    NEED(x);
    return APPLY(narrow, TENSOR(x), rt_arg_int(dim), rt_arg_int(start), rt_arg_int(length));
}
T rt_b_permute(B b, T x, const int64_t *dims, int n)
{
    NEED(x);
    return APPLY(permute, TENSOR(x), rt_arg_ints(dims, (uint32_t)n));
}
static T with_strides(B b, T x, const int64_t *strides)
{
    int64_t order[RT_MAX_DIMS], back[RT_MAX_DIMS];
    const int n = x->ndim;
    bool equal = true;

    for (int i = 0; i < n; i++) {
        int at = i;
        equal = equal && (x->shape[i] == 1 || x->strides[i] == strides[i]);
        for (; at > 0 && strides[order[at - 1]] < strides[i]; at--)
            order[at] = order[at - 1];
        order[at] = i;
    }
    if (equal)
        return x;
    for (int i = 0; i < n; i++)
        back[order[i]] = i;
    return rt_b_permute(b, rt_b_map(b, &rt_op_contiguous, rt_b_permute(b, x, order, n)), back, n);
}
T rt_b_layout_like(B b, T x, T like)
{
    int64_t strides[RT_MAX_DIMS];

    NEED(x);
    if (x->sparse)
        return x;
    NEED(like);
    if (like->contiguous)
        return rt_b_map(b, &rt_op_contiguous, x);
    rt_shape_dense_like(like->shape, like->strides, like->ndim, strides);
    return with_strides(b, x, strides);
}
T rt_b_layout_by(B b, T x, T first, T second)
{
    int64_t strides[RT_MAX_DIMS];

    NEED(x);
    if (x->sparse)
        return x;
    NEED(first);
    NEED(second);
    if (x->contiguous && first->contiguous && second->contiguous)
        return x;
    rt_pair_strides(first, second, x, strides);
    return with_strides(b, x, strides);
}
T rt_b_zeros(B b, const int64_t *shape, int ndim, enum rt_dtype dtype, struct rt_device *device)
{
    return APPLY(zeros, rt_arg_ints(shape, (uint32_t)ndim), rt_arg_dtype(dtype), rt_arg_none(), rt_arg_device(device));
}
T rt_b_zeros_like(B b, T x)
{
    return rt_b_map(b, &rt_op_zeros_like, x);
}
T rt_b_ones_like(B b, T x)
{
    return rt_b_map(b, &rt_op_ones_like, x);
}
T rt_b_to(B b, T x, enum rt_dtype dtype)
{
    NEED(x);
    return rt_build_keep_steal(b, rt_tensor_to(x, dtype, NULL, false, b->err));
}
T rt_b_detach(B b, T x)
{
    NEED(x);
    return rt_build_keep_steal(b, rt_tensor_detach(x, b->err));
}

T rt_b_sum_to(B b, T x, const int64_t *shape, int ndim)
{
    int64_t dims[RT_MAX_DIMS];
    int n = 0, lead;

    NEED(x);
    lead = x->ndim - ndim;
    if (rt_shape_equal(x->shape, x->ndim, shape, ndim))
        return x;
    for (int i = 0; i < x->ndim; i++)
        if (i < lead || (shape[i - lead] == 1 && x->shape[i] != 1))
            dims[n++] = i;
    if (n)
        x = rt_b_sum(b, x, dims, n, true);
    return x && lead ? rt_b_reshape(b, x, shape, ndim) : x;
}

static int inplace(B b, struct rt_op *op, T x, T y)
{
    struct rt_results r;

    if (!x || !y || b->failed)
        return (b->failed = true), -1;
    if (rt_apply_inplace(op, (struct rt_arg[]){TENSOR(x), TENSOR(y)}, 2, &r, b->err) < 0)
        return (b->failed = true), -1;
    rt_results_clear(&r);
    return 0;
}
int rt_b_add_(B b, T x, T y)
{
    return inplace(b, &rt_op_add_Tensor, x, y);
}
int rt_b_copy_(B b, T x, T y)
{
    return inplace(b, &rt_op_copy_, x, y);
}

int rt_build_return(B b, struct rt_call *call, T result)
{
    int rc = -1;

    if (result && !b->failed)
        rc = rt_result_steal(call, rt_tensor_get(result));
    rt_build_end(b);
    return rc;
}

void rt_backward_set(struct rt_backward *b, int e, T gradient)
{
    if (!gradient) {
        b->build.failed = true;
        return;
    }
    if (b->results[e])
        rt_tensor_unref(b->results[e]);
    b->results[e] = rt_tensor_get(gradient);
}

static bool is_half(enum rt_dtype dtype)
{
    return dtype == RT_FLOAT16 || dtype == RT_BFLOAT16;
}

T rt_backward_arg(struct rt_backward *b, int i)
{
    if (b->build.failed)
        return NULL;
    T t = b->unpacked && b->unpacked[i]
              ? b->unpacked[i]
              : rt_build_keep_steal(&b->build, rt_saved_take(&b->node->saved[i], b->node, b->build.err));
    return t && b->wide && is_half((enum rt_dtype)t->dtype) ? rt_b_to(&b->build, t, RT_FLOAT32) : t;
}

T rt_backward_result(struct rt_backward *b, int i)
{
    return rt_backward_arg(b, b->node->nargs + i);
}

int rt_backward_list(struct rt_backward *b, struct rt_tensor *list[RT_MAX_DIMS])
{
    int n = b->node->nlist_saved < RT_MAX_DIMS ? b->node->nlist_saved : RT_MAX_DIMS;

    for (int i = 0; i < n; i++) {
        struct rt_saved *saved = &b->node->list_saved[i];
        if (b->unpacked && (list[i] = b->unpacked[b->node->nsaved + i]))
            continue;
        list[i] = saved->tensor || saved->released
                      ? rt_build_keep_steal(&b->build, rt_saved_take(saved, b->node, b->build.err))
                      : NULL;
    }
    return n;
}

/* Rows without a formula say so; those of distinct elements, which PyTorch lists as without one, in other words. */
BACKWARD(none)
{
    static const char *const listed[][2] = {
        {"_unique2", "_unique2"}, {"_unique_dim", "unique_dim"}, {"_unique_consecutive", "unique_consecutive"}};
    const char *name = b->node->op->schema ? b->node->op->schema->name : "op";

    for (size_t i = 0; i < sizeof listed / sizeof *listed; i++)
        if (!strcmp(name, listed[i][0]))
            return rt_error_set(err, RT_NOT_IMPLEMENTED, "the derivative for '%s' is not implemented.", listed[i][1]);
    /* that one is made of another there */
    const char *more = !strcmp(name, "linalg_ldl_factor") ? "_ex" : b->node->inplace ? "_" : "";
    return rt_error_set(err, RT_RUNTIME, "derivative for aten::%s%s is not implemented", name, more);
}
