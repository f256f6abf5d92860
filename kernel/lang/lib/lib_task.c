/* lib_task.c: asyncio.Task: a coroutine that an event loop runs, a step for each time that it waits. */
#include "lib_context.h"
#include "lib_ready.h"
#include "vm/code.h"
#include "vm/type.h"

static struct lang_task *all; /* those that are not done, newest first */
static int64_t made;          /* for the names of tasks that have none */
struct lang_dict *lang_task_current_of_loops;

static inline struct lang_task *task_of(lang_value v)
{
    return (struct lang_task *)v.o;
}

/* ------------------------------------------------------------------ all of them */

static void enlist(struct lang_task *task)
{
    if (task->listed)
        return;
    task->listed = true;
    task->next = all;
    task->before = NULL;
    if (all)
        all->before = task;
    all = task;
}

static void delist(struct lang_task *task)
{
    if (!task->listed)
        return;
    task->listed = false;
    if (task->before)
        task->before->next = task->next;
    else
        all = task->next;
    if (task->next)
        task->next->before = task->before;
}

lang_value lang_task_all(struct lang_thread *t, lang_value loop)
{
    struct lang_set *found = lang_set_new(t, false);
    for (struct lang_task *task = all; found && task; task = task->next)
        if (lang_same(task->future.loop, loop) && task->future.state == LANG_FUTURE_PENDING &&
            lang_set_add(t, found, lang_obj(task)) < 0) {
            lang_decref(t, found);
            return lang_error();
        }
    return lang_obj_or_error(found);
}

/* ------------------------------------------------------------------ the one that runs */

static lang_value running_in(struct lang_thread *t, lang_value loop, struct lang_ready *q)
{
    return q ? q->current : lang_dict_get(t, lang_task_current_of_loops, loop);
}

static int set_running(struct lang_thread *t, lang_value loop, struct lang_ready *q, lang_value task)
{
    if (q)
        lang_set_steal(t, &q->current, lang_ref(task));
    else if (lang_is_undef(task))
        return lang_dict_del(t, lang_task_current_of_loops, loop) < 0 ? -1 : 0;
    else
        return lang_dict_set(t, lang_task_current_of_loops, loop, task);
    return 0;
}

int lang_task_enter(struct lang_thread *t, lang_value loop, struct lang_ready *q, lang_value task)
{
    lang_value other = running_in(t, loop, q);
    if (lang_is_error(other))
        return -1;
    if (!lang_is_undef(other))
        return lang_fail(t, LANG_EXC_RuntimeError, "Cannot enter into task %R while another task %R is being executed.",
                         task, other);
    return set_running(t, loop, q, task);
}

int lang_task_leave(struct lang_thread *t, lang_value loop, struct lang_ready *q, lang_value task)
{
    lang_value other = running_in(t, loop, q);
    if (lang_is_error(other))
        return -1;
    if (lang_is_undef(other))
        other = lang_none();
    if (!lang_same(other, task))
        return lang_fail(t, LANG_EXC_RuntimeError, "Leaving task %R does not match the current task %R.", task, other);
    return set_running(t, loop, q, lang_undef());
}

lang_value lang_task_current(struct lang_thread *t, lang_value loop)
{
    lang_value v = running_in(t, loop, lang_ready_of(t, loop));
    return lang_is_undef(v) ? lang_none() : lang_ref(v);
}

/* ------------------------------------------------------------------ life */

static bool is_plain_coroutine(lang_value v)
{
    return lang_is_exactly(v, &lang_type_coroutine);
}

static int name_task(struct lang_thread *t, struct lang_task *task, lang_value name)
{
    struct lang_str *text = lang_is_undef(name) || lang_is_none(name)
                                ? lang_str_from_format(t, "Task-%lld", (long long)++made)
                            : lang_is_exactly(name, &lang_type_str) ? lang_incref(name.o)
                                                                    : lang_to_str(t, name);
    if (!text)
        return -1;
    lang_set_steal(t, &task->name, lang_obj(text));
    return 0;
}

static int check_coroutine(struct lang_thread *t, lang_value coroutine)
{
    if (is_plain_coroutine(coroutine))
        return 0;
    lang_value is = lang_call(t, lang_asyncio_parts[LANG_ASYNCIO_IS_COROUTINE], &coroutine, 1, NULL);
    int truth = lang_is_error(is) ? -1 : lang_truth(t, is);
    if (!lang_is_error(is))
        lang_unref(t, is);
    if (truth == 0)
        lang_raise(t, LANG_EXC_TypeError, "a coroutine was expected, got %R", coroutine);
    return truth > 0 ? 0 : -1;
}

/* The first step comes with the loop's next turn. */
static int schedule(struct lang_thread *t, struct lang_task *task)
{
    struct lang_ready *q = task->future.ready;
    if (q && !q->slow)
        return lang_ready_push(t, q, lang_obj(task));
    lang_value step = lang_getattr_c(t, lang_obj(task), "task_step");
    if (lang_is_error(step))
        return -1;
    int status = lang_call_soon(t, task->future.loop, q, step, lang_undef(), task->context);
    lang_unref(t, step);
    return status;
}

static int task_init(struct lang_thread *t, lang_value self, const lang_value *args, size_t nargs,
                     struct lang_tuple *kwnames)
{
    struct lang_task *task = task_of(self);
    lang_value out[4];
    struct lang_params *params = lang_params_get(t, "Task", "(coro, *, loop=None, name=None, context=None)");
    if (!params || lang_params_bind(t, params, args, nargs, kwnames, out) < 0)
        return -1;
    delist(task);
    task->quiet = true;
    int status = lang_future_start(t, &task->future, out[1]) < 0 || check_coroutine(t, out[0]) < 0 ? -1 : 0;
    lang_value context = status < 0                                      ? lang_error()
                         : lang_is_undef(out[3]) || lang_is_none(out[3]) ? lang_context_copy_current(t)
                                                                         : lang_ref(out[3]);
    if (status == 0 && !lang_is_error(context) && !lang_is_context(context)) {
        lang_raise(t, LANG_EXC_TypeError, "a context is required, not %N", context);
        lang_unref(t, context);
        context = lang_error();
    }
    if (lang_is_error(context)) {
        status = -1;
    } else {
        lang_set_steal(t, &task->context, context);
        lang_set_steal(t, &task->coroutine, lang_ref(out[0]));
        lang_clear(t, &task->waits_for);
        lang_clear(t, &task->pending);
        task->must_cancel = false;
        task->cancels = 0;
        status = name_task(t, task, out[2]);
        task->quiet = status < 0; /* from here on it is told where it never runs */
        status = status < 0 || schedule(t, task) < 0 ? -1 : 0;
    }
    if (status == 0)
        enlist(task);
    lang_args_done(t, params, out);
    return status;
}

static void task_clear(struct lang_thread *t, struct lang_object *o)
{
    struct lang_task *task = (struct lang_task *)o;
    delist(task);
    lang_value *const parts[] = {&task->coroutine, &task->name, &task->context, &task->waits_for, &task->pending};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        lang_clear(t, parts[i]);
    lang_future_clear(t, o);
}

static void task_traverse(struct lang_object *o, lang_visit_fn visit, void *arg)
{
    struct lang_task *task = (struct lang_task *)o;
    const lang_value parts[] = {task->coroutine, task->name, task->context, task->waits_for, task->pending};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (lang_is_obj(parts[i]))
            visit(parts[i].o, arg);
    lang_future_traverse(o, visit, arg);
}

static lang_value m_del(struct lang_thread *t, const lang_value *a)
{
    struct lang_task *task = task_of(a[0]);
    if (task->future.state == LANG_FUTURE_PENDING && !task->quiet && !lang_is_undef(task->future.loop)) {
        task->quiet = true;
        delist(task); /* also where somebody keeps what is told */
        lang_future_tell(t, &task->future, "task", lang_str_from_c(t, "Task was destroyed but it is pending!"),
                         lang_undef());
    }
    return lang_future_del(t, a);
}

static lang_value task_repr(struct lang_thread *t, lang_value v)
{
    return lang_call(t, lang_asyncio_parts[LANG_ASYNCIO_TASK_REPR], &v, 1, NULL);
}

/* ------------------------------------------------------------------ a step */

static int wait_for(struct lang_thread *t, struct lang_task *task, lang_value v);

/* The task goes on with an exception at the loop's next turn. */
static int fail_later(struct lang_thread *t, struct lang_task *task, lang_value r)
{
    (void)r;
    lang_set_steal(t, &task->pending, lang_error_take(t));
    return schedule(t, task);
}

static int do_cancel(struct lang_thread *t, struct lang_task *task, lang_value message)
{
    int status;
    lang_future_cancel(t, &task->future, message, &status);
    return status;
}

/* The exception that the coroutine has ended with is on the thread. -1: it goes on to the loop's caller. */
static int end_with_error(struct lang_thread *t, struct lang_task *task)
{
    lang_value e = lang_error_take(t);
    struct lang_type *cancelled = (struct lang_type *)lang_asyncio_parts[LANG_ASYNCIO_CANCELLED].o;
    int status;
    if (lang_is_a(e, cancelled)) {
        lang_set_steal(t, &task->future.cancelled_error, e);
        return do_cancel(t, task, lang_none());
    }
    status = lang_future_set_exception(t, &task->future, e);
    if (lang_is_a(e, &lang_exc_types[LANG_EXC_KeyboardInterrupt]) ||
        lang_is_a(e, &lang_exc_types[LANG_EXC_SystemExit])) {
        if (status < 0)
            lang_error_clear(t);
        lang_error_restore(t, e);
        return -1;
    }
    lang_unref(t, e);
    return status;
}

static int end_with_value(struct lang_thread *t, struct lang_task *task, lang_value result)
{
    if (!task->must_cancel)
        return lang_future_set_result(t, &task->future, result);
    task->must_cancel = false;
    lang_value message = lang_is_undef(task->future.message) ? lang_none() : lang_ref(task->future.message);
    int status = do_cancel(t, task, message);
    lang_unref(t, message);
    return status;
}

/* What the coroutine gives when it goes on, with an exception that is thrown into it or UNDEF; UNDEF: it has returned
 * *result. */
static lang_value resume(struct lang_thread *t, lang_value coroutine, lang_value thrown, lang_value *result)
{
    lang_value r;
    *result = lang_undef();
    if (lang_is_generator(coroutine) && lang_is_undef(thrown))
        return lang_generator_resume_result(t, (struct lang_generator *)coroutine.o, lang_none(), result);
    if (lang_is_generator(coroutine)) {
        const lang_value raw[3] = {thrown, lang_undef(), lang_undef()};
        r = lang_generator_throw_raw(t, (struct lang_generator *)coroutine.o, raw);
    } else {
        lang_value none = lang_none();
        r = lang_call_method_c(t, coroutine, lang_is_undef(thrown) ? "send" : "throw",
                               lang_is_undef(thrown) ? &none : &thrown, 1);
    }
    if (lang_is_error(r) && lang_error_is(t, LANG_EXC_StopIteration)) {
        lang_value e = lang_error_take(t);
        *result = lang_stop_iteration_value(e);
        lang_unref(t, e);
        return lang_undef();
    }
    return r;
}

static int run_step(struct lang_thread *t, struct lang_task *task, lang_value thrown)
{
    lang_value result, r = resume(t, task->coroutine, thrown, &result);
    int status;
    if (lang_is_undef(r)) {
        status = end_with_value(t, task, result);
        lang_unref(t, result);
    } else if (lang_is_error(r)) {
        status = end_with_error(t, task);
    } else {
        status = wait_for(t, task, r);
        lang_unref(t, r);
    }
    if (task->future.state != LANG_FUTURE_PENDING)
        delist(task);
    return status;
}

static int step_with(struct lang_thread *t, struct lang_task *task, lang_value thrown)
{
    lang_value self = lang_obj(task), loop = task->future.loop;
    struct lang_ready *q = task->future.ready;
    if (task->future.state != LANG_FUTURE_PENDING) {
        lang_raise_class(t, (struct lang_type *)lang_asyncio_parts[LANG_ASYNCIO_INVALID_STATE].o,
                         "__step(): already done: %R %R", self, lang_is_undef(thrown) ? lang_none() : thrown);
        lang_unref(t, thrown);
        return -1;
    }
    if (task->must_cancel) {
        struct lang_type *cancelled = (struct lang_type *)lang_asyncio_parts[LANG_ASYNCIO_CANCELLED].o;
        if (lang_is_undef(thrown) || !lang_is_a(thrown, cancelled)) {
            lang_unref(t, thrown);
            thrown = lang_future_cancelled_error(t, &task->future);
            if (lang_is_error(thrown))
                return -1;
        }
        task->must_cancel = false;
    }
    lang_clear(t, &task->waits_for);
    if (lang_task_enter(t, loop, q, self) < 0) {
        lang_unref(t, thrown);
        return -1;
    }
    lang_incref(task);
    int status = run_step(t, task, thrown);
    lang_unref(t, thrown);
    lang_value e = status < 0 ? lang_error_take(t) : lang_undef();
    if (lang_task_leave(t, loop, q, self) < 0) {
        if (status < 0)
            lang_error_clear(t);
        status = status < 0 ? status : -1;
    }
    if (!lang_is_undef(e))
        lang_error_restore(t, e);
    lang_decref(t, task);
    return status;
}

/* What the future has, that the task waited for: UNDEF, or the exception that is thrown into the coroutine. */
static lang_value outcome(struct lang_thread *t, lang_value future)
{
    lang_value r;
    if (lang_is_exactly(future, &lang_type_future) || lang_is_exactly(future, &lang_type_task)) {
        struct lang_future *f = (struct lang_future *)future.o;
        if (f->state == LANG_FUTURE_FINISHED && lang_is_undef(f->exception)) {
            f->log_traceback = false;
            return lang_undef();
        }
        r = lang_future_result(t, f);
    } else {
        r = lang_call_method_c(t, future, "result", NULL, 0);
    }
    if (lang_is_error(r))
        return lang_error_take(t);
    lang_unref(t, r);
    return lang_undef();
}

static bool is_over(lang_value future)
{
    return lang_is_a(future, &lang_type_future) && ((struct lang_future *)future.o)->state != LANG_FUTURE_PENDING;
}

int lang_task_step(struct lang_thread *t, struct lang_task *task)
{
    lang_value thrown = task->pending;
    task->pending = lang_undef();
    if (lang_is_undef(thrown) && is_over(task->waits_for)) {
        lang_value future = lang_ref(task->waits_for);
        thrown = outcome(t, future);
        lang_unref(t, future);
    }
    if (lang_context_enter(t, task->context) < 0) {
        lang_unref(t, thrown);
        return -1;
    }
    lang_value context = lang_ref(task->context);
    int status = step_with(t, task, thrown);
    lang_context_leave(t, context);
    lang_unref(t, context);
    return status;
}

/* ------------------------------------------------------------------ what a coroutine waits for */

/* Cancels what the task waits for: whether it could be, -1. */
static int cancel_waited(struct lang_thread *t, lang_value future, lang_value message)
{
    static struct lang_tuple *names;
    if (lang_is_exactly(future, &lang_type_future)) {
        int status;
        bool done = lang_future_cancel(t, (struct lang_future *)future.o, message, &status);
        return status < 0 ? -1 : done;
    }
    if (!names) {
        lang_value name = lang_obj_or_error(lang_intern_c(t, "msg"));
        names = lang_is_error(name) ? NULL : lang_tuple_from(t, &name, 1);
        if (!lang_is_error(name))
            lang_unref(t, name);
        if (!names)
            return -1;
    }
    lang_value method = lang_getattr_c(t, future, "cancel");
    lang_value r = lang_is_error(method) ? method : lang_call(t, method, &message, 0, names);
    if (!lang_is_error(method))
        lang_unref(t, method);
    int truth = lang_is_error(r) ? -1 : lang_truth(t, r);
    if (!lang_is_error(r))
        lang_unref(t, r);
    return truth;
}

/* A task that is to be cancelled has begun to wait. */
static int cancel_at_once(struct lang_thread *t, struct lang_task *task, lang_value future)
{
    if (!task->must_cancel)
        return 0;
    lang_value message = lang_is_undef(task->future.message) ? lang_none() : lang_ref(task->future.message);
    int done = cancel_waited(t, future, message);
    lang_unref(t, message);
    if (done > 0)
        task->must_cancel = false;
    return done < 0 ? -1 : 0;
}

static int wait_for_own(struct lang_thread *t, struct lang_task *task, struct lang_future *f)
{
    lang_value v = lang_obj(f), self = lang_obj(task);
    if (!lang_same(f->loop, task->future.loop))
        return fail_later(
            t, task,
            lang_raise(t, LANG_EXC_RuntimeError, "Task %R got Future %R attached to a different loop", self, v));
    if (!f->blocking)
        return fail_later(
            t, task,
            lang_raise(t, LANG_EXC_RuntimeError, "yield was used instead of yield from in task %R with %R", self, v));
    f->blocking = false;
    if (lang_future_add_callback(t, f, self, lang_undef()) < 0)
        return -1;
    lang_set_steal(t, &task->waits_for, lang_ref(v));
    return cancel_at_once(t, task, v);
}

/* A future of another kind, that says so by _asyncio_future_blocking. */
static int wait_for_other(struct lang_thread *t, struct lang_task *task, lang_value v, lang_value blocking)
{
    lang_value self = lang_obj(task), wakeup;
    int truth = lang_truth(t, blocking);
    if (truth < 0)
        return fail_later(t, task, lang_error());
    if (!truth)
        return fail_later(
            t, task,
            lang_raise(t, LANG_EXC_RuntimeError, "yield was used instead of yield from in task %R with %R", self, v));
    lang_value loop = lang_call_method_c(t, v, "get_loop", NULL, 0);
    if (lang_is_error(loop))
        return fail_later(t, task, loop);
    bool same = lang_same(loop, task->future.loop);
    lang_unref(t, loop);
    if (!same)
        return fail_later(
            t, task,
            lang_raise(t, LANG_EXC_RuntimeError, "Task %R got Future %R attached to a different loop", self, v));
    if (lang_setattr_c(t, v, "_asyncio_future_blocking", lang_bool(false)) < 0)
        return fail_later(t, task, lang_error());
    wakeup = lang_getattr_c(t, self, "task_wakeup");
    lang_value method = lang_is_error(wakeup) ? wakeup : lang_getattr_c(t, v, "add_done_callback"), r = method;
    if (!lang_is_error(method)) {
        lang_value name = lang_obj_or_error(lang_intern_c(t, "context"));
        struct lang_tuple *names = lang_is_error(name) ? NULL : lang_tuple_from(t, &name, 1);
        const lang_value args[2] = {wakeup, task->context};
        r = names ? lang_call(t, method, args, 1, names) : lang_error();
        lang_xdecref(t, names);
        if (!lang_is_error(name))
            lang_unref(t, name);
        lang_unref(t, method);
    }
    if (!lang_is_error(wakeup))
        lang_unref(t, wakeup);
    if (lang_is_error(r))
        return fail_later(t, task, r);
    lang_unref(t, r);
    lang_set_steal(t, &task->waits_for, lang_ref(v));
    return cancel_at_once(t, task, v);
}

static int wait_for(struct lang_thread *t, struct lang_task *task, lang_value v)
{
    lang_value self = lang_obj(task);
    if (lang_is_none(v))
        return schedule(t, task);
    if (lang_same(v, self))
        return fail_later(t, task, lang_raise(t, LANG_EXC_RuntimeError, "Task cannot await on itself: %R", self));
    if (lang_is_exactly(v, &lang_type_future) || lang_is_exactly(v, &lang_type_task))
        return wait_for_own(t, task, (struct lang_future *)v.o);
    static struct lang_str *name;
    if (!name && !(name = lang_intern_c(t, "_asyncio_future_blocking")))
        return -1;
    lang_value blocking = lang_getattr_opt(t, v, name);
    if (lang_is_error(blocking))
        return fail_later(t, task, blocking);
    if (!lang_is_undef(blocking) && !lang_is_none(blocking)) {
        int status = wait_for_other(t, task, v, blocking);
        lang_unref(t, blocking);
        return status;
    }
    return fail_later(t, task,
                      lang_is_exactly(v, &lang_type_generator)
                          ? lang_raise(t, LANG_EXC_RuntimeError,
                                       "yield was used instead of yield from for generator in task %R with %R", self, v)
                          : lang_raise(t, LANG_EXC_RuntimeError, "Task got bad yield: %R", v));
}

/* ------------------------------------------------------------------ methods */

static lang_value m_cancel(struct lang_thread *t, const lang_value *a)
{
    struct lang_task *task = task_of(a[0]);
    lang_value message = lang_is_undef(a[1]) ? lang_none() : a[1];
    task->future.log_traceback = false;
    if (task->future.state != LANG_FUTURE_PENDING)
        return lang_bool(false);
    task->cancels++;
    if (!lang_is_undef(task->waits_for)) {
        lang_value future = lang_ref(task->waits_for);
        int done = cancel_waited(t, future, message);
        lang_unref(t, future);
        if (done)
            return done < 0 ? lang_error() : lang_bool(true);
    }
    task->must_cancel = true;
    lang_set_steal(t, &task->future.message, lang_is_none(message) ? lang_undef() : lang_ref(message));
    return lang_bool(true);
}

static lang_value m_cancelling(struct lang_thread *t, const lang_value *a)
{
    (void)t;
    return lang_int(task_of(a[0])->cancels);
}

static lang_value m_uncancel(struct lang_thread *t, const lang_value *a)
{
    (void)t;
    struct lang_task *task = task_of(a[0]);
    if (task->cancels > 0)
        task->cancels--;
    return lang_int(task->cancels);
}

static lang_value shown(lang_value v)
{
    return lang_is_undef(v) ? lang_none() : lang_ref(v);
}

static lang_value m_get_coro(struct lang_thread *t, const lang_value *a)
{
    (void)t;
    return shown(task_of(a[0])->coroutine);
}

static lang_value m_get_name(struct lang_thread *t, const lang_value *a)
{
    (void)t;
    return shown(task_of(a[0])->name);
}

static lang_value m_set_name(struct lang_thread *t, const lang_value *a)
{
    struct lang_str *text = lang_is_exactly(a[1], &lang_type_str) ? lang_incref(a[1].o) : lang_to_str(t, a[1]);
    if (!text)
        return lang_error();
    lang_set_steal(t, &task_of(a[0])->name, lang_obj(text));
    return lang_none();
}

static lang_value m_set_result(struct lang_thread *t, const lang_value *a)
{
    (void)a;
    return lang_raise(t, LANG_EXC_RuntimeError, "Task does not support set_result operation");
}

static lang_value m_set_exception(struct lang_thread *t, const lang_value *a)
{
    (void)a;
    return lang_raise(t, LANG_EXC_RuntimeError, "Task does not support set_exception operation");
}

static lang_value m_get_stack(struct lang_thread *t, const lang_value *a)
{
    const lang_value args[2] = {a[0], shown(a[1])};
    return lang_call(t, lang_asyncio_parts[LANG_ASYNCIO_TASK_STACK], args, 2, NULL);
}

static lang_value m_print_stack(struct lang_thread *t, const lang_value *a)
{
    const lang_value args[3] = {a[0], lang_is_undef(a[1]) ? lang_none() : a[1],
                                lang_is_undef(a[2]) ? lang_none() : a[2]};
    return lang_call(t, lang_asyncio_parts[LANG_ASYNCIO_PRINT_STACK], args, 3, NULL);
}

/* As callbacks of other loops and futures: the context is entered by who calls them. */
static lang_value m_step(struct lang_thread *t, const lang_value *a)
{
    struct lang_task *task = task_of(a[0]);
    lang_value thrown = task->pending;
    task->pending = lang_undef();
    return step_with(t, task, thrown) < 0 ? lang_error() : lang_none();
}

static lang_value m_wakeup(struct lang_thread *t, const lang_value *a)
{
    return step_with(t, task_of(a[0]), outcome(t, a[1])) < 0 ? lang_error() : lang_none();
}

static lang_value get_coro(struct lang_thread *t, lang_value v)
{
    (void)t;
    return shown(task_of(v)->coroutine);
}

static lang_value get_waiter(struct lang_thread *t, lang_value v)
{
    (void)t;
    return shown(task_of(v)->waits_for);
}

static lang_value get_must_cancel(struct lang_thread *t, lang_value v)
{
    (void)t;
    return lang_bool(task_of(v)->must_cancel);
}

static lang_value get_log_destroy(struct lang_thread *t, lang_value v)
{
    (void)t;
    return lang_bool(!task_of(v)->quiet);
}

static int set_log_destroy(struct lang_thread *t, lang_value v, lang_value value)
{
    if (lang_is_undef(value))
        return lang_fail(t, LANG_EXC_AttributeError, "cannot delete attribute");
    int truth = lang_truth(t, value);
    if (truth >= 0)
        task_of(v)->quiet = !truth;
    return truth < 0 ? -1 : 0;
}

static const struct lang_method task_methods[] = {
    {"cancel", "(msg=None)", m_cancel,
     "Request that this task cancel itself: a CancelledError is thrown into its coroutine.", 0},
    {"cancelling", "()", m_cancelling, "Return how many cancellation requests there are.", 0},
    {"uncancel", "()", m_uncancel, "Take one cancellation request back; how many remain.", 0},
    {"get_coro", "()", m_get_coro, "The coroutine that the task runs.", 0},
    {"get_name", "()", m_get_name, "The name of the task.", 0},
    {"set_name", "(value, /)", m_set_name, "Gives the task another name.", 0},
    {"set_result", "(result, /)", m_set_result, NULL, 0},
    {"set_exception", "(exception, /)", m_set_exception, NULL, 0},
    {"get_stack", "(*, limit=None)", m_get_stack, "Return the list of stack frames for this task's coroutine.", 0},
    {"print_stack", "(*, limit=None, file=None)", m_print_stack,
     "Print the stack or traceback for this task's coroutine.", 0},
    {"task_step", "()", m_step, NULL, LANG_M_NOSIG},
    {"task_wakeup", "(future, /)", m_wakeup, NULL, LANG_M_NOSIG},
    {"__del__", "()", m_del, "Tells of a task that has not ended.", LANG_M_NOSIG},
    {"__class_getitem__", "(object, /)", lang_class_getitem, "See PEP 585", LANG_M_CLASS},
    {0},
};
static const struct lang_getset task_getset[] = {
    {"_coro", get_coro, NULL, NULL},
    {"_fut_waiter", get_waiter, NULL, NULL},
    {"_must_cancel", get_must_cancel, NULL, NULL},
    {"_log_destroy_pending", get_log_destroy, set_log_destroy, NULL},
    {0},
};

struct lang_type lang_type_task = {
    .name = "Task",
    .module = "_asyncio",
    .doc = "A coroutine wrapped in a Future.",
    .base = &lang_type_future,
    .size = sizeof(struct lang_task),
    .flags = LANG_TYPE_BASE | LANG_TYPE_WEAKREF | LANG_TYPE_QUALIFIED,
    .methods = task_methods,
    .getset = task_getset,
    .init = task_init,
    .destroy = task_clear,
    .traverse = task_traverse,
    .clear = task_clear,
    .repr = task_repr,
};
