/* Tensors of sparse layouts: their parts, shared by aliases, in the place of memory. Knows no op. */
#include "tensor.h"
#include "warn.h"

static const int64_t no_strides[RT_MAX_DIMS];

void rt_sparse_free(struct rt_sparse *s)
{
    struct rt_tensor *parts[] = {s->indices, s->plain, s->values};

    rt_free(s);
    for (int i = 0; i < 3; i++)
        rt_tensor_unref(parts[i]);
}

static struct rt_sparse *copy_parts(const struct rt_sparse *s, struct rt_error *err)
{
    struct rt_sparse *copy = rt_alloc(sizeof *copy);

    if (!copy) {
        rt_error_memory(err);
        return NULL;
    }
    *copy = *s;
    rt_tensor_get(s->indices);
    if (s->plain)
        rt_tensor_get(s->plain);
    rt_tensor_get(s->values);
    return copy;
}

/* On a storage without bytes, which counts the versions. */
static struct rt_tensor *sparse_header(enum rt_dtype dtype, const int64_t *shape, int ndim, const struct rt_sparse *s,
                                       struct rt_storage *storage, struct rt_error *err)
{
    struct rt_tensor *t = rt_tensor_header(dtype, shape, no_strides, ndim, storage, err);

    if (t && !(t->sparse = copy_parts(s, err))) {
        rt_tensor_unref(t);
        return NULL;
    }
    if (t)
        t->contiguous = false;
    return t;
}

struct rt_tensor *rt_tensor_new_sparse(enum rt_layout layout, const int64_t *shape, int ndim, int sparse_dim,
                                       struct rt_tensor *indices, struct rt_tensor *plain, struct rt_tensor *values,
                                       bool coalesced, struct rt_error *err)
{
    static atomic_bool said;
    const struct rt_sparse s = {layout, sparse_dim, coalesced, indices, plain, values};
    struct rt_storage *storage;
    struct rt_tensor *t;

    if (layout != RT_SPARSE_COO && !rt_warned(&said))
        rt_warn("Sparse %s tensor support is in beta state. If you miss a functionality in the sparse tensor support, "
                "please submit a feature request to https://github.com/pytorch/pytorch/issues.",
                layout == RT_SPARSE_CSR ? "CSR" : "CSC");
    if (!(storage = rt_storage_new(values->storage->device, 0, err)))
        return NULL;
    t = sparse_header((enum rt_dtype)values->dtype, shape, ndim, &s, storage, err);
    rt_storage_unref(storage);
    if (t)
        t->inference = rt_inference_mode();
    return t;
}

struct rt_tensor *rt_sparse_detach(struct rt_tensor *from, struct rt_error *err)
{
    struct rt_tensor *t =
        sparse_header((enum rt_dtype)from->dtype, from->shape, from->ndim, from->sparse, from->storage, err);

    if (!t)
        return NULL;
    t->version = from->version;
    if ((t->own_version = from->own_version))
        rt_count_up(&t->own_version->references);
    t->inference = from->inference && rt_inference_mode();
    return t;
}

int rt_tensor_take_sparse(struct rt_tensor *t, const struct rt_tensor *from, struct rt_error *err)
{
    struct rt_sparse *parts, *old = t->sparse;

    if (rt_check_free(t, err) < 0 || !(parts = copy_parts(from->sparse, err)))
        return -1;
    if (rt_tensor_set_sizes(t, from->shape, no_strides, from->ndim, err) < 0) {
        rt_sparse_free(parts);
        return -1;
    }
    t->contiguous = false;
    t->dtype = from->dtype;
    t->sparse = parts;
    if (old)
        rt_sparse_free(old);
    return 0;
}

/* x.data = y of which one is sparse: the storage goes with the parts. */
int rt_sparse_set_data(struct rt_tensor *t, struct rt_tensor *from, struct rt_error *err)
{
    struct rt_storage *old = t->storage;

    if (!t->sparse || !from->sparse)
        return rt_error_set(err, RT_RUNTIME,
                            "Attempted to call `variable.set_data(tensor)`, but `variable` and `tensor` have "
                            "incompatible tensor type.");
    if (rt_tensor_take_sparse(t, from, err) < 0)
        return -1;
    t->storage = from->storage;
    rt_storage_ref(t->storage);
    rt_storage_unref(old);
    return 0;
}

enum rt_layout rt_tensor_layout(const struct rt_tensor *t)
{
    return t->sparse ? t->sparse->layout : RT_STRIDED;
}
const char *rt_layout_name(enum rt_layout layout)
{
    static const char *const names[] = {
#define X(id, name, word) name,
        RT_LAYOUTS(X)
#undef X
    };
    return names[layout];
}
const char *rt_layout_word(enum rt_layout layout)
{
    static const char *const words[] = {
#define X(id, name, word) word,
        RT_LAYOUTS(X)
#undef X
    };
    return words[layout];
}
struct rt_tensor *rt_tensor_part(const struct rt_tensor *t, enum rt_sparse_part part)
{
    return !t->sparse                ? NULL
           : part == RT_PART_INDICES ? t->sparse->indices
           : part == RT_PART_PLAIN   ? t->sparse->plain
                                     : t->sparse->values;
}
bool rt_tensor_is_coalesced(const struct rt_tensor *t)
{
    return t->sparse && t->sparse->coalesced;
}
int rt_tensor_sparse_dim(const struct rt_tensor *t)
{
    return t->sparse ? t->sparse->sparse_dim : 0;
}

int rt_check_memory(const struct rt_tensor *t, struct rt_error *err)
{
    return t->sparse || t->dispatched >= RT_DISPATCHED_WRAPPER
               ? rt_error_set(err, RT_RUNTIME, "Cannot access data pointer of Tensor that doesn't have storage")
               : 0;
}
