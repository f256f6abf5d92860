/* What the families of ops share: type promotion, pointwise calls, and the builder's steps with which composite
   forwards and backward formulas are written. */
#ifndef RT_OPS_H
#define RT_OPS_H

#include "dispatch/call.h"

/* ---- declared by the table: rt_op_add_Tensor and so on ----------------------------------------------------------- */
#define OP(id, schema, doc, forward, detail, backward, grad_name, saves, flags) extern struct rt_op rt_op_##id;
#include "ops/ops.def"
#undef OP

/* ---- pointwise --------------------------------------------------------------------------------------------------- */

/* An operand: a tensor, or a scalar. */
struct rt_input {
    struct rt_tensor *tensor;
    struct rt_scalar scalar;
};
struct rt_input rt_input_of(const struct rt_call *call, int i);
/* PyTorch's result type of tensors, 0-d tensors and scalars. */
enum rt_dtype rt_result_type(const struct rt_input *inputs, int n);
enum rt_dtype rt_scalar_dtype(struct rt_scalar scalar);

/* Do the shapes of operands fit, and may a result of that type be written into the call's target? What PyTorch looks at
   before it chooses a kernel. */
int rt_check_operands(const struct rt_call *call, const struct rt_input *inputs, int n, enum rt_dtype result,
                      struct rt_error *err);
/* A new tensor for the result of a pointwise op that is made of steps. */
struct rt_tensor *rt_new_result(const struct rt_input *inputs, int n, enum rt_dtype dtype, struct rt_error *err);
/* The strides that the result of a pointwise op of two tensors gets. */
void rt_pair_strides(struct rt_tensor *a, struct rt_tensor *b, const struct rt_tensor *result, int64_t *strides);
/* -1 and the text that a kernel does not exist for a type, after rt_check_operands. */
int rt_not_for(const struct rt_call *call, const struct rt_input *inputs, int n, const char *kernel,
               enum rt_dtype dtype, struct rt_error *err);
/* Rounds scalars among operands of a half type to that type; sums and products take them as they are. */
void rt_round_scalars(struct rt_input *inputs, int n, enum rt_dtype dtype);
/* Does a scalar fit into the type an op computes in? */
int rt_check_scalar(struct rt_scalar number, enum rt_dtype dtype, struct rt_error *err);
/* The same for parameters of a kernel, where negative integers of unsigned types wrap. */
int rt_check_params(struct rt_scalar *params, int n, enum rt_dtype dtype, struct rt_error *err);
/* The same for a scalar that becomes a tensor of one element: beyond the range of a half type it becomes infinite. */
int rt_check_single(struct rt_scalar *number, enum rt_dtype dtype, struct rt_error *err);
/* out = op(a, b) with broadcasting. compute: type of the loop; result: dtype of the output. call may be NULL. */
struct rt_tensor *rt_zip(struct rt_call *call, enum rt_zip_op op, struct rt_input a, struct rt_input b,
                         enum rt_dtype compute, enum rt_dtype result, const struct rt_scalar *params, int nparams,
                         struct rt_error *err);
/* out = then(c, op(a, b)) of tensors, both with the same params. */
struct rt_tensor *rt_zip3(struct rt_call *call, enum rt_zip_op op, enum rt_zip_op then, struct rt_tensor *a,
                          struct rt_tensor *b, struct rt_tensor *c, enum rt_dtype dtype, const struct rt_scalar *params,
                          int nparams, struct rt_error *err);
/* from + weight (to - from) of real floats of that type. */
struct rt_tensor *rt_lerp(struct rt_call *call, struct rt_tensor *from, struct rt_tensor *to, struct rt_tensor *weight,
                          enum rt_dtype dtype, struct rt_error *err);
struct rt_tensor *rt_map(struct rt_call *call, enum rt_map_op op, struct rt_tensor *in, enum rt_dtype compute,
                         enum rt_dtype result, const struct rt_scalar *params, int nparams, struct rt_error *err);
/* A complex view as one of pairs of real components, in a new last dimension. */
void rt_view_pairs(struct rt_view *view);
int rt_fill_constant(struct rt_tensor *tensor, struct rt_scalar value, struct rt_error *err);
/* Up to so many contiguous elements in the host's memory are processed without a kernel. */
#define RT_SMALL 256
static inline bool rt_is_small(const struct rt_tensor *x)
{
    return x->contiguous && x->numel <= RT_SMALL && x->storage->device->host_memory;
}
/* Has the tensor no elements to look at, whatever its shape? What checks them has nothing to say then. */
static inline bool rt_is_meta(const struct rt_tensor *x)
{
    return rt_device_is_meta(x->storage->device);
}
static inline bool rt_is_single(const struct rt_tensor *x)
{
    return x->dtype == RT_FLOAT32 || x->dtype == RT_FLOAT64;
}
/* softmax(query key^T / sqrt(size) + mask) value of heads [batch, heads, rows, size], below autograd; mask: of that
   type and expanded to the scores, or NULL. A query that sees no key gets NaNs. Laid out as query. */
struct rt_tensor *rt_attend(struct rt_build *b, struct rt_tensor *query, struct rt_tensor *key, struct rt_tensor *value,
                            struct rt_tensor *mask);
/* nll_loss of a few rows (loss_rows.c): is it such a call? And its loss and gradient. */
bool rt_nll_rows(struct rt_tensor *x_like, const struct rt_shape *shape, struct rt_tensor *target,
                 struct rt_tensor *weight);
struct rt_tensor *rt_nll_forward(struct rt_tensor *x, struct rt_tensor *target, struct rt_tensor *weight,
                                 int64_t reduction, int64_t ignore, struct rt_error *err);
struct rt_tensor *rt_nll_backward(struct rt_tensor *g, const struct rt_shape *shape, struct rt_tensor *target,
                                  struct rt_tensor *weight, int64_t reduction, int64_t ignore, struct rt_error *err);
/* out = a b + beta out, below autograd; matrices of one type. */
int rt_product_into(struct rt_tensor *out, struct rt_tensor *a, struct rt_tensor *b, double beta, struct rt_error *err);
/* small_rows.c: x[index] and x[index] = values, where index names so few rows that no kernel is worth its call. */
bool rt_small_rows(struct rt_tensor *x, const struct rt_arg *indices);
struct rt_tensor *rt_take_small_rows(struct rt_tensor *x, struct rt_tensor *index, struct rt_error *err);
bool rt_put_small_rows(struct rt_tensor *x, const struct rt_arg *indices, struct rt_tensor *values);
/* Copies `from` into a window of `to`; offset counts from the first element of `to`. */
int rt_copy_window(struct rt_tensor *to, struct rt_tensor *from, const int64_t *shape, const int64_t *strides, int ndim,
                   int64_t offset, struct rt_error *err);
/* Copies values (any types and devices, broadcasting from) into an existing tensor, below autograd. */
int rt_copy_into(struct rt_tensor *to, struct rt_tensor *from, struct rt_error *err);
/* A dense copy below autograd; the tensor itself (new reference) if it is contiguous. */
struct rt_tensor *rt_contiguous(struct rt_tensor *tensor, struct rt_error *err);
/* Results of images or volumes have channels last where an operand has (b may be NULL): made is taken over; NULL with
   an error, or where it was NULL. */
struct rt_tensor *rt_with_layout_of(struct rt_tensor *made, struct rt_tensor *a, struct rt_tensor *b,
                                    struct rt_error *err);
struct rt_tensor *rt_convert(struct rt_tensor *tensor, enum rt_dtype dtype, struct rt_error *err);

/* The elements of a tensor as dense host memory of a type: its own memory if possible, or a copy. */
struct rt_elements {
    const void *data;
    void *own;
};
int rt_elements_of(struct rt_elements *e, struct rt_tensor *tensor, enum rt_dtype as, struct rt_error *err);
void rt_elements_done(struct rt_elements *e);

/* Both results of a reduction along a dimension, new tensors in which it has size 1: dropped unless keepdim. */
int rt_reduced_pair_steal(struct rt_call *call, struct rt_tensor *values, struct rt_tensor *indices, int dim,
                          bool keepdim, struct rt_error *err);
/* Values (unless NULL) and positions along a dimension, sorted; below autograd. */
int rt_sort_along(struct rt_tensor *x, int dim, bool descending, struct rt_tensor **values, struct rt_tensor **indices,
                  struct rt_error *err);

/* Checks the operands of a scatter; src may be NULL. */
int rt_check_scatter(struct rt_tensor *x, int dim, struct rt_tensor *index, struct rt_tensor *src,
                     struct rt_error *err);
/* Where the call's scatter writes (a new reference): x itself where it may, else a copy. */
struct rt_tensor *rt_written_at(const struct rt_call *call, struct rt_tensor *x, struct rt_tensor *index,
                                struct rt_tensor *src, struct rt_error *err);
/* out[index] = or op= from along dim, below autograd; from may be 0-d. The operands are checked. full: nothing is
   written where an index is out of range. */
int rt_scatter_into(struct rt_tensor *out, int dim, struct rt_tensor *index, struct rt_tensor *from,
                    enum rt_scatter_mode mode, bool full, struct rt_error *err);

/* Two integers of an argument that may have one or none. */
void rt_pair_of(const struct rt_arg *arg, int64_t *out, int64_t otherwise);
/* Beyond any image it does not matter how far, and positions can be counted in 64 bits. */
void rt_bound_window(struct rt_window *window);

/* The type of a sum of elements, of which the argument may be one; and the type it is computed in. */
enum rt_dtype rt_sum_dtype(struct rt_tensor *self, const struct rt_arg *dtype);
enum rt_dtype rt_sum_compute(enum rt_dtype self, enum rt_dtype result);
/* -1 where real elements would get a complex gradient. */
int rt_real_gradient(struct rt_backward *b, struct rt_error *err);
/* A tensor's type in the words of expand(). */
const char *rt_expand_type(struct rt_tensor *tensor);
int rt_not_two_dims(const int64_t *dims, int count, struct rt_error *err);
/* NotImplementedError: a kernel that PyTorch has not for this type. */
int rt_no_kernel(const char *kernel, struct rt_tensor *tensor, struct rt_error *err);

/* ---- the builder ------------------------------------------------------------------------------------------------- */

typedef struct rt_tensor *T;
typedef struct rt_build *B;

/* Applies a row; the first result is kept by the build. */
T rt_build_apply(B b, struct rt_op *op, const struct rt_arg *args, int nargs);
/* Several results. */
int rt_build_apply_many(B b, struct rt_op *op, const struct rt_arg *args, int nargs, T *results, int nresults);

T rt_b_add(B b, T x, T y);
T rt_b_sub(B b, T x, T y);
T rt_b_mul(B b, T x, T y);
T rt_b_div(B b, T x, T y);
T rt_b_muls(B b, T x, double s);
T rt_b_adds(B b, T x, double s);
T rt_b_rsubs(B b, double s, T x); /* s - x */
T rt_b_divs(B b, T x, double s);
T rt_b_pows(B b, T x, double s);
T rt_b_map(B b, struct rt_op *op, T x); /* any row of one tensor */
T rt_b_two(B b, struct rt_op *op, T x, T y);
/* op(x, y) in one pass, below autograd, in the type of x. */
T rt_b_zip(B b, enum rt_zip_op op, T x, T y, const double *params, int nparams);
/* May a formula take such a pass for its steps? Where recording is on they are wanted themselves. */
bool rt_fuses(T x, T y);
T rt_b_neg(B b, T x);
T rt_b_where(B b, T cond, T x, T y);
T rt_b_mm(B b, T x, T y);
T rt_b_matmul(B b, T x, T y);
T rt_b_bmm(B b, T x, T y);
T rt_b_t(B b, T x);
T rt_b_transpose(B b, T x, int64_t i, int64_t j);
T rt_b_sum(B b, T x, const int64_t *dims, int n, bool keepdim);
T rt_b_sum_all(B b, T x);
T rt_b_expand(B b, T x, const int64_t *shape, int ndim);
T rt_b_reshape(B b, T x, const int64_t *shape, int ndim);
T rt_b_unsqueeze(B b, T x, int64_t dim);
T rt_b_squeeze(B b, T x, int64_t dim);
T rt_b_select(B b, T x, int64_t dim, int64_t index);
T rt_b_narrow(B b, T x, int64_t dim, int64_t start, int64_t length);
T rt_b_permute(B b, T x, const int64_t *dims, int n);
/* x, or a copy of it in the layout of a new tensor like `like` of its shape. */
T rt_b_layout_like(B b, T x, T like);
/* x, or a copy of it in the layout of the result of a pointwise op of the two. */
T rt_b_layout_by(B b, T x, T first, T second);
T rt_b_zeros(B b, const int64_t *shape, int ndim, enum rt_dtype dtype, struct rt_device *device);
T rt_b_zeros_like(B b, T x);
T rt_b_ones_like(B b, T x);
T rt_b_to(B b, T x, enum rt_dtype dtype);
T rt_b_eq(B b, T x, T y);
T rt_b_clone(B b, T x);
/* Images in channels last or contiguous layout; x itself where it has that. */
T rt_b_images_layout(B b, T x, bool channels_last);
T rt_b_conj(B b, T x);         /* x itself when it is real */
T rt_b_product_last(B b, T x); /* of complex numbers, along the last dimension */
T rt_b_detach(B b, T x);
/* Sums x over the dimensions that broadcasting added, so that it has the given shape. */
T rt_b_sum_to(B b, T x, const int64_t *shape, int ndim);
/* The products of all others along a dimension, by running products from both ends. */
T rt_b_others(B b, T x, int64_t dim);
/* The gradient of a norm y of x over the dimensions of the mask, which y and its gradient g keep; p is not 0. */
T rt_b_norm_backward(B b, double p, T x, T y, T g, int64_t mask);
/* How many zeros a line along a dimension has at most (all elements for -1): 0, 1, or 2 for more; -1 for an error. */
int rt_b_max_zeros(B b, T x, int64_t dim, struct rt_error *err);
/* In place on a tensor the build owns. */
int rt_b_add_(B b, T x, T y);
int rt_b_copy_(B b, T x, T y);
/* Ends a composite forward: takes one reference of result for the call, releases the build. */
int rt_build_return(B b, struct rt_call *call, T result);

/* Ends a forward: hands out over as the result, or back where rc < 0. */
static inline int finished(struct rt_call *call, struct rt_tensor *out, int rc)
{
    if (rc < 0) {
        rt_tensor_unref(out);
        return -1;
    }
    return rt_result_steal(call, out);
}

/* The name of a tensor's type in errors: "Float". */
static inline const char *scalar_word(const struct rt_tensor *t)
{
    return rt_dtype_table[t->dtype].scalar;
}

/* ---- formulas ---------------------------------------------------------------------------------------------------- */

#define BACKWARD(name) int rt_back_##name(struct rt_backward *b, struct rt_error *err)
/* the gradient of result 0, a saved argument, a saved result, the build */
#define G (b->gradients[0])
#define ARG(i) rt_backward_arg(b, i)
#define RESULT(i) rt_backward_result(b, i)
#define BUILD (&b->build)
/* A sparse matrix of that size with a row for each index, but for the index `padding` (-1: none). */
T rt_b_sparse_rows(B b, T index, T rows, const int64_t *shape, int64_t padding);
/* A saved argument, or result, that must be sparse: NULL and an error where a hook has unpacked another. */
T rt_b_sparse_saved(struct rt_backward *b, T saved);
#define WANTS(e) (b->wanted[e])
/* -1 and the text that an input of real numbers takes no complex gradient. */
int rt_real_edge(struct rt_backward *b, int e, struct rt_error *err);
/* Stores the gradient of edge e (takes a reference of its own). */
void rt_backward_set(struct rt_backward *b, int e, T gradient);
#define SET(e, value)                                                                                                  \
    do {                                                                                                               \
        if (WANTS(e))                                                                                                  \
            rt_backward_set(b, e, value);                                                                              \
    } while (0)
#define INPUT_SHAPE(e) (&b->node->inputs[e].shape)

#endif
