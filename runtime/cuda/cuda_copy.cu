/* Copies between views of one device, with conversions and between layouts. Dense copies of one type are the driver's;
   a matrix that is transposed passes through a tile of shared memory, so that accesses of both sides are coalesced. */
#include "cuda/cuda.cuh"

#define RT_ON_DEVICE __device__
#include "shell_types.h"

template <class M> static __global__ void move_any(rt_iterator<2> w, M *out, const M *in)
{
    for (RT_EACH(i, w.numel)) {
        int64_t at[2];
        w.at(i, at);
        out[at[0]] = in[at[1]];
    }
}

template <class To> static __global__ void convert_any(rt_iterator<2> w, To *out, const void *in, enum rt_dtype from)
{
    for (RT_EACH(i, w.numel)) {
        int64_t at[2];
        w.at(i, at);
        out[at[0]] = rt_load<To>(in, from, at[1]);
    }
}

/* An element of any type as the hub of two types of which one is a shell type, and back. */
template <class H> static __device__ H load_shell(const void *in, enum rt_dtype type, int64_t at)
{
    switch (type) {
    case RT_UINT16:
        return rt_cast<H>(((const uint16_t *)in)[at]);
    case RT_UINT32:
        return rt_cast<H>(((const uint32_t *)in)[at]);
    case RT_UINT64:
        return rt_cast<H>(((const uint64_t *)in)[at]);
    case RT_COMPLEX32:
        return rt_cast<H>(
            c64{rt_widen(((const half_bits *)in)[2 * at]), rt_widen(((const half_bits *)in)[2 * at + 1])});
    default:
        return type < RT_UINT16 ? rt_load<H>(in, type, at)
                                : rt_cast<H>(rt_float8_to_float(type, ((const uint8_t *)in)[at]));
    }
}

static __device__ inline double real_of(double x)
{
    return x;
}
static __device__ inline double real_of(c64 x)
{
    return x.re;
}

template <class H> static __device__ void store_float_as(void *out, enum rt_dtype type, int64_t at, H x)
{
    const double real = real_of(x);

    if (type == RT_UINT16)
        ((uint16_t *)out)[at] = (uint16_t)rt_double_to_signed32(real);
    else if (type == RT_UINT32)
        ((uint32_t *)out)[at] = rt_double_to_uint32(real);
    else if (type == RT_UINT64)
        ((uint64_t *)out)[at] = rt_double_to_uint64(real);
    else
        ((uint8_t *)out)[at] = rt_float_to_float8(type, (float)real);
}
static __device__ void store_float_as(void *out, enum rt_dtype type, int64_t at, int64_t x)
{
    if (type == RT_UINT16)
        ((uint16_t *)out)[at] = (uint16_t)x;
    else if (type == RT_UINT32)
        ((uint32_t *)out)[at] = (uint32_t)x;
    else
        ((uint64_t *)out)[at] = (uint64_t)x;
}

template <class H>
static __global__ void convert_shell(rt_iterator<2> w, void *out, enum rt_dtype to, const void *in, enum rt_dtype from)
{
    for (RT_EACH(i, w.numel)) {
        int64_t at[2];
        w.at(i, at);
        const H x = load_shell<H>(in, from, at[1]);
        if (to == RT_COMPLEX32) {
            const c64 z = rt_cast<c64>(x);
            ((half_bits *)out)[2 * at[0]] = rt_narrow_half(z.re);
            ((half_bits *)out)[2 * at[0] + 1] = rt_narrow_half(z.im);
        } else if (to >= RT_UINT16) {
            store_float_as(out, to, at[0], x);
        } else {
            rt_store(out, to, at[0], x);
        }
    }
}

static void shell(struct cuda_device *device, const rt_iterator<2> &w, const struct rt_cast_copy_call *call)
{
    const enum rt_dtype to = call->out.dtype, from = call->in.dtype;
    void *out = call->out.data;
    const void *in = call->in.data;

#define RT_SHELL_BY(H)                                                                                                 \
    RT_LAUNCH((convert_shell<H>), rt_blocks(device, w.numel), RT_THREADS, rt_cuda_stream(device), w, out, to, in, from)
    switch (rt_cast_hub(to, from)) {
    case RT_INT64:
        RT_SHELL_BY(int64_t);
        break;
    case RT_FLOAT32:
        RT_SHELL_BY(float);
        break;
    case RT_FLOAT64:
        RT_SHELL_BY(double);
        break;
    default:
        RT_SHELL_BY(c64);
    }
#undef RT_SHELL_BY
}

/* Dense data: as many elements for each thread as 16 bytes of the wider type hold. */
template <class To, class From>
static __global__ void __launch_bounds__(RT_THREADS) convert_packs(int64_t n, To *out, const From *in)
{
    enum { V = 16 / (sizeof(To) > sizeof(From) ? sizeof(To) : sizeof(From)) };
    const int64_t packs = n / V;

    for (RT_EACH(i, packs)) {
        const rt_pack<From, V> x = ((const rt_pack<From, V> *)in)[i];
        rt_pack<To, V> y;
        RT_UNROLL
        for (int k = 0; k < V; k++)
            y.at[k] = rt_cast<To>(x.at[k]);
        ((rt_pack<To, V> *)out)[i] = y;
    }
    const int64_t rest = packs * V + threadIdx.x;
    if (blockIdx.x == 0 && rest < n)
        out[rest] = rt_cast<To>(in[rest]);
}

template <class To, class From>
static bool convert_as(struct cuda_device *device, int64_t n, void *to, const void *from)
{
    const int64_t each = 16 / (sizeof(To) > sizeof(From) ? sizeof(To) : sizeof(From)),
                  blocks = (n / each + RT_THREADS - 1) / RT_THREADS;
    To *out = (To *)to;
    const From *in = (const From *)from;

    if (!rt_aligned(to, sizeof(To) * each) || !rt_aligned(from, sizeof(From) * each))
        return false;
    RT_LAUNCH((convert_packs<To, From>),
              (unsigned)(blocks < 1           ? 1
                         : blocks > (1 << 30) ? 1 << 30
                                              : blocks),
              RT_THREADS, rt_cuda_stream(device), n, out, in);
    return true;
}

/* False when there is no kernel of its own for the two types, or data is not aligned to full packs. */
template <class To>
static bool convert_from(struct cuda_device *device, int64_t n, void *to, const void *from, enum rt_dtype dtype)
{
    switch (dtype) {
    case RT_FLOAT32:
        return convert_as<To, float>(device, n, to, from);
    case RT_FLOAT16:
        return convert_as<To, half_bits>(device, n, to, from);
    case RT_BFLOAT16:
        return convert_as<To, bfloat_bits>(device, n, to, from);
    case RT_FLOAT64:
        return convert_as<To, double>(device, n, to, from);
    case RT_INT64:
        return convert_as<To, int64_t>(device, n, to, from);
    case RT_BOOL:
        return convert_as<To, rt_boolean>(device, n, to, from);
    case RT_UINT8:
        return convert_as<To, uint8_t>(device, n, to, from);
    default:
        return false;
    }
}

#define TILE 32
#define TILE_ROWS 8

/* [planes, rows, columns]: out is dense along columns, in along rows. */
template <class M>
static __global__ void transpose(int64_t rows, int64_t columns, M *out, int64_t out_row, int64_t out_plane, const M *in,
                                 int64_t in_column, int64_t in_plane)
{
    __shared__ M tile[TILE][TILE + 1];
    const int64_t row = (int64_t)blockIdx.y * TILE, column = (int64_t)blockIdx.x * TILE;

    out += blockIdx.z * out_plane;
    in += blockIdx.z * in_plane;
    for (int k = threadIdx.y; k < TILE; k += TILE_ROWS)
        if (row + threadIdx.x < rows && column + k < columns)
            tile[k][threadIdx.x] = in[(column + k) * in_column + row + threadIdx.x];
    __syncthreads();
    for (int k = threadIdx.y; k < TILE; k += TILE_ROWS)
        if (row + k < rows && column + threadIdx.x < columns)
            out[(row + k) * out_row + column + threadIdx.x] = tile[threadIdx.x][k];
}

/* Is it a copy of planes of transposed matrices? The walk has out's innermost dimension last. */
template <class M> static bool turns(struct cuda_device *device, const rt_iterator<2> &w, M *out, const M *in)
{
    const int last = w.ndim - 1;
    const int64_t planes = w.ndim == 3 ? w.shape[0] : 1;

    if (w.ndim < 2 || w.ndim > 3 || w.strides[0][last] != 1 || w.strides[1][last - 1] != 1 ||
        w.shape[last] < TILE / 2 || w.shape[last - 1] < TILE / 2 || planes > 65535 ||
        (w.shape[last - 1] + TILE - 1) / TILE > 65535)
        return false;
    const int64_t rows = w.shape[last - 1], columns = w.shape[last], out_row = w.strides[0][last - 1],
                  in_column = w.strides[1][last], out_plane = w.ndim == 3 ? w.strides[0][0] : 0,
                  in_plane = w.ndim == 3 ? w.strides[1][0] : 0;
    const dim3 blocks((unsigned)((columns + TILE - 1) / TILE), (unsigned)((rows + TILE - 1) / TILE), (unsigned)planes);
    const dim3 threads(TILE, TILE_ROWS);
    RT_LAUNCH_TOGETHER((transpose<M>), blocks, threads, rt_cuda_stream(device), rows, columns, out, out_row, out_plane,
                       in, in_column, in_plane);
    return true;
}

template <class M> static void move(struct cuda_device *device, const rt_iterator<2> &w, void *to, const void *from)
{
    M *out = (M *)to;
    const M *in = (const M *)from;

    if (!turns(device, w, out, in))
        RT_LAUNCH((move_any<M>), rt_blocks(device, w.numel), RT_THREADS, rt_cuda_stream(device), w, out, in);
}

extern "C" int rt_cuda_cast_copy(struct rt_device *device, const struct rt_cast_copy_call *call, struct rt_error *err)
{
    struct cuda_device *cuda = cuda_of(device);
    const struct rt_view *const views[2] = {&call->out, &call->in};
    const bool same = call->out.dtype == call->in.dtype;
    const enum rt_dtype from = call->in.dtype;
    const size_t size = rt_dtype_size(call->out.dtype);
    rt_iterator<2> w;

    rt_iterator_of(&w, views);
    if (w.numel == 0)
        return 0;
    if (same && w.linear(0) && w.linear(1)) {
        const cudaError_t code = cudaMemcpyAsync(call->out.data, call->in.data, (size_t)w.numel * size,
                                                 cudaMemcpyDeviceToDevice, rt_cuda_stream(cuda));
        return code == cudaSuccess ? 0 : rt_cuda_fail(cuda, code, err);
    }
    if (same) {
        RT_SIZE_SWITCH(size, M, { move<M>(cuda, w, call->out.data, call->in.data); })
        return rt_cuda_launched(cuda, err);
    }
    if (rt_dtype_is_shell(call->out.dtype) || rt_dtype_is_shell(from)) {
        shell(cuda, w, call);
        return rt_cuda_launched(cuda, err);
    }
    RT_DTYPE_SWITCH(call->out.dtype, M, {
        M *out = (M *)call->out.data;
        const void *in = call->in.data;
        if (!w.linear(0) || !w.linear(1) || !convert_from<M>(cuda, w.numel, call->out.data, in, from))
            RT_LAUNCH((convert_any<M>), rt_blocks(cuda, w.numel), RT_THREADS, rt_cuda_stream(cuda), w, out, in, from);
    })
    return rt_cuda_launched(cuda, err);
}
