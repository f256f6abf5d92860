/* bind_autograd.c: backward, grad, hooks, grad modes and the functions of the language on the tape. */
#include "bind_core.h"

#include <string.h>

/* ---- what the tape holds of the language ------------------------------------------------------------------------ */

/* The thread on which this C thread runs a backward, for hooks. */
static _Thread_local struct lang_thread *running;

static struct lang_thread *callback_thread(struct lang_thread **entered)
{
    *entered = bind_callback_enter();
    return *entered ? *entered : running ? running : bind_main_thread;
}
static void foreign_ref(void *object)
{
    lang_incref(object);
}
static void foreign_unref(void *object)
{
    lang_decref(running ? running : bind_main_thread, object);
}
static int foreign_traverse(void *object, int (*visit)(void *object, void *context), void *context)
{
    return visit(object, context);
}
static const struct rt_foreign foreign = {foreign_ref, foreign_unref, foreign_traverse};

static int run_hook(void *object, struct rt_tensor *gradient, struct rt_tensor **out, struct rt_error *err)
{
    struct lang_thread *entered, *t = callback_thread(&entered);
    lang_value arg = bind_wrap(t, gradient);
    lang_value result = lang_is_error(arg) ? arg : lang_call(t, lang_obj(object), &arg, 1, NULL);
    int status = 0;
    if (!lang_is_error(arg))
        lang_unref(t, arg);
    *out = NULL;
    if (lang_is_error(result)) {
        status = rt_error_set(err, RT_FOREIGN, "a hook failed");
    } else if (bind_is_tensor(result)) {
        *out = bind_rt(result);
        rt_tensor_ref(*out);
    } else if (!lang_is_none(result)) {
        lang_raise(t, LANG_EXC_TypeError, "hook '%S' has changed the type of value (was torch.Tensor got %N)",
                   lang_obj(object), result);
        status = rt_error_set(err, RT_FOREIGN, "a hook failed");
    }
    if (!lang_is_error(result))
        lang_unref(t, result);
    bind_callback_leave(entered);
    return status;
}

/* ---- hooks ------------------------------------------------------------------------------------------------------ */

struct hook_handle {
    struct lang_object head;
    struct rt_tensor *rt;
    int64_t id;
};
static void handle_destroy(struct lang_thread *t, struct lang_object *o)
{
    (void)t;
    rt_tensor_unref(((struct hook_handle *)o)->rt);
}
static lang_value handle_remove(struct lang_thread *t, const lang_value *args)
{
    struct hook_handle *h = (struct hook_handle *)args[0].o;
    (void)t;
    if (h->rt)
        rt_tensor_remove_hook(h->rt, h->id);
    rt_tensor_unref(h->rt);
    h->rt = NULL;
    return lang_none();
}
static const struct lang_method handle_methods[] = {{"remove", "()", handle_remove, "Takes the hook away.", 0},
                                                    {NULL, NULL, NULL, NULL, 0}};
static struct lang_type type_handle = {.head = {&lang_type_type, 1, LANG_OBJ_STATIC},
                                       .name = "RemovableHandle",
                                       .module = "torch.utils.hooks",
                                       .doc = "Takes a hook away again.",
                                       .size = sizeof(struct hook_handle),
                                       .methods = handle_methods,
                                       .destroy = handle_destroy};

static lang_value register_hook(struct lang_thread *t, const lang_value *args, bool post)
{
    struct rt_error err;
    rt_error_clear(&err);
    struct rt_tensor *rt = bind_rt(args[0]);
    if (lang_type_ready(t, &type_handle) < 0)
        return lang_error();
    if (!rt_tensor_requires_grad(rt))
        return lang_raise(t, LANG_EXC_RuntimeError, "cannot register a hook on a tensor that doesn't require gradient");
    if (post && !rt_tensor_is_leaf(rt))
        return lang_raise(t, LANG_EXC_RuntimeError,
                          "post accumulate grad hooks cannot be registered on non-leaf tensors");
    if (args[1].tag != LANG_OBJECT || !lang_callable(args[1]))
        return lang_raise(t, LANG_EXC_TypeError, "'%N' object is not callable", args[1]);
    struct hook_handle *h = lang_object_new(t, &type_handle);
    if (!h)
        return lang_error();
    h->id = rt_tensor_add_hook(rt, run_hook, args[1].o, &foreign, post, &err);
    if (h->id < 0) {
        lang_decref(t, h);
        return bind_raise(t, &err);
    }
    rt_tensor_ref(rt);
    h->rt = rt;
    return lang_obj(h);
}
lang_value bind_method_register_hook(struct lang_thread *t, const lang_value *args);
lang_value bind_method_register_post_hook(struct lang_thread *t, const lang_value *args);
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
            return lang_fail(t, LANG_EXC_TypeError,
                             allow_none ? "gradients can be either Tensors or None, but got %N"
                                        : "element %d of tensors is not a tensor (got %N)",
                             i, item);
        out->list[i] = bind_is_tensor(item) ? bind_rt(item) : NULL;
    }
    return 0;
}
static bool is_true(lang_value v)
{
    return v.tag == LANG_BOOL && v.i;
}

/* The lock is given up only when no hook can want it: the runtime calls hooks on this very thread, which takes it back.
 */
static int run_backward(struct lang_thread *t, struct tensors *of, struct tensors *gradients, struct tensors *inputs,
                        bool retain, bool create, struct rt_error *err)
{
    struct lang_thread *outer = running;
    running = t;
    int status = rt_backward(of->list, gradients->n ? gradients->list : NULL, of->n, retain, create,
                             inputs->n ? inputs->list : NULL, inputs->n, err);
    running = outer;
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
        else if (x[1].n && x[1].n != x[0].n)
            lang_raise(t, LANG_EXC_RuntimeError, "got %d tensors and %d gradients", x[0].n, x[1].n);
        else if (run_backward(t, &x[0], &x[1], &x[2], keep, is_true(create), &err) < 0)
            bind_raise(t, &err);
        else
            result = lang_none();
    }
    for (int i = 0; i < 3; i++)
        tensors_done(t, &x[i]);
    return result;
}

lang_value bind_method_backward(struct lang_thread *t, const lang_value *args);
lang_value bind_method_backward(struct lang_thread *t, const lang_value *args)
{
    if (!lang_is_undef(args[1]) && !lang_is_none(args[1]) && !bind_is_tensor(args[1]))
        return lang_raise(t, LANG_EXC_TypeError, "gradients can be either Tensors or None, but got %N", args[1]);
    return backward(t, args[0], args[1], args[2], args[3], args[4]);
}
/* torch.autograd.backward(tensors, grad_tensors, retain_graph, create_graph, grad_variables, inputs) */
static lang_value autograd_backward(struct lang_thread *t, const lang_value *args)
{
    return backward(t, args[0], args[1], args[2], args[3], args[5]);
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
    if (tensors_make(t, args[0], false, &x[0]) < 0 || tensors_make(t, args[1], false, &x[1]) < 0 ||
        tensors_make(t, args[2], true, &x[2]) < 0)
        goto done;
    if (x[1].n == 0) {
        lang_raise(t, LANG_EXC_ValueError, "grad requires non-empty inputs.");
        goto done;
    }
    results = rt_alloc((size_t)x[1].n * sizeof *results);
    if (!results) {
        lang_no_memory(t);
        goto done;
    }
    memset(results, 0, (size_t)x[1].n * sizeof *results);
    struct lang_thread *outer = running;
    running = t;
    int status =
        rt_grad(x[0].list, x[2].n ? x[2].list : NULL, x[0].n, x[1].list, x[1].n, keep, create, unused, results, &err);
    running = outer;
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

/* ---- functions of the language on the tape ---------------------------------------------------------------------- */

/* The backward of a torch.autograd.Function: object is a callable that takes a tuple of gradients and gives a tuple. */
static int run_foreign(void *object, struct rt_tensor *const *gradients, int n, struct rt_tensor **results,
                       int nresults, struct rt_error *err)
{
    struct lang_thread *entered, *t = callback_thread(&entered);
    struct lang_tuple *given = lang_tuple_new(t, n), *got = NULL;
    bool ok = given != NULL;
    for (int i = 0; given && i < n; i++)
        given->items[i] = lang_none();
    for (int i = 0; ok && i < n; i++) {
        lang_value item = bind_wrap(t, gradients[i]);
        ok = !lang_is_error(item);
        if (ok)
            given->items[i] = item;
    }
    lang_value arg = lang_obj(given);
    lang_value result = ok ? lang_call(t, lang_obj(object), &arg, 1, NULL) : lang_error();
    ok = !lang_is_error(result);
    if (ok) {
        got =
            bind_is_tensor(result) || lang_is_none(result) ? lang_tuple_from(t, &result, 1) : lang_to_tuple(t, result);
        lang_unref(t, result);
        ok = got != NULL;
    }
    if (ok && got->length != nresults) {
        lang_raise(t, LANG_EXC_RuntimeError, "function returned an incorrect number of gradients (expected %d, got %d)",
                   nresults, (int)got->length);
        ok = false;
    }
    for (int i = 0; ok && i < nresults; i++) {
        results[i] = bind_is_tensor(got->items[i]) ? bind_rt(got->items[i]) : NULL;
        if (results[i])
            rt_tensor_ref(results[i]);
    }
    lang_xdecref(t, given);
    lang_xdecref(t, got);
    bind_callback_leave(entered);
    return ok ? 0 : rt_error_set(err, RT_FOREIGN, "a backward failed");
}

/* torch._C._foreign_node(name, backward, inputs, outputs): puts outputs on the tape behind inputs. */
static lang_value foreign_node(struct lang_thread *t, const lang_value *args)
{
    struct tensors x[2] = {{0}, {0}};
    struct rt_error err;
    rt_error_clear(&err);
    lang_value result = lang_error();
    size_t n;
    const char *name = lang_as_utf8(t, args[0], "name", &n);
    if (name && args[1].tag == LANG_OBJECT && tensors_make(t, args[2], true, &x[0]) == 0 &&
        tensors_make(t, args[3], false, &x[1]) == 0) {
        if (rt_foreign_node(name, run_foreign, args[1].o, &foreign, x[0].list, x[0].n, x[1].list, x[1].n, &err) < 0)
            bind_raise(t, &err);
        else
            result = lang_none();
    }
    tensors_done(t, &x[0]);
    tensors_done(t, &x[1]);
    return result;
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
    return lang_bool(rt_anomaly_mode());
}
static lang_value set_anomaly(struct lang_thread *t, const lang_value *args)
{
    (void)t;
    rt_set_anomaly_mode(is_true(args[0]));
    return lang_none();
}

/* the tensor, the last step of whose composition gets the name of the function */
static lang_value name_node(struct lang_thread *t, const lang_value *args)
{
    struct rt_error err;
    rt_error_clear(&err);
    if (!bind_is_tensor(args[0]) || !lang_is_str(args[1]))
        return lang_raise(t, LANG_EXC_TypeError, "_name_node(): expected a tensor and a name");
    if (rt_tensor_name_node(bind_rt(args[0]), lang_str_utf8(t, lang_as_str(args[1]), NULL), &err) < 0)
        return bind_raise(t, &err);
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
    {"_foreign_node", "(name, backward, inputs, outputs, /)", foreign_node, NULL, LANG_M_STATIC},
    {"_set_grad_enabled", "(mode, /)", set_grad, NULL, LANG_M_STATIC},
    {"_set_inference_mode", "(mode, /)", set_inference, NULL, LANG_M_STATIC},
    {"_is_anomaly_enabled", "()", is_anomaly, NULL, LANG_M_STATIC},
    {"_set_anomaly_enabled", "(mode, /)", set_anomaly, NULL, LANG_M_STATIC},
    {"is_grad_enabled", "()", is_grad_enabled, "True if operations are recorded now.", LANG_M_STATIC},
    {"is_inference_mode_enabled", "()", is_inference, "True in torch.inference_mode().", LANG_M_STATIC},
    {NULL, NULL, NULL, NULL, 0}};
