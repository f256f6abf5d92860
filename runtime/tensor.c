/* Tensors: creation, views, counting, and freeing without recursion. Small ones (header, storage and data in one block)
   come from a free list of the thread. Knows storage and devices; of autograd only the pointer to its state. */
#include "tensor.h"
#include "autograd/autograd.h"
#include "blocks.h"
#include "profile.h"
#include "warn.h"

#include <pthread.h>
#include <string.h>

/* A block with an embedded storage and memory for the data of small CPU tensors. */
struct small_block {
    struct rt_tensor tensor;
    struct rt_storage storage;
    _Alignas(64) char data[RT_INLINE_DATA];
};

#define KEEP 256
struct free_list {
    struct rt_tensor *first;
    int count;
};
static _Thread_local struct free_list plain_list, small_list;

static pthread_key_t at_exit;
static pthread_once_t at_exit_made = PTHREAD_ONCE_INIT;
static _Thread_local bool registered;

/* At the end of a thread: gives its lists back to the system. */
static void drop_lists(void *unused)
{
    struct free_list *lists[] = {&plain_list, &small_list};
    (void)unused;
    for (int small = 0; small < 2; small++)
        for (struct rt_tensor *tensor; (tensor = lists[small]->first);) {
            lists[small]->first = tensor->next;
            rt_free(small ? ((void **)tensor)[-1] : tensor);
        }
}

static void make_key(void)
{
    if (pthread_key_create(&at_exit, drop_lists) != 0)
        at_exit = 0; /* then the lists of ended threads leak */
}

static struct rt_tensor *alloc_block(bool small)
{
    struct free_list *list = small ? &small_list : &plain_list;
    struct rt_tensor *tensor = list->first;

    if (tensor) {
        list->first = tensor->next;
        list->count--;
        return tensor;
    }
    if (!small)
        return rt_alloc(sizeof *tensor);
    /* rt_alloc does not align to 64 */
    char *raw = rt_alloc(sizeof(struct small_block) + 64 + sizeof(void *));
    if (!raw)
        return NULL;
    char *aligned = (char *)(((uintptr_t)raw + sizeof(void *) + 63) & ~(uintptr_t)63);
    ((void **)aligned)[-1] = raw;
    return (struct rt_tensor *)aligned;
}

static void free_block(struct rt_tensor *tensor, bool small)
{
    struct free_list *list = small ? &small_list : &plain_list;

    if (!registered) {
        pthread_once(&at_exit_made, make_key);
        pthread_setspecific(at_exit, &registered);
        registered = true;
    }
    if (list->count < KEEP) {
        tensor->next = list->first;
        list->first = tensor;
        list->count++;
    } else
        rt_free(small ? ((void **)tensor)[-1] : tensor);
}

/* Releases one of the two objects in the block, the tensor or the embedded storage; the last one frees the block. */
static void drop_part(struct rt_tensor *tensor)
{
    if (!tensor->small)
        free_block(tensor, false);
    else if (rt_sharing ? __atomic_sub_fetch(&tensor->parts, 1, __ATOMIC_ACQ_REL) == 0 : --tensor->parts == 0)
        free_block(tensor, true);
}

static void leave_block(struct rt_storage *storage)
{
    if (__builtin_expect(rt_profiling, 0))
        rt_profile_bytes(-(int64_t)storage->bytes);
    drop_part(&((struct small_block *)((char *)storage - offsetof(struct small_block, storage)))->tensor);
}

static int set_dims(struct rt_tensor *t, const int64_t *shape, const int64_t *strides, int ndim, struct rt_error *err)
{
    int64_t *dims = t->dims, step = 1;
    int capacity = RT_INLINE_DIMS;
    bool overflow = false, empty = false;

    if (ndim > RT_INLINE_DIMS) {
        capacity = ndim;
        if (!(dims = rt_alloc(2 * (size_t)ndim * sizeof *dims)))
            return rt_error_memory(err);
    }
    t->ndim = (uint8_t)ndim;
    t->shape = dims;
    t->strides = dims + capacity;
    t->numel = 1;
    for (int i = ndim - 1; i >= 0; i--) {
        t->shape[i] = shape[i];
        t->strides[i] = strides ? strides[i] : step;
        /* strides of dimensions without elements may be anything, the number of elements must be right */
        step = rt_step_mul(step, shape[i] > 1 ? shape[i] : 1);
        overflow = __builtin_mul_overflow(t->numel, shape[i], &t->numel) || overflow;
        empty = empty || shape[i] == 0;
    }
    if (overflow && !empty) {
        if (dims != t->dims)
            rt_free(dims);
        t->shape = t->dims;
        return rt_error_set(err, RT_RUNTIME, "numel: integer multiplication overflow");
    }
    if (empty)
        t->numel = 0;
    t->contiguous = !strides || rt_shape_is_contiguous(shape, strides, ndim);
    return 0;
}

/* The same for a new tensor without gaps whose number of elements is known. */
static inline int set_dense(struct rt_tensor *t, const int64_t *shape, int ndim, int64_t numel, struct rt_error *err)
{
    uint64_t step = 1;

    if (ndim > RT_INLINE_DIMS)
        return set_dims(t, shape, NULL, ndim, err);
    t->ndim = (uint8_t)ndim;
    t->shape = t->dims;
    t->strides = t->dims + RT_INLINE_DIMS;
    t->numel = numel;
    t->contiguous = true;
    for (int i = ndim - 1; i >= 0; i--) {
        t->dims[i] = shape[i];
        t->dims[RT_INLINE_DIMS + i] = (int64_t)step;
        step *= (uint64_t)(shape[i] > 1 ? shape[i] : 1);
    }
    return 0;
}

/* set_dims of a window on the storage; its dtype is set. */
static int set_dims_checked(struct rt_tensor *t, const int64_t *shape, const int64_t *strides, int ndim, int64_t offset,
                            const struct rt_storage *storage, struct rt_error *err)
{
    int64_t plain[RT_MAX_DIMS];
    const int64_t *steps = strides;

    if (!strides) {
        rt_shape_contiguous(shape, ndim, plain);
        steps = plain;
    }
    if (rt_shape_fits_storage(shape, steps, ndim, offset, rt_dtype_table[t->dtype].size, storage->bytes, err) < 0)
        return -1;
    return set_dims(t, shape, strides, ndim, err);
}

/* The same for a new window of any strides. */
static inline int set_window(struct rt_tensor *t, const int64_t *shape, const int64_t *strides, int ndim,
                             int64_t offset, const struct rt_storage *storage, struct rt_error *err)
{
    int64_t n = 1, last = offset, reach; /* the elements so far are the step of a dimension without gaps */
    bool dense = true, odd = offset < 0;

    if (ndim > RT_INLINE_DIMS || !strides)
        return set_dims_checked(t, shape, strides, ndim, offset, storage, err);
    for (int i = ndim - 1; i >= 0; i--) {
        const int64_t size = shape[i], stride = strides[i];
        t->dims[i] = size;
        t->dims[RT_INLINE_DIMS + i] = stride;
        dense = dense && (size == 1 || stride == n);
        odd |= __builtin_mul_overflow(n, size, &n) | __builtin_mul_overflow(size - 1, stride, &reach) | (reach < 0);
        odd |= __builtin_add_overflow(last, reach, &last);
    }
    odd |= __builtin_mul_overflow(last, (int64_t)rt_dtype_table[t->dtype].size, &reach);
    /* strides of what has no elements may be anything; what reaches further is looked at again, and refused */
    if (odd || n == 0 || (size_t)reach + rt_dtype_table[t->dtype].size > storage->bytes)
        return set_dims_checked(t, shape, strides, ndim, offset, storage, err);
    t->ndim = (uint8_t)ndim;
    t->shape = t->dims;
    t->strides = t->dims + RT_INLINE_DIMS;
    t->numel = n;
    t->contiguous = dense;
    return 0;
}

static inline void init(struct rt_tensor *t, enum rt_dtype dtype, bool small)
{
    t->references = 1;
    t->dtype = (uint8_t)dtype;
    t->requires_grad = false;
    t->inference = false;
    t->small = small;
    t->parts = 1;
    t->view_kind = RT_VIEW_PLAIN;
    t->held = false;
    t->dispatched = RT_DISPATCHED_NOT;
    t->offset = 0;
    t->own_version = NULL;
    t->base = NULL;
    t->autograd = NULL;
    t->sparse = NULL;
    t->user = NULL;
}

static int check_shape(const int64_t *shape, int ndim, struct rt_error *err)
{
    char text[RT_SHAPE_TEXT];

    if (ndim > RT_MAX_DIMS)
        return rt_error_set(err, RT_RUNTIME, "too many dimensions: at most %d are supported", RT_MAX_DIMS);
    for (int i = 0; i < ndim; i++)
        if (shape[i] < 0)
            return rt_error_set(err, RT_RUNTIME, "Trying to create tensor with negative dimension %lld: %s",
                                (long long)shape[i], rt_shape_text(shape, ndim, text, sizeof text));
    return 0;
}

static int storage_overflow(const int64_t *shape, int ndim, struct rt_error *err)
{
    return rt_error_set(err, RT_RUNTIME, "Storage size calculation overflowed with sizes=%s",
                        rt_shape_text(shape, ndim, (char[RT_SHAPE_TEXT]){0}, RT_SHAPE_TEXT));
}

/* A dense tensor without elements: its strides are 64-bit integers all the same, and the sizes before the first that is
   0 have a product of 64 bits. */
static int check_empty(const int64_t *shape, int ndim, struct rt_error *err)
{
    int64_t step = 1;
    uint64_t numel = 1;

    for (int i = ndim - 1; i > 0; i--)
        if (!rt_size_mul(step, shape[i] > 1 ? shape[i] : 1, &step))
            return rt_error_set(err, RT_RUNTIME, "Stride calculation overflowed");
    for (int i = 0; i < ndim; i++)
        if (__builtin_mul_overflow(numel, (uint64_t)shape[i], &numel))
            return storage_overflow(shape, ndim, err);
    return 0;
}

struct rt_tensor *rt_tensor_new_strided(struct rt_device *device, enum rt_dtype dtype, const int64_t *shape,
                                        const int64_t *strides, int ndim, struct rt_error *err)
{
    int64_t numel = 1, size = (int64_t)rt_dtype_table[dtype].size, bytes;
    struct rt_tensor *t;
    bool small, overflow = false, negative = ndim > RT_MAX_DIMS;

    for (int i = 0; i < ndim; i++) {
        overflow |= __builtin_mul_overflow(numel, shape[i], &numel);
        negative |= shape[i] < 0;
    }
    if (negative && check_shape(shape, ndim, err) < 0)
        return NULL;
    if (overflow)
        numel = rt_shape_numel(shape, ndim);
    if (numel < 0 || __builtin_mul_overflow(numel, size, &bytes)) {
        storage_overflow(shape, ndim, err);
        return NULL;
    }
    if (numel == 0 && !strides && check_empty(shape, ndim, err) < 0)
        return NULL;
    small = bytes <= RT_INLINE_DATA && device->host_memory;
    if (!(t = alloc_block(small))) {
        rt_error_memory(err);
        return NULL;
    }
    init(t, dtype, small);
    if ((strides ? set_dims(t, shape, strides, ndim, err) : set_dense(t, shape, ndim, numel, err)) < 0)
        goto fail;
    if (small) {
        struct small_block *block = (struct small_block *)t;
        struct rt_storage *s = &block->storage;
        s->references = 1;
        s->version_count = 0;
        s->device = device;
        s->data = block->data;
        s->bytes = (size_t)bytes;
        s->release = NULL;
        s->owner = NULL;
        s->leave_block = leave_block;
        t->parts = 2;
        t->storage = s;
        if (__builtin_expect(rt_profiling, 0))
            rt_profile_bytes(bytes);
    } else if (!(t->storage = rt_storage_new(device, (size_t)bytes, err))) {
        if (t->shape != t->dims)
            rt_free(t->shape);
        goto fail;
    }
    t->version = &t->storage->version_count;
    t->inference = rt_inference_mode();
    return t;
fail:
    free_block(t, small);
    return NULL;
}

struct rt_tensor *rt_tensor_new(struct rt_device *device, enum rt_dtype dtype, const int64_t *shape, int ndim,
                                struct rt_error *err)
{
    return rt_tensor_new_strided(device, dtype, shape, NULL, ndim, err);
}

struct rt_tensor *rt_tensor_new_like(struct rt_tensor *tensor, enum rt_dtype dtype, struct rt_error *err)
{
    int64_t strides[RT_MAX_DIMS];

    if (dtype == RT_DTYPE_NONE)
        dtype = (enum rt_dtype)tensor->dtype;
    if (tensor->contiguous)
        return rt_tensor_new(tensor->storage->device, dtype, tensor->shape, tensor->ndim, err);
    rt_shape_dense_like(tensor->shape, tensor->strides, tensor->ndim, strides);
    return rt_tensor_new_strided(tensor->storage->device, dtype, tensor->shape, strides, tensor->ndim, err);
}

static inline struct rt_tensor *window_as(struct rt_tensor *from, enum rt_dtype dtype, const int64_t *shape,
                                          const int64_t *strides, int ndim, int64_t offset, bool view,
                                          struct rt_error *err)
{
    struct rt_tensor *t;

    if (ndim > RT_MAX_DIMS) {
        rt_error_set(err, RT_RUNTIME, "too many dimensions: at most %d are supported", RT_MAX_DIMS);
        return NULL;
    }
    if (__builtin_expect(from->dispatched >= RT_DISPATCHED_WRAPPER, 0)) {
        rt_wrapper_touched = true;
        rt_wrapper_check("a view", err);
        return NULL;
    }
    if (__builtin_expect(from->sparse != NULL, 0)) {
        rt_error_set(err, RT_NOT_IMPLEMENTED,
                     "Could not run 'aten::as_strided' with arguments from the '%s%s' backend.",
                     from->sparse->layout == RT_SPARSE_COO ? "Sparse" : "SparseCsr",
                     from->storage->device->type == RT_CUDA ? "CUDA" : "CPU");
        return NULL;
    }
    if (!(t = alloc_block(false))) {
        rt_error_memory(err);
        return NULL;
    }
    init(t, dtype, false);
    if (set_window(t, shape, strides, ndim, offset, from->storage, err) < 0) {
        free_block(t, false);
        return NULL;
    }
    t->offset = offset;
    t->storage = from->storage;
    rt_storage_ref(t->storage);
    t->version = from->version;
    if ((t->own_version = from->own_version))
        rt_count_up(&t->own_version->references);
    if (view) {
        t->base = rt_tensor_get(from->base ? from->base : from);
        t->view_version = *t->version;
        t->view_kind = from->view_kind;
    }
    t->inference = from->inference && (view || rt_inference_mode()); /* x.detach() is an ordinary tensor */
    return t;
}

struct rt_tensor *rt_tensor_header(enum rt_dtype dtype, const int64_t *shape, const int64_t *strides, int ndim,
                                   struct rt_storage *storage, struct rt_error *err)
{
    struct rt_tensor *t;

    if (check_shape(shape, ndim, err) < 0)
        return NULL;
    if (!(t = alloc_block(false))) {
        rt_error_memory(err);
        return NULL;
    }
    init(t, dtype, false);
    if (set_dims(t, shape, strides, ndim, err) < 0) {
        free_block(t, false);
        return NULL;
    }
    t->storage = storage;
    rt_storage_ref(storage);
    t->version = &storage->version_count;
    return t;
}

int rt_tensor_set_sizes(struct rt_tensor *t, const int64_t *shape, const int64_t *strides, int ndim,
                        struct rt_error *err)
{
    int64_t *dims = t->shape;

    if (set_dims(t, shape, strides, ndim, err) < 0)
        return -1;
    if (dims != t->dims)
        rt_free(dims);
    return 0;
}

/* ---- programs in the middle of operations ------------------------------------------------------------------------ */

_Thread_local bool rt_hooking;
static _Thread_local struct {
    struct rt_tensor **list;
    size_t count, capacity;
    int depth;
} holding;

void rt_hold_begin(void)
{
    holding.depth++;
}

void rt_hold(struct rt_tensor *t)
{
    if (!t || t->held || !holding.depth)
        return;
    if (holding.count == holding.capacity) {
        size_t capacity = holding.capacity ? 2 * holding.capacity : 32;
        struct rt_tensor **more = rt_realloc(holding.list, capacity * sizeof *more);
        if (!more)
            return;
        holding.list = more;
        holding.capacity = capacity;
    }
    t->held = true;
    holding.list[holding.count++] = rt_tensor_get(t);
}

void rt_hold_end(void)
{
    if (--holding.depth)
        return;
    while (holding.count && !holding.depth) { /* freeing one may run a program, and that another operation */
        struct rt_tensor *t = holding.list[--holding.count];
        t->held = false;
        rt_tensor_unref(t);
    }
    if (!holding.depth && !holding.count) {
        rt_free(holding.list);
        holding.list = NULL;
        holding.capacity = 0;
    }
}

int rt_check_free(const struct rt_tensor *t, struct rt_error *err)
{
    if (rt_memory_is_pressed() || (t->held && (rt_hooking || !holding.depth)))
        return rt_error_set(err, RT_RUNTIME,
                            "The memory and the sizes of a tensor cannot be changed while an operation on it is under "
                            "way");
    return 0;
}

struct rt_tensor *rt_tensor_window(struct rt_tensor *from, const int64_t *shape, const int64_t *strides, int ndim,
                                   int64_t offset, bool view, struct rt_error *err)
{
    return window_as(from, (enum rt_dtype)from->dtype, shape, strides, ndim, offset, view, err);
}

struct rt_tensor *rt_tensor_window_as(struct rt_tensor *from, enum rt_dtype dtype, const int64_t *shape,
                                      const int64_t *strides, int ndim, int64_t offset, bool view, struct rt_error *err)
{
    return window_as(from, dtype, shape, strides, ndim, offset, view, err);
}

/* Other dimensions in place, on that storage; nothing has changed where it fails: what is refused is refused first. */
static int reshape_on(struct rt_tensor *t, const struct rt_storage *storage, const int64_t *shape,
                      const int64_t *strides, int ndim, int64_t offset, struct rt_error *err)
{
    int64_t *old = t->shape, saved_shape[RT_MAX_DIMS], saved_strides[RT_MAX_DIMS];

    if (rt_check_free(t, err) < 0)
        return -1;
    if (ndim > RT_MAX_DIMS)
        return rt_error_set(err, RT_RUNTIME, "too many dimensions: at most %d are supported", RT_MAX_DIMS);
    if (rt_shape_numel(shape, ndim) < 0)
        return rt_error_set(err, RT_RUNTIME, "numel: integer multiplication overflow");
    memcpy(saved_shape, shape, (size_t)ndim * sizeof *shape);
    if (strides)
        memcpy(saved_strides, strides, (size_t)ndim * sizeof *strides);
    if (set_dims_checked(t, saved_shape, strides ? saved_strides : NULL, ndim, offset, storage, err) < 0)
        return -1;
    if (old != t->dims)
        rt_free(old);
    t->offset = offset;
    return 0;
}

int rt_tensor_reshape_self(struct rt_tensor *t, const int64_t *shape, const int64_t *strides, int ndim, int64_t offset,
                           struct rt_error *err)
{
    return reshape_on(t, t->storage, shape, strides, ndim, offset, err);
}

int rt_tensor_resize(struct rt_tensor *t, const int64_t *shape, int ndim, struct rt_error *err)
{
    int64_t numel, bytes;

    if (rt_check_free(t, err) < 0 || check_shape(shape, ndim, err) < 0)
        return -1;
    numel = rt_shape_numel(shape, ndim);
    if (numel < 0)
        return rt_error_set(err, RT_RUNTIME, "numel: integer multiplication overflow");
    if ((numel && !rt_size_add(numel, t->offset, &numel)) ||
        !rt_size_mul(numel, (int64_t)rt_dtype_table[t->dtype].size, &bytes))
        return storage_overflow(shape, ndim, err);
    if (numel == 0 && check_empty(shape, ndim, err) < 0)
        return -1;
    if ((size_t)bytes > t->storage->bytes) {
        if (t->storage->leave_block && __atomic_load_n(&t->storage->references, __ATOMIC_ACQUIRE) == 1) {
            /* the embedded storage cannot grow: take another, and keep the data and the version */
            struct rt_storage *fresh = rt_storage_new(t->storage->device, (size_t)bytes, err);
            if (!fresh)
                return -1;
            memcpy(fresh->data, t->storage->data, t->storage->bytes);
            fresh->version_count = *t->version;
            if (!t->own_version)
                t->version = &fresh->version_count;
            rt_storage_unref(t->storage);
            t->storage = fresh;
        } else if (rt_storage_grow(t->storage, (size_t)bytes, err) < 0)
            return -1;
    }
    return rt_tensor_reshape_self(t, shape, NULL, ndim, t->offset, err);
}

/* ---- counting --------------------------------------------------------------------------------------------------- */

static _Thread_local struct rt_tensor *death_row;
static _Thread_local struct rt_node *node_row;
static _Thread_local bool draining;

#define VERSION_CLASS 1 /* of blocks */
_Static_assert(sizeof(struct rt_version) <= RT_BLOCK_STEP, "a version fits into the smallest block");

static inline void drop_version(struct rt_version *version)
{
    if (version && rt_count_down(&version->references))
        rt_block_free(version, VERSION_CLASS);
}

static void destroy(struct rt_tensor *t)
{
    struct rt_tensor *base = t->base;

    if (t->autograd)
        rt_autograd_free(t->autograd);
    if (__builtin_expect(t->sparse != NULL, 0))
        rt_sparse_free(t->sparse);
    drop_version(t->own_version);
    if (t->shape != t->dims)
        rt_free(t->shape);
    if (t->small && t->parts == 2 && __atomic_load_n(&t->storage->references, __ATOMIC_ACQUIRE) == 1 &&
        t->storage == &((struct small_block *)t)->storage && !t->storage->owner) {
        if (__builtin_expect(rt_profiling, 0))
            rt_profile_bytes(-(int64_t)t->storage->bytes);
        free_block(t, true); /* the storage in the block has no other reference and has not grown out of it */
    } else {
        rt_storage_unref(t->storage);
        drop_part(t);
    }
    if (base)
        rt_tensor_unref(base);
}

void rt_tensor_drain(void)
{
    if (draining)
        return;
    draining = true;
    for (;;) {
        struct rt_tensor *t = death_row;
        struct rt_node *node = node_row;
        if (t) {
            death_row = t->next;
            destroy(t);
        } else if (node) {
            node_row = node->next_dead;
            rt_node_destroy(node);
        } else
            break;
    }
    draining = false;
}

void rt_node_destroy_later(struct rt_node *node)
{
    node->next_dead = node_row;
    node_row = node;
    rt_tensor_drain();
}

void rt_tensor_ref(struct rt_tensor *tensor)
{
    rt_tensor_get(tensor);
}

void rt_tensor_unref(struct rt_tensor *t)
{
    if (!t || !rt_count_down(&t->references))
        return;
    if (!t->autograd) { /* a base has no base: that goes one step deep */
        destroy(t);
        return;
    }
    t->next = death_row;
    death_row = t;
    rt_tensor_drain();
}

int rt_tensor_references(const struct rt_tensor *tensor)
{
    return __atomic_load_n(&tensor->references, __ATOMIC_RELAXED);
}

/* ---- public accessors -------------------------------------------------------------------------------------------- */

int rt_tensor_ndim(const struct rt_tensor *t)
{
    return t->ndim;
}
const int64_t *rt_tensor_shape(const struct rt_tensor *t)
{
    return t->shape;
}
const int64_t *rt_tensor_strides(const struct rt_tensor *t)
{
    return t->strides;
}
int64_t rt_tensor_numel(const struct rt_tensor *t)
{
    return t->numel;
}
enum rt_dtype rt_tensor_dtype(const struct rt_tensor *t)
{
    return (enum rt_dtype)t->dtype;
}
struct rt_device *rt_tensor_device(const struct rt_tensor *t)
{
    return t->storage->device;
}
int64_t rt_tensor_offset(const struct rt_tensor *t)
{
    return t->offset;
}
bool rt_tensor_is_contiguous(const struct rt_tensor *t)
{
    return t->contiguous;
}
int64_t rt_tensor_version(const struct rt_tensor *t)
{
    return *t->version;
}
struct rt_tensor *rt_tensor_base(const struct rt_tensor *t)
{
    return t->base;
}
bool rt_tensor_same_storage(const struct rt_tensor *a, const struct rt_tensor *b)
{
    return a->storage == b->storage;
}
size_t rt_tensor_storage_bytes(const struct rt_tensor *t)
{
    return t->storage->bytes;
}
void *rt_tensor_storage_data(const struct rt_tensor *t)
{
    return t->storage->data;
}
const void *rt_tensor_storage_key(const struct rt_tensor *t)
{
    return t->storage;
}
void *rt_tensor_user(const struct rt_tensor *t)
{
    return t->user;
}
void rt_tensor_set_user(struct rt_tensor *t, void *user)
{
    t->user = user;
}

void *rt_tensor_data(struct rt_tensor *t, struct rt_error *err)
{
    return rt_check_memory(t, err) < 0 ? NULL : rt_tensor_pointer(t);
}

struct rt_tensor *rt_tensor_empty(const int64_t *shape, int ndim, enum rt_dtype dtype, struct rt_device *device,
                                  struct rt_error *err)
{
    if (check_shape(shape, ndim, err) < 0)
        return NULL;
    return rt_tensor_new(device ? device : rt_device_cpu(), dtype, shape, ndim, err);
}

struct rt_tensor *rt_tensor_from_host(const void *elements, const int64_t *shape, int ndim, enum rt_dtype dtype,
                                      struct rt_device *device, struct rt_error *err)
{
    struct rt_tensor *t = rt_tensor_empty(shape, ndim, dtype, device, err);
    size_t bytes;

    if (!t)
        return NULL;
    bytes = (size_t)t->numel * rt_dtype_size(dtype);
    if (bytes == 0)
        return t;
    if (t->storage->device->host_memory)
        memcpy(t->storage->data, elements, bytes);
    else if (t->storage->device->ops->copy_from_host(t->storage->device, t->storage->data, elements, bytes, false,
                                                     err) < 0) {
        rt_tensor_unref(t);
        return NULL;
    }
    return t;
}

struct rt_tensor *rt_tensor_from_memory(void *memory, size_t bytes, const int64_t *shape, const int64_t *strides,
                                        int ndim, enum rt_dtype dtype, void (*release)(void *owner), void *owner,
                                        struct rt_error *err)
{
    struct rt_storage *storage;
    struct rt_tensor *t;

    if (check_shape(shape, ndim, err) < 0)
        return NULL;
    if (!(storage = rt_storage_foreign(rt_device_cpu(), memory, bytes, release, owner, err)))
        return NULL;
    if (!(t = rt_tensor_header(dtype, shape, strides, ndim, storage, err)))
        goto fail;
    rt_storage_unref(storage);
    return t;
fail:
    storage->release = NULL; /* the caller still owns the memory */
    storage->data = NULL;
    rt_storage_unref(storage);
    return NULL;
}

struct rt_tensor *rt_tensor_alias(struct rt_tensor *tensor, const int64_t *shape, const int64_t *strides, int ndim,
                                  int64_t offset, struct rt_error *err)
{
    return rt_tensor_window(tensor, shape, strides, ndim, offset, false, err);
}

struct rt_tensor *rt_tensor_detach(struct rt_tensor *from, struct rt_error *err)
{
    struct rt_tensor *t;

    if (__builtin_expect(from->dispatched, 0))
        return rt_dispatched_detach(from, err);
    if (__builtin_expect(from->sparse != NULL, 0))
        return rt_sparse_detach(from, err);
    if (from->shape != from->dims)
        return rt_tensor_window(from, from->shape, from->strides, from->ndim, from->offset, false, err);
    if (!(t = alloc_block(false))) {
        rt_error_memory(err);
        return NULL;
    }
    *t = *from; /* then what is not shared */
    init(t, (enum rt_dtype)from->dtype, false);
    t->offset = from->offset;
    t->shape = t->dims;
    t->strides = t->dims + (from->strides - from->dims);
    rt_storage_ref(t->storage);
    if ((t->own_version = from->own_version))
        rt_count_up(&t->own_version->references);
    t->inference = from->inference && rt_inference_mode();
    return t;
}

static struct rt_version *new_version(uint32_t count, struct rt_error *err)
{
    struct rt_version *version = rt_block_alloc(VERSION_CLASS, sizeof *version);

    if (!version) {
        rt_error_memory(err);
        return NULL;
    }
    *version = (struct rt_version){1, count};
    return version;
}

struct rt_tensor *rt_tensor_data_view(struct rt_tensor *t, struct rt_error *err)
{
    struct rt_version *version = new_version(0, err);
    struct rt_tensor *view;

    if (!version)
        return NULL;
    if (!(view = rt_tensor_detach(t, err))) {
        rt_block_free(version, VERSION_CLASS);
        return NULL;
    }
    drop_version(view->own_version);
    view->own_version = version;
    view->version = &version->count;
    return view;
}

int rt_tensor_set_data(struct rt_tensor *t, struct rt_tensor *from, struct rt_error *err)
{
    struct rt_storage *old = t->storage;
    const uint8_t dtype = t->dtype;

    if (rt_check_free(t, err) < 0)
        return -1;
    if (t == from)
        return 0;
    if (!t->own_version) { /* the counter lives in the storage that is about to go */
        struct rt_version *version = new_version(*t->version, err);
        if (!version)
            return -1;
        t->own_version = version;
        t->version = &version->count;
    }
    if (t->sparse || from->sparse)
        return rt_sparse_set_data(t, from, err);
    t->dtype = from->dtype;
    if (reshape_on(t, from->storage, from->shape, from->strides, from->ndim, from->offset, err) < 0) {
        t->dtype = dtype;
        return -1;
    }
    t->storage = from->storage;
    rt_storage_ref(t->storage);
    rt_storage_unref(old);
    return 0;
}

struct rt_tensor *rt_tensor_scalar(struct rt_scalar value, enum rt_dtype dtype, struct rt_device *device,
                                   struct rt_error *err)
{
    char element[16];

    rt_scalar_store(dtype, element, value);
    return rt_tensor_from_host(element, NULL, 0, dtype, device, err);
}

const char *rt_tensor_type_text(const struct rt_tensor *t, char *buffer, size_t length)
{
    const enum rt_device_type type = t->storage->device->type;
    const char *parts[] = {"torch.",
                           type == RT_CUDA   ? "cuda."
                           : type == RT_META ? "meta."
                                             : "",
                           t->sparse ? "sparse." : "", rt_dtype_table[t->dtype].scalar, "Tensor"};
    size_t n = 0;

    for (int i = 0; i < 5; i++)
        for (const char *c = parts[i]; *c && n + 1 < length; c++)
            buffer[n++] = *c;
    buffer[n] = 0;
    return buffer;
}

int rt_tensor_to_host(struct rt_tensor *t, void *elements, enum rt_dtype dtype, struct rt_error *err)
{
    struct rt_device *device = t->storage->device;
    struct rt_cast_copy_call call;
    struct rt_tensor *dense = NULL;
    int rc = -1;

    if (rt_device_is_meta(device)) /* says so, also without elements */
        return device->ops->copy_to_host(device, elements, t->storage->data, 0, true, err);
    if (rt_check_memory(t, err) < 0)
        return -1;
    if (t->numel == 0)
        return 0;
    rt_tensor_view(t, &call.in);
    memcpy(call.out.shape, t->shape, t->ndim * sizeof *t->shape);
    call.out.ndim = t->ndim;
    call.out.dtype = dtype;
    rt_shape_contiguous(t->shape, t->ndim, call.out.strides);
    if (device->host_memory) {
        call.out.data = elements;
        return device->kernels->cast_copy(device, &call, err);
    }
    if (t->contiguous && dtype == t->dtype)
        return device->ops->copy_to_host(device, elements, rt_tensor_pointer(t),
                                         (size_t)t->numel * rt_dtype_size(dtype), true, err);
    if (!(dense = rt_tensor_new(device, dtype, t->shape, t->ndim, err)))
        return -1;
    call.out.data = dense->storage->data;
    if (device->kernels->cast_copy(device, &call, err) == 0)
        rc = device->ops->copy_to_host(device, elements, dense->storage->data, (size_t)t->numel * rt_dtype_size(dtype),
                                       true, err);
    rt_tensor_unref(dense);
    return rc;
}

int rt_tensor_item(struct rt_tensor *t, struct rt_scalar *value, struct rt_error *err)
{
    char element[16];

    if (t->numel != 1)
        return rt_error_set(err, RT_RUNTIME, "a Tensor with %lld elements cannot be converted to Scalar",
                            (long long)t->numel);
    if (t->storage->device->host_memory && !t->sparse) {
        *value = rt_scalar_load((enum rt_dtype)t->dtype, rt_tensor_pointer(t));
        return 0;
    }
    if (rt_device_is_meta(t->storage->device))
        return rt_error_set(err, RT_RUNTIME, "Tensor.item() cannot be called on meta tensors");
    if (rt_check_memory(t, err) < 0)
        return -1;
    if (rt_tensor_to_host(t, element, (enum rt_dtype)t->dtype, err) < 0)
        return -1;
    *value = rt_scalar_load((enum rt_dtype)t->dtype, element);
    return 0;
}

struct rt_autograd *rt_tensor_autograd(struct rt_tensor *t, struct rt_error *err)
{
    if (!t->autograd) {
        if (!(t->autograd = rt_block_alloc(rt_block_class(sizeof *t->autograd), sizeof *t->autograd))) {
            rt_error_memory(err);
            return NULL;
        }
        memset(t->autograd, 0, sizeof *t->autograd);
    }
    return t->autograd;
}

int rt_tensor_equal_small(const struct rt_tensor *x, const struct rt_tensor *y)
{
    const void *a, *b;

    if (x->dtype != y->dtype || !x->contiguous || !y->contiguous || !x->storage->device->host_memory ||
        x->storage->device != y->storage->device || x->numel > 256)
        return -1;
    if (!rt_shape_equal(x->shape, x->ndim, y->shape, y->ndim))
        return 0;
    a = rt_tensor_pointer(x);
    b = rt_tensor_pointer(y);
    if (rt_dtype_is_integral((enum rt_dtype)x->dtype) || x->dtype == RT_BOOL)
        return !memcmp(a, b, (size_t)x->numel * rt_dtype_table[x->dtype].size);
    if (x->dtype == RT_FLOAT32) {
        for (int64_t i = 0; i < x->numel; i++)
            if (!(((const float *)a)[i] == ((const float *)b)[i]))
                return 0;
        return 1;
    }
    if (x->dtype == RT_FLOAT64) {
        for (int64_t i = 0; i < x->numel; i++)
            if (!(((const double *)a)[i] == ((const double *)b)[i]))
                return 0;
        return 1;
    }
    return -1;
}
