/* The kernel class `sample` of the CUDA backend: images sampled at the coordinates of a grid (grid_sample). A thread
   takes a position: it finds the pixels there and their weights once (sample_coordinates.h) and goes through the
   channels with them. Gradients of positions are sums of one thread; those of images, which many positions share, are
   added by atomic sums. */
#include "cuda/cuda.cuh"

#define INLINE_COORDINATE static __device__ inline
#define NAME(x) x
#define T float
#define FLOOR floorf
#include "sample_coordinates.h"
#undef T
#undef FLOOR
#define T double
#define FLOOR floor
#include "sample_coordinates.h"
#undef T
#undef FLOOR

static __device__ inline float below_of(float x)
{
    return floorf(x);
}
static __device__ inline double below_of(double x)
{
    return floor(x);
}
static __device__ inline float nearest_to(float x)
{
    return rintf(x);
}
static __device__ inline double nearest_to(double x)
{
    return rint(x);
}

/* A call without its views; all of them are dense. */
struct look {
    bool align;
    enum rt_sample_padding padding;
    int32_t size[3]; /* of the image; of two dimensions the first is 1 */
    int64_t images, channels, pixels, positions;
    const void *in, *grid, *grad;
    void *out, *grad_in, *grad_grid;
};

/* The taps of a position along one dimension: pixels, -1 outside, their weights, and how these change. */
template <class R, int COUNT> struct line {
    int32_t at[COUNT];
    R weight[COUNT], derivative[COUNT];
};

template <class R>
static __device__ inline void look_along(const struct look &l, R position, int32_t size, struct line<R, 1> *to)
{
    const R x = nearest_to(inside(l.align, l.padding, coordinate_of(l.align, position, (R)size), (R)size));

    to->at[0] = x >= 0 && x <= (R)(size - 1) ? (int32_t)x : -1;
    to->weight[0] = 1;
    to->derivative[0] = 0;
}
template <class R>
static __device__ inline void look_along(const struct look &l, R position, int32_t size, struct line<R, 2> *to)
{
    const R x = inside(l.align, l.padding, coordinate_of(l.align, position, (R)size), (R)size), low = below_of(x);

    to->weight[1] = x - low;
    to->weight[0] = 1 - to->weight[1];
    for (int k = 0; k < 2; k++) {
        const R pixel = low + (R)k;
        to->at[k] = pixel >= 0 && pixel <= (R)(size - 1) ? (int32_t)pixel : -1;
        to->derivative[k] = to->at[k] < 0 ? 0 : k ? 1 : -1;
    }
}
template <class R>
static __device__ inline void look_along(const struct look &l, R position, int32_t size, struct line<R, 4> *to)
{
    const R x = coordinate_of(l.align, position, (R)size), low = below_of(x);

    cubic_weights(x - low, &to->weight[0], &to->weight[1], &to->weight[2], &to->weight[3]);
    cubic_derivatives(x - low, &to->derivative[0], &to->derivative[1], &to->derivative[2], &to->derivative[3]);
    for (int k = 0; k < 4; k++) {
        const R pixel = inside(l.align, l.padding, low + (R)(k - 1), (R)size);
        to->at[k] = pixel >= 0 && pixel <= (R)(size - 1) ? (int32_t)pixel : -1;
    }
}

/* All pixels of a position: DIMS dimensions of COUNT taps each. */
template <class R, int COUNT, int DIMS> struct taps {
    static constexpr int all = DIMS == 3 ? COUNT * COUNT * COUNT : COUNT * COUNT;
    struct line<R, COUNT> along[DIMS]; /* the last dimension last */
    int32_t at[all];
    R weight[all];

    /* Which of the taps of dimension d tap t has: neighbours in memory side by side in images, slices side by side in
       volumes, as the CPU adds them. */
    static __device__ inline int part(int t, int d)
    {
        for (int k = DIMS == 2 ? 1 - d : d; k > 0; k--)
            t /= COUNT;
        return t % COUNT;
    }
    /* Tap t with the derivative of dimension `derivative` (-1: of none) instead of its weight. Outside it is zero, but
       nan stays nan where the CPU's loops leave it. */
    __device__ inline R factor(int t, int derivative) const
    {
        const bool keeps = DIMS == 2 && COUNT > 1 && (derivative < 0 || COUNT == 4);
        bool there = true;
        R product = 1;
        RT_UNROLL for (int d = 0; d < DIMS; d++)
        {
            const int k = part(t, d);
            const R w = d == derivative ? along[d].derivative[k] : along[d].weight[k];
            const bool here = along[d].at[k] >= 0;
            product *= here || COUNT == 4 ? w : keeps ? w - w : 0;
            there = there && here;
        }
        return there || COUNT != 4 ? product : product - product;
    }
    __device__ inline void look(const struct look &l, const R *position)
    {
        RT_UNROLL for (int d = 0; d < DIMS; d++)
            look_along<R>(l, position[DIMS - 1 - d], l.size[3 - DIMS + d], &along[d]);
        RT_UNROLL for (int t = 0; t < all; t++)
        {
            bool there = true;
            int32_t pixel = 0;
            RT_UNROLL for (int d = 0; d < DIMS; d++)
            {
                const int32_t k = along[d].at[part(t, d)];
                there = there && k >= 0;
                pixel = pixel * l.size[3 - DIMS + d] + (k < 0 ? 0 : k);
            }
            at[t] = there || COUNT != 4 ? pixel : 0;
            weight[t] = factor(t, -1);
        }
    }
};

/* Blocks in x for positions, in y for channels. */
template <class R, int COUNT, int DIMS> static __global__ void __launch_bounds__(RT_THREADS) look_kernel(struct look l)
{
    for (RT_EACH(e, l.images * l.positions)) {
        const int64_t image = e / l.positions, position = e - image * l.positions;
        const R *in = (const R *)l.in + image * l.channels * l.pixels;
        R *out = (R *)l.out + image * l.channels * l.positions + position;
        struct taps<R, COUNT, DIMS> taps;
        taps.look(l, (const R *)l.grid + e * DIMS);
        for (RT_EACH_PLANE(c, l.channels)) {
            const R *from = in + c * l.pixels;
            R sum = 0;
            RT_UNROLL for (int t = 0; t < taps.all; t++) if (taps.weight[t] != 0) sum +=
                taps.weight[t] * from[taps.at[t]];
            out[c * l.positions] = sum;
        }
    }
}

template <class R, int COUNT, int DIMS> static __global__ void __launch_bounds__(RT_THREADS) back_kernel(struct look l)
{
    for (RT_EACH(e, l.images * l.positions)) {
        const int64_t image = e / l.positions, position = e - image * l.positions,
                      first = image * l.channels * l.pixels;
        const R *grad = (const R *)l.grad + image * l.channels * l.positions + position;
        const R *own = (const R *)l.grid + e * DIMS;
        struct taps<R, COUNT, DIMS> taps;
        R sums[taps.all];
        taps.look(l, own);
        RT_UNROLL for (int t = 0; t < taps.all; t++) sums[t] = 0;
        for (RT_EACH_PLANE(c, l.channels)) {
            const R g = grad[c * l.positions];
            if (l.grad_in) {
                R *to = (R *)l.grad_in + first + c * l.pixels;
                RT_UNROLL for (int t = 0; t < taps.all; t++) if (taps.weight[t] != 0)
                    atomicAdd(&to[taps.at[t]], taps.weight[t] * g);
            }
            if (l.grad_grid && COUNT > 1) {
                const R *from = (const R *)l.in + first + c * l.pixels;
                RT_UNROLL for (int t = 0; t < taps.all; t++) sums[t] += g * from[taps.at[t]];
            }
        }
        RT_UNROLL for (int d = 0; d < DIMS; d++)
        {
            if (!l.grad_grid)
                break;
            const int32_t size = l.size[3 - DIMS + d];
            const enum rt_sample_padding padding = COUNT == 4 ? RT_SAMPLE_ZEROS : l.padding;
            R sum = 0;
            RT_UNROLL for (int t = 0; t < taps.all; t++)
            {
                const R derivative = taps.factor(t, d);
                if (derivative != 0)
                    sum += derivative * sums[t];
            }
            ((R *)l.grad_grid)[e * DIMS + DIMS - 1 - d] =
                COUNT == 1 ? 0 : sum * speed_of(l.align, padding, own[DIMS - 1 - d], (R)size);
        }
    }
}

/* ---- the call --------------------------------------------------------------------------------------------------- */

/* Positions are the elements of the grid's planes, channels these planes, unless a thread adds up all of them. */
template <class R, int COUNT, int DIMS>
static void launch(const struct cuda_device *d, const struct look &given, cudaStream_t stream)
{
    const struct look l = given;
    const int64_t positions = l.images * l.positions;
    const struct rt_planes alone = {dim3(rt_blocks(d, positions)), dim3(RT_THREADS)},
                           grid = l.grad_grid ? alone : rt_planes_of(d, l.channels, positions);

    if (l.grad)
        RT_LAUNCH((back_kernel<R, COUNT, DIMS>), grid.blocks, grid.threads, stream, l);
    else
        RT_LAUNCH((look_kernel<R, COUNT, DIMS>), grid.blocks, grid.threads, stream, l);
}

template <class R>
static int sample_as(struct cuda_device *d, const struct rt_sample_call *call, const struct look &l,
                     struct rt_error *err)
{
    const cudaStream_t stream = rt_cuda_stream(d);
    const bool flat = call->in.ndim == 4;

    if (call->mode == RT_SAMPLE_BICUBIC)
        launch<R, 4, 2>(d, l, stream);
    else if (call->mode == RT_SAMPLE_NEAREST && flat)
        launch<R, 1, 2>(d, l, stream);
    else if (call->mode == RT_SAMPLE_NEAREST)
        launch<R, 1, 3>(d, l, stream);
    else if (flat)
        launch<R, 2, 2>(d, l, stream);
    else
        launch<R, 2, 3>(d, l, stream);
    return rt_cuda_launched(d, err);
}

static int clear(struct rt_device *device, const struct rt_view *view, struct rt_error *err)
{
    struct rt_fill_call fill = {};

    if (!view->data)
        return 0;
    fill.kind = RT_FILL_CONSTANT;
    fill.start = rt_scalar_float(0);
    fill.out = *view;
    return rt_cuda_fill(device, &fill, err);
}

extern "C" int rt_cuda_sample(struct rt_device *device, const struct rt_sample_call *call, struct rt_error *err)
{
    const struct rt_view *out = call->grad.data ? &call->grad : &call->out;
    struct look l = {};

    l.pixels = 1;
    l.size[0] = 1;
    for (int i = 2; i < call->in.ndim; i++)
        l.pixels *= call->in.shape[i];
    if ((call->in.dtype != RT_FLOAT32 && call->in.dtype != RT_FLOAT64) || l.pixels > INT32_MAX)
        return rt_error_set(err, RT_NOT_IMPLEMENTED, "\"grid_sampler\" not implemented for '%s'",
                            rt_dtype_table[call->in.dtype].scalar);
    for (int i = 2; i < call->in.ndim; i++)
        l.size[3 - call->in.ndim + i] = (int32_t)call->in.shape[i];
    if (call->grad.data && clear(device, &call->grad_in, err) < 0)
        return -1;
    if (rt_view_numel(out) == 0)
        return call->grad.data ? clear(device, &call->grad_grid, err) : 0;
    l.align = call->align;
    l.padding = call->padding;
    l.images = out->shape[0];
    l.channels = out->shape[1];
    l.positions = rt_view_numel(out) / l.images / l.channels;
    l.in = call->in.data;
    l.grid = call->grid.data;
    l.out = call->out.data;
    l.grad = call->grad.data;
    l.grad_in = call->grad.data ? call->grad_in.data : NULL;
    l.grad_grid = call->grad.data ? call->grad_grid.data : NULL;
    if (call->in.dtype == RT_FLOAT32)
        return sample_as<float>(cuda_of(device), call, l, err);
    return sample_as<double>(cuda_of(device), call, l, err);
}
