/* Numbers from MT19937 words: the loops of cpu_random.h, compiled once per instruction set (RT_ISA). Plain C with the
   fused multiply-adds written out, so that every instruction set gives the bits PyTorch gives with AVX2. Knows neither
   views nor generators. */
#include "cpu/cpu_random.h"
#include "random/random_generator.h"

#include <math.h>
#include <string.h>

#ifndef RT_ISA
#define RT_ISA baseline
#endif
#define JOIN2(a, b) a##_##b
#define JOIN(a, b) JOIN2(a, b)

#define U32(w) ((float)(int32_t)((w)&0xffffffu) * 0x1p-24f)

static void twist(uint32_t *state)
{
    rt_mt_twist(state);
}

static void temper(const uint32_t *restrict state, uint32_t *restrict words, int64_t n)
{
    for (int64_t i = 0; i < n; i++)
        words[i] = rt_mt_temper(state[i]);
}

static void uniform32(const uint32_t *restrict words, float *restrict out, int64_t n, float from, float range)
{
    if (from == 0 && range == 1) {
        for (int64_t i = 0; i < n; i++)
            out[i] = U32(words[i]);
        return;
    }
    for (int64_t i = 0; i < n; i++)
        out[i] = __builtin_fmaf(U32(words[i]), range, from);
}

/* The low 53 bits of the pair. Both halves are exact in a double, and so is their sum. */
static inline double u64(uint32_t high, uint32_t low)
{
    return ((double)(int32_t)(high & 0x1fffffu) * 0x1p32 + (double)low) * 0x1p-53;
}

static void uniform64(const uint32_t *restrict words, double *restrict out, int64_t n, double from, double range)
{
    if (from == 0 && range == 1) {
        for (int64_t i = 0; i < n; i++)
            out[i] = u64(words[2 * i], words[2 * i + 1]);
        return;
    }
    for (int64_t i = 0; i < n; i++)
        out[i] = __builtin_fma(u64(words[2 * i], words[2 * i + 1]), range, from);
}

/* Remainders by two multiplications (Lemire, Kaser and Kurz, Faster remainder by direct computation, 2019): the
   fraction of word / range in 64 bits, times range. Exact for 32-bit numbers. */
static void modulo32(const uint32_t *restrict words, int64_t *restrict out, int64_t n, uint32_t range, int64_t from)
{
    uint64_t inverse = UINT64_MAX / range + 1;
    for (int64_t i = 0; i < n; i++) {
        uint64_t fraction = inverse * words[i];
        out[i] = (int64_t)((uint64_t)((unsigned __int128)fraction * range >> 64) + (uint64_t)from);
    }
}

static void below64(const uint32_t *restrict words, int64_t *restrict out, int64_t n, double p)
{
    for (int64_t i = 0; i < n; i++)
        out[i] = u64(words[2 * i], words[2 * i + 1]) < p;
}

/* ---- Box-Muller in single precision, with the Cephes polynomials ------------------------------------------------- */

static inline float from_bits(uint32_t bits)
{
    float x;
    memcpy(&x, &bits, 4);
    return x;
}
static inline uint32_t to_bits(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, 4);
    return bits;
}

/* ln x for x in (0, 1]: logf of Cephes (S. L. Moshier) */
static inline float cephes_log(float x)
{
    uint32_t bits = to_bits(x);
    float m = from_bits((bits & 0x007fffffu) | 0x3f000000u);
    int low = m < 0.707106781f;
    float e = (float)((int32_t)(bits >> 23) - 126 - low);
    m = (m - 1.0f) + (low ? m : 0.0f);
    float z = m * m;
    float y = 7.0376836292e-2f;
    y = __builtin_fmaf(y, m, -1.1514610310e-1f);
    y = __builtin_fmaf(y, m, 1.1676998740e-1f);
    y = __builtin_fmaf(y, m, -1.2420140846e-1f);
    y = __builtin_fmaf(y, m, 1.4249322787e-1f);
    y = __builtin_fmaf(y, m, -1.6668057665e-1f);
    y = __builtin_fmaf(y, m, 2.0000714765e-1f);
    y = __builtin_fmaf(y, m, -2.4999993993e-1f);
    y = __builtin_fmaf(y, m, 3.3333331174e-1f);
    y = y * m;
    y = __builtin_fmaf(y, z, e * -2.12194440e-4f);
    y = __builtin_fmaf(-z, 0.5f, y);
    return __builtin_fmaf(e, 0.693359375f, m + y);
}

/* sin and cos of an angle in [0, 2 pi]: sinf and cosf of Cephes */
static inline void cephes_sincos(float angle, float *sine, float *cosine)
{
    int32_t j = (int32_t)(angle * 1.27323954473516f);
    j = (j + 1) & ~1;
    float turns = (float)j;
    float x = __builtin_fmaf(turns, -0.78515625f, angle);
    x = __builtin_fmaf(turns, -2.4187564849853515625e-4f, x);
    x = __builtin_fmaf(turns, -3.77489497744594108e-8f, x);
    float z = x * x;
    float c = __builtin_fmaf(2.443315711809948e-5f, z, -1.388731625493765e-3f);
    c = __builtin_fmaf(c, z, 4.166664568298827e-2f) * z;
    c = __builtin_fmaf(c, z, -(0.5f * z)) + 1.0f;
    float s = __builtin_fmaf(-1.9515295891e-4f, z, 8.3321608736e-3f);
    s = __builtin_fmaf(s, z, -1.6666654611e-1f) * z;
    s = __builtin_fmaf(s, x, x);
    uint32_t sine_sign = (uint32_t)(j & 4) << 29;
    uint32_t cosine_sign = (uint32_t)(~(j - 2) & 4) << 29;
    *sine = from_bits(to_bits(j & 2 ? c : s) ^ sine_sign);
    *cosine = from_bits(to_bits(j & 2 ? s : c) ^ cosine_sign);
}

#define PAIRS 128 /* of 16 blocks: the halves of many blocks side by side fill any vector */

static void normal32_pairs(float *restrict a, float *restrict b, int n, float mean, float std)
{
    for (int i = 0; i < n; i++) {
        float radius = sqrtf(-2.0f * cephes_log(1.0f - a[i]));
        float sine, cosine;
        cephes_sincos(0x1.921fb6p+2f * b[i], &sine, &cosine);
        a[i] = __builtin_fmaf(radius * cosine, std, mean);
        b[i] = __builtin_fmaf(radius * sine, std, mean);
    }
}

static void normal32(float *blocks, int64_t count, float mean, float std)
{
    float a[PAIRS], b[PAIRS];
    while (count > 0) {
        int n = count < PAIRS / 8 ? (int)count : PAIRS / 8;
        for (int i = 0; i < n; i++) {
            memcpy(a + 8 * i, blocks + 16 * i, 8 * sizeof *a);
            memcpy(b + 8 * i, blocks + 16 * i + 8, 8 * sizeof *b);
        }
        normal32_pairs(a, b, 8 * n, mean, std);
        for (int i = 0; i < n; i++) {
            memcpy(blocks + 16 * i, a + 8 * i, 8 * sizeof *a);
            memcpy(blocks + 16 * i + 8, b + 8 * i, 8 * sizeof *b);
        }
        blocks += 16 * n;
        count -= n;
    }
}

const struct rt_cpu_random_loops JOIN(rt_cpu_random, RT_ISA) = {
    .twist = twist,
    .temper = temper,
    .uniform32 = uniform32,
    .uniform64 = uniform64,
    .modulo32 = modulo32,
    .below64 = below64,
    .normal32 = normal32,
};
