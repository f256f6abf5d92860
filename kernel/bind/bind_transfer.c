/* bind_transfer.c: values of the language as messages between processes that were forked from one another: plain values
 * and containers by tags, tensors by files in memory that the receiver maps, anything else as pickle takes it apart
 * (prelude/torch/utils/data/_utils/_transfer.py). Must not know who sends to whom.
 *
 * Objects met before are numbered in the order in which the receiver has them: lists, dicts and sets before their
 * items, tuples after theirs, instances before their state. */
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
/* A storage is sent as a whole unless it is large and the tensor is less than half of it. */
#define WHOLE_STORAGE ((size_t)64 << 10)
#define ALIGNMENT 64

enum tag {
    TAG_NONE,
    TAG_FALSE,
    TAG_TRUE,
    TAG_ELLIPSIS,
    TAG_NOTIMPL,
    TAG_INT,
    TAG_FLOAT,
    TAG_BIG,
    TAG_COMPLEX,
    TAG_STR,
    TAG_BYTES,
    TAG_BYTEARRAY,
    TAG_LIST,
    TAG_TUPLE,
    TAG_SIZE,
    TAG_DICT,
    TAG_SET,
    TAG_FROZENSET,
    TAG_DTYPE,
    TAG_DEVICE,
    TAG_CONSTANT,
    TAG_TENSOR,
    TAG_GLOBAL,
    TAG_REDUCED,
    TAG_AGAIN
};

static const char HELPERS[] = "torch.utils.data._utils._transfer";

/* A function of the library's half of this file, called. */
static lang_value call_helper(struct lang_thread *t, const char *name, const lang_value *args, size_t nargs)
{
    lang_value module = lang_import(t, HELPERS);
    if (lang_is_error(module))
        return module;
    lang_value function = lang_getattr_c(t, module, name);
    lang_unref(t, module);
    if (lang_is_error(function))
        return function;
    lang_value result = lang_call(t, function, args, nargs, NULL);
    lang_unref(t, function);
    return result;
}

/* ---- writing ---------------------------------------------------------------------------------------------------- */

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

struct writer {
    struct lang_thread *t;
    char *text;
    size_t length, capacity;
    struct numbers memo, storages;
    lang_value *held; /* those numbered, so that their addresses stay theirs */
    size_t nheld, held_capacity;
    struct block *blocks;
    size_t nblocks, blocks_capacity;
};

/* Makes space for one more; -1: no memory. */
static int grow(void **items, size_t count, size_t *capacity, size_t size)
{
    if (count < *capacity)
        return 0;
    size_t wanted = *capacity ? *capacity * 2 : 16;
    void *more = realloc(*items, wanted * size);
    if (!more)
        return -1;
    *items = more;
    *capacity = wanted;
    return 0;
}

static int no_memory(struct writer *w)
{
    lang_no_memory(w->t);
    return -1;
}

static int put(struct writer *w, const void *bytes, size_t size)
{
    if (size > w->capacity - w->length) {
        size_t wanted = w->capacity ? w->capacity : 256;
        while (wanted - w->length < size)
            wanted *= 2;
        char *more = realloc(w->text, wanted);
        if (!more)
            return no_memory(w);
        w->text = more;
        w->capacity = wanted;
    }
    if (size)
        memcpy(w->text + w->length, bytes, size);
    w->length += size;
    return 0;
}

static int put_tag(struct writer *w, enum tag tag)
{
    uint8_t byte = (uint8_t)tag;
    return put(w, &byte, 1);
}

static int put_number(struct writer *w, int64_t n)
{
    return put(w, &n, sizeof n);
}

static int put_bytes(struct writer *w, enum tag tag, const void *bytes, size_t size)
{
    return put_tag(w, tag) || put_number(w, (int64_t)size) || put(w, bytes, size) ? -1 : 0;
}

static int put_counted(struct writer *w, enum tag tag, int64_t n)
{
    return put_tag(w, tag) || put_number(w, n) ? -1 : 0;
}

/* The next number is the object's. */
static int remember(struct writer *w, lang_value v)
{
    if (grow((void **)&w->held, w->nheld, &w->held_capacity, sizeof *w->held) ||
        add_number(&w->memo, v.o, (uint32_t)w->nheld))
        return no_memory(w);
    w->held[w->nheld++] = lang_ref(v);
    return 0;
}

static int put_value(struct writer *w, lang_value v);

/* What user code may change while it is written is written as it stood. */
static int put_items(struct writer *w, struct lang_tuple *items)
{
    for (int64_t i = 0; i < items->length; i++)
        if (put_value(w, items->items[i]) || ((i & 0xfff) == 0xfff && lang_poll_quiet(w->t) < 0))
            return -1;
    return 0;
}

static int put_sequence(struct writer *w, lang_value v, enum tag tag)
{
    struct lang_tuple *items = lang_to_tuple(w->t, v);
    if (!items)
        return -1;
    bool after = tag == TAG_TUPLE || tag == TAG_FROZENSET;
    int status = put_counted(w, tag, items->length);
    if (!status && !after)
        status = remember(w, v);
    if (!status)
        status = put_items(w, items);
    if (!status && after)
        status = remember(w, v);
    lang_decref(w->t, items);
    return status;
}

static int put_dict(struct writer *w, lang_value v)
{
    struct lang_dict *items = lang_dict_copy(w->t, lang_as_dict(v));
    lang_value key, value;
    if (!items)
        return -1;
    int status = put_counted(w, TAG_DICT, items->count) || remember(w, v) ? -1 : 0;
    for (int64_t i = 0; !status && lang_dict_next(items, &i, &key, &value);)
        status = put_value(w, key) || put_value(w, value) ? -1 : 0;
    lang_decref(w->t, items);
    return status;
}

static int put_big(struct writer *w, lang_value v)
{
    size_t size;
    struct lang_str *digits = lang_int_to_str(w->t, v, 16);
    const char *text = digits ? lang_str_utf8(w->t, digits, &size) : NULL;
    int status = text ? put_bytes(w, TAG_BIG, text, size) : -1;
    lang_xdecref(w->t, digits);
    return status;
}

static int put_str(struct writer *w, lang_value v)
{
    size_t size;
    const char *text = lang_str_utf8(w->t, lang_as_str(v), &size);
    return text ? put_bytes(w, TAG_STR, text, size) || remember(w, v) ? -1 : 0 : -1;
}

/* ---- tensors */

static int refuse_tensor(struct writer *w, struct rt_tensor *rt)
{
    if (rt_tensor_device(rt)->type != RT_CPU)
        return lang_fail(w->t, LANG_EXC_RuntimeError,
                         "Cannot re-initialize CUDA in forked subprocess. To use CUDA with multiprocessing, you must "
                         "use the 'spawn' start method");
    if (rt_tensor_requires_grad(rt) && !rt_tensor_is_leaf(rt))
        return lang_fail(w->t, LANG_EXC_RuntimeError,
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
static int64_t block_of(struct writer *w, struct rt_tensor *rt)
{
    struct rt_error err;
    rt_error_clear(&err);
    if (!rt_tensor_data(rt, &err) && rt_tensor_numel(rt))
        return bind_fail(w->t, &err);
    uint32_t known;
    size_t size = rt_dtype_size(rt_tensor_dtype(rt)), bytes = rt_tensor_storage_bytes(rt);
    int64_t first = rt_tensor_offset(rt), end = rt_tensor_numel(rt) ? end_of(rt) : first;
    bool whole = bytes <= WHOLE_STORAGE || (size_t)(end - first) * size * 2 >= bytes;
    if (whole && number_of(&w->storages, rt_tensor_storage_key(rt), &known) &&
        w->blocks[known].dtype == rt_tensor_dtype(rt))
        return known;
    if (grow((void **)&w->blocks, w->nblocks, &w->blocks_capacity, sizeof *w->blocks) ||
        (whole && add_number(&w->storages, rt_tensor_storage_key(rt), (uint32_t)w->nblocks)))
        return no_memory(w);
    struct block *block = &w->blocks[w->nblocks];
    *block = (struct block){rt, rt_tensor_storage_data(rt), bytes / size * size, 0, rt_tensor_dtype(rt)};
    if (!whole) {
        block->data += (size_t)first * size;
        block->bytes = (size_t)(end - first) * size;
        block->first = first;
    }
    rt_tensor_ref(rt);
    return (int64_t)w->nblocks++;
}

static int put_tensor(struct writer *w, lang_value v)
{
    struct rt_tensor *rt = bind_rt(v);
    int64_t block = refuse_tensor(w, rt) < 0 ? -1 : block_of(w, rt);
    if (block < 0)
        return -1;
    int ndim = rt_tensor_ndim(rt);
    bool plain = v.o->type == &bind_type_tensor;
    if (put_counted(w, TAG_TENSOR, block) || put_number(w, rt_tensor_offset(rt) - w->blocks[block].first) ||
        put_number(w, ndim) || put(w, rt_tensor_shape(rt), (size_t)ndim * sizeof(int64_t)) ||
        put(w, rt_tensor_strides(rt), (size_t)ndim * sizeof(int64_t)) || put_number(w, rt_tensor_requires_grad(rt)))
        return -1;
    if (put_value(w, plain ? lang_none() : lang_obj(v.o->type)))
        return -1;
    return remember(w, v);
}

/* ---- everything else */

/* As __reduce_ex__ has it: (callable, arguments, state, items, pairs); the name of a class or function. */
static int put_reduced(struct writer *w, lang_value v)
{
    lang_value parts = call_helper(w->t, "reduce", &v, 1);
    int status = -1;
    if (lang_is_str(parts)) {
        size_t size;
        const char *text = lang_str_utf8(w->t, lang_as_str(parts), &size);
        status = text ? put_bytes(w, TAG_GLOBAL, text, size) || remember(w, v) ? -1 : 0 : -1;
    } else if (!lang_is_error(parts) && (!lang_is_tuple(parts) || lang_as_tuple(parts)->length != 5)) {
        lang_raise(w->t, LANG_EXC_SystemError, "reduce: five parts are wanted");
    } else if (!lang_is_error(parts)) {
        const lang_value *part = lang_as_tuple(parts)->items;
        status = put_tag(w, TAG_REDUCED) || put_value(w, part[0]) || put_value(w, part[1]) || remember(w, v) ||
                         put_value(w, part[2]) || put_value(w, part[3]) || put_value(w, part[4])
                     ? -1
                     : 0;
    }
    lang_unref(w->t, parts);
    return status;
}

static int put_size(struct writer *w, lang_value v)
{
    struct lang_tuple *sizes = lang_as_tuple(v);
    int status = put_counted(w, TAG_SIZE, sizes->length);
    return status ? status : put_items(w, sizes);
}

static int put_object(struct writer *w, lang_value v)
{
    const struct lang_type *type = v.o->type;
    const uint8_t *bytes;
    int64_t size;
    if (bind_is_tensor(v))
        return put_tensor(w, v);
    if (type == &lang_type_list)
        return put_sequence(w, v, TAG_LIST);
    if (type == &lang_type_tuple)
        return put_sequence(w, v, TAG_TUPLE);
    if (type == &lang_type_dict)
        return put_dict(w, v);
    if (type == &lang_type_set)
        return put_sequence(w, v, TAG_SET);
    if (type == &lang_type_frozenset)
        return put_sequence(w, v, TAG_FROZENSET);
    if (type == &bind_type_size)
        return put_size(w, v);
    if (type == &lang_type_bytearray && lang_bytes_view(v, &bytes, &size))
        return put_bytes(w, TAG_BYTEARRAY, bytes, (size_t)size) || remember(w, v) ? -1 : 0;
    if (bind_is_dtype(v))
        return put_counted(w, TAG_DTYPE, ((struct bind_dtype *)v.o)->dtype);
    if (bind_is_device(v)) {
        struct bind_device *d = (struct bind_device *)v.o;
        return put_counted(w, TAG_DEVICE, d->type) || put_number(w, d->index) ? -1 : 0;
    }
    if (type == &bind_type_layout || type == &bind_type_memory_format) {
        const char *name = ((struct bind_constant *)v.o)->name;
        return put_bytes(w, TAG_CONSTANT, name, strlen(name));
    }
    return put_reduced(w, v);
}

static int put_value(struct writer *w, lang_value v)
{
    static const enum tag singles[] = {
        [LANG_NONE] = TAG_NONE, [LANG_NOTIMPL] = TAG_NOTIMPL, [LANG_ELLIPSIS] = TAG_ELLIPSIS};
    uint32_t number;
    if (v.tag == LANG_BOOL)
        return put_tag(w, v.i ? TAG_TRUE : TAG_FALSE);
    if (v.tag == LANG_INT)
        return put_counted(w, TAG_INT, v.i);
    if (v.tag == LANG_FLOAT)
        return put_tag(w, TAG_FLOAT) || put(w, &v.f, sizeof v.f) ? -1 : 0;
    if (v.tag != LANG_OBJECT)
        return put_tag(w, singles[v.tag]);
    if (number_of(&w->memo, v.o, &number))
        return put_counted(w, TAG_AGAIN, number);
    if (lang_is_exactly(v, &lang_type_str))
        return put_str(w, v);
    if (lang_is_exactly(v, &lang_type_int))
        return put_big(w, v);
    if (lang_is_exactly(v, &lang_type_complex)) {
        const struct lang_complex *z = (const struct lang_complex *)(const void *)v.o;
        return put_tag(w, TAG_COMPLEX) || put(w, &z->real, 8) || put(w, &z->imag, 8) ? -1 : 0;
    }
    if (lang_is_exactly(v, &lang_type_bytes)) {
        const struct lang_bytes *b = (const struct lang_bytes *)(const void *)v.o;
        return put_bytes(w, TAG_BYTES, b->data, (size_t)b->length) || remember(w, v) ? -1 : 0;
    }
    if (lang_enter(w->t, " while pickling an object") < 0)
        return -1;
    int status = put_object(w, v);
    lang_leave(w->t);
    return status;
}

/* ---- files */

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

/* Where a block lies: before the value in the text, one for each block. */
struct place {
    int64_t file, offset, bytes, dtype;
};

/* Small blocks one after the other in the first file. */
static int small_file(const struct writer *w, struct place *places, const bool *own)
{
    size_t length = 0;
    for (size_t i = 0; i < w->nblocks; i++)
        if (!own[i]) {
            places[i].offset = (int64_t)length;
            length += (w->blocks[i].bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
        }
    char *bytes = calloc(1, length ? length : 1);
    if (!bytes) {
        errno = ENOMEM;
        return -1;
    }
    for (size_t i = 0; i < w->nblocks; i++)
        if (!own[i] && w->blocks[i].bytes)
            memcpy(bytes + places[i].offset, w->blocks[i].data, w->blocks[i].bytes);
    int fd = bind_memory_file(bytes, length);
    int fault = errno;
    free(bytes);
    errno = fault;
    return fd;
}

static int make_files(struct writer *w, struct bind_message *m, struct place *places, bool *own)
{
    size_t large = 0, small = 0;
    for (size_t i = 0; i < w->nblocks; i++) {
        own[i] = w->blocks[i].bytes >= SMALL_STORAGE && large < MAX_FILES;
        large += own[i];
        small += !own[i];
        places[i] = (struct place){0, 0, (int64_t)w->blocks[i].bytes, w->blocks[i].dtype};
    }
    if (!(m->files = malloc((large + 1) * sizeof *m->files)))
        return no_memory(w);
    if (small && (m->files[m->nfiles] = small_file(w, places, own)) >= 0)
        m->nfiles++;
    else if (small)
        return lang_raise_errno(w->t, errno, NULL), -1;
    for (size_t i = 0; i < w->nblocks; i++)
        if (own[i]) {
            int fd = bind_memory_file(w->blocks[i].data, w->blocks[i].bytes);
            if (fd < 0)
                return lang_raise_errno(w->t, errno, NULL), -1;
            places[i].file = m->nfiles;
            m->files[m->nfiles++] = fd;
        }
    return 0;
}

/* The text of the message: the number of blocks, their places, the value. */
static int finish(struct writer *w, struct bind_message *m)
{
    size_t table = w->nblocks * sizeof(struct place);
    struct place *places = malloc(table + 1);
    bool *own = malloc(w->nblocks + 1);
    int status = places && own ? 0 : no_memory(w);
    if (!status && w->nblocks)
        status = make_files(w, m, places, own);
    int64_t count = (int64_t)w->nblocks;
    if (!status && !(m->text = malloc(sizeof count + table + w->length)))
        status = no_memory(w);
    if (!status) {
        memcpy(m->text, &count, sizeof count);
        memcpy(m->text + sizeof count, places, table);
        memcpy(m->text + sizeof count + table, w->text, w->length);
        m->length = sizeof count + table + w->length;
    }
    free(places);
    free(own);
    return status;
}

int bind_message_write(struct lang_thread *t, lang_value v, struct bind_message *message)
{
    struct writer w = {.t = t};
    *message = (struct bind_message){0};
    int status = put_value(&w, v) || finish(&w, message) ? -1 : 0;
    for (size_t i = 0; i < w.nheld; i++)
        lang_unref(t, w.held[i]);
    for (size_t i = 0; i < w.nblocks; i++)
        rt_tensor_unref(w.blocks[i].tensor);
    free(w.text);
    free(w.memo.table);
    free(w.storages.table);
    free(w.held);
    free(w.blocks);
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

struct reader {
    struct lang_thread *t;
    const char *at, *end;
    struct rt_shared **files;
    struct rt_tensor **bases; /* of the blocks, one-dimensional */
    int64_t nblocks;
    lang_value *made;
    size_t nmade, made_capacity;
};

static lang_value broken(struct reader *r)
{
    return lang_raise(r->t, LANG_EXC_RuntimeError, "a message of another process is damaged");
}

static int take(struct reader *r, void *into, size_t size)
{
    if (size > (size_t)(r->end - r->at)) {
        broken(r);
        return -1;
    }
    if (size)
        memcpy(into, r->at, size);
    r->at += size;
    return 0;
}

/* A count of things of at least one byte each. */
static int take_count(struct reader *r, int64_t *n)
{
    if (take(r, n, sizeof *n))
        return -1;
    if (*n >= 0 && *n <= r->end - r->at)
        return 0;
    broken(r);
    return -1;
}

static int keep(struct reader *r, lang_value v)
{
    if (grow((void **)&r->made, r->nmade, &r->made_capacity, sizeof *r->made)) {
        lang_no_memory(r->t);
        return -1;
    }
    r->made[r->nmade++] = lang_ref(v);
    return 0;
}

/* The value numbered; it is taken also on failure. */
static lang_value kept(struct reader *r, lang_value v)
{
    if (lang_is_error(v) || keep(r, v) == 0)
        return v;
    lang_unref(r->t, v);
    return lang_error();
}

static lang_value get_value(struct reader *r);

static lang_value get_list(struct reader *r, int64_t count)
{
    struct lang_list *list = lang_list_new(r->t, count);
    if (!list || keep(r, lang_obj(list))) {
        lang_xdecref(r->t, list);
        return lang_error();
    }
    while (count-- > 0) {
        lang_value item = get_value(r);
        if (lang_is_error(item) || lang_list_append_steal(r->t, list, item) < 0) {
            lang_decref(r->t, list);
            return lang_error();
        }
    }
    return lang_obj(list);
}

static struct lang_tuple *get_items(struct reader *r, int64_t count)
{
    struct lang_tuple *items = lang_tuple_new(r->t, count);
    for (int64_t i = 0; items && i < count; i++) {
        lang_value item = get_value(r);
        if (lang_is_error(item)) {
            lang_decref(r->t, items);
            return NULL;
        }
        items->items[i] = item;
    }
    return items;
}

static lang_value get_size(struct reader *r, int64_t count)
{
    struct lang_tuple *items = get_items(r, count);
    if (!items)
        return lang_error();
    lang_value made = bind_tuple_as(r->t, &bind_type_size, items->items, items->length);
    lang_decref(r->t, items);
    return made;
}

static lang_value get_dict(struct reader *r, int64_t count)
{
    struct lang_dict *dict = lang_dict_new(r->t);
    int status = dict ? keep(r, lang_obj(dict)) : -1;
    while (!status && count-- > 0) {
        lang_value key = get_value(r), value = lang_is_error(key) ? key : get_value(r);
        status = lang_is_error(value) ? -1 : lang_dict_set(r->t, dict, key, value);
        lang_unref(r->t, key);
        if (!lang_is_error(key))
            lang_unref(r->t, value);
    }
    if (!status)
        return lang_obj(dict);
    lang_xdecref(r->t, dict);
    return lang_error();
}

static lang_value get_set(struct reader *r, int64_t count, bool frozen)
{
    struct lang_set *set = lang_set_new(r->t, frozen);
    int status = set ? frozen ? 0 : keep(r, lang_obj(set)) : -1;
    while (!status && count-- > 0) {
        lang_value item = get_value(r);
        status = lang_is_error(item) || lang_set_add(r->t, set, item) < 0 ? -1 : 0;
        lang_unref(r->t, item);
    }
    if (!status && frozen)
        status = keep(r, lang_obj(set));
    if (!status)
        return lang_obj(set);
    lang_xdecref(r->t, set);
    return lang_error();
}

static lang_value get_bytes(struct reader *r, enum tag tag, int64_t size)
{
    const char *bytes = r->at;
    lang_value text = lang_undef();
    r->at += size;
    switch (tag) {
    case TAG_BIG:
        return lang_int_from_text(r->t, bytes, (size_t)size, 16);
    case TAG_STR:
        return kept(r, lang_obj_or_error(lang_str_new(r->t, bytes, (size_t)size)));
    case TAG_BYTES:
        return kept(r, lang_obj_or_error(lang_bytes_new(r->t, bytes, (size_t)size)));
    case TAG_BYTEARRAY:
        text = lang_obj_or_error(lang_bytes_new(r->t, bytes, (size_t)size));
        if (!lang_is_error(text)) {
            lang_value made = lang_call(r->t, lang_obj(&lang_type_bytearray), &text, 1, NULL);
            lang_unref(r->t, text);
            text = made;
        }
        return kept(r, text);
    case TAG_GLOBAL:
        text = lang_obj_or_error(lang_str_new(r->t, bytes, (size_t)size));
        if (!lang_is_error(text)) {
            lang_value made = call_helper(r->t, "find", &text, 1);
            lang_unref(r->t, text);
            text = made;
        }
        return kept(r, text);
    default: {
        char name[64] = "";
        memcpy(name, bytes, (size_t)size < sizeof name ? (size_t)size : sizeof name - 1);
        struct lang_object *constant = bind_constant_find(name);
        return constant ? lang_obj(lang_incref(constant)) : broken(r);
    }
    }
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

static lang_value get_tensor(struct reader *r, int64_t block)
{
    struct rt_error err;
    rt_error_clear(&err);
    int64_t offset, ndim, gradient, *sizes = NULL;
    if (take(r, &offset, sizeof offset) || take_count(r, &ndim))
        return lang_error();
    struct rt_tensor *base = block >= 0 && block < r->nblocks ? r->bases[block] : NULL, *rt = NULL;
    if (!base)
        return broken(r);
    if (!(sizes = malloc((size_t)(2 * ndim + 1) * sizeof *sizes)))
        return lang_no_memory(r->t);
    int status = take(r, sizes, (size_t)(2 * ndim) * sizeof *sizes) || take(r, &gradient, sizeof gradient) ? -1 : 0;
    if (!status && !fits(base, offset, ndim, sizes, sizes + ndim))
        broken(r);
    else if (!status && !(rt = rt_tensor_alias(base, sizes, sizes + ndim, (int)ndim, offset, &err)))
        bind_raise(r->t, &err);
    free(sizes);
    lang_value cls = rt ? get_value(r) : lang_error();
    if (!lang_is_error(cls) && gradient && rt_tensor_set_requires_grad(rt, true, &err) < 0) {
        lang_unref(r->t, cls);
        cls = bind_raise(r->t, &err);
    }
    lang_value made = lang_is_error(cls)                    ? cls
                      : cls.tag != LANG_OBJECT              ? bind_wrap(r->t, rt)
                      : cls.o->type->flags & LANG_TYPE_TYPE ? bind_wrap_as(r->t, (struct lang_type *)cls.o, rt)
                                                            : broken(r);
    lang_unref(r->t, cls);
    rt_tensor_unref(rt);
    return kept(r, made);
}

static lang_value get_reduced(struct reader *r)
{
    lang_value callable = get_value(r), args = lang_is_error(callable) ? callable : get_value(r);
    lang_value made = lang_is_error(args)   ? args
                      : lang_is_tuple(args) ? lang_call(r->t, callable, lang_as_tuple(args)->items,
                                                        (size_t)lang_as_tuple(args)->length, NULL)
                                            : broken(r);
    lang_unref(r->t, callable);
    if (!lang_is_error(callable))
        lang_unref(r->t, args);
    lang_value parts[4] = {kept(r, made), lang_undef(), lang_undef(), lang_undef()};
    bool failed = lang_is_error(parts[0]), plain = true;
    for (int i = 1; i < 4 && !failed; i++) {
        parts[i] = get_value(r);
        failed = lang_is_error(parts[i]);
        plain = plain && lang_is_none(parts[i]);
    }
    lang_value done = failed || plain ? lang_none() : call_helper(r->t, "rebuild", parts, 4);
    failed = failed || lang_is_error(done);
    lang_unref(r->t, done);
    for (int i = failed ? 0 : 1; i < 4; i++)
        lang_unref(r->t, parts[i]);
    return failed ? lang_error() : parts[0];
}

static lang_value get_counted(struct reader *r, enum tag tag)
{
    int64_t n, index;
    if (take_count(r, &n))
        return lang_error();
    switch (tag) {
    case TAG_LIST:
        return get_list(r, n);
    case TAG_TUPLE:
        return kept(r, lang_obj_or_error(get_items(r, n)));
    case TAG_SIZE:
        return get_size(r, n);
    case TAG_DICT:
        return get_dict(r, n);
    case TAG_SET:
    case TAG_FROZENSET:
        return get_set(r, n, tag == TAG_FROZENSET);
    case TAG_DEVICE:
        return take(r, &index, sizeof index) ? lang_error() : bind_device_new(r->t, (enum rt_device_type)n, (int)index);
    default:
        return get_bytes(r, tag, n);
    }
}

static lang_value get_tagged(struct reader *r, enum tag tag)
{
    int64_t n;
    double parts[2];
    switch (tag) {
    case TAG_NONE:
        return lang_none();
    case TAG_FALSE:
    case TAG_TRUE:
        return lang_bool(tag == TAG_TRUE);
    case TAG_ELLIPSIS:
        return (lang_value){LANG_ELLIPSIS, {0}};
    case TAG_NOTIMPL:
        return lang_notimpl();
    case TAG_INT:
        return take(r, &n, sizeof n) ? lang_error() : lang_int(n);
    case TAG_FLOAT:
        return take(r, parts, sizeof *parts) ? lang_error() : lang_float(parts[0]);
    case TAG_COMPLEX:
        return take(r, parts, sizeof parts) ? lang_error() : lang_complex_new(r->t, parts[0], parts[1]);
    case TAG_DTYPE:
        if (take(r, &n, sizeof n))
            return lang_error();
        return n >= 0 && n < RT_DTYPE_COUNT ? bind_dtype_value((enum rt_dtype)n) : broken(r);
    case TAG_AGAIN:
        if (take(r, &n, sizeof n))
            return lang_error();
        return n >= 0 && (size_t)n < r->nmade ? lang_ref(r->made[n]) : broken(r);
    case TAG_TENSOR:
        return take(r, &n, sizeof n) ? lang_error() : get_tensor(r, n);
    case TAG_REDUCED:
        return get_reduced(r);
    default:
        return tag > TAG_AGAIN ? broken(r) : get_counted(r, tag);
    }
}

static lang_value get_value(struct reader *r)
{
    uint8_t tag;
    if (take(r, &tag, 1) || lang_enter(r->t, " while unpickling an object") < 0)
        return lang_error();
    lang_value v = get_tagged(r, (enum tag)tag);
    lang_leave(r->t);
    return v;
}

/* Maps the file of a place, once. NULL with an exception. */
static struct rt_shared *file_of(struct reader *r, const struct bind_message *m, const struct place *place)
{
    struct rt_error err;
    rt_error_clear(&err);
    if (place->file < 0 || place->file >= m->nfiles) {
        broken(r);
        return NULL;
    }
    struct rt_shared **file = &r->files[place->file];
    if (*file)
        return *file;
    off_t length = lseek(m->files[place->file], 0, SEEK_END);
    if (length <= 0)
        broken(r);
    else if (!(*file = rt_shared_map(m->files[place->file], (size_t)length, &err)))
        bind_raise(r->t, &err);
    return *file;
}

static int map_blocks(struct reader *r, const struct bind_message *m)
{
    struct rt_error err;
    rt_error_clear(&err);
    for (int64_t i = 0; i < r->nblocks; i++) {
        struct place place;
        const int64_t none = 0;
        if (take(r, &place, sizeof place))
            return -1;
        if (place.dtype < 0 || place.dtype >= RT_DTYPE_COUNT || place.offset < 0 || place.bytes < 0) {
            broken(r);
            return -1;
        }
        enum rt_dtype dtype = (enum rt_dtype)place.dtype;
        struct rt_shared *file = place.bytes ? file_of(r, m, &place) : NULL;
        if (place.bytes && !file)
            return -1;
        r->bases[i] = file ? rt_tensor_from_shared(file, (size_t)place.offset,
                                                   place.bytes / (int64_t)rt_dtype_size(dtype), dtype, &err)
                           : rt_tensor_empty(&none, 1, dtype, NULL, &err);
        if (!r->bases[i])
            return bind_fail(r->t, &err);
    }
    return 0;
}

lang_value bind_message_read(struct lang_thread *t, const struct bind_message *message)
{
    struct reader r = {.t = t, .at = message->text, .end = message->text + message->length};
    int status = take_count(&r, &r.nblocks);
    if (!status) {
        r.files = calloc((size_t)message->nfiles + 1, sizeof *r.files);
        r.bases = calloc((size_t)r.nblocks + 1, sizeof *r.bases);
        if (!r.files || !r.bases) {
            lang_no_memory(t);
            status = -1;
        }
    }
    lang_value v = status || map_blocks(&r, message) ? lang_error() : get_value(&r);
    for (int64_t i = 0; r.bases && i < r.nblocks; i++)
        rt_tensor_unref(r.bases[i]);
    for (int i = 0; r.files && i < message->nfiles; i++)
        if (r.files[i])
            rt_shared_unref(r.files[i]);
    for (size_t i = 0; i < r.nmade; i++)
        lang_unref(t, r.made[i]);
    free(r.files);
    free(r.bases);
    free(r.made);
    return v;
}
