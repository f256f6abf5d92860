/* bind_create.c: tensors from data of the language, and back: torch.tensor, as_tensor, the legacy types such as
 * torch.FloatTensor, tolist. Owns how sizes and dtype follow from nested data. */
#include "bind_args.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- shape and type of nested data ------------------------------------------------------------------------------ */

bool bind_is_sequence(lang_value v)
{
    if (v.tag != LANG_OBJECT || lang_is_dict(v))
        return false;
    if (v.o->type->items || lang_is_str(v) || v.o->type == &lang_type_range)
        return true;
    return v.o->type->len && v.o->type->getitem && !(v.o->type->flags & LANG_TYPE_SET);
}

/* Item i of a sequence, a new reference. */
static lang_value item_at(struct lang_thread *t, lang_value v, int64_t i)
{
    const lang_value *items;
    size_t n;
    if (v.o->type->items && v.o->type->items(t, v, &items, &n) == 0 && (size_t)i < n)
        return lang_ref(items[i]);
    return lang_getitem(t, v, lang_int(i));
}

/* The items of a list or tuple from the first one on that have a tag; *n: how many those are. */
static const lang_value *items_of_tag(struct lang_thread *t, lang_value v, int64_t length, uint64_t tag, int64_t *n)
{
    const lang_value *items = NULL;
    size_t count = 0;
    *n = 0;
    if (!v.o->type->items || v.o->type->items(t, v, &items, &count) != 0)
        return NULL;
    while (*n < length && (size_t)*n < count && items[*n].tag == tag)
        ++*n;
    return items;
}

/* An object with a length that has no item 0, such as a Series with labels. */
static int fail_no_shape(struct lang_thread *t, lang_value v)
{
    if (!lang_error_is(t, LANG_EXC_Exception))
        return -1;
    lang_error_clear(t);
    return lang_fail(t, LANG_EXC_ValueError, "could not determine the shape of object type '%N'", v);
}

static int infer_shape(struct lang_thread *t, lang_value data, struct rt_shape *shape)
{
    lang_value v = lang_ref(data);
    int status = 0;
    shape->ndim = 0;
    while (status == 0 && bind_is_sequence(v)) {
        if (bind_is_tensor(v)) /* a tensor in a list stands for its one element */
            break;
        int64_t n = lang_len(t, v);
        if (n < 0) {
            status = -1;
        } else if (lang_is_str(v)) {
            status = shape->ndim ? lang_fail(t, LANG_EXC_ValueError, "too many dimensions 'str'")
                                 : lang_fail(t, LANG_EXC_TypeError, "new(): invalid data type 'str'");
        } else if (lang_is_bytes(v)) {
            status = lang_fail(t, LANG_EXC_TypeError, "new(): invalid data type 'bytes'");
        } else if (shape->ndim == RT_MAX_DIMS) {
            status = lang_fail(t, LANG_EXC_ValueError, "too many dimensions '%N'", v);
        } else {
            shape->size[shape->ndim++] = n;
            if (n == 0)
                break;
            lang_value first = item_at(t, v, 0);
            if (lang_is_error(first)) {
                status = fail_no_shape(t, v);
                break;
            }
            lang_unref(t, v);
            v = first;
        }
    }
    lang_unref(t, v);
    return status;
}

static int infer_dtype(struct lang_thread *t, lang_value v, int depth, enum rt_dtype *out)
{
    switch (v.tag) {
    case LANG_FLOAT:
        *out = rt_default_dtype();
        return 0;
    case LANG_INT:
        *out = RT_INT64;
        return 0;
    case LANG_BOOL:
        *out = RT_BOOL;
        return 0;
    default:
        break;
    }
    if (bind_is_tensor(v)) {
        *out = rt_tensor_dtype(bind_rt(v));
        return 0;
    }
    if (v.tag == LANG_OBJECT && (v.o->type->flags & (LANG_TYPE_INT | LANG_TYPE_FLOAT))) {
        *out = v.o->type->flags & LANG_TYPE_INT ? RT_INT64 : rt_default_dtype();
        return 0;
    }
    if (bind_is_array(v) || bind_is_array_number(v)) {
        *out = bind_array_dtype(t, v);
        return *out == RT_DTYPE_NONE ? -1 : 0;
    }
    if (bind_is_complex(v)) {
        *out = rt_dtype_to_complex(rt_default_dtype());
        return 0;
    }
    if (lang_is_str(v) || lang_is_bytes(v))
        return lang_fail(t, LANG_EXC_TypeError, "new(): invalid data type '%N'", v);
    if (!bind_is_sequence(v))
        return lang_fail(t, LANG_EXC_RuntimeError, "Could not infer dtype of %N", v);
    if (depth > RT_MAX_DIMS)
        return lang_fail(t, LANG_EXC_ValueError, "too many dimensions '%N'", v);
    int64_t n = lang_len(t, v);
    if (n < 0)
        return -1;
    if (n == 0) {
        *out = rt_default_dtype();
        return 0;
    }
    enum rt_dtype all = RT_DTYPE_NONE;
    int64_t plain = 0; /* numbers of one type at the begin */
    if (items_of_tag(t, v, n, LANG_FLOAT, &plain) && !plain)
        items_of_tag(t, v, n, LANG_INT, &plain);
    for (int64_t i = plain ? plain - 1 : 0; i < n; i++) {
        if ((i & 0xfff) == 0 && lang_poll_quiet(t) < 0)
            return -1;
        enum rt_dtype one = RT_DTYPE_NONE;
        lang_value item = item_at(t, v, i);
        int status = lang_is_error(item) ? -1 : infer_dtype(t, item, depth + 1, &one);
        if (!lang_is_error(item))
            lang_unref(t, item);
        if (status < 0)
            return -1;
        all = all == RT_DTYPE_NONE ? one : rt_dtype_promote(all, one);
        if (rt_dtype_is_complex(all))
            break;
    }
    *out = all;
    return 0;
}

/* ---- filling ---------------------------------------------------------------------------------------------------- */

static int out_of_range(struct lang_thread *t, enum rt_dtype dtype)
{
    return lang_fail(t, LANG_EXC_RuntimeError, "value cannot be converted to type %s without overflow",
                     rt_dtype_table[dtype].name);
}

/* Integers only, and those that have 64 bits and no sign. */
static int store_uint64(struct lang_thread *t, lang_value v, void *at)
{
    const bool is_int =
        v.tag == LANG_INT || v.tag == LANG_BOOL || (v.tag == LANG_OBJECT && v.o->type->flags & LANG_TYPE_INT);
    if (!is_int)
        return lang_fail(t, LANG_EXC_TypeError, "an integer is required");
    if (v.tag != LANG_OBJECT && v.i >= 0) {
        *(uint64_t *)at = (uint64_t)v.i;
        return 0;
    }
    if (v.tag == LANG_OBJECT && lang_int_sign(v) >= 0) {
        if (bind_uint64(t, v, at) == 0)
            return 0;
        return lang_error_occurred(t) ? -1 : lang_fail(t, LANG_EXC_OverflowError, "int too big to convert");
    }
    return lang_fail(t, LANG_EXC_OverflowError, "can't convert negative int to unsigned");
}

static int store(struct lang_thread *t, lang_value v, enum rt_dtype dtype, void *at);

/* A number of NumPy, or an array in the place of a number, as the Python number that a field of the dtype takes. */
static int store_foreign(struct lang_thread *t, lang_value v, enum rt_dtype dtype, void *at)
{
    bool index = v.o->type->to_index, integral = rt_dtype_is_integral(dtype);
    lang_value number;
    if (integral && !index && !bind_is_python_number(v) && !(dtype == RT_BOOL && bind_is_array_bool(v)))
        return lang_fail(t, LANG_EXC_TypeError, "'%N' object cannot be interpreted as an integer", v);
    if (integral && index)
        number = v.o->type->to_index(t, v);
    else if (integral || rt_dtype_is_complex(dtype))
        number = bind_array_number(t, v);
    else
        number = lang_call(t, lang_obj(&lang_type_float), &v, 1, NULL);
    int status = lang_is_error(number) ? -1 : store(t, number, dtype, at);
    lang_unref(t, number);
    return status;
}

static int store(struct lang_thread *t, lang_value v, enum rt_dtype dtype, void *at)
{
    static const struct {
        int64_t low, high;
    } bounds[RT_DTYPE_COUNT] = {[RT_UINT8] = {-255, 255},
                                [RT_INT8] = {-128, 127},
                                [RT_INT16] = {-32768, 32767},
                                [RT_INT32] = {INT32_MIN, INT32_MAX},
                                [RT_UINT16] = {-UINT16_MAX, UINT16_MAX},
                                [RT_UINT32] = {-(int64_t)UINT32_MAX, UINT32_MAX}};
    struct rt_scalar s;
    int is;
    if (dtype == RT_UINT64)
        return store_uint64(t, v, at);
    if (v.tag == LANG_OBJECT && v.o->type->flags & LANG_TYPE_FOREIGN && (bind_is_array_number(v) || bind_is_array(v)))
        return store_foreign(t, v, dtype, at);
    if (bind_is_tensor(v)) {
        struct rt_error err;
        rt_error_clear(&err);
        if (rt_tensor_numel(bind_rt(v)) != 1)
            return rt_dtype_category(dtype) == RT_CAT_INT
                       ? lang_fail(t, LANG_EXC_TypeError,
                                   "only integer tensors of a single element can be converted to an index")
                       : lang_fail(t, LANG_EXC_ValueError,
                                   "only one element tensors can be converted to Python scalars");
        if (rt_dtype_is_integral(dtype) && !rt_dtype_is_integral(rt_tensor_dtype(bind_rt(v))))
            return lang_fail(t, LANG_EXC_TypeError,
                             "only integer tensors of a single element can be converted to an index");
        is = rt_tensor_item(bind_rt(v), &s, &err) < 0 ? bind_fail(t, &err) : 1;
        if (is == 1 && s.kind == RT_CAT_COMPLEX && s.im != 0 && !rt_dtype_is_complex(dtype))
            return lang_fail(t, LANG_EXC_RuntimeError, "value cannot be converted to type double without overflow");
        if (is == 1 && !rt_dtype_is_integral(dtype) && bind_warn_number(t, bind_rt(v)) < 0)
            is = -1;
    } else if (v.tag == LANG_OBJECT && (v.o->type->flags & LANG_TYPE_INT) && dtype == RT_BOOL) {
        is = lang_truth(t, v);
        s = rt_scalar_int(is);
        is = is < 0 ? -1 : 1;
    } else if (v.tag == LANG_OBJECT && (v.o->type->flags & LANG_TYPE_INT) && !rt_dtype_is_integral(dtype)) {
        double d; /* integers beyond 64 bits, too */
        is = lang_as_double(t, v, &d) < 0 ? -1 : 1;
        s = rt_scalar_float(d);
    } else if (v.tag == LANG_OBJECT && (v.o->type->flags & LANG_TYPE_INT)) {
        int64_t i;
        is = bind_int(t, v, &i) < 0 ? -1 : 1;
        s = rt_scalar_int(i);
    } else {
        is = bind_scalar(t, v, &s);
        if (is == 1 && s.kind == RT_CAT_COMPLEX && !rt_dtype_is_complex(dtype) && dtype != RT_BOOL)
            is = 0;
    }
    if (is < 0)
        return -1;
    if (!is)
        return rt_dtype_is_integral(dtype)
                   ? lang_fail(t, LANG_EXC_TypeError, "'%N' object cannot be interpreted as an integer", v)
                   : lang_fail(t, LANG_EXC_TypeError, "must be real number, not %N", v);
    if (rt_dtype_category(dtype) == RT_CAT_INT && s.kind == RT_CAT_FLOAT && (!(s.f > -9.3e18) || !(s.f < 9.3e18)))
        return out_of_range(t, dtype);
    if (!rt_dtype_is_signed(dtype) && rt_dtype_category(dtype) == RT_CAT_INT && s.kind == RT_CAT_FLOAT && s.f < 0)
        return out_of_range(t, dtype);
    if (bounds[dtype].high) {
        int64_t i = rt_scalar_to_int(s);
        if (i < bounds[dtype].low || i > bounds[dtype].high)
            return out_of_range(t, dtype);
    }
    rt_scalar_store(dtype, at, s);
    return 0;
}

/* Stores the numbers at the begin of a list or tuple that the dtype has as they are; how many those are. */
static int64_t fill_plain(struct lang_thread *t, lang_value v, int64_t n, enum rt_dtype dtype, char *at)
{
    int64_t plain;
    const lang_value *items = items_of_tag(t, v, n, dtype == RT_INT64 ? LANG_INT : LANG_FLOAT, &plain);
    if (!items)
        return 0;
    switch (dtype) {
    case RT_INT64:
        for (int64_t i = 0; i < plain; i++)
            ((int64_t *)(void *)at)[i] = items[i].i;
        return plain;
    case RT_FLOAT64:
        for (int64_t i = 0; i < plain; i++)
            ((double *)(void *)at)[i] = items[i].f;
        return plain;
    case RT_FLOAT32:
        for (int64_t i = 0; i < plain; i++)
            ((float *)(void *)at)[i] = (float)items[i].f;
        return plain;
    default:
        return 0;
    }
}

static int fill(struct lang_thread *t, lang_value v, const struct rt_shape *shape, int depth, enum rt_dtype dtype,
                char **at)
{
    size_t size = rt_dtype_size(dtype);
    if (depth == shape->ndim) {
        int status = store(t, v, dtype, *at);
        *at += size;
        return status;
    }
    if (!bind_is_sequence(v))
        return lang_fail(t, LANG_EXC_TypeError, "not a sequence");
    if (!v.o->type->items && !bind_is_tensor(v)) { /* what it iterates over, which need not be its items */
        struct lang_list *items = lang_to_list(t, v);
        int status = items ? fill(t, lang_obj(items), shape, depth, dtype, at) : -1;
        lang_xdecref(t, items);
        return status;
    }
    int64_t n = lang_len(t, v), want = shape->size[depth];
    if (n < 0)
        return -1;
    if (n != want)
        return lang_fail(t, LANG_EXC_ValueError, "expected sequence of length %lld at dim %d (got %lld)",
                         (long long)want, depth, (long long)n);
    if (bind_is_tensor(v) &&
        shape->ndim - depth ==
            rt_tensor_ndim(bind_rt(v))) { /* the remaining dimensions are those of a tensor: one copy */
        struct rt_error err;
        rt_error_clear(&err);
        for (int d = depth; d < shape->ndim; d++)
            if (rt_tensor_shape(bind_rt(v))[d - depth] != shape->size[d])
                return lang_fail(t, LANG_EXC_ValueError, "expected sequence of length %lld at dim %d (got %lld)",
                                 (long long)shape->size[d], d, (long long)rt_tensor_shape(bind_rt(v))[d - depth]);
        if (rt_tensor_to_host(bind_rt(v), *at, dtype, &err) < 0)
            return bind_fail(t, &err);
        *at += (size_t)rt_tensor_numel(bind_rt(v)) * size;
        return 0;
    }
    int64_t plain = depth == shape->ndim - 1 ? fill_plain(t, v, n, dtype, *at) : 0;
    *at += (size_t)plain * size;
    for (int64_t i = plain; i < n; i++) {
        lang_value item = (i & 0xfff) == 0 && lang_poll_quiet(t) < 0 ? lang_error() : item_at(t, v, i);
        if (lang_is_error(item))
            return -1;
        int status = fill(t, item, shape, depth + 1, dtype, at);
        lang_unref(t, item);
        if (status < 0)
            return -1;
    }
    return 0;
}

/* A list or tuple that begins with an array: once for all. */
static int warn_of_arrays(struct lang_thread *t, lang_value data)
{
    static bool warned;
    bool list = lang_is_list(data) && lang_as_list(data)->length,
         tuple = lang_is_tuple(data) && lang_as_tuple(data)->length;
    if (warned || (!list && !tuple) ||
        !bind_is_array(list ? lang_as_list(data)->items[0] : lang_as_tuple(data)->items[0]))
        return 0;
    warned = true;
    return bind_warn(
        t, "Creating a tensor from a list of numpy.ndarrays is extremely slow. Please consider converting the "
           "list to a single numpy.ndarray with numpy.array() before converting to a tensor.");
}

struct rt_tensor *bind_tensor_from_data(struct lang_thread *t, lang_value data, enum rt_dtype dtype,
                                        struct rt_device *device)
{
    struct rt_error err;
    rt_error_clear(&err);
    if (bind_is_tensor(data)) {
        struct rt_tensor *detached = rt_tensor_detach(bind_rt(data), &err);
        struct rt_tensor *copy = detached ? rt_tensor_to(detached, dtype, device, true, &err) : NULL;
        rt_tensor_unref(detached);
        if (!copy)
            bind_raise(t, &err);
        else if (bind_warnings_pending && bind_warnings_emit(t) < 0) {
            rt_tensor_unref(copy);
            return NULL;
        }
        return copy;
    }
    if (bind_is_array(data)) {
        struct rt_tensor *shared = bind_tensor_of_array(t, data, false);
        struct rt_tensor *copy =
            shared ? rt_tensor_to(shared, dtype, device ? device : rt_device_cpu(), true, &err) : NULL;
        rt_tensor_unref(shared);
        if (shared && !copy)
            bind_raise(t, &err);
        return copy;
    }
    if (warn_of_arrays(t, data) < 0)
        return NULL;
    struct rt_shape shape;
    if (infer_shape(t, data, &shape) < 0)
        return NULL;
    if (dtype == RT_DTYPE_NONE && infer_dtype(t, data, 0, &dtype) < 0)
        return NULL;
    int64_t n = rt_shape_numel(shape.size, shape.ndim);
    struct rt_device *cpu = rt_device_cpu();
    if (n < 0)
        rt_error_set(&err, RT_RUNTIME, "numel: integer multiplication overflow");
    struct rt_tensor *made = n < 0 ? NULL : rt_tensor_empty(shape.size, shape.ndim, dtype, cpu, &err);
    char *at = made ? rt_tensor_data(made, &err) : NULL;
    if (!made || (!at && n)) {
        rt_tensor_unref(made);
        bind_raise(t, &err);
        return NULL;
    }
    if (n && fill(t, data, &shape, 0, dtype, &at) < 0) {
        rt_tensor_unref(made);
        return NULL;
    }
    if (!device || device == cpu)
        return made;
    struct rt_tensor *moved = rt_tensor_to(made, RT_DTYPE_NONE, device, false, &err);
    rt_tensor_unref(made);
    if (!moved)
        bind_raise(t, &err);
    return moved;
}

/* ---- functions -------------------------------------------------------------------------------------------------- */

static int dtype_option(struct lang_thread *t, const char *function, lang_value v, enum rt_dtype *out)
{
    *out = RT_DTYPE_NONE;
    if (lang_is_undef(v) || lang_is_none(v))
        return 0;
    *out = bind_dtype_like(v);
    if (*out == RT_DTYPE_NONE)
        return lang_fail(t, LANG_EXC_TypeError, "%s(): argument 'dtype' must be torch.dtype, not %N", function, v);
    return 0;
}

static int device_option(struct lang_thread *t, const char *function, lang_value v, struct rt_device **out)
{
    if (lang_is_undef(v) || lang_is_none(v))
        return bind_factory_device(t, out);
    if (!bind_is_device_like(v))
        return lang_fail(t, LANG_EXC_TypeError, "%s(): argument 'device' must be torch.device, not %N", function, v);
    return bind_device_arg(t, v, out);
}

/* torch.tensor(data, *, dtype, device, requires_grad, pin_memory) */
static lang_value torch_tensor(struct lang_thread *t, lang_value callee, const lang_value *args, size_t nargs,
                               struct lang_tuple *kwnames)
{
    static const char *const names[] = {"data", "dtype", "device", "requires_grad", "pin_memory"};
    lang_value given[BIND_COUNT(names)] = {lang_undef(), lang_undef(), lang_undef(), lang_undef(), lang_undef()};
    size_t nkw = kwnames ? (size_t)kwnames->length : 0;
    (void)callee;
    if (nargs > 1)
        return lang_raise(t, LANG_EXC_TypeError, "tensor() takes 1 positional argument but %d were given", (int)nargs);
    if (nargs)
        given[0] = args[0];
    for (size_t k = 0; k < nkw; k++) {
        struct lang_str *name = lang_as_str(kwnames->items[k]);
        size_t i = 0;
        while (i < BIND_COUNT(names) && !lang_str_equal_c(name, names[i]))
            i++;
        if (i == BIND_COUNT(names))
            return lang_raise(t, LANG_EXC_TypeError, "tensor() got an unexpected keyword argument '%U'", name);
        if (!lang_is_undef(given[i]))
            return lang_raise(t, LANG_EXC_TypeError, "tensor() got multiple values for argument '%U'", name);
        given[i] = args[nargs + k];
    }
    if (lang_is_undef(given[0]))
        return lang_raise(t, LANG_EXC_TypeError, "tensor() missing 1 required positional arguments: \"data\"");
    enum rt_dtype dtype;
    struct rt_device *device;
    struct rt_error err;
    rt_error_clear(&err);
    if (dtype_option(t, "tensor", given[1], &dtype) < 0 || device_option(t, "tensor", given[2], &device) < 0)
        return lang_error();
    if (!lang_is_undef(given[3]) && given[3].tag != LANG_BOOL)
        return lang_raise(t, LANG_EXC_TypeError, "tensor(): argument 'requires_grad' must be bool, not %N", given[3]);
    if (bind_is_tensor(given[0]) &&
        bind_warn(t, "To copy construct from a tensor, it is recommended to use sourceTensor.detach().clone() or "
                     "sourceTensor.detach().clone().requires_grad_(True), rather than torch.tensor(sourceTensor).") < 0)
        return lang_error();
    if (given[4].tag == LANG_BOOL && bind_check_placement(t, given[4]) < 0)
        return lang_error();
    struct rt_tensor *rt = bind_tensor_from_data(t, given[0], dtype, device);
    if (!rt)
        return lang_error();
    if (given[4].tag == LANG_BOOL && given[4].i && bind_pin(&rt, &err) < 0) {
        rt_tensor_unref(rt);
        return bind_raise(t, &err);
    }
    if (given[3].tag == LANG_BOOL && given[3].i && rt_tensor_set_requires_grad(rt, true, &err) < 0) {
        rt_tensor_unref(rt);
        return err.code == RT_RUNTIME
                   ? lang_raise(t, LANG_EXC_RuntimeError,
                                "Only Tensors of floating point and complex dtype can require gradients")
                   : bind_raise(t, &err);
    }
    return bind_wrap_steal(t, rt);
}

static lang_value torch_as_tensor(struct lang_thread *t, const lang_value *args)
{
    enum rt_dtype dtype;
    struct rt_device *device;
    struct rt_error err;
    rt_error_clear(&err);
    if (dtype_option(t, "as_tensor", args[1], &dtype) < 0)
        return lang_error();
    if (bind_is_tensor(args[0])) {
        if (device_option(t, "as_tensor", args[2], &device) < 0)
            return lang_error();
        return bind_result(t, rt_tensor_to(bind_rt(args[0]), dtype, device, false, &err), &err);
    }
    if (device_option(t, "as_tensor", args[2], &device) < 0)
        return lang_error();
    if (bind_is_array(args[0])) {
        struct rt_tensor *shared = bind_tensor_of_array(t, args[0], true);
        struct rt_tensor *made = shared ? rt_tensor_to(shared, dtype, device, false, &err) : NULL;
        rt_tensor_unref(shared);
        return made || !shared ? (made ? bind_wrap_steal(t, made) : lang_error()) : bind_raise(t, &err);
    }
    struct rt_tensor *rt = bind_tensor_from_data(t, args[0], dtype, device);
    return rt ? bind_wrap_steal(t, rt) : lang_error();
}

static lang_value torch_from_numpy(struct lang_thread *t, const lang_value *args)
{
    if (!bind_is_array(args[0]))
        return lang_raise(t, LANG_EXC_TypeError, "expected np.ndarray (got %N)", args[0]);
    struct rt_tensor *rt = bind_tensor_of_array(t, args[0], true);
    return rt ? bind_wrap_steal(t, rt) : lang_error();
}

static const struct lang_method create_functions[] = {
    {"as_tensor", "(data, dtype=None, device=None)", torch_as_tensor,
     "Data as a tensor: a tensor of the right dtype and device is returned as it is, everything else is copied.",
     LANG_M_STATIC},
    {"from_numpy", "(ndarray, /)", torch_from_numpy, "A tensor on the memory of a NumPy array.", LANG_M_STATIC},
    {NULL, NULL, NULL, NULL, 0}};

/* ---- torch.FloatTensor and its kin ------------------------------------------------------------------------------ */

struct tensor_class {
    struct lang_object head;
    enum rt_dtype dtype;
    bool cuda;
    char name[32];
};
static struct lang_type type_tensortype;
static struct tensor_class tensor_classes[2 * RT_DTYPE_COUNT];

const char *bind_tensor_class_name(lang_value v)
{
    return lang_is_exactly(v, &type_tensortype) ? ((struct tensor_class *)v.o)->name : NULL;
}

static lang_value tensor_class_call(struct lang_thread *t, lang_value callee, const lang_value *args, size_t nargs,
                                    struct lang_tuple *kwnames)
{
    struct tensor_class *c = (struct tensor_class *)callee.o;
    struct rt_error err;
    rt_error_clear(&err);
    struct rt_device *device = rt_device_cpu();
    int64_t sizes[RT_MAX_DIMS] = {0};
    if (c->cuda && rt_device_count(RT_CUDA) == 0)
        return lang_raise(t, LANG_EXC_TypeError, "type torch.%s not available. Torch not compiled with CUDA enabled.",
                          c->name);
    if (c->cuda && !(device = rt_device_get(RT_CUDA, -1, &err)))
        return bind_raise(t, &err);
    if (kwnames && kwnames->length)
        return lang_raise(t, LANG_EXC_TypeError, "new() received an unexpected keyword argument '%U'",
                          lang_as_str(kwnames->items[0]));
    if (nargs == 1 && bind_is_tensor(args[0])) {
        char got[64];
        if (rt_tensor_dtype(bind_rt(args[0])) != c->dtype || rt_tensor_device(bind_rt(args[0])) != device)
            return lang_raise(t, LANG_EXC_TypeError, "expected torch.%s (got %s)", c->name,
                              rt_tensor_type_text(bind_rt(args[0]), got, sizeof got));
        return bind_result(t, rt_tensor_detach(bind_rt(args[0]), &err), &err);
    }
    if (nargs == 1 && !bind_is_int_like(args[0]) && !lang_is_exactly(args[0], &bind_type_size)) {
        if (!bind_is_sequence(args[0]))
            return lang_raise(t, LANG_EXC_TypeError, "new(): data must be a sequence (got %N)", args[0]);
        struct rt_tensor *rt = bind_tensor_from_data(t, args[0], c->dtype, device);
        return rt ? bind_wrap_steal(t, rt) : lang_error();
    }
    const lang_value *items = args;
    size_t n = nargs;
    if (nargs == 1 && lang_is_tuple(args[0])) {
        items = lang_as_tuple(args[0])->items;
        n = (size_t)lang_as_tuple(args[0])->length;
    }
    if (n > RT_MAX_DIMS)
        return lang_raise(t, LANG_EXC_RuntimeError, "tensors have at most %d dimensions", RT_MAX_DIMS);
    for (size_t i = 0; i < n; i++)
        if (bind_int(t, items[i], &sizes[i]) < 0)
            return lang_error();
    return bind_result(t, rt_tensor_empty(sizes, nargs ? (int)n : 1, c->dtype, device, &err), &err);
}
static lang_value tensor_class_repr(struct lang_thread *t, lang_value v)
{
    return lang_obj_or_error(lang_str_from_format(t, "<class 'torch.%s'>", ((struct tensor_class *)v.o)->name));
}
static lang_value tensor_class_check(struct lang_thread *t, const lang_value *args)
{
    struct tensor_class *c = (struct tensor_class *)args[0].o;
    (void)t;
    if (!bind_is_tensor(args[1]))
        return lang_bool(false);
    struct rt_tensor *rt = bind_rt(args[1]);
    return lang_bool(rt_tensor_dtype(rt) == c->dtype && (rt_tensor_device(rt)->type == RT_CUDA) == c->cuda);
}
static lang_value tensor_class_dtype(struct lang_thread *t, lang_value v)
{
    (void)t;
    return bind_dtype_value(((struct tensor_class *)v.o)->dtype);
}
static lang_value tensor_class_cuda(struct lang_thread *t, lang_value v)
{
    (void)t;
    return lang_bool(((struct tensor_class *)v.o)->cuda);
}
static lang_value tensor_class_name(struct lang_thread *t, lang_value v)
{
    const char *name = ((struct tensor_class *)v.o)->name;
    return lang_obj_or_error(lang_str_from_c(t, strncmp(name, "cuda.", 5) == 0 ? name + 5 : name));
}
static lang_value tensor_class_module(struct lang_thread *t, lang_value v)
{
    return lang_obj_or_error(lang_str_from_c(t, ((struct tensor_class *)v.o)->cuda ? "torch.cuda" : "torch"));
}
static const struct lang_method tensor_class_methods[] = {
    {"__instancecheck__", "(instance, /)", tensor_class_check, NULL, 0}, {NULL, NULL, NULL, NULL, 0}};
static const struct lang_getset tensor_class_getset[] = {
    {"dtype", tensor_class_dtype, NULL, "The element type."},
    {"is_cuda", tensor_class_cuda, NULL, "True for types of CUDA tensors."},
    {"__name__", tensor_class_name, NULL, NULL},
    {"__qualname__", tensor_class_name, NULL, NULL},
    {"__module__", tensor_class_module, NULL, NULL},
    {NULL, NULL, NULL, NULL}};
static struct lang_type type_tensortype = {.head = {&lang_type_type, 1, LANG_OBJ_STATIC},
                                           .name = "tensortype",
                                           .module = "torch",
                                           .doc = "The legacy types of tensors, such as torch.FloatTensor.",
                                           .size = sizeof(struct tensor_class),
                                           .methods = tensor_class_methods,
                                           .getset = tensor_class_getset,
                                           .repr = tensor_class_repr,
                                           .binary[LANG_OP_OR] = lang_union_or,
                                           .call = tensor_class_call};

static int add_tensor_classes(struct lang_thread *t, struct lang_module *module, bool cuda)
{
    for (int d = 0; d < RT_DTYPE_COUNT; d++) {
        struct tensor_class *c = &tensor_classes[2 * d + cuda];
        c->head = (struct lang_object){&type_tensortype, 1, LANG_OBJ_STATIC};
        c->dtype = (enum rt_dtype)d;
        c->cuda = cuda;
        snprintf(c->name, sizeof c->name, "%s%sTensor", cuda ? "cuda." : "", rt_dtype_table[d].scalar);
        if (!rt_dtype_is_complex(c->dtype) && !rt_dtype_is_shell(c->dtype) &&
            lang_module_add(t, module, c->name + (cuda ? 5 : 0), lang_obj(c)) < 0)
            return -1;
    }
    return 0;
}

int bind_create_add(struct lang_thread *t, struct lang_module *module)
{
    bool cuda = lang_str_equal_c(module->name, "torch.cuda");
    if (!(type_tensortype.flags & LANG_TYPE_READY) && lang_type_ready(t, &type_tensortype) < 0)
        return -1;
    if (add_tensor_classes(t, module, cuda) < 0)
        return -1;
    if (cuda)
        return 0;
    if (lang_module_add_functions(t, module, create_functions) < 0)
        return -1;
    struct lang_native *tensor =
        lang_native_raw(t, "tensor",
                        "tensor(data, *, dtype=None, device=None, requires_grad=False) -> Tensor\n\n"
                        "A tensor with a copy of data: a number, nested lists or tuples, a tensor.",
                        torch_tensor, NULL);
    return tensor ? lang_module_add_steal(t, module, "tensor", lang_obj(tensor)) : -1;
}

/* ---- tolist ----------------------------------------------------------------------------------------------------- */

/* A row of n contiguous elements; the interrupt flag is polled between chunks. */
static int row_of(struct lang_thread *t, enum rt_dtype dtype, struct lang_list *list, int64_t n, const char *at)
{
    size_t size = rt_dtype_size(dtype);
    lang_value *items = list->items;
    for (int64_t begin = 0; begin < n; begin = list->length) {
        int64_t end = n - begin < 1 << 18 ? n : begin + (1 << 18);
        if (lang_poll_quiet(t) < 0)
            return -1;
        switch (dtype) {
        case RT_FLOAT32:
            for (int64_t i = begin; i < end; i++)
                items[i] = lang_float(((const float *)(const void *)at)[i]);
            break;
        case RT_FLOAT64:
            for (int64_t i = begin; i < end; i++)
                items[i] = lang_float(((const double *)(const void *)at)[i]);
            break;
        case RT_INT64:
            for (int64_t i = begin; i < end; i++)
                items[i] = lang_int(((const int64_t *)(const void *)at)[i]);
            break;
        default:
            for (int64_t i = begin; i < end; i++) {
                lang_value v = bind_from_scalar(t, rt_scalar_load(dtype, at + (size_t)i * size));
                if (lang_is_error(v))
                    return -1;
                items[list->length++] = v;
            }
        }
        list->length = end;
    }
    return 0;
}

/* Contiguous elements from *at on, which is advanced behind them. */
static lang_value list_of(struct lang_thread *t, const struct rt_tensor *rt, int depth, const char **at)
{
    enum rt_dtype dtype = rt_tensor_dtype(rt);
    int ndim = rt_tensor_ndim(rt);
    if (depth == ndim)
        return bind_from_scalar(t, rt_scalar_load(dtype, *at));
    int64_t n = rt_tensor_shape(rt)[depth];
    struct lang_list *list = lang_list_new(t, n);
    if (!list)
        return lang_error();
    if (depth == ndim - 1) {
        if (row_of(t, dtype, list, n, *at) < 0) {
            lang_decref(t, list);
            return lang_error();
        }
        *at += (size_t)n * rt_dtype_size(dtype);
        return lang_obj(list);
    }
    for (int64_t i = 0; i < n; i++) {
        lang_value item = list_of(t, rt, depth + 1, at);
        if (lang_is_error(item)) {
            lang_decref(t, list);
            return lang_error();
        }
        list->items[list->length++] = item;
    }
    return lang_obj(list);
}

lang_value bind_tensor_tolist(struct lang_thread *t, struct rt_tensor *rt)
{
    struct rt_error err;
    rt_error_clear(&err);
    if (rt_tensor_is_dispatched(rt))
        return lang_raise(t, LANG_EXC_RuntimeError, ".tolist() is not supported for tensor subclasses, got %s",
                          rt_tensor_user(rt) ? ((struct lang_object *)rt_tensor_user(rt))->type->name : "Tensor");
    if (rt_tensor_is_contiguous(rt) && rt_tensor_device(rt)->host_memory) {
        const char *at = rt_tensor_data(rt, &err);
        return list_of(t, rt, 0, &at);
    }
    char *data = rt_alloc_items(rt_tensor_numel(rt), rt_dtype_size(rt_tensor_dtype(rt)), 0);
    if (!data)
        return lang_no_memory(t);
    const char *at = data;
    lang_value result =
        rt_tensor_to_host(rt, data, rt_tensor_dtype(rt), &err) < 0 ? bind_raise(t, &err) : list_of(t, rt, 0, &at);
    rt_free(data);
    return result;
}
