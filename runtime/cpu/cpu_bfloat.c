/* Products of matrices of bfloat16 by the instructions that multiply pairs of them and add in float, where the
   processor has them: C = alpha A B + beta C on the calling thread, and the choice between them and tile registers
   (cpu_amx.c), which pay for all but narrow products. Owns their packing: two neighbours of a row of A
   and of a column of B make one element of 32 bits. Knows neither views nor threads. */
#include "cpu_bfloat.h"
#include "cpu.h"

#include <string.h>

#if defined __x86_64__

#define TARGET BFLOAT_TARGET
#define INLINE static inline __attribute__((always_inline)) TARGET

#define ROWS 12    /* of a tile of C */
#define COLUMNS 32 /* two vectors */
#define DEPTH 512  /* of a panel */
#define MAX_M 240  /* rows of a packed block of A: a multiple of ROWS */
#define MAX_N 256  /* columns of a packed block of B */
#define PAIRS (DEPTH / 2)

struct scratch {
    uint32_t a[MAX_M * PAIRS], b[MAX_N * PAIRS];
    float sums[MAX_M * MAX_N];
};

static bool has_instructions(void)
{
    unsigned a = 7, b = 0, c = 1, d = 0;

    if (strcmp(rt_cpu_loops()->name, "avx512") != 0)
        return false;
    __asm__("cpuid" : "+a"(a), "=b"(b), "+c"(c), "=d"(d)); /* leaf 7, subleaf 1 */
    return a >> 5 & 1;
}

bool rt_bfloat_gemm_is_there(void)
{
    static _Atomic signed char known; /* -1: no, 1: yes */

    if (!known)
        known = has_instructions() ? 1 : -1;
    return known > 0;
}

/* ---- packing: lines (rows of A, columns of B) side by side, [pair][line]; what is missing is 0 ------------------- */

/* Packs lines of consecutive elements, up to sixteen of them, into lanes of rows that are `width` wide. */
TARGET static void pack_long(const uint16_t *from, int64_t line, int lines, int64_t k, int64_t width, int lanes,
                             uint32_t *to)
{
    const __mmask16 stored = (__mmask16)((1u << lanes) - 1);

    for (int64_t p = 0; p < k; p += 32) {
        const int64_t n = k - p < 32 ? k - p : 32, pairs = (n + 1) / 2;
        const __mmask32 loaded = n == 32 ? ~0u : (1u << n) - 1;
        __m512i r[16];
#pragma GCC unroll 16
        for (int i = 0; i < 16; i++)
            r[i] = i < lines ? _mm512_maskz_loadu_epi16(loaded, from + i * line + p) : _mm512_setzero_si512();
        transpose_registers(r);
        if (pairs == 16) {
#pragma GCC unroll 16
            for (int i = 0; i < 16; i++)
                _mm512_mask_storeu_epi32(to + (p / 2 + i) * width, stored, r[i]);
        } else {
            for (int i = 0; i < pairs; i++)
                _mm512_mask_storeu_epi32(to + (p / 2 + i) * width, stored, r[i]);
        }
    }
}

/* Packs interleaved lines, `step` from each element to the next. */
TARGET static void pack_wide(const uint16_t *from, int64_t step, int lines, int64_t k, int width, uint32_t *to)
{
    const __mmask32 loaded = lines == 32 ? ~0u : (1u << lines) - 1;
    const __mmask16 low = (__mmask16)(width < 16 ? (1u << width) - 1 : 0xffff);

    for (int64_t p = 0; p < k; p += 2, to += width) {
        const __m512i first = _mm512_maskz_loadu_epi16(loaded, from + p * step);
        const __m512i second =
            p + 1 < k ? _mm512_maskz_loadu_epi16(loaded, from + (p + 1) * step) : _mm512_setzero_si512();
        const __m512i in =
            _mm512_or_si512(_mm512_cvtepu16_epi32(_mm512_castsi512_si256(first)),
                            _mm512_slli_epi32(_mm512_cvtepu16_epi32(_mm512_castsi512_si256(second)), 16));
        _mm512_mask_storeu_epi32(to, low, in);
        if (width > 16) {
            const __m512i high =
                _mm512_or_si512(_mm512_cvtepu16_epi32(_mm512_extracti64x4_epi64(first, 1)),
                                _mm512_slli_epi32(_mm512_cvtepu16_epi32(_mm512_extracti64x4_epi64(second, 1)), 16));
            _mm512_storeu_si512(to + 16, high);
        }
    }
}

static void pack_any(const uint16_t *from, int64_t line, int64_t step, int lines, int64_t k, int width, uint32_t *to)
{
    for (int64_t p = 0; p < k; p += 2, to += width)
        for (int i = 0; i < width; i++) {
            const uint32_t first = i < lines ? from[i * line + p * step] : 0;
            const uint32_t second = i < lines && p + 1 < k ? from[i * line + (p + 1) * step] : 0;
            to[i] = first | second << 16;
        }
}

static void pack(const uint16_t *from, int64_t line, int64_t step, int64_t lines, int64_t k, int width, uint32_t *to)
{
    for (int64_t first = 0; first < lines; first += width, to += (k + 1) / 2 * width) {
        const int n = lines - first < width ? (int)(lines - first) : width;
        const uint16_t *at = from + first * line;
        if (line == 1) {
            pack_wide(at, step, n, k, width, to);
        } else if (step == 1) {
            pack_long(at, line, n < 16 ? n : 16, k, width, width < 16 ? width : 16, to);
            if (width > 16)
                pack_long(at + 16 * line, line, n - 16, k, width, 16, to + 16);
        } else {
            pack_any(at, line, step, n, k, width, to);
        }
    }
}

/* ---- multiplying ------------------------------------------------------------------------------------------------- */

/* tile[rows][COLUMNS] of one panel of each; inlined with constant numbers of rows and of vectors. */
INLINE void tile_of(int rows, int vectors, int64_t pairs, const uint32_t *a, const uint32_t *b, float *tile)
{
    __m512 acc[ROWS][2];

#pragma GCC unroll 16
    for (int i = 0; i < rows; i++)
        acc[i][0] = acc[i][1] = _mm512_setzero_ps();
    for (int64_t p = 0; p < pairs; p++, a += ROWS, b += COLUMNS) {
        const __m512i b0 = _mm512_loadu_si512(b), b1 = _mm512_loadu_si512(b + 16);
#pragma GCC unroll 16
        for (int i = 0; i < rows; i++) {
            const __m512i x = _mm512_set1_epi32((int)a[i]);
            acc[i][0] = _mm512_dpbf16_ps(acc[i][0], (__m512bh)x, (__m512bh)b0);
            if (vectors == 2)
                acc[i][1] = _mm512_dpbf16_ps(acc[i][1], (__m512bh)x, (__m512bh)b1);
        }
    }
#pragma GCC unroll 16
    for (int i = 0; i < rows; i++) {
        _mm512_storeu_ps(tile + i * COLUMNS, acc[i][0]);
        _mm512_storeu_ps(tile + i * COLUMNS + 16, acc[i][1]);
    }
}

#define TILE(rows, vectors)                                                                                            \
    TARGET static __attribute__((noinline)) void tile_##rows##_##vectors(int64_t pairs, const uint32_t *a,             \
                                                                         const uint32_t *b, float *tile)               \
    {                                                                                                                  \
        tile_of(rows, vectors, pairs, a, b, tile);                                                                     \
    }
TILE(12, 2)
TILE(12, 1)
TILE(4, 2)
TILE(4, 1)
TILE(1, 2)
TILE(1, 1)
#undef TILE

static void multiply(int64_t rows, int64_t columns, int64_t pairs, const uint32_t *a, const uint32_t *b, float *tile)
{
    const bool narrow = columns <= 16;

    if (rows == 1)
        (narrow ? tile_1_1 : tile_1_2)(pairs, a, b, tile);
    else if (rows <= 4)
        (narrow ? tile_4_1 : tile_4_2)(pairs, a, b, tile);
    else
        (narrow ? tile_12_1 : tile_12_2)(pairs, a, b, tile);
}

INLINE __mmask16 lanes_of(int64_t n)
{
    return n >= 16 ? (__mmask16)0xffff : n <= 0 ? (__mmask16)0 : (__mmask16)((1u << n) - 1);
}

/* The tile, and what other panels have given, to C. */
TARGET static void merge(const struct rt_gemm *g, const float *tile, const float *sums, int64_t rows, int64_t columns,
                         uint16_t *c)
{
    const __m512 alpha = _mm512_set1_ps((float)g->alpha), beta = _mm512_set1_ps((float)g->beta);

    for (int64_t i = 0; i < rows; i++)
        for (int64_t j = 0; j < columns; j += 16) {
            const __mmask16 lanes = lanes_of(columns - j);
            __m512 v = _mm512_loadu_ps(tile + i * COLUMNS + j);
            if (sums)
                v = _mm512_add_ps(v, _mm512_maskz_loadu_ps(lanes, sums + i * MAX_N + j));
            v = _mm512_mul_ps(v, alpha);
            uint16_t *to = c + i * g->c_row + j;
            if (g->beta != 0) {
                const __m512i old = _mm512_cvtepu16_epi32(_mm256_maskz_loadu_epi16(lanes, to));
                v = _mm512_fmadd_ps(beta, _mm512_castsi512_ps(_mm512_slli_epi32(old, 16)), v);
            }
            _mm256_mask_storeu_epi16(to, lanes, (__m256i)_mm512_cvtneps_pbh(v));
        }
}

/* sums (+)= tile */
TARGET static void keep(const float *tile, bool add, int64_t rows, int64_t columns, float *sums)
{
    for (int64_t i = 0; i < rows; i++)
        for (int64_t j = 0; j < columns; j += 16) {
            const __mmask16 lanes = lanes_of(columns - j);
            __m512 v = _mm512_loadu_ps(tile + i * COLUMNS + j);
            if (add)
                v = _mm512_add_ps(v, _mm512_maskz_loadu_ps(lanes, sums + i * MAX_N + j));
            _mm512_mask_storeu_ps(sums + i * MAX_N + j, lanes, v);
        }
}

/* One block of C, at most MAX_M x MAX_N of it. */
static int block(const struct rt_gemm *g, struct scratch *s, int64_t i, int64_t j, bool packed_b, struct rt_error *err)
{
    const int64_t rows = g->m - i < MAX_M ? g->m - i : MAX_M, columns = g->n - j < MAX_N ? g->n - j : MAX_N;
    _Alignas(64) float tile[ROWS * COLUMNS];

    for (int64_t p = 0; p < g->k; p += DEPTH) {
        const int64_t k = g->k - p < DEPTH ? g->k - p : DEPTH, pairs = (k + 1) / 2;
        if (g->check && g->check(err) < 0)
            return -1;
        if (!packed_b)
            pack((const uint16_t *)g->b + p * g->b_row + j * g->b_col, g->b_col, g->b_row, columns, k, COLUMNS, s->b);
        pack((const uint16_t *)g->a + i * g->a_row + p * g->a_col, g->a_row, g->a_col, rows, k, ROWS, s->a);
        for (int64_t y = 0; y < columns; y += COLUMNS)
            for (int64_t x = 0; x < rows; x += ROWS) {
                const int64_t height = rows - x < ROWS ? rows - x : ROWS;
                const int64_t width = columns - y < COLUMNS ? columns - y : COLUMNS;
                float *sums = s->sums + x * MAX_N + y;
                multiply(height, width, pairs, s->a + x * pairs, s->b + y * pairs, tile);
                if (p + DEPTH < g->k)
                    keep(tile, p > 0, height, width, sums);
                else
                    merge(g, tile, p > 0 ? sums : NULL, height, width, (uint16_t *)g->c + (i + x) * g->c_row + j + y);
            }
    }
    return 0;
}

/* ---- one row of C: nothing is packed ----------------------------------------------------------------------------- */

#define DOTTED 64 /* columns whose sums are put together */
#define WIDTH 128 /* columns that are added up at a time */

/* sums[i]: x times line i of B, for four lines (fewer: the last is repeated). */
TARGET static void dot_lines(int64_t lines, int64_t k, const uint16_t *b, int64_t line, const uint16_t *x, float *sums)
{
    const uint16_t *at[4];
    __m512 acc[4][2];
    int64_t p = 0;

#pragma GCC unroll 4
    for (int i = 0; i < 4; i++) {
        at[i] = b + (i < lines ? i : lines - 1) * line;
        acc[i][0] = acc[i][1] = _mm512_setzero_ps();
    }
    for (; p + 64 <= k; p += 64) {
        const __m512i first = _mm512_loadu_si512(x + p), second = _mm512_loadu_si512(x + p + 32);
#pragma GCC unroll 4
        for (int i = 0; i < 4; i++) {
            acc[i][0] = _mm512_dpbf16_ps(acc[i][0], (__m512bh)_mm512_loadu_si512(at[i] + p), (__m512bh)first);
            acc[i][1] = _mm512_dpbf16_ps(acc[i][1], (__m512bh)_mm512_loadu_si512(at[i] + p + 32), (__m512bh)second);
        }
    }
    for (; p < k; p += 32) {
        const __mmask32 some = k - p < 32 ? (1u << (k - p)) - 1 : ~0u;
        const __m512i last = _mm512_maskz_loadu_epi16(some, x + p);
#pragma GCC unroll 4
        for (int i = 0; i < 4; i++)
            acc[i][0] =
                _mm512_dpbf16_ps(acc[i][0], (__m512bh)_mm512_maskz_loadu_epi16(some, at[i] + p), (__m512bh)last);
    }
    for (int64_t i = 0; i < lines; i++)
        sums[i] = _mm512_reduce_add_ps(_mm512_add_ps(acc[i][0], acc[i][1]));
}

/* sums[j] = x times column j of B, whose rows are consecutive, for up to WIDTH columns. */
TARGET static void add_rows(int64_t columns, int64_t k, const uint16_t *b, int64_t row, const uint16_t *x, float *sums)
{
    const __m512i low = _mm512_setr_epi64(0, 1, 8, 9, 2, 3, 10, 11),
                  high = _mm512_setr_epi64(4, 5, 12, 13, 6, 7, 14, 15);
    __mmask32 some[WIDTH / 32];
    __m512 acc[WIDTH / 32][2];

#pragma GCC unroll 4
    for (int v = 0; v < WIDTH / 32; v++) {
        const int64_t n = columns - v * 32;
        some[v] = n >= 32 ? ~0u : n <= 0 ? 0 : (1u << n) - 1;
        acc[v][0] = acc[v][1] = _mm512_setzero_ps();
    }
    for (int64_t p = 0; p < k; p += 2) {
        const bool pair = p + 1 < k;
        const __m512i two = _mm512_set1_epi32((int)(x[p] | (pair ? (uint32_t)x[p + 1] << 16 : 0)));
#pragma GCC unroll 4
        for (int v = 0; v < WIDTH / 32; v++) {
            const __m512i even = _mm512_maskz_loadu_epi16(some[v], b + p * row + v * 32);
            const __m512i odd =
                pair ? _mm512_maskz_loadu_epi16(some[v], b + (p + 1) * row + v * 32) : _mm512_setzero_si512();
            acc[v][0] = _mm512_dpbf16_ps(acc[v][0], (__m512bh)_mm512_unpacklo_epi16(even, odd), (__m512bh)two);
            acc[v][1] = _mm512_dpbf16_ps(acc[v][1], (__m512bh)_mm512_unpackhi_epi16(even, odd), (__m512bh)two);
        }
    }
#pragma GCC unroll 4
    for (int v = 0; v < WIDTH / 32; v++) {
        _mm512_storeu_ps(sums + v * 32, _mm512_castpd_ps(_mm512_permutex2var_pd(_mm512_castps_pd(acc[v][0]), low,
                                                                                _mm512_castps_pd(acc[v][1]))));
        _mm512_storeu_ps(sums + v * 32 + 16, _mm512_castpd_ps(_mm512_permutex2var_pd(_mm512_castps_pd(acc[v][0]), high,
                                                                                     _mm512_castps_pd(acc[v][1]))));
    }
}

/* Can a row of A be multiplied by B in place? */
static bool is_row(const struct rt_gemm *g)
{
    return g->m == 1 && (g->b_row == 1 || g->b_col == 1) && (g->a_col == 1 || g->k * 2 <= (int64_t)RT_GEMM_SCRATCH);
}

static int row(const struct rt_gemm *g, uint16_t *scratch, struct rt_error *err)
{
    const int64_t together = g->b_row == 1 ? DOTTED : WIDTH;
    const uint16_t *x = g->a;
    _Alignas(64) float sums[WIDTH];

    for (int64_t p = 0; g->a_col != 1 && p < g->k; p++)
        scratch[p] = x[p * g->a_col];
    x = g->a_col == 1 ? x : scratch;
    for (int64_t j = 0; j < g->n; j += together) {
        const int64_t columns = g->n - j < together ? g->n - j : together;
        const uint16_t *b = (const uint16_t *)g->b + j * g->b_col;
        if (g->check && g->check(err) < 0)
            return -1;
        if (g->b_row == 1)
            for (int64_t i = 0; i < columns; i += 4)
                dot_lines(columns - i < 4 ? columns - i : 4, g->k, b + i * g->b_col, g->b_col, x, sums + i);
        else
            add_rows(columns, g->k, b, g->b_row, x, sums);
        merge(g, sums, NULL, 1, columns, (uint16_t *)g->c + j);
    }
    return 0;
}

int rt_bfloat_by_vectors(const struct rt_gemm *g, void *scratch, struct rt_error *err)
{
    _Static_assert(sizeof(struct scratch) <= RT_GEMM_SCRATCH, "room for the panels");

    if (is_row(g))
        return row(g, scratch, err);
    for (int64_t j = 0; j < g->n; j += MAX_N)
        for (int64_t i = 0; i < g->m; i += MAX_M)
            if (block(g, scratch, i, j, i > 0 && g->k <= DEPTH, err) < 0)
                return -1;
    return 0;
}

int rt_bfloat_gemm(const struct rt_gemm *g, void *scratch, struct rt_error *err)
{
    return rt_amx_is_there() && rt_amx_pays(g) ? rt_amx_gemm(g, scratch, err) : rt_bfloat_by_vectors(g, scratch, err);
}

#else

bool rt_bfloat_gemm_is_there(void)
{
    return false;
}

int rt_bfloat_gemm(const struct rt_gemm *g, void *scratch, struct rt_error *err)
{
    (void)g, (void)scratch;
    return rt_error_set(err, RT_NOT_IMPLEMENTED, "%s", "products of bfloat16");
}

#endif
