/* bind_show.c: repr of a tensor, to the character as PyTorch prints it. Owns the print options. Only the elements that
 * are shown are read from the device, once. */
#include "bind_core.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct {
    int precision;
    int64_t threshold, edgeitems, linewidth;
    int sci_mode; /* -1: chosen by the values */
} options = {4, 1000, 3, 80, -1};

/* ---- text ------------------------------------------------------------------------------------------------------- */

struct text {
    struct lang_thread *t;
    char *data;
    size_t length, capacity;
    bool failed, stopped;
};

/* Has an interrupt ended the work? Polled at some of the elements; its exception is set. */
static bool stopped_at(struct text *s, int64_t element)
{
    if ((element & 0xffff) == 0xffff && !s->stopped)
        s->stopped = lang_poll_quiet(s->t) < 0;
    return s->stopped;
}

static void put(struct text *s, const char *bytes, size_t n)
{
    if (s->length + n + 1 > s->capacity) {
        size_t capacity = s->capacity ? s->capacity * 2 : 256;
        while (capacity < s->length + n + 1)
            capacity *= 2;
        char *data = rt_realloc(s->data, capacity);
        if (!data) {
            s->failed = true;
            return;
        }
        s->data = data;
        s->capacity = capacity;
    }
    memcpy(s->data + s->length, bytes, n);
    s->length += n;
    s->data[s->length] = 0;
}
static void put_c(struct text *s, const char *c)
{
    put(s, c, strlen(c));
}
static void put_n(struct text *s, char c, int64_t n)
{
    while (n-- > 0 && !s->failed)
        put(s, &c, 1);
}
/* ---- selection of elements -------------------------------------------------------------------------------------- */

/* The elements that are shown, contiguous, and the sizes of this selection. */
struct shown {
    const struct rt_tensor *rt;
    int ndim;
    int64_t size[RT_MAX_DIMS]; /* of the selection */
    bool cut[RT_MAX_DIMS];     /* the middle of this dimension is left out */
    enum rt_dtype dtype;       /* of data: float64, int64, bool, complex128 */
    void *data;
};

/* x without the middle of dimension d: its first and last edgeitems. */
static struct rt_tensor *cut_middle(struct lang_thread *t, struct rt_tensor *x, int d, struct rt_error *err)
{
    static struct rt_op *cat;
    struct rt_index_item items[RT_MAX_DIMS];
    memset(items, 0, sizeof items);
    for (int i = 0; i < d; i++)
        items[i] = (struct rt_index_item){
            .kind = RT_ITEM_SLICE, .start = RT_SLICE_NONE, .stop = RT_SLICE_NONE, .step = RT_SLICE_NONE};
    items[d] = (struct rt_index_item){.kind = RT_ITEM_SLICE, .start = 0, .stop = options.edgeitems, .step = 1};
    if (!bind_op(t, &cat, "cat"))
        return NULL;
    struct rt_tensor *parts[2] = {rt_index(x, items, d + 1, err), NULL};
    items[d].start = rt_tensor_shape(x)[d] - options.edgeitems;
    items[d].stop = RT_SLICE_NONE;
    parts[1] = parts[0] ? rt_index(x, items, d + 1, err) : NULL;
    struct rt_tensor *joined = NULL;
    if (parts[1]) {
        struct rt_arg args[2] = {rt_arg_tensors(parts, 2), rt_arg_int(d)};
        joined = rt_apply1(cat, args, 2, err);
    }
    rt_tensor_unref(parts[0]);
    rt_tensor_unref(parts[1]);
    return joined;
}

static int fetch(struct lang_thread *t, struct rt_tensor *rt, struct shown *s)
{
    struct rt_error err;
    rt_error_clear(&err);
    bool summarize = rt_tensor_numel(rt) > options.threshold;
    struct rt_tensor *x = rt_tensor_detach(rt, &err);
    *s = (struct shown){.rt = rt, .ndim = rt_tensor_ndim(rt)};
    for (int d = 0; x && d < s->ndim; d++)
        if (summarize && (rt_tensor_shape(rt)[d] - 1) / 2 >= options.edgeitems && rt_tensor_shape(rt)[d] > 0) {
            struct rt_tensor *part = cut_middle(t, x, d, &err);
            rt_tensor_unref(x);
            x = part;
            s->cut[d] = true;
        }
    if (!x)
        return lang_error_occurred(t) ? -1 : bind_fail(t, &err);
    memcpy(s->size, rt_tensor_shape(x), (size_t)s->ndim * sizeof *s->size);
    enum rt_category category = rt_dtype_category(rt_tensor_dtype(rt));
    s->dtype = category == RT_CAT_BOOL            ? RT_BOOL
               : rt_tensor_dtype(rt) == RT_UINT64 ? RT_UINT64
               : category == RT_CAT_INT           ? RT_INT64
               : category == RT_CAT_FLOAT         ? RT_FLOAT64
                                                  : RT_COMPLEX128;
    s->data = rt_alloc_items(rt_tensor_numel(x), rt_dtype_size(s->dtype), 0);
    int status = 0;
    if (!s->data)
        status = (lang_no_memory(t), -1);
    else if (rt_tensor_to_host(x, s->data, s->dtype, &err) < 0)
        status = bind_fail(t, &err);
    rt_tensor_unref(x);
    if (status < 0)
        rt_free(s->data);
    return status;
}

/* ---- numbers ---------------------------------------------------------------------------------------------------- */

/* digits after the decimal point, and the size of a buffer for a number with so many */
enum { MAX_DIGITS = 500, MAX_NUMBER_TEXT = MAX_DIGITS + 400 };

struct format {
    bool floating, integral, scientific;
    int width;
};

static int float_text(const struct format *f, double v, char *buffer, size_t size)
{
    if (isnan(v))
        return snprintf(buffer, size, "nan");
    if (isinf(v))
        return snprintf(buffer, size, v > 0 ? "inf" : "-inf");
    if (f->scientific)
        return snprintf(buffer, size, "%.*e", options.precision, v);
    if (f->integral)
        return snprintf(buffer, size, "%.0f.", v);
    return snprintf(buffer, size, "%.*f", options.precision, v);
}

/* n doubles, `step` apart. What is not larger than `nothing` counts as 0; where that is a number of its own type
   (float8_e8m0fnu), nan counts as finite, and nothing is larger than it. */
static struct format choose_float(struct text *out, const double *v, int64_t n, int64_t step, double nothing)
{
    struct format f = {.floating = true, .integral = true, .width = 1};
    double most = 0, least = INFINITY;
    for (int64_t i = 0; i < n && !stopped_at(out, i); i++) {
        double a = fabs(v[i * step]);
        if (nothing > 0 && isnan(a)) {
            most = a;
            f.integral = false;
        }
        if (a <= nothing || !isfinite(a))
            continue;
        most = a > most ? a : most; /* a nan stays */
        least = a < least ? a : least;
        if (v[i * step] != ceil(v[i * step]))
            f.integral = false;
    }
    if (most == 0)
        return f;
    least = isnan(most) ? most : least;
    bool wide = most / least > 1000. || most > 1e8;
    f.scientific = f.integral ? wide : wide || least < 1e-4;
    if (options.sci_mode >= 0)
        f.scientific = options.sci_mode;
    char buffer[MAX_NUMBER_TEXT];
    for (int64_t i = 0; i < n && !stopped_at(out, i); i++) {
        double x = v[i * step];
        if (fabs(x) <= nothing || !isfinite(x))
            continue;
        int width = float_text(&f, x, buffer, sizeof buffer);
        f.width = width > f.width ? width : f.width;
    }
    return f;
}

static int integer_text(const struct shown *s, int64_t i, char *buffer, size_t size)
{
    const long long v = (long long)((const int64_t *)s->data)[i];

    return snprintf(buffer, size, s->dtype == RT_UINT64 ? "%llu" : "%lld", v);
}

static struct format choose_integer(struct text *out, const struct shown *s, int64_t n)
{
    struct format f = {.width = 1};
    char buffer[32];
    for (int64_t i = 0; i < n && !stopped_at(out, i); i++) {
        int width =
            s->dtype == RT_BOOL ? (((const uint8_t *)s->data)[i] ? 4 : 5) : integer_text(s, i, buffer, sizeof buffer);
        f.width = width > f.width ? width : f.width;
    }
    return f;
}

/* Element i, padded to the common width. */
static void put_element(struct text *out, const struct shown *s, const struct format *f, int64_t i)
{
    char buffer[MAX_NUMBER_TEXT];
    int n;
    if (s->dtype == RT_BOOL) {
        n = snprintf(buffer, sizeof buffer, "%s", ((const uint8_t *)s->data)[i] ? "True" : "False");
    } else if (s->dtype == RT_INT64 || s->dtype == RT_UINT64) {
        n = integer_text(s, i, buffer, sizeof buffer);
    } else if (s->dtype == RT_FLOAT64) {
        n = float_text(f, ((const double *)s->data)[i], buffer, sizeof buffer);
    } else { /* real and imaginary part, each with its own format */
        const double *v = (const double *)s->data + 2 * i;
        n = float_text(&f[0], v[0], buffer, sizeof buffer);
        put_n(out, ' ', f[0].width - n);
        put(out, buffer, (size_t)n);
        n = float_text(&f[1], v[1], buffer, sizeof buffer);
        if (buffer[0] != '-')
            put_c(out, "+");
        put(out, buffer, (size_t)n);
        put_c(out, "j");
        return;
    }
    put_n(out, ' ', f->width - n);
    put(out, buffer, (size_t)n);
}

/* ---- layout ----------------------------------------------------------------------------------------------------- */

static void put_row(struct text *out, const struct shown *s, const struct format *f, int64_t first, int64_t indent)
{
    int d = s->ndim - 1;
    int64_t n = s->size[d], shown = n + (s->cut[d] ? 1 : 0);
    int width = f->width;
    if (s->dtype == RT_COMPLEX128)
        width = f[0].width + f[1].width + 1;
    int64_t per_line = (options.linewidth - indent) / (width + 2);
    if (per_line < 1)
        per_line = 1;
    put_c(out, "[");
    for (int64_t k = 0; k < shown && !stopped_at(out, first + k); k++) {
        if (k && k % per_line == 0) {
            put_c(out, ",\n");
            put_n(out, ' ', indent + 1);
        } else if (k) {
            put_c(out, ", ");
        }
        if (s->cut[d] && k == options.edgeitems)
            put_c(out, " ...");
        else
            put_element(out, s, f, first + (s->cut[d] && k > options.edgeitems ? k - 1 : k));
    }
    put_c(out, "]");
}

static void put_block(struct text *out, const struct shown *s, const struct format *f, int depth, int64_t first,
                      int64_t indent)
{
    if (depth == s->ndim - 1) {
        put_row(out, s, f, first, indent);
        return;
    }
    int64_t step = 1;
    for (int d = depth + 1; d < s->ndim; d++)
        step *= s->size[d];
    put_c(out, "[");
    for (int64_t i = 0; i < s->size[depth] && !out->stopped; i++) {
        if (i) {
            put_c(out, ",");
            put_n(out, '\n', s->ndim - depth - 1);
            put_n(out, ' ', indent + 1);
        }
        if (s->cut[depth] && i == options.edgeitems) {
            put_c(out, "...,");
            put_n(out, '\n', s->ndim - depth - 1);
            put_n(out, ' ', indent + 1);
        }
        put_block(out, s, f, depth + 1, first + i * step, indent + 1);
    }
    put_c(out, "]");
}

static void put_values(struct text *out, const struct shown *s, int64_t indent)
{
    int64_t n = 1;
    for (int d = 0; d < s->ndim; d++)
        n *= s->size[d];
    struct format f[2];
    if (s->dtype == RT_FLOAT64) {
        f[0] = choose_float(out, s->data, n, 1, rt_tensor_dtype(s->rt) == RT_FLOAT8_E8M0FNU ? 0x1p-127 : 0);
    } else if (s->dtype == RT_COMPLEX128) {
        f[0] = choose_float(out, s->data, n, 2, 0);
        f[1] = choose_float(out, (const double *)s->data + 1, n, 2, 0);
    } else {
        f[0] = choose_integer(out, s, n);
    }
    if (s->ndim == 0)
        put_element(out, s, f, 0);
    else
        put_block(out, s, f, 0, 0, indent);
}

/* ---- suffixes --------------------------------------------------------------------------------------------------- */

struct line {
    int64_t length; /* of the last line, as PyTorch's rule counts it */
};

static void put_suffix(struct text *out, struct line *line, int64_t indent, const char *suffix)
{
    int64_t n = (int64_t)strlen(suffix);
    if (line->length + n + 2 > options.linewidth) {
        put_c(out, ",\n");
        put_n(out, ' ', indent);
        line->length = indent + n;
    } else {
        put_c(out, ", ");
        line->length += n + 2;
    }
    put_c(out, suffix);
}

/* tangent=tensor(...) of forward mode; taken over. */
static void put_tangent_steal(struct text *out, struct line *line, int64_t indent, struct rt_tensor *tangent)
{
    struct lang_str *shown = bind_tensor_repr(out->t, "tensor", tangent);
    const char *text = shown ? lang_str_utf8(out->t, shown, NULL) : NULL;
    char *suffix = text ? rt_alloc(strlen(text) + sizeof "tangent=") : NULL;
    if (suffix) {
        strcpy(suffix, "tangent=");
        strcat(suffix, text);
        put_suffix(out, line, indent, suffix);
    } else if (text)
        out->failed = true;
    else
        out->stopped = true;
    rt_free(suffix);
    if (shown)
        lang_unref(out->t, lang_obj(shown));
    rt_tensor_unref(tangent);
}

static void put_sparse_sizes(struct text *out, struct line *line, int64_t indent, const struct rt_tensor *rt)
{
    char sizes[24 * RT_MAX_DIMS + 16], count[32];
    int n = snprintf(sizes, sizeof sizes, "size=(");
    for (int d = 0; d < rt_tensor_ndim(rt); d++)
        n += snprintf(sizes + n, sizeof sizes - (size_t)n, "%s%lld", d ? ", " : "", (long long)rt_tensor_shape(rt)[d]);
    snprintf(sizes + n, sizeof sizes - (size_t)n, "%s)", rt_tensor_ndim(rt) == 1 ? "," : "");
    put_suffix(out, line, indent, sizes);
    snprintf(count, sizeof count, "nnz=%lld", (long long)rt_tensor_shape(rt_tensor_part(rt, RT_PART_VALUES))[0]);
    put_suffix(out, line, indent, count);
}

static void put_suffixes(struct text *out, int64_t indent, struct rt_tensor *rt)
{
    char text[RT_DEVICE_TEXT], suffix[512];
    struct rt_error err;
    rt_error_clear(&err);
    const char *last = strrchr(out->data, '\n');
    struct line line = {(int64_t)strlen(last ? last + 1 : out->data) + 2};
    enum rt_dtype dtype = rt_tensor_dtype(rt);
    const struct rt_device *device = rt_tensor_device(rt);
    bool default_type = dtype == rt_default_dtype() || dtype == RT_INT64 || dtype == RT_BOOL;
    const enum rt_layout layout = rt_tensor_layout(rt);
    if (layout == RT_SPARSE_COO) /* the first suffix goes to a new line */
        line.length = options.linewidth;
    if (device->type == RT_META)
        put_suffix(out, &line, indent, "device='meta'");
    else if (device->type != RT_CPU) {
        snprintf(suffix, sizeof suffix, "device='%s'", rt_device_text(device, text, sizeof text));
        put_suffix(out, &line, indent, suffix);
    }
    if (layout != RT_STRIDED) {
        put_sparse_sizes(out, &line, indent, rt);
    } else if (rt_tensor_numel(rt) == 0 || device->type == RT_META) {
        if (rt_tensor_ndim(rt) != 1 || device->type == RT_META) {
            char sizes[24 * RT_MAX_DIMS + 16];
            int n = snprintf(sizes, sizeof sizes, "size=(");
            for (int d = 0; d < rt_tensor_ndim(rt); d++)
                n += snprintf(sizes + n, sizeof sizes - (size_t)n, "%s%lld", d ? ", " : "",
                              (long long)rt_tensor_shape(rt)[d]);
            snprintf(sizes + n, sizeof sizes - (size_t)n, "%s)", rt_tensor_ndim(rt) == 1 ? "," : "");
            put_suffix(out, &line, indent, sizes);
        }
        default_type = dtype == rt_default_dtype();
    }
    if (!default_type &&
        !((rt_tensor_numel(rt) || layout != RT_STRIDED) && device->type != RT_META && rt_dtype_is_complex(dtype) &&
          dtype == (rt_default_dtype() == RT_FLOAT64 ? RT_COMPLEX128 : RT_COMPLEX64))) {
        snprintf(suffix, sizeof suffix, "dtype=torch.%s", rt_dtype_table[dtype].name);
        put_suffix(out, &line, indent, suffix);
    }
    if (layout != RT_STRIDED) {
        snprintf(suffix, sizeof suffix, "layout=torch.%s", rt_layout_name(layout));
        put_suffix(out, &line, indent, suffix);
    }
    struct rt_node *node = rt_tensor_grad_fn(rt, &err);
    if (node || err.code != RT_OK) {
        snprintf(suffix, sizeof suffix, "grad_fn=<%s>", node ? rt_node_name(node) : "Invalid");
        put_suffix(out, &line, indent, suffix);
    } else if (rt_tensor_requires_grad(rt)) {
        put_suffix(out, &line, indent, "requires_grad=True");
    }
    struct rt_tensor *tangent = err.code == RT_OK && rt_dual_enabled() ? rt_tangent(rt, &err) : NULL;
    if (tangent)
        put_tangent_steal(out, &line, indent, tangent);
    put_c(out, ")");
}

/* ---- sparse layouts --------------------------------------------------------------------------------------------- */

/* "values=tensor([1., 2.])": a part, without suffixes but for its size where it has no elements. */
static int put_part(struct text *out, const char *label, int64_t indent, struct rt_tensor *part)
{
    put_c(out, label);
    put_c(out, "=tensor(");
    if (rt_tensor_numel(part) == 0) {
        char sizes[24 * RT_MAX_DIMS + 16];
        int n = snprintf(sizes, sizeof sizes, "[], size=(");
        for (int d = 0; d < rt_tensor_ndim(part); d++)
            n += snprintf(sizes + n, sizeof sizes - (size_t)n, "%s%lld", d ? ", " : "",
                          (long long)rt_tensor_shape(part)[d]);
        snprintf(sizes + n, sizeof sizes - (size_t)n, "%s))", rt_tensor_ndim(part) == 1 ? "," : "");
        put_c(out, sizes);
        return 0;
    }
    struct shown s;
    if (fetch(out->t, part, &s) < 0)
        return -1;
    put_values(out, &s, indent + (int64_t)strlen(label) + 8);
    rt_free(s.data);
    put_c(out, ")");
    return out->stopped ? -1 : 0;
}

/* The parts, one a line; COO: sizes on a line of their own. */
static int put_sparse(struct text *out, int64_t indent, const struct rt_tensor *rt)
{
    static const char *const labels[RT_LAYOUT_COUNT][2] = {
        [RT_SPARSE_COO] = {"indices"},
        [RT_SPARSE_CSR] = {"crow_indices", "col_indices"},
        [RT_SPARSE_CSC] = {"ccol_indices", "row_indices"},
    };
    const enum rt_layout layout = rt_tensor_layout(rt);
    int status = put_part(out, labels[layout][0], indent, rt_tensor_part(rt, RT_PART_INDICES));
    put_c(out, ",\n");
    put_n(out, ' ', indent);
    if (status == 0 && layout != RT_SPARSE_COO) {
        status = put_part(out, labels[layout][1], indent, rt_tensor_part(rt, RT_PART_PLAIN));
        put_c(out, ",\n");
        put_n(out, ' ', indent);
    }
    return status == 0 ? put_part(out, "values", indent, rt_tensor_part(rt, RT_PART_VALUES)) : -1;
}

struct lang_str *bind_tensor_repr(struct lang_thread *t, const char *name, struct rt_tensor *rt)
{
    struct text out = {.t = t};
    const int64_t indent = (int64_t)strlen(name) + 1;
    put_c(&out, name);
    put_c(&out, "(");
    bool grad = rt_set_grad_enabled(false);
    int status = 0;
    if (rt_tensor_layout(rt) != RT_STRIDED) {
        status = put_sparse(&out, indent, rt);
    } else if (rt_tensor_device(rt)->type == RT_META) {
        put_c(&out, "...");
    } else if (rt_tensor_numel(rt) == 0) {
        put_c(&out, "[]");
    } else {
        struct shown s;
        status = fetch(t, rt, &s);
        if (status == 0) {
            put_values(&out, &s, indent);
            status = out.stopped ? -1 : 0;
            rt_free(s.data);
        }
    }
    rt_set_grad_enabled(grad);
    if (status == 0 && !out.failed) {
        put_suffixes(&out, indent, rt);
        status = out.stopped ? -1 : 0;
    }
    struct lang_str *result = NULL;
    if (status == 0)
        result = out.failed ? (lang_no_memory(t), NULL) : lang_str_new(t, out.data, out.length);
    rt_free(out.data);
    return result;
}

/* ---- set_printoptions ------------------------------------------------------------------------------------------- */

const char bind_set_printoptions_signature[] =
    "(precision=None, threshold=None, edgeitems=None, linewidth=None, profile=None, sci_mode=None)";

/* More than the elements of any tensor, and small enough to be doubled. */
#define MAX_COUNT (INT64_MAX / 4)

static int count_option(struct lang_thread *t, lang_value v, int64_t least, int64_t most, int64_t *out)
{
    double d;
    if (lang_is_undef(v) || lang_is_none(v))
        return 0;
    if (lang_as_double(t, v, &d) < 0)
        return -1;
    *out = !(d < (double)most) ? most : d < (double)least ? least : (int64_t)d;
    return 0;
}

static int digits_option(struct lang_thread *t, lang_value v, int *out)
{
    int64_t digits = *out;
    if (lang_is_undef(v) || lang_is_none(v))
        return 0;
    if (count_option(t, v, -1, MAX_COUNT, &digits) < 0)
        return -1;
    if (digits < 0)
        return lang_fail(t, LANG_EXC_ValueError, "Format specifier missing precision");
    if (digits > MAX_DIGITS)
        return lang_fail(t, LANG_EXC_ValueError, "precision too big");
    *out = (int)digits;
    return 0;
}

lang_value bind_set_printoptions(struct lang_thread *t, const lang_value *args)
{
    if (lang_is_str(args[4])) {
        struct lang_str *profile = lang_as_str(args[4]);
        bool is_short = lang_str_equal_c(profile, "short"), full = lang_str_equal_c(profile, "full");
        options.precision = is_short ? 2 : 4;
        options.threshold = full ? INT64_MAX : 1000;
        options.edgeitems = is_short ? 2 : 3;
        options.linewidth = 80;
    }
    if (digits_option(t, args[0], &options.precision) < 0 ||
        count_option(t, args[1], 0, INT64_MAX, &options.threshold) < 0 ||
        count_option(t, args[2], 1, MAX_COUNT, &options.edgeitems) < 0 ||
        count_option(t, args[3], 1, MAX_COUNT, &options.linewidth) < 0)
        return lang_error();
    options.sci_mode = args[5].tag == LANG_BOOL ? (args[5].i != 0) : -1;
    return lang_none();
}

lang_value bind_print_options(struct lang_thread *t, const lang_value *args)
{
    (void)args;
    const lang_value now[] = {lang_int(options.precision), lang_int(options.threshold), lang_int(options.edgeitems),
                              lang_int(options.linewidth),
                              options.sci_mode < 0 ? lang_none() : lang_bool(options.sci_mode)};
    return lang_obj_or_error(lang_tuple_from(t, now, BIND_COUNT(now)));
}
