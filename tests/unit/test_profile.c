/* The record of a profiled thread: ranges, their order and memory, the end of open ones, and what happens without
 * memory. */
#include "harness.h"
#include "profile.h"
#include "runtime.h"

TEST(ranges_know_what_is_around_them_and_ends_close_what_is_open)
{
    const int64_t sizes[] = {2, 3};
    rt_profile_start(true, NULL);
    int outer = rt_profile_begin(RT_PROFILE_USER, "outer", NULL);
    int node = rt_profile_begin_node("Node");
    rt_profile_argument(2, RT_FLOAT32, sizes);
    rt_profile_argument(-1, 0, NULL);
    rt_profile_end(node); /* of both ranges of a node */
    int after = rt_profile_begin(RT_PROFILE_OP, "add", "_");
    rt_profile_end(after);
    rt_profile_end(after); /* twice, and of what never was */
    rt_profile_end(-1);
    rt_profile_end(1000);
    rt_profile_begin(RT_PROFILE_OP, "open", NULL);
    struct rt_profile found = rt_profile_stop();

    CHECK(!rt_profiling);
    REQUIRE(found.count == 5);
    CHECK_STR(found.events[0].name, "outer");
    CHECK_STR(found.events[1].name, "autograd::engine::evaluate_function: Node");
    CHECK_STR(found.events[2].name, "Node");
    CHECK_STR(found.events[3].name, "add_");
    CHECK_INT(found.events[0].parent, -1);
    CHECK_INT(found.events[1].parent, outer);
    CHECK_INT(found.events[2].parent, node);
    CHECK_INT(found.events[3].parent, outer);
    CHECK_INT(found.events[2].nargs, 2);
    CHECK_INT(found.shapes[found.events[2].first + 3], 3);
    for (int i = 0; i < found.count; i++)
        CHECK(found.events[i].end >= found.events[i].begin && found.events[i].begin > 0);
    rt_profile_free(&found);
    CHECK_INT(rt_profile_stop().count, 0);
}

TEST(ops_are_recorded_with_the_memory_of_their_results)
{
    const float values[] = {1, 2, 3};
    const int64_t shape[] = {3};
    struct rt_error err;
    rt_error_clear(&err);
    struct rt_tensor *x = rt_tensor_from_host(values, shape, 1, RT_FLOAT32, rt_device_cpu(), &err);
    REQUIRE(x);
    rt_profile_start(false, NULL);
    struct rt_tensor *y = rt_apply1(rt_op_named("neg"), (struct rt_arg[]){rt_arg_tensor(x)}, 1, &err);
    struct rt_profile found = rt_profile_stop();
    REQUIRE(y);
    REQUIRE(found.count >= 1);
    CHECK_STR(found.events[0].name, "neg");
    CHECK_INT(found.events[0].memory, 12);
    CHECK_INT(found.events[0].nargs, 0);
    rt_tensor_unref(y);
    rt_tensor_unref(x);
    rt_profile_free(&found);
}

static int record(void *data)
{
    (void)data;
    const int64_t sizes[] = {1, 2, 3, 4};
    rt_profile_start(true, NULL);
    for (int i = 0; i < 600 && rt_profiling; i++) {
        int event = rt_profile_begin_node("some name of a node");
        rt_profile_argument(4, RT_FLOAT32, sizes);
        rt_profile_end(event);
    }
    struct rt_profile found = rt_profile_stop();
    int rc = found.out_of_memory || found.count != 1200 ? -1 : 0;
    rt_profile_free(&found);
    return rc;
}

TEST(memory_that_runs_out_ends_the_record)
{
    harness_fail_loop(record, NULL, 7, 300);
}

HARNESS_MAIN
