/* bind_array.c: tensors and NumPy's arrays and scalars, which are objects of the other Python (kernel/python). Owns
 * what passes through NumPy's array interface, version 3 (numpy.org, "The array interface protocol"): an address, a
 * shape, strides and a type, in a struct or in a dict. Both keep the other alive while they share memory. */
#include "bind_core.h"

#include <stdio.h>
#include <string.h>

/* ---- types ----------------------------------------------------------------------------------------------------------
 */

static const struct {
    const char *name; /* of the interface; the first letter says the order of bytes */
    enum rt_dtype dtype;
} types[] = {
    {"<f4", RT_FLOAT32},     {"<f8", RT_FLOAT64}, {"<f2", RT_FLOAT16}, {"<i8", RT_INT64},  {"<i4", RT_INT32},
    {"<i2", RT_INT16},       {"|i1", RT_INT8},    {"|u1", RT_UINT8},   {"|b1", RT_BOOL},   {"<c8", RT_COMPLEX64},
    {"<c16", RT_COMPLEX128}, {"<u2", RT_UINT16},  {"<u4", RT_UINT32},  {"<u8", RT_UINT64},
};

static const char *type_name(enum rt_dtype dtype)
{
    for (size_t i = 0; i < BIND_COUNT(types); i++)
        if (types[i].dtype == dtype)
            return types[i].name;
    return NULL;
}

/* RT_DTYPE_NONE with an exception. */
static enum rt_dtype type_of(struct lang_thread *t, lang_value array, const char *name)
{
    for (size_t i = 0; i < BIND_COUNT(types); i++)
        if (strcmp(types[i].name, name) == 0)
            return types[i].dtype;
    for (size_t i = 0; i < BIND_COUNT(types); i++)
        if (name[0] == '>' && strcmp(types[i].name + 1, name + 1) == 0) {
            lang_raise(t, LANG_EXC_ValueError,
                       "given numpy array has byte order different from the native byte order. Conversion between byte "
                       "orders is currently not supported.");
            return RT_DTYPE_NONE;
        }
    lang_value dtype = lang_getattr_c(t, array, "dtype");
    lang_value type = lang_is_error(dtype) ? dtype : lang_getattr_c(t, dtype, "type");
    lang_value shown = lang_is_error(type) ? type : lang_getattr_c(t, type, "__name__");
    if (!lang_is_error(shown))
        lang_raise(
            t, LANG_EXC_TypeError,
            "can't convert np.ndarray of type numpy.%S. The only supported types are: float64, float32, float16, "
            "complex64, complex128, int64, int32, int16, int8, uint64, uint32, uint16, uint8, and bool.",
            shown);
    lang_unref(t, dtype);
    lang_unref(t, type);
    lang_unref(t, shown);
    return RT_DTYPE_NONE;
}

/* ---- a tensor on the memory of an array -----------------------------------------------------------------------------
 */

struct interface {
    void *data;
    bool read_only;
    enum rt_dtype dtype;
    int ndim;
    int64_t shape[RT_MAX_DIMS], strides[RT_MAX_DIMS]; /* strides in elements */
};

static int read_sizes(struct lang_thread *t, lang_value v, int64_t *out, int *n)
{
    if (!lang_is_tuple(v))
        return lang_fail(t, LANG_EXC_TypeError, "__array_interface__ holds no tuple");
    *n = (int)lang_as_tuple(v)->length;
    if (lang_as_tuple(v)->length > RT_MAX_DIMS)
        return lang_fail(t, LANG_EXC_ValueError, "too many dimensions in an array");
    for (int i = 0; i < *n; i++)
        if (lang_as_int64(t, lang_as_tuple(v)->items[i], &out[i]) < 0)
            return -1;
    return 0;
}

static int steps_in_elements(struct lang_thread *t, struct interface *in)
{
    int64_t size = (int64_t)rt_dtype_size(in->dtype);
    for (int i = 0; i < in->ndim; i++) {
        if (in->strides[i] % size)
            return lang_fail(t, LANG_EXC_ValueError,
                             "given numpy array strides not a multiple of the element byte size. Copy the numpy array "
                             "to reallocate the memory.");
        if (in->strides[i] < 0)
            return lang_fail(t, LANG_EXC_ValueError,
                             "At least one stride in the given numpy array is negative, and tensors with negative "
                             "strides are not currently supported. (You can probably work around this by making a copy "
                             "of your array  with array.copy().) ");
        in->strides[i] /= size;
    }
    return 0;
}

/* Strides of the interface are in bytes; None: rows one after the other. */
static int read_strides(struct lang_thread *t, lang_value v, struct interface *in)
{
    int64_t step = 1;
    int n = in->ndim;
    if (lang_is_none(v) || lang_is_undef(v)) {
        for (int i = in->ndim - 1; i >= 0; i--) {
            in->strides[i] = step;
            step *= in->shape[i] > 0 ? in->shape[i] : 1;
        }
        return 0;
    }
    if (read_sizes(t, v, in->strides, &n) < 0 || n != in->ndim)
        return -1;
    return steps_in_elements(t, in);
}

/* What the array says by the struct of the interface: 1; 0: it does not, -1 with an exception. */
static int read_struct(struct lang_thread *t, lang_value array, struct interface *in)
{
    const struct lang_foreign *foreign = lang_foreign(lang_thread_vm(t));
    struct lang_array from;
    char name[16];
    if (!foreign || !foreign->array || !foreign->array(t, array, &from) || from.ndim > RT_MAX_DIMS)
        return 0;
    snprintf(name, sizeof name, "%c%c%d",
             from.item_size == 1 ? '|'
             : from.swapped      ? '>'
                                 : '<',
             from.kind, from.item_size);
    in->data = from.data;
    in->read_only = from.read_only;
    in->dtype = type_of(t, array, name);
    if (in->dtype == RT_DTYPE_NONE)
        return -1;
    in->ndim = from.ndim;
    memcpy(in->shape, from.shape, (size_t)from.ndim * sizeof *in->shape);
    memcpy(in->strides, from.strides, (size_t)from.ndim * sizeof *in->strides);
    return steps_in_elements(t, in) < 0 ? -1 : 1;
}

static int read_interface(struct lang_thread *t, lang_value array, struct interface *in)
{
    int known = read_struct(t, array, in);
    if (known)
        return known < 0 ? -1 : 0;
    lang_value v = lang_getattr_c(t, array, "__array_interface__");
    if (lang_is_error(v))
        return -1;
    int s = -1;
    int64_t address = 0;
    size_t size;
    lang_value data, shape, name;
    if (!lang_is_dict(v)) {
        lang_raise(t, LANG_EXC_TypeError, "__array_interface__ is no dict");
        goto done;
    }
    data = lang_dict_get_c(t, lang_as_dict(v), "data");
    shape = lang_dict_get_c(t, lang_as_dict(v), "shape");
    name = lang_dict_get_c(t, lang_as_dict(v), "typestr");
    if (!lang_is_tuple(data) || lang_as_tuple(data)->length != 2 || !lang_is_str(name) ||
        lang_as_int64(t, lang_as_tuple(data)->items[0], &address) < 0) {
        if (!lang_error_occurred(t))
            lang_raise(t, LANG_EXC_TypeError, "__array_interface__ is not complete");
        goto done;
    }
    in->data = (void *)(uintptr_t)address;
    in->read_only = lang_as_tuple(data)->items[1].i != 0;
    in->dtype = type_of(t, array, lang_as_utf8(t, name, "typestr", &size));
    if (in->dtype != RT_DTYPE_NONE && read_sizes(t, shape, in->shape, &in->ndim) == 0)
        s = read_strides(t, lang_dict_get_c(t, lang_as_dict(v), "strides"), in);
done:
    lang_unref(t, v);
    return s;
}

static void release_array(void *owner)
{
    struct lang_thread *entered, *t = bind_callback_thread(&entered);
    lang_decref(t, owner);
    bind_callback_leave(entered);
}

struct rt_tensor *bind_tensor_of_array(struct lang_thread *t, lang_value array, bool shared)
{
    static bool warned;
    struct interface in;
    struct rt_error err;
    rt_error_clear(&err);
    if (read_interface(t, array, &in) < 0)
        return NULL;
    if (shared && in.read_only && !warned) {
        warned = true;
        if (bind_warn(t,
                      "The given NumPy array is not writable, and PyTorch does not support non-writable tensors. This "
                      "means writing to this tensor will result in undefined behavior. You may want to copy the "
                      "array to protect its data or make it writable before converting it to a tensor. This type of "
                      "warning will be suppressed for the rest of this program.") < 0)
            return NULL;
    }
    size_t bytes = rt_dtype_size(in.dtype);
    for (int i = 0; i < in.ndim; i++)
        bytes += in.shape[i] > 0 ? (size_t)((in.shape[i] - 1) * in.strides[i]) * rt_dtype_size(in.dtype) : 0;
    for (int i = 0; i < in.ndim; i++)
        if (in.shape[i] == 0)
            bytes = 0;
    struct rt_tensor *rt = rt_tensor_from_memory(in.data, bytes, in.shape, in.strides, in.ndim, in.dtype, release_array,
                                                 lang_incref(array.o), &err);
    if (!rt)
        bind_raise(t, &err);
    return rt;
}

enum rt_dtype bind_array_dtype(struct lang_thread *t, lang_value v)
{
    lang_value dtype = lang_getattr_c(t, v, "dtype");
    lang_value name = lang_is_error(dtype) ? dtype : lang_getattr_c(t, dtype, "str");
    size_t size;
    const char *text = lang_is_error(name) ? NULL : lang_as_utf8(t, name, "dtype.str", &size);
    enum rt_dtype found = text ? type_of(t, v, text) : RT_DTYPE_NONE;
    lang_unref(t, dtype);
    lang_unref(t, name);
    return found;
}

/* ---- an array on the memory of a tensor
 * ------------------------------------------------------------------------------ */

lang_value bind_array_of_tensor(struct lang_thread *t, struct rt_tensor *rt)
{
    const char *name = type_name(rt_tensor_dtype(rt));
    struct rt_error err;
    rt_error_clear(&err);
    if (!name)
        return lang_raise(t, LANG_EXC_TypeError, "Got unsupported ScalarType %s",
                          rt_dtype_table[rt_tensor_dtype(rt)].scalar);
    const struct lang_foreign *foreign = lang_foreign(lang_thread_vm(t));
    if (rt_tensor_is_dispatched(rt))
        return lang_raise(t, LANG_EXC_RuntimeError, ".numpy() is not supported for tensor subclasses.");
    if (!foreign || !foreign->array_new) { /* this opens the other Python, if there is one */
        lang_value numpy = lang_import(t, "numpy");
        if (lang_is_error(numpy) && !lang_error_is(t, LANG_EXC_ImportError))
            return numpy;
        lang_error_clear(t);
        if (!lang_is_error(numpy))
            lang_unref(t, numpy);
        foreign = lang_foreign(lang_thread_vm(t));
        if (!foreign || !foreign->array_new)
            return lang_raise(t, LANG_EXC_RuntimeError, "Numpy is not available");
    }
    struct lang_array array = {.kind = name[1],
                               .item_size = (int)rt_dtype_size(rt_tensor_dtype(rt)),
                               .ndim = rt_tensor_ndim(rt),
                               .data = rt_tensor_data(rt, &err)};
    if (!array.data && rt_tensor_numel(rt))
        return bind_raise(t, &err);
    for (int i = 0; i < array.ndim; i++) {
        array.shape[i] = rt_tensor_shape(rt)[i];
        array.strides[i] = rt_tensor_strides(rt)[i] * array.item_size;
    }
    /* another tensor on the same memory keeps that, whatever becomes of this one */
    lang_value owner = bind_result(t, rt_tensor_detach(rt, &err), &err);
    if (lang_is_error(owner))
        return owner;
    lang_value v = foreign->array_new(t, &array, owner);
    lang_unref(t, owner);
    if (lang_is_error(v) && lang_error_is(t, LANG_EXC_ImportError)) {
        lang_error_clear(t);
        return lang_raise(t, LANG_EXC_RuntimeError, "Numpy is not available");
    }
    return v;
}

/* ---- methods of tensors ---------------------------------------------------------------------------------------------
 */

lang_value bind_method_numpy(struct lang_thread *t, const lang_value *args)
{
    char text[RT_DEVICE_TEXT];
    struct rt_error err;
    rt_error_clear(&err);
    if (!lang_is_undef(args[1]) && args[1].tag != LANG_BOOL)
        return lang_raise(t, LANG_EXC_TypeError, "numpy(): argument 'force' must be bool, not %N", args[1]);
    if (args[1].tag == LANG_BOOL && args[1].i) { /* force: t.detach().cpu().resolve_conj().resolve_neg() */
        struct rt_tensor *detached = rt_tensor_detach(bind_rt(args[0]), &err);
        struct rt_tensor *host = detached ? rt_tensor_to(detached, RT_DTYPE_NONE, rt_device_cpu(), false, &err) : NULL;
        rt_tensor_unref(detached);
        lang_value array = host ? bind_array_of_tensor(t, host) : bind_raise(t, &err);
        rt_tensor_unref(host);
        return array;
    }
    if (!rt_tensor_device(bind_rt(args[0]))->host_memory)
        return lang_raise(
            t, LANG_EXC_TypeError,
            "can't convert %s device type tensor to numpy. Use Tensor.cpu() to copy the tensor to host memory first.",
            rt_device_text(rt_tensor_device(bind_rt(args[0])), text, sizeof text));
    if (rt_tensor_layout(bind_rt(args[0])) != RT_STRIDED)
        return lang_raise(t, LANG_EXC_TypeError,
                          "can't convert %s layout tensor to numpy. Use Tensor.to_dense() first.",
                          rt_layout_word(rt_tensor_layout(bind_rt(args[0]))));
    if (rt_tensor_requires_grad(bind_rt(args[0])))
        return lang_raise(t, LANG_EXC_RuntimeError,
                          "Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead.");
    return bind_array_of_tensor(t, bind_rt(args[0]));
}

/* NumPy asks for these: an array on the tensor's memory, and what becomes of an array that a function of NumPy has made
 * of tensors (bytes of truth become uint8, as in PyTorch). */
lang_value bind_method_array(struct lang_thread *t, const lang_value *args)
{
    lang_value plain[] = {args[0], lang_undef()}, array = bind_method_numpy(t, plain);
    if (lang_is_error(array) || lang_is_undef(args[1]) || lang_is_none(args[1]))
        return array;
    lang_value dtype = args[1], cast = lang_call_method_c(t, array, "astype", &dtype, 1);
    lang_unref(t, array);
    return cast;
}

lang_value bind_method_array_wrap(struct lang_thread *t, const lang_value *args)
{
    if (!bind_is_array(args[1]))
        return lang_ref(args[1]);
    enum rt_dtype dtype = bind_array_dtype(t, args[1]);
    if (dtype == RT_DTYPE_NONE)
        return lang_error();
    struct rt_error err;
    rt_error_clear(&err);
    struct rt_tensor *rt = bind_tensor_of_array(t, args[1], true);
    if (rt && dtype == RT_BOOL) {
        struct rt_tensor *bytes = rt_tensor_to(rt, RT_UINT8, rt_device_cpu(), true, &err);
        rt_tensor_unref(rt);
        return bind_result(t, bytes, &err);
    }
    return rt ? bind_wrap_steal(t, rt) : lang_error();
}

lang_value bind_array_priority(struct lang_thread *t, lang_value self)
{
    (void)t, (void)self;
    return lang_int(1000);
}
