/* bind_dispatch.c: ops of the runtime handed to __torch_dispatch__ of modes. Owns the way of arguments and results
 * between the dispatcher and the language; what a row is called in PyTorch is said by torch.utils._python_dispatch. */
#include "bind_core.h"

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

static lang_value ask(struct lang_thread *t, struct rt_op *op, bool inplace, struct lang_tuple *args)
{
    lang_value module = lang_import(t, "torch.utils._python_dispatch");
    lang_value f = lang_is_error(module) ? module : lang_getattr_c(t, module, "_dispatch");
    lang_value name = lang_is_error(f) ? f : lang_obj_or_error(lang_str_from_c(t, op->text));
    lang_value all[3] = {name, lang_bool(inplace), lang_obj(args)};
    lang_value result = lang_is_error(name) ? name : lang_call(t, f, all, 3, NULL);

    if (!lang_is_error(module))
        lang_unref(t, module);
    if (!lang_is_error(f))
        lang_unref(t, f);
    if (!lang_is_error(name))
        lang_unref(t, name);
    return result;
}

static int handle(struct rt_op *op, bool inplace, const struct rt_arg *args, int nargs, struct rt_results *results,
                  struct rt_error *err)
{
    struct lang_thread *entered, *t = bind_callback_thread(&entered);
    const struct rt_schema *schema = rt_op_schema(op, err);
    struct lang_tuple *values = schema ? values_of(t, schema, args, nargs) : NULL;
    lang_value result = values ? ask(t, op, inplace, values) : lang_error();
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

/* _dispatch_modes(more): that many more modes are on; how many there are. */
static lang_value count_modes(struct lang_thread *t, const lang_value *args)
{
    static _Thread_local int modes;

    (void)t;
    modes += args[0].tag == LANG_INT ? (int)args[0].i : 0;
    rt_set_dispatch_handler(modes > 0 ? handle : NULL);
    return lang_int(modes);
}

const struct lang_method bind_dispatch_functions[] = {
    {"_dispatch_modes", "(more, /)", count_modes, NULL, LANG_M_STATIC}, {NULL, NULL, NULL, NULL, 0}};
