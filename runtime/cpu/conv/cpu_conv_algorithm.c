/* Algorithm selection of convolutions: about how many cycles each algorithm takes, from measurements. All calculate the
   same sums; they differ in what is lost to borders, to planes and channels that are no multiple of a vector, and to
   packing. Must not know data: it sees sizes only. */
#include "cpu_conv.h"

/* cycles for each element of these */
#define TRANSPOSE_WEIGHT 1.3  /* of weights transposed for blocks of outputs */
#define PUT_RESULT 0.6        /* of results transposed back */
#define PUT_PHASE 2.0         /* the same where they are put between those of other phases */
#define PACK_COLUMN 1.0       /* of columns of a product */
#define PACK_STRIDED 2.5      /* the same where windows step by more than one pixel */
#define REACH_ROW 1.5         /* of a tile of positions, for each row of each window's pixels */
#define FOLD_COLUMN 1.0       /* of columns of its gradient */
#define PACK_WEIGHT 0.8       /* of weights as a side of a product */
#define PACK_EVERY_SECOND 0.3 /* of images of which windows take every second pixel, */
#define PACK_STEPS 1.0        /* or fewer */
#define BLOCKED_COST 1.07     /* times the least for its multiplications */
#define PRODUCT 1.12
#define WINOGRAD_COST 1.15  /* times the least of Winograd's, */
#define WINOGRAD_PIXELS 90  /* of a vector of tiles and each channel, */
#define WINOGRAD_RESULTS 60 /* each output, */
#define WINOGRAD_WEIGHT 25  /* and of each weight */
#define DIRECT_SMALL 1.35   /* the same of direct convolutions, whose registers hold few outputs, */
#define SMALL_OUTPUTS 4     /* so many: each vector of pixels is loaded for few multiplications */
#define HALF_BLOCK 1.1      /* where a block of outputs is one vector: a pixel is loaded for each multiplication */
#define MOVE_BATCHED 0.6    /* of pixels and results transposed, where lanes are images */
#define LONG_ROW 512        /* taps times positions of a direction that are not looked at one by one */

/* How well `count` results side by side use the registers. */
static double use_of(int64_t count, int64_t capacity, int64_t lanes)
{
    static const double small[] = {0.55, 0.85, 1};
    const int64_t vectors = (capacity + lanes - 1) / lanes;

    return (double)count / (double)(vectors * lanes) * small[vectors > 3 ? 2 : vectors - 1];
}

double rt_conv_taps_used(const struct rt_conv_problem *s, int d)
{
    const int64_t positions = d ? s->out_width : s->out_height, size = d ? s->width : s->height;
    int64_t count = 0;

    if (positions * s->kernel[d] > LONG_ROW)
        return s->input_grad ? 1.0 / (double)s->stride[d] : 1;
    for (int64_t p = 0; p < positions; p++)
        for (int64_t t = 0; t < s->kernel[d]; t++) {
            int64_t pixel = t * s->dilation[d];
            if (!s->input_grad)
                pixel += p * s->stride[d] - s->padding[d];
            else {
                pixel = p + s->padding[d] - pixel;
                if (pixel % s->stride[d])
                    continue;
                pixel /= s->stride[d];
            }
            count += pixel >= 0 && pixel < size;
        }
    return (double)count / (double)(positions * s->kernel[d]);
}

/* Outputs rounded up as direct convolutions take them, and as blocked ones do. */
static int64_t by_tiles(int64_t outputs, int64_t most)
{
    const int64_t rest = outputs % most;

    if (rest == 0 || rest == 1)
        return outputs;
    return outputs - rest + (rest <= 4 ? 4 : rest <= 6 ? 6 : most);
}

static double by_blocks(int64_t outputs, int64_t lanes)
{
    const int64_t rest = outputs % (2 * lanes);

    return (double)(outputs - rest) + (rest == 0 ? 0 : rest <= lanes ? HALF_BLOCK * (double)lanes : 2 * (double)lanes);
}

/* Times the least, for loops whose vectors are positions. */
static double by_registers(const struct rt_direct_loops *loops)
{
    return loops->block > SMALL_OUTPUTS ? 1 : DIRECT_SMALL;
}

/* The cost of a direct convolution of which an output takes `each` cycles where nothing is lost. */
static double direct_cost(const struct rt_conv_problem *s, const struct rt_direct_loops *loops, double each)
{
    const bool shared = s->channels == 1 && s->stride[0] == 1 && s->stride[1] == 1; /* pixels, by rows of positions */
    const int64_t pitch = s->out_width + (s->kernel[1] - 1) * s->dilation[1] / s->stride[1];
    const double pixels = (double)(s->images * s->groups * s->channels) * (double)(s->height * s->width);
    const double pack_cost = s->stride[1] == 1 ? 0 : s->stride[1] > 2 ? PACK_STEPS : PACK_EVERY_SECOND;

    return each * (shared ? 1 : by_registers(loops)) * (double)by_tiles(s->outputs, loops->block) /
               use_of(s->out_height * s->out_width, (s->out_height - 1) * pitch + s->out_width, loops->lanes) +
           pixels * pack_cost;
}

/* Positions are counted as those of a plane that is not cut. */
static double winograd_cost(const struct rt_conv_problem *s, int64_t lanes)
{
    const int64_t rows = (s->out_height + 1) / 2, columns = (s->out_width + 1) / 2 + 1,
                  vectors = (rows * columns - 1 + lanes - 1) / lanes;
    const double all = (double)(s->images * s->groups) * (double)vectors, channels = (double)s->channels,
                 outputs = (double)((s->outputs + RT_WINOGRAD_BLOCK - 1) / RT_WINOGRAD_BLOCK * RT_WINOGRAD_BLOCK);

    return all *
               (16 * channels * outputs / 2 * WINOGRAD_COST + channels * WINOGRAD_PIXELS + outputs * WINOGRAD_RESULTS) +
           channels * outputs * (double)s->groups * WINOGRAD_WEIGHT;
}

enum rt_conv_algorithm rt_conv_algorithm(const struct rt_conv_problem *s, const struct rt_conv_problem *original,
                                         bool direct_possible, bool plain)
{
    const struct rt_direct_loops *loops = rt_direct_loops_of(s->wide);
    const int64_t lanes = loops->lanes, positions = original->out_height * original->out_width;
    const double depth = (double)(s->channels * s->kernel[0] * s->kernel[1]), outputs = (double)s->outputs;
    const double all = (double)original->images * (double)positions * (double)s->groups,
                 weights = depth * (double)s->groups;
    const double pixels =
        (double)(original->images * s->groups * s->channels) * (double)(original->height * original->width);
    const double each = all * depth / (double)(2 * lanes); /* cycles of an output where nothing is lost */
    const double packed = (double)original->images * weights * outputs * PACK_WEIGHT; /* for each image anew */
    const double rows = rt_conv_taps_used(original, 0), columns = rt_conv_taps_used(original, 1);
    const bool phases = original->input_grad && (original->stride[0] > 1 || original->stride[1] > 1);
    double least, cost;
    enum rt_conv_algorithm algorithm = RT_CONV_IM2COL;

    if (original->input_grad)
        least = each * outputs * rows * columns * PRODUCT + packed +
                all * depth / (double)s->channels * outputs * rows * columns * FOLD_COLUMN;
    else
        least = each * outputs * PRODUCT + all * depth * (s->stride[1] > 1 ? PACK_STRIDED : PACK_COLUMN) + packed;
    if (direct_possible) { /* in whose place a product is made only of pixels themselves */
        cost = direct_cost(s, loops, each);
        if (cost < least || original->input_grad || s->kernel[0] * s->kernel[1] > 1) {
            algorithm = RT_CONV_DIRECT;
            least = cost;
        }
    }
    if (rt_batched_applies(original, (int)lanes)) {
        cost = each * by_registers(loops) * (double)by_tiles(s->outputs, loops->block) * rows * columns /
                   use_of(original->images, original->images, lanes) +
               MOVE_BATCHED * (pixels + all * outputs);
        if (cost * 1.1 < least) {
            algorithm = RT_CONV_BATCHED;
            least = cost;
        }
    }
    if (rt_blocked_applies(original)) {
        const int64_t together = loops->block > SMALL_OUTPUTS ? 12 : 6; /* positions of a tile */
        const double tiles =
            all / (double)original->out_width * (double)((original->out_width + together - 1) / together);
        cost = each * by_blocks(s->outputs, lanes) * rows *
                   (original->input_grad || rt_blocked_by_kinds(original) ? columns : 1) * BLOCKED_COST +
               tiles * depth / (double)s->kernel[1] * rows * by_blocks(s->outputs, lanes) / (double)(2 * lanes) *
                   REACH_ROW +
               weights * by_blocks(s->outputs, lanes) * TRANSPOSE_WEIGHT +
               all * outputs * (phases ? PUT_PHASE : PUT_RESULT);
        if (cost < least) {
            algorithm = RT_CONV_BLOCKED;
            least = cost;
        }
    }
    if (plain && rt_winograd_applies(s) && (!phases && winograd_cost(s, lanes) < least))
        algorithm = RT_CONV_WINOGRAD;
    return algorithm;
}
