/* Tensors of sparse layouts among the families of ops: steps of the builder that make, convert and read them. Their
   parts are ordinary tensors, so that most steps are ops on indices and values, and run on every device. */
#ifndef RT_SPARSE_OPS_H
#define RT_SPARSE_OPS_H

#include "ops/ops.h"

/* declared by the table: what rows do with sparse tensors */
#define SPARSE(id, forward, flags) int rt_sparse_##forward(struct rt_call *, struct rt_error *);
#include "ops/sparse.def"
#undef SPARSE

#define SPARSE_APPLY(b, op, ...)                                                                                       \
    rt_build_apply(b, &rt_op_##op, (struct rt_arg[]){__VA_ARGS__},                                                     \
                   (int)(sizeof((struct rt_arg[]){__VA_ARGS__}) / sizeof(struct rt_arg)))

static inline bool rt_is_coo(const struct rt_tensor *t)
{
    return t && t->sparse && t->sparse->layout == RT_SPARSE_COO;
}
static inline bool rt_is_compressed(const struct rt_tensor *t)
{
    return t && t->sparse && t->sparse->layout != RT_SPARSE_COO;
}
static inline int64_t rt_sparse_nnz(const struct rt_tensor *t)
{
    return t->sparse->values->shape[0];
}

/* A step of the build on a failed step, or a wrong operand, fails and gives NULL. */
/* With the layout, sizes and indices of `like`. */
T rt_b_sparse_like(B b, T like, T values, bool coalesced);
T rt_b_sparse_coo(B b, const int64_t *shape, int ndim, int sparse_dim, T indices, T values, bool coalesced);
T rt_b_sparse_compressed(B b, enum rt_layout layout, const int64_t *shape, int ndim, T compressed, T plain, T values);
/* The sums of coordinates (a row of `indices` each) times steps: where elements lie in the flattened tensor. */
T rt_b_positions(B b, T indices, const int64_t *steps, int n);
/* The same with the steps of a contiguous tensor of those sizes. */
T rt_b_flat_positions(B b, T indices, const int64_t *sizes, int n);
/* Positions as coordinates: int64[n, count]. */
T rt_b_coordinates(B b, T positions, const int64_t *sizes, int n);
/* zero[k] + the sums of those rows of `rows` whose index is k; bools are joined by or. */
T rt_b_add_rows(B b, T index, T rows, int64_t count);
T rt_b_select_rows(B b, T x, T index);
/* COO with sorted indices, none twice: x itself where it is so. */
T rt_b_coalesce(B b, T x);
/* As COO; compressed by rows: coalesced. */
T rt_b_sparse_as_coo(B b, T x);
T rt_b_sparse_as(B b, T coo, enum rt_layout layout);
T rt_b_sparse_dense(B b, T x);
/* The elements of x (dense, or sparse) at the positions of the mask, in the mask's layout. */
T rt_b_sparse_masked(B b, T x, T mask);
/* The layout of that name; strided for another word. */
enum rt_layout rt_layout_of(const struct rt_arg *arg);
/* "unsupported tensor layout: SparseCsr" */
int rt_layout_unsupported(const struct rt_tensor *t, struct rt_error *err);

#endif
