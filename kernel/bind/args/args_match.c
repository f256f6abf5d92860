/* args_match.c: the parameters of a row, whether a call's arguments fit them, and their conversion to arguments of the
 * runtime. Knows schemas; must not know PyTorch's signatures or what the ops do. */
#include "bind_args.h"

#include <stdio.h>
#include <string.h>

/* ---- signatures ------------------------------------------------------------------------------------------------- */

const char *bind_kind_text(enum rt_kind kind)
{
    switch (kind) {
    case RT_TENSOR:
        return "Tensor";
    case RT_TENSORS:
        return "tuple of Tensors";
    case RT_SCALAR:
        return "Number";
    case RT_INT:
        return "int";
    case RT_INTS:
        return "tuple of ints";
    case RT_FLOAT:
        return "float";
    case RT_FLOATS:
        return "tuple of floats";
    case RT_BOOLEAN:
        return "bool";
    case RT_STRING:
        return "str";
    case RT_DTYPE_ARG:
        return "torch.dtype";
    case RT_DEVICE_ARG:
        return "torch.device";
    case RT_GENERATOR:
        return "torch.Generator";
    case RT_LAYOUT:
        return "torch.layout";
    case RT_MEMORY_FORMAT:
        return "torch.memory_format";
    default:
        return "None";
    }
}

int bind_name_param(struct lang_thread *t, struct bind_param *p, const char *name)
{
    static const struct {
        const char *name, *aliases[BIND_ALIASES];
    } spellings[] = {{"dim", {"axis", NULL, NULL}},
                     {"keepdim", {"keepdims", NULL, NULL}},
                     {"input", {"x", "a", "x1"}},
                     {"other", {"x2", NULL, NULL}}};
    p->text = name;
    p->placement = p->kind == RT_LAYOUT || strcmp(name, "pin_memory") == 0;
    if (!(p->names[0] = lang_intern_c(t, name)))
        return -1;
    for (size_t i = 0; i < BIND_COUNT(spellings); i++)
        if (strcmp(spellings[i].name, name) == 0)
            for (int k = 0; k < BIND_ALIASES && spellings[i].aliases[k]; k++)
                if (!(p->names[k + 1] = lang_intern_c(t, spellings[i].aliases[k])))
                    return -1;
    return 0;
}

static int add_extra(struct lang_thread *t, struct bind_sig *sig, enum bind_extra extra)
{
    static const struct {
        const char *name;
        enum rt_kind kind;
    } extras[] = {[EXTRA_OUT] = {"out", RT_TENSOR},
                  [EXTRA_DTYPE] = {"dtype", RT_DTYPE_ARG},
                  [EXTRA_LAYOUT] = {"layout", RT_LAYOUT},
                  [EXTRA_DEVICE] = {"device", RT_DEVICE_ARG},
                  [EXTRA_PIN_MEMORY] = {"pin_memory", RT_BOOLEAN},
                  [EXTRA_REQUIRES_GRAD] = {"requires_grad", RT_BOOLEAN}};
    for (int i = 0; i < sig->nparams; i++)
        if (strcmp(sig->params[i].text, extras[extra].name) == 0)
            return 0;
    struct bind_param *p = &sig->params[sig->nparams++];
    *p = (struct bind_param){
        .kind = extras[extra].kind, .allow_none = true, .keyword_only = true, .schema_index = -1, .extra = extra};
    if (extra == EXTRA_OUT && sig->schema->nreturns > 1)
        p->kind = RT_TENSORS;
    return bind_name_param(t, p, extras[extra].name);
}

/* May the first operand of a pointwise function be a scalar? PyTorch permits that for these functions only. */
static bool number_may_be_first(const char *name)
{
    static const char *const names[] = {"add",
                                        "sub",
                                        "mul",
                                        "div",
                                        "true_divide",
                                        "bitwise_and",
                                        "bitwise_or",
                                        "bitwise_xor",
                                        "float_power",
                                        "remainder",
                                        "bitwise_left_shift",
                                        "xlogy",
                                        "bucketize",
                                        "isin",
                                        "bitwise_right_shift",
                                        "polygamma",
                                        "subtract",
                                        "divide",
                                        "multiply",
                                        "floor_divide"};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(name, names[i]))
            return true;
    return !strncmp(name, "special_", 8);
}

int bind_sig_make(struct lang_thread *t, struct bind_sig *sig, struct rt_op *op, enum bind_form form)
{
    struct rt_error err;
    rt_error_clear(&err);
    const struct rt_schema *schema = rt_op_schema(op, &err);
    if (!schema)
        return bind_fail(t, &err);
    *sig = (struct bind_sig){.op = op, .schema = schema, .factory_device = -1};
    for (int i = form == BIND_FUNCTION ? 0 : 1; i < schema->nparams; i++) {
        const struct rt_param *from = &schema->params[i];
        struct bind_param *p = &sig->params[sig->nparams++];
        bool empty = from->has_default && schema->defaults[i].kind == RT_INTS && !schema->defaults[i].count;
        *p = (struct bind_param){
            .kind = from->kind,
            .required = !from->has_default && !(from->optional && from->keyword_only),
            .allow_none = empty || from->optional || (from->has_default && schema->defaults[i].kind == RT_NONE),
            .none_is_empty = empty && !from->optional,
            .keyword_only = from->keyword_only,
            .symbolic = from->symbolic,
            .numbers = from->kind == RT_TENSOR && (op->flags & RT_OP_POINTWISE) && !(op->flags & RT_OP_NO_SCALARS) &&
                       (schema->params[1].kind == RT_TENSOR) && (i > 0 || number_may_be_first(schema->name)),
            .list_size = from->list_size,
            .schema_index = i};
        if (bind_name_param(t, p, strcmp(from->name, "self") == 0 ? "input" : from->name) < 0)
            return -1;
        if (form == BIND_METHOD && strcmp(schema->name, "norm") == 0)
            p->names[1] = NULL; /* a function of Python in PyTorch, which knows no other spellings */
        sig->npositional += !from->keyword_only;
        sig->nrequired += p->required;
        if (p->required)
            sig->required |= (uint32_t)1 << (sig->nparams - 1);
        if ((op->flags & (RT_OP_FACTORY | RT_OP_FAST_PATH)) && p->kind == RT_DEVICE_ARG &&
            schema->params[0].kind != RT_TENSOR &&
            strcmp(schema->name, "normal") != 0) /* is on the CPU, whatever the default device is */
            sig->factory_device = i;
    }
    if (form == BIND_FUNCTION && (op->flags & RT_OP_OUT) && add_extra(t, sig, EXTRA_OUT) < 0)
        return -1;
    if (op->flags & RT_OP_FACTORY)
        for (enum bind_extra e = EXTRA_LAYOUT; e <= EXTRA_REQUIRES_GRAD; e++)
            if (e != EXTRA_DEVICE && add_extra(t, sig, e) < 0)
                return -1;
    return 0;
}

/* ---- matching --------------------------------------------------------------------------------------------------- */

static bool is_scalar(lang_value v)
{
    if (v.tag == LANG_INT || v.tag == LANG_FLOAT || v.tag == LANG_BOOL)
        return true;
    return v.tag == LANG_OBJECT &&
           ((v.o->type->flags & (LANG_TYPE_INT | LANG_TYPE_FLOAT)) || bind_is_complex(v) || bind_is_array_number(v));
}
static bool is_plain_zero_dim(lang_value v)
{
    return bind_is_tensor(v) && rt_tensor_ndim(bind_rt(v)) == 0 && !rt_tensor_requires_grad(bind_rt(v)) &&
           !rt_tensor_is_dual(bind_rt(v));
}
bool bind_list_items(lang_value v, const lang_value **items, size_t *n)
{
    if (lang_is_tuple(v)) {
        *items = lang_as_tuple(v)->items;
        *n = (size_t)lang_as_tuple(v)->length;
        return true;
    }
    if (lang_is_list(v)) {
        *items = lang_as_list(v)->items;
        *n = (size_t)lang_as_list(v)->length;
        return true;
    }
    return false;
}
/* As in PyTorch only the first element decides; the conversion checks the others. */
static bool first_is_int(const lang_value *items, size_t n)
{
    return n == 0 || bind_is_index_like(items[0]);
}

/* norm(x, p='fro') */
static bool is_frobenius(const struct bind_param *p, lang_value v)
{
    return p->kind == RT_SCALAR && lang_is_str(v) && strcmp(p->text, "p") == 0 &&
           lang_str_equal_c(lang_as_str(v), "fro");
}

/* The library's classes TypedStorage, UntypedStorage, and the legacy ones such as FloatStorage. */
static bool is_storage(lang_value v)
{
    static const char ending[] = "Storage";
    const char *name = v.tag == LANG_OBJECT ? v.o->type->name : "";
    const size_t length = strlen(name), n = sizeof ending - 1;
    return length >= n && strcmp(name + length - n, ending) == 0;
}

bool bind_accepts(const struct bind_param *p, lang_value v)
{
    const lang_value *items;
    size_t n;
    if (v.tag == LANG_NONE && p->type_text && strcmp(p->type_text, "object") == 0)
        return true;
    if (v.tag == LANG_NONE)
        return p->allow_none;
    switch (p->kind) {
    case RT_TENSOR:
        return bind_is_tensor(v) || (p->numbers && is_scalar(v));
    case RT_TENSORS:
        return bind_list_items(v, &items, &n) && (n == 0 || p->extra == EXTRA_NONE || bind_is_tensor(items[0]));
    case RT_SCALAR:
        return is_scalar(v) || is_plain_zero_dim(v) || is_frobenius(p, v);
    case RT_INT:
        return p->symbolic ? bind_is_index_like(v) : bind_is_int_like(v);
    case RT_INTS:
        if (bind_list_items(v, &items, &n))
            return first_is_int(items, n);
        return p->list_size > 0 && bind_is_index_like(v);
    case RT_FLOAT:
        return (is_scalar(v) && !(v.tag == LANG_OBJECT && bind_is_complex(v))) || is_plain_zero_dim(v);
    case RT_FLOATS:
        if (bind_list_items(v, &items, &n))
            return n == 0 || is_scalar(items[0]);
        return p->list_size > 0 && is_scalar(v);
    case RT_BOOLEAN:
        return v.tag == LANG_BOOL;
    case RT_STRING:
        return lang_is_str(v);
    case RT_DTYPE_ARG:
        return bind_dtype_like(v) != RT_DTYPE_NONE;
    case RT_DEVICE_ARG:
        return bind_is_device_like(v);
    case RT_GENERATOR:
        return bind_is_generator(v);
    case RT_LAYOUT:
        return lang_is_exactly(v, &bind_type_layout);
    case RT_MEMORY_FORMAT:
        return lang_is_exactly(v, &bind_type_memory_format);
    default: /* named dimensions do not exist here */
        if (p->type_text && strcmp(p->type_text, "torch.Storage") == 0)
            return is_storage(v);
        return p->type_text && (strncmp(p->type_text, "torch.", 6) == 0 || strcmp(p->type_text, "object") == 0);
    }
}

bool bind_is_name(const struct bind_param *p, struct lang_str *name)
{
    for (int k = 0; k <= BIND_ALIASES && p->names[k]; k++)
        if (p->names[k] == name || lang_str_equal(p->names[k], name))
            return true;
    return false;
}

static int fail_extra_positional(struct lang_thread *t, const struct bind_function *f, const struct bind_sig *sig,
                                 size_t nargs)
{
    int most = sig->npositional, least = sig->nrequired; /* PyTorch counts keywords as well */
    if (most == 0 && sig->nparams == 0 && f->form != BIND_FUNCTION)
        return lang_fail(t, LANG_EXC_TypeError, "TensorBase.%s() takes no arguments (%d given)", f->name, (int)nargs);
    if (least != most)
        return lang_fail(t, LANG_EXC_TypeError, "%s() takes from %d to %d positional arguments but %d were given",
                         f->name, least, most, (int)nargs);
    return lang_fail(t, LANG_EXC_TypeError, "%s() takes %d positional argument%s but %d %s given", f->name, most,
                     most == 1 ? "" : "s", (int)nargs, nargs == 1 ? "was" : "were");
}

static int fail_missing(struct lang_thread *t, const struct bind_function *f, const struct bind_sig *sig,
                        const struct bind_call *call, int from)
{
    struct lang_builder b;
    int missing = 0;
    lang_builder_init(&b, t);
    for (int i = from; i < sig->nparams; i++)
        if (sig->params[i].required && lang_is_undef(call->values[i])) {
            lang_builder_c(&b, missing++ ? ", \"" : "\"");
            lang_builder_c(&b, sig->params[i].text);
            lang_builder_c(&b, "\"");
        }
    struct lang_str *names = lang_builder_finish(&b);
    if (!names)
        return -1;
    /* sic: PyTorch writes the plural where one is missing */
    lang_fail(t, LANG_EXC_TypeError, "%s() missing %d required positional argument%s: %U", f->name, missing,
              missing == 1 ? "s" : "", names);
    lang_decref(t, names);
    return -1;
}

static const char *type_text_of(const struct bind_param *p)
{
    return p->type_text ? p->type_text : bind_kind_text(p->kind);
}

/* A keyword has matched no parameter that was still free (`taken`: those that have): the first one given that is no
 * parameter's own name, NumPy's names for them not counted, or that was given twice. */
static int fail_keywords(struct lang_thread *t, const struct bind_function *f, const struct bind_sig *sig,
                         const struct lang_tuple *kwnames, uint64_t taken)
{
    for (size_t k = 0; k < (size_t)kwnames->length; k++) {
        struct lang_str *name = lang_as_str(kwnames->items[k]);
        bool known = false;
        for (int i = 0; i < sig->nparams && !known; i++)
            known = lang_str_equal_c(name, sig->params[i].text);
        if (!known)
            return lang_fail(t, LANG_EXC_TypeError, "%s() got an unexpected keyword argument '%U'", f->name, name);
        if (!(taken >> k & 1))
            return lang_fail(t, LANG_EXC_TypeError, "%s() got multiple values for argument '%U'", f->name, name);
    }
    return lang_fail(t, LANG_EXC_SystemError, "%s(): no keyword is wrong", f->name);
}

int bind_match(struct lang_thread *t, const struct bind_function *f, const struct bind_sig *sig, const lang_value *args,
               size_t nargs, struct lang_tuple *kwnames, struct bind_call *call, bool raises)
{
    size_t nkw = kwnames ? (size_t)kwnames->length : 0, used = 0, next = 0;
    uint64_t taken = 0; /* bit mask of the keywords that a parameter has taken */
    bool varargs =
        sig->npositional == 1 && sig->params[0].kind == RT_INTS && (nargs < 2 || bind_is_index_like(args[0]));
    /* torch.meshgrid(x, y) beside torch.meshgrid([x, y]) */
    bool tensors = sig->npositional == 1 && sig->params[0].kind == RT_TENSORS && nargs && bind_is_tensor(args[0]) &&
                   strcmp(f->name, "meshgrid") == 0;
    call->sig = sig;
    call->varargs = NULL;
    for (int i = 0; i < sig->nparams; i++)
        call->values[i] = lang_undef();
    if (nargs > (size_t)sig->npositional && !varargs && !tensors)
        return raises ? fail_extra_positional(t, f, sig, nargs) : 0;
    for (int i = 0; i < sig->nparams; i++) {
        const struct bind_param *p = &sig->params[i];
        lang_value v = lang_undef();
        bool keyword = false;
        if (next >= nargs && used == nkw && !(sig->required >> i))
            break;
        if (next < nargs) {
            if (p->keyword_only)
                return raises ? fail_extra_positional(t, f, sig, nargs) : 0;
            v = args[next];
        } else {
            for (size_t k = 0; k < nkw; k++)
                if (!(taken >> k & 1) && bind_is_name(p, lang_as_str(kwnames->items[k]))) {
                    v = args[nargs + k];
                    taken |= (uint64_t)1 << k;
                    used++;
                    keyword = true;
                    break;
                }
        }
        if (lang_is_undef(v)) {
            if (p->required)
                return raises ? fail_missing(t, f, sig, call, i) : 0;
            continue;
        }
        if (bind_accepts(p, v)) {
            call->values[i] = v;
        } else if (i == 0 && !keyword && ((varargs && first_is_int(args, nargs)) || tensors)) {
            call->varargs = args;
            call->nvarargs = nargs;
            next = nargs;
            continue;
        } else if (!raises) {
            return 0;
        } else if (keyword) {
            return lang_fail(t, LANG_EXC_TypeError, "%s(): argument '%s' must be %s, not %N", f->name, p->text,
                             type_text_of(p), v);
        } else {
            const lang_value *items;
            size_t n;
            if ((p->kind == RT_INTS || p->kind == RT_FLOATS) && bind_list_items(v, &items, &n) && n)
                return lang_fail(t, LANG_EXC_TypeError,
                                 "%s(): argument '%s' (position %d) must be %s, but found element of type %N at pos 0",
                                 f->name, p->text, (int)next + 1, type_text_of(p), items[0]);
            return lang_fail(t, LANG_EXC_TypeError, "%s(): argument '%s' (position %d) must be %s, not %N", f->name,
                             p->text, (int)next + 1, type_text_of(p), v);
        }
        if (!keyword)
            next++;
    }
    if (used < nkw) {
        if (!raises)
            return 0;
        return fail_keywords(t, f, sig, kwnames, taken);
    }
    return 1;
}

/* ---- conversion ------------------------------------------------------------------------------------------------- */

/* Memory for n entries of a list: of the call's own arrays, else of the heap. */
static void *reserve(struct lang_thread *t, struct bind_call *call, void *array, int *used, size_t capacity,
                     size_t size, size_t n)
{
    if (n <= capacity - (size_t)*used) {
        void *at = (char *)array + (size_t)*used * size;
        *used += (int)n;
        return at;
    }
    void *heap = rt_alloc(n * size);
    if (!heap)
        return lang_no_memory(t), NULL;
    call->heap[call->nheap++] = heap;
    return heap;
}

/* The items of a list or tuple whose conversion may run the user's code, which may change the list: a list that holds
 * more than numbers is read from a copy. The caller drops *kept (may be NULL) at the end. false with an exception, or
 * without one where it is no list. */
static bool stable_items(struct lang_thread *t, lang_value v, const lang_value **items, size_t *n,
                         struct lang_tuple **kept)
{
    *kept = NULL;
    if (!bind_list_items(v, items, n))
        return false;
    size_t plain = 0;
    while (plain < *n && (*items)[plain].tag != LANG_OBJECT)
        plain++;
    if (plain == *n || lang_is_tuple(v))
        return true;
    if (!(*kept = lang_tuple_from(t, *items, (int64_t)*n)))
        return false;
    *items = (*kept)->items;
    return true;
}

static int convert_ints_of(struct lang_thread *t, struct bind_function *f, struct bind_call *call,
                           const struct bind_param *p, const lang_value *items, size_t n, size_t repeat,
                           struct rt_arg *out)
{
    if (n > INT32_MAX)
        return lang_fail(t, LANG_EXC_OverflowError, "%s(): argument '%s' is too long", f->name, p->text);
    int64_t *ints = reserve(t, call, call->ints, &call->nints, BIND_INTS, sizeof *ints, n * repeat);
    if (!ints)
        return -1;
    for (size_t i = 0; i < n * repeat; i++) {
        lang_value item = items[i / repeat];
        if (item.tag == LANG_BOOL && i > 0) { /* refused as the first element only */
            ints[i] = item.i;
            continue;
        }
        if (!bind_is_index_like(item))
            return lang_fail(t, LANG_EXC_TypeError,
                             "%s(): argument '%s' failed to unpack the object at pos %d with error \"type must be "
                             "tuple of ints,but got %N\"",
                             f->name, p->text, (int)i + 1, item);
        if (bind_int(t, item, &ints[i]) < 0) {
            if (!lang_error_is(t, LANG_EXC_ValueError))
                return -1;
            lang_error_clear(t);
            return lang_fail(t, LANG_EXC_TypeError,
                             "%s(): argument '%s' failed to unpack the object at pos %d with error \"Overflow when "
                             "unpacking long long\"",
                             f->name, p->text, (int)i + 1);
        }
    }
    *out = rt_arg_ints(ints, (uint32_t)(n * repeat));
    return 0;
}

static int convert_ints(struct lang_thread *t, struct bind_function *f, struct bind_call *call,
                        const struct bind_param *p, lang_value v, const lang_value *items, size_t n, struct rt_arg *out)
{
    struct lang_tuple *kept = NULL;
    size_t repeat = 1;
    if (!items && !stable_items(t, v, &items, &n, &kept)) {
        if (lang_error_occurred(t))
            return -1;
        items = &call->values[p - call->sig->params];
        n = 1;
        repeat = (size_t)p->list_size;
    }
    int status = convert_ints_of(t, f, call, p, items, n, repeat, out);
    lang_xdecref(t, kept);
    return status;
}

static int convert_floats_of(struct lang_thread *t, struct bind_call *call, const lang_value *items, size_t n,
                             size_t repeat, struct rt_arg *out)
{
    if (n > INT32_MAX)
        return lang_fail(t, LANG_EXC_OverflowError, "the list of numbers is too long");
    double *numbers =
        reserve(t, call, call->numbers, &call->nnumbers, BIND_COUNT(call->numbers), sizeof *numbers, n * repeat);
    if (!numbers)
        return -1;
    for (size_t i = 0; i < n * repeat; i++)
        if (lang_as_double(t, items[i / repeat], &numbers[i]) < 0)
            return -1;
    out->kind = RT_FLOATS;
    out->count = (uint32_t)(n * repeat);
    out->numbers = numbers;
    return 0;
}

static int convert_floats(struct lang_thread *t, struct bind_call *call, const struct bind_param *p, lang_value v,
                          struct rt_arg *out)
{
    const lang_value *items;
    struct lang_tuple *kept;
    size_t n, repeat = 1;
    if (!stable_items(t, v, &items, &n, &kept)) {
        if (lang_error_occurred(t))
            return -1;
        items = &call->values[p - call->sig->params];
        n = 1;
        repeat = (size_t)p->list_size;
    }
    int status = convert_floats_of(t, call, items, n, repeat, out);
    lang_xdecref(t, kept);
    return status;
}

void bind_args_own(struct bind_call *call, struct rt_tensor **list, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        if (list[i])
            rt_tensor_ref(list[i]);
    call->owned[call->nowned] = list;
    call->owned_count[call->nowned++] = n;
}

static int convert_tensors(struct lang_thread *t, struct bind_call *call, const struct bind_param *p, lang_value v,
                           struct rt_arg *out)
{
    const lang_value *items = call->varargs;
    size_t n = call->nvarargs;
    if (!items)
        bind_list_items(v, &items, &n);
    if (n > INT32_MAX)
        return lang_fail(t, LANG_EXC_OverflowError, "the list of tensors is too long");
    struct rt_tensor **list =
        reserve(t, call, call->tensors, &call->ntensors, BIND_COUNT(call->tensors), sizeof *list, n);
    if (!list)
        return -1;
    bool optional = p->schema_index >= 0 && call->sig->schema->params[p->schema_index].list_of_optional;
    for (size_t i = 0; i < n; i++) {
        if (bind_is_tensor(items[i]))
            list[i] = bind_rt(items[i]);
        else if (optional && lang_is_none(items[i]))
            list[i] = NULL;
        else
            return lang_fail(t, LANG_EXC_TypeError, "expected Tensor as element %d in argument %d, but got %N", (int)i,
                             (int)(p - call->sig->params), items[i]);
    }
    bind_args_own(call, list, (uint32_t)n);
    *out = rt_arg_tensors(list, (uint32_t)n);
    return 0;
}

/* The type that a number meets: of the first tensor of the call, or the dtype given to a function without one. */
static enum rt_dtype meets(const struct bind_function *f, const struct bind_call *call)
{
    if (f->form != BIND_FUNCTION)
        return rt_tensor_dtype(call->args[0].tensor);
    for (int i = 0; i < call->sig->nparams; i++)
        if (bind_is_tensor(call->values[i]))
            return rt_tensor_dtype(bind_rt(call->values[i]));
        else if (bind_is_dtype(call->values[i]))
            return bind_dtype_like(call->values[i]);
    return RT_INT64;
}

static int convert(struct lang_thread *t, struct bind_function *f, struct bind_call *call, const struct bind_param *p,
                   lang_value v, struct rt_arg *out)
{
    int is;
    switch (p->kind) {
    case RT_TENSOR:
        if (bind_is_tensor(v)) {
            *out = rt_arg_tensor(bind_rt(v));
            return 0;
        } /* fall through */
    case RT_SCALAR:
        if (is_frobenius(p, v)) {
            *out = rt_arg_none();
            return 0;
        }
        is = bind_number(t, v, meets(f, call), &out->scalar);
        out->kind = RT_SCALAR;
        return is == 1  ? 0
               : is < 0 ? -1
                        : lang_fail(t, LANG_EXC_TypeError, "%s(): argument '%s' must be Number, not %N", f->name,
                                    p->text, v);
    case RT_TENSORS:
        return convert_tensors(t, call, p, v, out);
    case RT_INT:
        out->kind = RT_INT;
        return bind_int(t, v, &out->integer);
    case RT_INTS:
        return convert_ints(t, f, call, p, v, NULL, 0, out);
    case RT_FLOAT:
        out->kind = RT_FLOAT;
        return lang_as_double(t, v, &out->number);
    case RT_FLOATS:
        return convert_floats(t, call, p, v, out);
    case RT_BOOLEAN:
        *out = rt_arg_bool(v.i != 0);
        return 0;
    case RT_STRING: {
        size_t n;
        const char *text = lang_str_utf8(t, lang_as_str(v), &n);
        if (!text)
            return -1;
        *out = rt_arg_string(text, (uint32_t)n);
        return 0;
    }
    case RT_DTYPE_ARG:
        *out = rt_arg_dtype(bind_dtype_like(v));
        return 0;
    case RT_DEVICE_ARG: {
        struct rt_device *device;
        if (bind_device_arg(t, v, &device) < 0)
            return -1;
        *out = rt_arg_device(device);
        return 0;
    }
    case RT_GENERATOR:
        *out = rt_arg_generator(((struct bind_generator *)v.o)->rt);
        return 0;
    default: { /* layouts and memory formats are passed as strings */
        const char *name = ((struct bind_constant *)v.o)->name;
        *out = rt_arg_string(name, (uint32_t)strlen(name));
        return 0;
    }
    }
}

static int convert_extra(struct lang_thread *t, struct bind_call *call, const struct bind_param *p, lang_value v)
{
    const lang_value *items = &v;
    size_t n = 1;
    if (p->extra == EXTRA_REQUIRES_GRAD)
        call->requires_grad = v.tag == LANG_BOOL && v.i;
    if (p->extra != EXTRA_OUT || lang_is_none(v))
        return 0;
    if (p->kind == RT_TENSORS)
        bind_list_items(v, &items, &n);
    if (n > RT_MAX_RESULTS)
        return lang_fail(t, LANG_EXC_TypeError, "too many tensors in 'out'");
    for (size_t i = 0; i < n; i++) {
        if (!bind_is_tensor(items[i]))
            return lang_fail(t, LANG_EXC_TypeError, "expected Tensor as element %d in argument 'out', but got %N",
                             (int)i, items[i]);
        call->out[call->nout++] = bind_rt(items[i]);
        rt_tensor_ref(bind_rt(items[i]));
    }
    return 0;
}

int bind_args_convert(struct lang_thread *t, struct bind_function *f, struct bind_call *call, lang_value self)
{
    const struct bind_sig *sig = call->sig;
    call->nints = call->nnumbers = call->ntensors = call->nheap = call->nowned = call->nout = 0;
    call->requires_grad = call->pinned = false;
    call->nargs = sig->schema->nparams;
    if (f->form != BIND_FUNCTION)
        call->args[0] = rt_arg_tensor(bind_rt(self));
    for (int i = 0; i < sig->nparams; i++) {
        const struct bind_param *p = &sig->params[i];
        lang_value v = call->values[i];
        if (p->placement && !lang_is_undef(v) && bind_check_placement(t, v) < 0)
            return -1;
        if (p->placement && v.tag == LANG_BOOL && v.i)
            call->pinned = true;
        if (p->schema_index < 0) {
            if (!lang_is_undef(v) && convert_extra(t, call, p, v) < 0)
                return -1;
            continue;
        }
        struct rt_arg *out = &call->args[p->schema_index];
        if (i == 0 && call->varargs) {
            if ((p->kind == RT_TENSORS ? convert_tensors(t, call, p, v, out)
                                       : convert_ints(t, f, call, p, v, call->varargs, call->nvarargs, out)) < 0)
                return -1;
        } else if (lang_is_undef(v) || (lang_is_none(v) && p->none_is_empty)) {
            *out = sig->schema->defaults[p->schema_index];
        } else if (lang_is_none(v)) {
            *out = rt_arg_none();
        } else if (convert(t, f, call, p, v, out) < 0) {
            return -1;
        }
        if (p->schema_index == sig->factory_device && out->kind != RT_DEVICE_ARG && bind_default_device) {
            struct rt_device *device;
            if (bind_factory_device(t, &device) < 0)
                return -1;
            *out = rt_arg_device(device);
        }
    }
    return 0;
}

void bind_args_done(struct bind_call *call)
{
    for (int i = 0; i < call->nowned; i++)
        for (uint32_t k = 0; k < call->owned_count[i]; k++)
            rt_tensor_unref(call->owned[i][k]);
    for (int i = 0; i < call->nout; i++)
        rt_tensor_unref(call->out[i]);
    for (int i = 0; i < call->nheap; i++)
        rt_free(call->heap[i]);
}
