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
    /* one plane by one window: out += plane * taps; plane += the gradient */
    void (*plane)(const struct rt_patches *, const void *plane, const void *taps, void *out);
    void (*plane_input)(const struct rt_patches *, const void *grad, const void *taps, void *plane);
};
extern const struct rt_conv_loops rt_conv_baseline[2], rt_conv_avx2[2], rt_conv_avx512[2];
/* Those chosen at start. */
const struct rt_conv_loops *rt_conv_loops_of(bool wide);

/* A strip of `rows` x `width` results in each of `outputs` dense planes (out_plane apart), from planes whose rows are
   `pitch` apart and reach over the borders: the results of all rows are gone through as one row, places between them
   are left out. Depth is channels times taps: offsets[t] is where the pixel under tap t lies from a result's own place,
   weights[t] where its weight lies from the output's first, RT_SLIDE_AHEAD more of them for what is fetched ahead;
   outputs' weights are output_step apart. Up to `slack` elements behind the last pixel are read. */
#define RT_SLIDE_AHEAD 32
struct rt_slide {
    int64_t rows, width, outputs, out_plane, pitch, depth, output_step;
    const int64_t *offsets, *weights;
    int64_t kernel[2]; /* of one channel, where a window's pixels are neighbours; else 0 */
};
/* Rows of a plane laid out for that: row i is row y + i * y_step of the plane, or zeros where there is none; its
   elements [from, end) are those that are `step` apart from `column` on, the others are zeros. */
struct rt_slide_rows {
    int64_t rows, pitch, from, end, y, y_step, height, width, column, step;
};
/* [0] for float, [1] for double; out of the strip's first row, bias of the first output or NULL */
struct rt_slide_loops {
    int lanes, block, slack; /* outputs taken together */
    void (*slide)(const struct rt_slide *, const void *planes, const void *weight, const void *bias, void *out);
    /* the gradient of one plane's weights, from that of its results: added to sums[t], in whose order offsets are */
    void (*weigh)(const struct rt_slide *, const void *planes, const void *grad, void *sums);
    void (*lay)(const struct rt_slide_rows *, const void *plane, void *to);
};
extern const struct rt_slide_loops rt_slide_baseline[2], rt_slide_avx2[2], rt_slide_avx512[2];

/* Convolutions, and the gradients of images where steps are one (cpu_slide.c). Planes are dense; groups and images
   follow each other on both sides. */
struct rt_sliding {
    struct rt_device *device;
    bool wide;
    int64_t images, groups, channels, outputs; /* of a group */
    int64_t height, width, out_height, out_width;
    int64_t kernel[2], stride[2], dilation[2], padding[2];
    const void *from, *weight, *bias;
    /* weight of (output m, channel c, tap t) of group g: (g * group_step + m * output_step + c * channel_step + tap),
       taps backwards where `turned` */
    int64_t group_step, output_step, channel_step;
    bool turned;
    bool split; /* rt_cpu_amx_convolve: of float16 numbers */
    void *to;
    const void *grad; /* of the results, where the weights' gradient goes to `to` */
};
/* Is it worth it, and possible? */
bool rt_slides(const struct rt_sliding *);
int rt_cpu_slide(const struct rt_sliding *, double flops, struct rt_error *err);
/* The gradient of the weights where each result has one channel. */
int rt_cpu_slide_weights(const struct rt_sliding *, double flops, struct rt_error *err);

/* Small images, many of them (cpu_crowd.c): stride and padding are always those of the convolution, and `turned` says
   that the gradient of its images is wanted. Is it possible? */
bool rt_crowds(const struct rt_sliding *, int lanes);
int rt_cpu_crowd(const struct rt_sliding *, const struct rt_slide_loops *, double flops, struct rt_error *err);
/* The loops of windows that slide, chosen at start. */
const struct rt_slide_loops *rt_slide_loops_of(bool wide);

/* Places of a block of outputs, run after run: sums[target[p]][block] are `start` (or what they are, where that is
   NULL) plus the pixels at place[p] + offsets[t] times weights[t - begin][block], for the t of [begin, end) that the
   run has. even: places of a run are one apart. adds: the run has the places of the one before it, for more t. */
struct rt_spread_run {
    int64_t places, begin, end;
    bool adds;
};
struct rt_spread {
    int64_t runs, begin, end, outputs;
    const struct rt_spread_run *run;
    const int64_t *place, *target, *offsets;
    bool even;
};
#define RT_SPREAD_LEAST 5 /* places that are worth a run of their own */
/* [0] for float, [1] for double */
struct rt_spread_loops {
    int lanes, block;
    void (*spread)(const struct rt_spread *, const void *pixels, const void *weights, const void *start, void *sums);
};
extern const struct rt_spread_loops rt_spread_baseline[2], rt_spread_avx2[2], rt_spread_avx512[2];

/* Convolutions and the gradients of images with outputs side by side (cpu_spread.c): as for crowds. */
bool rt_spreads(const struct rt_sliding *);
/* Are only the columns of the window multiplied that see pixels? Else it is so for rows alone. */
bool rt_spread_by_kinds(const struct rt_sliding *);
int rt_cpu_spread(const struct rt_sliding *, double flops, struct rt_error *err);

/* Of bfloat16 numbers by tile registers, or float16 ones as sums of two of them (cpu_amx_conv.c), where
   rt_amx_convolves() says so; 1 where float16 numbers are not finite. `wide` is not used. */
bool rt_amx_convolves(const struct rt_sliding *);
int rt_cpu_amx_convolve(const struct rt_sliding *, double flops, struct rt_error *err);
/* The gradient of the weights (cpu_amx_taps.c); 1 where something is not finite, which they cannot do. */
bool rt_amx_weighs(const struct rt_sliding *);
int rt_cpu_amx_weigh(const struct rt_sliding *, double flops, struct rt_error *err);

/* Which way is the shortest (cpu_conv_ways.c)? Both say the same convolution: `s` as rt_cpu_slide wants it, which can
   do it if `slides`; `crowd` as the other two. */
enum rt_conv_way { RT_CONV_SLIDE, RT_CONV_CROWD, RT_CONV_SPREAD, RT_CONV_PRODUCT };
enum rt_conv_way rt_conv_way(const struct rt_sliding *s, const struct rt_sliding *crowd, bool slides);
/* The part of the taps of direction d that count: the others lie beside the image, or between the steps of a gradient.
   1, or less by the steps alone, where there are too many places to look. */
double rt_conv_seen(const struct rt_sliding *s, int d);

/* The gradient of weights, from pixels where they lie: row r of the gradient (a channel and a tap) of output m is the
   sum over places of pixels[row[r] + place[p]] * turned[p][m]. `turned` has rows of `block` outputs. Outputs' gradients
   are out_step apart; they are written, or added to. */
struct rt_taps {
    int64_t places, rows, outputs, out_step;
    const int64_t *place, *row;
    bool add;
};
/* [0] for float, [1] for double */
struct rt_taps_loops {
    int lanes, block, rows; /* rows: how many are taken together */
    void (*multiply)(const struct rt_taps *, const void *pixels, const void *turned, void *weight);
};
extern const struct rt_taps_loops rt_taps_baseline[2], rt_taps_avx2[2], rt_taps_avx512[2];

/* Channels that each have a window of their own, a vector of them side by side: [place][channel]. What a row or column
   of places sees: the first pixel and tap, how many; run: so many places from this one on see the same taps, each
   column_step pixels further on. */
struct rt_alone_reach {
    int64_t pixel, tap, count, run;
};
struct rt_alone {
    int64_t rows, columns, width, kernel; /* of places; of a row of pixels, and of the window */
    const struct rt_alone_reach *row, *column;
    int64_t pixel_step[2], tap_step[2], column_step;
};
/* [0] for float, [1] for double */
struct rt_alone_loops {
    int lanes;
    /* places = start + pixels * weights; weights += pixels * places */
    void (*sum)(const struct rt_alone *, const void *pixels, const void *weights, const void *start, void *places);
    void (*weigh)(const struct rt_alone *, const void *pixels, const void *places, void *weights);
};
extern const struct rt_alone_loops rt_alone_baseline[2], rt_alone_avx2[2], rt_alone_avx512[2];

/* Such convolutions and both gradients (cpu_alone.c), of planes that rows of vectors fill badly. */
struct rt_alones {
    struct rt_device *device;
    enum rt_convolve_op op;
    const struct rt_patches *patches;
    bool wide;
    int64_t images, channels;
    void *image, *weight, *out; /* one of them is written */
    const void *bias;
};
bool rt_is_alone(const struct rt_alones *);
int rt_cpu_alone(const struct rt_alones *, double flops, struct rt_error *err);

/* The convolution of whole numbers (cpu_conv_whole.c). */
int rt_cpu_convolve_whole(const struct rt_convolve_call *call, struct rt_error *err);

/* Gradients of weights (cpu_taps.c): of `from`, the images, and `grad`, that of the results. */
struct rt_weighing {
    struct rt_device *device;
    const struct rt_patches *patches;
    bool wide;
    int64_t images, groups, channels, outputs; /* of a group */
    const void *from, *grad;
    void *weight;
};
bool rt_weighs(const struct rt_weighing *);
int rt_cpu_weigh(const struct rt_weighing *, double flops, struct rt_error *err);

#endif
