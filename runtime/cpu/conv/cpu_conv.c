/* The kernel class `convolve` of the CPU: convolutions of batches of images and their gradients. Owns the tiling: a
   tile unfolds (im2col) as many patches as stay in the L2 cache and multiplies them by the weights at once, so that the
   columns of the full batch, many times the images, never exist. Windows of 1 x 1 are products of the images
   themselves; depthwise windows go over planes without any product. The order of additions follows from the shapes
   alone. Knows views, no tensors. */
#include "cpu_conv.h"
#include "cpu/cpu_gemm.h"

#include <string.h>

#define SCRATCH (512 << 10) /* bytes of patches a tile holds, unless one row of them is more */
#define MIN_POSITIONS 128   /* columns of a product that make packing worth while */
#define MIN_ROWS 64         /* and rows, where patches are those */
#define WEIGHT_CHUNKS 8     /* sums of a weight's gradient, each over some of the images */
#define TILE_COST(flops) RT_POOL_COST_OF_FLOPS((flops) < 1e17 ? (flops) : 1e17)

/* out is [n, m, oh, ow], image [n, c, h, w], weight [m, c / groups, kh, kw]; one of them is written. */
struct conv {
    const struct rt_convolve_call *call;
    const struct rt_conv_loops *loops;
    struct rt_device *device;
    struct rt_patches patches;
    bool wide, direct; /* direct: the image is its own columns */
    size_t size;
    char *image, *weight, *out;
    const char *bias;
    int64_t images, groups, channels, per; /* channels and results of a group */
    int64_t taps, pixels, positions;       /* of a window, of a plane, of a plane of results */
    int64_t rows, strips;                  /* forward: rows of results in a strip */
    int64_t block, blocks;                 /* gradients: channels taken together */
    int64_t chunks;                        /* gradient of the weight */
    char *partial;                         /* its sums but the first */
};

const struct rt_conv_loops *rt_conv_loops_of(bool wide)
{
    const char *capability = rt_cpu_loops()->name;

#if defined __x86_64__
    if (!strcmp(capability, "avx512"))
        return &rt_conv_avx512[wide];
    if (!strcmp(capability, "avx2"))
        return &rt_conv_avx2[wide];
#endif
    (void)capability;
    return &rt_conv_baseline[wide];
}

static char *at(const struct conv *c, char *base, int64_t index)
{
    return base + index * (int64_t)c->size;
}

/* `count` rows of n results, each filled with its bias. */
static void put_bias(const struct conv *c, int64_t first, int64_t count, char *out, int64_t row, int64_t n)
{
    static const double nothing;
    rt_cast_loop repeat = rt_cpu_loops()->repeat[__builtin_ctzll(c->size)];

    for (int64_t m = 0; m < count; m++)
        repeat(n, at(c, out, m * row), c->bias ? c->bias + (first + m) * (int64_t)c->size : (const char *)&nothing);
}

/* A product in which each operand's rows or columns follow each other. */
static struct rt_gemm product(const struct conv *c, int64_t m, int64_t n, int64_t k)
{
    return (struct rt_gemm){.wide = c->wide, .m = m, .n = n, .k = k, .alpha = 1, .check = rt_pool_check};
}

/* ---- forward: a tile is a strip of rows of the results of one group and image ------------------------------------ */

static int forward_strip(const struct conv *c, int64_t tile, char *columns, struct rt_error *err)
{
    int64_t strip = tile % c->strips, group = tile / c->strips % c->groups, n = tile / c->strips / c->groups;
    int64_t first = strip * c->rows,
            last = c->patches.out_height - first < c->rows ? c->patches.out_height : first + c->rows;
    int64_t count = (last - first) * c->patches.out_width, depth = c->channels * c->taps;
    char *image = at(c, c->image, (n * c->groups + group) * c->channels * c->pixels);
    char *out = at(c, c->out, (n * c->groups + group) * c->per * c->positions + first * c->patches.out_width);
    struct rt_gemm g = product(c, c->per, count, depth);

    if (!c->direct)
        c->loops->unfold(&c->patches, c->channels, first, last, image, columns);
    if (c->bias)
        put_bias(c, group * c->per, c->per, out, c->positions, count);
    g.beta = c->bias ? 1 : 0;
    g.a = at(c, c->weight, group * c->per * depth);
    g.a_row = depth;
    g.a_col = 1;
    g.b = c->direct ? at(c, image, first * c->patches.out_width) : columns;
    g.b_row = c->direct ? c->pixels : count;
    g.b_col = 1;
    g.c = out;
    g.c_row = c->positions;
    return rt_cpu_gemm(&g, err);
}

/* ---- gradient of the image: a tile is a block of channels of one group and image --------------------------------- */

static int input_block(const struct conv *c, int64_t tile, char *columns, struct rt_error *err)
{
    int64_t block = tile % c->blocks, group = tile / c->blocks % c->groups, n = tile / c->blocks / c->groups;
    int64_t first = block * c->block, count = c->channels - first < c->block ? c->channels - first : c->block;
    char *image = at(c, c->image, ((n * c->groups + group) * c->channels + first) * c->pixels);
    struct rt_gemm g = product(c, count * c->taps, c->positions, c->per);

    g.a = at(c, c->weight, (group * c->per * c->channels + first) * c->taps);
    g.a_row = 1;
    g.a_col = c->channels * c->taps;
    g.b = at(c, c->out, (n * c->groups + group) * c->per * c->positions);
    g.b_row = c->positions;
    g.b_col = 1;
    g.c = c->direct ? image : columns;
    g.c_row = c->positions;
    if (rt_cpu_gemm(&g, err) < 0)
        return -1;
    if (!c->direct) {
        memset(image, 0, (size_t)(count * c->pixels) * c->size);
        c->loops->fold(&c->patches, count, columns, image);
    }
    return 0;
}

/* ---- gradient of the weight: a tile is a block of channels of one group, and one part of the images -------------- */

static int weight_block(const struct conv *c, int64_t tile, char *columns, struct rt_error *err)
{
    int64_t chunk = tile % c->chunks, block = tile / c->chunks % c->blocks, group = tile / c->chunks / c->blocks;
    int64_t first = block * c->block, count = c->channels - first < c->block ? c->channels - first : c->block;
    int64_t depth = c->channels * c->taps, all = c->groups * c->per * depth;
    char *sums = chunk ? at(c, c->partial, (chunk - 1) * all) : c->weight;
    bool begun = false;

    for (int64_t n = c->images * chunk / c->chunks; n < c->images * (chunk + 1) / c->chunks; n++)
        for (int64_t y = 0; y < c->patches.out_height; y += c->rows) {
            int64_t last = c->patches.out_height - y < c->rows ? c->patches.out_height : y + c->rows;
            int64_t positions = (last - y) * c->patches.out_width;
            char *image = at(c, c->image, ((n * c->groups + group) * c->channels + first) * c->pixels);
            struct rt_gemm g = product(c, c->per, count * c->taps, positions);
            if (!c->direct)
                c->loops->unfold(&c->patches, count, y, last, image, columns);
            g.beta = begun;
            g.a = at(c, c->out, (n * c->groups + group) * c->per * c->positions + y * c->patches.out_width);
            g.a_row = c->positions;
            g.a_col = 1;
            g.b = c->direct ? at(c, image, y * c->patches.out_width) : columns;
            g.b_row = 1;
            g.b_col = c->direct ? c->pixels : positions;
            g.c = at(c, sums, group * c->per * depth + first * c->taps);
            g.c_row = depth;
            if (rt_cpu_gemm(&g, err) < 0)
                return -1;
            begun = true;
        }
    return 0;
}

/* ---- windows of each channel's own: a tile is a plane ------------------------------------------------------------ */

static int forward_plane(const struct conv *c, int64_t tile, char *columns, struct rt_error *err)
{
    int64_t m = tile % (c->groups * c->per), n = tile / (c->groups * c->per);
    char *out = at(c, c->out, tile * c->positions);

    (void)columns, (void)err;
    put_bias(c, m, 1, out, 0, c->positions);
    c->loops->plane(&c->patches, at(c, c->image, (n * c->groups + m / c->per) * c->pixels),
                    at(c, c->weight, m * c->taps), out);
    return 0;
}

static int input_plane(const struct conv *c, int64_t tile, char *columns, struct rt_error *err)
{
    int64_t group = tile % c->groups;
    char *image = at(c, c->image, tile * c->pixels);

    (void)columns, (void)err;
    memset(image, 0, (size_t)c->pixels * c->size);
    for (int64_t m = 0; m < c->per; m++)
        c->loops->plane_input(&c->patches, at(c, c->out, (tile * c->per + m) * c->positions),
                              at(c, c->weight, (group * c->per + m) * c->taps), image);
    return 0;
}

/* ---- cutting ----------------------------------------------------------------------------------------------------- */

struct tiles {
    const struct conv *conv;
    int (*run)(const struct conv *, int64_t tile, char *columns, struct rt_error *);
    size_t scratch;
};

static int run_tiles(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    const struct tiles *t = context;
    struct rt_device *device = t->conv->device;
    char *columns = t->scratch ? rt_device_cpu()->ops->alloc(device, t->scratch, err) : NULL;
    int status = t->scratch && !columns ? -1 : 0;

    for (int64_t tile = begin; tile < end && status == 0; tile++)
        status = t->run(t->conv, tile, columns, err);
    if (columns)
        rt_device_cpu()->ops->free(device, columns, t->scratch);
    return status;
}

/* Rows of results whose patches of so many channels fit the scratch. */
static int64_t rows_that_fit(const struct conv *c, int64_t channels)
{
    int64_t positions = (int64_t)SCRATCH / (int64_t)c->size / (channels * c->taps), rows;

    positions = positions < MIN_POSITIONS ? MIN_POSITIONS : positions;
    rows = (positions + c->patches.out_width - 1) / c->patches.out_width;
    return rows > c->patches.out_height ? c->patches.out_height : rows;
}

static int run_planes(struct conv *c, struct tiles *t, double flops, struct rt_error *err)
{
    int64_t count = c->images * c->groups * c->per, grain = 1 + 30000 / (c->positions * c->taps + 1);

    t->run = forward_plane;
    if (c->call->op == RT_CONVOLVE_INPUT) {
        t->run = input_plane;
        count = c->images * c->groups;
    }
    return rt_parallel_for(count, grain, TILE_COST(flops), run_tiles, t, err);
}

static int run_forward(struct conv *c, struct tiles *t, double flops, struct rt_error *err)
{
    c->rows = rows_that_fit(c, c->channels);
    c->strips = (c->patches.out_height + c->rows - 1) / c->rows;
    c->rows = (c->patches.out_height + c->strips - 1) / c->strips;
    t->run = forward_strip;
    t->scratch = c->direct ? 0 : (size_t)(c->channels * c->taps * c->rows * c->patches.out_width) * c->size;
    return rt_parallel_for(c->images * c->groups * c->strips, 1, TILE_COST(flops), run_tiles, t, err);
}

static int run_input(struct conv *c, struct tiles *t, double flops, struct rt_error *err)
{
    int64_t least = (MIN_ROWS + c->taps - 1) / c->taps;

    c->block = (int64_t)SCRATCH / (int64_t)c->size / (c->positions * c->taps);
    c->block = c->block < least ? least : c->block;
    c->block = c->block > c->channels ? c->channels : c->block;
    c->blocks = (c->channels + c->block - 1) / c->block;
    t->run = input_block;
    t->scratch = c->direct ? 0 : (size_t)(c->block * c->taps * c->positions) * c->size;
    return rt_parallel_for(c->images * c->groups * c->blocks, 1, TILE_COST(flops), run_tiles, t, err);
}

static int run_weight(struct conv *c, struct tiles *t, double flops, struct rt_error *err)
{
    int64_t least = (4 * MIN_ROWS + c->taps - 1) / c->taps, all = c->groups * c->per * c->channels * c->taps;
    static const struct rt_loop_param none[RT_MAX_PARAMS];
    size_t bytes;
    int status;

    c->block = least > c->channels ? c->channels : least;
    c->blocks = (c->channels + c->block - 1) / c->block;
    c->rows = rows_that_fit(c, c->block);
    c->chunks = c->groups * c->blocks >= WEIGHT_CHUNKS ? 1 : c->images < WEIGHT_CHUNKS ? c->images : WEIGHT_CHUNKS;
    bytes = (size_t)((c->chunks - 1) * all) * c->size;
    if (bytes && !(c->partial = rt_device_cpu()->ops->alloc(c->device, bytes, err)))
        return -1;
    t->run = weight_block;
    t->scratch = c->direct ? 0 : (size_t)(c->block * c->taps * c->rows * c->patches.out_width) * c->size;
    status = rt_parallel_for(c->groups * c->blocks * c->chunks, 1, TILE_COST(flops), run_tiles, t, err);
    for (int64_t chunk = 1; chunk < c->chunks && status == 0; chunk++)
        rt_cpu_loops()->zip[c->wide ? RT_LOOP_F64 : RT_LOOP_F32][RT_ZIP_add](
            all, c->weight, c->weight, at(c, c->partial, (chunk - 1) * all), none);
    if (bytes)
        rt_device_cpu()->ops->free(c->device, c->partial, bytes);
    return status;
}

static struct rt_view transposed(const struct rt_view *matrices)
{
    struct rt_view view = *matrices;

    for (int i = 1; i < 3; i++) {
        view.shape[i] = matrices->shape[3 - i];
        view.strides[i] = matrices->strides[3 - i];
    }
    return view;
}

/* Windows that cover the full image: products of matrices whose rows are images, and outputs. */
static int run_full_window(const struct conv *c, struct rt_error *err)
{
    const int64_t depth = c->channels * c->taps, groups = c->groups;
    const enum rt_dtype type = c->call->out.dtype;
    const struct rt_view images = {.data = c->image,
                                   .dtype = type,
                                   .ndim = 3,
                                   .shape = {groups, c->images, depth},
                                   .strides = {depth, groups * depth, 1}};
    const struct rt_view outs = {.data = c->out,
                                 .dtype = type,
                                 .ndim = 3,
                                 .shape = {groups, c->images, c->per},
                                 .strides = {c->per, groups * c->per, 1}};
    const struct rt_view weight = {.data = c->weight,
                                   .dtype = type,
                                   .ndim = 3,
                                   .shape = {groups, c->per, depth},
                                   .strides = {c->per * depth, depth, 1}};
    struct rt_matmul_call call = {.alpha = rt_scalar_float(1), .beta = rt_scalar_float(0)};

    switch (c->call->op) {
    case RT_CONVOLVE:
        for (int64_t n = 0; c->bias && n < c->images; n++)
            memcpy(at(c, c->out, n * groups * c->per), c->bias, (size_t)(groups * c->per) * c->size);
        call.beta = rt_scalar_float(c->bias ? 1 : 0);
        call.out = outs;
        call.a = images;
        call.b = transposed(&weight);
        break;
    case RT_CONVOLVE_INPUT:
        call.out = images;
        call.a = outs;
        call.b = weight;
        break;
    default:
        call.out = weight;
        call.a = transposed(&outs);
        call.b = images;
    }
    return rt_cpu_matmul(c->device, &call, err);
}

/* The call as a direct convolution: the image over the weights, or the gradient over the flipped weights. */
static struct rt_conv_problem problem_of(const struct conv *c)
{
    const struct rt_window *w = &c->call->window;
    bool back = c->call->op == RT_CONVOLVE_INPUT;
    struct rt_conv_problem s = {.device = c->device,
                                .wide = c->wide,
                                .images = c->images,
                                .groups = c->groups,
                                .channels = c->channels,
                                .outputs = c->per,
                                .height = c->patches.height,
                                .width = c->patches.width,
                                .out_height = c->patches.out_height,
                                .out_width = c->patches.out_width,
                                .from = c->image,
                                .weight = c->weight,
                                .bias = c->bias,
                                .group_step = c->per * c->channels * c->taps,
                                .output_step = c->channels * c->taps,
                                .channel_step = c->taps,
                                .to = c->out};

    for (int i = 0; i < 2; i++) {
        s.kernel[i] = w->kernel[i];
        s.stride[i] = back ? 1 : w->stride[i];
        s.dilation[i] = w->dilation[i];
        s.padding[i] = back ? (w->kernel[i] - 1) * w->dilation[i] - w->padding[i] : w->padding[i];
    }
    if (c->call->op == RT_CONVOLVE_WEIGHT) {
        s.grad = c->out;
        s.to = c->weight;
    }
    if (back) {
        s.channels = c->per;
        s.outputs = c->channels;
        s.height = c->patches.out_height;
        s.width = c->patches.out_width;
        s.out_height = c->patches.height;
        s.out_width = c->patches.width;
        s.from = c->out;
        s.to = c->image;
        s.bias = NULL;
        s.output_step = c->taps;
        s.channel_step = c->channels * c->taps;
        s.input_grad = true;
    }
    return s;
}

/* Runs the algorithm that is estimated to be the fastest; 1: that is im2col. */
static int run_algorithm(const struct conv *c, double flops, struct rt_error *err)
{
    const struct rt_window *w = &c->call->window;
    const bool back = c->call->op == RT_CONVOLVE_INPUT;
    const struct rt_direct_loops *loops = rt_direct_loops_of(c->wide);
    struct rt_conv_problem s = problem_of(c), original = s;
    enum rt_conv_algorithm algorithm;
    const bool direct_possible = (!back || (w->stride[0] == 1 && w->stride[1] == 1)) && rt_direct_applies(&s);

    if (c->direct)
        return 1;
    for (int i = 0; i < 2; i++) {
        original.stride[i] = w->stride[i];
        original.padding[i] = w->padding[i];
    }
    algorithm = rt_conv_algorithm(&s, &original, direct_possible, true);
    if (algorithm == RT_CONV_WINOGRAD) {
        const int status = rt_cpu_conv_winograd(&s, flops, err);
        if (status <= 0)
            return status;
        algorithm = rt_conv_algorithm(&s, &original, direct_possible, false);
    }
    switch (algorithm) {
    case RT_CONV_DIRECT:
        return rt_cpu_conv_direct(&s, flops, err);
    case RT_CONV_BATCHED:
        return rt_cpu_conv_batched(&original, loops, flops, err);
    case RT_CONV_BLOCKED:
        return rt_cpu_conv_blocked(&original, flops, err);
    default:
        return 1;
    }
}

static void clear(const struct rt_view *view)
{
    if (rt_view_numel(view))
        memset(view->data, 0, (size_t)rt_view_numel(view) * rt_dtype_size(view->dtype));
}

/* Half types without conversion: 1 where nothing is faster than float32. */
static int run_halves(const struct conv *c, double flops, struct rt_error *err)
{
    const struct rt_window *w = &c->call->window;
    struct rt_conv_problem s = problem_of(c);

    s.split = c->call->out.dtype == RT_FLOAT16;
    if (c->call->op == RT_CONVOLVE_WEIGHT)
        return rt_amx_weight_grad_applies(&s) ? rt_cpu_amx_weight_grad(&s, flops, err) : 1;
    if ((c->call->op == RT_CONVOLVE_INPUT && (w->stride[0] != 1 || w->stride[1] != 1)) || !rt_amx_conv_applies(&s))
        return 1;
    return rt_cpu_amx_conv(&s, flops, err);
}

static void dense_as(struct rt_view *view, char *memory)
{
    view->data = memory;
    view->dtype = RT_FLOAT32;
}

/* The same through dense floats. */
static int through_floats(struct rt_device *device, const struct rt_convolve_call *call, struct rt_error *err)
{
    const int written = call->op == RT_CONVOLVE ? 0 : call->op == RT_CONVOLVE_INPUT ? 1 : 2;
    struct rt_convolve_call floats = *call;
    struct rt_view *views[4] = {&floats.out, &floats.image, &floats.weight, &floats.bias};
    const struct rt_view *halves[4] = {&call->out, &call->image, &call->weight, &call->bias};
    struct rt_cast_copy_call copy;
    int64_t sizes[4], all = 0;
    int status = 0;
    char *memory;

    for (int i = 0; i < 4; i++)
        all += sizes[i] = halves[i]->data ? (rt_view_numel(halves[i]) * 4 + 63) / 64 * 64 : 0;
    memory = rt_device_cpu()->ops->alloc(device, (size_t)all, err);
    if (!memory)
        return -1;
    for (int64_t i = 0, at = 0; i < 4 && status == 0; at += sizes[i++]) {
        if (!halves[i]->data)
            continue;
        dense_as(views[i], memory + at);
        copy = (struct rt_cast_copy_call){.out = *views[i], .in = *halves[i]};
        status = i == written ? 0 : rt_cpu_cast_copy(device, &copy, err);
    }
    if (status == 0)
        status = rt_cpu_convolve(device, &floats, err);
    copy = (struct rt_cast_copy_call){.out = *halves[written], .in = *views[written]};
    if (status == 0)
        status = rt_cpu_cast_copy(device, &copy, err);
    rt_device_cpu()->ops->free(device, memory, (size_t)all);
    return status;
}

int rt_cpu_convolve(struct rt_device *device, const struct rt_convolve_call *call, struct rt_error *err)
{
    const struct rt_view *image = &call->image, *weight = &call->weight, *out = &call->out;
    struct conv c = {.call = call, .device = device, .image = image->data, .weight = weight->data, .out = out->data};
    const struct rt_window *w = &call->window;
    struct tiles tiles = {.conv = &c};
    double flops;

    if (call->op == RT_CONVOLVE && rt_dtype_is_integral(out->dtype) && out->dtype != RT_BOOL)
        return rt_cpu_conv_integer(call, err);
    if (out->dtype != RT_FLOAT32 && out->dtype != RT_FLOAT64 && out->dtype != RT_FLOAT16 && out->dtype != RT_BFLOAT16)
        return rt_error_set(err, RT_NOT_IMPLEMENTED, "\"slow_conv2d_cpu\" not implemented for '%s'",
                            rt_dtype_table[out->dtype].scalar);
    c.wide = out->dtype == RT_FLOAT64;
    c.size = rt_dtype_size(out->dtype);
    c.loops = rt_conv_loops_of(c.wide);
    c.bias = call->bias.data;
    c.patches = (struct rt_patches){*w, image->shape[2], image->shape[3], out->shape[2], out->shape[3]};
    c.images = image->shape[0];
    c.groups = call->groups;
    c.channels = weight->shape[1];
    c.per = weight->shape[0] / c.groups;
    c.taps = w->kernel[0] * w->kernel[1];
    c.pixels = image->shape[2] * image->shape[3];
    c.positions = out->shape[2] * out->shape[3];
    c.direct = c.taps == 1 && w->stride[0] == 1 && w->stride[1] == 1 && !w->padding[0] && !w->padding[1] &&
               image->shape[2] == out->shape[2] && image->shape[3] == out->shape[3]; /* nothing beside the results */
    flops = 2.0 * (double)rt_view_numel(out) * (double)(c.channels * c.taps);
    if (rt_view_numel(out) == 0 || rt_view_numel(weight) == 0 || rt_view_numel(image) == 0) {
        if (call->op == RT_CONVOLVE && rt_view_numel(out))
            for (int64_t n = 0; n < c.images; n++)
                put_bias(&c, 0, c.groups * c.per, at(&c, c.out, n * c.groups * c.per * c.positions), c.positions,
                         c.positions);
        else if (call->op != RT_CONVOLVE)
            clear(call->op == RT_CONVOLVE_INPUT ? image : weight);
        return 0;
    }
    if (c.size == 2) {
        const int status = run_halves(&c, flops, err);
        return status <= 0 ? status : through_floats(device, call, err);
    }
    if (c.positions == 1 && w->kernel[0] == image->shape[2] && w->kernel[1] == image->shape[3] && !w->padding[0] &&
        !w->padding[1] && w->dilation[0] == 1 && w->dilation[1] == 1 && c.taps > 1)
        return run_full_window(&c, err);
    if (c.channels == 1 && c.per == 1 && c.groups > 1) {
        const struct rt_depthwise_problem depthwise = {.device = device,
                                                       .op = call->op,
                                                       .patches = &c.patches,
                                                       .wide = c.wide,
                                                       .images = c.images,
                                                       .channels = c.groups,
                                                       .image = c.image,
                                                       .weight = c.weight,
                                                       .out = c.out,
                                                       .bias = c.bias};
        if (rt_depthwise_applies(&depthwise))
            return rt_cpu_conv_depthwise(&depthwise, flops, err);
    }
    if (call->op != RT_CONVOLVE_WEIGHT) {
        const int status = run_algorithm(&c, flops, err);
        if (status <= 0)
            return status;
    }
    if (call->op == RT_CONVOLVE_WEIGHT && !c.direct) {
        struct rt_weight_grad_problem weight_grad = {.device = device,
                                                     .patches = &c.patches,
                                                     .wide = c.wide,
                                                     .images = c.images,
                                                     .groups = c.groups,
                                                     .channels = c.channels,
                                                     .outputs = c.per,
                                                     .from = c.image,
                                                     .grad = c.out,
                                                     .weight = c.weight};
        if (rt_weight_grad_applies(&weight_grad))
            return rt_cpu_conv_weight_grad(&weight_grad, flops, err);
    }
    if (c.channels == 1 && c.groups > 1 && call->op == RT_CONVOLVE_WEIGHT) {
        struct rt_conv_problem s = problem_of(&c);
        return rt_cpu_conv_direct_weight(&s, flops, err);
    }
    if (c.channels == 1 && c.groups > 1)
        return run_planes(&c, &tiles, flops, err);
    return call->op == RT_CONVOLVE         ? run_forward(&c, &tiles, flops, err)
           : call->op == RT_CONVOLVE_INPUT ? run_input(&c, &tiles, flops, err)
                                           : run_weight(&c, &tiles, flops, err);
}
