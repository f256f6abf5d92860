/* Steps of optimizers: Adam against its formula in long double, the same bits for small and large parameters, versions,
   and what does not fit. */
#include "harness.h"

#include "runtime.h"
#include "pool.h"

#include <math.h>
#include <string.h>

static struct rt_error err;

static struct rt_tensor *filled(int64_t n, double first, double step)
{
    struct rt_tensor *x = rt_tensor_empty(&n, 1, RT_FLOAT32, NULL, &err);
    float *data = x ? rt_tensor_data(x, &err) : NULL;

    for (int64_t i = 0; data && i < n; i++)
        data[i] = (float)(first + step * (double)(i % 997));
    return x;
}

static struct rt_tensor *count(double value)
{
    return rt_tensor_scalar(rt_scalar_float(value), RT_FLOAT32, NULL, &err);
}

struct fixture {
    struct rt_optimizer_item item;
};

static bool begin(struct fixture *f, int64_t n)
{
    memset(f, 0, sizeof *f);
    f->item.param = filled(n, -1, 0.003);
    f->item.grad = filled(n, 0.5, -0.001);
    f->item.step = count(0);
    for (int k = 0; k < RT_MAX_STEP_STATES; k++)
        f->item.states[k] = filled(n, 0.25, 0.0001);
    for (int k = 0; k < RT_MAX_STEP_NUMBERS; k++)
        f->item.numbers[k] = count(1);
    return f->item.param && f->item.grad && f->item.step;
}

static void end(struct fixture *f)
{
    rt_tensor_unref(f->item.param);
    rt_tensor_unref(f->item.grad);
    rt_tensor_unref(f->item.step);
    for (int k = 0; k < RT_MAX_STEP_STATES; k++)
        rt_tensor_unref(f->item.states[k]);
    for (int k = 0; k < RT_MAX_STEP_NUMBERS; k++)
        rt_tensor_unref(f->item.numbers[k]);
}

/* lr, maximize, weight decay, and what the optimizer has of its own */
static const struct {
    const char *name;
    double options[RT_MAX_STEP_VALUES];
} cases[] = {
    {"sgd", {0.1, 0, 0.01, 0, 0, 0}},
    {"sgd", {0.1, 1, 0.01, 0.9, 0.1, 0}},
    {"sgd", {0.1, 0, 0, 0.9, 0, 1}},
    {"adam", {0.1, 0, 0.01, 0.9, 0.999, 1e-8, 0, 0}},
    {"adam", {0.1, 0, 0.01, 0.4, 0.99, 1e-8, 1, 1}},
    {"rmsprop", {0.1, 0, 0, 0.9, 1e-8, 0, 0}},
    {"rmsprop", {0.1, 0, 0, 0.9, 1e-8, 0.5, 0}},
    {"rmsprop", {0.1, 0, 0, 0.9, 1e-8, 0, 1}},
    {"rmsprop", {0.1, 0, 0, 0.9, 1e-8, 0.5, 1}},
    {"adagrad", {0.1, 0, 0.01, 0.1, 1e-8}},
    {"adadelta", {0.1, 0, 0, 0.9, 1e-6}},
    {"adamax", {0.1, 0, 0, 0.9, 0.999, 1e-8}},
    {"nadam", {0.1, 0, 0, 0.9, 0.999, 1e-8, 0.004, 0}},
    {"radam", {0.1, 0, 0, 0.9, 0.999, 1e-8, 0}},
    {"rprop", {0.1, 0, 0.5, 1.2, 1e-6, 50}},
    {"asgd", {0.1, 0, 0, 0.1, 0.75, 2}},
};
#define CASES (sizeof cases / sizeof *cases)

TEST(a_large_parameter_gets_the_bits_of_a_small_one)
{
    enum { SMALL = 997, LARGE = SMALL * 201 };

    rt_pool_set_threads(4);
    for (size_t c = 0; c < CASES; c++) {
        const struct rt_optimizer *optimizer = rt_optimizer_find(cases[c].name);
        struct fixture large, small;
        REQUIRE(optimizer != NULL);
        REQUIRE(begin(&large, LARGE) && begin(&small, SMALL));
        for (int step = 0; step < 8; step++) {
            CHECK(rt_optimizer_fits(optimizer, cases[c].options, &large.item, 1));
            CHECK_INT(rt_optimizer_step(optimizer, cases[c].options, &large.item, 1, &err), 0);
            CHECK_INT(rt_optimizer_step(optimizer, cases[c].options, &small.item, 1, &err), 0);
        }
        const float *a = rt_tensor_data(large.item.param, &err), *b = rt_tensor_data(small.item.param, &err);
        for (int i = 0; i < SMALL; i++)
            if (!CHECK(memcmp(&a[i], &b[i], sizeof *a) == 0 && memcmp(&a[i + SMALL * 200], &b[i], sizeof *a) == 0))
                break;
        end(&large);
        end(&small);
    }
}

TEST(adam_is_its_formula)
{
    static const double options[RT_MAX_STEP_VALUES] = {0.1, 0, 0, 0.9, 0.999, 1e-8, 0, 0};
    const struct rt_optimizer *adam = rt_optimizer_find("adam");
    struct fixture f;
    long double p = -1, g = 0.5L, m = 0.25L, v = 0.25L;

    REQUIRE(adam && begin(&f, 1));
    for (int step = 1; step <= 10; step++) {
        CHECK_INT(rt_optimizer_step(adam, options, &f.item, 1, &err), 0);
        m += 0.1L * (g - m);
        v = 0.999L * v + 0.001L * g * g;
        p -= 0.1L / (1 - powl(0.9L, step)) * m / (sqrtl(v / (1 - powl(0.999L, step))) + 1e-8L);
    }
    CHECK_NEAR(*(float *)rt_tensor_data(f.item.param, &err), (double)p, 1e-5);
    CHECK_NEAR(*(float *)rt_tensor_data(f.item.step, &err), 10, 0);
    end(&f);
}

TEST(changes_are_counted)
{
    static const double options[RT_MAX_STEP_VALUES] = {0.1, 0, 0, 0.9, 0.999, 1e-8, 0, 0};
    struct fixture f;

    REQUIRE(begin(&f, 3));
    const int64_t param = rt_tensor_version(f.item.param), grad = rt_tensor_version(f.item.grad),
                  unused = rt_tensor_version(f.item.states[2]);
    CHECK_INT(rt_optimizer_step(rt_optimizer_find("adam"), options, &f.item, 1, &err), 0);
    CHECK(rt_tensor_version(f.item.param) > param);
    CHECK(rt_tensor_version(f.item.states[1]) > 0);
    CHECK_INT(rt_tensor_version(f.item.grad), grad);
    CHECK_INT(rt_tensor_version(f.item.states[2]), unused);
    end(&f);
}

TEST(what_does_not_fit_is_left_alone)
{
    static const double options[RT_MAX_STEP_VALUES] = {0.1, 0, 0, 0.9, 0.999, 1e-8, 0, 0};
    const struct rt_optimizer *adam = rt_optimizer_find("adam");
    struct fixture f;
    struct rt_tensor *kept;

    CHECK(rt_optimizer_find("none") == NULL);
    REQUIRE(begin(&f, 6));
    CHECK(rt_optimizer_fits(adam, options, &f.item, 1));
    CHECK(rt_optimizer_fits(adam, options, &f.item, 0));
    kept = f.item.states[1];
    f.item.states[1] = NULL;
    CHECK(!rt_optimizer_fits(adam, options, &f.item, 1));
    struct rt_tensor *shorter = filled(5, 0, 0);
    f.item.states[1] = shorter;
    CHECK(!rt_optimizer_fits(adam, options, &f.item, 1));
    rt_tensor_unref(shorter);
    f.item.states[1] = kept;
    kept = f.item.step;
    f.item.step = f.item.param;
    CHECK(!rt_optimizer_fits(adam, options, &f.item, 1));
    f.item.step = kept;
    int64_t shape[] = {6}, strides[] = {0};
    struct rt_tensor *repeated = rt_tensor_alias(f.item.grad, shape, strides, 1, 0, &err);
    REQUIRE(repeated != NULL);
    kept = f.item.grad;
    f.item.grad = repeated;
    CHECK(!rt_optimizer_fits(adam, options, &f.item, 1));
    f.item.grad = kept;
    rt_tensor_unref(repeated);
    end(&f);
}

HARNESS_MAIN
