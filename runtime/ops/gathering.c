/* Ops that read and write along one dimension at an index tensor: index_select, index_add, gather, scatter; and their
   gradients. */
#include "index.h"
#include "warn.h"

#include <stdio.h>
#include <string.h>

static int check_index_type(const char *name, T index, struct rt_error *err)
{
    if (index->dtype == RT_INT64 || index->dtype == RT_INT32)
        return 0;
    return rt_error_set(err, RT_RUNTIME, "%s(): Expected dtype int32 or int64 for index", name);
}

static int check_vector(const char *name, T index, struct rt_error *err)
{
    if (index->ndim <= 1)
        return 0;
    return rt_error_set(err, RT_INDEX,
                        "%s(): Index is supposed to be a vector, but got dim: %d with type: %s and size: %s", name,
                        index->ndim, scalar_word(index),
                        rt_shape_text(index->shape, index->ndim, (char[RT_SHAPE_TEXT]){0}, RT_SHAPE_TEXT));
}

/* Rows along the second dimension, and those of nothing, are checked by a loop of their own. */
static int check_rows(T x, int dim, T index, struct rt_error *err)
{
    int64_t size = x->shape[dim], step = index->ndim ? index->strides[0] : 0;
    const char *data = rt_tensor_pointer(index);

    if (size == 0 && index->numel)
        return rt_error_set(err, RT_RUNTIME, "index_select(): self indexing axis dim should be positive");
    for (int64_t i = 0; i < index->numel; i++) {
        int64_t at = index->dtype == RT_INT64 ? ((const int64_t *)(const void *)data)[i * step]
                                              : ((const int32_t *)(const void *)data)[i * step];
        if (at < 0 || at >= size)
            return rt_error_set(err, RT_RUNTIME, "INDICES element is out of DATA bounds, id=%lld axis_dim=%lld",
                                (long long)at, (long long)size);
        if ((i & 0xffffff) == 0xffffff && rt_check_interrupt(err) < 0)
            return -1;
    }
    return 0;
}

static int check_typed_index(const char *name, T index, struct rt_error *err)
{
    if (index->dtype == RT_INT64 || index->dtype == RT_INT32)
        return 0;
    return rt_error_set(err, RT_RUNTIME, "%s(): Expected dtype int32/int64 for index but got: %s", name,
                        scalar_word(index));
}

int rt_forward_index_select(struct rt_call *call, struct rt_error *err)
{
    T x = call->args[0].tensor, index = call->args[2].tensor, out;
    struct rt_device *device = x->storage->device;
    struct rt_gather_call kernel;
    int64_t shape[RT_MAX_DIMS];
    int dim = rt_shape_dim(call->args[1].integer, x->ndim, err);

    RT_CALL_BEGIN(kernel, out);
    kernel.nindex = 1;
    kernel.negative = false;
    kernel.style = RT_INDEX_SELF;
    if (dim < 0)
        return -1;
    if (index->ndim > 1)
        return rt_error_set(err, RT_INDEX, "index_select(): Index is supposed to be a vector");
    if (check_index_type("index_select", index, err) < 0)
        return -1;
    if (x->ndim == 0 && index->numel != 1)
        return rt_error_set(err, RT_RUNTIME, "index_select(): Index to scalar can have only 1 value, got %lld value(s)",
                            (long long)index->numel);
    if (x->ndim > 1 && index->numel && !x->shape[dim])
        return rt_error_set(err, RT_RUNTIME, "index_select(): self indexing axis dim should be positive");
    memcpy(shape, x->shape, x->ndim * sizeof *shape);
    if (x->ndim)
        shape[dim] = index->numel;
    if (!(out = rt_tensor_new(device, (enum rt_dtype)x->dtype, shape, x->ndim, err)))
        return -1;
    if (x->ndim > 1 && (out->numel == 0 || dim == 1) && x->storage->device->host_memory &&
        check_rows(x, dim, index, err) < 0)
        return finished(call, out, -1);
    rt_tensor_view(out, &kernel.out);
    rt_tensor_view(x, &kernel.in);
    memcpy(kernel.in.shape, shape, x->ndim * sizeof *shape);
    rt_tensor_view(out, &kernel.index[0]);
    kernel.index[0].data = rt_tensor_pointer(index);
    kernel.index[0].dtype = (enum rt_dtype)index->dtype;
    for (int i = 0; i < x->ndim; i++)
        kernel.index[0].strides[i] = i == dim && index->ndim ? index->strides[0] : 0;
    kernel.size[0] = x->ndim ? x->shape[dim] : 1;
    kernel.stride[0] = x->ndim ? x->strides[dim] : 0;
    kernel.dim[0] = dim;
    if (x->ndim)
        kernel.in.strides[dim] = 0;
    return finished(call, out, device->kernels->gather(device, &kernel, err));
}

static int add_without_overlap(T dst, int dim, T index, T src, struct rt_error *err)
{
    struct rt_device *device = dst->storage->device;
    bool at_edge = dst->ndim > 1 && index->dtype == RT_INT64 && (dim == 0 || dim == dst->ndim - 1);
    struct rt_scatter_call kernel;

    RT_CALL_BEGIN(kernel, out);
    kernel.mode = RT_SCATTER_ADD;
    kernel.nindex = 1;
    kernel.style = at_edge ? RT_INDEX_GATHER : RT_INDEX_SELF;
    rt_tensor_view(src, &kernel.in);
    rt_tensor_view(dst, &kernel.out);
    memcpy(kernel.out.shape, kernel.in.shape, src->ndim * sizeof(int64_t));
    rt_tensor_view(src, &kernel.index[0]);
    kernel.index[0].data = rt_tensor_pointer(index);
    kernel.index[0].dtype = (enum rt_dtype)index->dtype;
    for (int i = 0; i < src->ndim; i++)
        kernel.index[0].strides[i] = i == dim && index->ndim ? index->strides[0] : 0;
    kernel.size[0] = dst->ndim ? dst->shape[dim] : 1;
    kernel.stride[0] = dst->ndim ? dst->strides[dim] : 0;
    kernel.dim[0] = dim;
    if (dst->ndim)
        kernel.out.strides[dim] = 0;
    return src->numel ? device->kernels->scatter(device, &kernel, err) : 0;
}

/* dst += src at positions of a dimension */
static int add_at(T dst, int dim, T index, T src, struct rt_error *err)
{
    T at = rt_without_overlap(index, dst, err), from = at ? rt_without_overlap(src, dst, err) : NULL;
    int rc = from ? add_without_overlap(dst, dim, at, from, err) : -1;

    rt_tensor_unref(at);
    rt_tensor_unref(from);
    return rc;
}

/* Is every index one of the dimension's? False where the host cannot tell. */
static bool all_inside(T x, int dim, T index)
{
    const char *data = rt_tensor_pointer(index);
    int64_t size = x->ndim ? x->shape[dim] : 1, step = index->ndim ? index->strides[0] : 0;

    if (!x->storage->device->host_memory || index->storage->device != x->storage->device || index->ndim > 1 ||
        index->numel > 1 << 26) /* so many are not looked at without a look at interrupts */
        return false;
    for (int64_t i = 0; i < index->numel; i++) {
        int64_t v = index->dtype == RT_INT64 ? ((const int64_t *)(const void *)data)[i * step]
                                             : ((const int32_t *)(const void *)data)[i * step];
        if (v < 0 || v >= size)
            return false;
    }
    return true;
}

int rt_forward_index_add(struct rt_call *call, struct rt_error *err)
{
    T x = call->args[0].tensor, index = call->args[2].tensor, source = call->args[3].tensor, out;
    int dim = rt_shape_dim(call->args[1].integer, x->ndim, err), rc;

    if (dim < 0 || check_typed_index("index_add_", index, err) < 0 || check_vector("index_add_", index, err) < 0)
        return -1;
    if (source->dtype != x->dtype)
        return rt_error_set(err, RT_RUNTIME, "index_add_(): self (%s) and source (%s) must have the same scalar type",
                            scalar_word(x), scalar_word(source));
    if (dim > 0 && dim >= source->ndim)
        return rt_error_set(err, RT_RUNTIME,
                            "index_add_(): Indexing dim %d is out of bounds of the source tensor with dim %d", dim,
                            source->ndim);
    if ((source->ndim ? source->shape[dim] : 1) != index->numel)
        return rt_error_set(err, RT_RUNTIME,
                            "index_add_(): Number of indices (%lld) should be equal to source.size(dim): "
                            "(%lld), for dim: %d",
                            (long long)index->numel, (long long)(source->ndim ? source->shape[dim] : 1), dim);
    for (int i = 0; i < x->ndim || i == 0; i++)
        if (source->ndim != x->ndim || (i != dim && source->shape[i] != x->shape[i]))
            return rt_error_set(err, RT_RUNTIME,
                                "source tensor shape must match self tensor shape, excluding the specified dimension. "
                                "Got self.shape = %s source.shape = %s",
                                rt_shape_text(x->shape, x->ndim, (char[RT_SHAPE_TEXT]){0}, RT_SHAPE_TEXT),
                                rt_shape_text(source->shape, source->ndim, (char[RT_SHAPE_TEXT]){0}, RT_SHAPE_TEXT));
    if (call->out == x && source->storage != x->storage && index->storage != x->storage && all_inside(x, dim, index))
        out = rt_tensor_get(x); /* nothing can go wrong half-way */
    else if (!(out = rt_tensor_new(x->storage->device, (enum rt_dtype)x->dtype, x->shape, x->ndim, err)) ||
             rt_copy_into(out, x, err) < 0)
        return finished(call, out, -1);
    struct rt_build b;
    rt_build_init(&b, err);
    if (rt_scalar_to_double(call->args[4].scalar) != 1)
        source = rt_build_apply(&b, &rt_op_mul_Tensor, (struct rt_arg[]){rt_arg_tensor(source), call->args[4]}, 2);
    /* where nothing is to be written PyTorch looks at no position, but for a list of numbers */
    rc = !source ? -1 : out->ndim > 1 && !out->numel ? 0 : add_at(out, dim, index, source, err);
    rt_build_end(&b);
    return finished(call, out, rc);
}

BACKWARD(index_add)
{
    B m = BUILD;

    (void)err;
    SET(0, G);
    if (WANTS(2)) {
        T part = rt_build_apply(m, &rt_op_index_select,
                                (struct rt_arg[]){rt_arg_tensor(G), b->node->args[1], rt_arg_tensor(ARG(2))}, 3);
        SET(2, part ? rt_build_apply(m, &rt_op_mul_Tensor, (struct rt_arg[]){rt_arg_tensor(part), b->node->args[4]}, 2)
                    : NULL);
    }
    return 0;
}

/* The gradient of a selection along a dim: `add` adds each element to where it came from, in zeros. */
static void add_back(struct rt_backward *b, struct rt_op *add)
{
    B m = BUILD;
    T full = rt_b_zeros(m, INPUT_SHAPE(0)->size, INPUT_SHAPE(0)->ndim, (enum rt_dtype)G->dtype, G->storage->device);
    T index = ARG(2);

    if (full && index)
        SET(0,
            rt_build_apply(
                m, add,
                (struct rt_arg[]){rt_arg_tensor(full), b->node->args[1], rt_arg_tensor(index), rt_arg_tensor(G)}, 4));
}

BACKWARD(index_select)
{
    (void)err;
    add_back(b, &rt_op_index_add);
    return 0;
}

/* The source of a scatter has another number of dimensions than the index: what is said depends on whether a size
   that does not fit is met before the source has no more of them. */
static int source_mismatch(T x, T index, int dim, T src, struct rt_error *err)
{
    for (int i = 0; i < index->ndim && src->ndim; i++) {
        if (i >= src->ndim)
            return rt_error_set(err, RT_INDEX,
                                "Dimension out of range (expected to be in range of [%d, %d], but got %d)", -src->ndim,
                                src->ndim - 1, i);
        if (index->shape[i] > src->shape[i] || (i != dim && x->ndim && index->shape[i] > x->shape[i]))
            break;
    }
    return rt_error_set(err, RT_RUNTIME, "Index tensor must have the same number of dimensions as src tensor");
}

/* src: what a scatter takes its elements from, or NULL; scatters: is it one at all? */
static int check_gather(const char *name, T x, T index, int dim, bool scatters, T src, struct rt_error *err)
{
    char a[RT_SHAPE_TEXT], b[RT_SHAPE_TEXT], c[RT_SHAPE_TEXT];

    if (index->dtype != RT_INT64 && index->dtype != RT_INT32)
        return rt_error_set(err, RT_RUNTIME, "%s(): Expected dtype int32/int64 for index", name);
    if (index->numel == 0 && index->ndim != x->ndim) /* nothing is asked for: any shape will do */
        return 0;
    if ((index->ndim ? index->ndim : 1) != (x->ndim ? x->ndim : 1))
        return rt_error_set(err, RT_RUNTIME, "Index tensor must have the same number of dimensions as %s tensor",
                            scatters ? "self" : "input");
    if (src && index->numel && (index->ndim ? index->ndim : 1) != (src->ndim ? src->ndim : 1))
        return source_mismatch(x, index, dim, src, err);
    for (int i = 0; i < index->ndim && x->ndim && !(scatters && index->numel == 0); i++)
        if ((i != dim && index->shape[i] > x->shape[i]) ||
            (src && index->numel && index->shape[i] > (src->ndim ? src->shape[i] : 1))) {
            if (scatters)
                return rt_error_set(err, RT_RUNTIME,
                                    "Expected index %s to be no larger than self %s apart from dimension %d%s%s",
                                    rt_shape_text(index->shape, index->ndim, a, sizeof a),
                                    rt_shape_text(x->shape, x->ndim, b, sizeof b), dim,
                                    src ? " and to be no larger size than src " : "",
                                    src ? rt_shape_text(src->shape, src->ndim, c, sizeof c) : "");
            return rt_error_set(
                err, RT_RUNTIME,
                "Size does not match at dimension %d expected index %s to be no larger than self %s apart "
                "from dimension %d",
                i, rt_shape_text(index->shape, index->ndim, a, sizeof a), rt_shape_text(x->shape, x->ndim, b, sizeof b),
                dim);
        }
    return 0;
}

int rt_forward_gather(struct rt_call *call, struct rt_error *err)
{
    T x = call->args[0].tensor, index = call->args[2].tensor, out;
    struct rt_device *device = x->storage->device;
    struct rt_gather_call kernel;
    int dim = rt_shape_dim(call->args[1].integer, x->ndim, err);

    RT_CALL_BEGIN(kernel, out);
    kernel.nindex = 1;
    kernel.style = RT_INDEX_GATHER;
    if (dim < 0 || check_gather("gather", x, index, dim, false, NULL, err) < 0 ||
        !(out = rt_tensor_new(device, (enum rt_dtype)x->dtype, index->shape, index->ndim, err)))
        return -1;
    if (!out->numel)
        return rt_result_steal(call, out);
    rt_tensor_view(out, &kernel.out);
    rt_tensor_view(index, &kernel.index[0]);
    rt_tensor_view(out, &kernel.in);
    kernel.in.data = rt_tensor_pointer(x);
    for (int i = 0; i < index->ndim; i++)
        kernel.in.strides[i] = x->ndim && i != dim ? x->strides[i] : 0;
    kernel.size[0] = x->ndim ? x->shape[dim] : 1;
    kernel.stride[0] = x->ndim ? x->strides[dim] : 0;
    kernel.dim[0] = dim;
    return finished(call, out, out->numel ? device->kernels->gather(device, &kernel, err) : 0);
}

BACKWARD(gather)
{
    (void)err;
    add_back(b, &rt_op_scatter_add);
    return 0;
}

static int scatter_without_overlap(T out, int dim, T index, T from, enum rt_scatter_mode mode, bool full,
                                   struct rt_error *err)
{
    struct rt_device *device = out->storage->device;
    struct rt_scatter_call kernel;

    RT_CALL_BEGIN(kernel, out);
    kernel.mode = mode;
    kernel.nindex = 1;
    kernel.style = RT_INDEX_GATHER;
    kernel.full = full;
    if (index->numel == 0)
        return 0;
    rt_tensor_view(index, &kernel.index[0]);
    kernel.in = kernel.index[0];
    kernel.out = kernel.index[0];
    kernel.in.data = rt_tensor_pointer(from);
    kernel.out.data = rt_tensor_pointer(out);
    kernel.in.dtype = kernel.out.dtype = (enum rt_dtype)out->dtype;
    for (int i = 0; i < index->ndim; i++) {
        kernel.in.strides[i] = from->ndim ? from->strides[i] : 0;
        kernel.out.strides[i] = out->ndim && i != dim ? out->strides[i] : 0;
    }
    kernel.size[0] = out->ndim ? out->shape[dim] : 1;
    kernel.stride[0] = out->ndim ? out->strides[dim] : 0;
    kernel.dim[0] = dim;
    return device->kernels->scatter(device, &kernel, err);
}

/* Complex numbers are multiplied one after the other: the kernel knows only their components. look: are indices right?
 */
static int complex_products(T out, int dim, T index, T from, bool look, struct rt_error *err)
{
    enum rt_dtype dtype = (enum rt_dtype)out->dtype;
    int64_t size = (int64_t)rt_dtype_size(dtype), limit = out->ndim ? out->shape[dim] : 1;

    for (int64_t k = 0; k < index->numel; k++) {
        int64_t rest = k, at = 0, to = 0, source = 0;
        for (int i = index->ndim - 1; i >= 0; i--) {
            int64_t position = rest % index->shape[i];
            rest /= index->shape[i];
            at += position * index->strides[i];
            to += i == dim ? 0 : position * out->strides[i];
            source += from->ndim ? position * from->strides[i] : 0;
        }
        int64_t chosen = ((int64_t *)rt_tensor_pointer(index))[at];
        if (chosen < 0 || chosen >= limit)
            return rt_error_set(err, RT_RUNTIME, "index %lld is out of bounds for dimension %d with size %lld",
                                (long long)chosen, dim, (long long)limit);
        if (look)
            continue;
        char *element = (char *)rt_tensor_pointer(out) + (to + (out->ndim ? chosen * out->strides[dim] : 0)) * size;
        struct rt_scalar a = rt_scalar_load(dtype, element),
                         b = rt_scalar_load(dtype, (char *)rt_tensor_pointer(from) + source * size), product = a;
        product.f = a.f * b.f - a.im * b.im;
        product.im = a.f * b.im + a.im * b.f;
        rt_scalar_store(dtype, element, product);
        if (k % 65536 == 65535 && rt_check_interrupt(err) < 0)
            return -1;
    }
    return 0;
}

int rt_scatter_into(T out, int dim, T index, T from, enum rt_scatter_mode mode, bool full, struct rt_error *err)
{
    T at = rt_without_overlap(index, out, err), source = at ? rt_without_overlap(from, out, err) : NULL;
    bool products =
        mode == RT_SCATTER_PROD && rt_dtype_is_complex((enum rt_dtype)out->dtype) && out->storage->device->host_memory;
    int rc = !source         ? -1
             : !index->numel ? 0 /* and it may have any shape */
             : products      ? (full && complex_products(out, dim, at, source, true, err) < 0)
                                   ? -1
                                   : complex_products(out, dim, at, source, false, err)
                             : scatter_without_overlap(out, dim, at, source, mode, full, err);

    rt_tensor_unref(at);
    rt_tensor_unref(source);
    return rc;
}

int rt_check_scatter(T x, int dim, T index, T src, struct rt_error *err)
{
    if (src && src->dtype != x->dtype && index->dtype == RT_INT64)
        return rt_error_set(err, RT_RUNTIME, "scatter(): Expected self.dtype to be equal to src.dtype");
    if (check_gather("scatter", x, index, dim, true, src, err) < 0)
        return -1;
    if (src && src->dtype != x->dtype)
        return rt_error_set(err, RT_RUNTIME, "scatter(): Expected self.dtype to be equal to src.dtype");
    return 0;
}

/* Where a scatter writes: x itself in place, if neither index nor src shares its memory, else a copy, also of what is
   so small that this costs less than to look at all indices first. */
T rt_written_at(const struct rt_call *call, T x, T index, T src, struct rt_error *err)
{
    T out;

    if (call->out == x &&
        rt_size_mul_saturated(x->numel, (int64_t)rt_dtype_size((enum rt_dtype)x->dtype)) >
            rt_size_mul_saturated(index->numel, 2) &&
        index->storage != x->storage && (!src || src->storage != x->storage))
        return rt_tensor_get(x);
    if ((out = rt_tensor_new(x->storage->device, (enum rt_dtype)x->dtype, x->shape, x->ndim, err)) &&
        rt_copy_into(out, x, err) < 0) {
        rt_tensor_unref(out);
        out = NULL;
    }
    return out;
}

int rt_forward_scatter(struct rt_call *call, struct rt_error *err)
{
    T x = call->args[0].tensor, index = call->args[2].tensor, src = rt_arg_get_tensor(call, 3), out, value = NULL;
    int dim = rt_shape_dim(call->args[1].integer, x->ndim, err), rc;
    enum rt_scatter_mode mode = call->op->detail == 2 ? RT_SCATTER_ADD : RT_SCATTER_ASSIGN;

    if (call->op->detail == 3) {
        bool add = rt_arg_is(&call->args[4], "add");
        if (!add && !rt_arg_is(&call->args[4], "multiply"))
            return rt_error_set(err, RT_RUNTIME, "reduce argument must be either add or multiply.");
        mode = add ? RT_SCATTER_ADD : RT_SCATTER_PROD;
        if (src)
            rt_warn_once("The reduce argument of torch.scatter with Tensor src is deprecated and will be removed in a "
                         "future PyTorch release. Use torch.scatter_reduce instead for more reduction options.");
    }
    if (dim < 0 || rt_check_scatter(x, dim, index, src, err) < 0 || !(out = rt_written_at(call, x, index, src, err)))
        return -1;
    rc = 0;
    if (!src && index->numel && index->storage->device->host_memory) { /* is looked at before the number is */
        int64_t first = *(int64_t *)rt_tensor_pointer(index), size = x->ndim ? x->shape[dim] : 1;
        if (first < 0 || first >= size)
            rc = rt_error_set(err, RT_RUNTIME, "index %lld is out of bounds for dimension %d with size %lld",
                              (long long)first, dim, (long long)size);
    }
    if (!src && rc == 0 && index->numel) {
        if (!(value = rt_tensor_new(x->storage->device, (enum rt_dtype)x->dtype, NULL, 0, err)) ||
            rt_fill_constant(value, call->args[3].scalar, err) < 0)
            rc = -1;
    }
    if (rc == 0 && index->numel)
        rc = rt_scatter_into(out, dim, index, src ? src : value, mode, out == x, err);
    rt_tensor_unref(value);
    return finished(call, out, rc);
}

static T gather_back(struct rt_backward *b)
{
    T index = ARG(2);

    return index ? rt_build_apply(BUILD, &rt_op_gather,
                                  (struct rt_arg[]){rt_arg_tensor(G), b->node->args[1], rt_arg_tensor(index)}, 3)
                 : NULL;
}

static T without_targets(struct rt_backward *b)
{
    T index = ARG(2);

    return index ? rt_build_apply(BUILD, &rt_op_scatter_value,
                                  (struct rt_arg[]){rt_arg_tensor(G), b->node->args[1], rt_arg_tensor(index),
                                                    rt_arg_scalar(rt_scalar_int(0))},
                                  4)
                 : NULL;
}

BACKWARD(scatter)
{
    (void)err;
    SET(0, without_targets(b));
    SET(2, gather_back(b));
    return 0;
}
BACKWARD(scatter_value)
{
    (void)err;
    SET(0, without_targets(b));
    return 0;
}
BACKWARD(scatter_add)
{
    (void)err;
    SET(0, G);
    SET(2, gather_back(b));
    return 0;
}
