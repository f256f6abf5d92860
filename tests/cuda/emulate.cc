/* Grids of CUDA kernels on the CPU: see emulated/cuda_runtime.h. One block after the other; threads that wait for each
   other are fibers with stacks of their own, which change at barriers and at functions of warps. A block whose threads
   wait in different places for ever ends the program with a message: on a GPU it would hang. */
#undef _FORTIFY_SOURCE /* its longjmp takes a jump to another stack for a mistake */
#include "cuda_runtime.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <ucontext.h>

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/common_interface_defs.h>
#define BEFORE_SWITCH(save, bottom, size) __sanitizer_start_switch_fiber(save, bottom, size)
#define AFTER_SWITCH(fake, bottom, size) __sanitizer_finish_switch_fiber(fake, bottom, size)
#endif

dim3 threadIdx, blockIdx, blockDim, gridDim;

namespace
{

const unsigned most_threads = 1024, warp_size = 32;
const size_t stack_size = 96 << 10, slot_size = 32;

enum position { RUNS, AT_BARRIER, AT_WARP, ENDED };
struct fiber {
    ucontext_t context;
    jmp_buf jump;
    bool begun; /* jump is where it goes on */
    char *stack;
    position where;
    dim3 index;
    void *fake; /* of the address sanitizer */
    unsigned char slot[slot_size];
    int vote;
};
fiber fibers[most_threads];
fiber *running;
emulated_kernel current;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

#if defined(__SANITIZE_ADDRESS__)

/* The sanitizer is told of every change of stacks. */
ucontext_t scheduler;
void *scheduler_fake;
const void *scheduler_bottom;
size_t scheduler_size;

void to_scheduler(position where)
{
    fiber *self = running;

    self->where = where;
    BEFORE_SWITCH(where == ENDED ? NULL : &self->fake, scheduler_bottom, scheduler_size);
    swapcontext(&self->context, &scheduler);
    AFTER_SWITCH(self->fake, &scheduler_bottom, &scheduler_size);
}

void begin()
{
    AFTER_SWITCH(NULL, &scheduler_bottom, &scheduler_size);
    current.run(current.closure);
    to_scheduler(ENDED);
}

void resume(fiber *f)
{
    running = f;
    threadIdx = f->index;
    f->where = RUNS;
    BEFORE_SWITCH(&scheduler_fake, f->stack, stack_size);
    swapcontext(&scheduler, &f->context);
    AFTER_SWITCH(scheduler_fake, NULL, NULL);
}

void prepare(fiber *f)
{
    getcontext(&f->context);
    f->context.uc_stack.ss_sp = f->stack;
    f->context.uc_stack.ss_size = stack_size;
    f->context.uc_link = &scheduler;
    makecontext(&f->context, begin, 0);
}

#else

/* Jumps instead of swapcontext, which asks the system for the signal mask each time; a fiber that has ended waits for
   the next kernel. */
jmp_buf scheduler_jump;

void to_scheduler(position where)
{
    fiber *self = running;

    self->where = where;
    if (_setjmp(self->jump) == 0)
        _longjmp(scheduler_jump, 1);
}

void begin()
{
    for (;;) {
        current.run(current.closure);
        to_scheduler(ENDED);
    }
}

void resume(fiber *f)
{
    running = f;
    threadIdx = f->index;
    f->where = RUNS;
    if (_setjmp(scheduler_jump) == 0) {
        if (f->begun)
            _longjmp(f->jump, 1);
        f->begun = true;
        setcontext(&f->context);
    }
}

void prepare(fiber *f)
{
    if (f->begun)
        return;
    getcontext(&f->context);
    f->context.uc_stack.ss_sp = f->stack;
    f->context.uc_stack.ss_size = stack_size;
    f->context.uc_link = NULL;
    makecontext(&f->context, begin, 0);
}

#endif

/* Do all threads from first to end wait there, or have they ended? */
bool all_at(position where, unsigned first, unsigned end)
{
    bool any = false;

    for (unsigned i = first; i < end; i++) {
        if (fibers[i].where != where && fibers[i].where != ENDED)
            return false;
        any = any || fibers[i].where == where;
    }
    return any;
}

void release(position where, unsigned first, unsigned end)
{
    for (unsigned i = first; i < end; i++)
        if (fibers[i].where == where)
            fibers[i].where = RUNS;
}

void run_together(unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        fiber *f = &fibers[i];
        if (!f->stack && !(f->stack = (char *)malloc(stack_size))) {
            fputs("emulated CUDA: no memory for stacks\n", stderr);
            abort();
        }
        f->index = dim3(i % blockDim.x, i / blockDim.x % blockDim.y, i / blockDim.x / blockDim.y);
        f->where = RUNS;
        prepare(f);
    }
    for (;;) {
        bool moved = false, left = false;
        for (unsigned i = 0; i < count; i++)
            if (fibers[i].where == RUNS) {
                resume(&fibers[i]);
                moved = true;
            }
        for (unsigned first = 0; first < count; first += warp_size) {
            const unsigned end = first + warp_size < count ? first + warp_size : count;
            if (all_at(AT_WARP, first, end)) {
                release(AT_WARP, first, end);
                moved = true;
            }
        }
        if (all_at(AT_BARRIER, 0, count)) {
            release(AT_BARRIER, 0, count);
            moved = true;
        }
        for (unsigned i = 0; i < count; i++)
            left = left || fibers[i].where != ENDED;
        if (!left)
            return;
        if (!moved) {
            fputs("emulated CUDA: threads of a block wait in different places\n", stderr);
            abort();
        }
    }
}

} // namespace

struct emulated_launch {
    dim3 blocks, threads;
    emulated_kernel kernel;
    bool together;
};

static void run_grid(const emulated_launch &l)
{
    const unsigned count = l.threads.x * l.threads.y * l.threads.z;

    pthread_mutex_lock(&lock);
    gridDim = l.blocks;
    blockDim = l.threads;
    current = l.kernel;
    for (unsigned z = 0; z < l.blocks.z; z++)
        for (unsigned y = 0; y < l.blocks.y; y++)
            for (unsigned x = 0; x < l.blocks.x; x++) {
                blockIdx = dim3(x, y, z);
                if (l.together) {
                    run_together(count);
                    continue;
                }
                running = NULL;
                for (unsigned i = 0; i < count; i++) {
                    threadIdx =
                        dim3(i % l.threads.x, i / l.threads.x % l.threads.y, i / l.threads.x / l.threads.y);
                    l.kernel.run(l.kernel.closure);
                }
            }
    pthread_mutex_unlock(&lock);
}

static void run_recorded(void *closure)
{
    run_grid(*(const emulated_launch *)closure);
}

static void drop_recorded(void *closure)
{
    emulated_launch *launch = (emulated_launch *)closure;

    launch->kernel.drop((void *)launch->kernel.closure);
    delete launch;
}

void emulated_grid(dim3 blocks, dim3 threads, cudaStream_t stream, emulated_kernel kernel, bool together)
{
    const unsigned count = threads.x * threads.y * threads.z;
    const cudaError_t error = count == 0 || count > most_threads || !blocks.x || !blocks.y || !blocks.z ||
                                      blocks.y > 65535 || blocks.z > 65535
                                  ? cudaErrorInvalidConfiguration
                                  : fake_cudart_launch(stream);
    enum cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
    emulated_launch launch = {blocks, threads, kernel, together};

    if (error != cudaSuccess) {
        fake_cudart_failed(error);
        return;
    }
    cudaStreamIsCapturing(stream, &status);
    if (status == cudaStreamCaptureStatusNone) {
        run_grid(launch);
        return;
    }
    launch.kernel.closure = kernel.copy(kernel.closure);
    emulated_launch *kept = new emulated_launch(launch);
    if (!fake_cudart_record(stream, run_recorded, drop_recorded, kept))
        drop_recorded(kept);
}

static void wait_for(position where)
{
    if (!running) {
        fputs("emulated CUDA: a barrier in a kernel that was not launched with RT_LAUNCH_TOGETHER\n", stderr);
        abort();
    }
    to_scheduler(where);
}

void __syncthreads()
{
    wait_for(AT_BARRIER);
}

void __syncwarp(unsigned mask)
{
    (void)mask;
    wait_for(AT_WARP);
}

int emulated_lane()
{
    const unsigned thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;

    return (int)(thread % warp_size);
}

void emulated_exchange(void *value, size_t size, int lane)
{
    if (size > slot_size || lane < 0 || lane >= (int)warp_size) {
        fputs("emulated CUDA: a warp function with a value or a lane that cannot be\n", stderr);
        abort();
    }
    if (running)
        memcpy(running->slot, value, size);
    wait_for(AT_WARP);
    fiber *other = running - emulated_lane() + lane;
    memcpy(value, other->slot, size);
    wait_for(AT_WARP);
}

unsigned __ballot_sync(unsigned mask, int predicate)
{
    unsigned votes = 0;

    if (running)
        running->vote = predicate != 0;
    wait_for(AT_WARP);
    for (unsigned i = 0; i < warp_size; i++) {
        const fiber *other = running - emulated_lane() + i;
        if (mask >> i & 1 && other < fibers + most_threads && other->where != ENDED && other->vote)
            votes |= 1u << i;
    }
    wait_for(AT_WARP);
    return votes;
}

int __syncthreads_or(int predicate)
{
    const unsigned count = blockDim.x * blockDim.y * blockDim.z;
    int any = 0;

    if (running)
        running->vote = predicate != 0;
    wait_for(AT_BARRIER);
    for (unsigned i = 0; i < count; i++)
        any |= fibers[i].where != ENDED && fibers[i].vote;
    wait_for(AT_BARRIER);
    return any;
}
