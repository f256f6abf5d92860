/* The backward engine: runs a graph without recursion, node by node as their gradients become complete. Knows nodes and
   edges; must not know an op by name. */
#include "ops/ops.h"
#include "profile.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

/* What the engine knows of a node while it runs. */
struct task {
    struct rt_node *node;
    int waiting; /* gradients still to come */
    bool needed; /* on a path to a wanted input, or one */
    bool leads;  /* on a path to another: what is only wanted itself is not run, and keeps what it saved */
    struct rt_tensor **gradients; /* of the node's outputs */
};

struct capture {
    struct rt_node *node;
    int nr;
    struct rt_tensor **result;
};

struct engine {
    struct task **slots; /* open addressing by node */
    size_t capacity, used;
    struct task **ready; /* heap by sequence */
    int nready, ready_capacity;
    struct capture *captures;
    int ncaptures;
    bool accumulate; /* into leaves */
    bool retain, create_graph;
    bool runs_inputs; /* the nodes of wanted inputs, too */
    struct rt_error *err;
    /* memory for small graphs, which need no allocation: slots, ready, tasks (`given` bytes are handed out) */
    struct task *first_slots[32], *first_ready[16];
    size_t given;
    _Alignas(16) char first_tasks[2048];
};

static void begin(struct engine *e, struct rt_error *err)
{
    rt_clear(e, offsetof(struct engine, given));
    e->given = 0;
    e->err = err;
    e->slots = e->first_slots;
    e->capacity = sizeof e->first_slots / sizeof *e->first_slots;
    e->ready = e->first_ready;
    e->ready_capacity = sizeof e->first_ready / sizeof *e->first_ready;
}

static void *task_memory(struct engine *e, size_t size)
{
    void *memory = e->first_tasks + e->given;

    if (size > sizeof e->first_tasks - e->given)
        return rt_alloc(size);
    e->given += (size + 15) & ~(size_t)15;
    return memory;
}

static bool is_inline_task(const struct engine *e, const struct task *t)
{
    return (uintptr_t)t - (uintptr_t)e->first_tasks < sizeof e->first_tasks;
}

static size_t slot_of(const struct engine *e, const struct rt_node *node)
{
    return ((uintptr_t)node >> 5) * 0x9e3779b97f4a7c15ull >> 20 & (e->capacity - 1);
}

static struct task *find(const struct engine *e, const struct rt_node *node)
{
    for (size_t i = slot_of(e, node);; i = (i + 1) & (e->capacity - 1)) {
        if (!e->slots[i])
            return NULL;
        if (e->slots[i]->node == node)
            return e->slots[i];
    }
    return NULL;
}

static int grow(struct engine *e)
{
    size_t old = e->capacity;
    struct task **slots = e->slots;

    e->capacity = old * 2;
    if (!(e->slots = rt_alloc(e->capacity * sizeof *slots))) {
        e->slots = slots;
        e->capacity = old;
        return rt_error_memory(e->err);
    }
    memset(e->slots, 0, e->capacity * sizeof *slots);
    for (size_t i = 0; i < old; i++)
        if (slots[i]) {
            size_t at = slot_of(e, slots[i]->node);
            while (e->slots[at])
                at = (at + 1) & (e->capacity - 1);
            e->slots[at] = slots[i];
        }
    if (slots != e->first_slots)
        rt_free(slots);
    return 0;
}

static struct task *add_task(struct engine *e, struct rt_node *node, bool *fresh)
{
    struct task *t = find(e, node);
    int outputs = node->noutputs ? node->noutputs : 1;

    *fresh = false;
    if (t)
        return t;
    if (e->used * 2 >= e->capacity && grow(e) < 0)
        return NULL;
    if (!(t = task_memory(e, sizeof *t + (size_t)outputs * sizeof *t->gradients))) {
        rt_error_memory(e->err);
        return NULL;
    }
    memset(t, 0, sizeof *t + (size_t)outputs * sizeof *t->gradients);
    t->node = node;
    rt_node_get(node);
    t->gradients = (struct rt_tensor **)(t + 1);
    size_t at = slot_of(e, node);
    while (e->slots[at])
        at = (at + 1) & (e->capacity - 1);
    e->slots[at] = t;
    e->used++;
    *fresh = true;
    return t;
}

/* ---- the heap of ready nodes ------------------------------------------------------------------------------------- */

static bool before(const struct task *a, const struct task *b)
{
    return a->node->sequence > b->node->sequence;
}

static int push(struct engine *e, struct task *t)
{
    int i;

    if (e->nready == e->ready_capacity) {
        struct task **more = rt_alloc((size_t)e->ready_capacity * 2 * sizeof *more);
        if (!more)
            return rt_error_memory(e->err);
        memcpy(more, e->ready, (size_t)e->nready * sizeof *more);
        if (e->ready != e->first_ready)
            rt_free(e->ready);
        e->ready = more;
        e->ready_capacity *= 2;
    }
    for (i = e->nready++; i > 0 && before(t, e->ready[(i - 1) / 2]); i = (i - 1) / 2)
        e->ready[i] = e->ready[(i - 1) / 2];
    e->ready[i] = t;
    return 0;
}

static struct task *pop(struct engine *e)
{
    struct task *top = e->ready[0], *last = e->ready[--e->nready];
    int i = 0;

    for (;;) {
        int child = 2 * i + 1;
        if (child >= e->nready)
            break;
        if (child + 1 < e->nready && before(e->ready[child + 1], e->ready[child]))
            child++;
        if (!before(e->ready[child], last))
            break;
        e->ready[i] = e->ready[child];
        i = child;
    }
    e->ready[i] = last;
    return top;
}

/* ---- the shape of the graph -------------------------------------------------------------------------------------- */

/* Visits every node reachable from the roots and counts the gradients it will get. */
static int discover(struct engine *e, struct rt_node **roots, int nroots)
{
    struct task *first[32], **stack = first;
    int depth = 0, capacity = sizeof first / sizeof *first, rc = -1;
    bool fresh;

    for (int i = 0; i < nroots || depth;) {
        struct task *t;
        if (depth)
            t = stack[--depth];
        else {
            t = add_task(e, roots[i++], &fresh);
            if (!t)
                goto done;
            if (!fresh)
                continue;
        }
        for (int k = 0; k < t->node->nedges; k++) {
            struct rt_node *next = t->node->edges[k].node;
            struct task *u;
            if (!next)
                continue;
            if (!(u = add_task(e, next, &fresh)))
                goto done;
            u->waiting++;
            if (!fresh)
                continue;
            if (depth == capacity) {
                struct task **more = rt_alloc((size_t)(capacity *= 2) * sizeof *more);
                if (!more) {
                    rt_error_memory(e->err);
                    goto done;
                }
                memcpy(more, stack, (size_t)depth * sizeof *more);
                if (stack != first)
                    rt_free(stack);
                stack = more;
            }
            stack[depth++] = u;
        }
    }
    rc = 0;
done:
    if (stack != first)
        rt_free(stack);
    return rc;
}

/* Marks the nodes from which a captured input can be reached: repeated passes in the order of sequences would do; here
   a post-order walk with an explicit stack. */
static int mark_needed(struct engine *e, struct rt_node **roots, int nroots)
{
    struct frame {
        struct task *task;
        int edge;
    } *stack = rt_alloc((e->used + 1) * sizeof *stack);
    int depth = 0;

    if (!stack)
        return rt_error_memory(e->err);
    for (int i = 0; i < e->ncaptures; i++) {
        struct task *t = find(e, e->captures[i].node);
        if (t) {
            t->needed = true;
            t->leads = e->runs_inputs;
        }
    }
    for (int i = 0; i < nroots; i++) {
        struct task *root = find(e, roots[i]);
        if (root->waiting < 0) /* already walked: the sign marks it */
            continue;
        stack[depth++] = (struct frame){root, 0};
        root->waiting = ~root->waiting;
        while (depth) {
            struct frame *f = &stack[depth - 1];
            if (f->edge == f->task->node->nedges) {
                bool needed = f->task->needed;
                depth--;
                if (depth && needed)
                    stack[depth - 1].task->needed = stack[depth - 1].task->leads = true;
                continue;
            }
            struct rt_node *next = f->task->node->edges[f->edge++].node;
            struct task *u = next ? find(e, next) : NULL;
            if (!u)
                continue;
            if (u->waiting < 0) {
                if (u->needed)
                    f->task->needed = f->task->leads = true;
                continue;
            }
            u->waiting = ~u->waiting;
            stack[depth++] = (struct frame){u, 0};
        }
    }
    for (size_t i = 0; i < e->capacity; i++)
        if (e->slots[i] && e->slots[i]->waiting < 0)
            e->slots[i]->waiting = ~e->slots[i]->waiting;
    rt_free(stack);
    return 0;
}

/* ---- gradients --------------------------------------------------------------------------------------------------- */

struct rt_tensor *rt_gradient_fit_steal(struct rt_tensor *g, const struct rt_output *to, const char *name, int position,
                                        struct rt_error *err)
{
    struct rt_build b;
    struct rt_tensor *r = g;
    char got[RT_SHAPE_TEXT], want[RT_SHAPE_TEXT];

    if (!to->device)
        return g;
    if (rt_shape_equal(g->shape, g->ndim, to->shape.size, to->shape.ndim) && (enum rt_dtype)g->dtype == to->dtype &&
        g->storage->device == to->device)
        return g;
    rt_build_init(&b, err);
    rt_build_keep_steal(&b, g);
    if (rt_dtype_is_complex((enum rt_dtype)g->dtype) && !rt_dtype_is_complex(to->dtype) &&
        !(r = g = rt_b_map(&b, &rt_op_real, g))) {
        rt_build_end(&b);
        return NULL;
    }
    if (!rt_shape_equal(g->shape, g->ndim, to->shape.size, to->shape.ndim)) {
        bool fits = g->ndim >= to->shape.ndim;
        for (int i = 0; fits && i < to->shape.ndim; i++) {
            int64_t have = g->shape[g->ndim - to->shape.ndim + i];
            fits = to->shape.size[i] == have || to->shape.size[i] == 1;
        }
        if (!fits) {
            rt_error_set(err, RT_RUNTIME,
                         "Function %s returned an invalid gradient at index %d - got %s but expected shape "
                         "compatible with %s",
                         name, position, rt_shape_text(g->shape, g->ndim, got, sizeof got),
                         rt_shape_text(to->shape.size, to->shape.ndim, want, sizeof want));
            rt_build_end(&b);
            return NULL;
        }
        r = rt_b_sum_to(&b, g, to->shape.size, to->shape.ndim);
    }
    if (r)
        r = rt_build_keep_steal(&b, rt_tensor_to(r, to->dtype, to->device, false, err));
    if (r)
        rt_tensor_ref(r);
    rt_build_end(&b);
    return r;
}

/* A sparse one stands behind: dense + sparse is what add takes, and of two PyTorch puts the later first. */
static struct rt_tensor *sum_of(struct rt_tensor *a, struct rt_tensor *b, struct rt_error *err)
{
    return rt_apply1(&rt_op_add_Tensor,
                     (struct rt_arg[]){rt_arg_tensor(a->sparse ? b : a), rt_arg_tensor(a->sparse ? a : b)}, 2, err);
}

/* Adds g (taken over) to slot nr of a task. */
static int deliver_steal(struct engine *e, struct task *t, int nr, struct rt_tensor *g)
{
    if (!t->gradients[nr]) {
        t->gradients[nr] = g;
        return 0;
    }
    struct rt_tensor *sum = sum_of(t->gradients[nr], g, e->err);
    rt_tensor_unref(g);
    if (!sum)
        return -1;
    rt_tensor_unref(t->gradients[nr]);
    t->gradients[nr] = sum;
    return 0;
}

static int call_tensor_hooks(const struct rt_hook_row *row, struct rt_tensor **g, struct rt_error *err)
{
    for (size_t i = 0; i < row->count && *g; i++) {
        struct rt_tensor *out = NULL;
        if (row->hooks[i].call.of_tensor(row->hooks[i].object, *g, &out, err) < 0)
            return rt_error_set(err, RT_FOREIGN, "%s", "");
        if (out) {
            rt_tensor_unref(*g);
            *g = out;
        }
    }
    return 0;
}

static int run_hooks(struct rt_hook_entry *first, int nr, bool any_nr, bool post, struct rt_tensor **g,
                     struct rt_error *err)
{
    struct rt_hook_row row;
    size_t most = 0;
    int rc;

    for (struct rt_hook_entry *hook = first; hook && *g; hook = hook->next)
        most += hook->post == post && (any_nr || hook->output_nr == nr);
    if (!most)
        return 0;
    if (rt_hook_row_make(&row, most, err) < 0)
        return -1;
    for (struct rt_hook_entry *hook = first; hook; hook = hook->next)
        if (hook->post == post && (any_nr || hook->output_nr == nr))
            rt_hook_row_add(&row, (union rt_hook_call){.of_tensor = hook->call}, hook->object, hook->foreign);
    rc = call_tensor_hooks(&row, g, err);
    rt_hook_row_end(&row);
    return rc;
}

/* ---- running one node -------------------------------------------------------------------------------------------- */

/* A tensor with the layout of the base, including its gaps. */
static struct rt_tensor *like_base(const struct rt_slices *at, struct rt_error *err)
{
    const struct rt_shape *shape = &at->base.shape;
    struct rt_tensor *memory, *base;
    int64_t span = 1;

    if (rt_shape_is_dense(shape->size, at->base_strides, shape->ndim))
        return rt_tensor_new_strided(at->base.device, at->base.dtype, shape->size, at->base_strides, shape->ndim, err);
    for (int i = 0; i < shape->ndim; i++)
        span = shape->size[i] ? span + (shape->size[i] - 1) * at->base_strides[i] : span;
    if (!(memory = rt_tensor_new(at->base.device, at->base.dtype, &span, 1, err)))
        return NULL;
    base = rt_tensor_window(memory, shape->size, at->base_strides, shape->ndim, 0, false, err);
    rt_tensor_unref(memory);
    return base;
}

static int run_copy_slices(struct rt_node *node, struct rt_tensor *const *gradients, const bool *wanted,
                           struct rt_tensor **results, struct rt_error *err)
{
    struct rt_build b;
    struct rt_tensor *base, *window, *g, **inner = NULL;
    int rc = -1;
    const struct rt_slices *at = node->slices;
    struct rt_arg shape = rt_arg_ints(at->window.shape.size, (uint32_t)at->window.shape.ndim);
    struct rt_arg strides = rt_arg_ints(at->window_strides, (uint32_t)at->window.shape.ndim);

    rt_build_init(&b, err);
    base = rt_build_keep_steal(&b, like_base(at, err));
    if (rt_b_copy_(&b, base, gradients[0]) < 0)
        goto done;
    window = rt_build_apply(
        &b, &rt_op_as_strided,
        (struct rt_arg[]){rt_arg_tensor(base), shape, strides, rt_arg_int(at->window_offset - at->base_offset)}, 4);
    g = rt_b_clone(&b, window);
    if (!g || !(inner = rt_alloc((size_t)node->nedges * sizeof *inner)))
        goto done;
    memset(inner, 0, (size_t)node->nedges * sizeof *inner);
    if (rt_node_run(node->inner, &g, wanted, inner, err) < 0)
        goto done;
    for (int i = 1; i < node->nedges; i++) {
        results[i] = inner[i];
        inner[i] = NULL;
    }
    if (wanted[0]) {
        if (inner[0] ? rt_b_copy_(&b, window, inner[0]) < 0 : rt_fill_constant(window, rt_scalar_int(0), err) < 0)
            goto done;
        results[0] = base;
        rt_tensor_ref(base);
    }
    rc = 0;
done:
    for (int i = 0; inner && i < node->nedges; i++)
        rt_tensor_unref(inner[i]);
    rt_free(inner);
    rt_build_end(&b);
    return rc;
}

/* Converted to float; repeated elements stay repeated (stride 0), so that other operands decide the layout of results.
 */
static struct rt_tensor *widened(struct rt_build *b, struct rt_tensor *g)
{
    struct rt_tensor *own = g;

    for (int d = 0; own && d < g->ndim; d++)
        if (g->strides[d] == 0 && g->shape[d] > 1)
            own = rt_b_narrow(b, own, d, 0, 1);
    own = own ? rt_b_to(b, own, RT_FLOAT32) : NULL;
    return own ? rt_b_expand(b, own, g->shape, g->ndim) : NULL;
}

int rt_node_run(struct rt_node *node, struct rt_tensor *const *gradients, const bool *wanted,
                struct rt_tensor **results, struct rt_error *err)
{
    const char *outer = rt_op_now;
    struct rt_backward b;
    struct rt_tensor *wide;
    int rc;

    b.node = node;
    b.gradients = gradients;
    b.results = results;
    b.wanted = wanted;
    b.wide = false;
    b.unpacked = NULL;
    if (node->kind == RT_NODE_COPY_SLICES)
        return run_copy_slices(node, gradients, wanted, results, err);
    if (node->kind == RT_NODE_FOREIGN)
        return node->foreign_apply(node->object, gradients, node->noutputs, results, node->nedges, err);
    if (node->released) {
        for (int i = 0; i < node->nsaved; i++)
            if (node->saved[i].released) {
                struct rt_tensor *none = rt_saved_take(&node->saved[i], node, err);
                rt_tensor_unref(none);
                return -1;
            }
    }
    if (rt_check_sparse_gradients(node, gradients, err) < 0)
        return -1;
    const bool programs = rt_node_has_packed(node); /* run when a hook unpacks */
    if (programs)
        rt_hold_begin();
    for (int i = 0; programs && i < node->noutputs; i++)
        rt_hold(gradients[i]);
    rt_build_init(&b.build, err);
    if (node->op->flags & RT_OP_FLOAT_GRAD && gradients[0] && rt_dtype_size((enum rt_dtype)gradients[0]->dtype) == 2) {
        b.wide = true;
        b.gradients = &wide;
        wide = widened(&b.build, gradients[0]);
    }
    if (!outer)
        rt_op_now = node->name;
    if (programs)
        rt_backward_unpack(&b);
    rc = b.build.failed ? -1 : node->op->backward(&b, err);
    rt_op_now = outer;
    if (b.build.failed || err->code)
        rc = -1;
    rt_build_end(&b.build);
    rt_free(b.unpacked);
    if (programs)
        rt_hold_end();
    if (rc < 0 && !err->code)
        rt_error_set(err, RT_RUNTIME, "%s failed", node->name);
    return rc;
}

static void release_saved(struct rt_node *node)
{
    for (int i = 0; i < node->nsaved; i++)
        rt_saved_drop(&node->saved[i]);
    for (int i = 0; i < node->nlist_saved; i++)
        rt_saved_drop(&node->list_saved[i]);
    node->released = true;
    if (node->inner)
        release_saved(node->inner);
}

/* .grad of tensors that keep it though they are no leaves. What runs meanwhile may free them, or change the list. */
static int keep_gradients(struct engine *e, struct rt_node *node, int nr, struct rt_tensor *g)
{
    struct rt_tensor *small[4], **wanting = small;
    size_t most = 0, n = 0;
    int rc = 0;

    for (struct rt_retained *r = node->retained; r; r = r->next)
        most += r->output_nr == nr;
    if (!most)
        return 0;
    if (most > sizeof small / sizeof *small && !(wanting = rt_alloc(most * sizeof *wanting)))
        return rt_error_memory(e->err);
    for (struct rt_retained *r = node->retained; r; r = r->next)
        if (r->output_nr == nr && rt_tensor_references(r->tensor)) /* not one that is about to be freed */
            wanting[n++] = rt_tensor_get(r->tensor);
    for (size_t i = 0; i < n; i++) {
        if (rc == 0)
            rc = rt_accumulate_steal(wanting[i], rt_tensor_get(g), e->create_graph, e->err);
        rt_tensor_unref(wanting[i]);
    }
    if (wanting != small)
        rt_free(wanting);
    return rc;
}

/* Hooks of tensors, .grad of those that keep theirs, results that were asked for, hooks of the node. Counts gradients.
 */
static int receive(struct engine *e, struct task *t)
{
    struct rt_node *node = t->node;
    struct rt_autograd *leaf = node->kind == RT_NODE_ACCUMULATE ? node->variable->autograd : NULL;
    int have = 0;

    /* hooks of a leaf see its gradient wherever it goes */
    if (leaf && leaf->hooks && run_hooks(leaf->hooks->first, 0, true, false, &t->gradients[0], e->err) < 0)
        return -1;
    for (int i = 0; i < node->noutputs; i++)
        if (t->gradients[i]) {
            have++;
            if (run_hooks(node->hooks, i, false, false, &t->gradients[i], e->err) < 0)
                return -1;
            if (node->retained && e->accumulate && keep_gradients(e, node, i, t->gradients[i]) < 0)
                return -1;
        }
    for (int i = 0; i < e->ncaptures; i++)
        if (e->captures[i].node == node && t->gradients[e->captures[i].nr]) {
            *e->captures[i].result = t->gradients[e->captures[i].nr];
            rt_tensor_ref(*e->captures[i].result);
        }
    if (!node->extra || !have)
        return have;
    if (rt_node_run_hooks(node, false, t->gradients, node->noutputs, NULL, 0, e->err) < 0)
        return -1;
    return rt_node_fit_gradients(node, t->gradients, e->err);
}

static int run_leaf(struct engine *e, struct task *t)
{
    struct rt_tensor *g = t->gradients[0], *variable = t->node->variable;
    struct rt_hook_entry *hooks;
    int rc = 0;

    if (!e->accumulate || !g)
        return 0;
    if (t->node->extra)
        rt_tensor_ref(g); /* its hooks want it afterwards */
    else
        t->gradients[0] = NULL;
    if (rt_accumulate_steal(variable, g, e->create_graph, e->err) < 0)
        return -1;
    hooks = variable->autograd && variable->autograd->hooks ? variable->autograd->hooks->first : NULL;
    if (hooks) {
        rt_tensor_ref(variable);
        rc = run_hooks(hooks, 0, true, true, &variable, e->err);
        rt_tensor_unref(variable);
    }
    if (rc == 0 && t->node->extra)
        rc = rt_node_run_hooks(t->node, true, NULL, 0, t->gradients, 1, e->err);
    return rc;
}

/* Runs a node, with anomaly mode and its own hooks if there are any. */
static int run_node(struct rt_node *node, struct rt_tensor *const *gradients, const bool *wanted,
                    struct rt_tensor **results, struct rt_error *err)
{
    struct rt_node *outer = rt_anomaly_node;
    int rc;

    if (!rt_anomaly && !node->extra)
        return rt_node_run(node, gradients, wanted, results, err);
    rt_anomaly_node = node;
    rc = rt_node_run(node, gradients, wanted, results, err);
    if (rt_anomaly)
        rc = rt_anomaly_check(node, rc, results, err);
    rt_anomaly_node = outer;
    return rc < 0 ? rc : rt_node_run_hooks(node, true, results, node->nedges, gradients, node->noutputs, err);
}

/* Missing gradients of a node's other outputs are zeros, where a formula looks at all of them (split, unbind, stack
   look for NULL themselves). */
static int perform(struct engine *e, struct task *t)
{
    struct rt_node *node = t->node;
    int n = node->nedges;
    struct rt_tensor **results, *small[8];
    bool *wanted, some_wanted[8];
    int rc = -1, have = receive(e, t);

    if (have < 0)
        return -1;
    if (node->kind == RT_NODE_ACCUMULATE)
        return run_leaf(e, t);
    results = n <= 8 ? small : rt_alloc((size_t)n * (sizeof *results + 1));
    if (!results)
        return rt_error_memory(e->err);
    memset(results, 0, (size_t)n * sizeof *results);
    wanted = n <= 8 ? some_wanted : (bool *)(results + n);
    for (int i = 0; i < n; i++) {
        struct task *next = node->edges[i].node ? find(e, node->edges[i].node) : NULL;
        wanted[i] = next && (e->accumulate || next->needed);
    }
    const bool runs = e->accumulate || t->leads;
    rc = have && runs ? run_node(node, t->gradients, wanted, results, e->err) : 0;
    if (__builtin_expect(rt_dispatched_alive, 0) && rc == 0)
        rc = rt_wrapper_check(node->name, e->err);
    for (int i = 0; i < n; i++) {
        struct task *next = node->edges[i].node ? find(e, node->edges[i].node) : NULL;
        struct rt_tensor *g = results[i];
        if (g && next && rc == 0) {
            int position = i; /* among the inputs that can have gradients */
            for (int k = 0; k < i; k++)
                position -= node->inputs[k].device && !rt_dtype_is_inexact(node->inputs[k].dtype);
            g = rt_gradient_fit_steal(g, &node->inputs[i], node->name, position, e->err);
            if (g && next->node->kind != RT_NODE_ACCUMULATE) /* whose data may have been replaced meanwhile */
                g = rt_gradient_fit_steal(g, &next->node->outputs[node->edges[i].input_nr], node->name, position,
                                          e->err);
            rc = g ? deliver_steal(e, next, node->edges[i].input_nr, g) : -1;
        } else
            rt_tensor_unref(g);
        if (next && --next->waiting == 0 && rc == 0)
            rc = push(e, next);
    }
    if (results != small)
        rt_free(results);
    if (rc == 0 && runs && !e->retain)
        release_saved(node);
    return rc;
}

static int run_task(struct engine *e, struct task *t)
{
    if (__builtin_expect(!rt_profiling, 1) || !(e->accumulate || t->needed))
        return perform(e, t);
    const bool leaf = t->node->kind == RT_NODE_ACCUMULATE;
    int event = rt_profile_begin_node(leaf ? "torch::autograd::AccumulateGrad" : t->node->name);
    int rc = perform(e, t);
    rt_profile_end(event);
    return rc;
}

static void end(struct engine *e)
{
    for (size_t i = 0; i < e->capacity; i++) {
        struct task *t = e->slots[i];
        if (!t)
            continue;
        for (int k = 0; k < (t->node->noutputs ? t->node->noutputs : 1); k++)
            rt_tensor_unref(t->gradients[k]);
        rt_node_unref(t->node);
        if (!is_inline_task(e, t))
            rt_free(t);
    }
    if (e->slots != e->first_slots)
        rt_free(e->slots);
    if (e->ready != e->first_ready)
        rt_free(e->ready);
}

/* ---- entry ------------------------------------------------------------------------------------------------------- */

static int root_gradient(struct rt_tensor *t, struct rt_tensor *given, int i, struct rt_tensor **out,
                         struct rt_error *err)
{
    char a[RT_SHAPE_TEXT], b[RT_SHAPE_TEXT];

    if (given) {
        if (!rt_shape_equal(given->shape, given->ndim, t->shape, t->ndim))
            return rt_error_set(
                err, RT_RUNTIME,
                "Mismatch in shape: grad_output[%d] has a shape of torch.Size(%s) and output[%d] has a shape "
                "of torch.Size(%s).",
                i, rt_shape_text(given->shape, given->ndim, a, sizeof a), i,
                rt_shape_text(t->shape, t->ndim, b, sizeof b));
        *out = given;
        rt_tensor_ref(given);
        return 0;
    }
    if (t->numel != 1)
        return rt_error_set(err, RT_RUNTIME, "grad can be implicitly created only for scalar outputs");
    if (rt_dtype_is_complex((enum rt_dtype)t->dtype))
        return rt_error_set(err, RT_RUNTIME,
                            "grad can be implicitly created only for real scalar outputs but got torch.%s",
                            rt_dtype_table[t->dtype].name);
    *out = rt_apply1(&rt_op_ones_like, (struct rt_arg[]){rt_arg_tensor(t)}, 1, err);
    return *out ? 0 : -1;
}

static int start(struct engine *e, struct rt_tensor *const *tensors, struct rt_tensor *const *gradients, int n,
                 struct rt_node **roots, int *nrs)
{
    for (int i = 0; i < n; i++) {
        struct rt_edge edge;
        if (rt_gradient_edge(tensors[i], &edge, e->err) < 0)
            return -1;
        if (!edge.node)
            return rt_error_set(e->err, RT_RUNTIME,
                                "element %d of tensors does not require grad and does not have a grad_fn", i);
        roots[i] = edge.node;
        nrs[i] = edge.input_nr;
    }
    if (discover(e, roots, n) < 0)
        return -1;
    for (int i = 0; i < n; i++) {
        struct rt_tensor *g;
        if (root_gradient(tensors[i], gradients ? gradients[i] : NULL, i, &g, e->err) < 0)
            return -1;
        if (roots[i]->kind != RT_NODE_ACCUMULATE &&
            !(g = rt_gradient_fit_steal(g, &roots[i]->outputs[nrs[i]], "backward", i, e->err)))
            return -1;
        if (deliver_steal(e, find(e, roots[i]), nrs[i], g) < 0)
            return -1;
    }
    if (!e->accumulate && mark_needed(e, roots, n) < 0)
        return -1;
    for (int i = 0; i < n; i++) {
        struct task *t = find(e, roots[i]);
        bool twice = false;
        for (int k = 0; k < i; k++)
            twice = twice || roots[k] == roots[i];
        if (t->waiting == 0 && !twice && push(e, t) < 0)
            return -1;
    }
    return 0;
}

static int run_graph(struct engine *e, struct rt_tensor *const *tensors, struct rt_tensor *const *gradients, int n)
{
    struct rt_node *one[2], **roots = n == 1 ? one : rt_alloc((size_t)n * (sizeof *roots + sizeof(int)) + 1);
    bool mode = rt_grad_mode;
    int rc;

    if (!roots)
        return rt_error_memory(e->err);
    memset(roots, 0, (size_t)n * sizeof *roots);
    rc = start(e, tensors, gradients, n, roots, (int *)(roots + n));
    rt_grad_mode = e->create_graph;
    while (rc == 0 && e->nready) {
        struct task *t = pop(e);
        rc = rt_check_interrupt(e->err);
        if (rc == 0)
            rc = run_task(e, t);
        for (int i = 0; i < t->node->noutputs; i++) { /* frees memory early */
            rt_tensor_unref(t->gradients[i]);
            t->gradients[i] = NULL;
        }
    }
    rt_grad_mode = mode;
    for (int i = 0; i < n; i++)
        rt_node_unref(roots[i]);
    if (roots != one)
        rt_free(roots);
    end(e);
    return rc;
}

static int gradients_of(struct rt_tensor *const *tensors, struct rt_tensor *const *gradients, int n,
                        struct rt_tensor *const *inputs, int ninputs, bool retain_graph, bool create_graph,
                        bool allow_unused, bool runs_inputs, struct rt_tensor **results, struct rt_error *err)
{
    struct engine e;
    int rc = -1, i;

    begin(&e, err);
    e.runs_inputs = runs_inputs;
    e.retain = retain_graph;
    e.create_graph = create_graph;
    memset(results, 0, (size_t)ninputs * sizeof *results);
    if (!(e.captures = rt_alloc((size_t)ninputs * sizeof *e.captures + 1)))
        return rt_error_memory(err);
    for (i = 0; i < n; i++) {
        if (!rt_needs_grad(tensors[i])) {
            rt_error_set(err, RT_RUNTIME, "element %d of tensors does not require grad and does not have a grad_fn", i);
            goto done;
        }
    }
    for (i = 0; i < ninputs; i++) {
        struct rt_edge edge;
        if (rt_gradient_edge(inputs[i], &edge, err) < 0)
            goto done;
        if (!edge.node) {
            rt_error_set(err, RT_RUNTIME, "One of the differentiated Tensors does not require grad");
            goto done;
        }
        e.captures[e.ncaptures++] = (struct capture){edge.node, edge.input_nr, &results[i]};
    }
    rc = run_graph(&e, tensors, gradients, n);
    for (i = 0; rc == 0 && i < ninputs && !allow_unused; i++)
        if (!results[i])
            rc = rt_error_set(err, RT_RUNTIME,
                              "The differentiated Tensor at index %d appears to not have been used in the graph. Set "
                              "allow_unused=True if this is the desired behavior.",
                              i);
done:
    for (i = 0; i < e.ncaptures; i++)
        rt_node_unref(e.captures[i].node);
    rt_free(e.captures);
    for (i = 0; rc < 0 && i < ninputs; i++) {
        rt_tensor_unref(results[i]);
        results[i] = NULL;
    }
    return rc;
}

int rt_grad(struct rt_tensor *const *tensors, struct rt_tensor *const *gradients, int n,
            struct rt_tensor *const *inputs, int ninputs, bool retain_graph, bool create_graph, bool allow_unused,
            struct rt_tensor **results, struct rt_error *err)
{
    return gradients_of(tensors, gradients, n, inputs, ninputs, retain_graph, create_graph, allow_unused, false,
                        results, err);
}

int rt_backward(struct rt_tensor *const *tensors, struct rt_tensor *const *gradients, int n, bool retain_graph,
                bool create_graph, struct rt_tensor *const *inputs, int ninputs, struct rt_error *err)
{
    static bool warned;
    struct engine e;
    struct rt_tensor **results;
    int rc;

    if (create_graph && !warned) {
        warned = true;
        rt_warn("Using backward() with create_graph=True will create a reference cycle between the parameter and its "
                "gradient which can cause a memory leak. We recommend using autograd.grad when creating the graph to "
                "avoid this. If you have to use this function, make sure to reset the .grad fields of your parameters "
                "to None after use to break the cycle and avoid the leak.");
    }
    if (!inputs) {
        begin(&e, err);
        e.retain = retain_graph;
        e.create_graph = create_graph;
        e.accumulate = true;
        return run_graph(&e, tensors, gradients, n);
    }
    if (!(results = rt_alloc((size_t)ninputs * sizeof *results + 1)))
        return rt_error_memory(err);
    rc = gradients_of(tensors, gradients, n, inputs, ninputs, retain_graph, create_graph, true, true, results, err);
    for (int i = 0; i < ninputs; i++)
        if (results[i] && rc == 0)
            rc = rt_accumulate_steal(inputs[i], results[i], create_graph, err);
        else
            rt_tensor_unref(results[i]);
    rt_free(results);
    return rc;
}
