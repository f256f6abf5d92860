/* Ops that read and write by index tensors: index, index_put_, gather, scatter, embedding and kin; their gradients. */
#include "ops.h"

#include <stdio.h>
#include <string.h>

static int finished(struct rt_call *call, T out, int rc)
{
    if (rc < 0) {
        rt_tensor_unref(out);
        return -1;
    }
    return rt_result_steal(call, out);
}

static const char *scalar_word(T t)
{
    return rt_dtype_table[t->dtype].scalar;
}

/* ---- advanced indexing
 * ------------------------------------------------------------------------------------------------------ */

/* What x[i, j, ...] means: the result's shape, and for each index tensor the dimension of x it runs through. */
struct plan {
    int count;              /* index tensors */
    T tensor[RT_MAX_INDEX]; /* integers; owned */
    int dim[RT_MAX_INDEX];  /* as errors name them */
    int64_t size[RT_MAX_INDEX], stride[RT_MAX_INDEX];
    struct rt_shape broadcast;    /* of the index tensors */
    int before;                   /* dimensions of the result in front of the broadcast ones */
    struct rt_shape shape;        /* of the result */
    int64_t strides[RT_MAX_DIMS]; /* of x, seen in the result's shape; 0 along the broadcast dimensions */
};

/* A reference to t, or to a copy of it where it lies in the memory that is written: indices are checked before they are
   used, and must not change in between. */
static T apart_from(T t, T written, struct rt_error *err)
{
    if (t->storage != written->storage || !t->numel)
        return rt_tensor_get(t);
    if (t->contiguous && written->contiguous) {
        int64_t size = (int64_t)rt_dtype_size((enum rt_dtype)t->dtype),
                other = (int64_t)rt_dtype_size((enum rt_dtype)written->dtype);
        if (t->offset * size < (written->offset + written->numel) * other &&
            written->offset * other < (t->offset + t->numel) * size) {
            rt_error_set(
                err, RT_RUNTIME,
                "unsupported operation: some elements of the input tensor and the written-to tensor refer to a "
                "single memory location. Please clone() the tensor before performing the operation.");
            return NULL;
        }
    }
    return rt_tensor_to(t, RT_DTYPE_NONE, t->storage->device, true, err);
}

static bool only_masks(const struct rt_arg *indices)
{
    for (uint32_t i = 0; i < indices->count; i++)
        if (indices->tensors[i] && indices->tensors[i]->dtype != RT_BOOL && indices->tensors[i]->dtype != RT_UINT8)
            return false;
    return true;
}

/* Is one number written where a mask holds? A mask without dimensions has become positions. */
static bool fills_mask(const struct rt_arg *indices, T value)
{
    for (uint32_t i = 0; i < indices->count; i++)
        if (indices->tensors[i] && !indices->tensors[i]->ndim)
            return false;
    return value->numel == 1 && only_masks(indices);
}

static void plan_end(struct plan *p)
{
    for (int i = 0; i < p->count; i++)
        rt_tensor_unref(p->tensor[i]);
}

static int add_index(struct plan *p, T index, int dim, T x, struct rt_error *err)
{
    if (p->count == RT_MAX_INDEX) {
        rt_tensor_unref(index);
        return rt_error_set(err, RT_RUNTIME, "too many index tensors: at most %d are supported", RT_MAX_INDEX);
    }
    p->tensor[p->count] = index;
    p->dim[p->count] = p->count; /* PyTorch counts index tensors here, too */
    p->size[p->count] = x->shape[dim];
    p->stride[p->count] = x->strides[dim];
    p->count++;
    return 0;
}

/* A mask stands for the coordinates of its true elements, one index tensor a dimension. */
static int add_mask(struct plan *p, T mask, int dim, T x, struct rt_error *err)
{
    T coordinates;
    char a[RT_SHAPE_TEXT], b[RT_SHAPE_TEXT];

    for (int i = 0; i < mask->ndim; i++)
        if (dim + i >= x->ndim || mask->shape[i] != x->shape[dim + i])
            return rt_error_set(
                err, RT_INDEX,
                "The shape of the mask %s at index %d does not match the shape of the indexed tensor %s at "
                "index %d",
                rt_shape_text(mask->shape, mask->ndim, a, sizeof a), i, rt_shape_text(x->shape, x->ndim, b, sizeof b),
                dim + i);
    if (!(coordinates = rt_apply1(&rt_op_nonzero, (struct rt_arg[]){rt_arg_tensor(mask)}, 1, err)))
        return -1;
    for (int i = 0; i < mask->ndim; i++) {
        T column = rt_tensor_window(coordinates, coordinates->shape, coordinates->strides, 1,
                                    coordinates->offset + i * coordinates->strides[1], false, err);
        if (!column || add_index(p, column, dim + i, x, err) < 0) {
            rt_tensor_unref(coordinates);
            return -1;
        }
    }
    rt_tensor_unref(coordinates);
    return 0;
}

/* Index tensors of another device come over to x's. */
static T bring(T index, T x, struct rt_error *err)
{
    char text[RT_DEVICE_TEXT];

    if (index->storage->device == x->storage->device)
        return rt_tensor_get(index);
    if (index->storage->device->type != RT_CPU) {
        rt_error_set(err, RT_RUNTIME,
                     "indices should be either on cpu or on the same device as the indexed tensor (%s)",
                     rt_device_text(x->storage->device, text, sizeof text));
        return NULL;
    }
    return rt_tensor_to(index, RT_DTYPE_NONE, x->storage->device, false, err);
}

static int plan_begin(struct plan *p, T x, const struct rt_arg *list, struct rt_error *err)
{
    int dim = 0, first = -1, last = -1;
    bool gap = false, used[RT_MAX_DIMS] = {false};

    rt_clear(p, offsetof(struct plan, broadcast));
    for (uint32_t i = 0; i < list->count; i++) {
        T index = list->tensors[i];
        int width = 1, rc;
        if (!index) {
            dim++;
            continue;
        }
        if ((index->dtype == RT_BOOL || index->dtype == RT_UINT8))
            width = index->ndim;
        if (dim + width > x->ndim)
            return rt_error_set(err, RT_INDEX, "too many indices for tensor of dimension %d (got %d)", x->ndim,
                                dim + width);
        if (!rt_dtype_is_integral((enum rt_dtype)index->dtype))
            return rt_error_set(err, RT_INDEX, "tensors used as indices must be long, int, byte or bool tensors");
        if (!(index = bring(index, x, err)))
            return -1;
        if (index->dtype == RT_BOOL || index->dtype == RT_UINT8) {
            rc = add_mask(p, index, dim, x, err);
            rt_tensor_unref(index);
        } else
            rc = add_index(p, index, dim, x, err);
        if (rc < 0)
            return -1;
        for (int k = 0; k < width; k++)
            used[dim + k] = true;
        dim += width;
    }
    p->broadcast.ndim = 0;
    for (int i = 0; i < p->count; i++) {
        struct rt_error mismatch = {0};
        if (rt_shape_broadcast(&p->broadcast, p->tensor[i]->shape, p->tensor[i]->ndim, &mismatch) < 0) {
            char text[512];
            size_t at = 0;
            for (int k = 0; k < p->count && at < sizeof text; k++)
                at += (size_t)snprintf(
                    text + at, sizeof text - at, "%s%s", k ? ", " : "",
                    rt_shape_text(p->tensor[k]->shape, p->tensor[k]->ndim, (char[RT_SHAPE_TEXT]){0}, RT_SHAPE_TEXT));
            return rt_error_set(
                err, RT_INDEX, "shape mismatch: indexing tensors could not be broadcast together with shapes %s", text);
        }
    }
    for (int i = 0; i < x->ndim; i++)
        if (used[i]) {
            gap = gap || (last >= 0 && last != i - 1);
            first = first < 0 ? i : first;
            last = i;
        }
    p->before = gap || first < 0 ? 0 : first;
    /* result: dimensions in front, the broadcast ones, the rest */
    p->shape.ndim = 0;
    if (x->ndim + p->broadcast.ndim > RT_MAX_DIMS)
        return rt_error_set(err, RT_RUNTIME, "too many dimensions: at most %d are supported", RT_MAX_DIMS);
    for (int part = 0, seen = 0; part <= x->ndim; part++) {
        if (p->shape.ndim == p->before && !seen) {
            seen = 1;
            for (int k = 0; k < p->broadcast.ndim; k++) {
                p->strides[p->shape.ndim] = 0;
                p->shape.size[p->shape.ndim++] = p->broadcast.size[k];
            }
        }
        if (part < x->ndim && !used[part]) {
            p->strides[p->shape.ndim] = x->strides[part];
            p->shape.size[p->shape.ndim++] = x->shape[part];
        }
    }
    return 0;
}

/* The index tensors as views in the result's shape. */
static void index_views(const struct plan *p, struct rt_view *views)
{
    int64_t strides[RT_MAX_DIMS];

    for (int i = 0; i < p->count; i++) {
        T t = p->tensor[i];
        views[i].data = rt_tensor_pointer(t);
        views[i].dtype = (enum rt_dtype)t->dtype;
        views[i].ndim = p->shape.ndim;
        memcpy(views[i].shape, p->shape.size, (size_t)p->shape.ndim * sizeof(int64_t));
        memset(views[i].strides, 0, (size_t)p->shape.ndim * sizeof(int64_t));
        rt_shape_broadcast_strides(t->shape, t->strides, t->ndim, p->broadcast.size, p->broadcast.ndim, strides);
        memcpy(views[i].strides + p->before, strides, (size_t)p->broadcast.ndim * sizeof(int64_t));
    }
}

static void indexed_view(const struct plan *p, T x, struct rt_view *view)
{
    view->data = rt_tensor_pointer(x);
    view->dtype = (enum rt_dtype)x->dtype;
    view->ndim = p->shape.ndim;
    memcpy(view->shape, p->shape.size, (size_t)p->shape.ndim * sizeof(int64_t));
    memcpy(view->strides, p->strides, (size_t)p->shape.ndim * sizeof(int64_t));
}

/* An empty indexed dimension with something to look up is an error whatever the index says. */
static int check_empty(const struct plan *p, struct rt_error *err)
{
    for (int i = 0; i < p->broadcast.ndim; i++)
        if (p->broadcast.size[i] == 0)
            return 0;
    for (int i = 0; i < p->count; i++)
        if (p->size[i] == 0)
            return rt_error_set(err, RT_INDEX, "index is out of bounds for dimension with size 0");
    return 0;
}

/* The mask, if that is all there is and it has x's shape: no positions are needed. */
static T whole_mask(T x, const struct rt_arg *indices)
{
    T mask = indices->count == 1 ? indices->tensors[0] : NULL;

    return mask && mask->dtype == RT_BOOL && mask->storage->device == x->storage->device && x->ndim &&
                   rt_shape_equal(x->shape, x->ndim, mask->shape, mask->ndim)
               ? mask
               : NULL;
}

static int64_t count_truths(T mask, struct rt_error *err)
{
    struct rt_device *device = mask->storage->device;
    struct rt_compact_call kernel;
    int64_t count = 0;

    RT_CALL_BEGIN(kernel, out);
    kernel.count = &count;
    rt_view_none(&kernel.out);
    rt_tensor_view(mask, &kernel.in);
    return mask->numel && device->kernels->compact(device, &kernel, err) < 0 ? -1 : count;
}

/* The elements of x where the mask holds, or those of packed to there. */
static int pack(T x, T mask, T packed, bool back, struct rt_error *err)
{
    struct rt_device *device = x->storage->device;
    struct rt_pack_call kernel;

    RT_CALL_BEGIN(kernel, out);
    kernel.back = back;
    rt_tensor_view(back ? x : packed, &kernel.out);
    rt_tensor_view(back ? packed : x, &kernel.in);
    rt_tensor_view(mask, &kernel.mask);
    return packed->numel ? device->kernels->pack(device, &kernel, err) : 0;
}

static T elements_at(T x, T mask, struct rt_error *err)
{
    int64_t count = count_truths(mask, err);
    T out = count < 0 ? NULL : rt_tensor_new(x->storage->device, (enum rt_dtype)x->dtype, &count, 1, err);

    if (out && pack(x, mask, out, false, err) < 0) {
        rt_tensor_unref(out);
        out = NULL;
    }
    return out;
}

/* The result of an index lies as the dimensions of x and of the index tensors do. */
static T new_indexed(const struct plan *p, T x, struct rt_error *err)
{
    int64_t strides[RT_MAX_DIMS];
    const int64_t *rows[RT_MAX_INDEX + 1] = {p->strides};
    struct rt_view views[RT_MAX_INDEX];
    bool plain = x->contiguous;

    for (int i = 0; i < p->count; i++)
        plain = plain && p->tensor[i]->contiguous;
    if (plain || p->shape.ndim < 2)
        return rt_tensor_new(x->storage->device, (enum rt_dtype)x->dtype, p->shape.size, p->shape.ndim, err);
    index_views(p, views);
    for (int i = 0; i < p->count; i++)
        rows[i + 1] = views[i].strides;
    rt_shape_layout(p->shape.size, p->shape.ndim, rows, p->count + 1, strides);
    return rt_tensor_new_strided(x->storage->device, (enum rt_dtype)x->dtype, p->shape.size, strides, p->shape.ndim,
                                 err);
}

int rt_forward_index(struct rt_call *call, struct rt_error *err)
{
    T x = call->args[0].tensor, out = NULL, mask = whole_mask(x, &call->args[1]);
    struct rt_device *device = x->storage->device;
    struct rt_gather_call kernel;
    struct plan p;
    int rc = -1;

    if (mask)
        return rt_result_steal(call, elements_at(x, mask, err));
    if (rt_few_rows(x, &call->args[1]))
        return rt_result_steal(call, rt_take_few_rows(x, call->args[1].tensors[0], err));
    RT_CALL_BEGIN(kernel, out);
    kernel.negative = true;
    kernel.style = RT_INDEX_SUBSCRIPT;
    if (plan_begin(&p, x, &call->args[1], err) < 0 || !(out = new_indexed(&p, x, err)) || check_empty(&p, err) < 0)
        goto done;
    kernel.nindex = p.count;
    memcpy(kernel.size, p.size, sizeof p.size);
    memcpy(kernel.stride, p.stride, sizeof p.stride);
    memcpy(kernel.dim, p.dim, sizeof p.dim);
    rt_tensor_view(out, &kernel.out);
    indexed_view(&p, x, &kernel.in);
    index_views(&p, kernel.index);
    rc = out->numel ? device->kernels->gather(device, &kernel, err) : 0;
done:
    plan_end(&p);
    return finished(call, out, rc);
}

/* x[mask] = number, the commonest assignment: no positions are needed. False: it is not that. */
static bool put_number(T x, const struct rt_arg *indices, T value, int *rc, struct rt_error *err)
{
    struct rt_device *device = x->storage->device;
    struct rt_select_call kernel;
    T mask = indices->count == 1 ? indices->tensors[0] : NULL;

    RT_CALL_BEGIN(kernel, out);
    kernel.compute = (enum rt_dtype)x->dtype;
    if (!mask || mask->dtype != RT_BOOL || mask->storage->device != device || value->storage->device != device ||
        value->numel != 1 || value->storage == x->storage || mask->storage == x->storage || x->ndim == 0 ||
        !rt_shape_equal(x->shape, x->ndim, mask->shape, mask->ndim))
        return false;
    rt_tensor_view(x, &kernel.out);
    rt_tensor_view(x, &kernel.b);
    rt_tensor_view(x, &kernel.a);
    rt_tensor_view(mask, &kernel.cond);
    kernel.a.data = rt_tensor_pointer(value);
    memset(kernel.a.strides, 0, sizeof kernel.a.strides);
    *rc = x->numel ? device->kernels->select(device, &kernel, err) : 0;
    return true;
}

/* x[mask] = values, one for each truth. False: it is not that. */
static bool put_packed(T x, const struct rt_arg *indices, T values, int *rc, struct rt_error *err)
{
    T mask = whole_mask(x, indices), dense;
    int64_t count;

    if (!mask || values->ndim != 1 || values->storage->device != x->storage->device || values->storage == x->storage ||
        mask->storage == x->storage)
        return false;
    for (int i = 0; i < x->ndim; i++)
        if (x->strides[i] == 0 && x->shape[i] > 1)
            return false;
    *rc = -1;
    if ((count = count_truths(mask, err)) < 0)
        return true;
    if (count != values->shape[0])
        return false;
    if ((dense = rt_contiguous(values, err)))
        *rc = pack(x, mask, dense, true, err);
    rt_tensor_unref(dense);
    return true;
}

int rt_forward_index_put_(struct rt_call *call, struct rt_error *err)
{
    T x = call->args[0].tensor, values = call->args[2].tensor, here = NULL;
    struct rt_device *device = x->storage->device;
    struct rt_scatter_call kernel;
    struct plan p;
    struct rt_shape shape;
    char a[RT_SHAPE_TEXT], b[RT_SHAPE_TEXT];
    int rc = -1;

    if (!call->args[3].boolean && rt_put_few_rows(x, &call->args[1], values))
        return rt_result_steal(call, rt_tensor_get(x));
    RT_CALL_BEGIN(kernel, out);
    kernel.negative = true;
    kernel.style = RT_INDEX_SUBSCRIPT;
    if (x->dtype == values->dtype && !call->args[3].boolean &&
        (put_number(x, &call->args[1], values, &rc, err) || put_packed(x, &call->args[1], values, &rc, err)))
        return rc < 0 ? -1 : rt_result_steal(call, rt_tensor_get(x));
    if (plan_begin(&p, x, &call->args[1], err) < 0)
        goto done;
    struct rt_error mismatch = {0};
    shape = p.shape;
    if (rt_shape_broadcast(&shape, values->shape, values->ndim, &mismatch) < 0 ||
        !rt_shape_equal(shape.size, shape.ndim, p.shape.size, p.shape.ndim)) {
        rt_error_set(err, RT_RUNTIME,
                     "shape mismatch: value tensor of shape %s cannot be broadcast to indexing result of shape %s",
                     rt_shape_text(values->shape, values->ndim, a, sizeof a),
                     rt_shape_text(p.shape.size, p.shape.ndim, b, sizeof b));
        goto done;
    }
    bool fills = fills_mask(&call->args[1], values) && !call->args[3].boolean;
    if (x->dtype != values->dtype && !fills) {
        rt_error_set(err, RT_RUNTIME,
                     "Index put requires the source and destination dtypes match, got %s for the destination and %s "
                     "for the source.",
                     scalar_word(x), scalar_word(values));
        goto done;
    }
    /* one number where a mask holds is a fill, which may come from anywhere */
    T apart = values->numel == 1 && only_masks(&call->args[1])
                  ? rt_tensor_to(values, RT_DTYPE_NONE, values->storage->device, values->storage == x->storage, err)
                  : apart_from(values, x, err);
    here = apart ? rt_tensor_to(apart, (enum rt_dtype)x->dtype, device, false, err) : NULL;
    rt_tensor_unref(apart);
    if (!here)
        goto done;
    for (uint32_t i = 0; (values->numel != 1 || call->args[3].boolean) && i < call->args[1].count;
         i++) /* masks, which are positions by now */
        if (call->args[1].tensors[i] && call->args[1].tensors[i]->dtype == RT_BOOL) {
            T own = apart_from(call->args[1].tensors[i], x, err);
            rt_tensor_unref(own);
            if (!own)
                goto done;
        }
    for (int i = 0; i < p.count; i++) {
        T own = apart_from(p.tensor[i], x, err);
        if (!own)
            goto done;
        rt_tensor_unref(p.tensor[i]);
        p.tensor[i] = own;
    }
    kernel.mode = call->args[3].boolean ? RT_SCATTER_ADD : RT_SCATTER_ASSIGN;
    kernel.nindex = p.count;
    memcpy(kernel.size, p.size, sizeof p.size);
    memcpy(kernel.stride, p.stride, sizeof p.stride);
    memcpy(kernel.dim, p.dim, sizeof p.dim);
    indexed_view(&p, x, &kernel.out);
    indexed_view(&p, here, &kernel.in);
    rt_shape_broadcast_strides(here->shape, here->strides, here->ndim, p.shape.size, p.shape.ndim, kernel.in.strides);
    index_views(&p, kernel.index);
    int64_t numel = rt_shape_numel(p.shape.size, p.shape.ndim);
    rc = check_empty(&p, err) < 0 ? -1 : numel ? device->kernels->scatter(device, &kernel, err) : 0;
done:
    plan_end(&p);
    rt_tensor_unref(here);
    return rc < 0 ? -1 : rt_result_steal(call, rt_tensor_get(x));
}

BACKWARD(index)
{
    B m = BUILD;
    int n;
    T const *list = rt_backward_list(b, &n);
    struct rt_arg indices = rt_arg_tensors(list, (uint32_t)n);
    T whole = rt_b_zeros(m, INPUT_SHAPE(0)->size, INPUT_SHAPE(0)->ndim, (enum rt_dtype)G->dtype, G->storage->device);

    (void)err;
    if (m->failed)
        return 0;
    struct rt_results r;
    if (rt_apply(&rt_op_index_put_,
                 (struct rt_arg[]){rt_arg_tensor(whole), indices, rt_arg_tensor(G),
                                   rt_arg_bool(!whole_mask(whole, &indices))}, /* there no position is met twice */
                 4, &r, m->err) < 0) {
        m->failed = true;
        return 0;
    }
    rt_results_clear(&r);
    SET(0, whole);
    return 0;
}

BACKWARD(index_put)
{
    B m = BUILD;
    int n, last = b->node->nedges - 1; /* the values; between them stand the indices */
    T const *list = rt_backward_list(b, &n);
    struct rt_arg indices = rt_arg_tensors(list, (uint32_t)n);

    (void)err;
    if (m->failed)
        return 0;
    if (b->node->args[3].boolean)
        SET(0, G);
    else if (WANTS(0)) {
        T whole = rt_b_clone(m, G), zero = rt_b_zeros(m, NULL, 0, (enum rt_dtype)G->dtype, G->storage->device);
        struct rt_results r;
        if (!whole || !zero ||
            rt_apply(&rt_op_index_put_, (struct rt_arg[]){rt_arg_tensor(whole), indices, rt_arg_tensor(zero)}, 3, &r,
                     m->err) < 0) {
            m->failed = true;
            return 0;
        }
        rt_results_clear(&r);
        SET(0, whole);
    }
    SET(last, rt_build_apply(m, &rt_op_index_Tensor, (struct rt_arg[]){rt_arg_tensor(G), indices}, 2));
    return 0;
}

/* ---- along one dimension
 * ------------------------------------------------------------------------------------------------------ */

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
    if (dim < 0 || check_index_type("index_select", index, err) < 0 || check_vector("index_select", index, err) < 0)
        return -1;
    if (x->ndim == 0 && index->numel != 1)
        return rt_error_set(err, RT_RUNTIME, "index_select(): Index to scalar can have only 1 value, got %lld value(s)",
                            (long long)index->numel);
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
    return finished(call, out, out->numel ? device->kernels->gather(device, &kernel, err) : 0);
}

static int add_apart(T dst, int dim, T index, T src, struct rt_error *err)
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
    T at = apart_from(index, dst, err), from = at ? apart_from(src, dst, err) : NULL;
    int rc = from ? add_apart(dst, dim, at, from, err) : -1;

    rt_tensor_unref(at);
    rt_tensor_unref(from);
    return rc;
}

/* Is every index one of the dimension's? False where the host cannot tell. */
static bool all_inside(T x, int dim, T index)
{
    const char *data = rt_tensor_pointer(index);
    int64_t size = x->ndim ? x->shape[dim] : 1, step = index->ndim ? index->strides[0] : 0;

    if (!x->storage->device->host_memory || index->storage->device != x->storage->device || index->ndim > 1)
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
    rc = source ? add_at(out, dim, index, source, err) : -1;
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

BACKWARD(index_select)
{
    B m = BUILD;
    T whole = rt_b_zeros(m, INPUT_SHAPE(0)->size, INPUT_SHAPE(0)->ndim, (enum rt_dtype)G->dtype, G->storage->device);
    T index = ARG(2);

    (void)err;
    if (whole && index)
        SET(0,
            rt_build_apply(
                m, &rt_op_index_add,
                (struct rt_arg[]){rt_arg_tensor(whole), b->node->args[1], rt_arg_tensor(index), rt_arg_tensor(G)}, 4));
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
    B m = BUILD;
    T whole = rt_b_zeros(m, INPUT_SHAPE(0)->size, INPUT_SHAPE(0)->ndim, (enum rt_dtype)G->dtype, G->storage->device);
    T index = ARG(2);

    (void)err;
    if (whole && index)
        SET(0,
            rt_build_apply(
                m, &rt_op_scatter_add,
                (struct rt_arg[]){rt_arg_tensor(whole), b->node->args[1], rt_arg_tensor(index), rt_arg_tensor(G)}, 4));
    return 0;
}

static int scatter_apart(T out, int dim, T index, T from, enum rt_scatter_mode mode, bool whole, struct rt_error *err)
{
    struct rt_device *device = out->storage->device;
    struct rt_scatter_call kernel;

    RT_CALL_BEGIN(kernel, out);
    kernel.mode = mode;
    kernel.nindex = 1;
    kernel.style = RT_INDEX_GATHER;
    kernel.whole = whole;
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

/* Complex numbers are multiplied one after the other: the kernel knows their parts only. look: are indices right? */
static int complex_products(T out, int dim, T index, T from, bool look, struct rt_error *err)
{
    enum rt_dtype dtype = (enum rt_dtype)out->dtype;
    int64_t size = (int64_t)rt_dtype_size(dtype), limit = out->ndim ? out->shape[dim] : 1;

    for (int64_t k = 0; k < index->numel; k++) {
        int64_t rest = k, at = 0, to = 0, source = 0;
        for (int i = index->ndim - 1; i >= 0; i--) {
            int64_t place = rest % index->shape[i];
            rest /= index->shape[i];
            at += place * index->strides[i];
            to += i == dim ? 0 : place * out->strides[i];
            source += from->ndim ? place * from->strides[i] : 0;
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

int rt_scatter_into(T out, int dim, T index, T from, enum rt_scatter_mode mode, bool whole, struct rt_error *err)
{
    T at = apart_from(index, out, err), source = at ? apart_from(from, out, err) : NULL;
    bool products =
        mode == RT_SCATTER_PROD && rt_dtype_is_complex((enum rt_dtype)out->dtype) && out->storage->device->host_memory;
    int rc = !source    ? -1
             : products ? (whole && complex_products(out, dim, at, source, true, err) < 0)
                              ? -1
                              : complex_products(out, dim, at, source, false, err)
                        : scatter_apart(out, dim, at, source, mode, whole, err);

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

/* Where a scatter writes: x itself in place, where neither index nor src lies in its memory, else a copy, also of what
   is so small that this costs less than to look at all indices first. */
T rt_written_at(const struct rt_call *call, T x, T index, T src, struct rt_error *err)
{
    T out;

    if (call->out == x && x->numel * (int64_t)rt_dtype_size((enum rt_dtype)x->dtype) > index->numel * 2 &&
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
    if (rc == 0 && (src || value))
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
