/* What a node of the autograd graph has besides its formula: hooks, a note, where in the program it was made, its saved
   tensors; and the nodes of autograd.Function. Must not know an op by name. */
#include "autograd.h"

#include <string.h>

struct rt_node_extra *rt_node_extra(struct rt_node *node, struct rt_error *err)
{
    if (node->extra)
        return node->extra;
    if (!(node->extra = rt_alloc(sizeof *node->extra))) {
        rt_error_memory(err);
        return NULL;
    }
    *node->extra = (struct rt_node_extra){0};
    return node->extra;
}

void rt_hook_handle_free(struct rt_hook_handle *handle)
{
    if (handle && --handle->references == 0)
        rt_free(handle);
}

void rt_hook_gone(struct rt_hook_handle *handle)
{
    handle->of_tensor = NULL;
    handle->of_node = NULL;
    rt_hook_handle_free(handle);
}

void rt_hook_entry_free(struct rt_hook_entry *hook)
{
    rt_hook_gone(hook->handle);
    hook->foreign->unref(hook->object);
    rt_free(hook);
}

static void free_hook(struct rt_node_hook_entry *hook)
{
    rt_hook_gone(hook->handle);
    hook->foreign->unref(hook->object);
    rt_free(hook);
}

void rt_hook_remove(struct rt_hook_handle *handle)
{
    if (handle->of_tensor)
        for (struct rt_hook_entry **at = handle->tensor_list; *at; at = &(*at)->next)
            if (*at == handle->of_tensor) {
                *at = handle->of_tensor->next;
                rt_hook_entry_free(handle->of_tensor);
                return;
            }
    if (handle->of_node)
        for (struct rt_node_hook_entry **at = handle->node_list; *at; at = &(*at)->next)
            if (*at == handle->of_node) {
                *at = handle->of_node->next;
                free_hook(handle->of_node);
                return;
            }
}

void rt_node_extra_free(struct rt_node_extra *extra)
{
    while (extra->hooks) {
        struct rt_node_hook_entry *hook = extra->hooks;
        extra->hooks = hook->next;
        free_hook(hook);
    }
    if (extra->note)
        extra->foreign->unref(extra->note);
    rt_free(extra->position);
    rt_node_unref(extra->parent);
    rt_free(extra);
}

/* ---- hooks ------------------------------------------------------------------------------------------------------- */

struct rt_hook_handle *rt_node_add_hook(struct rt_node *node, rt_node_hook call, void *object,
                                        const struct rt_foreign *foreign, bool post, struct rt_error *err)
{
    struct rt_node_extra *extra = rt_node_extra(node, err);
    struct rt_node_hook_entry *hook, **at;
    struct rt_hook_handle *handle;

    if (!extra)
        return NULL;
    hook = rt_alloc(sizeof *hook);
    handle = rt_alloc(sizeof *handle);
    if (!hook || !handle) {
        rt_free(hook);
        rt_free(handle);
        rt_error_memory(err);
        return NULL;
    }
    *handle = (struct rt_hook_handle){.references = 2, .of_node = hook, .node_list = &extra->hooks};
    *hook = (struct rt_node_hook_entry){handle, call, object, foreign, post, NULL};
    foreign->ref(object);
    for (at = &extra->hooks; *at; at = &(*at)->next)
        ;
    *at = hook;
    return handle;
}

void rt_hook_row_add(struct rt_hook_row *row, union rt_hook_call call, void *object, const struct rt_foreign *foreign)
{
    row->hooks[row->count++] = (struct rt_hook_taken){call, object, foreign};
    foreign->ref(object);
}

int rt_hook_row_make(struct rt_hook_row *row, size_t most, struct rt_error *err)
{
    row->count = 0;
    row->hooks = most <= sizeof row->small / sizeof *row->small ? row->small : rt_alloc(most * sizeof *row->hooks);
    return row->hooks ? 0 : rt_error_memory(err);
}

void rt_hook_row_end(struct rt_hook_row *row)
{
    for (size_t i = 0; i < row->count; i++)
        row->hooks[i].foreign->unref(row->hooks[i].object);
    if (row->hooks != row->small)
        rt_free(row->hooks);
}

int rt_node_run_hooks(struct rt_node *node, bool post, struct rt_tensor **changed, int nchanged,
                      struct rt_tensor *const *given, int ngiven, struct rt_error *err)
{
    struct rt_hook_row row;
    size_t most = 0;
    int rc = 0;

    if (!node->extra)
        return 0;
    for (struct rt_node_hook_entry *hook = node->extra->hooks; hook; hook = hook->next)
        most += hook->post == post;
    if (!most)
        return 0;
    if (rt_hook_row_make(&row, most, err) < 0)
        return -1;
    for (struct rt_node_hook_entry *hook = node->extra->hooks; hook; hook = hook->next)
        if (hook->post == post)
            rt_hook_row_add(&row, (union rt_hook_call){.of_node = hook->call}, hook->object, hook->foreign);
    for (size_t i = 0; i < row.count && rc == 0; i++)
        if (row.hooks[i].call.of_node(row.hooks[i].object, changed, nchanged, given, ngiven, err) < 0)
            rc = err->code ? -1 : rt_error_set(err, RT_FOREIGN, "%s", "");
    rt_hook_row_end(&row);
    return rc;
}

/* ---- notes ------------------------------------------------------------------------------------------------------- */

void *rt_node_note(const struct rt_node *node)
{
    return node->extra ? node->extra->note : NULL;
}

int rt_node_set_note(struct rt_node *node, void *object, const struct rt_foreign *foreign, struct rt_error *err)
{
    struct rt_node_extra *extra = rt_node_extra(node, err);

    if (!extra)
        return -1;
    void *old = extra->note;
    const struct rt_foreign *old_foreign = extra->foreign;
    foreign->ref(object);
    extra->note = object;
    extra->foreign = foreign;
    if (old) /* last: it may run a program that asks for the note */
        old_foreign->unref(old);
    return 0;
}

void *rt_node_user(const struct rt_node *node)
{
    return node->extra ? node->extra->user : NULL;
}

int rt_node_set_user(struct rt_node *node, void *user, struct rt_error *err)
{
    struct rt_node_extra *extra = user ? rt_node_extra(node, err) : node->extra;

    if (extra)
        extra->user = user;
    return user && !extra ? -1 : 0;
}

int rt_node_call(struct rt_node *node, struct rt_tensor *const *gradients, int n, struct rt_tensor **results,
                 struct rt_error *err)
{
    struct rt_tensor **fitting;
    bool *wanted;
    int rc;

    memset(results, 0, (size_t)node->nedges * sizeof *results);
    if (n != node->noutputs)
        return rt_error_set(err, RT_RUNTIME, "%s expects %d gradients, got %d", node->name, node->noutputs, n);
    if (node->kind == RT_NODE_ACCUMULATE)
        return rt_error_set(err, RT_RUNTIME, "AccumulateGrad is run by backward() only");
    if (!(fitting = rt_alloc((size_t)n * sizeof *fitting + (size_t)node->nedges + 1)))
        return rt_error_memory(err);
    wanted = (bool *)(fitting + n);
    for (int i = 0; i < node->nedges; i++)
        wanted[i] = node->edges[i].node != NULL;
    for (int i = 0; i < n; i++)
        fitting[i] = gradients[i] ? rt_tensor_get(gradients[i]) : NULL;
    rc = rt_node_fit_gradients(node, fitting, err);
    if (rc > 0)
        rc = rt_node_run(node, fitting, wanted, results, err);
    for (int i = 0; i < n; i++)
        rt_tensor_unref(fitting[i]);
    rt_free(fitting);
    return rc;
}

uint64_t rt_node_sequence(const struct rt_node *node)
{
    return node->sequence;
}
bool rt_node_is_leaf(const struct rt_node *node)
{
    return node->kind == RT_NODE_ACCUMULATE;
}

/* ---- anomaly mode ------------------------------------------------------------------------------------------------ */

_Thread_local bool rt_anomaly;
_Thread_local struct rt_node *rt_anomaly_node;
static _Thread_local bool anomaly_checks_nan = true;
static char *(*origin_handler)(void *context);
static void *origin_context;

bool rt_anomaly_mode(bool *check_nan)
{
    if (check_nan)
        *check_nan = anomaly_checks_nan;
    return rt_anomaly;
}
void rt_set_anomaly_mode(bool on, bool check_nan)
{
    rt_anomaly = on;
    anomaly_checks_nan = check_nan;
}
void rt_set_origin_handler(char *(*handler)(void *context), void *context)
{
    origin_handler = handler;
    origin_context = context;
}

int rt_node_note_origin(struct rt_node *node, struct rt_error *err)
{
    struct rt_node_extra *extra = rt_node_extra(node, err);

    if (!extra)
        return -1;
    extra->position = origin_handler ? origin_handler(origin_context) : NULL;
    if ((extra->parent = rt_anomaly_node))
        rt_node_get(extra->parent);
    return 0;
}

/* Where the node was made, and where those whose backward made it. */
static void warn_of_origin(const struct rt_node *node)
{
    if (!node->extra || !node->extra->position) {
        rt_warn("Error detected in %s. No forward pass information available. Enable detect anomaly during forward "
                "pass for more information.",
                node->name);
        return;
    }
    rt_warn("Error detected in %s. Traceback of forward call that caused the error:\n%s", node->name,
            node->extra->position);
    for (const struct rt_node *p = node->extra->parent; p; p = p->extra ? p->extra->parent : NULL)
        if (!p->extra || !p->extra->position)
            rt_warn("\n\nPrevious calculation was induced by %s. No forward pass information available. Enable detect "
                    "anomaly during forward pass for more information.",
                    p->name);
        else
            rt_warn("\n\nPrevious calculation was induced by %s. Traceback of forward call that induced the previous "
                    "calculation:\n%s",
                    p->name, p->extra->position);
}

static bool has_nan(struct rt_tensor *t, struct rt_error *err)
{
    struct rt_op *isnan = rt_op_find("isnan", 0), *any = rt_op_find("any", 0);
    struct rt_tensor *marks = NULL, *found = NULL;
    struct rt_scalar s = {0};
    bool mode = rt_set_grad_enabled(false);

    if (isnan && any && rt_dtype_is_inexact((enum rt_dtype)t->dtype))
        marks = rt_apply1(isnan, (struct rt_arg[]){rt_arg_tensor(t)}, 1, err);
    if (marks)
        found = rt_apply1(any, (struct rt_arg[]){rt_arg_tensor(marks)}, 1, err);
    if (found && rt_tensor_item(found, &s, err) < 0)
        s.i = 0;
    rt_set_grad_enabled(mode);
    rt_tensor_unref(marks);
    rt_tensor_unref(found);
    return s.i != 0;
}

int rt_anomaly_check(struct rt_node *node, int rc, struct rt_tensor *const *results, struct rt_error *err)
{
    for (int i = 0; rc == 0 && anomaly_checks_nan && i < node->nedges; i++) {
        if (results[i] && has_nan(results[i], err))
            rc = rt_error_set(err, RT_RUNTIME, "Function '%s' returned nan values in its %dth output.", node->name, i);
        else if (err->code)
            return -1;
    }
    if (rc < 0)
        warn_of_origin(node);
    return rc;
}

/* ---- what is saved ----------------------------------------------------------------------------------------------- */

_Thread_local const struct rt_saved_hooks *rt_saved_hooks;
_Thread_local bool rt_packing;

void rt_set_saved_hooks(const struct rt_saved_hooks *hooks)
{
    rt_saved_hooks = hooks;
}

void rt_packed_free(struct rt_packed *packed)
{
    packed->hooks->foreign->unref(packed->object);
    rt_node_unref(packed->grad_fn);
    rt_tensor_unref(packed->leaf);
    rt_free(packed);
}

int rt_saved_pack(struct rt_saved *saved, struct rt_tensor *tensor, bool is_output, struct rt_error *err)
{
    const struct rt_saved_hooks *hooks = rt_saved_hooks;
    struct rt_packed *packed = rt_alloc(sizeof *packed);
    void *object;

    if (!packed)
        return rt_error_memory(err);
    const bool outer = rt_hooking;
    rt_packing = rt_hooking = true; /* what a hook computes is kept as it is; it may leave its own context, too */
    object = hooks->pack(tensor, is_output, err);
    rt_packing = false;
    rt_hooking = outer;
    if (!object) {
        rt_free(packed);
        return -1;
    }
    *packed = (struct rt_packed){.object = object, .hooks = hooks};
    if (!is_output && rt_needs_grad(tensor)) {
        if (rt_tensor_is_leaf(tensor))
            packed->leaf = rt_tensor_get(tensor);
        else if ((packed->grad_fn = rt_tensor_grad_fn(tensor, err))) {
            rt_node_get(packed->grad_fn);
            packed->output_nr = tensor->autograd->output_nr;
        }
    }
    saved->packed = packed;
    saved->is_packed = true;
    return 0;
}

/* A window on t that is known as an output of a node. */
static struct rt_tensor *with_history_steal(struct rt_tensor *t, struct rt_node *maker, int nr, struct rt_error *err)
{
    struct rt_tensor *plain = rt_tensor_window(t, t->shape, t->strides, t->ndim, t->offset, false, err);

    rt_tensor_unref(t);
    if (plain && !rt_dtype_is_inexact((enum rt_dtype)plain->dtype)) {
        rt_tensor_unref(plain);
        rt_error_set(err, RT_RUNTIME, "Only Tensors of floating point and complex dtype can require gradients");
        return NULL;
    }
    if (plain && rt_set_history(plain, maker, nr, err) < 0) {
        rt_tensor_unref(plain);
        return NULL;
    }
    return plain;
}

struct rt_tensor *rt_saved_unpack(struct rt_saved *saved, struct rt_node *node, struct rt_error *err)
{
    const bool is_output = saved->is_output;
    const int output_nr = is_output ? saved->output_nr : saved->packed->output_nr;
    struct rt_packed packed = *saved->packed; /* the hook may free the graph, and with it what was packed */
    struct rt_node *maker = is_output ? node : packed.grad_fn;
    struct rt_tensor *t;

    packed.hooks->foreign->ref(packed.object);
    if (maker)
        rt_node_get(maker);
    if (packed.leaf)
        rt_tensor_ref(packed.leaf);
    const bool outer = rt_hooking;
    rt_hooking = true;
    t = packed.hooks->unpack(packed.object, err);
    rt_hooking = outer;
    if (t && !(rt_needs_grad(t) && !is_output)) {
        if (packed.leaf && rt_grad_enabled()) { /* the gradient of the gradient goes to the leaf itself */
            rt_tensor_unref(t);
            t = rt_tensor_get(packed.leaf);
        } else if (maker)
            t = with_history_steal(t, maker, output_nr, err);
    }
    packed.hooks->foreign->unref(packed.object);
    rt_node_unref(maker);
    rt_tensor_unref(packed.leaf);
    return t;
}

bool rt_node_has_packed(const struct rt_node *node)
{
    bool found = false;

    for (int i = 0; i < node->nsaved && !found; i++)
        found = node->saved[i].is_packed;
    for (int i = 0; i < node->nlist_saved && !found; i++)
        found = node->list_saved[i].is_packed;
    return found;
}

static void unpack_one(struct rt_backward *b, struct rt_saved *saved, int i)
{
    if (saved->is_packed && !b->build.failed)
        b->unpacked[i] = rt_build_keep_steal(&b->build, rt_saved_take(saved, b->node, b->build.err));
}

void rt_backward_unpack(struct rt_backward *b)
{
    struct rt_node *node = b->node;
    const int nsaved = node->nsaved, nlist = node->nlist_saved;

    b->unpacked = rt_alloc((size_t)(nsaved + nlist) * sizeof(struct rt_tensor *));
    if (!b->unpacked) {
        rt_error_memory(b->build.err);
        b->build.failed = true;
        return;
    }
    memset(b->unpacked, 0, (size_t)(nsaved + nlist) * sizeof(struct rt_tensor *));
    for (int i = 0; i < nlist; i++)
        unpack_one(b, &node->list_saved[i], nsaved + i);
    for (int i = 0; i < nsaved; i++)
        unpack_one(b, &node->saved[i], i);
}

int rt_node_saved_count(const struct rt_node *node)
{
    return node->nsaved;
}

struct rt_tensor *rt_node_saved(struct rt_node *node, int i, struct rt_error *err)
{
    return rt_saved_take(&node->saved[i], node, err);
}

const char *rt_node_saved_name(struct rt_node *node, int i)
{
    const struct rt_schema *schema = node->kind == RT_NODE_OP && node->op ? node->op->schema : NULL;
    const struct rt_saved *saved;

    if (!schema || i >= node->nsaved)
        return NULL;
    saved = &node->saved[i];
    if (i < node->nargs) {
        enum rt_kind kind = schema->params[i].kind;
        bool there = kind == RT_TENSOR ? saved->tensor || saved->released || saved->is_scalar : kind != RT_TENSORS;
        return there ? schema->params[i].name : "";
    }
    if (!saved->tensor && !saved->released)
        return "";
    return schema->nreturns == 1 ? "result" : schema->returns[i - node->nargs].name;
}

/* The tensor for which a scalar stood. */
static struct rt_tensor *of_scalar(struct rt_scalar scalar, struct rt_error *err)
{
    static const enum rt_dtype types[] = {[RT_CAT_BOOL] = RT_BOOL,
                                          [RT_CAT_INT] = RT_INT64,
                                          [RT_CAT_FLOAT] = RT_FLOAT64,
                                          [RT_CAT_COMPLEX] = RT_COMPLEX128};

    return rt_tensor_scalar(scalar, types[scalar.kind], rt_device_cpu(), err);
}

int rt_node_saved_named(struct rt_node *node, const char *name, struct rt_arg *out, struct rt_error *err)
{
    const char *known;

    for (int i = 0; (known = rt_node_saved_name(node, i)); i++) {
        if (!*known || strcmp(known, name) != 0)
            continue;
        if (i < node->nargs && node->op->schema->params[i].kind != RT_TENSOR) {
            *out = node->args[i];
            return 1;
        }
        struct rt_tensor *t = node->saved[i].is_scalar && !node->saved[i].released
                                  ? of_scalar(node->args[i].scalar, err)
                                  : rt_saved_take(&node->saved[i], node, err);
        if (!t)
            return err->code ? -1 : 0;
        *out = rt_arg_tensor(t);
        return 1;
    }
    return 0;
}

/* ---- nodes of the language's functions --------------------------------------------------------------------------- */

void *rt_node_object(const struct rt_node *node)
{
    return node->object;
}

/* The history of an input that forward has changed. */
static int take_change(struct rt_node *node, struct rt_tensor *t, int nr, int noutputs, struct rt_error *err)
{
    if (t->view_kind != RT_VIEW_PLAIN && t->base)
        return rt_check_inplace(t, true, err);
    if (rt_tensor_requires_grad(t) && rt_tensor_is_leaf(t))
        return rt_error_set(err, RT_RUNTIME,
                            "a leaf Variable that requires grad has been used in an in-place operation.");
    rt_tensor_bump(t);
    if (!t->base)
        return rt_set_history(t, node, nr, err);
    if (noutputs > 1)
        return rt_error_set(err, RT_RUNTIME,
                            "If your Function modifies its inputs in-place and one of them is a view, it must have "
                            "only one output.");
    return rt_rebase_view(t, node, err);
}

static int take_output(struct rt_node *node, const struct rt_function_call *call, int i, struct rt_error *err)
{
    struct rt_tensor *t = call->outputs[i];

    switch (call->roles[i]) {
    case RT_ROLE_NONE:
        return 0;
    case RT_ROLE_CHANGED:
        return take_change(node, t, i, call->noutputs, err);
    case RT_ROLE_VIEW:
        t->view_kind = call->noutputs > 1 ? RT_VIEW_OF_MANY : RT_VIEW_OF_FUNCTION;
        return rt_set_history(t, node, i, err);
    case RT_ROLE_FRESH:
        break;
    }
    return rt_set_history(t, node, i, err);
}

static int fill_function(struct rt_node *node, const struct rt_function_call *call, struct rt_error *err)
{
    if (!(node->own_name = rt_alloc(strlen(call->name) + 1)))
        return rt_error_memory(err);
    strcpy(node->own_name, call->name);
    node->name = node->own_name;
    node->foreign_apply = call->apply;
    for (int i = 0; i < call->ninputs; i++) {
        if (!call->inputs[i])
            continue;
        rt_output_describe(&node->inputs[i], call->inputs[i]);
        if (rt_gradient_edge(call->inputs[i], &node->edges[i], err) < 0)
            return -1;
    }
    node->object = call->object;
    node->foreign = call->foreign;
    call->foreign->ref(call->object);
    for (int i = 0; i < call->noutputs; i++) {
        if (!call->outputs[i])
            continue;
        rt_output_describe(&node->outputs[i], call->outputs[i]);
        if (take_output(node, call, i, err) < 0)
            return -1;
    }
    for (int i = 0; i < call->nsaved; i++) {
        struct rt_tensor *t = call->saved[i];
        bool own = t && t->autograd && t->autograd->grad_fn == node;
        if (t && rt_saved_set(&node->saved[i], t, own, own ? t->autograd->output_nr : 0, err) < 0)
            return -1;
    }
    return 0;
}

struct rt_node *rt_foreign_node(const struct rt_function_call *call, struct rt_error *err)
{
    struct rt_node *node =
        rt_node_new(RT_NODE_FOREIGN, call->name, call->ninputs, call->noutputs, 0, call->nsaved, 0, err);
    bool held;

    if (!node)
        return NULL;
    if (fill_function(node, call, err) < 0) {
        rt_node_unref(node);
        return NULL;
    }
    held = node->references > 1;
    rt_node_unref(node);
    return held ? node : NULL;
}
