/* Recording the tape: nodes made for calls, saved tensors and their version check, in-place changes of tensors and
   views. Knows no op by name. */
#include "blocks.h"
#include "dispatch/call.h"

#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

_Thread_local bool rt_grad_mode = true;
static _Thread_local bool inference_mode, grad_wanted;
static _Thread_local uint64_t next_sequence;

/* In inference mode nothing is recorded, whatever is wanted; what is wanted can be set and asked for. */
bool rt_grad_enabled(void)
{
    return inference_mode ? grad_wanted : rt_grad_mode;
}
bool rt_set_grad_enabled(bool on)
{
    bool old = rt_grad_enabled();

    *(inference_mode ? &grad_wanted : &rt_grad_mode) = on;
    return old;
}
bool rt_inference_mode(void)
{
    return inference_mode;
}
bool rt_set_inference_mode(bool on)
{
    bool old = inference_mode;

    if (on && !old) {
        grad_wanted = rt_grad_mode;
        rt_grad_mode = false;
    } else if (!on && old)
        rt_grad_mode = grad_wanted;
    inference_mode = on;
    return old;
}
/* ---- saved tensors ----------------------------------------------------------------------------------------------- */

int rt_saved_set(struct rt_saved *saved, struct rt_tensor *tensor, bool is_output, int output_nr, struct rt_error *err)
{
    if (tensor->inference)
        return rt_error_set(
            err, RT_RUNTIME,
            "Inference tensors cannot be saved for backward. Please do not use Tensors created in inference mode in "
            "computation tracked by autograd. To work around this, you can make a clone to get a normal tensor and use "
            "it in autograd, or use `torch.no_grad()` instead of `torch.inference_mode()`.");
    if (rt_saved_hooks && !rt_packing) {
        if (rt_saved_pack(saved, tensor, is_output, err) < 0)
            return -1;
    } else if (is_output) { /* without its history, or the node would hold itself */
        if (!(saved->tensor = rt_tensor_detach(tensor, err)) ||
            (rt_dual_on() && rt_tangent_share(saved->tensor, tensor, err) < 0))
            return -1;
    } else
        saved->tensor = rt_tensor_get(tensor);
    saved->version = *tensor->version;
    saved->is_output = is_output;
    saved->output_nr = output_nr;
    return 0;
}

void rt_saved_drop(struct rt_saved *saved)
{
    if (saved->tensor) {
        struct rt_saved old = *saved; /* unlinked before it is freed: that may run a program which looks here */
        saved->is_packed = false;
        saved->tensor = NULL;
        saved->released = true;
        if (old.is_packed)
            rt_packed_free(old.packed);
        else
            rt_tensor_unref(old.tensor);
    } else if (saved->is_scalar) {
        saved->released = true;
    }
}

static int freed_text(struct rt_error *err)
{
    return rt_error_set(
        err, RT_RUNTIME,
        "Trying to backward through the graph a second time (or directly access saved tensors after they have already "
        "been freed). Saved intermediate values of the graph are freed when you call .backward() or autograd.grad(). "
        "Specify retain_graph=True if you need to backward through the graph a second time or if you need to access "
        "saved tensors after calling backward.");
}

/* "is output 0 of Exp": the node's name without Backward and digits. */
static void producer(const struct rt_saved *saved, const struct rt_node *node, char *text, size_t length)
{
    const struct rt_node *maker = saved->is_output          ? node
                                  : saved->tensor->autograd ? saved->tensor->autograd->grad_fn
                                                            : NULL;
    int nr = saved->is_output ? saved->output_nr : saved->tensor->autograd ? saved->tensor->autograd->output_nr : 0;
    const char *end;

    text[0] = 0;
    if (!maker)
        return;
    end = strstr(maker->name, "Backward");
    snprintf(text, length, ", which is output %d of %s%.*s,", nr,
             maker->kind == RT_NODE_COPY_SLICES ? "torch::autograd::" : "", end ? (int)(end - maker->name) : 200,
             maker->name);
}

/* What is known of the tensor that stood where `saved` does: as an operand or as a result; NULL: nothing. */
static const struct rt_output *description(const struct rt_saved *saved, const struct rt_node *node)
{
    int e = 0, i = (int)(saved - node->saved);
    bool of_list = saved < node->saved || saved >= node->saved + node->nsaved;

    if (!of_list && i >= node->nargs)
        return i - node->nargs < node->noutputs ? &node->outputs[i - node->nargs] : NULL;
    for (int k = 0; k < node->nargs && (of_list || k < i); k++) {
        const enum rt_kind kind = node->op->schema->params[k].kind;
        if (of_list && kind == RT_TENSORS && node->op->saves_args >> k & 1) {
            e += (int)(saved - node->list_saved);
            break;
        }
        e += kind == RT_TENSOR ? 1 : kind == RT_TENSORS ? (int)node->args[k].count : 0;
    }
    return e < node->nedges ? &node->inputs[e] : NULL;
}

static bool is_so(const struct rt_tensor *t, const struct rt_output *to)
{
    return (enum rt_dtype)t->dtype == to->dtype && t->storage->device == to->device &&
           rt_shape_equal(t->shape, t->ndim, to->shape.size, to->shape.ndim);
}

/* Formulas rely on sizes and types; a hook may have unpacked something else, or .data was replaced. */
static struct rt_tensor *checked_steal(struct rt_tensor *t, const struct rt_saved *saved, const struct rt_node *node,
                                       struct rt_error *err)
{
    const struct rt_output *to = node && node->kind == RT_NODE_OP ? description(saved, node) : NULL;

    if (t && t->sparse && node && node->kind == RT_NODE_OP && rt_check_sparse_gradient(node, err) < 0) {
        rt_tensor_unref(t);
        return NULL;
    }
    if (!t || !to || !to->device || is_so(t, to))
        return t;
    return rt_saved_fit_steal(t, to, node, err);
}

struct rt_tensor *rt_saved_take(struct rt_saved *saved, struct rt_node *node, struct rt_error *err)
{
    struct rt_tensor *t = saved->tensor;
    struct rt_autograd *autograd;
    char shape[RT_SHAPE_TEXT], type[64], maker[256];

    if (!t) {
        if (saved->released)
            freed_text(err);
        return NULL;
    }
    if (saved->is_packed) {
        t = checked_steal(rt_saved_unpack(saved, node, err), saved, node, err);
        rt_hold(t);
        return t;
    }
    if (*t->version != saved->version) {
        producer(saved, node, maker, sizeof maker);
        rt_error_set(
            err, RT_RUNTIME,
            "one of the variables needed for gradient computation has been modified by an inplace operation: [%s "
            "%s]%s is at version %u; expected version %u instead. Hint: enable anomaly detection to find the "
            "operation that failed to compute its gradient, with torch.autograd.set_detect_anomaly(True, "
            "check_nan=False).",
            rt_tensor_type_text(t, type, sizeof type), rt_shape_text(t->shape, t->ndim, shape, sizeof shape), maker,
            *t->version, saved->version);
        return NULL;
    }
    if (t->sparse && node && saved->is_output && rt_check_sparse_gradient(node, err) < 0)
        return NULL;
    if (!saved->is_output || !node)
        return checked_steal(rt_tensor_get(t), saved, node, err);
    struct rt_tensor *kept = t;
    if (!(t = rt_tensor_detach(t, err)))
        return NULL;
    if (!(autograd = rt_tensor_autograd(t, err)) || (rt_dual_on() && rt_tangent_share(t, kept, err) < 0)) {
        rt_tensor_unref(t);
        return NULL;
    }
    autograd->grad_fn = node;
    rt_node_get(node);
    autograd->output_nr = saved->output_nr;
    t->requires_grad = true;
    return t;
}

/* ---- nodes ------------------------------------------------------------------------------------------------------- */

void rt_node_ref(struct rt_node *node)
{
    rt_node_get(node);
}

static void forget_accumulator(struct rt_node *node)
{
    struct rt_autograd *autograd = node->variable ? node->variable->autograd : NULL;

    if (autograd && autograd->accumulator == node)
        autograd->accumulator = NULL;
}

void rt_node_unref(struct rt_node *node)
{
    if (!node || !rt_count_down(&node->references))
        return;
    forget_accumulator(node); /* at once: until it is destroyed a program may run that wants one */
    rt_node_destroy_later(node);
}

void rt_node_destroy(struct rt_node *node)
{
    for (int i = 0; i < node->nedges; i++)
        if (node->edges[i].node)
            rt_node_unref(node->edges[i].node);
    for (int i = 0; i < node->nsaved; i++)
        rt_saved_drop(&node->saved[i]);
    for (int i = 0; i < node->nlist_saved; i++)
        rt_saved_drop(&node->list_saved[i]);
    while (node->hooks) {
        struct rt_hook_entry *hook = node->hooks;
        node->hooks = hook->next;
        rt_hook_entry_free(hook);
    }
    while (node->retained) {
        struct rt_retained *r = node->retained;
        node->retained = r->next;
        rt_free(r);
    }
    if (node->variable)
        rt_tensor_unref(node->variable);
    if (node->inner)
        rt_node_unref(node->inner);
    if (node->foreign) {
        if (node->foreign->gone)
            node->foreign->gone(node->object, node);
        node->foreign->unref(node->object);
    }
    if (node->extra)
        rt_node_extra_free(node->extra);
    if (node->own_name)
        rt_free(node->own_name);
    if (node->list_saved)
        rt_free(node->list_saved);
    rt_block_free(node, node->block_class);
}

static size_t round8(size_t n)
{
    return (n + 7) & ~(size_t)7;
}

/* A node and its arrays in one block. It is kept small: a training loop makes and frees millions of them. */
struct rt_node *rt_node_new(enum rt_node_kind kind, const char *name, int nedges, int noutputs, int nargs, int nsaved,
                            size_t list_bytes, struct rt_error *err)
{
    size_t size = round8(sizeof(struct rt_node)), edges = (size_t)nedges * sizeof(struct rt_edge),
           outputs = (size_t)noutputs * sizeof(struct rt_output), args = (size_t)nargs * sizeof(struct rt_arg),
           inputs = (size_t)nedges * sizeof(struct rt_output), saved = (size_t)nsaved * sizeof(struct rt_saved),
           slices = kind == RT_NODE_COPY_SLICES ? sizeof(struct rt_slices) : 0;
    size_t full = size + edges + outputs + args + inputs + saved + slices + list_bytes;
    unsigned block_class = rt_block_class(full);
    char *block = rt_block_alloc(block_class, full);
    struct rt_node *node = (struct rt_node *)block;

    if (!node) {
        rt_error_memory(err);
        return NULL;
    }
    rt_clear(node, size + edges + args + saved); /* fields that must be zero at first are adjacent */
    node->references = 1;
    node->kind = kind;
    node->block_class = (uint8_t)block_class;
    node->name = name;
    node->sequence = next_sequence++;
    node->nedges = nedges;
    node->noutputs = noutputs;
    node->nargs = nargs;
    node->nsaved = nsaved;
    block += size;
    node->edges = (struct rt_edge *)block;
    node->args = (struct rt_arg *)(block += edges);
    node->saved = (struct rt_saved *)(block += args);
    node->outputs = (struct rt_output *)(block += saved);
    node->inputs = (struct rt_output *)(block += outputs);
    node->slices = slices ? (struct rt_slices *)(block + inputs) : NULL;
    node->lists = block + inputs + slices;
    for (int i = 0; i < nedges; i++)
        node->inputs[i].device = NULL;
    for (int i = 0; i < noutputs; i++)
        node->outputs[i].device = NULL;
    if (rt_anomaly && rt_node_note_origin(node, err) < 0) {
        rt_node_unref(node);
        return NULL;
    }
    return node;
}

static inline void describe(struct rt_output *out, const struct rt_tensor *t)
{
    out->device = t->storage->device;
    out->columns = t->ndim == 2 && t->strides[0] == 1 && t->strides[1] == t->shape[0];
    out->last = t->ndim >= 4 && rt_shape_strides_are_channels_last(t->shape, t->strides, t->ndim);
    out->dtype = (enum rt_dtype)t->dtype;
    out->shape.ndim = t->ndim;
    for (int i = 0; i < t->ndim; i++)
        out->shape.size[i] = t->shape[i];
}

void rt_output_describe(struct rt_output *out, const struct rt_tensor *t)
{
    describe(out, t);
}

struct rt_node *rt_tensor_accumulator(struct rt_tensor *t, struct rt_error *err)
{
    struct rt_autograd *autograd = rt_tensor_autograd(t, err);
    struct rt_node *node;

    if (!autograd)
        return NULL;
    if (autograd->accumulator) {
        rt_node_get(autograd->accumulator);
        return autograd->accumulator;
    }
    if (!(node = rt_node_new(RT_NODE_ACCUMULATE, "AccumulateGrad", 0, 1, 0, 0, 0, err)))
        return NULL;
    node->sequence = UINT64_MAX; /* leaves are done as soon as they are ready */
    rt_output_describe(&node->outputs[0], t);
    node->variable = rt_tensor_get(t);
    autograd->accumulator = node;
    return node;
}

/* A view that was made where nothing, or something else, was recorded. */
static int forbidden_view(struct rt_tensor *self, bool itself, struct rt_error *err)
{
    static const char many[] = "This view is the output of a function that returns multiple views. Such functions do "
                               "not allow the output views to be modified inplace. You should replace the inplace "
                               "operation by an out-of-place one.";
    static const char function[] =
        "This view was created inside a custom Function (or because an input was returned as-is) and the autograd "
        "logic to handle view+inplace would override the custom backward associated with the custom Function, leading "
        "to incorrect gradients. This behavior is forbidden. You can fix this by cloning the output of the custom "
        "Function.";
    bool inference = self->view_kind == RT_VIEW_INFERENCE;
    const struct rt_node *maker = self->autograd ? self->autograd->grad_fn : NULL;
    const char *changed =
        itself ? "is being modified inplace" : "its base or another view of its base has been modified inplace";

    if (maker && self->view_kind != RT_VIEW_NO_GRAD && !inference) {
        const char *end = NULL; /* the name of a custom function may have the word itself */
        for (const char *at = maker->name; (at = strstr(at, "Backward")); at++)
            end = at;
        return rt_error_set(err, RT_RUNTIME, "Output %d of %.*s is a view and %s. %s", self->autograd->output_nr,
                            end ? (int)(end - maker->name) : 200, maker->name, changed,
                            self->view_kind == RT_VIEW_OF_FUNCTION ? function : many);
    }
    if (self->view_kind == RT_VIEW_OF_MANY)
        return rt_error_set(err, RT_RUNTIME, "A view was created in no_grad mode and %s with grad mode enabled. %s",
                            changed, many);
    return rt_error_set(
        err, RT_RUNTIME,
        "A view was created in %s mode and %s %s. Given that this use case is ambiguous and "
        "error-prone, it is forbidden. You can clarify your code by moving both the view and the inplace either both "
        "inside the %s block (if you don't want the inplace to be tracked) or both outside (if you want the inplace to "
        "be tracked).",
        inference ? "inference" : "no_grad", changed, inference ? "in normal mode" : "with grad mode enabled",
        inference ? "inference_mode" : "no_grad");
}

/* A tensor that keeps its gradient gets that of its new history: the old node forgets it. */
static void move_retained(struct rt_tensor *t, struct rt_node *from, struct rt_node *to, int nr)
{
    for (struct rt_retained **at = &from->retained; *at;) {
        struct rt_retained *r = *at;
        if (r->tensor != t) {
            at = &r->next;
            continue;
        }
        *at = r->next;
        if (to) {
            *r = (struct rt_retained){nr, t, to->retained};
            to->retained = r;
        } else
            rt_free(r);
    }
}

/* Takes over the node's reference; NULL: no history. */
static void replace_history_steal(struct rt_tensor *t, struct rt_node *node, int nr)
{
    struct rt_node *old = t->autograd->grad_fn;

    if (old && t->autograd->retains_grad)
        move_retained(t, old, node, nr);
    t->autograd->grad_fn = node;
    t->autograd->output_nr = nr;
    rt_node_unref(old);
}

/* The grad_fn of a view whose base was changed in place is made anew: as_strided of the base. */
static int rebuild_view(struct rt_tensor *t, struct rt_error *err)
{
    extern struct rt_op rt_op_as_strided_of;
    struct rt_tensor *base = t->base;
    struct rt_autograd *autograd = rt_tensor_autograd(t, err);
    struct rt_node *node;
    int64_t *sizes, *strides, *base_strides;

    if (t->view_kind != RT_VIEW_PLAIN)
        return forbidden_view(t, false, err);
    if (!autograd)
        return -1;
    if (!(node =
              rt_node_new(RT_NODE_OP, "AsStridedBackward0", 1, 1, 6, 7, (size_t)(2 * t->ndim + base->ndim) * 8, err)))
        return -1;
    sizes = (int64_t *)(void *)node->lists;
    strides = sizes + t->ndim;
    base_strides = strides + t->ndim;
    node->op = &rt_op_as_strided_of;
    if (rt_gradient_edge(base, &node->edges[0], err) < 0) {
        rt_node_unref(node);
        return rt_error_memory(err);
    }
    memcpy(sizes, t->shape, (size_t)t->ndim * 8);
    memcpy(strides, t->strides, (size_t)t->ndim * 8);
    node->args[1] = rt_arg_ints(sizes, t->ndim);
    node->args[2] = rt_arg_ints(strides, t->ndim);
    node->args[3] = rt_arg_int(t->offset);
    memcpy(base_strides, base->strides, (size_t)base->ndim * 8);
    node->args[4] = rt_arg_ints(base_strides, base->ndim);
    node->args[5] = rt_arg_int(base->offset);
    rt_output_describe(&node->inputs[0], base);
    rt_output_describe(&node->outputs[0], t);
    replace_history_steal(t, node, 0);
    t->requires_grad = true;
    t->view_version = *t->version;
    return 0;
}

struct rt_node *rt_tensor_grad_fn(struct rt_tensor *t, struct rt_error *err)
{
    if (t->base && t->base->requires_grad && t->view_version != *t->version && rebuild_view(t, err) < 0)
        return NULL;
    return t->autograd ? t->autograd->grad_fn : NULL;
}

int rt_gradient_edge(struct rt_tensor *t, struct rt_edge *edge, struct rt_error *err)
{
    struct rt_node *node;

    edge->node = NULL;
    edge->input_nr = 0;
    if (!rt_needs_grad(t))
        return 0;
    if (t->base && t->base->requires_grad && t->view_version != *t->version && rebuild_view(t, err) < 0)
        return -1;
    if ((node = t->autograd ? t->autograd->grad_fn : NULL)) {
        rt_node_get(node);
        edge->node = node;
        edge->input_nr = t->autograd->output_nr;
        return 0;
    }
    edge->node = rt_tensor_accumulator(t, err);
    return edge->node ? 0 : -1;
}

/* ---- recording a call -------------------------------------------------------------------------------------------- */

static int count_edges(const struct rt_call *call)
{
    int n = call->schema->ntensors;

    for (int i = 0; call->schema->has_list && i < call->nargs; i++)
        n += call->schema->params[i].kind == RT_TENSORS ? (int)call->args[i].count : 0;
    return n;
}

/* The bytes that an argument's list takes in the node's own block. */
static size_t list_size(const struct rt_arg *arg)
{
    return arg->kind == RT_INTS || arg->kind == RT_FLOATS ? (size_t)arg->count * 8
           : arg->kind == RT_STRING                       ? round8((size_t)arg->count + 1)
                                                          : 0;
}

/* Copies an argument, its list to *memory, which is advanced behind it. */
static void copy_arg(struct rt_arg *to, const struct rt_arg *from, char **memory)
{
    size_t size = list_size(from);

    *to = *from;
    if (from->kind == RT_TENSOR || from->kind == RT_TENSORS)
        to->tensor = NULL;
    else if (from->kind == RT_INTS) {
        for (uint32_t k = 0; k < from->count; k++)
            ((int64_t *)(void *)*memory)[k] = from->ints[k];
        to->ints = (const int64_t *)(void *)*memory;
        *memory += size;
    } else if (from->kind == RT_FLOATS || from->kind == RT_STRING) {
        memcpy(*memory, from->ints, from->kind == RT_STRING ? from->count : size);
        if (from->kind == RT_STRING)
            (*memory)[from->count] = 0;
        to->ints = (const int64_t *)(void *)*memory;
        *memory += size;
    }
}

/* Is argument i to be saved? "self/other": only if the argument `other` requires grad. */
static bool wants_saved(const struct rt_call *call, int i)
{
    int k = call->schema->saved_if[i];

    return k < 0 || (call->args[k].kind == RT_TENSOR && rt_needs_grad(call->args[k].tensor));
}

/* A copy of what is about to be changed in place; with its history, where it has one. */
static struct rt_tensor *clone_for_saving(struct rt_tensor *t, struct rt_error *err)
{
    extern struct rt_op rt_op_clone;
    if (rt_is_followed(t))
        return rt_apply1(&rt_op_clone, (struct rt_arg[]){rt_arg_tensor(t)}, 1, err);
    struct rt_cast_copy_call call;

    if (t->sparse) {
        bool mode = rt_set_grad_enabled(false);
        struct rt_tensor *copy = rt_apply1(&rt_op_clone, (struct rt_arg[]){rt_arg_tensor(t)}, 1, err);
        rt_set_grad_enabled(mode);
        return copy;
    }
    struct rt_tensor *copy = rt_tensor_new_like(t, RT_DTYPE_NONE, err);
    if (!copy)
        return NULL;
    rt_tensor_view(copy, &call.out);
    rt_tensor_view(t, &call.in);
    if (t->numel && t->storage->device->kernels->cast_copy(t->storage->device, &call, err) < 0) {
        rt_tensor_unref(copy);
        return NULL;
    }
    return copy;
}

static int save_arg(struct rt_node *node, struct rt_call *call, int i, bool inplace, struct rt_error *err)
{
    struct rt_tensor *t = call->args[i].tensor;

    if (call->args[i].kind == RT_TENSORS) {
        node->list_saved = rt_alloc(call->args[i].count * sizeof *node->list_saved + 1);
        if (!node->list_saved)
            return rt_error_memory(err);
        memset(node->list_saved, 0, call->args[i].count * sizeof *node->list_saved);
        node->nlist_saved = (int)call->args[i].count;
        for (uint32_t k = 0; k < call->args[i].count; k++)
            if (call->args[i].tensors[k] &&
                rt_saved_set(&node->list_saved[k], call->args[i].tensors[k], false, 0, err) < 0)
                return -1;
        return 0;
    }
    /* PyTorch makes a tensor of the scalar and frees it with the others: backward works once */
    if (call->args[i].kind == RT_SCALAR && call->schema->params[i].kind == RT_TENSOR)
        node->saved[i].is_scalar = true;
    if (call->args[i].kind != RT_TENSOR)
        return 0;
    if (inplace && i == 0) { /* the value before the change */
        if (!(t = clone_for_saving(t, err)))
            return -1;
        int rc = rt_saved_set(&node->saved[i], t, false, 0, err);
        rt_tensor_unref(t);
        return rc;
    }
    /* self as another operand, too: it becomes the result, and the node must not hold itself */
    return rt_saved_set(&node->saved[i], t, inplace && t == call->args[0].tensor, 0, err);
}

static const char *node_name(const struct rt_call *call, bool inplace)
{
    char *const *names = call->schema->node_names;

    if (!names[RT_NAME_PLAIN])
        return "NotImplemented";
    if (call->schema->one_name)
        return names[RT_NAME_PLAIN];
    for (int i = 0; i < call->nargs; i++)
        if (call->schema->params[i].kind == RT_TENSOR && call->args[i].kind == RT_SCALAR)
            return names[i ? RT_NAME_SCALAR : RT_NAME_FIRST];
    return names[inplace ? RT_NAME_INPLACE : RT_NAME_PLAIN];
}

static inline int record_input(struct rt_node *node, int e, struct rt_tensor *t, struct rt_error *err)
{
    describe(&node->inputs[e], t);
    return rt_gradient_edge(t, &node->edges[e], err);
}

struct rt_node *rt_record_begin(struct rt_call *call, bool inplace, struct rt_error *err)
{
    int nedges = count_edges(call), e = 0;
    const char *name = node_name(call, inplace);
    /* a list has as many results as it has */
    size_t list_bytes = 0;
    int results = call->schema->nreturns == 1 && call->schema->returns[0].kind == RT_TENSOR ? 1 : RT_MAX_RESULTS;
    struct rt_node *node;
    char *memory;

    for (int i = 0; i < call->nargs; i++)
        list_bytes += list_size(&call->args[i]);
    node = rt_node_new(RT_NODE_OP, name, nedges, results, call->nargs, call->nargs + results, list_bytes, err);
    if (!node)
        return NULL;
    memory = node->lists;
    node->op = call->op;
    node->inplace = inplace;
    node->noutputs = 0;
    for (int i = 0; i < call->nargs; i++) {
        struct rt_arg *arg = &call->args[i];
        copy_arg(&node->args[i], arg, &memory);
        if (call->schema->params[i].kind == RT_TENSOR) {
            if (arg->kind == RT_TENSOR && record_input(node, e, arg->tensor, err) < 0)
                goto fail;
            e++;
        } else if (call->schema->params[i].kind == RT_TENSORS)
            for (uint32_t k = 0; k < arg->count; k++, e++)
                if (arg->kind == RT_TENSORS && arg->tensors[k] && record_input(node, e, arg->tensors[k], err) < 0)
                    goto fail;
        if (call->op->saves_args >> i & 1 && wants_saved(call, i) && save_arg(node, call, i, inplace, err) < 0)
            goto fail;
    }
    return node;
fail:
    rt_node_unref(node);
    return NULL;
}

/* ---- a node beside the tape, for tangents ------------------------------------------------------------------------ */

static int save_aside(struct rt_saved *saved, struct rt_tensor *t, bool changes, bool history, struct rt_error *err)
{
    struct rt_tensor *kept = changes ? clone_for_saving(t, err) : history ? rt_tensor_get(t) : rt_tensor_detach(t, err);
    int rc = kept ? rt_saved_set(saved, kept, false, 0, err) : -1;

    rt_tensor_unref(kept);
    return rc;
}

/* Saves argument i; `self` is changed by the call, or NULL. */
static int save_argument(struct rt_node *node, const struct rt_arg *arg, int i, const struct rt_tensor *self,
                         bool history, struct rt_error *err)
{
    if (arg->kind == RT_TENSOR)
        return save_aside(&node->saved[i], arg->tensor, self && arg->tensor->storage == self->storage, history, err);
    if (arg->kind != RT_TENSORS)
        return 0;
    if (!(node->list_saved = rt_alloc(arg->count * sizeof *node->list_saved + 1)))
        return rt_error_memory(err);
    memset(node->list_saved, 0, arg->count * sizeof *node->list_saved);
    node->nlist_saved = (int)arg->count;
    for (uint32_t k = 0; k < arg->count; k++)
        if (arg->tensors[k] && save_aside(&node->list_saved[k], arg->tensors[k],
                                          self && arg->tensors[k]->storage == self->storage, history, err) < 0)
            return -1;
    return 0;
}

static int fill_aside(struct rt_node *node, const struct rt_call *call, bool inplace, bool history,
                      struct rt_error *err)
{
    const struct rt_tensor *self = inplace ? call->args[0].tensor : NULL;
    char *memory = node->lists;
    int e = 0;

    for (int i = 0; i < call->nargs; i++) {
        const struct rt_arg *arg = &call->args[i];
        copy_arg(&node->args[i], arg, &memory);
        if (call->schema->params[i].kind == RT_TENSOR) {
            if (arg->kind == RT_TENSOR)
                describe(&node->inputs[e], arg->tensor);
            e++;
        } else if (call->schema->params[i].kind == RT_TENSORS)
            for (uint32_t k = 0; k < arg->count; k++, e++)
                if (arg->kind == RT_TENSORS && arg->tensors[k])
                    describe(&node->inputs[e], arg->tensors[k]);
        if (call->op->saves_args >> i & 1 && save_argument(node, arg, i, self, history, err) < 0)
            return -1;
    }
    return 0;
}

struct rt_node *rt_record_aside(struct rt_call *call, bool inplace, bool history, struct rt_error *err)
{
    const struct rt_saved_hooks *hooks = rt_saved_hooks;
    size_t list_bytes = 0;
    struct rt_node *node;

    for (int i = 0; i < call->nargs; i++)
        list_bytes += list_size(&call->args[i]);
    node = rt_node_new(RT_NODE_OP, node_name(call, inplace), count_edges(call), RT_MAX_RESULTS, call->nargs,
                       call->nargs + RT_MAX_RESULTS, list_bytes, err);
    if (!node)
        return NULL;
    node->op = call->op;
    node->inplace = inplace;
    node->noutputs = 0;
    rt_saved_hooks = NULL; /* what is kept for this call only is not packed */
    int rc = fill_aside(node, call, inplace, history, err);
    rt_saved_hooks = hooks;
    if (rc == 0)
        return node;
    rt_node_unref(node);
    return NULL;
}

/* Describes the results; more than the node has room for behind it. */
static int describe_results(struct rt_node *node, struct rt_results *r, struct rt_error *err)
{
    struct rt_tensor **list = r->is_list ? r->list : r->tensor;

    if (r->count > node->nsaved - node->nargs) {
        if (!(node->own_name = rt_alloc((size_t)r->count * sizeof *node->outputs)))
            return rt_error_memory(err);
        node->outputs = (struct rt_output *)node->own_name;
    }
    node->noutputs = r->count;
    for (int i = 0; i < r->count; i++)
        if (list[i]) /* a result may be left out */
            describe(&node->outputs[i], list[i]);
        else
            rt_clear(&node->outputs[i], sizeof node->outputs[i]);
    return 0;
}

int rt_record_results(struct rt_node *node, struct rt_call *call, bool history, struct rt_error *err)
{
    struct rt_results *r = call->results;
    struct rt_tensor **list = r->is_list ? r->list : r->tensor;
    const struct rt_saved_hooks *hooks = rt_saved_hooks;
    int rc = describe_results(node, r, err);

    rt_saved_hooks = NULL;
    for (int i = 0; i < r->count && i < node->nsaved - node->nargs && rc == 0; i++)
        if (call->op->saves_results >> i & 1)
            rc = save_aside(&node->saved[node->nargs + i], list[i], false, history, err);
    rt_saved_hooks = hooks;
    return rc;
}

int rt_set_history(struct rt_tensor *t, struct rt_node *node, int nr, struct rt_error *err)
{
    struct rt_autograd *autograd = rt_tensor_autograd(t, err);

    if (!autograd)
        return -1;
    rt_node_get(node);
    replace_history_steal(t, node, nr);
    t->requires_grad = true;
    if (t->base)
        t->view_version = *t->version;
    return 0;
}

static void strides_of(const struct rt_tensor *t, struct rt_output *out, int64_t *strides, int64_t *offset)
{
    rt_output_describe(out, t);
    memcpy(strides, t->strides, t->ndim * sizeof *strides);
    *offset = t->offset;
}

/* In place on a view: the base's new history passes the gradient around the window. */
int rt_rebase_view(struct rt_tensor *t, struct rt_node *node, struct rt_error *err)
{
    struct rt_tensor *base = t->base;
    struct rt_node *slices =
        rt_node_new(RT_NODE_COPY_SLICES, "CopySlices", node->nedges ? node->nedges : 1, 1, 0, 0, 0, err);

    if (!slices)
        return -1;
    slices->inner = node;
    rt_node_get(node);
    strides_of(base, &slices->slices->base, slices->slices->base_strides, &slices->slices->base_offset);
    strides_of(t, &slices->slices->window, slices->slices->window_strides, &slices->slices->window_offset);
    rt_output_describe(&slices->outputs[0], base);
    rt_output_describe(&slices->inputs[0], base);
    if (rt_gradient_edge(base, &slices->edges[0], err) < 0) {
        rt_node_unref(slices);
        return -1;
    }
    for (int i = 1; i < node->nedges && strcmp(node->name, "NotImplemented");
         i++) { /* what has no derivative leads nowhere from here */
        slices->edges[i] = node->edges[i];
        slices->inputs[i] = node->inputs[i];
        if (slices->edges[i].node)
            rt_node_get(slices->edges[i].node);
    }
    int rc = rt_set_history(base, slices, 0, err);
    rt_node_unref(slices);
    t->view_version = *t->version - 1; /* its own grad_fn is made anew when asked for */
    return rc;
}

/* Is the result of a type asked for by dtype=, and is that not all the op does? Or does it come from a tensor of a type
   without gradients, into which something with a gradient was written? */
static bool folds_into_type(const struct rt_call *call)
{
    bool asked = false;

    for (int i = 0; i < call->nargs; i++) {
        if (call->schema->params[i].kind == RT_DEVICE_ARG)
            return false;
        asked |= call->args[i].kind == RT_DTYPE_ARG && call->schema->params[i].keyword_only;
    }
    const struct rt_tensor *self = call->args[0].kind == RT_TENSOR ? call->args[0].tensor : NULL;
    asked |= self && rt_needs_grad(self) && !rt_dtype_is_inexact((enum rt_dtype)self->dtype);
    bool real = self && rt_needs_grad(self) && !rt_dtype_is_inexact((enum rt_dtype)self->dtype);
    return (asked || call->op->flags & RT_OP_SELF_TYPE) && (real || !(call->op->flags & RT_OP_VIEW)) &&
           !(call->op->flags & RT_OP_CONVERTS);
}

int rt_record_end(struct rt_node *node, struct rt_call *call, bool inplace, struct rt_error *err)
{
    struct rt_results *r = call->results;
    struct rt_tensor **list = r->is_list ? r->list : r->tensor;

    int capacity = node->nsaved - node->nargs;

    if (describe_results(node, r, err) < 0)
        return -1;
    if ((!inplace || call->op->flags & RT_OP_VIEW) && r->count && !rt_dtype_is_inexact((enum rt_dtype)list[0]->dtype) &&
        folds_into_type(call))
        return rt_error_set(err, RT_RUNTIME, "Autograd not support dtype: %s", rt_dtype_table[list[0]->dtype].scalar);
    if (inplace && list[0]->base && !(call->op->flags & RT_OP_VIEW)) {
        if (rt_rebase_view(list[0], node, err) < 0)
            return -1;
    } else {
        if (inplace)
            list[0]->view_version = *list[0]->version; /* only its shape changed: its history is still the view's */
        for (int i = 0; i < r->count; i++)
            if (list[i] && (inplace || rt_dtype_is_inexact((enum rt_dtype)list[i]->dtype)) &&
                !(i < 32 && call->op->constants >> i & 1) && rt_set_history(list[i], node, i, err) < 0)
                return -1;
    }
    for (int i = 0; i < r->count && i < capacity; i++)
        if (call->op->saves_results >> i & 1 &&
            rt_saved_set(&node->saved[node->nargs + i], list[i],
                         rt_dtype_is_inexact((enum rt_dtype)list[i]->dtype) && !(call->op->constants >> i & 1), i,
                         err) < 0)
            return -1;
    return 0;
}

int rt_inference_change(struct rt_error *err)
{
    return rt_error_set(err, RT_RUNTIME,
                        "Inplace update to inference tensor outside InferenceMode is not allowed.You can make a clone "
                        "to get a normal tensor before doing inplace update.See "
                        "https://github.com/pytorch/rfcs/pull/17 for more details.");
}

int rt_check_inplace(struct rt_tensor *self, bool needs_grad, struct rt_error *err)
{
    if (self->base && self->view_kind != RT_VIEW_PLAIN)
        return forbidden_view(self, true, err);
    if (needs_grad && !self->base && !(self->autograd && self->autograd->grad_fn))
        return rt_error_set(err, RT_RUNTIME,
                            "a leaf Variable that requires grad is being used in an in-place operation.");
    /* of a leaf; or of a tensor without history that was a view before it required gradients */
    if (self->base && (self->base->requires_grad || self->requires_grad) &&
        !(self->base->autograd && self->base->autograd->grad_fn))
        return rt_error_set(err, RT_RUNTIME,
                            "a view of a leaf Variable that requires grad is being used in an in-place operation.");
    return 0;
}

void rt_tensor_leave_base(struct rt_tensor *tensor)
{
    struct rt_tensor *base = tensor->base;

    if (base && __atomic_load_n(&base->references, __ATOMIC_ACQUIRE) == 1) {
        tensor->base = NULL;
        rt_tensor_unref(base);
    }
}

void rt_tensor_forget(struct rt_tensor *tensor)
{
    if (tensor->autograd && tensor->autograd->grad_fn)
        replace_history_steal(tensor, NULL, 0);
    tensor->requires_grad = false;
}

int rt_tensor_name_node(struct rt_tensor *tensor, const char *name, struct rt_error *err)
{
    struct rt_node *node = rt_grad_mode ? rt_tensor_grad_fn(tensor, err) : NULL; /* else an older step would be named */
    char *copy;

    if (!node)
        return err->code ? -1 : 0;
    if (node->own_name && node->name != node->own_name) /* the memory behind the node is used already */
        return 0;
    if (!(copy = rt_alloc(strlen(name) + 1)))
        return rt_error_memory(err);
    strcpy(copy, name);
    rt_free(node->own_name);
    node->name = node->own_name = copy;
    return 0;
}
