/* bind_types.c: the small types of torch: dtype, device, layout, memory_format, Size, Generator, named tuples of
 * results. Must not know any op. */
#include "bind_core.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- dtype ------------------------------------------------------------------------------------------------------ */

static enum rt_dtype dtype_of(lang_value v)
{
    return ((struct bind_dtype *)v.o)->dtype;
}

static lang_value dtype_repr(struct lang_thread *t, lang_value v)
{
    return lang_obj_or_error(lang_str_from_format(t, "torch.%s", rt_dtype_table[dtype_of(v)].name));
}
static lang_value dtype_get_float(struct lang_thread *t, lang_value v)
{
    (void)t;
    return lang_bool(rt_dtype_is_float(dtype_of(v)));
}
static lang_value dtype_get_complex(struct lang_thread *t, lang_value v)
{
    (void)t;
    return lang_bool(rt_dtype_is_complex(dtype_of(v)));
}
static lang_value dtype_get_signed(struct lang_thread *t, lang_value v)
{
    (void)t;
    return lang_bool(rt_dtype_is_signed(dtype_of(v)));
}
static lang_value dtype_get_itemsize(struct lang_thread *t, lang_value v)
{
    (void)t;
    return lang_int((int64_t)rt_dtype_size(dtype_of(v)));
}
static lang_value dtype_to_real(struct lang_thread *t, const lang_value *args)
{
    (void)t;
    return bind_dtype_value(rt_dtype_to_real(dtype_of(args[0])));
}
static lang_value dtype_to_complex(struct lang_thread *t, const lang_value *args)
{
    enum rt_dtype type = dtype_of(args[0]), made = rt_dtype_to_complex(type);
    return made == RT_DTYPE_NONE
               ? lang_raise(t, LANG_EXC_RuntimeError, "Unknown Complex ScalarType for %s", rt_dtype_table[type].scalar)
               : bind_dtype_value(made);
}
static lang_value return_self(struct lang_thread *t, const lang_value *args)
{
    (void)t;
    return lang_ref(args[0]);
}
static lang_value deepcopy_self(struct lang_thread *t, const lang_value *args)
{
    (void)t;
    return lang_ref(args[0]);
}
/* The name in torch, by which pickles find the object again. */
static lang_value dtype_reduce(struct lang_thread *t, const lang_value *args)
{
    return lang_obj_or_error(lang_str_from_c(t, rt_dtype_table[dtype_of(args[0])].name));
}
/* (callable, args) for a pickle; takes the arguments, an error among them too. */
static lang_value reduced_call(struct lang_thread *t, struct lang_type *callable, lang_value first, lang_value second)
{
    lang_value both[2] = {first, second};
    int64_t n = lang_is_undef(second) ? 1 : 2;
    struct lang_tuple *args = lang_is_error(first) || lang_is_error(second) ? NULL : lang_tuple_new(t, n);
    struct lang_tuple *pair = args ? lang_tuple_new(t, 2) : NULL;
    for (int64_t i = 0; i < n; i++) {
        if (args)
            args->items[i] = both[i];
        else if (!lang_is_error(both[i]))
            lang_unref(t, both[i]);
    }
    if (pair) {
        pair->items[0] = lang_obj(lang_incref(callable));
        pair->items[1] = lang_obj(args);
    } else {
        lang_xdecref(t, args);
    }
    return lang_obj_or_error(pair);
}
/* The items of a tuple's subclass as a plain tuple. */
static lang_value plain_tuple(struct lang_thread *t, lang_value v)
{
    const struct lang_tuple *from = lang_as_tuple(v);
    struct lang_tuple *plain = lang_tuple_new(t, from->length);
    for (int64_t i = 0; plain && i < from->length; i++)
        plain->items[i] = lang_ref(from->items[i]);
    return lang_obj_or_error(plain);
}
static const struct lang_getset dtype_getset[] = {
    {"is_floating_point", dtype_get_float, NULL, "True for the floating point types."},
    {"is_complex", dtype_get_complex, NULL, "True for the complex types."},
    {"is_signed", dtype_get_signed, NULL, "True for types with negative values."},
    {"itemsize", dtype_get_itemsize, NULL, "Bytes of one element."},
    {NULL, NULL, NULL, NULL}};
static const struct lang_method dtype_methods[] = {
    {"to_real", "()", dtype_to_real, "The real type of the same precision.", 0},
    {"to_complex", "()", dtype_to_complex, "The complex type of the same precision.", 0},
    {"__reduce__", "()", dtype_reduce, NULL, 0},
    {"__copy__", "()", return_self, NULL, 0},
    {"__deepcopy__", "(memo, /)", deepcopy_self, NULL, 0},
    {NULL, NULL, NULL, NULL, 0}};
static const struct lang_type dtype_type = {.head = {&lang_type_type, 1, LANG_OBJ_STATIC},
                                            .name = "dtype",
                                            .module = "torch",
                                            .flags = LANG_TYPE_QUALIFIED,
                                            .doc = "The type of a tensor's elements.",
                                            .size = sizeof(struct bind_dtype),
                                            .methods = dtype_methods,
                                            .getset = dtype_getset,
                                            .repr = dtype_repr};

/* ---- layout, memory_format -------------------------------------------------------------------------------------- */

static lang_value constant_repr(struct lang_thread *t, lang_value v)
{
    return lang_obj_or_error(lang_str_from_format(t, "torch.%s", ((struct bind_constant *)v.o)->name));
}
static const struct lang_type layout_type = {.head = {&lang_type_type, 1, LANG_OBJ_STATIC},
                                             .name = "layout",
                                             .module = "torch",
                                             .flags = LANG_TYPE_QUALIFIED,
                                             .doc = "How a tensor lies in memory.",
                                             .size = sizeof(struct bind_constant),
                                             .repr = constant_repr};
static const struct lang_type memory_format_type = {.head = {&lang_type_type, 1, LANG_OBJ_STATIC},
                                                    .name = "memory_format",
                                                    .module = "torch",
                                                    .flags = LANG_TYPE_QUALIFIED,
                                                    .doc = "The order of dimensions in memory.",
                                                    .size = sizeof(struct bind_constant),
                                                    .repr = constant_repr};
static struct bind_constant constants[] = {
    {{&bind_type_layout, 1, LANG_OBJ_STATIC}, "strided"},
    {{&bind_type_layout, 1, LANG_OBJ_STATIC}, "sparse_coo"},
    {{&bind_type_layout, 1, LANG_OBJ_STATIC}, "sparse_csr"},
    {{&bind_type_layout, 1, LANG_OBJ_STATIC}, "sparse_csc"},
    {{&bind_type_layout, 1, LANG_OBJ_STATIC}, "sparse_bsr"},
    {{&bind_type_layout, 1, LANG_OBJ_STATIC}, "sparse_bsc"},
    {{&bind_type_memory_format, 1, LANG_OBJ_STATIC}, "contiguous_format"},
    {{&bind_type_memory_format, 1, LANG_OBJ_STATIC}, "preserve_format"},
    {{&bind_type_memory_format, 1, LANG_OBJ_STATIC}, "channels_last"},
    {{&bind_type_memory_format, 1, LANG_OBJ_STATIC}, "channels_last_3d"},
};

struct lang_object *bind_constant_find(const char *name)
{
    for (size_t i = 0; i < BIND_COUNT(constants); i++)
        if (strcmp(constants[i].name, name) == 0)
            return &constants[i].head;
    return NULL;
}

/* ---- device ----------------------------------------------------------------------------------------------------- */

static const char *const device_names[] = {
#define X(id, name) name,
    RT_DEVICE_TYPES(X)
#undef X
};

lang_value bind_device_new(struct lang_thread *t, enum rt_device_type type, int index)
{
    struct bind_device *d = lang_object_new(t, &bind_type_device);
    if (!d)
        return lang_error();
    d->type = type;
    d->index = index;
    return lang_obj(d);
}

lang_value bind_device_of(struct lang_thread *t, const struct rt_device *device)
{
    return bind_device_new(t, device->type, device->type == RT_CPU || device->type == RT_META ? -1 : device->index);
}

static lang_value device_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                              struct lang_tuple *kwnames)
{
    static const char *const expected = ", but expected one of:\n * (torch.device device)\n";
    lang_value type_arg = lang_undef(), index_arg = lang_undef();
    size_t nkw = kwnames ? (size_t)kwnames->length : 0;
    (void)cls;
    if (nargs > 0)
        type_arg = args[0];
    if (nargs > 1)
        index_arg = args[1];
    for (size_t i = 0; i < nkw; i++) {
        struct lang_str *name = lang_as_str(kwnames->items[i]);
        if (lang_str_equal_c(name, "type") || lang_str_equal_c(name, "device"))
            type_arg = args[nargs + i];
        else if (lang_str_equal_c(name, "index"))
            index_arg = args[nargs + i];
        else
            return lang_raise(t, LANG_EXC_TypeError, "device() got an unexpected keyword argument '%U'", name);
    }
    if (nargs > 2)
        return lang_raise(t, LANG_EXC_TypeError, "device() takes from 1 to 2 positional arguments but %d were given",
                          (int)nargs);
    if (lang_is_undef(type_arg))
        return lang_raise(
            t, LANG_EXC_TypeError,
            "device() received an invalid combination of arguments - got ()%s * (str type, int index = -1)\n",
            expected);
    if (!bind_is_device_like(type_arg))
        return lang_raise(
            t, LANG_EXC_TypeError,
            "device() received an invalid combination of arguments - got (%N)%s      didn't match because some of "
            "the arguments have invalid types: (!%N!)\n * (str type, int index = -1)\n",
            type_arg, expected, type_arg);
    enum rt_device_type type;
    int index;
    if (bind_device_parse(t, type_arg, &type, &index) < 0)
        return lang_error();
    if (lang_is_undef(index_arg) || lang_is_none(index_arg))
        return bind_device_new(t, type, index);
    int64_t wanted;
    if (!bind_is_int_like(index_arg))
        return lang_raise(t, LANG_EXC_TypeError, "device(): argument 'index' must be int, not %N", index_arg);
    if (bind_int(t, index_arg, &wanted) < 0)
        return lang_error();
    if (index >= 0 || !lang_is_str(type_arg))
        return lang_raise(t, LANG_EXC_RuntimeError,
                          "type (string) must not include an index because index was passed explicitly: %S", type_arg);
    if (wanted < 0)
        return lang_raise(t, LANG_EXC_RuntimeError, "Device index must not be negative");
    return bind_device_new(t, type, wanted > 127 ? 127 : (int)wanted);
}

static lang_value device_repr(struct lang_thread *t, lang_value v)
{
    struct bind_device *d = (struct bind_device *)v.o;
    return lang_obj_or_error(
        d->index < 0 ? lang_str_from_format(t, "device(type='%s')", device_names[d->type])
                     : lang_str_from_format(t, "device(type='%s', index=%d)", device_names[d->type], d->index));
}
static lang_value device_str(struct lang_thread *t, lang_value v)
{
    struct bind_device *d = (struct bind_device *)v.o;
    return lang_obj_or_error(d->index < 0 ? lang_str_from_c(t, device_names[d->type])
                                          : lang_str_from_format(t, "%s:%d", device_names[d->type], d->index));
}
static lang_value device_compare(struct lang_thread *t, lang_value a, lang_value b, enum lang_compare_op op)
{
    (void)t;
    if (!bind_is_device(a) || !bind_is_device(b) || (op != LANG_EQ && op != LANG_NE))
        return lang_notimpl();
    struct bind_device *x = (struct bind_device *)a.o, *y = (struct bind_device *)b.o;
    return lang_bool((x->type == y->type && x->index == y->index) == (op == LANG_EQ));
}
static int device_hash(struct lang_thread *t, lang_value v, int64_t *out)
{
    struct bind_device *d = (struct bind_device *)v.o;
    (void)t;
    *out = (int64_t)d->type << 16 | (d->index + 1);
    return 0;
}
static lang_value device_get_type(struct lang_thread *t, lang_value v)
{
    return lang_obj_or_error(lang_str_from_c(t, device_names[((struct bind_device *)v.o)->type]));
}
static lang_value device_get_index(struct lang_thread *t, lang_value v)
{
    (void)t;
    int index = ((struct bind_device *)v.o)->index;
    return index < 0 ? lang_none() : lang_int(index);
}

/* `with torch.device(...)`: the previous default devices, innermost last. */
#define DEVICE_STACK 64
static struct bind_device *device_stack[DEVICE_STACK];
static int device_depth;

static lang_value device_enter(struct lang_thread *t, const lang_value *args)
{
    if (device_depth == DEVICE_STACK)
        return lang_raise(t, LANG_EXC_RuntimeError, "too many nested default devices");
    device_stack[device_depth++] = bind_default_device;
    bind_default_device = lang_incref(args[0].o);
    return lang_ref(args[0]);
}
static lang_value device_exit(struct lang_thread *t, const lang_value *args)
{
    (void)args;
    if (device_depth > 0) {
        lang_xdecref(t, bind_default_device);
        bind_default_device = device_stack[--device_depth];
    }
    return lang_none();
}
static const struct lang_getset device_getset[] = {
    {"type", device_get_type, NULL, "'cpu' or 'cuda'."},
    {"index", device_get_index, NULL, "The number of the device, or None."},
    {NULL, NULL, NULL, NULL}};
static lang_value device_reduce(struct lang_thread *t, const lang_value *args)
{
    int index = ((struct bind_device *)args[0].o)->index;
    return reduced_call(t, &bind_type_device, device_get_type(t, args[0]), index < 0 ? lang_undef() : lang_int(index));
}
static const struct lang_method device_methods[] = {
    {"__reduce__", "()", device_reduce, NULL, 0},
    {"__enter__", "()", device_enter, "Makes this the device of new tensors.", 0},
    {"__exit__", "(type=None, value=None, traceback=None, /)", device_exit, "Restores the former default device.", 0},
    {"__copy__", "()", return_self, NULL, 0},
    {"__deepcopy__", "(memo, /)", deepcopy_self, NULL, 0},
    {NULL, NULL, NULL, NULL, 0}};
static const struct lang_type device_type = {
    .head = {&lang_type_type, 1, LANG_OBJ_STATIC},
    .name = "device",
    .module = "torch",
    .flags = LANG_TYPE_QUALIFIED,
    .doc = "device(type, index=None): names a device, which need not exist: 'cpu', 'cuda', 'cuda:1'.",
    .size = sizeof(struct bind_device),
    .methods = device_methods,
    .getset = device_getset,
    .make = device_make,
    .repr = device_repr,
    .str = device_str,
    .compare = device_compare,
    .hash = device_hash};

/* ---- Size and named tuples -------------------------------------------------------------------------------------- */

lang_value bind_tuple_as(struct lang_thread *t, struct lang_type *type, const lang_value *items, int64_t n)
{
    struct lang_tuple *tuple = lang_object_new_extra(t, type, (size_t)n * sizeof(lang_value));
    if (!tuple)
        return lang_error();
    tuple->length = n;
    for (int64_t i = 0; i < n; i++)
        tuple->items[i] = lang_ref(items[i]);
    return lang_obj(tuple);
}

lang_value bind_size_new(struct lang_thread *t, const int64_t *sizes, int64_t n)
{
    struct lang_tuple *tuple = lang_object_new_extra(t, &bind_type_size, (size_t)n * sizeof(lang_value));
    if (!tuple)
        return lang_error();
    tuple->length = n;
    for (int64_t i = 0; i < n; i++)
        tuple->items[i] = lang_int(sizes[i]);
    return lang_obj(tuple);
}

static lang_value size_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                            struct lang_tuple *kwnames)
{
    if (kwnames && kwnames->length)
        return lang_raise(t, LANG_EXC_TypeError, "torch.Size() takes no keyword arguments");
    if (nargs > 1)
        return lang_raise(t, LANG_EXC_TypeError, "tuple expected at most 1 argument, got %d", (int)nargs);
    if (nargs == 0)
        return bind_tuple_as(t, cls, NULL, 0);
    struct lang_tuple *items = lang_to_tuple(t, args[0]);
    if (!items)
        return lang_error();
    lang_value result = lang_undef();
    for (int64_t i = 0; i < items->length; i++)
        if (!bind_is_int_like(items->items[i]) && items->items[i].tag != LANG_BOOL) {
            result = lang_raise(t, LANG_EXC_TypeError, "torch.Size() takes an iterable of 'int' (item %d is '%N')",
                                (int)i, items->items[i]);
            break;
        }
    if (lang_is_undef(result))
        result = bind_tuple_as(t, cls, items->items, items->length);
    lang_decref(t, items);
    return result;
}
static lang_value size_repr(struct lang_thread *t, lang_value v)
{
    struct lang_tuple *s = lang_as_tuple(v);
    struct lang_builder b;
    lang_builder_init(&b, t);
    lang_builder_c(&b, "torch.Size([");
    for (int64_t i = 0; i < s->length; i++) {
        if (i)
            lang_builder_c(&b, ", ");
        lang_builder_repr(&b, s->items[i]);
    }
    lang_builder_c(&b, "])");
    return lang_obj_or_error(lang_builder_finish(&b));
}
/* A result of the tuple type's slot, as a Size where it is a tuple. */
static lang_value as_size(struct lang_thread *t, lang_value v)
{
    if (!lang_is_exactly(v, &lang_type_tuple))
        return v;
    lang_value size = bind_tuple_as(t, &bind_type_size, lang_as_tuple(v)->items, lang_as_tuple(v)->length);
    lang_unref(t, v);
    return size;
}
static lang_value size_getitem(struct lang_thread *t, lang_value v, lang_value key)
{
    return as_size(t, lang_type_tuple.getitem(t, v, key));
}
static lang_value size_add(struct lang_thread *t, lang_value a, lang_value b)
{
    if (!lang_is_tuple(a) || !lang_is_tuple(b))
        return lang_notimpl();
    struct lang_tuple *x = lang_as_tuple(a), *y = lang_as_tuple(b);
    struct lang_tuple *sum =
        lang_object_new_extra(t, &bind_type_size, (size_t)(x->length + y->length) * sizeof(lang_value));
    if (!sum)
        return lang_error();
    sum->length = x->length + y->length;
    for (int64_t i = 0; i < sum->length; i++)
        sum->items[i] = lang_ref(i < x->length ? x->items[i] : y->items[i - x->length]);
    return lang_obj(sum);
}
static lang_value size_repeat(struct lang_thread *t, lang_value v, int64_t n)
{
    return as_size(t, lang_type_tuple.repeat(t, v, n));
}
static lang_value size_numel(struct lang_thread *t, const lang_value *args)
{
    struct lang_tuple *s = lang_as_tuple(args[0]);
    int64_t n = 1, item;
    for (int64_t i = 0; i < s->length; i++) {
        if (lang_as_index(t, s->items[i], &item) < 0)
            return lang_error();
        if (__builtin_mul_overflow(n, item, &n))
            return lang_raise(t, LANG_EXC_OverflowError, "numel: integer multiplication overflow");
    }
    return lang_int(n);
}
static lang_value size_reduce(struct lang_thread *t, const lang_value *args)
{
    return reduced_call(t, &bind_type_size, plain_tuple(t, args[0]), lang_undef());
}
static const struct lang_method size_methods[] = {
    {"__reduce__", "()", size_reduce, NULL, 0},
    {"numel", "()", size_numel, "The number of elements of a tensor of this size.", 0},
    {NULL, NULL, NULL, NULL, 0}};
static const struct lang_type size_type = {.head = {&lang_type_type, 1, LANG_OBJ_STATIC},
                                           .name = "Size",
                                           .module = "torch",
                                           .flags = LANG_TYPE_QUALIFIED,
                                           .doc = "The sizes of a tensor: a tuple of ints.",
                                           .size = sizeof(struct lang_tuple),
                                           .base = &lang_type_tuple,
                                           .methods = size_methods,
                                           .make = size_make,
                                           .repr = size_repr,
                                           .getitem = size_getitem,
                                           .binary = {[LANG_OP_ADD] = size_add},
                                           .repeat = size_repeat};

#define NAMED_FIELDS 4
struct named_type {
    struct lang_type type; /* first, so that the type can be cast back */
    char name[64];
    struct lang_getset fields[NAMED_FIELDS + 1];
    struct named_type *next;
};
static struct named_type *named_types;

/* A getter has no data of its own, so each position has one. */
#define FIELDS(X) X(0) X(1) X(2) X(3)
#define X(n)                                                                                                           \
    static lang_value named_field##n(struct lang_thread *t, lang_value v)                                              \
    {                                                                                                                  \
        (void)t;                                                                                                       \
        return n < lang_as_tuple(v)->length ? lang_ref(lang_as_tuple(v)->items[n]) : lang_none();                      \
    }
FIELDS(X)
#undef X
#define X(n) named_field##n,
static lang_value (*const named_get[NAMED_FIELDS])(struct lang_thread *, lang_value) = {FIELDS(X)};
#undef X

/* torch.return_types.max((values, indices)): exactly as many items as fields, which the getters rely on. */
static lang_value named_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                             struct lang_tuple *kwnames)
{
    struct lang_params *p = lang_params_get(t, "structseq", "(sequence, dict=<unrepresentable>)");
    int64_t fields = 0;
    lang_value out[2];
    if (!p || lang_params_bind(t, p, args, nargs, kwnames, out) < 0)
        return lang_error();
    struct lang_tuple *from = lang_to_tuple(t, out[0]);
    if (!from && lang_error_is(t, LANG_EXC_TypeError)) {
        lang_error_clear(t);
        return lang_raise(t, LANG_EXC_TypeError, "constructor requires a sequence");
    }
    if (!from)
        return lang_error();
    while (cls->getset[fields].name)
        fields++;
    lang_value r = lang_error();
    if (!lang_is_undef(out[1]) && !lang_is_dict(out[1]))
        lang_fail(t, LANG_EXC_TypeError, "%s.%s() takes a dict as second arg, if any", cls->module, cls->name);
    else if (from->length != fields)
        lang_fail(t, LANG_EXC_TypeError, "%s.%s() takes a %lld-sequence (%lld-sequence given)", cls->module, cls->name,
                  (long long)fields, (long long)from->length);
    else
        r = bind_tuple_as(t, cls, from->items, from->length);
    lang_decref(t, from);
    return r;
}

static lang_value named_reduce(struct lang_thread *t, const lang_value *args)
{
    return reduced_call(t, args[0].o->type, plain_tuple(t, args[0]), lang_obj_or_error(lang_dict_new(t)));
}
static const struct lang_method named_methods[] = {{"__reduce__", "()", named_reduce, NULL, 0},
                                                   {NULL, NULL, NULL, NULL, 0}};

static lang_value named_repr(struct lang_thread *t, lang_value v)
{
    struct lang_type *type = v.o->type;
    struct lang_tuple *tuple = lang_as_tuple(v);
    struct lang_builder b;
    lang_builder_init(&b, t);
    lang_builder_c(&b, "torch.return_types.");
    lang_builder_c(&b, type->name);
    lang_builder_c(&b, "(\n");
    for (int64_t i = 0; i < tuple->length && type->getset[i].name; i++) {
        if (i)
            lang_builder_c(&b, ",\n");
        lang_builder_c(&b, type->getset[i].name);
        lang_builder_c(&b, "=");
        lang_builder_repr(&b, tuple->items[i]);
    }
    lang_builder_c(&b, ")");
    return lang_obj_or_error(lang_builder_finish(&b));
}

struct lang_type *bind_named_type_find(const char *name)
{
    for (struct named_type *known = named_types; known; known = known->next)
        if (strcmp(known->name, name) == 0)
            return &known->type;
    return NULL;
}

struct lang_type *bind_named_type(struct lang_thread *t, const char *name, const char *const *fields, int n)
{
    struct lang_type *known = bind_named_type_find(name);
    if (known)
        return known;
    struct named_type *made = calloc(1, sizeof *made);
    if (!made)
        return lang_no_memory(t), NULL;
    snprintf(made->name, sizeof made->name, "%s", name);
    for (int i = 0; i < n && i < NAMED_FIELDS; i++)
        made->fields[i] = (struct lang_getset){fields[i], named_get[i], NULL, NULL};
    made->type = (struct lang_type){.head = {&lang_type_type, 1, LANG_OBJ_STATIC},
                                    .name = made->name,
                                    .module = "torch.return_types",
                                    .flags = LANG_TYPE_QUALIFIED,
                                    .size = sizeof(struct lang_tuple),
                                    .base = &lang_type_tuple,
                                    .getset = made->fields,
                                    .methods = named_methods,
                                    .make = named_make,
                                    .repr = named_repr};
    if (lang_type_ready(t, &made->type) < 0) {
        free(made);
        return NULL;
    }
    made->next = named_types;
    named_types = made;
    return &made->type;
}

/* ---- Generator -------------------------------------------------------------------------------------------------- */

lang_value bind_generator_wrap(struct lang_thread *t, struct rt_generator *rt)
{
    static struct bind_generator *of_cpu; /* manual_seed returns the same object each time */
    bool is_default = rt == rt_device_generator(rt_device_cpu());
    if (is_default && of_cpu)
        return lang_obj(lang_incref(of_cpu));
    struct bind_generator *g = lang_object_new(t, &bind_type_generator);
    if (!g)
        return lang_error();
    rt_generator_ref(rt);
    g->rt = rt;
    if (is_default)
        of_cpu = lang_incref(g);
    return lang_obj(g);
}

static lang_value generator_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                                 struct lang_tuple *kwnames)
{
    const struct lang_params *params = lang_params_get(t, "Generator", "(device='cpu')");
    lang_value out[1] = {lang_undef()};
    struct rt_error err;
    rt_error_clear(&err);
    (void)cls;
    if (!params || lang_params_bind(t, params, args, nargs, kwnames, out) < 0)
        return lang_error();
    enum rt_device_type type = RT_CPU;
    int index = -1;
    if (!lang_is_undef(out[0]) && bind_device_parse(t, out[0], &type, &index) < 0)
        return lang_error();
    if (type == RT_CUDA && rt_device_count(RT_CUDA) == 0)
        return lang_raise(
            t, LANG_EXC_RuntimeError,
            "Cannot get CUDA generator without ATen_cuda library. PyTorch splits its backend into two shared "
            "libraries: "
            "a CPU library and a CUDA library; this error has occurred because you are trying to use some CUDA "
            "functionality, but the CUDA library has not been loaded by the dynamic linker for some reason.  The CUDA "
            "library MUST be loaded, EVEN IF you don't directly use any symbols from the CUDA library! One common "
            "culprit is a lack of -Wl,--no-as-needed in your link arguments; many dynamic linkers will delete dynamic "
            "library dependencies if you don't depend on any of their symbols.  You can check if this has occurred by "
            "using ldd on your binary to see if there is a dependency on *_cuda.so library.");
    if (type == RT_META)
        return lang_raise(t, LANG_EXC_RuntimeError, "META device type not an accelerator.");
    struct rt_device *device = rt_device_get(type, index, &err);
    struct rt_generator *rt = device ? rt_generator_new(device, &err) : NULL;
    if (!rt)
        return bind_raise(t, &err);
    struct bind_generator *g = lang_object_new(t, &bind_type_generator);
    if (!g)
        return rt_generator_unref(rt), lang_error();
    g->rt = rt;
    return lang_obj(g);
}
static void generator_destroy(struct lang_thread *t, struct lang_object *o)
{
    (void)t;
    rt_generator_unref(((struct bind_generator *)o)->rt);
}
static struct rt_generator *generator_of(lang_value v)
{
    return ((struct bind_generator *)v.o)->rt;
}
static lang_value generator_manual_seed(struct lang_thread *t, const lang_value *args)
{
    int64_t seed;
    if (!bind_is_int_like(args[1]))
        return lang_raise(t, LANG_EXC_RuntimeError, "manual_seed expected a long, but got %N", args[1]);
    if (bind_int(t, args[1], &seed) < 0)
        return lang_error();
    rt_generator_seed(generator_of(args[0]), (uint64_t)seed);
    return lang_ref(args[0]);
}
static lang_value generator_initial_seed(struct lang_thread *t, const lang_value *args)
{
    return lang_int_from_u64(t, generator_of(args[0])->seed);
}
static lang_value generator_seed(struct lang_thread *t, const lang_value *args)
{
    return lang_int_from_u64(t, rt_generator_seed_randomly(generator_of(args[0])));
}
static lang_value generator_get_state(struct lang_thread *t, const lang_value *args)
{
    struct rt_generator *g = generator_of(args[0]);
    struct rt_error err;
    rt_error_clear(&err);
    int64_t size = (int64_t)rt_generator_state_size(g);
    struct rt_tensor *state = rt_tensor_empty(&size, 1, RT_UINT8, rt_device_cpu(), &err);
    if (state)
        rt_generator_get_state(g, rt_tensor_data(state, &err));
    return bind_result(t, state, &err);
}
static lang_value generator_set_state(struct lang_thread *t, const lang_value *args)
{
    struct rt_error err;
    rt_error_clear(&err);
    if (!bind_is_tensor(args[1]))
        return lang_raise(t, LANG_EXC_TypeError, "expected a torch.ByteTensor, but got %N", args[1]);
    struct rt_tensor *state = bind_rt(args[1]);
    if (rt_tensor_dtype(state) != RT_UINT8 || !rt_tensor_device(state)->host_memory ||
        !rt_tensor_is_contiguous(state)) {
        return lang_raise(t, LANG_EXC_TypeError, "RNG state must be a torch.ByteTensor");
    }
    if (rt_generator_set_state(generator_of(args[0]), rt_tensor_data(state, &err), (size_t)rt_tensor_numel(state),
                               &err) < 0)
        return bind_raise(t, &err);
    return lang_ref(args[0]);
}
static lang_value generator_clone_state(struct lang_thread *t, const lang_value *args)
{
    struct rt_generator *from = generator_of(args[0]);
    struct rt_error err;
    rt_error_clear(&err);
    size_t size = rt_generator_state_size(from);
    void *state = rt_alloc(size);
    if (!state)
        return lang_no_memory(t), lang_error();
    lang_value device = bind_device_of(t, from->device);
    lang_value made = lang_is_error(device) ? device : generator_make(t, &bind_type_generator, &device, 1, NULL);
    if (!lang_is_error(device))
        lang_unref(t, device);
    rt_generator_get_state(from, state);
    if (!lang_is_error(made) && rt_generator_set_state(generator_of(made), state, size, &err) < 0) {
        lang_unref(t, made);
        made = bind_raise(t, &err);
    }
    rt_free(state);
    return made;
}
static lang_value generator_get_device(struct lang_thread *t, lang_value v)
{
    return bind_device_of(t, generator_of(v)->device);
}
static const struct lang_method generator_methods[] = {
    {"manual_seed", "(seed)", generator_manual_seed,
     "Restarts the stream of random numbers from a seed; returns the generator.", 0},
    {"initial_seed", "()", generator_initial_seed, "The seed of the present stream.", 0},
    {"seed", "()", generator_seed, "Takes a random seed from the system and returns it.", 0},
    {"get_state", "()", generator_get_state, "The state as a tensor of bytes.", 0},
    {"clone_state", "()", generator_clone_state, "A new generator in the same state.", 0},
    {"set_state", "(new_state)", generator_set_state, "Restores a state of get_state().", 0},
    {NULL, NULL, NULL, NULL, 0}};
static const struct lang_getset generator_getset[] = {{"device", generator_get_device, NULL, "The device it draws on."},
                                                      {NULL, NULL, NULL, NULL}};
static const struct lang_type generator_type = {.head = {&lang_type_type, 1, LANG_OBJ_STATIC},
                                                .name = "Generator",
                                                .module = "torch._C",
                                                .flags = LANG_TYPE_QUALIFIED,
                                                .doc =
                                                    "Generator(device='cpu'): a stream of random numbers of its own.",
                                                .size = sizeof(struct bind_generator),
                                                .methods = generator_methods,
                                                .getset = generator_getset,
                                                .make = generator_make,
                                                .destroy = generator_destroy};

/* ---- all of them ------------------------------------------------------------------------------------------------ */

int bind_types_ready(struct lang_thread *t)
{
    static const struct {
        struct lang_type *type;
        const struct lang_type *definition;
    } rows[] = {{&bind_type_dtype, &dtype_type},
                {&bind_type_layout, &layout_type},
                {&bind_type_memory_format, &memory_format_type},
                {&bind_type_device, &device_type},
                {&bind_type_size, &size_type},
                {&bind_type_generator, &generator_type}};
    for (size_t i = 0; i < BIND_COUNT(rows); i++)
        if (bind_type_define(t, rows[i].type, rows[i].definition) < 0)
            return -1;
    for (int d = 0; d < RT_DTYPE_COUNT; d++)
        bind_dtypes[d] = (struct bind_dtype){{&bind_type_dtype, 1, LANG_OBJ_STATIC}, (enum rt_dtype)d};
    return 0;
}

int bind_types_add(struct lang_thread *t, struct lang_module *torch)
{
    static struct lang_type *const types[] = {&bind_type_dtype,  &bind_type_layout, &bind_type_memory_format,
                                              &bind_type_device, &bind_type_size,   &bind_type_generator};
    for (size_t i = 0; i < BIND_COUNT(types); i++)
        if (lang_module_add(t, torch, types[i]->name, lang_obj(types[i])) < 0)
            return -1;
    for (int d = 0; d < RT_DTYPE_COUNT; d++) {
        if (lang_module_add(t, torch, rt_dtype_table[d].name, lang_obj(&bind_dtypes[d])) < 0)
            return -1;
        if (rt_dtype_table[d].alias[0] &&
            lang_module_add(t, torch, rt_dtype_table[d].alias, lang_obj(&bind_dtypes[d])) < 0)
            return -1;
    }
    for (size_t i = 0; i < BIND_COUNT(constants); i++)
        if (lang_module_add(t, torch, constants[i].name, lang_obj(&constants[i])) < 0)
            return -1;
    return 0;
}
