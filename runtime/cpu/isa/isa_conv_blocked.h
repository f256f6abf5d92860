/* The body of isa_conv_blocked.c for one element type T with vectors V. No include guard: included once for float and
   once for double. */

#define LANES ((int)(BYTES / sizeof(T)))
#define BLOCK (2 * LANES)

/* `rows` positions, one element apart or anywhere; inlined with constants. */
ALWAYS void NAME(tile_of)(const int64_t *offsets, int64_t depth, const T *pixels, const int64_t *position,
                          const int64_t *target, const T *weights, const T *start, T *sums, int rows, int vectors,
                          bool even)
{
    V acc[ROWS][2];
    int64_t rest[ROWS];
#pragma GCC unroll 16
    for (int i = 0; i < rows; i++) {
        rest[i] = even ? i : position[i] - position[0];
        const T *from = start ? start : sums + target[i] * BLOCK;
        memcpy(&acc[i][0], from, sizeof(V));
        if (vectors == 2)
            memcpy(&acc[i][1], from + LANES, sizeof(V));
    }
    pixels += position[0];
    for (int64_t t = 0; t < depth; t++, weights += BLOCK) {
        const T *at = pixels + offsets[t];
        V b0, b1;
        memcpy(&b0, weights, sizeof b0);
        if (vectors == 2)
            memcpy(&b1, weights + LANES, sizeof b1);
#pragma GCC unroll 16
        for (int i = 0; i < rows; i++) {
            const V x = SET(at[even ? i : rest[i]]);
            acc[i][0] = FMA(x, b0, acc[i][0]);
            if (vectors == 2)
                acc[i][1] = FMA(x, b1, acc[i][1]);
        }
    }
#pragma GCC unroll 16
    for (int i = 0; i < rows; i++) {
        T *to = sums + target[i] * BLOCK;
        memcpy(to, &acc[i][0], sizeof(V));
        if (vectors == 2)
            memcpy(to + LANES, &acc[i][1], sizeof(V));
    }
}

#define TILE(rows)                                                                                                     \
    static __attribute__((noinline)) void NAME(even_##rows##_1_)(                                                      \
        const int64_t *offsets, int64_t depth, const T *pixels, const int64_t *position, const int64_t *target,        \
        const T *weights, const T *start, T *sums)                                                                     \
    {                                                                                                                  \
        NAME(tile_of)(offsets, depth, pixels, position, target, weights, start, sums, rows, 1, true);                  \
    }                                                                                                                  \
    static __attribute__((noinline)) void NAME(even_##rows##_2_)(                                                      \
        const int64_t *offsets, int64_t depth, const T *pixels, const int64_t *position, const int64_t *target,        \
        const T *weights, const T *start, T *sums)                                                                     \
    {                                                                                                                  \
        NAME(tile_of)(offsets, depth, pixels, position, target, weights, start, sums, rows, 2, true);                  \
    }                                                                                                                  \
    static __attribute__((noinline)) void NAME(any_##rows##_1_)(                                                       \
        const int64_t *offsets, int64_t depth, const T *pixels, const int64_t *position, const int64_t *target,        \
        const T *weights, const T *start, T *sums)                                                                     \
    {                                                                                                                  \
        NAME(tile_of)(offsets, depth, pixels, position, target, weights, start, sums, rows, 1, false);                 \
    }                                                                                                                  \
    static __attribute__((noinline)) void NAME(any_##rows##_2_)(                                                       \
        const int64_t *offsets, int64_t depth, const T *pixels, const int64_t *position, const int64_t *target,        \
        const T *weights, const T *start, T *sums)                                                                     \
    {                                                                                                                  \
        NAME(tile_of)(offsets, depth, pixels, position, target, weights, start, sums, rows, 2, false);                 \
    }
EACH_TILE(TILE)
#undef TILE

#define ROW(rows) {{NAME(any_##rows##_1_), NAME(any_##rows##_2_)}, {NAME(even_##rows##_1_), NAME(even_##rows##_2_)}},
/* by positions less one, by whether they are one apart, by vectors less one */
static void (*const NAME(tiles)[ROWS][2][2])(const int64_t *, int64_t, const T *, const int64_t *, const int64_t *,
                                             const T *, const T *, T *) = {EACH_TILE(ROW)};
#undef ROW

static void NAME(convolve)(const struct rt_blocked *s, const void *pixels, const void *weights, const void *start,
                           void *sums)
{
    const int64_t *position = s->position, *target = s->target;

    for (int64_t r = 0; r < s->runs; r++) {
        const struct rt_blocked_run *run = &s->run[r];
        const int64_t most = s->even ? ROWS : MAX_ANY, parts = (run->positions + most - 1) / most;
        const int64_t begin = run->begin < s->begin ? s->begin : run->begin,
                      end = run->end > s->end ? s->end : run->end;
        const void *from = run->adds ? NULL : start;
        for (int64_t part = 0; part < parts && (from || begin < end); part++) {
            const int64_t first = run->positions * part / parts, n = run->positions * (part + 1) / parts - first;
            NAME(tiles)
            [n - 1][s->even][s->outputs > LANES](s->offsets + begin, end - begin, pixels, position + first,
                                                 target + first, (const T *)weights + (begin - s->begin) * BLOCK, from,
                                                 sums);
        }
        if (r + 1 < s->runs && s->run[r + 1].adds)
            continue;
        position += run->positions;
        target += run->positions;
    }
}

#undef LANES
#undef BLOCK
