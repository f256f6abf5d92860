/* The inner loops of the CPU's generator, one table an instruction set (cpu/isa/isa_random.c). All tables give the same
   bits. Knows neither views nor generators: words in, numbers out. */
#ifndef RT_CPU_RANDOM_H
#define RT_CPU_RANDOM_H

#include <stdint.h>

struct rt_cpu_random_loops {
    void (*twist)(uint32_t *state);
    void (*temper)(const uint32_t *state, uint32_t *words, int64_t n);
    /* one word a number: U32 * range + from, one rounding */
    void (*uniform32)(const uint32_t *words, float *out, int64_t n, float from, float range);
    /* two words a number: U64 * range + from, one rounding */
    void (*uniform64)(const uint32_t *words, double *out, int64_t n, double from, double range);
    /* one word a number: word % range + from, range below 2^32 */
    void (*modulo32)(const uint32_t *words, int64_t *out, int64_t n, uint32_t range, int64_t from);
    /* two words a number: U64 < p */
    void (*below64)(const uint32_t *words, int64_t *out, int64_t n, double p);
    /* blocks of 16 uniform numbers in [0, 1) become normal ones, in place */
    void (*normal32)(float *blocks, int64_t count, float mean, float std);
};

extern const struct rt_cpu_random_loops rt_cpu_random_baseline;
extern const struct rt_cpu_random_loops rt_cpu_random_avx2;
extern const struct rt_cpu_random_loops rt_cpu_random_avx512;

#endif
