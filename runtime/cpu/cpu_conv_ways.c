/* Which of the ways to a convolution is the shortest: about how many cycles each takes, from measurements. All
   calculate the same sums; what differs is what is lost to borders, to planes and channels that are no multiples of
   vectors, and to laying things out. Knows no data. */
#include "cpu_conv.h"

/* cycles for each element of these */
#define TURN_WEIGHT 1.3      /* of weights turned by spreading */
#define PUT_RESULT 0.6       /* of results turned back */
#define PUT_PHASE 2.0        /* the same where they are put between those of other phases */
#define LAY_COLUMN 1.0       /* of columns of a product */
#define LAY_APART 2.5        /* the same where windows step by more than one pixel */
#define REACH_ROW 1.5        /* of a tile of places, for each row of each window's pixels */
#define FOLD_COLUMN 1.0      /* of columns of its gradient */
#define PACK_WEIGHT 0.8      /* of weights as a side of a product */
#define LAY_EVERY_SECOND 0.3 /* of images of which windows take every second pixel, */
#define LAY_STEPS 1.0        /* or fewer */
#define SPREADING 1.07       /* times the least for its multiplications */
#define PRODUCT 1.12
#define SLIDING_FEW 1.35 /* the same of windows that slide, where registers hold few outputs, */
#define FEW_OUTPUTS 4    /* so many: each vector of pixels is loaded for few multiplications */
#define HALF_BLOCK 1.1   /* where a block of outputs is one vector: a pixel is loaded for each multiplication */
#define LONG_ROW 512     /* taps times places of a direction that are not looked at one by one */

/* How well `count` results side by side use the registers. */
static double use_of(int64_t count, int64_t room, int64_t lanes)
{
    static const double few[] = {0.55, 0.85, 1};
    const int64_t vectors = (room + lanes - 1) / lanes;

    return (double)count / (double)(vectors * lanes) * few[vectors > 3 ? 2 : vectors - 1];
}

double rt_conv_seen(const struct rt_sliding *s, int d)
{
    const int64_t places = d ? s->out_width : s->out_height, size = d ? s->width : s->height;
    int64_t count = 0;

    if (places * s->kernel[d] > LONG_ROW)
        return s->turned ? 1.0 / (double)s->stride[d] : 1;
    for (int64_t p = 0; p < places; p++)
        for (int64_t t = 0; t < s->kernel[d]; t++) {
            int64_t pixel = t * s->dilation[d];
            if (!s->turned)
                pixel += p * s->stride[d] - s->padding[d];
            else {
                pixel = p + s->padding[d] - pixel;
                if (pixel % s->stride[d])
                    continue;
                pixel /= s->stride[d];
            }
            count += pixel >= 0 && pixel < size;
        }
    return (double)count / (double)(places * s->kernel[d]);
}

/* Outputs as windows that slide take them, and as blocks of vectors. */
static int64_t by_tiles(int64_t outputs, int64_t most)
{
    const int64_t rest = outputs % most;

    return outputs - rest + (rest == 0 ? 0 : rest == 1 ? 1 : rest <= 4 ? 4 : most);
}

static double by_blocks(int64_t outputs, int64_t lanes)
{
    const int64_t rest = outputs % (2 * lanes);

    return (double)(outputs - rest) + (rest == 0 ? 0 : rest <= lanes ? HALF_BLOCK * (double)lanes : 2 * (double)lanes);
}

/* Times the least, for loops whose vectors are places. */
static double by_registers(const struct rt_slide_loops *loops)
{
    return loops->block > FEW_OUTPUTS ? 1 : SLIDING_FEW;
}

/* What windows that slide take, of which an output takes `each` cycles where nothing is lost. */
static double sliding_cost(const struct rt_sliding *s, const struct rt_slide_loops *loops, double each)
{
    const bool shared = s->channels == 1 && s->stride[0] == 1 && s->stride[1] == 1; /* pixels, by rows of places */
    const int64_t pitch = s->out_width + (s->kernel[1] - 1) * s->dilation[1] / s->stride[1];
    const double pixels = (double)(s->images * s->groups * s->channels) * (double)(s->height * s->width);
    const double lay = s->stride[1] == 1 ? 0 : s->stride[1] > 2 ? LAY_STEPS : LAY_EVERY_SECOND;

    return each * (shared ? 1 : by_registers(loops)) * (double)by_tiles(s->outputs, loops->block) /
               use_of(s->out_height * s->out_width, (s->out_height - 1) * pitch + s->out_width, loops->lanes) +
           pixels * lay;
}

enum rt_conv_way rt_conv_way(const struct rt_sliding *s, const struct rt_sliding *crowd, bool slides)
{
    const struct rt_slide_loops *loops = rt_slide_loops_of(s->wide);
    const int64_t lanes = loops->lanes, places = crowd->out_height * crowd->out_width;
    const double depth = (double)(s->channels * s->kernel[0] * s->kernel[1]), outputs = (double)s->outputs;
    const double all = (double)crowd->images * (double)places * (double)s->groups, weights = depth * (double)s->groups;
    const double each = all * depth / (double)(2 * lanes); /* cycles of an output where nothing is lost */
    const double packed = (double)crowd->images * weights * outputs * PACK_WEIGHT; /* for each image anew */
    const double rows = rt_conv_seen(crowd, 0), columns = rt_conv_seen(crowd, 1);
    const bool phases = crowd->turned && (crowd->stride[0] > 1 || crowd->stride[1] > 1);
    double least, cost;
    enum rt_conv_way way = RT_CONV_PRODUCT;

    if (crowd->turned)
        least = each * outputs * rows * columns * PRODUCT + packed +
                all * depth / (double)s->channels * outputs * rows * columns * FOLD_COLUMN;
    else
        least = each * outputs * PRODUCT + all * depth * (s->stride[1] > 1 ? LAY_APART : LAY_COLUMN) + packed;
    if (slides) { /* in whose place a product is made only of pixels themselves */
        cost = sliding_cost(s, loops, each);
        if (cost < least || crowd->turned || s->kernel[0] * s->kernel[1] > 1) {
            way = RT_CONV_SLIDE;
            least = cost;
        }
    }
    if (rt_crowds(crowd, (int)lanes)) {
        cost = each * by_registers(loops) * (double)by_tiles(s->outputs, loops->block) * rows * columns /
               use_of(crowd->images, crowd->images, lanes);
        if (cost * 1.1 < least) {
            way = RT_CONV_CROWD;
            least = cost;
        }
    }
    if (rt_spreads(crowd)) {
        const int64_t together = loops->block > FEW_OUTPUTS ? 12 : 6; /* places of a tile */
        const double tiles = all / (double)crowd->out_width * (double)((crowd->out_width + together - 1) / together);
        cost = each * by_blocks(s->outputs, lanes) * rows * (crowd->turned || rt_spread_by_kinds(crowd) ? columns : 1) *
                   SPREADING +
               tiles * depth / (double)s->kernel[1] * rows * by_blocks(s->outputs, lanes) / (double)(2 * lanes) *
                   REACH_ROW +
               weights * by_blocks(s->outputs, lanes) * TURN_WEIGHT + all * outputs * (phases ? PUT_PHASE : PUT_RESULT);
        if (cost < least)
            way = RT_CONV_SPREAD;
    }
    return way;
}
