/* generator.c: generators, coroutines and asynchronous generators: frames of the same interpreter loop whose registers
 * live on the heap. Owns how they run, wait and end; coroutine.c has what only the latter two have. */
#include <string.h>

#include "vm/code.h"
#include "vm/coroutine.h"
#include "vm/native.h"

struct lang_generator *lang_generator_new(struct lang_thread *t, struct lang_function *f)
{
    const uint32_t flags = f->code->flags;
    struct lang_generator *g = lang_object_new(t, flags & LANG_CODE_COROUTINE         ? &lang_type_coroutine
                                                  : flags & LANG_CODE_ASYNC_GENERATOR ? &lang_type_async_generator
                                                                                      : &lang_type_generator);
    if (!g)
        return NULL;
    size_t size = f->code->reg_count * sizeof(lang_value);
    g->regs = lang_alloc(t, size);
    if (!g->regs) {
        lang_decref(t, g);
        return NULL;
    }
    memset(g->regs, 0, size);
    g->func = lang_incref(f);
    g->code = lang_incref(f->code);
    g->pc = f->code->instrs;
    g->name = lang_incref(f->name);
    g->qualname = lang_incref(f->qualname);
    if (t->origin_depth && flags & LANG_CODE_COROUTINE && lang_coroutine_note_origin(t, g) < 0) {
        lang_generator_finish(t, g); /* it is not said to have been forgotten */
        lang_decref(t, g);
        return NULL;
    }
    return g;
}

/* Drops what a finished or abandoned generator holds. */
void lang_generator_finish(struct lang_thread *t, struct lang_generator *g)
{
    if (g->object)
        lang_frame_abandon(t, g);
    g->state = LANG_GENERATOR_FINISHED;
    lang_value *regs = g->regs;
    g->regs = NULL;
    lang_clear(t, &g->handled.value);
    if (!regs)
        return;
    for (uint32_t i = 0; i < g->code->reg_count; i++)
        lang_clear(t, &regs[i]);
    lang_free(t, regs, g->code->reg_count * sizeof *regs);
}

const char *lang_generator_kind(const struct lang_generator *g)
{
    return g->head.type == &lang_type_coroutine         ? "coroutine"
           : g->head.type == &lang_type_async_generator ? "async generator"
                                                        : "generator";
}

static lang_value already_running(struct lang_thread *t, const struct lang_generator *g)
{
    return lang_raise(t, LANG_EXC_ValueError, "%s already executing", lang_generator_kind(g));
}

static lang_value used_up(struct lang_thread *t)
{
    return lang_raise(t, LANG_EXC_RuntimeError, "cannot reuse already awaited coroutine");
}

/* Puts the generator's frame on the stack. */
struct lang_frame *lang_generator_enter(struct lang_thread *t, struct lang_generator *g)
{
    if (g->state == LANG_GENERATOR_RUNNING) {
        already_running(t, g);
        return NULL;
    }
    lang_value *top = lang_stack_top(t);
    struct lang_frame *f = lang_frame_push(t, g->code, g->func, top);
    if (!f)
        return NULL;
    f->regs = g->regs;
    f->top = top;
    f->pc = g->pc;
    f->generator = lang_incref(g);
    f->flags = LANG_FRAME_GENERATOR;
    if (g->object)
        lang_frame_resume(f, g);
    g->state = LANG_GENERATOR_RUNNING;
    g->handled.below = t->handled;
    t->handled = &g->handled;
    return f;
}

/* Takes the frame off; the generator is suspended (pc kept) or finished. */
void lang_generator_leave(struct lang_thread *t, struct lang_frame *f, bool finished)
{
    struct lang_generator *g = f->generator;
    t->handled = g->handled.below;
    g->handled.below = NULL;
    g->pc = f->pc;
    g->state = finished ? LANG_GENERATOR_FINISHED : LANG_GENERATOR_SUSPENDED;
    if (f->object && !finished)
        lang_frame_suspend(f, g);
    lang_frame_pop(t);
    if (finished)
        lang_generator_finish(t, g);
    lang_decref(t, g);
}

/* lang_generator_enter for one that waits at a yield, called by code of the language through C: or NULL, when something
 * has to be looked at. */
static struct lang_frame *enter_again(struct lang_thread *t, struct lang_generator *g)
{
    struct lang_frame *f = t->frame, *nf = f + 1;
    char here;
    if (!f || g->object || t->depth >= t->vm->depth_limit || &here <= t->c_limit)
        return NULL;
    t->depth++;
    nf->code = g->code;
    nf->func = g->func;
    nf->regs = g->regs;
    nf->pc = g->pc;
    nf->globals = g->func->globals;
    nf->locals = NULL;
    nf->generator = lang_incref(g);
    nf->made = NULL;
    nf->object = NULL;
    nf->top = f->generator ? f->top : f->regs + f->code->reg_count;
    nf->callee = NULL;
    nf->dst = 0;
    nf->flags = LANG_FRAME_GENERATOR;
    g->state = LANG_GENERATOR_RUNNING;
    g->handled.below = t->handled;
    t->handled = &g->handled;
    return t->frame = nf;
}

/* Runs to the next yield: the value given; UNDEF at the end with the return value in *result (if wanted). */
static lang_value resume(struct lang_thread *t, struct lang_generator *g, lang_value sent, lang_value *result)
{
    if (result)
        *result = lang_undef();
    if (g->state == LANG_GENERATOR_FINISHED)
        return g->head.type == &lang_type_coroutine ? used_up(t) : lang_undef();
    if (g->state == LANG_GENERATOR_NEW && sent.tag != LANG_NONE && !lang_is_error(sent))
        return lang_raise(t, LANG_EXC_TypeError, "can't send non-None value to a just-started %s",
                          lang_generator_kind(g));
    bool started = g->state == LANG_GENERATOR_SUSPENDED;
    struct lang_frame *f = started ? enter_again(t, g) : NULL;
    if (!f)
        f = lang_generator_enter(t, g);
    if (!f)
        return lang_error();
    f->flags |= LANG_FRAME_ENTRY;
    if (lang_is_error(sent)) { /* throw: the exception is on the thread */
        if (!lang_is_undef(g->handled.value)) {
            lang_value e = lang_error_take(t);
            lang_error_set(t, e);
            lang_unref(t, e);
        }
        return lang_vm_throw(t, f, result);
    }
    if (started) /* the instruction before pc is the YIELD that waits */
        lang_set_steal(t, &f->regs[f->pc[-1].op == OPC_YIELDFROM ? f->pc[-1].a : f->pc[-1].a], lang_ref(sent));
    if (started && f->pc[-1].op == OPC_YIELDFROM)
        f->pc--;
    return lang_vm_resume(t, f, result);
}

lang_value lang_generator_resume(struct lang_thread *t, struct lang_generator *g, lang_value sent)
{
    return resume(t, g, sent, NULL);
}

lang_value lang_generator_resume_result(struct lang_thread *t, struct lang_generator *g, lang_value sent,
                                        lang_value *result)
{
    return resume(t, g, sent, result);
}

/* A value, or StopIteration with the return value. */
static lang_value value_or_stop(struct lang_thread *t, lang_value v, lang_value result)
{
    if (!lang_is_undef(v))
        return v;
    lang_raise_value(t, LANG_EXC_StopIteration, result.tag == LANG_NONE ? lang_undef() : result);
    lang_unref(t, result);
    return lang_error();
}

static lang_value generator_next(struct lang_thread *t, lang_value v)
{
    lang_value result;
    struct lang_generator *g = (struct lang_generator *)v.o;
    lang_value r = resume(t, g, lang_none(), &result);
    if (lang_is_undef(r)) /* only next() and yield from ask for it */
        lang_set_steal(t, &t->stop_value, result);
    return r;
}

void lang_stop_with(struct lang_thread *t, lang_value v)
{
    lang_set_steal(t, &t->stop_value, v);
}

bool lang_stop_raise(struct lang_thread *t)
{
    lang_value v = t->stop_value;
    if (v.tag <= LANG_NONE)
        return false;
    t->stop_value = lang_undef();
    lang_raise_value(t, LANG_EXC_StopIteration, v);
    lang_unref(t, v);
    return true;
}

lang_value lang_next_or_stop(struct lang_thread *t, lang_value iterator)
{
    lang_clear(t, &t->stop_value);
    lang_value r = lang_next(t, iterator);
    if (!lang_is_undef(r))
        return r;
    lang_value value = t->stop_value;
    t->stop_value = lang_undef();
    lang_raise_value(t, LANG_EXC_StopIteration, value.tag == LANG_NONE ? lang_undef() : value);
    lang_unref(t, value);
    return lang_error();
}

static lang_value generator_send(struct lang_thread *t, const lang_value *args)
{
    lang_value result, r = resume(t, (struct lang_generator *)args[0].o, args[1], &result);
    return value_or_stop(t, r, result);
}

enum delegated {
    HANDLED,   /* the inner iterator has had the exception */
    RAISED,    /* it knows nothing of exceptions, or was closed: the exception is to be raised at the yield from */
    NOT_ASKED, /* looking for its throw() failed: the generator stays where it is */
};

/* What throw() was called with, until it had to be made an exception; NULL: it is on the thread. */
typedef const lang_value *thrown;

static lang_value throw_at(struct lang_thread *t, struct lang_generator *g, thrown raw);

static bool is_exit(struct lang_thread *t, thrown raw)
{
    struct lang_type *exit = &lang_exc_types[LANG_EXC_GeneratorExit];
    if (!raw)
        return lang_error_is(t, LANG_EXC_GeneratorExit);
    bool is_class = lang_is_a(raw[0], &lang_type_type);
    return lang_is_subtype(is_class ? (struct lang_type *)raw[0].o : lang_type_of(raw[0]), exit);
}

/* Puts what was thrown on the thread, without the caller's context: what the generator handles becomes it. False: it is
 * nothing to throw; an error is raised. */
static bool make_thrown(struct lang_thread *t, thrown raw)
{
    if (!raw)
        return true;
    lang_value e = raw[0], value = raw[1], made;
    bool is_class = lang_is_a(e, &lang_type_type) && ((struct lang_type *)e.o)->flags & LANG_TYPE_EXCEPTION;
    bool has_value = !lang_is_undef(value) && value.tag != LANG_NONE;
    bool has_traceback = !lang_is_undef(raw[2]) && raw[2].tag != LANG_NONE;
    if (has_traceback && !lang_is_exactly(raw[2], &lang_type_traceback))
        return lang_fail(t, LANG_EXC_TypeError, "throw() third argument must be a traceback object") == 0;
    if (!is_class && !(lang_type_of(e)->flags & LANG_TYPE_EXCEPTION))
        return lang_fail(t, LANG_EXC_TypeError,
                         "exceptions must be classes or instances deriving from BaseException, not %N", e) == 0;
    if (!is_class && has_value)
        return lang_fail(t, LANG_EXC_TypeError, "instance exception may not have a separate value") == 0;
    if (!is_class)
        made = lang_ref(e);
    else if (has_value && lang_is_a(value, (struct lang_type *)e.o))
        made = lang_ref(value);
    else if (has_value && lang_is_tuple(value))
        made = lang_exception_make(t, e, lang_as_tuple(value)->items, (size_t)lang_as_tuple(value)->length);
    else
        made = lang_exception_make(t, e, &value, has_value);
    if (lang_is_error(made)) /* making it failed: that exception is thrown */
        return true;
    if (has_traceback)
        lang_set_steal(t, &((struct lang_exception *)made.o)->traceback, lang_ref(raw[2]));
    lang_error_restore(t, made);
    return true;
}

/* Closes what a yield from waits for, because the outer generator is closed. */
static enum delegated close_inner(struct lang_thread *t, lang_value inner)
{
    lang_value e = lang_error_take(t), r = lang_none();
    lang_value method = lang_getattr_opt(t, inner, LANG_NAME(close));
    if (lang_is_error(method))
        lang_unraisable(t, inner);
    else if (!lang_is_undef(method))
        r = lang_call(t, method, NULL, 0, NULL);
    lang_unref(t, method);
    if (lang_is_error(r)) {
        lang_unref(t, e);
        return HANDLED;
    }
    if (!lang_is_undef(e))
        lang_error_restore(t, e);
    lang_unref(t, r);
    return RAISED;
}

/* Gives what is thrown to what a yield from waits for; its throw() gets the arguments as they were given. */
static lang_value throw_to_inner(struct lang_thread *t, lang_value inner, thrown raw, enum delegated *how)
{
    *how = HANDLED;
    if (is_exit(t, raw)) {
        *how = close_inner(t, inner);
        return lang_error();
    }
    if (lang_is_generator(inner))
        return throw_at(t, (struct lang_generator *)inner.o, raw);
    lang_value e = raw ? lang_undef() : lang_error_take(t), r = lang_error();
    lang_value method = lang_getattr_opt(t, inner, LANG_NAME(throw));
    if (lang_is_error(method)) {
        *how = NOT_ASKED;
    } else if (lang_is_undef(method)) {
        *how = RAISED;
        if (!raw)
            lang_error_restore(t, lang_ref(e));
    } else {
        size_t n = 1;
        while (raw && n < 3 && !lang_is_undef(raw[n]))
            n++;
        r = lang_call(t, method, raw ? raw : &e, n, NULL);
    }
    lang_unref(t, e);
    lang_unref(t, method);
    return r;
}

/* The inner iterator has ended: its value is that of yield from. */
static lang_value resume_after_inner(struct lang_thread *t, struct lang_generator *g, lang_value value)
{
    lang_value result, r;
    lang_set_steal(t, &g->regs[g->pc[-1].a], value);
    lang_clear(t, &g->regs[g->pc[-1].b]);
    struct lang_frame *f = lang_generator_enter(t, g);
    if (!f)
        return lang_error();
    f->flags |= LANG_FRAME_ENTRY;
    r = lang_vm_resume(t, f, &result);
    return value_or_stop(t, r, result);
}

static lang_value throw_at(struct lang_thread *t, struct lang_generator *g, thrown raw)
{
    lang_value result, r;
    if (g->state == LANG_GENERATOR_RUNNING) {
        if (make_thrown(t, raw)) {
            lang_error_clear(t);
            already_running(t, g);
        }
        return lang_error();
    }
    if (g->state == LANG_GENERATOR_SUSPENDED && g->pc[-1].op == OPC_YIELDFROM) { /* the inner iterator gets it first */
        lang_value inner = lang_ref(g->regs[g->pc[-1].b]);
        enum delegated how;
        g->state = LANG_GENERATOR_RUNNING;
        r = throw_to_inner(t, inner, raw, &how);
        g->state = LANG_GENERATOR_SUSPENDED;
        lang_unref(t, inner);
        if (!lang_is_error(r) || how == NOT_ASKED || (how == RAISED && !make_thrown(t, raw)))
            return r;
        if (how == HANDLED && lang_error_is(t, LANG_EXC_StopIteration)) {
            lang_value e = lang_error_take(t), value = lang_stop_iteration_value(e);
            lang_unref(t, e);
            return resume_after_inner(t, g, value);
        }
        lang_clear(t, &g->regs[g->pc[-1].b]);
    } else if (!make_thrown(t, raw)) {
        return lang_error();
    }
    if (g->state == LANG_GENERATOR_NEW) {
        lang_generator_finish(t, g);
        lang_vm_stop_in_generator(t, g);
        return lang_error();
    }
    if (g->state == LANG_GENERATOR_FINISHED && g->head.type == &lang_type_coroutine) {
        lang_error_clear(t);
        return used_up(t);
    }
    if (g->state == LANG_GENERATOR_FINISHED)
        return lang_error();
    r = resume(t, g, lang_error(), &result);
    return value_or_stop(t, r, result);
}

lang_value lang_generator_throw(struct lang_thread *t, struct lang_generator *g)
{
    return throw_at(t, g, NULL);
}

lang_value lang_generator_throw_raw(struct lang_thread *t, struct lang_generator *g, const lang_value *raw)
{
    return throw_at(t, g, raw);
}

static lang_value generator_throw(struct lang_thread *t, const lang_value *args)
{
    return throw_at(t, (struct lang_generator *)args[0].o, args + 1);
}

static lang_value close_generator(struct lang_thread *t, struct lang_generator *g)
{
    if (g->state == LANG_GENERATOR_FINISHED)
        return lang_none();
    if (g->state == LANG_GENERATOR_NEW) {
        lang_generator_finish(t, g);
        return lang_none();
    }
    lang_raise_value(t, LANG_EXC_GeneratorExit, lang_undef());
    lang_value r = lang_generator_throw(t, g);
    if (!lang_is_error(r)) {
        lang_unref(t, r);
        return lang_raise(t, LANG_EXC_RuntimeError, "%s ignored GeneratorExit", lang_generator_kind(g));
    }
    if (lang_error_is(t, LANG_EXC_GeneratorExit) || lang_error_is(t, LANG_EXC_StopIteration)) {
        lang_error_clear(t);
        return lang_none();
    }
    return r;
}

static lang_value generator_close(struct lang_thread *t, const lang_value *args)
{
    return close_generator(t, (struct lang_generator *)args[0].o);
}

/* Is there anything that would notice GeneratorExit: a handler, or what a yield from waits for? */
static bool has_cleanup(struct lang_generator *g)
{
    if (g->pc[-1].op == OPC_YIELDFROM)
        return true;
    uint32_t at = (uint32_t)(g->pc - g->code->instrs);
    for (uint32_t i = 0; i < g->code->handler_count; i++)
        if (at > g->code->handlers[i].start && at <= g->code->handlers[i].end)
            return true;
    return false;
}

bool lang_generator_finalize(struct lang_thread *t, struct lang_generator *g)
{
    if (g->head.type == &lang_type_coroutine && g->state == LANG_GENERATOR_NEW && g->regs)
        lang_coroutine_unawaited(t, g);
    if (g->state != LANG_GENERATOR_SUSPENDED || !g->regs)
        return false;
    if (g->head.type == &lang_type_async_generator && lang_async_generator_finalize(t, g))
        return true;
    if (!has_cleanup(g))
        return false;
    lang_generator_close(t, g);
    return true;
}

void lang_generator_close(struct lang_thread *t, struct lang_generator *g)
{
    lang_value saved = lang_error_take(t);
    lang_value r = close_generator(t, g);
    if (lang_is_error(r))
        lang_unraisable(t, lang_obj(g));
    lang_unref(t, r);
    if (!lang_is_undef(saved))
        lang_error_restore(t, saved);
}

static void generator_destroy(struct lang_thread *t, struct lang_object *o)
{
    struct lang_generator *g = (struct lang_generator *)o; /* lang_generator_finalize has been called */
    o->refs = 1;
    if (g->regs)
        lang_generator_finish(t, g);
    lang_xdecref(t, g->func);
    lang_xdecref(t, g->code);
    lang_xdecref(t, g->name);
    lang_xdecref(t, g->qualname);
    lang_xdecref(t, g->origin);
}

static void generator_traverse(struct lang_object *o, lang_visit_fn visit, void *arg)
{
    struct lang_generator *g = (struct lang_generator *)o;
    if (g->func)
        visit(&g->func->head, arg);
    if (g->object)
        visit(&g->object->head, arg);
    for (uint32_t i = 0; g->regs && i < g->code->reg_count; i++)
        if (g->regs[i].tag == LANG_OBJECT)
            visit(g->regs[i].o, arg);
    if (g->handled.value.tag == LANG_OBJECT)
        visit(g->handled.value.o, arg);
}

static void generator_clear(struct lang_thread *t, struct lang_object *o)
{
    struct lang_generator *g = (struct lang_generator *)o;
    if (g->state != LANG_GENERATOR_RUNNING)
        lang_generator_finish(t, g);
}

static lang_value generator_repr(struct lang_thread *t, lang_value v)
{
    return lang_obj_or_error(lang_str_from_format(t, "<%s object %U at 0x%llx>", v.o->type->name,
                                                  ((struct lang_generator *)v.o)->qualname,
                                                  (unsigned long long)v.bits));
}

static lang_value generator_iter(struct lang_thread *t, lang_value v)
{
    (void)t;
    return lang_ref(v);
}

static lang_value gi_running(struct lang_thread *t, lang_value v)
{
    (void)t;
    return lang_bool(((struct lang_generator *)v.o)->state == LANG_GENERATOR_RUNNING);
}
static lang_value gi_suspended(struct lang_thread *t, lang_value v)
{
    (void)t;
    return lang_bool(((struct lang_generator *)v.o)->state == LANG_GENERATOR_SUSPENDED);
}
static lang_value gi_name(struct lang_thread *t, lang_value v)
{
    (void)t;
    return lang_obj(lang_incref(((struct lang_generator *)v.o)->name));
}
static lang_value gi_qualname(struct lang_thread *t, lang_value v)
{
    (void)t;
    return lang_obj(lang_incref(((struct lang_generator *)v.o)->qualname));
}
static int set_gi_text(struct lang_thread *t, struct lang_str **slot, lang_value value, const char *name)
{
    if (!lang_is_str(value))
        return lang_fail(t, LANG_EXC_TypeError, "%s must be set to a string object", name);
    struct lang_str *old = *slot;
    *slot = lang_incref(value.o);
    lang_decref(t, old);
    return 0;
}
static int set_gi_name(struct lang_thread *t, lang_value v, lang_value value)
{
    return set_gi_text(t, &((struct lang_generator *)v.o)->name, value, "__name__");
}
static int set_gi_qualname(struct lang_thread *t, lang_value v, lang_value value)
{
    return set_gi_text(t, &((struct lang_generator *)v.o)->qualname, value, "__qualname__");
}
static lang_value gi_code(struct lang_thread *t, lang_value v)
{
    (void)t;
    return lang_obj(lang_incref(((struct lang_generator *)v.o)->code));
}
static lang_value gi_frame(struct lang_thread *t, lang_value v)
{
    struct lang_generator *g = (struct lang_generator *)v.o;
    return g->state == LANG_GENERATOR_FINISHED ? lang_none() : lang_obj_or_error(lang_generator_frame(t, g));
}
/* What `yield from` waits for: the instruction before the next one names its register. */
lang_value lang_generator_awaited(const struct lang_generator *g)
{
    if (g->state != LANG_GENERATOR_SUSPENDED || !g->regs || !g->pc || g->pc[-1].op != OPC_YIELDFROM)
        return lang_undef();
    return g->regs[g->pc[-1].b];
}
static lang_value gi_yieldfrom(struct lang_thread *t, lang_value v)
{
    (void)t;
    lang_value delegate = lang_generator_awaited((struct lang_generator *)v.o);
    return lang_is_undef(delegate) ? lang_none() : lang_ref(delegate);
}
static lang_value cr_origin(struct lang_thread *t, lang_value v)
{
    (void)t;
    struct lang_tuple *origin = ((struct lang_generator *)v.o)->origin;
    return origin ? lang_obj(lang_incref(origin)) : lang_none();
}
#define GETSETS(prefix, waits, ...)                                                                                    \
    {                                                                                                                  \
        {prefix "_running", gi_running, NULL, NULL}, {prefix "_suspended", gi_suspended, NULL, NULL},                  \
            {prefix "_code", gi_code, NULL, NULL}, {prefix "_frame", gi_frame, NULL, NULL},                            \
            {waits, gi_yieldfrom, NULL, NULL}, {"__name__", gi_name, set_gi_name, NULL},                               \
            {"__qualname__", gi_qualname, set_gi_qualname, NULL}, __VA_ARGS__{NULL, NULL, NULL, NULL},                 \
    }
static const struct lang_getset generator_getset[] = GETSETS("gi", "gi_yieldfrom", ),
                                coroutine_getset[] = GETSETS("cr", "cr_await", {"cr_origin", cr_origin, NULL, NULL}, ),
                                async_generator_getset[] = GETSETS("ag", "ag_await", );

static const struct lang_method generator_methods[] = {
    {"send", "(arg, /)", generator_send,
     "send(arg) -> send 'arg' into generator,\nreturn next yielded value or raise StopIteration.", LANG_M_NOSIG},
    {"throw", "(type, value=None, traceback=None, /)", generator_throw,
     "Raise exception in generator, return next yielded value or raise\nStopIteration.", LANG_M_NOSIG},
    {"close", "()", generator_close, "close() -> raise GeneratorExit inside generator.", LANG_M_NOSIG},
    {NULL, NULL, NULL, NULL, 0},
};

static const struct lang_method coroutine_methods[] = {
    {"send", "(arg, /)", generator_send,
     "send(arg) -> send 'arg' into coroutine,\nreturn next iterated value or raise StopIteration.", LANG_M_NOSIG},
    {"throw", "(type, value=None, traceback=None, /)", generator_throw,
     "Raise exception in coroutine, return next iterated value or raise\nStopIteration.", LANG_M_NOSIG},
    {"close", "()", generator_close, "close() -> raise GeneratorExit inside coroutine.", LANG_M_NOSIG},
    {"__await__", "()", lang_coroutine_await, "Return an iterator to be used in await expression.", LANG_M_NOSIG},
    {NULL, NULL, NULL, NULL, 0},
};

#define GENERATOR_TYPE(text, which)                                                                                    \
    .name = text, .size = sizeof(struct lang_generator), .flags = LANG_TYPE_WEAKREF, .methods = which##_methods,       \
    .getset = which##_getset, .destroy = generator_destroy, .traverse = generator_traverse, .clear = generator_clear,  \
    .repr = generator_repr

struct lang_type lang_type_generator = {
    GENERATOR_TYPE("generator", generator),
    .iter = generator_iter,
    .next = generator_next,
};
struct lang_type lang_type_coroutine = {GENERATOR_TYPE("coroutine", coroutine)};
#define async_generator_methods lang_async_generator_methods
struct lang_type lang_type_async_generator = {GENERATOR_TYPE("async_generator", async_generator)};
