/* Margin losses and their gradients. reduction: 0 none, 1 mean, 2 sum. */
#include "ops.h"

#include "pool.h"

#include <math.h>
#include <string.h>

enum { NONE, MEAN, SUM };

static T reduced(B b, T loss, int64_t reduction)
{
    return !loss || reduction == NONE ? loss : rt_b_map(b, reduction == MEAN ? &rt_op_mean : &rt_op_sum, loss);
}

static T compare(B b, struct rt_op *op, T x, double s)
{
    return x ? rt_build_apply(b, op, (struct rt_arg[]){rt_arg_tensor(x), rt_arg_scalar(rt_scalar_float(s))}, 2) : NULL;
}

static T at_least_zero(B b, T x)
{
    return x ? rt_build_apply(b, &rt_op_clamp, (struct rt_arg[]){rt_arg_tensor(x), rt_arg_scalar(rt_scalar_int(0))}, 2)
             : NULL;
}

static T gathered(B b, T x, T index)
{
    return x && index ? rt_build_apply(b, &rt_op_gather,
                                       (struct rt_arg[]){rt_arg_tensor(x), rt_arg_int(1), rt_arg_tensor(index)}, 3)
                      : NULL;
}

/* into with values added at the classes of each row */
static T added(B b, T into, T index, T values)
{
    return into && index && values ? rt_build_apply(b, &rt_op_scatter_add,
                                                    (struct rt_arg[]){rt_arg_tensor(into), rt_arg_int(1),
                                                                      rt_arg_tensor(index), rt_arg_tensor(values)},
                                                    4)
                                   : NULL;
}

/* ---- log(1 + exp(-target input)) --------------------------------------------------------------------------------- */

/* x = op(x) or op(x, y) in place, so that its type and shape stay; NULL after an error. */
static T in_place(B b, struct rt_op *op, T x, T y)
{
    struct rt_results r;
    struct rt_arg args[2];

    if (!x)
        return NULL;
    args[0] = rt_arg_tensor(x);
    if (y)
        args[1] = rt_arg_tensor(y);
    if (rt_apply_inplace(op, args, y ? 2 : 1, &r, b->err) < 0) {
        b->failed = true;
        return NULL;
    }
    rt_results_clear(&r);
    return x;
}

int rt_forward_soft_margin_loss(struct rt_call *call, struct rt_error *err)
{
    struct rt_build b;
    T z;

    rt_build_init(&b, err);
    z = in_place(&b, &rt_op_mul_Tensor, rt_b_neg(&b, call->args[0].tensor), call->args[1].tensor);
    z = in_place(&b, &rt_op_log1p, in_place(&b, &rt_op_exp, z, NULL), NULL);
    return rt_build_return(&b, call, reduced(&b, z, call->args[2].integer));
}

BACKWARD(soft_margin_loss)
{
    B m = BUILD;
    T x = ARG(0), y = ARG(1), z = x && y ? rt_b_map(m, &rt_op_exp, rt_b_mul(m, rt_b_neg(m, y), x)) : NULL, derivative;

    (void)err;
    if (!z) /* where z is infinite the derivative is nan */
        return 0;
    derivative = rt_b_muls(m, rt_b_mul(m, y, z), b->node->args[2].integer == MEAN ? -1.0 / (double)x->numel : -1.0);
    SET(0, rt_b_mul(m, rt_b_div(m, derivative, rt_b_adds(m, z, 1)), G));
    return 0;
}

/* ---- one class of several ---------------------------------------------------------------------------------------- */

static int check_rows(T x, struct rt_error *err)
{
    char text[RT_SHAPE_TEXT];

    if (x->ndim > 2 || (x->ndim && x->shape[x->ndim - 1] == 0))
        return rt_error_set(err, RT_RUNTIME,
                            "Expected non-empty vector or matrix with optional 0-dim batch size, but got: %s",
                            rt_shape_text(x->shape, x->ndim, text, sizeof text));
    return 0;
}

/* Are all classes from the least to below the count? Looked at on the host. */
static int check_range(T target, int64_t least, int64_t classes, const char *text, struct rt_error *err)
{
    T dense;
    int rc = 0;

    if (!target->storage->device->host_memory)
        return 0;
    if (!(dense = rt_contiguous(target, err)))
        return -1;
    for (int64_t i = 0; i < dense->numel && rc == 0; i++) {
        int64_t c = ((int64_t *)rt_tensor_pointer(dense))[i];
        if (c < least || c >= classes)
            rc = rt_error_set(err, RT_RUNTIME, "%s", text);
    }
    rt_tensor_unref(dense);
    return rc;
}

static int check_multi_margin(T x, T target, T weight, struct rt_error *err)
{
    int64_t rows = x->ndim == 2 ? x->shape[0] : 1, classes = x->ndim ? x->shape[x->ndim - 1] : 1;
    char a[RT_SHAPE_TEXT], c[RT_SHAPE_TEXT];

    if (check_rows(x, err) < 0)
        return -1;
    if (target->ndim > 1 || target->numel != rows)
        return rt_error_set(err, RT_RUNTIME,
                            "multi_margin_loss: target tensor should be 1-D with size equal to the number of input "
                            "samples (batch size). Expected target size [%lld], but got %s. Input has shape %s.",
                            (long long)rows, rt_shape_text(target->shape, target->ndim, a, sizeof a),
                            rt_shape_text(x->shape, x->ndim, c, sizeof c));
    if (weight && (weight->ndim > 1 || weight->numel != classes))
        return rt_error_set(err, RT_RUNTIME, "inconsistent weight size, expected %lld but got %s", (long long)classes,
                            rt_shape_text(weight->shape, weight->ndim, a, sizeof a));
    if (x->dtype != RT_FLOAT32 && x->dtype != RT_FLOAT64 && x->storage->device->host_memory)
        return rt_error_set(err, RT_NOT_IMPLEMENTED, "\"multi_margin_loss_cpu_kernel\" not implemented for '%s'",
                            rt_dtype_table[x->dtype].scalar);
    if (target->dtype != RT_INT64)
        return rt_error_set(err, RT_RUNTIME, "expected scalar type Long but found %s",
                            rt_dtype_table[target->dtype].scalar);
    if (weight && weight->dtype != x->dtype)
        return rt_error_set(err, RT_RUNTIME, "expected scalar type %s but found %s", rt_dtype_table[x->dtype].scalar,
                            rt_dtype_table[weight->dtype].scalar);
    return check_range(target, 0, classes, "target out of range", err);
}

struct margins {
    int64_t rows, classes;
    T index; /* [rows, 1] */
    T above; /* [rows, classes]: margin - x_target + x where positive, 0 at the target */
    T scale; /* [rows, 1]: weight of the target's class / classes; NULL without weights */
};

static void margins_of(B b, T x, T target, T weight, double margin, struct margins *m)
{
    T one, hot;

    m->rows = x->ndim == 2 ? x->shape[0] : 1;
    m->classes = x->ndim ? x->shape[x->ndim - 1] : 1;
    m->scale = NULL;
    x = rt_b_reshape(b, x, (int64_t[]){m->rows, m->classes}, 2);
    m->index = rt_b_reshape(b, target, (int64_t[]){m->rows, 1}, 2);
    one = gathered(b, x, m->index);
    hot = added(b, rt_b_zeros_like(b, x), m->index, rt_b_ones_like(b, one));
    m->above = at_least_zero(b, rt_b_adds(b, rt_b_sub(b, x, one), margin));
    if (m->above)
        m->above = rt_b_where(b, compare(b, &rt_op_gt_Tensor, hot, 0), rt_b_zeros_like(b, m->above), m->above);
    if (weight && m->index) {
        T flat = rt_b_reshape(b, m->index, &m->rows, 1), all = rt_b_reshape(b, weight, &m->classes, 1);
        T picked = flat && all
                       ? rt_build_apply(b, &rt_op_index_select,
                                        (struct rt_arg[]){rt_arg_tensor(all), rt_arg_int(0), rt_arg_tensor(flat)}, 3)
                       : NULL;
        m->scale = rt_b_reshape(b, picked, (int64_t[]){m->rows, 1}, 2);
    }
}

/* (self, target, p, margin, weight, reduction) */
int rt_forward_multi_margin_loss(struct rt_call *call, struct rt_error *err)
{
    T x = call->args[0].tensor, target = call->args[1].tensor, weight = rt_arg_get_tensor(call, 4), loss;
    double p = rt_scalar_to_double(call->args[2].scalar);
    int64_t last = 1;
    struct rt_build b;
    struct margins m;

    if (p != 1 && p != 2)
        return rt_error_set(err, RT_RUNTIME, "only p == 1 and p == 2 supported");
    if (check_multi_margin(x, target, weight, err) < 0)
        return -1;
    rt_build_init(&b, err);
    margins_of(&b, x, target, weight, rt_scalar_to_double(call->args[3].scalar), &m);
    loss = p == 2 ? rt_b_mul(&b, m.above, m.above) : m.above;
    if (weight)
        loss = rt_b_mul(&b, loss, m.scale);
    loss = rt_b_divs(&b, rt_b_sum(&b, loss, &last, 1, false), (double)m.classes);
    if (call->args[5].integer == NONE) /* 0-d targets give a 0-d loss */
        return rt_build_return(&b, call, loss && !target->ndim ? rt_b_clone(&b, rt_b_squeeze(&b, loss, 0)) : loss);
    loss = rt_b_sum_all(&b, loss);
    if (call->args[5].integer == MEAN && m.rows)
        loss = rt_b_divs(&b, loss, (double)m.rows);
    return rt_build_return(&b, call, loss);
}

BACKWARD(multi_margin_loss)
{
    B m = BUILD;
    const struct rt_arg *a = b->node->args;
    T x = ARG(0), target = ARG(1), weight = a[4].kind == RT_TENSOR ? ARG(4) : NULL, derivative, one, g = G;
    int64_t last = 1;
    struct margins r;

    (void)err;
    if (!x || !target)
        return 0;
    margins_of(m, x, target, weight, rt_scalar_to_double(a[3].scalar), &r);
    if (rt_scalar_to_double(a[2].scalar) == 2)
        derivative = rt_b_muls(m, r.above, 2);
    else
        derivative = r.above ? rt_b_to(m, compare(m, &rt_op_gt_Tensor, r.above, 0), (enum rt_dtype)x->dtype) : NULL;
    if (weight)
        derivative = rt_b_mul(m, derivative, r.scale);
    if (a[5].integer == NONE)
        g = rt_b_reshape(m, g, (int64_t[]){r.rows, 1}, 2);
    derivative =
        rt_b_mul(m, rt_b_divs(m, derivative, (double)(r.classes * (a[5].integer == MEAN && r.rows ? r.rows : 1))), g);
    one = rt_b_neg(m, rt_b_sum(m, derivative, &last, 1, true));
    if (derivative && one) /* not added: a sum of nothing is -0 */
        derivative = rt_build_apply(
            m, &rt_op_scatter_src,
            (struct rt_arg[]){rt_arg_tensor(derivative), rt_arg_int(1), rt_arg_tensor(r.index), rt_arg_tensor(one)}, 4);
    SET(0, rt_b_reshape(m, derivative, x->shape, x->ndim));
    return 0;
}

/* ---- several classes of several ---------------------------------------------------------------------------------- */

struct pairs {
    int64_t rows, classes;
    T index; /* [rows, classes]: the listed classes, 0 after the end of the list */
    T count; /* [rows, listed, classes]: 1 where a listed class meets one that is not listed */
    T above; /* [rows, listed, classes]: 1 - x_listed + x_class where positive */
};

static void pairs_of(B b, T x, T target, struct pairs *p)
{
    T listed, hot, valid;

    p->rows = x->ndim == 2 ? x->shape[0] : 1;
    p->classes = x->ndim ? x->shape[x->ndim - 1] : 1;
    x = rt_b_reshape(b, x, (int64_t[]){p->rows, p->classes}, 2);
    target = rt_b_reshape(b, target, (int64_t[]){p->rows, p->classes}, 2);
    p->index = p->count = p->above = NULL;
    listed = compare(b, &rt_op_ge_Tensor, target, 0); /* up to the first -1 */
    listed =
        listed ? rt_build_apply(b, &rt_op_cumprod, (struct rt_arg[]){rt_arg_tensor(listed), rt_arg_int(1)}, 2) : NULL;
    p->index = rt_b_mul(b, target, listed);
    if (!p->index || !x)
        return;
    valid = rt_b_to(b, listed, (enum rt_dtype)x->dtype);
    hot = added(b, rt_b_zeros_like(b, x), p->index, valid);
    hot = hot ? rt_b_to(b, compare(b, &rt_op_eq_Tensor, hot, 0), (enum rt_dtype)x->dtype) : NULL;
    p->count = rt_b_mul(b, rt_b_unsqueeze(b, valid, 2), rt_b_unsqueeze(b, hot, 1));
    p->above = at_least_zero(
        b, rt_b_adds(b, rt_b_sub(b, rt_b_unsqueeze(b, x, 1), rt_b_unsqueeze(b, gathered(b, x, p->index), 2)), 1));
}

/* Rows of classes on the host, one after the other: their losses, or what each class adds to them. */
struct labels {
    const void *x;
    const int64_t *target;
    int64_t classes;
    void *loss, *derivative; /* [rows], or [rows, classes] */
    bool wide;
};

/* One row: `hidden` are the classes that are not listed, the others are below all; both it and `met`, which counts,
   have a capacity of a vector more. Vectors have the size that all processors have. */
#define LABELS(name, T, I)                                                                                             \
    typedef T lanes_##name __attribute__((vector_size(16), aligned(sizeof(T)), may_alias));                            \
    typedef I masks_##name __attribute__((vector_size(16), aligned(sizeof(T)), may_alias));                            \
    static void labels_##name(const T *x, const int64_t *target, int64_t n, T *hidden, I *met, T *loss, T *derivative) \
    {                                                                                                                  \
        enum { LANES = 16 / sizeof(T) };                                                                               \
        double sum = 0;                                                                                                \
        memcpy(hidden, x, (size_t)n * sizeof *x);                                                                      \
        for (int64_t i = 0; i < n && target[i] >= 0; i++)                                                              \
            hidden[target[i]] = -(T)INFINITY;                                                                          \
        for (int64_t j = n; j % LANES; j++)                                                                            \
            hidden[j] = -(T)INFINITY;                                                                                  \
        if (derivative)                                                                                                \
            memset(met, 0, (size_t)(n + LANES) * sizeof *met);                                                         \
        for (int64_t i = 0; i < n && target[i] >= 0; i++) {                                                            \
            const T base = 1 - x[target[i]];                                                                           \
            lanes_##name total = {0};                                                                                  \
            masks_##name count = {0};                                                                                  \
            if (derivative) {                                                                                          \
                for (int64_t j = 0; j < n; j += LANES) {                                                               \
                    const masks_##name over = (masks_##name)(*(const lanes_##name *)(hidden + j) + base > 0);          \
                    count += over;                                                                                     \
                    *(masks_##name *)(met + j) -= over;                                                                \
                }                                                                                                      \
                for (int k = 0; k < LANES; k++)                                                                        \
                    met[target[i]] += count[k];                                                                        \
                continue;                                                                                              \
            }                                                                                                          \
            for (int64_t j = 0; j < n; j += LANES) {                                                                   \
                const lanes_##name z = *(const lanes_##name *)(hidden + j) + base;                                     \
                total += (lanes_##name)((masks_##name)z & (masks_##name)(z > 0));                                      \
            }                                                                                                          \
            for (int k = 0; k < LANES; k++)                                                                            \
                sum += (double)total[k];                                                                               \
        }                                                                                                              \
        for (int64_t j = 0; derivative && j < n; j++)                                                                  \
            derivative[j] = (T)met[j];                                                                                 \
        if (loss)                                                                                                      \
            *loss = (T)(sum / (double)n);                                                                              \
    }
LABELS(float, float, int32_t)
LABELS(double, double, int64_t)

static int labels_tile(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    const struct labels *l = context;
    const int64_t n = l->classes;
    void *hidden = rt_alloc_items(n, 16, 128), *met;

    if (!hidden)
        return rt_error_memory(err);
    met = (char *)hidden + n * 8 + 64;
#define ROW(name, T)                                                                                                   \
    labels_##name((const T *)l->x + i * n, l->target + i * n, n, hidden, met, l->loss ? (T *)l->loss + i : NULL,       \
                  l->derivative ? (T *)l->derivative + i * n : NULL)
    for (int64_t i = begin; i < end; i++) {
        if (l->wide)
            ROW(double, double);
        else
            ROW(float, float);
        if (rt_pool_check(err) < 0) {
            rt_free(hidden);
            return -1;
        }
    }
#undef ROW
    rt_free(hidden);
    return 0;
}

/* The losses [rows], or the derivatives [rows, classes], in a new tensor that the build keeps; NULL where it is not so,
   with or without an error. */
static T labels_of(B b, T x, T target, bool derivatives)
{
    const enum rt_dtype dtype = (enum rt_dtype)x->dtype;
    int64_t classes = x->ndim ? x->shape[x->ndim - 1] : 1, shape[2] = {x->ndim == 2 ? x->shape[0] : 1, classes};
    struct labels l = {.classes = classes, .wide = dtype == RT_FLOAT64};
    T out;

    if (!x->storage->device->host_memory || (dtype != RT_FLOAT32 && dtype != RT_FLOAT64))
        return NULL;
    x = rt_build_keep_steal(b, rt_contiguous(x, b->err));
    target = rt_build_keep_steal(b, rt_contiguous(target, b->err));
    if (!x || !target)
        return b->failed = true, NULL;
    out = rt_build_keep_steal(b, rt_tensor_new(x->storage->device, dtype, shape, derivatives ? 2 : 1, b->err));
    if (b->failed || !x || !target || !out)
        return NULL;
    l.x = rt_tensor_pointer(x);
    l.target = rt_tensor_pointer(target);
    if (derivatives) {
        l.derivative = rt_tensor_pointer(out);
    } else {
        l.loss = rt_tensor_pointer(out);
    }
    if (shape[0] &&
        rt_parallel_for(shape[0], (1 << 16) / (classes * classes + 1) + 1,
                        rt_size_cost(rt_size_cost(shape[0], classes), classes) / 4, labels_tile, &l, b->err) < 0)
        return b->failed = true, NULL;
    return out;
}

static int check_labels(T x, T target, struct rt_error *err)
{
    char s[RT_SHAPE_TEXT], t[RT_SHAPE_TEXT];

    if (check_rows(x, err) < 0)
        return -1;
    if (!rt_shape_equal(x->shape, x->ndim, target->shape, target->ndim))
        return rt_error_set(err, RT_RUNTIME, "inconsistent target size: %s for input of size: %s",
                            rt_shape_text(target->shape, target->ndim, t, sizeof t),
                            rt_shape_text(x->shape, x->ndim, s, sizeof s));
    if (target->dtype != RT_INT64)
        return rt_error_set(err, RT_RUNTIME, "expected scalar type Long but found %s",
                            rt_dtype_table[target->dtype].scalar);
    return check_range(target, -1, x->ndim ? x->shape[x->ndim - 1] : 1, "argument #2 'target' is out of range", err);
}

/* (self, target, reduction) */
int rt_forward_multilabel_margin_loss(struct rt_call *call, struct rt_error *err)
{
    T x = call->args[0].tensor, target = call->args[1].tensor, loss;
    int64_t dims[2] = {1, 2};
    struct rt_build b;
    struct pairs p;

    if (check_labels(x, target, err) < 0)
        return -1;
    if (x->dtype != RT_FLOAT32 && x->dtype != RT_FLOAT64 && x->storage->device->host_memory)
        return rt_no_kernel("multilabel_margin_loss_forward_out_frame", x, err);
    rt_build_init(&b, err);
    loss = labels_of(&b, x, target, false);
    if (!loss && !b.failed) {
        pairs_of(&b, x, target, &p);
        loss = rt_b_sum(&b, rt_b_mul(&b, p.above, p.count), dims, 2, false);
        loss = rt_b_divs(&b, loss, (double)p.classes);
    }
    if (call->args[2].integer == NONE)
        return rt_build_return(&b, call, loss && x->ndim < 2 ? rt_b_clone(&b, rt_b_squeeze(&b, loss, 0)) : loss);
    return rt_build_return(&b, call, reduced(&b, loss, call->args[2].integer));
}

BACKWARD(multilabel_margin_loss)
{
    B m = BUILD;
    T x = ARG(0), target = ARG(1), derivative, g = G;
    int64_t reduction = b->node->args[2].integer, listed = 1, classes = 2;
    struct pairs p;

    if (!x || !target)
        return 0;
    if (check_labels(x, target, err) < 0) /* they may have changed */
        return -1;
    derivative = labels_of(m, x, target, true);
    if (derivative) {
        const double share = (double)(derivative->shape[1] * (reduction == MEAN ? derivative->shape[0] : 1));
        if (reduction == NONE)
            g = rt_b_reshape(m, g, (int64_t[]){derivative->shape[0], 1}, 2);
        SET(0, rt_b_reshape(m, rt_b_mul(m, rt_b_divs(m, derivative, share), g), x->shape, x->ndim));
        return 0;
    }
    pairs_of(m, x, target, &p);
    derivative = rt_b_mul(m, p.count, compare(m, &rt_op_gt_Tensor, p.above, 0));
    if (reduction == NONE)
        g = rt_b_reshape(m, g, (int64_t[]){p.rows, 1, 1}, 3);
    derivative = rt_b_mul(m, rt_b_divs(m, derivative, (double)(p.classes * (reduction == MEAN ? p.rows : 1))), g);
    g = added(m, rt_b_sum(m, derivative, &listed, 1, false), p.index,
              rt_b_neg(m, rt_b_sum(m, derivative, &classes, 1, false)));
    SET(0, rt_b_reshape(m, g, x->shape, x->ndim));
    return 0;
}
