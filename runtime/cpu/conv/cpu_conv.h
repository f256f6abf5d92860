/* The inner loops of convolutions, one table an instruction set (cpu/isa/isa_conv.c): patches of dense planes, and
   convolutions of a plane with one window of weights. Knows neither views nor threads. */
#ifndef RT_CPU_CONV_H
#define RT_CPU_CONV_H

#include "cpu/cpu.h"

/* Planes of `height` x `width`, windows at out_height x out_width positions. */
struct rt_patches {
    struct rt_window window;
    int64_t height, width, out_height, out_width;
};

/* [0] for float, [1] for double. Planes and columns are dense, one after the other. */
struct rt_conv_loops {
    /* columns[c][i][j][y - first][x] = the pixel of plane c under position (i, j) of the window at (y, x) */
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
   `pitch` apart and reach over the borders: the results of all rows are processed as one row, positions between them
   are left out. Depth is channels times taps: offsets[t] is the offset of the pixel under tap t from a result's own
   position, weights[t] that of its weight from the output's first one, RT_DIRECT_PREFETCH more of them for what is
   fetched ahead; outputs' weights are output_step apart. Up to `slack` elements behind the last pixel are read. */
#define RT_DIRECT_PREFETCH 32
struct rt_direct_strip {
    int64_t rows, width, outputs, out_plane, pitch, depth, output_step;
    const int64_t *offsets, *weights;
    int64_t kernel[2]; /* of one channel, where a window's pixels are neighbours; else 0 */
};
/* Rows of a plane packed for that: row i is row y + i * y_step of the plane, or zeros where there is none; its elements
   [from, end) are those that are `step` apart from `column` on, the others are zeros. */
struct rt_direct_rows {
    int64_t rows, pitch, from, end, y, y_step, height, width, column, step;
};
/* [0] for float, [1] for double; out of the strip's first row, bias of the first output or NULL */
struct rt_direct_loops {
    int lanes, block, slack; /* outputs taken together */
    void (*convolve)(const struct rt_direct_strip *, const void *planes, const void *weight, const void *bias,
                     void *out);
    /* the gradient of one plane's weights, from that of its results: added to sums[t], in whose order offsets are */
    void (*weight_grad)(const struct rt_direct_strip *, const void *planes, const void *grad, void *sums);
    void (*pack)(const struct rt_direct_rows *, const void *plane, void *to);
};
extern const struct rt_direct_loops rt_direct_baseline[2], rt_direct_avx2[2], rt_direct_avx512[2];

/* Convolutions, and the gradients of images where steps are one (cpu_conv_direct.c). Planes are dense; groups and
   images follow each other on both sides. */
struct rt_conv_problem {
    struct rt_device *device;
    bool wide;
    int64_t images, groups, channels, outputs; /* of a group */
    int64_t height, width, out_height, out_width;
    int64_t kernel[2], stride[2], dilation[2], padding[2];
    const void *from, *weight, *bias;
    /* weight of (output m, channel c, tap t) of group g: (g * group_step + m * output_step + c * channel_step + tap),
       taps backwards where `input_grad` */
    int64_t group_step, output_step, channel_step;
    bool input_grad;
    bool split; /* rt_cpu_amx_conv: of float16 numbers */
    void *to;
    const void *grad; /* of the results, where the weights' gradient goes to `to` */
};
/* Is it possible, and worth while? */
bool rt_direct_applies(const struct rt_conv_problem *);
int rt_cpu_conv_direct(const struct rt_conv_problem *, double flops, struct rt_error *err);
/* The gradient of the weights where each result has one channel. */
int rt_cpu_conv_direct_weight(const struct rt_conv_problem *, double flops, struct rt_error *err);

/* Small images, many of them (cpu_conv_batched.c): stride and padding are always those of the convolution, and
   `input_grad` says that the gradient of its images is wanted. Is it possible? */
bool rt_batched_applies(const struct rt_conv_problem *, int lanes);
int rt_cpu_conv_batched(const struct rt_conv_problem *, const struct rt_direct_loops *, double flops,
                        struct rt_error *err);
/* The loops of direct convolutions, chosen at start. */
const struct rt_direct_loops *rt_direct_loops_of(bool wide);

/* Positions of a block of outputs, run after run: sums[target[p]][block] are `start` (or what they are, where that is
   NULL) plus the pixels at position[p] + offsets[t] times weights[t - begin][block], for the t of [begin, end) that the
   run has. even: positions of a run are one apart. adds: the run has the positions of the one before it, for more t. */
struct rt_blocked_run {
    int64_t positions, begin, end;
    bool adds;
};
struct rt_blocked {
    int64_t runs, begin, end, outputs;
    const struct rt_blocked_run *run;
    const int64_t *position, *target, *offsets;
    bool even;
};
#define RT_BLOCKED_MIN_RUN 5 /* positions that are worth a run of their own */
/* [0] for float, [1] for double */
struct rt_blocked_loops {
    int lanes, block;
    void (*convolve)(const struct rt_blocked *, const void *pixels, const void *weights, const void *start, void *sums);
};
extern const struct rt_blocked_loops rt_blocked_baseline[2], rt_blocked_avx2[2], rt_blocked_avx512[2];

/* Convolutions and the gradients of images with outputs side by side (cpu_conv_blocked.c): as for batched ones. */
bool rt_blocked_applies(const struct rt_conv_problem *);
/* Are only the columns of the window multiplied that see pixels? Else it is so for rows alone. */
bool rt_blocked_by_kinds(const struct rt_conv_problem *);
int rt_cpu_conv_blocked(const struct rt_conv_problem *, double flops, struct rt_error *err);

/* Tiles of 2 x 2 results of windows of 3 x 3, side by side in vectors: position p of a strip is a tile, rows of tiles
   are `pitch` apart, and there is one position between them that is none. Pixels are in four planes, `plane` apart, of
   the even and odd rows of even and odd columns. Transformed numbers are [16][part][channel][vectors of the part], and
   weights [16][channel][output of a block]. */
#define RT_WINOGRAD_BLOCK 8   /* outputs of a block */
#define RT_WINOGRAD_VECTORS 3 /* of a part, at most */
struct rt_winograd {
    int64_t channels, vectors, parts, pitch, plane;
};
/* Rows of a plane of pixels from row y on, in four such planes; those beside it are zeros, and so are the columns. */
struct rt_winograd_rows {
    int64_t rows, y, height, width, padding, pitch, plane;
};
/* [0] for float, [1] for double */
struct rt_winograd_loops {
    int lanes;
    /* from [channel][9 taps][output of a block], taps backwards if wanted; `step` between the 16 */
    void (*weights)(int64_t channels, const void *taps, bool back, int64_t step, void *to);
    /* up to a vector and the padding behind the last row of a plane is written */
    void (*split)(const struct rt_winograd_rows *, const void *plane, void *planes);
    /* of one channel; the bits of all pixels are added to `seen`, which is like the planes */
    void (*pixels)(const struct rt_winograd *, int64_t channel, const void *planes, void *seen, void *to);
    /* products[16][output of a block][position] of a block */
    void (*multiply)(const struct rt_winograd *, const void *weights, const void *pixels, void *products);
    /* masks[4][position]: all bits of the results (row and column of the tile) whose windows see more than zeros */
    void (*masks)(const struct rt_winograd *, const void *seen, void *masks);
    /* to[4][position] of one output; false: something is not finite */
    bool (*results)(const struct rt_winograd *, const void *products, double bias, const void *masks, void *to);
    /* a row of results from those in its even and odd columns, behind which a vector may be read */
    void (*row)(int64_t count, const void *even, const void *odd, void *to);
};
extern const struct rt_winograd_loops rt_winograd_baseline[2], rt_winograd_avx2[2], rt_winograd_avx512[2];
const struct rt_winograd_loops *rt_winograd_loops_of(bool wide);
/* Of a direct convolution (cpu_conv_winograd.c), where rt_winograd_applies() says so; 1 where numbers are not finite or
   most weights are zero, which the others do better. */
bool rt_winograd_applies(const struct rt_conv_problem *);
int rt_cpu_conv_winograd(const struct rt_conv_problem *, double flops, struct rt_error *err);

/* Of bfloat16 numbers by tile registers, or float16 ones as sums of two of them (cpu_amx_conv.c), where
   rt_amx_conv_applies() says so; 1 where float16 numbers are not finite. `wide` is not used. */
bool rt_amx_conv_applies(const struct rt_conv_problem *);
int rt_cpu_amx_conv(const struct rt_conv_problem *, double flops, struct rt_error *err);
/* The gradient of the weights (cpu_amx_weight.c); 1 where something is not finite, which they cannot do. */
bool rt_amx_weight_grad_applies(const struct rt_conv_problem *);
int rt_cpu_amx_weight_grad(const struct rt_conv_problem *, double flops, struct rt_error *err);

/* Which algorithm is the fastest (cpu_conv_algorithm.c)? Both say the same convolution: `s` as rt_cpu_conv_direct wants
   it, which can do it if `direct_possible`, and that of Winograd, if it is `plain`; `original` as the other two. */
enum rt_conv_algorithm { RT_CONV_DIRECT, RT_CONV_BATCHED, RT_CONV_BLOCKED, RT_CONV_WINOGRAD, RT_CONV_IM2COL };
enum rt_conv_algorithm rt_conv_algorithm(const struct rt_conv_problem *s, const struct rt_conv_problem *original,
                                         bool direct_possible, bool plain);
/* The fraction of the taps of direction d that count: the others are beside the image, or between the steps of a
   gradient. 1, or less by the steps alone, where there are too many positions to look. */
double rt_conv_taps_used(const struct rt_conv_problem *s, int d);

/* The weight gradient, from pixels in place: row r of the gradient (a channel and a tap) of output m is the sum over
   positions of pixels[row[r] + position[p]] * packed[p][m]. `packed` has rows of `block` outputs. Outputs' gradients
   are out_step apart; they are written, or added to. */
struct rt_weight_grad {
    int64_t positions, rows, outputs, out_step;
    int64_t neighbours; /* rows are groups of so many, whose pixels are one apart */
    const int64_t *position, *row;
    bool add;
};
/* [0] for float, [1] for double */
struct rt_weight_grad_loops {
    int lanes, block;
    void (*multiply)(const struct rt_weight_grad *, const void *pixels, const void *packed, void *weight);
};
extern const struct rt_weight_grad_loops rt_weight_grad_baseline[2], rt_weight_grad_avx2[2], rt_weight_grad_avx512[2];

/* Channels that each have a window of their own, a vector of them side by side: [position][channel]. What a row or
   column of positions sees: the first pixel and tap, how many; run: so many positions from this one on see the same
   taps, each column_step pixels further on. */
struct rt_depthwise_reach {
    int64_t pixel, tap, count, run;
};
struct rt_depthwise {
    int64_t rows, columns, width, kernel; /* of positions; of a row of pixels, and of the window */
    const struct rt_depthwise_reach *row, *column;
    int64_t pixel_step[2], tap_step[2], column_step;
};
/* [0] for float, [1] for double */
struct rt_depthwise_loops {
    int lanes;
    /* positions = start + pixels * weights; weights += pixels * positions */
    void (*sum)(const struct rt_depthwise *, const void *pixels, const void *weights, const void *start,
                void *positions);
    void (*weight_grad)(const struct rt_depthwise *, const void *pixels, const void *positions, void *weights);
};
extern const struct rt_depthwise_loops rt_depthwise_baseline[2], rt_depthwise_avx2[2], rt_depthwise_avx512[2];

/* Such convolutions and both gradients (cpu_conv_depthwise.c), of planes whose rows leave lanes of vectors unused. */
struct rt_depthwise_problem {
    struct rt_device *device;
    enum rt_convolve_op op;
    const struct rt_patches *patches;
    bool wide;
    int64_t images, channels;
    void *image, *weight, *out; /* one of them is written */
    const void *bias;
};
bool rt_depthwise_applies(const struct rt_depthwise_problem *);
int rt_cpu_conv_depthwise(const struct rt_depthwise_problem *, double flops, struct rt_error *err);

/* The convolution of integers (cpu_conv_integer.c). */
int rt_cpu_conv_integer(const struct rt_convolve_call *call, struct rt_error *err);

/* Gradients of weights (cpu_conv_weight.c): of `from`, the images, and `grad`, that of the results. */
struct rt_weight_grad_problem {
    struct rt_device *device;
    const struct rt_patches *patches;
    bool wide;
    int64_t images, groups, channels, outputs; /* of a group */
    const void *from, *grad;
    void *weight;
};
bool rt_weight_grad_applies(const struct rt_weight_grad_problem *);
int rt_cpu_conv_weight_grad(const struct rt_weight_grad_problem *, double flops, struct rt_error *err);

#endif
