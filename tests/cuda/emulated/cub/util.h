/* What the functions of the small CUB share: like those of the CUDA Toolkit they say first how much memory they want
   (memory NULL) and then do their work on a stream. What a caller may get wrong is an error here. */
#ifndef EMULATED_CUB_UTIL_H
#define EMULATED_CUB_UTIL_H

#include <cuda_runtime.h>
#include <string.h>

namespace cub
{

template <class T> struct DoubleBuffer {
    T *d_buffers[2];
    int selector;
    DoubleBuffer() : d_buffers{NULL, NULL}, selector(0) {}
    DoubleBuffer(T *current, T *alternate) : d_buffers{current, alternate}, selector(0) {}
    T *Current()
    {
        return d_buffers[selector];
    }
    T *Alternate()
    {
        return d_buffers[selector ^ 1];
    }
};

/* Work on n numbers that wants `need` bytes of memory, which it leaves full of rubbish. */
template <class F>
static inline cudaError_t emulated_work(void *memory, size_t &size, size_t need, int64_t n, cudaStream_t stream, F work)
{
    need += 256;
    if (n < 0)
        return cudaErrorInvalidValue;
    if (!memory) {
        size = need;
        return cudaSuccess;
    }
    if (size < need)
        return cudaErrorInvalidValue;
    if (n == 0)
        return cudaSuccess;
    rt_emulate_alone(dim3(1), dim3(1), stream, [=]() {
        memset(memory, 0xa5, need);
        work();
    });
    return cudaPeekAtLastError();
}

} // namespace cub

#endif
