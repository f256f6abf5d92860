/* CUB's scan on the CPU: from the left in tiles that are joined, as an operation that is only nearly associative shows.
   in and out may be one place. */
#ifndef EMULATED_CUB_DEVICE_SCAN_CUH
#define EMULATED_CUB_DEVICE_SCAN_CUH

#include "../util.h"

#include <iterator>

namespace cub
{

struct DeviceScan {
    template <class I, class O, class F, class N>
    static cudaError_t InclusiveScan(void *memory, size_t &size, I in, O out, F join, N count, cudaStream_t stream = 0)
    {
        typedef typename std::iterator_traits<I>::value_type value;
        const N tile = 1000;

        return emulated_work(memory, size, (size_t)(count < 0 ? 0 : count / tile) * sizeof(value), (int64_t)count,
                             stream, [=]() {
                                 value before = in[0];
                                 for (N begin = 0; begin < count; begin += tile) {
                                     value own = in[begin], all = begin ? join(before, own) : own;
                                     out[begin] = all;
                                     for (N i = begin + 1; i < count && i < begin + tile; i++) {
                                         own = join(own, (value)in[i]);
                                         out[i] = all = begin ? join(before, own) : own;
                                     }
                                     before = all;
                                 }
                             });
    }
};

} // namespace cub

#endif
