/* The tape: deep graphs are run and freed without recursion, saved tensors are guarded by versions, writes into views
   reach the base. Links the runtime alone. */
#include "harness.h"

#include "runtime.h"

static struct rt_error err;

static struct rt_tensor *apply(const char *name, const struct rt_arg *args, int n)
{
    rt_error_clear(&err);
    return rt_apply1(rt_op_named(name), args, n, &err);
}

static struct rt_tensor *two(const char *name, struct rt_tensor *a, struct rt_tensor *b)
{
    return apply(name, (struct rt_arg[]){rt_arg_tensor(a), rt_arg_tensor(b)}, 2);
}

static struct rt_tensor *leaf(double a, double b)
{
    double values[2] = {a, b};
    int64_t shape = 2;
    struct rt_tensor *t = rt_tensor_from_host(values, &shape, 1, RT_FLOAT64, rt_device_cpu(), &err);
    rt_tensor_set_requires_grad(t, true, &err);
    return t;
}

static double element(struct rt_tensor *t, int i)
{
    double values[2] = {NAN, NAN};
    if (t)
        rt_tensor_to_host(t, values, RT_FLOAT64, &err);
    return values[i];
}

TEST(a_graph_of_100000_nodes_runs_backward_and_is_freed)
{
    struct rt_tensor *x = leaf(1, 2), *y = two("add.Tensor", x, x);
    for (int i = 0; i < 100000; i++) {
        struct rt_tensor *next = two("add.Tensor", y, x);
        rt_tensor_unref(y);
        y = next;
    }
    struct rt_tensor *s = apply("sum", (struct rt_arg[]){rt_arg_tensor(y)}, 1);
    CHECK(rt_backward(&s, NULL, 1, false, false, NULL, 0, &err) == 0);
    CHECK(element(rt_tensor_grad(x), 0) == 100002);
    rt_tensor_unref(s);
    rt_tensor_unref(y);
    rt_tensor_unref(x);
}

TEST(a_saved_tensor_changed_in_place_is_noticed)
{
    struct rt_tensor *x = leaf(1, 2), *y = apply("exp", (struct rt_arg[]){rt_arg_tensor(x)}, 1);
    struct rt_results r;
    CHECK(rt_apply_inplace(rt_op_named("add.Tensor"),
                           (struct rt_arg[]){rt_arg_tensor(y), rt_arg_scalar(rt_scalar_int(1))}, 2, &r, &err) == 0);
    rt_results_clear(&r);
    struct rt_tensor *s = apply("sum", (struct rt_arg[]){rt_arg_tensor(y)}, 1);
    CHECK(rt_backward(&s, NULL, 1, false, false, NULL, 0, &err) < 0);
    CHECK(strstr(err.text, "which is output 0 of Exp, is at version 1; expected version 0 instead") != NULL);
    rt_tensor_unref(s);
    rt_tensor_unref(y);
    rt_tensor_unref(x);
}

TEST(a_write_into_a_view_reaches_the_base)
{
    struct rt_tensor *x = leaf(3, 4), *y = two("mul.Tensor", x, x);
    struct rt_tensor *v = apply("select.int", (struct rt_arg[]){rt_arg_tensor(y), rt_arg_int(0), rt_arg_int(1)}, 3);
    struct rt_results r;
    CHECK(rt_apply_inplace(rt_op_named("mul.Tensor"),
                           (struct rt_arg[]){rt_arg_tensor(v), rt_arg_scalar(rt_scalar_int(10))}, 2, &r, &err) == 0);
    rt_results_clear(&r);
    CHECK_STR(rt_node_name(rt_tensor_grad_fn(y, &err)), "CopySlices");
    CHECK_STR(rt_node_name(rt_tensor_grad_fn(v, &err)), "AsStridedBackward0");
    struct rt_tensor *s = apply("sum", (struct rt_arg[]){rt_arg_tensor(y)}, 1);
    CHECK(rt_backward(&s, NULL, 1, false, false, NULL, 0, &err) == 0);
    CHECK(element(rt_tensor_grad(x), 0) == 6);
    CHECK(element(rt_tensor_grad(x), 1) == 80);
    rt_tensor_unref(s);
    rt_tensor_unref(v);
    rt_tensor_unref(y);
    rt_tensor_unref(x);
}

TEST(a_leaf_that_requires_grad_is_not_changed_in_place)
{
    struct rt_tensor *x = leaf(1, 2);
    struct rt_results r;
    rt_error_clear(&err);
    CHECK(rt_apply_inplace(rt_op_named("zero_"), (struct rt_arg[]){rt_arg_tensor(x)}, 1, &r, &err) < 0);
    CHECK_STR(err.text, "a leaf Variable that requires grad is being used in an in-place operation.");
    rt_tensor_unref(x);
}

HARNESS_MAIN
