/* Windows over images: patches as columns and back, pooling and its gradients. A thread makes one result; gradients
   that several windows hand to one pixel are added by atomic sums. float32 and float64. */
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

/* ---- patches ---------------------------------------------------------------------------------------------------- */

/* out [n, c, kh, kw, oh, ow] */
template <class R> static __global__ void unfold_all(int64_t n, image out, image in, struct rt_window w)
{
    for (RT_EACH(e, n)) {
        int64_t at[6], rest = e, to = 0;
        for (int d = 5; d >= 0; d--) {
            at[d] = rest % out.shape[d];
            rest /= out.shape[d];
            to += at[d] * out.strides[d];
        }
        const int64_t row = at[4] * w.stride[0] - w.padding[0] + at[2] * w.dilation[0],
                      column = at[5] * w.stride[1] - w.padding[1] + at[3] * w.dilation[1];
        const bool inside = row >= 0 && row < in.shape[2] && column >= 0 && column < in.shape[3];
        ((R *)out.data)[to] = inside ? ((const R *)in.data)[at[0] * in.strides[0] + at[1] * in.strides[1] +
                                                            row * in.strides[2] + column * in.strides[3]]
                                     : 0;
    }
}

/* A pixel adds what lies on it, in the order of the kernel's elements. */
template <class R> static __global__ void fold_all(int64_t n, image out, image in, struct rt_window w)
{
    for (RT_EACH(e, n)) {
        int64_t at[4], rest = e;
        for (int d = 3; d >= 0; d--) {
            at[d] = rest % out.shape[d];
            rest /= out.shape[d];
        }
        const R *from = (const R *)in.data + at[0] * in.strides[0] + at[1] * in.strides[1];
        R sum = 0;
        for (int64_t i = 0; i < in.shape[2]; i++) {
            const int64_t row = at[2] + w.padding[0] - i * w.dilation[0];
            if (row < 0 || row % w.stride[0] || row / w.stride[0] >= in.shape[4])
                continue;
            for (int64_t j = 0; j < in.shape[3]; j++) {
                const int64_t column = at[3] + w.padding[1] - j * w.dilation[1];
                if (column >= 0 && column % w.stride[1] == 0 && column / w.stride[1] < in.shape[5])
                    sum += from[i * in.strides[2] + j * in.strides[3] + row / w.stride[0] * in.strides[4] +
                                column / w.stride[1] * in.strides[5]];
            }
        }
        ((R *)out
             .data)[at[0] * out.strides[0] + at[1] * out.strides[1] + at[2] * out.strides[2] + at[3] * out.strides[3]] =
            sum;
    }
}

extern "C" int rt_cuda_unfold(struct rt_device *device, const struct rt_unfold_call *call, struct rt_error *err)
{
    struct cuda_device *cuda = cuda_of(device);
    const int64_t n = rt_view_numel(&call->out);
    const struct image out = image_of(&call->out), in = image_of(&call->in);
    const struct rt_window w = call->window;

    if (n == 0)
        return 0;
    if (call->out.dtype == RT_FLOAT32)
        RT_LAUNCH((unfold_all<float>), rt_blocks(cuda, n), RT_THREADS, rt_cuda_stream(cuda), n, out, in, w);
    else if (call->out.dtype == RT_FLOAT64)
        RT_LAUNCH((unfold_all<double>), rt_blocks(cuda, n), RT_THREADS, rt_cuda_stream(cuda), n, out, in, w);
    else
        return wrong_type(call->out.dtype, "im2col_out_cuda", err);
    return rt_cuda_launched(cuda, err);
}

extern "C" int rt_cuda_fold(struct rt_device *device, const struct rt_fold_call *call, struct rt_error *err)
{
    struct cuda_device *cuda = cuda_of(device);
    const int64_t n = rt_view_numel(&call->out);
    const struct image out = image_of(&call->out), in = image_of(&call->in);
    const struct rt_window w = call->window;

    if (n == 0)
        return 0;
    if (call->out.dtype == RT_FLOAT32)
        RT_LAUNCH((fold_all<float>), rt_blocks(cuda, n), RT_THREADS, rt_cuda_stream(cuda), n, out, in, w);
    else if (call->out.dtype == RT_FLOAT64)
        RT_LAUNCH((fold_all<double>), rt_blocks(cuda, n), RT_THREADS, rt_cuda_stream(cuda), n, out, in, w);
    else
        return wrong_type(call->out.dtype, "col2im_out_cuda", err);
    return rt_cuda_launched(cuda, err);
}

/* ---- pooling ---------------------------------------------------------------------------------------------------- */

/* A call without its views. */
struct pooling {
    struct rt_window window;
    bool adaptive, count_padding;
    int64_t divisor;
};

/* The part of a window that lies inside the image. */
struct bounds {
    int64_t top, left, bottom, right;
};
static __device__ inline void part_of(int64_t i, int64_t count, int64_t size, int64_t *begin, int64_t *end)
{
    *begin = i * (size / count) + i * (size % count) / count;
    *end = (i + 1) * (size / count) + ((i + 1) * (size % count) + count - 1) / count;
}
static __device__ inline struct bounds window_at(const struct pooling &p, const image &pixels, const image &cells,
                                                 int64_t y, int64_t x)
{
    const struct rt_window &w = p.window;
    const int64_t height = pixels.shape[2], width = pixels.shape[3];
    struct bounds b;

    if (p.adaptive) {
        part_of(y, cells.shape[2], height, &b.top, &b.bottom);
        part_of(x, cells.shape[3], width, &b.left, &b.right);
        return b;
    }
    b.top = y * w.stride[0] - w.padding[0];
    b.left = x * w.stride[1] - w.padding[1];
    b.bottom = b.top + (w.kernel[0] - 1) * w.dilation[0] + 1;
    b.right = b.left + (w.kernel[1] - 1) * w.dilation[1] + 1;
    if (b.top < 0)
        b.top += (-b.top + w.dilation[0] - 1) / w.dilation[0] * w.dilation[0];
    if (b.left < 0)
        b.left += (-b.left + w.dilation[1] - 1) / w.dilation[1] * w.dilation[1];
    b.bottom = b.bottom > height ? height : b.bottom;
    b.right = b.right > width ? width : b.right;
    return b;
}

static __device__ inline int64_t divisor_of(const struct pooling &p, const image &pixels, const struct bounds &b,
                                            int64_t y, int64_t x)
{
    const struct rt_window &w = p.window;

    if (p.divisor)
        return p.divisor;
    if (!p.count_padding || p.adaptive)
        return (b.bottom - b.top) * (b.right - b.left);
    const int64_t top = y * w.stride[0] - w.padding[0], left = x * w.stride[1] - w.padding[1];
    int64_t bottom = top + w.kernel[0], right = left + w.kernel[1];
    bottom = bottom > pixels.shape[2] + w.padding[0] ? pixels.shape[2] + w.padding[0] : bottom;
    right = right > pixels.shape[3] + w.padding[1] ? pixels.shape[3] + w.padding[1] : right;
    return (bottom - top) * (right - left);
}

/* Where element e of a view of four dimensions lies, and its last two coordinates. */
static __device__ inline int64_t locate(const image &v, int64_t e, int64_t *n, int64_t *c, int64_t *y, int64_t *x)
{
    *x = e % v.shape[3];
    e /= v.shape[3];
    *y = e % v.shape[2];
    e /= v.shape[2];
    *c = e % v.shape[1];
    *n = e / v.shape[1];
    return *n * v.strides[0] + *c * v.strides[1] + *y * v.strides[2] + *x * v.strides[3];
}

template <class R>
static __global__ void pool_max(int64_t count, image cells, image pixels, image index, struct pooling p)
{
    for (RT_EACH(e, count)) {
        int64_t n, c, y, x;
        const int64_t to = locate(cells, e, &n, &c, &y, &x);
        const struct bounds b = window_at(p, pixels, cells, y, x);
        const R *plane = (const R *)pixels.data + n * pixels.strides[0] + c * pixels.strides[1];
        const int64_t height = pixels.shape[2], width = pixels.shape[3];
        const int64_t down = p.adaptive ? 1 : p.window.dilation[0], along = p.adaptive ? 1 : p.window.dilation[1];
        int64_t place = (b.top < height ? b.top : height - 1) * width + (b.left < width ? b.left : width - 1);
        R best = -(R)INFINITY;
        for (int64_t i = b.top; i < b.bottom; i += down)
            for (int64_t j = b.left; j < b.right; j += along) {
                const R v = plane[i * pixels.strides[2] + j * pixels.strides[3]];
                if (v > best || v != v) {
                    best = v;
                    place = i * width + j;
                }
            }
        ((R *)cells.data)[to] = best;
        if (index.data)
            ((int64_t *)index
                 .data)[n * index.strides[0] + c * index.strides[1] + y * index.strides[2] + x * index.strides[3]] =
                place;
    }
}

template <class R> static __global__ void pool_mean(int64_t count, image cells, image pixels, struct pooling p)
{
    for (RT_EACH(e, count)) {
        int64_t n, c, y, x;
        const int64_t to = locate(cells, e, &n, &c, &y, &x);
        const struct bounds b = window_at(p, pixels, cells, y, x);
        const R *plane = (const R *)pixels.data + n * pixels.strides[0] + c * pixels.strides[1];
        R sum = 0;
        for (int64_t i = b.top; i < b.bottom; i++)
            for (int64_t j = b.left; j < b.right; j++)
                sum += plane[i * pixels.strides[2] + j * pixels.strides[3]];
        ((R *)cells.data)[to] = sum / (R)divisor_of(p, pixels, b, y, x);
    }
}

template <class R> static __global__ void clear_all(rt_walk<1> w, R *out)
{
    for (RT_EACH(i, w.numel)) {
        int64_t at[1];
        w.at(i, at);
        out[at[0]] = 0;
    }
}

template <class R>
static __global__ void spread_max(int64_t count, image cells, image pixels, image index, struct rt_cuda_fault *fault)
{
    for (RT_EACH(e, count)) {
        int64_t n, c, y, x;
        const int64_t from = locate(cells, e, &n, &c, &y, &x);
        const int64_t place =
            ((const int64_t *)
                 index.data)[n * index.strides[0] + c * index.strides[1] + y * index.strides[2] + x * index.strides[3]];
        const int64_t size = pixels.shape[2] * pixels.shape[3];
        if (place < 0 || place >= size) {
            rt_fault_index(fault, 2, place, size);
            continue;
        }
        atomicAdd((R *)pixels.data + n * pixels.strides[0] + c * pixels.strides[1] +
                      place / pixels.shape[3] * pixels.strides[2] + place % pixels.shape[3] * pixels.strides[3],
                  ((const R *)cells.data)[from]);
    }
}

template <class R> static __global__ void spread_mean(int64_t count, image cells, image pixels, struct pooling p)
{
    for (RT_EACH(e, count)) {
        int64_t n, c, y, x;
        const int64_t from = locate(cells, e, &n, &c, &y, &x);
        const struct bounds b = window_at(p, pixels, cells, y, x);
        R *plane = (R *)pixels.data + n * pixels.strides[0] + c * pixels.strides[1];
        const R part = ((const R *)cells.data)[from] / (R)divisor_of(p, pixels, b, y, x);
        for (int64_t i = b.top; i < b.bottom; i++)
            for (int64_t j = b.left; j < b.right; j++)
                atomicAdd(&plane[i * pixels.strides[2] + j * pixels.strides[3]], part);
    }
}

/* ---- windows of random places ----------------------------------------------------------------------------------- */

/* Where window i of a direction begins: evenly, moved by a random part of a step, the last at the end. */
template <class R>
static __device__ inline int64_t start_of(int64_t size, int64_t kernel, int64_t count, R sample, int64_t i)
{
    const R step = count > 1 ? (R)(size - kernel) / (R)(count - 1) : 0;

    return i == count - 1 ? size - kernel : (int64_t)(((R)i + sample) * step) - (int64_t)(sample * step);
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
                    const int64_t place = (k * height + i) * width + j;
                    const R v = plane[place];
                    best = v > plane[best] || v != v ? place : best;
                }
        ((R *)cells.data)[e] = plane[best];
        index[e] = best;
    }
}

/* ---- the call --------------------------------------------------------------------------------------------------- */

template <class R> static void pool_as(struct cuda_device *device, const struct rt_pool_call *call)
{
    const bool back = call->op == RT_POOL_MAX_BACKWARD || call->op == RT_POOL_AVG_BACKWARD;
    const struct image cells = image_of(back ? &call->in : &call->out),
                       pixels = image_of(back ? &call->out : &call->in);
    const struct image index = call->index.data ? image_of(&call->index) : image();
    const struct pooling p = {call->window, call->adaptive, call->count_padding, call->divisor};
    const int64_t count = rt_view_numel(back ? &call->in : &call->out);
    const unsigned blocks = rt_blocks(device, count);
    const cudaStream_t stream = rt_cuda_stream(device);

    if (call->samples.data) {
        int64_t *places = (int64_t *)call->index.data, depth = call->depth;
        const R *samples = (const R *)call->samples.data;
        const int dims = (int)call->samples.shape[2];
        const struct rt_window w = call->window;
        RT_LAUNCH((pool_random<R>), blocks, RT_THREADS, stream, count, cells, pixels, places, samples, dims, depth, w);
        return;
    }
    if (back) {
        const struct rt_view *const views[1] = {&call->out};
        rt_walk<1> all;
        R *out = (R *)call->out.data;
        rt_walk_of(&all, views);
        if (all.numel)
            RT_LAUNCH((clear_all<R>), rt_blocks(device, all.numel), RT_THREADS, stream, all, out);
        if (!count || !all.numel)
            return;
        struct rt_cuda_fault *fault = device->fault_device;
        if (call->op == RT_POOL_MAX_BACKWARD)
            RT_LAUNCH((spread_max<R>), blocks, RT_THREADS, stream, count, cells, pixels, index, fault);
        else
            RT_LAUNCH((spread_mean<R>), blocks, RT_THREADS, stream, count, cells, pixels, p);
        return;
    }
    if (call->op == RT_POOL_MAX)
        RT_LAUNCH((pool_max<R>), blocks, RT_THREADS, stream, count, cells, pixels, index, p);
    else
        RT_LAUNCH((pool_mean<R>), blocks, RT_THREADS, stream, count, cells, pixels, p);
}

extern "C" int rt_cuda_pool(struct rt_device *device, const struct rt_pool_call *call, struct rt_error *err)
{
    struct cuda_device *cuda = cuda_of(device);

    if (rt_view_numel(&call->out) == 0)
        return 0;
    if (call->out.dtype == RT_FLOAT32)
        pool_as<float>(cuda, call);
    else if (call->out.dtype == RT_FLOAT64)
        pool_as<double>(cuda, call);
    else
        return wrong_type(call->out.dtype, call->op == RT_POOL_AVG ? "avg_pool2d_out_cuda_frame" : "max_pool2d", err);
    return rt_cuda_launched(cuda, err);
}
