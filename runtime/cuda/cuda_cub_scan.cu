/* CUB's scan for dense rows. Every kind and type takes five seconds to compile, so there are those that programs have
   in long rows. */
#include "cuda/cuda_cub.cuh"
#include "cuda/cuda_scan.cuh"

#include <cub/device/device_scan.cuh>
#include <iterator>

/* A float16 or bfloat16, which is calculated with as a float. */
struct scan_half {
    uint16_t *at;
    bool bfloat;
    __device__ inline operator float() const
    {
        return bfloat ? rt_widen(bfloat_bits{*at}) : rt_widen(half_bits{*at});
    }
    __device__ inline const scan_half &operator=(float value) const
    {
        *at = bfloat ? rt_narrow_bfloat(value).bits : rt_narrow_half(value).bits;
        return *this;
    }
};
/* A pointer to them. */
struct scan_halves {
    typedef std::random_access_iterator_tag iterator_category;
    typedef float value_type;
    typedef int64_t difference_type;
    typedef float *pointer;
    typedef scan_half reference;
    uint16_t *data;
    bool bfloat;
    __host__ __device__ inline scan_halves operator+(int64_t n) const
    {
        return {data + n, bfloat};
    }
    __host__ __device__ inline scan_half operator[](int64_t n) const
    {
        return {data + n, bfloat};
    }
    __host__ __device__ inline scan_half operator*() const
    {
        return {data, bfloat};
    }
};

template <class I, class O, class F>
static int scan(struct cuda_device *device, I in, O out, F f, int64_t n, struct rt_error *err)
{
    return rt_cub_run(
        device,
        [=](void *memory, size_t &size, cudaStream_t stream) {
            return cub::DeviceScan::InclusiveScan(memory, size, in, out, f, (int)n, stream);
        },
        err);
}
template <class A, int op>
static int plain(struct cuda_device *device, const void *in, void *out, int64_t n, struct rt_error *err)
{
    return scan(device, (const A *)in, (A *)out, rt_scan_join<A, op>(), n, err);
}

int rt_cuda_cub_scan(struct cuda_device *device, enum rt_scan_op op, enum rt_dtype type, const void *in, void *out,
                     int64_t n, struct rt_error *err)
{
    if (n > INT32_MAX) /* not in every version of CUB */
        return 1;
    if (op == RT_SCAN_PROD && type == RT_FLOAT32)
        return plain<float, RT_SCAN_PROD>(device, in, out, n, err);
    if (op == RT_SCAN_LOGSUMEXP && type == RT_FLOAT32)
        return plain<float, RT_SCAN_LOGSUMEXP>(device, in, out, n, err);
    if (op != RT_SCAN_SUM)
        return 1;
    switch (type) {
    case RT_FLOAT32:
        return plain<float, RT_SCAN_SUM>(device, in, out, n, err);
    case RT_FLOAT64:
        return plain<double, RT_SCAN_SUM>(device, in, out, n, err);
    case RT_INT64:
        return plain<int64_t, RT_SCAN_SUM>(device, in, out, n, err);
    case RT_FLOAT16:
    case RT_BFLOAT16:
        return scan(device, scan_halves{(uint16_t *)in, type == RT_BFLOAT16},
                    scan_halves{(uint16_t *)out, type == RT_BFLOAT16}, rt_scan_join<float, RT_SCAN_SUM>(), n, err);
    default:
        return 1;
    }
}
