/* The kernel class `convolve` of the CUDA backend: products of weights with unfolded patches, in slices of images whose
   patches fit some scratch; windows of 1 x 1 are products of the images themselves. Depthwise convolutions and those of
   integers have kernels that loop over the windows themselves. Sums of 16-bit numbers are float32. */
#include "cuda/cuda.cuh"
#include "cuda/cuda_blas.h"

#define SLICE_BYTES (INT64_C(256) << 20) /* of patches at a time */
#define SMALL_POSITIONS 512              /* so few results of an image are not worth a product of their own */

/* out is [n, m, oh, ow], image [n, c, h, w], weight [m, c / groups, kh, kw]; one of them is written. */
struct conv {
    int images, groups, channels, per; /* of a group: channels, results */
    int height, width, out_height, out_width;
    int kernel[2], stride[2], padding[2], dilation[2];
    int taps;
    int64_t pixels, positions; /* of a plane, of a plane of results */
    rt_divisor by_width, by_out_width;
    const void *bias;
};

static void conv_of(const struct rt_convolve_call *call, struct conv *c)
{
    c->images = (int)call->image.shape[0];
    c->groups = (int)call->groups;
    c->channels = (int)call->weight.shape[1];
    c->per = (int)(call->weight.shape[0] / (call->groups ? call->groups : 1));
    c->height = (int)call->image.shape[2];
    c->width = (int)call->image.shape[3];
    c->out_height = (int)call->out.shape[2];
    c->out_width = (int)call->out.shape[3];
    for (int i = 0; i < 2; i++) {
        c->kernel[i] = (int)call->window.kernel[i];
        c->stride[i] = (int)call->window.stride[i];
        c->padding[i] = (int)call->window.padding[i];
        c->dilation[i] = (int)call->window.dilation[i];
    }
    c->taps = c->kernel[0] * c->kernel[1];
    c->pixels = (int64_t)c->height * c->width;
    c->positions = (int64_t)c->out_height * c->out_width;
    c->by_width = rt_divisor_of(c->width);
    c->by_out_width = rt_divisor_of(c->out_width);
    c->bias = call->op == RT_CONVOLVE ? call->bias.data : NULL;
}

/* ---- patches ----------------------------------------------------------------------------------------------------- */

/* Patches of some images: element (row, image, position) is at row * row_step + image * image_step + position; a row is
   a channel of all groups and a tap. */
struct patches {
    int64_t images, row_step, image_step;
};

template <class M>
__global__ void __launch_bounds__(RT_THREADS) unfold_kernel(conv c, patches p, const M *image, M *columns)
{
    const int64_t rows = (int64_t)c.groups * c.channels * c.taps;

    for (RT_EACH_PLANE(plane, rows * p.images)) {
        const int64_t n = plane / rows, row = plane - n * rows, channel = row / c.taps;
        const int tap = (int)(row - channel * c.taps), i = tap / c.kernel[1], j = tap - i * c.kernel[1];
        const int top = i * c.dilation[0] - c.padding[0], left = j * c.dilation[1] - c.padding[1];
        const M *from = image + (n * c.groups * c.channels + channel) * c.pixels;
        M *to = columns + row * p.row_step + n * p.image_step;
        for (RT_EACH(position, c.positions)) {
            const int y = (int)rt_quotient((uint32_t)position, c.by_out_width), x = (int)position - y * c.out_width;
            const int64_t at_y = (int64_t)y * c.stride[0] + top, at_x = (int64_t)x * c.stride[1] + left;
            const bool inside = at_y >= 0 && at_y < c.height && at_x >= 0 && at_x < c.width;
            to[position] = inside ? from[at_y * c.width + at_x] : M{};
        }
    }
}

/* The first position whose window has the pixel at `at` with tap 0 or later, and so on: positions of a dimension for a
   tap. */
static __device__ inline bool position_of(int at, int tap, int stride, int padding, int dilation, int size,
                                          int *position)
{
    const int from = at + padding - tap * dilation;

    if (from < 0 || from % stride)
        return false;
    *position = from / stride;
    return *position < size;
}

/* Each pixel is the sum of its copies in patches. T: of the patches; M: of the image. */
template <class M, class T>
__global__ void __launch_bounds__(RT_THREADS) fold_kernel(conv c, patches p, const T *columns, M *image)
{
    const int64_t channels = (int64_t)c.groups * c.channels;

    for (RT_EACH_PLANE(plane, channels * p.images)) {
        const int64_t n = plane / channels, channel = plane - n * channels;
        const T *from = columns + channel * c.taps * p.row_step + n * p.image_step;
        for (RT_EACH(pixel, c.pixels)) {
            const int h = (int)rt_quotient((uint32_t)pixel, c.by_width), w = (int)pixel - h * c.width;
            T sum = 0;
            for (int i = 0; i < c.kernel[0]; i++) {
                int y, x;
                if (!position_of(h, i, c.stride[0], c.padding[0], c.dilation[0], c.out_height, &y))
                    continue;
                for (int j = 0; j < c.kernel[1]; j++)
                    if (position_of(w, j, c.stride[1], c.padding[1], c.dilation[1], c.out_width, &x))
                        sum += from[(i * c.kernel[1] + j) * p.row_step + (int64_t)y * c.out_width + x];
            }
            image[plane * c.pixels + pixel] = rt_cast<M>(sum);
        }
    }
}

/* Results: out[n, m, position] = of[m * m_step + n * n_step + position] + bias[m]; without `of` the bias alone. */
template <class M, class T>
__global__ void __launch_bounds__(RT_THREADS)
    pack_kernel(int64_t images, int64_t results, int64_t positions, int64_t m_step, int64_t n_step, const M *of,
                const M *bias, M *out)
{
    for (RT_EACH_PLANE(plane, images * results)) {
        const int64_t n = plane / results, m = plane - n * results;
        for (RT_EACH(i, positions)) {
            M x = of ? of[m * m_step + n * n_step + i] : bias[m];
            if (of && bias)
                x = rt_cast<M>(rt_cast<T>(x) + rt_cast<T>(bias[m]));
            out[plane * positions + i] = x;
        }
    }
}

/* ---- products ---------------------------------------------------------------------------------------------------- */

/* What a call of the products works with; sizes of elements are those of the type, and of its sums. */
struct job {
    const struct rt_convolve_call *call;
    struct rt_device *device;
    struct cuda_device *d;
    struct conv c;
    enum rt_dtype type, sums; /* of patches that are folded, and of a weight's sums */
    size_t size, sum_size;
    int64_t depth, rows; /* of a group's patches, of all */
    int64_t slice;       /* images at a time */
    bool full;           /* the image is its own patches */
    bool merged; /* images of a slice are columns of one product for each group; else a product for each image */
};

static char *at(const struct rt_view *view, int64_t index)
{
    return (char *)view->data + index * (int64_t)rt_dtype_size(view->dtype);
}

static struct rt_cuda_gemm product(const struct job *j)
{
    struct rt_cuda_gemm g = {};

    g.type = g.out_type = j->type;
    g.tf32 = rt_cuda_tf32(true);
    g.alpha = rt_scalar_float(1);
    g.beta = rt_scalar_float(0);
    return g;
}

static int unfold(const struct job *j, const struct patches *p, int64_t first, void *columns, struct rt_error *err)
{
    const struct conv c = j->c;
    const struct patches where = *p;
    const void *image = at(&j->call->image, first * c.groups * c.channels * c.pixels);
    const struct rt_planes grid = rt_planes_of(j->d, j->rows * p->images, c.positions);
    const cudaStream_t stream = rt_cuda_stream(j->d);

    switch (j->size) {
    case 2:
        RT_LAUNCH(unfold_kernel<uint16_t>, grid.blocks, grid.threads, stream, c, where, (const uint16_t *)image,
                  (uint16_t *)columns);
        break;
    case 4:
        RT_LAUNCH(unfold_kernel<uint32_t>, grid.blocks, grid.threads, stream, c, where, (const uint32_t *)image,
                  (uint32_t *)columns);
        break;
    default:
        RT_LAUNCH(unfold_kernel<uint64_t>, grid.blocks, grid.threads, stream, c, where, (const uint64_t *)image,
                  (uint64_t *)columns);
    }
    return rt_cuda_launched(j->d, err);
}

static int fold(const struct job *j, const struct patches *p, int64_t first, const void *columns, struct rt_error *err)
{
    const struct conv c = j->c;
    const struct patches where = *p;
    void *image = at(&j->call->image, first * c.groups * c.channels * c.pixels);
    const struct rt_planes grid = rt_planes_of(j->d, (int64_t)c.groups * c.channels * p->images, c.pixels);
    const cudaStream_t stream = rt_cuda_stream(j->d);

    switch (j->type) {
    case RT_FLOAT16:
        RT_LAUNCH((fold_kernel<half_bits, float>), grid.blocks, grid.threads, stream, c, where, (const float *)columns,
                  (half_bits *)image);
        break;
    case RT_BFLOAT16:
        RT_LAUNCH((fold_kernel<bfloat_bits, float>), grid.blocks, grid.threads, stream, c, where,
                  (const float *)columns, (bfloat_bits *)image);
        break;
    case RT_FLOAT32:
        RT_LAUNCH((fold_kernel<float, float>), grid.blocks, grid.threads, stream, c, where, (const float *)columns,
                  (float *)image);
        break;
    default:
        RT_LAUNCH((fold_kernel<double, double>), grid.blocks, grid.threads, stream, c, where, (const double *)columns,
                  (double *)image);
    }
    return rt_cuda_launched(j->d, err);
}

template <class M, class T>
static void launch_pack(const struct job *j, int64_t images, int64_t m_step, int64_t n_step, const void *of, void *out)
{
    const int64_t results = (int64_t)j->c.groups * j->c.per, positions = j->c.positions;
    const struct rt_planes grid = rt_planes_of(j->d, images * results, positions);

    RT_LAUNCH((pack_kernel<M, T>), grid.blocks, grid.threads, rt_cuda_stream(j->d), images, results, positions, m_step,
              n_step, (const M *)of, (const M *)j->c.bias, (M *)out);
}

static int pack(const struct job *j, int64_t first, int64_t images, const void *of, struct rt_error *err)
{
    void *out = at(&j->call->out, first * j->c.groups * j->c.per * j->c.positions);
    const int64_t m_step = images * j->c.positions, n_step = j->c.positions;

    switch (j->type) {
    case RT_FLOAT16:
        launch_pack<half_bits, float>(j, images, m_step, n_step, of, out);
        break;
    case RT_BFLOAT16:
        launch_pack<bfloat_bits, float>(j, images, m_step, n_step, of, out);
        break;
    case RT_FLOAT32:
        launch_pack<float, float>(j, images, m_step, n_step, of, out);
        break;
    default:
        launch_pack<double, double>(j, images, m_step, n_step, of, out);
    }
    return rt_cuda_launched(j->d, err);
}

/* Results of images [first, first + images) with the images side by side: [results, images * positions]. */
static int merge_results(const struct job *j, int64_t first, int64_t images, void *to, struct rt_error *err)
{
    const int64_t results = (int64_t)j->c.groups * j->c.per, positions = j->c.positions;
    struct rt_cast_copy_call copy;

    copy.out.data = to;
    copy.in.data = at(&j->call->out, first * results * positions);
    copy.out.dtype = copy.in.dtype = j->type;
    copy.out.ndim = copy.in.ndim = 3;
    copy.out.shape[0] = copy.in.shape[0] = results;
    copy.out.shape[1] = copy.in.shape[1] = images;
    copy.out.shape[2] = copy.in.shape[2] = positions;
    copy.out.strides[0] = images * positions;
    copy.out.strides[1] = positions;
    copy.in.strides[0] = positions;
    copy.in.strides[1] = results * positions;
    copy.out.strides[2] = copy.in.strides[2] = 1;
    return rt_cuda_cast_copy(j->device, &copy, err);
}

static struct patches patches_of(const struct job *j, int64_t images)
{
    if (j->merged)
        return {images, images * j->c.positions, j->c.positions};
    return {images, j->c.positions, j->rows * j->c.positions};
}

/* The batch of a product whose rows of patches are `columns` wide: groups side by side, or images. */
static void batch_of(const struct job *j, struct rt_cuda_gemm *g, int64_t images, int64_t *group, int64_t *image)
{
    *group = j->merged ? 1 : 0;
    *image = j->merged ? 0 : 1;
    g->batch = j->merged ? j->c.groups : images;
}

static int forward(const struct job *j, int64_t first, int64_t images, void *columns, void *results,
                   struct rt_error *err)
{
    const struct patches p = patches_of(j, images);
    const int64_t width = j->merged ? images * j->c.positions : j->c.positions;
    struct rt_cuda_gemm g = product(j);
    int64_t group, image;

    if (!j->full && unfold(j, &p, first, columns, err) < 0)
        return -1;
    if (!results && j->c.bias && pack(j, first, images, NULL, err) < 0)
        return -1;
    batch_of(j, &g, images, &group, &image);
    g.m = j->c.per;
    g.n = width;
    g.k = j->depth;
    g.a = j->call->weight.data;
    g.a_row = j->depth;
    g.a_step = group * j->c.per * j->depth;
    g.b = j->full ? at(&j->call->image, first * j->rows * j->c.positions) : columns;
    g.b_row = width;
    g.b_step = group * j->depth * width + image * p.image_step;
    g.c = results ? results : at(&j->call->out, first * j->c.groups * j->c.per * j->c.positions);
    g.c_row = width;
    g.c_step = (int64_t)j->c.per * width;
    g.beta = rt_scalar_float(!results && j->c.bias ? 1 : 0);
    if (rt_cuda_gemm(j->d, &g, err) < 0)
        return -1;
    return results ? pack(j, first, images, results, err) : 0;
}

static int input(const struct job *j, int64_t first, int64_t images, void *columns, void *results, struct rt_error *err)
{
    const struct patches p = patches_of(j, images);
    const int64_t width = j->merged ? images * j->c.positions : j->c.positions;
    struct rt_cuda_gemm g = product(j);
    int64_t group, image;

    if (results && merge_results(j, first, images, results, err) < 0)
        return -1;
    batch_of(j, &g, images, &group, &image);
    g.m = j->depth;
    g.n = width;
    g.k = j->c.per;
    g.a = j->call->weight.data;
    g.a_row = j->depth;
    g.a_transposed = true;
    g.a_step = group * j->c.per * j->depth;
    g.b = results ? results : at(&j->call->out, first * j->c.groups * j->c.per * j->c.positions);
    g.b_row = width;
    g.b_step = (int64_t)j->c.per * width;
    g.c = j->full ? at(&j->call->image, first * j->rows * j->c.positions) : columns;
    g.out_type = j->full ? j->type : j->sums;
    g.c_row = width;
    g.c_step = group * j->depth * width + image * p.image_step;
    if (rt_cuda_gemm(j->d, &g, err) < 0)
        return -1;
    return j->full ? 0 : fold(j, &p, first, columns, err);
}

static int weight(const struct job *j, int64_t first, int64_t images, void *columns, void *results, void *sums,
                  struct rt_error *err)
{
    const struct patches p = patches_of(j, images);
    const int64_t width = images * j->c.positions;
    struct rt_cuda_gemm g = product(j);

    if (!j->full && unfold(j, &p, first, columns, err) < 0)
        return -1;
    if (results && merge_results(j, first, images, results, err) < 0)
        return -1;
    g.batch = j->c.groups;
    g.m = j->c.per;
    g.n = j->depth;
    g.k = width;
    g.a = results ? results : at(&j->call->out, first * j->c.groups * j->c.per * j->c.positions);
    g.a_row = width;
    g.a_step = (int64_t)j->c.per * width;
    g.b = j->full ? at(&j->call->image, first * j->rows * j->c.positions) : columns;
    g.b_row = width;
    g.b_transposed = true;
    g.b_step = j->depth * width;
    g.c = sums ? sums : j->call->weight.data;
    g.out_type = j->sums;
    g.c_row = j->depth;
    g.c_step = (int64_t)j->c.per * j->depth;
    g.beta = rt_scalar_float(first ? 1 : 0);
    return rt_cuda_gemm(j->d, &g, err);
}

/* The sums of a weight, in their type, rounded. */
static int round_sums(const struct job *j, void *sums, struct rt_error *err)
{
    struct rt_cast_copy_call copy;

    copy.out = j->call->weight;
    copy.in = j->call->weight;
    copy.in.data = sums;
    copy.in.dtype = j->sums;
    return rt_cuda_cast_copy(j->device, &copy, err);
}

static void job_of(struct job *j)
{
    const struct conv *c = &j->c;
    const enum rt_convolve_op op = j->call->op;
    const bool one_tap = c->pixels == c->positions && c->width == c->out_width && c->taps == 1 && c->stride[0] == 1 &&
                         c->stride[1] == 1 && !c->padding[0] && !c->padding[1];
    int64_t each;

    j->type = j->call->out.dtype;
    j->sums = rt_dtype_size(j->type) == 2 ? RT_FLOAT32 : j->type;
    j->size = rt_dtype_size(j->type);
    j->sum_size = rt_dtype_size(j->sums);
    j->depth = (int64_t)c->channels * c->taps;
    j->rows = j->depth * c->groups;
    j->merged = op == RT_CONVOLVE_WEIGHT || c->groups > 1 ||
                (c->positions < SMALL_POSITIONS && !(one_tap && c->positions > 32));
    j->full = one_tap && (!j->merged || c->images == 1);
    each = j->rows * c->positions * (int64_t)(op == RT_CONVOLVE_INPUT ? j->sum_size : j->size);
    j->slice = j->full ? c->images : SLICE_BYTES / (each > 0 ? each : 1);
    if (j->slice > c->images)
        j->slice = c->images;
    if (j->slice < 1)
        j->slice = 1;
}

static int by_products(struct job *j, struct rt_error *err)
{
    const enum rt_convolve_op op = j->call->op;
    const int64_t all_positions = j->slice * j->c.positions, results_each = (int64_t)j->c.groups * j->c.per;
    const bool apart = j->merged && j->slice > 1, rounded = op == RT_CONVOLVE_WEIGHT && j->sums != j->type;
    const size_t element = op == RT_CONVOLVE_INPUT ? j->sum_size : j->size;
    void *columns = NULL, *results = NULL, *sums = NULL;
    int rc = 0;

    if (!j->full && !(columns = rt_cuda_scratch(j->d, (size_t)(j->rows * all_positions) * element, err)))
        rc = -1;
    if (rc == 0 && apart && !(results = rt_cuda_scratch(j->d, (size_t)(results_each * all_positions) * j->size, err)))
        rc = -1;
    if (rc == 0 && rounded &&
        !(sums = rt_cuda_scratch(j->d, (size_t)rt_view_numel(&j->call->weight) * j->sum_size, err)))
        rc = -1;
    for (int64_t first = 0; first < j->c.images && rc == 0; first += j->slice) {
        const int64_t rest = j->c.images - first, images = rest < j->slice ? rest : j->slice;
        rc = op == RT_CONVOLVE         ? forward(j, first, images, columns, results, err)
             : op == RT_CONVOLVE_INPUT ? input(j, first, images, columns, results, err)
                                       : weight(j, first, images, columns, results, sums, err);
    }
    if (rc == 0 && rounded)
        rc = round_sums(j, sums, err);
    if (columns)
        rt_cuda_scratch_free(j->d, columns);
    if (results)
        rt_cuda_scratch_free(j->d, results);
    if (sums)
        rt_cuda_scratch_free(j->d, sums);
    return rc;
}

/* ---- windows without products ------------------------------------------------------------------------------------ */

/* A thread for each result. */
template <class M, class T>
__global__ void __launch_bounds__(RT_THREADS) direct_kernel(conv c, const M *image, const M *weight, M *out)
{
    const int64_t results = (int64_t)c.groups * c.per;

    for (RT_EACH_PLANE(plane, c.images * results)) {
        const int64_t n = plane / results, m = plane - n * results, group = m / c.per;
        const M *from = image + (n * c.groups + group) * c.channels * c.pixels;
        const M *taps = weight + m * c.channels * c.taps;
        for (RT_EACH(position, c.positions)) {
            const int y = (int)rt_quotient((uint32_t)position, c.by_out_width), x = (int)position - y * c.out_width;
            T sum = c.bias ? rt_cast<T>(((const M *)c.bias)[m]) : rt_cast<T>(0);
            for (int k = 0; k < c.channels; k++)
                for (int i = 0; i < c.kernel[0]; i++) {
                    const int h = y * c.stride[0] - c.padding[0] + i * c.dilation[0];
                    if (h < 0 || h >= c.height)
                        continue;
                    for (int j = 0; j < c.kernel[1]; j++) {
                        const int w = x * c.stride[1] - c.padding[1] + j * c.dilation[1];
                        if (w >= 0 && w < c.width)
                            sum = sum + rt_cast<T>(from[k * c.pixels + (int64_t)h * c.width + w]) *
                                            rt_cast<T>(taps[k * c.taps + i * c.kernel[1] + j]);
                    }
                }
            out[plane * c.positions + position] = rt_cast<M>(sum);
        }
    }
}

/* A thread for each pixel. */
template <class M, class T>
__global__ void __launch_bounds__(RT_THREADS) direct_input_kernel(conv c, const M *grad, const M *weight, M *image)
{
    const int64_t channels = (int64_t)c.groups * c.channels;

    for (RT_EACH_PLANE(plane, c.images * channels)) {
        const int64_t n = plane / channels, channel = plane - n * channels, group = channel / c.channels;
        const M *from = grad + (n * c.groups + group) * c.per * c.positions;
        const M *taps = weight + (group * c.per * c.channels + channel - group * c.channels) * c.taps;
        for (RT_EACH(pixel, c.pixels)) {
            const int h = (int)rt_quotient((uint32_t)pixel, c.by_width), w = (int)pixel - h * c.width;
            T sum = rt_cast<T>(0);
            for (int i = 0; i < c.kernel[0]; i++) {
                int y, x;
                if (!position_of(h, i, c.stride[0], c.padding[0], c.dilation[0], c.out_height, &y))
                    continue;
                for (int j = 0; j < c.kernel[1]; j++) {
                    if (!position_of(w, j, c.stride[1], c.padding[1], c.dilation[1], c.out_width, &x))
                        continue;
                    for (int m = 0; m < c.per; m++)
                        sum = sum + rt_cast<T>(from[m * c.positions + (int64_t)y * c.out_width + x]) *
                                        rt_cast<T>(taps[(int64_t)m * c.channels * c.taps + i * c.kernel[1] + j]);
                }
            }
            image[plane * c.pixels + pixel] = rt_cast<M>(sum);
        }
    }
}

template <class T> static __device__ inline T add_up(T a, T b)
{
    return a + b;
}
template <class T> static __device__ inline T block_sum(T value)
{
    return rt_block_fold(value, rt_cast<T>(0), add_up<T>);
}

/* A block for each weight. */
template <class M, class T>
__global__ void __launch_bounds__(RT_THREADS) direct_weight_kernel(conv c, const M *image, const M *grad, M *weight)
{
    const int64_t all = (int64_t)c.groups * c.per * c.channels * c.taps;

    for (int64_t at = blockIdx.x; at < all; at += gridDim.x) {
        const int tap = (int)(at % c.taps), i = tap / c.kernel[1], j = tap - i * c.kernel[1];
        const int64_t k = at / c.taps % c.channels, m = at / c.taps / c.channels, group = m / c.per;
        const int top = i * c.dilation[0] - c.padding[0], left = j * c.dilation[1] - c.padding[1];
        T sum = rt_cast<T>(0);
        for (int n = 0; n < c.images; n++) {
            const M *from = image + (((int64_t)n * c.groups + group) * c.channels + k) * c.pixels;
            const M *g = grad + ((int64_t)n * c.groups * c.per + m) * c.positions;
            for (int64_t position = threadIdx.x; position < c.positions; position += blockDim.x) {
                const int y = (int)rt_quotient((uint32_t)position, c.by_out_width), x = (int)position - y * c.out_width;
                const int h = y * c.stride[0] + top, w = x * c.stride[1] + left;
                if (h >= 0 && h < c.height && w >= 0 && w < c.width)
                    sum = sum + rt_cast<T>(from[(int64_t)h * c.width + w]) * rt_cast<T>(g[position]);
            }
        }
        sum = block_sum(sum);
        if (threadIdx.x == 0)
            weight[at] = rt_cast<M>(sum);
    }
}

template <class M>
static void launch_integer(struct cuda_device *d, const struct rt_convolve_call *call, const struct conv &c)
{
    const struct rt_planes grid = rt_planes_of(d, (int64_t)c.images * c.groups * c.per, c.positions);

    RT_LAUNCH((direct_kernel<M, int64_t>), grid.blocks, grid.threads, rt_cuda_stream(d), c, (const M *)call->image.data,
              (const M *)call->weight.data, (M *)call->out.data);
}

template <class M, class T>
static void launch_direct(struct cuda_device *d, const struct rt_convolve_call *call, const struct conv &c)
{
    const cudaStream_t stream = rt_cuda_stream(d);
    const int64_t all = rt_view_numel(&call->weight), most = (int64_t)d->max_blocks * 4;
    const bool input = call->op == RT_CONVOLVE_INPUT;
    const struct rt_planes grid =
        rt_planes_of(d, (int64_t)c.images * c.groups * (input ? c.channels : c.per), input ? c.pixels : c.positions);
    const M *image = (const M *)call->image.data, *weight = (const M *)call->weight.data,
            *out = (const M *)call->out.data;

    if (call->op == RT_CONVOLVE)
        RT_LAUNCH((direct_kernel<M, T>), grid.blocks, grid.threads, stream, c, image, weight, (M *)call->out.data);
    else if (input)
        RT_LAUNCH((direct_input_kernel<M, T>), grid.blocks, grid.threads, stream, c, out, weight,
                  (M *)call->image.data);
    else
        RT_LAUNCH_TOGETHER((direct_weight_kernel<M, T>), (unsigned)(all < most ? all : most), RT_THREADS, stream, c,
                           image, out, (M *)call->weight.data);
}

static int directly(struct cuda_device *d, const struct rt_convolve_call *call, const struct conv &c,
                    struct rt_error *err)
{
    switch (call->out.dtype) {
    case RT_UINT8:
        launch_integer<uint8_t>(d, call, c);
        break;
    case RT_INT8:
        launch_integer<int8_t>(d, call, c);
        break;
    case RT_INT16:
        launch_integer<int16_t>(d, call, c);
        break;
    case RT_INT32:
        launch_integer<int32_t>(d, call, c);
        break;
    case RT_INT64:
        launch_integer<int64_t>(d, call, c);
        break;
    case RT_FLOAT16:
        launch_direct<half_bits, float>(d, call, c);
        break;
    case RT_BFLOAT16:
        launch_direct<bfloat_bits, float>(d, call, c);
        break;
    case RT_FLOAT32:
        launch_direct<float, float>(d, call, c);
        break;
    case RT_FLOAT64:
        launch_direct<double, double>(d, call, c);
        break;
    default:
        return rt_error_set(err, RT_NOT_IMPLEMENTED, "\"slow_conv2d_cuda\" not implemented for '%s'",
                            rt_dtype_table[call->out.dtype].scalar);
    }
    return rt_cuda_launched(d, err);
}

/* Nothing to add up: zeros, or the bias. */
static int nothing_in(struct rt_device *device, const struct rt_convolve_call *call, const struct rt_view *written,
                      struct rt_error *err)
{
    struct rt_cast_copy_call copy;
    struct rt_fill_call fill = {};

    if (call->op != RT_CONVOLVE || !call->bias.data) {
        fill.kind = RT_FILL_CONSTANT;
        fill.start = rt_scalar_float(0);
        fill.out = *written;
        return rt_cuda_fill(device, &fill, err);
    }
    copy.out = *written;
    copy.in = *written;
    copy.in.data = call->bias.data;
    for (int i = 0; i < 4; i++)
        copy.in.strides[i] = i == 1;
    return rt_cuda_cast_copy(device, &copy, err);
}

extern "C" int rt_cuda_convolve(struct rt_device *device, const struct rt_convolve_call *call, struct rt_error *err)
{
    const struct rt_view *const views[3] = {&call->out, &call->image, &call->weight};
    const enum rt_dtype type = call->out.dtype;
    struct job j = {};
    bool empty = false;

    for (int i = 0; i < 3; i++) {
        empty = empty || rt_view_numel(views[i]) == 0;
        for (int k = 0; k < 4; k++)
            if (views[i]->shape[k] > INT32_MAX || (i < 2 && views[i]->shape[2] * views[i]->shape[3] > INT32_MAX))
                return rt_error_set(err, RT_RUNTIME, "the images are too large for a convolution");
    }
    if (rt_view_numel(views[call->op]) == 0)
        return 0;
    if (empty)
        return nothing_in(device, call, views[call->op], err);
    j.call = call;
    j.device = device;
    j.d = cuda_of(device);
    conv_of(call, &j.c);
    if (call->op != RT_CONVOLVE && !rt_dtype_is_float(type))
        return rt_error_set(err, RT_NOT_IMPLEMENTED, "\"slow_conv2d_cuda\" not implemented for '%s'",
                            rt_dtype_table[type].scalar);
    if (!rt_dtype_is_float(type) || (j.c.channels == 1 && j.c.per == 1 && j.c.groups > 1))
        return directly(j.d, call, j.c, err);
    job_of(&j);
    return by_products(&j, err);
}
