/* Stable sorting along a dimension. Elements become unsigned keys in the order of the values (nan above all, both zeros
   one key, complemented where the order descends) beside their positions. Rows of up to 1024 elements are sorted by a
   block in shared memory; longer ones by digits of eight bits from the lowest: counts of tiles, their running sums,
   and a scatter that keeps equal digits in order. */
#include "cuda/cuda_rows.cuh"

#define SHORT_ROW 1024
#define DIGITS 256
#define WARPS (RT_THREADS / RT_WARP)
#define STEPS 16 /* elements of a thread in a tile */
#define TILE (RT_THREADS * STEPS)
#define SCRATCH (INT64_C(1) << 28) /* elements of the rows that are sorted at a time, unless a row has more */

struct sort_job {
    bool descending, nan_first, floats;
    int size;      /* of an element */
    uint32_t bias; /* makes integers of up to 32 bits count from 0 */
    enum rt_dtype type;
    const void *in;
    void *values;
    int64_t *indices;
    int64_t first, count, begin, rows_now, tiles; /* rows [begin, begin + rows_now) */
    rt_rows<3> rows;                              /* in, values, indices */
};

template <class K> struct sort_arrays {
    K *keys, *other_keys;
    uint32_t *at, *other_at, *counts;
};

template <class K> static __device__ inline K sort_key(const sort_job &j, int64_t at)
{
    const K top = (K)1 << (sizeof(K) * 8 - 1);
    K key;

    if constexpr (sizeof(K) == 8) {
        if (j.type == RT_FLOAT64) {
            const double x = ((const double *)j.in)[at];
            const K bits = (K)__double_as_longlong(x == 0 ? 0.0 : x);
            key = x != x ? ~(K)0 : bits & top ? ~bits : bits | top;
        } else {
            key = (K)((const int64_t *)j.in)[at] ^ top;
        }
    } else if (j.floats) {
        const float x = rt_load<float>(j.in, j.type, at);
        const K bits = __float_as_uint(x == 0 ? 0.0f : x);
        key = x != x ? ~(K)0 : bits & top ? ~bits : bits | top;
    } else {
        key = (K)rt_load<int32_t>(j.in, j.type, at) + j.bias;
    }
    return j.descending ? ~key : key;
}

/* Element i of a row's sorted order comes from `from`. */
static __device__ inline void sort_put(const sort_job &j, const int64_t (&offset)[3], int64_t i, int64_t from)
{
    if (j.indices)
        j.indices[offset[2] + i * j.rows.step[2]] = from;
    if (!j.values)
        return;
    const int64_t source = offset[0] + from * j.rows.step[0], to = offset[1] + i * j.rows.step[1];
    switch (j.size) {
    case 1:
        ((uint8_t *)j.values)[to] = ((const uint8_t *)j.in)[source];
        break;
    case 2:
        ((uint16_t *)j.values)[to] = ((const uint16_t *)j.in)[source];
        break;
    case 4:
        ((uint32_t *)j.values)[to] = ((const uint32_t *)j.in)[source];
        break;
    default:
        ((uint64_t *)j.values)[to] = ((const uint64_t *)j.in)[source];
        break;
    }
}

/* Where the wanted part of a sorted row begins: with the first nan, if that is asked for and there is one. */
template <class K> static __device__ inline int64_t sort_first(const sort_job &j, const K *keys, int64_t n)
{
    int64_t low = 0, high = n;

    if (!j.nan_first || keys[n - 1] != ~(K)0)
        return j.first;
    while (low < high) {
        const int64_t middle = (low + high) / 2;
        if (keys[middle] == ~(K)0)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

/* ---- short rows ------------------------------------------------------------------------------------------------- */

template <class K> static __global__ void sort_short(const sort_job j, int padded)
{
    __shared__ K keys[SHORT_ROW];
    __shared__ uint32_t from[SHORT_ROW];
    const int n = (int)j.rows.length;

    for (int64_t k = blockIdx.x; k < j.rows.count; k += gridDim.x) {
        int64_t offset[3];
        j.rows.walk.at(k, offset);
        __syncthreads(); /* the row before is written */
        for (int i = threadIdx.x; i < padded; i += blockDim.x) {
            keys[i] = i < n ? sort_key<K>(j, offset[0] + i * j.rows.step[0]) : ~(K)0;
            from[i] = (uint32_t)i;
        }
        for (int size = 2; size <= padded; size *= 2)
            for (int step = size / 2; step; step /= 2) {
                __syncthreads();
                for (int t = threadIdx.x; t < padded / 2; t += blockDim.x) {
                    const int a = 2 * t - (t & (step - 1)), b = a + step;
                    const bool up = (a & size) == 0, after = keys[a] != keys[b] ? keys[a] > keys[b] : from[a] > from[b];
                    if (after == up) {
                        const K key = keys[a];
                        const uint32_t at = from[a];
                        keys[a] = keys[b], from[a] = from[b];
                        keys[b] = key, from[b] = at;
                    }
                }
            }
        __syncthreads();
        const int64_t first = sort_first<K>(j, keys, n);
        for (int64_t i = threadIdx.x; i < j.count; i += blockDim.x)
            sort_put(j, offset, i, from[first + i]);
    }
}

/* ---- long rows -------------------------------------------------------------------------------------------------- */

template <class K> static __global__ void sort_keys(const sort_job j, const sort_arrays<K> a)
{
    for (RT_EACH(i, j.rows_now * j.rows.length)) {
        const int64_t k = i / j.rows.length, at = i - k * j.rows.length;
        int64_t offset[3];
        j.rows.walk.at(j.begin + k, offset);
        a.keys[i] = sort_key<K>(j, offset[0] + at * j.rows.step[0]);
        a.at[i] = (uint32_t)at;
    }
}

/* counts[row][digit][tile] */
template <class K> static __global__ void sort_count(const sort_job j, const sort_arrays<K> a, int shift)
{
    __shared__ uint32_t count[DIGITS];

    for (int64_t g = blockIdx.x; g < j.rows_now * j.tiles; g += gridDim.x) {
        const int64_t k = g / j.tiles, tile = g - k * j.tiles, begin = tile * TILE;
        const K *keys = a.keys + k * j.rows.length;
        for (int d = threadIdx.x; d < DIGITS; d += blockDim.x)
            count[d] = 0;
        __syncthreads();
        for (int64_t i = begin + threadIdx.x; i < begin + TILE && i < j.rows.length; i += blockDim.x)
            atomicAdd(&count[(unsigned)(keys[i] >> shift) % DIGITS], 1u);
        __syncthreads();
        for (int d = threadIdx.x; d < DIGITS; d += blockDim.x)
            a.counts[(k * DIGITS + d) * j.tiles + tile] = count[d];
        __syncthreads();
    }
}

/* counts become what stands before each, by a block for each row */
template <class K> static __global__ void sort_offsets(const sort_job j, const sort_arrays<K> a)
{
    __shared__ uint32_t sums[RT_WARP];
    const int lane = threadIdx.x % RT_WARP, warp = threadIdx.x / RT_WARP;

    for (int64_t k = blockIdx.x; k < j.rows_now; k += gridDim.x) {
        uint32_t *counts = a.counts + k * DIGITS * j.tiles, carry = 0;
        for (int64_t begin = 0; begin < DIGITS * j.tiles; begin += blockDim.x) { /* a multiple of the block's size */
            const uint32_t mine = counts[begin + threadIdx.x];
            uint32_t all = mine, before = carry;
            for (int step = 1; step < RT_WARP; step *= 2) {
                const uint32_t other = __shfl_up_sync(RT_ALL_THREADS, all, step);
                all += lane >= step ? other : 0;
            }
            __syncthreads();
            if (lane == RT_WARP - 1)
                sums[warp] = all;
            __syncthreads();
            for (int w = 0; w < WARPS; w++) {
                before += w < warp ? sums[w] : 0;
                carry += sums[w];
            }
            counts[begin + threadIdx.x] = before + all - mine;
        }
    }
}

/* Which lanes of a warp have this lane's digit? */
static __device__ inline unsigned sort_peers(unsigned digit, bool valid)
{
    unsigned peers = __ballot_sync(RT_ALL_THREADS, valid);

    for (int bit = 0; bit < 8; bit++) {
        const unsigned ones = __ballot_sync(RT_ALL_THREADS, (digit >> bit) & 1);
        peers &= (digit >> bit) & 1 ? ones : ~ones;
    }
    return peers;
}

template <class K> static __global__ void sort_scatter(const sort_job j, const sort_arrays<K> a, int shift)
{
    __shared__ uint32_t place[WARPS][DIGITS];
    const int lane = threadIdx.x % RT_WARP, warp = threadIdx.x / RT_WARP;

    for (int64_t g = blockIdx.x; g < j.rows_now * j.tiles; g += gridDim.x) {
        const int64_t k = g / j.tiles, tile = g - k * j.tiles, row = k * j.rows.length;
        const int64_t begin = tile * TILE + warp * (RT_WARP * STEPS);
        for (int d = lane; d < DIGITS; d += RT_WARP)
            place[warp][d] = 0;
        __syncwarp();
        for (int s = 0; s < STEPS; s++) {
            const int64_t i = begin + s * RT_WARP + lane;
            if (i < j.rows.length)
                atomicAdd(&place[warp][(unsigned)(a.keys[row + i] >> shift) % DIGITS], 1u);
        }
        __syncthreads();
        for (int d = threadIdx.x; d < DIGITS; d += blockDim.x) { /* where each warp's elements of a digit go */
            uint32_t to = a.counts[(k * DIGITS + d) * j.tiles + tile];
            for (int w = 0; w < WARPS; w++) {
                const uint32_t n = place[w][d];
                place[w][d] = to;
                to += n;
            }
        }
        __syncthreads();
        for (int s = 0; s < STEPS; s++) {
            const int64_t i = begin + s * RT_WARP + lane;
            const bool valid = i < j.rows.length;
            const K key = valid ? a.keys[row + i] : 0;
            const unsigned digit = (unsigned)(key >> shift) % DIGITS, peers = sort_peers(digit, valid);
            if (valid) {
                const uint32_t to = place[warp][digit] + (uint32_t)__popc(peers & ((1u << lane) - 1));
                a.other_keys[row + to] = key;
                a.other_at[row + to] = a.at[row + i];
            }
            __syncwarp();
            if (valid && (peers >> lane) == 1) /* the last of them */
                place[warp][digit] += (uint32_t)__popc(peers);
            __syncwarp();
        }
        __syncthreads();
    }
}

template <class K> static __global__ void sort_store(const sort_job j, const sort_arrays<K> a)
{
    for (RT_EACH(t, j.rows_now * j.count)) {
        const int64_t k = t / j.count, i = t - k * j.count, row = k * j.rows.length;
        int64_t offset[3];
        j.rows.walk.at(j.begin + k, offset);
        sort_put(j, offset, i, a.at[row + sort_first<K>(j, a.keys + row, j.rows.length) + i]);
    }
}

/* ---- the host's side -------------------------------------------------------------------------------------------- */

/* Keys of a type differ in the bits [*low, *high) only: those of small integers, and of halves that are floats here. */
static void sort_bits(enum rt_dtype type, int *low, int *high)
{
    const bool halves = type == RT_FLOAT16 || type == RT_BFLOAT16;

    *low = type == RT_BFLOAT16 ? 16 : halves ? 8 : 0;
    *high = halves ? 32 : 8 * (int)rt_dtype_size(type);
}

template <class K> static int sort_long(struct cuda_device *device, sort_job j, struct rt_error *err)
{
    const cudaStream_t stream = rt_cuda_stream(device);
    const int64_t n = j.rows.length, most = SCRATCH / n < 1 ? 1 : SCRATCH / n,
                  rows = j.rows.count < most ? j.rows.count : most;
    int low, high;
    sort_arrays<K> a;
    char *memory;

    sort_bits(j.type, &low, &high);
    j.tiles = (n + TILE - 1) / TILE;
    const size_t elements = (size_t)(rows * n + 1) / 2 * 2; /* so that what follows is aligned */
    memory =
        (char *)rt_cuda_scratch(device, elements * 2 * (sizeof(K) + 4) + (size_t)(rows * DIGITS * j.tiles) * 4, err);
    if (!memory)
        return -1;
    a.keys = (K *)memory;
    a.other_keys = a.keys + elements;
    a.at = (uint32_t *)(a.other_keys + elements);
    a.other_at = a.at + elements;
    a.counts = a.other_at + elements;
    for (j.begin = 0; j.begin < j.rows.count; j.begin += j.rows_now) {
        j.rows_now = j.rows.count - j.begin < rows ? j.rows.count - j.begin : rows;
        const unsigned tiles = rt_grid(device, j.rows_now * j.tiles);
        RT_LAUNCH((sort_keys<K>), rt_blocks(device, j.rows_now * n), RT_THREADS, stream, j, a);
        for (int shift = low; shift < high; shift += 8) {
            RT_LAUNCH_TOGETHER((sort_count<K>), tiles, RT_THREADS, stream, j, a, shift);
            RT_LAUNCH_TOGETHER((sort_offsets<K>), rt_grid(device, j.rows_now), RT_THREADS, stream, j, a);
            RT_LAUNCH_TOGETHER((sort_scatter<K>), tiles, RT_THREADS, stream, j, a, shift);
            K *keys = a.keys;
            uint32_t *at = a.at;
            a.keys = a.other_keys, a.at = a.other_at;
            a.other_keys = keys, a.other_at = at;
        }
        RT_LAUNCH((sort_store<K>), rt_blocks(device, j.rows_now * j.count), RT_THREADS, stream, j, a);
    }
    rt_cuda_scratch_free(device, memory);
    return rt_cuda_launched(device, err);
}

template <class K> static int sort(struct cuda_device *device, sort_job j, struct rt_error *err)
{
    int padded = 32;

    if (j.rows.length > SHORT_ROW)
        return sort_long<K>(device, j, err);
    while (padded < j.rows.length)
        padded *= 2;
    const unsigned threads = padded / 2 < RT_WARP ? RT_WARP : padded / 2 > RT_THREADS ? RT_THREADS : padded / 2;
    RT_LAUNCH_TOGETHER((sort_short<K>), rt_grid(device, j.rows.count), threads, rt_cuda_stream(device), j, padded);
    return rt_cuda_launched(device, err);
}

extern "C" int rt_cuda_sort(struct rt_device *device, const struct rt_sort_call *call, struct rt_error *err)
{
    sort_job j = {};

    if (rt_dtype_is_complex(call->in.dtype))
        return rt_error_set(err, RT_NOT_IMPLEMENTED, "\"sort_cuda\" not implemented for '%s'",
                            rt_dtype_table[call->in.dtype].scalar);
    if (rt_view_numel(&call->in) == 0 || call->count == 0)
        return 0;
    j.descending = call->descending;
    j.type = call->in.dtype;
    j.floats = rt_dtype_is_float(j.type);
    j.size = (int)rt_dtype_size(j.type);
    j.bias = j.type == RT_INT8 ? 1u << 7 : j.type == RT_INT16 ? 1u << 15 : j.type == RT_INT32 ? 1u << 31 : 0;
    j.nan_first = call->nan_first && rt_dtype_is_float(j.type) && !call->descending;
    j.in = call->in.data;
    j.values = call->values.data;
    j.indices = (int64_t *)call->indices.data;
    j.first = call->first;
    j.count = call->count;
    rt_rows_of(&j.rows, {&call->in, &call->values, &call->indices}, call->dim);
    if (j.rows.length > UINT32_MAX)
        return rt_error_set(err, RT_NOT_IMPLEMENTED, "sort: rows of more than 2^32 elements are not supported");
    if (rt_dtype_size(j.type) == 8)
        return sort<uint64_t>(cuda_of(device), j, err);
    return sort<uint32_t>(cuda_of(device), j, err);
}
