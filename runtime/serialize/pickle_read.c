/* The reader of pickles: a stack machine that makes values and nothing else. Owns the list of names a file may use and
   the texts of errors. Every index and length of the file is checked; memory grows with what the file really holds. */
#include "pickle.h"

#include <stdio.h>
#include <string.h>

/* Kinds beyond those of save.h, on the machine's stack and in tuples of arguments only. */
#define KIND_NAME ((enum rt_pickle_kind)100)    /* integer: enum name */
#define KIND_STORAGE ((enum rt_pickle_kind)101) /* integer: index into machine.storages */

enum name {
    NAME_REBUILD_TENSOR,
    NAME_REBUILD_TENSOR_DTYPE,
    NAME_REBUILD_PARAMETER,
    NAME_ORDERED_DICT,
    NAME_SIZE,
    NAME_DEVICE,
    NAME_SET,
    NAME_COMPLEX,
    NAME_ENCODE,
    NAME_UNTYPED_STORAGE,
    NAME_TYPED_STORAGE /* + dtype */
};

static const struct {
    const char *module, *name;
    enum name id;
} names[] = {
    {"torch._utils", "_rebuild_tensor_v2", NAME_REBUILD_TENSOR},
    {"torch._utils", "_rebuild_tensor_v3", NAME_REBUILD_TENSOR_DTYPE},
    {"torch._utils", "_rebuild_parameter", NAME_REBUILD_PARAMETER},
    {"collections", "OrderedDict", NAME_ORDERED_DICT},
    {"torch", "Size", NAME_SIZE},
    {"torch", "device", NAME_DEVICE},
    {"__builtin__", "set", NAME_SET},
    {"builtins", "set", NAME_SET},
    {"__builtin__", "complex", NAME_COMPLEX},
    {"builtins", "complex", NAME_COMPLEX},
    {"_codecs", "encode", NAME_ENCODE},
    {"torch.storage", "UntypedStorage", NAME_UNTYPED_STORAGE},
};

struct storage {
    char *key, *location;
    enum rt_dtype dtype; /* RT_DTYPE_NONE: numel counts bytes */
    int64_t numel;
};

struct machine {
    const unsigned char *at, *end;
    size_t length;
    const struct rt_unpickle_host *host;
    struct rt_error *err;
    struct rt_pickle_value **stack; /* NULL is a mark */
    size_t depth, stack_capacity;
    struct rt_pickle_value **memo;
    size_t memo_size;
    struct rt_pickle_value **made; /* all containers: where a cycle is looked for */
    size_t nmade, made_capacity;
    struct storage *storages;
    size_t nstorages;
};

/* ---- refusals ---------------------------------------------------------------------------------------------------- */

#define FAILED "Weights only load failed. "
#define SINCE                                                                                                          \
    "In PyTorch 2.6, we changed the default value of the `weights_only` argument in `torch.load` from `False` to "     \
    "`True`. Re-running `torch.load` with `weights_only` set to `False` will likely succeed, but it can result in "    \
    "arbitrary code execution. Do it only if you got the file from a trusted source."
#define MORE                                                                                                           \
    "\n\nCheck the documentation of torch.load to learn more about types accepted by default with weights_only "       \
    "https://pytorch.org/docs/stable/generated/torch.load.html."

static int refuse(struct machine *m, const char *why)
{
    return rt_error_set(m->err, RT_UNPICKLING, FAILED SINCE "\n\n\n%s" MORE, why);
}

static int refuse_opcode(struct machine *m, int opcode)
{
    return rt_error_set(m->err, RT_UNPICKLING,
                        FAILED SINCE
                        "\nPlease file an issue with the following so that we can make `weights_only=True` "
                        "compatible with your use case: WeightsUnpickler error: \n\nUnsupported operand "
                        "%d" MORE,
                        opcode);
}

static int refuse_name(struct machine *m, const char *module, const char *name)
{
    static const char *const blocked[] = {"sys", "os", "posix", "nt"};
    char full[128];
    bool builtin = strcmp(module, "__builtin__") == 0 || strcmp(module, "builtins") == 0;
    snprintf(full, sizeof full, builtin ? "%s%.60s" : "%.60s.%.60s", builtin ? "" : module, name);
    for (size_t i = 0; i < sizeof blocked / sizeof *blocked; i++) {
        if (strcmp(module, blocked[i]) == 0) {
            char why[220];
            snprintf(why, sizeof why, "Trying to load unsupported GLOBAL %s whose module %s is blocked.", full,
                     blocked[i]);
            return refuse(m, why);
        }
    }
    return rt_error_set(
        m->err, RT_UNPICKLING,
        FAILED
        "This file can still be loaded, to do so you have two options, \x1b[1mdo those steps only if you trust the "
        "source of the checkpoint\x1b[0m. \n\t(1) " SINCE
        "\n\t(2) Alternatively, to load with `weights_only=True` please check the recommended steps in the "
        "following error message.\n\tWeightsUnpickler error: Unsupported global: GLOBAL %s was not an allowed "
        "global by default. Please use `torch.serialization.add_safe_globals([%s])` or the "
        "`torch.serialization.safe_globals([%s])` context manager to allowlist this global if you trust this "
        "class/function." MORE,
        full, full, full);
}

static int ended(struct machine *m)
{
    return rt_error_set(m->err, RT_EOF, "%s", "");
}

/* ---- the stack --------------------------------------------------------------------------------------------------- */

static int grow(void **list, size_t *capacity, size_t size, struct rt_error *err)
{
    size_t wanted = *capacity ? 2 * *capacity : 64;
    void *more = rt_realloc(*list, wanted * size);
    if (!more)
        return rt_error_memory(err);
    *list = more;
    *capacity = wanted;
    return 0;
}

/* Takes over the reference; NULL pushes a mark. */
static int push_steal(struct machine *m, struct rt_pickle_value *value)
{
    if (m->depth == m->stack_capacity && grow((void **)&m->stack, &m->stack_capacity, sizeof *m->stack, m->err) < 0) {
        rt_pickle_unref(value);
        return -1;
    }
    m->stack[m->depth++] = value;
    return 0;
}

static int push_new(struct machine *m, struct rt_pickle_value *value)
{
    if (!value)
        return -1;
    if (rt_pickle_is_container(value)) {
        if (m->nmade == m->made_capacity && grow((void **)&m->made, &m->made_capacity, sizeof *m->made, m->err) < 0) {
            rt_pickle_unref(value);
            return -1;
        }
        rt_pickle_ref(value);
        m->made[m->nmade++] = value;
    }
    return push_steal(m, value);
}

/* The value on top, borrowed; NULL and an error when there is none. */
static struct rt_pickle_value *top(struct machine *m)
{
    struct rt_pickle_value *value = m->depth ? m->stack[m->depth - 1] : NULL;
    if (!value)
        refuse(m, "the pickle takes a value from an empty stack");
    return value;
}

static struct rt_pickle_value *pop(struct machine *m)
{
    struct rt_pickle_value *value = top(m);
    if (value)
        m->depth--;
    return value;
}

/* Position behind the topmost mark, or -1. */
static int64_t find_mark(struct machine *m)
{
    for (size_t i = m->depth; i-- > 0;)
        if (!m->stack[i])
            return (int64_t)i + 1;
    return refuse(m, "the pickle looks for a mark that is not there");
}

/* Only tuples may hold what the reader alone knows (names, storages), and such tuples go nowhere but into a call. */
static bool is_internal(const struct rt_pickle_value *value)
{
    return value->internal || value->kind == KIND_NAME || value->kind == KIND_STORAGE;
}

static int add_steal(struct machine *m, struct rt_pickle_value *container, struct rt_pickle_value *item)
{
    if (is_internal(item)) {
        if (container->kind != RT_PICKLE_TUPLE) {
            rt_pickle_unref(item);
            return refuse(m, "the pickle stores a class or a storage as a value");
        }
        container->internal = true;
    }
    return rt_pickle_append_steal(container, item, m->err);
}

/* Moves the values above `from` into a new tuple, which replaces them (with the mark below, if any). */
static int make_tuple(struct machine *m, size_t from, bool mark)
{
    struct rt_pickle_value *tuple = rt_pickle_new(RT_PICKLE_TUPLE, m->err);
    if (!tuple)
        return -1;
    for (size_t i = from; i < m->depth; i++) {
        struct rt_pickle_value *item = m->stack[i];
        m->stack[i] = NULL;
        if (add_steal(m, tuple, item) < 0) {
            rt_pickle_unref(tuple);
            return -1;
        }
    }
    m->depth = from - (mark ? 1 : 0);
    return push_new(m, tuple);
}

static int make_short_tuple(struct machine *m, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (m->depth <= i || !m->stack[m->depth - 1 - i])
            return refuse(m, "the pickle takes a value from an empty stack");
    return make_tuple(m, m->depth - n, false);
}

/* ---- numbers and texts ------------------------------------------------------------------------------------------- */

static const unsigned char *need(struct machine *m, uint64_t n)
{
    const unsigned char *at = m->at;
    if (n > (uint64_t)(m->end - m->at)) {
        ended(m);
        return NULL;
    }
    m->at += n;
    return at;
}

static int64_t read_unsigned(struct machine *m, int bytes)
{
    const unsigned char *p = need(m, (uint64_t)bytes);
    int64_t value = 0;
    if (!p)
        return -1;
    for (int i = 0; i < bytes; i++)
        value |= (int64_t)p[i] << 8 * i;
    return value;
}

static int push_int(struct machine *m, int64_t number)
{
    struct rt_pickle_value *value = rt_pickle_new(RT_PICKLE_INT, m->err);
    if (value)
        value->integer = number;
    return push_new(m, value);
}

static int push_kind(struct machine *m, enum rt_pickle_kind kind)
{
    return push_new(m, rt_pickle_new(kind, m->err));
}

static int push_bool(struct machine *m, bool value_is_true)
{
    struct rt_pickle_value *value = rt_pickle_new(RT_PICKLE_BOOL, m->err);
    if (value)
        value->boolean = value_is_true;
    return push_new(m, value);
}

static int push_float(struct machine *m)
{
    const unsigned char *p = need(m, 8);
    uint64_t bits = 0;
    if (!p)
        return -1;
    for (int i = 0; i < 8; i++)
        bits = bits << 8 | p[i];
    struct rt_pickle_value *value = rt_pickle_new(RT_PICKLE_FLOAT, m->err);
    if (value)
        memcpy(&value->number, &bits, 8);
    return push_new(m, value);
}

static int push_bytes(struct machine *m, enum rt_pickle_kind kind, int64_t length)
{
    const unsigned char *p = length < 0 ? NULL : need(m, (uint64_t)length);
    return p ? push_new(m, rt_pickle_new_bytes(kind, (const char *)p, (size_t)length, m->err)) : -1;
}

static int push_long(struct machine *m)
{
    int64_t length = read_unsigned(m, 1);
    if (length > 8)
        return push_bytes(m, RT_PICKLE_BIGINT, length);
    const unsigned char *p = length < 0 ? NULL : need(m, (uint64_t)length);
    if (!p)
        return -1;
    uint64_t value = length && p[length - 1] & 0x80 ? ~0ull : 0;
    for (int64_t i = length - 1; i >= 0; i--)
        value = value << 8 | p[i];
    return push_int(m, (int64_t)value);
}

/* ---- names ------------------------------------------------------------------------------------------------------- */

static int read_line(struct machine *m, char *text, size_t size)
{
    const unsigned char *newline = memchr(m->at, '\n', (size_t)(m->end - m->at));
    if (!newline)
        return ended(m);
    size_t length = (size_t)(newline - m->at);
    snprintf(text, size, "%.*s", (int)(length < size ? length : size - 1), (const char *)m->at);
    m->at = newline + 1;
    return 0;
}

static int push_name_value(struct machine *m, int64_t id)
{
    struct rt_pickle_value *value = rt_pickle_new(KIND_NAME, m->err);
    if (value)
        value->integer = id;
    return push_new(m, value);
}

static int push_name(struct machine *m)
{
    char module[200], name[200];
    if (read_line(m, module, sizeof module) < 0 || read_line(m, name, sizeof name) < 0)
        return -1;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(module, names[i].module) == 0 && strcmp(name, names[i].name) == 0)
            return push_name_value(m, names[i].id);
    if (strcmp(module, "torch") == 0) {
        for (int d = 0; d < RT_DTYPE_COUNT; d++) {
            if (strcmp(name, rt_dtype_table[d].storage) == 0)
                return push_name_value(m, NAME_TYPED_STORAGE + d);
            if (strcmp(name, rt_dtype_table[d].name) == 0) {
                struct rt_pickle_value *value = rt_pickle_new(RT_PICKLE_DTYPE, m->err);
                if (value)
                    value->dtype = (enum rt_dtype)d;
                return push_new(m, value);
            }
        }
    }
    return refuse_name(m, module, name);
}

/* ---- storages and tensors ---------------------------------------------------------------------------------------- */

static bool is_text(const struct rt_pickle_value *value, const char *text)
{
    return value->kind == RT_PICKLE_STR && strcmp(value->bytes, text) == 0 && value->length == strlen(text);
}

static char *copy_text(const struct rt_pickle_value *value)
{
    char *copy = rt_alloc(value->length + 1);
    if (copy)
        memcpy(copy, value->bytes, value->length + 1);
    return copy;
}

/* ('storage', type, key, location, numel) */
static int push_storage(struct machine *m)
{
    struct rt_pickle_value *id = top(m), *value;
    if (!id)
        return -1;
    if (id->kind != RT_PICKLE_TUPLE || id->count < 5 || !is_text(id->items[0], "storage") ||
        id->items[1]->kind != KIND_NAME || id->items[1]->integer < NAME_UNTYPED_STORAGE ||
        id->items[2]->kind != RT_PICKLE_STR || id->items[3]->kind != RT_PICKLE_STR ||
        id->items[4]->kind != RT_PICKLE_INT || id->items[4]->integer < 0)
        return refuse(m, "a persistent id is not one of a storage");
    if ((m->nstorages & (m->nstorages - 1)) == 0) {
        struct storage *more = rt_realloc(m->storages, (m->nstorages ? 2 * m->nstorages : 1) * sizeof *more);
        if (!more)
            return rt_error_memory(m->err);
        m->storages = more;
    }
    struct storage *s = &m->storages[m->nstorages];
    *s = (struct storage){.key = copy_text(id->items[2]),
                          .location = copy_text(id->items[3]),
                          .dtype = id->items[1]->integer == NAME_UNTYPED_STORAGE
                                       ? RT_DTYPE_NONE
                                       : (enum rt_dtype)(id->items[1]->integer - NAME_TYPED_STORAGE),
                          .numel = id->items[4]->integer};
    m->nstorages++;
    if (!s->key || !s->location)
        return rt_error_memory(m->err);
    if (!(value = rt_pickle_new(KIND_STORAGE, m->err)))
        return -1;
    value->integer = (int64_t)m->nstorages - 1;
    rt_pickle_unref(pop(m));
    return push_new(m, value);
}

/* A tuple of integers that are not negative. */
static int read_ints(struct machine *m, const struct rt_pickle_value *tuple, int64_t *out)
{
    if ((tuple->kind != RT_PICKLE_TUPLE && tuple->kind != RT_PICKLE_SIZE) || tuple->count > RT_MAX_DIMS)
        return refuse(m, "the size of a tensor is not a tuple of integers");
    for (size_t i = 0; i < tuple->count; i++) {
        if (tuple->items[i]->kind != RT_PICKLE_INT || tuple->items[i]->integer < 0)
            return refuse(m, "the size of a tensor is not a tuple of integers");
        out[i] = tuple->items[i]->integer;
    }
    return (int)tuple->count;
}

/* Does the view stay within numel elements? */
static bool fits(const int64_t *size, const int64_t *stride, int ndim, int64_t offset, int64_t numel)
{
    int64_t last = offset;
    for (int i = 0; i < ndim; i++) {
        int64_t step;
        if (size[i] == 0)
            return offset <= numel;
        if (__builtin_mul_overflow(size[i] - 1, stride[i], &step) || __builtin_add_overflow(last, step, &last))
            return false;
    }
    return last < numel;
}

/* Flags of a tensor beside its elements: {'conj': True} and {'neg': True}. The values are computed at once. -1 where it
   says something else. */
static int apply_metadata(struct machine *m, struct rt_pickle_value *value, const struct rt_pickle_value *metadata)
{
    static const char *const known[][2] = {{"conj", "conj_physical"}, {"neg", "neg"}};
    if (metadata->kind == RT_PICKLE_NONE)
        return 0;
    if (metadata->kind != RT_PICKLE_DICT)
        return refuse(m, "the metadata of a tensor are no dict");
    for (size_t i = 0; i + 1 < metadata->count; i += 2) {
        const struct rt_pickle_value *key = metadata->items[i], *on = metadata->items[i + 1];
        struct rt_op *op = NULL;
        for (size_t k = 0; k < sizeof known / sizeof *known; k++)
            if (is_text(key, known[k][0]))
                op = rt_op_named(known[k][1]);
        if (!op || on->kind != RT_PICKLE_BOOL)
            return refuse(m, "the metadata of a tensor say what is not known");
        if (!on->boolean)
            continue;
        struct rt_arg self = rt_arg_tensor(value->tensor);
        struct rt_tensor *made = rt_apply1(op, &self, 1, m->err);
        if (!made)
            return -1;
        rt_tensor_unref(value->tensor);
        value->tensor = made;
    }
    return 0;
}

static struct rt_pickle_value *rebuild_tensor(struct machine *m, const struct rt_pickle_value *args, bool typed)
{
    int64_t size[RT_MAX_DIMS], stride[RT_MAX_DIMS];
    size_t n = args->count;
    if (n < (typed ? 7u : 6u) || args->items[0]->kind != KIND_STORAGE || args->items[1]->kind != RT_PICKLE_INT ||
        args->items[1]->integer < 0 || args->items[4]->kind != RT_PICKLE_BOOL ||
        (typed && args->items[6]->kind != RT_PICKLE_DTYPE)) {
        refuse(m, "the parts of a tensor are not those of a tensor");
        return NULL;
    }
    const struct storage *s = &m->storages[args->items[0]->integer];
    int ndim = read_ints(m, args->items[2], size);
    if (ndim < 0)
        return NULL;
    if (read_ints(m, args->items[3], stride) != ndim) {
        refuse(m, "the parts of a tensor are not those of a tensor");
        return NULL;
    }
    enum rt_dtype dtype = typed ? args->items[6]->dtype : s->dtype;
    if (dtype == RT_DTYPE_NONE || (s->dtype != RT_DTYPE_NONE && s->dtype != dtype)) {
        refuse(m, "the type of a tensor is not the type of its storage");
        return NULL;
    }
    int64_t numel = s->dtype == RT_DTYPE_NONE ? s->numel / (int64_t)rt_dtype_size(dtype) : s->numel;
    if (rt_shape_numel(size, ndim) < 0 || !fits(size, stride, ndim, args->items[1]->integer, numel)) {
        rt_error_set(m->err, RT_RUNTIME, "Trying to resize storage that is not resizable");
        return NULL;
    }
    struct rt_tensor *base = m->host->storage(m->host->context, s->key, s->location, dtype, numel, m->err);
    if (!base)
        return NULL;
    struct rt_pickle_value *value = rt_pickle_new(RT_PICKLE_TENSOR, m->err);
    if (value)
        value->tensor = rt_tensor_alias(base, size, stride, ndim, args->items[1]->integer, m->err);
    size_t metadata = typed ? 7 : 6;
    if (value && (!value->tensor || (n > metadata && apply_metadata(m, value, args->items[metadata]) < 0) ||
                  (args->items[4]->boolean && rt_tensor_set_requires_grad(value->tensor, true, m->err) < 0))) {
        rt_pickle_unref(value);
        return NULL;
    }
    return value;
}

static struct rt_pickle_value *rebuild_parameter(struct machine *m, const struct rt_pickle_value *args)
{
    if (args->count < 2 || args->items[0]->kind != RT_PICKLE_TENSOR || args->items[1]->kind != RT_PICKLE_BOOL) {
        refuse(m, "the parts of a parameter are not those of a parameter");
        return NULL;
    }
    /* The tensor may occur elsewhere, too: the parameter gets its own view of the storage. */
    struct rt_pickle_value *value = rt_pickle_new(RT_PICKLE_PARAMETER, m->err);
    if (value)
        value->tensor = rt_tensor_detach(args->items[0]->tensor, m->err);
    if (value &&
        (!value->tensor || (args->items[1]->boolean && rt_tensor_set_requires_grad(value->tensor, true, m->err) < 0))) {
        rt_pickle_unref(value);
        return NULL;
    }
    return value;
}

/* ---- calls of the names ------------------------------------------------------------------------------------------ */

static int copy_items(struct machine *m, struct rt_pickle_value *to, const struct rt_pickle_value *from)
{
    for (size_t i = 0; i < from->count; i++) {
        rt_pickle_ref(from->items[i]);
        if (add_steal(m, to, from->items[i]) < 0)
            return -1;
    }
    return 0;
}

static bool may_be_key(const struct rt_pickle_value *value)
{
    return value->kind != RT_PICKLE_LIST && value->kind != RT_PICKLE_DICT && value->kind != RT_PICKLE_ORDERED_DICT &&
           value->kind != RT_PICKLE_SET;
}

/* OrderedDict() or OrderedDict([(key, value), ...]) */
static int fill_ordered_dict(struct machine *m, struct rt_pickle_value *dict, const struct rt_pickle_value *args)
{
    if (args->count == 0)
        return 0;
    const struct rt_pickle_value *list = args->items[0];
    if (args->count > 1 || (list->kind != RT_PICKLE_LIST && list->kind != RT_PICKLE_TUPLE))
        return refuse(m, "an OrderedDict is made of something else than pairs");
    for (size_t i = 0; i < list->count; i++) {
        const struct rt_pickle_value *pair = list->items[i];
        if ((pair->kind != RT_PICKLE_LIST && pair->kind != RT_PICKLE_TUPLE) || pair->count != 2 ||
            !may_be_key(pair->items[0]))
            return refuse(m, "an OrderedDict is made of something else than pairs");
        if (copy_items(m, dict, pair) < 0)
            return -1;
    }
    return 0;
}

static int fill_sequence(struct machine *m, struct rt_pickle_value *to, const struct rt_pickle_value *args)
{
    if (args->count == 0)
        return 0;
    const struct rt_pickle_value *from = args->items[0];
    if (args->count > 1 || (from->kind != RT_PICKLE_LIST && from->kind != RT_PICKLE_TUPLE))
        return refuse(m, "a set or a size is made of something else than a sequence");
    for (size_t i = 0; i < from->count; i++)
        if (to->kind == RT_PICKLE_SIZE ? from->items[i]->kind != RT_PICKLE_INT : !may_be_key(from->items[i]))
            return refuse(m, "a set or a size holds a value that cannot be in it");
    return copy_items(m, to, from);
}

static double number_of(const struct rt_pickle_value *value)
{
    return value->kind == RT_PICKLE_INT ? (double)value->integer : value->number;
}

static struct rt_pickle_value *make_complex(struct machine *m, const struct rt_pickle_value *args)
{
    bool numbers = args->count == 2;
    for (size_t i = 0; numbers && i < 2; i++)
        numbers = args->items[i]->kind == RT_PICKLE_INT || args->items[i]->kind == RT_PICKLE_FLOAT;
    if (!numbers) {
        refuse(m, "a complex number is not made of two numbers");
        return NULL;
    }
    struct rt_pickle_value *value = rt_pickle_new(RT_PICKLE_COMPLEX, m->err);
    if (value) {
        value->number = number_of(args->items[0]);
        value->imaginary = number_of(args->items[1]);
    }
    return value;
}

/* _codecs.encode(text, 'latin1'): how protocol 2 writes bytes. */
static struct rt_pickle_value *make_bytes(struct machine *m, const struct rt_pickle_value *args)
{
    if (args->count != 2 || args->items[0]->kind != RT_PICKLE_STR || !is_text(args->items[1], "latin1")) {
        refuse(m, "bytes are not made of a text in latin1");
        return NULL;
    }
    const unsigned char *from = (const unsigned char *)args->items[0]->bytes;
    struct rt_pickle_value *value =
        rt_pickle_new_bytes(RT_PICKLE_BYTES, (const char *)from, args->items[0]->length, m->err);
    if (!value)
        return NULL;
    size_t n = 0;
    for (size_t i = 0; i < args->items[0]->length; i++) {
        if (from[i] >= 0x80) {
            if ((from[i] != 0xc2 && from[i] != 0xc3) || (from[i + 1] & 0xc0) != 0x80) {
                rt_pickle_unref(value);
                refuse(m, "bytes are not made of a text in latin1");
                return NULL;
            }
            value->bytes[n++] = (char)((from[i] & 3) << 6 | (from[i + 1] & 0x3f));
            i++;
        } else {
            value->bytes[n++] = (char)from[i];
        }
    }
    value->bytes[n] = '\0';
    value->length = n;
    return value;
}

static struct rt_pickle_value *make_device(struct machine *m, const struct rt_pickle_value *args)
{
    enum rt_device_type type;
    int index;
    if (args->count < 1 || args->count > 2 || args->items[0]->kind != RT_PICKLE_STR ||
        (args->count == 2 &&
         (args->items[1]->kind != RT_PICKLE_INT || args->items[1]->integer < 0 || args->items[1]->integer > 255))) {
        refuse(m, "a device is not made of a name and a number");
        return NULL;
    }
    if (rt_device_parse(args->items[0]->bytes, args->items[0]->length, &type, &index, m->err) < 0)
        return NULL;
    struct rt_pickle_value *value = rt_pickle_new(RT_PICKLE_DEVICE, m->err);
    if (value) {
        value->device_type = type;
        value->device_index = args->count == 2 ? (int)args->items[1]->integer : index;
    }
    return value;
}

static struct rt_pickle_value *call_name(struct machine *m, int64_t name, const struct rt_pickle_value *args)
{
    struct rt_pickle_value *value = NULL;
    int status = 0;
    switch (name) {
    case NAME_REBUILD_TENSOR:
        return rebuild_tensor(m, args, false);
    case NAME_REBUILD_TENSOR_DTYPE:
        return rebuild_tensor(m, args, true);
    case NAME_REBUILD_PARAMETER:
        return rebuild_parameter(m, args);
    case NAME_COMPLEX:
        return make_complex(m, args);
    case NAME_ENCODE:
        return make_bytes(m, args);
    case NAME_DEVICE:
        return make_device(m, args);
    case NAME_ORDERED_DICT:
        if ((value = rt_pickle_new(RT_PICKLE_ORDERED_DICT, m->err)))
            status = fill_ordered_dict(m, value, args);
        break;
    case NAME_SET:
    case NAME_SIZE:
        if ((value = rt_pickle_new(name == NAME_SET ? RT_PICKLE_SET : RT_PICKLE_SIZE, m->err)))
            status = fill_sequence(m, value, args);
        break;
    default:
        refuse(m, "the pickle calls a type of storage");
    }
    if (status < 0) {
        rt_pickle_unref(value);
        return NULL;
    }
    return value;
}

/* REDUCE and NEWOBJ */
static int reduce(struct machine *m)
{
    struct rt_pickle_value *args = pop(m), *callee = args ? pop(m) : NULL, *value = NULL;
    if (callee && (callee->kind != KIND_NAME || args->kind != RT_PICKLE_TUPLE))
        refuse(m, "the pickle calls what is no function");
    else if (callee)
        value = call_name(m, callee->integer, args);
    rt_pickle_unref(args);
    rt_pickle_unref(callee);
    return push_new(m, value);
}

/* BUILD: the attributes of an OrderedDict. */
static int build(struct machine *m)
{
    struct rt_pickle_value *state = pop(m), *object = state ? top(m) : NULL;
    int status = -1;
    if (object) {
        if (object->kind != RT_PICKLE_ORDERED_DICT || object->attributes || state->kind != RT_PICKLE_DICT) {
            refuse(m, "only an OrderedDict may have attributes");
        } else {
            rt_pickle_ref(state);
            object->attributes = state;
            status = 0;
        }
    }
    rt_pickle_unref(state);
    return status;
}

/* APPENDS and SETITEMS: the values above `from` go into the container below. */
static int extend(struct machine *m, size_t from, bool mark, bool pairs)
{
    size_t below = from - (mark ? 1 : 0);
    struct rt_pickle_value *container = below > 0 ? m->stack[below - 1] : NULL;
    if (!container)
        return refuse(m, "the pickle takes a value from an empty stack");
    bool right = pairs ? container->kind == RT_PICKLE_DICT || container->kind == RT_PICKLE_ORDERED_DICT
                       : container->kind == RT_PICKLE_LIST;
    if (!right || (pairs && (m->depth - from) % 2 != 0))
        return refuse(m, "the pickle adds items to what cannot hold them");
    for (size_t i = from; i < m->depth; i++) {
        struct rt_pickle_value *item = m->stack[i];
        if (!item || (pairs && (i - from) % 2 == 0 && !may_be_key(item)))
            return refuse(m, "the pickle adds items to what cannot hold them");
        m->stack[i] = NULL;
        if (add_steal(m, container, item) < 0)
            return -1;
    }
    m->depth = below;
    return 0;
}

/* ---- the memo ---------------------------------------------------------------------------------------------------- */

static int memo_put(struct machine *m, int64_t index)
{
    struct rt_pickle_value *value = index < 0 ? NULL : top(m);
    if (!value)
        return -1;
    if ((uint64_t)index >= m->length) /* numbers are given in order: there cannot be that many */
        return refuse(m, "the pickle numbers a value beyond its own length");
    if ((size_t)index >= m->memo_size) {
        size_t size = m->memo_size ? m->memo_size : 64;
        while (size <= (size_t)index)
            size *= 2;
        struct rt_pickle_value **more = rt_realloc(m->memo, size * sizeof *more);
        if (!more)
            return rt_error_memory(m->err);
        memset(more + m->memo_size, 0, (size - m->memo_size) * sizeof *more);
        m->memo = more;
        m->memo_size = size;
    }
    rt_pickle_ref(value);
    rt_pickle_unref(m->memo[index]);
    m->memo[index] = value;
    return 0;
}

static int memo_get(struct machine *m, int64_t index)
{
    if (index < 0)
        return -1;
    if ((size_t)index >= m->memo_size || !m->memo[index])
        return refuse(m, "the pickle asks for a value it has not numbered");
    rt_pickle_ref(m->memo[index]);
    return push_steal(m, m->memo[index]);
}

/* ---- the machine ------------------------------------------------------------------------------------------------- */

static int step(struct machine *m, int opcode)
{
    int64_t n;
    switch (opcode) {
    case 0x80: /* PROTO */
        return read_unsigned(m, 1) < 0 ? -1 : 0;
    case 'N':
        return push_kind(m, RT_PICKLE_NONE);
    case 0x88:
        return push_bool(m, true);
    case 0x89:
        return push_bool(m, false);
    case 'J':
        n = read_unsigned(m, 4);
        return n < 0 ? -1 : push_int(m, (int32_t)n);
    case 'K':
        n = read_unsigned(m, 1);
        return n < 0 ? -1 : push_int(m, n);
    case 'M':
        n = read_unsigned(m, 2);
        return n < 0 ? -1 : push_int(m, n);
    case 0x8a:
        return push_long(m);
    case 'G':
        return push_float(m);
    case 'X':
        return push_bytes(m, RT_PICKLE_STR, read_unsigned(m, 4));
    case 'U':
        return push_bytes(m, RT_PICKLE_STR, read_unsigned(m, 1));
    case ']':
        return push_kind(m, RT_PICKLE_LIST);
    case '}':
        return push_kind(m, RT_PICKLE_DICT);
    case 0x8f:
        return push_kind(m, RT_PICKLE_SET);
    case ')':
        return push_kind(m, RT_PICKLE_TUPLE);
    case '(':
        return push_steal(m, NULL);
    case 't':
        n = find_mark(m);
        return n < 0 ? -1 : make_tuple(m, (size_t)n, true);
    case 0x85:
    case 0x86:
    case 0x87:
        return make_short_tuple(m, (size_t)(opcode - 0x84));
    case 'a':
        return top(m) ? extend(m, m->depth - 1, false, false) : -1;
    case 'e':
        n = find_mark(m);
        return n < 0 ? -1 : extend(m, (size_t)n, true, false);
    case 's':
        return top(m) && m->depth >= 2 ? extend(m, m->depth - 2, false, true)
                                       : refuse(m, "the pickle takes a value from an empty stack");
    case 'u':
        n = find_mark(m);
        return n < 0 ? -1 : extend(m, (size_t)n, true, true);
    case 'c':
        return push_name(m);
    case 'R':
    case 0x81:
        return reduce(m);
    case 'b':
        return build(m);
    case 'Q':
        return push_storage(m);
    case 'q':
        return memo_put(m, read_unsigned(m, 1));
    case 'r':
        return memo_put(m, read_unsigned(m, 4));
    case 'h':
        return memo_get(m, read_unsigned(m, 1));
    case 'j':
        return memo_get(m, read_unsigned(m, 4));
    default:
        return refuse_opcode(m, opcode);
    }
}

static struct rt_pickle_value *run(struct machine *m)
{
    for (unsigned steps = 0; m->at < m->end; steps++) {
        int opcode = *m->at++;
        if ((steps & 0xfff) == 0 && rt_check_interrupt(m->err) < 0)
            return NULL;
        if (opcode == '.') {
            struct rt_pickle_value *value = pop(m);
            if (value && is_internal(value)) {
                rt_pickle_unref(value);
                refuse(m, "the pickle stores a class or a storage as a value");
                return NULL;
            }
            return value;
        }
        if (step(m, opcode) < 0)
            return NULL;
    }
    ended(m);
    return NULL;
}

/* A container within itself would never be freed, and would be walked without end. Depth first from every container
   made, without recursion: `link` leads back to the parent, attributes count as the item behind the last. Those who
   walk the values recurse, so what is nested deeper than a writer writes it is refused, too. */
enum { UNSEEN, OPEN, CLOSED };
#define MAX_DEPTH 2000

static int look_for_cycle(struct machine *m, size_t *position)
{
    for (size_t i = 0; i < m->nmade; i++) {
        struct rt_pickle_value *value = m->made[i];
        size_t depth = 0;
        if ((i & 0xfff) == 0 && rt_check_interrupt(m->err) < 0)
            return -1;
        if (value->state != UNSEEN)
            continue;
        value->state = OPEN;
        value->link = NULL;
        position[0] = 0;
        while (value) {
            struct rt_pickle_value *next = NULL;
            size_t at = position[depth]++;
            if (at < value->count) {
                next = value->items[at];
            } else if (at == value->count) {
                next = value->attributes;
            } else {
                value->state = CLOSED;
                value = value->link;
                depth--;
                continue;
            }
            if (!next || !rt_pickle_is_container(next) || next->state == CLOSED)
                continue;
            if (next->state == OPEN)
                return refuse(m, "the pickle holds a value that contains itself");
            next->state = OPEN;
            next->link = value;
            value = next;
            position[++depth] = 0;
            if (depth > MAX_DEPTH)
                return refuse(m, "the pickle holds values that are nested too deeply");
        }
    }
    return 0;
}

/* -1 also when there is no memory for the search. */
static int check_cycles(struct machine *m)
{
    size_t most = m->nmade < MAX_DEPTH ? m->nmade : MAX_DEPTH; /* so deep the search goes */
    size_t *position = rt_alloc((most + 2) * sizeof *position);
    if (!position)
        return rt_error_memory(m->err);
    int status = look_for_cycle(m, position);
    rt_free(position);
    return status;
}

struct rt_pickle_value *rt_unpickle(const unsigned char *bytes, size_t length, const struct rt_unpickle_host *host,
                                    struct rt_error *err)
{
    struct machine m = {.at = bytes, .end = bytes + length, .length = length, .host = host, .err = err};
    struct rt_pickle_value *value = run(&m);
    struct rt_error first = *err; /* of two errors the first one is told */
    bool failed = !value, sound = check_cycles(&m) == 0;
    if (failed)
        *err = first;
    if (!sound) {
        rt_pickle_unref(value);
        value = NULL;
    }
    for (size_t i = 0; i < m.depth; i++)
        rt_pickle_unref(m.stack[i]);
    for (size_t i = 0; i < m.memo_size; i++)
        rt_pickle_unref(m.memo[i]);
    for (size_t i = 0; i < m.nmade; i++) {
        if (!sound)
            rt_pickle_clear(m.made[i]);
    }
    for (size_t i = 0; i < m.nmade; i++) {
        m.made[i]->state = UNSEEN;
        rt_pickle_unref(m.made[i]);
    }
    for (size_t i = 0; i < m.nstorages; i++) {
        rt_free(m.storages[i].key);
        rt_free(m.storages[i].location);
    }
    rt_free(m.stack);
    rt_free(m.memo);
    rt_free(m.made);
    rt_free(m.storages);
    return value;
}
