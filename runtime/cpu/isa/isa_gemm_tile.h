/* Tiles of C in registers, and how they read their operands; a part of isa_gemm.h for one element type T with vectors
   V. No include guard: included once for float and once for double. */

/* The sums of `rows` (a constant) rows of a tile, of `vectors` vectors each, and what they are added to (C itself, or
   the same row for all), or NULL. */
ALWAYS void NAME(end_tile)(V acc[MR][2], int rows, int vectors, const T *old, int64_t old_row, T *c, int64_t c_row)
{
#pragma GCC unroll 16
    for (int i = 0; i < rows; i++, c += c_row, old += old ? old_row : 0)
#pragma GCC unroll 2
        for (int v = 0; v < vectors; v++) {
            if (old) {
                V x;
                memcpy(&x, old + v * LANES, sizeof x);
                acc[i][v] += x;
            }
            memcpy(c + v * LANES, &acc[i][v], sizeof acc[i][v]);
        }
}

/* C = A B over k steps, plus `old`: MR rows of `vectors` (1 or 2) vectors of C, which is fetched while the sums grow.
   Row i of A is at a + i * a_row (at most `rows` of them: the rest repeats the last), step p at p * a_col; B is packed:
   NR elements a step. Inlined with constants. */
ALWAYS void NAME(tile_of)(int64_t k, const T *a, int64_t a_row, int64_t a_col, int rows, const T *b, int vectors,
                          const T *old, int64_t old_row, T *c, int64_t c_row)
{
    V acc[MR][2];
    const T *row[MR];
#pragma GCC unroll 16
    for (int i = 0; i < MR; i++) {
        row[i] = a + (i < rows ? i : rows - 1) * a_row;
        acc[i][0] = acc[i][1] = SET(0);
        __builtin_prefetch(c + i * c_row, 1);
        __builtin_prefetch(c + i * c_row + vectors * LANES - 1, 1);
    }
    for (int64_t p = 0; p < k; p++) {
        V b0, b1;
        memcpy(&b0, b, sizeof b0);
        memcpy(&b1, b + LANES, sizeof b1);
#pragma GCC unroll 16
        for (int i = 0; i < MR; i++) {
            V x = SET(row[i][p * a_col]);
            acc[i][0] = FMA(x, b0, acc[i][0]);
            if (vectors == 2)
                acc[i][1] = FMA(x, b1, acc[i][1]);
        }
        b += NR;
    }
    NAME(end_tile)(acc, MR, vectors, old, old_row, c, c_row);
}

/* The last columns, where they fill one vector only: half the work. */
static __attribute__((noinline)) void NAME(tile_narrow)(int64_t k, const T *a, int64_t a_row, int64_t a_col, int rows,
                                                        const T *b, const T *old, int64_t old_row, T *c, int64_t c_row)
{
    NAME(tile_of)(k, a, a_row, a_col, rows, b, 1, old, old_row, c, c_row);
}

/* Rows of which there are not a third, two thirds or all of a tile. */
static __attribute__((noinline)) void NAME(tile_some)(int64_t k, const T *a, int64_t a_row, int rows, const T *b,
                                                      const T *old, int64_t old_row, T *c, int64_t c_row)
{
    NAME(tile_of)(k, a, a_row, 1, rows, b, 2, old, old_row, c, c_row);
}

/* A tile of two vectors a row, and where its operands are. */
struct NAME(tile) {
    int64_t k;
    const T *a, *b;
    int64_t a_step, b_row; /* of A in place: from row to row where its rows are consecutive, else from step to step */
    T *pack_a, *pack_b;    /* where operands that are read in place are packed on the way */
    int64_t ahead;         /* how far behind the rows of A are those of the next tile, which are fetched early, or 0 */
    const T *next;         /* steps of the next block of A, of which so many lines are fetched early, */
    int next_steps, next_lines; /* and so many steps at a time */
    const T *old;               /* what the products are added to, or NULL */
    int64_t old_row;
    T *c;
    int64_t c_row;
};

/* How a tile reads A: packed; in place, of consecutive rows; in place, of consecutive columns, which it packs. */
enum NAME(layout) { NAME(PACKED), NAME(ROWS), NAME(COLUMNS) };

/* `n` steps of a tile of `rows` rows. Inlined with constants but for n. */
ALWAYS void NAME(steps)(int64_t n, int rows, enum NAME(layout) layout, bool in_place, struct NAME(tile) * t,
                        V acc[MR][2])
{
    const T *a = t->a, *b = t->b, *a4 = a + 4 * t->a_step, *a8 = a + 8 * t->a_step;
    T *pack_a = t->pack_a, *pack_b = t->pack_b;
    const int64_t a_step = t->a_step, b_row = t->b_row;
#pragma GCC unroll 2
    for (int64_t p = 0; p < n; p++) {
        V b0, b1;
        memcpy(&b0, b, sizeof b0);
        memcpy(&b1, b + LANES, sizeof b1);
        if (in_place) {
            memcpy(pack_b, &b0, sizeof b0);
            memcpy(pack_b + LANES, &b1, sizeof b1);
            __builtin_prefetch(b + AHEAD * b_row);
            __builtin_prefetch(b + AHEAD * b_row + NR - 1);
            pack_b += NR;
        }
        if (layout == NAME(COLUMNS)) {
            memcpy(pack_a, a, MR * sizeof(T));
            __builtin_prefetch(a + AHEAD * a_step);
            __builtin_prefetch(a + AHEAD * a_step + MR - 1);
            pack_a += MR;
        }
#pragma GCC unroll 16
        for (int i = 0; i < rows; i++) {
            const T *four = layout != NAME(ROWS) || i < 4 ? a : i < 8 ? a4 : a8;
            const V x = SET(four[layout == NAME(ROWS) ? i % 4 * a_step : i]);
            acc[i][0] = FMA(x, b0, acc[i][0]);
            acc[i][1] = FMA(x, b1, acc[i][1]);
        }
        a += layout == NAME(PACKED) ? MR : layout == NAME(ROWS) ? 1 : a_step;
        a4++;
        a8++;
        b += in_place ? b_row : NR;
    }
    t->a = a;
    t->b = b;
    t->pack_a = pack_a;
    t->pack_b = pack_b;
}

/* A tile of `rows` rows, of as many steps at a time as a line of the cache has elements: between them lines of C are
   fetched, and lines of A that the next tile reads. */
ALWAYS void NAME(tile)(int rows, enum NAME(layout) layout, bool in_place, struct NAME(tile) t)
{
    enum { LINE = 64 / sizeof(T), EACH = MR / 3 };
    V acc[MR][2];
    T *c = t.c;
#pragma GCC unroll 16
    for (int i = 0; i < rows; i++)
        acc[i][0] = acc[i][1] = SET(0);
    for (int i = t.k < 4 * LINE ? 0 : rows; i < rows; i++) { /* too short to spread it */
        __builtin_prefetch(c + i * t.c_row, 1);
        __builtin_prefetch(c + i * t.c_row + NR - 1, 1);
    }
    int64_t p = 0;
    for (; p + LINE <= t.k; p += LINE) {
        if (t.k >= 4 * LINE && p / LINE * EACH < rows) {
#pragma GCC unroll 4
            for (int i = 0; i < EACH; i++, c += t.c_row) {
                __builtin_prefetch(c, 1);
                __builtin_prefetch(c + NR - 1, 1);
            }
        }
        if (layout == NAME(ROWS) && t.ahead) {
            const T *next = t.a + t.ahead;
#pragma GCC unroll 16
            for (int i = 0; i < rows; i++, next += t.a_step)
                __builtin_prefetch(next);
        }
        if (layout == NAME(PACKED))
            for (int i = 0; i < t.next_steps; i++, t.next += t.a_step)
                for (int l = 0; l < t.next_lines; l++)
                    __builtin_prefetch(t.next + l * LINE, 0, 2);
        NAME(steps)(LINE, rows, layout, in_place, &t, acc);
    }
    NAME(steps)(t.k - p, rows, layout, in_place, &t, acc);
    NAME(end_tile)(acc, rows, 2, t.old, t.old_row, t.c, t.c_row);
}

#define TILE(name, rows, layout, in_place)                                                                             \
    static __attribute__((noinline)) void NAME(name)(const struct NAME(tile) * t)                                      \
    {                                                                                                                  \
        NAME(tile)(rows, NAME(layout), in_place, *t);                                                                  \
    }
TILE(packed_3, MR, PACKED, false)
TILE(packed_2, MR / 3 * 2, PACKED, false)
TILE(packed_1, MR / 3, PACKED, false)
TILE(packed_b_3, MR, PACKED, true)
TILE(packed_b_2, MR / 3 * 2, PACKED, true)
TILE(packed_b_1, MR / 3, PACKED, true)
TILE(rows_3, MR, ROWS, false)
TILE(rows_2, MR / 3 * 2, ROWS, false)
TILE(rows_1, MR / 3, ROWS, false)
TILE(rows_b_3, MR, ROWS, true)
TILE(rows_b_2, MR / 3 * 2, ROWS, true)
TILE(rows_b_1, MR / 3, ROWS, true)
TILE(columns_3, MR, COLUMNS, false)
TILE(columns_b_3, MR, COLUMNS, true)
#undef TILE

/* By layout of A, is B in place, thirds of a tile. */
static void (*const NAME(tiles)[3][2][4])(const struct NAME(tile) *) = {
    {{NULL, NAME(packed_1), NAME(packed_2), NAME(packed_3)},
     {NULL, NAME(packed_b_1), NAME(packed_b_2), NAME(packed_b_3)}},
    {{NULL, NAME(rows_1), NAME(rows_2), NAME(rows_3)}, {NULL, NAME(rows_b_1), NAME(rows_b_2), NAME(rows_b_3)}},
    {{NULL, NULL, NULL, NAME(columns_3)}, {NULL, NULL, NULL, NAME(columns_b_3)}},
};
