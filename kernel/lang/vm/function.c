/* function.c: functions of the language as values. */
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "vm/code.h"
#include "vm/native.h"
#include "vm/type.h"

struct lang_function *lang_function_new(struct lang_thread *t, struct lang_code *code, struct lang_dict *globals)
{
    struct lang_function *f =
        lang_object_new_extra(t, &lang_type_function, code->free_count * sizeof(struct lang_cell *));
    if (!f)
        return NULL;
    f->code = lang_incref(code);
    f->globals = lang_incref(globals);
    f->name = lang_incref(code->name);
    f->qualname = lang_incref(code->qualname);
    f->doc = lang_ref(code->doc);
    f->free_count = code->free_count;
    lang_value m = lang_dict_get_str(t, globals, LANG_NAME(__name__));
    f->module = lang_is_undef(m) || lang_is_error(m) ? lang_none() : lang_ref(m);
    return f;
}

bool lang_function_set_fast_call(lang_value v, lang_fast_call_fn fn, const void *data)
{
    struct lang_function *f = (struct lang_function *)v.o;
    if (v.tag != LANG_OBJECT || f->head.type != &lang_type_function)
        return false;
    f->fast_call = fn;
    f->fast_call_data = data;
    f->code->direct_count = UINT32_MAX; /* the interpreter looks only at functions whose arguments take a second look */
    f->code->indirect = true;
    return true;
}

lang_fast_call_fn lang_function_fast_call(lang_value v, const void **data)
{
    const struct lang_function *f = (const struct lang_function *)v.o;
    *data = f->fast_call_data;
    return f->fast_call;
}

static size_t function_extent(const struct lang_object *o)
{
    return sizeof(struct lang_function) + ((const struct lang_function *)o)->free_count * sizeof(struct lang_cell *);
}

static void function_clear(struct lang_thread *t, struct lang_object *o)
{
    struct lang_function *f = (struct lang_function *)o;
    for (uint32_t i = 0; i < f->free_count; i++) {
        struct lang_cell *c = f->closure[i];
        f->closure[i] = NULL;
        lang_xdecref(t, c);
    }
    struct lang_tuple *d = f->defaults;
    f->defaults = NULL;
    lang_xdecref(t, d);
    struct lang_dict *k = f->kwdefaults;
    f->kwdefaults = NULL;
    lang_xdecref(t, k);
    lang_clear(t, &f->annotations);
}

static void function_destroy(struct lang_thread *t, struct lang_object *o)
{
    struct lang_function *f = (struct lang_function *)o;
    function_clear(t, o);
    lang_xdecref(t, f->code);
    lang_xdecref(t, f->globals);
    lang_xdecref(t, f->name);
    lang_xdecref(t, f->qualname);
    lang_unref(t, f->doc);
    lang_unref(t, f->module);
}

static void function_traverse(struct lang_object *o, lang_visit_fn visit, void *arg)
{
    struct lang_function *f = (struct lang_function *)o;
    for (uint32_t i = 0; i < f->free_count; i++)
        if (f->closure[i])
            visit(&f->closure[i]->head, arg);
    if (f->globals)
        visit(&f->globals->head, arg);
    if (f->defaults)
        visit(&f->defaults->head, arg);
    if (f->kwdefaults)
        visit(&f->kwdefaults->head, arg);
    if (f->annotations.tag == LANG_OBJECT)
        visit(f->annotations.o, arg);
}

static lang_value function_get(struct lang_thread *t, lang_value d, lang_value obj, struct lang_type *cls)
{
    (void)cls;
    return lang_is_undef(obj) ? lang_ref(d) : lang_method_bind(t, d, obj);
}

static lang_value function_repr(struct lang_thread *t, lang_value v)
{
    struct lang_function *f = (struct lang_function *)v.o;
    return lang_obj_or_error(
        lang_str_from_format(t, "<function %U at 0x%llx>", f->qualname, (unsigned long long)v.bits));
}

#define FUNCTION(v) ((struct lang_function *)(v).o)
static lang_value get_name(struct lang_thread *t, lang_value v)
{
    (void)t;
    return lang_obj(lang_incref(FUNCTION(v)->name));
}
static lang_value get_qualname(struct lang_thread *t, lang_value v)
{
    (void)t;
    return lang_obj(lang_incref(FUNCTION(v)->qualname));
}
static int set_text(struct lang_thread *t, struct lang_str **slot, lang_value value, const char *name)
{
    if (!lang_is_str(value))
        return lang_fail(t, LANG_EXC_TypeError, "%s must be set to a string object", name);
    struct lang_str *old = *slot;
    *slot = lang_incref(value.o);
    lang_decref(t, old);
    return 0;
}
static int set_name(struct lang_thread *t, lang_value v, lang_value value)
{
    return set_text(t, &FUNCTION(v)->name, value, "__name__");
}
static int set_qualname(struct lang_thread *t, lang_value v, lang_value value)
{
    return set_text(t, &FUNCTION(v)->qualname, value, "__qualname__");
}
static lang_value get_doc(struct lang_thread *t, lang_value v)
{
    (void)t;
    return lang_ref(FUNCTION(v)->doc);
}
static int set_doc(struct lang_thread *t, lang_value v, lang_value value)
{
    lang_set_steal(t, &FUNCTION(v)->doc, lang_is_undef(value) ? lang_none() : lang_ref(value));
    return 0;
}
static lang_value get_module(struct lang_thread *t, lang_value v)
{
    (void)t;
    return lang_ref(FUNCTION(v)->module);
}
static int set_module(struct lang_thread *t, lang_value v, lang_value value)
{
    lang_set_steal(t, &FUNCTION(v)->module, lang_is_undef(value) ? lang_none() : lang_ref(value));
    return 0;
}
static lang_value get_code(struct lang_thread *t, lang_value v)
{
    struct lang_code *code = FUNCTION(v)->code;
    return lang_code_need(t, code) < 0 ? lang_error() : lang_obj(lang_incref(code));
}
/* The interpreter reads a running function's code through the function: it keeps what it has. */
static bool is_running(struct lang_thread *t, const struct lang_function *f)
{
    for (const struct lang_frame *frame = t->frame; frame && frame >= t->frames; frame--)
        if (frame->func == f)
            return true;
    return false;
}
static int set_code(struct lang_thread *t, lang_value v, lang_value value)
{
    struct lang_function *f = FUNCTION(v);
    if (!lang_is_exactly(value, &lang_type_code))
        return lang_fail(t, LANG_EXC_TypeError, "__code__ must be set to a code object");
    struct lang_code *code = (struct lang_code *)value.o, *old = f->code;
    if (code->free_count != f->free_count)
        return lang_fail(t, LANG_EXC_ValueError, "%U() requires a code object with %u free vars, not %u", f->name,
                         f->free_count, code->free_count);
    if (is_running(t, f))
        return lang_fail(t, LANG_EXC_RuntimeError, "%U() is running: its __code__ cannot be replaced", f->name);
    f->code = lang_incref(code);
    f->fast_call = NULL;
    lang_decref(t, old);
    return 0;
}
static lang_value get_globals(struct lang_thread *t, lang_value v)
{
    (void)t;
    return lang_obj(lang_incref(FUNCTION(v)->globals));
}
static lang_value get_builtins(struct lang_thread *t, lang_value v)
{
    struct lang_dict *builtins = lang_builtins_of(t, FUNCTION(v)->globals);
    return builtins ? lang_obj(lang_incref(builtins)) : lang_error();
}
static lang_value get_defaults(struct lang_thread *t, lang_value v)
{
    (void)t;
    return FUNCTION(v)->defaults ? lang_obj(lang_incref(FUNCTION(v)->defaults)) : lang_none();
}
static int set_defaults(struct lang_thread *t, lang_value v, lang_value value)
{
    struct lang_tuple *old = FUNCTION(v)->defaults;
    if (lang_is_undef(value) || value.tag == LANG_NONE)
        FUNCTION(v)->defaults = NULL;
    else if (lang_is_tuple(value))
        FUNCTION(v)->defaults = lang_incref(value.o);
    else
        return lang_fail(t, LANG_EXC_TypeError, "__defaults__ must be set to a tuple object");
    FUNCTION(v)->fast_call = NULL;
    lang_xdecref(t, old);
    return 0;
}
static lang_value get_kwdefaults(struct lang_thread *t, lang_value v)
{
    (void)t;
    return FUNCTION(v)->kwdefaults ? lang_obj(lang_incref(FUNCTION(v)->kwdefaults)) : lang_none();
}
static int set_kwdefaults(struct lang_thread *t, lang_value v, lang_value value)
{
    struct lang_dict *old = FUNCTION(v)->kwdefaults;
    if (lang_is_undef(value) || value.tag == LANG_NONE)
        FUNCTION(v)->kwdefaults = NULL;
    else if (lang_is_dict(value))
        FUNCTION(v)->kwdefaults = lang_incref(value.o);
    else
        return lang_fail(t, LANG_EXC_TypeError, "__kwdefaults__ must be set to a dict object");
    FUNCTION(v)->fast_call = NULL;
    lang_xdecref(t, old);
    return 0;
}
static lang_value get_closure(struct lang_thread *t, lang_value v)
{
    struct lang_function *f = FUNCTION(v);
    if (!f->free_count)
        return lang_none();
    struct lang_tuple *c = lang_tuple_new(t, f->free_count);
    for (uint32_t i = 0; c && i < f->free_count; i++)
        c->items[i] = f->closure[i] ? lang_ref(lang_obj(f->closure[i])) : lang_none();
    return lang_obj_or_error(c);
}
static lang_value get_annotations(struct lang_thread *t, lang_value v)
{
    struct lang_function *f = FUNCTION(v);
    if (lang_is_undef(f->annotations)) {
        struct lang_dict *d = lang_dict_new(t);
        if (!d)
            return lang_error();
        f->annotations = lang_obj(d);
    }
    return lang_ref(f->annotations);
}
static int set_annotations(struct lang_thread *t, lang_value v, lang_value value)
{
    struct lang_dict *copy = NULL;
    if (lang_type_of(value)->flags &
        LANG_TYPE_FOREIGN) { /* of a function of another implementation, by functools.wraps */
        if (!(copy = lang_dict_new(t)) || lang_dict_update(t, copy, value) < 0) {
            lang_xdecref(t, copy);
            return -1;
        }
    } else if (!lang_is_undef(value) && !lang_is_dict(value)) {
        return lang_fail(t, LANG_EXC_TypeError, "__annotations__ must be set to a dict object");
    }
    lang_set_steal(t, &FUNCTION(v)->annotations, copy ? lang_obj(copy) : lang_ref(value));
    return 0;
}

static const struct lang_getset function_getset[] = {
    {"__name__", get_name, set_name, NULL},
    {"__qualname__", get_qualname, set_qualname, NULL},
    {"__doc__", get_doc, set_doc, NULL},
    {"__module__", get_module, set_module, NULL},
    {"__code__", get_code, set_code, NULL},
    {"__globals__", get_globals, NULL, NULL},
    {"__builtins__", get_builtins, NULL, NULL},
    {"__defaults__", get_defaults, set_defaults, NULL},
    {"__kwdefaults__", get_kwdefaults, set_kwdefaults, NULL},
    {"__closure__", get_closure, NULL, NULL},
    {"__annotations__", get_annotations, set_annotations, NULL},
    {NULL, NULL, NULL, NULL},
};

static int closure_argument(struct lang_thread *t, struct lang_function *f, lang_value closure)
{
    if (f->free_count == 0 && (lang_is_undef(closure) || closure.tag == LANG_NONE))
        return 0;
    if (!lang_is_tuple(closure))
        return f->free_count ? lang_fail(t, LANG_EXC_TypeError, "arg 5 (closure) must be tuple")
                             : lang_fail(t, LANG_EXC_TypeError, "arg 5 (closure) must be None or tuple");
    struct lang_tuple *cells = lang_as_tuple(closure);
    if (cells->length != f->free_count)
        return lang_fail(t, LANG_EXC_ValueError, "%U requires closure of length %u, not %lld", f->code->name,
                         f->free_count, (long long)cells->length);
    for (uint32_t i = 0; i < f->free_count; i++) {
        if (!lang_is_exactly(cells->items[i], &lang_type_cell))
            return lang_fail(t, LANG_EXC_TypeError, "arg 5 (closure) expected cell, found %N", cells->items[i]);
        f->closure[i] = lang_incref(cells->items[i].o);
    }
    return 0;
}

/* types.FunctionType(code, globals, name, argdefs, closure) */
static lang_value function_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                                struct lang_tuple *kwnames)
{
    (void)cls;
    struct lang_params *p = lang_params_get(t, "function", "(code, globals, name=None, argdefs=None, closure=None)");
    lang_value out[5];
    if (!p || lang_params_bind(t, p, args, nargs, kwnames, out) < 0)
        return lang_error();
    static const char *const names[] = {"code", "globals"};
    struct lang_type *const kinds[] = {&lang_type_code, &lang_type_dict};
    for (int i = 0; i < 2; i++)
        if (!lang_is_a(out[i], kinds[i]))
            return lang_raise(t, LANG_EXC_TypeError, "function() argument '%s' must be %s, not %N", names[i],
                              kinds[i]->name, out[i]);
    struct lang_function *f = lang_function_new(t, (struct lang_code *)out[0].o, lang_as_dict(out[1]));
    int status = f ? 0 : -1;
    if (status == 0 && !lang_is_undef(out[2]) && out[2].tag != LANG_NONE)
        status = lang_is_str(out[2]) ? set_name(t, lang_obj(f), out[2])
                                     : lang_fail(t, LANG_EXC_TypeError, "arg 3 (name) must be None or string");
    if (status == 0 && !lang_is_undef(out[3]) && out[3].tag != LANG_NONE)
        status = lang_is_tuple(out[3]) ? set_defaults(t, lang_obj(f), out[3])
                                       : lang_fail(t, LANG_EXC_TypeError, "arg 4 (defaults) must be None or tuple");
    if (status == 0)
        status = closure_argument(t, f, out[4]);
    if (status < 0) {
        lang_xdecref(t, f);
        return lang_error();
    }
    return lang_obj(f);
}

static int function_init(struct lang_thread *t, lang_value v, const lang_value *args, size_t nargs,
                         struct lang_tuple *kwnames)
{
    (void)t, (void)v, (void)args, (void)nargs, (void)kwnames; /* function_make has done it all */
    return 0;
}

struct lang_type lang_type_function = {
    .name = "function",
    .make = function_make,
    .init = function_init,
    .size = sizeof(struct lang_function),
    .flags = LANG_TYPE_METHOD_DESCR | LANG_TYPE_WEAKREF,
    .attr_offset = offsetof(struct lang_function, attrs),
    .getset = function_getset,
    .destroy = function_destroy,
    .traverse = function_traverse,
    .clear = function_clear,
    .repr = function_repr,
    .get = function_get,
    .call = lang_function_call,
    .extent = function_extent,
};
