/* The harness judges itself: what it counts as failed, skipped and leaked. */
#include "harness.h"

static int allocate_two(void *data)
{
    int *calls = data;
    ++*calls;
    char *first = malloc(10), *second = first ? strdup("second") : NULL;
    int status = second ? 0 : -1;
    free(second);
    free(first);
    return status;
}

TEST(fail_loop_meets_every_allocation)
{
    int calls = 0;
    if (!harness_can_fail_allocations())
        SKIP("linked without HARNESS_WRAP");
    long before = harness_live_blocks();
    CHECK_INT(harness_fail_loop(allocate_two, &calls, 1, 0), 2);
    CHECK_INT(calls, 4);
    CHECK_INT(harness_live_blocks(), before);
}

TEST(fail_loop_without_the_hook_runs_the_body_once)
{
    int calls = 0;
    if (harness_can_fail_allocations())
        SKIP("linked with HARNESS_WRAP");
    CHECK_INT(harness_fail_loop(allocate_two, &calls, 1, 0), 0);
    CHECK_INT(calls, 1);
}

TEST(nan_and_infinity_are_near_themselves)
{
    CHECK_NEAR(NAN, NAN, 0);
    CHECK_NEAR(-INFINITY, -INFINITY, 0);
    CHECK_NEAR(1000.1, 1000, 1e-3);
}

HARNESS_MAIN
