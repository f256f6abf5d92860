/* Block buffers: operands of any type and layout as contiguous blocks of the type a loop wants. */
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

/* Moves n elements of one row between strided and dense memory. */
#define MOVE(C)                                                                                                        \
    do {                                                                                                               \
        C *t = (C *)to;                                                                                                \
        const C *f = (const C *)from;                                                                                  \
        for (int64_t i = 0; i < n; i++)                                                                                \
            t[i * to_step] = f[i * from_step];                                                                         \
    } while (0)

typedef struct {
    uint64_t part[2];
} wide;

static void move_row(char *to, int64_t to_step, const char *from, int64_t from_step, size_t size, int64_t n)
{
    if (to_step == 1 && from_step == 1) {
        memcpy(to, from, (size_t)n * size);
        return;
    }
    if (from_step == 0 && to_step == 1) {
        rt_cpu_loops()->repeat[__builtin_ctzll(size)](n, to, from);
        return;
    }
    switch (size) {
    case 1:
        MOVE(uint8_t);
        break;
    case 2:
        MOVE(uint16_t);
        break;
    case 4:
        MOVE(uint32_t);
        break;
    case 8:
        MOVE(uint64_t);
        break;
    default:
        MOVE(wide);
        break;
    }
}

#define SHORT_RUN 64 /* elements of a row for which a call each is too much */

/* Walks n positions from `begin`, row by row, moving between the dense block and the strided memory. */
static void walk(char *dense, char *strided, bool gather, size_t size, const int64_t *shape, const int64_t *strides,
                 int ndim, int64_t begin, int64_t n)
{
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
        int64_t run = shape[ndim - 1] - at[ndim - 1], step = strides[ndim - 1];
        char *p = strided + offset * (int64_t)size;
        int i = ndim - 1;
        if (run > n)
            run = n;
        if (ndim > 1 && at[i] == 0 && run < SHORT_RUN && n >= 2 * run) { /* short rows, several at once */
            int64_t rows = shape[i - 1] - at[i - 1], row = strides[i - 1];
            rows = n / run < rows ? n / run : rows;
            if (gather)
                rt_cpu_loops()->plane[__builtin_ctzll(size)](rows, run, dense, run, 1, p, row, step);
            else
                rt_cpu_loops()->plane[__builtin_ctzll(size)](rows, run, p, row, step, dense, run, 1);
            dense += rows * run * (int64_t)size;
            n -= rows * run;
            at[--i] += rows;
            offset += rows * row;
            while (i > 0 && at[i] == shape[i]) {
                offset -= at[i] * strides[i];
                at[i] = 0;
                i--;
                at[i]++;
                offset += strides[i];
            }
            continue;
        }
        if (gather)
            move_row(dense, 1, p, step, size, run);
        else
            move_row(p, step, dense, 1, size, run);
        dense += run * (int64_t)size;
        n -= run;
        at[i] += run;
        offset += run * step;
        while (i > 0 && at[i] == shape[i]) {
            offset -= at[i] * strides[i];
            at[i] = 0;
            i--;
            at[i]++;
            offset += strides[i];
        }
    }
}

void rt_gather_strided(char *to, const char *from, size_t size, const int64_t *shape, const int64_t *strides, int ndim,
                       int64_t begin, int64_t n)
{
    walk(to, (char *)from, true, size, shape, strides, ndim, begin, n);
}

void rt_scatter_strided(char *to, const char *from, size_t size, const int64_t *shape, const int64_t *strides, int ndim,
                        int64_t begin, int64_t n)
{
    walk((char *)from, to, false, size, shape, strides, ndim, begin, n);
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
    rt_cpu_loops()->cast[o->as][o->dtype](n, buffer, dense);
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
        rt_cpu_loops()->cast[o->dtype][o->as](n, dense, buffer);
    }
    if (!o->linear)
        rt_scatter_strided(o->data, dense, size, shape, o->strides, ndim, begin, n);
}

void rt_order_dims(int64_t *shape, int ndim, int n, int64_t *const *strides)
{
    for (int i = 1; i < ndim; i++)
        for (int at = i; at > 0 && strides[0][at - 1] < strides[0][at]; at--) {
            int64_t size = shape[at];
            shape[at] = shape[at - 1];
            shape[at - 1] = size;
            for (int k = 0; k < n; k++) {
                int64_t stride = strides[k][at];
                strides[k][at] = strides[k][at - 1];
                strides[k][at - 1] = stride;
            }
        }
}
