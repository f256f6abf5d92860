/* bind_copy.c: copy.deepcopy of a tensor: tensors that share memory share one copy of it. Owns the memo's entry of a
 * storage. */
#include "bind_core.h"

static struct rt_tensor *applied(const char *name, const struct rt_arg *args, int nargs, struct rt_error *err)
{
    struct rt_op *op = rt_op_named(name);
    return op ? rt_apply1(op, args, nargs, err) : NULL;
}

/* A 1-d copy of the full storage; the memo has it where another tensor on it was copied before. */
static struct rt_tensor *copied_memory(struct lang_thread *t, struct rt_tensor *x, lang_value memo,
                                       struct rt_error *err)
{
    lang_value key = lang_int((int64_t)(uintptr_t)rt_tensor_storage_key(x));
    lang_value known = lang_is_dict(memo) ? lang_dict_get(t, (struct lang_dict *)memo.o, key) : lang_undef();
    if (bind_is_tensor(known) && rt_tensor_dtype(bind_rt(known)) == rt_tensor_dtype(x)) {
        rt_tensor_ref(bind_rt(known));
        return bind_rt(known);
    }
    int64_t count = (int64_t)(rt_tensor_storage_bytes(x) / rt_dtype_size(rt_tensor_dtype(x))), step = 1;
    struct rt_tensor *full = applied(
        "as_strided", (struct rt_arg[]){rt_arg_tensor(x), rt_arg_ints(&count, 1), rt_arg_ints(&step, 1), rt_arg_int(0)},
        4, err);
    struct rt_tensor *copy = full ? rt_tensor_to(full, RT_DTYPE_NONE, NULL, true, err) : NULL;
    rt_tensor_unref(full);
    lang_value kept = copy && lang_is_dict(memo) ? bind_wrap(t, copy) : lang_none();
    if (lang_is_error(kept) || (!lang_is_none(kept) && lang_setitem(t, memo, key, kept) < 0)) {
        rt_tensor_unref(copy);
        copy = NULL;
    }
    lang_unref(t, kept);
    return copy;
}

/* With the same sizes, strides and offset in its storage as the original. */
static struct rt_tensor *copied(struct lang_thread *t, struct rt_tensor *x, lang_value memo, struct rt_error *err)
{
    if (rt_tensor_layout(x) != RT_STRIDED)
        return applied("clone", (struct rt_arg[]){rt_arg_tensor(x)}, 1, err);
    int64_t none = 0;
    uint32_t n = (uint32_t)rt_tensor_ndim(x);
    struct rt_tensor *full = copied_memory(t, x, memo, err), *made = NULL;
    struct rt_tensor *window =
        full ? applied("as_strided",
                       (struct rt_arg[]){rt_arg_tensor(full), rt_arg_ints(rt_tensor_shape(x), n),
                                         rt_arg_ints(rt_tensor_strides(x), n), rt_arg_int(rt_tensor_offset(x))},
                       4, err)
             : NULL;
    struct rt_tensor *empty = window ? rt_tensor_empty(&none, 1, rt_tensor_dtype(x), rt_tensor_device(x), err) : NULL;
    if (empty)
        made = applied("_set_", (struct rt_arg[]){rt_arg_tensor(empty), rt_arg_tensor(window)}, 2, err);
    rt_tensor_unref(empty);
    rt_tensor_unref(window);
    rt_tensor_unref(full);
    return made;
}

/* A class derived from Tensor is asked whether it makes instances of itself. */
static int check_class(struct lang_thread *t, lang_value v)
{
    struct lang_list *sizes = v.o->type == &bind_type_tensor ? NULL : lang_list_new(t, 0);
    if (v.o->type == &bind_type_tensor)
        return 0;
    lang_value size = lang_obj_or_error(sizes);
    lang_value made = sizes ? lang_call_method_c(t, v, "new_empty", &size, 1) : lang_error();
    lang_xdecref(t, sizes);
    if (lang_is_error(made))
        return -1;
    const bool same = lang_type_of(made) == v.o->type;
    lang_unref(t, made);
    return same ? 0
                : lang_fail(t, LANG_EXC_RuntimeError,
                            "The default implementation of __deepcopy__() for non-wrapper subclasses only works for "
                            "subclass types that implement new_empty() and for which that function returns another "
                            "instance of the same subclass. You should either properly implement new_empty() for your "
                            "subclass or override __deepcopy__() if it is intended behavior for new_empty() to return "
                            "an instance of a different type.");
}

/* The attributes that the program has set, copied with the same memo. */
static int copy_attributes(struct lang_thread *t, lang_value from, lang_value to, lang_value memo)
{
    lang_value all[2] = {lang_getattr_c(t, from, "__dict__"), memo};
    if (!lang_is_dict(all[0]) || ((struct lang_dict *)all[0].o)->count == 0) {
        if (lang_is_error(all[0]))
            return -1;
        lang_unref(t, all[0]);
        return 0;
    }
    lang_value module = lang_import(t, "copy"), made = lang_error();
    lang_value attributes = lang_is_error(module) ? module : lang_call_method_c(t, module, "deepcopy", all, 2);
    lang_value its = lang_is_error(attributes) ? attributes : lang_getattr_c(t, to, "__dict__");
    if (!lang_is_error(its))
        made = lang_call_method_c(t, its, "update", &attributes, 1);
    const bool failed = lang_is_error(made);
    const lang_value used[] = {all[0], module, attributes, its, made};
    for (size_t i = 0; i < BIND_COUNT(used); i++)
        if (!lang_is_error(used[i]))
            lang_unref(t, used[i]);
    return failed ? -1 : 0;
}

lang_value bind_tensor_deepcopy(struct lang_thread *t, const lang_value *args)
{
    struct rt_tensor *self = bind_rt(args[0]);
    struct rt_error err;
    rt_error_clear(&err);
    if (!rt_tensor_is_leaf(self))
        return lang_raise(
            t, LANG_EXC_RuntimeError,
            "Only Tensors created explicitly by the user (graph leaves) support the deepcopy protocol at the moment.  "
            "If "
            "you were attempting to deepcopy a module, this may be because of a torch.nn.utils.weight_norm usage, see "
            "https://github.com/pytorch/pytorch/pull/103001");
    if (check_class(t, args[0]) < 0)
        return lang_error();
    struct rt_tensor *detached = rt_tensor_detach(self, &err);
    struct rt_tensor *copy = detached ? copied(t, detached, args[1], &err) : NULL;
    rt_tensor_unref(detached);
    if (!copy || (rt_tensor_requires_grad(self) && rt_tensor_set_requires_grad(copy, true, &err) < 0)) {
        rt_tensor_unref(copy);
        return lang_error_occurred(t) ? lang_error() : bind_raise(t, &err);
    }
    struct rt_tensor *grad = rt_tensor_grad(self), *its = grad ? copied(t, grad, args[1], &err) : NULL;
    if (grad && (!its || rt_tensor_set_grad(copy, its, &err) < 0)) {
        rt_tensor_unref(its);
        rt_tensor_unref(copy);
        return lang_error_occurred(t) ? lang_error() : bind_raise(t, &err);
    }
    rt_tensor_unref(its);
    lang_value made = bind_wrap_as(t, args[0].o->type, copy);
    rt_tensor_unref(copy);
    if (lang_is_error(made))
        return made;
    lang_value id = lang_int((int64_t)(uintptr_t)args[0].o);
    if ((lang_is_dict(args[1]) && lang_setitem(t, args[1], id, made) < 0) ||
        copy_attributes(t, args[0], made, args[1]) < 0) {
        lang_unref(t, made);
        return lang_error();
    }
    return made;
}
