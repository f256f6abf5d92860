/* softmax, log_softmax, logsumexp and gradients along one dimension. A warp takes a row of up to 1024 elements, a block
   a longer one; rows whose neighbours have the smaller stride are taken by a thread each. Sums run in float, in double
   for doubles. */
#include "cuda/cuda_rows.cuh"

#define WARP_ROW 1024
#define KEPT (WARP_ROW / RT_WARP) /* elements of a row that a thread of a warp keeps */

struct softmax_job {
    enum rt_softmax_op op;
    bool warps;
    enum rt_dtype type;
    const void *in, *grad;
    void *out;
    rt_rows<3> rows; /* out, in, grad */
};

/* The running maximum and the sum of exponentials below it, of which two can be joined. */
template <class A> struct tops {
    A top, sum;
};
template <class A> struct join_tops {
    __device__ inline tops<A> operator()(tops<A> a, tops<A> b) const
    {
        const A top = b.top > a.top || b.top != b.top ? b.top : a.top;
        if (top == (A)-CUDART_INF)
            return {top, a.sum + b.sum};
        return {top, a.sum * exp(a.top - top) + b.sum * exp(b.top - top)};
    }
};
template <class A> static __device__ inline A larger(A a, A b)
{
    return b > a || b != b ? b : a;
}

template <class A, class M> struct softmax_row {
    const softmax_job &j;
    M *out;
    const M *in, *grad;

    __device__ inline softmax_row(const softmax_job &job, int64_t k) : j(job)
    {
        int64_t offset[3];
        j.rows.iterator.at(k, offset);
        out = (M *)j.out + offset[0];
        in = (const M *)j.in + offset[1];
        grad = (const M *)j.grad + offset[2];
    }
    __device__ inline A x(int64_t i) const
    {
        return rt_cast<A>(in[i * j.rows.step[1]]);
    }
    __device__ inline A g(int64_t i) const
    {
        return rt_cast<A>(grad[i * j.rows.step[2]]);
    }
    __device__ inline void put(int64_t i, A value) const
    {
        out[i * j.rows.step[0]] = rt_cast<M>(value);
    }
    /* From the row's maximum and sum. */
    __device__ inline void put_softmax(int64_t i, A x, A top, A scale) const
    {
        put(i, j.op == RT_SOFTMAX ? exp(x - top) * scale : x - top - scale);
    }
    __device__ inline A scale(A sum) const
    {
        return j.op == RT_SOFTMAX ? 1 / sum : log(sum);
    }
    __device__ inline void put_log(tops<A> t) const
    {
        const bool beyond = t.top == (A)CUDART_INF || t.top == (A)-CUDART_INF;
        put(0, beyond ? t.top : t.top + log(t.sum));
    }
    __device__ inline A term(int64_t i) const
    {
        return j.op == RT_SOFTMAX_BACKWARD ? g(i) * x(i) : g(i);
    }
    __device__ inline void put_back(int64_t i, A sum) const
    {
        const A y = x(i);
        put(i, j.op == RT_SOFTMAX_BACKWARD ? (g(i) - sum) * y : g(i) - exp(y) * sum);
    }
    __device__ inline tops<A> full(int64_t first, int64_t step) const
    {
        tops<A> t = {(A)-CUDART_INF, 0};
        for (int64_t i = first; i < j.rows.length; i += step) {
            const A v = x(i);
            if (v > t.top || v != v) {
                t.sum = t.top == (A)-CUDART_INF ? 1 : t.sum * exp(t.top - v) + 1;
                t.top = v;
            } else {
                t.sum += v == (A)-CUDART_INF ? 0 : exp(v - t.top);
            }
        }
        return t;
    }
};

/* A row in the registers of a warp: read once. */
template <class A, class M> static __device__ inline void softmax_in_warp(const softmax_row<A, M> &r, int lane)
{
    const int n = (int)r.j.rows.length;
    A kept[KEPT], top = (A)-CUDART_INF, sum = 0;

    RT_UNROLL
    for (int q = 0; q < KEPT; q++) {
        const int i = q * RT_WARP + lane;
        kept[q] = i < n ? r.x(i) : (A)-CUDART_INF;
        top = larger(top, kept[q]);
    }
    top = rt_fold_warp(top, larger<A>);
    /* a row of nothing but -inf is nan, but its logarithm of sums is not */
    const A from = r.j.op == RT_LOGSUMEXP && top == (A)-CUDART_INF ? 0 : top;
    RT_UNROLL
    for (int q = 0; q < KEPT; q++)
        if (q * RT_WARP + lane < n)
            sum += exp(kept[q] - from);
    sum = rt_fold_warp(sum, [](A a, A b) { return a + b; });
    if (r.j.op == RT_LOGSUMEXP) {
        if (lane == 0)
            r.put_log({top, sum});
        return;
    }
    const A scale = r.scale(sum);
    RT_UNROLL
    for (int q = 0; q < KEPT; q++) {
        const int i = q * RT_WARP + lane;
        if (i < n)
            r.put_softmax(i, kept[q], top, scale);
    }
}

template <class A, class M> static __global__ void softmax_rows(const softmax_job j)
{
    const int lane = j.warps ? threadIdx.x % RT_WARP : threadIdx.x, width = j.warps ? RT_WARP : blockDim.x;
    const int64_t at_once = j.warps ? blockDim.x / RT_WARP : 1;

    for (int64_t k = blockIdx.x * at_once + (j.warps ? threadIdx.x / RT_WARP : 0); k < j.rows.count;
         k += gridDim.x * at_once) {
        const softmax_row<A, M> r(j, k);
        if (j.op >= RT_SOFTMAX_BACKWARD) {
            const auto plus = [](A a, A b) { return a + b; };
            A sum = 0;
            for (int64_t i = lane; i < j.rows.length; i += width)
                sum += r.term(i);
            sum = j.warps ? rt_fold_warp(sum, plus) : rt_fold_block(sum, (A)0, plus);
            for (int64_t i = lane; i < j.rows.length; i += width)
                r.put_back(i, sum);
        } else if (j.warps) {
            softmax_in_warp(r, lane);
        } else {
            const tops<A> t = rt_fold_block(r.full(lane, width), tops<A>{(A)-CUDART_INF, 0}, join_tops<A>());
            if (j.op == RT_LOGSUMEXP) {
                if (lane == 0)
                    r.put_log(t);
                continue;
            }
            const A scale = r.scale(t.sum);
            for (int64_t i = lane; i < j.rows.length; i += width)
                r.put_softmax(i, r.x(i), t.top, scale);
        }
    }
}

template <class A, class M> static __global__ void softmax_columns(const softmax_job j)
{
    for (RT_EACH(k, j.rows.count)) {
        const softmax_row<A, M> r(j, k);
        if (j.op >= RT_SOFTMAX_BACKWARD) {
            A sum = 0;
            for (int64_t i = 0; i < j.rows.length; i++)
                sum += r.term(i);
            for (int64_t i = 0; i < j.rows.length; i++)
                r.put_back(i, sum);
            continue;
        }
        const tops<A> t = r.full(0, 1);
        if (j.op == RT_LOGSUMEXP) {
            r.put_log(t);
            continue;
        }
        const A scale = r.scale(t.sum);
        for (int64_t i = 0; i < j.rows.length; i++)
            r.put_softmax(i, r.x(i), t.top, scale);
    }
}

template <class A, class M> static void launch(struct cuda_device *device, softmax_job j, bool columns)
{
    const cudaStream_t stream = rt_cuda_stream(device);
    const int64_t warps = RT_THREADS / RT_WARP;

    if (columns) {
        RT_LAUNCH((softmax_columns<A, M>), rt_blocks(device, j.rows.count), RT_THREADS, stream, j);
        return;
    }
    j.warps = j.rows.length <= WARP_ROW;
    RT_LAUNCH_TOGETHER((softmax_rows<A, M>),
                       rt_grid(device, j.warps ? (j.rows.count + warps - 1) / warps : j.rows.count), RT_THREADS, stream,
                       j);
}

extern "C" int rt_cuda_softmax(struct rt_device *device, const struct rt_softmax_call *call, struct rt_error *err)
{
    struct rt_view out = call->out;
    softmax_job j = {};

    if (!rt_dtype_is_float(call->in.dtype))
        return rt_error_set(err, RT_NOT_IMPLEMENTED, "\"host_softmax\" not implemented for '%s'",
                            rt_dtype_table[call->in.dtype].scalar);
    j.op = call->op;
    j.type = call->in.dtype;
    j.in = call->in.data;
    j.out = call->out.data;
    if (call->op >= RT_SOFTMAX_BACKWARD)
        j.grad = call->grad.data;
    struct rt_view grad = call->in;
    if (j.grad)
        grad = call->grad;
    if (call->op == RT_LOGSUMEXP && out.ndim) { /* one element for each row */
        out.shape[call->dim] = call->in.shape[call->dim];
        out.strides[call->dim] = 0;
    }
    rt_rows_of(&j.rows, {&out, &call->in, &grad}, call->dim);
    if (j.rows.count == 0 || j.rows.length == 0)
        return 0;
    const int64_t near = j.rows.iterator.ndim ? j.rows.iterator.strides[1][j.rows.iterator.ndim - 1] : 0;
    const bool columns = j.rows.count >= 32 && near > 0 && j.rows.step[1] > near;
    struct cuda_device *cuda = cuda_of(device);
    switch (j.type) {
    case RT_FLOAT64:
        launch<double, double>(cuda, j, columns);
        break;
    case RT_FLOAT16:
        launch<float, half_bits>(cuda, j, columns);
        break;
    case RT_BFLOAT16:
        launch<float, bfloat_bits>(cuda, j, columns);
        break;
    default:
        launch<float, float>(cuda, j, columns);
        break;
    }
    return rt_cuda_launched(cuda, err);
}
