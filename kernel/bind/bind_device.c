/* bind_device.c: the functions and handles of torch._C that prelude/torch/cuda calls: devices, their memory, streams
 * and events. Most exist only where there are devices, so that without one the error is PyTorch's, too. Must not know
 * which backend provides the devices, but for the counters of simulated ones. */
#include "bind_core.h"
#include "sim/sim.h"

#include <stdio.h>
#include <string.h>

/* The device of an index argument: -1 or absent is the current one. NULL with an exception. */
static struct rt_device *cuda_device(struct lang_thread *t, lang_value v)
{
    struct rt_error err;
    rt_error_clear(&err);
    int64_t index = -1;
    if (!lang_is_undef(v) && !lang_is_none(v) && bind_int(t, v, &index) < 0)
        return NULL;
    struct rt_device *device = rt_device_get(RT_CUDA, index < -1 || index > 1000 ? 1000 : (int)index, &err);
    if (!device)
        bind_raise(t, &err);
    return device;
}

/* As PyTorch, warns with the reason when devices were expected and there are none. */
static lang_value get_count(struct lang_thread *t, const lang_value *args)
{
    const struct rt_device_provider *provider = rt_device_provider_of(RT_CUDA);
    struct rt_error err;
    rt_error_clear(&err);
    char text[RT_ERROR_TEXT + 32];
    (void)args;
    if (!provider || provider->count(provider, &err) >= 0 || strcmp(err.text, "No CUDA GPUs are available") == 0)
        return lang_int(rt_device_count(RT_CUDA));
    snprintf(text, sizeof text, "CUDA initialization: %s", err.text);
    return bind_warn(t, text) < 0 ? lang_error() : lang_int(0);
}
/* Is there a backend, with or without devices? */
static lang_value is_built(struct lang_thread *t, const lang_value *args)
{
    (void)t;
    (void)args;
    return lang_bool(rt_device_provider_of(RT_CUDA) != NULL);
}
/* _cuda_setTf32(convolution, allow) */
static lang_value set_tf32(struct lang_thread *t, const lang_value *args)
{
    (void)t;
    rt_allow_tf32(args[0].tag == LANG_BOOL && args[0].i, args[1].tag == LANG_BOOL && args[1].i);
    return lang_none();
}
/* Raises what the first use of CUDA raises when there is none. */
static lang_value cuda_init(struct lang_thread *t, const lang_value *args)
{
    (void)args;
    return cuda_device(t, lang_undef()) ? lang_none() : lang_error();
}
static lang_value get_device(struct lang_thread *t, const lang_value *args)
{
    (void)t;
    (void)args;
    return lang_int(rt_device_current(RT_CUDA));
}
static lang_value set_device(struct lang_thread *t, const lang_value *args)
{
    struct rt_error err;
    rt_error_clear(&err);
    int64_t index;
    if (bind_int(t, args[0], &index) < 0)
        return lang_error();
    if (rt_device_set_current(RT_CUDA, index < 0 || index > 1000 ? 1000 : (int)index, &err) < 0)
        return bind_raise(t, &err);
    return lang_none();
}
static lang_value synchronize(struct lang_thread *t, const lang_value *args)
{
    struct rt_error err;
    rt_error_clear(&err);
    struct rt_device *device = cuda_device(t, args[0]);
    if (!device)
        return lang_error();
    bool released = bind_release(t, INT64_MAX);
    int status = device->ops->synchronize(device, &err);
    bind_reacquire(t, released);
    return status < 0 ? bind_raise(t, &err) : lang_none();
}
static lang_value empty_cache(struct lang_thread *t, const lang_value *args)
{
    struct rt_error err;
    rt_error_clear(&err);
    (void)args;
    int n = rt_device_count(RT_CUDA);
    for (int i = 0; i < n; i++) {
        struct rt_device *device = rt_device_get(RT_CUDA, i, &err);
        if (!device || device->ops->empty_cache(device, &err) < 0)
            return bind_raise(t, &err);
    }
    return lang_none();
}

static int put(struct lang_thread *t, struct lang_dict *d, const char *key, int64_t value)
{
    return lang_dict_set_c(t, d, key, lang_int(value));
}
/* "allocated_bytes.all.current" and the other keys of torch.cuda.memory_stats(). */
static lang_value memory_stats(struct lang_thread *t, const lang_value *args)
{
    static const char *const names[] = {
#define X(field) #field,
        RT_MEMORY_METRICS(X)
#undef X
    };
    static const char *const pools[RT_POOL_COUNT] = {"all", "large_pool", "small_pool"};
    static const char *const kinds[] = {"current", "peak", "allocated", "freed"};
    struct rt_device *device = cuda_device(t, args[0]);
    struct lang_dict *d = device ? lang_dict_new(t) : NULL;
    if (!d)
        return lang_error();
    struct rt_memory_stats stats;
    device->ops->memory_stats(device, &stats);
    const struct rt_memory_metric *metric = (const struct rt_memory_metric *)&stats;
    bool ok = true;
    for (size_t i = 0; ok && i < BIND_COUNT(names); i++)
        for (int p = 0; p < RT_POOL_COUNT; p++, metric++)
            for (int k = 0; k < 4; k++) {
                int64_t value = k == 0   ? metric->current
                                : k == 1 ? metric->peak
                                : k == 2 ? metric->allocated
                                         : metric->freed;
                struct lang_str *key = lang_str_from_format(t, "%s.%s.%s", names[i], pools[p], kinds[k]);
                ok = ok && key && lang_dict_set_str(t, d, key, lang_int(value)) == 0;
                lang_xdecref(t, key);
            }
    ok = ok && put(t, d, "num_alloc_retries", stats.num_alloc_retries) == 0 &&
         put(t, d, "num_ooms", stats.num_ooms) == 0;
    if (ok)
        return lang_obj(d);
    lang_decref(t, d);
    return lang_error();
}
static lang_value reset_peak(struct lang_thread *t, const lang_value *args)
{
    struct rt_device *device = cuda_device(t, args[0]);
    if (!device)
        return lang_error();
    device->ops->reset_peak(device);
    return lang_none();
}
static lang_value memory_info(struct lang_thread *t, const lang_value *args)
{
    struct rt_error err;
    rt_error_clear(&err);
    size_t available, total;
    struct rt_device *device = cuda_device(t, args[0]);
    if (!device)
        return lang_error();
    if (device->ops->memory_info(device, &available, &total, &err) < 0)
        return bind_raise(t, &err);
    lang_value items[2] = {lang_int((int64_t)available), lang_int((int64_t)total)};
    return lang_obj_or_error(lang_tuple_from(t, items, 2));
}
/* name, major, minor, total_memory, multi_processor_count, uuid, pci_bus_id, pci_device_id, pci_domain_id,
 * L2_cache_size */
static lang_value properties(struct lang_thread *t, const lang_value *args)
{
    struct rt_error err;
    rt_error_clear(&err);
    struct rt_device_properties p;
    memset(&p, 0, sizeof p);
    struct rt_device *device = cuda_device(t, args[0]);
    if (!device)
        return lang_error();
    if (device->ops->properties(device, &p, &err) < 0)
        return bind_raise(t, &err);
    lang_value items[] = {lang_obj_or_error(lang_str_from_c(t, p.name)),
                          lang_int(p.major),
                          lang_int(p.minor),
                          lang_int(p.total_memory),
                          lang_int(p.multi_processor_count),
                          lang_obj_or_error(lang_str_from_c(t, p.uuid)),
                          lang_int(p.pci_bus_id),
                          lang_int(p.pci_device_id),
                          lang_int(p.pci_domain_id),
                          lang_int(p.l2_cache_size)};
    lang_value result = lang_is_error(items[0]) || lang_is_error(items[5])
                            ? lang_error()
                            : lang_obj_or_error(lang_tuple_from(t, items, BIND_COUNT(items)));
    for (size_t i = 0; i < BIND_COUNT(items); i++)
        if (!lang_is_error(items[i]))
            lang_unref(t, items[i]);
    return result;
}
static lang_value generator(struct lang_thread *t, const lang_value *args)
{
    struct rt_device *device = cuda_device(t, args[0]);
    return device ? bind_generator_wrap(t, rt_device_generator(device)) : lang_error();
}
static lang_value is_simulated(struct lang_thread *t, const lang_value *args)
{
    const struct rt_device_provider *provider = rt_device_provider_of(RT_CUDA);
    (void)t;
    (void)args;
    return lang_bool(provider && provider->simulated);
}
/* Counters of a simulated device, as a dict; None for a real one. */
static lang_value sim_counters(struct lang_thread *t, const lang_value *args)
{
    struct rt_sim_counters c;
    struct rt_device *device = cuda_device(t, args[0]);
    if (!device)
        return lang_error();
    if (rt_sim_counters(device, &c) < 0)
        return lang_none();
    struct lang_dict *d = lang_dict_new(t);
    if (!d)
        return lang_error();
    if (put(t, d, "launches", c.launches) < 0 || put(t, d, "allocations", c.allocations) < 0 ||
        put(t, d, "frees", c.frees) < 0 || put(t, d, "synchronizations", c.synchronizations) < 0 ||
        put(t, d, "bytes_from_host", c.bytes_from_host) < 0 || put(t, d, "bytes_to_host", c.bytes_to_host) < 0 ||
        put(t, d, "bytes_peer", c.bytes_peer) < 0) {
        lang_decref(t, d);
        return lang_error();
    }
    return lang_obj(d);
}

/* ---- streams and events ----------------------------------------------------------------------------------------- */

struct stream {
    struct lang_object head;
    struct rt_device *device;
    struct rt_stream *rt; /* NULL: the default stream */
};
struct event {
    struct lang_object head;
    struct rt_device *device;
    struct rt_event *rt; /* NULL: not recorded yet */
    bool timing;
};
static struct lang_type type_stream, type_event;

static void stream_destroy(struct lang_thread *t, struct lang_object *o)
{
    struct stream *s = (struct stream *)o;
    (void)t;
    if (s->rt)
        s->device->ops->stream_destroy(s->device, s->rt);
}
static lang_value stream_new(struct lang_thread *t, struct rt_device *device, struct rt_stream *rt)
{
    struct stream *s = lang_object_new(t, &type_stream);
    if (!s)
        return lang_error();
    s->device = device;
    s->rt = rt;
    return lang_obj(s);
}
/* _cuda_stream(device, priority=None): a new stream, or with None the default one. */
static lang_value make_stream(struct lang_thread *t, const lang_value *args)
{
    struct rt_error err;
    rt_error_clear(&err);
    struct rt_stream *rt = NULL;
    int64_t priority = 0;
    struct rt_device *device = cuda_device(t, args[0]);
    if (!device)
        return lang_error();
    if (!lang_is_none(args[1])) {
        if (bind_int(t, args[1], &priority) < 0)
            return lang_error();
        if (device->ops->stream_create(device, (int)priority, &rt, &err) < 0)
            return bind_raise(t, &err);
    }
    lang_value made = stream_new(t, device, rt);
    if (lang_is_error(made) && rt)
        device->ops->stream_destroy(device, rt);
    return made;
}
static lang_value stream_synchronize(struct lang_thread *t, const lang_value *args)
{
    struct stream *s = (struct stream *)args[0].o;
    struct rt_error err;
    rt_error_clear(&err);
    bool released = bind_release(t, INT64_MAX);
    int status = s->device->ops->stream_synchronize(s->device, s->rt, &err);
    bind_reacquire(t, released);
    return status < 0 ? bind_raise(t, &err) : lang_none();
}
static lang_value stream_query(struct lang_thread *t, const lang_value *args)
{
    struct stream *s = (struct stream *)args[0].o;
    struct rt_error err;
    rt_error_clear(&err);
    bool done = false;
    return s->device->ops->stream_query(s->device, s->rt, &done, &err) < 0 ? bind_raise(t, &err) : lang_bool(done);
}
static lang_value stream_wait(struct lang_thread *t, const lang_value *args)
{
    struct stream *s = (struct stream *)args[0].o;
    struct rt_error err;
    rt_error_clear(&err);
    if (!lang_is_exactly(args[1], &type_event))
        return lang_raise(t, LANG_EXC_TypeError, "wait_event() needs an event, not %N", args[1]);
    struct event *e = (struct event *)args[1].o;
    if (e->rt && s->device->ops->stream_wait(s->device, s->rt, e->rt, &err) < 0)
        return bind_raise(t, &err);
    return lang_none();
}
static lang_value stream_handle(struct lang_thread *t, lang_value v)
{
    struct stream *s = (struct stream *)v.o;
    return lang_int_from_u64(t, s->rt ? s->device->ops->stream_handle(s->device, s->rt) : 0);
}
/* Makes the stream current on this thread. torch.cuda.stream keeps the object alive meanwhile. */
static lang_value stream_use(struct lang_thread *t, const lang_value *args)
{
    struct stream *s = (struct stream *)args[0].o;
    (void)t;
    rt_device_set_stream(s->device, s->rt);
    return lang_none();
}
static const struct lang_method stream_methods[] = {{"synchronize", "()", stream_synchronize, NULL, 0},
                                                    {"query", "()", stream_query, NULL, 0},
                                                    {"wait", "(event, /)", stream_wait, NULL, 0},
                                                    {"use", "()", stream_use, NULL, 0},
                                                    {NULL, NULL, NULL, NULL, 0}};
static const struct lang_getset stream_getset[] = {{"handle", stream_handle, NULL, NULL}, {NULL, NULL, NULL, NULL}};
static struct lang_type type_stream = {.head = {&lang_type_type, 1, LANG_OBJ_STATIC},
                                       .name = "_CudaStream",
                                       .module = "torch._C",
                                       .size = sizeof(struct stream),
                                       .methods = stream_methods,
                                       .getset = stream_getset,
                                       .destroy = stream_destroy};

/* x.record_stream(s), s a torch.cuda.Stream. */
lang_value bind_record_stream(struct lang_thread *t, const lang_value *args)
{
    struct rt_error err;
    rt_error_clear(&err);
    lang_value handle = lang_getattr_c(t, args[1], "_handle");
    struct stream *s = NULL;
    int status;
    if (lang_is_error(handle))
        lang_error_clear(t);
    else if (lang_is_exactly(handle, &type_stream))
        s = (struct stream *)handle.o;
    if (!s) {
        if (!lang_is_error(handle))
            lang_unref(t, handle);
        return lang_raise(t, LANG_EXC_TypeError, "record_stream(): argument 's' (position 1) must be Stream, not %N",
                          args[1]);
    }
    status = s->device == rt_tensor_device(bind_rt(args[0])) || rt_tensor_device(bind_rt(args[0]))->type == RT_CPU
                 ? rt_tensor_record_stream(bind_rt(args[0]), s->rt, &err)
                 : rt_error_set(&err, RT_RUNTIME, "record_stream: the stream is not of the tensor's device");
    lang_unref(t, handle);
    return status < 0 ? bind_raise(t, &err) : lang_none();
}

static void event_destroy(struct lang_thread *t, struct lang_object *o)
{
    struct event *e = (struct event *)o;
    (void)t;
    if (e->rt)
        e->device->ops->event_destroy(e->device, e->rt);
}
static lang_value make_event(struct lang_thread *t, const lang_value *args)
{
    struct event *e = lang_object_new(t, &type_event);
    if (!e)
        return lang_error();
    e->timing = args[0].tag == LANG_BOOL && args[0].i;
    return lang_obj(e);
}
/* record(stream): UNDEF or None: the current stream of the current device. */
static lang_value event_record(struct lang_thread *t, const lang_value *args)
{
    struct event *e = (struct event *)args[0].o;
    struct rt_error err;
    rt_error_clear(&err);
    struct stream *s = lang_is_exactly(args[1], &type_stream) ? (struct stream *)args[1].o : NULL;
    struct rt_device *device = s ? s->device : cuda_device(t, lang_undef());
    if (!device)
        return lang_error();
    if (e->rt && e->device != device) {
        e->device->ops->event_destroy(e->device, e->rt);
        e->rt = NULL;
    }
    if (!e->rt && device->ops->event_create(device, e->timing, &e->rt, &err) < 0)
        return bind_raise(t, &err);
    e->device = device;
    if (device->ops->event_record(device, e->rt, s ? s->rt : rt_device_stream(device), &err) < 0)
        return bind_raise(t, &err);
    return lang_none();
}
static lang_value event_synchronize(struct lang_thread *t, const lang_value *args)
{
    struct event *e = (struct event *)args[0].o;
    struct rt_error err;
    rt_error_clear(&err);
    if (!e->rt)
        return lang_none();
    bool released = bind_release(t, INT64_MAX);
    int status = e->device->ops->event_synchronize(e->device, e->rt, &err);
    bind_reacquire(t, released);
    return status < 0 ? bind_raise(t, &err) : lang_none();
}
static lang_value event_query(struct lang_thread *t, const lang_value *args)
{
    struct event *e = (struct event *)args[0].o;
    struct rt_error err;
    rt_error_clear(&err);
    bool done = true;
    if (e->rt && e->device->ops->event_query(e->device, e->rt, &done, &err) < 0)
        return bind_raise(t, &err);
    return lang_bool(done);
}
static lang_value event_elapsed(struct lang_thread *t, const lang_value *args)
{
    struct event *e = (struct event *)args[0].o;
    struct rt_error err;
    rt_error_clear(&err);
    float ms;
    if (!lang_is_exactly(args[1], &type_event))
        return lang_raise(t, LANG_EXC_TypeError, "elapsed_time() needs an event, not %N", args[1]);
    struct event *end = (struct event *)args[1].o;
    if (!e->timing || !end->timing)
        return lang_raise(t, LANG_EXC_ValueError, "Both events must be created with argument 'enable_timing=True'.");
    if (!e->rt || !end->rt)
        return lang_raise(t, LANG_EXC_ValueError, "Both events must be recorded before calculating elapsed time.");
    if (e->device->ops->event_elapsed(e->device, e->rt, end->rt, &ms, &err) < 0)
        return bind_raise(t, &err);
    return lang_float(ms);
}
static lang_value event_handle(struct lang_thread *t, lang_value v)
{
    return lang_int_from_u64(t, (uint64_t)(uintptr_t)((struct event *)v.o)->rt);
}
static const struct lang_method event_methods[] = {{"record", "(stream=None, /)", event_record, NULL, 0},
                                                   {"synchronize", "()", event_synchronize, NULL, 0},
                                                   {"query", "()", event_query, NULL, 0},
                                                   {"elapsed_time", "(end, /)", event_elapsed, NULL, 0},
                                                   {NULL, NULL, NULL, NULL, 0}};
static const struct lang_getset event_getset[] = {{"handle", event_handle, NULL, NULL}, {NULL, NULL, NULL, NULL}};
static struct lang_type type_event = {.head = {&lang_type_type, 1, LANG_OBJ_STATIC},
                                      .name = "_CudaEvent",
                                      .module = "torch._C",
                                      .size = sizeof(struct event),
                                      .methods = event_methods,
                                      .getset = event_getset,
                                      .destroy = event_destroy};

/* ---- functions -------------------------------------------------------------------------------------------------- */

static const struct lang_method always[] = {{"_cuda_getDeviceCount", "()", get_count, NULL, LANG_M_STATIC},
                                            {"_cuda_init", "()", cuda_init, NULL, LANG_M_STATIC},
                                            {"_cuda_isBuilt", "()", is_built, NULL, LANG_M_STATIC},
                                            {"_cuda_setTf32", "(convolution, allow, /)", set_tf32, NULL, LANG_M_STATIC},
                                            {"_cuda_is_simulated", "()", is_simulated, NULL, LANG_M_STATIC},
                                            {NULL, NULL, NULL, NULL, 0}};

static const struct lang_method with_devices[] = {
    {"_cuda_getDevice", "()", get_device, NULL, LANG_M_STATIC},
    {"_cuda_setDevice", "(device, /)", set_device, NULL, LANG_M_STATIC},
    {"_cuda_synchronize", "(device=None, /)", synchronize, NULL, LANG_M_STATIC},
    {"_cuda_emptyCache", "()", empty_cache, NULL, LANG_M_STATIC},
    {"_cuda_memoryStats", "(device=None, /)", memory_stats, NULL, LANG_M_STATIC},
    {"_cuda_resetPeakMemoryStats", "(device=None, /)", reset_peak, NULL, LANG_M_STATIC},
    {"_cuda_memoryInfo", "(device=None, /)", memory_info, NULL, LANG_M_STATIC},
    {"_cuda_properties", "(device=None, /)", properties, NULL, LANG_M_STATIC},
    {"_cuda_generator", "(device=None, /)", generator, NULL, LANG_M_STATIC},
    {"_cuda_simCounters", "(device=None, /)", sim_counters, NULL, LANG_M_STATIC},
    {"_cuda_stream", "(device, priority=None, /)", make_stream, NULL, LANG_M_STATIC},
    {"_cuda_event", "(timing, /)", make_event, NULL, LANG_M_STATIC},
    {NULL, NULL, NULL, NULL, 0}};

int bind_device_add(struct lang_thread *t, struct lang_module *c)
{
    if (lang_module_add_functions(t, c, always) < 0)
        return -1;
    if (!rt_device_provider_of(RT_CUDA))
        return 0;
    if (lang_type_ready(t, &type_stream) < 0 || lang_type_ready(t, &type_event) < 0)
        return -1;
    return lang_module_add_functions(t, c, with_devices) < 0 ? -1 : bind_graph_add(t, c);
}
