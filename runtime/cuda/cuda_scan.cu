/* Running sums, products, logarithms of sums and extrema along a dimension. A warp or a block goes over a row tile by
   tile. Few long rows are CUB's if they are dense and of a type that it is compiled for, and otherwise cut into parts,
   of which the totals are made first. Rows whose neighbours have the smaller stride are taken by a thread each. */
#include "cuda/cuda_cub.cuh"
#include "cuda/cuda_rows.cuh"
#include "cuda/cuda_scan.cuh"

#define EACH 4 /* elements of a thread in a tile */
#define WARP_ROW 512
#define PART 16384
#define SMALL_ROWS 4                  /* CUB takes one after the other, */
#define SINGLE_ROW (INT64_C(1) << 22) /* unless a row is long enough for the full device */
#define MAX_CHUNKS (RT_THREADS * EACH)

struct scan_job {
    bool is_bool, warps, totals, least; /* totals: of parts only */
    enum rt_dtype in_type, out_type;
    const void *in;
    void *out, *partial;
    int64_t *positions;
    int64_t chunks, each;
    rt_rows<3> rows; /* out, in, positions */
};

template <class A> struct scan_position {
    A value;
    int pad[sizeof(A) % 8 ? 1 : 2];
    int64_t at; /* -1: none */
};
/* K: a kind of enum rt_scan_op; MAX means both extrema. */
template <class A, int K> struct scanner {
    typedef typename std::conditional<K == RT_SCAN_MAX, scan_position<A>, A>::type partial_result;
    const scan_job &j;

    __device__ inline partial_result start() const
    {
        if constexpr (K == RT_SCAN_MAX)
            return {0, {0}, -1};
        else if constexpr (K == RT_SCAN_LOGSUMEXP)
            return (A)-CUDART_INF;
        else
            return rt_cast<A>(K == RT_SCAN_PROD ? 1 : 0);
    }
    __device__ inline partial_result operator()(partial_result a, partial_result b) const
    {
        if constexpr (K == RT_SCAN_MAX) {
            if (a.at < 0 || b.at < 0)
                return a.at < 0 ? b : a;
            return (j.least ? b.value <= a.value : b.value >= a.value) || b.value != b.value ? b : a;
        } else {
            return rt_scan_join<A, K>()(a, b);
        }
    }
    __device__ inline partial_result load(int64_t base, int64_t i) const
    {
        const int64_t at = base + i * j.rows.step[1];
        A x;
        if (j.is_bool)
            x = rt_cast<A>(rt_load<rt_boolean>(j.in, j.in_type, at));
        else
            x = rt_load<A>(j.in, j.in_type, at);
        if constexpr (K == RT_SCAN_MAX)
            return {x, {0}, i};
        else
            return x;
    }
    __device__ inline void store(const int64_t (&offset)[3], int64_t i, partial_result v) const
    {
        if constexpr (K == RT_SCAN_MAX) {
            rt_store<A>(j.out, j.out_type, offset[0] + i * j.rows.step[0], v.value);
            if (j.positions)
                j.positions[offset[2] + i * j.rows.step[2]] = v.at;
        } else {
            rt_store<A>(j.out, j.out_type, offset[0] + i * j.rows.step[0], v);
        }
    }
};

/* The exclusive scan over the threads, and in *total that of all; of a warp, or of the full block. */
template <class P, class F> static __device__ inline P scan_before(P mine, P neutral, bool warp_only, F f, P *total)
{
    __shared__ P sums[RT_WARP];
    const int lane = threadIdx.x % RT_WARP, warp = threadIdx.x / RT_WARP;
    P before, all = mine;

    for (int step = 1; step < RT_WARP; step *= 2) {
        const P other = rt_shuffle_up(all, step);
        if (lane >= step)
            all = f(other, all);
    }
    before = rt_shuffle_up(all, 1);
    if (lane == 0)
        before = neutral;
    for (int step = 1; warp_only && step < RT_WARP; step *= 2) { /* the last lane's */
        const P other = rt_shuffle_xor(all, step);
        all = lane & step ? all : other;
    }
    *total = all;
    if (warp_only)
        return before;
    __syncthreads();
    if (lane == RT_WARP - 1)
        sums[warp] = all;
    __syncthreads();
    P others = neutral;
    for (int w = 0; w < (int)(blockDim.x / RT_WARP); w++) {
        if (w == warp)
            before = f(others, before);
        others = f(others, sums[w]);
    }
    *total = others;
    return before;
}

template <class A, int K> static __global__ void scan_rows(const scan_job j)
{
    typedef typename scanner<A, K>::partial_result partial_result;
    const scanner<A, K> f = {j};
    const int lane = j.warps ? threadIdx.x % RT_WARP : threadIdx.x, width = j.warps ? RT_WARP : blockDim.x;
    const int64_t at_once = j.warps ? blockDim.x / RT_WARP : 1;

    for (int64_t g = blockIdx.x * at_once + (j.warps ? threadIdx.x / RT_WARP : 0); g < j.rows.count * j.chunks;
         g += gridDim.x * at_once) {
        const int64_t k = g / j.chunks, begin = (g - k * j.chunks) * j.each;
        const int64_t end = begin + j.each < j.rows.length ? begin + j.each : j.rows.length;
        partial_result carry = j.chunks > 1 && !j.totals ? ((const partial_result *)j.partial)[g] : f.start();
        int64_t offset[3];
        j.rows.iterator.at(k, offset);
        for (int64_t tile = begin; tile < end; tile += width * EACH) {
            const int64_t first = tile + lane * EACH;
            partial_result v[EACH], mine = f.start(), total;
            RT_UNROLL
            for (int q = 0; q < EACH; q++) {
                v[q] = first + q < end ? f.load(offset[1], first + q) : f.start();
                mine = f(mine, v[q]);
            }
            partial_result so_far = f(carry, scan_before(mine, f.start(), j.warps, f, &total));
            RT_UNROLL
            for (int q = 0; q < EACH && !j.totals; q++) {
                so_far = f(so_far, v[q]);
                if (first + q < end)
                    f.store(offset, first + q, so_far);
            }
            carry = f(carry, total);
        }
        if (j.totals && lane == 0)
            ((partial_result *)j.partial)[g] = carry;
    }
}

/* Turns the totals of a row's parts into prefixes (exclusive scan). */
template <class A, int K> static __global__ void scan_chunks(const scan_job j)
{
    typedef typename scanner<A, K>::partial_result partial_result;
    const scanner<A, K> f = {j};

    for (int64_t k = blockIdx.x; k < j.rows.count; k += gridDim.x) {
        partial_result *p = (partial_result *)j.partial + k * j.chunks, v[EACH], mine = f.start(), total;
        const int64_t first = threadIdx.x * EACH;
        RT_UNROLL
        for (int q = 0; q < EACH; q++) {
            v[q] = first + q < j.chunks ? p[first + q] : f.start();
            mine = f(mine, v[q]);
        }
        partial_result before = scan_before(mine, f.start(), false, f, &total);
        RT_UNROLL
        for (int q = 0; q < EACH; q++) {
            if (first + q < j.chunks)
                p[first + q] = before;
            before = f(before, v[q]);
        }
    }
}

template <class A, int K> static __global__ void scan_columns(const scan_job j)
{
    const scanner<A, K> f = {j};

    for (RT_EACH(k, j.rows.count)) {
        typename scanner<A, K>::partial_result v = f.start();
        int64_t offset[3];
        j.rows.iterator.at(k, offset);
        for (int64_t i = 0; i < j.rows.length; i++) {
            v = f(v, f.load(offset[1], i));
            f.store(offset, i, v);
        }
    }
}

/* Few long rows, one after the other. 1: not done, see rt_cuda_cub_scan(). */
static int scan_by_cub(struct cuda_device *device, enum rt_scan_op op, const scan_job &j, struct rt_error *err)
{
    const size_t size = rt_dtype_size(j.in_type);

    if (j.is_bool || j.in_type != j.out_type || j.rows.step[0] != 1 || j.rows.step[1] != 1 ||
        (j.rows.count > SMALL_ROWS && j.rows.length < SINGLE_ROW))
        return 1;
    for (int64_t k = 0; k < j.rows.count; k++) {
        int64_t at[2] = {0, 0}; /* of this row in out and in */
        for (int64_t d = j.rows.iterator.ndim - 1, rest = k; d >= 0; rest /= j.rows.iterator.shape[d--])
            for (int v = 0; v < 2; v++)
                at[v] += rest % j.rows.iterator.shape[d] * j.rows.iterator.strides[v][d];
        const int status = rt_cuda_cub_scan(device, op, j.in_type, (const char *)j.in + at[1] * size,
                                            (char *)j.out + at[0] * size, j.rows.length, err);
        if (status)
            return status;
    }
    return 0;
}

template <class A, int K> static int launch(struct cuda_device *device, scan_job j, struct rt_error *err)
{
    const cudaStream_t stream = rt_cuda_stream(device);
    const int64_t near = j.rows.iterator.ndim ? j.rows.iterator.strides[1][j.rows.iterator.ndim - 1] : 0,
                  threads = rt_threads_wanted(device), warps = RT_THREADS / RT_WARP;
    int64_t chunks = threads / (j.rows.count * RT_THREADS);

    j.chunks = 1;
    j.each = j.rows.length;
    if (j.rows.count >= 32 && near > 0 && j.rows.step[1] > near && (j.rows.count >= 4096 || j.rows.length <= 1024)) {
        RT_LAUNCH((scan_columns<A, K>), rt_blocks(device, j.rows.count), RT_THREADS, stream, j);
        return rt_cuda_launched(device, err);
    }
    chunks = chunks < j.rows.length / PART ? chunks : j.rows.length / PART;
    chunks = chunks < MAX_CHUNKS ? chunks : MAX_CHUNKS;
    j.warps = j.rows.length <= WARP_ROW && j.rows.count > 1;
    const unsigned blocks = rt_grid(device, j.warps ? (j.rows.count + warps - 1) / warps : j.rows.count);
    if (chunks > 1) {
        j.each = (j.rows.length + chunks - 1) / chunks;
        j.chunks = (j.rows.length + j.each - 1) / j.each;
        const unsigned many = rt_grid(device, j.rows.count * j.chunks);
        const int status = K == RT_SCAN_MAX ? 1 : scan_by_cub(device, (enum rt_scan_op)K, j, err);
        if (status <= 0)
            return status;
        if (!(j.partial = rt_cuda_scratch(device, (size_t)(j.rows.count * j.chunks) * 32, err)))
            return -1;
        j.totals = true;
        RT_LAUNCH_TOGETHER((scan_rows<A, K>), many, RT_THREADS, stream, j);
        RT_LAUNCH_TOGETHER((scan_chunks<A, K>), rt_grid(device, j.rows.count), RT_THREADS, stream, j);
        j.totals = false;
        RT_LAUNCH_TOGETHER((scan_rows<A, K>), many, RT_THREADS, stream, j);
        rt_cuda_scratch_free(device, j.partial);
    } else {
        RT_LAUNCH_TOGETHER((scan_rows<A, K>), blocks, RT_THREADS, stream, j);
    }
    return rt_cuda_launched(device, err);
}

template <class A> static int of_reals(struct cuda_device *device, enum rt_scan_op op, scan_job j, struct rt_error *err)
{
    switch (op) {
    case RT_SCAN_SUM:
        return launch<A, RT_SCAN_SUM>(device, j, err);
    case RT_SCAN_PROD:
        return launch<A, RT_SCAN_PROD>(device, j, err);
    case RT_SCAN_LOGSUMEXP:
        if constexpr (!std::is_same<A, int64_t>::value)
            return launch<A, RT_SCAN_LOGSUMEXP>(device, j, err);
        return rt_error_set(err, RT_NOT_IMPLEMENTED, "\"logcumsumexp_cuda\" not implemented for '%s'",
                            rt_dtype_table[j.in_type].scalar);
    default:
        return launch<A, RT_SCAN_MAX>(device, j, err);
    }
}

extern "C" int rt_cuda_scan(struct rt_device *device, const struct rt_scan_call *call, struct rt_error *err)
{
    struct cuda_device *cuda = cuda_of(device);
    scan_job j = {};

    j.is_bool = call->compute == RT_BOOL;
    j.least = call->op == RT_SCAN_MIN;
    j.in_type = call->in.dtype;
    j.out_type = call->out.dtype;
    j.in = call->in.data;
    j.out = call->out.data;
    j.positions = (int64_t *)call->indices.data;
    if (rt_view_numel(&call->in) == 0)
        return 0;
    rt_rows_of(&j.rows, {&call->out, &call->in, &call->indices}, call->dim);
    if (rt_dtype_is_complex(call->compute)) {
        if (call->op != RT_SCAN_SUM && call->op != RT_SCAN_PROD)
            return rt_error_set(err, RT_NOT_IMPLEMENTED, "\"scan_cuda\" not implemented for '%s'",
                                rt_dtype_table[call->compute].scalar);
        if (call->compute == RT_COMPLEX64)
            return call->op == RT_SCAN_SUM ? launch<c64, RT_SCAN_SUM>(cuda, j, err)
                                           : launch<c64, RT_SCAN_PROD>(cuda, j, err);
        return call->op == RT_SCAN_SUM ? launch<c128, RT_SCAN_SUM>(cuda, j, err)
                                       : launch<c128, RT_SCAN_PROD>(cuda, j, err);
    }
    if (call->compute == RT_FLOAT64)
        return of_reals<double>(cuda, call->op, j, err);
    if (rt_dtype_is_float(call->compute))
        return of_reals<float>(cuda, call->op, j, err);
    return of_reals<int64_t>(cuda, call->op, j, err);
}
