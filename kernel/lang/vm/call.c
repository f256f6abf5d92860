/* call.c: arguments into parameters, frames onto the stack, calls of language functions from C. The texts of arity
 * errors are CPython 3.11's. */
#include <stdio.h>
#include <string.h>

#include "vm/code.h"
#include "vm/native.h"
#include "vm/type.h"

/* ------------------------------------------------------------------ errors */

static int too_many(struct lang_thread *t, struct lang_function *f, size_t given, const lang_value *regs)
{
    struct lang_code *code = f->code;
    size_t defaults = f->defaults ? (size_t)f->defaults->length : 0, most = code->positional_count,
           least = most - defaults;
    size_t kw_given = 0;
    for (uint32_t i = 0; i < code->kwonly_count; i++)
        kw_given += !lang_is_undef(regs[code->positional_count + i]);
    char count[64], extra[96] = "";
    if (defaults)
        snprintf(count, sizeof count, "from %zu to %zu positional arguments", least, most);
    else
        snprintf(count, sizeof count, "%zu positional argument%s", most, most == 1 ? "" : "s");
    if (kw_given)
        snprintf(extra, sizeof extra, " positional argument%s (and %zu keyword-only argument%s)", given == 1 ? "" : "s",
                 kw_given, kw_given == 1 ? "" : "s");
    return lang_fail(t, LANG_EXC_TypeError, "%U() takes %s but %zu%s %s given", f->qualname, count, given, extra,
                     given == 1 && !kw_given ? "was" : "were");
}

/* "missing 2 required positional arguments: 'a' and 'b'" */
static int missing(struct lang_thread *t, struct lang_function *f, uint32_t first, uint32_t last, const char *what,
                   const lang_value *regs)
{
    struct lang_code *code = f->code;
    uint32_t n = 0, k = 0;
    for (uint32_t i = first; i < last; i++)
        n += lang_is_undef(regs[i]);
    struct lang_builder b;
    lang_builder_init(&b, t);
    for (uint32_t i = first; i < last; i++) {
        if (!lang_is_undef(regs[i]))
            continue;
        k++;
        if (k > 1)
            lang_builder_c(&b, n == 2 ? " and " : k == n ? ", and " : ", ");
        lang_builder_c(&b, "'");
        lang_builder_str(&b, code->local_names[i]);
        lang_builder_c(&b, "'");
    }
    struct lang_str *names = lang_builder_finish(&b);
    if (names)
        lang_fail(t, LANG_EXC_TypeError, "%U() missing %u required %s argument%s: %U", f->qualname, n, what,
                  n == 1 ? "" : "s", names);
    lang_xdecref(t, names);
    return -1;
}

/* ------------------------------------------------------------------ binding */

static int posonly_by_name(struct lang_thread *t, struct lang_function *f, struct lang_tuple *kwnames)
{
    struct lang_builder b;
    lang_builder_init(&b, t);
    bool first = true;
    for (uint32_t i = 0; i < f->code->posonly_count; i++)
        for (int64_t k = 0; k < kwnames->length; k++)
            if (lang_str_equal(f->code->local_names[i], lang_as_str(kwnames->items[k]))) {
                lang_builder_c(&b, first ? "" : ", ");
                lang_builder_str(&b, f->code->local_names[i]);
                first = false;
            }
    struct lang_str *names = lang_builder_finish(&b);
    if (names)
        lang_fail(t, LANG_EXC_TypeError, "%U() got some positional-only arguments passed as keyword arguments: '%U'",
                  f->qualname, names);
    lang_xdecref(t, names);
    return -1;
}

static int put_keyword(struct lang_thread *t, struct lang_function *f, lang_value *regs, struct lang_str *name,
                       lang_value value, struct lang_dict *kwargs, struct lang_tuple *kwnames)
{
    struct lang_code *code = f->code;
    uint32_t n = code->positional_count + code->kwonly_count;
    for (int exact = 1; exact >= 0; exact--)
        for (uint32_t i = code->posonly_count; i < n; i++) {
            struct lang_str *p = code->local_names[i];
            if (exact ? p != name : !lang_str_equal(p, name))
                continue;
            if (!lang_is_undef(regs[i]))
                return lang_fail(t, LANG_EXC_TypeError, "%U() got multiple values for argument '%U'", f->qualname,
                                 name);
            regs[i] = lang_ref(value);
            return 0;
        }
    if (kwargs) {
        if (lang_dict_find_str(t, kwargs, name) >= 0)
            return lang_fail(t, LANG_EXC_TypeError, "%U() got multiple values for keyword argument '%U'", f->qualname,
                             name);
        return lang_dict_set_str(t, kwargs, name, value);
    }
    for (uint32_t i = 0; i < code->posonly_count; i++) /* CPython reports it before the first unknown name */
        for (int64_t k = 0; k < kwnames->length; k++)
            if (lang_str_equal(code->local_names[i], lang_as_str(kwnames->items[k])))
                return posonly_by_name(t, f, kwnames);
    return lang_fail(t, LANG_EXC_TypeError, "%U() got an unexpected keyword argument '%U'", f->qualname, name);
}

/* Of the parameters from `first` on; those before have their arguments. */
static int fill_defaults(struct lang_thread *t, struct lang_function *f, lang_value *regs, size_t first)
{
    struct lang_code *code = f->code;
    uint32_t positional = code->positional_count, defaults = f->defaults ? (uint32_t)f->defaults->length : 0;
    if (defaults > positional)
        defaults = positional;
    bool lacks = false;
    for (uint32_t i = (uint32_t)first; i < positional; i++) {
        if (!lang_is_undef(regs[i]))
            continue;
        if (i >= positional - defaults)
            regs[i] = lang_ref(f->defaults->items[i - (positional - defaults)]);
        else
            lacks = true;
    }
    if (lacks)
        return missing(t, f, 0, positional, "positional", regs);
    for (uint32_t i = positional; i < positional + code->kwonly_count; i++) {
        if (!lang_is_undef(regs[i]))
            continue;
        lang_value d = f->kwdefaults ? lang_dict_get_str(t, f->kwdefaults, code->local_names[i]) : lang_undef();
        if (lang_is_undef(d))
            lacks = true;
        else
            regs[i] = lang_ref(d);
    }
    return lacks ? missing(t, f, positional, positional + code->kwonly_count, "keyword-only", regs) : 0;
}

enum { MAX_SMALL = 8 };

/* Arguments that already lie in the registers of the parameters, nothing but defaults and names in front of it, for a
 * function without *args and **kwargs: 1 bound, -1 error (the arguments are gone), 0 this is not the case (nothing has
 * changed). */
static int bind_in_place(struct lang_thread *t, struct lang_function *f, lang_value *args, size_t nargs,
                         struct lang_tuple *kwnames)
{
    struct lang_code *code = f->code;
    size_t count = code->positional_count + code->kwonly_count, names = kwnames ? (size_t)kwnames->length : 0;
    lang_value values[MAX_SMALL];
    size_t index[MAX_SMALL];
    if (nargs > code->positional_count || names > MAX_SMALL)
        return 0;
    for (size_t k = 0; k < names; k++) {
        size_t i = nargs > code->posonly_count ? nargs : code->posonly_count;
        while (i < count && code->local_names[i] != lang_as_str(kwnames->items[k]))
            i++;
        if (i == count)
            return 0;
        index[k] = i;
        values[k] = args[nargs + k];
    }
    for (size_t i = nargs; i < count || i < nargs + names; i++)
        args[i].tag = LANG_UNDEF;
    for (size_t k = 0; k < names; k++)
        lang_set_steal(t, &args[index[k]], values[k]);
    if (fill_defaults(t, f, args, nargs) == 0)
        return 1;
    for (size_t i = 0; i < count; i++)
        lang_clear(t, &args[i]);
    return -1;
}

/* The same of positional arguments for a function with *args or **kwargs. */
static int bind_rest_in_place(struct lang_thread *t, struct lang_function *f, lang_value *args, size_t nargs)
{
    struct lang_code *code = f->code;
    size_t most = code->positional_count, direct = nargs < most ? nargs : most;
    bool has_rest = code->flags & LANG_CODE_VARARGS;
    if (nargs > most && !has_rest)
        return 0;
    struct lang_tuple *rest = has_rest ? lang_tuple_new(t, (int64_t)(nargs - direct)) : NULL;
    struct lang_dict *named = code->flags & LANG_CODE_VARKW ? lang_dict_new(t) : NULL;
    bool fine = (rest || !has_rest) && (named || !(code->flags & LANG_CODE_VARKW));
    for (size_t i = direct; i < nargs; i++) {
        lang_value v = args[i];
        args[i].tag = LANG_UNDEF;
        if (rest)
            lang_put(&rest->items[i - direct], v);
        else
            lang_unref(t, v);
    }
    for (size_t i = nargs; i < code->param_count; i++)
        args[i].tag = LANG_UNDEF;
    lang_value *next = args + most + code->kwonly_count;
    if (rest)
        lang_put(next++, lang_obj(rest));
    if (named)
        lang_put(next, lang_obj(named));
    if (fine && fill_defaults(t, f, args, direct) == 0)
        return 1;
    for (size_t i = 0; i < code->param_count; i++)
        lang_clear(t, &args[i]);
    return -1;
}

int lang_bind_arguments(struct lang_thread *t, struct lang_function *f, lang_value *args, size_t nargs,
                        struct lang_tuple *kwnames, lang_value *regs, bool owned)
{
    struct lang_code *code = f->code;
    if (owned && args == regs) {
        int bound = code->flags & (LANG_CODE_VARARGS | LANG_CODE_VARKW)
                        ? kwnames ? 0 : bind_rest_in_place(t, f, args, nargs)
                        : bind_in_place(t, f, args, nargs, kwnames);
        if (bound)
            return bound < 0 ? -1 : 0;
    }
    size_t total = nargs + (kwnames ? (size_t)kwnames->length : 0), own_size = 0;
    lang_value small[16], *copy = small;
    if (total > 16) {
        own_size = total * sizeof *copy;
        copy = lang_alloc(t, own_size);
        if (!copy) {
            if (owned)
                for (size_t i = 0; i < total; i++)
                    lang_clear(t, &args[i]);
            return -1;
        }
    }
    for (size_t i = 0; i < total; i++) {
        copy[i] = owned ? args[i] : lang_ref(args[i]);
        if (owned)
            args[i] = lang_undef();
    }
    for (uint32_t i = 0; i < code->param_count; i++)
        regs[i] = lang_undef();
    uint32_t index = code->positional_count + code->kwonly_count;
    size_t direct = nargs < code->positional_count ? nargs : code->positional_count;
    for (size_t i = 0; i < direct; i++) {
        regs[i] = copy[i];
        copy[i] = lang_undef();
    }
    int status = 0;
    struct lang_dict *kwargs = NULL;
    if (code->flags & LANG_CODE_VARARGS) {
        struct lang_tuple *rest = lang_tuple_from(t, copy + direct, (int64_t)(nargs - direct));
        if (rest)
            regs[index++] = lang_obj(rest);
        else
            status = -1;
    }
    if (status == 0 && code->flags & LANG_CODE_VARKW) {
        kwargs = lang_dict_new(t);
        if (kwargs)
            regs[index] = lang_obj(kwargs);
        else
            status = -1;
    }
    for (int64_t i = 0; status == 0 && kwnames && i < kwnames->length; i++)
        status = put_keyword(t, f, regs, lang_as_str(kwnames->items[i]), copy[nargs + (size_t)i], kwargs, kwnames);
    if (status == 0 && nargs > code->positional_count && !(code->flags & LANG_CODE_VARARGS))
        status = too_many(t, f, nargs, regs);
    if (status == 0)
        status = fill_defaults(t, f, regs, 0);
    for (size_t i = 0; i < total; i++)
        lang_unref(t, copy[i]);
    if (copy != small)
        lang_free(t, copy, own_size);
    if (status < 0)
        for (uint32_t i = 0; i < code->param_count; i++)
            lang_clear(t, &regs[i]);
    return status;
}

/* ------------------------------------------------------------------ frames */

struct lang_frame *lang_frame_push(struct lang_thread *t, struct lang_code *code, struct lang_function *func,
                                   lang_value *regs)
{
    struct lang_frame *f = t->frame ? t->frame + 1 : t->frames;
    if (f >= t->frames_end || regs + code->reg_count >= t->stack_end || lang_enter(t, "") < 0) {
        if (!lang_error_occurred(t))
            lang_raise(t, LANG_EXC_RecursionError, "maximum recursion depth exceeded");
        return NULL;
    }
    f->code = code;
    f->func = func;
    f->regs = regs;
    f->pc = code->instrs;
    f->globals = func ? func->globals : NULL;
    f->locals = NULL;
    f->generator = NULL;
    f->made = NULL;
    f->object = NULL;
    f->callee = NULL;
    f->dst = 0;
    f->flags = 0;
    t->frame = f;
    return f;
}

void lang_frame_pop(struct lang_thread *t)
{
    struct lang_frame *f = t->frame;
    lang_frame_let_go(t, f);
    if (!f->generator)
        for (uint32_t i = 0; i < f->code->reg_count; i++)
            lang_clear(t, &f->regs[i]);
    lang_xdecref(t, f->locals);
    f->locals = NULL;
    lang_frame_let_go(t, f);
    t->frame = f == t->frames ? NULL : f - 1;
    lang_leave(t);
    if (f->flags & LANG_FRAME_OWN_FUNC)
        lang_decref(t, f->func);
}

/* Where the registers of a call from C begin; those of a generator lie elsewhere. */
lang_value *lang_stack_top(struct lang_thread *t)
{
    struct lang_frame *f = t->frame;
    return !f ? t->stack : f->generator ? f->top : f->regs + f->code->reg_count;
}

lang_value lang_function_call(struct lang_thread *t, lang_value callee, const lang_value *args, size_t nargs,
                              struct lang_tuple *kwnames)
{
    struct lang_function *f = (struct lang_function *)callee.o;
    if (f->fast_call) {
        lang_value v = f->fast_call(t, f->fast_call_data, args, nargs, kwnames);
        if (!lang_is_undef(v))
            return v;
    }
    lang_value *regs = lang_stack_top(t);
    if (regs + f->code->reg_count >= t->stack_end)
        return lang_raise(t, LANG_EXC_RecursionError, "maximum recursion depth exceeded");
    struct lang_code *code = f->code;
    if (lang_code_need(t, code) < 0)
        return lang_error();
    if (!kwnames && nargs == code->positional_count && code->param_count == nargs) {
        for (size_t i = 0; i < nargs; i++)
            regs[i] = lang_ref(args[i]);
    } else if (lang_bind_arguments(t, f, (lang_value *)args, nargs, kwnames, regs, false) < 0) {
        return lang_error();
    }
    for (uint32_t i = code->param_count; i < code->temp_base; i++)
        regs[i] = lang_undef();
    if (code->flags & LANG_CODE_GENERATOR) {
        struct lang_generator *g = lang_generator_new(t, f);
        for (uint32_t i = 0; i < code->param_count; i++) {
            if (g)
                g->regs[i] = regs[i];
            else
                lang_unref(t, regs[i]);
            regs[i] = lang_undef();
        }
        return lang_obj_or_error(g);
    }
    struct lang_frame *frame = lang_frame_push(t, code, f, regs);
    if (!frame) {
        for (uint32_t i = 0; i < code->param_count; i++)
            lang_clear(t, &regs[i]);
        return lang_error();
    }
    lang_incref(f);
    frame->flags = LANG_FRAME_ENTRY | LANG_FRAME_OWN_FUNC;
    return lang_vm_run(t, frame);
}

lang_value lang_run_code(struct lang_thread *t, struct lang_code *code, struct lang_dict *globals,
                         struct lang_dict *locals, struct lang_function *func)
{
    lang_value *regs = lang_stack_top(t);
    if (lang_code_need(t, code) < 0)
        return lang_error();
    if (regs + code->reg_count < t->stack_end)
        for (uint32_t i = 0; i < code->temp_base; i++)
            regs[i] = lang_undef();
    struct lang_frame *f = lang_frame_push(t, code, func, regs);
    if (!f)
        return lang_error();
    f->globals = globals;
    f->locals = lang_incref(locals ? locals : globals);
    f->flags = LANG_FRAME_ENTRY;
    lang_incref(code);
    lang_value r = lang_vm_run(t, f);
    lang_decref(t, code);
    return r;
}

lang_value lang_call_with_dict(struct lang_thread *t, lang_value callee, const lang_value *args, size_t nargs,
                               struct lang_dict *keywords)
{
    if (!keywords || !keywords->count)
        return lang_call(t, callee, args, nargs, NULL);
    size_t n = nargs + (size_t)keywords->count, i = nargs;
    lang_value *all = lang_alloc(t, n * sizeof *all), k, v;
    struct lang_tuple *names = lang_tuple_new(t, keywords->count);
    lang_value r = lang_error();
    if (all && names) {
        if (nargs)
            memcpy(all, args, nargs * sizeof *all);
        bool fine = true;
        for (int64_t at = 0; lang_dict_next(keywords, &at, &k, &v); i++) {
            all[i] = lang_ref(v);
            names->items[i - nargs] = lang_ref(k);
            fine = fine && lang_is_str(k);
        }
        r = fine ? lang_call(t, callee, all, nargs, names)
                 : lang_raise(t, LANG_EXC_TypeError, "keywords must be strings");
        for (i = nargs; i < n; i++)
            lang_unref(t, all[i]);
    }
    lang_xdecref(t, names);
    lang_free(t, all, n * sizeof *all);
    return r;
}
