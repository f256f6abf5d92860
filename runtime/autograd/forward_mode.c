/* Forward mode: the tangents of the results of a call, from those of its operands. Rules are the rows of
   ops/tangents.def and flags; for all other ops the formula of the gradients is run backward twice: it is linear in the
   gradients v of the results, and the derivative in v of <formula(v), tangents> is what is looked for. Knows no op by
   name. */
#include "ops/ops.h"

#include <stdio.h>
#include <string.h>

enum rule { BY_TRANSPOSE, LINEAR, PRODUCT, ADDED, REFUSED };
struct rt_tangent_rule {
    enum rule rule;
    const char *name; /* of what is refused, as PyTorch calls it */
};

static const struct {
    struct rt_op *op;
    struct rt_tangent_rule rule;
} rows[] = {
#define LINEAR(id) {&rt_op_##id, {LINEAR, NULL}},
#define PRODUCT(id) {&rt_op_##id, {PRODUCT, NULL}},
#define ADDED(id) {&rt_op_##id, {ADDED, NULL}},
#define REFUSED(id, name) {&rt_op_##id, {REFUSED, name}},
#include "ops/tangents.def"
#undef LINEAR
#undef PRODUCT
#undef ADDED
#undef REFUSED
};

/* The row of an op, or NULL. Rows are tied to their ops at the first call that needs one. */
static const struct rt_tangent_rule *rule_of(const struct rt_op *op)
{
    static bool tied;

    if (!tied)
        for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
            rows[i].op->tangents = &rows[i].rule;
    tied = true;
    return op->tangents;
}

int rt_tangent_refused(const char *name, struct rt_error *err)
{
    if (!strncmp(name, "aten::", 6))
        return rt_error_set(err, RT_NOT_IMPLEMENTED, "Trying to use forward AD with %s that does not support it.",
                            name);
    const bool by_hand = name[strlen(name) - 1] == '_'; /* what works in place is not made from a table there */
    return rt_error_set(err, RT_NOT_IMPLEMENTED,
                        "Trying to use forward AD with %s that does not support it because it has not been implemented "
                        "yet.\nPlease file an issue to PyTorch at "
                        "https://github.com/pytorch/pytorch/issues/new?template=feature-request.yml so that we can "
                        "prioritize its implementation%s",
                        name, by_hand ? "." : " or submit a PR adding the implementation to derivatives.yaml");
}

int rt_tangent_no_out(const struct rt_op *op, struct rt_error *err)
{
    return rt_error_set(err, RT_NOT_IMPLEMENTED,
                        "Trying to use forward AD with %s_out that does not support it because it is an out= function",
                        op->schema->name);
}

bool rt_call_is_dual(const struct rt_call *call)
{
    for (int i = 0; i < call->nargs; i++) {
        const struct rt_arg *arg = &call->args[i];
        if (arg->kind == RT_TENSOR && rt_is_dual(arg->tensor))
            return true;
        for (uint32_t k = 0; arg->kind == RT_TENSORS && k < arg->count; k++)
            if (arg->tensors[k] && rt_is_dual(arg->tensors[k]))
                return true;
    }
    return false;
}

/* ---- the operands of a call, edge by edge ------------------------------------------------------------------------ */

struct operands {
    int count, dual;     /* edges; those with a tangent */
    bool history;        /* something among them has a history */
    T *primal, *tangent; /* NULL: none */
    bool *wanted;        /* has a tangent */
    T *gradient;         /* room for the results of a formula */
    T small[12];         /* memory for four edges */
    bool small_wanted[4];
};

static void add_operand(struct operands *o, B b, T t)
{
    int e = o->count++;
    T tangent = t && rt_has_tangent(t) ? rt_build_keep_steal(b, rt_tangent(t, b->err)) : NULL;

    o->primal[e] = t;
    o->tangent[e] = tangent;
    o->gradient[e] = NULL;
    o->wanted[e] = tangent != NULL;
    o->dual += tangent != NULL;
}

static int take_operands(struct operands *o, B b, const struct rt_call *call)
{
    size_t n = 0;

    for (int i = 0; i < call->nargs; i++)
        n += call->schema->params[i].kind == RT_TENSOR    ? 1
             : call->schema->params[i].kind == RT_TENSORS ? call->args[i].count
                                                          : 0;
    o->count = o->dual = 0;
    o->primal = n <= 4 ? o->small : rt_alloc(n * (3 * sizeof(T) + sizeof(bool)));
    if (!o->primal)
        return rt_error_memory(b->err);
    o->tangent = o->primal + (n <= 4 ? 4 : n);
    o->gradient = o->tangent + (n <= 4 ? 4 : n);
    o->wanted = n <= 4 ? o->small_wanted : (bool *)(o->gradient + n);
    for (int i = 0; i < call->nargs; i++) {
        const struct rt_arg *arg = &call->args[i];
        if (call->schema->params[i].kind == RT_TENSOR)
            add_operand(o, b, arg->kind == RT_TENSOR ? arg->tensor : NULL);
        else if (call->schema->params[i].kind == RT_TENSORS)
            for (uint32_t k = 0; k < arg->count; k++)
                add_operand(o, b, arg->kind == RT_TENSORS ? arg->tensors[k] : NULL);
    }
    return b->failed ? -1 : 0;
}

static void end_operands(struct operands *o)
{
    if (o->primal != o->small)
        rt_free(o->primal);
}

/* ---- rules ------------------------------------------------------------------------------------------------------- */

static bool is_inexact(const struct rt_tensor *t)
{
    return t && rt_dtype_is_inexact((enum rt_dtype)t->dtype);
}

/* The op applied to tangents, zeros where there is none. What is no float stays as it is. */
static int by_itself(const struct rt_call *call, struct operands *o, B b, struct rt_results *out)
{
    struct rt_arg args[RT_MAX_ARGS];
    int e = 0;

    for (int i = 0; i < call->nargs; i++) {
        args[i] = call->args[i];
        int first = e;
        e += call->schema->params[i].kind == RT_TENSOR    ? 1
             : call->schema->params[i].kind == RT_TENSORS ? (int)call->args[i].count
                                                          : 0;
        for (int k = first; k < e; k++)
            o->gradient[k] = o->tangent[k] || !is_inexact(o->primal[k]) ? o->tangent[k] ? o->tangent[k] : o->primal[k]
                                                                        : rt_b_zeros_like(b, o->primal[k]);
        if (args[i].kind == RT_TENSOR)
            args[i].tensor = o->gradient[first];
        else if (args[i].kind == RT_TENSORS)
            args[i].tensors = o->gradient + first;
    }
    return b->failed ? -1 : rt_apply(call->op, args, call->nargs, out, b->err);
}

/* f(dx, y) + f(x, dy), and what is added to a product goes with the first of them. */
static int by_product(const struct rt_call *call, struct operands *o, B b, struct rt_results *out)
{
    T sum = NULL;

    for (int e = 0; e < 2; e++) {
        struct rt_arg args[RT_MAX_ARGS];
        if (!o->tangent[e])
            continue;
        for (int i = 0; i < call->nargs; i++)
            args[i] = call->args[i];
        args[e] = rt_arg_tensor(o->tangent[e]);
        if (o->count > 2)
            args[2] = sum ? rt_arg_none() : rt_arg_tensor(o->tangent[2]);
        T term = rt_build_apply(b, call->op, args, call->nargs);
        sum = sum && term ? rt_b_add(b, sum, term) : term;
    }
    out->tensor[0] = sum ? rt_tensor_get(sum) : NULL;
    out->count = sum != NULL;
    out->is_list = false;
    return sum ? 0 : -1;
}

/* beta ds + alpha (dx y + x dy) of self s, x, y and the factors: the second product is added to what the first gives.
 */
static int by_sum(const struct rt_call *call, struct operands *o, B b, struct rt_results *out)
{
    T sum = NULL;

    for (int e = 1; e < 3; e++) {
        struct rt_arg args[RT_MAX_ARGS];
        if (!o->tangent[e])
            continue;
        for (int i = 0; i < call->nargs; i++)
            args[i] = call->args[i];
        args[e] = rt_arg_tensor(o->tangent[e]);
        args[0] = rt_arg_tensor(sum ? sum : o->tangent[0] ? o->tangent[0] : rt_b_zeros_like(b, o->primal[0]));
        if (sum)
            args[3] = rt_arg_scalar(rt_scalar_int(1));
        if (!args[0].tensor || !(sum = rt_build_apply(b, call->op, args, call->nargs)))
            return -1;
    }
    out->tensor[0] = rt_tensor_get(sum);
    out->count = 1;
    out->is_list = false;
    return 0;
}

/* Of a pointwise op of real numbers: each element of a gradient depends on that element of the result only, so that
   there is no difference between forward and backward. */
static int by_formula(const struct rt_tangent_step *step, const struct rt_call *call, struct operands *o, B b,
                      struct rt_results *out)
{
    struct rt_tensor *result = call->results->tensor[0];
    T sum = NULL;

    for (int e = 0; e < o->count; e++)
        o->wanted[e] = false;
    for (int e = 0; e < o->count; e++) {
        if (!o->tangent[e])
            continue;
        T g = rt_build_keep_steal(
            b, rt_tensor_to(o->tangent[e], (enum rt_dtype)result->dtype, result->storage->device, false, b->err));
        g = g ? rt_b_expand(b, g, result->shape, result->ndim) : NULL;
        o->wanted[e] = true;
        int rc = g ? rt_node_run(step->node, &g, o->wanted, o->gradient, b->err) : -1;
        o->wanted[e] = false;
        T term = o->gradient[e];
        if (term)
            rt_build_keep_steal(b, term);
        if (rc < 0)
            return -1;
        if (term && term->dtype != result->dtype)
            term = rt_b_to(b, term, (enum rt_dtype)result->dtype);
        if (term && term->storage == o->tangent[e]->storage)
            term = rt_b_clone(b, term);
        sum = !term ? sum : sum ? rt_b_add(b, sum, term) : term;
        o->gradient[e] = NULL;
    }
    if (!sum)
        sum = rt_b_zeros_like(b, result);
    if (sum && !rt_shape_equal(sum->shape, sum->ndim, result->shape, result->ndim))
        sum = rt_b_clone(b, rt_b_expand(b, sum, result->shape, result->ndim));
    if (!sum || b->failed)
        return -1;
    out->tensor[0] = rt_tensor_get(sum);
    out->count = 1;
    out->is_list = false;
    return 0;
}

/* A leaf like a result, the gradient that the formula is given: not of zeros, because some take logarithms. */
static T probe_of(B b, T result)
{
    T v = rt_b_ones_like(b, result);

    if (v)
        v->requires_grad = true;
    return v;
}

/* The gradients of the edges, brought to the sizes and types of their operands, as functions of the probes. */
static int pull_back(const struct rt_tangent_step *step, struct operands *o, B b, T *probes)
{
    int rc = rt_node_run(step->node, probes, o->wanted, o->gradient, b->err);

    for (int e = 0; e < o->count; e++) {
        T g = o->gradient[e];
        if (g && rc == 0)
            g = rt_gradient_fit_steal(g, &step->node->inputs[e], step->node->name, e, b->err);
        else
            rt_tensor_unref(g), g = NULL;
        rc = o->gradient[e] && !g ? -1 : rc;
        o->gradient[e] = g ? rt_build_keep_steal(b, g) : NULL;
    }
    return rc;
}

static int by_transpose(const struct rt_tangent_step *step, const struct rt_call *call, struct operands *o, B b,
                        struct rt_results *out)
{
    const struct rt_results *r = call->results;
    struct rt_tensor *const *results = r->is_list ? r->list : r->tensor;
    size_t n = (size_t)r->count;
    int wanted = 0, given = 0, rc = -1;
    T *room = rt_alloc((3 * n + 2 * (size_t)o->count) * sizeof *room + 1);
    T *probes = room, *leaves = probes + n, *found = leaves + n, *outs = found + n, *vectors = outs + o->count;

    if (!room)
        return rt_error_memory(b->err);
    for (size_t i = 0; i < n; i++) {
        bool differs = is_inexact(results[i]) && !(i < 32 && call->op->constants >> i & 1);
        probes[i] = differs ? probe_of(b, results[i]) : NULL;
        if (probes[i])
            leaves[wanted++] = probes[i];
    }
    if (b->failed || pull_back(step, o, b, probes) < 0)
        goto done;
    for (int e = 0; e < o->count; e++)
        if (o->gradient[e] && rt_needs_grad(o->gradient[e])) {
            outs[given] = o->gradient[e];
            vectors[given++] = o->tangent[e]->dtype == o->gradient[e]->dtype
                                   ? o->tangent[e]
                                   : rt_b_to(b, o->tangent[e], (enum rt_dtype)o->gradient[e]->dtype);
        }
    memset(found, 0, n * sizeof *found);
    if (b->failed || (given && wanted &&
                      rt_grad(outs, vectors, given, leaves, wanted, true, step->history, true, found, b->err) < 0))
        goto done;
    wanted = 0;
    for (size_t i = 0; i < n; i++) { /* probes become tangents */
        T tangent = probes[i] ? found[wanted++] : NULL;
        if (tangent)
            rt_build_keep_steal(b, tangent);
        probes[i] = probes[i] && !tangent ? rt_b_zeros_like(b, results[i]) : tangent;
    }
    out->is_list = false;
    out->count = (int)n;
    if (n > RT_MAX_RESULTS && !(out->list = rt_alloc(n * sizeof *out->list))) {
        rt_error_memory(b->err);
        goto done;
    }
    out->is_list = n > RT_MAX_RESULTS;
    for (size_t i = 0; i < n; i++) {
        T own = probes[i];
        for (int e = 0; own && e < o->count; e++)
            if (o->tangent[e] && own->storage == o->tangent[e]->storage)
                own = rt_b_clone(b, own);
        (out->is_list ? out->list : out->tensor)[i] = own ? rt_tensor_get(own) : NULL;
    }
    rc = b->failed ? -1 : 0;
done:
    rt_free(room);
    return rc;
}

static bool any_complex(const struct rt_call *call, const struct operands *o)
{
    for (int e = 0; e < o->count; e++)
        if (o->primal[e] && rt_dtype_is_complex((enum rt_dtype)o->primal[e]->dtype))
            return true;
    return call->results->count && rt_dtype_is_complex((enum rt_dtype)call->results->tensor[0]->dtype);
}

/* ---- a call ------------------------------------------------------------------------------------------------------ */

static bool needs_no_formula(const struct rt_op *op)
{
    const struct rt_tangent_rule *rule = rule_of(op);

    return op->flags & RT_OP_VIEW || (rule && rule->rule == LINEAR);
}

/* Are tangents to be recorded, because an operand or its tangent is? */
static bool has_history(struct rt_call *call)
{
    bool found = call->needs_grad;
    struct rt_error ignored;

    rt_error_clear(&ignored);
    for (int i = 0; i < call->nargs && !found; i++) {
        const struct rt_arg *arg = &call->args[i];
        uint32_t n = arg->kind == RT_TENSOR ? 1 : arg->kind == RT_TENSORS ? arg->count : 0;
        for (uint32_t k = 0; k < n && !found; k++) {
            struct rt_tensor *t = arg->kind == RT_TENSOR ? arg->tensor : arg->tensors[k];
            struct rt_tensor *tangent = t && rt_has_tangent(t) ? rt_tangent(t, &ignored) : NULL;
            found = tangent && rt_needs_grad(tangent);
            rt_tensor_unref(tangent);
        }
    }
    return found;
}

int rt_tangent_begin(struct rt_tangent_step *step, struct rt_call *call, bool inplace, struct rt_error *err)
{
    extern int rt_back_none(struct rt_backward *, struct rt_error *);
    const struct rt_tangent_rule *rule = rule_of(call->op);

    char name[128];

    step->node = NULL;
    /* those of a composite follow from the ops that it is made of */
    step->inplace = inplace;
    step->none = call->op->flags & (RT_OP_NODIFF | RT_OP_COMPOSITE) || (inplace && call->op->flags & RT_OP_UNTRACKED);
    if (rule && rule->rule == REFUSED)
        return rt_tangent_refused(rule->name, err);
    if (step->none || needs_no_formula(call->op))
        return 0;
    if (call->op->backward == rt_back_none) {
        snprintf(name, sizeof name, "aten::%s", call->schema->name);
        return rt_tangent_refused(name, err);
    }
    step->history = rt_grad_mode && has_history(call);
    rt_dual_paused = true;
    step->node = rt_record_aside(call, inplace, step->history, err);
    rt_dual_paused = false;
    return step->node ? 0 : -1;
}

static int compute(struct rt_tangent_step *step, struct rt_call *call, struct operands *o, B b, struct rt_results *out)
{
    const struct rt_tangent_rule *rule = rule_of(call->op);

    if (needs_no_formula(call->op))
        return by_itself(call, o, b, out);
    if (rule && rule->rule == PRODUCT && (o->tangent[0] || o->tangent[1]))
        return by_product(call, o, b, out);
    if (rule && rule->rule == ADDED && !step->inplace && (o->tangent[1] || o->tangent[2]))
        return by_sum(call, o, b, out);
    if (rt_record_results(step->node, call, step->history, b->err) < 0)
        return -1;
    if (call->op->flags & RT_OP_POINTWISE && call->results->count == 1 && !any_complex(call, o))
        return by_formula(step, call, o, b, out);
    bool mode = rt_grad_mode;
    rt_grad_mode = true;
    int rc = by_transpose(step, call, o, b, out);
    rt_grad_mode = mode;
    return rc;
}

static bool is_operand(const struct operands *o, const struct rt_tensor *t)
{
    for (int e = 0; e < o->count; e++)
        if (o->primal[e] == t)
            return true;
    return false;
}

static int hand_out(struct rt_call *call, bool inplace, const struct operands *o, struct rt_results *tangents,
                    struct rt_error *err)
{
    struct rt_results *r = call->results;
    struct rt_tensor *const *results = r->is_list ? r->list : r->tensor;
    struct rt_tensor *const *found = tangents->is_list ? tangents->list : tangents->tensor;
    int rc = 0;

    if (inplace && call->op->flags & RT_OP_VIEW) /* only its shape has changed, and so does the tangent's */
        return rt_tangent_set(results[0], found[0], err);
    if (inplace)
        return is_inexact(results[0]) ? rt_tangent_write(results[0], found[0], err) : 0;
    for (int i = 0; i < r->count && i < tangents->count && rc == 0; i++)
        if (is_inexact(results[i]) && found[i] && !is_operand(o, results[i]))
            rc = rt_tangent_set(results[i], found[i], err);
    return rc;
}

int rt_tangent_end(struct rt_tangent_step *step, struct rt_call *call, bool inplace, int rc, struct rt_error *err)
{
    struct rt_results tangents = {0};
    struct rt_build b;
    struct operands o = {0};

    if (rc == 0 && !step->none) {
        rt_dual_paused = true;
        rt_build_init(&b, err);
        o.primal = o.small;
        rc = take_operands(&o, &b, call);
        if (rc == 0 && o.dual)
            rc = compute(step, call, &o, &b, &tangents);
        if (rc == 0 && o.dual)
            rc = hand_out(call, inplace, &o, &tangents, err);
        for (int i = 0; i < tangents.count; i++)
            rt_tensor_unref((tangents.is_list ? tangents.list : tangents.tensor)[i]);
        if (tangents.is_list)
            rt_free(tangents.list);
        end_operands(&o);
        rt_build_end(&b);
        rt_dual_paused = false;
        if (rc < 0)
            rt_results_clear(call->results);
    }
    if (step->node)
        rt_node_unref(step->node);
    return rc;
}
