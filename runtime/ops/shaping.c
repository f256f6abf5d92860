/* Views: other sizes, orders of dimensions and slices of the same elements; and their gradients. */
#include "ops.h"

#include <stdio.h>
#include <string.h>

static T window(struct rt_call *call, T self, const int64_t *shape, const int64_t *strides, int ndim, int64_t offset,
                struct rt_error *err)
{
    return rt_tensor_window(self, shape, strides, ndim, offset, call->op->detail >= 0, err);
}

/* In place (t_, squeeze_ ...) the shape of self itself changes; call->out is only for ops that write. */
static int viewed(struct rt_call *call, T view)
{
    return rt_result_steal(call, view);
}

/* The strides of self in another shape; false where only a copy has it. */
static bool view_strides(T self, const struct rt_shape *shape, int64_t *strides)
{
    if (!self->contiguous || !rt_shape_is_plain(self->shape, self->strides, self->ndim))
        return rt_shape_view_strides(self->shape, self->strides, self->ndim, shape, strides);
    rt_shape_contiguous(shape->size, shape->ndim, strides);
    return true;
}

/* Composites that are one view of self make it themselves where it is not recorded. */
static int view_now(struct rt_call *call, T self, const struct rt_shape *shape, const int64_t *strides,
                    struct rt_error *err)
{
    T view = rt_tensor_window(self, shape->size, strides, shape->ndim, self->offset, true, err);

    if (view)
        view->view_kind = (uint8_t)rt_view_kind_now(self);
    return rt_result_steal(call, view);
}

int rt_forward_view(struct rt_call *call, struct rt_error *err)
{
    T self = call->args[0].tensor;
    int64_t strides[RT_MAX_DIMS];
    struct rt_shape shape;

    if (rt_shape_infer(call->args[1].ints, (int)call->args[1].count, self->numel, &shape, err) < 0)
        return -1;
    if (!view_strides(self, &shape, strides))
        return rt_error_set(
            err, RT_RUNTIME,
            "view size is not compatible with input tensor's size and stride (at least one dimension spans "
            "across two contiguous subspaces). Use .reshape(...) instead.");
    /* detail 1: of a fresh result, which is no view for the user */
    return rt_result_steal(
        call, rt_tensor_window(self, shape.size, strides, shape.ndim, self->offset, call->op->detail == 0, err));
}

BACKWARD(reshape_back)
{
    (void)err;
    SET(0, rt_b_reshape(BUILD, G, INPUT_SHAPE(0)->size, INPUT_SHAPE(0)->ndim));
    return 0;
}

/* self in a shape of which one size may be -1: a view where there is one, else a copy */
static int reshaped(struct rt_call *call, const int64_t *sizes_asked, int n, struct rt_error *err)
{
    T self = call->args[0].tensor, out;
    int64_t strides[RT_MAX_DIMS];
    struct rt_shape shape;
    struct rt_build b;

    if (rt_shape_infer(sizes_asked, n, self->numel, &shape, err) < 0)
        return -1;
    if (!rt_is_recorded(call) && view_strides(self, &shape, strides))
        return view_now(call, self, &shape, strides, err);
    struct rt_arg sizes = rt_arg_ints(shape.size, (uint32_t)shape.ndim);
    if (self->contiguous)
        return rt_apply(&rt_op_view, (struct rt_arg[]){call->args[0], sizes}, 2, call->results, err);
    if (rt_shape_view_strides(self->shape, self->strides, self->ndim, &shape, strides))
        return rt_apply(&rt_op_reshape_alias, (struct rt_arg[]){call->args[0], sizes}, 2, call->results, err);
    rt_build_init(&b, err);
    out = rt_build_apply(&b, &rt_op_clone, (struct rt_arg[]){call->args[0], rt_arg_string("contiguous", 10)}, 2);
    if (out)
        out = rt_build_apply(&b, &rt_op__unsafe_view, (struct rt_arg[]){rt_arg_tensor(out), sizes}, 2);
    return rt_build_return(&b, call, out);
}

int rt_forward_reshape(struct rt_call *call, struct rt_error *err)
{
    return reshaped(call, call->args[1].ints, (int)call->args[1].count, err);
}

int rt_forward_view_as(struct rt_call *call, struct rt_error *err)
{
    T other = call->args[1].tensor;

    /* what is contiguous has a view of every shape */
    if (call->op->detail || (call->args[0].tensor->contiguous && !rt_is_recorded(call)))
        return reshaped(call, other->shape, other->ndim, err);
    struct rt_arg args[2] = {call->args[0], rt_arg_ints(other->shape, other->ndim)};
    return rt_apply(&rt_op_view, args, 2, call->results, err);
}

/* Always a view of all elements in their order: of self where it is contiguous, else of a copy. */
int rt_forward_ravel(struct rt_call *call, struct rt_error *err)
{
    T self = call->args[0].tensor;
    int64_t all = self->numel;
    struct rt_build b;

    if (self->contiguous)
        return rt_is_recorded(call) ? rt_apply(&rt_op_view, (struct rt_arg[]){call->args[0], rt_arg_ints(&all, 1)}, 2,
                                               call->results, err)
                                    : reshaped(call, &all, 1, err);
    rt_build_init(&b, err);
    self = rt_b_map(&b, &rt_op_contiguous, self);
    if (self)
        self = rt_build_apply(&b, &rt_op_view, (struct rt_arg[]){rt_arg_tensor(self), rt_arg_ints(&all, 1)}, 2);
    return rt_build_return(&b, call, self);
}

/* (self, start, end) */
int rt_forward_flatten(struct rt_call *call, struct rt_error *err)
{
    T self = call->args[0].tensor;
    int64_t shape[RT_MAX_DIMS];
    int n = 0, first, last;

    if ((first = rt_shape_dim(call->args[1].integer, self->ndim, err)) < 0 ||
        (last = rt_shape_dim(call->args[2].integer, self->ndim, err)) < 0)
        return -1;
    if (first > last)
        return rt_error_set(err, RT_RUNTIME, "flatten() has invalid args: start_dim cannot come after end_dim");
    if (self->ndim == 0) {
        shape[0] = 1;
        return reshaped(call, shape, 1, err);
    }
    if (first == last)
        return rt_result_steal(call, rt_tensor_get(self));
    for (int i = 0; i < self->ndim; i++)
        if (i > first && i <= last)
            shape[n - 1] = rt_step_mul(shape[n - 1], self->shape[i]); /* none is left if it does not fit */
        else
            shape[n++] = self->shape[i];
    return reshaped(call, shape, n, err);
}

int rt_forward_unflatten(struct rt_call *call, struct rt_error *err)
{
    T self = call->args[0].tensor;
    int64_t shape[RT_MAX_DIMS];
    struct rt_shape inner;
    int n = 0, dim = rt_shape_dim(call->args[1].integer, self->ndim, err);

    if (dim < 0)
        return -1;
    if (self->ndim == 0)
        return rt_error_set(
            err, RT_RUNTIME,
            "unflatten got an unexpected error:\nDimension specified as 0 but tensor has no dimensions");
    if (call->args[2].count == 0)
        return rt_error_set(err, RT_RUNTIME, "unflatten: sizes must be non-empty");
    if (self->ndim - 1 + (int)call->args[2].count > RT_MAX_DIMS)
        return rt_error_set(err, RT_RUNTIME, "too many dimensions: at most %d are supported", RT_MAX_DIMS);
    if (rt_shape_infer(call->args[2].ints, (int)call->args[2].count, self->shape[dim], &inner, err) < 0) {
        char sizes[RT_SHAPE_TEXT];
        bool size = !strncmp(err->text, "shape '", 7), twice = !strncmp(err->text, "only one", 8);
        if (size || twice)
            rt_error_clear(err);
        if (twice)
            return rt_error_set(err, RT_RUNTIME,
                                "unflatten got an unexpected error:\nonly one dimension can be inferred");
        if (size)
            return rt_error_set(err, RT_RUNTIME,
                                "unflatten: Provided sizes %s don't multiply up to the size of dim %d (%lld) in the "
                                "input tensor",
                                rt_shape_text(call->args[2].ints, (int)call->args[2].count, sizes, sizeof sizes), dim,
                                (long long)self->shape[dim]);
        return -1;
    }
    for (int i = 0; i < self->ndim; i++)
        if (i == dim)
            for (int k = 0; k < inner.ndim; k++)
                shape[n++] = inner.size[k];
        else
            shape[n++] = self->shape[i];
    return rt_apply(&rt_op_view, (struct rt_arg[]){call->args[0], rt_arg_ints(shape, (uint32_t)n)}, 2, call->results,
                    err);
}

/* ---- order of dimensions ---------------------------------------------------------------------------------------- */

static int permuted(struct rt_call *call, T self, const int *order, struct rt_error *err)
{
    int64_t shape[RT_MAX_DIMS], strides[RT_MAX_DIMS];

    for (int i = 0; i < self->ndim; i++) {
        shape[i] = self->shape[order[i]];
        strides[i] = self->strides[order[i]];
    }
    return viewed(call, window(call, self, shape, strides, self->ndim, self->offset, err));
}

static int swapped(struct rt_call *call, T self, int i, int j, struct rt_error *err)
{
    int order[RT_MAX_DIMS];

    for (int k = 0; k < self->ndim; k++)
        order[k] = k == i ? j : k == j ? i : k;
    return permuted(call, self, order, err);
}

int rt_forward_t(struct rt_call *call, struct rt_error *err)
{
    T self = call->args[0].tensor;

    if (self->ndim > 2)
        return rt_error_set(err, RT_RUNTIME, "t%s() expects a tensor with <= 2 dimensions, but self is %dD",
                            call->inplace ? "_" : "", self->ndim);
    return swapped(call, self, 0, self->ndim - 1, err);
}

BACKWARD(t)
{
    (void)err;
    SET(0, rt_b_t(BUILD, G));
    return 0;
}

int rt_forward_transpose(struct rt_call *call, struct rt_error *err)
{
    T self = call->args[0].tensor;
    int i = rt_shape_dim(call->args[1].integer, self->ndim, err),
        j = i < 0 ? -1 : rt_shape_dim(call->args[2].integer, self->ndim, err);

    return j < 0 ? -1 : swapped(call, self, i, j, err);
}

BACKWARD(transpose)
{
    (void)err;
    SET(0, rt_b_transpose(BUILD, G, b->node->args[1].integer, b->node->args[2].integer));
    return 0;
}

int rt_forward_permute(struct rt_call *call, struct rt_error *err)
{
    T self = call->args[0].tensor;
    int order[RT_MAX_DIMS], n = (int)call->args[1].count;
    uint32_t seen = 0;

    if (n != self->ndim)
        return rt_error_set(
            err, RT_RUNTIME,
            "permute(sparse_coo): number of dimensions in the tensor input does not match the length of "
            "the desired ordering of dimensions i.e. input.dim() = %d is not equal to len(dims) = %d",
            self->ndim, n);
    for (int i = 0; i < n; i++) {
        if ((order[i] = rt_shape_dim(call->args[1].ints[i], n, err)) < 0)
            return -1;
        if (seen >> order[i] & 1)
            return rt_error_set(err, RT_RUNTIME, "permute(): duplicate dims are not allowed.");
        seen |= 1u << order[i];
    }
    return permuted(call, self, order, err);
}

BACKWARD(permute)
{
    int64_t back[RT_MAX_DIMS];
    int n = (int)b->node->args[1].count;

    (void)err;
    for (int i = 0; i < n; i++) {
        int64_t d = b->node->args[1].ints[i];
        back[d < 0 ? d + n : d] = i;
    }
    SET(0, rt_b_permute(BUILD, G, back, n));
    return 0;
}

int rt_forward_movedim(struct rt_call *call, struct rt_error *err)
{
    T self = call->args[0].tensor;
    int64_t order[RT_MAX_DIMS];
    int from = rt_shape_dim(call->args[1].integer, self->ndim, err), to, n = 0;

    if (from < 0 || (to = rt_shape_dim(call->args[2].integer, self->ndim, err)) < 0)
        return -1;
    if (self->ndim == 0)
        return rt_apply(&rt_op_alias, call->args, 1, call->results, err);
    for (int i = 0, k = 0; i < self->ndim; i++) {
        if (i == to)
            order[n++] = from;
        else {
            if (k == from)
                k++;
            order[n++] = k++;
        }
    }
    return rt_apply(&rt_op_permute, (struct rt_arg[]){call->args[0], rt_arg_ints(order, (uint32_t)n)}, 2, call->results,
                    err);
}

static int moved_dims(const struct rt_arg *list, const char *name, int ndim, int *dims, struct rt_error *err)
{
    char text[RT_SHAPE_TEXT];
    bool seen[RT_MAX_DIMS] = {false}, twice = false;

    for (uint32_t i = 0; i < list->count; i++) {
        if (i >= RT_MAX_DIMS || (dims[i] = rt_shape_dim(list->ints[i], ndim, err)) < 0)
            return -1;
        twice = twice || seen[dims[i]];
        seen[dims[i]] = true;
    }
    if (!twice)
        return 0;
    return rt_error_set(err, RT_RUNTIME, "movedim: repeated dim in `%s` (%s)", name,
                        rt_shape_text(list->ints, (int)list->count, text, sizeof text));
}

/* (self, source, destination): what is not named keeps its order in the positions that are left. */
int rt_forward_movedim_list(struct rt_call *call, struct rt_error *err)
{
    T self = call->args[0].tensor;
    const struct rt_arg *source = &call->args[1], *destination = &call->args[2];
    int from[RT_MAX_DIMS], to[RT_MAX_DIMS];
    char a[RT_SHAPE_TEXT], b[RT_SHAPE_TEXT];
    int64_t order[RT_MAX_DIMS];
    bool moved[RT_MAX_DIMS] = {false};

    if (source->count != destination->count)
        return rt_error_set(
            err, RT_RUNTIME,
            "movedim: Invalid source or destination dims: source (%s dims) should contain the same number "
            "of dims as destination (%s dims)",
            rt_shape_text(source->ints, (int)source->count, a, sizeof a),
            rt_shape_text(destination->ints, (int)destination->count, b, sizeof b));
    if (moved_dims(source, "source", self->ndim, from, err) < 0 ||
        moved_dims(destination, "destination", self->ndim, to, err) < 0)
        return -1;
    for (int i = 0; i < self->ndim; i++)
        order[i] = -1;
    for (uint32_t i = 0; i < source->count; i++) {
        order[to[i]] = from[i];
        moved[from[i]] = true;
    }
    for (int i = 0, k = 0; i < self->ndim; i++) {
        if (order[i] >= 0)
            continue;
        while (moved[k])
            k++;
        order[i] = k++;
    }
    return rt_apply(&rt_op_permute, (struct rt_arg[]){call->args[0], rt_arg_ints(order, (uint32_t)self->ndim)}, 2,
                    call->results, err);
}

/* ---- sizes of one ----------------------------------------------------------------------------------------------- */

/* detail 0: all; 1: one dimension; 2: a list */
int rt_forward_squeeze(struct rt_call *call, struct rt_error *err)
{
    T self = call->args[0].tensor;
    int64_t shape[RT_MAX_DIMS], strides[RT_MAX_DIMS], mask = ~INT64_C(0);
    int n = 0;

    if (call->op->detail == 1) {
        int dim = rt_shape_dim(call->args[1].integer, self->ndim, err);
        if (dim < 0)
            return -1;
        mask = INT64_C(1) << dim;
    } else if (call->op->detail == 2) {
        mask = call->args[1].count ? rt_shape_dims(call->args[1].ints, (int)call->args[1].count, self->ndim, err) : 0;
        if (mask < 0)
            return -1;
    }
    for (int i = 0; i < self->ndim; i++)
        if (self->shape[i] != 1 || !(mask >> i & 1)) {
            shape[n] = self->shape[i];
            strides[n++] = self->strides[i];
        }
    return viewed(call, window(call, self, shape, strides, n, self->offset, err));
}

int rt_forward_unsqueeze(struct rt_call *call, struct rt_error *err)
{
    T self = call->args[0].tensor;
    int64_t shape[RT_MAX_DIMS + 1], strides[RT_MAX_DIMS + 1];
    int dim = rt_shape_dim(call->args[1].integer, self->ndim + 1, err);

    if (dim < 0)
        return -1;
    for (int i = 0; i <= self->ndim; i++) {
        int from = i < dim ? i : i - 1;
        shape[i] = i == dim ? 1 : self->shape[from];
        strides[i] = i != dim           ? self->strides[from]
                     : dim < self->ndim ? rt_step_mul(self->shape[dim], self->strides[dim])
                                        : 1;
    }
    return viewed(call, window(call, self, shape, strides, self->ndim + 1, self->offset, err));
}

/* The types of tensors in the words of expand(), in the order of enum rt_dtype. */
const char *rt_expand_type(T t)
{
#define X(id, name, alias, type, size, category, scalar, cxx, storage)                                                 \
    [id] = {"torch." scalar "Tensor", "CPU" scalar "Type"},
    static const char *const names[RT_DTYPE_COUNT][2] = {RT_DTYPES(X)};
#undef X
    bool later = t->dtype == RT_BOOL || t->dtype == RT_BFLOAT16 || rt_dtype_is_complex((enum rt_dtype)t->dtype) ||
                 rt_dtype_is_shell((enum rt_dtype)t->dtype);

    return names[t->dtype][later];
}

int rt_forward_expand(struct rt_call *call, struct rt_error *err)
{
    T self = call->args[0].tensor;
    int64_t strides[RT_MAX_DIMS];
    struct rt_shape shape;

    if (rt_shape_expand(rt_expand_type(self), self->shape, self->strides, self->ndim, call->args[1].ints,
                        (int)call->args[1].count, &shape, strides, err) < 0)
        return -1;
    return viewed(call, window(call, self, shape.size, strides, shape.ndim, self->offset, err));
}

BACKWARD(expand)
{
    (void)err;
    SET(0, rt_b_sum_to(BUILD, G, INPUT_SHAPE(0)->size, INPUT_SHAPE(0)->ndim));
    return 0;
}

int rt_forward_expand_as(struct rt_call *call, struct rt_error *err)
{
    T other = rt_arg_get_tensor(call, 1);
    struct rt_arg args[2] = {call->args[0], other ? rt_arg_ints(other->shape, other->ndim) : call->args[1]};
    int64_t strides[RT_MAX_DIMS];
    struct rt_shape shape;

    if (!rt_is_recorded(call)) {
        T self = call->args[0].tensor;
        return rt_shape_expand(rt_expand_type(self), self->shape, self->strides, self->ndim, args[1].ints,
                               (int)args[1].count, &shape, strides, err) < 0
                   ? -1
                   : view_now(call, self, &shape, strides, err);
    }
    return rt_apply(&rt_op_expand, args, 2, call->results, err);
}

/* ---- parts ------------------------------------------------------------------------------------------------------ */

int rt_forward_select(struct rt_call *call, struct rt_error *err)
{
    T self = call->args[0].tensor;
    int64_t shape[RT_MAX_DIMS], strides[RT_MAX_DIMS], index = call->args[2].integer;
    int n = 0, dim;

    if (self->ndim == 0)
        return rt_error_set(err, RT_INDEX, "select() cannot be applied to a 0-dim tensor.");
    if ((dim = rt_shape_dim(call->args[1].integer, self->ndim, err)) < 0)
        return -1;
    if (index < -self->shape[dim] || index >= self->shape[dim])
        return rt_error_set(err, RT_INDEX, "select(): index %lld out of range for tensor of size %s at dimension %d",
                            (long long)index,
                            rt_shape_text(self->shape, self->ndim, (char[RT_SHAPE_TEXT]){0}, RT_SHAPE_TEXT), dim);
    if (index < 0)
        index += self->shape[dim];
    for (int i = 0; i < self->ndim; i++)
        if (i != dim) {
            shape[n] = self->shape[i];
            strides[n++] = self->strides[i];
        }
    return viewed(call, window(call, self, shape, strides, n,
                               rt_step_add(self->offset, rt_step_mul(index, self->strides[dim])), err));
}

/* Zeros of the input's shape with the gradient in a window of them. */
static T embed(struct rt_backward *b, T (*slice)(struct rt_backward *b, T full), T g)
{
    T full = rt_b_zeros(BUILD, INPUT_SHAPE(0)->size, INPUT_SHAPE(0)->ndim, (enum rt_dtype)g->dtype, g->storage->device);
    T window = full ? slice(b, full) : NULL;

    return rt_b_copy_(BUILD, window, g) < 0 ? NULL : full;
}

static T select_slice(struct rt_backward *b, T full)
{
    return rt_b_select(BUILD, full, b->node->args[1].integer, b->node->args[2].integer);
}
BACKWARD(select)
{
    (void)err;
    SET(0, embed(b, select_slice, G));
    return 0;
}

/* (self, dim, start, end, step): Python's rules for a positive step */
int rt_forward_slice(struct rt_call *call, struct rt_error *err)
{
    T self = call->args[0].tensor;
    int64_t shape[RT_MAX_DIMS], strides[RT_MAX_DIMS], start, stop, step = call->args[4].integer, size;
    int dim;

    if (self->ndim == 0)
        return rt_error_set(err, RT_RUNTIME, "slice() cannot be applied to a 0-dim tensor.");
    if ((dim = rt_shape_dim(call->args[1].integer, self->ndim, err)) < 0)
        return -1;
    if (step <= 0)
        return rt_error_set(err, RT_RUNTIME, "slice step must be positive");
    size = self->shape[dim];
    start = call->args[2].kind == RT_INT ? call->args[2].integer : 0;
    stop = call->args[3].kind == RT_INT ? call->args[3].integer : size;
    if (start < 0)
        start += size;
    if (stop < 0)
        stop += size;
    start = start < 0 ? 0 : start > size ? size : start;
    stop = stop < start ? start : stop > size ? size : stop;
    memcpy(shape, self->shape, self->ndim * sizeof *shape);
    memcpy(strides, self->strides, self->ndim * sizeof *strides);
    shape[dim] = stop > start ? (stop - start - 1) / step + 1 : 0;
    strides[dim] = rt_step_mul(strides[dim], step);
    return viewed(call, window(call, self, shape, strides, self->ndim,
                               rt_step_add(self->offset, rt_step_mul(start, self->strides[dim])), err));
}

static T slice_slice(struct rt_backward *b, T full)
{
    struct rt_arg args[5];

    memcpy(args, b->node->args, sizeof args);
    args[0] = rt_arg_tensor(full);
    return rt_build_apply(BUILD, &rt_op_slice_Tensor, args, 5);
}
BACKWARD(slice)
{
    (void)err;
    SET(0, embed(b, slice_slice, G));
    return 0;
}

int rt_forward_alias(struct rt_call *call, struct rt_error *err)
{
    T self = call->args[0].tensor;

    return viewed(call, window(call, self, self->shape, self->strides, self->ndim, self->offset, err));
}

int rt_forward_as_strided(struct rt_call *call, struct rt_error *err)
{
    T self = call->args[0].tensor;
    const int64_t *sizes = call->args[1].ints, *strides = call->args[2].ints;
    int n = (int)call->args[1].count;
    int64_t offset = call->args[3].kind == RT_INT ? call->args[3].integer : self->offset;

    if (n != (int)call->args[2].count)
        return rt_error_set(err, RT_RUNTIME, "mismatch in length of strides and shape");
    for (int i = 0; i < n; i++)
        if (strides[i] < 0)
            return rt_error_set(err, RT_RUNTIME,
                                "as_strided: Negative strides are not supported at the moment, got strides: %s",
                                rt_shape_text(strides, n, (char[RT_SHAPE_TEXT]){0}, RT_SHAPE_TEXT));
    if (rt_shape_fits_storage(sizes, strides, n, offset, rt_dtype_size((enum rt_dtype)self->dtype),
                              self->storage->bytes, err) < 0)
        return -1;
    return rt_apply(&rt_op_as_strided_of,
                    (struct rt_arg[]){call->args[0], call->args[1], call->args[2], rt_arg_int(offset),
                                      rt_arg_ints(self->strides, self->ndim), rt_arg_int(self->offset)},
                    6, call->results, err);
}

/* The windows of gradients need to know the input's layout: they are arguments of an op of its own. */
int rt_forward_as_strided_of(struct rt_call *call, struct rt_error *err)
{
    T self = call->args[0].tensor;

    return viewed(call, window(call, self, call->args[1].ints, call->args[2].ints, (int)call->args[1].count,
                               call->args[3].integer, err));
}

/* Can two positions of a window be the same element? */
static bool may_overlap(const int64_t *size, const int64_t *strides, int ndim)
{
    bool seen[RT_MAX_DIMS] = {false};
    int64_t reach = 0;

    for (int k = 0; k < ndim; k++) {
        int best = -1;
        for (int i = 0; i < ndim; i++)
            if (!seen[i] && (best < 0 || strides[i] < strides[best]))
                best = i;
        seen[best] = true;
        if (size[best] == 1)
            continue;
        if (strides[best] <= reach)
            return true;
        reach = rt_step_add(reach, rt_step_mul(strides[best], size[best] - 1));
    }
    return false;
}

static int64_t window_end(const struct rt_arg *size, const struct rt_arg *strides, int64_t offset)
{
    for (uint32_t i = 0; i < size->count; i++)
        offset = rt_step_add(offset, rt_step_mul(size->ints[i] - 1, strides->ints[i]));
    return rt_step_add(offset, 1);
}

/* What falls on each element of a piece of memory of so many elements, of a window's elements. */
static T back_to_memory(B m, T g, int64_t total, struct rt_arg size, struct rt_arg strides, int64_t offset)
{
    struct rt_arg at = rt_arg_int(offset);
    T full = rt_b_zeros(m, &total, 1, (enum rt_dtype)g->dtype, g->storage->device), window, index;
    int64_t all = -1;

    if (!full)
        return NULL;
    if (!may_overlap(size.ints, strides.ints, (int)size.count)) {
        window = rt_build_apply(m, &rt_op_as_strided, (struct rt_arg[]){rt_arg_tensor(full), size, strides, at}, 4);
        return rt_b_copy_(m, window, g) < 0 ? NULL : full;
    }
    index = rt_build_apply(m, &rt_op_arange,
                           (struct rt_arg[]){rt_arg_scalar(rt_scalar_int(total)), rt_arg_dtype(RT_INT64), rt_arg_none(),
                                             rt_arg_device(g->storage->device)},
                           4);
    index = index ? rt_build_apply(m, &rt_op_as_strided, (struct rt_arg[]){rt_arg_tensor(index), size, strides, at}, 4)
                  : NULL;
    index = rt_b_reshape(m, index, &all, 1);
    g = rt_b_reshape(m, g, &all, 1);
    if (!index || !g)
        return NULL;
    return rt_build_apply(m, &rt_op_scatter_add,
                          (struct rt_arg[]){rt_arg_tensor(full), rt_arg_int(0), rt_arg_tensor(index), rt_arg_tensor(g)},
                          4);
}

/* (self, size, stride, offset, the input's strides, its offset): the gradient goes to memory and is read from there
   through the input's own window; elements that several of the input's positions share, share theirs. */
BACKWARD(as_strided)
{
    B m = BUILD;
    const struct rt_arg *args = b->node->args;
    struct rt_shape *shape = INPUT_SHAPE(0);
    struct rt_arg size = rt_arg_ints(shape->size, (uint32_t)shape->ndim);
    int64_t base = args[3].integer < args[5].integer ? args[3].integer : args[5].integer;
    int64_t from = args[3].integer - base, to = args[5].integer - base;
    int64_t total = window_end(&args[1], &args[2], from), other = window_end(&size, &args[4], to);
    T full, ones;

    (void)err;
    if (G->numel == 0 || rt_shape_numel(shape->size, shape->ndim) == 0) {
        SET(0, rt_b_zeros(m, shape->size, shape->ndim, (enum rt_dtype)G->dtype, G->storage->device));
        return 0;
    }
    total = total > other ? total : other;
    full = back_to_memory(m, G, total, args[1], args[2], from);
    if (full && may_overlap(shape->size, args[4].ints, shape->ndim)) {
        ones = rt_b_adds(m, rt_b_zeros(m, shape->size, shape->ndim, (enum rt_dtype)G->dtype, G->storage->device), 1);
        full = rt_b_div(m, full, ones ? back_to_memory(m, ones, total, size, args[4], to) : NULL);
    }
    if (full)
        SET(0, rt_build_apply(m, &rt_op_as_strided,
                              (struct rt_arg[]){rt_arg_tensor(full), size, args[4], rt_arg_int(to)}, 4));
    return 0;
}

int rt_forward_diagonal(struct rt_call *call, struct rt_error *err)
{
    T self = call->args[0].tensor;
    int64_t shape[RT_MAX_DIMS], strides[RT_MAX_DIMS], k = call->args[1].integer, offset = self->offset, length;
    int i = rt_shape_dim(call->args[2].integer, self->ndim, err), j, n = 0;

    if (i < 0 || (j = rt_shape_dim(call->args[3].integer, self->ndim, err)) < 0)
        return -1;
    if (i == j)
        return rt_error_set(err, RT_RUNTIME, "diagonal dimensions cannot be identical %lld, %lld",
                            (long long)call->args[2].integer, (long long)call->args[3].integer);
    if (k >= 0) {
        length = self->shape[i] < self->shape[j] - k ? self->shape[i] : self->shape[j] - k;
        offset += length > 0 ? k * self->strides[j] : 0;
    } else {
        length = self->shape[i] + k < self->shape[j] ? self->shape[i] + k : self->shape[j];
        offset += length > 0 ? -k * self->strides[i] : 0;
    }
    for (int d = 0; d < self->ndim; d++)
        if (d != i && d != j) {
            shape[n] = self->shape[d];
            strides[n++] = self->strides[d];
        }
    shape[n] = length > 0 ? length : 0;
    strides[n++] = rt_step_add(self->strides[i], self->strides[j]);
    return viewed(call, window(call, self, shape, strides, n, offset, err));
}

static T diagonal_slice(struct rt_backward *b, T full)
{
    struct rt_arg args[4];

    memcpy(args, b->node->args, sizeof args);
    args[0] = rt_arg_tensor(full);
    return rt_build_apply(BUILD, &rt_op_diagonal, args, 4);
}
BACKWARD(diagonal)
{
    (void)err;
    SET(0, embed(b, diagonal_slice, G));
    return 0;
}

int rt_forward_unfold_dim(struct rt_call *call, struct rt_error *err)
{
    T self = call->args[0].tensor;
    int64_t shape[RT_MAX_DIMS + 1], strides[RT_MAX_DIMS + 1], size = call->args[2].integer,
                                                              step = call->args[3].integer;
    int dim = rt_shape_dim(call->args[1].integer, self->ndim, err), n = self->ndim;

    if (dim < 0)
        return -1;
    if (step <= 0)
        return rt_error_set(err, RT_RUNTIME, "step is %lld but must be > 0", (long long)step);
    if (size < 0)
        return rt_error_set(err, RT_RUNTIME, "size is %lld but must be >= 0", (long long)size);
    if (size > (n ? self->shape[dim] : 1))
        return rt_error_set(err, RT_RUNTIME, "maximum size for tensor at dimension %d is %lld but size is %lld", dim,
                            (long long)(n ? self->shape[dim] : 1), (long long)size);
    if (n == 0)
        return viewed(call, window(call, self, &size, &(int64_t){1}, 1, self->offset, err));
    memcpy(shape, self->shape, (size_t)n * sizeof *shape);
    memcpy(strides, self->strides, (size_t)n * sizeof *strides);
    shape[n] = size;
    strides[n] = strides[dim];
    shape[dim] = (shape[dim] - size) / step + 1;
    strides[dim] = rt_step_mul(strides[dim], step);
    return viewed(call, window(call, self, shape, strides, n + 1, self->offset, err));
}

BACKWARD(unfold_dim)
{
    B m = BUILD;
    struct rt_shape *shape = INPUT_SHAPE(0);
    int64_t dim = b->node->args[1].integer, step = b->node->args[3].integer;
    T full = rt_b_zeros(m, shape->size, shape->ndim, (enum rt_dtype)G->dtype, G->storage->device);

    (void)err;
    if (shape->ndim == 0) {
        SET(0, rt_b_sum_all(m, G));
        return 0;
    }
    if (dim < 0)
        dim += shape->ndim;
    for (int64_t k = 0; full && k < G->shape[dim]; k++) { /* windows may overlap: add one after the other */
        T slice = rt_b_select(m, G, dim, k);
        int64_t order[RT_MAX_DIMS];
        int n = 0;
        for (int i = 0; i < shape->ndim - 1; i++) { /* the window's dimension goes back to its position */
            if (i == dim)
                order[n++] = shape->ndim - 1;
            order[n++] = i;
        }
        if (n < shape->ndim)
            order[n++] = shape->ndim - 1;
        slice = rt_b_permute(m, slice, order, n);
        if (rt_b_add_(m, rt_b_narrow(m, full, dim, k * step, b->node->args[2].integer), slice) < 0)
            return 0;
    }
    SET(0, full);
    return 0;
}

/* ---- lists of parts --------------------------------------------------------------------------------------------- */

/* Memory for a list of n views; NULL and an error where no list is so long. */
static T *list_of(int64_t n, struct rt_error *err)
{
    T *list = NULL;

    if (n > INT32_MAX || !(list = rt_alloc_items(n, sizeof *list, 0)))
        rt_error_memory(err);
    return list;
}

/* Releases the first n views. */
static void drop_views(T *list, int64_t n)
{
    while (n-- > 0)
        rt_tensor_unref(list[n]);
}

/* A list of many views is long work. */
static int look_between(int64_t i, struct rt_error *err)
{
    return (i & 0xffff) == 0xffff ? rt_check_interrupt(err) : 0;
}

/* Windows of the given sizes along a dimension. */
static int parts(struct rt_call *call, T self, int dim, const int64_t *sizes, int64_t one, int64_t n,
                 struct rt_error *err)
{
    T *list = list_of(n, err);
    int64_t shape[RT_MAX_DIMS], at = 0;
    int rc = -1;

    if (!list)
        return -1;
    memcpy(shape, self->shape, self->ndim * sizeof *shape);
    for (int64_t i = 0; i < n; i++) {
        int64_t left = self->shape[dim] - at;
        shape[dim] = sizes ? sizes[i] : one < left ? one : left;
        if (look_between(i, err) < 0 ||
            !(list[i] = rt_tensor_window(self, shape, self->strides, self->ndim,
                                         rt_step_add(self->offset, rt_step_mul(at, self->strides[dim])), true, err))) {
            drop_views(list, i);
            goto done;
        }
        at += shape[dim];
    }
    rc = rt_result_list_steal(call, list, (int)n, err);
done:
    rt_free(list);
    return rc;
}

/* detail 0: pieces of one size; 1: given sizes */
int rt_forward_split(struct rt_call *call, struct rt_error *err)
{
    T self = call->args[0].tensor;
    int64_t size, total = 0;
    int dim;

    if (self->ndim == 0)
        return rt_error_set(err, RT_RUNTIME, "split expects at least a 1-dimensional tensor");
    if ((dim = rt_shape_dim(call->args[2].integer, self->ndim, err)) < 0)
        return -1;
    if (call->op->detail == 0) {
        size = call->args[1].integer;
        if (size < 0)
            return rt_error_set(err, RT_RUNTIME, "split expects split_size be non-negative, but got split_size=%lld",
                                (long long)size);
        if (size == 0 && self->shape[dim])
            return rt_error_set(err, RT_RUNTIME,
                                "split_size can only be 0 if dimension size is 0, but got dimension size of "
                                "%lld",
                                (long long)self->shape[dim]);
        return parts(call, self, dim, NULL, size, self->shape[dim] ? (self->shape[dim] - 1) / size + 1 : 1, err);
    }
    for (uint32_t i = 0; i < call->args[1].count; i++) {
        if (call->args[1].ints[i] < 0)
            return rt_error_set(
                err, RT_RUNTIME,
                "split_with_sizes expects split_sizes have only non-negative entries, but got split_sizes=%s",
                rt_shape_text(call->args[1].ints, (int)call->args[1].count, (char[RT_SHAPE_TEXT]){0}, RT_SHAPE_TEXT));
        if (!rt_size_add(total, call->args[1].ints[i], &total))
            total = INT64_MAX - 1; /* no dimension has so many: it stays wrong */
    }
    if (total != self->shape[dim])
        return rt_error_set(
            err, RT_RUNTIME,
            "split_with_sizes expects split_sizes to sum exactly to %lld (input tensor's size at dimension "
            "%d), but got split_sizes=%s",
            (long long)self->shape[dim], (int)call->args[2].integer,
            rt_shape_text(call->args[1].ints, (int)call->args[1].count, (char[RT_SHAPE_TEXT]){0}, RT_SHAPE_TEXT));
    return parts(call, self, dim, call->args[1].ints, 0, call->args[1].count, err);
}

/* Joins the gradients of the pieces; missing ones are zeros. */
static int join_parts(struct rt_backward *b, int64_t dim)
{
    B m = BUILD;
    int n = b->node->noutputs;
    T *list = rt_alloc_items(n, sizeof *list, 1), some = NULL;

    if (!list) {
        m->failed = true;
        return rt_error_memory(m->err);
    }
    for (int i = 0; i < n; i++)
        some = some ? some : b->gradients[i];
    for (int i = 0; i < n; i++) {
        struct rt_shape *shape = &b->node->outputs[i].shape;
        list[i] = b->gradients[i]
                      ? b->gradients[i]
                      : rt_b_zeros(m, shape->size, shape->ndim, (enum rt_dtype)some->dtype, some->storage->device);
    }
    if (!m->failed)
        SET(0, rt_build_apply(m, &rt_op_cat, (struct rt_arg[]){rt_arg_tensors(list, (uint32_t)n), rt_arg_int(dim)}, 2));
    rt_free(list);
    return 0;
}

BACKWARD(split)
{
    (void)err;
    return join_parts(b, b->node->args[2].integer);
}
BACKWARD(split_sizes)
{
    (void)err;
    return join_parts(b, b->node->args[2].integer);
}

int rt_forward_chunk(struct rt_call *call, struct rt_error *err)
{
    T self = call->args[0].tensor;
    int64_t chunks = call->args[1].integer, size;
    int dim;

    if (self->ndim == 0)
        return rt_error_set(err, RT_RUNTIME, "chunk expects at least a 1-dimensional tensor");
    if (chunks <= 0)
        return rt_error_set(err, RT_RUNTIME, "chunk expects `chunks` to be greater than 0, got: %lld",
                            (long long)chunks);
    if ((dim = rt_shape_dim(call->args[2].integer, self->ndim, err)) < 0)
        return -1;
    size = self->shape[dim] / chunks + (self->shape[dim] % chunks != 0);
    if (!size && chunks < INT32_MAX) { /* as many pieces of nothing */
        int64_t *none = rt_alloc_items(chunks, sizeof *none, 0);
        if (!none)
            return rt_error_memory(err);
        memset(none, 0, (size_t)chunks * sizeof *none);
        int rc = rt_apply(&rt_op_split_sizes,
                          (struct rt_arg[]){call->args[0], rt_arg_ints(none, (uint32_t)chunks), rt_arg_int(dim)}, 3,
                          call->results, err);
        rt_free(none);
        return rc;
    }
    return rt_apply(&rt_op_split_Tensor, (struct rt_arg[]){call->args[0], rt_arg_int(size), rt_arg_int(dim)}, 3,
                    call->results, err);
}

int rt_forward_unbind(struct rt_call *call, struct rt_error *err)
{
    T self = call->args[0].tensor, *list;
    int64_t shape[RT_MAX_DIMS], strides[RT_MAX_DIMS], n;
    int dim = rt_shape_dim(call->args[1].integer, self->ndim, err), k = 0, rc = -1;

    if (dim < 0)
        return -1;
    if (self->ndim == 0)
        return rt_error_set(err, RT_INDEX, "Dimension specified as 0 but tensor has no dimensions");
    n = self->shape[dim];
    if (!(list = list_of(n, err)))
        return -1;
    for (int i = 0; i < self->ndim; i++)
        if (i != dim) {
            shape[k] = self->shape[i];
            strides[k++] = self->strides[i];
        }
    for (int64_t i = 0; i < n; i++)
        if (look_between(i, err) < 0 ||
            !(list[i] = rt_tensor_window(self, shape, strides, k,
                                         rt_step_add(self->offset, rt_step_mul(i, self->strides[dim])), true, err))) {
            drop_views(list, i);
            goto done;
        }
    rc = rt_result_list_steal(call, list, (int)n, err);
done:
    rt_free(list);
    return rc;
}

BACKWARD(unbind)
{
    B m = BUILD;
    int n = b->node->noutputs;
    T *list = rt_alloc_items(n, sizeof *list, 1), some = NULL;

    if (!list)
        return rt_error_memory(err);
    for (int i = 0; i < n; i++)
        some = some ? some : b->gradients[i];
    for (int i = 0; i < n; i++)
        list[i] = b->gradients[i] ? b->gradients[i] : rt_b_zeros_like(m, some);
    if (!m->failed)
        SET(0, rt_build_apply(
                   m, &rt_op_stack,
                   (struct rt_arg[]){rt_arg_tensors(list, (uint32_t)n), rt_arg_int(b->node->args[1].integer)}, 2));
    rt_free(list);
    return 0;
}
