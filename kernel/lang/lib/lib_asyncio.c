/* lib_asyncio.c: the module _asyncio: futures, tasks, handles and the queue of an event loop, and how that is run. The
 * loop itself is written in the language (prelude/_standalone/asyncio). */
#include "lib_context.h"
#include "lib_ready.h"
#include "vm/code.h"

/* ------------------------------------------------------------------ the loop that runs in this thread */

static lang_value get_running(struct lang_thread *t, const lang_value *a)
{
    (void)a;
    return lang_is_undef(t->running_loop) ? lang_none() : lang_ref(t->running_loop);
}

static lang_value require_running(struct lang_thread *t, const lang_value *a)
{
    (void)a;
    return lang_is_undef(t->running_loop) ? lang_raise(t, LANG_EXC_RuntimeError, "no running event loop")
                                          : lang_ref(t->running_loop);
}

static lang_value set_running(struct lang_thread *t, const lang_value *a)
{
    lang_set_steal(t, &t->running_loop, lang_is_none(a[0]) ? lang_undef() : lang_ref(a[0]));
    return lang_none();
}

/* ------------------------------------------------------------------ running what is ready */

/* A task that was awaited from the queue: what it raises beside the two that end programs has gone into its result; an
 * error of the mechanism itself is reported as a handle's would be. */
static int run_task(struct lang_thread *t, struct lang_task *task)
{
    if (lang_task_step(t, task) == 0)
        return 0;
    if (lang_error_is(t, LANG_EXC_SystemExit) || lang_error_is(t, LANG_EXC_KeyboardInterrupt))
        return -1;
    lang_value args[2] = {lang_undef(), lang_error_take(t)};
    struct lang_tuple *none = lang_tuple_from(t, NULL, 0);
    lang_value step = lang_getattr_c(t, lang_obj(task), "task_step");
    struct lang_handle *h = none && !lang_is_error(step)
                                ? lang_handle_new(t, step, lang_obj(none), task->future.loop, task->context)
                                : NULL;
    lang_value r = lang_error();
    if (h) {
        args[0] = lang_obj(h);
        r = lang_call(t, lang_asyncio_parts[LANG_ASYNCIO_HANDLE_FAILED], args, 2, NULL);
    }
    lang_xdecref(t, h);
    lang_xdecref(t, none);
    if (!lang_is_error(step))
        lang_unref(t, step);
    lang_unref(t, args[1]);
    if (lang_is_error(r))
        return -1;
    lang_unref(t, r);
    return 0;
}

static int run_entry(struct lang_thread *t, lang_value entry)
{
    if (lang_is_a(entry, &lang_type_task))
        return run_task(t, (struct lang_task *)entry.o);
    if (lang_is_exactly(entry, &lang_type_handle))
        return lang_handle_run(t, (struct lang_handle *)entry.o);
    lang_value r = lang_call_method_c(t, entry, "_run", NULL, 0);
    if (lang_is_error(r))
        return -1;
    lang_unref(t, r);
    return 0;
}

/* run_ready(queue): what is in it now; what it adds comes with the next turn. */
static lang_value run_ready(struct lang_thread *t, const lang_value *a)
{
    if (!lang_is_exactly(a[0], &lang_type_ready_queue))
        return lang_raise(t, LANG_EXC_TypeError, "a ReadyQueue is required, not '%N'", a[0]);
    struct lang_ready *q = (struct lang_ready *)a[0].o;
    for (int64_t n = q->length; n > 0; n--) {
        lang_value entry = lang_ready_pop(q);
        if (lang_is_undef(entry))
            break;
        int status = run_entry(t, entry);
        lang_unref(t, entry);
        if (status < 0 || lang_poll(t) < 0)
            return lang_error();
    }
    return lang_none();
}

/* ------------------------------------------------------------------ tasks */

static lang_value all_tasks(struct lang_thread *t, const lang_value *a)
{
    return lang_task_all(t, a[0]);
}

static lang_value current_task(struct lang_thread *t, const lang_value *a)
{
    lang_value loop = lang_is_undef(a[0]) || lang_is_none(a[0]) ? require_running(t, NULL) : lang_ref(a[0]);
    if (lang_is_error(loop))
        return loop;
    lang_value task = lang_task_current(t, loop);
    lang_unref(t, loop);
    return task;
}

static lang_value enter_task(struct lang_thread *t, const lang_value *a)
{
    return lang_task_enter(t, a[0], lang_ready_of(t, a[0]), a[1]) < 0 ? lang_error() : lang_none();
}

static lang_value leave_task(struct lang_thread *t, const lang_value *a)
{
    return lang_task_leave(t, a[0], lang_ready_of(t, a[0]), a[1]) < 0 ? lang_error() : lang_none();
}

/* ------------------------------------------------------------------ the module */

/* _set_parts(**parts): what this module calls. */
static lang_value set_parts(struct lang_thread *t, const lang_value *a)
{
    static const char *const names[LANG_ASYNCIO_PARTS] = {[LANG_ASYNCIO_CANCELLED] = "cancelled",
                                                          [LANG_ASYNCIO_INVALID_STATE] = "invalid_state",
                                                          [LANG_ASYNCIO_FUTURE_REPR] = "future_repr",
                                                          [LANG_ASYNCIO_TASK_REPR] = "task_repr",
                                                          [LANG_ASYNCIO_HANDLE_REPR] = "handle_repr",
                                                          [LANG_ASYNCIO_HANDLE_FAILED] = "handle_failed",
                                                          [LANG_ASYNCIO_GET_LOOP] = "get_loop",
                                                          [LANG_ASYNCIO_STACK] = "stack",
                                                          [LANG_ASYNCIO_IS_COROUTINE] = "is_coroutine",
                                                          [LANG_ASYNCIO_TASK_STACK] = "task_stack",
                                                          [LANG_ASYNCIO_PRINT_STACK] = "task_print_stack",
                                                          [LANG_ASYNCIO_CALL_SOON] = "call_soon"};
    for (int i = 0; i < LANG_ASYNCIO_PARTS; i++) {
        lang_value v = lang_dict_get_c(t, lang_as_dict(a[0]), names[i]);
        if (lang_is_error(v))
            return v;
        if (!lang_is_undef(v))
            lang_set_steal(t, &lang_asyncio_parts[i], lang_ref(v));
    }
    return lang_none();
}

static const struct lang_method functions[] = {
    {"_get_running_loop", "()", get_running, "The event loop that runs in this thread, or None.", 0},
    {"get_running_loop", "()", require_running, "The event loop that runs in this thread; RuntimeError: none does.", 0},
    {"_set_running_loop", "(loop, /)", set_running, "Says which event loop runs in this thread.", 0},
    {"run_ready", "(queue, /)", run_ready, "Runs what is in the queue now.", 0},
    {"_all_tasks", "(loop, /)", all_tasks, "The tasks of a loop that are not done.", 0},
    {"current_task", "(loop=None)", current_task, "The task that runs, or None.", 0},
    {"_enter_task", "(loop, task)", enter_task, "Says that a task runs in a loop.", 0},
    {"_leave_task", "(loop, task)", leave_task, "Says that it no longer does.", 0},
    {"_set_parts", "(**parts)", set_parts, "What this module takes from asyncio.", 0},
    {0},
};

static int init(struct lang_thread *t, struct lang_module *m)
{
    static struct lang_type *const types[] = {&lang_type_future, &lang_type_task, &lang_type_handle,
                                              &lang_type_ready_queue};
    if (lang_context_ready(t) < 0 || lang_future_ready(t) < 0)
        return -1;
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (lang_type_ready(t, types[i]) < 0 || lang_module_add(t, m, types[i]->name, lang_obj(types[i])) < 0)
            return -1;
    lang_type_task.special |= LANG_SPECIAL_DEL;
    if (!lang_task_current_of_loops && !(lang_task_current_of_loops = lang_dict_new(t)))
        return -1;
    return lang_module_add(t, m, "_current_tasks", lang_obj(lang_task_current_of_loops));
}

const struct lang_module_def lang_module__asyncio = {"_asyncio", "Futures, tasks and what event loops run.", functions,
                                                     init};
