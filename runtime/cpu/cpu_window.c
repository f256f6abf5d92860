/* Kernels over windows of an image: unfold, fold, pool. Channels are the unit of work. */
#include "cpu/conv/cpu_conv.h"
#include "cpu_window.h"

#include <math.h>
#include <string.h>

/* One image plane [h, w] of element type float or double, any strides. */
#define AT(view, C, n, c) ((C *)(view)->data + (n) * (view)->strides[0] + (c) * (view)->strides[1])

struct window_job {
    const void *call;
    const struct rt_window *w;
    const struct rt_view *image, *columns, *index;
    int64_t channels;
    const int64_t *parts; /* of adaptive windows, in dense planes */
    int64_t border;       /* of a line of such a plane */
};

/* columns [n, c, kh, kw, oh, ow]; ADD(to, x): adds x to the element at `to` */
#define UNFOLD(C, name, ADD)                                                                                           \
    static int unfold_##name(void *context, int64_t begin, int64_t end, struct rt_error *err)                          \
    {                                                                                                                  \
        const struct window_job *job = context;                                                                        \
        const struct rt_view *in = job->image, *out = job->columns;                                                    \
        const struct rt_window *w = job->w;                                                                            \
        const int64_t *os = out->strides;                                                                              \
        (void)err;                                                                                                     \
        for (int64_t p = begin; p < end; p++) {                                                                        \
            const C *image = AT(in, const C, p / job->channels, p % job->channels);                                    \
            C *to = AT(out, C, p / job->channels, p % job->channels);                                                  \
            for (int64_t i = 0; i < w->kernel[0]; i++)                                                                 \
                for (int64_t j = 0; j < w->kernel[1]; j++)                                                             \
                    for (int64_t y = 0; y < out->shape[4]; y++) {                                                      \
                        int64_t row = y * w->stride[0] - w->padding[0] + i * w->dilation[0];                           \
                        C *line = to + i * os[2] + j * os[3] + y * os[4];                                              \
                        for (int64_t x = 0; x < out->shape[5]; x++) {                                                  \
                            int64_t column = x * w->stride[1] - w->padding[1] + j * w->dilation[1];                    \
                            bool inside = row >= 0 && row < in->shape[2] && column >= 0 && column < in->shape[3];      \
                            line[x * os[5]] = inside ? image[row * in->strides[2] + column * in->strides[3]] : 0;      \
                        }                                                                                              \
                    }                                                                                                  \
        }                                                                                                              \
        return 0;                                                                                                      \
    }                                                                                                                  \
    static int fold_##name(void *context, int64_t begin, int64_t end, struct rt_error *err)                            \
    {                                                                                                                  \
        const struct window_job *job = context;                                                                        \
        const struct rt_view *in = job->columns, *out = job->image;                                                    \
        const struct rt_window *w = job->w;                                                                            \
        const int64_t *is = in->strides;                                                                               \
        (void)err;                                                                                                     \
        for (int64_t p = begin; p < end; p++) {                                                                        \
            const C *from = AT(in, const C, p / job->channels, p % job->channels);                                     \
            C *image = AT(out, C, p / job->channels, p % job->channels);                                               \
            for (int64_t y = 0; y < out->shape[2]; y++)                                                                \
                for (int64_t x = 0; x < out->shape[3]; x++)                                                            \
                    image[y * out->strides[2] + x * out->strides[3]] = 0;                                              \
            for (int64_t i = 0; i < w->kernel[0]; i++)                                                                 \
                for (int64_t j = 0; j < w->kernel[1]; j++)                                                             \
                    for (int64_t y = 0; y < in->shape[4]; y++)                                                         \
                        for (int64_t x = 0; x < in->shape[5]; x++) {                                                   \
                            int64_t row = y * w->stride[0] - w->padding[0] + i * w->dilation[0];                       \
                            int64_t column = x * w->stride[1] - w->padding[1] + j * w->dilation[1];                    \
                            if (row >= 0 && row < out->shape[2] && column >= 0 && column < out->shape[3])              \
                                ADD(image[row * out->strides[2] + column * out->strides[3]],                           \
                                    from[i * is[2] + j * is[3] + y * is[4] + x * is[5]]);                              \
                        }                                                                                              \
        }                                                                                                              \
        return 0;                                                                                                      \
    }
#define ADD(to, x) ((to) += (x))
#define ADD_HALF(to, x) ((to) = rt_float_to_half(rt_half_to_float(to) + rt_half_to_float(x)))
#define ADD_BFLOAT(to, x) ((to) = rt_float_to_bfloat(rt_bfloat_to_float(to) + rt_bfloat_to_float(x)))
UNFOLD(float, float, ADD)
UNFOLD(double, double, ADD)
UNFOLD(uint16_t, half, ADD_HALF) /* each sum is rounded, as PyTorch's */
UNFOLD(uint16_t, bfloat, ADD_BFLOAT)

static int planes(struct window_job *job, enum rt_dtype type, rt_tile f32, rt_tile f64, int64_t work,
                  struct rt_error *err)
{
    int64_t count = rt_step_mul(job->image->shape[0], job->image->shape[1]);

    job->channels = job->image->shape[1];
    if (count == 0)
        return 0;
    if (type != RT_FLOAT32 && type != RT_FLOAT64)
        return rt_error_set(err, RT_NOT_IMPLEMENTED, "\"window kernel\" not implemented for '%s'",
                            rt_dtype_table[type].scalar);
    return rt_parallel_for(count, 65536 / (work / count + 1) + 1, work, type == RT_FLOAT32 ? f32 : f64, job, err);
}

/* The same of numbers of 16 bits. */
static int halves(struct window_job *job, rt_tile tile, int64_t work, struct rt_error *err)
{
    const int64_t count = rt_step_mul(job->image->shape[0], job->image->shape[1]);

    job->channels = job->image->shape[1];
    return count ? rt_parallel_for(count, 65536 / (work / count + 1) + 1, work, tile, job, err) : 0;
}

/* Dense planes and columns: by the loops of convolutions. */
static int unfold_dense(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    const struct window_job *job = context;
    const struct rt_view *in = job->image, *out = job->columns;
    const struct rt_patches p = {*job->w, in->shape[2], in->shape[3], out->shape[4], out->shape[5]};
    const int64_t size = (int64_t)rt_dtype_size(in->dtype), pixels = p.height * p.width;
    const int64_t each = job->w->kernel[0] * job->w->kernel[1] * p.out_height * p.out_width;

    (void)err;
    rt_conv_loops_of(size == 8)->unfold(&p, end - begin, 0, p.out_height,
                                        (const char *)in->data + begin * pixels * size,
                                        (char *)out->data + begin * each * size);
    return 0;
}

static int fold_dense(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    const struct window_job *job = context;
    const struct rt_view *in = job->columns, *out = job->image;
    const struct rt_patches p = {*job->w, out->shape[2], out->shape[3], in->shape[4], in->shape[5]};
    const int64_t size = (int64_t)rt_dtype_size(in->dtype), pixels = p.height * p.width;
    const int64_t each = job->w->kernel[0] * job->w->kernel[1] * p.out_height * p.out_width;
    char *to = (char *)out->data + begin * pixels * size;

    (void)err;
    memset(to, 0, (size_t)((end - begin) * pixels * size));
    rt_conv_loops_of(size == 8)->fold(&p, end - begin, (const char *)in->data + begin * each * size, to);
    return 0;
}

/* Do the elements follow each other? */
static bool is_dense_view(const struct rt_view *view)
{
    int64_t step = 1;

    for (int i = view->ndim - 1; i >= 0; i--) {
        if (view->shape[i] != 1 && view->strides[i] != step)
            return false;
        step = rt_step_mul(step, view->shape[i]);
    }
    return true;
}

int rt_cpu_unfold(struct rt_device *device, const struct rt_unfold_call *call, struct rt_error *err)
{
    struct window_job job = {.w = &call->window, .image = &call->in, .columns = &call->out};

    (void)device;
    if (rt_view_numel(&call->out) == 0)
        return 0;
    if (rt_dtype_size(call->out.dtype) == 2 && rt_dtype_is_float(call->out.dtype))
        return halves(&job, call->out.dtype == RT_FLOAT16 ? unfold_half : unfold_bfloat, rt_view_numel(&call->out),
                      err);
    const bool dense = is_dense_view(&call->in) && is_dense_view(&call->out);
    return planes(&job, call->out.dtype, dense ? unfold_dense : unfold_float, dense ? unfold_dense : unfold_double,
                  rt_view_numel(&call->out), err);
}

int rt_cpu_fold(struct rt_device *device, const struct rt_fold_call *call, struct rt_error *err)
{
    struct window_job job = {.w = &call->window, .image = &call->out, .columns = &call->in};

    (void)device;
    if (rt_view_numel(&call->out) == 0)
        return 0;
    if (rt_dtype_size(call->out.dtype) == 2 && rt_dtype_is_float(call->out.dtype))
        return halves(&job, call->out.dtype == RT_FLOAT16 ? fold_half : fold_bfloat, rt_view_numel(&call->in), err);
    const bool dense = is_dense_view(&call->in) && is_dense_view(&call->out);
    return planes(&job, call->out.dtype, dense ? fold_dense : fold_float, dense ? fold_dense : fold_double,
                  rt_view_numel(&call->in), err);
}

/* Clips a window to an image of height h and width w. */
struct bounds {
    int64_t top, left, bottom, right;
};
/* Where the window of result i of `count` begins and ends that covers its part of `size`. */
static void part_of(int64_t i, int64_t count, int64_t size, int64_t *begin, int64_t *end)
{
    *begin = i * (size / count) + i * (size % count) / count;
    *end = (i + 1) * (size / count) + ((i + 1) * (size % count) + count - 1) / count;
}

static struct bounds window_at(const struct window_job *job, bool adaptive, int64_t y, int64_t x)
{
    const struct rt_window *w = job->w;
    const int64_t height = job->image->shape[2], width = job->image->shape[3];
    struct bounds b = {y * w->stride[0] - w->padding[0], x * w->stride[1] - w->padding[1], 0, 0};

    if (adaptive) {
        part_of(y, job->columns->shape[2], height, &b.top, &b.bottom);
        part_of(x, job->columns->shape[3], width, &b.left, &b.right);
        return b;
    }
    b.bottom = b.top + (w->kernel[0] - 1) * w->dilation[0] + 1;
    b.right = b.left + (w->kernel[1] - 1) * w->dilation[1] + 1;
    while (b.top < 0)
        b.top += w->dilation[0];
    while (b.left < 0)
        b.left += w->dilation[1];
    if (b.bottom > height)
        b.bottom = height;
    if (b.right > width)
        b.right = width;
    return b;
}

/* Number that an average divides by. */
static int64_t divisor_of(const struct rt_pool_call *call, int64_t y, int64_t x, const struct bounds *b,
                          const struct rt_view *image)
{
    const struct rt_window *w = &call->window;
    int64_t bottom, right;

    if (call->divisor)
        return call->divisor;
    if (!call->count_padding || call->adaptive)
        return (b->bottom - b->top) * (b->right - b->left);
    bottom = y * w->stride[0] - w->padding[0] + w->kernel[0];
    right = x * w->stride[1] - w->padding[1] + w->kernel[1];
    if (bottom > image->shape[2] + w->padding[0])
        bottom = image->shape[2] + w->padding[0];
    if (right > image->shape[3] + w->padding[1])
        right = image->shape[3] + w->padding[1];
    return (bottom - (y * w->stride[0] - w->padding[0])) * (right - (x * w->stride[1] - w->padding[1]));
}

/* Indices of maxima may have changed since they were found. */
static int bad_index(int64_t index, int64_t pixels, struct rt_error *err)
{
    return rt_error_set(err, RT_RUNTIME, "max_pool2d: found an invalid max index: %lld (planes have %lld elements)",
                        (long long)index, (long long)pixels);
}

#define POOL(C)                                                                                                        \
    static int pool_##C(void *context, int64_t begin, int64_t end, struct rt_error *err)                               \
    {                                                                                                                  \
        const struct window_job *job = context;                                                                        \
        const struct rt_pool_call *call = job->call;                                                                   \
        const struct rt_window *w = &call->window;                                                                     \
        const struct rt_view *image = job->image, *small = job->columns;                                               \
        bool back = call->op == RT_POOL_MAX_BACKWARD || call->op == RT_POOL_AVG_BACKWARD;                              \
        int64_t row_step = image->strides[2], column_step = image->strides[3];                                         \
        (void)err;                                                                                                     \
        for (int64_t p = begin; p < end; p++) {                                                                        \
            C *plane = AT(image, C, p / job->channels, p % job->channels);                                             \
            C *cells = AT(small, C, p / job->channels, p % job->channels);                                             \
            int64_t *where =                                                                                           \
                call->index.data ? AT(&call->index, int64_t, p / job->channels, p % job->channels) : NULL;             \
            if (back)                                                                                                  \
                for (int64_t y = 0; y < image->shape[2]; y++)                                                          \
                    for (int64_t x = 0; x < image->shape[3]; x++)                                                      \
                        plane[y * row_step + x * column_step] = 0;                                                     \
            for (int64_t y = 0; y < small->shape[2]; y++)                                                              \
                for (int64_t x = 0; x < small->shape[3]; x++) {                                                        \
                    C *cell = cells + y * small->strides[2] + x * small->strides[3];                                   \
                    int64_t *at = where ? where + y * call->index.strides[2] + x * call->index.strides[3] : NULL;      \
                    if (call->op == RT_POOL_MAX_BACKWARD) {                                                            \
                        if ((uint64_t)*at >= (uint64_t)(image->shape[2] * image->shape[3]))                            \
                            return bad_index(*at, image->shape[2] * image->shape[3], err);                             \
                        plane[*at / image->shape[3] * row_step + *at % image->shape[3] * column_step] += *cell;        \
                        continue;                                                                                      \
                    }                                                                                                  \
                    struct bounds b = window_at(job, call->adaptive, y, x);                                            \
                    if (call->op == RT_POOL_MAX) {                                                                     \
                        C best = -INFINITY;                                                                            \
                        int64_t best_at = (b.top < image->shape[2] ? b.top : image->shape[2] - 1) * image->shape[3] +  \
                                          (b.left < image->shape[3] ? b.left : image->shape[3] - 1);                   \
                        for (int64_t i = b.top; i < b.bottom; i += w->dilation[0])                                     \
                            for (int64_t j = b.left; j < b.right; j += w->dilation[1]) {                               \
                                C v = plane[i * row_step + j * column_step];                                           \
                                if (v > best || v != v) {                                                              \
                                    best = v;                                                                          \
                                    best_at = i * image->shape[3] + j;                                                 \
                                }                                                                                      \
                            }                                                                                          \
                        *cell = best;                                                                                  \
                        if (at)                                                                                        \
                            *at = best_at;                                                                             \
                        continue;                                                                                      \
                    }                                                                                                  \
                    C divisor = (C)divisor_of(call, y, x, &b, image), sum = 0;                                         \
                    for (int64_t i = b.top; i < b.bottom; i++)                                                         \
                        for (int64_t j = b.left; j < b.right; j++)                                                     \
                            if (back)                                                                                  \
                                plane[i * row_step + j * column_step] += *cell / divisor;                              \
                            else                                                                                       \
                                sum += plane[i * row_step + j * column_step];                                          \
                    if (!back)                                                                                         \
                        *cell = sum / divisor;                                                                         \
                }                                                                                                      \
        }                                                                                                              \
        return 0;                                                                                                      \
    }
POOL(float)
POOL(double)

/* ---- planes whose rows are consecutive elements ------------------------------------------------------------------ */

static const struct rt_pool_loops *choose(bool wide)
{
    const char *capability = rt_cpu_loops()->name;

#if defined __x86_64__
    if (!strcmp(capability, "avx512"))
        return &rt_pool_avx512[wide];
    if (!strcmp(capability, "avx2"))
        return &rt_pool_avx2[wide];
#endif
    (void)capability;
    return &rt_pool_baseline[wide];
}

/* The gradient of maxima is added at their positions. */
#define SPREAD(C)                                                                                                      \
    static void scatter_##C(int64_t rows, int64_t width, const C *cells, int64_t cell_row, const int64_t *index,       \
                            int64_t index_row, C *plane)                                                               \
    {                                                                                                                  \
        for (int64_t y = 0; y < rows; y++)                                                                             \
            for (int64_t x = 0; x < width; x++)                                                                        \
                plane[index[y * index_row + x]] += cells[y * cell_row + x];                                            \
    }
SPREAD(float)
SPREAD(double)

#define ROWS_WORK (1 << 20) /* pixels looked at between two looks at the interrupt flag */

/* Rows [first, last) of the cells of one plane. */
static void pool_rows(const struct rt_pool_call *call, const struct rt_pool_plane *plane, int64_t first, int64_t last,
                      bool wide, char *image, char *cells, int64_t *index)
{
    const struct rt_pool_loops *loops = choose(wide);
    const int64_t rows = last - first;

    if (call->op == RT_POOL_MAX)
        loops->max(plane, first, last, image, cells, index);
    else if (call->op == RT_POOL_AVG)
        loops->average(plane, first, last, image, cells);
    else if (call->op == RT_POOL_AVG_BACKWARD)
        loops->average_back(plane, first, last, cells, image);
    else if (wide)
        scatter_double(rows, plane->out_width, (const double *)(void *)cells + first * plane->cell_row, plane->cell_row,
                       index + first * plane->index_row, plane->index_row, (double *)(void *)image);
    else
        scatter_float(rows, plane->out_width, (const float *)(void *)cells + first * plane->cell_row, plane->cell_row,
                      index + first * plane->index_row, plane->index_row, (float *)(void *)image);
}

/* What each row, then each column of results covers where windows are made to give their number. */
static int64_t *parts_of_planes(const struct rt_view *image, const struct rt_view *small)
{
    int64_t *parts = rt_alloc_items(2 * (small->shape[2] + small->shape[3]), sizeof *parts, 0), *to = parts;

    for (int d = 2; parts && d < 4; d++)
        for (int64_t i = 0; i < small->shape[d]; i++, to += 2)
            part_of(i, small->shape[d], image->shape[d], &to[0], &to[1]);
    return parts;
}

static int check_indices(const int64_t *index, int64_t rows, int64_t row, int64_t width, int64_t pixels,
                         struct rt_error *err)
{
    for (int64_t y = 0; y < rows; y++)
        if (!rt_cpu_loops()->in_range(width, index + y * row, 1, pixels))
            for (int64_t x = 0; x < width; x++)
                if ((uint64_t)index[y * row + x] >= (uint64_t)pixels)
                    return bad_index(index[y * row + x], pixels, err);
    return 0;
}

static int pool_plane(const struct window_job *job, const struct rt_pool_plane *plane, int64_t p, struct rt_error *err)
{
    const struct rt_pool_call *call = job->call;
    const struct rt_view *image = job->image, *small = job->columns;
    const bool back = call->op == RT_POOL_MAX_BACKWARD || call->op == RT_POOL_AVG_BACKWARD;
    const size_t size = rt_dtype_size(image->dtype);
    const int64_t window = back && call->index.data ? 1
                           : call->adaptive         ? image->shape[2] / small->shape[2] * 2
                                                    : job->w->kernel[0] * job->w->kernel[1];
    const int64_t rows = ROWS_WORK / ((call->adaptive ? image->shape[3] : small->shape[3]) * window + 1) + 1;
    const int64_t n = p / job->channels, c = p % job->channels;
    char *pixels = (char *)image->data + (size_t)(n * image->strides[0] + c * image->strides[1]) * size;
    char *cells = (char *)small->data + (size_t)(n * small->strides[0] + c * small->strides[1]) * size;
    int64_t *index = call->index.data ? AT(&call->index, int64_t, n, c) : NULL;

    if (back && image->strides[2] == image->shape[3])
        memset(pixels, 0, (size_t)(image->shape[2] * image->shape[3]) * size);
    else if (back)
        for (int64_t y = 0; y < image->shape[2]; y++)
            memset(pixels + (size_t)(y * image->strides[2]) * size, 0, (size_t)image->shape[3] * size);
    for (int64_t y = 0; y < small->shape[2]; y += rows) {
        const int64_t last = small->shape[2] - y < rows ? small->shape[2] : y + rows;
        if (y && rt_pool_check(err) < 0)
            return -1;
        if (call->op == RT_POOL_MAX_BACKWARD &&
            check_indices(index + y * plane->index_row, last - y, plane->index_row, plane->out_width,
                          image->shape[2] * image->shape[3], err) < 0)
            return -1;
        pool_rows(call, plane, y, last, size == 8, pixels, cells, index);
    }
    return 0;
}

#define SMALL_LINE 512 /* columns of a plane whose row needs no memory of its own */

static int pool_dense(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    const struct window_job *job = context;
    const struct rt_pool_call *call = job->call;
    const struct rt_view *image = job->image, *small = job->columns;
    struct rt_pool_plane plane = {.window = job->w,
                                  .height = image->shape[2],
                                  .width = image->shape[3],
                                  .out_width = small->shape[3],
                                  .image_row = image->strides[2],
                                  .cell_row = small->strides[2],
                                  .index_row = call->index.strides[2],
                                  .divisor = call->divisor,
                                  .count_padding = call->count_padding,
                                  .rows = job->parts,
                                  .columns = job->parts ? job->parts + 2 * small->shape[2] : NULL,
                                  .border = job->border,
                                  .none = INT32_MAX};
    double buffer[SMALL_LINE * RT_POOL_LINE / sizeof(double)];
    const int64_t elements = plane.width + plane.border;
    int status = 0;

    plane.line = elements <= SMALL_LINE ? buffer : rt_alloc_items(elements, RT_POOL_LINE, 0);
    if (!plane.line)
        return rt_error_memory(err);
    for (int64_t p = begin; p < end && status == 0; p++)
        status = pool_plane(job, &plane, p, err);
    if (plane.line != buffer)
        rt_free(plane.line);
    return status;
}

/* Rows are dense and positions in planes fit 32 bits; the position of a maximum counts in the plane's memory. */
static bool is_dense(const struct rt_pool_call *call, const struct rt_view *image, const struct rt_view *small)
{
    return image->strides[3] == 1 && small->strides[3] == 1 && (!call->index.data || call->index.strides[3] == 1) &&
           image->shape[2] * image->shape[3] < INT32_MAX &&
           (call->op != RT_POOL_MAX_BACKWARD || image->strides[2] == image->shape[3]);
}

/* Elements of padding beside a row's pixels: as far as the last vector of windows reaches. */
static int64_t border_of(const struct rt_window *w, int64_t width, int64_t out_width)
{
    const int64_t least = w->padding[1] + RT_POOL_SLACK * (w->stride[1] < 4 ? w->stride[1] : 4),
                  reach = (out_width + 16) * w->stride[1] + w->kernel[1] * w->dilation[1] + RT_POOL_SLACK - width;

    return reach < least ? least : reach;
}

/* One window that is all of a dense plane. */
static bool is_full_window(const struct rt_pool_call *call, const struct rt_view *image, const struct rt_view *small)
{
    const struct rt_window *w = &call->window;

    if (call->op == RT_POOL_MAX_BACKWARD || small->shape[2] != 1 || small->shape[3] != 1 ||
        image->strides[2] != image->shape[3])
        return false;
    return call->adaptive || (w->kernel[0] == image->shape[2] && w->kernel[1] == image->shape[3] && !w->padding[0] &&
                              !w->padding[1] && w->dilation[0] == 1 && w->dilation[1] == 1);
}

static int pool_full_window(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    const struct window_job *job = context;
    const struct rt_pool_call *call = job->call;
    const struct rt_view *image = job->image, *small = job->columns;
    const int64_t size = (int64_t)rt_dtype_size(image->dtype), n = image->shape[2] * image->shape[3];
    const struct rt_pool_loops *loops = choose(size == 8);
    const int64_t divisor = call->divisor ? call->divisor : n;

    (void)err;
    for (int64_t p = begin; p < end; p++) {
        const int64_t i = p / job->channels, c = p % job->channels;
        char *plane = (char *)image->data + (i * image->strides[0] + c * image->strides[1]) * size;
        char *cell = (char *)small->data + (i * small->strides[0] + c * small->strides[1]) * size;
        if (call->op == RT_POOL_MAX)
            loops->window_max(n, plane, cell, call->index.data ? AT(&call->index, int64_t, i, c) : NULL);
        else if (call->op == RT_POOL_AVG)
            loops->window_sum(n, plane, divisor, cell);
        else
            loops->window_fill(n, cell, divisor, plane);
    }
    return 0;
}

/* ---- channels that come last: pixels and cells are rows of channels ---------------------------------------------- */

#define CHANNELS 64 /* taken together */

static bool comes_last(const struct rt_pool_call *call)
{
    return call->in.strides[1] == 1 && call->out.strides[1] == 1 && call->in.shape[1] > 1 &&
           (!call->index.data || call->index.strides[1] == 1);
}

/* One cell of some channels; index is NULL where none is wanted. */
static void pool_last_cell(const struct window_job *job, const struct rt_pool_loops *loops, int64_t y, int64_t x,
                           int64_t count, char *plane, char *cell, int64_t *index)
{
    const struct rt_pool_call *call = job->call;
    const struct rt_window *w = job->w;
    const struct rt_view *image = job->image;
    const int64_t size = (int64_t)rt_dtype_size(image->dtype), row = image->strides[2] * size,
                  column = image->strides[3] * size;
    const struct bounds b = window_at(job, call->adaptive, y, x);
    double buffer[CHANNELS];

    if (call->op == RT_POOL_MAX) {
        bool first = true;
        for (int64_t i = b.top; i < b.bottom; i += w->dilation[0])
            for (int64_t j = b.left; j < b.right; j += w->dilation[1], first = false)
                loops->last_max(count, plane + i * row + j * column, i * image->shape[3] + j, first, cell, index);
        for (int64_t c = 0; first && c < count; c++) {
            if (size == 8)
                ((double *)(void *)cell)[c] = -INFINITY;
            else
                ((float *)(void *)cell)[c] = -INFINITY;
            if (index)
                index[c] = (b.top < image->shape[2] ? b.top : image->shape[2] - 1) * image->shape[3] +
                           (b.left < image->shape[3] ? b.left : image->shape[3] - 1);
        }
        return;
    }
    const int64_t divisor = divisor_of(call, y, x, &b, image);
    if (call->op == RT_POOL_AVG) {
        loops->last_mean(count, b.bottom - b.top, b.right - b.left, row, column, divisor,
                         plane + b.top * row + b.left * column, cell);
        return;
    }
    memcpy(buffer, cell, (size_t)(count * size));
    loops->last_divide(count, divisor, buffer);
    for (int64_t i = b.top; i < b.bottom; i++)
        for (int64_t j = b.left; j < b.right; j++)
            loops->last_add(count, buffer, plane + i * row + j * column);
}

/* Items are blocks of channels of the images. */
static int pool_last(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    const struct window_job *job = context;
    const struct rt_pool_call *call = job->call;
    const struct rt_view *image = job->image, *small = job->columns;
    const bool back = call->op == RT_POOL_MAX_BACKWARD || call->op == RT_POOL_AVG_BACKWARD;
    const int64_t size = (int64_t)rt_dtype_size(image->dtype), blocks = (job->channels + CHANNELS - 1) / CHANNELS;
    const struct rt_pool_loops *loops = choose(size == 8);

    for (int64_t item = begin; item < end; item++) {
        const int64_t n = item / blocks, first = item % blocks * CHANNELS;
        const int64_t count = job->channels - first < CHANNELS ? job->channels - first : CHANNELS;
        char *plane = (char *)image->data + (n * image->strides[0] + first) * size;
        for (int64_t y = 0; back && y < image->shape[2]; y++)
            for (int64_t x = 0; x < image->shape[3]; x++)
                memset(plane + (y * image->strides[2] + x * image->strides[3]) * size, 0, (size_t)(count * size));
        for (int64_t y = 0; y < small->shape[2]; y++) {
            for (int64_t x = 0; x < small->shape[3]; x++) {
                char *cell = (char *)small->data +
                             (n * small->strides[0] + first + y * small->strides[2] + x * small->strides[3]) * size;
                int64_t *index = !call->index.data ? NULL
                                                   : AT(&call->index, int64_t, n, first) + y * call->index.strides[2] +
                                                         x * call->index.strides[3];
                if (call->op != RT_POOL_MAX_BACKWARD) {
                    pool_last_cell(job, loops, y, x, count, plane, cell, index);
                    continue;
                }
                for (int64_t c = 0; c < count; c++) {
                    if ((uint64_t)index[c] >= (uint64_t)(image->shape[2] * image->shape[3]))
                        return bad_index(index[c], image->shape[2] * image->shape[3], err);
                    const int64_t at = index[c] / image->shape[3] * image->strides[2] +
                                       index[c] % image->shape[3] * image->strides[3] + c;
                    if (size == 8)
                        ((double *)(void *)plane)[at] += ((const double *)(const void *)cell)[c];
                    else
                        ((float *)(void *)plane)[at] += ((const float *)(const void *)cell)[c];
                }
            }
            if (rt_pool_check(err) < 0)
                return -1;
        }
    }
    return 0;
}

/* ---- windows of random positions --------------------------------------------------------------------------------- */

/* Where the windows of a direction begin: evenly, moved by a random part of a step, the last at the end. In the
   arithmetic of the type. */
#define RANDOM_POOL(C)                                                                                                 \
    static void starts_##C(int64_t size, int64_t kernel, int64_t count, C sample, int64_t *starts)                     \
    {                                                                                                                  \
        const C step = count > 1 ? (C)(size - kernel) / (C)(count - 1) : 0;                                            \
        sample = sample >= 0 && sample <= 1 ? sample : 0; /* no number from outside moves a window out of the image */ \
        for (int64_t i = 0; i < count - 1; i++) {                                                                      \
            const int64_t at = (int64_t)(((C)i + sample) * step) - (int64_t)(sample * step);                           \
            starts[i] = at < 0 ? 0 : at > size - kernel ? size - kernel : at;                                          \
        }                                                                                                              \
        if (count > 0)                                                                                                 \
            starts[count - 1] = size - kernel;                                                                         \
    }                                                                                                                  \
    static void random_plane_##C(const struct window_job *job, const C *plane, const C *samples, int64_t *starts,      \
                                 C *out, int64_t *index)                                                               \
    {                                                                                                                  \
        const struct rt_pool_call *call = job->call;                                                                   \
        const int64_t *in = call->in.shape + 2, *size = call->out.shape + 2;                                           \
        const int64_t kernel[3] = {call->depth, job->w->kernel[0], job->w->kernel[1]};                                 \
        const int dims = (int)call->samples.shape[2];                                                                  \
        int64_t *const from[3] = {starts, starts + size[0], starts + size[0] + size[1]};                               \
        for (int d = 0; d < 3; d++) /* an image's samples have the width first */                                      \
            starts_##C(in[d], kernel[d], size[d], dims == 3 ? samples[d] : d ? samples[2 - d] : 0, from[d]);           \
        for (int64_t z = 0; z < size[0]; z++)                                                                          \
            for (int64_t y = 0; y < size[1]; y++)                                                                      \
                for (int64_t x = 0; x < size[2]; x++) {                                                                \
                    int64_t at = (from[0][z] * in[1] + from[1][y]) * in[2] + from[2][x];                               \
                    for (int64_t k = from[0][z]; k < from[0][z] + kernel[0]; k++)                                      \
                        for (int64_t i = from[1][y]; i < from[1][y] + kernel[1]; i++) {                                \
                            const int64_t row = (k * in[1] + i) * in[2];                                               \
                            for (int64_t j = from[2][x]; j < from[2][x] + kernel[2]; j++) {                            \
                                const C v = plane[row + j];                                                            \
                                const int64_t taken = -(int64_t)((v > plane[at]) | (v != v)); /* no branch */          \
                                at ^= (at ^ (row + j)) & taken;                                                        \
                            }                                                                                          \
                        }                                                                                              \
                    *out++ = plane[at];                                                                                \
                    *index++ = at;                                                                                     \
                }                                                                                                      \
    }
RANDOM_POOL(float)
RANDOM_POOL(double)

static int pool_random(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    const struct window_job *job = context;
    const struct rt_pool_call *call = job->call;
    const int64_t *in = call->in.shape + 2, *size = call->out.shape + 2, pixels = in[0] * in[1] * in[2],
                  cells = size[0] * size[1] * size[2], dims = call->samples.shape[2];
    int64_t *starts = rt_alloc_items(size[0] + size[1] + size[2], sizeof *starts, 0);
    int status = 0;

    if (!starts)
        return rt_error_memory(err);
    for (int64_t p = begin; p < end && status == 0; p++) {
        int64_t *index = (int64_t *)call->index.data + p * cells;
        if (call->in.dtype == RT_FLOAT64)
            random_plane_double(job, (const double *)call->in.data + p * pixels,
                                (const double *)call->samples.data + p * dims, starts,
                                (double *)call->out.data + p * cells, index);
        else
            random_plane_float(job, (const float *)call->in.data + p * pixels,
                               (const float *)call->samples.data + p * dims, starts,
                               (float *)call->out.data + p * cells, index);
        status = rt_pool_check(err);
    }
    rt_free(starts);
    return status;
}

int rt_cpu_pool(struct rt_device *device, const struct rt_pool_call *call, struct rt_error *err)
{
    bool back = call->op == RT_POOL_MAX_BACKWARD || call->op == RT_POOL_AVG_BACKWARD;
    struct window_job job = {.call = call,
                             .w = &call->window,
                             .image = back ? &call->out : &call->in,
                             .columns = back ? &call->in : &call->out};

    bool dense = is_dense(call, job.image, job.columns);
    int64_t *parts = NULL,
            work = rt_size_mul_saturated(rt_size_mul_saturated(rt_view_numel(job.columns), call->window.kernel[0]),
                                         call->window.kernel[1]);
    int status;

    (void)device;
    if (rt_view_numel(&call->out) == 0)
        return 0;
    if (call->samples.data)
        return planes(&job, call->out.dtype, pool_random, pool_random, work * call->depth, err);
    if (dense && !back && !call->adaptive) {
        job.border = border_of(&call->window, job.image->shape[3], job.columns->shape[3]);
        dense = job.border <= 16 * (job.image->shape[3] + 1024); /* windows far wider than the image are rare */
    }
    if (comes_last(call) && !dense && (call->out.dtype == RT_FLOAT32 || call->out.dtype == RT_FLOAT64)) {
        const int64_t blocks = (job.image->shape[1] + CHANNELS - 1) / CHANNELS, items = job.image->shape[0] * blocks;
        job.channels = job.image->shape[1];
        work = rt_view_numel(job.image) + work;
        return rt_parallel_for(items, 65536 / (work / (items + 1) + 1) + 1, work, pool_last, &job, err);
    }
    if (dense && is_full_window(call, job.image, job.columns))
        return planes(&job, call->out.dtype, pool_full_window, pool_full_window, rt_view_numel(job.image), err);
    if (call->adaptive && rt_view_numel(job.columns)) {
        work = rt_view_numel(job.image) + rt_view_numel(job.columns);
        if (dense && !(job.parts = parts = parts_of_planes(job.image, job.columns)))
            return rt_error_memory(err);
    }
    status =
        planes(&job, call->out.dtype, dense ? pool_dense : pool_float, dense ? pool_dense : pool_double, work, err);
    rt_free(parts);
    return status;
}
