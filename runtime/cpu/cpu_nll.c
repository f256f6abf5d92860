/* The kernel class `nll`: losses by class. The losses are added in PyTorch's order, so that the sum has its bits. Knows
   views, no tensors. */
#include "cpu.h"

#include <string.h>

/* Losses go up a ladder of partial sums: after each 16th target (or 2^p-th of very many) what was added moves up. */
#define LEVELS 8
static int rung_bits(int64_t n)
{
    const int bits = n <= 1 ? 0 : 64 - __builtin_clzll((uint64_t)n - 1);

    return bits / LEVELS > 4 ? bits / LEVELS : 4;
}

/* the sum of the losses of type C; the sum of weights goes to *all */
#define FORWARD(name, C)                                                                                               \
    static C name(int64_t n, const int64_t *classes, const C *from, int64_t row, int64_t column, const C *weight,      \
                  int64_t ignore, double *all)                                                                         \
    {                                                                                                                  \
        const int power = rung_bits(n);                                                                                \
        const int64_t mask = (INT64_C(1) << power) - 1;                                                                \
        C loss[LEVELS] = {0}, weights[LEVELS] = {0}, sum = 0, heavy = 0;                                               \
        int64_t count = 0;                                                                                             \
        for (int64_t i = 0; i < n; i++) {                                                                              \
            const int64_t class = classes[i];                                                                          \
            if (class == ignore)                                                                                       \
                continue;                                                                                              \
            const C w = weight ? weight[class] : 1;                                                                    \
            count++;                                                                                                   \
            loss[0] -= from[i * row + class * column] * w;                                                             \
            weights[0] += w;                                                                                           \
            for (int k = 0; k + 1 < LEVELS && !(i & mask << k * power); k++) {                                         \
                loss[k + 1] += loss[k], weights[k + 1] += weights[k];                                                  \
                loss[k] = weights[k] = 0;                                                                              \
            }                                                                                                          \
        }                                                                                                              \
        for (int k = 0; k < LEVELS; k++)                                                                               \
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

static int check(const struct rt_nll_call *c, int64_t n, const int64_t *classes, struct rt_error *err)
{
    int64_t bad = 0;

    for (int64_t i = 0; i < n; i++) /* as a rule all are in range */
        bad |= (classes[i] != c->ignore) & ((classes[i] < 0) | (classes[i] >= c->classes));
    for (int64_t i = 0; bad && i < n; i++)
        if (classes[i] != c->ignore && (classes[i] < 0 || classes[i] >= c->classes))
            return rt_error_set(err, RT_INDEX, "Target %lld is out of bounds.", (long long)classes[i]);
    return 0;
}

static void forward(const struct rt_nll_call *c, int64_t n, const int64_t *classes)
{
    const int64_t row = c->in.strides[0], column = c->in.strides[1];
    const bool single = c->in.dtype == RT_FLOAT32;
    const void *from = c->in.data, *weight = c->weight.data;
    double all;

    if (c->reduction == RT_NLL_EACH && single)
        forward_single_each(n, classes, from, row, column, weight, c->ignore, c->out.data);
    else if (c->reduction == RT_NLL_EACH)
        forward_double_each(n, classes, from, row, column, weight, c->ignore, c->out.data);
    else if (single) {
        const float sum = forward_single(n, classes, from, row, column, weight, c->ignore, &all);
        *(float *)c->out.data = c->reduction == RT_NLL_MEAN ? sum / (float)all : sum;
    } else {
        const double sum = forward_double(n, classes, from, row, column, weight, c->ignore, &all);
        *(double *)c->out.data = c->reduction == RT_NLL_MEAN ? sum / all : sum;
    }
}

static void backward(const struct rt_nll_call *c, int64_t n, const int64_t *classes)
{
    const int64_t row = c->classes, step = c->in.strides[0];
    const bool single = c->in.dtype == RT_FLOAT32;
    const void *from = c->in.data, *weight = c->weight.data;
    double all = 1;

    memset(c->out.data, 0, (size_t)(n * row) * rt_dtype_size(c->out.dtype));
    if (c->reduction == RT_NLL_MEAN && single) /* only the weights count here */
        forward_single(n, classes, from, 0, 0, weight, c->ignore, &all);
    else if (c->reduction == RT_NLL_MEAN)
        forward_double(n, classes, from, 0, 0, weight, c->ignore, &all);
    if (single)
        backward_single(n, classes, from, step, (float)all, weight, c->ignore, row, c->out.data);
    else
        backward_double(n, classes, from, step, all, weight, c->ignore, row, c->out.data);
}

int rt_cpu_nll(struct rt_device *device, const struct rt_nll_call *call, struct rt_error *err)
{
    const int64_t n = call->index.shape[0], *classes = call->index.data;

    (void)device;
    if (check(call, n, classes, err) < 0)
        return -1;
    if (!call->back)
        forward(call, n, classes);
    else if (n && call->classes)
        backward(call, n, classes);
    return 0;
}
