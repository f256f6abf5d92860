/* bind_dispatch.c: ops of the runtime handed to __torch_dispatch__ of modes and of classes derived from Tensor. Owns
 * the way of arguments and results between the dispatcher and the language, and the objects of such classes; what a row
 * is called in PyTorch is said by torch.utils._python_dispatch. */
#include "bind_core.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- objects of classes ----------------------------------------------------------------------------------------- */

static bool dispatch_classes;
static struct lang_native *disabled_dispatch; /* torch._C._disabled_torch_dispatch_impl */

int bind_is_dispatch_class(struct lang_thread *t, struct lang_type *cls)
{
    if (!dispatch_classes || cls == &bind_type_tensor)
        return 0;
    struct lang_str *name = lang_intern_c(t, "__torch_dispatch__");
    if (!name) {
        lang_error_clear(t);
        return 0;
    }
    lang_value f = lang_type_lookup(t, cls, name), plain = lang_type_lookup(t, &bind_type_tensor, name);
    lang_decref(t, name);
    return !lang_is_undef(f) && !lang_same(f, plain) &&
           !(f.tag == LANG_OBJECT && (void *)f.o == (void *)disabled_dispatch);
}

/* What a program has set on such an object is wanted as long as the graph has its tensor: all are held, and let go once
 * nobody else has object and tensor. They are looked through when there are twice as many as were left the last time.
 */
static struct {
    struct bind_tensor **all;
    size_t count, capacity, next;
} held;

static void let_go(struct lang_thread *t)
{
    for (size_t i = 0; i < held.count;) {
        struct bind_tensor *each = held.all[i];
        if (each->head.refs > 1 || (each->rt && rt_tensor_references(each->rt) > 1)) {
            i++;
            continue;
        }
        held.all[i] = held.all[--held.count];
        lang_decref(t, each);
    }
    held.next = 2 * held.count + 16;
}

static int detached_by_class(struct lang_thread *t, struct rt_tensor *x, lang_value *made);
static int handle_class(struct rt_op *op, bool inplace, const struct rt_arg *args, int nargs,
                        struct rt_results *results, struct rt_error *err);

static struct rt_tensor *detach(struct rt_tensor *x, struct rt_error *err)
{
    struct lang_thread *entered, *t = bind_callback_thread(&entered);
    struct rt_tensor *result = NULL;
    lang_value made = lang_error();

    if (detached_by_class(t, x, &made) == 0) {
        if (bind_is_tensor(made)) {
            rt_tensor_ref(bind_rt(made));
            result = bind_rt(made);
        } else {
            lang_raise(t, LANG_EXC_TypeError, "Unable to cast %R to Tensor", made);
        }
        lang_unref(t, made);
    }
    if (!result)
        rt_error_set(err, RT_FOREIGN, "a handler failed");
    bind_callback_leave(entered);
    return result;
}

int bind_dispatch_made(struct lang_thread *t, struct bind_tensor *made, bool wrapper)
{
    if (held.count >= held.next)
        let_go(t);
    if (held.count == held.capacity) {
        const size_t more = held.capacity ? 2 * held.capacity : 32;
        struct bind_tensor **all = realloc(held.all, more * sizeof *all);
        if (!all) {
            lang_no_memory(t);
            return -1;
        }
        held.all = all;
        held.capacity = more;
    }
    rt_set_class_handler(handle_class, detach);
    rt_tensor_mark_dispatched(made->rt, wrapper);
    held.all[held.count++] = lang_incref(made);
    return 0;
}

static int wrapped(struct lang_thread *t, struct bind_tensor *made)
{
    return bind_is_dispatch_class(t, made->head.type) ? bind_dispatch_made(t, made, rt_tensor_is_wrapper(made->rt)) : 0;
}

void bind_dispatch_begin(void)
{
    dispatch_classes = true;
    bind_wrap_hook = wrapped;
}

/* ---- arguments and results -------------------------------------------------------------------------------------- */

static lang_value list_of(struct lang_thread *t, const struct rt_arg *arg)
{
    struct lang_list *list = lang_list_new(t, arg->count);

    for (uint32_t i = 0; list && i < arg->count; i++) {
        lang_value v = arg->kind == RT_TENSORS ? bind_wrap(t, arg->tensors[i])
                       : arg->kind == RT_INTS  ? lang_int(arg->ints[i])
                                               : lang_float(arg->numbers[i]);
        if (lang_is_error(v) || lang_list_append_steal(t, list, v) < 0) {
            lang_decref(t, list);
            return lang_error();
        }
    }
    return lang_obj_or_error(list);
}

/* A text, or the constant that it names. */
static lang_value text_of(struct lang_thread *t, const struct rt_arg *arg, enum rt_kind kind)
{
    struct lang_str *text = lang_str_new(t, arg->string, arg->count);
    const char *name = text ? lang_str_utf8(t, text, NULL) : NULL;
    struct lang_object *constant =
        name && (kind == RT_LAYOUT || kind == RT_MEMORY_FORMAT) ? bind_constant_find(name) : NULL;
    char full[64];

    if (name && !constant && kind == RT_MEMORY_FORMAT) { /* rows say "contiguous" of it, too */
        snprintf(full, sizeof full, "%s_format", name);
        constant = bind_constant_find(full);
    }

    if (!constant)
        return lang_obj_or_error(text);
    lang_decref(t, text);
    return lang_obj(lang_incref(constant));
}

static lang_value value_of(struct lang_thread *t, const struct rt_arg *arg, enum rt_kind kind)
{
    switch (arg->kind) {
    case RT_TENSOR:
        return bind_wrap(t, arg->tensor);
    case RT_TENSORS:
    case RT_INTS:
    case RT_FLOATS:
        return list_of(t, arg);
    case RT_SCALAR:
        return bind_from_scalar(t, arg->scalar);
    case RT_INT:
        return lang_int(arg->integer);
    case RT_FLOAT:
        return lang_float(arg->number);
    case RT_BOOLEAN:
        return lang_bool(arg->boolean);
    case RT_STRING:
        return text_of(t, arg, kind);
    case RT_DTYPE_ARG:
        return arg->dtype == RT_DTYPE_NONE ? lang_none() : bind_dtype_value(arg->dtype);
    case RT_DEVICE_ARG:
        return bind_device_of(t, arg->device);
    case RT_GENERATOR:
        return bind_generator_wrap(t, arg->generator);
    default:
        return lang_none();
    }
}

static struct lang_tuple *values_of(struct lang_thread *t, const struct rt_schema *schema, const struct rt_arg *args,
                                    int n)
{
    struct lang_tuple *tuple = lang_tuple_new(t, n);

    for (int i = 0; tuple && i < n; i++)
        tuple->items[i] = lang_none();
    for (int i = 0; tuple && i < n; i++) {
        lang_value v = value_of(t, &args[i], schema->params[i].kind);
        if (lang_is_error(v)) {
            lang_decref(t, tuple);
            return NULL;
        }
        tuple->items[i] = v;
    }
    return tuple;
}

/* What a handler has returned as the results of a row. */
static int take_results(struct lang_thread *t, lang_value v, const struct rt_schema *schema, struct rt_results *results,
                        struct rt_error *err)
{
    const bool many = schema->nreturns == 1 && schema->returns[0].kind == RT_TENSORS;
    const lang_value *items = &v;
    int64_t n = 1;

    if (lang_is_tuple(v))
        items = lang_as_tuple(v)->items, n = lang_as_tuple(v)->length;
    else if (lang_is_list(v))
        items = lang_as_list(v)->items, n = lang_as_list(v)->length;
    if (!many && n != schema->nreturns) {
        lang_raise(t, LANG_EXC_RuntimeError, "__torch_dispatch__ of %s returned %lld values, not %d", schema->name,
                   (long long)n, schema->nreturns);
        return rt_error_set(err, RT_FOREIGN, "a handler failed");
    }
    for (int64_t i = 0; i < n; i++)
        if (!bind_is_tensor(items[i])) {
            lang_raise(t, LANG_EXC_TypeError, "Unable to cast %R to Tensor", items[i]);
            return rt_error_set(err, RT_FOREIGN, "a handler failed");
        }
    results->is_list = many;
    results->list = many ? rt_alloc((size_t)(n ? n : 1) * sizeof(struct rt_tensor *)) : NULL;
    if (many && !results->list)
        return rt_error_memory(err);
    results->count = (int)n;
    for (int64_t i = 0; i < n; i++) {
        rt_tensor_ref(bind_rt(items[i]));
        (many ? results->list : results->tensor)[i] = bind_rt(items[i]);
    }
    return 0;
}

/* The result of a function of torch.utils._python_dispatch. */
static lang_value library_call(struct lang_thread *t, const char *name, const lang_value *args, size_t n)
{
    lang_value module = lang_import(t, "torch.utils._python_dispatch");
    lang_value f = lang_is_error(module) ? module : lang_getattr_c(t, module, name);
    lang_value result = lang_is_error(f) ? f : lang_call(t, f, args, n, NULL);

    if (!lang_is_error(module))
        lang_unref(t, module);
    if (!lang_is_error(f))
        lang_unref(t, f);
    return result;
}

static lang_value ask(struct lang_thread *t, const char *function, struct rt_op *op, bool inplace,
                      struct lang_tuple *args)
{
    lang_value name = lang_obj_or_error(lang_str_from_c(t, op->text));
    lang_value all[3] = {name, lang_bool(inplace), lang_obj(args)};
    lang_value result = lang_is_error(name) ? name : library_call(t, function, all, 3);

    if (!lang_is_error(name))
        lang_unref(t, name);
    return result;
}

static int handle_by(const char *function, struct rt_op *op, bool inplace, const struct rt_arg *args, int nargs,
                     struct rt_results *results, struct rt_error *err)
{
    struct lang_thread *entered, *t = bind_callback_thread(&entered);
    const struct rt_schema *schema = rt_op_schema(op, err);
    struct lang_tuple *values = schema ? values_of(t, schema, args, nargs) : NULL;
    lang_value result = values ? ask(t, function, op, inplace, values) : lang_error();
    int status = !schema ? -1 : 0;

    lang_xdecref(t, values);
    if (schema && lang_is_error(result))
        status = rt_error_set(err, RT_FOREIGN, "a handler failed");
    else if (schema && result.tag == LANG_NOTIMPL)
        status = 1;
    else if (schema)
        status = take_results(t, result, schema, results, err);
    if (!lang_is_error(result))
        lang_unref(t, result);
    bind_callback_leave(entered);
    return status;
}

static int handle(struct rt_op *op, bool inplace, const struct rt_arg *args, int nargs, struct rt_results *results,
                  struct rt_error *err)
{
    return handle_by("_dispatch", op, inplace, args, nargs, results, err);
}

static int handle_class(struct rt_op *op, bool inplace, const struct rt_arg *args, int nargs,
                        struct rt_results *results, struct rt_error *err)
{
    const int rc = handle_by("_dispatch_class", op, inplace, args, nargs, results, err);
    const char *name = op->schema ? op->schema->name : "";
    const size_t n = strlen(name);

    if (rc == 0 && (inplace || (n && name[n - 1] == '_')) && results->count == 1 && !results->is_list &&
        args[0].kind == RT_TENSOR) { /* whatever came back: the class has changed what its tensor stands for */
        rt_tensor_ref(args[0].tensor);
        rt_tensor_unref(results->tensor[0]);
        results->tensor[0] = args[0].tensor;
    }
    return rc;
}

static int detached_by_class(struct lang_thread *t, struct rt_tensor *x, lang_value *made)
{
    lang_value self = bind_wrap(t, x);

    *made = lang_is_error(self) ? self : library_call(t, "_detach_class", &self, 1);
    if (!lang_is_error(self))
        lang_unref(t, self);
    return lang_is_error(*made) ? -1 : 0;
}

/* _disabled_torch_dispatch_impl(func, types, args=(), kwargs=None): the function on the elements. */
static lang_value call_aside(struct lang_thread *t, const lang_value *args, size_t n)
{
    rt_class_handler_aside(1);
    lang_value result = library_call(t, "_call_plain", args, n);
    rt_class_handler_aside(-1);
    return result;
}

static lang_value call_disabled(struct lang_thread *t, const lang_value *args)
{
    lang_value all[3] = {args[0], lang_is_undef(args[2]) ? lang_none() : args[2],
                         lang_is_undef(args[3]) ? lang_none() : args[3]};
    return call_aside(t, all, 3);
}

/* Tensor.__torch_dispatch__(func, types, args=(), kwargs=None) */
lang_value bind_dispatch_default(struct lang_thread *t, const lang_value *args)
{
    return call_disabled(t, args + 1);
}

/* _as_wrapper(cls, tensor, requires_grad): an instance without elements with the sizes of the tensor. */
static lang_value as_wrapper(struct lang_thread *t, const lang_value *args)
{
    struct rt_error err;
    rt_error_clear(&err);
    struct lang_type *cls = (struct lang_type *)args[0].o;
    struct rt_tensor *rt = bind_rt(args[1]);

    if (!bind_is_dispatch_class(t, cls))
        return lang_raise(t, LANG_EXC_TypeError, "%s must define __torch_dispatch__", cls->name);
    rt_tensor_ref(rt);
    lang_value made = lang_error();
    struct rt_tensor *own = rt_tensor_detach(rt, &err);
    rt_tensor_unref(rt);
    if (own) {
        rt_tensor_mark_dispatched(own, true);
        if (args[2].i == 0 || rt_tensor_set_requires_grad(own, true, &err) == 0)
            made = bind_wrap_as(t, cls, own);
        else
            bind_raise(t, &err);
        rt_tensor_unref(own);
        return made;
    }
    return bind_raise(t, &err);
}

/* _is_wrapper(tensor) */
static lang_value is_wrapper(struct lang_thread *t, const lang_value *args)
{
    (void)t;
    return lang_bool(bind_is_tensor(args[0]) && rt_tensor_is_wrapper(bind_rt(args[0])));
}

/* Tensor._make_wrapper_subclass(cls, size, ...) */
lang_value bind_dispatch_wrapper(struct lang_thread *t, const lang_value *args)
{
    lang_value all[15];
    for (size_t i = 0; i < BIND_COUNT(all); i++)
        all[i] = lang_is_undef(args[i]) ? lang_none() : args[i];
    return library_call(t, "_make_wrapper", all, BIND_COUNT(all));
}

/* _dispatch_modes(more): that many more modes are on; how many there are. */
static lang_value count_modes(struct lang_thread *t, const lang_value *args)
{
    static _Thread_local int modes;

    (void)t;
    modes += args[0].tag == LANG_INT ? (int)args[0].i : 0;
    rt_set_dispatch_handler(modes > 0 ? handle : NULL);
    return lang_int(modes);
}

static const struct lang_method bind_dispatch_functions[] = {
    {"_dispatch_modes", "(more, /)", count_modes, NULL, LANG_M_STATIC},
    {"_as_wrapper", "(cls, tensor, requires_grad, /)", as_wrapper, NULL, LANG_M_STATIC},
    {"_is_wrapper", "(tensor, /)", is_wrapper, NULL, LANG_M_STATIC},
    {NULL, NULL, NULL, NULL, 0}};
static const struct lang_method disabled_row = {"_disabled_torch_dispatch_impl", "(func, types, args=(), kwargs=None)",
                                                call_disabled, NULL, LANG_M_STATIC};

int bind_dispatch_add(struct lang_thread *t, struct lang_module *c)
{
    if (!disabled_dispatch && !(disabled_dispatch = lang_native_new(t, &disabled_row, NULL, "torch._C")))
        return -1;
    return lang_module_add_functions(t, c, bind_dispatch_functions) < 0
               ? -1
               : lang_module_add(t, c, disabled_row.name, lang_obj(disabled_dispatch));
}
