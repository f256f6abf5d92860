/* lib_future.c: asyncio.Future: a result that comes later, with the callbacks that wait for it. */
#include "lib_context.h"
#include "lib_ready.h"
#include "vm/code.h"
#include "vm/type.h"

static inline struct lang_future *future_of(lang_value v)
{
    return (struct lang_future *)v.o;
}

static const char *const state_names[] = {"PENDING", "CANCELLED", "FINISHED"};

/* ------------------------------------------------------------------ life */

int lang_future_start(struct lang_thread *t, struct lang_future *f, lang_value loop)
{
    loop = lang_is_undef(loop) || lang_is_none(loop)
               ? lang_call(t, lang_asyncio_parts[LANG_ASYNCIO_GET_LOOP], NULL, 0, NULL)
               : lang_ref(loop);
    if (lang_is_error(loop))
        return -1;
    lang_set_steal(t, &f->loop, loop);
    lang_xdecref(t, f->ready);
    f->ready = lang_ready_of(t, loop);
    if (f->ready)
        lang_incref(f->ready);
    f->state = LANG_FUTURE_PENDING;
    f->log_traceback = f->blocking = false;
    lang_value *const parts[] = {&f->result,  &f->exception,       &f->traceback,
                                 &f->message, &f->cancelled_error, &f->source};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        lang_clear(t, parts[i]);
    if (f->ready && !f->ready->slow)
        return 0;
    lang_value debug = lang_call_method_c(t, loop, "get_debug", NULL, 0);
    int truth = lang_is_error(debug) ? -1 : lang_truth(t, debug);
    if (!lang_is_error(debug))
        lang_unref(t, debug);
    if (truth <= 0)
        return truth;
    lang_value stack = lang_call(t, lang_asyncio_parts[LANG_ASYNCIO_STACK], NULL, 0, NULL);
    if (lang_is_error(stack))
        return -1;
    lang_set_steal(t, &f->source, stack);
    return 0;
}

static int invalid(struct lang_thread *t, const char *text)
{
    lang_raise_class(t, (struct lang_type *)lang_asyncio_parts[LANG_ASYNCIO_INVALID_STATE].o, "%s", text);
    return -1;
}

/* What every method but a few needs: __init__ has run. Reading a result is refused as for a future that has none yet.
 */
static int check(struct lang_thread *t, const struct lang_future *f)
{
    return lang_is_undef(f->loop) ? lang_fail(t, LANG_EXC_RuntimeError, "Future object is not initialized.") : 0;
}

static int check_read(struct lang_thread *t, const struct lang_future *f)
{
    return lang_is_undef(f->loop) ? invalid(t, "Future object is not initialized.") : 0;
}

static lang_value future_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                              struct lang_tuple *kwnames)
{
    (void)args;
    (void)nargs;
    (void)kwnames;
    return lang_obj_or_error(lang_object_new(t, cls));
}

static int future_init(struct lang_thread *t, lang_value self, const lang_value *args, size_t nargs,
                       struct lang_tuple *kwnames)
{
    lang_value out[1];
    if (nargs)
        return lang_fail(t, LANG_EXC_TypeError, "Future() takes no positional arguments");
    struct lang_params *params = lang_params_get(t, "Future", "(*, loop=None)");
    if (!params || lang_params_bind(t, params, args, nargs, kwnames, out) < 0)
        return -1;
    int status = lang_future_start(t, future_of(self), out[0]);
    lang_args_done(t, params, out);
    return status;
}

static void drop_callbacks(struct lang_thread *t, struct lang_future *f)
{
    struct lang_callback first = f->first, *more = f->more;
    uint32_t count = f->more_count, capacity = f->more_capacity;
    f->first = (struct lang_callback){lang_undef(), lang_undef()};
    f->more = NULL;
    f->more_count = f->more_capacity = 0;
    lang_unref(t, first.function);
    lang_unref(t, first.context);
    for (uint32_t i = 0; i < count; i++) {
        lang_unref(t, more[i].function);
        lang_unref(t, more[i].context);
    }
    if (more)
        lang_free(t, more, capacity * sizeof *more);
}

int lang_future_drop(struct lang_thread *t, struct lang_future *f)
{
    drop_callbacks(t, f);
    lang_value *const parts[] = {&f->loop,    &f->result,          &f->exception, &f->traceback,
                                 &f->message, &f->cancelled_error, &f->source};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        lang_clear(t, parts[i]);
    struct lang_ready *q = f->ready;
    f->ready = NULL;
    lang_xdecref(t, q);
    return 0;
}

void lang_future_clear(struct lang_thread *t, struct lang_object *o)
{
    lang_future_drop(t, (struct lang_future *)o);
}

static inline void visit_value(lang_value v, lang_visit_fn visit, void *arg)
{
    if (lang_is_obj(v))
        visit(v.o, arg);
}

void lang_future_traverse(struct lang_object *o, lang_visit_fn visit, void *arg)
{
    struct lang_future *f = (struct lang_future *)o;
    const lang_value parts[] = {f->loop,   f->result,         f->exception,     f->traceback,      f->message,
                                f->source, f->first.function, f->first.context, f->cancelled_error};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        visit_value(parts[i], visit, arg);
    for (uint32_t i = 0; i < f->more_count; i++) {
        visit_value(f->more[i].function, visit, arg);
        visit_value(f->more[i].context, visit, arg);
    }
    if (f->ready)
        visit(&f->ready->head, arg);
}

/* ------------------------------------------------------------------ callbacks */

/* One callback of a future that is done. A task that waits is an entry of the queue itself. */
static int schedule_one(struct lang_thread *t, struct lang_future *f, struct lang_callback c)
{
    bool waits = lang_is_undef(c.context);
    if (waits && f->ready && !f->ready->slow)
        return lang_ready_push(t, f->ready, c.function);
    if (!waits)
        return lang_call_soon(t, f->loop, f->ready, c.function, lang_obj(f), c.context);
    lang_value wakeup = lang_getattr_c(t, c.function, "task_wakeup");
    if (lang_is_error(wakeup))
        return -1;
    int status = lang_call_soon(t, f->loop, f->ready, wakeup, lang_obj(f), ((struct lang_task *)c.function.o)->context);
    lang_unref(t, wakeup);
    return status;
}

static int schedule(struct lang_thread *t, struct lang_future *f)
{
    struct lang_callback first = f->first, *more = f->more;
    uint32_t count = f->more_count, capacity = f->more_capacity;
    int status = 0;
    f->first = (struct lang_callback){lang_undef(), lang_undef()};
    f->more = NULL;
    f->more_count = f->more_capacity = 0;
    if (!lang_is_undef(first.function))
        status = schedule_one(t, f, first);
    for (uint32_t i = 0; i < count; i++) {
        if (status == 0)
            status = schedule_one(t, f, more[i]);
        lang_unref(t, more[i].function);
        lang_unref(t, more[i].context);
    }
    lang_unref(t, first.function);
    lang_unref(t, first.context);
    if (more)
        lang_free(t, more, capacity * sizeof *more);
    return status;
}

int lang_future_add_callback(struct lang_thread *t, struct lang_future *f, lang_value function, lang_value context)
{
    struct lang_callback c = {function, context};
    if (f->state != LANG_FUTURE_PENDING)
        return schedule_one(t, f, c);
    if (lang_is_undef(f->first.function) && !f->more_count) {
        f->first = (struct lang_callback){lang_ref(function), lang_ref(context)};
        return 0;
    }
    if (f->more_count == f->more_capacity) {
        uint32_t capacity = f->more_capacity ? f->more_capacity * 2 : 4;
        struct lang_callback *more = lang_realloc(t, f->more, f->more_capacity * sizeof *more, capacity * sizeof *more);
        if (!more)
            return -1;
        f->more = more;
        f->more_capacity = capacity;
    }
    f->more[f->more_count++] = (struct lang_callback){lang_ref(function), lang_ref(context)};
    return 0;
}

static lang_value m_add(struct lang_thread *t, const lang_value *a)
{
    struct lang_future *f = future_of(a[0]);
    if (check(t, f) < 0)
        return lang_error();
    lang_value context = lang_is_undef(a[2]) || lang_is_none(a[2]) ? lang_context_copy_current(t) : lang_ref(a[2]);
    if (lang_is_error(context))
        return context;
    int status = lang_future_add_callback(t, f, a[1], context);
    lang_unref(t, context);
    return status < 0 ? lang_error() : lang_none();
}

/* The list of pairs, which is what the program sees; None: there are none. */
static lang_value get_callbacks(struct lang_thread *t, lang_value v)
{
    struct lang_future *f = future_of(v);
    if (lang_is_undef(f->first.function))
        return lang_none();
    struct lang_list *out = lang_list_new(t, 1 + f->more_count);
    for (uint32_t i = 0; out && i <= f->more_count; i++) {
        struct lang_callback c = i ? f->more[i - 1] : f->first;
        lang_value pair[2] = {lang_ref(c.function), lang_ref(c.context)};
        if (lang_is_undef(pair[1])) {
            pair[1] = lang_ref(((struct lang_task *)c.function.o)->context);
            lang_set_steal(t, &pair[0], lang_getattr_c(t, c.function, "task_wakeup"));
        }
        struct lang_tuple *made = lang_is_error(pair[0]) ? NULL : lang_tuple_from(t, pair, 2);
        lang_unref(t, pair[0]);
        lang_unref(t, pair[1]);
        if (!made || lang_list_append_steal(t, out, lang_obj(made)) < 0) {
            lang_decref(t, out);
            return lang_error();
        }
    }
    return lang_obj_or_error(out);
}

/* Comparing runs code of the program: on a copy, and what was added meanwhile stays. */
static lang_value m_remove(struct lang_thread *t, const lang_value *a)
{
    struct lang_future *f = future_of(a[0]);
    int64_t removed = 0;
    if (check(t, f) < 0)
        return lang_error();
    for (uint32_t i = 0; !lang_is_undef(f->first.function) && i <= f->more_count;) {
        struct lang_callback *c = i ? &f->more[i - 1] : &f->first;
        lang_value function = lang_ref(c->function);
        int same = lang_is_undef(c->context) ? 0 : lang_equal(t, function, a[1]);
        c = i > f->more_count ? NULL : i ? &f->more[i - 1] : &f->first;
        if (same < 0) {
            lang_unref(t, function);
            return lang_error();
        }
        if (same && c && lang_same(c->function, function)) {
            struct lang_callback gone = *c;
            uint32_t rest = f->more_count - i;
            if (i == 0 && f->more_count)
                f->first = f->more[0];
            else if (i == 0)
                f->first = (struct lang_callback){lang_undef(), lang_undef()};
            uint32_t at = i ? i - 1 : 0;
            for (uint32_t k = 0; k < rest && at + k + 1 < f->more_count; k++)
                f->more[at + k] = f->more[at + k + 1];
            if (f->more_count)
                f->more_count--;
            removed++;
            lang_unref(t, gone.function);
            lang_unref(t, gone.context);
        } else {
            i++;
        }
        lang_unref(t, function);
    }
    return lang_int(removed);
}

/* ------------------------------------------------------------------ results */

static int settle(struct lang_thread *t, struct lang_future *f)
{
    if (check(t, f) < 0)
        return -1;
    return f->state != LANG_FUTURE_PENDING ? invalid(t, "invalid state") : 0;
}

int lang_future_set_result(struct lang_thread *t, struct lang_future *f, lang_value result)
{
    if (settle(t, f) < 0)
        return -1;
    lang_set_steal(t, &f->result, lang_ref(result));
    f->state = LANG_FUTURE_FINISHED;
    return schedule(t, f);
}

int lang_future_set_exception(struct lang_thread *t, struct lang_future *f, lang_value exception)
{
    if (settle(t, f) < 0)
        return -1;
    bool is_class =
        lang_is_a(exception, &lang_type_type) && ((struct lang_type *)exception.o)->flags & LANG_TYPE_EXCEPTION;
    lang_value e = is_class ? lang_call(t, exception, NULL, 0, NULL) : lang_ref(exception);
    if (lang_is_error(e))
        return -1;
    int status = !(lang_type_of(e)->flags & LANG_TYPE_EXCEPTION)
                     ? lang_fail(t, LANG_EXC_TypeError, "invalid exception object")
                 : lang_is_a(e, &lang_exc_types[LANG_EXC_StopIteration])
                     ? lang_fail(t, LANG_EXC_TypeError,
                                 "StopIteration interacts badly with generators and cannot be raised into a Future")
                     : 0;
    if (status < 0) {
        lang_unref(t, e);
        return -1;
    }
    lang_set_steal(t, &f->traceback, lang_ref(((struct lang_exception *)e.o)->traceback));
    lang_set_steal(t, &f->exception, e);
    f->state = LANG_FUTURE_FINISHED;
    f->log_traceback = true;
    return schedule(t, f);
}

bool lang_future_cancel(struct lang_thread *t, struct lang_future *f, lang_value message, int *status)
{
    *status = 0;
    f->log_traceback = false;
    if (f->state != LANG_FUTURE_PENDING)
        return false;
    f->state = LANG_FUTURE_CANCELLED;
    lang_set_steal(t, &f->message, lang_is_none(message) ? lang_undef() : lang_ref(message));
    *status = schedule(t, f);
    return true;
}

lang_value lang_future_cancelled_error(struct lang_thread *t, struct lang_future *f)
{
    lang_value e = f->cancelled_error;
    f->cancelled_error = lang_undef();
    if (!lang_is_undef(e))
        return e;
    return lang_call(t, lang_asyncio_parts[LANG_ASYNCIO_CANCELLED], &f->message, !lang_is_undef(f->message), NULL);
}

static lang_value raise_cancelled(struct lang_thread *t, struct lang_future *f)
{
    lang_value e = lang_future_cancelled_error(t, f);
    if (!lang_is_error(e)) {
        lang_error_set(t, e);
        lang_unref(t, e);
    }
    return lang_error();
}

lang_value lang_future_result(struct lang_thread *t, struct lang_future *f)
{
    if (check_read(t, f) < 0)
        return lang_error();
    if (f->state == LANG_FUTURE_CANCELLED)
        return raise_cancelled(t, f);
    if (f->state == LANG_FUTURE_PENDING) {
        invalid(t, "Result is not set.");
        return lang_error();
    }
    f->log_traceback = false;
    if (lang_is_undef(f->exception))
        return lang_ref(f->result);
    lang_value e = lang_ref(f->exception);
    lang_set_steal(t, &((struct lang_exception *)e.o)->traceback, lang_ref(f->traceback));
    lang_error_set(t, e);
    lang_unref(t, e);
    return lang_error();
}

static lang_value m_result(struct lang_thread *t, const lang_value *a)
{
    return lang_future_result(t, future_of(a[0]));
}

static lang_value m_exception(struct lang_thread *t, const lang_value *a)
{
    struct lang_future *f = future_of(a[0]);
    if (check_read(t, f) < 0)
        return lang_error();
    if (f->state == LANG_FUTURE_CANCELLED)
        return raise_cancelled(t, f);
    if (f->state == LANG_FUTURE_PENDING) {
        invalid(t, "Exception is not set.");
        return lang_error();
    }
    f->log_traceback = false;
    return lang_is_undef(f->exception) ? lang_none() : lang_ref(f->exception);
}

static lang_value m_set_result(struct lang_thread *t, const lang_value *a)
{
    return lang_future_set_result(t, future_of(a[0]), a[1]) < 0 ? lang_error() : lang_none();
}

static lang_value m_set_exception(struct lang_thread *t, const lang_value *a)
{
    return lang_future_set_exception(t, future_of(a[0]), a[1]) < 0 ? lang_error() : lang_none();
}

static lang_value m_cancel(struct lang_thread *t, const lang_value *a)
{
    int status;
    if (check(t, future_of(a[0])) < 0)
        return lang_error();
    bool done = lang_future_cancel(t, future_of(a[0]), lang_is_undef(a[1]) ? lang_none() : a[1], &status);
    return status < 0 ? lang_error() : lang_bool(done);
}

static lang_value m_cancelled(struct lang_thread *t, const lang_value *a)
{
    (void)t;
    return lang_bool(!lang_is_undef(future_of(a[0])->loop) && future_of(a[0])->state == LANG_FUTURE_CANCELLED);
}

static lang_value m_done(struct lang_thread *t, const lang_value *a)
{
    (void)t;
    return lang_bool(!lang_is_undef(future_of(a[0])->loop) && future_of(a[0])->state != LANG_FUTURE_PENDING);
}

static lang_value m_get_loop(struct lang_thread *t, const lang_value *a)
{
    return check(t, future_of(a[0])) < 0 ? lang_error() : lang_ref(future_of(a[0])->loop);
}

static lang_value m_cancelled_error(struct lang_thread *t, const lang_value *a)
{
    return lang_future_cancelled_error(t, future_of(a[0]));
}

/* ------------------------------------------------------------------ the end */

void lang_future_tell(struct lang_thread *t, struct lang_future *f, const char *key, struct lang_str *message,
                      lang_value exception)
{
    lang_value saved = lang_error_take(t), context = lang_obj_or_error(message ? lang_dict_new(t) : NULL);
    struct lang_dict *d = lang_is_error(context) ? NULL : lang_as_dict(context);
    lang_value r = lang_error();
    if (d && lang_dict_set_c(t, d, "message", lang_obj(message)) == 0 &&
        (lang_is_undef(exception) || lang_dict_set_c(t, d, "exception", exception) == 0) &&
        lang_dict_set_c(t, d, key, lang_obj(f)) == 0 &&
        (lang_is_undef(f->source) || lang_dict_set_c(t, d, "source_traceback", f->source) == 0))
        r = lang_call_method_c(t, f->loop, "call_exception_handler", &context, 1);
    lang_xdecref(t, message);
    if (lang_is_error(r))
        lang_unraisable(t, lang_obj(f));
    else
        lang_unref(t, r);
    lang_xdecref(t, d);
    if (!lang_is_undef(saved))
        lang_error_restore(t, saved);
}

lang_value lang_future_del(struct lang_thread *t, const lang_value *a)
{
    struct lang_future *f = future_of(a[0]);
    if (!f->log_traceback || lang_is_undef(f->loop))
        return lang_none();
    f->log_traceback = false;
    lang_future_tell(t, f, "future", lang_str_from_format(t, "%s exception was never retrieved", f->head.type->name),
                     f->exception);
    return lang_none();
}

static lang_value future_repr(struct lang_thread *t, lang_value v)
{
    return lang_call(t, lang_asyncio_parts[LANG_ASYNCIO_FUTURE_REPR], &v, 1, NULL);
}

/* ------------------------------------------------------------------ what await asks for */

struct future_iter {
    struct lang_object head;
    struct lang_future *future; /* NULL: it has ended */
};
static struct lang_type future_iter_type;

static lang_value future_iter(struct lang_thread *t, lang_value v)
{
    if (check(t, future_of(v)) < 0)
        return lang_error();
    struct future_iter *it = lang_object_new(t, &future_iter_type);
    if (it)
        it->future = lang_incref(future_of(v));
    return lang_obj_or_error(it);
}

static lang_value m_await(struct lang_thread *t, const lang_value *a)
{
    return future_iter(t, a[0]);
}

static void iter_clear(struct lang_thread *t, struct lang_object *o)
{
    struct future_iter *it = (struct future_iter *)o;
    struct lang_future *f = it->future;
    it->future = NULL;
    lang_xdecref(t, f);
}

static void iter_traverse(struct lang_object *o, lang_visit_fn visit, void *arg)
{
    struct future_iter *it = (struct future_iter *)o;
    if (it->future)
        visit(&it->future->head, arg);
}

static lang_value iter_next(struct lang_thread *t, lang_value v)
{
    struct future_iter *it = (struct future_iter *)v.o;
    struct lang_future *f = it->future;
    if (!f)
        return lang_undef();
    if (f->state == LANG_FUTURE_PENDING) {
        if (f->blocking)
            return lang_raise(t, LANG_EXC_RuntimeError, "await wasn't used with future");
        f->blocking = true;
        return lang_ref(lang_obj(f));
    }
    it->future = NULL;
    lang_value r = lang_future_result(t, f);
    lang_decref(t, f);
    if (lang_is_error(r))
        return r;
    lang_stop_with(t, r);
    return lang_undef();
}

static lang_value iter_itself(struct lang_thread *t, lang_value v)
{
    (void)t;
    return lang_ref(v);
}

static lang_value iter_send(struct lang_thread *t, const lang_value *a)
{
    lang_value r = lang_next_or_stop(t, a[0]);
    return r;
}

static lang_value iter_throw(struct lang_thread *t, const lang_value *a)
{
    bool is_class = lang_is_a(a[1], &lang_type_type) && ((struct lang_type *)a[1].o)->flags & LANG_TYPE_EXCEPTION;
    if (!lang_is_undef(a[3]) && !lang_is_none(a[3]) && !lang_is_exactly(a[3], &lang_type_traceback))
        return lang_raise(t, LANG_EXC_TypeError, "throw() third argument must be a traceback");
    if (!is_class && !(lang_type_of(a[1])->flags & LANG_TYPE_EXCEPTION))
        return lang_raise(t, LANG_EXC_TypeError,
                          "exceptions must be classes deriving BaseException or instances of such a class");
    if (!is_class && !lang_is_undef(a[2]) && !lang_is_none(a[2]))
        return lang_raise(t, LANG_EXC_TypeError, "instance exception may not have a separate value");
    bool has_value = !lang_is_undef(a[2]) && !lang_is_none(a[2]);
    lang_value e = !is_class ? lang_ref(a[1])
                   : has_value && lang_is_a(a[2], (struct lang_type *)a[1].o)
                       ? lang_ref(a[2])
                       : lang_exception_make(t, a[1], &a[2], has_value);
    if (lang_is_error(e))
        return e;
    if (!lang_is_undef(a[3]) && !lang_is_none(a[3]))
        lang_set_steal(t, &((struct lang_exception *)e.o)->traceback, lang_ref(a[3]));
    iter_clear(t, a[0].o);
    lang_error_set(t, e);
    lang_unref(t, e);
    return lang_error();
}

static lang_value iter_close(struct lang_thread *t, const lang_value *a)
{
    iter_clear(t, a[0].o);
    return lang_none();
}

static const struct lang_method iter_methods[] = {
    {"send", "(value, /)", iter_send, NULL, LANG_M_NOSIG},
    {"throw", "(type, value=None, traceback=None, /)", iter_throw, NULL, LANG_M_NOSIG},
    {"close", "()", iter_close, NULL, LANG_M_NOSIG},
    {0},
};

static struct lang_type future_iter_type = {
    .name = "FutureIter",
    .module = "_asyncio",
    .size = sizeof(struct future_iter),
    .methods = iter_methods,
    .destroy = iter_clear,
    .traverse = iter_traverse,
    .clear = iter_clear,
    .iter = iter_itself,
    .next = iter_next,
};

/* ------------------------------------------------------------------ the type */

#define VALUE(field)                                                                                                   \
    static lang_value get_##field(struct lang_thread *t, lang_value v)                                                 \
    {                                                                                                                  \
        (void)t;                                                                                                       \
        lang_value value = future_of(v)->field;                                                                        \
        return lang_is_undef(value) ? lang_none() : lang_ref(value);                                                   \
    }
VALUE(loop)
VALUE(result)
VALUE(exception)
VALUE(message)
VALUE(source)

static lang_value get_state(struct lang_thread *t, lang_value v)
{
    return lang_obj_or_error(lang_str_from_c(t, state_names[future_of(v)->state]));
}

static lang_value get_blocking(struct lang_thread *t, lang_value v)
{
    (void)t;
    return lang_bool(future_of(v)->blocking);
}

static int set_blocking(struct lang_thread *t, lang_value v, lang_value value)
{
    if (lang_is_undef(value))
        return lang_fail(t, LANG_EXC_AttributeError, "cannot delete attribute");
    int truth = lang_truth(t, value);
    if (truth >= 0)
        future_of(v)->blocking = truth;
    return truth < 0 ? -1 : 0;
}

static int set_message(struct lang_thread *t, lang_value v, lang_value value)
{
    if (lang_is_undef(value))
        return lang_fail(t, LANG_EXC_AttributeError, "cannot delete attribute");
    lang_set_steal(t, &future_of(v)->message, lang_is_none(value) ? lang_undef() : lang_ref(value));
    return 0;
}

static lang_value get_log(struct lang_thread *t, lang_value v)
{
    (void)t;
    return lang_bool(future_of(v)->log_traceback);
}

static int set_log(struct lang_thread *t, lang_value v, lang_value value)
{
    if (lang_is_undef(value))
        return lang_fail(t, LANG_EXC_AttributeError, "cannot delete attribute");
    int truth = lang_truth(t, value);
    if (truth > 0)
        return lang_fail(t, LANG_EXC_ValueError, "_log_traceback can only be set to False");
    if (truth == 0)
        future_of(v)->log_traceback = false;
    return truth;
}

static const struct lang_method future_methods[] = {
    {"result", "()", m_result, "Return the result this future represents, or raise its exception.", 0},
    {"exception", "()", m_exception, "Return the exception that was set on this future, None: there is none.", 0},
    {"set_result", "(result, /)", m_set_result, "Mark the future done and set its result.", 0},
    {"set_exception", "(exception, /)", m_set_exception, "Mark the future done and set an exception.", 0},
    {"add_done_callback", "(fn, /, *, context=<unrepresentable>)", m_add,
     "Add a callback to be run when the future becomes done.", 0},
    {"remove_done_callback", "(fn, /)", m_remove, "Remove all instances of a callback; how many there were.", 0},
    {"cancel", "(msg=None)", m_cancel, "Cancel the future and schedule callbacks; whether it was not done yet.", 0},
    {"cancelled", "()", m_cancelled, "Return True if the future was cancelled.", 0},
    {"done", "()", m_done, "Return True if the future is done: has a result, an exception, or was cancelled.", 0},
    {"get_loop", "()", m_get_loop, "Return the event loop the Future is bound to.", 0},
    {"_make_cancelled_error", "()", m_cancelled_error, "The CancelledError that is to be raised.", 0},
    {"__await__", "()", m_await, "Return an iterator to be used in await expression.", LANG_M_NOSIG},
    {"__del__", "()", lang_future_del, "Tells of an exception that nobody asked for.", LANG_M_NOSIG},
    {"__class_getitem__", "(object, /)", lang_class_getitem, "See PEP 585", LANG_M_CLASS},
    {0},
};
const struct lang_getset lang_future_getset[] = {
    {"_state", get_state, NULL, NULL},
    {"_asyncio_future_blocking", get_blocking, set_blocking, NULL},
    {"_loop", get_loop, NULL, NULL},
    {"_callbacks", get_callbacks, NULL, NULL},
    {"_result", get_result, NULL, NULL},
    {"_exception", get_exception, NULL, NULL},
    {"_log_traceback", get_log, set_log, NULL},
    {"_source_traceback", get_source, NULL, NULL},
    {"_cancel_message", get_message, set_message, NULL},
    {0},
};

struct lang_type lang_type_future = {
    .name = "Future",
    .module = "_asyncio",
    .doc = "A result that comes later. Await it, or add a callback.",
    .size = sizeof(struct lang_future),
    .flags = LANG_TYPE_BASE | LANG_TYPE_WEAKREF | LANG_TYPE_QUALIFIED,
    .methods = future_methods,
    .getset = lang_future_getset,
    .make = future_make,
    .init = future_init,
    .destroy = lang_future_clear,
    .traverse = lang_future_traverse,
    .clear = lang_future_clear,
    .repr = future_repr,
    .iter = future_iter,
};

int lang_future_ready(struct lang_thread *t)
{
    if (lang_type_ready(t, &lang_type_future) < 0)
        return -1;
    lang_type_future.special |= LANG_SPECIAL_DEL;
    return lang_type_ready(t, &future_iter_type);
}
