/* The inner loops of images in other sizes and with borders, one table an instruction set (cpu/isa/isa_resample.c).
   Knows neither views nor threads. */
#ifndef RT_CPU_RESAMPLE_H
#define RT_CPU_RESAMPLE_H

#include "cpu.h"

/* out[x] = sum over t < taps of weight[t * n + x] * row[index[t * n + x]] for n positions. Groups of RT_RESAMPLE_LANES
   positions reach over the elements [low[g], low[g] + reach[g]) of the row. gapped: a weight of zero means no tap,
   whatever the element is. */
#define RT_RESAMPLE_LANES 16
struct rt_resample_line {
    int64_t n, size; /* of the result, of the row */
    int taps;
    bool gapped;
    const int32_t *index, *low, *reach;
    const void *weight;
};
struct rt_resample_loops {
    void (*line)(const struct rt_resample_line *, const void *row, void *out);
    /* out[x] = row[index[x]], bit for bit, of elements of that size */
    void (*take)(const struct rt_resample_line *, const void *row, void *out);
    /* out = sum of `count` rows of n elements, each times its weight; weights of zero count */
    void (*rows)(int64_t n, int64_t count, const void *const *rows, const void *weights, void *out);
    /* n positions of a grid along a dimension, and their taps, see isa/isa_resample.h */
    void (*coordinates)(const struct rt_sample_call *, int64_t n, const void *grid, int64_t step, int64_t size,
                        void *low, void *part);
    void (*corner)(int64_t n, const void *low, const void *part, int64_t size, bool high, bool first, int32_t *at,
                   void *weight);
    void (*corners)(int64_t n, const void *const *low, const void *const *part, const int64_t *sizes, int32_t *at,
                    void *weight);
    /* how fast positions of a grid move in pixels along a dimension: 0 where a border holds them */
    void (*speeds)(const struct rt_sample_call *, int64_t n, const void *grid, int64_t step, int64_t size, void *speed);
    /* takes a dimension into the derivatives of weights, or its own derivative where they are `along` it */
    void (*derivative)(int64_t n, const void *low, const void *part, int64_t size, bool high, bool first, bool along,
                       void *weight);
    /* the four pixels of n bicubic positions along a dimension, -1 outside, their weights and, unless NULL, derivatives
     */
    void (*cubic)(const struct rt_sample_call *, int64_t n, const void *grid, int64_t step, int64_t size, void *at,
                  void *weight, void *backward_of);
    /* one tap of a row and a column of those; at is NULL where only the weight is wanted */
    void (*cross)(int64_t n, const void *y, const void *x, const void *down, const void *along, int64_t width,
                  int32_t *at, void *weight);
    /* plane[index[t][x]] += weight[t][x] * grad[x]; index and weight hold taps times n elements */
    void (*scatter)(const struct rt_resample_line *, const void *grad, void *scratch, void *plane);
    /* sums[t][x] += grad[x] * row[index[t][x]] */
    void (*collect)(const struct rt_resample_line *, const void *grad, const void *row, void *sums);
    /* to[x * step] = speed[x] * sum over taps of derivative[t][x] * sums[t][x]; derivatives are overwritten */
    void (*chain_rule)(int64_t n, int taps, const void *speed, void *backward_of, const void *sums, int64_t step,
                       void *to);
};
/* [0] for float, [1] for double */
extern const struct rt_resample_loops rt_resample_baseline[2], rt_resample_avx2[2], rt_resample_avx512[2];
/* Those chosen at start. */
const struct rt_resample_loops *rt_resample_loops_of(bool wide);

#endif
