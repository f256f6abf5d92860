/* The inner loops of convolutions, one table an instruction set (cpu/isa/isa_conv.c): patches of dense planes, and
   convolutions of a plane with one window of weights. Knows neither views nor threads. */
#ifndef RT_CPU_CONV_H
#define RT_CPU_CONV_H

#include "cpu.h"

/* Planes of `height` x `width`, windows at out_height x out_width places. */
struct rt_patches {
    struct rt_window window;
    int64_t height, width, out_height, out_width;
};

/* [0] for float, [1] for double. Planes and columns are dense, one after the other. */
struct rt_conv_loops {
    /* columns[c][i][j][y - first][x] = the pixel of plane c under place (i, j) of the window at (y, x) */
    void (*unfold)(const struct rt_patches *, int64_t channels, int64_t first, int64_t last, const void *planes,
                   void *columns);
    /* the reverse for all rows, added to the planes */
    void (*fold)(const struct rt_patches *, int64_t channels, const void *columns, void *planes);
    /* one plane by one window: out += plane * taps; plane += the gradient; taps += theirs */
    void (*plane)(const struct rt_patches *, const void *plane, const void *taps, void *out);
    void (*plane_input)(const struct rt_patches *, const void *grad, const void *taps, void *plane);
    void (*plane_weight)(const struct rt_patches *, const void *grad, const void *plane, void *taps);
};
extern const struct rt_conv_loops rt_conv_baseline[2], rt_conv_avx2[2], rt_conv_avx512[2];

#endif
