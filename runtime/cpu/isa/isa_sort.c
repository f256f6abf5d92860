/* Keys of elements, unsigned integers in the order of the values (nans are one key above all, both zeros one key), and
   ranks of a few keys by comparing all with all. */
#include "isa.h"

static inline uint32_t key_f32(float x)
{
    uint32_t u;

    memcpy(&u, &x, sizeof u);
    u = u == 0x80000000u ? 0 : u;
    u ^= (uint32_t)((int32_t)u >> 31) | 0x80000000u;
    return x != x ? UINT32_MAX : u;
}

static inline uint64_t key_f64(double x)
{
    uint64_t u;

    memcpy(&u, &x, sizeof u);
    u = u == UINT64_C(1) << 63 ? 0 : u;
    u ^= (uint64_t)((int64_t)u >> 63) | UINT64_C(1) << 63;
    return x != x ? UINT64_MAX : u;
}

static inline uint32_t key_i32(int32_t x)
{
    return (uint32_t)x ^ 0x80000000u;
}

static inline uint64_t key_i64(int64_t x)
{
    return (uint64_t)x ^ UINT64_C(1) << 63;
}

#define KEYS(name, T, ordered, K)                                                                                      \
    static void name(int64_t n, const void *row, bool descending, void *out)                                           \
    {                                                                                                                  \
        const T *restrict a = row;                                                                                     \
        K *restrict keys = out;                                                                                        \
        const K flip = descending ? (K)-1 : 0;                                                                         \
        for (int64_t i = 0; i < n; i++)                                                                                \
            keys[i] = (K)((K)ordered(a[i]) ^ flip);                                                                    \
    }
KEYS(keys_f32, float, key_f32, uint32_t)
KEYS(keys_i32, int32_t, key_i32, uint32_t)
KEYS(keys_b8, uint8_t, (uint32_t), uint32_t)
KEYS(wide_f32, float, key_f64, uint64_t) /* as doubles */
KEYS(wide_f64, double, key_f64, uint64_t)
KEYS(wide_i64, int64_t, key_i64, uint64_t)
KEYS(wide_i32, int32_t, key_i32, uint64_t)
KEYS(wide_b8, uint8_t, (uint64_t), uint64_t)
const rt_key_loop NAME(keys)[2][RT_LOOP_TYPES] = {
    {[RT_LOOP_F32] = keys_f32, [RT_LOOP_I32] = keys_i32, [RT_LOOP_BOOL] = keys_b8},
    {wide_f32, wide_f64, wide_i64, wide_i32, wide_b8},
};

#define RANK(name, K)                                                                                                  \
    static void name(int64_t n, const void *keys, void *ranks)                                                         \
    {                                                                                                                  \
        typedef K V __attribute__((vector_size(64), aligned(sizeof(K)), may_alias));                                   \
        const K *key = keys;                                                                                           \
        for (int64_t i = 0; i < n; i += 64 / (int)sizeof(K)) {                                                         \
            const V mine = *(const V *)(key + i);                                                                      \
            V below = {0};                                                                                             \
            for (int64_t j = 0; j < n; j++)                                                                            \
                below -= (V)((V){0} + key[j] < mine);                                                                  \
            *(V *)((K *)ranks + i) = below;                                                                            \
        }                                                                                                              \
    }
RANK(rank_32, uint32_t)
RANK(rank_64, uint64_t)
const rt_rank_loop NAME(rank)[2] = {rank_32, rank_64};
