/* Ops that draw random numbers. The values come from the kernel class `random` of the device. */
#include "ops.h"
#include "random/random_generator.h"

#include <math.h>
#include <string.h>

/* The generator, dtype or device, the only parameter of its kind; NULL: not given. */
static const struct rt_arg *option(const struct rt_call *call, enum rt_kind kind)
{
    for (int i = call->nargs - 1; i >= 0; i--)
        if (call->args[i].kind == kind)
            return &call->args[i];
    return NULL;
}

static const char *const device_words[] = {
#define X(id, name) name,
    RT_DEVICE_TYPES(X)
#undef X
};

/* The generator option, or the device's own. */
static struct rt_generator *generator_for(const struct rt_call *call, struct rt_device *device, struct rt_error *err)
{
    const struct rt_arg *arg = option(call, RT_GENERATOR);
    struct rt_generator *g = arg ? arg->generator : rt_device_generator(device);

    if (!g) {
        rt_error_memory(err);
        return NULL;
    }
    if (g->device->type != device->type && !rt_device_is_meta(device) &&
        !(device->draws_as_host && g->device->host_memory)) {
        rt_error_set(err, RT_RUNTIME, "Expected a '%s' device type for generator but found '%s'",
                     device_words[device->type], device_words[g->device->type]);
        return NULL;
    }
    return g;
}

static int draw(struct rt_call *call, T t, enum rt_random_kind kind, double p0, double p1, int64_t low, int64_t high,
                T probabilities, struct rt_error *err)
{
    struct rt_random_call kernel; /* large: its views are filled only where they are needed */
    struct rt_device *device = t->storage->device;

    kernel.kind = kind;
    kernel.params[0] = p0;
    kernel.params[1] = p1;
    kernel.bounds[0] = low;
    kernel.bounds[1] = high;
    rt_view_none(&kernel.in);
    rt_view_none(&kernel.in2);
    if (!(kernel.generator = generator_for(call, device, err)))
        return -1;
    rt_tensor_view(t, &kernel.out);
    if (rt_dtype_is_complex((enum rt_dtype)t->dtype) && (kind == RT_RANDOM_UNIFORM || kind == RT_RANDOM_NORMAL)) {
        rt_view_pairs(&kernel.out); /* the variance is shared by both components */
        kernel.params[1] = kind == RT_RANDOM_NORMAL ? p1 / sqrt(2) : p1;
    }
    if (probabilities)
        rt_tensor_view(probabilities, &kernel.in);
    if (t->numel == 0)
        return 0;
    return device->kernels->random(device, &kernel, err);
}

/* Integers of a type that no kernel draws: as int64 first. */
static int draw_wide(struct rt_call *call, T t, enum rt_random_kind kind, int64_t low, int64_t high,
                     struct rt_error *err)
{
    T wide = rt_tensor_new_like(t, RT_INT64, err);
    int rc = !wide || draw(call, wide, kind, 0, 0, low, high, NULL, err) < 0 ? -1 : rt_copy_into(t, wide, err);

    rt_tensor_unref(wide);
    return rc;
}

static int draw_integers(struct rt_call *call, T t, enum rt_random_kind kind, int64_t low, int64_t high,
                         struct rt_error *err)
{
    return rt_dtype_is_shell((enum rt_dtype)t->dtype) ? draw_wide(call, t, kind, low, high, err)
                                                      : draw(call, t, kind, 0, 0, low, high, NULL, err);
}

static T sized(struct rt_call *call, const struct rt_arg *size, enum rt_dtype otherwise, struct rt_error *err)
{
    const struct rt_arg *dtype = option(call, RT_DTYPE_ARG), *device = option(call, RT_DEVICE_ARG);

    return rt_tensor_empty(size->ints, (int)size->count, dtype ? dtype->dtype : otherwise,
                           device ? device->device : rt_default_device(), err);
}

static T like(struct rt_call *call, struct rt_error *err)
{
    T self = call->args[0].tensor;
    const struct rt_arg *dtype = option(call, RT_DTYPE_ARG), *device = option(call, RT_DEVICE_ARG);
    struct rt_device *where = device ? device->device : self->storage->device;
    int64_t strides[RT_MAX_DIMS];

    if (rt_shape_is_plain(self->shape, self->strides, self->ndim))
        return rt_tensor_new(where, dtype ? dtype->dtype : (enum rt_dtype)self->dtype, self->shape, self->ndim, err);
    rt_shape_dense_like(self->shape, self->strides, self->ndim, strides);
    return rt_tensor_new_strided(where, dtype ? dtype->dtype : (enum rt_dtype)self->dtype, self->shape, strides,
                                 self->ndim, err);
}

static int drawn(struct rt_call *call, T t, int rc)
{
    if (rc < 0) {
        rt_tensor_unref(t);
        return -1;
    }
    return rt_result_steal(call, t);
}

static int check_float(const char *name, T t, struct rt_error *err)
{
    if (rt_dtype_is_inexact((enum rt_dtype)t->dtype))
        return 0;
    return rt_error_set(err, RT_NOT_IMPLEMENTED, "\"%s\" not implemented for '%s'", name,
                        rt_dtype_table[t->dtype].scalar);
}

static const char *kernel_name(enum rt_random_kind kind)
{
    switch (kind) {
    case RT_RANDOM_UNIFORM:
        return "check_uniform_bounds";
    case RT_RANDOM_NORMAL:
        return "normal_kernel_cpu";
    case RT_RANDOM_EXPONENTIAL:
        return "exponential_cpu";
    case RT_RANDOM_LOG_NORMAL:
        return "log_normal_cpu";
    case RT_RANDOM_CAUCHY:
        return "cauchy_cpu";
    default:
        return "random";
    }
}

int rt_forward_rand(struct rt_call *call, struct rt_error *err)
{
    T t = sized(call, &call->args[0], rt_default_dtype(), err);
    enum rt_random_kind kind = (enum rt_random_kind)call->op->detail;

    if (!t)
        return -1;
    return drawn(call, t, check_float(kernel_name(kind), t, err) < 0 ? -1 : draw(call, t, kind, 0, 1, 0, 0, NULL, err));
}

int rt_forward_rand_like(struct rt_call *call, struct rt_error *err)
{
    T t = like(call, err);
    enum rt_random_kind kind = (enum rt_random_kind)call->op->detail;

    if (!t)
        return -1;
    return drawn(call, t, check_float(kernel_name(kind), t, err) < 0 ? -1 : draw(call, t, kind, 0, 1, 0, 0, NULL, err));
}

/* Do the bounds of random integers fit into the type? */
static int check_bounds(T t, int64_t low, int64_t high, struct rt_error *err)
{
    double least = 0, most = 1;

    switch ((enum rt_dtype)t->dtype) {
    case RT_BOOL:
        break;
    case RT_COMPLEX64:
    case RT_COMPLEX128:
        return rt_error_set(err, RT_RUNTIME,
                            "check_random_bounds handles only integral, floating-point and boolean types");
    case RT_FLOAT16:
        least = -(most = 65504);
        break;
    default:
        if (!rt_dtype_is_integral((enum rt_dtype)t->dtype) || t->dtype == RT_INT64)
            return 0;
        const int bits = 8 * (int)rt_dtype_size((enum rt_dtype)t->dtype) - 1;
        const bool has_sign = rt_dtype_is_signed((enum rt_dtype)t->dtype);
        most = (double)((UINT64_C(1) << bits) - 1);
        least = has_sign ? -most - 1 : 0;
        most = has_sign ? most : 2 * most + 1;
    }
    bool under = (double)low < least || (double)low > most;
    if (!under && (double)(high - 1) >= least && (double)(high - 1) <= most)
        return 0;
    return rt_error_set(err, RT_RUNTIME, "%s is out of bounds for %s", under ? "from" : "to - 1",
                        rt_dtype_table[t->dtype].cxx);
}

static int integers(struct rt_call *call, T t, int64_t low, int64_t high, struct rt_error *err)
{
    if (!t)
        return -1;
    if (low >= high) {
        rt_error_set(err, RT_RUNTIME, "random_ expects 'from' to be less than 'to', but got from=%lld >= to=%lld",
                     (long long)low, (long long)high);
        return drawn(call, t, -1);
    }
    if (check_bounds(t, low, high, err) < 0)
        return drawn(call, t, -1);
    return drawn(call, t, draw_integers(call, t, RT_RANDOM_INTEGER, low, high, err));
}

int rt_forward_randint(struct rt_call *call, struct rt_error *err)
{
    int with_low = call->op->detail;

    return integers(call, sized(call, &call->args[1 + with_low], RT_INT64, err), with_low ? call->args[0].integer : 0,
                    call->args[with_low].integer, err);
}

int rt_forward_randint_like(struct rt_call *call, struct rt_error *err)
{
    int with_low = call->op->detail;

    return integers(call, like(call, err), with_low ? call->args[1].integer : 0, call->args[1 + with_low].integer, err);
}

/* Can a tensor of the type hold 0 to n - 1, all of them? */
static int check_permutation(int64_t n, enum rt_dtype dtype, struct rt_error *err)
{
    static const struct {
        enum rt_dtype dtype;
        int digits;
    } mantissas[] = {{RT_FLOAT16, 11}, {RT_FLOAT32, 24}, {RT_FLOAT64, 53}};

    if (dtype == RT_BOOL || rt_dtype_is_complex(dtype))
        return rt_error_set(err, RT_NOT_IMPLEMENTED, "\"randperm\" not implemented for '%s'",
                            rt_dtype_table[dtype].scalar);
    for (size_t i = 0; i < sizeof mantissas / sizeof *mantissas; i++)
        if (mantissas[i].dtype == dtype && n > (INT64_C(1) << mantissas[i].digits) + 1)
            return rt_error_set(err, RT_RUNTIME, "n cannot be greater than %lld for %s type.",
                                (1LL << mantissas[i].digits) + 1, rt_dtype_table[dtype].scalar);
    return n > 0 ? rt_check_scalar(rt_scalar_int(n - 1), dtype, err) : 0;
}

int rt_forward_randperm(struct rt_call *call, struct rt_error *err)
{
    int64_t n = call->args[0].integer;
    struct rt_arg size = rt_arg_ints(&n, 1);
    T t;

    if (n < 0)
        return rt_error_set(err, RT_RUNTIME, "Trying to create tensor with negative dimension %lld: [%lld]",
                            (long long)n, (long long)n);
    if (!(t = sized(call, &size, RT_INT64, err)))
        return -1;
    if (check_permutation(n, (enum rt_dtype)t->dtype, err) < 0)
        return drawn(call, t, -1);
    return drawn(call, t, draw(call, t, RT_RANDOM_PERMUTATION, 0, 0, 0, n, NULL, err));
}

int rt_forward_fill_random_(struct rt_call *call, struct rt_error *err)
{
    T self = call->args[0].tensor;
    enum rt_random_kind kind = (enum rt_random_kind)call->op->detail;
    double p0 = call->args[1].number, p1 = call->nargs > 2 && call->args[2].kind == RT_FLOAT ? call->args[2].number : 0;

    if (kind == RT_RANDOM_EXPONENTIAL && self->numel && !rt_dtype_is_float((enum rt_dtype)self->dtype))
        return rt_error_set(
            err, RT_RUNTIME,
            "Exponential distribution is a continuous probability distribution. dtype must be a floating "
            "point but you specified %s",
            rt_dtype_table[self->dtype].scalar);
    if (kind == RT_RANDOM_CAUCHY && !rt_dtype_is_float((enum rt_dtype)self->dtype))
        return rt_error_set(
            err, RT_RUNTIME,
            "Cauchy distribution is a continuous probability distribution. dtype must be a floating point "
            "but you specified %s",
            rt_dtype_table[self->dtype].cxx);
    if (self->numel && ((rt_dtype_is_complex((enum rt_dtype)self->dtype) &&
                         (kind == RT_RANDOM_GEOMETRIC || kind == RT_RANDOM_LOG_NORMAL)) ||
                        (self->dtype == RT_BOOL && kind == RT_RANDOM_GEOMETRIC)))
        return rt_error_set(err, RT_NOT_IMPLEMENTED, "\"%s\" not implemented for '%s'",
                            kind == RT_RANDOM_GEOMETRIC ? "geometric_cpu" : "log_normal_cpu",
                            rt_dtype_table[self->dtype].scalar);
    if (kind != RT_RANDOM_GEOMETRIC && (self->numel || kind == RT_RANDOM_UNIFORM) &&
        check_float(kernel_name(kind), self, err) < 0)
        return -1;
    if (kind == RT_RANDOM_UNIFORM && !(p0 <= p1))
        return rt_error_set(err, RT_RUNTIME, "uniform_ expects to return a [from, to) range, but found from=%g > to=%g",
                            p0, p1);
    if (kind == RT_RANDOM_NORMAL && !(p1 >= 0))
        return rt_error_set(err, RT_RUNTIME, "normal expects std >= 0.0, but found std %g", p1);
    if (kind == RT_RANDOM_CAUCHY && !(p1 > 0))
        return rt_error_set(err, RT_RUNTIME, "cauchy_ expects sigma > 0.0, but found sigma=%g", p1);
    if (kind == RT_RANDOM_LOG_NORMAL && !(p1 > 0))
        return rt_error_set(err, RT_RUNTIME, "log_normal_ expects std > 0.0, but found std=%g", p1);
    if (kind == RT_RANDOM_EXPONENTIAL && !(p0 > 0))
        return rt_error_set(err, RT_RUNTIME, "exponential_ expects lambda > 0.0, but found lambda=%g", p0);
    if (kind == RT_RANDOM_GEOMETRIC && !(p0 > 0 && p0 < 1))
        return rt_error_set(err, RT_RUNTIME, "geometric_ expects p to be in (0, 1), but got p=%g", p0);
    if (draw(call, self, kind, p0, p1, 0, 0, NULL, err) < 0)
        return -1;
    return rt_result_steal(call, rt_tensor_get(self));
}

/* One above the largest integer up to which a type knows all; of 64 bits the largest itself. */
static int64_t above_all(enum rt_dtype dtype)
{
    switch (dtype) {
    case RT_BOOL:
        return 2;
    case RT_UINT8:
        return UINT8_MAX + 1;
    case RT_UINT16:
        return UINT16_MAX + 1;
    case RT_UINT32:
        return INT64_C(1) << 32;
    case RT_INT8:
        return INT8_MAX + 1;
    case RT_INT16:
        return INT16_MAX + 1;
    case RT_INT32:
        return INT64_C(1) << 31;
    case RT_FLOAT32:
        return (INT64_C(1) << 24) + 1;
    case RT_FLOAT64:
        return (INT64_C(1) << 53) + 1;
    case RT_FLOAT16:
        return (1 << 11) + 1;
    case RT_BFLOAT16:
        return (1 << 8) + 1;
    default:
        return INT64_MAX;
    }
}

/* detail: number of bounds */
int rt_forward_random_(struct rt_call *call, struct rt_error *err)
{
    T self = call->args[0].tensor;
    int64_t low = 0, high = 0;
    bool full = call->op->detail == 0;

    if (call->op->detail == 1)
        high = call->args[1].integer;
    else if (call->op->detail == 2) {
        low = call->args[1].integer;
        high = call->args[2].kind == RT_INT ? call->args[2].integer : above_all((enum rt_dtype)self->dtype);
    }
    if (!full && low >= high)
        return rt_error_set(err, RT_RUNTIME,
                            "random_ expects 'from' to be less than 'to', but got from=%lld >= to=%lld", (long long)low,
                            (long long)high);
    if (!full && !(call->op->detail == 2 && call->args[2].kind != RT_INT) && check_bounds(self, low, high, err) < 0)
        return -1;
    if (draw_integers(call, self, full ? RT_RANDOM_FULL : RT_RANDOM_INTEGER, low, high, err) < 0)
        return -1;
    return rt_result_steal(call, rt_tensor_get(self));
}

static int check_p(const char *name, double p, struct rt_error *err)
{
    if (p >= 0 && p <= 1)
        return 0;
    return rt_error_set(err, RT_RUNTIME, "%s expects p to be in [0, 1], but got p=%g", name, p);
}

int rt_forward_bernoulli_(struct rt_call *call, struct rt_error *err)
{
    T self = call->args[0].tensor, p = NULL;
    int rc;

    if (self->numel && rt_dtype_is_complex((enum rt_dtype)self->dtype))
        return rt_error_set(err, RT_NOT_IMPLEMENTED, "\"bernoulli_scalar_cpu_\" not implemented for '%s'",
                            rt_dtype_table[self->dtype].scalar);
    if (call->op->detail) {
        int64_t strides[RT_MAX_DIMS];
        struct rt_shape shape;
        T given = call->args[1].tensor;
        if (rt_shape_expand(rt_expand_type(given), given->shape, given->strides, given->ndim, self->shape, self->ndim,
                            &shape, strides, err) < 0 ||
            !(p = rt_tensor_window(given, shape.size, strides, shape.ndim, given->offset, false, err)))
            return -1;
    } else if (check_p("bernoulli_", call->args[1].number, err) < 0)
        return -1;
    rc = draw(call, self, RT_RANDOM_BERNOULLI, p ? 0 : call->args[1].number, 0, 0, 0, p, err);
    rt_tensor_unref(p);
    return rc < 0 ? -1 : rt_result_steal(call, rt_tensor_get(self));
}

int rt_forward_bernoulli(struct rt_call *call, struct rt_error *err)
{
    T self = call->args[0].tensor, t;

    if (call->op->detail) {
        if (check_p("bernoulli_", call->args[1].number, err) < 0)
            return -1;
        t = rt_tensor_new_like(self, RT_DTYPE_NONE, err);
        return t ? drawn(call, t, draw(call, t, RT_RANDOM_BERNOULLI, call->args[1].number, 0, 0, 0, NULL, err)) : -1;
    }
    if (check_float("bernoulli_tensor_cpu_p_", self, err) < 0)
        return -1;
    t = rt_tensor_new(self->storage->device, (enum rt_dtype)self->dtype, self->shape, self->ndim, err);
    return t ? drawn(call, t, draw(call, t, RT_RANDOM_BERNOULLI, 0, 0, 0, 0, self, err)) : -1;
}

int rt_forward_normal_size(struct rt_call *call, struct rt_error *err)
{
    T t;

    if (!(call->args[1].number >= 0))
        return rt_error_set(err, RT_RUNTIME, "normal expects std >= 0.0, but found std %g", call->args[1].number);
    t = sized(call, &call->args[2], rt_default_dtype(), err);
    if (!t)
        return -1;
    return drawn(call, t, draw(call, t, RT_RANDOM_NORMAL, call->args[0].number, call->args[1].number, 0, 0, NULL, err));
}

static double number_of(T t, struct rt_error *err)
{
    struct rt_scalar s = {0};

    return t && rt_tensor_item(t, &s, err) == 0 ? rt_scalar_to_double(s) : NAN;
}

/* standard normals of the broadcast shape, times std, plus mean */
int rt_forward_normal_tensors(struct rt_call *call, struct rt_error *err)
{
    T mean = rt_arg_get_tensor(call, 0), std = rt_arg_get_tensor(call, 1), t;
    struct rt_shape shape = {.ndim = 0};
    enum rt_dtype dtype;
    struct rt_build b;

    if (!std && !(call->args[1].number >= 0))
        return rt_error_set(err, RT_RUNTIME, "normal expects std >= 0.0, but found std %g", call->args[1].number);
    if ((mean && rt_shape_broadcast(&shape, mean->shape, mean->ndim, err) < 0) ||
        (std && rt_shape_broadcast(&shape, std->shape, std->ndim, err) < 0))
        return -1;
    if (std && rt_dtype_is_complex((enum rt_dtype)std->dtype))
        return rt_error_set(err, RT_RUNTIME, "normal expects standard deviation to be non-complex");
    dtype = (enum rt_dtype)(mean ? mean : std)->dtype;
    rt_build_init(&b, err);
    if (std && std->numel && !rt_is_meta(std)) {
        T least = rt_b_map(&b, &rt_op_min, std);
        if (!(number_of(least, err) >= 0)) {
            if (!err->code)
                rt_error_set(err, RT_RUNTIME, "normal expects all elements of std >= 0.0");
            return rt_build_return(&b, call, NULL);
        }
    }
    t = rt_build_keep_steal(&b, rt_tensor_new(call->device, dtype, shape.size, shape.ndim, err));
    if (t && t->numel && !rt_dtype_is_inexact(dtype)) {
        rt_no_kernel("normal_kernel_cpu", t, err);
        t = NULL;
    }
    if (t && draw(call, t, RT_RANDOM_NORMAL, 0, 1, 0, 0, NULL, err) < 0)
        t = NULL;
    t = std ? rt_b_mul(&b, t, std) : rt_b_muls(&b, t, call->args[1].number);
    t = mean ? rt_b_add(&b, t, mean) : rt_b_adds(&b, t, call->args[0].number);
    return rt_build_return(&b, call, t ? rt_b_to(&b, t, dtype) : NULL);
}

static int check_weights(T self, int64_t samples, bool replacement, struct rt_error *err)
{
    if (self->ndim != 1 && self->ndim != 2)
        return rt_error_set(err, RT_RUNTIME, "prob_dist must be 1 or 2 dim");
    if (!rt_dtype_is_float((enum rt_dtype)self->dtype))
        return rt_error_set(err, RT_RUNTIME, "multinomial only supports floating-point dtypes for input, got: %s",
                            rt_dtype_table[self->dtype].scalar);
    if (samples <= 0)
        return rt_error_set(err, RT_RUNTIME, "cannot sample n_sample <= 0 samples");
    if (!replacement && samples > self->shape[self->ndim - 1])
        return rt_error_set(err, RT_RUNTIME, "cannot sample n_sample > prob_dist.size(-1) samples without replacement");
    return 0;
}

/* Weights have to be numbers that are not negative, and one in each row above zero. */
static int check_distribution(T self, bool by_row, struct rt_error *err)
{
    int64_t last = -1;
    struct rt_build b;
    double low, high, sum;

    if (by_row && self->ndim == 1 && !self->numel)
        return rt_error_set(err, RT_RUNTIME, "invalid multinomial distribution (sum of probabilities <= 0)");
    if (!self->numel || rt_is_meta(self))
        return 0;
    rt_build_init(&b, err);
    low = number_of(rt_build_apply(&b, &rt_op_amin, (struct rt_arg[]){rt_arg_tensor(self)}, 1), err);
    high = number_of(rt_build_apply(&b, &rt_op_amax, (struct rt_arg[]){rt_arg_tensor(self)}, 1), err);
    sum = number_of(
        rt_build_apply(&b, &rt_op_amin, (struct rt_arg[]){rt_arg_tensor(rt_b_sum(&b, self, &last, 1, true))}, 1), err);
    rt_build_end(&b);
    if (err->code)
        return -1;
    if (!by_row && !(low >= 0 && high < (double)INFINITY))
        return rt_error_set(err, RT_RUNTIME, "probability tensor contains either `inf`, `nan` or element < 0");
    if (!(low >= 0))
        return rt_error_set(err, RT_RUNTIME, "invalid multinomial distribution (encountering probability entry < 0)");
    if (!(high < (double)INFINITY))
        return rt_error_set(err, RT_RUNTIME,
                            "invalid multinomial distribution (encountering probability entry = infinity or NaN)");
    if (!(sum > 0))
        return rt_error_set(err, RT_RUNTIME, "invalid multinomial distribution (sum of probabilities <= 0)");
    return 0;
}

/* Without replacement, or one sample: the largest p / q with exponential q. Otherwise from the cumulative sums. */
int rt_forward_multinomial(struct rt_call *call, struct rt_error *err)
{
    T self = call->args[0].tensor, t, q;
    int64_t samples = call->args[1].integer, last = -1;
    bool replacement = call->args[2].boolean;
    struct rt_build b;
    T pair[2];

    if (check_weights(self, samples, replacement, err) < 0 ||
        check_distribution(self, replacement && samples != 1, err) < 0)
        return -1;
    rt_build_init(&b, err);
    if (!replacement || samples == 1) {
        q = rt_build_keep_steal(&b, rt_tensor_new_like(self, RT_DTYPE_NONE, err));
        if (!q || draw(call, q, RT_RANDOM_EXPONENTIAL, 1, 0, 0, 0, NULL, err) < 0)
            return rt_build_return(&b, call, NULL);
        t = rt_b_div(&b, self, q);
        if (samples == 1)
            t = t ? rt_build_apply(&b, &rt_op_argmax,
                                   (struct rt_arg[]){rt_arg_tensor(t), rt_arg_int(-1), rt_arg_bool(true)}, 3)
                  : NULL;
        else if (!t || rt_build_apply_many(&b, &rt_op_topk, (struct rt_arg[]){rt_arg_tensor(t), rt_arg_int(samples)}, 2,
                                           pair, 2) < 0)
            t = NULL;
        else
            t = pair[1];
        return rt_build_return(&b, call, t);
    }
    int64_t shape[2] = {self->ndim == 2 ? self->shape[0] : 1, samples};
    q = rt_build_apply(&b, &rt_op_cumsum, (struct rt_arg[]){rt_arg_tensor(self), rt_arg_int(-1)}, 2);
    q = rt_b_div(&b, q, rt_b_sum(&b, self, &last, 1, true));
    if (q && self->ndim == 1)
        q = rt_b_unsqueeze(&b, q, 0);
    t = rt_build_keep_steal(&b, rt_tensor_new(self->storage->device, RT_INT64, shape, 2, err));
    if (!q || !t || draw(call, t, RT_RANDOM_MULTINOMIAL, 0, 0, 0, 0, q, err) < 0)
        return rt_build_return(&b, call, NULL);
    if (self->ndim == 1)
        t = rt_b_squeeze(&b, t, 0);
    return rt_build_return(&b, call, t);
}

/* ---- counted and rejected: an element after the other, in the order of the operands ------------------------------ */

/* Draws into a dense tensor of the shape of `a`; b may be NULL. */
static int draw_from(struct rt_call *call, T a, T b, struct rt_error *err)
{
    struct rt_random_call kernel = {.kind = (enum rt_random_kind)call->op->detail};
    struct rt_device *device = a->storage->device;
    T in = rt_contiguous(a, err), in2 = NULL, t = NULL;
    int rc = -1;

    if (in && b)
        in2 = rt_contiguous(b, err);
    if (in && (!b || in2) && (kernel.generator = generator_for(call, device, err)))
        t = rt_tensor_new(device, (enum rt_dtype)a->dtype, a->shape, a->ndim, err);
    if (t) {
        rt_tensor_view(t, &kernel.out);
        rt_tensor_view(in, &kernel.in);
        if (in2)
            rt_tensor_view(in2, &kernel.in2);
        rc = t->numel ? device->kernels->random(device, &kernel, err) : 0;
    }
    rt_tensor_unref(in);
    rt_tensor_unref(in2);
    if (!t)
        return -1;
    return drawn(call, t, rc);
}

static int check_sampled(const char *name, T t, bool halves, struct rt_error *err)
{
    enum rt_dtype dtype = (enum rt_dtype)t->dtype;
    if (dtype == RT_FLOAT32 || dtype == RT_FLOAT64 || (halves && rt_dtype_is_float(dtype)))
        return 0;
    return rt_error_set(err, RT_NOT_IMPLEMENTED, "\"%s\" not implemented for '%s'", name, rt_dtype_table[dtype].scalar);
}

int rt_forward_poisson(struct rt_call *call, struct rt_error *err)
{
    T self = call->args[0].tensor;

    return check_sampled("poisson_cpu", self, true, err) < 0 ? -1 : draw_from(call, self, NULL, err);
}

int rt_forward_standard_gamma(struct rt_call *call, struct rt_error *err)
{
    T self = call->args[0].tensor;

    return check_sampled("gamma_cpu", self, false, err) < 0 ? -1 : draw_from(call, self, NULL, err);
}

int rt_forward_binomial(struct rt_call *call, struct rt_error *err)
{
    T both[2] = {call->args[0].tensor, call->args[1].tensor};
    static const char *const words[] = {"count", "prob"};
    struct rt_shape shape = {.ndim = 0};
    struct rt_build b;
    int rc = -1;

    for (int i = 0; i < 2; i++)
        if (!rt_dtype_is_float((enum rt_dtype)both[i]->dtype))
            return rt_error_set(err, RT_VALUE, "binomial only supports floating-point dtypes for %s, got: %s", words[i],
                                rt_dtype_table[both[i]->dtype].scalar);
    if (rt_shape_broadcast(&shape, both[0]->shape, both[0]->ndim, err) < 0 ||
        rt_shape_broadcast(&shape, both[1]->shape, both[1]->ndim, err) < 0)
        return -1;
    if (both[0]->dtype != both[1]->dtype)
        return rt_error_set(err, RT_RUNTIME, "Found dtype %s but expected %s", rt_dtype_table[both[1]->dtype].scalar,
                            rt_dtype_table[both[0]->dtype].scalar);
    if (check_sampled("binomial_cpu", both[0], false, err) < 0)
        return -1;
    if (rt_is_meta(both[0]))
        return rt_needs_data("binomial", "", err);
    rt_build_init(&b, err);
    for (int i = 0; i < 2; i++)
        both[i] = both[i] ? rt_b_expand(&b, both[i], shape.size, shape.ndim) : NULL;
    if (both[0] && both[1])
        rc = draw_from(call, both[0], both[1], err);
    rt_build_end(&b);
    return rc;
}

/* ---- dropout ----------------------------------------------------------------------------------------------------- */

static int check_dropout(double p, struct rt_error *err)
{
    if (p >= 0 && p <= 1)
        return 0;
    return rt_error_set(err, RT_RUNTIME, "dropout probability has to be between 0 and 1, but got %g", p);
}

/* A mask divided by 1 - p: of bernoulli's numbers, as its author has it where it is not the kernel of dropout's. */
static T scaled_mask(struct rt_call *call, B b, T like_this, const int64_t *shape, int ndim, double p)
{
    T mask;

    if (shape)
        mask = rt_tensor_new(like_this->storage->device, (enum rt_dtype)like_this->dtype, shape, ndim, b->err);
    else
        mask = rt_tensor_new_like(like_this, RT_DTYPE_NONE, b->err);
    mask = rt_build_keep_steal(b, mask);
    if (!mask || draw(call, mask, RT_RANDOM_BERNOULLI, 1 - p, 0, 0, 0, NULL, b->err) < 0)
        return NULL;
    if (!rt_dtype_is_inexact((enum rt_dtype)mask->dtype)) {
        rt_error_set(b->err, RT_RUNTIME, "result type %s can't be cast to the desired output type %s",
                     rt_dtype_table[rt_default_dtype()].scalar, rt_dtype_table[mask->dtype].scalar);
        return NULL;
    }
    return rt_b_divs(b, mask, 1 - p);
}

int rt_forward_dropout(struct rt_call *call, struct rt_error *err)
{
    T x = call->args[0].tensor;
    double p = call->args[1].number;
    struct rt_results r;
    struct rt_build b;

    if (check_dropout(p, err) < 0)
        return -1;
    if (p == 0 || !call->args[2].boolean || x->numel == 0)
        return rt_result_steal(call, rt_tensor_get(x));
    if (p < 1 && x->storage->device->type == RT_CUDA) {
        if (rt_apply(&rt_op_native_dropout, call->args, 3, &r, err) < 0)
            return -1;
        rt_tensor_unref(r.tensor[1]);
        return rt_result_steal(call, r.tensor[0]);
    }
    rt_build_init(&b, err);
    if (p == 1)
        return rt_build_return(&b, call, rt_b_mul(&b, x, rt_b_zeros_like(&b, x)));
    return rt_build_return(&b, call, rt_b_mul(&b, x, scaled_mask(call, &b, x, NULL, 0, p)));
}

static double dropout_scale(double p, bool train)
{
    return !train ? 1 : p == 1 ? 0 : 1 / (1 - p);
}

/* How many neighbours one thread of PyTorch's kernel draws: as many as divide the number of elements and the alignment,
   0 where there are gaps. */
static int neighbours_of(T x)
{
    const int64_t bytes = x->offset * (int64_t)rt_dtype_size((enum rt_dtype)x->dtype);
    int neighbours = rt_shape_is_dense(x->shape, x->strides, x->ndim) ? 4 : 0;

    while (neighbours > 1 &&
           (x->numel % neighbours || bytes % (neighbours * (int64_t)rt_dtype_size((enum rt_dtype)x->dtype))))
        neighbours /= 2;
    return neighbours;
}

/* Accelerators have a kernel for it. Neighbours are those of memory; single numbers are drawn in logical order. */
static T drop(struct rt_call *call, B b, T x, T *kept, double p)
{
    struct rt_device *device = x->storage->device;
    struct rt_random_call kernel;
    const int neighbours = neighbours_of(x);
    const bool relayout = neighbours < (device->draws_as_host ? 1 : 2) && !rt_tensor_is_contiguous(x);
    T like = x, out;

    if (relayout)
        x = rt_b_map(b, &rt_op_contiguous, x);
    out = x ? rt_build_keep_steal(b, rt_tensor_new_like(x, RT_DTYPE_NONE, b->err)) : NULL;
    *kept = x ? rt_build_keep_steal(b, rt_tensor_new_like(x, RT_BOOL, b->err)) : NULL;
    if (!out || !*kept)
        return NULL;
    RT_CALL_BEGIN(kernel, out);
    kernel.kind = RT_RANDOM_DROPOUT;
    kernel.params[0] = 1 - p;
    kernel.params[1] = dropout_scale(p, true);
    kernel.bounds[0] = neighbours > 1 ? neighbours : 1;
    if (!(kernel.generator = generator_for(call, device, b->err)))
        return NULL;
    rt_tensor_view(out, &kernel.out);
    rt_tensor_view(x, &kernel.in);
    rt_tensor_view(*kept, &kernel.in2);
    if (device->kernels->random(device, &kernel, b->err) < 0)
        return NULL;
    return relayout ? rt_b_layout_like(b, out, like) : out;
}

/* (input, p, train) */
int rt_forward_native_dropout(struct rt_call *call, struct rt_error *err)
{
    T x = call->args[0].tensor, out = NULL, kept = NULL;
    const double p = call->args[1].number;
    const bool train = call->args[2].boolean;
    struct rt_build b;

    if (check_dropout(p, err) < 0)
        return -1;
    if (train && p > 0 && p < 1 && x->storage->device->type == RT_CUDA && !rt_dtype_is_float((enum rt_dtype)x->dtype))
        return rt_no_kernel("fused_dropout", x, err);
    rt_build_init(&b, err);
    if (train && p > 0 && p < 1 && x->numel && x->storage->device->type == RT_CUDA)
        out = drop(call, &b, x, &kept, p);
    else if ((kept = rt_build_keep_steal(&b, rt_tensor_new_like(x, RT_BOOL, err))) && !train) {
        out = rt_b_clone(&b, x);
        kept = rt_b_ones_like(&b, kept);
    } else if (kept && draw(call, kept, RT_RANDOM_BERNOULLI, 1 - p, 0, 0, 0, NULL, err) == 0) {
        out = rt_b_muls(&b, rt_b_mul(&b, x, kept), dropout_scale(p, true));
    }
    if (!out || !kept)
        return rt_build_return(&b, call, NULL);
    call->results->count = 2;
    call->results->tensor[0] = rt_tensor_get(out);
    call->results->tensor[1] = rt_tensor_get(kept);
    rt_build_end(&b);
    return 0;
}

BACKWARD(native_dropout)
{
    const double scale = dropout_scale(b->node->args[1].number, b->node->args[2].boolean);
    T kept = RESULT(1);

    (void)err;
    if (!kept)
        return 0;
    if (rt_follows())
        SET(0, rt_b_muls(BUILD, rt_b_mul(BUILD, G, kept), scale));
    else
        SET(0, rt_b_zip(BUILD, RT_ZIP_mul_scaled, G, kept, &scale, 1));
    return 0;
}

int rt_forward_dropout_(struct rt_call *call, struct rt_error *err)
{
    T x = call->args[0].tensor, mask;
    double p = call->args[1].number;
    struct rt_results r;
    struct rt_build b;
    int rc = -1;

    if (check_dropout(p, err) < 0)
        return -1;
    if (p == 0 || !call->args[2].boolean || x->numel == 0)
        return rt_result_steal(call, rt_tensor_get(x));
    rt_build_init(&b, err);
    mask = p == 1 ? rt_b_zeros_like(&b, x) : scaled_mask(call, &b, x, NULL, 0, p);
    if (mask)
        rc = rt_apply_inplace(&rt_op_mul_Tensor, (struct rt_arg[]){rt_arg_tensor(x), rt_arg_tensor(mask)}, 2, &r, err);
    rt_build_end(&b);
    return rc < 0 ? -1 : rt_result_steal(call, r.tensor[0]);
}

int rt_forward_feature_dropout(struct rt_call *call, struct rt_error *err)
{
    T x = call->args[0].tensor;
    double p = call->args[1].number;
    int64_t shape[RT_MAX_DIMS];
    struct rt_build b;

    if (check_dropout(p, err) < 0)
        return -1;
    if (x->ndim < 2)
        return rt_error_set(err, RT_RUNTIME, "Feature dropout requires at least 2 dimensions in the input");
    if (p == 0 || !call->args[2].boolean || x->numel == 0)
        return rt_result_steal(call, rt_tensor_get(x));
    for (int i = 0; i < x->ndim; i++)
        shape[i] = i < 2 ? x->shape[i] : 1;
    rt_build_init(&b, err);
    if (p == 1)
        return rt_build_return(&b, call, rt_b_mul(&b, x, rt_b_zeros_like(&b, x)));
    return rt_build_return(&b, call, rt_b_mul(&b, x, scaled_mask(call, &b, x, shape, x->ndim, p)));
}
