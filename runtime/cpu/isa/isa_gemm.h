/* The body of isa_gemm.c for one element type T with vectors V. No include guard: included once for float and once for
   double. */

#define LANES ((int)(BYTES / sizeof(T)))
#define NR (2 * LANES)

#include "cpu/isa/isa_gemm_pack.h"
#include "cpu/isa/isa_gemm_tile.h"

/* C = alpha tile + beta old_c for the part of the tile that is inside of C. */
static void NAME(merge)(const T *tile, int64_t tile_row, int64_t rows, int64_t cols, T alpha, T beta, const T *old_c,
                        int64_t old_row, T *c, int64_t c_row)
{
    for (int64_t i = 0; i < rows; i++, tile += tile_row, c += c_row, old_c += old_row)
        for (int64_t j = 0; j < cols; j += LANES) {
            const int part = (int)(cols - j);
            V out, old;
            if (part >= LANES)
                memcpy(&out, tile + j, sizeof out);
            else
                out = LOAD_FIRST(tile + j, part);
            if (alpha != 1)
                out = out * SET(alpha);
            if (beta != 0) {
                if (part >= LANES)
                    memcpy(&old, old_c + j, sizeof old);
                else
                    old = LOAD_FIRST(old_c + j, part);
                out = out + SET(beta) * old;
            }
            if (part >= LANES)
                memcpy(c + j, &out, sizeof out);
            else
                STORE_FIRST(c + j, part, out);
        }
}

/* Columns of the next panel, filled up to whole vectors, where `left` columns are left: the last two panels share what
   would make one of a single vector. */
static int64_t NAME(panel_width)(int64_t left)
{
    const int64_t vectors = (left + LANES - 1) / LANES;

    if (vectors == PANEL_VECTORS + 1)
        return (PANEL_VECTORS + 1) / 2 * LANES;
    return (vectors < PANEL_VECTORS ? vectors : PANEL_VECTORS) * LANES;
}

/* What block multiplies: rows of A with columns of B over `k` steps, added to beta C. */
struct NAME(operands) {
    const T *a, *b;
    int64_t rows, cols, k;
    T *packed_a, *packed_b;
    bool first;      /* B is not packed yet */
    bool in_place;   /* A is */
    bool transposed; /* C is: its rows are where columns would be */
    T alpha, beta;
    const T *row; /* in the place of each row of the old C, or NULL */
    T *c;
    const T *next;             /* columns of A of the next block, or NULL, */
    int64_t next_rows, next_k; /* and how many and how long they are */
};

/* Share `i` of `n` of fetching `outer` rows of `elements` elements early, for a tile of k steps. */
static void NAME(share)(struct NAME(stream) * to, const T *from, int64_t row, int64_t outer, int64_t elements,
                        int64_t i, int64_t n, int64_t k)
{
    enum { LINE = 64 / sizeof(T) };
    const int64_t inner = (elements + LINE - 1) / LINE, all = outer * inner, groups = k / FETCH_STEPS;
    const int64_t first = all * i / n, count = all * (i + 1) / n - first;

    if (!groups)
        return;
    to->at = from + first / inner * row + first % inner * LINE;
    to->jump = row - inner * LINE;
    to->inner = (int)inner;
    to->position = (int)(first % inner);
    to->each = (int)((count + groups - 1) / groups);
}

/* What the tile of rows from i and columns from j to `end` fetches for later ones: of the next panel of B while B is
   not packed, else of the next block of A where its columns are consecutive. */
static void NAME(fetch)(const struct rt_gemm *g, const struct NAME(operands) * o, int64_t i, int64_t rows, int64_t j,
                        int64_t end, struct NAME(stream) * to)
{
    const int64_t width = o->cols - end < end - j ? o->cols - end : end - j;
    const T *b = o->b + end * g->b_col;

    if (o->first && width > 0 && g->b_col == 1)
        NAME(share)(to, b, g->b_row, o->k, width, i / rows, (o->rows + rows - 1) / rows, o->k);
    else if (o->first && width > 0 && g->b_row == 1)
        NAME(share)(to, b, g->b_col, width, o->k, i / rows, (o->rows + rows - 1) / rows, o->k);
    else if (o->next && !o->first)
        NAME(share)
    (to, o->next, g->a_col, o->next_k, o->next_rows, j * o->rows + i * (end - j), o->cols * o->rows, o->k);
}

/* The part of a tile beside C that is inside of C, which may be transposed. */
static void NAME(end_block)(const struct rt_gemm *g, const struct NAME(operands) * o, const T *tile, int64_t tile_row,
                            int64_t i, int64_t j, int64_t height, int64_t width)
{
    T transposed[PANEL_VECTORS * LANES * (MR + 3)] __attribute__((aligned(BYTES)));

    if (!o->transposed) {
        T *c = o->c + i * g->c_row + j;
        NAME(merge)
        (tile, tile_row, height, width, o->alpha, o->beta, o->row ? o->row + j : c, o->row ? 0 : g->c_row, c, g->c_row);
        return;
    }
    enum { ROW = MR + 3 };
    int64_t row = 0;
    for (; row + 4 <= height; row += 4)
        NAME(transpose_lines)(4, tile + row * tile_row, tile_row, width, ROW, transposed + row);
    for (; row < height; row++)
        NAME(transpose_lines)(1, tile + row * tile_row, tile_row, width, ROW, transposed + row);
    T *c = o->c + j * g->c_row + i;
    NAME(merge)
    (transposed, ROW, width, height, o->alpha, o->beta, o->row ? o->row + i : c, o->row ? 0 : g->c_row, c, g->c_row);
}

/* Rows of A in groups of nearly equal size, so that no tile is mostly empty: group i begins at row
   i * each + min(i, larger), the first `larger` groups have one row more. */
struct NAME(groups) {
    int64_t count, each, larger;
};

static struct NAME(groups) NAME(groups_of)(int64_t rows)
{
    const int64_t count = (rows + MR - 1) / MR;
    return (struct NAME(groups)){count, rows / count, rows % count};
}

static void NAME(pack_groups)(const struct rt_gemm *g, const struct NAME(operands) * o, const struct NAME(groups) * s)
{
    const int64_t larger = s->larger * (s->each + 1);

    NAME(pack)(o->a, g->a_row, g->a_col, larger, o->k, s->each + 1, o->packed_a);
    NAME(pack)
    (o->a + larger * g->a_row, g->a_row, g->a_col, o->rows - larger, o->k, s->each, o->packed_a + larger * o->k);
}

/* Rows of A times columns of B. A panel that only has to be copied is packed by the first tile that reads it. What is
   no full tile, or is scaled, goes through a tile beside C. */
static void NAME(block)(const struct rt_gemm *g, const struct NAME(operands) * o)
{
    enum { WIDEST = PANEL_VECTORS * LANES };
    T tile[MR * WIDEST] __attribute__((aligned(BYTES)));
    const bool plain = o->alpha == 1 && (o->beta == 0 || o->beta == 1) && !o->transposed;
    const int64_t k = o->k, a_row = g->a_row;
    const struct NAME(groups) groups = NAME(groups_of)(o->rows);
    const bool on_the_way = BYTES == 64 && !o->in_place && a_row == 1 && groups.each >= MR - 2;

    if (!o->in_place && !on_the_way) /* else a step has no time for it */
        NAME(pack_groups)(g, o, &groups);
    for (int64_t j = 0, full; j < o->cols; j += full) {
        full = NAME(panel_width)(o->cols - j);
        const int64_t width = o->cols - j < full ? o->cols - j : full;
        const bool whole = plain && width == full;
        T *b = o->packed_b + j * k;
        bool b_in_place = o->first && width == full && g->b_col == 1 && groups.each + (groups.larger > 0) >= MR - 2;
        if (o->first && !b_in_place)
            NAME(pack)(o->b + j * g->b_col, g->b_col, g->b_row, width, k, full, b);
        for (int64_t i = 0, height; i < o->rows; i += height) {
            height = groups.each + (i < groups.larger * (groups.each + 1));
            enum NAME(layout) layout = o->in_place ? NAME(ROWS) : NAME(PACKED);
            T *a = o->packed_a + i * k, *at = o->c + i * g->c_row + j, *to = whole ? at : tile;
            const int64_t to_row = whole ? g->c_row : WIDEST;
            if (j == 0 && on_the_way)
                layout = NAME(COLUMNS);
            struct NAME(tile) t = {.k = k,
                                   .a = layout == NAME(PACKED) ? a : o->a + i * a_row,
                                   .b = b_in_place ? o->b + j : b,
                                   .a_step = layout == NAME(ROWS) ? a_row : g->a_col,
                                   .b_row = g->b_row,
                                   .pack_a = a,
                                   .pack_b = b,
                                   .old = !whole || o->beta == 0 ? NULL
                                          : o->row               ? o->row + j
                                                                 : to,
                                   .old_row = o->row ? 0 : to_row,
                                   .c = to,
                                   .c_row = to_row};
            NAME(fetch)(g, o, i, height, j, j + full, &t.next);
            NAME(tiles)[layout][b_in_place][height](&t, (int)(full / LANES));
            b_in_place = false;
            if (!whole)
                NAME(end_block)(g, o, tile, WIDEST, i, j, height, width);
        }
    }
}

/* A tile of C from B in place, with its rows of `vectors` (1 or 2) vectors, or of `part` elements of one. Inlined with
   constants. */
ALWAYS void NAME(tile_direct)(const struct rt_gemm *g, int rows, int vectors, int part, const T *a, const T *b, T *c)
{
    V acc[DIRECT_ROWS][2];
    int64_t a_row = g->a_row, a_col = g->a_col, b_row = g->b_row, k = g->k;
#pragma GCC unroll 16
    for (int i = 0; i < rows; i++)
        acc[i][0] = acc[i][1] = SET(0);
    for (int64_t p = 0; p < k; p++, a += a_col, b += b_row) {
        const T *four = a; /* one address for four rows */
        V b0, b1;
        if (part)
            b0 = LOAD_FIRST(b, part);
        else
            memcpy(&b0, b, sizeof b0);
        if (vectors == 2)
            memcpy(&b1, b + LANES, sizeof b1);
#pragma GCC unroll 16
        for (int i = 0; i < rows; i++) {
            if (i && i % 4 == 0)
                four += 4 * a_row;
            V x = SET(four[i % 4 * a_row]);
            acc[i][0] = FMA(x, b0, acc[i][0]);
            if (vectors == 2)
                acc[i][1] = FMA(x, b1, acc[i][1]);
        }
    }
#pragma GCC unroll 16
    for (int i = 0; i < rows; i++, c += g->c_row)
#pragma GCC unroll 2
        for (int v = 0; v < vectors; v++) {
            V out = acc[i][v];
            if (g->alpha != 1)
                out = out * SET((T)g->alpha);
            if (g->beta != 0) {
                V old;
                if (part)
                    old = LOAD_FIRST(c, part);
                else
                    memcpy(&old, c + v * LANES, sizeof old);
                out = FMA(SET((T)g->beta), old, out);
            }
            if (part)
                STORE_FIRST(c, part, out);
            else
                memcpy(c + v * LANES, &out, sizeof out);
        }
}

#define DIRECT(name, rows)                                                                                             \
    static __attribute__((noinline)) void NAME(name)(const struct rt_gemm *g, const T *a, T *c)                        \
    {                                                                                                                  \
        const T *b = g->b;                                                                                             \
        int64_t j = 0;                                                                                                 \
        for (; j + NR <= g->n; j += NR)                                                                                \
            NAME(tile_direct)(g, rows, 2, 0, a, b + j, c + j);                                                         \
        if (j + LANES <= g->n) {                                                                                       \
            NAME(tile_direct)(g, rows, 1, 0, a, b + j, c + j);                                                         \
            j += LANES;                                                                                                \
        }                                                                                                              \
        if (j < g->n)                                                                                                  \
            NAME(tile_direct)(g, rows, 1, (int)(g->n - j), a, b + j, c + j);                                           \
    }
DIRECT(direct_all, DIRECT_ROWS)
#if BYTES == 64
DIRECT(direct_8, 8)
#endif
DIRECT(direct_4, 4)
DIRECT(direct_2, 2)
DIRECT(direct_1, 1)
#undef DIRECT

static void NAME(direct)(const struct rt_gemm *g)
{
    int64_t i = 0;
    for (; i + DIRECT_ROWS <= g->m && (BYTES != 64 || g->m - i != 16); i += DIRECT_ROWS)
        NAME(direct_all)(g, (const T *)g->a + i * g->a_row, (T *)g->c + i * g->c_row);
#if BYTES == 64 /* four rows have too few sums for the latency of the products */
    for (; i + 8 <= g->m; i += 8)
        NAME(direct_8)(g, (const T *)g->a + i * g->a_row, (T *)g->c + i * g->c_row);
#endif
    for (; i + 4 <= g->m; i += 4)
        NAME(direct_4)(g, (const T *)g->a + i * g->a_row, (T *)g->c + i * g->c_row);
    if (i + 2 <= g->m) {
        NAME(direct_2)(g, (const T *)g->a + i * g->a_row, (T *)g->c + i * g->c_row);
        i += 2;
    }
    if (i < g->m)
        NAME(direct_1)(g, (const T *)g->a + i * g->a_row, (T *)g->c + i * g->c_row);
}

/* `rows` rows of C, of `vectors` vectors each, by a panel of a packed B. Inlined with constants. */
ALWAYS void NAME(panel_tile)(const struct rt_gemm *g, int rows, int vectors, const T *a, const T *b, T *c)
{
    V acc[PANEL_ROWS][PANEL_VECTORS];
    const int64_t a_row = g->a_row;
    const T *a4 = a + (rows > 4 ? 4 : 0) * a_row;
#pragma GCC unroll 16
    for (int i = 0; i < rows; i++)
#pragma GCC unroll 4
        for (int v = 0; v < vectors; v++) {
            acc[i][v] = SET(0);
            __builtin_prefetch(c + i * g->c_row + v * LANES, 1);
        }
#pragma GCC unroll 2
    for (int64_t p = 0; p < g->k; p++, b += vectors * LANES) {
        V line[PANEL_VECTORS];
#pragma GCC unroll 4
        for (int v = 0; v < vectors; v++)
            memcpy(&line[v], b + v * LANES, sizeof(V));
#pragma GCC unroll 16
        for (int i = 0; i < rows; i++) {
            const V x = SET((i < 4 ? a : a4)[i % 4 * a_row + p]);
#pragma GCC unroll 4
            for (int v = 0; v < vectors; v++)
                acc[i][v] = FMA(x, line[v], acc[i][v]);
        }
    }
#pragma GCC unroll 16
    for (int i = 0; i < rows; i++, c += g->c_row)
#pragma GCC unroll 4
        for (int v = 0; v < vectors; v++) {
            V old;
            if (g->beta != 0) {
                memcpy(&old, c + v * LANES, sizeof old);
                acc[i][v] += old;
            }
            memcpy(c + v * LANES, &acc[i][v], sizeof(V));
        }
}

#define PANEL(rows)                                                                                                    \
    static __attribute__((noinline)) void NAME(panel_##rows)(const struct rt_gemm *g, int64_t width, const T *a,       \
                                                             const T *b, T *c)                                         \
    {                                                                                                                  \
        if (width > 2 * LANES)                                                                                         \
            NAME(panel_tile)(g, rows, PANEL_VECTORS, a, b, c);                                                         \
        else if (width == 2 * LANES)                                                                                   \
            NAME(panel_tile)(g, rows, 2, a, b, c);                                                                     \
        else                                                                                                           \
            NAME(panel_tile)(g, rows, 1, a, b, c);                                                                     \
    }
PANEL(1)
PANEL(2)
PANEL(3)
PANEL(4)
PANEL(5)
PANEL(6)
#if BYTES == 64
PANEL(7)
PANEL(8)
#endif
#undef PANEL

static void NAME(pack_all)(const struct rt_gemm *g, T *to)
{
    const T *b = g->b;

    for (int64_t p = 0; p < g->k; p += PACKED_KC, b += PACKED_KC * g->b_row) {
        const int64_t k = g->k - p < PACKED_KC ? g->k - p : PACKED_KC;
        for (int64_t j = 0, n; j < g->n; j += n) {
            const int64_t width = NAME(panel_width)(g->n - j);
            for (n = width; j + n < g->n && NAME(panel_width)(g->n - j - n) == width;)
                n += width;
            NAME(pack)(b + j * g->b_col, g->b_col, g->b_row, g->n - j < n ? g->n - j : n, k, width, to);
            to += n * k;
        }
    }
}

/* Rows of C, in groups of nearly equal size so that no tile is mostly empty, by one panel of some columns of it. */
static void NAME(panel_rows)(const struct rt_gemm *g, const T *a, const T *b, T *c, int64_t columns, int64_t width)
{
    static void (*const panels[])(const struct rt_gemm *, int64_t, const T *, const T *, T *) = {
        NAME(panel_1),
        NAME(panel_2),
        NAME(panel_3),
        NAME(panel_4),
        NAME(panel_5),
        NAME(panel_6),
#if BYTES == 64
        NAME(panel_7),
        NAME(panel_8),
#endif
    };
    const int64_t groups = (g->m + PANEL_ROWS - 1) / PANEL_ROWS;
    T tile[PANEL_ROWS * PANEL_VECTORS * LANES] __attribute__((aligned(BYTES)));
    struct rt_gemm beside = *g; /* C, where a vector ends behind it */

    beside.beta = 0;
    beside.c_row = width;
    for (int64_t i = 0; i < groups; i++) {
        const int64_t first = g->m * i / groups, rows = g->m * (i + 1) / groups - first;
        T *at = c + first * g->c_row;
        if (columns >= width) {
            panels[rows - 1](g, width, a + first * g->a_row, b, at);
            continue;
        }
        panels[rows - 1](&beside, width, a + first * g->a_row, b, tile);
        NAME(merge)(tile, width, rows, columns, 1, (T)g->beta, at, g->c_row, at, g->c_row);
    }
}

static void NAME(gemm_packed)(const struct rt_gemm *g)
{
    const T *b = g->b;
    struct rt_gemm part = *g;

    for (int64_t p = 0; p < g->k; p += PACKED_KC) {
        part.k = g->k - p < PACKED_KC ? g->k - p : PACKED_KC;
        for (int64_t j = 0, width; j < g->n; j += width) {
            width = NAME(panel_width)(g->n - j);
            NAME(panel_rows)(&part, (const T *)g->a + p, b, (T *)g->c + j, g->n - j, width);
            b += width * part.k;
        }
        part.beta = 1;
    }
}

/* Do rows of B map to the same sets of the L1 cache? */
static bool NAME(collide)(const struct rt_gemm *g)
{
    return g->b_row * (int64_t)sizeof(T) % 1024 == 0 && g->k > 8;
}

#define TRANSPOSED 512 /* elements of a B that is copied so that its rows are consecutive */

/* Many columns of few steps: as many columns at a time as leave B in the L1 cache. */
static void NAME(direct_columns)(const struct rt_gemm *g)
{
    struct rt_gemm some = *g;
    const int64_t most = 16384 / (int64_t)sizeof(T) / g->k / NR * NR;

    for (int64_t j = 0; j < g->n; j += most) {
        some.b = (const T *)g->b + j;
        some.c = (T *)g->c + j;
        some.n = g->n - j < most ? g->n - j : most;
        NAME(direct)(&some);
    }
}

/* Small products of which B has rows of consecutive elements, or is tiny: nothing is packed. False where that does not
   hold. */
static bool NAME(gemm_direct)(const struct rt_gemm *g)
{
    const int64_t size = g->n * g->k * (int64_t)sizeof(T);

    if ((BYTES == 16 && g->n % LANES) || NAME(collide)(g))
        return false;
    if (g->b_col == 1 && size <= 16384 && g->m <= MC) { /* the commonest: small */
        NAME(direct)(g);
        return true;
    }
    if (g->b_col == 1 && g->k > 0 && g->k <= 16 && g->m <= 65536 && g->n <= 1 << 16) {
        NAME(direct_columns)(g);
        return true;
    }
    if (g->b_col == 1 && size <= 1 << 19 && g->m <= SMALL_ROWS && g->m > 1 && BYTES == 32) {
        NAME(direct)(g); /* few rows: B is read from the L2 cache, two or three times */
        return true;
    }
    if (g->b_col == 1 && g->n <= NR && g->m <= MC && size <= 1 << 18) {
        NAME(direct)(g); /* a tile of C, for which nothing is read twice */
        return true;
    }
    if ((g->b_col != 1 && g->n * g->k > TRANSPOSED) || g->k > KC || size > 32768 ||
        (g->m > MC && (g->n * g->k > 256 || g->m > 65536)))
        return false;
    if (g->b_col != 1) {
        struct rt_gemm transposed = *g;
        T b[TRANSPOSED];
        for (int64_t j = 0; j < g->n; j++)
            for (int64_t p = 0; p < g->k; p++)
                b[p * g->n + j] = ((const T *)g->b)[p * g->b_row + j * g->b_col];
        transposed.b = b;
        transposed.b_row = g->n;
        transposed.b_col = 1;
        NAME(direct)(&transposed);
        return true;
    }
    NAME(direct)(g);
    return true;
}
#undef TRANSPOSED

/* C += x B for `rows` (a constant) rows of C of `vectors` vectors, or of `part` elements of one: B in place, prefetched
   `ahead` elements early. */
ALWAYS void NAME(small_tile)(int rows, int vectors, int part, int64_t k, const T *x, const T *b, int64_t b_row,
                             int64_t ahead, T *c, int64_t c_row)
{
    V acc[SMALL_TOGETHER][6];
#pragma GCC unroll 8
    for (int i = 0; i < rows; i++)
#pragma GCC unroll 6
        for (int v = 0; v < vectors; v++)
            if (part)
                acc[i][v] = LOAD_FIRST(c + i * c_row, part);
            else
                memcpy(&acc[i][v], c + i * c_row + v * LANES, sizeof(V));
    for (int64_t p = 0; p < k; p++, b += b_row, x += rows) {
        V line[6];
#pragma GCC unroll 6
        for (int v = 0; v < vectors; v++) {
            if (part)
                line[v] = LOAD_FIRST(b, part);
            else
                memcpy(&line[v], b + v * LANES, sizeof(V));
            if (v % (64 / BYTES) == 0)
                __builtin_prefetch(b + ahead + v * LANES);
        }
        __builtin_prefetch(b + ahead + vectors * LANES - 1);
#pragma GCC unroll 8
        for (int i = 0; i < rows; i++) {
            const V one = SET(x[i]);
#pragma GCC unroll 6
            for (int v = 0; v < vectors; v++)
                acc[i][v] = FMA(one, line[v], acc[i][v]);
        }
    }
#pragma GCC unroll 8
    for (int i = 0; i < rows; i++)
#pragma GCC unroll 6
        for (int v = 0; v < vectors; v++)
            if (part)
                STORE_FIRST(c + i * c_row, part, acc[i][v]);
            else
                memcpy(c + i * c_row + v * LANES, &acc[i][v], sizeof(V));
}

#define SMALL_TILE(rows)                                                                                               \
    static __attribute__((noinline)) void NAME(small_tile_##rows)(                                                     \
        int vectors, int part, int64_t k, const T *x, const T *b, int64_t b_row, int64_t ahead, T *c, int64_t c_row)   \
    {                                                                                                                  \
        if (vectors == 3)                                                                                              \
            NAME(small_tile)(rows, 3, 0, k, x, b, b_row, ahead, c, c_row);                                             \
        else if (rows <= SMALL_TOGETHER / 2 && vectors == 6)                                                           \
            NAME(small_tile)(rows, rows <= SMALL_TOGETHER / 2 ? 6 : 1, 0, k, x, b, b_row, ahead, c, c_row);            \
        else if (part == LANES)                                                                                        \
            NAME(small_tile)(rows, 1, 0, k, x, b, b_row, ahead, c, c_row);                                             \
        else                                                                                                           \
            NAME(small_tile)(rows, 1, part, k, x, b, b_row, ahead, c, c_row);                                          \
    }
SMALL_TILE(1)
SMALL_TILE(2)
SMALL_TILE(3)
SMALL_TILE(4)
#if BYTES == 64
SMALL_TILE(5)
SMALL_TILE(6)
SMALL_TILE(7)
SMALL_TILE(8)
#endif
#undef SMALL_TILE

/* beta C, which products are added to */
static void NAME(scale_rows)(const struct rt_gemm *g)
{
    for (int64_t i = 0; i < g->m && g->beta != 1; i++) {
        T *row = (T *)g->c + i * g->c_row;
        if (g->beta == 0)
            memset(row, 0, (size_t)g->n * sizeof(T));
        else
            for (int64_t j = 0; j < g->n; j++)
                row[j] *= (T)g->beta;
    }
}

/* Few rows of C: B is not packed. So many steps of some columns of it stay in the L1 cache until all rows have been
   multiplied, some rows at a time. */
static int NAME(small_rows)(const struct rt_gemm *g, struct rt_error *err)
{
    static void (*const tiles[])(int, int, int64_t, const T *, const T *, int64_t, int64_t, T *, int64_t) = {
        NAME(small_tile_1),
        NAME(small_tile_2),
        NAME(small_tile_3),
        NAME(small_tile_4),
#if BYTES == 64
        NAME(small_tile_5),
        NAME(small_tile_6),
        NAME(small_tile_7),
        NAME(small_tile_8),
#endif
    };
    const int groups = (int)(g->m + SMALL_TOGETHER - 1) / SMALL_TOGETHER;
    const int wide = g->m <= SMALL_TOGETHER / 2 ? 6 : 3;
    const bool collide = groups > 1 && NAME(collide)(g);
    const int64_t steps = collide ? SMALL_COLLIDING : SMALL_STEPS;
    const int64_t ahead = collide ? 2 * wide * LANES : SMALL_AHEAD * g->b_row;
    T x[SMALL_ROWS * SMALL_STEPS];

    NAME(scale_rows)(g);
    for (int64_t p = 0; p < g->k; p += steps) {
        const int64_t k = g->k - p < steps ? g->k - p : steps;
        T *to = x;
        if (p % 1024 == 0 && g->check && g->check(err) < 0)
            return -1;
        for (int group = 0; group < groups; group++) {
            const int64_t first = g->m * group / groups, last = g->m * (group + 1) / groups;
            for (int64_t s = 0; s < k; s++)
                for (int64_t i = first; i < last; i++)
                    *to++ = (T)g->alpha * ((const T *)g->a)[i * g->a_row + (p + s) * g->a_col];
        }
        for (int64_t j = 0, width; j < g->n; j += width) {
            const int vectors = g->n - j >= wide * LANES ? wide : 1;
            const T *b = (const T *)g->b + p * g->b_row + j;
            width = vectors * LANES < g->n - j ? vectors * LANES : g->n - j;
            for (int group = 0; group < groups; group++) {
                const int64_t first = g->m * group / groups, last = g->m * (group + 1) / groups;
                tiles[last - first - 1](vectors, (int)width, k, x + first * k, b, g->b_row, ahead,
                                        (T *)g->c + first * g->c_row + j, g->c_row);
            }
        }
    }
    return 0;
}

/* sums[r][f] = the dot product of line r and small line f; `small` (a constant) of them, lines may be fewer than four.
 */
ALWAYS void NAME(dots_of)(int small, int64_t lines, int64_t k, const T *a, int64_t a_line, const T *b, int64_t b_line,
                          T sums[4][4])
{
    V acc[4][4];
    const T *line[4];
    int64_t p = 0;
#pragma GCC unroll 4
    for (int r = 0; r < 4; r++) {
        line[r] = a + (r < lines ? r : lines - 1) * a_line;
#pragma GCC unroll 4
        for (int f = 0; f < 4; f++)
            acc[r][f] = SET(0);
    }
    for (; p + LANES <= k; p += LANES) {
        V x[4], v;
#pragma GCC unroll 4
        for (int f = 0; f < small; f++)
            memcpy(&x[f], b + f * b_line + p, sizeof *x);
#pragma GCC unroll 4
        for (int r = 0; r < 4; r++) {
            memcpy(&v, line[r] + p, sizeof v);
#pragma GCC unroll 4
            for (int f = 0; f < small; f++)
                acc[r][f] = FMA(v, x[f], acc[r][f]);
        }
    }
    if (p < k) {
        const int left = (int)(k - p);
#pragma GCC unroll 4
        for (int f = 0; f < small; f++) {
            const V x = LOAD_FIRST(b + f * b_line + p, left);
#pragma GCC unroll 4
            for (int r = 0; r < 4; r++)
                acc[r][f] = FMA(LOAD_FIRST(line[r] + p, left), x, acc[r][f]);
        }
    }
#pragma GCC unroll 4
    for (int r = 0; r < 4; r++)
        NAME(sum_lanes)(acc[r], sums[r]);
}

/* Few rows or columns of C, of operands whose steps are consecutive: dot products. `lines` are the long side, strides
   of C are c_line from line to line and c_small along the short side. */
static int NAME(small_dots)(const struct rt_gemm *g, const T *a, int64_t lines, int64_t a_line, int64_t c_line,
                            const T *b, int64_t small, int64_t b_line, int64_t c_small, struct rt_error *err)
{
    T sums[4][4];

    for (int64_t i = 0; i < lines; i += 4) {
        if (i % 256 == 0 && g->check && g->check(err) < 0)
            return -1;
        for (int64_t j = 0; j < small; j += 4) {
            const int64_t n = small - j < 4 ? small - j : 4, m = lines - i < 4 ? lines - i : 4;
            const T *x = a + i * a_line, *y = b + j * b_line;
            if (n == 4)
                NAME(dots_of)(4, m, g->k, x, a_line, y, b_line, sums);
            else if (n == 3)
                NAME(dots_of)(3, m, g->k, x, a_line, y, b_line, sums);
            else if (n == 2)
                NAME(dots_of)(2, m, g->k, x, a_line, y, b_line, sums);
            else
                NAME(dots_of)(1, m, g->k, x, a_line, y, b_line, sums);
            for (int64_t r = 0; r < m; r++)
                for (int64_t f = 0; f < n; f++) {
                    T *c = (T *)g->c + (i + r) * c_line + (j + f) * c_small, sum = (T)g->alpha * sums[r][f];
                    *c = g->beta == 0 ? sum : sum + (T)g->beta * *c;
                }
        }
    }
    return 0;
}

/* Are the rows of C few? Where rows of B compete for the cache, twelve are worth its packing, unless B is so large that
   it does not stay in the L2 cache. */
static bool NAME(is_short)(const struct rt_gemm *g)
{
    if (g->m > SMALL_ROWS)
        return false;
    return g->m < SMALL_PACKED || g->n * g->k * (int64_t)sizeof(T) > 1 << 21 || !NAME(collide)(g);
}

/* Products with few rows or columns, for which packing is most of the work; 1 where it is none. scratch has a capacity
   of SMALL_COLUMNS lines of TRANSPOSED_LINE elements. */
static int NAME(small)(const struct rt_gemm *g, T *scratch, struct rt_error *err)
{
    if (g->b_col == 1 && NAME(is_short)(g) && g->n > NR && g->k >= 16)
        return NAME(small_rows)(g, err);
    if (g->a_col != 1 || g->k < 4 * LANES)
        return 1;
    if (g->b_row == 1 && g->m <= SMALL_DOTTED && g->n > g->m)
        return NAME(small_dots)(g, g->b, g->n, g->b_col, 1, g->a, g->m, g->a_row, g->c_row, err);
    if (g->n > SMALL_COLUMNS || (g->b_row != 1 && (g->k > TRANSPOSED_LINE || g->m < 16)))
        return 1;
    if (g->b_row == 1)
        return NAME(small_dots)(g, g->a, g->m, g->a_row, g->c_row, g->b, g->n, g->b_col, 1, err);
    for (int64_t p = 0; p < g->k; p++)
        for (int64_t j = 0; j < g->n; j++)
            scratch[j * g->k + p] = ((const T *)g->b)[p * g->b_row + j * g->b_col];
    return NAME(small_dots)(g, g->a, g->m, g->a_row, g->c_row, scratch, g->n, g->k, 1, err);
}

/* What is done beside multiplications, in the time of one of them: packing of operands that are not copied on the way,
   columns that only fill a panel, and turning what is written transposed. */
static double NAME(overhead)(const struct rt_gemm *g, bool transposed)
{
    const double m = (double)g->m, n = (double)g->n, k = (double)g->k;
    const double panels = (double)((g->n + LANES - 1) / LANES * LANES);
    double cost = (panels - n) * m * k + n * k * (g->b_col == 1 ? COPY_COST : TURN_COST);
    if (g->a_col != 1)
        cost += m * k * (g->a_col * (int64_t)sizeof(T) % 4096 == 0 ? 2 * COPY_COST : COPY_COST);
    else if (g->a_row * (int64_t)sizeof(T) % 4096 == 0 && g->n > NR)
        cost += m * k * TURN_COST;
    return transposed ? cost + m * n * (k / KC + 1) * TURN_COST : cost;
}

/* The block of A after that of rows from i, columns from j and steps from p. */
static void NAME(next_block)(const struct rt_gemm *g, struct NAME(operands) * o, int64_t i, int64_t j, int64_t p,
                             int64_t most_rows, int64_t most_steps)
{
    const bool row = i + o->rows < g->m, column = j + o->cols < g->n, step = p + o->k < g->k;
    const int64_t first = row ? i + o->rows : 0, from = row || column ? p : p + o->k;

    o->next = row || column || step ? (const T *)g->a + first + from * g->a_col : NULL;
    o->next_rows = g->m - first < most_rows ? g->m - first : most_rows;
    o->next_k = g->k - from < most_steps ? g->k - from : most_steps;
}

/* The size of nearly equal parts of n, at most `most` and a multiple of `step`, of which `most` is one. */
static int64_t NAME(part_of)(int64_t n, int64_t most, int64_t step)
{
    const int64_t parts = (n + most - 1) / most, each = parts ? (n + parts - 1) / parts : step;
    return (each + step - 1) / step * step;
}

static int NAME(gemm)(const struct rt_gemm *g, void *scratch, struct rt_error *err)
{
    const int small = NAME(small)(g, scratch, err);
    struct rt_gemm transposed = *g;
    struct NAME(operands) o = {.packed_b = scratch, .alpha = (T)g->alpha};

    if (small <= 0)
        return small;
    transposed.m = g->n; /* C' = B' A' */
    transposed.n = g->m;
    transposed.a = g->b;
    transposed.a_row = g->b_col;
    transposed.a_col = g->b_row;
    transposed.b = g->a;
    transposed.b_row = g->a_col;
    transposed.b_col = g->a_row;
    if (NAME(overhead)(&transposed, true) < NAME(overhead)(g, false)) {
        o.transposed = true;
        g = &transposed;
    }
    const int64_t rows = NAME(part_of)(g->m, MC, MR), columns = NAME(part_of)(g->n, NC, PANEL_VECTORS * LANES);
    const int64_t steps = NAME(part_of)(g->k, KC, 64 / sizeof(T));

    _Static_assert(KC * (NC + MC) * sizeof(T) <= RT_GEMM_SCRATCH, "blocks of both operands are packed");
    o.packed_a = o.packed_b + (int64_t)KC * NC;
    /* Reading rows of A in place saves their packing; those whose distance is a multiple of the page would compete for
       the same sets of the L1 cache. */
    o.in_place = g->a_col == 1 && (g->n <= NR || g->a_row * (int64_t)sizeof(T) % 4096 != 0);
    for (int64_t p = 0; p < g->k || p == 0; p += steps) {
        o.k = g->k - p < steps ? g->k - p : steps;
        o.beta = p == 0 ? (T)g->beta : 1;
        for (int64_t j = 0; j < g->n; j += columns) {
            o.cols = g->n - j < columns ? g->n - j : columns;
            o.b = (const T *)g->b + p * g->b_row + j * g->b_col;
            for (int64_t i = 0; i < g->m; i += rows) {
                o.first = i == 0;
                o.rows = g->m - i < rows ? g->m - i : rows;
                o.a = (const T *)g->a + i * g->a_row + p * g->a_col;
                o.c = (T *)g->c + (o.transposed ? i + j * g->c_row : i * g->c_row + j);
                o.row = g->row && p == 0 ? (const T *)g->row + (o.transposed ? i : j) : NULL;
                if (g->check && g->check(err) < 0)
                    return -1;
                if (BYTES == 64 && g->a_row == 1)
                    NAME(next_block)(g, &o, i, j, p, rows, steps);
                NAME(block)(g, &o);
            }
        }
    }
    return 0;
}

/* y[j] = sum over p of x[p] b[p][j] for rows of consecutive elements: vector times matrix, a strip of y, which stays in
   the L1 cache, and eight rows at a time. The products of an element are added in the order of the rows. */
static void NAME(vector_times_rows)(int64_t k, int64_t n, const T *x, const T *b, int64_t b_row, T *y)
{
    enum { STRIP = 4096 };
    for (int64_t j = 0; j < n; j += STRIP) {
        int64_t width = n - j < STRIP ? n - j : STRIP, p = 0;
        T *out = y + j;
        memset(out, 0, (size_t)width * sizeof(T));
        for (; p + 8 <= k; p += 8) {
            const T *row = b + p * b_row + j;
            int64_t i = 0;
            for (; i + LANES <= width; i += LANES) {
                V sum, v;
                memcpy(&sum, out + i, sizeof sum);
#pragma GCC unroll 8
                for (int r = 0; r < 8; r++) {
                    memcpy(&v, row + r * b_row + i, sizeof v);
                    sum = FMA(SET(x[p + r]), v, sum);
                }
                memcpy(out + i, &sum, sizeof sum);
            }
            if (BYTES > 16 && i < width) {
                const int n_left = (int)(width - i);
                V sum = LOAD_FIRST(out + i, n_left);
#pragma GCC unroll 8
                for (int r = 0; r < 8; r++)
                    sum = FMA(SET(x[p + r]), LOAD_FIRST(row + r * b_row + i, n_left), sum);
                STORE_FIRST(out + i, n_left, sum);
                continue;
            }
            for (; i < width; i++)
                for (int r = 0; r < 8; r++)
                    out[i] = MULADD(x[p + r], row[r * b_row + i], out[i]);
        }
        for (; p < k; p++) {
            const T *restrict row = b + p * b_row + j;
            for (int64_t i = 0; i < width; i++)
                out[i] = MULADD(x[p], row[i], out[i]);
        }
    }
}

/* The dot products of x with `rows` rows (a constant, where it counts), which share the loads of x. The order of
   additions does not depend on the neighbours of a row. */
ALWAYS void NAME(dots)(int rows, int64_t k, const T *a, int64_t a_row, const T *x, T *y)
{
    V acc[4][2], sums[4];
    int64_t p = 0;
#pragma GCC unroll 4
    for (int r = 0; r < 4; r++)
        acc[r][0] = acc[r][1] = SET(0);
    for (; p + NR <= k; p += NR) {
        V x0, x1, v;
        memcpy(&x0, x + p, sizeof x0);
        memcpy(&x1, x + p + LANES, sizeof x1);
#pragma GCC unroll 4
        for (int r = 0; r < rows; r++) {
            memcpy(&v, a + r * a_row + p, sizeof v);
            acc[r][0] = FMA(v, x0, acc[r][0]);
            memcpy(&v, a + r * a_row + p + LANES, sizeof v);
            acc[r][1] = FMA(v, x1, acc[r][1]);
        }
    }
    if (p + LANES <= k) {
        V x0, v;
        memcpy(&x0, x + p, sizeof x0);
#pragma GCC unroll 4
        for (int r = 0; r < rows; r++) {
            memcpy(&v, a + r * a_row + p, sizeof v);
            acc[r][0] = FMA(v, x0, acc[r][0]);
        }
        p += LANES;
    }
    if (p < k) {
        const int n_left = (int)(k - p);
        const V x1 = LOAD_FIRST(x + p, n_left);
#pragma GCC unroll 4
        for (int r = 0; r < rows; r++)
            acc[r][1] = FMA(LOAD_FIRST(a + r * a_row + p, n_left), x1, acc[r][1]);
    }
#pragma GCC unroll 4
    for (int r = 0; r < 4; r++)
        sums[r] = acc[r][0] + acc[r][1];
    if (rows == 4) {
        NAME(sum_lanes)(sums, y);
    } else {
        T four[4];
        NAME(sum_lanes)(sums, four);
        for (int r = 0; r < rows; r++)
            y[r] = four[r];
    }
}

static void NAME(rows_times_vector)(int64_t n, int64_t k, const T *a, int64_t a_row, const T *x, T *y)
{
    int64_t i = 0;
    for (; i + 4 <= n; i += 4)
        NAME(dots)(4, k, a + i * a_row, a_row, x, y + i);
    for (; i < n; i++)
        NAME(dots)(1, k, a + i * a_row, a_row, x, y + i);
}

#undef LANES
#undef NR
