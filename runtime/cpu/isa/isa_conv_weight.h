/* The body of isa_conv_weight.c for one element type T with vectors V. No include guard: included once for float and
   once for double. */

#define LANES ((int)(BYTES / sizeof(T)))
#define BLOCK (2 * LANES)

/* tile[groups * width][BLOCK]: rows are `groups` of `width` whose pixels are neighbours, so that few pointers are
   needed; `count` groups count, the others repeat the last. Inlined with constants. */
ALWAYS void NAME(tile_of)(const struct rt_weight_grad *t, const T *pixels, const int64_t *row, int64_t count,
                          const T *packed, T *tile, int groups, int width, int vectors)
{
    V acc[MAX_ROWS][2];
    const T *from[MAX_GROUPS];
#pragma GCC unroll 32
    for (int g = 0; g < groups; g++)
        from[g] = pixels + row[(g < count ? g : count - 1) * width];
#pragma GCC unroll 32
    for (int i = 0; i < groups * width; i++)
        acc[i][0] = acc[i][1] = SET(0);
    for (int64_t p = 0; p < t->positions; p++, packed += BLOCK) {
        const int64_t at = t->position[p];
        V b0, b1;
        memcpy(&b0, packed, sizeof b0);
        if (vectors == 2)
            memcpy(&b1, packed + LANES, sizeof b1);
#pragma GCC unroll 32
        for (int g = 0; g < groups; g++)
#pragma GCC unroll 32
            for (int i = 0; i < width; i++) {
                V x = SET(from[g][at + i]), *const sum = acc[g * width + i];
                sum[0] = FMA(x, b0, sum[0]);
                if (vectors == 2)
                    sum[1] = FMA(x, b1, sum[1]);
            }
    }
#pragma GCC unroll 32
    for (int i = 0; i < groups * width; i++)
        memcpy(tile + i * BLOCK, acc[i], sizeof acc[i]);
}

#define TILE(width, one, two)                                                                                          \
    static __attribute__((noinline)) void NAME(tile_##width##_1_)(                                                     \
        const struct rt_weight_grad *t, const T *pixels, const int64_t *row, int64_t count, const T *packed, T *tile)  \
    {                                                                                                                  \
        NAME(tile_of)(t, pixels, row, count, packed, tile, one, width, 1);                                             \
    }                                                                                                                  \
    static __attribute__((noinline)) void NAME(tile_##width##_2_)(                                                     \
        const struct rt_weight_grad *t, const T *pixels, const int64_t *row, int64_t count, const T *packed, T *tile)  \
    {                                                                                                                  \
        NAME(tile_of)(t, pixels, row, count, packed, tile, two, width, 2);                                             \
    }
EACH_WIDTH(TILE)
#undef TILE

/* By the width of groups, and by vectors less one: how many groups a tile has. */
static const struct {
    int width, groups[2];
    void (*run[2])(const struct rt_weight_grad *, const T *, const int64_t *, int64_t, const T *, T *);
} NAME(tiles)[] = {
#define ROW(width, one, two) {width, {one, two}, {NAME(tile_##width##_1_), NAME(tile_##width##_2_)}},
    EACH_WIDTH(ROW)
#undef ROW
};

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
    _Alignas(64) T tile[MAX_ROWS * BLOCK];
    const int two = t->outputs > LANES;
    int kind = 0;

    for (int i = 0; i < (int)(sizeof NAME(tiles) / sizeof NAME(tiles)[0]); i++)
        if (t->neighbours % NAME(tiles)[i].width == 0)
            kind = i; /* the widest */
    const int64_t width = NAME(tiles)[kind].width, all = t->rows / width;
    for (int64_t g = 0; g < all; g += NAME(tiles)[kind].groups[two]) {
        const int64_t left = all - g, most = NAME(tiles)[kind].groups[two], count = left < most ? left : most;
        NAME(tiles)[kind].run[two](t, pixels, t->row + g * width, count, packed, tile);
        NAME(merge)(t, tile, (int)(count * width), (T *)weight + g * width);
    }
}

#undef LANES
#undef BLOCK
