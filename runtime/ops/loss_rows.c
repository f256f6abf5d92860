/* nll_loss of rows in the host's memory, without steps between: the numbers are added in PyTorch's order, so that the
   loss has its bits. reduction: 0 none, 1 mean, 2 sum. */
#include "ops.h"

#include <string.h>

enum { NONE, MEAN, SUM };

/* Beyond so many targets the kernels' threads and tiles are worth their steps. */
#define FEW 32768

bool rt_nll_rows(T x_like, const struct rt_shape *shape, T target, T weight)
{
    return (x_like->dtype == RT_FLOAT32 || x_like->dtype == RT_FLOAT64) && shape->ndim <= 2 &&
           target->dtype == RT_INT64 && target->ndim <= 1 && target->numel <= FEW && target->contiguous &&
           x_like->storage->device->host_memory && target->storage->device == x_like->storage->device &&
           (!weight ||
            (weight->dtype == x_like->dtype && weight->contiguous &&
             weight->storage->device == x_like->storage->device && weight->numel == shape->size[shape->ndim - 1]));
}

/* Losses go up a ladder of partial sums: after each 16th target (or 2^p-th of very many) what was added moves up. */
#define RUNGS 8
static int rung_bits(int64_t n)
{
    const int bits = n <= 1 ? 0 : 64 - __builtin_clzll((uint64_t)n - 1);

    return bits / RUNGS > 4 ? bits / RUNGS : 4;
}

/* the sum of the losses of type C; the sum of weights goes to *all */
#define FORWARD(name, C)                                                                                               \
    static C name(int64_t n, const int64_t *classes, const C *from, int64_t row, int64_t column, const C *weight,      \
                  int64_t ignore, double *all)                                                                         \
    {                                                                                                                  \
        const int power = rung_bits(n);                                                                                \
        const int64_t mask = (INT64_C(1) << power) - 1;                                                                \
        C loss[RUNGS] = {0}, weights[RUNGS] = {0}, sum = 0, heavy = 0;                                                 \
        int64_t count = 0;                                                                                             \
        for (int64_t i = 0; i < n; i++) {                                                                              \
            const int64_t class = classes[i];                                                                          \
            if (class == ignore)                                                                                       \
                continue;                                                                                              \
            const C w = weight ? weight[class] : 1;                                                                    \
            count++;                                                                                                   \
            loss[0] -= from[i * row + class * column] * w;                                                             \
            weights[0] += w;                                                                                           \
            for (int k = 0; k + 1 < RUNGS && !(i & mask << k * power); k++) {                                          \
                loss[k + 1] += loss[k], weights[k + 1] += weights[k];                                                  \
                loss[k] = weights[k] = 0;                                                                              \
            }                                                                                                          \
        }                                                                                                              \
        for (int k = 0; k < RUNGS; k++)                                                                                \
            sum += loss[k], heavy += weights[k];                                                                       \
        *all = weight ? (double)heavy : (double)count;                                                                 \
        return sum;                                                                                                    \
    }                                                                                                                  \
    static void name##_each(int64_t n, const int64_t *classes, const C *from, int64_t row, int64_t column,             \
                            const C *weight, int64_t ignore, C *to)                                                    \
    {                                                                                                                  \
        for (int64_t i = 0; i < n; i++) {                                                                              \
            const int64_t class = classes[i];                                                                          \
            to[i] = class == ignore ? 0 : -from[i * row + class * column] * (weight ? weight[class] : 1);              \
        }                                                                                                              \
    }
FORWARD(forward_single, float)
FORWARD(forward_double, double)

T rt_nll_forward(T x, T target, T weight, int64_t reduction, int64_t ignore, struct rt_error *err)
{
    const int64_t *classes = rt_tensor_pointer(target);
    const int64_t row = x->ndim > 1 ? x->strides[0] : 0, column = x->strides[x->ndim - 1], n = target->numel;
    const void *from = rt_tensor_pointer(x), *weights = weight ? rt_tensor_pointer(weight) : NULL;
    T out =
        rt_tensor_new(x->storage->device, (enum rt_dtype)x->dtype, target->shape, reduction ? 0 : target->ndim, err);
    void *to = out ? rt_tensor_pointer(out) : NULL;
    double all;

    if (!out)
        return NULL;
    if (reduction == NONE && x->dtype == RT_FLOAT32)
        forward_single_each(n, classes, from, row, column, weights, ignore, to);
    else if (reduction == NONE)
        forward_double_each(n, classes, from, row, column, weights, ignore, to);
    else if (x->dtype == RT_FLOAT32) {
        const float sum = forward_single(n, classes, from, row, column, weights, ignore, &all);
        *(float *)to = reduction == MEAN ? sum / (float)all : sum;
    } else {
        const double sum = forward_double(n, classes, from, row, column, weights, ignore, &all);
        *(double *)to = reduction == MEAN ? sum / all : sum;
    }
    return out;
}

/* gradient of type C: of class k of row i in to[i * row + k], the others are 0 already; g has a step of 0 or more */
#define BACKWARD_OF(name, C)                                                                                           \
    static void name(int64_t n, const int64_t *classes, const C *g, int64_t step, C all, const C *weight,              \
                     int64_t ignore, int64_t row, C *to)                                                               \
    {                                                                                                                  \
        for (int64_t i = 0; i < n; i++)                                                                                \
            if (classes[i] != ignore) {                                                                                \
                const C one = -(g[i * step] / all);                                                                    \
                to[i * row + classes[i]] = weight ? weight[classes[i]] * one : one;                                    \
            }                                                                                                          \
    }
BACKWARD_OF(backward_single, float)
BACKWARD_OF(backward_double, double)

T rt_nll_backward(T g, const struct rt_shape *shape, T target, T weight, int64_t reduction, int64_t ignore,
                  struct rt_error *err)
{
    const int64_t *classes = rt_tensor_pointer(target);
    const int64_t step = reduction == NONE && g->ndim ? g->strides[0] : 0, row = shape->ndim > 1 ? shape->size[1] : 0,
                  n = target->numel;
    const void *from = rt_tensor_pointer(g), *weights = weight ? rt_tensor_pointer(weight) : NULL;
    const bool single = g->dtype == RT_FLOAT32;
    T out = rt_tensor_new(g->storage->device, (enum rt_dtype)g->dtype, shape->size, shape->ndim, err);
    void *to = out ? rt_tensor_pointer(out) : NULL;
    double all = 1;

    if (!out || !out->numel)
        return out;
    memset(to, 0, (size_t)out->numel * rt_dtype_size((enum rt_dtype)out->dtype));
    if (reduction == MEAN && single) /* only the weights count here */
        forward_single(n, classes, from, 0, 0, weights, ignore, &all);
    else if (reduction == MEAN)
        forward_double(n, classes, from, 0, 0, weights, ignore, &all);
    if (single)
        backward_single(n, classes, from, step, (float)all, weights, ignore, row, to);
    else
        backward_double(n, classes, from, step, all, weights, ignore, row, to);
    return out;
}
