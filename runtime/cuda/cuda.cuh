/* What all kernels of the CUDA backend share: launches, elements of every type, the positions of the elements of views,
   sums over warps and blocks. Knows device.h and the plugin's state, no op.

   The same sources are compiled twice: by nvcc for GPUs, and by a C++ compiler for tests/cuda/emulated, where blocks
   are run one after the other on the CPU under sanitizers. So kernels use only what is named here or plain CUDA of the
   following: threadIdx, blockIdx, blockDim, gridDim (x, y, z), __shared__ arrays of constant size, __syncthreads, warp
   functions with all 32 threads (__shfl_xor_sync, __shfl_down_sync, __shfl_up_sync, __shfl_sync, __ballot_sync),
   atomicAdd, atomicCAS, atomicMax, atomicMin, __ldg. A kernel that calls __syncthreads or a warp function is launched
   with RT_LAUNCH_TOGETHER, and all threads of its block (or warp) must reach each such call. */
#ifndef RT_CUDA_CUH
#define RT_CUDA_CUH

#include "cuda/cuda_state.h"

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <math_constants.h>
#include <stdint.h>

extern "C" {
#include "shape.h"
}

/* ---- launches --------------------------------------------------------------------------------------------------- */

#define RT_THREADS 256

#ifdef RT_CUDA_EMULATED
#define RT_LAUNCH(kernel, blocks, threads, stream, ...)                                                                \
    rt_emulate_alone(dim3(blocks), dim3(threads), stream,                                                              \
                     rt_emulated_bind([](auto... arguments) { kernel(arguments...); }, __VA_ARGS__))
#define RT_LAUNCH_TOGETHER(kernel, blocks, threads, stream, ...)                                                       \
    rt_emulate_together(dim3(blocks), dim3(threads), stream,                                                           \
                        rt_emulated_bind([](auto... arguments) { kernel(arguments...); }, __VA_ARGS__))
#else
#define RT_LAUNCH(kernel, blocks, threads, stream, ...) kernel<<<(blocks), (threads), 0, (stream)>>>(__VA_ARGS__)
#define RT_LAUNCH_TOGETHER RT_LAUNCH
#endif

/* Before a loop over an array that must stay in registers. */
#ifdef RT_CUDA_EMULATED
#define RT_UNROLL
#define RT_ROLLED
#else
#define RT_UNROLL _Pragma("unroll")
#define RT_ROLLED _Pragma("unroll 1") /* the compiler would only make more code of it */
#endif

/* Blocks of RT_THREADS for n elements of which a thread takes `each`, in a loop with a step of the full grid. */
static inline unsigned rt_blocks(const struct cuda_device *device, int64_t n, int64_t each = 1)
{
    const int64_t wanted = (n + RT_THREADS * each - 1) / (RT_THREADS * each), most = (int64_t)device->max_blocks * 4;

    return (unsigned)(wanted < 1 ? 1 : wanted > most ? most : wanted);
}

/* Before a loop whose turns are known: all of them are written out, so that arrays stay in registers. */
#ifdef RT_CUDA_EMULATED
#define RT_UNROLL
#else
#define RT_UNROLL _Pragma("unroll")
#endif

/* for (RT_EACH(i, n)): the elements of this thread. */
#define RT_EACH(i, n)                                                                                                  \
    int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x, i##_step = (int64_t)gridDim.x * blockDim.x;            \
    i < (n);                                                                                                           \
    i += i##_step

/* Planes of equal size: threads in x for the elements of a plane, in y, where planes are small, for several of them;
   blocks likewise. For kernels with loops over RT_EACH(e, elements) in RT_EACH_PLANE(p, planes). */
struct rt_planes {
    dim3 blocks, threads;
};
static inline struct rt_planes rt_planes_of(const struct cuda_device *device, int64_t planes, int64_t elements)
{
    const int64_t most = (int64_t)device->max_blocks * 8;
    unsigned across = RT_THREADS;
    int64_t x, y;

    while (across > 8 && across / 2 >= elements)
        across /= 2;
    x = (elements + across - 1) / across;
    x = x < 1 ? 1 : x > most ? most : x;
    y = (planes + RT_THREADS / across - 1) / (RT_THREADS / across);
    y = y > most / x ? most / x : y;
    y = y < 1 ? 1 : y > 65535 ? 65535 : y;
    return {dim3((unsigned)x, (unsigned)y), dim3(across, RT_THREADS / across)};
}
#define RT_EACH_PLANE(p, planes)                                                                                       \
    int64_t p = (int64_t)blockIdx.y * blockDim.y + threadIdx.y, p##_step = (int64_t)gridDim.y * blockDim.y;            \
    p < (planes);                                                                                                      \
    p += p##_step

/* ---- elements --------------------------------------------------------------------------------------------------- */

template <class R> struct rt_complex {
    R re, im;
};
template <class R> static __host__ __device__ inline rt_complex<R> operator+(rt_complex<R> a, rt_complex<R> b)
{
    return {a.re + b.re, a.im + b.im};
}
template <class R> static __host__ __device__ inline rt_complex<R> operator-(rt_complex<R> a, rt_complex<R> b)
{
    return {a.re - b.re, a.im - b.im};
}
template <class R> static __host__ __device__ inline rt_complex<R> operator*(rt_complex<R> a, rt_complex<R> b)
{
    return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}
typedef rt_complex<float> c64;
typedef rt_complex<double> c128;

/* An element in memory of each dtype. */
struct half_bits {
    uint16_t bits;
};
struct bfloat_bits {
    uint16_t bits;
};
struct rt_boolean {
    uint8_t value;
};

static __device__ inline float rt_widen(half_bits x)
{
    return __half2float(__ushort_as_half(x.bits));
}
static __device__ inline float rt_widen(bfloat_bits x)
{
    return __uint_as_float((unsigned)x.bits << 16);
}
static __device__ inline half_bits rt_narrow_half(float x)
{
    return {__half_as_ushort(__float2half_rn(x))};
}
static __device__ inline bfloat_bits rt_narrow_bfloat(float x)
{
    return {__bfloat16_as_ushort(__float2bfloat16_rn(x))};
}

/* rt_cast<To>(from): conversions as PyTorch's on the GPU: floats to integers truncate, everything to bool is "not 0",
   complex to real drops the imaginary component. To and From may be memory types (half_bits ...) or compute types. */
template <class To> struct rt_to {
    template <class F> static __device__ inline To of(F x)
    {
        return (To)x;
    }
    static __device__ inline To of(half_bits x)
    {
        return (To)rt_widen(x);
    }
    static __device__ inline To of(bfloat_bits x)
    {
        return (To)rt_widen(x);
    }
    static __device__ inline To of(rt_boolean x)
    {
        return (To)(x.value != 0);
    }
    template <class R> static __device__ inline To of(rt_complex<R> x)
    {
        return (To)x.re;
    }
};
template <> struct rt_to<uint8_t> { /* what is negative or large wraps, as PyTorch's conversions do */
    template <class F> static __device__ inline uint8_t of(F x)
    {
        return (uint8_t)(int64_t)x;
    }
    static __device__ inline uint8_t of(half_bits x)
    {
        return (uint8_t)(int64_t)rt_widen(x);
    }
    static __device__ inline uint8_t of(bfloat_bits x)
    {
        return (uint8_t)(int64_t)rt_widen(x);
    }
    static __device__ inline uint8_t of(rt_boolean x)
    {
        return x.value != 0;
    }
    template <class R> static __device__ inline uint8_t of(rt_complex<R> x)
    {
        return (uint8_t)(int64_t)x.re;
    }
};
template <> struct rt_to<half_bits> {
    template <class F> static __device__ inline half_bits of(F x)
    {
        return rt_narrow_half(rt_to<float>::of(x));
    }
    static __device__ inline half_bits of(half_bits x)
    {
        return x;
    }
};
template <> struct rt_to<bfloat_bits> {
    template <class F> static __device__ inline bfloat_bits of(F x)
    {
        return rt_narrow_bfloat(rt_to<float>::of(x));
    }
    static __device__ inline bfloat_bits of(bfloat_bits x)
    {
        return x;
    }
};
template <> struct rt_to<rt_boolean> {
    template <class F> static __device__ inline rt_boolean of(F x)
    {
        return {(uint8_t)(x != 0)};
    }
    static __device__ inline rt_boolean of(half_bits x)
    {
        return {(uint8_t)(rt_widen(x) != 0)};
    }
    static __device__ inline rt_boolean of(bfloat_bits x)
    {
        return {(uint8_t)(rt_widen(x) != 0)};
    }
    static __device__ inline rt_boolean of(rt_boolean x)
    {
        return {(uint8_t)(x.value != 0)};
    }
    template <class R> static __device__ inline rt_boolean of(rt_complex<R> x)
    {
        return {(uint8_t)(x.re != 0 || x.im != 0)};
    }
};
template <class R> struct rt_to<rt_complex<R>> {
    template <class F> static __device__ inline rt_complex<R> of(F x)
    {
        return {rt_to<R>::of(x), 0};
    }
    template <class Q> static __device__ inline rt_complex<R> of(rt_complex<Q> x)
    {
        return {(R)x.re, (R)x.im};
    }
};
template <class To, class F> static __device__ inline To rt_cast(F x)
{
    return rt_to<To>::of(x);
}

/* The type of an element in memory for a dtype: RT_DTYPE_SWITCH(dtype, M, { ... uses M ... }). */
#define RT_DTYPE_CASE(id, type, M, ...)                                                                                \
    case id: {                                                                                                         \
        typedef type M;                                                                                                \
        __VA_ARGS__                                                                                                    \
        break;                                                                                                         \
    }
#define RT_REAL_CASES(M, ...)                                                                                          \
    RT_DTYPE_CASE(RT_UINT8, uint8_t, M, __VA_ARGS__)                                                                   \
    RT_DTYPE_CASE(RT_INT8, int8_t, M, __VA_ARGS__)                                                                     \
    RT_DTYPE_CASE(RT_INT16, int16_t, M, __VA_ARGS__)                                                                   \
    RT_DTYPE_CASE(RT_INT32, int32_t, M, __VA_ARGS__)                                                                   \
    RT_DTYPE_CASE(RT_INT64, int64_t, M, __VA_ARGS__)                                                                   \
    RT_DTYPE_CASE(RT_FLOAT16, half_bits, M, __VA_ARGS__)                                                               \
    RT_DTYPE_CASE(RT_FLOAT32, float, M, __VA_ARGS__)                                                                   \
    RT_DTYPE_CASE(RT_FLOAT64, double, M, __VA_ARGS__)                                                                  \
    RT_DTYPE_CASE(RT_BOOL, rt_boolean, M, __VA_ARGS__)                                                                 \
    RT_DTYPE_CASE(RT_BFLOAT16, bfloat_bits, M, __VA_ARGS__)
#define RT_DTYPE_SWITCH(dtype, M, ...)                                                                                 \
    switch (dtype) {                                                                                                   \
        RT_REAL_CASES(M, __VA_ARGS__)                                                                                  \
        RT_DTYPE_CASE(RT_COMPLEX64, c64, M, __VA_ARGS__)                                                               \
        RT_DTYPE_CASE(RT_COMPLEX128, c128, M, __VA_ARGS__)                                                             \
    default:                                                                                                           \
        break;                                                                                                         \
    }
/* The same without complex numbers. */
#define RT_REAL_SWITCH(dtype, M, ...)                                                                                  \
    switch (dtype) {                                                                                                   \
        RT_REAL_CASES(M, __VA_ARGS__)                                                                                  \
    default:                                                                                                           \
        break;                                                                                                         \
    }
/* By size alone, for what only moves elements: M is an unsigned type of 1, 2, 4, 8 or 16 bytes. */
struct alignas(16) rt_sixteen {
    uint64_t low, high;
};
#define RT_SIZE_SWITCH(size, M, ...)                                                                                   \
    switch (size) {                                                                                                    \
        RT_DTYPE_CASE(1, uint8_t, M, __VA_ARGS__)                                                                      \
        RT_DTYPE_CASE(2, uint16_t, M, __VA_ARGS__)                                                                     \
        RT_DTYPE_CASE(4, uint32_t, M, __VA_ARGS__)                                                                     \
        RT_DTYPE_CASE(8, uint64_t, M, __VA_ARGS__)                                                                     \
        RT_DTYPE_CASE(16, rt_sixteen, M, __VA_ARGS__)                                                                  \
    default:                                                                                                           \
        break;                                                                                                         \
    }

/* Element `at` (in elements) of any type, converted; the branch is the same for all threads. */
template <class T> static __device__ inline T rt_load(const void *data, enum rt_dtype dtype, int64_t at)
{
    RT_DTYPE_SWITCH(dtype, M, { return rt_cast<T>(((const M *)data)[at]); })
    return rt_cast<T>(0);
}
template <class T> static __device__ inline void rt_store(void *data, enum rt_dtype dtype, int64_t at, T value)
{
    RT_DTYPE_SWITCH(dtype, M, { ((M *)data)[at] = rt_cast<M>(value); })
}

/* A scalar as a compute type, on the host. */
template <class T> static inline T rt_scalar_as(struct rt_scalar s)
{
    return s.kind <= RT_CAT_INT ? (T)s.i : (T)s.f;
}
template <> inline c64 rt_scalar_as<c64>(struct rt_scalar s)
{
    return {(float)rt_scalar_to_double(s), s.kind == RT_CAT_COMPLEX ? (float)s.im : 0};
}
template <> inline c128 rt_scalar_as<c128>(struct rt_scalar s)
{
    return {rt_scalar_to_double(s), s.kind == RT_CAT_COMPLEX ? s.im : 0};
}
template <> inline rt_boolean rt_scalar_as<rt_boolean>(struct rt_scalar s)
{
    return {(uint8_t)(s.kind <= RT_CAT_INT ? s.i != 0 : s.f != 0)};
}

/* Types of 1 to 16 bytes that are read and written at once. */
template <class M, int N> struct alignas(sizeof(M) * N) rt_pack {
    M at[N];
};
static inline bool rt_aligned(const void *data, size_t bytes)
{
    return (uintptr_t)data % bytes == 0;
}

/* ---- where elements lie ----------------------------------------------------------------------------------------- */

/* n / d and n % d for 0 <= n < 2^31 by a multiplication: q = (mulhi(n, m) + n) >> s. */
struct rt_divisor {
    uint32_t d, m, s;
};
static inline rt_divisor rt_divisor_of(int64_t d)
{
    rt_divisor v = {(uint32_t)d, 0, 0};

    if (d < 1 || d > INT32_MAX)
        return {1, 0, 0};
    while ((uint64_t)1 << v.s < (uint64_t)d)
        v.s++;
    v.m = (uint32_t)((((uint64_t)1 << 32) * (((uint64_t)1 << v.s) - (uint64_t)d)) / (uint64_t)d + 1);
    return v;
}
static __device__ inline uint32_t rt_quotient(uint32_t n, rt_divisor d)
{
    return (__umulhi(n, d.m) + n) >> d.s;
}

/* The same for 0 <= n < 2^63. */
struct rt_wide_divisor {
    uint64_t m;
    uint32_t s;
};
static inline rt_wide_divisor rt_wide_divisor_of(int64_t d)
{
    rt_wide_divisor v = {0, 0};

    while ((uint64_t)1 << v.s < (uint64_t)d)
        v.s++;
    v.m = (uint64_t)(((unsigned __int128)(((uint64_t)1 << v.s) - (uint64_t)d) << 64) / (uint64_t)d + 1);
    return v;
}
static __device__ inline uint64_t rt_wide_quotient(uint64_t n, rt_wide_divisor d)
{
    return (__umul64hi(n, d.m) + n) >> d.s;
}

/* N views of one shape: element i of the shape, in row-major order, is offset[k] elements behind the data of view k. */
template <int N> struct rt_iterator {
    int ndim;
    bool small; /* fewer than 2^31 elements */
    int64_t numel;
    rt_divisor divisor[RT_MAX_DIMS];
    rt_wide_divisor wide[RT_MAX_DIMS]; /* only if not small */
    int64_t shape[RT_MAX_DIMS];
    int64_t strides[N][RT_MAX_DIMS];

    __device__ inline void small_at(uint32_t rest, int64_t (&offset)[N]) const
    {
        for (int k = 0; k < N; k++)
            offset[k] = 0;
        RT_ROLLED
        for (int d = ndim - 1; d > 0; d--) {
            const uint32_t q = rt_quotient(rest, divisor[d]), r = rest - q * divisor[d].d;
            for (int k = 0; k < N; k++)
                offset[k] += r * strides[k][d];
            rest = q;
        }
        if (ndim)
            for (int k = 0; k < N; k++)
                offset[k] += rest * strides[k][0];
    }
    __device__ inline void at(int64_t i, int64_t (&offset)[N]) const
    {
        if (small) {
            small_at((uint32_t)i, offset);
            return;
        }
        for (int k = 0; k < N; k++)
            offset[k] = 0;
        RT_ROLLED
        for (int d = ndim - 1; d >= 0; d--) {
            const int64_t q = (int64_t)rt_wide_quotient((uint64_t)i, wide[d]), r = i - q * shape[d];
            for (int k = 0; k < N; k++)
                offset[k] += r * strides[k][d];
            i = q;
        }
    }
    /* All views are dense in this order. */
    bool linear(int k) const
    {
        return ndim == 0 || (ndim == 1 && strides[k][0] == 1);
    }
    bool constant(int k) const
    {
        return ndim == 0 || (ndim == 1 && strides[k][0] == 0);
    }
};

/* The walk over views of equal shapes; a view without data (a constant) has strides 0. ordered: elements keep their
   row-major numbers; otherwise any order will do, and dimensions are sorted by stride. */
template <int N>
static inline void rt_iterator_of(rt_iterator<N> *w, const struct rt_view *const (&views)[N], bool ordered = false)
{
    int64_t *rows[N];
    const struct rt_view *shaped = views[0];
    int n = 0;

    for (int k = 0; k < N; k++)
        if (views[k]->data && !shaped->data)
            shaped = views[k];
    w->ndim = shaped->ndim;
    for (int d = 0; d < w->ndim; d++)
        w->shape[d] = shaped->shape[d];
    w->numel = rt_view_numel(shaped);
    for (int k = 0; k < N; k++) {
        rows[n++] = w->strides[k];
        for (int d = 0; d < w->ndim; d++)
            w->strides[k][d] = views[k]->data && w->shape[d] != 1 ? views[k]->strides[d] : 0;
    }
    if (!ordered && w->ndim > 1)
        rt_shape_order(w->shape, w->ndim, n, rows);
    if (w->numel)
        w->ndim = rt_shape_coalesce(w->shape, w->ndim, n, rows);
    w->small = w->numel <= INT32_MAX;
    for (int d = 0; d < w->ndim; d++)
        w->divisor[d] = rt_divisor_of(w->shape[d]);
    for (int d = 0; d < w->ndim && !w->small; d++)
        w->wide[d] = rt_wide_divisor_of(w->shape[d]);
}

/* ---- warps and blocks ------------------------------------------------------------------------------------------- */

#define RT_WARP 32
#define RT_ALL_THREADS 0xffffffffu

/* f(a, b) over the 32 threads of a warp; every thread gets the result. */
template <class T, class F> static __device__ inline T rt_warp_fold(T value, F f)
{
    for (int step = RT_WARP / 2; step; step /= 2)
        value = f(value, __shfl_xor_sync(RT_ALL_THREADS, value, step));
    return value;
}
/* The same over a block of up to 1024 threads (a multiple of 32); every thread gets the result. `neutral` changes
   nothing. All threads of the block must come here. */
template <class T, class F> static __device__ inline T rt_block_fold(T value, T neutral, F f)
{
    __shared__ T parts[RT_WARP];
    const int warp = threadIdx.x / RT_WARP, lane = threadIdx.x % RT_WARP, warps = blockDim.x / RT_WARP;

    value = rt_warp_fold(value, f);
    __syncthreads(); /* partial results may still be read from the call before */
    if (lane == 0)
        parts[warp] = value;
    __syncthreads();
    value = lane < warps ? parts[lane] : neutral;
    return rt_warp_fold(value, f);
}

/* The sum of the values of the threads before this one in the block; *total: of all. Within warps by doubled distances
   (Hillis and Steele, 1986). All threads must come here. */
template <class T> static __device__ inline T rt_block_before(T value, T *total)
{
    __shared__ T parts[RT_WARP];
    const int warp = threadIdx.x / RT_WARP, lane = threadIdx.x % RT_WARP, warps = blockDim.x / RT_WARP;
    T sum = value;

    for (int step = 1; step < RT_WARP; step *= 2) {
        const T other = __shfl_up_sync(RT_ALL_THREADS, sum, step);
        sum = lane >= step ? sum + other : sum;
    }
    __syncthreads(); /* partial results may still be read from the call before */
    if (lane == RT_WARP - 1)
        parts[warp] = sum;
    __syncthreads();
    T before = 0, all = 0;
    for (int i = 0; i < warps; i++) {
        before = i < warp ? before + parts[i] : before;
        all = all + parts[i];
    }
    *total = all;
    return before + sum - value;
}

/* ---- faults ----------------------------------------------------------------------------------------------------- */

/* Written down for the host, the first one wins; false if another was first. */
static __device__ inline bool rt_fault_first(struct rt_cuda_fault **fault, enum rt_cuda_fault_kind kind)
{
    const unsigned launch = (unsigned)((uintptr_t)*fault % RT_FAULT_LAUNCHES);

    *fault = (struct rt_cuda_fault *)((uintptr_t)*fault - launch);
    if (atomicCAS(&(*fault)->kind, (int)RT_FAULT_NONE, (int)kind) != RT_FAULT_NONE)
        return false;
    (*fault)->launch = launch;
    (*fault)->block = blockIdx.x;
    (*fault)->thread = threadIdx.x;
    return true;
}

/* An index out of range. The caller does nothing with the element. */
static __device__ inline void rt_fault_index(struct rt_cuda_fault *fault, int dim, int64_t index, int64_t size)
{
    if (rt_fault_first(&fault, RT_FAULT_INDEX)) {
        fault->dim = dim;
        fault->index = index;
        fault->size = size;
    }
}

/* A number that is not between 0 and 1. */
static __device__ inline void rt_fault_value(struct rt_cuda_fault *fault)
{
    (void)rt_fault_first(&fault, RT_FAULT_VALUE);
}

#endif
