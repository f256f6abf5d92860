/* Products of matrices of bfloat16 by the two kinds of instructions that processors have for them: vectors of pairs
   (cpu_bfloat.c) and tiles (cpu_amx.c). What both share, for these files alone. */
#ifndef RT_CPU_BFLOAT_H
#define RT_CPU_BFLOAT_H

#include "cpu_gemm.h"

/* By vectors; scratch: RT_GEMM_SCRATCH bytes, aligned to 64. */
int rt_bfloat_by_vectors(const struct rt_gemm *, void *scratch, struct rt_error *);

/* Tiles: are they there, and worth their packing? */
bool rt_amx_is_there(void);
bool rt_amx_pays(const struct rt_gemm *);
int rt_amx_gemm(const struct rt_gemm *, void *scratch, struct rt_error *);

#if defined __x86_64__

#include <immintrin.h>

#define BFLOAT_TARGET __attribute__((target("avx512f,avx512dq,avx512bw,avx512vl,avx512bf16")))

/* r[i] lane j <-> r[j] lane i */
BFLOAT_TARGET static inline __attribute__((always_inline)) void transpose_registers(__m512i *r)
{
    __m512i t[16];

#pragma GCC unroll 4
    for (int i = 0; i < 16; i += 4) {
        const __m512i a = _mm512_unpacklo_epi32(r[i], r[i + 1]), b = _mm512_unpackhi_epi32(r[i], r[i + 1]);
        const __m512i c = _mm512_unpacklo_epi32(r[i + 2], r[i + 3]), d = _mm512_unpackhi_epi32(r[i + 2], r[i + 3]);
        t[i] = _mm512_unpacklo_epi64(a, c);
        t[i + 1] = _mm512_unpackhi_epi64(a, c);
        t[i + 2] = _mm512_unpacklo_epi64(b, d);
        t[i + 3] = _mm512_unpackhi_epi64(b, d);
    }
#pragma GCC unroll 4
    for (int i = 0; i < 4; i++) {
        const __m512i a = _mm512_shuffle_i32x4(t[i], t[i + 4], 0x88),
                      b = _mm512_shuffle_i32x4(t[i + 8], t[i + 12], 0x88);
        const __m512i c = _mm512_shuffle_i32x4(t[i], t[i + 4], 0xdd),
                      d = _mm512_shuffle_i32x4(t[i + 8], t[i + 12], 0xdd);
        r[i] = _mm512_shuffle_i32x4(a, b, 0x88);
        r[i + 8] = _mm512_shuffle_i32x4(a, b, 0xdd);
        r[i + 4] = _mm512_shuffle_i32x4(c, d, 0x88);
        r[i + 12] = _mm512_shuffle_i32x4(c, d, 0xdd);
    }
}

#endif
#endif
