/* CUB's radix sort on the CPU: stable, by the bits [begin_bit, end_bit) of unsigned keys. As on a GPU the result is in
   the other buffers where the digits of eight bits are odd in number. */
#ifndef EMULATED_CUB_DEVICE_RADIX_SORT_CUH
#define EMULATED_CUB_DEVICE_RADIX_SORT_CUH

#include "../util.h"

#include <algorithm>
#include <type_traits>
#include <vector>

namespace cub
{

struct DeviceRadixSort {
    template <class K, class V, class N>
    static cudaError_t SortPairs(void *memory, size_t &size, DoubleBuffer<K> &keys, DoubleBuffer<V> &values, N count,
                                 int begin_bit = 0, int end_bit = sizeof(K) * 8, cudaStream_t stream = 0)
    {
        static_assert(std::is_unsigned<K>::value, "a key without a sign");
        const K mask = end_bit - begin_bit >= (int)sizeof(K) * 8 ? (K) ~(K)0 : (K)(((K)1 << (end_bit - begin_bit)) - 1);
        const bool odd = (end_bit - begin_bit + 7) / 8 % 2 != 0;
        K *const from = keys.Current(), *const to = odd ? keys.Alternate() : from;
        V *const value_from = values.Current(), *const value_to = odd ? values.Alternate() : value_from;
        K *const key_rubbish = odd ? from : keys.Alternate();
        V *const value_rubbish = odd ? value_from : values.Alternate();

        if (begin_bit < 0 || end_bit > (int)sizeof(K) * 8 || end_bit <= begin_bit)
            return cudaErrorInvalidValue;
        const cudaError_t code = emulated_work(memory, size, (size_t)count / 16, (int64_t)count, stream, [=]() {
            std::vector<std::pair<K, V>> pairs;
            pairs.reserve((size_t)count);
            for (N i = 0; i < count; i++)
                pairs.push_back({from[i], value_from[i]});
            std::stable_sort(pairs.begin(), pairs.end(), [=](const std::pair<K, V> &a, const std::pair<K, V> &b) {
                return (K)(a.first >> begin_bit & mask) < (K)(b.first >> begin_bit & mask);
            });
            memset((void *)key_rubbish, 0xa5, (size_t)count * sizeof(K));
            memset((void *)value_rubbish, 0xa5, (size_t)count * sizeof(V));
            for (N i = 0; i < count; i++) {
                to[i] = pairs[(size_t)i].first;
                value_to[i] = pairs[(size_t)i].second;
            }
        });
        if (memory && code == cudaSuccess && odd && count > 0) {
            keys.selector ^= 1;
            values.selector ^= 1;
        }
        return code;
    }
};

} // namespace cub

#endif
