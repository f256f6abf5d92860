/* p-norms of differences of points: a warp for each pair; the gradient: a thread for each number of each point, which
   goes over the other points. */
#include "cuda/cuda_rows.cuh"

struct distance_job {
    double p;
    bool pairs;
    int64_t batch, points, others, n;
    const void *a, *b, *grad, *dist;
    void *out;
    int64_t a_step[2], b_step[2], out_step[3], grad_step[3], dist_step[3];
};

template <class T> static __device__ inline T distance_term(T d, double p)
{
    const T size = d < 0 ? -d : d;

    if (p == 2)
        return d * d;
    if (p == 1)
        return size;
    if (p == 0)
        return d != d ? d : d != 0 ? (T)1 : (T)0;
    return p == 3 ? size * (d * d) : p == 4 ? (d * d) * (d * d) : pow(size, (T)p);
}

/* Which pair i < j is number k of the pairs of n points? */
static __device__ inline void distance_pair(int64_t k, int64_t n, int64_t *i, int64_t *j)
{
    const double m = (double)n - 0.5;
    int64_t at = (int64_t)(m - sqrt(m * m - 2 * (double)k - 1));

    at = at < 0 ? 0 : at;
    while (at > 0 && at * (2 * n - at - 1) / 2 > k)
        at--;
    while ((at + 1) * (2 * n - at - 2) / 2 <= k)
        at++;
    *i = at;
    *j = k - at * (2 * n - at - 1) / 2 + at + 1;
}

template <class T> static __global__ void distances(const distance_job c)
{
    const int lane = threadIdx.x % RT_WARP;
    const int64_t warps = blockDim.x / RT_WARP,
                  count = c.pairs ? c.points * (c.points - 1) / 2 : c.batch * c.points * c.others;

    for (int64_t k = blockIdx.x * warps + threadIdx.x / RT_WARP; k < count; k += gridDim.x * warps) {
        int64_t batch = 0, i, j, at = k;
        if (c.pairs) {
            distance_pair(k, c.points, &i, &j);
        } else {
            j = k % c.others;
            i = k / c.others % c.points;
            batch = k / c.others / c.points;
            at = batch * c.out_step[0] + i * c.out_step[1] + j * c.out_step[2];
        }
        const T *a = (const T *)c.a + batch * c.a_step[0] + i * c.a_step[1],
                *b = (const T *)c.b + batch * c.b_step[0] + j * c.b_step[1];
        T sum = 0;
        if (isinf(c.p)) {
            for (int64_t m = lane; m < c.n; m += RT_WARP) {
                const T d = a[m] > b[m] ? a[m] - b[m] : b[m] - a[m];
                sum = d > sum ? d : sum; /* a nan is left out */
            }
            sum = rt_fold_warp(sum, [](T x, T y) { return y > x ? y : x; });
        } else {
            for (int64_t m = lane; m < c.n; m += RT_WARP)
                sum += distance_term<T>(a[m] - b[m], c.p);
            sum = rt_fold_warp(sum, [](T x, T y) { return x + y; });
            if (c.p == 2)
                sum = sqrt(sum);
            else if (c.p != 0 && c.p != 1)
                sum = (T)pow((double)sum, 1 / c.p);
        }
        if (lane == 0)
            ((T *)c.out)[at] = sum;
    }
}

template <class T> static __device__ inline T distance_backward(T d, T grad, T dist, double p)
{
    const T sign = d > 0 ? (T)1 : d < 0 ? (T)-1 : (T)0, size = d < 0 ? -d : d;

    if (p == 1)
        return grad * sign;
    if (isinf(p))
        return size == dist ? grad * sign : (T)0;
    if (dist == 0)
        return 0;
    if (p == 2)
        return grad / dist * d;
    if (p == 3)
        return grad / (dist * dist) * (d * size);
    const T derivative = (T)((double)grad / pow((double)dist, p - 1)) * pow(size, (T)(p - 1));
    return d > 0 ? derivative : d < 0 ? -derivative : d == 0 ? (T)0 : d;
}

template <class T> static __global__ void distances_back(const distance_job c)
{
    for (RT_EACH(t, c.batch * c.points * c.n)) {
        const int64_t m = t % c.n, i = t / c.n % c.points, batch = t / c.n / c.points;
        const T a = ((const T *)c.a)[batch * c.a_step[0] + i * c.a_step[1] + m];
        const T *b = (const T *)c.b + batch * c.b_step[0] + m,
                *grad = (const T *)c.grad + batch * c.grad_step[0] + i * c.grad_step[1],
                *dist = (const T *)c.dist + batch * c.dist_step[0] + i * c.dist_step[1];
        T sum = 0;
        for (int64_t j = 0; j < c.others && c.p != 0; j++)
            sum +=
                distance_backward<T>(a - b[j * c.b_step[1]], grad[j * c.grad_step[2]], dist[j * c.dist_step[2]], c.p);
        ((T *)c.out)[batch * c.out_step[0] + i * c.out_step[1] + m * c.out_step[2]] = sum;
    }
}

template <class T> static void launch(struct cuda_device *device, distance_job j, bool back)
{
    const cudaStream_t stream = rt_cuda_stream(device);
    const int64_t count = j.pairs ? j.points * (j.points - 1) / 2 : j.batch * j.points * j.others;

    if (back)
        RT_LAUNCH((distances_back<T>), rt_blocks(device, j.batch * j.points * j.n), RT_THREADS, stream, j);
    else if (count)
        RT_LAUNCH_TOGETHER((distances<T>), rt_grid(device, (count + 7) / 8), RT_THREADS, stream, j);
}

extern "C" int rt_cuda_distance(struct rt_device *device, const struct rt_distance_call *call, struct rt_error *err)
{
    distance_job j = {};
    const bool back = call->grad.data != NULL;

    if (call->a.dtype != RT_FLOAT32 && call->a.dtype != RT_FLOAT64)
        return rt_error_set(err, RT_NOT_IMPLEMENTED, "\"%s\" not implemented for '%s'",
                            call->pairs ? "pdist_cuda" : "cdist_cuda", rt_dtype_table[call->a.dtype].scalar);
    j.p = call->p;
    j.pairs = call->pairs;
    j.batch = call->a.shape[0];
    j.points = call->a.shape[1];
    j.others = call->b.shape[1];
    j.n = call->a.shape[2];
    j.a = call->a.data;
    j.b = call->b.data;
    j.out = call->out.data;
    if (back) {
        j.grad = call->grad.data;
        j.dist = call->dist.data;
    }
    for (int d = 0; d < 3; d++) {
        if (d < 2) {
            j.a_step[d] = call->a.strides[d];
            j.b_step[d] = call->b.strides[d];
        }
        j.out_step[d] = call->pairs && !back ? 0 : call->out.strides[d];
        j.grad_step[d] = back ? call->grad.strides[d] : 0;
        j.dist_step[d] = back ? call->dist.strides[d] : 0;
    }
    if (j.batch * j.points == 0 || (back && j.n == 0))
        return 0;
    if (call->a.dtype == RT_FLOAT64)
        launch<double>(cuda_of(device), j, back);
    else
        launch<float>(cuda_of(device), j, back);
    return rt_cuda_launched(cuda_of(device), err);
}
