/* Sizes and strides: broadcasting, contiguity, channels last, views. Integers only: must not know memory or
   tensors. */
#include "shape.h"

#include <stdio.h>
#include <string.h>

int64_t rt_shape_numel(const int64_t *size, int ndim)
{
    int64_t n = 1;
    bool overflow = false;

    for (int i = 0; i < ndim; i++)
        overflow = __builtin_mul_overflow(n, size[i], &n) || overflow;
    for (int i = 0; overflow && i < ndim; i++)
        if (size[i] == 0)
            return 0;
    return overflow ? -1 : n;
}

bool rt_shape_extent(const int64_t *size, const int64_t *strides, int ndim, int64_t offset, int64_t *first,
                     int64_t *last)
{
    int64_t reach;
    bool fits = true;

    *first = *last = offset;
    for (int i = 0; i < ndim; i++) {
        if (size[i] == 0) {
            *first = offset;
            *last = offset - (offset > INT64_MIN);
            return true;
        }
        fits = fits && rt_size_mul(size[i] - 1, strides[i], &reach);
        if (fits)
            fits = rt_size_add(*(reach < 0 ? first : last), reach, reach < 0 ? first : last);
    }
    return fits;
}

static int extent_overflow(const int64_t *size, const int64_t *strides, int ndim, struct rt_error *err)
{
    return rt_error_set(err, RT_RUNTIME, "Storage size calculation overflowed with sizes=%s and strides=%s",
                        rt_shape_text(size, ndim, (char[RT_SHAPE_TEXT]){0}, RT_SHAPE_TEXT),
                        rt_shape_text(strides, ndim, (char[RT_SHAPE_TEXT]){0}, RT_SHAPE_TEXT));
}

int rt_shape_fits_storage(const int64_t *size, const int64_t *strides, int ndim, int64_t offset, size_t itemsize,
                          size_t bytes, struct rt_error *err)
{
    int64_t first, last, needed = 0;
    bool fits = true;

    for (int i = 0; i < ndim; i++)
        if (size[i] < 0)
            return extent_overflow(size, strides, ndim, err);
    if (offset < 0)
        return rt_error_set(err, RT_RUNTIME, "Tensor: invalid storage offset %lld", (long long)offset);
    fits = rt_shape_extent(size, strides, ndim, offset, &first, &last);
    if (fits && last < first)
        return 0;
    if (!fits || !rt_size_add(last, 1, &needed) || !rt_size_mul(needed, (int64_t)itemsize, &needed))
        return extent_overflow(size, strides, ndim, err);
    if (first < 0 || (size_t)needed > bytes)
        return rt_error_set(err, RT_RUNTIME,
                            "setStorage: sizes %s, strides %s, storage offset %lld, and itemsize %zu requiring a "
                            "storage size of %lld are "
                            "out of bounds for storage of size %zu",
                            rt_shape_text(size, ndim, (char[RT_SHAPE_TEXT]){0}, RT_SHAPE_TEXT),
                            rt_shape_text(strides, ndim, (char[RT_SHAPE_TEXT]){0}, RT_SHAPE_TEXT), (long long)offset,
                            itemsize, (long long)needed, bytes);
    return rt_shape_numel(size, ndim) < 0 ? rt_error_set(err, RT_RUNTIME, "numel: integer multiplication overflow") : 0;
}

void rt_shape_contiguous(const int64_t *size, int ndim, int64_t *strides)
{
    int64_t step = 1;

    for (int i = ndim - 1; i >= 0; i--) {
        strides[i] = step;
        step = rt_step_mul(step, size[i] > 1 ? size[i] : 1);
    }
}

bool rt_shape_is_contiguous(const int64_t *size, const int64_t *strides, int ndim)
{
    int64_t step = 1;

    for (int i = ndim - 1; i >= 0; i--) {
        if (size[i] == 1)
            continue;
        if (size[i] == 0)
            return true;
        if (strides[i] != step)
            return rt_shape_numel(size, ndim) == 0;
        step = rt_step_mul(step, size[i]);
    }
    return true;
}

/* Dimensions sorted by falling stride (outer ones first among equals). */
static void order_by_stride(const int64_t *size, const int64_t *strides, int ndim, int *order)
{
    for (int i = 0; i < ndim; i++) {
        int at = i;
        while (at > 0) {
            int before = order[at - 1];
            bool swap = strides[before] < strides[i] || (strides[before] == strides[i] && size[before] < size[i]);
            if (!swap)
                break;
            order[at] = before;
            at--;
        }
        order[at] = i;
    }
}

/* The k-th dimension from the inside of those whose channels are innermost. */
static int from_channels(int k, int ndim)
{
    return k == 0 ? 1 : k == ndim - 1 ? 0 : ndim - k;
}

void rt_shape_channels_last_strides(const int64_t *size, int ndim, int64_t *strides)
{
    int64_t step = 1;

    for (int k = 0; k < ndim; k++) {
        int i = from_channels(k, ndim);
        strides[i] = step;
        step = rt_step_mul(step, size[i] > 1 ? size[i] : 1);
    }
}

bool rt_shape_channels_last(const int64_t *size, const int64_t *strides, int ndim)
{
    int64_t step = 1;

    if (ndim != 4 && ndim != 5)
        return false;
    for (int k = 0; k < ndim; k++) {
        int i = from_channels(k, ndim);
        if (size[i] == 1)
            continue;
        if (strides[i] != step)
            return false;
        step = rt_step_mul(step, size[i]);
    }
    return true;
}

bool rt_shape_strides_are_channels_last(const int64_t *size, const int64_t *strides, int ndim)
{
    int64_t least = 0;

    if ((ndim != 4 && ndim != 5) || strides[1] == 0)
        return false;
    for (int k = 0; k < ndim; k++) {
        int i = from_channels(k, ndim);
        /* the outermost may not begin where the channels do: that is what is also plain, with one channel */
        if (size[i] == 0 || strides[i] < least || (i == 0 && least == strides[1]))
            return false;
        least = rt_step_mul(strides[i], size[i] > 1 ? size[i] : 1);
    }
    return true;
}

bool rt_shape_is_plain(const int64_t *size, const int64_t *strides, int ndim)
{
    int64_t step = 1;

    for (int i = ndim - 1; i >= 0; i--) {
        if (strides[i] != step)
            return false;
        step = rt_step_mul(step, size[i] > 1 ? size[i] : 1);
    }
    return true;
}

bool rt_shape_is_dense(const int64_t *size, const int64_t *strides, int ndim)
{
    int order[RT_MAX_DIMS];
    int64_t step = 1;

    if (rt_shape_is_contiguous(size, strides, ndim))
        return true;
    order_by_stride(size, strides, ndim, order);
    for (int k = ndim - 1; k >= 0; k--) {
        int i = order[k];
        if (size[i] == 1)
            continue;
        if (strides[i] != step)
            return false;
        step = rt_step_mul(step, size[i]);
    }
    return true;
}

/* Is dimension i further inside than j: -1 yes, 1 no, 0 undecided? */
static int inner(const int64_t *size, const int64_t *const *rows, int n, int i, int j)
{
    for (int k = 0; k < n; k++) {
        int64_t a = rows[k][i], b = rows[k][j];
        if (a == 0 || b == 0)
            continue;
        if (a != b)
            return a < b ? -1 : 1;
        if (size[i] > size[j])
            return 1;
    }
    return 0;
}

void rt_shape_layout(const int64_t *size, int ndim, const int64_t *const *rows, int n, int64_t *out)
{
    int order[RT_MAX_DIMS]; /* from the innermost dimension */
    int64_t step = 1;

    /* the last dimension is the innermost unless an operand says otherwise; what nothing is said of is stepped over */
    for (int k = 0; k < ndim; k++) {
        int at = k;
        order[k] = ndim - 1 - k;
        for (int before = k - 1; before >= 0; before--) {
            int is = inner(size, rows, n, order[before], order[at]);
            if (is < 0)
                break;
            if (is > 0) {
                int t = order[before];
                order[before] = order[at];
                order[at] = t;
                at = before;
            }
        }
    }
    for (int k = 0; k < ndim; k++) {
        out[order[k]] = step;
        step = rt_step_mul(step, size[order[k]] > 1 ? size[order[k]] : 1);
    }
}

void rt_shape_dense_like(const int64_t *size, const int64_t *strides, int ndim, int64_t *out)
{
    if (!rt_shape_is_dense(size, strides, ndim)) {
        rt_shape_layout(size, ndim, &strides, 1, out);
        return;
    }
    memcpy(out, strides, ndim * sizeof *out);
}

int rt_shape_dim(int64_t dim, int ndim, struct rt_error *err)
{
    int64_t range = ndim ? ndim : 1;

    if (dim < -range || dim >= range)
        return rt_error_set(err, RT_INDEX,
                            "Dimension out of range (expected to be in range of [%lld, %lld], but got %lld)",
                            (long long)-range, (long long)(range - 1), (long long)dim);
    return (int)(dim < 0 ? dim + range : dim);
}

int64_t rt_shape_dims(const int64_t *dims, int n, int ndim, struct rt_error *err)
{
    int64_t mask = 0;

    if (n == 0)
        return (INT64_C(1) << (ndim ? ndim : 1)) - 1;
    for (int i = 0; i < n; i++) {
        int dim = rt_shape_dim(dims[i], ndim, err);
        if (dim < 0)
            return -1;
        if (mask >> dim & 1)
            return rt_error_set(err, RT_RUNTIME, "dim %d appears multiple times in the list of dims", dim);
        mask |= INT64_C(1) << dim;
    }
    return mask;
}

int rt_shape_broadcast(struct rt_shape *out, const int64_t *size, int ndim, struct rt_error *err)
{
    int n = out->ndim > ndim ? out->ndim : ndim;
    struct rt_shape r = {.ndim = n};

    for (int i = n - 1; i >= 0; i--) {
        int ia = i - (n - out->ndim), ib = i - (n - ndim);
        int64_t a = ia >= 0 ? out->size[ia] : 1, b = ib >= 0 ? size[ib] : 1;
        if (a != b && a != 1 && b != 1)
            return rt_error_set(err, RT_RUNTIME,
                                "The size of tensor a (%lld) must match the size of tensor b (%lld) at non-singleton "
                                "dimension %d",
                                (long long)a, (long long)b, i);
        r.size[i] = a == 1 ? b : a;
    }
    out->ndim = n;
    memcpy(out->size, r.size, (size_t)n * sizeof *out->size);
    return 0;
}

void rt_shape_broadcast_strides(const int64_t *size, const int64_t *strides, int ndim, const int64_t *out_size,
                                int out_ndim, int64_t *out_strides)
{
    int lead = out_ndim - ndim;

    for (int i = 0; i < out_ndim; i++)
        out_strides[i] = i < lead || (size[i - lead] == 1 && out_size[i] != 1) ? 0 : strides[i - lead];
}

int rt_shape_expand(const char *type, const int64_t *size, const int64_t *strides, int ndim, const int64_t *want,
                    int nwant, struct rt_shape *out, int64_t *out_strides, struct rt_error *err)
{
    char target[RT_SHAPE_TEXT], have[RT_SHAPE_TEXT];

    if (nwant < ndim)
        return rt_error_set(err, RT_RUNTIME,
                            "expand(%s{%s}, size=%s): the number of sizes provided (%d) must be greater or "
                            "equal to the number of dimensions in the tensor (%d)",
                            type, rt_shape_text(size, ndim, have, sizeof have),
                            rt_shape_text(want, nwant, target, sizeof target), nwant, ndim);
    if (nwant > RT_MAX_DIMS)
        return rt_error_set(err, RT_RUNTIME, "too many dimensions: at most %d are supported", RT_MAX_DIMS);
    out->ndim = nwant;
    for (int i = nwant - 1; i >= 0; i--) { /* the last dimension that does not fit is named */
        int at = i - (nwant - ndim);
        int64_t old = at >= 0 ? size[at] : 1, step = at >= 0 ? strides[at] : 0, now = want[i];
        if (now == -1) {
            if (at < 0)
                return rt_error_set(
                    err, RT_RUNTIME,
                    "The expanded size of the tensor (-1) isn't allowed in a leading, non-existing dimension "
                    "%d",
                    i);
            now = old;
        }
        if (now < 0)
            return rt_error_set(err, RT_RUNTIME, "The expanded size of the tensor (%lld) isn't allowed",
                                (long long)now);
        if (now != old) {
            if (old != 1)
                return rt_error_set(err, RT_RUNTIME,
                                    "The expanded size of the tensor (%lld) must match the existing size (%lld) at "
                                    "non-singleton dimension %d.  Target sizes: %s.  Tensor sizes: %s",
                                    (long long)now, (long long)old, i,
                                    rt_shape_text(want, nwant, target, sizeof target),
                                    rt_shape_text(size, ndim, have, sizeof have));
            step = 0;
        } else if (at < 0)
            step = 0;
        out->size[i] = now;
        out_strides[i] = step;
    }
    return 0;
}

int rt_shape_infer(const int64_t *want, int nwant, int64_t numel, struct rt_shape *out, struct rt_error *err)
{
    char text[RT_SHAPE_TEXT];
    int64_t known = 1;
    int unknown = -1;

    if (nwant > RT_MAX_DIMS)
        return rt_error_set(err, RT_RUNTIME, "too many dimensions: at most %d are supported", RT_MAX_DIMS);
    out->ndim = nwant;
    for (int i = 0; i < nwant; i++) {
        if (want[i] == -1) {
            if (unknown >= 0)
                return rt_error_set(err, RT_RUNTIME, "only one dimension can be inferred");
            unknown = i;
        } else if (want[i] < 0) {
            return rt_error_set(err, RT_RUNTIME, "invalid shape dimension %lld at index %d of shape %s",
                                (long long)want[i], i, rt_shape_text(want, nwant, text, sizeof text));
        } else if (__builtin_mul_overflow(known, want[i], &known))
            known = -2, unknown = -1, i = nwant;
        if (i < nwant)
            out->size[i] = want[i];
    }
    if (unknown >= 0 && known == 0 && numel == 0)
        return rt_error_set(
            err, RT_RUNTIME,
            "cannot reshape tensor of 0 elements into shape %s because the unspecified dimension size -1 "
            "can be any value and is ambiguous",
            rt_shape_text(want, nwant, text, sizeof text));
    if (unknown >= 0 && known > 0 && numel % known == 0)
        out->size[unknown] = numel / known;
    else if (unknown >= 0 || known != numel)
        return rt_error_set(err, RT_RUNTIME, "shape '%s' is invalid for input of size %lld",
                            rt_shape_text(want, nwant, text, sizeof text), (long long)numel);
    return 0;
}

bool rt_shape_view_strides(const int64_t *size, const int64_t *strides, int ndim, const struct rt_shape *out,
                           int64_t *out_strides)
{
    int64_t numel = rt_shape_numel(size, ndim), base, chunk = 1, taken = 1;
    int view = out->ndim - 1;

    if (numel == 0) {
        if (rt_shape_equal(size, ndim, out->size, out->ndim))
            memcpy(out_strides, strides, (size_t)ndim * sizeof *strides);
        else
            rt_shape_contiguous(out->size, out->ndim, out_strides);
        return true;
    }
    if (ndim == 0) {
        for (int i = 0; i < out->ndim; i++)
            out_strides[i] = 1;
        return true;
    }
    /* walk the old dimensions from the inside; each maximal run with one step is cut into new dimensions */
    base = strides[ndim - 1];
    for (int i = ndim - 1; i >= 0; i--) {
        chunk = rt_step_mul(chunk, size[i]);
        if (i == 0 || (size[i - 1] != 1 && strides[i - 1] != rt_step_mul(chunk, base))) {
            while (view >= 0 && (taken < chunk || out->size[view] == 1)) {
                out_strides[view] = rt_step_mul(taken, base);
                taken = rt_step_mul(taken, out->size[view]);
                view--;
            }
            if (taken != chunk)
                return false;
            if (i > 0) {
                base = strides[i - 1];
                chunk = 1;
                taken = 1;
            }
        }
    }
    return view == -1;
}

const char *rt_shape_text(const int64_t *size, int ndim, char *buffer, size_t length)
{
    size_t at = 0;

    if (length)
        buffer[0] = 0;
    at += (size_t)snprintf(buffer, length, "[");
    for (int i = 0; i < ndim && at < length; i++)
        at += (size_t)snprintf(buffer + at, length - at, "%s%lld", i ? ", " : "", (long long)size[i]);
    if (at < length)
        snprintf(buffer + at, length - at, "]");
    return buffer;
}

bool rt_shape_equal(const int64_t *a, int na, const int64_t *b, int nb)
{
    return na == nb && (na == 0 || !memcmp(a, b, (size_t)na * sizeof *a));
}

void rt_shape_order(int64_t *shape, int ndim, int n, int64_t *const *strides)
{
    for (int i = 1; i < ndim; i++)
        for (int at = i; at > 0 && strides[0][at - 1] < strides[0][at]; at--) {
            int64_t size = shape[at];
            shape[at] = shape[at - 1];
            shape[at - 1] = size;
            for (int k = 0; k < n; k++) {
                int64_t stride = strides[k][at];
                strides[k][at] = strides[k][at - 1];
                strides[k][at - 1] = stride;
            }
        }
}

int rt_shape_coalesce(int64_t *size, int ndim, int n, int64_t *const *strides)
{
    int kept = 0;

    for (int i = 0; i < ndim; i++) {
        bool join = kept > 0;
        if (size[i] == 1)
            continue;
        for (int k = 0; join && k < n; k++)
            join = strides[k][kept - 1] == rt_step_mul(strides[k][i], size[i]);
        if (join) {
            size[kept - 1] = rt_step_mul(size[kept - 1], size[i]);
            for (int k = 0; k < n; k++)
                strides[k][kept - 1] = strides[k][i];
            continue;
        }
        size[kept] = size[i];
        for (int k = 0; k < n; k++)
            strides[k][kept] = strides[k][i];
        kept++;
    }
    return kept;
}
