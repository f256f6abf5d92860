/* The tensor: a strided window on a storage, with what autograd needs to know of it. Inside the runtime only; outsiders
   see runtime.h. */
#ifndef RT_TENSOR_H
#define RT_TENSOR_H

#include "runtime.h"
#include "storage.h"

#define RT_INLINE_DIMS 5
/* data of so many bytes lives in the tensor's own block */
#define RT_INLINE_DATA 128

struct rt_hooks;
struct rt_dual;

/* What a tensor of a sparse layout holds in the place of memory: tensors of one device, without history. */
struct rt_sparse {
    enum rt_layout layout;
    int sparse_dim; /* the first dimensions are those that indices name; the others are dimensions of values */
    bool coalesced; /* COO: indices are sorted, and none occurs twice */
    struct rt_tensor *indices; /* COO: int64[sparse_dim, nnz]; compressed: where each row, or column, begins */
    struct rt_tensor *plain;   /* compressed: the columns, or rows, of the elements; COO: NULL */
    struct rt_tensor *values;  /* [nnz, sizes of dense dimensions ...] */
};

/* How a view came about. All but plain ones may not be changed in place where that would be recorded. */
enum rt_view_kind {
    RT_VIEW_PLAIN,
    RT_VIEW_OF_FUNCTION, /* the result of a function of the language (torch.autograd.Function) */
    RT_VIEW_OF_MANY,     /* one of several (split, unbind) */
    RT_VIEW_NO_GRAD,
    RT_VIEW_INFERENCE
};

/* What only tensors with history, gradient or hooks have. */
struct rt_autograd {
    struct rt_node *grad_fn; /* counted; NULL for leaves */
    int output_nr;
    struct rt_tensor *grad;
    struct rt_node *accumulator; /* weak: the AccumulateGrad node that holds this leaf */
    struct rt_hooks *hooks;
    struct rt_dual *dual; /* of forward mode (autograd/tangents.c), or NULL */
    bool retains_grad;
};

/* What has a handler of its own in the place of ops: a tensor with elements, or one without, of which only the handler
 * knows what it stands for; or what a view of such a one gave. */
enum rt_dispatched { RT_DISPATCHED_NOT, RT_DISPATCHED, RT_DISPATCHED_WRAPPER, RT_DISPATCHED_VIEW };

struct rt_tensor {
    int references; /* atomic */
    uint8_t dtype, ndim;
    bool contiguous;    /* row-major without gaps */
    bool requires_grad; /* the flag of a leaf, or true when grad_fn is set */
    bool inference;
    bool small;         /* the block has an embedded storage */
    uint8_t parts;      /* living parts of the block: tensor, embedded storage */
    uint8_t view_kind;  /* enum rt_view_kind */
    bool held;          /* an operation in whose middle programs run is under way (rt_hold) */
    uint8_t dispatched; /* enum rt_dispatched */
    int64_t numel, offset;
    int64_t *shape, *strides; /* in dims, or one heap block */
    struct rt_storage *storage;
    uint32_t *version;              /* of the storage, or own_version */
    struct rt_version *own_version; /* counted */
    struct rt_tensor *base;         /* counted: the tensor this is a view of, never a view itself */
    uint32_t view_version;          /* of a view: the version when its grad_fn was made */
    struct rt_autograd *autograd;
    struct rt_sparse *sparse; /* NULL: strided */
    void *user;
    struct rt_tensor *next; /* free list, or death row */
    int64_t dims[2 * RT_INLINE_DIMS];
};

/* Uninitialised tensor of its own storage, strides row-major. An error for negative sizes. */
struct rt_tensor *rt_tensor_new(struct rt_device *device, enum rt_dtype dtype, const int64_t *shape, int ndim,
                                struct rt_error *err);
/* The same with given dense strides. */
struct rt_tensor *rt_tensor_new_strided(struct rt_device *device, enum rt_dtype dtype, const int64_t *shape,
                                        const int64_t *strides, int ndim, struct rt_error *err);
/* Empty with the layout of another tensor: its shape, and its strides when they are dense. dtype NONE: its dtype. */
struct rt_tensor *rt_tensor_new_like(struct rt_tensor *tensor, enum rt_dtype dtype, struct rt_error *err);
/* Uninitialised, in page-locked memory of that accelerator's backend; at least one element, no negative strides. */
struct rt_tensor *rt_tensor_new_pinned(struct rt_device *device, enum rt_dtype dtype, const int64_t *shape,
                                       const int64_t *strides, int ndim, struct rt_error *err);
/* A window on an existing storage; shares `version` of `from`; base is set when `view`. An error where it reaches out
   of the storage: what has elements touches its own storage only, and every kernel relies on that. */
struct rt_tensor *rt_tensor_window(struct rt_tensor *from, const int64_t *shape, const int64_t *strides, int ndim,
                                   int64_t offset, bool view, struct rt_error *err);
/* The same seen as elements of another type; strides and offset count those. */
struct rt_tensor *rt_tensor_window_as(struct rt_tensor *from, enum rt_dtype dtype, const int64_t *shape,
                                      const int64_t *strides, int ndim, int64_t offset, bool view,
                                      struct rt_error *err);
/* A tensor of a sparse layout, with references of its own to the parts (plain may be NULL). Its storage has no bytes,
   and its strides are 0: every window on it is refused, and the dispatcher keeps it from kernels. */
struct rt_tensor *rt_tensor_new_sparse(enum rt_layout layout, const int64_t *shape, int ndim, int sparse_dim,
                                       struct rt_tensor *indices, struct rt_tensor *plain, struct rt_tensor *values,
                                       bool coalesced, struct rt_error *err);
void rt_sparse_free(struct rt_sparse *parts);
struct rt_tensor *rt_sparse_detach(struct rt_tensor *from, struct rt_error *err);
/* x.data = y of which one is sparse: the storage goes with the parts. */
int rt_sparse_set_data(struct rt_tensor *tensor, struct rt_tensor *from, struct rt_error *err);
/* -1 and PyTorch's text: there is no memory whose elements could be read one by one. */
int rt_check_memory(const struct rt_tensor *tensor, struct rt_error *err);
/* detach() of what is marked as dispatched (dispatch/dispatch_hook.c). */
struct rt_tensor *rt_dispatched_detach(struct rt_tensor *t, struct rt_error *err);
/* A tensor on a storage (another reference), whatever its sizes; and other sizes for one, of its old memory. */
struct rt_tensor *rt_tensor_header(enum rt_dtype dtype, const int64_t *shape, const int64_t *strides, int ndim,
                                   struct rt_storage *storage, struct rt_error *err);
int rt_tensor_set_sizes(struct rt_tensor *tensor, const int64_t *shape, const int64_t *strides, int ndim,
                        struct rt_error *err);
/* A sparse tensor becomes what another one is: sizes, and the parts themselves. */
int rt_tensor_take_sparse(struct rt_tensor *tensor, const struct rt_tensor *from, struct rt_error *err);
/* Changes shape and strides of a tensor in place (offset kept), e.g. for out= and squeeze_; inside of its storage. */
int rt_tensor_reshape_self(struct rt_tensor *tensor, const int64_t *shape, const int64_t *strides, int ndim,
                           int64_t offset, struct rt_error *err);
/* resize_: grows the storage if need be; contents undefined. */
int rt_tensor_resize(struct rt_tensor *tensor, const int64_t *shape, int ndim, struct rt_error *err);

/* The autograd part, made if missing; NULL and RT_MEMORY. */
struct rt_autograd *rt_tensor_autograd(struct rt_tensor *tensor, struct rt_error *err);

static inline struct rt_tensor *rt_tensor_get(struct rt_tensor *tensor)
{
    rt_count_up(&tensor->references);
    return tensor;
}
/* Were there ever tensors that are marked as dispatched? And has a kernel come to the elements of one that has none?
 * That is an error of the call, which rt_wrapper_check raises. */
extern bool rt_dispatched_alive;
extern _Thread_local bool rt_wrapper_touched;
int rt_wrapper_check(const char *name, struct rt_error *err);

static inline void *rt_tensor_pointer(const struct rt_tensor *tensor)
{
    if (__builtin_expect(tensor->dispatched >= RT_DISPATCHED_WRAPPER, 0))
        rt_wrapper_touched = true;
    /* the offset of a tensor without elements may be anything */
    return (void *)((uintptr_t)tensor->storage->data +
                    (uint64_t)tensor->offset * (uint64_t)rt_dtype_table[tensor->dtype].size);
}
static inline void rt_tensor_bump(struct rt_tensor *tensor)
{
    if (rt_sharing)
        __atomic_fetch_add(tensor->version, 1, __ATOMIC_RELAXED);
    else
        ++*tensor->version;
}

/* Programs may run in the middle of an operation, as hooks for what is saved. Its tensors, held from the outermost
   begin to the end, keep their memory and sizes meanwhile. */
extern _Thread_local bool rt_hooking; /* a hook that packs or unpacks runs */
void rt_hold_begin(void);
void rt_hold(struct rt_tensor *tensor); /* NULL is ignored */
void rt_hold_end(void);
/* May the tensor be given other memory, or other sizes? */
int rt_check_free(const struct rt_tensor *tensor, struct rt_error *err);

/* Fills a view of the tensor. Inline because every kernel call needs it. */
static inline void rt_tensor_view(const struct rt_tensor *tensor, struct rt_view *view)
{
    view->data = rt_tensor_pointer(tensor);
    view->dtype = (enum rt_dtype)tensor->dtype;
    view->ndim = tensor->ndim;
    for (int i = 0; i < tensor->ndim; i++) {
        view->shape[i] = tensor->shape[i];
        view->strides[i] = tensor->strides[i];
    }
}

/* Frees the autograd state of a tensor (autograd/tensor_grad.c); puts nodes on the death row. */
void rt_autograd_free(struct rt_autograd *autograd);
/* Objects whose last reference went: freed one after the other, without recursion. */
void rt_node_destroy_later(struct rt_node *node);
void rt_tensor_drain(void);

#endif
