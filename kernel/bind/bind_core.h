/* bind_core.h: what the files of this folder share: objects, conversions, errors, and one section a file from the
 * lowest to the highest: a file calls those above its own section in this header only (tests/check-circles). The
 * matching of arguments stands between bind_apply.c and bind_ops.c and has a header of its own, bind_args.h.
 *
 * Ownership and failure follow object.h. There is one vm in a process, so caches of this folder are static. */
#ifndef BIND_CORE_H
#define BIND_CORE_H

#include "lang.h"
#include "runtime.h"
#include "random/random_generator.h"

/* ---- objects ---------------------------------------------------------------------------------------------------- */

/* A tensor of the language. The same rt_tensor always shows the same object: rt_tensor_user points back here,
 * uncounted. */
struct bind_tensor {
    struct lang_object head;
    struct lang_attrs attrs;
    struct rt_tensor *rt; /* counted; NULL only while a subclass is being made */
    int64_t accounted;    /* bytes announced to the collector */
    lang_value shape;     /* the torch.Size that was made last, or UNDEF; good as long as the sizes are the same */
};
struct bind_dtype {
    struct lang_object head;
    enum rt_dtype dtype;
};
/* A name of a device: the device itself need not exist. */
struct bind_device {
    struct lang_object head;
    enum rt_device_type type;
    int index; /* -1: none given */
};
/* torch.strided, torch.contiguous_format ...: named constants with a type */
struct bind_constant {
    struct lang_object head;
    const char *name;
};
struct bind_generator {
    struct lang_object head;
    struct rt_generator *rt;
};
struct bind_node {
    struct lang_object head;
    struct rt_node *rt; /* counted; that of a function of the language is not: the node holds the object */
};
/* A torch.autograd.Function's context, which is its node, too. */
struct bind_function_node {
    struct bind_node node;
    struct lang_attrs attrs;
};

#define BIND_COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* ---- bind_objects.c --------------------------------------------------------------------------------------------- */

extern struct lang_type bind_type_tensor, bind_type_tensor_base, bind_type_dtype, bind_type_device, bind_type_layout,
    bind_type_memory_format, bind_type_generator, bind_type_node, bind_type_function_base, bind_type_size;
extern struct bind_dtype bind_dtypes[RT_DTYPE_COUNT];
/* The device of new tensors, set by torch.set_default_device or `with torch.device(...)`; NULL: the CPU. */
extern struct bind_device *bind_default_device;
/* Fills one of the type objects above and makes it ready: called by the file that knows its behaviour, bases first. */
int bind_type_define(struct lang_thread *t, struct lang_type *type, const struct lang_type *definition);

static inline bool bind_is_tensor(lang_value v)
{
    return v.tag == LANG_OBJECT && (v.o->type == &bind_type_tensor || lang_is_subtype(v.o->type, &bind_type_tensor));
}
static inline struct rt_tensor *bind_rt(lang_value v)
{
    return ((struct bind_tensor *)v.o)->rt;
}
static inline bool bind_is_dtype(lang_value v)
{
    return lang_is_exactly(v, &bind_type_dtype);
}
static inline bool bind_is_device(lang_value v)
{
    return lang_is_exactly(v, &bind_type_device);
}
static inline bool bind_is_generator(lang_value v)
{
    return lang_is_exactly(v, &bind_type_generator);
}
static inline lang_value bind_dtype_value(enum rt_dtype d)
{
    return lang_obj(lang_incref(&bind_dtypes[d]));
}

/* ---- bind_convert.c --------------------------------------------------------------------------------------------- */

extern struct lang_type *bind_exc_out_of_memory, *bind_exc_accelerator, *bind_exc_linalg;
/* Makes those classes, once. */
int bind_errors_ready(struct lang_thread *t);
/* Raises err as an exception of the language; returns LANG_ERROR. */
lang_value bind_raise(struct lang_thread *t, struct rt_error *err);
/* The same; returns -1. */
int bind_fail(struct lang_thread *t, struct rt_error *err);

/* NumPy's ndarray, and its numbers: objects of the other Python. */
bool bind_is_array(lang_value v);
bool bind_is_array_number(lang_value v);
lang_value bind_array_number(struct lang_thread *t, lang_value v); /* as int, float, bool or complex */
/* A number of the language as a scalar: 1 it is one, 0 not a number, -1 error (integers beyond 64 bits). */
int bind_scalar(struct lang_thread *t, lang_value v, struct rt_scalar *out);
/* The same for an operand: integers from 2^63 up to 2^64 count as floats where it meets floats, and as themselves where
   it meets unsigned integers. */
int bind_number(struct lang_thread *t, lang_value v, enum rt_dtype meets, struct rt_scalar *out);
lang_value bind_from_scalar(struct lang_thread *t, struct rt_scalar s);
bool bind_is_complex(lang_value v);
/* Does this value count as an int argument: int, not bool; or a 0-d integer tensor, or anything with __index__. */
bool bind_is_int_like(lang_value v);
/* The same, or an integer tensor with one element, of any number of dimensions. */
bool bind_is_index_like(lang_value v);
int bind_int(struct lang_thread *t, lang_value v, int64_t *out);
/* The bits of an integer that is not negative and below 2^64: 0; -1 (also without an error) where it is none. */
int bind_uint64(struct lang_thread *t, lang_value v, uint64_t *out);

/* torch.dtype, or the classes float, int, bool: RT_DTYPE_NONE when it is none of them. */
enum rt_dtype bind_dtype_like(lang_value v);
bool bind_is_device_like(lang_value v); /* device, str, int */
/* The type and index that a torch.device, a str or an int names; the device need not exist. -1 error. */
int bind_device_parse(struct lang_thread *t, lang_value v, enum rt_device_type *type, int *index);
/* The device itself; None gives NULL. -1 error. */
int bind_device_arg(struct lang_thread *t, lang_value v, struct rt_device **out);
/* bind_default_device itself, NULL for none; -1 when it cannot be used. */
int bind_factory_device(struct lang_thread *t, struct rt_device **out);
/* _nnz() and is_coalesced() of a tensor (bind_sparse.c). */
lang_value bind_sparse_nnz(struct lang_thread *t, const lang_value *args);
lang_value bind_sparse_is_coalesced(struct lang_thread *t, const lang_value *args);
/* nbytes, an error of COO; the error for what has no storage. */
lang_value bind_sparse_nbytes(struct lang_thread *t, const struct rt_tensor *rt);
lang_value bind_sparse_no_storage(struct lang_thread *t, const struct rt_tensor *rt);
/* Checks the bool of pin_memory (an accelerator must be there): NotImplementedError,
 * RuntimeError. */
int bind_check_placement(struct lang_thread *t, lang_value v);
/* pin_memory=True: a new tensor gives way to one in page-locked memory. */
int bind_pin(struct rt_tensor **made, struct rt_error *err);

/* Work that may take long runs with the interpreter lock released. Returns whether it was. */
bool bind_release(struct lang_thread *t, int64_t elements);
void bind_reacquire(struct lang_thread *t, bool released);
/* For callbacks of the runtime: the lock is held between these. enter returns the thread whose lock it took back, NULL
 * where it was held already. */
struct lang_thread *bind_callback_enter(void);
void bind_callback_leave(struct lang_thread *t);
/* The thread that imported torch, for callbacks that come from none. */
extern struct lang_thread *bind_main_thread;

/* Handlers for the runtime: a warning to be emitted when the call ends, and garbage collected for want of memory. */
void bind_keep_warning(const char *text, void *context);
bool bind_collect_for_memory(void *context);
/* Are there warnings that the runtime gave during the last call? */
extern bool bind_warnings_pending;
/* Emits them; -1 when one became an exception. */
int bind_warnings_emit(struct lang_thread *t);
/* warnings.warn(text): -1 when it became an exception. */
int bind_warn(struct lang_thread *t, const char *text);
/* Warns, once, where a tensor that requires a gradient becomes a number; -1 when that became an exception. */
int bind_warn_number(struct lang_thread *t, const struct rt_tensor *tensor);

/* ---- bind_array.c ----------------------------------------------------------------------------------------------- */

/* NumPy's ndarray, and its numbers. */
bool bind_is_array(lang_value v);
bool bind_is_array_number(lang_value v);
lang_value bind_array_number(struct lang_thread *t, lang_value v); /* as int, float, bool or complex */
bool bind_is_array_bool(lang_value v);
bool bind_is_python_number(lang_value v); /* a number of NumPy whose class derives from float or complex */
enum rt_dtype bind_array_dtype(struct lang_thread *t, lang_value v); /* of either; RT_DTYPE_NONE with an exception */
/* A tensor on the memory of an array (shared: it is for the user, who is warned where that is read-only), an array on
 * that of a tensor of the host. */
struct rt_tensor *bind_tensor_of_array(struct lang_thread *t, lang_value array, bool shared);
lang_value bind_array_of_tensor(struct lang_thread *t, struct rt_tensor *rt);
/* Methods and attributes of tensors: numpy(), and what NumPy asks for. */
lang_value bind_method_numpy(struct lang_thread *t, const lang_value *args);
lang_value bind_method_array(struct lang_thread *t, const lang_value *args);
lang_value bind_method_array_wrap(struct lang_thread *t, const lang_value *args);
lang_value bind_array_priority(struct lang_thread *t, lang_value self);

/* ---- bind_wrap.c ------------------------------------------------------------------------------------------------ */

/* The object of a tensor. Takes rt's reference, also on failure; NULL gives LANG_ERROR without raising (err is then to
 * be raised by the caller). */
lang_value bind_wrap_steal(struct lang_thread *t, struct rt_tensor *rt);
/* rt borrowed; NULL gives None. */
lang_value bind_wrap(struct lang_thread *t, struct rt_tensor *rt);
/* rt's reference is taken; NULL raises err. */
lang_value bind_result(struct lang_thread *t, struct rt_tensor *rt, struct rt_error *err);
/* Is there a class derived from Tensor that defines __torch_dispatch__? */
/* From now on there may be such classes. */
void bind_dispatch_begin(void);
/* What is done with each object that is made for a tensor; NULL: nothing. */
extern int (*bind_wrap_hook)(struct lang_thread *t, struct bind_tensor *made);
/* 1: the class is one, 0: it is not. */
int bind_is_dispatch_class(struct lang_thread *t, struct lang_type *cls);
/* A new instance of such a class: its tensor is marked, and it lives as long as that. */
int bind_dispatch_made(struct lang_thread *t, struct bind_tensor *made, bool wrapper);
/* A new object of a subclass on a tensor that has no object yet (torch.nn.Parameter). */
lang_value bind_wrap_as(struct lang_thread *t, struct lang_type *cls, struct rt_tensor *rt);
/* A row of the table by its full name; `slot` caches it. A missing one raises NotImplementedError. */
struct rt_op *bind_op(struct lang_thread *t, struct rt_op **slot, const char *full_name);

/* ---- bind_types.c ----------------------------------------------------------------------------------------------- */

int bind_types_ready(struct lang_thread *t);
/* Adds the types, the dtypes and the named constants to torch. */
int bind_types_add(struct lang_thread *t, struct lang_module *torch);
lang_value bind_device_new(struct lang_thread *t, enum rt_device_type type, int index);
lang_value bind_device_of(struct lang_thread *t, const struct rt_device *device);
lang_value bind_size_new(struct lang_thread *t, const int64_t *sizes, int64_t n);
lang_value bind_generator_wrap(struct lang_thread *t, struct rt_generator *rt);
/* torch.NAME constants of layouts and memory formats; NULL when there is none. */
struct lang_object *bind_constant_find(const char *name);
/* A subclass of tuple with named fields, for ops with several results; made once for a row. */
struct lang_type *bind_named_type(struct lang_thread *t, const char *name, const char *const *fields, int n);
/* The same if it has been made; NULL otherwise. */
struct lang_type *bind_named_type_find(const char *name);
lang_value bind_tuple_as(struct lang_thread *t, struct lang_type *type, const lang_value *items, int64_t n);

/* ---- bind_apply.c ----------------------------------------------------------------------------------------------- */

lang_value bind_apply(struct lang_thread *t, struct rt_op *op, const struct rt_arg *args, int nargs);
lang_value bind_apply_inplace(struct lang_thread *t, struct rt_op *op, lang_value self, const struct rt_arg *args,
                              int nargs);
/* Results as a value: a tensor, a tuple, a named tuple (of its own type where out= was given). Takes them. */
lang_value bind_results(struct lang_thread *t, struct rt_op *op, struct rt_results *results, bool out);

/* ---- bind_override.c -------------------------------------------------------------------------------------------- */

/* Begins to look at the classes that are made. */
int bind_override_watch(struct lang_thread *t);
int bind_override_ready(struct lang_thread *t);
/* Calls are overridden from the start if a class that wants it was made before torch was there. */
int bind_override_early(struct lang_thread *t, struct lang_module *torch);
/* What torch._C has of __torch_function__, and the method of tensors. */
int bind_override_add(struct lang_thread *t, struct lang_module *c);
extern const struct lang_method bind_override_methods[];
/* A native that is made after the first override: its calls can be overridden too. */
int bind_override_native(struct lang_thread *t, lang_value native);

/* ---- bind_dispatch.c -------------------------------------------------------------------------------------------- */

int bind_dispatch_add(struct lang_thread *t, struct lang_module *c);
/* Tensor.__torch_dispatch__ and Tensor._make_wrapper_subclass */
lang_value bind_dispatch_default(struct lang_thread *t, const lang_value *args);
lang_value bind_dispatch_wrapper(struct lang_thread *t, const lang_value *args);

/* ---- bind_autocast.c -------------------------------------------------------------------------------------------- */

extern const struct lang_method bind_autocast_functions[];
/* Calls a function of the library with its tensors cast as autocasting has it for that name. */
lang_value bind_autocast_call(struct lang_thread *t, const char *name, lang_value function, const lang_value *args,
                              size_t nargs, struct lang_tuple *kwnames);

/* ---- bind_optimizer.c ------------------------------------------------------------------------------------------- */

extern const struct lang_method bind_optimizer_functions[];

/* ---- bind_dlpack.c ---------------------------------------------------------------------------------------------- */

extern const struct lang_method bind_dlpack_functions[];

/* ---- bind_foreign.c --------------------------------------------------------------------------------------------- */

/* How the graph holds objects of the language, and contexts of torch.autograd.Function. */
extern const struct rt_foreign bind_foreign, bind_function_foreign;
/* The collector's visitor for what the runtime holds of the language: the context of rt_tensor_traverse. */
struct bind_visit {
    lang_visit_fn visit;
    void *arg;
};
/* The callback of rt_tensor_traverse and rt_node_traverse. */
int bind_visit_foreign(void *object, void *context);
/* The thread on which the runtime's callback runs; leave with bind_callback_leave(*entered). */
struct lang_thread *bind_callback_thread(struct lang_thread **entered);
/* A backward of t runs on this C thread from now on, so that its callbacks find it; returns the outer one, to be set
 * again at the end. */
struct lang_thread *bind_run_backward(struct lang_thread *t);
/* A RemovableHandle for a hook of a tensor or of a node. Takes rt, also on failure. */
lang_value bind_hook_handle(struct lang_thread *t, struct rt_hook_handle *rt);

/* ---- bind_node.c ------------------------------------------------------------------------------------------------ */

int bind_node_ready(struct lang_thread *t);
lang_value bind_node_wrap(struct lang_thread *t, struct rt_node *rt); /* borrowed rt; NULL gives None */
/* A tuple of tensors, None for NULL. */
struct lang_tuple *bind_tensor_tuple(struct lang_thread *t, struct rt_tensor *const *list, int n);
/* Takes the tensors of a tuple or of a single value over into list (NULL for None); -1 and an exception. */
int bind_tensor_list(struct lang_thread *t, lang_value v, struct rt_tensor **list, int n);

/* ---- bind_autograd.c -------------------------------------------------------------------------------------------- */

extern const struct lang_method bind_autograd_functions[];
extern const struct lang_method bind_collate_functions[];
/* Gives the runtime the handler that names the line of the program for anomaly mode. */
void bind_autograd_install(void);
/* Methods of tensors. */
lang_value bind_method_backward(struct lang_thread *t, const lang_value *args);
lang_value bind_method_register_hook(struct lang_thread *t, const lang_value *args);
lang_value bind_method_register_post_hook(struct lang_thread *t, const lang_value *args);

/* ---- bind_profile.c --------------------------------------------------------------------------------------------- */

extern const struct lang_method bind_profile_functions[];

/* ---- bind_create.c ---------------------------------------------------------------------------------------------- */

/* Adds torch.tensor and its kin, or the legacy types of torch.cuda. */
int bind_create_add(struct lang_thread *t, struct lang_module *torch);
/* A sequence in PyTorch's sense: has a length and items by number. */
bool bind_is_sequence(lang_value v);
/* torch.tensor(data): device NULL: the default. data may be a tensor, a number, nested sequences. */
struct rt_tensor *bind_tensor_from_data(struct lang_thread *t, lang_value data, enum rt_dtype dtype,
                                        struct rt_device *device);
lang_value bind_tensor_tolist(struct lang_thread *t, struct rt_tensor *rt);
/* "FloatTensor" of torch.FloatTensor and its kin, "cuda.FloatTensor"; NULL for all others. */
const char *bind_tensor_class_name(lang_value v);

/* ---- bind_copy.c, bind_index.c, bind_show.c --------------------------------------------------------------------- */

/* x.__deepcopy__(memo) */
lang_value bind_tensor_deepcopy(struct lang_thread *t, const lang_value *args);

lang_value bind_getitem(struct lang_thread *t, lang_value self, lang_value key);
int bind_setitem(struct lang_thread *t, lang_value self, lang_value key, lang_value value);

/* name: of the class that it begins with. */
struct lang_str *bind_tensor_repr(struct lang_thread *t, const char *name, struct rt_tensor *rt);
lang_value bind_set_printoptions(struct lang_thread *t, const lang_value *args);
lang_value bind_print_options(struct lang_thread *t, const lang_value *args);
extern const char bind_set_printoptions_signature[];

/* ---- bind_graph.c, bind_device.c -------------------------------------------------------------------------------- */

/* Add what torch.cuda.graphs and torch.cuda stand on to torch._C. */
int bind_graph_add(struct lang_thread *t, struct lang_module *c);
int bind_device_add(struct lang_thread *t, struct lang_module *c);
/* Tensor.record_stream(s) */
lang_value bind_record_stream(struct lang_thread *t, const lang_value *args);

/* ---- bind_worker.c ---------------------------------------------------------------------------------------------- */

/* Adds processes forked from this one to torch._C. */
int bind_worker_add(struct lang_thread *t, struct lang_module *c);
/* The flag that SIGINT raises in such a process. */
void bind_worker_install(atomic_int *interrupt);

/* ---- bind_attr.c, bind_tensor.c --------------------------------------------------------------------------------- */

extern const struct lang_method bind_tensor_methods[];
extern const struct lang_getset bind_tensor_getset[];
/* Tensor.to, Tensor.cuda, and torch._C._parse_to, which says what the arguments of Module.to mean: calls as the vm
 * makes them, the tensor first. */
lang_value bind_raw_to(struct lang_thread *t, lang_value callee, const lang_value *args, size_t nargs,
                       struct lang_tuple *kwnames);
lang_value bind_raw_cuda(struct lang_thread *t, lang_value callee, const lang_value *args, size_t nargs,
                         struct lang_tuple *kwnames);
lang_value bind_parse_to(struct lang_thread *t, lang_value callee, const lang_value *args, size_t nargs,
                         struct lang_tuple *kwnames);
int bind_tensor_ready(struct lang_thread *t);

/* ---- bind_ops.c ------------------------------------------------------------------------------------------------- */

/* The rows of the table with this flag as functions of a module, and all methods of tensors. */
int bind_ops_add_functions(struct lang_thread *t, struct lang_module *torch, uint32_t flag);
int bind_ops_add_methods(struct lang_thread *t, struct lang_type *type);
/* Single rows for torch.ops. */
extern const struct lang_method bind_ops_functions[];

/* ---- bind_random.c, bind_archive.c, bind_module.c --------------------------------------------------------------- */

extern const struct lang_method bind_random_functions[];
/* Adds archives of torch.save, read and written, to torch._C. */
int bind_archive_add(struct lang_thread *t, struct lang_module *c);
/* Adds the base class of torch.nn.Module to torch._C. */
int bind_module_ready(struct lang_thread *t, struct lang_module *c);

#endif
