/* bind_wrap.c: tensors of the runtime as values of the language, and rows of the table by name. Owns the rule that a
 * tensor has one object while it lives; must not know what a tensor can do. */
#include "bind_core.h"

#include <string.h>

static inline int64_t bytes_of(const struct rt_tensor *rt)
{
    int64_t bytes;
    /* a view has no memory of its own: its base is counted where it was made; with expanded dimensions the product may
     * overflow */
    return rt_tensor_base(rt) ||
                   __builtin_mul_overflow(rt_tensor_numel(rt), (int64_t)rt_dtype_size(rt_tensor_dtype(rt)), &bytes)
               ? 0
               : bytes;
}

int (*bind_wrap_hook)(struct lang_thread *t, struct bind_tensor *made);

/* Below this many bytes an announcement costs more than it is worth. */
#define ACCOUNT_BYTES 4096

lang_value bind_wrap_as(struct lang_thread *t, struct lang_type *cls, struct rt_tensor *rt)
{
    struct bind_tensor *made = lang_object_new(t, cls);
    if (!made)
        return lang_error();
    rt_tensor_ref(rt);
    made->rt = rt;
    made->accounted = 0;
    made->shape = lang_undef();
    rt_tensor_set_user(rt, made);
    int64_t bytes = bytes_of(rt);
    if (bytes >= ACCOUNT_BYTES) {
        made->accounted = bytes;
        lang_gc_account(t, bytes);
    }
    if (bind_wrap_hook && bind_wrap_hook(t, made) < 0) {
        lang_decref(t, made);
        return lang_error();
    }
    return lang_obj(made);
}

lang_value bind_wrap_steal(struct lang_thread *t, struct rt_tensor *rt)
{
    if (!rt)
        return lang_error();
    struct bind_tensor *made = rt_tensor_user(rt);
    if (made && made->head.refs) { /* one that is being destroyed does not come back */
        lang_incref(made);
        rt_tensor_unref(rt);
        return lang_obj(made);
    }
    made = lang_object_new(t, &bind_type_tensor);
    if (!made) {
        rt_tensor_unref(rt);
        return lang_error();
    }
    made->rt = rt;
    made->shape = lang_undef();
    rt_tensor_set_user(rt, made);
    int64_t bytes = rt_tensor_numel(rt) >= ACCOUNT_BYTES / 16 ? bytes_of(rt) : 0;
    if (bytes >= ACCOUNT_BYTES) {
        made->accounted = bytes;
        lang_gc_account(t, bytes);
    }
    return lang_obj(made);
}

lang_value bind_wrap(struct lang_thread *t, struct rt_tensor *rt)
{
    if (!rt)
        return lang_none();
    rt_tensor_ref(rt);
    return bind_wrap_steal(t, rt);
}

lang_value bind_result(struct lang_thread *t, struct rt_tensor *rt, struct rt_error *err)
{
    if (rt && bind_warnings_pending && bind_warnings_emit(t) < 0) {
        rt_tensor_unref(rt);
        return lang_error();
    }
    return rt ? bind_wrap_steal(t, rt) : bind_raise(t, err);
}

struct rt_op *bind_op(struct lang_thread *t, struct rt_op **slot, const char *full_name)
{
    if (*slot)
        return *slot;
    struct rt_op *op = rt_op_named(full_name);
    if (!op) { /* the name of an op with one overload may have no suffix */
        char base[64];
        size_t n = strcspn(full_name, ".");
        if (n < sizeof base) {
            memcpy(base, full_name, n);
            base[n] = 0;
            op = rt_op_find(base, 0);
        }
    }
    if (!op)
        return lang_fail_null(t, LANG_EXC_NotImplementedError, "the operation %s does not exist in this version",
                              full_name);
    return *slot = op;
}
