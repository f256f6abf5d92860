/* Losses of differences and of classes, and their gradients. reduction: 0 none, 1 mean, 2 sum. */
#include "ops.h"

#include <math.h>
#include <string.h>

enum { NONE, MEAN, SUM };

static T reduced(B b, T loss, int64_t reduction)
{
    return !loss || reduction == NONE ? loss : rt_b_map(b, reduction == MEAN ? &rt_op_mean : &rt_op_sum, loss);
}

/* The gradient of each element of a reduced loss over n elements. */
static T per_element(B b, T g, int64_t reduction, double n)
{
    return reduction == MEAN ? rt_b_divs(b, g, n) : g;
}

static int64_t reduction_of(const struct rt_node *node)
{
    const struct rt_schema *s = node->op->schema;

    for (int i = 0; i < node->nargs; i++)
        if (!strcmp(s->params[i].name, "reduction"))
            return node->args[i].integer;
    return MEAN;
}

/* Losses of each element are one expression of these, or steps where types or devices differ. */
static bool alike(T x, T y)
{
    return x->dtype == y->dtype && (x->dtype == RT_FLOAT32 || x->dtype == RT_FLOAT64) &&
           x->storage->device == y->storage->device;
}

/* The gradient of each element of a loss whose derivative is a row of elementwise.def that multiplies with its last
   parameter: by that the gradient of a sum or mean comes in. NULL: take the steps. */
static T fused_backward(struct rt_backward *b, enum rt_zip_op op, T x, T y, double *params, int nparams)
{
    int64_t reduction = reduction_of(b->node);
    double n = (double)x->numel;
    T derivative;

    /* the shapes of both are one, so that this is the number of losses */
    if (!rt_fuses(x, y) || !G || G->dtype != x->dtype || !rt_shape_equal(x->shape, x->ndim, y->shape, y->ndim))
        return NULL;
    params[nparams - 1] = 1;
    if (G->ndim == 0 && G->storage->device->host_memory && reduction != NONE) {
        double g = rt_scalar_to_double(rt_scalar_load((enum rt_dtype)G->dtype, rt_tensor_pointer(G)));
        params[nparams - 1] = reduction == MEAN && op != RT_ZIP_squared_error_backward ? g / n : g;
        return rt_b_zip(BUILD, op, x, y, params, nparams);
    }
    if (reduction != NONE)
        return NULL;
    derivative = rt_b_zip(BUILD, op, x, y, params, nparams);
    return rt_b_mul(BUILD, derivative, G);
}

static double count_of(T x)
{
    return (double)x->numel;
}

static T compare(B b, struct rt_op *op, T x, double s)
{
    if (!x)
        return NULL;
    return rt_build_apply(b, op, (struct rt_arg[]){rt_arg_tensor(x), rt_arg_scalar(rt_scalar_float(s))}, 2);
}

/* ---- of differences ---------------------------------------------------------------------------------------------- */

/* The type in which a distance of two tensors is computed. */
static enum rt_dtype common_type(const struct rt_call *call)
{
    struct rt_input inputs[2] = {{.tensor = call->args[0].tensor}, {.tensor = call->args[1].tensor}};

    return rt_result_type(inputs, 2);
}

/* x - y, of bools, too, where the other is not bool. */
static T difference(B b, T x, T y)
{
    if (x && y && x->dtype == RT_BOOL && y->dtype != RT_BOOL)
        x = rt_b_to(b, x, (enum rt_dtype)y->dtype);
    else if (x && y && y->dtype == RT_BOOL && x->dtype != RT_BOOL)
        y = rt_b_to(b, y, (enum rt_dtype)x->dtype);
    return x && y ? rt_b_sub(b, x, y) : NULL;
}

/* The kernels of distances know floating types only. */
static int check_distance(const char *kernel, const struct rt_call *call, struct rt_error *err)
{
    enum rt_dtype dtype = common_type(call);
    struct rt_tensor *x = call->args[0].tensor, *y = call->args[1].tensor;
    struct rt_shape shape = {.ndim = 0};

    if (rt_shape_broadcast(&shape, x->shape, x->ndim, err) < 0 ||
        rt_shape_broadcast(&shape, y->shape, y->ndim, err) < 0)
        return -1;
    if (rt_dtype_is_float(dtype))
        return 0;
    return rt_error_set(err, RT_NOT_IMPLEMENTED, "\"%s\" not implemented for '%s'", kernel,
                        rt_dtype_table[dtype].scalar);
}

int rt_forward_mse_loss(struct rt_call *call, struct rt_error *err)
{
    struct rt_build b;
    T d;

    rt_build_init(&b, err);
    if (alike(call->args[0].tensor, call->args[1].tensor))
        return rt_build_return(
            &b, call,
            reduced(&b, rt_b_zip(&b, RT_ZIP_squared_error, call->args[0].tensor, call->args[1].tensor, NULL, 0),
                    call->args[2].integer));
    d = check_distance("mse_cpu", call, err) < 0 ? NULL : difference(&b, call->args[0].tensor, call->args[1].tensor);
    return rt_build_return(&b, call, reduced(&b, rt_b_mul(&b, d, d), call->args[2].integer));
}

/* The gradients of a distance that does not change where its operands are exchanged. */
static int both_ways(struct rt_backward *b, T (*derivative)(struct rt_backward *b, T x, T y))
{
    T x = ARG(0), y = ARG(1);

    if (!x || !y)
        return 0;
    if (WANTS(0))
        SET(0, rt_b_map(BUILD, &rt_op_contiguous, derivative(b, x, y)));
    if (WANTS(1))
        SET(1, rt_b_map(BUILD, &rt_op_contiguous, derivative(b, y, x)));
    return 0;
}

static T mse_backward(struct rt_backward *b, T x, T y)
{
    B m = BUILD;
    T d, derivative = fused_backward(b, RT_ZIP_squared_error_backward, x, y,
                                     (double[]){reduction_of(b->node) == MEAN ? 2 / count_of(x) : 2, 1}, 2);

    if (derivative || m->failed || !(d = difference(m, x, y)))
        return derivative;
    return rt_b_mul(m, rt_b_muls(m, d, reduction_of(b->node) == MEAN ? 2 / count_of(d) : 2), G);
}

BACKWARD(mse_loss)
{
    (void)err;
    return both_ways(b, mse_backward);
}

int rt_forward_l1_loss(struct rt_call *call, struct rt_error *err)
{
    T x = call->args[0].tensor, y = call->args[1].tensor;
    struct rt_build b;

    rt_build_init(&b, err);
    if (alike(x, y) && !rt_is_followed(x) && !rt_is_followed(y)) /* one pass */
        return rt_build_return(&b, call,
                               reduced(&b, rt_b_zip(&b, RT_ZIP_absolute_error, x, y, NULL, 0), call->args[2].integer));
    return rt_build_return(&b, call,
                           reduced(&b,
                                   rt_b_map(&b, &rt_op_abs, rt_b_sub(&b, call->args[0].tensor, call->args[1].tensor)),
                                   call->args[2].integer));
}

int rt_forward_smooth_l1_loss(struct rt_call *call, struct rt_error *err)
{
    double beta = call->args[3].number;
    struct rt_build b;
    T d, loss;

    if (beta < 0)
        return rt_error_set(err, RT_RUNTIME, "smooth_l1_loss does not support negative values for beta.");
    rt_build_init(&b, err);
    if (alike(call->args[0].tensor, call->args[1].tensor))
        return rt_build_return(
            &b, call,
            reduced(&b, rt_b_zip(&b, RT_ZIP_smooth_l1, call->args[0].tensor, call->args[1].tensor, &beta, 1),
                    call->args[2].integer));
    if (check_distance("smooth_l1_cpu", call, err) < 0)
        return rt_build_return(&b, call, NULL);
    d = rt_b_map(&b, &rt_op_abs, difference(&b, call->args[0].tensor, call->args[1].tensor));
    if (beta == 0)
        loss = d;
    else
        loss = rt_b_where(&b, compare(&b, &rt_op_lt_Tensor, d, beta),
                          rt_b_divs(&b, rt_b_muls(&b, rt_b_mul(&b, d, d), 0.5), beta), rt_b_adds(&b, d, -0.5 * beta));
    return rt_build_return(&b, call, reduced(&b, loss, call->args[2].integer));
}

static T smooth_l1_backward(struct rt_backward *b, T x, T y)
{
    B m = BUILD;
    double beta = b->node->args[3].number;
    T d, derivative = fused_backward(b, RT_ZIP_smooth_l1_backward, x, y, (double[]){beta, 1}, 2);

    if (derivative || m->failed || !(d = difference(m, x, y)))
        return derivative;
    derivative = rt_b_map(m, &rt_op_sign, d);
    if (beta > 0) { /* nan stays */
        T far = compare(m, &rt_op_ge_Tensor, rt_b_map(m, &rt_op_abs, d), beta);
        derivative = rt_b_where(m, far, derivative, rt_b_divs(m, d, beta));
    }
    return rt_b_mul(m, derivative, per_element(m, G, reduction_of(b->node), count_of(d)));
}

BACKWARD(smooth_l1_loss)
{
    (void)err;
    return both_ways(b, smooth_l1_backward);
}

/* The loss is written into the type of the first tensor. */
static int check_written(const struct rt_call *call, struct rt_error *err)
{
    enum rt_dtype dtype = common_type(call), first = (enum rt_dtype)call->args[0].tensor->dtype;

    if (rt_dtype_can_cast(dtype, first))
        return 0;
    return rt_error_set(err, RT_RUNTIME, "result type %s can't be cast to the desired output type %s",
                        rt_dtype_table[dtype].scalar, rt_dtype_table[first].scalar);
}

int rt_forward_huber_loss(struct rt_call *call, struct rt_error *err)
{
    double delta = call->args[3].number;
    struct rt_build b;
    T d, loss;

    if (!(delta > 0))
        return rt_error_set(err, RT_RUNTIME, "huber_loss does not support non-positive values for delta.");
    rt_build_init(&b, err);
    if (alike(call->args[0].tensor, call->args[1].tensor))
        return rt_build_return(
            &b, call,
            reduced(&b, rt_b_zip(&b, RT_ZIP_huber, call->args[0].tensor, call->args[1].tensor, &delta, 1),
                    call->args[2].integer));
    if (check_written(call, err) < 0 || check_distance("huber_cpu", call, err) < 0)
        return rt_build_return(&b, call, NULL);
    d = rt_b_map(&b, &rt_op_abs, difference(&b, call->args[0].tensor, call->args[1].tensor));
    loss = rt_b_where(&b, compare(&b, &rt_op_le_Tensor, d, delta), rt_b_muls(&b, rt_b_mul(&b, d, d), 0.5),
                      rt_b_muls(&b, rt_b_adds(&b, d, -0.5 * delta), delta));
    if (loss)
        loss = rt_b_to(&b, loss, (enum rt_dtype)call->args[0].tensor->dtype);
    return rt_build_return(&b, call, reduced(&b, loss, call->args[2].integer));
}

static T huber_backward(struct rt_backward *b, T x, T y)
{
    B m = BUILD;
    double delta = b->node->args[3].number;
    T d, derivative = fused_backward(b, RT_ZIP_huber_backward, x, y, (double[]){delta, 1}, 2);

    if (derivative || m->failed || !(d = difference(m, x, y)))
        return derivative;
    derivative = rt_b_where(m, compare(m, &rt_op_gt_Tensor, rt_b_map(m, &rt_op_abs, d), delta),
                            rt_b_muls(m, rt_b_map(m, &rt_op_sign, d), delta), d); /* nan stays */
    return rt_b_mul(m, derivative, per_element(m, G, reduction_of(b->node), count_of(d)));
}

BACKWARD(huber_loss)
{
    enum rt_dtype types[2] = {b->node->inputs[0].dtype, b->node->inputs[1].dtype};

    if (types[0] != types[1]) /* the kernel takes one type */
        return rt_error_set(err, RT_RUNTIME, "Found dtype %s but expected %s", rt_dtype_table[types[WANTS(0)]].scalar,
                            rt_dtype_table[types[!WANTS(0)]].scalar);
    return both_ways(b, huber_backward);
}

/* target (log target - input); the mean is over all elements, or over the batch by the caller */
int rt_forward_kl_div(struct rt_call *call, struct rt_error *err)
{
    T x = call->args[0].tensor, t = call->args[1].tensor, loss;
    struct rt_build b;

    if (rt_dtype_is_complex((enum rt_dtype)x->dtype) || rt_dtype_is_complex((enum rt_dtype)t->dtype))
        return rt_error_set(err, RT_RUNTIME, "kl_div: Complex inputs not supported.");
    if (!rt_dtype_is_float((enum rt_dtype)x->dtype) || !rt_dtype_is_float((enum rt_dtype)t->dtype))
        return rt_error_set(err, RT_RUNTIME, "kl_div: Integral inputs not supported.");
    rt_build_init(&b, err);
    if (call->args[3].boolean)
        loss = rt_b_mul(&b, rt_b_map(&b, &rt_op_exp, t), rt_b_sub(&b, t, x));
    else
        loss = rt_b_sub(&b, rt_b_two(&b, &rt_op_xlogy, t, t), rt_b_mul(&b, t, x));
    return rt_build_return(&b, call, reduced(&b, loss, call->args[2].integer));
}

/* ---- classes ----------------------------------------------------------------------------------------------------- */

/* What nll_loss works with: which targets count, the class (0 where ignored) and the weight of each. */
struct picks {
    int dim;
    T keep;    /* bool, shape of target */
    T index;   /* int64, with the class dimension of size 1 */
    T weights; /* of the input's type, shape of target */
};

static int wrong_target(T x, T target, struct rt_error *err)
{
    char a[RT_SHAPE_TEXT], b[RT_SHAPE_TEXT];
    int64_t wanted[RT_MAX_DIMS];

    wanted[0] = x->shape[0];
    memcpy(wanted + 1, x->shape + 2, (size_t)(x->ndim - 2) * sizeof *wanted);
    return rt_error_set(err, RT_RUNTIME, "Expected target size %s, got %s",
                        rt_shape_text(wanted, x->ndim - 1, a, sizeof a),
                        rt_shape_text(target->shape, target->ndim, b, sizeof b));
}

static int check_target(T x, T target, struct rt_error *err)
{
    char a[RT_SHAPE_TEXT], b[RT_SHAPE_TEXT];

    if (x->ndim == 0)
        return rt_error_set(err, RT_RUNTIME, "input tensor should be 1D or 2D");
    bool integral = target->dtype == RT_INT64 || target->dtype == RT_UINT8;
    int64_t batch = target->ndim ? target->shape[0] : 0;
    if (x->ndim >= 2 && x->shape[0] != batch)
        return rt_error_set(err, RT_VALUE, "Expected input batch_size (%lld) to match target batch_size (%lld).",
                            (long long)x->shape[0], (long long)batch);
    if (x->ndim == 4 && target->ndim != 3)
        return rt_error_set(err, RT_RUNTIME,
                            "only batches of spatial targets supported (3D tensors) but got targets of dimension: %d",
                            target->ndim);
    if ((x->ndim == 3 || x->ndim > 4) &&
        (target->ndim != x->ndim - 1 ||
         memcmp(target->shape + 1, x->shape + 2, (size_t)(x->ndim - 2) * sizeof *x->shape)))
        return wrong_target(x, target, err);
    if (x->ndim == 1 ? target->ndim > 1 : target->ndim != x->ndim - 1)
        return rt_error_set(err, RT_RUNTIME, "0D or 1D target tensor expected, multi-target not supported");
    if (!integral)
        return rt_error_set(err, RT_RUNTIME, "expected target dtype to be Long or Byte, but got %s",
                            rt_dtype_table[target->dtype].scalar);
    if (x->ndim == 1 && target->numel != 1)
        return rt_error_set(err, RT_VALUE, "For 1D input, 1D target must have size 1, but got target size: %lld",
                            (long long)target->numel);
    for (int i = 2; i < x->ndim; i++)
        if (x->shape[i] != target->shape[i - 1])
            return rt_error_set(err, RT_RUNTIME, "size mismatch (got input: %s , target: %s",
                                rt_shape_text(x->shape, x->ndim, a, sizeof a),
                                rt_shape_text(target->shape, target->ndim, b, sizeof b));
    return 0;
}

/* On the CPU a class out of range is found here, with its own text; devices find it in the gather. */
static int check_classes(T target, int64_t classes, int64_t ignore, struct rt_error *err)
{
    T dense;
    int rc = 0;

    if (!target->storage->device->host_memory)
        return 0;
    if (target->dtype == RT_INT64 && target->contiguous) { /* as a rule all are in range */
        const int64_t *each = rt_tensor_pointer(target);
        int64_t bad = 0;
        for (int64_t i = 0; i < target->numel; i++)
            bad |= (each[i] != ignore) & ((each[i] < 0) | (each[i] >= classes));
        if (!bad)
            return 0;
    }
    if (!(dense = rt_contiguous(target, err)))
        return -1;
    for (int64_t i = 0; i < dense->numel && rc == 0; i++) {
        int64_t c = target->dtype == RT_UINT8 ? ((uint8_t *)rt_tensor_pointer(dense))[i]
                                              : ((int64_t *)rt_tensor_pointer(dense))[i];
        if (c != ignore && (c < 0 || c >= classes))
            rc = rt_error_set(err, RT_INDEX, "Target %lld is out of bounds.", (long long)c);
    }
    rt_tensor_unref(dense);
    return rc;
}

/* A weight for each class, of the input's type. */
static int check_weight(T x, T weight, struct rt_error *err)
{
    char text[RT_SHAPE_TEXT];
    int64_t classes = x->shape[x->ndim > 1];

    if (x->ndim > 2 && weight->numel != classes)
        return rt_error_set(err, RT_RUNTIME, "weight tensor should be defined either for all or no classes");
    if (x->ndim <= 2 && (weight->ndim != 1 || weight->numel != classes))
        return rt_error_set(err, RT_RUNTIME,
                            "weight tensor should be defined either for all %lld classes or no classes but got weight "
                            "tensor of shape: %s",
                            (long long)classes, rt_shape_text(weight->shape, weight->ndim, text, sizeof text));
    if (weight->dtype != x->dtype)
        return rt_error_set(err, RT_RUNTIME, "expected scalar type %s but found %s", rt_dtype_table[x->dtype].scalar,
                            rt_dtype_table[weight->dtype].scalar);
    return 0;
}

/* The commonest case: no weights, and every class counts (which only the host's memory tells at once). */
static bool all_count(T target, T weight, int64_t ignore)
{
    const int64_t *classes = (const int64_t *)rt_tensor_pointer(target);

    if (weight || target->dtype != RT_INT64 || !target->storage->device->host_memory || !target->contiguous)
        return false;
    for (int64_t i = 0; i < target->numel; i++)
        if (classes[i] == ignore)
            return false;
    return true;
}

/* lean: neither weights nor a mask are made where they would be ones. */
static void pick(B b, T x_like, const struct rt_shape *shape, T target, T weight, int64_t ignore, bool omit_ones,
                 struct picks *p)
{
    T long_target, safe;

    if (weight && weight->ndim != 1) /* of spatial targets only their number counts */
        weight = rt_b_reshape(b, weight, (int64_t[]){-1}, 1);
    p->dim = shape->ndim > 1;
    p->weights = p->keep = NULL;
    if (omit_ones && all_count(target, weight, ignore)) {
        p->index = shape->ndim == 1 && target->ndim == 1 ? target : rt_b_unsqueeze(b, target, p->dim);
        return;
    }
    long_target = rt_b_to(b, target, RT_INT64);
    p->keep = compare(b, &rt_op_ne_Tensor, long_target, (double)ignore);
    safe = rt_b_mul(b, long_target, p->keep);
    p->index = shape->ndim == 1 && safe && safe->ndim == 1 ? safe : rt_b_unsqueeze(b, safe, p->dim);
    if (weight && safe) {
        int64_t all = -1;
        T flat = rt_b_reshape(b, safe, &all, 1);
        T picked = flat
                       ? rt_build_apply(b, &rt_op_index_select,
                                        (struct rt_arg[]){rt_arg_tensor(weight), rt_arg_int(0), rt_arg_tensor(flat)}, 3)
                       : NULL;
        p->weights = rt_b_mul(b, rt_b_reshape(b, picked, target->shape, target->ndim), p->keep);
    } else if (p->keep)
        p->weights = rt_b_to(b, p->keep, (enum rt_dtype)x_like->dtype);
}

/* (self, target, weight, reduction, ignore_index) */
/* PyTorch checks the devices in a function of another name. */
static int check_devices(T x, T target, T weight, struct rt_error *err)
{
    struct rt_device *on = x->storage->device;

    if (target->storage->device != on)
        return rt_mixed_devices("nll_loss_forward", "target", target->storage->device, on, err);
    if (weight && weight->storage->device != on)
        return rt_mixed_devices("nll_loss_forward", "weight", weight->storage->device, on, err);
    return 0;
}

int rt_forward_nll_loss(struct rt_call *call, struct rt_error *err)
{
    T x = call->args[0].tensor, target = call->args[1].tensor, weight = rt_arg_get_tensor(call, 2), loss;
    int64_t reduction = call->args[3].integer, ignore = call->args[4].integer;
    struct rt_shape shape;
    struct rt_build b;
    struct picks p;

    if (check_devices(x, target, weight, err) < 0 || check_target(x, target, err) < 0 ||
        (weight && check_weight(x, weight, err) < 0))
        return -1;
    shape.ndim = x->ndim;
    memcpy(shape.size, x->shape, x->ndim * sizeof *x->shape);
    if (rt_nll_rows(x, &shape, target, weight)) /* the kernel looks at the classes */
        return rt_result_steal(call, rt_nll_forward(x, target, weight, reduction, ignore, err));
    if (check_classes(target, x->shape[x->ndim > 1], ignore, err) < 0)
        return -1;
    if (!rt_dtype_is_float((enum rt_dtype)x->dtype))
        return rt_no_kernel("nll_loss_out_frame", x, err);
    rt_build_init(&b, err);
    pick(&b, x, &shape, target, weight, ignore, true, &p);
    loss = p.index ? rt_build_apply(&b, &rt_op_gather,
                                    (struct rt_arg[]){rt_arg_tensor(x), rt_arg_int(p.dim), rt_arg_tensor(p.index)}, 3)
                   : NULL;
    loss = rt_b_reshape(&b, loss, target->shape, target->ndim);
    if (!p.keep) {
        if (reduction != NONE)
            loss = rt_b_sum_all(&b, loss);
        if (reduction == MEAN)
            loss = rt_b_divs(&b, loss, count_of(target));
        return rt_build_return(&b, call, rt_b_neg(&b, loss));
    }
    /* ignored ones must not bring in a nan */
    if (loss)
        loss = rt_b_where(&b, p.keep, rt_b_neg(&b, loss), rt_b_zeros_like(&b, loss));
    loss = rt_b_mul(&b, loss, p.weights);
    if (reduction != NONE)
        loss = rt_b_sum_all(&b, loss);
    if (reduction == MEAN)
        loss = rt_b_div(&b, loss, rt_b_sum_all(&b, p.weights));
    return rt_build_return(&b, call, loss);
}

BACKWARD(nll_loss)
{
    B m = BUILD;
    T target = ARG(1), weight = b->node->args[2].kind == RT_TENSOR ? ARG(2) : NULL, g, full;
    int64_t reduction = b->node->args[3].integer, ignore = b->node->args[4].integer;
    struct rt_shape *shape = INPUT_SHAPE(0);
    struct picks p;

    if (!target)
        return 0;
    if (!rt_follows() && rt_nll_rows(G, shape, target, weight)) {
        SET(0, rt_build_keep_steal(m, rt_nll_backward(G, shape, target, weight, reduction, ignore, err)));
        return 0;
    }
    pick(m, G, shape, target, weight, ignore, true, &p);
    if (p.keep) {
        g = rt_b_neg(m, rt_b_mul(m, p.weights, G));
        if (reduction == MEAN)
            g = rt_b_div(m, g, rt_b_sum_all(m, p.weights));
        if (g) /* also where nothing counts and the mean is nan */
            g = rt_b_where(m, p.keep, g, rt_b_zeros_like(m, g));
    } else {
        g = rt_b_neg(m, reduction == MEAN ? rt_b_divs(m, G, count_of(target)) : G);
        g = rt_b_expand(m, g, target->shape, target->ndim);
    }
    if (!g || !p.index)
        return 0;
    if (p.index->ndim != g->ndim)
        g = rt_b_unsqueeze(m, g, p.dim);
    full = rt_b_zeros(m, shape->size, shape->ndim, (enum rt_dtype)G->dtype, G->storage->device);
    if (full && g)
        SET(0, rt_build_apply(
                   m, &rt_op_scatter_add,
                   (struct rt_arg[]){rt_arg_tensor(full), rt_arg_int(p.dim), rt_arg_tensor(p.index), rt_arg_tensor(g)},
                   4));
    return 0;
}

/* nll_loss of any rank: more than rows are planes, as which other ranks than 4 are read. */
static T loss_of_planes(B b, T x, T target, const struct rt_arg *others)
{
    const int64_t n = x->shape[0], rest = target->numel ? -1 : 0;
    const bool planes = x->ndim == 4;
    T loss;

    if (!planes) {
        x = rt_b_reshape(b, rt_b_map(b, &rt_op_contiguous, x), (int64_t[]){n, x->shape[1], rest != 0, rest}, 4);
        const bool wide = x != NULL;
        T flat = wide ? rt_b_reshape(b, target, (int64_t[]){n, rest != 0, rest}, 3) : NULL;
        if (!flat)
            return NULL;
        loss = rt_build_apply(b, &rt_op_nll_loss2d,
                              (struct rt_arg[]){rt_arg_tensor(x), rt_arg_tensor(flat), others[0], others[1], others[2]},
                              5);
        return loss && others[1].integer == NONE ? rt_b_reshape(b, loss, target->shape, target->ndim) : loss;
    }
    return rt_build_apply(b, &rt_op_nll_loss2d,
                          (struct rt_arg[]){rt_arg_tensor(x), rt_arg_tensor(target), others[0], others[1], others[2]},
                          5);
}

/* (self, target, weight, reduction, ignore_index) */
static T loss_of_any(B b, T x, T target, const struct rt_arg *others)
{
    if (x->ndim > 2 && check_target(x, target, b->err) < 0) {
        b->failed = true;
        return NULL;
    }
    if (x->ndim > 2)
        return loss_of_planes(b, x, target, others);
    return rt_build_apply(b, &rt_op_nll_loss,
                          (struct rt_arg[]){rt_arg_tensor(x), rt_arg_tensor(target), others[0], others[1], others[2]},
                          5);
}

int rt_forward_nll_loss_nd(struct rt_call *call, struct rt_error *err)
{
    struct rt_build b;

    rt_build_init(&b, err);
    return rt_build_return(&b, call, loss_of_any(&b, call->args[0].tensor, call->args[1].tensor, call->args + 2));
}

/* Targets that are probabilities. */
static T soft_loss(B b, T logs, T target, T weight, int64_t reduction, int dim)
{
    int64_t d = dim;
    T loss;

    if (weight) {
        int64_t shape[RT_MAX_DIMS];
        for (int i = 0; i < logs->ndim; i++)
            shape[i] = i == dim ? weight->numel : 1;
        logs = rt_b_mul(b, logs, rt_b_reshape(b, weight, shape, logs->ndim));
    }
    loss = rt_b_mul(b, logs, target);
    if (reduction == NONE)
        return rt_b_neg(b, rt_b_sum(b, loss, &d, 1, false));
    loss = rt_b_neg(b, rt_b_sum_all(b, loss));
    if (loss && reduction == MEAN)
        loss = rt_b_divs(b, loss, logs->ndim > 1 ? count_of(logs) / (double)logs->shape[dim] : 1);
    return loss;
}

/* (self, target, weight, reduction, ignore_index, label_smoothing) */
int rt_forward_cross_entropy(struct rt_call *call, struct rt_error *err)
{
    T x = call->args[0].tensor, target = call->args[1].tensor, weight = rt_arg_get_tensor(call, 2), logs, loss;
    int64_t reduction = call->args[3].integer, ignore = call->args[4].integer, dim = x->ndim > 1;
    double smoothing = call->args[5].number;
    struct rt_arg w = weight ? rt_arg_tensor(weight) : rt_arg_none();
    struct rt_build b;

    if (smoothing > 1)
        return rt_error_set(err, RT_RUNTIME, "label_smoothing must be between 0.0 and 1.0. Got: %g", smoothing);
    if (!rt_dtype_is_float((enum rt_dtype)target->dtype) &&
        rt_shape_equal(x->shape, x->ndim, target->shape, target->ndim))
        return rt_error_set(err, RT_RUNTIME, "Expected floating point type for target with class probabilities, got %s",
                            rt_dtype_table[target->dtype].scalar);
    rt_build_init(&b, err);
    logs =
        x->ndim ? rt_build_apply(&b, &rt_op_log_softmax, (struct rt_arg[]){rt_arg_tensor(x), rt_arg_int(dim)}, 2) : x;
    if (!logs)
        return rt_build_return(&b, call, NULL);
    if (rt_dtype_is_inexact((enum rt_dtype)target->dtype) &&
        rt_shape_equal(x->shape, x->ndim, target->shape, target->ndim)) {
        char text[RT_SHAPE_TEXT];
        int64_t classes = x->ndim ? x->shape[dim] : 1;
        if (weight && (weight->ndim != 1 || weight->numel != classes)) {
            rt_build_return(&b, call, NULL);
            rt_error_clear(err);
            return rt_error_set(err, RT_RUNTIME,
                                "cross_entropy: weight tensor should be defined either for all %lld classes or no "
                                "classes but got weight tensor of shape: %s",
                                (long long)classes, rt_shape_text(weight->shape, weight->ndim, text, sizeof text));
        }
        if (smoothing > 0)
            target = rt_b_adds(&b, rt_b_muls(&b, target, 1 - smoothing), smoothing / (double)x->shape[dim]);
        return rt_build_return(&b, call, target ? soft_loss(&b, logs, target, weight, reduction, (int)dim) : NULL);
    }
    loss = loss_of_any(&b, logs, target, (struct rt_arg[]){w, rt_arg_int(reduction), rt_arg_int(ignore)});
    if (loss && smoothing > 0) {
        struct rt_shape shape = {.ndim = x->ndim};
        struct picks p;
        int64_t classes = x->shape[dim];
        T even = logs;
        memcpy(shape.size, x->shape, x->ndim * sizeof *x->shape);
        pick(&b, x, &shape, target, weight, ignore, false, &p);
        if (weight) {
            int64_t wide[RT_MAX_DIMS];
            for (int i = 0; i < x->ndim; i++)
                wide[i] = i == dim ? classes : 1;
            even = rt_b_mul(&b, logs, rt_b_reshape(&b, weight, wide, x->ndim));
        }
        even = rt_b_neg(&b, rt_b_sum(&b, even, &dim, 1, false));
        if (even && even->ndim != target->ndim)
            even = rt_b_reshape(&b, even, target->shape, target->ndim);
        T ignored = even && p.keep ? rt_b_map(&b, &rt_op_logical_not, p.keep) : NULL;
        even = ignored ? rt_build_apply(&b, &rt_op_masked_fill_Scalar,
                                        (struct rt_arg[]){rt_arg_tensor(even), rt_arg_tensor(ignored),
                                                          rt_arg_scalar(rt_scalar_float(0))},
                                        3)
                       : NULL;
        if (reduction == MEAN)
            even = rt_b_div(&b, rt_b_sum_all(&b, even), rt_b_sum_all(&b, p.weights));
        else if (reduction == SUM)
            even = rt_b_sum_all(&b, even);
        loss = rt_b_add(&b, rt_b_muls(&b, loss, 1 - smoothing), rt_b_muls(&b, even, smoothing / (double)classes));
    }
    return rt_build_return(&b, call, loss);
}

/* ---- two classes ------------------------------------------------------------------------------------------------- */

static T weighted(B b, T loss, T weight)
{
    return weight ? rt_b_mul(b, loss, weight) : loss;
}

/* log limited to -100, as PyTorch does */
static T limited(B b, T l)
{
    return l ? rt_build_apply(b, &rt_op_clamp,
                              (struct rt_arg[]){rt_arg_tensor(l), rt_arg_scalar(rt_scalar_float(-100))}, 2)
             : NULL;
}

/* Are all elements between 0 and 1? */
static bool range_assert(B b, T x)
{
    T low, high;
    struct rt_scalar least, most;

    if (rt_is_small(x) && rt_is_single(x)) {
        for (int64_t i = 0; i < x->numel; i++) {
            double v = x->dtype == RT_FLOAT32 ? (double)((const float *)rt_tensor_pointer(x))[i]
                                              : ((const double *)rt_tensor_pointer(x))[i];
            if (!(v >= 0 && v <= 1))
                return false;
        }
        return true;
    }
    low = rt_b_map(b, &rt_op_min, x);
    high = rt_b_map(b, &rt_op_max, x);
    if (!low || !high || rt_tensor_item(low, &least, b->err) < 0 || rt_tensor_item(high, &most, b->err) < 0) {
        b->failed = true;
        return false;
    }
    return rt_scalar_to_double(least) >= 0 && rt_scalar_to_double(most) <= 1;
}

/* Says whose element is outside, the first of both in the order in which the result is written. */
static int find_outside(T x, T t, struct rt_error *err)
{
    int64_t strides[RT_MAX_DIMS], shape[RT_MAX_DIMS], steps[2][RT_MAX_DIMS];
    T dense[2] = {NULL, NULL}, window[2] = {x, t};
    const char *who = "input";
    bool found = false;

    rt_shape_dense_like(x->shape, x->strides, x->ndim, strides);
    for (int i = 0; i < x->ndim; i++) {
        int at = 0; /* dimensions of longer steps come first */
        for (int j = 0; j < x->ndim; j++)
            at += strides[j] > strides[i] || (strides[j] == strides[i] && j < i);
        shape[at] = x->shape[i];
        for (int k = 0; k < 2; k++)
            steps[k][at] = window[k]->strides[i];
    }
    for (int k = 0; k < 2; k++) {
        window[k] = rt_tensor_window(window[k], shape, steps[k], x->ndim, window[k]->offset, false, err);
        dense[k] = window[k] ? rt_contiguous(window[k], err) : NULL;
        rt_tensor_unref(window[k]);
    }
    for (int64_t i = 0; dense[0] && dense[1] && i < x->numel && !found; i++)
        for (int k = 0; k < 2 && !found; k++) {
            enum rt_dtype dtype = (enum rt_dtype)dense[k]->dtype;
            const char *at = rt_tensor_pointer(dense[k]);
            double v = i < dense[k]->numel
                           ? rt_scalar_to_double(rt_scalar_load(dtype, at + (size_t)i * rt_dtype_size(dtype)))
                           : 0;
            found = !(v >= 0 && v <= 1);
            who = k ? "target" : "input";
        }
    rt_tensor_unref(dense[0]);
    rt_tensor_unref(dense[1]);
    return rt_error_set(err, RT_RUNTIME, "all elements of %s should be between 0 and 1", who);
}

static T as_target(B b, T loss, T t)
{
    return loss && loss->dtype != t->dtype ? rt_b_to(b, loss, (enum rt_dtype)t->dtype) : loss;
}

/* Accelerators assert that all elements are between 0 and 1; the host says whose are not. */
static int check_range(B b, T x, T t)
{
    struct rt_device *device = x->storage->device;
    struct rt_range_assert_call c;

    if (!x->numel)
        return 0;
    if (!device->host_memory) {
        if (!rt_shape_equal(x->shape, x->ndim, t->shape, t->ndim))
            return 0;
        RT_CALL_BEGIN(c, in);
        c.low = 0;
        c.high = 1;
        rt_tensor_view(x, &c.in);
        rt_tensor_view(t, &c.in2);
        return device->kernels->range_assert(device, &c, b->err);
    }
    if (range_assert(b, x) && range_assert(b, t))
        return 0;
    return b->failed || b->err->code ? -1 : find_outside(x, t, b->err);
}

int rt_forward_bce(struct rt_call *call, struct rt_error *err)
{
    T x = call->args[0].tensor, t = call->args[1].tensor, loss;
    struct rt_build b;

    if (x->dtype != t->dtype)
        return rt_error_set(err, RT_RUNTIME, "Found dtype %s but expected %s", rt_dtype_table[t->dtype].scalar,
                            rt_dtype_table[x->dtype].scalar);
    if (!rt_dtype_is_float((enum rt_dtype)x->dtype))
        return rt_no_kernel("binary_cross_entropy", x, err);
    rt_build_init(&b, err);
    if (check_range(&b, x, t) < 0)
        return rt_build_return(&b, call, NULL);
    if (alike(x, t) && x->contiguous && t->contiguous) {
        loss = rt_b_zip(&b, RT_ZIP_bce, x, t, NULL, 0);
        return rt_build_return(
            &b, call,
            reduced(&b, as_target(&b, weighted(&b, loss, rt_arg_get_tensor(call, 2)), x), call->args[3].integer));
    }
    /* (t - 1) log(1 - x) - t log(x) */
    loss = rt_b_sub(&b, rt_b_mul(&b, rt_b_adds(&b, t, -1), limited(&b, rt_b_map(&b, &rt_op_log1p, rt_b_neg(&b, x)))),
                    rt_b_mul(&b, t, limited(&b, rt_b_map(&b, &rt_op_log, x))));
    loss = as_target(&b, weighted(&b, loss, rt_arg_get_tensor(call, 2)), x);
    return rt_build_return(&b, call,
                           call->args[3].integer == NONE ? rt_b_layout_like(&b, loss, x)
                                                         : reduced(&b, loss, call->args[3].integer));
}

BACKWARD(bce)
{
    B m = BUILD;
    T x = ARG(0), t = ARG(1), weight = b->node->args[2].kind == RT_TENSOR ? ARG(2) : NULL, g, denominator;

    (void)err;
    if (!x || !t)
        return 0;
    g = weighted(m, per_element(m, G, reduction_of(b->node), count_of(x)), weight);
    denominator = rt_b_mul(m, rt_b_rsubs(m, 1, x), x);
    /* the smallest divisor, rounded to the type: zero in float16, not exactly 1e-12 in bfloat16 */
    const enum rt_dtype type = b->node->inputs[0].dtype;
    const double least = type == RT_FLOAT16 ? 0 : type == RT_BFLOAT16 ? 0x1.1ap-40 : 1e-12;
    denominator =
        denominator
            ? rt_build_apply(m, &rt_op_clamp,
                             (struct rt_arg[]){rt_arg_tensor(denominator), rt_arg_scalar(rt_scalar_float(least))}, 2)
            : NULL;
    SET(0, rt_b_layout_like(m, rt_b_div(m, rt_b_mul(m, g, rt_b_sub(m, x, t)), denominator), x));
    SET(1, rt_b_mul(m, rt_b_neg(m, rt_b_map(m, &rt_op_logit, x)), g));
    return 0;
}

/* The loss is of the target's type; integers cannot hold it. */
static int check_logits(T x, T t, struct rt_error *err)
{
    if (!rt_dtype_is_inexact((enum rt_dtype)x->dtype) || rt_dtype_is_inexact((enum rt_dtype)t->dtype))
        return 0;
    if (t->dtype == RT_BOOL)
        return rt_error_set(err, RT_RUNTIME,
                            "Subtraction, the `-` operator, with two bool tensors is not supported. Use the `^` or "
                            "`logical_xor()` operator instead.");
    return rt_error_set(err, RT_RUNTIME, "result type %s can't be cast to the desired output type %s",
                        rt_dtype_table[x->dtype].scalar, rt_dtype_table[t->dtype].scalar);
}

/* (1 - t) x + w log(1 + exp(-x)), w = 1 + (pos_weight - 1) t */
int rt_forward_bce_logits(struct rt_call *call, struct rt_error *err)
{
    T x = call->args[0].tensor, t = call->args[1].tensor, weight = rt_arg_get_tensor(call, 2),
      positive = rt_arg_get_tensor(call, 3), soft, loss;
    struct rt_build b;

    if (check_logits(x, t, err) < 0)
        return -1;
    rt_build_init(&b, err);
    if (!positive && alike(x, t) && x->contiguous && t->contiguous) { /* else the strides are those of the steps */
        loss = rt_b_zip(&b, RT_ZIP_bce_logits, x, t, NULL, 0);
        return rt_build_return(
            &b, call,
            reduced(&b, as_target(&b, weighted(&b, as_target(&b, loss, t), weight), t), call->args[4].integer));
    }
    soft = rt_b_neg(&b, rt_b_map(&b, &rt_op_log_sigmoid, x));
    if (positive)
        soft = rt_b_mul(&b, soft, rt_b_adds(&b, rt_b_mul(&b, rt_b_adds(&b, positive, -1), t), 1));
    loss = rt_b_add(&b, rt_b_mul(&b, rt_b_rsubs(&b, 1, t), x), soft);
    return rt_build_return(
        &b, call, reduced(&b, as_target(&b, weighted(&b, as_target(&b, loss, t), weight), t), call->args[4].integer));
}

BACKWARD(bce_logits)
{
    B m = BUILD;
    T x = ARG(0), t = ARG(1), weight = b->node->args[2].kind == RT_TENSOR ? ARG(2) : NULL,
      positive = b->node->args[3].kind == RT_TENSOR ? ARG(3) : NULL, g, derivative;

    (void)err;
    if (!x || !t)
        return 0;
    derivative =
        positive || weight || WANTS(1) ? NULL : fused_backward(b, RT_ZIP_bce_logits_backward, x, t, (double[]){1}, 1);
    if (derivative) {
        SET(0, derivative);
        return 0;
    }
    if (m->failed)
        return 0;
    g = weighted(m, per_element(m, G, reduction_of(b->node), count_of(x)), weight);
    if (positive) { /* (pt + 1 - t) sigmoid(x) - pt, pt = pos_weight t */
        T pt = rt_b_mul(m, positive, t);
        derivative = rt_b_sub(m, rt_b_mul(m, rt_b_sub(m, rt_b_adds(m, pt, 1), t), rt_b_map(m, &rt_op_sigmoid, x)), pt);
    } else
        derivative = rt_b_sub(m, rt_b_map(m, &rt_op_sigmoid, x), t);
    SET(0, rt_b_mul(m, g, derivative));
    if (WANTS(1)) {
        T other = rt_b_neg(m, x);
        if (positive) /* log sigmoid(-x) - pos_weight log sigmoid(x) */
            other = rt_b_sub(m, rt_b_map(m, &rt_op_log_sigmoid, rt_b_neg(m, x)),
                             rt_b_mul(m, positive, rt_b_map(m, &rt_op_log_sigmoid, x)));
        SET(1, rt_b_mul(m, g, other));
    }
    return 0;
}
