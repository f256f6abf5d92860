/* How two neighbouring parts of a row are joined by a running sum, product or logarithm of sums; A is the type
   calculated in. For the kernels of cuda_scan.cu and for CUB. */
#ifndef RT_CUDA_SCAN_CUH
#define RT_CUDA_SCAN_CUH

#include "cuda/cuda.cuh"

#include <type_traits>

template <class A, int op> struct rt_scan_join {
    __device__ inline A operator()(A a, A b) const
    {
        if constexpr (op == RT_SCAN_LOGSUMEXP) {
            const A high = b > a ? b : a, low = b > a ? a : b;
            if (a != a || b != b)
                return a + b;
            return low == (A)-CUDART_INF || high == (A)CUDART_INF ? high : high + log1p(exp(low - high));
        } else if constexpr (std::is_same<A, int64_t>::value) {
            return (int64_t)(op == RT_SCAN_PROD ? (uint64_t)a * (uint64_t)b : (uint64_t)a + (uint64_t)b);
        } else if constexpr (op == RT_SCAN_PROD) {
            return a * b;
        } else {
            return a + b;
        }
    }
};

#endif
