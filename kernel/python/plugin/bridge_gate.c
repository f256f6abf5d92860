/* bridge_gate.c: who holds which lock. Owns the order of the two (the interpreter lock before the GIL), the threads of
 * each side that belong to a C thread, and what is let go while the lock for it is not held. */
#include "bridge.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

_Thread_local struct bridge_side bridge_side;
static struct lang_vm *vm;
static atomic_int *interrupt; /* the host's flag */

bool bridge_take_interrupt(void)
{
    return atomic_exchange(interrupt, 0);
}

/* ---- objects to let go ------------------------------------------------------------------------------------------- */

/* Values here that code there has let go of, while another thread held the interpreter lock. Under the GIL. */
static struct lang_object **waiting;
static size_t waiting_count, waiting_capacity;

void bridge_drop_value(struct lang_object *o)
{
    struct bridge_side *side = &bridge_side;
    if (side->t && !side->outside && side->gil) {
        lang_decref(side->t, o);
        return;
    }
    if (waiting_count == waiting_capacity) {
        size_t capacity = waiting_capacity ? waiting_capacity * 2 : 64;
        struct lang_object **grown = realloc(waiting, capacity * sizeof *grown);
        if (!grown)
            return; /* it is never freed */
        waiting = grown;
        waiting_capacity = capacity;
    }
    waiting[waiting_count++] = o;
}

static void drop_waiting(struct lang_thread *t)
{
    while (waiting_count)
        lang_decref(t, waiting[--waiting_count]);
}

void bridge_drop_object(struct lang_thread *t, PyObject *o)
{
    bridge_enter(t);
    if (Py_REFCNT(o) > 1) {
        Py_DECREF(o);
    } else {
        bridge_outside();
        Py_DECREF(o);
        bridge_inside();
    }
    bridge_leave();
}

/* ---- from here to there ------------------------------------------------------------------------------------------ */

/* The host's signal that something waits for this thread, such as an interrupt. Where code there runs, its own handler
 * of SIGINT is to run (bootstrap.py): it asks whether there is an interrupt. */
static void wake(int number)
{
    (void)number;
    if (bridge_side.outside)
        PyErr_SetInterrupt();
}

void bridge_gate_start(struct lang_thread *t)
{
    struct sigaction action = {.sa_handler = wake}; /* no SA_RESTART: a blocked call must return */
    sigemptyset(&action.sa_mask);
    sigaction(SIGURG, &action, NULL);
    vm = lang_thread_vm(t);
    interrupt = lang_thread_host(t)->interrupt;
    bridge_side = (struct bridge_side){.t = t, .state = PyEval_SaveThread()};
}

void bridge_enter(struct lang_thread *t)
{
    struct bridge_side *side = &bridge_side;
    if (side->gil++)
        return;
    side->t = t;
    if (side->state) {
        PyEval_RestoreThread(side->state);
    } else {
        (void)PyGILState_Ensure(); /* a thread of ours that Python sees for the first time; it keeps its state */
        side->state = PyThreadState_Get();
    }
    if (waiting_count)
        drop_waiting(t);
}

void bridge_leave(void)
{
    struct bridge_side *side = &bridge_side;
    if (side->gil == 1) {
        if (waiting_count)
            drop_waiting(side->t);
        side->state = PyEval_SaveThread();
    }
    side->gil--;
}

void bridge_outside(void)
{
    bridge_side.outside = true;
    if (atomic_load(interrupt)) /* raised before the signal could see where this thread is */
        PyErr_SetInterrupt();
    lang_unlock(bridge_side.t);
}

void bridge_inside(void)
{
    struct bridge_side *side = &bridge_side;
    if (!lang_try_lock(side->t)) {
        PyThreadState *state = PyEval_SaveThread();
        lang_lock(side->t);
        PyEval_RestoreThread(state);
    }
    side->outside = false;
}

/* ---- from there to here ------------------------------------------------------------------------------------------ */

static pthread_key_t ends;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void end_thread(void *t)
{
    lang_lock(t);
    lang_thread_free(t);
    lang_vm_unlock(vm);
}

static void make_key(void)
{
    pthread_key_create(&ends, end_thread);
}

/* A thread that Python has made calls for the first time: its thread here. With both locks afterwards. */
static struct lang_thread *adopt(void)
{
    PyThreadState *state = PyEval_SaveThread();
    struct lang_thread *t = lang_thread_attach(vm);
    PyEval_RestoreThread(state);
    if (t) {
        pthread_once(&once, make_key);
        pthread_setspecific(ends, t);
    }
    return t;
}

struct lang_thread *bridge_callback_begin(struct bridge_callback *saved)
{
    struct bridge_side *side = &bridge_side;
    *saved = (struct bridge_callback){side->gil, side->outside};
    if (!side->t) {
        side->t = adopt();
        if (!side->t) {
            PyErr_NoMemory();
            return NULL;
        }
        saved->outside = true;
    } else if (side->outside || !side->gil) {
        saved->outside = true;
        side->outside = true;
        bridge_inside();
    }
    side->outside = false;
    side->gil = side->gil ? side->gil : 1;
    return side->t;
}

void bridge_callback_end(const struct bridge_callback *saved)
{
    struct bridge_side *side = &bridge_side;
    side->gil = saved->gil;
    side->outside = saved->outside;
    if (saved->outside)
        lang_unlock(side->t);
}

int bridge_release(void)
{
    struct bridge_side *side = &bridge_side;
    int gil = side->gil;
    side->gil = 0;
    side->state = PyEval_SaveThread();
    return gil;
}

void bridge_reacquire(int gil)
{
    struct bridge_side *side = &bridge_side;
    PyEval_RestoreThread(side->state);
    side->gil = gil;
}
