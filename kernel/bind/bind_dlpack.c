/* bind_dlpack.c: tensors in DLPack's capsules, in both directions. Owns the layout of DLPack's structs, versions 0.8
 * and 1 (dmlc.github.io/dlpack), and the memory that is lent out by them. What a capsule says beyond that (devices,
 * streams, versions) is in torch.utils.dlpack. */
#include "bind_core.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- DLPack's structs ----------------------------------------------------------------------------------------------
 */

enum { DL_CPU = 1, DL_CUDA = 2 };
enum {
    DL_INT,
    DL_UINT,
    DL_FLOAT,
    DL_BFLOAT = 4,
    DL_COMPLEX,
    DL_BOOL,
    DL_E4M3FN = 10,
    DL_E4M3FNUZ,
    DL_E5M2,
    DL_E5M2FNUZ,
    DL_E8M0FNU
};

struct dl_tensor {
    void *data;
    int32_t device_type, device_id;
    int32_t ndim;
    uint8_t code, bits;
    uint16_t lanes;
    int64_t *shape, *strides; /* in elements; no strides: rows one after the other */
    uint64_t byte_offset;
};
struct dl_managed { /* of a capsule "dltensor" */
    struct dl_tensor tensor;
    void *context;
    void (*end)(void *self);
};
struct dl_versioned { /* of a capsule "dltensor_versioned" */
    uint32_t major, minor;
    void *context;
    void (*end)(void *self);
    uint64_t flags;
    struct dl_tensor tensor;
};

static const struct {
    enum rt_dtype dtype;
    uint8_t code, bits;
} types[] = {
    {RT_BOOL, DL_BOOL, 8},
    {RT_UINT8, DL_UINT, 8},
    {RT_UINT16, DL_UINT, 16},
    {RT_UINT32, DL_UINT, 32},
    {RT_UINT64, DL_UINT, 64},
    {RT_INT8, DL_INT, 8},
    {RT_INT16, DL_INT, 16},
    {RT_INT32, DL_INT, 32},
    {RT_INT64, DL_INT, 64},
    {RT_FLOAT16, DL_FLOAT, 16},
    {RT_FLOAT32, DL_FLOAT, 32},
    {RT_FLOAT64, DL_FLOAT, 64},
    {RT_BFLOAT16, DL_BFLOAT, 16},
    {RT_COMPLEX32, DL_COMPLEX, 32},
    {RT_COMPLEX64, DL_COMPLEX, 64},
    {RT_COMPLEX128, DL_COMPLEX, 128},
    {RT_FLOAT8_E4M3FN, DL_E4M3FN, 8},
    {RT_FLOAT8_E4M3FNUZ, DL_E4M3FNUZ, 8},
    {RT_FLOAT8_E5M2, DL_E5M2, 8},
    {RT_FLOAT8_E5M2FNUZ, DL_E5M2FNUZ, 8},
    {RT_FLOAT8_E8M0FNU, DL_E8M0FNU, 8},
};

static const char plain_name[] = "dltensor", versioned_name[] = "dltensor_versioned";

/* ---- a tensor in a capsule -----------------------------------------------------------------------------------------
 */

/* Keeps the tensor for as long as the memory is lent: an object, for it may be let go by a thread without the
 * interpreter lock. */
struct lender {
    struct lang_object head;
    struct rt_tensor *rt;
};

static void lender_destroy(struct lang_thread *t, struct lang_object *o)
{
    (void)t;
    rt_tensor_unref(((struct lender *)o)->rt);
}

static struct lang_type lender_type = {
    .name = "lender", .module = "torch", .size = sizeof(struct lender), .destroy = lender_destroy};

/* One block: the struct of either version, then the sizes. */
struct loan {
    union {
        struct dl_managed plain;
        struct dl_versioned versioned;
    };
    struct lang_vm *vm;
    int64_t sizes[];
};

static struct loan *new_loan(struct lang_thread *t, struct rt_tensor *rt, bool versioned)
{
    int ndim = rt_tensor_ndim(rt);
    struct loan *loan = calloc(1, sizeof *loan + 2 * (size_t)ndim * sizeof *loan->sizes);
    struct lender *lender = loan && lang_type_ready(t, &lender_type) == 0 ? lang_object_new(t, &lender_type) : NULL;
    if (!lender) {
        free(loan);
        if (!lang_error_occurred(t))
            lang_no_memory(t);
        return NULL;
    }
    rt_tensor_ref(rt);
    lender->rt = rt;
    loan->vm = lang_thread_vm(t);
    memcpy(loan->sizes, rt_tensor_shape(rt), (size_t)ndim * sizeof *loan->sizes);
    memcpy(loan->sizes + ndim, rt_tensor_strides(rt), (size_t)ndim * sizeof *loan->sizes);
    if (versioned) {
        loan->versioned.major = 1;
        loan->versioned.context = lender;
    } else {
        loan->plain.context = lender;
    }
    return loan;
}

/* By whoever took the memory, with or without the interpreter lock. */
static void end_loan(struct loan *loan, struct lender *lender)
{
    const struct lang_foreign *foreign = lang_foreign(loan->vm);
    free(loan);
    if (foreign && foreign->drop)
        foreign->drop(&lender->head);
    else
        lang_decref(bind_main_thread, lender);
}

static void end_plain(void *self)
{
    end_loan(self, ((struct dl_managed *)self)->context);
}

static void end_versioned(void *self)
{
    end_loan(self, ((struct dl_versioned *)self)->context);
}

/* By a capsule from which nobody has taken it: with the interpreter lock. */
static void discard(void *context, void *loan)
{
    struct lang_thread *entered, *t = bind_callback_thread(&entered);
    free(loan);
    lang_decref(t, context);
    bind_callback_leave(entered);
}

static void discard_plain(void *self)
{
    discard(((struct dl_managed *)self)->context, self);
}

static void discard_versioned(void *self)
{
    discard(((struct dl_versioned *)self)->context, self);
}

/* a: tensor, versioned, copied */
static lang_value to_capsule(struct lang_thread *t, const lang_value *a)
{
    if (!bind_is_tensor(a[0]))
        return lang_raise(t, LANG_EXC_TypeError, "_to_dlpack(): argument 'data' (position 1) must be Tensor, not %N",
                          a[0]);
    struct rt_tensor *rt = bind_rt(a[0]);
    struct rt_error err;
    rt_error_clear(&err);
    size_t type = 0;
    while (type < BIND_COUNT(types) && types[type].dtype != rt_tensor_dtype(rt))
        type++;
    if (type == BIND_COUNT(types))
        return lang_raise(t, LANG_EXC_BufferError, "%s is not supported by dlpack",
                          rt_dtype_table[rt_tensor_dtype(rt)].scalar);
    struct rt_device *device = rt_tensor_device(rt);
    void *data = rt_tensor_data(rt, &err);
    if (!data && rt_tensor_numel(rt))
        return bind_raise(t, &err);
    bool versioned = a[1].i;
    struct loan *loan = new_loan(t, rt, versioned);
    if (!loan)
        return lang_error();
    struct dl_tensor *tensor = versioned ? &loan->versioned.tensor : &loan->plain.tensor;
    *tensor = (struct dl_tensor){.data = data,
                                 .device_type = device->host_memory ? DL_CPU : DL_CUDA,
                                 .device_id = device->host_memory ? 0 : device->index,
                                 .ndim = rt_tensor_ndim(rt),
                                 .code = types[type].code,
                                 .bits = types[type].bits,
                                 .lanes = 1,
                                 .shape = loan->sizes,
                                 .strides = loan->sizes + rt_tensor_ndim(rt)};
    if (versioned) {
        loan->versioned.end = end_versioned;
        loan->versioned.flags = a[2].i ? 2 : 0; /* it is a copy */
    } else {
        loan->plain.end = end_plain;
    }
    struct lang_capsule *capsule = lang_capsule_new(t, loan, versioned ? versioned_name : plain_name,
                                                    versioned ? discard_versioned : discard_plain);
    if (!capsule)
        (versioned ? discard_versioned : discard_plain)(loan);
    return lang_obj_or_error(capsule);
}

/* ---- a tensor from a capsule ---------------------------------------------------------------------------------------
 */

/* What another library has lent. */
struct borrowed {
    void *managed;
    void (*end)(void *managed);
};

static void give_back_there(void *argument)
{
    struct borrowed *b = argument;
    if (b->end)
        b->end(b->managed);
}

static void give_back(void *owner)
{
    struct lang_thread *entered, *t = bind_callback_thread(&entered);
    const struct lang_foreign *foreign = lang_foreign(lang_thread_vm(t));
    if (foreign && foreign->run)
        foreign->run(t, give_back_there, owner);
    else
        give_back_there(owner);
    free(owner);
    bind_callback_leave(entered);
}

static enum rt_dtype type_of(struct lang_thread *t, const struct dl_tensor *tensor)
{
    for (size_t i = 0; i < BIND_COUNT(types); i++)
        if (tensor->lanes == 1 && types[i].code == tensor->code && types[i].bits == tensor->bits)
            return types[i].dtype;
    if (tensor->lanes != 1)
        lang_raise(t, LANG_EXC_BufferError, "ATen does not support lanes != 1");
    else
        lang_raise(t, LANG_EXC_BufferError, "Unsupported code %u with %u bits", tensor->code, tensor->bits);
    return RT_DTYPE_NONE;
}

/* "[4, 2]" */
static void sizes_text(char *out, size_t size, const int64_t *sizes, int n)
{
    size_t at = (size_t)snprintf(out, size, "[");
    for (int i = 0; i < n && at < size; i++)
        at += (size_t)snprintf(out + at, size - at, "%s%lld", i ? ", " : "", (long long)sizes[i]);
    if (at < size)
        snprintf(out + at, size - at, "]");
}

/* The tensor on the memory that `owner` gives back at its end; not taken on failure. */
static struct rt_tensor *tensor_of(struct lang_thread *t, const struct dl_tensor *from, struct borrowed *owner)
{
    int64_t strides[RT_MAX_DIMS], last = 0, step = 1;
    struct rt_error err;
    rt_error_clear(&err);
    enum rt_dtype dtype = type_of(t, from);
    if (dtype == RT_DTYPE_NONE)
        return NULL;
    if (from->device_type != DL_CPU)
        return lang_fail_null(t, LANG_EXC_BufferError, "Unsupported device_type: %d", from->device_type);
    if (from->ndim < 0 || from->ndim > RT_MAX_DIMS)
        return lang_fail_null(t, LANG_EXC_BufferError, "too many dimensions: %d", from->ndim);
    bool empty = false;
    for (int i = from->ndim - 1; i >= 0; i--) {
        strides[i] = from->strides ? from->strides[i] : step;
        step *= from->shape[i];
        empty = empty || from->shape[i] == 0;
        last += from->shape[i] > 0 ? (from->shape[i] - 1) * strides[i] : 0;
        if (strides[i] < 0) {
            char shape[256], steps[256];
            sizes_text(shape, sizeof shape, from->shape, from->ndim);
            sizes_text(steps, sizeof steps, from->strides, from->ndim);
            return lang_fail_null(t, LANG_EXC_RuntimeError,
                                  "Storage size calculation overflowed with sizes=%s and strides=%s", shape, steps);
        }
    }
    size_t bytes = empty ? 0 : (size_t)(last + 1) * rt_dtype_size(dtype);
    struct rt_tensor *rt = rt_tensor_from_memory((char *)from->data + from->byte_offset, bytes, from->shape, strides,
                                                 from->ndim, dtype, give_back, owner, &err);
    if (!rt)
        bind_raise(t, &err);
    return rt;
}

/* One of ours: the tensor shares its storage, and the loan is over. */
static lang_value own_tensor(struct lang_thread *t, struct lender *lender, void *loan)
{
    struct rt_error err;
    rt_error_clear(&err);
    struct rt_tensor *same = rt_tensor_detach(lender->rt, &err);
    free(loan);
    lang_decref(t, lender);
    return bind_result(t, same, &err);
}

static lang_value from_capsule(struct lang_thread *t, const lang_value *a)
{
    struct dl_managed *plain = NULL;
    struct dl_versioned *versioned = lang_capsule_take(t, a[0], versioned_name, "used_dltensor_versioned");
    if (!versioned)
        plain = lang_capsule_take(t, a[0], plain_name, "used_dltensor");
    if (!versioned && !plain)
        return lang_raise(t, LANG_EXC_RuntimeError,
                          "from_dlpack received an invalid capsule. Note that DLTensor capsules can be consumed only "
                          "once, so you might have already constructed a tensor from it once.");
    if (versioned ? versioned->end == end_versioned : plain->end == end_plain)
        return own_tensor(t, versioned ? versioned->context : plain->context,
                          versioned ? (void *)versioned : (void *)plain);
    struct borrowed *owner = malloc(sizeof *owner);
    if (!owner)
        return lang_no_memory(t);
    owner->managed = versioned ? (void *)versioned : (void *)plain;
    owner->end = versioned ? versioned->end : plain->end;
    if (versioned && versioned->major > 1) {
        lang_raise(t, LANG_EXC_BufferError, "Unsupported DLPack version: %u.%u", versioned->major, versioned->minor);
        give_back(owner);
        return lang_error();
    }
    struct rt_tensor *rt = tensor_of(t, versioned ? &versioned->tensor : &plain->tensor, owner);
    if (!rt) {
        lang_value pending = lang_error_take(t);
        give_back(owner);
        lang_error_restore(t, pending);
        return lang_error();
    }
    return bind_wrap_steal(t, rt);
}

/* ---- memory of an object that has a buffer -------------------------------------------------------------------------
 */

static void release_buffer(void *owner)
{
    struct lang_thread *entered, *t = bind_callback_thread(&entered);
    lang_buffer_release(t, owner);
    free(owner);
    bind_callback_leave(entered);
}

static int check_range(struct lang_thread *t, int64_t length, int64_t size, int64_t count, int64_t offset)
{
    long long n = length, c = count, o = offset, s = size;
    if (n == 0 || c == 0)
        return lang_fail(t, LANG_EXC_ValueError, "both buffer length (%lld) and count (%lld) must not be 0", n, c);
    if (o < 0 || o >= n)
        return lang_fail(t, LANG_EXC_ValueError,
                         "offset (%lld bytes) must be non-negative and no greater than buffer length (%lld bytes) "
                         "minus 1",
                         o, n);
    if (c > 0 && c > (n - o) / s)
        return lang_fail(t, LANG_EXC_ValueError,
                         "requested buffer length (%lld * %lld bytes) after offset (%lld bytes) must not be greater "
                         "than actual buffer length (%lld bytes)",
                         c, s, o, n);
    if (c < 0 && (n - o) % s)
        return lang_fail(t, LANG_EXC_ValueError,
                         "buffer length (%lld bytes) after offset (%lld bytes) must be a multiple of element size "
                         "(%lld)",
                         n - o, o, s);
    return 0;
}

/* a: buffer, dtype, count, offset */
static lang_value from_buffer(struct lang_thread *t, const lang_value *a)
{
    enum rt_dtype dtype = bind_dtype_like(a[1]);
    int64_t count, offset, one = 1;
    struct rt_error err;
    rt_error_clear(&err);
    if (dtype == RT_DTYPE_NONE)
        return lang_raise(t, LANG_EXC_TypeError, "frombuffer(): argument 'dtype' must be torch.dtype, not %N", a[1]);
    if (lang_as_int64(t, a[2], &count) < 0 || lang_as_int64(t, a[3], &offset) < 0)
        return lang_error();
    struct lang_buffer *held = malloc(sizeof *held);
    if (!held)
        return lang_no_memory(t);
    bool writable = lang_buffer_get_writable(t, a[0], held);
    if (!writable && !lang_buffer_get(t, a[0], held)) {
        free(held);
        return lang_none();
    }
    struct rt_tensor *rt = NULL;
    int64_t size = (int64_t)rt_dtype_size(dtype);
    if (check_range(t, held->length, size, count, offset) == 0) {
        int64_t n = count > 0 ? count : (held->length - offset) / size;
        rt = rt_tensor_from_memory((void *)(uintptr_t)(held->data + offset), (size_t)(n * size), &n, &one, 1, dtype,
                                   release_buffer, held, &err);
        if (!rt)
            bind_raise(t, &err);
    }
    if (!rt) {
        lang_buffer_release(t, held);
        free(held);
        return lang_error();
    }
    lang_value pair[] = {bind_wrap_steal(t, rt), lang_bool(writable)};
    lang_value result = lang_is_error(pair[0]) ? pair[0] : lang_obj_or_error(lang_tuple_from(t, pair, 2));
    lang_unref(t, pair[0]);
    return result;
}

const struct lang_method bind_dlpack_functions[] = {
    {"_to_dlpack", "(data, versioned=False, copied=False, /)", to_capsule, "A capsule on the memory of a tensor.",
     LANG_M_STATIC},
    {"_from_dlpack", "(capsule, /)", from_capsule, "A tensor on the memory of a capsule, which is used by that.",
     LANG_M_STATIC},
    {"_from_buffer", "(buffer, dtype, count, offset, /)", from_buffer,
     "(a tensor on the memory of an object, whether that can be written to); None: it has none in one piece.",
     LANG_M_STATIC},
    {0},
};
