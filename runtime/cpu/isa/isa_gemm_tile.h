/* Tiles of C in registers, and how they read their operands; a part of isa_gemm.h for one element type T with vectors
   V. No include guard: included once for float and once for double. */

/* The sums of `rows` (a constant) rows of a tile, of `vectors` vectors each, and what they are added to (C itself, or
   the same row for all), or NULL. */
ALWAYS void NAME(end_tile)(V acc[MR][PANEL_VECTORS], int rows, int vectors, const T *old, int64_t old_row, T *c,
                           int64_t c_row)
{
#pragma GCC unroll 16
    for (int i = 0; i < rows; i++, c += c_row, old += old ? old_row : 0)
#pragma GCC unroll 4
        for (int v = 0; v < vectors; v++) {
            if (old) {
                V x;
                memcpy(&x, old + v * LANES, sizeof x);
                acc[i][v] += x;
            }
            memcpy(c + v * LANES, &acc[i][v], sizeof acc[i][v]);
        }
}

/* Memory that later tiles read, fetched by this one: lines of the cache, `inner` of them one behind the other, then
   those of the next row. */
struct NAME(stream) {
    const T *at;
    int64_t jump;        /* from behind a row to the next one, in elements */
    int inner, position; /* lines of a row; of them, those that were fetched */
    int each;            /* lines at a time */
};

/* A tile, and where its operands are. B is packed (a step has as many elements as a row of the tile), or in place. */
struct NAME(tile) {
    int64_t k;
    const T *a, *b;
    int64_t a_step, b_row; /* of A in place: from row to row where its rows are consecutive, else from step to step */
    T *pack_a, *pack_b;    /* where operands that are read in place are packed on the way */
    struct NAME(stream) next;
    const T *old; /* what the products are added to, or NULL */
    int64_t old_row;
    T *c;
    int64_t c_row;
};

/* How a tile reads A: packed; in place, of consecutive rows; in place, of consecutive columns, which it packs. */
enum NAME(layout) { NAME(PACKED), NAME(ROWS), NAME(COLUMNS) };

/* A row of the tile, or of what is fetched for it: all lines that it touches. */
ALWAYS void NAME(prefetch_row)(const T *at, int vectors, bool write)
{
#pragma GCC unroll 4
    for (int v = 0; v < vectors; v += 64 / BYTES) {
        if (write)
            __builtin_prefetch(at + v * LANES, 1);
        else
            __builtin_prefetch(at + v * LANES);
    }
    if (write)
        __builtin_prefetch(at + vectors * LANES - 1, 1);
    else
        __builtin_prefetch(at + vectors * LANES - 1);
}

/* `n` steps of a tile of `rows` rows and `vectors` vectors. Inlined with constants but for n. */
ALWAYS void NAME(steps)(int64_t n, int rows, int vectors, enum NAME(layout) layout, bool in_place,
                        struct NAME(tile) * t, V acc[MR][PANEL_VECTORS])
{
    const int64_t a_step = t->a_step, b_row = t->b_row;
    const T *a = t->a, *b = t->b, *a4 = a + (rows > 4 ? 4 : 0) * a_step, *a8 = a + (rows > 8 ? 8 : 0) * a_step;
    T *pack_a = t->pack_a, *pack_b = t->pack_b;
#pragma GCC unroll 2
    for (int64_t p = 0; p < n; p++) {
        V line[PANEL_VECTORS];
#pragma GCC unroll 4
        for (int v = 0; v < vectors; v++) {
            memcpy(&line[v], b + v * LANES, sizeof(V));
            if (in_place)
                memcpy(pack_b + v * LANES, &line[v], sizeof(V));
        }
        if (in_place) {
            NAME(prefetch_row)(b + AHEAD * b_row, vectors, false);
            pack_b += vectors * LANES;
        }
        if (layout == NAME(COLUMNS)) {
            memcpy(pack_a, a, (size_t)rows * sizeof(T));
            __builtin_prefetch(a + AHEAD * a_step);
            __builtin_prefetch(a + AHEAD * a_step + rows - 1);
            pack_a += rows;
        }
#pragma GCC unroll 16
        for (int i = 0; i < rows; i++) {
            const T *four = layout != NAME(ROWS) || i < 4 ? a : i < 8 ? a4 : a8;
            const V x = SET(four[layout == NAME(ROWS) ? i % 4 * a_step : i]);
#pragma GCC unroll 4
            for (int v = 0; v < vectors; v++)
                acc[i][v] = FMA(x, line[v], acc[i][v]);
        }
        a += layout == NAME(PACKED) ? rows : layout == NAME(ROWS) ? 1 : a_step;
        a4++;
        a8++;
        b += in_place ? b_row : vectors * LANES;
    }
    t->a = a;
    t->b = b;
    t->pack_a = pack_a;
    t->pack_b = pack_b;
}

/* A few times on the way, lines of C are fetched, and what later tiles read: a step has no time to count. */
ALWAYS void NAME(tile)(int rows, int vectors, enum NAME(layout) layout, bool in_place, struct NAME(tile) t)
{
    enum { LINE = 64 / sizeof(T), EACH = 3 };
    V acc[MR][PANEL_VECTORS];
    const T *c = t.c, *const end = c + rows * t.c_row;
    int64_t p = 0;
#pragma GCC unroll 16
    for (int i = 0; i < rows; i++)
#pragma GCC unroll 4
        for (int v = 0; v < vectors; v++)
            acc[i][v] = SET(0);
    for (; t.k < (rows + EACH - 1) / EACH * FETCH_STEPS && c != end; c += t.c_row) /* too short to spread it */
        NAME(prefetch_row)(c, vectors, true);
    for (; p + FETCH_STEPS <= t.k; p += FETCH_STEPS) {
        for (int i = 0; i < EACH && c != end; i++, c += t.c_row)
            NAME(prefetch_row)(c, vectors, true);
        for (int i = 0; i < t.next.each; i++, t.next.at += LINE) {
            __builtin_prefetch(t.next.at, 0, 2);
            if (++t.next.position == t.next.inner) {
                t.next.position = 0;
                t.next.at += t.next.jump;
            }
        }
        NAME(steps)(FETCH_STEPS, rows, vectors, layout, in_place, &t, acc);
    }
    NAME(steps)(t.k - p, rows, vectors, layout, in_place, &t, acc);
    NAME(end_tile)(acc, rows, vectors, t.old, t.old_row, t.c, t.c_row);
}

#define TILE(name, rows, layout, in_place)                                                                             \
    static __attribute__((noinline)) void NAME(name)(const struct NAME(tile) * t, int vectors)                         \
    {                                                                                                                  \
        if (vectors == PANEL_VECTORS)                                                                                  \
            NAME(tile)(rows, PANEL_VECTORS, NAME(layout), in_place, *t);                                               \
        else if (vectors == 2)                                                                                         \
            NAME(tile)(rows, 2, NAME(layout), in_place, *t);                                                           \
        else                                                                                                           \
            NAME(tile)(rows, 1, NAME(layout), in_place, *t);                                                           \
    }
#define EACH_LAYOUT(rows)                                                                                              \
    TILE(packed_##rows, rows, PACKED, false)                                                                           \
    TILE(rows_##rows, rows, ROWS, false)
#define EACH_ON_THE_WAY(rows)                                                                                          \
    TILE(packed_b_##rows, rows, PACKED, true)                                                                          \
    TILE(rows_b_##rows, rows, ROWS, true)                                                                              \
    TILE(columns_##rows, rows, COLUMNS, false)                                                                         \
    TILE(columns_b_##rows, rows, COLUMNS, true)
EACH_LAYOUT(1)
EACH_LAYOUT(2)
EACH_LAYOUT(3)
EACH_LAYOUT(4)
EACH_LAYOUT(5)
EACH_LAYOUT(6)
#if MR == 9
EACH_LAYOUT(7)
EACH_LAYOUT(8)
EACH_LAYOUT(9)
EACH_ON_THE_WAY(7)
EACH_ON_THE_WAY(8)
EACH_ON_THE_WAY(9)
#define UP_TO_MR(name)                                                                                                 \
    NULL, NAME(name##1), NAME(name##2), NAME(name##3), NAME(name##4), NAME(name##5), NAME(name##6), NAME(name##7),     \
        NAME(name##8), NAME(name##9)
#define LAST_OF_MR(name) [7] = NAME(name##7), NAME(name##8), NAME(name##9)
#else
EACH_ON_THE_WAY(4)
EACH_ON_THE_WAY(5)
EACH_ON_THE_WAY(6)
#define UP_TO_MR(name) NULL, NAME(name##1), NAME(name##2), NAME(name##3), NAME(name##4), NAME(name##5), NAME(name##6)
#define LAST_OF_MR(name) [4] = NAME(name##4), NAME(name##5), NAME(name##6)
#endif

/* By layout of A, is B in place, rows; NULL where one that is packed before has to do. */
static void (*const NAME(tiles)[3][2][MR + 1])(const struct NAME(tile) *, int vectors) = {
    {{UP_TO_MR(packed_)}, {LAST_OF_MR(packed_b_)}},
    {{UP_TO_MR(rows_)}, {LAST_OF_MR(rows_b_)}},
    {{LAST_OF_MR(columns_)}, {LAST_OF_MR(columns_b_)}},
};
#undef TILE
#undef EACH_LAYOUT
#undef EACH_ON_THE_WAY
#undef UP_TO_MR
#undef LAST_OF_MR
