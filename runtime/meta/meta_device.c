/* The meta device: tensors that have shapes, strides and types, but no elements. Its memory is one address that nobody
   reads or writes, and each of its kernels has nothing to do; what asks for elements is an error. Must not know an op:
   there is one function for all kernel classes but the one whose answer is a number of elements. */
#include "device.h"

/* The address of all memory: addresses of elements are calculated from it and go nowhere. */
static char nothing;

static int no_data(struct rt_error *err)
{
    return rt_error_set(err, RT_NO_DATA, "Cannot copy out of meta tensor; no data!");
}

/* ---- kernels ----------------------------------------------------------------------------------------------------- */

#define X(name)                                                                                                        \
    static __attribute__((unused)) int skip_##name(struct rt_device *device, const struct rt_##name##_call *call,      \
                                                   struct rt_error *err)                                               \
    {                                                                                                                  \
        (void)device, (void)call, (void)err;                                                                           \
        return 0;                                                                                                      \
    }
#include "kernels.def"
#undef X

/* How many elements are not zero depends on the elements. */
static int count_nothing(struct rt_device *device, const struct rt_compact_call *call, struct rt_error *err)
{
    (void)device, (void)call;
    return rt_error_set(err, RT_NOT_IMPLEMENTED,
                        "The register_meta function for torch.nonzero() raises unimplemented by default, as a correct "
                        "data-independent implementation does not exist. This implementation returns a fake value, "
                        "assuming all elements of the tensor are non-zero. To enable this registration, please set "
                        "'torch.fx.experimental._config.meta_nonzero_assume_all_nonzero' to True.");
}

#define skip_compact count_nothing
static const struct rt_kernels kernels = {
#define X(name) .name = skip_##name,
#include "kernels.def"
#undef X
};
#undef skip_compact

/* ---- memory ------------------------------------------------------------------------------------------------------ */

static void *meta_alloc(struct rt_device *device, size_t size, struct rt_error *err)
{
    (void)device, (void)size, (void)err;
    return &nothing;
}

static void meta_free(struct rt_device *device, void *memory, size_t size)
{
    (void)device, (void)memory, (void)size;
}

static int copy_from_host(struct rt_device *device, void *to, const void *source, size_t size, bool blocking,
                          struct rt_error *err)
{
    (void)device, (void)to, (void)source, (void)size, (void)blocking, (void)err;
    return 0;
}

static int copy_to_host(struct rt_device *device, void *to, const void *source, size_t size, bool blocking,
                        struct rt_error *err)
{
    (void)device, (void)to, (void)source, (void)size, (void)blocking;
    return no_data(err);
}

static int copy_peer(struct rt_device *to_device, void *to, struct rt_device *from_device, const void *from,
                     size_t size, struct rt_error *err)
{
    (void)to_device, (void)to, (void)from_device, (void)from, (void)size, (void)err;
    return 0;
}

static int synchronize(struct rt_device *device, struct rt_error *err)
{
    (void)device, (void)err;
    return 0;
}

static const struct rt_device_ops operations = {.alloc = meta_alloc,
                                                .free = meta_free,
                                                .copy_from_host = copy_from_host,
                                                .copy_to_host = copy_to_host,
                                                .copy_peer = copy_peer,
                                                .synchronize = synchronize};
static struct rt_device meta = {.type = RT_META, .index = 0, .kernels = &kernels, .ops = &operations};

struct rt_device *rt_device_meta(void)
{
    return &meta;
}
