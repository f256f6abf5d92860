/* bind_torch.c: the module `torch` and the modules torch._C*: what is made at their import, what only at the first use
 * of a name; the installation of the binding. The top of this folder. */
#include "bind.h"
#include "bind_args.h"
#include "bind_prelude.h"
#include "pool.h"
#include "cuda/cuda.h"
#include "sim/sim.h"
#include "warn.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *bind_torch_version(void)
{
    return "2.13.0+tensor";
}

/* ---- small functions -------------------------------------------------------------------------------------------- */

static lang_value is_tensor(struct lang_thread *t, const lang_value *args)
{
    (void)t;
    return lang_bool(bind_is_tensor(args[0]));
}
static struct rt_tensor *tensor_arg(struct lang_thread *t, const char *function, lang_value v)
{
    if (!bind_is_tensor(v)) {
        lang_raise(t, LANG_EXC_TypeError, "%s(): argument 'input' (position 1) must be Tensor, not %N", function, v);
        return NULL;
    }
    return bind_rt(v);
}
static lang_value is_floating_point(struct lang_thread *t, const lang_value *args)
{
    struct rt_tensor *rt = tensor_arg(t, "is_floating_point", args[0]);
    return rt ? lang_bool(rt_dtype_is_float(rt_tensor_dtype(rt))) : lang_error();
}
static lang_value is_complex(struct lang_thread *t, const lang_value *args)
{
    struct rt_tensor *rt = tensor_arg(t, "is_complex", args[0]);
    return rt ? lang_bool(rt_dtype_is_complex(rt_tensor_dtype(rt))) : lang_error();
}
static lang_value numel(struct lang_thread *t, const lang_value *args)
{
    struct rt_tensor *rt = tensor_arg(t, "numel", args[0]);
    return rt ? lang_int(rt_tensor_numel(rt)) : lang_error();
}
static lang_value is_nonzero(struct lang_thread *t, const lang_value *args)
{
    int truth = tensor_arg(t, "is_nonzero", args[0]) ? lang_truth(t, args[0]) : -1;
    return truth < 0 ? lang_error() : lang_bool(truth);
}
static lang_value get_default_dtype(struct lang_thread *t, const lang_value *args)
{
    (void)t;
    (void)args;
    return bind_dtype_value(rt_default_dtype());
}
static lang_value set_default_dtype(struct lang_thread *t, const lang_value *args)
{
    enum rt_dtype d = bind_dtype_like(args[0]);
    if (!bind_is_dtype(args[0]))
        return lang_raise(t, LANG_EXC_TypeError,
                          "invalid dtype object: only floating-point types are supported as the default type");
    if (!rt_dtype_is_float(d))
        return lang_raise(t, LANG_EXC_TypeError, "only floating-point types are supported as the default type");
    if (rt_dtype_is_shell(d))
        return lang_raise(t, LANG_EXC_TypeError, "couldn't find storage object %sStorage", rt_dtype_table[d].scalar);
    rt_set_default_dtype(d);
    return lang_none();
}
static lang_value set_default_device(struct lang_thread *t, const lang_value *args)
{
    enum rt_device_type type;
    int index;
    struct bind_device *old = bind_default_device;
    if (lang_is_none(args[0])) {
        bind_default_device = NULL;
    } else {
        if (!bind_is_device_like(args[0]))
            return lang_raise(t, LANG_EXC_TypeError, "device(): argument 'device' must be torch.device, not %N",
                              args[0]);
        if (bind_device_parse(t, args[0], &type, &index) < 0)
            return lang_error();
        lang_value device = bind_device_new(t, type, index);
        if (lang_is_error(device))
            return device;
        bind_default_device = (struct bind_device *)device.o;
    }
    lang_xdecref(t, old);
    return lang_none();
}
static lang_value get_default_device(struct lang_thread *t, const lang_value *args)
{
    (void)args;
    if (!bind_default_device)
        return bind_device_new(t, RT_CPU, -1);
    struct bind_device *d = bind_default_device;
    return d->type == RT_CUDA && d->index < 0 ? bind_device_new(t, RT_CUDA, rt_device_current(RT_CUDA))
                                              : lang_obj(lang_incref(d));
}
static lang_value get_num_threads(struct lang_thread *t, const lang_value *args)
{
    (void)t;
    (void)args;
    return lang_int(rt_pool_threads());
}
static lang_value set_num_threads(struct lang_thread *t, const lang_value *args)
{
    int64_t n;
    if (args[0].tag != LANG_INT)
        return lang_raise(t, LANG_EXC_RuntimeError, "set_num_threads expects an int, but got %N", args[0]);
    if (bind_int(t, args[0], &n) < 0)
        return lang_error();
    if (n < 1 || n > 4096)
        return lang_raise(t, LANG_EXC_RuntimeError, "set_num_threads expects a positive integer");
    rt_pool_set_threads((int)n);
    return lang_none();
}
static int two_dtypes(struct lang_thread *t, const char *function, const lang_value *args, enum rt_dtype *a,
                      enum rt_dtype *b)
{
    *a = bind_dtype_like(args[0]);
    *b = bind_dtype_like(args[1]);
    for (int i = 0; i < 2; i++)
        if (bind_dtype_like(args[i]) == RT_DTYPE_NONE)
            return lang_fail(t, LANG_EXC_TypeError, "%s(): argument %d must be torch.dtype, not %N", function, i + 1,
                             args[i]);
    return 0;
}
static lang_value promote_types(struct lang_thread *t, const lang_value *args)
{
    enum rt_dtype a, b, common;
    struct rt_error err;
    rt_error_clear(&err);
    if (two_dtypes(t, "promote_types", args, &a, &b) < 0)
        return lang_error();
    return rt_dtype_promote_or_say(a, b, &common, &err) < 0 ? bind_raise(t, &err) : bind_dtype_value(common);
}
static lang_value type_names(struct lang_thread *t, const lang_value *args)
{
    enum rt_dtype d = bind_dtype_like(args[0]);
    if (d == RT_DTYPE_NONE)
        return lang_raise(t, LANG_EXC_TypeError, "_type_names(): not a dtype: %N", args[0]);
    struct lang_tuple *pair = lang_tuple_new(t, 2);
    struct lang_str *scalar = lang_str_from_c(t, rt_dtype_table[d].scalar);
    struct lang_str *cxx = lang_str_from_c(t, rt_dtype_table[d].cxx);
    if (pair && scalar && cxx) {
        pair->items[0] = lang_obj(scalar);
        pair->items[1] = lang_obj(cxx);
        return lang_obj(pair);
    }
    lang_xdecref(t, pair);
    lang_xdecref(t, scalar);
    lang_xdecref(t, cxx);
    return lang_error();
}
static lang_value result_type(struct lang_thread *t, const lang_value *args)
{
    struct rt_arg operands[2];
    enum rt_dtype common;
    struct rt_error err;
    rt_error_clear(&err);
    for (int i = 0; i < 2; i++) {
        int is = 1;
        if (bind_is_tensor(args[i]))
            operands[i] = rt_arg_tensor(bind_rt(args[i]));
        else if ((is = bind_scalar(t, args[i], &operands[i].scalar)) == 1)
            operands[i].kind = RT_SCALAR;
        if (is < 1)
            return is < 0 ? lang_error()
                          : lang_raise(t, LANG_EXC_TypeError,
                                       "result_type(): argument '%s' must be Tensor or Number, not %N",
                                       i ? "other" : "tensor", args[i]);
    }
    return rt_common_type(operands, 2, &common, &err) < 0 ? bind_raise(t, &err) : bind_dtype_value(common);
}
static lang_value can_cast(struct lang_thread *t, const lang_value *args)
{
    enum rt_dtype a, b;
    return two_dtypes(t, "can_cast", args, &a, &b) < 0 ? lang_error() : lang_bool(rt_dtype_can_cast(a, b));
}

static lang_value equal(struct lang_thread *t, const lang_value *args);

static const struct lang_method torch_functions[] = {
    {"is_tensor", "(obj)", is_tensor, "True for tensors.", LANG_M_STATIC | LANG_M_PYTHON_ERRORS},
    {"is_floating_point", "(input)", is_floating_point, "True for tensors of floating point elements.", LANG_M_STATIC},
    {"is_complex", "(input)", is_complex, "True for tensors of complex elements.", LANG_M_STATIC},
    {"is_nonzero", "(input)", is_nonzero, "The truth of a tensor of one element.", LANG_M_STATIC},
    {"equal", "(input, other)", equal, "True if both have the same shape and the same elements.", LANG_M_STATIC},
    {"numel", "(input)", numel, "The number of elements.", LANG_M_STATIC},
    {"get_default_dtype", "()", get_default_dtype, "The type that new tensors of floats get.", LANG_M_STATIC},
    {"set_default_dtype", "(d)", set_default_dtype, "Sets the type that new tensors of floats get.",
     LANG_M_STATIC | LANG_M_PYTHON_ERRORS},
    {"get_default_device", "()", get_default_device, "Where new tensors are made.",
     LANG_M_STATIC | LANG_M_PYTHON_ERRORS},
    {"set_default_device", "(device)", set_default_device, "Sets where new tensors are made.",
     LANG_M_STATIC | LANG_M_PYTHON_ERRORS},
    {"get_num_threads", "()", get_num_threads, "The number of threads that compute.", LANG_M_STATIC},
    {"set_num_threads", "(num, /)", set_num_threads, "Sets the number of threads that compute.", LANG_M_STATIC},
    {"promote_types", "(type1, type2)", promote_types, "The common type of two types.", LANG_M_STATIC},
    {"_type_names", "(dtype)", type_names, "The names of a type in errors and in C++.", LANG_M_STATIC},
    {"_result_type", "(a, b)", result_type, "The type of the result of an operation with both.", LANG_M_STATIC},
    {"can_cast", "(from_, to)", can_cast, "True if elements of one type may be stored as the other.", LANG_M_STATIC},
    {"set_printoptions", bind_set_printoptions_signature, bind_set_printoptions,
     "How tensors are printed: digits, when and how much is left out, the width of a line, scientific notation.",
     LANG_M_STATIC | LANG_M_PYTHON_ERRORS},
    {NULL, NULL, NULL, NULL, 0}};

/* ---- names made at their first use ------------------------------------------------------------------------------ */

/* torch.NAME of a library module: NULL attribute: the module itself. */
static const struct {
    const char *name, *module, *attribute;
} lazy_names[] = {
    {"_C", "torch._C", NULL},
    {"_VF", "torch._VF", NULL},
    {"nn", "torch.nn", NULL},
    {"cuda", "torch.cuda", NULL},
    {"autograd", "torch.autograd", NULL},
    {"optim", "torch.optim", NULL},
    {"utils", "torch.utils", NULL},
    {"backends", "torch.backends", NULL},
    {"version", "torch.version", NULL},
    {"linalg", "torch.linalg", NULL},
    {"fft", "torch.fft", NULL},
    {"distributions", "torch.distributions", NULL},
    {"func", "torch.func", NULL},
    {"vmap", "torch.func", "vmap"},
    {"special", "torch.special", NULL},
    {"sparse", "torch.sparse", NULL},
    {"signal", "torch.signal", NULL},
    {"amp", "torch.amp", NULL},
    {"autocast", "torch.amp", "autocast"},
    {"GradScaler", "torch.amp", "GradScaler"},
    {"return_types", "torch.return_types", NULL},
    {"random", "torch.random", NULL},
    {"storage", "torch.storage", NULL},
    {"serialization", "torch.serialization", NULL},
    {"save", "torch.serialization", "save"},
    {"load", "torch.serialization", "load"},
    {"_utils", "torch._utils", NULL},
    {"_tensor", "torch._tensor", NULL},
    {"_tensor_str", "torch._tensor_str", NULL},
    {"SymInt", "torch._absent_types", "SymInt"},
    {"SymFloat", "torch._absent_types", "SymFloat"},
    {"SymBool", "torch._absent_types", "SymBool"},
    {"qint8", "torch._absent_types", "qint8"},
    {"quint8", "torch._absent_types", "quint8"},
    {"qint32", "torch._absent_types", "qint32"},
    {"quint4x2", "torch._absent_types", "quint4x2"},
    {"quint2x4", "torch._absent_types", "quint2x4"},
    {"bits8", "torch._absent_types", "bits8"},
    {"bits16", "torch._absent_types", "bits16"},
    {"bits1x8", "torch._absent_types", "bits1x8"},
    {"bits2x4", "torch._absent_types", "bits2x4"},
    {"bits4x2", "torch._absent_types", "bits4x2"},
    {"accelerator", "torch.accelerator", NULL},
    {"cpu", "torch.cpu", NULL},
    {"export", "torch.export", NULL},
    {"mps", "torch.mps", NULL},
    {"mtia", "torch.mtia", NULL},
    {"xpu", "torch.xpu", NULL},
    {"functional", "torch.functional", NULL},
    {"testing", "torch.testing", NULL},
    {"jit", "torch.jit", NULL},
    {"ScriptModule", "torch.jit", "ScriptModule"},
    {"ScriptFunction", "torch.jit", "ScriptFunction"},
    {"compiler", "torch.compiler", NULL},
    {"compile", "torch._dynamo.eval_frame", "compile"},
    {"_dynamo", "torch._dynamo", NULL},
    {"futures", "torch.futures", NULL},
    {"profiler", "torch.profiler", NULL},
    {"hub", "torch.hub", NULL},
    {"__config__", "torch.__config__", NULL},
    {"Future", "torch.futures", "Future"},
    {"PyTorchFileReader", "torch._C", "PyTorchFileReader"},
    {"PyTorchFileWriter", "torch._C", "PyTorchFileWriter"},
    {"overrides", "torch.overrides", NULL},
    {"to_dlpack", "torch.utils.dlpack", "to_dlpack"},
    {"from_dlpack", "torch.utils.dlpack", "from_dlpack"},
    {"_ops", "torch._ops", NULL},
    {"ops", "torch._ops", "ops"},
    {"library", "torch.library", NULL},
    {"fx", "torch.fx", NULL},
    {"onnx", "torch.onnx", NULL},
    {"ao", "torch.ao", NULL},
    {"types", "torch.types", NULL},
    {"distributed", "torch.distributed", NULL},
    {"multiprocessing", "torch.multiprocessing", NULL},
    {"_sample_dirichlet", "torch._native_functions", "_sample_dirichlet"},
    {"_shape_as_tensor", "torch._native_functions", "_shape_as_tensor"},
    {"_weight_norm", "torch._native_functions", "_weight_norm"},
    {"_assert", "torch._checks", "_assert"},
    {"_assert_async", "torch._checks", "_assert_async"},
    {"_check", "torch._checks", "_check"},
    {"_check_index", "torch._checks", "_check_index"},
    {"_check_is_size", "torch._checks", "_check_is_size"},
    {"_check_not_implemented", "torch._checks", "_check_not_implemented"},
    {"_check_tensor_all", "torch._checks", "_check_tensor_all"},
    {"_check_tensor_all_with", "torch._checks", "_check_tensor_all_with"},
    {"_check_type", "torch._checks", "_check_type"},
    {"_check_value", "torch._checks", "_check_value"},
    {"_check_with", "torch._checks", "_check_with"},
    {"no_grad", "torch.autograd.grad_mode", "no_grad"},
    {"enable_grad", "torch.autograd.grad_mode", "enable_grad"},
    {"set_grad_enabled", "torch.autograd.grad_mode", "set_grad_enabled"},
    {"inference_mode", "torch.autograd.grad_mode", "inference_mode"},
    {"finfo", "torch._type_info", "finfo"},
    {"iinfo", "torch._type_info", "iinfo"},
    {"UntypedStorage", "torch.storage", "UntypedStorage"},
    {"TypedStorage", "torch.storage", "TypedStorage"},
    {"DoubleStorage", "torch.storage", "DoubleStorage"},
    {"FloatStorage", "torch.storage", "FloatStorage"},
    {"HalfStorage", "torch.storage", "HalfStorage"},
    {"BFloat16Storage", "torch.storage", "BFloat16Storage"},
    {"LongStorage", "torch.storage", "LongStorage"},
    {"IntStorage", "torch.storage", "IntStorage"},
    {"ShortStorage", "torch.storage", "ShortStorage"},
    {"CharStorage", "torch.storage", "CharStorage"},
    {"ByteStorage", "torch.storage", "ByteStorage"},
    {"BoolStorage", "torch.storage", "BoolStorage"},
    {"ComplexFloatStorage", "torch.storage", "ComplexFloatStorage"},
    {"ComplexDoubleStorage", "torch.storage", "ComplexDoubleStorage"},
};

static lang_value lazy(struct lang_thread *t, struct lang_str *name, const char *module, const char *attribute)
{
    lang_value m = lang_import(t, module);
    if (lang_is_error(m) || !attribute)
        return m;
    lang_value v = lang_getattr_opt(t, m, name);
    lang_unref(t, m);
    return v;
}

/* A function of the library that PyTorch has in C++ checks its arguments against the signature. Takes over v. */
static lang_value adapted_by_name(struct lang_thread *t, struct lang_str *name, lang_value v)
{
    if (v.tag != LANG_OBJECT || strcmp(lang_type_name(v), "function") != 0)
        return v;
    const char *text = lang_str_utf8(t, name, NULL);
    lang_value adapted = text ? bind_adapter_new(t, v, text, text) : lang_error();
    lang_unref(t, v);
    return adapted;
}

/* torch.__getattr__(name): keeps what it finds in the module, so it is asked once for a name. */
static lang_value torch_getattr(struct lang_thread *t, const lang_value *args)
{
    static struct lang_dict *torch_dict;
    lang_value v = lang_undef();
    if (!lang_is_str(args[0]))
        return lang_raise(t, LANG_EXC_TypeError, "attribute name must be string, not '%N'", args[0]);
    struct lang_str *name = lang_as_str(args[0]);
    for (size_t i = 0; i < BIND_COUNT(lazy_names) && lang_is_undef(v); i++)
        if (lang_str_equal_c(name, lazy_names[i].name))
            v = lazy(t, name, lazy_names[i].module, lazy_names[i].attribute);
    /* functions written in the language */
    static const char foreach[] = "_foreach_";
    const char *text = lang_str_utf8(t, name, NULL);
    if (!text)
        return lang_error();
    if (lang_is_undef(v) && strncmp(text, foreach, sizeof foreach - 1) == 0)
        v = lazy(t, name, "torch._foreach", "");
    if (lang_is_undef(v) && name->length && lang_str_at(name, 0) != '_')
        v = adapted_by_name(t, name, lazy(t, name, "torch.functional", ""));
    if (lang_is_undef(v))
        return lang_raise(t, LANG_EXC_AttributeError, "module 'torch' has no attribute '%U'", name);
    if (lang_is_error(v))
        return v;
    if (!torch_dict) {
        lang_value torch = lang_import(t, "torch");
        if (!lang_is_error(torch)) {
            torch_dict = lang_module_dict((struct lang_module *)torch.o);
            lang_unref(t, torch);
        }
    }
    if (torch_dict && lang_dict_set_str(t, torch_dict, name, v) < 0) {
        lang_unref(t, v);
        return lang_error();
    }
    return v;
}
/* Calls torch.functional._shown(names): the names of the module's dict and of what is lazy. */
static lang_value call_shown(struct lang_thread *t, struct lang_list *names)
{
    lang_value module = lang_import(t, "torch.functional");
    if (lang_is_error(module))
        return module;
    lang_value shown = lang_getattr_c(t, module, "_shown"), list = lang_obj(names);
    lang_unref(t, module);
    if (lang_is_error(shown))
        return shown;
    lang_value found = lang_call(t, shown, &list, 1, NULL);
    lang_unref(t, shown);
    return found;
}

/* torch.__dir__(): with the names that are imported at their first use. */
static lang_value torch_dir(struct lang_thread *t, const lang_value *args)
{
    (void)args;
    lang_value torch = lang_import(t, "torch"), found = lang_error();
    if (lang_is_error(torch))
        return torch;
    struct lang_list *names = lang_list_new(t, 0);
    lang_value mine = names ? lang_obj(lang_module_dict((struct lang_module *)torch.o)) : lang_error();
    bool ok = names && lang_list_extend(t, names, mine) == 0;
    for (size_t i = 0; ok && i < BIND_COUNT(lazy_names); i++) {
        struct lang_str *name = lang_intern_c(t, lazy_names[i].name);
        ok = name && lang_list_append_steal(t, names, lang_obj(name)) == 0;
    }
    if (ok)
        found = call_shown(t, names);
    lang_xdecref(t, names);
    lang_unref(t, torch);
    return found;
}

static const struct lang_method lazy_functions[] = {{"__getattr__", "(name, /)", torch_getattr, NULL, LANG_M_STATIC},
                                                    {"__dir__", "()", torch_dir, NULL, LANG_M_STATIC},
                                                    {NULL, NULL, NULL, NULL, 0}};

/* torch._C._import(name): the module of a dotted name itself. */
static lang_value import_module(struct lang_thread *t, const lang_value *args)
{
    const char *name = lang_as_utf8(t, args[0], "name", NULL);
    return name ? lang_import(t, name) : lang_error();
}
/* torch._C._named_result(name, fields, values): a tuple of torch.return_types. */
static lang_value named_result(struct lang_thread *t, const lang_value *args)
{
    enum { FIELDS = 8 };
    const char *name = lang_as_utf8(t, args[0], "name", NULL), *fields[FIELDS] = {NULL};
    if (!name)
        return lang_error();
    struct lang_type *type = bind_named_type_find(name);
    if (!lang_is_tuple(args[1]) || !lang_is_tuple(args[2]))
        return lang_raise(t, LANG_EXC_TypeError, "fields and values must be tuples");
    struct lang_tuple *names = (struct lang_tuple *)args[1].o, *values = (struct lang_tuple *)args[2].o;
    if (!type) {
        int n = 0;
        for (; n < FIELDS && n < names->length; n++) {
            const char *text = lang_as_utf8(t, names->items[n], "field", NULL);
            if (!text || !(fields[n] = strdup(text))) /* kept by the type, which is never freed */
                return text ? lang_no_memory(t) : lang_error();
        }
        if (!(type = bind_named_type(t, name, fields, n)))
            return lang_error();
    }
    return bind_tuple_as(t, type, values->items, values->length);
}
static lang_value equal(struct lang_thread *t, const lang_value *args)
{
    static struct rt_op *slot;
    for (int i = 0; i < 2; i++)
        if (!bind_is_tensor(args[i]))
            return lang_raise(t, LANG_EXC_TypeError, "equal(): argument '%s' (position %d) must be Tensor, not %N",
                              i ? "other" : "input", i + 1, args[i]);
    int small = rt_tensor_equal_small(bind_rt(args[0]), bind_rt(args[1]));
    if (small >= 0)
        return lang_bool(small);
    struct rt_arg both[2] = {rt_arg_tensor(bind_rt(args[0])), rt_arg_tensor(bind_rt(args[1]))};
    lang_value same = bind_op(t, &slot, "_equal") ? bind_apply(t, slot, both, 2) : lang_error();
    if (lang_is_error(same))
        return same;
    int truth = lang_truth(t, same);
    lang_unref(t, same);
    return truth < 0 ? lang_error() : lang_bool(truth);
}
/* _needs_data(name): raises what an op says whose result depends on the elements of a meta tensor. */
static lang_value needs_data(struct lang_thread *t, const lang_value *args)
{
    struct rt_error err;
    rt_error_clear(&err);
    const char *name = lang_str_utf8(t, lang_as_str(args[0]), NULL);
    if (!name)
        return lang_error();
    rt_needs_data(name, "", &err);
    return bind_raise(t, &err);
}
static lang_value warn_always(struct lang_thread *t, const lang_value *args)
{
    (void)t;
    rt_warn_always(args[0].tag == LANG_BOOL && args[0].i);
    return lang_none();
}

/* The instruction set in PyTorch's words. */
static lang_value cpu_capability(struct lang_thread *t, const lang_value *args)
{
    const char *name = rt_cpu_capability();
    (void)args;
    return lang_obj_or_error(lang_str_from_c(t, !strcmp(name, "avx512") ? "AVX512"
                                                : !strcmp(name, "avx2") ? "AVX2"
                                                                        : "DEFAULT"));
}

static const struct lang_method c_functions[] = {
    {"_cpu_capability", "()", cpu_capability, "The instruction set that loops are compiled for.", LANG_M_STATIC},
    {"_print_options", "()", bind_print_options, "What torch.set_printoptions() has set.", LANG_M_STATIC},
    {"_needs_data", "(name: str, /)", needs_data, NULL, LANG_M_STATIC},
    {"_import", "(name, /)", import_module, NULL, LANG_M_STATIC},
    {"_warn_always", "(always, /)", warn_always, NULL, LANG_M_STATIC},
    {"_fast_path", "(function, name, /)", bind_fast_path_function, NULL, LANG_M_STATIC},
    {"_check_arguments", "(function, signature, /)", bind_adapt_function, NULL, LANG_M_STATIC},
    {"_named_result", "(name, fields, values, /)", named_result, NULL, LANG_M_STATIC},
    {NULL, NULL, NULL, NULL, 0}};

/* ---- making ----------------------------------------------------------------------------------------------------- */

static int types_ready(struct lang_thread *t)
{
    static bool ready;
    if (ready)
        return 0;
    if (bind_types_ready(t) < 0 || bind_node_ready(t) < 0 || bind_errors_ready(t) < 0 || bind_tensor_ready(t) < 0 ||
        bind_ops_add_methods(t, &bind_type_tensor_base) < 0 || bind_functional_add_methods(t) < 0 ||
        bind_adapt_methods(t, &bind_type_tensor_base) < 0 || bind_override_ready(t) < 0)
        return -1;
    ready = true;
    return 0;
}

static int add_constants(struct lang_thread *t, struct lang_module *m)
{
    static const struct {
        const char *name;
        double value;
    } numbers[] = {{"pi", 3.14159265358979323846}, {"e", 2.71828182845904523536}, {"inf", INFINITY}, {"nan", NAN}};
    for (size_t i = 0; i < BIND_COUNT(numbers); i++)
        if (lang_module_add(t, m, numbers[i].name, lang_float(numbers[i].value)) < 0)
            return -1;
    if (lang_module_add(t, m, "newaxis", lang_none()) < 0 ||
        lang_module_add(t, m, "Tensor", lang_obj(&bind_type_tensor)) < 0 ||
        lang_module_add(t, m, "OutOfMemoryError", lang_obj(bind_exc_out_of_memory)) < 0 ||
        lang_module_add(t, m, "AcceleratorError", lang_obj(bind_exc_accelerator)) < 0 ||
        lang_module_add_steal(t, m, "__version__", lang_obj_or_error(lang_str_from_c(t, bind_torch_version()))) < 0 ||
        lang_module_add_steal(t, m, "default_generator", bind_generator_wrap(t, rt_device_generator(rt_device_cpu()))) <
            0)
        return -1;
    return 0;
}

/* Marks a module in C as a package, so that `from it import sub` finds its submodules. */
static int add_path(struct lang_thread *t, struct lang_module *m)
{
    return lang_module_add_steal(t, m, "__path__", lang_obj_or_error(lang_list_new(t, 0)));
}

/* Functions of the tables above whose arguments are checked against PyTorch's signatures. */
static int adapt_functions(struct lang_thread *t, struct lang_module *m)
{
    static const char *const names[] = {"as_tensor", "is_floating_point", "is_complex",   "is_nonzero", "equal",
                                        "numel",     "can_cast",          "promote_types"};
    for (size_t i = 0; i < BIND_COUNT(names); i++) {
        lang_value f = lang_dict_get_c(t, lang_module_dict(m), names[i]);
        lang_value adapted = lang_is_undef(f) || lang_is_error(f) ? f : bind_adapter_new(t, f, names[i], names[i]);
        if (lang_is_error(adapted) || (!lang_is_undef(f) && lang_module_add_steal(t, m, names[i], adapted) < 0))
            return -1;
    }
    return 0;
}

static void install_callbacks(struct lang_thread *t)
{
    bind_main_thread = t;
    rt_set_warning_handler(bind_keep_warning, NULL);
    bind_autograd_install();
    rt_set_memory_pressure_handler(bind_collect_for_memory, NULL);
    rt_share(-1); /* counts need no locked instructions: threads take turns under the language's lock */
}

static struct lang_module *make_torch(struct lang_thread *t)
{
    static const struct lang_method *const tables[] = {torch_functions, bind_random_functions, lazy_functions};
    if (types_ready(t) < 0)
        return NULL;
    install_callbacks(t);
    struct lang_module *m = lang_module_new(t, "torch", "Tensors and networks on CPU and CUDA devices.");
    if (!m)
        return NULL;
    bool ok = add_path(t, m) == 0 && bind_ops_add_functions(t, m, RT_OP_FUNCTION) == 0 && bind_types_add(t, m) == 0 &&
              add_constants(t, m) == 0 && bind_create_add(t, m) == 0;
    for (size_t i = 0; ok && i < BIND_COUNT(tables); i++)
        ok = lang_module_add_functions(t, m, tables[i]) == 0;
    /* the public ones belong to torch itself as well */
    for (const struct lang_method *row = bind_autograd_functions; ok && row->name; row++)
        if (row->name[0] != '_') {
            struct lang_native *native = lang_native_new(t, row, NULL, "torch");
            ok = native && lang_module_add_steal(t, m, row->name, lang_obj(native)) == 0;
        }
    /* functions of torch.functional with more overloads than the table's row */
    static const char *const wider[] = {"nonzero"};
    for (size_t i = 0; ok && i < BIND_COUNT(wider); i++) {
        lang_value name = lang_obj_or_error(lang_intern_c(t, wider[i]));
        ok = !lang_is_error(name) && lang_dict_del(t, lang_module_dict(m), name) >= 0;
        if (!lang_is_error(name))
            lang_unref(t, name);
    }
    ok = ok && adapt_functions(t, m) == 0 && bind_override_early(t, m) == 0;
    if (ok)
        return m;
    lang_decref(t, m);
    return NULL;
}

/* torch._C.__getattr__(name): names that are written in the language. */
static lang_value c_getattr(struct lang_thread *t, const lang_value *args)
{
    if (!lang_is_str(args[0]))
        return lang_raise(t, LANG_EXC_TypeError, "attribute name must be string, not '%N'", args[0]);
    static const char *const modules[] = {"torch._C._nn", "torch._C._fft", "torch._C._linalg", "torch._C._special"};
    const char *name = lang_str_utf8(t, lang_as_str(args[0]), NULL);
    if (!name)
        return lang_error();
    for (size_t i = 0; i < sizeof modules / sizeof *modules; i++)
        if (strcmp(name, modules[i] + strlen("torch._C.")) == 0)
            return lang_import(t, modules[i]);
    lang_value v = lazy(t, lang_as_str(args[0]), "torch._dispatch_keys", "");
    return lang_is_undef(v)
               ? lang_raise(t, LANG_EXC_AttributeError, "module 'torch._C' has no attribute '%U'", lang_as_str(args[0]))
               : v;
}

static const struct lang_method c_lazy[] = {{"__getattr__", "(name, /)", c_getattr, NULL, LANG_M_STATIC},
                                            {NULL, NULL, NULL, NULL, 0}};

/* The arguments of Module.to(). */
static int add_parse_to(struct lang_thread *t, struct lang_module *m)
{
    struct lang_native *parse_to = lang_native_raw(t, "_parse_to", NULL, bind_parse_to, NULL);
    return parse_to ? lang_module_add_steal(t, m, "_parse_to", lang_obj(parse_to)) : -1;
}

/* torch._C: what the library modules stand on. */
static struct lang_module *make_c(struct lang_thread *t)
{
    if (types_ready(t) < 0)
        return NULL;
    struct lang_module *m = lang_module_new(t, "torch._C", NULL);
    if (!m)
        return NULL;
    bool ok = add_path(t, m) == 0 && add_parse_to(t, m) == 0 && bind_archive_add(t, m) == 0 &&
              lang_module_add(t, m, "_LinAlgError", lang_obj(bind_exc_linalg)) == 0 &&
              lang_module_add(t, m, "_FunctionBase", lang_obj(&bind_type_function_base)) == 0 &&
              lang_module_add(t, m, "_Node", lang_obj(&bind_type_node)) == 0 &&
              lang_module_add_functions(t, m, bind_autograd_functions) == 0 &&
              lang_module_add_functions(t, m, bind_collate_functions) == 0 &&
              lang_module_add_functions(t, m, c_functions) == 0 && lang_module_add_functions(t, m, c_lazy) == 0 &&
              lang_module_add_functions(t, m, bind_profile_functions) == 0 &&
              lang_module_add_functions(t, m, bind_autocast_functions) == 0 &&
              lang_module_add_functions(t, m, bind_optimizer_functions) == 0 &&
              lang_module_add_functions(t, m, bind_dlpack_functions) == 0 && bind_device_add(t, m) == 0 &&
              bind_worker_add(t, m) == 0 && bind_module_ready(t, m) == 0 && bind_override_add(t, m) == 0 &&
              lang_module_add_functions(t, m, bind_ops_functions) == 0 && bind_dispatch_add(t, m) == 0;
    if (ok)
        return m;
    lang_decref(t, m);
    return NULL;
}

/* torch._C._nn: the functions that torch.nn.functional has beside those of torch. */
static struct lang_module *make_c_nn(struct lang_thread *t)
{
    struct lang_module *m = types_ready(t) < 0 ? NULL : lang_module_new(t, "torch._C._nn", NULL);
    if (!m || (bind_ops_add_functions(t, m, RT_OP_NN) == 0 && add_parse_to(t, m) == 0))
        return m;
    lang_decref(t, m);
    return NULL;
}

/* torch._C._linalg: the functions of torch.linalg under their full names, and its exception. */
static struct lang_module *make_c_linalg(struct lang_thread *t)
{
    struct lang_module *m = types_ready(t) < 0 ? NULL : lang_module_new(t, "torch._C._linalg", NULL);
    if (!m || (bind_ops_add_functions(t, m, RT_OP_LINALG) == 0 &&
               lang_module_add(t, m, "_LinAlgError", lang_obj(bind_exc_linalg)) == 0))
        return m;
    lang_decref(t, m);
    return NULL;
}

/* torch._C._cuda_types: the legacy types of CUDA tensors. */
static struct lang_module *make_cuda_types(struct lang_thread *t)
{
    struct lang_module *m = types_ready(t) < 0 ? NULL : lang_module_new(t, "torch.cuda", NULL);
    if (!m || bind_create_add(t, m) == 0)
        return m;
    lang_decref(t, m);
    return NULL;
}

/* A variable of the environment with a value that would be ignored is an error. words: its possible values, ended by
 * NULL; or none, for a number from `least` to `most`. */
static int check_variable(struct lang_thread *t, const char *name, const char *const *words, long least, long most)
{
    const char *text = getenv(name);
    char *end;
    if (!text || !*text)
        return 0;
    for (int i = 0; words && words[i]; i++)
        if (!strcmp(text, words[i]))
            return 0;
    if (words)
        return lang_fail(t, LANG_EXC_ValueError, "%s is \"%.40s\", not one of those it may be", name, text);
    long number = strtol(text, &end, 10);
    if (*end == '\0' && number >= least && number <= most)
        return 0;
    return lang_fail(t, LANG_EXC_ValueError, "%s is \"%.40s\", not a number from %ld to %ld", name, text, least, most);
}

static int check_environment(struct lang_thread *t)
{
    static const char *const sets[] = {"baseline", "avx2", "avx512", NULL};
    static const char *const products[] = {"own", "library", "absent", NULL};
    return check_variable(t, "TENSOR_CPU", sets, 0, 0) || check_variable(t, "TENSOR_BLAS", products, 0, 0) ||
                   check_variable(t, "TENSOR_THREADS", NULL, 1, 1 << 20) ||
                   check_variable(t, "TENSOR_SIM_GPUS", NULL, 0, RT_MAX_SIM)
               ? -1
               : 0;
}

static int add_library(struct lang_thread *t)
{
    for (size_t i = 0; bind_prelude[i].name; i++) {
        struct lang_source_module module = bind_prelude[i];
        module.code = bind_prelude_bytes + bind_prelude_code[i].start;
        module.code_size = bind_prelude_code[i].size;
        if (lang_add_source_module(t, &module) < 0)
            return -1;
    }
    return 0;
}

int bind_install(struct lang_thread *t, const struct bind_options *options)
{
    struct rt_error err;
    rt_error_clear(&err);
    if (check_environment(t) < 0)
        return -1;
    int count = options ? options->sim_gpus : -1;
    if (count < 0)
        count = rt_sim_count_from_environment();
    if (count > 0 && rt_sim_provide(count, options ? options->sim_memory : 0, &err) < 0)
        return bind_fail(t, &err);
    if (count <= 0)
        rt_cuda_provide(NULL);
    rt_alloc_set_headroom(options ? options->headroom : NULL);
    bind_worker_install(options ? options->interrupt : NULL);
    if (bind_override_watch(t) < 0)
        return -1;
    if (options && options->interrupt)
        rt_set_interrupt_flag((const volatile int *)(const volatile void *)options->interrupt);
    if (lang_add_native_module(t, "torch", make_torch) < 0 || lang_add_native_module(t, "torch._C", make_c) < 0 ||
        lang_add_native_module(t, "torch._C._nn", make_c_nn) < 0 ||
        lang_add_native_module(t, "torch._C._linalg", make_c_linalg) < 0 ||
        lang_add_native_module(t, "torch._C._cuda_types", make_cuda_types) < 0)
        return -1;
    return add_library(t);
}

void bind_cell(long long number)
{
    rt_set_cell(number);
}

void bind_shutdown(struct lang_thread *t)
{
    bind_adapters_clear(t);
    lang_xdecref(t, bind_default_device);
    bind_default_device = NULL;
    rt_set_warning_handler(NULL, NULL);
    rt_set_memory_pressure_handler(NULL, NULL);
    rt_share(1);
    rt_set_interrupt_flag(NULL);
}
