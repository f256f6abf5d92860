/* Fast paths: rows with RT_OP_FAST_PATH, each the plain case of a function of the library. Such a row fails for
   everything that is not plain, errors included, and then the library's function is called, which has all forms and
   PyTorch's texts. So a row must check all of its arguments before it changes anything. */
#include "fast_path.h"

#include <math.h>
#include <string.h>

int rt_ask_library(struct rt_error *err)
{
    static const char text[] = "the library has the other cases of this function";

    if (err->code == RT_OK) { /* the text is never read: formatting it would cost more than the row */
        err->code = RT_NOT_IMPLEMENTED;
        memcpy(err->text, text, sizeof text);
    }
    return -1;
}

T rt_named(B b, T x, const char *name)
{
    if (x && rt_grad_enabled() && rt_tensor_requires_grad(x) && rt_tensor_name_node(x, name, b->err) < 0)
        b->failed = true;
    return b->failed ? NULL : x;
}

/* Is there an infinite mean? */
static bool all_finite(T x)
{
    double v;

    for (int64_t i = 0; i < x->numel; i++) {
        v = x->dtype == RT_FLOAT32 ? ((const float *)rt_tensor_pointer(x))[i]
                                   : ((const double *)rt_tensor_pointer(x))[i];
        if (isinf(v))
            return false;
    }
    return true;
}

/* (self, dim, unbiased, keepdim, correction): detail 0 the variance, 1 the standard deviation, and the mean */
int rt_forward_deviation_mean(struct rt_call *call, struct rt_error *err)
{
    T self = call->args[0].tensor, deviation, mean;
    struct rt_arg dim = call->args[1], keep = call->args[3], correction = call->args[4];
    const char *name = call->op->detail ? "StdMeanBackward0" : "VarMeanBackward0";
    struct rt_op *op = call->op->detail ? &rt_op_std_correction : &rt_op_var_correction;
    bool named = rt_grad_enabled() && rt_tensor_requires_grad(self);
    struct rt_build b;

    if (!rt_is_single(self) || !self->numel)
        return rt_ask_library(err);
    if (correction.kind != RT_SCALAR)
        correction = rt_arg_scalar(rt_scalar_int(call->args[2].boolean));
    rt_build_init(&b, err);
    mean = dim.kind == RT_INTS
               ? rt_build_apply(&b, &rt_op_mean_dim, (struct rt_arg[]){rt_arg_tensor(self), dim, keep}, 3)
               : rt_build_apply(&b, &rt_op_mean_dim, (struct rt_arg[]){rt_arg_tensor(self), rt_arg_none(), keep}, 3);
    if (mean && (!rt_is_small(mean) || !all_finite(mean))) /* running means of what is infinite are others */
        mean = rt_ask_library(err) < 0 ? NULL : mean;
    if (mean && (double)(self->numel / mean->numel) <= rt_scalar_to_double(correction.scalar)) /* it warns */
        mean = rt_ask_library(err) < 0 ? NULL : mean;
    deviation = mean ? rt_build_apply(&b, op, (struct rt_arg[]){rt_arg_tensor(self), dim, correction, keep}, 4) : NULL;
    if (!mean || !deviation ||
        (named && (rt_tensor_name_node(deviation, name, err) < 0 || rt_tensor_name_node(mean, name, err) < 0)))
        return rt_build_return(&b, call, NULL);
    call->results->tensor[0] = rt_tensor_get(deviation);
    call->results->tensor[1] = rt_tensor_get(mean);
    call->results->count = 2;
    rt_build_end(&b);
    return 0;
}

/* (self, n, dim) */
int rt_forward_diff(struct rt_call *call, struct rt_error *err)
{
    T x = call->args[0].tensor;
    int64_t n = call->args[1].integer, dim = call->args[2].integer;
    struct rt_build b;

    if (dim < 0)
        dim += x->ndim;
    if (dim < 0 || dim >= x->ndim || n < 1 || n > x->shape[dim] || x->dtype == RT_BOOL)
        return rt_ask_library(err);
    rt_build_init(&b, err);
    for (; n && x; n--) {
        int64_t length = x->shape[dim] - 1;
        T after = rt_b_narrow(&b, x, dim, 1, length), before = rt_b_narrow(&b, x, dim, 0, length);
        x = rt_b_sub(&b, after, before);
    }
    return rt_build_return(&b, call, x);
}

/* (self, k, dims) */
int rt_forward_rot90_dims(struct rt_call *call, struct rt_error *err)
{
    T x = call->args[0].tensor;
    int64_t k = call->args[1].integer % 4, n = x->ndim, d[2];

    if (call->args[2].kind != RT_INTS || call->args[2].count != 2 || n < 2)
        return rt_ask_library(err);
    for (int i = 0; i < 2; i++)
        if ((d[i] = call->args[2].ints[i]) < -n || d[i] >= n)
            return rt_ask_library(err);
        else if (d[i] < 0)
            d[i] += n;
    if (d[0] == d[1])
        return rt_ask_library(err);
    struct rt_arg args[] = {rt_arg_tensor(x), rt_arg_int(k < 0 ? k + 4 : k), rt_arg_int(d[0]), rt_arg_int(d[1])};
    return rt_apply(&rt_op__rot90, args, 4, call->results, err);
}

/* (self, indices, values, accumulate) */
int rt_forward_index_put_copy(struct rt_call *call, struct rt_error *err)
{
    struct rt_arg args[4] = {call->args[0], call->args[1], call->args[2], call->args[3]};
    T copy = rt_apply1(&rt_op_clone, args, 1, err);
    int rc;

    if (!copy)
        return -1;
    args[0] = rt_arg_tensor(copy);
    rc = rt_apply_inplace(&rt_op_index_put_, args, 4, call->results, err);
    rt_tensor_unref(copy);
    return rc;
}

/* Writes one element in every position of a dimension that index names; x is dense, the positions are checked. */
static void fill_positions(T x, int64_t dim, T index, struct rt_scalar value)
{
    size_t size = rt_dtype_size((enum rt_dtype)x->dtype);
    int64_t inner = 1, n = x->shape[dim], outer, position;
    const int64_t *at = rt_tensor_pointer(index);
    char element[16], *to = rt_tensor_pointer(x);

    for (int i = (int)dim + 1; i < x->ndim; i++)
        inner = rt_step_mul(inner, x->shape[i]);
    outer = x->numel / (n * inner);
    rt_scalar_store((enum rt_dtype)x->dtype, element, value);
    for (int64_t o = 0; o < outer; o++)
        for (int64_t k = 0; k < index->numel; k++) {
            position = at[k] < 0 ? at[k] + n : at[k];
            for (int64_t i = 0; i < inner; i++)
                memcpy(to + (size_t)((o * n + position) * inner + i) * size, element, size);
        }
}

/* (self, dim, index, value): detail 0 a copy, 1 in place */
int rt_forward_index_fill(struct rt_call *call, struct rt_error *err)
{
    T x = call->args[0].tensor, index = call->args[2].tensor;
    int64_t dim = call->args[1].integer;
    struct rt_scalar value = call->args[3].scalar;

    if (dim < 0)
        dim += x->ndim;
    if (dim < 0 || dim >= x->ndim || !rt_is_small(x) || !rt_is_small(index) || !x->numel || index->dtype != RT_INT64 ||
        index->ndim > 1 || x->storage->device != index->storage->device || rt_check_scalar(value, x->dtype, err) < 0 ||
        call->needs_grad || call->dual || x->inference || x->storage == index->storage ||
        (value.kind > RT_CAT_INT && !rt_dtype_is_float((enum rt_dtype)x->dtype)))
        return rt_ask_library(err);
    for (int64_t k = 0; k < index->numel; k++) {
        int64_t at = ((const int64_t *)rt_tensor_pointer(index))[k];
        if (at < -x->shape[dim] || at >= x->shape[dim])
            return rt_ask_library(err);
    }
    if (!call->op->detail) {
        T copy = rt_tensor_new(x->storage->device, (enum rt_dtype)x->dtype, x->shape, x->ndim, err);
        if (!copy)
            return -1;
        memcpy(rt_tensor_pointer(copy), rt_tensor_pointer(x),
               (size_t)x->numel * rt_dtype_size((enum rt_dtype)x->dtype));
        x = copy;
    } else
        rt_tensor_get(x);
    fill_positions(x, dim, index, value);
    return rt_result_steal(call, x);
}

/* x over its length along a dimension, which is at least eps; the gradient is that of the length as it is. */
static T unit(B b, T x, int64_t dim, double eps)
{
    struct rt_arg args[] = {rt_arg_tensor(x), rt_arg_scalar(rt_scalar_int(2)), rt_arg_ints(&dim, 1), rt_arg_bool(true)};
    T length = rt_build_apply(b, &rt_op_linalg_vector_norm, args, 4), out;
    bool records = length && rt_tensor_requires_grad(length), mode;
    struct rt_results r;
    int rc;

    if (!length || (records && !(length = rt_b_clone(b, length))))
        return NULL;
    mode = rt_grad_enabled();
    rt_set_grad_enabled(false);
    bool forward = rt_dual_set_enabled(false);
    struct rt_arg least[] = {rt_arg_tensor(length), rt_arg_scalar(rt_scalar_float(eps))};
    rc = rt_apply_inplace(&rt_op_clamp_min, least, 2, &r, b->err);
    if (rc == 0)
        rt_results_clear(&r);
    rt_set_grad_enabled(mode);
    rt_dual_set_enabled(forward);
    out = rc < 0 ? (b->failed = true, NULL) : rt_b_div(b, x, length);
    return out;
}

/* (x1, x2, dim, eps) */
int rt_forward_cosine_similarity(struct rt_call *call, struct rt_error *err)
{
    T x = call->args[0].tensor, y = call->args[1].tensor, u, v;
    int64_t dim = call->args[2].integer;
    struct rt_build b;

    if (!rt_is_single(x) || x->dtype != y->dtype || !x->ndim || !rt_shape_equal(x->shape, x->ndim, y->shape, y->ndim) ||
        x->storage->device != y->storage->device || !x->numel || !(call->args[3].number >= 0))
        return rt_ask_library(err);
    rt_build_init(&b, err);
    u = unit(&b, x, dim, call->args[3].number);
    v = u ? unit(&b, y, dim, call->args[3].number) : NULL;
    u = v ? rt_b_mul(&b, u, v) : NULL;
    return rt_build_return(&b, call, u ? rt_b_sum(&b, u, &dim, 1, false) : NULL);
}

/* (self, sections, dim): the first pieces are longer by one */
int rt_forward_tensor_split(struct rt_call *call, struct rt_error *err)
{
    T x = call->args[0].tensor, list[64];
    int64_t n = call->args[1].integer, dim = call->args[2].integer, start = 0, length;
    struct rt_build b;

    if (dim < 0)
        dim += x->ndim;
    if (dim < 0 || dim >= x->ndim || n < 1 || n > 64)
        return rt_ask_library(err);
    rt_build_init(&b, err);
    for (int64_t i = 0; i < n; i++, start += length) {
        length = x->shape[dim] / n + (i < x->shape[dim] % n);
        if (!(list[i] = rt_b_narrow(&b, x, dim, start, length)))
            return rt_build_return(&b, call, NULL);
    }
    for (int64_t i = 0; i < n; i++)
        rt_tensor_get(list[i]);
    rt_build_end(&b);
    return rt_result_list_steal(call, list, (int)n, err);
}

/* (tensors): what has one dimension counts as a column */
int rt_forward_column_stack(struct rt_call *call, struct rt_error *err)
{
    T columns[64];
    uint32_t n = call->args[0].count;
    int64_t shape[2] = {0, 1}, one = 1;
    struct rt_build b;
    int rc;

    if (n > 64 || !n)
        return rt_ask_library(err);
    rt_build_init(&b, err);
    for (uint32_t i = 0; i < n; i++) {
        T x = columns[i] = call->args[0].tensors[i];
        shape[0] = x->numel;
        if (x->ndim <= 1 && !(columns[i] = rt_b_reshape(&b, x, shape, 2)))
            return rt_build_return(&b, call, NULL);
    }
    rc = rt_apply(&rt_op_cat, (struct rt_arg[]){rt_arg_tensors(columns, n), rt_arg_int(one)}, 2, call->results, err);
    rt_build_end(&b);
    return rc;
}

#define MAX_LINES (1 << 24) /* of a triangle */

/* The columns [*from, *end) of row i that are in the triangle. */
static void triangle_row(bool upper, int64_t i, int64_t columns, int64_t offset, int64_t *from, int64_t *end)
{
    const int64_t edge = i + offset + !upper, at = edge < 0 ? 0 : edge > columns ? columns : edge;

    *from = upper ? at : 0;
    *end = upper ? columns : at;
}

static void repeat(int64_t *to, int64_t value, int64_t n)
{
    typedef int64_t four __attribute__((vector_size(32)));
    const four values = {value, value, value, value};
    int64_t i = 0;

    for (; i + 4 <= n; i += 4)
        memcpy(to + i, &values, sizeof values);
    for (; i < n; i++)
        to[i] = value;
}

/* (row, col, offset): detail 0 the lower triangle, 1 the upper one; what is in row i begins or ends at column
   i + offset */
int rt_forward_triangle(struct rt_call *call, struct rt_error *err)
{
    int64_t rows = call->args[0].integer, columns = call->args[1].integer, offset = call->args[2].integer, n = 0, *to;
    int64_t shape[2] = {2, 0}, from, end, looked = 0, first = 0, *longest = NULL;
    const bool upper = call->op->detail;
    T out;

    if (call->args[3].kind == RT_DEVICE_ARG && !call->args[3].device->host_memory)
        return rt_ask_library(err);
    if (rows < 0 || columns < 0 || rows > MAX_LINES || columns > MAX_LINES || offset > MAX_LINES || offset < -MAX_LINES)
        return rt_ask_library(err);
    for (int64_t i = 0; i < rows; i++, n += end - from)
        triangle_row(upper, i, columns, offset, &from, &end);
    shape[1] = n;
    if (!(out = rt_tensor_new(rt_device_cpu(), RT_INT64, shape, 2, err)))
        return -1;
    to = rt_tensor_pointer(out);
    if (rows > 0) { /* the columns of the longest row, which has those of all others */
        triangle_row(upper, upper ? 0 : rows - 1, columns, offset, &from, &end);
        longest = upper ? to + n : to + 2 * n - (end - from);
        for (int64_t j = first = from; j < end; j++)
            longest[j - from] = j;
    }
    for (int64_t i = 0; i < rows; i++, to += end - from) {
        triangle_row(upper, i, columns, offset, &from, &end);
        repeat(to, i, end - from);
        if (end > from && to + n != longest)
            memcpy(to + n, longest + (from - first), (size_t)(end - from) * sizeof *to);
        if ((looked += end - from) > 1 << 20 && (looked = 0, rt_check_interrupt(err) < 0)) {
            rt_tensor_unref(out);
            return -1;
        }
    }
    return rt_result_steal(call, out);
}

/* (self): of all elements, of which there are one or two dimensions */
int rt_forward_linalg_norm(struct rt_call *call, struct rt_error *err)
{
    return rt_apply(&rt_op_linalg_vector_norm, call->args, 1, call->results, err);
}

/* (x1, x2, p, compute_mode): of a few rows, without a product */
int rt_forward_cdist(struct rt_call *call, struct rt_error *err)
{
    T x = call->args[0].tensor, y = call->args[1].tensor;

    if (x->ndim < 2 || y->ndim < 2 || !rt_is_single(x) || x->dtype != y->dtype ||
        x->shape[x->ndim - 1] != y->shape[y->ndim - 1] || !(call->args[2].number >= 0) || x->shape[x->ndim - 2] > 25 ||
        y->shape[y->ndim - 2] > 25 || !rt_arg_is(&call->args[3], "use_mm_for_euclid_dist_if_necessary"))
        return rt_ask_library(err);
    return rt_apply(&rt_op__cdist_exact, call->args, 3, call->results, err);
}

/* ---- covariances ------------------------------------------------------------------------------------------------- */

/* Those of the rows of x, as the library puts them together; NULL also where it has to warn. */
static T covariances(B b, T x, int64_t correction)
{
    const int64_t one = 1, count = x->ndim ? x->shape[x->ndim - 1] : 1;
    struct rt_device *device = x->storage->device;
    T total, norm, mean, centred;

    if (!rt_is_single(x) || x->ndim > 2 || count <= correction || !x->numel || correction < -count) {
        rt_ask_library(b->err);
        return NULL;
    }
    x = x->ndim == 2 ? x : rt_b_unsqueeze(b, x, 0);
    x = x && x->ndim < 2 ? rt_b_unsqueeze(b, x, 1) : x;
    total = rt_build_keep_steal(b, rt_tensor_scalar(rt_scalar_int(count), RT_INT64, device, b->err));
    norm = rt_build_keep_steal(b, rt_tensor_scalar(rt_scalar_int(count - correction), RT_INT64, device, b->err));
    mean = x ? rt_b_sum(b, x, &one, 1, false) : NULL;
    mean = mean && total ? rt_b_div(b, mean, total) : NULL;
    mean = mean ? rt_b_unsqueeze(b, mean, 1) : NULL;
    centred = mean ? rt_b_sub(b, x, mean) : NULL;
    T transposed = centred ? rt_b_t(b, centred) : NULL, product = transposed ? rt_b_mm(b, centred, transposed) : NULL;
    product = product && norm ? rt_b_div(b, product, norm) : NULL;
    return product ? rt_b_map(b, &rt_op_squeeze, product) : NULL;
}

/* (self, correction) */
int rt_forward_cov(struct rt_call *call, struct rt_error *err)
{
    struct rt_build b;

    rt_build_init(&b, err);
    return rt_build_return(&b, call, covariances(&b, call->args[0].tensor, call->args[1].integer));
}

/* (self) */
int rt_forward_corrcoef(struct rt_call *call, struct rt_error *err)
{
    T found, scale, rows;
    struct rt_build b;

    rt_build_init(&b, err);
    found = covariances(&b, call->args[0].tensor, 1);
    if (found && !found->ndim)
        return rt_build_return(&b, call, rt_b_div(&b, found, found));
    scale = found ? rt_b_map(&b, &rt_op_diagonal, found) : NULL;
    scale = scale ? rt_b_map(&b, &rt_op_sqrt, scale) : NULL;
    rows = scale ? rt_b_unsqueeze(&b, scale, -1) : NULL;
    found = rows ? rt_b_div(&b, found, rows) : NULL;
    scale = found ? rt_b_unsqueeze(&b, scale, 0) : NULL;
    found = scale ? rt_b_div(&b, found, scale) : NULL;
    struct rt_arg limits[] = {rt_arg_tensor(found), rt_arg_scalar(rt_scalar_int(-1)), rt_arg_scalar(rt_scalar_int(1))};
    return rt_build_return(&b, call, found ? rt_build_apply(&b, &rt_op_clamp, limits, 3) : NULL);
}

/* ---- combinations ------------------------------------------------------------------------------------------------ */

#define MAX_CHOSEN 8
#define MAX_POSITIONS (1 << 20)

/* How many ways there are to choose r of n, -1: too many. */
static int64_t ways(int64_t n, int64_t r)
{
    int64_t m = 1;

    for (int64_t i = 1; i <= r; i++)
        if (__builtin_mul_overflow(m, n - r + i, &m) || (m /= i) * r > MAX_POSITIONS)
            return -1;
    return n < r ? 0 : m;
}

/* Rows of r positions of n in order, none of them twice unless `again`. */
static void choose(int64_t *to, int64_t rows, int64_t n, int r, bool again)
{
    for (int k = 0; rows > 0 && k < r; k++)
        to[k] = again ? 0 : k;
    for (to += r; --rows > 0; to += r) {
        int k = r - 1;
        while (to[k - r] == (again ? n - 1 : n - r + k))
            k--;
        for (int i = 0; i < r; i++)
            to[i] = i < k ? to[i - r] : to[k - r] + 1 + (again ? 0 : i - k);
    }
}

/* (self, r, with_replacement) */
int rt_forward_combinations(struct rt_call *call, struct rt_error *err)
{
    T x = call->args[0].tensor, positions, out;
    const int64_t r = call->args[1].integer, zero = 0;
    const bool again = call->args[2].boolean;
    struct rt_build b;
    int64_t m;

    if (rt_is_recorded(call) || rt_is_meta(x) || x->ndim != 1 || x->numel > MAX_POSITIONS || r < 1 || r > MAX_CHOSEN)
        return rt_ask_library(err);
    m = ways(again ? x->numel + r - 1 : x->numel, r);
    if (m <= 0 || m * r > MAX_POSITIONS)
        return rt_ask_library(err);
    rt_build_init(&b, err);
    positions = rt_build_keep_steal(&b, rt_tensor_new(rt_device_cpu(), RT_INT64, (int64_t[]){m * r}, 1, err));
    if (!positions)
        return rt_build_return(&b, call, NULL);
    choose(rt_tensor_pointer(positions), m, x->numel, (int)r, again);
    if (x->storage->device != rt_device_cpu())
        positions = rt_build_keep_steal(&b, rt_tensor_to(positions, RT_DTYPE_NONE, x->storage->device, false, err));
    out = !positions
              ? NULL
              : rt_build_apply(&b, &rt_op_index_select,
                               (struct rt_arg[]){rt_arg_tensor(x), rt_arg_int(zero), rt_arg_tensor(positions)}, 3);
    struct rt_arg sizes = rt_arg_ints((int64_t[]){m, r}, 2);
    return rt_build_return(
        &b, call,
        out ? rt_build_apply(&b, &rt_op__unsafe_view, (struct rt_arg[]){rt_arg_tensor(out), sizes}, 2) : NULL);
}
