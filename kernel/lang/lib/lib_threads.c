/* lib_threads.c: the module _threads: threads that run functions of the language, and locks. */
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "lib.h"

struct start {
    struct lang_vm *vm;
    lang_value function, argument, failed;
};

static atomic_int alive; /* threads that were started here and still run */

static void *body(void *arg)
{
    struct start *s = arg;
    struct lang_thread *t = lang_thread_attach(s->vm);
    if (!t) { /* no memory: what it was to run is lost with it */
        alive--;
        return NULL;
    }
    lang_value r = lang_call(t, s->function, &s->argument, 1, NULL);
    if (lang_is_error(r)) {
        lang_value e = lang_error_take(t);
        r = lang_call(t, s->failed, &e, 1, NULL);
        lang_unref(t, e);
        if (lang_is_error(r))
            lang_error_clear(t);
    }
    if (!lang_is_error(r))
        lang_unref(t, r);
    lang_unref(t, s->function);
    lang_unref(t, s->argument);
    lang_unref(t, s->failed);
    struct lang_vm *vm = s->vm;
    free(s);
    alive--;
    lang_thread_free(t);
    lang_vm_unlock(vm);
    return NULL;
}

/* start(function, argument, failed): a thread that calls function(argument); failed(exception) where that raises. */
static lang_value th_start(struct lang_thread *t, const lang_value *a)
{
    struct start *s = malloc(sizeof *s);
    pthread_t thread;
    pthread_attr_t attributes;
    if (!s)
        return lang_no_memory(t);
    *s = (struct start){lang_thread_vm(t), lang_ref(a[0]), lang_ref(a[1]), lang_ref(a[2])};
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, (size_t)8 << 20);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    alive++;
    int error = pthread_create(&thread, &attributes, body, s);
    pthread_attr_destroy(&attributes);
    if (error) {
        alive--;
        lang_unref(t, s->function);
        lang_unref(t, s->argument);
        lang_unref(t, s->failed);
        free(s);
        return lang_raise(t, LANG_EXC_RuntimeError, "can't start new thread");
    }
    return lang_int((int64_t)(uintptr_t)thread);
}

static lang_value th_ident(struct lang_thread *t, const lang_value *a)
{
    (void)t;
    (void)a;
    return lang_int((int64_t)(uintptr_t)pthread_self());
}

static lang_value th_native(struct lang_thread *t, const lang_value *a)
{
    (void)t;
    (void)a;
    return lang_int((int64_t)syscall(SYS_gettid));
}

static lang_value th_alive(struct lang_thread *t, const lang_value *a)
{
    (void)t;
    (void)a;
    return lang_int(alive);
}

/* ---- locks ------------------------------------------------------------------------------------------------------- */

/* A lock is held by nobody in particular. Its state is read and written under the interpreter lock only; who waits
 * gives that back and sleeps on the condition. */
struct lock {
    pthread_mutex_t mutex;
    pthread_cond_t freed;
    bool held;
};

static void lock_end(void *pointer)
{
    struct lock *l = pointer;
    pthread_cond_destroy(&l->freed);
    pthread_mutex_destroy(&l->mutex);
    free(l);
}

static const char lock_name[] = "tensor-kernel.lock";

static lang_value th_lock(struct lang_thread *t, const lang_value *a)
{
    struct lock *l = malloc(sizeof *l);
    pthread_condattr_t attributes;
    (void)a;
    if (!l)
        return lang_no_memory(t);
    pthread_mutex_init(&l->mutex, NULL);
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&l->freed, &attributes);
    pthread_condattr_destroy(&attributes);
    l->held = false;
    struct lang_capsule *c = lang_capsule_new(t, l, lock_name, lock_end);
    if (!c)
        lock_end(l);
    return lang_obj_or_error(c);
}

static struct lock *lock_of(struct lang_thread *t, lang_value v)
{
    if (lang_is_exactly(v, &lang_type_capsule) && ((struct lang_capsule *)v.o)->name == lock_name)
        return ((struct lang_capsule *)v.o)->pointer;
    return lang_fail_null(t, LANG_EXC_TypeError, "a lock is required, not '%N'", v);
}

/* Waits at most so many nanoseconds for a lock to be free; in slices, so that an interrupt is seen. */
static void wait_free(struct lang_thread *t, struct lock *l, int64_t ns)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += (long)(ns % 1000000000);
    until.tv_sec += ns / 1000000000 + until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    lang_unlock(t);
    pthread_mutex_lock(&l->mutex);
    int error = 0;
    while (l->held && error == 0)
        error = pthread_cond_timedwait(&l->freed, &l->mutex, &until);
    pthread_mutex_unlock(&l->mutex);
    lang_lock(t);
}

static int64_t now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static bool take(struct lock *l)
{
    pthread_mutex_lock(&l->mutex);
    bool got = !l->held;
    l->held = true;
    pthread_mutex_unlock(&l->mutex);
    return got;
}

/* acquire(lock, nanoseconds): whether it was; -1: for as long as it takes. */
static lang_value th_acquire(struct lang_thread *t, const lang_value *a)
{
    enum { SLICE = 50000000 };
    struct lock *l = lock_of(t, a[0]);
    int64_t ns;
    if (!l || lang_as_int64(t, a[1], &ns) < 0)
        return lang_error();
    int64_t end = 0;
    if (ns < 0 || __builtin_add_overflow(now_ns(), ns, &end))
        ns = -1; /* longer than the clock goes */
    while (!take(l)) {
        int64_t left = ns < 0 ? SLICE : end - now_ns();
        if (left <= 0)
            return lang_bool(false);
        wait_free(t, l, left < SLICE ? left : SLICE);
        if (lang_poll(t) < 0)
            return lang_error();
    }
    return lang_bool(true);
}

static lang_value th_release(struct lang_thread *t, const lang_value *a)
{
    struct lock *l = lock_of(t, a[0]);
    if (!l)
        return lang_error();
    pthread_mutex_lock(&l->mutex);
    bool held = l->held;
    l->held = false;
    pthread_cond_signal(&l->freed);
    pthread_mutex_unlock(&l->mutex);
    return lang_bool(held);
}

static lang_value th_locked(struct lang_thread *t, const lang_value *a)
{
    struct lock *l = lock_of(t, a[0]);
    return l ? lang_bool(l->held) : lang_error();
}

static const struct lang_method functions[] = {
    {"start", "(function, argument, failed, /)", th_start, "Starts a thread; its number.", 0},
    {"get_ident", "()", th_ident, "The number of this thread.", 0},
    {"get_native_id", "()", th_native, "The number that the system has for this thread.", 0},
    {"alive", "()", th_alive, "How many threads run that were started here.", 0},
    {"lock", "()", th_lock, "A lock.", 0},
    {"acquire", "(lock, nanoseconds, /)", th_acquire, "Takes a lock, or gives up after that time.", 0},
    {"release", "(lock, /)", th_release, "Frees a lock; whether it was held.", 0},
    {"locked", "(lock, /)", th_locked, "Whether a lock is held.", 0},
    {NULL, NULL, NULL, NULL, 0}};

const struct lang_module_def lang_module__threads = {"_threads", "Threads and locks.", functions, NULL};
