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

struct rt_tensor {
    int references; /* atomic */
    uint8_t dtype, ndim;
    bool contiguous;    /* row-major without gaps */
    bool requires_grad; /* the flag of a leaf, or true when grad_fn is set */
    bool inference;
    bool small;        /* the block has an embedded storage */
    uint8_t parts;     /* living parts of the block: tensor, embedded storage */
    uint8_t view_kind; /* enum rt_view_kind */
    bool held;         /* an operation in whose middle programs run is under way (rt_hold) */
    int64_t numel, offset;
    int64_t *shape, *strides; /* in dims, or one heap block */
    struct rt_storage *storage;
    uint32_t *version;              /* of the storage, or own_version */
    struct rt_version *own_version; /* counted */
    struct rt_tensor *base;         /* counted: the tensor this is a view of, never a view itself */
    uint32_t view_version;          /* of a view: the version when its grad_fn was made */
    struct rt_autograd *autograd;
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
static inline void *rt_tensor_pointer(const struct rt_tensor *tensor)
{
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
