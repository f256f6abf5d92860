/* The tensor runtime's public face: tensors, the dispatcher (op.h), autograd, devices. The only header outsiders
   include (with error.h, dtype.h, shape.h, device.h, op.h, random_generator.h, save.h, sim/sim.h). Knows no language
   and no Jupyter.

   Ownership: a returned tensor is a new reference, an argument is borrowed; NULL or -1 means err is set.
   Threads: reference counts are atomic, and every function may be called while the interpreter lock is released, as
   long as no two threads change the same tensor (its data, grad, requires_grad, hooks) at once. Grad mode, the current
   device and the current stream belong to the thread. */
#ifndef RT_RUNTIME_H
#define RT_RUNTIME_H

#include "device.h"
#include "dispatch/op.h"

struct rt_tensor;
struct rt_node;

/* ---- tensors ---------------------------------------------------------------------------------------------------- */

void rt_tensor_ref(struct rt_tensor *tensor);
/* NULL is ignored. Frees data at once when the last reference goes; graphs of any depth without recursion. */
void rt_tensor_unref(struct rt_tensor *tensor);
int rt_tensor_references(const struct rt_tensor *tensor);

int rt_tensor_ndim(const struct rt_tensor *tensor);
const int64_t *rt_tensor_shape(const struct rt_tensor *tensor);
const int64_t *rt_tensor_strides(const struct rt_tensor *tensor);
int64_t rt_tensor_numel(const struct rt_tensor *tensor);
enum rt_dtype rt_tensor_dtype(const struct rt_tensor *tensor);
struct rt_device *rt_tensor_device(const struct rt_tensor *tensor);
int64_t rt_tensor_offset(const struct rt_tensor *tensor); /* storage_offset, in elements */
bool rt_tensor_is_contiguous(const struct rt_tensor *tensor);
int64_t rt_tensor_version(const struct rt_tensor *tensor); /* _version */
/* The tensor this one is a view of (borrowed), or NULL: `_base`. */
struct rt_tensor *rt_tensor_base(const struct rt_tensor *tensor);
/* Do two tensors share one storage? */
bool rt_tensor_same_storage(const struct rt_tensor *a, const struct rt_tensor *b);

/* How the elements are kept. Tensors of sparse layouts have parts in the place of memory; the accessors of data refuse
   them. */
#define RT_LAYOUTS(X)                                                                                                  \
    X(RT_STRIDED, "strided", "Strided")                                                                                \
    X(RT_SPARSE_COO, "sparse_coo", "Sparse")                                                                           \
    X(RT_SPARSE_CSR, "sparse_csr", "SparseCsr")                                                                        \
    X(RT_SPARSE_CSC, "sparse_csc", "SparseCsc")                                                                        \
    X(RT_SPARSE_BSR, "sparse_bsr", "SparseBsr")                                                                        \
    X(RT_SPARSE_BSC, "sparse_bsc", "SparseBsc")
enum rt_layout {
#define X(id, name, word) id,
    RT_LAYOUTS(X)
#undef X
        RT_LAYOUT_COUNT
};
enum rt_layout rt_tensor_layout(const struct rt_tensor *tensor);
const char *rt_layout_name(enum rt_layout layout); /* "sparse_coo" */
const char *rt_layout_word(enum rt_layout layout); /* as errors call it: "Sparse" */
/* The parts of a sparse tensor, borrowed: indices, or where rows or columns begin; columns or rows of a compressed one;
   values. */
enum rt_sparse_part { RT_PART_INDICES, RT_PART_PLAIN, RT_PART_VALUES };
struct rt_tensor *rt_tensor_part(const struct rt_tensor *tensor, enum rt_sparse_part part);
bool rt_tensor_is_coalesced(const struct rt_tensor *tensor);
int rt_tensor_sparse_dim(const struct rt_tensor *tensor);

/* The one accessor of data: the address of the first element on the tensor's device, made now if it is not yet.
   Host code may read it only where device->host_memory, and after rt_device synchronisation where that matters. */
void *rt_tensor_data(struct rt_tensor *tensor, struct rt_error *err);
/* Size in bytes of the storage, its address, its identity (for save, data_ptr, storage()). */
size_t rt_tensor_storage_bytes(const struct rt_tensor *tensor);
void *rt_tensor_storage_data(const struct rt_tensor *tensor);
const void *rt_tensor_storage_key(const struct rt_tensor *tensor);

/* Uninitialised, contiguous. Texts for negative sizes and failing allocations as PyTorch's. */
struct rt_tensor *rt_tensor_empty(const int64_t *shape, int ndim, enum rt_dtype dtype, struct rt_device *device,
                                  struct rt_error *err);
/* From contiguous host elements of dtype (copied), onto any device. */
struct rt_tensor *rt_tensor_from_host(const void *elements, const int64_t *shape, int ndim, enum rt_dtype dtype,
                                      struct rt_device *device, struct rt_error *err);
/* On foreign memory (mapped files, NumPy arrays): release(owner) is called when the storage is freed. */
struct rt_tensor *rt_tensor_from_memory(void *memory, size_t bytes, const int64_t *shape, const int64_t *strides,
                                        int ndim, enum rt_dtype dtype, void (*release)(void *owner), void *owner,
                                        struct rt_error *err);
/* A tensor on the storage of another, with its own type of view: as_strided without autograd; shares the version. */
struct rt_tensor *rt_tensor_alias(struct rt_tensor *tensor, const int64_t *shape, const int64_t *strides, int ndim,
                                  int64_t offset, struct rt_error *err);
/* A 0-d tensor. */
struct rt_tensor *rt_tensor_scalar(struct rt_scalar value, enum rt_dtype dtype, struct rt_device *device,
                                   struct rt_error *err);

/* Copies all elements, row-major and contiguous, converted to dtype, to host memory; waits for the device. */
int rt_tensor_to_host(struct rt_tensor *tensor, void *elements, enum rt_dtype dtype, struct rt_error *err);
/* The value of a tensor of one element: item(). "a Tensor with 2 elements cannot be converted to Scalar". */
int rt_tensor_item(struct rt_tensor *tensor, struct rt_scalar *value, struct rt_error *err);

/* x.detach(): same storage and version, no history. x.data: same storage, a version of its own. */
struct rt_tensor *rt_tensor_detach(struct rt_tensor *tensor, struct rt_error *err);
struct rt_tensor *rt_tensor_data_view(struct rt_tensor *tensor, struct rt_error *err);
/* x.data = y: takes over storage, shape, dtype and device of y; keeps identity, version counter, grad and flags. */
int rt_tensor_set_data(struct rt_tensor *tensor, struct rt_tensor *from, struct rt_error *err);

/* to(dtype, device, copy): the tensor itself (a new reference) when nothing changes and copy is false. Recorded on the
   tape. dtype RT_DTYPE_NONE, device NULL: as they are. */
struct rt_tensor *rt_tensor_to(struct rt_tensor *tensor, enum rt_dtype dtype, struct rt_device *device, bool copy,
                               struct rt_error *err);

/* Copies between page-locked memory and accelerators on this thread are only queued while it is true, and what comes
   from an accelerator comes into such memory. Returns what it was. */
bool rt_set_non_blocking(bool on);
bool rt_non_blocking(void);
/* pin_memory(): the tensor itself when its memory is page-locked, otherwise a copy, which has no history. Without an
   accelerator and for tensors that are not on the CPU: PyTorch's errors. */
struct rt_tensor *rt_tensor_pin(struct rt_tensor *tensor, struct rt_error *err);
bool rt_tensor_is_pinned(const struct rt_tensor *tensor);
/* Memory that processes forked later see, too. share moves the elements of the whole storage there; tensors on devices
   count as shared. */
bool rt_tensor_is_shared(const struct rt_tensor *tensor);
int rt_tensor_share(struct rt_tensor *tensor, struct rt_error *err);
/* Maps a file (fd -1: new memory); the caller's reference is given back by unref. Each tensor on it, one-dimensional,
   of numel elements from a byte offset on, holds a reference of its own. */
struct rt_shared;
struct rt_shared *rt_shared_map(int fd, size_t length, struct rt_error *err);
void rt_shared_unref(struct rt_shared *shared);
struct rt_tensor *rt_tensor_from_shared(struct rt_shared *shared, size_t offset, int64_t numel, enum rt_dtype dtype,
                                        struct rt_error *err);
/* Another stream of the tensor's device uses it, too (NULL: the default one). */
int rt_tensor_record_stream(struct rt_tensor *tensor, struct rt_stream *stream, struct rt_error *err);

/* "torch.FloatTensor", "torch.cuda.FloatTensor". Returns buffer. */
const char *rt_tensor_type_text(const struct rt_tensor *tensor, char *buffer, size_t length);

/* Default dtype of float results (torch.set_default_dtype) and default device of factories (NULL: cpu). */
enum rt_dtype rt_default_dtype(void);
void rt_set_default_dtype(enum rt_dtype dtype);
struct rt_device *rt_default_device(void);
void rt_set_default_device(struct rt_device *device);

/* ---- indexing ---------------------------------------------------------------------------------------------------- */

enum rt_index_kind { RT_ITEM_INT, RT_ITEM_SLICE, RT_ITEM_NONE, RT_ITEM_ELLIPSIS, RT_ITEM_TENSOR, RT_ITEM_BOOL };
#define RT_SLICE_NONE INT64_MIN
/* One entry of x[...]. start, stop and step of a slice may be RT_SLICE_NONE. Tensors: integer types, bool, uint8. */
struct rt_index_item {
    enum rt_index_kind kind;
    int64_t start, stop, step; /* RT_ITEM_INT and RT_ITEM_BOOL use start */
    struct rt_tensor *tensor;
};
/* x[items]: a view where no tensor takes part, otherwise a copy. */
struct rt_tensor *rt_index(struct rt_tensor *tensor, const struct rt_index_item *items, int count,
                           struct rt_error *err);
/* x[items] = value. */
int rt_index_put(struct rt_tensor *tensor, const struct rt_index_item *items, int count, struct rt_tensor *value,
                 struct rt_error *err);
int rt_index_put_scalar(struct rt_tensor *tensor, const struct rt_index_item *items, int count, struct rt_scalar value,
                        struct rt_error *err);

/* torch.equal of two small dense tensors of one type in host memory: 1 equal, 0 not, -1 not of this kind. */
int rt_tensor_equal_small(const struct rt_tensor *x, const struct rt_tensor *y);

/* ---- optimizers -------------------------------------------------------------------------------------------------- */

#define RT_MAX_STEP_OPTIONS 7
#define RT_MAX_STEP_VALUES (RT_MAX_STEP_OPTIONS + 2)
#define RT_MAX_STEP_NUMBERS 2
/* The numbers that a state keeps beside its tensors, before a step and after it; single: they are float32. */
struct rt_step_numbers {
    double value[RT_MAX_STEP_NUMBERS];
    bool single;
};
/* An optimizer whose step is a row of ops/optimizers.def. Lists of names end with NULL or are full; an option that is a
   pair has two values. */
struct rt_optimizer {
    const char *name;
    const char *options[RT_MAX_STEP_OPTIONS];
    const char *states[RT_MAX_STEP_STATES];
    const char *numbers[RT_MAX_STEP_NUMBERS];
    bool steps;    /* its states count steps */
    bool lr_alone; /* the learning rate is a factor by itself, so that it may come from a tensor of any type */
    /* Row and factors of a step; returns which states it needs, as bits. */
    unsigned (*prepare)(const double *options, double step, struct rt_step_numbers *, struct rt_optimize_call *);
};
/* A parameter with its gradient and what its state has of the optimizer's names (NULL: it has not). */
struct rt_optimizer_item {
    struct rt_tensor *param, *grad, *step;
    struct rt_tensor *states[RT_MAX_STEP_STATES], *numbers[RT_MAX_STEP_NUMBERS];
};
const struct rt_optimizer *rt_optimizer_find(const char *name); /* or NULL */
int rt_optimizer_index(const struct rt_optimizer *optimizer);   /* from 0 */
#define RT_MAX_OPTIMIZERS 16
/* Can all of these make the step in one pass? Floats, dense, on one device with their states. */
bool rt_optimizer_fits(const struct rt_optimizer *optimizer, const double *options,
                       const struct rt_optimizer_item *items, int64_t count);
/* One step of items that fit: counts, and changes parameters and states in place; not recorded. */
int rt_optimizer_step(const struct rt_optimizer *optimizer, const double *options,
                      const struct rt_optimizer_item *items, int64_t count, struct rt_error *err);

/* ---- autograd ---------------------------------------------------------------------------------------------------- */

bool rt_tensor_requires_grad(const struct rt_tensor *tensor);
/* requires_grad_(): the texts for non-leaves and integers. */
int rt_tensor_set_requires_grad(struct rt_tensor *tensor, bool on, struct rt_error *err);
/* Counts a change in place that was made without the dispatcher. */
void rt_tensor_touch(struct rt_tensor *tensor);
/* Made in inference mode: no version, never saved for backward. */
bool rt_tensor_is_inference(const struct rt_tensor *tensor);
bool rt_tensor_is_leaf(const struct rt_tensor *tensor);
int rt_tensor_retain_grad(struct rt_tensor *tensor, struct rt_error *err);
bool rt_tensor_retains_grad(const struct rt_tensor *tensor);
int64_t rt_tensor_output_nr(const struct rt_tensor *tensor);

/* x.grad, borrowed, or NULL. set: checks shape, type and device as PyTorch; NULL clears. */
struct rt_tensor *rt_tensor_grad(const struct rt_tensor *tensor);
int rt_tensor_set_grad(struct rt_tensor *tensor, struct rt_tensor *grad, struct rt_error *err);

/* grad_fn: a borrowed node, or NULL for leaves; may have to rebuild the node of a view (then it can fail). */
struct rt_node *rt_tensor_grad_fn(struct rt_tensor *tensor, struct rt_error *err);
/* grad_fn of a leaf that requires grad: its AccumulateGrad (a new reference). */
struct rt_node *rt_tensor_accumulator(struct rt_tensor *tensor, struct rt_error *err);
/* "AddBackward0", "AccumulateGrad". */
const char *rt_node_name(const struct rt_node *node);
/* A view whose base is held by nothing else becomes an ordinary tensor. */
void rt_tensor_leave_base(struct rt_tensor *tensor);
/* Makes the tensor a leaf that requires no gradient. */
void rt_tensor_forget(struct rt_tensor *tensor);
/* Gives the last node of a composite function the function's name; a tensor without a node stays so. */
int rt_tensor_name_node(struct rt_tensor *tensor, const char *name, struct rt_error *err);
void rt_node_ref(struct rt_node *node);
void rt_node_unref(struct rt_node *node);
/* next_functions: borrowed node (NULL: no gradient flows) and its input number. */
int rt_node_edge_count(const struct rt_node *node);
struct rt_node *rt_node_edge(const struct rt_node *node, int i, int *input_nr);
/* Not for what never has a gradient: indices, masks, running statistics, weights of losses. */
bool rt_node_edge_shown(const struct rt_node *node, int i);
/* AccumulateGrad's variable (borrowed), or NULL. */
struct rt_tensor *rt_node_variable(const struct rt_node *node);

/* backward() of n tensors; gradients may be NULL, or hold NULLs (implicit ones for scalars). inputs NULL: accumulate
   into all leaves; else only into those. create_graph records the backward itself. */
int rt_backward(struct rt_tensor *const *tensors, struct rt_tensor *const *gradients, int n, bool retain_graph,
                bool create_graph, struct rt_tensor *const *inputs, int ninputs, struct rt_error *err);
/* torch.autograd.grad: results[i] is the gradient of inputs[i], NULL if unused (only when allow_unused). */
int rt_grad(struct rt_tensor *const *tensors, struct rt_tensor *const *gradients, int n,
            struct rt_tensor *const *inputs, int ninputs, bool retain_graph, bool create_graph, bool allow_unused,
            struct rt_tensor **results, struct rt_error *err);

/* Forward mode: inside of a level (0, there is one at most) tensors may have tangents, and what is computed from them
   has them too. make: a view of primal with that tangent. primal: a view without. */
int rt_dual_enter(struct rt_error *err);
bool rt_dual_in_level(void);
int rt_dual_exit(int64_t level, struct rt_error *err);
struct rt_tensor *rt_dual_make(struct rt_tensor *primal, struct rt_tensor *tangent, int64_t level,
                               struct rt_error *err);
struct rt_tensor *rt_dual_primal(struct rt_tensor *dual, struct rt_error *err);
/* The tangent of a tensor: a new reference, or NULL: none, or an error. */
struct rt_tensor *rt_tangent(struct rt_tensor *t, struct rt_error *err);
/* Gives it a tangent; what is written in place changes the one it has (NULL: zeros). */
int rt_tangent_set(struct rt_tensor *t, struct rt_tensor *tangent, struct rt_error *err);
int rt_tangent_write(struct rt_tensor *t, struct rt_tensor *tangent, struct rt_error *err);
/* Has it one that counts now? And the error for a function, as PyTorch names it, that takes no such tensors. */
bool rt_tensor_is_dual(const struct rt_tensor *t);
int rt_tangent_refused(const char *name, struct rt_error *err);
/* Of this thread; never in inference mode. */
bool rt_dual_enabled(void);
bool rt_dual_set_enabled(bool on); /* returns the former mode */

/* Of this thread. */
bool rt_grad_enabled(void);
bool rt_set_grad_enabled(bool on); /* returns the former mode */
bool rt_inference_mode(void);
bool rt_set_inference_mode(bool on);
/* Search for the op behind a failing backward: nodes remember where they were made; check_nan: a NaN in a gradient is
   an error. The handler gives the location in the program (rt_alloc'ed text, one line or more) or NULL. */
bool rt_anomaly_mode(bool *check_nan);
void rt_set_anomaly_mode(bool on, bool check_nan);
void rt_set_origin_handler(char *(*handler)(void *context), void *context);

/* What the tape holds of the language. The runtime only counts and visits it. */
struct rt_foreign {
    void (*ref)(void *object);
    void (*unref)(void *object);
    int (*traverse)(void *object, int (*visit)(void *object, void *context), void *context);
    void (*gone)(void *object, struct rt_node *node); /* or NULL: the node that holds it is freed now */
};

/* Tensor hook: called with the gradient; *out is NULL (unchanged) or a new reference. Returns -1 with RT_FOREIGN. */
typedef int (*rt_hook)(void *object, struct rt_tensor *gradient, struct rt_tensor **out, struct rt_error *err);
/* A hook that was added, to take it away again: it keeps neither the tensor nor the node alive. */
struct rt_hook_handle;
void rt_hook_remove(struct rt_hook_handle *handle);
void rt_hook_handle_free(struct rt_hook_handle *handle);
/* NULL: an error. post: after accumulation into a leaf (register_post_accumulate_grad_hook: gets the leaf). The hook
   holds a reference to object. */
struct rt_hook_handle *rt_tensor_add_hook(struct rt_tensor *tensor, rt_hook hook, void *object,
                                          const struct rt_foreign *foreign, bool post, struct rt_error *err);

/* torch.autograd.Function: a node whose backward is the language's. apply is called with one gradient per output (NULL:
   zero) and fills one new reference or NULL per input. */
typedef int (*rt_foreign_backward)(void *object, struct rt_tensor *const *gradients, int n, struct rt_tensor **results,
                                   int nresults, struct rt_error *err);
enum rt_output_role {
    RT_ROLE_NONE,    /* no tensor, or one without a gradient */
    RT_ROLE_FRESH,   /* made by forward */
    RT_ROLE_VIEW,    /* a view of an input */
    RT_ROLE_CHANGED, /* an input that forward has changed in place */
};
/* What a function of the language has done: a node with the inputs' edges, whose gradients are computed by `apply`.
   name is copied ("MyFunctionBackward"); outputs[i] may be NULL; saved (NULLs allowed) are kept with the check of their
   versions. object holds no reference to the node. Errors: a changed leaf, a changed view among many. */
struct rt_function_call {
    const char *name;
    rt_foreign_backward apply;
    void *object;
    const struct rt_foreign *foreign;
    struct rt_tensor *const *inputs, *const *outputs, *const *saved;
    const enum rt_output_role *roles;
    int ninputs, noutputs, nsaved;
};
/* Borrowed from its outputs; NULL: an error. */
struct rt_node *rt_foreign_node(const struct rt_function_call *call, struct rt_error *err);
/* What the node was made with, or NULL. */
void *rt_node_object(const struct rt_node *node);
int rt_node_saved_count(const struct rt_node *node);
/* A saved tensor (new reference); NULL without an error when there was none. Error: freed, or changed since. */
struct rt_tensor *rt_node_saved(struct rt_node *node, int i, struct rt_error *err);
/* An argument or result by the name it has in the op's schema, where backward needs it: 1 found (a tensor: new
   reference; others borrowed), 0 unknown, -1 error. */
int rt_node_saved_named(struct rt_node *node, const char *name, struct rt_arg *out, struct rt_error *err);
const char *rt_node_saved_name(struct rt_node *node, int i); /* NULL: no more; "" nothing there */

/* pre: `changed` are the gradients of the node's outputs, given is NULL. post: `changed` are those of its inputs, given
   those of its outputs. What a hook replaces is released by it. */
typedef int (*rt_node_hook)(void *object, struct rt_tensor **changed, int nchanged, struct rt_tensor *const *given,
                            int ngiven, struct rt_error *err);
struct rt_hook_handle *rt_node_add_hook(struct rt_node *node, rt_node_hook call, void *object,
                                        const struct rt_foreign *foreign, bool post, struct rt_error *err);
/* An object of the language kept with the node (metadata). */
void *rt_node_note(const struct rt_node *node);
int rt_node_set_note(struct rt_node *node, void *object, const struct rt_foreign *foreign, struct rt_error *err);
/* What is kept for backward may be packed: as long as hooks are set (of this thread; NULL: none), pack gives an object
   of the language for each tensor that is saved (one reference; NULL: error), unpack a tensor for that object. */
struct rt_saved_hooks {
    void *(*pack)(struct rt_tensor *tensor, bool is_output, struct rt_error *err);
    struct rt_tensor *(*unpack)(void *object, struct rt_error *err);
    const struct rt_foreign *foreign;
};
void rt_set_saved_hooks(const struct rt_saved_hooks *hooks);

/* The language object of a node: a weak pointer of the binding, as rt_tensor_user. */
void *rt_node_user(const struct rt_node *node);
int rt_node_set_user(struct rt_node *node, void *user, struct rt_error *err);
/* Runs a node by itself: results get rt_node_edge_count new references or NULLs. */
int rt_node_call(struct rt_node *node, struct rt_tensor *const *gradients, int n, struct rt_tensor **results,
                 struct rt_error *err);
uint64_t rt_node_sequence(const struct rt_node *node);
bool rt_node_is_leaf(const struct rt_node *node);

/* The language object of a tensor: a weak pointer of the binding (identity: `x is x`), not counted. */
void *rt_tensor_user(const struct rt_tensor *tensor);
void rt_tensor_set_user(struct rt_tensor *tensor, void *user);
/* For the cycle collector: visits the foreign objects that only this tensor keeps alive, through grad, hooks and nodes
   of the graph that nothing else holds. */
int rt_tensor_traverse(struct rt_tensor *tensor, int (*visit)(void *object, void *context), void *context);
/* The same of a node that the caller holds: nothing while there is another reference. */
int rt_node_traverse(struct rt_node *node, int (*visit)(void *object, void *context), void *context);
/* Bytes of storage alive, for the collector's trigger. */
int64_t rt_storage_bytes_alive(void);
/* Threads of a host that use tensors only in turns, under a lock of its own, need no locked instructions: it calls
   rt_share(-1) once, rt_share(1) before it gives up the lock in the middle of an op and rt_share(-1) when it has it
   back. Without a call counts are safe for any number of threads. */
void rt_share(int change);
/* Called once before an allocation failure is reported; returns true if something was freed (the collector ran). */
void rt_set_memory_pressure_handler(bool (*handler)(void *context), void *context);
/* Calls it; false without one. */
bool rt_memory_pressure(void);
bool rt_memory_is_pressed(void); /* that handler runs, in the middle of an operation */

/* ---- warnings ---------------------------------------------------------------------------------------------------- */

/* UserWarning texts ("std(): degrees of freedom is <= 0. ..."); without a handler they are dropped. */
void rt_set_warning_handler(void (*handler)(const char *text, void *context), void *context);
void rt_warn(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* ---- the machine ------------------------------------------------------------------------------------------------- */

/* The chosen instruction set: "baseline", "avx2", "avx512" (TENSOR_CPU overrides). */
const char *rt_cpu_capability(void);

#endif
