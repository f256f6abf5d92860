/* Block buffers: operands of any type and layout as contiguous blocks of the type that a loop wants. Must not know what
   loops calculate. */
#include "cpu.h"

#include <string.h>

enum rt_loop_type rt_loop_type_of(enum rt_dtype dtype)
{
    switch (dtype) {
    case RT_FLOAT64:
        return RT_LOOP_F64;
    case RT_INT64:
        return RT_LOOP_I64;
    case RT_UINT8:
    case RT_INT8:
    case RT_INT16:
    case RT_INT32:
        return RT_LOOP_I32;
    case RT_BOOL:
        return RT_LOOP_BOOL;
    default:
        return RT_LOOP_F32;
    }
}

enum rt_dtype rt_loop_dtype(enum rt_loop_type type)
{
    static const enum rt_dtype types[] = {[RT_LOOP_F32] = RT_FLOAT32,
                                          [RT_LOOP_F64] = RT_FLOAT64,
                                          [RT_LOOP_I64] = RT_INT64,
                                          [RT_LOOP_I32] = RT_INT32,
                                          [RT_LOOP_BOOL] = RT_BOOL};
    return types[type];
}

void rt_loop_param_set(struct rt_loop_param *param, struct rt_scalar value)
{
    double number = rt_scalar_to_double(value);

    param->f32 = (float)number;
    param->f64 = number;
    param->imaginary = value.kind == RT_CAT_COMPLEX ? value.im : 0;
    param->i64 = rt_scalar_to_int(value);
    param->i32 = (int32_t)param->i64;
    param->b = value.kind <= RT_CAT_INT ? value.i != 0 : number != 0;
}

/* Walks n positions from `begin`, by planes of the two innermost dimensions or a part of a row, moving between the
   dense block and the strided memory. */
static void iterator(char *dense, char *strided, bool gather, size_t size, const int64_t *shape, const int64_t *strides,
                     int ndim, int64_t begin, int64_t n)
{
    const rt_plane_loop plane = rt_cpu_loops()->plane[__builtin_ctzll(size)];
    int64_t at[RT_MAX_DIMS], offset = 0, rest = begin;

    if (ndim == 0) {
        if (gather)
            memcpy(dense, strided, size);
        else
            memcpy(strided, dense, size);
        return;
    }
    for (int i = ndim - 1; i >= 0; i--) {
        at[i] = rest % shape[i];
        rest /= shape[i];
        offset += at[i] * strides[i];
    }
    while (n > 0) {
        int i = ndim - 1;
        int64_t width = shape[i] - at[i] < n ? shape[i] - at[i] : n, rows = 1, step = strides[i];
        char *p = strided + offset * (int64_t)size;
        if (i > 0 && width == shape[i]) { /* full rows */
            rows = shape[i - 1] - at[i - 1];
            rows = rows < n / width ? rows : n / width;
        }
        if (gather)
            plane(rows, width, dense, width, 1, p, i > 0 ? strides[i - 1] : 0, step);
        else
            plane(rows, width, p, i > 0 ? strides[i - 1] : 0, step, dense, width, 1);
        dense += rows * width * (int64_t)size;
        n -= rows * width;
        at[i] += width;
        offset += width * step;
        if (i > 0 && at[i] == shape[i]) {
            offset += rows * strides[i - 1] - at[i] * step;
            at[i--] = 0;
            at[i] += rows;
        }
        while (i > 0 && at[i] == shape[i]) {
            offset += strides[i - 1] - at[i] * strides[i];
            at[i--] = 0;
            at[i]++;
        }
    }
}

void rt_gather_strided(char *to, const char *from, size_t size, const int64_t *shape, const int64_t *strides, int ndim,
                       int64_t begin, int64_t n)
{
    iterator(to, (char *)from, true, size, shape, strides, ndim, begin, n);
}

void rt_scatter_strided(char *to, const char *from, size_t size, const int64_t *shape, const int64_t *strides, int ndim,
                        int64_t begin, int64_t n)
{
    iterator((char *)from, to, false, size, shape, strides, ndim, begin, n);
}

const void *rt_operand_load(const struct rt_operand *o, const int64_t *shape, int ndim, int64_t begin, int64_t n,
                            void *buffer)
{
    size_t size = rt_dtype_size(o->dtype);
    const char *dense;

    if (o->constant)
        return o->constant;
    if (o->linear) {
        dense = o->data + begin * (int64_t)size;
        if (o->dtype == o->as)
            return dense;
    } else if (o->dtype == o->as) {
        rt_gather_strided(buffer, o->data, size, shape, o->strides, ndim, begin, n);
        return buffer;
    } else {
        dense = (char *)buffer + RT_BLOCK * 16;
        rt_gather_strided((char *)dense, o->data, size, shape, o->strides, ndim, begin, n);
    }
    rt_cpu_cast(o->as, o->dtype)(n, buffer, dense);
    return buffer;
}

void *rt_operand_target(const struct rt_operand *o, int64_t begin, void *buffer)
{
    if (o->linear && o->dtype == o->as)
        return o->data + begin * (int64_t)rt_dtype_size(o->dtype);
    return buffer;
}

void rt_operand_store(const struct rt_operand *o, const int64_t *shape, int ndim, int64_t begin, int64_t n,
                      void *buffer)
{
    size_t size = rt_dtype_size(o->dtype);
    char *dense = buffer;

    if (o->linear && o->dtype == o->as)
        return;
    if (o->dtype != o->as) {
        dense = o->linear ? o->data + begin * (int64_t)size : (char *)buffer + RT_BLOCK * 16;
        rt_cpu_cast(o->dtype, o->as)(n, dense, buffer);
    }
    if (!o->linear)
        rt_scatter_strided(o->data, dense, size, shape, o->strides, ndim, begin, n);
}
