/* The body of isa_depthwise.c for one element type T with vectors V. No include guard: included once for float and once
   for double. */

#define LANES ((int)(BYTES / sizeof(T)))
#define RUN 8 /* neighbouring positions that share their weights */

/* `count` positions of a row under the same taps; inlined with a constant count. */
ALWAYS void NAME(sum_of)(const struct rt_depthwise *a, const struct rt_depthwise_reach *row,
                         const struct rt_depthwise_reach *column, const T *pixels, const T *weights, V start, T *out,
                         int count)
{
    const int64_t pixel = a->pixel_step[1] * LANES, tap = a->tap_step[1] * LANES, step = a->column_step * LANES;
    V acc[RUN];

#pragma GCC unroll 8
    for (int i = 0; i < count; i++)
        acc[i] = start;
    for (int64_t y = 0; y < row->count; y++) {
        const T *from = pixels + ((row->pixel + y * a->pixel_step[0]) * a->width + column->pixel) * LANES;
        const T *w = weights + ((row->tap + y * a->tap_step[0]) * a->kernel + column->tap) * LANES;
        for (int64_t x = 0; x < column->count; x++, from += pixel, w += tap) {
            V weight, v;
            memcpy(&weight, w, sizeof weight);
#pragma GCC unroll 8
            for (int i = 0; i < count; i++) {
                memcpy(&v, from + i * step, sizeof v);
                acc[i] = FMA(v, weight, acc[i]);
            }
        }
    }
#pragma GCC unroll 8
    for (int i = 0; i < count; i++)
        memcpy(out + i * LANES, &acc[i], sizeof(V));
}

#define SUM(count)                                                                                                     \
    static __attribute__((noinline)) void NAME(sum_##count##_)(                                                        \
        const struct rt_depthwise *a, const struct rt_depthwise_reach *row, const struct rt_depthwise_reach *column,   \
        const T *pixels, const T *weights, V start, T *out)                                                            \
    {                                                                                                                  \
        NAME(sum_of)(a, row, column, pixels, weights, start, out, count);                                              \
    }
EACH_RUN(SUM)
#undef SUM
#define ROW(count) NAME(sum_##count##_),
static void (*const NAME(sums)[RUN])(const struct rt_depthwise *, const struct rt_depthwise_reach *,
                                     const struct rt_depthwise_reach *, const T *, const T *, V, T *) = {EACH_RUN(ROW)};
#undef ROW

/* A run in pieces of about one size. */
ALWAYS int64_t NAME(piece)(int64_t run)
{
    const int64_t pieces = (run + RUN - 1) / RUN;

    return (run + pieces - 1) / pieces;
}

static void NAME(depthwise)(const struct rt_depthwise *a, const void *pixels, const void *weights, const void *start,
                            void *out)
{
    T *to = out;
    V begin;

    memcpy(&begin, start, sizeof begin);
    for (int64_t y = 0; y < a->rows; y++)
        for (int64_t x = 0, n; x < a->columns; x += n, to += n * LANES) {
            n = NAME(piece)(a->column[x].run);
            NAME(sums)[n - 1](a, &a->row[y], &a->column[x], pixels, weights, begin, to);
        }
}

ALWAYS void NAME(weight_grad_of)(const struct rt_depthwise *a, const struct rt_depthwise_reach *row,
                                 const struct rt_depthwise_reach *column, const T *pixels, const T *grad, T *weights,
                                 int count)
{
    const int64_t pixel = a->pixel_step[1] * LANES, tap = a->tap_step[1] * LANES, step = a->column_step * LANES;
    V g[RUN];

#pragma GCC unroll 8
    for (int i = 0; i < count; i++)
        memcpy(&g[i], grad + i * LANES, sizeof(V));
    for (int64_t y = 0; y < row->count; y++) {
        const T *from = pixels + ((row->pixel + y * a->pixel_step[0]) * a->width + column->pixel) * LANES;
        T *w = weights + ((row->tap + y * a->tap_step[0]) * a->kernel + column->tap) * LANES;
        for (int64_t x = 0; x < column->count; x++, from += pixel, w += tap) {
            V sum, v;
            memcpy(&sum, w, sizeof sum);
#pragma GCC unroll 8
            for (int i = 0; i < count; i++) {
                memcpy(&v, from + i * step, sizeof v);
                sum = FMA(v, g[i], sum);
            }
            memcpy(w, &sum, sizeof sum);
        }
    }
}

#define WEIGHT_GRAD(count)                                                                                             \
    static __attribute__((noinline)) void NAME(weight_grad_##count##_)(                                                \
        const struct rt_depthwise *a, const struct rt_depthwise_reach *row, const struct rt_depthwise_reach *column,   \
        const T *pixels, const T *grad, T *weights)                                                                    \
    {                                                                                                                  \
        NAME(weight_grad_of)(a, row, column, pixels, grad, weights, count);                                            \
    }
EACH_RUN(WEIGHT_GRAD)
#undef WEIGHT_GRAD
#define ROW(count) NAME(weight_grad_##count##_),
static void (*const NAME(weight_grads)[RUN])(const struct rt_depthwise *, const struct rt_depthwise_reach *,
                                             const struct rt_depthwise_reach *, const T *, const T *,
                                             T *) = {EACH_RUN(ROW)};
#undef ROW

static void NAME(weight_grad)(const struct rt_depthwise *a, const void *pixels, const void *grad, void *weights)
{
    const T *from = grad;

    for (int64_t y = 0; y < a->rows; y++)
        for (int64_t x = 0, n; x < a->columns; x += n, from += n * LANES) {
            n = NAME(piece)(a->column[x].run);
            NAME(weight_grads)[n - 1](a, &a->row[y], &a->column[x], pixels, from, weights);
        }
}

#undef LANES
#undef RUN
