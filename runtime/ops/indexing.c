/* index and index_put_: reads and writes at index tensors of all dimensions, and their gradients. Subscripts are taken
   apart in subscript.c. */
#include "index.h"
#include "warn.h"

#include <stdio.h>
#include <string.h>

/* ---- advanced indexing ------------------------------------------------------------------------------------------ */

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

struct rt_tensor *rt_without_overlap(struct rt_tensor *t, struct rt_tensor *written, struct rt_error *err)
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

/* Is one scalar written where a mask holds? A mask without dimensions has become positions. */
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
        if (!rt_dtype_is_integral((enum rt_dtype)index->dtype) || index->dtype == RT_INT8 || index->dtype == RT_INT16 ||
            rt_dtype_is_shell((enum rt_dtype)index->dtype))
            return rt_error_set(err, RT_INDEX, "tensors used as indices must be long, int, byte or bool tensors");
        const bool counted =
            rt_is_meta(x) && index->storage->device->host_memory; /* the mask has elements, x has none */
        if (!(index = counted ? rt_tensor_get(index) : bring(index, x, err)))
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
        struct rt_error mismatch;
        rt_error_clear(&mismatch);
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
static T full_mask(T x, const struct rt_arg *indices)
{
    T mask = indices->count == 1 ? indices->tensors[0] : NULL;

    return mask && mask->dtype == RT_BOOL && mask->storage->device == x->storage->device && x->ndim &&
                   rt_shape_equal(x->shape, x->ndim, mask->shape, mask->ndim)
               ? mask
               : NULL;
}

static int64_t count_true(T mask, struct rt_error *err)
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
    int64_t count = count_true(mask, err);
    T out = count < 0 ? NULL : rt_tensor_new(x->storage->device, (enum rt_dtype)x->dtype, &count, 1, err);

    if (out && pack(x, mask, out, false, err) < 0) {
        rt_tensor_unref(out);
        out = NULL;
    }
    return out;
}

/* The result of an index has the order of the dimensions of x and of the index tensors. */
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
    T x = call->args[0].tensor, out = NULL, mask = full_mask(x, &call->args[1]);
    struct rt_device *device = x->storage->device;
    struct rt_gather_call kernel;
    struct plan p;
    int rc = -1;

    rt_check_bytes(&call->args[1], NULL, err);
    if (mask)
        return rt_result_steal(call, elements_at(x, mask, err));
    if (rt_small_rows(x, &call->args[1]))
        return rt_result_steal(call, rt_take_small_rows(x, call->args[1].tensors[0], err));
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

/* x[mask] = scalar, the commonest assignment: no positions are needed. False: not of this kind. */
static bool put_scalar(T x, const struct rt_arg *indices, T value, int *rc, struct rt_error *err)
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

/* x[mask] = values, one for each true element. False: not of this kind. */
static bool put_packed(T x, const struct rt_arg *indices, T values, int *rc, struct rt_error *err)
{
    T mask = full_mask(x, indices), dense;
    int64_t count;

    if (!mask || values->ndim != 1 || values->storage->device != x->storage->device || values->storage == x->storage ||
        mask->storage == x->storage)
        return false;
    for (int i = 0; i < x->ndim; i++)
        if (x->strides[i] == 0 && x->shape[i] > 1)
            return false;
    *rc = -1;
    if ((count = count_true(mask, err)) < 0)
        return true;
    if (count != values->shape[0])
        return false;
    if ((dense = rt_contiguous(values, err)))
        *rc = pack(x, mask, dense, true, err);
    rt_tensor_unref(dense);
    return true;
}

static bool has_meta_mask(const struct rt_arg *indices)
{
    for (uint32_t i = 0; i < indices->count; i++) {
        const T index = indices->tensors[i];
        if (index && rt_is_meta(index) && (index->dtype == RT_BOOL || index->dtype == RT_UINT8))
            return true;
    }
    return false;
}

int rt_forward_index_put_(struct rt_call *call, struct rt_error *err)
{
    T x = call->args[0].tensor, values = call->args[2].tensor, here = NULL;
    struct rt_device *device = x->storage->device;
    struct rt_scatter_call kernel;
    struct plan p;
    char a[RT_SHAPE_TEXT], b[RT_SHAPE_TEXT];
    int rc = -1;

    if (rt_check_bytes(&call->args[1], call->args[3].boolean ? NULL : values, err) < 0)
        return -1;
    if (rt_is_meta(x) && has_meta_mask(&call->args[1])) /* how many elements are written does not matter */
        return rt_result_steal(call, rt_tensor_get(x));
    if (!call->args[3].boolean && rt_put_small_rows(x, &call->args[1], values))
        return rt_result_steal(call, rt_tensor_get(x));
    RT_CALL_BEGIN(kernel, out);
    kernel.negative = true;
    kernel.style = RT_INDEX_SUBSCRIPT;
    if (x->dtype == values->dtype && !call->args[3].boolean &&
        (put_scalar(x, &call->args[1], values, &rc, err) || put_packed(x, &call->args[1], values, &rc, err)))
        return rc < 0 ? -1 : rt_result_steal(call, rt_tensor_get(x));
    if (call->args[1].count == 0 && x->numel) /* PyTorch's own text is an internal assertion */
        return rt_error_set(err, RT_RUNTIME, "index_put_: expected at least one index");
    if (plan_begin(&p, x, &call->args[1], err) < 0)
        goto done;
    struct rt_error mismatch;
    rt_error_clear(&mismatch);
    struct rt_shape shape = p.shape;
    if (rt_shape_broadcast(&shape, values->shape, values->ndim, &mismatch) < 0 ||
        !rt_shape_equal(shape.size, shape.ndim, p.shape.size, p.shape.ndim)) {
        rt_error_set(err, RT_RUNTIME,
                     "shape mismatch: value tensor of shape %s cannot be broadcast to indexing result of shape %s",
                     rt_shape_text(values->shape, values->ndim, a, sizeof a),
                     rt_shape_text(p.shape.size, p.shape.ndim, b, sizeof b));
        goto done;
    }
    bool fills = fills_mask(&call->args[1], values) && !call->args[3].boolean;
    if (fills && x->dtype != values->dtype && values->storage->device->host_memory &&
        rt_check_scalar(rt_scalar_load((enum rt_dtype)values->dtype, rt_tensor_pointer(values)),
                        (enum rt_dtype)x->dtype, err) < 0)
        goto done;
    if (x->dtype != values->dtype && !fills) {
        rt_error_set(err, RT_RUNTIME,
                     "Index put requires the source and destination dtypes match, got %s for the destination and %s "
                     "for the source.",
                     scalar_word(x), scalar_word(values));
        goto done;
    }
    /* one scalar where a mask holds is a fill, which may come from any device */
    T apart = values->numel == 1 && only_masks(&call->args[1])
                  ? rt_tensor_to(values, RT_DTYPE_NONE, values->storage->device, values->storage == x->storage, err)
                  : rt_without_overlap(values, x, err);
    here = apart ? rt_tensor_to(apart, (enum rt_dtype)x->dtype, device, false, err) : NULL;
    rt_tensor_unref(apart);
    if (!here)
        goto done;
    for (uint32_t i = 0; (values->numel != 1 || call->args[3].boolean) && i < call->args[1].count;
         i++) /* masks, which are positions by now */
        if (call->args[1].tensors[i] && call->args[1].tensors[i]->dtype == RT_BOOL) {
            T own = rt_without_overlap(call->args[1].tensors[i], x, err);
            rt_tensor_unref(own);
            if (!own)
                goto done;
        }
    for (int i = 0; i < p.count; i++) {
        T own = rt_without_overlap(p.tensor[i], x, err);
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
    T list[RT_MAX_DIMS];
    int n = rt_backward_list(b, list);
    struct rt_arg indices = rt_arg_tensors(list, (uint32_t)n);
    T full = rt_b_zeros(m, INPUT_SHAPE(0)->size, INPUT_SHAPE(0)->ndim, (enum rt_dtype)G->dtype, G->storage->device);

    (void)err;
    if (m->failed)
        return 0;
    struct rt_results r;
    if (rt_apply(&rt_op_index_put_,
                 (struct rt_arg[]){rt_arg_tensor(full), indices, rt_arg_tensor(G),
                                   rt_arg_bool(!full_mask(full, &indices))}, /* there no position occurs twice */
                 4, &r, m->err) < 0) {
        m->failed = true;
        return 0;
    }
    rt_results_clear(&r);
    SET(0, full);
    return 0;
}

BACKWARD(index_put)
{
    B m = BUILD;
    int last = b->node->nedges - 1; /* the values; between them are the indices */
    T list[RT_MAX_DIMS];
    int n = rt_backward_list(b, list);
    struct rt_arg indices = rt_arg_tensors(list, (uint32_t)n);

    (void)err;
    if (m->failed)
        return 0;
    if (b->node->args[3].boolean)
        SET(0, G);
    else if (WANTS(0)) {
        T full = rt_b_clone(m, G), zero = rt_b_zeros(m, NULL, 0, (enum rt_dtype)G->dtype, G->storage->device);
        struct rt_results r;
        if (!full || !zero ||
            rt_apply(&rt_op_index_put_, (struct rt_arg[]){rt_arg_tensor(full), indices, rt_arg_tensor(zero)}, 3, &r,
                     m->err) < 0) {
            m->failed = true;
            return 0;
        }
        rt_results_clear(&r);
        SET(0, full);
    }
    SET(last, rt_build_apply(m, &rt_op_index_Tensor, (struct rt_arg[]){rt_arg_tensor(G), indices}, 2));
    return 0;
}
