/* Kernel classes without a kernel for the device: their operands are copied to host memory, the CPU's kernel works on
   them, and what it has written is copied back. Right everywhere and slow; it waits for the stream. A class leaves this
   file when it gets a kernel of its own. Owns the table of where a call keeps its views. */
#include "cuda/cuda_state.h"

#include <stdlib.h>
#include <string.h>

#define VIEWS_MOST 9

struct layout {
    size_t size;
    int count, results; /* the first `results` views are written */
    size_t view[VIEWS_MOST];
};

/* The memory that a view reaches, from its lowest to its highest element, at the device and at the host. */
struct reach {
    char *from, *host;
    size_t size;
};

static struct reach reach_of(const struct rt_view *view)
{
    const int64_t each = (int64_t)rt_dtype_size(view->dtype);
    int64_t low = 0, high = 0;

    for (int d = 0; d < view->ndim; d++) {
        const int64_t last = (view->shape[d] - 1) * view->strides[d];
        if (view->shape[d] == 0)
            return (struct reach){0};
        low += last < 0 ? last : 0;
        high += last > 0 ? last : 0;
    }
    return (struct reach){.from = (char *)view->data + low * each, .size = (size_t)((high - low + 1) * each)};
}

static struct rt_view *view_of(const struct layout *layout, void *call, int i)
{
    return (struct rt_view *)(void *)((char *)call + layout->view[i]);
}

/* Host memory for view i: that of an earlier view which reaches the same place, or its own with the device's bytes. */
static int fetch(struct rt_device *device, const struct layout *layout, void *call, int i, struct reach *reach,
                 struct rt_error *err)
{
    struct rt_view *view = view_of(layout, call, i);
    struct reach own;

    if (!view->data || !(own = reach_of(view)).size)
        return 0;
    for (int k = 0; k < i; k++)
        if (reach[k].host && reach[k].from <= own.from && own.from + own.size <= reach[k].from + reach[k].size) {
            view->data = reach[k].host + ((char *)view->data - reach[k].from);
            return 0;
        }
    if (!(own.host = malloc(own.size + 64)))
        return rt_error_memory(err);
    reach[i] = own;
    view->data = own.host + ((char *)view->data - own.from);
    return rt_cuda_copy_to_host(device, own.host, own.from, own.size, true, err);
}

static int on_host(struct rt_device *device, const struct layout *layout, void *call,
                   int (*run)(struct rt_device *, const void *, struct rt_error *), struct rt_error *err)
{
    struct reach reach[VIEWS_MOST] = {{0}};
    int rc = 0;

    for (int i = 0; i < layout->count && rc == 0; i++)
        rc = fetch(device, layout, call, i, reach, err);
    if (rc == 0)
        rc = run(rt_cuda_host->cpu(), call, err);
    for (int i = 0; i < layout->results && rc == 0; i++)
        if (reach[i].host)
            rc = rt_cuda_copy_from_host(device, reach[i].from, reach[i].host, reach[i].size, true, err);
    for (int i = 0; i < layout->count; i++)
        free(reach[i].host);
    return rc;
}

#define AT(call, member) offsetof(struct rt_##call##_call, member)
/* ON_HOST(class, views, how many of them are written, where the views are) */
#define ON_HOST(name, count, results, ...)                                                                             \
    static int run_##name(struct rt_device *cpu, const void *call, struct rt_error *err)                               \
    {                                                                                                                  \
        return cpu->kernels->name(cpu, call, err);                                                                     \
    }                                                                                                                  \
    int rt_cuda_##name(struct rt_device *device, const struct rt_##name##_call *call, struct rt_error *err)            \
    {                                                                                                                  \
        static const struct layout layout = {sizeof *call, count, results, {__VA_ARGS__}};                             \
        struct rt_##name##_call there = *call;                                                                         \
        return on_host(device, &layout, &there, run_##name, err);                                                      \
    }

ON_HOST(resample, 2, 1, AT(resample, out), AT(resample, in))
ON_HOST(sample, 6, 3, AT(sample, out), AT(sample, grad_in), AT(sample, grad_grid), AT(sample, in), AT(sample, grid),
        AT(sample, grad))
