/* Windows over images: patches as columns and back, pooling and its gradients. A thread makes one result, a sum of
   float32 or, of doubles, of doubles; gradients of means are gathered by the pixels, those of maxima, of which only the
   position is known, are added by atomic sums. */
#include "cuda/cuda.cuh"

/* What a kernel needs of a view of up to six dimensions. */
struct image {
    void *data;
    int64_t shape[6], strides[6];
};

static struct image image_of(const struct rt_view *view)
{
    struct image v;

    v.data = view->data;
    for (int d = 0; d < 6; d++) {
        v.shape[d] = d < view->ndim ? view->shape[d] : 1;
        v.strides[d] = d < view->ndim ? view->strides[d] : 0;
    }
    return v;
}

static int wrong_type(enum rt_dtype dtype, const char *name, struct rt_error *err)
{
    return rt_error_set(err, RT_NOT_IMPLEMENTED, "\"%s\" not implemented for '%s'", name, rt_dtype_table[dtype].scalar);
}

/* M: the elements in memory, T: their sums. */
#define FLOAT_SWITCH(dtype, ...)                                                                                       \
    switch (dtype) {                                                                                                   \
    case RT_FLOAT16: {                                                                                                 \
        typedef half_bits M;                                                                                           \
        typedef float T;                                                                                               \
        __VA_ARGS__                                                                                                    \
        break;                                                                                                         \
    }                                                                                                                  \
    case RT_BFLOAT16: {                                                                                                \
        typedef bfloat_bits M;                                                                                         \
        typedef float T;                                                                                               \
        __VA_ARGS__                                                                                                    \
        break;                                                                                                         \
    }                                                                                                                  \
    case RT_FLOAT32: {                                                                                                 \
        typedef float M;                                                                                               \
        typedef float T;                                                                                               \
        __VA_ARGS__                                                                                                    \
        break;                                                                                                         \
    }                                                                                                                  \
    default: {                                                                                                         \
        typedef double M;                                                                                              \
        typedef double T;                                                                                              \
        __VA_ARGS__                                                                                                    \
    }                                                                                                                  \
    }

/* ---- patches ---------------------------------------------------------------------------------------------------- */

/* Images [n, c, h, w] and their columns [n, c, kh, kw, oh, ow]. */
struct patches {
    struct image image, columns;
    struct rt_window window;
    int64_t planes, coordinates; /* planes of what is written, and their elements */
    int64_t width;               /* of such a plane */
    rt_divisor by_width;
    bool small;

    __device__ inline void locate(int64_t e, int64_t *y, int64_t *x) const
    {
        *y = small ? (int64_t)rt_quotient((uint32_t)e, by_width) : e / width;
        *x = e - *y * width;
    }
};

template <class M> static __global__ void __launch_bounds__(RT_THREADS) unfold_kernel(struct patches p)
{
    const struct image &in = p.image, &out = p.columns;
    const struct rt_window &w = p.window;

    for (RT_EACH_PLANE(plane, p.planes)) {
        const int64_t j = plane % out.shape[3], above = plane / out.shape[3], i = above % out.shape[2];
        const int64_t c = above / out.shape[2] % out.shape[1], n = above / out.shape[2] / out.shape[1];
        const M *from = (const M *)in.data + n * in.strides[0] + c * in.strides[1];
        M *to = (M *)out.data + n * out.strides[0] + c * out.strides[1] + i * out.strides[2] + j * out.strides[3];
        for (RT_EACH(e, p.coordinates)) {
            int64_t y, x;
            p.locate(e, &y, &x);
            const int64_t row = y * w.stride[0] - w.padding[0] + i * w.dilation[0],
                          column = x * w.stride[1] - w.padding[1] + j * w.dilation[1];
            const bool inside = row >= 0 && row < in.shape[2] && column >= 0 && column < in.shape[3];
            to[y * out.strides[4] + x * out.strides[5]] =
                inside ? from[row * in.strides[2] + column * in.strides[3]] : M{};
        }
    }
}

/* A pixel adds the columns that fall on it, in the order of the window's elements. */
template <class M, class T> static __global__ void __launch_bounds__(RT_THREADS) fold_kernel(struct patches p)
{
    const struct image &in = p.columns, &out = p.image;
    const struct rt_window &w = p.window;

    for (RT_EACH_PLANE(plane, p.planes)) {
        const int64_t c = plane % out.shape[1], n = plane / out.shape[1];
        const M *from = (const M *)in.data + n * in.strides[0] + c * in.strides[1];
        M *to = (M *)out.data + n * out.strides[0] + c * out.strides[1];
        for (RT_EACH(e, p.coordinates)) {
            int64_t y, x;
            T sum = 0;
            p.locate(e, &y, &x);
            for (int64_t i = 0; i < in.shape[2]; i++) {
                const int64_t row = y + w.padding[0] - i * w.dilation[0];
                if (row < 0 || row % w.stride[0] || row / w.stride[0] >= in.shape[4])
                    continue;
                for (int64_t j = 0; j < in.shape[3]; j++) {
                    const int64_t column = x + w.padding[1] - j * w.dilation[1];
                    if (column >= 0 && column % w.stride[1] == 0 && column / w.stride[1] < in.shape[5])
                        sum +=
                            rt_cast<T>(from[i * in.strides[2] + j * in.strides[3] + row / w.stride[0] * in.strides[4] +
                                            column / w.stride[1] * in.strides[5]]);
                }
            }
            to[y * out.strides[2] + x * out.strides[3]] = rt_cast<M>(sum);
        }
    }
}

/* Sets up what is written, of which so many dimensions number planes; the grid. */
static struct rt_planes grid_of(const struct cuda_device *d, struct patches *p, const struct image &written,
                                int leading)
{
    p->planes = 1;
    for (int i = 0; i < leading; i++)
        p->planes *= written.shape[i];
    p->width = written.shape[leading + 1];
    p->coordinates = written.shape[leading] * p->width;
    p->small = p->coordinates <= INT32_MAX;
    p->by_width = rt_divisor_of(p->width);
    return rt_planes_of(d, p->planes, p->coordinates);
}

extern "C" int rt_cuda_unfold(struct rt_device *device, const struct rt_unfold_call *call, struct rt_error *err)
{
    struct cuda_device *cuda = cuda_of(device);
    struct patches p = {};

    if (rt_view_numel(&call->out) == 0)
        return 0;
    if (!rt_dtype_is_inexact(call->out.dtype) && call->out.dtype != RT_BOOL)
        return wrong_type(call->out.dtype, "im2col_out_cuda", err);
    p.image = image_of(&call->in);
    p.columns = image_of(&call->out);
    p.window = call->window;
    const struct rt_planes grid = grid_of(cuda, &p, p.columns, 4);
    RT_SIZE_SWITCH(rt_dtype_size(call->out.dtype), M,
                   { RT_LAUNCH(unfold_kernel<M>, grid.blocks, grid.threads, rt_cuda_stream(cuda), p); })
    return rt_cuda_launched(cuda, err);
}

extern "C" int rt_cuda_fold(struct rt_device *device, const struct rt_fold_call *call, struct rt_error *err)
{
    struct cuda_device *cuda = cuda_of(device);
    struct patches p = {};

    if (rt_view_numel(&call->out) == 0)
        return 0;
    if (!rt_dtype_is_float(call->out.dtype))
        return wrong_type(call->out.dtype, "col2im_out_cuda", err);
    p.image = image_of(&call->out);
    p.columns = image_of(&call->in);
    p.window = call->window;
    const struct rt_planes grid = grid_of(cuda, &p, p.image, 2);
    FLOAT_SWITCH(call->out.dtype,
                 { RT_LAUNCH((fold_kernel<M, T>), grid.blocks, grid.threads, rt_cuda_stream(cuda), p); })
    return rt_cuda_launched(cuda, err);
}

/* ---- pooling ---------------------------------------------------------------------------------------------------- */

/* A call: the pixels of images and the cells that windows become. The elements of what is written are counted in memory
   order. */
struct pooling {
    struct image pixels, cells, index;
    struct rt_window window;
    bool adaptive, count_padding;
    int64_t divisor;
    int64_t count;
    bool last, small; /* channels last; fewer than 2^31 elements */
    int64_t sizes[3]; /* the innermost first */
    rt_divisor by[3];

    /* Image, channel, row and column of element e. */
    __device__ inline void locate(int64_t e, int64_t (&at)[4]) const
    {
        int64_t part[3];
        RT_UNROLL for (int i = 0; i < 3; i++)
        {
            const int64_t rest = small ? (int64_t)rt_quotient((uint32_t)e, by[i]) : e / sizes[i];
            part[i] = e - rest * sizes[i];
            e = rest;
        }
        at[0] = e;
        at[1] = last ? part[0] : part[2];
        at[2] = last ? part[2] : part[1];
        at[3] = last ? part[1] : part[0];
    }
};

static __device__ inline int64_t offset_of(const struct image &v, const int64_t (&at)[4])
{
    return at[0] * v.strides[0] + at[1] * v.strides[1] + at[2] * v.strides[2] + at[3] * v.strides[3];
}

/* Clips a window to the image, along a dimension. */
static __device__ inline void span_of(const struct pooling &p, int d, int64_t i, int64_t *begin, int64_t *end)
{
    const struct rt_window &w = p.window;
    const int64_t size = p.pixels.shape[2 + d], count = p.cells.shape[2 + d];

    if (p.adaptive) {
        *begin = i * (size / count) + i * (size % count) / count;
        *end = (i + 1) * (size / count) + ((i + 1) * (size % count) + count - 1) / count;
        return;
    }
    *begin = i * w.stride[d] - w.padding[d];
    *end = *begin + (w.kernel[d] - 1) * w.dilation[d] + 1;
    if (*begin < 0)
        *begin += (-*begin + w.dilation[d] - 1) / w.dilation[d] * w.dilation[d];
    *end = *end > size ? size : *end;
}

/* The windows that contain a pixel, along a dimension: [*begin, *end); of means, whose windows have no gaps. */
static __device__ inline void windows_of(const struct pooling &p, int d, int64_t i, int64_t *begin, int64_t *end)
{
    const struct rt_window &w = p.window;
    const int64_t size = p.pixels.shape[2 + d], count = p.cells.shape[2 + d];

    if (p.adaptive) {
        *begin = i * count / size;
        *end = ((i + 1) * count + size - 1) / size;
        return;
    }
    const int64_t at = i + w.padding[d], before = at - w.kernel[d] + 1;
    *begin = before > 0 ? (before + w.stride[d] - 1) / w.stride[d] : 0;
    *end = at / w.stride[d] + 1 < count ? at / w.stride[d] + 1 : count;
}

/* How many elements a mean counts along a dimension. */
static __device__ inline int64_t counted(const struct pooling &p, int d, int64_t i)
{
    const struct rt_window &w = p.window;
    int64_t begin, end;

    if (!p.count_padding || p.adaptive) {
        span_of(p, d, i, &begin, &end);
        return end - begin;
    }
    begin = i * w.stride[d] - w.padding[d];
    end = begin + w.kernel[d];
    end = end > p.pixels.shape[2 + d] + w.padding[d] ? p.pixels.shape[2 + d] + w.padding[d] : end;
    return end - begin;
}
template <class T> static __device__ inline T divisor_of(const struct pooling &p, int64_t y, int64_t x)
{
    return (T)(p.divisor ? p.divisor : counted(p, 0, y) * counted(p, 1, x));
}

template <class M, class T> static __global__ void __launch_bounds__(RT_THREADS) max_kernel(struct pooling p)
{
    const struct image &in = p.pixels;
    const int64_t height = in.shape[2], width = in.shape[3];
    const int64_t down = p.adaptive ? 1 : p.window.dilation[0], along = p.adaptive ? 1 : p.window.dilation[1];

    for (RT_EACH(e, p.count)) {
        int64_t at[4], top, bottom, left, right;
        p.locate(e, at);
        span_of(p, 0, at[2], &top, &bottom);
        span_of(p, 1, at[3], &left, &right);
        const M *plane = (const M *)in.data + at[0] * in.strides[0] + at[1] * in.strides[1];
        int64_t position = (top < height ? top : height - 1) * width + (left < width ? left : width - 1);
        T best = -(T)INFINITY;
        for (int64_t i = top; i < bottom; i += down)
            for (int64_t j = left; j < right; j += along) {
                const T v = rt_cast<T>(plane[i * in.strides[2] + j * in.strides[3]]);
                if (v > best || v != v) {
                    best = v;
                    position = i * width + j;
                }
            }
        ((M *)p.cells.data)[offset_of(p.cells, at)] = rt_cast<M>(best);
        if (p.index.data)
            ((int64_t *)p.index.data)[offset_of(p.index, at)] = position;
    }
}

template <class M, class T> static __global__ void __launch_bounds__(RT_THREADS) mean_kernel(struct pooling p)
{
    const struct image &in = p.pixels;

    for (RT_EACH(e, p.count)) {
        int64_t at[4], top, bottom, left, right;
        T sum = 0;
        p.locate(e, at);
        span_of(p, 0, at[2], &top, &bottom);
        span_of(p, 1, at[3], &left, &right);
        const M *plane = (const M *)in.data + at[0] * in.strides[0] + at[1] * in.strides[1];
        for (int64_t i = top; i < bottom; i++)
            for (int64_t j = left; j < right; j++)
                sum += rt_cast<T>(plane[i * in.strides[2] + j * in.strides[3]]);
        ((M *)p.cells.data)[offset_of(p.cells, at)] = rt_cast<M>(sum / divisor_of<T>(p, at[2], at[3]));
    }
}

template <class M, class T> static __global__ void __launch_bounds__(RT_THREADS) mean_back_kernel(struct pooling p)
{
    const struct image &in = p.cells;

    for (RT_EACH(e, p.count)) {
        int64_t at[4], top, bottom, left, right;
        T sum = 0;
        p.locate(e, at);
        windows_of(p, 0, at[2], &top, &bottom);
        windows_of(p, 1, at[3], &left, &right);
        const M *plane = (const M *)in.data + at[0] * in.strides[0] + at[1] * in.strides[1];
        for (int64_t y = top; y < bottom; y++)
            for (int64_t x = left; x < right; x++)
                sum += rt_cast<T>(plane[y * in.strides[2] + x * in.strides[3]]) / divisor_of<T>(p, y, x);
        ((M *)p.pixels.data)[offset_of(p.pixels, at)] = rt_cast<M>(sum);
    }
}

/* A thread for each cell; to: the pixels, or sums in their stead, of zeros. */
template <class M, class T>
static __global__ void __launch_bounds__(RT_THREADS)
    max_back_kernel(struct pooling p, T *to, struct rt_cuda_fault *fault)
{
    const struct image &out = p.pixels;
    const int64_t size = out.shape[2] * out.shape[3];

    for (RT_EACH(e, p.count)) {
        int64_t at[4];
        p.locate(e, at);
        const int64_t position = ((const int64_t *)p.index.data)[offset_of(p.index, at)];
        if (position < 0 || position >= size) {
            rt_fault_index(fault, 2, position, size);
            continue;
        }
        const T grad = rt_cast<T>(((const M *)p.cells.data)[offset_of(p.cells, at)]);
        at[2] = position / out.shape[3];
        at[3] = position - at[2] * out.shape[3];
        atomicAdd(to + offset_of(out, at), grad);
    }
}

/* ---- windows of random positions --------------------------------------------------------------------------------- */

/* Where window i of a direction begins: evenly, moved by a random part of a step, the last at the end. */
template <class R>
static __device__ inline int64_t start_of(int64_t size, int64_t kernel, int64_t count, R sample, int64_t i)
{
    const R step = count > 1 ? (R)(size - kernel) / (R)(count - 1) : 0;

    if (!(sample >= 0 && sample <= 1)) /* no number from outside moves a window out of the image */
        sample = 0;
    if (i == count - 1)
        return size - kernel;
    const int64_t at = (int64_t)(((R)i + sample) * step) - (int64_t)(sample * step);
    return at < 0 ? 0 : at > size - kernel ? size - kernel : at;
}

/* in [n, c, d, h, w], out and index [n, c, od, oh, ow], samples [n, c, 2 or 3], all dense */
template <class R>
static __global__ void pool_random(int64_t count, image cells, image pixels, int64_t *index, const R *samples, int dims,
                                   int64_t depth, struct rt_window w)
{
    const int64_t kernel[3] = {depth, w.kernel[0], w.kernel[1]};

    for (RT_EACH(e, count)) {
        int64_t at[3], from[3], rest = e;
        for (int d = 2; d >= 0; d--) {
            at[d] = rest % cells.shape[2 + d];
            rest /= cells.shape[2 + d];
        }
        const R *own = samples + rest * dims;
        for (int d = 0; d < 3; d++) /* an image's samples have the width first */
            from[d] = start_of<R>(pixels.shape[2 + d], kernel[d], cells.shape[2 + d],
                                  dims == 3 ? own[d]
                                  : d       ? own[2 - d]
                                            : 0,
                                  at[d]);
        const int64_t height = pixels.shape[3], width = pixels.shape[4];
        const R *plane = (const R *)pixels.data + rest * pixels.shape[2] * height * width;
        int64_t best = (from[0] * height + from[1]) * width + from[2];
        for (int64_t k = from[0]; k < from[0] + kernel[0]; k++)
            for (int64_t i = from[1]; i < from[1] + kernel[1]; i++)
                for (int64_t j = from[2]; j < from[2] + kernel[2]; j++) {
                    const int64_t position = (k * height + i) * width + j;
                    const R v = plane[position];
                    best = v > plane[best] || v != v ? position : best;
                }
        ((R *)cells.data)[e] = plane[best];
        index[e] = best;
    }
}

/* ---- the call --------------------------------------------------------------------------------------------------- */

/* How the elements of what is written, or of the cells of maxima, are counted. */
static void count_of(struct pooling *p, const struct image &v)
{
    p->count = v.shape[0] * v.shape[1] * v.shape[2] * v.shape[3];
    p->small = p->count <= INT32_MAX;
    p->last = v.shape[1] > 1 && v.strides[1] == 1;
    p->sizes[0] = v.shape[p->last ? 1 : 3];
    p->sizes[1] = v.shape[p->last ? 3 : 2];
    p->sizes[2] = v.shape[p->last ? 2 : 1];
    for (int i = 0; i < 3; i++)
        p->by[i] = rt_divisor_of(p->sizes[i]);
}

template <class R> static void launch_random(struct cuda_device *d, const struct rt_pool_call *call)
{
    const struct image cells = image_of(&call->out), pixels = image_of(&call->in);
    const int64_t count = rt_view_numel(&call->out), depth = call->depth;
    int64_t *positions = (int64_t *)call->index.data;
    const R *samples = (const R *)call->samples.data;
    const int dims = (int)call->samples.shape[2];
    const struct rt_window w = call->window;

    RT_LAUNCH((pool_random<R>), rt_blocks(d, count), RT_THREADS, rt_cuda_stream(d), count, cells, pixels, positions,
              samples, dims, depth, w);
}

/* Gradients of maxima are added up in zeros; those of half types as floats, in the layout of the result. */
static int max_back(struct rt_device *device, const struct rt_pool_call *call, const struct pooling &given,
                    struct rt_error *err)
{
    struct cuda_device *d = cuda_of(device);
    const struct pooling p = given;
    struct rt_cuda_fault *fault = rt_cuda_fault_slot(d);
    struct rt_fill_call fill = {};
    struct rt_cast_copy_call copy;
    void *sums = NULL;
    int status;

    fill.kind = RT_FILL_CONSTANT;
    fill.start = rt_scalar_float(0);
    fill.out = call->out;
    if (rt_dtype_size(call->out.dtype) == 2) {
        if (!(sums = rt_cuda_scratch(d, (size_t)rt_view_numel(&call->out) * sizeof(float), err)))
            return -1;
        fill.out.data = sums;
        fill.out.dtype = RT_FLOAT32;
    }
    void *to = fill.out.data;
    status = rt_cuda_fill(device, &fill, err);
    if (status == 0 && p.count) {
        FLOAT_SWITCH(call->out.dtype, {
            RT_LAUNCH((max_back_kernel<M, T>), rt_blocks(d, p.count), RT_THREADS, rt_cuda_stream(d), p, (T *)to, fault);
        })
        status = rt_cuda_launched(d, err);
    }
    if (sums && status == 0) {
        copy.out = call->out;
        copy.in = fill.out;
        status = rt_cuda_cast_copy(device, &copy, err);
    }
    if (sums)
        rt_cuda_scratch_free(d, sums);
    return status;
}

static int pool(struct rt_device *device, const struct rt_pool_call *call, struct rt_error *err)
{
    struct cuda_device *d = cuda_of(device);
    const bool back = call->op == RT_POOL_MAX_BACKWARD || call->op == RT_POOL_AVG_BACKWARD;
    const cudaStream_t stream = rt_cuda_stream(d);
    struct pooling p = {};

    p.cells = image_of(back ? &call->in : &call->out);
    p.pixels = image_of(back ? &call->out : &call->in);
    if (call->index.data)
        p.index = image_of(&call->index);
    p.window = call->window;
    p.adaptive = call->adaptive;
    p.count_padding = call->count_padding;
    p.divisor = call->divisor;
    count_of(&p, call->op == RT_POOL_AVG_BACKWARD ? p.pixels : p.cells);
    if (call->op == RT_POOL_MAX_BACKWARD)
        return max_back(device, call, p, err);
    const unsigned blocks = rt_blocks(d, p.count);
    FLOAT_SWITCH(call->out.dtype, {
        if (call->op == RT_POOL_MAX)
            RT_LAUNCH((max_kernel<M, T>), blocks, RT_THREADS, stream, p);
        else if (call->op == RT_POOL_AVG)
            RT_LAUNCH((mean_kernel<M, T>), blocks, RT_THREADS, stream, p);
        else
            RT_LAUNCH((mean_back_kernel<M, T>), blocks, RT_THREADS, stream, p);
    })
    return rt_cuda_launched(d, err);
}

extern "C" int rt_cuda_pool(struct rt_device *device, const struct rt_pool_call *call, struct rt_error *err)
{
    struct cuda_device *cuda = cuda_of(device);
    const enum rt_dtype type = call->out.dtype;

    if (rt_view_numel(&call->out) == 0)
        return 0;
    if (!rt_dtype_is_float(type) || (call->samples.data && type != RT_FLOAT32 && type != RT_FLOAT64))
        return wrong_type(type, call->op == RT_POOL_AVG ? "avg_pool2d_out_cuda_frame" : "max_pool2d", err);
    if (!call->samples.data)
        return pool(device, call, err);
    if (type == RT_FLOAT32)
        launch_random<float>(cuda, call);
    else
        launch_random<double>(cuda, call);
    return rt_cuda_launched(cuda, err);
}
