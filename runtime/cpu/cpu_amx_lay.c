/* Planes of bfloat16 numbers laid out for tile registers. */
#include "cpu_amx_lay.h"

#include <string.h>

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

static bool is_used(const struct rt_sliding *s, int d, int64_t remainder)
{
    for (int64_t t = 0; t < s->kernel[d] && t < s->stride[d]; t++)
        if (t * s->dilation[d] % s->stride[d] == remainder)
            return true;
    return false;
}

void rt_amx_lay(const struct amx_plane *p, const struct rt_sliding *s, int64_t first, const uint16_t *plane,
                uint16_t *to)
{
    const int64_t step = s->stride[1];

    memset(to, 0, (size_t)p->room * 2);
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

#if defined __x86_64__

#include <immintrin.h>

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

#else

void rt_amx_pair(int64_t n, const uint16_t *left, const uint16_t *right, uint32_t *to)
{
    for (int64_t i = 0; i < n; i++)
        to[i] = left[i] | (uint32_t)(right ? right[i] : 0) << 16;
}

#endif
