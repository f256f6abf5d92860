/* Keys of elements, unsigned integers in the order of the values (nans are one key above all, both zeros one key), and
   ranks of a few keys by comparing all with all; short rows sorted side by side. */
#include "isa.h"
#include "isa_vectors.h"

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
        typedef K V __attribute__((vector_size(BYTES), aligned(sizeof(K)), may_alias));                                \
        const K *key = keys;                                                                                           \
        for (int64_t i = 0; i < n; i += BYTES / (int)sizeof(K)) {                                                      \
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

/* ---- networks -------------------------------------------------------------------------------------------------------
 */

/* Columns of up to RT_NETWORK_ROWS words, RT_NETWORK of them side by side, sorted by comparing the same two positions
   of all columns at a time; which positions these are follows from the number of words: Batcher's odd-even merge sort
   (1968). Words of equal keys keep their order because each is told from the others by where it came from. */

#define SIDE_BY_SIDE(name, EXCHANGE)                                                                                   \
    static void name(int64_t n, void *keys, void *from)                                                                \
    {                                                                                                                  \
        int64_t top = 1;                                                                                               \
        (void)from;                                                                                                    \
        while (top * 2 < n)                                                                                            \
            top *= 2;                                                                                                  \
        for (int64_t p = n > 1 ? top : 0; p > 0; p /= 2)                                                               \
            for (int64_t q = top, r = 0, d = p;; d = q - p, q /= 2, r = p) {                                           \
                for (int64_t i = 0; i < n - d; i++)                                                                    \
                    if ((i & p) == r)                                                                                  \
                        EXCHANGE                                                                                       \
                if (q == p)                                                                                            \
                    break;                                                                                             \
            }                                                                                                          \
    }
#define EXCHANGE_NARROW                                                                                                \
    {                                                                                                                  \
        uint64_t *a = (uint64_t *)keys + i * RT_NETWORK, *b = (uint64_t *)keys + (i + d) * RT_NETWORK;                 \
        for (int64_t k = 0; k < RT_NETWORK; k++) {                                                                     \
            uint64_t x = a[k], y = b[k];                                                                               \
            a[k] = x < y ? x : y;                                                                                      \
            b[k] = x < y ? y : x;                                                                                      \
        }                                                                                                              \
    }
#define EXCHANGE_WIDE                                                                                                  \
    {                                                                                                                  \
        uint64_t *a = (uint64_t *)keys + i * RT_NETWORK, *b = (uint64_t *)keys + (i + d) * RT_NETWORK;                 \
        uint64_t *at = (uint64_t *)from + i * RT_NETWORK, *bt = (uint64_t *)from + (i + d) * RT_NETWORK;               \
        for (int64_t k = 0; k < RT_NETWORK; k++) {                                                                     \
            uint64_t x = a[k], y = b[k], s = at[k], t = bt[k], keep = 0 - (uint64_t)((x < y) | ((x == y) & (s < t)));  \
            a[k] = y ^ ((x ^ y) & keep);                                                                               \
            b[k] = x ^ ((x ^ y) & keep);                                                                               \
            at[k] = t ^ ((s ^ t) & keep);                                                                              \
            bt[k] = s ^ ((s ^ t) & keep);                                                                              \
        }                                                                                                              \
    }
SIDE_BY_SIDE(network_narrow, EXCHANGE_NARROW)
SIDE_BY_SIDE(network_wide, EXCHANGE_WIDE)
const rt_network_loop NAME(network)[2] = {network_narrow, network_wide};
