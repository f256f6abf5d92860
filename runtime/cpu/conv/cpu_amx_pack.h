/* Planes of bfloat16 packed with borders for direct convolutions by tile registers. Where windows step by more than
   one, there is a plane for each remainder, so that neighbouring results have neighbouring pixels. */
#ifndef RT_CPU_AMX_PACK_H
#define RT_CPU_AMX_PACK_H

#include "cpu_conv.h"

#define AMX_PACK_SLACK 64 /* elements that are read behind the last plane */

struct amx_plane {
    int64_t rows, lines, pitch; /* rows of results; lines of pixels they need, and elements of one */
    int64_t part, all;          /* of a remainder; of all of them */
    int64_t allocated;          /* elements: `all`, and what loops read behind them */
};

static inline int64_t rt_amx_pitch(const struct rt_conv_problem *s)
{
    return s->out_width + (s->kernel[1] - 1) * s->dilation[1] / s->stride[1];
}

/* For as many rows of results, at most `rows`, as need no more than so many elements; at least one. */
static inline void rt_amx_plane_of(struct amx_plane *p, const struct rt_conv_problem *s, int64_t elements, int64_t rows)
{
    const int64_t reach = (s->kernel[0] - 1) * s->dilation[0] / s->stride[0];
    const int64_t parts = s->stride[0] * s->stride[1];
    const int64_t fit = elements / parts / rt_amx_pitch(s) - reach;

    rows = rows < fit ? rows : fit;
    p->rows = rows < 1 ? 1 : rows > s->out_height ? s->out_height : rows;
    p->pitch = rt_amx_pitch(s);
    p->lines = p->rows + reach;
    p->part = p->lines * p->pitch;
    p->all = parts * p->part;
    p->allocated = (p->all + 63) / 32 * 32;
}

/* The offset of the pixel under a tap from a result's own position. */
static inline int64_t rt_amx_offset(const struct amx_plane *p, const struct rt_conv_problem *s, int64_t tap)
{
    const int64_t y = tap / s->kernel[1] * s->dilation[0], x = tap % s->kernel[1] * s->dilation[1];

    return (y % s->stride[0] * s->stride[1] + x % s->stride[1]) * p->part + y / s->stride[0] * p->pitch +
           x / s->stride[1];
}

/* Packs one plane, from the results' row `first` on; p->allocated elements are written. */
void rt_amx_pack_planes(const struct amx_plane *p, const struct rt_conv_problem *s, int64_t first,
                        const uint16_t *plane, uint16_t *to);
/* Is nothing infinite or nan? exponent: its bits in this type. */
bool rt_amx_is_finite(int64_t n, const uint16_t *v, int16_t exponent);
#define AMX_EXPONENT 0x7f80      /* of bfloat16 */
#define AMX_EXPONENT_HALF 0x7c00 /* of float16 */

/* Splits numbers of float16, which are finite, into sums of two of bfloat16; high or low may be NULL, or high be
   `from`. */
void rt_amx_split(int64_t n, const uint16_t *from, uint16_t *high, uint16_t *low);

/* Two planes (or one and zeros, where that is NULL) side by side. n elements are written. */
void rt_amx_pair(int64_t n, const uint16_t *left, const uint16_t *right, uint32_t *to);

#endif
