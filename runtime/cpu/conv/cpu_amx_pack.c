/* Packing of bfloat16 planes for tile registers. */
#include "cpu_amx_pack.h"
#include "cpu/cpu_bfloat.h"

#include <string.h>

#if defined __x86_64__

#include <immintrin.h>

/* Every `step`th of some elements; two steps are common. */
static void take(int64_t n, const uint16_t *from, int64_t step, uint16_t *to)
{
    if (step == 1)
        memcpy(to, from, (size_t)n * 2);
    else if (step == 2)
        for (int64_t i = 0; i < n; i++)
            to[i] = from[2 * i];
    else
        for (int64_t i = 0; i < n; i++)
            to[i] = from[step * i];
}

static bool is_used(const struct rt_conv_problem *s, int d, int64_t remainder)
{
    for (int64_t t = 0; t < s->kernel[d] && t < s->stride[d]; t++)
        if (t * s->dilation[d] % s->stride[d] == remainder)
            return true;
    return false;
}

void rt_amx_pack_planes(const struct amx_plane *p, const struct rt_conv_problem *s, int64_t first,
                        const uint16_t *plane, uint16_t *to)
{
    const int64_t step = s->stride[1];

    memset(to, 0, (size_t)p->allocated * 2);
    for (int64_t a = 0; a < s->stride[0]; a++)
        for (int64_t b = 0; b < step; b++, to += p->part) {
            const int64_t shift = s->padding[1] - b; /* column i of the plane is pixel i * step - shift */
            int64_t from = shift <= 0 ? 0 : (shift + step - 1) / step;
            int64_t end = s->width + shift <= 0 ? 0 : (s->width + shift + step - 1) / step;
            end = end > p->pitch ? p->pitch : end;
            if (from >= end || !is_used(s, 0, a) || !is_used(s, 1, b))
                continue;
            for (int64_t i = 0; i < p->lines; i++) {
                const int64_t y = (first + i) * s->stride[0] + a - s->padding[0];
                if (y >= 0 && y < s->height)
                    take(end - from, plane + y * s->width + from * step - shift, step, to + i * p->pitch + from);
            }
        }
}

__attribute__((target("avx512f,avx512bw"))) void rt_amx_pair(int64_t n, const uint16_t *left, const uint16_t *right,
                                                             uint32_t *to)
{
    for (int64_t i = 0; i < n; i += 16) {
        const __mmask16 some = n - i >= 16 ? (__mmask16)0xffff : (__mmask16)((1u << (n - i)) - 1);
        __m512i v = _mm512_cvtepu16_epi32(_mm256_loadu_si256((const void *)(left + i)));
        if (right)
            v = _mm512_or_si512(
                v, _mm512_slli_epi32(_mm512_cvtepu16_epi32(_mm256_loadu_si256((const void *)(right + i))), 16));
        _mm512_mask_storeu_epi32(to + i, some, v);
    }
}

__attribute__((target("avx512f,avx512bw"))) bool rt_amx_is_finite(int64_t n, const uint16_t *v, int16_t exponent)
{
    const __m512i ones = _mm512_set1_epi16(exponent);
    __mmask32 found = 0;

    for (int64_t i = 0; i < n; i += 32) {
        const __mmask32 some = n - i >= 32 ? ~0u : (1u << (n - i)) - 1;
        const __m512i x = _mm512_and_si512(_mm512_maskz_loadu_epi16(some, v + i), ones);
        found |= _mm512_cmpeq_epi16_mask(x, ones);
    }
    return !found;
}

BFLOAT_TARGET void rt_amx_split(int64_t n, const uint16_t *from, uint16_t *high, uint16_t *low)
{
    for (int64_t i = 0; i < n; i += 16) {
        const __mmask16 some = n - i >= 16 ? (__mmask16)0xffff : (__mmask16)((1u << (n - i)) - 1);
        const __m512 v = _mm512_cvtph_ps(_mm256_maskz_loadu_epi16(some, from + i));
        const __m256i most = (__m256i)_mm512_cvtneps_pbh(v);
        const __m512 rest = _mm512_sub_ps(v, _mm512_castsi512_ps(_mm512_slli_epi32(_mm512_cvtepu16_epi32(most), 16)));
        if (high)
            _mm256_mask_storeu_epi16(high + i, some, most);
        if (low)
            _mm256_mask_storeu_epi16(low + i, some, (__m256i)_mm512_cvtneps_pbh(rest));
    }
}

#endif
