/* bind_transfer.c: values of the language as messages between processes that were forked from one another: a pickle,
 * which the library's half of this file makes (prelude/torch/utils/data/_utils/_transfer.py), and beside it the
 * elements of tensors in files in memory, which the receiver maps. Must not know who sends to whom. */
#include "bind_core.h"
#include "bind_transfer.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* Storages below so many bytes lie together in one file, larger ones have files of their own, up to so many. */
#define SMALL_STORAGE ((size_t)16 << 10)
#define MAX_FILES 200
/* A storage is sent in full unless it is large and the tensor is less than half of it. */
#define FULL_STORAGE ((size_t)64 << 10)
#define ALIGNMENT 64

static const char HELPERS[] = "torch.utils.data._utils._transfer";

/* ---- the blocks of a message ------------------------------------------------------------------------------------ */

/* From addresses to numbers: open addressing. */
struct numbers {
    struct numbered {
        const void *key;
        uint32_t number;
    } * table;
    size_t count, capacity;
};

static struct numbered *slot_of(const struct numbers *n, const void *key)
{
    size_t i = ((uintptr_t)key >> 4) & (n->capacity - 1);
    while (n->table[i].key && n->table[i].key != key)
        i = (i + 1) & (n->capacity - 1);
    return &n->table[i];
}

static bool number_of(const struct numbers *n, const void *key, uint32_t *number)
{
    const struct numbered *found = n->capacity ? slot_of(n, key) : NULL;
    if (!found || !found->key)
        return false;
    *number = found->number;
    return true;
}

static int add_number(struct numbers *n, const void *key, uint32_t number)
{
    if (n->count * 2 >= n->capacity) {
        struct numbers larger = {.count = n->count, .capacity = n->capacity ? n->capacity * 2 : 32};
        if (!(larger.table = calloc(larger.capacity, sizeof *larger.table)))
            return -1;
        for (size_t i = 0; i < n->capacity; i++)
            if (n->table[i].key)
                *slot_of(&larger, n->table[i].key) = n->table[i];
        free(n->table);
        *n = larger;
    }
    *slot_of(n, key) = (struct numbered){key, number};
    n->count++;
    return 0;
}

/* The elements of a storage, or of the part of it that one tensor sees. */
struct block {
    struct rt_tensor *tensor; /* held */
    const char *data;
    size_t bytes;
    int64_t first; /* element of the storage that comes first */
    enum rt_dtype dtype;
};

/* torch._C._Blocks: those of a message that is written, with their tensors, or of one that is read. */
struct blocks {
    struct lang_object head;
    struct numbers storages;
    struct block *blocks;
    size_t nblocks, capacity;
};
static struct lang_type blocks_type;

static struct blocks *of(lang_value v)
{
    return (struct blocks *)v.o;
}

static void blocks_destroy(struct lang_thread *t, struct lang_object *o)
{
    struct blocks *b = (struct blocks *)o;
    (void)t;
    for (size_t i = 0; i < b->nblocks; i++)
        rt_tensor_unref(b->blocks[i].tensor);
    free(b->blocks);
    free(b->storages.table);
}

static int no_memory(struct lang_thread *t)
{
    lang_no_memory(t);
    return -1;
}

/* Makes space for one more. */
static int grow(struct lang_thread *t, struct blocks *b)
{
    if (b->nblocks < b->capacity)
        return 0;
    size_t wanted = b->capacity ? b->capacity * 2 : 16;
    struct block *more = realloc(b->blocks, wanted * sizeof *more);
    if (!more)
        return no_memory(t);
    b->blocks = more;
    b->capacity = wanted;
    return 0;
}

static int refuse_tensor(struct lang_thread *t, struct rt_tensor *rt)
{
    if (rt_tensor_device(rt)->type != RT_CPU)
        return lang_fail(t, LANG_EXC_RuntimeError,
                         "Cannot re-initialize CUDA in forked subprocess. To use CUDA with multiprocessing, you must "
                         "use the 'spawn' start method");
    if (rt_tensor_requires_grad(rt) && !rt_tensor_is_leaf(rt))
        return lang_fail(t, LANG_EXC_RuntimeError,
                         "Cowardly refusing to serialize non-leaf tensor which requires_grad, since autograd does not "
                         "support crossing process boundaries.  If you just want to transfer the data, call detach() "
                         "on the tensor before serializing (e.g., putting it on the queue).");
    return 0;
}

/* One past the last element of the storage that the tensor sees. */
static int64_t end_of(const struct rt_tensor *rt)
{
    int64_t end = rt_tensor_offset(rt) + 1;
    for (int i = 0; i < rt_tensor_ndim(rt); i++)
        end += (rt_tensor_shape(rt)[i] - 1) * rt_tensor_strides(rt)[i];
    return end;
}

/* The number of the block that holds the tensor's elements; -1 with an exception. */
static int64_t block_of(struct lang_thread *t, struct blocks *b, struct rt_tensor *rt)
{
    struct rt_error err;
    rt_error_clear(&err);
    if (!rt_tensor_data(rt, &err) && rt_tensor_numel(rt))
        return bind_fail(t, &err);
    uint32_t known;
    size_t size = rt_dtype_size(rt_tensor_dtype(rt)), bytes = rt_tensor_storage_bytes(rt);
    int64_t first = rt_tensor_offset(rt), end = rt_tensor_numel(rt) ? end_of(rt) : first;
    bool full = bytes <= FULL_STORAGE || (size_t)(end - first) * size * 2 >= bytes;
    if (full && number_of(&b->storages, rt_tensor_storage_key(rt), &known) &&
        b->blocks[known].dtype == rt_tensor_dtype(rt))
        return known;
    if (grow(t, b))
        return -1;
    if (full && add_number(&b->storages, rt_tensor_storage_key(rt), (uint32_t)b->nblocks))
        return no_memory(t);
    struct block *block = &b->blocks[b->nblocks];
    *block = (struct block){rt, rt_tensor_storage_data(rt), bytes / size * size, 0, rt_tensor_dtype(rt)};
    if (!full) {
        block->data += (size_t)first * size;
        block->bytes = (size_t)(end - first) * size;
        block->first = first;
    }
    rt_tensor_ref(rt);
    return (int64_t)b->nblocks++;
}

static lang_value blocks_add(struct lang_thread *t, const lang_value *args)
{
    struct blocks *b = of(args[0]);
    if (!bind_is_tensor(args[1]))
        return lang_raise(t, LANG_EXC_TypeError, "a tensor is wanted, not %N", args[1]);
    struct rt_tensor *rt = bind_rt(args[1]);
    int64_t block = refuse_tensor(t, rt) < 0 ? -1 : block_of(t, b, rt);
    if (block < 0)
        return lang_error();
    lang_value location[2] = {lang_int(block), lang_int(rt_tensor_offset(rt) - b->blocks[block].first)};
    return lang_obj_or_error(lang_tuple_from(t, location, 2));
}

static lang_value broken(struct lang_thread *t)
{
    return lang_raise(t, LANG_EXC_RuntimeError, "a message of another process is damaged");
}

/* Sizes or strides of a tuple; how many, -1 with an exception. */
static int64_t read_sizes(struct lang_thread *t, lang_value v, int64_t out[RT_MAX_DIMS])
{
    if (!lang_is_tuple(v) || lang_as_tuple(v)->length > RT_MAX_DIMS)
        return broken(t), -1;
    for (int64_t i = 0; i < lang_as_tuple(v)->length; i++)
        if (!lang_is_int(lang_as_tuple(v)->items[i]))
            return broken(t), -1;
        else
            out[i] = lang_as_tuple(v)->items[i].i;
    return lang_as_tuple(v)->length;
}

/* Does the tensor lie within its block? */
static bool fits(const struct rt_tensor *base, int64_t offset, int64_t ndim, const int64_t *shape,
                 const int64_t *strides)
{
    int64_t last = offset, numel = rt_tensor_numel(base);
    for (int64_t i = 0; i < ndim; i++) {
        if (shape[i] <= 0)
            return shape[i] == 0;
        if (strides[i] < 0 || (strides[i] && shape[i] - 1 > numel / strides[i]))
            return false;
        last += (shape[i] - 1) * strides[i];
        if (last >= numel)
            return false;
    }
    return offset >= 0 && last < numel;
}

static lang_value blocks_tensor(struct lang_thread *t, const lang_value *args)
{
    struct rt_error err;
    rt_error_clear(&err);
    struct blocks *b = of(args[0]);
    int64_t shape[RT_MAX_DIMS], strides[RT_MAX_DIMS], block, offset, ndim;
    if (lang_as_int64(t, args[1], &block) < 0 || lang_as_int64(t, args[2], &offset) < 0 ||
        (ndim = read_sizes(t, args[3], shape)) < 0 || read_sizes(t, args[4], strides) < 0)
        return lang_error();
    if (block < 0 || (size_t)block >= b->nblocks || ndim != lang_as_tuple(args[4])->length ||
        !fits(b->blocks[block].tensor, offset, ndim, shape, strides))
        return broken(t);
    struct rt_tensor *rt = rt_tensor_alias(b->blocks[block].tensor, shape, strides, (int)ndim, offset, &err);
    if (rt && lang_truth(t, args[5]) > 0 && rt_tensor_set_requires_grad(rt, true, &err) < 0) {
        rt_tensor_unref(rt);
        rt = NULL;
    }
    if (!rt)
        return bind_raise(t, &err);
    bool subclass = args[6].tag == LANG_OBJECT && (args[6].o->type->flags & LANG_TYPE_TYPE) &&
                    args[6].o != &bind_type_tensor.head &&
                    lang_is_subtype((struct lang_type *)args[6].o, &bind_type_tensor);
    lang_value made = subclass ? bind_wrap_as(t, (struct lang_type *)args[6].o, rt) : bind_wrap(t, rt);
    rt_tensor_unref(rt);
    return made;
}

static const struct lang_method blocks_methods[] = {
    {"add", "(tensor, /)", blocks_add, "The block that the elements of a tensor lie in, and its offset there.", 0},
    {"tensor", "(block, offset, size, stride, requires_grad, kind, /)", blocks_tensor, "A tensor on a block.", 0},
    {0},
};

static struct lang_type blocks_type = {
    .head = {&lang_type_type, 1, LANG_OBJ_STATIC},
    .name = "_Blocks",
    .module = "torch._C",
    .doc = "The elements of the tensors of a message.",
    .size = sizeof(struct blocks),
    .destroy = blocks_destroy,
    .methods = blocks_methods,
};

int bind_transfer_ready(struct lang_thread *t)
{
    return lang_type_ready(t, &blocks_type);
}

/* A function of the library's half of this file, called. */
static lang_value call_helper(struct lang_thread *t, const char *name, lang_value v, struct blocks *b)
{
    lang_value args[2] = {v, lang_obj(b)}, module = lang_import(t, HELPERS);
    if (lang_is_error(module))
        return module;
    lang_value function = lang_getattr_c(t, module, name);
    lang_unref(t, module);
    if (lang_is_error(function))
        return function;
    lang_value result = lang_call(t, function, args, 2, NULL);
    lang_unref(t, function);
    return result;
}

/* ---- writing ---------------------------------------------------------------------------------------------------- */

static int write_all(int fd, const char *bytes, size_t length)
{
    while (length) {
        ssize_t done = write(fd, bytes, length);
        if (done < 0 && errno != EINTR)
            return -1;
        bytes += done > 0 ? done : 0;
        length -= done > 0 ? (size_t)done : 0;
    }
    return 0;
}

int bind_memory_file(const void *bytes, size_t length)
{
    int fd = memfd_create("torch", MFD_CLOEXEC);
    if (fd < 0 || write_all(fd, bytes, length) == 0)
        return fd;
    int fault = errno;
    close(fd);
    errno = fault;
    return -1;
}

/* Where a block lies: before the pickle in the text, one for each block. */
struct location {
    int64_t file, offset, bytes, dtype;
};

/* Small blocks one after the other in the first file. */
static int small_file(const struct blocks *b, struct location *locations, const bool *own)
{
    size_t length = 0;
    for (size_t i = 0; i < b->nblocks; i++)
        if (!own[i]) {
            locations[i].offset = (int64_t)length;
            length += (b->blocks[i].bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
        }
    char *bytes = calloc(1, length ? length : 1);
    if (!bytes) {
        errno = ENOMEM;
        return -1;
    }
    for (size_t i = 0; i < b->nblocks; i++)
        if (!own[i] && b->blocks[i].bytes)
            memcpy(bytes + locations[i].offset, b->blocks[i].data, b->blocks[i].bytes);
    int fd = bind_memory_file(bytes, length);
    int fault = errno;
    free(bytes);
    errno = fault;
    return fd;
}

static int make_files(struct lang_thread *t, struct blocks *b, struct bind_message *m, struct location *locations,
                      bool *own)
{
    size_t large = 0, small = 0;
    for (size_t i = 0; i < b->nblocks; i++) {
        own[i] = b->blocks[i].bytes >= SMALL_STORAGE && large < MAX_FILES;
        large += own[i];
        small += !own[i];
        locations[i] = (struct location){0, 0, (int64_t)b->blocks[i].bytes, b->blocks[i].dtype};
    }
    if (!(m->files = malloc((large + 1) * sizeof *m->files)))
        return no_memory(t);
    if (small && (m->files[m->nfiles] = small_file(b, locations, own)) >= 0)
        m->nfiles++;
    else if (small)
        return lang_raise_errno(t, errno, NULL), -1;
    for (size_t i = 0; i < b->nblocks; i++)
        if (own[i]) {
            int fd = bind_memory_file(b->blocks[i].data, b->blocks[i].bytes);
            if (fd < 0)
                return lang_raise_errno(t, errno, NULL), -1;
            locations[i].file = m->nfiles;
            m->files[m->nfiles++] = fd;
        }
    return 0;
}

/* The text of the message: the number of blocks, their locations, the pickle. */
static int finish(struct lang_thread *t, struct blocks *b, const uint8_t *pickle, size_t length, struct bind_message *m)
{
    size_t table = b->nblocks * sizeof(struct location);
    struct location *locations = malloc(table + 1);
    bool *own = malloc(b->nblocks + 1);
    int status = locations && own ? 0 : no_memory(t);
    if (!status && b->nblocks)
        status = make_files(t, b, m, locations, own);
    int64_t count = (int64_t)b->nblocks;
    if (!status && !(m->text = malloc(sizeof count + table + length)))
        status = no_memory(t);
    if (!status) {
        memcpy(m->text, &count, sizeof count);
        memcpy(m->text + sizeof count, locations, table);
        memcpy(m->text + sizeof count + table, pickle, length);
        m->length = sizeof count + table + length;
    }
    free(locations);
    free(own);
    return status;
}

int bind_message_write(struct lang_thread *t, lang_value v, struct bind_message *message)
{
    const uint8_t *bytes;
    int64_t length;
    struct blocks *b = lang_object_new(t, &blocks_type);
    *message = (struct bind_message){0};
    if (!b)
        return -1;
    lang_value pickle = call_helper(t, "dumps", v, b);
    int status = lang_is_error(pickle) ? -1 : 0;
    if (!status && !lang_bytes_view(pickle, &bytes, &length))
        status = lang_fail(t, LANG_EXC_SystemError, "dumps: bytes are wanted");
    if (!status)
        status = finish(t, b, bytes, (size_t)length, message);
    lang_unref(t, pickle);
    lang_decref(t, b);
    if (status)
        bind_message_clear(message);
    return status;
}

void bind_message_clear(struct bind_message *message)
{
    for (int i = 0; i < message->nfiles; i++)
        if (message->files[i] >= 0)
            close(message->files[i]);
    free(message->files);
    free(message->text);
    *message = (struct bind_message){0};
}

/* ---- reading ---------------------------------------------------------------------------------------------------- */

/* The file of a location, mapped once. NULL with an exception. */
static struct rt_shared *file_of(struct lang_thread *t, struct rt_shared **files, const struct bind_message *m,
                                 const struct location *location)
{
    struct rt_error err;
    rt_error_clear(&err);
    if (location->file < 0 || location->file >= m->nfiles)
        return broken(t), NULL;
    struct rt_shared **file = &files[location->file];
    if (*file)
        return *file;
    off_t length = lseek(m->files[location->file], 0, SEEK_END);
    if (length <= 0)
        return broken(t), NULL;
    if (!(*file = rt_shared_map(m->files[location->file], (size_t)length, &err)))
        bind_raise(t, &err);
    return *file;
}

static int map_block(struct lang_thread *t, struct blocks *b, struct rt_shared **files, const struct bind_message *m,
                     const struct location *location)
{
    struct rt_error err;
    rt_error_clear(&err);
    const int64_t none = 0;
    if (location->dtype < 0 || location->dtype >= RT_DTYPE_COUNT || location->offset < 0 || location->bytes < 0)
        return broken(t), -1;
    enum rt_dtype dtype = (enum rt_dtype)location->dtype;
    struct rt_shared *file = location->bytes ? file_of(t, files, m, location) : NULL;
    if ((location->bytes && !file) || grow(t, b))
        return -1;
    struct rt_tensor *base = file ? rt_tensor_from_shared(file, (size_t)location->offset,
                                                          location->bytes / (int64_t)rt_dtype_size(dtype), dtype, &err)
                                  : rt_tensor_empty(&none, 1, dtype, NULL, &err);
    if (!base)
        return bind_fail(t, &err);
    b->blocks[b->nblocks++] = (struct block){.tensor = base, .dtype = dtype};
    return 0;
}

/* Maps all blocks; the number of bytes before the pickle, 0 with an exception. */
static size_t map_blocks(struct lang_thread *t, struct blocks *b, const struct bind_message *m)
{
    int64_t count;
    struct location location;
    size_t at = sizeof count;
    if (m->length < at)
        return broken(t), 0;
    memcpy(&count, m->text, sizeof count);
    if (count < 0 || (size_t)count > (m->length - at) / sizeof location)
        return broken(t), 0;
    struct rt_shared **files = calloc((size_t)m->nfiles + 1, sizeof *files);
    if (!files)
        return lang_no_memory(t), 0;
    for (; count > 0 && at; count--) {
        memcpy(&location, m->text + at, sizeof location);
        at = map_block(t, b, files, m, &location) ? 0 : at + sizeof location;
    }
    for (int i = 0; i < m->nfiles; i++)
        if (files[i])
            rt_shared_unref(files[i]);
    free(files);
    return at;
}

lang_value bind_message_read(struct lang_thread *t, const struct bind_message *message)
{
    struct blocks *b = lang_object_new(t, &blocks_type);
    if (!b)
        return lang_error();
    size_t at = map_blocks(t, b, message);
    lang_value v = lang_error();
    struct lang_bytes *pickle = at ? lang_bytes_new(t, message->text + at, message->length - at) : NULL;
    if (pickle) {
        v = call_helper(t, "loads", lang_obj(pickle), b);
        lang_decref(t, pickle);
    }
    lang_decref(t, b);
    return v;
}
