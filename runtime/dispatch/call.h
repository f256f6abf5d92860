/* A running call of the dispatcher, as forwards see it. */
#ifndef RT_CALL_H
#define RT_CALL_H

#include "autograd/autograd.h"
#include "op.h"
#include "tensor.h"

#include <string.h>

struct rt_call {
    struct rt_op *op;
    const struct rt_schema *schema;
    int nargs;
    struct rt_arg args[RT_MAX_ARGS];
    struct rt_device *device;      /* of the tensor arguments; NULL if there are none */
    struct rt_tensor *out;         /* where a pointwise result is to be written (in-place, out=); borrowed; or NULL */
    struct rt_tensor *const *outs; /* of a composite called with out=: an alias hands them on; or NULL */
    int nouts;
    struct rt_results *results;
    rt_forward forward; /* of the op, or what it does with sparse tensors */
    bool needs_grad;    /* a tensor argument requires a gradient */
    bool sparse;        /* a tensor argument is of a sparse layout, or such a layout is asked for */
    bool shell;         /* operands are, or the result is, of a shell type: see shell.h */
    bool inplace;       /* of a composite that is to work in place: an alias hands that on */
    bool dual;          /* a tensor argument has a tangent */
};

static inline struct rt_tensor *rt_arg_get_tensor(const struct rt_call *call, int i)
{
    return call->args[i].kind == RT_TENSOR ? call->args[i].tensor : NULL;
}
/* Is a string argument that word? Strings need not end with a NUL. */
static inline bool rt_arg_is(const struct rt_arg *arg, const char *word)
{
    return arg->kind == RT_STRING && arg->count == strlen(word) && !memcmp(arg->string, word, arg->count);
}
static inline bool rt_arg_is_none(const struct rt_call *call, int i)
{
    return call->args[i].kind == RT_NONE;
}
/* Will the call, and what it is made of, be on the tape, or have tangents? */
/* Is the first operand one whose class takes over the steps? */
static inline bool rt_call_is_dispatched(const struct rt_call *call)
{
    return rt_dispatched_alive && call->nargs && call->args[0].kind == RT_TENSOR && call->args[0].tensor->dispatched;
}
static inline bool rt_is_recorded(const struct rt_call *call)
{
    return (rt_grad_mode && call->needs_grad) || call->dual || __builtin_expect(rt_call_is_dispatched(call), 0);
}

/* ---- forward mode (forward_mode.c)
 * ------------------------------------------------------------------------------------ */

/* Has a tensor among the arguments a tangent that counts now? */
bool rt_call_is_dual(const struct rt_call *call);
/* Around the forward of a call with such: the node of its formula, or -1 where PyTorch has no rule. */
struct rt_tangent_step {
    struct rt_node *node;
    bool inplace; /* self is changed */
    bool none;    /* the results have no tangents */
    bool history; /* they are recorded */
};
int rt_tangent_begin(struct rt_tangent_step *step, struct rt_call *call, bool inplace, struct rt_error *err);
/* Gives the results their tangents, and ends the step; rc is that of the forward, and returned unless it fails here. */
int rt_tangent_end(struct rt_tangent_step *step, struct rt_call *call, bool inplace, int rc, struct rt_error *err);
int rt_tangent_no_out(const struct rt_op *op, struct rt_error *err);
/* How a view made now of `self` (or of nothing) counts as one. */
static inline enum rt_view_kind rt_view_kind_now(const struct rt_tensor *self)
{
    if (!rt_grad_mode)
        return rt_inference_mode() ? RT_VIEW_INFERENCE : RT_VIEW_NO_GRAD;
    return self ? (enum rt_view_kind)self->view_kind : RT_VIEW_PLAIN;
}
/* Chooses the forward of a call that has a sparse tensor; -1 and PyTorch's text where there is none. */
int rt_choose_sparse(struct rt_call *call, struct rt_error *err);
/* Gives a sparse self what a call in place has made. */
int rt_take_sparse_result(struct rt_tensor *self, struct rt_tensor *result, struct rt_error *err);
/* -1 and PyTorch's text: no row for tensors of that layout. */
int rt_sparse_refused(const struct rt_call *call, struct rt_error *err);
/* Sets the only result; takes over the reference; -1 when it is NULL. */
static inline int rt_result_steal(struct rt_call *call, struct rt_tensor *tensor)
{
    if (!tensor)
        return -1;
    call->results->count = 1;
    call->results->tensor[0] = tensor;
    return 0;
}
/* The same of two results. */
static inline int rt_result_pair_steal(struct rt_call *call, struct rt_tensor *first, struct rt_tensor *second)
{
    call->results->count = 2;
    call->results->tensor[0] = first;
    call->results->tensor[1] = second;
    return 0;
}
/* Sets the common device of the tensors, also of those in lists, and whether one of those is sparse. */
int rt_call_find_device(struct rt_call *call, struct rt_error *err);
/* -1 and PyTorch's error: operands of a pointwise function are on two devices. */
int rt_mixed_pointwise(struct rt_device *a, struct rt_device *b, struct rt_error *err);
/* -1 and PyTorch's error: an argument of a function is on another device than the others. */
int rt_mixed_devices(const char *function, const char *argument, struct rt_device *is, struct rt_device *others,
                     struct rt_error *err);
/* An alias does what its target does with the same arguments: in place, into tensors given, or neither. */
int rt_apply_alias(struct rt_call *call, struct rt_op *target, const struct rt_arg *args, int nargs,
                   struct rt_error *err);
/* A list result of n tensors; the references are taken over, also on failure. */
int rt_result_list_steal(struct rt_call *call, struct rt_tensor **list, int n, struct rt_error *err);

#endif
