/* The inner loops of pooling, one table an instruction set (cpu/isa/isa_pool.c), over planes whose rows are consecutive
   elements. Knows neither views nor threads. */
#ifndef RT_CPU_WINDOW_H
#define RT_CPU_WINDOW_H

#include "cpu.h"

/* A plane of height x width, rows image_row apart, and its windows' cells, rows cell_row apart; index likewise. */
struct rt_pool_plane {
    const struct rt_window *window;
    int64_t height, width, out_width, image_row, cell_row, index_row;
    int64_t divisor; /* 0: the window's size */
    bool count_padding;
    /* of windows that give one size: what cell i covers is [rows[2 i], rows[2 i + 1]) and likewise columns; else NULL
     */
    const int64_t *rows, *columns;
    void *line; /* buffer for a row of the plane with its border, and of positions in it */
    /* of maxima of windows of a given size: elements of a line beside its pixels, those that are read in vain, too */
    int64_t border;
    int32_t none; /* the position of no pixel */
};
/* Elements that loops may read behind a line, times the step of windows. */
#define RT_POOL_SLACK 64
/* The size of an element of that buffer. */
#define RT_POOL_LINE (sizeof(double) + sizeof(int64_t))
/* [0] for float, [1] for double; for the rows [first, last) of the cells. */
struct rt_pool_loops {
    /* index (flat position in the plane) may be NULL; a plane has fewer than 2^31 pixels */
    void (*max)(const struct rt_pool_plane *, int64_t first, int64_t last, const void *plane, void *cells,
                int64_t *index);
    void (*average)(const struct rt_pool_plane *, int64_t first, int64_t last, const void *plane, void *cells);
    /* added to the plane, which is zero before the first row */
    void (*average_back)(const struct rt_pool_plane *, int64_t first, int64_t last, const void *cells, void *plane);
    /* a window that covers the full plane, of n neighbouring pixels: its one cell, and the gradient of a mean */
    void (*window_max)(int64_t n, const void *plane, void *cell, int64_t *index);
    void (*window_sum)(int64_t n, const void *plane, int64_t divisor, void *cell);
    void (*window_fill)(int64_t n, const void *cell, int64_t divisor, void *plane);
    /* n channels side by side of one pixel: the greater ones and, if index is not NULL, where they are; sums; and what
       is divided */
    void (*last_max)(int64_t n, const void *pixel, int64_t position, bool first, void *cell, int64_t *index);
    void (*last_add)(int64_t n, const void *pixel, void *cell);
    /* cell = the mean of rows x columns pixels, which are row and column bytes apart */
    void (*last_mean)(int64_t n, int64_t rows, int64_t columns, int64_t row, int64_t column, int64_t divisor,
                      const void *pixels, void *cell);
    void (*last_divide)(int64_t n, int64_t divisor, void *cell);
};
extern const struct rt_pool_loops rt_pool_baseline[2], rt_pool_avx2[2], rt_pool_avx512[2];

#endif
