/* The body of isa_conv_weight.c for one element type T with vectors V. No include guard: included once for float and
   once for double. */

#define LANES ((int)(BYTES / sizeof(T)))
#define BLOCK (2 * LANES)

/* tile[ROWS][BLOCK]; `rows` of them count, the rest repeats the last. Inlined with a constant number of vectors. */
ALWAYS void NAME(tile_of)(const struct rt_weight_grad *t, const T *pixels, const int64_t *row, int rows,
                          const T *packed, T *tile, int vectors)
{
    V acc[ROWS][2];
    const T *from[ROWS];
#pragma GCC unroll 16
    for (int i = 0; i < ROWS; i++) {
        from[i] = pixels + row[i < rows ? i : rows - 1];
        acc[i][0] = acc[i][1] = SET(0);
    }
    for (int64_t p = 0; p < t->positions; p++, packed += BLOCK) {
        const int64_t at = t->position[p];
        V b0, b1;
        memcpy(&b0, packed, sizeof b0);
        memcpy(&b1, packed + LANES, sizeof b1);
#pragma GCC unroll 16
        for (int i = 0; i < ROWS; i++) {
            V x = SET(from[i][at]);
            acc[i][0] = FMA(x, b0, acc[i][0]);
            if (vectors == 2)
                acc[i][1] = FMA(x, b1, acc[i][1]);
        }
    }
#pragma GCC unroll 16
    for (int i = 0; i < ROWS; i++)
        memcpy(tile + i * BLOCK, acc[i], sizeof acc[i]);
}

static __attribute__((noinline)) void NAME(tile_1)(const struct rt_weight_grad *t, const T *pixels, const int64_t *row,
                                                   int rows, const T *packed, T *tile)
{
    NAME(tile_of)(t, pixels, row, rows, packed, tile, 1);
}
static __attribute__((noinline)) void NAME(tile_2)(const struct rt_weight_grad *t, const T *pixels, const int64_t *row,
                                                   int rows, const T *packed, T *tile)
{
    NAME(tile_of)(t, pixels, row, rows, packed, tile, 2);
}

/* Stores the tile, transposed, as the weights of its outputs. */
static void NAME(merge)(const struct rt_weight_grad *t, const T *tile, int rows, T *weight)
{
    for (int64_t m = 0; m < t->outputs;) {
        T *to = weight + m * t->out_step;
        int i = 0;
#if defined(__x86_64__)
        if (sizeof(T) == 4 && m + 4 <= t->outputs) {
            for (; i + 4 <= rows; i += 4) {
                __m128 r[4];
                for (int l = 0; l < 4; l++)
                    r[l] = _mm_loadu_ps((const float *)(const void *)(tile + (i + l) * BLOCK + m));
                _MM_TRANSPOSE4_PS(r[0], r[1], r[2], r[3]);
                for (int l = 0; l < 4; l++) {
                    float *out = (float *)(void *)(to + l * t->out_step + i);
                    _mm_storeu_ps(out, t->add ? _mm_add_ps(r[l], _mm_loadu_ps(out)) : r[l]);
                }
            }
            for (; i < rows; i++)
                for (int l = 0; l < 4; l++) {
                    T *out = to + l * t->out_step + i;
                    *out = tile[i * BLOCK + m + l] + (t->add ? *out : 0);
                }
            m += 4;
            continue;
        }
#endif
        for (; i < rows; i++)
            to[i] = tile[i * BLOCK + m] + (t->add ? to[i] : 0);
        m++;
    }
}

static void NAME(multiply)(const struct rt_weight_grad *t, const void *pixels, const void *packed, void *weight)
{
    _Alignas(64) T tile[ROWS * BLOCK];

    for (int64_t r = 0; r < t->rows; r += ROWS) {
        const int rows = t->rows - r < ROWS ? (int)(t->rows - r) : ROWS;
        (t->outputs > LANES ? NAME(tile_2) : NAME(tile_1))(t, pixels, t->row + r, rows, packed, tile);
        NAME(merge)(t, tile, rows, (T *)weight + r);
    }
}

#undef LANES
#undef BLOCK
