/* lib_ready.h: the queue of what an event loop runs next, its handles, futures and tasks: what the files of the module
 * _asyncio share. */
#ifndef LANG_LIB_READY_H
#define LANG_LIB_READY_H

#include "lib.h"

/* A ring of handles and tasks. One loop has it; futures and tasks of that loop put their callbacks there directly. */
struct lang_ready {
    struct lang_object head;
    lang_value *ring;
    int64_t capacity, first, length;
    bool closed; /* the loop is */
    bool slow;   /* the loop's own call_soon() is to be called: it is in debug mode, or of a class with its own */
    lang_value current; /* the task that runs, or UNDEF */
};
extern struct lang_type lang_type_ready_queue;
/* The queue of a loop, borrowed; NULL: call_soon() is to be called. */
struct lang_ready *lang_ready_of(struct lang_thread *t, lang_value loop);
int lang_ready_push(struct lang_thread *t, struct lang_ready *q, lang_value entry);
/* The first entry; UNDEF: there is none. */
lang_value lang_ready_pop(struct lang_ready *q);

/* A callback with its arguments and context. */
struct lang_handle {
    struct lang_object head;
    lang_value callback, args, loop, context, shown, source;
    bool cancelled;
};
extern struct lang_type lang_type_handle;
struct lang_handle *lang_handle_new(struct lang_thread *t, lang_value callback, lang_value args, lang_value loop,
                                    lang_value context);
/* Calls it in its context; what it raises is the loop's, but for SystemExit and KeyboardInterrupt: -1. */
int lang_handle_run(struct lang_thread *t, struct lang_handle *h);
/* loop.call_soon(callback, argument, context=context) by the fast way or the other. */
int lang_call_soon(struct lang_thread *t, lang_value loop, struct lang_ready *q, lang_value callback,
                   lang_value argument, lang_value context);

/* What the module asyncio gives to this one, see lib_asyncio.c. */
enum lang_asyncio_part {
    LANG_ASYNCIO_CANCELLED,     /* the class CancelledError */
    LANG_ASYNCIO_INVALID_STATE, /* the class InvalidStateError */
    LANG_ASYNCIO_FUTURE_REPR,   /* f(future): its text */
    LANG_ASYNCIO_TASK_REPR,
    LANG_ASYNCIO_HANDLE_REPR,
    LANG_ASYNCIO_HANDLE_FAILED, /* f(handle, exception) */
    LANG_ASYNCIO_GET_LOOP,      /* f(): the loop of a future that is given none */
    LANG_ASYNCIO_STACK,         /* f(): where the program stands, for debug mode */
    LANG_ASYNCIO_IS_COROUTINE,  /* f(x) */
    LANG_ASYNCIO_TASK_STACK,    /* f(task, limit) */
    LANG_ASYNCIO_PRINT_STACK,   /* f(task, limit, file) */
    LANG_ASYNCIO_CALL_SOON,     /* the function call_soon of the class that has a queue */
    LANG_ASYNCIO_PARTS
};
extern lang_value lang_asyncio_parts[LANG_ASYNCIO_PARTS];

/* lib_future.c */
struct lang_callback {
    lang_value function, context; /* a task without a context: it waits for the future */
};
enum lang_future_state { LANG_FUTURE_PENDING, LANG_FUTURE_CANCELLED, LANG_FUTURE_FINISHED };
struct lang_future {
    struct lang_object head;
    lang_value loop; /* UNDEF: __init__ has not run */
    struct lang_ready *ready;
    lang_value result, exception, traceback, message, cancelled_error, source;
    struct lang_callback first, *more;
    uint32_t more_count, more_capacity;
    uint8_t state; /* enum lang_future_state */
    bool blocking, log_traceback;
};
extern struct lang_type lang_type_future;
int lang_future_ready(struct lang_thread *t);
int lang_future_start(struct lang_thread *t, struct lang_future *f, lang_value loop);
bool lang_future_cancel(struct lang_thread *t, struct lang_future *f, lang_value message, int *status);
int lang_future_set_result(struct lang_thread *t, struct lang_future *f, lang_value result);
int lang_future_set_exception(struct lang_thread *t, struct lang_future *f, lang_value exception);
int lang_future_add_callback(struct lang_thread *t, struct lang_future *f, lang_value function, lang_value context);
/* Its result, or ERROR with its exception. */
lang_value lang_future_result(struct lang_thread *t, struct lang_future *f);
/* The CancelledError of one that was cancelled. */
lang_value lang_future_cancelled_error(struct lang_thread *t, struct lang_future *f);
int lang_future_drop(struct lang_thread *t, struct lang_future *f);
void lang_future_traverse(struct lang_object *o, lang_visit_fn visit, void *arg);
void lang_future_clear(struct lang_thread *t, struct lang_object *o);
/* The reports of __del__: loop.call_exception_handler({'message': ..., ...}). */
void lang_future_tell(struct lang_thread *t, struct lang_future *f, const char *key, struct lang_str *message,
                      lang_value exception);
lang_value lang_future_del(struct lang_thread *t, const lang_value *a);
extern const struct lang_getset lang_future_getset[];

/* lib_task.c */
struct lang_task {
    struct lang_future future;
    lang_value coroutine, name, context, waits_for, pending;
    struct lang_task *next, *before; /* all that are not done */
    int64_t cancels;
    bool must_cancel, quiet, listed;
};
extern struct lang_type lang_type_task;
/* Goes on with what the task waits for, or with its start. -1: SystemExit or KeyboardInterrupt. */
int lang_task_step(struct lang_thread *t, struct lang_task *task);
/* Tasks that are not done, of a loop. */
lang_value lang_task_all(struct lang_thread *t, lang_value loop);
int lang_task_enter(struct lang_thread *t, lang_value loop, struct lang_ready *q, lang_value task);
int lang_task_leave(struct lang_thread *t, lang_value loop, struct lang_ready *q, lang_value task);
/* The one that runs in a loop: a new reference or None. */
lang_value lang_task_current(struct lang_thread *t, lang_value loop);
extern struct lang_dict *lang_task_current_of_loops;

#endif
