/* Convolutions of integers, position by position, in the arithmetic of their type. Knows dense views, no tensors. */
#include "cpu_conv.h"

#define TILE_STEPS 4000000 /* multiplications of a tile, about */

struct full {
    const struct rt_convolve_call *call;
    int64_t channels, per; /* of a group: channels, results */
};

/* Rows [begin, end) of results, counted over images and channels. Sums wrap, as in the type itself. */
#define ROWS(type, wide)                                                                                               \
    static void rows_##type(const struct full *w, int64_t begin, int64_t end)                                          \
    {                                                                                                                  \
        const struct rt_window *k = &w->call->window;                                                                  \
        const int64_t *in = w->call->image.shape, *size = w->call->out.shape;                                          \
        const type *bias = w->call->bias.data;                                                                         \
        for (int64_t row = begin; row < end; row++) {                                                                  \
            int64_t y = row % size[2], m = row / size[2] % size[1], n = row / size[2] / size[1];                       \
            const type *image =                                                                                        \
                (const type *)w->call->image.data + (n * in[1] + m / w->per * w->channels) * in[2] * in[3];            \
            const type *taps = (const type *)w->call->weight.data + m * w->channels * k->kernel[0] * k->kernel[1];     \
            type *out = (type *)w->call->out.data + row * size[3];                                                     \
            for (int64_t x = 0; x < size[3]; x++) {                                                                    \
                wide sum = bias ? (wide)bias[m] : 0;                                                                   \
                for (int64_t c = 0; c < w->channels; c++)                                                              \
                    for (int64_t i = 0; i < k->kernel[0]; i++) {                                                       \
                        int64_t from = y * k->stride[0] - k->padding[0] + i * k->dilation[0];                          \
                        if (from < 0 || from >= in[2])                                                                 \
                            continue;                                                                                  \
                        for (int64_t j = 0; j < k->kernel[1]; j++) {                                                   \
                            int64_t at = x * k->stride[1] - k->padding[1] + j * k->dilation[1];                        \
                            if (at >= 0 && at < in[3])                                                                 \
                                sum += (wide)image[(c * in[2] + from) * in[3] + at] *                                  \
                                       (wide)taps[(c * k->kernel[0] + i) * k->kernel[1] + j];                          \
                        }                                                                                              \
                    }                                                                                                  \
                out[x] = (type)sum;                                                                                    \
            }                                                                                                          \
        }                                                                                                              \
    }
ROWS(uint8_t, uint64_t)
ROWS(int8_t, uint64_t)
ROWS(int16_t, uint64_t)
ROWS(int32_t, uint64_t)
ROWS(int64_t, uint64_t)

static int tile(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    const struct full *w = context;

    (void)err;
    switch (w->call->out.dtype) {
    case RT_UINT8:
        rows_uint8_t(w, begin, end);
        break;
    case RT_INT8:
        rows_int8_t(w, begin, end);
        break;
    case RT_INT16:
        rows_int16_t(w, begin, end);
        break;
    case RT_INT32:
        rows_int32_t(w, begin, end);
        break;
    default:
        rows_int64_t(w, begin, end);
    }
    return 0;
}

int rt_cpu_conv_integer(const struct rt_convolve_call *call, struct rt_error *err)
{
    const int64_t *size = call->out.shape;
    struct full w = {.call = call, .channels = call->weight.shape[1], .per = call->weight.shape[0] / call->groups};
    double steps =
        (double)size[3] * (double)w.channels * (double)call->window.kernel[0] * (double)call->window.kernel[1];
    int64_t rows = rt_step_mul(rt_step_mul(size[0], size[1]), size[2]),
            grain = steps < 1 ? rows : (int64_t)(TILE_STEPS / steps) + 1;

    if (rt_view_numel(&call->out) == 0)
        return 0;
    return rt_parallel_for(
        rows, grain, (double)rows * steps < 1e15 ? (int64_t)((double)rows * steps) : INT64_C(1) << 50, tile, &w, err);
}
