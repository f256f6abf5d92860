/* CUDA C++ on the CPU, for kernels of runtime/cuda: the words of the language, and launches that run a grid block by
   block. Threads of a block that wait for each other (barriers, warp functions) are fibers of one thread, see
   tests/cuda/emulate.cc; the others are a plain loop. */
#ifndef EMULATED_CUDA_RUNTIME_H
#define EMULATED_CUDA_RUNTIME_H

#include "cuda_runtime_api.h"

#include <math.h>
#include <string.h>

#define __global__
#define __device__
#define __host__
#define __forceinline__ inline
#define __noinline__
#define __constant__ static const
#define __restrict__
#define __shared__ static
#define __launch_bounds__(...)
#define __align__(n) alignas(n)

struct dim3 {
    unsigned x, y, z;
    dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z) {}
};
extern dim3 threadIdx, blockIdx, blockDim, gridDim;

/* A kernel with its arguments and without its grid; a graph keeps a copy. */
struct emulated_kernel {
    void (*run)(const void *);
    void *(*copy)(const void *);
    void (*drop)(void *);
    const void *closure;
};
void emulated_grid(dim3 blocks, dim3 threads, cudaStream_t stream, emulated_kernel kernel, bool together);
template <class F> struct emulated_closure {
    static void run(const void *closure)
    {
        (*(const F *)closure)();
    }
    static void *copy(const void *closure)
    {
        return new F(*(const F *)closure);
    }
    static void drop(void *closure)
    {
        delete (F *)closure;
    }
};
template <class F> static inline void rt_emulate_alone(dim3 blocks, dim3 threads, cudaStream_t stream, F kernel)
{
    typedef emulated_closure<F> c;
    emulated_grid(blocks, threads, stream, {c::run, c::copy, c::drop, &kernel}, false);
}
template <class F> static inline void rt_emulate_together(dim3 blocks, dim3 threads, cudaStream_t stream, F kernel)
{
    typedef emulated_closure<F> c;
    emulated_grid(blocks, threads, stream, {c::run, c::copy, c::drop, &kernel}, true);
}
/* The arguments are taken when the kernel is launched, as on a GPU, whenever it runs. */
template <class K, class... A> static inline auto rt_emulated_bind(K kernel, A... arguments)
{
    return [=]() { kernel(arguments...); };
}

void __syncthreads();
void __syncwarp(unsigned mask = 0xffffffffu);
/* Every thread of the warp gives `size` bytes and gets those of the thread `lane`. */
void emulated_exchange(void *value, size_t size, int lane);
int emulated_lane();
unsigned __ballot_sync(unsigned mask, int predicate);
int __syncthreads_or(int predicate);
template <class T> static inline T __shfl_sync(unsigned, T value, int lane, int = 32)
{
    emulated_exchange(&value, sizeof value, lane % 32);
    return value;
}
template <class T> static inline T __shfl_xor_sync(unsigned, T value, int mask, int = 32)
{
    emulated_exchange(&value, sizeof value, emulated_lane() ^ mask);
    return value;
}
template <class T> static inline T __shfl_down_sync(unsigned, T value, unsigned step, int = 32)
{
    const int lane = emulated_lane() + (int)step;
    emulated_exchange(&value, sizeof value, lane < 32 ? lane : emulated_lane());
    return value;
}
template <class T> static inline T __shfl_up_sync(unsigned, T value, unsigned step, int = 32)
{
    const int lane = emulated_lane() - (int)step;
    emulated_exchange(&value, sizeof value, lane >= 0 ? lane : emulated_lane());
    return value;
}

/* One thread runs at a time. */
template <class T> static inline T atomicAdd(T *at, T value)
{
    const T old = *at;
    *at = (T)(old + value);
    return old;
}
template <class T> static inline T atomicMax(T *at, T value)
{
    const T old = *at;
    *at = old < value ? value : old;
    return old;
}
template <class T> static inline T atomicMin(T *at, T value)
{
    const T old = *at;
    *at = value < old ? value : old;
    return old;
}
template <class T> static inline T atomicExch(T *at, T value)
{
    const T old = *at;
    *at = value;
    return old;
}
template <class T> static inline T atomicOr(T *at, T value)
{
    const T old = *at;
    *at = (T)(old | value);
    return old;
}
template <class T> static inline T atomicCAS(T *at, T compare, T value)
{
    const T old = *at;
    if (old == compare)
        *at = value;
    return old;
}
static inline void __threadfence() {}

template <class T> static inline T __ldg(const T *at)
{
    return *at;
}
static inline unsigned __umulhi(unsigned a, unsigned b)
{
    return (unsigned)((uint64_t)a * b >> 32);
}
static inline uint64_t __umul64hi(uint64_t a, uint64_t b)
{
    return (uint64_t)((unsigned __int128)a * b >> 64);
}
static inline int __popc(unsigned x)
{
    return __builtin_popcount(x);
}
static inline int __ffs(int x)
{
    return __builtin_ffs(x);
}
static inline int __clz(int x)
{
    return x ? __builtin_clz((unsigned)x) : 32;
}
static inline float __uint_as_float(unsigned x)
{
    float f;
    memcpy(&f, &x, sizeof f);
    return f;
}
static inline unsigned __float_as_uint(float f)
{
    unsigned x;
    memcpy(&x, &f, sizeof x);
    return x;
}
static inline float __int_as_float(int x)
{
    return __uint_as_float((unsigned)x);
}
static inline int __float_as_int(float f)
{
    return (int)__float_as_uint(f);
}
static inline double __longlong_as_double(long long x)
{
    double f;
    memcpy(&f, &x, sizeof f);
    return f;
}
static inline long long __double_as_longlong(double f)
{
    long long x;
    memcpy(&x, &f, sizeof x);
    return x;
}
#define __sincosf(x, s, c) sincosf(x, s, c)
static inline void sincospi(double x, double *s, double *c)
{
    *s = sin(M_PI * x);
    *c = cos(M_PI * x);
}
static inline float rsqrtf(float x)
{
    return 1 / sqrtf(x);
}
static inline double rsqrt(double x)
{
    return 1 / sqrt(x);
}

#endif
