/* Products of matrices of bfloat16 by tile registers: C = alpha A B + beta C on the calling thread, with sums of float.
   Owns the question whether the processor has them and the system lends them, and the packing: tiles of 16 lines and 32
   steps, of rows as they are multiplied or of columns as pairs of steps. Where it saves work, what is calculated is the
   transposed product. Knows neither views nor threads. */
#include "cpu.h"
#include "cpu_amx.h"
#include "cpu_bfloat.h"

#include <string.h>

#if defined __x86_64__ && defined __linux__

#include <sys/syscall.h>
#include <unistd.h>

#define LINES 16 /* of a tile */
#define DEPTH 32 /* steps of a tile */
#define TILE_BYTES 1024
#define CORNER 32 /* rows and columns of two by two tiles */

/* Packed are CHUNK columns, and ROWS rows at a time, of PANEL tiles; of these, INNER at a time for all those rows: the
   columns of a corner and the sums of its rows stay in the L1 cache. Sums of CHUNK rows wait for further panels. */
#define CHUNK 512
#define ROWS 128
#define PANEL 32
#define INNER 8

#define MIN_LINES 8   /* rows or columns, below which vectors are as good */
#define MIN_WORK 8192 /* multiplications, the same */
#define IN_PLACE 256  /* columns, up to which rows are read in place */
#define REQUEST_PERMISSION 0x1023
#define TILE_DATA 18

struct scratch {
    uint32_t rows[ROWS * PANEL * DEPTH / 2], columns[CHUNK * PANEL * DEPTH / 2];
    float sums[CHUNK * CHUNK];
};

/* A side of the product: rows of A, or columns of B, which lines are: `line` elements from each to the next, `step`
   from element to element. */
struct side {
    const uint16_t *at;
    int64_t lines, line, step;
};

/* ---- is it there? ------------------------------------------------------------------------------------------------ */

static bool ask(void)
{
    unsigned a = 7, b = 0, c = 0, d = 0, low, high;

    if (strcmp(rt_cpu_loops()->name, "avx512") != 0)
        return false;
    __asm__("cpuid" : "+a"(a), "=b"(b), "+c"(c), "=d"(d));
    if (!(d >> 22 & 1) || !(d >> 24 & 1)) /* tiles, and their products of bfloat16 */
        return false;
    __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    (void)high;
    return (low >> 17 & 3) == 3 && syscall(SYS_arch_prctl, REQUEST_PERMISSION, TILE_DATA) == 0;
}

bool rt_amx_is_there(void)
{
    static _Atomic signed char known; /* -1: no, 1: yes */

    if (!known)
        known = ask() ? 1 : -1;
    return known > 0;
}

bool rt_amx_pays(const struct rt_gemm *g)
{
    return g->m >= MIN_LINES && g->n >= MIN_LINES && g->m * g->n > MIN_WORK / g->k;
}

/* ---- packing ----------------------------------------------------------------------------------------------------- */

/* One tile: up to 16 lines and 32 steps; what is missing is 0. */
AMX_INLINE void pack_tile(const struct side *s, const uint16_t *from, int lines, int steps, bool columns, uint32_t *to)
{
    const __mmask32 along = steps == DEPTH ? ~0u : (1u << steps) - 1;
    const __mmask16 across = (__mmask16)(lines == LINES ? 0xffff : (1u << lines) - 1);
    bool pairs = false; /* are the rows in r pairs of steps? */
    _Alignas(64) uint16_t gathered[LINES * DEPTH];
    __m512i r[16];

    if (s->step == 1 && lines == LINES) {
#pragma GCC unroll 16
        for (int i = 0; i < 16; i++)
            r[i] = _mm512_maskz_loadu_epi16(along, from + i * s->line);
    } else if (s->step == 1) {
#pragma GCC unroll 16
        for (int i = 0; i < 16; i++)
            r[i] = i < lines ? _mm512_maskz_loadu_epi16(along, from + i * s->line) : _mm512_setzero_si512();
    } else if (s->line == 1) {
        pairs = true;
#pragma GCC unroll 16
        for (int i = 0; i < 16; i++) {
            const __mmask16 first = 2 * i < steps ? across : 0, second = 2 * i + 1 < steps ? across : 0;
            const __m256i low = _mm256_maskz_loadu_epi16(first, from + 2 * i * s->step);
            const __m256i high = _mm256_maskz_loadu_epi16(second, from + (2 * i + 1) * s->step);
            r[i] = _mm512_or_si512(_mm512_cvtepu16_epi32(low), _mm512_slli_epi32(_mm512_cvtepu16_epi32(high), 16));
        }
    } else {
        memset(gathered, 0, sizeof gathered);
        for (int i = 0; i < lines; i++)
            for (int p = 0; p < steps; p++)
                gathered[i * DEPTH + p] = from[i * s->line + p * s->step];
#pragma GCC unroll 16
        for (int i = 0; i < 16; i++)
            r[i] = _mm512_load_si512(gathered + i * DEPTH);
    }
    if (pairs != columns)
        transpose_registers(r);
#pragma GCC unroll 16
    for (int i = 0; i < 16; i++)
        _mm512_store_si512(to + i * 16, r[i]);
}

/* Two tiles side by side of 32 columns whose steps are rows of memory, full but for the last steps. */
AMX_INLINE void pack_pairs(const uint16_t *from, int64_t step, int steps, uint32_t *left, uint32_t *right)
{
    const __m512i low = _mm512_setr_epi64(0, 1, 8, 9, 2, 3, 10, 11),
                  high = _mm512_setr_epi64(4, 5, 12, 13, 6, 7, 14, 15);
    const __m512i nothing = _mm512_setzero_si512();

#pragma GCC unroll 4
    for (int i = 0; i < 16; i++) {
        const __m512i a = 2 * i < steps ? _mm512_loadu_si512(from + 2 * i * step) : nothing;
        const __m512i b = 2 * i + 1 < steps ? _mm512_loadu_si512(from + (2 * i + 1) * step) : nothing;
        const __m512i c = _mm512_unpacklo_epi16(a, b), d = _mm512_unpackhi_epi16(a, b);
        _mm512_store_si512(left + i * 16, _mm512_permutex2var_epi64(c, low, d));
        _mm512_store_si512(right + i * 16, _mm512_permutex2var_epi64(c, high, d));
    }
}

/* Lines [first, first + lines) and steps [p, p + k): tiles [lines / 16][k / 32]. */
AMX_TARGET static void pack_lines(const struct side *s, int64_t first, int64_t lines, int64_t p, int64_t k,
                                  bool columns, uint32_t *to)
{
    for (int64_t i = 0; i < lines; i += LINES) {
        const int n = lines - i < LINES ? (int)(lines - i) : LINES;
        const uint16_t *at = s->at + (first + i) * s->line + p * s->step;
        for (int64_t d = 0; d < k; d += DEPTH, to += AMX_TILE) {
            const int steps = k - d < DEPTH ? (int)(k - d) : DEPTH;
            if (columns)
                pack_tile(s, at + d * s->step, n, steps, true, to);
            else
                pack_tile(s, at + d * s->step, n, steps, false, to);
        }
    }
}

/* The same; memory is read in its order. */
AMX_TARGET static void pack(const struct side *s, int64_t first, int64_t lines, int64_t p, int64_t k, bool columns,
                            uint32_t *to)
{
    const int64_t tiles = (k + DEPTH - 1) / DEPTH * AMX_TILE,
                  even = columns && s->line == 1 ? lines / CORNER * CORNER : 0;

    for (int64_t d = 0; even && d < k; d += DEPTH) {
        const uint16_t *at = s->at + first + (p + d) * s->step;
        const int steps = k - d < DEPTH ? (int)(k - d) : DEPTH;
        uint32_t *tile = to + d / DEPTH * AMX_TILE;
        for (int64_t i = 0; i < even; i += CORNER, tile += 2 * tiles)
            if (steps == DEPTH)
                pack_pairs(at + i, s->step, DEPTH, tile, tile + tiles);
            else
                pack_pairs(at + i, s->step, steps, tile, tile + tiles);
    }
    pack_lines(s, first + even, lines - even, p, k, columns, to + even / LINES * tiles);
}

/* ---- results ----------------------------------------------------------------------------------------------------- */

AMX_TARGET static __attribute__((noinline)) void transpose_sums(float *tile)
{
    __m512i r[16];

#pragma GCC unroll 16
    for (int i = 0; i < 16; i++)
        r[i] = _mm512_load_si512(tile + i * 16);
    transpose_registers(r);
#pragma GCC unroll 16
    for (int i = 0; i < 16; i++)
        _mm512_store_si512(tile + i * 16, r[i]);
}

/* Rows of two tiles side by side to C. */
AMX_TARGET static void merge(const struct rt_gemm *g, const float *left, const float *right, int64_t rows,
                             int64_t columns, uint16_t *c)
{
    const __mmask32 lanes = columns >= 32 ? ~0u : (1u << columns) - 1;
    const __m512 alpha = _mm512_set1_ps((float)g->alpha), beta = _mm512_set1_ps((float)g->beta);

    if (g->alpha == 1 && g->beta == 0) {
        for (int64_t i = 0; i < rows; i++, c += g->c_row)
            _mm512_mask_storeu_epi16(
                c, lanes, (__m512i)_mm512_cvtne2ps_pbh(_mm512_load_ps(right + i * 16), _mm512_load_ps(left + i * 16)));
        return;
    }
    for (int64_t i = 0; i < rows; i++, c += g->c_row) {
        __m512 v = _mm512_mul_ps(_mm512_load_ps(left + i * 16), alpha);
        __m512 w = _mm512_mul_ps(_mm512_load_ps(right + i * 16), alpha);
        if (g->beta != 0) {
            const __m512i old = _mm512_maskz_loadu_epi16(lanes, c);
            const __m512i low = _mm512_cvtepu16_epi32(_mm512_castsi512_si256(old));
            const __m512i high = _mm512_cvtepu16_epi32(_mm512_extracti64x4_epi64(old, 1));
            v = _mm512_fmadd_ps(beta, _mm512_castsi512_ps(_mm512_slli_epi32(low, 16)), v);
            w = _mm512_fmadd_ps(beta, _mm512_castsi512_ps(_mm512_slli_epi32(high, 16)), w);
        }
        _mm512_mask_storeu_epi16(c, lanes, (__m512i)_mm512_cvtne2ps_pbh(w, v));
    }
}

/* Two by two tiles of sums to C, whose first element this is; `transposed`: columns are rows of C. */
static void put(const struct rt_gemm *g, bool transposed, float *sums, int64_t rows, int64_t columns, uint16_t *c)
{
    if (transposed) {
        for (int i = 0; i < 4; i++)
            if ((i < 2 || rows > LINES) && (i % 2 == 0 || columns > LINES))
                transpose_sums(sums + i * AMX_TILE);
        for (int i = 0; i * LINES < columns; i++)
            merge(g, sums + i * AMX_TILE, sums + (i + (rows > LINES ? 2 : 0)) * AMX_TILE,
                  columns - i * LINES < LINES ? columns - i * LINES : LINES, rows, c + i * LINES * g->c_row);
        return;
    }
    for (int i = 0; i * LINES < rows; i++)
        merge(g, sums + 2 * i * AMX_TILE, sums + (2 * i + (columns > LINES)) * AMX_TILE,
              rows - i * LINES < LINES ? rows - i * LINES : LINES, columns, c + i * LINES * g->c_row);
}

/* ---- blocks ------------------------------------------------------------------------------------------------------ */

struct job {
    const struct rt_gemm *g;
    struct side rows, columns;
    bool transposed; /* rows are those of B' */
    struct scratch *scratch;
};

/* About how much work it is to pack a side whose tiles have to be transposed, and to transpose C. */
static double transpose_loop(const struct side *s, bool columns)
{
    return (s->step == 1) == columns ? (double)s->lines : 0;
}

static struct job job_of(const struct rt_gemm *g, void *scratch)
{
    const struct side a = {.at = g->a, .lines = g->m, .line = g->a_row, .step = g->a_col};
    const struct side b = {.at = g->b, .lines = g->n, .line = g->b_col, .step = g->b_row};
    const double direct = transpose_loop(&a, false) + transpose_loop(&b, true),
                 crossed = transpose_loop(&b, false) + transpose_loop(&a, true);
    struct job j = {.g = g, .rows = a, .columns = b, .scratch = scratch};

    if (crossed * (double)g->k + 2 * (double)g->m * (double)g->n < direct * (double)g->k) {
        j.transposed = true;
        j.rows = b;
        j.columns = a;
    }
    return j;
}

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* A part of the product: rows, columns and steps [first, first + count), and where sums that wait begin. */
struct part {
    int64_t row, rows, column, columns, step, steps, waiting;
};

/* The packed rows by one corner's columns, `column` of those packed: to C when nothing is left to be added. */
static void strip(const struct job *j, const struct part *p, int64_t column)
{
    static const int64_t steps[INNER] = {0x0000, 0x0400, 0x0800, 0x0c00, 0x1000, 0x1400, 0x1800, 0x1c00};
    const int64_t tiles = (p->steps + DEPTH - 1) / DEPTH, second = tiles * TILE_BYTES;
    const int64_t width = least(p->columns - column, CORNER), row = j->g->c_row;
    const bool final = p->step + p->steps == j->g->k;
    _Alignas(64) float own[ROWS / CORNER * 4 * AMX_TILE];
    float *const sums = final && p->step == 0 ? own : j->scratch->sums + p->waiting + column * CHUNK;
    const char *const rows = (const char *)j->scratch->rows;
    const char *const columns = (const char *)j->scratch->columns + column / LINES * second;

    for (int64_t d = 0; d < tiles; d += INNER)
        for (int64_t x = 0; x < p->rows; x += CORNER) {
            const struct amx_steps s = {.count = least(tiles - d, INNER),
                                        .rows = rows + x / LINES * second + d * TILE_BYTES,
                                        .columns = columns + d * TILE_BYTES,
                                        .row_line = 64,
                                        .row_second = second,
                                        .step = TILE_BYTES,
                                        .column_line = 64,
                                        .column_second = second,
                                        .steps = steps};
            const int64_t height = least(p->rows - x, CORNER), i = p->row + x, l = p->column + column;
            amx_tiles(height > LINES, width > LINES, &s, p->step || d, sums + x * CORNER);
            if (final && d + INNER >= tiles)
                put(j->g, j->transposed, sums + x * CORNER, height, width,
                    (uint16_t *)j->g->c + (j->transposed ? l * row + i : i * row + l));
        }
}

/* CHUNK rows by CHUNK columns; packed: where the columns are already, as they were for other rows. */
static int chunk(const struct job *j, int64_t row, int64_t column, bool packed, struct rt_error *err)
{
    const int64_t rows = least(j->rows.lines - row, CHUNK), columns = least(j->columns.lines - column, CHUNK);

    for (int64_t step = 0; step < j->g->k; step += PANEL * DEPTH) {
        const int64_t steps = least(j->g->k - step, PANEL * DEPTH);
        if (!packed)
            pack(&j->columns, column, columns, step, steps, true, j->scratch->columns);
        for (int64_t x = 0; x < rows; x += ROWS) {
            const struct part p = {.row = row + x,
                                   .rows = least(rows - x, ROWS),
                                   .column = column,
                                   .columns = columns,
                                   .step = step,
                                   .steps = steps,
                                   .waiting = x * CORNER};
            if (j->g->check && j->g->check(err) < 0)
                return -1;
            pack(&j->rows, p.row, p.rows, step, steps, false, j->scratch->rows);
            for (int64_t y = 0; y < columns; y += CORNER)
                strip(j, &p, y);
        }
    }
    return 0;
}

AMX_TARGET int rt_amx_gemm(const struct rt_gemm *g, void *scratch, struct rt_error *err)
{
    const struct job j = job_of(g, scratch);
    int status = 0;

    _Static_assert(sizeof(struct scratch) <= RT_GEMM_SCRATCH, "room for the panels");
    amx_begin();
    for (int64_t column = 0; column < j.columns.lines && status == 0; column += CHUNK)
        for (int64_t row = 0; row < j.rows.lines && status == 0; row += CHUNK)
            status = chunk(&j, row, column, row > 0 && g->k <= PANEL * DEPTH, err);
    amx_end();
    return status;
}

#else

bool rt_amx_is_there(void)
{
    return false;
}

bool rt_amx_pays(const struct rt_gemm *g)
{
    (void)g;
    return false;
}

int rt_amx_gemm(const struct rt_gemm *g, void *scratch, struct rt_error *err)
{
    (void)g, (void)scratch;
    return rt_error_set(err, RT_NOT_IMPLEMENTED, "%s", "products of bfloat16");
}

#endif
