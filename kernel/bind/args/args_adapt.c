/* args_adapt.c: the signature adapter: calls that fit PyTorch's signature of a function, passed on with the parameter
 * names and positions that the function has here (axis for dim, tensors given by name, out= of functions without it).
 * Owns the adapted list of arguments; must not know what the functions do. */
#include "dispatch/autocast.h"
#include "bind_args.h"
#include "dispatch/out_dtypes.h"

#include <stdlib.h>
#include <string.h>

/* ---- the adapted call ------------------------------------------------------------------------------------------- */

/* Positional arguments as far as possible, then keywords. All but the tuple of names is borrowed. */
struct adapted {
    lang_value small[RT_MAX_ARGS + 16], *args, out;
    size_t nargs;
    struct lang_tuple *kwnames; /* or NULL */
};

static void adapted_done(struct lang_thread *t, struct adapted *r)
{
    if (r->args != r->small)
        free(r->args);
    lang_xdecref(t, r->kwnames);
}

/* Is the value the parameter's default? */
static bool is_default(const struct bind_param *p, lang_value v)
{
    if (!p->default_text)
        return false;
    return (v.tag == LANG_NONE && (strcmp(p->default_text, "None") == 0 || strcmp(p->default_text, "[]") == 0)) ||
           (v.tag == LANG_BOOL && strcmp(p->default_text, v.i ? "True" : "False") == 0);
}

/* May the parameter be passed by its name? own: the names of the function's parameters, or NULL. */
static bool has_name(const struct lang_tuple *own, const struct bind_param *p)
{
    for (int64_t i = 0; own && i < own->length; i++)
        if (lang_str_equal(lang_as_str(own->items[i]), p->names[0]))
            return true;
    return false;
}

/* Made of what bind_match found. given: how many arguments were positional. own NULL: everything by position that can
 * be. With drop, values that equal their parameter's default are left out. */
static int adapted_make(struct lang_thread *t, const struct bind_call *call, size_t given, const struct lang_tuple *own,
                        bool drop, struct adapted *r)
{
    const struct bind_sig *sig = call->sig;
    const struct bind_param *named[RT_MAX_ARGS + 6];
    lang_value values[RT_MAX_ARGS + 6];
    size_t n = 0, many = call->varargs ? call->nvarargs : 0;
    bool gap = false;
    *r = (struct adapted){.args = r->small, .out = lang_undef()};
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
        adapted_done(t, r);
        return -1;
    }
    for (size_t i = 0; i < n; i++) {
        r->args[r->nargs + i] = values[i];
        r->kwnames->items[i] = lang_obj(lang_incref(named[i]->names[0]));
    }
    return 0;
}

/* ---- rows of the table ------------------------------------------------------------------------------------------ */

/* PyTorch's signature takes the arguments, no row does as they stand: adapted, they are tried again. Fills `call`,
 * whose values are borrowed from args. 1: done, 0: no row takes it, -1: error. */
int bind_match_adapted(struct lang_thread *t, struct bind_function *f, struct bind_function *signature,
                       const lang_value *args, size_t nargs, struct lang_tuple *kwnames, struct bind_call *call)
{
    struct bind_call found;
    struct adapted r;
    int done = 0;
    for (int k = 0; k < signature->nrows && !done; k++) {
        if (bind_match(t, signature, &signature->sigs[k], args, nargs, kwnames, &found, false) != 1 || found.varargs)
            continue;
        for (int drop = 0; drop < 2 && !done; drop++) {
            if (adapted_make(t, &found, drop ? 1 : nargs, NULL, drop, &r) < 0)
                return -1;
            for (int i = 0; i < f->nrows && !done; i++)
                done = bind_match(t, f, &f->sigs[i], r.args, r.nargs, r.kwnames, call, false) == 1 && !call->varargs;
            adapted_done(t, &r);
        }
    }
    return done;
}

/* torch.abs_(input=x): the tensor that is written becomes the first argument, the others follow as the method takes
 * them. */
lang_value bind_call_adapted(struct lang_thread *t, struct bind_function *signature, lang_value callee,
                             const lang_value *args, size_t nargs, struct lang_tuple *kwnames)
{
    struct bind_call found;
    struct adapted r;
    for (int k = 0; k < signature->nrows; k++)
        if (bind_match(t, signature, &signature->sigs[k], args, nargs, kwnames, &found, false) == 1) {
            if (adapted_make(t, &found, nargs, NULL, false, &r) < 0)
                return lang_error();
            lang_value v = r.nargs ? lang_call(t, callee, r.args, r.nargs, r.kwnames) : lang_undef();
            adapted_done(t, &r);
            return v;
        }
    return lang_undef();
}

/* ---- functions written in the language -------------------------------------------------------------------------- */

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

/* Fails where a result must not be written to that tensor of out=: some functions refuse other dtypes than that of the
 * result. */
static int check_types(struct lang_thread *t, const struct bind_function *signature, lang_value out, lang_value result)
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
            rt_check_out_type(signature->name, NULL, (int)i, rt_tensor_dtype(bind_rt(from[i])),
                              rt_tensor_dtype(bind_rt(to[i])), rt_tensor_dtype(bind_rt(from[i])), &err) < 0)
            return bind_fail(t, &err);
    return 0;
}

/* Writes a result into what was given as out=. Takes over the result. */
static lang_value write_out(struct lang_thread *t, const struct bind_function *signature, const struct adapted *r,
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
                          signature->name);
    }
    if (lang_is_tuple(result) && bind_is_tensor(r->out)) { /* nonzero(x, as_tuple=True, out=y) */
        lang_unref(t, result);
        return lang_raise(t, LANG_EXC_RuntimeError, "%s does not support the out kwarg when as_tuple is True",
                          signature->name);
    }
    if (check_types(t, signature, r->out, result) < 0) {
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

static lang_value run(struct lang_thread *t, const struct bind_function *signature, lang_value function,
                      const lang_value *args, size_t nargs, struct lang_tuple *kwnames)
{
    return rt_autocasting ? bind_autocast_call(t, signature->name, function, args, nargs, kwnames)
                          : lang_call(t, function, args, nargs, kwnames);
}

lang_value bind_call_library(struct lang_thread *t, struct bind_function *signature, lang_value function,
                             lang_value self, const lang_value *args, size_t nargs, struct lang_tuple *kwnames)
{
    struct bind_call found;
    struct adapted r;
    size_t before = lang_is_undef(self) ? 0 : 1; /* args[-1] is self */
    int fits = signature->no_arguments && !nargs && !kwnames;
    for (int k = 0; k < signature->nrows && !fits; k++) {
        fits = bind_match(t, signature, &signature->sigs[k], args, nargs, kwnames, &found, false) == 1;
        if (fits && bind_check_lists(t, signature, &signature->sigs[k], &found) < 0)
            return lang_error();
    }
    if (!fits && bind_signature_check(t, signature, args, nargs, kwnames) < 0)
        return lang_error();
    if (!kwnames || !fits)
        return run(t, signature, function, args - before, nargs + before, kwnames);
    struct lang_tuple *own = parameters_of(t, function);
    if (lang_error_occurred(t) || adapted_make(t, &found, nargs, own, false, &r) < 0) {
        lang_xdecref(t, own);
        return lang_error();
    }
    lang_xdecref(t, own);
    if (before) {
        memmove(r.args + 1, r.args, (r.nargs + (r.kwnames ? (size_t)r.kwnames->length : 0)) * sizeof *r.args);
        r.args[0] = self;
        r.nargs++;
    }
    lang_value v = run(t, signature, function, r.args, r.nargs, r.kwnames);
    if (!lang_is_undef(r.out) && r.out.tag != LANG_NONE)
        v = write_out(t, signature, &r, v);
    adapted_done(t, &r);
    return v;
}

/* Methods that PyTorch has written in Python, with Python's argument errors: x.unique() is torch._tensor.unique(x). */
lang_value bind_call_method(struct lang_thread *t, const char *name, const lang_value *args, size_t nargs,
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
