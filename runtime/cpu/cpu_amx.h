/* The tile registers of processors that have them, for the files that multiply bfloat16 numbers with them: a tile of
   sums has 16 x 16 floats; one instruction adds to it the product of 16 rows of 32 numbers and 16 columns of as many,
   which are stored as 16 rows of pairs. Two by two tiles of sums share what is loaded. */
#ifndef RT_CPU_AMX_H
#define RT_CPU_AMX_H

#if defined __x86_64__

#include <immintrin.h>
#include <stdbool.h>
#include <stdint.h>

#define AMX_TARGET __attribute__((target("avx512f,avx512dq,avx512bw,avx512vl,avx512bf16,amx-tile,amx-bf16")))
#define AMX_INLINE static inline __attribute__((always_inline)) AMX_TARGET
#define AMX_TILE 256 /* floats of a tile of sums, and pairs of others */

/* Up to two tiles of rows, and of columns, of all steps: the address of the first, bytes between the rows of a tile,
   and from the first tile to the second. Tiles of rows are `step` bytes apart from step to step, those of columns are
   steps[] bytes from the first. A last tile of rows may be elsewhere, dense. */
struct amx_steps {
    int64_t count;
    const char *rows, *columns;
    int64_t row_line, row_second, step;
    int64_t column_line, column_second;
    const int64_t *steps;
    const char *last; /* NULL: none; its tile of columns is at steps[count] */
    int64_t last_second;
};

/* What was written as vectors and is read as tiles is in memory. */
#define AMX_BARRIER() __asm__ volatile("" ::: "memory")

AMX_INLINE void amx_begin(void)
{
    /* palette, first row, 14 zeros, bytes of a row of each tile, rows of each tile */
    static const struct {
        uint8_t palette, start, nothing[14];
        uint16_t bytes[16];
        uint8_t rows[16];
    } all = {.palette = 1, .bytes = {64, 64, 64, 64, 64, 64, 64, 64}, .rows = {16, 16, 16, 16, 16, 16, 16, 16}};
    _tile_loadconfig(&all);
}

AMX_INLINE void amx_end(void)
{
    _tile_release();
}

/* sums[row][column] = or += the products of `high` tiles of rows by `wide` tiles of columns, both 1 or 2 and constant.
 */
AMX_INLINE void amx_multiply(int high, int wide, const struct amx_steps *s, bool add, float *sums)
{
    const char *rows = s->rows;

    AMX_BARRIER();
    if (add) {
        _tile_loadd(0, sums, 64);
        if (wide == 2)
            _tile_loadd(1, sums + AMX_TILE, 64);
        if (high == 2)
            _tile_loadd(2, sums + 2 * AMX_TILE, 64);
        if (high == 2 && wide == 2)
            _tile_loadd(3, sums + 3 * AMX_TILE, 64);
    } else {
        _tile_zero(0);
        _tile_zero(1);
        _tile_zero(2);
        _tile_zero(3);
    }
    for (int64_t i = 0; i < s->count + (s->last != NULL); i++, rows += s->step) {
        const bool last = i == s->count;
        const char *at = last ? s->last : rows, *column = s->columns + s->steps[i];
        const int64_t line = last ? 64 : s->row_line, second = last ? s->last_second : s->row_second;
        _tile_loadd(6, column, s->column_line);
        _tile_loadd(4, at, line);
        _tile_dpbf16ps(0, 4, 6);
        if (wide == 2) {
            _tile_loadd(7, column + s->column_second, s->column_line);
            _tile_dpbf16ps(1, 4, 7);
        }
        if (high == 2) {
            _tile_loadd(5, at + second, line);
            _tile_dpbf16ps(2, 5, 6);
            if (wide == 2)
                _tile_dpbf16ps(3, 5, 7);
        }
    }
    _tile_stored(0, sums, 64);
    if (wide == 2)
        _tile_stored(1, sums + AMX_TILE, 64);
    if (high == 2)
        _tile_stored(2, sums + 2 * AMX_TILE, 64);
    if (high == 2 && wide == 2)
        _tile_stored(3, sums + 3 * AMX_TILE, 64);
    AMX_BARRIER();
}

AMX_TARGET static __attribute__((noinline)) void amx_2_2(const struct amx_steps *s, bool add, float *sums)
{
    amx_multiply(2, 2, s, add, sums);
}

AMX_TARGET static __attribute__((noinline)) void amx_2_1(const struct amx_steps *s, bool add, float *sums)
{
    amx_multiply(2, 1, s, add, sums);
}

AMX_TARGET static __attribute__((noinline)) void amx_1_2(const struct amx_steps *s, bool add, float *sums)
{
    amx_multiply(1, 2, s, add, sums);
}

AMX_TARGET static __attribute__((noinline)) void amx_1_1(const struct amx_steps *s, bool add, float *sums)
{
    amx_multiply(1, 1, s, add, sums);
}

/* Tiles of sums are always at [2 * row + column]. */
static inline void amx_tiles(bool high, bool wide, const struct amx_steps *s, bool add, float *sums)
{
    if (high && wide)
        amx_2_2(s, add, sums);
    else if (high)
        amx_2_1(s, add, sums);
    else if (wide)
        amx_1_2(s, add, sums);
    else
        amx_1_1(s, add, sums);
}

#endif
#endif
