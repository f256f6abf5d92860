/* Errors of the CUDA runtime in PyTorch's words. Those that end the context stay with the device: every later call says
   the same. An index out of range does not end the context here, because kernels leave such elements alone; what they
   reported is made the same sticky error, so that nothing is calculated with what was never written. */
#include "cuda/cuda_state.h"
#include "driver.h"

#include <stdio.h>
#include <string.h>

static void keep(struct cuda_device *device, const struct rt_error *err)
{
    pthread_mutex_lock(&device->lock);
    if (device->sticky.code == RT_OK)
        device->sticky = *err;
    pthread_mutex_unlock(&device->lock);
}

int rt_cuda_fail(struct cuda_device *device, cudaError_t code, struct rt_error *err)
{
    const char *text = cudaGetErrorString(code);
    struct rt_error said;

    (void)cudaGetLastError(); /* one that is not sticky is forgotten by the runtime, too */
    rt_error_clear(&said);
    rt_driver_error(&said, text, cudaGetErrorName(code), device && device->blocking);
    if (device && rt_driver_error_is_sticky(text)) {
        rt_driver_origin(&said, "The last op that was queued on the device", device->last.op, device->last.cell);
        snprintf(said.text + strlen(said.text), sizeof said.text - strlen(said.text), "%s",
                 "The device must be reset: restart the kernel.\n");
        keep(device, &said);
    }
    return rt_error_set(err, said.code, "%s", said.text);
}

struct rt_cuda_fault *rt_cuda_fault_slot(struct cuda_device *device)
{
    const unsigned launch = __atomic_fetch_add(&device->next_launch, 1, __ATOMIC_RELAXED) % RT_FAULT_LAUNCHES;

    if (((const volatile struct rt_cuda_fault *)device->fault)->kind == RT_FAULT_NONE) /* else it is still looked up */
        device->launches[launch] = rt_cuda_host->origin();
    return (struct rt_cuda_fault *)((uintptr_t)device->fault_device + launch);
}

int rt_cuda_faults(struct cuda_device *device, struct rt_error *err)
{
    const volatile struct rt_cuda_fault *fault = device->fault;
    const struct rt_origin *origin;
    struct rt_error said;
    size_t n;

    if (fault->kind == RT_FAULT_NONE)
        return 0;
    rt_error_clear(&said);
    rt_driver_error(&said, "device-side assert triggered", NULL, device->blocking);
    n = strlen(said.text);
    if (fault->kind == RT_FAULT_INDEX)
        snprintf(said.text + n, sizeof said.text - n,
                 "Index %lld is out of bounds for dimension %d with size %lld (block %u, thread %u). ",
                 (long long)fault->index, fault->dim, (long long)fault->size, fault->block, fault->thread);
    else
        snprintf(said.text + n, sizeof said.text - n,
                 "A number that should be between 0 and 1 is not (block %u, thread %u). ", fault->block, fault->thread);
    origin = &device->launches[fault->launch % RT_FAULT_LAUNCHES];
    rt_driver_origin(&said, "The op", origin->op, origin->cell);
    n = strlen(said.text);
    snprintf(said.text + n, sizeof said.text - n, "The device must be reset: restart the kernel.\n");
    keep(device, &said);
    return rt_error_set(err, said.code, "%s", said.text);
}

int rt_cuda_check(struct cuda_device *device, struct rt_error *err)
{
    struct rt_error sticky;

    if (rt_cuda_forked)
        return rt_error_set(err, RT_RUNTIME,
                            "Cannot re-initialize CUDA in forked subprocess. To use CUDA with multiprocessing, you "
                            "must use the 'spawn' start method");
    if (!device)
        return 0;
    if (__atomic_load_n((int *)(void *)&device->sticky.code, __ATOMIC_ACQUIRE) == RT_OK)
        return 0;
    pthread_mutex_lock(&device->lock);
    sticky = device->sticky;
    pthread_mutex_unlock(&device->lock);
    return rt_error_set(err, sticky.code, "%s", sticky.text);
}

int rt_cuda_launched(struct cuda_device *device, struct rt_error *err)
{
    const cudaError_t code = cudaGetLastError();

    if (code == cudaSuccess)
        device->last = rt_cuda_host->origin();
    if (code != cudaSuccess)
        return rt_cuda_fail(device, code, err);
    return device->blocking ? rt_cuda_wait(device, rt_cuda_stream(device), err) : 0;
}
