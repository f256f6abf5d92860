/* The kernel class `range_assert`: an element out of range is reported as a fault of the device. */
#include "cuda/cuda.cuh"

static __global__ void look(rt_iterator<2> w, const void *in, enum rt_dtype dtype, const void *in2,
                            enum rt_dtype dtype2, double low, double high, struct rt_cuda_fault *fault)
{
    for (RT_EACH(i, w.numel)) {
        int64_t at[2];
        w.at(i, at);
        const double a = rt_load<double>(in, dtype, at[0]), b = rt_load<double>(in2, dtype2, at[1]);
        if (!(a >= low && a <= high && b >= low && b <= high))
            rt_fault_value(fault);
    }
}

extern "C" int rt_cuda_range_assert(struct rt_device *device, const struct rt_range_assert_call *call,
                                    struct rt_error *err)
{
    struct cuda_device *cuda = cuda_of(device);
    const struct rt_view *const views[2] = {&call->in, &call->in2};
    rt_iterator<2> w;

    rt_iterator_of(&w, views);
    if (w.numel == 0)
        return 0;
    RT_LAUNCH(look, rt_blocks(cuda, w.numel), RT_THREADS, rt_cuda_stream(cuda), w, call->in.data, call->in.dtype,
              call->in2.data, call->in2.dtype, call->low, call->high, rt_cuda_fault_slot(cuda));
    return rt_cuda_launched(cuda, err);
}
