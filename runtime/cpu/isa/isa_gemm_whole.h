/* Products of matrices of whole numbers of one unsigned type T, whose arithmetic is that of the signed one. No include
   guard: included by isa_gemm.c once for each size, after NAME, INTEGER_MR and INTEGER_KC. */

typedef T NAME(vector) __attribute__((vector_size(BYTES)));
#define W ((int)(BYTES / sizeof(T)))
#define NR (2 * W)

/* k steps of two vectors of B, of which `width` columns count */
static void NAME(pack)(const struct rt_gemm *g, int64_t p, int64_t k, int64_t j, int width, T *to)
{
    const T *from = (const T *)g->b + p * g->b_row + j * g->b_col;

    for (int64_t i = 0; i < k; i++, from += g->b_row, to += NR) {
        if (g->b_col == 1 && width == NR) {
            memcpy(to, from, NR * sizeof(T));
            continue;
        }
        for (int c = 0; c < NR; c++)
            to[c] = c < width ? from[c * g->b_col] : 0;
    }
}

/* Inlined with `rows` constant. */
ALWAYS void NAME(tile)(const struct rt_gemm *g, int rows, int64_t k, const T *a, const T *b, T *c, int width)
{
    NAME(vector) sums[INTEGER_MR][2] = {0};

    for (int64_t p = 0; p < k; p++, a += g->a_col, b += NR) {
        NAME(vector) b0, b1;
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
        for (int j = 0; j < width; j++)
            c[j] += tile[j];
    }
}

static __attribute__((noinline)) void NAME(tile_many)(const struct rt_gemm *g, int64_t k, const T *a, const T *b, T *c,
                                                      int width)
{
    NAME(tile)(g, INTEGER_MR, k, a, b, c, width);
}

static __attribute__((noinline)) void NAME(tile_one)(const struct rt_gemm *g, int64_t k, const T *a, const T *b, T *c,
                                                     int width)
{
    NAME(tile)(g, 1, k, a, b, c, width);
}

static void NAME(gemm)(const struct rt_gemm *g)
{
    T packed[INTEGER_KC * NR];

    if (g->a_col == 1 && g->b_row == 1 && (g->n == 1 || g->m == 1)) { /* dot products */
        for (int64_t i = 0; i < g->m; i++)
            for (int64_t j = 0; j < g->n; j++) {
                const T *x = (const T *)g->a + i * g->a_row, *y = (const T *)g->b + j * g->b_col;
                T sum = 0;
                for (int64_t p = 0; p < g->k; p++)
                    sum += x[p] * y[p];
                ((T *)g->c)[i * g->c_row + j] += sum;
            }
        return;
    }
    if (g->m == 1 && g->b_col == 1) { /* a row: nothing to pack for */
        for (int64_t p = 0; p < g->k; p++) {
            const T x = ((const T *)g->a)[p * g->a_col], *b = (const T *)g->b + p * g->b_row;
            T *restrict c = g->c;
            for (int64_t j = 0; j < g->n; j++)
                c[j] += x * b[j];
        }
        return;
    }
    for (int64_t p = 0; p < g->k; p += INTEGER_KC) {
        const int64_t k = g->k - p < INTEGER_KC ? g->k - p : INTEGER_KC;
        for (int64_t j = 0; j < g->n; j += NR) {
            const int width = g->n - j < NR ? (int)(g->n - j) : NR;
            const T *a = (const T *)g->a + p * g->a_col;
            T *c = (T *)g->c + j;
            int64_t i = 0;
            NAME(pack)(g, p, k, j, width, packed);
            for (; i + INTEGER_MR <= g->m; i += INTEGER_MR)
                NAME(tile_many)(g, k, a + i * g->a_row, packed, c + i * g->c_row, width);
            for (; i < g->m; i++)
                NAME(tile_one)(g, k, a + i * g->a_row, packed, c + i * g->c_row, width);
        }
    }
}

#undef W
#undef NR
