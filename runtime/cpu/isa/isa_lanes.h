/* Sums in double over blocks of T in sixteen fixed lanes, written with vectors of the compiler so that the lanes stay
   in registers; the same bits on every instruction set. Included once for each T, with P an integer of its size and V8,
   V64, M64 names for vectors. */

typedef T V8 __attribute__((vector_size(8 * sizeof(T)), aligned(sizeof(T)), may_alias));
/* 64 bytes of T, and of integers as wide */
typedef T V64 __attribute__((vector_size(64), aligned(sizeof(T)), may_alias));
typedef P M64 __attribute__((vector_size(64), aligned(sizeof(T)), may_alias));
#ifndef ISA_LANES_H
#define ISA_LANES_H
typedef double D8 __attribute__((vector_size(64)));
#define LANES 16

/* the lanes in pairs: 8 apart, 4 apart, ... */
static inline double lanes_total(double *lane)
{
    for (int step = LANES / 2; step; step /= 2)
        for (int k = 0; k < step; k++)
            lane[k] += lane[k + step];
    return lane[0];
}
#endif

/* total = sum over i < n of A(V) where V reads eight elements at i + 8 k, and S(i) one: both as doubles */
#define LANE_SUM(total, n, V, S)                                                                                       \
    do {                                                                                                               \
        D8 s0_ = {0}, s1_ = {0};                                                                                       \
        double lane_[LANES];                                                                                           \
        int64_t i_ = 0;                                                                                                \
        for (; i_ + LANES <= (n); i_ += LANES) {                                                                       \
            s0_ += V(i_);                                                                                              \
            s1_ += V(i_ + 8);                                                                                          \
        }                                                                                                              \
        memcpy(lane_, &s0_, sizeof s0_);                                                                               \
        memcpy(lane_ + 8, &s1_, sizeof s1_);                                                                           \
        for (int k_ = 0; i_ < (n); i_++, k_++)                                                                         \
            lane_[k_] += S(i_);                                                                                        \
        (total) = lanes_total(lane_);                                                                                  \
    } while (0)
/* eight elements at p + i as doubles */
#define WIDE(p, i) __builtin_convertvector(*(const V8 *)((p) + (i)), D8)
/* v = what lies at p where that is larger (smaller) */
#define V64_PICK(v, p, better)                                                                                         \
    do {                                                                                                               \
        const V64 x_ = *(const V64 *)(p);                                                                              \
        const M64 m_ = (M64)(x_ better v);                                                                             \
        v = (V64)((m_ & (M64)x_) | (~m_ & (M64)v));                                                                    \
    } while (0)
