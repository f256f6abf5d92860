/* Stable sorting along a dimension. Elements become unsigned keys in the order of the values (nan above all, both zeros
   one key, complemented where the order descends) beside their positions. Rows of up to 1024 elements are sorted by a
   block in shared memory. Longer ones are CUB's: all rows at once, the row's number in the bits above the key where
   both fit into 64 bits, and otherwise in a second sort; rows of millions one by one. */
#include "cuda/cuda_cub.cuh"
#include "cuda/cuda_rows.cuh"

#define SHORT_ROW 1024
#define SINGLE_ROW (INT64_C(1) << 20) /* from here a row keeps the full device busy */
#define SCRATCH (INT64_C(1) << 26)    /* elements of the rows that are sorted at a time, unless a row has more */

struct sort_job {
    bool descending, nan_first, floats;
    int size; /* of an element */
    /* of keys, which have as many bits as elements: all bits, the highest one, what makes them count from 0; of floats:
       the bits of infinity */
    uint64_t ones, top, bias, infinity;
    const void *in;
    void *values;
    int64_t *indices;
    int64_t first, count, begin, rows_now; /* rows [begin, begin + rows_now) */
    rt_rows<3> rows;                       /* in, values, indices */
};

/* K: uint32_t, or uint64_t for elements of 8 bytes. */
template <class K> static __device__ inline K sort_bits(const sort_job &j, int64_t at)
{
    if constexpr (sizeof(K) == 8)
        return ((const uint64_t *)j.in)[at];
    return j.size == 4   ? ((const uint32_t *)j.in)[at]
           : j.size == 2 ? ((const uint16_t *)j.in)[at]
                         : ((const uint8_t *)j.in)[at];
}
template <class K> static __device__ inline K sort_key(const sort_job &j, K bits)
{
    const K ones = (K)j.ones, top = (K)j.top, size = bits & ~top;
    K key = bits ^ (K)j.bias;

    if (j.floats)
        key = size > (K)j.infinity ? ones : size == 0 ? top : bits & top ? ~bits & ones : bits | top;
    return j.descending ? key ^ ones : key;
}
template <class K> static __device__ inline K sort_key_at(const sort_job &j, int64_t at)
{
    return sort_key<K>(j, sort_bits<K>(j, at));
}

/* Element i of a row's sorted order comes from `from`; known: its key, which tells the value unless that is a zero or
   nan. */
template <class K>
static __device__ inline void sort_put(const sort_job &j, const int64_t (&offset)[3], int64_t i, int64_t from, K key,
                                       bool known)
{
    const K ones = (K)j.ones, top = (K)j.top;
    K bits;

    if (j.indices)
        j.indices[offset[2] + i * j.rows.step[2]] = from;
    if (!j.values)
        return;
    key = j.descending ? key ^ ones : key;
    if (!known || (j.floats && (key == top || key == ones)))
        bits = sort_bits<K>(j, offset[0] + from * j.rows.step[0]);
    else
        bits = !j.floats ? key ^ (K)j.bias : key & top ? key ^ top : ~key & ones;
    const int64_t to = offset[1] + i * j.rows.step[1];
    if constexpr (sizeof(K) == 8)
        ((uint64_t *)j.values)[to] = bits;
    else if (j.size == 4)
        ((uint32_t *)j.values)[to] = bits;
    else if (j.size == 2)
        ((uint16_t *)j.values)[to] = (uint16_t)bits;
    else
        ((uint8_t *)j.values)[to] = (uint8_t)bits;
}

/* Where the wanted part of a sorted row begins: with the first nan, if that is asked for and there is one. key(i) is
   that of element i of the order. */
template <class K, class F> static __device__ inline int64_t sort_first(const sort_job &j, int64_t n, F key)
{
    int64_t low = 0, high = n;

    if (!j.nan_first || key(n - 1) != (K)j.ones)
        return j.first;
    while (low < high) {
        const int64_t middle = (low + high) / 2;
        if (key(middle) == (K)j.ones)
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
        j.rows.iterator.at(k, offset);
        __syncthreads(); /* the row before is written */
        for (int i = threadIdx.x; i < padded; i += blockDim.x) {
            keys[i] = i < n ? sort_key_at<K>(j, offset[0] + i * j.rows.step[0]) : ~(K)0;
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
        const int64_t first = sort_first<K>(j, n, [](int64_t i) { return keys[i]; });
        for (int64_t i = threadIdx.x; i < j.count; i += blockDim.x)
            sort_put<K>(j, offset, i, from[first + i], keys[first + i], true);
    }
}

/* ---- long rows -------------------------------------------------------------------------------------------------- */

/* i / n and i % n: rows of a batch, of which there is often one */
static __device__ inline int64_t sort_row(const sort_job &j, int64_t i, int64_t n, int64_t *rest)
{
    const int64_t k = j.rows_now == 1 ? 0 : i / n;

    *rest = i - k * n;
    return k;
}

/* T holds a key and, above it, the row's number unless the key takes it all. at: counted over all rows. */
template <class K, class T> static __global__ void sort_keys(const sort_job j, T *keys, uint32_t *at)
{
    for (RT_EACH(i, j.rows_now * j.rows.length)) {
        int64_t offset[3], rest;
        const int64_t k = sort_row(j, i, j.rows.length, &rest);
        j.rows.iterator.at(j.begin + k, offset);
        T key = sort_key_at<K>(j, offset[0] + rest * j.rows.step[0]);
        if constexpr (sizeof(K) < 8)
            key |= (T)((uint64_t)k << (8 * j.size) % 64);
        keys[i] = key;
        at[i] = (uint32_t)i;
    }
}

/* The rows of sorted elements. */
static __global__ void sort_rows(const sort_job j, uint32_t *keys, const uint32_t *at)
{
    for (RT_EACH(i, j.rows_now * j.rows.length))
        keys[i] = at[i] / (uint32_t)j.rows.length;
}

/* keys NULL: they are those of the rows, not of the elements. */
template <class K, class T> static __global__ void sort_store(const sort_job j, const T *keys, const uint32_t *at)
{
    for (RT_EACH(t, j.rows_now * j.count)) {
        int64_t offset[3], i;
        const int64_t k = sort_row(j, t, j.count, &i), row = k * j.rows.length;
        j.rows.iterator.at(j.begin + k, offset);
        i += sort_first<K>(j, j.rows.length, [&](int64_t e) {
            return sort_key_at<K>(j, offset[0] + (at[row + e] - row) * j.rows.step[0]);
        });
        const int64_t from = at[row + i] - row;
        sort_put<K>(j, offset, t - k * j.count, from, keys ? (K)keys[row + i] & (K)j.ones : 0, keys != NULL);
    }
}

/* ---- the host's side -------------------------------------------------------------------------------------------- */

static int bits_of(uint64_t n)
{
    int bits = 0;

    for (; n; n >>= 1)
        bits++;
    return bits;
}

template <class K, class T>
static int sort_batch(struct cuda_device *device, const sort_job &j, rt_cub_pairs p, struct rt_error *err)
{
    const cudaStream_t stream = rt_cuda_stream(device);
    const int64_t n = j.rows_now * j.rows.length;
    const int above = bits_of((uint64_t)j.rows_now - 1);
    const bool apart = 8 * j.size + above > 8 * (int)sizeof(T); /* the rows' numbers need a sort of their own */
    T *keys = (T *)p.keys;
    uint32_t *at = p.at;

    RT_LAUNCH((sort_keys<K, T>), rt_blocks(device, n), RT_THREADS, stream, j, keys, at);
    p.size = sizeof(T);
    if (rt_cuda_cub_sort(device, &p, n, 0, 8 * j.size + (apart ? 0 : above), err) < 0)
        return -1;
    if (apart) {
        uint32_t *rows = (uint32_t *)p.keys;
        at = p.at;
        RT_LAUNCH(sort_rows, rt_blocks(device, n), RT_THREADS, stream, j, rows, at);
        p.size = sizeof *rows;
        if (rt_cuda_cub_sort(device, &p, n, 0, above, err) < 0)
            return -1;
    }
    keys = apart ? NULL : (T *)p.keys;
    at = p.at;
    RT_LAUNCH((sort_store<K, T>), rt_blocks(device, j.rows_now * j.count), RT_THREADS, stream, j, keys, at);
    return rt_cuda_launched(device, err);
}

template <class K> static int sort_long(struct cuda_device *device, sort_job j, struct rt_error *err)
{
    const int64_t n = j.rows.length, most = n >= SINGLE_ROW ? 1 : SCRATCH / n,
                  rows = j.rows.count < most ? j.rows.count : most;
    const bool wide = 8 * j.size + bits_of((uint64_t)rows - 1) > 32;
    const size_t elements = (size_t)(rows * n + 31) / 32 * 32, size = wide ? 8 : 4; /* what follows is aligned */
    char *memory = (char *)rt_cuda_scratch(device, elements * 2 * (size + 4), err);
    const rt_cub_pairs p = {0, memory, memory + elements * size, (uint32_t *)(memory + 2 * elements * size),
                            (uint32_t *)(memory + 2 * elements * size) + elements};
    int status = memory ? 0 : -1;

    for (j.begin = 0; status == 0 && j.begin < j.rows.count; j.begin += j.rows_now) {
        j.rows_now = j.rows.count - j.begin < rows ? j.rows.count - j.begin : rows;
        if constexpr (sizeof(K) == 8)
            status = sort_batch<K, uint64_t>(device, j, p, err);
        else
            status = wide ? sort_batch<K, uint64_t>(device, j, p, err) : sort_batch<K, uint32_t>(device, j, p, err);
    }
    if (memory)
        rt_cuda_scratch_free(device, memory);
    return status;
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
    const enum rt_dtype type = call->in.dtype;
    sort_job j = {};

    if (rt_dtype_is_complex(type))
        return rt_error_set(err, RT_NOT_IMPLEMENTED, "\"sort_cuda\" not implemented for '%s'",
                            rt_dtype_table[type].scalar);
    if (rt_view_numel(&call->in) == 0 || call->count == 0)
        return 0;
    j.descending = call->descending;
    j.floats = rt_dtype_is_float(type);
    j.size = (int)rt_dtype_size(type);
    j.top = UINT64_C(1) << (8 * j.size - 1);
    j.ones = j.top | (j.top - 1);
    j.bias = type == RT_UINT8 || type == RT_BOOL ? 0 : j.top;
    j.infinity = type == RT_FLOAT64    ? UINT64_C(0x7ff0000000000000)
                 : type == RT_FLOAT32  ? 0x7f800000
                 : type == RT_BFLOAT16 ? 0x7f80
                                       : 0x7c00;
    j.nan_first = call->nan_first && j.floats && !call->descending;
    j.in = call->in.data;
    j.values = call->values.data;
    j.indices = (int64_t *)call->indices.data;
    j.first = call->first;
    j.count = call->count;
    rt_rows_of(&j.rows, {&call->in, &call->values, &call->indices}, call->dim);
    if (j.rows.length > UINT32_MAX)
        return rt_error_set(err, RT_RUNTIME, "The dimension being sorted can not have more than UINT32_MAX elements.");
    if (j.size == 8)
        return sort<uint64_t>(cuda_of(device), j, err);
    return sort<uint32_t>(cuda_of(device), j, err);
}
