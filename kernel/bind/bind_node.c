/* bind_node.c: nodes of the autograd graph as values: grad_fn. A node of the runtime has a class per operation; that of
 * a torch.autograd.Function is its context. Must not know how backward runs. */
#include "bind_core.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- values ----------------------------------------------------------------------------------------------------- */

struct lang_tuple *bind_tensor_tuple(struct lang_thread *t, struct rt_tensor *const *list, int n)
{
    struct lang_tuple *tuple = lang_tuple_new(t, n);
    for (int i = 0; tuple && i < n; i++)
        tuple->items[i] = lang_none();
    for (int i = 0; tuple && i < n; i++) {
        lang_value item = bind_wrap(t, list[i]);
        if (lang_is_error(item)) {
            lang_decref(t, tuple);
            return NULL;
        }
        tuple->items[i] = item;
    }
    return tuple;
}

int bind_tensor_list(struct lang_thread *t, lang_value v, struct rt_tensor **list, int n)
{
    struct lang_tuple *tuple = bind_is_tensor(v) || lang_is_none(v) ? lang_tuple_from(t, &v, 1) : lang_to_tuple(t, v);
    int status = tuple ? 0 : -1;
    if (tuple && tuple->length != n)
        status = lang_fail(t, LANG_EXC_RuntimeError, "expected %d gradients, got %d", n, (int)tuple->length);
    for (int i = 0; status == 0 && i < n; i++)
        if (!bind_is_tensor(tuple->items[i]) && !lang_is_none(tuple->items[i]))
            status = lang_fail(t, LANG_EXC_RuntimeError, "expected Variable or None (got %N)", tuple->items[i]);
    for (int i = 0; status == 0 && i < n; i++) {
        list[i] = bind_is_tensor(tuple->items[i]) ? bind_rt(tuple->items[i]) : NULL;
        if (list[i])
            rt_tensor_ref(list[i]);
    }
    lang_xdecref(t, tuple);
    return status;
}

static lang_value numbers_value(struct lang_thread *t, const struct rt_arg *arg)
{
    struct lang_tuple *tuple = lang_tuple_new(t, arg->count);
    for (uint32_t i = 0; tuple && i < arg->count; i++)
        tuple->items[i] = arg->kind == RT_INTS ? lang_int(arg->ints[i]) : lang_float(arg->numbers[i]);
    return lang_obj_or_error(tuple);
}

static lang_value saved_value(struct lang_thread *t, const struct rt_arg *arg)
{
    switch (arg->kind) {
    case RT_TENSOR:
        return bind_wrap(t, arg->tensor);
    case RT_SCALAR:
        return bind_from_scalar(t, arg->scalar);
    case RT_INT:
        return lang_int(arg->integer);
    case RT_FLOAT:
        return lang_float(arg->number);
    case RT_BOOLEAN:
        return lang_bool(arg->boolean);
    case RT_STRING:
        return lang_obj_or_error(lang_str_from_c(t, arg->string));
    case RT_INTS:
    case RT_FLOATS:
        return numbers_value(t, arg);
    case RT_DTYPE_ARG:
        return arg->dtype == RT_DTYPE_NONE ? lang_none() : bind_dtype_value(arg->dtype);
    default:
        return lang_none();
    }
}

/* ---- the classes ------------------------------------------------------------------------------------------------ */

/* Each operation has a class of its own: type(y.grad_fn) is <class 'AddBackward0'>. Made when first needed, kept as
 * long as the process. */
struct node_type {
    struct lang_type type;
    char name[64];
    struct node_type *next;
};
static struct lang_type *node_type(struct lang_thread *t, const char *name)
{
    static struct node_type *known;
    /* a cache by the name's address: most names are string literals */
    static struct node_type *found[64];
    struct node_type **position = &found[((uintptr_t)name >> 4 ^ (uintptr_t)name >> 10) % BIND_COUNT(found)];
    if (*position && strcmp((*position)->name, name) == 0)
        return &(*position)->type;
    for (struct node_type *n = known; n; n = n->next)
        if (strcmp(n->name, name) == 0) {
            *position = n;
            return &n->type;
        }
    struct node_type *made = calloc(1, sizeof *made);
    if (!made)
        return lang_no_memory(t), NULL;
    snprintf(made->name, sizeof made->name, "%s", name);
    made->type = (struct lang_type){.head = {&lang_type_type, 1, LANG_OBJ_STATIC},
                                    .name = made->name,
                                    .size = sizeof(struct bind_node),
                                    .base = &bind_type_node};
    if (lang_type_ready(t, &made->type) < 0) {
        free(made);
        return NULL;
    }
    made->next = known;
    known = made;
    return &made->type;
}

lang_value bind_node_wrap(struct lang_thread *t, struct rt_node *rt)
{
    struct rt_error err;
    rt_error_clear(&err);
    if (!rt)
        return lang_none();
    struct lang_object *known = rt_node_object(rt) ? rt_node_object(rt) : rt_node_user(rt);
    if (known && known->refs) /* one that is being destroyed does not come back */
        return lang_obj(lang_incref(known));
    struct lang_type *type = node_type(t, rt_node_name(rt));
    struct bind_node *n = type ? lang_object_new(t, type) : NULL;
    if (!n)
        return lang_error();
    if (rt_node_set_user(rt, n, &err) < 0) {
        lang_decref(t, n);
        return bind_raise(t, &err);
    }
    rt_node_ref(rt);
    n->rt = rt;
    return lang_obj(n);
}
static void node_destroy(struct lang_thread *t, struct lang_object *o)
{
    struct rt_node *rt = ((struct bind_node *)o)->rt;
    (void)t;
    if (rt) {
        if (rt_node_user(rt) == o)
            rt_node_set_user(rt, NULL, NULL);
        rt_node_unref(rt);
    }
}
/* Hooks of the node may hold this value. */
static void node_traverse(struct lang_object *o, lang_visit_fn visit, void *arg)
{
    struct bind_visit context = {visit, arg};
    if (((struct bind_node *)o)->rt)
        rt_node_traverse(((struct bind_node *)o)->rt, bind_visit_foreign, &context);
}
/* A context holds no reference to its node. */
static void function_traverse(struct lang_object *o, lang_visit_fn visit, void *arg)
{
    (void)o, (void)visit, (void)arg;
}
static struct rt_node *node_of(lang_value v)
{
    return ((struct bind_node *)v.o)->rt;
}
/* NULL with an exception: the context of a function whose node was freed, or never made. */
static struct rt_node *node_alive(struct lang_thread *t, lang_value v, const char *what)
{
    if (!node_of(v))
        lang_raise(t, LANG_EXC_RuntimeError,
                   "Attribute '%s' is invalid for this instance of _C._FunctionBase. Accessing this attribute directly "
                   "on an instance of autograd.Function is a legacy access pattern that is no longer supported. For "
                   "examples on how to use new-style autograd functions, see "
                   "https://pytorch.org/docs/stable/autograd.html#torch.autograd.Function ",
                   what);
    return node_of(v);
}

/* ---- attributes and methods ------------------------------------------------------------------------------------- */

static lang_value node_name(struct lang_thread *t, const lang_value *args)
{
    struct rt_node *node = node_of(args[0]);
    const char *name = node ? rt_node_name(node) : lang_type_name(args[0]);
    bool of_engine = node && (rt_node_is_leaf(node) || strcmp(name, "CopySlices") == 0 ||
                              strcmp(name, "CopyBackwards") == 0 || strcmp(name, "NotImplemented") == 0);
    return lang_obj_or_error(lang_str_from_format(t, "%s%s", of_engine ? "torch::autograd::" : "", name));
}
static lang_value node_get_next(struct lang_thread *t, lang_value v)
{
    struct rt_node *node = node_alive(t, v, "next_functions");
    int n = node ? rt_node_edge_count(node) : 0, shown = 0;
    for (int i = 0; i < n; i++)
        shown += rt_node_edge_shown(node, i);
    struct lang_tuple *edges = node ? lang_tuple_new(t, shown) : NULL;
    if (!edges)
        return lang_error();
    for (int i = 0; i < shown; i++)
        edges->items[i] = lang_none();
    for (int i = 0, k = 0; i < n; i++) {
        int input = 0;
        if (!rt_node_edge_shown(node, i))
            continue;
        lang_value pair[2] = {bind_node_wrap(t, rt_node_edge(node, i, &input)), lang_int(input)};
        lang_value edge = lang_is_error(pair[0]) ? pair[0] : lang_obj_or_error(lang_tuple_from(t, pair, 2));
        if (!lang_is_error(pair[0]))
            lang_unref(t, pair[0]);
        if (lang_is_error(edge)) {
            lang_decref(t, edges);
            return edge;
        }
        edges->items[k++] = edge;
    }
    return lang_obj(edges);
}
static lang_value node_get_metadata(struct lang_thread *t, lang_value v)
{
    struct rt_error err;
    rt_error_clear(&err);
    struct rt_node *node = node_alive(t, v, "metadata");
    if (!node)
        return lang_error();
    struct lang_object *note = rt_node_note(node);
    if (note)
        return lang_obj(lang_incref(note));
    struct lang_dict *made = lang_dict_new(t);
    if (made && rt_node_set_note(node, made, &bind_foreign, &err) < 0) {
        lang_decref(t, made);
        return bind_raise(t, &err);
    }
    return lang_obj_or_error(made);
}
static lang_value node_get_true(struct lang_thread *t, lang_value v)
{
    (void)t;
    (void)v;
    return lang_bool(true);
}
static lang_value node_sequence(struct lang_thread *t, const lang_value *args)
{
    struct rt_node *node = node_alive(t, args[0], "_sequence_nr");
    return node ? lang_int((int64_t)rt_node_sequence(node)) : lang_error();
}

/* `variable` of a leaf's node, `_saved_NAME` of the saved tensors and arguments; else the generic rule. */
static lang_value node_getattr(struct lang_thread *t, lang_value v, struct lang_str *name)
{
    static const char prefix[] = "_saved_";
    struct rt_node *node = node_of(v);
    struct rt_error err;
    rt_error_clear(&err);
    struct rt_arg arg;
    const char *text = lang_str_utf8(t, name, NULL);
    if (!text)
        return lang_error();
    if (node && strcmp(text, "variable") == 0 && rt_node_variable(node))
        return bind_wrap(t, rt_node_variable(node));
    if (!node || strncmp(text, prefix, sizeof prefix - 1) != 0)
        return lang_generic_getattr(t, v, name);
    rt_node_ref(node); /* hooks that unpack may free the graph */
    int found = rt_node_saved_named(node, text + sizeof prefix - 1, &arg, &err);
    lang_value value = found == 1 ? saved_value(t, &arg) : lang_error();
    rt_node_unref(node);
    if (found < 0)
        return bind_raise(t, &err);
    if (!found)
        return lang_generic_getattr(t, v, name);
    if (arg.kind == RT_TENSOR)
        rt_tensor_unref(arg.tensor);
    return value;
}

static int node_compare_key(struct lang_thread *t, lang_value v, int64_t *out)
{
    (void)t;
    *out = (int64_t)((uintptr_t)(node_of(v) ? (void *)node_of(v) : (void *)v.o) >> 4);
    return 0;
}

/* node(*gradients): the backward of this node only */
static lang_value node_call(struct lang_thread *t, lang_value callee, const lang_value *args, size_t nargs,
                            struct lang_tuple *kwnames)
{
    struct rt_node *node = node_alive(t, callee, "__call__");
    struct rt_error err;
    rt_error_clear(&err);
    if (!node)
        return lang_error();
    if (kwnames)
        return lang_raise(t, LANG_EXC_TypeError, "keyword arguments are not supported");
    rt_node_ref(node); /* the user's code that it runs may free the graph */
    int n = rt_node_edge_count(node);
    struct rt_tensor **given = calloc(nargs + 1, sizeof *given), **results = calloc((size_t)n + 1, sizeof *results);
    lang_value value = lang_error();
    bool ok = given && results;
    if (!ok)
        lang_no_memory(t);
    for (size_t i = 0; ok && i < nargs; i++) {
        ok = bind_is_tensor(args[i]) || lang_is_none(args[i]);
        if (!ok)
            lang_raise(t, LANG_EXC_TypeError, "expected Variable argument %d, got %N", (int)i, args[i]);
        given[i] = ok && bind_is_tensor(args[i]) ? bind_rt(args[i]) : NULL;
    }
    if (ok && rt_node_call(node, given, (int)nargs, results, &err) < 0)
        bind_raise(t, &err);
    else if (ok)
        value = n == 1 ? bind_wrap(t, results[0]) : lang_obj_or_error(bind_tensor_tuple(t, results, n));
    for (int i = 0; results && i < n; i++)
        rt_tensor_unref(results[i]);
    free(given);
    free(results);
    rt_node_unref(node);
    return value;
}

/* ---- hooks ------------------------------------------------------------------------------------------------------ */

static int run_node_hook(void *object, struct rt_tensor **changed, int nchanged, struct rt_tensor *const *given,
                         int ngiven, struct rt_error *err)
{
    struct lang_thread *entered, *t = bind_callback_thread(&entered);
    bool post = given != NULL;
    lang_value args[2] = {lang_obj_or_error(bind_tensor_tuple(t, changed, nchanged)), lang_none()};
    if (post)
        args[1] = lang_obj_or_error(bind_tensor_tuple(t, given, ngiven));
    lang_value result = lang_is_error(args[0]) || lang_is_error(args[1])
                            ? lang_error()
                            : lang_call(t, lang_obj(object), args, post ? 2 : 1, NULL);
    int status = lang_is_error(result) ? -1 : 0;
    if (status == 0 && !lang_is_none(result)) {
        struct rt_tensor **fresh = calloc((size_t)nchanged + 1, sizeof *fresh);
        status = fresh ? bind_tensor_list(t, result, fresh, nchanged) : (lang_no_memory(t), -1);
        for (int i = 0; status == 0 && i < nchanged; i++) {
            rt_tensor_unref(changed[i]);
            changed[i] = fresh[i];
        }
        free(fresh);
    }
    if (!lang_is_error(result))
        lang_unref(t, result);
    for (int i = 0; i < 2; i++)
        if (!lang_is_error(args[i]))
            lang_unref(t, args[i]);
    bind_callback_leave(entered);
    return status < 0 ? rt_error_set(err, RT_FOREIGN, "a hook failed") : 0;
}

static lang_value add_hook(struct lang_thread *t, const lang_value *args, bool post)
{
    struct rt_node *node = node_alive(t, args[0], post ? "register_hook" : "register_prehook");
    struct rt_error err;
    rt_error_clear(&err);
    if (!node)
        return lang_error();
    if (args[1].tag != LANG_OBJECT || !lang_callable(args[1]))
        return lang_raise(t, LANG_EXC_TypeError, "'%N' object is not callable", args[1]);
    struct rt_hook_handle *handle = rt_node_add_hook(node, run_node_hook, args[1].o, &bind_foreign, post, &err);
    return handle ? bind_hook_handle(t, handle) : bind_raise(t, &err);
}
static lang_value node_register_hook(struct lang_thread *t, const lang_value *args)
{
    return add_hook(t, args, true);
}
static lang_value node_register_prehook(struct lang_thread *t, const lang_value *args)
{
    return add_hook(t, args, false);
}

static const struct lang_method node_methods[] = {
    {"name", "()", node_name, "The name of the operation.", 0},
    {"register_hook", "(fn)", node_register_hook,
     "Calls fn(grad_inputs, grad_outputs) after this node in each backward(); what it returns replaces grad_inputs.",
     0},
    {"register_prehook", "(fn)", node_register_prehook,
     "Calls fn(grad_outputs) before this node in each backward(); what it returns replaces grad_outputs.", 0},
    {"_sequence_nr", "()", node_sequence, "Its position in the order in which nodes were recorded.", 0},
    {NULL, NULL, NULL, NULL, 0}};
static const struct lang_getset node_getset[] = {
    {"next_functions", node_get_next, NULL, "The nodes of the inputs, each with the number of its output."},
    {"metadata", node_get_metadata, NULL, "A dict for notes."},
    {"requires_grad", node_get_true, NULL, "True: a node is recorded only where gradients are required."},
    {NULL, NULL, NULL, NULL}};
static const struct lang_type node_base_type = {
    .head = {&lang_type_type, 1, LANG_OBJ_STATIC},
    .name = "Node",
    .module = "torch.autograd.graph",
    .doc = "A node of the autograd graph: what backward() runs for one operation.",
    .size = sizeof(struct bind_node),
    .methods = node_methods,
    .getset = node_getset,
    .destroy = node_destroy,
    .traverse = node_traverse,
    .getattr = node_getattr,
    .call = node_call,
    .hash = node_compare_key};

/* ---- contexts of torch.autograd.Function ------------------------------------------------------------------------ */

static lang_value function_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                                struct lang_tuple *kwnames)
{
    (void)args;
    (void)nargs;
    (void)kwnames;
    return lang_obj_or_error(lang_object_new(t, cls));
}
static void function_destroy(struct lang_thread *t, struct lang_object *o)
{
    (void)t;
    (void)o; /* it holds no reference to the node; the node holds the context */
}
static lang_value function_getattr(struct lang_thread *t, lang_value v, struct lang_str *name)
{
    return lang_generic_getattr(t, v, name);
}
static lang_value function_get_saved(struct lang_thread *t, lang_value v)
{
    struct rt_node *node = node_of(v);
    if (rt_dual_in_level()) { /* jvp has tensors of its own */
        lang_value for_jvp = lang_getattr_c(t, v, "_for_jvp");
        if (!lang_is_none(for_jvp))
            return for_jvp;
    }
    int n = node ? rt_node_saved_count(node) : 0;
    struct rt_error err;
    rt_error_clear(&err);
    struct rt_tensor **list = calloc((size_t)n + 1, sizeof *list);
    lang_value saved = lang_error();
    int i;
    if (!list)
        return lang_no_memory(t);
    if (node)
        rt_node_ref(node); /* hooks that unpack may free the graph */
    for (i = 0; i < n && !err.code; i++)
        list[i] = rt_node_saved(node, i, &err);
    if (err.code)
        bind_raise(t, &err);
    else
        saved = lang_obj_or_error(bind_tensor_tuple(t, list, n));
    while (i-- > 0)
        rt_tensor_unref(list[i]);
    free(list);
    rt_node_unref(node);
    return saved;
}
static const struct lang_getset function_getset[] = {
    {"saved_tensors", function_get_saved, NULL, "What forward gave to save_for_backward(), as a tuple."},
    {"saved_variables", function_get_saved, NULL, "The former name of saved_tensors."},
    {NULL, NULL, NULL, NULL}};
static const struct lang_type function_base_type = {.head = {&lang_type_type, 1, LANG_OBJ_STATIC},
                                                    .name = "_FunctionBase",
                                                    .module = "torch._C",
                                                    .doc = "The node of a torch.autograd.Function.",
                                                    .size = sizeof(struct bind_function_node),
                                                    .flags = LANG_TYPE_BASE,
                                                    .attr_offset = offsetof(struct bind_function_node, attrs),
                                                    .base = &bind_type_node,
                                                    .getset = function_getset,
                                                    .make = function_make,
                                                    .getattr = function_getattr,
                                                    .destroy = function_destroy,
                                                    .traverse = function_traverse};

int bind_node_ready(struct lang_thread *t)
{
    return bind_type_define(t, &bind_type_node, &node_base_type) < 0
               ? -1
               : bind_type_define(t, &bind_type_function_base, &function_base_type);
}
