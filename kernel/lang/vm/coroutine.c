/* coroutine.c: what await, async for and async with ask an object for, and the awaitables of asynchronous generators:
 * PEP 492 and PEP 525. generator.c owns the frames that run. */
#include "vm/coroutine.h"
#include "vm/vm.h"

/* ------------------------------------------------------------------ await */

/* A method of the type, called; UNDEF: it has none. */
static lang_value call_slot(struct lang_thread *t, lang_value v, struct lang_str *name)
{
    if (lang_type_of(v)->flags & LANG_TYPE_FOREIGN) {
        lang_value method = lang_getattr_opt(t, v, name);
        if (lang_is_undef(method) || lang_is_error(method))
            return method;
        lang_value r = lang_call(t, method, NULL, 0, NULL);
        lang_unref(t, method);
        return r;
    }
    return lang_is_undef(lang_type_lookup(t, lang_type_of(v), name)) ? lang_undef()
                                                                     : lang_call_special(t, v, name, NULL, 0);
}

static bool is_awaitable_generator(lang_value v)
{
    return v.o->type == &lang_type_coroutine ||
           (v.o->type == &lang_type_generator &&
            ((struct lang_generator *)v.o)->code->flags & LANG_CODE_ITERABLE_COROUTINE);
}

static lang_value fail_awaitable(struct lang_thread *t, lang_value v, enum lang_await context)
{
    switch (context) {
    case LANG_AWAIT_ENTER:
        return lang_raise(t, LANG_EXC_TypeError,
                          "'async with' received an object from __aenter__ that does not implement __await__: %N", v);
    case LANG_AWAIT_EXIT:
        return lang_raise(t, LANG_EXC_TypeError,
                          "'async with' received an object from __aexit__ that does not implement __await__: %N", v);
    default:
        return lang_raise(t, LANG_EXC_TypeError, "object %N can't be used in 'await' expression", v);
    }
}

/* The iterator of an awaitable, UNDEF: it is none. */
static lang_value await_iterator(struct lang_thread *t, lang_value v)
{
    if (v.tag != LANG_OBJECT)
        return lang_undef();
    if (is_awaitable_generator(v))
        return lang_ref(v);
    lang_value it = call_slot(t, v, LANG_NAME(__await__));
    if (lang_is_error(it) || lang_is_undef(it))
        return it;
    if (it.tag == LANG_OBJECT && is_awaitable_generator(it))
        lang_raise(t, LANG_EXC_TypeError, "__await__() returned a coroutine");
    else if (!lang_type_of(it)->next)
        lang_raise(t, LANG_EXC_TypeError, "__await__() returned non-iterator of type '%N'", it);
    else
        return it;
    lang_unref(t, it);
    return lang_error();
}

lang_value lang_get_awaitable(struct lang_thread *t, lang_value v, enum lang_await context)
{
    lang_value it = await_iterator(t, v);
    if (lang_is_undef(it))
        return fail_awaitable(t, v, context);
    if (lang_is_exactly(it, &lang_type_coroutine) &&
        !lang_is_undef(lang_generator_awaited((struct lang_generator *)it.o))) {
        lang_unref(t, it);
        return lang_raise(t, LANG_EXC_RuntimeError, "coroutine is being awaited already");
    }
    return it;
}

lang_value lang_get_aiter(struct lang_thread *t, lang_value v)
{
    lang_value it = call_slot(t, v, LANG_NAME(__aiter__));
    if (lang_is_undef(it))
        return lang_raise(t, LANG_EXC_TypeError, "'async for' requires an object with __aiter__ method, got %N", v);
    if (lang_is_error(it) || lang_type_of(it)->flags & LANG_TYPE_FOREIGN ||
        !lang_is_undef(lang_type_lookup(t, lang_type_of(it), LANG_NAME(__anext__))))
        return it;
    lang_raise(t, LANG_EXC_TypeError,
               "'async for' received an object from __aiter__ that does not implement __anext__: %N", it);
    lang_unref(t, it);
    return lang_error();
}

lang_value lang_get_anext(struct lang_thread *t, lang_value v)
{
    lang_value awaitable = call_slot(t, v, LANG_NAME(__anext__));
    if (lang_is_undef(awaitable))
        return lang_raise(t, LANG_EXC_TypeError, "'async for' requires an iterator with __anext__ method, got %N", v);
    if (lang_is_error(awaitable))
        return awaitable;
    lang_value it = lang_get_awaitable(t, awaitable, LANG_AWAIT_VALUE);
    if (lang_is_error(it)) {
        lang_value cause = lang_error_take(t);
        lang_raise(t, LANG_EXC_TypeError, "'async for' received an invalid object from __anext__: %N", awaitable);
        if (!lang_is_undef(t->exception)) {
            struct lang_exception *e = (struct lang_exception *)t->exception.o;
            lang_set_steal(t, &e->cause, lang_ref(cause));
            lang_set_steal(t, &e->context, lang_ref(cause));
            e->suppress_context = true;
        }
        lang_unref(t, cause);
        lang_unref(t, awaitable);
        return lang_error();
    }
    lang_unref(t, awaitable);
    return it;
}

/* (file, line, function) of a frame. */
static lang_value frame_summary(struct lang_thread *t, const struct lang_frame *f)
{
    char cell[LANG_CELL_FILENAME];
    const lang_value parts[3] = {lang_obj_or_error(lang_str_from_c(t, lang_text_filename(f->code->text, cell))),
                                 lang_int(lang_frame_line(f)), lang_obj(f->code->name)};
    if (lang_is_error(parts[0]))
        return lang_error();
    lang_value summary = lang_obj_or_error(lang_tuple_from(t, parts, 3));
    lang_unref(t, parts[0]);
    return summary;
}

int lang_coroutine_note_origin(struct lang_thread *t, struct lang_generator *g)
{
    struct lang_list *summaries = lang_list_new(t, 0);
    for (const struct lang_frame *f = t->frame; summaries && f && f >= t->frames && summaries->length < t->origin_depth;
         f--) {
        lang_value summary = frame_summary(t, f);
        if (lang_is_error(summary) || lang_list_append_steal(t, summaries, summary) < 0) {
            lang_decref(t, summaries);
            summaries = NULL;
        }
    }
    g->origin = summaries ? lang_tuple_from(t, summaries->items, summaries->length) : NULL;
    lang_xdecref(t, summaries);
    return g->origin ? 0 : -1;
}

/* Calls a function of the module warnings; false: there is none, or it failed, which has been reported. A warning that
 * is an error has been given. */
static bool warn_by(struct lang_thread *t, struct lang_generator *g, const char *name, const lang_value *args, size_t n)
{
    lang_value warnings = lang_import(t, "warnings"), r = lang_error();
    if (!lang_is_error(warnings)) {
        r = lang_call_method_c(t, warnings, name, args, n);
        lang_unref(t, warnings);
    }
    if (!lang_is_error(r)) {
        lang_unref(t, r);
        return true;
    }
    const bool warned = lang_error_is(t, LANG_EXC_RuntimeWarning);
    if (lang_error_is(t, LANG_EXC_AttributeError))
        lang_error_clear(t);
    else
        lang_unraisable(t, lang_obj(g));
    return warned;
}

void lang_coroutine_unawaited(struct lang_thread *t, struct lang_generator *g)
{
    lang_value saved = lang_error_take(t), self = lang_obj(g);
    if (!warn_by(t, g, "_warn_unawaited_coroutine", &self, 1)) {
        const lang_value args[3] = {
            lang_obj_or_error(lang_str_from_format(t, "coroutine '%U' was never awaited", g->qualname)),
            lang_obj(&lang_exc_types[LANG_EXC_RuntimeWarning]), self};
        if (lang_is_error(args[0])) {
            lang_unraisable(t, self);
        } else {
            warn_by(t, g, "_warn_at_caller", args, 3);
            lang_unref(t, args[0]);
        }
    }
    if (!lang_is_undef(saved))
        lang_error_restore(t, saved);
}

/* ------------------------------------------------------------------ awaitables */

/* What they share: an iterator with send(), throw() and close(). `step` goes on with what was sent, or, if that is
 * NULL, with the exception that `thrown` describes (lang_generator_throw_raw). It gives what is to be waited for, or
 * UNDEF with the result. */
enum awaitable_state { BEGINS, RUNS, ENDED };
struct awaitable {
    struct lang_object head;
    lang_value (*step)(struct lang_thread *t, struct awaitable *a, const lang_value *sent, const lang_value *thrown,
                       lang_value *result);
    lang_value source;       /* a generator; of anext() with a default, the iterator of the awaitable */
    lang_value arguments[3]; /* UNDEF where there is none */
    uint8_t state;
    bool is_aclose;
};

static void awaitable_destroy(struct lang_thread *t, struct lang_object *o)
{
    struct awaitable *a = (struct awaitable *)o;
    lang_unref(t, a->source);
    for (int i = 0; i < 3; i++)
        lang_unref(t, a->arguments[i]);
}

static void awaitable_traverse(struct lang_object *o, lang_visit_fn visit, void *arg)
{
    struct awaitable *a = (struct awaitable *)o;
    if (a->source.tag == LANG_OBJECT)
        visit(a->source.o, arg);
    for (int i = 0; i < 3; i++)
        if (a->arguments[i].tag == LANG_OBJECT)
            visit(a->arguments[i].o, arg);
}

static void awaitable_clear(struct lang_thread *t, struct lang_object *o)
{
    struct awaitable *a = (struct awaitable *)o;
    a->state = ENDED;
    for (int i = 0; i < 3; i++)
        lang_clear(t, &a->arguments[i]);
}

static lang_value stop_with(struct lang_thread *t, lang_value result)
{
    lang_raise_value(t, LANG_EXC_StopIteration, result.tag == LANG_NONE ? lang_undef() : result);
    lang_unref(t, result);
    return lang_error();
}

static lang_value awaitable_next(struct lang_thread *t, lang_value v)
{
    struct awaitable *a = (struct awaitable *)v.o;
    lang_value none = lang_none(), result = lang_none(), r = a->step(t, a, &none, NULL, &result);
    if (lang_is_undef(r))
        lang_set_steal(t, &t->stop_value, result);
    return r;
}

static lang_value awaitable_send(struct lang_thread *t, const lang_value *args)
{
    struct awaitable *a = (struct awaitable *)args[0].o;
    lang_value result = lang_none(), r = a->step(t, a, &args[1], NULL, &result);
    return lang_is_undef(r) ? stop_with(t, result) : r;
}

static lang_value awaitable_throw(struct lang_thread *t, const lang_value *args)
{
    struct awaitable *a = (struct awaitable *)args[0].o;
    lang_value result = lang_none(), r = a->step(t, a, NULL, args + 1, &result);
    return lang_is_undef(r) ? stop_with(t, result) : r;
}

static lang_value awaitable_close(struct lang_thread *t, const lang_value *args)
{
    (void)t;
    ((struct awaitable *)args[0].o)->state = ENDED;
    return lang_none();
}

static lang_value awaitable_itself(struct lang_thread *t, lang_value v)
{
    (void)t;
    return lang_ref(v);
}

static lang_value awaitable_await(struct lang_thread *t, const lang_value *args)
{
    (void)t;
    return lang_ref(args[0]);
}

static const struct lang_method awaitable_methods[] = {
    {"send", "(arg, /)", awaitable_send, "Goes on with a value.", LANG_M_NOSIG},
    {"throw", "(type, value=None, traceback=None, /)", awaitable_throw, "Goes on with an exception.", LANG_M_NOSIG},
    {"close", "()", awaitable_close, "Gives up.", LANG_M_NOSIG},
    {"__await__", "()", awaitable_await, "Return an iterator to be used in await expression.", LANG_M_NOSIG},
    {NULL, NULL, NULL, NULL, 0},
};

#define AWAITABLE_TYPE(text)                                                                                           \
    {                                                                                                                  \
        .name = text, .size = sizeof(struct awaitable), .methods = awaitable_methods, .destroy = awaitable_destroy,    \
        .traverse = awaitable_traverse, .clear = awaitable_clear, .iter = awaitable_itself, .next = awaitable_next     \
    }
static struct lang_type asend_type = AWAITABLE_TYPE("async_generator_asend"),
                        athrow_type = AWAITABLE_TYPE("async_generator_athrow"),
                        anext_type = AWAITABLE_TYPE("anext_awaitable"),
                        wrapper_type = AWAITABLE_TYPE("coroutine_wrapper");

static struct awaitable *awaitable_new(struct lang_thread *t, struct lang_type *type, lang_value source)
{
    struct awaitable *a = lang_object_new(t, type);
    if (!a)
        return NULL;
    a->source = lang_ref(source);
    for (int i = 0; i < 3; i++)
        a->arguments[i] = lang_undef();
    return a;
}

/* ------------------------------------------------------------------ coroutine.__await__() */

static lang_value step_of_coroutine(struct lang_thread *t, struct awaitable *a, const lang_value *sent,
                                    const lang_value *thrown, lang_value *result)
{
    struct lang_generator *g = (struct lang_generator *)a->source.o;
    return thrown ? lang_generator_throw_raw(t, g, thrown) : lang_generator_resume_result(t, g, *sent, result);
}

lang_value lang_coroutine_await(struct lang_thread *t, const lang_value *args)
{
    struct awaitable *a = awaitable_new(t, &wrapper_type, args[0]);
    if (a)
        a->step = step_of_coroutine;
    return lang_obj_or_error(a);
}

lang_value lang_coroutine_run(struct lang_thread *t, lang_value coroutine)
{
    lang_value result, v = lang_generator_resume_result(t, (struct lang_generator *)coroutine.o, lang_none(), &result);
    if (lang_is_undef(v))
        return result;
    if (lang_is_error(v))
        return v;
    lang_unref(t, v);
    lang_generator_close(t, (struct lang_generator *)coroutine.o);
    return lang_raise(t, LANG_EXC_RuntimeError,
                      "no running event loop: asyncio needs a Python on the machine (tensor-kernel python)");
}

/* ------------------------------------------------------------------ asynchronous generators */

/* A generator that was resumed or thrown into has stopped: what it waits for is given on; what it yields is the result
 * of the awaitable, its end StopAsyncIteration. */
static lang_value after_step(struct lang_thread *t, struct awaitable *a, lang_value r, lang_value *result)
{
    struct lang_generator *g = (struct lang_generator *)a->source.o;
    const bool ended = lang_is_undef(r), failed = lang_is_error(r);
    if (!ended && !failed && !lang_is_undef(lang_generator_awaited(g)))
        return r;
    a->state = ENDED;
    g->waiting = false;
    if (!ended && !failed) {
        *result = r;
        return lang_undef();
    }
    if (g->state == LANG_GENERATOR_FINISHED)
        g->closed = true;
    if (ended)
        lang_raise_value(t, LANG_EXC_StopAsyncIteration, lang_undef());
    return lang_error();
}

/* throw() into the generator: as lang_generator_resume_result. */
static lang_value throw_into(struct lang_thread *t, struct lang_generator *g, const lang_value *thrown)
{
    lang_value r = lang_generator_throw_raw(t, g, thrown);
    if (lang_is_error(r) && lang_error_is(t, LANG_EXC_StopIteration)) { /* none comes out of its body: its end */
        lang_error_clear(t);
        return lang_undef();
    }
    return r;
}

static lang_value refuse(struct lang_thread *t, struct awaitable *a, const char *what)
{
    a->state = ENDED;
    return lang_raise(t, LANG_EXC_RuntimeError, "%s: asynchronous generator is already running", what);
}

static lang_value step_of_asend(struct lang_thread *t, struct awaitable *a, const lang_value *sent,
                                const lang_value *thrown, lang_value *result)
{
    struct lang_generator *g = (struct lang_generator *)a->source.o;
    lang_value none, r;
    if (a->state == ENDED)
        return lang_raise(t, LANG_EXC_RuntimeError, "cannot reuse already awaited __anext__()/asend()");
    if (a->state == BEGINS) {
        if (g->waiting)
            return refuse(t, a, "anext()");
        a->state = RUNS;
        g->waiting = true;
        if (sent && sent->tag == LANG_NONE)
            sent = &a->arguments[0];
    }
    if (thrown) {
        r = throw_into(t, g, thrown);
    } else {
        r = lang_generator_resume_result(t, g, *sent, &none);
        if (lang_is_undef(r))
            lang_unref(t, none);
    }
    return after_step(t, a, r, result);
}

/* The step of aclose() and athrow() that runs the generator: its exception is on its way. */
static lang_value after_throw(struct lang_thread *t, struct awaitable *a, lang_value r, lang_value *result)
{
    struct lang_generator *g = (struct lang_generator *)a->source.o;
    r = after_step(t, a, r, result);
    if (!a->is_aclose)
        return r;
    if (lang_is_undef(r)) { /* it has yielded */
        lang_unref(t, *result);
        *result = lang_undef();
        return lang_raise(t, LANG_EXC_RuntimeError, "async generator ignored GeneratorExit");
    }
    if (lang_is_error(r) &&
        (lang_error_is(t, LANG_EXC_StopAsyncIteration) || lang_error_is(t, LANG_EXC_GeneratorExit))) {
        lang_error_clear(t);
        g->closed = true;
        *result = lang_none();
        return lang_undef();
    }
    return r;
}

static lang_value begin_throw(struct lang_thread *t, struct awaitable *a, const lang_value *sent,
                              const lang_value *thrown, lang_value *result)
{
    struct lang_generator *g = (struct lang_generator *)a->source.o;
    lang_value exit[3] = {lang_obj(&lang_exc_types[LANG_EXC_GeneratorExit]), lang_undef(), lang_undef()};
    if (g->waiting)
        return refuse(t, a, a->is_aclose ? "aclose()" : "athrow()");
    if (g->closed) {
        a->state = ENDED;
        lang_raise_value(t, LANG_EXC_StopAsyncIteration, lang_undef());
        return lang_error();
    }
    if (sent && sent->tag != LANG_NONE)
        return lang_raise(t, LANG_EXC_RuntimeError, "can't send non-None value to a just-started coroutine");
    a->state = RUNS;
    g->waiting = true;
    if (a->is_aclose)
        g->closed = true;
    const lang_value *first = thrown ? thrown : a->is_aclose ? exit : a->arguments;
    return after_throw(t, a, throw_into(t, g, first), result);
}

static lang_value step_of_athrow(struct lang_thread *t, struct awaitable *a, const lang_value *sent,
                                 const lang_value *thrown, lang_value *result)
{
    struct lang_generator *g = (struct lang_generator *)a->source.o;
    lang_value none, r;
    if (a->state == ENDED)
        return lang_raise(t, LANG_EXC_RuntimeError, "cannot reuse already awaited aclose()/athrow()");
    if (a->state == BEGINS)
        return begin_throw(t, a, sent, thrown, result);
    if (thrown) {
        r = throw_into(t, g, thrown);
    } else {
        r = lang_generator_resume_result(t, g, *sent, &none);
        if (lang_is_undef(r))
            lang_unref(t, none);
    }
    return after_throw(t, a, r, result);
}

/* The event loop's hook hears of the first use. */
static int first_use(struct lang_thread *t, struct lang_generator *g)
{
    if (g->hooked)
        return 0;
    g->hooked = true;
    lang_value hook = t->async_hooks[0], arg = lang_obj(g);
    if (lang_is_undef(hook) || hook.tag == LANG_NONE)
        return 0;
    lang_value r = lang_call(t, hook, &arg, 1, NULL);
    if (lang_is_error(r))
        return -1;
    lang_unref(t, r);
    return 0;
}

bool lang_async_generator_finalize(struct lang_thread *t, struct lang_generator *g)
{
    lang_value hook = t->async_hooks[1], arg = lang_obj(g);
    if (lang_is_undef(hook) || hook.tag == LANG_NONE || g->closed || !g->hooked || g->offered)
        return false;
    g->offered = true;
    lang_value saved = lang_error_take(t), r = lang_call(t, hook, &arg, 1, NULL);
    if (lang_is_error(r))
        lang_unraisable(t, arg);
    else
        lang_unref(t, r);
    if (!lang_is_undef(saved))
        lang_error_restore(t, saved);
    return true;
}

static lang_value make_step(struct lang_thread *t, lang_value generator, struct lang_type *type,
                            const lang_value *arguments, size_t n, bool is_aclose)
{
    if (first_use(t, (struct lang_generator *)generator.o) < 0)
        return lang_error();
    struct awaitable *a = awaitable_new(t, type, generator);
    if (!a)
        return lang_error();
    a->step = type == &asend_type ? step_of_asend : step_of_athrow;
    a->is_aclose = is_aclose;
    for (size_t i = 0; i < n; i++)
        a->arguments[i] = lang_ref(arguments[i]);
    return lang_obj(a);
}

static lang_value ag_aiter(struct lang_thread *t, const lang_value *args)
{
    (void)t;
    return lang_ref(args[0]);
}
static lang_value ag_anext(struct lang_thread *t, const lang_value *args)
{
    lang_value none = lang_none();
    return make_step(t, args[0], &asend_type, &none, 1, false);
}
static lang_value ag_asend(struct lang_thread *t, const lang_value *args)
{
    return make_step(t, args[0], &asend_type, args + 1, 1, false);
}
static lang_value ag_athrow(struct lang_thread *t, const lang_value *args)
{
    return make_step(t, args[0], &athrow_type, args + 1, 3, false);
}
static lang_value ag_aclose(struct lang_thread *t, const lang_value *args)
{
    return make_step(t, args[0], &athrow_type, NULL, 0, true);
}

const struct lang_method lang_async_generator_methods[] = {
    {"__aiter__", "()", ag_aiter, "Return an awaitable, that resolves in asynchronous iterator.", LANG_M_NOSIG},
    {"__anext__", "()", ag_anext, "Return a value or raise StopAsyncIteration.", LANG_M_NOSIG},
    {"asend", "(value, /)", ag_asend, "asend(v) -> send 'v' in generator.", LANG_M_NOSIG},
    {"athrow", "(type, value=<unrepresentable>, traceback=<unrepresentable>, /)", ag_athrow,
     "athrow(typ[,val[,tb]]) -> raise exception in generator.", LANG_M_NOSIG},
    {"aclose", "()", ag_aclose, "aclose() -> raise GeneratorExit inside generator.", LANG_M_NOSIG},
    {NULL, NULL, NULL, NULL, 0},
};

/* ------------------------------------------------------------------ anext() with a default */

static lang_value step_of_anext(struct lang_thread *t, struct awaitable *a, const lang_value *sent,
                                const lang_value *thrown, lang_value *result)
{
    lang_value r;
    if (thrown) {
        size_t n = 1;
        while (n < 3 && !lang_is_undef(thrown[n]))
            n++;
        r = lang_call_method_c(t, a->source, "throw", thrown, n);
        if (lang_is_error(r) && lang_error_is(t, LANG_EXC_StopIteration)) {
            lang_value e = lang_error_take(t);
            *result = lang_stop_iteration_value(e);
            lang_unref(t, e);
            return lang_undef();
        }
    } else {
        lang_value given;
        int more = lang_delegate(t, a->source, *sent, &given);
        r = more < 0 ? lang_error() : more ? given : lang_undef();
        if (more == 0)
            *result = given;
    }
    if (!lang_is_error(r) || !lang_error_is(t, LANG_EXC_StopAsyncIteration))
        return r;
    lang_error_clear(t);
    *result = lang_ref(a->arguments[0]);
    return lang_undef();
}

lang_value lang_anext_default(struct lang_thread *t, lang_value v, lang_value instead)
{
    lang_value awaitable = call_slot(t, v, LANG_NAME(__anext__));
    if (lang_is_error(awaitable))
        return awaitable;
    lang_value it = lang_get_awaitable(t, awaitable, LANG_AWAIT_VALUE);
    lang_unref(t, awaitable);
    if (lang_is_error(it))
        return it;
    struct awaitable *a = awaitable_new(t, &anext_type, it);
    lang_unref(t, it);
    if (!a)
        return lang_error();
    a->step = step_of_anext;
    a->arguments[0] = lang_ref(instead);
    return lang_obj(a);
}

int lang_coroutine_types_ready(struct lang_thread *t)
{
    static struct lang_type *const types[] = {
        &lang_type_coroutine, &lang_type_async_generator, &asend_type, &athrow_type, &anext_type, &wrapper_type};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        types[i]->flags |= LANG_TYPE_GC;
        if (lang_type_ready(t, types[i]) < 0)
            return -1;
    }
    return 0;
}
