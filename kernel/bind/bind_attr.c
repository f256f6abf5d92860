/* bind_attr.c: attributes of tensors and the methods that are not rows of the op table: sizes, flags, conversions,
 * gradients. Must not know operators or protocols, which are in bind_tensor.c. */
#include "bind_args.h"
#include "warn.h"

#include <stdio.h>
#include <string.h>

#define SELF bind_rt(args[0])

/* ---- attributes ------------------------------------------------------------------------------------------------- */

static lang_value get_shape(struct lang_thread *t, lang_value v)
{
    struct bind_tensor *self = (struct bind_tensor *)v.o;
    const int64_t *sizes = rt_tensor_shape(self->rt);
    int n = rt_tensor_ndim(self->rt), same = 0;
    if (!lang_is_undef(self->shape)) {
        const struct lang_tuple *kept = lang_as_tuple(self->shape);
        while (kept->length == n && same < n && kept->items[same].i == sizes[same])
            same++;
        if (kept->length == n && same == n)
            return lang_ref(self->shape);
    }
    lang_value made = bind_size_new(t, sizes, n);
    if (!lang_is_error(made)) {
        lang_value old = self->shape;
        self->shape = lang_ref(made);
        if (!lang_is_undef(old))
            lang_unref(t, old);
    }
    return made;
}
static lang_value get_dtype(struct lang_thread *t, lang_value v)
{
    (void)t;
    return bind_dtype_value(rt_tensor_dtype(bind_rt(v)));
}
static lang_value get_device(struct lang_thread *t, lang_value v)
{
    return bind_device_of(t, rt_tensor_device(bind_rt(v)));
}
static lang_value get_requires_grad(struct lang_thread *t, lang_value v)
{
    (void)t;
    return lang_bool(rt_tensor_requires_grad(bind_rt(v)));
}
static int set_requires_grad(struct lang_thread *t, lang_value v, lang_value value)
{
    struct rt_error err;
    rt_error_clear(&err);
    if (value.tag != LANG_BOOL)
        return lang_fail(t, LANG_EXC_RuntimeError, "requires_grad must be a bool");
    if (value.i && !rt_dtype_is_inexact(rt_tensor_dtype(bind_rt(v))))
        return lang_fail(t, LANG_EXC_RuntimeError,
                         "only Tensors of floating point and complex dtype can require gradients");
    return rt_tensor_set_requires_grad(bind_rt(v), value.i != 0, &err) < 0 ? bind_fail(t, &err) : 0;
}
static lang_value get_grad(struct lang_thread *t, lang_value v)
{
    struct rt_tensor *rt = bind_rt(v);
    struct rt_tensor *grad = rt_tensor_grad(rt);
    if (!grad && !rt_tensor_is_leaf(rt) && !rt_tensor_retains_grad(rt) && rt_tensor_requires_grad(rt) &&
        bind_warn(
            t,
            "The .grad attribute of a Tensor that is not a leaf Tensor is being accessed. Its .grad attribute won't be "
            "populated during autograd.backward(). If you indeed want the .grad field to be populated for a non-leaf "
            "Tensor, use .retain_grad() on the non-leaf Tensor. If you access the non-leaf Tensor by mistake, make "
            "sure "
            "you access the leaf Tensor instead. See github.com/pytorch/pytorch/pull/30531 for more information.") < 0)
        return lang_error();
    return bind_wrap(t, grad);
}
static int set_grad(struct lang_thread *t, lang_value v, lang_value value)
{
    struct rt_error err;
    rt_error_clear(&err);
    if (!lang_is_none(value) && !lang_is_undef(value) && !bind_is_tensor(value))
        return lang_fail(t, LANG_EXC_TypeError, "assigned grad expected to be a Tensor or None but got grad of type %N",
                         value);
    struct rt_tensor *grad = bind_is_tensor(value) ? bind_rt(value) : NULL;
    return rt_tensor_set_grad(bind_rt(v), grad, &err) < 0 ? bind_fail(t, &err) : 0;
}
static lang_value get_grad_fn(struct lang_thread *t, lang_value v)
{
    struct rt_error err;
    rt_error_clear(&err);
    struct rt_node *node = rt_tensor_grad_fn(bind_rt(v), &err);
    return !node && err.code != RT_OK ? bind_raise(t, &err) : bind_node_wrap(t, node);
}
static lang_value get_data(struct lang_thread *t, lang_value v)
{
    struct rt_error err;
    rt_error_clear(&err);
    return bind_result(t, rt_tensor_data_view(bind_rt(v), &err), &err);
}
static int set_data(struct lang_thread *t, lang_value v, lang_value value)
{
    struct rt_error err;
    rt_error_clear(&err);
    if (!bind_is_tensor(value))
        return lang_fail(t, LANG_EXC_TypeError, "Variable data has to be a tensor, but got %N", value);
    if (rt_tensor_requires_grad(bind_rt(v)) && !rt_dtype_is_inexact(rt_tensor_dtype(bind_rt(value))))
        return lang_fail(t, LANG_EXC_RuntimeError,
                         "data set to a tensor that requires gradients must be floating point or complex dtype");
    if (rt_device_is_meta(rt_tensor_device(bind_rt(v))) != rt_device_is_meta(rt_tensor_device(bind_rt(value))))
        return lang_fail(t, LANG_EXC_RuntimeError,
                         "Attempted to call `variable.set_data(tensor)`, but `variable` and `tensor` have incompatible "
                         "tensor type.");
    return rt_tensor_set_data(bind_rt(v), bind_rt(value), &err) < 0 ? bind_fail(t, &err) : 0;
}

static lang_value transposed(struct lang_thread *t, lang_value v, struct rt_op **slot)
{
    struct rt_arg args[3] = {rt_arg_tensor(bind_rt(v)), rt_arg_int(-2), rt_arg_int(-1)};
    struct rt_op *op = bind_op(t, slot, "transpose.int");
    return op ? bind_apply(t, op, args, 3) : lang_error();
}
/* T and H of tensors without dimensions return the tensor, and warn once. */
static int warn_of_identity(struct lang_thread *t, atomic_bool *said, const char *name, bool conjugates)
{
    char text[128];
    if (rt_warned(said))
        return 0;
    snprintf(text, sizeof text, "Tensor.%s is deprecated on 0-D tensors. %s", name,
             conjugates ? "Consider using x.conj()." : "This function is the identity in these cases.");
    return bind_warn(t, text);
}
static lang_value get_T(struct lang_thread *t, lang_value v)
{
    static struct rt_op *op;
    int64_t dims[RT_MAX_DIMS];
    int n = rt_tensor_ndim(bind_rt(v));
    static atomic_bool said, said_zero;
    if (n != 2 && n != 0 && !rt_warned(&said) &&
        bind_warn(t, "The use of `x.T` on tensors of dimension other than 2 to reverse their shape is deprecated and "
                     "it will throw an "
                     "error in a future release. Consider `x.mT` to transpose batches of matrices or "
                     "`x.permute(*torch.arange(x.ndim "
                     "- 1, -1, -1))` to reverse the dimensions of a tensor.") < 0)
        return lang_error();
    if (!n && warn_of_identity(t, &said_zero, "T", false) < 0)
        return lang_error();
    for (int d = 0; d < n; d++)
        dims[d] = n - 1 - d;
    struct rt_arg args[2] = {rt_arg_tensor(bind_rt(v)), rt_arg_ints(dims, (uint32_t)n)};
    return bind_op(t, &op, "permute") ? bind_apply(t, op, args, 2) : lang_error();
}
static lang_value batch_transposed(struct lang_thread *t, lang_value v, const char *name)
{
    static struct rt_op *op;
    int ndim = rt_tensor_ndim(bind_rt(v));
    if (ndim == 1)
        return lang_raise(t, LANG_EXC_RuntimeError,
                          "tensor.%s is only supported on matrices or batches of matrices. Got %d-D tensor.", name,
                          ndim);
    static atomic_bool said[2];
    if (!ndim && warn_of_identity(t, &said[name[1] == 'H'], name, name[1] == 'H') < 0)
        return lang_error();
    return ndim ? transposed(t, v, &op) : lang_ref(v);
}
static lang_value get_mT(struct lang_thread *t, lang_value v)
{
    return batch_transposed(t, v, "mT");
}
static lang_value get_H(struct lang_thread *t, lang_value v)
{
    static struct rt_op *op;
    if (rt_tensor_ndim(bind_rt(v)) != 2 && rt_tensor_ndim(bind_rt(v)) != 0)
        return lang_raise(t, LANG_EXC_RuntimeError,
                          "tensor.H is only supported on matrices (2-D tensors). Got %d-D tensor.%s",
                          rt_tensor_ndim(bind_rt(v)),
                          rt_tensor_ndim(bind_rt(v)) > 2 ? " For batches of matrices, consider using tensor.mH" : "");
    static atomic_bool said;
    if (!rt_tensor_ndim(bind_rt(v)) && warn_of_identity(t, &said, "H", true) < 0)
        return lang_error();
    return rt_tensor_ndim(bind_rt(v)) ? transposed(t, v, &op) : lang_ref(v);
}

/* The conjugate of a transposed matrix, which is taken over. */
static lang_value conjugate_steal(struct lang_thread *t, lang_value transposed)
{
    static struct rt_op *op;
    if (lang_is_error(transposed) || !rt_dtype_is_complex(rt_tensor_dtype(bind_rt(transposed))))
        return transposed;
    struct rt_arg arg = rt_arg_tensor(bind_rt(transposed));
    lang_value result = bind_op(t, &op, "conj") ? bind_apply(t, op, &arg, 1) : lang_error();
    lang_unref(t, transposed);
    return result;
}
static lang_value get_adjoint_2d(struct lang_thread *t, lang_value v)
{
    return conjugate_steal(t, get_H(t, v));
}
static lang_value get_mH(struct lang_thread *t, lang_value v)
{
    return conjugate_steal(t, batch_transposed(t, v, "mH"));
}

#define GETTER(name, expression)                                                                                       \
    static lang_value get_##name(struct lang_thread *t, lang_value v)                                                  \
    {                                                                                                                  \
        (void)t;                                                                                                       \
        struct rt_tensor *rt = bind_rt(v);                                                                             \
        (void)rt;                                                                                                      \
        return expression;                                                                                             \
    }
GETTER(ndim, lang_int(rt_tensor_ndim(rt)))
GETTER(is_leaf, lang_bool(rt_tensor_is_leaf(rt)))
GETTER(is_cuda, lang_bool(rt_tensor_device(rt)->type == RT_CUDA))
GETTER(is_cpu, lang_bool(rt_tensor_device(rt)->type == RT_CPU))
GETTER(is_meta, lang_bool(rt_tensor_device(rt)->type == RT_META))
GETTER(no, lang_bool(false))
GETTER(none, lang_none())
GETTER(itemsize, lang_int((int64_t)rt_dtype_size(rt_tensor_dtype(rt))))
GETTER(nbytes, bind_sparse_nbytes(t, rt))
GETTER(layout, lang_obj(lang_incref(bind_constant_find(rt_layout_name(rt_tensor_layout(rt))))))
GETTER(is_sparse, lang_bool(rt_tensor_layout(rt) == RT_SPARSE_COO))
GETTER(is_sparse_csr, lang_bool(rt_tensor_layout(rt) == RT_SPARSE_CSR))
GETTER(output_nr, lang_int(rt_tensor_output_nr(rt)))
GETTER(version, rt_tensor_is_inference(rt)
                    ? lang_raise(t, LANG_EXC_RuntimeError, "Inference tensors do not track version counter.")
                    : lang_int(rt_tensor_version(rt)))
GETTER(base, bind_wrap(t, rt_tensor_base(rt)))
GETTER(retains_grad, lang_bool(rt_tensor_retains_grad(rt)))
/* z.real and z.imag are functions of torch.functional; assigning to them copies into the view. */
static lang_value functional(struct lang_thread *t, const char *name, lang_value v)
{
    lang_value module = lang_import(t, "torch.functional");
    lang_value f = lang_is_error(module) ? module : lang_getattr_c(t, module, name);
    if (!lang_is_error(module))
        lang_unref(t, module);
    if (lang_is_error(f))
        return f;
    lang_value result = lang_call(t, f, &v, 1, NULL);
    lang_unref(t, f);
    return result;
}
static lang_value get_real(struct lang_thread *t, lang_value v)
{
    return rt_dtype_is_complex(rt_tensor_dtype(bind_rt(v))) ? functional(t, "real", v) : lang_ref(v);
}
static lang_value get_imag(struct lang_thread *t, lang_value v)
{
    return functional(t, "imag", v);
}
static int set_part(struct lang_thread *t, lang_value part, lang_value value)
{
    lang_value status = lang_is_error(part) ? part : lang_call_method_c(t, part, "copy_", &value, 1);
    if (!lang_is_error(part))
        lang_unref(t, part);
    if (lang_is_error(status))
        return -1;
    lang_unref(t, status);
    return 0;
}
static int set_real(struct lang_thread *t, lang_value v, lang_value value)
{
    return set_part(t, get_real(t, v), value);
}
static int set_imag(struct lang_thread *t, lang_value v, lang_value value)
{
    return set_part(t, get_imag(t, v), value);
}

const struct lang_getset bind_tensor_getset[] = {
    {"shape", get_shape, NULL, "The sizes, a torch.Size."},
    {"__array_priority__", bind_array_priority, NULL, "Operators of arrays leave tensors to the tensor."},
    {"dtype", get_dtype, NULL, "The type of the elements."},
    {"device", get_device, NULL, "Where the elements are."},
    {"requires_grad", get_requires_grad, set_requires_grad,
     "True if operations on this tensor are recorded for backward()."},
    {"grad", get_grad, set_grad, "The gradient that backward() has accumulated, or None."},
    {"grad_fn", get_grad_fn, NULL, "The node of the autograd graph that made this tensor, or None."},
    {"data", get_data, set_data, "The same elements without history."},
    {"T", get_T, NULL, "The tensor with its dimensions reversed."},
    {"mT", get_mT, NULL, "The tensor with its last two dimensions exchanged."},
    {"H", get_adjoint_2d, NULL, "The adjoint of a matrix."},
    {"mH", get_mH, NULL, "The adjoint of the last two dimensions."},
    {"ndim", get_ndim, NULL, "The number of dimensions."},
    {"is_leaf", get_is_leaf, NULL, "True for tensors that no recorded operation made."},
    {"is_cuda", get_is_cuda, NULL, "True on a CUDA device."},
    {"is_cpu", get_is_cpu, NULL, "True on the CPU."},
    {"is_meta", get_is_meta, NULL, "True on the meta device."},
    {"is_sparse", get_is_sparse, NULL, "True of the layout torch.sparse_coo."},
    {"is_sparse_csr", get_is_sparse_csr, NULL, "True of the layout torch.sparse_csr."},
    {"is_mps", get_no, NULL, NULL},
    {"is_xla", get_no, NULL, NULL},
    {"is_xpu", get_no, NULL, NULL},
    {"is_ipu", get_no, NULL, NULL},
    {"is_maia", get_no, NULL, NULL},
    {"is_mtia", get_no, NULL, NULL},
    {"is_vulkan", get_no, NULL, NULL},
    {"is_quantized", get_no, NULL, NULL},
    {"is_mkldnn", get_no, NULL, NULL},
    {"is_nested", get_no, NULL, NULL},
    {"itemsize", get_itemsize, NULL, "Bytes of one element."},
    {"nbytes", get_nbytes, NULL, "Bytes of all elements."},
    {"layout", get_layout, NULL, "How the elements are kept: torch.strided, torch.sparse_coo ..."},
    {"name", get_none, NULL, NULL},
    {"output_nr", get_output_nr, NULL, NULL},
    {"_version", get_version, NULL, "How often the storage was changed in place."},
    {"_base", get_base, NULL, "The tensor this one is a view of, or None."},
    {"retains_grad", get_retains_grad, NULL, "True if retain_grad() was called."},
    {"real", get_real, set_real, "The real part."},
    {"imag", get_imag, set_imag, "The imaginary part."},
    {"_backward_hooks", get_none, NULL, NULL},
    {NULL, NULL, NULL, NULL}};

/* ---- sizes and flags -------------------------------------------------------------------------------------------- */

/* A dimension argument: checked and made non-negative. Looks at the tensor after the conversion, which may run the
 * user's code and change the tensor's dimensions. */
static int dim_arg(struct lang_thread *t, const char *method, lang_value v, const struct rt_tensor *x)
{
    struct rt_error err;
    int64_t dim;
    rt_error_clear(&err);
    if (!bind_is_int_like(v))
        return lang_fail(t, LANG_EXC_TypeError, "%s(): argument 'dim' (position 1) must be int, not %N", method, v);
    if (bind_int(t, v, &dim) < 0)
        return -1;
    int ndim = rt_tensor_ndim(x);
    if (ndim == 0)
        return lang_fail(t, LANG_EXC_IndexError, "Dimension specified as %ld but tensor has no dimensions", (long)dim);
    int at = rt_shape_dim(dim, ndim, &err);
    return at < 0 ? bind_fail(t, &err) : at;
}
static bool absent(lang_value v)
{
    return lang_is_undef(v) || lang_is_none(v);
}

static lang_value method_size(struct lang_thread *t, const lang_value *args)
{
    if (absent(args[1]))
        return get_shape(t, args[0]);
    int dim = dim_arg(t, "size", args[1], SELF);
    return dim < 0 ? lang_error() : lang_int(rt_tensor_shape(SELF)[dim]);
}
static lang_value method_stride(struct lang_thread *t, const lang_value *args)
{
    if (rt_tensor_layout(SELF) > RT_SPARSE_COO)
        return lang_raise(t, LANG_EXC_RuntimeError, "Sparse CSR tensors do not have strides");
    if (!absent(args[1])) {
        int dim = dim_arg(t, "stride", args[1], SELF);
        return dim < 0 ? lang_error() : lang_int(rt_tensor_strides(SELF)[dim]);
    }
    int n = rt_tensor_ndim(SELF);
    struct lang_tuple *tuple = lang_tuple_new(t, n);
    for (int d = 0; tuple && d < n; d++)
        tuple->items[d] = lang_int(rt_tensor_strides(SELF)[d]);
    return lang_obj_or_error(tuple);
}

#define METHOD(name, expression)                                                                                       \
    static lang_value method_##name(struct lang_thread *t, const lang_value *args)                                     \
    {                                                                                                                  \
        (void)t;                                                                                                       \
        (void)args;                                                                                                    \
        return expression;                                                                                             \
    }
METHOD(dim, lang_int(rt_tensor_ndim(SELF)))
METHOD(numel, lang_int(rt_tensor_numel(SELF)))
METHOD(element_size, lang_int((int64_t)rt_dtype_size(rt_tensor_dtype(SELF))))
METHOD(sparse_dim, lang_int(rt_tensor_sparse_dim(SELF)))
METHOD(dense_dim, lang_int(rt_tensor_ndim(SELF) - rt_tensor_sparse_dim(SELF)))
METHOD(storage_offset, lang_int(rt_tensor_offset(SELF)))
/* format: a torch.memory_format */
static bool has_format(const struct rt_tensor *x, lang_value format)
{
    int ndim = format.o == bind_constant_find("channels_last")      ? 4
               : format.o == bind_constant_find("channels_last_3d") ? 5
                                                                    : 0;
    if (!ndim)
        return rt_tensor_is_contiguous(x);
    return rt_tensor_ndim(x) == ndim && rt_tensor_numel(x) &&
           rt_shape_channels_last(rt_tensor_shape(x), rt_tensor_strides(x), ndim);
}

static lang_value method_is_contiguous(struct lang_thread *t, const lang_value *args)
{
    if (rt_tensor_layout(SELF) > RT_SPARSE_COO)
        return lang_raise(t, LANG_EXC_RuntimeError, "Sparse CSR tensors do not have is_contiguous");
    const struct rt_tensor *x = SELF;

    if (lang_is_undef(args[1]) || lang_is_none(args[1]))
        return lang_bool(rt_tensor_is_contiguous(x));
    if (!lang_is_exactly(args[1], &bind_type_memory_format))
        return lang_raise(t, LANG_EXC_TypeError,
                          "is_contiguous(): argument 'memory_format' must be torch.memory_format, not %s",
                          lang_type_name(args[1]));
    return lang_bool(has_format(x, args[1]));
}
METHOD(is_floating_point, lang_bool(rt_dtype_is_float(rt_tensor_dtype(SELF))))
METHOD(is_complex, lang_bool(rt_dtype_is_complex(rt_tensor_dtype(SELF))))
METHOD(is_signed, lang_bool(rt_dtype_is_signed(rt_tensor_dtype(SELF))))
METHOD(is_inference, lang_bool(rt_tensor_is_inference(SELF)))
METHOD(is_pinned, lang_bool(rt_tensor_is_pinned(SELF)))
METHOD(is_shared,
       rt_tensor_layout(SELF) == RT_STRIDED ? lang_bool(rt_tensor_is_shared(SELF)) : bind_sparse_no_storage(t, SELF))
METHOD(is_view, lang_bool(rt_tensor_base(SELF) != NULL))
METHOD(bump_version, (rt_tensor_touch(SELF), lang_none()))
static lang_value method_share_memory_(struct lang_thread *t, const lang_value *args)
{
    if (rt_device_is_meta(rt_tensor_device(SELF)))
        return lang_raise(t, LANG_EXC_RuntimeError, "_share_fd_: only available on CPU");
    struct rt_error err;
    rt_error_clear(&err);
    return rt_tensor_share(SELF, &err) < 0 ? bind_raise(t, &err) : lang_ref(args[0]);
}
METHOD(get_device, lang_int(rt_tensor_device(SELF)->type == RT_CUDA ? rt_tensor_device(SELF)->index : -1))
METHOD(tolist, bind_tensor_tolist(t, SELF))
METHOD(is_same_size, lang_bool(bind_is_tensor(args[1]) &&
                               rt_shape_equal(rt_tensor_shape(SELF), rt_tensor_ndim(SELF),
                                              rt_tensor_shape(bind_rt(args[1])), rt_tensor_ndim(bind_rt(args[1])))))
METHOD(is_same_window, lang_bool(bind_is_tensor(args[1]) && rt_tensor_same_storage(SELF, bind_rt(args[1])) &&
                                 rt_tensor_offset(SELF) == rt_tensor_offset(bind_rt(args[1])) &&
                                 rt_shape_equal(rt_tensor_shape(SELF), rt_tensor_ndim(SELF),
                                                rt_tensor_shape(bind_rt(args[1])), rt_tensor_ndim(bind_rt(args[1]))) &&
                                 !memcmp(rt_tensor_strides(SELF), rt_tensor_strides(bind_rt(args[1])),
                                         (size_t)rt_tensor_ndim(SELF) * sizeof(int64_t))))
static lang_value method_is_set_to(struct lang_thread *t, const lang_value *args)
{
    struct rt_error err;
    rt_error_clear(&err);
    if (!rt_device_is_meta(rt_tensor_device(SELF)))
        return method_is_same_window(t, args);
    rt_needs_data("is_set_to", "", &err);
    return bind_raise(t, &err);
}

static lang_value method_data_ptr(struct lang_thread *t, const lang_value *args)
{
    struct rt_error err;
    rt_error_clear(&err);
    if (rt_tensor_numel(SELF) == 0 || rt_device_is_meta(rt_tensor_device(SELF)))
        return lang_int(0);
    void *data = rt_tensor_data(SELF, &err);
    return data ? lang_int_from_u64(t, (uint64_t)(uintptr_t)data) : bind_raise(t, &err);
}
METHOD(storage_nbytes, lang_int((int64_t)rt_tensor_storage_bytes(SELF)))
METHOD(storage_id, lang_int_from_u64(t, (uint64_t)(uintptr_t)rt_tensor_storage_key(SELF)))
METHOD(storage_ptr, rt_device_is_meta(rt_tensor_device(SELF))
                        ? lang_int(0)
                        : lang_int_from_u64(t, (uint64_t)(uintptr_t)rt_tensor_storage_data(SELF)))
static lang_value method_item(struct lang_thread *t, const lang_value *args)
{
    struct rt_scalar s;
    struct rt_error err;
    rt_error_clear(&err);
    return rt_tensor_item(SELF, &s, &err) < 0 ? bind_raise(t, &err) : bind_from_scalar(t, s);
}
/* ---- gradients -------------------------------------------------------------------------------------------------- */

static lang_value method_requires_grad_(struct lang_thread *t, const lang_value *args)
{
    struct rt_error err;
    rt_error_clear(&err);
    bool on = absent(args[1]) || (args[1].tag == LANG_BOOL && args[1].i);
    if (!absent(args[1]) && args[1].tag != LANG_BOOL)
        return lang_raise(t, LANG_EXC_TypeError,
                          "requires_grad_(): argument 'requires_grad' (position 1) must be bool, not %N", args[1]);
    return rt_tensor_set_requires_grad(SELF, on, &err) < 0 ? bind_raise(t, &err) : lang_ref(args[0]);
}
static lang_value method_retain_grad(struct lang_thread *t, const lang_value *args)
{
    struct rt_error err;
    rt_error_clear(&err);
    return rt_tensor_retain_grad(SELF, &err) < 0 ? bind_raise(t, &err) : lang_none();
}
static lang_value method_detach(struct lang_thread *t, const lang_value *args)
{
    struct rt_error err;
    rt_error_clear(&err);
    return bind_result(t, rt_tensor_detach(SELF, &err), &err);
}

/* ---- conversions ------------------------------------------------------------------------------------------------ */

/* Do the strides say exactly this format? A tensor of one channel is contiguous in two. */
static bool suggests_format(const struct rt_tensor *x, lang_value format)
{
    int ndim = rt_tensor_ndim(x);
    bool last = rt_shape_strides_are_channels_last(rt_tensor_shape(x), rt_tensor_strides(x), ndim);
    int wanted = format.o == bind_constant_find("channels_last")      ? 4
                 : format.o == bind_constant_find("channels_last_3d") ? 5
                                                                      : 0;
    return wanted ? last && ndim == wanted : !last;
}

static lang_value converted(struct lang_thread *t, lang_value self, enum rt_dtype dtype, struct rt_device *device,
                            bool copy, lang_value format)
{
    static struct rt_op *slot;
    struct rt_error err;
    struct rt_tensor *rt = bind_rt(self);
    rt_error_clear(&err);
    if (absent(format) || lang_is_none(format))
        format = lang_undef();
    else if (!lang_is_exactly(format, &bind_type_memory_format))
        return lang_raise(t, LANG_EXC_TypeError, "argument 'memory_format' must be torch.memory_format, not %N",
                          format);
    bool same_type = dtype == RT_DTYPE_NONE || dtype == rt_tensor_dtype(rt),
         same_device = !device || device == rt_tensor_device(rt);
    if (!lang_is_undef(format) && format.o == bind_constant_find("preserve_format"))
        format = lang_undef();
    if (!copy && same_type && same_device && (lang_is_undef(format) || suggests_format(rt, format)))
        return lang_ref(self);
    if (!lang_is_undef(format)) {
        const char *name = ((const struct bind_constant *)format.o)->name;
        struct rt_arg args[4] = {rt_arg_tensor(rt), same_type ? rt_arg_none() : rt_arg_dtype(dtype),
                                 same_device ? rt_arg_none() : rt_arg_device(device),
                                 rt_arg_string(name, (uint32_t)strlen(name))};
        return bind_op(t, &slot, "_to_copy") ? bind_apply(t, slot, args, 4) : lang_error();
    }
    bool released = bind_release(t, rt_tensor_numel(rt));
    struct rt_tensor *result = rt_tensor_to(rt, dtype, device, copy, &err);
    bind_reacquire(t, released);
    return bind_result(t, result, &err);
}

#define CAST(name, dtype)                                                                                              \
    static lang_value method_##name(struct lang_thread *t, const lang_value *args)                                     \
    {                                                                                                                  \
        return converted(t, args[0], dtype, NULL, false, args[1]);                                                     \
    }
CAST(float, RT_FLOAT32)
CAST(double, RT_FLOAT64)
CAST(half, RT_FLOAT16)
CAST(bfloat16, RT_BFLOAT16)
CAST(int, RT_INT32)
CAST(long, RT_INT64)
CAST(short, RT_INT16)
CAST(char, RT_INT8)
CAST(byte, RT_UINT8)
CAST(bool, RT_BOOL)
static lang_value method_cpu(struct lang_thread *t, const lang_value *args)
{
    return converted(t, args[0], RT_DTYPE_NONE, rt_device_cpu(), false, args[1]);
}
static lang_value method_type_as(struct lang_thread *t, const lang_value *args)
{
    if (!bind_is_tensor(args[1]))
        return lang_raise(t, LANG_EXC_TypeError, "type_as(): argument 'other' (position 1) must be Tensor, not %N",
                          args[1]);
    return converted(t, args[0], rt_tensor_dtype(bind_rt(args[1])), rt_tensor_device(bind_rt(args[1])), false,
                     lang_undef());
}

/* The dtype and device that a text such as "torch.cuda.FloatTensor" names. */
static int type_of_text(struct lang_thread *t, const char *text, enum rt_dtype *dtype, bool *cuda)
{
    const char *rest = text;
    char name[32];
    if (strncmp(rest, "torch.", 6) == 0) {
        rest += 6;
        *cuda = strncmp(rest, "cuda.", 5) == 0;
        rest += *cuda ? 5 : 0;
        for (int d = 0; d < RT_DTYPE_COUNT; d++) {
            snprintf(name, sizeof name, "%sTensor", rt_dtype_table[d].scalar);
            if (strcmp(rest, name) == 0) {
                *dtype = (enum rt_dtype)d;
                return 0;
            }
        }
    }
    return lang_fail(t, LANG_EXC_ValueError, "invalid type: '%s'", text);
}
static lang_value method_type(struct lang_thread *t, const lang_value *args)
{
    char text[64];
    bool cuda = rt_tensor_device(SELF)->type == RT_CUDA;
    struct rt_device *device = NULL;
    struct rt_error err;
    rt_error_clear(&err);
    enum rt_dtype dtype;
    if (absent(args[1]))
        return lang_obj_or_error(lang_str_from_c(t, rt_tensor_type_text(SELF, text, sizeof text)));
    if ((dtype = bind_dtype_like(args[1])) != RT_DTYPE_NONE)
        return converted(t, args[0], dtype, NULL, false, args[3]);
    const char *given = bind_tensor_class_name(args[1]);
    if (given) {
        snprintf(text, sizeof text, "torch.%s", given);
        given = text;
    } else if (lang_is_str(args[1])) {
        given = lang_str_utf8(t, lang_as_str(args[1]), NULL);
    } else {
        return lang_raise(t, LANG_EXC_TypeError, "dtype must be a type, str, or dtype object");
    }
    if (!given || type_of_text(t, given, &dtype, &cuda) < 0)
        return lang_error();
    if (cuda && rt_device_count(RT_CUDA) == 0)
        return lang_raise(
            t, LANG_EXC_RuntimeError,
            "Cannot initialize CUDA without ATen_cuda library. PyTorch splits its backend into two shared libraries: a "
            "CPU "
            "library and a CUDA library; this error has occurred because you are trying to use some CUDA "
            "functionality, "
            "but the CUDA library has not been loaded by the dynamic linker for some reason.  The CUDA library MUST be "
            "loaded, EVEN IF you don't directly use any symbols from the CUDA library! One common culprit is a lack of "
            "-Wl,--no-as-needed in your link arguments; many dynamic linkers will delete dynamic library dependencies "
            "if "
            "you don't depend on any of their symbols.  You can check if this has occurred by using ldd on your binary "
            "to "
            "see if there is a dependency on *_cuda.so library.");
    if ((cuda != (rt_tensor_device(SELF)->type == RT_CUDA) || rt_device_is_meta(rt_tensor_device(SELF))) &&
        !(device = cuda ? rt_device_get(RT_CUDA, -1, &err) : rt_device_cpu()))
        return bind_raise(t, &err);
    return converted(t, args[0], dtype, device, false, args[3]);
}

/* x.cuda(device=None, non_blocking=False) */
lang_value bind_raw_cuda(struct lang_thread *t, lang_value callee, const lang_value *args, size_t nargs,
                         struct lang_tuple *kwnames)
{
    const struct lang_params *params =
        lang_params_get(t, "cuda", "(self, device=None, non_blocking=False, memory_format=None)");
    lang_value given[4] = {lang_undef(), lang_undef(), lang_undef(), lang_undef()};
    struct rt_error err;
    rt_error_clear(&err);
    enum rt_device_type type = RT_CUDA;
    int index = -1;
    (void)callee;
    if (!params || lang_params_bind(t, params, args, nargs, kwnames, given) < 0)
        return lang_error();
    if (!bind_is_tensor(given[0]))
        return lang_raise(t, LANG_EXC_TypeError,
                          "descriptor 'cuda' for 'torch._C.TensorBase' objects doesn't apply to a '%N' object",
                          given[0]);
    if (!absent(given[1])) {
        if (!bind_is_device_like(given[1]))
            return lang_raise(t, LANG_EXC_TypeError,
                              "cuda(): argument 'device' (position 1) must be torch.device, not %N", given[1]);
        if (bind_device_parse(t, given[1], &type, &index) < 0)
            return lang_error();
    }
    if (type != RT_CUDA)
        return lang_raise(t, LANG_EXC_RuntimeError, "Invalid device, must be cuda device");
    struct rt_device *device = rt_device_get(type, index, &err);
    if (!device)
        return bind_raise(t, &err);
    const bool was = rt_set_non_blocking(given[2].tag == LANG_BOOL && given[2].i);
    lang_value moved = converted(t, given[0], RT_DTYPE_NONE, device, false, given[3]);
    (void)rt_set_non_blocking(was);
    return moved;
}

struct to_args {
    enum rt_dtype dtype;
    struct rt_device *device;
    bool copy, non_blocking;
    lang_value format; /* borrowed; UNDEF: not given */
};

static lang_value bad_to(struct lang_thread *t, const lang_value *args, size_t nargs, struct lang_tuple *kwnames)
{
    size_t nkw = kwnames ? (size_t)kwnames->length : 0;
    struct lang_builder b;
    lang_builder_init(&b, t);
    for (size_t i = 0; i < nargs + nkw; i++) {
        if (i)
            lang_builder_c(&b, ", ");
        if (i >= nargs) {
            lang_builder_str(&b, lang_as_str(kwnames->items[i - nargs]));
            lang_builder_c(&b, "=");
        }
        lang_builder_c(&b, bind_is_dtype(args[i])    ? "torch.dtype"
                           : bind_is_device(args[i]) ? "torch.device"
                                                     : lang_type_name(args[i]));
    }
    if (nkw && !nargs)
        lang_builder_c(&b, ", ");
    struct lang_str *got = lang_builder_finish(&b);
    if (!got)
        return lang_error();
    lang_raise(
        t, LANG_EXC_TypeError,
        "to() received an invalid combination of arguments - got (%U), but expected one of:\n"
        " * (torch.device device = None, torch.dtype dtype = None, bool non_blocking = False, bool copy = False, *, "
        "torch.memory_format memory_format = None)\n"
        " * (torch.dtype dtype, bool non_blocking = False, bool copy = False, *, torch.memory_format memory_format = "
        "None)\n"
        " * (Tensor tensor, bool non_blocking = False, bool copy = False, *, torch.memory_format memory_format = "
        "None)\n",
        got);
    lang_decref(t, got);
    return lang_error();
}

/* x.to(device, dtype, non_blocking, copy), x.to(dtype, ...), x.to(tensor, ...): args without self. 1 fits, 0 does not,
 * -1 error. */
static int parse_to(struct lang_thread *t, const lang_value *args, size_t nargs, struct lang_tuple *kwnames,
                    struct to_args *out)
{
    enum { DEVICE, DTYPE, OTHER, NON_BLOCKING, COPY, FORMAT, COUNT };
    static const char *const names[] = {"device", "dtype", "other", "non_blocking", "copy", "memory_format"};
    lang_value given[COUNT];
    size_t next = 0, nkw = kwnames ? (size_t)kwnames->length : 0;
    for (int i = 0; i < COUNT; i++)
        given[i] = lang_undef();
    if (next < nargs) {
        if (bind_is_tensor(args[0]))
            given[OTHER] = args[next++];
        else if (bind_dtype_like(args[0]) != RT_DTYPE_NONE)
            given[DTYPE] = args[next++];
        else {
            given[DEVICE] = args[next++];
            if (next < nargs && (lang_is_none(args[next]) || bind_dtype_like(args[next]) != RT_DTYPE_NONE))
                given[DTYPE] = args[next++];
        }
    }
    for (int i = NON_BLOCKING; next < nargs; i++, next++) {
        if (i > COPY || args[next].tag != LANG_BOOL)
            return 0;
        given[i] = args[next];
    }
    for (size_t k = 0; k < nkw; k++) {
        int i = 0;
        while (i < COUNT && !lang_str_equal_c(lang_as_str(kwnames->items[k]), names[i]))
            i++;
        if (lang_str_equal_c(lang_as_str(kwnames->items[k]), "tensor"))
            i = OTHER;
        if (i == COUNT || !lang_is_undef(given[i]))
            return 0;
        given[i] = args[nargs + k];
    }
    *out = (struct to_args){RT_DTYPE_NONE, NULL, given[COPY].tag == LANG_BOOL && given[COPY].i,
                            given[NON_BLOCKING].tag == LANG_BOOL && given[NON_BLOCKING].i,
                            lang_is_none(given[FORMAT]) ? lang_undef() : given[FORMAT]};
    if (!lang_is_undef(out->format) && !lang_is_exactly(out->format, &bind_type_memory_format))
        return 0;
    if (!absent(given[OTHER])) {
        if (!bind_is_tensor(given[OTHER]))
            return 0;
        out->dtype = rt_tensor_dtype(bind_rt(given[OTHER]));
        out->device = rt_tensor_device(bind_rt(given[OTHER]));
    }
    if (!absent(given[DTYPE]) && (out->dtype = bind_dtype_like(given[DTYPE])) == RT_DTYPE_NONE)
        return 0;
    if (!absent(given[DEVICE])) {
        if (!bind_is_device_like(given[DEVICE]))
            return 0;
        if (bind_device_arg(t, given[DEVICE], &out->device) < 0)
            return -1;
    }
    return 1;
}

lang_value bind_raw_to(struct lang_thread *t, lang_value callee, const lang_value *args, size_t nargs,
                       struct lang_tuple *kwnames)
{
    struct to_args to;
    (void)callee;
    if (nargs == 0 || !bind_is_tensor(args[0]))
        return lang_raise(t, LANG_EXC_TypeError, "unbound method TensorBase.to() needs a tensor");
    int fits = parse_to(t, args + 1, nargs - 1, kwnames, &to);
    if (fits <= 0)
        return fits < 0 ? lang_error() : bad_to(t, args + 1, nargs - 1, kwnames);
    const bool was = rt_set_non_blocking(to.non_blocking);
    lang_value moved = converted(t, args[0], to.dtype, to.device, to.copy, to.format);
    (void)rt_set_non_blocking(was);
    return moved;
}

/* torch._C._parse_to(...): (device, dtype, non_blocking, memory_format) of the arguments of Module.to. */
lang_value bind_parse_to(struct lang_thread *t, lang_value callee, const lang_value *args, size_t nargs,
                         struct lang_tuple *kwnames)
{
    struct to_args to;
    (void)callee;
    int fits = parse_to(t, args, nargs, kwnames, &to);
    if (fits <= 0)
        return fits < 0 ? lang_error() : bad_to(t, args, nargs, kwnames);
    lang_value items[4] = {to.device ? bind_device_of(t, to.device) : lang_none(),
                           to.dtype == RT_DTYPE_NONE ? lang_none() : bind_dtype_value(to.dtype),
                           lang_bool(to.non_blocking), lang_is_undef(to.format) ? lang_none() : lang_ref(to.format)};
    lang_value result = lang_is_error(items[0]) ? items[0] : lang_obj_or_error(lang_tuple_from(t, items, 4));
    for (int i = 0; i < 4; i++)
        lang_unref(t, items[i]);
    return result;
}

/* ---- subclasses, new tensors, apply_ ---------------------------------------------------------------------------- */

static lang_value method_sizeof(struct lang_thread *t, const lang_value *args)
{
    (void)t;
    (void)args;
    return lang_int(80); /* of PyTorch's object */
}

/* Tensor._make_subclass(cls, data, requires_grad): an object of cls on data's elements. */
static lang_value make_subclass(struct lang_thread *t, const lang_value *args)
{
    struct rt_error err;
    rt_error_clear(&err);
    bool on = args[2].tag == LANG_BOOL && args[2].i;
    if (args[0].tag != LANG_OBJECT || !(args[0].o->type->flags & LANG_TYPE_TYPE) ||
        !lang_is_subtype((struct lang_type *)args[0].o, &bind_type_tensor))
        return lang_raise(t, LANG_EXC_TypeError, "cls must be a subclass of torch.Tensor");
    if (!bind_is_tensor(args[1]))
        return lang_raise(t, LANG_EXC_TypeError,
                          "_make_subclass(): argument 'data' (position 2) must be Tensor, not %N", args[1]);
    struct rt_tensor *rt = rt_tensor_detach(bind_rt(args[1]), &err);
    if (!rt)
        return bind_raise(t, &err);
    if (on && rt_tensor_set_requires_grad(rt, true, &err) < 0) {
        rt_tensor_unref(rt);
        return err.code == RT_RUNTIME
                   ? lang_raise(t, LANG_EXC_RuntimeError,
                                "Only Tensors of floating point and complex dtype can require gradients")
                   : bind_raise(t, &err);
    }
    lang_value made = bind_wrap_as(t, (struct lang_type *)args[0].o, rt);
    rt_tensor_unref(rt);
    return made;
}

/* new_tensor(data): data as a tensor of the same dtype and device. */
static lang_value method_new_tensor(struct lang_thread *t, const lang_value *args)
{
    struct rt_error err;
    rt_error_clear(&err);
    struct rt_device *device = NULL;
    enum rt_dtype dtype = absent(args[2]) ? rt_tensor_dtype(SELF) : bind_dtype_like(args[2]);
    if (dtype == RT_DTYPE_NONE)
        return lang_raise(t, LANG_EXC_TypeError, "new_tensor(): argument 'dtype' must be torch.dtype, not %N", args[2]);
    if (bind_device_arg(t, args[3], &device) < 0)
        return lang_error();
    if (bind_is_tensor(args[1]) &&
        bind_warn(
            t, "To copy construct from a tensor, it is recommended to use sourceTensor.detach().clone() or "
               "sourceTensor.detach().clone().requires_grad_(True), rather than tensor.new_tensor(sourceTensor).") < 0)
        return lang_error();
    struct rt_tensor *rt = bind_tensor_from_data(t, args[1], dtype, device ? device : rt_tensor_device(SELF));
    if (!rt)
        return lang_error();
    if (args[4].tag == LANG_BOOL && args[4].i && rt_tensor_set_requires_grad(rt, true, &err) < 0) {
        rt_tensor_unref(rt);
        return bind_raise(t, &err);
    }
    return bind_wrap_steal(t, rt);
}
static lang_value method_pin_memory(struct lang_thread *t, const lang_value *args)
{
    struct rt_error err;
    rt_error_clear(&err);
    struct rt_tensor *pinned = rt_tensor_pin(SELF, &err);
    if (pinned != SELF)
        return bind_result(t, pinned, &err);
    rt_tensor_unref(pinned);
    return lang_ref(args[0]);
}
/* detach_(): the tensor becomes a leaf; its node is forgotten. */
static lang_value method_detach_(struct lang_thread *t, const lang_value *args)
{
    struct rt_error err;
    rt_error_clear(&err);
    if (rt_tensor_base(SELF))
        return lang_raise(
            t, LANG_EXC_RuntimeError,
            "Can't detach views in-place. Use detach() instead. If you are using DistributedDataParallel (DDP) for "
            "training, and gradient_as_bucket_view is set as True, gradients are views of DDP buckets, and hence "
            "detach_() cannot be called on these gradients. To fix this error, please refer to the "
            "Optimizer.zero_grad() function in torch/optim/optimizer.py as the solution.");
    if (rt_tensor_is_leaf(SELF))
        return rt_tensor_set_requires_grad(SELF, false, &err) < 0 ? bind_raise(t, &err) : lang_ref(args[0]);
    rt_tensor_forget(SELF);
    return lang_ref(args[0]);
}

/* Element i of a contiguous tensor, replaced by callable(element). */
static int apply_to(struct lang_thread *t, lang_value callable, struct rt_tensor *x, enum rt_dtype dtype, size_t i)
{
    struct rt_error err;
    struct rt_scalar s;
    rt_error_clear(&err);
    const size_t at = i * rt_dtype_size(dtype);
    lang_value item = bind_from_scalar(t, rt_scalar_load(dtype, (char *)rt_tensor_data(x, &err) + at));
    lang_value result = lang_is_error(item) ? item : lang_call(t, callable, &item, 1, NULL);
    if (!lang_is_error(item))
        lang_unref(t, item);
    int is = lang_is_error(result) ? -1 : bind_scalar(t, result, &s);
    if (!is)
        lang_raise(t, LANG_EXC_TypeError, "must be real number, not %N", result);
    if (!lang_is_error(result))
        lang_unref(t, result);
    if (is == 1)
        rt_scalar_store(dtype, (char *)rt_tensor_data(x, &err) + at, s);
    return is == 1 ? 0 : -1;
}

/* apply_(callable): each element of a CPU tensor replaced by callable(element). */
static lang_value method_apply_(struct lang_thread *t, const lang_value *args)
{
    struct rt_error err;
    rt_error_clear(&err);
    const bool meta = rt_device_is_meta(rt_tensor_device(SELF)); /* then there is no element to call it with */
    if (!rt_tensor_device(SELF)->host_memory && !meta)
        return lang_raise(t, LANG_EXC_TypeError, "apply_ is only implemented on CPU tensors");
    if (!rt_tensor_is_contiguous(SELF))
        return lang_raise(t, LANG_EXC_NotImplementedError, "apply_ needs a contiguous tensor in this version");
    if (rt_tensor_requires_grad(SELF))
        return lang_raise(t, LANG_EXC_RuntimeError,
                          "Can't call apply_() on Variable that requires grad. Use var.detach().apply_() instead.");
    if (meta)
        return lang_ref(args[0]);
    enum rt_dtype dtype = rt_tensor_dtype(SELF);
    /* the callable may replace the tensor's memory: the first memory is held, and its address read anew each time */
    struct rt_tensor *held = rt_tensor_detach(SELF, &err);
    if (!held || (!rt_tensor_data(held, &err) && rt_tensor_numel(held))) {
        rt_tensor_unref(held);
        return bind_raise(t, &err);
    }
    int status = 0;
    for (int64_t i = 0; i < rt_tensor_numel(held) && status == 0; i++)
        status = apply_to(t, args[1], held, dtype, (size_t)i);
    rt_tensor_unref(held);
    return status < 0 ? lang_error() : lang_ref(args[0]);
}

const struct lang_method bind_tensor_methods[] = {
    {"size", "(dim=None)", method_size, "The sizes, or the size of one dimension.", 0},
    {"stride", "(dim=None)", method_stride, "The steps between neighbours in memory, in elements.", 0},
    {"dim", "()", method_dim, "The number of dimensions.", LANG_M_NOSIG},
    {"ndimension", "()", method_dim, "The number of dimensions.", LANG_M_NOSIG},
    {"numel", "()", method_numel, "The number of elements.", LANG_M_NOSIG},
    {"nelement", "()", method_numel, "The number of elements.", LANG_M_NOSIG},
    {"element_size", "()", method_element_size, "Bytes of one element.", LANG_M_NOSIG},
    {"sparse_dim", "()", method_sparse_dim, "How many dimensions the indices of a sparse tensor name.", LANG_M_NOSIG},
    {"dense_dim", "()", method_dense_dim, "How many dimensions follow those.", LANG_M_NOSIG},
    {"_nnz", "()", bind_sparse_nnz, "How many elements a sparse tensor has.", LANG_M_NOSIG},
    {"is_coalesced", "()", bind_sparse_is_coalesced, "Are the indices of a sparse tensor sorted, none twice?",
     LANG_M_NOSIG},
    {"storage_offset", "()", method_storage_offset, "Where in its storage the tensor begins, in elements.",
     LANG_M_NOSIG},
    {"data_ptr", "()", method_data_ptr, "The address of the first element.", LANG_M_NOSIG},
    {"is_contiguous", "(memory_format=None)", method_is_contiguous,
     "True if the elements lie in row-major order without gaps.", 0},
    {"is_floating_point", "()", method_is_floating_point, "True for floating point elements.", LANG_M_NOSIG},
    {"is_complex", "()", method_is_complex, "True for complex elements.", LANG_M_NOSIG},
    {"is_signed", "()", method_is_signed, "True for types with negative values.", LANG_M_NOSIG},
    {"is_inference", "()", method_is_inference, NULL, LANG_M_NOSIG},
    {"is_pinned", "(device=None)", method_is_pinned, "True if the memory is page-locked.", 0},
    {"_is_view", "()", method_is_view, NULL, LANG_M_NOSIG},
    {"_bump_version", "()", method_bump_version, NULL, LANG_M_NOSIG},
    {"is_shared", "()", method_is_shared, NULL, LANG_M_NOSIG | LANG_M_PYTHON_ERRORS},
    {"share_memory_", "()", method_share_memory_, NULL, LANG_M_NOSIG},
    {"is_same_size", "(other)", method_is_same_size, "True if the other tensor has the same sizes.", 0},
    {"is_set_to", "(tensor)", method_is_set_to, "True if both are the same window on the same storage.", 0},
    {"get_device", "()", method_get_device, "The number of the CUDA device, -1 on the CPU.", LANG_M_NOSIG},
    {"item", "()", method_item, "The value of a tensor of one element.", LANG_M_NOSIG},
    {"tolist", "()", method_tolist, "The elements as nested lists.", LANG_M_NOSIG},
    {"__array__", "(dtype=None)", bind_method_array, "An array of NumPy on the same memory, or a copy of another type.",
     LANG_M_PYTHON_ERRORS},
    {"__array_wrap__", "(array)", bind_method_array_wrap,
     "A tensor on the memory of an array that a function of NumPy has made.", 0},
    {"numpy", "(*, force=False)", bind_method_numpy, "An array of NumPy on the same memory.", 0},
    {"requires_grad_", "(requires_grad=True)", method_requires_grad_, "Sets requires_grad in place.", 0},
    {"retain_grad", "()", method_retain_grad, "Keeps the gradient of a tensor that is not a leaf.", LANG_M_NOSIG},
    {"detach", "()", method_detach, "The same elements without history.", LANG_M_NOSIG},
    {"backward", "(gradient=None, retain_graph=None, create_graph=False, inputs=None)", bind_method_backward,
     "Computes the gradients of the leaves this tensor was made of and adds them to their .grad.",
     LANG_M_PYTHON_ERRORS},
    {"register_hook", "(hook)", bind_method_register_hook,
     "Calls hook(gradient) when the gradient of this tensor is known.", LANG_M_PYTHON_ERRORS},
    {"register_post_accumulate_grad_hook", "(hook)", bind_method_register_post_hook,
     "Calls hook(tensor) after a gradient was added to .grad.", LANG_M_PYTHON_ERRORS},
    {"float", "(memory_format=None)", method_float, "As float32.", 0},
    {"double", "(memory_format=None)", method_double, "As float64.", 0},
    {"half", "(memory_format=None)", method_half, "As float16.", 0},
    {"bfloat16", "(memory_format=None)", method_bfloat16, "As bfloat16.", 0},
    {"int", "(memory_format=None)", method_int, "As int32.", 0},
    {"long", "(memory_format=None)", method_long, "As int64.", 0},
    {"short", "(memory_format=None)", method_short, "As int16.", 0},
    {"char", "(memory_format=None)", method_char, "As int8.", 0},
    {"byte", "(memory_format=None)", method_byte, "As uint8.", 0},
    {"bool", "(memory_format=None)", method_bool, "As bool.", 0},
    {"cpu", "(memory_format=None)", method_cpu, "On the CPU.", 0},
    {"type", "(dtype=None, non_blocking=False, *, memory_format=None)", method_type,
     "The name of the type, or the tensor as another type.", 0},
    {"type_as", "(other)", method_type_as, "With the type and device of another tensor.", 0},
    {"detach_", "()", method_detach_, "Stops recording in place.", LANG_M_NOSIG},
    {"new_tensor", "(data, *, dtype=None, device=None, requires_grad=False)", method_new_tensor,
     "Data as a tensor of the same type and device.", 0},
    {"pin_memory", "(device=None)", method_pin_memory, "In page-locked memory.", 0},
    {"record_stream", "(s)", bind_record_stream, "Another stream, too, uses the memory of the tensor.", 0},
    {"apply_", "(callable)", method_apply_, "Replaces each element by callable(element).", 0},
    {"__deepcopy__", "(memo)", bind_tensor_deepcopy, NULL, 0},
    {"_storage_nbytes", "()", method_storage_nbytes, NULL, 0},
    {"_storage_id", "()", method_storage_id, NULL, 0},
    {"__sizeof__", "()", method_sizeof, "What sys.getsizeof says of a tensor, without its elements.", 0},
    {"_storage_ptr", "()", method_storage_ptr, NULL, 0},
    {"_make_subclass", "(cls, data, require_grad=False)", make_subclass, NULL, LANG_M_STATIC},
    {NULL, NULL, NULL, NULL, 0}};
