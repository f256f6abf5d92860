/* The dispatcher: fills in defaults, checks kinds and devices, runs the forward, records the autograd graph, and makes
   the in-place and out= variants. Must not know what an op calculates, nor an op by its name: what differs from row to
   row is a flag of the row. */
#include "autocast.h"
#include "call.h"
#include "dispatch_hook.h"
#include "op_profile.h"
#include "out_dtypes.h"
#include "shell.h"

#include <stdio.h>
#include <string.h>

/* ---- arguments -------------------------------------------------------------------------------------------------- */

static const char *const kind_words[] = {
#define X(id, word) [id] = word,
    RT_KINDS(X)
#undef X
};

static int bad_kind(const struct rt_call *call, int i, struct rt_error *err)
{
    const struct rt_param *param = &call->schema->params[i];
    const char *wanted = param->kind == RT_TENSOR    ? "Tensor"
                         : param->kind == RT_TENSORS ? "tuple of Tensors"
                         : param->kind == RT_INTS    ? "tuple of ints"
                         : param->kind == RT_SCALAR  ? "Number"
                                                     : kind_words[param->kind];

    return rt_error_set(err, RT_TYPE, "%s(): argument '%s' (position %d) must be %s, not %s", call->schema->name,
                        i == 0 && !strcmp(param->name, "self") ? "input" : param->name, i + 1, wanted,
                        kind_words[call->args[i].kind]);
}

/* The first of the arguments from i on that must be given. */
static int missing(const struct rt_call *call, int i, struct rt_error *err)
{
    const struct rt_param *param = &call->schema->params[i];

    for (; param->has_default || param->optional; param++)
        i++;
    return rt_error_set(err, RT_TYPE, "%s() missing 1 required positional arguments: \"%s\"", call->schema->name,
                        i == 0 && !strcmp(param->name, "self") ? "input" : param->name);
}

/* Brings argument i to the kind its parameter wants. */
static int coerce(struct rt_call *call, int i, struct rt_error *err)
{
    const struct rt_param *param = &call->schema->params[i];
    struct rt_arg *arg = &call->args[i];

    if (arg->kind == RT_DEFAULT) {
        if (!param->has_default && !param->optional)
            return missing(call, i, err);
        *arg = call->schema->defaults[i];
        return 0;
    }
    if (arg->kind == param->kind)
        return 0;
    if (arg->kind == RT_NONE && param->optional)
        return 0;
    switch (param->kind) {
    case RT_TENSOR:
        if (arg->kind == RT_INT)
            *arg = rt_arg_scalar(rt_scalar_int(arg->integer));
        else if (arg->kind == RT_FLOAT)
            *arg = rt_arg_scalar(rt_scalar_float(arg->number));
        else if (arg->kind == RT_BOOLEAN)
            *arg = rt_arg_scalar(rt_scalar_bool(arg->boolean));
        return arg->kind == RT_SCALAR && call->op->flags & RT_OP_POINTWISE ? 0 : bad_kind(call, i, err);
    case RT_SCALAR:
        if (arg->kind == RT_INT)
            *arg = rt_arg_scalar(rt_scalar_int(arg->integer));
        else if (arg->kind == RT_FLOAT)
            *arg = rt_arg_scalar(rt_scalar_float(arg->number));
        else if (arg->kind == RT_BOOLEAN)
            *arg = rt_arg_scalar(rt_scalar_bool(arg->boolean));
        else
            return bad_kind(call, i, err);
        return 0;
    case RT_FLOAT:
        if (arg->kind == RT_INT)
            *arg = rt_arg_float((double)arg->integer);
        else if (arg->kind == RT_SCALAR && arg->scalar.kind <= RT_CAT_FLOAT)
            *arg = rt_arg_float(rt_scalar_to_double(arg->scalar));
        else
            return bad_kind(call, i, err);
        return 0;
    case RT_INT:
        if (arg->kind == RT_BOOLEAN)
            *arg = rt_arg_int(arg->boolean);
        else if (arg->kind == RT_SCALAR && arg->scalar.kind <= RT_CAT_INT)
            *arg = rt_arg_int(arg->scalar.i);
        else
            return bad_kind(call, i, err);
        return 0;
    case RT_LAYOUT:
    case RT_MEMORY_FORMAT: /* by name */
        return arg->kind == RT_STRING ? 0 : bad_kind(call, i, err);
    default:
        return bad_kind(call, i, err);
    }
}

/* int[2] given as one int means that many of it. The ints are stored in `list` for the length of the call. */
static bool widen_int(struct rt_call *call, int i, int64_t *list)
{
    const struct rt_param *param = &call->schema->params[i];
    struct rt_arg *arg = &call->args[i];
    int n = param->list_size ? param->list_size : 1;

    if (param->kind != RT_INTS || arg->kind != RT_INT || n > 3)
        return false;
    for (int k = 0; k < n; k++)
        list[k] = arg->integer;
    *arg = rt_arg_ints(list, (uint32_t)n);
    return true;
}

/* ---- the call ---------------------------------------------------------------------------------------------------- */

static bool any_requires_grad(const struct rt_call *call)
{
    for (int i = 0; i < call->nargs; i++) {
        const struct rt_arg *arg = &call->args[i];
        if (arg->kind == RT_TENSOR) {
            if (rt_needs_grad(arg->tensor))
                return true;
        } else if (arg->kind == RT_TENSORS)
            for (uint32_t k = 0; k < arg->count; k++)
                if (arg->tensors[k] && rt_needs_grad(arg->tensors[k]))
                    return true;
    }
    return false;
}

/* A composite row with a node's name: the node of its last step gets it. */
static int name_composition(struct rt_call *call, struct rt_error *err)
{
    if (rt_tensor_name_node(call->results->tensor[0], call->schema->node_names[RT_NAME_PLAIN], err) == 0)
        return 0;
    rt_results_clear(call->results);
    return -1;
}

/* A result that is a view of an intermediate tensor is no view for the caller. */
static void leave_bases(struct rt_call *call)
{
    for (int i = 0; i < call->results->count && !call->results->is_list; i++) {
        struct rt_tensor *t = call->results->tensor[i], *base = t ? t->base : NULL;
        for (int k = 0; k < call->nargs && base; k++) /* an argument comes back */
            if (call->args[k].kind == RT_TENSOR && call->args[k].tensor == t)
                base = NULL;
        if (base)
            rt_tensor_leave_base(t);
    }
}

int rt_needs_data(const char *name, const char *overload, struct rt_error *err)
{
    rt_error_clear(err);
    return rt_error_set(err, RT_NOT_IMPLEMENTED,
                        "aten::%s%s%s: attempted to run this operator with Meta tensors, but there was no fake impl or "
                        "Meta kernel registered. You may have run into this message while using an operator with PT2 "
                        "compilation APIs (torch.compile/torch.export); in order to use this operator with those APIs "
                        "you'll need to add a fake impl. Please see the following for next steps:  "
                        "https://pytorch.org/tutorials/advanced/custom_ops_landing_page.html",
                        name, *overload ? "." : "", overload);
}

/* A handler stands in its place, or an operand is of a shell type. */
static __attribute__((noinline, cold)) int forward_aside(struct rt_call *call, struct rt_error *err)
{
    int rc = rt_dispatch_hooked(call, err);

    return rc < 1 ? rc : rt_shell_forward(call, err);
}

static int run_forward(struct rt_call *call, struct rt_error *err)
{
    const char *outer = rt_op_now;
    int rc;

    call->results->count = 0;
    call->results->is_list = false;
    if (!outer)
        rt_op_now = call->schema->name;
    rc = __builtin_expect(call->shell, 0) ? forward_aside(call, err) : call->forward(call, err);
    rt_op_now = outer;
    if (__builtin_expect(rt_dispatched_alive, 0) && rt_wrapper_check(call->schema->name, err) < 0)
        rc = -1;
    if (rc == 0) {
        if (!(call->op->flags & (RT_OP_VIEW | RT_OP_COMPOSITE | RT_OP_MUTATES))) {
            if (!call->out && (call->results->count != 1 || call->results->is_list || call->results->tensor[0]->base))
                leave_bases(call);
            return 0;
        }
        return call->op->flags & RT_OP_COMPOSITE && call->op->grad_name && rt_grad_mode && any_requires_grad(call)
                   ? name_composition(call, err)
                   : 0;
    }
    rt_results_clear(call->results);
    if (!err->code)
        rt_error_set(err, RT_RUNTIME, "%s failed", call->schema->name);
    if (err->code == RT_NO_DATA && !outer)
        rt_needs_data(call->schema->name, call->schema->overload, err);
    return -1;
}

/* What the arguments of a call are, as one mask: 1 << dtype, and these; RT_DISPATCH_BIT may be among them. */
#define SEEN_MIXED (1u << 28) /* lists, or tensors of several devices */
#define SEEN_GRAD (1u << 29)
#define SEEN_SPARSE (1u << 30)
#define SEEN_SHELL (RT_DISPATCH_BIT | ((SEEN_MIXED - 1) & ~((1u << RT_UINT16) - 1)))
#define SEEN_COMPLEX (1u << RT_COMPLEX64 | 1u << RT_COMPLEX128)
_Static_assert(RT_DTYPE_COUNT <= 28, "a bit of the mask for each type");

/* What an argument that is no tensor says of a call. */
static inline uint32_t seen_in(enum rt_kind kind, const struct rt_arg *arg)
{
    uint32_t seen = SEEN_MIXED;

    if (kind == RT_SCALAR)
        return arg->scalar.kind == RT_CAT_COMPLEX ? 1u << RT_COMPLEX64 : 0;
    if (kind == RT_DTYPE_ARG)
        return 1u << arg->dtype;
    if (kind != RT_TENSORS)
        return 0;
    for (uint32_t k = 0; k < arg->count; k++)
        if (arg->tensors[k])
            seen |= 1u << arg->tensors[k]->dtype | (arg->tensors[k]->dispatched ? RT_DISPATCH_BIT : 0);
    return seen;
}

#define SEEN_FAILED UINT32_MAX
/* Converts an argument of another kind than that of its parameter; what has been seen in it, or SEEN_FAILED. */
static __attribute__((noinline)) uint32_t take_other(struct rt_call *call, int i, int64_t *list, struct rt_error *err)
{
    const struct rt_arg given = call->args[i];
    uint32_t seen = 0;

    if (widen_int(call, i, list))
        return 0;
    if (coerce(call, i, err) < 0)
        return SEEN_FAILED;
    if (call->schema->params[i].kind == RT_LAYOUT && given.kind == RT_STRING && !rt_arg_is(&given, "strided"))
        seen = SEEN_SPARSE;
    return call->args[i].kind == RT_SCALAR ? seen | seen_in(RT_SCALAR, &call->args[i]) : seen;
}

/* A call whose arguments are not all dense tensors of one device and types with loops, or that may have tangents. */
static __attribute__((noinline)) int take_rare(struct rt_call *call, uint32_t seen, struct rt_error *err)
{
    call->sparse = (seen & SEEN_SPARSE) != 0;
    call->shell = RT_SHELL_SEEN(seen & ~(SEEN_MIXED | SEEN_GRAD | SEEN_SPARSE));
    if (seen & SEEN_MIXED && rt_call_find_device(call, err) < 0)
        return -1;
    if (call->schema->has_list)
        call->needs_grad = any_requires_grad(call);
    call->dual = rt_dual_on() && rt_call_is_dual(call);
    return call->sparse || call->dual ? rt_choose_sparse(call, err) : 0;
}

/* Copies the arguments, converts them to the kinds of the parameters, and finds the device of the tensors and whether
   one of them requires a gradient. */
static inline __attribute__((always_inline)) int take_arguments(struct rt_call *call, const struct rt_arg *args,
                                                                int nargs, int64_t (*lists)[3], struct rt_error *err)
{
    const struct rt_schema *schema = call->schema;
    struct rt_device *device = NULL;
    uint32_t seen = rt_dispatch_bit;

    if (nargs > schema->nparams)
        return rt_error_set(err, RT_TYPE, "%s() takes %d positional arguments but %d were given", schema->name,
                            schema->nparams, nargs);
    call->nargs = schema->nparams;
    for (int i = 0; i < nargs; i++) {
        const struct rt_param *param = &schema->params[i];
        enum rt_kind kind = args[i].kind;
        call->args[i] = args[i];
        if (kind != param->kind) {
            if (kind == RT_NONE && param->optional)
                continue;
            const uint32_t other = take_other(call, i, lists[i], err);
            if (other == SEEN_FAILED)
                return -1;
            seen |= other;
        } else if (kind == RT_TENSOR) {
            struct rt_tensor *t = args[i].tensor;
            seen |= 1u << t->dtype;
            if (device != t->storage->device) {
                seen |= device ? SEEN_MIXED : 0;
                device = t->storage->device;
            }
            if (rt_needs_grad(t))
                seen |= SEEN_GRAD;
            if (__builtin_expect(t->sparse != NULL, 0))
                seen |= SEEN_SPARSE;
            if (__builtin_expect(t->dispatched, 0))
                seen |= RT_DISPATCH_BIT;
        } else {
            seen |= seen_in(kind, &args[i]);
        }
    }
    if (nargs < schema->given)
        return missing(call, nargs, err);
    for (int i = nargs; i < schema->nparams; i++)
        call->args[i] = schema->defaults[i];
    call->device = device;
    call->needs_grad = (seen & SEEN_GRAD) != 0;
    if (seen & (SEEN_MIXED | SEEN_SPARSE | SEEN_SHELL | SEEN_COMPLEX) || __builtin_expect(rt_dual_level, 0))
        return take_rare(call, seen, err);
    return 0;
}

static inline __attribute__((always_inline)) int prepare(struct rt_call *call, struct rt_op *op, bool inplace,
                                                         const struct rt_arg *args, int nargs,
                                                         struct rt_results *results, int64_t (*lists)[3],
                                                         struct rt_error *err)
{
    call->op = op;
    call->out = NULL;
    call->outs = NULL;
    call->results = results;
    call->forward = op->forward;
    call->sparse = false;
    call->shell = false;
    call->inplace = inplace;
    call->dual = false;
    results->count = 0;
    results->is_list = false;
    results->list = NULL;
    call->schema = op->schema;
    if (!call->schema && !(call->schema = rt_op_schema(op, err)))
        return -1;
    return take_arguments(call, args, nargs, lists, err);
}

/* How the views of a call came about. Those of the ops it is made of do not count. */
static void mark_views(struct rt_call *call)
{
    struct rt_results *r = call->results;
    struct rt_tensor **list = r->is_list ? r->list : r->tensor;
    struct rt_tensor *self = rt_arg_get_tensor(call, 0);
    enum rt_view_kind kind = r->is_list && rt_grad_mode ? RT_VIEW_OF_MANY : rt_view_kind_now(self);

    for (int i = 0; i < r->count; i++)
        if (list[i] != self) {
            list[i]->view_kind = (uint8_t)kind;
            if (__builtin_expect(list[i]->dispatched == RT_DISPATCHED_WRAPPER, 0))
                list[i]->dispatched = RT_DISPATCHED_VIEW;
        }
}

static int apply_recorded(struct rt_call *call, struct rt_error *err)
{
    struct rt_node *node = rt_record_begin(call, false, err);
    int rc;

    if (!node)
        return -1;
    rt_grad_mode = false;
    rc = run_forward(call, err);
    rt_grad_mode = true;
    if (rc == 0 && call->op->flags & RT_OP_VIEW)
        mark_views(call);
    if (rc == 0 && (rc = rt_record_end(node, call, false, err)) < 0)
        rt_results_clear(call->results);
    rt_node_unref(node);
    return rc;
}

/* Will hooks for what is saved run, and with them programs? */
static inline bool runs_programs(void)
{
    return __builtin_expect(rt_saved_hooks != NULL, 0) && !rt_packing;
}

static void hold_arguments(const struct rt_arg *args, int nargs)
{
    rt_hold_begin();
    for (int i = 0; i < nargs; i++)
        if (args[i].kind == RT_TENSOR)
            rt_hold(args[i].tensor);
        else if (args[i].kind == RT_TENSORS)
            for (uint32_t k = 0; k < args[i].count; k++)
                rt_hold(args[i].tensors[k]);
}

static inline int apply_prepared(struct rt_call *call, struct rt_error *err)
{
    if (rt_grad_mode && call->needs_grad && !(call->op->flags & (RT_OP_COMPOSITE | RT_OP_NODIFF)))
        return apply_recorded(call, err);
    if (run_forward(call, err) < 0)
        return -1;
    if ((call->op->flags & (RT_OP_VIEW | RT_OP_COMPOSITE)) == RT_OP_VIEW)
        mark_views(call);
    return 0;
}

static int apply_one(struct rt_op *op, const struct rt_arg *args, int nargs, struct rt_results *results,
                     struct rt_error *err)
{
    int64_t lists[RT_MAX_ARGS][3];
    struct rt_call call;

    if (op->flags & RT_OP_MUTATES)
        return rt_apply_inplace(op, args, nargs, results, err);
    if (rt_autocasting) {
        int rc = rt_autocast_apply(op, args, nargs, results, err);
        if (rc < 1)
            return rc;
    }
    if (prepare(&call, op, false, args, nargs, results, lists, err) < 0)
        return -1;
    if (__builtin_expect(!call.dual, 1))
        return apply_prepared(&call, err);
    struct rt_tangent_step step;
    return rt_tangent_begin(&step, &call, false, err) < 0
               ? -1
               : rt_tangent_end(&step, &call, false, apply_prepared(&call, err), err);
}

/* With hooks for what is saved, or in a profile. */
static __attribute__((noinline, cold)) int apply_watched(struct rt_op *op, const struct rt_arg *args, int nargs,
                                                         struct rt_results *results, struct rt_error *err)
{
    const int event = rt_profiling && !(op->flags & RT_OP_MUTATES) ? rt_op_profile_begin(op, false, args, nargs) : -1;
    const bool programs = runs_programs();

    if (programs)
        hold_arguments(args, nargs);
    int rc = apply_one(op, args, nargs, results, err);
    if (programs)
        rt_hold_end();
    rt_profile_end(event);
    return rc;
}

int rt_apply(struct rt_op *op, const struct rt_arg *args, int nargs, struct rt_results *results, struct rt_error *err)
{
    if (__builtin_expect(rt_saved_hooks || rt_profiling, 0))
        return apply_watched(op, args, nargs, results, err);
    return apply_one(op, args, nargs, results, err);
}

struct rt_tensor *rt_apply1(struct rt_op *op, const struct rt_arg *args, int nargs, struct rt_error *err)
{
    struct rt_results results;

    if (rt_apply(op, args, nargs, &results, err) < 0)
        return NULL;
    return results.tensor[0];
}

/* ---- in place ---------------------------------------------------------------------------------------------------- */

static bool overlaps_elsewhere(const struct rt_tensor *self, const struct rt_tensor *t)
{
    if (self == t || self->storage != t->storage || !self->numel || !t->numel)
        return false;
    return self->offset != t->offset || !rt_shape_equal(self->shape, self->ndim, t->shape, t->ndim) ||
           !rt_shape_equal(self->strides, self->ndim, t->strides, t->ndim);
}

static bool is_dense_layout(const struct rt_tensor *t)
{
    return t->contiguous || rt_shape_is_dense(t->shape, t->strides, t->ndim);
}

/* Does one of the operands of a pointwise op overlap partially with what is written? PyTorch looks only at dense ones.
 */
static int check_operands(const struct rt_call *call, const struct rt_tensor *self, int first, struct rt_error *err)
{
    for (int i = first; i < call->nargs; i++) {
        const struct rt_tensor *t = call->args[i].kind == RT_TENSOR ? call->args[i].tensor : NULL;
        bool across = t && (call->op->flags & RT_OP_NO_OVERLAP ? t->storage == self->storage && t->numel && self->numel
                                                               : overlaps_elsewhere(self, t));
        if (!across || !is_dense_layout(self) || !is_dense_layout(t))
            continue;
        int64_t size = (int64_t)rt_dtype_size((enum rt_dtype)self->dtype), other = (int64_t)rt_dtype_size(t->dtype);
        if (self->offset * size < (t->offset + t->numel) * other &&
            t->offset * other < (self->offset + self->numel) * size)
            return rt_error_set(err, RT_RUNTIME,
                                "unsupported operation: some elements of the input tensor and the written-to tensor "
                                "refer to a single memory location. Please clone() the tensor before performing the "
                                "operation.");
    }
    return 0;
}

/* Elements that share their memory cannot be written one by one. */
int rt_check_written(const struct rt_tensor *self, struct rt_error *err)
{
    if (self->contiguous || self->numel < 2 || self->sparse)
        return 0;
    for (int i = 0; i < self->ndim; i++)
        if (self->strides[i] == 0 && self->shape[i] > 1)
            return rt_error_set(err, RT_RUNTIME,
                                "unsupported operation: more than one element of the written-to tensor refers to a "
                                "single memory location. Please clone() the tensor before performing the operation.");
    return 0;
}

static int check_written(const struct rt_op *op, const struct rt_tensor *self, struct rt_error *err)
{
    return op->flags & (RT_OP_ALLOW_OVERLAP | RT_OP_VIEW | RT_OP_SPECIAL) ? 0 : rt_check_written(self, err);
}

/* May the op write straight into self? Not when an operand is another window on the same memory. */
static bool writes_directly(const struct rt_call *call, const struct rt_tensor *self)
{
    if (!(call->op->flags & (RT_OP_POINTWISE | RT_OP_INPLACE_ALIAS)))
        return false;
    for (int i = 1; i < call->nargs; i++)
        if (call->args[i].kind == RT_TENSOR && overlaps_elsewhere(self, call->args[i].tensor))
            return false;
    return true;
}

static int copy_result(struct rt_call *call, struct rt_tensor *self, struct rt_error *err)
{
    struct rt_tensor *result = call->results->tensor[0];
    char target[RT_SHAPE_TEXT], shape[RT_SHAPE_TEXT];
    struct rt_cast_copy_call copy;
    struct rt_device *device = self->storage->device;

    if (result == self)
        return 0;
    if (!rt_dtype_can_cast((enum rt_dtype)result->dtype, (enum rt_dtype)self->dtype))
        return rt_error_set(err, RT_RUNTIME, "result type %s can't be cast to the desired output type %s",
                            rt_dtype_table[result->dtype].scalar, rt_dtype_table[self->dtype].scalar);
    if (!rt_shape_equal(result->shape, result->ndim, self->shape, self->ndim))
        return rt_error_set(err, RT_RUNTIME, "output with shape %s doesn't match the broadcast shape %s",
                            rt_shape_text(self->shape, self->ndim, shape, sizeof shape),
                            rt_shape_text(result->shape, result->ndim, target, sizeof target));
    if (self->sparse || result->sparse) {
        if (rt_take_sparse_result(self, result, err) < 0)
            return -1;
        rt_tensor_unref(result);
        call->results->tensor[0] = rt_tensor_get(self);
        return 0;
    }
    rt_tensor_view(self, &copy.out);
    rt_tensor_view(result, &copy.in);
    if (self->numel && device->kernels->cast_copy(device, &copy, err) < 0)
        return -1;
    rt_tensor_unref(result);
    call->results->tensor[0] = rt_tensor_get(self);
    return 0;
}

/* A composite in place: an alias works in place itself; what others compute is copied, and recorded as a copy. */
static int composite_inplace(struct rt_call *call, struct rt_tensor *self, struct rt_error *err)
{
    struct rt_results copied;
    struct rt_tensor *result, *before = NULL;
    uint32_t version = *self->version;
    int rc;

    call->inplace = true;
    /* a row with a node of its own may save what it starts from: of that a copy, or the write would spoil it */
    if (rt_grad_mode && call->op->grad_name && any_requires_grad(call)) {
        if (!(before = rt_apply1(rt_op_named("clone"), (struct rt_arg[]){rt_arg_tensor(self)}, 1, err)))
            return -1;
        call->args[0].tensor = before;
    }
    rc = run_forward(call, err);
    rt_tensor_unref(before);
    if (rc < 0)
        return -1;
    result = call->results->tensor[0];
    if (result == self) {
        if (*self->version == version) /* nothing to do, and yet a change */
            rt_tensor_bump(self);
        return 0;
    }
    if (rt_is_followed(self) || rt_is_followed(result)) {
        rc = rt_apply_inplace(rt_op_find("copy_", 0), (struct rt_arg[]){rt_arg_tensor(self), rt_arg_tensor(result)}, 2,
                              &copied, err);
        rt_results_clear(call->results);
        if (rc == 0)
            *call->results = copied;
        if (rc == 0 && call->op->grad_name && rt_grad_mode)
            return rt_tensor_name_node(self, call->schema->node_names[RT_NAME_INPLACE], err);
        return rc;
    }
    rc = copy_result(call, self, err);
    if (rc < 0)
        rt_results_clear(call->results);
    else
        rt_tensor_bump(self);
    return rc;
}

/* self may not be changed: what the op itself says of a copy of it comes first. */
static int refused_first(struct rt_call *call, struct rt_error *err)
{
    struct rt_error other;
    rt_error_clear(&other);
    struct rt_tensor *self = call->args[0].tensor;
    struct rt_tensor *copy = self->sparse ? NULL : rt_tensor_new_like(self, RT_DTYPE_NONE, &other);

    if (copy) {
        call->args[0].tensor = copy;
        if (run_forward(call, &other) == 0)
            rt_results_clear(call->results);
        rt_tensor_unref(copy);
    }
    if (other.code && copy) {
        rt_error_clear(err);
        *err = other;
    }
    return -1;
}

static int apply_in_place(struct rt_op *op, const struct rt_arg *args, int nargs, struct rt_results *results,
                          struct rt_error *err)
{
    int64_t lists[RT_MAX_ARGS][3];
    struct rt_call call;
    struct rt_tensor *self;
    struct rt_node *node = NULL;
    struct rt_tangent_step step;
    bool mode = rt_grad_mode, records;
    int rc = -1;

    if (prepare(&call, op, true, args, nargs, results, lists, err) < 0)
        return -1;
    call.inplace = false; /* refused_first asks without it */
    if (!(self = rt_arg_get_tensor(&call, 0)))
        return rt_error_set(err, RT_TYPE, "%s_(): argument 'input' (position 1) must be Tensor", call.schema->name);
    if (self->inference && !rt_inference_mode())
        return rt_inference_change(err);
    if (__builtin_expect(self->dispatched == RT_DISPATCHED_VIEW, 0) && mode &&
        (call.needs_grad || rt_needs_grad(self))) /* what it is a view of would not know */
        return rt_error_set(
            err, RT_NOT_IMPLEMENTED,
            "%s: a view of a tensor of a class with __torch_dispatch__ cannot be changed in place where "
            "gradients are recorded",
            call.schema->name);
    if (check_written(op, self, err) < 0) {
        struct rt_error other;
        rt_error_clear(&other);
        if (mode && call.needs_grad && rt_check_inplace(self, rt_needs_grad(self), &other) < 0)
            *err = other; /* that is said first */
        return -1;
    }
    if (op->flags & RT_OP_COMPOSITE && !(op->flags & (RT_OP_VIEW | RT_OP_MUTATES)))
        return composite_inplace(&call, self, err);
    if (op->flags & (RT_OP_POINTWISE | RT_OP_INPLACE_ALIAS | RT_OP_NO_OVERLAP) && !(op->flags & RT_OP_ALLOW_OVERLAP) &&
        check_operands(&call, self, 1, err) < 0)
        return -1;
    records = mode && call.needs_grad;
    if (op->flags & RT_OP_UNTRACKED)
        records = false;
    if (records && rt_check_inplace(self, rt_needs_grad(self), err) < 0)
        return op->flags & RT_OP_CHECKS_FIRST ? refused_first(&call, err) : -1;
    if (records && op->flags & RT_OP_NODIFF && !(op->flags & RT_OP_MUTATES) && !op->grad_name)
        records = false;
    if (records && (rt_dtype_is_inexact((enum rt_dtype)self->dtype) || !(op->flags & RT_OP_CONVERTS)) &&
        !(node = rt_record_begin(&call, true, err)))
        return -1;
    if (call.dual && rt_tangent_begin(&step, &call, true, err) < 0) {
        rt_node_unref(node);
        return -1;
    }
    if (op->flags & RT_OP_MUTATES || writes_directly(&call, self))
        call.out = self;
    call.inplace = true;
    rt_grad_mode = false;
    rc = run_forward(&call, err);
    if (rc == 0 && op->flags & RT_OP_VIEW) { /* t_, squeeze_ ...: self itself takes the view's shape */
        struct rt_tensor *view = results->tensor[0];
        rc = rt_tensor_reshape_self(self, view->shape, view->strides, view->ndim, view->offset, err);
        rt_tensor_unref(view);
        results->tensor[0] = rt_tensor_get(self);
    } else if (rc == 0)
        rc = copy_result(&call, self, err);
    if (rc < 0)
        rt_results_clear(results);
    rt_grad_mode = mode;
    if (rc == 0) {
        rt_tensor_bump(self);
        if (node && (rc = rt_record_end(node, &call, true, err)) < 0)
            rt_results_clear(results);
    }
    rt_node_unref(node);
    return call.dual ? rt_tangent_end(&step, &call, true, rc, err) : rc;
}

static __attribute__((noinline, cold)) int apply_in_place_watched(struct rt_op *op, const struct rt_arg *args,
                                                                  int nargs, struct rt_results *results,
                                                                  struct rt_error *err)
{
    const int event = rt_profiling ? rt_op_profile_begin(op, true, args, nargs) : -1;
    const bool programs = runs_programs();

    if (programs)
        hold_arguments(args, nargs);
    int rc = apply_in_place(op, args, nargs, results, err);
    if (programs)
        rt_hold_end();
    rt_profile_end(event);
    return rc;
}

int rt_apply_inplace(struct rt_op *op, const struct rt_arg *args, int nargs, struct rt_results *results,
                     struct rt_error *err)
{
    if (__builtin_expect(rt_saved_hooks || rt_profiling, 0))
        return apply_in_place_watched(op, args, nargs, results, err);
    return apply_in_place(op, args, nargs, results, err);
}

/* ---- out= -------------------------------------------------------------------------------------------------------- */

static int no_gradient(const struct rt_call *call, struct rt_error *err)
{
    return rt_error_set(err, RT_RUNTIME,
                        "%s(): functions with out=... arguments don't support automatic differentiation, but one of "
                        "the arguments requires grad.",
                        call->schema->name);
}

/* Takes the shape of a result; of a pointwise op and of linear algebra also its strides. */
static int resize_out(const struct rt_op *op, struct rt_tensor *out, const struct rt_tensor *r, struct rt_error *err)
{
    bool lies = op->flags & RT_OP_POINTWISE ||
                (op->flags & (RT_OP_LINALG | RT_OP_OUT_STRIDES) && out->dtype == r->dtype); /* else it is a copy */
    if (op->flags & RT_OP_INTEGER_COPY && rt_dtype_is_integral((enum rt_dtype)r->dtype))
        lies = false;
    char was[RT_SHAPE_TEXT], is[RT_SHAPE_TEXT];

    if (rt_shape_equal(r->shape, r->ndim, out->shape, out->ndim))
        return 0;
    if (out->numel && !(op->flags & RT_OP_FACTORY))
        rt_warn("An output with one or more elements was resized since it had shape %s, which does not match the "
                "required output shape %s. This behavior is deprecated, and in a future PyTorch release outputs will "
                "not be resized unless they have zero elements. You can explicitly reuse an out tensor t by resizing "
                "it, inplace, to zero elements with t.resize_(0).",
                rt_shape_text(out->shape, out->ndim, was, sizeof was), rt_shape_text(r->shape, r->ndim, is, sizeof is));
    if (rt_tensor_resize(out, r->shape, r->ndim, err) < 0)
        return -1;
    return lies && !r->contiguous ? rt_tensor_reshape_self(out, r->shape, r->strides, r->ndim, out->offset, err) : 0;
}

/* Does what is to be written overlap with one of a list of operands? */
static int check_list(const struct rt_call *call, const struct rt_tensor *out, struct rt_error *err)
{
    for (int i = 0; i < call->nargs; i++)
        for (uint32_t k = 0; call->args[i].kind == RT_TENSORS && k < call->args[i].count; k++) {
            const struct rt_tensor *t = call->args[i].tensors[k];
            if (t && t->storage == out->storage && t->numel && out->numel && is_dense_layout(t) &&
                is_dense_layout(out) && t->offset < out->offset + out->numel && out->offset < t->offset + t->numel)
                return rt_error_set(err, RT_RUNTIME,
                                    "unsupported operation: some elements of the input tensor and the written-to "
                                    "tensor refer to a single memory location. Please clone() the tensor before "
                                    "performing the operation.");
        }
    return 0;
}

/* sum(x, out=y) is computed in y's type, unless another is asked for; what converts its operand first gets it so, in
 *own. */
static int compute_in(struct rt_call *call, const struct rt_tensor *out, struct rt_tensor **own, struct rt_error *err)
{
    struct rt_tensor *self = call->nargs ? rt_arg_get_tensor(call, 0) : NULL;
    const enum rt_dtype type = (enum rt_dtype)out->dtype;

    if (call->op->flags & RT_OP_FACTORY ||
        (self && rt_computes_in_out(call->schema->name, (enum rt_dtype)self->dtype, type)))
        for (int i = 0; i < call->nargs; i++)
            if (call->schema->params[i].kind == RT_DTYPE_ARG && call->args[i].kind == RT_NONE)
                call->args[i] = rt_arg_dtype(type);
    if (self && rt_converts_to_out(call->schema->name, (enum rt_dtype)self->dtype, type)) {
        struct rt_cast_copy_call copy;
        struct rt_device *device = self->storage->device;
        if (!(*own = rt_tensor_new_like(self, type, err)))
            return -1;
        rt_tensor_view(*own, &copy.out);
        rt_tensor_view(self, &copy.in);
        if (self->numel && device->kernels->cast_copy(device, &copy, err) < 0)
            return -1;
        call->args[0] = rt_arg_tensor(*own);
    }
    return 0;
}

/* Is a tensor given what the result of a pointwise op of real floats will be? Then it may be written straight. */
static bool is_result(const struct rt_call *call, const struct rt_tensor *out)
{
    const uint32_t flags = call->op->flags;
    bool any = false;

    if (!(flags & RT_OP_POINTWISE) || flags & (RT_OP_COMPOSITE | RT_OP_NODIFF) || out->inference || !out->contiguous ||
        (out->dtype != RT_FLOAT32 && out->dtype != RT_FLOAT64))
        return false;
    for (int i = 0; i < call->nargs; i++) {
        const struct rt_tensor *t = call->args[i].kind == RT_TENSOR ? call->args[i].tensor : NULL;
        if (call->args[i].kind == RT_TENSORS)
            return false;
        if (!t)
            continue;
        if (t->dtype != out->dtype || !t->contiguous || t->storage->device != out->storage->device ||
            !rt_shape_equal(t->shape, t->ndim, out->shape, out->ndim) || overlaps_elsewhere(out, t))
            return false;
        any = true;
    }
    return any;
}

/* Writes result i into the tensor given for it. */
static int write_out(struct rt_call *call, struct rt_tensor *out, int i, struct rt_error *err)
{
    struct rt_tensor *r = call->results->tensor[i];
    struct rt_call one = {.op = call->op, .schema = call->schema, .results = &(struct rt_results){.count = 1}};

    if (out->inference && !rt_inference_mode())
        return rt_inference_change(err);
    if (out->storage->device != r->storage->device &&
        (rt_device_is_meta(out->storage->device) || rt_device_is_meta(r->storage->device)))
        return rt_error_set(err, RT_RUNTIME,
                            "Attempting to copy from device %s to device %s, but cross-device copies are not allowed!",
                            rt_device_text(r->storage->device, (char[RT_DEVICE_TEXT]){0}, RT_DEVICE_TEXT),
                            rt_device_text(out->storage->device, (char[RT_DEVICE_TEXT]){0}, RT_DEVICE_TEXT));
    if (out->storage->device != r->storage->device)
        return rt_mixed_pointwise(r->storage->device, out->storage->device, err);
    if ((call->schema->has_list && check_list(call, out, err) < 0) || resize_out(call->op, out, r, err) < 0)
        return -1;
    one.results->tensor[0] = r;
    if (check_written(call->op, out, err) < 0 ||
        (call->op->flags & RT_OP_POINTWISE && check_operands(call, out, 0, err) < 0) || copy_result(&one, out, err) < 0)
        return -1;
    call->results->tensor[i] = one.results->tensor[0];
    rt_tensor_bump(out);
    return 0;
}

/* May the results be written there, as far as their types say? */
static int check_results(const struct rt_call *call, const struct rt_tensor *self, struct rt_tensor *const *out,
                         int nout, struct rt_error *err)
{
    const struct rt_results *results = call->results;

    if (results->count != nout || results->is_list)
        return rt_error_set(err, RT_TYPE, "expected tuple of %d elements but got %d", results->count, nout);
    if (nout && rt_check_same_type(call, (enum rt_dtype)results->tensor[0]->dtype, out, nout, err) < 0)
        return -1;
    for (int i = 0; i < nout; i++)
        if (out[i]->dtype != results->tensor[i]->dtype &&
            rt_check_out_type(call->schema->name, call->schema->overload, i, (enum rt_dtype)results->tensor[i]->dtype,
                              (enum rt_dtype)out[i]->dtype, self ? (enum rt_dtype)self->dtype : RT_FLOAT32, err) < 0)
            return -1;
    return 0;
}

static int apply_out(struct rt_op *op, const struct rt_arg *args, int nargs, struct rt_tensor *const *out, int nout,
                     struct rt_results *results, struct rt_error *err)
{
    int64_t lists[RT_MAX_ARGS][3];
    struct rt_call call;
    bool mode = rt_grad_mode, needs = false;
    struct rt_tensor *own = NULL;

    if (prepare(&call, op, false, args, nargs, results, lists, err) < 0)
        return -1;
    for (int i = 0; i < nout; i++)
        if (out[i]->sparse)
            return rt_error_set(err, RT_NOT_IMPLEMENTED, "%s(): out= of layout torch.%s is not supported",
                                call.schema->name, rt_layout_name(out[i]->sparse->layout));
    const struct rt_tensor *self = call.nargs ? rt_arg_get_tensor(&call, 0) : NULL;
    if (mode && !(op->flags & RT_OP_NODIFF)) {
        needs = call.needs_grad;
        for (int i = 0; i < nout; i++)
            needs = needs || rt_needs_grad(out[i]);
    }
    if (needs && !(op->flags & RT_OP_COMPOSITE))
        return no_gradient(&call, err);
    if (call.dual && !(op->flags & (RT_OP_COMPOSITE | RT_OP_NODIFF)))
        return rt_tangent_no_out(op, err);
    if ((nout && rt_check_outs_before(&call, out, nout, err) < 0) ||
        (nout == 1 && compute_in(&call, out[0], &own, err) < 0))
        goto fail;
    call.outs = out;
    call.nouts = nout;
    if (op->flags & RT_OP_COMPOSITE) { /* an alias asks and writes itself */
        if (run_forward(&call, err) < 0) {
            rt_refused_before(&call, out, nout, err);
            goto fail;
        }
        if (results->count == nout && !results->is_list && nout && results->tensor[0] == out[0]) {
            rt_tensor_unref(own);
            return 0;
        }
        if (needs) {
            no_gradient(&call, err);
            goto fail;
        }
    }
    rt_grad_mode = false;
    if (!(op->flags & RT_OP_COMPOSITE)) {
        if (nout == 1 && is_result(&call, out[0]))
            call.out = out[0];
        if (run_forward(&call, err) < 0) {
            rt_refused_before(&call, out, nout, err);
            goto fail;
        }
    }
    if (check_results(&call, self, out, nout, err) < 0)
        goto fail;
    for (int i = 0; i < nout; i++)
        if (write_out(&call, out[i], i, err) < 0)
            goto fail;
    rt_grad_mode = mode;
    rt_tensor_unref(own);
    return 0;
fail:
    rt_grad_mode = mode;
    rt_tensor_unref(own);
    rt_results_clear(results);
    return -1;
}

int rt_apply_out(struct rt_op *op, const struct rt_arg *args, int nargs, struct rt_tensor *const *out, int nout,
                 struct rt_results *results, struct rt_error *err)
{
    const int event = __builtin_expect(rt_profiling, 0) ? rt_op_profile_begin(op, false, args, nargs) : -1;
    int rc = apply_out(op, args, nargs, out, nout, results, err);

    if (event >= 0)
        rt_profile_end(event);
    return rc;
}

int rt_apply_alias(struct rt_call *call, struct rt_op *target, const struct rt_arg *args, int nargs,
                   struct rt_error *err)
{
    if (call->outs)
        return rt_apply_out(target, args, nargs, call->outs, call->nouts, call->results, err);
    return (call->inplace ? rt_apply_inplace : rt_apply)(target, args, nargs, call->results, err);
}
