/* The CUDA backend as the program sees it: a plugin, opened at the first use of CUDA, so that the same program starts
   in milliseconds and runs on machines without a driver. What passes between the two is written down here and nowhere
   else: the plugin links nothing of the program, it has copies of the files without state (error, dtype, shape) and
   asks for the rest through struct rt_cuda_host. */
#ifndef RT_CUDA_H
#define RT_CUDA_H

#include "device.h"

/* What the plugin needs of the program. */
struct rt_cuda_host {
    size_t size; /* rt_cuda_sizes(): both sides must agree */
    struct rt_stream *(*stream)(struct rt_device *);
    struct rt_generator *(*generator)(struct rt_device *);
    /* like rt_generator_take() of random_generator.h; RT_RUNTIME with PyTorch's text when it is no generator of an
       accelerator */
    int (*take)(struct rt_generator *, uint64_t words, uint64_t *seed, uint64_t *offset, struct rt_error *);
    /* Random numbers on the host: the words that a call takes, and the numbers in a view of host memory. max_blocks as
       in philox.h. */
    uint64_t (*words)(const struct rt_random_call *, int64_t max_blocks);
    int (*draw)(const struct rt_random_call *, uint64_t seed, uint64_t offset, int64_t max_blocks, struct rt_error *);
    int (*check_interrupt)(struct rt_error *);
    bool (*tf32)(bool convolution);   /* rt_tf32_allowed() */
    struct rt_origin (*origin)(void); /* rt_origin_now() */
    struct rt_device *(*cpu)(void);   /* for what has no kernel on the device: LAPACK */
    /* Frees device memory that garbage of the language holds; before "out of memory" is reported. */
    void (*collect)(void);
};

/* A hash of the sizes of all structs that pass between the two: another value is another build. */
static inline size_t rt_cuda_sizes(void)
{
    size_t sizes = sizeof(struct rt_cuda_host) * 31 + sizeof(struct rt_device);

#define X(name) sizes = sizes * 31 + sizeof(struct rt_##name##_call);
#include "kernels.def"
#undef X
    return sizes;
}

/* The plugin's only symbol: its provider, or NULL with the reason (PyTorch's text). `version` is the program's. */
#define RT_CUDA_PLUGIN_SYMBOL "rt_cuda_plugin"
typedef const struct rt_device_provider *(*rt_cuda_plugin_fn)(const struct rt_cuda_host *host, const char *version,
                                                              struct rt_error *err);
const struct rt_device_provider *rt_cuda_plugin(const struct rt_cuda_host *host, const char *version,
                                                struct rt_error *err);

/* Registers the backend as the provider of RT_CUDA. Whether there is one is decided when it is first asked for (import
   torch), by a look at files; the plugin is opened when a device is counted or opened for the first time. It is the
   file that TENSOR_CUDA names, or tensor-cuda.so beside the program or in ../lib/tensor-kernel; TENSOR_CUDA=off looks
   for none, TENSOR_CUDA=on also without a driver. Without a plugin, or without a driver on the machine, the program
   behaves as a PyTorch built without CUDA. collect: see struct rt_cuda_host; NULL: the handler of
   rt_set_memory_pressure_handler(). */
void rt_cuda_provide(void (*collect)(void));

#endif
