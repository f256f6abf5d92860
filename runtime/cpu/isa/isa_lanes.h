/* Sums in double over blocks of T in sixteen fixed lanes, and blocks of 64 bytes of T, written with vectors of the
   compiler; the same bits on every instruction set. Lanes and blocks are kept as several vectors of the instruction
   set's own size: compilers spill larger ones to memory and scalar code. Included once for each T, with P an integer of
   its size and V8, V64, M64 names that types are made from. */

#ifndef ISA_LANES_H
#define ISA_LANES_H
#if defined(__x86_64__)
#include <immintrin.h>
#endif
#if defined(__AVX512F__)
#define LANE_BYTES 64
#elif defined(__AVX2__)
#define LANE_BYTES 32
#else
#define LANE_BYTES 16
#endif
#define LANES 16
#define DOUBLE_LANES (LANE_BYTES / 8)     /* of one vector */
#define LANE_PARTS (LANES / DOUBLE_LANES) /* vectors of doubles that hold the lanes */
#define BLOCK_PARTS (64 / LANE_BYTES)     /* vectors that hold 64 bytes */
typedef double DV __attribute__((vector_size(LANE_BYTES)));

#define LANE_NAME(a, b) LANE_NAME2(a, b)
#define LANE_NAME2(a, b) a##b
#define VE LANE_NAME(V8, _some)  /* as many T as a vector has doubles */
#define VL LANE_NAME(V64, _part) /* one vector of T, and of integers as wide */
#define ML LANE_NAME(M64, _part)
#define VQ LANE_NAME(V64, _quarter) /* 16 bytes */
#define MQ LANE_NAME(M64, _quarter)
#define V64S LANE_NAME(V64, _parts) /* 64 bytes of T in vectors */
#define M64S LANE_NAME(M64, _parts)

/* as many T as a vector has doubles, as doubles; of floats by the instruction, which compilers make two of */
#if defined(__AVX512F__)
static inline DV doubles_from(const void *eight, size_t size)
{
    return size == sizeof(float) ? (DV)_mm512_cvtps_pd(_mm256_loadu_ps(eight)) : (DV)_mm512_loadu_pd(eight);
}
#define DOUBLES(v)                                                                                                     \
    __extension__({                                                                                                    \
        const VE v_ = (v);                                                                                             \
        doubles_from(&v_, sizeof(T));                                                                                  \
    })

/* eight T as doubles, of which n < 8 are there; 0 for the others */
static inline void first_doubles(DV *some, const void *p, int64_t n, size_t size)
{
    const __mmask8 there = (__mmask8)((1u << n) - 1);
    some[0] = size == sizeof(float) ? (DV)_mm512_cvtps_pd(_mm256_maskz_loadu_ps(there, p))
                                    : (DV)_mm512_maskz_loadu_pd(there, p);
}
#else
#define DOUBLES(v) __builtin_convertvector((v), DV)
#if defined(__AVX2__)
static inline void first_doubles(DV *some, const void *p, int64_t n, size_t size)
{
    static const int64_t there[16] = {-1, -1, -1, -1, -1, -1, -1, -1};
    static const int32_t there32[16] = {-1, -1, -1, -1, -1, -1, -1, -1};

    if (size == sizeof(float)) {
        const __m256 v = _mm256_maskload_ps(p, _mm256_loadu_si256((const __m256i *)(const void *)(there32 + 8 - n)));
        some[0] = (DV)_mm256_cvtps_pd(_mm256_castps256_ps128(v));
        some[1] = (DV)_mm256_cvtps_pd(_mm256_extractf128_ps(v, 1));
    } else
        for (int k = 0; k < 2; k++)
            some[k] = (DV)_mm256_maskload_pd(
                (const double *)p + 4 * k, _mm256_loadu_si256((const __m256i *)(const void *)(there + 8 - n + 4 * k)));
}
#else
static inline void first_doubles(DV *some, const void *p, int64_t n, size_t size)
{
    double eight[8] = {0};

    for (int64_t k = 0; k < n; k++)
        eight[k] = size == sizeof(float) ? (double)((const float *)p)[k] : ((const double *)p)[k];
    memcpy(some, eight, sizeof eight);
}
#endif
#endif

/* a vector of floats as two of doubles */
static inline void two_doubles(DV *two, const void *floats)
{
#if defined(__AVX512F__)
    const __m512 v = _mm512_loadu_ps(floats);
    two[0] = (DV)_mm512_cvtps_pd(_mm512_castps512_ps256(v));
    two[1] = (DV)_mm512_cvtps_pd(_mm512_extractf32x8_ps(v, 1));
#elif defined(__AVX2__)
    const __m256 v = _mm256_loadu_ps(floats);
    two[0] = (DV)_mm256_cvtps_pd(_mm256_castps256_ps128(v));
    two[1] = (DV)_mm256_cvtps_pd(_mm256_extractf128_ps(v, 1));
#elif defined(__SSE2__)
    const __m128 v = _mm_loadu_ps(floats);
    two[0] = (DV)_mm_cvtps_pd(v);
    two[1] = (DV)_mm_cvtps_pd(_mm_movehl_ps(v, v));
#else
    typedef float small __attribute__((vector_size(LANE_BYTES / 2)));
    small half[2];
    memcpy(half, floats, sizeof half);
    for (int k = 0; k < 2; k++)
        two[k] = __builtin_convertvector(half[k], DV);
#endif
}

/* total = the lanes of s folded in pairs: 8 apart, 4 apart, ...; s is overwritten */
#define LANES_FOLD(total, s, op)                                                                                       \
    do {                                                                                                               \
        EACH_PART(f_, LANE_PARTS / 2)(s)[f_] = (s)[f_] op(s)[f_ + LANE_PARTS / 2];                                     \
        if (LANE_PARTS >= 4)                                                                                           \
            EACH_PART(f_, LANE_PARTS / 4)(s)[f_] = (s)[f_] op(s)[f_ + LANE_PARTS / 4];                                 \
        if (LANE_PARTS >= 8)                                                                                           \
            (s)[0] = (s)[0] op(s)[LANE_PARTS / 8];                                                                     \
        (total) = VECTOR_FOLD((s)[0], op);                                                                             \
    } while (0)
#if LANE_BYTES == 64
#define VECTOR_FOLD(v, op) (((v)[0] op(v)[4])op((v)[2] op(v)[6])) op(((v)[1] op(v)[5])op((v)[3] op(v)[7]))
#elif LANE_BYTES == 32
#define VECTOR_FOLD(v, op) ((v)[0] op(v)[2]) op((v)[1] op(v)[3])
#else
#define VECTOR_FOLD(v, op) (v)[0] op(v)[1]
#endif
static inline double lanes_total(const double *lane)
{
    double d[8];

    for (int k = 0; k < 8; k++)
        d[k] = lane[k] + lane[k + 8];
    return ((d[0] + d[4]) + (d[2] + d[6])) + ((d[1] + d[5]) + (d[3] + d[7]));
}
#endif

typedef T V8 __attribute__((vector_size(8 * sizeof(T)), aligned(sizeof(T)), may_alias));
/* 64 bytes of T, and of integers as wide */
typedef T V64 __attribute__((vector_size(64), aligned(sizeof(T)), may_alias));
typedef P M64 __attribute__((vector_size(64), aligned(sizeof(T)), may_alias));
typedef T VE __attribute__((vector_size(DOUBLE_LANES * sizeof(T)), aligned(sizeof(T)), may_alias));
typedef T VL __attribute__((vector_size(LANE_BYTES), aligned(sizeof(T)), may_alias));
typedef P ML __attribute__((vector_size(LANE_BYTES), aligned(sizeof(T)), may_alias));
typedef T VQ __attribute__((vector_size(16), aligned(sizeof(T)), may_alias));
typedef P MQ __attribute__((vector_size(16), aligned(sizeof(T)), may_alias));
typedef struct {
    VL part[BLOCK_PARTS];
} V64S;
typedef struct {
    ML part[BLOCK_PARTS];
} M64S;

/* total = sum over i < n of V where V reads as many elements at i as a vector has doubles, and S one: both as doubles
 */
#define LANE_SUM(total, n, V, S)                                                                                       \
    do {                                                                                                               \
        DV s_[LANE_PARTS];                                                                                             \
        int64_t i_ = 0;                                                                                                \
        EACH_PART(p_, LANE_PARTS) s_[p_] = (DV){0};                                                                    \
        LANES_END(total, n, V, S);                                                                                     \
    } while (0)
/* the lanes s_ go on from i_ to the end */
#define LANES_END(total, n, V, S)                                                                                      \
    do {                                                                                                               \
        int k_ = 0;                                                                                                    \
        for (; i_ + LANES <= (n); i_ += LANES)                                                                         \
            EACH_PART(p_, LANE_PARTS) s_[p_] += V(i_ + p_ * DOUBLE_LANES);                                             \
        if (i_ + 8 <= (n)) {                                                                                           \
            EACH_PART(p_, LANE_PARTS / 2) s_[p_] += V(i_ + p_ * DOUBLE_LANES);                                         \
            i_ += k_ = 8;                                                                                              \
        }                                                                                                              \
        if (i_ < (n)) {                                                                                                \
            double lane_[LANES];                                                                                       \
            EACH_PART(p_, LANE_PARTS) memcpy(lane_ + p_ * DOUBLE_LANES, &s_[p_], sizeof(DV));                          \
            for (; i_ < (n); i_++, k_++)                                                                               \
                lane_[k_] += S(i_);                                                                                    \
            (total) = lanes_total(lane_);                                                                              \
        } else                                                                                                         \
            LANES_FOLD(total, s_, +);                                                                                  \
    } while (0)
/* two sums in one pass, each with the bits of its own */
#define LANE_SUMS(first, second, n, V, S, V2, S2)                                                                      \
    do {                                                                                                               \
        DV s_[LANE_PARTS], t_[LANE_PARTS];                                                                             \
        int64_t i_ = 0, whole_;                                                                                        \
        EACH_PART(p_, LANE_PARTS) s_[p_] = t_[p_] = (DV){0};                                                           \
        for (; i_ + LANES <= (n); i_ += LANES)                                                                         \
            EACH_PART(p_, LANE_PARTS)                                                                                  \
            {                                                                                                          \
                s_[p_] += V(i_ + p_ * DOUBLE_LANES);                                                                   \
                t_[p_] += V2(i_ + p_ * DOUBLE_LANES);                                                                  \
            }                                                                                                          \
        whole_ = i_;                                                                                                   \
        LANES_END(first, n, V, S);                                                                                     \
        EACH_PART(p_, LANE_PARTS) s_[p_] = t_[p_];                                                                     \
        i_ = whole_;                                                                                                   \
        LANES_END(second, n, V2, S2);                                                                                  \
    } while (0)
/* the sum of the elements themselves: of many, four at a time are added before they become doubles, which costs more
   than adding them */
#define PLAIN_SUM(total, n, p)                                                                                         \
    do {                                                                                                               \
        const T *const at_ = (p);                                                                                      \
        DV s_[LANE_PARTS];                                                                                             \
        int64_t i_ = 0;                                                                                                \
        EACH_PART(p_, LANE_PARTS) s_[p_] = (DV){0};                                                                    \
        for (; i_ + 64 <= (n); i_ += 64) {                                                                             \
            EACH_PART(p_, HALF_LANES) QUADS_TO(s_ + LANE_PARTS / 2 / HALF_LANES * p_, at_, i_ + p_ * PART_LANES);      \
            EACH_PART(p_, HALF_LANES)                                                                                  \
            QUADS_TO(s_ + LANE_PARTS / 2 + LANE_PARTS / 2 / HALF_LANES * p_, at_, i_ + 32 + p_ * PART_LANES);          \
        }                                                                                                              \
        PLAIN_END(total, n, PLAIN);                                                                                    \
    } while (0)
/* the sum of F of the elements, which makes 0 of 0 */
#define SUM_OF(total, n, p, F)                                                                                         \
    do {                                                                                                               \
        const T *const at_ = (p);                                                                                      \
        DV s_[LANE_PARTS];                                                                                             \
        int64_t i_ = 0;                                                                                                \
        EACH_PART(p_, LANE_PARTS) s_[p_] = (DV){0};                                                                    \
        PLAIN_END(total, n, F);                                                                                        \
    } while (0)
#define PLAIN(x) (x)
#define PLAIN_END(total, n, F)                                                                                         \
    do {                                                                                                               \
        for (; i_ + LANES <= (n); i_ += LANES)                                                                         \
            EACH_PART(p_, LANE_PARTS) s_[p_] += F(WIDE(at_, i_ + p_ * DOUBLE_LANES));                                  \
        if (i_ + 8 <= (n)) {                                                                                           \
            EACH_PART(p_, LANE_PARTS / 2) s_[p_] += F(WIDE(at_, i_ + p_ * DOUBLE_LANES));                              \
            i_ += 8;                                                                                                   \
            if (i_ < (n))                                                                                              \
                PLAIN_LAST(s_ + LANE_PARTS / 2, (n)-i_, F);                                                            \
        } else if (i_ < (n))                                                                                           \
            PLAIN_LAST(s_, (n)-i_, F);                                                                                 \
        LANES_FOLD(total, s_, +);                                                                                      \
    } while (0)
#define PLAIN_LAST(s, n, F)                                                                                            \
    do {                                                                                                               \
        DV some_[LANE_PARTS / 2];                                                                                      \
        first_doubles(some_, at_ + i_, n, sizeof(T));                                                                  \
        EACH_PART(p_, LANE_PARTS / 2)(s)[p_] += F(some_[p_]);                                                          \
    } while (0)
/* as many elements at p + i as a vector has doubles, as such; as many sums of four elements, eight apart */
#define SOME(p, i) (*(const VE *)((p) + (i)))
#define WIDE(p, i) DOUBLES(SOME(p, i))
#define QUADS(p, i) DOUBLES((SOME(p, i) + SOME(p, (i) + 8)) + (SOME(p, (i) + 16) + SOME(p, (i) + 24)))
/* Those of eight lanes, to be added: floats in full vectors, each for two of doubles, where eight of them fill some. */
#define ADD_AS_FLOATS (sizeof(T) == sizeof(float) && LANE_BYTES < 64)
#define PART_LANES (ADD_AS_FLOATS ? 2 * DOUBLE_LANES : DOUBLE_LANES) /* lanes that are added at once */
#define HALF_LANES (8 / PART_LANES)
#define AT_ONCE(p, i) (*(const VL *)((p) + (i)))
#define QUADS_TO(s, p, i)                                                                                              \
    do {                                                                                                               \
        if (ADD_AS_FLOATS) {                                                                                           \
            const VL four_ = (AT_ONCE(p, i) + AT_ONCE(p, (i) + 8)) + (AT_ONCE(p, (i) + 16) + AT_ONCE(p, (i) + 24));    \
            DV two_[2];                                                                                                \
            two_doubles(two_, &four_);                                                                                 \
            (s)[0] += two_[0];                                                                                         \
            (s)[1] += two_[1];                                                                                         \
        } else                                                                                                         \
            (s)[0] += QUADS(p, i);                                                                                     \
    } while (0)

/* ---- 64 bytes of T: v is a V64S ---------------------------------------------------------------------------------- */

/* whether any bit of a vector is set */
#if defined(__AVX512F__)
#define ANY_BIT(v) (_mm512_test_epi32_mask((__m512i)(v), (__m512i)(v)) != 0)
#elif defined(__AVX2__)
#define ANY_BIT(v) (!_mm256_testz_si256((__m256i)(v), (__m256i)(v)))
#else
#define ANY_BIT(v)                                                                                                     \
    __extension__({                                                                                                    \
        uint64_t half_[2];                                                                                             \
        memcpy(half_, &(v), sizeof half_);                                                                             \
        (half_[0] | half_[1]) != 0;                                                                                    \
    })
#endif
#define PART_AT(p, k) (*(const VL *)((p) + (k) * (int)(LANE_BYTES / sizeof(T))))
#define V64_LOAD(v, p) EACH_PART(p_, BLOCK_PARTS)(v).part[p_] = PART_AT(p, p_)
#define V64_STORE(p, v) EACH_PART(p_, BLOCK_PARTS)(*(VL *)((p) + p_ * (int)(LANE_BYTES / sizeof(T)))) = (v).part[p_]
/* v += the elements at p */
#define V64_ADD(v, p) EACH_PART(p_, BLOCK_PARTS)(v).part[p_] += PART_AT(p, p_)
/* v = the elements at p (is x) where these are larger (smaller) */
#define V64_PICK(v, p, better) EACH_PART(p_, BLOCK_PARTS) PART_BETTER((v).part[p_], PART_AT(p, p_), better)
#define V64_BETTER(v, x, better) EACH_PART(p_, BLOCK_PARTS) PART_BETTER((v).part[p_], (x).part[p_], better)
#define PART_BETTER(v, x, better)                                                                                      \
    do {                                                                                                               \
        const VL x_ = (x);                                                                                             \
        const ML m_ = (ML)(x_ better v);                                                                               \
        v = (VL)((m_ & (ML)x_) | (~m_ & (ML)v));                                                                       \
    } while (0)
/* the best of the lanes of v, which is overwritten, by comparing its halves with each other */
#define V64_TOP(top, v, better)                                                                                        \
    do {                                                                                                               \
        enum { LEFT = 16 / sizeof(T) };                                                                                \
        VQ q_[LANE_BYTES / 16];                                                                                        \
        T lane_[LEFT];                                                                                                 \
        for (int step_ = BLOCK_PARTS / 2; step_; step_ /= 2)                                                           \
            EACH_PART(p_, step_) PART_BETTER((v).part[p_], (v).part[p_ + step_], better);                              \
        memcpy(q_, &(v).part[0], LANE_BYTES);                                                                          \
        for (int step_ = LANE_BYTES / 32; step_; step_ /= 2)                                                           \
            for (int k_ = 0; k_ < step_; k_++) {                                                                       \
                const MQ m_ = (MQ)(q_[k_ + step_] better q_[k_]);                                                      \
                q_[k_] = (VQ)((m_ & (MQ)q_[k_ + step_]) | (~m_ & (MQ)q_[k_]));                                         \
            }                                                                                                          \
        memcpy(lane_, &q_[0], 16);                                                                                     \
        for (int step_ = LEFT / 2; step_; step_ /= 2)                                                                  \
            for (int k_ = 0; k_ < step_; k_++)                                                                         \
                lane_[k_] = lane_[k_ + step_] better lane_[k_] ? lane_[k_ + step_] : lane_[k_];                        \
        (top) = lane_[0];                                                                                              \
    } while (0)
/* a part of v = x where that is larger (smaller), or a nan */
#define PART_TAKE(v, x, better)                                                                                        \
    do {                                                                                                               \
        const VL x_ = (x);                                                                                             \
        const ML m_ = (ML)(x_ better v) | (ML)(x_ != x_);                                                              \
        v = (VL)((m_ & (ML)x_) | (~m_ & (ML)v));                                                                       \
    } while (0)
