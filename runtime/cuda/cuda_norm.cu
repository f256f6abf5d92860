/* Normalisations of dense data [outer, channels, inner]: rows by their own moments (a warp or a block for each row, in
   two passes over what the caches hold), channels by given ones, the moments of channels and the gradients. Sums over a
   channel are made in parts and joined by a second launch. */
#include "cuda/cuda_rows.cuh"

#define WARP_ROW 1024
#define MAX_CHUNKS 256

template <class T> struct norm_sums {
    T plain, centred, n; /* STATS: mean, squares of differences from it, elements */
};

template <class T> struct norm_job {
    enum rt_norm_op op;
    bool training, warps;
    double eps;
    int64_t outer, channels, inner, groups, each, length, total, chunks;
    T *out, *mean_out, *var_out, *grad_weight, *grad_bias;
    const T *in, *grad, *weight, *bias, *mean, *invstd;
    T *row_mean, *row_scale; /* of rows, for the gradients of weight and bias */
    T *factors;              /* three of each channel, for the gradient of the input */
    norm_sums<T> *partial;
    int64_t channel_step, chunk_step;
    rt_divisor by_inner, by_channels;
};

template <class T> static __device__ inline int64_t norm_channel(const norm_job<T> &j, int64_t i)
{
    if (j.total <= INT32_MAX) {
        const uint32_t c = j.inner == 1 ? (uint32_t)i : rt_quotient((uint32_t)i, j.by_inner);
        return c - (int64_t)rt_quotient(c, j.by_channels) * j.channels;
    }
    return i / j.inner % j.channels;
}

/* (x - mean) factor + shift is x factor + (shift - mean factor) where the factor is infinite. */
template <class T> static __device__ inline T norm_line(T x, T mean, T factor, T shift)
{
    return isfinite(factor) ? (x - mean) * factor + shift : x * factor + (shift - mean * factor);
}

/* ---- rows ------------------------------------------------------------------------------------------------------- */

template <class T> struct norm_group {
    bool warps;
    __device__ inline T sum(T value) const
    {
        const auto plus = [](T a, T b) { return a + b; };
        return warps ? rt_fold_warp(value, plus) : rt_fold_block(value, (T)0, plus);
    }
};

template <class T> static __global__ void norm_rows(const norm_job<T> j)
{
    const int lane = j.warps ? threadIdx.x % RT_WARP : threadIdx.x, width = j.warps ? RT_WARP : blockDim.x;
    const int64_t at_once = j.warps ? blockDim.x / RT_WARP : 1;
    const norm_group<T> group = {j.warps};
    const T n = (T)j.length;

    for (int64_t k = blockIdx.x * at_once + (j.warps ? threadIdx.x / RT_WARP : 0); k < j.outer * j.groups;
         k += gridDim.x * at_once) {
        const int64_t at = k * j.length, first = k % j.groups * j.each;
        const T *x = j.in + at;
        T mean = 0, squares = 0, plain = 0, centred = 0;
        for (int64_t i = lane; i < j.length; i += width)
            mean += x[i];
        mean = group.sum(mean) / n;
        for (int64_t i = lane; i < j.length; i += width)
            squares += (x[i] - mean) * (x[i] - mean);
        const T scale = (T)(1 / sqrt((double)(group.sum(squares) / n) + j.eps));
        if (j.op == RT_NORM_ROWS) {
            for (int64_t i = lane; i < j.length; i += width) {
                const int64_t c = first + (j.inner == 1 ? i : i / j.inner);
                const T w = j.weight ? j.weight[c] : 1, b = j.bias ? j.bias[c] : 0;
                j.out[at + i] = j.inner == 1 ? (x[i] - mean) * scale * w + b : norm_line(x[i], mean, scale * w, b);
            }
            continue;
        }
        const T *g = j.grad + at;
        if (j.row_mean && lane == 0) {
            j.row_mean[k] = mean;
            j.row_scale[k] = scale;
        }
        if (!j.out)
            continue;
        for (int64_t i = lane; i < j.length; i += width) {
            const T gw = j.weight ? g[i] * j.weight[first + (j.inner == 1 ? i : i / j.inner)] : g[i];
            plain += gw;
            centred += gw * (x[i] - mean);
        }
        plain = group.sum(plain) * scale / n;
        centred = group.sum(centred) * scale * scale * scale / n;
        for (int64_t i = lane; i < j.length; i += width) {
            const T gw = j.weight ? g[i] * j.weight[first + (j.inner == 1 ? i : i / j.inner)] : g[i];
            j.out[at + i] = gw * scale - plain - (x[i] - mean) * centred;
        }
    }
}

/* ---- sums over channels ----------------------------------------------------------------------------------------- */

template <class T> struct norm_adder {
    const norm_job<T> &j;

    /* element e of channel c */
    __device__ inline void add(norm_sums<T> &s, int64_t c, int64_t e) const
    {
        const int64_t o = j.inner == 1 ? e : e / j.inner, at = (o * j.channels + c) * j.inner + (e - o * j.inner);
        const T x = j.in[at];
        s.n += 1;
        if (j.op == RT_NORM_STATS) {
            const T off = x - s.plain;
            s.plain += off / s.n;
            s.centred += off * (x - s.plain);
            return;
        }
        const T g = j.grad[at];
        s.plain += g;
        if (j.op == RT_NORM_CHANNELS_BACKWARD) {
            s.centred += g * (x - j.mean[c]);
        } else {
            const int64_t row = o * j.groups + c / j.each;
            s.centred += g * ((x - j.row_mean[row]) * j.row_scale[row]);
        }
    }
    __device__ inline norm_sums<T> operator()(norm_sums<T> a, norm_sums<T> b) const
    {
        if (j.op != RT_NORM_STATS)
            return {a.plain + b.plain, a.centred + b.centred, a.n + b.n};
        if (a.n == 0 || b.n == 0)
            return a.n == 0 ? b : a;
        const T n = a.n + b.n, off = b.plain - a.plain, share = b.n / n;
        return {a.plain + off * share, a.centred + b.centred + off * off * a.n * share, n};
    }
};

/* inner 1: a thread for each channel and part, neighbours beside each other */
template <class T> static __global__ void norm_columns(const norm_job<T> j)
{
    const norm_adder<T> f = {j};

    for (RT_EACH(t, j.channels * j.chunks)) {
        const int64_t p = t / j.channels, c = t - p * j.channels;
        norm_sums<T> s = {0, 0, 0};
        for (int64_t e = p; e < j.outer; e += j.chunks)
            f.add(s, c, e);
        j.partial[c * j.channel_step + p * j.chunk_step] = s;
    }
}

/* a block for each channel and part */
template <class T> static __global__ void norm_planes(const norm_job<T> j)
{
    const norm_adder<T> f = {j};
    const int64_t n = j.outer * j.inner, each = (n + j.chunks - 1) / j.chunks;

    for (int64_t k = blockIdx.x; k < j.channels * j.chunks; k += gridDim.x) {
        const int64_t c = k / j.chunks, p = k - c * j.chunks, end = (p + 1) * each < n ? (p + 1) * each : n;
        norm_sums<T> s = {0, 0, 0};
        for (int64_t e = p * each + threadIdx.x; e < end; e += blockDim.x)
            f.add(s, c, e);
        s = rt_fold_block(s, norm_sums<T>{0, 0, 0}, f);
        if (threadIdx.x == 0)
            j.partial[c * j.channel_step + p * j.chunk_step] = s;
    }
}

template <class T> static __device__ inline void norm_finish(const norm_job<T> &j, int64_t c, norm_sums<T> s)
{
    const double count = (double)j.outer * (double)j.inner;

    if (j.op == RT_NORM_STATS) {
        j.mean_out[c] = s.plain;
        j.var_out[c] = (T)((double)s.centred / count);
        return;
    }
    if (j.op == RT_NORM_CHANNELS_BACKWARD) {
        const double invstd = j.invstd[c], scale = invstd * (j.weight ? (double)j.weight[c] : 1);
        j.factors[c] = (T)scale;
        j.factors[c + j.channels] = j.training ? (T)(scale * s.plain / count) : 0;
        j.factors[c + 2 * j.channels] = j.training ? (T)(scale * invstd * invstd * s.centred / count) : 0;
        s.centred = (T)(s.centred * invstd);
    }
    if (j.grad_bias)
        j.grad_bias[c] = s.plain;
    if (j.grad_weight)
        j.grad_weight[c] = s.centred;
}

template <class T> static __global__ void norm_join(const norm_job<T> j)
{
    const norm_adder<T> f = {j};
    const int64_t warps = blockDim.x / RT_WARP;

    for (int64_t c = blockIdx.x * warps + threadIdx.x / RT_WARP; c < j.channels; c += gridDim.x * warps) {
        norm_sums<T> s = {0, 0, 0};
        for (int64_t p = threadIdx.x % RT_WARP; p < j.chunks; p += RT_WARP)
            s = f(s, j.partial[c * j.channel_step + p * j.chunk_step]);
        s = rt_fold_warp(s, f);
        if (threadIdx.x % RT_WARP == 0)
            norm_finish(j, c, s);
    }
}

/* ---- channels --------------------------------------------------------------------------------------------------- */

template <class T> static __global__ void norm_channels(const norm_job<T> j)
{
    for (RT_EACH(i, j.total)) {
        const int64_t c = norm_channel(j, i);
        if (j.op == RT_NORM_CHANNELS_BACKWARD) {
            j.out[i] = j.grad[i] * j.factors[c] - j.factors[c + j.channels] -
                       (j.in[i] - j.mean[c]) * j.factors[c + 2 * j.channels];
            continue;
        }
        const T scale = j.invstd[c] * (j.weight ? j.weight[c] : 1);
        j.out[i] = norm_line(j.in[i], j.mean[c], scale, j.bias ? j.bias[c] : (T)0);
    }
}

/* ---- the host's side -------------------------------------------------------------------------------------------- */

template <class T> static int channel_sums(struct cuda_device *device, norm_job<T> *j, struct rt_error *err)
{
    const cudaStream_t stream = rt_cuda_stream(device);
    const int64_t n = j->outer * j->inner, threads = rt_threads_wanted(device),
                  at_once = j->inner == 1 ? j->channels : j->channels * RT_THREADS;
    int64_t chunks = threads / at_once, most = j->inner == 1 ? n / 16 : n / 4096;
    int rc;

    chunks = chunks < most ? chunks : most;
    j->chunks = chunks < 1 ? 1 : chunks > MAX_CHUNKS ? MAX_CHUNKS : chunks;
    j->channel_step = j->inner == 1 ? 1 : j->chunks;
    j->chunk_step = j->inner == 1 ? j->channels : 1;
    j->partial = (norm_sums<T> *)rt_cuda_scratch(device, (size_t)(j->channels * j->chunks) * sizeof(norm_sums<T>), err);
    if (!j->partial)
        return -1;
    const norm_job<T> job = *j;
    if (j->inner == 1)
        RT_LAUNCH((norm_columns<T>), rt_blocks(device, j->channels * j->chunks), RT_THREADS, stream, job);
    else
        RT_LAUNCH_TOGETHER((norm_planes<T>), rt_grid(device, j->channels * j->chunks), RT_THREADS, stream, job);
    rc = rt_cuda_launched(device, err);
    if (rc == 0) {
        RT_LAUNCH_TOGETHER((norm_join<T>), rt_grid(device, (j->channels + 7) / 8), RT_THREADS, stream, job);
        rc = rt_cuda_launched(device, err);
    }
    rt_cuda_scratch_free(device, j->partial);
    return rc;
}

template <class T> static int rows(struct cuda_device *device, norm_job<T> *j, struct rt_error *err)
{
    const bool sums = j->op == RT_NORM_ROWS_BACKWARD && (j->grad_weight || j->grad_bias);
    const int64_t count = j->outer * j->groups, warps = RT_THREADS / RT_WARP;
    int rc;

    j->each = j->channels / j->groups;
    j->length = j->each * j->inner;
    j->warps = j->length <= WARP_ROW;
    if (sums && !(j->row_mean = (T *)rt_cuda_scratch(device, (size_t)(2 * count) * sizeof(T), err)))
        return -1;
    j->row_scale = j->row_mean + (sums ? count : 0);
    const norm_job<T> job = *j;
    RT_LAUNCH_TOGETHER((norm_rows<T>), rt_grid(device, j->warps ? (count + warps - 1) / warps : count), RT_THREADS,
                       rt_cuda_stream(device), job);
    rc = rt_cuda_launched(device, err);
    if (sums) {
        rc = rc < 0 ? rc : channel_sums(device, j, err);
        rt_cuda_scratch_free(device, j->row_mean);
    }
    return rc;
}

template <class T> static int channels(struct cuda_device *device, norm_job<T> *j, struct rt_error *err)
{
    const bool back = j->op == RT_NORM_CHANNELS_BACKWARD;
    int rc = 0;

    if (back && !(j->factors = (T *)rt_cuda_scratch(device, (size_t)(3 * j->channels) * sizeof(T), err)))
        return -1;
    if (back)
        rc = channel_sums(device, j, err);
    if (rc == 0 && j->out) {
        const norm_job<T> job = *j;
        RT_LAUNCH((norm_channels<T>), rt_blocks(device, j->total), RT_THREADS, rt_cuda_stream(device), job);
        rc = rt_cuda_launched(device, err);
    }
    if (back)
        rt_cuda_scratch_free(device, j->factors);
    return rc;
}

template <class T> static int run(struct cuda_device *device, const struct rt_norm_call *call, struct rt_error *err)
{
    norm_job<T> j = {};

    j.op = call->op;
    j.training = call->training;
    j.eps = call->eps;
    j.outer = call->outer;
    j.channels = call->channels;
    j.inner = call->inner;
    j.groups = call->groups ? call->groups : 1;
    j.each = j.channels / j.groups;
    j.total = j.outer * j.channels * j.inner;
    j.out = (T *)call->out.data;
    j.in = (const T *)call->in.data;
    j.grad = (const T *)call->grad.data;
    j.weight = (const T *)call->weight.data;
    j.bias = (const T *)call->bias.data;
    j.mean = (const T *)call->mean.data;
    j.invstd = (const T *)call->invstd.data;
    j.mean_out = (T *)call->mean.data;
    j.var_out = (T *)call->invstd.data;
    j.grad_weight = (T *)call->grad_weight.data;
    j.grad_bias = (T *)call->grad_bias.data;
    j.by_inner = rt_divisor_of(j.inner);
    j.by_channels = rt_divisor_of(j.channels);
    if (j.op == RT_NORM_STATS)
        return channel_sums(device, &j, err);
    return j.op == RT_NORM_ROWS || j.op == RT_NORM_ROWS_BACKWARD ? rows(device, &j, err) : channels(device, &j, err);
}

extern "C" int rt_cuda_norm(struct rt_device *device, const struct rt_norm_call *call, struct rt_error *err)
{
    if (call->in.dtype != RT_FLOAT32 && call->in.dtype != RT_FLOAT64)
        return rt_error_set(err, RT_NOT_IMPLEMENTED, "\"norm\" not implemented for '%s'",
                            rt_dtype_table[call->in.dtype].scalar);
    if (call->outer * call->channels * call->inner == 0)
        return 0;
    if (call->in.dtype == RT_FLOAT64)
        return run<double>(cuda_of(device), call, err);
    return run<float>(cuda_of(device), call, err);
}
