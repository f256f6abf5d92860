/* bind_convert.c: scalars, devices, dtypes, errors and warnings between the language and the runtime; the interpreter
 * lock around long work. Must not know any op. */
#include "bind_core.h"

#include <string.h>
#include "warn.h"

#include <stdlib.h>
#include <string.h>

/* ---- errors ----------------------------------------------------------------------------------------------------- */

struct lang_type *bind_exc_out_of_memory, *bind_exc_accelerator, *bind_exc_linalg;

static struct lang_type *make_exception(struct lang_thread *t, const char *module, const char *name, enum lang_exc base)
{
    lang_value base_value = lang_obj(&lang_exc_types[base]);
    struct lang_tuple *bases = lang_tuple_from(t, &base_value, 1);
    struct lang_dict *ns = lang_dict_new(t);
    struct lang_str *text = lang_intern_c(t, name), *module_text = lang_str_from_c(t, module);
    struct lang_type *type = NULL;
    if (bases && ns && text && module_text && lang_dict_set_c(t, ns, "__module__", lang_obj(module_text)) == 0)
        type = lang_type_new(t, &lang_type_type, text, bases, ns);
    lang_xdecref(t, bases);
    lang_xdecref(t, ns);
    lang_xdecref(t, text);
    lang_xdecref(t, module_text);
    return type;
}

int bind_errors_ready(struct lang_thread *t)
{
    if (bind_exc_out_of_memory)
        return 0;
    bind_exc_accelerator = make_exception(t, "torch", "AcceleratorError", LANG_EXC_RuntimeError);
    bind_exc_linalg = make_exception(t, "torch._C", "_LinAlgError", LANG_EXC_RuntimeError);
    bind_exc_out_of_memory = make_exception(t, "torch", "OutOfMemoryError", LANG_EXC_RuntimeError);
    return bind_exc_accelerator && bind_exc_linalg && bind_exc_out_of_memory ? 0 : -1;
}

lang_value bind_raise(struct lang_thread *t, struct rt_error *err)
{
    static const enum lang_exc plain[] = {
        [RT_RUNTIME] = LANG_EXC_RuntimeError,
        [RT_TYPE] = LANG_EXC_TypeError,
        [RT_VALUE] = LANG_EXC_ValueError,
        [RT_INDEX] = LANG_EXC_IndexError,
        [RT_KEY] = LANG_EXC_KeyError,
        [RT_ATTRIBUTE] = LANG_EXC_AttributeError,
        [RT_NOT_IMPLEMENTED] = LANG_EXC_NotImplementedError,
        [RT_NO_DATA] = LANG_EXC_NotImplementedError,
        [RT_ASSERTION] = LANG_EXC_AssertionError,
        [RT_OVERFLOW] = LANG_EXC_OverflowError,
        [RT_EOF] = LANG_EXC_EOFError,
        [RT_RECURSION] = LANG_EXC_RecursionError,
    };
    if (bind_warnings_pending && !lang_error_occurred(t) && err->code != RT_INTERRUPT && bind_warnings_emit(t) < 0)
        return lang_error();
    switch (err->code) {
    case RT_FOREIGN:
        if (lang_error_occurred(t))
            return lang_error();
        return lang_raise(t, LANG_EXC_SystemError, "a hook failed without an exception");
    case RT_MEMORY:
        return lang_no_memory(t);
    case RT_OS:
        return lang_raise_errno(t, err->number, err->text);
    case RT_OUT_OF_MEMORY:
    case RT_ACCELERATOR:
    case RT_LINALG:
        if (bind_errors_ready(t) < 0)
            return lang_error();
        return lang_raise_class(t,
                                err->code == RT_OUT_OF_MEMORY ? bind_exc_out_of_memory
                                : err->code == RT_ACCELERATOR ? bind_exc_accelerator
                                                              : bind_exc_linalg,
                                "%s", err->text);
    case RT_INTERRUPT:
        if (lang_poll(t) < 0) /* clears the flag */
            return lang_error();
        return lang_raise(t, LANG_EXC_KeyboardInterrupt, "");
    default:
        if ((size_t)err->code >= BIND_COUNT(plain) || err->code == RT_OK)
            return lang_raise(t, LANG_EXC_SystemError, "unknown error of the tensor runtime");
        return lang_raise(t, plain[err->code], "%s", err->text);
    }
}

int bind_fail(struct lang_thread *t, struct rt_error *err)
{
    bind_raise(t, err);
    return -1;
}

/* ---- scalars ---------------------------------------------------------------------------------------------------- */

/* ---- arrays and numbers of NumPy ---------------------------------------------------------------------------------
 */

static bool derives_from(lang_value v, const char *name)
{
    if (v.tag != LANG_OBJECT || !(v.o->type->flags & LANG_TYPE_FOREIGN) || v.o->type->flags & LANG_TYPE_TYPE)
        return false;
    const struct lang_tuple *mro = v.o->type->mro;
    for (int64_t i = 0; mro && i < mro->length; i++)
        if (strcmp(((struct lang_type *)mro->items[i].o)->name, name) == 0)
            return true;
    return false;
}

bool bind_is_array(lang_value v)
{
    return derives_from(v, "numpy.ndarray");
}

bool bind_is_array_number(lang_value v)
{
    return derives_from(v, "numpy.number") || derives_from(v, "numpy.bool");
}

lang_value bind_array_number(struct lang_thread *t, lang_value v)
{
    return lang_call_method_c(t, v, "item", NULL, 0);
}

bool bind_is_array_bool(lang_value v)
{
    return derives_from(v, "numpy.bool");
}

bool bind_is_python_number(lang_value v)
{
    return derives_from(v, "numpy.float64") || derives_from(v, "numpy.complex128");
}

/* What an operand becomes that is a number of NumPy: an int, a complex where the class derives from that of Python, a
 * float all others, bool and complex64 too. */
static lang_value operand_number(struct lang_thread *t, lang_value v)
{
    return derives_from(v, "numpy.integer") || derives_from(v, "numpy.complex128")
               ? bind_array_number(t, v)
               : lang_call(t, lang_obj(&lang_type_float), &v, 1, NULL);
}

int bind_scalar(struct lang_thread *t, lang_value v, struct rt_scalar *out)
{
    switch (v.tag) {
    case LANG_INT:
        *out = rt_scalar_int(v.i);
        return 1;
    case LANG_FLOAT:
        *out = rt_scalar_float(v.f);
        return 1;
    case LANG_BOOL:
        *out = rt_scalar_bool(v.i != 0);
        return 1;
    case LANG_OBJECT:
        break;
    default:
        return 0;
    }
    if (v.o->type->flags & LANG_TYPE_FOREIGN) {
        if (!bind_is_array_number(v))
            return 0;
        lang_value number = operand_number(t, v);
        int is = lang_is_error(number) ? -1 : bind_scalar(t, number, out);
        lang_unref(t, number);
        return is;
    }
    if (v.o->type->flags & LANG_TYPE_INT) {
        int64_t i;
        if (lang_as_int64(t, v, &i) < 0) {
            lang_error_clear(t);
            return lang_fail(t, LANG_EXC_ValueError, "Overflow when unpacking long long");
        }
        *out = rt_scalar_int(i);
        return 1;
    }
    if (v.o->type->flags & LANG_TYPE_FLOAT) {
        double d;
        if (lang_as_double(t, v, &d) < 0)
            return -1;
        *out = rt_scalar_float(d);
        return 1;
    }
    if (bind_is_complex(v)) {
        const struct lang_complex *z = (const struct lang_complex *)(const void *)v.o;
        *out = (struct rt_scalar){RT_CAT_COMPLEX, false, {.f = z->real}, z->imag};
        return 1;
    }
    if (bind_is_tensor(v) && rt_tensor_ndim(bind_rt(v)) == 0 && !rt_tensor_requires_grad(bind_rt(v)) &&
        !rt_tensor_is_dual(bind_rt(v))) {
        struct rt_error err;
        rt_error_clear(&err);
        if (rt_tensor_item(bind_rt(v), out, &err) < 0)
            return bind_fail(t, &err);
        return 1;
    }
    return 0;
}

int bind_uint64(struct lang_thread *t, lang_value v, uint64_t *out)
{
    lang_value low = lang_int_binary(t, LANG_OP_AND, v, lang_int(0xffffffff));
    lang_value high = lang_is_error(low) ? low : lang_int_binary(t, LANG_OP_RSHIFT, v, lang_int(32));
    int status = -1;
    if (!lang_is_error(high) && high.tag == LANG_INT && high.i >= 0 && high.i <= 0xffffffff) {
        *out = (uint64_t)high.i << 32 | (uint64_t)low.i;
        status = 0;
    }
    if (!lang_is_error(high))
        lang_unref(t, high);
    return status;
}

int bind_number(struct lang_thread *t, lang_value v, enum rt_dtype meets, struct rt_scalar *out)
{
    int64_t small;
    uint64_t large;
    if (v.tag != LANG_OBJECT || !(v.o->type->flags & LANG_TYPE_INT) || lang_as_int64(t, v, &small) == 0)
        return bind_scalar(t, v, out);
    lang_error_clear(t);
    if (bind_uint64(t, v, &large) == 0) {
        if (!rt_dtype_is_inexact(meets) && !rt_dtype_is_wide_unsigned(meets))
            return lang_fail(t, LANG_EXC_RuntimeError, "value cannot be converted to type int64_t without overflow");
        *out = rt_dtype_is_inexact(meets) ? rt_scalar_float((double)large) : rt_scalar_unsigned(large);
        return 1;
    }
    if (lang_error_occurred(t))
        return -1;
    return lang_fail(t, LANG_EXC_OverflowError,
                     lang_int_sign(v) < 0 ? "can't convert negative int to unsigned" : "int too big to convert");
}

int bind_warn_number(struct lang_thread *t, const struct rt_tensor *tensor)
{
    if (!rt_tensor_requires_grad(tensor) || !rt_grad_enabled())
        return 0;
    rt_warn_once("Converting a tensor with requires_grad=True to a scalar may lead to unexpected behavior.\n"
                 "Consider using tensor.detach() first.");
    return bind_warnings_pending ? bind_warnings_emit(t) : 0;
}

lang_value bind_from_scalar(struct lang_thread *t, struct rt_scalar s)
{
    switch (s.kind) {
    case RT_CAT_BOOL:
        return lang_bool(s.i != 0);
    case RT_CAT_INT:
        return s.is_unsigned ? lang_int_from_u64(t, (uint64_t)s.i) : lang_int(s.i);
    case RT_CAT_FLOAT:
        return lang_float(s.f);
    default:
        return lang_complex_new(t, s.f, s.im);
    }
}

bool bind_is_complex(lang_value v)
{
    return lang_is_exactly(v, &lang_type_complex);
}

bool bind_is_index_like(lang_value v)
{
    if (v.tag != LANG_OBJECT || !bind_is_tensor(v))
        return bind_is_int_like(v);
    return rt_tensor_numel(bind_rt(v)) == 1 && rt_dtype_category(rt_tensor_dtype(bind_rt(v))) == RT_CAT_INT;
}

bool bind_is_int_like(lang_value v)
{
    if (v.tag == LANG_INT)
        return true;
    if (v.tag != LANG_OBJECT)
        return false;
    if (v.o->type->flags & LANG_TYPE_INT)
        return true;
    if (bind_is_tensor(v)) {
        struct rt_tensor *rt = bind_rt(v);
        return rt_tensor_ndim(rt) == 0 && rt_dtype_category(rt_tensor_dtype(rt)) == RT_CAT_INT;
    }
    return v.o->type->to_index != NULL && !bind_is_array(v);
}

int bind_int(struct lang_thread *t, lang_value v, int64_t *out)
{
    if (v.tag == LANG_INT || v.tag == LANG_BOOL) {
        *out = v.i;
        return 0;
    }
    if (v.tag == LANG_OBJECT && (v.o->type->flags & LANG_TYPE_INT)) {
        if (lang_as_int64(t, v, out) == 0)
            return 0;
        lang_error_clear(t);
        return lang_fail(t, LANG_EXC_ValueError, "Overflow when unpacking long long");
    }
    return lang_as_index(t, v, out);
}

/* ---- dtypes and devices ----------------------------------------------------------------------------------------- */

enum rt_dtype bind_dtype_like(lang_value v)
{
    if (v.tag != LANG_OBJECT)
        return RT_DTYPE_NONE;
    if (v.o->type == &bind_type_dtype)
        return ((struct bind_dtype *)v.o)->dtype;
    if (v.o == &lang_type_float.head)
        return RT_FLOAT64;
    if (v.o == &lang_type_int.head)
        return RT_INT64;
    if (v.o == &lang_type_bool.head)
        return RT_BOOL;
    return RT_DTYPE_NONE;
}

bool bind_is_device_like(lang_value v)
{
    return bind_is_device(v) || lang_is_str(v) || (bind_is_int_like(v) && !bind_is_tensor(v));
}

int bind_device_parse(struct lang_thread *t, lang_value v, enum rt_device_type *type, int *index)
{
    struct rt_error err;
    rt_error_clear(&err);
    if (bind_is_device(v)) {
        *type = ((struct bind_device *)v.o)->type;
        *index = ((struct bind_device *)v.o)->index;
        return 0;
    }
    if (lang_is_str(v)) {
        size_t n;
        const char *text = lang_str_utf8(t, lang_as_str(v), &n);
        if (!text)
            return -1;
        return rt_device_parse(text, n, type, index, &err) < 0 ? bind_fail(t, &err) : 0;
    }
    int64_t i;
    if (bind_int(t, v, &i) < 0)
        return -1;
    if (i < 0)
        return lang_fail(t, LANG_EXC_RuntimeError, "Device index must not be negative");
    if (rt_device_count(RT_CUDA) == 0)
        return lang_fail(t, LANG_EXC_RuntimeError, "Cannot access accelerator device when none is available.");
    *type = RT_CUDA;
    *index = i > 127 ? 127 : (int)i;
    return 0;
}

int bind_device_arg(struct lang_thread *t, lang_value v, struct rt_device **out)
{
    enum rt_device_type type;
    int index;
    struct rt_error err;
    rt_error_clear(&err);
    if (v.tag == LANG_NONE || v.tag == LANG_UNDEF) {
        *out = NULL;
        return 0;
    }
    if (bind_device_parse(t, v, &type, &index) < 0)
        return -1;
    *out = rt_device_get(type, index, &err);
    return *out ? 0 : bind_fail(t, &err);
}

int bind_factory_device(struct lang_thread *t, struct rt_device **out)
{
    *out = NULL;
    if (!bind_default_device)
        return 0;
    return bind_device_arg(t, lang_obj(bind_default_device), out);
}

/* ---- the interpreter lock --------------------------------------------------------------------------------------- */

/* Below this many elements an op takes less time than passing the lock on. */
#define RELEASE_ELEMENTS 65536

/* The language's thread whose lock this C thread has released, so that callbacks of the runtime can take it back. */
static _Thread_local struct lang_thread *released_thread;
struct lang_thread *bind_main_thread;

bool bind_release(struct lang_thread *t, int64_t elements)
{
    if (elements < RELEASE_ELEMENTS || released_thread)
        return false;
    released_thread = t;
    rt_share(1);
    lang_unlock(t);
    return true;
}

void bind_reacquire(struct lang_thread *t, bool released)
{
    if (!released)
        return;
    lang_lock(t);
    rt_share(-1);
    released_thread = NULL;
}

struct lang_thread *bind_callback_enter(void)
{
    struct lang_thread *t = released_thread;
    if (!t)
        return NULL;
    lang_lock(t);
    released_thread = NULL;
    return t;
}

void bind_callback_leave(struct lang_thread *t)
{
    if (!t)
        return;
    released_thread = t;
    lang_unlock(t);
}

/* ---- warnings and memory pressure ------------------------------------------------------------------------------- */

#define WARNINGS_KEPT 8
static char *warning_texts[WARNINGS_KEPT];
bool bind_warnings_pending;

/* The runtime warns in the middle of an op: the text is kept and emitted when the op is done and the lock is held. */
void bind_keep_warning(const char *text, void *context)
{
    (void)context;
    for (int i = 0; i < WARNINGS_KEPT; i++)
        if (!warning_texts[i]) {
            warning_texts[i] = strdup(text);
            bind_warnings_pending = true;
            return;
        }
}

int bind_warn(struct lang_thread *t, const char *text)
{
    lang_value module = lang_import(t, "warnings");
    if (lang_is_error(module))
        return -1;
    lang_value args[2] = {lang_obj_or_error(lang_str_from_c(t, text)), lang_obj(&lang_exc_types[LANG_EXC_UserWarning])};
    lang_value result = lang_is_error(args[0]) ? lang_error() : lang_call_method_c(t, module, "warn", args, 2);
    int status = lang_is_error(result) ? -1 : 0;
    if (!lang_is_error(args[0]))
        lang_unref(t, args[0]);
    if (status == 0)
        lang_unref(t, result);
    lang_unref(t, module);
    return status;
}

int bind_warnings_emit(struct lang_thread *t)
{
    int status = 0;
    bind_warnings_pending = false;
    for (int i = 0; i < WARNINGS_KEPT; i++) {
        char *text = warning_texts[i];
        warning_texts[i] = NULL;
        if (text && status == 0)
            status = bind_warn(t, text);
        free(text);
    }
    return status;
}

bool bind_collect_for_memory(void *context)
{
    (void)context;
    struct lang_thread *entered = bind_callback_enter();
    int64_t found = lang_gc_collect(entered ? entered : bind_main_thread);
    bind_callback_leave(entered);
    return found > 0;
}

/* ---- layout, pin_memory ----------------------------------------------------------------------------------------- */

int bind_check_placement(struct lang_thread *t, lang_value v)
{
    if (lang_is_exactly(v, &bind_type_layout)) {
        return 0; /* the op looks at it, or the function of the library */
    } else if (v.tag == LANG_BOOL && v.i && rt_device_count(RT_CUDA) == 0) {
        return lang_fail(t, LANG_EXC_RuntimeError,
                         "pin_memory=True requires a CUDA or other accelerator backend; no pinned memory allocator is "
                         "available on this system.");
    }
    return 0;
}

int bind_pin(struct rt_tensor **made, struct rt_error *err)
{
    const enum rt_device_type type = rt_tensor_device(*made)->type;
    struct rt_tensor *pinned;
    if (type == RT_META)
        return 0;
    if (type != RT_CPU)
        return rt_error_set(err, RT_RUNTIME, "Only dense CPU tensors can be pinned");
    if (!(pinned = rt_tensor_pin(*made, err)))
        return -1;
    rt_tensor_unref(*made);
    *made = pinned;
    return 0;
}
