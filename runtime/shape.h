/* Sizes and strides: broadcasting, contiguity, views. Integers only: no memory, no tensors. Strides count elements. */
#ifndef RT_SHAPE_H
#define RT_SHAPE_H

#include "error.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define RT_MAX_DIMS 16

struct rt_shape {
    int ndim;
    int64_t size[RT_MAX_DIMS];
};

/* ---- arithmetic of sizes and positions -------------------------------------------------------------------------- */

/* What comes from outside is counted with these: false where 64 bits do not hold the result. */
static inline bool rt_size_mul(int64_t a, int64_t b, int64_t *out)
{
    return !__builtin_mul_overflow(a, b, out);
}
static inline bool rt_size_add(int64_t a, int64_t b, int64_t *out)
{
    return !__builtin_add_overflow(a, b, out);
}
/* For estimates of sizes that are not negative: the product, or the largest integer where it is larger. */
static inline int64_t rt_size_mul_saturated(int64_t a, int64_t b)
{
    int64_t product;
    return rt_size_mul(a, b, &product) ? product : INT64_MAX;
}
/* Strides of dimensions that no second element has may be anything: what is made of them wraps. */
static inline int64_t rt_step_mul(int64_t a, int64_t b)
{
    return (int64_t)((uint64_t)a * (uint64_t)b);
}
static inline int64_t rt_step_add(int64_t a, int64_t b)
{
    return (int64_t)((uint64_t)a + (uint64_t)b);
}
/* How much work so many elements are (not negative), each of so many steps; at most INT64_MAX. */
static inline int64_t rt_size_cost(int64_t elements, int64_t each)
{
    int64_t cost;

    return __builtin_mul_overflow(elements, each, &cost) ? INT64_MAX : cost;
}

/* Number of elements, or -1 when the product overflows. */
int64_t rt_shape_numel(const int64_t *size, int ndim);

/* The first and the last element of a storage that a window touches, last < first for one without elements; false where
   64 bits do not hold them. */
bool rt_shape_extent(const int64_t *size, const int64_t *strides, int ndim, int64_t offset, int64_t *first,
                     int64_t *last);

/* Every view is checked by this: is it inside of a storage of so many bytes? -1 and PyTorch's text: "numel: integer
   multiplication overflow", "Storage size calculation overflowed with sizes=...", "setStorage: sizes ... are out of
   bounds for storage of size ...", "Tensor: invalid storage offset -1". */
int rt_shape_fits_storage(const int64_t *size, const int64_t *strides, int ndim, int64_t offset, size_t itemsize,
                          size_t bytes, struct rt_error *err);

/* Row-major strides of a size, as PyTorch's empty() makes them. */
void rt_shape_contiguous(const int64_t *size, int ndim, int64_t *strides);

bool rt_shape_is_contiguous(const int64_t *size, const int64_t *strides, int ndim);

/* Exactly row-major: dimensions of one element, too, have the strides that empty() gives them. */
bool rt_shape_is_plain(const int64_t *size, const int64_t *strides, int ndim);

/* Strides of images, or of volumes, in channels last format. */
void rt_shape_channels_last_strides(const int64_t *size, int ndim, int64_t *strides);

/* Are images or volumes in channels last format, whatever the strides of dimensions of one element are? */
bool rt_shape_channels_last(const int64_t *size, const int64_t *strides, int ndim);

/* Do the strides of images or volumes equal exactly those of channels last? */
bool rt_shape_strides_are_channels_last(const int64_t *size, const int64_t *strides, int ndim);

/* Do the strides visit one dense block without gaps or repetition, in any order of dimensions? */
bool rt_shape_is_dense(const int64_t *size, const int64_t *strides, int ndim);

/* The strides themselves where they are dense (to the letter, those of dimensions of one element, too), else dense ones
   in their order: what zeros_like of a transposed tensor gets. */
void rt_shape_dense_like(const int64_t *size, const int64_t *strides, int ndim, int64_t *out);

/* Strides of the result of a pointwise op: dense, in the order of dimensions that the operands have. Each of the n rows
   holds the strides of one operand seen in `size` (0 where it is repeated); the first that tells two dimensions apart
   decides. */
void rt_shape_layout(const int64_t *size, int ndim, const int64_t *const *rows, int n, int64_t *out);

/* -1 counts from the end; IndexError "Dimension out of range ...". A 0-d tensor accepts -1 and 0. Returns the dimension
   or -1. */
int rt_shape_dim(int64_t dim, int ndim, struct rt_error *err);

/* A bitmask of the named dimensions; all of them when n is 0. RuntimeError when one is named twice. -1 on error. */
int64_t rt_shape_dims(const int64_t *dims, int n, int ndim, struct rt_error *err);

/* Broadcasts b onto out (which starts as a copy of a). "The size of tensor a (2) must match ...". */
int rt_shape_broadcast(struct rt_shape *out, const int64_t *size, int ndim, struct rt_error *err);

/* Strides of an operand seen in a broadcast shape (0 for repeated dimensions). The sizes must be compatible. */
void rt_shape_broadcast_strides(const int64_t *size, const int64_t *strides, int ndim, const int64_t *out_size,
                                int out_ndim, int64_t *out_strides);

/* expand(): the new sizes may hold -1; type: how the tensor is called in errors. "The expanded size of the tensor (4)
   must match ...". */
int rt_shape_expand(const char *type, const int64_t *size, const int64_t *strides, int ndim, const int64_t *want,
                    int nwant, struct rt_shape *out, int64_t *out_strides, struct rt_error *err);

/* Resolves one -1 of a requested view size. "shape '[4]' is invalid for input of size 6". */
int rt_shape_infer(const int64_t *want, int nwant, int64_t numel, struct rt_shape *out, struct rt_error *err);

/* Strides with which the memory of (size, strides) can be seen as `out`; false if it cannot. */
bool rt_shape_view_strides(const int64_t *size, const int64_t *strides, int ndim, const struct rt_shape *out,
                           int64_t *out_strides);

/* Size of a matrix product etc. as text "[2, 3]"; returns buffer. */
const char *rt_shape_text(const int64_t *size, int ndim, char *buffer, size_t length);
#define RT_SHAPE_TEXT 360

bool rt_shape_equal(const int64_t *a, int na, const int64_t *b, int nb);

/* Sorts dimensions by the memory order of the first of n operands, so that operands of that layout are walked in memory
   order. */
void rt_shape_order(int64_t *shape, int ndim, int n, int64_t *const *strides);

/* Joins neighbouring dimensions that all of n stride rows cross with one stride, drops size-1 dimensions. In place;
   returns the new number of dimensions (0 for a single element). */
int rt_shape_coalesce(int64_t *size, int ndim, int n, int64_t *const *strides);

#endif
