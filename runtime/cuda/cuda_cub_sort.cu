/* CUB's radix sort of pairs for two kinds of keys. */
#include "cuda/cuda_cub.cuh"

#include <cub/device/device_radix_sort.cuh>

template <class K>
static int sort_pairs(struct cuda_device *device, rt_cub_pairs *pairs, int64_t n, int low, int high,
                      struct rt_error *err)
{
    const auto sort = [=](void *memory, size_t &size, cudaStream_t stream) {
        cub::DoubleBuffer<K> keys((K *)pairs->keys, (K *)pairs->other_keys);
        cub::DoubleBuffer<uint32_t> at(pairs->at, pairs->other_at);
        const cudaError_t code = cub::DeviceRadixSort::SortPairs(memory, size, keys, at, n, low, high, stream);
        if (memory && code == cudaSuccess) {
            pairs->keys = keys.Current(), pairs->other_keys = keys.Alternate();
            pairs->at = at.Current(), pairs->other_at = at.Alternate();
        }
        return code;
    };

    return rt_cub_run(device, sort, err);
}

int rt_cuda_cub_sort(struct cuda_device *device, rt_cub_pairs *pairs, int64_t n, int low, int high,
                     struct rt_error *err)
{
    return pairs->size == 8 ? sort_pairs<uint64_t>(device, pairs, n, low, high, err)
                            : sort_pairs<uint32_t>(device, pairs, n, low, high, err);
}
