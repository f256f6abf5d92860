/* Convolutions with steps of one by windows that slide over padded planes: no patches are made. Owns padding, packing
   of the weights and the cut into strips; the loops are in isa/isa_slide.c. The gradient of the image is the same with
   the weights turned round. The order of additions does not depend on the cut. */
#include "cpu_conv.h"
#include "cpu_gemm.h"

#include <string.h>

#define STRIP (384 << 10) /* bytes of padded planes a tile holds, unless one row of results needs more */
#define FLOPS(x) RT_POOL_COST_OF_FLOPS((x) < 1e17 ? (x) : 1e17)

struct job {
    const struct rt_sliding *s;
    const struct rt_slide_loops *loops;
    struct rt_slide slide;
    size_t size;
    char *packed; /* of all groups */
    int64_t packed_group, rows, strips, plane;
};

static const struct rt_slide_loops *choose(bool wide)
{
    const char *capability = rt_cpu_loops()->name;

#if defined __x86_64__
    if (!strcmp(capability, "avx512"))
        return &rt_slide_avx512[wide];
    if (!strcmp(capability, "avx2"))
        return &rt_slide_avx2[wide];
#endif
    (void)capability;
    return &rt_slide_baseline[wide];
}

bool rt_slides(const struct rt_sliding *s)
{
    int64_t lanes = choose(s->wide)->lanes, vectors = (s->out_width + lanes - 1) / lanes;

    /* the weights are packed for one call: there must be places enough to make up for it */
    return s->kernel[0] * s->kernel[1] > 1 && s->images * s->out_height * s->out_width >= 1024 && s->padding[0] >= 0 &&
           s->padding[1] >= 0 && s->outputs >= 3 && s->out_width * 5 >= vectors * lanes * 3 &&
           s->channels * s->kernel[0] * s->kernel[1] <= (INT64_C(1) << 24) / s->groups;
}

/* packed[group][block of outputs][channel, tap][output], element by element. */
static void pack(const struct job *j)
{
    const struct rt_sliding *s = j->s;
    int64_t taps = s->kernel[0] * s->kernel[1], block = j->loops->block, depth = s->channels * taps;

    for (int64_t g = 0; g < s->groups; g++)
        for (int64_t m = 0; m < s->outputs; m++)
            for (int64_t c = 0; c < s->channels; c++) {
                int64_t at = g * s->group_step + m * s->output_step + c * s->channel_step;
                int64_t to = g * j->packed_group + m / block * block * depth + c * taps * block + m % block;
                for (int64_t t = 0; t < taps; t++)
                    memcpy(j->packed + (size_t)(to + t * block) * j->size,
                           (const char *)s->weight + (size_t)(at + (s->turned ? taps - 1 - t : t)) * j->size, j->size);
            }
}

/* The planes of one group and image with their borders, as many rows as a strip needs. */
static void pad(const struct job *j, const char *planes, int64_t first, char *padded)
{
    const struct rt_sliding *s = j->s;
    size_t row = (size_t)j->slide.padded_row * j->size, left = (size_t)s->padding[1] * j->size,
           inner = (size_t)s->width * j->size;
    int64_t rows = j->plane / j->slide.padded_row;

    for (int64_t c = 0; c < s->channels; c++)
        for (int64_t i = 0; i < rows; i++, padded += row) {
            int64_t y = first + i - s->padding[0];
            if (y < 0 || y >= s->height) {
                memset(padded, 0, row);
                continue;
            }
            memset(padded, 0, left);
            memcpy(padded + left, planes + (size_t)((c * s->height + y) * s->width) * j->size, inner);
            memset(padded + left + inner, 0, row - left - inner);
        }
}

/* How far behind the last pixel is read: a vector, shifted by the window's last column. */
static int64_t slack(const struct job *j)
{
    return j->loops->lanes + (j->s->kernel[1] - 1) * j->s->dilation[1];
}

static int run_strips(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    const struct job *j = context;
    const struct rt_sliding *s = j->s;
    int64_t plane = j->plane * s->channels;
    size_t bytes = (size_t)(plane + slack(j)) * j->size;
    char *padded = rt_device_cpu()->ops->alloc(s->device, bytes, err);
    int status = padded ? 0 : -1;

    if (padded) /* read, and never used */
        memset(padded + (size_t)plane * j->size, 0, (size_t)slack(j) * j->size);
    for (int64_t tile = begin; tile < end && status == 0; tile++) {
        int64_t strip = tile % j->strips, group = tile / j->strips; /* of all images */
        int64_t first = strip * j->rows;
        struct rt_slide slide = j->slide;
        slide.rows = s->out_height - first < j->rows ? s->out_height - first : j->rows;
        pad(j, (const char *)s->from + (size_t)(group * s->channels * s->height * s->width) * j->size, first, padded);
        j->loops->slide(&slide, padded, j->packed + (size_t)(group % s->groups * j->packed_group) * j->size,
                        s->bias ? (const char *)s->bias + (size_t)(group % s->groups * s->outputs) * j->size : NULL,
                        (char *)s->to +
                            (size_t)(group * s->outputs * slide.out_plane + first * s->out_width) * j->size);
        status = rt_pool_check(err);
    }
    if (padded)
        rt_device_cpu()->ops->free(s->device, padded, bytes);
    return status;
}

int rt_cpu_slide(const struct rt_sliding *s, double flops, struct rt_error *err)
{
    struct job j = {.s = s, .loops = choose(s->wide), .size = s->wide ? 8 : 4};
    int64_t depth = s->channels * s->kernel[0] * s->kernel[1], block = j.loops->block;
    int64_t row = s->width + 2 * s->padding[1], reach = (s->kernel[0] - 1) * s->dilation[0], fit;
    int64_t taps = s->kernel[0] * s->kernel[1], *offsets;
    size_t bytes, packed;
    int status;

    j.slide = (struct rt_slide){.width = s->out_width,
                                .outputs = s->outputs,
                                .out_plane = s->out_height * s->out_width,
                                .padded_row = row,
                                .depth = depth};
    fit = STRIP / (int64_t)j.size / (s->channels * row) - reach;
    j.rows = fit < 1 ? 1 : fit > s->out_height ? s->out_height : fit;
    j.strips = (s->out_height + j.rows - 1) / j.rows;
    j.rows = (s->out_height + j.strips - 1) / j.strips;
    j.packed_group = (s->outputs + block - 1) / block * block * depth;
    j.plane = (j.rows + reach) * row;
    packed = ((size_t)(s->groups * j.packed_group) * j.size + 63) / 64 * 64;
    bytes = packed + (size_t)depth * sizeof *offsets;
    if (!(j.packed = rt_device_cpu()->ops->alloc(s->device, bytes, err)))
        return -1;
    if (s->outputs % block)
        memset(j.packed, 0, packed);
    pack(&j);
    offsets = (int64_t *)(void *)(j.packed + packed);
    for (int64_t t = 0; t < depth; t++)
        offsets[t] =
            t / taps * j.plane + t % taps / s->kernel[1] * s->dilation[0] * row + t % s->kernel[1] * s->dilation[1];
    j.slide.offsets = offsets;
    status = rt_parallel_for(s->images * s->groups * j.strips, 1, FLOPS(flops), run_strips, &j, err);
    rt_device_cpu()->ops->free(s->device, j.packed, bytes);
    return status;
}
