/* Sums in double over blocks of T in sixteen fixed lanes, written with vectors of the compiler so that the lanes stay
   in registers; the same bits on every instruction set. Included once for each T, with P an integer of its size and V8,
   V64, M64 names for vectors. */

typedef T V8 __attribute__((vector_size(8 * sizeof(T)), aligned(sizeof(T)), may_alias));
/* 64 bytes of T, and of integers as wide */
typedef T V64 __attribute__((vector_size(64), aligned(sizeof(T)), may_alias));
typedef P M64 __attribute__((vector_size(64), aligned(sizeof(T)), may_alias));
#ifndef ISA_LANES_H
#define ISA_LANES_H
#if defined(__AVX512F__)
#include <immintrin.h>
#endif
typedef double D8 __attribute__((vector_size(64)));
#define LANES 16
/* a vector of eight T as doubles; of floats by the instruction, which compilers make two of */
#if defined(__AVX512F__)
static inline D8 doubles_from(const void *eight, size_t size)
{
    return size == sizeof(float) ? (D8)_mm512_cvtps_pd(_mm256_loadu_ps(eight)) : (D8)_mm512_loadu_pd(eight);
}
#define DOUBLES(v)                                                                                                     \
    __extension__({                                                                                                    \
        const V8 v_ = (v);                                                                                             \
        doubles_from(&v_, sizeof(T));                                                                                  \
    })
#else
#define DOUBLES(v) __builtin_convertvector((v), D8)
#endif

/* adds the first of eight T */
static inline void add_first(D8 *sum, const void *p, int64_t n, size_t size)
{
#if defined(__AVX512F__)
    const __mmask8 some = (__mmask8)((1u << n) - 1);
    *sum += size == sizeof(float) ? (D8)_mm512_cvtps_pd(_mm256_maskz_loadu_ps(some, p))
                                  : (D8)_mm512_maskz_loadu_pd(some, p);
#else
    double *lane = (double *)sum;
    for (int64_t k = 0; k < n; k++)
        lane[k] += size == sizeof(float) ? (double)((const float *)p)[k] : ((const double *)p)[k];
#endif
}

/* the lanes in pairs: 8 apart, 4 apart, ... */
static inline double pairs_total(const D8 *s0, const D8 *s1)
{
    typedef double D4 __attribute__((vector_size(32)));
    const D8 all = *s0 + *s1;
    D4 half[2], d;

    memcpy(half, &all, sizeof all);
    d = half[0] + half[1];
    return (d[0] + d[2]) + (d[1] + d[3]);
}
static inline double lanes_total(const double *lane)
{
    double d[8];

    for (int k = 0; k < 8; k++)
        d[k] = lane[k] + lane[k + 8];
    return ((d[0] + d[4]) + (d[2] + d[6])) + ((d[1] + d[5]) + (d[3] + d[7]));
}
#endif

/* total = sum over i < n of A(V) where V reads eight elements at i + 8 k, and S(i) one: both as doubles */
#define LANE_SUM(total, n, V, S)                                                                                       \
    do {                                                                                                               \
        D8 s0_ = {0}, s1_ = {0};                                                                                       \
        int64_t i_ = 0;                                                                                                \
        LANES_END(total, n, V, S);                                                                                     \
    } while (0)
/* the lanes s0_ and s1_ go on from i_ to the end */
#define LANES_END(total, n, V, S)                                                                                      \
    do {                                                                                                               \
        double lane_[LANES];                                                                                           \
        int k_ = 0;                                                                                                    \
        for (; i_ + LANES <= (n); i_ += LANES) {                                                                       \
            s0_ += V(i_);                                                                                              \
            s1_ += V(i_ + 8);                                                                                          \
        }                                                                                                              \
        if (i_ + 8 <= (n)) {                                                                                           \
            s0_ += V(i_);                                                                                              \
            i_ += k_ = 8;                                                                                              \
        }                                                                                                              \
        memcpy(lane_, &s0_, sizeof s0_);                                                                               \
        memcpy(lane_ + 8, &s1_, sizeof s1_);                                                                           \
        for (; i_ < (n); i_++, k_++)                                                                                   \
            lane_[k_] += S(i_);                                                                                        \
        (total) = lanes_total(lane_);                                                                                  \
    } while (0)
/* the sum of the elements themselves: of many, four at a time are added before they become doubles, which costs more
   than adding them */
#define PLAIN_SUM(total, n, p)                                                                                         \
    do {                                                                                                               \
        const T *const p_ = (p);                                                                                       \
        D8 s0_ = {0}, s1_ = {0};                                                                                       \
        int64_t i_ = 0;                                                                                                \
        for (; i_ + 64 <= (n); i_ += 64) {                                                                             \
            s0_ += QUADS(p_, i_);                                                                                      \
            s1_ += QUADS(p_, i_ + 32);                                                                                 \
        }                                                                                                              \
        for (; i_ + LANES <= (n); i_ += LANES) {                                                                       \
            s0_ += PLAIN_EIGHT(i_);                                                                                    \
            s1_ += PLAIN_EIGHT(i_ + 8);                                                                                \
        }                                                                                                              \
        if (i_ + 8 <= (n)) {                                                                                           \
            s0_ += PLAIN_EIGHT(i_);                                                                                    \
            i_ += 8;                                                                                                   \
            add_first(&s1_, p_ + i_, (n)-i_, sizeof(T));                                                               \
        } else                                                                                                         \
            add_first(&s0_, p_ + i_, (n)-i_, sizeof(T));                                                               \
        (total) = pairs_total(&s0_, &s1_);                                                                             \
    } while (0)
/* eight elements at p + i as doubles; eight sums of four elements */
#define EIGHT(p, i) (*(const V8 *)((p) + (i)))
#define WIDE(p, i) DOUBLES(EIGHT(p, i))
#define QUADS(p, i) DOUBLES((EIGHT(p, i) + EIGHT(p, (i) + 8)) + (EIGHT(p, (i) + 16) + EIGHT(p, (i) + 24)))
#define PLAIN_EIGHT(i) WIDE(p_, i)
/* v = what lies at p (is x) where that is larger (smaller) */
#define V64_PICK(v, p, better) V64_BETTER(v, *(const V64 *)(p), better)
#define V64_BETTER(v, x, better)                                                                                       \
    do {                                                                                                               \
        const V64 x_ = (x);                                                                                            \
        const M64 m_ = (M64)(x_ better v);                                                                             \
        v = (V64)((m_ & (M64)x_) | (~m_ & (M64)v));                                                                    \
    } while (0)
/* the same for a nan, too */
#define V64_TAKE(v, x, better)                                                                                         \
    do {                                                                                                               \
        const V64 x_ = (x);                                                                                            \
        const M64 m_ = (M64)(x_ better v) | (M64)(x_ != x_);                                                           \
        v = (V64)((m_ & (M64)x_) | (~m_ & (M64)v));                                                                    \
    } while (0)
