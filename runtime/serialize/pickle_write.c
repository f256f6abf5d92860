/* The writer of pickles: protocol 2 with the instructions that PyTorch's readers accept. Values that are shared in the
   tree are shared in the file. Must not know archives. */
#include "pickle.h"

#include <stdio.h>
#include <string.h>

#define MAX_DEPTH 2000

struct slot {
    const void *key;
    uint32_t index;
};

struct writer {
    struct rt_pickled *out;
    struct rt_error *err;
    /* numbers of values written, and of storages: one open table each */
    struct table {
        struct slot *slots;
        size_t size, used;
    } memo, storages;
    uint32_t numbered;
    int depth;
};

/* ---- bytes ------------------------------------------------------------------------------------------------------- */

static int put(struct writer *w, const void *bytes, size_t length)
{
    struct rt_pickled *out = w->out;
    if (length > out->capacity - out->length) {
        size_t capacity = out->capacity ? out->capacity : 512;
        while (capacity - out->length < length)
            capacity *= 2;
        unsigned char *more = rt_realloc(out->bytes, capacity);
        if (!more)
            return rt_error_memory(w->err);
        out->bytes = more;
        out->capacity = capacity;
    }
    if (length)
        memcpy(out->bytes + out->length, bytes, length);
    out->length += length;
    return 0;
}

static int put_byte(struct writer *w, int byte)
{
    unsigned char b = (unsigned char)byte;
    return put(w, &b, 1);
}

/* An opcode and a little-endian number. */
static int put_number(struct writer *w, int opcode, uint64_t number, int bytes)
{
    unsigned char b[9] = {(unsigned char)opcode};
    for (int i = 0; i < bytes; i++)
        b[1 + i] = (unsigned char)(number >> 8 * i);
    return put(w, b, 1 + (size_t)bytes);
}

static int put_text(struct writer *w, const char *text, size_t length)
{
    if (length > UINT32_MAX)
        return rt_error_set(w->err, RT_OVERFLOW, "cannot serialize a string larger than 4GiB");
    return put_number(w, 'X', length, 4) < 0 ? -1 : put(w, text, length);
}

/* text: "module\nname\n" */
static int put_name(struct writer *w, const char *text)
{
    return put_byte(w, 'c') < 0 ? -1 : put(w, text, strlen(text));
}

static int put_integer(struct writer *w, int64_t value)
{
    if (value >= 0 && value <= 0xff)
        return put_number(w, 'K', (uint64_t)value, 1);
    if (value >= 0 && value <= 0xffff)
        return put_number(w, 'M', (uint64_t)value, 2);
    if (value >= INT32_MIN && value <= INT32_MAX)
        return put_number(w, 'J', (uint64_t)value, 4);
    int bytes = 8;
    while (bytes > 1 && (value >> (8 * bytes - 9) == 0 || value >> (8 * bytes - 9) == -1))
        bytes--;
    return put_number(w, 0x8a, (uint64_t)bytes, 1) < 0 ? -1 : put(w, &value, (size_t)bytes);
}

static int put_float(struct writer *w, double value)
{
    unsigned char b[9] = {'G'};
    uint64_t bits;
    memcpy(&bits, &value, 8);
    for (int i = 0; i < 8; i++)
        b[1 + i] = (unsigned char)(bits >> (56 - 8 * i));
    return put(w, b, 9);
}

/* ---- tables ------------------------------------------------------------------------------------------------------ */

static struct slot *find(const struct table *t, const void *key)
{
    size_t at = (size_t)((uintptr_t)key * 0x9e3779b97f4a7c15ull >> 20) & (t->size - 1);
    while (t->slots[at].key && t->slots[at].key != key)
        at = (at + 1) & (t->size - 1);
    return &t->slots[at];
}

static struct slot *find_or_add(struct writer *w, struct table *t, const void *key)
{
    if (2 * (t->used + 1) > t->size) {
        struct table more = {.size = t->size ? 2 * t->size : 64, .used = t->used};
        if (!(more.slots = rt_alloc(more.size * sizeof *more.slots))) {
            rt_error_memory(w->err);
            return NULL;
        }
        memset(more.slots, 0, more.size * sizeof *more.slots);
        for (size_t i = 0; i < t->size; i++)
            if (t->slots[i].key)
                *find(&more, t->slots[i].key) = t->slots[i];
        rt_free(t->slots);
        *t = more;
    }
    return find(t, key);
}

/* Numbers the value just written, if it may be asked for again. */
static int remember(struct writer *w, const void *key)
{
    struct slot *slot = find_or_add(w, &w->memo, key);
    if (!slot)
        return -1;
    if (!slot->key)
        w->memo.used++;
    *slot = (struct slot){key, w->numbered};
    uint32_t index = w->numbered++;
    return put_number(w, index < 256 ? 'q' : 'r', index, index < 256 ? 1 : 4);
}

/* 1 when the value was written before and is now asked for; 0 when it is new. */
static int recall(struct writer *w, const void *key)
{
    struct slot *slot = w->memo.size ? find(&w->memo, key) : NULL;
    if (!slot || !slot->key)
        return 0;
    return put_number(w, slot->index < 256 ? 'h' : 'j', slot->index, slot->index < 256 ? 1 : 4) < 0 ? -1 : 1;
}

/* A constant text or name, written once and then asked for. */
static int put_constant(struct writer *w, const char *text, bool name)
{
    int status = recall(w, text);
    if (status != 0)
        return status < 0 ? -1 : 0;
    if ((name ? put_name(w, text) : put_text(w, text, strlen(text))) < 0)
        return -1;
    return remember(w, text);
}

/* ---- tensors ----------------------------------------------------------------------------------------------------- */

static int storage_number(struct writer *w, struct rt_tensor *tensor, uint32_t *number)
{
    struct rt_pickled *out = w->out;
    struct slot *slot = find_or_add(w, &w->storages, rt_tensor_storage_key(tensor));
    if (!slot)
        return -1;
    if (slot->key) {
        if (rt_tensor_dtype(out->storages[slot->index]) != rt_tensor_dtype(tensor))
            return rt_error_set(w->err, RT_RUNTIME,
                                "Cannot save multiple tensors or storages that view the same data as different types");
        *number = slot->index;
        return 0;
    }
    if ((out->nstorages & (out->nstorages - 1)) == 0) {
        struct rt_tensor **more = rt_realloc(out->storages, (out->nstorages ? 2 * out->nstorages : 1) * sizeof *more);
        if (!more)
            return rt_error_memory(w->err);
        out->storages = more;
    }
    *number = (uint32_t)out->nstorages;
    out->storages[out->nstorages++] = tensor;
    w->storages.used++;
    *slot = (struct slot){rt_tensor_storage_key(tensor), *number};
    return 0;
}

/* ('storage', torch.FloatStorage, '0', 'cpu', numel) as a persistent id */
static int put_storage(struct writer *w, struct rt_tensor *tensor)
{
    enum rt_dtype dtype = rt_tensor_dtype(tensor);
    static const char *const classes[] = {
#define X(id, name, alias, ctype, size, category, scalar, cxx, storage) "torch\n" storage "\n",
        RT_DTYPES(X)
#undef X
    };
    char key[24], location[RT_DEVICE_TEXT];
    uint32_t number = 0;
    if (storage_number(w, tensor, &number) < 0)
        return -1;
    snprintf(key, sizeof key, "%u", number);
    rt_device_text(rt_tensor_device(tensor), location, sizeof location);
    bool cpu = strcmp(location, "cpu") == 0;
    if (put_byte(w, '(') < 0 || put_constant(w, "storage", false) < 0 || put_constant(w, classes[dtype], true) < 0 ||
        put_text(w, key, strlen(key)) < 0 ||
        (cpu ? put_constant(w, "cpu", false) : put_text(w, location, strlen(location))) < 0 ||
        put_integer(w, (int64_t)(rt_tensor_storage_bytes(tensor) / rt_dtype_size(dtype))) < 0)
        return -1;
    return put(w, "tQ", 2);
}

static int put_int_tuple(struct writer *w, const int64_t *values, int n)
{
    static const unsigned char end[] = {0, 0x85, 0x86, 0x87};
    if (n == 0)
        return put_byte(w, ')');
    if (n > 3 && put_byte(w, '(') < 0)
        return -1;
    for (int i = 0; i < n; i++)
        if (put_integer(w, values[i]) < 0)
            return -1;
    return put_byte(w, n > 3 ? 't' : end[n]);
}

static int put_empty_ordered_dict(struct writer *w)
{
    return put_constant(w, "collections\nOrderedDict\n", true) < 0 ? -1 : put(w, ")R", 2);
}

static int put_tensor(struct writer *w, struct rt_tensor *tensor, bool requires_grad)
{
    int n = rt_tensor_ndim(tensor);
    if (put_constant(w, "torch._utils\n_rebuild_tensor_v2\n", true) < 0 || put_byte(w, '(') < 0 ||
        put_storage(w, tensor) < 0 || put_integer(w, rt_tensor_offset(tensor)) < 0 ||
        put_int_tuple(w, rt_tensor_shape(tensor), n) < 0 || put_int_tuple(w, rt_tensor_strides(tensor), n) < 0 ||
        put_byte(w, requires_grad ? 0x88 : 0x89) < 0 || put_empty_ordered_dict(w) < 0)
        return -1;
    return put(w, "tR", 2);
}

static int put_parameter(struct writer *w, struct rt_tensor *tensor)
{
    if (put_constant(w, "torch._utils\n_rebuild_parameter\n", true) < 0 || put_tensor(w, tensor, false) < 0 ||
        put_byte(w, rt_tensor_requires_grad(tensor) ? 0x88 : 0x89) < 0 || put_empty_ordered_dict(w) < 0)
        return -1;
    return put(w, "\x87R", 2);
}

/* ---- values ------------------------------------------------------------------------------------------------------ */

static int put_value(struct writer *w, const struct rt_pickle_value *value);

static int put_items(struct writer *w, const struct rt_pickle_value *value, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++)
        if (((i & 0xfff) == 0xfff && rt_check_interrupt(w->err) < 0) || put_value(w, value->items[i]) < 0)
            return -1;
    return 0;
}

static int put_list_items(struct writer *w, const struct rt_pickle_value *value)
{
    if (value->count == 0)
        return 0;
    if (value->count == 1)
        return put_items(w, value, 0, 1) < 0 ? -1 : put_byte(w, 'a');
    return put_byte(w, '(') < 0 || put_items(w, value, 0, value->count) < 0 ? -1 : put_byte(w, 'e');
}

static int put_dict_items(struct writer *w, const struct rt_pickle_value *value)
{
    if (value->count == 0)
        return 0;
    if (value->count == 2)
        return put_items(w, value, 0, 2) < 0 ? -1 : put_byte(w, 's');
    return put_byte(w, '(') < 0 || put_items(w, value, 0, value->count) < 0 ? -1 : put_byte(w, 'u');
}

static int put_tuple(struct writer *w, const struct rt_pickle_value *value)
{
    static const unsigned char end[] = {0, 0x85, 0x86, 0x87};
    if (value->count == 0)
        return put_byte(w, ')');
    if (value->count > 3 && put_byte(w, '(') < 0)
        return -1;
    if (put_items(w, value, 0, value->count) < 0)
        return -1;
    return put_byte(w, value->count > 3 ? 't' : end[value->count]);
}

static int put_bytes(struct writer *w, const struct rt_pickle_value *value)
{
    size_t wide = 0;
    for (size_t i = 0; i < value->length; i++)
        wide += (unsigned char)value->bytes[i] >= 0x80;
    char *text = rt_alloc(value->length + wide + 1), *to = text;
    if (!text)
        return rt_error_memory(w->err);
    for (size_t i = 0; i < value->length; i++) {
        unsigned char c = (unsigned char)value->bytes[i];
        if (c >= 0x80) {
            *to++ = (char)(0xc0 | c >> 6);
            c = 0x80 | (c & 0x3f);
        }
        *to++ = (char)c;
    }
    int status = put_constant(w, "_codecs\nencode\n", true);
    if (status == 0)
        status = put_text(w, text, value->length + wide);
    if (status == 0)
        status = put_constant(w, "latin1", false);
    rt_free(text);
    return status < 0 ? -1 : put(w, "\x86R", 2);
}

static int put_device(struct writer *w, const struct rt_pickle_value *value)
{
    static const char *const types[] = {
#define X(id, name) name,
        RT_DEVICE_TYPES(X)
#undef X
    };
    const char *type = types[value->device_type];
    if (put_constant(w, "torch\ndevice\n", true) < 0 || put_text(w, type, strlen(type)) < 0)
        return -1;
    if (value->device_index >= 0 && put_integer(w, value->device_index) < 0)
        return -1;
    return put(w, value->device_index >= 0 ? "\x86R" : "\x85R", 2);
}

static int put_dtype(struct writer *w, enum rt_dtype dtype)
{
    static const char *const text[] = {
#define X(id, name, alias, ctype, size, category, scalar, cxx, storage) "torch\n" name "\n",
        RT_DTYPES(X)
#undef X
    };
    return put_constant(w, text[dtype], true);
}

/* Containers are numbered before their items, so that an item may be shared with what comes later. */
static int put_container(struct writer *w, const struct rt_pickle_value *value)
{
    bool shared = value->references > 1;
    switch (value->kind) {
    case RT_PICKLE_LIST:
        if (put_byte(w, ']') < 0 || (shared && remember(w, value) < 0))
            return -1;
        return put_list_items(w, value);
    case RT_PICKLE_DICT:
        if (put_byte(w, '}') < 0 || (shared && remember(w, value) < 0))
            return -1;
        return put_dict_items(w, value);
    case RT_PICKLE_ORDERED_DICT:
        if (put_empty_ordered_dict(w) < 0 || (shared && remember(w, value) < 0) || put_dict_items(w, value) < 0)
            return -1;
        if (!value->attributes || !value->attributes->count)
            return 0;
        return put_value(w, value->attributes) < 0 ? -1 : put_byte(w, 'b');
    case RT_PICKLE_SET:
        if (put_constant(w, "__builtin__\nset\n", true) < 0 || put_byte(w, ']') < 0 || put_list_items(w, value) < 0 ||
            put(w, "\x85R", 2) < 0)
            return -1;
        return shared ? remember(w, value) : 0;
    case RT_PICKLE_SIZE:
        if (put_constant(w, "torch\nSize\n", true) < 0 || put_tuple(w, value) < 0 || put(w, "\x85R", 2) < 0)
            return -1;
        return shared ? remember(w, value) : 0;
    default:
        if (put_tuple(w, value) < 0)
            return -1;
        return shared && value->count ? remember(w, value) : 0;
    }
}

static int put_leaf(struct writer *w, const struct rt_pickle_value *value)
{
    switch (value->kind) {
    case RT_PICKLE_NONE:
        return put_byte(w, 'N');
    case RT_PICKLE_BOOL:
        return put_byte(w, value->boolean ? 0x88 : 0x89);
    case RT_PICKLE_INT:
        return put_integer(w, value->integer);
    case RT_PICKLE_BIGINT:
        if (value->length > 255)
            return rt_error_set(w->err, RT_OVERFLOW, "cannot serialize an integer of more than 255 bytes");
        return put_number(w, 0x8a, value->length, 1) < 0 ? -1 : put(w, value->bytes, value->length);
    case RT_PICKLE_FLOAT:
        return put_float(w, value->number);
    case RT_PICKLE_COMPLEX:
        if (put_constant(w, "__builtin__\ncomplex\n", true) < 0 || put_float(w, value->number) < 0 ||
            put_float(w, value->imaginary) < 0)
            return -1;
        return put(w, "\x86R", 2);
    case RT_PICKLE_STR:
        return put_text(w, value->bytes, value->length);
    case RT_PICKLE_BYTES:
        return put_bytes(w, value);
    case RT_PICKLE_TENSOR:
        return put_tensor(w, value->tensor, rt_tensor_requires_grad(value->tensor));
    case RT_PICKLE_PARAMETER:
        return put_parameter(w, value->tensor);
    case RT_PICKLE_DTYPE:
        return put_dtype(w, value->dtype);
    case RT_PICKLE_DEVICE:
        return put_device(w, value);
    default:
        return rt_error_set(w->err, RT_TYPE, "cannot pickle this value");
    }
}

static int put_value(struct writer *w, const struct rt_pickle_value *value)
{
    int status = value->references > 1 ? recall(w, value) : 0;
    if (status != 0)
        return status < 0 ? -1 : 0;
    if (rt_pickle_is_container(value)) {
        if (w->depth >= MAX_DEPTH)
            return rt_error_set(w->err, RT_RECURSION, "maximum recursion depth exceeded while pickling an object");
        w->depth++;
        status = put_container(w, value);
        w->depth--;
        return status;
    }
    if (put_leaf(w, value) < 0)
        return -1;
    bool keep = value->references > 1 && value->kind >= RT_PICKLE_STR && value->kind != RT_PICKLE_DTYPE;
    return keep ? remember(w, value) : 0;
}

int rt_pickle_write(const struct rt_pickle_value *value, struct rt_pickled *out, struct rt_error *err)
{
    struct writer w = {.out = out, .err = err};
    *out = (struct rt_pickled){0};
    int status = put(&w, "\x80\x02", 2) < 0 || put_value(&w, value) < 0 || put_byte(&w, '.') < 0 ? -1 : 0;
    rt_free(w.memo.slots);
    rt_free(w.storages.slots);
    if (status < 0)
        rt_pickled_drop(out);
    return status;
}

void rt_pickled_drop(struct rt_pickled *pickled)
{
    rt_free(pickled->bytes);
    rt_free(pickled->storages);
    *pickled = (struct rt_pickled){0};
}
