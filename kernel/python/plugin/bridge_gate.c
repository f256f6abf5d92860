/* bridge_gate.c: who holds which lock. Owns the order of the two (the interpreter lock before the GIL), the threads of
 * each side that belong to a C thread, and what is let go while the lock for it is not held.
 *
 * Taking the GIL and giving it back costs more than most crossings. So a thread that leaves keeps it (`held` without
 * need, `gil` 0), and the next crossing finds it. Why nobody waits for ever:
 * - Nobody waits for the interpreter lock with the GIL. That lock is waited for in bridge_inside and adopt, which give
 *   the GIL back first, and in the language, whose lang_unlock and polls call bridge_yield before they give their lock
 *   back, so that the lang_lock that follows starts without the GIL.
 * - The GIL is waited for with the interpreter lock (bridge_enter, bridge_reacquire, bridge_resume; then in that order)
 *   or with neither (bridge_inside, threads of Python). Who has it meanwhile runs code there, and CPython takes it from
 *   him in its time; or converts, which ends; or keeps it. A keeper holds the interpreter lock as well: nobody with
 *   that lock waits for him. The others, threads of Python, wait until he gives his lock back (he blocks, sleeps, ends)
 *   or polls: the reminder below asks for that at most REMIND_MS after his crossing, in the time in which CPython's own
 *   threads take turns.
 * - Who runs code there without the interpreter lock never needs a keeper to go on: the keeper waits for nothing that
 *   is not given without the GIL, since all blocking calls here are between lang_unlock and lang_lock. */
#include "bridge.h"

#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>

_Thread_local struct bridge_side bridge_side __attribute__((tls_model("initial-exec")));
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
    bridge_collect_invalidate();
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
        lang_value pending =
            lang_error_take(t); /* its end may run code of here, which raises and handles as it likes */
        bridge_outside();
        Py_DECREF(o);
        bridge_inside();
        if (!lang_is_undef(pending))
            lang_error_restore(t, pending);
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

/* ---- the reminder: a thread that asks keepers for the GIL ----------------------------------------------------------
 */

enum { REMIND_MS = 5, DOZE_MS = 50 };
static atomic_uint kept;      /* counts the beginnings of keeping; written with the GIL */
static atomic_bool dozes;     /* the reminder waits for `wakes` */
static bool reminder_started; /* with the GIL */
static sem_t wakes;
static pthread_mutex_t reminds = PTHREAD_MUTEX_INITIALIZER;
static struct lang_vm *reminded; /* under `reminds`; NULL: it is being freed */

/* Until somebody keeps the GIL again; with an end at first: who began while `dozes` was being written did not see it.
 */
static void doze(unsigned seen)
{
    struct timespec until;
    atomic_store(&dozes, true);
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += DOZE_MS * 1000000;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    while (sem_timedwait(&wakes, &until) < 0) {
        if (errno != ETIMEDOUT)
            continue;
        if (atomic_load(&kept) != seen && atomic_exchange(&dozes, false))
            return;
        while (sem_wait(&wakes) < 0)
            ;
        return;
    }
}

static void *remind(void *unused)
{
    static const struct timespec turn = {0, REMIND_MS * 1000000};
    (void)unused;
    for (unsigned seen = atomic_load(&kept) - 1;;) {
        nanosleep(&turn, NULL);
        unsigned now = atomic_load(&kept);
        if (now != seen) {
            pthread_mutex_lock(&reminds);
            if (reminded)
                lang_request_foreign(reminded);
            pthread_mutex_unlock(&reminds);
        } else {
            doze(seen);
        }
        seen = now;
    }
    return unused;
}

static void start_reminder(void)
{
    pthread_attr_t attributes;
    pthread_t thread;
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before); /* signals are for the others */
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_attr_setstacksize(&attributes, (size_t)64 << 10);
    atomic_store(&dozes, false);
    reminder_started = pthread_create(&thread, &attributes, remind, NULL) == 0;
    if (!reminder_started)
        atomic_store(&dozes, true);
    pthread_attr_destroy(&attributes);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

/* A forked child has no reminder yet. */
static void forget_reminder(void)
{
    reminder_started = false;
    pthread_mutex_init(&reminds, NULL);
    sem_init(&wakes, 0, 0);
    atomic_store(&dozes, true);
}

void bridge_end(void)
{
    pthread_mutex_lock(&reminds);
    reminded = NULL;
    pthread_mutex_unlock(&reminds);
}

static void wake_reminder(void)
{
    if (!reminder_started)
        start_reminder();
    else if (atomic_exchange(&dozes, false))
        sem_post(&wakes);
}

static inline void begin_to_keep(void)
{
    atomic_store_explicit(&kept, atomic_load_explicit(&kept, memory_order_relaxed) + 1, memory_order_relaxed);
    if (atomic_load_explicit(&dozes, memory_order_relaxed))
        wake_reminder();
}

/* ---- the GIL ------------------------------------------------------------------------------------------------------
 */

static void note_held(struct bridge_side *side, bool held)
{
    side->held = held;
    lang_keep_foreign(held);
}

static void take_gil(struct bridge_side *side)
{
    if (side->state) {
        PyEval_RestoreThread(side->state);
    } else {
        (void)PyGILState_Ensure(); /* a thread of ours that Python sees for the first time; it keeps its state */
        side->state = PyThreadState_Get();
    }
    note_held(side, true);
}

bool bridge_yield(void)
{
    struct bridge_side *side = &bridge_side;
    side->state = PyEval_SaveThread();
    note_held(side, false);
    return side->gil;
}

void bridge_resume(void)
{
    take_gil(&bridge_side);
}

void bridge_gate_start(struct lang_thread *t)
{
    struct sigaction action = {.sa_handler = wake}; /* no SA_RESTART: a blocked call must return */
    sigemptyset(&action.sa_mask);
    sigaction(SIGURG, &action, NULL);
    reminded = vm = lang_thread_vm(t);
    interrupt = lang_thread_host(t)->interrupt;
    bridge_side = (struct bridge_side){.t = t};
    note_held(&bridge_side, true);
    forget_reminder();
    pthread_atfork(NULL, NULL, forget_reminder);
}

void bridge_enter(struct lang_thread *t)
{
    struct bridge_side *side = &bridge_side;
    if (side->gil++)
        return;
    side->t = t;
    if (!side->held)
        take_gil(side);
    if (waiting_count)
        drop_waiting(t);
}

void bridge_leave(void)
{
    struct bridge_side *side = &bridge_side;
    if (side->gil == 1) {
        if (waiting_count)
            drop_waiting(side->t);
        begin_to_keep();
    }
    side->gil--;
}

void bridge_outside(void)
{
    bridge_side.outside = true;
    if (atomic_load(interrupt)) /* raised before the signal could see where this thread is */
        PyErr_SetInterrupt();
    lang_unlock_alone(bridge_side.t);
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

/* Its state there is gone already; values that it frees may need one more. */
static void end_thread(void *t)
{
    struct bridge_side *side = &bridge_side;
    PyGILState_STATE none = PyGILState_UNLOCKED;
    *side = (struct bridge_side){.t = t};
    lang_keep_foreign(false);
    lang_lock(t);
    lang_thread_free(t);
    if (side->held)
        PyGILState_Release(none);
    lang_keep_foreign(false);
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
    bridge_collect_invalidate();
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
    if (!side->held)
        note_held(side, true);
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
        lang_unlock_alone(side->t);
}

int bridge_release(void)
{
    struct bridge_side *side = &bridge_side;
    int gil = side->gil;
    begin_to_keep();
    side->gil = 0;
    return gil;
}

void bridge_reacquire(int gil)
{
    struct bridge_side *side = &bridge_side;
    if (!side->held)
        take_gil(side);
    side->gil = gil;
}
