/* Masks as bits, and what is done where they are set: positions, elements taken out one after the other, elements put
   in. Bits of a word are tested one by one where few are set. */
#include "isa.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#define WORD 64

/* ---- bytes that are not zero ------------------------------------------------------------------------------------- */

static inline uint64_t word_of(const uint8_t *p)
{
#if defined(__AVX512BW__)
    __m512i v = _mm512_loadu_si512(p);

    return _mm512_test_epi8_mask(v, v);
#elif defined(__AVX2__)
    const __m256i zero = _mm256_setzero_si256();
    uint32_t low = (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(_mm256_loadu_si256((const void *)p), zero));
    uint32_t high = (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(_mm256_loadu_si256((const void *)(p + 32)), zero));

    return ~(low | (uint64_t)high << 32);
#elif defined(__x86_64__)
    const __m128i zero = _mm_setzero_si128();
    uint64_t word = 0;

    for (int k = 0; k < 4; k++)
        word |= (uint64_t)(uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(_mm_loadu_si128((const void *)(p + 16 * k)), zero))
                << 16 * k;
    return ~word;
#else
    uint64_t word = 0;

    for (int k = 0; k < WORD; k++)
        word |= (uint64_t)(p[k] != 0) << k;
    return word;
#endif
}

int64_t NAME(mask_bits)(int64_t n, const uint8_t *bytes, uint64_t *bits)
{
    int64_t found = 0, i = 0;

    for (; i + WORD <= n; i += WORD) {
        bits[i / WORD] = word_of(bytes + i);
        found += __builtin_popcountll(bits[i / WORD]);
    }
    if (i < n) {
        uint8_t rest[WORD] = {0};
        memcpy(rest, bytes + i, (size_t)(n - i));
        bits[i / WORD] = word_of(rest);
        found += __builtin_popcountll(bits[i / WORD]);
    }
    return found;
}

/* ---- what is done at the set bits of so many words --------------------------------------------------------------- */

#define EACH_BIT(word, k) for (uint64_t left_ = (word); left_ && (k = __builtin_ctzll(left_), 1); left_ &= left_ - 1)
#define SMALL 6 /* bits that are tested one by one */

void NAME(positions)(int64_t words, const uint64_t *bits, int64_t begin, int64_t *out)
{
    for (int64_t w = 0; w < words; w++, begin += WORD) {
        const uint64_t word = bits[w];
#if defined(__AVX512F__)
        if (__builtin_popcountll(word) > SMALL) {
            __m512i position = _mm512_add_epi64(_mm512_set1_epi64(begin), _mm512_set_epi64(7, 6, 5, 4, 3, 2, 1, 0));
            for (int k = 0; k < WORD; k += 8, position = _mm512_add_epi64(position, _mm512_set1_epi64(8))) {
                const unsigned some = word >> k & 0xff, count = (unsigned)__builtin_popcount(some);
                _mm512_mask_storeu_epi64(out, (__mmask8)((1u << count) - 1),
                                         _mm512_maskz_compress_epi64((__mmask8)some, position));
                out += count;
            }
            continue;
        }
#endif
        int k;
        EACH_BIT(word, k)
        *out++ = begin + k;
    }
}

typedef struct {
    uint64_t part[2];
} wide;

/* Elements of 4 and 8 bytes: as many as a vector holds at once. */
#if defined(__AVX512F__)
#define PACK_VECTOR(C, LANES, size)                                                                                    \
    if (__builtin_popcountll(word) > SMALL) {                                                                          \
        for (int k = 0; k < WORD; k += LANES) {                                                                        \
            const uint32_t some = (uint32_t)(word >> k & ((1u << LANES) - 1)),                                         \
                           count = (uint32_t)__builtin_popcount(some);                                                 \
            _mm512_mask_storeu_epi##size(                                                                              \
                o, (__mmask##LANES)((1u << count) - 1),                                                                \
                _mm512_maskz_compress_epi##size((__mmask##LANES)some,                                                  \
                                                _mm512_maskz_loadu_epi##size((__mmask##LANES)some, x + k)));           \
            o += count;                                                                                                \
        }                                                                                                              \
        continue;                                                                                                      \
    }
#define UNPACK_VECTOR(C, LANES, size)                                                                                  \
    if (__builtin_popcountll(word) > SMALL) {                                                                          \
        for (int k = 0; k < WORD; k += LANES) {                                                                        \
            const uint32_t some = (uint32_t)(word >> k & ((1u << LANES) - 1)),                                         \
                           count = (uint32_t)__builtin_popcount(some);                                                 \
            _mm512_mask_storeu_epi##size(                                                                              \
                o + k, (__mmask##LANES)some,                                                                           \
                _mm512_maskz_expand_epi##size((__mmask##LANES)some,                                                    \
                                              _mm512_maskz_loadu_epi##size((__mmask##LANES)((1u << count) - 1), x)));  \
            x += count;                                                                                                \
        }                                                                                                              \
        continue;                                                                                                      \
    }
#else
#define PACK_VECTOR(C, LANES, size)
#define UNPACK_VECTOR(C, LANES, size)
#endif
#define NO_VECTOR(C, LANES, size)

#define PACK(bytes, C, TAKE, PUT, LANES, size)                                                                         \
    static void pack_##bytes(int64_t words, const uint64_t *bits, void *out, const void *in)                           \
    {                                                                                                                  \
        C *o = out;                                                                                                    \
        const C *x = in;                                                                                               \
        for (int64_t w = 0; w < words; w++, x += WORD) {                                                               \
            const uint64_t word = bits[w];                                                                             \
            TAKE(C, LANES, size)                                                                                       \
            int k;                                                                                                     \
            EACH_BIT(word, k)                                                                                          \
            *o++ = x[k];                                                                                               \
        }                                                                                                              \
    }                                                                                                                  \
    static void unpack_##bytes(int64_t words, const uint64_t *bits, void *out, const void *in)                         \
    {                                                                                                                  \
        C *o = out;                                                                                                    \
        const C *x = in;                                                                                               \
        for (int64_t w = 0; w < words; w++, o += WORD) {                                                               \
            const uint64_t word = bits[w];                                                                             \
            PUT(C, LANES, size)                                                                                        \
            int k;                                                                                                     \
            EACH_BIT(word, k)                                                                                          \
            o[k] = *x++;                                                                                               \
        }                                                                                                              \
    }
PACK(1, uint8_t, NO_VECTOR, NO_VECTOR, 0, 0)
PACK(2, uint16_t, NO_VECTOR, NO_VECTOR, 0, 0)
PACK(4, uint32_t, PACK_VECTOR, UNPACK_VECTOR, 16, 32)
PACK(8, uint64_t, PACK_VECTOR, UNPACK_VECTOR, 8, 64)
PACK(16, wide, NO_VECTOR, NO_VECTOR, 0, 0)

/* by the logarithm of an element's size */
const rt_pack_loop NAME(pack)[5] = {pack_1, pack_2, pack_4, pack_8, pack_16};
const rt_pack_loop NAME(unpack)[5] = {unpack_1, unpack_2, unpack_4, unpack_8, unpack_16};
