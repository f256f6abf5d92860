/* bind_graph.c: the functions of torch._C that prelude/torch/cuda/graphs.py calls: a recorded graph of a device as a
 * handle. They exist only where there are devices. */
#include "bind_core.h"

#include <string.h>

struct graph {
    struct lang_object head;
    struct rt_device *device;
    struct rt_graph *rt;
};
static struct lang_type type_graph;

/* The current device, if it has graphs. NULL with an exception. */
static struct rt_device *device_with_graphs(struct lang_thread *t)
{
    struct rt_error err;
    rt_error_clear(&err);
    struct rt_device *device = rt_device_get(RT_CUDA, -1, &err);
    if (device && !device->ops->graph_begin) {
        rt_error_set(&err, RT_NOT_IMPLEMENTED, "CUDA graphs are not there for simulated devices");
        device = NULL;
    }
    if (!device)
        bind_raise(t, &err);
    return device;
}

static void graph_destroy(struct lang_thread *t, struct lang_object *o)
{
    struct graph *g = (struct graph *)o;
    (void)t;
    if (g->rt)
        g->device->ops->graph_destroy(g->device, g->rt);
}

/* _cuda_graphBegin(pool, mode, /): the current stream records from now on. */
static lang_value graph_begin(struct lang_thread *t, const lang_value *args)
{
    struct rt_error err;
    rt_error_clear(&err);
    int64_t pool, mode;
    struct rt_device *device = device_with_graphs(t);
    if (!device || bind_int(t, args[0], &pool) < 0 || bind_int(t, args[1], &mode) < 0)
        return lang_error();
    struct graph *g = lang_object_new(t, &type_graph);
    if (!g)
        return lang_error();
    g->device = device;
    if (device->ops->graph_begin(device, (uint64_t)pool, (enum rt_graph_mode)mode, &g->rt, &err) < 0) {
        lang_unref(t, lang_obj(g));
        return bind_raise(t, &err);
    }
    return lang_obj(g);
}

/* end(): the number of recorded nodes. */
static lang_value graph_end(struct lang_thread *t, const lang_value *args)
{
    struct graph *g = (struct graph *)args[0].o;
    struct rt_error err;
    rt_error_clear(&err);
    size_t nodes = 0;
    if (g->device->ops->graph_end(g->device, g->rt, &nodes, &err) < 0)
        return bind_raise(t, &err);
    return lang_int((int64_t)nodes);
}

static lang_value graph_launch(struct lang_thread *t, const lang_value *args)
{
    struct graph *g = (struct graph *)args[0].o;
    struct rt_error err;
    rt_error_clear(&err);
    return g->device->ops->graph_launch(g->device, g->rt, &err) < 0 ? bind_raise(t, &err) : lang_none();
}

/* _cuda_isRecording(): is the current stream of the current device captured? False before the first use of a device. */
static lang_value is_recording(struct lang_thread *t, const lang_value *args)
{
    struct rt_device *device = rt_device_opened(RT_CUDA, rt_device_current(RT_CUDA));
    (void)t;
    (void)args;
    return lang_bool(device && device->ops->is_recording && device->ops->is_recording(device));
}

static const struct lang_method graph_methods[] = {
    {"end", "()", graph_end, NULL, 0}, {"launch", "()", graph_launch, NULL, 0}, {NULL, NULL, NULL, NULL, 0}};
static struct lang_type type_graph = {.head = {&lang_type_type, 1, LANG_OBJ_STATIC},
                                      .name = "_CudaGraph",
                                      .module = "torch._C",
                                      .size = sizeof(struct graph),
                                      .methods = graph_methods,
                                      .destroy = graph_destroy};

static const struct lang_method functions[] = {
    {"_cuda_graphBegin", "(pool, mode, /)", graph_begin, NULL, LANG_M_STATIC},
    {"_cuda_isRecording", "()", is_recording, NULL, LANG_M_STATIC},
    {NULL, NULL, NULL, NULL, 0}};

int bind_graph_add(struct lang_thread *t, struct lang_module *c)
{
    return lang_type_ready(t, &type_graph) < 0 ? -1 : lang_module_add_functions(t, c, functions);
}
