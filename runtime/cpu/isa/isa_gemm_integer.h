/* Products of matrices of integers without signs, whose arithmetic is that of those with signs: of type E,
   computed as T, which is E or wider. No include guard: included by isa_gemm.c once for each E, after NAME, INTEGER_MR
   and INTEGER_KC. */

typedef T NAME(vector) __attribute__((vector_size(BYTES)));
#define V NAME(vector)
#define W ((int)(BYTES / sizeof(T)))
#define NR (2 * W)

/* the next W numbers */
ALWAYS V NAME(load)(const E *from)
{
    typedef E narrow __attribute__((vector_size(W * sizeof(E))));
    narrow v;

    memcpy(&v, from, sizeof v);
    return __builtin_convertvector(v, V);
}

/* k steps of two vectors of B, of which `width` columns count */
static void NAME(pack)(const struct rt_gemm *g, int64_t p, int64_t k, int64_t j, int width, T *to)
{
    const E *from = (const E *)g->b + p * g->b_row + j * g->b_col;

    for (int64_t i = 0; i < k; i++, from += g->b_row, to += NR) {
        if (g->b_col == 1 && width == NR) {
            const V v[2] = {NAME(load)(from), NAME(load)(from + W)};
            memcpy(to, v, sizeof v);
            continue;
        }
        for (int c = 0; c < NR; c++)
            to[c] = c < width ? from[c * g->b_col] : 0;
    }
}

/* c += factor sums, of `width` numbers */
ALWAYS void NAME(add)(E *c, T factor, const T *sums, int width)
{
    for (int j = 0; j < width; j++)
        c[j] = (E)(c[j] + 1U * factor * sums[j]);
}

/* Inlined with `rows` constant. */
ALWAYS void NAME(tile)(const struct rt_gemm *g, int rows, int64_t k, const E *a, const T *b, E *c, int width)
{
    V sums[INTEGER_MR][2] = {0};

    for (int64_t p = 0; p < k; p++, a += g->a_col, b += NR) {
        V b0, b1;
        memcpy(&b0, b, sizeof b0);
        memcpy(&b1, b + W, sizeof b1);
#pragma GCC unroll 8
        for (int i = 0; i < rows; i++) {
            const T x = a[i * g->a_row];
            sums[i][0] += b0 * x;
            sums[i][1] += b1 * x;
        }
    }
    for (int i = 0; i < rows; i++, c += g->c_row) {
        T tile[NR];
        memcpy(tile, sums[i], sizeof tile);
        if (width == NR)
            NAME(add)(c, (T)g->factor, tile, NR);
        else
            NAME(add)(c, (T)g->factor, tile, width);
    }
}

static __attribute__((noinline)) void NAME(tile_large)(const struct rt_gemm *g, int64_t k, const E *a, const T *b, E *c,
                                                       int width)
{
    NAME(tile)(g, INTEGER_MR, k, a, b, c, width);
}

static __attribute__((noinline)) void NAME(tile_one)(const struct rt_gemm *g, int64_t k, const E *a, const T *b, E *c,
                                                     int width)
{
    NAME(tile)(g, 1, k, a, b, c, width);
}

/* `vectors` (a constant) of a row of C, B in place */
ALWAYS void NAME(row_part)(const struct rt_gemm *g, int vectors, int64_t j)
{
    const E *a = g->a, *b = (const E *)g->b + j;
    V sums[4] = {0};
    T total[4 * (BYTES / sizeof(T))];

    for (int64_t p = 0; p < g->k; p++, a += g->a_col, b += g->b_row) {
        const T x = *a;
#pragma GCC unroll 4
        for (int v = 0; v < vectors; v++)
            sums[v] += NAME(load)(b + v * W) * x;
    }
    memcpy(total, sums, sizeof total);
    NAME(add)((E *)g->c + j, (T)g->factor, total, vectors * W);
}

static void NAME(row)(const struct rt_gemm *g)
{
    int64_t j = 0;

    for (; j + 4 * W <= g->n; j += 4 * W)
        NAME(row_part)(g, 4, j);
    for (; j + W <= g->n; j += W)
        NAME(row_part)(g, 1, j);
    for (; j < g->n; j++) {
        const E *a = g->a, *b = (const E *)g->b + j;
        T sum = 0;
        for (int64_t p = 0; p < g->k; p++)
            sum = (T)(sum + 1U * a[p * g->a_col] * b[p * g->b_row]);
        NAME(add)((E *)g->c + j, (T)g->factor, &sum, 1);
    }
}

static void NAME(gemm)(const struct rt_gemm *g)
{
    T packed[INTEGER_KC * NR];

    if (g->a_col == 1 && g->b_row == 1 && (g->n == 1 || g->m == 1)) { /* dot products */
        for (int64_t i = 0; i < g->m; i++)
            for (int64_t j = 0; j < g->n; j++) {
                const E *x = (const E *)g->a + i * g->a_row, *y = (const E *)g->b + j * g->b_col;
                T sum = 0;
                for (int64_t p = 0; p < g->k; p++)
                    sum = (T)(sum + 1U * x[p] * y[p]);
                NAME(add)((E *)g->c + i * g->c_row + j, (T)g->factor, &sum, 1);
            }
        return;
    }
    if (g->m == 1 && g->b_col == 1) { /* nothing to pack for */
        NAME(row)(g);
        return;
    }
    for (int64_t p = 0; p < g->k; p += INTEGER_KC) {
        const int64_t k = g->k - p < INTEGER_KC ? g->k - p : INTEGER_KC;
        for (int64_t j = 0; j < g->n; j += NR) {
            const int width = g->n - j < NR ? (int)(g->n - j) : NR;
            const E *a = (const E *)g->a + p * g->a_col;
            E *c = (E *)g->c + j;
            int64_t i = 0;
            NAME(pack)(g, p, k, j, width, packed);
            for (; i + INTEGER_MR <= g->m; i += INTEGER_MR)
                NAME(tile_large)(g, k, a + i * g->a_row, packed, c + i * g->c_row, width);
            for (; i < g->m; i++)
                NAME(tile_one)(g, k, a + i * g->a_row, packed, c + i * g->c_row, width);
        }
    }
}

#undef V
#undef W
#undef NR
#undef NAME
#undef T
#undef E
