/* lib_locks.c: the types _thread.lock and _thread.RLock, and the queues in which threads wait. A lock's state is read
 * and written under the interpreter lock alone, so that a free one costs no system call and no locked instruction. */
#include <math.h>
#include <pthread.h>

#include "lib_locks.h"
#include "vm/code.h"
#include "vm/native.h"
#include "vm/type.h"

/* ------------------------------------------------------------------ waiting */

struct lang_waiter {
    struct lang_thread *thread;
    struct lang_waiter *next, *before; /* NULL: in no queue, or not any more, because it was woken */
};

static unsigned forks; /* this process is a child of so many */

static void count_fork(void)
{
    forks++;
}

static void renew(struct lang_waiters *q)
{
    if (q->forks == forks)
        return;
    q->first = NULL;
    q->forks = forks;
}

static void enter(struct lang_waiters *q, struct lang_waiter *w)
{
    renew(q);
    w->next = w->before = w;
    if (q->first) { /* a ring: before the first is the last */
        w->next = q->first;
        w->before = q->first->before;
        w->before->next = w->next->before = w;
    } else {
        q->first = w;
    }
}

static void leave(struct lang_waiters *q, struct lang_waiter *w)
{
    if (!w->next)
        return;
    if (q->first == w)
        q->first = w->next == w ? NULL : w->next;
    w->before->next = w->next;
    w->next->before = w->before;
    w->next = w->before = NULL;
}

void lang_wake_first(struct lang_waiters *q)
{
    renew(q);
    struct lang_waiter *first = q->first;
    if (!first)
        return;
    leave(q, first); /* the next wake is for the next one */
    lang_unpark(first->thread);
}

/* Waits without answering interrupts, but no longer than that: true when it is ready. */
static bool wait_quietly(struct lang_thread *t, struct lang_waiters *q, bool (*ready)(const void *what),
                         const void *what, int64_t until)
{
    struct lang_waiter self = {.thread = t};
    while (!ready(what)) {
        if (lang_park_clock() >= until)
            return false;
        enter(q, &self);
        lang_park(t, until);
        leave(q, &self);
    }
    return true;
}

int lang_wait_among(struct lang_thread *t, struct lang_waiters *q, bool (*ready)(const void *what), const void *what,
                    int64_t until)
{
    struct lang_waiter self = {.thread = t};
    for (;;) {
        if (ready(what))
            return 1;
        if (until == 0 || (until > 0 && lang_park_clock() >= until))
            return 0;
        enter(q, &self);
        lang_park(t, until);
        leave(q, &self);
        if (ready(what))
            return 1;
        if (lang_poll(t) < 0) /* in no queue while it runs code: that may wait as well, or fork */
            return -1;
    }
}

int lang_wait_end(struct lang_thread *t, lang_value seconds, int64_t *until)
{
    double value = 0;
    if (lang_as_double(t, seconds, &value) < 0) {
        if (!lang_error_is(t, LANG_EXC_TypeError))
            return -1;
        lang_error_clear(t);
        return lang_fail(t, LANG_EXC_TypeError, "'%N' object cannot be interpreted as an integer", seconds);
    }
    if (isnan(value))
        return lang_fail(t, LANG_EXC_ValueError, "Invalid value NaN (not a number)");
    if (value >= 9223372037.0)
        return lang_fail(t, LANG_EXC_OverflowError, "timestamp too large to convert to C _PyTime_t");
    const double ns = ceil(value * 1e9);
    if (value < 0 || ns >= 9.2e18 || __builtin_add_overflow(lang_park_clock(), (int64_t)ns, until))
        *until = -1; /* longer than the clock goes */
    return 0;
}

/* The arguments (blocking=True, timeout=-1). */
static int wait_of(struct lang_thread *t, const lang_value *a, int64_t *until)
{
    int blocking = lang_is_undef(a[0]) ? 1 : lang_truth(t, a[0]);
    *until = blocking ? -1 : 0;
    if (blocking < 0)
        return -1;
    if (lang_is_undef(a[1]) || (a[1].tag == LANG_INT && a[1].i == -1))
        return 0;
    int64_t end;
    if (lang_wait_end(t, a[1], &end) < 0)
        return -1;
    double value = 0;
    lang_as_double(t, a[1], &value);
    if (value == -1)
        return 0;
    if (!blocking)
        return lang_fail(t, LANG_EXC_ValueError, "can't specify a timeout for a non-blocking call");
    if (value < 0)
        return lang_fail(t, LANG_EXC_ValueError, "timeout value must be positive");
    *until = end;
    return 0;
}

/* ------------------------------------------------------------------ lock */

struct lock {
    struct lang_object head;
    bool held; /* by nobody in particular */
    struct lang_waiters waiters;
};
static struct lang_type lock_type;

static inline struct lock *lock_of(lang_value v)
{
    return (struct lock *)v.o;
}

static bool is_free(const void *held)
{
    return !*(const bool *)held;
}

/* Takes it, waiting if need be; the caller owns v. */
static lang_value take(struct lang_thread *t, lang_value v, int64_t until)
{
    struct lock *l = lock_of(v);
    if (l->held) {
        lang_incref(l);
        int got = lang_wait_among(t, &l->waiters, is_free, &l->held, until);
        if (got > 0)
            l->held = true;
        lang_decref(t, l);
        return got < 0 ? lang_error() : lang_bool(got);
    }
    l->held = true;
    return lang_bool(true);
}

static lang_value l_acquire(struct lang_thread *t, const lang_value *a)
{
    int64_t until;
    if (wait_of(t, a + 1, &until) < 0)
        return lang_error();
    const bool waits = lock_of(a[0])->held && until;
    lang_value got = take(t, a[0], until);
    /* What has come during the wait is answered where the caller waits, not in the middle of what he does next. */
    return waits && !lang_is_error(got) && lang_poll(t) < 0 ? lang_error() : got;
}

static lang_value l_enter(struct lang_thread *t, const lang_value *a)
{
    return take(t, a[0], -1);
}

/* What ends the wait for a condition: its lock is to be had whatever else has come meanwhile, unless who has it keeps
 * it. */
static int64_t patience(void)
{
    return lang_park_clock() + 1000000000;
}

/* reacquire(lock) */
static lang_value t_reacquire(struct lang_thread *t, const lang_value *a)
{
    if (!lang_is_exactly(a[0], &lock_type))
        return lang_raise(t, LANG_EXC_TypeError, "a lock is required, not '%N'", a[0]);
    struct lock *l = lock_of(a[0]);
    wait_quietly(t, &l->waiters, is_free, &l->held, patience());
    return take(t, a[0], -1);
}

static lang_value l_release(struct lang_thread *t, const lang_value *a)
{
    struct lock *l = lock_of(a[0]);
    if (!l->held)
        return lang_raise(t, LANG_EXC_RuntimeError, "release unlocked lock");
    l->held = false;
    if (l->waiters.first)
        lang_wake_first(&l->waiters);
    return lang_none();
}

static lang_value l_locked(struct lang_thread *t, const lang_value *a)
{
    (void)t;
    return lang_bool(lock_of(a[0])->held);
}

static lang_value l_reinit(struct lang_thread *t, const lang_value *a)
{
    struct lock *l = lock_of(a[0]);
    (void)t;
    l->held = false;
    l->waiters = (struct lang_waiters){NULL, forks};
    return lang_none();
}

static lang_value lock_repr(struct lang_thread *t, lang_value v)
{
    return lang_obj_or_error(
        lang_str_from_format(t, "<%s %N object at %p>", lock_of(v)->held ? "locked" : "unlocked", v, (void *)v.o));
}

static lang_value lock_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                            struct lang_tuple *kwnames)
{
    (void)args;
    (void)nargs;
    (void)kwnames;
    return lang_raise(t, LANG_EXC_TypeError, "cannot create '%s.%s' instances", cls->module, cls->name);
}

#define ACQUIRE_DOC                                                                                                    \
    "Lock the lock, and say whether that was possible: without blocking, or within timeout seconds if it is given.\n"  \
    "A wait can be interrupted."

static const struct lang_method lock_methods[] = {
    {"acquire", "(blocking=True, timeout=-1)", l_acquire, ACQUIRE_DOC, LANG_M_NOSIG},
    {"acquire_lock", "(blocking=True, timeout=-1)", l_acquire, "An obsolete synonym of acquire().", LANG_M_NOSIG},
    {"release", "()", l_release, "Release the lock, allowing another thread that waits for it to acquire it.", 0},
    {"release_lock", "()", l_release, "An obsolete synonym of release().", 0},
    {"locked", "()", l_locked, "Return whether the lock is in the locked state.", 0},
    {"locked_lock", "()", l_locked, "An obsolete synonym of locked().", 0},
    {"__enter__", "()", l_enter, "Lock the lock.", 0},
    {"__exit__", "(type=None, value=None, traceback=None, /)", l_release, "Release the lock.", LANG_M_NOSIG},
    {"_at_fork_reinit", "()", l_reinit, "Makes it free in a child, where who has held it is not there.", 0},
    {0},
};

static struct lang_type lock_type = {
    .name = "lock",
    .module = "_thread",
    .doc = "A lock object is a synchronization primitive: acquire(), release(), locked(), and the with statement.",
    .size = sizeof(struct lock),
    .flags = LANG_TYPE_WEAKREF | LANG_TYPE_QUALIFIED,
    .methods = lock_methods,
    .make = lock_make,
    .repr = lock_repr,
};

static lang_value t_allocate(struct lang_thread *t, const lang_value *a)
{
    (void)a;
    struct lock *l = lang_object_new(t, &lock_type);
    if (l)
        l->waiters.forks = forks;
    return lang_obj_or_error(l);
}

/* ------------------------------------------------------------------ RLock */

struct rlock {
    struct lang_object head;
    int64_t owner; /* the number of a thread; 0: it is free */
    int64_t count;
    struct lang_waiters waiters;
};

static inline struct rlock *rlock_of(lang_value v)
{
    return (struct rlock *)v.o;
}

static inline int64_t this_thread(void)
{
    return (int64_t)(uintptr_t)pthread_self();
}

static bool has_no_owner(const void *owner)
{
    return !*(const int64_t *)owner;
}

static lang_value take_again(struct lang_thread *t, lang_value v, int64_t until)
{
    struct rlock *l = rlock_of(v);
    const int64_t me = this_thread();
    int got = 1;
    if (l->owner == me) {
        if (__builtin_add_overflow(l->count, 1, &l->count))
            return lang_raise(t, LANG_EXC_OverflowError, "Internal lock count overflowed");
        return lang_bool(true);
    }
    if (l->owner) {
        lang_incref(l);
        got = lang_wait_among(t, &l->waiters, has_no_owner, &l->owner, until);
        if (got > 0) {
            l->owner = me;
            l->count = 1;
        }
        lang_decref(t, l);
        return got < 0 ? lang_error() : lang_bool(got);
    }
    l->owner = me;
    l->count = 1;
    return lang_bool(true);
}

static void set_free(struct rlock *l)
{
    l->owner = l->count = 0;
    if (l->waiters.first)
        lang_wake_first(&l->waiters);
}

static lang_value r_acquire(struct lang_thread *t, const lang_value *a)
{
    int64_t until;
    return wait_of(t, a + 1, &until) < 0 ? lang_error() : take_again(t, a[0], until);
}

static lang_value r_enter(struct lang_thread *t, const lang_value *a)
{
    return take_again(t, a[0], -1);
}

static lang_value not_acquired(struct lang_thread *t)
{
    return lang_raise(t, LANG_EXC_RuntimeError, "cannot release un-acquired lock");
}

static lang_value r_release(struct lang_thread *t, const lang_value *a)
{
    struct rlock *l = rlock_of(a[0]);
    if (l->owner != this_thread())
        return not_acquired(t);
    if (--l->count == 0)
        set_free(l);
    return lang_none();
}

static lang_value r_is_owned(struct lang_thread *t, const lang_value *a)
{
    (void)t;
    return lang_bool(rlock_of(a[0])->owner == this_thread());
}

/* What a condition does with its lock while it waits: gives it back as a whole. */
static lang_value r_release_save(struct lang_thread *t, const lang_value *a)
{
    struct rlock *l = rlock_of(a[0]);
    if (!l->count)
        return not_acquired(t);
    lang_value state[2] = {lang_int(l->count), lang_int(l->owner)};
    struct lang_tuple *saved = lang_tuple_from(t, state, 2);
    if (saved)
        set_free(l);
    return lang_obj_or_error(saved);
}

static lang_value r_acquire_restore(struct lang_thread *t, const lang_value *a)
{
    int64_t state[2];
    if (!lang_is_tuple(a[1]) || lang_as_tuple(a[1])->length != 2)
        return lang_raise(t, LANG_EXC_TypeError, "argument must be 2-item tuple");
    for (int i = 0; i < 2; i++)
        if (lang_as_int64(t, lang_as_tuple(a[1])->items[i], &state[i]) < 0)
            return lang_error();
    struct rlock *l = rlock_of(a[0]);
    if (l->owner != this_thread())
        wait_quietly(t, &l->waiters, has_no_owner, &l->owner, patience());
    lang_value got = take_again(t, a[0], -1);
    if (lang_is_error(got))
        return got;
    l->count = state[0];
    l->owner = state[1];
    return lang_none();
}

static lang_value r_reinit(struct lang_thread *t, const lang_value *a)
{
    struct rlock *l = rlock_of(a[0]);
    (void)t;
    l->owner = l->count = 0;
    l->waiters = (struct lang_waiters){NULL, forks};
    return lang_none();
}

static lang_value rlock_repr(struct lang_thread *t, lang_value v)
{
    struct rlock *l = rlock_of(v);
    return lang_obj_or_error(lang_str_from_format(t, "<%s %N object owner=%lld count=%lld at %p>",
                                                  l->count ? "locked" : "unlocked", v, (long long)l->owner,
                                                  (long long)l->count, (void *)l));
}

static lang_value rlock_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                             struct lang_tuple *kwnames)
{
    (void)args;
    (void)nargs;
    (void)kwnames;
    struct rlock *l = lang_object_new(t, cls);
    if (l)
        l->waiters.forks = forks;
    return lang_obj_or_error(l);
}

static int rlock_init(struct lang_thread *t, lang_value self, const lang_value *args, size_t nargs,
                      struct lang_tuple *kwnames)
{
    (void)t; /* whatever is given: as CPython */
    (void)self;
    (void)args;
    (void)nargs;
    (void)kwnames;
    return 0;
}

static const struct lang_method rlock_methods[] = {
    {"acquire", "(blocking=True, timeout=-1)", r_acquire, ACQUIRE_DOC, LANG_M_NOSIG},
    {"release", "()", r_release, "Release the lock, as often as this thread has acquired it.", 0},
    {"__enter__", "()", r_enter, "Lock the lock.", 0},
    {"__exit__", "(type=None, value=None, traceback=None, /)", r_release, "Release the lock.", LANG_M_NOSIG},
    {"_is_owned", "()", r_is_owned, "Whether this thread has it.", 0},
    {"_release_save", "()", r_release_save, "Releases it as a whole; what _acquire_restore() takes.", 0},
    {"_acquire_restore", "(state, /)", r_acquire_restore, "Acquires it as it was.", 0},
    {"_at_fork_reinit", "()", r_reinit, "Makes it free in a child, where who has held it is not there.", 0},
    {0},
};

static struct lang_type rlock_type = {
    .name = "RLock",
    .module = "_thread",
    .doc = "A lock that the thread which has it may take again, and must release as often.",
    .size = sizeof(struct rlock),
    .flags = LANG_TYPE_BASE | LANG_TYPE_WEAKREF | LANG_TYPE_QUALIFIED,
    .methods = rlock_methods,
    .make = rlock_make,
    .init = rlock_init,
    .repr = rlock_repr,
};

static const struct lang_method functions[] = {
    {"allocate_lock", "()", t_allocate, "Create a new lock object.", 0},
    {"reacquire", "(lock, /)", t_reacquire, "Takes a lock again after a condition was waited for.", 0},
    {0}};

int lang_thread_functions(struct lang_thread *t, struct lang_module *m, const struct lang_method *rows)
{
    for (; rows->name; rows++)
        if (lang_module_add_steal(t, m, rows->name, lang_obj_or_error(lang_native_new(t, rows, NULL, "_thread"))) < 0)
            return -1;
    return 0;
}

int lang_locks_ready(struct lang_thread *t, struct lang_module *m)
{
    static bool counted;
    if (!counted)
        pthread_atfork(NULL, NULL, count_fork);
    counted = true;
    if (lang_type_ready(t, &lock_type) < 0 || lang_type_ready(t, &rlock_type) < 0)
        return -1;
    return lang_module_add(t, m, "lock", lang_obj(&lock_type)) < 0 ||
                   lang_module_add(t, m, "RLock", lang_obj(&rlock_type)) < 0 ||
                   lang_thread_functions(t, m, functions) < 0
               ? -1
               : 0;
}
