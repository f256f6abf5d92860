/* args_fast.c: the fast path from the arguments of a call to those of a row: values whose kind their tag or type tells
 * at once. Whatever needs more (other kinds of numbers, subclasses, lists with other values than tensors, out=, errors)
 * is left to args_match.c, which chooses the same row. */
#include "bind_args.h"

enum answer { NO, YES, UNSURE };

/* The items of an exact list or tuple; NULL for subclasses and all others. */
static const lang_value *plain_items(lang_value v, int64_t *n)
{
    if (v.tag != LANG_OBJECT)
        return NULL;
    if (lang_is_exactly(v, &lang_type_tuple) || lang_is_exactly(v, &bind_type_size)) {
        *n = lang_as_tuple(v)->length;
        return lang_as_tuple(v)->items;
    }
    if (lang_is_exactly(v, &lang_type_list)) {
        *n = lang_as_list(v)->length;
        return lang_as_list(v)->items;
    }
    return NULL;
}

/* n integers; UNSURE also beyond the call's capacity. */
static enum answer take_ints(struct bind_call *call, const lang_value *items, int64_t n, struct rt_arg *out)
{
    int64_t *ints = call->ints + call->nints;
    if (n > BIND_INTS - call->nints)
        return UNSURE;
    for (int64_t i = 0; i < n; i++) {
        if (items[i].tag != LANG_INT)
            return UNSURE;
        ints[i] = items[i].i;
    }
    call->nints += (int)n;
    out->kind = RT_INTS;
    out->count = (uint32_t)n;
    out->ints = ints;
    return YES;
}

static enum answer take_tensors(struct bind_call *call, const lang_value *items, int64_t n, struct rt_arg *out)
{
    struct rt_tensor **list = call->tensors + call->ntensors;
    if (n > (int64_t)BIND_COUNT(call->tensors) - call->ntensors)
        return UNSURE;
    for (int64_t i = 0; i < n; i++) {
        if (!bind_is_tensor(items[i]))
            return UNSURE;
        list[i] = bind_rt(items[i]);
    }
    call->ntensors += (int)n;
    out->kind = RT_TENSORS;
    out->count = (uint32_t)n;
    out->tensors = list;
    return YES;
}

static bool take_number(lang_value v, struct rt_arg *out)
{
    if (v.tag == LANG_INT)
        out->scalar = rt_scalar_int(v.i);
    else if (v.tag == LANG_FLOAT)
        out->scalar = rt_scalar_float(v.f);
    else if (v.tag == LANG_BOOL)
        out->scalar = rt_scalar_bool(v.i != 0);
    else
        return false;
    out->kind = RT_SCALAR;
    return true;
}

static enum answer take(struct bind_call *call, const struct bind_param *p, lang_value v, struct rt_arg *out)
{
    const lang_value *items;
    int64_t n;
    switch (p->kind) {
    case RT_TENSOR:
        if (bind_is_tensor(v)) {
            out->kind = RT_TENSOR;
            out->tensor = bind_rt(v);
            return YES;
        }
        if (p->numbers && take_number(v, out))
            return YES;
        break;
    case RT_SCALAR:
        if (take_number(v, out))
            return YES;
        break;
    case RT_INT:
        if (v.tag == LANG_INT) {
            out->kind = RT_INT;
            out->integer = v.i;
            return YES;
        }
        break;
    case RT_INTS:
        if (v.tag == LANG_INT && p->list_size == 1)
            return take_ints(call, &v, 1, out);
        if (v.tag == LANG_INT && (p->list_size == 2 || p->list_size == 3)) { /* the dispatcher repeats it */
            *out = rt_arg_int(v.i);
            return YES;
        }
        if ((items = plain_items(v, &n)))
            return take_ints(call, items, n, out);
        break;
    case RT_TENSORS:
        if ((items = plain_items(v, &n)))
            return take_tensors(call, items, n, out);
        break;
    case RT_FLOAT:
        if (v.tag == LANG_FLOAT || v.tag == LANG_INT) {
            *out = rt_arg_float(v.tag == LANG_FLOAT ? v.f : (double)v.i);
            return YES;
        }
        break;
    case RT_BOOLEAN:
        if (v.tag == LANG_BOOL && !p->placement) {
            *out = rt_arg_bool(v.i != 0);
            return YES;
        }
        break;
    case RT_STRING:
        if (lang_is_str(v) && lang_as_str(v)->ascii) {
            *out = rt_arg_string(lang_as_str(v)->data, (uint32_t)lang_as_str(v)->length);
            return YES;
        }
        break;
    case RT_DTYPE_ARG:
        if (bind_is_dtype(v)) {
            *out = rt_arg_dtype(((struct bind_dtype *)v.o)->dtype);
            return YES;
        }
        break;
    default:
        break;
    }
    if (v.tag == LANG_NONE && p->allow_none && !p->none_is_empty) {
        *out = rt_arg_none();
        return YES;
    }
    return bind_accepts(p, v) ? UNSURE : NO;
}

/* A keyword that is no parameter's first name: an alias, or unknown. */
static enum answer unknown_keyword(const struct bind_sig *sig, struct lang_str *name)
{
    for (int i = 0; i < sig->nparams; i++)
        if (sig->params[i].names[1] && bind_is_name(&sig->params[i], name))
            return UNSURE;
    return name->interned ? NO : UNSURE; /* names of parameters are interned */
}

/* One row. given: a bit for each parameter that has its argument. */
static enum answer try_row(const struct bind_function *f, const struct bind_sig *sig, lang_value self,
                           const lang_value *args, size_t nargs, struct lang_tuple *kwnames, struct bind_call *call)
{
    size_t nkw = kwnames ? (size_t)kwnames->length : 0, at = 0;
    /* a list may be passed item by item */
    bool list = sig->npositional == 1 && (sig->params[0].kind == RT_INTS || sig->params[0].kind == RT_TENSORS);
    uint32_t given = 0;
    int last = -1; /* of the schema's parameters */
    call->nints = call->ntensors = 0;
    if (f->form != BIND_FUNCTION) {
        call->args[0].kind = RT_TENSOR;
        call->args[0].tensor = bind_rt(self);
        last = 0;
    }
    if (list && sig->params[0].kind == RT_INTS && !sig->params[0].list_size && nargs && args[0].tag == LANG_INT) {
        if (take_ints(call, args, (int64_t)nargs, &call->args[sig->params[0].schema_index]) != YES)
            return UNSURE;
        given = 1;
        last = sig->params[0].schema_index;
        at = nargs;
    } else if (nargs > (size_t)sig->npositional) {
        return list ? UNSURE : NO;
    }
    for (; at < nargs; at++) {
        const struct bind_param *p = &sig->params[at];
        enum answer a = p->keyword_only       ? NO
                        : p->schema_index < 0 ? UNSURE
                                              : take(call, p, args[at], &call->args[p->schema_index]);
        if (a != YES)
            return a == NO && list ? UNSURE : a;
        given |= (uint32_t)1 << at;
        last = p->schema_index;
    }
    for (size_t k = 0; k < nkw; k++) {
        struct lang_str *name = lang_as_str(kwnames->items[k]);
        int i = 0;
        while (i < sig->nparams && sig->params[i].names[0] != name)
            i++;
        if (i == sig->nparams)
            return unknown_keyword(sig, name);
        if (given >> i & 1 || sig->params[i].schema_index < 0)
            return UNSURE;
        const struct bind_param *p = &sig->params[i];
        enum answer a = take(call, p, args[nargs + k], &call->args[p->schema_index]);
        if (a != YES)
            return a;
        given |= (uint32_t)1 << i;
        last = p->schema_index > last ? p->schema_index : last;
    }
    if (sig->required & ~given)
        return NO;
    /* defaults of parameters between those given by keyword; the dispatcher fills in those behind the last */
    for (int i = 0; nkw && i < sig->nparams && sig->params[i].schema_index < last; i++)
        if (!(given >> i & 1) && sig->params[i].schema_index >= 0)
            call->args[sig->params[i].schema_index] = sig->schema->defaults[sig->params[i].schema_index];
    call->sig = sig;
    call->nargs = last + 1;
    for (int i = 0; call->ntensors && i < call->nargs; i++)
        if (call->args[i].kind == RT_TENSORS && call->args[i].count)
            bind_args_own(call, (struct rt_tensor **)call->args[i].tensors, call->args[i].count);
    return YES;
}

bool bind_args_fast(const struct bind_function *f, lang_value self, const lang_value *args, size_t nargs,
                    struct lang_tuple *kwnames, struct bind_call *call)
{
    call->nout = call->nowned = call->nheap = 0;
    call->requires_grad = call->pinned = false;
    for (int r = 0; r < f->nrows; r++) {
        const struct bind_sig *sig = &f->sigs[r];
        if (sig->factory_device >= 0 && bind_default_device)
            return false;
        enum answer a = try_row(f, sig, self, args, nargs, kwnames, call);
        if (a != NO)
            return a == YES;
    }
    return false;
}
