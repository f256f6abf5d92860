/* Tables of Fourier transforms and the loops that use them, between cpu_fft.c (plans, threads, memory) and
   isa/isa_fft.c (vectors). All tables are of the type of the numbers, float or double; complex numbers are pairs. */
#ifndef RT_CPU_FFT_H
#define RT_CPU_FFT_H

#include "device.h"

/* above it a convolution with a chirp is faster */
#define RT_FFT_MAX_PRIME 31
#define RT_FFT_PASSES 48

/* A transform of vectors of numbers: as many lines side by side as a vector has lanes. */
struct rt_fft_lanes {
    int64_t n;
    int count, radix[RT_FFT_PASSES];
    /* for each pass of radix r over what is left, m r numbers: e^(-2 pi i p q / (m r)) for p < m and 1 <= q < r; of odd
       radices before that the roots of unity, r pairs */
    void *twiddles;
};

struct rt_fft_plan {
    int64_t n; /* complex numbers */
    bool wide; /* double */
    bool line; /* one line at a time: first lanes[0] over columns, then lanes[1] over rows; else lanes[0] over all */
    bool real; /* of 2 n real numbers: has `halves` */
    struct rt_fft_lanes lanes[2];
    void *middle; /* lines: e^(-2 pi i k j / n) for k < lanes[0].n: real components of all j, then imaginary ones */
    int64_t middle_step; /* elements of such a row of real or imaginary components */
    void *halves;        /* -i e^(-pi i k / n) for 0 <= k <= n / 2 */
    /* n has a large prime: a convolution with a chirp, by transforms of another length */
    struct rt_fft_plan *inner;
    void *chirp, *filter; /* n and inner->n pairs */
    int64_t bytes;
    /* of the cache of plans */
    struct rt_fft_plan *next;
    int users;
};

struct rt_fft_loops {
    int width; /* lanes */
    /* The lines [first, first + count), count <= width, of a call by a plan that is not `line`. */
    void (*lines)(const struct rt_fft_plan *, const struct rt_fft_call *, int64_t first, int count, void *scratch);
    /* One line of n complex numbers: columns [group * width ...) of it into `between`; when all are done, from there
       into rows of the result, times scale. swap: real and imaginary components are exchanged. */
    void (*columns)(const struct rt_fft_plan *, const void *in, bool swap, int64_t group, void *between, void *scratch);
    void (*rows)(const struct rt_fft_plan *, void *between, int64_t group, void *out, bool swap, double scale,
                 void *scratch);
    /* out = in * table, element by element; components exchanged before or after; the rest up to the size of the buffer
       becomes zero */
    void (*times)(int64_t n, void *out, const void *in, const void *table, bool swap_before, bool swap_after,
                  double scale, int64_t scratch);
    /* n numbers of 2 n real ones to n + 1 of the transform (in place), times scale; and back from n + 1 to n */
    void (*unfold)(const struct rt_fft_plan *, void *line, double scale);
    void (*refold)(const struct rt_fft_plan *, void *line, const void *in);
};

/* Scratch vectors (64 bytes each, aligned) that `lines` needs; bytes of `between` and of the scratch memory of columns
   and rows. */
static inline int64_t rt_fft_lines_scratch(const struct rt_fft_plan *plan)
{
    return 4 * ((plan->inner ? plan->inner->n : plan->real ? 2 * plan->n : plan->n) + 2);
}
static inline int64_t rt_fft_line_between(const struct rt_fft_plan *plan, int width)
{
    return (plan->lanes[0].n + width - 1) / width * width * plan->lanes[1].n * (plan->wide ? 16 : 8);
}
static inline int64_t rt_fft_line_scratch(const struct rt_fft_plan *plan)
{
    int64_t most = plan->lanes[0].n > plan->lanes[1].n ? plan->lanes[0].n : plan->lanes[1].n;

    return 4 * most;
}

#endif
