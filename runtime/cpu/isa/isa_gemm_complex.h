/* Products of complex matrices whose components are of type T, pairs in memory. B is read as twice as many real
   columns: the sums of its rows times the real components of A, and times the imaginary ones, are kept apart, and
   joined when all is added: components are never extracted from a matrix. No include guard: included by isa_gemm.c for
   float and double, after V, FMA, SET, LOAD_FIRST, STORE_FIRST, EACH (positions of a vector) and NAME. */

#define W ((int)(BYTES / sizeof(T)))
#define NR (2 * W) /* real columns of a tile */
#ifdef __clang__
#define SWAP(v) __builtin_shufflevector(v, v, EACH(SWAPPED))
#else
#define SWAP(v) ((V)__builtin_shuffle(v, (NAME(positions)){EACH(SWAPPED)}))
#endif

typedef P NAME(positions) __attribute__((vector_size(BYTES)));

/* i times the numbers of v */
ALWAYS V NAME(rotated)(V v)
{
    const V signs = {EACH(MINUS_EVEN)};
    return SWAP(v) * signs;
}

/* c = [c +] alpha (re + i im), of `parts` real columns (two for each complex one); of the conjugate of A: re - i im */
ALWAYS void NAME(put)(const struct rt_complex_gemm *g, bool add, V re, V im, T *c, int parts)
{
    V v = NAME(rotated)(im);

    v = g->conjugate ? re - v : re + v;
    if (g->alpha[0] != 1 || g->alpha[1] != 0)
        v = SET((T)g->alpha[0]) * v + SET((T)g->alpha[1]) * NAME(rotated)(v);
    if (parts == W) {
        V old = SET(0);
        if (add)
            memcpy(&old, c, sizeof old);
        v += old;
        memcpy(c, &v, sizeof v);
        return;
    }
    if (add)
        v += LOAD_FIRST(c, parts);
    STORE_FIRST(c, parts, v);
}

/* k steps of two vectors of B, of which `width` columns (complex ones) count */
static void NAME(pack_pairs)(const struct rt_complex_gemm *g, int64_t p, int64_t k, int64_t j, int width, T *to)
{
    const T *from = (const T *)g->b + 2 * (p * g->b_row + j * g->b_col);

    for (int64_t i = 0; i < k; i++, from += 2 * g->b_row, to += NR) {
        if (g->b_col == 1 && width == W) {
            memcpy(to, from, NR * sizeof(T));
            continue;
        }
        for (int c = 0; c < W; c++) {
            to[2 * c] = c < width ? from[2 * c * g->b_col] : 0;
            to[2 * c + 1] = c < width ? from[2 * c * g->b_col + 1] : 0;
        }
    }
}

/* `rows` and `vectors` are constants; b is `step` components from row to row. */
ALWAYS void NAME(pairs)(const struct rt_complex_gemm *g, int rows, int vectors, int64_t k, const T *a, const T *b,
                        int64_t step, T *c, int parts, bool add)
{
    V re[COMPLEX_MR][4], im[COMPLEX_MR][4];

#pragma GCC unroll 8
    for (int i = 0; i < rows; i++)
#pragma GCC unroll 4
        for (int v = 0; v < vectors; v++)
            re[i][v] = im[i][v] = SET(0);
    for (int64_t p = 0; p < k; p++, a += 2 * g->a_col, b += step) {
        V of_b[4];
#pragma GCC unroll 4
        for (int v = 0; v < vectors; v++)
            memcpy(&of_b[v], b + v * W, sizeof(V));
#pragma GCC unroll 8
        for (int i = 0; i < rows; i++) {
            const T *x = a + 2 * i * g->a_row;
#pragma GCC unroll 4
            for (int v = 0; v < vectors; v++) {
                re[i][v] = FMA(SET(x[0]), of_b[v], re[i][v]);
                im[i][v] = FMA(SET(x[1]), of_b[v], im[i][v]);
            }
        }
    }
#pragma GCC unroll 8
    for (int i = 0; i < rows; i++, c += 2 * g->c_row)
#pragma GCC unroll 4
        for (int v = 0; v < vectors; v++)
            if (parts > v * W)
                NAME(put)(g, add, re[i][v], im[i][v], c + v * W, parts - v * W < W ? parts - v * W : W);
}

static __attribute__((noinline)) void NAME(pairs_large)(const struct rt_complex_gemm *g, int64_t k, const T *a,
                                                        const T *b, T *c, int parts, bool add)
{
    NAME(pairs)(g, COMPLEX_MR, 2, k, a, b, NR, c, parts, add);
}

static __attribute__((noinline)) void NAME(pairs_one)(const struct rt_complex_gemm *g, int64_t k, const T *a,
                                                      const T *b, T *c, int parts, bool add)
{
    NAME(pairs)(g, 1, 2, k, a, b, NR, c, parts, add);
}

/* A row of C, B in place. */
static void NAME(pairs_row)(const struct rt_complex_gemm *g, bool add)
{
    const int64_t parts = 2 * g->n;
    const T *b = g->b;
    T *c = g->c;
    int64_t j = 0;

    for (; j + 4 * W <= parts; j += 4 * W)
        NAME(pairs)(g, 1, 4, g->k, g->a, b + j, 2 * g->b_row, c + j, 4 * W, add);
    for (; j + W <= parts; j += W)
        NAME(pairs)(g, 1, 1, g->k, g->a, b + j, 2 * g->b_row, c + j, W, add);
    if (j < parts) {
        const T *a = g->a;
        V re = SET(0), im = SET(0);
        for (int64_t p = 0; p < g->k; p++, a += 2 * g->a_col, b += 2 * g->b_row) {
            const V v = LOAD_FIRST(b + j, (int)(parts - j));
            re = FMA(SET(a[0]), v, re);
            im = FMA(SET(a[1]), v, im);
        }
        NAME(put)(g, add, re, im, c + j, (int)(parts - j));
    }
}

/* Columns of C that is one wide: the products of rows of A, which are consecutive, with B, which is, too. */
static void NAME(pairs_dots)(const struct rt_complex_gemm *g, bool add)
{
    for (int64_t i = 0; i < g->m; i++) {
        const T *a = (const T *)g->a + 2 * i * g->a_row, *b = g->b;
        V same = SET(0), cross = SET(0), same1 = SET(0), cross1 = SET(0), both[2];
        T sums[2][2] = {{0}};
        int64_t left = 2 * g->k;
        for (; left >= 2 * W; left -= 2 * W, a += 2 * W, b += 2 * W) {
            V x[2], y[2];
            memcpy(x, a, sizeof x);
            memcpy(y, b, sizeof y);
            same = FMA(x[0], y[0], same);
            cross = FMA(x[0], SWAP(y[0]), cross);
            same1 = FMA(x[1], y[1], same1);
            cross1 = FMA(x[1], SWAP(y[1]), cross1);
        }
        for (; left > 0; left -= W, a += W, b += W) {
            const int some = left < W ? (int)left : W;
            const V x = LOAD_FIRST(a, some), y = LOAD_FIRST(b, some);
            same = FMA(x, y, same);
            cross = FMA(x, SWAP(y), cross);
        }
        both[0] = same + same1;
        both[1] = cross + cross1;
        for (int v = 0; v < W; v++)
            for (int w = 0; w < 2; w++)
                sums[w][v & 1] += both[w][v];
        /* as a vector whose first pair is the sum */
        both[0] = both[1] = SET(0);
        both[0][0] = g->conjugate ? sums[0][0] + sums[0][1] : sums[0][0] - sums[0][1];
        both[0][1] = g->conjugate ? sums[1][0] - sums[1][1] : sums[1][0] + sums[1][1];
        NAME(put)(g, add, both[0], both[1], (T *)g->c + 2 * i * g->c_row, 2);
    }
}

static void NAME(gemm_complex)(const struct rt_complex_gemm *g)
{
    T packed[COMPLEX_KC * NR];
    const bool keep = g->beta[0] != 0 || g->beta[1] != 0;

    for (int64_t i = 0; i < g->m && keep && (g->beta[0] != 1 || g->beta[1] != 0); i++) {
        T *c = (T *)g->c + 2 * i * g->c_row;
        for (int64_t j = 0; j < g->n; j++, c += 2) {
            const double re = c[0], im = c[1];
            c[0] = (T)(g->beta[0] * re - g->beta[1] * im);
            c[1] = (T)(g->beta[0] * im + g->beta[1] * re);
        }
    }
    if (g->n == 1 && g->a_col == 1 && g->b_row == 1) {
        NAME(pairs_dots)(g, keep);
        return;
    }
    if (g->m == 1 && g->b_col == 1) {
        NAME(pairs_row)(g, keep);
        return;
    }
    for (int64_t p = 0; p < g->k || p == 0; p += COMPLEX_KC) {
        const int64_t k = g->k - p < COMPLEX_KC ? g->k - p : COMPLEX_KC;
        for (int64_t j = 0; j < g->n; j += W) {
            const int width = g->n - j < W ? (int)(g->n - j) : W;
            const T *a = (const T *)g->a + 2 * p * g->a_col;
            T *c = (T *)g->c + 2 * j;
            int64_t i = 0;
            NAME(pack_pairs)(g, p, k, j, width, packed);
            for (; i + COMPLEX_MR <= g->m; i += COMPLEX_MR)
                NAME(pairs_large)(g, k, a + 2 * i * g->a_row, packed, c + 2 * i * g->c_row, 2 * width, keep || p);
            for (; i < g->m; i++)
                NAME(pairs_one)(g, k, a + 2 * i * g->a_row, packed, c + 2 * i * g->c_row, 2 * width, keep || p);
        }
    }
}

#undef W
#undef NR
#undef SWAP
