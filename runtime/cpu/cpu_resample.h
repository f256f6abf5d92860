/* The inner loops of images in other sizes and with borders, one table an instruction set (cpu/isa/isa_resample.c).
   Knows neither views nor threads. */
#ifndef RT_CPU_RESAMPLE_H
#define RT_CPU_RESAMPLE_H

#include "cpu.h"

/* out[x] = sum over t < taps of weight[t * n + x] * row[index[t * n + x]] for n places. Groups of RT_RESAMPLE_LANES
   places reach over the elements [low[g], low[g] + reach[g]) of the row. gapped: weights of zero stand for no tap at
   all, whatever the element is. */
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
};
/* [0] for float, [1] for double */
extern const struct rt_resample_loops rt_resample_baseline[2], rt_resample_avx2[2], rt_resample_avx512[2];
/* Those chosen at start. */
const struct rt_resample_loops *rt_resample_loops_of(bool wide);

#endif
