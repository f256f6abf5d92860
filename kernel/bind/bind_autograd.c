/* bind_autograd.c: backward, grad, hooks of tensors and of saved tensors, grad modes, and nodes of
 * torch.autograd.Function. Must not know how the engine orders nodes. */
#include "bind_core.h"

#include <stdlib.h>
#include <string.h>

/* A hook's result replaces the gradient: it must have the same size and type. */
static int check_replaced(struct lang_thread *t, lang_value hook, struct rt_tensor *was, struct rt_tensor *now)
{
    char a[64], b[64];
    bool size = rt_tensor_ndim(was) != rt_tensor_ndim(now);
    for (int i = 0; !size && i < rt_tensor_ndim(was); i++)
        size = rt_tensor_shape(was)[i] != rt_tensor_shape(now)[i];
    if (!size && rt_tensor_dtype(was) == rt_tensor_dtype(now) && rt_tensor_device(was) == rt_tensor_device(now))
        return 0;
    lang_value name = lang_getattr_c(t, hook, "__name__");
    if (lang_is_error(name)) {
        lang_error_clear(t);
        name = lang_obj_or_error(lang_str_from_c(t, "<unknown>"));
    }
    if (lang_is_error(name))
        return -1;
    if (size)
        lang_raise(t, LANG_EXC_RuntimeError, "hook '%S' has changed the size of value", name);
    else
        lang_raise(t, LANG_EXC_RuntimeError, "hook '%S' has changed the type of value (was %s got %s)", name,
                   rt_tensor_type_text(was, a, sizeof a), rt_tensor_type_text(now, b, sizeof b));
    lang_unref(t, name);
    return -1;
}

static int run_hook(void *object, struct rt_tensor *gradient, struct rt_tensor **out, struct rt_error *err)
{
    struct lang_thread *entered, *t = bind_callback_thread(&entered);
    lang_value arg = bind_wrap(t, gradient);
    lang_value result = lang_is_error(arg) ? arg : lang_call(t, lang_obj(object), &arg, 1, NULL);
    int status = 0;
    if (!lang_is_error(arg))
        lang_unref(t, arg);
    *out = NULL;
    if (lang_is_error(result)) {
        status = rt_error_set(err, RT_FOREIGN, "a hook failed");
    } else if (bind_is_tensor(result)) {
        if (check_replaced(t, lang_obj(object), gradient, bind_rt(result)) < 0) {
            status = rt_error_set(err, RT_FOREIGN, "a hook failed");
        } else {
            *out = bind_rt(result);
            rt_tensor_ref(*out);
        }
    } else if (!lang_is_none(result)) {
        lang_raise(t, LANG_EXC_TypeError, "expected Variable, but hook returned '%N'", result);
        status = rt_error_set(err, RT_FOREIGN, "a hook failed");
    }
    if (!lang_is_error(result))
        lang_unref(t, result);
    bind_callback_leave(entered);
    return status;
}

/* ---- hooks ------------------------------------------------------------------------------------------------------ */

static lang_value register_hook(struct lang_thread *t, const lang_value *args, bool post)
{
    struct rt_error err;
    rt_error_clear(&err);
    struct rt_tensor *rt = bind_rt(args[0]);
    if (!rt_tensor_requires_grad(rt))
        return lang_raise(t, LANG_EXC_RuntimeError, "cannot register a hook on a tensor that doesn't require gradient");
    if (post && !rt_tensor_is_leaf(rt))
        return lang_raise(t, LANG_EXC_RuntimeError,
                          "post accumulate grad hooks cannot be registered on non-leaf tensors");
    if (args[1].tag != LANG_OBJECT || !lang_callable(args[1]))
        return lang_raise(t, LANG_EXC_TypeError, "'%N' object is not callable", args[1]);
    struct rt_hook_handle *handle = rt_tensor_add_hook(rt, run_hook, args[1].o, &bind_foreign, post, &err);
    return handle ? bind_hook_handle(t, handle) : bind_raise(t, &err);
}
lang_value bind_method_register_hook(struct lang_thread *t, const lang_value *args)
{
    return register_hook(t, args, false);
}
lang_value bind_method_register_post_hook(struct lang_thread *t, const lang_value *args)
{
    return register_hook(t, args, true);
}

/* ---- backward and grad ------------------------------------------------------------------------------------------ */

/* A tensor or a sequence of tensors (None allowed in gradients). */
struct tensors {
    struct lang_tuple *tuple; /* keeps them alive */
    struct rt_tensor **list;
    int n;
};
static void tensors_done(struct lang_thread *t, struct tensors *x)
{
    lang_xdecref(t, x->tuple);
    rt_free(x->list);
}
static int tensors_make(struct lang_thread *t, lang_value v, bool allow_none, struct tensors *out)
{
    *out = (struct tensors){0};
    if (lang_is_undef(v) || lang_is_none(v))
        return 0;
    out->tuple = bind_is_tensor(v) ? lang_tuple_from(t, &v, 1) : lang_to_tuple(t, v);
    if (!out->tuple)
        return -1;
    out->n = (int)out->tuple->length;
    out->list = rt_alloc(((size_t)out->n + 1) * sizeof *out->list);
    if (!out->list)
        return lang_no_memory(t), -1;
    for (int i = 0; i < out->n; i++) {
        lang_value item = out->tuple->items[i];
        if (!bind_is_tensor(item) && !(allow_none && lang_is_none(item)))
            return allow_none
                       ? lang_fail(t, LANG_EXC_TypeError, "gradients can be either Tensors or None, but got %N", item)
                       : lang_fail(t, LANG_EXC_TypeError, "element %d of tensors is not a tensor (got %N)", i, item);
        out->list[i] = bind_is_tensor(item) ? bind_rt(item) : NULL;
    }
    return 0;
}
static bool is_true(lang_value v)
{
    return v.tag == LANG_BOOL && v.i;
}

/* The lock stays held: hooks run on this thread. */
static int run_backward(struct lang_thread *t, struct tensors *of, struct tensors *gradients, struct tensors *inputs,
                        bool retain, bool create, struct rt_error *err)
{
    struct lang_thread *outer = bind_run_backward(t);
    int status = rt_backward(of->list, gradients->n ? gradients->list : NULL, of->n, retain, create,
                             inputs->n ? inputs->list : NULL, inputs->n, err);
    bind_run_backward(outer);
    return status;
}

static lang_value backward(struct lang_thread *t, lang_value of, lang_value gradient, lang_value retain,
                           lang_value create, lang_value inputs)
{
    struct tensors x[3] = {{0}, {0}, {0}};
    struct rt_error err;
    rt_error_clear(&err);
    lang_value result = lang_error();
    bool keep = lang_is_undef(retain) || lang_is_none(retain) ? is_true(create) : is_true(retain);
    if (tensors_make(t, of, false, &x[0]) == 0 && tensors_make(t, gradient, true, &x[1]) == 0 &&
        tensors_make(t, inputs, false, &x[2]) == 0) {
        if (!lang_is_undef(inputs) && !lang_is_none(inputs) && x[2].n == 0)
            lang_raise(t, LANG_EXC_RuntimeError, "`inputs` argument to `backward()` cannot be empty.");
        else if (x[1].n && x[1].n < x[0].n)
            lang_raise(t, LANG_EXC_RuntimeError, "got %d tensors and %d gradients", x[0].n, x[1].n);
        else {
            int status = run_backward(t, &x[0], &x[1], &x[2], keep, is_true(create), &err);
            if (bind_warnings_pending && !lang_error_occurred(t) && bind_warnings_emit(t) < 0)
                ; /* a warning was raised as an exception */
            else if (status < 0)
                bind_raise(t, &err);
            else
                result = lang_none();
        }
    }
    for (int i = 0; i < 3; i++)
        tensors_done(t, &x[i]);
    return result;
}

lang_value bind_method_backward(struct lang_thread *t, const lang_value *args)
{
    return backward(t, args[0], args[1], args[2], args[3], args[4]);
}
/* torch.autograd.backward(tensors, grad_tensors, retain_graph, create_graph, grad_variables, inputs) */
static lang_value autograd_backward(struct lang_thread *t, const lang_value *args)
{
    return backward(t, args[0], args[1], args[2], args[3], args[5]);
}

/* is_grads_batched: torch.autograd.functional does it row by row */
static lang_value batched_grad(struct lang_thread *t, const lang_value *args)
{
    lang_value module = lang_import(t, "torch.autograd.functional");
    lang_value given[7] = {args[0], args[1], args[2], args[3], args[4], args[5], args[7]};
    for (int i = 0; i < 7; i++)
        if (lang_is_undef(given[i]))
            given[i] = lang_none();
    lang_value result = lang_is_error(module) ? module : lang_call_method_c(t, module, "_batched_grad", given, 7);
    if (!lang_is_error(module))
        lang_unref(t, module);
    return result;
}

/* torch.autograd.grad(outputs, inputs, grad_outputs, retain_graph, create_graph, allow_unused, is_grads_batched,
 * materialize_grads) */
static lang_value autograd_grad(struct lang_thread *t, const lang_value *args)
{
    struct tensors x[3] = {{0}, {0}, {0}};
    struct rt_error err;
    rt_error_clear(&err);
    struct rt_tensor **results = NULL;
    struct lang_tuple *tuple = NULL;
    bool create = is_true(args[4]), materialize = is_true(args[7]);
    bool keep = lang_is_undef(args[3]) || lang_is_none(args[3]) ? create : is_true(args[3]);
    bool unused = is_true(args[5]) || materialize;
    if (is_true(args[6]))
        return batched_grad(t, args);
    if (tensors_make(t, args[0], false, &x[0]) < 0 || tensors_make(t, args[1], false, &x[1]) < 0 ||
        tensors_make(t, args[2], true, &x[2]) < 0)
        goto done;
    if (x[1].n == 0) {
        lang_raise(t, LANG_EXC_RuntimeError, "`inputs` argument to `grad()` cannot be empty.");
        goto done;
    }
    if (x[2].n && x[2].n < x[0].n) {
        lang_raise(t, LANG_EXC_RuntimeError, "got %d tensors and %d gradients", x[0].n, x[2].n);
        goto done;
    }
    results = rt_alloc((size_t)x[1].n * sizeof *results);
    if (!results) {
        lang_no_memory(t);
        goto done;
    }
    memset(results, 0, (size_t)x[1].n * sizeof *results);
    struct lang_thread *outer = bind_run_backward(t);
    int status =
        rt_grad(x[0].list, x[2].n ? x[2].list : NULL, x[0].n, x[1].list, x[1].n, keep, create, unused, results, &err);
    bind_run_backward(outer);
    if (bind_warnings_pending && !lang_error_occurred(t) && bind_warnings_emit(t) < 0)
        goto done;
    if (status < 0) {
        bind_raise(t, &err);
        goto done;
    }
    tuple = lang_tuple_new(t, x[1].n);
    for (int i = 0; tuple && i < x[1].n; i++)
        tuple->items[i] = lang_none();
    for (int i = 0; tuple && i < x[1].n; i++) {
        if (!results[i] && materialize) {
            struct rt_op *zeros = rt_op_named("zeros_like");
            struct rt_arg self = rt_arg_tensor(x[1].list[i]);
            results[i] = zeros ? rt_apply1(zeros, &self, 1, &err) : NULL;
        }
        lang_value item = results[i] ? bind_wrap(t, results[i]) : lang_none();
        if (lang_is_error(item)) {
            lang_decref(t, tuple);
            tuple = NULL;
        } else {
            tuple->items[i] = item;
        }
    }
done:
    for (int i = 0; results && i < x[1].n; i++)
        rt_tensor_unref(results[i]);
    rt_free(results);
    for (int i = 0; i < 3; i++)
        tensors_done(t, &x[i]);
    return lang_obj_or_error(tuple);
}

/* ---- nodes of torch.autograd.Function --------------------------------------------------------------------------- */

/* The backward of a torch.autograd.Function: object is its context, whose _run(gradients) returns a tuple. */
static int run_foreign(void *object, struct rt_tensor *const *gradients, int n, struct rt_tensor **results,
                       int nresults, struct rt_error *err)
{
    struct lang_thread *entered, *t = bind_callback_thread(&entered);
    lang_value arg = lang_obj_or_error(bind_tensor_tuple(t, gradients, n));
    lang_value result = lang_is_error(arg) ? arg : lang_call_method_c(t, lang_obj(object), "_run", &arg, 1);
    int status = lang_is_error(result) ? -1 : bind_tensor_list(t, result, results, nresults);
    if (!lang_is_error(arg))
        lang_unref(t, arg);
    if (!lang_is_error(result))
        lang_unref(t, result);
    bind_callback_leave(entered);
    return status < 0 ? rt_error_set(err, RT_FOREIGN, "a backward failed") : 0;
}

/* The roles of outputs as numbers; -1 and an exception. */
static int take_roles(struct lang_thread *t, lang_value v, enum rt_output_role **out, int n)
{
    struct lang_tuple *tuple = lang_to_tuple(t, v);
    int status = tuple ? 0 : -1;
    *out = calloc((size_t)n + 1, sizeof **out);
    if (!*out)
        status = (lang_no_memory(t), -1);
    else if (tuple && tuple->length != n)
        status = lang_fail(t, LANG_EXC_ValueError, "%d outputs, %d roles", n, (int)tuple->length);
    for (int i = 0; status == 0 && i < n; i++) {
        int64_t role;
        if ((status = bind_int(t, tuple->items[i], &role)) == 0)
            (*out)[i] = (enum rt_output_role)role;
    }
    lang_xdecref(t, tuple);
    return status;
}

/* torch._C._foreign_node(context, name, inputs, outputs, roles, saved): makes the node between inputs and outputs. */
static lang_value foreign_node(struct lang_thread *t, const lang_value *args)
{
    struct tensors x[3] = {{0}, {0}, {0}};
    enum rt_output_role *roles = NULL;
    struct rt_error err;
    rt_error_clear(&err);
    lang_value result = lang_error();
    const char *name = lang_as_utf8(t, args[1], "name", NULL);
    if (name && !lang_is_a(args[0], &bind_type_function_base))
        lang_raise(t, LANG_EXC_TypeError, "_foreign_node(): expected a context");
    else if (name && tensors_make(t, args[2], true, &x[0]) == 0 && tensors_make(t, args[3], true, &x[1]) == 0 &&
             tensors_make(t, args[5], true, &x[2]) == 0 && take_roles(t, args[4], &roles, x[1].n) == 0) {
        struct rt_function_call call = {.name = name,
                                        .apply = run_foreign,
                                        .object = args[0].o,
                                        .foreign = &bind_function_foreign,
                                        .inputs = x[0].list,
                                        .outputs = x[1].list,
                                        .saved = x[2].list,
                                        .roles = roles,
                                        .ninputs = x[0].n,
                                        .noutputs = x[1].n,
                                        .nsaved = x[2].n};
        struct rt_node *node = rt_foreign_node(&call, &err);
        if (err.code)
            bind_raise(t, &err);
        else {
            ((struct bind_node *)args[0].o)->rt = node;
            result = lang_none();
        }
    }
    for (int i = 0; i < 3; i++)
        tensors_done(t, &x[i]);
    free(roles);
    return result;
}

/* ---- hooks of saved tensors ------------------------------------------------------------------------------------- */

/* Pairs (pack, unpack), the innermost last; and the message with which new pairs are refused, or NULL. */
static _Thread_local struct lang_object **hook_pairs;
static _Thread_local int hook_count, hook_capacity;
static _Thread_local struct lang_object *hooks_forbidden;

/* A tuple (packed, unpack). An output that pack returns as it is is detached: it would hold its own node. */
static void *pack_saved(struct rt_tensor *tensor, bool is_output, struct rt_error *err)
{
    struct lang_thread *entered, *t = bind_callback_thread(&entered);
    /* the hook may leave its context */
    struct lang_tuple *pair = lang_incref(hook_pairs[hook_count - 1]), *kept = NULL;
    lang_value arg = bind_wrap(t, tensor), packed[2] = {lang_error(), pair->items[1]};
    if (!lang_is_error(arg))
        packed[0] = lang_call(t, pair->items[0], &arg, 1, NULL);
    if (!lang_is_error(packed[0]) && is_output && bind_is_tensor(packed[0]) && bind_rt(packed[0]) == tensor) {
        lang_unref(t, packed[0]);
        packed[0] = bind_result(t, rt_tensor_detach(tensor, err), err);
    }
    if (!lang_is_error(packed[0])) {
        kept = lang_tuple_from(t, packed, 2);
        lang_unref(t, packed[0]);
    }
    if (!lang_is_error(arg))
        lang_unref(t, arg);
    lang_decref(t, pair);
    bind_callback_leave(entered);
    if (!kept)
        rt_error_set(err, RT_FOREIGN, "a hook failed");
    return kept;
}
static struct rt_tensor *unpack_saved(void *object, struct rt_error *err)
{
    struct lang_thread *entered, *t = bind_callback_thread(&entered);
    const lang_value *packed = ((struct lang_tuple *)object)->items;
    lang_value result = lang_call(t, packed[1], packed, 1, NULL);
    struct rt_tensor *rt = NULL;
    if (!lang_is_error(result) && bind_is_tensor(result)) {
        rt = bind_rt(result);
        rt_tensor_ref(rt);
    } else if (!lang_is_error(result))
        lang_raise(t, LANG_EXC_TypeError,
                   "Output of saved tensor unpack_hook expected to be a Tensor but got result of type %N", result);
    if (!lang_is_error(result))
        lang_unref(t, result);
    bind_callback_leave(entered);
    if (!rt)
        rt_error_set(err, RT_FOREIGN, "a hook failed");
    return rt;
}
static const struct rt_saved_hooks saved_hooks = {pack_saved, unpack_saved, &bind_foreign};

static lang_value push_saved_hooks(struct lang_thread *t, const lang_value *args)
{
    if (hooks_forbidden)
        return lang_raise(t, LANG_EXC_RuntimeError, "%U", (struct lang_str *)hooks_forbidden);
    struct lang_tuple *pair = lang_tuple_from(t, args, 2);
    if (!pair)
        return lang_error();
    if (hook_count == hook_capacity) {
        struct lang_object **more = realloc(hook_pairs, (size_t)(hook_capacity + 8) * sizeof *more);
        if (!more) {
            lang_decref(t, pair);
            return lang_no_memory(t);
        }
        hook_pairs = more;
        hook_capacity += 8;
    }
    hook_pairs[hook_count++] = &pair->head;
    rt_set_saved_hooks(&saved_hooks);
    return lang_none();
}
static lang_value pop_saved_hooks(struct lang_thread *t, const lang_value *args)
{
    struct lang_object *last = hook_count > 0 ? hook_pairs[--hook_count] : NULL;
    (void)args;
    rt_set_saved_hooks(hook_count ? &saved_hooks : NULL);
    if (!hook_count) {
        free(hook_pairs);
        hook_pairs = NULL;
        hook_capacity = 0;
    }
    lang_xdecref(t, last); /* last: its destruction may run the user's code, which may push or pop pairs */
    return lang_none();
}
static lang_value forbid_saved_hooks(struct lang_thread *t, const lang_value *args)
{
    struct lang_object *old = hooks_forbidden;
    if (!lang_is_none(args[0]) && !lang_is_str(args[0]))
        return lang_raise(t, LANG_EXC_TypeError,
                          "_saved_tensors_hooks_disable(): incompatible function arguments. The following argument "
                          "types are supported:\n    1. (error_message: str, fail_if_non_empty: bool = True) -> "
                          "None\n\nInvoked with: %R",
                          args[0]);
    hooks_forbidden = lang_is_none(args[0]) ? NULL : lang_incref(args[0].o);
    return old ? lang_obj(old) : lang_none();
}

/* ---- modes ------------------------------------------------------------------------------------------------------ */

static lang_value is_grad_enabled(struct lang_thread *t, const lang_value *args)
{
    (void)t;
    (void)args;
    return lang_bool(rt_grad_enabled());
}
static lang_value set_grad(struct lang_thread *t, const lang_value *args)
{
    if (args[0].tag != LANG_BOOL)
        return lang_raise(t, LANG_EXC_TypeError,
                          "set_grad_enabled(): argument 'enabled' (position 1) must be bool, not %N", args[0]);
    return lang_bool(rt_set_grad_enabled(args[0].i != 0));
}
static lang_value is_inference(struct lang_thread *t, const lang_value *args)
{
    (void)t;
    (void)args;
    return lang_bool(rt_inference_mode());
}
static lang_value set_inference(struct lang_thread *t, const lang_value *args)
{
    (void)t;
    return lang_bool(rt_set_inference_mode(is_true(args[0])));
}
static lang_value is_anomaly(struct lang_thread *t, const lang_value *args)
{
    (void)t;
    (void)args;
    return lang_bool(rt_anomaly_mode(NULL));
}
static lang_value is_check_nan(struct lang_thread *t, const lang_value *args)
{
    bool check;
    (void)t;
    (void)args;
    rt_anomaly_mode(&check);
    return lang_bool(check);
}
static lang_value set_anomaly(struct lang_thread *t, const lang_value *args)
{
    (void)t;
    rt_set_anomaly_mode(is_true(args[0]), lang_is_undef(args[1]) || is_true(args[1]));
    return lang_none();
}
static char *place_of_program(void *context)
{
    struct lang_thread *entered, *t = bind_callback_thread(&entered);
    char *text = lang_stack_text(t), *copy = text ? rt_alloc(strlen(text) + 1) : NULL;
    (void)context;
    if (copy)
        strcpy(copy, text);
    free(text);
    bind_callback_leave(entered);
    return copy;
}
void bind_autograd_install(void)
{
    rt_set_origin_handler(place_of_program, NULL);
}

/* ---- forward mode: torch.autograd.forward_ad --------------------------------------------------------------------- */

static lang_value enter_dual(struct lang_thread *t, const lang_value *args)
{
    struct rt_error err;
    rt_error_clear(&err);
    (void)args;
    return rt_dual_enter(&err) < 0 ? bind_raise(t, &err) : lang_int(0);
}
static lang_value exit_dual(struct lang_thread *t, const lang_value *args)
{
    struct rt_error err;
    rt_error_clear(&err);
    return rt_dual_exit(args[0].tag == LANG_INT ? args[0].i : -1, &err) < 0 ? bind_raise(t, &err) : lang_none();
}
static lang_value make_dual(struct lang_thread *t, const lang_value *args)
{
    struct rt_error err;
    rt_error_clear(&err);
    struct rt_tensor *dual = rt_dual_make(bind_rt(args[0]), bind_rt(args[1]), args[2].i, &err);
    return dual ? bind_wrap_steal(t, dual) : bind_raise(t, &err);
}
/* (the tensor without its tangent, the tangent or None) */
static lang_value unpack_dual(struct lang_thread *t, const lang_value *args)
{
    struct rt_error err;
    rt_error_clear(&err);
    if (!bind_is_tensor(args[0]))
        return lang_raise(t, LANG_EXC_TypeError, "_unpack_dual(): argument 'dual' (position 1) must be Tensor, not %N",
                          args[0]);
    struct rt_tensor *primal = rt_dual_primal(bind_rt(args[0]), &err);
    struct rt_tensor *tangent = primal && rt_dual_enabled() ? rt_tangent(bind_rt(args[0]), &err) : NULL;
    if (err.code != RT_OK) {
        rt_tensor_unref(primal);
        return bind_raise(t, &err);
    }
    lang_value pair[2];
    pair[0] = bind_wrap_steal(t, primal);
    pair[1] = tangent ? bind_wrap_steal(t, tangent) : lang_none();
    if (lang_is_error(pair[0]) || lang_is_error(pair[1])) {
        for (int i = 0; i < 2; i++)
            if (!lang_is_error(pair[i]))
                lang_unref(t, pair[i]);
        return lang_error();
    }
    return lang_obj_or_error(lang_tuple_from(t, pair, 2));
}
/* Gives a tensor a tangent; changed: it was changed in place, and so is the tangent that it has. */
static lang_value set_tangent(struct lang_thread *t, const lang_value *args)
{
    struct rt_error err;
    rt_error_clear(&err);
    int rc = (is_true(args[2]) ? rt_tangent_write : rt_tangent_set)(bind_rt(args[0]), bind_rt(args[1]), &err);
    return rc < 0 ? bind_raise(t, &err) : lang_none();
}
/* Has one among values a tangent that counts now? */
static bool any_dual(lang_value values)
{
    if (!rt_dual_enabled() || !lang_is_tuple(values))
        return false;
    const struct lang_tuple *tuple = (const struct lang_tuple *)values.o;
    for (int64_t i = 0; i < tuple->length; i++)
        if (bind_is_tensor(tuple->items[i]) && rt_tensor_is_dual(bind_rt(tuple->items[i])))
            return true;
    return false;
}
static lang_value has_tangents(struct lang_thread *t, const lang_value *args)
{
    (void)t;
    return lang_bool(any_dual(args[0]));
}
static lang_value in_dual_level(struct lang_thread *t, const lang_value *args)
{
    (void)t;
    (void)args;
    return lang_bool(rt_dual_in_level());
}
/* NotImplementedError in the name of a function of PyTorch, where one of the tensors has a tangent. */
static lang_value refuse_tangents(struct lang_thread *t, const lang_value *args)
{
    struct rt_error err;
    rt_error_clear(&err);
    if (!any_dual(args[1]))
        return lang_none();
    rt_tangent_refused(lang_str_utf8(t, lang_as_str(args[0]), NULL), &err);
    return bind_raise(t, &err);
}
static lang_value is_dual_enabled(struct lang_thread *t, const lang_value *args)
{
    (void)t;
    (void)args;
    return lang_bool(rt_dual_enabled());
}
static lang_value set_dual_enabled(struct lang_thread *t, const lang_value *args)
{
    (void)t;
    return lang_bool(rt_dual_set_enabled(is_true(args[0])));
}

/* _name_node(tensor, name): renames the node of the tensor after the composite function that made it, and forgets the
 * base, an intermediate result that nobody else has. */
static lang_value name_node(struct lang_thread *t, const lang_value *args)
{
    struct rt_error err;
    rt_error_clear(&err);
    if (!bind_is_tensor(args[0]) || !lang_is_str(args[1]))
        return lang_raise(t, LANG_EXC_TypeError, "_name_node(): expected a tensor and a name");
    if (rt_tensor_name_node(bind_rt(args[0]), lang_str_utf8(t, lang_as_str(args[1]), NULL), &err) < 0)
        return bind_raise(t, &err);
    rt_tensor_leave_base(bind_rt(args[0]));
    return lang_ref(args[0]);
}

const struct lang_method bind_autograd_functions[] = {
    {"_name_node", "(tensor, name, /)", name_node, NULL, LANG_M_STATIC},
    {"_autograd_backward",
     "(tensors, grad_tensors=None, retain_graph=None, create_graph=False, grad_variables=None, inputs=None)",
     autograd_backward, "Adds the gradients of tensors to the leaves they were made of.", LANG_M_STATIC},
    {"_autograd_grad",
     "(outputs, inputs, grad_outputs=None, retain_graph=None, create_graph=False, allow_unused=None, "
     "is_grads_batched=False, "
     "materialize_grads=False)",
     autograd_grad, "The gradients of outputs with respect to inputs, as a tuple.", LANG_M_STATIC},
    {"_foreign_node", "(context, name, inputs, outputs, roles, saved, /)", foreign_node, NULL, LANG_M_STATIC},
    {"_push_saved_tensors_hooks", "(pack, unpack, /)", push_saved_hooks, NULL, LANG_M_STATIC},
    {"_pop_saved_tensors_hooks", "()", pop_saved_hooks, NULL, LANG_M_STATIC},
    {"_forbid_saved_tensors_hooks", "(message, /)", forbid_saved_hooks, NULL, LANG_M_STATIC},
    {"_set_grad_enabled", "(mode, /)", set_grad, NULL, LANG_M_STATIC},
    {"_enter_dual_level", "()", enter_dual, NULL, LANG_M_STATIC},
    {"_exit_dual_level", "(level, /)", exit_dual, NULL, LANG_M_STATIC},
    {"_make_dual", "(tensor, tangent, level, /)", make_dual, NULL, LANG_M_STATIC},
    {"_unpack_dual", "(dual, /)", unpack_dual, NULL, LANG_M_STATIC},
    {"_set_tangent", "(tensor, tangent, changed, /)", set_tangent, NULL, LANG_M_STATIC},
    {"_in_dual_level", "()", in_dual_level, NULL, LANG_M_STATIC},
    {"_has_tangents", "(values, /)", has_tangents, NULL, LANG_M_STATIC},
    {"_refuse_tangents", "(name, tensors, /)", refuse_tangents, NULL, LANG_M_STATIC},
    {"_is_fwd_grad_enabled", "()", is_dual_enabled, NULL, LANG_M_STATIC},
    {"_set_fwd_grad_enabled", "(mode, /)", set_dual_enabled, NULL, LANG_M_STATIC},
    {"_set_inference_mode", "(mode, /)", set_inference, NULL, LANG_M_STATIC},
    {"is_anomaly_enabled", "()", is_anomaly, "True while the search for failing operations is on.", LANG_M_STATIC},
    {"is_anomaly_check_nan_enabled", "()", is_check_nan, "True if that search takes NaN for a failure.", LANG_M_STATIC},
    {"_set_anomaly_enabled", "(mode, check_nan=True, /)", set_anomaly, NULL, LANG_M_STATIC},
    {"is_grad_enabled", "()", is_grad_enabled, "True if operations are recorded now.", LANG_M_STATIC},
    {"is_inference_mode_enabled", "()", is_inference, "True in torch.inference_mode().", LANG_M_STATIC},
    {NULL, NULL, NULL, NULL, 0}};
