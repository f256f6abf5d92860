/* The check sum of zip archives, CRC-32 of the polynomial 0xedb88320 (ISO 3309): 64 or 256 bytes at a time with
   carry-less products where the processor has them, zlib's function elsewhere and for what is left. Gopal et al., Fast
   CRC Computation for Generic Polynomials Using PCLMULQDQ Instruction, Intel 2009: four registers are folded over the
   bytes, then into one of 16 bytes, whose remainder is that of all; zlib divides those. */
#include "zip_crc.h"

#include <zlib.h>

#if defined __x86_64__
#include <immintrin.h>

/* x^n mod P, bits reversed, shifted by one: what a register is multiplied by to move it n bits ahead. */
static uint64_t power(unsigned n)
{
    uint32_t value = 0x80000000u; /* x^0 */
    for (unsigned i = 0; i < n; i++)
        value = value >> 1 ^ (value & 1 ? 0xedb88320u : 0);
    return (uint64_t)value << 1;
}

__attribute__((target("pclmul,sse4.1"))) static __m128i fold(__m128i x, __m128i by, __m128i next)
{
    __m128i low = _mm_clmulepi64_si128(x, by, 0x00), high = _mm_clmulepi64_si128(x, by, 0x11);
    return _mm_xor_si128(_mm_xor_si128(low, high), next);
}

/* The remainder of 16 bytes that stand for all before them. */
__attribute__((target("pclmul,sse4.1"))) static uint32_t remainder_of(__m128i x)
{
    unsigned char left[16];
    _mm_storeu_si128((__m128i *)(void *)left, x);
    return (uint32_t)crc32_z(0xffffffffu, left, sizeof left);
}

/* Registers move by so many bits: a high half 64 bits less than a low one. */
__attribute__((target("pclmul,sse4.1"))) static __m128i mover(unsigned bits)
{
    return _mm_set_epi64x((long long)power(bits - 32), (long long)power(bits + 32));
}

/* Blocks of 64 bytes, at least one. */
__attribute__((target("pclmul,sse4.1"))) static uint32_t fold_narrow(uint32_t crc, const unsigned char *p,
                                                                     size_t blocks)
{
    const __m128i by512 = mover(512), by128 = mover(128);
    const __m128i *at = (const __m128i *)(const void *)p;
    __m128i x[4];
    for (int i = 0; i < 4; i++)
        x[i] = _mm_loadu_si128(at + i);
    x[0] = _mm_xor_si128(x[0], _mm_cvtsi32_si128((int)~crc));
    for (size_t n = 1; n < blocks; n++) {
        at += 4;
        for (int i = 0; i < 4; i++)
            x[i] = fold(x[i], by512, _mm_loadu_si128(at + i));
    }
    for (int i = 1; i < 4; i++)
        x[0] = fold(x[0], by128, x[i]);
    return remainder_of(x[0]);
}

__attribute__((target("vpclmulqdq,avx512f"))) static __m512i fold_wide_one(__m512i x, __m512i by, __m512i next)
{
    __m512i low = _mm512_clmulepi64_epi128(x, by, 0x00), high = _mm512_clmulepi64_epi128(x, by, 0x11);
    return _mm512_ternarylogic_epi64(low, high, next, 0x96); /* exclusive or of three */
}

/* Blocks of 256 bytes, at least one. */
__attribute__((target("vpclmulqdq,avx512f,pclmul,sse4.1"))) static uint32_t
fold_wide(uint32_t crc, const unsigned char *p, size_t blocks)
{
    const __m512i by2048 = _mm512_broadcast_i32x4(mover(2048)), by512 = _mm512_broadcast_i32x4(mover(512));
    const __m128i by128 = mover(128);
    __m512i x[4];
    __m128i lanes[4];
    for (int i = 0; i < 4; i++)
        x[i] = _mm512_loadu_si512(p + 64 * i);
    x[0] = _mm512_xor_si512(x[0], _mm512_zextsi128_si512(_mm_cvtsi32_si128((int)~crc)));
    for (size_t n = 1; n < blocks; n++) {
        p += 256;
        for (int i = 0; i < 4; i++)
            x[i] = fold_wide_one(x[i], by2048, _mm512_loadu_si512(p + 64 * i));
    }
    for (int i = 1; i < 4; i++)
        x[0] = fold_wide_one(x[0], by512, x[i]);
    _mm512_storeu_si512(lanes, x[0]);
    for (int i = 1; i < 4; i++)
        lanes[0] = fold(lanes[0], by128, lanes[i]);
    return remainder_of(lanes[0]);
}

static int widest(void)
{
    if (!__builtin_cpu_supports("pclmul") || !__builtin_cpu_supports("sse4.1"))
        return 0;
    return __builtin_cpu_supports("vpclmulqdq") && __builtin_cpu_supports("avx512f") ? 256 : 64;
}
#endif

uint32_t rt_zip_crc(uint32_t crc, const void *bytes, size_t length)
{
    const unsigned char *p = bytes;
#if defined __x86_64__
    static int block = -1; /* bytes folded at once; 0: none */
    if (block < 0)
        block = widest();
    if (block && length >= 1024) {
        size_t blocks = length / (size_t)block;
        crc = (block == 256 ? fold_wide : fold_narrow)(crc, p, blocks);
        p += blocks * (size_t)block;
        length -= blocks * (size_t)block;
    }
#endif
    return (uint32_t)crc32_z(crc, p, length);
}
