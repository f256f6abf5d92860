/* Pointwise ops of sparse tensors: those that keep zeros work on the values, sums join the elements, products meet in
   those that both have. */
#include "sparse.h"

#include <string.h>

#define APPLY(op, ...) SPARSE_APPLY(b, op, __VA_ARGS__)
#define TENSOR(x) rt_arg_tensor(x)
#define NEED(x)                                                                                                        \
    if (!(x))                                                                                                          \
    return (b->failed = true), NULL

static int sizes_differ(const char *what, const struct rt_tensor *x, const struct rt_tensor *y, const char *note,
                        struct rt_error *err)
{
    char a[RT_SHAPE_TEXT], c[RT_SHAPE_TEXT];

    return rt_error_set(err, RT_RUNTIME, what, rt_shape_text(x->shape, x->ndim, a, sizeof a),
                        rt_shape_text(y->shape, y->ndim, c, sizeof c), note);
}

/* ---- one tensor -------------------------------------------------------------------------------------------------- */

/* The op of the call on the values of its first argument. */
static T on_values(B b, struct rt_call *call, T x)
{
    struct rt_arg args[RT_MAX_ARGS];

    NEED(x);
    memcpy(args, call->args, (size_t)call->nargs * sizeof *args);
    args[0] = TENSOR(x->sparse->values);
    return rt_b_sparse_like(b, x, rt_build_apply(b, call->op, args, call->nargs), x->sparse->coalesced);
}

/* Of what is not linear: the sums of elements at one place first. */
int rt_sparse_map(struct rt_call *call, struct rt_error *err)
{
    T x = call->args[0].tensor;
    struct rt_build b;

    if (!x->sparse)
        return rt_sparse_refused(call, err);
    rt_build_init(&b, err);
    return rt_build_return(&b, call, on_values(&b, call, rt_is_coo(x) ? rt_b_coalesce(&b, x) : x));
}

int rt_sparse_linear_map(struct rt_call *call, struct rt_error *err)
{
    struct rt_build b;

    if (!call->args[0].tensor->sparse)
        return rt_sparse_refused(call, err);
    rt_build_init(&b, err);
    return rt_build_return(&b, call, on_values(&b, call, call->args[0].tensor));
}

int rt_sparse_pow(struct rt_call *call, struct rt_error *err)
{
    if (!rt_is_coo(call->args[0].tensor))
        return rt_layout_unsupported(call->args[0].tensor, err);
    if (rt_scalar_is_zero(call->args[1].scalar))
        return rt_error_set(
            err, RT_RUNTIME,
            "pow: cannot raise to zeroth power on sparse tensor; it would make the result tensor dense");
    return rt_sparse_map(call, err);
}

/* The op as it is: what it is made of is asked for itself. */
int rt_sparse_itself(struct rt_call *call, struct rt_error *err)
{
    return call->op->forward(call, err);
}

/* ---- sums -------------------------------------------------------------------------------------------------------- */

static enum rt_dtype common_type(T x, T y)
{
    const struct rt_input inputs[2] = {{.tensor = x}, {.tensor = y}};

    return rt_result_type(inputs, 2);
}

/* x times a number, which may be 1. */
static T times(B b, T x, struct rt_scalar s)
{
    NEED(x);
    return s.kind != RT_CAT_COMPLEX && rt_scalar_to_double(s) == 1 ? x : APPLY(mul_Tensor, TENSOR(x), rt_arg_scalar(s));
}

/* Where the elements of two lists of indices, each taken in its order, come to lie when they are merged; those at one
   place come together. Gives how many there are. */
static int64_t merge_places(const int64_t *x, int64_t nx, const int64_t *y, int64_t ny, int64_t *to_x, int64_t *to_y)
{
    int64_t i = 0, k = 0, count = 0;

    while (i < nx || k < ny) {
        const bool first = k == ny || (i < nx && x[i] <= y[k]), second = i == nx || (k < ny && y[k] <= x[i]);
        if (first)
            to_x[i++] = count;
        if (second)
            to_y[k++] = count;
        count++;
    }
    return count;
}

static T merged(B b, T x, T y, T xv, T yv)
{
    const struct rt_sparse *s = x->sparse, *o = y->sparse;
    const int64_t nx = xv->shape[0], ny = yv->shape[0];
    T xp = rt_b_flat_positions(b, s->indices, x->shape, s->sparse_dim);
    T yp = rt_b_flat_positions(b, o->indices, x->shape, s->sparse_dim);
    T to_x = rt_build_keep_steal(b, rt_tensor_empty(&nx, 1, RT_INT64, x->storage->device, b->err));
    T to_y = rt_build_keep_steal(b, rt_tensor_empty(&ny, 1, RT_INT64, x->storage->device, b->err));
    T index, values;
    int64_t shape[RT_MAX_DIMS + 1], count;

    NEED(xp && yp && to_x && to_y);
    count = merge_places(rt_tensor_pointer(xp), nx, rt_tensor_pointer(yp), ny, rt_tensor_pointer(to_x),
                         rt_tensor_pointer(to_y));
    memcpy(shape, xv->shape, xv->ndim * sizeof *shape);
    shape[0] = count;
    NEED(values = rt_b_zeros(b, shape, xv->ndim, (enum rt_dtype)xv->dtype, x->storage->device));
    NEED(index = rt_b_zeros(b, &count, 1, RT_INT64, x->storage->device));
    int64_t *at = rt_tensor_pointer(index);
    for (int64_t i = 0; i < nx; i++)
        at[((const int64_t *)rt_tensor_pointer(to_x))[i]] = ((const int64_t *)rt_tensor_pointer(xp))[i];
    for (int64_t i = 0; i < ny; i++)
        at[((const int64_t *)rt_tensor_pointer(to_y))[i]] = ((const int64_t *)rt_tensor_pointer(yp))[i];
    if (nx)
        NEED(values = APPLY(index_add, TENSOR(values), rt_arg_int(0), TENSOR(to_x), TENSOR(xv)));
    if (ny)
        NEED(values = APPLY(index_add, TENSOR(values), rt_arg_int(0), TENSOR(to_y), TENSOR(yv)));
    return rt_b_sparse_coo(b, x->shape, x->ndim, s->sparse_dim, rt_b_coordinates(b, index, x->shape, s->sparse_dim),
                           values, s->coalesced && o->coalesced);
}

/* x + alpha y, both COO: contiguous values are merged, others put one behind the other. */
static T sum_of_coo(B b, T x, T y, struct rt_scalar alpha, enum rt_dtype dtype)
{
    const struct rt_sparse *s = x->sparse, *o = y->sparse;
    T xv = rt_b_to(b, s->values, dtype), yv = times(b, rt_b_to(b, o->values, dtype), alpha), sum;

    if (s->sparse_dim != o->sparse_dim) {
        rt_error_set(b->err, RT_RUNTIME,
                     "add: expected 'self' and 'other' to have same number of sparse dimensions, but 'self' has %d and "
                     "'other' has %d",
                     s->sparse_dim, o->sparse_dim);
        return (b->failed = true), NULL;
    }
    NEED(xv && yv);
    if (!rt_sparse_nnz(y) && s->values->dtype == dtype)
        return rt_b_clone(b, x);
    if (s->values->contiguous && o->values->contiguous && x->storage->device->host_memory && dtype != RT_BOOL)
        return merged(b, x, y, xv, yv);
    sum = rt_b_sparse_coo(b, x->shape, x->ndim, s->sparse_dim,
                          APPLY(cat, rt_arg_tensors((T[]){s->indices, o->indices}, 2), rt_arg_int(1)),
                          APPLY(cat, rt_arg_tensors((T[]){xv, yv}, 2), rt_arg_int(0)), false);
    NEED(sum);
    if (rt_sparse_nnz(sum) > sum->numel) { /* it must not grow without bounds */
        NEED(sum = rt_b_coalesce(b, sum));
        return rt_b_sparse_like(b, sum, sum->sparse->values, false);
    }
    return sum;
}

/* x + alpha y, x dense; into call->out where that is x itself. */
static T sum_with_dense(B b, struct rt_call *call, T x, T y, struct rt_scalar alpha, enum rt_dtype dtype)
{
    const bool direct = call->out && call->out == x && x->contiguous && (enum rt_dtype)x->dtype == dtype;
    int64_t shape[RT_MAX_DIMS + 1];
    struct rt_results r;
    T out, rows, values;

    NEED(y = rt_b_sparse_as_coo(b, y));
    const struct rt_sparse *s = y->sparse;
    const int dense = y->ndim - s->sparse_dim;
    NEED(values = times(b, rt_b_to(b, s->values, dtype), alpha));
    out = direct ? x : (enum rt_dtype)x->dtype == dtype ? rt_b_clone(b, x) : rt_b_to(b, x, dtype);
    NEED(out);
    if (!direct && !out->contiguous)
        NEED(out = rt_build_keep_steal(b, rt_contiguous(out, b->err)));
    shape[0] = rt_shape_numel(y->shape, s->sparse_dim);
    memcpy(shape + 1, y->shape + s->sparse_dim, (size_t)dense * sizeof *shape);
    NEED(rows = rt_build_keep_steal(b, rt_tensor_window(out, shape, NULL, 1 + dense, out->offset, false, b->err)));
    if (values->numel &&
        rt_apply_inplace(&rt_op_index_add,
                         (struct rt_arg[]){TENSOR(rows), rt_arg_int(0),
                                           TENSOR(rt_b_flat_positions(b, s->indices, y->shape, s->sparse_dim)),
                                           TENSOR(values)},
                         4, &r, b->err) < 0)
        return (b->failed = true), NULL;
    if (values->numel)
        rt_results_clear(&r);
    return out;
}

static int added(struct rt_call *call, struct rt_scalar alpha, struct rt_error *err)
{
    T x = rt_arg_get_tensor(call, 0), y = rt_arg_get_tensor(call, 1);
    struct rt_build build, *b = &build;
    T sum;

    if (!x || (!x->sparse && y->sparse && !rt_shape_equal(x->shape, x->ndim, y->shape, y->ndim))) {
        char a[RT_SHAPE_TEXT] = "[]", c[RT_SHAPE_TEXT];
        return rt_error_set(err, RT_RUNTIME,
                            "add: expected 'self' and 'other' to have same size, but self has size %s while other has "
                            "size %s (FYI: %s-sparse addition does not currently support broadcasting)",
                            x ? rt_shape_text(x->shape, x->ndim, a, sizeof a) : a,
                            rt_shape_text(y->shape, y->ndim, c, sizeof c), rt_is_coo(y) ? "dense" : "op2");
    }
    if (x->sparse && (!y || !y->sparse)) {
        if (rt_is_coo(x) || !y || !rt_shape_equal(x->shape, x->ndim, y->shape, y->ndim))
            return rt_error_set(err, RT_RUNTIME,
                                "add(sparse, dense) is not supported. Use add(dense, sparse) instead.");
        /* PyTorch takes the two in either order where rows or columns are compressed */
        if (call->inplace)
            return rt_layout_unsupported(x, err);
        rt_build_init(b, err);
        T scaled = times(b, y, alpha);
        return rt_build_return(b, call,
                               scaled ? sum_with_dense(b, call, scaled, x, rt_scalar_int(1), common_type(x, y)) : NULL);
    }
    if (!x->sparse) {
        rt_build_init(b, err);
        return rt_build_return(b, call, sum_with_dense(b, call, x, y, alpha, common_type(x, y)));
    }
    if (rt_tensor_layout(x) != rt_tensor_layout(y))
        return rt_layout_unsupported(rt_is_coo(x) ? y : x, err);
    if (!rt_shape_equal(x->shape, x->ndim, y->shape, y->ndim))
        return sizes_differ("add: expected sizes of 'self' and 'other' to match, but %s != %s%s", x, y, "", err);
    rt_build_init(b, err);
    const enum rt_layout layout = rt_tensor_layout(x);
    sum = sum_of_coo(b, rt_b_sparse_as_coo(b, x), rt_b_sparse_as_coo(b, y), alpha, common_type(x, y));
    return rt_build_return(b, call, sum ? rt_b_sparse_as(b, sum, layout) : NULL);
}

int rt_sparse_add(struct rt_call *call, struct rt_error *err)
{
    return added(call, call->args[2].scalar, err);
}

int rt_sparse_sub(struct rt_call *call, struct rt_error *err)
{
    struct rt_scalar alpha = call->args[2].scalar;

    for (int i = 0; i < 2; i++)
        if (call->args[i].kind == RT_TENSOR && rt_is_compressed(call->args[i].tensor))
            return rt_layout_unsupported(call->args[i].tensor, err);
    if (alpha.kind == RT_CAT_BOOL || alpha.kind == RT_CAT_INT)
        alpha = rt_scalar_int(-alpha.i);
    else
        alpha.f = -alpha.f, alpha.im = -alpha.im;
    return added(call, alpha, err);
}

/* The same with operands exchanged: 1 - x. */
int rt_sparse_rsub(struct rt_call *call, struct rt_error *err)
{
    const struct rt_arg self = call->args[0];

    call->args[0] = call->args[1];
    call->args[1] = self;
    return rt_sparse_sub(call, err);
}

/* ---- products ---------------------------------------------------------------------------------------------------- */

/* A number, or a tensor without dimensions. */
static bool is_number(const struct rt_arg *arg)
{
    return arg->kind == RT_SCALAR || (arg->kind == RT_TENSOR && !arg->tensor->sparse && arg->tensor->ndim == 0);
}

/* op(values, number) with the indices of x. */
static T with_number(B b, struct rt_op *op, T x, const struct rt_arg *number)
{
    const struct rt_arg args[2] = {TENSOR(x->sparse->values), *number};

    return rt_b_sparse_like(b, x, rt_build_apply(b, op, args, 2), x->sparse->coalesced);
}

/* The elements of a dense tensor that meets x by broadcasting, at the positions of x: [nnz, dense dimensions ...]. */
static T met_by(B b, T x, T y)
{
    const struct rt_sparse *s = x->sparse;
    const int lead = x->ndim - y->ndim, dense = x->ndim - s->sparse_dim;
    int64_t steps[RT_MAX_DIMS] = {0}, shape[RT_MAX_DIMS + 1] = {1}, step = 1;
    T rows;

    for (int i = s->sparse_dim - 1; i >= 0; i--)
        if (i >= lead && y->shape[i - lead] != 1) {
            steps[i] = step;
            step *= y->shape[i - lead];
        }
    shape[0] = step;
    for (int i = 0; i < dense; i++)
        shape[1 + i] = s->sparse_dim + i >= lead ? y->shape[s->sparse_dim + i - lead] : 1;
    NEED(rows = rt_b_reshape(b, y, shape, 1 + dense));
    return rt_b_select_rows(b, rows, rt_b_positions(b, s->indices, steps, s->sparse_dim));
}

static T product_with_dense(B b, T x, T y)
{
    bool fits = y->ndim <= x->ndim;

    for (int i = 0; fits && i < y->ndim; i++)
        fits = y->shape[i] == 1 || y->shape[i] == x->shape[x->ndim - y->ndim + i];
    if (!fits) {
        sizes_differ("mul(sparse, dense): shapes %s and %s cannot be broadcast to that of the sparse tensor%s", x, y,
                     "", b->err);
        return (b->failed = true), NULL;
    }
    return rt_b_sparse_like(b, x, rt_b_mul(b, x->sparse->values, met_by(b, x, y)), x->sparse->coalesced);
}

/* Elements at the same place: with two coalesced tensors those that both have; else each of the one that is not, 0
   where the other has nothing. */
static T product_of_coo(B b, T x, T y)
{
    const enum rt_dtype dtype = common_type(x, y);
    const bool both = x->sparse->coalesced && y->sparse->coalesced;
    T probe = x->sparse->coalesced == y->sparse->coalesced ? (rt_sparse_nnz(y) < rt_sparse_nnz(x) ? y : x)
              : x->sparse->coalesced                       ? y
                                                           : x,
      other = probe == x ? y : x, found, there = NULL;

    if (x->sparse->sparse_dim != y->sparse->sparse_dim) {
        rt_error_set(b->err, RT_RUNTIME, "mul operands have incompatible sparse dimensions: %d and %d",
                     x->sparse->sparse_dim, y->sparse->sparse_dim);
        return (b->failed = true), NULL;
    }
    if (both) { /* which positions of the first the second has, too */
        T known = rt_b_flat_positions(b, other->sparse->indices, other->shape, other->sparse->sparse_dim);
        T positions = rt_b_flat_positions(b, probe->sparse->indices, probe->shape, probe->sparse->sparse_dim);
        NEED(known && positions);
        const int64_t nothing = 0;
        if (!known->shape[0])
            there = rt_b_zeros(b, &nothing, 1, RT_INT64, x->storage->device);
        else {
            T at = rt_b_two(b, &rt_op_searchsorted, known, positions);
            NEED(at = APPLY(clamp_max, TENSOR(at), rt_arg_scalar(rt_scalar_int(known->shape[0] - 1))));
            T same = rt_b_eq(b, rt_b_select_rows(b, known, at), positions);
            NEED(same);
            if (rt_build_apply_many(b, &rt_op_where, (struct rt_arg[]){TENSOR(same)}, 1, &there, 1) < 0)
                return NULL;
        }
        NEED(there);
        T indices = APPLY(index_select, TENSOR(probe->sparse->indices), rt_arg_int(1), TENSOR(there));
        probe = rt_b_sparse_coo(b, x->shape, x->ndim, x->sparse->sparse_dim, indices,
                                rt_b_select_rows(b, probe->sparse->values, there), true);
    }
    NEED(probe && (found = rt_b_sparse_masked(b, other, probe)));
    return rt_b_sparse_like(
        b, probe, rt_b_mul(b, rt_b_to(b, probe->sparse->values, dtype), rt_b_to(b, found->sparse->values, dtype)),
        both);
}

int rt_sparse_mul(struct rt_call *call, struct rt_error *err)
{
    T x = rt_arg_get_tensor(call, 0), y = rt_arg_get_tensor(call, 1), product;
    struct rt_build build, *b = &build;

    rt_build_init(b, err);
    if (x && x->sparse && is_number(&call->args[1])) {
        product = with_number(b, call->op, x, &call->args[1]);
        if (product && call->inplace && rt_is_coo(x)) /* PyTorch's mul_ gives self other values, and no other */
            product = rt_b_clone(b, product);
    } else if (y && y->sparse && is_number(&call->args[0]))
        product = with_number(b, call->op, y, &call->args[0]);
    else if (x->sparse && y->sparse) {
        const enum rt_layout layout = rt_tensor_layout(x);
        if (layout != rt_tensor_layout(y))
            return rt_layout_unsupported(rt_is_coo(x) ? y : x, err);
        if (!rt_shape_equal(x->shape, x->ndim, y->shape, y->ndim))
            return sizes_differ("mul: expected 'self' and 'other' to have same sizes, but %s != %s%s", x, y, "", err);
        product = product_of_coo(b, rt_b_sparse_as_coo(b, x), rt_b_sparse_as_coo(b, y));
        product = product ? rt_b_sparse_as(b, product, layout) : NULL;
    } else {
        T sparse = x->sparse ? x : y, dense = x->sparse ? y : x;
        if (rt_is_coo(sparse))
            product = product_with_dense(b, sparse, dense);
        else {
            T place =
                rt_b_sparse_masked(b, APPLY(expand, TENSOR(dense), rt_arg_ints(sparse->shape, sparse->ndim)), sparse);
            product =
                place ? rt_b_sparse_like(b, sparse, rt_b_mul(b, sparse->sparse->values, place->sparse->values), false)
                      : NULL;
        }
        if (product && call->inplace && !x->sparse)
            product = rt_b_sparse_dense(b, product);
    }
    return rt_build_return(b, call, product);
}

/* div, floor_divide: by a number only */
int rt_sparse_div(struct rt_call *call, struct rt_error *err)
{
    T x = rt_arg_get_tensor(call, 0), y = rt_arg_get_tensor(call, 1);
    char text[RT_SHAPE_TEXT];
    struct rt_arg args[3];
    struct rt_build b;

    if (!x) /* number / sparse */
        return rt_error_set(err, RT_NOT_IMPLEMENTED,
                            "Could not run 'aten::reciprocal' with arguments from the 'SparseCPU' backend. This could "
                            "be because the operator doesn't exist for this backend, or was omitted during the "
                            "selective/custom build process (if using custom build).");
    if (rt_is_compressed(x))
        return rt_layout_unsupported(x, err);
    if (!x->sparse || !is_number(&call->args[1]))
        return rt_error_set(err, RT_RUNTIME,
                            "Sparse division requires a scalar or zero-dim dense tensor divisor (got shape %s for "
                            "divisor)",
                            y ? rt_shape_text(y->shape, y->ndim, text, sizeof text) : "[]");
    memcpy(args, call->args, (size_t)call->nargs * sizeof *args);
    args[0] = TENSOR(x->sparse->values);
    rt_build_init(&b, err);
    return rt_build_return(
        &b, call, rt_b_sparse_like(&b, x, rt_build_apply(&b, call->op, args, call->nargs), x->sparse->coalesced));
}

/* (gradient, self ...): at the elements of self. */
int rt_sparse_gradient_map(struct rt_call *call, struct rt_error *err)
{
    T g = call->args[0].tensor, x = call->args[1].tensor;
    struct rt_arg args[RT_MAX_ARGS];
    struct rt_build build, *b = &build;
    T place;

    if (!x->sparse)
        return rt_sparse_refused(call, err);
    rt_build_init(b, err);
    if (rt_is_coo(x))
        x = rt_b_coalesce(b, x);
    place = x ? rt_b_sparse_masked(b, g, x) : NULL;
    if (!place)
        return rt_build_return(b, call, NULL);
    memcpy(args, call->args, (size_t)call->nargs * sizeof *args);
    args[0] = TENSOR(place->sparse->values);
    args[1] = TENSOR(x->sparse->values);
    return rt_build_return(
        b, call, rt_b_sparse_like(b, place, rt_build_apply(b, call->op, args, call->nargs), x->sparse->coalesced));
}
