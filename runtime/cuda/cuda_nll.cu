/* Losses of rows by their classes: one launch each way. Sums are made by one block, whose threads add in the same order
   each time; for the gradient of a mean each block adds the weights once more itself while they are few. */
#include "cuda/cuda.cuh"

template <class C> struct losses {
    enum rt_nll_reduction reduction;
    int64_t n, classes, ignore, row, column; /* steps of in */
    C *out;
    const C *in, *weight;
    const int64_t *index;
    struct rt_cuda_fault *fault;
};

/* The class of a row, or -1 where it does not count. */
template <class C> static __device__ inline int64_t class_of(const losses<C> &l, int64_t i)
{
    const int64_t at = l.index[i];

    if (at == l.ignore)
        return -1;
    if (at < 0 || at >= l.classes) {
        rt_fault_index(l.fault, 0, at, l.classes);
        return -1;
    }
    return at;
}

template <class C> static __global__ void each_loss(losses<C> l)
{
    for (RT_EACH(i, l.n)) {
        const int64_t at = class_of(l, i);
        l.out[i] = at < 0 ? (C)0 : -l.in[i * l.row + at * l.column] * (l.weight ? l.weight[at] : (C)1);
    }
}

struct add {
    template <class C> __device__ inline C operator()(C a, C b) const
    {
        return a + b;
    }
};

/* The sum of the losses, and in *heavy that of the weights; for all threads. in NULL: the weights only. */
template <class C> static __device__ inline C sum_of(const losses<C> &l, const C *in, C *heavy)
{
    C sum = 0, weights = 0;

    for (int64_t i = threadIdx.x; i < l.n; i += blockDim.x) {
        const int64_t at = class_of(l, i);
        if (at < 0)
            continue;
        const C w = l.weight ? l.weight[at] : (C)1;
        if (in)
            sum -= in[i * l.row + at * l.column] * w;
        weights += w;
    }
    *heavy = rt_block_fold(weights, (C)0, add());
    return in ? rt_block_fold(sum, (C)0, add()) : (C)0;
}

template <class C> static __global__ void full_loss(losses<C> l)
{
    C heavy;
    const C sum = sum_of(l, l.in, &heavy);

    if (threadIdx.x == 0)
        *l.out = l.reduction == RT_NLL_MEAN ? sum / heavy : sum;
}

template <class C> static __global__ void sum_weights(losses<C> l, C *to)
{
    C heavy;

    (void)sum_of(l, (const C *)NULL, &heavy);
    if (threadIdx.x == 0)
        *to = heavy;
}

/* The gradient: all of a row is zero but one element. sum: of the weights, NULL if each block is to make it. */
template <class C> static __global__ void loss_gradients(losses<C> l, const C *sum)
{
    C all = 1;

    if (l.reduction == RT_NLL_MEAN && sum)
        all = *sum;
    else if (l.reduction == RT_NLL_MEAN)
        (void)sum_of(l, (const C *)NULL, &all);
    for (RT_EACH(t, l.n * l.classes)) {
        const int64_t i = t / l.classes, at = l.index[i];
        C value = 0;
        if (t - i * l.classes == at && at != l.ignore)
            value = -(l.in[i * l.row] / all) * (l.weight ? l.weight[at] : (C)1);
        l.out[t] = value;
    }
}

/* So many reads by all blocks together cost less than a launch. */
#define SMALL_READS (1 << 18)

template <class C>
static int derivatives(struct cuda_device *device, const losses<C> &l, cudaStream_t stream, struct rt_error *err)
{
    const unsigned blocks = rt_blocks(device, l.n * l.classes, 4);
    C *sum = NULL;

    if (l.reduction == RT_NLL_MEAN && l.n * blocks > SMALL_READS) {
        if (!(sum = (C *)rt_cuda_scratch(device, sizeof *sum, err)))
            return -1;
        RT_LAUNCH_TOGETHER((sum_weights<C>), 1, 512, stream, l, sum);
    }
    RT_LAUNCH_TOGETHER((loss_gradients<C>), blocks, RT_THREADS, stream, l, (const C *)sum);
    if (sum)
        rt_cuda_scratch_free(device, sum);
    return rt_cuda_launched(device, err);
}

template <class C> static int launch(struct cuda_device *device, const struct rt_nll_call *c, struct rt_error *err)
{
    const cudaStream_t stream = rt_cuda_stream(device);
    losses<C> l;

    l.reduction = c->reduction;
    l.n = c->index.shape[0];
    l.classes = c->classes;
    l.ignore = c->ignore;
    l.row = c->in.strides[0];
    l.column = c->back ? 0 : c->in.strides[1];
    l.out = (C *)c->out.data;
    l.in = (const C *)c->in.data;
    l.weight = (const C *)c->weight.data;
    l.index = (const int64_t *)c->index.data;
    l.fault = rt_cuda_fault_slot(device);
    if (c->back)
        return derivatives(device, l, stream, err);
    if (c->reduction == RT_NLL_EACH)
        RT_LAUNCH((each_loss<C>), rt_blocks(device, l.n), RT_THREADS, stream, l);
    else
        RT_LAUNCH_TOGETHER((full_loss<C>), 1, 512, stream, l);
    return rt_cuda_launched(device, err);
}

extern "C" int rt_cuda_nll(struct rt_device *device, const struct rt_nll_call *call, struct rt_error *err)
{
    const int64_t n = call->index.shape[0];

    if ((n == 0 && (call->back || call->reduction == RT_NLL_EACH)) || (call->back && call->classes == 0))
        return 0;
    if (call->in.dtype == RT_FLOAT64)
        return launch<double>(cuda_of(device), call, err);
    return launch<float>(cuda_of(device), call, err);
}
