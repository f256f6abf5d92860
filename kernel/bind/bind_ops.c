/* bind_ops.c: functions and methods of torch that are rows of the op table, and calls of them. Owns which rows form one
 * function, their aliases, and the calls of the library's fast paths; must not know any op but by name. */
#include "dispatch/autocast.h"
#include "bind_args.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- calls ------------------------------------------------------------------------------------------------------ */

static int prepare(struct lang_thread *t, struct bind_function *f)
{
    struct bind_sig *sigs = calloc((size_t)f->nrows, sizeof *sigs);
    if (!sigs)
        return lang_no_memory(t), -1;
    for (int r = 0; r < f->nrows; r++)
        if (bind_sig_make(t, &sigs[r], f->rows[r], f->form) < 0) {
            free(sigs);
            return -1;
        }
    for (int r = f->nrows - 1; r >= 0 && f->form != BIND_FUNCTION; r--)
        if (!sigs[r].nrequired)
            f->plain = sigs[r].factory_device < 0 ? &sigs[r] : NULL;
    f->sigs = sigs;
    return 0;
}

static int64_t work_of(const struct bind_call *call)
{
    int64_t most = 0;
    if (call->sig->op->flags & RT_OP_VIEW) /* nothing is computed */
        return 0;
    for (int i = 0; i < call->nargs && i < 3; i++) {
        const struct rt_arg *a = &call->args[i];
        if (a->kind == RT_TENSOR && a->tensor && rt_tensor_numel(a->tensor) > most)
            most = rt_tensor_numel(a->tensor);
        if (a->kind == RT_INTS && (call->sig->op->flags & RT_OP_FACTORY)) {
            int64_t n = rt_shape_numel(a->ints, (int)a->count);
            most = n > most ? n : most;
        }
    }
    return most;
}

/* Runs the matched row. self is UNDEF for functions. */
static lang_value apply(struct lang_thread *t, struct bind_function *f, struct bind_call *call, lang_value self)
{
    struct rt_results results;
    struct rt_error err;
    rt_error_clear(&err);
    struct rt_op *op = call->sig->op;
    int nargs = call->nargs, status;
    bool released = bind_release(t, work_of(call));
    if (call->nout)
        status = rt_apply_out(op, call->args, nargs, call->out, call->nout, &results, &err);
    else if (f->form == BIND_INPLACE && !(op->flags & RT_OP_MUTATES))
        status = rt_apply_inplace(op, call->args, nargs, &results, &err);
    else
        status = rt_apply(op, call->args, nargs, &results, &err);
    bind_reacquire(t, released);
    if (status < 0)
        return bind_raise(t, &err);
    if (call->pinned && results.count == 1 && !call->nout && bind_pin(&results.tensor[0], &err) < 0) {
        rt_results_clear(&results);
        return bind_raise(t, &err);
    }
    if (call->requires_grad && results.count == 1 && rt_tensor_set_requires_grad(results.tensor[0], true, &err) < 0) {
        bool full = !rt_dtype_is_inexact(rt_tensor_dtype(results.tensor[0]));
        rt_results_clear(&results);
        if (full)
            return lang_raise(t, LANG_EXC_RuntimeError,
                              "Only Tensors of floating point and complex dtype can require gradients");
        return bind_raise(t, &err);
    }
    lang_value value;
    if (f->form == BIND_INPLACE) {
        rt_results_clear(&results);
        value = lang_ref(self);
    } else if (results.count == 1 && !results.is_list) {
        value = bind_wrap_steal(t, results.tensor[0]);
    } else if (results.count == 0 && !results.is_list) {
        value = lang_none();
    } else {
        value = bind_results(t, op, &results, call->nout != 0);
    }
    if (bind_warnings_pending && bind_warnings_emit(t) < 0) {
        lang_unref(t, value);
        return lang_error();
    }
    return value;
}

/* Methods that PyTorch has written in Python: arguments that no row takes are passed to the library's function, which
 * raises Python's errors. */
static bool has_library_errors(const char *name)
{
    return strcmp(name, "split") == 0 || strcmp(name, "unflatten") == 0;
}

static lang_value call_rows(struct lang_thread *t, struct bind_function *f, lang_value self, const lang_value *args,
                            size_t nargs, struct lang_tuple *kwnames)
{
    struct bind_call call;
    if (!f->sigs && prepare(t, f) < 0)
        return lang_error();
    if (bind_args_fast(f, self, args, nargs, kwnames, &call)) {
        lang_value value = apply(t, f, &call, self);
        if (call.nowned)
            bind_args_done(&call);
        return value;
    }
    if (kwnames && kwnames->length > 32)
        return lang_raise(t, LANG_EXC_TypeError, "%s() got too many keyword arguments", f->name);
    if (bind_args_match(t, f, args, nargs, kwnames, &call) < 0) {
        if (f->form != BIND_METHOD || !has_library_errors(f->name) || !lang_error_is(t, LANG_EXC_TypeError))
            return lang_error();
        lang_error_clear(t);
        return bind_call_method(t, f->name, args - 1, nargs + 1, kwnames); /* args[-1] is the tensor */
    }
    lang_value value = bind_args_convert(t, f, &call, self) < 0 ? lang_error() : apply(t, f, &call, self);
    bind_args_done(&call);
    return value;
}

/* ---- methods without arguments ---------------------------------------------------------------------------------- */

static bool has_one_dimension(const struct rt_tensor *x)
{
    return rt_tensor_ndim(x) == 1;
}

/* Methods that without arguments return the tensor itself where it already is what they would make. */
static const struct {
    const char *name;
    bool (*is_result)(const struct rt_tensor *x);
} own_results[] = {
    {"contiguous", rt_tensor_is_contiguous},
    {"flatten", has_one_dimension},
};

static void find_own_result(struct bind_function *f)
{
    for (size_t i = 0; i < BIND_COUNT(own_results); i++)
        if (f->form == BIND_METHOD && strcmp(f->name, own_results[i].name) == 0)
            f->is_result = own_results[i].is_result;
}

/* x.name() */
static lang_value call_plain(struct lang_thread *t, struct bind_function *f, lang_value self)
{
    if (f->is_result && f->is_result(bind_rt(self)))
        return lang_ref(self);
    if (f->form == BIND_METHOD) {
        struct rt_arg arg = rt_arg_tensor(bind_rt(self));
        return bind_apply(t, f->plain->op, &arg, 1);
    }
    struct bind_call call;
    call.sig = f->plain;
    call.nout = 0;
    call.requires_grad = call.pinned = false;
    call.nargs = 1;
    call.args[0] = rt_arg_tensor(bind_rt(self));
    return apply(t, f, &call, self);
}

/* ---- fast paths ------------------------------------------------------------------------------------------------- */

/* Errors that the library's function must not find again in its own way. */
static bool is_final(const struct rt_error *err)
{
    return err->code == RT_INTERRUPT || err->code == RT_FOREIGN || err->code == RT_MEMORY;
}

/* Runs a row of a fast path; UNDEF where no row takes the arguments, or where it finds them wrong: then the function of
 * the library is called, and raises what PyTorch raises. The rows check everything before they write. */
lang_value bind_fast_path_call(struct lang_thread *t, struct bind_function *f, lang_value self, const lang_value *args,
                               size_t nargs, struct lang_tuple *kwnames)
{
    struct bind_call call;
    struct rt_results results;
    struct rt_error err;
    if (!f->sigs && prepare(t, f) < 0)
        return lang_error();
    if (rt_autocasting || !bind_args_fast(f, self, args, nargs, kwnames, &call)) /* the functions cast their operands */
        return lang_undef();
    rt_error_clear(&err);
    bool released = bind_release(t, work_of(&call));
    int status = rt_apply(call.sig->op, call.args, call.nargs, &results, &err);
    bind_reacquire(t, released);
    bind_args_done(&call);
    if (status < 0)
        return is_final(&err) ? bind_raise(t, &err) : (rt_error_clear(&err), lang_undef());
    if (bind_warnings_pending && bind_warnings_emit(t) < 0) {
        rt_results_clear(&results);
        return lang_error();
    }
    if (call.sig->op->flags & RT_OP_MUTATES) {
        rt_results_clear(&results);
        return lang_ref(self);
    }
    return results.count == 1 && !results.is_list ? bind_wrap_steal(t, results.tensor[0])
                                                  : bind_results(t, call.sig->op, &results, false);
}

static struct bind_function *function_of(lang_value callee)
{
    return (struct bind_function *)(uintptr_t)((struct lang_native *)callee.o)->data;
}

static lang_value call_function(struct lang_thread *t, lang_value callee, const lang_value *args, size_t nargs,
                                struct lang_tuple *kwnames)
{
    return call_rows(t, function_of(callee), lang_undef(), args, nargs, kwnames);
}

static lang_value call_method(struct lang_thread *t, lang_value callee, const lang_value *args, size_t nargs,
                              struct lang_tuple *kwnames)
{
    struct bind_function *f = function_of(callee);
    if (nargs == 0)
        return lang_raise(t, LANG_EXC_TypeError, "unbound method TensorBase.%s() needs an argument", f->name);
    if (!bind_is_tensor(args[0]))
        return lang_raise(t, LANG_EXC_TypeError,
                          "descriptor '%s' for 'torch._C.TensorBase' objects doesn't apply to a '%N' object", f->name,
                          args[0]);
    if (nargs == 1 && !kwnames && f->sigs && f->plain)
        return call_plain(t, f, args[0]);
    return call_rows(t, f, args[0], args + 1, nargs - 1, kwnames);
}

static lang_value call_inplace(struct lang_thread *t, lang_value callee, const lang_value *args, size_t nargs,
                               struct lang_tuple *kwnames)
{
    struct bind_function *f = function_of(callee);
    lang_value self = nargs ? args[0] : lang_undef();
    if (nargs == 0 && kwnames && kwnames->length == 1 && lang_str_equal_c(lang_as_str(kwnames->items[0]), "input"))
        return call_inplace(t, callee, args, 1, NULL);
    if (nargs == 0 && kwnames) {
        struct bind_function *signature = bind_signature_find(t, f->name, false);
        lang_value v = signature ? bind_call_adapted(t, signature, callee, args, nargs, kwnames) : lang_undef();
        if (!lang_is_undef(v) || lang_error_occurred(t))
            return v;
    }
    if (!f->sigs && prepare(t, f) < 0)
        return lang_error();
    if (!nargs || !bind_is_tensor(self))
        return bind_args_error(t, f, args, nargs, kwnames), lang_error();
    return call_rows(t, f, self, args + 1, nargs - 1, kwnames);
}

/* ---- functions and methods of the table ------------------------------------------------------------------------- */

/* Aliases of ops. */
static const struct {
    const char *alias, *name;
} aliases[] = {
    {"absolute", "abs"},       {"multiply", "mul"},       {"subtract", "sub"},     {"divide", "div"},
    {"true_divide", "div"},    {"negative", "neg"},       {"concat", "cat"},       {"concatenate", "cat"},
    {"greater", "gt"},         {"greater_equal", "ge"},   {"less", "lt"},          {"less_equal", "le"},
    {"not_equal", "ne"},       {"arcsin", "asin"},        {"arccos", "acos"},      {"arctan", "atan"},
    {"arcsinh", "asinh"},      {"arccosh", "acosh"},      {"arctanh", "atanh"},    {"clip", "clamp"},
    {"swapaxes", "transpose"}, {"swapdims", "transpose"}, {"moveaxis", "movedim"}, {"fix", "trunc"},
    {"row_stack", "vstack"},   {"arctan2", "atan2"},
};

static bool wanted(const struct rt_op *op, enum bind_form form, uint32_t flag)
{
    if (form == BIND_INPLACE)
        return (op->flags & RT_OP_INPLACE) && (op->flags & flag);
    return (op->flags & flag) && !(op->flags & RT_OP_ONLY_INPLACE);
}

/* A row's schema as a line of help: without the overload's name; self is called `input`, and left out for methods. */
static void describe(const struct rt_op *op, const char *shown, enum bind_form form, char *out, size_t size)
{
    const char *from = strchr(op->text, '('), *self = from ? strstr(from, "Tensor self") : NULL;
    if (!from) {
        snprintf(out, size, "%s", op->doc);
        return;
    }
    if (!self || self != from + 1)
        snprintf(out, size, "%s%s\n\n%s", shown, from, op->doc);
    else if (form == BIND_FUNCTION)
        snprintf(out, size, "%s(Tensor input%s\n\n%s", shown, self + strlen("Tensor self"), op->doc);
    else
        snprintf(out, size, "%s(%s\n\n%s", shown,
                 self + strlen("Tensor self") + (self[strlen("Tensor self")] == ',' ? 2 : 0), op->doc);
    for (char *at; (at = strstr(out, "SymInt"));) /* the language knows one kind of int */
        memmove(at, at + 3, strlen(at + 3) + 1), *at = 'i';
}

static struct bind_function *functions; /* every one made, newest first */

/* The rows of a name that have the flag, as one function; NULL without error when there are none. Lives as long as the
 * process. */
static struct bind_function *gather(struct lang_thread *t, const char *name, const char *shown, enum bind_form form,
                                    uint32_t flag)
{
    struct rt_op *rows[BIND_MAX_ROWS], *op;
    int nrows = 0;
    bool mutates = false;
    char full[72], doc[900];
    for (int n = 0; (op = rt_op_find(name, n)); n++)
        if (wanted(op, form, flag) && nrows < BIND_MAX_ROWS) {
            rows[nrows++] = op;
            mutates |= (op->flags & RT_OP_MUTATES) != 0;
        }
    if (!nrows)
        return NULL;
    snprintf(full, sizeof full, "%s%s", shown, form == BIND_INPLACE ? "_" : "");
    describe(rows[0], full, form, doc, sizeof doc);
    size_t list = (size_t)nrows * sizeof *rows, n = strlen(full) + 1, m = strlen(doc) + 1;
    struct bind_function *made = malloc(sizeof *made + list + n + m);
    if (!made)
        return lang_no_memory(t), NULL;
    char *texts = (char *)made + sizeof *made + list;
    /* x.copy_(y) returns x itself */
    *made = (struct bind_function){
        .name = texts, .form = mutates && form == BIND_METHOD ? BIND_INPLACE : form, .nrows = nrows, .doc = texts + n};
    made->next = functions;
    functions = made;
    memcpy(made->rows, rows, list);
    memcpy(texts, full, n);
    memcpy(texts + n, doc, m);
    find_own_result(made);
    return made;
}

struct bind_function *bind_fast_path_find(struct lang_thread *t, const char *name, bool method)
{
    struct rt_op *rows[BIND_MAX_ROWS], *op;
    int n = 0;
    for (int k = 0; (op = rt_op_find(name, k)); k++)
        if (op->flags & RT_OP_FAST_PATH && n < BIND_MAX_ROWS)
            rows[n++] = op;
    if (!n)
        return NULL;
    struct bind_function *made = malloc(sizeof *made + (size_t)n * sizeof op + strlen(name) + 1);
    if (!made)
        return lang_no_memory(t), NULL;
    *made = (struct bind_function){.name = strcpy((char *)&made->rows[n], name),
                                   .form = method ? BIND_METHOD : BIND_FUNCTION,
                                   .nrows = n,
                                   .doc = "",
                                   .next = functions};
    memcpy(made->rows, rows, (size_t)n * sizeof op);
    functions = made;
    return made;
}

/* Functions that work in place: torch.abs_(x) is x.abs_(). The flag selects the module that has them. */
static const struct {
    const char *name;
    uint32_t flag;
} inplace_functions[] = {
#define T RT_OP_FUNCTION
#define N RT_OP_NN
    {"abs", T},     {"acos", T},        {"acosh", T},     {"arccos", T},     {"arccosh", T},    {"arcsin", T},
    {"arcsinh", T}, {"arctan", T},      {"arctanh", T},   {"asin", T},       {"asinh", T},      {"atan", T},
    {"atanh", T},   {"ceil", T},        {"celu", T},      {"clamp", T},      {"clamp_max", T},  {"clamp_min", T},
    {"clip", T},    {"cos", T},         {"cosh", T},      {"deg2rad", T},    {"erf", T},        {"erfc", T},
    {"exp2", T},    {"exp", T},         {"expm1", T},     {"fix", T},        {"floor", T},      {"frac", T},
    {"gcd", T},     {"i0", T},          {"lcm", T},       {"ldexp", T},      {"log10", T},      {"log1p", T},
    {"log2", T},    {"log", T},         {"logit", T},     {"nan_to_num", T}, {"neg", T},        {"negative", T},
    {"rad2deg", T}, {"reciprocal", T},  {"relu", T},      {"round", T},      {"rsqrt", T},      {"selu", T},
    {"sigmoid", T}, {"sin", T},         {"sinc", T},      {"sinh", T},       {"sqrt", T},       {"square", T},
    {"tan", T},     {"tanh", T},        {"threshold", T}, {"trunc", T},      {"xlogy", T},      {"conj_physical", T},
    {"elu", N},     {"hardsigmoid", N}, {"hardswish", N}, {"hardtanh", N},   {"leaky_relu", N}, {"mish", N},
    {"silu", N},    {"gelu", N},
#undef T
#undef N
};

static int add_function(struct lang_thread *t, struct lang_module *module, const char *name, const char *shown,
                        uint32_t flag)
{
    struct bind_function *f = gather(t, name, shown, BIND_FUNCTION, flag);
    if (!f)
        return lang_error_occurred(t) ? -1 : 0;
    struct lang_native *native = lang_native_raw(t, f->name, f->doc, call_function, f);
    return native ? lang_module_add_steal(t, module, f->name, lang_obj(native)) : -1;
}

static int add_method(struct lang_thread *t, struct lang_type *type, const char *name, const char *shown,
                      enum bind_form form)
{
    struct bind_function *f = gather(t, name, shown, form, RT_OP_METHOD);
    if (!f)
        return lang_error_occurred(t) ? -1 : 0;
    struct lang_native *native = lang_native_raw_method(t, type, f->name, f->doc, call_method, f);
    struct lang_str *key = native ? lang_intern_c(t, f->name) : NULL;
    int status = key ? lang_type_set_attr(t, type, key, lang_obj(native)) : -1;
    lang_xdecref(t, key);
    lang_xdecref(t, native);
    return status;
}

/* Calls each with every base name of the table, once. */
static int for_each_name(struct lang_thread *t, int (*each)(struct lang_thread *t, const char *name, void *arg),
                         void *arg)
{
    for (int i = 0; i < rt_op_count; i++) {
        const char *start;
        char name[64];
        size_t n = rt_op_name(rt_ops[i], &start);
        if (n >= sizeof name || (rt_ops[i]->flags & RT_OP_SPECIAL))
            continue;
        memcpy(name, start, n);
        name[n] = 0;
        struct rt_op *first = NULL;
        for (int k = 0; (first = rt_op_find(name, k)) && (first->flags & RT_OP_SPECIAL); k++)
            ;
        if (first == rt_ops[i] && each(t, name, arg) < 0)
            return -1;
    }
    return 0;
}

struct add_functions {
    struct lang_module *module;
    uint32_t flag;
};
static int each_function(struct lang_thread *t, const char *name, void *arg)
{
    struct add_functions *a = arg;
    return add_function(t, a->module, name, name, a->flag);
}

static int add_inplace_functions(struct lang_thread *t, struct lang_module *module, uint32_t flag)
{
    for (size_t i = 0; i < BIND_COUNT(inplace_functions); i++) {
        const char *shown = inplace_functions[i].name, *name = shown;
        if (inplace_functions[i].flag != flag)
            continue;
        for (size_t k = 0; k < BIND_COUNT(aliases); k++)
            if (strcmp(aliases[k].alias, shown) == 0)
                name = aliases[k].name;
        struct bind_function *f = gather(t, name, shown, BIND_INPLACE, flag);
        if (!f) {
            if (lang_error_occurred(t))
                return -1;
            continue;
        }
        f->of_module = true;
        struct lang_native *native = lang_native_raw(t, f->name, f->doc, call_inplace, f);
        if (!native || lang_module_add_steal(t, module, f->name, lang_obj(native)) < 0)
            return -1;
    }
    return 0;
}

int bind_ops_add_functions(struct lang_thread *t, struct lang_module *module, uint32_t flag)
{
    struct add_functions a = {module, flag};
    if (for_each_name(t, each_function, &a) < 0)
        return -1;
    for (size_t i = 0; flag == RT_OP_FUNCTION && i < BIND_COUNT(aliases); i++)
        if (lang_is_undef(lang_dict_get_c(t, lang_module_dict(module), aliases[i].alias)) &&
            add_function(t, module, aliases[i].name, aliases[i].alias, flag) < 0)
            return -1;
    return add_inplace_functions(t, module, flag);
}

static int each_method(struct lang_thread *t, const char *name, void *arg)
{
    if (add_method(t, arg, name, name, BIND_METHOD) < 0)
        return -1;
    return add_method(t, arg, name, name, BIND_INPLACE);
}

int bind_ops_add_methods(struct lang_thread *t, struct lang_type *type)
{
    if (for_each_name(t, each_method, type) < 0)
        return -1;
    for (size_t i = 0; i < BIND_COUNT(aliases); i++) {
        if (lang_is_undef(lang_dict_get_c(t, type->dict, aliases[i].alias)) &&
            (add_method(t, type, aliases[i].name, aliases[i].alias, BIND_METHOD) < 0 ||
             add_method(t, type, aliases[i].name, aliases[i].alias, BIND_INPLACE) < 0))
            return -1;
    }
    return 0;
}

/* ---- single rows, for torch.ops --------------------------------------------------------------------------------- */

/* _op_rows(): (schema, is it a view, has it a form in place, does it write, does it take out=) of each row. */
static lang_value list_rows(struct lang_thread *t, const lang_value *args)
{
    struct lang_list *list = lang_list_new(t, rt_op_count);
    (void)args;
    for (int i = 0; list && i < rt_op_count; i++) {
        const struct rt_op *op = rt_ops[i];
        lang_value row[5] = {lang_obj_or_error(lang_str_from_c(t, op->text)), lang_bool(op->flags & RT_OP_VIEW),
                             lang_bool(op->flags & RT_OP_INPLACE), lang_bool(op->flags & RT_OP_MUTATES),
                             lang_bool(op->flags & RT_OP_OUT)};
        struct lang_tuple *tuple = lang_is_error(row[0]) ? NULL : lang_tuple_from(t, row, 5);
        lang_unref(t, row[0]);
        if (!tuple || lang_list_append_steal(t, list, lang_obj(tuple)) < 0) {
            lang_decref(t, list);
            return lang_error();
        }
    }
    return lang_obj_or_error(list);
}

/* _op_function(full name, in place): the function of that row alone. */
static lang_value row_function(struct lang_thread *t, const lang_value *args)
{
    const char *name = lang_as_utf8(t, args[0], "name", NULL), *start;
    struct rt_op *op = name ? rt_op_named(name) : NULL;
    if (!op)
        return name ? lang_raise(t, LANG_EXC_KeyError, "%s", name) : lang_error();
    const bool inplace = args[1].tag == LANG_BOOL && args[1].i;
    size_t n = rt_op_name(op, &start);
    struct bind_function *made = malloc(sizeof *made + sizeof op + n + 2);
    if (!made)
        return lang_no_memory(t);
    char *text = (char *)&made->rows[1];
    memcpy(text, start, n);
    strcpy(text + n, inplace ? "_" : "");
    *made = (struct bind_function){.name = text,
                                   .form = inplace ? BIND_INPLACE : BIND_FUNCTION,
                                   .nrows = 1,
                                   .of_module = inplace,
                                   .doc = op->doc,
                                   .next = functions};
    made->rows[0] = op;
    functions = made;
    return lang_obj_or_error(lang_native_raw(t, made->name, made->doc, inplace ? call_inplace : call_function, made));
}

const struct lang_method bind_ops_functions[] = {
    {"_op_rows", "()", list_rows, NULL, LANG_M_STATIC},
    {"_op_function", "(name, in_place, /)", row_function, NULL, LANG_M_STATIC},
    {NULL, NULL, NULL, NULL, 0}};
