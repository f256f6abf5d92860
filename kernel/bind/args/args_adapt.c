/* args_adapt.c: calls of functions of which PyTorch's parameters are known, in the words of those who compute them
 * here: names that PyTorch has for a parameter (axis for dim), tensors given by name, out= of functions that know none.
 * Knows signatures, not what the functions do. */
#include "dispatch/autocast.h"
#include "bind_args.h"
#include "dispatch/out_dtypes.h"

#include <stdlib.h>
#include <string.h>

/* ---- the call in other words ------------------------------------------------------------------------------------ */

/* Arguments by place as far as that goes, then by name. All but the tuple of names is borrowed. */
struct recall {
    lang_value small[RT_MAX_ARGS + 16], *args, out;
    size_t nargs;
    struct lang_tuple *kwnames; /* or NULL */
};

static void recall_done(struct lang_thread *t, struct recall *r)
{
    if (r->args != r->small)
        free(r->args);
    lang_xdecref(t, r->kwnames);
}

/* Is the value what the parameter is without it? */
static bool is_default(const struct bind_param *p, lang_value v)
{
    if (!p->shown)
        return false;
    return (v.tag == LANG_NONE && (strcmp(p->shown, "None") == 0 || strcmp(p->shown, "[]") == 0)) ||
           (v.tag == LANG_BOOL && strcmp(p->shown, v.i ? "True" : "False") == 0);
}

/* May the parameter's value be given by its name? own: the names of the function's parameters, or NULL. */
static bool has_name(const struct lang_tuple *own, const struct bind_param *p)
{
    for (int64_t i = 0; own && i < own->length; i++)
        if (lang_str_equal(lang_as_str(own->items[i]), p->names[0]))
            return true;
    return false;
}

/* Of what bind_match found. given: so many arguments came by place. own NULL: everything by place that can be. Values
   that are their parameter's default are left out where drop says so. */
static int recall_make(struct lang_thread *t, const struct bind_call *call, size_t given, const struct lang_tuple *own,
                       bool drop, struct recall *r)
{
    const struct bind_sig *sig = call->sig;
    const struct bind_param *named[RT_MAX_ARGS + 6];
    lang_value values[RT_MAX_ARGS + 6];
    size_t n = 0, many = call->varargs ? call->nvarargs : 0;
    bool gap = false;
    *r = (struct recall){.args = r->small, .out = lang_undef()};
    if (many > 8 && !(r->args = malloc((many + RT_MAX_ARGS + 8) * sizeof *r->args)))
        return lang_no_memory(t), -1;
    for (size_t i = 0; i < many; i++)
        r->args[r->nargs++] = call->varargs[i];
    for (int i = 0; i < sig->nparams; i++) {
        const struct bind_param *p = &sig->params[i];
        lang_value v = call->values[i];
        if (i == 0 && many)
            continue;
        if (lang_is_undef(v) || (drop && (size_t)i >= given && is_default(p, v))) {
            gap = true;
        } else if (strcmp(p->text, "out") == 0 && !has_name(own, p) && (own || v.tag == LANG_NONE)) {
            r->out = v;
        } else if (!gap && !p->keyword_only && ((size_t)i < given || !has_name(own, p))) {
            r->args[r->nargs++] = v;
        } else {
            gap = true;
            values[n] = v;
            named[n++] = p;
        }
    }
    if (n && !(r->kwnames = lang_tuple_new(t, (int64_t)n))) {
        recall_done(t, r);
        return -1;
    }
    for (size_t i = 0; i < n; i++) {
        r->args[r->nargs + i] = values[i];
        r->kwnames->items[i] = lang_obj(lang_incref(named[i]->names[0]));
    }
    return 0;
}

/* ---- rows -------------------------------------------------------------------------------------------------------- */

/* PyTorch takes what no row takes as it stands: then once more, in other words. Fills `call`; its values are borrowed
   from args. 1: done, 0: no row takes it, -1: error. */
int bind_match_adapted(struct lang_thread *t, struct bind_function *f, struct bind_function *known,
                       const lang_value *args, size_t nargs, struct lang_tuple *kwnames, struct bind_call *call)
{
    struct bind_call found;
    struct recall r;
    int done = 0;
    for (int k = 0; k < known->nrows && !done; k++) {
        if (bind_match(t, known, &known->sigs[k], args, nargs, kwnames, &found, false) != 1 || found.varargs)
            continue;
        for (int drop = 0; drop < 2 && !done; drop++) {
            if (recall_make(t, &found, drop ? 1 : nargs, NULL, drop, &r) < 0)
                return -1;
            for (int i = 0; i < f->nrows && !done; i++)
                done = bind_match(t, f, &f->sigs[i], r.args, r.nargs, r.kwnames, call, false) == 1 && !call->varargs;
            recall_done(t, &r);
        }
    }
    return done;
}

/* torch.abs_(input=x): which value is the tensor that is written, and the others as the method takes them. */
lang_value bind_call_adapted(struct lang_thread *t, struct bind_function *known, lang_value callee,
                             const lang_value *args, size_t nargs, struct lang_tuple *kwnames)
{
    struct bind_call found;
    struct recall r;
    for (int k = 0; k < known->nrows; k++)
        if (bind_match(t, known, &known->sigs[k], args, nargs, kwnames, &found, false) == 1) {
            if (recall_make(t, &found, nargs, NULL, false, &r) < 0)
                return lang_error();
            lang_value v = r.nargs ? lang_call(t, callee, r.args, r.nargs, r.kwnames) : lang_undef();
            recall_done(t, &r);
            return v;
        }
    return lang_undef();
}

/* ---- functions written in the language --------------------------------------------------------------------------- */

/* The names of the parameters of a function in the language; NULL without error for others. */
static struct lang_tuple *parameters_of(struct lang_thread *t, lang_value function)
{
    struct lang_tuple *own = NULL;
    lang_value code =
        lang_is_exactly(function, &lang_type_function) ? lang_getattr_c(t, function, "__code__") : lang_none();
    if (lang_is_error(code) || code.tag == LANG_NONE)
        return NULL;
    lang_value names = lang_getattr_c(t, code, "co_varnames"), a = lang_getattr_c(t, code, "co_argcount"),
               b = lang_getattr_c(t, code, "co_kwonlyargcount");
    if (lang_is_tuple(names) && a.tag == LANG_INT && b.tag == LANG_INT)
        own = lang_tuple_from(t, lang_as_tuple(names)->items, a.i + b.i);
    lang_unref(t, code);
    if (!lang_is_error(names))
        lang_unref(t, names);
    return own;
}

static int needs_gradient(lang_value v)
{
    return bind_is_tensor(v) && rt_tensor_requires_grad(bind_rt(v));
}

/* Writes a result into what was given as out=. Takes over the result. */
/* May the results be written there? Tensors of other types than theirs some functions refuse. */
static int check_types(struct lang_thread *t, const struct bind_function *known, lang_value out, lang_value result)
{
    struct rt_error err;
    bool one = bind_is_tensor(result);
    const lang_value *to = &out, *from = &result;
    int64_t n = 1;
    if (!one) {
        if (!lang_is_tuple(result) || !lang_is_tuple(out))
            return 0;
        n = lang_as_tuple(result)->length < lang_as_tuple(out)->length ? lang_as_tuple(result)->length
                                                                       : lang_as_tuple(out)->length;
        to = lang_as_tuple(out)->items;
        from = lang_as_tuple(result)->items;
    }
    rt_error_clear(&err);
    for (int64_t i = 0; i < n; i++)
        if (bind_is_tensor(to[i]) && bind_is_tensor(from[i]) &&
            rt_check_out_type(known->name, NULL, (int)i, rt_tensor_dtype(bind_rt(from[i])),
                              rt_tensor_dtype(bind_rt(to[i])), rt_tensor_dtype(bind_rt(from[i])), &err) < 0)
            return bind_fail(t, &err);
    return 0;
}

static lang_value write_out(struct lang_thread *t, const struct bind_function *known, const struct recall *r,
                            lang_value result)
{
    bool records = needs_gradient(r->out);
    for (size_t i = 0; i < r->nargs + (r->kwnames ? (size_t)r->kwnames->length : 0); i++)
        records = records || needs_gradient(r->args[i]);
    if (lang_is_error(result))
        return result;
    if (records && rt_grad_enabled()) {
        lang_unref(t, result);
        return lang_raise(t, LANG_EXC_RuntimeError,
                          "%s(): functions with out=... arguments don't support automatic differentiation, but one of "
                          "the arguments requires grad.",
                          known->name);
    }
    if (lang_is_tuple(result) && bind_is_tensor(r->out)) { /* nonzero(x, as_tuple=True, out=y) */
        lang_unref(t, result);
        return lang_raise(t, LANG_EXC_RuntimeError, "%s does not support the out kwarg when as_tuple is True",
                          known->name);
    }
    if (check_types(t, known, r->out, result) < 0) {
        lang_unref(t, result);
        return lang_error();
    }
    lang_value module = lang_import(t, "torch._arguments"), written = module;
    if (!lang_is_error(module)) {
        written = lang_call_method_c(t, module, "write_out", (lang_value[]){r->out, result}, 2);
        lang_unref(t, module);
    }
    lang_unref(t, result);
    return written;
}

static lang_value run(struct lang_thread *t, const struct bind_function *known, lang_value function,
                      const lang_value *args, size_t nargs, struct lang_tuple *kwnames)
{
    return rt_autocasting ? bind_autocast_call(t, known->name, function, args, nargs, kwnames)
                          : lang_call(t, function, args, nargs, kwnames);
}

lang_value bind_call_through_adapter(struct lang_thread *t, struct bind_function *known, lang_value function,
                                     lang_value self, const lang_value *args, size_t nargs, struct lang_tuple *kwnames)
{
    struct bind_call found;
    struct recall r;
    size_t before = lang_is_undef(self) ? 0 : 1; /* args[-1] is self */
    int fits = known->bare && !nargs && !kwnames;
    for (int k = 0; k < known->nrows && !fits; k++)
        fits = bind_match(t, known, &known->sigs[k], args, nargs, kwnames, &found, false) == 1;
    if (!fits && bind_check_known(t, known, args, nargs, kwnames) < 0)
        return lang_error();
    if (!kwnames || !fits)
        return run(t, known, function, args - before, nargs + before, kwnames);
    struct lang_tuple *own = parameters_of(t, function);
    if (lang_error_occurred(t) || recall_make(t, &found, nargs, own, false, &r) < 0) {
        lang_xdecref(t, own);
        return lang_error();
    }
    lang_xdecref(t, own);
    if (before) {
        memmove(r.args + 1, r.args, (r.nargs + (r.kwnames ? (size_t)r.kwnames->length : 0)) * sizeof *r.args);
        r.args[0] = self;
        r.nargs++;
    }
    lang_value v = run(t, known, function, r.args, r.nargs, r.kwnames);
    if (!lang_is_undef(r.out) && r.out.tag != LANG_NONE)
        v = write_out(t, known, &r, v);
    recall_done(t, &r);
    return v;
}

/* Those whose arguments PyTorch looks at as the language does: x.unique() is torch._tensor.unique(x). */
lang_value bind_call_python(struct lang_thread *t, const char *name, const lang_value *args, size_t nargs,
                            struct lang_tuple *kwnames)
{
    lang_value module = lang_import(t, "torch._tensor");
    if (lang_is_error(module))
        return module;
    lang_value function = lang_getattr_c(t, module, name);
    lang_unref(t, module);
    if (lang_is_error(function))
        return function;
    lang_value result = lang_call(t, function, args, nargs, kwnames);
    lang_unref(t, function);
    return result;
}
