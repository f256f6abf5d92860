/* vision.c: what detectors do with boxes, regions and moving windows, the ops of torchvision's own library: suppression
   of boxes, means and maxima of regions, columns of deformable convolutions. Loops over the host's memory; operands on
   other devices are fetched. Their gradients are rows of their own, which torchvision puts together. */
#include "ops/ops.h"
#include "pool.h"

#include <math.h>

/* ---- what the loops are told ------------------------------------------------------------------------------------- */

enum region_kind { REGION_ALIGN, REGION_PS_ALIGN, REGION_POOL, REGION_PS_POOL };

struct regions {
    enum region_kind kind;
    bool aligned;
    double scale;
    int64_t sampling, count, rows, columns;        /* of regions; of bins in each */
    int64_t images, channels, height, width, made; /* made: channels of the result */
    const void *input, *rois, *grad;
    void *out;
    int32_t *map;
};

struct windows {
    int64_t images, channels, height, width, groups, kernel_height, kernel_width, out_height, out_width;
    int64_t stride_y, stride_x, pad_y, pad_x, dilation_y, dilation_x;
    const void *input, *offset, *mask, *grad;
    void *out, *grad_offset, *grad_mask;
};

#define REAL float
#define NAME(x) x##f
#include "ops/vision_loops.h"
#undef REAL
#undef NAME
#define REAL double
#define NAME(x) x
#include "ops/vision_loops.h"
#undef REAL
#undef NAME

/* ---- memory ------------------------------------------------------------------------------------------------------ */

static enum rt_dtype computed_in(T x)
{
    return x->dtype == RT_FLOAT64 ? RT_FLOAT64 : RT_FLOAT32;
}

/* Operands in the host's memory, and results that become tensors. */
struct workspace {
    enum rt_dtype dtype;
    struct rt_elements operands[4];
    int count;
};

static const void *fetch(struct workspace *w, T x, struct rt_error *err)
{
    if (!x || err->code || rt_elements_of(&w->operands[w->count], x, w->dtype, err) < 0)
        return NULL;
    return w->operands[w->count++].data;
}

static void *zeros(struct workspace *w, int64_t n, struct rt_error *err)
{
    const size_t size = rt_dtype_size(w->dtype);
    void *p = err->code || n < 0 ? NULL : rt_alloc_items(n, size, 16);
    if (p)
        memset(p, 0, (size_t)n * size);
    else if (!err->code)
        rt_error_memory(err);
    return p;
}

static void done(struct workspace *w)
{
    while (w->count > 0)
        rt_elements_done(&w->operands[--w->count]);
}

/* A tensor like x of elements in the host's memory, which are freed; NULL: there were none, or an error. */
static T made_steal(struct workspace *w, void *elements, const int64_t *shape, int ndim, T x, struct rt_error *err)
{
    T raw =
        elements && !err->code ? rt_tensor_from_host(elements, shape, ndim, w->dtype, x->storage->device, err) : NULL;
    rt_free(elements);
    if (!raw || raw->dtype == x->dtype)
        return raw;
    T out = rt_convert(raw, (enum rt_dtype)x->dtype, err);
    rt_tensor_unref(raw);
    return out;
}

static int check_floats(T x, const char *kernel, struct rt_error *err)
{
    if (x->dtype == RT_FLOAT32 || x->dtype == RT_FLOAT64 || x->dtype == RT_FLOAT16)
        return 0;
    return rt_error_set(err, RT_NOT_IMPLEMENTED, "\"%s\" not implemented for '%s'", kernel,
                        rt_dtype_table[x->dtype].scalar);
}

/* ---- boxes ------------------------------------------------------------------------------------------------------- */

static int check_boxes(T boxes, T scores, struct rt_error *err)
{
    if (boxes->ndim != 2)
        return rt_error_set(err, RT_RUNTIME, "boxes should be a 2d tensor, got %dD", boxes->ndim);
    if (boxes->shape[1] != 4)
        return rt_error_set(err, RT_RUNTIME, "boxes should have 4 elements in dimension 1, got %lld",
                            (long long)boxes->shape[1]);
    if (scores->ndim != 1)
        return rt_error_set(err, RT_RUNTIME, "scores should be a 1d tensor, got %dD", scores->ndim);
    if (boxes->shape[0] != scores->shape[0])
        return rt_error_set(err, RT_RUNTIME,
                            "boxes and scores should have same number of elements in dimension 0, got %lld and %lld",
                            (long long)boxes->shape[0], (long long)scores->shape[0]);
    if (boxes->dtype != scores->dtype)
        return rt_error_set(err, RT_RUNTIME, "dets should have the same type as scores");
    return check_floats(boxes, "nms_kernel", err);
}

/* (boxes, scores, threshold) */
int rt_forward_vision_nms(struct rt_call *call, struct rt_error *err)
{
    T boxes = call->args[0].tensor, scores = call->args[1].tensor, values = NULL, order = NULL, out = NULL;
    struct workspace w = {.dtype = computed_in(boxes)};
    struct rt_elements positions = {0};

    if (check_boxes(boxes, scores, err) < 0)
        return -1;
    if (rt_is_meta(boxes))
        return rt_needs_data("nms", "", err);
    const int64_t n = boxes->shape[0];
    int64_t *kept = rt_alloc_items(n + 1, sizeof *kept, 0);
    bool *gone = rt_alloc_items(n + 1, sizeof *gone, 0);
    if (!kept || !gone)
        rt_error_memory(err);
    const void *data = fetch(&w, boxes, err);
    if (data && rt_sort_along(scores, 0, true, &values, &order, err) == 0 &&
        rt_elements_of(&positions, order, RT_INT64, err) == 0) {
        memset(gone, 0, (size_t)n + 1);
        const int64_t *better = positions.data;
        const double threshold = call->args[2].number;
        int s = w.dtype == RT_FLOAT64 ? nms(data, better, n, threshold, kept, gone, err)
                                      : nmsf(data, better, n, threshold, kept, gone, err);
        if (s == 0)
            out = rt_tensor_from_host(kept, &kept[n], 1, RT_INT64, boxes->storage->device, err);
        rt_elements_done(&positions);
    }
    done(&w);
    rt_free(kept);
    rt_free(gone);
    if (values)
        rt_tensor_unref(values);
    if (order)
        rt_tensor_unref(order);
    return rt_result_steal(call, out);
}

/* ---- regions ----------------------------------------------------------------------------------------------------- */

/* kind, scale, rows, columns, sampling and alignment, from argument `at` on. */
static int take_options(struct regions *p, const struct rt_call *call, int at, struct rt_error *err)
{
    static const char *const kinds[] = {"align", "ps_align", "pool", "ps_pool"};
    int kind = 0;
    while (kind < 4 && !rt_arg_is(&call->args[at], kinds[kind]))
        kind++;
    if (kind == 4)
        return rt_error_set(err, RT_VALUE, "unknown kind of regions");
    p->kind = (enum region_kind)kind;
    p->scale = call->args[at + 1].number;
    p->rows = call->args[at + 2].integer;
    p->columns = call->args[at + 3].integer;
    p->sampling = call->args[at + 4].integer;
    p->aligned = call->args[at + 5].boolean;
    if (p->rows < 1 || p->columns < 1 || p->rows > 1 << 20 || p->columns > 1 << 20)
        return rt_error_set(err, RT_RUNTIME, "the output size of regions should be positive");
    return 0;
}

static int check_rois(struct regions *p, T input, T rois, struct rt_error *err)
{
    if (rois->ndim != 2 || rois->shape[1] != 5)
        return rt_error_set(err, RT_RUNTIME, "rois must have shape as Tensor[K, 5]");
    if (rois->dtype != input->dtype)
        return rt_error_set(err, RT_RUNTIME,
                            "Expected tensor for argument #1 'input' to have the same type as tensor for "
                            "argument #2 'rois'; but type torch.%s does not equal torch.%s",
                            rt_dtype_table[input->dtype].name, rt_dtype_table[rois->dtype].name);
    if (rt_is_meta(input) || rt_is_meta(rois))
        return rt_needs_data("regions", "", err);
    if (check_floats(input, "roi_align_forward_kernel_impl", err) < 0)
        return -1;
    p->count = rois->shape[0];
    p->made = p->channels;
    if (p->kind == REGION_PS_ALIGN || p->kind == REGION_PS_POOL) {
        if (p->channels % (p->rows * p->columns))
            return rt_error_set(err, RT_RUNTIME, "input channels must be a multiple of pooling height * pooling width");
        p->made = p->channels / (p->rows * p->columns);
    }
    return 0;
}

/* Regions of images that are there. */
static int check_images(const struct regions *p, enum rt_dtype dtype, struct rt_error *err)
{
    for (int64_t n = 0; n < p->count; n++) {
        const double image = dtype == RT_FLOAT64 ? ((const double *)p->rois)[5 * n] : ((const float *)p->rois)[5 * n];
        if (!(image > -1 && image < p->images))
            return rt_error_set(err, RT_INDEX, "the image of a region is out of range: there are %lld",
                                (long long)p->images);
    }
    if (p->count && p->channels && (p->height < 1 || p->width < 1))
        return rt_error_set(err, RT_RUNTIME, "regions of images without pixels");
    return 0;
}

static int run_regions(struct regions *p, enum rt_dtype dtype, struct rt_error *err)
{
    if (err->code || check_images(p, dtype, err) < 0)
        return -1;
    const int64_t each =
        rt_size_cost(p->count * p->rows * p->columns, p->sampling > 0 ? p->sampling * p->sampling * 8 : 32);
    return p->made ? rt_parallel_for(p->made, 8, rt_size_cost(p->made, each), dtype == RT_FLOAT64 ? regions : regionsf,
                                     p, err)
                   : 0;
}

/* Where maxima are, or the planes that were read; of kinds that keep neither nothing. */
static T map_of(struct regions *p, T input, struct rt_error *err)
{
    const int64_t shape[4] = {p->count, p->made, p->rows, p->columns}, none = 0, bins = p->rows * p->columns;
    if (p->kind == REGION_ALIGN)
        return rt_tensor_new(input->storage->device, RT_INT32, &none, 1, err);
    for (int64_t i = 0; p->kind != REGION_POOL && i < p->count * p->made * bins; i++)
        p->map[i] = (int32_t)(i % (p->made * bins));
    return rt_tensor_from_host(p->map, shape, 4, RT_INT32, input->storage->device, err);
}

/* (input, rois, kind, scale, rows, columns, sampling, aligned): the bins, and their map */
int rt_forward_vision_regions(struct rt_call *call, struct rt_error *err)
{
    T input = call->args[0].tensor, rois = call->args[1].tensor;
    struct regions p = {0};
    struct workspace w = {.dtype = computed_in(input)};

    if (input->ndim != 4)
        return rt_error_set(err, RT_RUNTIME, "regions: expected 4 dimensions, got %d", input->ndim);
    p.images = input->shape[0], p.channels = input->shape[1], p.height = input->shape[2], p.width = input->shape[3];
    if (take_options(&p, call, 2, err) < 0 || check_rois(&p, input, rois, err) < 0)
        return -1;
    const int64_t shape[4] = {p.count, p.made, p.rows, p.columns};
    const int64_t n = rt_size_cost(rt_size_cost(p.count, p.made), p.rows * p.columns);
    void *out = p.out = zeros(&w, n, err);
    p.input = fetch(&w, input, err);
    p.rois = fetch(&w, rois, err);
    if (p.kind != REGION_ALIGN && !err->code && !(p.map = rt_alloc_items(n, sizeof *p.map, 16)))
        rt_error_memory(err);
    run_regions(&p, w.dtype, err);
    T result = made_steal(&w, out, shape, 4, input, err), map = result ? map_of(&p, input, err) : NULL;
    rt_free(p.map);
    done(&w);
    if (!map) {
        if (result)
            rt_tensor_unref(result);
        return -1;
    }
    return rt_result_pair_steal(call, result, map);
}

/* (grad, rois, map, shape of the images, kind, scale, rows, columns, sampling, aligned) */
int rt_forward_vision_regions_backward(struct rt_call *call, struct rt_error *err)
{
    T grad = call->args[0].tensor, rois = call->args[1].tensor, map = call->args[2].tensor;
    const struct rt_arg *shape = &call->args[3];
    struct regions p = {0};
    struct workspace w = {.dtype = computed_in(grad)};
    struct rt_elements where = {0};

    if (shape->count != 4 || shape->ints[0] < 0 || shape->ints[1] < 0 || shape->ints[2] < 0 || shape->ints[3] < 0)
        return rt_error_set(err, RT_RUNTIME, "regions: the images have 4 sizes");
    p.images = shape->ints[0], p.channels = shape->ints[1], p.height = shape->ints[2], p.width = shape->ints[3];
    if (take_options(&p, call, 4, err) < 0 || check_rois(&p, grad, rois, err) < 0)
        return -1;
    const int64_t bins = p.rows * p.columns;
    if (grad->ndim != 4 || grad->shape[0] != p.count || grad->shape[1] != p.made || grad->shape[2] != p.rows ||
        grad->shape[3] != p.columns || (p.kind == REGION_POOL && map->numel != p.count * p.made * bins))
        return rt_error_set(err, RT_RUNTIME, "regions: the gradient has another shape than the result");
    void *out = p.out =
        zeros(&w, rt_size_cost(rt_size_cost(p.images, p.channels), rt_size_cost(p.height, p.width)), err);
    p.grad = fetch(&w, grad, err);
    p.rois = fetch(&w, rois, err);
    if (p.kind == REGION_POOL && !err->code && rt_elements_of(&where, map, RT_INT32, err) == 0)
        p.map = (int32_t *)where.data; /* read only */
    run_regions(&p, w.dtype, err);
    T result = made_steal(&w, out, shape->ints, 4, grad, err);
    rt_elements_done(&where);
    done(&w);
    return rt_result_steal(call, result);
}

/* ---- windows ----------------------------------------------------------------------------------------------------- */

/* Sizes of the operands, and kernel, stride, padding, dilation as pairs, from argument `at` on. */
static int take_windows(struct windows *p, const struct rt_call *call, T input, T offset, T mask, int at,
                        struct rt_error *err)
{
    int64_t *const pairs[4][2] = {{&p->kernel_height, &p->kernel_width},
                                  {&p->stride_y, &p->stride_x},
                                  {&p->pad_y, &p->pad_x},
                                  {&p->dilation_y, &p->dilation_x}};
    for (int i = 0; i < 4; i++) {
        int64_t both[2];
        rt_pair_of(&call->args[at + i], both, 1);
        for (int k = 0; k < 2; k++) {
            if (both[k] < (i == 2 ? 0 : 1) || both[k] > 1 << 24)
                return rt_error_set(err, RT_RUNTIME, "deform_conv2d: sizes of windows are out of range");
            *pairs[i][k] = both[k];
        }
    }
    if (input->ndim != 4 || offset->ndim != 4)
        return rt_error_set(err, RT_RUNTIME, "deform_conv2d: expected 4 dimensions");
    if (rt_is_meta(input))
        return rt_needs_data("deform_conv2d", "", err);
    const int64_t points = p->kernel_height * p->kernel_width;
    p->images = input->shape[0], p->channels = input->shape[1], p->height = input->shape[2], p->width = input->shape[3];
    p->out_height = (p->height + 2 * p->pad_y - p->dilation_y * (p->kernel_height - 1) - 1) / p->stride_y + 1;
    p->out_width = (p->width + 2 * p->pad_x - p->dilation_x * (p->kernel_width - 1) - 1) / p->stride_x + 1;
    p->groups = offset->shape[1] / (2 * points);
    if (p->groups < 1 || offset->shape[1] != p->groups * 2 * points || p->channels % p->groups ||
        offset->shape[0] != p->images || offset->shape[2] != p->out_height || offset->shape[3] != p->out_width ||
        (mask && (mask->ndim != 4 || mask->shape[0] != p->images || mask->shape[1] != p->groups * points ||
                  mask->shape[2] != p->out_height || mask->shape[3] != p->out_width)))
        return rt_error_set(err, RT_RUNTIME, "deform_conv2d: the operands do not fit together");
    if (offset->dtype != input->dtype || (mask && mask->dtype != input->dtype))
        return rt_error_set(err, RT_RUNTIME, "deform_conv2d: the operands have different types");
    return check_floats(input, "deformable_im2col", err);
}

static int run_windows(struct windows *p, enum rt_dtype dtype, struct rt_error *err)
{
    const int64_t items = p->images * p->groups;
    const int64_t each = rt_size_cost(rt_size_cost(p->kernel_height * p->kernel_width, p->out_height * p->out_width),
                                      16 * (p->channels / p->groups + 1));
    if (err->code)
        return -1;
    return items
               ? rt_parallel_for(items, 1, rt_size_cost(items, each), dtype == RT_FLOAT64 ? windows : windowsf, p, err)
               : 0;
}

/* (input, offset, mask, kernel, stride, padding, dilation): [images, channels * points, positions] */
int rt_forward_vision_windows(struct rt_call *call, struct rt_error *err)
{
    T input = call->args[0].tensor, offset = call->args[1].tensor, mask = rt_arg_get_tensor(call, 2);
    struct windows p = {0};
    struct workspace w = {.dtype = computed_in(input)};

    if (take_windows(&p, call, input, offset, mask, 3, err) < 0)
        return -1;
    const int64_t shape[3] = {p.images, p.channels * p.kernel_height * p.kernel_width, p.out_height * p.out_width};
    void *out = p.out = zeros(&w, rt_size_cost(rt_size_cost(shape[0], shape[1]), shape[2]), err);
    p.input = fetch(&w, input, err);
    p.offset = fetch(&w, offset, err);
    p.mask = fetch(&w, mask, err);
    run_windows(&p, w.dtype, err);
    T result = made_steal(&w, out, shape, 3, input, err);
    done(&w);
    return rt_result_steal(call, result);
}

/* (gradient of the columns, input, offset, mask, kernel, stride, padding, dilation): those of input, offset and mask */
int rt_forward_vision_windows_backward(struct rt_call *call, struct rt_error *err)
{
    T grad = call->args[0].tensor, input = call->args[1].tensor, offset = call->args[2].tensor,
      mask = rt_arg_get_tensor(call, 3);
    struct windows p = {0};
    struct workspace w = {.dtype = computed_in(input)};

    if (take_windows(&p, call, input, offset, mask, 4, err) < 0)
        return -1;
    const int64_t points = p.kernel_height * p.kernel_width, area = p.out_height * p.out_width;
    if (grad->ndim != 3 || grad->shape[0] != p.images || grad->shape[1] != p.channels * points ||
        grad->shape[2] != area || grad->dtype != input->dtype)
        return rt_error_set(err, RT_RUNTIME, "deform_conv2d: the gradient has another shape than the columns");
    const int64_t masks[4] = {p.images, p.groups * points, p.out_height, p.out_width};
    void *out = p.out = zeros(&w, input->numel, err), *to_offset = p.grad_offset = zeros(&w, offset->numel, err),
         *to_mask = p.grad_mask = zeros(&w, offset->numel / 2, err);
    p.grad = fetch(&w, grad, err);
    p.input = fetch(&w, input, err);
    p.offset = fetch(&w, offset, err);
    p.mask = fetch(&w, mask, err);
    run_windows(&p, w.dtype, err);
    T results[3] = {made_steal(&w, out, input->shape, 4, input, err),
                    made_steal(&w, to_offset, offset->shape, 4, input, err),
                    made_steal(&w, to_mask, masks, 4, input, err)};
    done(&w);
    if (!results[0] || !results[1] || !results[2]) {
        for (int i = 0; i < 3; i++)
            if (results[i])
                rt_tensor_unref(results[i]);
        return -1;
    }
    call->results->count = 3;
    memcpy(call->results->tensor, results, sizeof results);
    return 0;
}
