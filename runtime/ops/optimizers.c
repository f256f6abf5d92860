/* Optimizers: from the options of a group and the number of a step to the factors of ops/optimizers.def, and the steps
   of many parameters in one call. Owns which options, tensors and numbers an optimizer has; knows no language and no
   kernel. Everything is computed in double, in the order of PyTorch's Python. */
#include "ops.h"

#include <math.h>
#include <string.h>

#define STATE(i) (1u << (i))

/* the options that all rows begin with */
enum { LR, MAXIMIZE, WEIGHT_DECAY, OWN };

/* The decay of weights is a part of the gradient, or beside it. */
static void decay(struct rt_optimize_call *c, const double *o, bool beside)
{
    if (beside && o[WEIGHT_DECAY] != 0)
        c->factors[RT_STEP_SHRINK] = 1 - o[LR] * o[WEIGHT_DECAY];
    else
        c->factors[RT_STEP_DECAY] = o[WEIGHT_DECAY];
}

#define FACTORS(...)                                                                                                   \
    do {                                                                                                               \
        const double own[] = {__VA_ARGS__};                                                                            \
        memcpy(c->factors + RT_STEP_OWN, own, sizeof own);                                                             \
    } while (0)

static unsigned prepare_sgd(const double *o, double step, struct rt_step_numbers *numbers, struct rt_optimize_call *c)
{
    enum { MOMENTUM = OWN, DAMPENING, NESTEROV };

    (void)step, (void)numbers;
    decay(c, o, false);
    FACTORS(-o[LR], o[MOMENTUM], 1 - o[DAMPENING]);
    c->op = o[MOMENTUM] == 0     ? RT_OPTIMIZE_sgd
            : o[NESTEROV] != 0.0 ? RT_OPTIMIZE_sgd_nesterov
                                 : RT_OPTIMIZE_sgd_momentum;
    return o[MOMENTUM] == 0 ? 0 : STATE(0);
}

static unsigned prepare_adam(const double *o, double step, struct rt_step_numbers *numbers, struct rt_optimize_call *c)
{
    enum { BETA1 = OWN, BETA2, EPS, AMSGRAD, DECOUPLED };
    const double correction = 1 - pow(o[BETA1], step), correction2 = 1 - pow(o[BETA2], step);

    (void)numbers;
    decay(c, o, o[DECOUPLED] != 0);
    FACTORS(-(o[LR] / correction), 1 - o[BETA1], o[BETA2], 1 - o[BETA2], o[EPS], pow(correction2, 0.5));
    c->op = o[AMSGRAD] != 0 ? RT_OPTIMIZE_adam_amsgrad : RT_OPTIMIZE_adam;
    return o[AMSGRAD] != 0 ? STATE(0) | STATE(1) | STATE(2) : STATE(0) | STATE(1);
}

static unsigned prepare_rmsprop(const double *o, double step, struct rt_step_numbers *numbers,
                                struct rt_optimize_call *c)
{
    enum { ALPHA = OWN, EPS, MOMENTUM, CENTERED };
    const bool momentum = o[MOMENTUM] > 0, centered = o[CENTERED] != 0;

    (void)step, (void)numbers;
    decay(c, o, false);
    FACTORS(-o[LR], o[ALPHA], 1 - o[ALPHA], o[EPS], o[MOMENTUM]);
    c->op = centered ? (momentum ? RT_OPTIMIZE_rmsprop_centered_momentum : RT_OPTIMIZE_rmsprop_centered)
                     : (momentum ? RT_OPTIMIZE_rmsprop_momentum : RT_OPTIMIZE_rmsprop);
    return STATE(0) | (centered ? STATE(1) : 0) | (momentum ? STATE(2) : 0);
}

static unsigned prepare_adagrad(const double *o, double step, struct rt_step_numbers *numbers,
                                struct rt_optimize_call *c)
{
    enum { LR_DECAY = OWN, EPS };

    (void)numbers;
    decay(c, o, false);
    FACTORS(-(o[LR] / (1 + (step - 1) * o[LR_DECAY])), o[EPS]);
    c->op = RT_OPTIMIZE_adagrad;
    return STATE(0);
}

static unsigned prepare_adadelta(const double *o, double step, struct rt_step_numbers *numbers,
                                 struct rt_optimize_call *c)
{
    enum { RHO = OWN, EPS };

    (void)step, (void)numbers;
    decay(c, o, false);
    FACTORS(-o[LR], o[RHO], 1 - o[RHO], o[EPS]);
    c->op = RT_OPTIMIZE_adadelta;
    return STATE(0) | STATE(1);
}

static unsigned prepare_adamax(const double *o, double step, struct rt_step_numbers *numbers,
                               struct rt_optimize_call *c)
{
    enum { BETA1 = OWN, BETA2, EPS };

    (void)numbers;
    decay(c, o, false);
    FACTORS(-(o[LR] / (1 - pow(o[BETA1], step))), 1 - o[BETA1], o[BETA2], o[EPS]);
    c->op = RT_OPTIMIZE_adamax;
    return STATE(0) | STATE(1);
}

static unsigned prepare_nadam(const double *o, double step, struct rt_step_numbers *numbers, struct rt_optimize_call *c)
{
    enum { BETA1 = OWN, BETA2, EPS, MOMENTUM_DECAY, DECOUPLED };
    const double mu = o[BETA1] * (1 - 0.5 * pow(0.96, step * o[MOMENTUM_DECAY]));
    const double next = o[BETA1] * (1 - 0.5 * pow(0.96, (step + 1) * o[MOMENTUM_DECAY]));
    double *product = &numbers->value[0];

    *product = numbers->single ? (float)*product * (float)mu : *product * mu;
    decay(c, o, o[DECOUPLED] != 0);
    FACTORS(-o[LR] * (1 - mu) / (1 - *product), 1 - o[BETA1], o[BETA2], 1 - o[BETA2], o[EPS], 1 - pow(o[BETA2], step),
            -o[LR] * next / (1 - *product * next));
    c->op = RT_OPTIMIZE_nadam;
    return STATE(0) | STATE(1);
}

/* The variance of the step is only known after some steps. */
static unsigned prepare_radam(const double *o, double step, struct rt_step_numbers *numbers, struct rt_optimize_call *c)
{
    enum { BETA1 = OWN, BETA2, EPS, DECOUPLED };
    const double correction = 1 - pow(o[BETA1], step), correction2 = 1 - pow(o[BETA2], step);
    const double most = 2 / (1 - o[BETA2]) - 1, length = most - 2 * step * pow(o[BETA2], step) / correction2;
    const double root = pow((length - 4) * (length - 2) * most / ((most - 4) * (most - 2) * length), 0.5);

    (void)numbers;
    decay(c, o, o[DECOUPLED] != 0);
    FACTORS(o[LR], 1 - o[BETA1], o[BETA2], 1 - o[BETA2], o[EPS], correction, pow(correction2, 0.5), root);
    c->op = length > 5 ? RT_OPTIMIZE_radam : RT_OPTIMIZE_radam_first;
    return STATE(0) | STATE(1);
}

static unsigned prepare_rprop(const double *o, double step, struct rt_step_numbers *numbers, struct rt_optimize_call *c)
{
    enum { MINUS = WEIGHT_DECAY, PLUS, LEAST, MOST };

    (void)step, (void)numbers;
    FACTORS(o[MINUS], o[PLUS], o[LEAST], o[MOST]);
    c->op = RT_OPTIMIZE_rprop;
    return STATE(0) | STATE(1);
}

static unsigned prepare_asgd(const double *o, double step, struct rt_step_numbers *numbers, struct rt_optimize_call *c)
{
    enum { LAMBD = OWN, ALPHA, T0 };
    double *eta = &numbers->value[0], *mu = &numbers->value[1];

    decay(c, o, false);
    FACTORS(-*eta, 1 - o[LAMBD] * *eta, *mu);
    *eta = o[LR] / pow(1 + o[LAMBD] * o[LR] * step, o[ALPHA]);
    *mu = 1 / fmax(1, step - o[T0]);
    c->op = RT_OPTIMIZE_asgd;
    return STATE(0);
}

#define SHARED "lr", "maximize", "weight_decay"

static const struct rt_optimizer rows[] = {
    {"sgd", {SHARED, "momentum", "dampening", "nesterov"}, {"momentum_buffer"}, {NULL}, false, true, prepare_sgd},
    {"adam",
     {SHARED, "betas", "eps", "amsgrad", "decoupled_weight_decay"},
     {"exp_avg", "exp_avg_sq", "max_exp_avg_sq"},
     {NULL},
     true,
     false,
     prepare_adam},
    {"rmsprop",
     {SHARED, "alpha", "eps", "momentum", "centered"},
     {"square_avg", "grad_avg", "momentum_buffer"},
     {NULL},
     true,
     true,
     prepare_rmsprop},
    {"adagrad", {SHARED, "lr_decay", "eps"}, {"sum"}, {NULL}, true, false, prepare_adagrad},
    {"adadelta", {SHARED, "rho", "eps"}, {"square_avg", "acc_delta"}, {NULL}, true, true, prepare_adadelta},
    {"adamax", {SHARED, "betas", "eps"}, {"exp_avg", "exp_inf"}, {NULL}, true, false, prepare_adamax},
    {"nadam",
     {SHARED, "betas", "eps", "momentum_decay", "decoupled_weight_decay"},
     {"exp_avg", "exp_avg_sq"},
     {"mu_product"},
     true,
     false,
     prepare_nadam},
    {"radam",
     {SHARED, "betas", "eps", "decoupled_weight_decay"},
     {"exp_avg", "exp_avg_sq"},
     {NULL},
     true,
     false,
     prepare_radam},
    {"rprop", {"lr", "maximize", "etas", "step_sizes"}, {"prev", "step_size"}, {NULL}, true, true, prepare_rprop},
    {"asgd", {SHARED, "lambd", "alpha", "t0"}, {"ax"}, {"eta", "mu"}, true, false, prepare_asgd},
};

const struct rt_optimizer *rt_optimizer_find(const char *name)
{
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (strcmp(rows[i].name, name) == 0)
            return &rows[i];
    return NULL;
}

int rt_optimizer_index(const struct rt_optimizer *optimizer)
{
    return (int)(optimizer - rows);
}

/* ---- steps ------------------------------------------------------------------------------------------------------- */

/* A number that a state keeps as a tensor of the host. */
static bool is_number(struct rt_tensor *x)
{
    return x && x->numel == 1 && (x->dtype == RT_FLOAT32 || x->dtype == RT_FLOAT64) && !x->inference &&
           rt_tensor_device(x)->type == RT_CPU;
}

static double number_load(struct rt_tensor *x)
{
    return x->dtype == RT_FLOAT32 ? *(float *)rt_tensor_pointer(x) : *(double *)rt_tensor_pointer(x);
}

static void number_store(struct rt_tensor *x, double value)
{
    if (x->dtype == RT_FLOAT32)
        *(float *)rt_tensor_pointer(x) = (float)value;
    else
        *(double *)rt_tensor_pointer(x) = value;
    rt_tensor_touch(x);
}

static bool is_like(struct rt_tensor *x, struct rt_tensor *param)
{
    return x && x->dtype == param->dtype && x->contiguous && !x->inference && x->ndim == param->ndim &&
           rt_tensor_device(x) == rt_tensor_device(param) &&
           memcmp(x->shape, param->shape, (size_t)x->ndim * sizeof *x->shape) == 0;
}

static unsigned prepare(const struct rt_optimizer *optimizer, const double *options, double step,
                        struct rt_step_numbers *numbers, struct rt_optimize_call *call)
{
    memset(call->factors, 0, sizeof call->factors);
    call->factors[RT_STEP_SIGN] = options[MAXIMIZE] != 0 ? -1 : 1;
    call->factors[RT_STEP_SHRINK] = 1;
    return optimizer->prepare(options, step, numbers, call);
}

bool rt_optimizer_fits(const struct rt_optimizer *optimizer, const double *options,
                       const struct rt_optimizer_item *items, int64_t count)
{
    struct rt_step_numbers numbers = {{1, 1}, false};
    struct rt_optimize_call call;
    const unsigned used = prepare(optimizer, options, 1, &numbers, &call);

    for (int64_t i = 0; i < count; i++) {
        const struct rt_optimizer_item *item = &items[i];
        struct rt_tensor *param = item->param;
        if ((param->dtype != RT_FLOAT32 && param->dtype != RT_FLOAT64) || !is_like(param, param) ||
            !is_like(item->grad, param) || (optimizer->steps && !is_number(item->step)))
            return false;
        for (int k = 0; k < RT_MAX_STEP_STATES; k++)
            if (used & STATE(k) && !is_like(item->states[k], param))
                return false;
        for (int k = 0; k < RT_MAX_STEP_NUMBERS && optimizer->numbers[k]; k++)
            if (!is_number(item->numbers[k]))
                return false;
    }
    return true;
}

static void views(struct rt_optimize_call *call, const struct rt_optimizer_item *item, unsigned used)
{
    int count = 0;

    rt_tensor_view(item->param, &call->param);
    rt_tensor_view(item->grad, &call->grad);
    for (int k = 0; k < RT_MAX_STEP_STATES; k++)
        if (used & STATE(k))
            rt_tensor_view(item->states[k], &call->states[count++]);
    while (count < RT_MAX_STEP_STATES)
        rt_view_none(&call->states[count++]);
}

static void changed(const struct rt_optimizer_item *item, unsigned used)
{
    rt_tensor_touch(item->param);
    for (int k = 0; k < RT_MAX_STEP_STATES; k++)
        if (used & STATE(k))
            rt_tensor_touch(item->states[k]);
}

int rt_optimizer_step(const struct rt_optimizer *optimizer, const double *options,
                      const struct rt_optimizer_item *items, int64_t count, struct rt_error *err)
{
    const bool same = !optimizer->numbers[0]; /* parameters at the same step have the same factors */
    double before = 0;
    unsigned used = 0;
    struct rt_optimize_call call;

    for (int64_t i = 0; i < count; i++) {
        const struct rt_optimizer_item *item = &items[i];
        struct rt_step_numbers numbers = {{0, 0}, false};
        struct rt_device *device = rt_tensor_device(item->param);
        double step = 1;
        if (optimizer->steps) {
            number_store(item->step, number_load(item->step) + 1);
            step = number_load(item->step);
        }
        for (int k = 0; k < RT_MAX_STEP_NUMBERS && optimizer->numbers[k]; k++) {
            numbers.value[k] = number_load(item->numbers[k]);
            numbers.single = item->numbers[k]->dtype == RT_FLOAT32;
        }
        if (!same || step != before)
            used = prepare(optimizer, options, step, &numbers, &call);
        before = step;
        for (int k = 0; k < RT_MAX_STEP_NUMBERS && optimizer->numbers[k]; k++)
            number_store(item->numbers[k], numbers.value[k]);
        views(&call, item, used);
        if (device->kernels->optimize(device, &call, err) < 0)
            return -1;
        changed(item, used);
    }
    return 0;
}
