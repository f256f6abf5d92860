/* Products with sparse matrices. One of a sparse and a dense matrix is made of rows of the dense one; one of two sparse
   ones of the products of all pairs of elements that meet. */
#include "sparse.h"
#include "pool.h"

#include <string.h>

#define APPLY(op, ...) SPARSE_APPLY(b, op, __VA_ARGS__)
#define TENSOR(x) rt_arg_tensor(x)
#define NEED(x)                                                                                                        \
    if (!(x))                                                                                                          \
    return (b->failed = true), NULL

/* ---- sparse times dense ------------------------------------------------------------------------------------------ */

/* out[rows[k]] += values[k] dense[columns[k]] of host memory. Elements of a row follow each other where `starts` is
   given: then rows are shared out. */
struct row_products {
    enum rt_dtype dtype;
    int64_t count, height, inner, width;
    const int64_t *rows, *columns, *starts;
    const void *values, *dense;
    void *out;
};

#define AXPY(C)                                                                                                        \
    static void axpy_##C(C *restrict out, const C *restrict row, C value, int64_t n)                                   \
    {                                                                                                                  \
        for (int64_t i = 0; i < n; i++)                                                                                \
            out[i] += value * row[i];                                                                                  \
    }
AXPY(float)
AXPY(double)
#undef AXPY

static void add_row(const struct row_products *p, int64_t k)
{
    const int64_t to = p->rows[k] * p->width, from = p->columns[k] * p->width;

    if (p->dtype == RT_FLOAT32)
        axpy_float((float *)p->out + to, (const float *)p->dense + from, ((const float *)p->values)[k], p->width);
    else
        axpy_double((double *)p->out + to, (const double *)p->dense + from, ((const double *)p->values)[k], p->width);
}

static int product_tile(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    const struct row_products *p = context;
    const int64_t first = p->starts ? p->starts[begin] : begin, last = p->starts ? p->starts[end] : end;

    (void)err;
    for (int64_t k = first; k < last; k++)
        add_row(p, k);
    return 0;
}

/* Where each row begins; NULL where their order is another one, or memory is short. */
static int64_t *row_starts(const struct row_products *p)
{
    int64_t *starts;

    for (int64_t k = 1; k < p->count; k++)
        if (p->rows[k] < p->rows[k - 1])
            return NULL;
    if (!(starts = rt_alloc_items(p->height + 1, sizeof *starts, 0)))
        return NULL;
    int64_t k = 0;
    for (int64_t r = 0; r <= p->height; r++) {
        while (k < p->count && p->rows[k] < r)
            k++;
        starts[r] = k;
    }
    return starts;
}

static int check_range(const char *what, const int64_t *index, int64_t count, int64_t size, struct rt_error *err)
{
    for (int64_t k = 0; k < count; k++)
        if (index[k] < 0 || index[k] >= size)
            return rt_error_set(err, RT_RUNTIME, "addmm: index out of %s bound: %lld not between 1 and %lld", what,
                                (long long)index[k], (long long)size);
    return 0;
}

static int run_products(struct row_products *p, struct rt_error *err)
{
    int64_t *starts = NULL, cost, items;
    int rc;

    if (check_range("row", p->rows, p->count, p->height, err) < 0 ||
        check_range("column", p->columns, p->count, p->inner, err) < 0)
        return -1;
    cost = rt_size_cost(p->count, p->width);
    if (rt_pool_worthwhile(cost))
        p->starts = starts = row_starts(p);
    items = starts ? p->height : p->count;
    const int64_t each = items ? cost / items + 1 : 1, grain = each > 65536 ? 1 : 65536 / each;
    rc = items ? rt_parallel_for(items, grain, starts ? cost : 0, product_tile, p, err) : 0; /* 0: on this thread */
    rt_free(starts);
    return rc;
}

static T product_on_host(B b, T rows, T columns, T values, T dense, int64_t height)
{
    struct row_products p = {.dtype = (enum rt_dtype)values->dtype,
                             .count = values->shape[0],
                             .height = height,
                             .inner = dense->shape[0],
                             .width = dense->shape[1]};
    T out = rt_b_zeros(b, (int64_t[]){height, p.width}, 2, p.dtype, values->storage->device);

    NEED(rows = rt_build_keep_steal(b, rt_contiguous(rows, b->err)));
    NEED(columns = rt_build_keep_steal(b, rt_contiguous(columns, b->err)));
    NEED(values = rt_build_keep_steal(b, rt_contiguous(values, b->err)));
    NEED(dense = rt_build_keep_steal(b, rt_contiguous(dense, b->err)));
    NEED(out);
    p.rows = rt_tensor_pointer(rows);
    p.columns = rt_tensor_pointer(columns);
    p.values = rt_tensor_pointer(values);
    p.dense = rt_tensor_pointer(dense);
    p.out = rt_tensor_pointer(out);
    if (run_products(&p, b->err) < 0)
        return (b->failed = true), NULL;
    return out;
}

/* sum of values[k] dense[columns[k]] over the elements of each row: [height, width]. */
static T row_product(B b, T rows, T columns, T values, T dense, int64_t height)
{
    NEED(rows && columns && values && dense);
    if (values->storage->device->host_memory && rt_is_single(values) && values->dtype == dense->dtype)
        return product_on_host(b, rows, columns, values, dense, height);
    T products = rt_b_mul(b, rt_b_unsqueeze(b, values, 1), rt_b_select_rows(b, dense, columns));
    return rt_b_add_rows(b, rows, products, height);
}

static T row_of(B b, T coo, int i)
{
    NEED(coo);
    return rt_b_select(b, coo->sparse->indices, 0, i);
}

/* A matrix of numbers without dense dimensions, as COO. */
static T as_matrix(B b, T x)
{
    NEED(x);
    if (x->ndim != 2 || x->sparse->sparse_dim != 2) {
        rt_error_set(b->err, RT_RUNTIME, "addmm: 2-D matrices expected, got %dD tensor with %d sparse dimensions",
                     x->ndim, x->sparse->sparse_dim);
        return (b->failed = true), NULL;
    }
    return rt_b_sparse_as_coo(b, x);
}

static T sparse_dense(B b, T x, T y)
{
    T coo = as_matrix(b, x);

    NEED(coo);
    return row_product(b, row_of(b, coo, 0), row_of(b, coo, 1), coo->sparse->values, y, x->shape[0]);
}

/* x y = (y^T x^T)^T */
static T dense_sparse(B b, T x, T y)
{
    T coo = as_matrix(b, y), transposed = rt_b_t(b, x), product;

    NEED(coo && transposed);
    product = row_product(b, row_of(b, coo, 1), row_of(b, coo, 0), coo->sparse->values, transposed, y->shape[1]);
    T back = product ? rt_b_t(b, product) : NULL;
    return back ? rt_build_keep_steal(b, rt_contiguous(back, b->err)) : NULL;
}

/* ---- sparse times sparse ----------------------------------------------------------------------------------------- */

/* All pairs of elements x[i, k], y[k, j], as a sum that is not coalesced: y is compressed by rows. */
static T pairs(B b, T x, T y, const int64_t *shape)
{
    const struct rt_sparse *s = y->sparse;
    const int64_t n = s->indices->shape[0] - 1;
    T starts = rt_b_narrow(b, s->indices, 0, 0, n);
    T lengths = rt_b_sub(b, rt_b_narrow(b, s->indices, 0, 1, n), starts);
    T inner = row_of(b, x, 1), each = rt_b_select_rows(b, lengths, inner), which, ends, before, at;

    NEED(each && (which = rt_b_map(b, &rt_op_repeat_interleave_counts, each)));
    NEED(ends = APPLY(cumsum, TENSOR(each), rt_arg_int(0)));
    NEED(before = rt_b_select_rows(b, rt_b_sub(b, ends, each), which)); /* pairs of the elements before */
    NEED(at = APPLY(arange, rt_arg_scalar(rt_scalar_int(which->shape[0])), rt_arg_dtype(RT_INT64), rt_arg_none(),
                    rt_arg_device(x->storage->device)));
    NEED(at = rt_b_add(b, rt_b_sub(b, at, before), rt_b_select_rows(b, rt_b_select_rows(b, starts, inner), which)));
    T values = rt_b_mul(b, rt_b_select_rows(b, x->sparse->values, which), rt_b_select_rows(b, s->values, at));
    T positions[2] = {rt_b_select_rows(b, row_of(b, x, 0), which), rt_b_select_rows(b, s->plain, at)};
    NEED(positions[0] && positions[1]);
    return rt_b_sparse_coo(b, shape, 2, 2, APPLY(stack, rt_arg_tensors(positions, 2), rt_arg_int(0)), values, false);
}

static T sparse_sparse(B b, T x, T y)
{
    const enum rt_layout layout = rt_tensor_layout(x);
    const int64_t shape[2] = {x->shape[0], y->shape[1]};
    T left = as_matrix(b, x), right = as_matrix(b, y), product;

    NEED(left && right && (left = rt_b_coalesce(b, left)) && (right = rt_b_sparse_as(b, right, RT_SPARSE_CSR)));
    NEED(product = rt_b_coalesce(b, pairs(b, left, right, shape)));
    return rt_b_sparse_as(b, product, layout);
}

/* ---- ops --------------------------------------------------------------------------------------------------------- */

static int check_product(const struct rt_call *call, int i, struct rt_error *err)
{
    const T x = call->args[i].tensor, y = call->args[i + 1].tensor;

    if (x->ndim != 2 || y->ndim != 2)
        return rt_error_set(err, RT_RUNTIME, "addmm: 2-D matrices expected, got %dD and %dD tensors", x->ndim, y->ndim);
    if (y->shape[0] != x->shape[1])
        return x->sparse || y->sparse
                   ? rt_error_set(err, RT_RUNTIME, "addmm: Argument #3 (dense): Expected dim 0 size %lld, got %lld",
                                  (long long)(x->sparse ? x->shape[1] : y->shape[0]),
                                  (long long)(x->sparse ? y->shape[0] : x->shape[1]))
                   : rt_error_set(err, RT_RUNTIME,
                                  "mat1 and mat2 shapes cannot be multiplied (%lldx%lld and %lldx%lld)",
                                  (long long)x->shape[0], (long long)x->shape[1], (long long)y->shape[0],
                                  (long long)y->shape[1]);
    if (x->dtype != y->dtype)
        return rt_error_set(err, RT_RUNTIME, "expected scalar type %s but found %s", scalar_word(x), scalar_word(y));
    return 0;
}

static T product(B b, T x, T y)
{
    return !x->sparse ? dense_sparse(b, x, y) : y->sparse ? sparse_sparse(b, x, y) : sparse_dense(b, x, y);
}

int rt_sparse_mm(struct rt_call *call, struct rt_error *err)
{
    struct rt_build b;

    if (check_product(call, 0, err) < 0)
        return -1;
    rt_build_init(&b, err);
    return rt_build_return(&b, call, product(&b, call->args[0].tensor, call->args[1].tensor));
}

int rt_sparse_mv(struct rt_call *call, struct rt_error *err)
{
    T x = call->args[0].tensor, v = call->args[1].tensor, y;
    struct rt_build b;

    if (!x->sparse || v->sparse)
        return rt_sparse_refused(call, err);
    if (x->ndim != 2 || v->ndim != 1)
        return rt_error_set(err, RT_RUNTIME,
                            "mv: two dim tensor 'self' and one dim tensor 'vec' expected, got %dD, %dD", x->ndim,
                            v->ndim);
    if (x->shape[1] != v->shape[0])
        return rt_error_set(err, RT_RUNTIME, "mv: expected self.size(-1) == vec.size(-1)");
    if (x->dtype != v->dtype)
        return rt_error_set(err, RT_RUNTIME, "expected scalar type %s but found %s", scalar_word(x), scalar_word(v));
    rt_build_init(&b, err);
    y = sparse_dense(&b, x, rt_b_unsqueeze(&b, v, 1));
    return rt_build_return(&b, call, rt_b_squeeze(&b, y, 1));
}

static T times(B b, T x, struct rt_scalar s)
{
    NEED(x);
    return s.kind != RT_CAT_COMPLEX && rt_scalar_to_double(s) == 1 ? x : APPLY(mul_Tensor, TENSOR(x), rt_arg_scalar(s));
}

/* addmm, _sparse_addmm: beta self + alpha mat1 mat2 of which one is sparse; self is dense */
int rt_sparse_addmm(struct rt_call *call, struct rt_error *err)
{
    T self = call->args[0].tensor, x = call->args[1].tensor, y = call->args[2].tensor, sum;
    const struct rt_scalar beta = call->args[3].scalar, alpha = call->args[4].scalar;
    struct rt_build build, *b = &build;

    if (self->sparse)
        return rt_error_set(err, RT_RUNTIME,
                            "addmm_sparse_dense: expected strided result tensor, got tensor with layout %s",
                            rt_layout_word(rt_tensor_layout(self)));
    if (check_product(call, 1, err) < 0)
        return -1;
    rt_build_init(b, err);
    sum = times(b, product(b, x, y), alpha);
    if (sum && !rt_scalar_is_zero(beta))
        sum = rt_b_add(
            b, times(b, APPLY(expand, TENSOR(self), rt_arg_ints((int64_t[]){x->shape[0], y->shape[1]}, 2)), beta), sum);
    if (sum && sum->sparse)
        sum = rt_b_sparse_dense(b, sum);
    return rt_build_return(b, call, sum);
}

/* The elements of x y^T at the positions of the mask, in its layout: differentiable. */
static T sampled(B m, T mask, T x, T y)
{
    T coo = mask ? rt_is_coo(mask) ? rt_b_coalesce(m, mask) : rt_b_sparse_as_coo(m, mask) : NULL, values;
    const int64_t last = 1;

    if (!coo || !x || !y)
        return NULL;
    T rows = rt_b_select(m, coo->sparse->indices, 0, 0), columns = rt_b_select(m, coo->sparse->indices, 0, 1);
    values = rt_b_sum(m, rt_b_mul(m, rt_b_select_rows(m, x, rows), rt_b_select_rows(m, y, columns)), &last, 1, false);
    if (!values)
        return NULL;
    T made = SPARSE_APPLY(m, _sparse_coo_unsafe, TENSOR(rt_b_clone(m, coo->sparse->indices)), TENSOR(values),
                          rt_arg_ints(mask->shape, (uint32_t)mask->ndim), rt_arg_bool(true));
    return made && !rt_is_coo(mask) ? SPARSE_APPLY(m, _to_sparse_layout, TENSOR(made),
                                                   rt_arg_string(rt_layout_name(mask->sparse->layout), 10))
                                    : made;
}

int rt_sparse_linear(struct rt_call *call, struct rt_error *err)
{
    struct rt_build b;
    T bias = rt_arg_get_tensor(call, 2), out;

    rt_build_init(&b, err);
    out = rt_b_matmul(&b, call->args[0].tensor, rt_b_t(&b, call->args[1].tensor));
    return rt_build_return(&b, call, out && bias ? rt_b_add(&b, out, bias) : out);
}

BACKWARD(sparse_addmm)
{
    B m = BUILD;
    const struct rt_scalar beta = b->node->args[3].scalar, alpha = b->node->args[4].scalar;

    (void)err;
    SET(0, times(m, G, rt_scalar_conj(beta)));
    if (WANTS(1)) {
        T x = ARG(1), y = ARG(2);
        if (x && y && (y = rt_b_conj(m, y)))
            SET(1, times(m,
                         x->sparse ? sampled(m, x, G, y->sparse ? rt_b_sparse_dense(m, y) : y)
                                   : rt_b_mm(m, G, rt_b_t(m, y)),
                         rt_scalar_conj(alpha)));
    }
    if (WANTS(2)) {
        T x = ARG(1);
        if (x)
            SET(2, times(m, rt_b_mm(m, rt_b_t(m, rt_b_conj(m, x)), G), rt_scalar_conj(alpha)));
    }
    return 0;
}

/* The elements of g, 0 where x has none. */
static T at_elements_of(B m, T x, T g)
{
    if (!x || !x->sparse || !g || !g->sparse)
        return NULL;
    T ones = rt_b_sparse_like(m, x, rt_b_ones_like(m, x->sparse->values), x->sparse->coalesced);
    ones = ones && rt_is_coo(ones) && !ones->sparse->coalesced ? rt_b_coalesce(m, ones) : ones;
    T there = ones ? rt_b_sparse_masked(m, ones, g) : NULL;
    there = there ? SPARSE_APPLY(m, ne_Tensor, TENSOR(there->sparse->values), rt_arg_scalar(rt_scalar_int(0))) : NULL;
    return there ? rt_b_sparse_like(m, g, rt_b_mul(m, g->sparse->values, rt_b_to(m, there, (enum rt_dtype)g->dtype)),
                                    g->sparse->coalesced)
                 : NULL;
}

BACKWARD(sparse_sparse_mm)
{
    B m = BUILD;

    (void)err;
    if (WANTS(0))
        SET(0, at_elements_of(m, ARG(0), rt_b_mm(m, G, rt_b_conj(m, rt_b_t(m, ARG(1))))));
    if (WANTS(1))
        SET(1, at_elements_of(m, ARG(1), rt_b_mm(m, rt_b_conj(m, rt_b_t(m, ARG(0))), G)));
    return 0;
}

/* Batches of matrices as one large one: [batch * m, batch * k] times [batch * k, n]. */
int rt_sparse_bmm(struct rt_call *call, struct rt_error *err)
{
    T x = call->args[0].tensor, y = call->args[1].tensor, batch, out;
    struct rt_build build, *b = &build;

    if (!rt_is_coo(x) || y->sparse)
        return rt_sparse_refused(call, err);
    if (x->ndim != 3 || x->sparse->sparse_dim != 3 || y->ndim != 3)
        return rt_error_set(err, RT_RUNTIME, "bmm_sparse: Tensor 'self' must have 3 sparse dims and 'mat2' 3 dims");
    for (int d = 0; d < 2; d++)
        if (x->shape[2 * d] != y->shape[d])
            return rt_error_set(err, RT_RUNTIME, "bmm_sparse: 'self.size(%d)' and 'mat2.size(%d)' must match", 2 * d,
                                d);
    if (x->dtype != y->dtype)
        return rt_error_set(err, RT_RUNTIME, "expected scalar type %s but found %s", scalar_word(x), scalar_word(y));
    rt_build_init(b, err);
    batch = rt_b_select(b, x->sparse->indices, 0, 0);
    T rows = batch ? APPLY(mul_Tensor, TENSOR(batch), rt_arg_scalar(rt_scalar_int(x->shape[1]))) : NULL;
    T columns = batch ? APPLY(mul_Tensor, TENSOR(batch), rt_arg_scalar(rt_scalar_int(x->shape[2]))) : NULL;
    rows = rt_b_add(b, rows, row_of(b, x, 1));
    columns = rt_b_add(b, columns, row_of(b, x, 2));
    T flat = rt_b_reshape(b, y, (int64_t[]){y->shape[0] * y->shape[1], y->shape[2]}, 2);
    out = row_product(b, rows, columns, x->sparse->values, flat, x->shape[0] * x->shape[1]);
    return rt_build_return(b, call,
                           out ? rt_b_reshape(b, out, (int64_t[]){x->shape[0], x->shape[1], y->shape[2]}, 3) : NULL);
}

/* sparse_sampled_addmm(self, mat1, mat2, beta, alpha) */
int rt_sparse_sampled_addmm(struct rt_call *call, struct rt_error *err)
{
    T self = call->args[0].tensor, x = call->args[1].tensor, y = call->args[2].tensor, products;
    struct rt_build b;

    if (!rt_is_compressed(self))
        return rt_sparse_refused(call, err);
    if (self->sparse->layout != RT_SPARSE_CSR)
        return rt_error_set(err, RT_RUNTIME, "Expected self to have sparse csr layout, but got %s",
                            rt_layout_word(self->sparse->layout));
    if (x->sparse || y->sparse)
        return rt_error_set(err, RT_RUNTIME, "Expected %s to have strided layout, but got %s",
                            x->sparse ? "mat1" : "mat2", rt_layout_word(rt_tensor_layout(x->sparse ? x : y)));
    if (x->dtype != y->dtype || x->dtype != self->dtype)
        return rt_error_set(err, RT_RUNTIME, "Expected mat1 and mat2 to have the same dtype, but got %s and %s",
                            scalar_word(x), scalar_word(x->dtype != y->dtype ? y : self));
    if (x->ndim != 2 || y->ndim != 2 || x->shape[1] != y->shape[0])
        return rt_error_set(err, RT_RUNTIME, "mat1 and mat2 shapes cannot be multiplied (%lldx%lld and %lldx%lld)",
                            (long long)x->shape[0], (long long)x->shape[x->ndim > 1], (long long)y->shape[0],
                            (long long)y->shape[y->ndim > 1]);
    if (self->shape[0] != x->shape[0] || self->shape[1] != y->shape[1])
        return rt_error_set(err, RT_RUNTIME,
                            "self.shape[-2] must match mat1.shape[-2] and self.shape[-1] mat2.shape[-1]");
    rt_build_init(&b, err);
    products = sampled(&b, self, x, rt_b_t(&b, y));
    T values = products ? times(&b, products->sparse->values, call->args[4].scalar) : NULL;
    if (values && !rt_scalar_is_zero(call->args[3].scalar))
        values = rt_b_add(&b, values, times(&b, self->sparse->values, call->args[3].scalar));
    return rt_build_return(&b, call, rt_b_sparse_like(&b, self, values, false));
}

BACKWARD(sparse_sampled_addmm)
{
    B m = BUILD;
    const struct rt_scalar beta = b->node->args[3].scalar, alpha = b->node->args[4].scalar;
    T self = rt_b_sparse_saved(b, ARG(0)), g = self ? SPARSE_APPLY(m, sparse_mask, TENSOR(G), TENSOR(self)) : NULL;

    (void)err;
    if (!g)
        return 0;
    SET(0, times(m, g, rt_scalar_conj(beta)));
    if (WANTS(1))
        SET(1, times(m, rt_b_mm(m, g, rt_b_t(m, rt_b_conj(m, ARG(2)))), rt_scalar_conj(alpha)));
    if (WANTS(2))
        SET(2, times(m, rt_b_mm(m, rt_b_t(m, rt_b_conj(m, ARG(1))), g), rt_scalar_conj(alpha)));
    return 0;
}
