/* The kernel class `range_assert`: an error unless all elements are between two bounds. Knows views, no tensors. */
#include "cpu.h"

static bool all_in_range(const struct rt_view *view, double low, double high)
{
    const int64_t numel = rt_view_numel(view), size = (int64_t)rt_dtype_size(view->dtype);
    int64_t index[RT_MAX_DIMS] = {0}, at = 0;

    for (int64_t i = 0; i < numel; i++) {
        const double v =
            rt_scalar_to_double(rt_scalar_load(view->dtype, (const char *)view->data + (ptrdiff_t)(at * size)));
        if (!(v >= low && v <= high))
            return false;
        for (int d = view->ndim - 1; d >= 0; d--) {
            at += view->strides[d];
            if (++index[d] < view->shape[d])
                break;
            at -= index[d] * view->strides[d];
            index[d] = 0;
        }
    }
    return true;
}

int rt_cpu_range_assert(struct rt_device *device, const struct rt_range_assert_call *call, struct rt_error *err)
{
    (void)device;
    if (all_in_range(&call->in, call->low, call->high) && all_in_range(&call->in2, call->low, call->high))
        return 0;
    return rt_error_set(err, RT_RUNTIME, "all elements should be between %g and %g", call->low, call->high);
}
