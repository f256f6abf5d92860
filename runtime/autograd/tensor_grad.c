/* Autograd as a tensor shows it: requires_grad, .grad, hooks, the node's public functions, what the cycle collector may
   visit. Must not know formulas. */
#include "autograd.h"
#include "blocks.h"

#include <stdatomic.h>
#include <string.h>

void rt_autograd_free(struct rt_autograd *autograd)
{
    struct rt_node *fn = autograd->grad_fn;

    if (autograd->retains_grad && fn) /* the node must forget this tensor; it is found by its gradient's owner */
        for (struct rt_retained **at = &fn->retained; *at;) {
            struct rt_retained *r = *at;
            if (r->tensor->autograd == autograd) {
                *at = r->next;
                rt_free(r);
            } else
                at = &r->next;
        }
    if (fn)
        rt_node_unref(fn);
    if (autograd->grad)
        rt_tensor_unref(autograd->grad);
    if (autograd->dual)
        rt_dual_free(autograd->dual);
    while (autograd->hooks && autograd->hooks->first) {
        struct rt_hook_entry *hook = autograd->hooks->first;
        autograd->hooks->first = hook->next;
        rt_hook_entry_free(hook);
    }
    if (autograd->hooks)
        rt_free(autograd->hooks);
    rt_block_free(autograd, rt_block_class(sizeof *autograd));
}

bool rt_tensor_requires_grad(const struct rt_tensor *t)
{
    return rt_needs_grad(t);
}

void rt_tensor_touch(struct rt_tensor *t)
{
    rt_tensor_bump(t);
}
bool rt_tensor_is_inference(const struct rt_tensor *t)
{
    return t->inference;
}
bool rt_tensor_is_leaf(const struct rt_tensor *t)
{
    return !rt_needs_grad(t) || !((t->autograd && t->autograd->grad_fn) ||
                                  (t->base && t->base->requires_grad && t->view_kind != RT_VIEW_NO_GRAD &&
                                   t->view_kind != RT_VIEW_INFERENCE && t->view_version != *t->version));
}

int rt_tensor_set_requires_grad(struct rt_tensor *t, bool on, struct rt_error *err)
{
    if (!rt_tensor_is_leaf(t)) {
        if (on)
            return 0;
        return rt_error_set(
            err, RT_RUNTIME,
            "you can only change requires_grad flags of leaf variables. If you want to use a computed "
            "variable in a subgraph that doesn't require differentiation use var_no_grad = var.detach().");
    }
    if (on && t->inference && !rt_inference_mode())
        return rt_error_set(err, RT_RUNTIME,
                            "Setting requires_grad=True on inference tensor outside InferenceMode is not allowed.");
    if (on && !rt_dtype_is_inexact((enum rt_dtype)t->dtype))
        return rt_error_set(err, RT_RUNTIME, "only Tensors of floating point dtype can require gradients");
    t->requires_grad = on;
    if (t->base)
        t->view_version = *t->version;
    return 0;
}

int64_t rt_tensor_output_nr(const struct rt_tensor *t)
{
    return t->autograd ? t->autograd->output_nr : 0;
}

struct rt_tensor *rt_tensor_grad(const struct rt_tensor *t)
{
    return t->autograd ? t->autograd->grad : NULL;
}

int rt_tensor_set_grad(struct rt_tensor *t, struct rt_tensor *grad, struct rt_error *err)
{
    struct rt_autograd *autograd;
    char a[RT_DEVICE_TEXT], b[RT_DEVICE_TEXT], want[RT_SHAPE_TEXT], got[RT_SHAPE_TEXT];

    if (!grad) {
        if (t->autograd) {
            struct rt_tensor *old = t->autograd->grad;
            t->autograd->grad = NULL;
            rt_tensor_unref(old);
        }
        return 0;
    }
    if (grad == t)
        return rt_error_set(err, RT_RUNTIME, "can't assign Variable as its own grad");
    if (grad->dtype != t->dtype)
        return rt_error_set(
            err, RT_RUNTIME,
            "attempting to assign a gradient with dtype '%s' to a tensor with grad_dtype '%s'. The gradient must match "
            "the tensor's grad_dtype (defaults to the tensor's dtype). You can set the tensor's grad_dtype attribute "
            "with a specific dtype, or None to allow any dtype. Set grad_dtype with caution. Diverging the dtypes of a "
            "tensor and its gradient may break downstream systems that assume they match.",
            rt_dtype_table[(enum rt_dtype)grad->dtype].cxx, rt_dtype_table[t->dtype].scalar);
    if (grad->storage->device != t->storage->device)
        return rt_error_set(err, RT_RUNTIME,
                            "attempting to assign a gradient with device type '%s' to a tensor with device type '%s'. "
                            "Please ensure that the gradient and the tensor are on the same device",
                            rt_device_text(grad->storage->device, b, sizeof b),
                            rt_device_text(t->storage->device, a, sizeof a));
    if (!rt_shape_equal(grad->shape, grad->ndim, t->shape, t->ndim))
        return rt_error_set(err, RT_RUNTIME,
                            "attempting to assign a gradient of size '%s' to a tensor of size '%s'. Please ensure that "
                            "the gradient and the tensor are the same size",
                            rt_shape_text(grad->shape, grad->ndim, got, sizeof got),
                            rt_shape_text(t->shape, t->ndim, want, sizeof want));
    if (!(autograd = rt_tensor_autograd(t, err)))
        return -1;
    rt_tensor_ref(grad);
    rt_tensor_unref(autograd->grad);
    autograd->grad = grad;
    return 0;
}

int rt_tensor_retain_grad(struct rt_tensor *t, struct rt_error *err)
{
    struct rt_node *node;
    struct rt_retained *r;

    if (!rt_needs_grad(t))
        return rt_error_set(err, RT_RUNTIME, "can't retain_grad on Tensor that has requires_grad=False");
    if (rt_tensor_is_leaf(t) || (t->autograd && t->autograd->retains_grad))
        return 0;
    if (!(node = rt_tensor_grad_fn(t, err)))
        return -1;
    if (!(r = rt_alloc(sizeof *r)))
        return rt_error_memory(err);
    *r = (struct rt_retained){t->autograd->output_nr, t, node->retained};
    node->retained = r;
    t->autograd->retains_grad = true;
    return 0;
}

bool rt_tensor_retains_grad(const struct rt_tensor *t)
{
    return t->autograd && t->autograd->retains_grad;
}

/* ---- hooks ------------------------------------------------------------------------------------------------------- */

static struct rt_hook_handle *add_failed(struct rt_error *err, enum rt_error_code code, const char *text)
{
    rt_error_set(err, code, "%s", text);
    return NULL;
}

struct rt_hook_handle *rt_tensor_add_hook(struct rt_tensor *t, rt_hook call, void *object,
                                          const struct rt_foreign *foreign, bool post, struct rt_error *err)
{
    struct rt_hook_entry *hook, **at, **list;
    struct rt_hook_handle *handle;
    struct rt_autograd *autograd;
    struct rt_node *node;

    if (!rt_needs_grad(t))
        return add_failed(err, RT_RUNTIME, "cannot register a hook on a tensor that doesn't require gradient");
    if (post && !rt_tensor_is_leaf(t))
        return add_failed(err, RT_RUNTIME, "post accumulate grad hooks cannot be registered on non-leaf tensors");
    if (!(autograd = rt_tensor_autograd(t, err)))
        return NULL;
    rt_error_clear(err);
    node = rt_tensor_grad_fn(t, err);
    if (err->code)
        return NULL;
    if (!node && !autograd->hooks) {
        if (!(autograd->hooks = rt_alloc(sizeof *autograd->hooks)))
            return rt_error_memory(err), NULL;
        autograd->hooks->first = NULL;
    }
    hook = rt_alloc(sizeof *hook);
    handle = rt_alloc(sizeof *handle);
    if (!hook || !handle) {
        rt_free(hook);
        rt_free(handle);
        return rt_error_memory(err), NULL;
    }
    list = node ? &node->hooks : &autograd->hooks->first;
    *handle = (struct rt_hook_handle){.references = 2, .of_tensor = hook, .tensor_list = list};
    *hook = (struct rt_hook_entry){handle, autograd->output_nr, call, object, foreign, post, NULL};
    foreign->ref(object);
    for (at = list; *at; at = &(*at)->next)
        ;
    *at = hook;
    return handle;
}

/* ---- nodes ------------------------------------------------------------------------------------------------------- */

const char *rt_node_name(const struct rt_node *node)
{
    return node->name;
}
int rt_node_edge_count(const struct rt_node *node)
{
    return node->nedges;
}
struct rt_node *rt_node_edge(const struct rt_node *node, int i, int *input_nr)
{
    if (input_nr)
        *input_nr = node->edges[i].input_nr;
    return node->edges[i].node;
}
/* Parameters that never have a gradient, of any op. */
static const char *const without_edges[] = {"index", "indices", "mask", "condition", "running_mean", "running_var"};

bool rt_node_edge_shown(const struct rt_node *node, int i)
{
    const struct rt_schema *schema = node->kind == RT_NODE_OP && node->op ? node->op->schema : NULL;
    const char *name = NULL;
    int param = -1;

    for (int e = 0, k = 0; schema && k < schema->nparams && e <= i; k++) {
        int n = schema->params[k].kind == RT_TENSOR    ? 1
                : schema->params[k].kind == RT_TENSORS ? (int)node->args[k].count
                                                       : 0;
        if (n && i < e + n)
            param = k;
        e += n;
    }
    if (param < 0)
        return true;
    name = schema->params[param].name;
    for (size_t k = 0; k < sizeof without_edges / sizeof *without_edges; k++)
        if (!strcmp(name, without_edges[k]))
            return false;
    if (node->op->hidden_edges >> param & 1 ||
        (node->op->hidden_scalars >> param & 1 && node->args[param].kind != RT_TENSOR))
        return false;
    return strcmp(node->name, "NotImplemented") || node->edges[i].node; /* only what wants a gradient */
}
struct rt_tensor *rt_node_variable(const struct rt_node *node)
{
    return node->variable;
}

/* ---- the cycle collector ----------------------------------------------------------------------------------------- */

static int visit_hooks(struct rt_hook_entry *hook, int (*visit)(void *, void *), void *context)
{
    for (; hook; hook = hook->next)
        if (visit(hook->object, context))
            return -1;
    return 0;
}

static int visit_extra(const struct rt_node_extra *extra, int (*visit)(void *, void *), void *context)
{
    for (struct rt_node_hook_entry *hook = extra->hooks; hook; hook = hook->next)
        if (visit(hook->object, context))
            return -1;
    return extra->note ? visit(extra->note, context) : 0;
}

static int visit_tensor(struct rt_tensor *t, int (*visit)(void *, void *), void *context, int depth);

/* Follows nodes that only this path keeps alive. The depth is bounded: what is deeper is not visited, which is safe. */
static int visit_node(struct rt_node *node, int (*visit)(void *, void *), void *context, int depth)
{
    while (node && depth-- > 0 && __atomic_load_n(&node->references, __ATOMIC_RELAXED) == 1) {
        struct rt_node *next = NULL;
        if (visit_hooks(node->hooks, visit, context) || (node->extra && visit_extra(node->extra, visit, context)))
            return -1;
        for (int i = 0; i < node->nsaved; i++)
            if (node->saved[i].is_packed && visit(node->saved[i].packed->object, context))
                return -1;
        if (node->foreign && visit(node->object, context))
            return -1;
        if (node->variable && visit_tensor(node->variable, visit, context, depth))
            return -1;
        for (int i = 0; i < node->nedges; i++) {
            if (next && visit_node(next, visit, context, depth > 64 ? 64 : depth))
                return -1;
            next = node->edges[i].node;
        }
        node = next;
    }
    return 0;
}

static int visit_tensor(struct rt_tensor *t, int (*visit)(void *, void *), void *context, int depth)
{
    if (depth <= 0 || __atomic_load_n(&t->references, __ATOMIC_RELAXED) != 1)
        return 0;
    if (t->autograd && t->autograd->hooks && visit_hooks(t->autograd->hooks->first, visit, context))
        return -1;
    return t->autograd && t->autograd->grad_fn ? visit_node(t->autograd->grad_fn, visit, context, depth - 1) : 0;
}

int rt_node_traverse(struct rt_node *node, int (*visit)(void *object, void *context), void *context)
{
    return visit_node(node, visit, context, 4096);
}

int rt_tensor_traverse(struct rt_tensor *t, int (*visit)(void *object, void *context), void *context)
{
    if (!t->autograd)
        return 0;
    if (t->autograd->hooks && visit_hooks(t->autograd->hooks->first, visit, context))
        return -1;
    if (t->autograd->grad && visit_tensor(t->autograd->grad, visit, context, 64))
        return -1;
    return t->autograd->grad_fn ? visit_node(t->autograd->grad_fn, visit, context, 4096) : 0;
}
