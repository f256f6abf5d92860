/* bind_override.c: __torch_function__: classes derived from Tensor, other classes and modes that take over the
 * functions of torch. Owns the question whether a call is overridden and the doors at which it is asked; what an
 * overridden call means is said by torch.overrides, in the language.
 *
 * As long as no class and no mode overrides anything there are no doors: the first one replaces the functions behind
 * all natives of torch, the slots of tensors and the getters of their attributes. So calls of plain tensors are as fast
 * as without all this. */
#include "bind_core.h"

#include <stdlib.h>
#include <string.h>

enum disabled { ENABLED, SUBCLASSES_DISABLED, ALL_DISABLED };

static bool open_doors;
static _Thread_local enum disabled disabled;
static _Thread_local int modes;

/* ---- what overrides --------------------------------------------------------------------------------------------- */

static struct lang_native *disabled_function; /* torch._C._disabled_torch_function_impl */
static struct lang_str *function_name;        /* "__torch_function__" */

static bool defines(struct lang_thread *t, struct lang_type *type)
{
    lang_value f = type == &bind_type_tensor ? lang_undef() : lang_type_lookup(t, type, function_name);

    return !lang_is_undef(f) && !(f.tag == LANG_OBJECT && (void *)f.o == (void *)disabled_function);
}

enum { KNOWN_TYPES = 64 };
static struct {
    const struct lang_type *type;
    uint32_t version;
    bool defines;
} known[KNOWN_TYPES];

static bool type_overrides(struct lang_thread *t, struct lang_type *type)
{
    const size_t i = ((uintptr_t)type >> 6) % KNOWN_TYPES;

    if (known[i].type != type || known[i].version != type->version) {
        known[i].type = type;
        known[i].defines = defines(t, type);
        known[i].version = type->version;
    }
    return known[i].defines;
}

static inline bool overrides(struct lang_thread *t, lang_value v)
{
    return v.tag == LANG_OBJECT && v.o->type != &bind_type_tensor && v.o->type->flags & LANG_TYPE_HEAP &&
           type_overrides(t, v.o->type);
}

/* An argument, or an item of a list of them. */
static bool argument_overrides(struct lang_thread *t, lang_value v)
{
    const lang_value *items;
    int64_t n;

    if (v.tag != LANG_OBJECT)
        return false;
    if (v.o->type == &lang_type_list)
        items = lang_as_list(v)->items, n = lang_as_list(v)->length;
    else if (v.o->type == &lang_type_tuple)
        items = lang_as_tuple(v)->items, n = lang_as_tuple(v)->length;
    else
        return overrides(t, v);
    for (int64_t i = 0; i < n; i++)
        if (overrides(t, items[i]))
            return true;
    return false;
}

static bool is_overridden(struct lang_thread *t, const lang_value *args, size_t n)
{
    if (modes && disabled != ALL_DISABLED)
        return true;
    if (disabled != ENABLED)
        return false;
    for (size_t i = 0; i < n; i++)
        if (argument_overrides(t, args[i]))
            return true;
    return false;
}

/* ---- overridden calls ------------------------------------------------------------------------------------------- */

/* A function of torch.overrides, by name. */
static lang_value library_call(struct lang_thread *t, const char *name, const lang_value *args, size_t n)
{
    lang_value module = lang_import(t, "torch.overrides");
    lang_value f = lang_is_error(module) ? module : lang_getattr_c(t, module, name);
    if (!lang_is_error(module))
        lang_unref(t, module);
    if (lang_is_error(f))
        return f;
    lang_value result = lang_call(t, f, args, n, NULL);
    lang_unref(t, f);
    return result;
}

static lang_value keywords(struct lang_thread *t, const lang_value *values, const struct lang_tuple *names)
{
    struct lang_dict *d = names ? lang_dict_new(t) : NULL;

    for (int64_t i = 0; d && i < names->length; i++)
        if (lang_dict_set(t, d, names->items[i], values[i]) < 0) {
            lang_decref(t, d);
            return lang_error();
        }
    return !names ? lang_none() : lang_obj_or_error(d);
}

static lang_value override_call(struct lang_thread *t, lang_value function, const lang_value *args, size_t n,
                                const struct lang_tuple *names)
{
    struct lang_tuple *tuple = lang_tuple_from(t, args, (int64_t)n);
    lang_value named = tuple ? keywords(t, args + n, names) : lang_error();
    lang_value all[3] = {function, lang_obj_or_error(tuple), named};
    lang_value result = lang_is_error(named) ? named : library_call(t, "_override", all, 3);

    lang_xdecref(t, tuple);
    if (!lang_is_error(named))
        lang_unref(t, named);
    return result;
}

/* ---- natives ---------------------------------------------------------------------------------------------------- */

/* What a native was before it got a door. */
struct original {
    struct lang_native *native; /* counted */
    lang_call_fn raw;
    lang_value plain; /* of one with a row: another of the same row */
    bool creates;     /* its arguments are data: only modes override it */
};
static struct original *originals; /* open addressing, at most half full */
static size_t original_capacity, original_count;

static struct original *find_original(const void *native)
{
    size_t i = ((uintptr_t)native >> 4) * 0x9e3779b97f4a7c15u >> 20;

    while (originals[i &= original_capacity - 1].native && originals[i].native != native)
        i++;
    return &originals[i];
}

static int reserve_originals(struct lang_thread *t)
{
    const size_t before = original_capacity;
    struct original *old = originals;

    if (2 * (original_count + 1) <= before)
        return 0;
    struct original *made = calloc(before ? 2 * before : 4096, sizeof *made);
    if (!made)
        return lang_no_memory(t), -1;
    originals = made;
    original_capacity = before ? 2 * before : 4096;
    for (size_t i = 0; i < before; i++)
        if (old[i].native)
            *find_original(old[i].native) = old[i];
    free(old);
    return 0;
}

static bool is_one_of(const char *const *names, const char *name)
{
    while (*names && strcmp(*names, name))
        names++;
    return *names;
}

static lang_value call_native(struct lang_thread *t, lang_value callee, const lang_value *args, size_t nargs,
                              struct lang_tuple *kwnames)
{
    const struct original *o = find_original(callee.o);
    if (is_overridden(t, args, o->creates ? 0 : nargs + (kwnames ? (size_t)kwnames->length : 0)))
        return override_call(t, callee, args, nargs, kwnames);
    return o->raw ? o->raw(t, callee, args, nargs, kwnames) : lang_call(t, o->plain, args, nargs, kwnames);
}

int bind_override_native(struct lang_thread *t, lang_value v)
{
    struct lang_native *f = (struct lang_native *)v.o;
    lang_value plain = lang_undef();
    static const char *const creators[] = {"tensor", "as_tensor", "asarray", NULL};

    if (!open_doors || f->raw == call_native)
        return 0;
    if (reserve_originals(t) < 0)
        return -1;
    if (!f->raw && lang_is_error(plain = lang_obj_or_error(lang_native_new(t, f->row, f->owner, NULL))))
        return -1;
    *find_original(f) = (struct original){lang_incref(f), f->raw, plain, !f->owner && is_one_of(creators, f->name)};
    original_count++;
    f->raw = call_native;
    f->exact = f->least = LANG_NO_COUNT;
    f->most = 0;
    return 0;
}

/* The natives of a dict. Of those with a row `listed` are meant; no others. */
static int override_natives(struct lang_thread *t, struct lang_dict *dict, const char *const *listed,
                            const char *const *never)
{
    lang_value key, v;

    for (int64_t i = 0; lang_dict_next(dict, &i, &key, &v);) {
        const char *name = lang_is_str(key) ? lang_str_utf8(t, lang_as_str(key), NULL) : NULL;
        if (!name || !lang_is_native(v) || is_one_of(never, name) || (name[0] == '_' && name[1] != '_'))
            continue;
        if ((((struct lang_native *)v.o)->raw || !listed || is_one_of(listed, name)) && bind_override_native(t, v) < 0)
            return -1;
    }
    return 0;
}

/* ---- functions of the library ----------------------------------------------------------------------------------- */

struct library_function {
    lang_value function; /* borrowed: its code names this */
    lang_fast_call_fn fast;
    const void *data;
    struct library_function *next;
};
static struct library_function *library_functions; /* as long as the functions, which the library keeps */

static lang_value call_function(struct lang_thread *t, const void *data, const lang_value *args, size_t nargs,
                                struct lang_tuple *kwnames)
{
    const struct library_function *f = data;

    if (is_overridden(t, args, nargs + (kwnames ? (size_t)kwnames->length : 0)))
        return override_call(t, f->function, args, nargs, kwnames);
    return f->fast ? f->fast(t, f->data, args, nargs, kwnames) : lang_undef();
}

static int override_function(struct lang_thread *t, lang_value v)
{
    const void *data;
    lang_fast_call_fn fast = lang_function_fast_call(v, &data);

    if (fast == call_function)
        return 0;
    struct library_function *f = malloc(sizeof *f);
    if (!f)
        return lang_no_memory(t), -1;
    *f = (struct library_function){v, fast, data, library_functions};
    library_functions = f;
    lang_function_set_fast_call(v, call_function, f);
    return 0;
}

static int override_module(struct lang_thread *t, const char *name)
{
    static const char *const never[] = {"as_subclass", "has_torch_function", NULL};
    lang_value module = lang_import(t, name), key, v;

    if (lang_is_error(module))
        return -1;
    struct lang_dict *dict = lang_module_dict((struct lang_module *)module.o);
    int status = override_natives(t, dict, never, never);
    for (int64_t i = 0; status == 0 && lang_dict_next(dict, &i, &key, &v);) {
        const char *text = lang_is_str(key) ? lang_str_utf8(t, lang_as_str(key), NULL) : NULL;
        if (text && text[0] != '_' && v.tag == LANG_OBJECT && v.o->type == &lang_type_function &&
            !is_one_of(never, text))
            status = override_function(t, v);
    }
    lang_unref(t, module);
    return status;
}

/* ---- slots of tensors ------------------------------------------------------------------------------------------- */

static struct lang_type plain; /* the slots of tensors as they were */

static lang_value override_method(struct lang_thread *t, const char *name, const lang_value *args, size_t n)
{
    lang_value f = lang_getattr_c(t, lang_obj(&bind_type_tensor), name);
    lang_value result = lang_is_error(f) ? f : override_call(t, f, args, n, NULL);

    if (!lang_is_error(f))
        lang_unref(t, f);
    return result;
}

/* The same of an operator: a TypeError means that it does not know the other operand. */
static lang_value override_operator(struct lang_thread *t, const char *name, lang_value a, lang_value b)
{
    const lang_value args[2] = {a, b};
    lang_value result = override_method(t, name, args, 2);

    if (!lang_is_error(result) || !lang_error_is(t, LANG_EXC_TypeError))
        return result;
    lang_error_clear(t);
    return lang_notimpl();
}

static inline bool either(struct lang_thread *t, lang_value a, lang_value b)
{
    const lang_value both[2] = {a, b};

    return is_overridden(t, both, 2);
}

/* What the operators are called in PyTorch: of a tensor on the left, of one on the right, in place. */
#define OPERATORS(X)                                                                                                   \
    X(ADD, "add", "add", "add_")                                                                                       \
    X(SUB, "sub", "__rsub__", "sub_")                                                                                  \
    X(MUL, "mul", "mul", "mul_")                                                                                       \
    X(TRUEDIV, "div", "__rtruediv__", "div_")                                                                          \
    X(FLOORDIV, "__floordiv__", "__rfloordiv__", "floor_divide_")                                                      \
    X(MOD, "remainder", "__rmod__", "remainder_")                                                                      \
    X(POW, "pow", "__rpow__", "pow_")                                                                                  \
    X(LSHIFT, "__lshift__", "__rlshift__", "__ilshift__")                                                              \
    X(RSHIFT, "__rshift__", "__rrshift__", "__irshift__")                                                              \
    X(AND, "__and__", "bitwise_and", "__iand__")                                                                       \
    X(XOR, "__xor__", "bitwise_xor", "__ixor__")                                                                       \
    X(OR, "__or__", "bitwise_or", "__ior__")

static lang_value binary(struct lang_thread *t, enum lang_binary_op op, const char *name, const char *reflected,
                         lang_value a, lang_value b)
{
    if (!either(t, a, b))
        return plain.binary[op](t, a, b);
    return bind_is_tensor(a) ? override_operator(t, name, a, b) : override_operator(t, reflected, b, a);
}
#define X(id, name, reflected, in_place)                                                                               \
    static lang_value binary_##id(struct lang_thread *t, lang_value a, lang_value b)                                   \
    {                                                                                                                  \
        return binary(t, LANG_OP_##id, name, reflected, a, b);                                                         \
    }                                                                                                                  \
    static lang_value inplace_##id(struct lang_thread *t, lang_value a, lang_value b)                                  \
    {                                                                                                                  \
        return either(t, a, b) ? override_operator(t, in_place, a, b) : plain.inplace[LANG_OP_##id](t, a, b);          \
    }
OPERATORS(X)
#undef X
static lang_value binary_MATMUL(struct lang_thread *t, lang_value a, lang_value b)
{
    return binary(t, LANG_OP_MATMUL, "matmul", "__rmatmul__", a, b);
}

#define VALUE_SLOT(function, slot, name)                                                                               \
    static lang_value function(struct lang_thread *t, lang_value v)                                                    \
    {                                                                                                                  \
        return is_overridden(t, &v, 1) ? override_method(t, name, &v, 1) : plain.slot(t, v);                           \
    }
VALUE_SLOT(unary_NEG, unary[LANG_OP_NEG], "neg")
VALUE_SLOT(unary_POS, unary[LANG_OP_POS], "positive")
VALUE_SLOT(unary_INVERT, unary[LANG_OP_INVERT], "__invert__")
VALUE_SLOT(unary_ABS, unary[LANG_OP_ABS], "abs")
VALUE_SLOT(slot_to_index, to_index, "__index__")
VALUE_SLOT(slot_to_int, to_int, "__int__")
VALUE_SLOT(slot_to_float, to_float, "__float__")
VALUE_SLOT(slot_repr, repr, "__repr__")

static lang_value slot_compare(struct lang_thread *t, lang_value a, lang_value b, enum lang_compare_op op)
{
    static const char *const names[] = {
        [LANG_LT] = "lt", [LANG_LE] = "le", [LANG_EQ] = "__eq__", [LANG_NE] = "ne", [LANG_GT] = "gt", [LANG_GE] = "ge"};
    static const enum lang_compare_op mirrored[] = {[LANG_LT] = LANG_GT, [LANG_LE] = LANG_GE, [LANG_EQ] = LANG_EQ,
                                                    [LANG_NE] = LANG_NE, [LANG_GT] = LANG_LT, [LANG_GE] = LANG_LE};
    if (!either(t, a, b))
        return plain.compare(t, a, b, op);
    if (op == LANG_EQ && bind_is_tensor(a) && !overrides(t, a))
        return override_operator(t, "eq", a, b);
    return bind_is_tensor(a) ? override_operator(t, names[op], a, b) : override_operator(t, names[mirrored[op]], b, a);
}

/* The truth of what a method returns; -1 error. */
static int truth_of(struct lang_thread *t, const char *name, const lang_value *args, size_t n)
{
    lang_value v = override_method(t, name, args, n);
    int truth = lang_is_error(v) ? -1 : lang_truth(t, v);

    if (!lang_is_error(v))
        lang_unref(t, v);
    return truth;
}

static int slot_truth(struct lang_thread *t, lang_value v)
{
    return is_overridden(t, &v, 1) ? truth_of(t, "__bool__", &v, 1) : plain.truth(t, v);
}

static int slot_contains(struct lang_thread *t, lang_value v, lang_value item)
{
    const lang_value args[2] = {v, item};

    return either(t, v, item) ? truth_of(t, "__contains__", args, 2) : plain.contains(t, v, item);
}

static int64_t slot_len(struct lang_thread *t, lang_value v)
{
    if (!is_overridden(t, &v, 1))
        return plain.len(t, v);
    int64_t n = -1;
    lang_value length = override_method(t, "__len__", &v, 1);
    if (!lang_is_error(length) && bind_int(t, length, &n) < 0)
        n = -1;
    if (!lang_is_error(length))
        lang_unref(t, length);
    return n;
}

static lang_value slot_iter(struct lang_thread *t, lang_value v)
{
    if (!is_overridden(t, &v, 1))
        return plain.iter(t, v);
    lang_value n = override_method(t, "dim", &v, 1);
    int any = lang_is_error(n) ? -1 : lang_truth(t, n);
    if (!lang_is_error(n))
        lang_unref(t, n);
    if (any < 1)
        return any < 0 ? lang_error() : lang_raise(t, LANG_EXC_TypeError, "iteration over a 0-d tensor");
    const lang_value args[2] = {v, lang_int(0)};
    lang_value rows = override_method(t, "unbind", args, 2);
    lang_value iterator = lang_is_error(rows) ? rows : lang_iter(t, rows);
    if (!lang_is_error(rows))
        lang_unref(t, rows);
    return iterator;
}

static lang_value slot_getitem(struct lang_thread *t, lang_value v, lang_value key)
{
    const lang_value args[2] = {v, key};

    return either(t, v, key) ? override_method(t, "__getitem__", args, 2) : plain.getitem(t, v, key);
}

static int slot_setitem(struct lang_thread *t, lang_value v, lang_value key, lang_value value)
{
    const lang_value args[3] = {v, key, value};

    if (lang_is_undef(value) || !is_overridden(t, args, 3))
        return plain.setitem(t, v, key, value);
    lang_value none = override_method(t, "__setitem__", args, 3);
    if (lang_is_error(none))
        return -1;
    lang_unref(t, none);
    return 0;
}

static lang_value slot_format(struct lang_thread *t, lang_value v, struct lang_str *spec)
{
    const lang_value args[2] = {v, lang_obj(spec)};

    return is_overridden(t, &v, 1) ? override_method(t, "__format__", args, 2) : plain.format(t, v, spec);
}

#define SLOTS(X)                                                                                                       \
    X(repr)                                                                                                            \
    X(format) X(compare) X(truth) X(iter) X(len) X(getitem) X(setitem) X(contains) X(to_index) X(to_int) X(to_float)

static void override_unary(struct lang_type *type, enum lang_unary_op op,
                           lang_value (*slot)(struct lang_thread *t, lang_value v))
{
    if (type->unary[op] == plain.unary[op])
        type->unary[op] = slot;
}

/* Those of a type that are still the plain ones, and of what is derived from it. */
static void override_slots(struct lang_type *type)
{
#define X(slot)                                                                                                        \
    if (type->slot == plain.slot)                                                                                      \
        type->slot = slot_##slot;
    SLOTS(X)
#undef X
#define X(id, ...)                                                                                                     \
    if (type->binary[LANG_OP_##id] == plain.binary[LANG_OP_##id])                                                      \
        type->binary[LANG_OP_##id] = binary_##id;                                                                      \
    if (type->inplace[LANG_OP_##id] == plain.inplace[LANG_OP_##id])                                                    \
        type->inplace[LANG_OP_##id] = inplace_##id;
    OPERATORS(X)
#undef X
    if (type->binary[LANG_OP_MATMUL] == plain.binary[LANG_OP_MATMUL])
        type->binary[LANG_OP_MATMUL] = binary_MATMUL;
    override_unary(type, LANG_OP_NEG, unary_NEG);
    override_unary(type, LANG_OP_POS, unary_POS);
    override_unary(type, LANG_OP_INVERT, unary_INVERT);
    override_unary(type, LANG_OP_ABS, unary_ABS);
    for (uint32_t i = 0; i < type->subclass_count; i++)
        override_slots(type->subclasses[i]);
}

/* ---- attributes of tensors -------------------------------------------------------------------------------------- */

/* clang-format off */
#define TEN(X, tens) \
    X(tens##0) X(tens##1) X(tens##2) X(tens##3) X(tens##4) X(tens##5) X(tens##6) X(tens##7) X(tens##8) X(tens##9)
#define ATTRIBUTES(X) TEN(X, ) TEN(X, 1) TEN(X, 2) TEN(X, 3) TEN(X, 4) TEN(X, 5)
/* clang-format on */

/* Calls __get__, __set__ or __delete__ of the attribute's descriptor, as the function that is overridden. */
static lang_value override_attribute(struct lang_thread *t, int i, const char *how, const lang_value *args, size_t n)
{
    lang_value descr = lang_dict_get_c(t, bind_type_tensor_base.dict, bind_tensor_getset[i].name);
    lang_value f = lang_is_error(descr) ? descr : lang_getattr_c(t, descr, how);
    lang_value result = lang_is_error(f) ? f : override_call(t, f, args, n, NULL);

    if (!lang_is_error(f))
        lang_unref(t, f);
    return result;
}

static lang_value get_attribute(struct lang_thread *t, lang_value self, int i)
{
    return is_overridden(t, &self, 1) ? override_attribute(t, i, "__get__", &self, 1)
                                      : bind_tensor_getset[i].get(t, self);
}

static int set_attribute(struct lang_thread *t, lang_value self, lang_value value, int i)
{
    const lang_value args[2] = {self, value};
    const bool deletes = lang_is_undef(value);

    if (!is_overridden(t, args, deletes ? 1 : 2))
        return bind_tensor_getset[i].set(t, self, value);
    lang_value none = override_attribute(t, i, deletes ? "__delete__" : "__set__", args, deletes ? 1 : 2);
    if (lang_is_error(none))
        return -1;
    lang_unref(t, none);
    return 0;
}

#define X(i)                                                                                                           \
    static lang_value get_##i(struct lang_thread *t, lang_value self)                                                  \
    {                                                                                                                  \
        return get_attribute(t, self, i);                                                                              \
    }                                                                                                                  \
    static int set_##i(struct lang_thread *t, lang_value self, lang_value value)                                       \
    {                                                                                                                  \
        return set_attribute(t, self, value, i);                                                                       \
    }
ATTRIBUTES(X)
#undef X

static struct lang_getset attributes[] = {
#define X(i) {NULL, get_##i, set_##i, NULL},
    ATTRIBUTES(X)
#undef X
};

static int override_attributes(struct lang_thread *t)
{
    for (size_t i = 0; bind_tensor_getset[i].name; i++) {
        lang_value descr = lang_dict_get_c(t, bind_type_tensor_base.dict, bind_tensor_getset[i].name);
        if (i >= BIND_COUNT(attributes))
            return lang_fail(t, LANG_EXC_SystemError, "tensors have too many attributes to be overridden");
        attributes[i].name = bind_tensor_getset[i].name;
        attributes[i].doc = bind_tensor_getset[i].doc;
        if (!bind_tensor_getset[i].set)
            attributes[i].set = NULL;
        if (lang_is_error(descr) || lang_is_undef(descr))
            return -1;
        lang_getset_replace(descr, &attributes[i]);
    }
    return 0;
}

/* ---- opening ---------------------------------------------------------------------------------------------------- */

static int open_all(struct lang_thread *t)
{
    static const char *const modules[] = {"torch.functional", "torch.nn.functional", "torch.linalg", "torch.fft",
                                          "torch.special"};
    /* functions of torch that are not rows of the table and yet can be overridden */
    static const char *const listed[] = {"tensor", NULL};
    static const char *const never[] = {"is_tensor",   "set_num_threads", "manual_seed",   "as_subclass",
                                        "result_type", "can_cast",        "promote_types", NULL};
    lang_value torch = lang_import(t, "torch");

    if (lang_is_error(torch))
        return -1;
    open_doors = true;
    plain = bind_type_tensor_base;
    int status = override_natives(t, lang_module_dict((struct lang_module *)torch.o), listed, never);
    lang_unref(t, torch);
    for (size_t i = 0; status == 0 && i < BIND_COUNT(modules); i++)
        status = override_module(t, modules[i]);
    if (status == 0)
        status = override_natives(t, bind_type_tensor_base.dict, NULL, never);
    if (status == 0)
        status = override_attributes(t);
    if (status == 0)
        override_slots(&bind_type_tensor_base);
    return status;
}

/* Such a class takes over ops; functions only if it says how. */
static int dispatch_class_made(struct lang_thread *t, struct lang_type *type)
{
    lang_value f = lang_type_lookup(t, type, function_name);

    bind_dispatch_begin();
    if (!lang_same(f, lang_type_lookup(t, &bind_type_tensor, function_name)))
        return 0;
    return lang_type_set_attr(t, type, function_name, lang_obj(disabled_function));
}

/* Before torch is there: a class that was made then is known by this. */
static bool made_early;

static int class_made(struct lang_thread *t, struct lang_type *type)
{
    if (!bind_type_tensor.dict) {
        made_early = made_early || !lang_is_undef(lang_dict_get_str(t, type->dict, function_name));
        return 0;
    }
    if (lang_is_subtype(type, &bind_type_tensor)) {
        lang_value own = lang_dict_get_c(t, type->dict, "__torch_dispatch__");
        if (!lang_is_undef(own) && !lang_is_error(own) && dispatch_class_made(t, type) < 0)
            return -1;
    }
    if (open_doors ||
        !(lang_is_subtype(type, &bind_type_tensor) || !lang_is_undef(lang_dict_get_str(t, type->dict, function_name))))
        return 0;
    return defines(t, type) ? open_all(t) : 0;
}

/* ---- torch._C --------------------------------------------------------------------------------------------------- */

/* _override_modes(more): that many more modes are on; how many there are. */
static lang_value count_modes(struct lang_thread *t, const lang_value *args)
{
    if (!open_doors && open_all(t) < 0)
        return lang_error();
    modes += (int)args[0].i;
    return lang_int(modes);
}

/* _override_state(state): 0 enabled, 1 not for classes, 2 not for modes either; None asks. Returns what it was. */
static lang_value set_state(struct lang_thread *t, const lang_value *args)
{
    const enum disabled was = disabled;

    (void)t;
    if (args[0].tag == LANG_INT)
        disabled = (enum disabled)args[0].i;
    return lang_int((int64_t)was);
}

/* Is one of the values, or the type of one, such that calls with it are overridden? */
static lang_value has_function(struct lang_thread *t, const lang_value *args)
{
    return lang_bool(is_overridden(t, args, 1));
}

static lang_value call_disabled(struct lang_thread *t, const lang_value *args)
{
    lang_value all[4] = {args[0], args[1], lang_is_undef(args[2]) ? lang_none() : args[2],
                         lang_is_undef(args[3]) ? lang_none() : args[3]};

    return library_call(t, "_call_disabled", all, 4);
}

/* Tensor.__torch_function__(func, types, args=(), kwargs=None) */
static lang_value call_default(struct lang_thread *t, const lang_value *args)
{
    lang_value all[5] = {args[0], args[1], args[2], lang_is_undef(args[3]) ? lang_none() : args[3],
                         lang_is_undef(args[4]) ? lang_none() : args[4]};

    return library_call(t, "_call_default", all, 5);
}

/* _as_class(tensor, cls): the same elements as an instance of cls. */
static lang_value as_class(struct lang_thread *t, const lang_value *args)
{
    const enum disabled was = disabled;

    disabled = ALL_DISABLED;
    lang_value made = lang_getitem(t, args[0], (lang_value){LANG_ELLIPSIS, {0}});
    disabled = was;
    if (!lang_is_error(made) && (lang_setattr_c(t, made, "__class__", args[1]) < 0 ||
                                 (bind_is_dispatch_class(t, (struct lang_type *)args[1].o) &&
                                  bind_dispatch_made(t, (struct bind_tensor *)made.o, false) < 0))) {
        lang_unref(t, made);
        return lang_error();
    }
    return made;
}

static const struct lang_method functions[] = {
    {"_override_modes", "(more, /)", count_modes, NULL, LANG_M_STATIC},
    {"_override_state", "(state, /)", set_state, NULL, LANG_M_STATIC},
    {"_has_torch_function", "(values, /)", has_function, NULL, LANG_M_STATIC},
    {"_as_class", "(tensor, cls, /)", as_class, NULL, LANG_M_STATIC},
    {NULL, NULL, NULL, NULL, 0}};
static const struct lang_method disabled_row = {"_disabled_torch_function_impl", "(func, types, args=(), kwargs=None)",
                                                call_disabled, NULL, LANG_M_STATIC};
const struct lang_method bind_override_methods[] = {
    {"__torch_function__", "(func, types, args=(), kwargs=None)", call_default,
     "Calls the function with this class's rules switched off; tensors that it returns become instances of the class.",
     LANG_M_CLASS},
    {"__torch_dispatch__", "(func, types, args=(), kwargs=None)", bind_dispatch_default,
     "Calls the function with this class's rules for ops switched off.", LANG_M_CLASS},
    {"_make_wrapper_subclass",
     "(cls, size, strides=None, storage_offset=None, memory_format=None, dtype=None, layout=None, device=None, "
     "pin_memory=False, requires_grad=False, dispatch_sizes_strides_policy=None, dispatch_device=False, "
     "dispatch_layout=False, _extra_dispatch_keys=None, storage_size=None)",
     bind_dispatch_wrapper,
     "An instance of a class with __torch_dispatch__ that has sizes and a dtype but no elements.", LANG_M_STATIC},
    {NULL, NULL, NULL, NULL, 0}};

/* DisableTorchFunctionSubclass, DisableTorchFunction */
struct disabling {
    struct lang_object head;
    enum disabled level, before;
};
static struct lang_type disable_subclasses, disable_all;

static lang_value disabling_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                                 struct lang_tuple *kwnames)
{
    (void)args;
    if (nargs || kwnames)
        return lang_raise(t, LANG_EXC_TypeError, "%s() takes no arguments", cls->name);
    struct disabling *made = lang_object_new(t, cls);
    if (made)
        made->level = made->before = cls == &disable_all ? ALL_DISABLED : SUBCLASSES_DISABLED;
    return lang_obj_or_error(made);
}

static lang_value disabling_enter(struct lang_thread *t, const lang_value *args)
{
    struct disabling *self = (struct disabling *)args[0].o;

    (void)t;
    self->before = disabled;
    disabled = self->level > disabled ? self->level : disabled;
    return lang_none();
}

static lang_value disabling_exit(struct lang_thread *t, const lang_value *args)
{
    (void)t;
    disabled = ((struct disabling *)args[0].o)->before;
    return lang_none();
}

static const struct lang_method disabling_methods[] = {
    {"__enter__", "()", disabling_enter, NULL, 0},
    {"__exit__", "(type=None, value=None, traceback=None, /)", disabling_exit, NULL, 0},
    {NULL, NULL, NULL, NULL, 0}};
#define DISABLING(title)                                                                                               \
    {                                                                                                                  \
        .head = {&lang_type_type, 1, LANG_OBJ_STATIC}, .name = title, .module = "torch._C",                            \
        .size = sizeof(struct disabling), .make = disabling_make, .methods = disabling_methods                         \
    }
static struct lang_type disable_subclasses = DISABLING("DisableTorchFunctionSubclass"),
                        disable_all = DISABLING("DisableTorchFunction");

int bind_override_watch(struct lang_thread *t)
{
    if (!function_name && !(function_name = lang_intern_c(t, "__torch_function__")))
        return -1;
    lang_set_class_hook(lang_thread_vm(t), class_made);
    return 0;
}

int bind_override_ready(struct lang_thread *t)
{
    return disabled_function || (disabled_function = lang_native_new(t, &disabled_row, NULL, "torch._C")) ? 0 : -1;
}

int bind_override_early(struct lang_thread *t, struct lang_module *torch)
{
    if (!made_early || open_doors)
        return 0;
    struct lang_dict *modules = lang_modules_dict(t);
    if (lang_dict_set_c(t, modules, "torch", lang_obj(torch)) < 0)
        return -1;
    if (open_all(t) == 0)
        return 0;
    lang_value name = lang_obj_or_error(lang_intern_c(t, "torch"));
    if (!lang_is_error(name)) {
        lang_dict_del(t, modules, name);
        lang_unref(t, name);
    }
    return -1;
}

int bind_override_add(struct lang_thread *t, struct lang_module *c)
{
    if (lang_module_add_functions(t, c, functions) < 0 ||
        lang_module_add(t, c, disabled_row.name, lang_obj(disabled_function)) < 0 ||
        lang_module_add(t, c, "TensorBase", lang_obj(&bind_type_tensor_base)) < 0)
        return -1;
    for (struct lang_type *type = &disable_subclasses; type; type = type == &disable_all ? NULL : &disable_all)
        if ((!type->dict && lang_type_ready(t, type) < 0) || lang_module_add(t, c, type->name, lang_obj(type)) < 0)
            return -1;
    return 0;
}
