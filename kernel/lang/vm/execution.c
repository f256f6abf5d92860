/* execution.c: threads of execution, the interpreter lock, interrupts and the bounds of recursion. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "vm/code.h"
#include "vm/outside.h"
#include "vm/trace.h"

enum { FRAMES = 1 << 17, REGISTERS = 1 << 21, EXTRA_DEPTH = 50, PATIENCE_MS = 5 };
struct lang_vm *lang_the_vm;

static const size_t C_MARGIN = 256 * 1024;

/* The lowest address that the C stack of the calling thread may use. */
static char *stack_limit(void)
{
    pthread_attr_t attr;
    void *low = NULL;
    size_t size = 0;
    if (pthread_getattr_np(pthread_self(), &attr) == 0) {
        pthread_attr_getstack(&attr, &low, &size);
        pthread_attr_destroy(&attr);
    }
    char *here = __builtin_frame_address(0);
    if (!low || size < 4 * C_MARGIN)
        return here - 512 * 1024;
    struct rlimit limit; /* the main thread's stack grows to its limit only; any other is there as a whole */
    if (gettid() == getpid() && size > (64u << 20) && getrlimit(RLIMIT_STACK, &limit) == 0 &&
        limit.rlim_cur != RLIM_INFINITY && (char *)low < here - limit.rlim_cur)
        low = here - limit.rlim_cur + C_MARGIN;
    return (char *)low + C_MARGIN;
}

/* The numbers of the system for the thread that runs now. */
static void note_thread(struct lang_thread *t)
{
    t->ident = pthread_self();
    t->native = gettid();
}

struct lang_thread *lang_thread_new(struct lang_vm *vm)
{
    struct lang_thread *t = calloc(1, sizeof *t);
    if (!t)
        return NULL;
    t->vm = vm;
    t->handled = &t->thread_handled;
    size_t frames = FRAMES * sizeof *t->frames, registers = REGISTERS * sizeof *t->stack;
    int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
    t->frames = mmap(NULL, frames, PROT_READ | PROT_WRITE, flags, -1, 0);
    t->stack = mmap(NULL, registers, PROT_READ | PROT_WRITE, flags, -1, 0);
    if (t->frames == MAP_FAILED || t->stack == MAP_FAILED) {
        if (t->frames != MAP_FAILED)
            munmap(t->frames, frames);
        if (t->stack != MAP_FAILED)
            munmap(t->stack, registers);
        free(t);
        return NULL;
    }
    t->frames_end = t->frames + FRAMES - 2;
    t->frames++; /* what lies below the first has no code and tells other threads that nothing does */
    t->stack_end = t->stack + REGISTERS - 512;
    t->c_limit = stack_limit();
    note_thread(t);
    t->next = vm->threads;
    vm->threads = t;
    return t;
}

void lang_thread_free(struct lang_thread *t)
{
    if (!t)
        return;
    struct lang_vm *vm = t->vm;
    lang_thread_run_ends(t);
    lang_tracer_free(t);
    lang_clear(t, &t->exception);
    lang_clear(t, &t->thread_handled.value);
    lang_clear(t, &t->stop_value);
    lang_clear(t, &t->context);
    lang_clear(t, &t->running_loop);
    lang_clear(t, &t->async_hooks[0]);
    lang_clear(t, &t->async_hooks[1]);
    for (struct lang_thread **p = &vm->threads; *p; p = &(*p)->next)
        if (*p == t) {
            *p = t->next;
            break;
        }
    munmap(t->frames - 1, FRAMES * sizeof *t->frames);
    munmap(t->stack, REGISTERS * sizeof *t->stack);
    free(t->repr_stack);
    free(t);
}

/* ------------------------------------------------------------------ the lock */

/* A thread of the host may have been made on another stack than the one it runs on: look again. */
static void adopt_stack(struct lang_thread *t)
{
    static _Thread_local char *limit;
    if (!limit)
        limit = stack_limit();
    t->c_limit = limit;
    if (!pthread_equal(t->ident, pthread_self()))
        note_thread(t);
}

/* The lock is one word, so that taking a free one and giving it back need no system call. Who finds it held says so in
 * the word and waits; who gives it back looks whether somebody does. */
static bool take_free(struct lang_vm *vm)
{
    int expected = LANG_LOCK_FREE;
    return atomic_compare_exchange_strong(&vm->lock_state, &expected, LANG_LOCK_HELD);
}

/* Waits with vm->lock held, to the time `until` (NULL: without end): 0, or ETIMEDOUT. */
static int take_held(struct lang_vm *vm, const struct timespec *until)
{
    int r = 0;
    while (atomic_exchange(&vm->lock_state, LANG_LOCK_AWAITED) != LANG_LOCK_FREE) {
        if (r)
            return r;
        r = until ? pthread_cond_timedwait(&vm->lock_free, &vm->lock, until)
                  : pthread_cond_wait(&vm->lock_free, &vm->lock);
    }
    return 0;
}

static struct timespec in_ms(int ms)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += ms / 1000;
    until.tv_nsec += (long)(ms % 1000) * 1000000;
    if (until.tv_nsec >= 1000000000) {
        until.tv_sec++;
        until.tv_nsec -= 1000000000;
    }
    return until;
}

/* Asks for the lock at the next poll of who has it. With vm->lock held; as take_held. */
static int take_asked(struct lang_vm *vm, const struct timespec *until)
{
    vm->lock_waiting++;
    atomic_fetch_or(&vm->poll, LANG_POLL_LOCK);
    int r = take_held(vm, until);
    vm->lock_turns += r == 0;
    if (--vm->lock_waiting == 0)
        atomic_fetch_and(&vm->poll, ~LANG_POLL_LOCK);
    pthread_cond_broadcast(&vm->lock_free);
    return r;
}

/* Who runs long is asked for it. With vm->lock held. */
static void take_patiently(struct lang_vm *vm)
{
    struct timespec until = in_ms(PATIENCE_MS);
    if (take_held(vm, &until))
        take_asked(vm, NULL);
}

static void take(struct lang_vm *vm)
{
    if (take_free(vm))
        return;
    pthread_mutex_lock(&vm->lock);
    take_patiently(vm);
    pthread_mutex_unlock(&vm->lock);
}

static void give(struct lang_vm *vm)
{
    if (atomic_exchange(&vm->lock_state, LANG_LOCK_FREE) != LANG_LOCK_AWAITED)
        return;
    pthread_mutex_lock(&vm->lock);
    pthread_cond_broadcast(&vm->lock_free);
    pthread_mutex_unlock(&vm->lock);
}

/* The lock of a foreign implementation, which a thread may keep while it holds ours (struct lang_foreign). Nobody waits
 * for ours while he has that one: it is given back first, and taken again afterwards where it is needed. */
static _Thread_local enum { NOT_KEPT, KEPT, WANTED_BACK } foreign_lock;

void lang_keep_foreign(bool kept)
{
    foreign_lock = kept ? KEPT : NOT_KEPT;
}

void lang_yield_foreign(struct lang_thread *t)
{
    if (foreign_lock == KEPT)
        foreign_lock = t->vm->foreign->yield() ? WANTED_BACK : NOT_KEPT;
}

static void resume_foreign(struct lang_thread *t)
{
    if (foreign_lock == WANTED_BACK)
        t->vm->foreign->resume();
}

static void locked(struct lang_thread *t)
{
    adopt_stack(t);
    resume_foreign(t);
}

void lang_lock(struct lang_thread *t)
{
    take(t->vm);
    locked(t);
}

bool lang_try_lock(struct lang_thread *t)
{
    if (!take_free(t->vm))
        return false;
    adopt_stack(t);
    return true;
}

void lang_unlock(struct lang_thread *t)
{
    lang_yield_foreign(t);
    give(t->vm);
}

void lang_unlock_alone(struct lang_thread *t)
{
    give(t->vm);
}

static atomic_int outside;
static _Thread_local bool counted; /* this thread, by lang_thread_attach */

void lang_outside_begin(void)
{
    atomic_fetch_add(&outside, 1);
}

void lang_outside_end(void)
{
    atomic_fetch_sub(&outside, 1);
}

bool lang_outside_any(void)
{
    return atomic_load(&outside) > 0;
}

struct lang_thread *lang_thread_attach(struct lang_vm *vm)
{
    lang_outside_begin();
    take(vm);
    struct lang_thread *t = lang_thread_new(vm);
    if (!t) {
        give(vm);
        lang_outside_end();
        return NULL;
    }
    counted = true;
    adopt_stack(t);
    return t;
}

struct lang_vm *lang_thread_vm(const struct lang_thread *t)
{
    return t->vm;
}

void lang_vm_unlock(struct lang_vm *vm)
{
    give(vm);
    if (counted) {
        counted = false;
        lang_outside_end();
    }
}

int lang_request_lock(struct lang_thread *t, int timeout_ms)
{
    struct lang_vm *vm = t->vm;
    struct timespec until = in_ms(timeout_ms);
    pthread_mutex_lock(&vm->lock);
    int r = take_asked(vm, &until);
    pthread_mutex_unlock(&vm->lock);
    if (r)
        return -1;
    locked(t);
    return 0;
}

void lang_request_foreign(struct lang_vm *vm)
{
    atomic_fetch_or(&vm->poll, LANG_POLL_FOREIGN);
}

void lang_before_fork(struct lang_thread *t)
{
    const struct lang_foreign *foreign = t->vm->foreign;
    if (foreign && foreign->before_fork)
        foreign->before_fork(t);
}

void lang_after_fork_in_parent(struct lang_thread *t)
{
    const struct lang_foreign *foreign = t->vm->foreign;
    if (foreign && foreign->after_fork)
        foreign->after_fork(t, false);
}

void lang_after_fork(struct lang_thread *t)
{
    struct lang_vm *vm = t->vm;
    pthread_mutex_init(&vm->lock, NULL); /* another thread may have been in the middle of taking it */
    pthread_cond_init(&vm->lock_free, NULL);
    atomic_store(&vm->lock_state, LANG_LOCK_HELD);
    vm->lock_waiting = 0;
    atomic_store(&vm->poll, 0);
    atomic_store(&outside, counted ? 1 : 0);
    note_thread(t);
    vm->main = vm->threads = t;
    t->next = NULL;
    lang_set_steal(t, &t->running_loop, lang_undef()); /* it is the parent's that runs */
    lang_imports_after_fork(t);
    if (vm->foreign && vm->foreign->after_fork)
        vm->foreign->after_fork(t, true);
    if (vm->host.forked)
        vm->host.forked(vm->host.ctx);
    if (vm->signals_after_fork)
        vm->signals_after_fork(t);
}

/* Hands the lock to one of those who asked for it, and takes it back afterwards. */
static void hand_over(struct lang_thread *t)
{
    struct lang_vm *vm = t->vm;
    lang_unlock(t);
    pthread_mutex_lock(&vm->lock);
    unsigned turn = vm->lock_turns;
    while (vm->lock_waiting && vm->lock_turns == turn)
        pthread_cond_wait(&vm->lock_free, &vm->lock);
    take_patiently(vm);
    pthread_mutex_unlock(&vm->lock);
    locked(t);
}

static int answer_requests(struct lang_thread *t, int asked)
{
    if (asked & LANG_POLL_FOREIGN) {
        atomic_fetch_and(&t->vm->poll, ~LANG_POLL_FOREIGN);
        lang_yield_foreign(t);
        resume_foreign(t);
    }
    if (asked & LANG_POLL_LOCK)
        hand_over(t);
    return asked & LANG_POLL_SIGNAL && t == t->vm->main && t->vm->answer_signals ? t->vm->answer_signals(t) : 0;
}

/* ------------------------------------------------------------------ polls and bounds */

bool lang_interrupted(struct lang_thread *t)
{
    return atomic_load_explicit(t->vm->host.interrupt, memory_order_relaxed) != 0;
}

bool lang_signals_pending(struct lang_thread *t)
{
    return t == t->vm->main && atomic_load_explicit(&t->vm->poll, memory_order_relaxed) & LANG_POLL_SIGNAL;
}

/* Whether the host asked the main thread to stop; the answer is a KeyboardInterrupt. */
static bool interrupted(struct lang_thread *t)
{
    atomic_int *asked = t->vm->host.interrupt;
    if (!atomic_load_explicit(asked, memory_order_relaxed) || t != t->vm->main)
        return false;
    atomic_store(asked, 0);
    lang_raise_value(t, LANG_EXC_KeyboardInterrupt, lang_undef());
    lang_error_from_host(t);
    return true;
}

int lang_poll_quiet(struct lang_thread *t)
{
    return interrupted(t) ? -1 : 0;
}

int lang_poll(struct lang_thread *t)
{
    if (interrupted(t))
        return -1;
    int asked = atomic_load_explicit(&t->vm->poll, memory_order_relaxed);
    if (asked && answer_requests(t, asked) < 0)
        return -1;
    lang_gc_step(t);
    return 0;
}

void lang_set_recursion_limit(struct lang_vm *vm, int limit)
{
    vm->recursion_limit = limit;
    vm->depth_limit = limit < FRAMES - 8 ? limit : FRAMES - 8; /* each frame counts as one in depth */
}

int lang_enter(struct lang_thread *t, const char *what)
{
    char here;
    int limit = t->vm->recursion_limit + (t->recovering ? EXTRA_DEPTH : 0);
    if (__builtin_expect(t->depth<limit && & here> t->c_limit, 1)) {
        t->depth++;
        return 0;
    }
    if (!t->recovering) { /* making the exception needs some calls of its own */
        t->recovering = true;
        lang_fail(t, LANG_EXC_RecursionError, "maximum recursion depth exceeded%s", what);
        t->recovering = false;
    } else {
        lang_fail(t, LANG_EXC_RecursionError, "maximum recursion depth exceeded");
    }
    return -1;
}

void lang_leave(struct lang_thread *t)
{
    t->depth--;
}

int lang_repr_enter(struct lang_thread *t, lang_value v)
{
    for (size_t i = 0; i < t->repr_count; i++)
        if (lang_same(t->repr_stack[i], v))
            return 1;
    if (lang_poll_quiet(t) < 0) /* containers of many small ones take long, too */
        return -1;
    if (t->repr_count == t->repr_capacity) {
        size_t capacity = t->repr_capacity ? t->repr_capacity * 2 : 16;
        lang_value *p = realloc(t->repr_stack, capacity * sizeof *p);
        if (!p)
            return lang_no_memory(t), -1;
        t->repr_stack = p;
        t->repr_capacity = capacity;
    }
    t->repr_stack[t->repr_count++] = v;
    return 0;
}

void lang_repr_leave(struct lang_thread *t, lang_value v)
{
    (void)v;
    t->repr_count--;
}
