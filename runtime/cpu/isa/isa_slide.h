/* The body of isa_slide.c for one element type T with vectors V. No include guard: included once for float and once for
   double. */

#define LANES ((int)(BYTES / sizeof(T)))

/* OUTPUTS planes of results at `vectors` places, each a vector along a row. */
ALWAYS void NAME(tile)(const struct rt_slide *s, const T *const *from, const T *weights, const T *bias, T *tile,
                       int vectors)
{
    V acc[OUTPUTS][PLACES];
#pragma GCC unroll 8
    for (int m = 0; m < OUTPUTS; m++)
#pragma GCC unroll 4
        for (int k = 0; k < vectors; k++)
            acc[m][k] = SET(bias[m]);
    for (int64_t t = 0; t < s->depth; t++) {
        const int64_t at = s->offsets[t];
        V x[PLACES];
#pragma GCC unroll 4
        for (int k = 0; k < vectors; k++)
            memcpy(&x[k], from[k] + at, sizeof(V));
#pragma GCC unroll 8
        for (int m = 0; m < OUTPUTS; m++) {
            V w = SET(weights[t * OUTPUTS + m]);
#pragma GCC unroll 4
            for (int k = 0; k < vectors; k++)
                acc[m][k] = FMA(w, x[k], acc[m][k]);
        }
    }
#pragma GCC unroll 8
    for (int m = 0; m < OUTPUTS; m++)
#pragma GCC unroll 4
        for (int k = 0; k < vectors; k++)
            memcpy(tile + (m * PLACES + k) * LANES, &acc[m][k], sizeof(V));
}

static __attribute__((noinline)) void NAME(tile_1)(const struct rt_slide *s, const T *const *from, const T *weights,
                                                   const T *bias, T *tile)
{
    NAME(tile)(s, from, weights, bias, tile, 1);
}
static __attribute__((noinline)) void NAME(tile_2)(const struct rt_slide *s, const T *const *from, const T *weights,
                                                   const T *bias, T *tile)
{
    NAME(tile)(s, from, weights, bias, tile, 2);
}
static __attribute__((noinline)) void NAME(tile_3)(const struct rt_slide *s, const T *const *from, const T *weights,
                                                   const T *bias, T *tile)
{
    NAME(tile)(s, from, weights, bias, tile, 3);
}

/* All results of the strip, OUTPUTS planes and PLACES vectors at a time. */
static void NAME(slide)(const struct rt_slide *s, const void *padded, const void *packed, const void *bias, void *out)
{
    const int64_t blocks = (s->width + LANES - 1) / LANES, places = s->rows * blocks;

    for (int64_t first = 0; first < s->outputs; first += OUTPUTS) {
        const T *weights = (const T *)packed + first * s->depth;
        const int count = s->outputs - first < OUTPUTS ? (int)(s->outputs - first) : OUTPUTS;
        T start[OUTPUTS] = {0};
        for (int m = 0; bias && m < count; m++)
            start[m] = ((const T *)bias)[first + m];
        for (int64_t place = 0; place < places; place += PLACES) {
            const int vectors = places - place < PLACES ? (int)(places - place) : PLACES;
            const T *from[PLACES];
            int64_t to[PLACES], length[PLACES];
            _Alignas(64) T tile[OUTPUTS * PLACES * LANES];
            for (int k = 0; k < vectors; k++) {
                const int64_t row = (place + k) / blocks, x = (place + k) % blocks * LANES;
                from[k] = (const T *)padded + row * s->padded_row + x;
                to[k] = row * s->width + x;
                length[k] = s->width - x < LANES ? s->width - x : LANES;
            }
            (vectors == 3 ? NAME(tile_3) : vectors == 2 ? NAME(tile_2) : NAME(tile_1))(s, from, weights, start, tile);
            for (int m = 0; m < count; m++)
                for (int k = 0; k < vectors; k++)
                    memcpy((T *)out + (first + m) * s->out_plane + to[k], tile + (m * PLACES + k) * LANES,
                           (size_t)length[k] * sizeof(T));
        }
    }
}

#undef LANES
